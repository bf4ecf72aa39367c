// Ten measured pairs of arithmetic work from music, farming and the sky: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Ornithology: density and drift of sightings at each point of a map, Gaussian kernels around the 512 nests of the point's sheet.
constexpr int kSheets = 132 * 8, kNests = 512;

template <bool kDouble>
__device__ __forceinline__ void nest_density(const float4* __restrict__ nests, const float* __restrict__ points, float* __restrict__ density) {
    __shared__ float4 near_by[kNests];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    const int all = kSheets * 256;
    near_by[t] = nests[blockIdx.x * kNests + t];
    near_by[t + 256] = nests[blockIdx.x * kNests + t + 256];
    float x = points[i], y = points[all + i];
    __syncthreads();
    float sum = 0.0f, east = 0.0f, north = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kNests; ++n) {
        float4 o = near_by[n];
        float dx = o.x - x, dy = o.y - y;
        float q = fmaf(dx * dx, 2.0f + o.z, dy * dy * (2.0f - o.z));
        float w;
        if (kDouble) w = exp(-0.5 * q);
        else w = __expf(-0.5f * q);
        sum += w;
        east = fmaf(w, dx, east);
        north = fmaf(w, fmaf(o.w, dx, dy), north);
    }
    density[i] = sum;
    density[all + i] = east;
    density[2 * all + i] = north;
}

__global__ void __launch_bounds__(256) nest_density_x4_a(const float4* __restrict__ nests, const float* __restrict__ points, float* __restrict__ density) { nest_density<true>(nests, points, density); }
__global__ void __launch_bounds__(256) nest_density_x4_b(const float4* __restrict__ nests, const float* __restrict__ points, float* __restrict__ density) { nest_density<false>(nests, points, density); }

// ---- Music: loudness of an organ stop of 64 partials at given phases (by cosine of each partial, or by the recurrence over the partials), four phases a thread.
constexpr int kPhases = 132 * 8 * 256 * 4 * 16, kPartials = 64;
struct Stop { float loud[kPartials]; };

__global__ void __launch_bounds__(256) organ_stop_x4_a(Stop stop, const float4* __restrict__ phase, float4* __restrict__ sound) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = phase[i];
    float v[4] = {3.0f * p.x, 3.0f * p.y, 3.0f * p.z, 3.0f * p.w}, sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int k = 0; k < kPartials; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf(stop.loud[k], __cosf(k * v[j]), sum[j]);
    sound[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void __launch_bounds__(256) organ_stop_x4_b(Stop stop, const float4* __restrict__ phase, float4* __restrict__ sound) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = phase[i];
    float v[4] = {3.0f * p.x, 3.0f * p.y, 3.0f * p.z, 3.0f * p.w}, sum[4], twice[4], last[4], now[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        last[j] = 1.0f;
        now[j] = __cosf(v[j]);
        twice[j] = 2.0f * now[j];
        sum[j] = fmaf(stop.loud[1], now[j], stop.loud[0]);
    }
#pragma unroll
    for (int k = 2; k < kPartials; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float next = fmaf(twice[j], now[j], -last[j]);
            last[j] = now[j];
            now[j] = next;
            sum[j] = fmaf(stop.loud[k], next, sum[j]);
        }
    sound[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

// ---- Archives: axes of a volume of climate records exchanged (time, height, row, column to row, time, column, height blocks kept), four records a thread.
struct Axes { long long columns, rows, heights, times; };
struct ShortAxes { unsigned columns, rows, heights, times, by_columns, by_heights, by_times; };  // the last three: reciprocals
constexpr int kColumns = 96, kRows = 90, kHeights = 60, kTimes = 72;
constexpr int kRecords = kColumns * kRows * kHeights * kTimes;

__global__ void __launch_bounds__(256) archive_axes_x4_a(Axes n, const float* __restrict__ from, float* __restrict__ to) {
    long long first = (long long)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long i = first + k * 256;
        long long column = i % n.columns, height = i / n.columns % n.heights, time = i / (n.columns * n.heights) % n.times, row = i / (n.columns * n.heights * n.times);
        to[i] = from[((time * n.heights + height) * n.rows + row) * n.columns + column];
    }
}

__device__ __forceinline__ unsigned by(unsigned i, unsigned reciprocal, int shift) { return __umulhi(i, reciprocal) >> shift; }

__global__ void __launch_bounds__(256) archive_axes_x4_b(ShortAxes n, int3 shift, const float* __restrict__ from, float* __restrict__ to) {
    unsigned first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned i = first + k * 256;
        unsigned line = by(i, n.by_columns, shift.x), column = i - line * n.columns;
        unsigned sheet = by(line, n.by_heights, shift.y), height = line - sheet * n.heights;
        unsigned row = by(sheet, n.by_times, shift.z), time = sheet - row * n.times;
        to[i] = from[((time * n.heights + height) * n.rows + row) * n.columns + column];
    }
}

// ---- Fisheries: size of eight broods a thread after 4096 generations of limited growth.
constexpr int kLakes = 132 * 256, kBroods = 8, kGenerations = 4096;

template <int kTogether>
__device__ __forceinline__ void grow_broods(const float* __restrict__ young, float* __restrict__ grown) {
    int i = blockIdx.x * 256 + threadIdx.x;
#pragma unroll 1
    for (int from = 0; from < kBroods; from += kTogether) {
        float x[kTogether], rate[kTogether];
#pragma unroll
        for (int b = 0; b < kTogether; ++b) {
            float v = young[(from + b) * kLakes + i];
            x[b] = 0.5f + 0.3f * v;
            rate[b] = 2.0f + 0.8f * v;
        }
#pragma unroll 16
        for (int g = 0; g < kGenerations; ++g)
#pragma unroll
            for (int b = 0; b < kTogether; ++b) {
                float most = rate[b] * x[b];
                x[b] = fmaf(-most, x[b], most);
            }
#pragma unroll
        for (int b = 0; b < kTogether; ++b) grown[(from + b) * kLakes + i] = x[b];
    }
}

__global__ void __launch_bounds__(256) lake_broods_x4_a(const float* __restrict__ young, float* __restrict__ grown) { grow_broods<1>(young, grown); }
__global__ void __launch_bounds__(256) lake_broods_x4_b(const float* __restrict__ young, float* __restrict__ grown) { grow_broods<8>(young, grown); }

// ---- Sundials: correction of the hour by a series of 96 terms at given days, four days a thread.
constexpr int kTerms = 96;
constexpr int kDays = 132 * 8 * 256 * 4 * 24;
__constant__ float c_sun[kTerms];

__global__ void __launch_bounds__(256) sundial_series_x4_a(const float4* __restrict__ day, float4* __restrict__ hour) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = day[i];
    float x[4] = {d.x, d.y, d.z, d.w}, sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) sum[j] = c_sun[kTerms - 1];
#pragma unroll
    for (int k = kTerms - 2; k >= 0; --k)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = __fadd_rn(__fmul_rn(sum[j], x[j]), c_sun[k]);
    hour[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void __launch_bounds__(256) sundial_series_x4_b(const float4* __restrict__ day, float4* __restrict__ hour) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = day[i];
    float x[4] = {d.x, d.y, d.z, d.w}, sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) sum[j] = c_sun[kTerms - 1];
#pragma unroll
    for (int k = kTerms - 2; k >= 0; --k)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf(sum[j], x[j], c_sun[k]);
    hour[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

// ---- Milling: quality of each sack of flour by the rule of its own grain (wheat, rye, oats, maize); sacks as delivered, or kept by grain.
constexpr int kSacks = 132 * 2048 * 8;

__device__ __forceinline__ float flour_quality(float v, int grain) {
    float a = 0.5f + 0.2f * v, b = 0.3f * v, c = 0.1f;
    switch (grain) {
        case 0:
#pragma unroll 4
            for (int s = 0; s < 128; ++s) { a = fmaf(0.1f, b, a * 0.7f); b = fmaf(a, v, b * 0.5f); c = fmaf(a, b, c * 0.9f); }
            break;
        case 1:
#pragma unroll 4
            for (int s = 0; s < 128; ++s) { a = fmaf(-a, a, 0.6f + 0.1f * c); c = fmaf(b, 0.3f, a * 0.4f); b = fmaxf(b - c, 0.05f * v); }
            break;
        case 2:
#pragma unroll 4
            for (int s = 0; s < 128; ++s) { float d = b - a; a = fmaf(0.4f, d, a); b = fmaf(-0.2f * d, fabsf(v), b); c = fmaf(0.1f, d * d - c, c); }
            break;
        default:
#pragma unroll 4
            for (int s = 0; s < 128; ++s) { b = fminf(b + 0.2f * a, 1.0f + v); c = fmaf(0.25f, b - c, c); a = fmaf(-0.1f * c, a, a * 0.98f); }
    }
    return a + b + c;
}

__global__ void __launch_bounds__(256) mill_sacks_x4_a(const float* __restrict__ sack, const int* __restrict__ grain, float* __restrict__ quality) {
    int i = blockIdx.x * 256 + threadIdx.x;
    quality[i] = flour_quality(sack[i], grain[i]);
}
__global__ void __launch_bounds__(256) mill_sacks_x4_b(const float* __restrict__ sack, const int* __restrict__ grain, float* __restrict__ quality) {
    int i = blockIdx.x * 256 + threadIdx.x;
    quality[i] = flour_quality(sack[i], grain[i]);
}

// ---- Ecology: stocks of pike and roach in two ponds a thread, six seasons of 1024 midpoint steps.
constexpr int kPonds = 132 * 256, kSeasons = 6, kSteps = 1024;

__device__ __forceinline__ void midpoint(float& roach, float& pike, float food) {
    const float h = 0.01f;
    float r1 = roach * fmaf(-0.8f, pike, food), p1 = pike * fmaf(0.6f, roach, -0.5f);
    float r = fmaf(0.5f * h, r1, roach), p = fmaf(0.5f * h, p1, pike);
    roach = fmaf(h * r, fmaf(-0.8f, p, food), roach);
    pike = fmaf(h * p, fmaf(0.6f, r, -0.5f), pike);
}

__global__ void __launch_bounds__(256) pond_stocks_x4_a(const float* __restrict__ stock, float* __restrict__ after) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float r0 = 1.0f + 0.2f * stock[i], p0 = 1.2f, r1 = 1.0f + 0.2f * stock[kPonds + i], p1 = 1.1f, food = 1.0f;
#pragma unroll 1
    for (int season = 0; season < kSeasons; ++season) {
#pragma unroll
        for (int s = 0; s < kSteps; ++s) { midpoint(r0, p0, food); midpoint(r1, p1, food); }
        food *= 0.98f;
    }
    after[i] = r0 + p0;
    after[kPonds + i] = r1 + p1;
}
__global__ void __launch_bounds__(256) pond_stocks_x4_b(const float* __restrict__ stock, float* __restrict__ after) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float r0 = 1.0f + 0.2f * stock[i], p0 = 1.2f, r1 = 1.0f + 0.2f * stock[kPonds + i], p1 = 1.1f, food = 1.0f;
#pragma unroll 1
    for (int season = 0; season < kSeasons; ++season) {
#pragma unroll 4
        for (int s = 0; s < kSteps; ++s) { midpoint(r0, p0, food); midpoint(r1, p1, food); }
        food *= 0.98f;
    }
    after[i] = r0 + p0;
    after[kPonds + i] = r1 + p1;
}

// ---- Pottery: draught of a kiln from two air speeds and the resistance of its stack, four readings a thread.
constexpr int kKilns = 132 * 8 * 256 * 4 * 48;

__device__ __forceinline__ float draught_exact(float u, float v, float r) { return sqrtf(fmaf(u, u, v * v)) / (1.5f + r); }
__device__ __forceinline__ float draught_quick(float u, float v, float r) {
    float s = fmaf(u, u, fmaf(v, v, 1e-30f));
    return __fdividef(s * rsqrtf(s), 1.5f + r);
}

__global__ void __launch_bounds__(256) kiln_draught_x4_a(const float4* __restrict__ up, const float4* __restrict__ side, const float4* __restrict__ stack, float4* __restrict__ draught) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 u = up[i], v = side[i], r = stack[i];
    draught[i] = make_float4(draught_exact(u.x, v.x, r.x), draught_exact(u.y, v.y, r.y), draught_exact(u.z, v.z, r.z), draught_exact(u.w, v.w, r.w));
}
__global__ void __launch_bounds__(256) kiln_draught_x4_b(const float4* __restrict__ up, const float4* __restrict__ side, const float4* __restrict__ stack, float4* __restrict__ draught) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 u = up[i], v = side[i], r = stack[i];
    draught[i] = make_float4(draught_quick(u.x, v.x, r.x), draught_quick(u.y, v.y, r.y), draught_quick(u.z, v.z, r.z), draught_quick(u.w, v.w, r.w));
}

// ---- Almshouses: rent due from each tenant by the day of his own quarter of a given number of days, four tenants a thread.
struct Quarter { unsigned days, reciprocal; };

__device__ __forceinline__ float4 dues(float4 rent, float4 paid, uint4 day) {
    return make_float4(fmaf(rent.x, 0.01f * day.x, -paid.x), fmaf(rent.y, 0.01f * day.y, -paid.y), fmaf(rent.z, 0.01f * day.z, -paid.z), fmaf(rent.w, 0.01f * day.w, -paid.w));
}

__global__ void __launch_bounds__(256) tenant_dues_x4_a(Quarter q, const uint4* __restrict__ day, const float4* __restrict__ rent, const float4* __restrict__ paid, float4* __restrict__ due) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 d = day[i];
    due[i] = dues(rent[i], paid[i], make_uint4(d.x % q.days, d.y % q.days, d.z % q.days, d.w % q.days));
}
__global__ void __launch_bounds__(256) tenant_dues_x4_b(Quarter q, const uint4* __restrict__ day, const float4* __restrict__ rent, const float4* __restrict__ paid, float4* __restrict__ due) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 d = day[i];
    due[i] = dues(rent[i], paid[i], make_uint4(d.x - __umulhi(d.x, q.reciprocal) * q.days, d.y - __umulhi(d.y, q.reciprocal) * q.days,
                                               d.z - __umulhi(d.z, q.reciprocal) * q.days, d.w - __umulhi(d.w, q.reciprocal) * q.days));
}

// ---- Telegraphy: sixteen blocks of a twenty-round add-rotate-xor cipher folded into four words by each thread.
constexpr int kWires = 132 * 8 * 256 * 2;
struct Key { unsigned word[8]; };

__device__ __forceinline__ void quarter_round(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

__global__ void __launch_bounds__(256) telegraph_cipher_x4_a(Key key, uint4* __restrict__ folded) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 sum = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (unsigned block = 0; block < 16; ++block) {
        unsigned s[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.word[0], key.word[1], key.word[2], key.word[3],
                          key.word[4], key.word[5], key.word[6], key.word[7], block, (unsigned)i, 0x4a000000u, 0x09000000u};
#pragma unroll 1
        for (int round = 0; round < 10; ++round) {
            quarter_round(s[0], s[4], s[8], s[12]); quarter_round(s[1], s[5], s[9], s[13]); quarter_round(s[2], s[6], s[10], s[14]); quarter_round(s[3], s[7], s[11], s[15]);
            quarter_round(s[0], s[5], s[10], s[15]); quarter_round(s[1], s[6], s[11], s[12]); quarter_round(s[2], s[7], s[8], s[13]); quarter_round(s[3], s[4], s[9], s[14]);
        }
        sum.x ^= s[0] ^ s[4] ^ s[8] ^ s[12];
        sum.y ^= s[1] ^ s[5] ^ s[9] ^ s[13];
        sum.z ^= s[2] ^ s[6] ^ s[10] ^ s[14];
        sum.w ^= s[3] ^ s[7] ^ s[11] ^ s[15];
    }
    folded[i] = sum;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto quads = [](float* p) { return reinterpret_cast<float4*>(p); };

    float4* nests = quads(filled<float>((size_t)kSheets * kNests * 4, 41));
    float *points = filled<float>(kSheets * 512, 42), *density = empty<float>(kSheets * 768);
    add("nest_density_x4_a", density, kSheets * 768, Output::f32, [=] { nest_density_x4_a<<<kSheets, 256>>>(nests, points, density); });
    add("nest_density_x4_b", density, kSheets * 768, Output::f32, [=] { nest_density_x4_b<<<kSheets, 256>>>(nests, points, density); });

    Stop stop;
    for (int k = 0; k < kPartials; ++k) stop.loud[k] = harness::unit(k + 43000) / (1 + k);
    float4 *phase = quads(filled<float>(kPhases, 43)), *sound = quads(empty<float>(kPhases));
    add("organ_stop_x4_a", sound, kPhases, Output::f32, [=] { organ_stop_x4_a<<<kPhases / 1024, 256>>>(stop, phase, sound); });
    add("organ_stop_x4_b", sound, kPhases, Output::f32, [=] { organ_stop_x4_b<<<kPhases / 1024, 256>>>(stop, phase, sound); });

    // i / d = umulhi(i, m) >> s for all i below 2^26
    auto reciprocal = [](unsigned d, int& s) {
        s = 0;
        while ((2u << s) <= d) ++s;
        return (unsigned)((((1ull << 32) << s) + d - 1) / d);
    };
    static_assert(kRecords % 1024 == 0 && kRecords < (1 << 26), "whole blocks");
    Axes axes = {kColumns, kRows, kHeights, kTimes};
    ShortAxes short_axes = {kColumns, kRows, kHeights, kTimes, 0, 0, 0};
    int3 shift;
    short_axes.by_columns = reciprocal(kColumns, shift.x);
    short_axes.by_heights = reciprocal(kHeights, shift.y);
    short_axes.by_times = reciprocal(kTimes, shift.z);
    float *from = filled<float>(kRecords, 44), *to = empty<float>(kRecords);
    add("archive_axes_x4_a", to, kRecords, Output::f32, [=] { archive_axes_x4_a<<<kRecords / 1024, 256>>>(axes, from, to); });
    add("archive_axes_x4_b", to, kRecords, Output::f32, [=] { archive_axes_x4_b<<<kRecords / 1024, 256>>>(short_axes, shift, from, to); });

    float *young = filled<float>(kLakes * kBroods, 45), *grown = empty<float>(kLakes * kBroods);
    add("lake_broods_x4_a", grown, kLakes * kBroods, Output::f32, [=] { lake_broods_x4_a<<<kLakes / 256, 256>>>(young, grown); });
    add("lake_broods_x4_b", grown, kLakes * kBroods, Output::f32, [=] { lake_broods_x4_b<<<kLakes / 256, 256>>>(young, grown); });

    float sun[kTerms];
    for (int k = 0; k < kTerms; ++k) sun[k] = harness::unit(k + 46000);
    CHECK(cudaMemcpyToSymbol(c_sun, sun, sizeof(sun)));
    float4 *day = quads(filled<float>(kDays, 46)), *hour = quads(empty<float>(kDays));
    add("sundial_series_x4_a", hour, kDays, Output::f32, [=] { sundial_series_x4_a<<<kDays / 1024, 256>>>(day, hour); });
    add("sundial_series_x4_b", hour, kDays, Output::f32, [=] { sundial_series_x4_b<<<kDays / 1024, 256>>>(day, hour); });

    std::vector<int> mixed(kSacks), sorted;
    std::vector<float> weight(kSacks), sorted_weight;
    for (int i = 0; i < kSacks; ++i) {
        mixed[i] = harness::hash32(i + 470000) % 4;
        weight[i] = harness::unit(i + 9470000);
    }
    for (int g = 0; g < 4; ++g)
        for (int i = 0; i < kSacks; ++i)
            if (mixed[i] == g) { sorted.push_back(g); sorted_weight.push_back(weight[i]); }
    int *grain = harness::uploaded(mixed), *sorted_grain = harness::uploaded(sorted);
    float *sacks = harness::uploaded(weight), *sorted_sacks = harness::uploaded(sorted_weight), *quality = empty<float>(kSacks);
    add("mill_sacks_x4_a", quality, kSacks, Output::f32, [=] { mill_sacks_x4_a<<<kSacks / 256, 256>>>(sacks, grain, quality); });
    add("mill_sacks_x4_b", quality, kSacks, Output::f32, [=] { mill_sacks_x4_b<<<kSacks / 256, 256>>>(sorted_sacks, sorted_grain, quality); });

    float *stock = filled<float>(kPonds * 2, 48), *after = empty<float>(kPonds * 2);
    add("pond_stocks_x4_a", after, kPonds * 2, Output::f32, [=] { pond_stocks_x4_a<<<kPonds / 256, 256>>>(stock, after); });
    add("pond_stocks_x4_b", after, kPonds * 2, Output::f32, [=] { pond_stocks_x4_b<<<kPonds / 256, 256>>>(stock, after); });

    float4 *up = quads(filled<float>(kKilns, 49)), *side = quads(filled<float>(kKilns, 50)), *stack = quads(filled<float>(kKilns, 51)), *draught = quads(empty<float>(kKilns));
    add("kiln_draught_x4_a", draught, kKilns, Output::f32, [=] { kiln_draught_x4_a<<<kKilns / 1024, 256>>>(up, side, stack, draught); });
    add("kiln_draught_x4_b", draught, kKilns, Output::f32, [=] { kiln_draught_x4_b<<<kKilns / 1024, 256>>>(up, side, stack, draught); });

    Quarter quarter = {91, (unsigned)((1ull << 32) / 91 + 1)};
    const uint4* days = reinterpret_cast<const uint4*>(harness::indices(kKilns, 36500, 52));
    add("tenant_dues_x4_a", draught, kKilns, Output::f32, [=] { tenant_dues_x4_a<<<kKilns / 1024, 256>>>(quarter, days, up, side, draught); });
    add("tenant_dues_x4_b", draught, kKilns, Output::f32, [=] { tenant_dues_x4_b<<<kKilns / 1024, 256>>>(quarter, days, up, side, draught); });

    Key key;
    for (int k = 0; k < 8; ++k) key.word[k] = harness::hash32(k + 53);
    uint4* folded = reinterpret_cast<uint4*>(empty<int>(kWires * 4));
    add("telegraph_cipher_x4_a", folded, kWires * 4, Output::i32, [=] { telegraph_cipher_x4_a<<<kWires / 256, 256>>>(key, folded); });

    return harness::run(argc, argv, cases);
}
