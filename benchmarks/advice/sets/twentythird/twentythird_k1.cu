// Nine measured pairs, one mild pair and one sound kernel: before (_a) and after (_b). The plain forms, as courses and guides show them.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Orchard: total weight of each tree's 512 baskets, one row of the matrix a tree.
constexpr int kTrees = 132 * 4096, kBaskets = 512;

__global__ void __launch_bounds__(256) orchard_baskets_k1_a(const float* __restrict__ weight, float* __restrict__ total) {
    int tree = blockIdx.x * 256 + threadIdx.x;
    const float* row = weight + (size_t)tree * kBaskets;
    float sum = 0.0f;
#pragma unroll 4
    for (int b = 0; b < kBaskets; ++b) sum += row[b];
    total[tree] = sum;
}

__global__ void __launch_bounds__(256) orchard_baskets_k1_b(const float* __restrict__ weight, float* __restrict__ total) {
    int tree = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* row = weight + (size_t)tree * kBaskets;
    float sum = 0.0f;
#pragma unroll
    for (int b = 0; b < kBaskets; b += 32) sum += row[b + lane];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) total[tree] = sum;
}

// ---- Carpet: pattern turned by its diagonal, tiles of 32 x 32 knots.
constexpr int kWarp = 12288, kWeft = 10240;  // columns and rows of the pattern

__global__ void __launch_bounds__(256) carpet_loom_k1_a(const float* __restrict__ pattern, float* __restrict__ turned) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)x * kWeft + y + j] = pattern[(size_t)(y + j) * kWarp + x];
}

__global__ void __launch_bounds__(256) carpet_loom_k1_b(const float* __restrict__ pattern, float* __restrict__ turned) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = pattern[(size_t)(y + j) * kWarp + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(y + j) * kWeft + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- Comets: kinetic energy of every body of a simulation whose bodies carry sixteen properties.
constexpr int kComets = 132 * 2048 * 64;

struct Comet { float place[3], speed[3], pull[3], spin[3], radius, charge, heat, mass; };

__global__ void harness_comets(const Comet* __restrict__ all, float* __restrict__ vx, float* __restrict__ vy, float* __restrict__ vz, float* __restrict__ mass) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    vx[i] = all[i].speed[0]; vy[i] = all[i].speed[1]; vz[i] = all[i].speed[2]; mass[i] = all[i].mass;
}

__global__ void __launch_bounds__(256) comet_swarm_k1_a(const Comet* __restrict__ all, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = all[i].speed[0], y = all[i].speed[1], z = all[i].speed[2];
    energy[i] = 0.5f * (2.0f + all[i].mass) * (x * x + y * y + z * z);
}

__global__ void __launch_bounds__(256) comet_swarm_k1_b(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ vz,
                                                        const float* __restrict__ mass, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = vx[i], y = vy[i], z = vz[i];
    energy[i] = 0.5f * (2.0f + mass[i]) * (x * x + y * y + z * z);
}

// ---- Lanterns: brightness of each lantern of a parade, looked up by its number in a store of three colour lists.
constexpr int kLanterns = 1 << 25, kParade = 132 * 2048 * 48;

__global__ void harness_lanterns(const float* __restrict__ red, const float* __restrict__ green, const float* __restrict__ blue, float4* __restrict__ packed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    packed[i] = make_float4(red[i], green[i], blue[i], 0.0f);
}

__global__ void __launch_bounds__(512) lantern_parade_k1_a(const int* __restrict__ number, const float* __restrict__ red, const float* __restrict__ green,
                                                           const float* __restrict__ blue, float* __restrict__ glow) {
    int i = blockIdx.x * 512 + threadIdx.x, n = number[i];
    float r = red[n], g = green[n], b = blue[n];
    glow[i] = 0.3f * r * r + 0.6f * g * g + 0.1f * b * b;
}

__global__ void __launch_bounds__(512) lantern_parade_k1_b(const int* __restrict__ number, const float4* __restrict__ packed, float* __restrict__ glow) {
    int i = blockIdx.x * 512 + threadIdx.x, n = number[i];
    float4 c = packed[n];
    glow[i] = 0.3f * c.x * c.x + 0.6f * c.y * c.y + 0.1f * c.z * c.z;
}

// ---- Spices: score of looked-up recipe vectors of sixteen numbers against a taste, four lanes a vector. `drawers` points to the first vector.
constexpr int kDrawers = 1 << 24, kOrders = 132 * 2048 * 32;

__device__ __forceinline__ void spice_score(const int* __restrict__ order, const float4* __restrict__ drawers, const float4* __restrict__ taste, float* __restrict__ score) {
    int t = blockIdx.x * 256 + threadIdx.x, quarter = t % 4;
    float4 w = taste[quarter], v = drawers[(size_t)order[t / 4] * 4 + quarter];
    float s = v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
    s += __shfl_xor_sync(0xffffffffu, s, 1);
    s += __shfl_xor_sync(0xffffffffu, s, 2);
    if (quarter == 0) score[t / 4] = s;
}

__global__ void __launch_bounds__(256) spice_drawers_k1_a(const int* __restrict__ order, const float4* __restrict__ drawers, const float4* __restrict__ taste,
                                                          float* __restrict__ score) { spice_score(order, drawers, taste, score); }
__global__ void __launch_bounds__(256) spice_drawers_k1_b(const int* __restrict__ order, const float4* __restrict__ drawers, const float4* __restrict__ taste,
                                                          float* __restrict__ score) { spice_score(order, drawers, taste, score); }

// ---- Fog: grey photograph made black and white.
constexpr int kMeadow = 132 * 2048 * 1024;

__global__ void __launch_bounds__(256) fog_meadow_k1_a(const uint8_t* __restrict__ grey, uint8_t* __restrict__ clear, unsigned level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    clear[i] = grey[i] > level ? 255 : 0;
}

__global__ void __launch_bounds__(256) fog_meadow_k1_b(const uint4* __restrict__ grey, uint4* __restrict__ clear, unsigned level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned levels = level * 0x01010101u;
    uint4 v = grey[i];
    clear[i] = make_uint4(__vcmpgtu4(v.x, levels), __vcmpgtu4(v.y, levels), __vcmpgtu4(v.z, levels), __vcmpgtu4(v.w, levels));
}

// ---- Parrots: colour picture (three bytes a dot) turned grey.
constexpr int kFeathers = 132 * 2048 * 512;

__device__ __forceinline__ unsigned luma(unsigned r, unsigned g, unsigned b) { return (77 * r + 150 * g + 29 * b) >> 8; }

__global__ void __launch_bounds__(128) parrot_feathers_k1_a(const uint8_t* __restrict__ colour, uint8_t* __restrict__ grey) {
    int i = blockIdx.x * 128 + threadIdx.x;
    const uint8_t* dot = colour + (size_t)i * 3;
    grey[i] = luma(dot[0], dot[1], dot[2]);
}

__global__ void __launch_bounds__(128) parrot_feathers_k1_b(const unsigned* __restrict__ colour, unsigned* __restrict__ grey) {
    int i = blockIdx.x * 128 + threadIdx.x;
    const unsigned* dots = colour + (size_t)i * 3;
    unsigned u = dots[0], v = dots[1], w = dots[2];
    unsigned p = luma(u & 255, u >> 8 & 255, u >> 16 & 255), q = luma(u >> 24, v & 255, v >> 8 & 255);
    unsigned r = luma(v >> 16 & 255, v >> 24, w & 255), s = luma(w >> 8 & 255, w >> 16 & 255, w >> 24);
    grey[i] = p | q << 8 | r << 16 | s << 24;
}

// ---- Tides: z = a x + b in half precision.
constexpr int kTides = 132 * 2048 * 512;

__global__ void __launch_bounds__(512) tide_marks_k1_a(__half a, __half b, const __half* __restrict__ x, __half* __restrict__ z) {
    int i = blockIdx.x * 512 + threadIdx.x;
    z[i] = __hfma(a, x[i], b);
}

union Eight { uint4 word; __half2 pair[4]; };

__global__ void __launch_bounds__(512) tide_marks_k1_b(__half a, __half b, const uint4* __restrict__ x, uint4* __restrict__ z) {
    int i = blockIdx.x * 512 + threadIdx.x;
    Eight v;
    v.word = x[i];
#pragma unroll
    for (int j = 0; j < 4; ++j) v.pair[j] = __hfma2(__half2half2(a), v.pair[j], __half2half2(b));
    z[i] = v.word;
}

// ---- Coins: partial sums of the values of (key, value) entries, a slice of 16384 entries a block.
constexpr int kSlices = 132 * 64, kSlice = 16384;

struct Entry { long long key; double value; };

__global__ void harness_coins(const double* __restrict__ value, Entry* __restrict__ entries) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    entries[i].key = (long long)i * 7;
    entries[i].value = value[i];
}

__device__ __forceinline__ void block_total(double sum, double* __restrict__ total) {
    __shared__ double part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        total[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256) coin_ledger_k1_a(const Entry* __restrict__ entries, double* __restrict__ total) {
    const Entry* slice = entries + (size_t)blockIdx.x * kSlice;
    double sum = 0.0;
#pragma unroll 8
    for (int i = threadIdx.x; i < kSlice; i += 256) sum += slice[i].value;
    block_total(sum, total);
}

__global__ void __launch_bounds__(256) coin_ledger_k1_b(const double* __restrict__ values, double* __restrict__ total) {
    const double* slice = values + (size_t)blockIdx.x * kSlice;
    double sum = 0.0;
#pragma unroll 8
    for (int i = threadIdx.x; i < kSlice; i += 256) sum += slice[i];
    block_total(sum, total);
}

// ---- Ferries: scaled sum of two series, four numbers a thread.
constexpr int kFerries = 132 * 2048 * 512;

__device__ __forceinline__ void ferry(float a, const float* __restrict__ out_trip, const float* __restrict__ way_back, float* __restrict__ both) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { u[j] = out_trip[i + 256 * j]; v[j] = way_back[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) both[i + 256 * j] = fmaf(a, u[j], v[j]);
}

__global__ void __launch_bounds__(256) ferry_timetable_k1_a(float a, const float* __restrict__ out_trip, const float* __restrict__ way_back, float* __restrict__ both) {
    ferry(a, out_trip, way_back, both);
}
__global__ void __launch_bounds__(256) ferry_timetable_k1_b(float a, const float* __restrict__ out_trip, const float* __restrict__ way_back, float* __restrict__ both) {
    ferry(a, out_trip, way_back, both);
}

// ---- Barges: a copy, four words of 16 bytes a thread.
constexpr int kBarges = 132 * 2048 * 256;  // words of 16 bytes

__global__ void __launch_bounds__(256) canal_barges_k1_a(const float4* __restrict__ load, float4* __restrict__ unload) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(load + i + 256 * j);
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(unload + i + 256 * j, v[j]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *weight = filled<float>((size_t)kTrees * kBaskets, 11), *total = empty<float>(kTrees);
    add("orchard_baskets_k1_a", total, kTrees, Output::f32, [=] { orchard_baskets_k1_a<<<kTrees / 256, 256>>>(weight, total); });
    add("orchard_baskets_k1_b", total, kTrees, Output::f32, [=] { orchard_baskets_k1_b<<<kTrees / 8, 256>>>(weight, total); });

    constexpr size_t knots = (size_t)kWarp * kWeft;
    float *pattern = filled<float>(knots, 12), *turned = empty<float>(knots);
    dim3 tiles(kWarp / 32, kWeft / 32), loom(32, 8);
    add("carpet_loom_k1_a", turned, knots, Output::f32, [=] { carpet_loom_k1_a<<<tiles, loom>>>(pattern, turned); });
    add("carpet_loom_k1_b", turned, knots, Output::f32, [=] { carpet_loom_k1_b<<<tiles, loom>>>(pattern, turned); });

    const Comet* comets = reinterpret_cast<const Comet*>(filled<float>((size_t)kComets * 16, 13));
    float *vx = empty<float>(kComets), *vy = empty<float>(kComets), *vz = empty<float>(kComets), *mass = empty<float>(kComets), *energy = empty<float>(kComets);
    harness_comets<<<kComets / 256, 256>>>(comets, vx, vy, vz, mass); CHECK(cudaGetLastError());
    add("comet_swarm_k1_a", energy, kComets, Output::f32, [=] { comet_swarm_k1_a<<<kComets / 256, 256>>>(comets, energy); });
    add("comet_swarm_k1_b", energy, kComets, Output::f32, [=] { comet_swarm_k1_b<<<kComets / 256, 256>>>(vx, vy, vz, mass, energy); });

    float *red = filled<float>(kLanterns, 14), *green = filled<float>(kLanterns, 15), *blue = filled<float>(kLanterns, 16), *glow = empty<float>(kParade);
    float4* packed = reinterpret_cast<float4*>(empty<float>((size_t)kLanterns * 4));
    harness_lanterns<<<kLanterns / 256, 256>>>(red, green, blue, packed); CHECK(cudaGetLastError());
    int* number = indices(kParade, kLanterns, 17);
    add("lantern_parade_k1_a", glow, kParade, Output::f32, [=] { lantern_parade_k1_a<<<kParade / 512, 512>>>(number, red, green, blue, glow); });
    add("lantern_parade_k1_b", glow, kParade, Output::f32, [=] { lantern_parade_k1_b<<<kParade / 512, 512>>>(number, packed, glow); });

    constexpr size_t spices = (size_t)kDrawers * 16;
    float *cabinet = filled<float>(spices + 4, 18), *bare = empty<float>(spices), *taste = filled<float>(16, 19), *score = empty<float>(kOrders);
    CHECK(cudaMemcpy(bare, cabinet + 4, spices * sizeof(float), cudaMemcpyDeviceToDevice));  // without the heading of 16 bytes
    int* order = indices(kOrders, kDrawers, 20);
    const float4 *headed = reinterpret_cast<const float4*>(cabinet + 4), *plain = reinterpret_cast<const float4*>(bare), *tastes = reinterpret_cast<const float4*>(taste);
    add("spice_drawers_k1_a", score, kOrders, Output::f32, [=] { spice_drawers_k1_a<<<kOrders / 64, 256>>>(order, headed, tastes, score); });
    add("spice_drawers_k1_b", score, kOrders, Output::f32, [=] { spice_drawers_k1_b<<<kOrders / 64, 256>>>(order, plain, tastes, score); });

    const uint8_t* grey = reinterpret_cast<const uint8_t*>(indices(kMeadow / 4, 0xffffffffu, 21));
    uint8_t* clear = empty<uint8_t>(kMeadow);
    add("fog_meadow_k1_a", clear, kMeadow, Output::u8, [=] { fog_meadow_k1_a<<<kMeadow / 256, 256>>>(grey, clear, 140); });
    add("fog_meadow_k1_b", clear, kMeadow, Output::u8, [=] {
        fog_meadow_k1_b<<<kMeadow / 4096, 256>>>(reinterpret_cast<const uint4*>(grey), reinterpret_cast<uint4*>(clear), 140); });

    const unsigned* colour = reinterpret_cast<const unsigned*>(indices((size_t)kFeathers * 3 / 4, 0xffffffffu, 22));
    uint8_t* pale = empty<uint8_t>(kFeathers);
    add("parrot_feathers_k1_a", pale, kFeathers, Output::u8, [=] {
        parrot_feathers_k1_a<<<kFeathers / 128, 128>>>(reinterpret_cast<const uint8_t*>(colour), pale); });
    add("parrot_feathers_k1_b", pale, kFeathers, Output::u8, [=] { parrot_feathers_k1_b<<<kFeathers / 512, 128>>>(colour, reinterpret_cast<unsigned*>(pale)); });

    __half *x = filled<__half>(kTides, 23), *z = empty<__half>(kTides), a = __float2half(0.75f), b = __float2half(0.25f);
    add("tide_marks_k1_a", z, kTides, Output::f16, [=] { tide_marks_k1_a<<<kTides / 512, 512>>>(a, b, x, z); });
    add("tide_marks_k1_b", z, kTides, Output::f16, [=] {
        tide_marks_k1_b<<<kTides / 4096, 512>>>(a, b, reinterpret_cast<const uint4*>(x), reinterpret_cast<uint4*>(z)); });

    constexpr size_t coins = (size_t)kSlices * kSlice;
    double *value = filled<double>(coins, 25), *sums = empty<double>(kSlices);
    Entry* entries = reinterpret_cast<Entry*>(empty<double>(coins * 2));
    harness_coins<<<coins / 256, 256>>>(value, entries); CHECK(cudaGetLastError());
    add("coin_ledger_k1_a", sums, kSlices, Output::f64, [=] { coin_ledger_k1_a<<<kSlices, 256>>>(entries, sums); });
    add("coin_ledger_k1_b", sums, kSlices, Output::f64, [=] { coin_ledger_k1_b<<<kSlices, 256>>>(value, sums); });

    float *ahead = filled<float>((size_t)kFerries + 1, 26), *level = empty<float>(kFerries), *back = filled<float>(kFerries, 27), *both = empty<float>(kFerries);
    CHECK(cudaMemcpy(level, ahead + 1, (size_t)kFerries * sizeof(float), cudaMemcpyDeviceToDevice));
    add("ferry_timetable_k1_a", both, kFerries, Output::f32, [=] { ferry_timetable_k1_a<<<kFerries / 1024, 256>>>(1.5f, ahead + 1, back, both); });
    add("ferry_timetable_k1_b", both, kFerries, Output::f32, [=] { ferry_timetable_k1_b<<<kFerries / 1024, 256>>>(1.5f, level, back, both); });

    const float4* load = reinterpret_cast<const float4*>(filled<float>((size_t)kBarges * 4, 28));
    float4* unload = reinterpret_cast<float4*>(empty<float>((size_t)kBarges * 4));
    add("canal_barges_k1_a", unload, (size_t)kBarges * 4, Output::f32, [=] { canal_barges_k1_a<<<kBarges / 1024, 256>>>(load, unload); });

    return harness::run(argc, argv, cases);
}
