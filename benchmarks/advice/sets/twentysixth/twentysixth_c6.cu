// Eleven measured stories from sky, field and library: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Radio dishes: power that an array of 256 dishes receives from each direction of the sky.
constexpr int kDishes = 256, kDirections = 132 * 8 * 256 * 3;

template <bool kQuick>
__device__ __forceinline__ void dish_array(const float4* __restrict__ dishes, const float* __restrict__ sky, float* __restrict__ power) {
    __shared__ float4 dish[kDishes];
    dish[threadIdx.x] = dishes[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float u = sky[i], v = sky[i + kDirections], w = sky[i + 2 * kDirections], re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kDishes; ++k) {
        float4 d = dish[k];
        float phase = fmaf(d.x, u, fmaf(d.y, v, fmaf(d.z, w, d.w))), s, c;
        if (kQuick) __sincosf(phase, &s, &c);
        else sincosf(phase, &s, &c);
        re += c; im += s;
    }
    power[i] = fmaf(re, re, im * im) * (1.0f / (kDishes * kDishes));
}

__global__ void __launch_bounds__(256) dish_array_c6_a(const float4* __restrict__ dishes, const float* __restrict__ sky, float* __restrict__ power) { dish_array<false>(dishes, sky, power); }
__global__ void __launch_bounds__(256) dish_array_c6_b(const float4* __restrict__ dishes, const float* __restrict__ sky, float* __restrict__ power) { dish_array<true>(dishes, sky, power); }

// ---- Ballroom: gloss of each pixel of a floor under 128 lamps (Phong highlights, each lamp with its own sharpness).
constexpr int kLamps = 128, kTiles = 132 * 16 * 128 * 4;

template <bool kQuick>
__device__ __forceinline__ void ballroom_gloss(const float4* __restrict__ lamps, const float* __restrict__ normals, float* __restrict__ gloss) {
    __shared__ float4 lamp[kLamps];
    lamp[threadIdx.x] = lamps[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = 0.577f * normals[i], y = 0.577f * normals[i + kTiles], z = 0.577f * normals[i + 2 * kTiles], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];  // half vector and sharpness
        float facing = fmaxf(fmaf(l.x, x, fmaf(l.y, y, l.z * z)), 0.0f);
        sum += kQuick ? __powf(facing, l.w) : powf(facing, l.w);
    }
    gloss[i] = sum;
}

__global__ void __launch_bounds__(128) ballroom_gloss_c6_a(const float4* __restrict__ lamps, const float* __restrict__ normals, float* __restrict__ gloss) { ballroom_gloss<false>(lamps, normals, gloss); }
__global__ void __launch_bounds__(128) ballroom_gloss_c6_b(const float4* __restrict__ lamps, const float* __restrict__ normals, float* __restrict__ gloss) { ballroom_gloss<true>(lamps, normals, gloss); }

// ---- Comets: pull of 512 heavy bodies on each of half a million comets.
constexpr int kHeavy = 512, kComets = 132 * 4 * 512 * 2;

__global__ void __launch_bounds__(512) comet_pull_c6_a(const float4* __restrict__ heavy, const float* __restrict__ at, float* __restrict__ pull) {
    __shared__ float4 body[kHeavy];
    body[threadIdx.x] = heavy[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 512 + threadIdx.x;
    float x = at[i], y = at[i + kComets], z = at[i + 2 * kComets], ax = 0.0f, ay = 0.0f, az = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kHeavy; ++k) {
        float4 b = body[k];
        float dx = b.x - x, dy = b.y - y, dz = b.z - z;
        float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))), r3 = r2 * sqrtf(r2);
        ax += b.w * dx / r3; ay += b.w * dy / r3; az += b.w * dz / r3;
    }
    pull[i] = ax; pull[i + kComets] = ay; pull[i + 2 * kComets] = az;
}

__global__ void __launch_bounds__(512) comet_pull_c6_b(const float4* __restrict__ heavy, const float* __restrict__ at, float* __restrict__ pull) {
    __shared__ float4 body[kHeavy];
    body[threadIdx.x] = heavy[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 512 + threadIdx.x;
    float x = at[i], y = at[i + kComets], z = at[i + 2 * kComets], ax = 0.0f, ay = 0.0f, az = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kHeavy; ++k) {
        float4 b = body[k];
        float dx = b.x - x, dy = b.y - y, dz = b.z - z;
        float near = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), weight = b.w * near * near * near;
        ax = fmaf(weight, dx, ax); ay = fmaf(weight, dy, ay); az = fmaf(weight, dz, az);
    }
    pull[i] = ax; pull[i + kComets] = ay; pull[i + 2 * kComets] = az;
}

// ---- Library: check number of each catalogue number from its remainders by the 64 primes of the register (a residue code).
constexpr int kBooks = 132 * 8 * 256 * 16, kPrimes = 64;

__global__ void __launch_bounds__(256) library_mark_c6_a(const uint32_t* __restrict__ number, const uint32_t* __restrict__ primes, uint32_t* __restrict__ mark) {
    __shared__ uint32_t prime[kPrimes];
    if (threadIdx.x < kPrimes) prime[threadIdx.x] = primes[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t n = number[i], code = 0;
#pragma unroll 8
    for (int k = 0; k < kPrimes; ++k) code = code * 33 + n % prime[k];
    mark[i] = code;
}

__global__ void __launch_bounds__(256) library_mark_c6_b(const uint32_t* __restrict__ number, const uint32_t* __restrict__ primes, uint32_t* __restrict__ mark) {
    __shared__ uint2 prime[kPrimes];  // with 2^32 / prime
    if (threadIdx.x < kPrimes) prime[threadIdx.x] = make_uint2(primes[threadIdx.x], 0xffffffffu / primes[threadIdx.x]);
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t n = number[i], code = 0;
#pragma unroll 8
    for (int k = 0; k < kPrimes; ++k) {
        uint2 p = prime[k];
        uint32_t rest = n - __umulhi(n, p.y) * p.x;  // at most one prime too many is left
        code = code * 33 + min(rest, rest - p.x);
    }
    mark[i] = code;
}

// ---- Street signs: distance in bits of each binary image descriptor (256 bits) from the nearest of 64 known signs.
constexpr int kSigns = 64, kSeen = 132 * 8 * 256 * 3;

__device__ __forceinline__ int bits_walked(uint32_t x) {
    int n = 0;
#pragma unroll
    for (int b = 0; b < 32; ++b) n += x >> b & 1;
    return n;
}

template <bool kCounted>
__device__ __forceinline__ void street_sign(const uint4* __restrict__ signs, const uint32_t* __restrict__ seen, int* __restrict__ nearest) {
    __shared__ uint4 sign[kSigns * 2];
    if (threadIdx.x < kSigns * 2) sign[threadIdx.x] = signs[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, least = 256;
    uint32_t mine[8];
#pragma unroll
    for (int w = 0; w < 8; ++w) mine[w] = seen[w * kSeen + i];
#pragma unroll 1
    for (int s = 0; s < kSigns; ++s) {
        uint4 p = sign[2 * s], q = sign[2 * s + 1];
        uint32_t known[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
        int apart = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) apart += kCounted ? __popc(mine[w] ^ known[w]) : bits_walked(mine[w] ^ known[w]);
        least = min(least, apart);
    }
    nearest[i] = least;
}

__global__ void __launch_bounds__(256) street_sign_c6_a(const uint4* __restrict__ signs, const uint32_t* __restrict__ seen, int* __restrict__ nearest) { street_sign<false>(signs, seen, nearest); }
__global__ void __launch_bounds__(256) street_sign_c6_b(const uint4* __restrict__ signs, const uint32_t* __restrict__ seen, int* __restrict__ nearest) { street_sign<true>(signs, seen, nearest); }

// ---- Bell: power series of a recorded bell stroke (65536 samples, the last first) at 16896 decay rates, a thread a rate.
constexpr int kRates = 132 * 128, kSamples = 65536, kBreath = 8192;

template <int kParts>
__device__ __forceinline__ void bell_series(const float4* __restrict__ stroke, const float* __restrict__ decay, float* __restrict__ value) {
    __shared__ float4 breath[kBreath / 4];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float z = 0.97f * decay[i], step = z, part[kParts];
#pragma unroll
    for (int p = 1; p < kParts; p *= 2) step *= step;  // z to the power of the number of parts
#pragma unroll
    for (int p = 0; p < kParts; ++p) part[p] = 0.0f;
    for (int from = 0; from < kSamples / 4; from += kBreath / 4) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kBreath / 4; k += 128) breath[k + t] = stroke[from + k + t];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kBreath / 4; k += 2) {
            float4 a = breath[k], b = breath[k + 1];
            float c[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
            for (int j = 0; j < 8; ++j) part[j % kParts] = fmaf(part[j % kParts], step, c[j]);
        }
    }
    float sum = part[0];
#pragma unroll
    for (int p = 1; p < kParts; ++p) sum = fmaf(sum, z, part[p]);
    value[i] = sum;
}

__global__ void __launch_bounds__(128) bell_series_c6_a(const float4* __restrict__ stroke, const float* __restrict__ decay, float* __restrict__ value) { bell_series<1>(stroke, decay, value); }
__global__ void __launch_bounds__(128) bell_series_c6_b(const float4* __restrict__ stroke, const float* __restrict__ decay, float* __restrict__ value) { bell_series<8>(stroke, decay, value); }

// ---- Hearing aids: every channel's 128 samples pass a cascade of sixteen second-order filters.
constexpr int kEars = 132 * 5 * 256 * 3, kMoments = 128, kFilters = 16;
struct Cascade { float b0[kFilters], b1[kFilters], b2[kFilters], a1[kFilters], a2[kFilters]; };

template <bool kFused>
__device__ __forceinline__ float plus_product(float sum, float x, float y) { return kFused ? fmaf(x, y, sum) : __fadd_rn(sum, __fmul_rn(x, y)); }

template <bool kFused>
__device__ __forceinline__ void hearing_aid(const float* __restrict__ heard, float* __restrict__ played, const Cascade& f) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s[kFilters], r[kFilters];
#pragma unroll
    for (int k = 0; k < kFilters; ++k) s[k] = r[k] = 0.0f;
#pragma unroll 4
    for (int m = 0; m < kMoments; ++m) {
        float x = heard[(size_t)m * kEars + i];
#pragma unroll
        for (int k = 0; k < kFilters; ++k) {  // transposed direct form
            float y = plus_product<kFused>(s[k], f.b0[k], x);
            s[k] = plus_product<kFused>(plus_product<kFused>(r[k], f.b1[k], x), f.a1[k], y);
            r[k] = plus_product<kFused>(__fmul_rn(f.b2[k], x), f.a2[k], y);
            x = y;
        }
        played[(size_t)m * kEars + i] = x;
    }
}

// Products and sums are rounded apart, bit by bit as the reference on the host does.
__global__ void __launch_bounds__(256) hearing_aid_c6_a(const float* __restrict__ heard, float* __restrict__ played, const __grid_constant__ Cascade f) { hearing_aid<false>(heard, played, f); }
__global__ void __launch_bounds__(256) hearing_aid_c6_b(const float* __restrict__ heard, float* __restrict__ played, const __grid_constant__ Cascade f) { hearing_aid<true>(heard, played, f); }

// ---- Old photographs: contrast curve for each brightness; two blocks for each SM walk over the whole archive.
constexpr int kWalkers = 132 * 2 * 128, kPhotos = kWalkers * 8 * 64;  // quadruples

__device__ __forceinline__ float4 print_curve(float4 v) {
    auto curve = [](float x) { return fmaf(fmaf(-0.3f, x * x, 0.9f), x, 0.05f); };
    return make_float4(curve(v.x), curve(v.y), curve(v.z), curve(v.w));
}

__global__ void __launch_bounds__(128) photo_print_c6_a(const float4* negative, float4* print) {
    for (int i = blockIdx.x * 128 + threadIdx.x; i < kPhotos; i += kWalkers) print[i] = print_curve(negative[i]);
}

__global__ void __launch_bounds__(128) photo_print_c6_b(const float4* negative, float4* print) {
    for (int i = blockIdx.x * 128 + threadIdx.x; i < kPhotos; i += 8 * kWalkers) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = negative[i + j * kWalkers];
#pragma unroll
        for (int j = 0; j < 8; ++j) print[i + j * kWalkers] = print_curve(v[j]);
    }
}

// ---- Foxes and hares: 512 Runge-Kutta steps of two predator-prey valleys a thread.
constexpr int kValleys = 132 * 16 * 128 * 2, kMonths = 512;

__device__ __forceinline__ float2 fox_growth(float2 p) {  // hares, foxes
    return make_float2(p.x * fmaf(-1.1f, p.y, 0.9f), p.y * fmaf(0.8f, p.x, -0.7f));
}
__device__ __forceinline__ float2 fox_move(float2 p, float h, float2 d) { return make_float2(fmaf(h, d.x, p.x), fmaf(h, d.y, p.y)); }
__device__ __forceinline__ float2 fox_month(float2 p) {
    constexpr float h = 0.02f;
    float2 a = fox_growth(p), b = fox_growth(fox_move(p, h / 2, a)), c = fox_growth(fox_move(p, h / 2, b)), d = fox_growth(fox_move(p, h, c));
    return fox_move(fox_move(fox_move(fox_move(p, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
}

__global__ void __launch_bounds__(128) fox_hare_c6_a(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 v = start[i];
    float2 one = make_float2(1.0f + 0.5f * v.x, 1.0f + 0.5f * v.y), two = make_float2(1.0f + 0.5f * v.z, 1.0f + 0.5f * v.w);
#pragma unroll
    for (int m = 0; m < kMonths; ++m) { one = fox_month(one); two = fox_month(two); }
    end[i] = make_float4(one.x, one.y, two.x, two.y);
}

__global__ void __launch_bounds__(128) fox_hare_c6_b(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 v = start[i];
    float2 one = make_float2(1.0f + 0.5f * v.x, 1.0f + 0.5f * v.y), two = make_float2(1.0f + 0.5f * v.z, 1.0f + 0.5f * v.w);
#pragma unroll 4
    for (int m = 0; m < kMonths; ++m) { one = fox_month(one); two = fox_month(two); }
    end[i] = make_float4(one.x, one.y, two.x, two.y);
}

// ---- Seeds: chance of sprouting (a logistic curve) of each of some 138 million seeds.
constexpr int kSeeds = 132 * 8 * 256 * 64 * 2;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float sprout_chance(float x) { return kQuick ? __fdividef(1.0f, 1.0f + __expf(-x)) : 1.0f / (1.0f + expf(-x)); }

template <bool kQuick>
__device__ __forceinline__ void seed_sprout(const float4* __restrict__ vigour, float4* __restrict__ chance) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) v[j] = vigour[i + j * 256];
#pragma unroll
    for (int j = 0; j < 2; ++j)
        chance[i + j * 256] = make_float4(sprout_chance<kQuick>(v[j].x), sprout_chance<kQuick>(v[j].y), sprout_chance<kQuick>(v[j].z), sprout_chance<kQuick>(v[j].w));
}

__global__ void __launch_bounds__(256) seed_sprout_c6_a(const float4* __restrict__ vigour, float4* __restrict__ chance) { seed_sprout<false>(vigour, chance); }
__global__ void __launch_bounds__(256) seed_sprout_c6_b(const float4* __restrict__ vigour, float4* __restrict__ chance) { seed_sprout<true>(vigour, chance); }

// ---- Moths: size of each of four colonies a thread after 256 seasons of a cubic growth map.
constexpr int kMeadows = 132 * 8 * 256 * 4, kSeasons = 256;

__global__ void __launch_bounds__(256) moth_season_c6_a(const float4* __restrict__ colony, float4* __restrict__ after) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = colony[i];
    float x[4] = {v.x, v.y, v.z, v.w};
#pragma unroll 8
    for (int season = 0; season < kSeasons; ++season) {
#pragma unroll
        for (int k = 0; k < 4; ++k) x[k] = fmaf(x[k], fmaf(x[k], fmaf(x[k], -0.31f, 0.17f), 0.83f), 0.05f);
    }
    after[i] = make_float4(x[0], x[1], x[2], x[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one field, one field of random words, one result.
    constexpr size_t kMost = (size_t)kSeeds * 4;
    static_assert((size_t)kEars * kMoments <= kMost && (size_t)kPhotos * 4 <= kMost && (size_t)kMeadows * 4 <= kMost && (size_t)kValleys * 4 <= kMost, "fields are too short");
    static_assert(kBooks <= kSeen * 8, "too few words");
    float *one = filled<float>(kMost, 61), *out = empty<float>(kMost), *few = filled<float>(kSamples, 62);
    uint32_t* words = reinterpret_cast<uint32_t*>(indices((size_t)kSeen * 8, 0xffffffffu, 63));
    uint32_t* outwords = reinterpret_cast<uint32_t*>(out);
    int* outints = reinterpret_cast<int*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out), *few4 = reinterpret_cast<float4*>(few);
    uint4* known = reinterpret_cast<uint4*>(indices(kSigns * 8, 0xffffffffu, 64));

    std::vector<float4> lamps(kLamps);
    for (int k = 0; k < kLamps; ++k) {
        float x = harness::unit(3 * k), y = harness::unit(3 * k + 1), z = harness::unit(3 * k + 2), scale = 1.0f / std::sqrt(x * x + y * y + z * z + 1e-6f);
        lamps[k] = make_float4(x * scale, y * scale, z * scale, 2.5f + k % 16 * 0.75f);
    }
    float4* lamp = uploaded(lamps);
    Cascade filters;
    for (int k = 0; k < kFilters; ++k) {
        filters.b0[k] = 0.82f + 0.01f * k; filters.b1[k] = 0.21f - 0.013f * k; filters.b2[k] = 0.11f + 0.004f * k;
        filters.a1[k] = 0.37f - 0.031f * k; filters.a2[k] = -0.23f + 0.009f * k;
    }
    std::vector<uint32_t> primes;
    for (uint32_t p = 1009; primes.size() < kPrimes; p += 2) {
        bool whole = true;
        for (uint32_t d = 3; d * d <= p; d += 2) whole = whole && p % d;
        if (whole) primes.push_back(p);
    }
    uint32_t* prime = uploaded(primes);

    add("dish_array_c6_a", out, kDirections, [=] { dish_array_c6_a<<<kDirections / 256, 256>>>(few4, one, out); });
    add("dish_array_c6_b", out, kDirections, [=] { dish_array_c6_b<<<kDirections / 256, 256>>>(few4, one, out); });

    add("ballroom_gloss_c6_a", out, kTiles, [=] { ballroom_gloss_c6_a<<<kTiles / 128, 128>>>(lamp, one, out); });
    add("ballroom_gloss_c6_b", out, kTiles, [=] { ballroom_gloss_c6_b<<<kTiles / 128, 128>>>(lamp, one, out); });

    add("comet_pull_c6_a", out, (size_t)kComets * 3, [=] { comet_pull_c6_a<<<kComets / 512, 512>>>(few4, one, out); });
    add("comet_pull_c6_b", out, (size_t)kComets * 3, [=] { comet_pull_c6_b<<<kComets / 512, 512>>>(few4, one, out); });

    add("library_mark_c6_a", out, kBooks, [=] { library_mark_c6_a<<<kBooks / 256, 256>>>(words, prime, outwords); }, Output::i32);
    add("library_mark_c6_b", out, kBooks, [=] { library_mark_c6_b<<<kBooks / 256, 256>>>(words, prime, outwords); }, Output::i32);

    add("street_sign_c6_a", out, kSeen, [=] { street_sign_c6_a<<<kSeen / 256, 256>>>(known, words, outints); }, Output::i32);
    add("street_sign_c6_b", out, kSeen, [=] { street_sign_c6_b<<<kSeen / 256, 256>>>(known, words, outints); }, Output::i32);

    add("bell_series_c6_a", out, kRates, [=] { bell_series_c6_a<<<kRates / 128, 128>>>(few4, one, out); });
    add("bell_series_c6_b", out, kRates, [=] { bell_series_c6_b<<<kRates / 128, 128>>>(few4, one, out); });

    add("hearing_aid_c6_a", out, (size_t)kEars * kMoments, [=] { hearing_aid_c6_a<<<kEars / 256, 256>>>(one, out, filters); });
    add("hearing_aid_c6_b", out, (size_t)kEars * kMoments, [=] { hearing_aid_c6_b<<<kEars / 256, 256>>>(one, out, filters); });

    add("photo_print_c6_a", out, (size_t)kPhotos * 4, [=] { photo_print_c6_a<<<kWalkers / 128, 128>>>(one4, out4); });
    add("photo_print_c6_b", out, (size_t)kPhotos * 4, [=] { photo_print_c6_b<<<kWalkers / 128, 128>>>(one4, out4); });

    add("fox_hare_c6_a", out, (size_t)kValleys * 4, [=] { fox_hare_c6_a<<<kValleys / 128, 128>>>(one4, out4); });
    add("fox_hare_c6_b", out, (size_t)kValleys * 4, [=] { fox_hare_c6_b<<<kValleys / 128, 128>>>(one4, out4); });

    add("seed_sprout_c6_a", out, kMost, [=] { seed_sprout_c6_a<<<kSeeds / 512, 256>>>(one4, out4); });
    add("seed_sprout_c6_b", out, kMost, [=] { seed_sprout_c6_b<<<kSeeds / 512, 256>>>(one4, out4); });

    add("moth_season_c6_a", out, (size_t)kMeadows * 4, [=] { moth_season_c6_a<<<kMeadows / 256, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
