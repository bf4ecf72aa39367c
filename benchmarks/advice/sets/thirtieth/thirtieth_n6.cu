// Eleven measured cases from imaging, finance, robotics, geodesy and storage: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Magnetic resonance: image value at each voxel as a sum over 256 samples of the k-space trajectory (non-uniform Fourier sum).
constexpr int kVoxelBlocks = 132 * 128, kVoxels = kVoxelBlocks * 128, kTrail = 256;

template <bool kFast>
__device__ __forceinline__ void willow_echo(const float4* __restrict__ trail, const float* __restrict__ px, const float* __restrict__ py,
                                            const float* __restrict__ pz, float2* __restrict__ image) {
    __shared__ float4 step[kTrail];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    step[t] = trail[t];
    step[t + 128] = trail[t + 128];
    float x = 2.0f * px[i], y = 2.0f * py[i], z = 2.0f * pz[i], re = 0.0f, im = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kTrail; ++k) {
        float4 s = step[k];
        float phase = fmaf(s.x, x, fmaf(s.y, y, s.z * z)), sine, cosine;
        if (kFast) __sincosf(phase, &sine, &cosine);
        else sincosf(phase, &sine, &cosine);
        re = fmaf(s.w, cosine, re);
        im = fmaf(s.w, sine, im);
    }
    image[i] = make_float2(re, im);
}

__global__ void __launch_bounds__(128) willow_echo_n6_a(const float4* __restrict__ trail, const float* __restrict__ px, const float* __restrict__ py,
                                                        const float* __restrict__ pz, float2* __restrict__ image) {
    willow_echo<false>(trail, px, py, pz, image);
}
__global__ void __launch_bounds__(128) willow_echo_n6_b(const float4* __restrict__ trail, const float* __restrict__ px, const float* __restrict__ py,
                                                        const float* __restrict__ pz, float2* __restrict__ image) {
    willow_echo<true>(trail, px, py, pz, image);
}

// ---- Film mastering: encode the linear light of an 8K frame with the perceptual quantiser curve (ST 2084), half precision out.
constexpr int kFrame = 7680 * 4320 * 3, kFrameQuads = kFrame / 4;

template <bool kFast>
__device__ __forceinline__ float sunset_curve(float light) {
    float l = __saturatef(fmaf(0.5f, light, 0.5f));
    float y = kFast ? __powf(l, 0.1593017578125f) : powf(l, 0.1593017578125f);
    float r = __fdividef(fmaf(18.8515625f, y, 0.8359375f), fmaf(18.6875f, y, 1.0f));
    return kFast ? __powf(r, 78.84375f) : powf(r, 78.84375f);
}

template <bool kFast>
__device__ __forceinline__ void sunset_reel(const float4* __restrict__ light, uint2* __restrict__ code) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 l = light[i];
    __half2 low = __floats2half2_rn(sunset_curve<kFast>(l.x), sunset_curve<kFast>(l.y));
    __half2 high = __floats2half2_rn(sunset_curve<kFast>(l.z), sunset_curve<kFast>(l.w));
    code[i] = make_uint2(*reinterpret_cast<unsigned*>(&low), *reinterpret_cast<unsigned*>(&high));
}

__global__ void __launch_bounds__(256) sunset_reel_n6_a(const float4* __restrict__ light, uint2* __restrict__ code) { sunset_reel<false>(light, code); }
__global__ void __launch_bounds__(256) sunset_reel_n6_b(const float4* __restrict__ light, uint2* __restrict__ code) { sunset_reel<true>(light, code); }

// ---- Star cluster: pull of 512 softened bodies on each of 1.6 million probes.
constexpr int kProbeBlocks = 132 * 48, kProbes = kProbeBlocks * 256, kBodies = 512;

template <bool kFast>
__device__ __forceinline__ void lantern_drift(const float4* __restrict__ body, const float4* __restrict__ probe, float4* __restrict__ pull) {
    __shared__ float4 near[kBodies];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    near[t] = body[t];
    near[t + 256] = body[t + 256];
    float4 me = probe[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f, depth = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kBodies; ++k) {
        float4 b = near[k];
        float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
        float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)));
        float s;
        if (kFast) {
            float inverse = rsqrtf(r2);
            s = b.w * inverse * inverse * inverse;
        } else {
            float r = sqrtf(r2);
            s = b.w / (r * r2);
        }
        ax = fmaf(s, dx, ax);
        ay = fmaf(s, dy, ay);
        az = fmaf(s, dz, az);
        depth = fmaf(s, r2, depth);
    }
    pull[i] = make_float4(ax, ay, az, depth);
}

__global__ void __launch_bounds__(256) lantern_drift_n6_a(const float4* __restrict__ body, const float4* __restrict__ probe, float4* __restrict__ pull) {
    lantern_drift<false>(body, probe, pull);
}
__global__ void __launch_bounds__(256) lantern_drift_n6_b(const float4* __restrict__ body, const float4* __restrict__ probe, float4* __restrict__ pull) {
    lantern_drift<true>(body, probe, pull);
}

// ---- Vision transformer: permute of a tensor of six axes whose extents are known at run time only (window partition).
constexpr int kAxes = 6;
struct Rooms { int size[kAxes]; int stride[kAxes]; };               // of the result's axes; strides into the source
struct Divider { unsigned divisor, factor, shift; };                // n / divisor = umulhi(n, factor) >> shift for n < 2^31
struct QuickRooms { Divider size[kAxes]; int stride[kAxes]; };

__global__ void __launch_bounds__(256) parquet_rooms_n6_a(const float* __restrict__ from, float* __restrict__ to, Rooms rooms, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    int rest = i, at = 0;
#pragma unroll
    for (int axis = kAxes - 1; axis > 0; --axis) {
        int place = rest % rooms.size[axis];
        rest /= rooms.size[axis];
        at += place * rooms.stride[axis];
    }
    to[i] = from[at + rest * rooms.stride[0]];
}

__global__ void __launch_bounds__(256) parquet_rooms_n6_b(const float* __restrict__ from, float* __restrict__ to, QuickRooms rooms, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    int rest = i, at = 0;
#pragma unroll
    for (int axis = kAxes - 1; axis > 0; --axis) {
        Divider d = rooms.size[axis];
        int next = __umulhi((unsigned)rest, d.factor) >> d.shift;
        int place = rest - next * (int)d.divisor;
        rest = next;
        at += place * rooms.stride[axis];
    }
    to[i] = from[at + rest * rooms.stride[0]];
}

// ---- Object store: CRC-32 of each record of 64 words (records interleaved word by word).
constexpr int kRecordBlocks = 132 * 8 * 4, kRecords = kRecordBlocks * 256, kRecordWords = 64;

__global__ void __launch_bounds__(256) parcel_seals_n6_a(const unsigned* __restrict__ words, unsigned* __restrict__ seal) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned crc = 0xffffffffu;
#pragma unroll 4
    for (int w = 0; w < kRecordWords; ++w) {
        crc ^= words[(size_t)w * kRecords + i];
#pragma unroll
        for (int bit = 0; bit < 32; ++bit) crc = (crc >> 1) ^ ((crc & 1u) ? 0xedb88320u : 0u);
    }
    seal[i] = ~crc;
}

__global__ void __launch_bounds__(256) parcel_seals_n6_b(const unsigned* __restrict__ words, const unsigned* __restrict__ tables, unsigned* __restrict__ seal) {
    __shared__ unsigned table[4][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
#pragma unroll
    for (int k = 0; k < 4; ++k) table[k][t] = tables[k * 256 + t];
    __syncthreads();
    unsigned crc = 0xffffffffu;
#pragma unroll 4
    for (int w = 0; w < kRecordWords; ++w) {
        crc ^= words[(size_t)w * kRecords + i];
        crc = table[3][crc & 255u] ^ table[2][(crc >> 8) & 255u] ^ table[1][(crc >> 16) & 255u] ^ table[0][crc >> 24];
    }
    seal[i] = ~crc;
}

// ---- Power purchase agreement: present value of five years of hourly deliveries (latest first) under each discount scenario.
constexpr int kScenarios = 132 * 128, kHours = 5 * 52 * 168, kSeason = 4368;

__global__ void __launch_bounds__(128) windmill_lease_n6_a(const float* __restrict__ scenario, const float4* __restrict__ cash, float* __restrict__ value) {
    __shared__ float4 season[kSeason / 4];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float d = fmaf(0.0009f, scenario[i], 0.9985f), pv = 0.0f;
    for (int from = 0; from < kHours / 4; from += kSeason / 4) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kSeason / 4; k += 128)
            if (k + t < kSeason / 4) season[k + t] = cash[from + k + t];
        __syncthreads();
#pragma unroll 26
        for (int k = 0; k < kSeason / 4; ++k) {
            float4 c = season[k];
            pv = fmaf(pv, d, c.x);
            pv = fmaf(pv, d, c.y);
            pv = fmaf(pv, d, c.z);
            pv = fmaf(pv, d, c.w);
        }
    }
    value[i] = pv;
}

__global__ void __launch_bounds__(128) windmill_lease_n6_b(const float* __restrict__ scenario, const float4* __restrict__ cash, float* __restrict__ value) {
    __shared__ float4 season[kSeason / 4];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    float d = fmaf(0.0009f, scenario[i], 0.9985f), d2 = d * d, d4 = d2 * d2, p0 = 0.0f, p1 = 0.0f, p2 = 0.0f, p3 = 0.0f;
    for (int from = 0; from < kHours / 4; from += kSeason / 4) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kSeason / 4; k += 128)
            if (k + t < kSeason / 4) season[k + t] = cash[from + k + t];
        __syncthreads();
#pragma unroll 26
        for (int k = 0; k < kSeason / 4; ++k) {
            float4 c = season[k];
            p0 = fmaf(p0, d4, c.x);
            p1 = fmaf(p1, d4, c.y);
            p2 = fmaf(p2, d4, c.z);
            p3 = fmaf(p3, d4, c.w);
        }
    }
    value[i] = fmaf(fmaf(fmaf(p0, d, p1), d, p2), d, p3);
}

// ---- Orthorectification: image line and sample of each cell of a terrain model by rational cubic polynomials (20 terms each).
constexpr int kTerrain = 8192;
__constant__ float heron_terms[4][20];

template <bool kFused>
__device__ __forceinline__ float heron_add(float c, float m, float sum) {  // the reference on the CPU rounds products and sums apart
    return kFused ? fmaf(c, m, sum) : __fadd_rn(sum, __fmul_rn(c, m));
}

template <bool kFused>
__device__ __forceinline__ void heron_survey(const float2* __restrict__ height, float4* __restrict__ where) {  // two neighbours a thread
    int pair = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y, i = row * (kTerrain / 2) + pair;
    float2 both = height[i];
    float p = fmaf((float)row, 2.0f / kTerrain, -1.0f), pp = p * p, place[2][2];
    float m[2][20];
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        float h = s ? both.y : both.x, l = fmaf((float)(2 * pair + s), 2.0f / kTerrain, -1.0f);
        float lp = l * p, lh = l * h, ph = p * h, ll = l * l, hh = h * h;
        const float all[20] = {1.0f,   l,      p,      h,      lp,     lh,     ph,     ll,     pp,     hh,
                               lp * h, ll * l, l * pp, l * hh, ll * p, pp * p, p * hh, ll * h, pp * h, hh * h};
#pragma unroll
        for (int k = 0; k < 20; ++k) m[s][k] = all[k];
    }
#pragma unroll
    for (int axis = 0; axis < 2; ++axis) {
        float top[2], base[2];
#pragma unroll
        for (int s = 0; s < 2; ++s) { top[s] = heron_terms[2 * axis][0]; base[s] = heron_terms[2 * axis + 1][0]; }
#pragma unroll
        for (int k = 1; k < 20; ++k)
#pragma unroll
            for (int s = 0; s < 2; ++s) {
                top[s] = heron_add<kFused>(heron_terms[2 * axis][k], m[s][k], top[s]);
                base[s] = heron_add<kFused>(heron_terms[2 * axis + 1][k], m[s][k], base[s]);
            }
#pragma unroll
        for (int s = 0; s < 2; ++s) place[s][axis] = __fdividef(top[s], base[s]);
    }
    where[i] = make_float4(place[0][0], place[0][1], place[1][0], place[1][1]);
}

__global__ void __launch_bounds__(128) heron_survey_n6_a(const float2* __restrict__ height, float4* __restrict__ where) { heron_survey<false>(height, where); }
__global__ void __launch_bounds__(128) heron_survey_n6_b(const float2* __restrict__ height, float4* __restrict__ where) { heron_survey<true>(height, where); }

// ---- Microseismic array: first arrival at each geophone by short against long running means (samples interleaved by geophone).
constexpr int kPhones = 132 * 2 * 128, kTicks = 1536;

__device__ __forceinline__ bool tremor_step(float x, float& brief, float& steady) {
    float a = fabsf(x);
    brief = fmaf(0.03125f, a - brief, brief);
    steady = fmaf(0.001f, a - steady, steady);
    return brief > 2.5f * steady;
}

__global__ void __launch_bounds__(128) mine_tremor_n6_a(const float* __restrict__ trace, float2* __restrict__ arrival) {
    int phone = blockIdx.x * 128 + threadIdx.x, tick = 0;
    float brief = 0.5f, steady = 0.5f;
    for (; tick < kTicks; ++tick)
        if (tremor_step(trace[(size_t)tick * kPhones + phone], brief, steady)) break;
    arrival[phone] = make_float2((float)tick, steady);
}

__global__ void __launch_bounds__(128) mine_tremor_n6_b(const float* __restrict__ trace, float2* __restrict__ arrival) {
    int phone = blockIdx.x * 128 + threadIdx.x, tick = 0;
    float brief = 0.5f, steady = 0.5f;
    bool found = false;
    for (; tick < kTicks && !found; ) {
        float x[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) x[k] = trace[(size_t)(tick + k) * kPhones + phone];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float last = steady;
            bool over = tremor_step(x[k], brief, steady);
            steady = found ? last : steady;  // what follows an arrival does not count
            found |= over;
            tick += !found;
        }
    }
    arrival[phone] = make_float2((float)tick, steady);
}

// ---- Drone planning: cost of each disturbed rollout of a rigid body over a horizon of 128 steps of approach and 128 of hovering.
constexpr int kPathBlocks = 132 * 3, kPaths = kPathBlocks * 256, kPhase = 128, kHorizon = 2 * kPhase;
__constant__ float4 dragonfly_plan[kHorizon];

struct Dragonfly { float qw, qx, qy, qz, wx, wy, wz, px, py, pz, vx, vy, vz, cost; unsigned seed; };

__device__ __forceinline__ float dragonfly_noise(unsigned& seed) {
    seed = seed * 1664525u + 1013904223u;
    return __uint_as_float((seed >> 9) | 0x3f800000u) - 1.5f;
}

template <bool kHover>
__device__ __forceinline__ void dragonfly_step(Dragonfly& s, float4 plan) {
    constexpr float dt = 0.01f;
    float lift = fmaf(0.4f, dragonfly_noise(s.seed), 9.81f + plan.x), tx = fmaf(0.2f, dragonfly_noise(s.seed), plan.y);
    float ty = fmaf(0.2f, dragonfly_noise(s.seed), plan.z), tz = fmaf(0.1f, dragonfly_noise(s.seed), plan.w);
    // Euler's equations with principal moments 1, 1.1 and 1.8
    float ax = tx - 0.7f * s.wy * s.wz, ay = 0.90909f * (ty + 0.8f * s.wz * s.wx), az = 0.55556f * (tz - 0.1f * s.wx * s.wy);
    s.wx = fmaf(dt, ax, s.wx); s.wy = fmaf(dt, ay, s.wy); s.wz = fmaf(dt, az, s.wz);
    float hx = 0.5f * dt * s.wx, hy = 0.5f * dt * s.wy, hz = 0.5f * dt * s.wz;
    float qw = s.qw - s.qx * hx - s.qy * hy - s.qz * hz, qx = s.qx + s.qw * hx + s.qy * hz - s.qz * hy;
    float qy = s.qy + s.qw * hy + s.qz * hx - s.qx * hz, qz = s.qz + s.qw * hz + s.qx * hy - s.qy * hx;
    float unit = rsqrtf(qw * qw + qx * qx + qy * qy + qz * qz);
    s.qw = qw * unit; s.qx = qx * unit; s.qy = qy * unit; s.qz = qz * unit;
    float ux = 2.0f * (s.qx * s.qz + s.qw * s.qy), uy = 2.0f * (s.qy * s.qz - s.qw * s.qx), uz = 1.0f - 2.0f * (s.qx * s.qx + s.qy * s.qy);
    float drag = 0.1f + 0.02f * (s.vx * s.vx + s.vy * s.vy + s.vz * s.vz);
    s.vx = fmaf(dt, lift * ux - drag * s.vx, s.vx); s.vy = fmaf(dt, lift * uy - drag * s.vy, s.vy);
    s.vz = fmaf(dt, lift * uz - 9.81f - drag * s.vz, s.vz);
    s.px = fmaf(dt, s.vx, s.px); s.py = fmaf(dt, s.vy, s.py); s.pz = fmaf(dt, s.vz, s.pz);
    float gx = s.px - 2.0f, gy = s.py + 1.0f, gz = s.pz - 1.5f;
    constexpr float near = kHover ? 4.0f : 1.0f, calm = kHover ? 0.5f : 0.1f;
    s.cost += near * (gx * gx + gy * gy + gz * gz) + calm * (s.wx * s.wx + s.wy * s.wy + s.wz * s.wz) + 0.01f * (tx * tx + ty * ty + tz * tz) + 0.5f * (1.0f - uz);
}

template <int kUnroll>
__device__ __forceinline__ void dragonfly_paths(const float4* __restrict__ start, float* __restrict__ cost) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 b = start[i];
    Dragonfly s = {1.0f, 0.0f, 0.0f, 0.0f, 0.2f * b.x, 0.2f * b.y, 0.1f * b.z, 0.0f, 0.0f, b.w, 0.5f * b.y, 0.5f * b.z, 0.0f, 0.0f, __float_as_uint(b.x)};
#pragma unroll kUnroll
    for (int t = 0; t < kPhase; ++t) dragonfly_step<false>(s, dragonfly_plan[t]);
#pragma unroll kUnroll
    for (int t = kPhase; t < kHorizon; ++t) dragonfly_step<true>(s, dragonfly_plan[t]);
    cost[i] = s.cost;
}

__global__ void __launch_bounds__(256) dragonfly_paths_n6_a(const float4* __restrict__ start, float* __restrict__ cost) { dragonfly_paths<kPhase>(start, cost); }
__global__ void __launch_bounds__(256) dragonfly_paths_n6_b(const float4* __restrict__ start, float* __restrict__ cost) { dragonfly_paths<4>(start, cost); }

// ---- Computed tomography: line integrals from the detector's readings (Beer and Lambert), eight readings a thread.
constexpr int kReadingBlocks = 132 * 8 * 120, kReadings = kReadingBlocks * 256 * 8;

template <bool kFast>
__device__ __forceinline__ float amber_depth(float reading) {
    float share = fmaf(0.4999f, reading, 0.5001f);
    return kFast ? -__logf(share) : -logf(share);
}

template <bool kFast>
__device__ __forceinline__ void amber_slices(const float4* __restrict__ reading, float4* __restrict__ depth) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 r[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) r[k] = reading[i + k * 256];
#pragma unroll
    for (int k = 0; k < 2; ++k)
        depth[i + k * 256] = make_float4(amber_depth<kFast>(r[k].x), amber_depth<kFast>(r[k].y), amber_depth<kFast>(r[k].z), amber_depth<kFast>(r[k].w));
}

__global__ void __launch_bounds__(256) amber_slices_n6_a(const float4* __restrict__ reading, float4* __restrict__ depth) { amber_slices<false>(reading, depth); }
__global__ void __launch_bounds__(256) amber_slices_n6_b(const float4* __restrict__ reading, float4* __restrict__ depth) { amber_slices<true>(reading, depth); }

// ---- Backup archive: SHA-256 compression of each leaf of 64 bytes (words of the leaves interleaved).
constexpr int kLeafBlocks = 132 * 4 * 36, kLeaves = kLeafBlocks * 256;
__constant__ unsigned archive_round[64];

__device__ __forceinline__ unsigned turn(unsigned x, int by) { return __funnelshift_r(x, x, by); }

__global__ void __launch_bounds__(256, 4) archive_leaves_n6_a(const unsigned* __restrict__ leaf, unsigned* __restrict__ digest) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = leaf[(size_t)k * kLeaves + i];
    unsigned a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au, e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
#pragma unroll 1
    for (int r = 0; r < 64; r += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            unsigned t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + archive_round[r + j] + w[j];
            unsigned t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
        }
        if (r < 48) {
#pragma unroll
            for (int j = 0; j < 16; ++j) {
                unsigned p = w[(j + 1) % 16], q = w[(j + 14) % 16];
                w[j] += (turn(p, 7) ^ turn(p, 18) ^ (p >> 3)) + w[(j + 9) % 16] + (turn(q, 17) ^ turn(q, 19) ^ (q >> 10));
            }
        }
    }
    const unsigned result[8] = {a + 0x6a09e667u, b + 0xbb67ae85u, c + 0x3c6ef372u, d + 0xa54ff53au, e + 0x510e527fu, f + 0x9b05688cu, g + 0x1f83d9abu, h + 0x5be0cd19u};
#pragma unroll
    for (int k = 0; k < 8; ++k) digest[(size_t)k * kLeaves + i] = result[k];
}

int main(int argc, char** argv) {
    using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one field of readings and one of results.
    constexpr size_t kMost = (size_t)kReadings;
    float *one = filled<float>(kMost, 61), *out = harness::empty<float>(kMost);
    static_assert(kMost >= (size_t)kFrame && kMost >= (size_t)kLeaves * 16 && kMost >= (size_t)kRecords * kRecordWords && kMost >= (size_t)kTerrain * kTerrain * 2
                  && kMost >= (size_t)kPhones * kTicks && kMost >= (size_t)kProbes * 4, "fields are too short");
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out);
    float2* out2 = reinterpret_cast<float2*>(out);
    unsigned *words = reinterpret_cast<unsigned*>(one), *sums = reinterpret_cast<unsigned*>(out);

    // Trajectory, bodies with masses in (0, 2), cash flows.
    std::vector<float4> trail(kTrail), bodies(kBodies), cash(kHours / 4), plan(kHorizon);
    auto u = [](uint32_t i) { return harness::unit(i * 2654435761u + 977u); };
    for (uint32_t k = 0; k < kTrail; ++k) trail[k] = make_float4(1.5f * u(4 * k), 1.5f * u(4 * k + 1), 1.5f * u(4 * k + 2), 1.0f + 0.5f * u(4 * k + 3));
    for (uint32_t k = 0; k < kBodies; ++k) bodies[k] = make_float4(u(4 * k + 5000), u(4 * k + 5001), u(4 * k + 5002), 1.0f + u(4 * k + 5003));
    for (uint32_t k = 0; k < kHours / 4; ++k)
        cash[k] = make_float4(1.0f + u(4 * k + 9000), 1.0f + u(4 * k + 9001), 1.0f + u(4 * k + 9002), 1.0f + u(4 * k + 9003));
    for (uint32_t k = 0; k < kHorizon; ++k) plan[k] = make_float4(0.5f * u(4 * k + 70000), 0.1f * u(4 * k + 70001), 0.1f * u(4 * k + 70002), 0.1f * u(4 * k + 70003));
    const float4 *path4 = harness::uploaded(trail), *body4 = harness::uploaded(bodies), *cash4 = harness::uploaded(cash);
    CHECK(cudaMemcpyToSymbol(dragonfly_plan, plan.data(), sizeof(float4) * kHorizon));

    float terms[4][20];
    for (uint32_t q = 0; q < 4; ++q)
        for (uint32_t k = 0; k < 20; ++k) terms[q][k] = k == 0 ? (q % 2 ? 1.0f : 0.1f) : (q % 2 ? 0.02f : k < 4 ? 0.8f : 0.05f) * u(20 * q + k + 300);
    CHECK(cudaMemcpyToSymbol(heron_terms, terms, sizeof terms));

    // Window partition: [batch, rows of windows, row, columns of windows, column, channel] -> [batch, rows, columns, row, column, channel].
    const int batch = 24, high = 32, wide = 32, pane = 7, channels = 96, tensor = batch * high * pane * wide * pane * channels;
    static_assert(kMost >= 24u * 32 * 7 * 32 * 7 * 96, "fields are too short");
    const int size[kAxes] = {batch, high, wide, pane, pane, channels};
    const int stride[kAxes] = {high * pane * wide * pane * channels, pane * wide * pane * channels, pane * channels, wide * pane * channels, channels, 1};
    Rooms rooms; QuickRooms quick;
    for (int k = 0; k < kAxes; ++k) {
        rooms.size[k] = size[k]; rooms.stride[k] = quick.stride[k] = stride[k];
        unsigned log = 0;
        while ((1u << log) < (unsigned)size[k]) ++log;
        quick.size[k] = {(unsigned)size[k], (unsigned)(((1ull << (31 + log)) + size[k] - 1) / size[k]), log - 1};
    }

    std::vector<unsigned> tables(1024);
    for (unsigned k = 0; k < 256; ++k) {
        unsigned c = k;
        for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1u) ? 0xedb88320u : 0u);
        tables[k] = c;
    }
    for (int k = 256; k < 1024; ++k) tables[k] = (tables[k - 256] >> 8) ^ tables[tables[k - 256] & 255u];
    const unsigned* crc = harness::uploaded(tables);

    // The round constants of SHA-256: fractions of the cube roots of the first 64 primes.
    unsigned rounds[64];
    for (int n = 0, p = 2; n < 64; ++p) {
        bool prime = true;
        for (int q = 2; q * q <= p; ++q) prime = prime && p % q;
        if (prime) { long double root = cbrtl((long double)p); rounds[n++] = (unsigned)((root - floorl(root)) * 4294967296.0L); }
    }
    CHECK(cudaMemcpyToSymbol(archive_round, rounds, sizeof rounds));

    add("willow_echo_n6_a", out, (size_t)kVoxels * 2, Output::f32, [=] { willow_echo_n6_a<<<kVoxelBlocks, 128>>>(path4, one, one + kVoxels, one + 2 * kVoxels, out2); });
    add("willow_echo_n6_b", out, (size_t)kVoxels * 2, Output::f32, [=] { willow_echo_n6_b<<<kVoxelBlocks, 128>>>(path4, one, one + kVoxels, one + 2 * kVoxels, out2); });

    add("sunset_reel_n6_a", out, kFrame, Output::f16, [=] { sunset_reel_n6_a<<<kFrameQuads / 256, 256>>>(one4, reinterpret_cast<uint2*>(out)); });
    add("sunset_reel_n6_b", out, kFrame, Output::f16, [=] { sunset_reel_n6_b<<<kFrameQuads / 256, 256>>>(one4, reinterpret_cast<uint2*>(out)); });

    add("lantern_drift_n6_a", out, (size_t)kProbes * 4, Output::f32, [=] { lantern_drift_n6_a<<<kProbeBlocks, 256>>>(body4, one4, out4); });
    add("lantern_drift_n6_b", out, (size_t)kProbes * 4, Output::f32, [=] { lantern_drift_n6_b<<<kProbeBlocks, 256>>>(body4, one4, out4); });

    add("parquet_rooms_n6_a", out, tensor, Output::f32, [=] { parquet_rooms_n6_a<<<tensor / 256, 256>>>(one, out, rooms, tensor); });
    add("parquet_rooms_n6_b", out, tensor, Output::f32, [=] { parquet_rooms_n6_b<<<tensor / 256, 256>>>(one, out, quick, tensor); });

    add("parcel_seals_n6_a", out, kRecords, Output::i32, [=] { parcel_seals_n6_a<<<kRecordBlocks, 256>>>(words, sums); });
    add("parcel_seals_n6_b", out, kRecords, Output::i32, [=] { parcel_seals_n6_b<<<kRecordBlocks, 256>>>(words, crc, sums); });

    add("windmill_lease_n6_a", out, kScenarios, Output::f32, [=] { windmill_lease_n6_a<<<kScenarios / 128, 128>>>(one, cash4, out); });
    add("windmill_lease_n6_b", out, kScenarios, Output::f32, [=] { windmill_lease_n6_b<<<kScenarios / 128, 128>>>(one, cash4, out); });

    add("heron_survey_n6_a", out, (size_t)kTerrain * kTerrain * 2, Output::f32, [=] { heron_survey_n6_a<<<dim3(kTerrain / 256, kTerrain), 128>>>(reinterpret_cast<float2*>(one), out4); });
    add("heron_survey_n6_b", out, (size_t)kTerrain * kTerrain * 2, Output::f32, [=] { heron_survey_n6_b<<<dim3(kTerrain / 256, kTerrain), 128>>>(reinterpret_cast<float2*>(one), out4); });

    add("mine_tremor_n6_a", out, kPhones * 2, Output::f32, [=] { mine_tremor_n6_a<<<kPhones / 128, 128>>>(one, out2); });
    add("mine_tremor_n6_b", out, kPhones * 2, Output::f32, [=] { mine_tremor_n6_b<<<kPhones / 128, 128>>>(one, out2); });

    add("dragonfly_paths_n6_a", out, kPaths, Output::f32, [=] { dragonfly_paths_n6_a<<<kPathBlocks, 256>>>(one4, out); });
    add("dragonfly_paths_n6_b", out, kPaths, Output::f32, [=] { dragonfly_paths_n6_b<<<kPathBlocks, 256>>>(one4, out); });

    add("amber_slices_n6_a", out, kReadings, Output::f32, [=] { amber_slices_n6_a<<<kReadingBlocks, 256>>>(one4, out4); });
    add("amber_slices_n6_b", out, kReadings, Output::f32, [=] { amber_slices_n6_b<<<kReadingBlocks, 256>>>(one4, out4); });

    add("archive_leaves_n6_a", out, (size_t)kLeaves * 8, Output::i32, [=] { archive_leaves_n6_a<<<kLeafBlocks, 256>>>(words, sums); });

    return harness::run(argc, argv, cases);
}
