#include "harness.cuh"

using harness::Case;
using harness::Output;
typedef std::vector<Case> Cases;

static __global__ void harness_positive(float* p, size_t n, uint32_t seed) {  // values in (0, 1)
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = 0.501f + 0.498f * harness::unit((uint32_t)i * 2654435761u + seed);
}
static float* positive(size_t n, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_positive<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- amber_lantern: intensity projection of a scanned volume along x
constexpr int kVolX = 128, kVolY = 896, kVolZ = 896, kRays = kVolY * kVolZ;

__global__ void __launch_bounds__(256) amber_lantern_bt4_a(const float* __restrict__ volume, float* __restrict__ out) {
    const int ray = blockIdx.x * 256 + threadIdx.x;
    const float* line = volume + (size_t)ray * kVolX;
    float top = 0.0f, total = 0.0f;
#pragma unroll 8
    for (int x = 0; x < kVolX; ++x) {
        const float v = line[x];
        top = fmaxf(top, v);
        total += v;
    }
    out[ray] = 0.75f * top + total * (0.25f / kVolX);
}

__global__ void __launch_bounds__(256) amber_lantern_bt4_b(const float* __restrict__ volume, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, first = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
    float4 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = reinterpret_cast<const float4*>(volume + (size_t)(first + r) * kVolX)[lane];
    float mine = 0.0f;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float top = fmaxf(fmaxf(v[r].x, v[r].y), fmaxf(v[r].z, v[r].w));
        float total = (v[r].x + v[r].y) + (v[r].z + v[r].w);
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) {
            top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, d));
            total += __shfl_xor_sync(0xffffffffu, total, d);
        }
        if (lane == r) mine = 0.75f * top + total * (0.25f / kVolX);
    }
    if (lane < 4) out[first + lane] = mine;
}

static void add_amber_lantern(Cases& cases) {
    float* volume = positive((size_t)kRays * kVolX, 11);
    float* out = harness::empty<float>(kRays);
    cases.push_back({"amber_lantern_bt4_a", [=] { amber_lantern_bt4_a<<<kRays / 256, 256>>>(volume, out); }, out, (size_t)kRays, Output::f32});
    cases.push_back({"amber_lantern_bt4_b", [=] { amber_lantern_bt4_b<<<kRays / 32, 256>>>(volume, out); }, out, (size_t)kRays, Output::f32});
}

// ---------------------------------------------------------------- copper_meadow: kinetic energy of every body of a particle system
struct Body {
    float tag, mass, charge, radius, px, py, pz, age;
    float vx, vy, vz, spin, ax, ay, az, heat;
};
constexpr int kBodies = 20 * 1024 * 1024;

__global__ void __launch_bounds__(256) copper_meadow_bt4_a(const Body* __restrict__ bodies, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float m = bodies[i].mass, x = bodies[i].vx, y = bodies[i].vy, z = bodies[i].vz;
    out[i] = 0.5f * m * (x * x + y * y + z * z);
}

__global__ void __launch_bounds__(256) copper_meadow_bt4_b(const float* __restrict__ mass, const float* __restrict__ vx,
                                                           const float* __restrict__ vy, const float* __restrict__ vz, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float m = mass[i], x = vx[i], y = vy[i], z = vz[i];
    out[i] = 0.5f * m * (x * x + y * y + z * z);
}

static __global__ void harness_split_bodies(const Body* bodies, float* mass, float* vx, float* vy, float* vz) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    mass[i] = bodies[i].mass; vx[i] = bodies[i].vx; vy[i] = bodies[i].vy; vz[i] = bodies[i].vz;
}

static void add_copper_meadow(Cases& cases) {
    const Body* bodies = reinterpret_cast<const Body*>(positive((size_t)kBodies * 16, 23));
    float* mass = harness::empty<float>(kBodies);
    float* vx = harness::empty<float>(kBodies);
    float* vy = harness::empty<float>(kBodies);
    float* vz = harness::empty<float>(kBodies);
    float* out = harness::empty<float>(kBodies);
    harness_split_bodies<<<kBodies / 256, 256>>>(bodies, mass, vx, vy, vz); CHECK(cudaGetLastError());
    cases.push_back({"copper_meadow_bt4_a", [=] { copper_meadow_bt4_a<<<kBodies / 256, 256>>>(bodies, out); }, out, (size_t)kBodies, Output::f32});
    cases.push_back({"copper_meadow_bt4_b", [=] { copper_meadow_bt4_b<<<kBodies / 256, 256>>>(mass, vx, vy, vz, out); }, out, (size_t)kBodies, Output::f32});
}

// ---------------------------------------------------------------- willow_compass: score of every k-mer of a set of reads from a table
constexpr uint32_t kQueries = 1u << 26, kTable = 1u << 25;

__global__ void __launch_bounds__(256) willow_compass_bt4_a(const int4* __restrict__ codes, const float* __restrict__ table, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int4 c = codes[i];
    const float s0 = table[c.x], s1 = table[c.y], s2 = table[c.z], s3 = table[c.w];
    out[i] = make_float4(s0 * 0.8f + 0.1f, s1 * 0.8f + 0.1f, s2 * 0.8f + 0.1f, s3 * 0.8f + 0.1f);
}

__global__ void __launch_bounds__(256) willow_compass_bt4_b(const int4* __restrict__ codes, const float* __restrict__ table, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int4 c = codes[i];
    const float s0 = table[c.x], s1 = table[c.y], s2 = table[c.z], s3 = table[c.w];
    out[i] = make_float4(s0 * 0.8f + 0.1f, s1 * 0.8f + 0.1f, s2 * 0.8f + 0.1f, s3 * 0.8f + 0.1f);
}

// in_order: near-ascending codes; otherwise the same codes in the order in which the reads came (a bijection of the positions)
static __global__ void harness_codes(int* codes, bool in_order) {
    const uint32_t i = blockIdx.x * 256u + threadIdx.x;
    uint32_t x = i;
    if (!in_order) {
        x = (x * 0x9e3779b1u) & (kQueries - 1); x ^= x >> 13;
        x = (x * 0x85ebca6bu) & (kQueries - 1); x ^= x >> 11;
        x = (x * 0xc2b2ae35u) & (kQueries - 1); x ^= x >> 12;
    }
    codes[i] = (int)((x >> 1) ^ (harness::hash32(x) & 15u));
}

static void add_willow_compass(Cases& cases) {
    float* table = positive(kTable, 31);
    int* shuffled = harness::empty<int>(kQueries);
    int* ordered = harness::empty<int>(kQueries);
    harness_codes<<<kQueries / 256, 256>>>(shuffled, false); CHECK(cudaGetLastError());
    harness_codes<<<kQueries / 256, 256>>>(ordered, true); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(kQueries);
    cases.push_back({"willow_compass_bt4_a", [=] { willow_compass_bt4_a<<<kQueries / 1024, 256>>>((const int4*)shuffled, table, (float4*)out); }, out, (size_t)kQueries, Output::f32});
    cases.push_back({"willow_compass_bt4_b", [=] { willow_compass_bt4_b<<<kQueries / 1024, 256>>>((const int4*)ordered, table, (float4*)out); }, out, (size_t)kQueries, Output::f32});
}

// ---------------------------------------------------------------- marble_orchard: case folding of a text corpus
constexpr size_t kText = 1u << 28;

__global__ void __launch_bounds__(256) marble_orchard_bt4_a(const uint8_t* __restrict__ text, uint8_t* __restrict__ out, uint32_t n) {
    for (uint32_t i = blockIdx.x * 1024u + threadIdx.x; i < n; i += gridDim.x * 1024u) {
        uint32_t c[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) c[j] = text[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * 256] = (uint8_t)(c[j] - 'A' < 26u ? c[j] | 0x20u : c[j]);
    }
}

__device__ inline uint32_t fold4(uint32_t w) {
    const uint32_t low = w & 0x7f7f7f7fu;
    const uint32_t above_z = low + 0x25252525u, from_a = low + 0x3f3f3f3fu;  // bit 7: > 'Z', >= 'A'
    return w | ((~w & 0x80808080u & (from_a ^ above_z)) >> 2);
}
__global__ void __launch_bounds__(256) marble_orchard_bt4_b(const uint4* __restrict__ text, uint4* __restrict__ out, uint32_t n) {
    for (uint32_t i = blockIdx.x * 1024u + threadIdx.x; i < n; i += gridDim.x * 1024u) {
        uint4 w[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) w[j] = text[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * 256] = make_uint4(fold4(w[j].x), fold4(w[j].y), fold4(w[j].z), fold4(w[j].w));
    }
}

static __global__ void harness_text(uint8_t* text, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        text[i] = (uint8_t)(32 + harness::hash32((uint32_t)i + 5u) % 95u);
}

static void add_marble_orchard(Cases& cases) {
    uint8_t* text = harness::empty<uint8_t>(kText);
    harness_text<<<2048, 256>>>(text, kText); CHECK(cudaGetLastError());
    uint8_t* out = harness::empty<uint8_t>(kText);
    cases.push_back({"marble_orchard_bt4_a", [=] { marble_orchard_bt4_a<<<132 * 8, 256>>>(text, out, (uint32_t)kText); }, out, kText, Output::u8});
    cases.push_back({"marble_orchard_bt4_b", [=] { marble_orchard_bt4_b<<<132 * 8, 256>>>((const uint4*)text, (uint4*)out, (uint32_t)(kText / 16)); }, out, kText, Output::u8});
}

// ---------------------------------------------------------------- saffron_harbor: ensemble of small atmosphere models, fourth-order steps in time
constexpr int kMembers = 11088 * 128, kSites = 20, kSteps = 24;

__device__ __forceinline__ void integrate(const float* __restrict__ start, float* __restrict__ out) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float dt = 0.004f, force = 8.0f;
    float x[kSites];
#pragma unroll
    for (int s = 0; s < kSites; ++s) x[s] = start[(size_t)s * kMembers + i];
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
        float y[kSites], k[kSites], sum[kSites];
#pragma unroll
        for (int s = 0; s < kSites; ++s) { y[s] = x[s]; sum[s] = x[s]; }
#pragma unroll
        for (int stage = 0; stage < 4; ++stage) {
            const float part = (stage == 0 || stage == 3) ? dt / 6.0f : dt / 3.0f, ahead = stage == 2 ? dt : 0.5f * dt;
#pragma unroll
            for (int s = 0; s < kSites; ++s)
                k[s] = (y[(s + 1) % kSites] - y[(s + kSites - 2) % kSites]) * y[(s + kSites - 1) % kSites] + (force - y[s]);
#pragma unroll
            for (int s = 0; s < kSites; ++s) {
                sum[s] += part * k[s];
                if (stage < 3) y[s] = x[s] + ahead * k[s];
            }
        }
#pragma unroll
        for (int s = 0; s < kSites; ++s) x[s] = sum[s];
    }
#pragma unroll
    for (int s = 0; s < kSites; ++s) out[(size_t)s * kMembers + i] = x[s];
}

__global__ void __launch_bounds__(128, 12) saffron_harbor_bt4_a(const float* __restrict__ start, float* __restrict__ out) { integrate(start, out); }
__global__ void __launch_bounds__(128) saffron_harbor_bt4_b(const float* __restrict__ start, float* __restrict__ out) { integrate(start, out); }

static void add_saffron_harbor(Cases& cases) {
    const size_t n = (size_t)kMembers * kSites;
    float* start = positive(n, 41);
    float* out = harness::empty<float>(n);
    cases.push_back({"saffron_harbor_bt4_a", [=] { saffron_harbor_bt4_a<<<kMembers / 128, 128>>>(start, out); }, out, n, Output::f32});
    cases.push_back({"saffron_harbor_bt4_b", [=] { saffron_harbor_bt4_b<<<kMembers / 128, 128>>>(start, out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- velvet_kettle: comb filter over many audio channels, one delay per channel
constexpr int kChannels = 1048576, kSamples = 80, kRing = 32;

__global__ void __launch_bounds__(128) velvet_kettle_bt4_a(const float* __restrict__ in, const int* __restrict__ delay, float* __restrict__ out) {
    const int c = blockIdx.x * 128 + threadIdx.x;
    const int d = 1 + delay[c];
    float ring[kRing];
#pragma unroll
    for (int s = 0; s < kRing; ++s) ring[s] = 0.0f;
#pragma unroll 8
    for (int t = 0; t < kSamples; ++t) {
        const float y = in[(size_t)t * kChannels + c] + 0.45f * ring[(t - d) & (kRing - 1)];
        ring[t & (kRing - 1)] = y;
        out[(size_t)t * kChannels + c] = y;
    }
}

__global__ void __launch_bounds__(128) velvet_kettle_bt4_b(const float* __restrict__ in, const int* __restrict__ delay, float* __restrict__ out) {
    __shared__ float ring[kRing][128];
    const int c = blockIdx.x * 128 + threadIdx.x, me = threadIdx.x;
    const int d = 1 + delay[c];
#pragma unroll
    for (int s = 0; s < kRing; ++s) ring[s][me] = 0.0f;
#pragma unroll 8
    for (int t = 0; t < kSamples; ++t) {
        const float y = in[(size_t)t * kChannels + c] + 0.45f * ring[(t - d) & (kRing - 1)][me];
        ring[t & (kRing - 1)][me] = y;
        out[(size_t)t * kChannels + c] = y;
    }
}

static void add_velvet_kettle(Cases& cases) {
    const size_t n = (size_t)kChannels * kSamples;
    float* in = positive(n, 53);
    int* delay = harness::indices(kChannels, kRing - 1, 59);
    float* out = harness::empty<float>(n);
    cases.push_back({"velvet_kettle_bt4_a", [=] { velvet_kettle_bt4_a<<<kChannels / 128, 128>>>(in, delay, out); }, out, n, Output::f32});
    cases.push_back({"velvet_kettle_bt4_b", [=] { velvet_kettle_bt4_b<<<kChannels / 128, 128>>>(in, delay, out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- cedar_trumpet: weighted history of every cell of a climate grid
constexpr int kCells4 = 1048576, kMonths = 26;  // four cells a thread

__device__ __forceinline__ void history(const float4* __restrict__ field, const float* __restrict__ weight, float4* __restrict__ out, float* table) {
    if (threadIdx.x < kMonths) table[threadIdx.x] = weight[threadIdx.x];
    __syncthreads();
    const int c = blockIdx.x * 256 + threadIdx.x;
    float4 h = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int m = 0; m < kMonths; ++m) {
        const float4 v = field[(size_t)m * kCells4 + c];
        const float w = table[m];
        h.x += w * (v.x - h.x); h.y += w * (v.y - h.y); h.z += w * (v.z - h.z); h.w += w * (v.w - h.w);
    }
    out[c] = h;
}
__global__ void __launch_bounds__(256) cedar_trumpet_bt4_a(const float4* __restrict__ field, const float* __restrict__ weight, float4* __restrict__ out) {
    extern __shared__ float table[];
    history(field, weight, out, table);
}
__global__ void __launch_bounds__(256) cedar_trumpet_bt4_b(const float4* __restrict__ field, const float* __restrict__ weight, float4* __restrict__ out) {
    extern __shared__ float table[];
    history(field, weight, out, table);
}

static void add_cedar_trumpet(Cases& cases) {
    const size_t n = (size_t)kCells4 * 4;
    float* field = positive(n * kMonths, 61);
    float* weight = positive(kMonths, 67);
    float* out = harness::empty<float>(n);
    const int wide = 96 * 1024, needed = kMonths * (int)sizeof(float);
    CHECK(cudaFuncSetAttribute(cedar_trumpet_bt4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, wide));
    cases.push_back({"cedar_trumpet_bt4_a", [=] { cedar_trumpet_bt4_a<<<kCells4 / 256, 256, wide>>>((const float4*)field, weight, (float4*)out); }, out, n, Output::f32});
    cases.push_back({"cedar_trumpet_bt4_b", [=] { cedar_trumpet_bt4_b<<<kCells4 / 256, 256, needed>>>((const float4*)field, weight, (float4*)out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- ivory_canoe: attention rows of 64 keys, softmax sharpened by the row's entropy
constexpr int kAttRows = 1048576, kRowsAWarp = 16;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}
__device__ __forceinline__ void attention_rows(const float2* __restrict__ logits, float2* __restrict__ out, int warp) {
    const int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int r = 0; r < kRowsAWarp; ++r) {
        const size_t at = ((size_t)warp * kRowsAWarp + r) * 32 + lane;
        const float2 v = logits[at];
        const float top = warp_max(fmaxf(v.x, v.y));
        const float a = __expf(4.0f * (v.x - top)), b = __expf(4.0f * (v.y - top));
        const float share = __fdividef(1.0f, warp_sum(a + b));
        const float p = a * share, q = b * share;
        const float entropy = -warp_sum(p * __logf(p) + q * __logf(q));
        const float scale = 1.0f + 0.1f * entropy;
        out[at] = make_float2(p * scale, q * scale);
    }
}
__global__ void __launch_bounds__(32) ivory_canoe_bt4_a(const float2* __restrict__ logits, float2* __restrict__ out) {
    attention_rows(logits, out, blockIdx.x);
}
__global__ void __launch_bounds__(256) ivory_canoe_bt4_b(const float2* __restrict__ logits, float2* __restrict__ out) {
    attention_rows(logits, out, blockIdx.x * 8 + (threadIdx.x >> 5));
}

static void add_ivory_canoe(Cases& cases) {
    const size_t n = (size_t)kAttRows * 64;
    float* logits = harness::filled<float>(n, 71);
    float* out = harness::empty<float>(n);
    const int warps = kAttRows / kRowsAWarp;
    cases.push_back({"ivory_canoe_bt4_a", [=] { ivory_canoe_bt4_a<<<warps, 32>>>((const float2*)logits, (float2*)out); }, out, n, Output::f32});
    cases.push_back({"ivory_canoe_bt4_b", [=] { ivory_canoe_bt4_b<<<warps / 8, 256>>>((const float2*)logits, (float2*)out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- pepper_bridge: implied volatility of a book of options by Newton's method
constexpr int kBookBlocks = 276, kBookPerThread = 32, kOptions = kBookBlocks * 1024 * kBookPerThread;

__host__ __device__ __forceinline__ float normal_cdf(float x) {  // Abramowitz and Stegun 26.2.17
    const float z = fabsf(x), t = 1.0f / (1.0f + 0.2316419f * z);
    const float poly = t * (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    const float tail = 0.39894228f * expf(-0.5f * z * z) * poly;
    return x >= 0.0f ? 1.0f - tail : tail;
}
// four contracts at once, strike 1, spot `money`
__device__ __forceinline__ float4 implied(float4 spot, float4 term, float4 quote) {
    const float money[4] = {spot.x, spot.y, spot.z, spot.w}, price[4] = {quote.x, quote.y, quote.z, quote.w}, years[4] = {term.x, term.y, term.z, term.w};
    float root[4], logm[4], sigma[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) { root[e] = sqrtf(years[e]); logm[e] = __logf(money[e]); sigma[e] = 0.5f; }
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const float spread = sigma[e] * root[e];
            const float d1 = __fdividef(logm[e], spread) + 0.5f * spread, d2 = d1 - spread;
            const float density = 0.39894228f * __expf(-0.5f * d1 * d1), density2 = 0.39894228f * __expf(-0.5f * d2 * d2);
            const float t1 = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d1)), t2 = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d2));
            const float tail1 = density * t1 * (0.31938153f + t1 * (-0.356563782f + t1 * (1.781477937f + t1 * (-1.821255978f + t1 * 1.330274429f))));
            const float tail2 = density2 * t2 * (0.31938153f + t2 * (-0.356563782f + t2 * (1.781477937f + t2 * (-1.821255978f + t2 * 1.330274429f))));
            const float c1 = d1 >= 0.0f ? 1.0f - tail1 : tail1, c2 = d2 >= 0.0f ? 1.0f - tail2 : tail2;
            const float vega = fmaxf(money[e] * density * root[e], 0.02f);
            const float next = sigma[e] - __fdividef(money[e] * c1 - c2 - price[e], vega);
            sigma[e] = fminf(fmaxf(next, 0.05f), 2.0f);
        }
    }
    return make_float4(sigma[0], sigma[1], sigma[2], sigma[3]);
}
__global__ void __launch_bounds__(1024) pepper_bridge_bt4_a(const float4* __restrict__ money, const float4* __restrict__ years,
                                                            const float4* __restrict__ price, float4* __restrict__ out) {
    const int first = blockIdx.x * (1024 * kBookPerThread / 4) + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kBookPerThread / 4; ++j) {
        const int i = first + j * 1024;
        out[i] = implied(money[i], years[i], price[i]);
    }
}
__global__ void __launch_bounds__(256) pepper_bridge_bt4_b(const float4* __restrict__ money, const float4* __restrict__ years,
                                                           const float4* __restrict__ price, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = implied(money[i], years[i], price[i]);
}

static __global__ void harness_book(float* money, float* years, float* price) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float m = 1.0f + 0.15f * harness::unit(i * 3u + 1u), y = 1.1f + 0.8f * harness::unit(i * 3u + 2u);
    const float sigma = 0.4f + 0.2f * harness::unit(i * 3u + 3u), spread = sigma * sqrtf(y), d1 = logf(m) / spread + 0.5f * spread;
    money[i] = m; years[i] = y; price[i] = m * normal_cdf(d1) - normal_cdf(d1 - spread);
}

static void add_pepper_bridge(Cases& cases) {
    float* money = harness::empty<float>(kOptions);
    float* years = harness::empty<float>(kOptions);
    float* price = harness::empty<float>(kOptions);
    harness_book<<<kOptions / 256, 256>>>(money, years, price); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(kOptions);
    cases.push_back({"pepper_bridge_bt4_a", [=] { pepper_bridge_bt4_a<<<kBookBlocks, 1024>>>((const float4*)money, (const float4*)years, (const float4*)price, (float4*)out); }, out, (size_t)kOptions, Output::f32});
    cases.push_back({"pepper_bridge_bt4_b", [=] { pepper_bridge_bt4_b<<<kOptions / 1024, 256>>>((const float4*)money, (const float4*)years, (const float4*)price, (float4*)out); }, out, (size_t)kOptions, Output::f32});
}

// ---------------------------------------------------------------- hazel_button: edge weights of a graph, scaled community by community
constexpr int kSmallGroups = 4096, kSmallEdges = 16384, kLargeGroups = 12, kLargeEdges = 2097152, kGroups = kSmallGroups + kLargeGroups, kPiece = 16384;
struct Piece { int first, count, group, unused; };

__device__ __forceinline__ void scale_edges(const float4* __restrict__ weight, float4* __restrict__ out, int first, int count, float scale) {
    const int last = (first + count) / 4;
    for (int i = first / 4 + threadIdx.x; i < last; i += 1024) {  // counts are multiples of 4096
        float4 w[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) w[j] = weight[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            out[i + j * 256] = make_float4(w[j].x * scale + 0.5f, w[j].y * scale + 0.5f, w[j].z * scale + 0.5f, w[j].w * scale + 0.5f);
    }
}
__global__ void __launch_bounds__(256) hazel_button_bt4_a(const float4* __restrict__ weight, const Piece* __restrict__ pieces,
                                                          const float* __restrict__ scale, float4* __restrict__ out) {
    const Piece p = pieces[blockIdx.x];
    scale_edges(weight, out, p.first, p.count, scale[p.group]);
}
__global__ void __launch_bounds__(256) hazel_button_bt4_b(const float4* __restrict__ weight, const Piece* __restrict__ pieces,
                                                          const float* __restrict__ scale, float4* __restrict__ out) {
    const Piece p = pieces[blockIdx.x];
    scale_edges(weight, out, p.first, p.count, scale[p.group]);
}

static void add_hazel_button(Cases& cases) {
    std::vector<Piece> whole, even;
    int at = 0;
    for (int g = 0; g < kGroups; ++g) {
        const int edges = g % 337 == 201 && g / 337 < kLargeGroups ? kLargeEdges : kSmallEdges;
        whole.push_back({at, edges, g, 0});
        for (int done = 0; done < edges; done += kPiece) even.push_back({at + done, kPiece, g, 0});
        at += edges;
    }
    const size_t n = (size_t)at;
    const int blocks = (int)even.size();
    float* weight = positive(n, 83);
    float* scale = positive(kGroups, 89);
    const Piece* by_group = harness::uploaded(whole);
    const Piece* by_piece = harness::uploaded(even);
    float* out = harness::empty<float>(n);
    cases.push_back({"hazel_button_bt4_a", [=] { hazel_button_bt4_a<<<kGroups, 256>>>((const float4*)weight, by_group, scale, (float4*)out); }, out, n, Output::f32});
    cases.push_back({"hazel_button_bt4_b", [=] { hazel_button_bt4_b<<<blocks, 256>>>((const float4*)weight, by_piece, scale, (float4*)out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- coral_sparrow: discharge accumulated along river reaches of 1024 segments
constexpr int kReaches = 73728, kReach = 1024;

__global__ void __launch_bounds__(1024) coral_sparrow_bt4_a(const float* __restrict__ inflow, float* __restrict__ out) {
    __shared__ float run[kReach];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * kReach + t;
    float v = inflow[at];
    run[t] = v;
    __syncthreads();
#pragma unroll
    for (int d = 1; d < kReach; d <<= 1) {
        const float upstream = t >= d ? run[t - d] : 0.0f;
        __syncthreads();
        v += upstream;
        run[t] = v;
        __syncthreads();
    }
    out[at] = v;
}

__global__ void __launch_bounds__(256) coral_sparrow_bt4_b(const float4* __restrict__ inflow, float4* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const size_t at = (size_t)(blockIdx.x * 8 + (threadIdx.x >> 5)) * (kReach / 4) + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = inflow[at + k * 32];
    float before[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        before[k] = v[k].w;
    }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float up = __shfl_up_sync(0xffffffffu, before[k], d);
            if (lane >= d) before[k] += up;
        }
    float carry = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const float base = carry + (before[k] - v[k].w);
        carry += __shfl_sync(0xffffffffu, before[k], 31);
        out[at + k * 32] = make_float4(v[k].x + base, v[k].y + base, v[k].z + base, v[k].w + base);
    }
}

static void add_coral_sparrow(Cases& cases) {
    const size_t n = (size_t)kReaches * kReach;
    float* inflow = positive(n, 97);
    float* out = harness::empty<float>(n);
    cases.push_back({"coral_sparrow_bt4_a", [=] { coral_sparrow_bt4_a<<<kReaches, 1024>>>(inflow, out); }, out, n, Output::f32});
    cases.push_back({"coral_sparrow_bt4_b", [=] { coral_sparrow_bt4_b<<<kReaches / 8, 256>>>((const float4*)inflow, (float4*)out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- tulip_hammer: product of two dense single-precision matrices
constexpr int kRowsA = 1920, kColsB = 2176, kInner = 768;

__global__ void __launch_bounds__(256) tulip_hammer_bt4_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    const int col = blockIdx.x * 32 + (threadIdx.x & 31), row = blockIdx.y * 8 + (threadIdx.x >> 5);
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kInner; ++k) sum += a[(size_t)row * kInner + k] * b[(size_t)k * kColsB + col];
    c[(size_t)row * kColsB + col] = sum;
}

__global__ void __launch_bounds__(256, 2) tulip_hammer_bt4_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][132];
    __shared__ __align__(16) float bs[2][16][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 5, bc = (t & 31) * 4;
    const float* ap = a + (size_t)(row0 + ar) * kInner + ak;
    const float* bp = b + (size_t)bk * kColsB + col0 + bc;
    float4 ra[2], rb[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            ra[h] = *reinterpret_cast<const float4*>(ap + (size_t)h * 64 * kInner + k0);
            rb[h] = *reinterpret_cast<const float4*>(bp + (size_t)(k0 + h * 8) * kColsB);
        }
    };
    auto stash = [&](int s) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            as[s][ak + 0][ar + h * 64] = ra[h].x; as[s][ak + 1][ar + h * 64] = ra[h].y;
            as[s][ak + 2][ar + h * 64] = ra[h].z; as[s][ak + 3][ar + h * 64] = ra[h].w;
            *reinterpret_cast<float4*>(&bs[s][bk + h * 8][bc]) = rb[h];
        }
    };
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0f;
    load(0); stash(0);
    __syncthreads();
    int s = 0;
    for (int k0 = 0; k0 < kInner; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < kInner;
        if (more) load(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&as[s][k][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&as[s][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(&bs[s][k][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(&bs[s][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += x[i] * y[j];
        }
        if (more) stash(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* line = c + (size_t)(row0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kColsB + col0 + tx * 4;
        *reinterpret_cast<float4*>(line) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(line + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

static void add_tulip_hammer(Cases& cases) {
    float* a = positive((size_t)kRowsA * kInner, 101);
    float* b = positive((size_t)kInner * kColsB, 103);
    const size_t n = (size_t)kRowsA * kColsB;
    float* c = harness::empty<float>(n);
    cases.push_back({"tulip_hammer_bt4_a", [=] { tulip_hammer_bt4_a<<<dim3(kColsB / 32, kRowsA / 8), 256>>>(a, b, c); }, c, n, Output::f32});
    cases.push_back({"tulip_hammer_bt4_b", [=] { tulip_hammer_bt4_b<<<dim3(kColsB / 128, kRowsA / 128), 256>>>(a, b, c); }, c, n, Output::f32});
}

// ---------------------------------------------------------------- juniper_slate: mix of two seismic recordings
constexpr size_t kTrace = 96u * 1024 * 1024;

__device__ __forceinline__ void mix(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = x[i + j * 256]; q[j] = y[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = 0.6f * p[j] + 0.4f * q[j] * q[j];
}
__global__ void __launch_bounds__(256) juniper_slate_bt4_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { mix(x, y, out); }
__global__ void __launch_bounds__(256) juniper_slate_bt4_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { mix(x, y, out); }

static void add_juniper_slate(Cases& cases) {
    float* x = positive(kTrace + 32, 107);
    float* y = positive(kTrace + 32, 109);
    float* xs = harness::empty<float>(kTrace);
    float* ys = harness::empty<float>(kTrace);
    CHECK(cudaMemcpy(xs, x + 1, kTrace * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(ys, y + 1, kTrace * sizeof(float), cudaMemcpyDeviceToDevice));
    float* out = harness::empty<float>(kTrace);
    const int blocks = (int)(kTrace / 1024);
    cases.push_back({"juniper_slate_bt4_a", [=] { juniper_slate_bt4_a<<<blocks, 256>>>(x + 1, y + 1, out); }, out, kTrace, Output::f32});
    cases.push_back({"juniper_slate_bt4_b", [=] { juniper_slate_bt4_b<<<blocks, 256>>>(xs, ys, out); }, out, kTrace, Output::f32});
}

// ---------------------------------------------------------------- maple_thimble: quarter turn of a large single-channel picture
constexpr int kSide = 8192;

template <int kPitch>
__device__ __forceinline__ void quarter_turn(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32 * kPitch];
    const int x = threadIdx.x & 31, y = threadIdx.x >> 5, col = blockIdx.x * 32, row = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[(y + j * 8) * kPitch + x] = in[(size_t)(row + y + j * 8) * kSide + col + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)(col + y + j * 8) * kSide + row + x] = tile[x * kPitch + y + j * 8];
}
__global__ void __launch_bounds__(256) maple_thimble_bt4_a(const float* __restrict__ in, float* __restrict__ out) { quarter_turn<34>(in, out); }
__global__ void __launch_bounds__(256) maple_thimble_bt4_b(const float* __restrict__ in, float* __restrict__ out) { quarter_turn<33>(in, out); }

static void add_maple_thimble(Cases& cases) {
    const size_t n = (size_t)kSide * kSide;
    float* in = positive(n, 113);
    float* out = harness::empty<float>(n);
    cases.push_back({"maple_thimble_bt4_a", [=] { maple_thimble_bt4_a<<<dim3(kSide / 32, kSide / 32), 256>>>(in, out); }, out, n, Output::f32});
    cases.push_back({"maple_thimble_bt4_b", [=] { maple_thimble_bt4_b<<<dim3(kSide / 32, kSide / 32), 256>>>(in, out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- walnut_pillow: leapfrog update of a wave field held as three arrays
constexpr int kField = 64 * 1024 * 1024;

__global__ void __launch_bounds__(256) walnut_pillow_bt4_a(const float4* __restrict__ now, const float4* __restrict__ past,
                                                           const float4* __restrict__ push, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 u = now[i], v = past[i], f = push[i];
    out[i] = make_float4(2.0f * u.x - v.x + 0.01f * f.x, 2.0f * u.y - v.y + 0.01f * f.y, 2.0f * u.z - v.z + 0.01f * f.z, 2.0f * u.w - v.w + 0.01f * f.w);
}

static void add_walnut_pillow(Cases& cases) {
    float* now = positive(kField, 127);
    float* past = positive(kField, 131);
    float* push = positive(kField, 137);
    float* out = harness::empty<float>(kField);
    cases.push_back({"walnut_pillow_bt4_a", [=] { walnut_pillow_bt4_a<<<kField / 1024, 256>>>((const float4*)now, (const float4*)past, (const float4*)push, (float4*)out); },
                     out, (size_t)kField, Output::f32});
}

// ---------------------------------------------------------------- indigo_ladder: energy of a long signal, one partial sum a block
constexpr int kSignal = 192 * 1024 * 1024, kParts = 132 * 8;

__global__ void __launch_bounds__(256) indigo_ladder_bt4_a(const float4* __restrict__ signal, float* __restrict__ out) {
    __shared__ float part[8];
    const int step = kParts * 256;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSignal / 4; i += step) {
        const float4 v = signal[i];
        s0 += v.x * v.x; s1 += v.y * v.y; s2 += v.z * v.z; s3 += v.w * v.w;
    }
    float s = (s0 + s1) + (s2 + s3);
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int d = 4; d > 0; d >>= 1) s += __shfl_xor_sync(0xffu, s, d);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
}

static void add_indigo_ladder(Cases& cases) {
    float* signal = harness::filled<float>(kSignal, 139);
    float* out = harness::empty<float>(kParts);
    cases.push_back({"indigo_ladder_bt4_a", [=] { indigo_ladder_bt4_a<<<kParts, 256>>>((const float4*)signal, out); }, out, (size_t)kParts, Output::f32});
}

// ---------------------------------------------------------------- plum_whistle: one step of heat flow on a plate, five points, fixed rim
constexpr int kWide = 12288, kHigh = 8192, kStrip = 16;

__global__ void __launch_bounds__(256) plum_whistle_bt4_a(const float* __restrict__ in, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, q = blockIdx.x * 256 + threadIdx.x, x = q * 4, y0 = blockIdx.y * kStrip;
    const float4* rows = reinterpret_cast<const float4*>(in) + q;
    float4* drain = reinterpret_cast<float4*>(out) + q;
    const int pitch = kWide / 4;
    float4 up = rows[(size_t)max(y0 - 1, 0) * pitch], mid = rows[(size_t)y0 * pitch];
#pragma unroll 4
    for (int j = 0; j < kStrip; ++j) {
        const int y = y0 + j;
        const float4 down = rows[(size_t)min(y + 1, kHigh - 1) * pitch];
        float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) left = x > 0 ? in[(size_t)y * kWide + x - 1] : mid.x;
        if (lane == 31) right = x + 4 < kWide ? in[(size_t)y * kWide + x + 4] : mid.w;
        float4 r;
        r.x = 0.6f * mid.x + 0.1f * (left + mid.y + up.x + down.x);
        r.y = 0.6f * mid.y + 0.1f * (mid.x + mid.z + up.y + down.y);
        r.z = 0.6f * mid.z + 0.1f * (mid.y + mid.w + up.z + down.z);
        r.w = 0.6f * mid.w + 0.1f * (mid.z + right + up.w + down.w);
        drain[(size_t)y * pitch] = r;
        up = mid; mid = down;
    }
}

static void add_plum_whistle(Cases& cases) {
    const size_t n = (size_t)kWide * kHigh;
    float* in = positive(n, 149);
    float* out = harness::empty<float>(n);
    cases.push_back({"plum_whistle_bt4_a", [=] { plum_whistle_bt4_a<<<dim3(kWide / 1024, kHigh / kStrip), 256>>>(in, out); }, out, n, Output::f32});
}

// ---------------------------------------------------------------- olive_saddle: shortest two-leg routes between stops (min-plus product)
constexpr int kFrom = 1920, kTo = 2176, kVia = 896;

__global__ void __launch_bounds__(256, 2) olive_saddle_bt4_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][132];
    __shared__ __align__(16) float bs[2][16][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 5, bc = (t & 31) * 4;
    const float* ap = a + (size_t)(row0 + ar) * kVia + ak;
    const float* bp = b + (size_t)bk * kTo + col0 + bc;
    float4 ra[2], rb[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            ra[h] = *reinterpret_cast<const float4*>(ap + (size_t)h * 64 * kVia + k0);
            rb[h] = *reinterpret_cast<const float4*>(bp + (size_t)(k0 + h * 8) * kTo);
        }
    };
    auto stash = [&](int s) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            as[s][ak + 0][ar + h * 64] = ra[h].x; as[s][ak + 1][ar + h * 64] = ra[h].y;
            as[s][ak + 2][ar + h * 64] = ra[h].z; as[s][ak + 3][ar + h * 64] = ra[h].w;
            *reinterpret_cast<float4*>(&bs[s][bk + h * 8][bc]) = rb[h];
        }
    };
    float best[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) best[i][j] = 1e30f;
    load(0); stash(0);
    __syncthreads();
    int s = 0;
    for (int k0 = 0; k0 < kVia; k0 += 16, s ^= 1) {
        const bool more = k0 + 16 < kVia;
        if (more) load(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&as[s][k][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&as[s][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(&bs[s][k][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(&bs[s][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) best[i][j] = fminf(best[i][j], x[i] + y[j]);
        }
        if (more) stash(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* line = c + (size_t)(row0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kTo + col0 + tx * 4;
        *reinterpret_cast<float4*>(line) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
        *reinterpret_cast<float4*>(line + 64) = make_float4(best[i][4], best[i][5], best[i][6], best[i][7]);
    }
}

static void add_olive_saddle(Cases& cases) {
    float* a = positive((size_t)kFrom * kVia, 151);
    float* b = positive((size_t)kVia * kTo, 157);
    const size_t n = (size_t)kFrom * kTo;
    float* c = harness::empty<float>(n);
    cases.push_back({"olive_saddle_bt4_a", [=] { olive_saddle_bt4_a<<<dim3(kTo / 128, kFrom / 128), 256>>>(a, b, c); }, c, n, Output::f32});
}

int main(int argc, char** argv) {
    Cases cases;
    add_amber_lantern(cases);
    add_copper_meadow(cases);
    add_willow_compass(cases);
    add_marble_orchard(cases);
    add_saffron_harbor(cases);
    add_velvet_kettle(cases);
    add_cedar_trumpet(cases);
    add_ivory_canoe(cases);
    add_pepper_bridge(cases);
    add_hazel_button(cases);
    add_coral_sparrow(cases);
    add_tulip_hammer(cases);
    add_juniper_slate(cases);
    add_maple_thimble(cases);
    add_walnut_pillow(cases);
    add_indigo_ladder(cases);
    add_plum_whistle(cases);
    add_olive_saddle(cases);
    return harness::run(argc, argv, cases);
}
