// Eleven cases about arithmetic and waiting: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Radio astronomy: visibility of each baseline from the fluxes of 256 sources by direct Fourier sum.
constexpr int kBaselines = 132 * 256 * 24, kSources = 256;

__device__ __forceinline__ float wrapped(float turns) { return turns - __fadd_rn(__fadd_rn(turns, 12582912.0f), -12582912.0f); }

template <bool kNative>
__device__ __forceinline__ void dishes(const float* __restrict__ east, const float* __restrict__ north, const float4* __restrict__ source, float2* __restrict__ seen) {
    __shared__ float4 sky[kSources];
    int i = blockIdx.x * 256 + threadIdx.x;
    sky[threadIdx.x] = source[threadIdx.x];
    float u = 40.0f * east[i], v = 40.0f * north[i];
    __syncthreads();
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kSources; ++k) {
        float4 s = sky[k];
        float phase = 6.2831853f * wrapped(fmaf(u, s.x, v * s.y)), sn, cs;
        if (kNative) __sincosf(phase, &sn, &cs);
        else sincosf(phase, &sn, &cs);
        re = fmaf(s.z, cs, re);
        im = fmaf(s.z, sn, im);
    }
    seen[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(256) desert_dishes_e6_a(const float* __restrict__ east, const float* __restrict__ north, const float4* __restrict__ source, float2* __restrict__ seen) { dishes<false>(east, north, source, seen); }
__global__ void __launch_bounds__(256) desert_dishes_e6_b(const float* __restrict__ east, const float* __restrict__ north, const float4* __restrict__ source, float2* __restrict__ seen) { dishes<true>(east, north, source, seen); }

// ---- Rendering: gloss of polished stones under eight lamps, the exponent of the highlight is the stone's own.
constexpr int kPixels = 132 * 1024 * 192, kLamps = 8;
struct Lamps { float4 half[kLamps]; };

__global__ void __launch_bounds__(256) opal_cabinet_e6_a(const float* __restrict__ slope, const float* __restrict__ tilt, const float* __restrict__ polish, Lamps lamps, float* __restrict__ gloss) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0.5f * slope[i], y = 0.5f * tilt[i], z = 1.0f - 0.5f * fmaf(x, x, y * y), hard = fmaf(12.0f, polish[i], 20.0f), sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kLamps; ++k) {
        float4 h = lamps.half[k];
        float facing = fminf(fmaxf(fmaf(x, h.x, fmaf(y, h.y, z * h.z)), 0.02f), 1.0f);
        sum = fmaf(h.w, powf(facing, hard), sum);
    }
    gloss[i] = sum;
}

__global__ void __launch_bounds__(256) opal_cabinet_e6_b(const float* __restrict__ slope, const float* __restrict__ tilt, const float* __restrict__ polish, Lamps lamps, float* __restrict__ gloss) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 0.5f * slope[i], y = 0.5f * tilt[i], z = 1.0f - 0.5f * fmaf(x, x, y * y), hard = fmaf(12.0f, polish[i], 20.0f), sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kLamps; ++k) {
        float4 h = lamps.half[k];
        float facing = fminf(fmaxf(fmaf(x, h.x, fmaf(y, h.y, z * h.z)), 0.02f), 1.0f);
        sum = fmaf(h.w, __powf(facing, hard), sum);
    }
    gloss[i] = sum;
}

// ---- Electrostatics: potential at probes above a cloud of 512 charged grains.
constexpr int kProbes = 132 * 256 * 64, kGrains = 512;

template <bool kReciprocal>
__device__ __forceinline__ void dust(const float* __restrict__ place, const float4* __restrict__ grain, float* __restrict__ potential) {
    __shared__ float4 cloud[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = place[i], y = place[i + kProbes], z = place[i + 2 * kProbes], sum = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        cloud[threadIdx.x] = grain[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 g = cloud[k];
            float dx = x - g.x, dy = y - g.y, dz = z - g.z, r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            if (kReciprocal) sum = fmaf(g.w, rsqrtf(r2), sum);
            else sum += g.w / sqrtf(r2);
        }
        __syncthreads();
    }
    potential[i] = sum;
}

__global__ void __launch_bounds__(256) amber_dust_e6_a(const float* __restrict__ place, const float4* __restrict__ grain, float* __restrict__ potential) { dust<false>(place, grain, potential); }
__global__ void __launch_bounds__(256) amber_dust_e6_b(const float* __restrict__ place, const float4* __restrict__ grain, float* __restrict__ potential) { dust<true>(place, grain, potential); }

// ---- Archives: polynomial fingerprint of each scroll of 64 words modulo a prime that the reader chooses; word w of all scrolls is a row.
constexpr int kScrolls = 132 * 256 * 32, kWords = 64;

__global__ void __launch_bounds__(256) monastery_scrolls_e6_a(const uint32_t* __restrict__ text, uint64_t base, uint64_t prime, int* __restrict__ mark) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint64_t h = 1;
#pragma unroll 8
    for (int w = 0; w < kWords; ++w) h = (h * base + text[(size_t)w * kScrolls + i]) % prime;
    mark[i] = (int)h;
}

__global__ void __launch_bounds__(256) monastery_scrolls_e6_b(const uint32_t* __restrict__ text, uint64_t base, uint64_t prime, uint64_t inverse, int* __restrict__ mark) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint64_t h = 1;
#pragma unroll 8
    for (int w = 0; w < kWords; ++w) {
        uint64_t x = h * base + text[(size_t)w * kScrolls + i];
        h = x - __umul64hi(x, inverse) * prime;  // Barrett: at most one prime too much
        if (h >= prime) h -= prime;
    }
    mark[i] = (int)h;
}

// ---- Moorland maps: whole-number steepness of each point from its two slopes in fixed point.
constexpr int kMoor = 132 * 1024 * 512;

__device__ __forceinline__ uint32_t digit_root(uint32_t x) {  // digit by digit
    uint32_t root = 0;
#pragma unroll
    for (uint32_t bit = 1u << 30; bit; bit >>= 2) {
        uint32_t trial = root + bit;
        root >>= 1;
        if (x >= trial) { x -= trial; root += bit; }
    }
    return root;
}

__device__ __forceinline__ uint32_t guessed_root(uint32_t x) {  // by the reciprocal root of a float, then put right by one
    float f = fmaxf((float)x, 1.0f);
    uint32_t root = (uint32_t)(f * rsqrtf(f));
    if (root * root > x) --root;
    if (x - root * root > 2 * root) ++root;
    return x ? root : 0;
}

__device__ __forceinline__ uint32_t squared(int slopes) {
    int x = (int)(int16_t)slopes, y = slopes >> 16;
    return (uint32_t)(x * x) + (uint32_t)(y * y);
}

__global__ void __launch_bounds__(256) moor_contours_e6_a(const int4* __restrict__ slopes, ushort4* __restrict__ steep) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 s = slopes[i];
    steep[i] = make_ushort4(digit_root(squared(s.x)), digit_root(squared(s.y)), digit_root(squared(s.z)), digit_root(squared(s.w)));
}

__global__ void __launch_bounds__(256) moor_contours_e6_b(const int4* __restrict__ slopes, ushort4* __restrict__ steep) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 s = slopes[i];
    steep[i] = make_ushort4(guessed_root(squared(s.x)), guessed_root(squared(s.y)), guessed_root(squared(s.z)), guessed_root(squared(s.w)));
}

// ---- Bell acoustics: response of one recorded stroke of 32768 samples at 16896 damped frequencies, one frequency a thread.
constexpr int kPartials = 132 * 128, kStroke = 32768, kPiece = 8192;

__device__ __forceinline__ void turn(float& re, float& im, float c, float s, float h) {  // z * w + h
    float r = fmaf(re, c, fmaf(-im, s, h)), m = fmaf(im, c, re * s);
    re = r; im = m;
}

__global__ void __launch_bounds__(128) bell_tower_e6_a(const float4* __restrict__ stroke, const float* __restrict__ pitch, float* __restrict__ power) {
    __shared__ float4 piece[kPiece / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float s, c, re = 0.0f, im = 0.0f;
    sincospif(pitch[i], &s, &c);
    s *= 0.999f; c *= 0.999f;
    for (int from = 0; from < kStroke / 4; from += kPiece / 4) {
#pragma unroll 8
        for (int k = threadIdx.x; k < kPiece / 4; k += 128) piece[k] = stroke[from + k];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kPiece / 4; ++k) {
            float4 h = piece[k];
            turn(re, im, c, s, h.x);
            turn(re, im, c, s, h.y);
            turn(re, im, c, s, h.z);
            turn(re, im, c, s, h.w);
        }
        __syncthreads();
    }
    power[i] = fmaf(re, re, im * im);
}

__global__ void __launch_bounds__(128) bell_tower_e6_b(const float4* __restrict__ stroke, const float* __restrict__ pitch, float* __restrict__ power) {
    __shared__ float4 piece[kPiece / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float s, c, re[4] = {}, im[4] = {};
    sincospif(pitch[i], &s, &c);
    s *= 0.999f; c *= 0.999f;
    float c2 = c * c - s * s, s2 = 2.0f * c * s, c4 = c2 * c2 - s2 * s2, s4 = 2.0f * c2 * s2;
    for (int from = 0; from < kStroke / 4; from += kPiece / 4) {
#pragma unroll 8
        for (int k = threadIdx.x; k < kPiece / 4; k += 128) piece[k] = stroke[from + k];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kPiece / 4; ++k) {  // four independent chains in the fourth power
            float4 h = piece[k];
            turn(re[0], im[0], c4, s4, h.x);
            turn(re[1], im[1], c4, s4, h.y);
            turn(re[2], im[2], c4, s4, h.z);
            turn(re[3], im[3], c4, s4, h.w);
        }
        __syncthreads();
    }
    float r = re[0], m = im[0];
#pragma unroll
    for (int j = 1; j < 4; ++j) { turn(r, m, c, s, re[j]); m += im[j]; }
    power[i] = fmaf(r, r, m * m);
}

// ---- Bridges: sway of four coupled modes of a deck over 256 steps, every span with its own matrix.
constexpr int kSpans = 132 * 256 * 64, kSteps = 256;

struct Apart { static __device__ __forceinline__ float add(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Together { static __device__ __forceinline__ float add(float a, float b, float c) { return __fmaf_rn(a, b, c); } };

template <class Rule>
__device__ __forceinline__ void sway(const float* __restrict__ stiffness, const float* __restrict__ wind, float* __restrict__ reach) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float a[4][4], g[4], x[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        g[r] = wind[(size_t)r * kSpans + i];
        x[r] = 0.0f;
#pragma unroll
        for (int c = 0; c < 4; ++c) a[r][c] = 0.24f * stiffness[(size_t)(4 * r + c) * kSpans + i];
    }
#pragma unroll 4
    for (int step = 0; step < kSteps; ++step) {
        float y[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) y[r] = Rule::add(a[r][3], x[3], Rule::add(a[r][2], x[2], Rule::add(a[r][1], x[1], Rule::add(a[r][0], x[0], g[r]))));
#pragma unroll
        for (int r = 0; r < 4; ++r) x[r] = y[r];
    }
    reach[i] = (x[0] + x[1]) + (x[2] + x[3]);
}

__global__ void __launch_bounds__(256) suspension_span_e6_a(const float* __restrict__ stiffness, const float* __restrict__ wind, float* __restrict__ reach) { sway<Apart>(stiffness, wind, reach); }
__global__ void __launch_bounds__(256) suspension_span_e6_b(const float* __restrict__ stiffness, const float* __restrict__ wind, float* __restrict__ reach) { sway<Together>(stiffness, wind, reach); }

// ---- Post riders: running purse of each of 33792 riders over 2048 days, a day a row.
constexpr int kRiders = 132 * 256, kRides = 2048;

__global__ void __launch_bounds__(256) post_riders_e6_a(const float* fare, float* purse) {
    int rider = blockIdx.x * 256 + threadIdx.x;
    float held = 0.0f;
    for (int day = 0; day < kRides; ++day) {
        held = fmaf(0.97f, held, fare[day * kRiders + rider]);
        purse[day * kRiders + rider] = held;
    }
}

__global__ void __launch_bounds__(256) post_riders_e6_b(const float* __restrict__ fare, float* __restrict__ purse) {
    int rider = blockIdx.x * 256 + threadIdx.x;
    float held = 0.0f;
    for (int day = 0; day < kRides; day += 16) {
        float v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = fare[(day + j) * kRiders + rider];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            held = fmaf(0.97f, held, v[j]);
            purse[(day + j) * kRiders + rider] = held;
        }
    }
}

// ---- Chemistry of spices: two reacting aromas in each of eight jars a thread, 512 Runge-Kutta steps.
constexpr int kJars = 264 * 128 * 8;

__device__ __forceinline__ float2 reaction(float x, float y, float p, float q) {
    float xxy = x * x * y;
    return make_float2(fmaf(-q - 1.0f, x, p + xxy), fmaf(q, x, -xxy));
}

__device__ __forceinline__ void stir(float& x, float& y, float p, float q) {
    constexpr float h = 0.01f;
    float2 k1 = reaction(x, y, p, q);
    float2 k2 = reaction(fmaf(0.5f * h, k1.x, x), fmaf(0.5f * h, k1.y, y), p, q);
    float2 k3 = reaction(fmaf(0.5f * h, k2.x, x), fmaf(0.5f * h, k2.y, y), p, q);
    float2 k4 = reaction(fmaf(h, k3.x, x), fmaf(h, k3.y, y), p, q);
    x = fmaf(h / 6.0f, k1.x + fmaf(2.0f, k2.x + k3.x, k4.x), x);
    y = fmaf(h / 6.0f, k1.y + fmaf(2.0f, k2.y + k3.y, k4.y), y);
}

template <int kTogether>
__device__ __forceinline__ void bazaar(const float* __restrict__ feed, const float* __restrict__ heat, float* __restrict__ aroma) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float x[8], y[8], p[8], q[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        p[j] = fmaf(0.3f, feed[i + 128 * j], 1.0f);
        q[j] = fmaf(0.5f, heat[i + 128 * j], 1.2f);
        x[j] = 1.0f; y[j] = 1.0f;
    }
#pragma unroll kTogether
    for (int step = 0; step < 512; ++step)
#pragma unroll
        for (int j = 0; j < 8; ++j) stir(x[j], y[j], p[j], q[j]);
#pragma unroll
    for (int j = 0; j < 8; ++j) aroma[i + 128 * j] = x[j] + y[j];
}

__global__ void __launch_bounds__(128) spice_bazaar_e6_a(const float* __restrict__ feed, const float* __restrict__ heat, float* __restrict__ aroma) { bazaar<64>(feed, heat, aroma); }
__global__ void __launch_bounds__(128) spice_bazaar_e6_b(const float* __restrict__ feed, const float* __restrict__ heat, float* __restrict__ aroma) { bazaar<1>(feed, heat, aroma); }

// ---- Vineyards: risk of frost from dew and height of every vine.
constexpr int kVines = 132 * 1024 * 512;

__device__ __forceinline__ float risk(float dew, float height) { return fmaf(expf(-dew * dew), 0.7f, logf(1.5f + height)); }
__device__ __forceinline__ float rough_risk(float dew, float height) { return fmaf(__expf(-dew * dew), 0.7f, __logf(1.5f + height)); }

__global__ void __launch_bounds__(256) vineyard_frost_e6_a(const float4* __restrict__ dew, const float4* __restrict__ height, float4* __restrict__ frost) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = dew[i], h = height[i];
    frost[i] = make_float4(risk(d.x, h.x), risk(d.y, h.y), risk(d.z, h.z), risk(d.w, h.w));
}

__global__ void __launch_bounds__(256) vineyard_frost_e6_b(const float4* __restrict__ dew, const float4* __restrict__ height, float4* __restrict__ frost) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 d = dew[i], h = height[i];
    frost[i] = make_float4(rough_risk(d.x, h.x), rough_risk(d.y, h.y), rough_risk(d.z, h.z), rough_risk(d.w, h.w));
}

// ---- Quarries: weathering of blocks of granite, a quadratic map of each block over 384 winters.
constexpr int kBlocks = 132 * 1024 * 128;

__global__ void __launch_bounds__(256) granite_quarry_e6_a(const float4* __restrict__ grain, const float4* __restrict__ frost, float4* __restrict__ left) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 g = grain[i], f = frost[i];
    float p[4] = {0.2f * g.x, 0.2f * g.y, 0.2f * g.z, 0.2f * g.w}, q[4] = {0.4f * f.x, 0.4f * f.y, 0.4f * f.z, 0.4f * f.w}, y[4] = {0.5f, 0.5f, 0.5f, 0.5f};
#pragma unroll 16
    for (int winter = 0; winter < 384; ++winter)
#pragma unroll
        for (int j = 0; j < 4; ++j) y[j] = fmaf(y[j], fmaf(p[j], y[j], q[j]), 0.25f);
    left[i] = make_float4(y[0], y[1], y[2], y[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = 2 * (size_t)kVines;
    static_assert(pool >= (size_t)kPixels * 3 && pool >= (size_t)kSpans * 20 && pool >= (size_t)kRiders * kRides && pool >= (size_t)kBlocks * 2, "shared");
    const float* sea = filled<float>(pool, 61);
    float* land = empty<float>(kVines);
    static_assert(kVines >= kRiders * kRides, "shared");

    float2* seen = reinterpret_cast<float2*>(land);
    add("desert_dishes_e6_a", land, (size_t)kBaselines * 2, Output::f32, [=] { desert_dishes_e6_a<<<kBaselines / 256, 256>>>(sea, sea + kBaselines, four(sea + 2 * kBaselines), seen); });
    add("desert_dishes_e6_b", land, (size_t)kBaselines * 2, Output::f32, [=] { desert_dishes_e6_b<<<kBaselines / 256, 256>>>(sea, sea + kBaselines, four(sea + 2 * kBaselines), seen); });

    Lamps lamps;
    for (int k = 0; k < kLamps; ++k) {
        float x = 0.6f * harness::unit(k * 3 + 1), y = 0.6f * harness::unit(k * 3 + 2);
        lamps.half[k] = make_float4(x, y, std::sqrt(1.0f - x * x - y * y), 1.0f + 0.5f * harness::unit(k * 3 + 3));
    }
    add("opal_cabinet_e6_a", land, kPixels, Output::f32, [=] { opal_cabinet_e6_a<<<kPixels / 256, 256>>>(sea, sea + kPixels, sea + 2 * kPixels, lamps, land); });
    add("opal_cabinet_e6_b", land, kPixels, Output::f32, [=] { opal_cabinet_e6_b<<<kPixels / 256, 256>>>(sea, sea + kPixels, sea + 2 * kPixels, lamps, land); });

    add("amber_dust_e6_a", land, kProbes, Output::f32, [=] { amber_dust_e6_a<<<kProbes / 256, 256>>>(sea, four(sea + 4 * kProbes), land); });
    add("amber_dust_e6_b", land, kProbes, Output::f32, [=] { amber_dust_e6_b<<<kProbes / 256, 256>>>(sea, four(sea + 4 * kProbes), land); });

    const uint32_t* text = reinterpret_cast<const uint32_t*>(indices((size_t)kScrolls * kWords, 0xffffffffu, 62));
    int* mark = reinterpret_cast<int*>(land);
    uint64_t prime = 2147483629ull, base = 1000003777ull, inverse = ~0ull / prime;
    add("monastery_scrolls_e6_a", mark, kScrolls, Output::i32, [=] { monastery_scrolls_e6_a<<<kScrolls / 256, 256>>>(text, base, prime, mark); });
    add("monastery_scrolls_e6_b", mark, kScrolls, Output::i32, [=] { monastery_scrolls_e6_b<<<kScrolls / 256, 256>>>(text, base, prime, inverse, mark); });

    const int4* slopes = reinterpret_cast<const int4*>(text);
    static_assert((size_t)kScrolls * kWords >= (size_t)kMoor, "shared");
    ushort4* steep = reinterpret_cast<ushort4*>(land);
    add("moor_contours_e6_a", steep, (size_t)kMoor / 2, Output::i32, [=] { moor_contours_e6_a<<<kMoor / 1024, 256>>>(slopes, steep); });
    add("moor_contours_e6_b", steep, (size_t)kMoor / 2, Output::i32, [=] { moor_contours_e6_b<<<kMoor / 1024, 256>>>(slopes, steep); });

    add("bell_tower_e6_a", land, kPartials, Output::f32, [=] { bell_tower_e6_a<<<kPartials / 128, 128>>>(four(sea), sea + kStroke, land); });
    add("bell_tower_e6_b", land, kPartials, Output::f32, [=] { bell_tower_e6_b<<<kPartials / 128, 128>>>(four(sea), sea + kStroke, land); });

    add("suspension_span_e6_a", land, kSpans, Output::f32, [=] { suspension_span_e6_a<<<kSpans / 256, 256>>>(sea, sea + (size_t)16 * kSpans, land); });
    add("suspension_span_e6_b", land, kSpans, Output::f32, [=] { suspension_span_e6_b<<<kSpans / 256, 256>>>(sea, sea + (size_t)16 * kSpans, land); });

    add("post_riders_e6_a", land, (size_t)kRiders * kRides, Output::f32, [=] { post_riders_e6_a<<<kRiders / 256, 256>>>(sea, land); });
    add("post_riders_e6_b", land, (size_t)kRiders * kRides, Output::f32, [=] { post_riders_e6_b<<<kRiders / 256, 256>>>(sea, land); });

    add("spice_bazaar_e6_a", land, kJars, Output::f32, [=] { spice_bazaar_e6_a<<<kJars / 1024, 128>>>(sea, sea + kJars, land); });
    add("spice_bazaar_e6_b", land, kJars, Output::f32, [=] { spice_bazaar_e6_b<<<kJars / 1024, 128>>>(sea, sea + kJars, land); });

    float4* frost = reinterpret_cast<float4*>(land);
    add("vineyard_frost_e6_a", land, kVines, Output::f32, [=] { vineyard_frost_e6_a<<<kVines / 1024, 256>>>(four(sea), four(sea + kVines), frost); });
    add("vineyard_frost_e6_b", land, kVines, Output::f32, [=] { vineyard_frost_e6_b<<<kVines / 1024, 256>>>(four(sea), four(sea + kVines), frost); });

    add("granite_quarry_e6_a", land, kBlocks, Output::f32, [=] { granite_quarry_e6_a<<<kBlocks / 1024, 256>>>(four(sea), four(sea + kBlocks), frost); });

    return harness::run(argc, argv, cases);
}
