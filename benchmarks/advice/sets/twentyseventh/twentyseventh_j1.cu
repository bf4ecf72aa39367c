// Eleven measured cases from markets, games, media, molecules and waves: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Markets: realised variance of each of a million price paths over 128 days (row-major returns, one row a path).
constexpr int kPaths = 1 << 20, kDays = 128;

__global__ void __launch_bounds__(128) market_stalls_j1_a(const float* __restrict__ returns, float* __restrict__ variance) {
    int path = blockIdx.x * 128 + threadIdx.x;
    const float* row = returns + (size_t)path * kDays;
    float sum = 0.0f, square = 0.0f;
#pragma unroll 8
    for (int d = 0; d < kDays; ++d) {
        float r = row[d];
        sum += r;
        square = fmaf(r, r, square);
    }
    float mean = sum * (1.0f / kDays);
    variance[path] = square * (1.0f / kDays) - mean * mean;
}

__global__ void __launch_bounds__(128) market_stalls_j1_b(const float* __restrict__ returns, float* __restrict__ variance) {
    int path = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* row = returns + (size_t)path * kDays;
    float sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int d = 0; d < kDays; d += 32) {
        float r = row[d + lane];
        sum += r;
        square = fmaf(r, r, square);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        square += __shfl_xor_sync(0xffffffffu, square, o);
    }
    float mean = sum * (1.0f / kDays);
    if (lane == 0) variance[path] = square * (1.0f / kDays) - mean * mean;
}

// ---- Database export: 15 float columns become packed rows of 15 fixed-point integers.
constexpr int kRows = 1 << 22, kColumns = 15;

__device__ __forceinline__ int fixed_point(float v) { return __float2int_rn(v * 1000.0f); }

__global__ void __launch_bounds__(256) parcel_labels_j1_a(const float* __restrict__ columns, int* __restrict__ rows) {
    int r = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int c = 0; c < kColumns; ++c) rows[(size_t)r * kColumns + c] = fixed_point(columns[(size_t)c * kRows + r]);
}

__global__ void __launch_bounds__(256) parcel_labels_j1_b(const float* __restrict__ columns, int* __restrict__ rows) {
    __shared__ int page[256 * kColumns];
    int t = threadIdx.x, r = blockIdx.x * 256 + t;
#pragma unroll
    for (int c = 0; c < kColumns; ++c) page[t * kColumns + c] = fixed_point(columns[(size_t)c * kRows + r]);  // 15 is odd: every bank once
    __syncthreads();
    int* to = rows + (size_t)blockIdx.x * (256 * kColumns);
#pragma unroll
    for (int c = 0; c < kColumns; ++c) to[c * 256 + t] = page[c * 256 + t];
}

// ---- Game world: stamina of each creature after a tick, from its record (or from the columns of a component store).
struct Creature {
    float x, y, z, heading, vx, vy, vz, stamina;
    float armour, hunger, squad, model, scale, tint, fade, morale;
};
constexpr int kCreatures = 1 << 24;

__device__ __forceinline__ float rested(float stamina, float hunger) { return fminf(stamina + 0.02f * (1.0f - fabsf(hunger)), 1.0f); }

__global__ void __launch_bounds__(256) orchard_walk_j1_a(const Creature* __restrict__ creatures, float* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    next[i] = rested(creatures[i].stamina, creatures[i].hunger);
}

__global__ void __launch_bounds__(256) orchard_walk_j1_b(const float* __restrict__ stamina, const float* __restrict__ hunger, float* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    next[i] = rested(stamina[i], hunger[i]);
}

__global__ void harness_columns(const Creature* __restrict__ creatures, float* __restrict__ stamina, float* __restrict__ hunger) {
    int i = blockIdx.x * 256 + threadIdx.x;
    stamina[i] = creatures[i].stamina;
    hunger[i] = creatures[i].hunger;
}

// ---- Molecules: energy of each harmonic bond between two atoms of an unordered list.
constexpr int kAtoms = 24 << 20, kBonds = 8 << 20;

__device__ __forceinline__ float spring(float dx, float dy, float dz) {
    float off = sqrtf(fmaf(dx, dx, fmaf(dy, dy, dz * dz))) - 0.9f;
    return 0.5f * off * off;
}

__global__ void __launch_bounds__(192) rope_bridge_j1_a(const int2* __restrict__ bonds, const float* __restrict__ x, const float* __restrict__ y,
                                                        const float* __restrict__ z, float* __restrict__ energy) {
    int b = blockIdx.x * 192 + threadIdx.x;
    if (b >= kBonds) return;
    int2 ends = bonds[b];
    energy[b] = spring(x[ends.x] - x[ends.y], y[ends.x] - y[ends.y], z[ends.x] - z[ends.y]);
}

__global__ void __launch_bounds__(192) rope_bridge_j1_b(const int2* __restrict__ bonds, const float4* __restrict__ atoms, float* __restrict__ energy) {
    int b = blockIdx.x * 192 + threadIdx.x;
    if (b >= kBonds) return;
    int2 ends = bonds[b];
    float4 p = atoms[ends.x], q = atoms[ends.y];
    energy[b] = spring(p.x - q.x, p.y - q.y, p.z - q.z);
}

__global__ void harness_pack(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z, float4* __restrict__ atoms) {
    int i = blockIdx.x * 256 + threadIdx.x;
    atoms[i] = make_float4(x[i], y[i], z[i], 0.0f);
}

// ---- Recommender: score of each requested item, its eight factors against the visitor's; two lanes an item, four items a pair of lanes.
// The table of factors follows the header of its file: four floats (version, count, two scales), or eight with reserved ones.
constexpr int kItems = 1 << 19, kRequests = 32 << 20;

template <int kHeader>
__device__ __forceinline__ void item_scores(const float* __restrict__ file, const int4* __restrict__ wanted, float4 low, float4 high, float2* __restrict__ score) {
    int i = blockIdx.x * 256 + threadIdx.x, half = i & 1;
    int4 ids = wanted[i >> 1];
    float4 w = half ? high : low;
    const float* table = file + kHeader + 4 * half;
    float4 f[4];
    f[0] = *reinterpret_cast<const float4*>(table + ids.x * 8);
    f[1] = *reinterpret_cast<const float4*>(table + ids.y * 8);
    f[2] = *reinterpret_cast<const float4*>(table + ids.z * 8);
    f[3] = *reinterpret_cast<const float4*>(table + ids.w * 8);
    float s[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k] = fmaf(f[k].x, w.x, fmaf(f[k].y, w.y, fmaf(f[k].z, w.z, f[k].w * w.w)));
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k] += __shfl_xor_sync(0xffffffffu, s[k], 1);
    score[i] = half ? make_float2(s[2], s[3]) : make_float2(s[0], s[1]);
}

__global__ void __launch_bounds__(256) museum_guide_j1_a(const float* __restrict__ file, const int4* __restrict__ wanted, float4 low, float4 high,
                                                         float2* __restrict__ score) {
    item_scores<4>(file, wanted, low, high, score);
}
__global__ void __launch_bounds__(256) museum_guide_j1_b(const float* __restrict__ file, const int4* __restrict__ wanted, float4 low, float4 high,
                                                         float2* __restrict__ score) {
    item_scores<8>(file, wanted, low, high, score);
}

// ---- Imaging: cross-fade of two grey pictures of 8 bits.
constexpr int kGrey = 1 << 28;

__device__ __forceinline__ unsigned faded(unsigned p, unsigned q, unsigned weight) { return (p * weight + q * (256u - weight) + 128u) >> 8; }

__global__ void __launch_bounds__(512) twin_windows_j1_a(const uint8_t* __restrict__ p, const uint8_t* __restrict__ q, unsigned weight, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    out[i] = (uint8_t)faded(p[i], q[i], weight);
}

__device__ __forceinline__ unsigned faded4(unsigned p, unsigned q, unsigned weight) {
    unsigned r = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) r |= faded((p >> k) & 255u, (q >> k) & 255u, weight) << k;
    return r;
}

__global__ void __launch_bounds__(512) twin_windows_j1_b(const uint4* __restrict__ p, const uint4* __restrict__ q, unsigned weight, uint4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 u = p[i], v = q[i];
    out[i] = make_uint4(faded4(u.x, v.x, weight), faded4(u.y, v.y, weight), faded4(u.z, v.z, weight), faded4(u.w, v.w, weight));
}

// ---- Media pipeline: luma plane of eight packed RGB24 frames of 7680 x 4320.
constexpr int kWide = 7680, kHigh = 4320 * 8;

__device__ __forceinline__ unsigned luma_of(unsigned r, unsigned g, unsigned b) { return (77u * r + 150u * g + 29u * b + 128u) >> 8; }

__global__ void __launch_bounds__(256) poster_print_j1_a(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * kWide + x;
    luma[at] = (uint8_t)luma_of(rgb[3 * at], rgb[3 * at + 1], rgb[3 * at + 2]);
}

__global__ void __launch_bounds__(256) poster_print_j1_b(const unsigned* __restrict__ rgb, unsigned* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * (kWide / 4) + x;  // four pixels: three words in, one out
    unsigned u = rgb[3 * at], v = rgb[3 * at + 1], w = rgb[3 * at + 2];
    unsigned p0 = luma_of(u & 255u, (u >> 8) & 255u, (u >> 16) & 255u), p1 = luma_of(u >> 24, v & 255u, (v >> 8) & 255u);
    unsigned p2 = luma_of((v >> 16) & 255u, v >> 24, w & 255u), p3 = luma_of((w >> 8) & 255u, (w >> 16) & 255u, w >> 24);
    luma[at] = p0 | p1 << 8 | p2 << 16 | p3 << 24;
}

// ---- Network layer: hard-swish of a half tensor.
constexpr int kCells = 1 << 28;

__device__ __forceinline__ __half hard_swish(__half h, float gain) {
    float v = gain * __half2float(h);
    return __float2half_rn(v * fminf(fmaxf(fmaf(v, 1.0f / 6.0f, 0.5f), 0.0f), 1.0f));
}

__global__ void __launch_bounds__(256) night_ferry_j1_a(const __half* __restrict__ in, float gain, __half* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = hard_swish(in[i], gain);
}

__global__ void __launch_bounds__(256) night_ferry_j1_b(const uint4* __restrict__ in, float gain, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    union { uint4 all; __half h[8]; } v;
    v.all = in[i];
#pragma unroll
    for (int k = 0; k < 8; ++k) v.h[k] = hard_swish(v.h[k], gain);
    out[i] = v.all;
}

// ---- Ocean surface: folding of the waves from the height and the two displacements that inverse transforms left (real parts).
constexpr int kSea = 8192 * 4096;

__device__ __forceinline__ float folding(float h, float dx, float dz) { return fmaf(1.0f + 0.6f * dx, 1.0f + 0.6f * dz, -0.25f * h * h); }

__global__ void __launch_bounds__(384) harbour_swell_j1_a(const float2* __restrict__ height, const float2* __restrict__ east, const float2* __restrict__ north,
                                                          float* __restrict__ fold) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i < kSea) fold[i] = folding(height[i].x, east[i].x, north[i].x);
}

__global__ void __launch_bounds__(384) harbour_swell_j1_b(const float* __restrict__ height, const float* __restrict__ east, const float* __restrict__ north,
                                                          float* __restrict__ fold) {
    int i = blockIdx.x * 384 + threadIdx.x;
    if (i < kSea) fold[i] = folding(height[i], east[i], north[i]);
}

__global__ void harness_real(const float2* __restrict__ both, float* __restrict__ real) {
    int i = blockIdx.x * 256 + threadIdx.x;
    real[i] = both[i].x;
}

// ---- Clocks: drift between two logs of ticks, four a thread; the first log begins after a word of header.
constexpr int kTicks = 1 << 26;

__device__ __forceinline__ void tick_drift(const float* __restrict__ tower, const float* __restrict__ radio, float* __restrict__ drift) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = tower[i + 256 * k]; b[k] = radio[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) drift[i + 256 * k] = fmaf(0.999f, a[k], -b[k]);
}

__global__ void __launch_bounds__(256) clock_tower_j1_a(const float* __restrict__ tower, const float* __restrict__ radio, float* __restrict__ drift) {
    tick_drift(tower + 1, radio, drift);
}
__global__ void __launch_bounds__(256) clock_tower_j1_b(const float* __restrict__ tower, const float* __restrict__ radio, float* __restrict__ drift) {
    tick_drift(tower, radio, drift);
}

// ---- Training: one step of gradient descent with momentum.
constexpr int kWeights = 1 << 24;  // quadruples

__global__ void __launch_bounds__(256) tram_ledger_j1_a(const float4* __restrict__ weight, const float4* __restrict__ speed, const float4* __restrict__ slope,
                                                        float rate, float keep, float4* __restrict__ weight2, float4* __restrict__ speed2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 w = __ldcs(weight + i), m = __ldcs(speed + i), g = __ldcs(slope + i);
    m = make_float4(fmaf(keep, m.x, g.x), fmaf(keep, m.y, g.y), fmaf(keep, m.z, g.z), fmaf(keep, m.w, g.w));
    w = make_float4(fmaf(-rate, m.x, w.x), fmaf(-rate, m.y, w.y), fmaf(-rate, m.z, w.z), fmaf(-rate, m.w, w.w));
    __stcs(speed2 + i, m);
    __stcs(weight2 + i, w);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float* returns = filled<float>((size_t)kPaths * kDays, 41);
    float* variance = empty<float>(kPaths);
    add("market_stalls_j1_a", variance, kPaths, Output::f32, [=] { market_stalls_j1_a<<<kPaths / 128, 128>>>(returns, variance); });
    add("market_stalls_j1_b", variance, kPaths, Output::f32, [=] { market_stalls_j1_b<<<kPaths / 4, 128>>>(returns, variance); });

    constexpr size_t kFields = (size_t)kRows * kColumns;
    float* columns = filled<float>(kFields, 42);
    int* rows = empty<int>(kFields);
    add("parcel_labels_j1_a", rows, kFields, Output::i32, [=] { parcel_labels_j1_a<<<kRows / 256, 256>>>(columns, rows); });
    add("parcel_labels_j1_b", rows, kFields, Output::i32, [=] { parcel_labels_j1_b<<<kRows / 256, 256>>>(columns, rows); });

    Creature* creatures = reinterpret_cast<Creature*>(filled<float>((size_t)kCreatures * 16, 43));
    float *stamina = empty<float>(kCreatures), *hunger = empty<float>(kCreatures), *next = empty<float>(kCreatures);
    harness_columns<<<kCreatures / 256, 256>>>(creatures, stamina, hunger); CHECK(cudaGetLastError());
    add("orchard_walk_j1_a", next, kCreatures, Output::f32, [=] { orchard_walk_j1_a<<<kCreatures / 256, 256>>>(creatures, next); });
    add("orchard_walk_j1_b", next, kCreatures, Output::f32, [=] { orchard_walk_j1_b<<<kCreatures / 256, 256>>>(stamina, hunger, next); });

    float *x = filled<float>(kAtoms, 44), *y = filled<float>(kAtoms, 45), *z = filled<float>(kAtoms, 46), *energy = empty<float>(kBonds);
    float4* atoms = reinterpret_cast<float4*>(empty<float>((size_t)kAtoms * 4));
    int2* bonds = reinterpret_cast<int2*>(indices((size_t)kBonds * 2, kAtoms, 47));
    harness_pack<<<kAtoms / 256, 256>>>(x, y, z, atoms); CHECK(cudaGetLastError());
    constexpr int kBondBlocks = (kBonds + 191) / 192;
    add("rope_bridge_j1_a", energy, kBonds, Output::f32, [=] { rope_bridge_j1_a<<<kBondBlocks, 192>>>(bonds, x, y, z, energy); });
    add("rope_bridge_j1_b", energy, kBonds, Output::f32, [=] { rope_bridge_j1_b<<<kBondBlocks, 192>>>(bonds, atoms, energy); });

    float *file = filled<float>((size_t)kItems * 8 + 8, 48), *padded = empty<float>((size_t)kItems * 8 + 8);
    CHECK(cudaMemcpy(padded + 8, file + 4, (size_t)kItems * 32, cudaMemcpyDeviceToDevice));
    int4* wanted = reinterpret_cast<int4*>(indices(kRequests, kItems, 49));
    float* score = empty<float>(kRequests);
    float2* score2 = reinterpret_cast<float2*>(score);
    float4 low = make_float4(0.3f, -0.7f, 0.2f, 0.9f), high = make_float4(-0.4f, 0.6f, 0.8f, -0.1f);
    add("museum_guide_j1_a", score, kRequests, Output::f32, [=] { museum_guide_j1_a<<<kRequests / 512, 256>>>(file, wanted, low, high, score2); });
    add("museum_guide_j1_b", score, kRequests, Output::f32, [=] { museum_guide_j1_b<<<kRequests / 512, 256>>>(padded, wanted, low, high, score2); });

    constexpr size_t kPixels = (size_t)kWide * kHigh;
    uint8_t* bytes = reinterpret_cast<uint8_t*>(indices(kPixels * 3 / 4, 0xffffffffu, 50));  // random bits: two grey pictures, or frames of RGB
    uint8_t *grey = empty<uint8_t>(kGrey), *luma = empty<uint8_t>(kPixels);
    static_assert(2 * (size_t)kGrey <= kPixels * 3, "too few bytes");
    add("twin_windows_j1_a", grey, kGrey, Output::u8, [=] { twin_windows_j1_a<<<kGrey / 512, 512>>>(bytes, bytes + kGrey, 91, grey); });
    add("twin_windows_j1_b", grey, kGrey, Output::u8, [=] {
        twin_windows_j1_b<<<kGrey / 16 / 512, 512>>>(reinterpret_cast<const uint4*>(bytes), reinterpret_cast<const uint4*>(bytes + kGrey), 91,
                                                     reinterpret_cast<uint4*>(grey)); });
    add("poster_print_j1_a", luma, kPixels, Output::u8, [=] { poster_print_j1_a<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(bytes, luma); });
    add("poster_print_j1_b", luma, kPixels, Output::u8, [=] {
        poster_print_j1_b<<<dim3(kWide / 128, kHigh / 8), dim3(32, 8)>>>(reinterpret_cast<const unsigned*>(bytes), reinterpret_cast<unsigned*>(luma)); });

    __half *cells = filled<__half>(kCells, 51), *active = empty<__half>(kCells);
    add("night_ferry_j1_a", active, kCells, Output::f16, [=] { night_ferry_j1_a<<<kCells / 256, 256>>>(cells, 4.5f, active); });
    add("night_ferry_j1_b", active, kCells, Output::f16, [=] {
        night_ferry_j1_b<<<kCells / 8 / 256, 256>>>(reinterpret_cast<const uint4*>(cells), 4.5f, reinterpret_cast<uint4*>(active)); });

    float2 *wave[3];
    float *real[3], *fold = empty<float>(kSea);
    for (int k = 0; k < 3; ++k) {
        wave[k] = reinterpret_cast<float2*>(filled<float>((size_t)kSea * 2, 52 + k));
        real[k] = empty<float>(kSea);
        harness_real<<<kSea / 256, 256>>>(wave[k], real[k]); CHECK(cudaGetLastError());
    }
    float2 *wave0 = wave[0], *wave1 = wave[1], *wave2 = wave[2];
    float *real0 = real[0], *real1 = real[1], *real2 = real[2];
    constexpr int kSeaBlocks = (kSea + 383) / 384;
    add("harbour_swell_j1_a", fold, kSea, Output::f32, [=] { harbour_swell_j1_a<<<kSeaBlocks, 384>>>(wave0, wave1, wave2, fold); });
    add("harbour_swell_j1_b", fold, kSea, Output::f32, [=] { harbour_swell_j1_b<<<kSeaBlocks, 384>>>(real0, real1, real2, fold); });

    float *tower = filled<float>(kTicks + 32, 55), *shifted = empty<float>(kTicks), *radio = filled<float>(kTicks, 56), *drift = empty<float>(kTicks);
    CHECK(cudaMemcpy(shifted, tower + 1, (size_t)kTicks * 4, cudaMemcpyDeviceToDevice));
    add("clock_tower_j1_a", drift, kTicks, Output::f32, [=] { clock_tower_j1_a<<<kTicks / 1024, 256>>>(tower, radio, drift); });
    add("clock_tower_j1_b", drift, kTicks, Output::f32, [=] { clock_tower_j1_b<<<kTicks / 1024, 256>>>(shifted, radio, drift); });

    constexpr size_t kParams = (size_t)kWeights * 4;
    float4 *weight = reinterpret_cast<float4*>(filled<float>(kParams, 57)), *speed = reinterpret_cast<float4*>(filled<float>(kParams, 58));
    float4 *slope = reinterpret_cast<float4*>(filled<float>(kParams, 59)), *weight2 = reinterpret_cast<float4*>(empty<float>(kParams));
    float4* speed2 = reinterpret_cast<float4*>(empty<float>(kParams));
    add("tram_ledger_j1_a", weight2, kParams, Output::f32, [=] { tram_ledger_j1_a<<<kWeights / 256, 256>>>(weight, speed, slope, 0.01f, 0.9f, weight2, speed2); });

    return harness::run(argc, argv, cases);
}
