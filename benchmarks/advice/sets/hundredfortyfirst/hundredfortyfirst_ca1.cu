#include "harness.cuh"

using harness::Case;
using harness::Output;

static float* pool() {  // one gigabyte of shared reproducible input
    static float* p = harness::filled<float>(size_t(1) << 28, 5);
    return p;
}
static __global__ void harness_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 747796405u + seed);
}
static uint32_t* words(size_t n, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, n * sizeof(uint32_t)));
    harness_words<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

// Oceanography: density anomaly of a section [station][depth], delivered depth-major.
constexpr int kStations = 131072, kDepths = 960;
__device__ __forceinline__ float density(float t) { return 0.77f - t * (0.15f + t * (0.0045f - t * 0.31f)); }
__global__ void __launch_bounds__(256) copper_lantern_ca1_a(const float* __restrict__ in, float* __restrict__ out) {
    const int d = blockIdx.x, s = blockIdx.y * 256 + threadIdx.x;
    out[(size_t)d * kStations + s] = density(in[(size_t)s * kDepths + d]);
}
__global__ void __launch_bounds__(256) copper_lantern_ca1_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32][33];
    const int d0 = blockIdx.x * 32, s0 = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[y + j][x] = in[(size_t)(s0 + y + j) * kDepths + d0 + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) out[(size_t)(d0 + y + j) * kStations + s0 + x] = density(tile[x][y + j]);
}
static void add_copper(std::vector<Case>& cases) {
    const size_t n = (size_t)kStations * kDepths;
    float *in = pool(), *out = harness::empty<float>(n);
    cases.push_back({"copper_lantern_ca1_a", [=] { copper_lantern_ca1_a<<<dim3(kDepths, kStations / 256), 256>>>(in, out); }, out, n, Output::f32});
    cases.push_back({"copper_lantern_ca1_b", [=] { copper_lantern_ca1_b<<<dim3(kDepths / 32, kStations / 32), dim3(32, 8)>>>(in, out); }, out, n, Output::f32});
}

// Transit timetables: arrival of every trip at each of its sixteen stops.
constexpr int kTrips = 1 << 23;
__constant__ float kReach[16] = {0.0f, 0.4f, 0.9f, 1.3f, 1.8f, 2.6f, 3.1f, 3.9f, 4.4f, 5.2f, 5.7f, 6.1f, 6.8f, 7.4f, 7.9f, 8.5f};
__global__ void __launch_bounds__(256) maple_window_ca1_a(const float* __restrict__ depart, const float* __restrict__ pace, float* __restrict__ out) {
    const int t = blockIdx.x * 256 + threadIdx.x;
    const float d = depart[t], p = pace[t];
#pragma unroll
    for (int s = 0; s < 16; ++s) out[(size_t)t * 16 + s] = d + p * kReach[s];
}
__global__ void __launch_bounds__(256) maple_window_ca1_b(const float* __restrict__ depart, const float* __restrict__ pace, float4* __restrict__ out) {
    __shared__ alignas(16) float reach[16];
    if (threadIdx.x < 16) reach[threadIdx.x] = kReach[threadIdx.x];
    __syncthreads();
    const float4 r = reinterpret_cast<const float4*>(reach)[threadIdx.x & 3];
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const int i = base + j * 256, t = i >> 2;
        const float d = depart[t], p = pace[t];
        out[i] = make_float4(d + p * r.x, d + p * r.y, d + p * r.z, d + p * r.w);
    }
}
static void add_maple(std::vector<Case>& cases) {
    const size_t n = (size_t)kTrips * 16;
    float *in = pool(), *pace = pool() + (1 << 25), *out = harness::empty<float>(n);
    cases.push_back({"maple_window_ca1_a", [=] { maple_window_ca1_a<<<kTrips / 256, 256>>>(in, pace, out); }, out, n, Output::f32});
    cases.push_back({"maple_window_ca1_b", [=] { maple_window_ca1_b<<<kTrips / 256, 256>>>(in, pace, (float4*)out); }, out, n, Output::f32});
}

// Agriculture: feed conversion of every animal of a herd register.
constexpr int kHerd = 1 << 25;
struct Animal { float tag, weight, height, girth, age, water, pulse, feed, milk, fat, lat, lon; };
static __global__ void harness_herd(const Animal* a, float* weight, float* feed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kHerd; i += gridDim.x * blockDim.x) { weight[i] = a[i].weight; feed[i] = a[i].feed; }
}
__global__ void __launch_bounds__(256) silver_button_ca1_a(const Animal* __restrict__ herd, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float w = herd[i].weight, f = herd[i].feed;
    out[i] = 0.6f * w + f * (0.3f + 0.2f * f);
}
__global__ void __launch_bounds__(256) silver_button_ca1_b(const float* __restrict__ weight, const float* __restrict__ feed, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float w = weight[i], f = feed[i];
    out[i] = 0.6f * w + f * (0.3f + 0.2f * f);
}
static void add_silver(std::vector<Case>& cases) {
    const size_t n = kHerd;
    Animal* herd = (Animal*)harness::filled<float>(n * 12, 31);
    float *weight = harness::empty<float>(n), *feed = harness::empty<float>(n), *out = harness::empty<float>(n);
    harness_herd<<<4096, 256>>>(herd, weight, feed); CHECK(cudaGetLastError());
    cases.push_back({"silver_button_ca1_a", [=] { silver_button_ca1_a<<<kHerd / 256, 256>>>(herd, out); }, out, n, Output::f32});
    cases.push_back({"silver_button_ca1_b", [=] { silver_button_ca1_b<<<kHerd / 256, 256>>>(weight, feed, out); }, out, n, Output::f32});
}

// Oceanography: drifters sample the current of their grid cell.
constexpr int kDrifters = 1 << 25, kCells = 100000000;
__device__ __forceinline__ float drift(const float* __restrict__ field, int c) { const float v = field[c]; return v * (0.5f + 0.7f * v); }
__global__ void __launch_bounds__(256) pepper_ladder_ca1_a(const float* __restrict__ field, const int* __restrict__ cell, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = drift(field, cell[i]);
}
__global__ void __launch_bounds__(256) pepper_ladder_ca1_b(const float* __restrict__ field, const int* __restrict__ sorted, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = drift(field, sorted[i]);
}
static void add_pepper(std::vector<Case>& cases) {
    const size_t n = kDrifters;
    int* cell = harness::indices(n, kCells, 77);
    std::vector<int> host(n);
    CHECK(cudaMemcpy(host.data(), cell, n * sizeof(int), cudaMemcpyDeviceToHost));
    std::sort(host.begin(), host.end());
    int* sorted = harness::uploaded(host);
    float *field = pool(), *out = harness::empty<float>(n);
    cases.push_back({"pepper_ladder_ca1_a", [=] { pepper_ladder_ca1_a<<<kDrifters / 256, 256>>>(field, cell, out); }, out, n, Output::f32});
    cases.push_back({"pepper_ladder_ca1_b", [=] { pepper_ladder_ca1_b<<<kDrifters / 256, 256>>>(field, sorted, out); }, out, n, Output::f32});
}

// Agriculture: suitability score of survey points from the 64-value row of their soil unit.
constexpr int kUnits = 1 << 21, kPoints = 1 << 21;
__constant__ float kSoil[64];
__global__ void __launch_bounds__(256) violet_hammer_ca1_a(const float* __restrict__ rows, const int* __restrict__ unit, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float* row = rows + (size_t)unit[i] * 64;
    float s = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) s += row[k] * kSoil[k];
    out[i] = s;
}
__global__ void __launch_bounds__(256) violet_hammer_ca1_b(const float4* __restrict__ rows, const int* __restrict__ unit, const float4* __restrict__ weight, float* __restrict__ out) {
    const int lane = threadIdx.x & 15, base = blockIdx.x * 64 + (threadIdx.x >> 4) * 4;
    const float4 w = weight[lane];
    float s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float4 v = rows[(size_t)unit[base + j] * 16 + lane];
        s[j] = v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int o = 8; o > 0; o >>= 1) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
    if (lane < 4) out[base + lane] = lane == 0 ? s[0] : lane == 1 ? s[1] : lane == 2 ? s[2] : s[3];
}
static void add_violet(std::vector<Case>& cases) {
    const size_t n = kPoints;
    std::vector<float> w(64);
    for (int k = 0; k < 64; ++k) w[k] = 0.2f + harness::unit(900 + k) * 0.5f;
    CHECK(cudaMemcpyToSymbol(kSoil, w.data(), sizeof(float) * 64));
    float* weight = harness::uploaded(w);
    int* unit = harness::indices(n, kUnits, 51);
    float *rows = pool(), *out = harness::empty<float>(n);
    cases.push_back({"violet_hammer_ca1_a", [=] { violet_hammer_ca1_a<<<kPoints / 256, 256>>>(rows, unit, out); }, out, n, Output::f32});
    cases.push_back({"violet_hammer_ca1_b", [=] { violet_hammer_ca1_b<<<kPoints / 64, 256>>>((const float4*)rows, unit, (const float4*)weight, out); }, out, n, Output::f32});
}

// Transit timetables: fares of requested connections from 64-byte connection records behind the file's head.
constexpr int kRecords = 1 << 23, kRequests = 1 << 23;
__device__ __forceinline__ float fare(float4 v) { return 0.4f * v.x + 0.3f * v.y - 0.2f * v.z + v.w * v.w; }
__global__ void __launch_bounds__(256) walnut_candle_ca1_a(const float* __restrict__ file, const int* __restrict__ pick, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4* record = reinterpret_cast<const float4*>(file + 4) + (size_t)pick[i >> 2] * 4;
    out[i] = fare(record[i & 3]);
}
__global__ void __launch_bounds__(256) walnut_candle_ca1_b(const float* __restrict__ body, const int* __restrict__ pick, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4* record = reinterpret_cast<const float4*>(body) + (size_t)pick[i >> 2] * 4;
    out[i] = fare(record[i & 3]);
}
static void add_walnut(std::vector<Case>& cases) {
    const size_t n = (size_t)kRequests * 4;
    float *file = pool(), *body = harness::empty<float>((size_t)kRecords * 16), *out = harness::empty<float>(n);
    CHECK(cudaMemcpy(body, file + 4, (size_t)kRecords * 64, cudaMemcpyDeviceToDevice));
    int* pick = harness::indices(kRequests, kRecords, 61);
    cases.push_back({"walnut_candle_ca1_a", [=] { walnut_candle_ca1_a<<<kRequests / 64, 256>>>(file, pick, out); }, out, n, Output::f32});
    cases.push_back({"walnut_candle_ca1_b", [=] { walnut_candle_ca1_b<<<kRequests / 64, 256>>>(body, pick, out); }, out, n, Output::f32});
}

// Textile: deviation of an 8-bit cloth scan from the nominal shade.
constexpr size_t kScan = size_t(1) << 29;
__global__ void __launch_bounds__(256) ginger_mirror_ca1_a(const uint8_t* __restrict__ scan, uint8_t* __restrict__ out) {
    const uint32_t base = blockIdx.x * 16384u + threadIdx.x;
#pragma unroll 4
    for (uint32_t k = 0; k < 64; ++k) {
        const int d = abs((int)scan[base + k * 256] - 118);
        out[base + k * 256] = (uint8_t)min(255, 3 * d);
    }
}
__device__ __forceinline__ uint32_t shade4(uint32_t v) {
    const uint32_t d = __vabsdiffu4(v, 0x76767676u);
    return __vaddus4(d, __vaddus4(d, d));
}
__global__ void __launch_bounds__(256) ginger_mirror_ca1_b(const uint4* __restrict__ scan, uint4* __restrict__ out) {
    const uint32_t base = blockIdx.x * 1024u + threadIdx.x;
#pragma unroll
    for (uint32_t k = 0; k < 4; ++k) {
        const uint4 v = scan[base + k * 256];
        out[base + k * 256] = make_uint4(shade4(v.x), shade4(v.y), shade4(v.z), shade4(v.w));
    }
}
static void add_ginger(std::vector<Case>& cases) {
    uint32_t* scan = words(kScan / 4, 17);
    uint8_t* out = harness::empty<uint8_t>(kScan);
    cases.push_back({"ginger_mirror_ca1_a", [=] { ginger_mirror_ca1_a<<<int(kScan / 16384), 256>>>((const uint8_t*)scan, out); }, out, kScan, Output::u8});
    cases.push_back({"ginger_mirror_ca1_b", [=] { ginger_mirror_ca1_b<<<int(kScan / 16384), 256>>>((const uint4*)scan, (uint4*)out); }, out, kScan, Output::u8});
}

// Acoustics: loudness of hydrophone channels through a bank of 48 leaky resonators.
constexpr int kChannels = 132 * 2048, kSamples = 192, kBank = 48;
__device__ __forceinline__ float bank(const float* __restrict__ x, int c) {
    float y[kBank];
#pragma unroll
    for (int k = 0; k < kBank; ++k) y[k] = 0.01f * k;
#pragma unroll 1
    for (int t = 0; t < kSamples; ++t) {
        const float v = x[(size_t)t * kChannels + c];
        float p = 0.0f;
#pragma unroll
        for (int k = 0; k < kBank; ++k) { y[k] = y[k] * (0.45f + 0.008f * k) + v + p; p = 0.05f * y[k]; }
    }
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < kBank; ++k) s += y[k] * y[k];
    return s;
}
__global__ void __launch_bounds__(256, 8) cobalt_saddle_ca1_a(const float* __restrict__ x, float* __restrict__ out) {
    const int c = blockIdx.x * 256 + threadIdx.x;
    out[c] = bank(x, c);
}
__global__ void __launch_bounds__(256, 3) cobalt_saddle_ca1_b(const float* __restrict__ x, float* __restrict__ out) {
    const int c = blockIdx.x * 256 + threadIdx.x;
    out[c] = bank(x, c);
}
static void add_cobalt(std::vector<Case>& cases) {
    const size_t n = kChannels;
    float *x = pool(), *out = harness::empty<float>(n);
    cases.push_back({"cobalt_saddle_ca1_a", [=] { cobalt_saddle_ca1_a<<<kChannels / 256, 256>>>(x, out); }, out, n, Output::f32});
    cases.push_back({"cobalt_saddle_ca1_b", [=] { cobalt_saddle_ca1_b<<<kChannels / 256, 256>>>(x, out); }, out, n, Output::f32});
}

// Agriculture: weed diversity of field plots from packed 4-bit class observations.
constexpr int kPlots = 132 * 8 * 256 * 3, kPacked = 48;
__global__ void __launch_bounds__(256) amber_kettle_ca1_a(const uint32_t* __restrict__ seen, float* __restrict__ out) {
    const int p = blockIdx.x * 256 + threadIdx.x;
    uint32_t count[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) count[b] = 0;
#pragma unroll 2
    for (int w = 0; w < kPacked; ++w) {
        uint32_t v = seen[(size_t)w * kPlots + p];
#pragma unroll
        for (int j = 0; j < 8; ++j) { ++count[v & 15]; v >>= 4; }
    }
    float s = 0.0f;
#pragma unroll
    for (int b = 0; b < 16; ++b) s += (float)(count[b] * count[b]);
    out[p] = s * (1.0f / 147456.0f);
}
__global__ void __launch_bounds__(256) amber_kettle_ca1_b(const uint32_t* __restrict__ seen, float* __restrict__ out) {
    __shared__ uint32_t count[16][256];
    const int p = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) count[b][t] = 0;
#pragma unroll 2
    for (int w = 0; w < kPacked; ++w) {
        uint32_t v = seen[(size_t)w * kPlots + p];
#pragma unroll
        for (int j = 0; j < 8; ++j) { ++count[v & 15][t]; v >>= 4; }
    }
    float s = 0.0f;
#pragma unroll
    for (int b = 0; b < 16; ++b) s += (float)(count[b][t] * count[b][t]);
    out[p] = s * (1.0f / 147456.0f);
}
static void add_amber(std::vector<Case>& cases) {
    const size_t n = kPlots;
    uint32_t* seen = words(n * kPacked, 91);
    float* out = harness::empty<float>(n);
    cases.push_back({"amber_kettle_ca1_a", [=] { amber_kettle_ca1_a<<<kPlots / 256, 256>>>(seen, out); }, out, n, Output::f32});
    cases.push_back({"amber_kettle_ca1_b", [=] { amber_kettle_ca1_b<<<kPlots / 256, 256>>>(seen, out); }, out, n, Output::f32});
}

// Oceanography: smoothing of tide gauge records in stretches of 512 readings.
constexpr int kGauge = 1 << 26, kStretches = 8, kRoomWide = 110 * 1024, kRoomTight = 2048;
__device__ __forceinline__ void smooth(const float4* __restrict__ in, float* __restrict__ out, float* room) {
    const int t = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kStretches; ++k) {
        const size_t base = ((size_t)blockIdx.x * kStretches + k) * 512;
        __syncthreads();
        reinterpret_cast<float4*>(room)[t] = in[base / 4 + t];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int i = t + j * 128;
            const float left = room[max(i - 1, 0)], mid = room[i], right = room[min(i + 1, 511)];
            out[base + i] = 0.5f * mid + 0.25f * (left + right);
        }
    }
}
__global__ void __launch_bounds__(128) quartz_pillow_ca1_a(const float4* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float4 room4[];
    smooth(in, out, reinterpret_cast<float*>(room4));
}
__global__ void __launch_bounds__(128) quartz_pillow_ca1_b(const float4* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float4 room4[];
    smooth(in, out, reinterpret_cast<float*>(room4));
}
static void add_quartz(std::vector<Case>& cases) {
    const size_t n = kGauge;
    float *in = pool(), *out = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(quartz_pillow_ca1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomWide));
    cases.push_back({"quartz_pillow_ca1_a", [=] { quartz_pillow_ca1_a<<<kGauge / (512 * kStretches), 128, kRoomWide>>>((const float4*)in, out); }, out, n, Output::f32});
    cases.push_back({"quartz_pillow_ca1_b", [=] { quartz_pillow_ca1_b<<<kGauge / (512 * kStretches), 128, kRoomTight>>>((const float4*)in, out); }, out, n, Output::f32});
}

// Transit timetables: rotations that follow connections from one service row to the next.
constexpr int kRotations = 132 * 64 * 8, kHops = 32;
constexpr uint32_t kRowMask = (1u << 20) - 1;
__device__ __forceinline__ void rotate(const float2* __restrict__ ride, const float* __restrict__ wait, float* __restrict__ out) {
    const int rotation = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    uint32_t row = harness::hash32(rotation) & kRowMask;
    float s = 0.0f;
#pragma unroll 1
    for (int h = 0; h < kHops; ++h) {
        const float2 r = ride[(size_t)row * 32 + lane];
        const float w = wait[(size_t)row * 32 + lane];
        s += r.x * r.y + 0.5f * w;
        row = (__shfl_sync(0xffffffffu, __float_as_uint(r.x) >> 3, 0) * 2654435761u + (uint32_t)h * 40503u + (uint32_t)rotation) >> 7 & kRowMask;
    }
    out[(size_t)rotation * 32 + lane] = s;
}
__global__ void __launch_bounds__(32) hazel_trumpet_ca1_a(const float2* __restrict__ ride, const float* __restrict__ wait, float* __restrict__ out) {
    rotate(ride, wait, out);
}
__global__ void __launch_bounds__(256) hazel_trumpet_ca1_b(const float2* __restrict__ ride, const float* __restrict__ wait, float* __restrict__ out) {
    rotate(ride, wait, out);
}
static void add_hazel(std::vector<Case>& cases) {
    const size_t n = (size_t)kRotations * 32;
    float *ride = pool(), *wait = pool() + (size_t(1) << 27), *out = harness::empty<float>(n);
    cases.push_back({"hazel_trumpet_ca1_a", [=] { hazel_trumpet_ca1_a<<<kRotations, 32>>>((const float2*)ride, wait, out); }, out, n, Output::f32});
    cases.push_back({"hazel_trumpet_ca1_b", [=] { hazel_trumpet_ca1_b<<<kRotations / 8, 256>>>((const float2*)ride, wait, out); }, out, n, Output::f32});
}

// Agriculture: moisture correction of the probe records of sixteen grain silos.
constexpr int kSilos = 16, kProbes4 = 5242880 / 4;
__device__ __forceinline__ float moist(float x) { return 0.21f + x * (0.83f - x * (0.11f + x * (0.07f - 0.02f * x))); }
__global__ void __launch_bounds__(512) marble_ribbon_ca1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t silo = (size_t)blockIdx.x * kProbes4;
    for (int i = threadIdx.x; i < kProbes4; i += 512) {
        const float4 v = in[silo + i];
        out[silo + i] = make_float4(moist(v.x), moist(v.y), moist(v.z), moist(v.w));
    }
}
__global__ void __launch_bounds__(512) marble_ribbon_ca1_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t silo = (size_t)blockIdx.x * kProbes4;
    for (int i = blockIdx.y * 512 + threadIdx.x; i < kProbes4; i += 512 * gridDim.y) {
        const float4 v = in[silo + i];
        out[silo + i] = make_float4(moist(v.x), moist(v.y), moist(v.z), moist(v.w));
    }
}
static void add_marble(std::vector<Case>& cases) {
    const size_t n = (size_t)kSilos * kProbes4 * 4;
    float *in = pool(), *out = harness::empty<float>(n);
    cases.push_back({"marble_ribbon_ca1_a", [=] { marble_ribbon_ca1_a<<<kSilos, 512>>>((const float4*)in, (float4*)out); }, out, n, Output::f32});
    cases.push_back({"marble_ribbon_ca1_b", [=] { marble_ribbon_ca1_b<<<dim3(kSilos, 160), 512>>>((const float4*)in, (float4*)out); }, out, n, Output::f32});
}

// Transit timetables: delay propagation at the stops of bus routes of very different length.
constexpr int kRoutes = 2048, kShort = 2048, kLong = 120000;
__device__ __forceinline__ float delay(float x, float a) {
    float u = x, v = 0.5f * x;
#pragma unroll 10
    for (int k = 0; k < 150; ++k) { u = u * a + x; v = v * 0.83f + x; }
    return 0.1f * (u + v);
}
__global__ void __launch_bounds__(256) indigo_basket_ca1_a(const float* __restrict__ stop, const int* __restrict__ first, float* __restrict__ out) {
    const float a = 0.6f + 0.0001f * blockIdx.x;
    const int end = first[blockIdx.x + 1];
    for (int i = first[blockIdx.x] + threadIdx.x; i < end; i += 256) out[i] = delay(stop[i], a);
}
__global__ void __launch_bounds__(256) indigo_basket_ca1_b(const float* __restrict__ stop, const int4* __restrict__ part, float* __restrict__ out) {
    const int4 c = part[blockIdx.x];
    const float a = 0.6f + 0.0001f * c.x;
    for (int i = c.y + threadIdx.x; i < c.z; i += 256) out[i] = delay(stop[i], a);
}
static void add_indigo(std::vector<Case>& cases) {
    std::vector<int> host(1, 0);
    std::vector<int4> parts;
    for (int r = 0; r < kRoutes; ++r) {
        const int from = host.back(), to = from + (r % 43 == 7 ? kLong : kShort);
        for (int i = from; i < to; i += 2048) parts.push_back(make_int4(r, i, std::min(i + 2048, to), 0));
        host.push_back(to);
    }
    const size_t n = host.back();
    const int blocks = (int)parts.size();
    int* first = harness::uploaded(host);
    int4* part = harness::uploaded(parts);
    float *stop = pool(), *out = harness::empty<float>(n);
    cases.push_back({"indigo_basket_ca1_a", [=] { indigo_basket_ca1_a<<<kRoutes, 256>>>(stop, first, out); }, out, n, Output::f32});
    cases.push_back({"indigo_basket_ca1_b", [=] { indigo_basket_ca1_b<<<blocks, 256>>>(stop, part, out); }, out, n, Output::f32});
}

// Acoustics: clicks in a sound recording are refined, all other samples only scaled.
constexpr int kSound = 40 << 20;
constexpr float kClick = 0.885f;
__device__ __forceinline__ float refine(float x) {
    float u = x, v = 0.25f * x;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) { u = u * 0.71f + x; v = v * 0.83f + u; }
    return 0.05f * (u + v);
}
__global__ void __launch_bounds__(256) saffron_wheel_ca1_a(const float* __restrict__ sound, float* __restrict__ out) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    float x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = sound[base + j * 256];
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        float y = 0.5f * x[0];
        if (fabsf(x[0]) > kClick) y = refine(x[0]);
        out[base + j * 256] = y;
        x[0] = x[1]; x[1] = x[2]; x[2] = x[3];
    }
}
__global__ void __launch_bounds__(256) saffron_wheel_ca1_b(const float* __restrict__ sound, float* __restrict__ out) {
    __shared__ float value[4096];
    __shared__ uint16_t place[4096];
    __shared__ int found;
    const int base = blockIdx.x * 4096, lane = threadIdx.x & 31;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 4096; k += 2048) {
        float x[8];
#pragma unroll
        for (int m = 0; m < 8; ++m) x[m] = sound[base + k + m * 256 + threadIdx.x];
#pragma unroll
        for (int m = 0; m < 8; ++m) {
            const int j = k + m * 256 + threadIdx.x;
            const bool click = fabsf(x[m]) > kClick;
            const unsigned vote = __ballot_sync(0xffffffffu, click);
            int at = 0;
            if (lane == 0 && vote) at = atomicAdd(&found, __popc(vote));
            at = __shfl_sync(0xffffffffu, at, 0) + __popc(vote & ((1u << lane) - 1));
            if (click) { value[at] = x[m]; place[at] = (uint16_t)j; }
            else out[base + j] = 0.5f * x[m];
        }
    }
    __syncthreads();
    for (int q = threadIdx.x; q < found; q += 256) out[base + place[q]] = refine(value[q]);
}
static void add_saffron(std::vector<Case>& cases) {
    const size_t n = kSound;
    float *sound = pool(), *out = harness::empty<float>(n);
    cases.push_back({"saffron_wheel_ca1_a", [=] { saffron_wheel_ca1_a<<<kSound / 1024, 256>>>(sound, out); }, out, n, Output::f32});
    cases.push_back({"saffron_wheel_ca1_b", [=] { saffron_wheel_ca1_b<<<kSound / 4096, 256>>>(sound, out); }, out, n, Output::f32});
}

// Acoustics: compression of a recording whose samples follow a one-word header.
constexpr int kTrack = 96 << 20;
__device__ __forceinline__ float squash(float x) { return x * (1.4f - 0.5f * x * x); }
__global__ void __launch_bounds__(256) olive_compass_ca1_a(const float* __restrict__ track, float* __restrict__ out) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    const float* body = track + 1;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = squash(body[base + j * 256]);
}
__global__ void __launch_bounds__(256) olive_compass_ca1_b(const float* __restrict__ body, float* __restrict__ out) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = squash(body[base + j * 256]);
}
static void add_olive(std::vector<Case>& cases) {
    const size_t n = kTrack;
    float *track = pool(), *body = harness::empty<float>(n), *out = harness::empty<float>(n);
    CHECK(cudaMemcpy(body, track + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
    cases.push_back({"olive_compass_ca1_a", [=] { olive_compass_ca1_a<<<kTrack / 1024, 256>>>(track, out); }, out, n, Output::f32});
    cases.push_back({"olive_compass_ca1_b", [=] { olive_compass_ca1_b<<<kTrack / 1024, 256>>>(body, out); }, out, n, Output::f32});
}

// Textile: yarn tension from twist, count and speed of every spindle reading.
constexpr int kSpindle = 48 << 20;
__device__ __forceinline__ float tension(float a, float b, float c) { return 0.4f * a * b + 0.3f * c + 0.1f; }
__global__ void __launch_bounds__(256) ruby_drawer_ca1_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ out) {
    const int base = blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4], z[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = a[base + j * 256]; y[j] = b[base + j * 256]; z[j] = c[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = tension(x[j], y[j], z[j]);
}
__global__ void __launch_bounds__(256) ruby_drawer_ca1_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 x = a[i], y = b[i], z = c[i];
    out[i] = make_float4(tension(x.x, y.x, z.x), tension(x.y, y.y, z.y), tension(x.z, y.z, z.z), tension(x.w, y.w, z.w));
}
static void add_ruby(std::vector<Case>& cases) {
    const size_t n = kSpindle;
    float *a = pool(), *b = a + n, *c = b + n, *out = harness::empty<float>(n);
    cases.push_back({"ruby_drawer_ca1_a", [=] { ruby_drawer_ca1_a<<<kSpindle / 1024, 256>>>(a, b, c, out); }, out, n, Output::f32});
    cases.push_back({"ruby_drawer_ca1_b", [=] { ruby_drawer_ca1_b<<<kSpindle / 1024, 256>>>((const float4*)a, (const float4*)b, (const float4*)c, (float4*)out); }, out, n, Output::f32});
}

// Textile: colour correction of fabric strips with a row of 256 lamp gains.
constexpr int kStrip4 = 24 << 20, kTableWide = 38 * 1024, kTableTight = 1024;
__device__ __forceinline__ void correct(const float4* __restrict__ strip, const float* __restrict__ lamp, float4* __restrict__ out, float* gain) {
    const int t = threadIdx.x, base = blockIdx.x * 1024 + t;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = strip[base + j * 256];
    gain[t] = 1.0f + 0.3f * lamp[t];
    __syncthreads();
    const float g = gain[t], h = gain[255 - t];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = make_float4(v[j].x * g, v[j].y * g + h, v[j].z * h, v[j].w * h + g);
}
__global__ void __launch_bounds__(256) cedar_whistle_ca1_a(const float4* __restrict__ strip, const float* __restrict__ lamp, float4* __restrict__ out) {
    extern __shared__ float table[];
    correct(strip, lamp, out, table);
}
__global__ void __launch_bounds__(256) cedar_whistle_ca1_b(const float4* __restrict__ strip, const float* __restrict__ lamp, float4* __restrict__ out) {
    extern __shared__ float table[];
    correct(strip, lamp, out, table);
}
static void add_cedar(std::vector<Case>& cases) {
    const size_t n = (size_t)kStrip4 * 4;
    float *strip = pool(), *lamp = pool() + (size_t(1) << 27), *out = harness::empty<float>(n);
    CHECK(cudaFuncSetAttribute(cedar_whistle_ca1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kTableWide));
    cases.push_back({"cedar_whistle_ca1_a", [=] { cedar_whistle_ca1_a<<<kStrip4 / 1024, 256, kTableWide>>>((const float4*)strip, lamp, (float4*)out); }, out, n, Output::f32});
    cases.push_back({"cedar_whistle_ca1_b", [=] { cedar_whistle_ca1_b<<<kStrip4 / 1024, 256, kTableTight>>>((const float4*)strip, lamp, (float4*)out); }, out, n, Output::f32});
}

// Oceanography: mixing of two salinity fields.
constexpr int kMix4 = 16 << 20;
__global__ void __launch_bounds__(256) pearl_hinge_ca1_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    const int base = blockIdx.x * 512 + threadIdx.x;
    float4 x[2], y[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { x[j] = a[base + j * 256]; y[j] = b[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[base + j * 256] = make_float4(0.7f * x[j].x + 0.3f * y[j].x, 0.7f * x[j].y + 0.3f * y[j].y, 0.7f * x[j].z + 0.3f * y[j].z, 0.7f * x[j].w + 0.3f * y[j].w);
}
static void add_pearl(std::vector<Case>& cases) {
    const size_t n = (size_t)kMix4 * 4;
    float *a = pool(), *b = pool() + n, *out = harness::empty<float>(n);
    cases.push_back({"pearl_hinge_ca1_a", [=] { pearl_hinge_ca1_a<<<kMix4 / 512, 256>>>((const float4*)a, (const float4*)b, (float4*)out); }, out, n, Output::f32});
}

// Acoustics: energy of every recorded frame of 8192 samples.
constexpr int kFrames = 16384;
__global__ void __launch_bounds__(256) birch_feather_ca1_a(const float4* __restrict__ frame, float* __restrict__ out) {
    __shared__ float part[8];
    const float4* row = frame + (size_t)blockIdx.x * 2048;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = row[threadIdx.x + j * 256];
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) s += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int o = 4; o > 0; o >>= 1) s += __shfl_xor_sync(0xffu, s, o);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
}
static void add_birch(std::vector<Case>& cases) {
    float *in = pool(), *out = harness::empty<float>(kFrames);
    cases.push_back({"birch_feather_ca1_a", [=] { birch_feather_ca1_a<<<kFrames, 256>>>((const float4*)in, out); }, out, kFrames, Output::f32});
}

// Agriculture: growth curve of field cells as a Chebyshev series of 64 terms.
constexpr int kField4 = 16 << 20;
__constant__ float kGrowth[64];
__global__ void __launch_bounds__(256) onyx_pebble_ca1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 v = in[i];
    const float x[4] = {v.x, v.y, v.z, v.w};
    float t0[4], t1[4], s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { t0[j] = 1.0f; t1[j] = x[j]; s[j] = kGrowth[0] + kGrowth[1] * x[j]; }
#pragma unroll
    for (int k = 2; k < 64; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float t = (2.0f * x[j]) * t1[j] - t0[j];
            s[j] += kGrowth[k] * t;
            t0[j] = t1[j]; t1[j] = t;
        }
    out[i] = make_float4(s[0], s[1], s[2], s[3]);
}
static void add_onyx(std::vector<Case>& cases) {
    const size_t n = (size_t)kField4 * 4;
    std::vector<float> c(64);
    for (int k = 0; k < 64; ++k) c[k] = harness::unit(700 + k) / (1.0f + 0.1f * k);
    CHECK(cudaMemcpyToSymbol(kGrowth, c.data(), sizeof(float) * 64));
    float *in = pool(), *out = harness::empty<float>(n);
    cases.push_back({"onyx_pebble_ca1_a", [=] { onyx_pebble_ca1_a<<<kField4 / 256, 256>>>((const float4*)in, (float4*)out); }, out, n, Output::f32});
}

// Acoustics: sixteen-point Hadamard transform across the microphones of an array.
constexpr int kInstants2 = 3 << 20;
__global__ void __launch_bounds__(256) tulip_bracket_ca1_a(const float2* __restrict__ in, float2* __restrict__ out) {
    const int c = blockIdx.x * 256 + threadIdx.x;
    float2 v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = in[(size_t)k * kInstants2 + c];
#pragma unroll
    for (int h = 1; h < 16; h <<= 1)
#pragma unroll
        for (int k = 0; k < 16; ++k)
            if (!(k & h)) {
                const float2 p = v[k], q = v[k + h];
                v[k] = make_float2(p.x + q.x, p.y + q.y);
                v[k + h] = make_float2(p.x - q.x, p.y - q.y);
            }
#pragma unroll
    for (int k = 0; k < 16; ++k) out[(size_t)k * kInstants2 + c] = make_float2(0.25f * v[k].x, 0.25f * v[k].y);
}
static void add_tulip(std::vector<Case>& cases) {
    const size_t n = (size_t)kInstants2 * 32;
    float *in = pool(), *out = harness::empty<float>(n);
    cases.push_back({"tulip_bracket_ca1_a", [=] { tulip_bracket_ca1_a<<<kInstants2 / 256, 256>>>((const float2*)in, (float2*)out); }, out, n, Output::f32});
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    add_copper(cases);
    add_maple(cases);
    add_silver(cases);
    add_pepper(cases);
    add_violet(cases);
    add_walnut(cases);
    add_ginger(cases);
    add_cobalt(cases);
    add_amber(cases);
    add_quartz(cases);
    add_hazel(cases);
    add_marble(cases);
    add_indigo(cases);
    add_saffron(cases);
    add_olive(cases);
    add_ruby(cases);
    add_cedar(cases);
    add_pearl(cases);
    add_birch(cases);
    add_onyx(cases);
    add_tulip(cases);
    return harness::run(argc, argv, cases);
}
