// Eleven measured cases from galleries, harbours and laboratories: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Gallery: light that a point of a sculpture sends back under 32 lamps; four materials.
constexpr int kPoints = 132 * 8 * 256 * 32, kLamps = 32;

__device__ __forceinline__ float matte_light(float4 p, const float4* lamp) {
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float c = fmaxf(fmaf(p.x, l.x, fmaf(p.y, l.y, p.z * l.z)), 0.0f), rough = fmaf(-0.3f, p.w * p.w, 1.0f);
        float edge = 1.0f - c, mix = fmaf(edge, 0.2f * edge, rough);
        sum = fmaf(c * mix, l.w, fmaf(0.01f * c, edge, sum));
    }
    return sum;
}
__device__ __forceinline__ float glossy_light(float4 p, const float4* lamp) {
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float hx = l.x + 0.1f, hy = l.y - 0.2f, hz = l.z + 0.9f, c = __saturatef(fmaf(p.x, hx, fmaf(p.y, hy, p.z * hz)));
        c *= c; c *= c; c *= c;
        sum = fmaf(fmaf(p.w, 0.5f, c), l.w * c, sum);
    }
    return 0.5f * sum;
}
__device__ __forceinline__ float metal_light(float4 p, const float4* lamp) {
    float sum = 0.1f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float c = __saturatef(fabsf(p.x * l.x - p.y * l.z) + p.z * l.y), f = 1.0f - c, f2 = f * f, fresnel = fmaf(1.0f - p.w, f2 * f2 * f, p.w);
        sum = fmaf(fresnel, fmaxf(l.w, 0.0f), fmaf(0.02f, c * c, sum));
    }
    return sum;
}
__device__ __forceinline__ float cloth_light(float4 p, const float4* lamp) {
    float sum = 0.0f, thick = 1.0f + p.w;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float dx = p.x - l.x, dy = p.y - l.y, dz = p.z - l.z, d = fmaf(dx, dx, fmaf(dy, dy, dz * dz)), s = __saturatef(fmaf(-0.25f, d, 1.0f));
        sum = fmaf(s * s * s, fabsf(l.w), fmaf(-0.01f * s, thick, sum));
    }
    return sum * thick;
}
__device__ __forceinline__ float send_back(int kind, float4 p, const float4* lamp) {
    switch (kind) {
        case 0: return matte_light(p, lamp);
        case 1: return glossy_light(p, lamp);
        case 2: return metal_light(p, lamp);
        default: return cloth_light(p, lamp);
    }
}

__global__ void __launch_bounds__(256) gallery_lamps_p4_a(const float4* __restrict__ point, const int* __restrict__ kind, const float4* __restrict__ lamps,
                                                          float* __restrict__ light) {
    __shared__ float4 lamp[kLamps];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < kLamps) lamp[t] = lamps[t];
    __syncthreads();
    light[i] = send_back(kind[i], point[i], lamp);
}

__global__ void __launch_bounds__(256) gallery_lamps_p4_b(const float4* __restrict__ point, const int* __restrict__ kind, const float4* __restrict__ lamps,
                                                          float* __restrict__ light) {
    __shared__ float4 lamp[kLamps];
    __shared__ int many[32], turn[256];  // points of each material in each warp; the block's points by material
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * 256, mine = kind[base + t], rank = 0;
    if (t < kLamps) lamp[t] = lamps[t];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned same = __ballot_sync(0xffffffffu, mine == k);
        if (mine == k) rank = __popc(same & ((1u << lane) - 1));
        if (lane == k) many[k * 8 + warp] = __popc(same);
    }
    __syncthreads();
    int own = many[lane], sum = own;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) { int below = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += below; }
    turn[__shfl_sync(0xffffffffu, sum - own, mine * 8 + warp) + rank] = t | mine << 8;
    __syncthreads();
    int next = turn[t], i = base + (next & 255);
    light[i] = send_back(next >> 8, point[i], lamp);
}

// ---- Radio play: voice channel through a soft limiter, room channel through an echo line; planes of voice and room.
constexpr int kFrames = 132 * 8 * 128 * 32, kRounds = 128;

__device__ __forceinline__ float voice_of(float x) {
    float drive = 0.05f * x, level = 0.0f;
#pragma unroll 8
    for (int r = 0; r < kRounds; ++r) {
        x = fmaf(fmaf(-0.16f, x * x, 0.98f), x, drive);
        level = fmaf(0.9f, level, x * x);
    }
    return level;
}
__device__ __forceinline__ float room_of(float x) {
    float line = 0.2f, tail = 0.0f;
#pragma unroll 8
    for (int r = 0; r < kRounds; ++r) {
        float in = fmaf(0.6f, line, x);
        line = fmaf(-0.6f, in, 0.8f * line);
        tail = fmaxf(0.97f * tail, fabsf(line - x));
    }
    return tail;
}

__global__ void __launch_bounds__(256) radio_play_p4_a(const float* __restrict__ sound, float* __restrict__ mixed) {
    int frame = blockIdx.x * 128 + threadIdx.x / 2;
    if (threadIdx.x % 2 == 0) mixed[frame] = voice_of(sound[frame]);
    else mixed[kFrames + frame] = room_of(sound[kFrames + frame]);
}

__global__ void __launch_bounds__(256) radio_play_p4_b(const float* __restrict__ sound, float* __restrict__ mixed) {
    int frame = blockIdx.x * 128 + threadIdx.x % 128;
    if (threadIdx.x / 128 == 0) mixed[frame] = voice_of(sound[frame]);
    else mixed[kFrames + frame] = room_of(sound[kFrames + frame]);
}

// ---- Hailstones: speed and place of each hailstone after its own number of time steps.
constexpr int kStones = 1 << 21;

__device__ __forceinline__ float2 hail_fall(float2 stone, int steps) {
    float place = stone.x, speed = stone.y;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float half = fmaf(0.01f, fmaf(-0.3f * speed, fabsf(speed), fmaf(-0.05f, place, 0.98f)), speed);
        float thin = fmaf(-0.001f, place, 0.3f);
        place = fmaf(0.02f, half, place);
        speed = fmaf(0.02f, fmaf(-thin * half, fabsf(half), fmaf(-0.05f, place, 0.98f)), speed);
    }
    return make_float2(place, speed);
}

__global__ void __launch_bounds__(256) hail_fall_p4_a(const float2* __restrict__ stone, const int* __restrict__ steps, float2* __restrict__ landed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    landed[i] = hail_fall(stone[i], steps[i]);
}

__global__ void __launch_bounds__(256) hail_fall_p4_b(const float2* __restrict__ stone, const int* __restrict__ steps, const int* __restrict__ order,
                                                      float2* __restrict__ landed) {
    int i = order[blockIdx.x * 256 + threadIdx.x];  // long falls first
    landed[i] = hail_fall(stone[i], steps[i]);
}

// ---- Ledgers: each row of 512 bookings is centred, scaled by its spread and damped by its fourth moment.
constexpr int kLedgers = 132 * 4 * 128, kRow = 512;

__device__ __forceinline__ float tree_total(float v, float* part) {
    int t = threadIdx.x;
    part[t] = v;
    __syncthreads();
    for (int s = kRow / 2; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    float total = part[0];
    __syncthreads();
    return total;
}
__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__device__ __forceinline__ float quick_total(float v, float* part) {  // a part of its own for every total
    v = warp_total(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[threadIdx.x % 16];
#pragma unroll
    for (int o = 8; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(512) ledger_rows_p4_a(const float* __restrict__ booking, float* __restrict__ scaled) {
    __shared__ float part[kRow];
    size_t at = (size_t)blockIdx.x * kRow + threadIdx.x;
    float v = booking[at];
    v -= tree_total(v, part) * (1.0f / kRow);
    v *= rsqrtf(tree_total(v * v, part) * (1.0f / kRow) + 1e-5f);
    scaled[at] = fmaf(v, __fdividef(1.0f, 1.0f + tree_total(v * v * v * v, part) * (1.0f / kRow)), 0.25f);
}

__global__ void __launch_bounds__(512) ledger_rows_p4_b(const float* __restrict__ booking, float* __restrict__ scaled) {
    __shared__ float part[3][16];
    size_t at = (size_t)blockIdx.x * kRow + threadIdx.x;
    float v = booking[at];
    v -= quick_total(v, part[0]) * (1.0f / kRow);
    v *= rsqrtf(quick_total(v * v, part[1]) * (1.0f / kRow) + 1e-5f);
    scaled[at] = fmaf(v, __fdividef(1.0f, 1.0f + quick_total(v * v * v * v, part[2]) * (1.0f / kRow)), 0.25f);
}

// ---- Library cards: every drawer of 1024 cards put in order (bitonic network), a card a thread.
constexpr int kDrawers = 132 * 2 * 64, kCards = 1024;

__device__ __forceinline__ int kept_card(int card, int other, int t, int size, int stride) {
    bool small = ((t & size) == 0) == ((t & stride) == 0);
    return small ? min(card, other) : max(card, other);
}

__global__ void __launch_bounds__(1024) card_drawers_p4_a(const int* __restrict__ cards, int* __restrict__ sorted) {
    __shared__ int drawer[kCards];
    int t = threadIdx.x, at = blockIdx.x * kCards + t;
    int card = cards[at];
    drawer[t] = card;
    __syncthreads();
#pragma unroll
    for (int size = 2; size <= kCards; size *= 2)
#pragma unroll
        for (int stride = size / 2; stride > 0; stride /= 2) {
            card = kept_card(card, drawer[t ^ stride], t, size, stride);
            __syncthreads();
            drawer[t] = card;
            __syncthreads();
        }
    sorted[at] = card;
}

__global__ void __launch_bounds__(1024) card_drawers_p4_b(const int* __restrict__ cards, int* __restrict__ sorted) {
    __shared__ int drawer[kCards];
    int t = threadIdx.x, at = blockIdx.x * kCards + t;
    int card = cards[at];
#pragma unroll
    for (int size = 2; size <= kCards; size *= 2)
#pragma unroll
        for (int stride = size / 2; stride > 0; stride /= 2) {
            if (stride < 32) {
                card = kept_card(card, __shfl_xor_sync(0xffffffffu, card, stride), t, size, stride);
                continue;
            }
            drawer[t] = card;
            __syncthreads();
            int other = drawer[t ^ stride];
            __syncthreads();
            card = kept_card(card, other, t, size, stride);
        }
    sorted[at] = card;
}

// ---- Calorimeter: pulses of 24 samples; deposit of each pulse booked to one of eight sectors.
constexpr int kPulses = 132 * 8 * 256 * 8, kSectors = 8;

__device__ __forceinline__ unsigned pulse_deposit(const float4* __restrict__ sample, int i) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        float4 s = sample[(size_t)k * kPulses + i];
        sum += fabsf(s.x) + fabsf(s.y) + fabsf(s.z) + fabsf(s.w);
    }
    return (unsigned)(sum * 16.0f);
}

__global__ void __launch_bounds__(256) pulse_sectors_p4_a(const float4* __restrict__ sample, const int* __restrict__ sector, unsigned* __restrict__ total) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPulses; i += gridDim.x * 256) atomicAdd(total + sector[i], pulse_deposit(sample, i));
}

__global__ void __launch_bounds__(256) pulse_sectors_p4_b(const float4* __restrict__ sample, const int* __restrict__ sector, unsigned* __restrict__ total) {
    __shared__ unsigned block[kSectors];
    unsigned own[kSectors] = {};
    if (threadIdx.x < kSectors) block[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPulses; i += gridDim.x * 256) {
        int s = sector[i];
        unsigned d = pulse_deposit(sample, i);
#pragma unroll
        for (int k = 0; k < kSectors; ++k) own[k] += s == k ? d : 0;
    }
#pragma unroll
    for (int k = 0; k < kSectors; ++k) {
        unsigned sum = __reduce_add_sync(0xffffffffu, own[k]);
        if (threadIdx.x % 32 == 0) atomicAdd(block + k, sum);
    }
    __syncthreads();
    if (threadIdx.x < kSectors) atomicAdd(total + threadIdx.x, block[threadIdx.x]);
}

// ---- Harbour: force and moment of every rope, listed boat by boat, added up for its boat.
constexpr int kRopes = 132 * 8 * 256 * 40;

__global__ void __launch_bounds__(256) harbour_ropes_p4_a(const float4* __restrict__ rope, const int* __restrict__ boat, float* __restrict__ pull) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 f = rope[i];
    float* at = pull + (size_t)boat[i] * 4;
    atomicAdd(at, f.x); atomicAdd(at + 1, f.y); atomicAdd(at + 2, f.z); atomicAdd(at + 3, f.w);
}

__global__ void __launch_bounds__(256) harbour_ropes_p4_b(const float4* __restrict__ rope, const int* __restrict__ boat, float* __restrict__ pull) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    float4 f = rope[i];
    int mine = boat[i], before = __shfl_up_sync(0xffffffffu, mine, 1);
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {  // the list is sorted: a boat's ropes are neighbours
        int whose = __shfl_down_sync(0xffffffffu, mine, o);
        float x = __shfl_down_sync(0xffffffffu, f.x, o), y = __shfl_down_sync(0xffffffffu, f.y, o);
        float z = __shfl_down_sync(0xffffffffu, f.z, o), w = __shfl_down_sync(0xffffffffu, f.w, o);
        if (lane + o < 32 && whose == mine) { f.x += x; f.y += y; f.z += z; f.w += w; }
    }
    if (lane == 0 || before != mine) {
        float* at = pull + (size_t)mine * 4;
        atomicAdd(at, f.x); atomicAdd(at + 1, f.y); atomicAdd(at + 2, f.z); atomicAdd(at + 3, f.w);
    }
}

// ---- Meadows: area of 16 kinds of land cover from a classified satellite image with an area for every cell.
constexpr int kCells4 = 132 * 8 * 256 * 56, kCovers = 16;  // quadruples of cells

__global__ void __launch_bounds__(256) meadow_area_p4_a(const unsigned* __restrict__ cover, const int4* __restrict__ area, int* __restrict__ total) {
    __shared__ int sum[kCovers];
    if (threadIdx.x < kCovers) sum[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kCells4; i += 132 * 8 * 256) {
        unsigned c = cover[i];
        int4 a = area[i];
        atomicAdd(sum + (c & 15), a.x); atomicAdd(sum + (c >> 8 & 15), a.y); atomicAdd(sum + (c >> 16 & 15), a.z); atomicAdd(sum + (c >> 24 & 15), a.w);
    }
    __syncthreads();
    if (threadIdx.x < kCovers) atomicAdd(total + threadIdx.x, sum[threadIdx.x]);
}

__global__ void __launch_bounds__(256) meadow_area_p4_b(const unsigned* __restrict__ cover, const int4* __restrict__ area, int* __restrict__ total) {
    __shared__ int sum[kCovers * 32];  // a column for every lane
    int lane = threadIdx.x % 32;
    for (int k = threadIdx.x; k < kCovers * 32; k += 256) sum[k] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kCells4; i += 132 * 8 * 256) {
        unsigned c = cover[i];
        int4 a = area[i];
        atomicAdd(sum + (c & 15) * 32 + lane, a.x); atomicAdd(sum + (c >> 8 & 15) * 32 + lane, a.y);
        atomicAdd(sum + (c >> 16 & 15) * 32 + lane, a.z); atomicAdd(sum + (c >> 24 & 15) * 32 + lane, a.w);
    }
    __syncthreads();
    for (int k = threadIdx.x / 32; k < kCovers; k += 8) {
        int all = __reduce_add_sync(0xffffffffu, sum[k * 32 + lane]);
        if (lane == 0) atomicAdd(total + k, all);
    }
}

__global__ void harness_cover(unsigned* cover, int n) {  // two thirds of the land are of one kind
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned c = 0;
        for (int k = 0; k < 4; ++k) { unsigned h = harness::hash32(i * 4u + k + 77); c |= (h % 100 < 66 ? 5u : h >> 20 & 15u) << (8 * k); }
        cover[i] = c;
    }
}

// ---- Sourdough: yeast and sugar of each loaf after twelve short steps.
constexpr int kLoaves = 132 * 8 * 256 * 64;

__global__ void __launch_bounds__(256) sourdough_p4_a(const float2* __restrict__ dough, float2* __restrict__ loaf) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 d = dough[i];
#pragma unroll 4
    for (int s = 0; s < 12; ++s) {
        float rise = 0.31 * d.x * (1.0 - d.x) - 0.05 * d.y;
        float feed = 0.4 * d.y * (0.7 - d.y) + 0.02 * d.x;
        d.x += 0.1 * rise;
        d.y += 0.1 * feed;
    }
    loaf[i] = d;
}

__global__ void __launch_bounds__(256) sourdough_p4_b(const float2* __restrict__ dough, float2* __restrict__ loaf) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 d = dough[i];
#pragma unroll 4
    for (int s = 0; s < 12; ++s) {
        float rise = 0.31f * d.x * (1.0f - d.x) - 0.05f * d.y;
        float feed = 0.4f * d.y * (0.7f - d.y) + 0.02f * d.x;
        d.x += 0.1f * rise;
        d.y += 0.1f * feed;
    }
    loaf[i] = d;
}

// ---- Canal gauges: readings to levels; the few near the top of the scale are bent by a root.
constexpr int kGauges4 = 132 * 8 * 256 * 120;  // quadruples

__device__ __forceinline__ float bent_level(float v) {
    float y = fmaf(-0.5f, v, 1.5f);
#pragma unroll
    for (int k = 0; k < 3; ++k) y = y * fmaf(-0.5f * v, y * y, 1.5f);
    return v * y + 0.02f;
}
__device__ __forceinline__ float level_branch(float v) {
    float level = fmaf(1.02f, v, 0.01f);
    if (v > 0.96f) level = bent_level(v);
    return level;
}
__device__ __forceinline__ float level_select(float v) {
    float bent = bent_level(v), plain = fmaf(1.02f, v, 0.01f);
    return v > 0.96f ? bent : plain;
}

__global__ void __launch_bounds__(256) canal_gauge_p4_a(const float4* __restrict__ reading, float4* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i];
    level[i] = make_float4(level_branch(r.x), level_branch(r.y), level_branch(r.z), level_branch(r.w));
}
__global__ void __launch_bounds__(256) canal_gauge_p4_b(const float4* __restrict__ reading, float4* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i];
    level[i] = make_float4(level_select(r.x), level_select(r.y), level_select(r.z), level_select(r.w));
}

// ---- Comets: how many of the catalogue's comets fall into each of 256 classes of brightness; a table a block.
constexpr int kWalkers = 132 * 4 * 512, kComets = kWalkers * 4 * 32, kClasses = 256;

__global__ void __launch_bounds__(512, 4) comet_census_p4_a(const float4* __restrict__ comet, int* __restrict__ census) {
    __shared__ int table[kClasses];
    int t = threadIdx.x;
    if (t < kClasses) table[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + t; i < kComets; i += 4 * kWalkers) {
        float4 c[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) c[j] = __ldcs(comet + i + j * kWalkers);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float bright = fmaf(0.1f, c[j].x * c[j].y, fmaf(0.05f, c[j].z, 0.8f * c[j].w));
            atomicAdd(table + min(max((int)fmaf(bright, 128.0f, 128.0f), 0), kClasses - 1), 1);
        }
    }
    __syncthreads();
    if (t < kClasses) atomicAdd(census + t, table[t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one field of input, one of results.
    constexpr size_t kMost = (size_t)kComets * 4;
    static_assert((size_t)kGauges4 * 4 <= kMost && (size_t)kPulses * 24 <= kMost && (size_t)kRopes * 4 <= kMost && (size_t)kLoaves * 2 <= kMost &&
                  (size_t)kPoints * 4 <= kMost && (size_t)kLedgers * kRow <= kMost, "the field is too short");
    float *one = filled<float>(kMost, 41), *out = empty<float>(kMost), *lamps = filled<float>(kLamps * 4, 42);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *out4 = f4(out), *lamps4 = f4(lamps);
    int* outi = reinterpret_cast<int*>(out);
    unsigned* outu = reinterpret_cast<unsigned*>(out);

    int *kind = indices(kPoints, 4, 43), *cards = indices((size_t)kDrawers * kCards, 1u << 30, 44), *sector = indices(kPulses, kSectors, 45);
    int* area = indices((size_t)kCells4 * 4, 48, 46);
    const int4* area4 = reinterpret_cast<const int4*>(area);
    unsigned* cover = empty<unsigned>(kCells4);
    harness_cover<<<2048, 256>>>(cover, kCells4); CHECK(cudaGetLastError());

    // Steps of every hailstone (most are short, few are long), and the stones with the longest falls first.
    std::vector<int> fall(kStones), order(kStones), first(1026, 0);
    for (int i = 0; i < kStones; ++i) {
        double u = (harness::hash32(i + 91u) + 1.0) / 4294967297.0;
        fall[i] = std::min(16 + (int)(-80.0 * std::log(u)), 1000);
        ++first[1000 - fall[i] + 1];
    }
    for (int k = 1; k < 1026; ++k) first[k] += first[k - 1];
    for (int i = 0; i < kStones; ++i) order[first[1000 - fall[i]]++] = i;
    int *steps = uploaded(fall), *longest = uploaded(order);

    // Boats with 16 to 111 ropes each, listed boat by boat.
    std::vector<int> owner(kRopes);
    int boats = 0;
    for (int i = 0; i < kRopes; ++boats)
        for (int n = 16 + harness::hash32(boats + 17u) % 96; n > 0 && i < kRopes; --n) owner[i++] = boats;
    int* boat = uploaded(owner);

    add("gallery_lamps_p4_a", out, kPoints, Output::f32, [=] { gallery_lamps_p4_a<<<kPoints / 256, 256>>>(one4, kind, lamps4, out); });
    add("gallery_lamps_p4_b", out, kPoints, Output::f32, [=] { gallery_lamps_p4_b<<<kPoints / 256, 256>>>(one4, kind, lamps4, out); });

    add("radio_play_p4_a", out, (size_t)kFrames * 2, Output::f32, [=] { radio_play_p4_a<<<kFrames / 128, 256>>>(one, out); });
    add("radio_play_p4_b", out, (size_t)kFrames * 2, Output::f32, [=] { radio_play_p4_b<<<kFrames / 128, 256>>>(one, out); });

    add("hail_fall_p4_a", out, (size_t)kStones * 2, Output::f32, [=] { hail_fall_p4_a<<<kStones / 256, 256>>>(one2, steps, out2); });
    add("hail_fall_p4_b", out, (size_t)kStones * 2, Output::f32, [=] { hail_fall_p4_b<<<kStones / 256, 256>>>(one2, steps, longest, out2); });

    add("ledger_rows_p4_a", out, (size_t)kLedgers * kRow, Output::f32, [=] { ledger_rows_p4_a<<<kLedgers, kRow>>>(one, out); });
    add("ledger_rows_p4_b", out, (size_t)kLedgers * kRow, Output::f32, [=] { ledger_rows_p4_b<<<kLedgers, kRow>>>(one, out); });

    add("card_drawers_p4_a", out, (size_t)kDrawers * kCards, Output::i32, [=] { card_drawers_p4_a<<<kDrawers, kCards>>>(cards, outi); });
    add("card_drawers_p4_b", out, (size_t)kDrawers * kCards, Output::i32, [=] { card_drawers_p4_b<<<kDrawers, kCards>>>(cards, outi); });

    add("pulse_sectors_p4_a", out, kSectors, Output::i32, [=] { pulse_sectors_p4_a<<<132 * 8, 256>>>(one4, sector, outu); });
    add("pulse_sectors_p4_b", out, kSectors, Output::i32, [=] { pulse_sectors_p4_b<<<132 * 8, 256>>>(one4, sector, outu); });

    add("harbour_ropes_p4_a", out, (size_t)boats * 4, Output::f32, [=] { harbour_ropes_p4_a<<<kRopes / 256, 256>>>(one4, boat, out); });
    add("harbour_ropes_p4_b", out, (size_t)boats * 4, Output::f32, [=] { harbour_ropes_p4_b<<<kRopes / 256, 256>>>(one4, boat, out); });

    add("meadow_area_p4_a", out, kCovers, Output::i32, [=] { meadow_area_p4_a<<<132 * 8, 256>>>(cover, area4, outi); });
    add("meadow_area_p4_b", out, kCovers, Output::i32, [=] { meadow_area_p4_b<<<132 * 8, 256>>>(cover, area4, outi); });

    add("sourdough_p4_a", out, (size_t)kLoaves * 2, Output::f32, [=] { sourdough_p4_a<<<kLoaves / 256, 256>>>(one2, out2); });
    add("sourdough_p4_b", out, (size_t)kLoaves * 2, Output::f32, [=] { sourdough_p4_b<<<kLoaves / 256, 256>>>(one2, out2); });

    add("canal_gauge_p4_a", out, (size_t)kGauges4 * 4, Output::f32, [=] { canal_gauge_p4_a<<<kGauges4 / 256, 256>>>(one4, out4); });
    add("canal_gauge_p4_b", out, (size_t)kGauges4 * 4, Output::f32, [=] { canal_gauge_p4_b<<<kGauges4 / 256, 256>>>(one4, out4); });

    add("comet_census_p4_a", out, kClasses, Output::i32, [=] { comet_census_p4_a<<<132 * 4, 512>>>(one4, outi); });

    return harness::run(argc, argv, cases);
}
