#include "harness.cuh"

using harness::Case;
using harness::Output;

__device__ __forceinline__ float warp_sum(float v) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// ---- seismic traces: mean absolute amplitude of every trace, traces[trace][sample] ----
constexpr int kTraces = 524288, kSamples = 256;

__global__ void copper_lantern_bh1_a(const float* __restrict__ traces, float* __restrict__ amplitude, int n) {
    int trace = blockIdx.x * blockDim.x + threadIdx.x;
    if (trace >= n) return;
    const float* row = traces + (size_t)trace * kSamples;
    float sum = 0.f;
    for (int s = 0; s < kSamples; ++s) sum += fabsf(row[s]);
    amplitude[trace] = sum / kSamples;
}
__global__ void copper_lantern_bh1_b(const float* __restrict__ traces, float* __restrict__ amplitude, int n) {
    int trace = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (trace >= n) return;
    const float* row = traces + (size_t)trace * kSamples;
    float sum = 0.f;
#pragma unroll
    for (int s = 0; s < kSamples; s += 32) sum += fabsf(row[s + lane]);
    sum = warp_sum(sum);
    if (lane == 0) amplitude[trace] = sum / kSamples;
}

// ---- Brownian particles: full trajectories are recorded ----
constexpr int kParticles = 1 << 21, kSteps = 64;

__global__ void velvet_anchor_bh1_a(float* __restrict__ track, int n, float sigma) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float x = 0.f;
    for (int s = 0; s < kSteps; ++s) {
        x += sigma * harness::unit((uint32_t)p * kSteps + s);
        track[(size_t)p * kSteps + s] = x;
    }
}
__global__ void velvet_anchor_bh1_b(float* __restrict__ track, int n, float sigma) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float x = 0.f;
    for (int s = 0; s < kSteps; ++s) {
        x += sigma * harness::unit((uint32_t)p * kSteps + s);
        track[(size_t)s * n + p] = x;
    }
}

// ---- game entities: regenerate health ----
struct Entity {
    float pos[3], vel[3];
    float health;
    int team;
    float armor, stamina, mana;
    int flags;
    float regen, cooldown, score;
    int owner;
};
constexpr int kEntities = 1 << 24;

__global__ void harness_setup_entities(Entity* e, float* health, float* regen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Entity x = {};
    x.health = 50.f + 50.f * harness::unit(i * 2u + 1u);
    x.regen = 1.f + harness::unit(i * 2u + 77777u);
    x.team = i & 3; x.owner = i;
    e[i] = x; health[i] = x.health; regen[i] = x.regen;
}
__global__ void marble_thicket_bh1_a(const Entity* __restrict__ entities, float* __restrict__ next, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    next[i] = fminf(entities[i].health + entities[i].regen * dt, 100.f);
}
__global__ void marble_thicket_bh1_b(const float* __restrict__ health, const float* __restrict__ regen, float* __restrict__ next, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    next[i] = fminf(health[i] + regen[i] * dt, 100.f);
}

// ---- finite elements: quad strain from nodal displacements ----
constexpr int kSide = 4096, kNodes = kSide * kSide;

__device__ __forceinline__ uint32_t scramble24(uint32_t x) {
    x = (x * 0x9e3779b1u) & 0xffffffu; x ^= x >> 13; x = (x * 0x85ebca6bu) & 0xffffffu; x ^= x >> 11;
    return x;
}
__global__ void harness_setup_mesh(int4* conn_mesher, int4* conn_sorted, float2* disp_mesher, float2* disp_sorted) {
    uint32_t e = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t r = e / kSide, c = e % kSide, r1 = (r + 1) % kSide, c1 = (c + 1) % kSide;
    uint32_t a = r * kSide + c, b = r * kSide + c1, d = r1 * kSide + c1, f = r1 * kSide + c;
    conn_sorted[e] = make_int4(a, b, d, f);
    conn_mesher[scramble24(e ^ 0x5a5a5au)] = make_int4(scramble24(a), scramble24(b), scramble24(d), scramble24(f));
    float2 u = make_float2(harness::unit(e * 2u), harness::unit(e * 2u + 1u));
    disp_sorted[a] = u; disp_mesher[scramble24(a)] = u;
}
__device__ __forceinline__ float quad_strain(float2 a, float2 b, float2 c, float2 d) {
    float ex = 0.5f * ((b.x - a.x) + (c.x - d.x)), ey = 0.5f * ((d.y - a.y) + (c.y - b.y));
    float gxy = 0.5f * ((d.x - a.x) + (c.x - b.x) + (b.y - a.y) + (c.y - d.y));
    return ex * ex + ey * ey + 0.5f * gxy * gxy;
}
__global__ void hollow_sparrow_bh1_a(const int4* __restrict__ conn, const float2* __restrict__ disp, float* __restrict__ strain, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int4 k = conn[e];
    strain[e] = quad_strain(disp[k.x], disp[k.y], disp[k.z], disp[k.w]);
}
__global__ void hollow_sparrow_bh1_b(const int4* __restrict__ conn, const float2* __restrict__ disp, float* __restrict__ strain, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int4 k = conn[e];
    strain[e] = quad_strain(disp[k.x], disp[k.y], disp[k.z], disp[k.w]);
}

// ---- image descriptors (16 floats each) read straight from the file image: header, then records ----
constexpr int kDescriptors = 1 << 24, kCandidates = 1 << 23;
constexpr int kHeaderOld = 1, kHeaderNew = 8;  // in float4

template <int HEADER>
__device__ __forceinline__ void rerank(const float4* __restrict__ file, const int* __restrict__ candidates, float4 const* __restrict__ query, float* __restrict__ dist, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, c = t >> 2, q = t & 3;
    if (c >= n) return;
    float4 v = file[HEADER + (size_t)candidates[c] * 4 + q], w = query[q];
    float dx = v.x - w.x, dy = v.y - w.y, dz = v.z - w.z, dw = v.w - w.w;
    float s = dx * dx + dy * dy + dz * dz + dw * dw;
    s += __shfl_xor_sync(0xffffffffu, s, 1);
    s += __shfl_xor_sync(0xffffffffu, s, 2);
    if (q == 0) dist[c] = s;
}
__global__ void crimson_ferry_bh1_a(const float4* __restrict__ file, const int* __restrict__ candidates, const float4* __restrict__ query, float* __restrict__ dist, int n) {
    rerank<kHeaderOld>(file, candidates, query, dist, n);
}
__global__ void crimson_ferry_bh1_b(const float4* __restrict__ file, const int* __restrict__ candidates, const float4* __restrict__ query, float* __restrict__ dist, int n) {
    rerank<kHeaderNew>(file, candidates, query, dist, n);
}

// ---- video: cross-fade of two 8-bit frames ----
constexpr size_t kPixels = 1 << 27;

__global__ void harness_setup_bytes(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + seed);
}
__global__ void timber_oracle_bh1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out, int n, int wa) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = (uint8_t)((a[i] * wa + b[i] * (256 - wa) + 128) >> 8);
}
__device__ __forceinline__ uint32_t fade4(uint32_t a, uint32_t b, uint32_t wa) {
    uint32_t wb = 256 - wa, m = 0x00ff00ffu;
    uint32_t lo = (((a & m) * wa + (b & m) * wb + 0x00800080u) >> 8) & m;
    uint32_t hi = (((a >> 8) & m) * wa + ((b >> 8) & m) * wb + 0x00800080u) & 0xff00ff00u;
    return lo | hi;
}
__global__ void timber_oracle_bh1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, int n16, int wa) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 x = a[i], y = b[i];
    out[i] = make_uint4(fade4(x.x, y.x, wa), fade4(x.y, y.y, wa), fade4(x.z, y.z, wa), fade4(x.w, y.w, wa));
}

// ---- weather ensemble: Lorenz-96, 16 variables a member, RK4 ----
constexpr int kMembers = 1 << 20, kVars = 16, kRkSteps = 16;

__device__ __forceinline__ void tendency(const float (&x)[kVars], float (&k)[kVars]) {
#pragma unroll
    for (int i = 0; i < kVars; ++i) k[i] = (x[(i + 1) % kVars] - x[(i + kVars - 2) % kVars]) * x[(i + kVars - 1) % kVars] - x[i] + 8.f;
}
__device__ __forceinline__ void ensemble(const float* __restrict__ in, float* __restrict__ out, int n, float dt) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= n) return;
    float x[kVars], acc[kVars], y[kVars], k[kVars];
#pragma unroll
    for (int i = 0; i < kVars; ++i) x[i] = in[(size_t)i * n + m] + (float)i * 0.25f;
#pragma unroll 1
    for (int s = 0; s < kRkSteps; ++s) {
        tendency(x, k);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] = k[i]; y[i] = x[i] + 0.5f * dt * k[i]; }
        tendency(y, k);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] += 2.f * k[i]; y[i] = x[i] + 0.5f * dt * k[i]; }
        tendency(y, k);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] += 2.f * k[i]; y[i] = x[i] + dt * k[i]; }
        tendency(y, k);
#pragma unroll
        for (int i = 0; i < kVars; ++i) x[i] += dt / 6.f * (acc[i] + k[i]);
    }
#pragma unroll
    for (int i = 0; i < kVars; ++i) out[(size_t)i * n + m] = x[i];
}
__global__ void __launch_bounds__(256, 8) ginger_harbor_bh1_a(const float* __restrict__ in, float* __restrict__ out, int n, float dt) { ensemble(in, out, n, dt); }
__global__ void __launch_bounds__(256) ginger_harbor_bh1_b(const float* __restrict__ in, float* __restrict__ out, int n, float dt) { ensemble(in, out, n, dt); }

// ---- sequencing: dinucleotide spectrum of every read (2-bit bases, word-major) ----
constexpr int kReads = 1 << 21, kWords = 16;

__global__ void __launch_bounds__(128) silent_quarry_bh1_a(const uint32_t* __restrict__ words, float* __restrict__ score, int n) {
    int r = blockIdx.x * 128 + threadIdx.x;
    if (r >= n) return;
    int counts[16];
    for (int i = 0; i < 16; ++i) counts[i] = 0;
    for (int w = 0; w < kWords; ++w) {
        uint32_t bits = words[(size_t)w * n + r];
        for (int b = 0; b < 15; ++b) { ++counts[bits & 15]; bits >>= 2; }
    }
    float s = 0.f;
    for (int i = 0; i < 16; ++i) s += (float)counts[i] * (float)counts[i];
    score[r] = s * (1.f / (kWords * 15));
}
__global__ void __launch_bounds__(128) silent_quarry_bh1_b(const uint32_t* __restrict__ words, float* __restrict__ score, int n) {
    __shared__ int counts[16][128];
    int r = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
    if (r >= n) return;
    for (int i = 0; i < 16; ++i) counts[i][t] = 0;
    for (int w = 0; w < kWords; ++w) {
        uint32_t bits = words[(size_t)w * n + r];
        for (int b = 0; b < 15; ++b) { ++counts[bits & 15][t]; bits >>= 2; }
    }
    float s = 0.f;
    for (int i = 0; i < 16; ++i) s += (float)counts[i][t] * (float)counts[i][t];
    score[r] = s * (1.f / (kWords * 15));
}

// ---- sonar: five-tap smoothing of a ping, tile in shared memory ----
constexpr int kPing = 1 << 26, kTile = 1024, kMaxTile = 27000;

__device__ __forceinline__ void smooth(const float* __restrict__ in, float* __restrict__ out, float* tile) {
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * kTile;
    float4 v = reinterpret_cast<const float4*>(in + base)[t];
    reinterpret_cast<float4*>(tile + 4)[t] = v;
    if (t < 2) tile[2 + t] = blockIdx.x ? in[base - 2 + t] : 0.f;
    else if (t >= 254) tile[kTile + 4 + t - 254] = blockIdx.x + 1 < gridDim.x ? in[base + kTile + t - 254] : 0.f;
    __syncthreads();
    float4 l = reinterpret_cast<const float4*>(tile)[t], r = reinterpret_cast<const float4*>(tile)[t + 2];
    float4 o;
    o.x = 0.4f * v.x + 0.2f * (l.w + v.y) + 0.1f * (l.z + v.z);
    o.y = 0.4f * v.y + 0.2f * (v.x + v.z) + 0.1f * (l.w + v.w);
    o.z = 0.4f * v.z + 0.2f * (v.y + v.w) + 0.1f * (v.x + r.x);
    o.w = 0.4f * v.w + 0.2f * (v.z + r.x) + 0.1f * (v.y + r.y);
    reinterpret_cast<float4*>(out + base)[t] = o;
}
__global__ void __launch_bounds__(256) rustic_comet_bh1_a(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float4 scratch[];
    smooth(in, out, reinterpret_cast<float*>(scratch));
}
__global__ void __launch_bounds__(256) rustic_comet_bh1_b(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float4 scratch[];
    smooth(in, out, reinterpret_cast<float*>(scratch));
}

// ---- finance: knock-out call along given shocks, shocks[step][path] ----
constexpr int kPaths = 1 << 21, kDays = 64;

__device__ __forceinline__ void knock_out(const float* __restrict__ shock, float* __restrict__ payoff, int n, float vol, float barrier, float strike) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float s = 100.f;
    for (int d = 0; d < kDays; ++d) {
        s += s * vol * shock[(size_t)d * n + p];
        if (s < barrier) { s = 0.f; break; }
    }
    payoff[p] = fmaxf(s - strike, 0.f);
}
__global__ void amber_trestle_bh1_a(const float* __restrict__ shock, float* __restrict__ payoff, int n, float vol, float barrier, float strike) { knock_out(shock, payoff, n, vol, barrier, strike); }
__global__ void amber_trestle_bh1_b(const float* __restrict__ shock, float* __restrict__ payoff, int n, float vol, float barrier, float strike) { knock_out(shock, payoff, n, vol, barrier, strike); }

// ---- medical: window/level and gamma of CT slices ----
constexpr int kSlices = 20, kSlicePixels = 1 << 20;

__global__ void __launch_bounds__(512) nimble_cactus_bh1_a(const float* __restrict__ hu, const float2* __restrict__ window, float* __restrict__ out) {
    int slice = blockIdx.x;
    float2 w = window[slice];
    const float* src = hu + (size_t)slice * kSlicePixels;
    float* dst = out + (size_t)slice * kSlicePixels;
    for (int i = threadIdx.x; i < kSlicePixels; i += blockDim.x) dst[i] = sqrtf(__saturatef((src[i] - w.x) * w.y));
}
__global__ void __launch_bounds__(256) nimble_cactus_bh1_b(const float* __restrict__ hu, const float2* __restrict__ window, float* __restrict__ out) {
    int slice = blockIdx.y;
    float2 w = window[slice];
    const float* src = hu + (size_t)slice * kSlicePixels;
    float* dst = out + (size_t)slice * kSlicePixels;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kSlicePixels; i += gridDim.x * blockDim.x) dst[i] = sqrtf(__saturatef((src[i] - w.x) * w.y));
}

// ---- chemistry: compressibility factor from a cubic equation of state ----
constexpr int kChunkBig = 131072, kChunkSmall = 4096, kStates = 146 * kChunkBig, kNewton = 40;

__device__ __forceinline__ void solve_chunk(const float4* __restrict__ pa, const float4* __restrict__ pb, float4* __restrict__ z, int chunk) {
    size_t base = (size_t)blockIdx.x * (chunk / 4);
#pragma unroll 1
    for (int i = threadIdx.x; i < chunk / 4; i += 2 * blockDim.x) {
        float4 ra = pa[base + i], rb = pb[base + i], sa = pa[base + i + blockDim.x], sb = pb[base + i + blockDim.x];
        float a[8] = {ra.x, ra.y, ra.z, ra.w, sa.x, sa.y, sa.z, sa.w}, b[8] = {rb.x, rb.y, rb.z, rb.w, sb.x, sb.y, sb.z, sb.w}, c2[8], c1[8], c0[8], x[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float A = 0.10f + 0.05f * a[k], B = 0.035f + 0.015f * b[k];
            c2[k] = B - 1.f; c1[k] = A - 2.f * B - 3.f * B * B; c0[k] = B * B + B * B * B - A * B; x[k] = 1.f;
        }
#pragma unroll 2
        for (int it = 0; it < kNewton; ++it)
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                float f = ((x[k] + c2[k]) * x[k] + c1[k]) * x[k] + c0[k];
                float g = (3.f * x[k] + 2.f * c2[k]) * x[k] + c1[k];
                x[k] -= __fdividef(f, g);
            }
        z[base + i] = make_float4(x[0], x[1], x[2], x[3]);
        z[base + i + blockDim.x] = make_float4(x[4], x[5], x[6], x[7]);
    }
}
__global__ void __launch_bounds__(1024) pewter_willow_bh1_a(const float4* __restrict__ pa, const float4* __restrict__ pb, float4* __restrict__ z) { solve_chunk(pa, pb, z, kChunkBig); }
__global__ void __launch_bounds__(256) pewter_willow_bh1_b(const float4* __restrict__ pa, const float4* __restrict__ pb, float4* __restrict__ z) { solve_chunk(pa, pb, z, kChunkSmall); }

// ---- social graph sorted by degree: strength of every vertex ----
constexpr int kGraphBlocks = 1056, kRowsPerWarp = 16, kVertices = kGraphBlocks * 8 * kRowsPerWarp;

__device__ __forceinline__ void vertex_strength(const int* __restrict__ offsets, const float* __restrict__ weight, float* __restrict__ strength, int v) {
    int lane = threadIdx.x & 31, end = offsets[v + 1];
    float s = 0.f;
    for (int e = offsets[v] + lane; e < end; e += 32) s += weight[e] * weight[e];
    s = warp_sum(s);
    if (lane == 0) strength[v] = s;
}
__global__ void __launch_bounds__(256) drowsy_falcon_bh1_a(const int* __restrict__ offsets, const float* __restrict__ weight, float* __restrict__ strength) {
    int warp = threadIdx.x >> 5, first = blockIdx.x * (8 * kRowsPerWarp);
    for (int k = 0; k < kRowsPerWarp; ++k) vertex_strength(offsets, weight, strength, first + k * 8 + warp);
}
__global__ void __launch_bounds__(256) drowsy_falcon_bh1_b(const int* __restrict__ offsets, const float* __restrict__ weight, float* __restrict__ strength) {
    int warp = threadIdx.x >> 5;
    for (int k = 0; k < kRowsPerWarp; ++k) vertex_strength(offsets, weight, strength, (k * gridDim.x + blockIdx.x) * 8 + warp);
}

// ---- ECG: remove the baseline ----
constexpr int kEcg = 1 << 26;

__device__ __forceinline__ void baseline(const float* __restrict__ sample, const float* __restrict__ base, float* __restrict__ out, float gain) {
    size_t first = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float s[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { s[k] = sample[first + k * 256]; b[k] = base[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[first + k * 256] = gain * s[k] - b[k];
}
__global__ void __launch_bounds__(256) tidal_meadow_bh1_a(const float* __restrict__ sample, const float* __restrict__ base, float* __restrict__ out, float gain) { baseline(sample + 1, base, out, gain); }
__global__ void __launch_bounds__(256) tidal_meadow_bh1_b(const float* __restrict__ sample, const float* __restrict__ base, float* __restrict__ out, float gain) { baseline(sample + 32, base, out, gain); }

// ---- vibration: RMS of every 8192-sample window ----
constexpr int kWindows = 16384, kWindow4 = 2048;

__device__ __forceinline__ void window_rms(const float4* __restrict__ in, float* __restrict__ rms, float* scratch) {
    const float4* w = in + (size_t)blockIdx.x * kWindow4;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = w[k * 256 + threadIdx.x];
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = warp_sum(threadIdx.x < 8 ? scratch[threadIdx.x] : 0.f);
        if (threadIdx.x == 0) rms[blockIdx.x] = sqrtf(s / (4 * kWindow4));
    }
}
__global__ void __launch_bounds__(256) brittle_saddle_bh1_a(const float4* __restrict__ in, float* __restrict__ rms) {
    extern __shared__ float4 scratch[];
    window_rms(in, rms, reinterpret_cast<float*>(scratch));
}
__global__ void __launch_bounds__(256) brittle_saddle_bh1_b(const float4* __restrict__ in, float* __restrict__ rms) {
    extern __shared__ float4 scratch[];
    window_rms(in, rms, reinterpret_cast<float*>(scratch));
}

// ---- synthesiser: FIR voice plus the octave above ----
constexpr int kVoiceBlocks = 131072;

__device__ __forceinline__ float voice(const float* s, int t) {
    float acc = 0.f;
#pragma unroll
    for (int k = 0; k < 16; ++k) acc += s[t + k] * (0.25f - 0.015f * k);
    return acc;
}
__global__ void __launch_bounds__(256) lunar_pebble_bh1_a(const float2* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[512];
    int t = threadIdx.x;
    reinterpret_cast<float2*>(s)[t] = in[(size_t)blockIdx.x * 256 + t];
    __syncthreads();
    out[(size_t)blockIdx.x * 256 + t] = voice(s, t) + 0.3f * s[2 * t];
}
__global__ void __launch_bounds__(256) lunar_pebble_bh1_b(const float2* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float2 v = in[(size_t)blockIdx.x * 256 + t];
    reinterpret_cast<float2*>(s)[t] = v;
    __syncthreads();
    out[(size_t)blockIdx.x * 256 + t] = voice(s, t) + 0.3f * v.x;
}

// ---- geodesy: short-range distance of point pairs (lat1, lon1, lat2, lon2) ----
constexpr int kGeoBlocks = 1056 * 20 + 30;

__device__ __forceinline__ void short_range(const float4* __restrict__ pair, float* __restrict__ dist) {
    size_t first = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = pair[first + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float x = (v[k].w - v[k].y) * __cosf(0.5f * (v[k].x + v[k].z)), y = v[k].z - v[k].x;
        dist[first + k * blockDim.x] = 6371.f * __fsqrt_rn(x * x + y * y);
    }
}
__global__ void __launch_bounds__(256, 8) frosty_ledger_bh1_a(const float4* __restrict__ pair, float* __restrict__ dist) { short_range(pair, dist); }
__global__ void __launch_bounds__(128, 16) frosty_ledger_bh1_b(const float4* __restrict__ pair, float* __restrict__ dist) { short_range(pair, dist); }

// ---- fluid: velocity update ----
constexpr int kCells = 1 << 26;
__global__ void __launch_bounds__(256) ivory_kettle_bh1_a(const float4* __restrict__ u, const float4* __restrict__ f, float4* __restrict__ out, float dt) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 a = u[i], b = f[i], c = u[i + 256], d = f[i + 256];
    out[i] = make_float4(a.x + dt * b.x, a.y + dt * b.y, a.z + dt * b.z, a.w + dt * b.w);
    out[i + 256] = make_float4(c.x + dt * d.x, c.y + dt * d.y, c.z + dt * d.z, c.w + dt * d.w);
}

// ---- bitmap index: set bits of every page ----
constexpr int kPages = 16384, kPage4 = 2048;
__global__ void __launch_bounds__(256) plucky_garnet_bh1_a(const uint4* __restrict__ bitmap, int* __restrict__ rows) {
    __shared__ int partial[8];
    const uint4* page = bitmap + (size_t)blockIdx.x * kPage4;
    uint4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = page[k * 256 + threadIdx.x];
    int s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += __popc(v[k].x) + __popc(v[k].y) + __popc(v[k].z) + __popc(v[k].w);
    s = __reduce_add_sync(0xffffffffu, s);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = __reduce_add_sync(0xffffffffu, threadIdx.x < 8 ? partial[threadIdx.x] : 0);
        if (threadIdx.x == 0) rows[blockIdx.x] = s;
    }
}

// ---- heat: five-point step, every warp marches a 128-column strip down, rows in registers ----
constexpr int kHeatW = 8192, kHeatH = 16384, kPitch = kHeatW + 64, kMarch = 32;
__global__ void __launch_bounds__(256) mellow_turret_bh1_a(const float* __restrict__ in, float* __restrict__ out, float alpha) {
    int lane = threadIdx.x & 31, col = 32 + blockIdx.x * 1024 + threadIdx.x * 4, row = 1 + blockIdx.y * kMarch;
    const float* p = in + (size_t)row * kPitch + col;
    float* q = out + (size_t)row * kPitch + col;
    float4 up = *reinterpret_cast<const float4*>(p - kPitch), mid = *reinterpret_cast<const float4*>(p);
#pragma unroll 8
    for (int r = 0; r < kMarch; ++r) {
        float4 down = *reinterpret_cast<const float4*>(p + kPitch);
        float edge = 0.f;
        if (lane == 0 || lane == 31) edge = p[lane == 0 ? -1 : 4];
        float l = __shfl_up_sync(0xffffffffu, mid.w, 1), g = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) l = edge;
        if (lane == 31) g = edge;
        float4 o;
        o.x = mid.x + alpha * (l + mid.y + up.x + down.x - 4.f * mid.x);
        o.y = mid.y + alpha * (mid.x + mid.z + up.y + down.y - 4.f * mid.y);
        o.z = mid.z + alpha * (mid.y + mid.w + up.z + down.z - 4.f * mid.z);
        o.w = mid.w + alpha * (mid.z + g + up.w + down.w - 4.f * mid.w);
        *reinterpret_cast<float4*>(q) = o;
        up = mid; mid = down; p += kPitch; q += kPitch;
    }
}

// ---- transformer: layer norm, a warp a row of 1024 ----
constexpr int kTokens = 131072, kHidden4 = 256;
__global__ void __launch_bounds__(128) quartz_bramble_bh1_a(const float4* __restrict__ x, const float4* __restrict__ gamma, const float4* __restrict__ beta, float4* __restrict__ y) {
    int row = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* src = x + (size_t)row * kHidden4;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = src[k * 32 + lane];
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    float mean = warp_sum(s) * (1.f / 1024), q = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float inv = rsqrtf(warp_sum(q) * (1.f / 1024) + 1e-5f);
    float4* dst = y + (size_t)row * kHidden4;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 g = __ldg(gamma + k * 32 + lane), b = __ldg(beta + k * 32 + lane);
        dst[k * 32 + lane] = make_float4(v[k].x * inv * g.x + b.x, v[k].y * inv * g.y + b.y, v[k].z * inv * g.z + b.z, v[k].w * inv * g.w + b.w);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };
    using harness::empty;
    using harness::filled;

    {
        float *in = filled<float>((size_t)kTraces * kSamples, 11), *out = empty<float>(kTraces);
        add("copper_lantern_bh1_a", [=] { copper_lantern_bh1_a<<<kTraces / 128, 128>>>(in, out, kTraces); }, out, kTraces);
        add("copper_lantern_bh1_b", [=] { copper_lantern_bh1_b<<<kTraces / 8, 256>>>(in, out, kTraces); }, out, kTraces);
    }
    {
        size_t n = (size_t)kParticles * kSteps;
        float* out = empty<float>(n);
        add("velvet_anchor_bh1_a", [=] { velvet_anchor_bh1_a<<<kParticles / 256, 256>>>(out, kParticles, 0.1f); }, out, n);
        add("velvet_anchor_bh1_b", [=] { velvet_anchor_bh1_b<<<kParticles / 256, 256>>>(out, kParticles, 0.1f); }, out, n);
    }
    {
        Entity* e = empty<Entity>(kEntities);
        float *h = empty<float>(kEntities), *r = empty<float>(kEntities), *out = empty<float>(kEntities);
        harness_setup_entities<<<kEntities / 256, 256>>>(e, h, r, kEntities); CHECK(cudaGetLastError());
        add("marble_thicket_bh1_a", [=] { marble_thicket_bh1_a<<<kEntities / 256, 256>>>(e, out, kEntities, 0.5f); }, out, kEntities);
        add("marble_thicket_bh1_b", [=] { marble_thicket_bh1_b<<<kEntities / 256, 256>>>(h, r, out, kEntities, 0.5f); }, out, kEntities);
    }
    {
        int4 *cm = empty<int4>(kNodes), *cs = empty<int4>(kNodes);
        float2 *dm = empty<float2>(kNodes), *ds = empty<float2>(kNodes);
        float* out = empty<float>(kNodes);
        harness_setup_mesh<<<kNodes / 256, 256>>>(cm, cs, dm, ds); CHECK(cudaGetLastError());
        add("hollow_sparrow_bh1_a", [=] { hollow_sparrow_bh1_a<<<kNodes / 256, 256>>>(cm, dm, out, kNodes); }, out, kNodes);
        add("hollow_sparrow_bh1_b", [=] { hollow_sparrow_bh1_b<<<kNodes / 256, 256>>>(cs, ds, out, kNodes); }, out, kNodes);
    }
    {
        size_t body = (size_t)kDescriptors * 16;
        float *fresh = filled<float>(body + kHeaderNew * 4, 21), *old = empty<float>(body + kHeaderOld * 4);
        CHECK(cudaMemcpy(old + kHeaderOld * 4, fresh + kHeaderNew * 4, body * 4, cudaMemcpyDeviceToDevice));
        int* cand = harness::indices(kCandidates, kDescriptors, 5);
        float *query = filled<float>(16, 3), *out = empty<float>(kCandidates);
        add("crimson_ferry_bh1_a", [=] { crimson_ferry_bh1_a<<<kCandidates / 64, 256>>>((const float4*)old, cand, (const float4*)query, out, kCandidates); }, out, kCandidates);
        add("crimson_ferry_bh1_b", [=] { crimson_ferry_bh1_b<<<kCandidates / 64, 256>>>((const float4*)fresh, cand, (const float4*)query, out, kCandidates); }, out, kCandidates);
    }
    {
        uint8_t *a = empty<uint8_t>(kPixels), *b = empty<uint8_t>(kPixels), *out = empty<uint8_t>(kPixels);
        harness_setup_bytes<<<2048, 256>>>((uint32_t*)a, kPixels / 4, 1); harness_setup_bytes<<<2048, 256>>>((uint32_t*)b, kPixels / 4, 99); CHECK(cudaGetLastError());
        add("timber_oracle_bh1_a", [=] { timber_oracle_bh1_a<<<kPixels / 256, 256>>>(a, b, out, (int)kPixels, 90); }, out, kPixels, Output::u8);
        add("timber_oracle_bh1_b", [=] { timber_oracle_bh1_b<<<kPixels / 4096, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)out, (int)(kPixels / 16), 90); }, out, kPixels, Output::u8);
    }
    {
        size_t n = (size_t)kMembers * kVars;
        float *in = filled<float>(n, 31), *out = empty<float>(n);
        add("ginger_harbor_bh1_a", [=] { ginger_harbor_bh1_a<<<kMembers / 256, 256>>>(in, out, kMembers, 0.01f); }, out, n);
        add("ginger_harbor_bh1_b", [=] { ginger_harbor_bh1_b<<<kMembers / 256, 256>>>(in, out, kMembers, 0.01f); }, out, n);
    }
    {
        size_t n = (size_t)kReads * kWords;
        uint32_t* words = empty<uint32_t>(n);
        harness_setup_bytes<<<2048, 256>>>(words, n, 41); CHECK(cudaGetLastError());
        float* out = empty<float>(kReads);
        add("silent_quarry_bh1_a", [=] { silent_quarry_bh1_a<<<kReads / 128, 128>>>(words, out, kReads); }, out, kReads);
        add("silent_quarry_bh1_b", [=] { silent_quarry_bh1_b<<<kReads / 128, 128>>>(words, out, kReads); }, out, kReads);
    }
    {
        float *in = filled<float>(kPing, 51), *out = empty<float>(kPing);
        CHECK(cudaFuncSetAttribute(rustic_comet_bh1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kMaxTile * 4));
        add("rustic_comet_bh1_a", [=] { rustic_comet_bh1_a<<<kPing / kTile, 256, kMaxTile * 4>>>(in, out); }, out, kPing);
        add("rustic_comet_bh1_b", [=] { rustic_comet_bh1_b<<<kPing / kTile, 256, (kTile + 8) * 4>>>(in, out); }, out, kPing);
    }
    {
        float *in = filled<float>((size_t)kPaths * kDays, 61), *out = empty<float>(kPaths);
        add("amber_trestle_bh1_a", [=] { amber_trestle_bh1_a<<<kPaths / 32, 32>>>(in, out, kPaths, 0.02f, 60.f, 95.f); }, out, kPaths);
        add("amber_trestle_bh1_b", [=] { amber_trestle_bh1_b<<<kPaths / 256, 256>>>(in, out, kPaths, 0.02f, 60.f, 95.f); }, out, kPaths);
    }
    {
        size_t n = (size_t)kSlices * kSlicePixels;
        float *in = filled<float>(n, 71), *out = empty<float>(n);
        std::vector<float2> w(kSlices);
        for (int i = 0; i < kSlices; ++i) w[i] = make_float2(-0.8f + 0.02f * i, 0.6f + 0.01f * i);
        float2* window = harness::uploaded(w);
        add("nimble_cactus_bh1_a", [=] { nimble_cactus_bh1_a<<<kSlices, 512>>>(in, window, out); }, out, n);
        add("nimble_cactus_bh1_b", [=] { nimble_cactus_bh1_b<<<dim3(256, kSlices), 256>>>(in, window, out); }, out, n);
    }
    {
        float *a = filled<float>(kStates, 81), *b = filled<float>(kStates, 82), *out = empty<float>(kStates);
        add("pewter_willow_bh1_a", [=] { pewter_willow_bh1_a<<<kStates / kChunkBig, 1024>>>((const float4*)a, (const float4*)b, (float4*)out); }, out, kStates);
        add("pewter_willow_bh1_b", [=] { pewter_willow_bh1_b<<<kStates / kChunkSmall, 256>>>((const float4*)a, (const float4*)b, (float4*)out); }, out, kStates);
    }
    {
        std::vector<int> off(kVertices + 1);
        for (int v = 0; v < kVertices; ++v) off[v + 1] = off[v] + 32 + (int)(8000.0 * std::exp(-v / 4500.0));
        size_t edges = off[kVertices];
        int* offsets = harness::uploaded(off);
        float *w = filled<float>(edges, 91), *out = empty<float>(kVertices);
        add("drowsy_falcon_bh1_a", [=] { drowsy_falcon_bh1_a<<<kGraphBlocks, 256>>>(offsets, w, out); }, out, kVertices);
        add("drowsy_falcon_bh1_b", [=] { drowsy_falcon_bh1_b<<<kGraphBlocks, 256>>>(offsets, w, out); }, out, kVertices);
    }
    {
        float *fresh = filled<float>(kEcg + 32, 101), *old = empty<float>(kEcg + 32), *base = filled<float>(kEcg, 102), *out = empty<float>(kEcg);
        CHECK(cudaMemcpy(old + 1, fresh + 32, (size_t)kEcg * 4, cudaMemcpyDeviceToDevice));
        add("tidal_meadow_bh1_a", [=] { tidal_meadow_bh1_a<<<kEcg / 1024, 256>>>(old, base, out, 1.5f); }, out, kEcg);
        add("tidal_meadow_bh1_b", [=] { tidal_meadow_bh1_b<<<kEcg / 1024, 256>>>(fresh, base, out, 1.5f); }, out, kEcg);
    }
    {
        float *in = filled<float>((size_t)kWindows * kWindow4 * 4, 111), *out = empty<float>(kWindows);
        CHECK(cudaFuncSetAttribute(brittle_saddle_bh1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 54 * 1024));
        add("brittle_saddle_bh1_a", [=] { brittle_saddle_bh1_a<<<kWindows, 256, 54 * 1024>>>((const float4*)in, out); }, out, kWindows);
        add("brittle_saddle_bh1_b", [=] { brittle_saddle_bh1_b<<<kWindows, 256, 32>>>((const float4*)in, out); }, out, kWindows);
    }
    {
        size_t n = (size_t)kVoiceBlocks * 256;
        float *in = filled<float>(n * 2, 121), *out = empty<float>(n);
        add("lunar_pebble_bh1_a", [=] { lunar_pebble_bh1_a<<<kVoiceBlocks, 256>>>((const float2*)in, out); }, out, n);
        add("lunar_pebble_bh1_b", [=] { lunar_pebble_bh1_b<<<kVoiceBlocks, 256>>>((const float2*)in, out); }, out, n);
    }
    {
        size_t n = (size_t)kGeoBlocks * 1024;
        float *in = filled<float>(n * 4, 131), *out = empty<float>(n);
        add("frosty_ledger_bh1_a", [=] { frosty_ledger_bh1_a<<<kGeoBlocks, 256>>>((const float4*)in, out); }, out, n);
        add("frosty_ledger_bh1_b", [=] { frosty_ledger_bh1_b<<<kGeoBlocks * 2, 128>>>((const float4*)in, out); }, out, n);
    }
    {
        float *u = filled<float>(kCells, 141), *f = filled<float>(kCells, 142), *out = empty<float>(kCells);
        add("ivory_kettle_bh1_a", [=] { ivory_kettle_bh1_a<<<kCells / 2048, 256>>>((const float4*)u, (const float4*)f, (float4*)out, 0.01f); }, out, kCells);
    }
    {
        size_t n = (size_t)kPages * kPage4 * 4;
        uint32_t* bits = empty<uint32_t>(n);
        harness_setup_bytes<<<2048, 256>>>(bits, n, 151); CHECK(cudaGetLastError());
        int* out = empty<int>(kPages);
        add("plucky_garnet_bh1_a", [=] { plucky_garnet_bh1_a<<<kPages, 256>>>((const uint4*)bits, out); }, out, kPages, Output::i32);
    }
    {
        size_t n = (size_t)kPitch * (kHeatH + 2);
        float *in = filled<float>(n, 161), *out = empty<float>(n);
        add("mellow_turret_bh1_a", [=] { mellow_turret_bh1_a<<<dim3(kHeatW / 1024, kHeatH / kMarch), 256>>>(in, out, 0.2f); }, out, n);
    }
    {
        size_t n = (size_t)kTokens * kHidden4 * 4;
        float *in = filled<float>(n, 171), *g = filled<float>(kHidden4 * 4, 172), *b = filled<float>(kHidden4 * 4, 173), *out = empty<float>(n);
        add("quartz_bramble_bh1_a", [=] { quartz_bramble_bh1_a<<<kTokens / 4, 128>>>((const float4*)in, (const float4*)g, (const float4*)b, (float4*)out); }, out, n);
    }
    return harness::run(argc, argv, cases);
}
