// Eleven measured cases about control flow, barriers, atomics and doubles: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Archaeology: wear of 17 million runes by the rock that each is cut in (six kinds, each with its own weathering law).
constexpr int kRunes = 132 * 512 * 256, kTile = 2048, kRocks = 6;

__device__ __forceinline__ float weathered(float x, int rock) {
    float y = x, z = 0.5f * x + 0.25f;
    switch (rock) {
        case 0:
#pragma unroll 16
            for (int k = 0; k < 80; ++k) { y = fmaf(y, 0.61f, x); z = fmaf(z, 0.37f, y); z = fminf(z, 1.0f); }
            break;
        case 1:
#pragma unroll 16
            for (int k = 0; k < 80; ++k) { z = fmaf(-0.3f * y, z, x); y = fmaf(0.4f, fabsf(z), 0.2f); }
            break;
        case 2:
#pragma unroll 16
            for (int k = 0; k < 120; ++k) { y = fmaf(0.7f, y, 0.01f * z); z = fmaf(-0.2f, z, y); }
            break;
        case 3:
#pragma unroll 16
            for (int k = 0; k < 80; ++k) { y = fmaxf(fmaf(y, -0.52f, z), -1.0f); z = fmaf(z, 0.33f, 0.1f * y); }
            break;
        case 4:
#pragma unroll 16
            for (int k = 0; k < 110; ++k) { z = fmaf(0.81f, z, -0.02f); y = fmaf(y, 0.45f, z * z); }
            break;
        default:
#pragma unroll 16
            for (int k = 0; k < 75; ++k) { y = fmaf(0.25f * y, y, x); z = fminf(fmaf(z, 0.5f, y), 2.0f); }
    }
    return y + z;
}

__global__ void __launch_bounds__(256) rune_carvings_z3_a(const float* __restrict__ depth, const uint8_t* __restrict__ rock, float* __restrict__ wear) {
    int base = blockIdx.x * kTile + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kTile; j += 256) wear[base + j] = weathered(depth[base + j], rock[base + j]);
}

__global__ void __launch_bounds__(256) rune_carvings_z3_b(const float* __restrict__ depth, const uint8_t* __restrict__ rock, const uint16_t* __restrict__ by_rock, float* __restrict__ wear) {
    __shared__ float rune[kTile];
    __shared__ uint8_t kind[kTile];
    int base = blockIdx.x * kTile + threadIdx.x;
#pragma unroll
    for (int j = 0; j < kTile; j += 256) { rune[threadIdx.x + j] = depth[base + j]; kind[threadIdx.x + j] = rock[base + j]; }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < kTile; j += 256) { int at = by_rock[base + j]; rune[at] = weathered(rune[at], kind[at]); }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile; j += 256) wear[base + j] = rune[threadIdx.x + j];
}

// ---- Snails: end of each trail after its own number of stretches: most crawl 12 to 19, one in sixteen crawls 256.
constexpr int kSnails = 132 * 256 * 256;

__device__ __forceinline__ float crawl(float start, int stretches) {
    float x = start, y = 0.3f, c = 0.2f + 0.1f * start;
#pragma unroll 1
    for (int k = 0; k < stretches; ++k) {
        float u = fmaf(c, y, 0.9f * x), v = fmaf(-c, x, 0.9f * y);
        x = fmaf(0.05f, u * v, u);
        y = fmaf(-0.05f * u, u, v);
    }
    return x + y;
}

__global__ void __launch_bounds__(256) snail_trails_z3_a(const float* __restrict__ start, const int* __restrict__ stretches, float* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    end[i] = crawl(start[i], stretches[i]);
}

__global__ void __launch_bounds__(256) snail_trails_z3_b(const float* __restrict__ start, const int* __restrict__ stretches, const int* __restrict__ snail, float* __restrict__ end) {  // by length of the trail
    int i = blockIdx.x * 256 + threadIdx.x;
    end[snail[i]] = crawl(start[i], stretches[i]);
}

// ---- Lanterns: log of the sum of exponentials of each of 67584 rows of 2048 brightnesses.
constexpr int kLanterns = 132 * 512, kBright = 2048;

__global__ void __launch_bounds__(1024) lantern_rows_z3_a(const float2* __restrict__ bright, float* __restrict__ glow) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    float2 v = bright[(size_t)blockIdx.x * (kBright / 2) + t];
    s[t] = fmaxf(v.x, v.y);
    __syncthreads();
    for (int o = 512; o; o >>= 1) {
        if (t < o) s[t] = fmaxf(s[t], s[t + o]);
        __syncthreads();
    }
    float top = s[0];
    __syncthreads();
    s[t] = __expf(v.x - top) + __expf(v.y - top);
    __syncthreads();
    for (int o = 512; o; o >>= 1) {
        if (t < o) s[t] += s[t + o];
        __syncthreads();
    }
    if (t == 0) glow[blockIdx.x] = top + __logf(s[0]);
}

__global__ void __launch_bounds__(1024) lantern_rows_z3_b(const float2* __restrict__ bright, float* __restrict__ glow) {
    __shared__ float most[32], sums[32];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    float2 v = bright[(size_t)blockIdx.x * (kBright / 2) + t];
    float top = fmaxf(v.x, v.y);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    if (lane == 0) most[w] = top;
    __syncthreads();
    top = most[lane];
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float sum = __expf(v.x - top) + __expf(v.y - top);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) sums[w] = sum;
    __syncthreads();
    if (w == 0) {
        sum = sums[lane];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) glow[blockIdx.x] = top + __logf(sum);
    }
}

// ---- Violins: 128 time steps of the wave equation on 16896 strings of 512 points, fixed at both ends.
constexpr int kStrings = 132 * 128, kNodes = 512, kTicks = 128;

__device__ __forceinline__ float swung(float left, float here, float right, float before, float c2) { return fmaf(c2, fmaf(-2.0f, here, left + right), fmaf(2.0f, here, -before)); }

__global__ void __launch_bounds__(kNodes) violin_strings_z3_a(const float* __restrict__ plucked, const float* __restrict__ tension, float* __restrict__ shape) {
    __shared__ float s[kNodes + 2];
    int t = threadIdx.x;
    float here = plucked[blockIdx.x * kNodes + t], before = here, c2 = fmaf(0.2f, tension[blockIdx.x], 0.5f);
    if (t == 0) s[0] = s[kNodes + 1] = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kTicks; ++k) {
        s[t + 1] = here;
        __syncthreads();
        float next = swung(s[t], here, s[t + 2], before, c2);
        before = here;
        here = next;
        __syncthreads();
    }
    shape[blockIdx.x * kNodes + t] = here;
}

__global__ void __launch_bounds__(128) violin_strings_z3_b(const float4* __restrict__ plucked, const float* __restrict__ tension, float4* __restrict__ shape) {
    int string = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float here[16], before[16], c2 = fmaf(0.2f, tension[string], 0.5f);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 v = plucked[string * (kNodes / 4) + lane * 4 + j];
        here[4 * j] = v.x; here[4 * j + 1] = v.y; here[4 * j + 2] = v.z; here[4 * j + 3] = v.w;
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) before[j] = here[j];
#pragma unroll 2
    for (int k = 0; k < kTicks; ++k) {
        float left = __shfl_up_sync(0xffffffffu, here[15], 1), right = __shfl_down_sync(0xffffffffu, here[0], 1);
        if (lane == 0) left = 0.0f;
        if (lane == 31) right = 0.0f;
#pragma unroll
        for (int j = 0; j < 16; ++j) before[j] = swung(j ? here[j - 1] : left, here[j], j < 15 ? here[j + 1] : right, before[j], c2);
#pragma unroll
        for (int j = 0; j < 16; ++j) { float v = here[j]; here[j] = before[j]; before[j] = v; }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) shape[string * (kNodes / 4) + lane * 4 + j] = make_float4(here[4 * j], here[4 * j + 1], here[4 * j + 2], here[4 * j + 3]);
}

// ---- Fireflies: light of 2.16 million flights (400 beats each), added to the one of 24 jars in which each ends, in thousandths.
constexpr int kFlights = 132 * 64 * 256, kJars = 24;

__device__ __forceinline__ int light(float x) {
    float a = x, b = 0.5f - x;
#pragma unroll 20
    for (int k = 0; k < 400; ++k) { a = fmaf(0.83f, a, 0.07f); b = fmaf(-0.5f * x, b, a); }
    return (int)(1000.0f * fabsf(a - b));
}

__global__ void __launch_bounds__(256) firefly_jars_z3_a(const float* __restrict__ flight, const int* __restrict__ jar, int* __restrict__ glow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    atomicAdd(glow + jar[i], light(flight[i]));
}

__global__ void __launch_bounds__(256) firefly_jars_z3_b(const float* __restrict__ flight, const int* __restrict__ jar, int* __restrict__ glow) {
    __shared__ int mine[kJars];
    int i = blockIdx.x * 256 + threadIdx.x;
    if (threadIdx.x < kJars) mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(mine + jar[i], light(flight[i]));
    __syncthreads();
    if (threadIdx.x < kJars) atomicAdd(glow + threadIdx.x, mine[threadIdx.x]);
}

// ---- Dunes: sum and sum of squares of the heights of 34.6 million laser echoes in each cell of a map; the scanner delivers them cell by cell.
constexpr int kEchoes = 132 * 1024 * 256;

__global__ void __launch_bounds__(256) desert_dunes_z3_a(const float* __restrict__ height, const int* __restrict__ cell, float* __restrict__ sum, float* __restrict__ squares) {
    int i = blockIdx.x * 256 + threadIdx.x, c = cell[i];
    float h = 1.5f + height[i];
    atomicAdd(sum + c, h);
    atomicAdd(squares + c, h * h);
}

__global__ void __launch_bounds__(256) desert_dunes_z3_b(const float* __restrict__ height, const int* __restrict__ cell, float* __restrict__ sum, float* __restrict__ squares) {
    int i = blockIdx.x * 256 + threadIdx.x, c = cell[i], lane = threadIdx.x % 32;
    float h = 1.5f + height[i], q = h * h;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float more = __shfl_down_sync(0xffffffffu, h, o), more_q = __shfl_down_sync(0xffffffffu, q, o);
        int other = __shfl_down_sync(0xffffffffu, c, o);
        if (lane + o < 32 && other == c) { h += more; q += more_q; }
    }
    int before = __shfl_up_sync(0xffffffffu, c, 1);
    if (lane == 0 || before != c) {
        atomicAdd(sum + c, h);
        atomicAdd(squares + c, q);
    }
}

// ---- Beetles: total quality of each of the four letters in 4224 pieces of a genome of 65536 letters (two bits of letter under six of quality).
constexpr int kPieces = 132 * 32, kLetters = 65536;

__global__ void __launch_bounds__(256) beetle_genes_z3_a(const uint4* __restrict__ gene, int* __restrict__ quality) {
    __shared__ int total[4];
    if (threadIdx.x < 4) total[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = threadIdx.x; i < kLetters / 16; i += 256) {
        uint4 v = gene[blockIdx.x * (kLetters / 16) + i];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int b = 0; b < 32; b += 8) atomicAdd(total + (word[j] >> b & 3), (int)(word[j] >> (b + 2) & 63));
    }
    __syncthreads();
    if (threadIdx.x < 4) quality[blockIdx.x * 4 + threadIdx.x] = total[threadIdx.x];
}

__global__ void __launch_bounds__(256) beetle_genes_z3_b(const uint4* __restrict__ gene, int* __restrict__ quality) {
    __shared__ int total[4];
    if (threadIdx.x < 4) total[threadIdx.x] = 0;
    __syncthreads();
    uint32_t mine[4] = {};
#pragma unroll 2
    for (int i = threadIdx.x; i < kLetters / 16; i += 256) {
        uint4 v = gene[blockIdx.x * (kLetters / 16) + i];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint32_t low = (word[j] & 0x01010101u) * 255u, high = (word[j] >> 1 & 0x01010101u) * 255u, q = word[j] >> 2 & 0x3f3f3f3fu;
            mine[0] = __dp4a(q & ~low & ~high, 0x01010101u, mine[0]);
            mine[1] = __dp4a(q & low & ~high, 0x01010101u, mine[1]);
            mine[2] = __dp4a(q & ~low & high, 0x01010101u, mine[2]);
            mine[3] = __dp4a(q & low & high, 0x01010101u, mine[3]);
        }
    }
#pragma unroll
    for (int b = 0; b < 4; ++b) {
        uint32_t n = __reduce_add_sync(0xffffffffu, mine[b]);
        if (threadIdx.x % 32 == 0) atomicAdd(total + b, (int)n);
    }
    __syncthreads();
    if (threadIdx.x < 4) quality[blockIdx.x * 4 + threadIdx.x] = total[threadIdx.x];
}

// ---- Funfair: sway of 17 million chairs of a carousel after 48 steps, a damped spring driven by the wind.
constexpr int kChairs = 132 * 512 * 256;

__global__ void __launch_bounds__(256) swing_chairs_z3_a(const float* __restrict__ push, const float* __restrict__ wind, float* __restrict__ sway) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = push[i], v = 0.0f, w = wind[i];
#pragma unroll 8
    for (int k = 0; k < 48; ++k) {
        v = v - 0.12 * x - 0.015 * v + 0.01 * w;
        x = x + 0.1 * v;
    }
    sway[i] = x;
}

__global__ void __launch_bounds__(256) swing_chairs_z3_b(const float* __restrict__ push, const float* __restrict__ wind, float* __restrict__ sway) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = push[i], v = 0.0f, w = wind[i];
#pragma unroll 8
    for (int k = 0; k < 48; ++k) {
        v = v - 0.12f * x - 0.015f * v + 0.01f * w;
        x = x + 0.1f * v;
    }
    sway[i] = x;
}

// ---- Truffles: scent at a million places in a wood from 256 truffles, each with its strength and reach.
constexpr int kPlaces = 132 * 32 * 256, kTruffles = 256;

__global__ void __launch_bounds__(256) truffle_hunt_z3_a(const float4* __restrict__ truffle, const float2* __restrict__ place, float* __restrict__ scent) {
    __shared__ float4 found[kTruffles];
    found[threadIdx.x] = truffle[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = place[i];
    double sum = 0.0;
#pragma unroll 4
    for (int k = 0; k < kTruffles; ++k) {
        float4 c = found[k];
        float dx = p.x - c.x, dy = p.y - c.y;
        double far = (dx * dx + dy * dy) * (1.5f + c.w);
        sum += c.z * exp(-far);
    }
    scent[i] = sum;
}

__global__ void __launch_bounds__(256) truffle_hunt_z3_b(const float4* __restrict__ truffle, const float2* __restrict__ place, float* __restrict__ scent) {
    __shared__ float4 found[kTruffles];
    found[threadIdx.x] = truffle[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = place[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kTruffles; ++k) {
        float4 c = found[k];
        float dx = p.x - c.x, dy = p.y - c.y;
        float far = (dx * dx + dy * dy) * (1.5f + c.w);
        sum += c.z * expf(-far);
    }
    scent[i] = sum;
}

// ---- Snow: shade of 138 million points of snow; the few that glint take a curve of their own.
constexpr int kSnow = kLanterns * kBright;

__device__ __forceinline__ float glint(float v) {
    float p = 0.013f;
#pragma unroll
    for (int k = 0; k < 16; ++k) p = fmaf(p, v, 0.31f - 0.017f * k);
    return p;
}

__device__ __forceinline__ float shade_rarely(float v) {
    float s = fmaf(0.4f, v, 0.5f);
    if (v > 0.9985f) s = glint(v);
    return s;
}
__device__ __forceinline__ float shade_always(float v) {
    float s = fmaf(0.4f, v, 0.5f), g = glint(v);
    return v > 0.9985f ? g : s;
}

__global__ void __launch_bounds__(256) snow_lamps_z3_a(const float4* __restrict__ snow, float4* __restrict__ shade) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v = snow[i], w = snow[i + 256];
    shade[i] = make_float4(shade_rarely(v.x), shade_rarely(v.y), shade_rarely(v.z), shade_rarely(v.w));
    shade[i + 256] = make_float4(shade_rarely(w.x), shade_rarely(w.y), shade_rarely(w.z), shade_rarely(w.w));
}

__global__ void __launch_bounds__(256) snow_lamps_z3_b(const float4* __restrict__ snow, float4* __restrict__ shade) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v = snow[i], w = snow[i + 256];
    shade[i] = make_float4(shade_always(v.x), shade_always(v.y), shade_always(v.z), shade_always(v.w));
    shade[i + 256] = make_float4(shade_always(w.x), shade_always(w.y), shade_always(w.z), shade_always(w.w));
}

// ---- Pearls: the shells of 138 million whose shine exceeds 0.9 are brought up in any order; a block of 8192 shells asks once for its place.
constexpr int kShells = kLanterns * kBright, kRoom = 1 << 24;

__global__ void __launch_bounds__(512, 4) pearl_divers_z3_a(const float4* __restrict__ shell, float* __restrict__ pearl, int* __restrict__ brought) {
    __shared__ int before[16];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, mine = 0;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(shell + (size_t)blockIdx.x * 2048 + 512 * j + threadIdx.x);
#pragma unroll
    for (int j = 0; j < 4; ++j) mine += (v[j].x > 0.9f) + (v[j].y > 0.9f) + (v[j].z > 0.9f) + (v[j].w > 0.9f);
    int upto = mine;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) { int n = __shfl_up_sync(0xffffffffu, upto, o); if (lane >= o) upto += n; }
    if (lane == 31) before[w] = upto;
    __syncthreads();
    if (w == 0) {
        int n = lane < 16 ? before[lane] : 0, all = n;
#pragma unroll
        for (int o = 1; o < 16; o *= 2) { int m = __shfl_up_sync(0xffffffffu, all, o); if (lane >= o) all += m; }
        int place = 0;
        if (lane == 15) place = atomicAdd(brought, all);
        place = __shfl_sync(0xffffffffu, place, 15);
        if (lane < 16) before[lane] = place + all - n;
    }
    __syncthreads();
    float* to = pearl + before[w] + upto - mine;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        if (v[j].x > 0.9f) *to++ = v[j].x;
        if (v[j].y > 0.9f) *to++ = v[j].y;
        if (v[j].z > 0.9f) *to++ = v[j].z;
        if (v[j].w > 0.9f) *to++ = v[j].w;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto two = [](const float* p) { return reinterpret_cast<const float2*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kLanterns * kBright;  // the largest number of floats that a case reads or writes
    static_assert(pool >= (size_t)kEchoes && pool >= (size_t)2 * kChairs && pool >= (size_t)kStrings * kNodes && pool >= (size_t)kRunes, "shared");
    const float* sea = filled<float>(pool, 61);
    float* shore = empty<float>(pool);

    std::vector<uint8_t> rocks(kRunes);
    std::vector<uint16_t> order(kRunes);
    for (int i = 0; i < kRunes; ++i) rocks[i] = (uint8_t)(hash32(i + 62) % kRocks);
    for (int tile = 0; tile < kRunes; tile += kTile)
        for (int kind = 0, n = 0; kind < kRocks; ++kind)
            for (int i = 0; i < kTile; ++i) if (rocks[tile + i] == kind) order[tile + n++] = (uint16_t)i;
    const uint8_t* rock = uploaded(rocks);
    const uint16_t* by_rock = uploaded(order);
    float* wear = empty<float>(kRunes);
    add("rune_carvings_z3_a", wear, kRunes, Output::f32, [=] { rune_carvings_z3_a<<<kRunes / kTile, 256>>>(sea, rock, wear); });
    add("rune_carvings_z3_b", wear, kRunes, Output::f32, [=] { rune_carvings_z3_b<<<kRunes / kTile, 256>>>(sea, rock, by_rock, wear); });

    std::vector<float> starts(kSnails), sorted_starts(kSnails);
    std::vector<int> lengths(kSnails), sorted_lengths(kSnails), snails(kSnails), bin(258, 0);
    for (int i = 0; i < kSnails; ++i) {
        uint32_t h = hash32(i + 63);
        starts[i] = harness::unit(i + 64);
        lengths[i] = h % 16 == 0 ? 256 : 12 + (int)(h / 16 % 8);
        ++bin[256 - lengths[i] + 1];  // the longest first
    }
    for (int b = 1; b < 258; ++b) bin[b] += bin[b - 1];
    for (int i = 0; i < kSnails; ++i) {
        int at = bin[256 - lengths[i]]++;
        sorted_starts[at] = starts[i]; sorted_lengths[at] = lengths[i]; snails[at] = i;
    }
    const float *start = uploaded(starts), *sorted_start = uploaded(sorted_starts);
    const int *stretches = uploaded(lengths), *sorted_stretches = uploaded(sorted_lengths), *snail = uploaded(snails);
    float* end = empty<float>(kSnails);
    add("snail_trails_z3_a", end, kSnails, Output::f32, [=] { snail_trails_z3_a<<<kSnails / 256, 256>>>(start, stretches, end); });
    add("snail_trails_z3_b", end, kSnails, Output::f32, [=] { snail_trails_z3_b<<<kSnails / 256, 256>>>(sorted_start, sorted_stretches, snail, end); });

    float* glow = empty<float>(kLanterns);
    add("lantern_rows_z3_a", glow, kLanterns, Output::f32, [=] { lantern_rows_z3_a<<<kLanterns, 1024>>>(two(sea), glow); });
    add("lantern_rows_z3_b", glow, kLanterns, Output::f32, [=] { lantern_rows_z3_b<<<kLanterns, 1024>>>(two(sea), glow); });

    const float* tension = filled<float>(kStrings, 65);
    float* shape = empty<float>((size_t)kStrings * kNodes);
    add("violin_strings_z3_a", shape, (size_t)kStrings * kNodes, Output::f32, [=] { violin_strings_z3_a<<<kStrings, kNodes>>>(sea, tension, shape); });
    add("violin_strings_z3_b", shape, (size_t)kStrings * kNodes, Output::f32, [=] { violin_strings_z3_b<<<kStrings / 4, 128>>>(four(sea), tension, four_out(shape)); });

    const int* jar = indices(kFlights, kJars, 66);
    int* jars = empty<int>(kJars);
    add("firefly_jars_z3_a", jars, kJars, Output::i32, [=] { cudaMemsetAsync(jars, 0, kJars * sizeof(int)); firefly_jars_z3_a<<<kFlights / 256, 256>>>(sea, jar, jars); });
    add("firefly_jars_z3_b", jars, kJars, Output::i32, [=] { cudaMemsetAsync(jars, 0, kJars * sizeof(int)); firefly_jars_z3_b<<<kFlights / 256, 256>>>(sea, jar, jars); });

    std::vector<int> cells(kEchoes);
    int last = 0;
    for (int i = 0; i < kEchoes; ++last)
        for (int to = std::min(kEchoes, i + 32 + (int)(hash32(last + 67) % 64)); i < to; ++i) cells[i] = last;
    const int* cell = uploaded(cells);
    const size_t map_size = (size_t)(last + 3) / 4 * 4;
    float* map = empty<float>(2 * map_size);
    add("desert_dunes_z3_a", map, 2 * map_size, Output::f32, [=] {
        cudaMemsetAsync(map, 0, 2 * map_size * sizeof(float));
        desert_dunes_z3_a<<<kEchoes / 256, 256>>>(sea, cell, map, map + map_size); });
    add("desert_dunes_z3_b", map, 2 * map_size, Output::f32, [=] {
        cudaMemsetAsync(map, 0, 2 * map_size * sizeof(float));
        desert_dunes_z3_b<<<kEchoes / 256, 256>>>(sea, cell, map, map + map_size); });

    const uint4* gene = reinterpret_cast<const uint4*>(indices((size_t)kPieces * kLetters / 4, 0xffffffffu, 68));
    int* quality = empty<int>(kPieces * 4);
    add("beetle_genes_z3_a", quality, kPieces * 4, Output::i32, [=] { beetle_genes_z3_a<<<kPieces, 256>>>(gene, quality); });
    add("beetle_genes_z3_b", quality, kPieces * 4, Output::i32, [=] { beetle_genes_z3_b<<<kPieces, 256>>>(gene, quality); });

    float* sway = empty<float>(kChairs);
    add("swing_chairs_z3_a", sway, kChairs, Output::f32, [=] { swing_chairs_z3_a<<<kChairs / 256, 256>>>(sea, sea + kChairs, sway); });
    add("swing_chairs_z3_b", sway, kChairs, Output::f32, [=] { swing_chairs_z3_b<<<kChairs / 256, 256>>>(sea, sea + kChairs, sway); });

    const float* truffle = filled<float>(kTruffles * 4, 69);
    float* scent = empty<float>(kPlaces);
    add("truffle_hunt_z3_a", scent, kPlaces, Output::f32, [=] { truffle_hunt_z3_a<<<kPlaces / 256, 256>>>(four(truffle), two(sea), scent); });
    add("truffle_hunt_z3_b", scent, kPlaces, Output::f32, [=] { truffle_hunt_z3_b<<<kPlaces / 256, 256>>>(four(truffle), two(sea), scent); });

    float* shade = shore;
    add("snow_lamps_z3_a", shade, kSnow, Output::f32, [=] { snow_lamps_z3_a<<<kSnow / 2048, 256>>>(four(sea), four_out(shade)); });
    add("snow_lamps_z3_b", shade, kSnow, Output::f32, [=] { snow_lamps_z3_b<<<kSnow / 2048, 256>>>(four(sea), four_out(shade)); });

    float* pearl = empty<float>(kRoom);
    int* brought = empty<int>(1);
    add("pearl_divers_z3_a", pearl, kRoom, Output::f32, [=] { cudaMemsetAsync(brought, 0, sizeof(int)); pearl_divers_z3_a<<<kShells / 8192, 512>>>(four(sea), pearl, brought); });

    return harness::run(argc, argv, cases);
}
