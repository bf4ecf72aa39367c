// Eight cases from leases, seismology, telecoms, remote sensing, rendering, text search, archaeology and radiology: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Leases: present value of one plan of 12288 payments under 16896 discount factors, a factor a thread.
constexpr int kDue = 12288, kFactors = 132 * 128;

__device__ __forceinline__ void quern_stage(const float* __restrict__ plan, float* due) {
#pragma unroll 8
    for (int k = threadIdx.x; k < kDue / 4; k += 128) reinterpret_cast<float4*>(due)[k] = reinterpret_cast<const float4*>(plan)[k];
    __syncthreads();
}

__global__ void __launch_bounds__(128) quern_flows_ae6_a(const float* __restrict__ plan, const float* __restrict__ factor, float* __restrict__ value) {
    __shared__ __align__(16) float due[kDue];
    quern_stage(plan, due);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = fmaf(0.01f, factor[i], 0.985f), v = 0.0f;
#pragma unroll 16
    for (int k = kDue - 4; k >= 0; k -= 4) {
        float4 c = *reinterpret_cast<const float4*>(due + k);
        v = fmaf(v, d, c.w);
        v = fmaf(v, d, c.z);
        v = fmaf(v, d, c.y);
        v = fmaf(v, d, c.x);
    }
    value[i] = v;
}

__global__ void __launch_bounds__(128) quern_flows_ae6_b(const float* __restrict__ plan, const float* __restrict__ factor, float* __restrict__ value) {
    __shared__ __align__(16) float due[kDue];
    quern_stage(plan, due);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = fmaf(0.01f, factor[i], 0.985f), d4 = (d * d) * (d * d);
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 16
    for (int k = kDue - 4; k >= 0; k -= 4) {
        float4 c = *reinterpret_cast<const float4*>(due + k);
        v.w = fmaf(v.w, d4, c.w);
        v.z = fmaf(v.z, d4, c.z);
        v.y = fmaf(v.y, d4, c.y);
        v.x = fmaf(v.x, d4, c.x);
    }
    value[i] = fmaf(fmaf(fmaf(v.w, d, v.z), d, v.y), d, v.x);
}

// ---- Seismology: misfit of the picked arrival times of 64 stations for each candidate focus in a 128 x 64 x 64 grid.
constexpr int kFoci = 128 * 64 * 64, kPosts = 64;

__global__ void __launch_bounds__(128) teasel_tremors_ae6_a(const float4* __restrict__ station, const float* __restrict__ pick, float* __restrict__ misfit) {
    __shared__ float4 post[kPosts];
    __shared__ float seen[kPosts];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < kPosts) {
        float4 s = station[t];
        s.w = fmaf(0.5f, s.w, 5.5f);  // speed along the path, km/s
        post[t] = s;
        seen[t] = fmaf(0.05f, pick[t], 0.2f);
    }
    __syncthreads();
    float x = (i % 128) * (2.0f / 128) - 1.0f, y = (i / 128 % 64) * (2.0f / 64) - 1.0f, z = (i / 8192) * (1.0f / 64) + 1.25f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPosts; ++k) {
        float4 s = post[k];
        float dx = x - s.x, dy = y - s.y, dz = z - s.z, far = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
        float late = sqrtf(far) / s.w - seen[k];
        sum = fmaf(late, late, sum);
    }
    misfit[i] = sum;
}

__global__ void __launch_bounds__(128) teasel_tremors_ae6_b(const float4* __restrict__ station, const float* __restrict__ pick, float* __restrict__ misfit) {
    __shared__ float4 post[kPosts];
    __shared__ float seen[kPosts];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < kPosts) {
        float4 s = station[t];
        s.w = 1.0f / fmaf(0.5f, s.w, 5.5f);  // slowness along the path, s/km
        post[t] = s;
        seen[t] = fmaf(0.05f, pick[t], 0.2f);
    }
    __syncthreads();
    float x = (i % 128) * (2.0f / 128) - 1.0f, y = (i / 128 % 64) * (2.0f / 64) - 1.0f, z = (i / 8192) * (1.0f / 64) + 1.25f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPosts; ++k) {
        float4 s = post[k];
        float dx = x - s.x, dy = y - s.y, dz = z - s.z, far = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
        float late = fmaf(far * rsqrtf(far), s.w, -seen[k]);
        sum = fmaf(late, late, sum);
    }
    misfit[i] = sum;
}

// ---- Telecoms: 32-bit syndrome of each received word of 128 bits under a parity-check matrix of 32 rows.
constexpr int kReceived = 5120 * 256, kRows = 32;

__device__ __forceinline__ int ones_by_shift(uint32_t x) {
    int ones = 0;
#pragma unroll
    for (int b = 0; b < 32; ++b) ones += (x >> b) & 1;
    return ones;
}

template <bool kCounted>
__device__ __forceinline__ void osier_words(const uint4* __restrict__ word, const uint4* __restrict__ matrix, uint32_t* __restrict__ syndrome) {
    __shared__ uint4 row[kRows];
    if (threadIdx.x < kRows) row[threadIdx.x] = matrix[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 w = word[i];
    uint32_t bits = 0;
#pragma unroll 2
    for (int r = 0; r < kRows; ++r) {
        uint4 h = row[r];
        uint32_t x = (w.x & h.x) ^ (w.y & h.y) ^ (w.z & h.z) ^ (w.w & h.w);
        int ones = kCounted ? __popc(x) : ones_by_shift(x);
        bits = bits * 2 + (ones & 1);
    }
    syndrome[i] = bits;
}

__global__ void __launch_bounds__(256) osier_words_ae6_a(const uint4* __restrict__ word, const uint4* __restrict__ matrix, uint32_t* __restrict__ syndrome) {
    osier_words<false>(word, matrix, syndrome);
}
__global__ void __launch_bounds__(256) osier_words_ae6_b(const uint4* __restrict__ word, const uint4* __restrict__ matrix, uint32_t* __restrict__ syndrome) {
    osier_words<true>(word, matrix, syndrome);
}

// ---- Remote sensing: image row and column of each pixel of a height map by the rational polynomial camera of a satellite (4 cubics of 20 terms).
constexpr int kMapWide = 6144, kMapHigh = 6144;
__constant__ float alidade_model[4][20];

struct SameAsHost {  // rounds after every operation, as the reference on the host does
    static __device__ __forceinline__ float mad(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); }
};
struct Fused {
    static __device__ __forceinline__ float mad(float a, float b, float c) { return fmaf(a, b, c); }
};

template <class Math>
__device__ __forceinline__ void alidade_project(const float2* __restrict__ height, float4* __restrict__ image) {
    int px = (blockIdx.x * 32 + threadIdx.x) * 2, py = blockIdx.y * 8 + threadIdx.y, at = (py * kMapWide + px) / 2;
    float2 h = height[at];
    const float high[2] = {h.x, h.y};
    float P = Math::mad((float)py, 2.0f / kMapHigh, -1.0f), PP = P * P, term[2][20], sum[2][4];
#pragma unroll
    for (int e = 0; e < 2; ++e) {
        float H = high[e], L = Math::mad((float)(px + e), 2.0f / kMapWide, -1.0f), LL = L * L, HH = H * H, LP = L * P;
        const float all[20] = {1.0f, L, P, H, LP, L * H, P * H, LL, PP, HH, LP * H, LL * L, L * PP, L * HH, LL * P, PP * P, P * HH, LL * H, PP * H, HH * H};
#pragma unroll
        for (int k = 0; k < 20; ++k) term[e][k] = all[k];
#pragma unroll
        for (int q = 0; q < 4; ++q) sum[e][q] = alidade_model[q][0];
    }
#pragma unroll
    for (int k = 1; k < 20; ++k)
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            sum[0][q] = Math::mad(term[0][k], alidade_model[q][k], sum[0][q]);
            sum[1][q] = Math::mad(term[1][k], alidade_model[q][k], sum[1][q]);
        }
    image[at] = make_float4(__fdividef(sum[0][0], sum[0][1]), __fdividef(sum[0][2], sum[0][3]), __fdividef(sum[1][0], sum[1][1]), __fdividef(sum[1][2], sum[1][3]));
}

__global__ void __launch_bounds__(256) alidade_frames_ae6_a(const float2* __restrict__ height, float4* __restrict__ image) { alidade_project<SameAsHost>(height, image); }
__global__ void __launch_bounds__(256) alidade_frames_ae6_b(const float2* __restrict__ height, float4* __restrict__ image) { alidade_project<Fused>(height, image); }

// ---- Rendering: density of sample points in a building whose 40 rooms each have a tiny network 3-10-10-1 of their own; tiles of 128 points lie in one room.
constexpr int kRooms = 40, kHidden = 10, kWeights = kHidden * 4 + kHidden * 12, kTileWarps = 132 * 24, kTiles = kTileWarps * 320;

__host__ __device__ constexpr float room_weight(int room, int i) {
    uint32_t h = (uint32_t)(room * kWeights + i) * 2654435761u + 12345u;
    h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
    return (float)(h >> 8) * (1.0f / 16777216.0f) - 0.45f;
}
__device__ __forceinline__ float relu(float v) { return fmaxf(v, 0.0f); }

template <int kRoom>  // written by the exporter: weights are literals
__device__ __forceinline__ float4 room_density(float4 x, float4 y, float4 z) {
    float4 hidden[kHidden], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int j = 0; j < kHidden; ++j) {
        const float wx = room_weight(kRoom, j * 4), wy = room_weight(kRoom, j * 4 + 1), wz = room_weight(kRoom, j * 4 + 2), bias = room_weight(kRoom, j * 4 + 3);
        hidden[j] = make_float4(relu(fmaf(wz, z.x, fmaf(wy, y.x, fmaf(wx, x.x, bias)))), relu(fmaf(wz, z.y, fmaf(wy, y.y, fmaf(wx, x.y, bias)))),
                                relu(fmaf(wz, z.z, fmaf(wy, y.z, fmaf(wx, x.z, bias)))), relu(fmaf(wz, z.w, fmaf(wy, y.w, fmaf(wx, x.w, bias)))));
    }
#pragma unroll
    for (int j = 0; j < kHidden; ++j) {
        const int at = kHidden * 4 + j * 12;
        const float bias = room_weight(kRoom, at + 10), last = room_weight(kRoom, at + 11);
        float4 v = make_float4(bias, bias, bias, bias);
#pragma unroll
        for (int k = 0; k < kHidden; ++k) {
            const float w = room_weight(kRoom, at + k);
            v.x = fmaf(w, hidden[k].x, v.x); v.y = fmaf(w, hidden[k].y, v.y); v.z = fmaf(w, hidden[k].z, v.z); v.w = fmaf(w, hidden[k].w, v.w);
        }
        sum.x = fmaf(last, relu(v.x), sum.x); sum.y = fmaf(last, relu(v.y), sum.y); sum.z = fmaf(last, relu(v.z), sum.z); sum.w = fmaf(last, relu(v.w), sum.w);
    }
    return sum;
}

__global__ void __launch_bounds__(256, 3) samphire_rooms_ae6_a(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z,
                                                               const int* __restrict__ room, float4* __restrict__ density) {
    int lane = threadIdx.x % 32;
    for (int tile = blockIdx.x * 8 + threadIdx.x / 32; tile < kTiles; tile += kTileWarps) {
        size_t at = (size_t)tile * 32 + lane;
        float4 px = x[at], py = y[at], pz = z[at], d;
        switch (__shfl_sync(0xffffffffu, room[tile], 0)) {
#define ROOM(n) case n: d = room_density<n>(px, py, pz); break;
#define ROOMS(n) ROOM(n) ROOM(n + 1) ROOM(n + 2) ROOM(n + 3) ROOM(n + 4) ROOM(n + 5) ROOM(n + 6) ROOM(n + 7)
            ROOMS(0) ROOMS(8) ROOMS(16) ROOMS(24) ROOMS(32)
#undef ROOMS
#undef ROOM
            default: d = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        }
        density[at] = d;
    }
}

__global__ void __launch_bounds__(256, 3) samphire_rooms_ae6_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ z,
                                                               const int* __restrict__ room, const float4* __restrict__ weights, float4* __restrict__ density) {
    __shared__ float4 net[kRooms * kWeights / 4];
    for (int k = threadIdx.x; k < kRooms * kWeights / 4; k += 256) net[k] = weights[k];
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int tile = blockIdx.x * 8 + threadIdx.x / 32; tile < kTiles; tile += kTileWarps) {
        size_t at = (size_t)tile * 32 + lane;
        float4 px = x[at], py = y[at], pz = z[at];
        const float4* mine = net + __shfl_sync(0xffffffffu, room[tile], 0) * (kWeights / 4);
        float4 hidden[kHidden], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int j = 0; j < kHidden; ++j) {
            float4 w = mine[j];
            hidden[j] = make_float4(relu(fmaf(w.z, pz.x, fmaf(w.y, py.x, fmaf(w.x, px.x, w.w)))), relu(fmaf(w.z, pz.y, fmaf(w.y, py.y, fmaf(w.x, px.y, w.w)))),
                                    relu(fmaf(w.z, pz.z, fmaf(w.y, py.z, fmaf(w.x, px.z, w.w)))), relu(fmaf(w.z, pz.w, fmaf(w.y, py.w, fmaf(w.x, px.w, w.w)))));
        }
        mine += kHidden;
#pragma unroll 2
        for (int j = 0; j < kHidden; ++j, mine += 3) {
            float4 w0 = mine[0], w1 = mine[1], w2 = mine[2];
            const float w[kHidden] = {w0.x, w0.y, w0.z, w0.w, w1.x, w1.y, w1.z, w1.w, w2.x, w2.y};
            float4 v = make_float4(w2.z, w2.z, w2.z, w2.z);
#pragma unroll
            for (int k = 0; k < kHidden; ++k) {
                v.x = fmaf(w[k], hidden[k].x, v.x); v.y = fmaf(w[k], hidden[k].y, v.y); v.z = fmaf(w[k], hidden[k].z, v.z); v.w = fmaf(w[k], hidden[k].w, v.w);
            }
            sum.x = fmaf(w2.w, relu(v.x), sum.x); sum.y = fmaf(w2.w, relu(v.y), sum.y); sum.z = fmaf(w2.w, relu(v.z), sum.z); sum.w = fmaf(w2.w, relu(v.w), sum.w);
        }
        density[at] = sum;
    }
}

// ---- Text search: total term frequency of each of 131072 posting lists, kept as chains of 128-byte chunks (31 postings and the place of the next chunk).
constexpr int kLists = 1 << 17, kChain = 128, kChunks = kLists * kChain, kEnd = kChunks, kListsPerWarp = 4;

__host__ __device__ inline uint32_t chunk_place(uint32_t i) {  // a permutation of 24-bit numbers
    i ^= i >> 12; i = (i * 0x9e3779b1u) & (kChunks - 1); i ^= i >> 11; i = (i * 0x85ebca6bu) & (kChunks - 1); i ^= i >> 13;
    return i;
}
__global__ void harness_ledgers(int* pool, int* head) {
    size_t words = ((size_t)kChunks + 1) * 32, step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += step) {
        uint32_t chunk = (uint32_t)(i / 32), lane = i % 32;
        if (chunk == kChunks) { pool[i] = lane == 31 ? kEnd : 0; continue; }
        size_t at = (size_t)chunk_place(chunk) * 32 + lane;
        pool[at] = lane < 31 ? (int)harness::hash32((uint32_t)i) : chunk % kChain == kChain - 1 ? kEnd : (int)chunk_place(chunk + 1);
        if (lane == 0 && chunk % kChain == 0) head[chunk / kChain] = (int)chunk_place(chunk);
    }
}

__device__ __forceinline__ int frequency(int word, int lane) { return lane < 31 ? word & 255 : 0; }

__global__ void __launch_bounds__(256) bodkin_ledgers_ae6_a(const int* __restrict__ pool, const int* __restrict__ head, int* __restrict__ total) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kListsPerWarp;
    for (int list = first; list < first + kListsPerWarp; ++list) {
        int at = head[list], sum = 0;
        while (at != kEnd) {
            int word = pool[at * 32 + lane];
            sum += frequency(word, lane);
            at = __shfl_sync(0xffffffffu, word, 31);
        }
        sum = __reduce_add_sync(0xffffffffu, sum);
        if (lane == 0) total[list] = sum;
    }
}

__global__ void __launch_bounds__(256) bodkin_ledgers_ae6_b(const int* __restrict__ pool, const int* __restrict__ head, int* __restrict__ total) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kListsPerWarp;
    int at[kListsPerWarp], sum[kListsPerWarp];
#pragma unroll
    for (int q = 0; q < kListsPerWarp; ++q) { at[q] = head[first + q]; sum[q] = 0; }
    while (at[0] != kEnd || at[1] != kEnd || at[2] != kEnd || at[3] != kEnd) {  // a chain that has ended rests at the empty chunk
        int word[kListsPerWarp];
#pragma unroll
        for (int q = 0; q < kListsPerWarp; ++q) word[q] = pool[at[q] * 32 + lane];
#pragma unroll
        for (int q = 0; q < kListsPerWarp; ++q) {
            sum[q] += frequency(word[q], lane);
            at[q] = __shfl_sync(0xffffffffu, word[q], 31);
        }
    }
#pragma unroll
    for (int q = 0; q < kListsPerWarp; ++q) {
        int all = __reduce_add_sync(0xffffffffu, sum[q]);
        if (lane == 0) total[first + q] = all;
    }
}

// ---- Archaeology: radiocarbon age of each grain from its remaining fraction of carbon-14 (mild).
constexpr int kGrains = 32768 * 2048;

template <bool kQuick>
__device__ __forceinline__ float ember_age(float v) {
    float left = fmaf(0.4f, v, 0.55f);
    return -8033.0f * (kQuick ? __logf(left) : logf(left));
}
template <bool kQuick>
__device__ __forceinline__ void yarrow_embers(const float4* __restrict__ fraction, float4* __restrict__ age) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 f[2] = {fraction[i], fraction[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        age[i + j * 256] = make_float4(ember_age<kQuick>(f[j].x), ember_age<kQuick>(f[j].y), ember_age<kQuick>(f[j].z), ember_age<kQuick>(f[j].w));
}
__global__ void __launch_bounds__(256) yarrow_embers_ae6_a(const float4* __restrict__ fraction, float4* __restrict__ age) { yarrow_embers<false>(fraction, age); }
__global__ void __launch_bounds__(256) yarrow_embers_ae6_b(const float4* __restrict__ fraction, float4* __restrict__ age) { yarrow_embers<true>(fraction, age); }

// ---- Radiology: effective dose of each voxel, sum of the squared responses (polynomials of degree 15) of eight tissues (healthy).
constexpr int kVoxels = 32768 * 1024, kTissues = 8, kDegree = 15;
__constant__ float withy_response[kTissues][kDegree + 1];

__global__ void __launch_bounds__(256) withy_doses_ae6_a(const float4* __restrict__ fluence, float4* __restrict__ dose) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 f0 = fluence[i], f1 = fluence[i + 256];
    const float f[8] = {f0.x, f0.y, f0.z, f0.w, f1.x, f1.y, f1.z, f1.w};
    float sum[8] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int t = 0; t < kTissues; ++t) {
        float p[8];
#pragma unroll
        for (int e = 0; e < 8; ++e) p[e] = withy_response[t][kDegree];
#pragma unroll
        for (int k = kDegree - 1; k >= 0; --k)
#pragma unroll
            for (int e = 0; e < 8; ++e) p[e] = fmaf(p[e], f[e], withy_response[t][k]);
#pragma unroll
        for (int e = 0; e < 8; ++e) sum[e] = fmaf(p[e], p[e], sum[e]);
    }
    dose[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    dose[i + 256] = make_float4(sum[4], sum[5], sum[6], sum[7]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kTiles * 128;
    float *one = filled<float>(kMost, 61), *two = filled<float>(kMost, 62), *three = filled<float>(kMost, 63), *out = empty<float>(kMost);
    static_assert((size_t)kMapWide * kMapHigh * 2 <= kMost && (size_t)kGrains <= kMost && (size_t)kVoxels <= kMost, "fields are too short");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *three4 = f4(three), *out4 = f4(out);
    float2* one2 = reinterpret_cast<float2*>(one);

    int* bits = harness::indices((size_t)kReceived * 4 + kRows * 4, 0xffffffffu, 64);
    const uint4 *word = reinterpret_cast<uint4*>(bits), *matrix = word + kReceived;
    uint32_t* syndrome = empty<uint32_t>(kReceived);

    float model[4][20], response[kTissues][kDegree + 1];
    for (int q = 0; q < 4; ++q)
        for (int k = 0; k < 20; ++k) model[q][k] = q % 2 ? (k ? 0.02f * harness::unit(q * 20 + k) : 1.0f) : 0.7f * harness::unit(q * 20 + k + 1000);
    for (int t = 0; t < kTissues; ++t)
        for (int k = 0; k <= kDegree; ++k) response[t][k] = 0.5f * harness::unit(t * 16 + k + 2000);
    CHECK(cudaMemcpyToSymbol(alidade_model, model, sizeof model));
    CHECK(cudaMemcpyToSymbol(withy_response, response, sizeof response));

    std::vector<float> weights(kRooms * kWeights);
    for (int k = 0; k < kRooms * kWeights; ++k) weights[k] = room_weight(k / kWeights, k % kWeights);
    const float4* nets = f4(harness::uploaded(weights));
    int* room = harness::indices(kTiles, kRooms, 65);

    int *pool = empty<int>(((size_t)kChunks + 1) * 32), *head = empty<int>(kLists), *total = empty<int>(kLists);
    harness_ledgers<<<4096, 256>>>(pool, head); CHECK(cudaGetLastError());

    add("quern_flows_ae6_a", out, kFactors, Output::f32, [=] { quern_flows_ae6_a<<<kFactors / 128, 128>>>(one, two, out); });
    add("quern_flows_ae6_b", out, kFactors, Output::f32, [=] { quern_flows_ae6_b<<<kFactors / 128, 128>>>(one, two, out); });

    add("teasel_tremors_ae6_a", out, kFoci, Output::f32, [=] { teasel_tremors_ae6_a<<<kFoci / 128, 128>>>(one4, two, out); });
    add("teasel_tremors_ae6_b", out, kFoci, Output::f32, [=] { teasel_tremors_ae6_b<<<kFoci / 128, 128>>>(one4, two, out); });

    add("osier_words_ae6_a", syndrome, kReceived, Output::i32, [=] { osier_words_ae6_a<<<kReceived / 256, 256>>>(word, matrix, syndrome); });
    add("osier_words_ae6_b", syndrome, kReceived, Output::i32, [=] { osier_words_ae6_b<<<kReceived / 256, 256>>>(word, matrix, syndrome); });

    const dim3 map(kMapWide / 64, kMapHigh / 8), patch(32, 8);
    add("alidade_frames_ae6_a", out, (size_t)kMapWide * kMapHigh * 2, Output::f32, [=] { alidade_frames_ae6_a<<<map, patch>>>(one2, out4); });
    add("alidade_frames_ae6_b", out, (size_t)kMapWide * kMapHigh * 2, Output::f32, [=] { alidade_frames_ae6_b<<<map, patch>>>(one2, out4); });

    add("samphire_rooms_ae6_a", out, kMost, Output::f32, [=] { samphire_rooms_ae6_a<<<kTileWarps / 8, 256>>>(one4, two4, three4, room, out4); });
    add("samphire_rooms_ae6_b", out, kMost, Output::f32, [=] { samphire_rooms_ae6_b<<<kTileWarps / 8, 256>>>(one4, two4, three4, room, nets, out4); });

    constexpr int kLedgerBlocks = kLists / kListsPerWarp / 8;
    add("bodkin_ledgers_ae6_a", total, kLists, Output::i32, [=] { bodkin_ledgers_ae6_a<<<kLedgerBlocks, 256>>>(pool, head, total); });
    add("bodkin_ledgers_ae6_b", total, kLists, Output::i32, [=] { bodkin_ledgers_ae6_b<<<kLedgerBlocks, 256>>>(pool, head, total); });

    add("yarrow_embers_ae6_a", out, kGrains, Output::f32, [=] { yarrow_embers_ae6_a<<<kGrains / 2048, 256>>>(one4, out4); });
    add("yarrow_embers_ae6_b", out, kGrains, Output::f32, [=] { yarrow_embers_ae6_b<<<kGrains / 2048, 256>>>(one4, out4); });

    add("withy_doses_ae6_a", out, kVoxels, Output::f32, [=] { withy_doses_ae6_a<<<kVoxels / 2048, 256>>>(two4, out4); });

    return harness::run(argc, argv, cases);
}
