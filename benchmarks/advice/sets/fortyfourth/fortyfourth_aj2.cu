// Eight measured cases of on-chip memory and occupancy: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Concert hall: each of 270336 microphone feeds passes its own ten-band equalizer (ten biquads in series), a thread a feed.
constexpr int kBands = 10, kFeeds = 132 * 2048, kSamples = 128;

__device__ __forceinline__ void equalize(const float* __restrict__ coef, const float* __restrict__ heard, float* __restrict__ played) {
    const int feed = blockIdx.x * 256 + threadIdx.x;
    float b0[kBands], b1[kBands], b2[kBands], a1[kBands], a2[kBands], s1[kBands], s2[kBands];
#pragma unroll
    for (int k = 0; k < kBands; ++k) {
        const float* c = coef + (size_t)k * 5 * kFeeds + feed;
        b0[k] = fmaf(0.1f, c[0], 0.9f);
        b1[k] = 0.2f * c[kFeeds];
        b2[k] = 0.1f * c[2 * kFeeds];
        a1[k] = 0.3f * c[3 * kFeeds];
        a2[k] = 0.2f * c[4 * kFeeds];
        s1[k] = 0.0f;
        s2[k] = 0.0f;
    }
    float coming[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) coming[j] = heard[(size_t)j * kFeeds + feed];
#pragma unroll 1
    for (int s = 0; s < kSamples; s += 4) {
        float x[4];
        const int ahead = s + 4 < kSamples ? s + 4 : s;
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = coming[j]; coming[j] = heard[(size_t)(ahead + j) * kFeeds + feed]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float y = 1.0f + x[j];
#pragma unroll
            for (int k = 0; k < kBands; ++k) {
                const float in = y;
                y = fmaf(b0[k], in, s1[k]);
                s1[k] = fmaf(b1[k], in, fmaf(a1[k], y, s2[k]));
                s2[k] = fmaf(b2[k], in, a2[k] * y);
            }
            played[(size_t)(s + j) * kFeeds + feed] = y;
        }
    }
}

__global__ void __launch_bounds__(256, 4) cellar_plum_aj2_a(const float* __restrict__ coef, const float* __restrict__ heard, float* __restrict__ played) {
    equalize(coef, heard, played);
}
__global__ void __launch_bounds__(256, 2) cellar_plum_aj2_b(const float* __restrict__ coef, const float* __restrict__ heard, float* __restrict__ played) {
    equalize(coef, heard, played);
}

// ---- Permafrost: eight implicit steps of the heat flow down 24 soil levels (tridiagonal system), a thread a column.
constexpr int kLevels = 24, kColumns = 132 * 512, kSeasons = 8;

template <bool kFixed>
__device__ __forceinline__ void thaw(const float* __restrict__ start, const float* __restrict__ conduct, float* __restrict__ end, int given) {
    const int column = blockIdx.x * 128 + threadIdx.x, levels = kFixed ? kLevels : given;
    float warm[kLevels], upper[kLevels], link[kLevels];
#pragma unroll
    for (int l = 0; l < levels; ++l) {
        warm[l] = 8.0f + start[l * kColumns + column];
        link[l] = fmaf(0.2f, conduct[l * kColumns + column], 0.5f);
    }
#pragma unroll 1
    for (int season = 0; season < kSeasons; ++season) {
        float above = 0.0f, held = 0.0f, flow = 0.0f;  // modified upper diagonal and right side of the level above, and the link to it
#pragma unroll
        for (int l = 0; l < levels; ++l) {
            const float down = link[l];
            const float scale = __fdividef(1.0f, fmaf(flow, above, 1.0f + flow + down));
            above = -down * scale;
            held = fmaf(flow, held, warm[l]) * scale;
            upper[l] = above;
            warm[l] = held;
            flow = down;
        }
        float below = 6.0f;  // the bedrock
#pragma unroll
        for (int l = levels - 1; l >= 0; --l) {
            below = fmaf(-upper[l], below, warm[l]);
            warm[l] = below;
        }
    }
#pragma unroll
    for (int l = 0; l < levels; ++l) end[l * kColumns + column] = warm[l];
}

__global__ void __launch_bounds__(128) otter_lantern_aj2_a(const float* __restrict__ start, const float* __restrict__ conduct, float* __restrict__ end,
                                                           int levels) {
    thaw<false>(start, conduct, end, levels);
}
__global__ void __launch_bounds__(128) otter_lantern_aj2_b(const float* __restrict__ start, const float* __restrict__ conduct, float* __restrict__ end) {
    thaw<true>(start, conduct, end, kLevels);
}

// ---- Game physics: 1056 ropes of 256 beads swing for 80 ticks, a block a rope, the gust on the rope and then its beads in shared memory.
constexpr int kBeads = 256, kRopes = 132 * 8, kTicks = 80, kAll = kBeads * kRopes;

struct Bead { float px, py, pz, vx, vy, vz, mass, rest; };

__device__ __forceinline__ void pull(float dx, float dy, float dz, float rest, float& fx, float& fy, float& fz) {
    const float stretch = 1.0f - rest * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f))));
    fx = fmaf(stretch, dx, fx); fy = fmaf(stretch, dy, fy); fz = fmaf(stretch, dz, fz);
}
__device__ __forceinline__ Bead bead_of(const float* __restrict__ seed, int at, int t) {
    Bead b;
    b.px = 0.5f * t + 0.1f * seed[at]; b.py = 0.1f * seed[at + kAll]; b.pz = 0.1f * seed[at + 2 * kAll];
    b.vx = 0.2f * seed[at + 3 * kAll]; b.vy = 0.2f * seed[at + 4 * kAll]; b.vz = 0.2f * seed[at + 5 * kAll];
    b.mass = fmaf(0.3f, seed[at + 6 * kAll], 1.0f); b.rest = fmaf(0.1f, seed[at + 7 * kAll], 0.5f);
    return b;
}

__global__ void __launch_bounds__(kBeads) walnut_ferry_aj2_a(const float* __restrict__ seed, float* __restrict__ place) {
    extern __shared__ float yard[];
    Bead* rope = reinterpret_cast<Bead*>(yard + 1);
    const int t = threadIdx.x, at = blockIdx.x * kBeads + t, left = t > 0 ? t - 1 : t, right = t < kBeads - 1 ? t + 1 : t;
    if (t == 0) yard[0] = 0.02f * seed[blockIdx.x];
    rope[t] = bead_of(seed, at, t);
    __syncthreads();
#pragma unroll 1
    for (int tick = 0; tick < kTicks; ++tick) {
        float fx = yard[0], fy = -0.05f, fz = 0.0f;
        float px = rope[t].px, py = rope[t].py, pz = rope[t].pz;
        pull(rope[left].px - px, rope[left].py - py, rope[left].pz - pz, rope[left].rest, fx, fy, fz);
        pull(rope[right].px - px, rope[right].py - py, rope[right].pz - pz, rope[t].rest, fx, fy, fz);
        const float push = 0.05f * rope[t].mass;
        const float vx = fmaf(push, fx, 0.99f * rope[t].vx), vy = fmaf(push, fy, 0.99f * rope[t].vy), vz = fmaf(push, fz, 0.99f * rope[t].vz);
        __syncthreads();
        rope[t].vx = vx; rope[t].vy = vy; rope[t].vz = vz;
        rope[t].px = fmaf(0.05f, vx, px); rope[t].py = fmaf(0.05f, vy, py); rope[t].pz = fmaf(0.05f, vz, pz);
        __syncthreads();
    }
    place[at] = rope[t].px; place[at + kAll] = rope[t].py; place[at + 2 * kAll] = rope[t].pz;
}

__global__ void __launch_bounds__(kBeads) walnut_ferry_aj2_b(const float* __restrict__ seed, float* __restrict__ place) {
    extern __shared__ float cord[];
    float *px = cord + 1, *py = px + kBeads, *pz = py + kBeads, *vx = pz + kBeads, *vy = vx + kBeads, *vz = vy + kBeads, *mass = vz + kBeads, *rest = mass + kBeads;
    const int t = threadIdx.x, at = blockIdx.x * kBeads + t, left = t > 0 ? t - 1 : t, right = t < kBeads - 1 ? t + 1 : t;
    const Bead b = bead_of(seed, at, t);
    if (t == 0) cord[0] = 0.02f * seed[blockIdx.x];
    px[t] = b.px; py[t] = b.py; pz[t] = b.pz; vx[t] = b.vx; vy[t] = b.vy; vz[t] = b.vz; mass[t] = b.mass; rest[t] = b.rest;
    __syncthreads();
#pragma unroll 1
    for (int tick = 0; tick < kTicks; ++tick) {
        float fx = cord[0], fy = -0.05f, fz = 0.0f;
        const float x = px[t], y = py[t], z = pz[t];
        pull(px[left] - x, py[left] - y, pz[left] - z, rest[left], fx, fy, fz);
        pull(px[right] - x, py[right] - y, pz[right] - z, rest[t], fx, fy, fz);
        const float push = 0.05f * mass[t];
        const float ux = fmaf(push, fx, 0.99f * vx[t]), uy = fmaf(push, fy, 0.99f * vy[t]), uz = fmaf(push, fz, 0.99f * vz[t]);
        __syncthreads();
        vx[t] = ux; vy[t] = uy; vz[t] = uz;
        px[t] = fmaf(0.05f, ux, x); py[t] = fmaf(0.05f, uy, y); pz[t] = fmaf(0.05f, uz, z);
        __syncthreads();
    }
    place[at] = px[t]; place[at + kAll] = py[t]; place[at + 2 * kAll] = pz[t];
}

// ---- Database index: predecessor of a million keys in a tree of five levels with 32 children a node, a warp a key; the top two levels in shared memory.
constexpr int kKeys = 1 << 20, kLevel2 = 33, kLevel3 = 1057, kLevel4 = 33825, kNodes = kLevel4 + (1 << 20);

__device__ __forceinline__ int child_of(unsigned separator, unsigned want) { return __popc(__ballot_sync(0xffffffffu, separator <= want)) - 1; }

__device__ __forceinline__ void descend(unsigned* crown, const unsigned* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ place) {
    for (int i = threadIdx.x; i < kLevel2 * 32; i += 256) crown[i] = tree[i];
    __syncthreads();
    const int lane = threadIdx.x % 32, at = blockIdx.x * 256 + threadIdx.x;
    const int mine = wanted[at];
    int found = 0;
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        const unsigned want = (unsigned)__shfl_sync(0xffffffffu, mine, k);
        int node = child_of(crown[lane], want);
        node = node * 32 + child_of(crown[(1 + node) * 32 + lane], want);
        node = node * 32 + child_of(tree[(size_t)(kLevel2 + node) * 32 + lane], want);
        node = node * 32 + child_of(tree[(size_t)(kLevel3 + node) * 32 + lane], want);
        node = node * 32 + child_of(tree[(size_t)(kLevel4 + node) * 32 + lane], want);
        if (lane == k) found = node;
    }
    place[at] = found;
}

__global__ void __launch_bounds__(256) copper_meadow_aj2_a(const unsigned* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ place) {
    extern __shared__ unsigned crown[];
    descend(crown, tree, wanted, place);
}
__global__ void __launch_bounds__(256) copper_meadow_aj2_b(const unsigned* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ place) {
    extern __shared__ unsigned crown[];
    descend(crown, tree, wanted, place);
}

// ---- Search engine: decayed scores of 33792 chained posting lists, a warp a list; a chunk holds 31 scores and the number of the next chunk.
constexpr int kLists = 132 * 64 * 4, kChunks = 1 << 17, kLinks = 24;

template <int kThreads>
__device__ __forceinline__ void follow(const float* __restrict__ chunk, const int* __restrict__ head, float* __restrict__ score) {
    const int list = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    int at = head[list];
    float sum = 0.0f;
#pragma unroll 1
    for (int link = 0; link < kLinks; ++link) {
        const float v = chunk[at * 32 + lane];
        at = __shfl_sync(0xffffffffu, __float_as_int(v), 31);
        if (lane < 31) sum = fmaf(0.95f, sum, 1.0f + v);
    }
    score[list * 32 + lane] = lane < 31 ? sum : (float)at;
}

__global__ void __launch_bounds__(32) heron_biscuit_aj2_a(const float* __restrict__ chunk, const int* __restrict__ head, float* __restrict__ score) {
    follow<32>(chunk, head, score);
}
__global__ void __launch_bounds__(256) heron_biscuit_aj2_b(const float* __restrict__ chunk, const int* __restrict__ head, float* __restrict__ score) {
    follow<256>(chunk, head, score);
}

// ---- Volcanic ash: parcels drift 64 steps through a wind field; the few with an unusual load are checked against a profile of 120 soundings.
constexpr int kPlane = 256 * 264, kParcels = kPlane * 8, kDrift = 64, kSoundings = 120, kSites = 4096;

__device__ __forceinline__ float drift(const float* __restrict__ wind, int parcel) {
    const int spot = parcel % kPlane;
    float z = (parcel / kPlane) * 8 + 0.5f, load = 0.0f;
#pragma unroll 4
    for (int step = 0; step < kDrift; ++step) {
        const float w = wind[((int)z & 63) * kPlane + spot];
        z += fmaf(0.02f, w, 1.0f);
        load += w;
    }
    return load + 0.01f * z;
}

__global__ void __launch_bounds__(128) saddle_quince_aj2_a(const float* __restrict__ wind, const float* __restrict__ profile, float* __restrict__ ash) {
    const int parcel = blockIdx.x * 128 + threadIdx.x;
    float load = drift(wind, parcel);
    if (load > 18.0f) {
        const float* site = profile + parcel % kSites;
        float seen[kSoundings], mean = 0.0f, spread = 0.0f, kept = 0.0f;
#pragma unroll
        for (int k = 0; k < kSoundings; ++k) seen[k] = site[k * kSites];
#pragma unroll
        for (int k = 0; k < kSoundings; ++k) mean += seen[k];
        mean *= 1.0f / kSoundings;
#pragma unroll
        for (int k = 0; k < kSoundings; ++k) spread = fmaf(seen[k] - mean, seen[k] - mean, spread);
        spread = sqrtf(spread * (1.0f / kSoundings));
#pragma unroll
        for (int k = 0; k < kSoundings; ++k) kept += fminf(fmaxf(seen[k], mean - spread), mean + spread);
        load = fminf(load, 18.0f + kept * (1.0f / kSoundings));
    }
    ash[parcel] = 2.0f + load;
}

__global__ void __launch_bounds__(128) saddle_quince_aj2_b(const float* __restrict__ wind, const float* __restrict__ profile, float* __restrict__ ash) {
    const int parcel = blockIdx.x * 128 + threadIdx.x;
    float load = drift(wind, parcel);
    if (load > 18.0f) {
        const float* site = profile + parcel % kSites;
        float mean = 0.0f, spread = 0.0f, kept = 0.0f;
#pragma unroll 4
        for (int k = 0; k < kSoundings; ++k) mean += site[k * kSites];
        mean *= 1.0f / kSoundings;
#pragma unroll 4
        for (int k = 0; k < kSoundings; ++k) { const float off = site[k * kSites] - mean; spread = fmaf(off, off, spread); }
        spread = sqrtf(spread * (1.0f / kSoundings));
#pragma unroll 4
        for (int k = 0; k < kSoundings; ++k) kept += fminf(fmaxf(site[k * kSites], mean - spread), mean + spread);
        load = fminf(load, 18.0f + kept * (1.0f / kSoundings));
    }
    ash[parcel] = 2.0f + load;
}

// ---- Satellite camera: dark current and gain of 64 spectral bands applied to every pixel, one wave of blocks, tables in shared memory.
constexpr int kPixelQuads = 132 * 8 * 256 * 4 * 30;  // quadruples of bands: 32.4 million

__device__ __forceinline__ float4 corrected(float4 v, float4 d, float4 g) {
    return make_float4((v.x - d.x) * g.x, (v.y - d.y) * g.y, (v.z - d.z) * g.z, (v.w - d.w) * g.w);
}
__device__ __forceinline__ void calibrate(float4* table, const float4* __restrict__ dark, const float4* __restrict__ gain, const float4* __restrict__ raw,
                                          float4* __restrict__ clean) {
    const int t = threadIdx.x, step = gridDim.x * 256;
    if (t < 16) table[t] = dark[t];
    else if (t < 32) table[t] = gain[t - 16];
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < kPixelQuads; i += 4 * step) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(raw + i + j * step);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int band = (i + j * step) & 15;
            __stcs(clean + i + j * step, corrected(v[j], table[band], table[16 + band]));
        }
    }
}

__global__ void __launch_bounds__(256) thistle_oar_aj2_a(const float4* __restrict__ dark, const float4* __restrict__ gain, const float4* __restrict__ raw,
                                                         float4* __restrict__ clean) {
    extern __shared__ float4 table[];
    calibrate(table, dark, gain, raw, clean);
}
__global__ void __launch_bounds__(256, 8) thistle_oar_aj2_b(const float4* __restrict__ dark, const float4* __restrict__ gain, const float4* __restrict__ raw,
                                                            float4* __restrict__ clean) {
    extern __shared__ float4 table[];
    calibrate(table, dark, gain, raw, clean);
}

// ---- Gene expression: each of 131072 genes' 1024 cells brought to mean zero and unit spread with a scale and a shift a cell, a warp a gene.
constexpr int kGenes = 1 << 17, kCells = 1024;

__global__ void __launch_bounds__(256) marble_finch_aj2_a(const float4* __restrict__ counts, float4* __restrict__ level) {
    const int lane = threadIdx.x % 32;
    const size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * (kCells / 4) + lane;
    float4 v[8];
    float sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = __ldcs(counts + at + j * 32);
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    const float mean = sum * (1.0f / kCells);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x -= mean; v[j].y -= mean; v[j].z -= mean; v[j].w -= mean;
        square = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, square))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) square += __shfl_xor_sync(0xffffffffu, square, o);
    const float scale = rsqrtf(fmaf(square, 1.0f / kCells, 1e-5f));
#pragma unroll
    for (int j = 0; j < 8; ++j)
        __stcs(level + at + j * 32, make_float4(fmaf(v[j].x, scale, 1.0f), fmaf(v[j].y, scale, 1.0f), fmaf(v[j].z, scale, 1.0f), fmaf(v[j].w, scale, 1.0f)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Shared by all: one long input and one long output.
    constexpr size_t kMost = (size_t)kGenes * kCells;
    static_assert((size_t)kPixelQuads * 4 <= kMost && (size_t)kFeeds * kSamples <= kMost, "fields are too short");
    float *in = filled<float>(kMost, 441), *out = empty<float>(kMost);

    float* coef = filled<float>((size_t)kFeeds * kBands * 5, 442);
    add("cellar_plum_aj2_a", out, (size_t)kFeeds * kSamples, [=] { cellar_plum_aj2_a<<<kFeeds / 256, 256>>>(coef, in, out); });
    add("cellar_plum_aj2_b", out, (size_t)kFeeds * kSamples, [=] { cellar_plum_aj2_b<<<kFeeds / 256, 256>>>(coef, in, out); });

    float *soil = filled<float>(kColumns * kLevels, 443), *conduct = filled<float>(kColumns * kLevels, 444), *thawed = empty<float>(kColumns * kLevels);
    const int levels = kLevels;
    add("otter_lantern_aj2_a", thawed, kColumns * kLevels, [=] { otter_lantern_aj2_a<<<kColumns / 128, 128>>>(soil, conduct, thawed, levels); });
    add("otter_lantern_aj2_b", thawed, kColumns * kLevels, [=] { otter_lantern_aj2_b<<<kColumns / 128, 128>>>(soil, conduct, thawed); });

    float *beads = filled<float>((size_t)kAll * 8, 445), *hung = empty<float>((size_t)kAll * 3);
    add("walnut_ferry_aj2_a", hung, (size_t)kAll * 3, [=] { walnut_ferry_aj2_a<<<kRopes, kBeads, 4 + kBeads * sizeof(Bead)>>>(beads, hung); });
    add("walnut_ferry_aj2_b", hung, (size_t)kAll * 3, [=] { walnut_ferry_aj2_b<<<kRopes, kBeads, 4 + kBeads * sizeof(Bead)>>>(beads, hung); });

    std::vector<unsigned> nodes((size_t)kNodes * 32);
    {
        size_t at = 0;
        for (int level = 0; level < 5; ++level)
            for (size_t e = 0, most = (size_t)32 << (5 * level); e < most; ++e)
                nodes[at++] = (unsigned)((e << (5 * (4 - level))) * 64) + (level == 4 ? harness::hash32((uint32_t)e) % 64 : 0u);
    }
    unsigned* tree = uploaded(nodes);
    int *wanted = harness::indices(kKeys, 0x7fffffffu, 446), *place = empty<int>(kKeys);
    constexpr int kWideCrown = kLevel3 * 128, kCrown = kLevel2 * 128;  // bytes: room for three levels, room for the two that are kept
    CHECK(cudaFuncSetAttribute(copper_meadow_aj2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWideCrown));
    add("copper_meadow_aj2_a", place, kKeys, [=] { copper_meadow_aj2_a<<<kKeys / 256, 256, kWideCrown>>>(tree, wanted, place); }, Output::i32);
    add("copper_meadow_aj2_b", place, kKeys, [=] { copper_meadow_aj2_b<<<kKeys / 256, 256, kCrown>>>(tree, wanted, place); }, Output::i32);

    std::vector<float> postings((size_t)kChunks * 32);
    {
        std::vector<int> order(kChunks);
        for (int i = 0; i < kChunks; ++i) order[i] = i;
        for (int i = kChunks - 1; i > 0; --i) std::swap(order[i], order[harness::hash32((uint32_t)i + 447u) % (uint32_t)(i + 1)]);
        for (size_t i = 0; i < postings.size(); ++i) postings[i] = harness::unit((uint32_t)i);
        for (int i = 0; i < kChunks; ++i) std::memcpy(&postings[(size_t)order[i] * 32 + 31], &order[(i + 1) % kChunks], sizeof(int));
    }
    float *chunk = uploaded(postings), *score = empty<float>(kLists * 32);
    int* head = harness::indices(kLists, kChunks, 448);
    add("heron_biscuit_aj2_a", score, kLists * 32, [=] { heron_biscuit_aj2_a<<<kLists, 32>>>(chunk, head, score); });
    add("heron_biscuit_aj2_b", score, kLists * 32, [=] { heron_biscuit_aj2_b<<<kLists / 8, 256>>>(chunk, head, score); });

    float *wind = filled<float>((size_t)kPlane * 64, 449), *profile = filled<float>(kSoundings * kSites, 450), *ash = empty<float>(kParcels);
    add("saddle_quince_aj2_a", ash, kParcels, [=] { saddle_quince_aj2_a<<<kParcels / 128, 128>>>(wind, profile, ash); });
    add("saddle_quince_aj2_b", ash, kParcels, [=] { saddle_quince_aj2_b<<<kParcels / 128, 128>>>(wind, profile, ash); });

    float4 *dark = f4(filled<float>(64, 451)), *gain = f4(filled<float>(64, 452)), *in4 = f4(in), *out4 = f4(out);
    constexpr int kTable = 54 * 1024;
    CHECK(cudaFuncSetAttribute(thistle_oar_aj2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kTable));
    add("thistle_oar_aj2_a", out, (size_t)kPixelQuads * 4, [=] { thistle_oar_aj2_a<<<132 * 4, 256, kTable>>>(dark, gain, in4, out4); });
    add("thistle_oar_aj2_b", out, (size_t)kPixelQuads * 4, [=] { thistle_oar_aj2_b<<<132 * 8, 256, 32 * sizeof(float4)>>>(dark, gain, in4, out4); });

    add("marble_finch_aj2_a", out, kMost, [=] { marble_finch_aj2_a<<<kGenes / 8, 256>>>(in4, out4); });

    return harness::run(argc, argv, cases);
}
