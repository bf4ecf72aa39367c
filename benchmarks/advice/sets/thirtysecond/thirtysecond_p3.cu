// Eleven measured cases of grids, waves, shares of work and launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// ---- Satellite navigation: where each of 31 satellites stands at 131072 epochs (Kepler's equation by Newton's method).
constexpr int kSats = 31, kEpochs = 1 << 17, kOrbitCut = 64;

__device__ __forceinline__ void orbit_epochs(const float4* __restrict__ elements, const float* __restrict__ epoch, float4* __restrict__ place, int from, int to) {
    int sat = blockIdx.x;
    float4 a = elements[2 * sat], b = elements[2 * sat + 1];
    float ecc = 0.2f * (1.0f + a.x), motion = 1.0f + 0.3f * a.y, phase = a.z, axis = 2.0f + a.w;
    float cw = __cosf(b.x), sw = __sinf(b.x), ci = __cosf(b.y), si = __sinf(b.y), drift = b.z, flat = axis * sqrtf(1.0f - ecc * ecc);
#pragma unroll 2
    for (int e = from + threadIdx.x; e < to; e += 512) {
        float t = epoch[e], mean = fmaf(motion, t, phase), anomaly = fmaf(ecc, __sinf(mean), mean);
#pragma unroll
        for (int turn = 0; turn < 6; ++turn) {
            float s = __sinf(anomaly), c = __cosf(anomaly);
            anomaly -= __fdividef(anomaly - ecc * s - mean, 1.0f - ecc * c);
        }
        float u = axis * (__cosf(anomaly) - ecc), v = flat * __sinf(anomaly);
        float x = u * cw - v * sw, y = u * sw + v * cw;
        place[(size_t)sat * kEpochs + e] = make_float4(x, y * ci, y * si, drift * t);
    }
}

__global__ void __launch_bounds__(512) orbit_epochs_p3_a(const float4* __restrict__ elements, const float* __restrict__ epoch, float4* __restrict__ place) {
    orbit_epochs(elements, epoch, place, 0, kEpochs);
}
__global__ void __launch_bounds__(512) orbit_epochs_p3_b(const float4* __restrict__ elements, const float* __restrict__ epoch, float4* __restrict__ place) {
    constexpr int kPart = kEpochs / kOrbitCut;
    orbit_epochs(elements, epoch, place, blockIdx.y * kPart, (blockIdx.y + 1) * kPart);
}

// ---- Soil ecology: Manhattan distance of 256 plots to 256 reference plots over 33792 taxa, 64 x 64 distances a block.
constexpr int kPlots = 256, kTaxa = 33 * 1024, kSlice = 16, kShares = 33;

__device__ __forceinline__ float& part(float4& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }

__device__ __forceinline__ void meadow_plots(const float* __restrict__ plots, const float* __restrict__ panel, int from, int to, float (&sum)[4][4]) {
    __shared__ __align__(16) float sp[2][kSlice][64], sr[2][kSlice][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float* p = plots + (size_t)(from + ty) * kPlots + blockIdx.y * 64 + tx * 4;
    const float* r = panel + (size_t)(from + ty) * kPlots + blockIdx.x * 64 + tx * 4;
    float4 np = *reinterpret_cast<const float4*>(p), nr = *reinterpret_cast<const float4*>(r);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
    *reinterpret_cast<float4*>(&sp[0][ty][tx * 4]) = np;
    *reinterpret_cast<float4*>(&sr[0][ty][tx * 4]) = nr;
    __syncthreads();
    int now = 0;
    for (int k = from; k < to; k += kSlice) {
        bool more = k + kSlice < to;
        p += kSlice * kPlots; r += kSlice * kPlots;
        if (more) { np = *reinterpret_cast<const float4*>(p); nr = *reinterpret_cast<const float4*>(r); }
#pragma unroll
        for (int s = 0; s < kSlice; ++s) {
            float4 a = *reinterpret_cast<const float4*>(&sp[now][s][ty * 4]), b = *reinterpret_cast<const float4*>(&sr[now][s][tx * 4]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(part(a, i) - part(b, j));
        }
        if (more) {
            *reinterpret_cast<float4*>(&sp[now ^ 1][ty][tx * 4]) = np;
            *reinterpret_cast<float4*>(&sr[now ^ 1][ty][tx * 4]) = nr;
        }
        __syncthreads();
        now ^= 1;
    }
}

__global__ void __launch_bounds__(256) meadow_plots_p3_a(const float* __restrict__ plots, const float* __restrict__ panel, float* __restrict__ distance) {
    float sum[4][4];
    meadow_plots(plots, panel, 0, kTaxa, sum);
    int x = blockIdx.x * 64 + threadIdx.x % 16 * 4, y = blockIdx.y * 64 + threadIdx.x / 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(distance + (y + i) * kPlots + x) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
__global__ void __launch_bounds__(256) meadow_plots_p3_b(const float* __restrict__ plots, const float* __restrict__ panel, float* __restrict__ distance) {
    constexpr int kShare = kTaxa / kShares;
    float sum[4][4];
    meadow_plots(plots, panel, blockIdx.z * kShare, (blockIdx.z + 1) * kShare, sum);
    int x = blockIdx.x * 64 + threadIdx.x % 16 * 4, y = blockIdx.y * 64 + threadIdx.x / 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) atomicAdd(distance + (y + i) * kPlots + x + j, sum[i][j]);
}

// ---- Spectral rendering: colour of each pixel from 24 moments of its spectrum, summed over 128 wavelengths.
constexpr int kPixels = 278 * 1024, kMoments = 24, kWaves = 128;
__constant__ float4 kObserver[kWaves];  // response x, y, z and the wavelength's place in [-1, 1)

template <int kThreads>
__device__ __forceinline__ void glass_colours(const float* __restrict__ moments, float* __restrict__ colour) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float c[kMoments], x = 0.0f, y = 0.0f, z = 0.0f;
#pragma unroll
    for (int k = 0; k < kMoments; ++k) c[k] = moments[k * kPixels + i];
#pragma unroll 2
    for (int w = 0; w < kWaves; ++w) {
        float4 o = kObserver[w];
        float twice = 2.0f * o.w, b1 = c[kMoments - 1], b2 = 0.0f;
#pragma unroll
        for (int k = kMoments - 2; k > 0; --k) { float b0 = fmaf(twice, b1, c[k] - b2); b2 = b1; b1 = b0; }
        float light = __saturatef(0.1f * fmaf(o.w, b1, c[0] - b2) + 0.5f);
        x = fmaf(light, o.x, x); y = fmaf(light, o.y, y); z = fmaf(light, o.z, z);
    }
    colour[i] = x; colour[kPixels + i] = y; colour[2 * kPixels + i] = z;
}

__global__ void __launch_bounds__(1024) glass_colours_p3_a(const float* __restrict__ moments, float* __restrict__ colour) { glass_colours<1024>(moments, colour); }
__global__ void __launch_bounds__(128) glass_colours_p3_b(const float* __restrict__ moments, float* __restrict__ colour) { glass_colours<128>(moments, colour); }

// ---- Gravity field: sums of a spherical harmonic model over the degrees of each order, for 1024 circles of latitude.
constexpr int kOrders = 132 * 12, kCircles = 1024;

__device__ __forceinline__ void geoid_orders(const float4* __restrict__ model, const float* __restrict__ first, const float* __restrict__ circle, float2* __restrict__ sums, int m) {
    int t = threadIdx.x, count = kOrders - m;
    const float4* c = model + (m * kOrders - m * (m - 1) / 2);
    float x = circle[t], p = first[m * kCircles + t], before = 0.0f, even = 0.0f, odd = 0.0f;
    auto degree = [&](float4 k) {
        even = fmaf(k.z, p, even); odd = fmaf(k.w, p, odd);
        float next = fmaf(k.x, x * p, -k.y * before);
        before = p; p = next;
    };
    int l = 0;
    float4 ahead[3];
    if (count >= 3) {
#pragma unroll
        for (int j = 0; j < 3; ++j) ahead[j] = __ldg(c + j);
    }
#pragma unroll 2
    for (; l + 3 <= count; l += 3) {
        float4 now[3];
#pragma unroll
        for (int j = 0; j < 3; ++j) { now[j] = ahead[j]; ahead[j] = __ldg(c + l + 3 + j); }  // the model is followed by other data
#pragma unroll
        for (int j = 0; j < 3; ++j) degree(now[j]);
    }
    for (; l < count; ++l) degree(__ldg(c + l));
    sums[m * kCircles + t] = make_float2(even, odd);
}

__global__ void __launch_bounds__(1024, 1) geoid_orders_p3_a(const float4* __restrict__ model, const float* __restrict__ first, const float* __restrict__ circle,
                                                          float2* __restrict__ sums) {
#pragma unroll 1
    for (int i = 0; i < 12; ++i) geoid_orders(model, first, circle, sums, blockIdx.x * 12 + i);
}
__global__ void __launch_bounds__(1024, 1) geoid_orders_p3_b(const float4* __restrict__ model, const float* __restrict__ first, const float* __restrict__ circle,
                                                          float2* __restrict__ sums) {
#pragma unroll 1
    for (int i = 0; i < 12; ++i) geoid_orders(model, first, circle, sums, i * 132 + (i % 2 ? 131 - blockIdx.x : blockIdx.x));  // to and fro
}

// ---- Trade database: takings of each of 8192 shippers over a table sorted by shipper (price, discount).
constexpr int kShippers = 8192, kPiece = 4096;

__device__ __forceinline__ float harbour_rows(const float2* __restrict__ rows, int from, int to) {
    __shared__ float warps[4];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 128) {
        float2 r = rows[i];
        sum = fmaf(1.0f + r.x, 1.0f - 0.2f * r.y, sum);
    }
    sum = warp_total(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    return warps[0] + warps[1] + warps[2] + warps[3];
}

__global__ void __launch_bounds__(128) harbour_rows_p3_a(const float2* __restrict__ rows, const int* __restrict__ start, float* __restrict__ takings) {
    float sum = harbour_rows(rows, start[blockIdx.x], start[blockIdx.x + 1]);
    if (threadIdx.x == 0) takings[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(128) harbour_rows_p3_b(const float2* __restrict__ rows, const int4* __restrict__ pieces, float* __restrict__ takings) {
    int4 p = pieces[blockIdx.x];
    float sum = harbour_rows(rows, p.y, p.z);
    if (threadIdx.x == 0) atomicAdd(takings + p.x, sum);
}

// ---- Training: one optimiser step (Adam) of the 24 parameter tensors of a small network.
constexpr int kTensors = 24, kWeights = 192 * 256;
struct TensorList { const float *weight[kTensors], *grad[kTensors], *mean[kTensors], *square[kTensors]; float *updated[kTensors]; };

__device__ __forceinline__ void sparrow_step(const float* __restrict__ weight, const float* __restrict__ grad, const float* __restrict__ mean,
                                             const float* __restrict__ square, float* __restrict__ updated, int i) {
    float g = grad[i], m = fmaf(0.9f, mean[i], 0.1f * g), v = fmaf(0.999f, fabsf(square[i]), 0.001f * g * g);
    updated[i] = weight[i] - __fdividef(0.001f * m, sqrtf(v) + 1e-6f);
}

__global__ void __launch_bounds__(256) sparrow_step_p3_a0(const float* __restrict__ weight, const float* __restrict__ grad, const float* __restrict__ mean,
                                                          const float* __restrict__ square, float* __restrict__ updated) {
    sparrow_step(weight, grad, mean, square, updated, blockIdx.x * 256 + threadIdx.x);
}
__global__ void __launch_bounds__(256) sparrow_step_p3_b(const __grid_constant__ TensorList list) {
    int n = blockIdx.y;
    sparrow_step(list.weight[n], list.grad[n], list.mean[n], list.square[n], list.updated[n], blockIdx.x * 256 + threadIdx.x);
}

// ---- Speech recognition: each of 131072 frames of 1024 half features brought to mean 0 and variance 1, a warp a frame.
constexpr int kFrames = 1 << 17, kFeatures = 1024;

__device__ __forceinline__ void load_frame(const uint4* __restrict__ speech, int frame, float (&v)[32]) {
    const uint4* row = speech + (size_t)frame * (kFeatures / 8) + threadIdx.x % 32;
    uint4 raw[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) raw[j] = row[j * 32];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const __half2* h = reinterpret_cast<const __half2*>(&raw[j]);
#pragma unroll
        for (int k = 0; k < 4; ++k) { float2 f = __half22float2(h[k]); v[j * 8 + k * 2] = f.x; v[j * 8 + k * 2 + 1] = f.y; }
    }
}
__device__ __forceinline__ float frame_mean(const float (&v)[32]) {
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) s += v[k];
    return warp_total(s) * (1.0f / kFeatures);
}
__device__ __forceinline__ float frame_scale(const float (&v)[32], float mean) {
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) s = fmaf(v[k] - mean, v[k] - mean, s);
    return rsqrtf(warp_total(s) * (1.0f / kFeatures) + 1e-5f);
}
__device__ __forceinline__ void store_frame(uint4* __restrict__ even, int frame, const float (&v)[32], float mean, float scale) {
    uint4* row = even + (size_t)frame * (kFeatures / 8) + threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint4 raw;
        __half2* h = reinterpret_cast<__half2*>(&raw);
#pragma unroll
        for (int k = 0; k < 4; ++k) h[k] = __floats2half2_rn((v[j * 8 + k * 2] - mean) * scale, (v[j * 8 + k * 2 + 1] - mean) * scale);
        row[j * 32] = raw;
    }
}

__global__ void __launch_bounds__(256) voice_frames_p3_a0(const uint4* __restrict__ speech, float* __restrict__ mean) {
    int frame = blockIdx.x * 8 + threadIdx.x / 32;
    float v[32];
    load_frame(speech, frame, v);
    float m = frame_mean(v);
    if (threadIdx.x % 32 == 0) mean[frame] = m;
}
__global__ void __launch_bounds__(256) voice_frames_p3_a1(const uint4* __restrict__ speech, const float* __restrict__ mean, float* __restrict__ scale) {
    int frame = blockIdx.x * 8 + threadIdx.x / 32;
    float v[32], m = mean[frame];
    load_frame(speech, frame, v);
    float s = frame_scale(v, m);
    if (threadIdx.x % 32 == 0) scale[frame] = s;
}
__global__ void __launch_bounds__(256) voice_frames_p3_a2(const uint4* __restrict__ speech, const float* __restrict__ mean, const float* __restrict__ scale,
                                                          uint4* __restrict__ even) {
    int frame = blockIdx.x * 8 + threadIdx.x / 32;
    float v[32], m = mean[frame], s = scale[frame];
    load_frame(speech, frame, v);
    store_frame(even, frame, v, m, s);
}
__global__ void __launch_bounds__(256) voice_frames_p3_b(const uint4* __restrict__ speech, uint4* __restrict__ even) {
    int frame = blockIdx.x * 8 + threadIdx.x / 32;
    float v[32];
    load_frame(speech, frame, v);
    float m = frame_mean(v), s = frame_scale(v, m);
    store_frame(even, frame, v, m, s);
}

// ---- Radio transmitter: amplifier correction of complex samples by a polynomial of the power, its coefficients chosen by temperature.
constexpr int kTaps = 8, kSamples = 132 * 12 * 128 * 84;

__device__ __forceinline__ void antenna_taps(const int* __restrict__ warmth, const float2* __restrict__ bank, float2 (&tap)[kTaps]) {
    if (threadIdx.x < 32) {
        float2 c = make_float2(0.0f, 0.0f);
        if (threadIdx.x < kTaps) c = bank[warmth[0] * kTaps + threadIdx.x];
        float scale = rsqrtf(warp_total(fmaf(c.x, c.x, c.y * c.y)) + 0.1f);
        if (threadIdx.x < kTaps) tap[threadIdx.x] = make_float2(c.x * scale, c.y * scale);
    }
    __syncthreads();
}
__device__ __forceinline__ float2 antenna_sample(float2 s, const float2 (&tap)[kTaps]) {
    float power = fmaf(s.x, s.x, s.y * s.y), re = tap[kTaps - 1].x, im = tap[kTaps - 1].y;
#pragma unroll
    for (int k = kTaps - 2; k >= 0; --k) { re = fmaf(re, power, tap[k].x); im = fmaf(im, power, tap[k].y); }
    return make_float2(s.x * re - s.y * im, s.x * im + s.y * re);
}

__global__ void __launch_bounds__(128) antenna_samples_p3_a(const float2* __restrict__ air, const int* __restrict__ warmth, const float2* __restrict__ bank,
                                                            float2* __restrict__ sent) {
    __shared__ float2 tap[kTaps];
    antenna_taps(warmth, bank, tap);
    int i = blockIdx.x * 128 + threadIdx.x;
    sent[i] = antenna_sample(air[i], tap);
}
__global__ void __launch_bounds__(128) antenna_samples_p3_b(const float2* __restrict__ air, const int* __restrict__ warmth, const float2* __restrict__ bank,
                                                            float2* __restrict__ sent) {
    __shared__ float2 tap[kTaps];
    antenna_taps(warmth, bank, tap);
#pragma unroll 4
    for (int i = blockIdx.x * 128 + threadIdx.x; i < kSamples; i += 132 * 12 * 128) sent[i] = antenna_sample(air[i], tap);
}

// ---- Protein design: energy of the 36 turns of each of 135168 side chains among its 48 neighbour atoms.
constexpr int kChains = 132 * 1024, kTurns = 36, kNeighbours = 48;

__device__ __forceinline__ void chain_turns(const float4* __restrict__ atoms, const float2* __restrict__ turns, float* __restrict__ energy, int chain, int turn) {
    float2 d = turns[turn];
    const float4* a = atoms + (size_t)chain * kNeighbours;
    float sum = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kNeighbours; ++n) {
        float4 q = __ldg(a + n);
        float x = q.x - d.x, y = q.y - d.y, r2 = fmaf(x, x, fmaf(y, y, fmaf(q.z, q.z, 0.6f)));
        float near = __fdividef(1.0f, r2), n3 = near * near * near;
        sum = fmaf(n3, n3 - 1.0f, sum);
        sum = fmaf(q.w, near, sum);
    }
    energy[(size_t)chain * kTurns + turn] = sum;
}

__global__ void __launch_bounds__(36) chain_turns_p3_a(const float4* __restrict__ atoms, const float2* __restrict__ turns, float* __restrict__ energy) {
    chain_turns(atoms, turns, energy, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(288) chain_turns_p3_b(const float4* __restrict__ atoms, const float2* __restrict__ turns, float* __restrict__ energy) {
    chain_turns(atoms, turns, energy, blockIdx.x * 8 + threadIdx.x / kTurns, threadIdx.x % kTurns);
}

// ---- Ocean survey: anomaly of the sea surface from two half fields, eight cells a load, four loads a thread.
constexpr int kSea = (132 * 8 * 12 + 66) * 1024;  // groups of eight cells

template <int kThreads>
__device__ __forceinline__ void gulf_surface(const uint4* __restrict__ height, const uint4* __restrict__ usual, uint4* __restrict__ anomaly) {
    int i = blockIdx.x * (kThreads * 4) + threadIdx.x;
    uint4 h[4], u[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { h[j] = height[i + j * kThreads]; u[j] = usual[i + j * kThreads]; }
    __half2 weight = __float2half2_rn(-0.75f);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        __half2 *a = reinterpret_cast<__half2*>(&h[j]), *b = reinterpret_cast<__half2*>(&u[j]);
#pragma unroll
        for (int k = 0; k < 4; ++k) a[k] = __hfma2(b[k], weight, a[k]);
        anomaly[i + j * kThreads] = h[j];
    }
}

__global__ void __launch_bounds__(256) gulf_surface_p3_a(const uint4* __restrict__ height, const uint4* __restrict__ usual, uint4* __restrict__ anomaly) {
    gulf_surface<256>(height, usual, anomaly);
}
__global__ void __launch_bounds__(128) gulf_surface_p3_b(const uint4* __restrict__ height, const uint4* __restrict__ usual, uint4* __restrict__ anomaly) {
    gulf_surface<128>(height, usual, anomaly);
}

// ---- Radar images: weighted stack of four passes over the same land, one wave of blocks that walk over all cells.
constexpr int kStep = 132 * 8 * 256, kLand = kStep * 32;  // quadruples

__global__ void __launch_bounds__(256, 8) island_stack_p3_a(const float4* __restrict__ passes, float4* __restrict__ stack) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLand; i += kStep) {
        float4 a = __ldcs(passes + i), b = __ldcs(passes + kLand + i), c = __ldcs(passes + 2 * kLand + i), d = __ldcs(passes + 3 * kLand + i);
        __stcs(stack + i, make_float4(0.4f * a.x + 0.3f * b.x + 0.2f * c.x + 0.1f * d.x, 0.4f * a.y + 0.3f * b.y + 0.2f * c.y + 0.1f * d.y,
                                      0.4f * a.z + 0.3f * b.z + 0.2f * c.z + 0.1f * d.z, 0.4f * a.w + 0.3f * b.w + 0.2f * c.w + 0.1f * d.w));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kOne = (size_t)kLand * 16, kOut = (size_t)kFrames * kFeatures / 2;  // floats
    static_assert((size_t)kLand * 4 <= kOut && (size_t)kSamples * 2 <= kOut && (size_t)kSea * 4 <= kOut && (size_t)kChains * kNeighbours * 4 <= kOne, "too short");
    float *one = filled<float>(kOne, 71), *two = filled<float>(1 << 23, 72), *mean = empty<float>(kFrames), *scale = empty<float>(kFrames), *out = empty<float>(kOut);
    __half* halves = filled<__half>((size_t)kSea * 16, 73);
    int* warmth = harness::indices(1, 64, 5);
    static_assert((size_t)kSea * 16 >= (size_t)kFrames * kFeatures, "too few halves");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    auto u4 = [](void* p) { return reinterpret_cast<uint4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    uint4 *half4 = u4(halves), *sea2 = half4 + kSea, *outu = u4(out);

    std::vector<float4> observer(kWaves);
    for (int w = 0; w < kWaves; ++w) {
        float s = (w + 0.5f) * (2.0f / kWaves) - 1.0f;
        observer[w] = make_float4(std::exp(-8.0f * (s - 0.4f) * (s - 0.4f)) / kWaves, std::exp(-8.0f * s * s) / kWaves, std::exp(-8.0f * (s + 0.5f) * (s + 0.5f)) / kWaves, s);
    }
    CHECK(cudaMemcpyToSymbol(kObserver, observer.data(), sizeof(float4) * kWaves));

    std::vector<int> start(kShippers + 1);
    std::vector<int4> pieces;
    for (int s = 0; s < kShippers; ++s) {
        int size = s % 1024 == 517 ? 300000 : 1504 + (int)(harness::hash32(s + 11) % 64) * 16;
        start[s + 1] = start[s] + size;
        for (int from = start[s]; from < start[s + 1]; from += kPiece) pieces.push_back(make_int4(s, from, std::min(from + kPiece, start[s + 1]), 0));
    }
    int* starts = harness::uploaded(start);
    int4* cut = harness::uploaded(pieces);
    int cuts = (int)pieces.size();

    TensorList list;
    for (int n = 0; n < kTensors; ++n) {
        list.weight[n] = one + (size_t)n * kWeights; list.grad[n] = one + (size_t)(kTensors + n) * kWeights;
        list.mean[n] = one + (size_t)(2 * kTensors + n) * kWeights; list.square[n] = one + (size_t)(3 * kTensors + n) * kWeights;
        list.updated[n] = out + (size_t)n * kWeights;
    }

    add("orbit_epochs_p3_a", out, (size_t)kSats * kEpochs * 4, [=] { orbit_epochs_p3_a<<<kSats, 512>>>(two4, one, out4); });
    add("orbit_epochs_p3_b", out, (size_t)kSats * kEpochs * 4, [=] { orbit_epochs_p3_b<<<dim3(kSats, kOrbitCut), 512>>>(two4, one, out4); });

    float* panel = one + (size_t)kPlots * kTaxa;
    add("meadow_plots_p3_a", out, kPlots * kPlots, [=] { meadow_plots_p3_a<<<dim3(4, 4), 256>>>(one, panel, out); });
    add("meadow_plots_p3_b", out, kPlots * kPlots, [=] {
        cudaMemsetAsync(out, 0, kPlots * kPlots * sizeof(float));
        meadow_plots_p3_b<<<dim3(4, 4, kShares), 256>>>(one, panel, out); });

    add("glass_colours_p3_a", out, kPixels * 3, [=] { glass_colours_p3_a<<<kPixels / 1024, 1024>>>(one, out); });
    add("glass_colours_p3_b", out, kPixels * 3, [=] { glass_colours_p3_b<<<kPixels / 128, 128>>>(one, out); });

    add("geoid_orders_p3_a", out, kOrders * kCircles * 2, [=] { geoid_orders_p3_a<<<132, kCircles>>>(one4, two, two + (1 << 22), out2); });
    add("geoid_orders_p3_b", out, kOrders * kCircles * 2, [=] { geoid_orders_p3_b<<<132, kCircles>>>(one4, two, two + (1 << 22), out2); });

    add("harbour_rows_p3_a", out, kShippers, [=] { harbour_rows_p3_a<<<kShippers, 128>>>(one2, starts, out); });
    add("harbour_rows_p3_b", out, kShippers, [=] {
        cudaMemsetAsync(out, 0, kShippers * sizeof(float));
        harbour_rows_p3_b<<<cuts, 128>>>(one2, cut, out); });

    add("sparrow_step_p3_a", out, kTensors * kWeights, [=] {
        for (int n = 0; n < kTensors; ++n)
            sparrow_step_p3_a0<<<kWeights / 256, 256>>>(list.weight[n], list.grad[n], list.mean[n], list.square[n], list.updated[n]); });
    add("sparrow_step_p3_b", out, kTensors * kWeights, [=] { sparrow_step_p3_b<<<dim3(kWeights / 256, kTensors), 256>>>(list); });

    add("voice_frames_p3_a", out, 1 << 24, [=] {
        voice_frames_p3_a0<<<kFrames / 8, 256>>>(half4, mean);
        voice_frames_p3_a1<<<kFrames / 8, 256>>>(half4, mean, scale);
        voice_frames_p3_a2<<<kFrames / 8, 256>>>(half4, mean, scale, outu); }, Output::f16);
    add("voice_frames_p3_b", out, 1 << 24, [=] { voice_frames_p3_b<<<kFrames / 8, 256>>>(half4, outu); }, Output::f16);

    add("antenna_samples_p3_a", out, (size_t)kSamples * 2, [=] { antenna_samples_p3_a<<<kSamples / 128, 128>>>(one2, warmth, two2, out2); });
    add("antenna_samples_p3_b", out, (size_t)kSamples * 2, [=] { antenna_samples_p3_b<<<132 * 12, 128>>>(one2, warmth, two2, out2); });

    add("chain_turns_p3_a", out, (size_t)kChains * kTurns, [=] { chain_turns_p3_a<<<kChains, kTurns>>>(one4, two2, out); });
    add("chain_turns_p3_b", out, (size_t)kChains * kTurns, [=] { chain_turns_p3_b<<<kChains / 8, 8 * kTurns>>>(one4, two2, out); });

    add("gulf_surface_p3_a", out, 1 << 24, [=] { gulf_surface_p3_a<<<kSea / 1024, 256>>>(half4, sea2, outu); }, Output::f16);
    add("gulf_surface_p3_b", out, 1 << 24, [=] { gulf_surface_p3_b<<<kSea / 512, 128>>>(half4, sea2, outu); }, Output::f16);

    add("island_stack_p3_a", out, (size_t)kLand * 4, [=] { island_stack_p3_a<<<132 * 8, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
