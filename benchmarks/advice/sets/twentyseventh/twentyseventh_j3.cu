// Eleven measured cases from receivers, catalogues, orbits, globes, markets, robots, networks, soundings, medicine, kites and film: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

template <int kWarps>
__device__ __forceinline__ float block_sum(float v) {  // valid in every thread
    __shared__ float part[kWarps];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x % 32 < kWarps ? part[threadIdx.x % 32] : 0.0f;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// ---- Magnetic resonance: signal power of each of 24 receive coils over a complex volume of 128^3 voxels.
constexpr int kCoils = 24, kVoxelPairs = 128 * 128 * 128 / 2, kSlabs = 44;

__device__ __forceinline__ float coil_power(const float4* __restrict__ coil, int first, int step) {
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int i = first; i < kVoxelPairs; i += step) {
        float4 v = coil[i];
        re = fmaf(v.x, v.x, fmaf(v.z, v.z, re));
        im = fmaf(v.y, v.y, fmaf(v.w, v.w, im));
    }
    return block_sum<16>(re + im);
}

__global__ void __launch_bounds__(512) attic_antennas_j3_a(const float4* __restrict__ volume, float* __restrict__ power) {
    float sum = coil_power(volume + (size_t)blockIdx.x * kVoxelPairs, threadIdx.x, 512);
    if (threadIdx.x == 0) power[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(512) attic_antennas_j3_b(const float4* __restrict__ volume, float* __restrict__ power) {
    float sum = coil_power(volume + (size_t)blockIdx.x * kVoxelPairs, blockIdx.y * 512 + threadIdx.x, gridDim.y * 512);
    if (threadIdx.x == 0) atomicAdd(power + blockIdx.x, sum);
}

// ---- Seed bank: Manhattan distance between the k-mer profiles of 384 accessions and 384 references (profiles stored trait by trait).
constexpr int kSeeds = 384, kTraits = 8448, kTile = 64, kDeep = 16, kParts = 44;

__device__ __forceinline__ void seed_tile(const float* __restrict__ ours, const float* __restrict__ theirs, int from, int to, float4 (&row)[4]) {
    __shared__ __align__(16) float left[2][kDeep][kTile], right[2][kDeep][kTile];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const float* a = ours + (size_t)(from + ty) * kSeeds + blockIdx.y * kTile + tx * 4;
    const float* b = theirs + (size_t)(from + ty) * kSeeds + blockIdx.x * kTile + tx * 4;
    float sum[4][4] = {};
    *reinterpret_cast<float4*>(&left[0][ty][tx * 4]) = *reinterpret_cast<const float4*>(a);
    *reinterpret_cast<float4*>(&right[0][ty][tx * 4]) = *reinterpret_cast<const float4*>(b);
    __syncthreads();
    int now = 0;
    for (int k0 = from; k0 < to; k0 += kDeep) {
        bool more = k0 + kDeep < to;
        float4 na, nb;
        if (more) {
            a += kDeep * kSeeds; b += kDeep * kSeeds;
            na = *reinterpret_cast<const float4*>(a);
            nb = *reinterpret_cast<const float4*>(b);
        }
#pragma unroll
        for (int k = 0; k < kDeep; ++k) {
            float4 u4 = *reinterpret_cast<const float4*>(&left[now][k][ty * 4]), v4 = *reinterpret_cast<const float4*>(&right[now][k][tx * 4]);
            float u[4] = {u4.x, u4.y, u4.z, u4.w}, v[4] = {v4.x, v4.y, v4.z, v4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(u[i] - v[j]);
        }
        if (more) {
            *reinterpret_cast<float4*>(&left[now ^ 1][ty][tx * 4]) = na;
            *reinterpret_cast<float4*>(&right[now ^ 1][ty][tx * 4]) = nb;
            __syncthreads();
            now ^= 1;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) row[i] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__device__ __forceinline__ float4* seed_place(float* distance, int i) {
    return reinterpret_cast<float4*>(distance + (blockIdx.y * kTile + threadIdx.x / 16 * 4 + i) * kSeeds + blockIdx.x * kTile + threadIdx.x % 16 * 4);
}

__global__ void __launch_bounds__(256) seed_catalogue_j3_a(const float* __restrict__ ours, const float* __restrict__ theirs, float* __restrict__ distance) {
    float4 row[4];
    seed_tile(ours, theirs, 0, kTraits, row);
#pragma unroll
    for (int i = 0; i < 4; ++i) *seed_place(distance, i) = row[i];
}

__global__ void __launch_bounds__(256) seed_catalogue_j3_b(const float* __restrict__ ours, const float* __restrict__ theirs, float* __restrict__ distance) {
    float4 row[4];
    seed_tile(ours, theirs, blockIdx.z * (kTraits / kParts), (blockIdx.z + 1) * (kTraits / kParts), row);
#pragma unroll
    for (int i = 0; i < 4; ++i) atomicAdd(seed_place(distance, i), row[i]);
}

// ---- Almanac: positions of comets after 200 leapfrog steps about an oblate body, four comets a thread.
constexpr int kFlocks = 147 * 1024, kSteps = 200;  // flocks of four

template <int kThreads>
__device__ __forceinline__ void comet_run(const float4* __restrict__ sky, float4* __restrict__ later) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 a = sky[i], b = sky[i + kFlocks], c = sky[i + 2 * kFlocks];
    float x[4] = {a.x, a.y, a.z, a.w}, y[4] = {b.x, b.y, b.z, b.w}, z[4] = {c.x, c.y, c.z, c.w}, vx[4], vy[4], vz[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        x[j] = fmaf(0.3f, x[j], 1.0f); y[j] *= 0.4f; z[j] *= 0.2f;
        vx[j] = -0.9f * y[j]; vy[j] = 0.95f * x[j]; vz[j] = 0.1f * z[j];
    }
    for (int s = 0; s < kSteps; ++s) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float zz = z[j] * z[j], rr = fmaf(x[j], x[j], fmaf(y[j], y[j], zz));
            float inv = rsqrtf(rr), inv2 = inv * inv, pull = -0.01f * inv * inv2, flat = 0.0016f * inv2, tilt = -5.0f * zz * inv2;
            float side = pull * fmaf(flat, 1.0f + tilt, 1.0f), up = pull * fmaf(flat, 3.0f + tilt, 1.0f);
            vx[j] = fmaf(side, x[j], vx[j]); vy[j] = fmaf(side, y[j], vy[j]); vz[j] = fmaf(up, z[j], vz[j]);
            x[j] = fmaf(0.01f, vx[j], x[j]); y[j] = fmaf(0.01f, vy[j], y[j]); z[j] = fmaf(0.01f, vz[j], z[j]);
        }
    }
    later[i] = make_float4(x[0], x[1], x[2], x[3]);
    later[i + kFlocks] = make_float4(y[0], y[1], y[2], y[3]);
    later[i + 2 * kFlocks] = make_float4(z[0], z[1], z[2], z[3]);
}

__global__ void __launch_bounds__(1024) comet_almanac_j3_a(const float4* __restrict__ sky, float4* __restrict__ later) { comet_run<1024>(sky, later); }
__global__ void __launch_bounds__(128) comet_almanac_j3_b(const float4* __restrict__ sky, float4* __restrict__ later) { comet_run<128>(sky, later); }

// ---- Geodesy: harmonic synthesis of a gravity field: for each order the sums over its degrees at 4096 latitudes (three-term recursion).
constexpr int kOrders = 132 * 8, kLatitudes = 4096;

__device__ __forceinline__ void globe_order(const float4* __restrict__ terms, const float (&x)[4], float2* __restrict__ field, int m) {
    const float4* term = terms + (m * kOrders - m * (m - 1) / 2);
    float p[4], q[4], even[4], odd[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = 1.0f; q[j] = 0.0f; even[j] = 0.0f; odd[j] = 0.0f; }
    int degrees = kOrders - m;
#pragma unroll 4
    for (int n = 0; n < degrees; ++n) {
        float4 w = term[n];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            even[j] = fmaf(w.z, p[j], even[j]);
            odd[j] = fmaf(w.w, p[j], odd[j]);
            float r = fmaf(w.x * x[j], p[j], w.y * q[j]);
            q[j] = p[j]; p[j] = r;
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) field[(size_t)m * kLatitudes + threadIdx.x + j * 1024] = make_float2(even[j], odd[j]);
}

__global__ void __launch_bounds__(1024) globe_engraver_j3_a(const float4* __restrict__ terms, const float* __restrict__ latitude, float2* __restrict__ field) {
    float x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = latitude[threadIdx.x + j * 1024];
    int each = kOrders / gridDim.x;
    for (int k = 0; k < each; ++k) globe_order(terms, x, field, blockIdx.x * each + k);
}

__global__ void __launch_bounds__(1024) globe_engraver_j3_b(const float4* __restrict__ terms, const float* __restrict__ latitude, float2* __restrict__ field) {
    float x[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) x[j] = latitude[threadIdx.x + j * 1024];
    int each = kOrders / gridDim.x;
    for (int k = 0; k < each; ++k)  // there and back again
        globe_order(terms, x, field, k * gridDim.x + (k % 2 ? gridDim.x - 1 - blockIdx.x : blockIdx.x));
}

// ---- Market: traded value and traded volume of each ticker from its run of trades in the day's tape.
constexpr int kTickers = 60000, kLongest = 2048;

__device__ __forceinline__ float2 tape_sum(const float* __restrict__ price, const float* __restrict__ lots, int from, int to) {
    float value = 0.0f, volume = 0.0f;
#pragma unroll 4
    for (int i = from + threadIdx.x % 32; i < to; i += 32) {
        float n = lots[i] + 1.5f;
        value = fmaf(price[i] + 2.0f, n, value);
        volume += n;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        value += __shfl_xor_sync(0xffffffffu, value, o);
        volume += __shfl_xor_sync(0xffffffffu, volume, o);
    }
    return make_float2(value, volume);
}

__global__ void __launch_bounds__(256) market_parrots_j3_a(const float* __restrict__ price, const float* __restrict__ lots, const int* __restrict__ offsets,
                                                           float2* __restrict__ traded) {
    int ticker = blockIdx.x * 8 + threadIdx.x / 32;
    float2 sum = tape_sum(price, lots, offsets[ticker], offsets[ticker + 1]);
    if (threadIdx.x % 32 == 0) traded[ticker] = sum;
}

__global__ void __launch_bounds__(256) market_parrots_j3_b(const float* __restrict__ price, const float* __restrict__ lots, const int4* __restrict__ runs, int count,
                                                           float2* __restrict__ traded) {
    int at = blockIdx.x * 8 + threadIdx.x / 32;
    if (at >= count) return;
    int4 run = runs[at];
    float2 sum = tape_sum(price, lots, run.y, run.z);
    if (threadIdx.x % 32 == 0) atomicAdd(traded + run.x, sum);
}

// ---- Robots on a beach: weight of each particle of a robot's localisation filter from its ranges to twelve beacons.
constexpr int kCrabs = 28, kGuesses = 264 * 128, kBeacons = 12;

__device__ __forceinline__ float crab_weight(float2 guess, const float4* __restrict__ beacons) {
    float error = 0.0f;
#pragma unroll
    for (int b = 0; b < kBeacons; ++b) {
        float4 w = beacons[b];
        float dx = guess.x - w.x, dy = guess.y - w.y, miss = fmaf(dx, dx, dy * dy) - w.z * w.z;
        error = fmaf(miss * miss, 0.05f, error);
    }
    return __expf(-error);
}

__global__ void __launch_bounds__(128) lighthouse_crabs_j3_a0(const float2* __restrict__ guesses, const float4* __restrict__ beacons, float* __restrict__ weight) {
    int i = blockIdx.x * 128 + threadIdx.x;
    weight[i] = crab_weight(guesses[i], beacons);
}

__global__ void __launch_bounds__(128) lighthouse_crabs_j3_b(const float2* __restrict__ guesses, const float4* __restrict__ beacons, float* __restrict__ weight) {
    int crab = blockIdx.y, i = crab * kGuesses + blockIdx.x * 128 + threadIdx.x;
    weight[i] = crab_weight(guesses[i], beacons + crab * kBeacons);
}

// ---- Language model: residual add, then root-mean-square normalisation of each token's 4096 features with a learned gain (half precision).
constexpr int kTokens = 24576, kWide = 4096, kVecs = kWide / 8;

__device__ __forceinline__ uint4 add8(uint4 a, uint4 b) {
    const __half2 *x = reinterpret_cast<const __half2*>(&a), *y = reinterpret_cast<const __half2*>(&b);
    uint4 r;
    __half2* o = reinterpret_cast<__half2*>(&r);
#pragma unroll
    for (int k = 0; k < 4; ++k) o[k] = __hadd2(x[k], y[k]);
    return r;
}
__device__ __forceinline__ float square8(uint4 a) {
    const __half2* x = reinterpret_cast<const __half2*>(&a);
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float2 f = __half22float2(x[k]); s = fmaf(f.x, f.x, fmaf(f.y, f.y, s)); }
    return s;
}
__device__ __forceinline__ uint4 scale8(uint4 a, uint4 g, float by) {
    const __half2 *x = reinterpret_cast<const __half2*>(&a), *y = reinterpret_cast<const __half2*>(&g);
    uint4 r;
    __half2* o = reinterpret_cast<__half2*>(&r);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(x[k]), w = __half22float2(y[k]);
        o[k] = __floats2half2_rn(f.x * by * w.x, f.y * by * w.y);
    }
    return r;
}

__global__ void __launch_bounds__(256) loom_pattern_j3_a0(const uint4* __restrict__ hidden, const uint4* __restrict__ branch, uint4* __restrict__ joined) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint4 h[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { h[j] = hidden[i + j * 256]; b[j] = branch[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) joined[i + j * 256] = add8(h[j], b[j]);
}

__global__ void __launch_bounds__(kVecs) loom_pattern_j3_a1(const uint4* __restrict__ joined, float* __restrict__ scale) {
    float sum = block_sum<kVecs / 32>(square8(joined[(size_t)blockIdx.x * kVecs + threadIdx.x]));
    if (threadIdx.x == 0) scale[blockIdx.x] = rsqrtf(fmaf(sum, 1.0f / kWide, 1e-5f));
}

__global__ void __launch_bounds__(kVecs) loom_pattern_j3_a2(const uint4* __restrict__ joined, const float* __restrict__ scale, const uint4* __restrict__ gain,
                                                            uint4* __restrict__ normed) {
    size_t i = (size_t)blockIdx.x * kVecs + threadIdx.x;
    normed[i] = scale8(joined[i], gain[threadIdx.x], scale[blockIdx.x]);
}

__global__ void __launch_bounds__(kVecs) loom_pattern_j3_b(const uint4* __restrict__ hidden, const uint4* __restrict__ branch, const uint4* __restrict__ gain,
                                                           uint4* __restrict__ normed) {
    size_t i = (size_t)blockIdx.x * kVecs + threadIdx.x;
    uint4 joined = add8(hidden[i], branch[i]), g = gain[threadIdx.x];
    float sum = block_sum<kVecs / 32>(square8(joined));
    normed[i] = scale8(joined, g, rsqrtf(fmaf(sum, 1.0f / kWide, 1e-5f)));
}

// ---- Soundings: gain of the shot and taper of the window on traces of 64 samples.
constexpr int kTraces = 1 << 21, kSamples = 64;

__global__ void __launch_bounds__(64) canyon_echo_j3_a(const float* __restrict__ trace, const float* __restrict__ gain, const float* __restrict__ taper,
                                                       float* __restrict__ shaped) {
    size_t i = (size_t)blockIdx.x * kSamples + threadIdx.x;
    shaped[i] = trace[i] * (gain[blockIdx.x] * taper[threadIdx.x]);
}

__global__ void __launch_bounds__(256) canyon_echo_j3_b(const float* __restrict__ trace, const float* __restrict__ gain, const float* __restrict__ taper,
                                                        float* __restrict__ shaped) {
    int sample = threadIdx.x % kSamples, first = blockIdx.x * 32 + threadIdx.x / kSamples;
    float window = taper[sample], v[8], g[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j] = trace[(size_t)(first + j * 4) * kSamples + sample]; g[j] = gain[first + j * 4]; }
#pragma unroll
    for (int j = 0; j < 8; ++j) shaped[(size_t)(first + j * 4) * kSamples + sample] = v[j] * (g[j] * window);
}

// ---- Pharmacy: exposure and peak of a drug in the 36 virtual patients of each dosing plan, 240 steps of a compartment model with enzyme induction.
constexpr int kPlans = 67584, kPatients = 36, kHours = 240;

__device__ __forceinline__ void jar_patient(const float4* __restrict__ rates, float dose, float2* __restrict__ exposure, int at) {
    float4 r = rates[at];
    float absorb = fmaf(0.01f, r.x, 0.03f), clear = fmaf(0.01f, r.y, 0.02f), out = fmaf(0.005f, r.z, 0.01f), back = fmaf(0.005f, r.w, 0.01f);
    float gut = fmaf(0.5f, dose, 1.0f), blood = 0.0f, tissue = 0.0f, enzyme = 1.0f, area = 0.0f, peak = 0.0f;
#pragma unroll 8
    for (int h = 0; h < kHours; ++h) {
        float in = absorb * gut, flow = fmaf(out, blood, -back * tissue), gone = clear * enzyme * blood;
        enzyme = fmaf(0.01f, fmaf(0.4f, blood, 1.0f - enzyme), enzyme);
        gut -= in;
        tissue += flow;
        blood += in - flow - gone;
        area += blood;
        peak = fmaxf(peak, blood);
    }
    exposure[at] = make_float2(area, peak);
}

__global__ void __launch_bounds__(kPatients) apothecary_jars_j3_a(const float4* __restrict__ rates, const float* __restrict__ doses, float2* __restrict__ exposure) {
    jar_patient(rates, doses[blockIdx.x], exposure, blockIdx.x * kPatients + threadIdx.x);
}

__global__ void __launch_bounds__(256) apothecary_jars_j3_b(const float4* __restrict__ rates, const float* __restrict__ doses, float2* __restrict__ exposure) {
    int at = blockIdx.x * 256 + threadIdx.x;
    jar_patient(rates, doses[at / kPatients], exposure, at);
}

// ---- Kites: attitude of each kite after 32 steps of a steady turn (quaternions, first-order renormalisation).
constexpr int kKites = 132 * 8 * 30 + 44;  // blocks of 256

template <int kThreads>
__device__ __forceinline__ void kite_turn(const float4* __restrict__ turn, float4* __restrict__ attitude) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 w = turn[i];
    float a = 0.05f * w.x, b = 0.05f * w.y, c = 0.05f * w.z, qw = 1.0f, qx = 0.1f * w.w, qy = 0.0f, qz = 0.0f;
#pragma unroll 4
    for (int s = 0; s < 32; ++s) {
        float nw = fmaf(-a, qx, fmaf(-b, qy, fmaf(-c, qz, qw)));
        float nx = fmaf(a, qw, fmaf(c, qy, fmaf(-b, qz, qx)));
        float ny = fmaf(b, qw, fmaf(a, qz, fmaf(-c, qx, qy)));
        float nz = fmaf(c, qw, fmaf(b, qx, fmaf(-a, qy, qz)));
        float fit = fmaf(-0.5f, fmaf(nw, nw, fmaf(nx, nx, fmaf(ny, ny, nz * nz))), 1.5f);
        qw = nw * fit; qx = nx * fit; qy = ny * fit; qz = nz * fit;
    }
    attitude[i] = make_float4(qw, qx, qy, qz);
}

__global__ void __launch_bounds__(256) kite_festival_j3_a(const float4* __restrict__ turn, float4* __restrict__ attitude) { kite_turn<256>(turn, attitude); }
__global__ void __launch_bounds__(128) kite_festival_j3_b(const float4* __restrict__ turn, float4* __restrict__ attitude) { kite_turn<128>(turn, attitude); }

// ---- Film archive: the frame between two frames (rounded mean of bytes), blocks that stay and walk over the reel.
constexpr int kStep = 132 * 4 * 256, kReel = kStep * 4 * 30;  // of 16 bytes

__global__ void __launch_bounds__(256, 4) film_archive_j3_a(const uint4* __restrict__ before, const uint4* __restrict__ behind, uint4* __restrict__ between) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kReel; i += 4 * kStep) {
        uint4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { a[j] = __ldcs(before + i + j * kStep); b[j] = __ldcs(behind + i + j * kStep); }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(between + i + j * kStep, make_uint4(__vavgu4(a[j].x, b[j].x), __vavgu4(a[j].y, b[j].y), __vavgu4(a[j].z, b[j].z), __vavgu4(a[j].w, b[j].w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two input fields, one result; besides what single cases need.
    constexpr size_t kMost = (size_t)kTraces * kSamples, kHalves = (size_t)kTokens * kWide;
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kReel * 4, 42), *out = empty<float>(kMost);
    static_assert((size_t)kCoils * kVoxelPairs * 4 <= kMost && (size_t)kKites * 1024 <= kMost && (size_t)kReel * 4 <= kMost && kHalves / 2 <= kMost, "fields are too short");
    static_assert((size_t)kPlans * kPatients % 256 == 0 && kTraits % (kParts * kDeep) == 0 && kTickers % 8 == 0, "parts must fit");
    __half *hidden = filled<__half>(kHalves, 43), *branch = filled<__half>(kHalves, 44), *joined = empty<__half>(kHalves);
    float *scale = empty<float>(kTokens);

    std::vector<float4> plan((size_t)kOrders * (kOrders + 1) / 2);  // recursion coefficients stay inside the unit circle
    for (size_t i = 0; i < plan.size(); ++i) {
        uint32_t k = (uint32_t)i * 4;
        plan[i] = make_float4(1.85f + 0.05f * harness::unit(k), -0.985f - 0.01f * harness::unit(k + 1), harness::unit(k + 2), harness::unit(k + 3));
    }
    float4* terms = uploaded(plan);

    std::vector<int> starts(1, 0);
    std::vector<int4> pieces;
    for (int t = 0; t < kTickers; ++t) {  // 400 to 800 trades; fourteen favourites have 60000
        int from = starts.back(), to = from + (t % 4001 == 4000 ? 60000 : 400 + (int)(harness::hash32(t) % 401));
        for (int at = from; at < to; at += kLongest) pieces.push_back(make_int4(t, at, std::min(to, at + kLongest), 0));
        starts.push_back(to);
    }
    if ((size_t)starts.back() > (size_t)kReel * 4) { std::fprintf(stderr, "tape is too long\n"); return 1; }
    int *offsets = uploaded(starts), runs_count = (int)pieces.size();
    int4* runs = uploaded(pieces);

    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    auto u4 = [](void* p) { return reinterpret_cast<uint4*>(p); };
    uint4 *oneu = u4(one), *twou = u4(two), *outu = u4(out), *hiddenu = u4(hidden), *branchu = u4(branch), *joinedu = u4(joined);

    add("attic_antennas_j3_a", out, kCoils, [=] { attic_antennas_j3_a<<<kCoils, 512>>>(one4, out); });
    add("attic_antennas_j3_b", out, kCoils, [=] {
        CHECK(cudaMemsetAsync(out, 0, kCoils * sizeof(float)));
        attic_antennas_j3_b<<<dim3(kCoils, kSlabs), 512>>>(one4, out); });

    add("seed_catalogue_j3_a", out, kSeeds * kSeeds, [=] { seed_catalogue_j3_a<<<dim3(kSeeds / kTile, kSeeds / kTile), 256>>>(one, two, out); });
    add("seed_catalogue_j3_b", out, kSeeds * kSeeds, [=] {
        CHECK(cudaMemsetAsync(out, 0, kSeeds * kSeeds * sizeof(float)));
        seed_catalogue_j3_b<<<dim3(kSeeds / kTile, kSeeds / kTile, kParts), 256>>>(one, two, out); });

    add("comet_almanac_j3_a", out, (size_t)kFlocks * 12, [=] { comet_almanac_j3_a<<<kFlocks / 1024, 1024>>>(one4, out4); });
    add("comet_almanac_j3_b", out, (size_t)kFlocks * 12, [=] { comet_almanac_j3_b<<<kFlocks / 128, 128>>>(one4, out4); });

    add("globe_engraver_j3_a", out, (size_t)kOrders * kLatitudes * 2, [=] { globe_engraver_j3_a<<<132, 1024>>>(terms, one, out2); });
    add("globe_engraver_j3_b", out, (size_t)kOrders * kLatitudes * 2, [=] { globe_engraver_j3_b<<<132, 1024>>>(terms, one, out2); });

    add("market_parrots_j3_a", out, kTickers * 2, [=] { market_parrots_j3_a<<<kTickers / 8, 256>>>(one, two, offsets, out2); });
    add("market_parrots_j3_b", out, kTickers * 2, [=] {
        CHECK(cudaMemsetAsync(out, 0, kTickers * sizeof(float2)));
        market_parrots_j3_b<<<(runs_count + 7) / 8, 256>>>(one, two, runs, runs_count, out2); });

    add("lighthouse_crabs_j3_a", out, (size_t)kCrabs * kGuesses, [=] {
        for (int crab = 0; crab < kCrabs; ++crab)
            lighthouse_crabs_j3_a0<<<kGuesses / 128, 128>>>(one2 + (size_t)crab * kGuesses, two4 + crab * kBeacons, out + (size_t)crab * kGuesses); });
    add("lighthouse_crabs_j3_b", out, (size_t)kCrabs * kGuesses, [=] { lighthouse_crabs_j3_b<<<dim3(kGuesses / 128, kCrabs), 128>>>(one2, two4, out); });

    add("loom_pattern_j3_a", out, kHalves, [=] {
        loom_pattern_j3_a0<<<kTokens * kVecs / 1024, 256>>>(hiddenu, branchu, joinedu);
        loom_pattern_j3_a1<<<kTokens, kVecs>>>(joinedu, scale);
        loom_pattern_j3_a2<<<kTokens, kVecs>>>(joinedu, scale, hiddenu, outu); }, Output::f16);
    add("loom_pattern_j3_b", out, kHalves, [=] { loom_pattern_j3_b<<<kTokens, kVecs>>>(hiddenu, branchu, hiddenu, outu); }, Output::f16);

    add("canyon_echo_j3_a", out, kMost, [=] { canyon_echo_j3_a<<<kTraces, kSamples>>>(one, two, two + kTraces, out); });
    add("canyon_echo_j3_b", out, kMost, [=] { canyon_echo_j3_b<<<kTraces / 32, 256>>>(one, two, two + kTraces, out); });

    add("apothecary_jars_j3_a", out, (size_t)kPlans * kPatients * 2, [=] { apothecary_jars_j3_a<<<kPlans, kPatients>>>(one4, two, out2); });
    add("apothecary_jars_j3_b", out, (size_t)kPlans * kPatients * 2, [=] { apothecary_jars_j3_b<<<kPlans * kPatients / 256, 256>>>(one4, two, out2); });

    add("kite_festival_j3_a", out, (size_t)kKites * 1024, [=] { kite_festival_j3_a<<<kKites, 256>>>(one4, out4); });
    add("kite_festival_j3_b", out, (size_t)kKites * 1024, [=] { kite_festival_j3_b<<<kKites * 2, 128>>>(one4, out4); });

    add("film_archive_j3_a", out, (size_t)kReel * 16, [=] { film_archive_j3_a<<<132 * 4, 256>>>(oneu, twou, outu); }, Output::u8);

    return harness::run(argc, argv, cases);
}
