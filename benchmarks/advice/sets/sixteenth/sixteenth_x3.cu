// Ten measured pairs from physics, ecology and media: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Nebula: light that reaches the observer along each line of sight through dust and glow; a ray ends where it is too dim.
constexpr int kRays = 132 * 2048 * 4, kDeep = 128;

template <int kThreads>
__device__ __forceinline__ void nebula_ray(const float2* __restrict__ cloud, float* __restrict__ image) {
    int ray = blockIdx.x * kThreads + threadIdx.x;
    float light = 1.0f, seen = 0.0f;
#pragma unroll 4
    for (int z = 0; z < kDeep && light > 0.02f; ++z) {
        float2 here = cloud[(size_t)z * kRays + ray];
        seen = fmaf(light, 1.0f + here.y, seen);
        light *= 0.99f - 0.01f * here.x;
    }
    image[ray] = seen;
}

__global__ void __launch_bounds__(32) nebula_ray_x3_a(const float2* __restrict__ cloud, float* __restrict__ image) { nebula_ray<32>(cloud, image); }
__global__ void __launch_bounds__(256) nebula_ray_x3_b(const float2* __restrict__ cloud, float* __restrict__ image) { nebula_ray<256>(cloud, image); }

// ---- Tape restoration: soft limiter over twelve reels, each with its own gain.
constexpr int kReels = 12, kReel = 512 * 88 * 4 * 9;  // quadruples of samples a reel

__device__ __forceinline__ float limit(float s) { s = fminf(fmaxf(s, -1.0f), 1.0f); return s * fmaf(-0.3333f, s * s, 1.0f); }

__device__ __forceinline__ void tape_limit(const float* __restrict__ gains, const float4* __restrict__ tape, float4* __restrict__ clean) {
    float gain = 1.2f + 0.3f * gains[blockIdx.x];
    const float4* from = tape + (size_t)blockIdx.x * kReel;
    float4* to = clean + (size_t)blockIdx.x * kReel;
    int stride = gridDim.y * 512;
    for (int i = blockIdx.y * 512 + threadIdx.x; i < kReel; i += 4 * stride) {
        float4 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = from[i + j * stride];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            to[i + j * stride] = make_float4(limit(gain * s[j].x), limit(gain * s[j].y), limit(gain * s[j].z), limit(gain * s[j].w));
    }
}

__global__ void __launch_bounds__(512) tape_limit_x3_a(const float* __restrict__ gains, const float4* __restrict__ tape, float4* __restrict__ clean) {
    tape_limit(gains, tape, clean);
}
__global__ void __launch_bounds__(512) tape_limit_x3_b(const float* __restrict__ gains, const float4* __restrict__ tape, float4* __restrict__ clean) {
    tape_limit(gains, tape, clean);
}

// ---- Plankton: 80 Runge-Kutta steps of a chain of nutrient, algae and grazers, eight ponds a thread.
constexpr int kPonds = 280 * 1024 * 8;

template <int kThreads>
__device__ __forceinline__ void pond_chain(const float* __restrict__ start, float* __restrict__ grazers) {
    int i = blockIdx.x * (kThreads * 8) + threadIdx.x;
    float n[8], a[8], g[8];
#pragma unroll
    for (int p = 0; p < 8; ++p) { n[p] = 1.0f + 0.2f * start[i + p * kThreads]; a[p] = 0.5f; g[p] = 0.3f; }
    const float h = 0.02f;
#pragma unroll 1
    for (int step = 0; step < 80; ++step) {
#pragma unroll
        for (int p = 0; p < 8; ++p) {
            float u = n[p], v = a[p], w = g[p], dn = 0.0f, da = 0.0f, dg = 0.0f;
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float eat = u * v, graze = v * w;
                float du = fmaf(-0.3f, u, 0.4f - eat), dv = fmaf(-0.2f, v, eat - graze), dw = fmaf(-0.25f, w, 0.8f * graze);
                float weight = k == 0 || k == 3 ? h / 6.0f : h / 3.0f, ahead = k == 2 ? h : 0.5f * h;
                dn = fmaf(weight, du, dn); da = fmaf(weight, dv, da); dg = fmaf(weight, dw, dg);
                if (k < 3) { u = fmaf(ahead, du, n[p]); v = fmaf(ahead, dv, a[p]); w = fmaf(ahead, dw, g[p]); }
            }
            n[p] += dn; a[p] += da; g[p] += dg;
        }
    }
#pragma unroll
    for (int p = 0; p < 8; ++p) grazers[i + p * kThreads] = g[p];
}

__global__ void __launch_bounds__(1024) pond_chain_x3_a(const float* __restrict__ start, float* __restrict__ grazers) { pond_chain<1024>(start, grazers); }
__global__ void __launch_bounds__(128) pond_chain_x3_b(const float* __restrict__ start, float* __restrict__ grazers) { pond_chain<128>(start, grazers); }

// ---- Rivers: gauge readings of each river, turned into flow by its own rating curve; rivers differ in length, six are very long.
constexpr int kRivers = 1200, kReach = 4096;  // quadruples of readings in a reach; a river has a whole number of reaches

__device__ __forceinline__ float4 rate(float4 s, float2 curve) {
    return make_float4(fmaf(fmaf(curve.x, s.x, curve.y), s.x, 0.1f), fmaf(fmaf(curve.x, s.y, curve.y), s.y, 0.1f),
                       fmaf(fmaf(curve.x, s.z, curve.y), s.z, 0.1f), fmaf(fmaf(curve.x, s.w, curve.y), s.w, 0.1f));
}

__device__ __forceinline__ void river_span(float2 curve, const float4* __restrict__ stage, float4* __restrict__ flow, int from, int to) {
    for (int i = from + threadIdx.x; i < to; i += 1024) {
        float4 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = stage[i + 256 * j];
#pragma unroll
        for (int j = 0; j < 4; ++j) flow[i + 256 * j] = rate(s[j], curve);
    }
}

__global__ void __launch_bounds__(256) river_flow_x3_a(const int* __restrict__ start, const float2* __restrict__ curves, const float4* __restrict__ stage,
                                                       float4* __restrict__ flow) {
    int river = blockIdx.x;
    river_span(curves[river], stage, flow, start[river], start[river + 1]);
}

__global__ void __launch_bounds__(256) river_flow_x3_b(const int* __restrict__ owner, const float2* __restrict__ curves, const float4* __restrict__ stage,
                                                       float4* __restrict__ flow) {
    int reach = blockIdx.x;
    river_span(curves[owner[reach]], stage, flow, reach * kReach, (reach + 1) * kReach);
}

// ---- Honeycomb: series of 512 Chebyshev terms at each of the 6 x 6 knots of every cell.
constexpr int kCombs = 132 * 32 * 16;

__device__ __forceinline__ void comb_series(const float* __restrict__ knots, float* __restrict__ wax, int at) {
    float x = 0.9f * knots[at], twice = 2.0f * x, last = 1.0f, term = x, weight = 1.0f, sum = 0.5f;
#pragma unroll 16
    for (int k = 1; k < 512; ++k) {
        sum = fmaf(weight, term, sum);
        weight *= 0.99f;
        float next = fmaf(twice, term, -last);
        last = term; term = next;
    }
    wax[at] = sum;
}

__global__ void __launch_bounds__(36) comb_series_x3_a(const float* __restrict__ knots, float* __restrict__ wax) {
    comb_series(knots, wax, (blockIdx.x * 6 + threadIdx.y) * 6 + threadIdx.x);
}
__global__ void __launch_bounds__(256) comb_series_x3_b(const float* __restrict__ knots, float* __restrict__ wax) {
    comb_series(knots, wax, blockIdx.x * 256 + threadIdx.x);
}

// ---- Pollen: counts of each day at 64 stations, corrected for the day's wind.
constexpr int kDays = 128 * 14080, kStations = 64;

__device__ __forceinline__ float settle(float count, float wind) { return (1.0f + count) * fmaf(0.3f, wind, 0.9f); }

__global__ void __launch_bounds__(64) pollen_days_x3_a(const float* __restrict__ counts, const float* __restrict__ wind, float* __restrict__ settled) {
    int day = blockIdx.x, at = day * kStations + threadIdx.x;
    settled[at] = settle(counts[at], wind[day]);
}

__global__ void __launch_bounds__(256) pollen_days_x3_b(const float* __restrict__ counts, const float* __restrict__ wind, float* __restrict__ settled) {
    int first = blockIdx.x * 128 + threadIdx.x / kStations, station = threadIdx.x % kStations;
#pragma unroll 1
    for (int d = 0; d < 128; d += 32) {
        float c[8], w[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { c[j] = counts[(first + d + 4 * j) * kStations + station]; w[j] = wind[first + d + 4 * j]; }
#pragma unroll
        for (int j = 0; j < 8; ++j) settled[(first + d + 4 * j) * kStations + station] = settle(c[j], w[j]);
    }
}

// ---- Film scan: black level, lamp shading, tone curve and mixing with the frame before.
constexpr int kGrains = 132 * 8 * 256 * 4 * 36;

__device__ __forceinline__ float black_of(float p) { return fmaxf(p - 0.05f, 0.0f); }
__device__ __forceinline__ float shade(float p, float lamp) { return p * fmaf(0.2f, lamp, 1.1f); }
__device__ __forceinline__ float tone(float p) { return p * fmaf(-0.25f, p, 1.3f); }
__device__ __forceinline__ float mix_of(float p, float old) { return fmaf(0.7f, p, 0.3f * old); }

__global__ void __launch_bounds__(256) film_scan_x3_a0(const float4* __restrict__ raw, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = raw[i];
    to[i] = make_float4(black_of(p.x), black_of(p.y), black_of(p.z), black_of(p.w));
}
__global__ void __launch_bounds__(256) film_scan_x3_a1(const float4* __restrict__ from, const float4* __restrict__ lamp, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = from[i], l = lamp[i];
    to[i] = make_float4(shade(p.x, l.x), shade(p.y, l.y), shade(p.z, l.z), shade(p.w, l.w));
}
__global__ void __launch_bounds__(256) film_scan_x3_a2(const float4* __restrict__ from, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = from[i];
    to[i] = make_float4(tone(p.x), tone(p.y), tone(p.z), tone(p.w));
}
__global__ void __launch_bounds__(256) film_scan_x3_a3(const float4* __restrict__ from, const float4* __restrict__ old, float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = from[i], o = old[i];
    to[i] = make_float4(mix_of(p.x, o.x), mix_of(p.y, o.y), mix_of(p.z, o.z), mix_of(p.w, o.w));
}

__device__ __forceinline__ float develop(float p, float lamp, float old) { return mix_of(tone(shade(black_of(p), lamp)), old); }

__global__ void __launch_bounds__(256) film_scan_x3_b(const float4* __restrict__ raw, const float4* __restrict__ lamp, const float4* __restrict__ old,
                                                      float4* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = raw[i], l = lamp[i], o = old[i];
    to[i] = make_float4(develop(p.x, l.x, o.x), develop(p.y, l.y, o.y), develop(p.z, l.z, o.z), develop(p.w, l.w, o.w));
}

// ---- Bell casting: 768 cooling steps of four layers of every bell, each layer on its own.
constexpr int kBells = 132 * 2048 * 4;

template <int kThreads>
__device__ __forceinline__ void bell_cooling(const float4* __restrict__ hot, float4* __restrict__ cold) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 h = hot[i];
    float t[4] = {1.5f + h.x, 1.5f + h.y, 1.5f + h.z, 1.5f + h.w};
#pragma unroll 8
    for (int step = 0; step < 768; ++step) {
#pragma unroll
        for (int j = 0; j < 4; ++j) t[j] = fmaf(fmaf(-0.001f, t[j], -0.003f), t[j], t[j]);
    }
    cold[i] = make_float4(t[0], t[1], t[2], t[3]);
}

__global__ void __launch_bounds__(32) bell_cooling_x3_a(const float4* __restrict__ hot, float4* __restrict__ cold) { bell_cooling<32>(hot, cold); }
__global__ void __launch_bounds__(256) bell_cooling_x3_b(const float4* __restrict__ hot, float4* __restrict__ cold) { bell_cooling<256>(hot, cold); }

// ---- Bird ringing: flight distance from eastward and northward legs, birds with one, two or three packets of legs.
constexpr int kBirds = 132 * 8 * 9, kPacket = 1024;  // quadruples of legs in a packet

__device__ __forceinline__ void flight_span(float speed, const float4* __restrict__ east, const float4* __restrict__ north, float4* __restrict__ way,
                                            int from, int to) {
    for (int i = from + threadIdx.x; i < to; i += 512) {
        float4 e[2], n[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { e[j] = east[i + 256 * j]; n[j] = north[i + 256 * j]; }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            way[i + 256 * j] = make_float4(speed * fmaf(e[j].x, e[j].x, n[j].x * n[j].x), speed * fmaf(e[j].y, e[j].y, n[j].y * n[j].y),
                                           speed * fmaf(e[j].z, e[j].z, n[j].z * n[j].z), speed * fmaf(e[j].w, e[j].w, n[j].w * n[j].w));
    }
}

__global__ void __launch_bounds__(256) flight_legs_x3_a(const int* __restrict__ start, const float* __restrict__ speeds, const float4* __restrict__ east,
                                                        const float4* __restrict__ north, float4* __restrict__ way) {
    int bird = blockIdx.x;
    flight_span(1.5f + speeds[bird], east, north, way, start[bird], start[bird + 1]);
}
__global__ void __launch_bounds__(256) flight_legs_x3_b(const int* __restrict__ owner, const float* __restrict__ speeds, const float4* __restrict__ east,
                                                        const float4* __restrict__ north, float4* __restrict__ way) {
    int pack = blockIdx.x * 2;  // two packets a block
    for (int p = pack; p < pack + 2; ++p) flight_span(1.5f + speeds[owner[p]], east, north, way, p * kPacket, (p + 1) * kPacket);
}

// ---- Seismology: damping curve of degree 12 applied 96 times over to four traces a thread.
constexpr int kTraces = 132 * 8 * 256 * 4;  // threads

__global__ void __launch_bounds__(256, 8) quake_damping_x3_a(const float4* __restrict__ quake, float4* __restrict__ damped) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q = quake[i];
    float x[4] = {q.x, q.y, q.z, q.w};
#pragma unroll 4
    for (int pass = 0; pass < 96; ++pass) {
        const float c[13] = {0.02f, 0.61f, -0.07f, 0.05f, -0.04f, 0.03f, -0.03f, 0.02f, -0.02f, 0.03f, -0.02f, 0.02f, -0.02f};
        float y[4] = {c[12], c[12], c[12], c[12]};
#pragma unroll
        for (int k = 11; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) y[j] = fmaf(y[j], x[j], c[k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = y[j];
    }
    damped[i] = make_float4(x[0], x[1], x[2], x[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Where each river and each bird begins, and whose every reach and packet is.
    std::vector<int> river_start{0}, reach_owner, bird_start{0}, packet_owner;
    for (int r = 0; r < kRivers; ++r) {
        int reaches = r % 200 == 117 ? 256 : 1 + harness::hash32(r) % 3;
        for (int k = 0; k < reaches; ++k) reach_owner.push_back(r);
        river_start.push_back((int)reach_owner.size() * kReach);
    }
    for (int b = 0; b < kBirds; ++b) {
        int packets = 1 + harness::hash32(b + 9000) % 3;
        if (b == kBirds - 1) packets = 2 + packet_owner.size() % 2;  // an even number in all
        for (int k = 0; k < packets; ++k) packet_owner.push_back(b);
        bird_start.push_back((int)packet_owner.size() * kPacket);
    }
    int reaches = (int)reach_owner.size(), packets = (int)packet_owner.size();
    int *rivers = uploaded(river_start), *reach_of = uploaded(reach_owner), *birds = uploaded(bird_start), *packet_of = uploaded(packet_owner);

    // Shared by all: three input fields, two fields for what lies between, one result.
    constexpr size_t kCloud = (size_t)kRays * kDeep * 2, kResult = (size_t)kDays * kStations;
    const size_t river_count = (size_t)reaches * kReach * 4, bird_count = (size_t)packets * kPacket * 4;
    float *one = filled<float>(kCloud, 41), *two = filled<float>(kResult, 42), *three = filled<float>(kGrains, 43);
    float *mid = empty<float>(kGrains), *mid2 = empty<float>(kGrains), *out = empty<float>(kResult);
    static_assert((size_t)kReels * kReel * 4 <= kResult && kGrains <= kResult && kPonds <= kResult && kTraces * 4 <= kResult && kBells * 4 <= kResult, "fields are too short");
    if (river_count > kResult || bird_count > kResult) { std::fprintf(stderr, "fields are too short\n"); return 2; }
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    const float2 *one2 = reinterpret_cast<const float2*>(one), *two2 = reinterpret_cast<const float2*>(two);
    float4 *one4 = f4(one), *two4 = f4(two), *three4 = f4(three), *mid4 = f4(mid), *mid24 = f4(mid2), *out4 = f4(out);

    add("nebula_ray_x3_a", out, kRays, [=] { nebula_ray_x3_a<<<kRays / 32, 32>>>(one2, out); });
    add("nebula_ray_x3_b", out, kRays, [=] { nebula_ray_x3_b<<<kRays / 256, 256>>>(one2, out); });

    add("tape_limit_x3_a", out, (size_t)kReels * kReel * 4, [=] { tape_limit_x3_a<<<dim3(kReels, 1), 512>>>(two, one4, out4); });
    add("tape_limit_x3_b", out, (size_t)kReels * kReel * 4, [=] { tape_limit_x3_b<<<dim3(kReels, 88), 512>>>(two, one4, out4); });

    add("pond_chain_x3_a", out, kPonds, [=] { pond_chain_x3_a<<<kPonds / 8192, 1024>>>(one, out); });
    add("pond_chain_x3_b", out, kPonds, [=] { pond_chain_x3_b<<<kPonds / 1024, 128>>>(one, out); });

    add("river_flow_x3_a", out, river_count, [=] { river_flow_x3_a<<<kRivers, 256>>>(rivers, two2, one4, out4); });
    add("river_flow_x3_b", out, river_count, [=] { river_flow_x3_b<<<reaches, 256>>>(reach_of, two2, one4, out4); });

    add("comb_series_x3_a", out, kCombs * 36, [=] { comb_series_x3_a<<<kCombs, dim3(6, 6)>>>(one, out); });
    add("comb_series_x3_b", out, kCombs * 36, [=] { comb_series_x3_b<<<kCombs * 36 / 256, 256>>>(one, out); });

    add("pollen_days_x3_a", out, kResult, [=] { pollen_days_x3_a<<<kDays, 64>>>(one, two, out); });
    add("pollen_days_x3_b", out, kResult, [=] { pollen_days_x3_b<<<kDays / 128, 256>>>(one, two, out); });

    add("film_scan_x3_a", out, kGrains, [=] {
        film_scan_x3_a0<<<kGrains / 1024, 256>>>(one4, mid4);
        film_scan_x3_a1<<<kGrains / 1024, 256>>>(mid4, two4, mid24);
        film_scan_x3_a2<<<kGrains / 1024, 256>>>(mid24, mid4);
        film_scan_x3_a3<<<kGrains / 1024, 256>>>(mid4, three4, out4); });
    add("film_scan_x3_b", out, kGrains, [=] { film_scan_x3_b<<<kGrains / 1024, 256>>>(one4, two4, three4, out4); });

    add("bell_cooling_x3_a", out, (size_t)kBells * 4, [=] { bell_cooling_x3_a<<<kBells / 32, 32>>>(one4, out4); });
    add("bell_cooling_x3_b", out, (size_t)kBells * 4, [=] { bell_cooling_x3_b<<<kBells / 256, 256>>>(one4, out4); });

    add("flight_legs_x3_a", out, bird_count, [=] { flight_legs_x3_a<<<kBirds, 256>>>(birds, two, one4, two4, out4); });
    add("flight_legs_x3_b", out, bird_count, [=] { flight_legs_x3_b<<<packets / 2, 256>>>(packet_of, two, one4, two4, out4); });

    add("quake_damping_x3_a", out, (size_t)kTraces * 4, [=] { quake_damping_x3_a<<<kTraces / 256, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
