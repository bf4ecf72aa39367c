// Eleven measured cases of everyday kernels: before (_a) and after (_b); see the pairs of the nineteenth set, author five.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Herbarium: city-block distance of 256 pressed leaves to 256 specimens over 33792 features; both tables are kept a feature a row.
constexpr int kLeaves = 256, kFeatures = 33 * 1024, kPanel = 16;

template <int kSlices>
__device__ __forceinline__ void herbarium(const float4* __restrict__ leaf, const float4* __restrict__ specimen, float4* __restrict__ distance) {
    __shared__ float4 left[2][kPanel][16], right[2][kPanel][16];
    constexpr int kPanels = kFeatures / kPanel / kSlices;
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t row = (size_t)blockIdx.z * kPanels * kPanel + ty;
    const float4 *from = leaf + row * (kLeaves / 4) + blockIdx.y * 16 + tx, *against = specimen + row * (kLeaves / 4) + blockIdx.x * 16 + tx;
    float sum[4][4] = {};
    left[0][ty][tx] = *from;
    right[0][ty][tx] = *against;
    __syncthreads();
    for (int p = 0; p < kPanels; ++p) {
        float4 l, r;
        if (p + 1 < kPanels) {
            from += kPanel * (kLeaves / 4);
            against += kPanel * (kLeaves / 4);
            l = *from;
            r = *against;
        }
#pragma unroll
        for (int k = 0; k < kPanel; ++k) {
            float4 a4 = left[p & 1][k][ty], b4 = right[p & 1][k][tx];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
        if (p + 1 < kPanels) {
            left[(p + 1) & 1][ty][tx] = l;
            right[(p + 1) & 1][ty][tx] = r;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4 s = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        float4* to = distance + (size_t)(blockIdx.y * 64 + ty * 4 + i) * (kLeaves / 4) + blockIdx.x * 16 + tx;
        if constexpr (kSlices == 1) *to = s;
        else atomicAdd(to, s);
    }
}

__global__ void __launch_bounds__(256) herbarium_match_d5_a(const float4* __restrict__ leaf, const float4* __restrict__ specimen, float4* __restrict__ distance) { herbarium<1>(leaf, specimen, distance); }
__global__ void __launch_bounds__(256) herbarium_match_d5_b(const float4* __restrict__ leaf, const float4* __restrict__ specimen, float4* __restrict__ distance) { herbarium<33>(leaf, specimen, distance); }

// ---- Tavern: the heat of each rumour is the sum over all earlier rumours, weighted by a memory that fades with the time between the two.
constexpr int kChunk = 384, kChunks = 264, kRumours = kChunk * kChunks;  // two threads share a rumour

__global__ void harness_rumours(float2* __restrict__ event) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    event[i] = make_float2(((float)i + 0.5f * harness::unit(i * 2u + 11u)) * (1.0f / kRumours), 0.01f * (1.2f + harness::unit(i * 2u + 12u)));
}

__device__ __forceinline__ void rumours_of(int chunk, float2* stage, const float2* __restrict__ event, float* __restrict__ heat) {
    constexpr float kFade = 1.2f;
    int t = threadIdx.x, side = t / kChunk, i = chunk * kChunk + t % kChunk, whole = chunk / 2;
    const float4* half = reinterpret_cast<const float4*>(stage) + side * (kChunk / 2);
    float mine = 1.0f - kFade * event[i].x, sum = 0.0f;
    for (int tile = 0; tile < whole; ++tile) {
        __syncthreads();
        stage[t] = event[tile * 2 * kChunk + t];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kChunk / 2; ++j) {
            float4 e = half[j];
            float u = fmaxf(fmaf(kFade, e.x, mine), 0.0f), w = fmaxf(fmaf(kFade, e.z, mine), 0.0f);
            sum = fmaf(e.y * u, u, sum);
            sum = fmaf(e.w * w, w, sum);
        }
    }
    __syncthreads();
    stage[t] = event[whole * 2 * kChunk + t];
    __syncthreads();
    int before = i - (whole * 2 * kChunk + side * kChunk);  // so many of this half are earlier
#pragma unroll 4
    for (int j = 0; j < kChunk; ++j) {
        float2 e = stage[side * kChunk + j];
        float u = fmaxf(fmaf(kFade, e.x, mine), 0.0f);
        sum = fmaf(j < before ? e.y * u : 0.0f, u, sum);
    }
    __syncthreads();
    if (side == 1) stage[t - kChunk].x = sum;
    __syncthreads();
    if (side == 0) heat[i] = sum + stage[t].x;
}

__global__ void __launch_bounds__(2 * kChunk) tavern_rumours_d5_a(const float2* __restrict__ event, float* __restrict__ heat) {
    __shared__ __align__(16) float2 stage[2 * kChunk];
    for (int half = 0; half < 2; ++half) rumours_of(2 * blockIdx.x + half, stage, event, heat);
}

__global__ void __launch_bounds__(2 * kChunk) tavern_rumours_d5_b(const float2* __restrict__ event, float* __restrict__ heat) {
    __shared__ __align__(16) float2 stage[2 * kChunk];
    for (int half = 0; half < 2; ++half) rumours_of(half ? kChunks - 1 - blockIdx.x : blockIdx.x, stage, event, heat);
}

// ---- Bell tower: power of each stroke of 256 samples in forty bands (Goertzel's recurrence), a thread a band.
constexpr int kStrokes = 132 * 2048, kBands = 40, kBeat = 256, kStep = kBeat / 4 + 1;  // float4 from one stroke to the next in shared memory

template <int kPerBlock>
__device__ __forceinline__ void bells(const float4* __restrict__ sound, const float* __restrict__ band, float* __restrict__ power) {
    __shared__ float4 stroke[kPerBlock * kStep];
    int t = threadIdx.x, own = t / kBands, b = t % kBands;
    const float4* from = sound + (size_t)blockIdx.x * kPerBlock * (kBeat / 4);
    for (int i = t; i < kPerBlock * (kBeat / 4); i += kPerBlock * kBands) stroke[i / (kBeat / 4) * kStep + i % (kBeat / 4)] = from[i];
    float c = 1.9f * band[b], now = 0.0f, last = 0.0f;
    __syncthreads();
#pragma unroll 8
    for (int i = 0; i < kBeat / 4; ++i) {
        float4 x = stroke[own * kStep + i];
        last = fmaf(c, now, x.x - last);
        now = fmaf(c, last, x.y - now);
        last = fmaf(c, now, x.z - last);
        now = fmaf(c, last, x.w - now);
    }
    power[(size_t)blockIdx.x * kPerBlock * kBands + t] = fmaf(now, now, last * last) - c * now * last;
}

__global__ void __launch_bounds__(kBands) bell_tower_d5_a(const float4* __restrict__ sound, const float* __restrict__ band, float* __restrict__ power) { bells<1>(sound, band, power); }
__global__ void __launch_bounds__(8 * kBands) bell_tower_d5_b(const float4* __restrict__ sound, const float* __restrict__ band, float* __restrict__ power) { bells<8>(sound, band, power); }

// ---- Organ building: share of the energy that a pipe passes at complex frequencies, from a rational transfer function of order 48.
constexpr int kOrder = 48, kTones = 132 * 8 * 16 * 1024;
__constant__ float4 kPipe[kOrder];  // numerator (x, y) and denominator (z, w)

struct Exact {  // the workshop's tables were made without fused operations and are compared digit by digit
    __device__ static __forceinline__ float less(float a, float b, float c, float d, float e) { return __fadd_rn(__fsub_rn(__fmul_rn(a, b), __fmul_rn(c, d)), e); }
    __device__ static __forceinline__ float plus(float a, float b, float c, float d, float e) { return __fadd_rn(__fadd_rn(__fmul_rn(a, b), __fmul_rn(c, d)), e); }
};
struct Quick {
    __device__ static __forceinline__ float less(float a, float b, float c, float d, float e) { return fmaf(a, b, fmaf(-c, d, e)); }
    __device__ static __forceinline__ float plus(float a, float b, float c, float d, float e) { return fmaf(a, b, fmaf(c, d, e)); }
};

template <typename Rule>
__device__ __forceinline__ void organ(const float2* __restrict__ tone, float* __restrict__ share) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 z[4], n[4] = {}, d[4] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) { z[j] = tone[i + 256 * j]; z[j].x *= 0.7f; z[j].y *= 0.7f; }
#pragma unroll 8
    for (int k = 0; k < kOrder; ++k) {
        float4 c = kPipe[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            n[j] = make_float2(Rule::less(n[j].x, z[j].x, n[j].y, z[j].y, c.x), Rule::plus(n[j].x, z[j].y, n[j].y, z[j].x, c.y));
            d[j] = make_float2(Rule::less(d[j].x, z[j].x, d[j].y, z[j].y, c.z), Rule::plus(d[j].x, z[j].y, d[j].y, z[j].x, c.w));
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float nn = n[j].x * n[j].x + n[j].y * n[j].y, dd = d[j].x * d[j].x + d[j].y * d[j].y;
        share[i + 256 * j] = __fdividef(nn, nn + dd);
    }
}

__global__ void __launch_bounds__(256) organ_pipes_d5_a(const float2* __restrict__ tone, float* __restrict__ share) { organ<Exact>(tone, share); }
__global__ void __launch_bounds__(256) organ_pipes_d5_b(const float2* __restrict__ tone, float* __restrict__ share) { organ<Quick>(tone, share); }

// ---- Vineyard: score of 128 wines a request by one of 24 spline models (sums of products of two hinges); a warp takes a request.
constexpr int kModels = 24, kHinges = 64, kTastings = 132 * 64 * 16;

__host__ __device__ constexpr uint32_t stir(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
__host__ __device__ constexpr float fitted(int model, int hinge, int what) { return (float)(stir((model * kHinges + hinge) * 4 + what + 977) >> 8) * (2.0f / 16777216.0f) - 1.0f; }
__device__ __forceinline__ float hinges(float x, float y, float t, float u, float a, float s) { return fmaf(a, fmaxf(x - t, 0.0f) * fmaxf(y - u, 0.0f), s); }

template <int kModel>  // as the trainer exports it: the knots and weights are written out
__device__ __forceinline__ float4 exported(float4 x, float4 y) {
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < kHinges; ++k) {
        const float t = fitted(kModel, k, 0), u = fitted(kModel, k, 1), a = fitted(kModel, k, 2);
        s = make_float4(hinges(x.x, y.x, t, u, a, s.x), hinges(x.y, y.y, t, u, a, s.y), hinges(x.z, y.z, t, u, a, s.z), hinges(x.w, y.w, t, u, a, s.w));
    }
    return s;
}

__global__ void __launch_bounds__(256) vineyard_scores_d5_a(const int* __restrict__ model, const float4* __restrict__ acid, const float4* __restrict__ sugar, float4* __restrict__ score) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = acid[i], y = sugar[i], s = x;
    switch (model[i / 32]) {
#define MODEL(n) case n: s = exported<n>(x, y); break;
        MODEL(0) MODEL(1) MODEL(2) MODEL(3) MODEL(4) MODEL(5) MODEL(6) MODEL(7) MODEL(8) MODEL(9) MODEL(10) MODEL(11)
        MODEL(12) MODEL(13) MODEL(14) MODEL(15) MODEL(16) MODEL(17) MODEL(18) MODEL(19) MODEL(20) MODEL(21) MODEL(22) MODEL(23)
#undef MODEL
    }
    score[i] = s;
}

__global__ void __launch_bounds__(256) vineyard_scores_d5_b(const int* __restrict__ model, const float4* __restrict__ acid, const float4* __restrict__ sugar, float4* __restrict__ score,
                                                            const float4* __restrict__ table) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 x = acid[i], y = sugar[i], s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float4* fit = table + model[i / 32] * kHinges;
#pragma unroll 8
    for (int k = 0; k < kHinges; ++k) {
        float4 f = __ldg(fit + k);
        s = make_float4(hinges(x.x, y.x, f.x, f.y, f.z, s.x), hinges(x.y, y.y, f.x, f.y, f.z, s.y), hinges(x.z, y.z, f.x, f.y, f.z, s.z), hinges(x.w, y.w, f.x, f.y, f.z, s.w));
    }
    score[i] = s;
}

// ---- Fresco: film curve and gamma of a scanned wall.
constexpr int kPlaster = 132 * 2048 * 256;  // floats

__global__ void __launch_bounds__(256) fresco_light_d5_a(const float4* __restrict__ light, float4* __restrict__ shown) {
    auto film = [](float v) -> float {
        float x = 4.0 * (1.0 + v);
        float y = (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.0666;
        return pow(y + 0.001, 1.0 / 2.2);
    };
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = light[i];
    shown[i] = make_float4(film(v.x), film(v.y), film(v.z), film(v.w));
}

__global__ void __launch_bounds__(256) fresco_light_d5_b(const float4* __restrict__ light, float4* __restrict__ shown) {
    auto film = [](float v) -> float {
        float x = 4.0f * (1.0f + v);
        float y = (x * (0.15f * x + 0.05f) + 0.004f) / (x * (0.15f * x + 0.5f) + 0.06f) - 0.0666f;
        return powf(y + 0.001f, 1.0f / 2.2f);
    };
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = light[i];
    shown[i] = make_float4(film(v.x), film(v.y), film(v.z), film(v.w));
}

// ---- Harps: shape of the strongest vibration of each string of 512 beads (power iteration on a tridiagonal matrix), a block a string.
constexpr int kHarps = 132 * 4 * 8, kBeads = 512, kPlucks = 96;

template <bool kLanes>
__device__ __forceinline__ void harp(const float* __restrict__ mass, const float* __restrict__ tension, float* __restrict__ shape) {
    __shared__ float line[kBeads + 2];
    __shared__ __align__(16) float part[kBeads];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * kBeads + t;
    float d = 2.0f + 0.4f * mass[i], e = 0.6f + 0.1f * tension[i], v = 1.0f;
    if (t < 2) line[t * (kBeads + 1)] = 0.0f;
    for (int pluck = 0; pluck < kPlucks; ++pluck) {
        line[t + 1] = v;
        __syncthreads();
        v = fmaf(e, line[t] + line[t + 2], d * v);
        float norm = v * v;
        if constexpr (kLanes) {
#pragma unroll
            for (int o = 16; o; o >>= 1) norm += __shfl_xor_sync(0xffffffffu, norm, o);
            if (t % 32 == 0) part[t / 32] = norm;
            __syncthreads();
            norm = 0.0f;
#pragma unroll
            for (int w = 0; w < kBeads / 128; ++w) { float4 p = reinterpret_cast<const float4*>(part)[w]; norm += (p.x + p.y) + (p.z + p.w); }
        } else {
            part[t] = norm;
            __syncthreads();
            for (int s = kBeads / 2; s; s >>= 1) {
                if (t < s) part[t] += part[t + s];
                __syncthreads();
            }
            norm = part[0];
        }
        v *= rsqrtf(norm);
    }
    shape[i] = v;
}

__global__ void __launch_bounds__(kBeads) harp_string_d5_a(const float* __restrict__ mass, const float* __restrict__ tension, float* __restrict__ shape) { harp<false>(mass, tension, shape); }
__global__ void __launch_bounds__(kBeads) harp_string_d5_b(const float* __restrict__ mass, const float* __restrict__ tension, float* __restrict__ shape) { harp<true>(mass, tension, shape); }

// ---- Postcards: likeness of four million postcards, 32 numbers each, to the one that is looked for.
constexpr int kCards = 132 * 64 * 512, kTraits = 32, kStack = 16;  // cards a warp

__global__ void __launch_bounds__(256) postcard_search_d5_a(const float* __restrict__ card, const float* __restrict__ wanted, float* __restrict__ likeness, int stack) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * stack;
    float w = wanted[lane];
#pragma unroll 1
    for (int c = first; c < first + stack; ++c) {
        float s = card[(size_t)c * kTraits + lane] * w;
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if (lane == 0) likeness[c] = s;
    }
}

__global__ void __launch_bounds__(256) postcard_search_d5_b(const float4* __restrict__ card, const float4* __restrict__ wanted, float* __restrict__ likeness, int stack) {
    int lane = threadIdx.x % 8, first = (blockIdx.x * 8 + threadIdx.x / 32) * stack;
    float4 w = wanted[lane];
#pragma unroll 1
    for (int c = first + threadIdx.x % 32 / 8; c < first + stack; c += 4) {
        float4 v = card[(size_t)c * (kTraits / 4) + lane];
        float s = fmaf(v.x, w.x, fmaf(v.y, w.y, fmaf(v.z, w.z, v.w * w.w)));
#pragma unroll
        for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if (lane == 0) likeness[c] = s;
    }
}

// ---- Mosaics: cosine transform and rounding of eight by eight stones, a thread a mosaic; the stones of one place lie side by side.
constexpr int kMosaics = 132 * 256 * 64;

__device__ __forceinline__ void cosines(float& a, float& b, float& c, float& d, float& e, float& f, float& g, float& h) {
    float s0 = a + h, s1 = b + g, s2 = c + f, s3 = d + e, d0 = a - h, d1 = b - g, d2 = c - f, d3 = d - e;
    float p0 = s0 + s3, p1 = s1 + s2, q0 = s0 - s3, q1 = s1 - s2;
    a = 0.35355339f * (p0 + p1);
    e = 0.35355339f * (p0 - p1);
    c = fmaf(0.46193977f, q0, 0.19134172f * q1);
    g = fmaf(0.19134172f, q0, -0.46193977f * q1);
    b = fmaf(0.49039264f, d0, fmaf(0.41573481f, d1, fmaf(0.27778512f, d2, 0.09754516f * d3)));
    d = fmaf(0.41573481f, d0, fmaf(-0.09754516f, d1, fmaf(-0.49039264f, d2, -0.27778512f * d3)));
    f = fmaf(0.27778512f, d0, fmaf(-0.49039264f, d1, fmaf(0.09754516f, d2, 0.41573481f * d3)));
    h = fmaf(0.09754516f, d0, fmaf(-0.27778512f, d1, fmaf(0.41573481f, d2, -0.49039264f * d3)));
}

__device__ __forceinline__ void mosaic(const float* __restrict__ stone, float* __restrict__ tile) {
    int m = blockIdx.x * 256 + threadIdx.x;
    float v[64];
#pragma unroll
    for (int i = 0; i < 64; ++i) v[i] = stone[(size_t)i * kMosaics + m];
#pragma unroll
    for (int r = 0; r < 64; r += 8) cosines(v[r], v[r + 1], v[r + 2], v[r + 3], v[r + 4], v[r + 5], v[r + 6], v[r + 7]);
#pragma unroll
    for (int c = 0; c < 8; ++c) cosines(v[c], v[c + 8], v[c + 16], v[c + 24], v[c + 32], v[c + 40], v[c + 48], v[c + 56]);
#pragma unroll
    for (int i = 0; i < 64; ++i) tile[(size_t)i * kMosaics + m] = rintf(v[i] * (64.0f / (float)(4 + i / 8 + i % 8)));
}

__global__ void __launch_bounds__(256, 8) mosaic_stones_d5_a(const float* __restrict__ stone, float* __restrict__ tile) { mosaic(stone, tile); }
__global__ void __launch_bounds__(256) mosaic_stones_d5_b(const float* __restrict__ stone, float* __restrict__ tile) { mosaic(stone, tile); }

// ---- Lanterns: gated brightness x / (1 + exp(-x)) times a second row.
__global__ void __launch_bounds__(256) lantern_gate_d5_a(const float4* __restrict__ gate, const float4* __restrict__ flame, float4* __restrict__ bright) {
    auto lit = [](float g, float f) { float x = 6.0f * g; return x / (1.0f + expf(-x)) * f; };
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 g[2] = {gate[i], gate[i + 256]}, f[2] = {flame[i], flame[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) bright[i + 256 * j] = make_float4(lit(g[j].x, f[j].x), lit(g[j].y, f[j].y), lit(g[j].z, f[j].z), lit(g[j].w, f[j].w));
}

__global__ void __launch_bounds__(256) lantern_gate_d5_b(const float4* __restrict__ gate, const float4* __restrict__ flame, float4* __restrict__ bright) {
    auto lit = [](float g, float f) { float x = 6.0f * g; return __fdividef(x, 1.0f + __expf(-x)) * f; };
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 g[2] = {gate[i], gate[i + 256]}, f[2] = {flame[i], flame[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) bright[i + 256 * j] = make_float4(lit(g[j].x, f[j].x), lit(g[j].y, f[j].y), lit(g[j].z, f[j].z), lit(g[j].w, f[j].w));
}

// ---- Sundials: field at three million places as the sum of 512 radial polynomials of degree ten.
constexpr int kPlaces = 132 * 4 * 6 * 1024, kDials = 512;

__global__ void __launch_bounds__(256) sundial_field_d5_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz, const float4* __restrict__ dial, float* __restrict__ field) {
    __shared__ float4 near[kDials];
    for (int j = threadIdx.x; j < kDials; j += 256) { float4 d = dial[j]; near[j] = make_float4(0.28f * d.x, 0.28f * d.y, 0.28f * d.z, d.w); }
    int i = blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4], z[4], sum[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = 0.28f * px[i + 256 * k]; y[k] = 0.28f * py[i + 256 * k]; z[k] = 0.28f * pz[i + 256 * k]; }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < kDials; ++j) {
        float4 d = near[j];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float dx = x[k] - d.x, dy = y[k] - d.y, dz = z[k] - d.z, r = fmaf(dx, dx, fmaf(dy, dy, dz * dz)), p = 0.0003f;
            p = fmaf(p, r, -0.0021f); p = fmaf(p, r, 0.0079f); p = fmaf(p, r, -0.0241f); p = fmaf(p, r, 0.0613f); p = fmaf(p, r, -0.1371f);
            p = fmaf(p, r, 0.2713f); p = fmaf(p, r, -0.4637f); p = fmaf(p, r, 0.6821f); p = fmaf(p, r, -0.8823f); p = fmaf(p, r, 1.0f);
            sum[k] = fmaf(d.w, p, sum[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) field[i + 256 * k] = sum[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto into = [](float* p) { return reinterpret_cast<float4*>(p); };

    const float *leaf = filled<float>((size_t)kFeatures * kLeaves, 51), *specimen = filled<float>((size_t)kFeatures * kLeaves, 52);
    float* distance = empty<float>(kLeaves * kLeaves);
    add("herbarium_match_d5_a", distance, kLeaves * kLeaves, Output::f32, [=] { herbarium_match_d5_a<<<dim3(4, 4), 256>>>(four(leaf), four(specimen), into(distance)); });
    add("herbarium_match_d5_b", distance, kLeaves * kLeaves, Output::f32, [=] {
        CHECK(cudaMemsetAsync(distance, 0, kLeaves * kLeaves * sizeof(float)));
        herbarium_match_d5_b<<<dim3(4, 4, 33), 256>>>(four(leaf), four(specimen), into(distance)); });

    float2* event = reinterpret_cast<float2*>(empty<float>(2 * kRumours));
    float* heat = empty<float>(kRumours);
    harness_rumours<<<kRumours / 256, 256>>>(event); CHECK(cudaGetLastError());
    add("tavern_rumours_d5_a", heat, kRumours, Output::f32, [=] { tavern_rumours_d5_a<<<kChunks / 2, 2 * kChunk>>>(event, heat); });
    add("tavern_rumours_d5_b", heat, kRumours, Output::f32, [=] { tavern_rumours_d5_b<<<kChunks / 2, 2 * kChunk>>>(event, heat); });

    const float *sound = filled<float>((size_t)kStrokes * kBeat, 53), *band = filled<float>(kBands, 54);
    float* power = empty<float>((size_t)kStrokes * kBands);
    add("bell_tower_d5_a", power, (size_t)kStrokes * kBands, Output::f32, [=] { bell_tower_d5_a<<<kStrokes, kBands>>>(four(sound), band, power); });
    add("bell_tower_d5_b", power, (size_t)kStrokes * kBands, Output::f32, [=] { bell_tower_d5_b<<<kStrokes / 8, 8 * kBands>>>(four(sound), band, power); });

    const float *tone = filled<float>((size_t)kTones * 2, 55), *pipe = filled<float>(kOrder * 4, 56);
    float* share = empty<float>(kTones);
    CHECK(cudaMemcpyToSymbol(kPipe, pipe, sizeof(float4) * kOrder, 0, cudaMemcpyDeviceToDevice));
    add("organ_pipes_d5_a", share, kTones, Output::f32, [=] { organ_pipes_d5_a<<<kTones / 1024, 256>>>(reinterpret_cast<const float2*>(tone), share); });
    add("organ_pipes_d5_b", share, kTones, Output::f32, [=] { organ_pipes_d5_b<<<kTones / 1024, 256>>>(reinterpret_cast<const float2*>(tone), share); });

    std::vector<float4> fits;
    for (int m = 0; m < kModels; ++m)
        for (int k = 0; k < kHinges; ++k) fits.push_back(make_float4(fitted(m, k, 0), fitted(m, k, 1), fitted(m, k, 2), 0.0f));
    const float4* table = uploaded(fits);
    const int* model = indices(kTastings, kModels, 57);
    constexpr size_t wines = (size_t)kTastings * 128;
    const float *acid = filled<float>(wines, 58), *sugar = filled<float>(wines, 59);
    float* score = empty<float>(wines);
    add("vineyard_scores_d5_a", score, wines, Output::f32, [=] { vineyard_scores_d5_a<<<kTastings / 8, 256>>>(model, four(acid), four(sugar), into(score)); });
    add("vineyard_scores_d5_b", score, wines, Output::f32, [=] { vineyard_scores_d5_b<<<kTastings / 8, 256>>>(model, four(acid), four(sugar), into(score), table); });

    const float* light = filled<float>(kPlaster, 60);
    float* shown = empty<float>(kPlaster);
    add("fresco_light_d5_a", shown, kPlaster, Output::f32, [=] { fresco_light_d5_a<<<kPlaster / 1024, 256>>>(four(light), into(shown)); });
    add("fresco_light_d5_b", shown, kPlaster, Output::f32, [=] { fresco_light_d5_b<<<kPlaster / 1024, 256>>>(four(light), into(shown)); });

    constexpr size_t beads = (size_t)kHarps * kBeads;
    const float *mass = filled<float>(beads, 61), *tension = filled<float>(beads, 62);
    float* shape = empty<float>(beads);
    add("harp_string_d5_a", shape, beads, Output::f32, [=] { harp_string_d5_a<<<kHarps, kBeads>>>(mass, tension, shape); });
    add("harp_string_d5_b", shape, beads, Output::f32, [=] { harp_string_d5_b<<<kHarps, kBeads>>>(mass, tension, shape); });

    const float *card = filled<float>((size_t)kCards * kTraits, 63), *wanted = filled<float>(kTraits, 64);
    float* likeness = empty<float>(kCards);
    add("postcard_search_d5_a", likeness, kCards, Output::f32, [=] { postcard_search_d5_a<<<kCards / (8 * kStack), 256>>>(card, wanted, likeness, kStack); });
    add("postcard_search_d5_b", likeness, kCards, Output::f32, [=] { postcard_search_d5_b<<<kCards / (8 * kStack), 256>>>(four(card), four(wanted), likeness, kStack); });

    const float* stone = filled<float>((size_t)kMosaics * 64, 65);
    float* tile = empty<float>((size_t)kMosaics * 64);
    add("mosaic_stones_d5_a", tile, (size_t)kMosaics * 64, Output::f32, [=] { mosaic_stones_d5_a<<<kMosaics / 256, 256>>>(stone, tile); });
    add("mosaic_stones_d5_b", tile, (size_t)kMosaics * 64, Output::f32, [=] { mosaic_stones_d5_b<<<kMosaics / 256, 256>>>(stone, tile); });

    const float* flame = filled<float>(kPlaster, 66);
    float* bright = empty<float>(kPlaster);
    add("lantern_gate_d5_a", bright, kPlaster, Output::f32, [=] { lantern_gate_d5_a<<<kPlaster / 2048, 256>>>(four(light), four(flame), into(bright)); });
    add("lantern_gate_d5_b", bright, kPlaster, Output::f32, [=] { lantern_gate_d5_b<<<kPlaster / 2048, 256>>>(four(light), four(flame), into(bright)); });

    const float *px = filled<float>(kPlaces, 67), *py = filled<float>(kPlaces, 68), *pz = filled<float>(kPlaces, 69), *dial = filled<float>(kDials * 4, 70);
    float* field = empty<float>(kPlaces);
    add("sundial_field_d5_a", field, kPlaces, Output::f32, [=] { sundial_field_d5_a<<<kPlaces / 1024, 256>>>(px, py, pz, four(dial), field); });

    return harness::run(argc, argv, cases);
}
