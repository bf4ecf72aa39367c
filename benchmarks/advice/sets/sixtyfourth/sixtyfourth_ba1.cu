#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// ---------------------------------------------------------------- trades: present value of cash legs
struct Trade {
    int id, book;
    double notional;
    int counterparty, currency, desk, trader;
    long long stamp;
    float rate, spread;
    int flags, venue;
    long long reference;
};
static_assert(sizeof(Trade) == 64, "");
constexpr int kTrades = 16 << 20;

__global__ void trade_setup(Trade* t, double* notional, float* rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Trade v{};
    v.id = i; v.book = i & 63; v.notional = 1000.0 + 900.0 * unit(i * 3u + 1); v.counterparty = hash32(i) & 4095; v.currency = 1; v.desk = i & 7;
    v.trader = i & 31; v.stamp = i; v.rate = 0.03f + 0.02f * unit(i * 7u + 5); v.spread = 0.001f; v.flags = 3; v.venue = 2; v.reference = i * 17ll;
    t[i] = v; notional[i] = v.notional; rate[i] = v.rate;
}
__global__ void amber_kettle_ba1_a(const Trade* __restrict__ book, float* __restrict__ value, float years, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = book[i].rate;
    value[i] = (float)book[i].notional * __expf(-r * years);
}
__global__ void amber_kettle_ba1_b(const double* __restrict__ notional, const float* __restrict__ rate, float* __restrict__ value, float years, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = rate[i];
    value[i] = (float)notional[i] * __expf(-r * years);
}

// ---------------------------------------------------------------- sequencing reads: 3' quality trimming
constexpr int kReads = 2 << 20, kReadWords = 40;
__global__ void reads_setup(uint32_t* rows, uint32_t* planes) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= (size_t)kReads * kReadWords) return;
    uint32_t h = hash32((uint32_t)i), w = 0;
    for (int b = 0; b < 4; ++b) w |= (2u + ((h >> (8 * b)) & 255u) % 40u) << (8 * b);
    size_t read = i / kReadWords, k = i % kReadWords;
    rows[i] = w; planes[k * kReads + read] = w;
}
__device__ __forceinline__ void trim_step(uint32_t w, int word, int& s, int& best, int& cut) {
    s += 86 - (int)__dp4a(w, 0x01010101u, 0u);
    if (s > best) { best = s; cut = word * 4; }
}
__global__ void __launch_bounds__(128) cobalt_ladder_ba1_a(const uint32_t* __restrict__ quality, int* __restrict__ cuts, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    const uint32_t* q = quality + (size_t)r * kReadWords;
    int s = 0, best = 0, cut = kReadWords * 4;
#pragma unroll 8
    for (int k = kReadWords - 1; k >= 0; --k) trim_step(q[k], k, s, best, cut);
    cuts[r] = cut;
}
__global__ void __launch_bounds__(128) cobalt_ladder_ba1_b(const uint32_t* __restrict__ quality, int* __restrict__ cuts, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    int s = 0, best = 0, cut = kReadWords * 4;
#pragma unroll 8
    for (int k = kReadWords - 1; k >= 0; --k) trim_step(quality[(size_t)k * reads + r], k, s, best, cut);
    cuts[r] = cut;
}

// ---------------------------------------------------------------- rainfall scenarios
constexpr int kPaths = 1 << 20, kSteps = 64;
__global__ void __launch_bounds__(256) velvet_anchor_ba1_a(float* __restrict__ series, uint32_t seed, int paths) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float level = 1.0f;
    for (int t = 0; t < kSteps; ++t) {
        float z = unit(seed + (uint32_t)t * 0x9e3779b9u + (uint32_t)p);
        level = fmaf(0.9f, level, 0.1f + 0.05f * z);
        series[(size_t)p * kSteps + t] = level;
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_ba1_b(float* __restrict__ series, uint32_t seed, int paths) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float level = 1.0f;
    for (int t = 0; t < kSteps; ++t) {
        float z = unit(seed + (uint32_t)t * 0x9e3779b9u + (uint32_t)p);
        level = fmaf(0.9f, level, 0.1f + 0.05f * z);
        series[(size_t)t * paths + p] = level;
    }
}

// ---------------------------------------------------------------- plasma: field at the particles
constexpr int kGridX = 8192, kGridY = 4096, kPitch = 8224, kParticles = 1 << 25;
__host__ __device__ inline uint32_t shuffled25(uint32_t p) {
    const uint32_t m = (1u << 25) - 1;
    p = (p * 0x9e3779b1u) & m; p ^= p >> 13; p = (p * 0x85ebca6bu) & m; p ^= p >> 12; p = (p * 0xc2b2ae35u) & m; p ^= p >> 14;
    return p & m;
}
__global__ void particle_setup(float2* position, int shuffle) {
    uint32_t s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= kParticles) return;
    uint32_t p = shuffle ? shuffled25(s) : s;
    float fx = (hash32(p) >> 8) * (0.98f / 16777216.0f), fy = (hash32(p + 77777u) >> 8) * (0.98f / 16777216.0f);
    position[s] = make_float2((float)(p & (kGridX - 1)) + fx, (float)(p >> 13) + fy);
}
__device__ __forceinline__ float field_at(const float2* __restrict__ position, const float* __restrict__ field, int i) {
    float2 at = position[i];
    int x = (int)at.x, y = (int)at.y;
    float fx = at.x - x, fy = at.y - y;
    const float* c = field + (size_t)y * kPitch + x;
    float a = c[0], b = c[1], d = c[kPitch], e = c[kPitch + 1];
    float top = fmaf(fx, b - a, a), low = fmaf(fx, e - d, d);
    return fmaf(fy, low - top, top) + 2.0f;
}
__global__ void __launch_bounds__(320) walnut_signal_ba1_a(const float2* __restrict__ position, const float* __restrict__ field, float* __restrict__ force, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) force[i] = field_at(position, field, i);
}
__global__ void __launch_bounds__(320) walnut_signal_ba1_b(const float2* __restrict__ position, const float* __restrict__ field, float* __restrict__ force, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) force[i] = field_at(position, field, i);
}

// ---------------------------------------------------------------- database: radix partition of join keys
constexpr int kKeys = 64 << 20, kTile = 8192, kBuckets = 128, kTiles = kKeys / kTile, kPartThreads = 512;
__global__ void keys_setup(uint32_t* keys, uint16_t* rank, int* counts, int* starts) {
    __shared__ int count[kBuckets], start[kBuckets];
    int base = blockIdx.x * kTile;
    if (threadIdx.x < kBuckets) count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < kTile; k += blockDim.x) {
        uint32_t key = hash32((uint32_t)(base + k) + 99u) >> 1;
        keys[base + k] = key;
        atomicAdd(&count[key >> 24], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) { int sum = 0; for (int b = 0; b < kBuckets; ++b) { start[b] = sum; sum += count[b]; } }
    __syncthreads();
    if (threadIdx.x < kBuckets) {
        counts[blockIdx.x * kBuckets + threadIdx.x] = count[threadIdx.x];
        starts[blockIdx.x * kBuckets + threadIdx.x] = start[threadIdx.x];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kTile; k += blockDim.x) {
        uint32_t key = hash32((uint32_t)(base + k) + 99u) >> 1;
        rank[base + k] = (uint16_t)atomicAdd(&start[key >> 24], 1);
    }
}
__global__ void __launch_bounds__(kPartThreads) copper_meadow_ba1_a(const uint32_t* __restrict__ keys, const uint16_t* __restrict__ rank,
                                                                  const int* __restrict__ delta, uint32_t* __restrict__ out) {
    __shared__ int shift[kBuckets];
    int t = threadIdx.x, base = blockIdx.x * kTile;
    if (t < kBuckets) shift[t] = delta[blockIdx.x * kBuckets + t];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTile / kPartThreads; ++k) {
        int i = base + k * kPartThreads + t;
        uint32_t key = keys[i];
        out[shift[key >> 24] + rank[i]] = key;
    }
}
__global__ void __launch_bounds__(kPartThreads) copper_meadow_ba1_b(const uint32_t* __restrict__ keys, const uint16_t* __restrict__ rank,
                                                                  const int* __restrict__ delta, uint32_t* __restrict__ out) {
    __shared__ int shift[kBuckets];
    __shared__ uint32_t sorted[kTile];
    int t = threadIdx.x, base = blockIdx.x * kTile;
    if (t < kBuckets) shift[t] = delta[blockIdx.x * kBuckets + t];
#pragma unroll 8
    for (int k = 0; k < kTile / kPartThreads; ++k) {
        int i = base + k * kPartThreads + t;
        sorted[rank[i]] = keys[i];
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTile / kPartThreads; ++k) {
        int p = k * kPartThreads + t;
        uint32_t key = sorted[p];
        out[shift[key >> 24] + p] = key;
    }
}

// ---------------------------------------------------------------- radar: coherent integration over pulses of a cube [pulse][range][antenna]
constexpr int kPulses = 64, kRanges = 65536, kAntennas = 16;
__global__ void __launch_bounds__(256) silent_harbor_ba1_a(const float2* __restrict__ cube, const float2* __restrict__ weight, float* __restrict__ power) {
    int range = blockIdx.x * blockDim.x + threadIdx.x, antenna = blockIdx.y;
    const float2* c = cube + (size_t)range * kAntennas + antenna;
    float re = 0, im = 0;
#pragma unroll 8
    for (int p = 0; p < kPulses; ++p) {
        float2 v = c[(size_t)p * kRanges * kAntennas], w = weight[p];
        re = fmaf(v.x, w.x, re); re = fmaf(-v.y, w.y, re);
        im = fmaf(v.x, w.y, im); im = fmaf(v.y, w.x, im);
    }
    power[range * kAntennas + antenna] = re * re + im * im;
}
__global__ void __launch_bounds__(256) silent_harbor_ba1_b(const float2* __restrict__ cube, const float2* __restrict__ weight, float* __restrict__ power) {
    int antenna = threadIdx.x, range = blockIdx.x * blockDim.y + threadIdx.y;
    const float2* c = cube + (size_t)range * kAntennas + antenna;
    float re = 0, im = 0;
#pragma unroll 8
    for (int p = 0; p < kPulses; ++p) {
        float2 v = c[(size_t)p * kRanges * kAntennas], w = weight[p];
        re = fmaf(v.x, w.x, re); re = fmaf(-v.y, w.y, re);
        im = fmaf(v.x, w.y, im); im = fmaf(v.y, w.x, im);
    }
    power[range * kAntennas + antenna] = re * re + im * im;
}

// ---------------------------------------------------------------- airborne laser points in their file format
#pragma pack(push, 1)
struct LasPoint {
    int x, y, z;
    uint16_t intensity;
    uint8_t returns, label;
    int8_t angle;
    uint8_t user;
    uint16_t source;
    uint32_t seconds;
    uint16_t fraction;
};
#pragma pack(pop)
static_assert(sizeof(LasPoint) == 26, "");
constexpr int kPoints = 16 << 20, kPointBlock = 256;
__global__ void bytes_setup(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = hash32((uint32_t)i + 4242u);
}
__device__ __forceinline__ float reflectance(int x, int y, int z, uint32_t intensity, uint32_t returns, uint32_t label, int angle, uint32_t user,
                                             uint32_t source, uint32_t seconds, uint32_t fraction) {
    float fx = x * 1e-6f, fy = y * 1e-6f, fz = z * 1e-6f;
    float far = fx * fx + fy * fy + fz * fz;
    float bias = (float)(returns & 7u) * 0.25f + (float)label * 0.125f + (float)user * 0.01f + (float)source * 1e-4f;
    float when = (float)seconds * 1e-8f + (float)fraction * 1e-5f;
    return (float)intensity * far * 1e-6f + bias + when + (float)(angle * angle) * 1e-3f;
}
__global__ void __launch_bounds__(kPointBlock) orchid_bracket_ba1_a(const LasPoint* __restrict__ points, float* __restrict__ out) {
    int i = blockIdx.x * kPointBlock + threadIdx.x;
    LasPoint p = points[i];
    out[i] = reflectance(p.x, p.y, p.z, p.intensity, p.returns, p.label, p.angle, p.user, p.source, p.seconds, p.fraction);
}
__global__ void __launch_bounds__(kPointBlock) orchid_bracket_ba1_b(const LasPoint* __restrict__ points, float* __restrict__ out) {
    constexpr int kVectors = kPointBlock * 26 / 16;
    __shared__ uint4 stage[kVectors];
    int t = threadIdx.x;
    const uint4* source = reinterpret_cast<const uint4*>(points) + (size_t)blockIdx.x * kVectors;
    stage[t] = source[t];
    if (t + kPointBlock < kVectors) stage[t + kPointBlock] = source[t + kPointBlock];
    __syncthreads();
    const uint16_t* h = reinterpret_cast<const uint16_t*>(stage) + t * 13;
    int x = h[0] | (uint32_t)h[1] << 16, y = h[2] | (uint32_t)h[3] << 16, z = h[4] | (uint32_t)h[5] << 16;
    uint32_t a = h[7], b = h[8];
    out[blockIdx.x * kPointBlock + t] = reflectance(x, y, z, h[6], a & 255u, a >> 8, (int8_t)(b & 255u), b >> 8, h[9], h[10] | (uint32_t)h[11] << 16, h[12]);
}

// ---------------------------------------------------------------- mild: coupled maps started from records
struct Seed { float x; int cell[4]; float rate; int state[6]; };
static_assert(sizeof(Seed) == 48, "");
constexpr int kSeeds = 4 << 20;
__global__ void seeds_setup(Seed* s, float* x, float* rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= kSeeds) return;
    Seed v{};
    v.x = 0.9f * unit(i + 11u); v.rate = 1.0f + 0.3f * unit(i * 5u + 3u); v.cell[0] = i; v.state[5] = i;
    s[i] = v; x[i] = v.x; rate[i] = v.rate;
}
__device__ __forceinline__ float iterate(float x, float rate) {
    float u = x, v = 0.5f * x;
#pragma unroll 8
    for (int k = 0; k < 600; ++k) {
        u = __fmaf_rn(-rate, __fmul_rn(u, u), 1.0f);
        v = __fmaf_rn(-rate, __fmul_rn(v, v), 1.0f);
    }
    return __fmaf_rn(u, 0.5f, v) + 3.0f;
}
__global__ void __launch_bounds__(192) pepper_lantern_ba1_a(const Seed* __restrict__ seeds, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = iterate(seeds[i].x, seeds[i].rate);
}
__global__ void __launch_bounds__(192) pepper_lantern_ba1_b(const float* __restrict__ x, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = iterate(x[i], rate[i]);
}

// ---------------------------------------------------------------- healthy: packed vertices, and rows chosen by index
constexpr int kVertices = 64 << 20;
__global__ void __launch_bounds__(256) marble_pigeon_ba1_a(const float3* __restrict__ vertex, float* __restrict__ depth, float3 axis, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float3 a = vertex[i], b = vertex[i + half];
    depth[i] = a.x * axis.x + a.y * axis.y + a.z * axis.z + 3.0f;
    depth[i + half] = b.x * axis.x + b.y * axis.y + b.z * axis.z + 3.0f;
}
constexpr int kRows = 1 << 20, kRowVectors = 32;
__global__ void rows_setup(int* index) {
    uint32_t s = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t m = kRows - 1;
    uint32_t p = (s * 0x9e3779b1u) & m; p ^= p >> 11; p = (p * 0x85ebca6bu) & m; p ^= p >> 9; p = (p * 0xc2b2ae35u) & m;
    index[s] = (int)p;
}
__global__ void __launch_bounds__(256) tundra_whistle_ba1_a(const float4* __restrict__ table, const int4* __restrict__ index, float4* __restrict__ out, float scale) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int4 r = index[warp];
    float4 a = table[(size_t)r.x * kRowVectors + lane], b = table[(size_t)r.y * kRowVectors + lane];
    float4 c = table[(size_t)r.z * kRowVectors + lane], d = table[(size_t)r.w * kRowVectors + lane];
    float4* o = out + (size_t)warp * 4 * kRowVectors + lane;
    o[0] = make_float4(a.x * scale, a.y * scale, a.z * scale, a.w * scale);
    o[32] = make_float4(b.x * scale, b.y * scale, b.z * scale, b.w * scale);
    o[64] = make_float4(c.x * scale, c.y * scale, c.z * scale, c.w * scale);
    o[96] = make_float4(d.x * scale, d.y * scale, d.z * scale, d.w * scale);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    Trade* trades = harness::empty<Trade>(kTrades);
    double* notional = harness::empty<double>(kTrades);
    float *rate = harness::empty<float>(kTrades), *value = harness::empty<float>(kTrades);
    trade_setup<<<kTrades / 256, 256>>>(trades, notional, rate, kTrades); CHECK(cudaGetLastError());
    cases.push_back({"amber_kettle_ba1_a", [=] { amber_kettle_ba1_a<<<kTrades / 256, 256>>>(trades, value, 4.5f, kTrades); }, value, (size_t)kTrades});
    cases.push_back({"amber_kettle_ba1_b", [=] { amber_kettle_ba1_b<<<kTrades / 256, 256>>>(notional, rate, value, 4.5f, kTrades); }, value, (size_t)kTrades});

    uint32_t *reads = harness::empty<uint32_t>((size_t)kReads * kReadWords), *planes = harness::empty<uint32_t>((size_t)kReads * kReadWords);
    int* cuts = harness::empty<int>(kReads);
    reads_setup<<<(unsigned)((size_t)kReads * kReadWords / 256), 256>>>(reads, planes); CHECK(cudaGetLastError());
    cases.push_back({"cobalt_ladder_ba1_a", [=] { cobalt_ladder_ba1_a<<<kReads / 128, 128>>>(reads, cuts, kReads); }, cuts, (size_t)kReads, Output::i32});
    cases.push_back({"cobalt_ladder_ba1_b", [=] { cobalt_ladder_ba1_b<<<kReads / 128, 128>>>(planes, cuts, kReads); }, cuts, (size_t)kReads, Output::i32});

    float* series = harness::empty<float>((size_t)kPaths * kSteps);
    cases.push_back({"velvet_anchor_ba1_a", [=] { velvet_anchor_ba1_a<<<kPaths / 256, 256>>>(series, 5u, kPaths); }, series, (size_t)kPaths * kSteps});
    cases.push_back({"velvet_anchor_ba1_b", [=] { velvet_anchor_ba1_b<<<kPaths / 256, 256>>>(series, 5u, kPaths); }, series, (size_t)kPaths * kSteps});

    float* field = harness::filled<float>((size_t)kPitch * (kGridY + 1), 21);
    float2 *loose = harness::empty<float2>(kParticles), *ordered = harness::empty<float2>(kParticles);
    float* force = harness::empty<float>(kParticles);
    particle_setup<<<kParticles / 256, 256>>>(loose, 1); CHECK(cudaGetLastError());
    particle_setup<<<kParticles / 256, 256>>>(ordered, 0); CHECK(cudaGetLastError());
    cases.push_back({"walnut_signal_ba1_a", [=] { walnut_signal_ba1_a<<<(kParticles + 319) / 320, 320>>>(loose, field, force, kParticles); }, force, (size_t)kParticles});
    cases.push_back({"walnut_signal_ba1_b", [=] { walnut_signal_ba1_b<<<(kParticles + 319) / 320, 320>>>(ordered, field, force, kParticles); }, force, (size_t)kParticles});

    uint32_t *keys = harness::empty<uint32_t>(kKeys), *parted = harness::empty<uint32_t>(kKeys);
    uint16_t* rank = harness::empty<uint16_t>(kKeys);
    int *counts = harness::empty<int>(kTiles * kBuckets), *starts = harness::empty<int>(kTiles * kBuckets);
    keys_setup<<<kTiles, 512>>>(keys, rank, counts, starts); CHECK(cudaGetLastError());
    std::vector<int> hc(kTiles * kBuckets), hs(kTiles * kBuckets), hd(kTiles * kBuckets);
    CHECK(cudaMemcpy(hc.data(), counts, hc.size() * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hs.data(), starts, hs.size() * 4, cudaMemcpyDeviceToHost));
    int running = 0;
    for (int b = 0; b < kBuckets; ++b)
        for (int t = 0; t < kTiles; ++t) { hd[t * kBuckets + b] = running - hs[t * kBuckets + b]; running += hc[t * kBuckets + b]; }
    int* delta = harness::uploaded(hd);
    cases.push_back({"copper_meadow_ba1_a", [=] { copper_meadow_ba1_a<<<kTiles, kPartThreads>>>(keys, rank, delta, parted); }, parted, (size_t)kKeys, Output::i32});
    cases.push_back({"copper_meadow_ba1_b", [=] { copper_meadow_ba1_b<<<kTiles, kPartThreads>>>(keys, rank, delta, parted); }, parted, (size_t)kKeys, Output::i32});

    float2* cube = reinterpret_cast<float2*>(harness::filled<float>((size_t)kPulses * kRanges * kAntennas * 2, 31));
    float2* weight = reinterpret_cast<float2*>(harness::filled<float>(kPulses * 2, 32));
    float* power = harness::empty<float>(kRanges * kAntennas);
    cases.push_back({"silent_harbor_ba1_a", [=] { silent_harbor_ba1_a<<<dim3(kRanges / 256, kAntennas), 256>>>(cube, weight, power); }, power, (size_t)kRanges * kAntennas});
    cases.push_back({"silent_harbor_ba1_b", [=] { silent_harbor_ba1_b<<<kRanges / 16, dim3(16, 16)>>>(cube, weight, power); }, power, (size_t)kRanges * kAntennas});

    uint32_t* raw = harness::empty<uint32_t>((size_t)kPoints * 26 / 4);
    bytes_setup<<<4096, 256>>>(raw, (size_t)kPoints * 26 / 4); CHECK(cudaGetLastError());
    const LasPoint* points = reinterpret_cast<const LasPoint*>(raw);
    float* bright = harness::empty<float>(kPoints);
    cases.push_back({"orchid_bracket_ba1_a", [=] { orchid_bracket_ba1_a<<<kPoints / kPointBlock, kPointBlock>>>(points, bright); }, bright, (size_t)kPoints});
    cases.push_back({"orchid_bracket_ba1_b", [=] { orchid_bracket_ba1_b<<<kPoints / kPointBlock, kPointBlock>>>(points, bright); }, bright, (size_t)kPoints});

    Seed* seeds = harness::empty<Seed>(kSeeds);
    float *sx = harness::empty<float>(kSeeds), *sr = harness::empty<float>(kSeeds), *orbit = harness::empty<float>(kSeeds);
    seeds_setup<<<kSeeds / 256, 256>>>(seeds, sx, sr); CHECK(cudaGetLastError());
    cases.push_back({"pepper_lantern_ba1_a", [=] { pepper_lantern_ba1_a<<<(kSeeds + 191) / 192, 192>>>(seeds, orbit, kSeeds); }, orbit, (size_t)kSeeds});
    cases.push_back({"pepper_lantern_ba1_b", [=] { pepper_lantern_ba1_b<<<(kSeeds + 191) / 192, 192>>>(sx, sr, orbit, kSeeds); }, orbit, (size_t)kSeeds});

    float3* vertex = reinterpret_cast<float3*>(harness::filled<float>((size_t)kVertices * 3, 41));
    float* depth = harness::empty<float>(kVertices);
    float3 axis = make_float3(0.3f, 0.5f, -0.8f);
    cases.push_back({"marble_pigeon_ba1_a", [=] { marble_pigeon_ba1_a<<<kVertices / 2 / 256, 256>>>(vertex, depth, axis, kVertices / 2); }, depth, (size_t)kVertices});

    float* table = harness::filled<float>((size_t)kRows * kRowVectors * 4, 51);
    float* picked = harness::empty<float>((size_t)kRows * kRowVectors * 4);
    int* index = harness::empty<int>(kRows);
    rows_setup<<<kRows / 256, 256>>>(index); CHECK(cudaGetLastError());
    cases.push_back({"tundra_whistle_ba1_a", [=] { tundra_whistle_ba1_a<<<kRows / 4 / 8, 256>>>(reinterpret_cast<const float4*>(table), reinterpret_cast<const int4*>(index), reinterpret_cast<float4*>(picked), 0.5f); },
                     picked, (size_t)kRows * kRowVectors * 4});

    return harness::run(argc, argv, cases);
}
