// Eight measured cases on what lies on the chip: registers, shared memory, occupancy. Before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_pipeline.h>

using harness::Case;
using harness::Output;

// ---- Music search: city-block distance of every recording of one archive from every recording of another, 128 features each,
//      features outermost. Tile of 128 x 128 pairs a block, 8 x 8 a thread, two stages of 8 features copied ahead.
constexpr int kSongs = 6144, kTraits = 128, kDeep = 8;

__device__ __forceinline__ void song_fetch(const float* __restrict__ mine, const float* __restrict__ yours, float* one, float* two, int from) {
    int t = threadIdx.x, k = t / 32, c = (t % 32) * 4;
    __pipeline_memcpy_async(one + k * 128 + c, mine + (size_t)(from + k) * kSongs + blockIdx.y * 128 + c, 16);
    __pipeline_memcpy_async(two + k * 128 + c, yours + (size_t)(from + k) * kSongs + blockIdx.x * 128 + c, 16);
    __pipeline_commit();
}

__device__ __forceinline__ void song_gaps(const float* __restrict__ mine, const float* __restrict__ yours, float* __restrict__ gap) {
    __shared__ __align__(16) float one[2][kDeep * 128], two[2][kDeep * 128];
    int col = (threadIdx.x % 16) * 4, row = (threadIdx.x / 16) * 4;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    song_fetch(mine, yours, one[0], two[0], 0);
#pragma unroll 1
    for (int from = 0; from < kTraits; from += kDeep) {
        int stage = (from / kDeep) & 1;
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + kDeep < kTraits) song_fetch(mine, yours, one[stage ^ 1], two[stage ^ 1], from + kDeep);
        const float *here = one[stage], *there = two[stage];
#pragma unroll
        for (int k = 0; k < kDeep; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(here + k * 128 + row), a1 = *reinterpret_cast<const float4*>(here + k * 128 + 64 + row);
            float4 b0 = *reinterpret_cast<const float4*>(there + k * 128 + col), b1 = *reinterpret_cast<const float4*>(there + k * 128 + 64 + col);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = gap + (size_t)(blockIdx.y * 128 + (i / 4) * 64 + row + i % 4) * kSongs + blockIdx.x * 128 + col;
        *reinterpret_cast<float4*>(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 4) lantern_fjord_an2_a(const float* __restrict__ mine, const float* __restrict__ yours, float* __restrict__ gap) {
    song_gaps(mine, yours, gap);
}
__global__ void __launch_bounds__(256, 2) lantern_fjord_an2_b(const float* __restrict__ mine, const float* __restrict__ yours, float* __restrict__ gap) {
    song_gaps(mine, yours, gap);
}

// ---- Well logs: energy of each of 16 kinds of rock along each borehole, a borehole a thread, depths outermost; a word holds the kinds of four depths.
constexpr int kHoles = 132 * 2048, kDepths = 512, kKinds = 16;

__global__ void __launch_bounds__(256, 8) marble_heron_an2_a(const float* __restrict__ echo, const unsigned* __restrict__ kinds, float* __restrict__ energy) {
    int hole = blockIdx.x * 256 + threadIdx.x;
    float sum[kKinds];
#pragma unroll
    for (int k = 0; k < kKinds; ++k) sum[k] = 0.0f;
    echo += hole, kinds += hole;
#pragma unroll 1
    for (int depth = 0; depth < kDepths; depth += 4) {
        unsigned kind = __ldcs(kinds);
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = __ldcs(echo + j * kHoles);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int k = (kind >> (8 * j)) & (kKinds - 1);
            sum[k] = fmaf(x[j], x[j], sum[k]);
        }
        echo += 4 * kHoles, kinds += kHoles;
    }
#pragma unroll
    for (int k = 0; k < kKinds; ++k) energy[(size_t)k * kHoles + hole] = sum[k];
}

__global__ void __launch_bounds__(256, 8) marble_heron_an2_b(const float* __restrict__ echo, const unsigned* __restrict__ kinds, float* __restrict__ energy) {
    __shared__ float sum[kKinds][256];  // a column a thread: no conflicts, no barrier
    int t = threadIdx.x, hole = blockIdx.x * 256 + t;
#pragma unroll
    for (int k = 0; k < kKinds; ++k) sum[k][t] = 0.0f;
    echo += hole, kinds += hole;
#pragma unroll 1
    for (int depth = 0; depth < kDepths; depth += 4) {
        unsigned kind = __ldcs(kinds);
        float x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = __ldcs(echo + j * kHoles);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int k = (kind >> (8 * j)) & (kKinds - 1);
            sum[k][t] = fmaf(x[j], x[j], sum[k][t]);
        }
        echo += 4 * kHoles, kinds += kHoles;
    }
#pragma unroll
    for (int k = 0; k < kKinds; ++k) energy[(size_t)k * kHoles + hole] = sum[k][t];
}

// ---- Face detection: integral image of each 32 x 32 window, a window a warp: sums along the rows, then down the columns.
constexpr int kWindows = 132 * 8 * 4;

template <int kPitch>
__device__ __forceinline__ void window_sums(const float* __restrict__ pixel, float* __restrict__ area) {
    __shared__ float tile[4][32 * kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t base = (size_t)(blockIdx.x * 4 + warp) * 1024 + lane;
    float* mine = tile[warp];
#pragma unroll
    for (int half = 0; half < 32; half += 16) {
        float v[16];
#pragma unroll
        for (int r = 0; r < 16; ++r) v[r] = pixel[base + (half + r) * 32];
#pragma unroll
        for (int r = 0; r < 16; ++r) mine[(half + r) * kPitch + lane] = v[r];
    }
    __syncwarp();
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < 32; ++c) {
        sum += mine[lane * kPitch + c];
        mine[lane * kPitch + c] = sum;
    }
    __syncwarp();
    sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 32; ++r) {
        sum += mine[r * kPitch + lane];
        area[base + r * 32] = sum;
    }
}

__global__ void __launch_bounds__(128) quince_harbor_an2_a(const float* __restrict__ pixel, float* __restrict__ area) { window_sums<32>(pixel, area); }
__global__ void __launch_bounds__(128) quince_harbor_an2_b(const float* __restrict__ pixel, float* __restrict__ area) { window_sums<33>(pixel, area); }

// ---- Genomics: backward search of short reads in a Burrows-Wheeler index, eight lanes a read. A record of 32 bytes holds the counts of the
//      four letters before it and its 64 letters of two bits.
constexpr int kText = 1 << 25, kRecords = kText / 64, kReads = 132 * 8 * 32, kRead = 48, kLongestRead = 3072;

template <int kPitch>  // words of shared memory a read
__device__ __forceinline__ void read_search(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ found) {
    extern __shared__ unsigned letters[];
    int t = threadIdx.x, lane = t % 32, part = t % 8, mine = t / 8;
    for (int w = t; w < 32 * (kRead / 4); w += 256)
        letters[(w / (kRead / 4)) * kPitch + w % (kRead / 4)] = reads[(size_t)blockIdx.x * (32 * (kRead / 4)) + w];
    __syncthreads();
    int read = blockIdx.x * 32 + mine;
    unsigned at = (unsigned)(read * 977) & (kText - 1);
#pragma unroll 4
    for (int j = kRead - 1; j >= 0; --j) {
        unsigned letter = (letters[mine * kPitch + j / 4] >> (8 * (j % 4))) & 3u;
        unsigned word = index[(at / 64) * 8 + part];
        int below = min(max((int)(at % 64) - 16 * (part - 4), 0), 16);
        unsigned differ = word ^ (letter * 0x55555555u), equal = ~(differ | (differ >> 1)) & 0x55555555u;
        equal &= (unsigned)((1ull << (2 * below)) - 1ull);
        int hits = part >= 4 ? __popc(equal) : 0;
        hits += __shfl_xor_sync(0xffffffffu, hits, 1);
        hits += __shfl_xor_sync(0xffffffffu, hits, 2);
        hits += __shfl_xor_sync(0xffffffffu, hits, 4);
        unsigned before = __shfl_sync(0xffffffffu, word, (lane & 24) + letter);
        at = (before + hits) & (kText - 1);
    }
    if (part == 0) found[read] = (int)at;
}

constexpr int kWidePitch = kLongestRead / 4 + 1, kReadPitch = kRead / 4 + 1;

__global__ void __launch_bounds__(256) saffron_kettle_an2_a(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ found) {
    read_search<kWidePitch>(index, reads, found);
}
__global__ void __launch_bounds__(256) saffron_kettle_an2_b(const unsigned* __restrict__ index, const unsigned* __restrict__ reads, int* __restrict__ found) {
    read_search<kReadPitch>(index, reads, found);
}

// ---- Text retrieval: score of each query from its posting list, a chain of 128-byte chunks (31 postings and the number of the next chunk), a warp a query.
constexpr int kChunks = 1 << 21, kQueries = 132 * 64 * 4, kLinks = 64;

template <int kThreads>
__device__ __forceinline__ void posting_score(const int* __restrict__ chunks, const int* __restrict__ heads, float* __restrict__ score) {
    int lane = threadIdx.x % 32, query = blockIdx.x * (kThreads / 32) + threadIdx.x / 32;
    int chunk = heads[query];
    float sum = 0.0f;
#pragma unroll 4
    for (int link = 0; link < kLinks; ++link) {
        int posting = __ldcs(chunks + (size_t)chunk * 32 + lane);
        chunk = __shfl_sync(0xffffffffu, posting, 31);
        float impact = (float)(posting & 1023) * (1.0f / 1024);
        sum += lane < 31 ? impact * fmaf(-0.5f, impact, 1.0f) : 0.0f;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) score[query] = sum;
}

__global__ void __launch_bounds__(32) walnut_ferry_an2_a(const int* __restrict__ chunks, const int* __restrict__ heads, float* __restrict__ score) {
    posting_score<32>(chunks, heads, score);
}
__global__ void __launch_bounds__(256) walnut_ferry_an2_b(const int* __restrict__ chunks, const int* __restrict__ heads, float* __restrict__ score) {
    posting_score<256>(chunks, heads, score);
}

// ---- Market replay: each warp replays a strategy of 32 books: it finds the page of the current time in a tree of 32 keys a node, books the page's
//      volumes and goes on to a time that the trade gives. After a flash crash (one trade in 500) each book takes the median of 64 old pages.
constexpr int kInner = 1 + 32 + 1024 + 32768, kPages = 1 << 20, kTrades = 32, kReplays = 132 * 12 * 8, kOld = 64;

__device__ __forceinline__ float old_median(const float* __restrict__ volume, int page, int lane) {
    float v[kOld];
#pragma unroll
    for (int k = 0; k < kOld; ++k) v[k] = volume[(size_t)((page + k * 4099 + 17) & (kPages - 1)) * 32 + lane];
#pragma unroll
    for (int size = 2; size <= kOld; size *= 2)
#pragma unroll
        for (int step = size / 2; step > 0; step /= 2)
#pragma unroll
            for (int k = 0; k < kOld; ++k)
                if ((k & step) == 0) {
                    float low = fminf(v[k], v[k | step]), high = fmaxf(v[k], v[k | step]);
                    bool up = (k & size) == 0;
                    v[k] = up ? low : high;
                    v[k | step] = up ? high : low;
                }
    return 0.5f * (v[kOld / 2 - 1] + v[kOld / 2]);
}

__device__ __forceinline__ void replay_books(const float* __restrict__ keys, const float* __restrict__ volume, const float* __restrict__ start,
                                             float* __restrict__ book) {
    int lane = threadIdx.x % 32, replay = blockIdx.x * 8 + threadIdx.x / 32;
    float time = fmaf(0.5f, start[replay], 0.5f), held = 0.0f;
#pragma unroll 1
    for (int trade = 0; trade < kTrades; ++trade) {
        int node = 0;
#pragma unroll
        for (int level = 0; level < 4; ++level) {
            float key = keys[node * 32 + lane];
            node = node * 32 + 1 + __popc(__ballot_sync(0xffffffffu, key < time));
        }
        int slot = __popc(__ballot_sync(0xffffffffu, keys[node * 32 + lane] < time)), page = node - kInner;
        float traded = volume[(size_t)page * 32 + lane], signal = __shfl_sync(0xffffffffu, traded, slot);
        held = fmaf(0.9f, held, traded);
        if (signal < -0.996f) held = fmaf(0.25f, old_median(volume, page, lane), held);
        time = time + 0.37f + 0.5f * (signal + 1.0f);
        time -= floorf(time);
    }
    book[replay * 32 + lane] = held;
}

__global__ void __launch_bounds__(256) bramble_anchor_an2_a(const float* __restrict__ keys, const float* __restrict__ volume, const float* __restrict__ start,
                                                            float* __restrict__ book) {
    replay_books(keys, volume, start, book);
}
__global__ void __launch_bounds__(256, 6) bramble_anchor_an2_b(const float* __restrict__ keys, const float* __restrict__ volume, const float* __restrict__ start,
                                                               float* __restrict__ book) {
    replay_books(keys, volume, start, book);
}

// ---- Mastering: soft limiter of a recording with a peak meter a block. The scratch memory is given at the launch.
constexpr int kMeters = 132 * 8 * 4, kRounds = 16;
constexpr size_t kTones = (size_t)kMeters * kRounds * 1024;  // quadruples

__device__ __forceinline__ float limited(float x) { return x * fmaf(-0.5f * x, x, 1.5f); }

__device__ __forceinline__ void soft_limit(const float4* __restrict__ raw, float4* __restrict__ mastered, float* __restrict__ peak) {
    extern __shared__ float scratch[];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * (kRounds * 1024) + t;
    float top = 0.0f;
#pragma unroll 1
    for (int round = 0; round < kRounds; ++round, at += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(raw + at + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float4 y = make_float4(limited(v[j].x), limited(v[j].y), limited(v[j].z), limited(v[j].w));
            top = fmaxf(fmaxf(top, fmaxf(fabsf(y.x), fabsf(y.y))), fmaxf(fabsf(y.z), fabsf(y.w)));
            __stcs(mastered + at + j * 256, y);
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (t % 32 == 0) scratch[t / 32] = top;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) top = fmaxf(top, scratch[w]);
        peak[blockIdx.x] = top;
    }
}

__global__ void __launch_bounds__(256, 8) copper_thistle_an2_a(const float4* __restrict__ raw, float4* __restrict__ mastered, float* __restrict__ peak) {
    soft_limit(raw, mastered, peak);
}
__global__ void __launch_bounds__(256, 8) copper_thistle_an2_b(const float4* __restrict__ raw, float4* __restrict__ mastered, float* __restrict__ peak) {
    soft_limit(raw, mastered, peak);
}

// ---- Language model: softmax over rows of 1024 logits, a row a warp, the row in registers.
constexpr int kRows = (int)(kTones * 4 / 1024);

__global__ void __launch_bounds__(256) linen_osprey_an2_a(const float4* __restrict__ logit, float4* __restrict__ chance) {
    int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = __ldcs(logit + at + j * 32);
    float top = v[0].x;
#pragma unroll
    for (int j = 0; j < 8; ++j) top = fmaxf(top, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j] = make_float4(__expf(v[j].x - top), __expf(v[j].y - top), __expf(v[j].z - top), __expf(v[j].w - top));
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float scale = __fdividef(1.0f, sum);
#pragma unroll
    for (int j = 0; j < 8; ++j) __stcs(chance + at + j * 32, make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by several: one long input and one long output.
    float *big = filled<float>(kTones * 4, 51), *out = empty<float>(kTones * 4);
    static_assert((size_t)kSongs * kSongs <= kTones * 4 && (size_t)kHoles * kDepths <= kTones * 4 && (size_t)kPages * 32 <= kTones * 4, "fields are too short");
    float4 *big4 = reinterpret_cast<float4*>(big), *out4 = reinterpret_cast<float4*>(out);

    float *mine = filled<float>((size_t)kSongs * kTraits, 52), *yours = filled<float>((size_t)kSongs * kTraits, 53);
    const dim3 pairs(kSongs / 128, kSongs / 128);
    add("lantern_fjord_an2_a", out, (size_t)kSongs * kSongs, [=] { lantern_fjord_an2_a<<<pairs, 256>>>(mine, yours, out); });
    add("lantern_fjord_an2_b", out, (size_t)kSongs * kSongs, [=] { lantern_fjord_an2_b<<<pairs, 256>>>(mine, yours, out); });

    const unsigned* kinds = reinterpret_cast<unsigned*>(indices((size_t)kHoles * (kDepths / 4), 0x7fffffffu, 60));
    float* energy = empty<float>((size_t)kHoles * kKinds);
    add("marble_heron_an2_a", energy, (size_t)kHoles * kKinds, [=] { marble_heron_an2_a<<<kHoles / 256, 256>>>(big, kinds, energy); });
    add("marble_heron_an2_b", energy, (size_t)kHoles * kKinds, [=] { marble_heron_an2_b<<<kHoles / 256, 256>>>(big, kinds, energy); });

    float *pixel = filled<float>((size_t)kWindows * 1024, 54), *area = empty<float>((size_t)kWindows * 1024);
    add("quince_harbor_an2_a", area, (size_t)kWindows * 1024, [=] { quince_harbor_an2_a<<<kWindows / 4, 128>>>(pixel, area); });
    add("quince_harbor_an2_b", area, (size_t)kWindows * 1024, [=] { quince_harbor_an2_b<<<kWindows / 4, 128>>>(pixel, area); });

    const unsigned* index = reinterpret_cast<unsigned*>(indices((size_t)kRecords * 8, kText, 55));
    const unsigned* reads = reinterpret_cast<unsigned*>(indices((size_t)kReads * (kRead / 4), 0x7fffffffu, 56));
    int* found = empty<int>(kReads);
    constexpr int kWideBytes = 32 * kWidePitch * 4, kReadBytes = 32 * kReadPitch * 4;
    CHECK(cudaFuncSetAttribute(saffron_kettle_an2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWideBytes));
    add("saffron_kettle_an2_a", found, kReads, [=] { saffron_kettle_an2_a<<<kReads / 32, 256, kWideBytes>>>(index, reads, found); }, Output::i32);
    add("saffron_kettle_an2_b", found, kReads, [=] { saffron_kettle_an2_b<<<kReads / 32, 256, kReadBytes>>>(index, reads, found); }, Output::i32);

    std::vector<int> host((size_t)kChunks * 32);
    for (uint32_t c = 0; c < (uint32_t)kChunks; ++c) {
        for (uint32_t l = 0; l < 31; ++l) host[(size_t)c * 32 + l] = (int)(harness::hash32(c * 32 + l + 57) >> 1);
        host[(size_t)c * 32 + 31] = (int)((c * 1664525u + 1013904223u) % kChunks);  // one ring through all chunks
    }
    const int *chunks = uploaded(host), *heads = indices(kQueries, kChunks, 58);
    float* score = empty<float>(kQueries);
    add("walnut_ferry_an2_a", score, kQueries, [=] { walnut_ferry_an2_a<<<kQueries, 32>>>(chunks, heads, score); });
    add("walnut_ferry_an2_b", score, kQueries, [=] { walnut_ferry_an2_b<<<kQueries / 8, 256>>>(chunks, heads, score); });

    std::vector<float> tree((size_t)(kInner + kPages) * 32);
    size_t node = 0;
    for (int level = 0, nodes = 1; level < 5; ++level, nodes *= 32)
        for (int i = 0; i < nodes; ++i, ++node)
            for (int k = 0; k < 32; ++k) tree[node * 32 + k] = k == 31 ? 2.0f : (float)((i + (k + 1) / 32.0) / nodes);
    const float *keys = uploaded(tree), *start = filled<float>(kReplays, 59);
    float* book = empty<float>((size_t)kReplays * 32);
    add("bramble_anchor_an2_a", book, (size_t)kReplays * 32, [=] { bramble_anchor_an2_a<<<kReplays / 8, 256>>>(keys, big, start, book); });
    add("bramble_anchor_an2_b", book, (size_t)kReplays * 32, [=] { bramble_anchor_an2_b<<<kReplays / 8, 256>>>(keys, big, start, book); });

    float* peak = empty<float>(kMeters);
    add("copper_thistle_an2_a", out, kTones * 4, [=] { copper_thistle_an2_a<<<kMeters, 256, 48 * 1024>>>(big4, out4, peak); });
    add("copper_thistle_an2_b", out, kTones * 4, [=] { copper_thistle_an2_b<<<kMeters, 256, 64>>>(big4, out4, peak); });

    add("linen_osprey_an2_a", out, kTones * 4, [=] { linen_osprey_an2_a<<<kRows / 8, 256>>>(big4, out4); });

    return harness::run(argc, argv, cases);
}
