// Eight measured cases from chemistry, quantised inference, audio, genomics, networks, hydrology, climate and seismology: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;

// ---- Smoke plume chemistry: 40 species of each grid cell through 112 explicit substeps, a thread a cell, the whole mechanism in registers.
constexpr int kSpecies = 40, kPlumeBlocks = 132 * 64, kPlumeCells = kPlumeBlocks * 256, kSubsteps = 112;

__device__ __forceinline__ void tarragon_smoke(const float* __restrict__ before, float* __restrict__ after) {
    int cell = blockIdx.x * 256 + threadIdx.x;
    float c[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) c[s] = before[(size_t)s * kPlumeCells + cell];
#pragma unroll 1
    for (int step = 0; step < kSubsteps; ++step) {
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) {
            float rate = 0.013f + 0.0007f * s, loss = 0.985f - 0.0004f * s;
            float made = c[(s + kSpecies - 1) % kSpecies] * c[(s + 7) % kSpecies];
            c[s] = fmaf(c[s], loss, rate * made);
        }
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) after[(size_t)s * kPlumeCells + cell] = c[s];
}

__global__ void __launch_bounds__(256, 8) tarragon_smoke_af2_a(const float* __restrict__ before, float* __restrict__ after) { tarragon_smoke(before, after); }
__global__ void __launch_bounds__(256) tarragon_smoke_af2_b(const float* __restrict__ before, float* __restrict__ after) { tarragon_smoke(before, after); }

// ---- Language model with 4-bit weights and a 16-entry codebook per output channel: partial matrix-vector products, 128 inputs a thread.
constexpr int kChannels = 66 * 128, kInputs = 8192, kInputSplits = 64, kSplitWords = kInputs / 8 / kInputSplits;

__global__ void __launch_bounds__(128) skirret_beads_af2_a(const unsigned* __restrict__ codes, const float* __restrict__ books, const float4* __restrict__ x,
                                                           float* __restrict__ partial) {
    int channel = blockIdx.x * 128 + threadIdx.x, split = blockIdx.y;
    float book[16];
#pragma unroll
    for (int e = 0; e < 16; ++e) book[e] = books[e * kChannels + channel];
    float sum = 0.0f;
#pragma unroll 2
    for (int w = 0; w < kSplitWords; ++w) {
        int row = split * kSplitWords + w;
        unsigned code = codes[(size_t)row * kChannels + channel];
        float4 lo = x[row * 2], hi = x[row * 2 + 1];
        sum = fmaf(lo.x, book[code & 15], sum);
        sum = fmaf(lo.y, book[code >> 4 & 15], sum);
        sum = fmaf(lo.z, book[code >> 8 & 15], sum);
        sum = fmaf(lo.w, book[code >> 12 & 15], sum);
        sum = fmaf(hi.x, book[code >> 16 & 15], sum);
        sum = fmaf(hi.y, book[code >> 20 & 15], sum);
        sum = fmaf(hi.z, book[code >> 24 & 15], sum);
        sum = fmaf(hi.w, book[code >> 28], sum);
    }
    partial[(size_t)split * kChannels + channel] = sum;
}

__global__ void __launch_bounds__(128) skirret_beads_af2_b(const unsigned* __restrict__ codes, const float* __restrict__ books, const float4* __restrict__ x,
                                                           float* __restrict__ partial) {
    __shared__ float shelf[16][128];  // a column a thread: each lane stays in its own bank
    int t = threadIdx.x, channel = blockIdx.x * 128 + t, split = blockIdx.y;
#pragma unroll
    for (int e = 0; e < 16; ++e) shelf[e][t] = books[e * kChannels + channel];
    float sum = 0.0f;
#pragma unroll 2
    for (int w = 0; w < kSplitWords; ++w) {
        int row = split * kSplitWords + w;
        unsigned code = codes[(size_t)row * kChannels + channel];
        float4 lo = x[row * 2], hi = x[row * 2 + 1];
        sum = fmaf(lo.x, shelf[code & 15][t], sum);
        sum = fmaf(lo.y, shelf[code >> 4 & 15][t], sum);
        sum = fmaf(lo.z, shelf[code >> 8 & 15][t], sum);
        sum = fmaf(lo.w, shelf[code >> 12 & 15][t], sum);
        sum = fmaf(hi.x, shelf[code >> 16 & 15][t], sum);
        sum = fmaf(hi.y, shelf[code >> 20 & 15][t], sum);
        sum = fmaf(hi.z, shelf[code >> 24 & 15][t], sum);
        sum = fmaf(hi.w, shelf[code >> 28][t], sum);
    }
    partial[(size_t)split * kChannels + channel] = sum;
}

// ---- Lossless audio: restore partitions of 32 samples from their residuals with the second-order predictor, a lane a partition.
constexpr int kReelBlocks = 132 * 6, kReelSamples = kReelBlocks * 128 * 32;

template <int kPitch>
__device__ __forceinline__ void crumhorn_reels(const int* __restrict__ residual, int* __restrict__ sample) {
    __shared__ int tiles[4][32 * kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int* tile = tiles[warp];
    int first = (blockIdx.x * 4 + warp) * 1024 + lane;
#pragma unroll 16
    for (int r = 0; r < 32; ++r) tile[r * kPitch + lane] = residual[first + r * 32];
    __syncwarp();
    int last = 0, older = 0;
    int* row = tile + lane * kPitch;
#pragma unroll 1
    for (int j = 0; j < 32; ++j) {
        int s = row[j] - 32 + 2 * last - older;
        row[j] = s;
        older = last; last = s;
    }
    __syncwarp();
#pragma unroll 16
    for (int r = 0; r < 32; ++r) sample[first + r * 32] = tile[r * kPitch + lane];
}

__global__ void __launch_bounds__(128) crumhorn_reels_af2_a(const int* __restrict__ residual, int* __restrict__ sample) { crumhorn_reels<32>(residual, sample); }
__global__ void __launch_bounds__(128) crumhorn_reels_af2_b(const int* __restrict__ residual, int* __restrict__ sample) { crumhorn_reels<33>(residual, sample); }

// ---- Read classifier: a warp follows the overflow pages (31 entries and the next page) of a k-mer bucket and gathers the entries that fit the tag.
constexpr int kPages = 1 << 22, kPageHops = 12, kDrawerBlocks = 132 * 8 * 40, kBuckets = kDrawerBlocks * 8;
constexpr int kRoomWorst = 6144, kRoomNeeded = 31 * kPageHops + 12;  // words a warp

template <int kRoom>
__device__ __forceinline__ void lovage_drawers(const unsigned* __restrict__ pool, const int* __restrict__ heads, int2* __restrict__ found) {
    extern __shared__ unsigned gathered[];
    int lane = threadIdx.x % 32, bucket = blockIdx.x * 8 + threadIdx.x / 32;
    unsigned* mine = gathered + threadIdx.x / 32 * kRoom;
    unsigned page = heads[bucket], tag = bucket & 15;
    int count = 0;
#pragma unroll 1
    for (int hop = 0; hop < kPageHops; ++hop) {
        unsigned word = pool[(size_t)page * 32 + lane];
        bool fits = lane < 31 && (word & 15) == tag;
        unsigned votes = __ballot_sync(kAll, fits);
        if (fits) mine[count + __popc(votes & ((1u << lane) - 1))] = word >> 4;
        count += __popc(votes);
        page = __shfl_sync(kAll, word, 31) & (kPages - 1);
    }
    __syncwarp();
    unsigned most = 0;
    for (int i = lane; i < count; i += 32) most = max(most, mine[i] & 0xffffu);
    most = __reduce_max_sync(kAll, most);
    if (lane == 0) found[bucket] = make_int2(count, (int)most);
}

__global__ void __launch_bounds__(256) lovage_drawers_af2_a(const unsigned* __restrict__ pool, const int* __restrict__ heads, int2* __restrict__ found) {
    lovage_drawers<kRoomWorst>(pool, heads, found);
}
__global__ void __launch_bounds__(256) lovage_drawers_af2_b(const unsigned* __restrict__ pool, const int* __restrict__ heads, int2* __restrict__ found) {
    lovage_drawers<kRoomNeeded>(pool, heads, found);
}

// ---- Peer-to-peer network: greedy routing by XOR distance, a warp a message; of the contacts in the nearest eighth the farthest is taken (spreads the load).
constexpr int kPeers = 1 << 17, kRouteHops = 16, kMessages = 132 * 64 * 4;

template <int kThreads>
__device__ __forceinline__ void costmary_errands(const unsigned* __restrict__ contacts, const unsigned* __restrict__ wanted, unsigned* __restrict__ reached) {
    int lane = threadIdx.x % 32, message = blockIdx.x * (kThreads / 32) + threadIdx.x / 32;
    unsigned goal = wanted[message], peer = (unsigned)message * 3u & (kPeers - 1);
#pragma unroll 1
    for (int hop = 0; hop < kRouteHops; ++hop) {
        unsigned away = contacts[peer * 32 + lane] ^ goal;
        unsigned best = __reduce_min_sync(kAll, away);
        peer = goal ^ __reduce_max_sync(kAll, (away >> 14) == (best >> 14) ? away : 0u);
    }
    if (lane == 0) reached[message] = peer;
}

__global__ void __launch_bounds__(32) costmary_errands_af2_a(const unsigned* __restrict__ contacts, const unsigned* __restrict__ wanted, unsigned* __restrict__ reached) {
    costmary_errands<32>(contacts, wanted, reached);
}
__global__ void __launch_bounds__(256) costmary_errands_af2_b(const unsigned* __restrict__ contacts, const unsigned* __restrict__ wanted, unsigned* __restrict__ reached) {
    costmary_errands<256>(contacts, wanted, reached);
}

// ---- Hill runoff: a warp follows eight reaches downstream, 32 strips of water a reach; the seldom reach that drowns is fitted from all pairs of 12 gauges.
constexpr int kReaches = 1 << 20, kReachHops = 8, kRillBlocks = 132 * 12 * 16, kGauges = 12, kDays = 8, kDiary = 2 * kGauges * kDays, kFits = 1024;

__device__ __forceinline__ float rill_fit(const float* __restrict__ gauges, float flow) {
    float moment[kGauges][kGauges];
#pragma unroll
    for (int i = 0; i < kGauges; ++i)
#pragma unroll
        for (int j = 0; j < kGauges; ++j) moment[i][j] = 0.0f;
#pragma unroll 1
    for (int day = 0; day < kDays; ++day, gauges += 2 * kGauges * 32) {
        float level[kGauges], rain[kGauges];
#pragma unroll
        for (int i = 0; i < kGauges; ++i) { level[i] = gauges[i * 32]; rain[i] = gauges[(kGauges + i) * 32]; }
#pragma unroll
        for (int i = 0; i < kGauges; ++i)
#pragma unroll
            for (int j = 0; j < kGauges; ++j) moment[i][j] = fmaf(level[i], rain[j], moment[i][j]);
    }
    float total = flow;
#pragma unroll
    for (int i = 0; i < kGauges; ++i)
#pragma unroll
        for (int j = 0; j < kGauges; ++j) total = fmaf(moment[i][j], moment[i][j], total);
    return 0.01f * total;
}

__device__ __forceinline__ void spokeshave_rills(const float2* __restrict__ strips, const int* __restrict__ down, const int* __restrict__ springs,
                                                 const float* __restrict__ diaries, float* __restrict__ outflow) {
    int lane = threadIdx.x % 32, spring = blockIdx.x * 4 + threadIdx.x / 32, reach = springs[spring];
    float flow = 1.0f, wet = 0.0f;
#pragma unroll 1
    for (int hop = 0; hop < kReachHops; ++hop) {
        float2 s = strips[(size_t)reach * 32 + lane];
        reach = down[reach];
        flow = fmaf(0.8f + 0.1f * s.x, flow, 0.2f * s.y);
        wet = s.y;
    }
    if (__shfl_sync(kAll, wet, 0) > 0.998f)  // drowned: one warp of a thousand
        flow += rill_fit(diaries + (size_t)(reach % kFits) * kDiary * 32 + lane, flow);
    outflow[spring * 32 + lane] = flow;
}

__global__ void __launch_bounds__(128) spokeshave_rills_af2_a(const float2* __restrict__ strips, const int* __restrict__ down, const int* __restrict__ springs,
                                                              const float* __restrict__ diaries, float* __restrict__ outflow) {
    spokeshave_rills(strips, down, springs, diaries, outflow);
}
__global__ void __launch_bounds__(128, 12) spokeshave_rills_af2_b(const float2* __restrict__ strips, const int* __restrict__ down, const int* __restrict__ springs,
                                                                  const float* __restrict__ diaries, float* __restrict__ outflow) {
    spokeshave_rills(strips, down, springs, diaries, outflow);
}

// ---- Climate: standardised anomaly of each cell of daily sheets against its normal, and the largest anomaly of each strip of 2048 cells, a warp a strip.
constexpr int kStrips = 132 * 64 * 6, kStripQuads = 512;
constexpr size_t kSheetQuads = (size_t)kStrips * kStripQuads;

__device__ __forceinline__ float4 anomaly_of(float4 seen, float4 normal) {
    return make_float4(1.25f * (seen.x - normal.x), 1.25f * (seen.y - normal.y), 1.25f * (seen.z - normal.z), 1.25f * (seen.w - normal.w));
}
__device__ __forceinline__ float largest_of(float4 v) { return fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))); }

template <int kThreads>
__device__ __forceinline__ void purslane_sheets(const float4* __restrict__ seen, const float4* __restrict__ normal, float4* __restrict__ anomaly,
                                                float* __restrict__ peaks) {
    int lane = threadIdx.x % 32, strip = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, i = strip * kStripQuads + lane;
    float top = 0.0f;
#pragma unroll 1
    for (int round = 0; round < kStripQuads / 64; ++round, i += 64) {
        float4 s0 = seen[i], s1 = seen[i + 32], n0 = normal[i], n1 = normal[i + 32];
        float4 a0 = anomaly_of(s0, n0), a1 = anomaly_of(s1, n1);
        anomaly[i] = a0; anomaly[i + 32] = a1;
        top = fmaxf(top, fmaxf(largest_of(a0), largest_of(a1)));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(kAll, top, o));
    if (lane == 0) peaks[strip] = top;
}

__global__ void __launch_bounds__(32) purslane_sheets_af2_a(const float4* __restrict__ seen, const float4* __restrict__ normal, float4* __restrict__ anomaly,
                                                            float* __restrict__ peaks) { purslane_sheets<32>(seen, normal, anomaly, peaks); }
__global__ void __launch_bounds__(256) purslane_sheets_af2_b(const float4* __restrict__ seen, const float4* __restrict__ normal, float4* __restrict__ anomaly,
                                                             float* __restrict__ peaks) { purslane_sheets<256>(seen, normal, anomaly, peaks); }

// ---- Seismology: mean and energy of each trace of 65536 samples, a block a trace.
constexpr int kTraces = 132 * 8 * 6, kTraceQuads = 65536 / 4;

__global__ void __launch_bounds__(256, 8) burnet_echoes_af2_a(const float4* __restrict__ traces, float2* __restrict__ moments) {
    __shared__ float2 parts[8];
    const float4* trace = traces + (size_t)blockIdx.x * kTraceQuads;
    int t = threadIdx.x;
    float sum = 0.0f, energy = 0.0f;
#pragma unroll 1
    for (int i = t; i < kTraceQuads; i += 1024) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = trace[i + k * 256];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
            energy += fmaf(v[k].x, v[k].x, v[k].y * v[k].y) + fmaf(v[k].z, v[k].z, v[k].w * v[k].w);
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(kAll, sum, o);
        energy += __shfl_xor_sync(kAll, energy, o);
    }
    if (t % 32 == 0) parts[t / 32] = make_float2(sum, energy);
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) { sum += parts[w].x; energy += parts[w].y; }
        moments[blockIdx.x] = make_float2(sum * (1.0f / 65536.0f), energy);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float* plume = filled<float>((size_t)kSpecies * kPlumeCells, 41); float* plume2 = empty<float>((size_t)kSpecies * kPlumeCells);
    add("tarragon_smoke_af2_a", plume2, (size_t)kSpecies * kPlumeCells, Output::f32, [=] { tarragon_smoke_af2_a<<<kPlumeBlocks, 256>>>(plume, plume2); });
    add("tarragon_smoke_af2_b", plume2, (size_t)kSpecies * kPlumeCells, Output::f32, [=] { tarragon_smoke_af2_b<<<kPlumeBlocks, 256>>>(plume, plume2); });

    const unsigned* codes = reinterpret_cast<unsigned*>(indices((size_t)kChannels * kInputs / 8, 0xffffffffu, 42));
    float *books = filled<float>(16 * kChannels, 43), *x = filled<float>(kInputs, 44), *partial = empty<float>(kInputSplits * kChannels);
    const float4* x4 = reinterpret_cast<float4*>(x);
    dim3 beads(kChannels / 128, kInputSplits);
    add("skirret_beads_af2_a", partial, (size_t)kInputSplits * kChannels, Output::f32, [=] { skirret_beads_af2_a<<<beads, 128>>>(codes, books, x4, partial); });
    add("skirret_beads_af2_b", partial, (size_t)kInputSplits * kChannels, Output::f32, [=] { skirret_beads_af2_b<<<beads, 128>>>(codes, books, x4, partial); });

    int *residual = indices(kReelSamples, 64, 45), *sample = empty<int>(kReelSamples);
    add("crumhorn_reels_af2_a", sample, kReelSamples, Output::i32, [=] { crumhorn_reels_af2_a<<<kReelBlocks, 128>>>(residual, sample); });
    add("crumhorn_reels_af2_b", sample, kReelSamples, Output::i32, [=] { crumhorn_reels_af2_b<<<kReelBlocks, 128>>>(residual, sample); });

    const unsigned* pool = reinterpret_cast<unsigned*>(indices((size_t)kPages * 32, 0xffffffffu, 46));
    int* heads = indices(kBuckets, kPages, 47);
    int2* found = reinterpret_cast<int2*>(empty<int>(2 * kBuckets));
    CHECK(cudaFuncSetAttribute(lovage_drawers_af2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 8 * kRoomWorst * 4));
    add("lovage_drawers_af2_a", found, 2 * kBuckets, Output::i32, [=] { lovage_drawers_af2_a<<<kDrawerBlocks, 256, 8 * kRoomWorst * 4>>>(pool, heads, found); });
    add("lovage_drawers_af2_b", found, 2 * kBuckets, Output::i32, [=] { lovage_drawers_af2_b<<<kDrawerBlocks, 256, 8 * kRoomNeeded * 4>>>(pool, heads, found); });

    const unsigned* contacts = reinterpret_cast<unsigned*>(indices((size_t)kPeers * 32, kPeers, 48));
    const unsigned* wanted = reinterpret_cast<unsigned*>(indices(kMessages, kPeers, 49));
    unsigned* reached = reinterpret_cast<unsigned*>(empty<int>(kMessages));
    add("costmary_errands_af2_a", reached, kMessages, Output::i32, [=] { costmary_errands_af2_a<<<kMessages, 32>>>(contacts, wanted, reached); });
    add("costmary_errands_af2_b", reached, kMessages, Output::i32, [=] { costmary_errands_af2_b<<<kMessages / 8, 256>>>(contacts, wanted, reached); });

    const float2* strips = reinterpret_cast<float2*>(filled<float>((size_t)kReaches * 64, 50));
    int *down = indices(kReaches, kReaches, 51), *springs = indices(kRillBlocks * 4, kReaches, 52);
    float *diaries = filled<float>((size_t)kFits * kDiary * 32, 53), *outflow = empty<float>(kRillBlocks * 128);
    add("spokeshave_rills_af2_a", outflow, kRillBlocks * 128, Output::f32, [=] { spokeshave_rills_af2_a<<<kRillBlocks, 128>>>(strips, down, springs, diaries, outflow); });
    add("spokeshave_rills_af2_b", outflow, kRillBlocks * 128, Output::f32, [=] { spokeshave_rills_af2_b<<<kRillBlocks, 128>>>(strips, down, springs, diaries, outflow); });

    const float4* seen = reinterpret_cast<float4*>(filled<float>(kSheetQuads * 4, 54));
    const float4* normal = reinterpret_cast<float4*>(filled<float>(kSheetQuads * 4, 55));
    float *anomaly = empty<float>(kSheetQuads * 4), *peaks = empty<float>(kStrips);
    float4* anomaly4 = reinterpret_cast<float4*>(anomaly);
    add("purslane_sheets_af2_a", anomaly, kSheetQuads * 4, Output::f32, [=] { purslane_sheets_af2_a<<<kStrips, 32>>>(seen, normal, anomaly4, peaks); });
    add("purslane_sheets_af2_b", anomaly, kSheetQuads * 4, Output::f32, [=] { purslane_sheets_af2_b<<<kStrips / 8, 256>>>(seen, normal, anomaly4, peaks); });

    const float4* traces = reinterpret_cast<float4*>(filled<float>((size_t)kTraces * 65536, 56));
    float* moments = empty<float>(2 * kTraces);
    add("burnet_echoes_af2_a", moments, 2 * kTraces, Output::f32, [=] { burnet_echoes_af2_a<<<kTraces, 256>>>(traces, reinterpret_cast<float2*>(moments)); });

    return harness::run(argc, argv, cases);
}
