// Measured pairs about on-chip storage: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Epidemiology: 48 age groups of each village over 32 weeks; people grow into the next group.
constexpr int kVillages = 132 * 256 * 32, kAges = 48;

__device__ __forceinline__ void fever(const float* __restrict__ people, const float* __restrict__ rate, float* __restrict__ later, int weeks) {
    int v = blockIdx.x * 256 + threadIdx.x;
    float x[kAges], h = fmaf(0.05f, rate[v], 0.1f);
#pragma unroll
    for (int g = 0; g < kAges; ++g) x[g] = people[(size_t)g * kVillages + v];
#pragma unroll 1
    for (int w = 0; w < weeks; ++w) {
        float younger = x[kAges - 1];
#pragma unroll
        for (int g = 0; g < kAges; ++g) {
            float here = x[g];
            x[g] = fmaf(h, fmaf(-here, fabsf(here), younger), here);
            younger = here;
        }
    }
#pragma unroll
    for (int g = 0; g < kAges; ++g) later[(size_t)g * kVillages + v] = x[g];
}

__global__ void __launch_bounds__(256, 8) village_fever_e2_a(const float* __restrict__ people, const float* __restrict__ rate, float* __restrict__ later, int weeks) { fever(people, rate, later, weeks); }
__global__ void __launch_bounds__(256) village_fever_e2_b(const float* __restrict__ people, const float* __restrict__ rate, float* __restrict__ later, int weeks) { fever(people, rate, later, weeks); }

// ---- Portraits: sum of absolute differences of 256 features between every visitor and every portrait, features a row.
constexpr int kVisitors = 4096, kPortraits = 4096, kFeatures = 256, kDeep = 16;

__device__ __forceinline__ void gallery(const float* __restrict__ visitor, const float* __restrict__ portrait, float* __restrict__ apart) {
    __shared__ __align__(16) float left[kDeep][128], right[kDeep][128];
    int t = threadIdx.x, row = blockIdx.y * 128, column = blockIdx.x * 128, ty = t / 16, tx = t % 16;
    float sum[8][8] = {};
    for (int f = 0; f < kFeatures; f += kDeep) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int k = t / 32 + 8 * j, c = t % 32 * 4;
            *reinterpret_cast<float4*>(&left[k][c]) = *reinterpret_cast<const float4*>(&visitor[(f + k) * kVisitors + row + c]);
            *reinterpret_cast<float4*>(&right[k][c]) = *reinterpret_cast<const float4*>(&portrait[(f + k) * kPortraits + column + c]);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kDeep; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&left[k][ty * 8]), a1 = *reinterpret_cast<const float4*>(&left[k][ty * 8 + 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&right[k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&right[k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = apart + (size_t)(row + ty * 8 + i) * kPortraits + column + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 4) portrait_gallery_e2_a(const float* __restrict__ visitor, const float* __restrict__ portrait, float* __restrict__ apart) { gallery(visitor, portrait, apart); }
__global__ void __launch_bounds__(256, 2) portrait_gallery_e2_b(const float* __restrict__ visitor, const float* __restrict__ portrait, float* __restrict__ apart) { gallery(visitor, portrait, apart); }

// ---- Shepherding: mean distance of each sheep to its 16 nearest wells among 256.
constexpr int kSheep = 132 * 256 * 32, kWells = 256, kMostKept = 16;

__device__ __forceinline__ void load_wells(const float2* __restrict__ well, float2* place) {
    for (int i = threadIdx.x; i < kWells; i += 256) place[i] = well[i];
    __syncthreads();
}

__global__ void __launch_bounds__(256) sheep_wells_e2_a(const float2* __restrict__ sheep, const float2* __restrict__ well, float* __restrict__ mean, int kept) {
    __shared__ float2 place[kWells];
    load_wells(well, place);
    int s = blockIdx.x * 256 + threadIdx.x;
    float2 p = sheep[s];
    float best[kMostKept];
    for (int k = 0; k < kept; ++k) best[k] = 1e30f;
    for (int w = 0; w < kWells; ++w) {
        float dx = place[w].x - p.x, dy = place[w].y - p.y, d = fmaf(dx, dx, dy * dy);
        if (d < best[kept - 1])
#pragma unroll 1
            for (int k = 0; k < kept; ++k) {
                float b = best[k];
                best[k] = fminf(b, d);
                d = fmaxf(b, d);
            }
    }
    float sum = 0.0f;
    for (int k = 0; k < kept; ++k) sum += sqrtf(best[k]);
    mean[s] = sum / kept;
}

__global__ void __launch_bounds__(256) sheep_wells_e2_b(const float2* __restrict__ sheep, const float2* __restrict__ well, float* __restrict__ mean) {
    constexpr int kept = kMostKept;
    __shared__ float2 place[kWells];
    load_wells(well, place);
    int s = blockIdx.x * 256 + threadIdx.x;
    float2 p = sheep[s];
    float best[kept];
#pragma unroll
    for (int k = 0; k < kept; ++k) best[k] = 1e30f;
    for (int w = 0; w < kWells; ++w) {
        float dx = place[w].x - p.x, dy = place[w].y - p.y, d = fmaf(dx, dx, dy * dy);
        if (d < best[kept - 1])
#pragma unroll
            for (int k = 0; k < kept; ++k) {
                float b = best[k];
                best[k] = fminf(b, d);
                d = fmaxf(b, d);
            }
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kept; ++k) sum += sqrtf(best[k]);
    mean[s] = sum / kept;
}

// ---- Proteins: diversity (Simpson's index) of the 16 residue classes in each chain of 256 residues, four bits a residue.
constexpr int kChains = 132 * 256 * 32, kWords = 32;

__global__ void __launch_bounds__(256) protein_beads_e2_a(const unsigned* __restrict__ chain, float* __restrict__ diversity) {
    int c = blockIdx.x * 256 + threadIdx.x;
    unsigned count[16];
#pragma unroll
    for (int r = 0; r < 16; ++r) count[r] = 0;
#pragma unroll 2
    for (int i = 0; i < kWords; ++i) {
        unsigned w = chain[(size_t)i * kChains + c];
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++count[w >> s & 15u];
    }
    unsigned squares = 0;
#pragma unroll
    for (int r = 0; r < 16; ++r) squares += count[r] * count[r];
    diversity[c] = 1.0f - (float)squares * (1.0f / 65536.0f);
}

__global__ void __launch_bounds__(256) protein_beads_e2_b(const unsigned* __restrict__ chain, float* __restrict__ diversity) {
    __shared__ unsigned count[16][256];
    int t = threadIdx.x, c = blockIdx.x * 256 + t;
#pragma unroll
    for (int r = 0; r < 16; ++r) count[r][t] = 0;
#pragma unroll 2
    for (int i = 0; i < kWords; ++i) {
        unsigned w = chain[(size_t)i * kChains + c];
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++count[w >> s & 15u][t];
    }
    unsigned squares = 0;
#pragma unroll
    for (int r = 0; r < 16; ++r) squares += count[r][t] * count[r][t];
    diversity[c] = 1.0f - (float)squares * (1.0f / 65536.0f);
}

// ---- Night buses: each warp rides from stop to stop (32 days of delays a stop), then weighs its delays by the worst of each day.
constexpr int kStops = 2 << 20, kRides = 132 * 64 * 8, kRideLength = 24, kLongestRide = 192;

__device__ __forceinline__ void ride(const int* __restrict__ next, const float* __restrict__ delay, float* __restrict__ grief, float* past, int length) {
    int t = threadIdx.x, lane = t % 32, r = blockIdx.x * 4 + t / 32;
    int stop = next[r];
    float worst = 0.0f, sum = 0.0f;
#pragma unroll 1
    for (int s = 0; s < length; ++s) {
        float d = delay[(size_t)stop * 32 + lane];
        past[s * 128 + t] = d;
        worst = fmaxf(worst, fabsf(d));
        stop = next[stop];
    }
    float scale = 1.0f / (worst + 0.01f);
    for (int s = 0; s < length; ++s) {
        float d = past[s * 128 + t] * scale;
        sum = fmaf(d, d, sum);
    }
    grief[r * 32 + lane] = sum;
}

__global__ void __launch_bounds__(128) night_buses_e2_a(const int* __restrict__ next, const float* __restrict__ delay, float* __restrict__ grief, int length) {
    extern __shared__ float past[];  // room for the longest ride of the network
    ride(next, delay, grief, past, length);
}
__global__ void __launch_bounds__(128) night_buses_e2_b(const int* __restrict__ next, const float* __restrict__ delay, float* __restrict__ grief, int length) {
    extern __shared__ float past[];  // room for the longest ride of this timetable
    ride(next, delay, grief, past, length);
}

// ---- Library: shelf mark of each wanted book in a tree of 32 keys a node, a warp a book.
constexpr int kLevels = 5, kShelfNodes = 1 + 32 + 1024 + 32768 + 1048576, kWanted = 132 * 64 * 8 * 16;

__global__ void harness_shelves(unsigned* __restrict__ key) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, node = i / 32, lane = i % 32, first = 0, width = 1;
    if (node >= kShelfNodes) return;
    int level = 0;
    while (node >= first + width) { first += width; width *= 32; ++level; }
    key[i] = (unsigned)((unsigned long long)(node - first) << (32 - 5 * level)) + (lane << (27 - 5 * level));
}

__device__ __forceinline__ void search(const unsigned* __restrict__ key, const unsigned* __restrict__ wanted, int* __restrict__ shelf) {
    unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
#pragma unroll 1
    for (int b = 0; b < 16; ++b) {
        unsigned book = wanted[warp * 16 + b], node = 0, rank = 0;
#pragma unroll 1
        for (int l = 0; l < kLevels; ++l) {
            rank = __popc(__ballot_sync(0xffffffffu, book >= key[(size_t)node * 32 + lane])) - 1;
            node = node * 32 + 1 + rank;
        }
        if (lane == 0) shelf[warp * 16 + b] = (int)((node - 1) % 65536u);
    }
}

__global__ void __launch_bounds__(32) library_shelves_e2_a(const unsigned* __restrict__ key, const unsigned* __restrict__ wanted, int* __restrict__ shelf) { search(key, wanted, shelf); }
__global__ void __launch_bounds__(256) library_shelves_e2_b(const unsigned* __restrict__ key, const unsigned* __restrict__ wanted, int* __restrict__ shelf) { search(key, wanted, shelf); }

// ---- Pilgrims: mood of 32 pilgrims along a linked path of inns, by a small network of 48 neurons.
constexpr int kGroups = 132 * 48 * 8, kNights = 24, kNeurons = 48;
__constant__ float c_slope[kNeurons], c_bias[kNeurons], c_weight[kNeurons];

__global__ void __launch_bounds__(128) pilgrim_inns_e2_a(const int* __restrict__ next, const float* __restrict__ comfort, const float* __restrict__ slope,
                                                         const float* __restrict__ bias, const float* __restrict__ weight, float* __restrict__ mood, int nights) {
    int t = threadIdx.x, lane = t % 32, g = blockIdx.x * 4 + t / 32, inn = next[g];
    float a[kNeurons], b[kNeurons], w[kNeurons], sum[2] = {0.0f, 0.0f};
#pragma unroll
    for (int n = 0; n < kNeurons; ++n) { a[n] = slope[n]; b[n] = bias[n]; w[n] = weight[n]; }
#pragma unroll 1
    for (int i = 0; i < nights; ++i) {
        float x = comfort[(size_t)inn * 32 + lane];
        inn = next[inn];
#pragma unroll
        for (int n = 0; n < kNeurons; ++n) sum[n % 2] = fmaf(w[n], fmaxf(fmaf(a[n], x, b[n]), 0.0f), sum[n % 2]);
    }
    mood[g * 32 + lane] = sum[0] + sum[1];
}

__global__ void __launch_bounds__(128) pilgrim_inns_e2_b(const int* __restrict__ next, const float* __restrict__ comfort, float* __restrict__ mood, int nights) {
    int t = threadIdx.x, lane = t % 32, g = blockIdx.x * 4 + t / 32, inn = next[g];
    float sum[2] = {0.0f, 0.0f};
#pragma unroll 1
    for (int i = 0; i < nights; ++i) {
        float x = comfort[(size_t)inn * 32 + lane];
        inn = next[inn];
#pragma unroll
        for (int n = 0; n < kNeurons; ++n) sum[n % 2] = fmaf(c_weight[n], fmaxf(fmaf(c_slope[n], x, c_bias[n]), 0.0f), sum[n % 2]);
    }
    mood[g * 32 + lane] = sum[0] + sum[1];
}

// ---- Cardiology: recursive high-pass of heartbeats of 32 samples each, a thread a beat.
constexpr int kBeats = 132 * 128 * 128;

template <int kPitch>
__device__ __forceinline__ void heartbeat(const float* __restrict__ beat, float* __restrict__ clean, float* tile) {
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    size_t first = (size_t)blockIdx.x * 4096;
    float v[32];
#pragma unroll
    for (int j = 0; j < 32; ++j) v[j] = beat[first + j * 128 + t];
#pragma unroll
    for (int j = 0; j < 32; ++j) tile[(j * 4 + w) * kPitch + lane] = v[j];
    __syncthreads();
    float y = 0.0f, before = 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        float x = tile[t * kPitch + k];
        y = fmaf(0.94f, y, x - before);
        before = x;
        tile[t * kPitch + k] = y;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j) clean[first + j * 128 + t] = tile[(j * 4 + w) * kPitch + lane];
}

__global__ void __launch_bounds__(128) heart_beats_e2_a(const float* __restrict__ beat, float* __restrict__ clean) {
    __shared__ float tile[128 * 32];
    heartbeat<32>(beat, clean, tile);
}
__global__ void __launch_bounds__(128) heart_beats_e2_b(const float* __restrict__ beat, float* __restrict__ clean) {
    __shared__ float tile[128 * 33];
    heartbeat<33>(beat, clean, tile);
}

// ---- Whales: power of eight hydrophones behind a filter of 16 taps; a record holds the eight samples of an instant.
constexpr int kInstants = 132 * 8 * 256 * 12, kPhones = 8, kTaps = 16, kSpan = 256 + kTaps - 1;
__constant__ float c_tap[kTaps];

template <int kStep, int kPitch>  // words from one instant to the next and from one hydrophone to the next
__device__ __forceinline__ void whale(const float* __restrict__ sound, float* __restrict__ power, float* window, int phones) {
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * 256 * kPhones;
#pragma unroll
    for (int j = 0; j < 9; ++j) {
        int i = j * 256 + t;
        if (i < kSpan * kPhones) window[i / kPhones * kStep + i % kPhones * kPitch] = sound[first + i];
    }
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int p = 0; p < phones; ++p) {
        float y = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) y = fmaf(c_tap[k], window[(t + k) * kStep + p * kPitch], y);
        sum = fmaf(y, y, sum);
    }
    power[blockIdx.x * 256 + t] = sum;
}

__global__ void __launch_bounds__(256) whale_choir_e2_a(const float* __restrict__ sound, float* __restrict__ power, int phones) {
    __shared__ float window[kSpan * kPhones];
    whale<kPhones, 1>(sound, power, window, phones);
}
__global__ void __launch_bounds__(256) whale_choir_e2_b(const float* __restrict__ sound, float* __restrict__ power, int phones) {
    __shared__ float window[kPhones * 292];
    whale<1, 292>(sound, power, window, phones);
}

// ---- Postcards: tone curve over scanned cards; the scanner's software keeps room for 47 curves.
constexpr size_t kCardPixels = (size_t)132 * 8 * 4096 * 16;

template <int kRoom>
__device__ __forceinline__ void tone(const float4* __restrict__ card, const float* __restrict__ curve, float4* __restrict__ print) {
    __shared__ float table[kRoom];
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = card[i + 256 * j];
    table[threadIdx.x] = curve[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        auto at = [&](float x) { return table[(int)fmaf(x, 127.5f, 127.5f)]; };
        print[i + 256 * j] = make_float4(at(v[j].x), at(v[j].y), at(v[j].z), at(v[j].w));
    }
}

__global__ void __launch_bounds__(256) postcard_print_e2_a(const float4* __restrict__ card, const float* __restrict__ curve, float4* __restrict__ print) { tone<256 * 47>(card, curve, print); }
__global__ void __launch_bounds__(256) postcard_print_e2_b(const float4* __restrict__ card, const float* __restrict__ curve, float4* __restrict__ print) { tone<256>(card, curve, print); }

// ---- Tide gauges: range and mean level, one triple per block of the log.
constexpr int kGaugeBlocks = 132 * 8 * 8;
constexpr size_t kLevelsLogged = (size_t)kGaugeBlocks * 256 * 64;

__global__ void __launch_bounds__(256) tide_gauge_e2_a(const float4* __restrict__ level, float* __restrict__ range) {
    __shared__ float3 part[8];
    int t = threadIdx.x;
    const float4* from = level + (size_t)blockIdx.x * 256 * 16 + t;
    float low = 1e30f, high = -1e30f, sum = 0.0f;
#pragma unroll 8
    for (int j = 0; j < 16; ++j) {
        float4 v = __ldcs(from + 256 * j);
        low = fminf(fminf(low, v.x), fminf(fminf(v.y, v.z), v.w));
        high = fmaxf(fmaxf(high, v.x), fmaxf(fmaxf(v.y, v.z), v.w));
        sum += (v.x + v.y) + (v.z + v.w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    }
    if (t % 32 == 0) part[t / 32] = make_float3(low, high, sum);
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) { low = fminf(low, part[w].x); high = fmaxf(high, part[w].y); sum += part[w].z; }
        range[blockIdx.x * 3] = low;
        range[blockIdx.x * 3 + 1] = high;
        range[blockIdx.x * 3 + 2] = sum * (1.0f / 16384.0f);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kLevelsLogged;
    static_assert(pool >= (size_t)kVillages * kAges && pool >= (size_t)kBeats * 32 && pool >= (size_t)kInstants * kPhones + 4096 && pool >= kCardPixels && pool >= (size_t)kStops * 32, "pool");
    const float* sea = filled<float>(pool, 201);
    float* out = empty<float>(pool);

    const float* rate = filled<float>(kVillages, 202);
    add("village_fever_e2_a", out, (size_t)kVillages * kAges, Output::f32, [=] { village_fever_e2_a<<<kVillages / 256, 256>>>(sea, rate, out, 32); });
    add("village_fever_e2_b", out, (size_t)kVillages * kAges, Output::f32, [=] { village_fever_e2_b<<<kVillages / 256, 256>>>(sea, rate, out, 32); });

    dim3 walls(kPortraits / 128, kVisitors / 128);
    const float* portrait = sea + kFeatures * kVisitors;
    add("portrait_gallery_e2_a", out, (size_t)kVisitors * kPortraits, Output::f32, [=] { portrait_gallery_e2_a<<<walls, 256>>>(sea, portrait, out); });
    add("portrait_gallery_e2_b", out, (size_t)kVisitors * kPortraits, Output::f32, [=] { portrait_gallery_e2_b<<<walls, 256>>>(sea, portrait, out); });

    const float2 *sheep = reinterpret_cast<const float2*>(sea), *well = reinterpret_cast<const float2*>(rate);
    add("sheep_wells_e2_a", out, kSheep, Output::f32, [=] { sheep_wells_e2_a<<<kSheep / 256, 256>>>(sheep, well, out, kMostKept); });
    add("sheep_wells_e2_b", out, kSheep, Output::f32, [=] { sheep_wells_e2_b<<<kSheep / 256, 256>>>(sheep, well, out); });

    const unsigned* chain = reinterpret_cast<const unsigned*>(indices((size_t)kChains * kWords, 0xffffffffu, 203));
    add("protein_beads_e2_a", out, kChains, Output::f32, [=] { protein_beads_e2_a<<<kChains / 256, 256>>>(chain, out); });
    add("protein_beads_e2_b", out, kChains, Output::f32, [=] { protein_beads_e2_b<<<kChains / 256, 256>>>(chain, out); });

    const int* next = indices(kStops, kStops, 204);
    CHECK(cudaFuncSetAttribute(night_buses_e2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongestRide * 512));
    CHECK(cudaFuncSetAttribute(night_buses_e2_b, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    add("night_buses_e2_a", out, (size_t)kRides * 32, Output::f32, [=] { night_buses_e2_a<<<kRides / 4, 128, kLongestRide * 512>>>(next, sea, out, kRideLength); });
    add("night_buses_e2_b", out, (size_t)kRides * 32, Output::f32, [=] { night_buses_e2_b<<<kRides / 4, 128, kRideLength * 512>>>(next, sea, out, kRideLength); });

    unsigned* key = reinterpret_cast<unsigned*>(empty<int>((size_t)kShelfNodes * 32));
    harness_shelves<<<(kShelfNodes * 32 + 255) / 256, 256>>>(key); CHECK(cudaGetLastError());
    const unsigned* wanted = reinterpret_cast<const unsigned*>(indices(kWanted, 0xffffffffu, 205));
    int* shelf = empty<int>(kWanted);
    add("library_shelves_e2_a", shelf, kWanted, Output::i32, [=] { library_shelves_e2_a<<<kWanted / 16, 32>>>(key, wanted, shelf); });
    add("library_shelves_e2_b", shelf, kWanted, Output::i32, [=] { library_shelves_e2_b<<<kWanted / 128, 256>>>(key, wanted, shelf); });

    const float *slope = rate, *bias = rate + kNeurons, *weight = rate + 2 * kNeurons;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyToSymbol(c_slope, slope, sizeof(c_slope), 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyToSymbol(c_bias, bias, sizeof(c_bias), 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyToSymbol(c_weight, weight, sizeof(c_weight), 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyToSymbol(c_tap, rate, sizeof(c_tap), 0, cudaMemcpyDeviceToDevice));
    add("pilgrim_inns_e2_a", out, (size_t)kGroups * 32, Output::f32, [=] { pilgrim_inns_e2_a<<<kGroups / 4, 128>>>(next, sea, slope, bias, weight, out, kNights); });
    add("pilgrim_inns_e2_b", out, (size_t)kGroups * 32, Output::f32, [=] { pilgrim_inns_e2_b<<<kGroups / 4, 128>>>(next, sea, out, kNights); });

    add("heart_beats_e2_a", out, (size_t)kBeats * 32, Output::f32, [=] { heart_beats_e2_a<<<kBeats / 128, 128>>>(sea, out); });
    add("heart_beats_e2_b", out, (size_t)kBeats * 32, Output::f32, [=] { heart_beats_e2_b<<<kBeats / 128, 128>>>(sea, out); });

    add("whale_choir_e2_a", out, kInstants, Output::f32, [=] { whale_choir_e2_a<<<kInstants / 256, 256>>>(sea, out, kPhones); });
    add("whale_choir_e2_b", out, kInstants, Output::f32, [=] { whale_choir_e2_b<<<kInstants / 256, 256>>>(sea, out, kPhones); });

    const float4* card = reinterpret_cast<const float4*>(sea);
    add("postcard_print_e2_a", out, kCardPixels, Output::f32, [=] { postcard_print_e2_a<<<kCardPixels / 4096, 256>>>(card, rate, reinterpret_cast<float4*>(out)); });
    add("postcard_print_e2_b", out, kCardPixels, Output::f32, [=] { postcard_print_e2_b<<<kCardPixels / 4096, 256>>>(card, rate, reinterpret_cast<float4*>(out)); });

    float* range = empty<float>(kGaugeBlocks * 3);
    add("tide_gauge_e2_a", range, kGaugeBlocks * 3, Output::f32, [=] { tide_gauge_e2_a<<<kGaugeBlocks, 256>>>(reinterpret_cast<const float4*>(sea), range); });

    return harness::run(argc, argv, cases);
}
