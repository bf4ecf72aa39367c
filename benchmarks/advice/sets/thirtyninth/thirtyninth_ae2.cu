// Eight measured cases on storage and occupancy from audio, telephony, gestures, databases, oceanography, geodesy, cellars and peat: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Organ restoration: 26-section equaliser (transposed direct form II) over 128 samples of each of 811008 voice channels.
constexpr int kVoices = 132 * 24 * 256, kSamples = 128, kSections = 26;
struct Section { float b0, b1, b2, na1, na2; };
__constant__ Section kDesk[kSections];

__device__ __forceinline__ void sackbut_voices(const float* __restrict__ in, float* __restrict__ out) {
    int voice = blockIdx.x * 256 + threadIdx.x;
    float s1[kSections], s2[kSections];
#pragma unroll
    for (int k = 0; k < kSections; ++k) s1[k] = s2[k] = 0.0f;
    const float* from = in + voice;
    float* to = out + voice;
    float next = from[0], later = from[kVoices];
#pragma unroll 1
    for (int n = 0; n < kSamples; ++n) {
        float x = next;
        next = later;
        from += kVoices;
        if (n + 2 < kSamples) later = from[kVoices];
#pragma unroll
        for (int k = 0; k < kSections; ++k) {
            float y = fmaf(kDesk[k].b0, x, s1[k]);
            s1[k] = fmaf(kDesk[k].na1, y, fmaf(kDesk[k].b1, x, s2[k]));
            s2[k] = fmaf(kDesk[k].na2, y, kDesk[k].b2 * x);
            x = y;
        }
        *to = x;
        to += kVoices;
    }
}

__global__ void __launch_bounds__(256, 8) sackbut_voices_ae2_a(const float* __restrict__ in, float* __restrict__ out) { sackbut_voices(in, out); }
__global__ void __launch_bounds__(256, 3) sackbut_voices_ae2_b(const float* __restrict__ in, float* __restrict__ out) { sackbut_voices(in, out); }

// ---- Telephony billing: seconds that each subscriber spoke in each of 16 tariff zones, from 64 call records (zone in the low four bits).
constexpr int kSubscribers = 132 * 16 * 128 * 4, kCalls = 64, kZones = 16;

__global__ void __launch_bounds__(128) quipu_tariffs_ae2_a(const int* __restrict__ calls, int* __restrict__ seconds) {
    int who = blockIdx.x * 128 + threadIdx.x;
    int spent[kZones];
#pragma unroll
    for (int z = 0; z < kZones; ++z) spent[z] = 0;
#pragma unroll 8
    for (int c = 0; c < kCalls; ++c) {
        int call = calls[(size_t)c * kSubscribers + who];
        spent[call & (kZones - 1)] += call >> 4;
    }
#pragma unroll
    for (int z = 0; z < kZones; ++z) seconds[(size_t)z * kSubscribers + who] = spent[z];
}

__global__ void __launch_bounds__(128) quipu_tariffs_ae2_b(const int* __restrict__ calls, int* __restrict__ seconds) {
    __shared__ int spent[kZones][128];
    int t = threadIdx.x, who = blockIdx.x * 128 + t;
#pragma unroll
    for (int z = 0; z < kZones; ++z) spent[z][t] = 0;
#pragma unroll 8
    for (int c = 0; c < kCalls; ++c) {
        int call = calls[(size_t)c * kSubscribers + who];
        spent[call & (kZones - 1)][t] += call >> 4;
    }
#pragma unroll
    for (int z = 0; z < kZones; ++z) seconds[(size_t)z * kSubscribers + who] = spent[z][t];
}

// ---- Gesture instrument: time-warping distance of a 32-sample gesture from a 256-sample performance, a warp a pair (lanes sweep the anti-diagonals).
constexpr int kGestures = 132 * 5 * 4, kPlayed = 256, kFar = 32;
constexpr int kLongestPlayed = 8192;  // floats a warp that the longest performance of the archive would need

template <int kPitch>
__device__ __forceinline__ void theremin_gestures(const float* __restrict__ gesture, const float4* __restrict__ played, float* __restrict__ distance) {
    extern __shared__ __align__(16) float room[];
    int lane = threadIdx.x % 32, pair = blockIdx.x * 4 + threadIdx.x / 32;
    float* mine = room + (threadIdx.x / 32) * kPitch;
    mine[lane] = 1e30f;
    mine[kFar + kPlayed + lane] = 1e30f;
#pragma unroll
    for (int i = 0; i < kPlayed / 128; ++i) reinterpret_cast<float4*>(mine + kFar)[i * 32 + lane] = played[pair * (kPlayed / 4) + i * 32 + lane];
    float q = gesture[pair * 32 + lane], now = 1e35f, diagonal = lane == 0 ? 0.0f : 1e35f;
    __syncwarp();
    const float* look = mine + kFar - lane;
#pragma unroll 8
    for (int s = 0; s < kPlayed + 31; ++s) {
        float above = __shfl_up_sync(0xffffffffu, now, 1);
        if (lane == 0) above = 1e35f;
        float best = fminf(fminf(above, now), diagonal);
        diagonal = above;
        now = fabsf(q - look[s]) + best;
    }
    if (lane == 31) distance[pair] = now;
}

__global__ void __launch_bounds__(128) theremin_gestures_ae2_a(const float* __restrict__ gesture, const float4* __restrict__ played, float* __restrict__ distance) {
    theremin_gestures<kLongestPlayed>(gesture, played, distance);
}
__global__ void __launch_bounds__(128) theremin_gestures_ae2_b(const float* __restrict__ gesture, const float4* __restrict__ played, float* __restrict__ distance) {
    theremin_gestures<kPlayed + 2 * kFar>(gesture, played, distance);
}

// ---- Plant collection database: index join. A warp searches a 32-way tree of a million sheet numbers, follows the row pointer to the heap page and
// adds up the page's 32 columns over its batch of 12 wanted sheets.
constexpr int kSheets = 1 << 20, kWarps = 132 * 32 * 4, kBatch = 12, kPages = 1 << 15;
constexpr int kLevel1 = 32, kLevel2 = kLevel1 + 1024, kLevel3 = kLevel2 + 32768;

template <int kThreads>
__device__ __forceinline__ void herbarium_sheets(const int* __restrict__ tree, const int* __restrict__ row, const float* __restrict__ page,
                                                 const int* __restrict__ wanted, float* __restrict__ total) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * (kThreads / 32) + threadIdx.x / 32;
    int batch = lane < kBatch ? wanted[warp * kBatch + lane] : 0;
    float sum = 0.0f;
#pragma unroll 1
    for (int q = 0; q < kBatch; ++q) {
        int key = __shfl_sync(0xffffffffu, batch, q);
        int node = __popc(__ballot_sync(0xffffffffu, key >= tree[lane])) - 1;
        node = node * 32 + __popc(__ballot_sync(0xffffffffu, key >= tree[kLevel1 + node * 32 + lane])) - 1;
        node = node * 32 + __popc(__ballot_sync(0xffffffffu, key >= tree[kLevel2 + node * 32 + lane])) - 1;
        node = node * 32 + __popc(__ballot_sync(0xffffffffu, key >= tree[kLevel3 + node * 32 + lane])) - 1;
        sum += page[row[node] * 32 + lane];
    }
    total[warp * 32 + lane] = sum;
}

__global__ void __launch_bounds__(32) herbarium_sheets_ae2_a(const int* __restrict__ tree, const int* __restrict__ row, const float* __restrict__ page,
                                                             const int* __restrict__ wanted, float* __restrict__ total) {
    herbarium_sheets<32>(tree, row, page, wanted, total);
}
__global__ void __launch_bounds__(256) herbarium_sheets_ae2_b(const int* __restrict__ tree, const int* __restrict__ row, const float* __restrict__ page,
                                                              const int* __restrict__ wanted, float* __restrict__ total) {
    herbarium_sheets<256>(tree, row, page, wanted, total);
}

// ---- Ocean gliders: 32 ensemble members of a glider (a warp) steer with a small network and vote which of two waypoints comes next.
constexpr int kWaypoints = 1 << 21, kGliders = 132 * 48 * 4, kLegs = 24, kHidden = 40;
struct Policy { float current[kHidden], last[kHidden], drift[kHidden], out[kHidden]; };
__constant__ Policy kPolicy;

__device__ __forceinline__ float saltmarsh_unit(float acc, float now, float last, float drift, float a, float b, float c, float o) {
    return fmaf(fmaxf(fmaf(drift, c, fmaf(last, b, now * a)), 0.0f), o, acc);
}

__global__ void __launch_bounds__(128) saltmarsh_gliders_ae2_a(const float* __restrict__ current, const int2* __restrict__ link, const Policy* __restrict__ policy,
                                                               float* __restrict__ drifted) {
    int lane = threadIdx.x % 32, at = blockIdx.x * 4 + threadIdx.x / 32, to = at * 32 + lane;
    float a[kHidden], b[kHidden], c[kHidden], o[kHidden];  // the network stays in registers for the whole trip
#pragma unroll
    for (int k = 0; k < kHidden; ++k) { a[k] = policy->current[k]; b[k] = policy->last[k]; c[k] = policy->drift[k]; o[k] = policy->out[k]; }
    float last = 0.0f, drift = 0.0f;
#pragma unroll 1
    for (int leg = 0; leg < kLegs; ++leg) {
        float now = current[(size_t)at * 32 + lane];
        int2 way = link[at];
        float push = 0.0f;
#pragma unroll
        for (int k = 0; k < kHidden; ++k) push = saltmarsh_unit(push, now, last, drift, a[k], b[k], c[k], o[k]);
        drift = fmaf(0.8f, drift, push);
        last = now;
        at = __popc(__ballot_sync(0xffffffffu, drift > 0.0f)) > 16 ? way.x : way.y;
    }
    drifted[to] = drift;
}

__global__ void __launch_bounds__(128) saltmarsh_gliders_ae2_b(const float* __restrict__ current, const int2* __restrict__ link, const Policy* __restrict__ policy,
                                                               float* __restrict__ drifted) {
    int lane = threadIdx.x % 32, at = blockIdx.x * 4 + threadIdx.x / 32, to = at * 32 + lane;
    float last = 0.0f, drift = 0.0f;
#pragma unroll 1
    for (int leg = 0; leg < kLegs; ++leg) {
        float now = current[(size_t)at * 32 + lane];
        int2 way = link[at];
        float push = 0.0f;
#pragma unroll
        for (int k = 0; k < kHidden; ++k)
            push = saltmarsh_unit(push, now, last, drift, kPolicy.current[k], kPolicy.last[k], kPolicy.drift[k], kPolicy.out[k]);
        drift = fmaf(0.8f, drift, push);
        last = now;
        at = __popc(__ballot_sync(0xffffffffu, drift > 0.0f)) > 16 ? way.x : way.y;
    }
    drifted[to] = drift;
}

// ---- Gravimetry: recursive low-pass of second order along each trace (double), a thread a trace, tiles of 128 traces by 16 readings in shared memory.
constexpr int kTraces = 132 * 12 * 128 * 3, kReadings = 320, kSlab = 16;

template <int kPitch>
__device__ __forceinline__ void gravimeter_traces(const double* __restrict__ raw, double* __restrict__ smooth) {
    __shared__ double slab[128 * kPitch];
    int t = threadIdx.x, column = t % kSlab, line = t / kSlab;
    size_t corner = (size_t)blockIdx.x * 128 * kReadings + (size_t)line * kReadings + column;
    double y1 = 0.0, y2 = 0.0;
#pragma unroll 1
    for (int from = 0; from < kReadings; from += kSlab) {
        const double* in = raw + corner + from;
        double* out = smooth + corner + from;
#pragma unroll
        for (int r = 0; r < kSlab; ++r) slab[(r * 8 + line) * kPitch + column] = in[(size_t)r * 8 * kReadings];
        __syncthreads();
#pragma unroll
        for (int c = 0; c < kSlab; ++c) {
            double y = fma(0.2, slab[t * kPitch + c], fma(1.1, y1, -0.3 * y2));
            slab[t * kPitch + c] = y;
            y2 = y1; y1 = y;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < kSlab; ++r) out[(size_t)r * 8 * kReadings] = slab[(r * 8 + line) * kPitch + column];
    }
}

__global__ void __launch_bounds__(128) gravimeter_traces_ae2_a(const double* __restrict__ raw, double* __restrict__ smooth) {
    gravimeter_traces<kSlab>(raw, smooth);
}
__global__ void __launch_bounds__(128) gravimeter_traces_ae2_b(const double* __restrict__ raw, double* __restrict__ smooth) {
    gravimeter_traces<kSlab + 1>(raw, smooth);
}

// ---- Cooperage: squared strain of each barrel's 16384 sensor readings, a block a barrel, tree sum at the end.
constexpr int kBarrels = 132 * 8 * 8;

template <bool kSequential>
__device__ __forceinline__ void cooperage_barrels(const float4* __restrict__ strain, float* __restrict__ energy) {
    __shared__ float part[256];
    int t = threadIdx.x;
    const float4* mine = strain + (size_t)blockIdx.x * 4096 + t;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        float4 v = mine[k * 256];
        sum = fmaf(v.x, v.x, sum); sum = fmaf(v.y, v.y, sum); sum = fmaf(v.z, v.z, sum); sum = fmaf(v.w, v.w, sum);
    }
    part[t] = sum;
    __syncthreads();
    if (kSequential) {
        for (int s = 128; s > 0; s /= 2) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
    } else {
        for (int s = 1; s < 256; s *= 2) {
            int i = 2 * s * t;
            if (i < 256) part[i] += part[i + s];
            __syncthreads();
        }
    }
    if (t == 0) energy[blockIdx.x] = part[0];
}

__global__ void __launch_bounds__(256) cooperage_barrels_ae2_a(const float4* __restrict__ strain, float* __restrict__ energy) { cooperage_barrels<false>(strain, energy); }
__global__ void __launch_bounds__(256) cooperage_barrels_ae2_b(const float4* __restrict__ strain, float* __restrict__ energy) { cooperage_barrels<true>(strain, energy); }

// ---- Peat cores: running mass down each core of 1024 slices (inclusive scan), a warp a core.
constexpr int kCores = 132 * 6 * 8 * 20;

__global__ void __launch_bounds__(256) sphagnum_cores_ae2_a(const float4* __restrict__ slice, float4* __restrict__ mass) {
    int lane = threadIdx.x % 32;
    size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = __ldcs(slice + at + k * 32);
    float carry = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        float run = v[k].w;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            float up = __shfl_up_sync(0xffffffffu, run, o);
            if (lane >= o) run += up;
        }
        float before = carry + run - v[k].w;
        carry += __shfl_sync(0xffffffffu, run, 31);
        __stcs(mass + at + k * 32, make_float4(before + v[k].x, before + v[k].y, before + v[k].z, before + v[k].w));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded; using harness::hash32; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kFloats = (size_t)kBarrels * 16384, kSung = (size_t)kVoices * kSamples, kDoubles = (size_t)kTraces * kReadings;
    static_assert(kSung <= kFloats && (size_t)kCores * 1024 <= kFloats && (size_t)kWaypoints * 32 <= kFloats, "field is too short");
    float* field = filled<float>(kFloats, 391);
    double* raw = filled<double>(kDoubles, 392);
    double* result = empty<double>(kDoubles);
    float* out = reinterpret_cast<float*>(result);
    const float4* field4 = reinterpret_cast<const float4*>(field);

    Section desk[kSections];
    for (int k = 0; k < kSections; ++k) {
        float r = 0.35f + 0.01f * k, turn = 0.3f + 0.09f * k, gain = 1.0f + 0.02f * unit(k);
        desk[k] = {gain, -1.9f * r * std::cos(turn) * gain, 0.9f * r * r * gain, 2.0f * r * std::cos(turn), -r * r};
    }
    CHECK(cudaMemcpyToSymbol(kDesk, desk, sizeof(desk)));
    add("sackbut_voices_ae2_a", out, kSung, Output::f32, [=] { sackbut_voices_ae2_a<<<kVoices / 256, 256>>>(field, out); });
    add("sackbut_voices_ae2_b", out, kSung, Output::f32, [=] { sackbut_voices_ae2_b<<<kVoices / 256, 256>>>(field, out); });

    int *calls = indices((size_t)kSubscribers * kCalls, 1 << 16, 393), *seconds = reinterpret_cast<int*>(result);
    add("quipu_tariffs_ae2_a", out, (size_t)kSubscribers * kZones, Output::i32, [=] { quipu_tariffs_ae2_a<<<kSubscribers / 128, 128>>>(calls, seconds); });
    add("quipu_tariffs_ae2_b", out, (size_t)kSubscribers * kZones, Output::i32, [=] { quipu_tariffs_ae2_b<<<kSubscribers / 128, 128>>>(calls, seconds); });

    float *gesture = filled<float>(kGestures * 32, 394), *played = filled<float>(kGestures * kPlayed, 395);
    const float4* played4 = reinterpret_cast<const float4*>(played);
    constexpr int kRoomA = 4 * kLongestPlayed * sizeof(float), kRoomB = 4 * (kPlayed + 2 * kFar) * sizeof(float);
    CHECK(cudaFuncSetAttribute(theremin_gestures_ae2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomA));
    add("theremin_gestures_ae2_a", out, kGestures, Output::f32, [=] { theremin_gestures_ae2_a<<<kGestures / 4, 128, kRoomA>>>(gesture, played4, out); });
    add("theremin_gestures_ae2_b", out, kGestures, Output::f32, [=] { theremin_gestures_ae2_b<<<kGestures / 4, 128, kRoomB>>>(gesture, played4, out); });

    std::vector<int> keys(kLevel3 + kSheets);
    for (int j = 0; j < kSheets; ++j) {
        int key = j == 0 ? 0 : j * 1024 + (int)(hash32(j) % 1024);
        keys[kLevel3 + j] = key;
        if (j % 32 == 0) keys[kLevel2 + j / 32] = key;
        if (j % 1024 == 0) keys[kLevel1 + j / 1024] = key;
        if (j % 32768 == 0) keys[j / 32768] = key;
    }
    int *tree = uploaded(keys), *row = indices(kSheets, kPages, 396), *wanted = indices((size_t)kWarps * kBatch, 1u << 30, 397);
    float* page = filled<float>((size_t)kPages * 32, 398);
    add("herbarium_sheets_ae2_a", out, (size_t)kWarps * 32, Output::f32, [=] { herbarium_sheets_ae2_a<<<kWarps, 32>>>(tree, row, page, wanted, out); });
    add("herbarium_sheets_ae2_b", out, (size_t)kWarps * 32, Output::f32, [=] { herbarium_sheets_ae2_b<<<kWarps / 8, 256>>>(tree, row, page, wanted, out); });

    std::vector<Policy> net(1);
    for (int k = 0; k < kHidden; ++k) {
        net[0].current[k] = unit(4 * k + 1000); net[0].last[k] = unit(4 * k + 1001); net[0].drift[k] = unit(4 * k + 1002); net[0].out[k] = 0.2f * unit(4 * k + 1003);
    }
    CHECK(cudaMemcpyToSymbol(kPolicy, net.data(), sizeof(Policy)));
    Policy* policy = uploaded(net);
    const int2* link = reinterpret_cast<const int2*>(indices((size_t)kWaypoints * 2, kWaypoints, 399));
    add("saltmarsh_gliders_ae2_a", out, (size_t)kGliders * 32, Output::f32, [=] { saltmarsh_gliders_ae2_a<<<kGliders / 4, 128>>>(field, link, policy, out); });
    add("saltmarsh_gliders_ae2_b", out, (size_t)kGliders * 32, Output::f32, [=] { saltmarsh_gliders_ae2_b<<<kGliders / 4, 128>>>(field, link, policy, out); });

    add("gravimeter_traces_ae2_a", result, kDoubles, Output::f64, [=] { gravimeter_traces_ae2_a<<<kTraces / 128, 128>>>(raw, result); });
    add("gravimeter_traces_ae2_b", result, kDoubles, Output::f64, [=] { gravimeter_traces_ae2_b<<<kTraces / 128, 128>>>(raw, result); });

    add("cooperage_barrels_ae2_a", out, kBarrels, Output::f32, [=] { cooperage_barrels_ae2_a<<<kBarrels, 256>>>(field4, out); });
    add("cooperage_barrels_ae2_b", out, kBarrels, Output::f32, [=] { cooperage_barrels_ae2_b<<<kBarrels, 256>>>(field4, out); });

    add("sphagnum_cores_ae2_a", out, (size_t)kCores * 1024, Output::f32,
        [=] { sphagnum_cores_ae2_a<<<kCores / 8, 256>>>(field4, reinterpret_cast<float4*>(result)); });

    return harness::run(argc, argv, cases);
}
