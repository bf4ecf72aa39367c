// Eleven more measured cases about launches (grids, waves, balance, blocks, chains): before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Fireflies: light that reaches each of the 4096 fireflies of each of 33 swarms from all others of its swarm.
constexpr int kSwarms = 33, kFlies = 4096;

__device__ __forceinline__ void swarm_light(const float4* __restrict__ swarm, float* __restrict__ light, int i) {
    __shared__ float4 near[256];
    int t = threadIdx.x;
    float4 me = swarm[i + t];
    float sum = 0.0f;
    for (int j0 = 0; j0 < kFlies; j0 += 256) {
        __syncthreads();
        near[t] = swarm[j0 + t];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; ++j) {
            float4 o = near[j];
            float x = o.x - me.x, y = o.y - me.y, z = o.z - me.z;
            sum = fmaf(o.w + 1.5f, rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f)))), sum);
        }
    }
    light[i + t] = sum;
}

__global__ void __launch_bounds__(256) firefly_swarms_z2_a(const float4* __restrict__ fly, float* __restrict__ light) {
    size_t swarm = (size_t)blockIdx.x * kFlies;
#pragma unroll 1
    for (int i = 0; i < kFlies; i += 256) swarm_light(fly + swarm, light + swarm, i);
}

__global__ void __launch_bounds__(256) firefly_swarms_z2_b(const float4* __restrict__ fly, float* __restrict__ light) {
    size_t swarm = (size_t)blockIdx.x * kFlies;
    swarm_light(fly + swarm, light + swarm, blockIdx.y * 256);
}

// ---- Markets: products of the returns of 256 shares of one market with 256 of another one, summed over 33792 moments.
constexpr int kShares = 256, kTicks = 33 * 1024;

template <bool kParts>
__device__ __forceinline__ void twins(const float* __restrict__ one, const float* __restrict__ other, float* __restrict__ product, int begin, int end) {
    __shared__ float4 a[16][16], b[16][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float4* from_a = reinterpret_cast<const float4*>(one) + blockIdx.y * 16 + tx;
    const float4* from_b = reinterpret_cast<const float4*>(other) + blockIdx.x * 16 + tx;
    float sum[4][4] = {};
    float4 next_a = from_a[(size_t)(begin + ty) * (kShares / 4)], next_b = from_b[(size_t)(begin + ty) * (kShares / 4)];
    for (int k0 = begin; k0 < end; k0 += 16) {
        a[ty][tx] = next_a;
        b[ty][tx] = next_b;
        __syncthreads();
        if (k0 + 16 < end) {
            next_a = from_a[(size_t)(k0 + 16 + ty) * (kShares / 4)];
            next_b = from_b[(size_t)(k0 + 16 + ty) * (kShares / 4)];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = a[k][ty], q = b[k][tx];
            float u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = product + (blockIdx.y * 64 + ty * 4 + i) * kShares + blockIdx.x * 64 + tx * 4 + j;
            if (kParts) atomicAdd(to, sum[i][j]);
            else *to = sum[i][j];
        }
}

__global__ void __launch_bounds__(256) market_twins_z2_a(const float* __restrict__ one, const float* __restrict__ other, float* __restrict__ product) { twins<false>(one, other, product, 0, kTicks); }
__global__ void __launch_bounds__(256) market_twins_z2_b(const float* __restrict__ one, const float* __restrict__ other, float* __restrict__ product) {
    twins<true>(one, other, product, blockIdx.z * 1024, blockIdx.z * 1024 + 1024);
}

// ---- Watchmaking: place of each of 1.2 million metronomes after 2048 steps, eight a thread.
constexpr int kMetronomes = 146 * 1024 * 8, kBeats = 2048;

template <int kThreads>
__device__ __forceinline__ void beat(const float* __restrict__ weight, const float* __restrict__ rod, float* __restrict__ place) {
    int i = blockIdx.x * (kThreads * 8) + threadIdx.x;
    float x[8], v[8], k[8], drag[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        x[j] = 1.0f; v[j] = 0.0f;
        k[j] = fmaf(0.02f, weight[i + j * kThreads], 0.05f);
        drag[j] = fmaf(0.0005f, rod[i + j * kThreads], 0.999f);
    }
#pragma unroll 4
    for (int step = 0; step < kBeats; ++step) {
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = fmaf(-k[j], x[j], drag[j] * v[j]);
#pragma unroll
        for (int j = 0; j < 8; ++j) x[j] = fmaf(k[j], v[j], x[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) place[i + j * kThreads] = x[j];
}

__global__ void __launch_bounds__(1024) metronome_shop_z2_a(const float* __restrict__ weight, const float* __restrict__ rod, float* __restrict__ place) { beat<1024>(weight, rod, place); }
__global__ void __launch_bounds__(128) metronome_shop_z2_b(const float* __restrict__ weight, const float* __restrict__ rod, float* __restrict__ place) { beat<128>(weight, rod, place); }

// ---- Coral: pull on each of 33792 polyps of a chain by all polyps that grew before it; a warp takes four neighbours at a time, sixteen in all.
constexpr int kPolyps = 132 * 256, kReefBlocks = 132;

__device__ __forceinline__ float pull(float4 a, float4 b) {
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, r = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.05f)));
    float n = rsqrtf(r);
    return b.w * n * fmaf(n, n, -0.3f);
}

__device__ __forceinline__ void four_polyps(const float4* __restrict__ polyp, float* __restrict__ force, int q) {
    int lane = threadIdx.x % 32;
    float4 me[4];
    float sum[4] = {};
#pragma unroll
    for (int r = 0; r < 4; ++r) me[r] = polyp[4 * q + r];
#pragma unroll 4
    for (int j = lane; j < 4 * q; j += 32) {
        float4 o = polyp[j];
#pragma unroll
        for (int r = 0; r < 4; ++r) sum[r] += pull(me[r], o);
    }
    if (lane < 3) {
        float4 o = polyp[4 * q + lane];
#pragma unroll
        for (int r = 1; r < 4; ++r) if (lane < r) sum[r] += pull(me[r], o);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1)
#pragma unroll
        for (int r = 0; r < 4; ++r) sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], o);
    if (lane == 0) reinterpret_cast<float4*>(force)[q] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void __launch_bounds__(512) coral_chains_z2_a(const float4* __restrict__ polyp, float* __restrict__ force) {
    int w = threadIdx.x / 32;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) four_polyps(polyp, force, blockIdx.x * 64 + k * 16 + w);
}

__global__ void __launch_bounds__(512) coral_chains_z2_b(const float4* __restrict__ polyp, float* __restrict__ force) {
    int w = threadIdx.x / 32;
#pragma unroll 1
    for (int k = 0; k < 4; ++k)  // forth and back, so that each block and each warp gets early and late ones
        four_polyps(polyp, force, k % 2 ? (k * 16 + 15 - w) * kReefBlocks + kReefBlocks - 1 - blockIdx.x : (k * 16 + w) * kReefBlocks + blockIdx.x);
}

// ---- Contest: worth of the votes for each of 16896 songs, by the standing of each voter; a few songs are famous.
constexpr int kSongs = 132 * 128, kVoters = 4096, kShare = 2048;

__device__ __forceinline__ float votes(const int* __restrict__ voter, const float* __restrict__ standing, int begin, int end) {
    __shared__ float part[4];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = begin + threadIdx.x; k < end; k += 128) sum += standing[voter[k]];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    return part[0] + part[1] + part[2] + part[3];
}

__global__ void __launch_bounds__(128) jury_votes_z2_a(const int* __restrict__ voter, const float* __restrict__ standing, const int* __restrict__ begin, float* __restrict__ worth) {
    int song = blockIdx.x;
    float sum = votes(voter, standing, begin[song], begin[song + 1]);
    if (threadIdx.x == 0) worth[song] = sum;
}

__global__ void __launch_bounds__(128) jury_votes_z2_b(const int* __restrict__ voter, const float* __restrict__ standing, const int4* __restrict__ share, float* __restrict__ worth) {
    int4 s = share[blockIdx.x];  // song, begin, end
    float sum = votes(voter, standing, s.y, s.z);
    if (threadIdx.x == 0) atomicAdd(worth + s.x, sum);
}

// ---- Stamps: faded colours of the 32 albums of a collection, 65536 spots each.
constexpr int kAlbums = 32, kSpots = 65536;

__device__ __forceinline__ float faded(float c) { return fmaf(c, fmaf(-0.12f * c, c, 0.85f), 0.05f); }
__device__ __forceinline__ void fade(const float4* __restrict__ album, float4* __restrict__ old) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = album[i];
    old[i] = make_float4(faded(v.x), faded(v.y), faded(v.z), faded(v.w));
}

__global__ void __launch_bounds__(256) stamp_albums_z2_a0(const float4* __restrict__ album, float4* __restrict__ old) { fade(album, old); }
__global__ void __launch_bounds__(256) stamp_albums_z2_b(const float4* __restrict__ album, float4* __restrict__ old) {
    size_t from = (size_t)blockIdx.y * (kSpots / 4);
    fade(album + from, old + from);
}

// ---- Violin recordings: two takes of 67584 phrases (1024 samples) are added, each phrase is brought to one loudness and weighted by sample.
constexpr int kPhrases = 132 * 16 * 32, kNotes = 1024;

__device__ __forceinline__ float4 added(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 scaled(float4 a, float4 w, float s) { return make_float4(a.x * w.x * s, a.y * w.y * s, a.z * w.z * s, a.w * w.w * s); }
__device__ __forceinline__ float loudness(const float4 (&v)[8]) {
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum))));
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    return rsqrtf(fmaf(sum, 1.0f / kNotes, 1e-5f));
}

__global__ void __launch_bounds__(256) violin_takes_z2_a0(const float4* __restrict__ first, const float4* __restrict__ second, float4* __restrict__ both) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = first[i + 256 * j]; b[j] = second[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) both[i + 256 * j] = added(a[j], b[j]);
}

__global__ void __launch_bounds__(256) violin_takes_z2_a1(const float4* __restrict__ both, float* __restrict__ level) {
    int phrase = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = both[(size_t)phrase * (kNotes / 4) + j * 32 + lane];
    float s = loudness(v);
    if (lane == 0) level[phrase] = s;
}

__global__ void __launch_bounds__(256) violin_takes_z2_a2(const float4* __restrict__ both, const float* __restrict__ level, const float4* __restrict__ weight, float4* __restrict__ played) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4], w = weight[threadIdx.x];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = both[i + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) played[i + 256 * j] = scaled(v[j], w, level[blockIdx.x * 4 + j]);
}

__global__ void __launch_bounds__(256) violin_takes_z2_b(const float4* __restrict__ first, const float4* __restrict__ second, const float4* __restrict__ weight, float4* __restrict__ played) {
    int phrase = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t from = (size_t)phrase * (kNotes / 4) + lane;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = added(first[from + j * 32], second[from + j * 32]);
    float s = loudness(v);
#pragma unroll
    for (int j = 0; j < 8; ++j) played[from + j * 32] = scaled(v[j], weight[j * 32 + lane], s);
}

// ---- Photo booth: tone curve of 1024 points, in shared memory, over 69 million dots.
constexpr int kSpotsSeen = 132 * 2048 * 256, kCurve = 1024;

template <int kEach>
__device__ __forceinline__ void toned(const float* __restrict__ dot, const float4* __restrict__ curve, float* __restrict__ print) {
    __shared__ float tone[kCurve];
    int t = threadIdx.x, i = blockIdx.x * 256 * kEach + t;
    reinterpret_cast<float4*>(tone)[t] = curve[t];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < kEach; ++j) print[i + 256 * j] = tone[(int)((dot[i + 256 * j] + 1.0f) * 511.5f)];
}

__global__ void __launch_bounds__(256) photo_booth_z2_a(const float* __restrict__ dot, const float4* __restrict__ curve, float* __restrict__ print) { toned<1>(dot, curve, print); }
__global__ void __launch_bounds__(256) photo_booth_z2_b(const float* __restrict__ dot, const float4* __restrict__ curve, float* __restrict__ print) { toned<64>(dot, curve, print); }

// ---- Apiary: warmth of the 36 combs of each of 67584 hives after 512 steps; the hive gives air and light.
constexpr int kHives = 132 * 32 * 16, kCombs = 36;

__device__ __forceinline__ float warmth(float start, float2 hive) {
    float a = fmaf(0.1f, hive.x, 0.8f), b = 0.05f * hive.y, x = start, y = 0.5f * start, z = 0.25f, w = 0.1f;
#pragma unroll 8
    for (int s = 0; s < 512; ++s) {
        float p = fmaf(a, x, b * y), q = fmaf(a, y, -b * z), r = fmaf(a, z, b * w);
        w = fmaf(a, w, 0.02f * start);
        x = p + 0.01f; y = q; z = r;
    }
    return (x + y) + (z + w);
}

__global__ void __launch_bounds__(kCombs) hive_frames_z2_a(const float* __restrict__ comb, const float2* __restrict__ hive, float* __restrict__ warm) {
    int i = blockIdx.x * kCombs + threadIdx.x;
    warm[i] = warmth(comb[i], hive[blockIdx.x]);
}

__global__ void __launch_bounds__(128) hive_frames_z2_b(const float* __restrict__ comb, const float2* __restrict__ hive, float* __restrict__ warm) {
    int i = blockIdx.x * 128 + threadIdx.x;
    warm[i] = warmth(comb[i], hive[i / kCombs]);
}

// ---- Canals: level of water behind 130 million sluices.
constexpr int kSluiceBlocks = 132 * 8 * 30 + 40;

template <int kThreads>
__device__ __forceinline__ void sluice(const float4* __restrict__ water, float4* __restrict__ level) {
    size_t i = (size_t)blockIdx.x * (kThreads * 4) + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(water + i + kThreads * j);
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(level + i + kThreads * j, make_float4(fmaf(0.7f, v[j].x, 0.1f), fmaf(0.7f, v[j].y, 0.1f), fmaf(0.7f, v[j].z, 0.1f), fmaf(0.7f, v[j].w, 0.1f)));
}

__global__ void __launch_bounds__(256, 8) canal_locks_z2_a(const float4* __restrict__ water, float4* __restrict__ level) { sluice<256>(water, level); }
__global__ void __launch_bounds__(128, 16) canal_locks_z2_b(const float4* __restrict__ water, float4* __restrict__ level) { sluice<128>(water, level); }

// ---- Quarry: load of 104 million carts from stone and sand; as many blocks as fit walk over the tiles.
constexpr int kCarters = 132 * 8, kCartTiles = kCarters * 48;

__global__ void __launch_bounds__(256, 8) quarry_carts_z2_a(const float4* __restrict__ stone, const float4* __restrict__ sand, float4* __restrict__ load) {
#pragma unroll 1
    for (int tile = blockIdx.x; tile < kCartTiles; tile += kCarters) {
        size_t i = (size_t)tile * 512 + threadIdx.x;
        float4 a[2], b[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { a[j] = __ldcs(stone + i + 256 * j); b[j] = __ldcs(sand + i + 256 * j); }
#pragma unroll
        for (int j = 0; j < 2; ++j) __stcs(load + i + 256 * j, make_float4(fmaf(0.3f, b[j].x, a[j].x), fmaf(0.3f, b[j].y, a[j].y), fmaf(0.3f, b[j].z, a[j].z), fmaf(0.3f, b[j].w, a[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kSluiceBlocks * 4096;  // floats that the cases read and write at most
    static_assert(pool >= (size_t)kCartTiles * 2048 && pool >= (size_t)kPhrases * kNotes && pool >= (size_t)kSpotsSeen && pool >= (size_t)kTicks * kShares, "shared");
    const float *in = filled<float>(pool, 61), *too = filled<float>(pool, 62);
    float* out = empty<float>(pool);
    const float4 *in4 = reinterpret_cast<const float4*>(in), *too4 = reinterpret_cast<const float4*>(too);
    float4* out4 = reinterpret_cast<float4*>(out);

    add("firefly_swarms_z2_a", out, (size_t)kSwarms * kFlies, Output::f32, [=] { firefly_swarms_z2_a<<<kSwarms, 256>>>(in4, out); });
    add("firefly_swarms_z2_b", out, (size_t)kSwarms * kFlies, Output::f32, [=] { firefly_swarms_z2_b<<<dim3(kSwarms, kFlies / 256), 256>>>(in4, out); });

    add("market_twins_z2_a", out, kShares * kShares, Output::f32, [=] { market_twins_z2_a<<<dim3(4, 4), 256>>>(in, too, out); });
    add("market_twins_z2_b", out, kShares * kShares, Output::f32, [=] {
        cudaMemsetAsync(out, 0, kShares * kShares * sizeof(float));
        market_twins_z2_b<<<dim3(4, 4, kTicks / 1024), 256>>>(in, too, out); });

    add("metronome_shop_z2_a", out, kMetronomes, Output::f32, [=] { metronome_shop_z2_a<<<kMetronomes / 8192, 1024>>>(in, too, out); });
    add("metronome_shop_z2_b", out, kMetronomes, Output::f32, [=] { metronome_shop_z2_b<<<kMetronomes / 1024, 128>>>(in, too, out); });

    add("coral_chains_z2_a", out, kPolyps, Output::f32, [=] { coral_chains_z2_a<<<kReefBlocks, 512>>>(in4, out); });
    add("coral_chains_z2_b", out, kPolyps, Output::f32, [=] { coral_chains_z2_b<<<kReefBlocks, 512>>>(in4, out); });

    std::vector<int> begin(1, 0);
    std::vector<int4> share;
    for (int s = 0; s < kSongs; ++s) {
        int n = s % 704 == 300 ? 400000 + (int)(hash32(s) % 200000u) : 256 + (int)(hash32(s) % 1536u), from = begin.back(), to = from + n;
        for (int b = from; b < to; b += kShare) share.push_back(make_int4(s, b, std::min(b + kShare, to), 0));
        begin.push_back(to);
    }
    const int *voter = indices(begin.back(), kVoters, 63), *begins = uploaded(begin);
    const int4* shares = uploaded(share);
    int share_count = (int)share.size();
    add("jury_votes_z2_a", out, kSongs, Output::f32, [=] { jury_votes_z2_a<<<kSongs, 128>>>(voter, in, begins, out); });
    add("jury_votes_z2_b", out, kSongs, Output::f32, [=] {
        cudaMemsetAsync(out, 0, kSongs * sizeof(float));
        jury_votes_z2_b<<<share_count, 128>>>(voter, in, shares, out); });

    add("stamp_albums_z2_a0", out, (size_t)kAlbums * kSpots, Output::f32, [=] {
        for (int a = 0; a < kAlbums; ++a) stamp_albums_z2_a0<<<kSpots / 1024, 256>>>(in4 + (size_t)a * (kSpots / 4), out4 + (size_t)a * (kSpots / 4)); });
    add("stamp_albums_z2_b", out, (size_t)kAlbums * kSpots, Output::f32, [=] { stamp_albums_z2_b<<<dim3(kSpots / 1024, kAlbums), 256>>>(in4, out4); });

    float4* both = reinterpret_cast<float4*>(empty<float>((size_t)kPhrases * kNotes));
    float* level = empty<float>(kPhrases);
    const float4* weight = reinterpret_cast<const float4*>(filled<float>(kNotes, 64));
    add("violin_takes_z2_a0", out, (size_t)kPhrases * kNotes, Output::f32, [=] {
        violin_takes_z2_a0<<<kPhrases / 4, 256>>>(in4, too4, both);
        violin_takes_z2_a1<<<kPhrases / 8, 256>>>(both, level);
        violin_takes_z2_a2<<<kPhrases / 4, 256>>>(both, level, weight, out4); });
    add("violin_takes_z2_b", out, (size_t)kPhrases * kNotes, Output::f32, [=] { violin_takes_z2_b<<<kPhrases / 8, 256>>>(in4, too4, weight, out4); });

    add("photo_booth_z2_a", out, kSpotsSeen, Output::f32, [=] { photo_booth_z2_a<<<kSpotsSeen / 256, 256>>>(in, weight, out); });
    add("photo_booth_z2_b", out, kSpotsSeen, Output::f32, [=] { photo_booth_z2_b<<<kSpotsSeen / (256 * 64), 256>>>(in, weight, out); });

    const float2* hive = reinterpret_cast<const float2*>(too);
    add("hive_frames_z2_a", out, (size_t)kHives * kCombs, Output::f32, [=] { hive_frames_z2_a<<<kHives, kCombs>>>(in, hive, out); });
    add("hive_frames_z2_b", out, (size_t)kHives * kCombs, Output::f32, [=] { hive_frames_z2_b<<<kHives * kCombs / 128, 128>>>(in, hive, out); });

    add("canal_locks_z2_a", out, pool, Output::f32, [=] { canal_locks_z2_a<<<kSluiceBlocks, 256>>>(in4, out4); });
    add("canal_locks_z2_b", out, pool, Output::f32, [=] { canal_locks_z2_b<<<kSluiceBlocks * 2, 128>>>(in4, out4); });

    add("quarry_carts_z2_a", out, (size_t)kCartTiles * 2048, Output::f32, [=] { quarry_carts_z2_a<<<kCarters, 256>>>(in4, too4, out4); });

    return harness::run(argc, argv, cases);
}
