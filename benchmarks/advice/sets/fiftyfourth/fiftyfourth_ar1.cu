// Eight measured cases from finance, radar, astronomy, databases, games, recommendation, climate and film: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Finance: second-order profit and loss of 8 million bonds under a move of one chosen risk factor.
constexpr int kBonds = 1 << 23, kFactors = 16;

__device__ __forceinline__ float bond_gain(float notional, float move, float convexity, float loading) {
    float m = move * loading;
    return (2.0f + notional) * fmaf(0.5f * convexity * m, m, 1.0f - m);
}
__device__ __forceinline__ float4 bond_gains(float4 n, float4 m, float4 c, float4 l) {
    return make_float4(bond_gain(n.x, m.x, c.x, l.x), bond_gain(n.y, m.y, c.y, l.y), bond_gain(n.z, m.z, c.z, l.z), bond_gain(n.w, m.w, c.w, l.w));
}

// loadings: a row of 16 factors a bond
__global__ void __launch_bounds__(256) copper_lantern_ar1_a(const float4* __restrict__ notional, const float4* __restrict__ move,
                                                            const float4* __restrict__ convexity, const float* __restrict__ loadings, int factor,
                                                            float4* __restrict__ gain) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* mine = loadings + (size_t)i * (4 * kFactors) + factor;
    float4 l = make_float4(mine[0], mine[kFactors], mine[2 * kFactors], mine[3 * kFactors]);
    float4 n = notional[i], m = move[i], c = convexity[i];
    gain[i] = bond_gains(n, m, c, l);
}

// loadings: a row of all bonds a factor
__global__ void __launch_bounds__(256) copper_lantern_ar1_b(const float4* __restrict__ notional, const float4* __restrict__ move,
                                                            const float4* __restrict__ convexity, const float* __restrict__ loadings, int factor,
                                                            float4* __restrict__ gain) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 l = reinterpret_cast<const float4*>(loadings + (size_t)factor * kBonds)[i];
    float4 n = notional[i], m = move[i], c = convexity[i];
    gain[i] = bond_gains(n, m, c, l);
}

static __global__ void harness_fill_factors_ar1(const float* __restrict__ rows, float* __restrict__ columns) {
    for (int k = blockIdx.x * 256 + threadIdx.x; k < kBonds * kFactors; k += gridDim.x * 256)
        columns[(size_t)(k % kFactors) * kBonds + k / kFactors] = rows[k];
}

// ---- Radar: motion compensation of 960 pulses of 2176 range gates and the corner turn from pulse-major to gate-major for the Doppler filter.
constexpr int kPulses = 960, kGates = 2176;

__device__ __forceinline__ float2 compensated(float2 echo, float2 turn, float taper) {
    float re = fmaf(echo.x, turn.x, -echo.y * turn.y), im = fmaf(echo.x, turn.y, echo.y * turn.x);
    return make_float2(fmaf(taper, re, 0.5f), fmaf(taper, im, 0.25f));
}

__global__ void __launch_bounds__(256) juniper_kettle_ar1_a(const float2* __restrict__ echo, const float2* __restrict__ turn, const float* __restrict__ taper,
                                                            float2* __restrict__ cube) {
    int gate = blockIdx.x * 32 + threadIdx.x, pulse = blockIdx.y * 32 + threadIdx.y;
    float weight = taper[gate];
    float2 e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) e[j] = echo[(pulse + 8 * j) * kGates + gate];
#pragma unroll
    for (int j = 0; j < 4; ++j) cube[gate * kPulses + pulse + 8 * j] = compensated(e[j], turn[pulse + 8 * j], weight);
}

__global__ void __launch_bounds__(256) juniper_kettle_ar1_b(const float2* __restrict__ echo, const float2* __restrict__ turn, const float* __restrict__ taper,
                                                            float2* __restrict__ cube) {
    __shared__ float2 tile[32][33];
    int gate = blockIdx.x * 32 + threadIdx.x, pulse = blockIdx.y * 32 + threadIdx.y;
    float weight = taper[gate];
    float2 e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) e[j] = echo[(pulse + 8 * j) * kGates + gate];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[threadIdx.y + 8 * j][threadIdx.x] = compensated(e[j], turn[pulse + 8 * j], weight);
    __syncthreads();
    int row = blockIdx.x * 32 + threadIdx.y, column = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) cube[(row + 8 * j) * kPulses + column] = tile[threadIdx.x][threadIdx.y + 8 * j];
}

// ---- Astronomy: dust-corrected surface brightness of 16 million catalogued galaxies.
constexpr int kGalaxies = 1 << 24;

struct Galaxy {  // a line of the survey's catalogue, 96 bytes
    float ra, dec, parallax, green, green_error, motion_ra, motion_dec, epoch;
    float sky, red, red_error, infrared, infrared_error, seeing, radius, radius_error;
    float axis_ratio, angle, sersic, shear_1, shear_2, extinction, redshift, quality;
};
static_assert(sizeof(Galaxy) == 96, "a catalogue line is 24 floats");

__device__ __forceinline__ float brightness(float green, float red, float radius, float extinction) {
    float colour = green - 0.6f * red, dust = fmaf(fmaf(0.08f, extinction, 0.31f), extinction, 1.0f), size = fmaf(0.25f * radius, radius, 0.5f);
    return fmaf(colour, dust, 2.0f) * size;
}

__global__ void __launch_bounds__(256) walnut_meadow_ar1_a(const Galaxy* __restrict__ catalogue, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float g[4], r[4], s[4], x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const Galaxy& one = catalogue[i + 256 * j];
        g[j] = one.green; r[j] = one.red; s[j] = one.radius; x[j] = one.extinction;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + 256 * j] = brightness(g[j], r[j], s[j], x[j]);
}

__global__ void __launch_bounds__(256) walnut_meadow_ar1_b(const float* __restrict__ green, const float* __restrict__ red, const float* __restrict__ radius,
                                                           const float* __restrict__ extinction, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float g[4], r[4], s[4], x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        g[j] = green[i + 256 * j]; r[j] = red[i + 256 * j]; s[j] = radius[i + 256 * j]; x[j] = extinction[i + 256 * j];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + 256 * j] = brightness(g[j], r[j], s[j], x[j]);
}

static __global__ void harness_fill_fields_ar1(const Galaxy* __restrict__ catalogue, float* __restrict__ fields) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kGalaxies; i += gridDim.x * 256) {
        fields[i] = catalogue[i].green;
        fields[(size_t)kGalaxies + i] = catalogue[i].red;
        fields[(size_t)2 * kGalaxies + i] = catalogue[i].radius;
        fields[(size_t)3 * kGalaxies + i] = catalogue[i].extinction;
    }
}

// ---- Database: price of each of 16 million orders joined with the terms (discount, limit, balance, risk) of its customer.
constexpr int kOrders = 1 << 24, kCustomers = 1 << 24;

__device__ __forceinline__ void price_orders(const int* __restrict__ customer, const float* __restrict__ amount, const float4* __restrict__ terms,
                                             float* __restrict__ price) {
    int i = blockIdx.x * 1024 + threadIdx.x, who[4];
    float sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { who[j] = customer[i + 256 * j]; sum[j] = amount[i + 256 * j]; }
    float4 t[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) t[j] = terms[who[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float net = (1.5f + sum[j]) * fmaf(-0.2f, t[j].x, 0.9f), room = 3.0f + t[j].y - 0.5f * t[j].z;
        price[i + 256 * j] = fminf(net, room) * fmaf(0.05f, t[j].w, 1.0f);
    }
}

// orders as they came in
__global__ void __launch_bounds__(256) saffron_bridge_ar1_a(const int* __restrict__ customer, const float* __restrict__ amount, const float4* __restrict__ terms,
                                                            float* __restrict__ price) { price_orders(customer, amount, terms, price); }
// orders kept sorted by customer
__global__ void __launch_bounds__(256) saffron_bridge_ar1_b(const int* __restrict__ customer, const float* __restrict__ amount, const float4* __restrict__ terms,
                                                            float* __restrict__ price) { price_orders(customer, amount, terms, price); }

// ---- Games: compositing of an 8-bit overlay onto an 8-bit frame of 3840 x 2160 by an 8-bit mask.
constexpr int kPixels = 3840 * 2160;

__device__ __forceinline__ unsigned composite(unsigned over, unsigned under, unsigned mask) {
    unsigned v = over * mask + under * (255u - mask) + 128u;
    return (v + (v >> 8)) >> 8;
}
__device__ __forceinline__ unsigned composite4(unsigned over, unsigned under, unsigned mask) {
    unsigned result = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) result |= composite((over >> k) & 255u, (under >> k) & 255u, (mask >> k) & 255u) << k;
    return result;
}

__global__ void __launch_bounds__(256) pelican_quilt_ar1_a(const uint8_t* __restrict__ overlay, const uint8_t* __restrict__ frame, const uint8_t* __restrict__ mask,
                                                           uint8_t* __restrict__ screen) {
    int i = blockIdx.x * 256 + threadIdx.x;
    screen[i] = (uint8_t)composite(overlay[i], frame[i], mask[i]);
}

__global__ void __launch_bounds__(128) pelican_quilt_ar1_b(const uint4* __restrict__ overlay, const uint4* __restrict__ frame, const uint4* __restrict__ mask,
                                                           uint4* __restrict__ screen) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 o = overlay[i], f = frame[i], m = mask[i];
    screen[i] = make_uint4(composite4(o.x, f.x, m.x), composite4(o.y, f.y, m.y), composite4(o.z, f.z, m.z), composite4(o.w, f.w, m.w));
}

// ---- Recommendation: taste of each of 2 million visitors, the fading sum of the 16-float rows of the 16 items seen last. Four threads a visitor.
constexpr int kVisitors = 1 << 21, kItems = 1 << 22, kPadded = 8;  // kPadded: header in quadruples of the padded file

template <int kHeader>
__device__ __forceinline__ void taste_of(const float4* __restrict__ file, const int4* __restrict__ seen, float4* __restrict__ taste) {
    const float4* rows = file + kHeader;  // the file's header, then the rows
    int i = blockIdx.x * 256 + threadIdx.x, part = threadIdx.x & 3, first = threadIdx.x & 28;
    int4 mine = __ldcs(seen + i);
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 1
    for (int from = 0; from < 4; from += 2) {
        int item[8];
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            item[4 * j] = __shfl_sync(0xffffffffu, mine.x, first + from + j);
            item[4 * j + 1] = __shfl_sync(0xffffffffu, mine.y, first + from + j);
            item[4 * j + 2] = __shfl_sync(0xffffffffu, mine.z, first + from + j);
            item[4 * j + 3] = __shfl_sync(0xffffffffu, mine.w, first + from + j);
        }
        float4 row[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) row[j] = rows[item[j] * 4 + part];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float fade = fmaf(-0.03125f, (float)(4 * from + j), 1.0f);
            sum.x = fmaf(fade, row[j].x, sum.x); sum.y = fmaf(fade, row[j].y, sum.y);
            sum.z = fmaf(fade, row[j].z, sum.z); sum.w = fmaf(fade, row[j].w, sum.w);
        }
    }
    __stcs(taste + i, make_float4(fmaf(sum.x, sum.x, 0.1f), fmaf(sum.y, sum.y, 0.1f), fmaf(sum.z, sum.z, 0.1f), fmaf(sum.w, sum.w, 0.1f)));
}

// header of 16 bytes
__global__ void __launch_bounds__(256, 4) thistle_violin_ar1_a(const float4* __restrict__ file, const int4* __restrict__ seen, float4* __restrict__ taste) {
    taste_of<1>(file, seen, taste);
}
// header padded to 128 bytes
__global__ void __launch_bounds__(256, 4) thistle_violin_ar1_b(const float4* __restrict__ file, const int4* __restrict__ seen, float4* __restrict__ taste) {
    taste_of<kPadded>(file, seen, taste);
}

// ---- Climate: standardized anomaly of 64 million cells against their mean; the field has ghost cells in front.
constexpr int kCells = 1 << 26, kGhosts = 32;

template <int kFront>
__device__ __forceinline__ void anomaly(const float* __restrict__ field, const float* __restrict__ mean, float* __restrict__ departure) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float f[4], m[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { f[j] = field[kFront + i + 256 * j]; m[j] = mean[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float d = f[j] - m[j];
        departure[i + 256 * j] = d * fmaf(0.7f, d, 0.2f * m[j]);
    }
}

// one ghost cell
__global__ void __launch_bounds__(256) marzipan_tower_ar1_a(const float* __restrict__ field, const float* __restrict__ mean, float* __restrict__ departure) {
    anomaly<1>(field, mean, departure);
}
// ghost cells filled up to 128 bytes
__global__ void __launch_bounds__(256) marzipan_tower_ar1_b(const float* __restrict__ field, const float* __restrict__ mean, float* __restrict__ departure) {
    anomaly<kGhosts>(field, mean, departure);
}

// ---- Film: dissolve from one scene into another with a shoulder that keeps highlights, two quadruples a thread.
constexpr int kSamples = 160 << 20;

__device__ __forceinline__ float dissolve(float a, float b) {
    float v = fmaf(0.35f, b - a, a);
    return fmaf(v, fmaf(-0.25f, v, 0.9f), 0.3f);
}

__global__ void __launch_bounds__(256) cobalt_pantry_ar1_a(const float4* __restrict__ leaving, const float4* __restrict__ coming, float4* __restrict__ shown) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a[2], b[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { a[j] = __ldcs(leaving + i + 256 * j); b[j] = __ldcs(coming + i + 256 * j); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(shown + i + 256 * j, make_float4(dissolve(a[j].x, b[j].x), dissolve(a[j].y, b[j].y), dissolve(a[j].z, b[j].z), dissolve(a[j].w, b[j].w)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Shared by all: one long field of inputs and one result.
    constexpr size_t kPool = (size_t)kGalaxies * 24;
    static_assert((size_t)kSamples * 2 <= kPool && (size_t)kBonds * (kFactors + 3) <= kPool && (size_t)kCustomers * 4 <= kPool, "the pool is too short");
    static_assert((size_t)kItems * 16 + 4 <= kPool && (size_t)kCells * 3 <= kPool && (size_t)kPulses * kGates * 2 + 4096 * 2 <= kPool, "the pool is too short");
    static_assert(kVisitors * 16 <= kSamples && kCells <= kSamples && kPulses * kGates * 2 <= kSamples && kOrders <= kSamples, "the result is too short");
    float *pool = filled<float>(kPool, 54), *out = empty<float>(kSamples);
    float4 *pool4 = f4(pool), *out4 = f4(out);

    {
        float* columns = empty<float>((size_t)kBonds * kFactors);
        harness_fill_factors_ar1<<<4096, 256>>>(pool, columns); CHECK(cudaGetLastError());
        const float4 *notional = f4(pool + (size_t)kBonds * kFactors), *move = notional + kBonds / 4, *convexity = move + kBonds / 4;
        add("copper_lantern_ar1_a", out, kBonds, [=] { copper_lantern_ar1_a<<<kBonds / 1024, 256>>>(notional, move, convexity, pool, 5, out4); });
        add("copper_lantern_ar1_b", out, kBonds, [=] { copper_lantern_ar1_b<<<kBonds / 1024, 256>>>(notional, move, convexity, columns, 5, out4); });
    }
    {
        const float2 *echo = reinterpret_cast<const float2*>(pool), *turn = echo + kPulses * kGates;
        const float* taper = reinterpret_cast<const float*>(turn + 1024);
        float2* cube = reinterpret_cast<float2*>(out);
        dim3 grid(kGates / 32, kPulses / 32), block(32, 8);
        add("juniper_kettle_ar1_a", out, (size_t)kPulses * kGates * 2, [=] { juniper_kettle_ar1_a<<<grid, block>>>(echo, turn, taper, cube); });
        add("juniper_kettle_ar1_b", out, (size_t)kPulses * kGates * 2, [=] { juniper_kettle_ar1_b<<<grid, block>>>(echo, turn, taper, cube); });
    }
    {
        const Galaxy* catalogue = reinterpret_cast<const Galaxy*>(pool);
        float* fields = empty<float>((size_t)kGalaxies * 4);
        harness_fill_fields_ar1<<<4096, 256>>>(catalogue, fields); CHECK(cudaGetLastError());
        const float *green = fields, *red = green + kGalaxies, *radius = red + kGalaxies, *extinction = radius + kGalaxies;
        add("walnut_meadow_ar1_a", out, kGalaxies, [=] { walnut_meadow_ar1_a<<<kGalaxies / 1024, 256>>>(catalogue, out); });
        add("walnut_meadow_ar1_b", out, kGalaxies, [=] { walnut_meadow_ar1_b<<<kGalaxies / 1024, 256>>>(green, red, radius, extinction, out); });
    }
    {
        std::vector<int> who(kOrders), sorted_who(kOrders), begin(kCustomers + 1, 0);
        std::vector<float> amount(kOrders), sorted_amount(kOrders);
        for (int i = 0; i < kOrders; ++i) {
            who[i] = (int)(harness::hash32((uint32_t)i + 4001u) % (uint32_t)kCustomers);
            amount[i] = harness::unit((uint32_t)i + 77000001u);
            ++begin[who[i] + 1];
        }
        for (int c = 0; c < kCustomers; ++c) begin[c + 1] += begin[c];
        for (int i = 0; i < kOrders; ++i) { int at = begin[who[i]]++; sorted_who[at] = who[i]; sorted_amount[at] = amount[i]; }
        const int *came = harness::uploaded(who), *kept = harness::uploaded(sorted_who);
        const float *came_amount = harness::uploaded(amount), *kept_amount = harness::uploaded(sorted_amount);
        add("saffron_bridge_ar1_a", out, kOrders, [=] { saffron_bridge_ar1_a<<<kOrders / 1024, 256>>>(came, came_amount, pool4, out); });
        add("saffron_bridge_ar1_b", out, kOrders, [=] { saffron_bridge_ar1_b<<<kOrders / 1024, 256>>>(kept, kept_amount, pool4, out); });
    }
    {
        auto bytes = [](uint32_t seed) { return reinterpret_cast<const uint8_t*>(harness::indices(kPixels / 4, 0xffffffffu, seed)); };
        const uint8_t *overlay = bytes(11u), *frame = bytes(500000011u), *mask = bytes(1000000011u);
        uint8_t* screen = reinterpret_cast<uint8_t*>(out);
        auto u4 = [](const uint8_t* p) { return reinterpret_cast<const uint4*>(p); };
        const uint4 *overlay4 = u4(overlay), *frame4 = u4(frame), *mask4 = u4(mask);
        uint4* screen4 = reinterpret_cast<uint4*>(out);
        add("pelican_quilt_ar1_a", out, kPixels, [=] { pelican_quilt_ar1_a<<<kPixels / 256, 256>>>(overlay, frame, mask, screen); }, Output::u8);
        add("pelican_quilt_ar1_b", out, kPixels, [=] { pelican_quilt_ar1_b<<<kPixels / 2048, 128>>>(overlay4, frame4, mask4, screen4); }, Output::u8);
    }
    {
        const int4* seen = reinterpret_cast<const int4*>(harness::indices((size_t)kVisitors * 16, kItems, 90));
        float* padded = empty<float>((size_t)kItems * 16 + kPadded * 4);
        CHECK(cudaMemcpy(padded + kPadded * 4, pool + 4, (size_t)kItems * 16 * sizeof(float), cudaMemcpyDeviceToDevice));
        const float4* padded4 = f4(padded);
        add("thistle_violin_ar1_a", out, (size_t)kVisitors * 16, [=] { thistle_violin_ar1_a<<<kVisitors / 64, 256>>>(pool4, seen, out4); });
        add("thistle_violin_ar1_b", out, (size_t)kVisitors * 16, [=] { thistle_violin_ar1_b<<<kVisitors / 64, 256>>>(padded4, seen, out4); });
    }
    {
        const float* mean = pool + (size_t)2 * kCells;
        float* field = empty<float>((size_t)kCells + kGhosts);
        CHECK(cudaMemcpy(field + kGhosts, pool + 1, (size_t)kCells * sizeof(float), cudaMemcpyDeviceToDevice));
        add("marzipan_tower_ar1_a", out, kCells, [=] { marzipan_tower_ar1_a<<<kCells / 1024, 256>>>(pool, mean, out); });
        add("marzipan_tower_ar1_b", out, kCells, [=] { marzipan_tower_ar1_b<<<kCells / 1024, 256>>>(field, mean, out); });
    }
    {
        const float4* coming = pool4 + kSamples / 4;
        add("cobalt_pantry_ar1_a", out, kSamples, [=] { cobalt_pantry_ar1_a<<<kSamples / 2048, 256>>>(pool4, coming, out4); });
    }

    return harness::run(argc, argv, cases);
}
