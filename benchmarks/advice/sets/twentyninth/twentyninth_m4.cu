// Eleven measured cases from meadows, workshops and observatories: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Fireflies: flashes of a chorus of two species in 128 ticks (spiking oscillators; the species differ in recovery and rest).
constexpr int kFlies = 132 * 8 * 256 * 8, kGlow = 128;

struct Species { float recover, follow, rest, fatigue; };

__device__ __forceinline__ int firefly_flashes(float drive, const Species s) {
    float v = -65.0f, u = s.follow * v;
    int flashes = 0;
#pragma unroll 4
    for (int tick = 0; tick < kGlow; ++tick) {
        float slope = fmaf(fmaf(0.04f, v, 5.0f), v, 140.0f) - u + drive;
        v = fmaf(0.5f, slope, v);
        u = fmaf(s.recover, fmaf(s.follow, v, -u), u);
        bool flash = v >= 30.0f;
        v = flash ? s.rest : v;
        u = flash ? u + s.fatigue : u;
        flashes += flash;
    }
    return flashes;
}

__global__ void __launch_bounds__(256) firefly_chorus_m4_a(const float* __restrict__ drive, const int* __restrict__ kind, int* __restrict__ flashes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float d = 8.0f + 4.0f * drive[i];
    if (kind[i] == 0)
        flashes[i] = firefly_flashes(d, Species{0.02f, 0.2f, -65.0f, 8.0f});
    else
        flashes[i] = firefly_flashes(d, Species{0.1f, 0.25f, -60.0f, 2.0f});
}

__global__ void __launch_bounds__(256) firefly_chorus_m4_b(const float* __restrict__ drive, const int* __restrict__ kind, int* __restrict__ flashes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float d = 8.0f + 4.0f * drive[i];
    bool first = kind[i] == 0;
    Species s{first ? 0.02f : 0.1f, first ? 0.2f : 0.25f, first ? -65.0f : -60.0f, first ? 8.0f : 2.0f};
    flashes[i] = firefly_flashes(d, s);
}

// ---- Museum hall: light that each seen point of the hall throws back from 24 lamps: plaster, velvet, lacquer or bronze.
constexpr int kSeen = 132 * 4 * 512 * 12, kLamps = 24;
struct Lamp { float x, y, z, power; };
__constant__ Lamp kHall[kLamps];

__device__ __forceinline__ float hall_point(int stuff, float4 n, float4 w) {  // n: normal and roughness, w: direction of sight and tint
    float scale = rsqrtf(fmaf(n.x, n.x, fmaf(n.y, n.y, fmaf(n.z, n.z, 1e-4f)))), rough = fmaf(0.4f, n.w, 0.5f), sum = 0.0f;
    n.x *= scale; n.y *= scale; n.z *= scale;
    float nv = fabsf(fmaf(n.x, w.x, fmaf(n.y, w.y, n.z * w.z)));
    switch (stuff) {
        case 0: {  // plaster: rough diffuse
            float r2 = rough * rough, a = 1.0f - 0.5f * r2, b = 0.45f * r2;
#pragma unroll 4
            for (int l = 0; l < kLamps; ++l) {
                Lamp lamp = kHall[l];
                float nl = fmaxf(fmaf(n.x, lamp.x, fmaf(n.y, lamp.y, n.z * lamp.z)), 0.0f);
                float lv = fmaf(w.x, lamp.x, fmaf(w.y, lamp.y, w.z * lamp.z)), s = fmaf(-nl, nv, lv);
                float slant = s > 0.0f ? s * fmaf(-0.6f, fmaxf(nl, nv), 1.2f) : s;
                float grain = fmaf(fmaf(0.3f, s, -0.2f), s * s, 1.0f), dust = fmaf(fmaf(0.15f, nl, -0.3f), nl, 1.0f);
                sum = fmaf(lamp.power * nl, fmaf(b, slant, a) * grain * dust, sum);
            }
            break;
        }
        case 1: {  // velvet: bright at grazing sight
            float shine = 1.0f - nv, edge = shine * shine * shine;
#pragma unroll 4
            for (int l = 0; l < kLamps; ++l) {
                Lamp lamp = kHall[l];
                float nl = fmaxf(fmaf(n.x, lamp.x, fmaf(n.y, lamp.y, n.z * lamp.z)), 0.0f);
                float hx = lamp.x + w.x, hy = lamp.y + w.y, hz = lamp.z + w.z;
                float nh = fmaf(n.x, hx, fmaf(n.y, hy, n.z * hz)), hh = fmaf(hx, hx, fmaf(hy, hy, fmaf(hz, hz, 1e-3f)));
                float flat = fmaf(-0.25f * nh, nh, hh), pile = fmaf(fmaf(0.08f, flat, 0.2f), flat, 0.4f);
                float fuzz = fmaf(fmaf(rough, pile, 0.3f), pile, 0.05f);
                sum = fmaf(lamp.power, fmaf(edge, fuzz, 0.2f * nl) * fmaf(0.5f, nl, 0.5f), sum);
            }
            break;
        }
        case 2: {  // lacquer: diffuse under a clear coat
            float gloss = 1.0f - rough;
#pragma unroll 4
            for (int l = 0; l < kLamps; ++l) {
                Lamp lamp = kHall[l];
                float nl = fmaf(n.x, lamp.x, fmaf(n.y, lamp.y, n.z * lamp.z)), lit = fmaxf(nl, 0.0f);
                float rx = fmaf(2.0f * nl, n.x, -lamp.x), ry = fmaf(2.0f * nl, n.y, -lamp.y), rz = fmaf(2.0f * nl, n.z, -lamp.z);
                float rv = fmaxf(fmaf(rx, w.x, fmaf(ry, w.y, rz * w.z)), 0.0f);
                float p2 = rv * rv, p4 = p2 * p2, p8 = p4 * p4, p16 = p8 * p8;
                float coat = fmaf(gloss, p16, rough * p4), base = lit * fmaf(-0.5f, coat, 1.0f);
                sum = fmaf(lamp.power, fmaf(0.8f, base, coat), sum);
            }
            break;
        }
        default: {  // bronze: facets
            float r2 = rough * rough, r4 = r2 * r2;
#pragma unroll 4
            for (int l = 0; l < kLamps; ++l) {
                Lamp lamp = kHall[l];
                float nl = fmaxf(fmaf(n.x, lamp.x, fmaf(n.y, lamp.y, n.z * lamp.z)), 0.0f);
                float hx = lamp.x + w.x, hy = lamp.y + w.y, hz = lamp.z + w.z;
                float nh = fmaf(n.x, hx, fmaf(n.y, hy, n.z * hz)), hh = fmaf(hx, hx, fmaf(hy, hy, fmaf(hz, hz, 1e-3f)));
                float d = fmaf(nh * nh, r4 - 1.0f, 1.001f * hh * 4.0f), facet = __fdividef(r4 * hh, d * d + 0.01f);
                float tint = fmaf(1.0f - nl, 0.3f, 0.7f);
                sum = fmaf(lamp.power * nl, facet * tint, sum);
            }
        }
    }
    return sum * fmaf(0.3f, w.w, 0.7f);
}

__global__ void __launch_bounds__(512) museum_hall_m4_a(const float4* __restrict__ normal, const float4* __restrict__ sight, const int* __restrict__ stuff,
                                                       float* __restrict__ light) {
    int i = blockIdx.x * 512 + threadIdx.x;
    light[i] = hall_point(stuff[i], normal[i], sight[i]);
}

__global__ void __launch_bounds__(512) museum_hall_m4_b(const float4* __restrict__ normal, const float4* __restrict__ sight, const int* __restrict__ stuff,
                                                       float* __restrict__ light) {
    __shared__ int many[4];
    __shared__ short order[512], kind[512];
    int t = threadIdx.x, lane = t % 32, base = blockIdx.x * 512;
    int mine = stuff[base + t];
    if (t < 4) many[t] = 0;
    __syncthreads();
    unsigned same = __match_any_sync(0xffffffffu, mine);
    int leader = __ffs(same) - 1, place = 0;
    if (lane == leader) place = atomicAdd(&many[mine], __popc(same));
    place = __shfl_sync(0xffffffffu, place, leader) + __popc(same & ((1u << lane) - 1));
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 3; ++s) place += s < mine ? many[s] : 0;
    order[place] = (short)t;
    kind[place] = (short)mine;
    __syncthreads();
    int i = base + order[t];
    light[i] = hall_point(kind[t], normal[i], sight[i]);
}

// ---- Rain: size at the ground of drops that fall through different numbers of layers of air, 16 small steps a layer.
constexpr int kRainThreads = 132 * 8 * 2 * 256, kDropsEach = 16, kDrops = kRainThreads * kDropsEach;

__device__ __forceinline__ void rain_layer(float& size, float& speed) {
#pragma unroll
    for (int s = 0; s < 16; ++s) {
        float drag = fmaf(0.3f, speed, 0.02f);
        speed = fmaf(0.01f, fmaf(-drag, speed, size), speed);
        size = fmaf(-0.0004f, fmaf(size, speed, 0.5f), size);
    }
}

__global__ void __launch_bounds__(256) rain_shower_m4_a(const float* __restrict__ start, const int* __restrict__ layers, float* __restrict__ ground) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDrops; i += kRainThreads) {
        float size = 2.0f + start[i], speed = 0.1f;
        int left = layers[i];
        for (int k = 0; k < left; ++k) rain_layer(size, speed);
        ground[i] = size;
    }
}

__global__ void __launch_bounds__(256) rain_shower_m4_b(const float* __restrict__ start, const int* __restrict__ layers, float* __restrict__ ground) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float size = 2.0f + start[i], speed = 0.1f, ahead = start[i + kRainThreads];
    int left = layers[i], later = layers[i + kRainThreads];
    do {  // a lane whose drop has landed takes its next one at once
        rain_layer(size, speed);
        if (--left == 0) {
            ground[i] = size;
            i += kRainThreads;
            size = 2.0f + ahead; speed = 0.1f; left = i < kDrops ? later : 0;
            if (i + kRainThreads < kDrops) { ahead = start[i + kRainThreads]; later = layers[i + kRainThreads]; }
        }
    } while (__any_sync(0xffffffffu, i < kDrops));
}

// ---- Seismic traces: each trace of 1024 samples to mean 0 and deviation 1.
constexpr int kTraces = 132 * 2 * 250, kSamples = 1024;

__device__ __forceinline__ float trace_total_tree(float* work, float v) {
    int t = threadIdx.x;
    work[t] = v;
    __syncthreads();
    for (int half = kSamples / 2; half > 0; half /= 2) {
        if (t < half) work[t] += work[t + half];
        __syncthreads();
    }
    float total = work[0];
    __syncthreads();
    return total;
}

__global__ void __launch_bounds__(1024) quake_trace_m4_a(const float* __restrict__ trace, float* __restrict__ standard) {
    __shared__ float work[kSamples];
    size_t at = (size_t)blockIdx.x * kSamples + threadIdx.x;
    float v = trace[at];
    float d = v - trace_total_tree(work, v) * (1.0f / kSamples);
    float var = trace_total_tree(work, d * d) * (1.0f / kSamples);
    standard[at] = d * rsqrtf(var + 1e-6f);
}

__device__ __forceinline__ float trace_total_warp(float* work, float v) {
    int t = threadIdx.x;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (t % 32 == 0) work[t / 32] = v;
    __syncthreads();
    v = work[t % 32];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(1024) quake_trace_m4_b(const float* __restrict__ trace, float* __restrict__ standard) {
    __shared__ float work[2][32];
    size_t at = (size_t)blockIdx.x * kSamples + threadIdx.x;
    float v = trace[at];
    float d = v - trace_total_warp(work[0], v) * (1.0f / kSamples);
    float var = trace_total_warp(work[1], d * d) * (1.0f / kSamples);
    standard[at] = d * rsqrtf(var + 1e-6f);
}

// ---- Robot arms: inverse of the damped 32 x 32 stiffness matrix of each arm (Gauss-Jordan).
constexpr int kArms = 132 * 2 * 128, kJoints = 32;

__global__ void __launch_bounds__(1024) robot_arms_m4_a(const float* __restrict__ stiff, float* __restrict__ inverse) {
    __shared__ float m[kJoints][kJoints + 1];
    int c = threadIdx.x, r = threadIdx.y;
    size_t at = (size_t)blockIdx.x * (kJoints * kJoints) + r * kJoints + c;
    m[r][c] = stiff[at] + (r == c ? 8.0f : 0.0f);
    __syncthreads();
    for (int k = 0; k < kJoints; ++k) {
        if (r == k) {
            float p = 1.0f / m[k][k], own = m[k][c];
            __syncwarp();
            m[k][c] = c == k ? p : own * p;
        }
        __syncthreads();
        if (r != k) {
            float f = m[r][k], own = c == k ? 0.0f : m[r][c];
            __syncwarp();
            m[r][c] = fmaf(-f, m[k][c], own);
        }
        __syncthreads();
    }
    inverse[at] = m[r][c];
}

__global__ void __launch_bounds__(128) robot_arms_m4_b(const float* __restrict__ stiff, float* __restrict__ inverse) {
    int c = threadIdx.x % 32;  // a warp an arm, a lane a column; the pivot row is always the first: the rows turn round with each pivot
    size_t at = ((size_t)blockIdx.x * 4 + threadIdx.x / 32) * (kJoints * kJoints) + c;
    float a[kJoints];
#pragma unroll
    for (int r = 0; r < kJoints; ++r) a[r] = stiff[at + r * kJoints] + (r == c ? 8.0f : 0.0f);
#pragma unroll 2
    for (int k = 0; k < kJoints; ++k) {
        float p = 1.0f / __shfl_sync(0xffffffffu, a[0], k), row = c == k ? p : a[0] * p;
#pragma unroll
        for (int r = 1; r < kJoints; ++r) {
            float f = __shfl_sync(0xffffffffu, a[r], k);
            a[r - 1] = fmaf(-f, row, c == k ? 0.0f : a[r]);
        }
        a[kJoints - 1] = row;
    }
#pragma unroll
    for (int r = 0; r < kJoints; ++r) inverse[at + r * kJoints] = a[r];
}

// ---- Cosmic rays: charge that each of 16 modules collected; a pulse has 32 samples (two a word) and belongs to one module.
constexpr int kPulses = 132 * 8 * 256 * 16, kWords = 16, kModules = 16;

__device__ __forceinline__ int pulse_charge(const short2* __restrict__ wave, int i) {
    int charge = 0;
#pragma unroll 8
    for (int s = 0; s < kWords; ++s) {
        short2 w = wave[(size_t)s * kPulses + i];
        charge += max(w.x - 3, 0) + max(w.y - 3, 0);
    }
    return charge;
}

__global__ void __launch_bounds__(256) cosmic_charge_m4_a(const short2* __restrict__ wave, const int* __restrict__ module, int* __restrict__ collected) {
    int i = blockIdx.x * 256 + threadIdx.x;
    atomicAdd(&collected[module[i]], pulse_charge(wave, i));
}

__global__ void __launch_bounds__(256) cosmic_charge_m4_b(const short2* __restrict__ wave, const int* __restrict__ module, int* __restrict__ collected) {
    __shared__ int part[8][kModules];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 8 * kModules) part[t / kModules][t % kModules] = 0;
    __syncthreads();
    atomicAdd(&part[t / 32][module[i]], pulse_charge(wave, i));
    __syncthreads();
    if (t < kModules) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[w][t];
        atomicAdd(&collected[t], sum);
    }
}

// ---- Weather stations: number, sum and sum of squares of the messages of each station; messages come in bursts.
constexpr int kMessages = 132 * 8 * 256 * 64, kStations = 1 << 20;

__global__ void __launch_bounds__(256) station_report_m4_a(const int* __restrict__ station, const float* __restrict__ value, float4* __restrict__ report) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = value[i];
    float* r = &report[station[i]].x;
    atomicAdd(r, 1.0f);
    atomicAdd(r + 1, v);
    atomicAdd(r + 2, v * v);
}

__global__ void __launch_bounds__(256) station_report_m4_b(const int* __restrict__ station, const float* __restrict__ value, float4* __restrict__ report) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    int s = station[i];
    float v = value[i], sum = v, square = v * v;
    int before = __shfl_up_sync(0xffffffffu, s, 1);
    bool head = lane == 0 || before != s;
    unsigned heads = __ballot_sync(0xffffffffu, head), above = lane == 31 ? 0u : heads >> (lane + 1);
    int end = above ? lane + __ffs(above) : 32;  // first lane of the next burst
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float p = __shfl_down_sync(0xffffffffu, sum, o), q = __shfl_down_sync(0xffffffffu, square, o);
        if (lane + o < end) { sum += p; square += q; }
    }
    if (head) {
        float* r = &report[s].x;
        atomicAdd(r, (float)(end - lane));
        atomicAdd(r + 1, sum);
        atomicAdd(r + 2, square);
    }
}

// ---- Night sky photographs: light collected in each of eight zones of brightness.
constexpr int kSkyBlocks = 132 * 8, kSkyQuads = kSkyBlocks * 256 * 4 * 60, kZones = 8;  // four pixels each

__global__ void __launch_bounds__(256) night_sky_m4_a(const uchar4* __restrict__ sky, int* __restrict__ zone) {
    __shared__ int part[kZones];
    int t = threadIdx.x;
    if (t < kZones) part[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < kSkyQuads; i += 4 * kSkyBlocks * 256) {
        uchar4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = sky[i + j * kSkyBlocks * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(&part[p[j].x >> 5], p[j].x); atomicAdd(&part[p[j].y >> 5], p[j].y);
            atomicAdd(&part[p[j].z >> 5], p[j].z); atomicAdd(&part[p[j].w >> 5], p[j].w);
        }
    }
    __syncthreads();
    if (t < kZones) atomicAdd(&zone[t], part[t]);
}

__global__ void __launch_bounds__(256) night_sky_m4_b(const uchar4* __restrict__ sky, int* __restrict__ zone) {
    __shared__ int part[kZones][256];  // a column a thread
    int t = threadIdx.x;
#pragma unroll
    for (int z = 0; z < kZones; ++z) part[z][t] = 0;
    for (int i = blockIdx.x * 256 + t; i < kSkyQuads; i += 4 * kSkyBlocks * 256) {
        uchar4 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = sky[i + j * kSkyBlocks * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            part[p[j].x >> 5][t] += p[j].x; part[p[j].y >> 5][t] += p[j].y;
            part[p[j].z >> 5][t] += p[j].z; part[p[j].w >> 5][t] += p[j].w;
        }
    }
    __syncthreads();
    int w = t / 32, sum = 0;  // a warp a zone
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += part[w][k * 32 + t % 32];
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (t % 32 == 0) atomicAdd(&zone[w], sum);
}

// ---- Meadow: hares and lynxes of each meadow after 96 weeks.
constexpr int kMeadows = 132 * 8 * 256 * 16, kWeeks = 96;

__global__ void __launch_bounds__(256) lynx_meadow_m4_a(const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float hares = 2.0f + start[i].x, lynxes = 2.0f + start[i].y;
#pragma unroll 4
    for (int week = 0; week < kWeeks; ++week) {
        float born = hares * (1.1 - 0.4 * lynxes), grown = lynxes * (0.1 * hares - 0.4);
        hares += 0.02 * born;
        lynxes += 0.02 * grown;
    }
    end[i] = make_float2(hares, lynxes);
}

__global__ void __launch_bounds__(256) lynx_meadow_m4_b(const float2* __restrict__ start, float2* __restrict__ end) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float hares = 2.0f + start[i].x, lynxes = 2.0f + start[i].y;
#pragma unroll 4
    for (int week = 0; week < kWeeks; ++week) {
        float born = hares * (1.1f - 0.4f * lynxes), grown = lynxes * (0.1f * hares - 0.4f);
        hares += 0.02f * born;
        lynxes += 0.02f * grown;
    }
    end[i] = make_float2(hares, lynxes);
}

// ---- Organ recording: level in decibels of each window of 16384 samples.
constexpr int kWindows = 132 * 8 * 8, kWindow = 16384;

__device__ __forceinline__ float organ_energy(const float4* __restrict__ sound) {
    __shared__ float work[8];
    int t = threadIdx.x;
    const float4* from = sound + (size_t)blockIdx.x * (kWindow / 4);
    float sum = 0.0f;
#pragma unroll 4
    for (int k = t; k < kWindow / 4; k += 256) {
        float4 v = __ldcs(from + k);
        sum += fmaf(v.x, v.x, v.y * v.y) + fmaf(v.z, v.z, v.w * v.w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) work[t / 32] = sum;
    __syncthreads();
    sum = t < 8 ? work[t] : 0.0f;
#pragma unroll
    for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    return sum;
}

__global__ void __launch_bounds__(256) organ_level_m4_a(const float4* __restrict__ sound, float* __restrict__ level) {
    float sum = organ_energy(sound);
    if (threadIdx.x == 0) level[blockIdx.x] = 20.0 * log10(sqrt((double)sum / kWindow) + 1e-9);
}

__global__ void __launch_bounds__(256) organ_level_m4_b(const float4* __restrict__ sound, float* __restrict__ level) {
    float sum = organ_energy(sound);
    if (threadIdx.x == 0) level[blockIdx.x] = 20.0f * log10f(sqrtf(sum * (1.0f / kWindow)) + 1e-9f);
}

// ---- Star cluster: how many stars lie in each of 256 shells around the centre (x, y, z, mass).
constexpr int kClusterBlocks = 132 * 3, kStarStep = kClusterBlocks * 512, kStars = kStarStep * 4 * 75, kShells = 256;

__global__ void __launch_bounds__(512, 3) star_shells_m4_a(const float4* __restrict__ star, int* __restrict__ shell) {
    __shared__ int part[4][kShells];
    int t = threadIdx.x, copy = (t / 32) % 4;
    for (int k = t; k < 4 * kShells; k += 512) part[k / kShells][k % kShells] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 512 + t; i < kStars; i += 4 * kStarStep) {
        float4 s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] = __ldcs(star + i + j * kStarStep);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float r2 = fmaf(s[j].x, s[j].x, fmaf(s[j].y, s[j].y, s[j].z * s[j].z));
            atomicAdd(&part[copy][min((int)(r2 * 85.0f), kShells - 1)], 1);
        }
    }
    __syncthreads();
    if (t < kShells) atomicAdd(&shell[t], part[0][t] + part[1][t] + part[2][t] + part[3][t]);
}

// ---- Inputs of shapes that the harness does not have.
__global__ void harness_layers(int* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float u = 0.5f + 0.5f * harness::unit(i * 2654435761u + 91u);
        p[i] = 2 + (int)(60.0f * u * u * u * u);
    }
}
__global__ void harness_bursts(int* p, int n) {  // bursts of 19 and of 45 messages in turn
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned burst = 2u * (i / 64) + (i % 64 >= 19);
        p[i] = (int)((burst * 2654435761u >> 7) & (kStations - 1));
    }
}
__global__ void harness_sky(unsigned char* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float u = 0.5f + 0.5f * harness::unit((uint32_t)i * 2654435761u + 17u);
        p[i] = (unsigned char)(255.0f * u * u * u);
    }
}
__global__ void harness_waves(short* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (short)(20.0f * harness::unit((uint32_t)i * 2654435761u + 23u));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one large and two middling input fields, index fields, results.
    constexpr size_t kMost = (size_t)kStars * 4;
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kSeen * 4, 42), *out = empty<float>((size_t)kTraces * kSamples);
    static_assert((size_t)kTraces * kSamples <= kMost && (size_t)kArms * 1024 <= kMost && (size_t)kWindows * kWindow <= kMost && (size_t)kSeen * 4 <= kMost &&
                  kMessages <= kMost && kDrops <= kMost && (size_t)kMeadows * 2 <= kMost, "the input field is too short");
    static_assert((size_t)kArms * 1024 <= (size_t)kTraces * kSamples && kStations * 4 <= (size_t)kTraces * kSamples && kDrops <= (size_t)kTraces * kSamples, "the result field is too short");
    int *kind = indices(kFlies, 2, 43), *stuff = indices(kSeen, 4, 44), *module = indices(kPulses, kModules, 45);
    int *layers = empty<int>(kDrops), *station = empty<int>(kMessages), *whole = reinterpret_cast<int*>(out);
    unsigned char* sky = empty<unsigned char>((size_t)kSkyQuads * 4);
    short* waves = empty<short>((size_t)kPulses * kWords * 2);
    harness_layers<<<2048, 256>>>(layers, kDrops);
    harness_bursts<<<2048, 256>>>(station, kMessages);
    harness_sky<<<2048, 256>>>(sky, (size_t)kSkyQuads * 4);
    harness_waves<<<2048, 256>>>(waves, (size_t)kPulses * kWords * 2);
    CHECK(cudaGetLastError());
    Lamp lamps[kLamps];
    for (int l = 0; l < kLamps; ++l) {
        float a = 0.7f * l, h = 0.3f + 0.025f * l, r = std::sqrt(1.0f - h * h);
        lamps[l] = {r * std::cos(a), r * std::sin(a), h, 0.5f + 0.02f * l};
    }
    CHECK(cudaMemcpyToSymbol(kHall, lamps, sizeof lamps));
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    short2* wave2 = reinterpret_cast<short2*>(waves);
    uchar4* sky4 = reinterpret_cast<uchar4*>(sky);

    add("firefly_chorus_m4_a", out, kFlies, Output::i32, [=] { firefly_chorus_m4_a<<<kFlies / 256, 256>>>(one, kind, whole); });
    add("firefly_chorus_m4_b", out, kFlies, Output::i32, [=] { firefly_chorus_m4_b<<<kFlies / 256, 256>>>(one, kind, whole); });

    add("museum_hall_m4_a", out, kSeen, Output::f32, [=] { museum_hall_m4_a<<<kSeen / 512, 512>>>(one4, two4, stuff, out); });
    add("museum_hall_m4_b", out, kSeen, Output::f32, [=] { museum_hall_m4_b<<<kSeen / 512, 512>>>(one4, two4, stuff, out); });

    add("rain_shower_m4_a", out, kDrops, Output::f32, [=] { rain_shower_m4_a<<<kRainThreads / 256, 256>>>(one, layers, out); });
    add("rain_shower_m4_b", out, kDrops, Output::f32, [=] { rain_shower_m4_b<<<kRainThreads / 256, 256>>>(one, layers, out); });

    add("quake_trace_m4_a", out, (size_t)kTraces * kSamples, Output::f32, [=] { quake_trace_m4_a<<<kTraces, 1024>>>(one, out); });
    add("quake_trace_m4_b", out, (size_t)kTraces * kSamples, Output::f32, [=] { quake_trace_m4_b<<<kTraces, 1024>>>(one, out); });

    add("robot_arms_m4_a", out, (size_t)kArms * 1024, Output::f32, [=] { robot_arms_m4_a<<<kArms, dim3(32, 32)>>>(one, out); });
    add("robot_arms_m4_b", out, (size_t)kArms * 1024, Output::f32, [=] { robot_arms_m4_b<<<kArms / 4, 128>>>(one, out); });

    add("cosmic_charge_m4_a", out, kModules, Output::i32, [=] { cosmic_charge_m4_a<<<kPulses / 256, 256>>>(wave2, module, whole); });
    add("cosmic_charge_m4_b", out, kModules, Output::i32, [=] { cosmic_charge_m4_b<<<kPulses / 256, 256>>>(wave2, module, whole); });

    add("station_report_m4_a", out, (size_t)kStations * 4, Output::f32, [=] { station_report_m4_a<<<kMessages / 256, 256>>>(station, one, out4); });
    add("station_report_m4_b", out, (size_t)kStations * 4, Output::f32, [=] { station_report_m4_b<<<kMessages / 256, 256>>>(station, one, out4); });

    add("night_sky_m4_a", out, kZones, Output::i32, [=] { night_sky_m4_a<<<kSkyBlocks, 256>>>(sky4, whole); });
    add("night_sky_m4_b", out, kZones, Output::i32, [=] { night_sky_m4_b<<<kSkyBlocks, 256>>>(sky4, whole); });

    add("lynx_meadow_m4_a", out, (size_t)kMeadows * 2, Output::f32, [=] { lynx_meadow_m4_a<<<kMeadows / 256, 256>>>(one2, out2); });
    add("lynx_meadow_m4_b", out, (size_t)kMeadows * 2, Output::f32, [=] { lynx_meadow_m4_b<<<kMeadows / 256, 256>>>(one2, out2); });

    add("organ_level_m4_a", out, kWindows, Output::f32, [=] { organ_level_m4_a<<<kWindows, 256>>>(one4, out); });
    add("organ_level_m4_b", out, kWindows, Output::f32, [=] { organ_level_m4_b<<<kWindows, 256>>>(one4, out); });

    add("star_shells_m4_a", out, kShells, Output::i32, [=] { star_shells_m4_a<<<kClusterBlocks, 512>>>(one4, whole); });

    return harness::run(argc, argv, cases);
}
