// Measured pairs: arithmetic and instructions (tides, lotteries, clocks, bridges, roasting, epidemics, wine), first file.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// Coffee roasting: the bean temperature follows the drum through the minutes of a roast; browning rate is a fitted polynomial.
__global__ void roast_browning_t3_a(const float* __restrict__ charge, float* __restrict__ colour, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = 0.5f + 0.25f * charge[i], brown = 0.0f;
    for (int minute = 0; minute < 14; ++minute) {
        float rate = 0.031 + t * (0.113 + t * (-0.271 + t * (0.402 + t * (-0.187 + t * (0.093 + t * (-0.041 + t * (0.017 + t * (0.0061 + t * (-0.0027 + t * 0.0009)))))))));
        brown += rate;
        t = t + 0.07f * (1.05f - t) - 0.011f * rate;
    }
    colour[i] = brown;
}
__global__ void roast_browning_t3_b(const float* __restrict__ charge, float* __restrict__ colour, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = 0.5f + 0.25f * charge[i], brown = 0.0f;
    for (int minute = 0; minute < 14; ++minute) {
        float rate = 0.031f + t * (0.113f + t * (-0.271f + t * (0.402f + t * (-0.187f + t * (0.093f + t * (-0.041f + t * (0.017f + t * (0.0061f + t * (-0.0027f + t * 0.0009f)))))))));
        brown += rate;
        t = t + 0.07f * (1.05f - t) - 0.011f * rate;
    }
    colour[i] = brown;
}

// Tide tables: hourly heights hindcast from harmonic constituents; time counts in hours from a far epoch.
struct Constituent { float speed, phase, amplitude; };
constexpr int kConstituents = 24;
__constant__ Constituent tide_set[kConstituents];
__global__ void tide_hindcast_t3_a(const float* __restrict__ clock_error, float* __restrict__ height, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float hour = 900000.0f + 0.0625f * (float)(i & 0x1fffff) + clock_error[i];
    float h = 4.0f;
    for (int c = 0; c < kConstituents; ++c)
        h += tide_set[c].amplitude * cosf(tide_set[c].speed * hour + tide_set[c].phase);
    height[i] = h;
}
__device__ __forceinline__ float cos_folded(float x) {
    float turns = rintf(x * 0.15915494f);
    float r = fmaf(-turns, 6.28125f, x);
    return __cosf(fmaf(-turns, 1.9353071796e-3f, r));
}
__global__ void tide_hindcast_t3_b(const float* __restrict__ clock_error, float* __restrict__ height, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float hour = 900000.0f + 0.0625f * (float)(i & 0x1fffff) + clock_error[i];
    float h = 4.0f;
    for (int c = 0; c < kConstituents; ++c)
        h += tide_set[c].amplitude * cos_folded(tide_set[c].speed * hour + tide_set[c].phase);
    height[i] = h;
}

// Lottery simulation: a syndicate's ticket serials unfold into picks (one radix a drum and game) and are held against the drawn balls.
constexpr int kGames = 16, kDrums = 6;
struct Drum { unsigned balls, magic, shift; };
struct Game { Drum drum[kDrums]; unsigned drawn_low, drawn_high; };
__constant__ Game season[kGames];
__device__ __forceinline__ unsigned drawn(const Game& g, unsigned pick) {
    return ((pick < 32 ? g.drawn_low : g.drawn_high) >> (pick & 31)) & 1u;
}
__global__ void lottery_syndicate_t3_a(const unsigned* __restrict__ serial, int* __restrict__ winnings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            unsigned balls = season[g].drum[d].balls;
            unsigned next = rest / balls;
            hits += drawn(season[g], rest % balls);
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}
__global__ void lottery_syndicate_t3_b(const unsigned* __restrict__ serial, int* __restrict__ winnings, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ticket = serial[i];
    int won = 0;
#pragma unroll 1
    for (int g = 0; g < kGames; ++g) {
        unsigned rest = ticket >> 1, hits = 0;
#pragma unroll
        for (int d = 0; d < kDrums; ++d) {
            const Drum& drum = season[g].drum[d];
            unsigned next = __umulhi(rest, drum.magic) >> drum.shift;
            hits += drawn(season[g], rest - next * drum.balls);
            rest = next + (ticket >> (d + 4));
        }
        won += hits * hits;
        ticket = ticket * 1664525u + 1013904223u;
    }
    winnings[i] = won;
}

// Clock making: the arc of a regulator's pendulum from swing to swing; the circular error is a long series in the squared arc.
__global__ void pendulum_regulator_t3_a(const float* __restrict__ arc0, float* __restrict__ going, int n, int swings, float drive) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float arc = 0.3f + 0.1f * arc0[i], elapsed = 0.0f;
#pragma unroll 1
    for (int s = 0; s < swings; ++s) {
        float y = arc * arc;
        float p = 0.00113f;
        p = fmaf(p, y, 0.00131f);  p = fmaf(p, y, 0.00157f);  p = fmaf(p, y, 0.00192f);  p = fmaf(p, y, 0.00241f);
        p = fmaf(p, y, 0.00312f);  p = fmaf(p, y, 0.00421f);  p = fmaf(p, y, 0.00601f);  p = fmaf(p, y, 0.00935f);
        p = fmaf(p, y, 0.01664f);  p = fmaf(p, y, 0.03710f);  p = fmaf(p, y, 0.14063f);  p = fmaf(p, y, 0.25000f);
        p = fmaf(p, y, 0.37500f);  p = fmaf(p, y, 0.50000f);  p = fmaf(p, y, 1.00000f);
        elapsed = fmaf(0.001f, p, elapsed);
        arc = fmaf(drive, p, 0.9f * arc);
    }
    going[i] = elapsed + arc;
}
__global__ void pendulum_regulator_t3_b(const float* __restrict__ arc0, float* __restrict__ going, int n, int swings, float drive) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float arc = 0.3f + 0.1f * arc0[i], elapsed = 0.0f;
#pragma unroll 1
    for (int s = 0; s < swings; ++s) {
        float y = arc * arc, y2 = y * y, y4 = y2 * y2, y8 = y4 * y4;
        float a0 = fmaf(0.50000f, y, 1.00000f), a1 = fmaf(0.25000f, y, 0.37500f), a2 = fmaf(0.03710f, y, 0.14063f), a3 = fmaf(0.00935f, y, 0.01664f);
        float a4 = fmaf(0.00421f, y, 0.00601f), a5 = fmaf(0.00241f, y, 0.00312f), a6 = fmaf(0.00157f, y, 0.00192f), a7 = fmaf(0.00113f, y, 0.00131f);
        float b0 = fmaf(a1, y2, a0), b1 = fmaf(a3, y2, a2), b2 = fmaf(a5, y2, a4), b3 = fmaf(a7, y2, a6);
        float p = fmaf(fmaf(b3, y4, b2), y8, fmaf(b1, y4, b0));
        elapsed = fmaf(0.001f, p, elapsed);
        arc = fmaf(drive, p, 0.9f * arc);
    }
    going[i] = elapsed + arc;
}

// Epidemiology: one day in the life of agents that are susceptible, incubating, infectious or immune.
__device__ __forceinline__ float susceptible_day(float x, float contact) {
    float escape = 1.0f;
    for (int k = 0; k < 24; ++k) { escape *= 1.0f - 0.02f * __expf(-contact * (float)k); contact = fmaf(contact, 0.97f, 0.01f * x); }
    return 1.0f - escape;
}
__device__ __forceinline__ float incubating_day(float x, float age) {
    float mass = 1.0f, term = 1.0f;
    for (int k = 1; k < 40; ++k) { term *= age * (1.1f - 0.02f * (float)k); mass += term * x; term = fminf(term, 3.0f); }
    return 2.0f + 0.01f * mass;
}
__device__ __forceinline__ float infectious_day(float x, float load) {
    float shed = 0.0f, titre = 0.3f;
    for (int k = 0; k < 36; ++k) { titre += 0.05f * load * titre * (1.0f - titre); load -= 0.02f * titre * load; shed += titre * x; }
    return 4.0f + 0.1f * shed;
}
__device__ __forceinline__ float immune_day(float x, float wane) {
    float memory = 1.0f, plasma = x;
    for (int k = 0; k < 44; ++k) { memory = memory - 0.01f * wane * memory; plasma = fmaf(plasma, 0.98f, 0.02f * memory * wane); }
    return 8.0f + memory + plasma;
}
__device__ __forceinline__ float agent_day(int stage, float x, float y) {
    switch (stage) {
        case 0: return susceptible_day(x, y);
        case 1: return incubating_day(x, y);
        case 2: return infectious_day(x, y);
        default: return immune_day(x, y);
    }
}
__global__ void outbreak_agents_t3_a(const int* __restrict__ stage, const float* __restrict__ trait, const float* __restrict__ exposure,
                                     float* __restrict__ outcome, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    outcome[i] = agent_day(stage[i], trait[i], 0.5f + 0.4f * exposure[i]);
}
__global__ void outbreak_agents_t3_b(const int* __restrict__ stage, const float* __restrict__ trait, const float* __restrict__ exposure,
                                     float* __restrict__ outcome, int n) {
    __shared__ int filled_to[4], start[4];
    __shared__ unsigned short who[512];
    int base = blockIdx.x * 512, i = base + threadIdx.x, mine = i < n ? stage[i] : 3;
    if (threadIdx.x < 4) filled_to[threadIdx.x] = 0;
    __syncthreads();
    unsigned same = __match_any_sync(0xffffffffu, mine), lane = threadIdx.x & 31;
    int leader = __ffs(same) - 1, slot = 0;
    if ((int)lane == leader) slot = atomicAdd(&filled_to[mine], __popc(same));
    slot = __shfl_sync(0xffffffffu, slot, leader) + __popc(same & ((1u << lane) - 1));
    __syncthreads();
    if (threadIdx.x < 4) {
        int before = 0;
        for (int s = 0; s < (int)threadIdx.x; ++s) before += filled_to[s];
        start[threadIdx.x] = before;
    }
    __syncthreads();
    who[start[mine] + slot] = (unsigned short)threadIdx.x;
    __syncthreads();
    int agent = base + who[threadIdx.x];
    if (agent >= n) return;
    int s = (threadIdx.x >= start[1]) + (threadIdx.x >= start[2]) + (threadIdx.x >= start[3]);
    outcome[agent] = agent_day(s, trait[agent], 0.5f + 0.4f * exposure[agent]);
}

// Clock making: the loss of a train's wheels; every calibre has its own tooth form and every tooth of the profile is walked.
constexpr int kTeeth = 200, kCalibres = 12;
template <int CALIBRE>
__device__ __forceinline__ float tooth_pass(float2 flank, float angle, float& loss) {
    constexpr float addendum = 0.31f + 0.017f * CALIBRE, friction = 0.11f + 0.006f * CALIBRE, recoil = 0.93f - 0.004f * CALIBRE;
    float slide = fmaf(angle, flank.x, addendum);
    float press = fmaf(slide, flank.y, friction);
    loss = fmaf(fabsf(press), friction, loss);
    return fmaf(angle, recoil, 0.02f * fmaxf(press, slide));
}
template <int CALIBRE>
__device__ __forceinline__ float wheel_long(const float2* profile, float angle) {
    float loss = 0.0f;
    __syncwarp();
#pragma unroll
    for (int t = 0; t < kTeeth; ++t) angle = tooth_pass<CALIBRE>(profile[t], angle, loss);
    return loss + angle;
}
template <int CALIBRE>
__device__ __forceinline__ float wheel_short(const float2* profile, float angle) {
    float loss = 0.0f;
    __syncwarp();
#pragma unroll 4
    for (int t = 0; t < kTeeth; ++t) angle = tooth_pass<CALIBRE>(profile[t], angle, loss);
    return loss + angle;
}
#define WHEEL_OF(kind, f, p, a)                                                                                                        \
    switch (kind) {                                                                                                                    \
        case 0: a = f<0>(p, a); break;   case 1: a = f<1>(p, a); break;   case 2: a = f<2>(p, a); break;   case 3: a = f<3>(p, a); break; \
        case 4: a = f<4>(p, a); break;   case 5: a = f<5>(p, a); break;   case 6: a = f<6>(p, a); break;   case 7: a = f<7>(p, a); break; \
        case 8: a = f<8>(p, a); break;   case 9: a = f<9>(p, a); break;   case 10: a = f<10>(p, a); break; default: a = f<11>(p, a);     \
    }
__global__ void escapement_losses_t3_a(const int* __restrict__ calibre, const float* __restrict__ start, const float2* __restrict__ flanks,
                                       float* __restrict__ loss, int wheels) {
    __shared__ float2 profile[kTeeth];
    if (threadIdx.x < kTeeth) profile[threadIdx.x] = flanks[threadIdx.x];
    __syncthreads();
    int clock = blockIdx.x * blockDim.x + threadIdx.x;
    float angle = start[clock], total = 0.0f;
#pragma unroll 1
    for (int w = 0; w < wheels; ++w) {
        int kind = calibre[(clock >> 5) * wheels + w];
        WHEEL_OF(kind, wheel_long, profile, angle)
        total += angle;
        angle = 0.01f * angle;
    }
    loss[clock] = total;
}
__global__ void escapement_losses_t3_b(const int* __restrict__ calibre, const float* __restrict__ start, const float2* __restrict__ flanks,
                                       float* __restrict__ loss, int wheels) {
    __shared__ float2 profile[kTeeth];
    if (threadIdx.x < kTeeth) profile[threadIdx.x] = flanks[threadIdx.x];
    __syncthreads();
    int clock = blockIdx.x * blockDim.x + threadIdx.x;
    float angle = start[clock], total = 0.0f;
#pragma unroll 1
    for (int w = 0; w < wheels; ++w) {
        int kind = calibre[(clock >> 5) * wheels + w];
        WHEEL_OF(kind, wheel_short, profile, angle)
        total += angle;
        angle = 0.01f * angle;
    }
    loss[clock] = total;
}

// Bridge engineering: buffeting of a girder's modes stepped through a gust record; rounding kept like that of the office's CPU code.
constexpr int kGusts = 256;
__device__ __forceinline__ float plus_product(float c, float a, float b) { return __fadd_rn(c, __fmul_rn(a, b)); }
__global__ void girder_flutter_t3_a(const float4* __restrict__ stiffness, const float* __restrict__ gust, float4* __restrict__ sway, int n) {
    __shared__ float record[kGusts];
    for (int g = threadIdx.x; g < kGusts; g += blockDim.x) record[g] = gust[g];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 k4 = stiffness[i];
    float k[4] = {-2.0f - k4.x, -2.0f - k4.y, -2.0f - k4.z, -2.0f - k4.w}, x[4] = {1.0f, 1.1f, 1.2f, 1.3f}, v[4] = {};
#pragma unroll 4
    for (int g = 0; g < kGusts; ++g) {
        float force = record[g];
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float pull = plus_product(plus_product(force, k[m], x[m]), -0.05f, v[m]);
            v[m] = plus_product(v[m], 0.01f, pull);
            x[m] = plus_product(x[m], 0.01f, v[m]);
        }
    }
    sway[i] = make_float4(x[0], x[1], x[2], x[3]);
}
__global__ void girder_flutter_t3_b(const float4* __restrict__ stiffness, const float* __restrict__ gust, float4* __restrict__ sway, int n) {
    __shared__ float record[kGusts];
    for (int g = threadIdx.x; g < kGusts; g += blockDim.x) record[g] = gust[g];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 k4 = stiffness[i];
    float k[4] = {-2.0f - k4.x, -2.0f - k4.y, -2.0f - k4.z, -2.0f - k4.w}, x[4] = {1.0f, 1.1f, 1.2f, 1.3f}, v[4] = {};
#pragma unroll 4
    for (int g = 0; g < kGusts; ++g) {
        float force = record[g];
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float pull = fmaf(-0.05f, v[m], fmaf(k[m], x[m], force));
            v[m] = fmaf(0.01f, pull, v[m]);
            x[m] = fmaf(0.01f, v[m], x[m]);
        }
    }
    sway[i] = make_float4(x[0], x[1], x[2], x[3]);
}

// Wine tasting: the scores of each judge (one row each) brought to a common scale.
__global__ void judge_zscore_t3_a(const float4* __restrict__ score, const float2* __restrict__ judge, float4* __restrict__ z, int row) {
    float2 js = judge[blockIdx.y];
    float mean = js.x, sd = 1.5f + js.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= row) return;
    size_t i = (size_t)blockIdx.y * row + j;
    float4 s = score[i];
    z[i] = make_float4(5.0f + (s.x - mean) / sd, 5.0f + (s.y - mean) / sd, 5.0f + (s.z - mean) / sd, 5.0f + (s.w - mean) / sd);
}
__global__ void judge_zscore_t3_b(const float4* __restrict__ score, const float2* __restrict__ judge, float4* __restrict__ z, int row) {
    float2 js = judge[blockIdx.y];
    float mean = js.x, scale = 1.0f / (1.5f + js.y);
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= row) return;
    size_t i = (size_t)blockIdx.y * row + j;
    float4 s = score[i];
    z[i] = make_float4(5.0f + (s.x - mean) * scale, 5.0f + (s.y - mean) * scale, 5.0f + (s.z - mean) * scale, 5.0f + (s.w - mean) * scale);
}

// Bridge engineering: the vertical share of a stay cable's pull from the three offsets of its anchors.
__device__ __forceinline__ float stay_divided(float x, float y, float z) { return (z + 3.0f) / sqrtf(x * x + y * y + (z + 3.0f) * (z + 3.0f)); }
__device__ __forceinline__ float stay_scaled(float x, float y, float z) { return (z + 3.0f) * rsqrtf(x * x + y * y + (z + 3.0f) * (z + 3.0f)); }
__global__ void stay_cables_t3_a(const float4* __restrict__ dx, const float4* __restrict__ dy, const float4* __restrict__ dz, float4* __restrict__ share, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = dx[i], y = dy[i], z = dz[i];
    share[i] = make_float4(stay_divided(x.x, y.x, z.x), stay_divided(x.y, y.y, z.y), stay_divided(x.z, y.z, z.z), stay_divided(x.w, y.w, z.w));
}
__global__ void stay_cables_t3_b(const float4* __restrict__ dx, const float4* __restrict__ dy, const float4* __restrict__ dz, float4* __restrict__ share, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 x = dx[i], y = dy[i], z = dz[i];
    share[i] = make_float4(stay_scaled(x.x, y.x, z.x), stay_scaled(x.y, y.y, z.y), stay_scaled(x.z, y.z, z.z), stay_scaled(x.w, y.w, z.w));
}

// Tide tables: the surge is what a gauge shows above the predicted tide, after the gauge's own gain and datum.
__device__ __forceinline__ float4 surge_of(float4 g, float4 p, float gain, float datum) {
    return make_float4(fmaf(g.x, gain, datum) - p.x, fmaf(g.y, gain, datum) - p.y, fmaf(g.z, gain, datum) - p.z, fmaf(g.w, gain, datum) - p.w);
}
__global__ void surge_residual_t3_a(const float4* __restrict__ gauge, const float4* __restrict__ predicted, float4* __restrict__ surge, float gain, float datum) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 g0 = __ldcs(gauge + i), g1 = __ldcs(gauge + i + 256), p0 = __ldcs(predicted + i), p1 = __ldcs(predicted + i + 256);
    __stcs(surge + i, surge_of(g0, p0, gain, datum));
    __stcs(surge + i + 256, surge_of(g1, p1, gain, datum));
}

static Drum drum_of(unsigned balls) {
    unsigned log = 0;
    while ((1u << log) < balls) ++log;
    unsigned p = 31 + log;
    return {balls, (unsigned)(((1ull << p) + balls - 1) / balls), p - 32};
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto pair = [&](const char* name, const char* end, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({std::string(name) + "_t3_" + end, f, out, count, type});
    };

    const int beans = 24 << 20;
    float *charge = harness::filled<float>(beans, 3), *colour = harness::empty<float>(beans);
    pair("roast_browning", "a", [=] { roast_browning_t3_a<<<beans / 256, 256>>>(charge, colour, beans); }, colour, beans);
    pair("roast_browning", "b", [=] { roast_browning_t3_b<<<beans / 256, 256>>>(charge, colour, beans); }, colour, beans);

    std::vector<Constituent> set(kConstituents);
    for (int c = 0; c < kConstituents; ++c) set[c] = {0.2433f + 0.0331f * c, 0.41f * c, 0.9f / (1.0f + c)};
    CHECK(cudaMemcpyToSymbol(tide_set, set.data(), sizeof(Constituent) * kConstituents));
    const int hours = 4 << 20;
    float *clock_error = harness::filled<float>(hours, 5), *height = harness::empty<float>(hours);
    pair("tide_hindcast", "a", [=] { tide_hindcast_t3_a<<<hours / 256, 256>>>(clock_error, height, hours); }, height, hours);
    pair("tide_hindcast", "b", [=] { tide_hindcast_t3_b<<<hours / 256, 256>>>(clock_error, height, hours); }, height, hours);

    std::vector<Game> games(kGames);
    for (int g = 0; g < kGames; ++g) {
        for (int d = 0; d < kDrums; ++d) games[g].drum[d] = drum_of(59 - (3 * g + 5 * d) % 23);
        games[g].drawn_low = harness::hash32(g) & harness::hash32(g + 99);
        games[g].drawn_high = harness::hash32(g + 500) & harness::hash32(g + 999);
    }
    CHECK(cudaMemcpyToSymbol(season, games.data(), sizeof(Game) * kGames));
    const int tickets = 6 << 20;
    auto* serial = (unsigned*)harness::indices(tickets, 0xffffffffu, 11);
    int* winnings = harness::empty<int>(tickets);
    pair("lottery_syndicate", "a", [=] { lottery_syndicate_t3_a<<<tickets / 256, 256>>>(serial, winnings, tickets); }, winnings, tickets, Output::i32);
    pair("lottery_syndicate", "b", [=] { lottery_syndicate_t3_b<<<tickets / 256, 256>>>(serial, winnings, tickets); }, winnings, tickets, Output::i32);

    const int clocks = 132 * 128;
    float *arc = harness::filled<float>(clocks, 13), *going = harness::empty<float>(clocks);
    pair("pendulum_regulator", "a", [=] { pendulum_regulator_t3_a<<<132, 128>>>(arc, going, clocks, 6000, 0.03f); }, going, clocks);
    pair("pendulum_regulator", "b", [=] { pendulum_regulator_t3_b<<<132, 128>>>(arc, going, clocks, 6000, 0.03f); }, going, clocks);

    const int agents = 16 << 20;
    int* stage = harness::indices(agents, 4, 17);
    float *trait = harness::filled<float>(agents, 19), *exposure = harness::filled<float>(agents, 23), *outcome = harness::empty<float>(agents);
    pair("outbreak_agents", "a", [=] { outbreak_agents_t3_a<<<agents / 512, 512>>>(stage, trait, exposure, outcome, agents); }, outcome, agents);
    pair("outbreak_agents", "b", [=] { outbreak_agents_t3_b<<<agents / 512, 512>>>(stage, trait, exposure, outcome, agents); }, outcome, agents);

    const int wheels = 12, movements = 132 * 6 * 256;
    int* calibre = harness::indices(movements / 32 * wheels, kCalibres, 29);
    float *start = harness::filled<float>(movements, 31), *loss = harness::empty<float>(movements);
    auto* flanks = (float2*)harness::filled<float>(2 * kTeeth, 37);
    pair("escapement_losses", "a", [=] { escapement_losses_t3_a<<<movements / 256, 256>>>(calibre, start, flanks, loss, wheels); }, loss, movements);
    pair("escapement_losses", "b", [=] { escapement_losses_t3_b<<<movements / 256, 256>>>(calibre, start, flanks, loss, wheels); }, loss, movements);

    const int modes = 2 << 20;
    auto* stiffness = (float4*)harness::filled<float>(4 * modes, 41);
    float *gust = harness::filled<float>(kGusts, 43), *sway = harness::empty<float>(4 * modes);
    pair("girder_flutter", "a", [=] { girder_flutter_t3_a<<<modes / 256, 256>>>(stiffness, gust, (float4*)sway, modes); }, sway, 4 * modes);
    pair("girder_flutter", "b", [=] { girder_flutter_t3_b<<<modes / 256, 256>>>(stiffness, gust, (float4*)sway, modes); }, sway, 4 * modes);

    const int judges = 2048, row = 8192;  // of float4
    const size_t scores = (size_t)judges * row;
    auto* score = (float4*)harness::filled<float>(4 * scores, 47);
    auto* judge = (float2*)harness::filled<float>(2 * judges, 53);
    float* z = harness::empty<float>(4 * scores);
    pair("judge_zscore", "a", [=] { judge_zscore_t3_a<<<dim3(row / 256, judges), 256>>>(score, judge, (float4*)z, row); }, z, 4 * scores);
    pair("judge_zscore", "b", [=] { judge_zscore_t3_b<<<dim3(row / 256, judges), 256>>>(score, judge, (float4*)z, row); }, z, 4 * scores);

    const int stays = 8 << 20;  // of float4
    auto *dx = (float4*)harness::filled<float>(4 * stays, 59), *dy = (float4*)harness::filled<float>(4 * stays, 61), *dz = (float4*)harness::filled<float>(4 * stays, 67);
    float* share = harness::empty<float>(4 * stays);
    pair("stay_cables", "a", [=] { stay_cables_t3_a<<<stays / 256, 256>>>(dx, dy, dz, (float4*)share, stays); }, share, 4 * stays);
    pair("stay_cables", "b", [=] { stay_cables_t3_b<<<stays / 256, 256>>>(dx, dy, dz, (float4*)share, stays); }, share, 4 * stays);

    const int gauges = 12 << 20;  // of float4
    auto *gauge = (float4*)harness::filled<float>((size_t)4 * gauges, 71), *predicted = (float4*)harness::filled<float>((size_t)4 * gauges, 73);
    float* surge = harness::empty<float>((size_t)4 * gauges);
    pair("surge_residual", "a", [=] { surge_residual_t3_a<<<gauges / 512, 256>>>(gauge, predicted, (float4*)surge, 1.02f, 3.0f); }, surge, (size_t)4 * gauges);

    return harness::run(argc, argv, cases);
}
