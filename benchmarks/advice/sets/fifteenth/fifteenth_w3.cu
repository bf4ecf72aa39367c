// Ten measured pairs from music, nature and observation: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Choral music: share of each of 64 singers in the blend of one beat (softmax of their loudness), a warp a beat.
constexpr int kBeats = 1 << 21;

template <int kThreads>
__device__ __forceinline__ void choir_blend(const float2* __restrict__ loud, float2* __restrict__ share) {
    int beat = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)beat * 32 + lane;
    float2 v = loud[at];
    float top = fmaxf(v.x, v.y);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float2 e = make_float2(__expf(v.x - top), __expf(v.y - top));
    float sum = e.x + e.y;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float scale = __fdividef(1.0f, sum);
    share[at] = make_float2(e.x * scale, e.y * scale);
}

__global__ void __launch_bounds__(32) choir_blend_w3_a(const float2* __restrict__ loud, float2* __restrict__ share) { choir_blend<32>(loud, share); }
__global__ void __launch_bounds__(512) choir_blend_w3_b(const float2* __restrict__ loud, float2* __restrict__ share) { choir_blend<512>(loud, share); }

// ---- Frost flowers: smallest distance from the origin that the orbit z*z + c of each window point reaches in 128 turns.
constexpr int kWide = 8192, kPanes = 132 * 8 * 256 * 32;

__device__ __forceinline__ void frost_orbit(float* __restrict__ nearest) {
    for (int p = blockIdx.x * 256 + threadIdx.x; p < kPanes; p += gridDim.x * 256) {
        float x = 0.35f * ((p % kWide) * (2.0f / kWide) - 1.0f), y = 0.35f * ((p / kWide) * (2.0f / 1056) - 1.0f);
        float least = 4.0f;
#pragma unroll 8
        for (int turn = 0; turn < 128; ++turn) {
            float u = fmaf(x, x, fmaf(-y, y, 0.16f)), v = fmaf(2.0f * x, y, -0.11f);
            x = u; y = v;
            least = fminf(least, fmaf(x, x, y * y));
        }
        nearest[p] = least;
    }
}

__global__ void __launch_bounds__(256) frost_orbit_w3_a(float* __restrict__ nearest) { frost_orbit(nearest); }
__global__ void __launch_bounds__(256) frost_orbit_w3_b(float* __restrict__ nearest) { frost_orbit(nearest); }

// ---- Foam: field of 512 soft bubbles at 32 heights above each of 384 x 384 places.
constexpr int kPlaces = 384 * 384, kBubbles = 512, kFroth = 256, kHeights = 32;

template <int kThreads>
__device__ __forceinline__ void bubble_field(const float4* __restrict__ bubbles, float* __restrict__ field) {
    __shared__ float4 froth[kFroth];
    int t = threadIdx.x, i = blockIdx.x * kThreads + t;
    float x = (i % 384) * (2.0f / 384) - 1.0f, y = (i / 384) * (2.0f / 384) - 1.0f, sum[kHeights];
#pragma unroll
    for (int k = 0; k < kHeights; ++k) sum[k] = 0.0f;
    for (int from = 0; from < kBubbles; from += kFroth) {
        __syncthreads();
#pragma unroll
        for (int s = 0; s < kFroth; s += kThreads)
            if (s + t < kFroth) froth[s + t] = bubbles[from + s + t];
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < kFroth; ++s) {
            float4 b = froth[s];
            float dx = x - b.x, dy = y - b.y, flat = fmaf(dx, dx, dy * dy);
#pragma unroll
            for (int k = 0; k < kHeights; ++k) {
                float dz = b.z - (0.0625f * k - 0.96875f), near = __saturatef(fmaf(-2.0f, fmaf(dz, dz, flat), 1.0f));
                sum[k] = fmaf(near * near, b.w, sum[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < kHeights; ++k) field[k * kPlaces + i] = sum[k];
}

__global__ void __launch_bounds__(1024) bubble_field_w3_a(const float4* __restrict__ bubbles, float* __restrict__ field) { bubble_field<1024>(bubbles, field); }
__global__ void __launch_bounds__(128) bubble_field_w3_b(const float4* __restrict__ bubbles, float* __restrict__ field) { bubble_field<128>(bubbles, field); }

// ---- Tree rings: sum of the absolute differences of each ring's width from those of all earlier rings.
constexpr int kRings = 132 * 1024, kSpan = 1024;

__device__ __forceinline__ void ring_contrast(const float* __restrict__ width, float* __restrict__ contrast, int i, int last) {
    __shared__ __align__(16) float span[kSpan];
    float mine = width[i], sum = 0.0f;
    for (int from = 0; from <= last; from += kSpan) {
        __syncthreads();
        span[threadIdx.x] = width[from + threadIdx.x];
        __syncthreads();
        if (from + kSpan <= i) {
#pragma unroll 4
            for (int k = 0; k < kSpan; k += 4) {
                float4 w = *reinterpret_cast<const float4*>(span + k);
                sum += fabsf(mine - w.x); sum += fabsf(mine - w.y); sum += fabsf(mine - w.z); sum += fabsf(mine - w.w);
            }
        } else {
            for (int k = 0; k < i - from; ++k) sum += fabsf(mine - span[k]);
        }
    }
    contrast[i] = sum;
}

__global__ void __launch_bounds__(1024) ring_contrast_w3_a(const float* __restrict__ width, float* __restrict__ contrast) {
    int first = blockIdx.x * 1024;
    ring_contrast(width, contrast, first + threadIdx.x, first + 1023);
}

__global__ void __launch_bounds__(1024) ring_contrast_w3_b(const float* __restrict__ width, float* __restrict__ contrast) {
    int low = blockIdx.x * 512, high = kRings - 512 - low, t = threadIdx.x;  // 512 early rings and 512 late ones
    ring_contrast(width, contrast, t < 512 ? low + t : high + t - 512, high + 511);
}

// ---- Harp: amplitude of each of the forty strings of an instrument after 512 samples of damped swinging.
constexpr int kStrings = 40, kHarps = 132 * 32 * 20;

__device__ __forceinline__ void harp_string(const float* __restrict__ pluck, float* __restrict__ swing, int at, int string) {
    float place = pluck[at], speed = 0.0f, loud = 0.0f, stiff = -0.002f * (string + 1);
#pragma unroll 16
    for (int s = 0; s < 512; ++s) {
        speed = fmaf(stiff, place, 0.999f * speed);
        place = fmaf(0.5f, speed, place);
        loud = fmaf(place, place, loud);
    }
    swing[at] = loud;
}

__global__ void __launch_bounds__(40) harp_string_w3_a(const float* __restrict__ pluck, float* __restrict__ swing) {
    harp_string(pluck, swing, blockIdx.x * kStrings + threadIdx.x, threadIdx.x);
}

__global__ void __launch_bounds__(256) harp_string_w3_b(const float* __restrict__ pluck, float* __restrict__ swing) {
    int at = blockIdx.x * 256 + threadIdx.x;
    harp_string(pluck, swing, at, at % kStrings);
}

// ---- Heart tissue: 36 time steps of 264 rings of 256 excitable cells (FitzHugh-Nagumo).
constexpr int kLoops = 264, kCells = 256, kTicks = 36;

__device__ __forceinline__ float2 heart_cell(float2 me, float left, float right) {
    float spread = left + right - 2.0f * me.x, du = me.x - me.x * me.x * me.x * 0.3333333f - me.y + 0.8f * spread;
    return make_float2(fmaf(0.1f, du, me.x), fmaf(0.008f, me.x + 0.7f - 0.8f * me.y, me.y));
}

__global__ void __launch_bounds__(256) heart_loop_w3_a0(const float2* __restrict__ now, float2* __restrict__ next) {
    int t = threadIdx.x, base = blockIdx.x * kCells;
    next[base + t] = heart_cell(now[base + t], now[base + (t + kCells - 1) % kCells].x, now[base + (t + 1) % kCells].x);
}

__global__ void __launch_bounds__(256) heart_loop_w3_b(const float2* __restrict__ start, float2* __restrict__ end) {
    __shared__ float ring[2][kCells];
    int t = threadIdx.x, base = blockIdx.x * kCells, before = (t + kCells - 1) % kCells, behind = (t + 1) % kCells;
    float2 me = start[base + t];
#pragma unroll 4
    for (int tick = 0; tick < kTicks; ++tick) {
        float* now = ring[tick % 2];
        now[t] = me.x;
        __syncthreads();
        me = heart_cell(me, now[before], now[behind]);
    }
    end[base + t] = me;
}

// ---- Vineyard: sugar forecast of each vine from its leaf reading and soil reading: calibrate, combine, limit.
constexpr int kVines = 132 * 8 * 256 * 4 * 45;  // multiple of 4

__device__ __forceinline__ float leaf_of(float r) { return fmaf(fmaf(0.2f, r, 0.7f), r, 0.1f); }
__device__ __forceinline__ float ripen(float leaf, float soil) { return fmaf(leaf, 0.6f, 0.4f * soil * leaf); }
__device__ __forceinline__ float sugar_of(float ripe) { return fminf(fmaxf(fmaf(1.8f, ripe, 0.5f), 0.0f), 1.5f); }

__global__ void __launch_bounds__(256) vine_sugar_w3_a0(const float4* __restrict__ reading, float4* __restrict__ leaf) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i];
    leaf[i] = make_float4(leaf_of(r.x), leaf_of(r.y), leaf_of(r.z), leaf_of(r.w));
}

__global__ void __launch_bounds__(256) vine_sugar_w3_a1(const float4* __restrict__ leaf, const float4* __restrict__ soil, float4* __restrict__ ripe) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 l = leaf[i], s = soil[i];
    ripe[i] = make_float4(ripen(l.x, s.x), ripen(l.y, s.y), ripen(l.z, s.z), ripen(l.w, s.w));
}

__global__ void __launch_bounds__(256) vine_sugar_w3_a2(const float4* __restrict__ ripe, float4* __restrict__ sugar) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = ripe[i];
    sugar[i] = make_float4(sugar_of(r.x), sugar_of(r.y), sugar_of(r.z), sugar_of(r.w));
}

__global__ void __launch_bounds__(256) vine_sugar_w3_b(const float4* __restrict__ reading, const float4* __restrict__ soil, float4* __restrict__ sugar) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = reading[i], s = soil[i];
    sugar[i] = make_float4(sugar_of(ripen(leaf_of(r.x), s.x)), sugar_of(ripen(leaf_of(r.y), s.y)), sugar_of(ripen(leaf_of(r.z), s.z)),
                           sugar_of(ripen(leaf_of(r.w), s.w)));
}

// ---- Bee dance: where 192 turns of a waggle run take two bees a thread (two coupled phases, polynomial sine).
constexpr int kHives = 132 * 8 * 20 + 56;  // blocks of 256 threads

__device__ __forceinline__ float wave_of(float a) { return a * fmaf(a * a, fmaf(a * a, 0.0083f, -0.1666f), 1.0f); }

template <int kThreads>
__device__ __forceinline__ void bee_dance(const float2* __restrict__ start, float2* __restrict__ finish) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float2 bee = start[i];
#pragma unroll 8
    for (int turn = 0; turn < 192; ++turn) {
        float push = wave_of(bee.x - bee.y);
        bee.x = fmaf(-0.05f, push, 0.99f * bee.x);
        bee.y = fmaf(0.04f, push, 0.99f * bee.y);
    }
    finish[i] = bee;
}

__global__ void __launch_bounds__(256) bee_dance_w3_a(const float2* __restrict__ start, float2* __restrict__ finish) { bee_dance<256>(start, finish); }
__global__ void __launch_bounds__(128) bee_dance_w3_b(const float2* __restrict__ start, float2* __restrict__ finish) { bee_dance<128>(start, finish); }

// ---- Snow: water held by each cell of a snow map from depth and density, four quadruples a thread.
constexpr int kSnow = 25600 * 640;  // quadruples

template <int kThreads>
__device__ __forceinline__ void snow_water(const float4* __restrict__ depth, const float4* __restrict__ density, float4* __restrict__ water) {
    int i = blockIdx.x * (kThreads * 4) + threadIdx.x;
    float4 d[4], r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { d[j] = depth[i + j * kThreads]; r[j] = density[i + j * kThreads]; }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        water[i + j * kThreads] = make_float4((1.0f + d[j].x) * (0.3f + 0.1f * r[j].x), (1.0f + d[j].y) * (0.3f + 0.1f * r[j].y),
                                              (1.0f + d[j].z) * (0.3f + 0.1f * r[j].z), (1.0f + d[j].w) * (0.3f + 0.1f * r[j].w));
}

__global__ void __launch_bounds__(200) snow_water_w3_a(const float4* __restrict__ depth, const float4* __restrict__ density, float4* __restrict__ water) {
    snow_water<200>(depth, density, water);
}
__global__ void __launch_bounds__(256) snow_water_w3_b(const float4* __restrict__ depth, const float4* __restrict__ density, float4* __restrict__ water) {
    snow_water<256>(depth, density, water);
}

// ---- Tides: sea level of each buoy from the moon's and the sun's share, one wave of blocks that walk over all buoys.
constexpr int kStride = 132 * 8 * 256, kBuoys = kStride * 4 * 12;  // quadruples

__global__ void __launch_bounds__(256, 8) tide_level_w3_a(const float4* __restrict__ moon, const float4* __restrict__ sun, float4* __restrict__ level) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kBuoys; i += 2 * kStride) {
        float4 m[2], s[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { m[j] = __ldcs(moon + i + j * kStride); s[j] = __ldcs(sun + i + j * kStride); }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            __stcs(level + i + j * kStride, make_float4(fmaf(0.46f, s[j].x, m[j].x), fmaf(0.46f, s[j].y, m[j].y), fmaf(0.46f, s[j].z, m[j].z),
                                                        fmaf(0.46f, s[j].w, m[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: two input fields, two fields for what lies between, one result.
    constexpr size_t kMost = (size_t)kBeats * 64;
    float *one = filled<float>(kMost, 31), *two = filled<float>(kSnow * 4, 32), *mid = empty<float>(kVines), *mid2 = empty<float>(kVines), *out = empty<float>(kMost);
    static_assert(kVines <= kSnow * 4 && kVines <= kMost && kBuoys * 4 <= kSnow * 4 && (size_t)kHives * 512 <= kMost, "fields are too short");
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out), *midpair = f2(mid);
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *mid24 = f4(mid2), *out4 = f4(out);

    add("choir_blend_w3_a", out, kMost, [=] { choir_blend_w3_a<<<kBeats, 32>>>(one2, out2); });
    add("choir_blend_w3_b", out, kMost, [=] { choir_blend_w3_b<<<kBeats / 16, 512>>>(one2, out2); });

    add("frost_orbit_w3_a", out, kPanes, [=] { frost_orbit_w3_a<<<32, 256>>>(out); });
    add("frost_orbit_w3_b", out, kPanes, [=] { frost_orbit_w3_b<<<132 * 8, 256>>>(out); });

    add("bubble_field_w3_a", out, kPlaces * kHeights, [=] { bubble_field_w3_a<<<kPlaces / 1024, 1024>>>(one4, out); });
    add("bubble_field_w3_b", out, kPlaces * kHeights, [=] { bubble_field_w3_b<<<kPlaces / 128, 128>>>(one4, out); });

    add("ring_contrast_w3_a", out, kRings, [=] { ring_contrast_w3_a<<<132, 1024>>>(one, out); });
    add("ring_contrast_w3_b", out, kRings, [=] { ring_contrast_w3_b<<<132, 1024>>>(one, out); });

    add("harp_string_w3_a", out, kHarps * kStrings, [=] { harp_string_w3_a<<<kHarps, kStrings>>>(one, out); });
    add("harp_string_w3_b", out, kHarps * kStrings, [=] { harp_string_w3_b<<<kHarps * kStrings / 256, 256>>>(one, out); });

    add("heart_loop_w3_a", out, kLoops * kCells * 2, [=] {
        for (int tick = 0; tick < kTicks; ++tick)
            heart_loop_w3_a0<<<kLoops, kCells>>>(tick == 0 ? one2 : tick % 2 ? midpair : out2, tick % 2 ? out2 : midpair); });
    add("heart_loop_w3_b", out, kLoops * kCells * 2, [=] { heart_loop_w3_b<<<kLoops, kCells>>>(one2, out2); });

    add("vine_sugar_w3_a", out, kVines, [=] {
        vine_sugar_w3_a0<<<kVines / 1024, 256>>>(one4, mid4);
        vine_sugar_w3_a1<<<kVines / 1024, 256>>>(mid4, two4, mid24);
        vine_sugar_w3_a2<<<kVines / 1024, 256>>>(mid24, out4); });
    add("vine_sugar_w3_b", out, kVines, [=] { vine_sugar_w3_b<<<kVines / 1024, 256>>>(one4, two4, out4); });

    add("bee_dance_w3_a", out, (size_t)kHives * 512, [=] { bee_dance_w3_a<<<kHives, 256>>>(one2, out2); });
    add("bee_dance_w3_b", out, (size_t)kHives * 512, [=] { bee_dance_w3_b<<<kHives * 2, 128>>>(one2, out2); });

    add("snow_water_w3_a", out, (size_t)kSnow * 4, [=] { snow_water_w3_a<<<kSnow / 800, 200>>>(one4, two4, out4); });
    add("snow_water_w3_b", out, (size_t)kSnow * 4, [=] { snow_water_w3_b<<<kSnow / 1024, 256>>>(one4, two4, out4); });

    add("tide_level_w3_a", out, (size_t)kBuoys * 4, [=] { tide_level_w3_a<<<132 * 8, 256>>>(one4, two4, out4); });

    return harness::run(argc, argv, cases);
}
