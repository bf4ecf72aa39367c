// Ten measured pairs from sky, sea, vineyard and workshop: before (_a) and after (_b).
#include <cuda_fp16.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Meteor astronomy: map of radiants, one count a degree cell of the sky, from the apparent directions of a network of cameras.
constexpr int kMeteors = 48 << 20, kRadiantCols = 180, kRadiantRows = 90, kRadiants = kRadiantCols * kRadiantRows;

__device__ __forceinline__ int radiant_of(float east, float north) {
    int col = (int)fmaf(east, 0.5f * kRadiantCols, 0.5f * kRadiantCols), row = (int)fmaf(north, 0.5f * kRadiantRows, 0.5f * kRadiantRows);
    return min(row, kRadiantRows - 1) * kRadiantCols + min(col, kRadiantCols - 1);
}

__global__ void __launch_bounds__(512) meteor_radiant_u5_a(const float4* __restrict__ tracks, int* map, int pairs) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float4 t = tracks[i];
        atomicAdd(&map[radiant_of(t.x, t.y)], 1);
        atomicAdd(&map[radiant_of(t.z, t.w)], 1);
    }
}

__global__ void __launch_bounds__(512) meteor_radiant_u5_b(const float4* __restrict__ tracks, int* map, int pairs) {
    extern __shared__ int own[];
    for (int c = threadIdx.x; c < kRadiants; c += blockDim.x) own[c] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float4 t = tracks[i];
        atomicAdd(&own[radiant_of(t.x, t.y)], 1);
        atomicAdd(&own[radiant_of(t.z, t.w)], 1);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < kRadiants; c += blockDim.x) atomicAdd(&map[c], own[c]);
}

// ---- Oenology: absorbance spectra of grape must, from raw half-precision counts with the lamp's white and dark spectrum.
constexpr int kMusts = 48 << 10, kWavelengths = 2048;

__device__ __forceinline__ float absorbance(float sample, float white, float dark) {
    float black = 0.1f + 0.05f * dark;
    return -__logf(__fdividef(1.0f + 0.4f * sample - black, 1.7f + 0.2f * white - black));
}

__global__ void __launch_bounds__(256) must_absorbance_u5_a(const __half* __restrict__ counts, const __half* __restrict__ white,
                                                            const __half* __restrict__ dark, __half* __restrict__ out) {
    int band = blockIdx.x * 256 + threadIdx.x;
    size_t at = (size_t)blockIdx.y * kWavelengths + band;
    out[at] = __float2half(absorbance(__half2float(counts[at]), __half2float(white[band]), __half2float(dark[band])));
}

struct alignas(16) EightHalves { __half v[8]; };

__global__ void __launch_bounds__(256) must_absorbance_u5_b(const __half* __restrict__ counts, const __half* __restrict__ white,
                                                            const __half* __restrict__ dark, __half* __restrict__ out) {
    int eight = threadIdx.x;
    size_t at = (size_t)blockIdx.y * (kWavelengths / 8) + eight;
    EightHalves c = reinterpret_cast<const EightHalves*>(counts)[at], w = reinterpret_cast<const EightHalves*>(white)[eight];
    EightHalves d = reinterpret_cast<const EightHalves*>(dark)[eight], o;
#pragma unroll
    for (int j = 0; j < 8; ++j) o.v[j] = __float2half(absorbance(__half2float(c.v[j]), __half2float(w.v[j]), __half2float(d.v[j])));
    reinterpret_cast<EightHalves*>(out)[at] = o;
}

// ---- Road safety: light of a lamp that gets through twelve layers of fog, each layer's opacity an image of its own; stops when nothing is left.
constexpr int kFogPixels = 12 << 20, kFogLayers = 12;
struct FogStack { const float* layer[kFogLayers]; };

__global__ void __launch_bounds__(256) fog_lamp_u5_a(FogStack fog, float* __restrict__ seen, float gone) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = 1.0f;
#pragma unroll
    for (int l = 0; l < kFogLayers; ++l) {
        left -= left * (0.12f + 0.08f * fog.layer[l][i]);
        if (left < gone) break;
    }
    seen[i] = left;
}

__global__ void __launch_bounds__(256) fog_lamp_u5_b(FogStack fog, float* __restrict__ seen, float gone) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = 1.0f, opacity[kFogLayers];
#pragma unroll
    for (int l = 0; l < kFogLayers; ++l) opacity[l] = fog.layer[l][i];
#pragma unroll
    for (int l = 0; l < kFogLayers; ++l) {
        float through = left - left * (0.12f + 0.08f * opacity[l]);
        left = left < gone ? left : through;
    }
    seen[i] = left;
}

// ---- Horology: trial of watches; the balance of each is followed over its own trial time in 256 positions. The catalogue has the long trials first.
constexpr int kWatches = 132 * 8 * 8, kPositions = 256;

__device__ __forceinline__ float balance_swing(float x, int steps) {
    const float dt = 0.05f;
    float v = 0.1f;
    for (int s = 0; s < steps; ++s) {
        v -= dt * (x * (1.0f + 0.3f * x * x) + 0.02f * v);
        x += dt * v;
    }
    return x;
}

__global__ void __launch_bounds__(kPositions, 8) watch_trial_u5_a(const int* __restrict__ steps, const float* __restrict__ start,
                                                                  float* __restrict__ swing, int watches) {
    int share = watches / gridDim.x, first = blockIdx.x * share;
    for (int w = first; w < first + share; ++w) {
        int at = w * kPositions + threadIdx.x;
        swing[at] = balance_swing(start[at], steps[w]);
    }
}

__global__ void __launch_bounds__(kPositions, 8) watch_trial_u5_b(const int* __restrict__ steps, const float* __restrict__ start,
                                                                  float* __restrict__ swing, int watches, int* next) {
    __shared__ int mine;
    for (;;) {
        if (threadIdx.x == 0) mine = atomicAdd(next, 1);
        __syncthreads();
        int w = mine;
        __syncthreads();
        if (w >= watches) return;
        int at = w * kPositions + threadIdx.x;
        swing[at] = balance_swing(start[at], steps[w]);
    }
}

// ---- Ornithology: density of nests on a grid of survey points, by a biweight kernel with a bandwidth of its own for every nest.
// All 7424 nests (116 KB) are kept in shared memory.
constexpr int kNests = 7424, kSurveyPoints = 297 * 2048;

__device__ __forceinline__ void add_nest(float& sum, float2 p, float4 nest) {
    float dx = p.x - nest.x, dy = p.y - nest.y, q = fmaxf(1.0f - (dx * dx + dy * dy) * nest.w, 0.0f);
    sum += nest.z * (q * q);
}

template <int kEach>
__device__ __forceinline__ void survey_nests(const float4* __restrict__ nests, const float2* __restrict__ points, float* __restrict__ density) {
    extern __shared__ float4 nest[];
    for (int k = threadIdx.x; k < kNests; k += 512) {
        float4 n = nests[k];
        nest[k] = make_float4(n.x, n.y, 1.5f + n.z, 3.0f + n.w);
    }
    __syncthreads();
    float2 p[kEach];
    float sum[kEach];
    int first = blockIdx.x * 512 * kEach + threadIdx.x;
#pragma unroll
    for (int j = 0; j < kEach; ++j) { p[j] = points[first + j * 512]; sum[j] = 0.0f; }
#pragma unroll 4
    for (int k = 0; k < kNests; ++k) {
        float4 n = nest[k];
#pragma unroll
        for (int j = 0; j < kEach; ++j) add_nest(sum[j], p[j], n);
    }
#pragma unroll
    for (int j = 0; j < kEach; ++j) density[first + j * 512] = sum[j];
}

__global__ void __launch_bounds__(512) nest_density_u5_a(const float4* __restrict__ nests, const float2* __restrict__ points,
                                                         float* __restrict__ density) { survey_nests<4>(nests, points, density); }

__global__ void __launch_bounds__(512) nest_density_u5_b(const float4* __restrict__ nests, const float2* __restrict__ points,
                                                         float* __restrict__ density) { survey_nests<3>(nests, points, density); }

// ---- Hydrography: echo strength of a 100 kHz multibeam sonar, sixteen scatterers a pixel, added with the phase of the way there and back.
constexpr int kEchoPixels = 4 << 20, kScatterers = 16;

__global__ void __launch_bounds__(256) multibeam_echo_u5_a(const float* __restrict__ slant, const float2* __restrict__ scatterers,
                                                           float* __restrict__ strength, float wavenumber) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float lean = slant[i], range = 1000.0f + 600.0f * lean, re = 0.0f, im = 0.0f;
#pragma unroll 1
    for (int j = 0; j < kScatterers; ++j) {
        float2 at = scatterers[j];
        float s, c;
        sincosf(wavenumber * (range + lean * at.x), &s, &c);
        re += (1.5f + at.y) * c;
        im += (1.5f + at.y) * s;
    }
    strength[i] = re * re + im * im;
}

__global__ void __launch_bounds__(256) multibeam_echo_u5_b(const float* __restrict__ slant, const float2* __restrict__ scatterers,
                                                           float* __restrict__ strength, float waves_a_metre) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float lean = slant[i], range = 1000.0f + 600.0f * lean, re = 0.0f, im = 0.0f;
#pragma unroll 1
    for (int j = 0; j < kScatterers; ++j) {
        float2 at = scatterers[j];
        float way = range + lean * at.x, waves = waves_a_metre * way, rest = fmaf(waves_a_metre, way, -waves);
        float s, c;
        __sincosf(6.2831853f * ((waves - rintf(waves)) + rest), &s, &c);
        re += (1.5f + at.y) * c;
        im += (1.5f + at.y) * s;
    }
    strength[i] = re * re + im * im;
}

// ---- Optics: spot of rays through a relay of 96 lenses with spherical aberration. Products and sums are rounded one by one, as the design office's
// reference program does it.
constexpr int kRays = 16 << 20, kLenses = 96;
__constant__ float4 c_relay[kLenses];  // gap, power, aberration

__device__ __forceinline__ void pass_lens_a(float& height, float& slope, float4 lens) {
    height = __fadd_rn(height, __fmul_rn(lens.x, slope));
    float bend = __fadd_rn(lens.y, __fmul_rn(lens.z, __fmul_rn(height, height)));
    slope = __fadd_rn(slope, -__fmul_rn(height, bend));
}

__device__ __forceinline__ void pass_lens_b(float& height, float& slope, float4 lens) {
    height = fmaf(lens.x, slope, height);
    float bend = fmaf(lens.z, height * height, lens.y);
    slope = fmaf(-height, bend, slope);
}

__global__ void __launch_bounds__(256) relay_lens_u5_a(const float4* __restrict__ heights, const float4* __restrict__ slopes, float4* __restrict__ spot) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 h = heights[i], s = slopes[i];
#pragma unroll 8
    for (int l = 0; l < kLenses; ++l) {
        float4 lens = c_relay[l];
        pass_lens_a(h.x, s.x, lens); pass_lens_a(h.y, s.y, lens); pass_lens_a(h.z, s.z, lens); pass_lens_a(h.w, s.w, lens);
    }
    spot[i] = make_float4(h.x * h.x + s.x * s.x, h.y * h.y + s.y * s.y, h.z * h.z + s.z * s.z, h.w * h.w + s.w * s.w);
}

__global__ void __launch_bounds__(256) relay_lens_u5_b(const float4* __restrict__ heights, const float4* __restrict__ slopes, float4* __restrict__ spot) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 h = heights[i], s = slopes[i];
#pragma unroll 8
    for (int l = 0; l < kLenses; ++l) {
        float4 lens = c_relay[l];
        pass_lens_b(h.x, s.x, lens); pass_lens_b(h.y, s.y, lens); pass_lens_b(h.z, s.z, lens); pass_lens_b(h.w, s.w, lens);
    }
    spot[i] = make_float4(h.x * h.x + s.x * s.x, h.y * h.y + s.y * s.y, h.z * h.z + s.z * s.z, h.w * h.w + s.w * s.w);
}

// ---- Rubber technology: creep of mounts, three Maxwell elements each; the records of eight numbers pass through shared memory before 1024 steps.
constexpr int kMounts = 132 * 8 * 256 * 4;

template <int kPitch>
__device__ __forceinline__ void creep(const float* __restrict__ records, float* __restrict__ strain, int steps) {
    __shared__ float stage[8 * kPitch];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int at = j * 256 + threadIdx.x;
        stage[at % 8 * kPitch + at / 8] = records[blockIdx.x * 2048 + at];
    }
    __syncthreads();
    auto r = [&](int field) { return stage[field * kPitch + threadIdx.x]; };
    float keep1 = 0.6f + 0.2f * r(0), keep2 = 0.7f + 0.2f * r(1), keep3 = 0.8f + 0.15f * r(2);
    float gain1 = 0.2f + 0.1f * r(3), gain2 = 0.2f + 0.1f * r(4), gain3 = 0.1f + 0.05f * r(5);
    float goal = 1.5f + r(6), pace = 0.02f + 0.01f * r(7), load = 0.0f, e1 = 0.0f, e2 = 0.0f, e3 = 0.0f;
    for (int s = 0; s < steps; ++s) {
        load += pace * (goal - load);
        e1 = e1 * keep1 + gain1 * load;
        e2 = e2 * keep2 + gain2 * load;
        e3 = e3 * keep3 + gain3 * (load - 0.1f * e2);
    }
    strain[blockIdx.x * 256 + threadIdx.x] = e1 + e2 + e3;
}

__global__ void __launch_bounds__(256, 8) dashpot_creep_u5_a(const float* __restrict__ records, float* __restrict__ strain,
                                                               int steps) { creep<256>(records, strain, steps); }
__global__ void __launch_bounds__(256, 8) dashpot_creep_u5_b(const float* __restrict__ records, float* __restrict__ strain,
                                                               int steps) { creep<260>(records, strain, steps); }

// ---- Campanology: recordings of 1024 samples, one a stroke of the bell, each scaled to its own peak.
constexpr int kStrokes = 64 << 10;

template <bool kAgain>
__device__ __forceinline__ void scale_stroke(const float4* __restrict__ sound, float4* __restrict__ scaled) {
    __shared__ float part[8];
    size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 x = sound[at];
    float peak = fmaxf(fmaxf(fabsf(x.x), fabsf(x.y)), fmaxf(fabsf(x.z), fabsf(x.w)));
#pragma unroll
    for (int d = 16; d; d /= 2) peak = fmaxf(peak, __shfl_xor_sync(~0u, peak, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = peak;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < 8; ++w) peak = fmaxf(peak, part[w]);
    if (kAgain) __syncthreads();
    float by = __fdividef(1.0f, peak + 0.25f);
    scaled[at] = make_float4(x.x * by, x.y * by, x.z * by, x.w * by);
}

__global__ void __launch_bounds__(256, 8) carillon_stroke_u5_a(const float4* __restrict__ sound,
                                                                 float4* __restrict__ scaled) { scale_stroke<true>(sound, scaled); }
__global__ void __launch_bounds__(256, 8) carillon_stroke_u5_b(const float4* __restrict__ sound,
                                                                 float4* __restrict__ scaled) { scale_stroke<false>(sound, scaled); }

// ---- Radiotherapy: dose in every voxel from the weights of 2048 beamlets (dense influence matrix); a warp takes four voxels.
constexpr int kBeamlets = 2048, kVoxels = 132 * 4 * 32 * 4;

__device__ __forceinline__ void add_products(float& sum, float4 a, float4 b) { sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__global__ void __launch_bounds__(256, 4) beamlet_dose_u5_a(const float4* __restrict__ influence, const float4* __restrict__ weights,
                                                            float4* __restrict__ dose) {
    int lane = threadIdx.x % 32, four = blockIdx.x * 8 + threadIdx.x / 32;
    const float4* row = influence + (size_t)four * kBeamlets + lane;  // four rows of kBeamlets / 4 quads
    float4 d = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 2
    for (int k = 0; k < kBeamlets / 4; k += 32) {
        float4 w = weights[k + lane];
        float4 r0 = __ldcs(row + k), r1 = __ldcs(row + k + kBeamlets / 4), r2 = __ldcs(row + k + kBeamlets / 2), r3 = __ldcs(row + k + 3 * kBeamlets / 4);
        add_products(d.x, r0, w); add_products(d.y, r1, w); add_products(d.z, r2, w); add_products(d.w, r3, w);
    }
#pragma unroll
    for (int o = 16; o; o /= 2) {
        d.x += __shfl_xor_sync(~0u, d.x, o); d.y += __shfl_xor_sync(~0u, d.y, o);
        d.z += __shfl_xor_sync(~0u, d.z, o); d.w += __shfl_xor_sync(~0u, d.w, o);
    }
    if (lane == 0) dose[four] = d;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back(Case{name, std::move(launch), out, count, type});
    };
    using harness::empty;
    using harness::filled;

    const float4* tracks = reinterpret_cast<const float4*>(filled<float>((size_t)kMeteors * 2, 1));
    int* map = empty<int>(kRadiants);
    constexpr int cells = kRadiants * (int)sizeof(int);
    CHECK(cudaFuncSetAttribute(meteor_radiant_u5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, cells));
    add("meteor_radiant_u5_a", map, kRadiants, Output::i32, [=] {
        cudaMemsetAsync(map, 0, cells);
        meteor_radiant_u5_a<<<132 * 3, 512>>>(tracks, map, kMeteors / 2); });
    add("meteor_radiant_u5_b", map, kRadiants, Output::i32, [=] {
        cudaMemsetAsync(map, 0, cells);
        meteor_radiant_u5_b<<<132 * 3, 512, cells>>>(tracks, map, kMeteors / 2); });

    const __half* counts = filled<__half>((size_t)kMusts * kWavelengths, 2);
    const __half* white = filled<__half>(kWavelengths, 3);
    const __half* dark = filled<__half>(kWavelengths, 4);
    __half* spectra = empty<__half>((size_t)kMusts * kWavelengths);
    add("must_absorbance_u5_a", spectra, (size_t)kMusts * kWavelengths, Output::f16, [=] {
        must_absorbance_u5_a<<<dim3(kWavelengths / 256, kMusts), 256>>>(counts, white, dark, spectra); });
    add("must_absorbance_u5_b", spectra, (size_t)kMusts * kWavelengths, Output::f16, [=] {
        must_absorbance_u5_b<<<dim3(1, kMusts), 256>>>(counts, white, dark, spectra); });

    FogStack fog;
    for (int l = 0; l < kFogLayers; ++l) fog.layer[l] = filled<float>(kFogPixels, 10 + l);
    float* seen = empty<float>(kFogPixels);
    add("fog_lamp_u5_a", seen, kFogPixels, Output::f32, [=] { fog_lamp_u5_a<<<kFogPixels / 256, 256>>>(fog, seen, 0.002f); });
    add("fog_lamp_u5_b", seen, kFogPixels, Output::f32, [=] { fog_lamp_u5_b<<<kFogPixels / 256, 256>>>(fog, seen, 0.002f); });

    std::vector<int> trial(kWatches);
    for (int w = 0; w < kWatches; ++w) trial[w] = 64 + (int)(3500.0 * std::pow(1.0 - (double)w / kWatches, 6.0));
    const int* steps = harness::uploaded(trial);
    const float* start = filled<float>((size_t)kWatches * kPositions, 30);
    float* swing = empty<float>((size_t)kWatches * kPositions);
    int* next = empty<int>(1);
    add("watch_trial_u5_a", swing, (size_t)kWatches * kPositions, Output::f32, [=] {
        watch_trial_u5_a<<<132 * 8, kPositions>>>(steps, start, swing, kWatches); });
    add("watch_trial_u5_b", swing, (size_t)kWatches * kPositions, Output::f32, [=] {
        cudaMemsetAsync(next, 0, sizeof(int));
        watch_trial_u5_b<<<132 * 8, kPositions>>>(steps, start, swing, kWatches, next); });

    const float4* nests = reinterpret_cast<const float4*>(filled<float>(kNests * 4, 31));
    const float2* points = reinterpret_cast<const float2*>(filled<float>(kSurveyPoints * 2, 32));
    float* density = empty<float>(kSurveyPoints);
    constexpr int roost = kNests * (int)sizeof(float4);
    CHECK(cudaFuncSetAttribute(nest_density_u5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, roost));
    CHECK(cudaFuncSetAttribute(nest_density_u5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, roost));
    add("nest_density_u5_a", density, kSurveyPoints, Output::f32, [=] { nest_density_u5_a<<<kSurveyPoints / 2048, 512, roost>>>(nests, points, density); });
    add("nest_density_u5_b", density, kSurveyPoints, Output::f32, [=] { nest_density_u5_b<<<kSurveyPoints / 1536, 512, roost>>>(nests, points, density); });

    const float* slant = filled<float>(kEchoPixels, 33);
    const float2* scatterers = reinterpret_cast<const float2*>(filled<float>(kScatterers * 2, 34));
    float* strength = empty<float>(kEchoPixels);
    add("multibeam_echo_u5_a", strength, kEchoPixels, Output::f32, [=] {
        multibeam_echo_u5_a<<<kEchoPixels / 256, 256>>>(slant, scatterers, strength, 837.758041f); });
    add("multibeam_echo_u5_b", strength, kEchoPixels, Output::f32, [=] {
        multibeam_echo_u5_b<<<kEchoPixels / 256, 256>>>(slant, scatterers, strength, 133.333333f); });

    std::vector<float4> relay(kLenses);
    for (int l = 0; l < kLenses; ++l)
        relay[l] = make_float4(0.2f + 0.05f * harness::unit(3 * l), 0.3f + 0.1f * harness::unit(3 * l + 1), 0.05f + 0.02f * harness::unit(3 * l + 2), 0.0f);
    CHECK(cudaMemcpyToSymbol(c_relay, relay.data(), sizeof(float4) * kLenses));
    const float4* heights = reinterpret_cast<const float4*>(filled<float>(kRays, 35));
    const float4* slopes = reinterpret_cast<const float4*>(filled<float>(kRays, 36));
    float4* spot = reinterpret_cast<float4*>(empty<float>(kRays));
    add("relay_lens_u5_a", spot, kRays, Output::f32, [=] { relay_lens_u5_a<<<kRays / 1024, 256>>>(heights, slopes, spot); });
    add("relay_lens_u5_b", spot, kRays, Output::f32, [=] { relay_lens_u5_b<<<kRays / 1024, 256>>>(heights, slopes, spot); });

    const float* records = filled<float>((size_t)kMounts * 8, 37);
    float* strain = empty<float>(kMounts);
    add("dashpot_creep_u5_a", strain, kMounts, Output::f32, [=] { dashpot_creep_u5_a<<<kMounts / 256, 256>>>(records, strain, 1024); });
    add("dashpot_creep_u5_b", strain, kMounts, Output::f32, [=] { dashpot_creep_u5_b<<<kMounts / 256, 256>>>(records, strain, 1024); });

    const float4* sound = reinterpret_cast<const float4*>(filled<float>((size_t)kStrokes * 1024, 38));
    float* scaled = empty<float>((size_t)kStrokes * 1024);
    float4* scaled4 = reinterpret_cast<float4*>(scaled);
    add("carillon_stroke_u5_a", scaled, (size_t)kStrokes * 1024, Output::f32, [=] { carillon_stroke_u5_a<<<kStrokes, 256>>>(sound, scaled4); });
    add("carillon_stroke_u5_b", scaled, (size_t)kStrokes * 1024, Output::f32, [=] { carillon_stroke_u5_b<<<kStrokes, 256>>>(sound, scaled4); });

    const float4* influence = reinterpret_cast<const float4*>(filled<float>((size_t)kVoxels * kBeamlets, 39));
    const float4* weights = reinterpret_cast<const float4*>(filled<float>(kBeamlets, 40));
    float4* dose = reinterpret_cast<float4*>(empty<float>(kVoxels));
    add("beamlet_dose_u5_a", dose, kVoxels, Output::f32, [=] { beamlet_dose_u5_a<<<kVoxels / 32, 256>>>(influence, weights, dose); });

    return harness::run(argc, argv, cases);
}
