// Eleven more measured cases about arithmetic and its latency: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Crystals: scattering of each of 270336 directions by the 1024 atoms of a cell.
constexpr int kDirections = 132 * 8 * 256, kAtoms = 1024;

template <bool kQuick>
__device__ __forceinline__ void scatter(const float4* __restrict__ direction, const float4* __restrict__ atom, float2* __restrict__ wave) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = direction[i];
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int a = 0; a < kAtoms; ++a) {
        float4 p = atom[a];
        float turn = fmaf(h.x, p.x, fmaf(h.y, p.y, h.z * p.z)), s, c;
        if (kQuick) __sincosf(turn, &s, &c);
        else sincosf(turn, &s, &c);
        re = fmaf(p.w, c, re);
        im = fmaf(p.w, s, im);
    }
    wave[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(256) crystal_waves_z5_a(const float4* __restrict__ direction, const float4* __restrict__ atom, float2* __restrict__ wave) { scatter<false>(direction, atom, wave); }
__global__ void __launch_bounds__(256) crystal_waves_z5_b(const float4* __restrict__ direction, const float4* __restrict__ atom, float2* __restrict__ wave) { scatter<true>(direction, atom, wave); }

// ---- Metallurgy: creep of each part of a turbine as the sum of 16 mechanisms with their own exponents.
constexpr int kParts = 132 * 1024 * 64;
struct Alloy { float share[16], exponent[16]; };

template <bool kQuick>
__device__ __forceinline__ void creep(const float2* __restrict__ stress, const Alloy& alloy, float2* __restrict__ rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = stress[i], sum = make_float2(0.0f, 0.0f);
    s.x = fmaf(0.5f, s.x, 1.0f); s.y = fmaf(0.5f, s.y, 1.0f);
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        sum.x = fmaf(alloy.share[k], kQuick ? __powf(s.x, alloy.exponent[k]) : powf(s.x, alloy.exponent[k]), sum.x);
        sum.y = fmaf(alloy.share[k], kQuick ? __powf(s.y, alloy.exponent[k]) : powf(s.y, alloy.exponent[k]), sum.y);
    }
    rate[i] = sum;
}

__global__ void __launch_bounds__(256) turbine_creep_z5_a(const float2* __restrict__ stress, const __grid_constant__ Alloy alloy, float2* __restrict__ rate) { creep<false>(stress, alloy, rate); }
__global__ void __launch_bounds__(256) turbine_creep_z5_b(const float2* __restrict__ stress, const __grid_constant__ Alloy alloy, float2* __restrict__ rate) { creep<true>(stress, alloy, rate); }

// ---- Chemistry: compressibility of the gas in each cell by 24 steps of Newton's method.
constexpr int kGasCells = 132 * 2048 * 64;

template <bool kQuick>
__device__ __forceinline__ void gas(const float* __restrict__ attraction, const float* __restrict__ volume, float* __restrict__ factor) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float a = fmaf(0.1f, attraction[i], 0.2f), b = fmaf(0.02f, volume[i], 0.04f), c = a - b - b * b, d = -a * b, z = 1.2f;
#pragma unroll 8
    for (int step = 0; step < 24; ++step) {
        float f = fmaf(fmaf(z - 1.0f, z, c), z, d), slope = fmaf(fmaf(3.0f, z, -2.0f), z, c);
        z -= kQuick ? __fdividef(f, slope) : f / slope;
    }
    factor[i] = z;
}

__global__ void __launch_bounds__(256) gas_cells_z5_a(const float* __restrict__ attraction, const float* __restrict__ volume, float* __restrict__ factor) { gas<false>(attraction, volume, factor); }
__global__ void __launch_bounds__(256) gas_cells_z5_b(const float* __restrict__ attraction, const float* __restrict__ volume, float* __restrict__ factor) { gas<true>(attraction, volume, factor); }

// ---- Secrets: shares of a secret for 1024 holders, values of a polynomial of degree 63 over the integers below a prime; a secret a block.
constexpr int kSecrets = 132 * 24, kHolders = 1024, kDegree = 64;

__global__ void __launch_bounds__(256) vault_shares_z5_a(const int* __restrict__ secret, const int* __restrict__ holder, int* __restrict__ share, unsigned prime) {
    __shared__ unsigned coefficient[kDegree];
    if (threadIdx.x < kDegree) coefficient[threadIdx.x] = secret[blockIdx.x * kDegree + threadIdx.x];
    __syncthreads();
    unsigned x[4], sum[4] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = holder[threadIdx.x + 256 * j];
#pragma unroll 4
    for (int k = 0; k < kDegree; ++k) {
        unsigned c = coefficient[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = (unsigned)(((unsigned long long)sum[j] * x[j] + c) % prime);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) share[blockIdx.x * kHolders + threadIdx.x + 256 * j] = sum[j];
}

__global__ void __launch_bounds__(256) vault_shares_z5_b(const int* __restrict__ secret, const int* __restrict__ holder, int* __restrict__ share, unsigned prime, unsigned long long inverse) {
    __shared__ unsigned coefficient[kDegree];
    if (threadIdx.x < kDegree) coefficient[threadIdx.x] = secret[blockIdx.x * kDegree + threadIdx.x];
    __syncthreads();
    unsigned x[4], sum[4] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = holder[threadIdx.x + 256 * j];
#pragma unroll 4
    for (int k = 0; k < kDegree; ++k) {
        unsigned c = coefficient[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            unsigned long long v = (unsigned long long)sum[j] * x[j] + c;
            unsigned r = (unsigned)v - (unsigned)__umul64hi(v, inverse) * prime;  // below twice the prime
            sum[j] = min(r, r - prime);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) share[blockIdx.x * kHolders + threadIdx.x + 256 * j] = sum[j];
}

// ---- Radar: amplitude of each echo from its two parts of twelve bits.
constexpr int kEchoes = 132 * 1024 * 1024;

__global__ void harness_twelve(int* __restrict__ p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] &= 0x07ff07ff;
}

__device__ __forceinline__ unsigned root_by_digits(unsigned v) {
    unsigned root = 0, bit = 1u << 22;
#pragma unroll
    for (int k = 0; k < 12; ++k) {
        unsigned trial = root + bit;
        root >>= 1;
        if (v >= trial) { v -= trial; root += bit; }
        bit >>= 2;
    }
    return root;
}
__device__ __forceinline__ unsigned root_by_float(unsigned v) { return (unsigned)sqrtf((float)v); }  // exact below 2^24

template <bool kFloat>
__device__ __forceinline__ void amplitude(const int4* __restrict__ echo, uint2* __restrict__ strength) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 e = echo[i];
    auto one = [](unsigned w) {
        unsigned re = w & 0xffffu, im = w >> 16, v = re * re + im * im;
        return kFloat ? root_by_float(v) : root_by_digits(v);
    };
    strength[i] = make_uint2(one(e.x) | one(e.y) << 16, one(e.z) | one(e.w) << 16);
}

__global__ void __launch_bounds__(256) radar_strength_z5_a(const int4* __restrict__ echo, uint2* __restrict__ strength) { amplitude<false>(echo, strength); }
__global__ void __launch_bounds__(256) radar_strength_z5_b(const int4* __restrict__ echo, uint2* __restrict__ strength) { amplitude<true>(echo, strength); }

// ---- Hydrology: last level of 67584 reservoirs after 12288 hours of the same rain; a thread has four.
constexpr int kHours = 12288, kReservoirs = 132 * 512;

__device__ __forceinline__ float hour(float level, float keep, float area, float weir, float rain) {
    level = fminf(fmaf(keep, level, area * rain), 2.0f);
    return fmaf(-weir * level, level, level);
}
__device__ __forceinline__ void load_rain(const float4* __restrict__ rain, float* fell) {
    for (int i = threadIdx.x; i < kHours / 4; i += 128) reinterpret_cast<float4*>(fell)[i] = rain[i];
    __syncthreads();
}

__global__ void __launch_bounds__(128) reservoir_level_z5_a(const float4* __restrict__ rain, const float4* __restrict__ dam, float* __restrict__ level) {
    __shared__ __align__(16) float fell[kHours];
    load_rain(rain, fell);
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int i = blockIdx.x * 512 + threadIdx.x + 128 * j;
        float4 d = dam[i];
        float keep = fmaf(0.05f, d.x, 0.94f), area = fmaf(0.1f, d.y, 0.2f), weir = fmaf(0.02f, d.z, 0.03f), s = d.w;
#pragma unroll 8
        for (int h = 0; h < kHours; ++h) s = hour(s, keep, area, weir, fell[h]);
        level[i] = s;
    }
}

__global__ void __launch_bounds__(128) reservoir_level_z5_b(const float4* __restrict__ rain, const float4* __restrict__ dam, float* __restrict__ level) {
    __shared__ __align__(16) float fell[kHours];
    load_rain(rain, fell);
    int i = blockIdx.x * 512 + threadIdx.x;
    float keep[4], area[4], weir[4], s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 d = dam[i + 128 * j];
        keep[j] = fmaf(0.05f, d.x, 0.94f); area[j] = fmaf(0.1f, d.y, 0.2f); weir[j] = fmaf(0.02f, d.z, 0.03f); s[j] = d.w;
    }
#pragma unroll 8
    for (int h = 0; h < kHours; ++h) {
        float r = fell[h];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = hour(s[j], keep[j], area[j], weir[j], r);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) level[i + 128 * j] = s[j];
}

// ---- Photography: places of points before the lens bent them, by 24 steps of a fixed-point iteration.
constexpr int kPoints = 132 * 2048 * 64;
struct Lens { float k[8], p, q; };

template <bool kFused>
__device__ __forceinline__ float plus(float a, float b, float c) { return kFused ? fmaf(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }

template <bool kFused>
__device__ __forceinline__ void unbend(const float2* __restrict__ seen, const Lens& lens, float2* __restrict__ place) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = seen[i];
    float x = s.x, y = s.y;
#pragma unroll 4
    for (int step = 0; step < 24; ++step) {
        float r = plus<kFused>(x, x, __fmul_rn(y, y)), f = lens.k[7];
#pragma unroll
        for (int k = 6; k >= 0; --k) f = plus<kFused>(f, r, lens.k[k]);
        x = plus<kFused>(f, s.x, lens.p);
        y = plus<kFused>(f, s.y, lens.q);
    }
    place[i] = make_float2(x, y);
}

__global__ void __launch_bounds__(256) lens_places_z5_a(const float2* __restrict__ seen, const __grid_constant__ Lens lens, float2* __restrict__ place) { unbend<false>(seen, lens, place); }
__global__ void __launch_bounds__(256) lens_places_z5_b(const float2* __restrict__ seen, const __grid_constant__ Lens lens, float2* __restrict__ place) { unbend<true>(seen, lens, place); }

// ---- Banking: balance of each of 33792 accounts after each of 2048 bookings, a day a row.
constexpr int kAccounts = 132 * 256, kBookings = 2048;

__global__ void __launch_bounds__(128) ledger_balance_z5_a(const float* booking, float* balance) {
    int account = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    for (int day = 0; day < kBookings; ++day) {
        sum += booking[day * kAccounts + account];
        balance[day * kAccounts + account] = sum;
    }
}

__global__ void __launch_bounds__(128) ledger_balance_z5_b(const float* booking, float* balance) {
    int account = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    for (int day = 0; day < kBookings; day += 16) {
        float v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = booking[(day + j) * kAccounts + account];
#pragma unroll
        for (int j = 0; j < 16; ++j) balance[(day + j) * kAccounts + account] = sum += v[j];
    }
}

// ---- Speech: state of a recurrent network of 20 cells after 64 samples of each of 270336 sounds.
constexpr int kSounds = 132 * 16 * 128, kCells = 20, kSamples = 64;

__device__ __forceinline__ float trained(int i, int j) { return (j < kCells ? 0.25f : 0.5f) * harness::unit(1000 + i * 32 + j); }  // known to the compiler

__device__ __forceinline__ void sample(float heard, float (&state)[kCells]) {
    float next[kCells];
#pragma unroll
    for (int i = 0; i < kCells; ++i) {
        next[i] = trained(i, kCells) * heard;
#pragma unroll
        for (int j = 0; j < kCells; ++j) next[i] = fmaf(trained(i, j), state[j], next[i]);
    }
#pragma unroll
    for (int i = 0; i < kCells; ++i) state[i] = fminf(fmaxf(next[i], -1.0f), 1.0f);
}

template <int kFrom>
__device__ __forceinline__ void samples_from(const float* __restrict__ sound, float (&state)[kCells]) {
    if constexpr (kFrom < kSamples) {
        sample(sound[kFrom * kSounds], state);
        samples_from<kFrom + 1>(sound, state);
    }
}

__device__ __forceinline__ float heard_all(const float (&state)[kCells]) {
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kCells; ++i) sum = fmaf(state[i], 1.0f + 0.25f * i, sum);
    return sum;
}

__global__ void __launch_bounds__(128, 8) speech_cells_z5_a(const float* __restrict__ sound, float* __restrict__ meaning) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float state[kCells] = {};
    samples_from<0>(sound + i, state);
    meaning[i] = heard_all(state);
}

__global__ void __launch_bounds__(128, 8) speech_cells_z5_b(const float* __restrict__ sound, float* __restrict__ meaning) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float state[kCells] = {};
#pragma unroll 2
    for (int s = 0; s < kSamples; ++s) sample(sound[s * kSounds + i], state);
    meaning[i] = heard_all(state);
}

// ---- Particle physics: dose behind a shield of each thickness for each energy.
constexpr int kDoses = 132 * 1024 * 512;

template <bool kQuick>
__device__ __forceinline__ void dose(const float4* __restrict__ energy, const float4* __restrict__ shield, float4* __restrict__ through) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = energy[i], s = shield[i];
    auto one = [](float e, float s) { float v = -(1.5f + e) * (1.25f + s); return (2.0f + e) * (kQuick ? __expf(v) : expf(v)); };
    through[i] = make_float4(one(e.x, s.x), one(e.y, s.y), one(e.z, s.z), one(e.w, s.w));
}

__global__ void __launch_bounds__(256) muon_dose_z5_a(const float4* __restrict__ energy, const float4* __restrict__ shield, float4* __restrict__ through) { dose<false>(energy, shield, through); }
__global__ void __launch_bounds__(256) muon_dose_z5_b(const float4* __restrict__ energy, const float4* __restrict__ shield, float4* __restrict__ through) { dose<true>(energy, shield, through); }

// ---- Letters: sealing of 4325376 letters of 64 bytes with a stream cipher of twenty rounds; quarters of all letters lie together.
constexpr int kLetters = 132 * 2048 * 16;
struct Seal { uint32_t key[8], nonce[3]; };

__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

__global__ void __launch_bounds__(256) sealed_letters_z5_a(const uint4* __restrict__ letter, const __grid_constant__ Seal seal, uint4* __restrict__ sealed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t first[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, seal.key[0], seal.key[1], seal.key[2], seal.key[3],
                          seal.key[4], seal.key[5], seal.key[6], seal.key[7], (uint32_t)i, seal.nonce[0], seal.nonce[1], seal.nonce[2]}, s[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) s[k] = first[k];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(s[0], s[4], s[8], s[12]); quarter(s[1], s[5], s[9], s[13]); quarter(s[2], s[6], s[10], s[14]); quarter(s[3], s[7], s[11], s[15]);
        quarter(s[0], s[5], s[10], s[15]); quarter(s[1], s[6], s[11], s[12]); quarter(s[2], s[7], s[8], s[13]); quarter(s[3], s[4], s[9], s[14]);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uint4 v = letter[k * kLetters + i];
        sealed[k * kLetters + i] = make_uint4(v.x ^ (s[4 * k] + first[4 * k]), v.y ^ (s[4 * k + 1] + first[4 * k + 1]),
                                              v.z ^ (s[4 * k + 2] + first[4 * k + 2]), v.w ^ (s[4 * k + 3] + first[4 * k + 3]));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t pool = (size_t)kDoses;
    static_assert(pool >= (size_t)kAccounts * kBookings && pool >= (size_t)kPoints * 2 && pool >= (size_t)kSounds * kSamples, "shared");
    const float *sea = filled<float>(pool, 81), *sky = filled<float>(pool, 82);
    float* result = empty<float>(pool);  // every case writes the whole of its part anew
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto two = [](const float* p) { return reinterpret_cast<const float2*>(p); };
    float2* result2 = reinterpret_cast<float2*>(result);
    int* whole = reinterpret_cast<int*>(result);

    add("crystal_waves_z5_a", result, (size_t)kDirections * 2, Output::f32, [=] { crystal_waves_z5_a<<<kDirections / 256, 256>>>(four(sea), four(sky), result2); });
    add("crystal_waves_z5_b", result, (size_t)kDirections * 2, Output::f32, [=] { crystal_waves_z5_b<<<kDirections / 256, 256>>>(four(sea), four(sky), result2); });

    Alloy alloy;
    for (int k = 0; k < 16; ++k) { alloy.share[k] = 1.0f + 0.5f * harness::unit(700 + k); alloy.exponent[k] = 2.5f + 2.0f * harness::unit(800 + k); }
    add("turbine_creep_z5_a", result, kParts, Output::f32, [=] { turbine_creep_z5_a<<<kParts / 512, 256>>>(two(sea), alloy, result2); });
    add("turbine_creep_z5_b", result, kParts, Output::f32, [=] { turbine_creep_z5_b<<<kParts / 512, 256>>>(two(sea), alloy, result2); });

    add("gas_cells_z5_a", result, kGasCells, Output::f32, [=] { gas_cells_z5_a<<<kGasCells / 256, 256>>>(sea, sky, result); });
    add("gas_cells_z5_b", result, kGasCells, Output::f32, [=] { gas_cells_z5_b<<<kGasCells / 256, 256>>>(sea, sky, result); });

    unsigned prime = 2147483629u;
    unsigned long long inverse = ~0ull / prime;
    const int *secret = indices((size_t)kSecrets * kDegree, prime, 83), *holder = indices(kHolders, prime, 84);
    add("vault_shares_z5_a", whole, (size_t)kSecrets * kHolders, Output::i32, [=] { vault_shares_z5_a<<<kSecrets, 256>>>(secret, holder, whole, prime); });
    add("vault_shares_z5_b", whole, (size_t)kSecrets * kHolders, Output::i32, [=] { vault_shares_z5_b<<<kSecrets, 256>>>(secret, holder, whole, prime, inverse); });

    int* bits = indices(kEchoes, 0xffffffffu, 85);
    harness_twelve<<<2048, 256>>>(bits, kEchoes); CHECK(cudaGetLastError());
    const int4* echo = reinterpret_cast<const int4*>(bits);
    uint2* strength = reinterpret_cast<uint2*>(empty<int>(kEchoes / 2));
    add("radar_strength_z5_a", strength, kEchoes / 2, Output::i32, [=] { radar_strength_z5_a<<<kEchoes / 1024, 256>>>(echo, strength); });
    add("radar_strength_z5_b", strength, kEchoes / 2, Output::i32, [=] { radar_strength_z5_b<<<kEchoes / 1024, 256>>>(echo, strength); });

    add("reservoir_level_z5_a", result, kReservoirs, Output::f32, [=] { reservoir_level_z5_a<<<kReservoirs / 512, 128>>>(four(sea), four(sky), result); });
    add("reservoir_level_z5_b", result, kReservoirs, Output::f32, [=] { reservoir_level_z5_b<<<kReservoirs / 512, 128>>>(four(sea), four(sky), result); });

    Lens lens = {{1.0f, -0.04f, 0.012f, -0.004f, 0.0015f, -0.0006f, 0.0002f, -0.00005f}, 0.003f, -0.002f};
    add("lens_places_z5_a", result, (size_t)kPoints * 2, Output::f32, [=] { lens_places_z5_a<<<kPoints / 256, 256>>>(two(sea), lens, result2); });
    add("lens_places_z5_b", result, (size_t)kPoints * 2, Output::f32, [=] { lens_places_z5_b<<<kPoints / 256, 256>>>(two(sea), lens, result2); });

    add("ledger_balance_z5_a", result, (size_t)kAccounts * kBookings, Output::f32, [=] { ledger_balance_z5_a<<<kAccounts / 128, 128>>>(sea, result); });
    add("ledger_balance_z5_b", result, (size_t)kAccounts * kBookings, Output::f32, [=] { ledger_balance_z5_b<<<kAccounts / 128, 128>>>(sea, result); });

    add("speech_cells_z5_a", result, kSounds, Output::f32, [=] { speech_cells_z5_a<<<kSounds / 128, 128>>>(sea, result); });
    add("speech_cells_z5_b", result, kSounds, Output::f32, [=] { speech_cells_z5_b<<<kSounds / 128, 128>>>(sea, result); });

    float4* result4 = reinterpret_cast<float4*>(result);
    add("muon_dose_z5_a", result, kDoses, Output::f32, [=] { muon_dose_z5_a<<<kDoses / 1024, 256>>>(four(sea), four(sky), result4); });
    add("muon_dose_z5_b", result, kDoses, Output::f32, [=] { muon_dose_z5_b<<<kDoses / 1024, 256>>>(four(sea), four(sky), result4); });

    Seal seal;
    for (int k = 0; k < 8; ++k) seal.key[k] = harness::hash32(500 + k);
    for (int k = 0; k < 3; ++k) seal.nonce[k] = harness::hash32(520 + k);
    static_assert(pool >= (size_t)kLetters * 16, "letters");
    const uint4* letter = reinterpret_cast<const uint4*>(indices((size_t)kLetters * 16, 0xffffffffu, 86));
    uint4* sealed = reinterpret_cast<uint4*>(result);
    add("sealed_letters_z5_a", whole, (size_t)kLetters * 16, Output::i32, [=] { sealed_letters_z5_a<<<kLetters / 256, 256>>>(letter, seal, sealed); });

    return harness::run(argc, argv, cases);
}
