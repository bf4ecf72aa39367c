// Ten measured pairs from sport, crafts and daily life: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Curling: way travelled by each stone at 128 moments of its glide, friction rising as it slows; one row of 128 a stone.
constexpr int kStones = 132 * 4096, kMoments = 128;

__device__ __forceinline__ float glide(float& way, float& speed, float pebble) {
    float drag = pebble * (0.012f + 0.004f * rsqrtf(0.2f + speed));
    speed = fmaxf(speed - drag, 0.0f);
    return way = fmaf(speed, 0.1f, way);
}

__global__ void __launch_bounds__(128) curling_glide_v1_a(const float* __restrict__ push, const float* __restrict__ ice, float* __restrict__ track) {
    int stone = blockIdx.x * 128 + threadIdx.x;
    float way = 0.5f, speed = 2.0f + push[stone], pebble = 1.2f + 0.5f * ice[stone];
    float* row = track + (size_t)stone * kMoments;
    for (int from = 0; from < kMoments; from += 32) {
#pragma unroll 8
        for (int m = 0; m < 32; ++m) row[from + m] = glide(way, speed, pebble);
    }
}

__global__ void __launch_bounds__(128) curling_glide_v1_b(const float* __restrict__ push, const float* __restrict__ ice, float* __restrict__ track) {
    __shared__ float page[4][32][33];
    int stone = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32;
    float(*sheet)[33] = page[threadIdx.x / 32];
    float way = 0.5f, speed = 2.0f + push[stone], pebble = 1.2f + 0.5f * ice[stone];
    float* rows = track + (size_t)(stone - lane) * kMoments + lane;
    for (int from = 0; from < kMoments; from += 32) {
#pragma unroll 8
        for (int m = 0; m < 32; ++m) sheet[lane][m] = glide(way, speed, pebble);
        __syncwarp();
#pragma unroll 8
        for (int r = 0; r < 32; ++r) rows[(size_t)r * kMoments + from] = sheet[r][lane];
        __syncwarp();
    }
}

// ---- Container port: effort of each crane move from the eight properties of the container it is told to fetch.
constexpr int kBoxes = 4 << 20, kMoves = 132 * 8 * 256 * 16;

__global__ void harness_yard(const float* __restrict__ yard, float4* __restrict__ cards) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cards[2 * i] = make_float4(yard[i], yard[kBoxes + i], yard[2 * kBoxes + i], yard[3 * kBoxes + i]);
    cards[2 * i + 1] = make_float4(yard[4 * kBoxes + i], yard[5 * kBoxes + i], yard[6 * kBoxes + i], yard[7 * kBoxes + i]);
}

__device__ __forceinline__ float crane_effort(float4 p, float4 q) {
    float travel = sqrtf(p.x * p.x + p.y * p.y), lift = (2.0f + p.z) * (1.5f + p.w);
    return travel * (1.2f + q.x) + lift * (1.1f + q.y) + 0.3f * q.z * q.z + 0.2f * fabsf(q.w);
}

__global__ void __launch_bounds__(256) crane_effort_v1_a(const int* __restrict__ moves, const float* __restrict__ east, const float* __restrict__ north,
                                                         const float* __restrict__ mass, const float* __restrict__ tier, const float* __restrict__ wind,
                                                         const float* __restrict__ age, const float* __restrict__ tilt, const float* __restrict__ chill,
                                                         float* __restrict__ effort) {
    int m = blockIdx.x * 256 + threadIdx.x, box = moves[m];
    effort[m] = crane_effort(make_float4(east[box], north[box], mass[box], tier[box]), make_float4(wind[box], age[box], tilt[box], chill[box]));
}

__global__ void __launch_bounds__(256) crane_effort_v1_b(const int* __restrict__ moves, const float4* __restrict__ cards, float* __restrict__ effort) {
    int m = blockIdx.x * 256 + threadIdx.x, box = moves[m];
    effort[m] = crane_effort(cards[2 * box], cards[2 * box + 1]);
}

// ---- Conjuring: how often Kruskal's count succeeds with a piquet pack of 32 cards (ace 1, court cards 5) shuffled twelve times.
constexpr int kTables = 132 * 2048, kPack = 32, kDeals = 12;

__device__ __forceinline__ int pip_of(int card) { int rank = card % 8; return rank == 0 ? 1 : rank < 4 ? 5 : rank + 3; }  // 7..10 of the pack
__device__ __forceinline__ uint32_t cut(uint32_t& seed) { seed ^= seed << 13; seed ^= seed >> 17; return seed ^= seed << 5; }

__global__ void __launch_bounds__(128) piquet_trick_v1_a(int* __restrict__ hits) {
    int pack[kPack];
    int table = blockIdx.x * 128 + threadIdx.x, met = 0;
    uint32_t seed = harness::hash32(table + 77) | 1u;
    for (int c = 0; c < kPack; ++c) pack[c] = pip_of(c);
#pragma unroll 1
    for (int deal = 0; deal < kDeals; ++deal) {
#pragma unroll 1
        for (int c = kPack - 1; c > 0; --c) {
            int at = __umulhi(cut(seed), c + 1), card = pack[at];
            pack[at] = pack[c];
            pack[c] = card;
        }
        int guest = 0, wizard = 1 + (cut(seed) >> 30), next;
        while ((next = guest + pack[guest]) < kPack) guest = next;
        while ((next = wizard + pack[wizard]) < kPack) wizard = next;
        met += guest == wizard;
    }
    hits[table] = met;
}

__global__ void __launch_bounds__(128) piquet_trick_v1_b(int* __restrict__ hits) {
    __shared__ int packs[kPack][128];
    int table = blockIdx.x * 128 + threadIdx.x, met = 0;
    uint32_t seed = harness::hash32(table + 77) | 1u;
    int* pack = &packs[0][threadIdx.x];
    for (int c = 0; c < kPack; ++c) pack[c * 128] = pip_of(c);
#pragma unroll 1
    for (int deal = 0; deal < kDeals; ++deal) {
#pragma unroll 1
        for (int c = kPack - 1; c > 0; --c) {
            int at = __umulhi(cut(seed), c + 1), card = pack[at * 128];
            pack[at * 128] = pack[c * 128];
            pack[c * 128] = card;
        }
        int guest = 0, wizard = 1 + (cut(seed) >> 30), next;
        while ((next = guest + pack[guest * 128]) < kPack) guest = next;
        while ((next = wizard + pack[wizard * 128]) < kPack) wizard = next;
        met += guest == wizard;
    }
    hits[table] = met;
}

// ---- Palaeontology: tomogram of amber smoothed by forward and backward recursions along the lines of bricks of 16 x 16 x 16 voxels.
constexpr int kBricks = 132 * 64, kVoxels = 4096;

__device__ __forceinline__ void both_ways(float (&v)[16]) {
#pragma unroll
    for (int j = 1; j < 16; ++j) v[j] = fmaf(0.6f, v[j - 1] - v[j], v[j]);
#pragma unroll
    for (int j = 14; j >= 0; --j) v[j] = fmaf(0.6f, v[j + 1] - v[j], v[j]);
}

template <int kRow>  // words from one line of the brick to the next
__device__ __forceinline__ void smooth_amber(const float* __restrict__ scan, float* __restrict__ clear) {
    extern __shared__ volatile float brick[];
    auto along = [&](int from, int step) {
        float v[16];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = brick[from + j * step];
        both_ways(v);
#pragma unroll
        for (int j = 0; j < 16; ++j) brick[from + j * step] = v[j];
    };
    int t = threadIdx.x, top = t / 16 * kRow + t % 16, side = t / 16 * (16 * kRow) + t % 16;
    size_t here = (size_t)blockIdx.x * kVoxels + t;
    float v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = 1.5f + scan[here + j * 256];
    both_ways(v);
#pragma unroll
    for (int j = 0; j < 16; ++j) brick[top + j * 16 * kRow] = v[j];
    along(side, kRow);
    along(t * kRow, 1);
    along(side, kRow);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = brick[top + j * 16 * kRow];
    both_ways(v);
#pragma unroll
    for (int j = 0; j < 16; ++j) clear[here + j * 256] = v[j];
}

__global__ void __launch_bounds__(256) amber_bricks_v1_a(const float* __restrict__ scan, float* __restrict__ clear) { smooth_amber<16>(scan, clear); }
__global__ void __launch_bounds__(256) amber_bricks_v1_b(const float* __restrict__ scan, float* __restrict__ clear) { smooth_amber<17>(scan, clear); }

// ---- Expert systems: certainty of each remedy for each patient: the largest product of certainty factors over all symptoms.
constexpr int kPatients = 1536, kSymptoms = 1024, kRemedies = 2048;

__global__ void __launch_bounds__(256) remedy_certainty_v1_a(const float* __restrict__ seen, const float* __restrict__ cure, float* __restrict__ best) {
    int r = blockIdx.x * 32 + threadIdx.x, p = blockIdx.y * 8 + threadIdx.y;
    float top = -1.0f;
#pragma unroll 8
    for (int s = 0; s < kSymptoms; ++s) top = fmaxf(top, seen[p * kSymptoms + s] * cure[s * kRemedies + r]);
    best[p * kRemedies + r] = top;
}

__global__ void __launch_bounds__(256) remedy_certainty_v1_b(const float* __restrict__ seen, const float* __restrict__ cure, float* __restrict__ best) {
    __shared__ __align__(16) float s_seen[16][68], s_cure[16][64];
    int t = threadIdx.y * 32 + threadIdx.x, tr = t % 16, tp = t / 16, r0 = blockIdx.x * 64, p0 = blockIdx.y * 64;
    float top[4][4];
#pragma unroll
    for (int a = 0; a < 4; ++a)
#pragma unroll
        for (int b = 0; b < 4; ++b) top[a][b] = -1.0f;
    for (int from = 0; from < kSymptoms; from += 16) {
        float4 x = *reinterpret_cast<const float4*>(seen + (p0 + t / 4) * kSymptoms + from + t % 4 * 4);
        float4 y = *reinterpret_cast<const float4*>(cure + (from + t / 16) * kRemedies + r0 + t % 16 * 4);
        __syncthreads();
        s_seen[t % 4 * 4][t / 4] = x.x; s_seen[t % 4 * 4 + 1][t / 4] = x.y; s_seen[t % 4 * 4 + 2][t / 4] = x.z; s_seen[t % 4 * 4 + 3][t / 4] = x.w;
        *reinterpret_cast<float4*>(&s_cure[t / 16][t % 16 * 4]) = y;
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 16; ++s) {
            float4 u = *reinterpret_cast<const float4*>(&s_seen[s][tp * 4]), w = *reinterpret_cast<const float4*>(&s_cure[s][tr * 4]);
            float us[4] = {u.x, u.y, u.z, u.w}, ws[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
            for (int a = 0; a < 4; ++a)
#pragma unroll
                for (int b = 0; b < 4; ++b) top[a][b] = fmaxf(top[a][b], us[a] * ws[b]);
        }
    }
#pragma unroll
    for (int a = 0; a < 4; ++a)
        *reinterpret_cast<float4*>(best + (p0 + tp * 4 + a) * kRemedies + r0 + tr * 4) = make_float4(top[a][0], top[a][1], top[a][2], top[a][3]);
}

// ---- Coffee roastery: ground mass in each of 16 sieve classes of a sixth of an octave, totals of each block in a row of their own.
constexpr int kSieves = 16, kMills = 132 * 8, kGrounds = kMills * 256 * 4 * 32;

__device__ __forceinline__ int sieve_of(float size) { return min((int)fmaf(6.0f, __log2f(size), 6.01f), kSieves - 1); }

__global__ void __launch_bounds__(256) coffee_grind_v1_a(const float4* __restrict__ sizes, float* __restrict__ totals) {
    __shared__ float mass[kSieves];
    int t = threadIdx.x;
    if (t < kSieves) mass[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kGrounds / 4; i += kMills * 256) {
        float4 v = sizes[i];
        float d[4] = {1.5f + v.x, 1.5f + v.y, 1.5f + v.z, 1.5f + v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) atomicAdd(&mass[sieve_of(d[j])], d[j] * d[j] * d[j]);
    }
    __syncthreads();
    if (t < kSieves) totals[blockIdx.x * kSieves + t] = mass[t];
}

__global__ void __launch_bounds__(256) coffee_grind_v1_b(const float4* __restrict__ sizes, float* __restrict__ totals) {
    __shared__ float mass[kSieves][256];
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < kSieves; ++s) mass[s][t] = 0.0f;
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kGrounds / 4; i += kMills * 256) {
        float4 v = sizes[i];
        float d[4] = {1.5f + v.x, 1.5f + v.y, 1.5f + v.z, 1.5f + v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) mass[sieve_of(d[j])][t] += d[j] * d[j] * d[j];
    }
    __syncthreads();
    for (int s = t / 32; s < kSieves; s += 8) {
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += mass[s][t % 32 + 32 * j];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (t % 32 == 0) totals[blockIdx.x * kSieves + s] = sum;
    }
}

// ---- Jazz: improvised phrases of 64 bars; each bar is drawn by weight from the 32 that may follow the one before it.
constexpr int kBars = 1 << 20, kPhrases = 132 * 64 * 4, kLength = 64;

template <int kVoices>
__device__ __forceinline__ void improvise(const unsigned* __restrict__ book, int* __restrict__ melody) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kVoices;
    unsigned bar[kVoices], whim[kVoices], tune[kVoices];
#pragma unroll
    for (int v = 0; v < kVoices; ++v) {
        bar[v] = harness::hash32(first + v) % kBars;
        whim[v] = harness::hash32((first + v) * 32 + lane);
        tune[v] = 0;
    }
#pragma unroll 1
    for (int b = 0; b < kLength; ++b) {
        unsigned next[kVoices];
#pragma unroll
        for (int v = 0; v < kVoices; ++v) next[v] = book[bar[v] * 32 + lane];  // 10 bits of weight, 20 of the bar
#pragma unroll
        for (int v = 0; v < kVoices; ++v) {
            whim[v] = whim[v] * 1664525u + 1013904223u;
            unsigned key = ((whim[v] >> 16) * ((next[v] >> 20) + 1) & ~31u) | lane;
            unsigned best = __reduce_max_sync(0xffffffffu, key);
            bar[v] = __shfl_sync(0xffffffffu, next[v], best & 31) % kBars;
            tune[v] = tune[v] * 31u + bar[v];
        }
    }
#pragma unroll
    for (int v = 0; v < kVoices; ++v)
        if (lane == 0) melody[first + v] = tune[v] >> 12;
}

__global__ void __launch_bounds__(256, 8) jazz_phrases_v1_a(const unsigned* __restrict__ book, int* __restrict__ melody) { improvise<1>(book, melody); }
__global__ void __launch_bounds__(256, 8) jazz_phrases_v1_b(const unsigned* __restrict__ book, int* __restrict__ melody) { improvise<4>(book, melody); }

// ---- Manuscripts: unevenness of the ink along each scanned line of a parchment, a block a line; lines lie kPitch words apart.
constexpr int kLines = 132 * 8 * 16, kDots = 6143;

template <int kPitch>
__device__ __forceinline__ void ink_of(const float* __restrict__ scan, float* __restrict__ uneven) {
    __shared__ float2 part[8];
    const float* line = scan + (size_t)blockIdx.x * kPitch;
    int t = threadIdx.x;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int from = 0; from < kDots + 1; from += 2048) {
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = from + t + 256 * j < kDots ? line[from + t + 256 * j] : 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) { sum += v[j]; squares = fmaf(v[j], v[j], squares); }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (t % 32 == 0) part[t / 32] = make_float2(sum, squares);
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) { sum += part[w].x; squares += part[w].y; }
        float mean = sum * (1.0f / kDots);
        uneven[blockIdx.x] = sqrtf(squares * (1.0f / kDots) - mean * mean);
    }
}

__global__ void __launch_bounds__(256, 8) parchment_ink_v1_a(const float* __restrict__ scan, float* __restrict__ uneven) { ink_of<kDots>(scan, uneven); }
__global__ void __launch_bounds__(256, 8) parchment_ink_v1_b(const float* __restrict__ scan, float* __restrict__ uneven) { ink_of<kDots + 1>(scan, uneven); }

// ---- Geomagnetism: Rikitake's two-disc dynamo run for 96 steps from the power of twenty multipoles, which then follow its current.
constexpr int kDynamos = 132 * 40 * 256, kPoles = 20;

__device__ __forceinline__ void dynamo(const float* __restrict__ poles, float* __restrict__ field) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float g[kPoles], power = 0.0f;
#pragma unroll
    for (int c = 0; c < kPoles; ++c) g[c] = poles[(size_t)c * kDynamos + i];
#pragma unroll
    for (int c = 0; c < kPoles; ++c) power = fmaf(g[c], g[c], power);
    float x = 1.0f + g[0], y = 0.5f + g[1], z = 2.0f + 0.1f * power, mu = 1.0f + 0.02f * power;
    const float a = 3.2f, h = 0.01f;
#pragma unroll 1
    for (int step = 0; step < 96; ++step) {
        float u = x, v = y, w = z, dx = 0.0f, dy = 0.0f, dz = 0.0f;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float du = fmaf(w, v, -mu * u), dv = fmaf(w - a, u, -mu * v), dw = fmaf(-u, v, 1.0f);
            float weight = k == 0 || k == 3 ? h / 6.0f : h / 3.0f, ahead = k == 2 ? h : 0.5f * h;
            dx = fmaf(weight, du, dx); dy = fmaf(weight, dv, dy); dz = fmaf(weight, dw, dz);
            u = fmaf(ahead, du, x); v = fmaf(ahead, dv, y); w = fmaf(ahead, dw, z);
        }
        x += dx; y += dy; z += dz;
    }
    float current = 1.0f + 0.01f * (x * x + y * y);
#pragma unroll
    for (int c = 0; c < kPoles; ++c) field[(size_t)c * kDynamos + i] = fmaf(g[c], g[c], 0.5f) * current;
}

__global__ void __launch_bounds__(256, 8) dynamo_poles_v1_a(const float* __restrict__ poles, float* __restrict__ field) { dynamo(poles, field); }
__global__ void __launch_bounds__(256) dynamo_poles_v1_b(const float* __restrict__ poles, float* __restrict__ field) { dynamo(poles, field); }

// ---- Lichenology: yearly change of cover between three surveys in 8 bits, sixteen squares a thread.
constexpr int kSquares = 132 * 8 * 256 * 16 * 16;

__device__ __forceinline__ unsigned cover_range(unsigned a, unsigned b, unsigned c) {
    return __vsubus4(__vmaxu4(__vmaxu4(a, b), c), __vminu4(__vminu4(a, b), c));
}

__global__ void __launch_bounds__(256, 8) lichen_cover_v1_a(const uint4* __restrict__ first, const uint4* __restrict__ second,
                                                            const uint4* __restrict__ third, uint4* __restrict__ range) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = __ldcs(first + i), b = __ldcs(second + i), c = __ldcs(third + i);
    __stcs(range + i, make_uint4(cover_range(a.x, b.x, c.x), cover_range(a.y, b.y, c.y), cover_range(a.z, b.z, c.z), cover_range(a.w, b.w, c.w)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *push = filled<float>(kStones, 11), *ice = filled<float>(kStones, 12), *track = empty<float>((size_t)kStones * kMoments);
    add("curling_glide_v1_a", track, (size_t)kStones * kMoments, Output::f32, [=] { curling_glide_v1_a<<<kStones / 128, 128>>>(push, ice, track); });
    add("curling_glide_v1_b", track, (size_t)kStones * kMoments, Output::f32, [=] { curling_glide_v1_b<<<kStones / 128, 128>>>(push, ice, track); });

    float *yard = filled<float>((size_t)kBoxes * 8, 13), *effort = empty<float>(kMoves);
    float4* cards = reinterpret_cast<float4*>(empty<float>((size_t)kBoxes * 8));
    harness_yard<<<kBoxes / 256, 256>>>(yard, cards); CHECK(cudaGetLastError());
    int* moves = indices(kMoves, kBoxes, 14);
    add("crane_effort_v1_a", effort, kMoves, Output::f32, [=] {
        crane_effort_v1_a<<<kMoves / 256, 256>>>(moves, yard, yard + kBoxes, yard + 2 * kBoxes, yard + 3 * kBoxes, yard + 4 * kBoxes, yard + 5 * kBoxes,
                                                 yard + 6 * kBoxes, yard + 7 * kBoxes, effort); });
    add("crane_effort_v1_b", effort, kMoves, Output::f32, [=] { crane_effort_v1_b<<<kMoves / 256, 256>>>(moves, cards, effort); });

    int* hits = empty<int>(kTables);
    add("piquet_trick_v1_a", hits, kTables, Output::i32, [=] { piquet_trick_v1_a<<<kTables / 128, 128>>>(hits); });
    add("piquet_trick_v1_b", hits, kTables, Output::i32, [=] { piquet_trick_v1_b<<<kTables / 128, 128>>>(hits); });

    float *amber = filled<float>((size_t)kBricks * kVoxels, 15), *clear = empty<float>((size_t)kBricks * kVoxels);
    add("amber_bricks_v1_a", clear, (size_t)kBricks * kVoxels, Output::f32, [=] { amber_bricks_v1_a<<<kBricks, 256, 256 * 16 * sizeof(float)>>>(amber, clear); });
    add("amber_bricks_v1_b", clear, (size_t)kBricks * kVoxels, Output::f32, [=] { amber_bricks_v1_b<<<kBricks, 256, 256 * 17 * sizeof(float)>>>(amber, clear); });

    float *seen = filled<float>(kPatients * kSymptoms, 16), *cure = filled<float>(kSymptoms * kRemedies, 17), *best = empty<float>(kPatients * kRemedies);
    add("remedy_certainty_v1_a", best, kPatients * kRemedies, Output::f32, [=] {
        remedy_certainty_v1_a<<<dim3(kRemedies / 32, kPatients / 8), dim3(32, 8)>>>(seen, cure, best); });
    add("remedy_certainty_v1_b", best, kPatients * kRemedies, Output::f32, [=] {
        remedy_certainty_v1_b<<<dim3(kRemedies / 64, kPatients / 64), dim3(32, 8)>>>(seen, cure, best); });

    const float4* sizes = reinterpret_cast<const float4*>(filled<float>(kGrounds, 18));
    float* totals = empty<float>(kMills * kSieves);
    add("coffee_grind_v1_a", totals, kMills * kSieves, Output::f32, [=] { coffee_grind_v1_a<<<kMills, 256>>>(sizes, totals); });
    add("coffee_grind_v1_b", totals, kMills * kSieves, Output::f32, [=] { coffee_grind_v1_b<<<kMills, 256>>>(sizes, totals); });

    const unsigned* book = reinterpret_cast<const unsigned*>(indices((size_t)kBars * 32, 1u << 30, 19));
    int* melody = empty<int>(kPhrases);
    add("jazz_phrases_v1_a", melody, kPhrases, Output::i32, [=] { jazz_phrases_v1_a<<<kPhrases / 8, 256>>>(book, melody); });
    add("jazz_phrases_v1_b", melody, kPhrases, Output::i32, [=] { jazz_phrases_v1_b<<<kPhrases / 32, 256>>>(book, melody); });

    float *tight = filled<float>((size_t)kLines * kDots, 20), *padded = empty<float>((size_t)kLines * (kDots + 1)), *uneven = empty<float>(kLines);
    CHECK(cudaMemcpy2D(padded, (kDots + 1) * sizeof(float), tight, kDots * sizeof(float), kDots * sizeof(float), kLines, cudaMemcpyDeviceToDevice));
    add("parchment_ink_v1_a", uneven, kLines, Output::f32, [=] { parchment_ink_v1_a<<<kLines, 256>>>(tight, uneven); });
    add("parchment_ink_v1_b", uneven, kLines, Output::f32, [=] { parchment_ink_v1_b<<<kLines, 256>>>(padded, uneven); });

    constexpr size_t terms = (size_t)kDynamos * kPoles;
    float *poles = filled<float>(terms, 21), *field = empty<float>(terms);
    add("dynamo_poles_v1_a", field, terms, Output::f32, [=] { dynamo_poles_v1_a<<<kDynamos / 256, 256>>>(poles, field); });
    add("dynamo_poles_v1_b", field, terms, Output::f32, [=] { dynamo_poles_v1_b<<<kDynamos / 256, 256>>>(poles, field); });

    auto survey = [](uint32_t seed) { return reinterpret_cast<const uint4*>(indices(kSquares / 4, 0xffffffffu, seed)); };
    const uint4 *first = survey(22), *second = survey(5022), *third = survey(91022);
    uint4* range = reinterpret_cast<uint4*>(empty<uint8_t>(kSquares));
    add("lichen_cover_v1_a", range, kSquares, Output::u8, [=] { lichen_cover_v1_a<<<kSquares / 4096, 256>>>(first, second, third, range); });

    return harness::run(argc, argv, cases);
}
