// Ten measured cases from sequencing, language models, exchanges, chemistry, film, retrieval, rendering, medicine, surveying and remote sensing.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Sequencing: where to cut the tail of each read of 128 bases (largest running sum of 30 minus quality, from the far end).
constexpr int kReads = 1 << 20, kBases = 128;

__global__ void __launch_bounds__(128) parsley_lantern_az2_a(const uint8_t* __restrict__ quality, int* __restrict__ cut) {
    int read = blockIdx.x * 128 + threadIdx.x;
    const uint8_t* q = quality + (size_t)read * kBases;
    int sum = 0, best = 0, at = kBases;
#pragma unroll 8
    for (int b = kBases - 1; b >= 0; --b) {
        sum += 30 - (q[b] & 63);
        if (sum > best) { best = sum; at = b; }
    }
    cut[read] = at;
}

__global__ void __launch_bounds__(128) parsley_lantern_az2_b(const uint4* __restrict__ quality, int* __restrict__ cut) {
    __shared__ uint32_t rows[128 * 33];
    int t = threadIdx.x;
    const uint4* from = quality + (size_t)blockIdx.x * (128 * 8);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int piece = k * 128 + t;
        uint4 v = from[piece];
        uint32_t* to = rows + (piece / 8) * 33 + (piece % 8) * 4;
        to[0] = v.x; to[1] = v.y; to[2] = v.z; to[3] = v.w;
    }
    __syncthreads();
    int sum = 0, best = 0, at = kBases;
#pragma unroll 4
    for (int w = 31; w >= 0; --w) {
        uint32_t four = rows[t * 33 + w];
#pragma unroll
        for (int k = 3; k >= 0; --k) {
            sum += 30 - (int)((four >> (8 * k)) & 63);
            if (sum > best) { best = sum; at = w * 4 + k; }
        }
    }
    cut[blockIdx.x * 128 + t] = at;
}

// ---- Language model: keys of a batch put away channel by channel for the decoder, each channel smoothed by its own factor.
constexpr int kBatch = 8, kTokens = 4096, kChannels = 2048;

__global__ void __launch_bounds__(256) walnut_ferry_az2_a(const __half2* __restrict__ keys, const float2* __restrict__ smooth, __half* __restrict__ cache) {
    int pair = blockIdx.x * 32 + threadIdx.x, token = blockIdx.y * 8 + threadIdx.y, batch = blockIdx.z;
    float2 f = smooth[pair];
    float2 k = __half22float2(keys[((size_t)batch * kTokens + token) * (kChannels / 2) + pair]);
    size_t to = ((size_t)batch * kChannels + 2 * pair) * kTokens + token;
    cache[to] = __float2half(k.x * f.x);
    cache[to + kTokens] = __float2half(k.y * f.y);
}

__global__ void __launch_bounds__(256) walnut_ferry_az2_b(const __half2* __restrict__ keys, const float2* __restrict__ smooth, __half2* __restrict__ cache) {
    __shared__ __half2 tile[64 * 33];
    int x = threadIdx.x, y = threadIdx.y, first = blockIdx.y * 64, batch = blockIdx.z;
    float2 f = smooth[blockIdx.x * 32 + x];
    const __half2* from = keys + ((size_t)batch * kTokens + first) * (kChannels / 2) + blockIdx.x * 32 + x;
#pragma unroll
    for (int s = 0; s < 64; s += 8) {
        float2 k = __half22float2(from[(size_t)(s + y) * (kChannels / 2)]);
        tile[(s + y) * 33 + x] = __floats2half2_rn(k.x * f.x, k.y * f.y);
    }
    __syncthreads();
    const __half* flat = reinterpret_cast<const __half*>(tile);
#pragma unroll
    for (int c = 0; c < 64; c += 8) {
        __half2 v = __halves2half2(flat[(2 * x) * 66 + c + y], flat[(2 * x + 1) * 66 + c + y]);
        cache[(((size_t)batch * kChannels + blockIdx.x * 64 + c + y) * kTokens + first) / 2 + x] = v;
    }
}

// ---- Exchange: fee of each resting order from its price and quantity; blocks that stay and walk over the book.
constexpr int kOrders = 1 << 21;
struct Order {
    long long id; double price; int account; int flags; long long entered;
    long long expires; float quantity; float shown; double trigger; int venue; int queue;
};
static_assert(sizeof(Order) == 64, "an order fills 64 bytes");

__device__ __forceinline__ float fee_of(double price, float quantity) {
    double worth = price * (double)quantity;
    float w = (float)worth;
    return fmaxf(0.08f, w * (w > 60.0f ? 0.002f : 0.003f) + 0.01f * quantity);
}

__global__ void __launch_bounds__(256) thimble_orchard_az2_a(const Order* __restrict__ book, float* __restrict__ fee) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kOrders; i += gridDim.x * 256) fee[i] = fee_of(book[i].price, book[i].quantity);
}
__global__ void __launch_bounds__(256) thimble_orchard_az2_b(const double* __restrict__ price, const float* __restrict__ quantity, float* __restrict__ fee) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kOrders; i += gridDim.x * 256) fee[i] = fee_of(price[i], quantity[i]);
}

// ---- Chemistry: screened charge energy of each atom with its 32 listed partners.
constexpr int kAtoms = 1 << 19, kPartners = 32;

__device__ __forceinline__ float bond_of(float dx, float dy, float dz, float charge) {
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.02f)));
    return charge * rsqrtf(r2) * fmaxf(0.0f, fmaf(-0.08f, r2, 1.0f));
}

__global__ void __launch_bounds__(128) copper_meadow_az2_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                           const float* __restrict__ q, const int* __restrict__ partner, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float mx = x[i], my = y[i], mz = z[i], mq = q[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPartners; ++k) {
        int j = partner[(size_t)k * kAtoms + i];
        sum += bond_of(x[j] - mx, y[j] - my, z[j] - mz, q[j]);
    }
    energy[i] = sum * mq;
}

__global__ void __launch_bounds__(128) copper_meadow_az2_b(const float4* __restrict__ atom, const int* __restrict__ partner, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = atom[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPartners; ++k) {
        float4 o = atom[partner[(size_t)k * kAtoms + i]];
        sum += bond_of(o.x - me.x, o.y - me.y, o.z - me.z, o.w);
    }
    energy[i] = sum * me.w;
}

// ---- Film: one grey plate laid over another through a matte.
constexpr int kFrameWide = 4096, kFrameHigh = 2048;

__device__ __forceinline__ uint32_t laid_over(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t v = front * matte + back * (255u - matte) + 128u;
    return (v + (v >> 8)) >> 8;
}

__global__ void __launch_bounds__(256) velvet_harbor_az2_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back, const uint8_t* __restrict__ matte,
                                                           uint8_t* __restrict__ frame) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int i = y * kFrameWide + x;
    frame[i] = (uint8_t)laid_over(front[i], back[i], matte[i]);
}

__device__ __forceinline__ uint32_t four_laid(uint32_t f, uint32_t b, uint32_t m) {
    uint32_t r = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) r |= laid_over((f >> k) & 255u, (b >> k) & 255u, (m >> k) & 255u) << k;
    return r;
}

__global__ void __launch_bounds__(256) velvet_harbor_az2_b(const uint4* __restrict__ front, const uint4* __restrict__ back, const uint4* __restrict__ matte,
                                                           uint4* __restrict__ frame) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int i = y * (kFrameWide / 16) + x;
    uint4 f = front[i], b = back[i], m = matte[i];
    frame[i] = make_uint4(four_laid(f.x, b.x, m.x), four_laid(f.y, b.y, m.y), four_laid(f.z, b.z, m.z), four_laid(f.w, b.w, m.w));
}

// ---- Retrieval: sum of the 16 word vectors (8 numbers each) of every phrase; the vocabulary lies in memory as its file does, heading first.
constexpr int kPhrases = 1 << 20, kWords = 1 << 18;

template <int kHeading>
__device__ __forceinline__ void phrase_sum(const char* __restrict__ file, const int4* __restrict__ words, float4* __restrict__ phrase) {
    const float4* vectors = reinterpret_cast<const float4*>(file + kHeading);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPhrases * 2; i += gridDim.x * 256) {
        int at = i / 2, side = i % 2;
        float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int4 w = __ldcs(words + (size_t)k * kPhrases + at);
            float4 a = vectors[w.x * 2 + side], b = vectors[w.y * 2 + side], c = vectors[w.z * 2 + side], d = vectors[w.w * 2 + side];
            sum.x += (a.x + b.x) + (c.x + d.x); sum.y += (a.y + b.y) + (c.y + d.y);
            sum.z += (a.z + b.z) + (c.z + d.z); sum.w += (a.w + b.w) + (c.w + d.w);
        }
        __stcs(phrase + i, sum);
    }
}

__global__ void __launch_bounds__(256) biscuit_glacier_az2_a(const char* __restrict__ file, const int4* __restrict__ words, float4* __restrict__ phrase) {
    phrase_sum<16>(file, words, phrase);
}
__global__ void __launch_bounds__(256) biscuit_glacier_az2_b(const char* __restrict__ file, const int4* __restrict__ words, float4* __restrict__ phrase) {
    phrase_sum<32>(file, words, phrase);
}

// ---- Rendering: hashed grid encoding of a million points of a picture on 16 levels, two features a level.
constexpr int kPoints = 1 << 20, kLevels = 16, kSlots = 1 << 21;

__device__ __forceinline__ void encode_point(const float2* __restrict__ point, const float2* __restrict__ table, float2* __restrict__ code, int level, int i) {
    float fine = 1024.0f * exp2f(0.26f * level);
    float2 p = point[i];
    float x = (0.5f * p.x + 0.5f) * fine, y = (0.5f * p.y + 0.5f) * fine;
    uint32_t cx = (uint32_t)x, cy = (uint32_t)y;
    float u = x - cx, v = y - cy;
    uint32_t h0 = cy * 2654435761u, h1 = h0 + 2654435761u;
    const float2* slots = table + (size_t)level * kSlots;
    float2 a = slots[(cx ^ h0) % kSlots], b = slots[((cx + 1) ^ h0) % kSlots], c = slots[(cx ^ h1) % kSlots], d = slots[((cx + 1) ^ h1) % kSlots];
    float wa = (1.0f - u) * (1.0f - v), wb = u * (1.0f - v), wc = (1.0f - u) * v, wd = u * v;
    __stcs(code + (size_t)level * kPoints + i,
           make_float2(wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y));
}

__global__ void __launch_bounds__(512) juniper_anvil_az2_a(const float2* __restrict__ point, const float2* __restrict__ table, float2* __restrict__ code) {
    encode_point(point, table, code, blockIdx.x, blockIdx.y * 512 + threadIdx.x);
}
__global__ void __launch_bounds__(512) juniper_anvil_az2_b(const float2* __restrict__ point, const float2* __restrict__ table, float2* __restrict__ code) {
    encode_point(point, table, code, blockIdx.y, blockIdx.x * 512 + threadIdx.x);
}

// ---- Medicine: drug in the blood of each patient over 1000 small steps (gut, blood, tissue), total exposure.
constexpr int kPatients = 1 << 21, kSteps = 1000;
struct Patient { float age, dose, weight, uptake, sex, clear, smoker, outward, height, inward, creatinine, start, site, arm, visit, score; };
static_assert(sizeof(Patient) == 64, "a patient fills 64 bytes");

__device__ __forceinline__ float exposure_of(float dose, float uptake, float clear, float outward, float inward, float start) {
    float gut = 1.0f + 0.4f * dose, blood = 0.2f + 0.1f * start, tissue = 0.0f, total = 0.0f;
    float in = 0.004f + 0.002f * uptake, stay = 1.0f - in, out = 0.003f + 0.001f * outward, back = 0.002f + 0.001f * inward;
    float keep = 1.0f - out - (0.002f + 0.001f * clear), hold = 1.0f - back;
#pragma unroll 8
    for (int s = 0; s < kSteps; ++s) {
        float next = fmaf(back, tissue, fmaf(in, gut, keep * blood));
        tissue = fmaf(out, blood, hold * tissue);
        gut *= stay;
        blood = next;
        total += blood;
    }
    return total;
}

__global__ void __launch_bounds__(256) saffron_bridge_az2_a(const Patient* __restrict__ patient, float* __restrict__ exposure) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const Patient* p = patient + i;
    exposure[i] = exposure_of(p->dose, p->uptake, p->clear, p->outward, p->inward, p->start);
}
__global__ void __launch_bounds__(256) saffron_bridge_az2_b(const float* __restrict__ dose, const float* __restrict__ uptake, const float* __restrict__ clear,
                                                            const float* __restrict__ outward, const float* __restrict__ inward, const float* __restrict__ start,
                                                            float* __restrict__ exposure) {
    int i = blockIdx.x * 256 + threadIdx.x;
    exposure[i] = exposure_of(dose[i], uptake[i], clear[i], outward[i], inward[i], start[i]);
}

// ---- Surveying: brightness of each laser echo corrected for its way and the slope it met; an echo is a record of 32 bytes, all of it used.
constexpr int kEchoes = 1 << 25;
struct __align__(16) Echo { float4 place; float4 slope; };  // x y z brightness, normal x y z, gain

__global__ void __launch_bounds__(256) pebble_cathedral_az2_a(const Echo* __restrict__ echo, float* __restrict__ bright) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = echo[i].place, n = echo[i].slope;
    float way = fmaf(p.x, p.x, fmaf(p.y, p.y, fmaf(p.z, p.z, 0.1f)));
    float tilt = fabsf(fmaf(p.x, n.x, fmaf(p.y, n.y, p.z * n.z))) + 0.2f;
    bright[i] = (p.w + 1.5f) * way * (1.2f + n.w) * rsqrtf(way) * tilt;
}

// ---- Remote sensing: nearest of three covers for each pixel of a picture of 16 bands, stored band after band; one byte a pixel.
constexpr int kPixels = 1 << 24, kBands = 16;

__global__ void __launch_bounds__(256) mustard_sparrow_az2_a(const float* __restrict__ scene, uint8_t* __restrict__ cover) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float band[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) band[b] = scene[(size_t)b * kPixels + i];
    float water = 0.0f, grass = 0.0f, stone = 0.0f;
#pragma unroll
    for (int b = 0; b < kBands; ++b) {
        float w = band[b] + 0.30f - 0.02f * b, g = band[b] - 0.05f * (b % 5) + 0.1f, s = band[b] - 0.03f * b + 0.15f;
        water = fmaf(w, w, water); grass = fmaf(g, g, grass); stone = fmaf(s, s, stone);
    }
    float least = fminf(water, fminf(grass, stone));
    cover[i] = (uint8_t)(least == water ? 1 : least == grass ? 2 : 3);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {   // random bytes: every index below 2^32 - 1
        const int* raw = indices((size_t)kReads * kBases / 4, 0xffffffffu, 11);
        int* cut = empty<int>(kReads);
        add("parsley_lantern_az2_a", cut, kReads, Output::i32, [=] { parsley_lantern_az2_a<<<kReads / 128, 128>>>(reinterpret_cast<const uint8_t*>(raw), cut); });
        add("parsley_lantern_az2_b", cut, kReads, Output::i32, [=] { parsley_lantern_az2_b<<<kReads / 128, 128>>>(reinterpret_cast<const uint4*>(raw), cut); });
    }
    {
        const size_t n = (size_t)kBatch * kTokens * kChannels;
        const __half2* keys = reinterpret_cast<const __half2*>(filled<__half>(n, 21));
        const float2* smooth = reinterpret_cast<const float2*>(filled<float>(kChannels, 22));
        __half* cache = empty<__half>(n);
        add("walnut_ferry_az2_a", cache, n, Output::f16, [=] {
            walnut_ferry_az2_a<<<dim3(kChannels / 64, kTokens / 8, kBatch), dim3(32, 8)>>>(keys, smooth, cache); });
        add("walnut_ferry_az2_b", cache, n, Output::f16, [=] {
            walnut_ferry_az2_b<<<dim3(kChannels / 64, kTokens / 64, kBatch), dim3(32, 8)>>>(keys, smooth, reinterpret_cast<__half2*>(cache)); });
    }
    {
        std::vector<Order> book(kOrders);
        std::vector<double> price(kOrders);
        std::vector<float> quantity(kOrders);
        for (int i = 0; i < kOrders; ++i) {
            Order& o = book[i];
            o.id = 1000000LL + i; o.account = i % 7919 + 1; o.flags = i % 5 + 1; o.entered = 34200000LL + i; o.expires = 57600000LL + i % 977;
            o.shown = 1.0f; o.trigger = 9.5; o.venue = i % 13 + 1; o.queue = i % 331 + 1;
            o.price = price[i] = 10.0 + 4.0 * unit(i * 2u + 1u);
            o.quantity = quantity[i] = 5.0f + 4.0f * unit(i * 2u + 0x40000000u);
        }
        const Order* dbook = uploaded(book);
        const double* dprice = uploaded(price);
        const float* dquantity = uploaded(quantity);
        float* fee = empty<float>(kOrders);
        add("thimble_orchard_az2_a", fee, kOrders, Output::f32, [=] { thimble_orchard_az2_a<<<132 * 8, 256>>>(dbook, fee); });
        add("thimble_orchard_az2_b", fee, kOrders, Output::f32, [=] { thimble_orchard_az2_b<<<132 * 8, 256>>>(dprice, dquantity, fee); });
    }
    {
        std::vector<float> x(kAtoms), y(kAtoms), z(kAtoms), q(kAtoms);
        std::vector<float4> atom(kAtoms);
        for (int i = 0; i < kAtoms; ++i) {
            x[i] = 2.0f * unit(i * 4u); y[i] = 2.0f * unit(i * 4u + 1u); z[i] = 2.0f * unit(i * 4u + 2u); q[i] = 1.2f + unit(i * 4u + 3u);
            atom[i] = make_float4(x[i], y[i], z[i], q[i]);
        }
        const float *dx = uploaded(x), *dy = uploaded(y), *dz = uploaded(z), *dq = uploaded(q);
        const float4* datom = uploaded(atom);
        const int* partner = indices((size_t)kAtoms * kPartners, kAtoms, 41);
        float* energy = empty<float>(kAtoms);
        add("copper_meadow_az2_a", energy, kAtoms, Output::f32, [=] { copper_meadow_az2_a<<<kAtoms / 128, 128>>>(dx, dy, dz, dq, partner, energy); });
        add("copper_meadow_az2_b", energy, kAtoms, Output::f32, [=] { copper_meadow_az2_b<<<kAtoms / 128, 128>>>(datom, partner, energy); });
    }
    {
        const size_t n = (size_t)kFrameWide * kFrameHigh;
        const int *front = indices(n / 4, 0xffffffffu, 51), *back = indices(n / 4, 0xffffffffu, 1000052), *matte = indices(n / 4, 0xffffffffu, 90000053);
        uint8_t* frame = empty<uint8_t>(n);
        auto bytes = [](const int* p) { return reinterpret_cast<const uint8_t*>(p); };
        auto wide = [](const int* p) { return reinterpret_cast<const uint4*>(p); };
        add("velvet_harbor_az2_a", frame, n, Output::u8, [=] {
            velvet_harbor_az2_a<<<dim3(kFrameWide / 64, kFrameHigh / 4), dim3(64, 4)>>>(bytes(front), bytes(back), bytes(matte), frame); });
        add("velvet_harbor_az2_b", frame, n, Output::u8, [=] {
            velvet_harbor_az2_b<<<dim3(kFrameWide / 16 / 64, kFrameHigh / 4), dim3(64, 4)>>>(wide(front), wide(back), wide(matte), reinterpret_cast<uint4*>(frame)); });
    }
    {
        std::vector<float> file(4 + (size_t)kWords * 8), padded(8 + (size_t)kWords * 8);
        for (int i = 0; i < 4; ++i) file[i] = padded[i] = padded[4 + i] = 1.0f + i;
        for (size_t i = 0; i < (size_t)kWords * 8; ++i) file[4 + i] = padded[8 + i] = 0.5f + unit((uint32_t)i + 61u);
        const char *dfile = reinterpret_cast<const char*>(uploaded(file)), *dpadded = reinterpret_cast<const char*>(uploaded(padded));
        const int4* words = reinterpret_cast<const int4*>(indices((size_t)kPhrases * 16, kWords, 62));
        float4* phrase = reinterpret_cast<float4*>(empty<float>((size_t)kPhrases * 8));
        add("biscuit_glacier_az2_a", phrase, (size_t)kPhrases * 8, Output::f32, [=] { biscuit_glacier_az2_a<<<132 * 6, 256>>>(dfile, words, phrase); });
        add("biscuit_glacier_az2_b", phrase, (size_t)kPhrases * 8, Output::f32, [=] { biscuit_glacier_az2_b<<<132 * 6, 256>>>(dpadded, words, phrase); });
    }
    {
        const float2* point = reinterpret_cast<const float2*>(filled<float>((size_t)kPoints * 2, 71));
        const float2* table = reinterpret_cast<const float2*>(filled<float>((size_t)kLevels * kSlots * 2, 72));
        const size_t n = (size_t)kLevels * kPoints * 2;
        float2* code = reinterpret_cast<float2*>(empty<float>(n));
        add("juniper_anvil_az2_a", code, n, Output::f32, [=] { juniper_anvil_az2_a<<<dim3(kLevels, kPoints / 512), 512>>>(point, table, code); });
        add("juniper_anvil_az2_b", code, n, Output::f32, [=] { juniper_anvil_az2_b<<<dim3(kPoints / 512, kLevels), 512>>>(point, table, code); });
    }
    {
        std::vector<Patient> patient(kPatients);
        std::vector<float> field[6];
        for (auto& f : field) f.resize(kPatients);
        for (int i = 0; i < kPatients; ++i) {
            float v[6];
            for (int k = 0; k < 6; ++k) field[k][i] = v[k] = unit(i * 6u + k + 81u);
            patient[i] = Patient{40.0f, v[0], 70.0f, v[1], 1.0f, v[2], 1.0f, v[3], 1.7f, v[4], 0.9f, v[5], 3.0f, 2.0f, 1.0f, 7.0f};
        }
        const Patient* dpatient = uploaded(patient);
        const float *f0 = uploaded(field[0]), *f1 = uploaded(field[1]), *f2 = uploaded(field[2]), *f3 = uploaded(field[3]), *f4 = uploaded(field[4]), *f5 = uploaded(field[5]);
        float* exposure = empty<float>(kPatients);
        add("saffron_bridge_az2_a", exposure, kPatients, Output::f32, [=] { saffron_bridge_az2_a<<<kPatients / 256, 256>>>(dpatient, exposure); });
        add("saffron_bridge_az2_b", exposure, kPatients, Output::f32, [=] { saffron_bridge_az2_b<<<kPatients / 256, 256>>>(f0, f1, f2, f3, f4, f5, exposure); });
    }
    {
        const Echo* echo = reinterpret_cast<const Echo*>(filled<float>((size_t)kEchoes * 8, 91));
        float* bright = empty<float>(kEchoes);
        add("pebble_cathedral_az2_a", bright, kEchoes, Output::f32, [=] { pebble_cathedral_az2_a<<<kEchoes / 256, 256>>>(echo, bright); });
    }
    {
        const float* scene = filled<float>((size_t)kBands * kPixels, 101);
        uint8_t* cover = empty<uint8_t>(kPixels);
        add("mustard_sparrow_az2_a", cover, kPixels, Output::u8, [=] { mustard_sparrow_az2_a<<<kPixels / 256, 256>>>(scene, cover); });
    }
    return harness::run(argc, argv, cases);
}
