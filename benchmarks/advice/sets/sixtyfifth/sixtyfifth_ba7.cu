#include "harness.cuh"
#include <cuda_runtime.h>
using namespace harness;

// ---------------------------------------------------------------- walnut_harbor: overflow buckets of a join table
constexpr int kNodeBits = 22, kDepth = 16, kChains = (1 << kNodeBits) / kDepth;
__host__ __device__ inline uint32_t scatter22(uint32_t j) {
    const uint32_t m = (1u << kNodeBits) - 1;
    j ^= j >> 11; j = (j * 0x2c9277b5u) & m; j ^= j >> 11; j = (j * 0x7feb352du) & m; j ^= j >> 11;
    return j;
}
__global__ void prepare_buckets(int* nodes, int* heads) {
    uint32_t g = blockIdx.x * blockDim.x + threadIdx.x, j = g >> 5, lane = g & 31;
    uint32_t id = scatter22(j);
    uint32_t next = scatter22((j % kDepth == kDepth - 1) ? j - (kDepth - 1) : j + 1);
    nodes[(size_t)id * 32 + lane] = lane == 31 ? (int)next : (int)(hash32(g) >> 4);
    if (lane == 0 && j % kDepth == 0) heads[j / kDepth] = (int)id;
}
__global__ void __launch_bounds__(256) walnut_harbor_ba7_a(const int* __restrict__ nodes, const int* __restrict__ heads, int* __restrict__ hits) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int cur = heads[warp], key = warp & 15, count = 0;
    for (int s = 0; s < kDepth; ++s) {
        int v = nodes[(size_t)cur * 32 + lane];
        count += (lane < 31) && ((v & 15) == key);
        cur = __shfl_sync(~0u, v, 31);
    }
    count = __reduce_add_sync(~0u, count);
    if (lane == 0) hits[warp] = count;
}
__global__ void __launch_bounds__(256) walnut_harbor_ba7_b(const int* __restrict__ nodes, const int* __restrict__ heads, int* __restrict__ hits) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int cur[4], count[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) { cur[c] = heads[warp * 4 + c]; count[c] = 0; }
    for (int s = 0; s < kDepth; ++s) {
        int v[4];
#pragma unroll
        for (int c = 0; c < 4; ++c) v[c] = nodes[(size_t)cur[c] * 32 + lane];
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            count[c] += (lane < 31) && ((v[c] & 15) == ((warp * 4 + c) & 15));
            cur[c] = __shfl_sync(~0u, v[c], 31);
        }
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        int t = __reduce_add_sync(~0u, count[c]);
        if (lane == 0) hits[warp * 4 + c] = t;
    }
}

// ---------------------------------------------------------------- saffron_gate: first arrival in seismic traces
constexpr int kTraces = 1572864, kSamples = 256;
__global__ void prepare_traces(short* d) {
    size_t n = (size_t)kTraces * kSamples;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t trace = i % kTraces, t = i / kTraces, arrive = 224 + hash32(trace) % 31;
        int noise = (int)(hash32((uint32_t)i) % 400) - 200;
        d[i] = (short)(t >= arrive ? 5000 + noise : noise);
    }
}
__global__ void __launch_bounds__(256) saffron_gate_ba7_a(const short* __restrict__ traces, int* __restrict__ pick, int threshold) {
    int i = blockIdx.x * 256 + threadIdx.x, t = 0;
    const short* p = traces + i;
    for (; t < kSamples; ++t, p += kTraces) {
        int v = *p;
        if (abs(v) > threshold) break;
    }
    pick[i] = t;
}
__global__ void __launch_bounds__(256) saffron_gate_ba7_b(const short* __restrict__ traces, int* __restrict__ pick, int threshold) {
    int i = blockIdx.x * 256 + threadIdx.x, found = kSamples;
    const short* p = traces + i;
    for (int t = 0; t < kSamples; t += 8, p += (size_t)8 * kTraces) {
        int v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = p[(size_t)k * kTraces];
        int first = 8;
#pragma unroll
        for (int k = 7; k >= 0; --k) if (abs(v[k]) > threshold) first = k;
        if (first < 8) { found = t + first; break; }
    }
    pick[i] = found;
}

// ---------------------------------------------------------------- copper_lantern: frequency sketch of packet keys
constexpr int kBins = 40960, kPerBlock = 1 << 20, kSketchBlocks = 132;
__device__ __forceinline__ int bin_of(uint32_t k) { return (int)__umulhi((k ^ (k >> 15)) * 2654435761u, (uint32_t)kBins); }
__global__ void __launch_bounds__(512) copper_lantern_ba7_a(const uint32_t* __restrict__ keys, int* __restrict__ sketch) {
    extern __shared__ int bins[];
    for (int i = threadIdx.x; i < kBins; i += 512) bins[i] = 0;
    __syncthreads();
    const uint32_t* p = keys + (size_t)blockIdx.x * kPerBlock;
#pragma unroll 1
    for (int i = threadIdx.x; i < kPerBlock; i += 512) atomicAdd(&bins[bin_of(p[i])], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += 512) sketch[(size_t)blockIdx.x * kBins + i] = bins[i];
}
__global__ void __launch_bounds__(512) copper_lantern_ba7_b(const uint32_t* __restrict__ keys, int* __restrict__ sketch) {
    extern __shared__ int bins[];
    for (int i = threadIdx.x; i < kBins; i += 512) bins[i] = 0;
    __syncthreads();
    const uint32_t* p = keys + (size_t)blockIdx.x * kPerBlock + threadIdx.x;
    uint32_t now[8], ahead[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) now[k] = p[k * 512];
#pragma unroll 1
    for (int i = 0; i < kPerBlock; i += 4096) {
        int next = i + 4096 < kPerBlock ? i + 4096 : i;
#pragma unroll
        for (int k = 0; k < 8; ++k) ahead[k] = p[next + k * 512];
#pragma unroll
        for (int k = 0; k < 8; ++k) atomicAdd(&bins[bin_of(now[k])], 1);
#pragma unroll
        for (int k = 0; k < 8; ++k) now[k] = ahead[k];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += 512) sketch[(size_t)blockIdx.x * kBins + i] = bins[i];
}

// ---------------------------------------------------------------- marble_thicket: vertical erosion of 16-bit CT slices
constexpr int kWide = 4096, kHigh = 16384, kReach = 21;
__global__ void prepare_slices(uint16_t* d, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) d[i] = (uint16_t)hash32((uint32_t)i);
}
__global__ void __launch_bounds__(512) marble_thicket_ba7_a(const uint16_t* __restrict__ in, uint16_t* __restrict__ out) {
    int x = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int y = blockIdx.y * 32 + threadIdx.y, e = blockIdx.y * 32 + 32; y < e; y += 8) {
        const uint16_t* p = in + (size_t)y * kWide + x;
        uint32_t m = 65535;
#pragma unroll
        for (int k = 0; k < kReach; ++k) m = min(m, (uint32_t)p[k * kWide]);
        out[(size_t)y * kWide + x] = (uint16_t)(m + 7);
    }
}
__global__ void __launch_bounds__(256) marble_thicket_ba7_b(const uint16_t* __restrict__ in, uint16_t* __restrict__ out) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 8;
    const uint32_t s = 0x00070007u;
#pragma unroll 1
    for (int y = blockIdx.y * 32 + threadIdx.y, e = blockIdx.y * 32 + 32; y < e; y += 8) {
        const uint16_t* p = in + (size_t)y * kWide + x;
        uint4 m = make_uint4(~0u, ~0u, ~0u, ~0u);
#pragma unroll
        for (int k = 0; k < kReach; ++k) {
            uint4 v = *reinterpret_cast<const uint4*>(p + k * kWide);
            m.x = __vminu2(m.x, v.x); m.y = __vminu2(m.y, v.y); m.z = __vminu2(m.z, v.z); m.w = __vminu2(m.w, v.w);
        }
        *reinterpret_cast<uint4*>(out + (size_t)y * kWide + x) = make_uint4(__vadd2(m.x, s), __vadd2(m.y, s), __vadd2(m.z, s), __vadd2(m.w, s));
    }
}

// ---------------------------------------------------------------- velvet_anchor: 64-tap filter of sonar channels
__constant__ float kTaps[64];
constexpr int kSonar = 1 << 25;
__global__ void __launch_bounds__(256) velvet_anchor_ba7_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float xs[1024 + 64];
    size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1088; i += 256) xs[i] = x[base + i];
    __syncthreads();
#pragma unroll 1
    for (int j = threadIdx.x; j < 1024; j += 256) {
        float s0 = 0, s1 = 0;
#pragma unroll
        for (int k = 0; k < 64; k += 2) { s0 = fmaf(kTaps[k], xs[j + k], s0); s1 = fmaf(kTaps[k + 1], xs[j + k + 1], s1); }
        y[base + j] = s0 + s1;
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_ba7_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ alignas(16) float xs[1024 + 64];
    size_t base = (size_t)blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1088; i += 256) xs[i] = x[base + i];
    __syncthreads();
    const float4* q = reinterpret_cast<const float4*>(xs) + threadIdx.x;
    float s[4] = {0, 0, 0, 0};
    float4 v = q[0];
    float w[8] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < 64; k += 4) {
        float4 n = q[k / 4 + 1];
        w[4] = n.x; w[5] = n.y; w[6] = n.z; w[7] = n.w;
#pragma unroll
        for (int t = 0; t < 4; ++t)
#pragma unroll
            for (int o = 0; o < 4; ++o) s[o] = fmaf(kTaps[k + t], w[t + o], s[o]);
#pragma unroll
        for (int t = 0; t < 4; ++t) w[t] = w[t + 4];
    }
    reinterpret_cast<float4*>(y + base)[threadIdx.x] = make_float4(s[0], s[1], s[2], s[3]);
}

// ---------------------------------------------------------------- pebble_orchid: predicate over dictionary-coded columns
constexpr int kRows = 1 << 28, kTile = 32768;
__global__ void prepare_bytes(uint8_t* d, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) d[i] = (uint8_t)(hash32((uint32_t)i + seed) >> 9);
}
__global__ void __launch_bounds__(256) pebble_orchid_ba7_a(const uint8_t* __restrict__ ship, const uint8_t* __restrict__ mode, const uint8_t* __restrict__ brand,
                                                           uint8_t* __restrict__ chosen) {
    size_t base = (size_t)blockIdx.x * kTile;
#pragma unroll 1
    for (int i = threadIdx.x; i < kTile; i += 256) {
        uint32_t a = ship[base + i], b = mode[base + i], c = brand[base + i];
        chosen[base + i] = (uint8_t)(((a < 96u) & (b > 40u)) | (c == 17u));
    }
}
__device__ __forceinline__ uint32_t pick4(uint32_t a, uint32_t b, uint32_t c) {
    return ((__vcmpltu4(a, 0x60606060u) & __vcmpgtu4(b, 0x28282828u)) | __vcmpeq4(c, 0x11111111u)) & 0x01010101u;
}
__global__ void __launch_bounds__(256) pebble_orchid_ba7_b(const uint8_t* __restrict__ ship, const uint8_t* __restrict__ mode, const uint8_t* __restrict__ brand,
                                                           uint8_t* __restrict__ chosen) {
    size_t base = (size_t)blockIdx.x * kTile;
#pragma unroll 1
    for (int i = threadIdx.x * 16; i < kTile; i += 4096) {
        uint4 a = *reinterpret_cast<const uint4*>(ship + base + i), b = *reinterpret_cast<const uint4*>(mode + base + i), c = *reinterpret_cast<const uint4*>(brand + base + i);
        *reinterpret_cast<uint4*>(chosen + base + i) = make_uint4(pick4(a.x, b.x, c.x), pick4(a.y, b.y, c.y), pick4(a.z, b.z, c.z), pick4(a.w, b.w, c.w));
    }
}

// ---------------------------------------------------------------- cobalt_meadow: column ranges of an int8 activation matrix
constexpr int kCols = 8192, kDeep = 65536, kChunk = 128;
__global__ void __launch_bounds__(256) cobalt_meadow_ba7_a(const int8_t* __restrict__ act, int* __restrict__ range) {
    int col = blockIdx.x * 256 + threadIdx.x;
    const int8_t* p = act + (size_t)blockIdx.y * kChunk * kCols + col;
    int lo = 127, hi = -128;
#pragma unroll 4
    for (int r = 0; r < kChunk; ++r) { int v = p[(size_t)r * kCols]; lo = min(lo, v); hi = max(hi, v); }
    range[(size_t)blockIdx.y * kCols + col] = hi - lo;
}
__global__ void __launch_bounds__(256) cobalt_meadow_ba7_b(const int8_t* __restrict__ act, int* __restrict__ range) {
    int col = (blockIdx.x * 256 + threadIdx.x) * 4;
    const int8_t* p = act + (size_t)blockIdx.y * kChunk * kCols + col;
    int lo[4] = {127, 127, 127, 127}, hi[4] = {-128, -128, -128, -128};
#pragma unroll 4
    for (int r = 0; r < kChunk; ++r) {
        int w = *reinterpret_cast<const int*>(p + (size_t)r * kCols);
#pragma unroll
        for (int k = 0; k < 4; ++k) { int v = (w << (24 - 8 * k)) >> 24; lo[k] = min(lo[k], v); hi[k] = max(hi[k], v); }
    }
    *reinterpret_cast<int4*>(range + (size_t)blockIdx.y * kCols + col) = make_int4(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], hi[3] - lo[3]);
}

// ---------------------------------------------------------------- timber_falcon: fingerprints of one document under many bases
constexpr int kWords = 49152, kBases = 132 * 128;
__global__ void __launch_bounds__(128) timber_falcon_ba7_a(const uint4* __restrict__ doc, const int* __restrict__ bases, uint32_t* __restrict__ prints) {
    extern __shared__ uint4 text[];
    for (int i = threadIdx.x; i < kWords / 4; i += 128) text[i] = doc[i];
    __syncthreads();
    int id = blockIdx.x * 128 + threadIdx.x;
    uint32_t b = (uint32_t)bases[id] | 1u, h = 0;
#pragma unroll 32
    for (int i = 0; i < kWords / 4; ++i) {
        uint4 w = text[i];
        h = h * b + w.x; h = h * b + w.y; h = h * b + w.z; h = h * b + w.w;
    }
    prints[id] = h >> 1;
}
__global__ void __launch_bounds__(128) timber_falcon_ba7_b(const uint4* __restrict__ doc, const int* __restrict__ bases, uint32_t* __restrict__ prints) {
    extern __shared__ uint4 text[];
    for (int i = threadIdx.x; i < kWords / 4; i += 128) text[i] = doc[i];
    __syncthreads();
    int id = blockIdx.x * 128 + threadIdx.x;
    uint32_t b = (uint32_t)bases[id] | 1u, b2 = b * b, b4 = b2 * b2, b8 = b4 * b4, r[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll 16
    for (int i = 0; i < kWords / 4; i += 2) {
        uint4 w = text[i], z = text[i + 1];
        r[0] = r[0] * b8 + w.x; r[1] = r[1] * b8 + w.y; r[2] = r[2] * b8 + w.z; r[3] = r[3] * b8 + w.w;
        r[4] = r[4] * b8 + z.x; r[5] = r[5] * b8 + z.y; r[6] = r[6] * b8 + z.z; r[7] = r[7] * b8 + z.w;
    }
    uint32_t h = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) h = h * b + r[k];
    prints[id] = h >> 1;
}

// ---------------------------------------------------------------- ginger_summit: driven oscillators under a recorded excitation
constexpr int kForce = 40960, kOsc = 132 * 128 * 4;
__device__ __forceinline__ void swing(float& x, float& v, float stiff, float f) {
    const float dt = 0.01f;
    float t = fmaf(x * x, 0.6f, stiff);
    float g = fmaf(v, 0.997f, f * dt);
    v = fmaf(x * t, -dt, g);
    x = fmaf(v, dt, x);
}
__global__ void __launch_bounds__(128) ginger_summit_ba7_a(const float4* __restrict__ force, const float* __restrict__ stiffness, float* __restrict__ end) {
    extern __shared__ float4 drive[];
    for (int i = threadIdx.x; i < kForce / 4; i += 128) drive[i] = force[i];
    __syncthreads();
    int id = blockIdx.x * 128 + threadIdx.x;
    float k = 1.5f + stiffness[id], x = 0.3f, v = 0.1f;
    float4 ahead = drive[0];
#pragma unroll 4
    for (int i = 0; i < kForce / 4; ++i) {
        float4 f = ahead;
        ahead = drive[i + 1];
        swing(x, v, k, f.x); swing(x, v, k, f.y); swing(x, v, k, f.z); swing(x, v, k, f.w);
    }
    end[id] = x * x + v * v;
}
__global__ void __launch_bounds__(128) ginger_summit_ba7_b(const float4* __restrict__ force, const float* __restrict__ stiffness, float* __restrict__ end) {
    extern __shared__ float4 drive[];
    for (int i = threadIdx.x; i < kForce / 4; i += 128) drive[i] = force[i];
    __syncthreads();
    int id = blockIdx.x * 512 + threadIdx.x;
    float k[4], x[4], v[4];
#pragma unroll
    for (int o = 0; o < 4; ++o) { k[o] = 1.5f + stiffness[id + o * 128]; x[o] = 0.3f; v[o] = 0.1f; }
    float4 ahead = drive[0];
#pragma unroll 2
    for (int i = 0; i < kForce / 4; ++i) {
        float4 f = ahead;
        ahead = drive[i + 1];
#pragma unroll
        for (int o = 0; o < 4; ++o) swing(x[o], v[o], k[o], f.x);
#pragma unroll
        for (int o = 0; o < 4; ++o) swing(x[o], v[o], k[o], f.y);
#pragma unroll
        for (int o = 0; o < 4; ++o) swing(x[o], v[o], k[o], f.z);
#pragma unroll
        for (int o = 0; o < 4; ++o) swing(x[o], v[o], k[o], f.w);
    }
#pragma unroll
    for (int o = 0; o < 4; ++o) end[id + o * 128] = x[o] * x[o] + v[o] * v[o];
}

// ---------------------------------------------------------------- quartz_ferry: portfolio mix (mild)
constexpr int kMix = 1 << 26;
__global__ void __launch_bounds__(256) quartz_ferry_ba7_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z, float* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 8192 + threadIdx.x;
#pragma unroll 4
    for (int i = 0; i < 8192; i += 256) out[base + i] = fmaf(0.4f, x[base + i], fmaf(0.35f, y[base + i], 0.25f * z[base + i]));
}
__global__ void __launch_bounds__(256) quartz_ferry_ba7_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z, float4* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < 2048; i += 256) {
        float4 a = x[base + i], b = y[base + i], c = z[base + i];
        out[base + i] = make_float4(fmaf(0.4f, a.x, fmaf(0.35f, b.x, 0.25f * c.x)), fmaf(0.4f, a.y, fmaf(0.35f, b.y, 0.25f * c.y)),
                                    fmaf(0.4f, a.z, fmaf(0.35f, b.z, 0.25f * c.z)), fmaf(0.4f, a.w, fmaf(0.35f, b.w, 0.25f * c.w)));
    }
}

// ---------------------------------------------------------------- indigo_cellar: detector calibration with a large table in shared memory (healthy)
constexpr int kCal = 40960, kEvents = 132 * 1048576;
__global__ void __launch_bounds__(512) indigo_cellar_ba7_a(const float4* __restrict__ raw, const float* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ float cal[];
    for (int i = threadIdx.x; i < kCal; i += 512) cal[i] = gain[i];
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * 262144 + threadIdx.x;
    float4 now[4], ahead[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) now[k] = raw[base + k * 512];
#pragma unroll 1
    for (int i = 0; i < 262144; i += 2048) {
        int next = i + 2048 < 262144 ? i + 2048 : i;
#pragma unroll
        for (int k = 0; k < 4; ++k) ahead[k] = raw[base + next + k * 512];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float4 v = now[k];
            v.x *= cal[(int)fmaf(v.x, 20479.0f, 20480.0f)]; v.y *= cal[(int)fmaf(v.y, 20479.0f, 20480.0f)];
            v.z *= cal[(int)fmaf(v.z, 20479.0f, 20480.0f)]; v.w *= cal[(int)fmaf(v.w, 20479.0f, 20480.0f)];
            out[base + i + k * 512] = v;
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) now[k] = ahead[k];
    }
}

// ---------------------------------------------------------------- maple_beacon: population maps iterated (healthy)
constexpr int kMaps = 132 * 2048 * 8;
__global__ void __launch_bounds__(256) maple_beacon_ba7_a(const float* __restrict__ seed, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float u = seed[i], x = u, a = -0.3f + 0.05f * u, b = 0.5f + 0.1f * u, c = 0.2f + 0.05f * u;
#pragma unroll 32
    for (int s = 0; s < 1024; ++s) x = fmaf(x, fmaf(x, a, b), c);
    out[i] = x;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t) { cases.push_back(Case{name, f, out, n, t}); };

    int* nodes = empty<int>((size_t)32 << kNodeBits); int* heads = empty<int>(kChains); int* hits = empty<int>(kChains);
    prepare_buckets<<<(32u << kNodeBits) / 256, 256>>>(nodes, heads); CHECK(cudaGetLastError());
    add("walnut_harbor_ba7_a", [=] { walnut_harbor_ba7_a<<<kChains / 8, 256>>>(nodes, heads, hits); }, hits, kChains, Output::i32);
    add("walnut_harbor_ba7_b", [=] { walnut_harbor_ba7_b<<<kChains / 32, 256>>>(nodes, heads, hits); }, hits, kChains, Output::i32);

    short* traces = empty<short>((size_t)kTraces * kSamples); int* picks = empty<int>(kTraces);
    prepare_traces<<<4096, 256>>>(traces); CHECK(cudaGetLastError());
    add("saffron_gate_ba7_a", [=] { saffron_gate_ba7_a<<<kTraces / 256, 256>>>(traces, picks, 2500); }, picks, kTraces, Output::i32);
    add("saffron_gate_ba7_b", [=] { saffron_gate_ba7_b<<<kTraces / 256, 256>>>(traces, picks, 2500); }, picks, kTraces, Output::i32);

    uint32_t* keys = (uint32_t*)indices((size_t)kPerBlock * kSketchBlocks, 1u << 30); int* sketch = empty<int>((size_t)kBins * kSketchBlocks);
    const int big = kBins * 4;
    CHECK(cudaFuncSetAttribute(copper_lantern_ba7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
    CHECK(cudaFuncSetAttribute(copper_lantern_ba7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
    add("copper_lantern_ba7_a", [=] { copper_lantern_ba7_a<<<kSketchBlocks, 512, big>>>(keys, sketch); }, sketch, (size_t)kBins * kSketchBlocks, Output::i32);
    add("copper_lantern_ba7_b", [=] { copper_lantern_ba7_b<<<kSketchBlocks, 512, big>>>(keys, sketch); }, sketch, (size_t)kBins * kSketchBlocks, Output::i32);

    size_t px = (size_t)kWide * kHigh, pad = (size_t)kWide * (kHigh + kReach);
    uint16_t* slices = empty<uint16_t>(pad); uint16_t* eroded = empty<uint16_t>(px);
    prepare_slices<<<2048, 256>>>(slices, pad); CHECK(cudaGetLastError());
    add("marble_thicket_ba7_a", [=] { marble_thicket_ba7_a<<<dim3(kWide / 64, kHigh / 32), dim3(64, 8)>>>(slices, eroded); }, eroded, px / 2, Output::i32);
    add("marble_thicket_ba7_b", [=] { marble_thicket_ba7_b<<<dim3(kWide / 256, kHigh / 32), dim3(32, 8)>>>(slices, eroded); }, eroded, px / 2, Output::i32);

    float taps[64]; for (int i = 0; i < 64; ++i) taps[i] = 0.02f + 0.03f * unit(900 + i);
    CHECK(cudaMemcpyToSymbol(kTaps, taps, sizeof taps));
    float* sonar = filled<float>(kSonar + 64, 21); float* clean = empty<float>(kSonar);
    add("velvet_anchor_ba7_a", [=] { velvet_anchor_ba7_a<<<kSonar / 1024, 256>>>(sonar, clean); }, clean, kSonar, Output::f32);
    add("velvet_anchor_ba7_b", [=] { velvet_anchor_ba7_b<<<kSonar / 1024, 256>>>(sonar, clean); }, clean, kSonar, Output::f32);

    uint8_t *ship = empty<uint8_t>(kRows), *mode = empty<uint8_t>(kRows), *brand = empty<uint8_t>(kRows), *chosen = empty<uint8_t>(kRows);
    prepare_bytes<<<2048, 256>>>(ship, kRows, 1); prepare_bytes<<<2048, 256>>>(mode, kRows, 2000000011u); prepare_bytes<<<2048, 256>>>(brand, kRows, 3111111111u);
    add("pebble_orchid_ba7_a", [=] { pebble_orchid_ba7_a<<<kRows / kTile, 256>>>(ship, mode, brand, chosen); }, chosen, kRows, Output::u8);
    add("pebble_orchid_ba7_b", [=] { pebble_orchid_ba7_b<<<kRows / kTile, 256>>>(ship, mode, brand, chosen); }, chosen, kRows, Output::u8);

    size_t cells = (size_t)kCols * kDeep, ranges = (size_t)kCols * (kDeep / kChunk);
    uint8_t* act = empty<uint8_t>(cells); int* range = empty<int>(ranges);
    prepare_bytes<<<2048, 256>>>(act, cells, 77); CHECK(cudaGetLastError());
    add("cobalt_meadow_ba7_a", [=] { cobalt_meadow_ba7_a<<<dim3(kCols / 256, kDeep / kChunk), 256>>>((int8_t*)act, range); }, range, ranges, Output::i32);
    add("cobalt_meadow_ba7_b", [=] { cobalt_meadow_ba7_b<<<dim3(kCols / 1024, kDeep / kChunk), 256>>>((int8_t*)act, range); }, range, ranges, Output::i32);

    int* doc = indices(kWords, 1u << 31, 5); int* bases = indices(kBases, 1u << 31, 99); uint32_t* prints = empty<uint32_t>(kBases);
    CHECK(cudaFuncSetAttribute(timber_falcon_ba7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWords * 4));
    CHECK(cudaFuncSetAttribute(timber_falcon_ba7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kWords * 4));
    add("timber_falcon_ba7_a", [=] { timber_falcon_ba7_a<<<132, 128, kWords * 4>>>((uint4*)doc, bases, prints); }, prints, kBases, Output::i32);
    add("timber_falcon_ba7_b", [=] { timber_falcon_ba7_b<<<132, 128, kWords * 4>>>((uint4*)doc, bases, prints); }, prints, kBases, Output::i32);

    float* force = filled<float>(kForce, 31); float* stiff = filled<float>(kOsc, 32); float* ends = empty<float>(kOsc);
    CHECK(cudaFuncSetAttribute(ginger_summit_ba7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kForce * 4 + 16));
    CHECK(cudaFuncSetAttribute(ginger_summit_ba7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kForce * 4 + 16));
    add("ginger_summit_ba7_a", [=] { ginger_summit_ba7_a<<<kOsc / 128, 128, kForce * 4 + 16>>>((float4*)force, stiff, ends); }, ends, kOsc, Output::f32);
    add("ginger_summit_ba7_b", [=] { ginger_summit_ba7_b<<<kOsc / 512, 128, kForce * 4 + 16>>>((float4*)force, stiff, ends); }, ends, kOsc, Output::f32);

    float *mx = filled<float>(kMix, 41), *my = filled<float>(kMix, 42), *mz = filled<float>(kMix, 43), *mo = empty<float>(kMix);
    add("quartz_ferry_ba7_a", [=] { quartz_ferry_ba7_a<<<kMix / 8192, 256>>>(mx, my, mz, mo); }, mo, kMix, Output::f32);
    add("quartz_ferry_ba7_b", [=] { quartz_ferry_ba7_b<<<kMix / 8192, 256>>>((float4*)mx, (float4*)my, (float4*)mz, (float4*)mo); }, mo, kMix, Output::f32);

    float* raw = filled<float>(kEvents, 51); float* gain = filled<float>(kCal, 52); float* fixed = empty<float>(kEvents);
    CHECK(cudaFuncSetAttribute(indigo_cellar_ba7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kCal * 4));
    add("indigo_cellar_ba7_a", [=] { indigo_cellar_ba7_a<<<132, 512, kCal * 4>>>((float4*)raw, gain, (float4*)fixed); }, fixed, kEvents, Output::f32);

    float* seed = filled<float>(kMaps, 61); float* grown = empty<float>(kMaps);
    add("maple_beacon_ba7_a", [=] { maple_beacon_ba7_a<<<kMaps / 256, 256>>>(seed, grown); }, grown, kMaps, Output::f32);

    return run(argc, argv, cases);
}
