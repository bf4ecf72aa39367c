// Eleven measured cases from sky, soil, sound and survey: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Comets: eccentric anomaly of every comet of a catalogue (Kepler's equation, twelve Newton steps), 1024 threads a block.
constexpr int kComets = 528 * 1024;

__device__ __forceinline__ void comet_calendar(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ anomaly) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kComets; i += gridDim.x * 1024) {
        float m = 2.6f * mean[i], e = fmaf(0.2f, shape[i], 0.35f), big = m;
#pragma unroll 4
        for (int step = 0; step < 12; ++step) {
            float q = big * big;
            float s = fmaf(q, fmaf(q, fmaf(q, fmaf(q, fmaf(q, -2.3889859e-8f, 2.7525562e-6f), -1.9840874e-4f), 8.3333310e-3f), -1.6666667e-1f), 1.0f) * big;
            float c = fmaf(q, fmaf(q, fmaf(q, fmaf(q, fmaf(q, -2.6051615e-7f, 2.4760495e-5f), -1.3888378e-3f), 4.1666638e-2f), -0.5f), 1.0f);
            float miss = fmaf(-e, s, big) - m;
            big -= __fdividef(miss, fmaf(-e, c, 1.0f));
        }
        anomaly[i] = big;
    }
}

__global__ void __launch_bounds__(1024, 2) comet_calendar_ab3_a(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ anomaly) {
    comet_calendar(mean, shape, anomaly);
}
__global__ void __launch_bounds__(1024, 2) comet_calendar_ab3_b(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ anomaly) {
    comet_calendar(mean, shape, anomaly);
}

// ---- Kettle drums: 14 time steps of 264 membranes of 32 x 32 points with a fixed rim (leapfrog wave equation, hardening spring, drag).
constexpr int kDrums = 264, kSkin = 32, kStrokes = 14;

__device__ __forceinline__ float skin_point(float now, float before, float left, float right, float up, float down) {
    float bend = (left + right) + (up + down) - 4.0f * now, speed = now - before, square = now * now;
    float spring = now * fmaf(square, fmaf(0.0002f, square, 0.01f), 0.003f);
    float drag = speed * fmaf(0.05f, fabsf(speed), 0.004f);
    return now + speed + fmaf(0.2f, bend, -spring) - drag;
}

__global__ void __launch_bounds__(1024) kettle_drums_ab3_a0(const float* now, const float* before, float* next) {
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * kSkin + y) * kSkin + x;
    float left = x > 0 ? now[at - 1] : 0.0f, right = x < kSkin - 1 ? now[at + 1] : 0.0f;
    float up = y > 0 ? now[at - kSkin] : 0.0f, down = y < kSkin - 1 ? now[at + kSkin] : 0.0f;
    next[at] = skin_point(now[at], before[at], left, right, up, down);
}

__global__ void __launch_bounds__(1024) kettle_drums_ab3_b(const float* __restrict__ start, const float* __restrict__ earlier, float* __restrict__ end) {
    __shared__ float skin[2][kSkin + 2][kSkin + 2];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * kSkin + y) * kSkin + x;
    float now = start[at], before = earlier[at];
    for (int k = y * kSkin + x; k < 2 * (kSkin + 2) * (kSkin + 2); k += 1024) (&skin[0][0][0])[k] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int stroke = 0; stroke < kStrokes; ++stroke) {
        float (*s)[kSkin + 2] = skin[stroke % 2];
        s[y + 1][x + 1] = now;
        __syncthreads();
        float next = skin_point(now, before, s[y + 1][x], s[y + 1][x + 2], s[y][x + 1], s[y + 2][x + 1]);
        before = now; now = next;
    }
    end[at] = now;
}

// ---- Peat core: squared and absolute variogram of a long core at every lag, a warp takes four neighbouring lags at a time, one block a SM.
constexpr int kCore = 132 * 128, kBunches = kCore / 4, kBunchesOfBlock = kBunches / 132;

__device__ __forceinline__ void peat_lags(const float* __restrict__ core, float* __restrict__ vario, int bunch) {
    int lag = bunch * 4, n = kCore - lag - 4, lane = threadIdx.x % 32;
    float square[4] = {}, absolute[4] = {};
#pragma unroll 2
    for (int i = lane * 4; i < n; i += 128) {
        float4 a = *reinterpret_cast<const float4*>(core + i);
        float4 l = *reinterpret_cast<const float4*>(core + i + lag), h = *reinterpret_cast<const float4*>(core + i + lag + 4);
        float here[4] = {a.x, a.y, a.z, a.w}, there[8] = {l.x, l.y, l.z, l.w, h.x, h.y, h.z, h.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float d = here[j] - there[j + k];
                square[k] = fmaf(d, d, square[k]);
                absolute[k] += fabsf(d);
            }
    }
    float scale = 1.0f / (float)max(n, 1);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            square[k] += __shfl_xor_sync(0xffffffffu, square[k], o);
            absolute[k] += __shfl_xor_sync(0xffffffffu, absolute[k], o);
        }
        if (lane == 0) { vario[lag + k] = square[k] * scale; vario[kCore + lag + k] = absolute[k] * scale; }
    }
}

__global__ void __launch_bounds__(512, 1) peat_core_ab3_a(const float* __restrict__ core, float* __restrict__ vario) {
    for (int half = 0; half < 2; ++half) {
        int warp = threadIdx.x / 32, k = half ? kBunchesOfBlock - 1 - warp : warp;
        peat_lags(core, vario, blockIdx.x * kBunchesOfBlock + k);  // a block owns 32 neighbouring bunches
    }
}
__global__ void __launch_bounds__(512, 1) peat_core_ab3_b(const float* __restrict__ core, float* __restrict__ vario) {
    for (int half = 0; half < 2; ++half) {
        int warp = threadIdx.x / 32, k = half ? kBunchesOfBlock - 1 - warp : warp;
        peat_lags(core, vario, k * 132 + blockIdx.x);  // a block owns every 132nd bunch
    }
}

// ---- Radio dishes: correlation of 256 dishes of one field with 256 of another over 65536 samples (FP16 samples, FP32 sums, tiles of 64 x 128).
constexpr int kDishes = 256, kSamples = 65536, kTileM = 64, kTileN = 128, kTileK = 64, kStages = 4, kShares = 32;
constexpr int kStageBytes = (kTileM + kTileN) * kTileK * 2, kDishShared = kStages * kStageBytes;

__device__ __forceinline__ void copy16(uint32_t to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)); }
__device__ __forceinline__ void matrix4(uint32_t (&r)[4], uint32_t from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from));
}
__device__ __forceinline__ uint32_t swizzled(int row, int chunk) { return row * 128 + ((chunk ^ (row & 7)) << 4); }

template <int kSplits>
__device__ __forceinline__ void dish_pairs(const __half* __restrict__ east, const __half* __restrict__ west, float* __restrict__ visibility) {
    extern __shared__ __align__(128) unsigned char field[];
    uint32_t base = (uint32_t)__cvta_generic_to_shared(field);
    int t = threadIdx.x, lane = t % 32, warp = t / 32, wm = (warp / 4) * 32, wn = (warp % 4) * 32;
    int n0 = blockIdx.x * kTileN, m0 = blockIdx.y * kTileM;
    constexpr int kSteps = kSamples / kTileK / kSplits;
    size_t k0 = (size_t)blockIdx.z * kSteps * kTileK;
    auto fetch = [&](int step) {
        uint32_t stage = base + (step % kStages) * kStageBytes;
        size_t k = k0 + (size_t)step * kTileK;
#pragma unroll
        for (int j = 0; j < 2; ++j) { int c = t + j * 256, row = c / 8, col = c % 8; copy16(stage + swizzled(row, col), east + (size_t)(m0 + row) * kSamples + k + col * 8); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int c = t + j * 256, row = c / 8, col = c % 8;
            copy16(stage + kTileM * 128 + swizzled(row, col), west + (size_t)(n0 + row) * kSamples + k + col * 8);
        }
    };
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) { fetch(s); asm volatile("cp.async.commit_group;"); }
    float sum[2][4][4] = {};
    for (int step = 0; step < kSteps; ++step) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2));
        __syncthreads();
        if (step + kStages - 1 < kSteps) fetch(step + kStages - 1);
        asm volatile("cp.async.commit_group;");
        uint32_t a0 = base + (step % kStages) * kStageBytes, b0 = a0 + kTileM * 128;
#pragma unroll
        for (int k = 0; k < kTileK / 16; ++k) {
            uint32_t a[2][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) matrix4(a[i], a0 + swizzled(wm + i * 16 + lane % 16, k * 2 + lane / 16));
#pragma unroll
            for (int i = 0; i < 2; ++i) matrix4(b[i], b0 + swizzled(wn + i * 16 + (lane / 16) * 8 + lane % 8, k * 2 + (lane / 8) % 2));
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j / 2][(j % 2) * 2]), "r"(b[j / 2][(j % 2) * 2 + 1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                float* to = visibility + (m0 + wm + i * 16 + h * 8 + lane / 4) * kDishes + n0 + wn + j * 8 + (lane % 4) * 2;
                if (kSplits == 1) *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][h * 2], sum[i][j][h * 2 + 1]);
                else { atomicAdd(to, sum[i][j][h * 2]); atomicAdd(to + 1, sum[i][j][h * 2 + 1]); }
            }
}

__global__ void __launch_bounds__(256, 2) dish_pairs_ab3_a(const __half* __restrict__ east, const __half* __restrict__ west, float* __restrict__ visibility) {
    dish_pairs<1>(east, west, visibility);
}
__global__ void __launch_bounds__(256, 2) dish_pairs_ab3_b(const __half* __restrict__ east, const __half* __restrict__ west, float* __restrict__ visibility) {
    dish_pairs<kShares>(east, west, visibility);
}

// ---- Waltz of three: positions after 300 steps of triple stars, a triple a thread (softened gravity, kick and drift).
constexpr int kTriples = 148 * 1024;

__device__ __forceinline__ float inverse_root(float v) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }

template <int kThreads>
__device__ __forceinline__ void waltz_trio(const float* __restrict__ start, float* __restrict__ place) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float p[3][3], v[3][3], mass[3];
#pragma unroll
    for (int b = 0; b < 3; ++b) {
#pragma unroll
        for (int d = 0; d < 3; ++d) { p[b][d] = start[(b * 3 + d) * kTriples + i]; v[b][d] = 0.1f * start[(9 + b * 3 + d) * kTriples + i]; }
        mass[b] = 0.002f * fmaf(0.5f, start[(18 + b) * kTriples + i], 1.0f);
    }
#pragma unroll 2
    for (int step = 0; step < 300; ++step) {
#pragma unroll
        for (int pair = 0; pair < 3; ++pair) {
            int b = pair == 2 ? 1 : 0, c = pair == 0 ? 1 : 2;
            float x = p[c][0] - p[b][0], y = p[c][1] - p[b][1], z = p[c][2] - p[b][2];
            float inv = inverse_root(fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.15f)))), cube = inv * inv * inv;
            float pull = mass[c] * cube, push = -mass[b] * cube;
            v[b][0] = fmaf(pull, x, v[b][0]); v[b][1] = fmaf(pull, y, v[b][1]); v[b][2] = fmaf(pull, z, v[b][2]);
            v[c][0] = fmaf(push, x, v[c][0]); v[c][1] = fmaf(push, y, v[c][1]); v[c][2] = fmaf(push, z, v[c][2]);
        }
#pragma unroll
        for (int b = 0; b < 3; ++b)
#pragma unroll
            for (int d = 0; d < 3; ++d) p[b][d] = fmaf(0.02f, v[b][d], p[b][d]);
    }
#pragma unroll
    for (int b = 0; b < 3; ++b)
#pragma unroll
        for (int d = 0; d < 3; ++d) place[(b * 3 + d) * kTriples + i] = p[b][d];
}

__global__ void __launch_bounds__(1024) waltz_trio_ab3_a(const float* __restrict__ start, float* __restrict__ place) { waltz_trio<1024>(start, place); }
__global__ void __launch_bounds__(128) waltz_trio_ab3_b(const float* __restrict__ start, float* __restrict__ place) { waltz_trio<128>(start, place); }

// ---- Airborne survey: returns of every flight strip brought to the map frame with the strip's own 3 x 4 matrix. A piece is {strip, first return, returns, 0}.
constexpr int kStrips = 1504, kPiece = 2048;

__device__ __forceinline__ void survey_strips(const int4* __restrict__ pieces, const float4* __restrict__ frames, const float4* __restrict__ returns, float4* __restrict__ mapped) {
    int4 piece = pieces[blockIdx.x];
    float4 r0 = frames[piece.x * 3], r1 = frames[piece.x * 3 + 1], r2 = frames[piece.x * 3 + 2];
    const float4* from = returns + piece.y + threadIdx.x;
    float4* to = mapped + piece.y + threadIdx.x;
    for (int i = 0; i < piece.z; i += 1024) {
        float4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = from[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            to[i + j * 256] = make_float4(fmaf(r0.x, p[j].x, fmaf(r0.y, p[j].y, fmaf(r0.z, p[j].z, r0.w))), fmaf(r1.x, p[j].x, fmaf(r1.y, p[j].y, fmaf(r1.z, p[j].z, r1.w))),
                                          fmaf(r2.x, p[j].x, fmaf(r2.y, p[j].y, fmaf(r2.z, p[j].z, r2.w))), p[j].w);
    }
}

__global__ void __launch_bounds__(256, 4) survey_strips_ab3_a(const int4* __restrict__ strips, const float4* __restrict__ frames, const float4* __restrict__ returns,
                                                           float4* __restrict__ mapped) {
    survey_strips(strips, frames, returns, mapped);
}
__global__ void __launch_bounds__(256, 4) survey_strips_ab3_b(const int4* __restrict__ pieces, const float4* __restrict__ frames, const float4* __restrict__ returns,
                                                           float4* __restrict__ mapped) {
    survey_strips(pieces, frames, returns, mapped);
}

// ---- Switchboard: gain and soft limit of telephone frames of 64 samples, every frame with its own gain.
constexpr int kFrames = 1 << 22;

__device__ __forceinline__ float limited(float v, float gain) { float w = v * gain; return w * fmaf(-0.12f, w * w, 1.0f); }

__global__ void __launch_bounds__(64) switchboard_ab3_a(const float* __restrict__ speech, const float* __restrict__ gain, float* __restrict__ line) {
    int i = blockIdx.x * 64 + threadIdx.x;  // a block a frame
    line[i] = limited(speech[i], gain[blockIdx.x]);
}

__global__ void __launch_bounds__(256) switchboard_ab3_b(const float* __restrict__ speech, const float* __restrict__ gain, float* __restrict__ line) {
    int first = blockIdx.x * 2048 + threadIdx.x;  // a block 32 frames
    float v[8], g[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j] = speech[first + j * 256]; g[j] = gain[(first + j * 256) / 64]; }
#pragma unroll
    for (int j = 0; j < 8; ++j) line[first + j * 256] = limited(v[j], g[j]);
}

// ---- Dragonfly: 36 rays (6 x 6 views) of every facet traced through 256 layers of a graded-index lens; where they end, seen from the axis.
constexpr int kFacets = 132 * 32 * 128, kRays = kFacets * 36;

__device__ __forceinline__ float lens_ray(float2 facet, int u, int v) {
    float x = 0.4f * facet.x, y = 0.4f * facet.y, dx = 0.004f * (u - 2.5f), dy = 0.004f * (v - 2.5f);
#pragma unroll 8
    for (int layer = 0; layer < 256; ++layer) {
        float pull = fmaf(0.0015f, fmaf(x, x, y * y), -0.003f);
        dx = fmaf(pull, x, dx); dy = fmaf(pull, y, dy);
        x = fmaf(0.15f, dx, x); y = fmaf(0.15f, dy, y);
    }
    return fmaf(x, x, y * y);
}

__global__ void __launch_bounds__(36) dragonfly_eyes_ab3_a(const float2* __restrict__ facets, float* __restrict__ ends) {
    ends[blockIdx.x * 36 + threadIdx.y * 6 + threadIdx.x] = lens_ray(facets[blockIdx.x], threadIdx.x, threadIdx.y);
}
__global__ void __launch_bounds__(256) dragonfly_eyes_ab3_b(const float2* __restrict__ facets, float* __restrict__ ends) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, facet = i / 36, view = i % 36;
    ends[i] = lens_ray(facets[facet], view % 6, view / 6);
}

// ---- Seismograms: every trace of 4096 samples freed of spikes, then brought to the same root mean square.
constexpr int kTraces = 81920, kQuads = 1024;  // float4 a trace

__device__ __forceinline__ float calm(float v) { float c = fminf(fmaxf(v, -0.9f), 0.9f); return c * fmaf(-0.1f, c * c, 1.0f); }
__device__ __forceinline__ float4 calm(float4 v) { return make_float4(calm(v.x), calm(v.y), calm(v.z), calm(v.w)); }
__device__ __forceinline__ float4 scaled(float4 v, float s) { return make_float4(v.x * s, v.y * s, v.z * s, v.w * s); }
__device__ __forceinline__ float squares(float4 v, float sum) { return fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, sum)))); }
__device__ __forceinline__ float trace_level(float sum) {  // factor of the trace from the threads' sums of squares
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    float all = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) all += part[w];
    return 0.25f * inverse_root(fmaf(all, 1.0f / 4096, 1e-6f));
}

__global__ void __launch_bounds__(256) tremor_traces_ab3_a0(const float4* __restrict__ raw, float4* __restrict__ clean) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[at + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) clean[at + j * 256] = calm(v[j]);
}
__global__ void __launch_bounds__(256) tremor_traces_ab3_a1(const float4* __restrict__ clean, float* __restrict__ level) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = clean[at + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) sum = squares(v[j], sum);
    float factor = trace_level(sum);
    if (threadIdx.x == 0) level[blockIdx.x] = factor;
}
__global__ void __launch_bounds__(256) tremor_traces_ab3_a2(const float4* __restrict__ clean, const float* __restrict__ level, float4* __restrict__ balanced) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float factor = level[blockIdx.x];
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = clean[at + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) balanced[at + j * 256] = scaled(v[j], factor);
}
__global__ void __launch_bounds__(256) tremor_traces_ab3_b(const float4* __restrict__ raw, float4* __restrict__ balanced) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[at + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = calm(v[j]); sum = squares(v[j], sum); }
    float factor = trace_level(sum);
#pragma unroll
    for (int j = 0; j < 4; ++j) balanced[at + j * 256] = scaled(v[j], factor);
}

// ---- Lamps: light of two lamps mixed over a night, two quadruples a thread; 16 waves of blocks and a few blocks more.
constexpr int kGlowBlocks = 528 * 16 + 40, kGlow = kGlowBlocks * 1024;  // quadruples

template <int kThreads>
__device__ __forceinline__ void lamp_glow(const float4* __restrict__ warm, const float4* __restrict__ cold, float4* __restrict__ mixed) {
    int i = blockIdx.x * (kThreads * 2) + threadIdx.x;
    float4 w[2], c[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { w[j] = warm[i + j * kThreads]; c[j] = cold[i + j * kThreads]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        mixed[i + j * kThreads] = make_float4(fmaf(0.7f, w[j].x, 0.3f * c[j].x), fmaf(0.7f, w[j].y, 0.3f * c[j].y), fmaf(0.7f, w[j].z, 0.3f * c[j].z),
                                              fmaf(0.7f, w[j].w, 0.3f * c[j].w));
}

__global__ void __launch_bounds__(512, 4) lamp_glow_ab3_a(const float4* __restrict__ warm, const float4* __restrict__ cold, float4* __restrict__ mixed) {
    lamp_glow<512>(warm, cold, mixed);
}
__global__ void __launch_bounds__(128, 16) lamp_glow_ab3_b(const float4* __restrict__ warm, const float4* __restrict__ cold, float4* __restrict__ mixed) {
    lamp_glow<128>(warm, cold, mixed);
}

// ---- Star plates: exposures freed of the dark current and of the lens' falling off, resident blocks that walk over all tiles.
constexpr int kPlateBlocks = 132 * 6, kPlateTiles = kPlateBlocks * 64;  // tiles of 512 quadruples

__device__ __forceinline__ float plate_value(float raw, float dark, float flat) { return (raw - dark) * fmaf(flat, fmaf(0.2f, flat, -0.3f), 1.0f); }

__global__ void __launch_bounds__(256, 6) star_plates_ab3_a(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ flat,
                                                            float4* __restrict__ plate) {
    for (int tile = blockIdx.x; tile < kPlateTiles; tile += kPlateBlocks) {
        int i = tile * 512 + threadIdx.x;
        float4 r[2], d[2], f[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { r[j] = __ldcs(raw + i + j * 256); d[j] = __ldcs(dark + i + j * 256); f[j] = __ldcs(flat + i + j * 256); }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            __stcs(plate + i + j * 256, make_float4(plate_value(r[j].x, d[j].x, f[j].x), plate_value(r[j].y, d[j].y, f[j].y), plate_value(r[j].z, d[j].z, f[j].z),
                                                    plate_value(r[j].w, d[j].w, f[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Strips of the survey: most of 4096 to 8192 returns, four over towns with 245760; pieces of 2048.
    std::vector<int4> strips, pieces;
    int all = 0;
    for (int s = 0; s < kStrips; ++s) {
        bool town = s == 211 || s == 640 || s == 905 || s == 1188;
        int n = town ? 120 * kPiece : kPiece * (2 + (s * 7 + s / 5) % 3);
        strips.push_back(make_int4(s, all, n, 0));
        for (int from = 0; from < n; from += kPiece) pieces.push_back(make_int4(s, all + from, kPiece, 0));
        all += n;
    }
    int4 *strip_list = harness::uploaded(strips), *piece_list = harness::uploaded(pieces);
    int piece_count = (int)pieces.size(), return_count = all;

    // Shared by all: three input fields, one field between, one result.
    constexpr size_t kMost = (size_t)kTraces * kQuads * 4, kMiddle = (size_t)kPlateTiles * 2048;
    static_assert((size_t)kFrames * 64 <= kMost && (size_t)kGlow * 4 <= kMiddle && kMiddle <= kMost && kRays <= kMost && kFacets * 2 <= kMiddle, "fields are too short");
    static_assert(kBunches % 132 == 0 && kBunchesOfBlock == 32 && kRays % 256 == 0 && kTriples % 1024 == 0, "grids");
    float *one = filled<float>(kMost, 361), *two = filled<float>(kMiddle, 362), *three = filled<float>(kMiddle, 363), *mid = empty<float>(kMost), *out = empty<float>(kMost);
    float *level = empty<float>(kTraces);
    __half *east = filled<__half>((size_t)kDishes * kSamples, 364), *west = filled<__half>((size_t)kDishes * kSamples, 365);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2* one2 = f2(one);
    float4 *one4 = f4(one), *two4 = f4(two), *three4 = f4(three), *mid4 = f4(mid), *out4 = f4(out);
    CHECK(cudaFuncSetAttribute(dish_pairs_ab3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kDishShared));
    CHECK(cudaFuncSetAttribute(dish_pairs_ab3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kDishShared));

    add("comet_calendar_ab3_a", out, kComets, [=] { comet_calendar_ab3_a<<<24, 1024>>>(one, two, out); });
    add("comet_calendar_ab3_b", out, kComets, [=] { comet_calendar_ab3_b<<<kComets / 1024, 1024>>>(one, two, out); });

    constexpr size_t kPoints = (size_t)kDrums * kSkin * kSkin;
    add("kettle_drums_ab3_a", out, kPoints, [=] {
        const float *now = one, *before = two;
        for (int stroke = 0; stroke < kStrokes; ++stroke) {
            float* next = stroke % 2 ? out : mid;
            kettle_drums_ab3_a0<<<kDrums, dim3(kSkin, kSkin)>>>(now, before, next);
            before = now; now = next;
        } });
    add("kettle_drums_ab3_b", out, kPoints, [=] { kettle_drums_ab3_b<<<kDrums, dim3(kSkin, kSkin)>>>(one, two, out); });

    add("peat_core_ab3_a", out, kCore * 2, [=] { peat_core_ab3_a<<<132, 512>>>(one, out); });
    add("peat_core_ab3_b", out, kCore * 2, [=] { peat_core_ab3_b<<<132, 512>>>(one, out); });

    add("dish_pairs_ab3_a", out, kDishes * kDishes, [=] { dish_pairs_ab3_a<<<dim3(kDishes / kTileN, kDishes / kTileM), 256, kDishShared>>>(east, west, out); });
    add("dish_pairs_ab3_b", out, kDishes * kDishes, [=] {
        cudaMemsetAsync(out, 0, kDishes * kDishes * sizeof(float));
        dish_pairs_ab3_b<<<dim3(kDishes / kTileN, kDishes / kTileM, kShares), 256, kDishShared>>>(east, west, out); });

    add("waltz_trio_ab3_a", out, kTriples * 9, [=] { waltz_trio_ab3_a<<<kTriples / 1024, 1024>>>(one, out); });
    add("waltz_trio_ab3_b", out, kTriples * 9, [=] { waltz_trio_ab3_b<<<kTriples / 128, 128>>>(one, out); });

    add("survey_strips_ab3_a", out, (size_t)return_count * 4, [=] { survey_strips_ab3_a<<<kStrips, 256>>>(strip_list, two4, one4, out4); });
    add("survey_strips_ab3_b", out, (size_t)return_count * 4, [=] { survey_strips_ab3_b<<<piece_count, 256>>>(piece_list, two4, one4, out4); });

    add("switchboard_ab3_a", out, (size_t)kFrames * 64, [=] { switchboard_ab3_a<<<kFrames, 64>>>(one, two, out); });
    add("switchboard_ab3_b", out, (size_t)kFrames * 64, [=] { switchboard_ab3_b<<<kFrames / 32, 256>>>(one, two, out); });

    add("dragonfly_eyes_ab3_a", out, kRays, [=] { dragonfly_eyes_ab3_a<<<kFacets, dim3(6, 6)>>>(one2, out); });
    add("dragonfly_eyes_ab3_b", out, kRays, [=] { dragonfly_eyes_ab3_b<<<kRays / 256, 256>>>(one2, out); });

    add("tremor_traces_ab3_a", out, kMost, [=] {
        tremor_traces_ab3_a0<<<kTraces, 256>>>(one4, mid4);
        tremor_traces_ab3_a1<<<kTraces, 256>>>(mid4, level);
        tremor_traces_ab3_a2<<<kTraces, 256>>>(mid4, level, out4); });
    add("tremor_traces_ab3_b", out, kMost, [=] { tremor_traces_ab3_b<<<kTraces, 256>>>(one4, out4); });

    add("lamp_glow_ab3_a", out, (size_t)kGlow * 4, [=] { lamp_glow_ab3_a<<<kGlowBlocks, 512>>>(one4, two4, out4); });
    add("lamp_glow_ab3_b", out, (size_t)kGlow * 4, [=] { lamp_glow_ab3_b<<<kGlowBlocks * 4, 128>>>(one4, two4, out4); });

    add("star_plates_ab3_a", out, kMiddle, [=] { star_plates_ab3_a<<<kPlateBlocks, 256>>>(one4, two4, three4, out4); });

    return harness::run(argc, argv, cases);
}
