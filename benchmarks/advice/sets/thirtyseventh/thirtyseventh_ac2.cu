// Eight measured cases from instruments, ponds and ledgers: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Chimes: loudest moment and remaining sound of each of many chime designs, 24 coupled modes ringing for 288 samples.
constexpr int kModes = 24, kRing = 288, kChimes = 132 * 48 * 192;

struct ChimeModes { float turn[kModes], keep[kModes], gain[kModes]; };

__device__ __forceinline__ void chime_ring(const ChimeModes& m, const float2* __restrict__ strike, float2* __restrict__ heard) {
    int v = blockIdx.x * 192 + threadIdx.x;
    float2 hit = strike[v];
    float now[kModes], was[kModes];
#pragma unroll
    for (int k = 0; k < kModes; ++k) { now[k] = hit.x * m.gain[k]; was[k] = hit.y * m.keep[k]; }
    float peak = 0.0f, sound = 0.0f;
#pragma unroll 2
    for (int s = 0; s < kRing; ++s) {
        float frame = -0.0004f * sound, part[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
        for (int k = 0; k < kModes; ++k) {
            float next = fmaf(m.turn[k], now[k], fmaf(-m.keep[k], was[k], frame));
            was[k] = now[k];
            now[k] = next;
            part[k % 4] = fmaf(m.gain[k], next, part[k % 4]);
        }
        sound = (part[0] + part[1]) + (part[2] + part[3]);
        peak = fmaxf(peak, fabsf(sound));
    }
    heard[v] = make_float2(peak, sound);
}

__global__ void __launch_bounds__(192, 6) chime_room_ac2_a(const __grid_constant__ ChimeModes m, const float2* __restrict__ strike, float2* __restrict__ heard) {
    chime_ring(m, strike, heard);
}
__global__ void __launch_bounds__(192) chime_room_ac2_b(const __grid_constant__ ChimeModes m, const float2* __restrict__ strike, float2* __restrict__ heard) {
    chime_ring(m, strike, heard);
}

// ---- Pollen: diversity of the grains on each slide (64 grains of 16 kinds, four to a word), a thread a slide.
constexpr int kKinds = 16, kGrainWords = 16, kSlides = 132 * 16 * 128 * 6;

__global__ void __launch_bounds__(128) pollen_slides_ac2_a(const unsigned* __restrict__ grains, float* __restrict__ diversity) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int count[kKinds];
#pragma unroll
    for (int k = 0; k < kKinds; ++k) count[k] = 0;
#pragma unroll 4
    for (int w = 0; w < kGrainWords; ++w) {
        unsigned four = grains[(size_t)w * kSlides + i];
        ++count[four & 15];
        ++count[four >> 8 & 15];
        ++count[four >> 16 & 15];
        ++count[four >> 24 & 15];
    }
    int same = 0;
#pragma unroll
    for (int k = 0; k < kKinds; ++k) same += count[k] * count[k];
    diversity[i] = 1.0f - same * (1.0f / 4096);
}

__global__ void __launch_bounds__(128) pollen_slides_ac2_b(const unsigned* __restrict__ grains, float* __restrict__ diversity) {
    __shared__ int count[kKinds][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
#pragma unroll
    for (int k = 0; k < kKinds; ++k) count[k][t] = 0;
#pragma unroll 4
    for (int w = 0; w < kGrainWords; ++w) {
        unsigned four = grains[(size_t)w * kSlides + i];
        ++count[four & 15][t];
        ++count[four >> 8 & 15][t];
        ++count[four >> 16 & 15][t];
        ++count[four >> 24 & 15][t];
    }
    int same = 0;
#pragma unroll
    for (int k = 0; k < kKinds; ++k) same += count[k][t] * count[k][t];
    diversity[i] = 1.0f - same * (1.0f / 4096);
}

// ---- Deep sea: implicit vertical mixing of heat, a tridiagonal system of 128 depths for each column of water (cyclic reduction).
// The launch asks for room for the deepest sounding that the model knows (_a) or for the depths of this grid (_b).
constexpr int kDepths = 128, kDeepest = 3072, kColumns = 132 * 16 * 128;

__device__ __forceinline__ void abyss_mix(const float* __restrict__ above, const float* __restrict__ below, const float* __restrict__ heat,
                                          float* __restrict__ mixed, int most) {
    extern __shared__ float4 water[];  // two sides of `most` rows: lower, main, upper diagonal, right side
    int t = threadIdx.x, at = blockIdx.x * kDepths + t;
    float up = t > 0 ? -0.5f - 0.3f * above[at] : 0.0f, down = t < kDepths - 1 ? -0.5f - 0.3f * below[at] : 0.0f;
    float4 row = make_float4(up, 1.0f - up - down, down, heat[at]);
    float4 *now = water, *next = water + most;
#pragma unroll
    for (int reach = 1; reach < kDepths; reach *= 2) {
        now[t] = row;
        __syncthreads();
        float4 low = now[max(t - reach, 0)], high = now[min(t + reach, kDepths - 1)];
        float j = t >= reach ? __fdividef(row.x, low.y) : 0.0f, k = t + reach < kDepths ? __fdividef(row.z, high.y) : 0.0f;
        row = make_float4(-j * low.x, row.y - j * low.z - k * high.x, -k * high.z, row.w - j * low.w - k * high.w);
        float4* other = now; now = next; next = other;
    }
    mixed[at] = __fdividef(row.w, row.y);
}

__global__ void __launch_bounds__(kDepths) abyss_soundings_ac2_a(const float* __restrict__ above, const float* __restrict__ below,
                                                                 const float* __restrict__ heat, float* __restrict__ mixed, int most) {
    abyss_mix(above, below, heat, mixed, most);
}
__global__ void __launch_bounds__(kDepths) abyss_soundings_ac2_b(const float* __restrict__ above, const float* __restrict__ below,
                                                                 const float* __restrict__ heat, float* __restrict__ mixed, int most) {
    abyss_mix(above, below, heat, mixed, most);
}

// ---- Limericks: 24 words of a Markov chain from each starting word; a warp reads the 32 successors of a word, draws one, takes its synonym.
constexpr int kWords = 131072, kVerses = 132 * 64 * 2;

__global__ void harness_lexicon(unsigned* lexicon) {  // entry: 12 bits of cumulated share, 20 bits of the successor
    unsigned i = blockIdx.x * 256 + threadIdx.x, slot = i % 32;
    unsigned share = slot == 31 ? 4095 : slot * 128 + harness::hash32(i + 77u) % 128;
    lexicon[i] = share << 20 | harness::hash32(i * 3u + 5u) % kWords;
}

template <int kThreads>
__device__ __forceinline__ void limerick_draw(const unsigned* __restrict__ lexicon, const int* __restrict__ synonym, const int* __restrict__ first,
                                              int* __restrict__ verse) {
    int chain = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned word = first[chain], dice = word * 747796405u + 2891336453u, mine = 0;
#pragma unroll 4
    for (int s = 0; s < 24; ++s) {
        unsigned entry = lexicon[word * 32 + lane];
        dice = dice * 1664525u + 1013904223u;
        unsigned fits = __ballot_sync(0xffffffffu, (entry >> 20) >= (dice >> 20));
        word = synonym[__shfl_sync(0xffffffffu, entry, __ffs(fits) - 1) & 0xfffffu];
        if (s == lane) mine = word;
    }
    verse[chain * 32 + lane] = mine;
}

__global__ void __launch_bounds__(32) limerick_words_ac2_a(const unsigned* __restrict__ lexicon, const int* __restrict__ synonym, const int* __restrict__ first,
                                                            int* __restrict__ verse) {
    limerick_draw<32>(lexicon, synonym, first, verse);
}
__global__ void __launch_bounds__(256) limerick_words_ac2_b(const unsigned* __restrict__ lexicon, const int* __restrict__ synonym, const int* __restrict__ first,
                                                             int* __restrict__ verse) {
    limerick_draw<256>(lexicon, synonym, first, verse);
}

// ---- Mill streams: variance of the water level along 96 gauges downstream of each source, for 32 seasons (a lane a season).
constexpr int kGauges = 65536, kPath = 96, kSources = 132 * 64 * 4;

__global__ void __launch_bounds__(128) mill_streams_ac2_a(const int* __restrict__ downstream, const float* __restrict__ level,
                                                          const int* __restrict__ source, float* __restrict__ variance) {
    int path = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, gauge = source[path];
    float seen[kPath], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kPath; ++k) {
        seen[k] = level[gauge * 32 + lane];
        sum += seen[k];
        gauge = downstream[gauge];
    }
    float mean = sum * (1.0f / kPath), square = 0.0f;
#pragma unroll
    for (int k = 0; k < kPath; ++k) square = fmaf(seen[k] - mean, seen[k] - mean, square);
    variance[path * 32 + lane] = square * (1.0f / kPath);
}

__global__ void __launch_bounds__(128) mill_streams_ac2_b(const int* __restrict__ downstream, const float* __restrict__ level,
                                                          const int* __restrict__ source, float* __restrict__ variance) {
    int path = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32, gauge = source[path];
    float sum = 0.0f, square = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPath; ++k) {
        float seen = level[gauge * 32 + lane];
        sum += seen;
        square = fmaf(seen, seen, square);
        gauge = downstream[gauge];
    }
    float mean = sum * (1.0f / kPath);
    variance[path * 32 + lane] = fmaf(-mean, mean, square * (1.0f / kPath));
}

// ---- Auctions: smoothed price after each of the 16 bids of a lot, in double; a thread a lot, rows staged through shared memory.
constexpr int kBids = 16, kLots = 132 * 8 * 128;

template <int kPitch>
__device__ __forceinline__ void auction_smooth(const double* __restrict__ bid, double* __restrict__ price) {
    __shared__ double row[128 * kPitch];
    int t = threadIdx.x, place = t / kBids * kPitch + t % kBids;
    size_t base = (size_t)blockIdx.x * 128 * kBids;
#pragma unroll
    for (int k = 0; k < kBids; ++k) {
        row[k * (128 / kBids * kPitch) + place] = bid[base + k * 128 + t];
    }
    __syncthreads();
    double smooth = row[t * kPitch];
#pragma unroll
    for (int k = 1; k < kBids; ++k) {
        smooth = fma(0.25, row[t * kPitch + k] - smooth, smooth);
        row[t * kPitch + k] = smooth;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kBids; ++k) {
        price[base + k * 128 + t] = row[k * (128 / kBids * kPitch) + place];
    }
}

__global__ void __launch_bounds__(128) auction_bids_ac2_a(const double* __restrict__ bid, double* __restrict__ price) { auction_smooth<kBids>(bid, price); }
__global__ void __launch_bounds__(128) auction_bids_ac2_b(const double* __restrict__ bid, double* __restrict__ price) { auction_smooth<kBids + 1>(bid, price); }

// ---- Old films: difference of two frames and its energy for each strip of 4096 pixels; the launch keeps room for a strip list (_a) or not (_b).
constexpr int kStrips = 132 * 96;

__device__ __forceinline__ void film_flicker(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ change,
                                             float* __restrict__ energy) {
    extern __shared__ float part[];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    float4 p[4], q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = __ldcs(before + at + j * 256); q[j] = __ldcs(behind + at + j * 256); }
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 d = make_float4(q[j].x - p[j].x, q[j].y - p[j].y, q[j].z - p[j].z, q[j].w - p[j].w);
        __stcs(change + at + j * 256, d);
        sum += d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += part[w];
        energy[blockIdx.x] = all;
    }
}

__global__ void __launch_bounds__(256) flicker_films_ac2_a(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ change,
                                                           float* __restrict__ energy) { film_flicker(before, behind, change, energy); }
__global__ void __launch_bounds__(256) flicker_films_ac2_b(const float4* __restrict__ before, const float4* __restrict__ behind, float4* __restrict__ change,
                                                           float* __restrict__ energy) { film_flicker(before, behind, change, energy); }

// ---- Moors: lowest and highest point of a height map, one pair for each block of one wave.
constexpr int kWalkers = 132 * 8 * 256, kSpots = kWalkers * 4 * 48;  // quadruples

__global__ void __launch_bounds__(256, 8) moor_heights_ac2_a(const float4* __restrict__ height, float2* __restrict__ range) {
    __shared__ float2 part[8];
    int t = threadIdx.x;
    float low = 1e30f, high = -1e30f;
    for (int i = blockIdx.x * 256 + t; i < kSpots; i += 4 * kWalkers) {
        float4 h[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) h[j] = __ldcs(height + i + j * kWalkers);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            low = fminf(low, fminf(fminf(h[j].x, h[j].y), fminf(h[j].z, h[j].w)));
            high = fmaxf(high, fmaxf(fmaxf(h[j].x, h[j].y), fmaxf(h[j].z, h[j].w)));
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
    }
    if (t % 32 == 0) part[t / 32] = make_float2(low, high);
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) { low = fminf(low, part[w].x); high = fmaxf(high, part[w].y); }
        range[blockIdx.x] = make_float2(low, high);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: three fields of input and one result; the tables of single cases are made where they are used.
    constexpr size_t kField = (size_t)kSpots * 4;
    static_assert((size_t)kColumns * kDepths <= kField && (size_t)kStrips * 4096 <= kField && (size_t)kSources * 32 <= kField, "fields are too short");
    float *one = filled<float>(kField, 61), *two = filled<float>((size_t)kStrips * 4096, 62), *three = filled<float>((size_t)kColumns * kDepths, 63);
    float *out = empty<float>(kField), *energy = empty<float>(kStrips);
    float* soil = filled<float>((size_t)kColumns * kDepths, 64);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    ChimeModes modes;
    for (int k = 0; k < kModes; ++k) {
        float decay = 0.9995f - 0.0001f * k;
        modes.turn[k] = 2.0f * decay * std::cos(0.05f + 0.09f * k);
        modes.keep[k] = decay * decay;
        modes.gain[k] = 1.0f / (k + 2);
    }
    add("chime_room_ac2_a", out, (size_t)kChimes * 2, Output::f32, [=] { chime_room_ac2_a<<<kChimes / 192, 192>>>(modes, one2, out2); });
    add("chime_room_ac2_b", out, (size_t)kChimes * 2, Output::f32, [=] { chime_room_ac2_b<<<kChimes / 192, 192>>>(modes, one2, out2); });

    const unsigned* grains = reinterpret_cast<const unsigned*>(indices((size_t)kGrainWords * kSlides, 0xffffffffu, 65));
    add("pollen_slides_ac2_a", out, kSlides, Output::f32, [=] { pollen_slides_ac2_a<<<kSlides / 128, 128>>>(grains, out); });
    add("pollen_slides_ac2_b", out, kSlides, Output::f32, [=] { pollen_slides_ac2_b<<<kSlides / 128, 128>>>(grains, out); });

    constexpr int kRoom = 2 * kDeepest * (int)sizeof(float4), kNeed = 2 * kDepths * (int)sizeof(float4);
    CHECK(cudaFuncSetAttribute(abyss_soundings_ac2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
    add("abyss_soundings_ac2_a", out, (size_t)kColumns * kDepths, Output::f32, [=] { abyss_soundings_ac2_a<<<kColumns, kDepths, kRoom>>>(soil, three, one, out, kDeepest); });
    add("abyss_soundings_ac2_b", out, (size_t)kColumns * kDepths, Output::f32, [=] { abyss_soundings_ac2_b<<<kColumns, kDepths, kNeed>>>(soil, three, one, out, kDepths); });

    unsigned* lexicon = reinterpret_cast<unsigned*>(empty<int>((size_t)kWords * 32));
    harness_lexicon<<<kWords * 32 / 256, 256>>>(lexicon); CHECK(cudaGetLastError());
    int *synonym = indices(kWords, kWords, 71), *first = indices(kVerses, kWords, 66), *verse = empty<int>((size_t)kVerses * 32);
    add("limerick_words_ac2_a", verse, (size_t)kVerses * 32, Output::i32, [=] { limerick_words_ac2_a<<<kVerses, 32>>>(lexicon, synonym, first, verse); });
    add("limerick_words_ac2_b", verse, (size_t)kVerses * 32, Output::i32, [=] { limerick_words_ac2_b<<<kVerses / 8, 256>>>(lexicon, synonym, first, verse); });

    std::vector<int> order(kGauges), course(kGauges);  // one long course through all gauges
    for (int g = 0; g < kGauges; ++g) order[g] = g;
    for (int g = kGauges - 1; g > 0; --g) std::swap(order[g], order[harness::hash32(g + 67u) % (g + 1)]);
    for (int g = 0; g < kGauges; ++g) course[order[g]] = order[(g + 1) % kGauges];
    int *downstream = harness::uploaded(course), *source = indices(kSources, kGauges, 68);
    float *level = filled<float>((size_t)kGauges * 32, 69), *variance = empty<float>((size_t)kSources * 32);
    add("mill_streams_ac2_a", variance, (size_t)kSources * 32, Output::f32, [=] { mill_streams_ac2_a<<<kSources / 4, 128>>>(downstream, level, source, variance); });
    add("mill_streams_ac2_b", variance, (size_t)kSources * 32, Output::f32, [=] { mill_streams_ac2_b<<<kSources / 4, 128>>>(downstream, level, source, variance); });

    double *bid = filled<double>((size_t)kLots * kBids, 70), *price = empty<double>((size_t)kLots * kBids);
    add("auction_bids_ac2_a", price, (size_t)kLots * kBids, Output::f64, [=] { auction_bids_ac2_a<<<kLots / 128, 128>>>(bid, price); });
    add("auction_bids_ac2_b", price, (size_t)kLots * kBids, Output::f64, [=] { auction_bids_ac2_b<<<kLots / 128, 128>>>(bid, price); });

    constexpr int kList = 48 * 1024;
    add("flicker_films_ac2_a", out, (size_t)kStrips * 4096, Output::f32, [=] { flicker_films_ac2_a<<<kStrips, 256, kList>>>(one4, two4, out4, energy); });
    add("flicker_films_ac2_b", out, (size_t)kStrips * 4096, Output::f32, [=] { flicker_films_ac2_b<<<kStrips, 256, 32>>>(one4, two4, out4, energy); });

    add("moor_heights_ac2_a", out, 132 * 8 * 2, Output::f32, [=] { moor_heights_ac2_a<<<132 * 8, 256>>>(one4, out2); });

    return harness::run(argc, argv, cases);
}
