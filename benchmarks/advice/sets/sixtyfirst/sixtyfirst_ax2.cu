// Ten measured cases, each from another trade: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;

// ---- Broadcast audio: true peak of 64 interleaved channels, 4x oversampling with a 12-tap polyphase filter.
constexpr int kDesk = 64, kHop = 4, kTapCount = 12, kFrames = 131072, kHops = kFrames / kHop, kDeskRows = 8, kDeskBlocks = 132 * 3;

__device__ __forceinline__ float hop_peak(const float* __restrict__ mix, int hop, int channel) {
    float w[kHop + kTapCount - 1], best = 0.0f;
    const float* at = mix + (size_t)hop * kHop * kDesk + channel;
#pragma unroll
    for (int k = 0; k < kHop + kTapCount - 1; ++k) w[k] = at[k * kDesk];
#pragma unroll
    for (int f = 0; f < kHop; ++f)
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            float s = 0.0f;
#pragma unroll
            for (int k = 0; k < kTapCount; ++k) s = fmaf(w[f + k], 0.03f * ((k * 7 + p * 5) % 11 - 5) + 0.01f * p, s);
            best = fmaxf(best, fabsf(s));
        }
    return best;
}

__device__ __forceinline__ void raise_float(float* where, float value) {
    int* word = reinterpret_cast<int*>(where);
    int old = *reinterpret_cast<volatile int*>(word), assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (old != assumed);
}

__global__ void __launch_bounds__(512) velvet_lantern_ax2_a(const float* __restrict__ mix, float* peak) {
    int channel = threadIdx.x;
    for (int hop = blockIdx.x * kDeskRows + threadIdx.y; hop < kHops; hop += gridDim.x * kDeskRows)
        raise_float(peak + channel, hop_peak(mix, hop, channel));
}

__global__ void __launch_bounds__(512) velvet_lantern_ax2_b(const float* __restrict__ mix, float* peak) {
    __shared__ float rows[kDeskRows][kDesk];
    int channel = threadIdx.x;
    float mine = 0.0f;
    for (int hop = blockIdx.x * kDeskRows + threadIdx.y; hop < kHops; hop += gridDim.x * kDeskRows)
        mine = fmaxf(mine, hop_peak(mix, hop, channel));
    rows[threadIdx.y][channel] = mine;
    __syncthreads();
    if (threadIdx.y == 0) {
#pragma unroll
        for (int r = 1; r < kDeskRows; ++r) mine = fmaxf(mine, rows[r][channel]);
        raise_float(peak + channel, mine);
    }
}

// ---- Sonar: for each 64 x 64 tile of a swath the strength of its edges by direction (nine directions of 20 degrees).
constexpr int kSwath = 8192, kTile = 64, kTilesX = kSwath / kTile, kWays = 9;

__device__ __forceinline__ int edge_way(const float* __restrict__ swath, int x, int y, float& strength) {
    const float* row = swath + (size_t)y * kSwath;
    float gx = row[min(x + 1, kSwath - 1)] - row[max(x - 1, 0)];
    float gy = 0.5f * (swath[(size_t)min(y + 1, kSwath - 1) * kSwath + x] - swath[(size_t)max(y - 1, 0) * kSwath + x]);
    strength = sqrtf(fmaf(gx, gx, gy * gy));
    float turn = atan2f(gy, gx) * (9.0f / 3.14159265f) + 18.5f;  // in units of 20 degrees, 9.5 .. 27.5
    return (int)turn % kWays;
}

__global__ void __launch_bounds__(128) maple_harbor_ax2_a(const float* __restrict__ swath, float* __restrict__ rose) {
    __shared__ float ways[kWays];
    int t = threadIdx.y * 32 + threadIdx.x, x0 = blockIdx.x * kTile, y0 = blockIdx.y * kTile;
    if (t < kWays) ways[t] = 0.0f;
    __syncthreads();
    for (int dy = threadIdx.y; dy < kTile; dy += 4)
        for (int dx = threadIdx.x; dx < kTile; dx += 32) {
            float strength;
            int way = edge_way(swath, x0 + dx, y0 + dy, strength);
            atomicAdd(&ways[way], strength);
        }
    __syncthreads();
    if (t < kWays) rose[(blockIdx.y * kTilesX + blockIdx.x) * kWays + t] = ways[t];
}

__global__ void __launch_bounds__(128) maple_harbor_ax2_b(const float* __restrict__ swath, float* __restrict__ rose) {
    __shared__ float ways[4][kWays][32];  // one column a thread
    int lane = threadIdx.x, warp = threadIdx.y, x0 = blockIdx.x * kTile, y0 = blockIdx.y * kTile;
#pragma unroll
    for (int w = 0; w < kWays; ++w) ways[warp][w][lane] = 0.0f;
    for (int dy = warp; dy < kTile; dy += 4)
        for (int dx = lane; dx < kTile; dx += 32) {
            float strength;
            int way = edge_way(swath, x0 + dx, y0 + dy, strength);
            ways[warp][way][lane] += strength;
        }
    __syncthreads();
    for (int w = warp; w < kWays; w += 4) {
        float sum = ways[0][w][lane] + ways[1][w][lane] + ways[2][w][lane] + ways[3][w][lane];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(kAll, sum, o);
        if (lane == 0) rose[(blockIdx.y * kTilesX + blockIdx.x) * kWays + w] = sum;
    }
}

// ---- Medical volume: list of the crossings of an iso-surface with the grid's edges (three edges a voxel), any order.
constexpr int kSide = 256, kSlab = 8, kCrossings = 1 << 20;
constexpr float kIso = 0.988f;

__device__ __forceinline__ int voxel_edges(const float* __restrict__ volume, int x, int y, int z) {
    size_t i = ((size_t)z * kSide + y) * kSide + x;
    bool in = volume[i] > kIso;
    int edges = 0;
    if (x + 1 < kSide && (volume[i + 1] > kIso) != in) edges |= 1;
    if (y + 1 < kSide && (volume[i + kSide] > kIso) != in) edges |= 2;
    if (z + 1 < kSide && (volume[i + kSide * kSide] > kIso) != in) edges |= 4;
    return edges;
}
__device__ __forceinline__ int put_crossings(const float* __restrict__ volume, float* __restrict__ list, int x, int y, int z, int edges, int at) {
    size_t i = ((size_t)z * kSide + y) * kSide + x;
    float here = volume[i];
    while (edges) {
        int axis = __ffs(edges) - 1;
        edges &= edges - 1;
        float there = volume[i + (axis == 0 ? 1 : axis == 1 ? kSide : kSide * kSide)];
        if (at < kCrossings) list[at] = axis + (kIso - here) / (there - here);
        ++at;
    }
    return at;
}

__global__ void __launch_bounds__(256) copper_thistle_ax2_a(const float* __restrict__ volume, float* __restrict__ list, int* cursor) {
    int x = threadIdx.x, y = blockIdx.x;
#pragma unroll
    for (int k = 0; k < kSlab; ++k) {
        int z = blockIdx.y * kSlab + k, edges = voxel_edges(volume, x, y, z);
        if (edges) {
            int at = atomicAdd(cursor, __popc(edges));
            put_crossings(volume, list, x, y, z, edges, at);
        }
    }
}

__global__ void __launch_bounds__(256) copper_thistle_ax2_b(const float* __restrict__ volume, float* __restrict__ list, int* cursor) {
    __shared__ int before[8];
    __shared__ int start;
    int x = threadIdx.x, y = blockIdx.x, lane = x % 32, warp = x / 32;
    int found = 0;
#pragma unroll
    for (int k = 0; k < kSlab; ++k) found |= voxel_edges(volume, x, y, blockIdx.y * kSlab + k) << (3 * k);
    int count = __popc(found), upto = count;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        int other = __shfl_up_sync(kAll, upto, o);
        if (lane >= o) upto += other;
    }
    if (lane == 31) before[warp] = upto;
    __syncthreads();
    if (x == 0) {
        int total = 0;
        for (int w = 0; w < 8; ++w) { int c = before[w]; before[w] = total; total += c; }
        start = total ? atomicAdd(cursor, total) : 0;
    }
    __syncthreads();
    int at = start + before[warp] + upto - count;
    while (found) {
        int k = (__ffs(found) - 1) / 3;
        at = put_crossings(volume, list, x, y, blockIdx.y * kSlab + k, (found >> (3 * k)) & 7, at);
        found &= ~(7 << (3 * k));
    }
}

// ---- Database: units sold and number of sales by article (GROUP BY with an open-addressing table), two articles sell best.
constexpr int kSales = 12 << 20, kArticles = 40000, kSlots = 1 << 17, kNook = 512, kTills = 132 * 4;

__device__ __forceinline__ unsigned article_hash(int article) {
    unsigned h = (unsigned)article * 2654435769u;
    return h ^ (h >> 15);
}
__device__ __forceinline__ void book_sale(int* keys, int2* groups, int article, int units, int sales) {
    unsigned slot = article_hash(article) & (kSlots - 1);
    while (true) {
        int key = keys[slot];
        if (key == -1) key = atomicCAS(&keys[slot], -1, article);
        if (key == -1 || key == article) break;
        slot = (slot + 1) & (kSlots - 1);
    }
    atomicAdd(&groups[slot].x, units);
    atomicAdd(&groups[slot].y, sales);
}

__global__ void __launch_bounds__(512) barley_wagon_ax2_a(const int* __restrict__ article, const int* __restrict__ units, int* keys, int2* groups) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kSales; i += gridDim.x * 512) book_sale(keys, groups, article[i], units[i], 1);
}

__global__ void __launch_bounds__(512) barley_wagon_ax2_b(const int* __restrict__ article, const int* __restrict__ units, int* keys, int2* groups) {
    __shared__ int nook_key[kNook], nook_units[kNook], nook_sales[kNook];
    int t = threadIdx.x;
    nook_key[t] = -1; nook_units[t] = 0; nook_sales[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + t; i < kSales; i += gridDim.x * 512) {
        int a = article[i], u = units[i], n = (article_hash(a) >> 4) & (kNook - 1);
        int key = *(volatile int*)&nook_key[n];
        if (key == -1) key = atomicCAS(&nook_key[n], -1, a);
        if (key == -1 || key == a) {
            atomicAdd(&nook_units[n], u);
            atomicAdd(&nook_sales[n], 1);
        } else {
            book_sale(keys, groups, a, u, 1);
        }
    }
    __syncthreads();
    if (nook_key[t] != -1) book_sale(keys, groups, nook_key[t], nook_units[t], nook_sales[t]);
}

// ---- X-ray astronomy: energy received from each star, photons ordered by star, corrected by the gain of the detector's pixel.
constexpr int kPhotons = 1 << 20, kPixels = 2048;

__device__ __forceinline__ double photon_energy(float raw, float gain) {
    float e = fmaf(0.35f, raw, 1.2f) * fmaf(0.05f, gain, 1.0f);
    return (double)fmaf(e, 0.002f * e, e);
}

__global__ void __launch_bounds__(128) amber_sparrow_ax2_a(const float* __restrict__ raw, const unsigned short* __restrict__ pixel, const int* __restrict__ star,
                                                           const float* __restrict__ gain, double* energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    atomicAdd(&energy[star[i]], photon_energy(raw[i], gain[pixel[i]]));
}

__global__ void __launch_bounds__(128) amber_sparrow_ax2_b(const float* __restrict__ raw, const unsigned short* __restrict__ pixel, const int* __restrict__ star,
                                                           const float* __restrict__ gain, double* energy) {
    int i = blockIdx.x * 128 + threadIdx.x, mine = star[i];
    double e = photon_energy(raw[i], gain[pixel[i]]);
    if (__all_sync(kAll, mine == __shfl_sync(kAll, mine, 0))) {
#pragma unroll
        for (int o = 16; o; o >>= 1) e += __shfl_xor_sync(kAll, e, o);
        if (threadIdx.x % 32 == 0) atomicAdd(&energy[mine], e);
    } else {
        atomicAdd(&energy[mine], e);  // a border between two stars
    }
}

// ---- Spray: mass and momentum of 256K droplets gathered in the cell each of them is in.
constexpr int kDroplets = 1 << 18, kRooms = 1 << 14;

__device__ __forceinline__ float4 droplet_load(float4 d) {  // velocity and diameter
    float size = fmaf(0.4f, d.w, 1.0f), mass = 0.5236f * size * size * size;
    return make_float4(mass, mass * (d.x + 0.6f), mass * (d.y + 0.2f), mass * (d.z - 0.1f));
}

__global__ void __launch_bounds__(64) willow_kettle_ax2_a(const float4* __restrict__ droplet, const int* __restrict__ room, int* locks, float4* rooms) {
    int i = blockIdx.x * 64 + threadIdx.x, r = room[i];
    float4 add = droplet_load(droplet[i]);
    volatile float* cell = reinterpret_cast<volatile float*>(rooms + r);
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[r], 0, 1) == 0) {
            __threadfence();
            float m = cell[0], px = cell[1], py = cell[2], pz = cell[3];
            cell[0] = m + add.x; cell[1] = px + add.y; cell[2] = py + add.z; cell[3] = pz + add.w;
            __threadfence();
            atomicExch(&locks[r], 0);
            done = true;
        }
    }
}

__global__ void __launch_bounds__(64) willow_kettle_ax2_b(const float4* __restrict__ droplet, const int* __restrict__ room, float4* rooms) {
    int i = blockIdx.x * 64 + threadIdx.x, r = room[i];
    float4 add = droplet_load(droplet[i]);
    float* cell = reinterpret_cast<float*>(rooms + r);
    atomicAdd(cell, add.x); atomicAdd(cell + 1, add.y); atomicAdd(cell + 2, add.z); atomicAdd(cell + 3, add.w);
}

// ---- Ranking: score of each of 512K documents of 32 to 224 term weights, a warp a document, handed out on demand as lengths differ.
constexpr int kPapers = 1 << 19, kBundle = 16, kReaders = 132 * 8;

__device__ __forceinline__ void score_paper(const float* __restrict__ weight, const int* __restrict__ from, float* __restrict__ score, int paper, int lane) {
    int at = from[paper], end = from[paper + 1];
    float sum = 0.0f, square = 0.0f;
#pragma unroll 4
    for (int i = at + lane; i < end; i += 32) {
        float w = weight[i];
        sum += w;
        square = fmaf(w, w, square);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(kAll, sum, o);
        square += __shfl_xor_sync(kAll, square, o);
    }
    if (lane == 0) score[paper] = fabsf(sum) * rsqrtf(square + 0.01f) + 0.2f;
}

__global__ void __launch_bounds__(256) cedar_pebble_ax2_a(const float* __restrict__ weight, const int* __restrict__ from, float* __restrict__ score, int* next) {
    int lane = threadIdx.x % 32;
    while (true) {
        int paper = 0;
        if (lane == 0) paper = atomicAdd(next, 1);
        paper = __shfl_sync(kAll, paper, 0);
        if (paper >= kPapers) break;
        score_paper(weight, from, score, paper, lane);
    }
}

__global__ void __launch_bounds__(256) cedar_pebble_ax2_b(const float* __restrict__ weight, const int* __restrict__ from, float* __restrict__ score, int* next) {
    int lane = threadIdx.x % 32;
    while (true) {
        int paper = 0;
        if (lane == 0) paper = atomicAdd(next, kBundle);
        paper = __shfl_sync(kAll, paper, 0);
        if (paper >= kPapers) break;
        for (int k = 0; k < kBundle; ++k) score_paper(weight, from, score, paper + k, lane);
    }
}

// ---- Finance: mean payoff of an up-and-out call, four paths at a time, 160 rounds a thread.
constexpr int kDesks = 132 * 2, kRounds = 160, kDays = 64;

__device__ __forceinline__ double call_payoffs(unsigned seed) {
    unsigned s[4];
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < 4; ++p) s[p] = harness::hash32(seed * 4u + p + 1u) | 1u;
    double total = 0.0;
    for (int round = 0; round < kRounds; ++round) {
        float price[4] = {1.0f, 1.0f, 1.0f, 1.0f}, top[4] = {1.0f, 1.0f, 1.0f, 1.0f};
#pragma unroll 4
        for (int day = 0; day < kDays; ++day)
#pragma unroll
            for (int p = 0; p < 4; ++p) {
                s[p] ^= s[p] << 13; s[p] ^= s[p] >> 17; s[p] ^= s[p] << 5;
                float u = __uint_as_float(0x3f800000u | (s[p] >> 9)) - 1.5f;
                price[p] = fmaf(price[p], fmaf(0.05f, u, 0.0004f), price[p]);
                top[p] = fmaxf(top[p], price[p]);
            }
        sum = 0.0f;
#pragma unroll
        for (int p = 0; p < 4; ++p) sum += top[p] < 1.35f ? fmaxf(price[p] - 0.98f, 0.0f) : 0.0f;
        total += (double)sum;
    }
    return total;
}

__global__ void __launch_bounds__(256) plum_sextant_ax2_a(double* payoff) {
    double mine = call_payoffs(blockIdx.x * 256 + threadIdx.x);
    atomicAdd(payoff, mine);
}

__global__ void __launch_bounds__(256) plum_sextant_ax2_b(double* payoff) {
    __shared__ double warps[8];
    double mine = call_payoffs(blockIdx.x * 256 + threadIdx.x);
#pragma unroll
    for (int o = 16; o; o >>= 1) mine += __shfl_xor_sync(kAll, mine, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        double all = 0.0;
        for (int w = 0; w < 8; ++w) all += warps[w];
        atomicAdd(payoff, all);
    }
}

// ---- Seismology: total amplitude and energy of 268M samples of a network's records.
constexpr int kQuakes = 1 << 26, kQuakeBlocks = kQuakes / (256 * 8);  // quadruples, eight a thread

__global__ void __launch_bounds__(256) quilt_heron_ax2_a(const float4* __restrict__ trace, float* total) {
    __shared__ float2 warps[8];
    const float4* at = trace + (size_t)blockIdx.x * (256 * 8) + threadIdx.x;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = __ldcs(at + k * 256);
    float size = 0.0f, energy = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        size += fabsf(v[k].x) + fabsf(v[k].y) + fabsf(v[k].z) + fabsf(v[k].w);
        energy = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, energy))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { size += __shfl_xor_sync(kAll, size, o); energy += __shfl_xor_sync(kAll, energy, o); }
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = make_float2(size, energy);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) { size += warps[w].x; energy += warps[w].y; }
        atomicAdd(total, size);
        atomicAdd(total + 1, energy);
    }
}

// ---- Ecology: density of plants around each of 135K places, sources split in 16 parts over the grid's second axis.
constexpr int kSpots = 132 * 256 * 4, kPlants = 8192, kParts = 16, kPart = kPlants / kParts;

__global__ void __launch_bounds__(256) saffron_anvil_ax2_a(const float2* __restrict__ spot, const float4* __restrict__ plant, float* density) {
    __shared__ float4 near[kPart];
    int first = blockIdx.x * 1024 + threadIdx.x;
    for (int k = threadIdx.x; k < kPart; k += 256) near[k] = plant[blockIdx.y * kPart + k];
    float2 s[4];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = spot[first + j * 256];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kPart; ++k) {
        float4 p = near[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float dx = s[j].x - p.x, dy = s[j].y - p.y;
            float q = fmaf(dx, dx, fmaf(dy, dy, -8.5f)); 
            float h = fmaf(q * q, 0.0138f, p.z);
            sum[j] = fmaf(h, h, sum[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) atomicAdd(&density[first + j * 256], sum[j]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded; using harness::hash32;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto zeroed = [](size_t bytes) { void* p; CHECK(cudaMalloc(&p, bytes)); CHECK(cudaMemset(p, 0, bytes)); return p; };

    {
        float *mix = filled<float>((size_t)(kFrames + kTapCount) * kDesk, 11), *peak = (float*)zeroed(kDesk * sizeof(float));
        add("velvet_lantern_ax2_a", peak, kDesk, Output::f32, [=] { velvet_lantern_ax2_a<<<kDeskBlocks, dim3(kDesk, kDeskRows)>>>(mix, peak); });
        add("velvet_lantern_ax2_b", peak, kDesk, Output::f32, [=] { velvet_lantern_ax2_b<<<kDeskBlocks, dim3(kDesk, kDeskRows)>>>(mix, peak); });
    }
    {
        constexpr size_t count = (size_t)kTilesX * kTilesX * kWays;
        float *swath = filled<float>((size_t)kSwath * kSwath, 12), *rose = (float*)zeroed(count * sizeof(float));
        add("maple_harbor_ax2_a", rose, count, Output::f32, [=] { maple_harbor_ax2_a<<<dim3(kTilesX, kTilesX), dim3(32, 4)>>>(swath, rose); });
        add("maple_harbor_ax2_b", rose, count, Output::f32, [=] { maple_harbor_ax2_b<<<dim3(kTilesX, kTilesX), dim3(32, 4)>>>(swath, rose); });
    }
    {
        float *volume = filled<float>((size_t)kSide * kSide * kSide, 13), *list = (float*)zeroed(kCrossings * sizeof(float));
        int* cursor = (int*)zeroed(sizeof(int));
        add("copper_thistle_ax2_a", list, kCrossings, Output::f32, [=] {
            CHECK(cudaMemsetAsync(cursor, 0, sizeof(int)));
            copper_thistle_ax2_a<<<dim3(kSide, kSide / kSlab), kSide>>>(volume, list, cursor); });
        add("copper_thistle_ax2_b", list, kCrossings, Output::f32, [=] {
            CHECK(cudaMemsetAsync(cursor, 0, sizeof(int)));
            copper_thistle_ax2_b<<<dim3(kSide, kSide / kSlab), kSide>>>(volume, list, cursor); });
    }
    {
        std::vector<int> a(kSales), u(kSales);
        for (int i = 0; i < kSales; ++i) {
            uint32_t r = hash32(i + 991u), lot = r % 100;
            a[i] = lot < 8 ? 17 : lot < 12 ? 23456 : (int)(hash32(r + 5u) % kArticles);
            u[i] = 1 + (int)((r >> 20) % 9);
        }
        int *article = uploaded(a), *units = uploaded(u);
        std::vector<int> none(kSlots, -1);
        int *keys = uploaded(none), *keys2 = uploaded(none);
        int2 *groups = (int2*)zeroed(kSlots * sizeof(int2)), *groups2 = (int2*)zeroed(kSlots * sizeof(int2));
        add("barley_wagon_ax2_a", groups, (size_t)kSlots * 2, Output::i32, [=] { barley_wagon_ax2_a<<<kTills, 512>>>(article, units, keys, groups); });
        add("barley_wagon_ax2_b", groups2, (size_t)kSlots * 2, Output::i32, [=] { barley_wagon_ax2_b<<<kTills, 512>>>(article, units, keys2, groups2); });
    }
    {
        std::vector<int> s(kPhotons);
        std::vector<unsigned short> px(kPhotons);
        int stars = 0, left = 1500;
        for (int i = 0; i < kPhotons; ++i) {
            if (left-- == 0) { ++stars; left = 1500 + (int)(hash32(stars) % 5000); }
            s[i] = stars;
            px[i] = (unsigned short)(hash32(i + 77u) % kPixels);
        }
        int* star = uploaded(s);
        unsigned short* pixel = uploaded(px);
        float *raw = filled<float>(kPhotons, 15), *gain = filled<float>(kPixels, 16);
        size_t count = (size_t)stars + 1;
        double* energy = (double*)zeroed(count * sizeof(double));
        add("amber_sparrow_ax2_a", energy, count, Output::f64, [=] { amber_sparrow_ax2_a<<<kPhotons / 128, 128>>>(raw, pixel, star, gain, energy); });
        add("amber_sparrow_ax2_b", energy, count, Output::f64, [=] { amber_sparrow_ax2_b<<<kPhotons / 128, 128>>>(raw, pixel, star, gain, energy); });
    }
    {
        float4* droplet = reinterpret_cast<float4*>(filled<float>((size_t)kDroplets * 4, 17));
        int *room = indices(kDroplets, kRooms, 18), *locks = (int*)zeroed(kRooms * sizeof(int));
        float4* rooms = (float4*)zeroed(kRooms * sizeof(float4));
        add("willow_kettle_ax2_a", rooms, (size_t)kRooms * 4, Output::f32, [=] { willow_kettle_ax2_a<<<kDroplets / 64, 64>>>(droplet, room, locks, rooms); });
        add("willow_kettle_ax2_b", rooms, (size_t)kRooms * 4, Output::f32, [=] { willow_kettle_ax2_b<<<kDroplets / 64, 64>>>(droplet, room, rooms); });
    }
    {
        std::vector<int> f(kPapers + 1);
        f[0] = 0;
        for (int i = 0; i < kPapers; ++i) f[i + 1] = f[i] + 32 * (1 + (int)(hash32(i + 4242u) % 7));
        int *from = uploaded(f), *next = (int*)zeroed(sizeof(int));
        float *weight = filled<float>((size_t)f[kPapers], 19), *score = (float*)zeroed(kPapers * sizeof(float));
        add("cedar_pebble_ax2_a", score, kPapers, Output::f32, [=] {
            CHECK(cudaMemsetAsync(next, 0, sizeof(int)));
            cedar_pebble_ax2_a<<<kReaders, 256>>>(weight, from, score, next); });
        add("cedar_pebble_ax2_b", score, kPapers, Output::f32, [=] {
            CHECK(cudaMemsetAsync(next, 0, sizeof(int)));
            cedar_pebble_ax2_b<<<kReaders, 256>>>(weight, from, score, next); });
    }
    {
        double* payoff = (double*)zeroed(sizeof(double));
        add("plum_sextant_ax2_a", payoff, 1, Output::f64, [=] { plum_sextant_ax2_a<<<kDesks, 256>>>(payoff); });
        add("plum_sextant_ax2_b", payoff, 1, Output::f64, [=] { plum_sextant_ax2_b<<<kDesks, 256>>>(payoff); });
    }
    {
        float *trace = filled<float>((size_t)kQuakes * 4, 21), *total = (float*)zeroed(2 * sizeof(float));
        const float4* trace4 = reinterpret_cast<const float4*>(trace);
        add("quilt_heron_ax2_a", total, 2, Output::f32, [=] { quilt_heron_ax2_a<<<kQuakeBlocks, 256>>>(trace4, total); });
    }
    {
        const float2* spot = reinterpret_cast<const float2*>(filled<float>((size_t)kSpots * 2, 22));
        const float4* plant = reinterpret_cast<const float4*>(filled<float>((size_t)kPlants * 4, 23));
        float* density = (float*)zeroed(kSpots * sizeof(float));
        add("saffron_anvil_ax2_a", density, kSpots, Output::f32, [=] { saffron_anvil_ax2_a<<<dim3(kSpots / 1024, kParts), 256>>>(spot, plant, density); });
    }

    return harness::run(argc, argv, cases);
}
