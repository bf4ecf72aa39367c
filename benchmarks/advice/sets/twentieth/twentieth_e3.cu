// Eleven measured pairs about grids, waves and launches: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr size_t kPool = (size_t)132 * 256 * 4096;  // floats that the cases share as input

// ---- Radio astronomy: power in decibels of complex samples of a dish.
constexpr int kDish = 132 * 131072;

__device__ __forceinline__ void dish(const float2* __restrict__ sky, float* __restrict__ power) {
    int apart = gridDim.x * 256;  // four samples of a thread at once; kDish is a multiple of 4 * apart
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDish; i += 4 * apart) {
        float2 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = sky[i + j * apart];
#pragma unroll
        for (int j = 0; j < 4; ++j) power[i + j * apart] = 3.0103f * __log2f(fmaf(s[j].x, s[j].x, fmaf(s[j].y, s[j].y, 1e-6f)));
    }
}

__global__ void __launch_bounds__(256) evening_dish_e3_a(const float2* __restrict__ sky, float* __restrict__ power) { dish(sky, power); }
__global__ void __launch_bounds__(256) evening_dish_e3_b(const float2* __restrict__ sky, float* __restrict__ power) { dish(sky, power); }

// ---- Perfumery: L1 distance of 192 new scents to 256 known ones over 16896 peaks of their chromatograms, a peak a row.
constexpr int kScents = 192, kKnown = 256, kPeaks = 16896, kParts = 44;

__device__ __forceinline__ void scent_tile(const float* __restrict__ fresh, const float* __restrict__ known, int first, int last, float (&sum)[4][4]) {
    __shared__ float4 f[2][16][16], k[2][16][16];
    int t = threadIdx.x, x = t % 16, y = t / 16;
    const float4* from = reinterpret_cast<const float4*>(fresh + blockIdx.y * 64) + x;
    const float4* to = reinterpret_cast<const float4*>(known + blockIdx.x * 64) + x;
    f[0][y][x] = from[(first + y) * (kScents / 4)];
    k[0][y][x] = to[(first + y) * (kKnown / 4)];
    __syncthreads();
    int now = 0;
    for (int p = first; p < last; p += 16, now ^= 1) {
        float4 nextf, nextk;
        bool more = p + 16 < last;
        if (more) {
            nextf = from[(p + 16 + y) * (kScents / 4)];
            nextk = to[(p + 16 + y) * (kKnown / 4)];
        }
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float4 a4 = f[now][q][y], b4 = k[now][q][x];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
        if (more) { f[now ^ 1][y][x] = nextf; k[now ^ 1][y][x] = nextk; }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256) scent_library_e3_a(const float* __restrict__ fresh, const float* __restrict__ known, float* __restrict__ apart) {
    float sum[4][4] = {};
    scent_tile(fresh, known, 0, kPeaks, sum);
    int x = blockIdx.x * 64 + threadIdx.x % 16 * 4, y = blockIdx.y * 64 + threadIdx.x / 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(apart + (y + i) * kKnown + x) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256) scent_library_e3_b(const float* __restrict__ fresh, const float* __restrict__ known, float* __restrict__ apart) {
    constexpr int part = kPeaks / kParts;
    float sum[4][4] = {};
    scent_tile(fresh, known, blockIdx.z * part, (blockIdx.z + 1) * part, sum);
    int x = blockIdx.x * 64 + threadIdx.x % 16 * 4, y = blockIdx.y * 64 + threadIdx.x / 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) atomicAdd(apart + (y + i) * kKnown + x + j, sum[i][j]);
}

// ---- Star clusters: pull on each of the 4096 stars of 148 clusters.
constexpr int kClusters = 148, kMembers = 4096;

__device__ __forceinline__ float inverse_root(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

template <int kThreads>
__device__ __forceinline__ void cluster(const float4* __restrict__ star, float4* __restrict__ pull, int which, int first) {
    __shared__ float4 tile[1024];
    const float4* mine = star + which * kMembers;
    float4 p[4], a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = mine[first + threadIdx.x + kThreads * j]; a[j] = make_float4(0.0f, 0.0f, 0.0f, 0.0f); }
    for (int s = 0; s < kMembers; s += 1024) {
#pragma unroll
        for (int k = threadIdx.x; k < 1024; k += kThreads) tile[k] = mine[s + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 1024; ++k) {
            float4 q = tile[k];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float x = q.x - p[j].x, y = q.y - p[j].y, z = q.z - p[j].z;
                float r = inverse_root(fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f))));
                float m = q.w * r, c = m * r * r;
                a[j].x = fmaf(c, x, a[j].x); a[j].y = fmaf(c, y, a[j].y); a[j].z = fmaf(c, z, a[j].z); a[j].w += m;
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) pull[which * kMembers + first + threadIdx.x + kThreads * j] = a[j];
}

__global__ void __launch_bounds__(1024, 1) winter_cluster_e3_a(const float4* __restrict__ star, float4* __restrict__ pull) { cluster<1024>(star, pull, blockIdx.x, 0); }
__global__ void __launch_bounds__(128, 9) winter_cluster_e3_b(const float4* __restrict__ star, float4* __restrict__ pull) {
    cluster<128>(star, pull, blockIdx.x / 8, blockIdx.x % 8 * 512);
}

// ---- Forestry: for each tree the number of later trees of the register within reach of its crown.
constexpr int kTrees = 132 * 256;

__device__ __forceinline__ void crowns(const float4* __restrict__ tree, int* __restrict__ near, int chunk) {
    __shared__ float4 tile[1024];
    __shared__ int part[8][128];
    int row = threadIdx.x % 128, p = threadIdx.x / 128, first = chunk * 128, n = 0;
    float4 me = tree[first + row];
    for (int j = first; j < kTrees; j += 1024) {
        int k = j + threadIdx.x;
        tile[threadIdx.x] = k < kTrees ? tree[k] : make_float4(1e9f, 1e9f, 1e9f, 0.0f);
        __syncthreads();
        const float4* t = tile + p * 128;
        int after = j == first && p == 0 ? row + 1 : 0;  // only the chunk against itself meets a tree twice
#pragma unroll 8
        for (int q = 0; q < 128; ++q) {
            float4 o = t[q];
            float x = o.x - me.x, y = o.y - me.y, z = o.z - me.z;
            n += fmaf(x, x, fmaf(y, y, z * z)) < 0.04f && q >= after;
        }
        __syncthreads();
    }
    part[p][row] = n;
    __syncthreads();
    if (p == 0) {
#pragma unroll
        for (int k = 1; k < 8; ++k) n += part[k][row];
        near[first + row] = n;
    }
    __syncthreads();
}

__global__ void __launch_bounds__(1024, 1) forest_register_e3_a(const float4* __restrict__ tree, int* __restrict__ near) {
    crowns(tree, near, 2 * blockIdx.x);
    crowns(tree, near, 2 * blockIdx.x + 1);
}
__global__ void __launch_bounds__(1024, 1) forest_register_e3_b(const float4* __restrict__ tree, int* __restrict__ near) {
    crowns(tree, near, blockIdx.x);
    crowns(tree, near, 2 * gridDim.x - 1 - blockIdx.x);
}

// ---- Seismology: energy of each of 3900 recorded tremors of unequal length.
constexpr int kTremors = 3900, kChunk = 48 * 1024;

__device__ __forceinline__ float tremor(const float4* __restrict__ shake, int first, int last) {
    __shared__ float part[8];
    float sum = 0.0f;
#pragma unroll 4
    for (int i = first + threadIdx.x; i < last; i += 256) {
        float4 v = __ldcs(shake + i);
        sum = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, sum))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    for (int w = 1; w < 8; ++w) sum += part[w];  // right in thread 0
    return sum;
}

__global__ void __launch_bounds__(256) night_tremors_e3_a(const float4* __restrict__ shake, const int* __restrict__ begin, float* __restrict__ energy) {
    float sum = tremor(shake, begin[blockIdx.x], begin[blockIdx.x + 1]);
    if (threadIdx.x == 0) energy[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) night_tremors_e3_b(const float4* __restrict__ shake, const int4* __restrict__ chunk, float* __restrict__ energy) {
    int4 c = chunk[blockIdx.x];
    float sum = tremor(shake, c.y, c.z);
    if (threadIdx.x == 0) atomicAdd(energy + c.x, sum);
}

// ---- Stamp shop: sharpened thumbnails of 24 stamps of 128 x 96.
constexpr int kStamps = 24, kWide = 128, kHigh = 96;

__device__ __forceinline__ void stamp(const float* __restrict__ from, float* __restrict__ to) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int l = max(x - 1, 0), r = min(x + 1, kWide - 1), u = max(y - 1, 0), d = min(y + 1, kHigh - 1);
    float c = from[y * kWide + x];
    to[y * kWide + x] = 3.0f * c - 0.5f * (from[y * kWide + l] + from[y * kWide + r] + from[u * kWide + x] + from[d * kWide + x]);
}

__global__ void __launch_bounds__(256) stamp_album_e3_a(const float* __restrict__ from, float* __restrict__ to) { stamp(from, to); }
__global__ void __launch_bounds__(256) stamp_album_e3_b(const float* __restrict__ from, float* __restrict__ to) {
    int s = blockIdx.z * kWide * kHigh;
    stamp(from + s, to + s);
}

// ---- Film: grading of a scan in three passes - light from density, the look, the curve of the screen.
constexpr int kGrains = 132 * 262144;

__device__ __forceinline__ float film_light(float d) { return fmaf(0.5f * d, d, 0.25f + 0.5f * d); }
__device__ __forceinline__ float film_look(float l) { return l * __fdividef(1.0f + 0.25f * l, 1.0f + l); }
__device__ __forceinline__ float film_screen(float l) { return sqrtf(fabsf(l)) * 1.055f - 0.055f; }

__global__ void __launch_bounds__(256) film_reel_e3_a0(const float4* __restrict__ density, float4* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = density[i];
    light[i] = make_float4(film_light(v.x), film_light(v.y), film_light(v.z), film_light(v.w));
}
__global__ void __launch_bounds__(256) film_reel_e3_a1(const float4* __restrict__ light, float4* __restrict__ look) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = light[i];
    look[i] = make_float4(film_look(v.x), film_look(v.y), film_look(v.z), film_look(v.w));
}
__global__ void __launch_bounds__(256) film_reel_e3_a2(const float4* __restrict__ look, float4* __restrict__ screen) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = look[i];
    screen[i] = make_float4(film_screen(v.x), film_screen(v.y), film_screen(v.z), film_screen(v.w));
}
__device__ __forceinline__ float film_all(float d) { return film_screen(film_look(film_light(d))); }
__global__ void __launch_bounds__(256) film_reel_e3_b(const float4* __restrict__ density, float4* __restrict__ screen) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = density[i];
    screen[i] = make_float4(film_all(v.x), film_all(v.y), film_all(v.z), film_all(v.w));
}

// ---- Salt pans: brine left in every pan after a day, from its depth.
constexpr int kPans = 132 * 262144;

__device__ __forceinline__ float brine(float depth) { return fmaf(depth, fmaf(depth, 0.125f, 0.75f), -0.0625f); }

__global__ void __launch_bounds__(64) salt_pans_e3_a(const float* __restrict__ depth, float* __restrict__ left) {
    int i = blockIdx.x * 64 + threadIdx.x;
    left[i] = brine(depth[i]);
}
__global__ void __launch_bounds__(64) salt_pans_e3_b(const float* __restrict__ depth, float* __restrict__ left) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = depth[i + 64 * j];
#pragma unroll
    for (int j = 0; j < 16; ++j) left[i + 64 * j] = brine(v[j]);
}

// ---- Weather masts: reading of the 36 vanes of each mast through a calibration series of 512 Chebyshev terms.
constexpr int kMasts = 132 * 512, kVanes = 36, kTerms = 512;
__constant__ float vane_terms[kTerms];

__device__ __forceinline__ float vane(float x) {
    float one = 0.0f, two = 0.0f, x2 = 2.0f * x;
#pragma unroll 16
    for (int k = kTerms - 1; k > 0; --k) {
        float now = fmaf(x2, one, vane_terms[k] - two);
        two = one;
        one = now;
    }
    return fmaf(x, one, vane_terms[0] - two);
}

__global__ void __launch_bounds__(36) mast_vanes_e3_a(const float* __restrict__ raw, float* __restrict__ wind) {
    int i = blockIdx.x * kVanes + threadIdx.x;
    wind[i] = vane(raw[i]);
}
__global__ void __launch_bounds__(288) mast_vanes_e3_b(const float* __restrict__ raw, float* __restrict__ wind) {
    int i = blockIdx.x * (8 * kVanes) + threadIdx.x;
    wind[i] = vane(raw[i]);
}

// ---- Minor planets: eccentric anomaly of each orbit by twelve steps of Newton.
constexpr int kOrbits = 1024 * (132 * 2 * 30 + 16);

template <int kThreads>
__device__ __forceinline__ void anomaly(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ angle) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float m = 3.0f * mean[i], e = fmaf(0.25f, shape[i], 0.3f), x = m;
#pragma unroll
    for (int step = 0; step < 12; ++step) {
        float s = __sinf(x), c = __cosf(x);
        x -= __fdividef(fmaf(-e, s, x) - m, fmaf(-e, c, 1.0f));
    }
    angle[i] = x;
}

__global__ void __launch_bounds__(1024, 2) minor_planets_e3_a(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ angle) { anomaly<1024>(mean, shape, angle); }
__global__ void __launch_bounds__(512, 4) minor_planets_e3_b(const float* __restrict__ mean, const float* __restrict__ shape, float* __restrict__ angle) { anomaly<512>(mean, shape, angle); }

// ---- Grain trade: value of the cargo of each of 33792 barges from 4096 prices; the blocks stay and walk over the barges.
constexpr int kBarges = 132 * 256, kGoods = 4096;

__global__ void __launch_bounds__(512, 2) grain_barges_e3_a(const float4* __restrict__ cargo, const float4* __restrict__ price, float* __restrict__ value) {
    __shared__ float4 p[kGoods / 4];
    for (int k = threadIdx.x; k < kGoods / 4; k += 512) p[k] = price[k];
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int b = blockIdx.x * 16 + threadIdx.x / 32; b < kBarges; b += gridDim.x * 16) {
        const float4* row = cargo + (size_t)b * (kGoods / 4) + lane;
        float sum = 0.0f;
#pragma unroll 8
        for (int k = 0; k < kGoods / 4; k += 32) {
            float4 c = __ldcs(row + k), q = p[k + lane];
            sum = fmaf(c.x, q.x, fmaf(c.y, q.y, fmaf(c.z, q.z, fmaf(c.w, q.w, sum))));
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) value[b] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    const float* pool = filled<float>(kPool, 51);
    const float4* pool4 = reinterpret_cast<const float4*>(pool);
    float* result = empty<float>(kGrains);

    const float2* sky = reinterpret_cast<const float2*>(pool);
    add("evening_dish_e3_a", result, kDish, Output::f32, [=] { evening_dish_e3_a<<<48, 256>>>(sky, result); });
    add("evening_dish_e3_b", result, kDish, Output::f32, [=] { evening_dish_e3_b<<<132 * 8, 256>>>(sky, result); });

    const float *fresh = pool, *known = pool + (size_t)kScents * kPeaks;
    float* apart = empty<float>(kScents * kKnown);
    add("scent_library_e3_a", apart, kScents * kKnown, Output::f32, [=] { scent_library_e3_a<<<dim3(kKnown / 64, kScents / 64), 256>>>(fresh, known, apart); });
    add("scent_library_e3_b", apart, kScents * kKnown, Output::f32, [=] {
        CHECK(cudaMemsetAsync(apart, 0, kScents * kKnown * sizeof(float)));
        scent_library_e3_b<<<dim3(kKnown / 64, kScents / 64, kParts), 256>>>(fresh, known, apart); });

    float4* pull = reinterpret_cast<float4*>(empty<float>((size_t)kClusters * kMembers * 4));
    add("winter_cluster_e3_a", pull, (size_t)kClusters * kMembers * 4, Output::f32, [=] { winter_cluster_e3_a<<<kClusters, 1024>>>(pool4, pull); });
    add("winter_cluster_e3_b", pull, (size_t)kClusters * kMembers * 4, Output::f32, [=] { winter_cluster_e3_b<<<kClusters * 8, 128>>>(pool4, pull); });

    int* near = empty<int>(kTrees);
    add("forest_register_e3_a", near, kTrees, Output::i32, [=] { forest_register_e3_a<<<kTrees / 256, 1024>>>(pool4, near); });
    add("forest_register_e3_b", near, kTrees, Output::i32, [=] { forest_register_e3_b<<<kTrees / 256, 1024>>>(pool4, near); });

    std::vector<int> begin(1, 0);
    std::vector<int4> chunk;
    for (int t = 0; t < kTremors; ++t) {
        bool great = t == 611 || t == 1999 || t == 2718 || t == 3600;
        int length = great ? 512 * 1024 : (16 + (int)(harness::hash32(t + 17) % 33u)) * 256, first = begin.back();  // in float4
        begin.push_back(first + length);
        for (int c = first; c < first + length; c += kChunk / 4) chunk.push_back(make_int4(t, c, std::min(c + kChunk / 4, first + length), 0));
    }
    if ((size_t)begin.back() * 4 > kPool) { std::fprintf(stderr, "too many tremors\n"); return 1; }
    const int *starts = uploaded(begin), chunks = (int)chunk.size();
    const int4* pieces = uploaded(chunk);
    float* energy = empty<float>(kTremors);
    add("night_tremors_e3_a", energy, kTremors, Output::f32, [=] { night_tremors_e3_a<<<kTremors, 256>>>(pool4, starts, energy); });
    add("night_tremors_e3_b", energy, kTremors, Output::f32, [=] {
        CHECK(cudaMemsetAsync(energy, 0, kTremors * sizeof(float)));
        night_tremors_e3_b<<<chunks, 256>>>(pool4, pieces, energy); });

    constexpr int size = kWide * kHigh;
    float* album = empty<float>(kStamps * size);
    add("stamp_album_e3_a", album, kStamps * size, Output::f32, [=] {
        for (int s = 0; s < kStamps; ++s) stamp_album_e3_a<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(pool + s * size, album + s * size); });
    add("stamp_album_e3_b", album, kStamps * size, Output::f32, [=] { stamp_album_e3_b<<<dim3(kWide / 32, kHigh / 8, kStamps), dim3(32, 8)>>>(pool, album); });

    float4 *light = reinterpret_cast<float4*>(empty<float>(kGrains)), *look = reinterpret_cast<float4*>(empty<float>(kGrains)), *screen = reinterpret_cast<float4*>(result);
    add("film_reel_e3_a0", result, kGrains, Output::f32, [=] {
        film_reel_e3_a0<<<kGrains / 1024, 256>>>(pool4, light);
        film_reel_e3_a1<<<kGrains / 1024, 256>>>(light, look);
        film_reel_e3_a2<<<kGrains / 1024, 256>>>(look, screen); });
    add("film_reel_e3_b", result, kGrains, Output::f32, [=] { film_reel_e3_b<<<kGrains / 1024, 256>>>(pool4, screen); });

    add("salt_pans_e3_a", result, kPans, Output::f32, [=] { salt_pans_e3_a<<<kPans / 64, 64>>>(pool, result); });
    add("salt_pans_e3_b", result, kPans, Output::f32, [=] { salt_pans_e3_b<<<kPans / 1024, 64>>>(pool, result); });

    std::vector<float> terms(kTerms);
    for (int k = 0; k < kTerms; ++k) terms[k] = harness::unit(k * 2654435761u + 52) / (1.0f + 0.1f * k);
    CHECK(cudaMemcpyToSymbol(vane_terms, terms.data(), kTerms * sizeof(float)));
    add("mast_vanes_e3_a", result, kMasts * kVanes, Output::f32, [=] { mast_vanes_e3_a<<<kMasts, kVanes>>>(pool, result); });
    add("mast_vanes_e3_b", result, kMasts * kVanes, Output::f32, [=] { mast_vanes_e3_b<<<kMasts / 8, 8 * kVanes>>>(pool, result); });

    add("minor_planets_e3_a", result, kOrbits, Output::f32, [=] { minor_planets_e3_a<<<kOrbits / 1024, 1024>>>(pool, pool + kOrbits, result); });
    add("minor_planets_e3_b", result, kOrbits, Output::f32, [=] { minor_planets_e3_b<<<kOrbits / 512, 512>>>(pool, pool + kOrbits, result); });

    const float4* price = reinterpret_cast<const float4*>(filled<float>(kGoods, 53));
    float* value = empty<float>(kBarges);
    add("grain_barges_e3_a", value, kBarges, Output::f32, [=] { grain_barges_e3_a<<<132 * 2, 512>>>(pool4, price, value); });

    return harness::run(argc, argv, cases);
}
