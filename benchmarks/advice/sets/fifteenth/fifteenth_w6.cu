// Ten measured cases of sums, counts and walks from ports, skies, seas and fields: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr int kPool = 132 * 8 * 256 * 256;  // floats of the pool that most cases read

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ float size_of(float4 v) { return fabsf(v.x) + fabsf(v.y) + fabsf(v.z) + fabsf(v.w); }

// ---- Harbour: tonnage landed at each of 16 piers; a ship is 32 figures of its lading, its first says which pier it takes.
constexpr int kPiers = 16, kShips = kPool / 32, kClerks = 132 * 8;

__device__ __forceinline__ int ship_of(const float4* __restrict__ lading, int ship, int& pier) {
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = lading[(size_t)j * kShips + ship];
    float tons = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) tons += size_of(v[j]);
    pier = (int)((v[0].x + 1.0f) * 8.0f);
    return (int)(tons * 16.0f);
}

__global__ void __launch_bounds__(256, 8) harbour_tally_w6_a(const float4* __restrict__ lading, int* __restrict__ tally) {
#pragma unroll 1
    for (int ship = blockIdx.x * 256 + threadIdx.x; ship < kShips; ship += kClerks * 256) {
        int pier, tons = ship_of(lading, ship, pier);
        atomicAdd(&tally[pier], tons);
    }
}

__global__ void __launch_bounds__(256, 8) harbour_tally_w6_b(const float4* __restrict__ lading, int* __restrict__ tally) {
    __shared__ int book[8][kPiers];
    int t = threadIdx.x;
    if (t < 8 * kPiers) book[t / kPiers][t % kPiers] = 0;
    __syncthreads();
#pragma unroll 1
    for (int ship = blockIdx.x * 256 + t; ship < kShips; ship += kClerks * 256) {
        int pier, tons = ship_of(lading, ship, pier);
        atomicAdd(&book[t / 32][pier], tons);
    }
    __syncthreads();
    if (t < kPiers) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += book[w][t];
        atomicAdd(&tally[t], sum);
    }
}

// ---- Cosmic rays: charge collected by each of 16 strips of a detector, 4 bits of strip and 12 of charge a hit; most rays come through the middle.
constexpr int kStrips = 16, kHits = kPool * 2, kCrates = 132 * 8;

__global__ void harness_rays(uint16_t* __restrict__ hits) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t h = harness::hash32(i + 4711u);
    uint32_t strip = (h & 15u) != 0u ? 7u + (h >> 4 & 1u) : h >> 5 & 15u;
    hits[i] = (uint16_t)((h >> 20) << 4 | strip);
}

__global__ void __launch_bounds__(256, 8) muon_strips_w6_a(const uint4* __restrict__ hits, int* __restrict__ charge) {
    __shared__ int sum[kStrips];
    int t = threadIdx.x;
    if (t < kStrips) sum[t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kHits / 8; i += kCrates * 256) {
        uint4 v = hits[i];
        unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(&sum[word[j] & 15u], (int)(word[j] >> 4 & 4095u));
            atomicAdd(&sum[word[j] >> 16 & 15u], (int)(word[j] >> 20));
        }
    }
    __syncthreads();
    if (t < kStrips) charge[blockIdx.x * kStrips + t] = sum[t];
}

__global__ void __launch_bounds__(256, 8) muon_strips_w6_b(const uint4* __restrict__ hits, int* __restrict__ charge) {
    __shared__ int sum[kStrips][256];
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < kStrips; ++s) sum[s][t] = 0;
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kHits / 8; i += kCrates * 256) {
        uint4 v = hits[i];
        unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            sum[word[j] & 15u][t] += (int)(word[j] >> 4 & 4095u);
            sum[word[j] >> 16 & 15u][t] += (int)(word[j] >> 20);
        }
    }
    __syncthreads();
#pragma unroll
    for (int s = t / 32; s < kStrips; s += 8) {
        int all = 0;
#pragma unroll
        for (int j = 0; j < 8; ++j) all += sum[s][t % 32 + 32 * j];
        all = __reduce_add_sync(0xffffffffu, all);
        if (t % 32 == 0) charge[blockIdx.x * kStrips + s] = all;
    }
}

// ---- Fishery: number of echoes and their mass (in one 64-bit word) in each of 64 x 64 cells of a bay; an echo is 32 samples.
constexpr int kBay = 4096, kEchoes = kPool / 32, kBoats = 132 * 8;
using Tally = unsigned long long;

__device__ __forceinline__ Tally echo_of(const float4* __restrict__ sonar, int echo, int& cell) {
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = sonar[(size_t)j * kEchoes + echo];
    float mass = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) mass += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    cell = (int)((v[0].x + 1.0f) * 32.0f) * 64 + (int)((v[0].y + 1.0f) * 32.0f);
    return 1ull << 40 | (Tally)(unsigned)(mass * 64.0f);
}

__global__ void __launch_bounds__(256, 8) shoal_cells_w6_a(const float4* __restrict__ sonar, Tally* __restrict__ bay) {
#pragma unroll 1
    for (int echo = blockIdx.x * 256 + threadIdx.x; echo < kEchoes; echo += kBoats * 256) {
        int cell;
        Tally more = echo_of(sonar, echo, cell), seen = bay[cell], old;
        do {
            old = seen;
            seen = atomicCAS(&bay[cell], old, old + more);
        } while (seen != old);
    }
}

__global__ void __launch_bounds__(256, 8) shoal_cells_w6_b(const float4* __restrict__ sonar, Tally* __restrict__ bay) {
#pragma unroll 1
    for (int echo = blockIdx.x * 256 + threadIdx.x; echo < kEchoes; echo += kBoats * 256) {
        int cell;
        Tally more = echo_of(sonar, echo, cell);
        atomicAdd(&bay[cell], more);
    }
}

// ---- Hydrology: level to which a given volume of water fills each valley of 1024 ground heights, by 24 bisections.
constexpr int kValleys = 132 * 256, kHalvings = 24;

__global__ void __launch_bounds__(512) valley_level_w6_a(const float2* __restrict__ ground, float* __restrict__ level) {
    __shared__ float part[512];
    int t = threadIdx.x;
    float2 h = ground[(size_t)blockIdx.x * 512 + t];
    float low = -1.0f, high = 1.0f;
#pragma unroll 1
    for (int r = 0; r < kHalvings; ++r) {
        float mid = 0.5f * (low + high);
        part[t] = fmaxf(mid - h.x, 0.0f) + fmaxf(mid - h.y, 0.0f);
        __syncthreads();
#pragma unroll
        for (int s = 256; s > 0; s >>= 1) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
        bool over = part[0] > 200.0f;
        __syncthreads();
        low = over ? low : mid;
        high = over ? mid : high;
    }
    if (t == 0) level[blockIdx.x] = 0.5f * (low + high);
}

__global__ void __launch_bounds__(128) valley_level_w6_b(const float4* __restrict__ ground, float* __restrict__ level) {
    int valley = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 h[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) h[j] = ground[(size_t)valley * 256 + j * 32 + lane];
    float low = -1.0f, high = 1.0f;
#pragma unroll 1
    for (int r = 0; r < kHalvings; ++r) {
        float mid = 0.5f * (low + high);
        float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            sum.x += fmaxf(mid - h[j].x, 0.0f);
            sum.y += fmaxf(mid - h[j].y, 0.0f);
            sum.z += fmaxf(mid - h[j].z, 0.0f);
            sum.w += fmaxf(mid - h[j].w, 0.0f);
        }
        bool over = warp_sum((sum.x + sum.y) + (sum.z + sum.w)) > 200.0f;
        low = over ? low : mid;
        high = over ? mid : high;
    }
    if (lane == 0) level[valley] = 0.5f * (low + high);
}

// ---- Railway: load of trains of 128 wagons; a wagon's card of 32 words names the wagon coupled behind it and its 31 loads.
constexpr int kWagons = 1 << 22, kTrains = 132 * 64 * 4, kCoupled = 128;

__global__ void harness_wagons(int* __restrict__ cards) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    unsigned wagon = (unsigned)(i / 32);
    cards[i] = i % 32 == 0 ? (int)((wagon * 1664525u + 1013904223u) % kWagons) : (int)(harness::hash32((unsigned)i) % 1000u);
}

template <int kAtOnce>
__device__ __forceinline__ void shunt(const int* __restrict__ cards, int* __restrict__ load) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
#pragma unroll 1
    for (int from = 0; from < 4; from += kAtOnce) {
        int wagon[kAtOnce], sum[kAtOnce];
#pragma unroll
        for (int k = 0; k < kAtOnce; ++k) {
            wagon[k] = harness::hash32(warp * 4 + from + k) % kWagons;
            sum[k] = 0;
        }
#pragma unroll 1
        for (int w = 0; w < kCoupled; ++w) {
            int card[kAtOnce];
#pragma unroll
            for (int k = 0; k < kAtOnce; ++k) card[k] = cards[wagon[k] * 32 + lane];
#pragma unroll
            for (int k = 0; k < kAtOnce; ++k) {
                wagon[k] = __shfl_sync(0xffffffffu, card[k], 0);
                sum[k] += card[k];
            }
        }
#pragma unroll
        for (int k = 0; k < kAtOnce; ++k) {
            int all = __reduce_add_sync(0xffffffffu, lane == 0 ? 0 : sum[k]);
            if (lane == 0) load[warp * 4 + from + k] = all;
        }
    }
}

__global__ void __launch_bounds__(256, 8) freight_trains_w6_a(const int* __restrict__ cards, int* __restrict__ load) { shunt<1>(cards, load); }
__global__ void __launch_bounds__(256, 8) freight_trains_w6_b(const int* __restrict__ cards, int* __restrict__ load) { shunt<4>(cards, load); }

// ---- Bees: which of the 128 flowers of each patch pays best for its nectar and the flight to it; a warp a patch.
constexpr int kPatches = kPool / 128, kHives = 132 * 8;

__device__ __forceinline__ float payoff(float nectar, int flower) {
    float gain = 1.2f + nectar;
    return fmaf(gain, fmaf(gain, -0.2f, 1.1f), -0.0004f * flower);  // always above zero
}

__global__ void __launch_bounds__(256, 8) bee_foraging_w6_a(const float4* __restrict__ meadow, int4* __restrict__ choice) {
    __shared__ __align__(16) float page[8][128];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll 1
    for (int four = blockIdx.x * 8 + warp; four < kPatches / 4; four += kHives * 8) {
        float4 v[4];
        int best[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = meadow[(size_t)four * 128 + k * 32 + lane];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            *reinterpret_cast<float4*>(&page[warp][lane * 4]) = v[k];
            __syncwarp();
            if (lane == 0) {
                float top = -1.0f;
                int at = 0;
#pragma unroll 4
                for (int f = 0; f < 128; ++f) {
                    float pay = payoff(page[warp][f], f);
                    if (pay > top) { top = pay; at = f; }
                }
                best[k] = at;
            }
            __syncwarp();
        }
        if (lane == 0) choice[four] = make_int4(best[0], best[1], best[2], best[3]);
    }
}

__global__ void __launch_bounds__(256, 8) bee_foraging_w6_b(const float4* __restrict__ meadow, int4* __restrict__ choice) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll 1
    for (int four = blockIdx.x * 8 + warp; four < kPatches / 4; four += kHives * 8) {
        float4 v[4];
        int best[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = meadow[(size_t)four * 128 + k * 32 + lane];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float nectar[4] = {v[k].x, v[k].y, v[k].z, v[k].w}, top = -1.0f;
            int at = 0;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float pay = payoff(nectar[j], lane * 4 + j);
                if (pay > top) { top = pay; at = lane * 4 + j; }
            }
            unsigned bits = __float_as_uint(top), most = __reduce_max_sync(0xffffffffu, bits);
            best[k] = (int)__reduce_min_sync(0xffffffffu, bits == most ? (unsigned)at : 128u);
        }
        if (lane == 0) choice[four] = make_int4(best[0], best[1], best[2], best[3]);
    }
}

// ---- Seismology: magnitude of each trace of 1024 samples weighed with the 32 figures of its instrument's calibration card.
constexpr int kTraces = kPool / 1024;

__device__ __forceinline__ void magnitude(const float4* __restrict__ trace, const float* __restrict__ cards, float* __restrict__ strength) {
    int t = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float gain = cards[t * 32 + lane];
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = trace[(size_t)t * 256 + j * 32 + lane];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    sum = warp_sum(sum * (1.5f + gain));
    if (lane == 0) strength[t] = sum;
}

__global__ void __launch_bounds__(256) seismic_cards_w6_a(const float4* __restrict__ trace, const float* __restrict__ cards, float* __restrict__ strength) {
    magnitude(trace, cards, strength);
}
__global__ void __launch_bounds__(256) seismic_cards_w6_b(const float4* __restrict__ trace, const float* __restrict__ cards, float* __restrict__ strength) {
    magnitude(trace, cards, strength);
}

// ---- Tides: total swing of the gauges of each of 256 coasts; 33 blocks a coast, 32 samples a thread.
constexpr int kCoasts = 256, kGaugeBlocks = kPool / 8192;

__device__ __forceinline__ int swing(const float4* __restrict__ gauge) {
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = gauge[(size_t)blockIdx.x * 2048 + j * 256 + threadIdx.x];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += size_of(v[j]);
    return __reduce_add_sync(0xffffffffu, (int)(sum * 16.0f));
}

__global__ void __launch_bounds__(256) tide_coasts_w6_a(const float4* __restrict__ gauge, int* __restrict__ total) {
    int sum = swing(gauge);
    if (threadIdx.x % 32 == 0) atomicAdd(&total[blockIdx.x / (kGaugeBlocks / kCoasts)], sum);
}

__global__ void __launch_bounds__(256) tide_coasts_w6_b(const float4* __restrict__ gauge, int* __restrict__ total) {
    __shared__ int part[8];
    int sum = swing(gauge);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) sum += part[w];
        atomicAdd(&total[blockIdx.x / (kGaugeBlocks / kCoasts)], sum);
    }
}

// ---- Percussion: energy of each recorded stroke of 16384 samples, a block a stroke.
constexpr int kStroke = 16384, kStrokes = kPool / kStroke;

__device__ __forceinline__ float stroke_energy(const float4* __restrict__ tape) {
    float sum = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kStroke / 4; from += 2048) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = tape[(size_t)blockIdx.x * (kStroke / 4) + from + j * 256 + threadIdx.x];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    }
    return sum;
}

__global__ void __launch_bounds__(256) drum_strokes_w6_a(const float4* __restrict__ tape, float* __restrict__ energy) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = stroke_energy(tape);
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) energy[blockIdx.x] = part[0];
}

__global__ void __launch_bounds__(256) drum_strokes_w6_b(const float4* __restrict__ tape, float* __restrict__ energy) {
    __shared__ float part[8];
    int t = threadIdx.x;
    float sum = warp_sum(stroke_energy(tape));
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) sum += part[w];
        energy[blockIdx.x] = sum;
    }
}

// ---- Glaciers: melt as the sum of warmth times exposure over a whole ice field, one partial sum a block.
constexpr int kIce = kPool / 8, kCamps = 132 * 8;

__global__ void __launch_bounds__(256, 8) glacier_melt_w6_a(const float4* __restrict__ warmth, const float4* __restrict__ sun, float* __restrict__ melt) {
    __shared__ float part[8];
    int t = threadIdx.x;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int i = blockIdx.x * 256 + t; i < kIce; i += kCamps * 1024) {
        float4 u[4], v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            u[j] = warmth[i + j * kCamps * 256];
            v[j] = sun[i + j * kCamps * 256];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            sum.x = fmaf(u[j].x, v[j].x, sum.x);
            sum.y = fmaf(u[j].y, v[j].y, sum.y);
            sum.z = fmaf(u[j].z, v[j].z, sum.z);
            sum.w = fmaf(u[j].w, v[j].w, sum.w);
        }
    }
    float all = warp_sum((sum.x + sum.y) + (sum.z + sum.w));
    if (t % 32 == 0) part[t / 32] = all;
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) all += part[w];
        melt[blockIdx.x] = all;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto zeros = [](size_t n) { int* p; CHECK(cudaMalloc(&p, n * sizeof(int))); CHECK(cudaMemset(p, 0, n * sizeof(int))); return p; };

    float* pool = filled<float>(kPool, 61);
    const float4* quads = reinterpret_cast<const float4*>(pool);

    int* tally = zeros(kPiers);
    add("harbour_tally_w6_a", tally, kPiers, Output::i32, [=] { harbour_tally_w6_a<<<kClerks, 256>>>(quads, tally); });
    add("harbour_tally_w6_b", tally, kPiers, Output::i32, [=] { harbour_tally_w6_b<<<kClerks, 256>>>(quads, tally); });

    uint16_t* rays = empty<uint16_t>(kHits);
    harness_rays<<<kHits / 256, 256>>>(rays); CHECK(cudaGetLastError());
    const uint4* hits = reinterpret_cast<const uint4*>(rays);
    int* charge = empty<int>(kCrates * kStrips);
    add("muon_strips_w6_a", charge, kCrates * kStrips, Output::i32, [=] { muon_strips_w6_a<<<kCrates, 256>>>(hits, charge); });
    add("muon_strips_w6_b", charge, kCrates * kStrips, Output::i32, [=] { muon_strips_w6_b<<<kCrates, 256>>>(hits, charge); });

    Tally* bay = reinterpret_cast<Tally*>(zeros(kBay * 2));
    add("shoal_cells_w6_a", bay, kBay * 2, Output::i32, [=] { shoal_cells_w6_a<<<kBoats, 256>>>(quads, bay); });
    add("shoal_cells_w6_b", bay, kBay * 2, Output::i32, [=] { shoal_cells_w6_b<<<kBoats, 256>>>(quads, bay); });

    float* level = empty<float>(kValleys);
    add("valley_level_w6_a", level, kValleys, Output::f32, [=] { valley_level_w6_a<<<kValleys, 512>>>(reinterpret_cast<const float2*>(pool), level); });
    add("valley_level_w6_b", level, kValleys, Output::f32, [=] { valley_level_w6_b<<<kValleys / 4, 128>>>(quads, level); });

    int *wagons = empty<int>((size_t)kWagons * 32), *load = empty<int>(kTrains);
    harness_wagons<<<kWagons / 8, 256>>>(wagons); CHECK(cudaGetLastError());
    add("freight_trains_w6_a", load, kTrains, Output::i32, [=] { freight_trains_w6_a<<<kTrains / 32, 256>>>(wagons, load); });
    add("freight_trains_w6_b", load, kTrains, Output::i32, [=] { freight_trains_w6_b<<<kTrains / 32, 256>>>(wagons, load); });

    int4* choice = reinterpret_cast<int4*>(empty<int>(kPatches));
    add("bee_foraging_w6_a", choice, kPatches, Output::i32, [=] { bee_foraging_w6_a<<<kHives, 256>>>(quads, choice); });
    add("bee_foraging_w6_b", choice, kPatches, Output::i32, [=] { bee_foraging_w6_b<<<kHives, 256>>>(quads, choice); });

    constexpr size_t cards = (size_t)kTraces * 32;
    float *desk, *strength = empty<float>(kTraces);
    CHECK(cudaHostAlloc(&desk, cards * sizeof(float), cudaHostAllocMapped));
    for (size_t i = 0; i < cards; ++i) desk[i] = harness::unit((uint32_t)i * 2654435761u + 62);
    float *mapped, *shelf = empty<float>(cards);
    CHECK(cudaHostGetDevicePointer(&mapped, desk, 0));
    CHECK(cudaMemcpy(shelf, desk, cards * sizeof(float), cudaMemcpyHostToDevice));
    add("seismic_cards_w6_a", strength, kTraces, Output::f32, [=] { seismic_cards_w6_a<<<kTraces / 8, 256>>>(quads, mapped, strength); });
    add("seismic_cards_w6_b", strength, kTraces, Output::f32, [=] { seismic_cards_w6_b<<<kTraces / 8, 256>>>(quads, shelf, strength); });

    int* total = zeros(kCoasts);
    add("tide_coasts_w6_a", total, kCoasts, Output::i32, [=] { tide_coasts_w6_a<<<kGaugeBlocks, 256>>>(quads, total); });
    add("tide_coasts_w6_b", total, kCoasts, Output::i32, [=] { tide_coasts_w6_b<<<kGaugeBlocks, 256>>>(quads, total); });

    float* energy = empty<float>(kStrokes);
    add("drum_strokes_w6_a", energy, kStrokes, Output::f32, [=] { drum_strokes_w6_a<<<kStrokes, 256>>>(quads, energy); });
    add("drum_strokes_w6_b", energy, kStrokes, Output::f32, [=] { drum_strokes_w6_b<<<kStrokes, 256>>>(quads, energy); });

    float* melt = empty<float>(kCamps);
    add("glacier_melt_w6_a", melt, kCamps, Output::f32, [=] { glacier_melt_w6_a<<<kCamps, 256>>>(quads, quads + kIce, melt); });

    return harness::run(argc, argv, cases);
}
