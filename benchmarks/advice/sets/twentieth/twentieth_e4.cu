// Eleven measured cases about the control of threads: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;
__device__ __forceinline__ unsigned lanes_below() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }

// ---- Glaciology: the age of each layer of an ice core follows one of four laws, by the layer's kind.
constexpr int kStrata = 132 * 1024 * 64;

__device__ float stratum(int kind, float x, float h) {
    x = fmaf(0.25f, x, 0.5f);
    h = fmaf(0.04f, h, 0.05f);
    float y = 0.0f;
    switch (kind) {
        case 0:  // firn grows denser
#pragma unroll 8
            for (int s = 0; s < 96; ++s) x = fmaf(h * x, 1.0f - x, x);
            return x;
        case 1:  // seasons swing
#pragma unroll 8
            for (int s = 0; s < 128; ++s) { y = fmaf(-h, x, y); x = fmaf(h, y, x); }
            return x + y;
        case 2:  // dust settles
#pragma unroll 8
            for (int s = 0; s < 80; ++s) { y = fmaf(h, x * x, 0.97f * y); x = fmaf(-h, y, x); }
            return y - x;
        default:  // melt refreezes
#pragma unroll 8
            for (int s = 0; s < 72; ++s) x = fmaf(-h, fmaf(x * x, x, -0.3f), 0.999f * x);
            return 1.5f * x;
    }
}

__global__ void __launch_bounds__(256) glacier_strata_e4_a(const int* __restrict__ kind, const float* __restrict__ depth, const float* __restrict__ cold, float* __restrict__ age) {
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int i = blockIdx.x * 1024 + j * 256 + threadIdx.x;
        age[i] = stratum(kind[i], depth[i], cold[i]);
    }
}

__global__ void __launch_bounds__(256) glacier_strata_e4_b(const int* __restrict__ kind, const float* __restrict__ depth, const float* __restrict__ cold, float* __restrict__ age) {
    __shared__ unsigned short list[4][1024];
    __shared__ int count[4];
    int t = threadIdx.x, lane = t % 32, first = blockIdx.x * 1024;
    if (t < 4) count[t] = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int k = kind[first + j * 256 + t];
        unsigned mine = 0, own = 0;  // lanes of my kind; lanes of kind number `lane`
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            unsigned m = __ballot_sync(kAll, k == c);
            if (k == c) mine = m;
            if (lane == c) own = m;
        }
        int base = lane < 4 ? atomicAdd(&count[lane], __popc(own)) : 0;
        base = __shfl_sync(kAll, base, k);
        list[k][base + __popc(mine & lanes_below())] = (unsigned short)(j * 256 + t);
    }
    __syncthreads();
    int c1 = count[0], c2 = c1 + count[1], c3 = c2 + count[2];
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int p = j * 256 + t, k = (p >= c1) + (p >= c2) + (p >= c3);
        int i = first + list[k][p - (k == 0 ? 0 : k == 1 ? c1 : k == 2 ? c2 : c3)];
        age[i] = stratum(k, depth[i], cold[i]);
    }
}

// ---- Marine survey: light upon the living cells (one in eight) of a reef's map; dead cells stay dark.
constexpr int kReef = 132 * 1024 * 128;

__device__ __forceinline__ float reef_light(float cover) {
    float light = cover, turbid = 0.3f * cover, sum = 0.0f;
#pragma unroll 8
    for (int s = 0; s < 72; ++s) {
        light *= fmaf(-0.012f, turbid, 1.0f);
        turbid = fmaf(0.02f * light, 1.0f - turbid, turbid);
        sum = fmaf(light, fmaf(-0.1f, turbid, 1.0f), sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) reef_survey_e4_a(const float* __restrict__ cover, float* __restrict__ light) {
    int i = blockIdx.x * 4096 + threadIdx.x / 32 * 512 + threadIdx.x % 32;
    float next = cover[i];
#pragma unroll 1
    for (int j = 0; j < 16; ++j, i += 32) {
        float v = next;
        if (j < 15) next = cover[i + 32];
        float r = 0.0f;
        if (v > 0.75f) r = reef_light(v);
        light[i] = r;
    }
}

__global__ void __launch_bounds__(256) reef_survey_e4_b(const float* __restrict__ cover, float* __restrict__ light) {
    __shared__ int waiting[8][64];
    int lane = threadIdx.x % 32, i = blockIdx.x * 4096 + threadIdx.x / 32 * 512 + lane, fill = 0;
    int* queue = waiting[threadIdx.x / 32];
    float next = cover[i];
#pragma unroll 1
    for (int j = 0; j < 16; ++j, i += 32) {
        float v = next;
        if (j < 15) next = cover[i + 32];
        bool alive = v > 0.75f;
        unsigned m = __ballot_sync(kAll, alive);
        if (alive) queue[fill + __popc(m & lanes_below())] = i;
        else light[i] = 0.0f;
        fill += __popc(m);
        __syncwarp();
        if (fill >= 32 || j == 15) {
            int k = queue[lane], rest = queue[32 + lane];
            if (lane < fill) light[k] = reef_light(cover[k]);
            fill -= 32;
            __syncwarp();
            queue[lane] = rest;
            __syncwarp();
        }
    }
    if (lane < fill) { int k = queue[lane]; light[k] = reef_light(cover[k]); }
}

// ---- Ferries: each crossing takes its own number of seconds, most are short and a few are long.
constexpr int kFerries = 132 * 2048 * 32;

__global__ void harness_crossings(int* __restrict__ seconds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float u = 0.5f + 0.5f * harness::unit(i * 3u + 11u);
    seconds[i] = 16 + (int)(496.0f * u * u * u * u);
}

__device__ __forceinline__ float crossing(int seconds, float wind, float load) {
    float x = 0.0f, v = 0.1f, push = fmaf(0.3f, wind, 1.0f), drag = fmaf(0.2f, load, 0.5f);
    for (int s = 0; s < seconds; ++s) {
        v = fmaf(0.02f, fmaf(-drag * v, fabsf(v), push), v);
        x = fmaf(0.02f, v, x);
    }
    return x;
}

__global__ void __launch_bounds__(256) ferry_queue_e4_a(const int* __restrict__ seconds, const float* __restrict__ wind, const float* __restrict__ load, float* __restrict__ way) {
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        int i = blockIdx.x * 2048 + j * 256 + threadIdx.x;
        way[i] = crossing(seconds[i], wind[i], load[i]);
    }
}

__global__ void __launch_bounds__(256) ferry_queue_e4_b(const int* __restrict__ seconds, const float* __restrict__ wind, const float* __restrict__ load, float* __restrict__ way) {
    __shared__ unsigned short order[2048];
    __shared__ int bucket[64];
    int t = threadIdx.x, first = blockIdx.x * 2048, key[8];
    if (t < 64) bucket[t] = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        key[j] = max(0, 63 - seconds[first + j * 256 + t] / 8);
        atomicAdd(&bucket[key[j]], 1);
    }
    __syncthreads();
    if (t < 32) {
        int a = bucket[2 * t], b = bucket[2 * t + 1], sum = a + b;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { int x = __shfl_up_sync(kAll, sum, o); if (t >= o) sum += x; }
        bucket[2 * t] = sum - a - b;
        bucket[2 * t + 1] = sum - b;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) order[atomicAdd(&bucket[key[j]], 1)] = (unsigned short)(j * 256 + t);
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        int i = first + order[j * 256 + t];
        way[i] = crossing(seconds[i], wind[i], load[i]);
    }
}

// ---- Hydrology: the level at which a given volume fills a valley of 1024 basins, by 24 bisections; a valley a block.
constexpr int kValleys = 132 * 64, kBasins = 1024;

__global__ void __launch_bounds__(512) reservoir_levels_e4_a(const float2* __restrict__ ground, const float* __restrict__ volume, float2* __restrict__ water) {
    __shared__ float part[512];
    int t = threadIdx.x;
    float2 g = ground[blockIdx.x * 512 + t];
    float low = -1.0f, high = 3.0f, wanted = kBasins * fmaf(0.3f, volume[blockIdx.x], 0.5f);
    for (int step = 0; step < 24; ++step) {
        float level = 0.5f * (low + high);
        part[t] = fmaxf(level - g.x, 0.0f) + fmaxf(level - g.y, 0.0f);
        __syncthreads();
        for (int o = 256; o; o /= 2) {
            if (t < o) part[t] += part[t + o];
            __syncthreads();
        }
        float sum = part[0];
        __syncthreads();
        if (sum > wanted) high = level; else low = level;
    }
    water[blockIdx.x * 512 + t] = make_float2(fmaxf(low - g.x, 0.0f), fmaxf(low - g.y, 0.0f));
}

__global__ void __launch_bounds__(512) reservoir_levels_e4_b(const float2* __restrict__ ground, const float* __restrict__ volume, float2* __restrict__ water) {
    __shared__ float part[2][16];
    int t = threadIdx.x;
    float2 g = ground[blockIdx.x * 512 + t];
    float low = -1.0f, high = 3.0f, wanted = kBasins * fmaf(0.3f, volume[blockIdx.x], 0.5f);
    for (int step = 0; step < 24; ++step) {
        float level = 0.5f * (low + high);
        float sum = fmaxf(level - g.x, 0.0f) + fmaxf(level - g.y, 0.0f);
#pragma unroll
        for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(kAll, sum, o);
        if (t % 32 == 0) part[step % 2][t / 32] = sum;
        __syncthreads();
        sum = part[step % 2][t % 16];
#pragma unroll
        for (int o = 8; o; o /= 2) sum += __shfl_xor_sync(kAll, sum, o);
        if (sum > wanted) high = level; else low = level;
    }
    water[blockIdx.x * 512 + t] = make_float2(fmaxf(low - g.x, 0.0f), fmaxf(low - g.y, 0.0f));
}

// ---- Luthiery: 256 instants of the motion of strings of 512 beads.
constexpr int kStrings = 132 * 96, kBeads = 512;

__device__ __forceinline__ float bead(float before, float left, float now, float right, float c) {
    return fmaf(c, left + right, fmaf(2.0f - 2.0f * c, now, -before));
}

__global__ void __launch_bounds__(512) violin_string_e4_a(const float* __restrict__ pluck, const float* __restrict__ tension, float* __restrict__ shape) {
    __shared__ float u[2][kBeads + 2];
    int t = threadIdx.x;
    float c = fmaf(0.3f, tension[blockIdx.x], 0.5f), now = pluck[blockIdx.x * kBeads + t], before = now;
    if (t < 2) u[t][0] = u[t][kBeads + 1] = 0.0f;
#pragma unroll 2
    for (int step = 0; step < 256; ++step) {
        float* row = u[step % 2];
        row[t + 1] = now;
        __syncthreads();
        float next = bead(before, row[t], now, row[t + 2], c);
        before = now;
        now = next;
    }
    shape[blockIdx.x * kBeads + t] = now;
}

__global__ void __launch_bounds__(128) violin_string_e4_b(const float4* __restrict__ pluck, const float* __restrict__ tension, float4* __restrict__ shape) {
    int string = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, first = string * (kBeads / 4) + lane * 4;
    float c = fmaf(0.3f, tension[string], 0.5f), now[16], before[16];
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 v = pluck[first + k]; now[4 * k] = v.x; now[4 * k + 1] = v.y; now[4 * k + 2] = v.z; now[4 * k + 3] = v.w; }
#pragma unroll
    for (int k = 0; k < 16; ++k) before[k] = now[k];
#pragma unroll 2
    for (int step = 0; step < 256; ++step) {
        float left = __shfl_up_sync(kAll, now[15], 1), right = __shfl_down_sync(kAll, now[0], 1);
        if (lane == 0) left = 0.0f;
        if (lane == 31) right = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; ++k) before[k] = bead(before[k], k ? now[k - 1] : left, now[k], k < 15 ? now[k + 1] : right, c);
#pragma unroll
        for (int k = 0; k < 16; ++k) { float v = now[k]; now[k] = before[k]; before[k] = v; }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) shape[first + k] = make_float4(now[4 * k], now[4 * k + 1], now[4 * k + 2], now[4 * k + 3]);
}

// ---- Parish accounts: a page of sixteen entries goes to one of sixteen charities, in whole pence.
constexpr int kPageTurns = 64, kPages = 132 * 8 * 64 * kPageTurns, kCharities = 16;

__device__ __forceinline__ int pence(float4 v) { return __float2int_rn(100.0f * v.x) + __float2int_rn(100.0f * v.y) + __float2int_rn(100.0f * v.z) + __float2int_rn(100.0f * v.w); }

__global__ void __launch_bounds__(256) parish_ledger_e4_a(const float4* __restrict__ entry, const int* __restrict__ charity, int* __restrict__ total) {
    int page = blockIdx.x * 64 + threadIdx.x / 4, quarter = threadIdx.x % 4;
#pragma unroll 4
    for (int turn = 0; turn < kPageTurns; ++turn, page += 132 * 8 * 64) {
        int sum = pence(entry[page * 4 + quarter]);
        sum += __shfl_xor_sync(kAll, sum, 1);
        sum += __shfl_xor_sync(kAll, sum, 2);
        if (quarter == 0) atomicAdd(&total[charity[page]], sum);
    }
}

__global__ void __launch_bounds__(256) parish_ledger_e4_b(const float4* __restrict__ entry, const int* __restrict__ charity, int* __restrict__ total) {
    __shared__ int own[8][kCharities];
    int page = blockIdx.x * 64 + threadIdx.x / 4, quarter = threadIdx.x % 4, w = threadIdx.x / 32;
    if (threadIdx.x < 8 * kCharities) own[threadIdx.x / kCharities][threadIdx.x % kCharities] = 0;
    __syncthreads();
#pragma unroll 4
    for (int turn = 0; turn < kPageTurns; ++turn, page += 132 * 8 * 64) {
        int sum = pence(entry[page * 4 + quarter]);
        sum += __shfl_xor_sync(kAll, sum, 1);
        sum += __shfl_xor_sync(kAll, sum, 2);
        if (quarter == 0) atomicAdd(&own[w][charity[page]], sum);
    }
    __syncthreads();
    if (threadIdx.x < kCharities) {
        int sum = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += own[k][threadIdx.x];
        atomicAdd(&total[threadIdx.x], sum);
    }
}

// ---- Ornithology: loudness and number of the calls of each bird; the calls lie sorted by bird.
constexpr int kCalls = 132 * 1024 * 256, kBirds = kCalls / 32;

__global__ void harness_calls(int* __restrict__ bird) {  // four birds for each 128 calls, in runs of random length
    int i = blockIdx.x * blockDim.x + threadIdx.x, g = i / 128, r = i % 128;
    int n = 0;
    for (int k = 0; k < 3; ++k) n += r >= (int)(harness::hash32(g * 3u + k + 5u) % 128u);
    bird[i] = 4 * g + n;
}

__global__ void __launch_bounds__(256) aviary_song_e4_a(const int* __restrict__ bird, const float* __restrict__ loud, float* __restrict__ total, float* __restrict__ count) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int b = bird[i + 256 * j];
        float v = loud[i + 256 * j];
        atomicAdd(&total[b], v * v);
        atomicAdd(&count[b], 1.0f);
    }
}

__global__ void __launch_bounds__(256) aviary_song_e4_b(const int* __restrict__ bird, const float* __restrict__ loud, float* __restrict__ total, float* __restrict__ count) {
    int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int b = bird[i + 256 * j];
        float v = loud[i + 256 * j], sum = v * v;
        int neighbour = __shfl_up_sync(kAll, b, 1);
        unsigned heads = __ballot_sync(kAll, lane == 0 || b != neighbour);
        int start = 31 - __clz(heads & (lanes_below() | 1u << lane));
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { float x = __shfl_up_sync(kAll, sum, o); if (lane - o >= start) sum += x; }
        if (lane == 31 || (heads >> (lane + 1) & 1u)) {
            atomicAdd(&total[b], sum);
            atomicAdd(&count[b], (float)(lane - start + 1));
        }
    }
}

// ---- Theatre: takings by class of seat (three low bits) from prices (five high bits); most seats are of the lowest class.
constexpr int kSeatBlocks = 132 * 8, kSeats = kSeatBlocks * 256 * 16 * 64;

__global__ void harness_seats(unsigned char* __restrict__ seat) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kSeats; i += (size_t)gridDim.x * blockDim.x) {
        unsigned h = harness::hash32((uint32_t)i + 77u), c = h % 100u < 75u ? 0u : 1u + (h >> 8) % 7u;
        seat[i] = (unsigned char)(c | (h >> 16 & 31u) << 3);
    }
}

template <int kCopies>
__device__ __forceinline__ void takings(const uint4* __restrict__ seat, int* __restrict__ total) {
    __shared__ int sum[8 * kCopies];
    int t = threadIdx.x, copy = t % kCopies;
    for (int k = t; k < 8 * kCopies; k += 256) sum[k] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + t; i < kSeats / 16; i += kSeatBlocks * 256) {
        uint4 v = seat[i];
        unsigned word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            unsigned s = word[k / 4] >> (k % 4 * 8) & 255u;
            atomicAdd(&sum[(s & 7u) * kCopies + copy], (int)(s >> 3));
        }
    }
    __syncthreads();
    if (t < 8) {
        int n = 0;
        for (int k = 0; k < kCopies; ++k) n += sum[t * kCopies + (k + t) % kCopies];
        atomicAdd(&total[t], n);
    }
}

__global__ void __launch_bounds__(256) theatre_seats_e4_a(const uint4* __restrict__ seat, int* __restrict__ total) { takings<1>(seat, total); }
__global__ void __launch_bounds__(256) theatre_seats_e4_b(const uint4* __restrict__ seat, int* __restrict__ total) { takings<32>(seat, total); }

// ---- Cloud chamber: where each particle stops after 128 steps against drag and field.
constexpr int kTracks = 132 * 1024 * 32;

__global__ void __launch_bounds__(256) cloud_chamber_e4_a(const float* __restrict__ speed, const float* __restrict__ field, float* __restrict__ stop) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0.0f, v = 1.5f + speed[i], b = field[i];
#pragma unroll 4
    for (int s = 0; s < 128; ++s) {
        v = v - 0.01 * (0.4 * v * v + b * x);
        x = x + 0.01 * v;
    }
    stop[i] = x;
}

__global__ void __launch_bounds__(256) cloud_chamber_e4_b(const float* __restrict__ speed, const float* __restrict__ field, float* __restrict__ stop) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0.0f, v = 1.5f + speed[i], b = field[i];
#pragma unroll 4
    for (int s = 0; s < 128; ++s) {
        v = v - 0.01f * (0.4f * v * v + b * x);
        x = x + 0.01f * v;
    }
    stop[i] = x;
}

// ---- Harbour lamps: brightness after dimming; one lamp in 128 is over its limit and follows a soft curve.
constexpr int kLamps = 132 * 1024 * 512;

__device__ __forceinline__ float soft_limit(float x) {
    float e = __expf(-8.0f * x);
    return fmaf(0.05f, __fdividef(1.0f - e, 1.0f + e) - rsqrtf(fmaf(x, 0.5f, 1.0f)), 0.9f * x);
}
__device__ __forceinline__ float lamp_branch(float x) {
    float y = fmaf(-0.1f * x, x, 0.95f * x);
    if (x > 0.984375f) y = soft_limit(x);
    return y;
}
__device__ __forceinline__ float lamp_select(float x) {
    float y = fmaf(-0.1f * x, x, 0.95f * x), z = soft_limit(fmaxf(x, 0.0f));
    return x > 0.984375f ? z : y;
}

__global__ void __launch_bounds__(256) harbour_lamps_e4_a(const float4* __restrict__ lamp, float4* __restrict__ glow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = lamp[i];
    glow[i] = make_float4(lamp_branch(v.x), lamp_branch(v.y), lamp_branch(v.z), lamp_branch(v.w));
}

__global__ void __launch_bounds__(256) harbour_lamps_e4_b(const float4* __restrict__ lamp, float4* __restrict__ glow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = lamp[i];
    glow[i] = make_float4(lamp_select(v.x), lamp_select(v.y), lamp_select(v.z), lamp_select(v.w));
}

// ---- Market square: how many stalls fall into each of 256 classes of turnover (price times weight).
constexpr int kStallBlocks = 132 * 8, kStallTurns = 64, kStalls = kStallBlocks * 256 * 4 * kStallTurns;

__global__ void __launch_bounds__(256) market_square_e4_a(const float4* __restrict__ price, const float4* __restrict__ weight, int* __restrict__ classes) {
    __shared__ int own[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    own[t] = 0;
    __syncthreads();
#pragma unroll 4
    for (int turn = 0; turn < kStallTurns; ++turn, i += kStallBlocks * 256) {
        float4 p = __ldcs(price + i), w = __ldcs(weight + i);
        atomicAdd(&own[(int)fmaf(127.0f * p.x, w.x, 128.0f)], 1);
        atomicAdd(&own[(int)fmaf(127.0f * p.y, w.y, 128.0f)], 1);
        atomicAdd(&own[(int)fmaf(127.0f * p.z, w.z, 128.0f)], 1);
        atomicAdd(&own[(int)fmaf(127.0f * p.w, w.w, 128.0f)], 1);
    }
    __syncthreads();
    atomicAdd(&classes[t], own[t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto two = [](const float* p) { return reinterpret_cast<const float2*>(p); };

    constexpr size_t pool = (size_t)kStalls > (size_t)kPages * 16 ? (size_t)kStalls : (size_t)kPages * 16;
    const float *field = filled<float>(pool, 401), *second = filled<float>(pool, 402);

    const int* kind = indices(kStrata, 4, 403);
    float* age = empty<float>(kStrata);
    add("glacier_strata_e4_a", age, kStrata, Output::f32, [=] { glacier_strata_e4_a<<<kStrata / 1024, 256>>>(kind, field, second, age); });
    add("glacier_strata_e4_b", age, kStrata, Output::f32, [=] { glacier_strata_e4_b<<<kStrata / 1024, 256>>>(kind, field, second, age); });

    float* light = empty<float>(kReef);
    add("reef_survey_e4_a", light, kReef, Output::f32, [=] { reef_survey_e4_a<<<kReef / 4096, 256>>>(field, light); });
    add("reef_survey_e4_b", light, kReef, Output::f32, [=] { reef_survey_e4_b<<<kReef / 4096, 256>>>(field, light); });

    int* seconds = empty<int>(kFerries);
    float* way = empty<float>(kFerries);
    harness_crossings<<<kFerries / 256, 256>>>(seconds); CHECK(cudaGetLastError());
    add("ferry_queue_e4_a", way, kFerries, Output::f32, [=] { ferry_queue_e4_a<<<kFerries / 2048, 256>>>(seconds, field, second, way); });
    add("ferry_queue_e4_b", way, kFerries, Output::f32, [=] { ferry_queue_e4_b<<<kFerries / 2048, 256>>>(seconds, field, second, way); });

    float* water = empty<float>((size_t)kValleys * kBasins);
    add("reservoir_levels_e4_a", water, (size_t)kValleys * kBasins, Output::f32, [=] { reservoir_levels_e4_a<<<kValleys, 512>>>(two(field), second, reinterpret_cast<float2*>(water)); });
    add("reservoir_levels_e4_b", water, (size_t)kValleys * kBasins, Output::f32, [=] { reservoir_levels_e4_b<<<kValleys, 512>>>(two(field), second, reinterpret_cast<float2*>(water)); });

    float* shape = empty<float>((size_t)kStrings * kBeads);
    add("violin_string_e4_a", shape, (size_t)kStrings * kBeads, Output::f32, [=] { violin_string_e4_a<<<kStrings, 512>>>(field, second, shape); });
    add("violin_string_e4_b", shape, (size_t)kStrings * kBeads, Output::f32, [=] { violin_string_e4_b<<<kStrings / 4, 128>>>(four(field), second, reinterpret_cast<float4*>(shape)); });

    const int* charity = indices(kPages, kCharities, 404);
    int* total = empty<int>(kCharities);
    add("parish_ledger_e4_a", total, kCharities, Output::i32, [=] { parish_ledger_e4_a<<<132 * 8, 256>>>(four(field), charity, total); });
    add("parish_ledger_e4_b", total, kCharities, Output::i32, [=] { parish_ledger_e4_b<<<132 * 8, 256>>>(four(field), charity, total); });

    int* bird = empty<int>(kCalls);
    float* songs = empty<float>((size_t)kBirds * 2);
    harness_calls<<<kCalls / 256, 256>>>(bird); CHECK(cudaGetLastError());
    add("aviary_song_e4_a", songs, (size_t)kBirds * 2, Output::f32, [=] { aviary_song_e4_a<<<kCalls / 1024, 256>>>(bird, field, songs, songs + kBirds); });
    add("aviary_song_e4_b", songs, (size_t)kBirds * 2, Output::f32, [=] { aviary_song_e4_b<<<kCalls / 1024, 256>>>(bird, field, songs, songs + kBirds); });

    unsigned char* seat; CHECK(cudaMalloc(&seat, kSeats));
    int* taken = empty<int>(8);
    harness_seats<<<2048, 256>>>(seat); CHECK(cudaGetLastError());
    add("theatre_seats_e4_a", taken, 8, Output::i32, [=] { theatre_seats_e4_a<<<kSeatBlocks, 256>>>(reinterpret_cast<const uint4*>(seat), taken); });
    add("theatre_seats_e4_b", taken, 8, Output::i32, [=] { theatre_seats_e4_b<<<kSeatBlocks, 256>>>(reinterpret_cast<const uint4*>(seat), taken); });

    float* stop = empty<float>(kTracks);
    add("cloud_chamber_e4_a", stop, kTracks, Output::f32, [=] { cloud_chamber_e4_a<<<kTracks / 256, 256>>>(field, second, stop); });
    add("cloud_chamber_e4_b", stop, kTracks, Output::f32, [=] { cloud_chamber_e4_b<<<kTracks / 256, 256>>>(field, second, stop); });

    float* glow = empty<float>(kLamps);
    add("harbour_lamps_e4_a", glow, kLamps, Output::f32, [=] { harbour_lamps_e4_a<<<kLamps / 1024, 256>>>(four(field), reinterpret_cast<float4*>(glow)); });
    add("harbour_lamps_e4_b", glow, kLamps, Output::f32, [=] { harbour_lamps_e4_b<<<kLamps / 1024, 256>>>(four(field), reinterpret_cast<float4*>(glow)); });

    int* classes = empty<int>(256);
    add("market_square_e4_a", classes, 256, Output::i32, [=] { market_square_e4_a<<<kStallBlocks, 256>>>(four(field), four(second), classes); });

    return harness::run(argc, argv, cases);
}
