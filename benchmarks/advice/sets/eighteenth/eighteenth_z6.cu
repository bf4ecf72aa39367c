// Eleven more measured pairs about global-memory access: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_bf16.h>

using harness::Case;
using harness::Output;

// ---- Sailing: deepest fall of each boat behind her own best over the 128 legs of her log, a boat a row.
constexpr int kBoats = 132 * 128 * 64, kLegs = 128;

__global__ void __launch_bounds__(128) regatta_logs_z6_a(const float* __restrict__ log, float* __restrict__ fall) {
    int boat = blockIdx.x * 128 + threadIdx.x;
    float best = -2.0f, worst = 0.0f;
#pragma unroll 4
    for (int leg = 0; leg < kLegs; ++leg) {
        float v = log[boat * kLegs + leg];
        best = fmaxf(best, v);
        worst = fmaxf(worst, best - v);
    }
    fall[boat] = worst;
}

__global__ void __launch_bounds__(128) regatta_logs_z6_b(const float* __restrict__ log, float* __restrict__ fall) {
    __shared__ float page[4][32][33];
    int boat = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const float* first = log + (boat - lane) * kLegs + lane;
    float best = -2.0f, worst = 0.0f;
    for (int leg = 0; leg < kLegs; leg += 32) {
#pragma unroll
        for (int row = 0; row < 32; ++row) page[warp][row][lane] = first[row * kLegs + leg];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            float v = page[warp][lane][k];
            best = fmaxf(best, v);
            worst = fmaxf(worst, best - v);
        }
        __syncwarp();
    }
    fall[boat] = worst;
}

// ---- Weaving: a tapestry turned by its diagonal and bleached.
constexpr int kWarpThreads = 8192, kWeft = 132 * 128;

__global__ void __launch_bounds__(256) tapestry_turn_z6_a(const float* __restrict__ cloth, float* __restrict__ turned) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[x * kWeft + y + j] = fmaf(0.75f, cloth[(y + j) * kWarpThreads + x], 0.25f);
}

__global__ void __launch_bounds__(256) tapestry_turn_z6_b(const float* __restrict__ cloth, float* __restrict__ turned) {
    __shared__ float patch[32][33];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, s = threadIdx.x, t = threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) patch[t + j][s] = fmaf(0.75f, cloth[(y + t + j) * kWarpThreads + x + s], 0.25f);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(x + t + j) * kWeft + y + s] = patch[s][t + j];
}

// ---- Customs: duty on the declared goods of a season, one sum a block.
struct Declaration {
    float quantity; int ship, port, agent; float weight, volume, insurance, freight;
    int origin, tariff; float price; int officer, lane, seal, crate, stamp;
    int paper, copy; float discount; int day; float moisture, heat; int inspector, flags;
};
constexpr int kGoods = 132 * 16 * 256 * 24, kDesks = 132 * 16;

__global__ void harness_declarations(Declaration* __restrict__ goods, float* __restrict__ quantity, float* __restrict__ price, float* __restrict__ discount, int* __restrict__ day) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    using harness::unit;
    uint32_t s = (uint32_t)i * 24u;
    Declaration d = {};
    d.quantity = 2.0f + unit(s); d.price = 3.0f + unit(s + 1); d.discount = 0.1f + 0.1f * unit(s + 2); d.day = (int)(harness::hash32(s + 3) % 365u);
    d.weight = unit(s + 4); d.volume = unit(s + 5); d.origin = (int)s; d.inspector = i; d.moisture = unit(s + 6);
    goods[i] = d;
    quantity[i] = d.quantity; price[i] = d.price; discount[i] = d.discount; day[i] = d.day;
}

__device__ __forceinline__ float duty(float quantity, float price, float discount, int day) {
    return quantity * price * (1.0f - discount) * (day >= 90 && day < 270 ? 1.0f : 0.5f);
}

__device__ __forceinline__ void desk_total(float sum, float* __restrict__ total) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        total[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256) customs_tally_z6_a(const Declaration* __restrict__ goods, float* __restrict__ total) {
    float sum = 0.0f;
#pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kGoods; i += kDesks * 256) sum += duty(goods[i].quantity, goods[i].price, goods[i].discount, goods[i].day);
    desk_total(sum, total);
}

__global__ void __launch_bounds__(256) customs_tally_z6_b(const float* __restrict__ quantity, const float* __restrict__ price, const float* __restrict__ discount, const int* __restrict__ day,
                                                          float* __restrict__ total) {
    float sum = 0.0f;
#pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kGoods; i += kDesks * 256) sum += duty(quantity[i], price[i], discount[i], day[i]);
    desk_total(sum, total);
}

// ---- Reefs: one relaxation step on a mesh of polyps with six neighbours each; the survey numbers the polyps.
constexpr int kPolyps = 1 << 25, kNear = 6;

__host__ __device__ inline uint32_t shuffled(uint32_t i) {  // a permutation of the numbers below kPolyps
    i = (i * 0x9e3779b1u) & (kPolyps - 1); i ^= i >> 13;
    i = (i * 0x85ebca6bu) & (kPolyps - 1); i ^= i >> 11;
    return (i * 0xc2b2ae35u) & (kPolyps - 1);
}

template <bool kShuffled>
__global__ void harness_reef(int* __restrict__ near, float* __restrict__ food) {
    const int way[kNear] = {-4097, -4096, -1, 1, 4096, 4097};
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, at = kShuffled ? shuffled(i) : i;
    food[at] = harness::unit(i);
    for (int k = 0; k < kNear; ++k) {
        uint32_t n = (i + (uint32_t)way[k]) & (kPolyps - 1);
        near[(size_t)k * kPolyps + at] = (int)(kShuffled ? shuffled(n) : n);
    }
}

__device__ __forceinline__ void relax(const int* __restrict__ near, const float* __restrict__ food, float* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x, n[kNear];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kNear; ++k) n[k] = near[k * kPolyps + i];
#pragma unroll
    for (int k = 0; k < kNear; ++k) sum += food[n[k]];
    next[i] = fmaf(0.1f, sum, 0.4f * food[i]);
}

__global__ void __launch_bounds__(256) reef_polyps_z6_a(const int* __restrict__ near, const float* __restrict__ food, float* __restrict__ next) { relax(near, food, next); }
__global__ void __launch_bounds__(256) reef_polyps_z6_b(const int* __restrict__ near, const float* __restrict__ food, float* __restrict__ next) { relax(near, food, next); }

// ---- Museums: likeness of a visitor's taste to the exhibits that he was shown (16 numbers each); a catalogue begins with its header.
constexpr int kExhibits = 16 << 20, kShown = 132 * 2048 * 32, kHeader = 4;  // of the header: words

__device__ __forceinline__ void likeness(const float4* __restrict__ exhibit, const int* __restrict__ shown, const float4* __restrict__ taste, float* __restrict__ like) {
    int quarter = threadIdx.x % 4, first = blockIdx.x * 256 + threadIdx.x / 4, which[4];
    float4 t = taste[quarter], e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) which[j] = shown[first + 64 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) e[j] = exhibit[which[j] * 4 + quarter];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float dot = fmaf(e[j].x, t.x, fmaf(e[j].y, t.y, fmaf(e[j].z, t.z, e[j].w * t.w)));
        dot += __shfl_xor_sync(0xffffffffu, dot, 1);
        dot += __shfl_xor_sync(0xffffffffu, dot, 2);
        if (quarter == 0) like[first + 64 * j] = dot;
    }
}

__global__ void __launch_bounds__(256) museum_tour_z6_a(const float4* __restrict__ exhibit, const int* __restrict__ shown, const float4* __restrict__ taste, float* __restrict__ like) { likeness(exhibit, shown, taste, like); }
__global__ void __launch_bounds__(256) museum_tour_z6_b(const float4* __restrict__ exhibit, const int* __restrict__ shown, const float4* __restrict__ taste, float* __restrict__ like) { likeness(exhibit, shown, taste, like); }

// ---- Restoration: an old and a new photograph of a fresco mixed by a weight of 8 bits.
constexpr int kFresco = 132 * 2048 * 1024;

__global__ void __launch_bounds__(256) fresco_mix_z6_a(const uint8_t* __restrict__ old, const uint8_t* __restrict__ now, uint32_t weight, uint8_t* __restrict__ mixed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    mixed[i] = (uint8_t)((old[i] * weight + now[i] * (256u - weight)) >> 8);
}

__device__ __forceinline__ uint32_t mixed4(uint32_t a, uint32_t b, uint32_t weight) {
    uint32_t even = (a & 0x00ff00ffu) * weight + (b & 0x00ff00ffu) * (256u - weight);
    uint32_t odd = (a >> 8 & 0x00ff00ffu) * weight + (b >> 8 & 0x00ff00ffu) * (256u - weight);
    return (even >> 8 & 0x00ff00ffu) | (odd & 0xff00ff00u);
}

__global__ void __launch_bounds__(256) fresco_mix_z6_b(const uint4* __restrict__ old, const uint4* __restrict__ now, uint32_t weight, uint4* __restrict__ mixed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = old[i], b = now[i];
    mixed[i] = make_uint4(mixed4(a.x, b.x, weight), mixed4(a.y, b.y, weight), mixed4(a.z, b.z, weight), mixed4(a.w, b.w, weight));
}

// ---- Plankton: sixteen letters of a sequence packed into the 32 bits of a word.
constexpr int kPacked = 132 * 2048 * 64;

__global__ void __launch_bounds__(256) plankton_reads_z6_a(const uint8_t* __restrict__ letter, uint32_t* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t word = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) word |= (letter[i * 16 + j] >> 1 & 3u) << (2 * j);
    packed[i] = word;
}

__device__ __forceinline__ uint32_t packed4(uint32_t v) {
    return (v >> 1 & 3u) | (v >> 7 & 0xcu) | (v >> 13 & 0x30u) | (v >> 19 & 0xc0u);
}

__global__ void __launch_bounds__(256) plankton_reads_z6_b(const uint4* __restrict__ letter, uint32_t* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 v = letter[i];
    packed[i] = packed4(v.x) | packed4(v.y) << 8 | packed4(v.z) << 16 | packed4(v.w) << 24;
}

// ---- Language: gated sum of two streams of activations in bfloat16.
constexpr int kTokens = 132 * 2048 * 512;

__device__ __forceinline__ float gated(float x, float y) { return fmaf(y, 0.5f + 0.25f * x, x); }

__global__ void __launch_bounds__(256) parrot_gate_z6_a(const __nv_bfloat16* __restrict__ x, const __nv_bfloat16* __restrict__ y, __nv_bfloat16* __restrict__ z) {
    int i = blockIdx.x * 256 + threadIdx.x;
    z[i] = __float2bfloat16(gated(__bfloat162float(x[i]), __bfloat162float(y[i])));
}

__global__ void __launch_bounds__(256) parrot_gate_z6_b(const uint4* __restrict__ x, const uint4* __restrict__ y, uint4* __restrict__ z) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a4 = x[i], b4 = y[i], r4;
    const __nv_bfloat162 *a = reinterpret_cast<const __nv_bfloat162*>(&a4), *b = reinterpret_cast<const __nv_bfloat162*>(&b4);
    __nv_bfloat162* r = reinterpret_cast<__nv_bfloat162*>(&r4);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 p = __bfloat1622float2(a[j]), q = __bfloat1622float2(b[j]);
        r[j] = __floats2bfloat162_rn(gated(p.x, q.x), gated(p.y, q.y));
    }
    z[i] = r4;
}

// ---- Whales: correlation of the left ears of two stereo hydrophones, a sum for every 8192 frames.
constexpr int kSongs = 132 * 64, kSongFrames = 8192;

template <int kApart>  // words from one frame to the next
__device__ __forceinline__ void duet(const float* __restrict__ one, const float* __restrict__ two, float* __restrict__ total) {
    int first = blockIdx.x * kSongFrames + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 8
    for (int f = 0; f < kSongFrames; f += 256) sum = fmaf(one[(first + f) * kApart], two[(first + f) * kApart], sum);
    desk_total(sum, total);
}

__global__ void __launch_bounds__(256) whale_duet_z6_a(const float* __restrict__ one, const float* __restrict__ two, float* __restrict__ total) { duet<2>(one, two, total); }
__global__ void __launch_bounds__(256) whale_duet_z6_b(const float* __restrict__ one, const float* __restrict__ two, float* __restrict__ total) { duet<1>(one, two, total); }

__global__ void harness_left(const float* __restrict__ stereo, float* __restrict__ left, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) left[i] = stereo[2 * i];
}

// ---- Detectors: counts of 135168 pixels over 512 exposures, corrected by the gain in each pixel's calibration of four words.
constexpr int kPixels = 132 * 1024, kExposures = 512, kSlice = 64;

template <int kApart>
__device__ __forceinline__ void corrected(const float* __restrict__ count, const float* __restrict__ gain, float* __restrict__ right) {
    int pixel = blockIdx.x * 256 + threadIdx.x, first = blockIdx.y * kSlice * kPixels + pixel;
    float g = 1.0f + 0.1f * gain[pixel * kApart];
#pragma unroll 16
    for (int e = 0; e < kSlice; ++e) right[first + e * kPixels] = g * count[first + e * kPixels];
}

__global__ void __launch_bounds__(256) xray_panel_z6_a(const float* __restrict__ count, const float* __restrict__ gain, float* __restrict__ right) { corrected<4>(count, gain, right); }
__global__ void __launch_bounds__(256) xray_panel_z6_b(const float* __restrict__ count, const float* __restrict__ gain, float* __restrict__ right) { corrected<1>(count, gain, right); }

__global__ void harness_gain(const float* __restrict__ record, float* __restrict__ gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    gain[i] = record[i * 4];
}

// ---- Snow: depth smoothed down the slope with three taps, eight rows of four columns a thread.
constexpr int kSlopeWidth = 8192, kSlopeRows = 132 * 128;

__global__ void __launch_bounds__(256) snow_slope_z6_a(const float4* __restrict__ depth, float4* __restrict__ smooth) {
    constexpr int kWide = kSlopeWidth / 4;
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y * 8;
    float4 v[10];
#pragma unroll
    for (int j = 0; j < 10; ++j) v[j] = depth[min(max(y + j - 1, 0), kSlopeRows - 1) * kWide + x];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 a = v[j], b = v[j + 1], c = v[j + 2];
        __stcs(smooth + (y + j) * kWide + x, make_float4(fmaf(0.25f, a.x + c.x, 0.5f * b.x), fmaf(0.25f, a.y + c.y, 0.5f * b.y),
                                                        fmaf(0.25f, a.z + c.z, 0.5f * b.z), fmaf(0.25f, a.w + c.w, 0.5f * b.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = (size_t)kWarpThreads * kWeft;  // the largest number of floats that a case reads from one array
    static_assert(pool == (size_t)kBoats * kLegs && pool == (size_t)kSlopeWidth * kSlopeRows && pool == (size_t)kTokens && pool == 2 * (size_t)kSongs * kSongFrames, "shared");
    static_assert(pool >= (size_t)kPixels * kExposures && sizeof(Declaration) == 96, "layout");
    const float *sea = filled<float>(pool, 71), *sky = filled<float>(pool, 72);
    float* out = empty<float>(pool);

    add("regatta_logs_z6_a", out, kBoats, Output::f32, [=] { regatta_logs_z6_a<<<kBoats / 128, 128>>>(sea, out); });
    add("regatta_logs_z6_b", out, kBoats, Output::f32, [=] { regatta_logs_z6_b<<<kBoats / 128, 128>>>(sea, out); });

    dim3 patches(kWarpThreads / 32, kWeft / 32), patch(32, 8);
    add("tapestry_turn_z6_a", out, pool, Output::f32, [=] { tapestry_turn_z6_a<<<patches, patch>>>(sea, out); });
    add("tapestry_turn_z6_b", out, pool, Output::f32, [=] { tapestry_turn_z6_b<<<patches, patch>>>(sea, out); });

    Declaration* goods = reinterpret_cast<Declaration*>(empty<float>((size_t)kGoods * 24));
    float *quantity = empty<float>(kGoods), *price = empty<float>(kGoods), *discount = empty<float>(kGoods);
    int* day = empty<int>(kGoods);
    harness_declarations<<<kGoods / 256, 256>>>(goods, quantity, price, discount, day); CHECK(cudaGetLastError());
    add("customs_tally_z6_a", out, kDesks, Output::f32, [=] { customs_tally_z6_a<<<kDesks, 256>>>(goods, out); });
    add("customs_tally_z6_b", out, kDesks, Output::f32, [=] { customs_tally_z6_b<<<kDesks, 256>>>(quantity, price, discount, day, out); });

    int *survey = empty<int>((size_t)kPolyps * kNear), *order = empty<int>((size_t)kPolyps * kNear);
    float *food = empty<float>(kPolyps), *ordered = empty<float>(kPolyps);
    harness_reef<true><<<kPolyps / 256, 256>>>(survey, food); CHECK(cudaGetLastError());
    harness_reef<false><<<kPolyps / 256, 256>>>(order, ordered); CHECK(cudaGetLastError());
    add("reef_polyps_z6_a", out, kPolyps, Output::f32, [=] { reef_polyps_z6_a<<<kPolyps / 256, 256>>>(survey, food, out); });
    add("reef_polyps_z6_b", out, kPolyps, Output::f32, [=] { reef_polyps_z6_b<<<kPolyps / 256, 256>>>(order, ordered, out); });

    constexpr size_t catalogue = (size_t)kExhibits * 16;
    float *exhibits = filled<float>(catalogue + kHeader, 73), *aligned = empty<float>(catalogue);
    CHECK(cudaMemcpy(aligned, exhibits + kHeader, catalogue * sizeof(float), cudaMemcpyDeviceToDevice));
    const int* shown = indices(kShown, kExhibits, 74);
    add("museum_tour_z6_a", out, kShown, Output::f32, [=] { museum_tour_z6_a<<<kShown / 256, 256>>>(four(exhibits + kHeader), shown, four(sky), out); });
    add("museum_tour_z6_b", out, kShown, Output::f32, [=] { museum_tour_z6_b<<<kShown / 256, 256>>>(four(aligned), shown, four(sky), out); });

    const int *old = indices(kFresco / 4, 0xffffffffu, 75), *now = indices(kFresco / 4, 0xffffffffu, 76);
    add("fresco_mix_z6_a", out, kFresco, Output::u8, [=] {
        fresco_mix_z6_a<<<kFresco / 256, 256>>>(reinterpret_cast<const uint8_t*>(old), reinterpret_cast<const uint8_t*>(now), 77u, reinterpret_cast<uint8_t*>(out)); });
    add("fresco_mix_z6_b", out, kFresco, Output::u8, [=] {
        fresco_mix_z6_b<<<kFresco / 4096, 256>>>(reinterpret_cast<const uint4*>(old), reinterpret_cast<const uint4*>(now), 77u, reinterpret_cast<uint4*>(out)); });

    static_assert((size_t)kPacked * 16 == (size_t)kFresco, "letters");
    uint32_t* packed = reinterpret_cast<uint32_t*>(out);
    add("plankton_reads_z6_a", packed, kPacked, Output::i32, [=] { plankton_reads_z6_a<<<kPacked / 256, 256>>>(reinterpret_cast<const uint8_t*>(old), packed); });
    add("plankton_reads_z6_b", packed, kPacked, Output::i32, [=] { plankton_reads_z6_b<<<kPacked / 256, 256>>>(reinterpret_cast<const uint4*>(old), packed); });

    __nv_bfloat16 *x = filled<__nv_bfloat16>(kTokens, 77), *y = filled<__nv_bfloat16>(kTokens, 78), *z = reinterpret_cast<__nv_bfloat16*>(out);
    add("parrot_gate_z6_a", z, (size_t)kTokens / 2, Output::i32, [=] { parrot_gate_z6_a<<<kTokens / 256, 256>>>(x, y, z); });
    add("parrot_gate_z6_b", z, (size_t)kTokens / 2, Output::i32, [=] {
        parrot_gate_z6_b<<<kTokens / 2048, 256>>>(reinterpret_cast<const uint4*>(x), reinterpret_cast<const uint4*>(y), reinterpret_cast<uint4*>(z)); });

    constexpr size_t frames = (size_t)kSongs * kSongFrames;
    float *left = empty<float>(frames), *other = empty<float>(frames);
    harness_left<<<2048, 256>>>(sea, left, frames); CHECK(cudaGetLastError());
    harness_left<<<2048, 256>>>(sky, other, frames); CHECK(cudaGetLastError());
    add("whale_duet_z6_a", out, kSongs, Output::f32, [=] { whale_duet_z6_a<<<kSongs, 256>>>(sea, sky, out); });
    add("whale_duet_z6_b", out, kSongs, Output::f32, [=] { whale_duet_z6_b<<<kSongs, 256>>>(left, other, out); });

    float* gain = empty<float>(kPixels);
    harness_gain<<<kPixels / 256, 256>>>(sky, gain); CHECK(cudaGetLastError());
    dim3 panel(kPixels / 256, kExposures / kSlice);
    add("xray_panel_z6_a", out, (size_t)kPixels * kExposures, Output::f32, [=] { xray_panel_z6_a<<<panel, 256>>>(sea, sky, out); });
    add("xray_panel_z6_b", out, (size_t)kPixels * kExposures, Output::f32, [=] { xray_panel_z6_b<<<panel, 256>>>(sea, gain, out); });

    add("snow_slope_z6_a", out, pool, Output::f32, [=] {
        snow_slope_z6_a<<<dim3(kSlopeWidth / 1024, kSlopeRows / 8), 256>>>(four(sea), reinterpret_cast<float4*>(out)); });

    return harness::run(argc, argv, cases);
}
