// Eleven measured cases of plain arithmetic work: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Height of a pool's surface as the sum of 128 plane waves at each point of a grid.
constexpr int kPoolX = 4096, kPoolY = 528, kWaves = 128;
__constant__ float4 c_waves[kWaves];  // kx, ky, phase, amplitude

__global__ void __launch_bounds__(256) wave_pool_k6_a(const float2* __restrict__ shift, float* __restrict__ height) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = shift[i];
    float x = 0.002f * (i % kPoolX) + s.x, y = 0.004f * (i / kPoolX) + s.y, h = 0.0f;
#pragma unroll 4
    for (int w = 0; w < kWaves; ++w) {
        float4 c = c_waves[w];
        h += c.w * sinf(fmaf(c.x, x, fmaf(c.y, y, c.z)));
    }
    height[i] = h;
}

__global__ void __launch_bounds__(256) wave_pool_k6_b(const float2* __restrict__ shift, float* __restrict__ height) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 s = shift[i];
    float x = 0.002f * (i % kPoolX) + s.x, y = 0.004f * (i / kPoolX) + s.y, h = 0.0f;
#pragma unroll 4
    for (int w = 0; w < kWaves; ++w) {
        float4 c = c_waves[w];
        h += c.w * __sinf(fmaf(c.x, x, fmaf(c.y, y, c.z)));
    }
    height[i] = h;
}

// ---- Lantern slides: gamma correction of an image in halves, four values a thread.
constexpr size_t kSlide = (size_t)132 * 2048 * 4 * 192;

template <bool kQuick>
__device__ __forceinline__ float brighten(float v, float gamma, float gain) {
    return gain * (kQuick ? __powf(fabsf(v), gamma) : powf(fabsf(v), gamma));
}
template <bool kQuick>
__device__ __forceinline__ void develop(const uint2* __restrict__ in, uint2* __restrict__ out, float gamma, float gain) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    uint2 raw = in[i];
    float2 p = __half22float2(*reinterpret_cast<__half2*>(&raw.x)), q = __half22float2(*reinterpret_cast<__half2*>(&raw.y));
    __half2 r = __floats2half2_rn(brighten<kQuick>(p.x, gamma, gain), brighten<kQuick>(p.y, gamma, gain));
    __half2 s = __floats2half2_rn(brighten<kQuick>(q.x, gamma, gain), brighten<kQuick>(q.y, gamma, gain));
    out[i] = make_uint2(*reinterpret_cast<unsigned*>(&r), *reinterpret_cast<unsigned*>(&s));
}
__global__ void __launch_bounds__(512) lantern_slides_k6_a(const uint2* __restrict__ in, uint2* __restrict__ out, float gamma, float gain) { develop<false>(in, out, gamma, gain); }
__global__ void __launch_bounds__(512) lantern_slides_k6_b(const uint2* __restrict__ in, uint2* __restrict__ out, float gamma, float gain) { develop<true>(in, out, gamma, gain); }

// ---- Pull of 2048 heavy bodies on each of many tracers.
constexpr int kTracers = 132 * 2048 * 2, kBodies = 2048;

template <bool kQuick>
__device__ __forceinline__ void pull(const float4* __restrict__ tracers, const float4* __restrict__ bodies, float4* __restrict__ force) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = tracers[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int from = 0; from < kBodies; from += 128) {
        __syncthreads();
        tile[threadIdx.x] = bodies[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 b = tile[j];
            float dx = b.x - p.x, dy = b.y - p.y, dz = b.z - p.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            float inv = kQuick ? rsqrtf(r2) : 1.0f / sqrtf(r2);
            float w = b.w * inv * inv * inv;
            ax = fmaf(w, dx, ax); ay = fmaf(w, dy, ay); az = fmaf(w, dz, az);
        }
    }
    force[i] = make_float4(ax, ay, az, 0.0f);
}
__global__ void __launch_bounds__(128) star_tracers_k6_a(const float4* __restrict__ t, const float4* __restrict__ b, float4* __restrict__ f) { pull<false>(t, b, f); }
__global__ void __launch_bounds__(128) star_tracers_k6_b(const float4* __restrict__ t, const float4* __restrict__ b, float4* __restrict__ f) { pull<true>(t, b, f); }

// ---- Closed rings smoothed by seventeen taps; the number of samples of a ring is known at run time.
__constant__ float c_weave[17];

__global__ void __launch_bounds__(256) carpet_weave_k6_a(const float* __restrict__ in, float* __restrict__ out, unsigned n) {
    unsigned x = blockIdx.x * 256 + threadIdx.x, ring = blockIdx.y * n;
    if (x >= n) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 17; ++k) sum = fmaf(c_weave[k], in[ring + (x + n + k - 8) % n], sum);
    out[ring + x] = sum;
}

__global__ void __launch_bounds__(256) carpet_weave_k6_b(const float* __restrict__ in, float* __restrict__ out, unsigned n) {
    unsigned x = blockIdx.x * 256 + threadIdx.x, ring = blockIdx.y * n;
    if (x >= n) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 17; ++k) {
        int at = (int)x + k - 8;
        at = k < 8 ? (at < 0 ? at + (int)n : at) : (at >= (int)n ? at - (int)n : at);
        sum = fmaf(c_weave[k], in[ring + at], sum);
    }
    out[ring + x] = sum;
}

// ---- Bits set in each group of 128 of a long bitmap.
constexpr int kPunched = 132 * 2048 * 128;

__device__ __forceinline__ int holes(unsigned v) {
    int count = 0;
#pragma unroll
    for (int b = 0; b < 32; ++b) count += (v >> b) & 1u;
    return count;
}
__global__ void __launch_bounds__(256) punched_cards_k6_a(const uint4* __restrict__ cards, int* __restrict__ counts) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 v = cards[i];
    counts[i] = holes(v.x) + holes(v.y) + holes(v.z) + holes(v.w);
}
__global__ void __launch_bounds__(256) punched_cards_k6_b(const uint4* __restrict__ cards, int* __restrict__ counts) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 v = cards[i];
    counts[i] = __popc(v.x) + __popc(v.y) + __popc(v.z) + __popc(v.w);
}

// ---- Value of one power series of 65536 terms at 16896 points (Horner), terms passed through shared memory.
constexpr int kPoints = 132 * 128, kTerms = 65536, kPage = 8192;

__device__ __forceinline__ void turn_page(float* page, const float* __restrict__ terms, int from) {
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kPage / 512; ++j)
        reinterpret_cast<float4*>(page)[j * 128 + threadIdx.x] = reinterpret_cast<const float4*>(terms + from)[j * 128 + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) bead_string_k6_a(const float* __restrict__ points, const float* __restrict__ terms, float* __restrict__ value) {
    __shared__ __align__(16) float page[kPage];
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = 0.999f * points[i], sum = 0.0f;
    for (int from = kTerms - kPage; from >= 0; from -= kPage) {
        turn_page(page, terms, from);
#pragma unroll 8
        for (int k = kPage - 4; k >= 0; k -= 4) {
            float4 c = *reinterpret_cast<const float4*>(page + k);
            sum = fmaf(sum, x, c.w);
            sum = fmaf(sum, x, c.z);
            sum = fmaf(sum, x, c.y);
            sum = fmaf(sum, x, c.x);
        }
    }
    value[i] = sum;
}

__global__ void __launch_bounds__(128) bead_string_k6_b(const float* __restrict__ points, const float* __restrict__ terms, float* __restrict__ value) {
    __shared__ __align__(16) float page[kPage];
    int i = blockIdx.x * 128 + threadIdx.x;
    float x = 0.999f * points[i], x2 = x * x, x4 = x2 * x2, s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int from = kTerms - kPage; from >= 0; from -= kPage) {
        turn_page(page, terms, from);
#pragma unroll 8
        for (int k = kPage - 4; k >= 0; k -= 4) {
            float4 c = *reinterpret_cast<const float4*>(page + k);
            s3 = fmaf(s3, x4, c.w);
            s2 = fmaf(s2, x4, c.z);
            s1 = fmaf(s1, x4, c.y);
            s0 = fmaf(s0, x4, c.x);
        }
    }
    value[i] = fmaf(x2, fmaf(x, s3, s2), fmaf(x, s1, s0));
}

// ---- Lorenz's weather: Runge-Kutta of fourth order, 64 steps from each start.
constexpr int kStarts = 132 * 2048 * 4;

struct Apart { static __device__ __forceinline__ float madd(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Together { static __device__ __forceinline__ float madd(float a, float b, float c) { return __fmaf_rn(a, b, c); } };

template <typename Op>
__device__ __forceinline__ void butterfly(const float* __restrict__ start, float* __restrict__ end) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float x = 1.0f + start[i], y = 1.0f + start[kStarts + i], z = 20.0f + start[2 * kStarts + i];
    const float h = 0.004f;
#pragma unroll 1
    for (int step = 0; step < 64; ++step) {
        float u = x, v = y, w = z, dx = x, dy = y, dz = z;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float du = __fmul_rn(10.0f, __fadd_rn(v, -u));
            float dv = Op::madd(u, __fadd_rn(28.0f, -w), -v);
            float dw = Op::madd(u, v, __fmul_rn(-8.0f / 3.0f, w));
            float weight = k == 0 || k == 3 ? h / 6.0f : h / 3.0f, ahead = k == 2 ? h : 0.5f * h;
            dx = Op::madd(weight, du, dx); dy = Op::madd(weight, dv, dy); dz = Op::madd(weight, dw, dz);
            if (k < 3) { u = Op::madd(ahead, du, x); v = Op::madd(ahead, dv, y); w = Op::madd(ahead, dw, z); }
        }
        x = dx; y = dy; z = dz;
    }
    end[i] = x; end[kStarts + i] = y; end[2 * kStarts + i] = z;
}
__global__ void __launch_bounds__(192) weather_starts_k6_a(const float* __restrict__ start, float* __restrict__ end) { butterfly<Apart>(start, end); }
__global__ void __launch_bounds__(192) weather_starts_k6_b(const float* __restrict__ start, float* __restrict__ end) { butterfly<Together>(start, end); }

// ---- Sum of each column of a matrix of 256 rows.
constexpr int kColumns = 132 * 2048 * 2, kRows = 256;

__global__ void __launch_bounds__(256, 8) ledger_columns_k6_a(const float* __restrict__ ledger, float* __restrict__ total) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int r = 0; r < kRows; ++r) sum += ledger[(size_t)r * kColumns + c];
    total[c] = sum;
}
__global__ void __launch_bounds__(256, 8) ledger_columns_k6_b(const float* __restrict__ ledger, float* __restrict__ total) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 8
    for (int r = 0; r < kRows; ++r) sum += ledger[(size_t)r * kColumns + c];
    total[c] = sum;
}

// ---- Music boxes of sixteen kinds, each with its own pair of springs; every warp plays boxes of changing kind for 768 beats.
constexpr int kPlayers = 132 * 64 * 2, kTunes = 6, kBeats = 768;

template <int kKind, int kUnroll>
__device__ __forceinline__ void play(float& x, float& y) {
    constexpr float p = 0.30f + 0.01f * kKind, q = 0.20f + 0.015f * kKind, r = 0.05f + 0.003f * kKind;
#pragma unroll kUnroll
    for (int beat = 0; beat < kBeats; ++beat) {
        x = fmaf(x, -p, y);
        y = fmaf(y, q, r);
        y = fmaf(x, -0.25f, y);
    }
}
template <int kUnroll>
__device__ __forceinline__ void music(const int* __restrict__ kinds, const float2* __restrict__ wound, float2* __restrict__ rest) {
    int i = blockIdx.x * 128 + threadIdx.x, warp = i / 32;
    float2 v = wound[i];
    float x = v.x, y = v.y;
#pragma unroll 1
    for (int t = 0; t < kTunes; ++t) {
        switch (__shfl_sync(0xffffffffu, kinds[warp * kTunes + t], 0)) {
            case 0: play<0, kUnroll>(x, y); break;
            case 1: play<1, kUnroll>(x, y); break;
            case 2: play<2, kUnroll>(x, y); break;
            case 3: play<3, kUnroll>(x, y); break;
            case 4: play<4, kUnroll>(x, y); break;
            case 5: play<5, kUnroll>(x, y); break;
            case 6: play<6, kUnroll>(x, y); break;
            case 7: play<7, kUnroll>(x, y); break;
            case 8: play<8, kUnroll>(x, y); break;
            case 9: play<9, kUnroll>(x, y); break;
            case 10: play<10, kUnroll>(x, y); break;
            case 11: play<11, kUnroll>(x, y); break;
            case 12: play<12, kUnroll>(x, y); break;
            case 13: play<13, kUnroll>(x, y); break;
            case 14: play<14, kUnroll>(x, y); break;
            default: play<15, kUnroll>(x, y); break;
        }
        x += 0.5f * v.y; y += 0.5f * v.x;
    }
    rest[i] = make_float2(x, y);
}
__global__ void __launch_bounds__(128) music_boxes_k6_a(const int* __restrict__ kinds, const float2* __restrict__ wound, float2* __restrict__ rest) { music<768>(kinds, wound, rest); }
__global__ void __launch_bounds__(128) music_boxes_k6_b(const int* __restrict__ kinds, const float2* __restrict__ wound, float2* __restrict__ rest) { music<16>(kinds, wound, rest); }

// ---- Activation x / (1 + exp(-x)) of a long array.
constexpr int kDew = 132 * 2048 * 128;

__global__ void __launch_bounds__(256) morning_dew_k6_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(v.x / (1.0f + expf(-v.x)), v.y / (1.0f + expf(-v.y)), v.z / (1.0f + expf(-v.z)), v.w / (1.0f + expf(-v.w)));
}
__global__ void __launch_bounds__(256) morning_dew_k6_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(__fdividef(v.x, 1.0f + __expf(-v.x)), __fdividef(v.y, 1.0f + __expf(-v.y)), __fdividef(v.z, 1.0f + __expf(-v.z)),
                         __fdividef(v.w, 1.0f + __expf(-v.w)));
}

// ---- Calibration curve: a polynomial of degree 191 at each of many readings, sixteen a thread.
constexpr int kReadings = 132 * 2048 * 16, kDegree = 192;
__constant__ float c_curve[kDegree];

__global__ void __launch_bounds__(256) sundial_curve_k6_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4], a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = in[i + 256 * j]; a[j] = make_float4(0.0f, 0.0f, 0.0f, 0.0f); }
#pragma unroll 24
    for (int k = kDegree - 1; k >= 0; --k) {
        float c = c_curve[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            a[j].x = fmaf(a[j].x, v[j].x, c); a[j].y = fmaf(a[j].y, v[j].y, c); a[j].z = fmaf(a[j].z, v[j].z, c); a[j].w = fmaf(a[j].w, v[j].w, c);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 256 * j] = a[j];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr int pool = kPoolX * kPoolY;
    std::vector<float4> waves(kWaves);
    for (int w = 0; w < kWaves; ++w) waves[w] = make_float4(3.0f * unit(4 * w + 1), 3.0f * unit(4 * w + 2), 3.0f * unit(4 * w + 3), 0.1f * (1.2f + unit(4 * w + 4)));
    CHECK(cudaMemcpyToSymbol(c_waves, waves.data(), sizeof(float4) * kWaves));
    const float2* shift = reinterpret_cast<const float2*>(filled<float>((size_t)pool * 2, 31));
    float* height = empty<float>(pool);
    add("wave_pool_k6_a", height, pool, Output::f32, [=] { wave_pool_k6_a<<<pool / 256, 256>>>(shift, height); });
    add("wave_pool_k6_b", height, pool, Output::f32, [=] { wave_pool_k6_b<<<pool / 256, 256>>>(shift, height); });

    const uint2* slide = reinterpret_cast<const uint2*>(filled<__half>(kSlide, 32));
    uint2* bright = reinterpret_cast<uint2*>(empty<__half>(kSlide));
    add("lantern_slides_k6_a", bright, kSlide, Output::f16, [=] { lantern_slides_k6_a<<<kSlide / 2048, 512>>>(slide, bright, 1.0f / 2.2f, 1.05f); });
    add("lantern_slides_k6_b", bright, kSlide, Output::f16, [=] { lantern_slides_k6_b<<<kSlide / 2048, 512>>>(slide, bright, 1.0f / 2.2f, 1.05f); });

    const float4 *tracers = reinterpret_cast<const float4*>(filled<float>((size_t)kTracers * 4, 33)), *bodies = reinterpret_cast<const float4*>(filled<float>(kBodies * 4, 34));
    float4* force = reinterpret_cast<float4*>(empty<float>((size_t)kTracers * 4));
    add("star_tracers_k6_a", force, (size_t)kTracers * 4, Output::f32, [=] { star_tracers_k6_a<<<kTracers / 128, 128>>>(tracers, bodies, force); });
    add("star_tracers_k6_b", force, (size_t)kTracers * 4, Output::f32, [=] { star_tracers_k6_b<<<kTracers / 128, 128>>>(tracers, bodies, force); });

    constexpr unsigned around = 4096, rings = 16896;
    std::vector<float> weave(17);
    for (int k = 0; k < 17; ++k) weave[k] = 0.06f + 0.02f * unit(k + 900);
    CHECK(cudaMemcpyToSymbol(c_weave, weave.data(), sizeof(float) * 17));
    float *carpet = filled<float>((size_t)around * rings, 35), *woven = empty<float>((size_t)around * rings);
    add("carpet_weave_k6_a", woven, (size_t)around * rings, Output::f32, [=] { carpet_weave_k6_a<<<dim3(around / 256, rings), 256>>>(carpet, woven, around); });
    add("carpet_weave_k6_b", woven, (size_t)around * rings, Output::f32, [=] { carpet_weave_k6_b<<<dim3(around / 256, rings), 256>>>(carpet, woven, around); });

    const uint4* cards = reinterpret_cast<const uint4*>(indices((size_t)kPunched * 4, 0xffffffffu, 36));
    int* counts = empty<int>(kPunched);
    add("punched_cards_k6_a", counts, kPunched, Output::i32, [=] { punched_cards_k6_a<<<kPunched / 256, 256>>>(cards, counts); });
    add("punched_cards_k6_b", counts, kPunched, Output::i32, [=] { punched_cards_k6_b<<<kPunched / 256, 256>>>(cards, counts); });

    float *points = filled<float>(kPoints, 37), *terms = filled<float>(kTerms, 38), *value = empty<float>(kPoints);
    add("bead_string_k6_a", value, kPoints, Output::f32, [=] { bead_string_k6_a<<<kPoints / 128, 128>>>(points, terms, value); });
    add("bead_string_k6_b", value, kPoints, Output::f32, [=] { bead_string_k6_b<<<kPoints / 128, 128>>>(points, terms, value); });

    float *start = filled<float>((size_t)kStarts * 3, 39), *end = empty<float>((size_t)kStarts * 3);
    add("weather_starts_k6_a", end, (size_t)kStarts * 3, Output::f32, [=] { weather_starts_k6_a<<<kStarts / 192, 192>>>(start, end); });
    add("weather_starts_k6_b", end, (size_t)kStarts * 3, Output::f32, [=] { weather_starts_k6_b<<<kStarts / 192, 192>>>(start, end); });

    float *ledger = filled<float>((size_t)kColumns * kRows, 40), *total = empty<float>(kColumns);
    add("ledger_columns_k6_a", total, kColumns, Output::f32, [=] { ledger_columns_k6_a<<<kColumns / 256, 256>>>(ledger, total); });
    add("ledger_columns_k6_b", total, kColumns, Output::f32, [=] { ledger_columns_k6_b<<<kColumns / 256, 256>>>(ledger, total); });

    int* kinds = indices((size_t)kPlayers * kTunes, 16, 41);
    const float2* wound = reinterpret_cast<const float2*>(filled<float>((size_t)kPlayers * 64, 42));
    float2* rest = reinterpret_cast<float2*>(empty<float>((size_t)kPlayers * 64));
    add("music_boxes_k6_a", rest, (size_t)kPlayers * 64, Output::f32, [=] { music_boxes_k6_a<<<kPlayers / 4, 128>>>(kinds, wound, rest); });
    add("music_boxes_k6_b", rest, (size_t)kPlayers * 64, Output::f32, [=] { music_boxes_k6_b<<<kPlayers / 4, 128>>>(kinds, wound, rest); });

    const float4* damp = reinterpret_cast<const float4*>(filled<float>((size_t)kDew * 4, 43));
    float4* dew = reinterpret_cast<float4*>(empty<float>((size_t)kDew * 4));
    add("morning_dew_k6_a", dew, (size_t)kDew * 4, Output::f32, [=] { morning_dew_k6_a<<<kDew / 256, 256>>>(damp, dew); });
    add("morning_dew_k6_b", dew, (size_t)kDew * 4, Output::f32, [=] { morning_dew_k6_b<<<kDew / 256, 256>>>(damp, dew); });

    std::vector<float> curve(kDegree);
    for (int k = 0; k < kDegree; ++k) curve[k] = unit(k + 700);
    CHECK(cudaMemcpyToSymbol(c_curve, curve.data(), sizeof(float) * kDegree));
    const float4* readings = reinterpret_cast<const float4*>(filled<float>((size_t)kReadings * 4, 44));
    float4* dial = reinterpret_cast<float4*>(empty<float>((size_t)kReadings * 4));
    add("sundial_curve_k6_a", dial, (size_t)kReadings * 4, Output::f32, [=] { sundial_curve_k6_a<<<kReadings / 1024, 256>>>(readings, dial); });

    return harness::run(argc, argv, cases);
}
