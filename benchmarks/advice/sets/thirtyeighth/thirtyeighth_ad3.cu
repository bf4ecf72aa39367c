// Eight cases from sailing, weaving, optics, music, wildlife, telecoms, astronomy and retrieval: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Coracles: drift of 145 * 1024 small boats in a current given by two cubic polynomials, 32 Runge-Kutta steps.
constexpr int kBoats = 145 * 1024, kDriftSteps = 32;

struct Current { float u[10], v[10]; };

__device__ __forceinline__ float2 drift_speed(const Current& c, float x, float y) {
    float xx = x * x, xy = x * y, yy = y * y;
    float u = fmaf(c.u[1], x, c.u[0]), v = fmaf(c.v[1], x, c.v[0]);
    u = fmaf(c.u[2], y, u); v = fmaf(c.v[2], y, v);
    u = fmaf(c.u[3], xx, u); v = fmaf(c.v[3], xx, v);
    u = fmaf(c.u[4], xy, u); v = fmaf(c.v[4], xy, v);
    u = fmaf(c.u[5], yy, u); v = fmaf(c.v[5], yy, v);
    float u3 = fmaf(c.u[7], y, c.u[6] * x), v3 = fmaf(c.v[7], y, c.v[6] * x);
    float u4 = fmaf(c.u[9], y, c.u[8] * x), v4 = fmaf(c.v[9], y, c.v[8] * x);
    u = fmaf(u3, xx, u); v = fmaf(v3, xx, v);
    u = fmaf(u4, yy, u); v = fmaf(v4, yy, v);
    return make_float2(u, v);
}

template <int kThreads>
__device__ __forceinline__ void coracle_drift(const float2* __restrict__ start, const float* __restrict__ field, float2* __restrict__ finish) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    Current c;
#pragma unroll
    for (int k = 0; k < 10; ++k) { c.u[k] = 0.1f * field[k]; c.v[k] = 0.1f * field[10 + k]; }
    float2 p = start[i];
    const float h = 0.02f;
#pragma unroll 1
    for (int step = 0; step < kDriftSteps; ++step) {
        float2 a = drift_speed(c, p.x, p.y);
        float2 b = drift_speed(c, fmaf(0.5f * h, a.x, p.x), fmaf(0.5f * h, a.y, p.y));
        float2 d = drift_speed(c, fmaf(0.5f * h, b.x, p.x), fmaf(0.5f * h, b.y, p.y));
        float2 e = drift_speed(c, fmaf(h, d.x, p.x), fmaf(h, d.y, p.y));
        p.x = fmaf(h / 6.0f, fmaf(2.0f, b.x + d.x, a.x + e.x), p.x);
        p.y = fmaf(h / 6.0f, fmaf(2.0f, b.y + d.y, a.y + e.y), p.y);
    }
    finish[i] = p;
}

__global__ void __launch_bounds__(1024) coracle_drift_ad3_a(const float2* __restrict__ start, const float* __restrict__ field, float2* __restrict__ finish) {
    coracle_drift<1024>(start, field, finish);
}
__global__ void __launch_bounds__(128) coracle_drift_ad3_b(const float2* __restrict__ start, const float* __restrict__ field, float2* __restrict__ finish) {
    coracle_drift<128>(start, field, finish);
}

// ---- Teasels: line scans of a cloth, 2048 half readings a line: calibrate each column, then give every line mean 1/2 and variance 1.
constexpr int kLines = 262144, kColumns = 2048, kOctets = kColumns / 8;

__device__ __forceinline__ uint4 calibrate(uint4 raw, uint4 gain) {
    const __half2 *r = reinterpret_cast<const __half2*>(&raw), *g = reinterpret_cast<const __half2*>(&gain);
    uint4 done; __half2* d = reinterpret_cast<__half2*>(&done);
#pragma unroll
    for (int k = 0; k < 4; ++k) d[k] = __hfma2(r[k], g[k], __float2half2_rn(0.25f));
    return done;
}
__device__ __forceinline__ void add_moments(uint4 octet, float& sum, float& squares) {
    const __half2* o = reinterpret_cast<const __half2*>(&octet);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(o[k]);
        sum += f.x + f.y; squares = fmaf(f.x, f.x, fmaf(f.y, f.y, squares));
    }
}
__device__ __forceinline__ float2 line_moments(float sum, float squares) {
#pragma unroll
    for (int o = 16; o; o >>= 1) { sum += __shfl_xor_sync(0xffffffffu, sum, o); squares += __shfl_xor_sync(0xffffffffu, squares, o); }
    float mean = sum * (1.0f / kColumns);
    return make_float2(mean, rsqrtf(fmaf(-mean, mean, squares * (1.0f / kColumns)) + 1e-5f));
}
__device__ __forceinline__ uint4 standardise(uint4 octet, float2 m) {
    const __half2* o = reinterpret_cast<const __half2*>(&octet);
    uint4 done; __half2* d = reinterpret_cast<__half2*>(&done);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(o[k]);
        d[k] = __floats2half2_rn(fmaf(f.x - m.x, m.y, 0.5f), fmaf(f.y - m.x, m.y, 0.5f));
    }
    return done;
}

__global__ void __launch_bounds__(256) teasel_cloth_ad3_a0(const uint4* __restrict__ raw, const uint4* __restrict__ gain, uint4* __restrict__ level) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint4 g = gain[threadIdx.x], r[4];  // a line is 256 octets
#pragma unroll
    for (int k = 0; k < 4; ++k) r[k] = raw[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) level[i + k * 256] = calibrate(r[k], g);
}

__global__ void __launch_bounds__(256) teasel_cloth_ad3_a1(const uint4* __restrict__ level, float2* __restrict__ moments) {
    int line = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint4* at = level + (size_t)line * kOctets + lane;
    uint4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = at[k * 32];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) add_moments(v[k], sum, squares);
    float2 m = line_moments(sum, squares);
    if (lane == 0) moments[line] = m;
}

__global__ void __launch_bounds__(256) teasel_cloth_ad3_a2(const uint4* __restrict__ level, const float2* __restrict__ moments, uint4* __restrict__ even) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint4 r[4]; float2 m[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { r[k] = level[i + k * 256]; m[k] = moments[blockIdx.x * 4 + k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) even[i + k * 256] = standardise(r[k], m[k]);
}

__global__ void __launch_bounds__(256) teasel_cloth_ad3_b(const uint4* __restrict__ raw, const uint4* __restrict__ gain, uint4* __restrict__ even) {
    int line = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)line * kOctets + lane;
    uint4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = raw[at + k * 32];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] = calibrate(v[k], gain[lane + k * 32]); add_moments(v[k], sum, squares); }
    float2 m = line_moments(sum, squares);
#pragma unroll
    for (int k = 0; k < 8; ++k) even[at + k * 32] = standardise(v[k], m);
}

// ---- Querns: 6 x 6 sample rays through each facet of a ground lens array; depth of each ray on its aspheric surface.
constexpr int kFacets = 132 * 32 * 32, kRays = 36, kHoning = 96;

__device__ __forceinline__ float facet_depth(float4 f, int column, int row) {
    float x = (column - 2.5f) * 0.3f, y = (row - 2.5f) * 0.3f, dx = 0.1f * f.x, dy = 0.1f * f.y, depth = 0.0f;
    float c2 = 0.2f + 0.1f * f.z, c4 = 0.05f * f.w, c6 = 0.02f * f.x;
#pragma unroll 8
    for (int i = 0; i < kHoning; ++i) {
        float hx = fmaf(dx, depth, x), hy = fmaf(dy, depth, y), r = fmaf(hx, hx, hy * hy);
        float sag = r * fmaf(r, fmaf(r, c6, c4), c2);
        depth = fmaf(0.5f, sag - depth, depth);
    }
    return depth;
}

__global__ void quern_facets_ad3_a(const float4* __restrict__ facets, float* __restrict__ depth) {
    int facet = blockIdx.x;
    depth[facet * kRays + threadIdx.y * 6 + threadIdx.x] = facet_depth(facets[facet], threadIdx.x, threadIdx.y);
}

__global__ void __launch_bounds__(288) quern_facets_ad3_b(const float4* __restrict__ facets, float* __restrict__ depth) {
    int facet = blockIdx.x * 8 + threadIdx.x / kRays, ray = threadIdx.x % kRays;
    depth[facet * kRays + ray] = facet_depth(facets[facet], ray % 6, ray / 6);
}

// ---- Theorbo: cross-correlation of 192 string features with 256 room features over 33792 half-precision audio frames, FP32 sums.
constexpr int kStrings = 192, kRooms = 256, kFrames = 33792, kTile = 64, kDeep = 32, kPitch = kDeep + 8, kStages = 4, kParts = 33;

template <bool kShared>
__device__ __forceinline__ void theorbo_tile(const __half* __restrict__ strings, const __half* __restrict__ rooms, float* __restrict__ chord, int from, int steps) {
    using namespace nvcuda;
    __shared__ __align__(128) __half ring[kStages][2][kTile * kPitch];
    int t = threadIdx.x, warp = t / 32, wm = warp / 2 * 32, wn = warp % 2 * 32;
    int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto fetch = [&](int step) {
        if (step < steps) {
            int k = (from + step) * kDeep, stage = step % kStages;
#pragma unroll
            for (int q = 0; q < 2; ++q) {  // 64 rows of four 16-byte pieces for 128 threads
                int r = (t + q * 128) / 4, c = (t + q * 128) % 4 * 8;
                __pipeline_memcpy_async(&ring[stage][0][r * kPitch + c], strings + (size_t)(row0 + r) * kFrames + k + c, 16);
                __pipeline_memcpy_async(&ring[stage][1][r * kPitch + c], rooms + (size_t)(col0 + r) * kFrames + k + c, 16);
            }
        }
        __pipeline_commit();
    };
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) fetch(s);
#pragma unroll 4
    for (int step = 0; step < steps; ++step) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        fetch(step + kStages - 1);
        const __half *a = ring[step % kStages][0], *b = ring[step % kStages][1];
#pragma unroll
        for (int k = 0; k < kDeep; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(fa[i], a + (wm + i * 16) * kPitch + k, kPitch);
                wmma::load_matrix_sync(fb[i], b + (wn + i * 16) * kPitch + k, kPitch);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    float* whole = reinterpret_cast<float*>(&ring[0][0][0]);
    constexpr int kWide = kTile + 4;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(whole + (wm + i * 16) * kWide + wn + j * 16, acc[i][j], kWide, wmma::mem_row_major);
    __syncthreads();
    for (int e = t; e < kTile * kTile; e += 128) {
        float v = whole[e / kTile * kWide + e % kTile];
        float* at = chord + (row0 + e / kTile) * kRooms + col0 + e % kTile;
        if (kShared) atomicAdd(at, v); else *at = v;
    }
}

__global__ void __launch_bounds__(128) theorbo_chords_ad3_a(const __half* __restrict__ strings, const __half* __restrict__ rooms, float* __restrict__ chord) {
    theorbo_tile<false>(strings, rooms, chord, 0, kFrames / kDeep);
}
__global__ void __launch_bounds__(128) theorbo_chords_ad3_b(const __half* __restrict__ strings, const __half* __restrict__ rooms, float* __restrict__ chord) {
    constexpr int kSteps = kFrames / kDeep / kParts;
    theorbo_tile<true>(strings, rooms, chord, blockIdx.z * kSteps, kSteps);
}

// ---- Marram: telemetry of 8192 tagged animals, stored animal by animal as (speed, strain) fixes: effort of each animal.
constexpr int kAnimals = 8192;

struct Span { int animal, from, to; };  // pairs of fixes [from, to) of an animal

__device__ __forceinline__ float fix_effort(float4 f) { return f.x * f.x * (1.5f + f.y) + f.z * f.z * (1.5f + f.w); }

__device__ __forceinline__ float span_effort(const float4* __restrict__ fixes, int from, int to) {
    __shared__ float part[8];
    float sum = 0.0f;
    int i = from + threadIdx.x;
    for (; i + 3 * 256 < to; i += 4 * 256) {
        float4 f[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) f[k] = fixes[i + k * 256];
        sum += (fix_effort(f[0]) + fix_effort(f[1])) + (fix_effort(f[2]) + fix_effort(f[3]));
    }
    for (; i < to; i += 256) sum += fix_effort(fixes[i]);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    float total = 0.0f;
    if (threadIdx.x == 0)
#pragma unroll
        for (int w = 0; w < 8; ++w) total += part[w];
    return total;
}

__global__ void __launch_bounds__(256) marram_fixes_ad3_a(const float4* __restrict__ fixes, const int* __restrict__ first, float* __restrict__ effort) {
    int animal = blockIdx.x;
    float total = span_effort(fixes, first[animal], first[animal + 1]);
    if (threadIdx.x == 0) effort[animal] = total;
}
__global__ void __launch_bounds__(256) marram_fixes_ad3_b(const float4* __restrict__ fixes, const Span* __restrict__ spans, float* __restrict__ effort) {
    Span s = spans[blockIdx.x];
    float total = span_effort(fixes, s.from, s.to);
    if (threadIdx.x == 0) atomicAdd(effort + s.animal, total);
}

// ---- Whin: a window of 18 symbols of a 256-state Viterbi decoder (rate 1/2, polynomials 561 and 753) for 528 bursts.
constexpr int kBursts = 528, kStates = 256, kSymbols = 18;

__device__ __forceinline__ float trellis_step(float low, float high, float2 soft, int state, bool& chose) {
    unsigned before = (state << 1) & (kStates - 1), in = (unsigned)state >> 7 << 8;
    unsigned g0 = __popc((before | in) & 0561u) & 1u, g1 = __popc((before | in) & 0753u) & 1u;
    float branch = (g0 ? soft.x : -soft.x) + (g1 ? soft.y : -soft.y);
    float zero = low + branch, one = high - branch;  // both polynomials end in 1
    chose = one > zero;
    return chose ? one : zero;
}

__global__ void __launch_bounds__(256) whin_relay_ad3_a0(const float* __restrict__ now, const float2* __restrict__ soft, float* __restrict__ next,
                                                         unsigned* __restrict__ path, int symbol) {
    int state = threadIdx.x, burst = blockIdx.x, before = (state << 1) & (kStates - 1);
    float2 m = *reinterpret_cast<const float2*>(now + burst * kStates + before);
    bool chose;
    next[burst * kStates + state] = trellis_step(m.x, m.y, soft[symbol * kBursts + burst], state, chose);
    unsigned bits = __ballot_sync(0xffffffffu, chose);
    if (state % 32 == 0) path[(symbol * kBursts + burst) * 8 + state / 32] = bits;
}

__global__ void __launch_bounds__(256) whin_relay_ad3_b(const float* __restrict__ start, const float2* __restrict__ soft, float* __restrict__ end,
                                                        unsigned* __restrict__ path) {
    __shared__ __align__(8) float metric[2][kStates];
    int state = threadIdx.x, burst = blockIdx.x, before = (state << 1) & (kStates - 1);
    float mine = start[burst * kStates + state];
    for (int symbol = 0; symbol < kSymbols; ++symbol) {
        metric[symbol % 2][state] = mine;
        __syncthreads();
        float2 m = *reinterpret_cast<const float2*>(&metric[symbol % 2][before]);
        bool chose;
        mine = trellis_step(m.x, m.y, soft[symbol * kBursts + burst], state, chose);
        unsigned bits = __ballot_sync(0xffffffffu, chose);
        if (state % 32 == 0) path[(symbol * kBursts + burst) * 8 + state / 32] = bits;
    }
    end[burst * kStates + state] = mine;
}

// ---- Orrery: distance of a moon at each of 8 million hours: polynomial orbit with 16 rounds of light-time correction.
constexpr int kHours = (132 * 8 * 30 + 84) * 256;

template <int kThreads>
__device__ __forceinline__ void orrery_hours(const float* __restrict__ hour, float* __restrict__ range) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float seen = hour[i], t = seen, far = 0.0f;
#pragma unroll 1
    for (int round = 0; round < 16; ++round) {
        float x = 0.0021f, y = -0.0017f, z = 0.0009f;
        x = fmaf(x, t, -0.0153f); y = fmaf(y, t, 0.0127f); z = fmaf(z, t, -0.0041f);
        x = fmaf(x, t, 0.0211f);  y = fmaf(y, t, 0.0196f); z = fmaf(z, t, 0.0073f);
        x = fmaf(x, t, 0.0467f);  y = fmaf(y, t, -0.031f); z = fmaf(z, t, 0.0114f);
        x = fmaf(x, t, -0.0833f); y = fmaf(y, t, 0.0555f); z = fmaf(z, t, -0.027f);
        x = fmaf(x, t, 0.1021f);  y = fmaf(y, t, 0.0912f); z = fmaf(z, t, 0.0318f);
        x = fmaf(x, t, 0.1337f);  y = fmaf(y, t, -0.122f); z = fmaf(z, t, 0.0409f);
        x = fmaf(x, t, -0.2119f); y = fmaf(y, t, 0.1713f); z = fmaf(z, t, -0.061f);
        x = fmaf(x, t, -0.3102f); y = fmaf(y, t, 0.2508f); z = fmaf(z, t, 0.0875f);
        x = fmaf(x, t, 0.2777f);  y = fmaf(y, t, 0.4013f); z = fmaf(z, t, 0.1204f);
        x = fmaf(x, t, 0.6031f);  y = fmaf(y, t, -0.377f); z = fmaf(z, t, -0.149f);
        x = fmaf(x, t, 0.5112f);  y = fmaf(y, t, 0.6144f); z = fmaf(z, t, 0.2033f);
        far = fmaf(x, x, fmaf(y, y, z * z));
        t = fmaf(-0.01f, far, seen);
    }
    range[i] = far;
}

__global__ void __launch_bounds__(256) orrery_hours_ad3_a(const float* __restrict__ hour, float* __restrict__ range) { orrery_hours<256>(hour, range); }
__global__ void __launch_bounds__(128) orrery_hours_ad3_b(const float* __restrict__ hour, float* __restrict__ range) { orrery_hours<128>(hour, range); }

// ---- Fescue: scores of 8.6 million grass fingerprints (128 signed bytes each) against one query; blocks that stay and walk over all.
constexpr int kWarps = 132 * 8 * 8, kRounds = 64, kPrints = kWarps * 16 * kRounds;

__global__ void __launch_bounds__(256, 8) fescue_matches_ad3_a(const int4* __restrict__ prints, const int4* __restrict__ query, int* __restrict__ score) {
    int lane = threadIdx.x % 32;
    int4 q = query[lane % 8];  // eight lanes share a fingerprint
    int group = blockIdx.x * 8 + threadIdx.x / 32;
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round, group += kWarps) {
        const int4* at = prints + (size_t)group * 128 + lane;
        int4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = __ldcs(at + k * 32);
        int mine = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int s = __dp4a(v[k].x, q.x, __dp4a(v[k].y, q.y, __dp4a(v[k].z, q.z, __dp4a(v[k].w, q.w, 0))));
#pragma unroll
            for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
            if (lane % 8 == k) mine = s;
        }
        if (lane % 8 < 4) score[group * 16 + lane % 8 * 4 + lane / 8] = mine;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Coracles.
    float *boats = filled<float>((size_t)kBoats * 2, 11), *field = filled<float>(32, 12), *landed = empty<float>((size_t)kBoats * 2);
    auto boats2 = reinterpret_cast<const float2*>(boats); auto landed2 = reinterpret_cast<float2*>(landed);
    add("coracle_drift_ad3_a", landed, (size_t)kBoats * 2, Output::f32, [=] { coracle_drift_ad3_a<<<kBoats / 1024, 1024>>>(boats2, field, landed2); });
    add("coracle_drift_ad3_b", landed, (size_t)kBoats * 2, Output::f32, [=] { coracle_drift_ad3_b<<<kBoats / 128, 128>>>(boats2, field, landed2); });

    // Teasels.
    constexpr size_t kCloth = (size_t)kLines * kColumns;
    auto raw = reinterpret_cast<const uint4*>(filled<__half>(kCloth, 21));
    auto gain = reinterpret_cast<const uint4*>(filled<__half>(kColumns, 22));
    auto level = reinterpret_cast<uint4*>(empty<__half>(kCloth)), even = reinterpret_cast<uint4*>(empty<__half>(kCloth));
    float2* moments = reinterpret_cast<float2*>(empty<float>((size_t)kLines * 2));
    add("teasel_cloth_ad3_a", even, (size_t)1 << 24, Output::f16, [=] {
        teasel_cloth_ad3_a0<<<kCloth / 8192, 256>>>(raw, gain, level);
        teasel_cloth_ad3_a1<<<kLines / 8, 256>>>(level, moments);
        teasel_cloth_ad3_a2<<<kCloth / 8192, 256>>>(level, moments, even); });
    add("teasel_cloth_ad3_b", even, (size_t)1 << 24, Output::f16, [=] { teasel_cloth_ad3_b<<<kLines / 8, 256>>>(raw, gain, even); });

    // Querns.
    auto facets = reinterpret_cast<const float4*>(filled<float>((size_t)kFacets * 4, 31));
    float* depth = empty<float>((size_t)kFacets * kRays);
    add("quern_facets_ad3_a", depth, (size_t)kFacets * kRays, Output::f32, [=] { quern_facets_ad3_a<<<kFacets, dim3(6, 6)>>>(facets, depth); });
    add("quern_facets_ad3_b", depth, (size_t)kFacets * kRays, Output::f32, [=] { quern_facets_ad3_b<<<kFacets / 8, 288>>>(facets, depth); });

    // Theorbo.
    static_assert(kFrames % (kDeep * kParts) == 0, "parts of whole steps");
    const __half *strings = filled<__half>((size_t)kStrings * kFrames, 41), *rooms = filled<__half>((size_t)kRooms * kFrames, 42);
    float* chord = empty<float>(kStrings * kRooms);
    dim3 tiles(kRooms / kTile, kStrings / kTile), parts(kRooms / kTile, kStrings / kTile, kParts);
    add("theorbo_chords_ad3_a", chord, kStrings * kRooms, Output::f32, [=] { theorbo_chords_ad3_a<<<tiles, 128>>>(strings, rooms, chord); });
    add("theorbo_chords_ad3_b", chord, kStrings * kRooms, Output::f32, [=] {
        CHECK(cudaMemsetAsync(chord, 0, kStrings * kRooms * sizeof(float)));
        theorbo_chords_ad3_b<<<parts, 128>>>(strings, rooms, chord); });

    // Marram: most animals sent a few thousand fixes; six carried a modern logger.
    std::vector<int> first(kAnimals + 1, 0);
    std::vector<Span> spans;
    for (int a = 0; a < kAnimals; ++a) {
        int pairs = a % 1361 == 700 ? 2000000 : 2048 + (int)(harness::hash32(a + 5) % 8192u);
        first[a + 1] = first[a] + pairs;
        for (int from = first[a]; from < first[a + 1]; from += 8192) spans.push_back({a, from, std::min(from + 8192, first[a + 1])});
    }
    auto fixes = reinterpret_cast<const float4*>(filled<float>((size_t)first[kAnimals] * 4, 51));
    const int* firsts = uploaded(first);
    const Span* items = uploaded(spans);
    int number = (int)spans.size();
    float* effort = empty<float>(kAnimals);
    add("marram_fixes_ad3_a", effort, kAnimals, Output::f32, [=] { marram_fixes_ad3_a<<<kAnimals, 256>>>(fixes, firsts, effort); });
    add("marram_fixes_ad3_b", effort, kAnimals, Output::f32, [=] {
        CHECK(cudaMemsetAsync(effort, 0, kAnimals * sizeof(float)));
        marram_fixes_ad3_b<<<number, 256>>>(fixes, items, effort); });

    // Whin.
    constexpr int kMetrics = kBursts * kStates;
    float *begin = filled<float>(kMetrics, 61), *odd = empty<float>(kMetrics), *last = empty<float>(kMetrics);
    auto soft = reinterpret_cast<const float2*>(filled<float>(kSymbols * kBursts * 2, 62));
    unsigned* path = reinterpret_cast<unsigned*>(empty<int>(kSymbols * kBursts * 8));
    add("whin_relay_ad3_a", last, kMetrics, Output::f32, [=] {
        for (int s = 0; s < kSymbols; ++s)
            whin_relay_ad3_a0<<<kBursts, kStates>>>(s == 0 ? begin : s % 2 ? odd : last, soft, s % 2 ? last : odd, path, s); });
    add("whin_relay_ad3_b", last, kMetrics, Output::f32, [=] { whin_relay_ad3_b<<<kBursts, kStates>>>(begin, soft, last, path); });

    // Orrery.
    float *hour = filled<float>(kHours, 71), *range = empty<float>(kHours);
    add("orrery_hours_ad3_a", range, kHours, Output::f32, [=] { orrery_hours_ad3_a<<<kHours / 256, 256>>>(hour, range); });
    add("orrery_hours_ad3_b", range, kHours, Output::f32, [=] { orrery_hours_ad3_b<<<kHours / 128, 128>>>(hour, range); });

    // Fescue.
    auto prints = reinterpret_cast<const int4*>(indices((size_t)kPrints * 32, 0xffffffffu, 81));
    auto query = reinterpret_cast<const int4*>(indices(32, 0xffffffffu, 82));
    int* score = empty<int>(kPrints);
    add("fescue_matches_ad3_a", score, kPrints, Output::i32, [=] { fescue_matches_ad3_a<<<132 * 8, 256>>>(prints, query, score); });

    return harness::run(argc, argv, cases);
}
