// Eight measured cases from soil, secrets, annuities, beams, fibres, herds, sonar and star plates: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Soil: water content and conductivity of each cell of a catchment from its suction head (van Genuchten and Mualem).
constexpr int kCells = 132 * 8 * 256 * 6;

struct Soil { float alpha, n, m, inverse_m, tortuosity, residual, span, conductivity; };

__global__ void __launch_bounds__(256) tussock_moisture_ad6_a(const float* __restrict__ head, float* __restrict__ water, float* __restrict__ flow, Soil soil) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float suction = soil.alpha * (head[i] + 1.2f);
    float fill = powf(1.0f + powf(suction, soil.n), -soil.m);
    float pores = 1.0f - powf(1.0f - powf(fill, soil.inverse_m), soil.m);
    water[i] = fmaf(soil.span, fill, soil.residual);
    flow[i] = soil.conductivity * powf(fill, soil.tortuosity) * pores * pores;
}

__global__ void __launch_bounds__(256) tussock_moisture_ad6_b(const float* __restrict__ head, float* __restrict__ water, float* __restrict__ flow, Soil soil) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float suction = soil.alpha * (head[i] + 1.2f);
    float fill = __powf(1.0f + __powf(suction, soil.n), -soil.m);
    float pores = 1.0f - __powf(1.0f - __powf(fill, soil.inverse_m), soil.m);
    water[i] = fmaf(soil.span, fill, soil.residual);
    flow[i] = soil.conductivity * __powf(fill, soil.tortuosity) * pores * pores;
}

// ---- Secret sharing: five shares of each record, values of a polynomial with six coefficients over the field of a given prime.
constexpr int kSecrets = 132 * 8 * 256 * 64, kThreshold = 6, kParties = 5;

struct Field { uint32_t prime; uint64_t inverse; uint32_t party[kParties]; };

struct Remainder {
    static __device__ __forceinline__ uint32_t reduce(uint64_t v, const Field& f) { return (uint32_t)(v % f.prime); }
};
struct Barrett {
    static __device__ __forceinline__ uint32_t reduce(uint64_t v, const Field& f) {
        uint32_t r = (uint32_t)v - (uint32_t)__umul64hi(v, f.inverse) * f.prime;
        return min(r, r - f.prime);
    }
};

template <typename Reducer>
__device__ __forceinline__ void deal_shares(const uint32_t* __restrict__ coefficient, uint32_t* __restrict__ share, const Field& field) {
    size_t i = blockIdx.x * 256 + threadIdx.x;
    uint32_t c[kThreshold];
#pragma unroll
    for (int k = 0; k < kThreshold; ++k) c[k] = coefficient[(size_t)k * kSecrets + i];
#pragma unroll
    for (int p = 0; p < kParties; ++p) {
        uint32_t s = c[kThreshold - 1];
#pragma unroll
        for (int k = kThreshold - 2; k >= 0; --k) s = Reducer::reduce((uint64_t)s * field.party[p] + c[k], field);
        share[(size_t)p * kSecrets + i] = s;
    }
}

__global__ void __launch_bounds__(256) samphire_shares_ad6_a(const uint32_t* __restrict__ coefficient, uint32_t* __restrict__ share, Field field) {
    deal_shares<Remainder>(coefficient, share, field);
}
__global__ void __launch_bounds__(256) samphire_shares_ad6_b(const uint32_t* __restrict__ coefficient, uint32_t* __restrict__ share, Field field) {
    deal_shares<Barrett>(coefficient, share, field);
}

// ---- Annuity: worth of 8192 daily payments under each of 16896 daily rates (the schedule lies in shared memory).
constexpr int kDays = 8192, kRates = 132 * 128;

__device__ __forceinline__ void lay_out(const float4* __restrict__ pay, float4* due) {
    for (int k = threadIdx.x; k < kDays / 4; k += 128) {
        float4 p = pay[k];
        due[k] = make_float4(fmaf(0.5f, p.x, 1.0f), fmaf(0.5f, p.y, 1.0f), fmaf(0.5f, p.z, 1.0f), fmaf(0.5f, p.w, 1.0f));
    }
    __syncthreads();
}

__global__ void __launch_bounds__(128) quillwort_annuity_ad6_a(const float4* __restrict__ pay, const float* __restrict__ rate, float* __restrict__ worth) {
    __shared__ float4 due[kDays / 4];
    lay_out(pay, due);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 1.0f - 1e-3f * (1.5f + rate[i]), v = 0.0f;
#pragma unroll 16
    for (int k = kDays / 4 - 1; k >= 0; --k) {
        float4 c = due[k];
        v = fmaf(v, d, c.w);
        v = fmaf(v, d, c.z);
        v = fmaf(v, d, c.y);
        v = fmaf(v, d, c.x);
    }
    worth[i] = v;
}

__global__ void __launch_bounds__(128) quillwort_annuity_ad6_b(const float4* __restrict__ pay, const float* __restrict__ rate, float* __restrict__ worth) {
    __shared__ float4 due[kDays / 4];
    lay_out(pay, due);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 1.0f - 1e-3f * (1.5f + rate[i]), d2 = d * d, d4 = d2 * d2;
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 16
    for (int k = kDays / 4 - 1; k >= 0; --k) {
        float4 c = due[k];
        v.w = fmaf(v.w, d4, c.w);
        v.z = fmaf(v.z, d4, c.z);
        v.y = fmaf(v.y, d4, c.y);
        v.x = fmaf(v.x, d4, c.x);
    }
    worth[i] = fmaf(fmaf(fmaf(v.w, d, v.z), d, v.y), d, v.x);
}

// ---- Storage ring: particles carried through 128 cells by the second-order map of a cell.
constexpr int kParticles = 132 * 8 * 256 * 4, kPassages = 128;

struct CellMap { float x[8], p[8], y[6], q[6]; };

struct Strict {  // every operation rounds by itself, as on the reference machine
    float v;
    __device__ __forceinline__ Strict(float f) : v(f) {}
    __device__ __forceinline__ operator float() const { return v; }
};
__device__ __forceinline__ Strict operator*(Strict a, Strict b) { return __fmul_rn(a.v, b.v); }
__device__ __forceinline__ Strict operator+(Strict a, Strict b) { return __fadd_rn(a.v, b.v); }

template <typename Real>
__device__ __forceinline__ void pass_cells(const float4* __restrict__ start, float4* __restrict__ end, const CellMap& map) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 w = start[i];
    Real x = w.x, p = w.y, y = w.z, q = w.w;
#pragma unroll 2
    for (int cell = 0; cell < kPassages; ++cell) {
        Real xx = x * x, xp = x * p, pp = p * p, yy = y * y, yq = y * q, qq = q * q, xy = x * y, xq = x * q, py = p * y, pq = p * q;
        auto across = [&](const float* c) {
            return Real(c[0]) * x + Real(c[1]) * p + Real(c[2]) * xx + Real(c[3]) * xp + Real(c[4]) * pp + Real(c[5]) * yy + Real(c[6]) * yq + Real(c[7]) * qq;
        };
        auto upward = [&](const float* c) {
            return Real(c[0]) * y + Real(c[1]) * q + Real(c[2]) * xy + Real(c[3]) * xq + Real(c[4]) * py + Real(c[5]) * pq;
        };
        Real x1 = across(map.x), p1 = across(map.p), y1 = upward(map.y), q1 = upward(map.q);
        x = x1; p = p1; y = y1; q = q1;
    }
    end[i] = make_float4(x, p, y, q);
}

__global__ void __launch_bounds__(256) bodkin_bunches_ad6_a(const float4* __restrict__ start, float4* __restrict__ end, CellMap map) { pass_cells<Strict>(start, end, map); }
__global__ void __launch_bounds__(256) bodkin_bunches_ad6_b(const float4* __restrict__ start, float4* __restrict__ end, CellMap map) { pass_cells<float>(start, end, map); }

// ---- Fibre sensing: slow drift taken from each of 67584 channels of a cable over 2560 samples (a leaky difference along time).
constexpr int kChannels = 132 * 4 * 128, kSamples = 2560, kAhead = 16;

struct Drift {
    float last = 0.0f, out = 0.0f;
    __device__ __forceinline__ float next(float in) {
        out = fmaf(0.995f, out, in - last);
        last = in;
        return out;
    }
};

__global__ void __launch_bounds__(128) bryony_fibre_ad6_a(const float* strain, float* clean) {
    size_t at = blockIdx.x * 128 + threadIdx.x;
    Drift drift;
    for (int t = 0; t < kSamples; ++t, at += kChannels) clean[at] = drift.next(strain[at]);
}

__global__ void __launch_bounds__(128) bryony_fibre_ad6_b(const float* strain, float* clean) {
    size_t at = blockIdx.x * 128 + threadIdx.x;
    Drift drift;
    for (int t = 0; t < kSamples; t += kAhead, at += (size_t)kAhead * kChannels) {
        float s[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) s[j] = strain[at + (size_t)j * kChannels];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) clean[at + (size_t)j * kChannels] = drift.next(s[j]);
    }
}

// ---- Cattle plague: share of infected animals of two herds a thread after each of two seasons of 320 Runge-Kutta steps.
constexpr int kHerdPairs = 132 * 3 * 128, kSeasons = 2, kSteps = 320;

struct Herd { float s, e, i; };

__device__ __forceinline__ Herd trend(const Herd& h, float contact) {
    float caught = contact * h.s * h.i;
    return {fmaf(-0.01f, h.s, 0.01f) - caught, fmaf(-0.21f, h.e, caught), fmaf(-0.13f, h.i, 0.2f * h.e)};
}
__device__ __forceinline__ Herd moved(const Herd& h, const Herd& k, float by) { return {fmaf(by, k.s, h.s), fmaf(by, k.e, h.e), fmaf(by, k.i, h.i)}; }
__device__ __forceinline__ void rk4_step(Herd& h, float contact) {
    constexpr float dt = 0.25f;
    Herd k1 = trend(h, contact), k2 = trend(moved(h, k1, 0.5f * dt), contact), k3 = trend(moved(h, k2, 0.5f * dt), contact), k4 = trend(moved(h, k3, dt), contact);
    h = moved(moved(moved(moved(h, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);
}

template <int kUnroll>
__device__ __forceinline__ void herd_seasons(const float2* __restrict__ contact, float2* __restrict__ sick) {
    int at = blockIdx.x * 128 + threadIdx.x;
    float2 c = contact[at];
    c.x = fmaf(0.2f, c.x, 0.5f);
    c.y = fmaf(0.2f, c.y, 0.5f);
    Herd one = {0.95f, 0.03f, 0.02f}, two = one;
#pragma unroll 1
    for (int season = 0; season < kSeasons; ++season) {
#pragma unroll kUnroll
        for (int step = 0; step < kSteps; ++step) {
            rk4_step(one, c.x);
            rk4_step(two, c.y);
        }
        sick[season * kHerdPairs + at] = make_float2(one.i, two.i);
    }
}

__global__ void __launch_bounds__(128) caltrop_herds_ad6_a(const float2* __restrict__ contact, float2* __restrict__ sick) { herd_seasons<kSteps>(contact, sick); }
__global__ void __launch_bounds__(128) caltrop_herds_ad6_b(const float2* __restrict__ contact, float2* __restrict__ sick) { herd_seasons<2>(contact, sick); }

// ---- Echo sounder: level of each sample in decibels from its power and the gain of its depth.
constexpr int kEchoes = 132 * 8 * 256 * 60;  // quadruples

struct Precise { static __device__ __forceinline__ float log10(float v) { return log10f(v); } };
struct Quick { static __device__ __forceinline__ float log10(float v) { return __log10f(v); } };

template <typename Maths>
__device__ __forceinline__ float decibel(float power, float gain) { return fmaf(10.0f, Maths::log10(fabsf(power) + 1e-4f), gain); }

template <typename Maths>
__device__ __forceinline__ void echo_level(const float4* __restrict__ power, const float4* __restrict__ gain, float4* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = power[i], g = gain[i];
    level[i] = make_float4(decibel<Maths>(p.x, g.x), decibel<Maths>(p.y, g.y), decibel<Maths>(p.z, g.z), decibel<Maths>(p.w, g.w));
}

__global__ void __launch_bounds__(256) gudgeon_echoes_ad6_a(const float4* __restrict__ power, const float4* __restrict__ gain, float4* __restrict__ level) {
    echo_level<Precise>(power, gain, level);
}
__global__ void __launch_bounds__(256) gudgeon_echoes_ad6_b(const float4* __restrict__ power, const float4* __restrict__ gain, float4* __restrict__ level) {
    echo_level<Quick>(power, gain, level);
}

// ---- Star plates: true offset of each star from its distorted one, six fixed-point turns of an odd polynomial.
constexpr int kStars = 132 * 8 * 256 * 32;  // quadruples

struct Plate { float c[20]; };

__global__ void __launch_bounds__(256) alidade_plates_ad6_a(const float4* __restrict__ seen, float4* __restrict__ real, Plate plate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = seen[i];
    float from[4] = {s.x, s.y, s.z, s.w}, r[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
    for (int turn = 0; turn < 6; ++turn) {
        float r2[4], h[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { r2[j] = r[j] * r[j]; h[j] = plate.c[19]; }
#pragma unroll
        for (int k = 18; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) h[j] = fmaf(h[j], r2[j], plate.c[k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) r[j] = fmaf(r[j], h[j], from[j]);
    }
    real[i] = make_float4(r[0], r[1], r[2], r[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    float *head = filled<float>(kCells, 61), *soil_out = empty<float>((size_t)kCells * 2);
    Soil soil = {1.0f, 1.6f, 0.375f, 1.0f / 0.375f, 0.5f, 0.07f, 0.36f, 1.3f};
    add("tussock_moisture_ad6_a", soil_out, (size_t)kCells * 2, Output::f32, [=] { tussock_moisture_ad6_a<<<kCells / 256, 256>>>(head, soil_out, soil_out + kCells, soil); });
    add("tussock_moisture_ad6_b", soil_out, (size_t)kCells * 2, Output::f32, [=] { tussock_moisture_ad6_b<<<kCells / 256, 256>>>(head, soil_out, soil_out + kCells, soil); });

    constexpr uint32_t kPrime = 2147483629u;
    uint32_t* coefficient = reinterpret_cast<uint32_t*>(harness::indices((size_t)kSecrets * kThreshold, kPrime, 62));
    uint32_t* share = empty<uint32_t>((size_t)kSecrets * kParties);
    Field field = {kPrime, ~0ull / kPrime, {1804289383u, 846930886u, 1681692777u, 1714636915u, 1957747793u}};
    add("samphire_shares_ad6_a", share, (size_t)kSecrets * kParties, Output::i32, [=] { samphire_shares_ad6_a<<<kSecrets / 256, 256>>>(coefficient, share, field); });
    add("samphire_shares_ad6_b", share, (size_t)kSecrets * kParties, Output::i32, [=] { samphire_shares_ad6_b<<<kSecrets / 256, 256>>>(coefficient, share, field); });

    float *pay = filled<float>(kDays, 63), *rate = filled<float>(kRates, 64), *worth = empty<float>(kRates);
    add("quillwort_annuity_ad6_a", worth, kRates, Output::f32, [=] { quillwort_annuity_ad6_a<<<kRates / 128, 128>>>(f4(pay), rate, worth); });
    add("quillwort_annuity_ad6_b", worth, kRates, Output::f32, [=] { quillwort_annuity_ad6_b<<<kRates / 128, 128>>>(f4(pay), rate, worth); });

    float *bunch = filled<float>((size_t)kParticles * 4, 65), *carried = empty<float>((size_t)kParticles * 4);
    float ch = (float)std::cos(1.95), sh = (float)std::sin(1.95), cv = (float)std::cos(1.37), sv = (float)std::sin(1.37);
    CellMap map = {{ch, sh, 0.0021f, -0.0013f, 0.0008f, -0.0019f, 0.0011f, 0.0005f},
                   {-sh, ch, -0.0017f, 0.0009f, 0.0012f, 0.0015f, -0.0007f, -0.0010f},
                   {cv, sv, 0.0018f, -0.0006f, 0.0014f, -0.0011f},
                   {-sv, cv, -0.0016f, 0.0013f, 0.0004f, 0.0009f}};
    add("bodkin_bunches_ad6_a", carried, (size_t)kParticles * 4, Output::f32, [=] { bodkin_bunches_ad6_a<<<kParticles / 256, 256>>>(f4(bunch), f4(carried), map); });
    add("bodkin_bunches_ad6_b", carried, (size_t)kParticles * 4, Output::f32, [=] { bodkin_bunches_ad6_b<<<kParticles / 256, 256>>>(f4(bunch), f4(carried), map); });

    constexpr size_t kCable = (size_t)kChannels * kSamples;
    float *strain = filled<float>(kCable, 66), *clean = empty<float>(kCable);
    add("bryony_fibre_ad6_a", clean, kCable, Output::f32, [=] { bryony_fibre_ad6_a<<<kChannels / 128, 128>>>(strain, clean); });
    add("bryony_fibre_ad6_b", clean, kCable, Output::f32, [=] { bryony_fibre_ad6_b<<<kChannels / 128, 128>>>(strain, clean); });

    float *contact = filled<float>((size_t)kHerdPairs * 2, 67), *sick = empty<float>((size_t)kHerdPairs * 2 * kSeasons);
    add("caltrop_herds_ad6_a", sick, (size_t)kHerdPairs * 2 * kSeasons, Output::f32, [=] { caltrop_herds_ad6_a<<<kHerdPairs / 128, 128>>>(f2(contact), f2(sick)); });
    add("caltrop_herds_ad6_b", sick, (size_t)kHerdPairs * 2 * kSeasons, Output::f32, [=] { caltrop_herds_ad6_b<<<kHerdPairs / 128, 128>>>(f2(contact), f2(sick)); });

    float *power = filled<float>((size_t)kEchoes * 4, 68), *gain = filled<float>((size_t)kEchoes * 4, 69), *level = empty<float>((size_t)kEchoes * 4);
    add("gudgeon_echoes_ad6_a", level, (size_t)kEchoes * 4, Output::f32, [=] { gudgeon_echoes_ad6_a<<<kEchoes / 256, 256>>>(f4(power), f4(gain), f4(level)); });
    add("gudgeon_echoes_ad6_b", level, (size_t)kEchoes * 4, Output::f32, [=] { gudgeon_echoes_ad6_b<<<kEchoes / 256, 256>>>(f4(power), f4(gain), f4(level)); });

    float *seen = power, *real = level;
    static_assert(kStars <= kEchoes, "fields are too short");
    Plate plate;
    for (int k = 0; k < 20; ++k) plate.c[k] = 0.012f * (k % 2 ? -1.0f : 1.0f) / (1.0f + 0.3f * k);
    add("alidade_plates_ad6_a", real, (size_t)kStars * 4, Output::f32, [=] { alidade_plates_ad6_a<<<kStars / 256, 256>>>(f4(seen), f4(real), plate); });

    return harness::run(argc, argv, cases);
}
