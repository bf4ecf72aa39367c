// Eight measured cases from prospecting, trade, border control, fishing, bioacoustics, astronomy, elections and quarrying: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Seismic reels: sort multiplexed counts (sample by sample over all geophones) into one trace a geophone, scaled to volts.
constexpr int kPhones = 3840, kTicks = 69632;

__global__ void __launch_bounds__(256) quake_reels_ac1_a(const int* __restrict__ reel, const float* __restrict__ volts, float* __restrict__ trace) {
    int phone = blockIdx.x * 32 + threadIdx.x, tick = blockIdx.y * 32 + threadIdx.y;
    float scale = volts[phone];
#pragma unroll
    for (int j = 0; j < 32; j += 8) trace[phone * kTicks + tick + j] = scale * (float)reel[(tick + j) * kPhones + phone];
}

__global__ void __launch_bounds__(256) quake_reels_ac1_b(const int* __restrict__ reel, const float* __restrict__ volts, float* __restrict__ trace) {
    __shared__ float tile[32][33];
    int phone = blockIdx.x * 32 + threadIdx.x, tick = blockIdx.y * 32 + threadIdx.y;
    float scale = volts[phone];
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = scale * (float)reel[(tick + j) * kPhones + phone];
    __syncthreads();
    phone = blockIdx.x * 32 + threadIdx.y; tick = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 32; j += 8) trace[(phone + j) * kTicks + tick] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- Auction house: what each lot brings in above its reserve, from the ledger of lots.
struct Lot {
    int house, seller;
    float price;
    int currency;
    char label[24];
    int pieces;
    float reserve;
    long long opened, closed;
};
static_assert(sizeof(Lot) == 64, "ledger record");
constexpr int kLots = 12 * 1024 * 1024;

__device__ __forceinline__ float lot_gain(float price, int pieces, float reserve) { return fmaxf(price - reserve, 0.0f) * (float)(pieces & 1023); }

__global__ void __launch_bounds__(256) auction_lots_ac1_a(const Lot* __restrict__ lots, float* __restrict__ gain) {
    int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 1024; j += 256) {
        const Lot& lot = lots[first + j];
        gain[first + j] = lot_gain(lot.price, lot.pieces, lot.reserve);
    }
}

struct Ledger { const float* price; const int* pieces; const float* reserve; };

__global__ void __launch_bounds__(256) auction_lots_ac1_b(const float* __restrict__ price, const int* __restrict__ pieces, const float* __restrict__ reserve,
                                                          float* __restrict__ gain) {
    int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 1024; j += 256) gain[first + j] = lot_gain(price[first + j], pieces[first + j], reserve[first + j]);
}

__global__ void harness_ledger(const Ledger from, Lot* lots) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Lot lot = {};
    lot.house = i % 37; lot.seller = i % 1009; lot.price = from.price[i]; lot.currency = i % 5;
    lot.pieces = from.pieces[i]; lot.reserve = from.reserve[i]; lot.opened = i; lot.closed = i + 86400;
    lots[i] = lot;
}

// ---- Border control: mean of two grey scans of the same passport pages (8 bits a pixel, rounded up).
constexpr int kPixels = 9 * 1024 * 1024;

__global__ void __launch_bounds__(256) passport_pages_ac1_a(const uint8_t* __restrict__ one, const uint8_t* __restrict__ two, uint8_t* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    mean[i] = (uint8_t)((one[i] + two[i] + 1) >> 1);
}

__global__ void __launch_bounds__(256) passport_pages_ac1_b(const uint4* __restrict__ one, const uint4* __restrict__ two, uint4* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 p = one[i], q = two[i];
    mean[i] = make_uint4(__vavgu4(p.x, q.x), __vavgu4(p.y, q.y), __vavgu4(p.z, q.z), __vavgu4(p.w, q.w));
}

// ---- Trawl net: Green strain of each twine between two knots, after the net was mended (twines name their knots in any order).
constexpr int kKnots = 1 << 20, kTwines = 132 * 4096;

__device__ __forceinline__ float twine_strain(float ax, float ay, float az, float at, float bx, float by, float bz, float bt) {
    float dx = ax - bx, dy = ay - by, dz = az - bz;
    return 0.5f * (fmaf(dx, dx, fmaf(dy, dy, dz * dz)) - 0.25f) + 0.1f * (at + bt);
}

__global__ void __launch_bounds__(128) trawl_twine_ac1_a(const int2* __restrict__ ends, const float* __restrict__ x, const float* __restrict__ y,
                                                         const float* __restrict__ z, const float* __restrict__ tight, float* __restrict__ strain) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int2 e = ends[i];
    strain[i] = twine_strain(x[e.x], y[e.x], z[e.x], tight[e.x], x[e.y], y[e.y], z[e.y], tight[e.y]);
}

__global__ void __launch_bounds__(128) trawl_twine_ac1_b(const int2* __restrict__ ends, const float4* __restrict__ knot, float* __restrict__ strain) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int2 e = ends[i];
    float4 a = knot[e.x], b = knot[e.y];
    strain[i] = twine_strain(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w);
}

__global__ void harness_knots(const float* x, const float* y, const float* z, const float* tight, float4* knot) {
    int i = blockIdx.x * 256 + threadIdx.x;
    knot[i] = make_float4(x[i], y[i], z[i], tight[i]);
}

// ---- Whale listening: mix the half-precision records of two hydrophones into one beam.
constexpr int kCalls = 1 << 29;

__global__ void __launch_bounds__(512) whale_beam_ac1_a(const __half* __restrict__ port, const __half* __restrict__ star, __half* __restrict__ beam, __half gain) {
    int i = blockIdx.x * 512 + threadIdx.x;
    beam[i] = __hfma(gain, star[i], port[i]);
}

__device__ __forceinline__ unsigned mix_two(unsigned p, unsigned s, __half2 gain) {
    __half2 r = __hfma2(gain, *reinterpret_cast<__half2*>(&s), *reinterpret_cast<__half2*>(&p));
    return *reinterpret_cast<unsigned*>(&r);
}

__global__ void __launch_bounds__(512) whale_beam_ac1_b(const uint4* __restrict__ port, const uint4* __restrict__ star, uint4* __restrict__ beam, __half gain) {
    int i = blockIdx.x * 512 + threadIdx.x;
    __half2 g = __half2half2(gain);
    uint4 p = port[i], s = star[i];
    beam[i] = make_uint4(mix_two(p.x, s.x, g), mix_two(p.y, s.y, g), mix_two(p.z, s.z, g), mix_two(p.w, s.w, g));
}

// ---- Dust in the galaxy: brightness that reaches us along each sight line through 40 cells of dust.
constexpr int kSights = 1 << 20, kDust = 40;

__device__ __forceinline__ float pass_cell(float light, float dust) {
    float dim = fmaf(0.01f, dust, 0.02f);
    return fmaf(-dim, light, light) + 0.3f * dim;
}

__global__ void __launch_bounds__(128) comet_sight_ac1_a(const float* __restrict__ dust, const float* __restrict__ star, float* __restrict__ seen) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float light = star[i];
#pragma unroll 8
    for (int c = 0; c < kDust; ++c) light = pass_cell(light, dust[i * kDust + c]);
    seen[i] = light;
}

__global__ void __launch_bounds__(128) comet_sight_ac1_b(const float* __restrict__ dust, const float* __restrict__ star, float* __restrict__ seen) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float light = star[i];
#pragma unroll 8
    for (int c = 0; c < kDust; ++c) light = pass_cell(light, dust[c * kSights + i]);
    seen[i] = light;
}

__global__ void harness_sights(const float* dust, float* turned) {
    int i = blockIdx.x * 256 + threadIdx.x;
    for (int c = 0; c < kDust; ++c) turned[c * kSights + i] = dust[i * kDust + c];
}

// ---- Election night: forecast of each precinct from its last poll (behind a header word in the file) and its count so far.
constexpr int kPrecincts = 98304 * 1024;

__device__ __forceinline__ void ballot_box(const float* __restrict__ poll, const float* __restrict__ count, float* __restrict__ forecast) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float p[4], c[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = poll[first + j * 256]; c[j] = count[first + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) forecast[first + j * 256] = fmaf(0.6f, p[j], 0.4f * c[j]);
}

__global__ void __launch_bounds__(256) ballot_box_ac1_a(const float* __restrict__ poll, const float* __restrict__ count, float* __restrict__ forecast) {
    ballot_box(poll + 1, count, forecast);
}
__global__ void __launch_bounds__(256) ballot_box_ac1_b(const float* __restrict__ poll, const float* __restrict__ count, float* __restrict__ forecast) {
    ballot_box(poll, count, forecast);
}

// ---- Quarry wall: height map smoothed from row to row (1 2 1), each thread walks four columns down 64 rows.
constexpr int kAcross = 16384 / 4, kDown = 264 * 64, kWalk = 64;  // quadruples across

__device__ __forceinline__ float smooth(float up, float mid, float low) { return fmaf(0.25f, up + low, 0.5f * mid); }

__global__ void __launch_bounds__(256) quarry_wall_ac1_a(const float4* __restrict__ wall, float4* __restrict__ even) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y * kWalk;
    const float4* from = wall + (size_t)y * kAcross + x;
    float4* to = even + (size_t)y * kAcross + x;
    float4 up = y ? from[-kAcross] : from[0], mid = from[0];
#pragma unroll 1
    for (int r = 0; r < kWalk; r += 8) {
        float4 low[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) low[k] = from[(k < 7 || y + r + 8 < kDown ? k + 1 : k) * kAcross];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            to[k * kAcross] = make_float4(smooth(up.x, mid.x, low[k].x), smooth(up.y, mid.y, low[k].y), smooth(up.z, mid.z, low[k].z),
                                          smooth(up.w, mid.w, low[k].w));
            up = mid; mid = low[k];
        }
        from += 8 * kAcross; to += 8 * kAcross;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kReel = (size_t)kPhones * kTicks, kWall = (size_t)kAcross * 4 * kDown;
    float* out = empty<float>(std::max(kReel, kWall));

    int* reel = indices(kReel, 1 << 23, 71);
    float* volts = filled<float>(kPhones, 72);
    dim3 reels(kPhones / 32, kTicks / 32), square(32, 8);
    add("quake_reels_ac1_a", out, kReel, Output::f32, [=] { quake_reels_ac1_a<<<reels, square>>>(reel, volts, out); });
    add("quake_reels_ac1_b", out, kReel, Output::f32, [=] { quake_reels_ac1_b<<<reels, square>>>(reel, volts, out); });

    float *price = filled<float>(kLots, 73), *reserve = filled<float>(kLots, 74);
    int* pieces = indices(kLots, 1024, 75);
    Lot* lots = empty<Lot>(kLots);
    harness_ledger<<<kLots / 256, 256>>>(Ledger{price, pieces, reserve}, lots); CHECK(cudaGetLastError());
    add("auction_lots_ac1_a", out, kLots, Output::f32, [=] { auction_lots_ac1_a<<<kLots / 1024, 256>>>(lots, out); });
    add("auction_lots_ac1_b", out, kLots, Output::f32, [=] { auction_lots_ac1_b<<<kLots / 1024, 256>>>(price, pieces, reserve, out); });

    int *scan = indices(kPixels / 4, 4294967291u, 76), *scan2 = indices(kPixels / 4, 4294967291u, 77);
    uint8_t *page = reinterpret_cast<uint8_t*>(scan), *page2 = reinterpret_cast<uint8_t*>(scan2), *mean = empty<uint8_t>(kPixels);
    uint4 *wide = reinterpret_cast<uint4*>(scan), *wide2 = reinterpret_cast<uint4*>(scan2), *mean4 = reinterpret_cast<uint4*>(mean);
    add("passport_pages_ac1_a", mean, kPixels, Output::u8, [=] { passport_pages_ac1_a<<<kPixels / 256, 256>>>(page, page2, mean); });
    add("passport_pages_ac1_b", mean, kPixels, Output::u8, [=] { passport_pages_ac1_b<<<kPixels / 4096, 256>>>(wide, wide2, mean4); });

    float *x = filled<float>(kKnots, 78), *y = filled<float>(kKnots, 79), *z = filled<float>(kKnots, 80), *tight = filled<float>(kKnots, 81);
    int2* ends = reinterpret_cast<int2*>(indices((size_t)kTwines * 2, kKnots, 82));
    float4* knot = empty<float4>(kKnots);
    float* strain = empty<float>(kTwines);
    harness_knots<<<kKnots / 256, 256>>>(x, y, z, tight, knot); CHECK(cudaGetLastError());
    add("trawl_twine_ac1_a", strain, kTwines, Output::f32, [=] { trawl_twine_ac1_a<<<kTwines / 128, 128>>>(ends, x, y, z, tight, strain); });
    add("trawl_twine_ac1_b", strain, kTwines, Output::f32, [=] { trawl_twine_ac1_b<<<kTwines / 128, 128>>>(ends, knot, strain); });

    __half *port = filled<__half>(kCalls, 83), *star = filled<__half>(kCalls, 84), *beam = empty<__half>(kCalls), gain = __float2half(0.7f);
    uint4 *port4 = reinterpret_cast<uint4*>(port), *star4 = reinterpret_cast<uint4*>(star), *beam4 = reinterpret_cast<uint4*>(beam);
    add("whale_beam_ac1_a", beam, kCalls, Output::f16, [=] { whale_beam_ac1_a<<<kCalls / 512, 512>>>(port, star, beam, gain); });
    add("whale_beam_ac1_b", beam, kCalls, Output::f16, [=] { whale_beam_ac1_b<<<kCalls / 4096, 512>>>(port4, star4, beam4, gain); });

    float *dust = filled<float>((size_t)kSights * kDust, 85), *turned = empty<float>((size_t)kSights * kDust), *light = filled<float>(kSights, 86);
    harness_sights<<<kSights / 256, 256>>>(dust, turned); CHECK(cudaGetLastError());
    add("comet_sight_ac1_a", out, kSights, Output::f32, [=] { comet_sight_ac1_a<<<kSights / 128, 128>>>(dust, light, out); });
    add("comet_sight_ac1_b", out, kSights, Output::f32, [=] { comet_sight_ac1_b<<<kSights / 128, 128>>>(turned, light, out); });

    float *file = filled<float>((size_t)kPrecincts + 32, 87), *poll = empty<float>(kPrecincts), *count = filled<float>(kPrecincts, 88);
    CHECK(cudaMemcpy(poll, file + 1, (size_t)kPrecincts * 4, cudaMemcpyDeviceToDevice));
    add("ballot_box_ac1_a", out, kPrecincts, Output::f32, [=] { ballot_box_ac1_a<<<kPrecincts / 1024, 256>>>(file, count, out); });
    add("ballot_box_ac1_b", out, kPrecincts, Output::f32, [=] { ballot_box_ac1_b<<<kPrecincts / 1024, 256>>>(poll, count, out); });

    float* wall = filled<float>(kWall, 89);
    const float4* wall4 = reinterpret_cast<const float4*>(wall);
    float4* out4 = reinterpret_cast<float4*>(out);
    dim3 walls(kAcross / 256, kDown / kWalk);
    add("quarry_wall_ac1_a", out, kWall, Output::f32, [=] { quarry_wall_ac1_a<<<walls, 256>>>(wall4, out4); });

    return harness::run(argc, argv, cases);
}
