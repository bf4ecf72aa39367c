// Eleven measured cases, plain forms: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Pearls: city-block distance of every pearl of one tray to every pearl of another, 64 properties each; 128 x 128 distances a block.
constexpr int kPearls = 8192, kTraits = 64;

__device__ __forceinline__ void pearl_tile(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ apart) {
    __shared__ __align__(16) float s_left[8][128], s_right[8][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float sum[8][8];
#pragma unroll
    for (int a = 0; a < 8; ++a)
#pragma unroll
        for (int b = 0; b < 8; ++b) sum[a][b] = 0.0f;
    for (int from = 0; from < kTraits; from += 8) {  // both trays are stored trait by trait
        *reinterpret_cast<float4*>(&s_left[t / 32][t % 32 * 4]) = *reinterpret_cast<const float4*>(left + (from + t / 32) * kPearls + row0 + t % 32 * 4);
        *reinterpret_cast<float4*>(&s_right[t / 32][t % 32 * 4]) = *reinterpret_cast<const float4*>(right + (from + t / 32) * kPearls + col0 + t % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float u[8], w[8];
            *reinterpret_cast<float4*>(u) = *reinterpret_cast<const float4*>(&s_left[k][ty * 4]);
            *reinterpret_cast<float4*>(u + 4) = *reinterpret_cast<const float4*>(&s_left[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(w) = *reinterpret_cast<const float4*>(&s_right[k][tx * 4]);
            *reinterpret_cast<float4*>(w + 4) = *reinterpret_cast<const float4*>(&s_right[k][64 + tx * 4]);
#pragma unroll
            for (int a = 0; a < 8; ++a)
#pragma unroll
                for (int b = 0; b < 8; ++b) sum[a][b] += fabsf(u[a] - w[b]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int a = 0; a < 8; ++a) {
        size_t row = row0 + a / 4 * 64 + ty * 4 + a % 4;
#pragma unroll
        for (int b = 0; b < 8; b += 4)
            *reinterpret_cast<float4*>(apart + row * kPearls + col0 + b * 16 + tx * 4) = make_float4(sum[a][b], sum[a][b + 1], sum[a][b + 2], sum[a][b + 3]);
    }
}

__global__ void __launch_bounds__(256, 4) pearl_sorting_k2_a(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ apart) {
    pearl_tile(left, right, apart);
}
__global__ void __launch_bounds__(256, 2) pearl_sorting_k2_b(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ apart) {
    pearl_tile(left, right, apart);
}

// ---- Lanterns: pull on floating lanterns by 64 heavy bodies, twelve lanterns a thread.
constexpr int kLanternsEach = 12, kLanterns = 132 * 48 * 128 * kLanternsEach, kHeavy = 64;

__device__ __forceinline__ void lantern_pull(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                             const float4* __restrict__ heavy, float* __restrict__ fx, float* __restrict__ fy, float* __restrict__ fz) {
    __shared__ float4 body[kHeavy];
    int t = threadIdx.x, first = blockIdx.x * (128 * kLanternsEach) + t;
    for (int j = t; j < kHeavy; j += 128) body[j] = heavy[j];
    __syncthreads();
    float px[kLanternsEach], py[kLanternsEach], pz[kLanternsEach], ax[kLanternsEach], ay[kLanternsEach], az[kLanternsEach];
#pragma unroll
    for (int r = 0; r < kLanternsEach; ++r) {
        px[r] = x[first + r * 128]; py[r] = y[first + r * 128]; pz[r] = z[first + r * 128];
        ax[r] = ay[r] = az[r] = 0.0f;
    }
#pragma unroll 1
    for (int j = 0; j < kHeavy; ++j) {
        float4 b = body[j];
#pragma unroll
        for (int r = 0; r < kLanternsEach; ++r) {
            float dx = b.x - px[r], dy = b.y - py[r], dz = b.z - pz[r];
            float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
            float pull = (b.w + 2.0f) * inv * inv * inv;
            ax[r] = fmaf(pull, dx, ax[r]); ay[r] = fmaf(pull, dy, ay[r]); az[r] = fmaf(pull, dz, az[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < kLanternsEach; ++r) { fx[first + r * 128] = ax[r]; fy[first + r * 128] = ay[r]; fz[first + r * 128] = az[r]; }
}

__global__ void __launch_bounds__(128, 16) lantern_drift_k2_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                              const float4* __restrict__ heavy, float* __restrict__ fx, float* __restrict__ fy, float* __restrict__ fz) {
    lantern_pull(x, y, z, heavy, fx, fy, fz);
}
__global__ void __launch_bounds__(128) lantern_drift_k2_b(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                          const float4* __restrict__ heavy, float* __restrict__ fx, float* __restrict__ fy, float* __restrict__ fz) {
    lantern_pull(x, y, z, heavy, fx, fy, fz);
}

// ---- Frosted window: median of the square of pixels around each pixel.
constexpr int kPaneW = 2112, kPaneH = 2048, kMostPixels = 25;

__global__ void __launch_bounds__(256) frost_window_k2_a(const float* __restrict__ pane, float* __restrict__ clear, int radius) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, n = 0;
    float v[kMostPixels];
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            v[n++] = pane[min(max(y + dy, 0), kPaneH - 1) * kPaneW + min(max(x + dx, 0), kPaneW - 1)];
    for (int i = 0; i <= n / 2; ++i)
        for (int j = i + 1; j < n; ++j) {
            float low = fminf(v[i], v[j]), high = fmaxf(v[i], v[j]);
            v[i] = low; v[j] = high;
        }
    clear[y * kPaneW + x] = v[n / 2];
}

template <int kRadius>
__device__ __forceinline__ float frost_median(const float* __restrict__ pane, int x, int y) {
    constexpr int kSide = 2 * kRadius + 1, n = kSide * kSide;
    float v[n];
#pragma unroll
    for (int k = 0; k < n; ++k)
        v[k] = pane[min(max(y + k / kSide - kRadius, 0), kPaneH - 1) * kPaneW + min(max(x + k % kSide - kRadius, 0), kPaneW - 1)];
#pragma unroll
    for (int i = 0; i <= n / 2; ++i)
#pragma unroll
        for (int j = i + 1; j < n; ++j) {
            float low = fminf(v[i], v[j]), high = fmaxf(v[i], v[j]);
            v[i] = low; v[j] = high;
        }
    return v[n / 2];
}

__global__ void __launch_bounds__(256) frost_window_k2_b(const float* __restrict__ pane, float* __restrict__ clear) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    clear[y * kPaneW + x] = frost_median<2>(pane, x, y);
}

// ---- Harvest: shares of 2048 fields in each of many markets (softmax along a row, the row kept in shared memory).
constexpr int kMarkets = 132 * 8 * 60, kFields = 2048, kMostFields = 24576;

__device__ __forceinline__ void harvest_row(const float* __restrict__ yield, float* __restrict__ share, int fields) {
    extern __shared__ float row[];
    __shared__ float part[8];
    int t = threadIdx.x;
    const float* from = yield + (size_t)blockIdx.x * fields;
    float* to = share + (size_t)blockIdx.x * fields;
    float top = -1e30f, sum = 0.0f;
    for (int f = t; f < fields; f += 256) top = fmaxf(top, row[f] = from[f]);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (t % 32 == 0) part[t / 32] = top;
    __syncthreads();
    top = part[0];
#pragma unroll
    for (int w = 1; w < 8; ++w) top = fmaxf(top, part[w]);
    for (int f = t; f < fields; f += 256) sum += row[f] = __expf(row[f] - top);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    __syncthreads();
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    sum = part[0];
#pragma unroll
    for (int w = 1; w < 8; ++w) sum += part[w];
    float scale = 1.0f / sum;
    for (int f = t; f < fields; f += 256) to[f] = row[f] * scale;
}

__global__ void __launch_bounds__(256, 8) harvest_shares_k2_a(const float* __restrict__ yield, float* __restrict__ share, int fields) { harvest_row(yield, share, fields); }
__global__ void __launch_bounds__(256, 8) harvest_shares_k2_b(const float* __restrict__ yield, float* __restrict__ share, int fields) { harvest_row(yield, share, fields); }

// ---- Opera tickets: place of each asked-for number among sorted numbers, down a tree of nodes of 32 numbers, a warp a search.
constexpr int kDepth = 5, kSeekers = 132 * 64 * 8, kAsked = 16;

__device__ __host__ inline size_t tree_level(int level) {  // offset of a level: levels of 32, 1024, 32768, ... numbers one after another
    size_t at = 0, n = 32;
    for (int l = 0; l < level; ++l) { at += n; n *= 32; }
    return at;
}
__global__ void harness_tree(uint32_t* __restrict__ tree) {
    for (int level = 0; level < kDepth; ++level) {
        uint32_t n = 1u << (5 * (level + 1)), apart = 1u << (5 * (kDepth - 1 - level));
        for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
            uint32_t leaf = i * apart;
            tree[tree_level(level) + i] = leaf * 128u + (leaf ? harness::hash32(leaf) % 128u : 0u);
        }
    }
}

__device__ __forceinline__ void seek(const uint32_t* __restrict__ tree, const uint32_t* __restrict__ asked, int* __restrict__ place) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
#pragma unroll 1
    for (int q = 0; q < kAsked; ++q) {
        uint32_t want = asked[warp * kAsked + q], node = 0;
        const uint32_t* level = tree;
#pragma unroll
        for (int d = 0; d < kDepth; ++d) {
            unsigned below = __ballot_sync(0xffffffffu, level[node * 32 + lane] <= want);
            node = node * 32 + __popc(below) - 1;
            level += 1u << (5 * (d + 1));
        }
        if (lane == 0) place[warp * kAsked + q] = (int)node;
    }
}

__global__ void __launch_bounds__(32) opera_tickets_k2_a(const uint32_t* __restrict__ tree, const uint32_t* __restrict__ asked, int* __restrict__ place) { seek(tree, asked, place); }
__global__ void __launch_bounds__(256, 8) opera_tickets_k2_b(const uint32_t* __restrict__ tree, const uint32_t* __restrict__ asked, int* __restrict__ place) { seek(tree, asked, place); }

// ---- Library: each warp follows a linked list of index cards of 32 numbers and scales its own 88 numbers a lane by what it found.
constexpr int kCards = 1 << 21, kHops = 256, kKept = 88, kReaders = 132 * 64 * 2;

__global__ void harness_links(int* __restrict__ next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    next[i] = (int)(((uint32_t)i * 1664525u + 1013904223u) & (kCards - 1));
}

__device__ __forceinline__ float follow(const float* __restrict__ cards, const int* __restrict__ next, int card, int lane) {
    float total = 0.0f;
#pragma unroll 1
    for (int h = 0; h < kHops; ++h) {
        float v = cards[card * 32 + lane];
        card = next[card];
        total += v;
    }
    return total;
}

__global__ void __launch_bounds__(256) library_cards_k2_a(const float* __restrict__ cards, const int* __restrict__ next, const int* __restrict__ start,
                                                          const float* __restrict__ notes, float* __restrict__ scaled) {
    int lane = threadIdx.x % 32, reader = (blockIdx.x * 256 + threadIdx.x) / 32;
    const float* mine = notes + (size_t)reader * (32 * kKept) + lane;
    float* out = scaled + (size_t)reader * (32 * kKept) + lane;
    float v[kKept], norm = 1.0f;
#pragma unroll
    for (int k = 0; k < kKept; ++k) v[k] = mine[k * 32];
#pragma unroll
    for (int k = 0; k < kKept; ++k) norm = fmaf(v[k], v[k], norm);
    float scale = follow(cards, next, start[reader], lane) / norm;
#pragma unroll
    for (int k = 0; k < kKept; ++k) out[k * 32] = v[k] * scale;
}

__global__ void __launch_bounds__(256, 8) library_cards_k2_b(const float* __restrict__ cards, const int* __restrict__ next, const int* __restrict__ start,
                                                             const float* __restrict__ notes, float* __restrict__ scaled) {
    int lane = threadIdx.x % 32, reader = (blockIdx.x * 256 + threadIdx.x) / 32;
    const float* mine = notes + (size_t)reader * (32 * kKept) + lane;
    float* out = scaled + (size_t)reader * (32 * kKept) + lane;
    float norm = 1.0f;
#pragma unroll 8
    for (int k = 0; k < kKept; ++k) { float v = mine[k * 32]; norm = fmaf(v, v, norm); }
    float scale = follow(cards, next, start[reader], lane) / norm;
#pragma unroll 8
    for (int k = 0; k < kKept; ++k) out[k * 32] = mine[k * 32] * scale;
}

// ---- Quilt: a large pattern of coloured patches turned about its diagonal.
constexpr int kQuiltW = 12288, kQuiltH = 8448;

template <int kPitch>
__device__ __forceinline__ void turn_quilt(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int tile[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[ty + r][tx] = in[(size_t)(y + ty + r) * kQuiltW + x + tx];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) out[(size_t)(x + ty + r) * kQuiltH + y + tx] = tile[tx][ty + r];
}

__global__ void __launch_bounds__(256) quilt_turn_k2_a(const int* __restrict__ in, int* __restrict__ out) { turn_quilt<32>(in, out); }
__global__ void __launch_bounds__(256) quilt_turn_k2_b(const int* __restrict__ in, int* __restrict__ out) { turn_quilt<33>(in, out); }

// ---- Necklaces of 256 charged beads: power gained by each bead from the 48 beads after it.
constexpr int kBeads = 132 * 8 * 256 * 16, kReach = 48;

struct Bead { float x, vx, y, vy, z, vz, charge, age; };
struct RoomyBead { float x, vx, y, vy, z, vz, charge, age, spare; };

template <typename T>
__device__ __forceinline__ void bead_power(const float* __restrict__ place, const float* __restrict__ speed, const float* __restrict__ charge,
                                           const float* __restrict__ age, float* __restrict__ power) {
    __shared__ T ring[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    ring[t].x = place[i]; ring[t].y = place[kBeads + i]; ring[t].z = place[2 * kBeads + i];
    ring[t].vx = speed[i]; ring[t].vy = speed[kBeads + i]; ring[t].vz = speed[2 * kBeads + i];
    ring[t].charge = 1.5f + charge[i]; ring[t].age = age[i];
    __syncthreads();
    float x = ring[t].x, y = ring[t].y, z = ring[t].z, fx = 0.0f, fy = 0.0f, fz = 0.0f;
#pragma unroll 4
    for (int k = 1; k <= kReach; ++k) {
        const T& o = ring[(t + k) % 256];
        float dx = x - o.x, dy = y - o.y, dz = z - o.z;
        float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)))), push = o.charge * inv * inv * inv;
        fx = fmaf(push, dx, fx); fy = fmaf(push, dy, fy); fz = fmaf(push, dz, fz);
    }
    power[i] = (fx * ring[t].vx + fy * ring[t].vy + fz * ring[t].vz) * ring[t].charge * (1.0f + 0.1f * ring[t].age);
}

__global__ void __launch_bounds__(256) necklace_power_k2_a(const float* __restrict__ place, const float* __restrict__ speed, const float* __restrict__ charge,
                                                           const float* __restrict__ age, float* __restrict__ power) {
    bead_power<Bead>(place, speed, charge, age, power);
}
__global__ void __launch_bounds__(256) necklace_power_k2_b(const float* __restrict__ place, const float* __restrict__ speed, const float* __restrict__ charge,
                                                           const float* __restrict__ age, float* __restrict__ power) {
    bead_power<RoomyBead>(place, speed, charge, age, power);
}

// ---- Spices: kinship of every two recipes, the sum of the smaller of the two amounts over 128 spices.
constexpr int kRecipes = 4096, kSpices = 128;

template <int kPitch>
__device__ __forceinline__ void kinship(const float* __restrict__ amount, float* __restrict__ kin) {
    __shared__ float mine[32][32], theirs[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y, row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int from = 0; from < kSpices; from += 32) {
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            mine[ty + 8 * r][tx] = amount[(row0 + ty + 8 * r) * kSpices + from + tx];
            theirs[ty + 8 * r][tx] = amount[(col0 + ty + 8 * r) * kSpices + from + tx];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k)
#pragma unroll
            for (int r = 0; r < 4; ++r) sum[r] += fminf(mine[ty + 8 * r][k], theirs[tx][k]);
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) kin[(size_t)(row0 + ty + 8 * r) * kRecipes + col0 + tx] = sum[r];
}

__global__ void __launch_bounds__(256) spice_kinship_k2_a(const float* __restrict__ amount, float* __restrict__ kin) { kinship<32>(amount, kin); }
__global__ void __launch_bounds__(256) spice_kinship_k2_b(const float* __restrict__ amount, float* __restrict__ kin) { kinship<33>(amount, kin); }

// ---- River: new levels of the gauges, and the sum of their squares by block.
constexpr int kRiverBlocks = 132 * 8 * 4, kReadings = kRiverBlocks * 256 * 4 * 32;

__device__ __forceinline__ void river_step(const float4* __restrict__ flow, const float4* __restrict__ level, float4* __restrict__ fresh, float* __restrict__ energy, float ease) {
    extern __shared__ float scratch[];
    int t = threadIdx.x;
    size_t from = (size_t)blockIdx.x * (256 * 32) + t;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < 32; k += 2, from += 512) {
        float4 q0 = flow[from], q1 = flow[from + 256], h0 = level[from], h1 = level[from + 256];
        h0 = make_float4(fmaf(-ease, q0.x, h0.x), fmaf(-ease, q0.y, h0.y), fmaf(-ease, q0.z, h0.z), fmaf(-ease, q0.w, h0.w));
        h1 = make_float4(fmaf(-ease, q1.x, h1.x), fmaf(-ease, q1.y, h1.y), fmaf(-ease, q1.z, h1.z), fmaf(-ease, q1.w, h1.w));
        fresh[from] = h0; fresh[from + 256] = h1;
        sum += h0.x * h0.x + h0.y * h0.y + h0.z * h0.z + h0.w * h0.w + h1.x * h1.x + h1.y * h1.y + h1.z * h1.z + h1.w * h1.w;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) scratch[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) sum += scratch[w];
        energy[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256, 8) river_gauges_k2_a(const float4* __restrict__ flow, const float4* __restrict__ level, float4* __restrict__ fresh, float* __restrict__ energy, float ease) {
    river_step(flow, level, fresh, energy, ease);
}
__global__ void __launch_bounds__(256, 8) river_gauges_k2_b(const float4* __restrict__ flow, const float4* __restrict__ level, float4* __restrict__ fresh, float* __restrict__ energy, float ease) {
    river_step(flow, level, fresh, energy, ease);
}

// ---- Snow: weight of the snow on a roof, summed by block.
constexpr int kSnowBlocks = 132 * 8, kFlakes = kSnowBlocks * 256 * 4 * 256;

__global__ void __launch_bounds__(256, 8) snow_weight_k2_a(const float4* __restrict__ snow, float* __restrict__ weight) {
    __shared__ float part[8];
    int t = threadIdx.x;
    size_t from = (size_t)blockIdx.x * 256 + t;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 1
    for (int k = 0; k < 256; k += 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(snow + from + (size_t)(k + j) * (kSnowBlocks * 256));
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
    float all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
    if (t % 32 == 0) part[t / 32] = all;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) all += part[w];
        weight[blockIdx.x] = all;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *left = filled<float>(kPearls * kTraits, 31), *right = filled<float>(kPearls * kTraits, 32), *apart = empty<float>((size_t)kPearls * kPearls);
    add("pearl_sorting_k2_a", apart, (size_t)kPearls * kPearls, Output::f32, [=] { pearl_sorting_k2_a<<<dim3(kPearls / 128, kPearls / 128), 256>>>(left, right, apart); });
    add("pearl_sorting_k2_b", apart, (size_t)kPearls * kPearls, Output::f32, [=] { pearl_sorting_k2_b<<<dim3(kPearls / 128, kPearls / 128), 256>>>(left, right, apart); });

    float *lx = filled<float>(kLanterns, 33), *ly = filled<float>(kLanterns, 34), *lz = filled<float>(kLanterns, 35), *pull = empty<float>((size_t)kLanterns * 3);
    const float4* heavy = reinterpret_cast<const float4*>(filled<float>(kHeavy * 4, 36));
    add("lantern_drift_k2_a", pull, (size_t)kLanterns * 3, Output::f32, [=] {
        lantern_drift_k2_a<<<kLanterns / (128 * kLanternsEach), 128>>>(lx, ly, lz, heavy, pull, pull + kLanterns, pull + 2 * (size_t)kLanterns); });
    add("lantern_drift_k2_b", pull, (size_t)kLanterns * 3, Output::f32, [=] {
        lantern_drift_k2_b<<<kLanterns / (128 * kLanternsEach), 128>>>(lx, ly, lz, heavy, pull, pull + kLanterns, pull + 2 * (size_t)kLanterns); });

    float *pane = filled<float>(kPaneW * kPaneH, 37), *clear = empty<float>(kPaneW * kPaneH);
    add("frost_window_k2_a", clear, kPaneW * kPaneH, Output::f32, [=] { frost_window_k2_a<<<dim3(kPaneW / 32, kPaneH / 8), dim3(32, 8)>>>(pane, clear, 2); });
    add("frost_window_k2_b", clear, kPaneW * kPaneH, Output::f32, [=] { frost_window_k2_b<<<dim3(kPaneW / 32, kPaneH / 8), dim3(32, 8)>>>(pane, clear); });

    constexpr size_t crops = (size_t)kMarkets * kFields;
    float *yield = filled<float>(crops, 38), *share = empty<float>(crops);
    CHECK(cudaFuncSetAttribute(harvest_shares_k2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kMostFields * sizeof(float)));
    add("harvest_shares_k2_a", share, crops, Output::f32, [=] { harvest_shares_k2_a<<<kMarkets, 256, kMostFields * sizeof(float)>>>(yield, share, kFields); });
    add("harvest_shares_k2_b", share, crops, Output::f32, [=] { harvest_shares_k2_b<<<kMarkets, 256, kFields * sizeof(float)>>>(yield, share, kFields); });

    uint32_t* tree = reinterpret_cast<uint32_t*>(empty<int>(tree_level(kDepth)));
    harness_tree<<<2048, 256>>>(tree); CHECK(cudaGetLastError());
    const uint32_t* asked = reinterpret_cast<const uint32_t*>(indices(kSeekers * kAsked, 0xffffffffu, 39));
    int* place = empty<int>(kSeekers * kAsked);
    add("opera_tickets_k2_a", place, kSeekers * kAsked, Output::i32, [=] { opera_tickets_k2_a<<<kSeekers, 32>>>(tree, asked, place); });
    add("opera_tickets_k2_b", place, kSeekers * kAsked, Output::i32, [=] { opera_tickets_k2_b<<<kSeekers / 8, 256>>>(tree, asked, place); });

    constexpr size_t kept = (size_t)kReaders * 32 * kKept;
    float *cards = filled<float>((size_t)kCards * 32, 40), *notes = filled<float>(kept, 41), *scaled = empty<float>(kept);
    int *next = empty<int>(kCards), *start = indices(kReaders, kCards, 42);
    harness_links<<<kCards / 256, 256>>>(next); CHECK(cudaGetLastError());
    add("library_cards_k2_a", scaled, kept, Output::f32, [=] { library_cards_k2_a<<<kReaders / 8, 256>>>(cards, next, start, notes, scaled); });
    add("library_cards_k2_b", scaled, kept, Output::f32, [=] { library_cards_k2_b<<<kReaders / 8, 256>>>(cards, next, start, notes, scaled); });

    constexpr size_t patches = (size_t)kQuiltW * kQuiltH;
    int *quilt = indices(patches, 1u << 20, 43), *turned = empty<int>(patches);
    add("quilt_turn_k2_a", turned, patches, Output::i32, [=] { quilt_turn_k2_a<<<dim3(kQuiltW / 32, kQuiltH / 32), dim3(32, 8)>>>(quilt, turned); });
    add("quilt_turn_k2_b", turned, patches, Output::i32, [=] { quilt_turn_k2_b<<<dim3(kQuiltW / 32, kQuiltH / 32), dim3(32, 8)>>>(quilt, turned); });

    float *bead_at = filled<float>((size_t)kBeads * 3, 44), *bead_v = filled<float>((size_t)kBeads * 3, 45), *charge = filled<float>(kBeads, 46);
    float *age = filled<float>(kBeads, 47), *power = empty<float>(kBeads);
    add("necklace_power_k2_a", power, kBeads, Output::f32, [=] { necklace_power_k2_a<<<kBeads / 256, 256>>>(bead_at, bead_v, charge, age, power); });
    add("necklace_power_k2_b", power, kBeads, Output::f32, [=] { necklace_power_k2_b<<<kBeads / 256, 256>>>(bead_at, bead_v, charge, age, power); });

    float *amount = filled<float>(kRecipes * kSpices, 48), *kin = empty<float>((size_t)kRecipes * kRecipes);
    add("spice_kinship_k2_a", kin, (size_t)kRecipes * kRecipes, Output::f32, [=] { spice_kinship_k2_a<<<dim3(kRecipes / 32, kRecipes / 32), dim3(32, 8)>>>(amount, kin); });
    add("spice_kinship_k2_b", kin, (size_t)kRecipes * kRecipes, Output::f32, [=] { spice_kinship_k2_b<<<dim3(kRecipes / 32, kRecipes / 32), dim3(32, 8)>>>(amount, kin); });

    const float4 *flow = reinterpret_cast<const float4*>(filled<float>(kReadings, 49)), *level = reinterpret_cast<const float4*>(filled<float>(kReadings, 50));
    float4* fresh = reinterpret_cast<float4*>(empty<float>(kReadings));
    float* energy = empty<float>(kRiverBlocks);
    constexpr int kRoom = 50 * 1024;
    CHECK(cudaFuncSetAttribute(river_gauges_k2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
    add("river_gauges_k2_a", energy, kRiverBlocks, Output::f32, [=] { river_gauges_k2_a<<<kRiverBlocks, 256, kRoom>>>(flow, level, fresh, energy, 0.25f); });
    add("river_gauges_k2_b", energy, kRiverBlocks, Output::f32, [=] { river_gauges_k2_b<<<kRiverBlocks, 256, 8 * sizeof(float)>>>(flow, level, fresh, energy, 0.25f); });

    const float4* snow = reinterpret_cast<const float4*>(filled<float>(kFlakes, 51));
    float* weight = empty<float>(kSnowBlocks);
    add("snow_weight_k2_a", weight, kSnowBlocks, Output::f32, [=] { snow_weight_k2_a<<<kSnowBlocks, 256>>>(snow, weight); });

    return harness::run(argc, argv, cases);
}
