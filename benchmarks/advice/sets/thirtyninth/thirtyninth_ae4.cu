// Measured pairs about control and precision: before (_a) and after (_b), from surveying, insurance, networks, neurons, seismics and mass spectrometry.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Surveying: true altitude of each sighted star from the apparent one (Almanac refraction formula, four passes), altitude and temperature given.
constexpr int kSights = 132 * 128 * 148;

__global__ void __launch_bounds__(128) gnomon_heights_ae4_a(const float* __restrict__ seen, const float* __restrict__ warmth, float* __restrict__ height) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float apparent = 46.0f + 44.0f * seen[i], air = 1010.0f / (283.0f + 15.0f * warmth[i]), h = apparent;
#pragma unroll
    for (int pass = 0; pass < 4; ++pass) {
        float bend = air * (0.1594 + h * (0.0196 + h * 0.00002)) / (1.0 + h * (0.505 + h * 0.0845));
        h = apparent - bend;
    }
    height[i] = h;
}

__global__ void __launch_bounds__(128) gnomon_heights_ae4_b(const float* __restrict__ seen, const float* __restrict__ warmth, float* __restrict__ height) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float apparent = 46.0f + 44.0f * seen[i], air = 1010.0f / (283.0f + 15.0f * warmth[i]), h = apparent;
#pragma unroll
    for (int pass = 0; pass < 4; ++pass) {
        float bend = air * (0.1594f + h * (0.0196f + h * 0.00002f)) / (1.0f + h * (0.505f + h * 0.0845f));
        h = apparent - bend;
    }
    height[i] = h;
}

// ---- Seismics: energy that all geophone traces of a survey bring into each of six offset gates; samples[sample][trace].
constexpr int kTraces = 132 * 768, kSamples = 48, kGates = 6;

__device__ __forceinline__ float trace_energy(const float* __restrict__ samples, int trace) {
    float energy = 0.0f;
#pragma unroll 16
    for (int s = 0; s < kSamples; ++s) {
        float v = samples[(size_t)s * kTraces + trace];
        energy = fmaf(v, v, energy);
    }
    return energy;
}

__global__ void __launch_bounds__(256) samphire_shots_ae4_a(const float* __restrict__ samples, const int* __restrict__ gate, float* __restrict__ total) {
    int trace = blockIdx.x * 256 + threadIdx.x;
    int g = gate[trace];
    atomicAdd(total + g, trace_energy(samples, trace));
}

__global__ void __launch_bounds__(256) samphire_shots_ae4_b(const float* __restrict__ samples, const int* __restrict__ gate, float* __restrict__ total) {
    __shared__ float part[8][kGates];
    int trace = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int g = gate[trace];
    float energy = trace_energy(samples, trace);
#pragma unroll
    for (int k = 0; k < kGates; ++k) {
        float mine = g == k ? energy : 0.0f;
#pragma unroll
        for (int o = 16; o; o >>= 1) mine += __shfl_xor_sync(0xffffffffu, mine, o);
        if (lane == 0) part[warp][k] = mine;
    }
    __syncthreads();
    if (threadIdx.x < kGates) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[w][threadIdx.x];
        atomicAdd(total + threadIdx.x, sum);
    }
}

// ---- Networks: a flow exporter adds up the bytes of each service class in every shard of a packet log (mostly best effort).
constexpr int kShards = 4224, kLogThreads = 256, kLogRounds = 9, kClasses = 7;
constexpr int kPackets = kShards * kLogThreads * kLogRounds * 4;

__device__ __forceinline__ int service_class(int dscp) { return max(0, (dscp - 36) >> 2); }  // 0..39 best effort, 40..63 six classes

struct OneTally {
    static constexpr int kWords = kClasses;
    static __device__ __forceinline__ void add(unsigned* tally, int dscp, int bytes) { atomicAdd(tally + service_class(dscp), (unsigned)bytes); }
    static __device__ __forceinline__ void report(const unsigned* tally, int* shard) {
        if (threadIdx.x < kClasses) shard[threadIdx.x] = (int)tally[threadIdx.x];
    }
};
struct LaneTally {
    static constexpr int kWords = kClasses * 32;
    static __device__ __forceinline__ void add(unsigned* tally, int dscp, int bytes) {
        atomicAdd(tally + service_class(dscp) * 32 + threadIdx.x % 32, (unsigned)bytes);
    }
    static __device__ __forceinline__ void report(const unsigned* tally, int* shard) {
        if (threadIdx.x < kClasses * 32) {
            unsigned sum = __reduce_add_sync(0xffffffffu, tally[threadIdx.x]);
            if (threadIdx.x % 32 == 0) shard[threadIdx.x / 32] = (int)sum;
        }
    }
};

template <typename Tally>
__device__ __forceinline__ void packet_classes(const int4* __restrict__ dscp, const int4* __restrict__ bytes, int* __restrict__ report) {
    __shared__ unsigned tally[Tally::kWords];
    for (int w = threadIdx.x; w < Tally::kWords; w += kLogThreads) tally[w] = 0;
    __syncthreads();
    int at = blockIdx.x * (kLogThreads * kLogRounds) + threadIdx.x;
#pragma unroll 1
    for (int round = 0; round < kLogRounds; round += 3) {
        int4 d[3], b[3];
#pragma unroll
        for (int j = 0; j < 3; ++j) { d[j] = dscp[at + (round + j) * kLogThreads]; b[j] = bytes[at + (round + j) * kLogThreads]; }
#pragma unroll
        for (int j = 0; j < 3; ++j) {
            Tally::add(tally, d[j].x, b[j].x); Tally::add(tally, d[j].y, b[j].y);
            Tally::add(tally, d[j].z, b[j].z); Tally::add(tally, d[j].w, b[j].w);
        }
    }
    __syncthreads();
    Tally::report(tally, report + blockIdx.x * kClasses);
}

__global__ void __launch_bounds__(kLogThreads) mattock_packets_ae4_a(const int4* __restrict__ dscp, const int4* __restrict__ bytes, int* __restrict__ report) {
    packet_classes<OneTally>(dscp, bytes, report);
}
__global__ void __launch_bounds__(kLogThreads) mattock_packets_ae4_b(const int4* __restrict__ dscp, const int4* __restrict__ bytes, int* __restrict__ report) {
    packet_classes<LaneTally>(dscp, bytes, report);
}

// ---- Neurons: mean potential of cells of four models after 96 steps; drive[model][cell].
constexpr int kNeurons = 132 * 2048 * 8, kPerModel = kNeurons / 4, kSteps = 96;

__device__ __forceinline__ float neuron_mean(int model, float drive) {
    float v = 0.1f, w = 0.0f, mean = 0.0f;
    switch (model) {
        case 0:  // leaky integrate and fire, adapting
#pragma unroll 4
            for (int s = 0; s < kSteps; ++s) {
                v = fmaf(0.93f, v, 0.2f + 0.1f * drive - w);
                bool fired = v > 1.0f;
                w = fmaf(0.97f, w, fired ? 0.02f : 0.0f);
                v = fired ? 0.0f : v;
                mean += v;
            }
            break;
        case 1:  // FitzHugh-Nagumo
#pragma unroll 4
            for (int s = 0; s < kSteps; ++s) {
                float cube = v * v * v, dv = fmaf(-0.3333f, cube, v) - w + drive;
                w = fmaf(0.02f, fmaf(-0.8f, w, v + 0.7f), w);
                v = fmaf(0.1f, dv, v);
                mean += v;
            }
            break;
        case 2:  // quadratic, with recovery
#pragma unroll 4
            for (int s = 0; s < kSteps; ++s) {
                float dv = fmaf(v, fmaf(0.5f, v, 0.2f), 0.05f * drive - w);
                w = fmaf(0.03f, fmaf(0.4f, v, -w), w);
                v = fminf(fmaf(0.2f, dv, v), 1.2f);
                mean = fmaf(v, 0.5f, mean + 0.5f * v);
            }
            break;
        default:  // two conductances with linear gates
#pragma unroll 4
            for (int s = 0; s < kSteps; ++s) {
                float open = __saturatef(fmaf(0.7f, v, 0.4f));
                w = fmaf(0.05f, __saturatef(fmaf(0.9f, v, 0.2f)) - w, w);
                v = fmaf(0.1f, fmaf(open, 1.0f - v, fmaf(-w, v + 0.7f, 0.3f * drive)), v);
                mean += v;
            }
    }
    return mean * (1.0f / kSteps);
}

__global__ void __launch_bounds__(256) teasel_sparks_ae4_a(const float* __restrict__ drive, float* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x, model = i % 4, at = model * kPerModel + i / 4;
    mean[at] = neuron_mean(model, drive[at]);
}

__global__ void __launch_bounds__(256) teasel_sparks_ae4_b(const float* __restrict__ drive, float* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x, warp = i / 32, model = warp % 4, at = model * kPerModel + warp / 4 * 32 + i % 32;
    mean[at] = neuron_mean(model, drive[at]);
}

// ---- Insurance: loss ceded by each policy-year of a catastrophe model; a queue says in which order the policy-years are worked through.
constexpr int kYears = 132 * 256 * 360;

struct Treaty { float retention, first, second, share, reinstate; };

__device__ __forceinline__ void ceded_loss(const uint2* __restrict__ year, const int* __restrict__ queue, float* __restrict__ ceded, Treaty treaty) {
    int i = blockIdx.x * 256 + threadIdx.x, who = queue[i];
    uint2 claim = year[who];  // claims of the year, seed
    uint32_t seed = claim.y;
    float paid = 0.0f, left = treaty.reinstate;
#pragma unroll 1
    for (uint32_t c = 0; c < claim.x; ++c) {
        seed = seed * 1664525u + 1013904223u;
        float u = (float)(seed >> 8) * (1.0f / 16777216.0f);
        float size = u * fmaf(u, fmaf(u, fmaf(u, 2.9f, -1.7f), 0.9f), 0.3f);
        float low = fminf(fmaxf(size - treaty.retention, 0.0f), treaty.first);
        float high = fminf(fmaxf(size - treaty.retention - treaty.first, 0.0f), treaty.second);
        float back = fminf(low, left);
        left = fmaf(-0.5f, back, left);
        paid += fmaf(treaty.share, back, 0.6f * high);
    }
    ceded[who] = paid;
}

__global__ void __launch_bounds__(256) quillwort_claims_ae4_a(const uint2* __restrict__ year, const int* __restrict__ queue, float* __restrict__ ceded, Treaty treaty) {
    ceded_loss(year, queue, ceded, treaty);
}
__global__ void __launch_bounds__(256) quillwort_claims_ae4_b(const uint2* __restrict__ year, const int* __restrict__ queue, float* __restrict__ ceded, Treaty treaty) {
    ceded_loss(year, queue, ceded, treaty);
}

// ---- Mass spectrometry: deconvolution of 32-bin windows, a warp a spectrum; each of 256 peak groups takes as many sweeps as it holds isotopes.
constexpr int kSpectraBlocks = 132 * 4 * 8, kSpectraWarps = 16, kGroups = 256;
constexpr int kSpectra = kSpectraBlocks * kSpectraWarps;

template <bool kWholeBlock>
__device__ __forceinline__ void spectrum_window(const float* __restrict__ raw, const int* __restrict__ isotopes, float* __restrict__ clean) {
    __shared__ float stage[2][kSpectraWarps][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t spectrum = blockIdx.x * kSpectraWarps + warp;
    float v = raw[spectrum * 32 + lane], base = 0.05f * v;
    for (int from = 0; from < kGroups; from += 32) {
        int found = isotopes[spectrum * kGroups + from + lane];
#pragma unroll 1
        for (int s = 0; s < 32; ++s) {
            int code = __shfl_sync(0xffffffffu, found, s), sweeps = code < 4 ? 36 : 1 + code % 4;
#pragma unroll 1
            for (int k = 0; k < sweeps; ++k) v = fmaf(0.45f, __shfl_sync(0xffffffffu, v, lane + 1), fmaf(0.5f, v, base));
            float* mine = stage[s % 2][warp];
            mine[lane] = v;
            if (kWholeBlock) __syncthreads(); else __syncwarp();
            v = fmaf(0.3f, mine[(lane + 5) % 32], 0.7f * v);
        }
    }
    clean[spectrum * 32 + lane] = v;
}

__global__ void __launch_bounds__(kSpectraWarps * 32) adze_spectra_ae4_a(const float* __restrict__ raw, const int* __restrict__ isotopes, float* __restrict__ clean) {
    spectrum_window<true>(raw, isotopes, clean);
}
__global__ void __launch_bounds__(kSpectraWarps * 32) adze_spectra_ae4_b(const float* __restrict__ raw, const int* __restrict__ isotopes, float* __restrict__ clean) {
    spectrum_window<false>(raw, isotopes, clean);
}

// ---- Hydrology: discharge of each gauge reading by the rating curve of the channel or, over the banks, of the flood plain (mild).
constexpr int kReadings = 132 * 512 * 240;  // quadruples: four floats a thread twice

__device__ __forceinline__ float channel_flow(float h) {
    return fmaf(fmaf(fmaf(fmaf(fmaf(fmaf(0.011f, h, -0.023f), h, 0.041f), h, 0.17f), h, 0.6f), h, 0.9f), h, 0.4f);
}
__device__ __forceinline__ float flood_flow(float h) {
    return fmaf(fmaf(fmaf(fmaf(fmaf(fmaf(0.007f, h, 0.019f), h, -0.031f), h, 0.29f), h, 1.1f), h, 1.3f), h, 0.4f);
}
__device__ __forceinline__ float branched_flow(float h) {
    float q;
    if (h < 0.2f) q = channel_flow(h) * fmaf(0.03f, h * h, 1.0f);
    else q = flood_flow(h) + 0.02f * h * fmaf(h, h, 0.5f);
    return q;
}
__device__ __forceinline__ float chosen_flow(float h) {
    float low = channel_flow(h) * fmaf(0.03f, h * h, 1.0f), high = flood_flow(h) + 0.02f * h * fmaf(h, h, 0.5f);
    return h < 0.2f ? low : high;
}

__global__ void __launch_bounds__(512) penstock_gauges_ae4_a(const float4* __restrict__ level, float4* __restrict__ flow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 one = level[i], two = level[i + 512];
    flow[i] = make_float4(branched_flow(one.x), branched_flow(one.y), branched_flow(one.z), branched_flow(one.w));
    flow[i + 512] = make_float4(branched_flow(two.x), branched_flow(two.y), branched_flow(two.z), branched_flow(two.w));
}
__global__ void __launch_bounds__(512) penstock_gauges_ae4_b(const float4* __restrict__ level, float4* __restrict__ flow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 one = level[i], two = level[i + 512];
    flow[i] = make_float4(chosen_flow(one.x), chosen_flow(one.y), chosen_flow(one.z), chosen_flow(one.w));
    flow[i + 512] = make_float4(chosen_flow(two.x), chosen_flow(two.y), chosen_flow(two.z), chosen_flow(two.w));
}

// ---- Databases: a filter keeps the values above a bound of every chunk of 4096 rows, packed at the chunk's start, and their number (healthy).
constexpr int kChunks = 132 * 128, kChunk = 4096;

__global__ void __launch_bounds__(256, 5) froe_picks_ae4_a(const float4* __restrict__ column, float* __restrict__ kept, int* __restrict__ number, float bound) {
    __shared__ __align__(16) float packed[kChunk];
    __shared__ int of_warp[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const float4* rows = column + (size_t)blockIdx.x * (kChunk / 4);
    float v[16];
#pragma unroll
    for (int j = 0; j < 4; ++j) { float4 r = __ldcs(rows + j * 256 + t); v[4 * j] = r.x; v[4 * j + 1] = r.y; v[4 * j + 2] = r.z; v[4 * j + 3] = r.w; }
    int mine = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) mine += __popc(__ballot_sync(0xffffffffu, v[j] > bound));
    if (lane == 0) of_warp[warp] = mine;
    __syncthreads();
    int at = 0, total = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { int n = of_warp[w]; at += w < warp ? n : 0; total += n; }
    unsigned below = (1u << lane) - 1;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        unsigned mask = __ballot_sync(0xffffffffu, v[j] > bound);
        if (v[j] > bound) packed[at + __popc(mask & below)] = v[j];
        at += __popc(mask);
    }
    if (t < 8 && total + t < (total + 7) / 8 * 8) packed[total + t] = 0.0f;  // whole sectors leave
    __syncthreads();
    float4* out = reinterpret_cast<float4*>(kept + (size_t)blockIdx.x * kChunk);
#pragma unroll 1
    for (int k = t; k < (total + 7) / 8 * 2; k += 256) __stcs(out + k, reinterpret_cast<const float4*>(packed)[k]);
    if (t == 0) number[blockIdx.x] = total;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kReadings * 4;
    constexpr size_t kField = kMost > (size_t)kChunks * kChunk ? kMost : (size_t)kChunks * kChunk;
    float *field = filled<float>(kField, 41), *out = empty<float>(kField);
    float4 *field4 = reinterpret_cast<float4*>(field), *out4 = reinterpret_cast<float4*>(out);

    float *seen = filled<float>(kSights, 42), *warmth = filled<float>(kSights, 43), *height = empty<float>(kSights);
    add("gnomon_heights_ae4_a", height, kSights, Output::f32, [=] { gnomon_heights_ae4_a<<<kSights / 128, 128>>>(seen, warmth, height); });
    add("gnomon_heights_ae4_b", height, kSights, Output::f32, [=] { gnomon_heights_ae4_b<<<kSights / 128, 128>>>(seen, warmth, height); });

    float *samples = filled<float>((size_t)kTraces * kSamples, 44), *total = empty<float>(kGates);
    int* gate = indices(kTraces, kGates, 45);
    CHECK(cudaMemset(total, 0, kGates * sizeof(float)));
    add("samphire_shots_ae4_a", total, kGates, Output::f32, [=] { samphire_shots_ae4_a<<<kTraces / 256, 256>>>(samples, gate, total); });
    add("samphire_shots_ae4_b", total, kGates, Output::f32, [=] { samphire_shots_ae4_b<<<kTraces / 256, 256>>>(samples, gate, total); });

    int4 *dscp = reinterpret_cast<int4*>(indices(kPackets, 64, 46)), *bytes = reinterpret_cast<int4*>(indices(kPackets, 1500, 47));
    int* report = empty<int>(kShards * kClasses);
    add("mattock_packets_ae4_a", report, kShards * kClasses, Output::i32, [=] { mattock_packets_ae4_a<<<kShards, kLogThreads>>>(dscp, bytes, report); });
    add("mattock_packets_ae4_b", report, kShards * kClasses, Output::i32, [=] { mattock_packets_ae4_b<<<kShards, kLogThreads>>>(dscp, bytes, report); });

    float *drive = filled<float>(kNeurons, 48), *mean = empty<float>(kNeurons);
    add("teasel_sparks_ae4_a", mean, kNeurons, Output::f32, [=] { teasel_sparks_ae4_a<<<kNeurons / 256, 256>>>(drive, mean); });
    add("teasel_sparks_ae4_b", mean, kNeurons, Output::f32, [=] { teasel_sparks_ae4_b<<<kNeurons / 256, 256>>>(drive, mean); });

    // Policy-years: mostly 4 to 27 claims, every sixteenth 100 to 199. Queues: as they came, and by number of claims (most first).
    uint2* year; int *came, *sorted; float* ceded = empty<float>(kYears);
    {
        std::vector<uint2> host(kYears);
        std::vector<int> plain(kYears), ordered(kYears), begin(257, 0);
        for (int i = 0; i < kYears; ++i) {
            uint32_t h = harness::hash32(i + 49u), n = h % 16 ? 4 + (h >> 8) % 24 : 100 + (h >> 8) % 100;
            host[i] = make_uint2(n, harness::hash32(h ^ 0x9e3779b9u));
            plain[i] = i;
            ++begin[256 - n];
        }
        for (int k = 1; k <= 256; ++k) begin[k] += begin[k - 1];
        for (int i = 0; i < kYears; ++i) ordered[begin[255 - host[i].x]++] = i;
        year = uploaded(host); came = uploaded(plain); sorted = uploaded(ordered);
    }
    Treaty treaty{0.15f, 0.5f, 1.0f, 0.8f, 6.0f};
    add("quillwort_claims_ae4_a", ceded, kYears, Output::f32, [=] { quillwort_claims_ae4_a<<<kYears / 256, 256>>>(year, came, ceded, treaty); });
    add("quillwort_claims_ae4_b", ceded, kYears, Output::f32, [=] { quillwort_claims_ae4_b<<<kYears / 256, 256>>>(year, sorted, ceded, treaty); });

    float *raw = filled<float>((size_t)kSpectra * 32, 50), *clean = empty<float>((size_t)kSpectra * 32);
    int* isotopes = indices((size_t)kSpectra * kGroups, 48, 51);
    add("adze_spectra_ae4_a", clean, (size_t)kSpectra * 32, Output::f32, [=] { adze_spectra_ae4_a<<<kSpectraBlocks, kSpectraWarps * 32>>>(raw, isotopes, clean); });
    add("adze_spectra_ae4_b", clean, (size_t)kSpectra * 32, Output::f32, [=] { adze_spectra_ae4_b<<<kSpectraBlocks, kSpectraWarps * 32>>>(raw, isotopes, clean); });

    add("penstock_gauges_ae4_a", out, kMost, Output::f32, [=] { penstock_gauges_ae4_a<<<kReadings / 1024, 512>>>(field4, out4); });
    add("penstock_gauges_ae4_b", out, kMost, Output::f32, [=] { penstock_gauges_ae4_b<<<kReadings / 1024, 512>>>(field4, out4); });

    int* number = empty<int>(kChunks);
    add("froe_picks_ae4_a", number, kChunks, Output::i32, [=] { froe_picks_ae4_a<<<kChunks, 256>>>(field4, out, number, 0.1f); });

    return harness::run(argc, argv, cases);
}
