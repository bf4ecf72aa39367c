// Ten measured pairs from earth and life science: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Biological oceanography: carbon growth of individual copepods from three of the twenty traits each one carries.
struct Copepod {
    float east, north, depth, swim, sink, carbon, nitrogen, lipid, stage, age;
    float moult, gut, feeding, clutch, fear, light, warmth, salt, oxygen, kin;
};
constexpr int kCopepods = 8 << 20;

__global__ void copepod_census(const float* __restrict__ traits, float* __restrict__ carbon, float* __restrict__ feeding, float* __restrict__ warmth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Copepod* c = reinterpret_cast<const Copepod*>(traits) + i;
    carbon[i] = c->carbon;
    feeding[i] = c->feeding;
    warmth[i] = c->warmth;
}

__device__ __forceinline__ float growth_of(float carbon, float feeding, float warmth) {
    float size = 2.0f + carbon, ration = 1.5f + feeding, pace = exp2f(0.25f * warmth);
    return pace * size * (0.7f * ration - 0.05f * size * size);
}

__global__ void __launch_bounds__(256) copepod_growth_u1_a(const Copepod* __restrict__ swarm, float* __restrict__ growth, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) growth[i] = growth_of(swarm[i].carbon, swarm[i].feeding, swarm[i].warmth);
}

__global__ void __launch_bounds__(256) copepod_growth_u1_b(const float* __restrict__ carbon, const float* __restrict__ feeding,
                                                           const float* __restrict__ warmth, float* __restrict__ growth, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) growth[i] = growth_of(carbon[i], feeding[i], warmth[i]);
}

// ---- Apiculture: pollen spectrum (16 bands) of a colony as the weighted sum over the 16 flower patches its bees visit.
// The patch file starts with a one-word header; each record of 16 floats fills 64 bytes.
constexpr int kPatches = 4 << 20, kColonies = 256 << 10, kVisits = 16, kBands = 16;

__device__ __forceinline__ float forage(const float* __restrict__ spectra, const int4* __restrict__ visits, int colony, int band) {
    float sum = 0.0f;
#pragma unroll
    for (int v = 0; v < kVisits / 4; ++v) {
        int4 p = visits[colony * (kVisits / 4) + v];
        sum += 0.4f * spectra[p.x * kBands + band] + 0.3f * spectra[p.y * kBands + band];
        sum += 0.2f * spectra[p.z * kBands + band] + 0.1f * spectra[p.w * kBands + band];
    }
    return sum;
}

__global__ void __launch_bounds__(256) pollen_spectrum_u1_a(const float* __restrict__ file, const int4* __restrict__ visits, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = forage(file + 1, visits, i / kBands, i % kBands);
}

__global__ void __launch_bounds__(256) pollen_spectrum_u1_b(const float* __restrict__ records, const int4* __restrict__ visits, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = forage(records, visits, i / kBands, i % kBands);
}

// ---- Reflection seismology: synthetic trace of a stack of 40 layers of equal travel time (Goupillaud medium), one station a thread.
constexpr int kStations = 132 * 2048, kLayers = 40, kTicks = 64;

__device__ __forceinline__ void ring_layers(const float* __restrict__ reflect, const float* __restrict__ source, float* __restrict__ trace) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float r[kLayers], up[kLayers];
#pragma unroll
    for (int l = 0; l < kLayers; ++l) { r[l] = 0.3f * reflect[l * kStations + s]; up[l] = 0.0f; }
    for (int t = 0; t < kTicks; t += 4) {
        float down[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) down[j] = source[(t + j) * kStations + s];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int l = kLayers - 1; l >= 0; --l) {
                down[j] -= r[l] * up[l];
                if (l + 1 < kLayers) up[l + 1] = up[l] + r[l] * down[j];
            }
            up[0] = down[j];
            trace[(t + j) * kStations + s] = down[j];
        }
    }
}

__global__ void __launch_bounds__(256, 8) goupillaud_trace_u1_a(const float* __restrict__ reflect, const float* __restrict__ source,
                                                                float* __restrict__ trace) {
    ring_layers(reflect, source, trace);
}

__global__ void __launch_bounds__(256) goupillaud_trace_u1_b(const float* __restrict__ reflect, const float* __restrict__ source,
                                                             float* __restrict__ trace) {
    ring_layers(reflect, source, trace);
}

// ---- Behavioural ecology: an ant (a warp) smells the 32 trails that leave a place, follows the strongest, and so on for 24 places.
constexpr int kPlaces = 1 << 20, kAnts = 132 * 64 * 8, kHops = 24;

__device__ __forceinline__ void follow(const int* __restrict__ scent, int* __restrict__ memory, int ant, int lane) {
    unsigned place = harness::hash32(ant) % kPlaces, total = 0;
    for (int hop = 0; hop < kHops; ++hop) {
        unsigned strength = (unsigned)scent[place * 32 + lane] ^ (unsigned)(ant & 1023);
        unsigned best = __reduce_max_sync(0xffffffffu, strength);
        total += best & 1023u;
        place = ((best + hop) * 2654435761u + (unsigned)ant * 40503u) >> 12;
    }
    if (lane == 0) memory[ant] = (int)total;
}

__global__ void pheromone_route_u1_a(const int* __restrict__ scent, int* __restrict__ memory) {
    follow(scent, memory, blockIdx.x, threadIdx.x);
}

__global__ void __launch_bounds__(256) pheromone_route_u1_b(const int* __restrict__ scent, int* __restrict__ memory) {
    follow(scent, memory, blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x % 32);
}

// ---- Palaeoclimate: contrast (standard deviation of grey) of the varves of lake cores; varves thicken exponentially towards the ice margin.
constexpr int kVarveBlocks = 132 * 8, kVarves = kVarveBlocks * 16;

__device__ __forceinline__ void contrast(const float4* __restrict__ grey, int from, int to, float* __restrict__ out) {
    __shared__ float2 part[8];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 256) {
        float4 g = grey[i];
        sum += (g.x + g.y) + (g.z + g.w);
        squares += (g.x * g.x + g.y * g.y) + (g.z * g.z + g.w * g.w);
    }
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = make_float2(sum, squares);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) { sum += part[w].x; squares += part[w].y; }
        float n = 4.0f * (to - from), mean = sum / n;
        *out = sqrtf(squares / n - mean * mean);
    }
    __syncthreads();
}

__global__ void __launch_bounds__(256, 8) varve_contrast_u1_a(const float4* __restrict__ grey, const int* __restrict__ start, float* __restrict__ out) {
    int each = kVarves / gridDim.x;
    for (int v = blockIdx.x * each; v < (blockIdx.x + 1) * each; ++v) contrast(grey, start[v], start[v + 1], out + v);
}

__global__ void __launch_bounds__(256, 8) varve_contrast_u1_b(const float4* __restrict__ grey, const int* __restrict__ start, float* __restrict__ out) {
    for (int v = blockIdx.x; v < kVarves; v += gridDim.x) contrast(grey, start[v], start[v + 1], out + v);
}

// ---- Aquaculture: shell length of a mussel after 24 fortnights of von Bertalanffy growth under its own food and crowding.
constexpr int kMussels = 16 << 20;

__global__ void __launch_bounds__(256) mussel_length_u1_a(const float* __restrict__ food, const float* __restrict__ crowd, float* __restrict__ length, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = food[i], c = crowd[i], len = 0.1f;
    for (int fortnight = 0; fortnight < 24; ++fortnight) {
        len += (0.09 + 0.04 * f * (1.0 - 0.15 * c * len)) * (1.02 - len) - 0.003 * len * len;
    }
    length[i] = len;
}

__global__ void __launch_bounds__(256) mussel_length_u1_b(const float* __restrict__ food, const float* __restrict__ crowd, float* __restrict__ length, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = food[i], c = crowd[i], len = 0.1f;
    for (int fortnight = 0; fortnight < 24; ++fortnight) {
        len += (0.09f + 0.04f * f * (1.0f - 0.15f * c * len)) * (1.02f - len) - 0.003f * len * len;
    }
    length[i] = len;
}

// ---- Hydrography: backscatter mosaic of the sea floor: gain of the beam, background, logarithm, halving of the swath.
constexpr int kBeams = 1024, kPings = 24 << 10, kEchoes = kBeams * kPings;  // in quads: kEchoes / 4

__device__ __forceinline__ float4 gained(float4 e, float4 g) {
    return make_float4(e.x * (1.2f + g.x), e.y * (1.2f + g.y), e.z * (1.2f + g.z), e.w * (1.2f + g.w));
}
__device__ __forceinline__ float4 cleared(float4 e, float4 b) {
    return make_float4(e.x - 0.3f * b.x, e.y - 0.3f * b.y, e.z - 0.3f * b.z, e.w - 0.3f * b.w);
}
__device__ __forceinline__ float4 decibels(float4 e) {
    return make_float4(3.0103f * __log2f(e.x * e.x + 1e-3f), 3.0103f * __log2f(e.y * e.y + 1e-3f),
                       3.0103f * __log2f(e.z * e.z + 1e-3f), 3.0103f * __log2f(e.w * e.w + 1e-3f));
}

__global__ void __launch_bounds__(256) seafloor_mosaic_u1_a1(const float4* __restrict__ echo, const float4* __restrict__ gain, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = gained(echo[i], gain[i % (kBeams / 4)]);
}
__global__ void __launch_bounds__(256) seafloor_mosaic_u1_a2(const float4* __restrict__ echo, const float4* __restrict__ back, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cleared(echo[i], back[i]);
}
__global__ void __launch_bounds__(256) seafloor_mosaic_u1_a3(const float4* __restrict__ echo, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = decibels(echo[i]);
}
__global__ void __launch_bounds__(256) seafloor_mosaic_u1_a4(const float4* __restrict__ level, float2* __restrict__ mosaic) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 l = level[i];
    mosaic[i] = make_float2(0.5f * (l.x + l.y), 0.5f * (l.z + l.w));
}

__global__ void __launch_bounds__(256) seafloor_mosaic_u1_b(const float4* __restrict__ echo, const float4* __restrict__ gain,
                                                            const float4* __restrict__ back, float2* __restrict__ mosaic) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 l = decibels(cleared(gained(echo[i], gain[i % (kBeams / 4)]), back[i]));
    mosaic[i] = make_float2(0.5f * (l.x + l.y), 0.5f * (l.z + l.w));
}

// ---- Wave buoys: heave smoothed with 13 taps, and from each stretch of 1024 readings the change of crest between groups of eight.
constexpr int kHeave = 64 << 20;
__constant__ float kSwellTaps[13] = {0.01f, 0.03f, 0.06f, 0.09f, 0.12f, 0.14f, 0.15f, 0.13f, 0.10f, 0.08f, 0.05f, 0.03f, 0.01f};

template <int kPad>
__device__ __forceinline__ void smooth_heave(const float4* __restrict__ heave, float4* __restrict__ smooth, float* __restrict__ change) {
    __shared__ float4 tile[256 + 3];
    __shared__ float crest[256 + 8];
    int t = threadIdx.x, at = blockIdx.x * 256 + t;
    tile[t] = heave[at];
    if (t < 3) tile[256 + t] = heave[at + 256];
    __syncthreads();
    float w[16], y[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float4 v = tile[t + q];
        w[4 * q] = v.x; w[4 * q + 1] = v.y; w[4 * q + 2] = v.z; w[4 * q + 3] = v.w;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        y[j] = 0.0f;
#pragma unroll
        for (int k = 0; k < 13; ++k) y[j] += kSwellTaps[k] * w[j + k];
    }
    smooth[at] = make_float4(y[0], y[1], y[2], y[3]);
    crest[t + kPad * (t / 32)] = fmaxf(fmaxf(y[0], y[1]), fmaxf(y[2], y[3]));
    __syncthreads();
    if (t < 128) {
        int here = 2 * t, next = (2 * t + 2) % 256;
        change[blockIdx.x * 128 + t] = fabsf(crest[next + kPad * (next / 32)] - crest[here + kPad * (here / 32)]);
    }
}

__global__ void __launch_bounds__(256) heave_groups_u1_a(const float4* __restrict__ heave, float4* __restrict__ smooth, float* __restrict__ change) {
    smooth_heave<0>(heave, smooth, change);
}

__global__ void __launch_bounds__(256) heave_groups_u1_b(const float4* __restrict__ heave, float4* __restrict__ smooth, float* __restrict__ change) {
    smooth_heave<1>(heave, smooth, change);
}

// ---- Atmospheric ozone: column from the ratio of two wavelengths of a Dobson spectrophotometer, several quads of readings a thread.
constexpr int kReadings = 6144 * 6336;

__device__ __forceinline__ float column(float near, float far) { return 0.41f * __log2f((1.5f + far) / (1.5f + near)) + 1.7f; }

template <int kQuads>
__device__ __forceinline__ void ozone_columns(const float4* __restrict__ near, const float4* __restrict__ far, float4* __restrict__ out) {
    int i = blockIdx.x * 256 * kQuads + threadIdx.x;
    float4 a[kQuads], b[kQuads];
#pragma unroll
    for (int q = 0; q < kQuads; ++q) { a[q] = near[i + q * 256]; b[q] = far[i + q * 256]; }
#pragma unroll
    for (int q = 0; q < kQuads; ++q)
        out[i + q * 256] = make_float4(column(a[q].x, b[q].x), column(a[q].y, b[q].y), column(a[q].z, b[q].z), column(a[q].w, b[q].w));
}

__global__ void __launch_bounds__(256) dobson_column_u1_a(const float4* __restrict__ near, const float4* __restrict__ far, float4* __restrict__ out) {
    ozone_columns<6>(near, far, out);
}

__global__ void __launch_bounds__(256) dobson_column_u1_b(const float4* __restrict__ near, const float4* __restrict__ far, float4* __restrict__ out) {
    ozone_columns<2>(near, far, out);
}

// ---- Lighting: flicker of lamps: root mean square over mean of 2048 readings of each, a warp a lamp.
constexpr int kLamps = 132 * 8 * 8 * 8, kFlashes = 2048;

__global__ void __launch_bounds__(256, 8) lamp_flicker_u1_a(const float4* __restrict__ light, float* __restrict__ flicker) {
    int lamp = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4* row = light + (size_t)lamp * (kFlashes / 4) + lane;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 4
    for (int q = 0; q < kFlashes / 128; ++q) {
        float4 v = __ldcs(row + q * 32);
        sum += (v.x + v.y) + (v.z + v.w);
        squares += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (lane == 0) flicker[lamp] = sqrtf(squares * (1.0f / kFlashes)) / (2.0f + sum * (1.0f / kFlashes));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float* traits = filled<float>((size_t)kCopepods * 20, 11);
    float *carbon = empty<float>(kCopepods), *feeding = empty<float>(kCopepods), *warmth = empty<float>(kCopepods), *growth = empty<float>(kCopepods);
    copepod_census<<<kCopepods / 256, 256>>>(traits, carbon, feeding, warmth); CHECK(cudaGetLastError());
    add("copepod_growth_u1_a", growth, kCopepods, Output::f32, [=] {
        copepod_growth_u1_a<<<kCopepods / 256, 256>>>(reinterpret_cast<const Copepod*>(traits), growth, kCopepods); });
    add("copepod_growth_u1_b", growth, kCopepods, Output::f32, [=] {
        copepod_growth_u1_b<<<kCopepods / 256, 256>>>(carbon, feeding, warmth, growth, kCopepods); });

    constexpr size_t spectra = (size_t)kPatches * kBands;
    float *file = filled<float>(spectra + 1, 12), *records = empty<float>(spectra), *pollen = empty<float>(kColonies * kBands);
    CHECK(cudaMemcpy(records, file + 1, spectra * sizeof(float), cudaMemcpyDeviceToDevice));
    const int4* visits = reinterpret_cast<const int4*>(indices(kColonies * kVisits, kPatches, 13));
    add("pollen_spectrum_u1_a", pollen, kColonies * kBands, Output::f32, [=] {
        pollen_spectrum_u1_a<<<kColonies * kBands / 256, 256>>>(file, visits, pollen); });
    add("pollen_spectrum_u1_b", pollen, kColonies * kBands, Output::f32, [=] {
        pollen_spectrum_u1_b<<<kColonies * kBands / 256, 256>>>(records, visits, pollen); });

    constexpr size_t ticks = (size_t)kStations * kTicks;
    float *reflect = filled<float>(kStations * kLayers, 14), *source = filled<float>(ticks, 15), *trace = empty<float>(ticks);
    add("goupillaud_trace_u1_a", trace, ticks, Output::f32, [=] { goupillaud_trace_u1_a<<<kStations / 256, 256>>>(reflect, source, trace); });
    add("goupillaud_trace_u1_b", trace, ticks, Output::f32, [=] { goupillaud_trace_u1_b<<<kStations / 256, 256>>>(reflect, source, trace); });

    int *scent = indices((size_t)kPlaces * 32, 1u << 30, 16), *memory = empty<int>(kAnts);
    add("pheromone_route_u1_a", memory, kAnts, Output::i32, [=] { pheromone_route_u1_a<<<kAnts, 32>>>(scent, memory); });
    add("pheromone_route_u1_b", memory, kAnts, Output::i32, [=] { pheromone_route_u1_b<<<kAnts / 8, 256>>>(scent, memory); });

    std::vector<int> starts(kVarves + 1, 0);  // in quads
    for (int v = 0; v < kVarves; ++v) {
        double x = (double)v / kVarves;
        starts[v + 1] = starts[v] + 64 + (int)(40000.0 * std::exp(24.0 * (x - 1.0))) + (int)(harness::hash32(v) % 64);
    }
    const float4* grey = reinterpret_cast<const float4*>(filled<float>((size_t)starts[kVarves] * 4, 17));
    const int* start = uploaded(starts);
    float* varves = empty<float>(kVarves);
    add("varve_contrast_u1_a", varves, kVarves, Output::f32, [=] { varve_contrast_u1_a<<<kVarveBlocks, 256>>>(grey, start, varves); });
    add("varve_contrast_u1_b", varves, kVarves, Output::f32, [=] { varve_contrast_u1_b<<<kVarveBlocks, 256>>>(grey, start, varves); });

    float *food = filled<float>(kMussels, 18), *crowd = filled<float>(kMussels, 19), *shells = empty<float>(kMussels);
    add("mussel_length_u1_a", shells, kMussels, Output::f32, [=] { mussel_length_u1_a<<<kMussels / 256, 256>>>(food, crowd, shells, kMussels); });
    add("mussel_length_u1_b", shells, kMussels, Output::f32, [=] { mussel_length_u1_b<<<kMussels / 256, 256>>>(food, crowd, shells, kMussels); });

    const float4* echo = reinterpret_cast<const float4*>(filled<float>(kEchoes, 20));
    const float4* back = reinterpret_cast<const float4*>(filled<float>(kEchoes, 21));
    const float4* gain = reinterpret_cast<const float4*>(filled<float>(kBeams, 22));
    float4* stage1 = reinterpret_cast<float4*>(empty<float>(kEchoes));
    float4* stage2 = reinterpret_cast<float4*>(empty<float>(kEchoes));
    float2* mosaic = reinterpret_cast<float2*>(empty<float>(kEchoes / 2));
    constexpr int swath = kEchoes / 4 / 256;
    add("seafloor_mosaic_u1_a", mosaic, kEchoes / 2, Output::f32, [=] {
        seafloor_mosaic_u1_a1<<<swath, 256>>>(echo, gain, stage1);
        seafloor_mosaic_u1_a2<<<swath, 256>>>(stage1, back, stage2);
        seafloor_mosaic_u1_a3<<<swath, 256>>>(stage2, stage1);
        seafloor_mosaic_u1_a4<<<swath, 256>>>(stage1, mosaic); });
    add("seafloor_mosaic_u1_b", mosaic, kEchoes / 2, Output::f32, [=] { seafloor_mosaic_u1_b<<<swath, 256>>>(echo, gain, back, mosaic); });

    const float4* heave = reinterpret_cast<const float4*>(filled<float>((size_t)kHeave + 12, 23));
    constexpr size_t changes = kHeave / 8;  // both outputs in one buffer: the smoothed heave, then the changes
    float* swell = empty<float>(kHeave + changes);
    float4* smooth = reinterpret_cast<float4*>(swell);
    float* change = swell + kHeave;
    add("heave_groups_u1_a", swell, kHeave + changes, Output::f32, [=] { heave_groups_u1_a<<<kHeave / 1024, 256>>>(heave, smooth, change); });
    add("heave_groups_u1_b", swell, kHeave + changes, Output::f32, [=] { heave_groups_u1_b<<<kHeave / 1024, 256>>>(heave, smooth, change); });

    const float4* near = reinterpret_cast<const float4*>(filled<float>(kReadings, 24));
    const float4* far = reinterpret_cast<const float4*>(filled<float>(kReadings, 25));
    float4* ozone = reinterpret_cast<float4*>(empty<float>(kReadings));
    add("dobson_column_u1_a", ozone, kReadings, Output::f32, [=] { dobson_column_u1_a<<<kReadings / 6144, 256>>>(near, far, ozone); });
    add("dobson_column_u1_b", ozone, kReadings, Output::f32, [=] { dobson_column_u1_b<<<kReadings / 2048, 256>>>(near, far, ozone); });

    const float4* light = reinterpret_cast<const float4*>(filled<float>((size_t)kLamps * kFlashes, 26));
    float* flicker = empty<float>(kLamps);
    add("lamp_flicker_u1_a", flicker, kLamps, Output::f32, [=] { lamp_flicker_u1_a<<<kLamps / 8, 256>>>(light, flicker); });

    return harness::run(argc, argv, cases);
}
