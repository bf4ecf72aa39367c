// Eleven more measured cases about storage (registers, local memory, shared memory, occupancy): before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Organ building: sound of each of 811008 pipes through 24 resonators (biquads), a pipe a thread, 24 moments.
constexpr int kPipes = 132 * 24 * 256, kMoments = 24, kStops = 24;
__constant__ float stop_coefficient[kStops][5];

__device__ __forceinline__ void organ(const float* __restrict__ air, float* __restrict__ tone) {
    int pipe = blockIdx.x * 256 + threadIdx.x;
    float s1[kStops], s2[kStops];
#pragma unroll
    for (int k = 0; k < kStops; ++k) s1[k] = s2[k] = 0.0f;
    float next = air[pipe];
#pragma unroll 1
    for (int m = 0; m < kMoments; ++m) {
        float x = next, sum = 0.0f;
        if (m + 1 < kMoments) next = air[(size_t)(m + 1) * kPipes + pipe];
#pragma unroll
        for (int k = 0; k < kStops; ++k) {
            float y = fmaf(stop_coefficient[k][0], x, s1[k]);
            s1[k] = fmaf(stop_coefficient[k][1], x, fmaf(stop_coefficient[k][3], y, s2[k]));
            s2[k] = fmaf(stop_coefficient[k][2], x, stop_coefficient[k][4] * y);
            sum += y;
        }
        tone[(size_t)m * kPipes + pipe] = sum;
    }
}

__global__ void __launch_bounds__(256, 8) organ_stops_y2_a(const float* __restrict__ air, float* __restrict__ tone) { organ(air, tone); }
__global__ void __launch_bounds__(256) organ_stops_y2_b(const float* __restrict__ air, float* __restrict__ tone) { organ(air, tone); }

// ---- Ornithology: nearest of 64 known calls to each recorded call, 48 features each.
constexpr int kCalls = 132 * 2048 * 4, kKnown = 64, kFeatures = 48;

__device__ __forceinline__ void nearest_call(const float* __restrict__ call, const float* __restrict__ known, int* __restrict__ best) {
    __shared__ float4 centre[kKnown * kFeatures / 4];
    for (int i = threadIdx.x; i < kKnown * kFeatures / 4; i += 512) centre[i] = reinterpret_cast<const float4*>(known)[i];
    __syncthreads();
    int c = blockIdx.x * 512 + threadIdx.x;
    float x[kFeatures];
#pragma unroll
    for (int f = 0; f < kFeatures; ++f) x[f] = call[(size_t)f * kCalls + c];
    float least = 1e30f;
    int which = 0;
#pragma unroll 1
    for (int k = 0; k < kKnown; ++k) {
        float d0 = 0.0f, d1 = 0.0f;
#pragma unroll
        for (int f = 0; f < kFeatures / 4; ++f) {
            float4 y = centre[k * (kFeatures / 4) + f];
            float a = x[4 * f] - y.x, b = x[4 * f + 1] - y.y, p = x[4 * f + 2] - y.z, q = x[4 * f + 3] - y.w;
            d0 = fmaf(a, a, d0); d1 = fmaf(b, b, d1); d0 = fmaf(p, p, d0); d1 = fmaf(q, q, d1);
        }
        if (d0 + d1 < least) { least = d0 + d1; which = k; }
    }
    best[c] = which;
}

__global__ void __launch_bounds__(512, 4) parrot_calls_y2_a(const float* __restrict__ call, const float* __restrict__ known, int* __restrict__ best) { nearest_call(call, known, best); }
__global__ void __launch_bounds__(512) parrot_calls_y2_b(const float* __restrict__ call, const float* __restrict__ known, int* __restrict__ best) { nearest_call(call, known, best); }

// ---- Genomics of beetles: unevenness of the sixteen pairs of neighbouring bases in reads of 128 bases (two bits each), a read a thread.
constexpr int kReads = 132 * 128 * 96, kReadWords = 8;

__global__ void __launch_bounds__(128) beetle_genes_y2_a(const uint32_t* __restrict__ bases, float* __restrict__ uneven) {
    int r = blockIdx.x * 128 + threadIdx.x;
    int count[16] = {};
    uint32_t last = 0;
    for (int w = 0; w < kReadWords; ++w) {
        uint32_t word = bases[(size_t)w * kReads + r];
#pragma unroll 4
        for (int b = 0; b < 16; ++b) {
            uint32_t now = word & 3u;
            word >>= 2;
            ++count[last * 4 + now];
            last = now;
        }
    }
    int squares = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) squares += count[k] * count[k];
    uneven[r] = squares * (1.0f / (128 * 8)) - 1.0f;
}

__global__ void __launch_bounds__(128) beetle_genes_y2_b(const uint32_t* __restrict__ bases, float* __restrict__ uneven) {
    __shared__ int count[16][128];
    int t = threadIdx.x, r = blockIdx.x * 128 + t;
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k][t] = 0;
    uint32_t last = 0;
    for (int w = 0; w < kReadWords; ++w) {
        uint32_t word = bases[(size_t)w * kReads + r];
#pragma unroll 4
        for (int b = 0; b < 16; ++b) {
            uint32_t now = word & 3u;
            word >>= 2;
            ++count[last * 4 + now][t];
            last = now;
        }
    }
    int squares = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) squares += count[k][t] * count[k][t];
    uneven[r] = squares * (1.0f / (128 * 8)) - 1.0f;
}

// ---- Harps: soundboard (32 taps) behind each of 811008 strings for 64 samples; the last 32 samples before come along, newest first.
constexpr int kStrings = 132 * 6144, kPlucks = 64, kTaps = 32;
__constant__ float board_tap[kTaps];

__global__ void __launch_bounds__(256) harp_strings_y2_a(const float* __restrict__ pluck, const float* __restrict__ past, float* __restrict__ sound, int start) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float ring[kTaps];
    int head = start;
#pragma unroll 1
    for (int k = 0; k < kTaps; ++k) ring[(head - k) & (kTaps - 1)] = past[(size_t)k * kStrings + s];
    float next = pluck[s];
#pragma unroll 1
    for (int n = 0; n < kPlucks; ++n) {
        head = (head + 1) & (kTaps - 1);
        ring[head] = next;
        if (n + 1 < kPlucks) next = pluck[(size_t)(n + 1) * kStrings + s];
        float y = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) y = fmaf(board_tap[k], ring[(head - k) & (kTaps - 1)], y);
        sound[(size_t)n * kStrings + s] = y;
    }
}

__global__ void __launch_bounds__(256) harp_strings_y2_b(const float* __restrict__ pluck, const float* __restrict__ past, float* __restrict__ sound, int) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[kTaps - 1 - k] = past[(size_t)k * kStrings + s];
    float next = pluck[s];
#pragma unroll 1
    for (int n = 0; n < kPlucks; n += kTaps) {
#pragma unroll
        for (int j = 0; j < kTaps; ++j) {  // a whole turn of the ring: each index is known to the compiler
            ring[j] = next;
            if (n + j + 1 < kPlucks) next = pluck[(size_t)(n + j + 1) * kStrings + s];
            float y = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) y = fmaf(board_tap[k], ring[(j - k + kTaps) % kTaps], y);
            sound[(size_t)(n + j) * kStrings + s] = y;
        }
    }
}

// ---- Hiking: trails through a net of huts with 32 neighbours each, a trail a warp; the trail is kept in shared memory and written at its end.
constexpr int kHuts = 4 << 20, kTrails = 132 * 48 * 4, kStages = 32;

__device__ __forceinline__ void trail(const int* __restrict__ neighbour, const int* __restrict__ from, int* __restrict__ way, int room) {
    extern __shared__ int path[];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, t = blockIdx.x * 4 + w;
    int hut = from[t];
#pragma unroll 1
    for (int s = 0; s < kStages; ++s) {
        if (lane == 0) path[w * room + s] = hut;
        int to = neighbour[(size_t)hut * 32 + lane];
        unsigned beauty = ((unsigned)to * 2654435761u + (unsigned)s * 40503u) & ~31u;
        unsigned most = __reduce_max_sync(0xffffffffu, beauty | lane);
        hut = __shfl_sync(0xffffffffu, to, most & 31u);
    }
    __syncwarp();
    for (int s = lane; s < kStages; s += 32) way[t * kStages + s] = path[w * room + kStages - 1 - s];
}

__global__ void __launch_bounds__(128) trail_guides_y2_a(const int* __restrict__ neighbour, const int* __restrict__ from, int* __restrict__ way, int room) { trail(neighbour, from, way, room); }
__global__ void __launch_bounds__(128) trail_guides_y2_b(const int* __restrict__ neighbour, const int* __restrict__ from, int* __restrict__ way, int room) { trail(neighbour, from, way, room); }

// ---- Bookkeeping: total of each account over its chain of 24 pages; a page is 31 entries and the number of the next page. An account a warp.
constexpr int kPages = 4 << 20, kAccounts = 132 * 64 * 12, kChain = 24;

template <int kThreads>
__device__ __forceinline__ void ledger(const int* __restrict__ book, const int* __restrict__ first, int* __restrict__ total) {
    int lane = threadIdx.x % 32, account = blockIdx.x * (kThreads / 32) + threadIdx.x / 32;
    int page = first[account], sum = 0;
#pragma unroll 1
    for (int c = 0; c < kChain; ++c) {
        int entry = book[(size_t)page * 32 + lane];
        page = __shfl_sync(0xffffffffu, entry, 31);
        if (lane < 31) sum += entry & 255;
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (lane == 0) total[account] = sum;
}

__global__ void __launch_bounds__(32) ledger_pages_y2_a(const int* __restrict__ book, const int* __restrict__ first, int* __restrict__ total) { ledger<32>(book, first, total); }
__global__ void __launch_bounds__(128) ledger_pages_y2_b(const int* __restrict__ book, const int* __restrict__ first, int* __restrict__ total) { ledger<128>(book, first, total); }

// ---- Diving: spread and skewness of the pearls of 128 reefs on each diver's route (a warp; a reef tells the next one), a place of the reef a lane.
constexpr int kReefs = 2 << 20, kDivers = 132 * 32 * 4, kDives = 128;

__device__ __forceinline__ float pearl(int2 v) { return (float)v.y * (2.0f / kReefs / 2) - 1.0f; }

__global__ void __launch_bounds__(128) pearl_divers_y2_a(const int2* __restrict__ sea, const int* __restrict__ start, float2* __restrict__ shape) {
    int lane = threadIdx.x % 32, diver = blockIdx.x * 4 + threadIdx.x / 32;
    int reef = start[diver];
    float found[kDives], mean = 0.0f, square = 0.0f, cube = 0.0f;
#pragma unroll
    for (int d = 0; d < kDives; ++d) {
        int2 v = sea[(size_t)reef * 32 + lane];
        reef = __shfl_sync(0xffffffffu, v.x, d % 32) & (kReefs - 1);
        found[d] = pearl(v);
        mean += found[d];
    }
    mean *= 1.0f / kDives;
#pragma unroll
    for (int d = 0; d < kDives; ++d) {
        float e = found[d] - mean;
        square = fmaf(e, e, square);
        cube = fmaf(e * e, e, cube);
    }
    shape[diver * 32 + lane] = make_float2(square * (1.0f / kDives), cube * (1.0f / kDives));
}

__global__ void __launch_bounds__(128) pearl_divers_y2_b(const int2* __restrict__ sea, const int* __restrict__ start, float2* __restrict__ shape) {
    int lane = threadIdx.x % 32, diver = blockIdx.x * 4 + threadIdx.x / 32;
    int reef = start[diver];
    float s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll 4
    for (int d = 0; d < kDives; ++d) {
        int2 v = sea[(size_t)reef * 32 + lane];
        reef = __shfl_sync(0xffffffffu, v.x, d % 32) & (kReefs - 1);
        float f = pearl(v);
        s1 += f;
        s2 = fmaf(f, f, s2);
        s3 = fmaf(f * f, f, s3);
    }
    float m1 = s1 * (1.0f / kDives), m2 = s2 * (1.0f / kDives), m3 = s3 * (1.0f / kDives);
    shape[diver * 32 + lane] = make_float2(m2 - m1 * m1, m3 - 3.0f * m1 * m2 + 2.0f * m1 * m1 * m1);
}

// ---- Weaving: the dye creeps along each of 811008 rows of 128 threads of a tapestry (a recursive filter), a row a thread, tiles through shared memory.
constexpr int kRows = 132 * 48 * 128, kWarp = 128, kStrip = 32;

template <int kPitch>
__device__ __forceinline__ void dye(const float* __restrict__ cloth, float* __restrict__ dyed) {
    __shared__ float tile[128 * kPitch];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    size_t base = (size_t)blockIdx.x * 128 * kWarp;
    float y = 0.0f;
    for (int x0 = 0; x0 < kWarp; x0 += kStrip) {
#pragma unroll
        for (int r = 0; r < 128; r += 4) tile[(r + w) * kPitch + lane] = cloth[base + (size_t)(r + w) * kWarp + x0 + lane];
        __syncthreads();
#pragma unroll
        for (int x = 0; x < kStrip; ++x) {
            y = fmaf(0.75f, y, 0.25f * tile[t * kPitch + x]);
            tile[t * kPitch + x] = y;
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 128; r += 4) dyed[base + (size_t)(r + w) * kWarp + x0 + lane] = tile[(r + w) * kPitch + lane];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(128) tapestry_rows_y2_a(const float* __restrict__ cloth, float* __restrict__ dyed) { dye<32>(cloth, dyed); }
__global__ void __launch_bounds__(128) tapestry_rows_y2_b(const float* __restrict__ cloth, float* __restrict__ dyed) { dye<33>(cloth, dyed); }

// ---- Brewing: sixteen substances in each vat, four steps of 24 reactions given by a table; a vat a thread.
constexpr int kVats = 132 * 64 * 128, kSubstances = 16, kReactions = 24;
__constant__ int4 reaction[kReactions];  // from, to, rate (bits of a float), unused

template <int kVatStride, int kSubstanceStride>
__device__ __forceinline__ void brew(const float* __restrict__ before, float* __restrict__ after) {
    __shared__ float amount[128 * kSubstances];
    int i = blockIdx.x * 128 + threadIdx.x;
    float* mine = amount + threadIdx.x * kVatStride;
#pragma unroll
    for (int s = 0; s < kSubstances; ++s) mine[s * kSubstanceStride] = 1.5f + before[(size_t)s * kVats + i];
#pragma unroll 1
    for (int step = 0; step < 4; ++step)
#pragma unroll 4
        for (int r = 0; r < kReactions; ++r) {
            int4 now = reaction[r];
            float from = mine[now.x * kSubstanceStride], to = mine[now.y * kSubstanceStride];
            float flow = __int_as_float(now.z) * from * fmaf(-0.1f, to, 1.0f);
            mine[now.x * kSubstanceStride] = from - flow;
            mine[now.y * kSubstanceStride] = to + flow;
        }
#pragma unroll
    for (int s = 0; s < kSubstances; ++s) after[(size_t)s * kVats + i] = mine[s * kSubstanceStride];
}

__global__ void __launch_bounds__(128) brewery_vats_y2_a(const float* __restrict__ before, float* __restrict__ after) { brew<kSubstances, 1>(before, after); }
__global__ void __launch_bounds__(128) brewery_vats_y2_b(const float* __restrict__ before, float* __restrict__ after) { brew<1, 128>(before, after); }

// ---- Radio astronomy: window over frames of 1024 samples; the window waits in shared memory with room for the largest one of 13312.
constexpr int kFrame = 1024, kFramesEach = 16, kFrameBlocks = 132 * 48;

__device__ __forceinline__ void windowed(const float4* __restrict__ wave, const float4* __restrict__ window, float4* __restrict__ shaped) {
    extern __shared__ float4 shade[];
    int t = threadIdx.x;
    shade[t] = window[t];
    __syncthreads();
    const float4* from = wave + (size_t)blockIdx.x * kFramesEach * (kFrame / 4);
    float4* to = shaped + (size_t)blockIdx.x * kFramesEach * (kFrame / 4);
#pragma unroll
    for (int f = 0; f < kFramesEach; f += 4) {
        float4 v[4], w = shade[t];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(from + (f + j) * (kFrame / 4) + t);
#pragma unroll
        for (int j = 0; j < 4; ++j) __stcs(to + (f + j) * (kFrame / 4) + t, make_float4(v[j].x * w.x, v[j].y * w.y, v[j].z * w.z, v[j].w * w.w));
    }
}

__global__ void __launch_bounds__(256, 8) radio_frames_y2_a(const float4* __restrict__ wave, const float4* __restrict__ window, float4* __restrict__ shaped) { windowed(wave, window, shaped); }
__global__ void __launch_bounds__(256, 8) radio_frames_y2_b(const float4* __restrict__ wave, const float4* __restrict__ window, float4* __restrict__ shaped) { windowed(wave, window, shaped); }

// ---- Granary: least, greatest and total weight of the sacks, three figures a block.
constexpr int kScales = 132 * 8, kSacks = kScales * 256 * 384;

__global__ void __launch_bounds__(256) grain_scales_y2_a(const float4* __restrict__ weight, float* __restrict__ figures) {
    __shared__ float part[3][8];
    float low = 1e30f, high = -1e30f, sum = 0.0f;
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSacks / 4; i += kScales * 256 * 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(weight + i + j * kScales * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            low = fminf(low, fminf(fminf(v[j].x, v[j].y), fminf(v[j].z, v[j].w)));
            high = fmaxf(high, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
            sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
    }
    int w = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) { part[0][w] = low; part[1][w] = high; part[2][w] = sum; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) { low = fminf(low, part[0][k]); high = fmaxf(high, part[1][k]); sum += part[2][k]; }
        figures[blockIdx.x] = low; figures[kScales + blockIdx.x] = high; figures[2 * kScales + blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = (size_t)kRows * kWarp;  // floats that most cases read and write
    static_assert(pool >= (size_t)kPipes * kMoments && pool >= (size_t)kCalls * kFeatures && pool >= (size_t)kStrings * (kPlucks + kTaps) &&
                  pool >= (size_t)kVats * kSubstances && kPages == kHuts && kReefs * 2 == kHuts && pool == (size_t)kFrameBlocks * kFramesEach * kFrame && pool >= (size_t)kSacks, "shared");
    const float* in = filled<float>(pool, 51);
    float* out = empty<float>(pool);
    const int* net = indices((size_t)kHuts * 32, kHuts, 52);
    const int* starts = indices(kAccounts, kReefs, 53);

    std::vector<float> coefficient(kStops * 5), tap(kTaps);
    for (int k = 0; k < kStops; ++k) {
        float c[5] = {0.04f + 0.01f * unit(k), 0.02f * unit(k + 100), 0.02f * unit(k + 200), 1.2f * cosf(0.1f + 0.12f * k), -0.64f};
        for (int j = 0; j < 5; ++j) coefficient[k * 5 + j] = c[j];
    }
    for (int k = 0; k < kTaps; ++k) tap[k] = 0.2f * unit(k + 300);
    CHECK(cudaMemcpyToSymbol(stop_coefficient, coefficient.data(), coefficient.size() * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(board_tap, tap.data(), tap.size() * sizeof(float)));
    std::vector<int4> table(kReactions);
    for (int r = 0; r < kReactions; ++r) {
        float rate = 0.05f + 0.03f * unit(r + 400);
        int bits; std::memcpy(&bits, &rate, 4);
        table[r] = make_int4(r * 5 % kSubstances, (r * 5 + 3 + r / 16 * 4) % kSubstances, bits, 0);
    }
    CHECK(cudaMemcpyToSymbol(reaction, table.data(), table.size() * sizeof(int4)));

    add("organ_stops_y2_a", out, (size_t)kPipes * kMoments, Output::f32, [=] { organ_stops_y2_a<<<kPipes / 256, 256>>>(in, out); });
    add("organ_stops_y2_b", out, (size_t)kPipes * kMoments, Output::f32, [=] { organ_stops_y2_b<<<kPipes / 256, 256>>>(in, out); });

    float* known = filled<float>(kKnown * kFeatures, 54);
    int* numbers = reinterpret_cast<int*>(out);
    add("parrot_calls_y2_a", numbers, kCalls, Output::i32, [=] { parrot_calls_y2_a<<<kCalls / 512, 512>>>(in, known, numbers); });
    add("parrot_calls_y2_b", numbers, kCalls, Output::i32, [=] { parrot_calls_y2_b<<<kCalls / 512, 512>>>(in, known, numbers); });

    const uint32_t* bases = reinterpret_cast<const uint32_t*>(indices((size_t)kReads * kReadWords, 0xffffffffu, 55));
    add("beetle_genes_y2_a", out, kReads, Output::f32, [=] { beetle_genes_y2_a<<<kReads / 128, 128>>>(bases, out); });
    add("beetle_genes_y2_b", out, kReads, Output::f32, [=] { beetle_genes_y2_b<<<kReads / 128, 128>>>(bases, out); });

    const float* past = in + (size_t)kStrings * kPlucks;
    add("harp_strings_y2_a", out, (size_t)kStrings * kPlucks, Output::f32, [=] { harp_strings_y2_a<<<kStrings / 256, 256>>>(in, past, out, 5); });
    add("harp_strings_y2_b", out, (size_t)kStrings * kPlucks, Output::f32, [=] { harp_strings_y2_b<<<kStrings / 256, 256>>>(in, past, out, 5); });

    constexpr int kRoomy = 4096, kTight = 32;  // stages that a warp's part of the shared memory holds
    CHECK(cudaFuncSetAttribute(trail_guides_y2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoomy * 16));
    add("trail_guides_y2_a", numbers, (size_t)kTrails * kStages, Output::i32, [=] { trail_guides_y2_a<<<kTrails / 4, 128, kRoomy * 16>>>(net, starts, numbers, kRoomy); });
    add("trail_guides_y2_b", numbers, (size_t)kTrails * kStages, Output::i32, [=] { trail_guides_y2_b<<<kTrails / 4, 128, kTight * 16>>>(net, starts, numbers, kTight); });

    add("ledger_pages_y2_a", numbers, kAccounts, Output::i32, [=] { ledger_pages_y2_a<<<kAccounts, 32>>>(net, starts, numbers); });
    add("ledger_pages_y2_b", numbers, kAccounts, Output::i32, [=] { ledger_pages_y2_b<<<kAccounts / 4, 128>>>(net, starts, numbers); });

    const int2* sea = reinterpret_cast<const int2*>(net);
    float2* shape = reinterpret_cast<float2*>(out);
    add("pearl_divers_y2_a", out, (size_t)kDivers * 64, Output::f32, [=] { pearl_divers_y2_a<<<kDivers / 4, 128>>>(sea, starts, shape); });
    add("pearl_divers_y2_b", out, (size_t)kDivers * 64, Output::f32, [=] { pearl_divers_y2_b<<<kDivers / 4, 128>>>(sea, starts, shape); });

    add("tapestry_rows_y2_a", out, pool, Output::f32, [=] { tapestry_rows_y2_a<<<kRows / 128, 128>>>(in, out); });
    add("tapestry_rows_y2_b", out, pool, Output::f32, [=] { tapestry_rows_y2_b<<<kRows / 128, 128>>>(in, out); });

    add("brewery_vats_y2_a", out, (size_t)kVats * kSubstances, Output::f32, [=] { brewery_vats_y2_a<<<kVats / 128, 128>>>(in, out); });
    add("brewery_vats_y2_b", out, (size_t)kVats * kSubstances, Output::f32, [=] { brewery_vats_y2_b<<<kVats / 128, 128>>>(in, out); });

    constexpr int kLargest = 13312 * 4;
    float4* shaped = reinterpret_cast<float4*>(out);
    const float4* window = four(known);
    CHECK(cudaFuncSetAttribute(radio_frames_y2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLargest));
    add("radio_frames_y2_a", out, pool, Output::f32, [=] { radio_frames_y2_a<<<kFrameBlocks, 256, kLargest>>>(four(in), window, shaped); });
    add("radio_frames_y2_b", out, pool, Output::f32, [=] { radio_frames_y2_b<<<kFrameBlocks, 256, kFrame * 4>>>(four(in), window, shaped); });

    add("grain_scales_y2_a", out, 3 * kScales, Output::f32, [=] { grain_scales_y2_a<<<kScales, 256>>>(four(in), out); });

    return harness::run(argc, argv, cases);
}
