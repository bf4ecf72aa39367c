// Eight measured cases from geodesy, medical imaging, well logging, accelerators, banking, astrometry, weather and storage: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Satellite geodesy: equatorial height anomaly of each ground track point from a Fourier series in longitude, orders 1 to 24.
constexpr int kOrders = 24, kTrackBlocks = 132 * 44, kTrack = kTrackBlocks * 512;
struct Zonal { float c[kOrders], s[kOrders]; };

__device__ __forceinline__ float anomaly_direct(float lambda, const Zonal& z) {
    float sum = 0.0f;
#pragma unroll
    for (int m = 1; m <= kOrders; ++m) {
        float sn, cs;
        __sincosf(m * lambda, &sn, &cs);
        sum = fmaf(z.c[m - 1], cs, sum);
        sum = fmaf(z.s[m - 1], sn, sum);
    }
    return sum;
}

__device__ __forceinline__ float anomaly_recurrent(float lambda, const Zonal& z) {
    float s1, c1;
    __sincosf(lambda, &s1, &c1);
    float sn = s1, cs = c1, sum = fmaf(z.s[0], s1, z.c[0] * c1);
#pragma unroll
    for (int m = 2; m <= kOrders; ++m) {
        float next = fmaf(cs, c1, -sn * s1);
        sn = fmaf(sn, c1, cs * s1);
        cs = next;
        sum = fmaf(z.c[m - 1], cs, sum);
        sum = fmaf(z.s[m - 1], sn, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) bracken_meridian_af6_a(const float2* __restrict__ longitude, float2* __restrict__ height, const Zonal z) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 l = longitude[i];
    height[i] = make_float2(anomaly_direct(3.14159265f * l.x, z), anomaly_direct(3.14159265f * l.y, z));
}

__global__ void __launch_bounds__(256) bracken_meridian_af6_b(const float2* __restrict__ longitude, float2* __restrict__ height, const Zonal z) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 l = longitude[i];
    height[i] = make_float2(anomaly_recurrent(3.14159265f * l.x, z), anomaly_recurrent(3.14159265f * l.y, z));
}

// ---- Magnetic resonance raw data: scanner order [slice][line][coil][echo][readout] to reconstruction order [slice][echo][coil][line][readout].
constexpr int kReadout = 320, kLine = 240, kCoil = 24, kEcho = 9, kSlice = 24;
constexpr int64_t kSamples = (int64_t)kReadout * kLine * kCoil * kEcho * kSlice;
static_assert(kSamples % 256 == 0 && kSamples < (1ll << 31), "");

struct RawView { int64_t extent[5], stride[5]; };  // of the destination's axes, outermost first; strides into the source

__global__ void __launch_bounds__(256) gannister_coils_af6_a(const float* __restrict__ raw, float* __restrict__ sorted, int64_t count, const RawView view) {
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int64_t rest = i, from = 0;
#pragma unroll
    for (int axis = 4; axis > 0; --axis) {
        int64_t at = rest % view.extent[axis];
        rest /= view.extent[axis];
        from += at * view.stride[axis];
    }
    sorted[i] = raw[from + rest * view.stride[0]];
}

struct Divider {  // quotient of n < 2^31 by a fixed divisor: (umulhi(n, factor) + n) >> shift
    uint32_t divisor, factor, shift;
    static Divider of(uint32_t d) {
        uint32_t s = 0;
        while ((1ull << s) < d) ++s;
        return {d, (uint32_t)(((1ull << 32) * ((1ull << s) - d)) / d + 1), s};
    }
};
struct RawMagic { Divider extent[5]; uint32_t stride[5]; };

__global__ void __launch_bounds__(256) gannister_coils_af6_b(const float* __restrict__ raw, float* __restrict__ sorted, uint32_t count, const RawMagic view) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uint32_t rest = i, from = 0;
#pragma unroll
    for (int axis = 4; axis > 0; --axis) {
        uint32_t above = (__umulhi(rest, view.extent[axis].factor) + rest) >> view.extent[axis].shift;
        from += (rest - above * view.extent[axis].divisor) * view.stride[axis];
        rest = above;
    }
    sorted[i] = raw[from + rest * view.stride[0]];
}

// ---- Well logging: cubic radial interpolation of a log of 4096 knots (depth, weight) at 16896 depths; its terms cancel, so the sum is compensated.
constexpr int kKnots = 4096, kDepths = 132 * 128;

__device__ __forceinline__ void compensate(float depth, float knot, float weight, float& sum, float& lost) {
    float d = depth - knot, y = fmaf(d * d * fabsf(d), weight, -lost), t = sum + y;
    lost = (t - sum) - y;
    sum = t;
}

__device__ __forceinline__ void stage_knots(float4* log, const float4* __restrict__ knots) {
#pragma unroll 8
    for (int k = threadIdx.x; k < kKnots / 2; k += 128) log[k] = knots[k];
    __syncthreads();
}

__global__ void __launch_bounds__(128) tussock_borehole_af6_a(const float* __restrict__ depths, const float4* __restrict__ knots, float* __restrict__ value) {
    __shared__ float4 log[kKnots / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    float depth = depths[i], sum = 0.0f, lost = 0.0f;
    stage_knots(log, knots);
#pragma unroll 4
    for (int k = 0; k < kKnots / 2; k += 2) {
        float4 u = log[k], v = log[k + 1];
        compensate(depth, u.x, u.y, sum, lost);
        compensate(depth, u.z, u.w, sum, lost);
        compensate(depth, v.x, v.y, sum, lost);
        compensate(depth, v.z, v.w, sum, lost);
    }
    value[i] = sum - lost;
}

__global__ void __launch_bounds__(128) tussock_borehole_af6_b(const float* __restrict__ depths, const float4* __restrict__ knots, float* __restrict__ value) {
    __shared__ float4 log[kKnots / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    float depth = depths[i], sum[4] = {}, lost[4] = {};
    stage_knots(log, knots);
#pragma unroll 4
    for (int k = 0; k < kKnots / 2; k += 2) {
        float4 u = log[k], v = log[k + 1];
        compensate(depth, u.x, u.y, sum[0], lost[0]);
        compensate(depth, u.z, u.w, sum[1], lost[1]);
        compensate(depth, v.x, v.y, sum[2], lost[2]);
        compensate(depth, v.z, v.w, sum[3], lost[3]);
    }
    value[i] = ((sum[0] + sum[1]) + (sum[2] + sum[3])) - ((lost[0] + lost[1]) + (lost[2] + lost[3]));
}

// ---- Accelerator optics: two particles a thread through the 32 like cells of a storage ring, each of 8 coupled elements (4 x 4 transfer matrix and a kick).
constexpr int kElements = 8, kCells = 32, kBunchBlocks = 132 * 16, kParticles = kBunchBlocks * 512;
struct Cell { float m[kElements][4][4], kick[kElements][4]; };

struct Rounded {  // same roundings as the tracker's host build
    static __device__ __forceinline__ float madd(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); }
};
struct Contracted {
    static __device__ __forceinline__ float madd(float a, float b, float c) { return fmaf(a, b, c); }
};

template <typename Math>
__device__ __forceinline__ float row(const float (&m)[4], float4 p, float kick) {
    return Math::madd(m[3], p.w, Math::madd(m[2], p.z, Math::madd(m[1], p.y, Math::madd(m[0], p.x, kick))));
}

template <typename Math>
__device__ __forceinline__ void track(const float4* __restrict__ start, const Cell& cell, float4* __restrict__ end) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = start[i], q = start[i + 256];
#pragma unroll 1
    for (int turn = 0; turn < kCells; ++turn)
#pragma unroll
        for (int e = 0; e < kElements; ++e) {
            const float(&m)[4][4] = cell.m[e];
            const float(&k)[4] = cell.kick[e];
            p = make_float4(row<Math>(m[0], p, k[0]), row<Math>(m[1], p, k[1]), row<Math>(m[2], p, k[2]), row<Math>(m[3], p, k[3]));
            q = make_float4(row<Math>(m[0], q, k[0]), row<Math>(m[1], q, k[1]), row<Math>(m[2], q, k[2]), row<Math>(m[3], q, k[3]));
        }
    end[i] = p;
    end[i + 256] = q;
}

__global__ void __launch_bounds__(256) burin_lattice_af6_a(const float4* __restrict__ start, float4* __restrict__ end, const Cell cell) {
    track<Rounded>(start, cell, end);
}
__global__ void __launch_bounds__(256) burin_lattice_af6_b(const float4* __restrict__ start, float4* __restrict__ end, const Cell cell) {
    track<Contracted>(start, cell, end);
}

// ---- Bank: yearly balance of each customer, a warp each, over the page chains of its four accounts. A page holds 31 bookings and the next page's number.
constexpr uint32_t kPageBits = 25, kPages = 1u << kPageBits, kChain = 8, kCustomers = kPages / (4 * kChain);

__device__ __forceinline__ uint32_t page_place(uint32_t i) {  // one to one on the page numbers: pages lie where they were allocated over the years
    const uint32_t mask = kPages - 1;
    i ^= i >> 13; i = (i * 0x9e3779b1u) & mask;
    i ^= i >> 12; i = (i * 0x85ebca6bu) & mask;
    return i ^ (i >> 14);
}

__global__ void harness_pages(int* pool, int* head) {
    for (size_t w = blockIdx.x * (size_t)blockDim.x + threadIdx.x; w < (size_t)kPages * 32; w += (size_t)gridDim.x * blockDim.x) {
        uint32_t i = (uint32_t)(w / 32), lane = w % 32, chain = i / kChain, step = i % kChain, length = kChain - (harness::hash32(chain) & 1);
        uint32_t page = page_place(i);
        pool[(size_t)page * 32 + lane] = lane < 31 ? __float_as_int(harness::unit((uint32_t)w * 2654435761u + 17))
                                                   : step + 1 < length ? (int)page_place(i + 1) : -1;
        if (lane == 0 && step == 0) head[chain] = (int)page;
    }
}

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) sedge_ledgers_af6_a(const int* __restrict__ pool, const int4* __restrict__ heads, float* __restrict__ balance) {
    int customer = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int4 h = heads[customer];
    float sum = 0.0f;
#pragma unroll
    for (int account = 0; account < 4; ++account) {
        int page = account == 0 ? h.x : account == 1 ? h.y : account == 2 ? h.z : h.w;
        while (page >= 0) {
            int entry = pool[(size_t)page * 32 + lane];
            if (lane < 31) sum += __int_as_float(entry);
            page = __shfl_sync(0xffffffffu, entry, 31);
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) balance[customer] = sum;
}

__global__ void __launch_bounds__(256) sedge_ledgers_af6_b(const int* __restrict__ pool, const int4* __restrict__ heads, float* __restrict__ balance) {
    int customer = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int4 h = heads[customer];
    int page[4] = {h.x, h.y, h.z, h.w};
    float sum = 0.0f;
    while ((page[0] & page[1] & page[2] & page[3]) >= 0) {  // until all four are at -1
        int entry[4];
#pragma unroll
        for (int account = 0; account < 4; ++account) {
            entry[account] = lane < 31 ? 0 : -1;
            if (page[account] >= 0) entry[account] = pool[(size_t)page[account] * 32 + lane];
        }
#pragma unroll
        for (int account = 0; account < 4; ++account) {
            if (lane < 31) sum += __int_as_float(entry[account]);
            page[account] = __shfl_sync(0xffffffffu, entry[account], 31);
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) balance[customer] = sum;
}

// ---- Astrometry: radial distortion of detections on a mosaic of 24 chips, each with its own polynomial of degree 11 x 11; a warp takes 256 detections of one chip.
constexpr int kChips = 24, kDegree = 12, kExposureBlocks = 132 * 48, kBatches = kExposureBlocks * 8, kDetections = kBatches * 256;

__host__ __device__ constexpr float chip_term(int chip, int i, int j) {
    uint32_t h = (uint32_t)(chip * 1009 + i * 31 + j) * 2654435761u + 12345u;
    h ^= h >> 15; h *= 0x7feb352du; h ^= h >> 13;
    return ((float)(h >> 8) * (2.0f / 16777216.0f) - 1.0f) * 0.5f;
}

template <int kChip>  // as the calibration pipeline's code generator writes them, one per chip
__device__ __forceinline__ void chip_distortion(const float2 (&p)[8], float (&value)[8]) {
#pragma unroll
    for (int i = kDegree - 1; i >= 0; --i) {
        float inner[8];
#pragma unroll
        for (int n = 0; n < 8; ++n) inner[n] = chip_term(kChip, i, kDegree - 1);
#pragma unroll
        for (int j = kDegree - 2; j >= 0; --j)
#pragma unroll
            for (int n = 0; n < 8; ++n) inner[n] = fmaf(inner[n], p[n].y, chip_term(kChip, i, j));
#pragma unroll
        for (int n = 0; n < 8; ++n) value[n] = fmaf(value[n], p[n].x, inner[n]);
    }
}

__global__ void __launch_bounds__(256) spokeshave_mosaic_af6_a(const float2* __restrict__ place, const int* __restrict__ chips, float* __restrict__ shift) {
    int batch = blockIdx.x * 8 + threadIdx.x / 32, first = batch * 256 + threadIdx.x % 32;
    float2 p[8];
    float value[8] = {};
#pragma unroll
    for (int n = 0; n < 8; ++n) p[n] = place[first + n * 32];
    switch (chips[batch]) {
#define CHIP(c) case c: chip_distortion<c>(p, value); break;
        CHIP(0) CHIP(1) CHIP(2) CHIP(3) CHIP(4) CHIP(5) CHIP(6) CHIP(7) CHIP(8) CHIP(9) CHIP(10) CHIP(11)
        CHIP(12) CHIP(13) CHIP(14) CHIP(15) CHIP(16) CHIP(17) CHIP(18) CHIP(19) CHIP(20) CHIP(21) CHIP(22) CHIP(23)
#undef CHIP
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) shift[first + n * 32] = value[n];
}

__global__ void __launch_bounds__(256) spokeshave_mosaic_af6_b(const float2* __restrict__ place, const int* __restrict__ chips, const float4* __restrict__ terms,
                                                               float* __restrict__ shift) {
    int batch = blockIdx.x * 8 + threadIdx.x / 32, first = batch * 256 + threadIdx.x % 32;
    float2 p[8];
    float value[8] = {};
#pragma unroll
    for (int n = 0; n < 8; ++n) p[n] = place[first + n * 32];
    const float4* mine = terms + chips[batch] * (kDegree * kDegree / 4);
#pragma unroll 1
    for (int i = kDegree - 1; i >= 0; --i) {
        float4 a = mine[i * 3], b = mine[i * 3 + 1], c = mine[i * 3 + 2];
        float term[kDegree] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w}, inner[8];
#pragma unroll
        for (int n = 0; n < 8; ++n) inner[n] = term[kDegree - 1];
#pragma unroll
        for (int j = kDegree - 2; j >= 0; --j)
#pragma unroll
            for (int n = 0; n < 8; ++n) inner[n] = fmaf(inner[n], p[n].y, term[j]);
#pragma unroll
        for (int n = 0; n < 8; ++n) value[n] = fmaf(value[n], p[n].x, inner[n]);
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) shift[first + n * 32] = value[n];
}

// ---- Weather stations: relative humidity from vapour pressure and temperature (Magnus formula) and the sensor's offset, four readings a thread.
constexpr int kReadings = 256 * 40000;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float humidity(float vapour, float t, float offset) {
    float exponent = kQuick ? __fdividef(-17.62f * t, 8.1f + t) : (-17.62f * t) / (8.1f + t);
    return fmaf(vapour, kQuick ? __expf(exponent) : expf(exponent), offset);
}

template <bool kQuick>
__device__ __forceinline__ void dewpoint(const float4* __restrict__ vapour, const float4* __restrict__ celsius, const float4* __restrict__ offset, float4* __restrict__ relative) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = vapour[i], t = celsius[i], o = offset[i];
    relative[i] = make_float4(humidity<kQuick>(v.x, t.x, o.x), humidity<kQuick>(v.y, t.y, o.y), humidity<kQuick>(v.z, t.z, o.z), humidity<kQuick>(v.w, t.w, o.w));
}

__global__ void __launch_bounds__(256) fescue_dewpoint_af6_a(const float4* __restrict__ vapour, const float4* __restrict__ celsius, const float4* __restrict__ offset, float4* __restrict__ relative) {
    dewpoint<false>(vapour, celsius, offset, relative);
}
__global__ void __launch_bounds__(256) fescue_dewpoint_af6_b(const float4* __restrict__ vapour, const float4* __restrict__ celsius, const float4* __restrict__ offset, float4* __restrict__ relative) {
    dewpoint<true>(vapour, celsius, offset, relative);
}

// ---- Storage: encryption of a disk image in counter mode with Speck64/128, four 8-byte blocks a thread, round keys expanded on the host.
constexpr int kRounds = 27, kImageBlocks = 132 * 128, kImage = kImageBlocks * 512;  // uint4
struct RoundKeys { uint32_t k[kRounds]; };

__device__ __forceinline__ void speck_round(uint32_t& x, uint32_t& y, uint32_t k) {
    x = (__funnelshift_r(x, x, 8) + y) ^ k;
    y = __funnelshift_l(y, y, 3) ^ x;
}

__global__ void __launch_bounds__(256) caulking_image_af6_a(const uint4* __restrict__ plain, uint4* __restrict__ coded, uint32_t nonce, const RoundKeys keys) {
    uint32_t i = blockIdx.x * 512 + threadIdx.x;
    uint4 a = plain[i], b = plain[i + 256];
    uint32_t x[4], y[4] = {2 * i, 2 * i + 1, 2 * (i + 256), 2 * (i + 256) + 1};
#pragma unroll
    for (int n = 0; n < 4; ++n) x[n] = nonce;
#pragma unroll
    for (int r = 0; r < kRounds; ++r)
#pragma unroll
        for (int n = 0; n < 4; ++n) speck_round(x[n], y[n], keys.k[r]);
    coded[i] = make_uint4(a.x ^ y[0], a.y ^ x[0], a.z ^ y[1], a.w ^ x[1]);
    coded[i + 256] = make_uint4(b.x ^ y[2], b.y ^ x[2], b.z ^ y[3], b.w ^ x[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one input field, its second half, one result.
    float *one = filled<float>(kSamples, 601), *two = one + kSamples / 2, *out = empty<float>(kSamples);
    static_assert(kReadings * 4ll <= kSamples / 4 && kDetections * 2ll <= kSamples / 2 && kImage * 4ll <= kSamples / 2 && kParticles * 4ll <= kSamples / 2 && kSamples % 16 == 0,
                  "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *off4 = f4(one + kSamples / 4), *out4 = f4(out);

    Zonal zonal;
    for (int m = 0; m < kOrders; ++m) { zonal.c[m] = harness::unit(m * 7 + 3) / (m + 1); zonal.s[m] = harness::unit(m * 11 + 5) / (m + 1); }
    add("bracken_meridian_af6_a", out, kTrack, [=] { bracken_meridian_af6_a<<<kTrackBlocks, 256>>>(one2, out2, zonal); });
    add("bracken_meridian_af6_b", out, kTrack, [=] { bracken_meridian_af6_b<<<kTrackBlocks, 256>>>(one2, out2, zonal); });

    // Destination axes: slice, echo, coil, line, readout; source strides of [slice][line][coil][echo][readout].
    const int64_t extent[5] = {kSlice, kEcho, kCoil, kLine, kReadout};
    const int64_t stride[5] = {(int64_t)kLine * kCoil * kEcho * kReadout, kReadout, kEcho * kReadout, kCoil * kEcho * kReadout, 1};
    RawView view; RawMagic magic;
    for (int d = 0; d < 5; ++d) {
        view.extent[d] = extent[d]; view.stride[d] = stride[d];
        magic.extent[d] = Divider::of((uint32_t)extent[d]); magic.stride[d] = (uint32_t)stride[d];
    }
    add("gannister_coils_af6_a", out, kSamples, [=] { gannister_coils_af6_a<<<(unsigned)(kSamples / 256), 256>>>(one, out, kSamples, view); });
    add("gannister_coils_af6_b", out, kSamples, [=] { gannister_coils_af6_b<<<(unsigned)(kSamples / 256), 256>>>(one, out, (uint32_t)kSamples, magic); });

    add("tussock_borehole_af6_a", out, kDepths, [=] { tussock_borehole_af6_a<<<kDepths / 128, 128>>>(one, two4, out); });
    add("tussock_borehole_af6_b", out, kDepths, [=] { tussock_borehole_af6_b<<<kDepths / 128, 128>>>(one, two4, out); });

    Cell cell = {};  // each matrix a slightly damped product of rotations in the planes (0 1), (2 3), (0 2), (1 3)
    const int plane[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    for (int e = 0; e < kElements; ++e) {
        for (int r = 0; r < 4; ++r) { cell.kick[e][r] = 0.05f * harness::unit(e * 4 + r + 900); cell.m[e][r][r] = 0.999f; }
        for (int t = 0; t < 4; ++t) {
            float angle = 1.2f * harness::unit(e * 4 + t + 100), cs = std::cos(angle), sn = std::sin(angle);
            for (int c = 0; c < 4; ++c) {
                float &u = cell.m[e][plane[t][0]][c], &v = cell.m[e][plane[t][1]][c], old = u;
                u = cs * u - sn * v;
                v = sn * old + cs * v;
            }
        }
    }
    add("burin_lattice_af6_a", out, (size_t)kParticles * 4, [=] { burin_lattice_af6_a<<<kBunchBlocks, 256>>>(one4, out4, cell); });
    add("burin_lattice_af6_b", out, (size_t)kParticles * 4, [=] { burin_lattice_af6_b<<<kBunchBlocks, 256>>>(one4, out4, cell); });

    int *pool, *head;
    CHECK(cudaMalloc(&pool, (size_t)kPages * 128));
    CHECK(cudaMalloc(&head, (size_t)(kPages / kChain) * sizeof(int)));
    harness_pages<<<4096, 256>>>(pool, head);
    CHECK(cudaGetLastError());
    const int4* heads = reinterpret_cast<const int4*>(head);
    add("sedge_ledgers_af6_a", out, kCustomers, [=] { sedge_ledgers_af6_a<<<kCustomers / 8, 256>>>(pool, heads, out); });
    add("sedge_ledgers_af6_b", out, kCustomers, [=] { sedge_ledgers_af6_b<<<kCustomers / 8, 256>>>(pool, heads, out); });

    std::vector<float> terms;
    for (int c = 0; c < kChips; ++c)
        for (int i = 0; i < kDegree; ++i)
            for (int j = 0; j < kDegree; ++j) terms.push_back(chip_term(c, i, j));
    const float4* table = reinterpret_cast<const float4*>(harness::uploaded(terms));
    const int* chips = harness::indices(kBatches, kChips, 77);
    add("spokeshave_mosaic_af6_a", out, kDetections, [=] { spokeshave_mosaic_af6_a<<<kExposureBlocks, 256>>>(one2, chips, out); });
    add("spokeshave_mosaic_af6_b", out, kDetections, [=] { spokeshave_mosaic_af6_b<<<kExposureBlocks, 256>>>(one2, chips, table, out); });

    add("fescue_dewpoint_af6_a", out, (size_t)kReadings * 4, [=] { fescue_dewpoint_af6_a<<<kReadings / 256, 256>>>(one4, two4, off4, out4); });
    add("fescue_dewpoint_af6_b", out, (size_t)kReadings * 4, [=] { fescue_dewpoint_af6_b<<<kReadings / 256, 256>>>(one4, two4, off4, out4); });

    RoundKeys keys;
    uint32_t word[4] = {0x03020100u, 0x0b0a0908u, 0x13121110u, 0x1b1a1918u}, k = word[0], l[3] = {word[1], word[2], word[3]};
    for (uint32_t r = 0; r < kRounds; ++r) {
        keys.k[r] = k;
        uint32_t& m = l[r % 3];
        m = (k + ((m >> 8) | (m << 24))) ^ r;
        k = ((k << 3) | (k >> 29)) ^ m;
    }
    const uint4* plain = reinterpret_cast<const uint4*>(one);
    uint4* coded = reinterpret_cast<uint4*>(out);
    add("caulking_image_af6_a", out, (size_t)kImage * 4, [=] { caulking_image_af6_a<<<kImageBlocks, 256>>>(plain, coded, 0x5eed1234u, keys); }, Output::i32);

    return harness::run(argc, argv, cases);
}
