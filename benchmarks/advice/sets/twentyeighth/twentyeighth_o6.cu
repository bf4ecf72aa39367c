// Eleven measured cases from many fields: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Darkroom: a print's tone from a scan: toe curve, exposure, shoulder curve, per channel of RGBA float.
constexpr int kPrints = 1056 * 256 * 64;  // pixels

struct ExactTone { static __device__ __forceinline__ float raise(float x, float y) { return powf(x, y); } };
struct QuickTone { static __device__ __forceinline__ float raise(float x, float y) { return __powf(x, y); } };

template <typename Tone>
__device__ __forceinline__ float print_tone(float v, float toe, float exposure, float shoulder) {
    return Tone::raise(exposure * Tone::raise(fabsf(v) + 0.001f, toe), shoulder);
}

template <typename Tone>
__device__ __forceinline__ void darkroom_prints(const float4* __restrict__ scan, float4* __restrict__ print, float toe, float exposure, float shoulder) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = scan[i];
    p.x = print_tone<Tone>(p.x, toe, exposure, shoulder);
    p.y = print_tone<Tone>(p.y, toe, exposure, shoulder);
    p.z = print_tone<Tone>(p.z, toe, exposure, shoulder);
    p.w = print_tone<Tone>(p.w, toe, exposure, shoulder);
    print[i] = p;
}

__global__ void __launch_bounds__(256) darkroom_prints_o6_a(const float4* __restrict__ scan, float4* __restrict__ print, float toe, float exposure, float shoulder) {
    darkroom_prints<ExactTone>(scan, print, toe, exposure, shoulder);
}
__global__ void __launch_bounds__(256) darkroom_prints_o6_b(const float4* __restrict__ scan, float4* __restrict__ print, float toe, float exposure, float shoulder) {
    darkroom_prints<QuickTone>(scan, print, toe, exposure, shoulder);
}

// ---- Radio interferometer: predicted visibility of each baseline sample from a sky model of 192 point sources.
constexpr int kSamples = 1056 * 128 * 12, kSky = 192;

struct ExactPhasor { static __device__ __forceinline__ void at(float a, float* s, float* c) { sincosf(a, s, c); } };
struct QuickPhasor { static __device__ __forceinline__ void at(float a, float* s, float* c) { __sincosf(a, s, c); } };

template <typename Phasor>
__device__ __forceinline__ void dish_fringes(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                                             const float4* __restrict__ sky, float2* __restrict__ visibility) {
    __shared__ float4 source[kSky];
    for (int s = threadIdx.x; s < kSky; s += 128) source[s] = sky[s];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float pu = 5.0f * u[i], pv = 5.0f * v[i], pw = 0.5f * w[i], re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kSky; ++s) {
        float4 q = source[s];  // l, m, n - 1, flux
        float sine, cosine;
        Phasor::at(fmaf(pu, q.x, fmaf(pv, q.y, pw * q.z)), &sine, &cosine);
        re = fmaf(q.w, cosine, re);
        im = fmaf(q.w, sine, im);
    }
    visibility[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(128) dish_fringes_o6_a(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                                                         const float4* __restrict__ sky, float2* __restrict__ visibility) {
    dish_fringes<ExactPhasor>(u, v, w, sky, visibility);
}
__global__ void __launch_bounds__(128) dish_fringes_o6_b(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                                                         const float4* __restrict__ sky, float2* __restrict__ visibility) {
    dish_fringes<QuickPhasor>(u, v, w, sky, visibility);
}

// ---- Festival of lights: irradiance of each surface element from 128 lanterns (inverse square and wrapped cosine).
constexpr int kElements = 1056 * 192 * 12, kLanterns = 128;

__global__ void __launch_bounds__(192) lantern_glow_o6_a(const float4* __restrict__ place, const float4* __restrict__ normal,
                                                         const float4* __restrict__ lanterns, float* __restrict__ glow) {
    __shared__ float4 lamp[kLanterns];
    if (threadIdx.x < kLanterns) lamp[threadIdx.x] = lanterns[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 p = place[i], n = normal[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLanterns; ++k) {
        float4 l = lamp[k];
        float dx = l.x - p.x, dy = l.y - p.y, dz = l.z - p.z;
        float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
        float distance = sqrtf(square);
        float cosine = fmaf(n.x, dx, fmaf(n.y, dy, n.z * dz)) / distance;
        sum += l.w * fmaf(0.5f, cosine, 0.5f) / square;
    }
    glow[i] = sum;
}

__global__ void __launch_bounds__(192) lantern_glow_o6_b(const float4* __restrict__ place, const float4* __restrict__ normal,
                                                         const float4* __restrict__ lanterns, float* __restrict__ glow) {
    __shared__ float4 lamp[kLanterns];
    if (threadIdx.x < kLanterns) lamp[threadIdx.x] = lanterns[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 192 + threadIdx.x;
    float4 p = place[i], n = normal[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLanterns; ++k) {
        float4 l = lamp[k];
        float dx = l.x - p.x, dy = l.y - p.y, dz = l.z - p.z;
        float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
        float near = rsqrtf(square);
        float cosine = fmaf(n.x, dx, fmaf(n.y, dy, n.z * dz)) * near;
        sum = fmaf(l.w * fmaf(0.5f, cosine, 0.5f), near * near, sum);
    }
    glow[i] = sum;
}

// ---- Atlas: element-wise product of a five-dimensional tensor with a broadcast one (any sizes, any strides, as frameworks have it).
constexpr int kRank = 5, kAtlas[kRank] = {16, 24, 10, 112, 160};
constexpr int kCells = 16 * 24 * 10 * 112 * 160;

struct Extents { int size[kRank], stride[kRank]; };
struct QuickExtents { unsigned size[kRank], factor[kRank], shift[kRank]; int stride[kRank]; };

__global__ void __launch_bounds__(256) atlas_shading_o6_a(const float* __restrict__ map, const float* __restrict__ shade, float* __restrict__ out, Extents e, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rest = i, offset = 0;
#pragma unroll
    for (int d = kRank - 1; d > 0; --d) {
        offset += rest % e.size[d] * e.stride[d];
        rest /= e.size[d];
    }
    offset += rest * e.stride[0];
    out[i] = map[i] * shade[offset];
}

__global__ void __launch_bounds__(256) atlas_shading_o6_b(const float* __restrict__ map, const float* __restrict__ shade, float* __restrict__ out, QuickExtents e, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned rest = i;
    int offset = 0;
#pragma unroll
    for (int d = kRank - 1; d > 0; --d) {
        unsigned above = __umulhi(rest, e.factor[d]) >> e.shift[d];
        offset += (int)(rest - above * e.size[d]) * e.stride[d];
        rest = above;
    }
    offset += (int)rest * e.stride[0];
    out[i] = map[i] * shade[offset];
}

// ---- Perfumery: Tanimoto likeness of every scent molecule's fingerprint of 1024 bits with one sought.
constexpr int kScents = 1056 * 256 * 8, kWords = 32;

struct ByBits {
    static __device__ __forceinline__ int ones(uint32_t v) {
        int n = 0;
#pragma unroll
        for (int b = 0; b < 32; ++b) n += (v >> b) & 1;
        return n;
    }
};
struct ByWord { static __device__ __forceinline__ int ones(uint32_t v) { return __popc(v); } };

template <typename Count>
__device__ __forceinline__ void perfume_library(const uint32_t* __restrict__ library, const uint32_t* __restrict__ sought, float* __restrict__ likeness) {
    __shared__ uint32_t wanted[kWords];
    if (threadIdx.x < kWords) wanted[threadIdx.x] = sought[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, both = 0, either = 0;
#pragma unroll 4
    for (int w = 0; w < kWords; ++w) {
        uint32_t bits = library[w * kScents + i], want = wanted[w];
        both += Count::ones(bits & want);
        either += Count::ones(bits | want);
    }
    likeness[i] = __fdividef((float)both, (float)either);
}

__global__ void __launch_bounds__(256) perfume_library_o6_a(const uint32_t* __restrict__ library, const uint32_t* __restrict__ sought, float* __restrict__ likeness) {
    perfume_library<ByBits>(library, sought, likeness);
}
__global__ void __launch_bounds__(256) perfume_library_o6_b(const uint32_t* __restrict__ library, const uint32_t* __restrict__ sought, float* __restrict__ likeness) {
    perfume_library<ByWord>(library, sought, likeness);
}

// ---- Bell founding: value of the transfer polynomial (98304 samples of the impulse response) at 16896 candidate poles.
constexpr int kPoles = 132 * 128, kResponse = 98304, kPart = 8192;

__device__ __forceinline__ void bell_stage(float4* part, const float4* __restrict__ response, int from) {
    __syncthreads();
#pragma unroll 8
    for (int s = threadIdx.x; s < kPart / 4; s += 128) part[s] = response[from / 4 + s];
    __syncthreads();
}

__global__ void __launch_bounds__(128) bell_partials_o6_a(const float* __restrict__ pole, const float4* __restrict__ response, float* __restrict__ value) {
    __shared__ float4 part[kPart / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float z = 0.98f * pole[i], sum = 0.0f;
    for (int from = 0; from < kResponse; from += kPart) {
        bell_stage(part, response, from);
#pragma unroll 8
        for (int s = 0; s < kPart / 4; ++s) {
            float4 c = part[s];
            sum = fmaf(sum, z, c.x);
            sum = fmaf(sum, z, c.y);
            sum = fmaf(sum, z, c.z);
            sum = fmaf(sum, z, c.w);
        }
    }
    value[i] = sum;
}

__global__ void __launch_bounds__(128) bell_partials_o6_b(const float* __restrict__ pole, const float4* __restrict__ response, float* __restrict__ value) {
    __shared__ float4 part[kPart / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float z = 0.98f * pole[i], zz = z * z, z4 = zz * zz;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int from = 0; from < kResponse; from += kPart) {
        bell_stage(part, response, from);
#pragma unroll 8
        for (int s = 0; s < kPart / 4; ++s) {
            float4 c = part[s];
            sum.x = fmaf(sum.x, z4, c.x);
            sum.y = fmaf(sum.y, z4, c.y);
            sum.z = fmaf(sum.z, z4, c.z);
            sum.w = fmaf(sum.w, z4, c.w);
        }
    }
    value[i] = fmaf(fmaf(fmaf(sum.x, z, sum.y), z, sum.z), z, sum.w);
}

// ---- Valley survey: ground place of each satellite pixel of known height, by six corrections through the camera's rational polynomials.
constexpr int kPixels = 1056 * 256 * 24;

struct Camera { float line_over[20], line_under[20], sample_over[20], sample_under[20]; };

// The first rounds every product as the reference on the CPU does.
struct AsReference { static __device__ __forceinline__ float add(float sum, float c, float x) { return __fadd_rn(sum, __fmul_rn(c, x)); } };
struct AsHardware { static __device__ __forceinline__ float add(float sum, float c, float x) { return fmaf(c, x, sum); } };

template <typename Sum>
__device__ __forceinline__ float cubic_of(const float (&c)[20], const float (&m)[20]) {
    float sum = c[0];
#pragma unroll
    for (int k = 1; k < 20; ++k) sum = Sum::add(sum, c[k], m[k]);
    return sum;
}

template <typename Sum>
__device__ __forceinline__ void valley_survey(const float2* __restrict__ pixel, const float* __restrict__ height, float2* __restrict__ ground, const Camera& camera) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 at = pixel[i];
    float h = height[i], hh = h * h, hhh = hh * h, p = at.x, l = at.y;
#pragma unroll 1
    for (int turn = 0; turn < 6; ++turn) {
        float lp = l * p, ll = l * l, pp = p * p;
        float m[20] = {1.0f, l, p, h, lp, l * h, p * h, ll, pp, hh, lp * h, ll * l, l * pp, l * hh, ll * p, pp * p, p * hh, ll * h, pp * h, hhh};
        float line = __fdividef(cubic_of<Sum>(camera.line_over, m), cubic_of<Sum>(camera.line_under, m));
        float sample = __fdividef(cubic_of<Sum>(camera.sample_over, m), cubic_of<Sum>(camera.sample_under, m));
        p = Sum::add(p, 1.1f, at.x - line);
        l = Sum::add(l, 1.1f, at.y - sample);
    }
    ground[i] = make_float2(p, l);
}

__global__ void __launch_bounds__(256) valley_survey_o6_a(const float2* __restrict__ pixel, const float* __restrict__ height, float2* __restrict__ ground,
                                                          const __grid_constant__ Camera camera) {
    valley_survey<AsReference>(pixel, height, ground, camera);
}
__global__ void __launch_bounds__(256) valley_survey_o6_b(const float2* __restrict__ pixel, const float* __restrict__ height, float2* __restrict__ ground,
                                                          const __grid_constant__ Camera camera) {
    valley_survey<AsHardware>(pixel, height, ground, camera);
}

// ---- Harbour: running variance of the swell at 67584 buoys over 1024 readings (a GARCH recursion); readings of one moment lie together.
constexpr int kBuoys = 264 * 256, kReadings = 1024;

__device__ __forceinline__ float swell_next(float variance, float r) { return fmaf(0.12f * r, r, fmaf(0.85f, variance, 0.01f)); }

__global__ void __launch_bounds__(256) harbour_swell_o6_a(const float* reading, float* variance) {
    int buoy = blockIdx.x * blockDim.x + threadIdx.x;
    float now = 0.05f;
    for (int t = 0; t < kReadings; ++t) {
        now = swell_next(now, reading[t * kBuoys + buoy]);
        variance[t * kBuoys + buoy] = now;
    }
}

__global__ void __launch_bounds__(256) harbour_swell_o6_b(const float* reading, float* variance) {
    constexpr int kAhead = 16;
    int buoy = blockIdx.x * blockDim.x + threadIdx.x;
    float now = 0.05f;
    for (int t = 0; t < kReadings; t += kAhead) {
        float r[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) r[j] = reading[(t + j) * kBuoys + buoy];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) {
            now = swell_next(now, r[j]);
            variance[(t + j) * kBuoys + buoy] = now;
        }
    }
}

// ---- Meadow: 192 Runge-Kutta steps of one of six ecological or chemical models (a model a block) from many starts.
constexpr int kMeadows = 1056 * 6, kModels = 6, kSeasons = 192;

template <int kModel>
__device__ __forceinline__ float2 meadow_rate(float2 s) {
    float x = s.x, y = s.y;
    if (kModel == 0) return make_float2(x * fmaf(-0.8f, y, 0.9f), y * fmaf(0.7f, x, -0.8f));                       // hare and lynx
    if (kModel == 1) { float r = x * x * y; return make_float2(0.6f + r - 2.1f * x, 1.1f * x - r); }                // Brusselator
    if (kModel == 2) return make_float2(y, fmaf(0.7f * fmaf(-x, x, 1.0f), y, -x));                                  // van der Pol
    if (kModel == 3) return make_float2(y, -0.2f * y - x - 0.5f * x * x * x);                                       // stiff stem in wind
    if (kModel == 4) { float r = 1.4f * x * y; return make_float2(0.3f - r - 0.3f * x, r - 0.6f * y); }             // blight and healthy plants
    float r = y * fmaf(x, x, 0.1f);                                                                                 // sugar splitting
    return make_float2(r - x, 0.5f - r);
}

__device__ __forceinline__ float2 ahead(float2 s, float step, float2 d) { return make_float2(fmaf(step, d.x, s.x), fmaf(step, d.y, s.y)); }

template <int kModel>
__device__ __forceinline__ float2 meadow_season(float2 s) {
    constexpr float kStep = 0.03f;
    float2 a = meadow_rate<kModel>(s), b = meadow_rate<kModel>(ahead(s, 0.5f * kStep, a)), c = meadow_rate<kModel>(ahead(s, 0.5f * kStep, b)),
           d = meadow_rate<kModel>(ahead(s, kStep, c));
    return make_float2(fmaf(kStep / 6, a.x + d.x + 2.0f * (b.x + c.x), s.x), fmaf(kStep / 6, a.y + d.y + 2.0f * (b.y + c.y), s.y));
}

template <int kModel, int kUnroll>
__device__ __forceinline__ float2 meadow_years(float2 s) {
#pragma unroll kUnroll
    for (int season = 0; season < kSeasons; ++season) s = meadow_season<kModel>(s);
    return s;
}

template <int kUnroll>
__device__ __forceinline__ void meadow_dynamics(const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = start[i];
    s = make_float2(fmaf(0.3f, s.x, 1.0f), fmaf(0.3f, s.y, 1.0f));
    switch (blockIdx.x % kModels) {
        case 0: s = meadow_years<0, kUnroll>(s); break;
        case 1: s = meadow_years<1, kUnroll>(s); break;
        case 2: s = meadow_years<2, kUnroll>(s); break;
        case 3: s = meadow_years<3, kUnroll>(s); break;
        case 4: s = meadow_years<4, kUnroll>(s); break;
        default: s = meadow_years<5, kUnroll>(s);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(256) meadow_dynamics_o6_a(const float2* __restrict__ start, float2* __restrict__ end) { meadow_dynamics<kSeasons>(start, end); }
__global__ void __launch_bounds__(256) meadow_dynamics_o6_b(const float2* __restrict__ start, float2* __restrict__ end) { meadow_dynamics<2>(start, end); }

// ---- Lottery: surprise of each drawing under a forecast: -p log q, term by term.
constexpr int kDrawings = 1056 * 256 * 60;  // quadruples

struct ExactLog { static __device__ __forceinline__ float of(float x) { return logf(x); } };
struct QuickLog { static __device__ __forceinline__ float of(float x) { return __logf(x); } };

template <typename Log>
__device__ __forceinline__ void lottery_surprise(const float4* __restrict__ drawn, const float4* __restrict__ forecast, float4* __restrict__ surprise) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = drawn[i], q = forecast[i];
    surprise[i] = make_float4(-p.x * Log::of(fmaf(0.49f, q.x, 0.5f)), -p.y * Log::of(fmaf(0.49f, q.y, 0.5f)), -p.z * Log::of(fmaf(0.49f, q.z, 0.5f)),
                              -p.w * Log::of(fmaf(0.49f, q.w, 0.5f)));
}

__global__ void __launch_bounds__(256) lottery_surprise_o6_a(const float4* __restrict__ drawn, const float4* __restrict__ forecast, float4* __restrict__ surprise) {
    lottery_surprise<ExactLog>(drawn, forecast, surprise);
}
__global__ void __launch_bounds__(256) lottery_surprise_o6_b(const float4* __restrict__ drawn, const float4* __restrict__ forecast, float4* __restrict__ surprise) {
    lottery_surprise<QuickLog>(drawn, forecast, surprise);
}

// ---- Courier: letters under the ChaCha20 stream cipher, a cipher block a thread; the words of 256 blocks lie interleaved.
constexpr int kLetters = 1056 * 256 * 16;

struct Seal { uint32_t key[8], nonce[3]; };

__device__ __forceinline__ uint32_t turned(uint32_t x, int by) { return __funnelshift_l(x, x, by); }
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = turned(d ^ a, 16);
    c += d; b = turned(b ^ c, 12);
    a += b; d = turned(d ^ a, 8);
    c += d; b = turned(b ^ c, 7);
}

__global__ void __launch_bounds__(256) courier_letters_o6_a(const uint32_t* __restrict__ plain, uint32_t* __restrict__ sealed, const __grid_constant__ Seal seal) {
    uint32_t count = blockIdx.x * 256 + threadIdx.x, first[16], x[16];
    first[0] = 0x61707865u; first[1] = 0x3320646eu; first[2] = 0x79622d32u; first[3] = 0x6b206574u;
#pragma unroll
    for (int k = 0; k < 8; ++k) first[4 + k] = seal.key[k];
    first[12] = count;
#pragma unroll
    for (int k = 0; k < 3; ++k) first[13 + k] = seal.nonce[k];
#pragma unroll
    for (int k = 0; k < 16; ++k) x[k] = first[k];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
    size_t at = (size_t)blockIdx.x * 4096 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) sealed[at + k * 256] = plain[at + k * 256] ^ (x[k] + first[k]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields and one result.
    constexpr size_t kMost = (size_t)kPrints * 4;
    static_assert((size_t)kBuoys * kReadings <= kMost && kCells <= kMost && (size_t)kScents * kWords <= kMost && (size_t)kDrawings * 4 <= kMost &&
                  (size_t)kLetters * 16 <= kMost && (size_t)kElements * 4 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 61), *two = filled<float>(kMost, 62), *out = empty<float>(kMost);
    float *few = filled<float>(1 << 20, 63);
    int *bits = harness::indices(kMost, 0xffffffffu, 64);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out), *few4 = f4(few);
    uint32_t *bits1 = reinterpret_cast<uint32_t*>(bits), *outbits = reinterpret_cast<uint32_t*>(out);

    add("darkroom_prints_o6_a", out, kMost, [=] { darkroom_prints_o6_a<<<kPrints / 256, 256>>>(one4, out4, 0.4545f, 1.3f, 1.7f); });
    add("darkroom_prints_o6_b", out, kMost, [=] { darkroom_prints_o6_b<<<kPrints / 256, 256>>>(one4, out4, 0.4545f, 1.3f, 1.7f); });

    add("dish_fringes_o6_a", out, (size_t)kSamples * 2, [=] { dish_fringes_o6_a<<<kSamples / 128, 128>>>(one, one + kSamples, two, few4, out2); });
    add("dish_fringes_o6_b", out, (size_t)kSamples * 2, [=] { dish_fringes_o6_b<<<kSamples / 128, 128>>>(one, one + kSamples, two, few4, out2); });

    add("lantern_glow_o6_a", out, kElements, [=] { lantern_glow_o6_a<<<kElements / 192, 192>>>(one4, two4, few4, out); });
    add("lantern_glow_o6_b", out, kElements, [=] { lantern_glow_o6_b<<<kElements / 192, 192>>>(one4, two4, few4, out); });

    Extents extents; QuickExtents quick;
    const int strides[kRank] = {0, 112, 0, 1, 0};
    for (int d = 0; d < kRank; ++d) {
        extents.size[d] = quick.size[d] = kAtlas[d];
        extents.stride[d] = quick.stride[d] = strides[d];
        int log = 0;
        while ((1 << log) < kAtlas[d]) ++log;
        quick.shift[d] = log - 1;  // exact for indices below 2^31
        quick.factor[d] = (unsigned)(((1ull << (31 + log)) + kAtlas[d] - 1) / kAtlas[d]);
    }
    add("atlas_shading_o6_a", out, kCells, [=] { atlas_shading_o6_a<<<(kCells + 255) / 256, 256>>>(one, few, out, extents, kCells); });
    add("atlas_shading_o6_b", out, kCells, [=] { atlas_shading_o6_b<<<(kCells + 255) / 256, 256>>>(one, few, out, quick, kCells); });

    add("perfume_library_o6_a", out, kScents, [=] { perfume_library_o6_a<<<kScents / 256, 256>>>(bits1, bits1 + 12345, out); });
    add("perfume_library_o6_b", out, kScents, [=] { perfume_library_o6_b<<<kScents / 256, 256>>>(bits1, bits1 + 12345, out); });

    add("bell_partials_o6_a", out, kPoles, [=] { bell_partials_o6_a<<<132, 128>>>(one, few4, out); });
    add("bell_partials_o6_b", out, kPoles, [=] { bell_partials_o6_b<<<132, 128>>>(one, few4, out); });

    Camera camera;
    for (int k = 0; k < 20; ++k) {
        camera.line_over[k] = k == 2 ? 0.9f : k < 4 ? 0.02f : 0.003f * harness::unit(500 + k);
        camera.sample_over[k] = k == 1 ? 0.9f : k < 4 ? -0.015f : 0.003f * harness::unit(600 + k);
        camera.line_under[k] = k == 0 ? 1.0f : 0.002f * harness::unit(700 + k);
        camera.sample_under[k] = k == 0 ? 1.0f : 0.002f * harness::unit(800 + k);
    }
    add("valley_survey_o6_a", out, (size_t)kPixels * 2, [=] { valley_survey_o6_a<<<kPixels / 256, 256>>>(one2, two, out2, camera); });
    add("valley_survey_o6_b", out, (size_t)kPixels * 2, [=] { valley_survey_o6_b<<<kPixels / 256, 256>>>(one2, two, out2, camera); });

    add("harbour_swell_o6_a", out, (size_t)kBuoys * kReadings, [=] { harbour_swell_o6_a<<<kBuoys / 256, 256>>>(one, out); });
    add("harbour_swell_o6_b", out, (size_t)kBuoys * kReadings, [=] { harbour_swell_o6_b<<<kBuoys / 256, 256>>>(one, out); });

    add("meadow_dynamics_o6_a", out, (size_t)kMeadows * 512, [=] { meadow_dynamics_o6_a<<<kMeadows, 256>>>(one2, out2); });
    add("meadow_dynamics_o6_b", out, (size_t)kMeadows * 512, [=] { meadow_dynamics_o6_b<<<kMeadows, 256>>>(one2, out2); });

    add("lottery_surprise_o6_a", out, (size_t)kDrawings * 4, [=] { lottery_surprise_o6_a<<<kDrawings / 256, 256>>>(one4, two4, out4); });
    add("lottery_surprise_o6_b", out, (size_t)kDrawings * 4, [=] { lottery_surprise_o6_b<<<kDrawings / 256, 256>>>(one4, two4, out4); });

    Seal seal;
    for (int k = 0; k < 8; ++k) seal.key[k] = harness::hash32(900 + k);
    for (int k = 0; k < 3; ++k) seal.nonce[k] = harness::hash32(950 + k);
    add("courier_letters_o6_a", out, (size_t)kLetters * 16, [=] { courier_letters_o6_a<<<kLetters / 256, 256>>>(bits1, outbits, seal); }, Output::i32);

    return harness::run(argc, argv, cases);
}
