// Eleven measured cases of reading and writing memory: before (_a) and after (_b); the last one has nothing to mend.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Fruit growers: gain of each of a million weather scenarios from 128 holdings and their price moves.
constexpr int kScenarios = 1 << 20, kHoldings = 128;

__global__ void __launch_bounds__(256) orchard_baskets_h1_a(const float* __restrict__ exposure, const float* __restrict__ move, float* __restrict__ gain) {
    int scenario = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kHoldings; ++k) sum = fmaf(exposure[scenario * kHoldings + k], move[k], sum);
    gain[scenario] = sum;
}

__global__ void __launch_bounds__(256) orchard_baskets_h1_b(const float* __restrict__ exposure, const float* __restrict__ move, float* __restrict__ gain) {
    int scenario = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;  // a warp a scenario
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kHoldings; k += 32) sum = fmaf(exposure[scenario * kHoldings + k + lane], move[k + lane], sum);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) gain[scenario] = sum;
}

// ---- Quilts: pictures of 112 x 112 points with 64 channels, scaled per channel and turned from channels-last to channels-first.
constexpr int kQuilts = 64, kColours = 64, kArea = 112 * 112;

__global__ void __launch_bounds__(256) quilt_patches_h1_a(const float* __restrict__ last, const float* __restrict__ scale, const float* __restrict__ shift,
                                                          float* __restrict__ first) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int c = i % kColours, point = i / kColours, quilt = point / kArea, at = point % kArea;
    first[(quilt * kColours + c) * kArea + at] = fmaf(last[i], scale[c], shift[c]);
}

__global__ void __launch_bounds__(256) quilt_patches_h1_b(const float* __restrict__ last, const float* __restrict__ scale, const float* __restrict__ shift,
                                                          float* __restrict__ first) {
    __shared__ float patch[kColours][33];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32, at = blockIdx.x * 32, quilt = blockIdx.y;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int c = h * 32 + tx;
        float s = scale[c], o = shift[c];
#pragma unroll
        for (int p = 0; p < 32; p += 8) patch[c][p + ty] = fmaf(last[(quilt * kArea + at + p + ty) * kColours + c], s, o);
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < kColours; c += 8) first[(quilt * kColours + c + ty) * kArea + at + tx] = patch[c + ty][tx];
}

// ---- Auction house: revenue of each lot after its discount, four lots a thread.
struct Lot {
    long long id;
    int seller, article;
    float price, discount;
    int day, state;
    char note[32];
};
static_assert(sizeof(Lot) == 64, "a lot is a row of 64 bytes");
constexpr int kLots = 1 << 25;

__global__ void harness_split_lots(const Lot* lots, float* price, float* discount) {
    int i = blockIdx.x * 256 + threadIdx.x;
    price[i] = lots[i].price;
    discount[i] = lots[i].discount;
}

__global__ void __launch_bounds__(256) auction_lots_h1_a(const Lot* __restrict__ lots, float* __restrict__ revenue) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float price[4], discount[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { price[j] = lots[i + j * 256].price; discount[j] = lots[i + j * 256].discount; }
#pragma unroll
    for (int j = 0; j < 4; ++j) revenue[i + j * 256] = price[j] * (1.0f - discount[j]);
}

__global__ void __launch_bounds__(256) auction_lots_h1_b(const float* __restrict__ prices, const float* __restrict__ discounts, float* __restrict__ revenue) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float price[4], discount[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { price[j] = prices[i + j * 256]; discount[j] = discounts[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) revenue[i + j * 256] = price[j] * (1.0f - discount[j]);
}

// ---- Rope bridges: tension of each rope between two of 16 million posts.
constexpr int kPosts = 1 << 24, kRopes = 1 << 23;

__global__ void harness_pack_posts(const float* x, const float* y, const float* z, const float* stiff, float4* post) {
    int i = blockIdx.x * 256 + threadIdx.x;
    post[i] = make_float4(x[i], y[i], z[i], stiff[i]);
}

__device__ __forceinline__ float rope_tension(float dx, float dy, float dz, float stiff) {
    return stiff * (sqrtf(fmaf(dx, dx, fmaf(dy, dy, dz * dz))) - 0.5f);
}

__global__ void __launch_bounds__(256) rope_bridges_h1_a(const int2* __restrict__ ropes, const float* __restrict__ x, const float* __restrict__ y,
                                                         const float* __restrict__ z, const float* __restrict__ stiff, float* __restrict__ tension) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int2 r = ropes[i];
    tension[i] = rope_tension(x[r.x] - x[r.y], y[r.x] - y[r.y], z[r.x] - z[r.y], stiff[r.x] + stiff[r.y]);
}

__global__ void __launch_bounds__(256) rope_bridges_h1_b(const int2* __restrict__ ropes, const float4* __restrict__ post, float* __restrict__ tension) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int2 r = ropes[i];
    float4 p = post[r.x], q = post[r.y];
    tension[i] = rope_tension(p.x - q.x, p.y - q.y, p.z - q.z, p.w + q.w);
}

// ---- Spices: mean taste (16 numbers) of blends of 16 spices each out of a catalogue of 4 million; half a warp a blend.
// The catalogue's file begins with three numbers (version, count, width); after it come the spices, 16 numbers each.
constexpr int kSpices = 1 << 22, kTastes = 16, kBlends = 1 << 20, kParts = 16, kPreamble = 3;

__device__ __forceinline__ void spice_blend(const float* __restrict__ taste, const int* __restrict__ parts, float* __restrict__ blend) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 16;
    int mine = parts[i];  // lane k of the half warp holds part k of its blend
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kParts; ++k) sum += taste[__shfl_sync(0xffffffffu, mine, k, 16) * kTastes + lane];
    blend[i] = sum * (1.0f / kParts);
}

__global__ void __launch_bounds__(256) spice_blends_h1_a(const float* __restrict__ file, const int* __restrict__ parts, float* __restrict__ blend) {
    spice_blend(file + kPreamble, parts, blend);
}
__global__ void __launch_bounds__(256) spice_blends_h1_b(const float* __restrict__ taste, const int* __restrict__ parts, float* __restrict__ blend) {
    spice_blend(taste, parts, blend);
}

// ---- Sequencing: letters read with too little confidence become N.
constexpr int kLetters = 1 << 28;

__global__ void __launch_bounds__(512) strand_letters_h1_a(const uint8_t* __restrict__ letter, const uint8_t* __restrict__ trust, uint8_t* __restrict__ kept,
                                                           int least) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint8_t l = letter[i], t = trust[i];
    kept[i] = t < least ? 'N' : l;
}

__device__ __forceinline__ unsigned keep_four(unsigned l, unsigned t, unsigned least) {
    unsigned low = __vcmpltu4(t, least);
    return (low & 0x4e4e4e4eu) | (l & ~low);
}

__global__ void __launch_bounds__(512) strand_letters_h1_b(const uint4* __restrict__ letter, const uint4* __restrict__ trust, uint4* __restrict__ kept, int least) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 l = letter[i], t = trust[i];
    unsigned all = least * 0x01010101u;
    kept[i] = make_uint4(keep_four(l.x, t.x, all), keep_four(l.y, t.y, all), keep_four(l.z, t.z, all), keep_four(l.w, t.w, all));
}

// ---- Postcards: grey scans of coloured ones, 16384 x 8192 points.
constexpr int kCardWide = 16384, kCardHigh = 8192;

__device__ __forceinline__ unsigned grey_of(unsigned r, unsigned g, unsigned b) { return (77 * r + 150 * g + 29 * b + 128) >> 8; }

__global__ void __launch_bounds__(256) postcard_tints_h1_a(const uint8_t* __restrict__ card, uint8_t* __restrict__ grey) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int i = y * kCardWide + x;
    const uint8_t* p = card + 3 * i;
    grey[i] = (uint8_t)grey_of(p[0], p[1], p[2]);
}

__global__ void __launch_bounds__(256) postcard_tints_h1_b(const uint2* __restrict__ card, uint2* __restrict__ grey) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int i = y * (kCardWide / 8) + x;  // of eight points
    uint2 p = card[3 * i], q = card[3 * i + 1], r = card[3 * i + 2];
    unsigned w[6] = {p.x, p.y, q.x, q.y, r.x, r.y}, g[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        unsigned v[3];
#pragma unroll
        for (int c = 0; c < 3; ++c) { int at = 3 * k + c; v[c] = (w[at / 4] >> (8 * (at % 4))) & 255u; }
        g[k] = grey_of(v[0], v[1], v[2]);
    }
    grey[i] = make_uint2(g[0] | g[1] << 8 | g[2] << 16 | g[3] << 24, g[4] | g[5] << 8 | g[6] << 16 | g[7] << 24);
}

// ---- Old tapes: soft limiting of half precision samples.
constexpr int kTape = 1 << 28;

__device__ __forceinline__ float soften(float s) { s *= 1.5f; return __fdividef(s, 1.0f + fabsf(s)); }

__global__ void __launch_bounds__(512) whisper_tape_h1_a(const __half* __restrict__ tape, __half* __restrict__ soft) {
    int i = blockIdx.x * 512 + threadIdx.x;
    soft[i] = __float2half_rn(soften(__half2float(tape[i])));
}

__device__ __forceinline__ unsigned soften_two(unsigned bits) {
    float2 s = __half22float2(*reinterpret_cast<__half2*>(&bits));
    __half2 h = __floats2half2_rn(soften(s.x), soften(s.y));
    return *reinterpret_cast<unsigned*>(&h);
}

__global__ void __launch_bounds__(512) whisper_tape_h1_b(const uint4* __restrict__ tape, uint4* __restrict__ soft) {
    int i = blockIdx.x * 512 + threadIdx.x;  // of eight samples
    uint4 v = tape[i];
    soft[i] = make_uint4(soften_two(v.x), soften_two(v.y), soften_two(v.z), soften_two(v.w));
}

// ---- Radio: mean power of the first of two channels in windows of 4096 samples, a block a window.
constexpr int kWindows = 1 << 15, kWindow = 4096;

__global__ void harness_first_channel(const float2* both, float* first) {
    int i = blockIdx.x * 256 + threadIdx.x;
    first[i] = both[i].x;
}

template <int kChannels>
__device__ __forceinline__ void window_power(const float* __restrict__ signal, float* __restrict__ power) {
    __shared__ float part[8];
    int t = threadIdx.x, base = blockIdx.x * kWindow;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kWindow; k += 256) { float s = signal[(base + k + t) * kChannels]; sum = fmaf(s, s, sum); }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (t == 0) power[blockIdx.x] = sum * (1.0f / kWindow);
    }
}

__global__ void __launch_bounds__(256) radio_evening_h1_a(const float* __restrict__ both, float* __restrict__ power) { window_power<2>(both, power); }
__global__ void __launch_bounds__(256) radio_evening_h1_b(const float* __restrict__ first, float* __restrict__ power) { window_power<1>(first, power); }

// ---- Canals: level of each lock from a gauge record (its first number is the gauge's own) and the inflow, four locks a thread.
constexpr int kLocks = 1 << 26;

__device__ __forceinline__ void canal_level(const float* __restrict__ gauge, const float* __restrict__ inflow, float* __restrict__ level) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float g[4], f[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { g[j] = gauge[i + j * 256]; f[j] = inflow[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) level[i + j * 256] = fmaf(0.35f, f[j], g[j]);
}

__global__ void __launch_bounds__(256) canal_locks_h1_a(const float* __restrict__ record, const float* __restrict__ inflow, float* __restrict__ level) {
    canal_level(record + 1, inflow, level);
}
__global__ void __launch_bounds__(256) canal_locks_h1_b(const float* __restrict__ gauge, const float* __restrict__ inflow, float* __restrict__ level) {
    canal_level(gauge, inflow, level);
}

// ---- Lighthouses: product of two complex spectra, two numbers a quadruple, four quadruples a thread.
constexpr int kBeams = 1 << 25;

__global__ void __launch_bounds__(256) lighthouse_beams_h1_a(const float4* __restrict__ lamp, const float4* __restrict__ lens, float4* __restrict__ beam) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = __ldcs(lamp + i + j * 256); b[j] = __ldcs(lens + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(beam + i + j * 256, make_float4(fmaf(a[j].x, b[j].x, -a[j].y * b[j].y), fmaf(a[j].x, b[j].y, a[j].y * b[j].x),
                                               fmaf(a[j].z, b[j].z, -a[j].w * b[j].w), fmaf(a[j].z, b[j].w, a[j].w * b[j].z)));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two long fields of numbers (2 GB and 512 MB), one of random bytes (twice 256 MB and more) and one result.
    constexpr size_t kLong = (size_t)kLots * 16;
    float *one = filled<float>(kLong, 41), *two = filled<float>((size_t)kBeams * 4, 42), *out = empty<float>((size_t)kBeams * 4);
    uint8_t *bytes = reinterpret_cast<uint8_t*>(indices((size_t)kLetters / 4, 0xffffffffu, 43)), *bytes2 = reinterpret_cast<uint8_t*>(indices((size_t)kLetters / 4, 0xffffffffu, 44));
    uint8_t* card = reinterpret_cast<uint8_t*>(indices((size_t)kCardWide * kCardHigh * 3 / 4, 0xffffffffu, 45));
    uint8_t* outbytes = reinterpret_cast<uint8_t*>(out);
    static_assert((size_t)kScenarios * kHoldings <= kLong && (size_t)kWindows * kWindow * 2 <= kLong, "fields are too short");
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    add("orchard_baskets_h1_a", out, kScenarios, Output::f32, [=] { orchard_baskets_h1_a<<<kScenarios / 256, 256>>>(one, two, out); });
    add("orchard_baskets_h1_b", out, kScenarios, Output::f32, [=] { orchard_baskets_h1_b<<<kScenarios / 8, 256>>>(one, two, out); });

    constexpr int kPatches = kQuilts * kColours * kArea;
    const float *scale = two, *shift = two + kColours;
    add("quilt_patches_h1_a", out, kPatches, Output::f32, [=] { quilt_patches_h1_a<<<kPatches / 256, 256>>>(one, scale, shift, out); });
    add("quilt_patches_h1_b", out, kPatches, Output::f32, [=] { quilt_patches_h1_b<<<dim3(kArea / 32, kQuilts), 256>>>(one, scale, shift, out); });

    const Lot* lots = reinterpret_cast<const Lot*>(one);
    float *price = empty<float>(kLots), *discount = empty<float>(kLots);
    harness_split_lots<<<kLots / 256, 256>>>(lots, price, discount); CHECK(cudaGetLastError());
    add("auction_lots_h1_a", out, kLots, Output::f32, [=] { auction_lots_h1_a<<<kLots / 1024, 256>>>(lots, out); });
    add("auction_lots_h1_b", out, kLots, Output::f32, [=] { auction_lots_h1_b<<<kLots / 1024, 256>>>(price, discount, out); });

    const int2* ropes = reinterpret_cast<const int2*>(indices((size_t)kRopes * 2, kPosts, 46));
    const float *x = one, *y = one + kPosts, *z = one + 2 * (size_t)kPosts, *stiff = one + 3 * (size_t)kPosts;
    float4* post = empty<float4>(kPosts);
    harness_pack_posts<<<kPosts / 256, 256>>>(x, y, z, stiff, post); CHECK(cudaGetLastError());
    add("rope_bridges_h1_a", out, kRopes, Output::f32, [=] { rope_bridges_h1_a<<<kRopes / 256, 256>>>(ropes, x, y, z, stiff, out); });
    add("rope_bridges_h1_b", out, kRopes, Output::f32, [=] { rope_bridges_h1_b<<<kRopes / 256, 256>>>(ropes, post, out); });

    const int* parts = indices((size_t)kBlends * kParts, kSpices, 47);
    float* taste = empty<float>((size_t)kSpices * kTastes);
    CHECK(cudaMemcpy(taste, one + kPreamble, (size_t)kSpices * kTastes * sizeof(float), cudaMemcpyDeviceToDevice));
    add("spice_blends_h1_a", out, (size_t)kBlends * kTastes, Output::f32, [=] { spice_blends_h1_a<<<kBlends / 16, 256>>>(one, parts, out); });
    add("spice_blends_h1_b", out, (size_t)kBlends * kTastes, Output::f32, [=] { spice_blends_h1_b<<<kBlends / 16, 256>>>(taste, parts, out); });

    const uint4 *letters = reinterpret_cast<const uint4*>(bytes), *trust = reinterpret_cast<const uint4*>(bytes2);
    add("strand_letters_h1_a", out, kLetters, Output::u8, [=] { strand_letters_h1_a<<<kLetters / 512, 512>>>(bytes, bytes2, outbytes, 53); });
    add("strand_letters_h1_b", out, kLetters, Output::u8, [=] { strand_letters_h1_b<<<kLetters / 8192, 512>>>(letters, trust, reinterpret_cast<uint4*>(out), 53); });

    constexpr size_t kPoints = (size_t)kCardWide * kCardHigh;
    add("postcard_tints_h1_a", out, kPoints, Output::u8, [=] { postcard_tints_h1_a<<<dim3(kCardWide / 32, kCardHigh / 8), dim3(32, 8)>>>(card, outbytes); });
    add("postcard_tints_h1_b", out, kPoints, Output::u8, [=] {
        postcard_tints_h1_b<<<dim3(kCardWide / 256, kCardHigh / 8), dim3(32, 8)>>>(reinterpret_cast<const uint2*>(card), reinterpret_cast<uint2*>(out)); });

    __half *tape = filled<__half>(kTape, 48), *softened = reinterpret_cast<__half*>(out);
    add("whisper_tape_h1_a", out, kTape, Output::f16, [=] { whisper_tape_h1_a<<<kTape / 512, 512>>>(tape, softened); });
    add("whisper_tape_h1_b", out, kTape, Output::f16, [=] {
        whisper_tape_h1_b<<<kTape / 4096, 512>>>(reinterpret_cast<const uint4*>(tape), reinterpret_cast<uint4*>(softened)); });

    float* channel = empty<float>((size_t)kWindows * kWindow);
    harness_first_channel<<<kWindows * (kWindow / 256), 256>>>(reinterpret_cast<const float2*>(one), channel); CHECK(cudaGetLastError());
    add("radio_evening_h1_a", out, kWindows, Output::f32, [=] { radio_evening_h1_a<<<kWindows, 256>>>(one, out); });
    add("radio_evening_h1_b", out, kWindows, Output::f32, [=] { radio_evening_h1_b<<<kWindows, 256>>>(channel, out); });

    float* gauge = empty<float>(kLocks);
    CHECK(cudaMemcpy(gauge, one + 1, (size_t)kLocks * sizeof(float), cudaMemcpyDeviceToDevice));
    add("canal_locks_h1_a", out, kLocks, Output::f32, [=] { canal_locks_h1_a<<<kLocks / 1024, 256>>>(one, two, out); });
    add("canal_locks_h1_b", out, kLocks, Output::f32, [=] { canal_locks_h1_b<<<kLocks / 1024, 256>>>(gauge, two, out); });

    add("lighthouse_beams_h1_a", out, (size_t)kBeams * 4, Output::f32, [=] { lighthouse_beams_h1_a<<<kBeams / 1024, 256>>>(one4, two4, out4); });

    return harness::run(argc, argv, cases);
}
