#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda_pipeline.h>

static std::vector<harness::Case> cases;
#define ADD(NAME, OUT, COUNT, TYPE, ...) \
    cases.push_back(harness::Case{#NAME, [=] { __VA_ARGS__; }, OUT, (size_t)(COUNT), harness::Output::TYPE})

static __global__ void harness_bits(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
static uint32_t* bits(size_t words, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, words * 4));
    harness_bits<<<2048, 256>>>(p, words, seed); CHECK(cudaGetLastError());
    return p;
}
template <typename T> static T* zeroed(size_t n) { T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0, n * sizeof(T))); return p; }

// Radar corner turn: pulses by range bins to range bins by pulses, with a range window.
constexpr int kTurn = 8192;
__global__ void __launch_bounds__(256) amber_lantern_cd2_a(const float* __restrict__ in, const float* __restrict__ win, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float w = win[x];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(size_t)(y + 8 * j) * kTurn + x];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)x * kTurn + y + 8 * j] = v[j] * w;
}
__global__ void __launch_bounds__(256) amber_lantern_cd2_b(const float* __restrict__ in, const float* __restrict__ win, float* __restrict__ out) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float w = win[x];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(size_t)(y + 8 * j) * kTurn + x];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[threadIdx.y + 8 * j][threadIdx.x] = v[j] * w;
    __syncthreads();
    int ox = blockIdx.y * 32 + threadIdx.x, oy = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)(oy + 8 * j) * kTurn + ox] = tile[threadIdx.x][threadIdx.y + 8 * j];
}
static void add_amber() {
    float* in = harness::filled<float>((size_t)kTurn * kTurn, 11); float* w = harness::filled<float>(kTurn, 12);
    float* out = harness::empty<float>((size_t)kTurn * kTurn);
    dim3 g(kTurn / 32, kTurn / 32), b(32, 8);
    ADD(amber_lantern_cd2_a, out, (size_t)kTurn * kTurn, f32, amber_lantern_cd2_a<<<g, b>>>(in, w, out));
    ADD(amber_lantern_cd2_b, out, (size_t)kTurn * kTurn, f32, amber_lantern_cd2_b<<<g, b>>>(in, w, out));
}

// Film scan: density correction of 8-bit pixels.
constexpr size_t kFilm = 268435456;
__device__ __forceinline__ uint32_t film_map(uint32_t v, uint32_t gain, uint32_t lift) { return min(255u, ((v * gain + 128u) >> 8) + lift); }
__global__ void __launch_bounds__(256) copper_meadow_cd2_a(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, uint32_t gain, uint32_t lift, uint32_t n) {
    uint32_t step = gridDim.x * 256;
#pragma unroll 2
    for (uint32_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += step) out[i] = (uint8_t)film_map(in[i], gain, lift);
}
__global__ void __launch_bounds__(256) copper_meadow_cd2_b(const uint4* __restrict__ in, uint4* __restrict__ out, uint32_t gain, uint32_t lift, uint32_t n) {
    uint32_t step = gridDim.x * 256;
#pragma unroll 2
    for (uint32_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += step) {
        uint4 q = in[i]; uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t r = 0;
#pragma unroll
            for (int j = 0; j < 4; ++j) r |= film_map((w[k] >> (8 * j)) & 255u, gain, lift) << (8 * j);
            w[k] = r;
        }
        out[i] = make_uint4(w[0], w[1], w[2], w[3]);
    }
}
static void add_copper() {
    uint32_t* in = bits(kFilm / 4, 21); uint8_t* out = harness::empty<uint8_t>(kFilm);
    ADD(copper_meadow_cd2_a, out, kFilm, u8, copper_meadow_cd2_a<<<1056, 256>>>((const uint8_t*)in, out, 221, 9, (uint32_t)kFilm));
    ADD(copper_meadow_cd2_b, out, kFilm, u8, copper_meadow_cd2_b<<<1056, 256>>>((const uint4*)in, (uint4*)out, 221, 9, (uint32_t)(kFilm / 16)));
}

// Terrain tiles: running height along every row of 32 x 32 tiles, a tile a warp.
constexpr int kTiles = 81920;
template <int P>
__device__ __forceinline__ void terrain_body(float* s, const float* __restrict__ in, float* __restrict__ out) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t base = ((size_t)blockIdx.x * 8 + warp) * 1024;
    s += warp * 32 * P;
#pragma unroll
    for (int r = 0; r < 32; ++r) s[r * P + lane] = in[base + r * 32 + lane];
    __syncwarp();
    float acc = 0.f;
#pragma unroll 8
    for (int c = 0; c < 32; ++c) { acc += s[lane * P + c]; s[lane * P + c] = acc; }
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 32; ++r) out[base + r * 32 + lane] = s[r * P + lane];
}
__global__ void __launch_bounds__(256) velvet_harbor_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[8 * 32 * 32]; terrain_body<32>(s, in, out);
}
__global__ void __launch_bounds__(256) velvet_harbor_cd2_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[8 * 32 * 33]; terrain_body<33>(s, in, out);
}
static void add_velvet() {
    float* in = harness::filled<float>((size_t)kTiles * 1024, 31); float* out = harness::empty<float>((size_t)kTiles * 1024);
    ADD(velvet_harbor_cd2_a, out, (size_t)kTiles * 1024, f32, velvet_harbor_cd2_a<<<kTiles / 8, 256>>>(in, out));
    ADD(velvet_harbor_cd2_b, out, (size_t)kTiles * 1024, f32, velvet_harbor_cd2_b<<<kTiles / 8, 256>>>(in, out));
}

// Network flows: bytes of 16 ports summed by flow, the busiest port reported.
constexpr int kFlows = 2097152, kFlowSteps = 48;
__global__ void __launch_bounds__(256) walnut_compass_cd2_a(const uint32_t* __restrict__ in, int* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int acc[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) acc[b] = 0;
#pragma unroll 1
    for (int t = 0; t < kFlowSteps; t += 8) {
        uint32_t w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = in[(size_t)(t + j) * kFlows + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[w[j] & 15] += (int)(w[j] >> 20);
    }
    int best = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) best = max(best, acc[b]);
    out[i] = best;
}
__global__ void __launch_bounds__(256) walnut_compass_cd2_b(const uint32_t* __restrict__ in, int* __restrict__ out) {
    __shared__ int acc[16][256];
    int i = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) acc[b][threadIdx.x] = 0;
#pragma unroll 1
    for (int t = 0; t < kFlowSteps; t += 8) {
        uint32_t w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = in[(size_t)(t + j) * kFlows + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[w[j] & 15][threadIdx.x] += (int)(w[j] >> 20);
    }
    int best = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) best = max(best, acc[b][threadIdx.x]);
    out[i] = best;
}
static void add_walnut() {
    uint32_t* in = bits((size_t)kFlows * kFlowSteps, 41); int* out = harness::empty<int>(kFlows);
    ADD(walnut_compass_cd2_a, out, kFlows, i32, walnut_compass_cd2_a<<<kFlows / 256, 256>>>(in, out));
    ADD(walnut_compass_cd2_b, out, kFlows, i32, walnut_compass_cd2_b<<<kFlows / 256, 256>>>(in, out));
}

// Synthesizer voices: a 40-tap filter run along time, a voice a thread.
constexpr int kVoices = 270336, kVoiceTime = 160, kTaps = 40;
__constant__ float d_taps[kTaps];
__device__ __forceinline__ void voice_body(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) s[k] = 0.f;
#pragma unroll 1
    for (int t = 0; t < kVoiceTime; t += 4) {
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = in[(t + j) * kVoices + i];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float y = fmaf(d_taps[0], x[j], s[0]);
#pragma unroll
            for (int k = 0; k < kTaps - 2; ++k) s[k] = fmaf(d_taps[k + 1], x[j], s[k + 1]);
            s[kTaps - 2] = d_taps[kTaps - 1] * x[j];
            out[(t + j) * kVoices + i] = y;
        }
    }
}
__global__ void __launch_bounds__(256, 8) silver_thicket_cd2_a(const float* __restrict__ in, float* __restrict__ out) { voice_body(in, out); }
__global__ void __launch_bounds__(256, 4) silver_thicket_cd2_b(const float* __restrict__ in, float* __restrict__ out) { voice_body(in, out); }
static void add_silver() {
    std::vector<float> h(kTaps); for (int k = 0; k < kTaps; ++k) h[k] = 0.3f * std::cos(0.37f * k) / (1.f + 0.1f * k);
    CHECK(cudaMemcpyToSymbol(d_taps, h.data(), kTaps * 4));
    size_t n = (size_t)kVoices * kVoiceTime;
    float* in = harness::filled<float>(n, 51); float* out = harness::empty<float>(n);
    ADD(silver_thicket_cd2_a, out, n, f32, silver_thicket_cd2_a<<<kVoices / 256, 256>>>(in, out));
    ADD(silver_thicket_cd2_b, out, n, f32, silver_thicket_cd2_b<<<kVoices / 256, 256>>>(in, out));
}

// Lens stack: rays traced through four spherical surfaces, height on the sensor reported.
constexpr int kRays = 16777216;
__global__ void __launch_bounds__(256) marble_pigeon_cd2_a(const float4* __restrict__ rays, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = rays[i];
    float x = r.x, y = r.y, u = r.z * 0.1f, v = r.w * 0.1f;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        float c = 0.11f + 0.07f * s;
        float q = x * x + y * y;
        float sag = q * c / (1.0 + sqrt(1.0 - 0.25 * c * c * q));
        x += u * (1.0 + sag); y += v * (1.0 + sag);
        u -= 0.3 * c * x; v -= 0.3 * c * y;
    }
    out[i] = x * x + y * y;
}
__global__ void __launch_bounds__(256) marble_pigeon_cd2_b(const float4* __restrict__ rays, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = rays[i];
    float x = r.x, y = r.y, u = r.z * 0.1f, v = r.w * 0.1f;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        float c = 0.11f + 0.07f * s;
        float q = x * x + y * y;
        float sag = q * c / (1.0f + sqrtf(1.0f - 0.25f * c * c * q));
        x += u * (1.0f + sag); y += v * (1.0f + sag);
        u -= 0.3f * c * x; v -= 0.3f * c * y;
    }
    out[i] = x * x + y * y;
}
static void add_marble() {
    float* in = harness::filled<float>((size_t)kRays * 4, 61); float* out = harness::empty<float>(kRays);
    ADD(marble_pigeon_cd2_a, out, kRays, f32, marble_pigeon_cd2_a<<<kRays / 256, 256>>>((const float4*)in, out));
    ADD(marble_pigeon_cd2_b, out, kRays, f32, marble_pigeon_cd2_b<<<kRays / 256, 256>>>((const float4*)in, out));
}

// Thin film: white-light fringe of a gap, 24 equally spaced wave numbers summed.
constexpr int kFringe = 50331648;
__device__ __forceinline__ float fringe_a(float d) {
    float th = 1.7f * d, sum = 0.f;
#pragma unroll
    for (int w = 1; w <= 24; ++w) sum = fmaf(1.0f / (w + 1), __cosf(th * w), sum);
    return sum;
}
__device__ __forceinline__ float fringe_b(float d) {
    float c1 = __cosf(1.7f * d), two = 2.f * c1, p = 1.f, c = c1, sum = 0.f;
#pragma unroll
    for (int w = 1; w <= 24; ++w) { sum = fmaf(1.0f / (w + 1), c, sum); float nx = fmaf(two, c, -p); p = c; c = nx; }
    return sum;
}
__global__ void __launch_bounds__(256) garnet_willow_cd2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(fringe_a(v.x), fringe_a(v.y), fringe_a(v.z), fringe_a(v.w));
}
__global__ void __launch_bounds__(256) garnet_willow_cd2_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(fringe_b(v.x), fringe_b(v.y), fringe_b(v.z), fringe_b(v.w));
}
static void add_garnet() {
    float* in = harness::filled<float>(kFringe, 71); float* out = harness::empty<float>(kFringe);
    ADD(garnet_willow_cd2_a, out, kFringe, f32, garnet_willow_cd2_a<<<kFringe / 1024, 256>>>((const float4*)in, (float4*)out));
    ADD(garnet_willow_cd2_b, out, kFringe, f32, garnet_willow_cd2_b<<<kFringe / 1024, 256>>>((const float4*)in, (float4*)out));
}

// Genomics: canonical form (smaller of a 32-mer and its reverse complement) folded to a short tag.
constexpr int kMers = 33554432;
__device__ __forceinline__ int mer_tag(unsigned long long x, unsigned long long r) {
    unsigned long long c = x < r ? x : r;
    return (int)((uint32_t)(c ^ (c >> 29)) >> 12);
}
__device__ __forceinline__ unsigned long long mer_rev_a(unsigned long long x) {
    unsigned long long r = 0;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) { r = (r << 2) | (3ull - (x & 3ull)); x >>= 2; }
    return r;
}
__device__ __forceinline__ unsigned long long mer_rev_b(unsigned long long x) {
    unsigned long long r = __brevll(~x);
    return ((r & 0x5555555555555555ull) << 1) | ((r >> 1) & 0x5555555555555555ull);
}
__global__ void __launch_bounds__(256) indigo_saddle_cd2_a(const ulonglong2* __restrict__ in, int2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; ulonglong2 v = in[i];
    out[i] = make_int2(mer_tag(v.x, mer_rev_a(v.x)), mer_tag(v.y, mer_rev_a(v.y)));
}
__global__ void __launch_bounds__(256) indigo_saddle_cd2_b(const ulonglong2* __restrict__ in, int2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; ulonglong2 v = in[i];
    out[i] = make_int2(mer_tag(v.x, mer_rev_b(v.x)), mer_tag(v.y, mer_rev_b(v.y)));
}
static void add_indigo() {
    uint32_t* in = bits((size_t)kMers * 2, 81); int* out = harness::empty<int>(kMers);
    ADD(indigo_saddle_cd2_a, out, kMers, i32, indigo_saddle_cd2_a<<<kMers / 512, 256>>>((const ulonglong2*)in, (int2*)out));
    ADD(indigo_saddle_cd2_b, out, kMers, i32, indigo_saddle_cd2_b<<<kMers / 512, 256>>>((const ulonglong2*)in, (int2*)out));
}

// Modular synth: eight oscillator kinds interleaved by channel, each with its own shaping curve.
constexpr int kOsc = 41943040;
template <int K> __device__ __forceinline__ float osc(float x) {
#pragma unroll
    for (int j = 0; j < 24; ++j) {
        float t = fmaf(x, 0.31f + 0.02f * K, 0.07f * (j % (K + 2)));
        float q = K & 1 ? fmaf(t, -0.4f, 0.5f) : fmaf(t, t, -0.25f);
        x = fmaf(q, K & 2 ? 0.6f : -0.55f, 0.1f * x);
    }
    return x;
}
__device__ __forceinline__ float osc_any(int kind, float x) {
    switch (kind) {
        case 0: return osc<0>(x); case 1: return osc<1>(x); case 2: return osc<2>(x); case 3: return osc<3>(x);
        case 4: return osc<4>(x); case 5: return osc<5>(x); case 6: return osc<6>(x); default: return osc<7>(x);
    }
}
__global__ void __launch_bounds__(256) russet_bellows_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = osc_any(i & 7, in[i]);
}
__global__ void __launch_bounds__(256) russet_bellows_cd2_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[264];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t + t / 32] = in[i];
    __syncthreads();
    int m = (t & 31) * 8 + (t >> 5), a = m + m / 32;
    float r = osc_any(t >> 5, s[a]);
    s[a] = r;
    __syncthreads();
    out[i] = s[t + t / 32];
}
static void add_russet() {
    float* in = harness::filled<float>(kOsc, 91); float* out = harness::empty<float>(kOsc);
    ADD(russet_bellows_cd2_a, out, kOsc, f32, russet_bellows_cd2_a<<<kOsc / 256, 256>>>(in, out));
    ADD(russet_bellows_cd2_b, out, kOsc, f32, russet_bellows_cd2_b<<<kOsc / 256, 256>>>(in, out));
}

// Ring colonies: 32 cells a colony, a colony a warp, diffusing step by step; at its turn a colony molts.
constexpr int kColonyBlocks = 2112, kColonySteps = 64;
template <bool WHOLE>
__device__ __forceinline__ void colony_body(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[2][32][32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float v = in[i];
    s[0][warp][lane] = v;
    if (WHOLE) __syncthreads(); else __syncwarp();
#pragma unroll 1
    for (int t = 0; t < kColonySteps; ++t) {
        int p = t & 1;
        float l = s[p][warp][(lane + 31) & 31], r = s[p][warp][(lane + 1) & 31];
        v = fmaf(0.25f, l + r, 0.49f * v);
        if (((t * 7 + warp * 5) & 31) == 0) {
            float g = 0.001f * (t + 1);
#pragma unroll 10
            for (int k = 0; k < 300; ++k) v = fmaf(v, 0.999f, g);
        }
        s[p ^ 1][warp][lane] = v;
        if (WHOLE) __syncthreads(); else __syncwarp();
    }
    out[i] = v;
}
__global__ void __launch_bounds__(1024, 2) hazel_turbine_cd2_a(const float* __restrict__ in, float* __restrict__ out) { colony_body<true>(in, out); }
__global__ void __launch_bounds__(1024, 2) hazel_turbine_cd2_b(const float* __restrict__ in, float* __restrict__ out) { colony_body<false>(in, out); }
static void add_hazel() {
    size_t n = (size_t)kColonyBlocks * 1024;
    float* in = harness::filled<float>(n, 101); float* out = harness::empty<float>(n);
    ADD(hazel_turbine_cd2_a, out, n, f32, hazel_turbine_cd2_a<<<kColonyBlocks, 1024>>>(in, out));
    ADD(hazel_turbine_cd2_b, out, n, f32, hazel_turbine_cd2_b<<<kColonyBlocks, 1024>>>(in, out));
}

// Plasma diagnostics: energy of charged particles summed by cell, 8192 sorted particles a cell.
constexpr int kPlasma = 33554432, kPlasmaCells = kPlasma / 8192;
__device__ __forceinline__ float plasma_energy(float4 p) { return 0.5f * fabsf(p.w) * (p.x * p.x + p.y * p.y + p.z * p.z); }
__global__ void __launch_bounds__(256) pewter_orchard_cd2_a(const float4* __restrict__ p, float* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 4096 + threadIdx.x;
    float* cell = out + blockIdx.x / 2;
#pragma unroll 1
    for (int k = 0; k < 16; k += 4) {
        float4 q[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) q[j] = p[base + (k + j) * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) atomicAdd(cell, plasma_energy(q[j]));
    }
}
__global__ void __launch_bounds__(256) pewter_orchard_cd2_b(const float4* __restrict__ p, float* __restrict__ out) {
    __shared__ float part[8];
    size_t base = (size_t)blockIdx.x * 4096 + threadIdx.x;
    float sum = 0.f;
#pragma unroll 1
    for (int k = 0; k < 16; k += 4) {
        float4 q[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) q[j] = p[base + (k + j) * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += plasma_energy(q[j]);
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0.f;
#pragma unroll
        for (int k = 0; k < 8; ++k) t += part[k];
        atomicAdd(out + blockIdx.x / 2, t);
    }
}
static void add_pewter() {
    float* in = harness::filled<float>((size_t)kPlasma * 4, 111); float* out = zeroed<float>(kPlasmaCells);
    ADD(pewter_orchard_cd2_a, out, kPlasmaCells, f32, pewter_orchard_cd2_a<<<kPlasma / 4096, 256>>>((const float4*)in, out));
    ADD(pewter_orchard_cd2_b, out, kPlasmaCells, f32, pewter_orchard_cd2_b<<<kPlasma / 4096, 256>>>((const float4*)in, out));
}

// Route tables: cheapest two-leg trip between all ports (min-plus product).
constexpr int kPortM = 2048, kPortN = 2048, kPortK = 1024;
__global__ void __launch_bounds__(256) ochre_gondola_cd2_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ out) {
    int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5);
    float best = 1e30f;
#pragma unroll 8
    for (int k = 0; k < kPortK; ++k) best = fminf(best, A[i * kPortK + k] + B[k * kPortN + j]);
    out[i * kPortN + j] = best;
}
__global__ void __launch_bounds__(256) ochre_gondola_cd2_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ out) {
    __shared__ __align__(16) float sa[16][68];
    __shared__ float4 sb[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, t = threadIdx.x;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float c[4][4];
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) c[y][x] = 1e30f;
    int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 4, bc = t & 15;
    float4 na = *(const float4*)(A + (row + ar) * kPortK + ak);
    float4 nb = *(const float4*)(B + bk * kPortN + col + bc * 4);
    for (int k0 = 0; k0 < kPortK; k0 += 16) {
        sa[ak][ar] = na.x; sa[ak + 1][ar] = na.y; sa[ak + 2][ar] = na.z; sa[ak + 3][ar] = na.w;
        sb[bk][bc] = nb;
        __syncthreads();
        if (k0 + 16 < kPortK) {
            na = *(const float4*)(A + (row + ar) * kPortK + k0 + 16 + ak);
            nb = *(const float4*)(B + (k0 + 16 + bk) * kPortN + col + bc * 4);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a4 = *(const float4*)&sa[k][ty * 4]; float4 b4 = sb[k][tx];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int y = 0; y < 4; ++y)
#pragma unroll
                for (int x = 0; x < 4; ++x) c[y][x] = fminf(c[y][x], a[y] + b[x]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int y = 0; y < 4; ++y)
        *(float4*)(out + (row + ty * 4 + y) * kPortN + col + tx * 4) = make_float4(c[y][0], c[y][1], c[y][2], c[y][3]);
}
static void add_ochre() {
    float* A = harness::filled<float>(kPortM * kPortK, 121); float* B = harness::filled<float>(kPortK * kPortN, 122);
    float* out = harness::empty<float>(kPortM * kPortN);
    ADD(ochre_gondola_cd2_a, out, kPortM * kPortN, f32, ochre_gondola_cd2_a<<<dim3(kPortN / 32, kPortM / 8), 256>>>(A, B, out));
    ADD(ochre_gondola_cd2_b, out, kPortM * kPortN, f32, ochre_gondola_cd2_b<<<dim3(kPortN / 64, kPortM / 64), 256>>>(A, B, out));
}

// Antenna array: 2048 beams from 2048 elements over 2048 samples (half in, float out).
constexpr int kBeam = 2048;
__global__ void __launch_bounds__(256) tawny_lattice_cd2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ out) {
    __shared__ __align__(16) float sa[16][68];
    __shared__ float4 sb[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, t = threadIdx.x;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float c[4][4];
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 4; ++x) c[y][x] = 0.f;
    int ar = t >> 2, ak = (t & 3) * 4, bk = t >> 4, bc = t & 15;
    uint2 na = *(const uint2*)(A + (row + ar) * kBeam + ak);
    uint2 nb = *(const uint2*)(B + bk * kBeam + col + bc * 4);
    for (int k0 = 0; k0 < kBeam; k0 += 16) {
        float2 a0 = __half22float2(*(__half2*)&na.x), a1 = __half22float2(*(__half2*)&na.y);
        float2 b0 = __half22float2(*(__half2*)&nb.x), b1 = __half22float2(*(__half2*)&nb.y);
        sa[ak][ar] = a0.x; sa[ak + 1][ar] = a0.y; sa[ak + 2][ar] = a1.x; sa[ak + 3][ar] = a1.y;
        sb[bk][bc] = make_float4(b0.x, b0.y, b1.x, b1.y);
        __syncthreads();
        if (k0 + 16 < kBeam) {
            na = *(const uint2*)(A + (row + ar) * kBeam + k0 + 16 + ak);
            nb = *(const uint2*)(B + (k0 + 16 + bk) * kBeam + col + bc * 4);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a4 = *(const float4*)&sa[k][ty * 4]; float4 b4 = sb[k][tx];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int y = 0; y < 4; ++y)
#pragma unroll
                for (int x = 0; x < 4; ++x) c[y][x] = fmaf(a[y], b[x], c[y][x]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int y = 0; y < 4; ++y)
        *(float4*)(out + (row + ty * 4 + y) * kBeam + col + tx * 4) = make_float4(c[y][0], c[y][1], c[y][2], c[y][3]);
}
__global__ void __launch_bounds__(256) tawny_lattice_cd2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ out) {
    using namespace nvcuda;
    __shared__ __align__(128) __half sa[2][128][40];
    __shared__ __align__(128) __half sb[2][32][136];
    int t = threadIdx.x, warp = t >> 5, wr = (warp >> 2) * 64, wc = (warp & 3) * 32;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2];
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 2; ++x) wmma::fill_fragment(c[y][x], 0.f);
    auto stage = [&](int s, int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = t + 256 * j;
            __pipeline_memcpy_async(&sa[s][q >> 2][(q & 3) * 8], A + (row + (q >> 2)) * kBeam + k0 + (q & 3) * 8, 16);
            __pipeline_memcpy_async(&sb[s][q >> 4][(q & 15) * 8], B + (k0 + (q >> 4)) * kBeam + col + (q & 15) * 8, 16);
        }
        __pipeline_commit();
    };
    stage(0, 0);
    for (int k0 = 0; k0 < kBeam; k0 += 32) {
        int s = (k0 >> 5) & 1;
        if (k0 + 32 < kBeam) { stage(s ^ 1, k0 + 32); __pipeline_wait_prior(1); } else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
            for (int y = 0; y < 4; ++y) wmma::load_matrix_sync(a[y], &sa[s][wr + y * 16][kk], 40);
#pragma unroll
            for (int x = 0; x < 2; ++x) wmma::load_matrix_sync(b[x], &sb[s][kk][wc + x * 16], 136);
#pragma unroll
            for (int y = 0; y < 4; ++y)
#pragma unroll
                for (int x = 0; x < 2; ++x) wmma::mma_sync(c[y][x], a[y], b[x], c[y][x]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int y = 0; y < 4; ++y)
#pragma unroll
        for (int x = 0; x < 2; ++x)
            wmma::store_matrix_sync(out + (row + wr + y * 16) * kBeam + col + wc + x * 16, c[y][x], kBeam, wmma::mem_row_major);
}
static void add_tawny() {
    __half* A = harness::filled<__half>(kBeam * kBeam, 131); __half* B = harness::filled<__half>(kBeam * kBeam, 132);
    float* out = harness::empty<float>(kBeam * kBeam);
    ADD(tawny_lattice_cd2_a, out, kBeam * kBeam, f32, tawny_lattice_cd2_a<<<dim3(kBeam / 64, kBeam / 64), 256>>>(A, B, out));
    ADD(tawny_lattice_cd2_b, out, kBeam * kBeam, f32, tawny_lattice_cd2_b<<<dim3(kBeam / 128, kBeam / 128), 256>>>(A, B, out));
}

// Clock escapement: cubic pendulums stepped 320 times.
constexpr int kPendulumBlocks = 268, kPendulums = kPendulumBlocks * 16384;
__device__ __forceinline__ float pendulum(float x) {
    float v = 0.3f * x;
#pragma unroll 8
    for (int t = 0; t < 320; ++t) {
        float f = fmaf(0.16f * x, x, -1.0f);
        v = fmaf(0.02f * f, x, v * 0.999f);
        x = fmaf(0.02f, v, x);
    }
    return x;
}
__global__ void __launch_bounds__(1024) linen_quarry_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
#pragma unroll 1
    for (int j = 0; j < 16; ++j) {
        int i = blockIdx.x * 16384 + j * 1024 + threadIdx.x;
        out[i] = pendulum(in[i]);
    }
}
__global__ void __launch_bounds__(1024) linen_quarry_cd2_b(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    out[i] = pendulum(in[i]);
}
static void add_linen() {
    float* in = harness::filled<float>(kPendulums, 141); float* out = harness::empty<float>(kPendulums);
    ADD(linen_quarry_cd2_a, out, kPendulums, f32, linen_quarry_cd2_a<<<kPendulumBlocks, 1024>>>(in, out));
    ADD(linen_quarry_cd2_b, out, kPendulums, f32, linen_quarry_cd2_b<<<kPendulumBlocks * 16, 1024>>>(in, out));
}

// Tape restoration: level, soft clip and bias of a long recording.
constexpr int kTape = 67108864;
__device__ __forceinline__ float tape1(float x) { return fmaf(x, 1.31f, 0.02f); }
__device__ __forceinline__ float tape2(float x) { return x * fmaf(-0.11f * x, x, 1.0f); }
__device__ __forceinline__ float tape3(float x) { return fmaf(fabsf(x), 0.05f, x); }
__global__ void __launch_bounds__(256) cedar_beacon_cd2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(tape1(v.x), tape1(v.y), tape1(v.z), tape1(v.w));
}
__global__ void __launch_bounds__(256) cedar_beacon_cd2_a2(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(tape2(v.x), tape2(v.y), tape2(v.z), tape2(v.w));
}
__global__ void __launch_bounds__(256) cedar_beacon_cd2_a3(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(tape3(v.x), tape3(v.y), tape3(v.z), tape3(v.w));
}
__global__ void __launch_bounds__(256) cedar_beacon_cd2_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(tape3(tape2(tape1(v.x))), tape3(tape2(tape1(v.y))), tape3(tape2(tape1(v.z))), tape3(tape2(tape1(v.w))));
}
static void add_cedar() {
    float4* in = (float4*)harness::filled<float>(kTape, 151); float4* out = (float4*)harness::empty<float>(kTape);
    float4* t1 = (float4*)harness::empty<float>(kTape); float4* t2 = (float4*)harness::empty<float>(kTape);
    int g = kTape / 1024;
    ADD(cedar_beacon_cd2_a, out, kTape, f32, cedar_beacon_cd2_a<<<g, 256>>>(in, t1); cedar_beacon_cd2_a2<<<g, 256>>>(t1, t2);
        cedar_beacon_cd2_a3<<<g, 256>>>(t2, out));
    ADD(cedar_beacon_cd2_b, out, kTape, f32, cedar_beacon_cd2_b<<<g, 256>>>(in, out));
}

// Loom pattern: warp and weft of an 8192 x 8192 pattern exchanged, tension scaled.
constexpr int kLoom = 8192;
template <int P>
__device__ __forceinline__ void loom_body(float* s, const float* __restrict__ in, float* __restrict__ out, float k) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 4; ++j) s[(threadIdx.y + 8 * j) * P + threadIdx.x] = k * in[(size_t)(y + 8 * j) * kLoom + x];
    __syncthreads();
    int ox = blockIdx.y * 32 + threadIdx.x, oy = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)(oy + 8 * j) * kLoom + ox] = s[threadIdx.x * P + threadIdx.y + 8 * j];
}
__global__ void __launch_bounds__(256) umber_ferry_cd2_a(const float* __restrict__ in, float* __restrict__ out, float k) {
    __shared__ float s[32 * 34]; loom_body<34>(s, in, out, k);
}
__global__ void __launch_bounds__(256) umber_ferry_cd2_b(const float* __restrict__ in, float* __restrict__ out, float k) {
    __shared__ float s[32 * 33]; loom_body<33>(s, in, out, k);
}
static void add_umber() {
    size_t n = (size_t)kLoom * kLoom;
    float* in = harness::filled<float>(n, 161); float* out = harness::empty<float>(n);
    dim3 g(kLoom / 32, kLoom / 32), b(32, 8);
    ADD(umber_ferry_cd2_a, out, n, f32, umber_ferry_cd2_a<<<g, b>>>(in, out, 0.8f));
    ADD(umber_ferry_cd2_b, out, n, f32, umber_ferry_cd2_b<<<g, b>>>(in, out, 0.8f));
}

// Seismic trace: squared amplitude of a record that starts behind a header.
constexpr int kTrace = 67108864;
__device__ __forceinline__ void trace_body(const float* __restrict__ in, float* __restrict__ out) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = fmaf(v[j], v[j], 0.01f * v[j]);
}
__global__ void __launch_bounds__(256) flint_parade_cd2_a(const float* __restrict__ in, float* __restrict__ out) { trace_body(in, out); }
__global__ void __launch_bounds__(256) flint_parade_cd2_b(const float* __restrict__ in, float* __restrict__ out) { trace_body(in, out); }
static void add_flint() {
    float* in = harness::filled<float>(kTrace + 64, 171); float* out = harness::empty<float>(kTrace);
    float* moved = harness::empty<float>(kTrace);
    CHECK(cudaMemcpy(moved, in + 3, (size_t)kTrace * 4, cudaMemcpyDeviceToDevice));
    ADD(flint_parade_cd2_a, out, kTrace, f32, flint_parade_cd2_a<<<kTrace / 1024, 256>>>(in + 3, out));
    ADD(flint_parade_cd2_b, out, kTrace, f32, flint_parade_cd2_b<<<kTrace / 1024, 256>>>(moved, out));
}

// Battery pack: even cells relax by charge, odd ones by discharge, 12 steps.
constexpr int kCells = 67108864;
__global__ void __launch_bounds__(256) plum_drawer_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + j * 256];
    if (threadIdx.x & 1) {
#pragma unroll
        for (int t = 0; t < 12; ++t)
#pragma unroll
            for (int j = 0; j < 4; ++j) v[j] = fmaf(v[j], 0.96f, -0.02f);
    } else {
#pragma unroll
        for (int t = 0; t < 12; ++t)
#pragma unroll
            for (int j = 0; j < 4; ++j) v[j] = fmaf(v[j], 0.98f, 0.03f);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = v[j];
}
__global__ void __launch_bounds__(256) plum_drawer_cd2_b(const float* __restrict__ in, float* __restrict__ out) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + j * 256];
    float a = threadIdx.x & 1 ? 0.96f : 0.98f, b = threadIdx.x & 1 ? -0.02f : 0.03f;
#pragma unroll
    for (int t = 0; t < 12; ++t)
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(v[j], a, b);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = v[j];
}
static void add_plum() {
    float* in = harness::filled<float>(kCells, 181); float* out = harness::empty<float>(kCells);
    ADD(plum_drawer_cd2_a, out, kCells, f32, plum_drawer_cd2_a<<<kCells / 1024, 256>>>(in, out));
    ADD(plum_drawer_cd2_b, out, kCells, f32, plum_drawer_cd2_b<<<kCells / 1024, 256>>>(in, out));
}

// Alpha blend: two layers and their cover into one.
constexpr int kBlend = 50331648;
__device__ __forceinline__ float blend(float a, float b, float c) { return fmaf(fabsf(c), a - b, b); }
__global__ void __launch_bounds__(256) coral_anvil_cd2_a(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ out) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4], z[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = a[base + j * 256]; y[j] = b[base + j * 256]; z[j] = c[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = blend(x[j], y[j], z[j]);
}
__global__ void __launch_bounds__(256) coral_anvil_cd2_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = a[i], y = b[i], z = c[i];
    out[i] = make_float4(blend(x.x, y.x, z.x), blend(x.y, y.y, z.y), blend(x.z, y.z, z.z), blend(x.w, y.w, z.w));
}
static void add_coral() {
    float* a = harness::filled<float>(kBlend, 191); float* b = harness::filled<float>(kBlend, 192); float* c = harness::filled<float>(kBlend, 193);
    float* out = harness::empty<float>(kBlend);
    ADD(coral_anvil_cd2_a, out, kBlend, f32, coral_anvil_cd2_a<<<kBlend / 1024, 256>>>(a, b, c, out));
    ADD(coral_anvil_cd2_b, out, kBlend, f32, coral_anvil_cd2_b<<<kBlend / 1024, 256>>>((const float4*)a, (const float4*)b, (const float4*)c, (float4*)out));
}

// Gauge readings turned to another unit.
constexpr int kGauge = 67108864;
__global__ void __launch_bounds__(256) brass_kettle_cd2_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(v.x * 0.70710678118 + 0.24, v.y * 0.70710678118 + 0.24, v.z * 0.70710678118 + 0.24, v.w * 0.70710678118 + 0.24);
}
__global__ void __launch_bounds__(256) brass_kettle_cd2_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = in[i];
    out[i] = make_float4(fmaf(v.x, 0.70710678f, 0.24f), fmaf(v.y, 0.70710678f, 0.24f), fmaf(v.z, 0.70710678f, 0.24f), fmaf(v.w, 0.70710678f, 0.24f));
}
static void add_brass() {
    float* in = harness::filled<float>(kGauge, 201); float* out = harness::empty<float>(kGauge);
    ADD(brass_kettle_cd2_a, out, kGauge, f32, brass_kettle_cd2_a<<<kGauge / 1024, 256>>>((const float4*)in, (float4*)out));
    ADD(brass_kettle_cd2_b, out, kGauge, f32, brass_kettle_cd2_b<<<kGauge / 1024, 256>>>((const float4*)in, (float4*)out));
}

// Focal plane: pixel gains by detector row and column.
constexpr int kPlaneW = 10240, kPlaneH = 6400, kPlane = kPlaneW * kPlaneH;
__global__ void __launch_bounds__(256) lilac_furnace_cd2_a(const float* __restrict__ in, const float* __restrict__ rg, const float* __restrict__ cg, float* __restrict__ out, int width) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) { int i = base + j * 256; out[i] = v[j] * rg[i / width] * cg[i % width]; }
}
__global__ void __launch_bounds__(256) lilac_furnace_cd2_b(const float* __restrict__ in, const float* __restrict__ rg, const float* __restrict__ cg, float* __restrict__ out, int width) {
    int x = blockIdx.x * 1024 + threadIdx.x, base = blockIdx.y * width + x;
    float v[4], g = rg[blockIdx.y];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = v[j] * g * cg[x + j * 256];
}
static void add_lilac() {
    float* in = harness::filled<float>(kPlane, 211); float* rg = harness::filled<float>(kPlaneH, 212); float* cg = harness::filled<float>(kPlaneW, 213);
    float* out = harness::empty<float>(kPlane);
    ADD(lilac_furnace_cd2_a, out, kPlane, f32, lilac_furnace_cd2_a<<<kPlane / 1024, 256>>>(in, rg, cg, out, kPlaneW));
    ADD(lilac_furnace_cd2_b, out, kPlane, f32, lilac_furnace_cd2_b<<<dim3(kPlaneW / 1024, kPlaneH), 256>>>(in, rg, cg, out, kPlaneW));
}

// Chaos maps: coupled recurrences of two numbers a thread.
constexpr int kMapBlocks = 2132, kMaps = kMapBlocks * 1024;
__device__ __forceinline__ float chaos(float x) {
    float y = 0.4f - x;
#pragma unroll 8
    for (int t = 0; t < 600; ++t) {
        float nx = fmaf(-0.3f * x, x, 0.2f * y + 0.3f);
        y = fmaf(0.45f, x, -0.35f * y);
        x = nx;
    }
    return x + y;
}
__global__ void __launch_bounds__(1024) sable_trellis_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x; out[i] = chaos(in[i]);
}
__global__ void __launch_bounds__(128) sable_trellis_cd2_b(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x; out[i] = chaos(in[i]);
}
static void add_sable() {
    float* in = harness::filled<float>(kMaps, 221); float* out = harness::empty<float>(kMaps);
    ADD(sable_trellis_cd2_a, out, kMaps, f32, sable_trellis_cd2_a<<<kMapBlocks, 1024>>>(in, out));
    ADD(sable_trellis_cd2_b, out, kMaps, f32, sable_trellis_cd2_b<<<kMapBlocks * 8, 128>>>(in, out));
}

// Choir: four tracks mixed to one.
constexpr int kMix = 33554432;
__global__ void __launch_bounds__(256) azure_hinge_cd2_a(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, const float4* __restrict__ d, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = a[i], q = b[i], r = c[i], s = d[i];
    out[i] = make_float4(0.4f * p.x + 0.3f * q.x + 0.2f * r.x - 0.1f * s.x, 0.4f * p.y + 0.3f * q.y + 0.2f * r.y - 0.1f * s.y,
                         0.4f * p.z + 0.3f * q.z + 0.2f * r.z - 0.1f * s.z, 0.4f * p.w + 0.3f * q.w + 0.2f * r.w - 0.1f * s.w);
}
static void add_azure() {
    const float4* t[4]; for (int k = 0; k < 4; ++k) t[k] = (const float4*)harness::filled<float>(kMix, 231 + k);
    const float4 *a = t[0], *b = t[1], *c = t[2], *d = t[3];
    float* out = harness::empty<float>(kMix);
    ADD(azure_hinge_cd2_a, out, kMix, f32, azure_hinge_cd2_a<<<kMix / 1024, 256>>>(a, b, c, d, (float4*)out));
}

// Quilting: 128-byte patches picked at random from a 4 GiB bank, eight lanes a patch.
constexpr int kPatches = 2097152, kBank = 33554432;
__global__ void __launch_bounds__(256) mossy_turret_cd2_a(const float4* __restrict__ bank, const int* __restrict__ pick, float4* __restrict__ out) {
    int t = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = bank[(size_t)pick[(t + j * 256) >> 3] * 8 + (t & 7)];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[t + j * 256] = make_float4(v[j].x * 0.5f, v[j].y * 0.5f, v[j].z * 0.5f, v[j].w * 0.5f);
}
static void add_mossy() {
    float* bank = harness::filled<float>((size_t)kBank * 32, 241); int* pick = harness::indices(kPatches, kBank, 242);
    float* out = harness::empty<float>((size_t)kPatches * 32);
    ADD(mossy_turret_cd2_a, out, (size_t)kPatches * 32, f32, mossy_turret_cd2_a<<<kPatches / 128, 256>>>((const float4*)bank, pick, (float4*)out));
}

// Keyed tags: 48 rounds of an add-rotate-xor mix over four words a thread.
constexpr int kKeys = 8388608;
__global__ void __launch_bounds__(256) frost_ladle_cd2_a(const uint4* __restrict__ in, int4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 s = in[i];
#pragma unroll 8
    for (int r = 0; r < 48; ++r) {
        s.x += s.y; s.w = __funnelshift_l(s.w ^ s.x, s.w ^ s.x, 16);
        s.z += s.w; s.y = __funnelshift_l(s.y ^ s.z, s.y ^ s.z, 12);
    }
    out[i] = make_int4(s.x >> 12, s.y >> 12, s.z >> 12, s.w >> 12);
}
static void add_frost() {
    uint32_t* in = bits((size_t)kKeys * 4, 251); int* out = harness::empty<int>((size_t)kKeys * 4);
    ADD(frost_ladle_cd2_a, out, (size_t)kKeys * 4, i32, frost_ladle_cd2_a<<<kKeys / 256, 256>>>((const uint4*)in, (int4*)out));
}

// Light curves: leaky level of stars along time, a star a thread.
constexpr int kStars = 270336, kNights = 384;
__global__ void __launch_bounds__(256) dusky_anchor_cd2_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float y = 0.f, peak = 0.f;
#pragma unroll 1
    for (int t = 0; t < kNights; t += 8) {
        float x[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) x[j] = in[(size_t)(t + j) * kStars + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) { y = fmaf(0.9f, y, 0.1f * x[j]); peak = fmaxf(peak, y); }
    }
    out[i] = peak;
}
static void add_dusky() {
    float* in = harness::filled<float>((size_t)kStars * kNights, 261); float* out = harness::empty<float>(kStars);
    ADD(dusky_anchor_cd2_a, out, kStars, f32, dusky_anchor_cd2_a<<<kStars / 256, 256>>>(in, out));
}

// Orbits: two-body steps in double from double elements.
constexpr int kOrbits = 1081344;
__global__ void __launch_bounds__(256) ivory_pulley_cd2_a(const double2* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 q = in[i];
    double x = q.x, y = q.y, u = -0.1 * q.y, v = 0.1 * q.x;
#pragma unroll 4
    for (int t = 0; t < 100; ++t) {
        double r = fma(x, x, y * y);
        double g = fma(fma(0.002, r, -0.011), r, 0.03);
        u = fma(-g, x, u); v = fma(-g, y, v);
        x = fma(0.03, u, x); y = fma(0.03, v, y);
    }
    out[i] = x + y;
}
static void add_ivory() {
    double* in = harness::filled<double>((size_t)kOrbits * 2, 271); double* out = harness::empty<double>(kOrbits);
    ADD(ivory_pulley_cd2_a, out, kOrbits, f64, ivory_pulley_cd2_a<<<kOrbits / 256, 256>>>((const double2*)in, out));
}

// Survey: spread of each record of 1024 readings, a warp a record.
constexpr int kRecords = 131072;
__global__ void __launch_bounds__(256) topaz_cabin_cd2_a(const float4* __restrict__ in, float* __restrict__ out) {
    int rec = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* p = in + (size_t)rec * 256 + lane;
    float4 v[8]; float s = 0.f, q = 0.f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = p[j * 32];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        s += v[j].x + v[j].y + v[j].z + v[j].w;
        q = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, q))));
    }
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    if (lane == 0) out[rec] = q * (1.0f / 1024) - s * s * (1.0f / 1048576);
}
static void add_topaz() {
    float* in = harness::filled<float>((size_t)kRecords * 1024, 281); float* out = harness::empty<float>(kRecords);
    ADD(topaz_cabin_cd2_a, out, kRecords, f32, topaz_cabin_cd2_a<<<kRecords / 8, 256>>>((const float4*)in, out));
}

// Organ pipes: two damped quintic responses a thread, evaluated over 96 steps.
constexpr int kPipes = 8650752;
__global__ void __launch_bounds__(256) maple_cannon_cd2_a(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 v = in[i]; float x = v.x, y = v.y;
#pragma unroll 8
    for (int t = 0; t < 96; ++t) {
        float p = fmaf(fmaf(fmaf(0.03f, x, -0.08f), x, 0.11f), x, 0.05f);
        float q = fmaf(fmaf(fmaf(-0.04f, y, 0.07f), y, -0.12f), y, 0.06f);
        x = fmaf(p, y, 0.21f); y = fmaf(q, x, -0.17f);
    }
    out[i] = make_float2(x, y);
}
static void add_maple() {
    float* in = harness::filled<float>((size_t)kPipes * 2, 291); float* out = harness::empty<float>((size_t)kPipes * 2);
    ADD(maple_cannon_cd2_a, out, (size_t)kPipes * 2, f32, maple_cannon_cd2_a<<<kPipes / 256, 256>>>((const float2*)in, (float2*)out));
}

// Pond ripples: one five-point step of a wave with its previous state.
constexpr int kPond = 8192;
__global__ void __launch_bounds__(256) tallow_gable_cd2_a(const float4* __restrict__ now, const float4* __restrict__ old, float4* __restrict__ out) {
    constexpr int W = kPond / 4;
    int lane = threadIdx.x & 31, x = blockIdx.x * 32 + lane, y = blockIdx.y * 8 + (threadIdx.x >> 5);
    size_t i = (size_t)y * W + x;
    float4 c = now[i], o = old[i];
    float4 n = now[y > 0 ? i - W : i], s = now[y < kPond - 1 ? i + W : i];
    float l = __shfl_up_sync(~0u, c.w, 1), r = __shfl_down_sync(~0u, c.x, 1);
    const float* f = (const float*)now;
    if (lane == 0) l = x > 0 ? f[i * 4 - 1] : c.x;
    if (lane == 31) r = x < W - 1 ? f[i * 4 + 4] : c.w;
    float4 q;
    q.x = fmaf(0.2f, n.x + s.x + l + c.y - 4.f * c.x, 2.f * c.x - o.x);
    q.y = fmaf(0.2f, n.y + s.y + c.x + c.z - 4.f * c.y, 2.f * c.y - o.y);
    q.z = fmaf(0.2f, n.z + s.z + c.y + c.w - 4.f * c.z, 2.f * c.z - o.z);
    q.w = fmaf(0.2f, n.w + s.w + c.z + r - 4.f * c.w, 2.f * c.w - o.w);
    out[i] = q;
}
static void add_tallow() {
    size_t n = (size_t)kPond * kPond;
    float* now = harness::filled<float>(n, 301); float* old = harness::filled<float>(n, 302); float* out = harness::empty<float>(n);
    ADD(tallow_gable_cd2_a, out, n, f32, tallow_gable_cd2_a<<<dim3(kPond / 128, kPond / 8), 256>>>((const float4*)now, (const float4*)old, (float4*)out));
}

int main(int argc, char** argv) {
    add_amber(); add_copper(); add_velvet(); add_walnut(); add_silver(); add_marble(); add_garnet(); add_indigo(); add_russet();
    add_hazel(); add_pewter(); add_ochre(); add_tawny(); add_linen(); add_cedar();
    add_umber(); add_flint(); add_plum(); add_coral(); add_brass(); add_lilac(); add_sable();
    add_azure(); add_mossy(); add_frost(); add_dusky(); add_ivory(); add_topaz(); add_maple(); add_tallow();
    return harness::run(argc, argv, cases);
}
