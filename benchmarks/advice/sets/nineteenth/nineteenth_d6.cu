// Eleven more measured cases from solvers, filters, databases and transformers: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// ---- Canal: level at each of 132 x 128 x 128 gates from its 32 neighbours (a sparse matrix with 32 entries a row).
constexpr int kGates = 132 * 128 * 128, kAcross = 132, kNear = 32;

__global__ void harness_canal(const float* __restrict__ flow, int* __restrict__ near_rows, float* __restrict__ flow_rows, int* __restrict__ near_columns, float* __restrict__ flow_columns) {
    int gate = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < kNear; ++k) {
        int dx = k % 4 - 2, dy = k / 4 % 4 - 2, dz = k / 16;
        int other = (gate + dx + dy * kAcross + dz * kAcross * 128 + kGates) % kGates;
        float v = flow[gate * kNear + k];
        near_rows[gate * kNear + k] = other; flow_rows[gate * kNear + k] = v;
        near_columns[k * kGates + gate] = other; flow_columns[k * kGates + gate] = v;
    }
}

__global__ void __launch_bounds__(256) sluice_gates_d6_a(const int* __restrict__ near, const float* __restrict__ flow, const float* __restrict__ level, float* __restrict__ out, int width) {
    int gate = blockIdx.x * 256 + threadIdx.x;
    const int* n = near + gate * width;
    const float* f = flow + gate * width;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < width; ++k) sum = fmaf(f[k], level[n[k]], sum);
    out[gate] = sum;
}

__global__ void __launch_bounds__(256) sluice_gates_d6_b(const int* __restrict__ near, const float* __restrict__ flow, const float* __restrict__ level, float* __restrict__ out, int width) {
    int gate = blockIdx.x * 256 + threadIdx.x;
    const int* n = near + gate;
    const float* f = flow + gate;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < width; ++k) sum = fmaf(f[k * kGates], level[n[k * kGates]], sum);
    out[gate] = sum;
}

// ---- Luthier: resonance (a recursive filter of second order) of 1081344 plucked strings of 128 samples; a warp filters 32 strings, a lane each.
constexpr int kStrings = 132 * 64 * 128, kPluck = 128;
struct Body { float b0, b1, b2, a1, a2; };

template <int kWide>
__device__ __forceinline__ void resonate(const float* __restrict__ pluck, Body body, float* __restrict__ sound) {
    __shared__ float tile[4][32][kWide];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    float (*mine)[kWide] = tile[w];
    const float* from = pluck + (blockIdx.x * 128 + w * 32) * kPluck + lane;
    float* to = sound + (blockIdx.x * 128 + w * 32) * kPluck + lane;
    float s1 = 0.0f, s2 = 0.0f;
    for (int t = 0; t < kPluck; t += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) mine[r][lane] = from[r * kPluck + t];
        __syncwarp();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float x = mine[lane][k], y = fmaf(body.b0, x, s1);
            s1 = fmaf(body.b1, x, fmaf(-body.a1, y, s2));
            s2 = fmaf(body.b2, x, -body.a2 * y);
            mine[lane][k] = y;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) to[r * kPluck + t] = mine[r][lane];
        __syncwarp();
    }
}

__global__ void __launch_bounds__(128) cello_strings_d6_a(const float* __restrict__ pluck, Body body, float* __restrict__ sound) { resonate<32>(pluck, body, sound); }
__global__ void __launch_bounds__(128) cello_strings_d6_b(const float* __restrict__ pluck, Body body, float* __restrict__ sound) { resonate<33>(pluck, body, sound); }

// ---- Post: weight of the mail of each of 135168 coaches; its letters lie on linked pages of 31 letters and the number of the next page.
constexpr int kCoaches = 132 * 64 * 16, kPages = 24;

__host__ __device__ inline int page_at(int i) { return (int)((i * 1000003ull + 77777ull) % (unsigned long long)(kCoaches * kPages)); }

__global__ void harness_post(int* __restrict__ page, int* __restrict__ first) {
    int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    int at = page_at(i);
    page[at * 32 + lane] = lane == 31 ? (i % kPages == kPages - 1 ? at : page_at(i + 1)) : (int)(harness::hash32(i * 32u + lane) >> 1);
    if (lane == 0 && i % kPages == 0) first[i / kPages] = at;
}

__global__ void __launch_bounds__(256) mail_coaches_d6_a(const int* __restrict__ page, const int* __restrict__ first, int* __restrict__ weight) {
    int coach = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int at = first[coach], sum = 0;
    for (int p = 0; p < kPages; ++p) {
        int letter = page[at * 32 + lane];
        at = __shfl_sync(0xffffffffu, letter, 31);
        sum += letter & 1023;
    }
    sum = __reduce_add_sync(0xffffffffu, lane < 31 ? sum : 0);
    if (lane == 0) weight[coach] = sum;
}

__global__ void __launch_bounds__(256) mail_coaches_d6_b(const int* __restrict__ page, const int4* __restrict__ first, int4* __restrict__ weight) {
    int four = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int4 f = first[four];
    int at[4] = {f.x, f.y, f.z, f.w}, sum[4] = {0, 0, 0, 0};
    for (int p = 0; p < kPages; ++p) {
        int letter[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) letter[j] = page[at[j] * 32 + lane];
#pragma unroll
        for (int j = 0; j < 4; ++j) { at[j] = __shfl_sync(0xffffffffu, letter[j], 31); sum[j] += letter[j] & 1023; }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) sum[j] = __reduce_add_sync(0xffffffffu, lane < 31 ? sum[j] : 0);
    if (lane == 0) weight[four] = make_int4(sum[0], sum[1], sum[2], sum[3]);
}

// ---- Parade: likeness of 67584 lanterns of each of 16 parades to the wish of its guest, 64 features a lantern.
constexpr int kParades = 16, kLanterns = 132 * 512;

__device__ __forceinline__ void likeness(const float4* __restrict__ lantern, const float4* __restrict__ wish, float* __restrict__ like, int parade, int begin, int end) {
    int lane = threadIdx.x % 8;
    float4 w0 = wish[parade * 16 + lane], w1 = wish[parade * 16 + 8 + lane];
    const float4* row = lantern + parade * (kLanterns * 16) + threadIdx.x / 8 * 16 + lane;
    float* to = like + parade * kLanterns + threadIdx.x / 8;
    for (int k = begin; k < end; k += 256) {
        float4 x[4], y[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = row[(k + 64 * j) * 16]; y[j] = row[(k + 64 * j) * 16 + 8]; }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float sum = fmaf(x[j].x, w0.x, fmaf(x[j].y, w0.y, fmaf(x[j].z, w0.z, x[j].w * w0.w))) + fmaf(y[j].x, w1.x, fmaf(y[j].y, w1.y, fmaf(y[j].z, w1.z, y[j].w * w1.w)));
#pragma unroll
            for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
            if (lane == 0) to[k + 64 * j] = 0.125f * sum;
        }
    }
}

__global__ void __launch_bounds__(512) lantern_parade_d6_a(const float4* __restrict__ lantern, const float4* __restrict__ wish, float* __restrict__ like) {
    likeness(lantern, wish, like, blockIdx.x, 0, kLanterns);
}
__global__ void __launch_bounds__(512) lantern_parade_d6_b(const float4* __restrict__ lantern, const float4* __restrict__ wish, float* __restrict__ like) {
    likeness(lantern, wish, like, blockIdx.y, blockIdx.x * 512, blockIdx.x * 512 + 512);
}

// ---- Lace: each of 16896 patterns of 4096 threads is divided by its root mean square and weighted thread by thread.
constexpr int kPatterns = 132 * 128, kThreads = 4096;

__device__ __forceinline__ float tension(float sum) {  // of all values of the block
    __shared__ float part[8];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) sum += part[w];
    return rsqrtf(sum * (1.0f / kThreads) + 1e-5f);
}
__device__ __forceinline__ float squares(float4 v) { return fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w))); }
__device__ __forceinline__ float4 scaled(float4 v, float s) { return make_float4(v.x * s, v.y * s, v.z * s, v.w * s); }
__device__ __forceinline__ float4 weighted(float4 v, float4 w, float4 b) { return make_float4(fmaf(v.x, w.x, b.x), fmaf(v.y, w.y, b.y), fmaf(v.z, w.z, b.z), fmaf(v.w, w.w, b.w)); }

__global__ void __launch_bounds__(256) frost_lace_d6_a0(const float4* __restrict__ lace, float* __restrict__ scale) {
    const float4* row = lace + blockIdx.x * (kThreads / 4) + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) sum += squares(row[256 * j]);
    sum = tension(sum);
    if (threadIdx.x == 0) scale[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) frost_lace_d6_a1(const float4* __restrict__ lace, const float* __restrict__ scale, float4* __restrict__ even) {
    int at = blockIdx.x * (kThreads / 4) + threadIdx.x;
    float s = scale[blockIdx.x];
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = lace[at + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) even[at + 256 * j] = scaled(v[j], s);
}
__global__ void __launch_bounds__(256) frost_lace_d6_a2(const float4* __restrict__ even, const float4* __restrict__ weight, const float4* __restrict__ shift, float4* __restrict__ out) {
    int at = blockIdx.x * (kThreads / 4) + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = even[at + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[at + 256 * j] = weighted(v[j], weight[threadIdx.x + 256 * j], shift[threadIdx.x + 256 * j]);
}
__global__ void __launch_bounds__(256, 4) frost_lace_d6_b(const float4* __restrict__ lace, const float4* __restrict__ weight, const float4* __restrict__ shift, float4* __restrict__ out) {
    int at = blockIdx.x * (kThreads / 4) + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = lace[at + 256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) sum += squares(v[j]);
    float s = tension(sum);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[at + 256 * j] = weighted(scaled(v[j], s), weight[threadIdx.x + 256 * j], shift[threadIdx.x + 256 * j]);
}

// ---- Shooting stars: light of each star's fall, step by step until it has burnt down to a grain.
constexpr int kStars = 132 * 256 * 128, kFall = 2000;

__global__ void harness_stars(float4* __restrict__ star) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    using harness::unit;
    float u = 0.5f + 0.5f * unit(i * 4u + 9u);
    star[i] = make_float4(0.1f * exp2f(5.0f * u), 1.0f + 0.03f * unit(i * 4u + 10u), 0.008f + 0.0003f * unit(i * 4u + 11u), 0.00004f + 0.00001f * unit(i * 4u + 12u));
}

__device__ __forceinline__ float fall(float4 star) {
    float mass = star.x, speed = star.y, air = 1.0f, light = 0.0f;
    for (int step = 0; step < kFall; ++step) {
        float push = air * speed * speed, burn = star.z * push * speed;
        speed = fmaf(-star.w, push, speed);
        light = fmaf(burn, fmaf(0.3f, speed, 0.7f), light);
        air = fmaf(air, 0.0005f, air);
        mass -= burn;
        if (mass < 0.05f) break;
    }
    return light;
}

__global__ void __launch_bounds__(256) shooting_stars_d6_a(const float4* __restrict__ star, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = fall(star[i]);
}
__global__ void __launch_bounds__(256) shooting_stars_d6_b(const float4* __restrict__ by_mass, const int* __restrict__ which, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[which[i]] = fall(by_mass[i]);
}

// ---- Clock towers: sixteen wheels as a polynomial, evaluated at the residues of four moduli.
constexpr int kTowers = 4, kHours = 132 * 256 * 64, kWheels = 16;
struct Clockwork { uint32_t modulus[kTowers], inverse[kTowers], square[kTowers], wheel[kTowers][kWheels]; };  // inverse: -1/p mod 2^32; square: 2^64 mod p

__global__ void __launch_bounds__(256) clock_towers_d6_a(const uint32_t* __restrict__ hour, const Clockwork clock, uint32_t* __restrict__ hand) {
    int tower = blockIdx.y, i = tower * kHours + blockIdx.x * 256 + threadIdx.x;
    uint32_t p = clock.modulus[tower], x = hour[i], h = 0;
#pragma unroll 4
    for (int k = 0; k < kWheels; ++k) h = (uint32_t)(((uint64_t)h * x + clock.wheel[tower][k]) % p);
    hand[i] = h;
}

__device__ __forceinline__ uint32_t turned(uint32_t a, uint32_t b, uint32_t p, uint32_t inverse) {  // a b / 2^32 mod p
    uint64_t t = (uint64_t)a * b;
    uint32_t r = (uint32_t)((t + (uint64_t)((uint32_t)t * inverse) * p) >> 32);
    return min(r, r - p);
}

__global__ void __launch_bounds__(256) clock_towers_d6_b(const uint32_t* __restrict__ hour, const Clockwork clock, uint32_t* __restrict__ hand) {
    int tower = blockIdx.y, i = tower * kHours + blockIdx.x * 256 + threadIdx.x;
    uint32_t p = clock.modulus[tower], inverse = clock.inverse[tower], x = turned(hour[i], clock.square[tower], p, inverse), h = 0;
#pragma unroll 4
    for (int k = 0; k < kWheels; ++k) {
        h = turned(h, x, p, inverse) + clock.wheel[tower][k];
        h = min(h, h - p);
    }
    hand[i] = h;
}

// ---- Fireflies: pull and glow at 1081344 places from 256 fireflies.
constexpr int kPlaces = 132 * 256 * 32, kFlies = 256;

template <bool kQuick>
__device__ __forceinline__ void glow(const float4* __restrict__ place, const float4* __restrict__ fly, float4* __restrict__ pull) {
    __shared__ float4 flies[kFlies];
    flies[threadIdx.x] = fly[threadIdx.x];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 at = place[i], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kFlies; ++k) {
        float4 f = flies[k];
        float x = f.x - at.x, y = f.y - at.y, z = f.z - at.z, d = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f))), light, force;
        if (kQuick) {
            float near = rsqrtf(d);
            light = f.w * near;
            force = light * near * near;
        } else {
            float far = sqrtf(d);
            light = f.w / far;
            force = f.w / (d * far);
        }
        sum.x = fmaf(force, x, sum.x); sum.y = fmaf(force, y, sum.y); sum.z = fmaf(force, z, sum.z);
        sum.w += light;
    }
    pull[i] = sum;
}

__global__ void __launch_bounds__(256) firefly_glow_d6_a(const float4* __restrict__ place, const float4* __restrict__ fly, float4* __restrict__ pull) { glow<false>(place, fly, pull); }
__global__ void __launch_bounds__(256) firefly_glow_d6_b(const float4* __restrict__ place, const float4* __restrict__ fly, float4* __restrict__ pull) { glow<true>(place, fly, pull); }

// ---- Vineyard: sunshine of the last 20 terraces above each vine, weighted, down slopes of 16896 columns.
constexpr int kVines = 132 * 128, kTerraces = 80, kSlopes = 80, kAbove = 20, kFresh = 10;
struct Sun { float w[kAbove]; };

__global__ void __launch_bounds__(128) vineyard_slopes_d6_a(const float* __restrict__ shine, const Sun sun, float* __restrict__ warm, int terraces) {
    int first = blockIdx.y * terraces, column = blockIdx.x * 128 + threadIdx.x;
    const float* from = shine + first * kVines + column;
    float* to = warm + first * kVines + column;
    float window[2 * kAbove];  // a ring, twice, so that the last kAbove values lie in a row
    for (int k = 0; k < kAbove - 1; ++k) window[k] = window[k + kAbove] = from[k * kVines];
    from += (kAbove - 1) * kVines;
    int newest = kAbove - 1;
    for (int r = 0; r < terraces; r += kFresh) {
        float fresh[kFresh];
#pragma unroll
        for (int j = 0; j < kFresh; ++j) fresh[j] = from[(r + j) * kVines];
#pragma unroll
        for (int j = 0; j < kFresh; ++j) {
            window[newest] = window[newest + kAbove] = fresh[j];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kAbove; ++k) sum = fmaf(sun.w[k], window[newest + kAbove - k], sum);
            to[(r + j) * kVines] = sum;
            newest = newest == kAbove - 1 ? 0 : newest + 1;
        }
    }
}

__global__ void __launch_bounds__(128) vineyard_slopes_d6_b(const float* __restrict__ shine, const Sun sun, float* __restrict__ warm, int terraces) {
    int first = blockIdx.y * terraces, column = blockIdx.x * 128 + threadIdx.x;
    const float* from = shine + first * kVines + column;
    float* to = warm + first * kVines + column;
    float window[kAbove];
#pragma unroll
    for (int k = 0; k < kAbove - 1; ++k) window[k] = from[k * kVines];
    from += (kAbove - 1) * kVines;
    for (int r = 0; r < terraces; r += kAbove) {
#pragma unroll
        for (int g = 0; g < kAbove; g += kFresh) {
            float fresh[kFresh];
#pragma unroll
            for (int j = 0; j < kFresh; ++j) fresh[j] = from[(r + g + j) * kVines];
#pragma unroll
            for (int j = 0; j < kFresh; ++j) {
                int newest = (kAbove - 1 + g + j) % kAbove;
                window[newest] = fresh[j];
                float sum = 0.0f;
#pragma unroll
                for (int k = 0; k < kAbove; ++k) sum = fmaf(sun.w[k], window[(newest - k + kAbove) % kAbove], sum);
                to[(r + g + j) * kVines] = sum;
            }
        }
    }
}

// ---- Tea auction: bid for each chest from its grade; the few extreme grades are damped.
constexpr int kChests = 132 * 1024 * 512;
constexpr float kExtreme = 0.98f;

__device__ __forceinline__ float damped(float grade) { return copysignf(kExtreme + 0.05f * logf(fmaf(40.0f, fabsf(grade) - kExtreme, 1.0f)), grade); }

template <bool kBranch>
__device__ __forceinline__ void bids(const float* __restrict__ grade, const float* __restrict__ price, const float* __restrict__ fee, float* __restrict__ bid) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float g[4], p[4], f[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { g[j] = grade[i + 256 * j]; p[j] = price[i + 256 * j]; f[j] = fee[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float v = g[j];
        if (kBranch) {
            if (fabsf(v) > kExtreme) v = damped(v);
        } else {
            float d = damped(copysignf(fmaxf(fabsf(v), kExtreme), v));
            v = fabsf(v) > kExtreme ? d : v;
        }
        bid[i + 256 * j] = fmaf(v, p[j], f[j]);
    }
}

__global__ void __launch_bounds__(256) tea_auction_d6_a(const float* __restrict__ grade, const float* __restrict__ price, const float* __restrict__ fee, float* __restrict__ bid) { bids<true>(grade, price, fee, bid); }
__global__ void __launch_bounds__(256) tea_auction_d6_b(const float* __restrict__ grade, const float* __restrict__ price, const float* __restrict__ fee, float* __restrict__ bid) { bids<false>(grade, price, fee, bid); }

// ---- Quilt: 16896 rows of 8448 patches, turned.
constexpr int kRows = 132 * 128, kColumns = 132 * 64;

__global__ void __launch_bounds__(256) quilt_turning_d6_a(const float* __restrict__ quilt, float* __restrict__ turned_quilt) {
    __shared__ float tile[64][65];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, column = blockIdx.x * 64, row = blockIdx.y * 64;
    const float* from = quilt + (row + w) * kColumns + column + lane;
    float* to = turned_quilt + (column + w) * kRows + row + lane;
#pragma unroll
    for (int j = 0; j < 64; j += 8) {
        tile[w + j][lane] = from[j * kColumns];
        tile[w + j][lane + 32] = from[j * kColumns + 32];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 64; j += 8) {
        to[j * kRows] = tile[lane][w + j];
        to[j * kRows + 32] = tile[lane + 32][w + j];
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kRows * kColumns;  // the largest number of floats that a case reads
    static_assert(pool >= (size_t)kStrings * kPluck && pool >= (size_t)kGates * kNear && pool >= (size_t)kParades * kLanterns * 64 && pool >= (size_t)kPatterns * kThreads &&
                  pool >= (size_t)kVines * (kTerraces * kSlopes + kAbove) && pool >= (size_t)kChests && pool >= (size_t)kPlaces * 4, "shared");
    const float* sea = filled<float>(pool, 191);
    float* shore = empty<float>(pool);

    constexpr size_t links = (size_t)kGates * kNear;
    int *near_rows = empty<int>(links), *near_columns = empty<int>(links);
    float *flow_rows = empty<float>(links), *flow_columns = empty<float>(links), *level = filled<float>(kGates, 192), *levels = empty<float>(kGates);
    harness_canal<<<kGates / 256, 256>>>(sea, near_rows, flow_rows, near_columns, flow_columns); CHECK(cudaGetLastError());
    add("sluice_gates_d6_a", levels, kGates, Output::f32, [=] { sluice_gates_d6_a<<<kGates / 256, 256>>>(near_rows, flow_rows, level, levels, kNear); });
    add("sluice_gates_d6_b", levels, kGates, Output::f32, [=] { sluice_gates_d6_b<<<kGates / 256, 256>>>(near_columns, flow_columns, level, levels, kNear); });

    const Body body = {0.2f, 0.31f, 0.17f, -0.9f, 0.45f};
    add("cello_strings_d6_a", shore, (size_t)kStrings * kPluck, Output::f32, [=] { cello_strings_d6_a<<<kStrings / 128, 128>>>(sea, body, shore); });
    add("cello_strings_d6_b", shore, (size_t)kStrings * kPluck, Output::f32, [=] { cello_strings_d6_b<<<kStrings / 128, 128>>>(sea, body, shore); });

    int *page = empty<int>((size_t)kCoaches * kPages * 32), *first = empty<int>(kCoaches), *weight = empty<int>(kCoaches);
    harness_post<<<kCoaches * kPages / 8, 256>>>(page, first); CHECK(cudaGetLastError());
    add("mail_coaches_d6_a", weight, kCoaches, Output::i32, [=] { mail_coaches_d6_a<<<kCoaches / 8, 256>>>(page, first, weight); });
    add("mail_coaches_d6_b", weight, kCoaches, Output::i32, [=] {
        mail_coaches_d6_b<<<kCoaches / 32, 256>>>(page, reinterpret_cast<const int4*>(first), reinterpret_cast<int4*>(weight)); });

    float *wish = filled<float>(kParades * 64, 193), *like = empty<float>((size_t)kParades * kLanterns);
    add("lantern_parade_d6_a", like, (size_t)kParades * kLanterns, Output::f32, [=] { lantern_parade_d6_a<<<kParades, 512>>>(four(sea), four(wish), like); });
    add("lantern_parade_d6_b", like, (size_t)kParades * kLanterns, Output::f32, [=] { lantern_parade_d6_b<<<dim3(kLanterns / 512, kParades), 512>>>(four(sea), four(wish), like); });

    constexpr size_t laces = (size_t)kPatterns * kThreads;
    float *thread_weight = filled<float>(kThreads, 194), *shift = filled<float>(kThreads, 195), *scale = empty<float>(kPatterns), *even = empty<float>(laces);
    add("frost_lace_d6_a", shore, laces, Output::f32, [=] {
        frost_lace_d6_a0<<<kPatterns, 256>>>(four(sea), scale);
        frost_lace_d6_a1<<<kPatterns, 256>>>(four(sea), scale, four_out(even));
        frost_lace_d6_a2<<<kPatterns, 256>>>(four(even), four(thread_weight), four(shift), four_out(shore)); });
    add("frost_lace_d6_b", shore, laces, Output::f32, [=] { frost_lace_d6_b<<<kPatterns, 256>>>(four(sea), four(thread_weight), four(shift), four_out(shore)); });

    float4* star = four_out(empty<float>((size_t)kStars * 4));
    harness_stars<<<kStars / 256, 256>>>(star); CHECK(cudaGetLastError());
    std::vector<float4> sky(kStars), sorted(kStars);
    CHECK(cudaMemcpy(sky.data(), star, kStars * sizeof(float4), cudaMemcpyDeviceToHost));
    std::vector<int> order(kStars);
    for (int i = 0; i < kStars; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](int a, int b) { return sky[a].x > sky[b].x; });
    for (int i = 0; i < kStars; ++i) sorted[i] = sky[order[i]];
    const float4* by_mass = harness::uploaded(sorted);
    const int* which = harness::uploaded(order);
    float* light = empty<float>(kStars);
    add("shooting_stars_d6_a", light, kStars, Output::f32, [=] { shooting_stars_d6_a<<<kStars / 256, 256>>>(star, light); });
    add("shooting_stars_d6_b", light, kStars, Output::f32, [=] { shooting_stars_d6_b<<<kStars / 256, 256>>>(by_mass, which, light); });

    const uint32_t moduli[kTowers] = {998244353u, 1004535809u, 469762049u, 167772161u};
    Clockwork clock;
    for (int t = 0; t < kTowers; ++t) {
        uint32_t p = moduli[t], inverse = 1;
        for (int k = 0; k < 5; ++k) inverse *= 2u - p * inverse;
        uint64_t r = (1ull << 32) % p;
        clock.modulus[t] = p; clock.inverse[t] = 0u - inverse; clock.square[t] = (uint32_t)(r * r % p);
        for (int k = 0; k < kWheels; ++k) clock.wheel[t][k] = harness::hash32(t * 64u + k + 5u) % p;
    }
    const uint32_t* hour = reinterpret_cast<const uint32_t*>(indices((size_t)kTowers * kHours, moduli[3], 196));
    uint32_t* hand = empty<uint32_t>((size_t)kTowers * kHours);
    add("clock_towers_d6_a", hand, (size_t)kTowers * kHours, Output::i32, [=] { clock_towers_d6_a<<<dim3(kHours / 256, kTowers), 256>>>(hour, clock, hand); });
    add("clock_towers_d6_b", hand, (size_t)kTowers * kHours, Output::i32, [=] { clock_towers_d6_b<<<dim3(kHours / 256, kTowers), 256>>>(hour, clock, hand); });

    float *fly = filled<float>(kFlies * 4, 197), *pull = empty<float>((size_t)kPlaces * 4);
    add("firefly_glow_d6_a", pull, (size_t)kPlaces * 4, Output::f32, [=] { firefly_glow_d6_a<<<kPlaces / 256, 256>>>(four(sea), four(fly), four_out(pull)); });
    add("firefly_glow_d6_b", pull, (size_t)kPlaces * 4, Output::f32, [=] { firefly_glow_d6_b<<<kPlaces / 256, 256>>>(four(sea), four(fly), four_out(pull)); });

    Sun sun;
    for (int k = 0; k < kAbove; ++k) sun.w[k] = 0.1f / (1.0f + 0.3f * k);
    constexpr size_t vines = (size_t)kVines * kTerraces * kSlopes;
    static_assert(kTerraces % kAbove == 0, "whole turns of the window");
    add("vineyard_slopes_d6_a", shore, vines, Output::f32, [=] { vineyard_slopes_d6_a<<<dim3(kVines / 128, kSlopes), 128>>>(sea, sun, shore, kTerraces); });
    add("vineyard_slopes_d6_b", shore, vines, Output::f32, [=] { vineyard_slopes_d6_b<<<dim3(kVines / 128, kSlopes), 128>>>(sea, sun, shore, kTerraces); });

    float *price = filled<float>(kChests, 198), *fee = filled<float>(kChests, 199);
    add("tea_auction_d6_a", shore, kChests, Output::f32, [=] { tea_auction_d6_a<<<kChests / 1024, 256>>>(sea, price, fee, shore); });
    add("tea_auction_d6_b", shore, kChests, Output::f32, [=] { tea_auction_d6_b<<<kChests / 1024, 256>>>(sea, price, fee, shore); });

    add("quilt_turning_d6_a", shore, pool, Output::f32, [=] { quilt_turning_d6_a<<<dim3(kColumns / 64, kRows / 64), 256>>>(sea, shore); });

    return harness::run(argc, argv, cases);
}
