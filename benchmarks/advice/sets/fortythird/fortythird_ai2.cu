// Eight measured cases from acoustics, weather, soil, databases, genomics, oceans, remote sensing and seismology: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Acoustics: energy of each microphone channel in 20 resonator bands over a recording (four samples of a channel beside each other).
constexpr int kBands = 20, kChannels = 132 * 15 * 256, kQuads = 64;

__device__ __forceinline__ void violin_step(float x, float (&s1)[kBands], float (&s2)[kBands], float (&energy)[kBands]) {
#pragma unroll
    for (int b = 0; b < kBands; ++b) {
        const float b0 = 0.04f + 0.001f * b, a1 = -1.80f + 0.18f * b, a2 = 0.92f - 0.002f * b;
        float y = fmaf(b0, x, s1[b]);
        s1[b] = fmaf(-a1, y, s2[b]);
        s2[b] = fmaf(-a2, y, -b0 * x);
        energy[b] = fmaf(y, y, energy[b]);
    }
}

__device__ __forceinline__ void violin_meadow(const float4* __restrict__ sound, float* __restrict__ level) {
    int channel = blockIdx.x * 256 + threadIdx.x;
    float s1[kBands], s2[kBands], energy[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) s1[b] = s2[b] = energy[b] = 0.0f;
    const float4* from = sound + channel;
    float4 now = __ldcs(from);
#pragma unroll 1
    for (int q = 0; q < kQuads; ++q) {
        float4 next = now;
        if (q + 1 < kQuads) next = __ldcs(from + (size_t)(q + 1) * kChannels);
        violin_step(now.x, s1, s2, energy);
        violin_step(now.y, s1, s2, energy);
        violin_step(now.z, s1, s2, energy);
        violin_step(now.w, s1, s2, energy);
        now = next;
    }
#pragma unroll
    for (int b = 0; b < kBands; ++b) level[(size_t)b * kChannels + channel] = energy[b];
}

__global__ void __launch_bounds__(256, 5) violin_meadow_ai2_a(const float4* __restrict__ sound, float* __restrict__ level) { violin_meadow(sound, level); }
__global__ void __launch_bounds__(256, 3) violin_meadow_ai2_b(const float4* __restrict__ sound, float* __restrict__ level) { violin_meadow(sound, level); }

// ---- Weather: wind energy of each station in 32 classes (eight directions, four strengths) over a series of hourly wind vectors.
constexpr int kStations = 132 * 4 * 256, kHours = 40, kClasses = 32;

__device__ __forceinline__ int wind_class(float2 w, float square) {
    return (w.x < 0.0f ? 1 : 0) | (w.y < 0.0f ? 2 : 0) | (fabsf(w.x) < fabsf(w.y) ? 4 : 0) | (min(__float2int_rd(3.2f * square), 3) << 3);
}

__global__ void __launch_bounds__(256) gale_compass_ai2_a(const float2* __restrict__ wind, float* __restrict__ rose) {
    int station = blockIdx.x * 256 + threadIdx.x;
    float sum[kClasses];
#pragma unroll
    for (int c = 0; c < kClasses; ++c) sum[c] = 0.0f;
    for (int hour = 0; hour < kHours; hour += 8) {
        float2 w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = wind[(size_t)(hour + j) * kStations + station];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float square = fmaf(w[j].x, w[j].x, w[j].y * w[j].y);
            sum[wind_class(w[j], square)] += square * __fsqrt_rn(square);
        }
    }
#pragma unroll
    for (int c = 0; c < kClasses; ++c) rose[(size_t)c * kStations + station] = sum[c];
}

__global__ void __launch_bounds__(256) gale_compass_ai2_b(const float2* __restrict__ wind, float* __restrict__ rose) {
    __shared__ float sum[kClasses][256];  // a column a thread
    int t = threadIdx.x, station = blockIdx.x * 256 + t;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) sum[c][t] = 0.0f;
    for (int hour = 0; hour < kHours; hour += 8) {
        float2 w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = wind[(size_t)(hour + j) * kStations + station];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float square = fmaf(w[j].x, w[j].x, w[j].y * w[j].y);
            sum[wind_class(w[j], square)][t] += square * __fsqrt_rn(square);
        }
    }
#pragma unroll
    for (int c = 0; c < kClasses; ++c) rose[(size_t)c * kStations + station] = sum[c][t];
}

// ---- Soil: one implicit step of heat conduction through 40 layers below each of many plots (tridiagonal systems of equal coefficients).
constexpr int kLayers = 40, kPlots = 132 * 6 * 128;
struct Conduct { float flow, scale[kLayers], back[kLayers]; };

template <int kRow>
__device__ __forceinline__ void furrow_thaw(const float* __restrict__ warm, float* __restrict__ later, const Conduct& k) {
    __shared__ float ground[128][kRow];
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * (128 * kLayers);
#pragma unroll 10
    for (int j = 0; j < kLayers; ++j) {
        int i = j * 128 + t;
        ground[i / kLayers][i % kLayers] = warm[first + i];
    }
    __syncthreads();
    float heat = 0.0f;
#pragma unroll 8
    for (int l = 0; l < kLayers; ++l) {
        heat = fmaf(k.flow, heat, ground[t][l]) * k.scale[l];
        ground[t][l] = heat;
    }
    heat = 0.0f;
#pragma unroll 8
    for (int l = kLayers - 1; l >= 0; --l) {
        heat = fmaf(k.back[l], heat, ground[t][l]);
        ground[t][l] = heat;
    }
    __syncthreads();
#pragma unroll 10
    for (int j = 0; j < kLayers; ++j) {
        int i = j * 128 + t;
        later[first + i] = ground[i / kLayers][i % kLayers];
    }
}

__global__ void __launch_bounds__(128) furrow_thaw_ai2_a(const float* __restrict__ warm, float* __restrict__ later, const __grid_constant__ Conduct k) {
    furrow_thaw<kLayers>(warm, later, k);
}
__global__ void __launch_bounds__(128) furrow_thaw_ai2_b(const float* __restrict__ warm, float* __restrict__ later, const __grid_constant__ Conduct k) {
    furrow_thaw<kLayers + 1>(warm, later, k);
}

// ---- Databases: place of each query in a five-level B-tree of 16 keys a node; half a warp a query, the three upper levels kept on chip.
constexpr int kNodes = 1 + 17 + 289 + 4913 + 83521, kUpper = 1 + 17 + 289, kQueries = 132 * 8 * 256;
constexpr int kRoomBefore = 2048 * 64, kRoomAfter = kUpper * 64;  // bytes

__device__ __forceinline__ void ledger_orchard(const float4* __restrict__ tree, const float* __restrict__ query, int* __restrict__ place) {
    extern __shared__ float4 crown4[];
    for (int i = threadIdx.x; i < kUpper * 4; i += 256) crown4[i] = tree[i];
    __syncthreads();
    const float* crown = reinterpret_cast<const float*>(crown4);
    const float* keys = reinterpret_cast<const float*>(tree);
    int at = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, half = lane & 16, sub = lane & 15;
    float mine = query[at];
    int found = 0;
#pragma unroll 1
    for (int step = 0; step < 16; ++step) {
        float q = __shfl_sync(0xffffffffu, mine, half + step);
        int node = 0;
#pragma unroll
        for (int level = 0; level < 5; ++level) {
            float key = level < 3 ? crown[node * 16 + sub] : __ldg(keys + node * 16 + sub);
            unsigned below = (__ballot_sync(0xffffffffu, key < q) >> half) & 0xffffu;
            node = node * 17 + 1 + __popc(below);
        }
        if (sub == step) found = node - kNodes;
    }
    place[at] = found;
}

__global__ void __launch_bounds__(256) ledger_orchard_ai2_a(const float4* __restrict__ tree, const float* __restrict__ query, int* __restrict__ place) {
    ledger_orchard(tree, query, place);
}
__global__ void __launch_bounds__(256) ledger_orchard_ai2_b(const float4* __restrict__ tree, const float* __restrict__ query, int* __restrict__ place) {
    ledger_orchard(tree, query, place);
}

static void plant_tree(std::vector<float>& keys, int node, int& next) {
    auto child = [&](int c) { long long n = 17LL * node + 1 + c; if (n < kNodes) plant_tree(keys, (int)n, next); };
    for (int c = 0; c < 16; ++c) {
        child(c);
        keys[(size_t)node * 16 + c] = (float)(-1.0 + 2.0 * (next++ + 0.5) / (kNodes * 16.0));
    }
    child(16);
}

// ---- Genomics: backward search of reads of 96 bases in a rank index, a warp a read; a record is 4 counts and 4 bit planes of 224 places.
constexpr int kReads = 132 * 64 * 8, kBases = 96, kWords = kBases / 16, kRecordBits = 21;

template <int kThreads>
__device__ __forceinline__ void helix_lantern(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ end) {
    int read = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned letters = lane < kWords ? reads[read * kWords + lane] : 0u;
    unsigned pos = harness::hash32((unsigned)read) & ((1u << (kRecordBits + 8)) - 1);
#pragma unroll 1
    for (int step = 0; step < kBases; ++step) {
        unsigned word = index[(size_t)(pos >> 8) * 32 + lane];
        int base = (__shfl_sync(0xffffffffu, letters, step >> 4) >> (2 * (step & 15))) & 3;
        int within = ((pos & 255u) * 7) >> 3, plane = lane - 4 - 7 * base, bits = min(max(within - 32 * plane, 0), 32);
        unsigned mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1u;
        int ones = plane >= 0 && plane < 7 ? __popc(word & mask) : 0;
        unsigned count = __shfl_sync(0xffffffffu, word, base), rank = __reduce_add_sync(0xffffffffu, (unsigned)ones);
        pos = (count + rank + base * 0x08000000u) & ((1u << (kRecordBits + 8)) - 1);
    }
    if (lane == 0) end[read] = (int)pos;
}

__global__ void __launch_bounds__(32) helix_lantern_ai2_a(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ end) {
    helix_lantern<32>(index, reads, end);
}
__global__ void __launch_bounds__(256) helix_lantern_ai2_b(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ end) {
    helix_lantern<256>(index, reads, end);
}

// ---- Oceans: tracer carried back along the current through 32 time levels; the few places in a front are refitted with 12 parameters.
constexpr int kPlaces = 132 * 8 * 256 * 4, kLevels = 32, kTerms = 12;

__device__ __forceinline__ float front_refit(const float* __restrict__ current, int place, float value) {
    int from = min(place, kPlaces - kTerms);
    float u[kTerms], v[kTerms], w[kTerms], low[kTerms][kTerms], x[kTerms];
#pragma unroll
    for (int i = 0; i < kTerms; ++i) {
        u[i] = current[from + i];
        v[i] = current[kPlaces + from + i];
        w[i] = current[2 * kPlaces + from + i];
    }
#pragma unroll
    for (int i = 0; i < kTerms; ++i) {
        x[i] = value * u[i] + w[i];
#pragma unroll
        for (int j = 0; j <= i; ++j) {
            float a = fmaf(u[i], u[j], fmaf(v[i], v[j], fmaf(w[i], w[j], i == j ? 1.5f : 0.0f)));
#pragma unroll
            for (int k = 0; k < j; ++k) a = fmaf(-low[i][k], low[j][k], a);
            low[i][j] = i == j ? rsqrtf(a) : a * low[j][j];  // the diagonal holds its reciprocal
        }
    }
#pragma unroll
    for (int i = 0; i < kTerms; ++i) {
#pragma unroll
        for (int k = 0; k < i; ++k) x[i] = fmaf(-low[i][k], x[k], x[i]);
        x[i] *= low[i][i];
    }
#pragma unroll
    for (int i = kTerms - 1; i >= 0; --i) {
#pragma unroll
        for (int k = i + 1; k < kTerms; ++k) x[i] = fmaf(-low[k][i], x[k], x[i]);
        x[i] *= low[i][i];
    }
    float fit = 0.0f;
#pragma unroll
    for (int i = 0; i < kTerms; ++i) fit = fmaf(x[i], v[i], fit);
    return fit;
}

__device__ __forceinline__ float front_refit_rolled(const float* __restrict__ current, int place, float value) {
    int from = min(place, kPlaces - kTerms);
    float u[kTerms], v[kTerms], w[kTerms], low[kTerms][kTerms], x[kTerms];
#pragma unroll 1
    for (int i = 0; i < kTerms; ++i) {
        u[i] = current[from + i];
        v[i] = current[kPlaces + from + i];
        w[i] = current[2 * kPlaces + from + i];
    }
#pragma unroll 1
    for (int i = 0; i < kTerms; ++i) {
        x[i] = value * u[i] + w[i];
#pragma unroll 1
        for (int j = 0; j <= i; ++j) {
            float a = fmaf(u[i], u[j], fmaf(v[i], v[j], fmaf(w[i], w[j], i == j ? 1.5f : 0.0f)));
#pragma unroll 1
            for (int k = 0; k < j; ++k) a = fmaf(-low[i][k], low[j][k], a);
            low[i][j] = i == j ? rsqrtf(a) : a * low[j][j];  // the diagonal holds its reciprocal
        }
    }
#pragma unroll 1
    for (int i = 0; i < kTerms; ++i) {
#pragma unroll 1
        for (int k = 0; k < i; ++k) x[i] = fmaf(-low[i][k], x[k], x[i]);
        x[i] *= low[i][i];
    }
#pragma unroll 1
    for (int i = kTerms - 1; i >= 0; --i) {
#pragma unroll 1
        for (int k = i + 1; k < kTerms; ++k) x[i] = fmaf(-low[k][i], x[k], x[i]);
        x[i] *= low[i][i];
    }
    float fit = 0.0f;
#pragma unroll 1
    for (int i = 0; i < kTerms; ++i) fit = fmaf(x[i], v[i], fit);
    return fit;
}

template <bool kRolled>
__device__ __forceinline__ void current_driftwood(const float* __restrict__ current, float* __restrict__ tracer) {
    int place = blockIdx.x * 256 + threadIdx.x, at = place;
    float carried = 0.0f;
#pragma unroll 2
    for (int level = 0; level < kLevels; ++level) {
        float speed = current[level * kPlaces + at];
        at = min(max(at + __float2int_rn(1.6f * speed), 0), kPlaces - 1);
        carried = fmaf(0.9f, carried, speed);
    }
    if (fabsf(carried) > 5.0f) carried += kRolled ? front_refit_rolled(current, at, carried) : front_refit(current, at, carried);
    tracer[place] = carried * carried;
}

__global__ void __launch_bounds__(256) current_driftwood_ai2_a(const float* __restrict__ current, float* __restrict__ tracer) { current_driftwood<false>(current, tracer); }
__global__ void __launch_bounds__(256, 8) current_driftwood_ai2_b(const float* __restrict__ current, float* __restrict__ tracer) { current_driftwood<true>(current, tracer); }

// ---- Remote sensing: radiance of each pixel of a spectral image in 224 bands from raw counts, dark current and gain of the band.
constexpr int kSpectrum = 224, kMostSpectrum = 6144, kSlabs = 132 * 8 * 3, kSlab = 256 * 30;  // quadruples a slab

template <int kRoom>
__device__ __forceinline__ void orbit_pigment(const float4* __restrict__ raw, const float* __restrict__ dark, const float* __restrict__ gain,
                                              float4* __restrict__ radiance) {
    __shared__ __align__(16) float offset[kRoom];
    __shared__ __align__(16) float factor[kRoom];
    int t = threadIdx.x;
    if (t < kSpectrum) {
        float g = 1.5f + gain[t];
        factor[t] = g;
        offset[t] = -g * dark[t];
    }
    __syncthreads();
    const float4 *off = reinterpret_cast<const float4*>(offset), *fac = reinterpret_cast<const float4*>(factor);
    raw += blockIdx.x * kSlab + t;
    radiance += blockIdx.x * kSlab + t;
    int place = (blockIdx.x * kSlab + t) % (kSpectrum / 4);
#pragma unroll 1
    for (int i = 0; i < kSlab; i += 768, raw += 768, radiance += 768) {
        float4 r[3];
#pragma unroll
        for (int j = 0; j < 3; ++j) r[j] = __ldcs(raw + j * 256);
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            int band = place + j * 256 % (kSpectrum / 4);
            if (band >= kSpectrum / 4) band -= kSpectrum / 4;
            float4 o = off[band], f = fac[band];
            __stcs(radiance + j * 256, make_float4(fmaf(r[j].x, f.x, o.x), fmaf(r[j].y, f.y, o.y), fmaf(r[j].z, f.z, o.z), fmaf(r[j].w, f.w, o.w)));
        }
        place += 768 % (kSpectrum / 4);
        if (place >= kSpectrum / 4) place -= kSpectrum / 4;
    }
}

__global__ void __launch_bounds__(256, 8) orbit_pigment_ai2_a(const float4* __restrict__ raw, const float* __restrict__ dark, const float* __restrict__ gain,
                                                           float4* __restrict__ radiance) {
    orbit_pigment<kMostSpectrum>(raw, dark, gain, radiance);
}
__global__ void __launch_bounds__(256, 8) orbit_pigment_ai2_b(const float4* __restrict__ raw, const float* __restrict__ dark, const float* __restrict__ gain,
                                                           float4* __restrict__ radiance) {
    orbit_pigment<kSpectrum>(raw, dark, gain, radiance);
}

// ---- Seismology: every trace of 1024 samples brought to mean zero and unit deviation, a warp a trace.
constexpr int kTraces = 132 * 2048;

__global__ void __launch_bounds__(256) tremor_quilt_ai2_a(const float4* __restrict__ trace, float4* __restrict__ even) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)row * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = __ldcs(trace + at + j * 32);
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float mean = sum * (1.0f / 1024), square = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x -= mean; v[j].y -= mean; v[j].z -= mean; v[j].w -= mean;
        square += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) square += __shfl_xor_sync(0xffffffffu, square, o);
    float scale = rsqrtf(fmaf(square, 1.0f / 1024, 1e-6f));
#pragma unroll
    for (int j = 0; j < 8; ++j) __stcs(even + at + j * 32, make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one input field, one result.
    constexpr size_t kMost = (size_t)kTraces * 1024;
    static_assert((size_t)kChannels * kQuads * 4 <= kMost && (size_t)kSlabs * kSlab * 4 <= kMost && (size_t)kPlaces * kLevels <= kMost, "field is too short");
    static_assert((size_t)kBands * kChannels <= kMost && (size_t)kStations * kHours * 2 <= kMost && (size_t)kPlots * kLayers <= kMost, "field is too short");
    float *one = filled<float>(kMost, 431), *two = filled<float>(1 << 20, 432), *out = empty<float>(kMost);
    float2* one2 = reinterpret_cast<float2*>(one);
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out);
    int* whole = reinterpret_cast<int*>(out);

    add("violin_meadow_ai2_a", out, (size_t)kBands * kChannels, Output::f32, [=] { violin_meadow_ai2_a<<<kChannels / 256, 256>>>(one4, out); });
    add("violin_meadow_ai2_b", out, (size_t)kBands * kChannels, Output::f32, [=] { violin_meadow_ai2_b<<<kChannels / 256, 256>>>(one4, out); });

    add("gale_compass_ai2_a", out, (size_t)kClasses * kStations, Output::f32, [=] { gale_compass_ai2_a<<<kStations / 256, 256>>>(one2, out); });
    add("gale_compass_ai2_b", out, (size_t)kClasses * kStations, Output::f32, [=] { gale_compass_ai2_b<<<kStations / 256, 256>>>(one2, out); });

    Conduct conduct;
    conduct.flow = 0.6f;
    for (int l = 0; l < kLayers; ++l) {
        float under = 1.0f + 2.0f * conduct.flow - (l ? conduct.flow * conduct.back[l - 1] : 0.0f);
        conduct.scale[l] = 1.0f / under;
        conduct.back[l] = conduct.flow / under;
    }
    add("furrow_thaw_ai2_a", out, (size_t)kPlots * kLayers, Output::f32, [=] { furrow_thaw_ai2_a<<<kPlots / 128, 128>>>(one, out, conduct); });
    add("furrow_thaw_ai2_b", out, (size_t)kPlots * kLayers, Output::f32, [=] { furrow_thaw_ai2_b<<<kPlots / 128, 128>>>(one, out, conduct); });

    std::vector<float> keys((size_t)kNodes * 16);
    int next = 0;
    plant_tree(keys, 0, next);
    float4* tree = reinterpret_cast<float4*>(harness::uploaded(keys));
    CHECK(cudaFuncSetAttribute(ledger_orchard_ai2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomBefore));
    CHECK(cudaFuncSetAttribute(ledger_orchard_ai2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomAfter));
    add("ledger_orchard_ai2_a", whole, kQueries, Output::i32, [=] { ledger_orchard_ai2_a<<<kQueries / 256, 256, kRoomBefore>>>(tree, two, whole); });
    add("ledger_orchard_ai2_b", whole, kQueries, Output::i32, [=] { ledger_orchard_ai2_b<<<kQueries / 256, 256, kRoomAfter>>>(tree, two, whole); });

    const unsigned* index = reinterpret_cast<const unsigned*>(harness::indices((size_t)32 << kRecordBits, 0xfffffffbu, 433));
    const unsigned* reads = reinterpret_cast<const unsigned*>(harness::indices((size_t)kReads * kWords, 0xfffffffbu, 434));
    add("helix_lantern_ai2_a", whole, kReads, Output::i32, [=] { helix_lantern_ai2_a<<<kReads, 32>>>(index, reads, whole); });
    add("helix_lantern_ai2_b", whole, kReads, Output::i32, [=] { helix_lantern_ai2_b<<<kReads / 8, 256>>>(index, reads, whole); });

    add("current_driftwood_ai2_a", out, kPlaces, Output::f32, [=] { current_driftwood_ai2_a<<<kPlaces / 256, 256>>>(one, out); });
    add("current_driftwood_ai2_b", out, kPlaces, Output::f32, [=] { current_driftwood_ai2_b<<<kPlaces / 256, 256>>>(one, out); });

    const float *dark = two, *gain = two + 4096;
    add("orbit_pigment_ai2_a", out, (size_t)kSlabs * kSlab * 4, Output::f32, [=] { orbit_pigment_ai2_a<<<kSlabs, 256>>>(one4, dark, gain, out4); });
    add("orbit_pigment_ai2_b", out, (size_t)kSlabs * kSlab * 4, Output::f32, [=] { orbit_pigment_ai2_b<<<kSlabs, 256>>>(one4, dark, gain, out4); });

    add("tremor_quilt_ai2_a", out, kMost, Output::f32, [=] { tremor_quilt_ai2_a<<<kTraces / 8, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
