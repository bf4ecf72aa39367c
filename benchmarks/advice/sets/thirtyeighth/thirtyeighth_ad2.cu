// Eight measured cases from circuits, speech, storage, geophysics and the sea: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Analogue filters: Monte Carlo over the part tolerances of an RC ladder of 36 nodes, one ladder a thread.
constexpr int kNodes = 36, kLadders = 132 * 2048 * 4, kTicks = 112;

__device__ __forceinline__ void ladder_run(const float* __restrict__ part, const float* __restrict__ charge, float* __restrict__ volt) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v[kNodes], g[kNodes];
#pragma unroll
    for (int k = 0; k < kNodes; ++k) {
        v[k] = charge[(size_t)k * kLadders + i];
        g[k] = fmaf(0.2f, part[(size_t)k * kLadders + i], 0.25f);
    }
    float source = v[0];
#pragma unroll 1
    for (int tick = 0; tick < kTicks; ++tick) {
        float left = (tick & 16) ? -source : source;
#pragma unroll
        for (int k = 0; k < kNodes; ++k) {
            float here = v[k], right = k + 1 < kNodes ? v[k + 1] : 0.0f;
            v[k] = fmaf(g[k], fmaf(-2.0f, here, left + right), here);
            left = here;
        }
    }
#pragma unroll
    for (int k = 0; k < kNodes; ++k) volt[(size_t)k * kLadders + i] = v[k];
}

__global__ void __launch_bounds__(128, 16) teasel_ladder_ad2_a(const float* __restrict__ part, const float* __restrict__ charge, float* __restrict__ volt) {
    ladder_run(part, charge, volt);
}
__global__ void __launch_bounds__(128) teasel_ladder_ad2_b(const float* __restrict__ part, const float* __restrict__ charge, float* __restrict__ volt) {
    ladder_run(part, charge, volt);
}

// ---- Speech codec: linear prediction coefficients of each frame from its autocorrelation (Levinson-Durbin), one frame a thread.
constexpr int kMaxOrder = 16, kFrames = 132 * 2048 * 12;

__device__ __forceinline__ float lag_of(float r, int lag) { return lag == 0 ? fabsf(r) + 1.0f : 0.06f * r; }

__global__ void __launch_bounds__(256) sarangi_codec_ad2_a(const float* __restrict__ autocorr, float* __restrict__ lpc, int order) {
    int f = blockIdx.x * 256 + threadIdx.x;
    float r[kMaxOrder + 1], a[kMaxOrder + 1];
    for (int i = 0; i <= order; ++i) r[i] = lag_of(autocorr[(size_t)i * kFrames + f], i);
    float err = r[0];
    for (int i = 1; i <= order; ++i) {
        float acc = r[i];
        for (int j = 1; j < i; ++j) acc = fmaf(a[j], r[i - j], acc);
        float k = __fdividef(-acc, err);
        for (int j = 1; 2 * j <= i; ++j) {
            float low = a[j], high = a[i - j];
            a[j] = fmaf(k, high, low);
            a[i - j] = 2 * j == i ? a[j] : fmaf(k, low, high);
        }
        a[i] = k;
        err *= fmaf(-k, k, 1.0f);
    }
    for (int j = 1; j <= order; ++j) lpc[(size_t)(j - 1) * kFrames + f] = a[j];
}

template <int kOrder>
__device__ __forceinline__ void codec_frame(const float* __restrict__ autocorr, float* __restrict__ lpc) {
    int f = blockIdx.x * 256 + threadIdx.x;
    float r[kOrder + 1], a[kOrder + 1];
#pragma unroll
    for (int i = 0; i <= kOrder; ++i) r[i] = lag_of(autocorr[(size_t)i * kFrames + f], i);
    float err = r[0];
#pragma unroll
    for (int i = 1; i <= kOrder; ++i) {
        float acc = r[i];
#pragma unroll
        for (int j = 1; j < i; ++j) acc = fmaf(a[j], r[i - j], acc);
        float k = __fdividef(-acc, err);
#pragma unroll
        for (int j = 1; 2 * j <= i; ++j) {
            float low = a[j], high = a[i - j];
            a[j] = fmaf(k, high, low);
            a[i - j] = 2 * j == i ? a[j] : fmaf(k, low, high);
        }
        a[i] = k;
        err *= fmaf(-k, k, 1.0f);
    }
#pragma unroll
    for (int j = 1; j <= kOrder; ++j) lpc[(size_t)(j - 1) * kFrames + f] = a[j];
}

__global__ void __launch_bounds__(256) sarangi_codec_ad2_b(const float* __restrict__ autocorr, float* __restrict__ lpc) { codec_frame<12>(autocorr, lpc); }

// ---- Column store: decode miniblocks of 32 deltas to absolute values, one miniblock a thread, staged in shared memory.
constexpr int kMini = 32, kMiniblocks = 132 * 12 * 64;

template <int kPitch>
__device__ __forceinline__ void delta_decode(const int* __restrict__ first, const int* __restrict__ deltas, int* __restrict__ values) {
    __shared__ int tile[64 * kPitch];
    int t = threadIdx.x, lane = t % 32, row = t / 32, base = blockIdx.x * 64;
    int value = first[base + t];
#pragma unroll
    for (int r = 0; r < 64; r += 2) tile[(r + row) * kPitch + lane] = deltas[(base + r + row) * kMini + lane];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kMini; ++k) {
        value += tile[t * kPitch + k];
        tile[t * kPitch + k] = value;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 64; r += 2) values[(base + r + row) * kMini + lane] = tile[(r + row) * kPitch + lane];
}

__global__ void __launch_bounds__(64) quern_deltas_ad2_a(const int* __restrict__ first, const int* __restrict__ deltas, int* __restrict__ values) {
    delta_decode<32>(first, deltas, values);
}
__global__ void __launch_bounds__(64) quern_deltas_ad2_b(const int* __restrict__ first, const int* __restrict__ deltas, int* __restrict__ values) {
    delta_decode<33>(first, deltas, values);
}

// ---- Key-value store: point lookups in a B-tree of 32 keys a node, a warp walks down for one query after another.
constexpr int kLeafKeys = 1 << 20, kWalkers = 132 * 64, kAsk = 24, kQueries = kWalkers * kAsk;

template <int kThreads>
__device__ __forceinline__ void tree_lookup(const uint32_t* __restrict__ keys, const int* __restrict__ values, const uint32_t* __restrict__ queries,
                                            int* __restrict__ found, int ask) {
    int walker = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll 1
    for (int s = 0; s < ask; ++s) {
        int q = walker * ask + s;
        uint32_t wanted = queries[q];
        int slot = 0, level = 0;
#pragma unroll
        for (int depth = 0; depth < 4; ++depth) {
            uint32_t key = keys[level + slot * 32 + lane];
            slot = slot * 32 + __popc(__ballot_sync(0xffffffffu, key <= wanted)) - 1;
            level += 32 << (5 * depth);
        }
        if (lane == 0) found[q] = values[slot];
    }
}

__global__ void __launch_bounds__(32) mattock_index_ad2_a(const uint32_t* __restrict__ keys, const int* __restrict__ values,
                                                          const uint32_t* __restrict__ queries, int* __restrict__ found, int ask) {
    tree_lookup<32>(keys, values, queries, found, ask);
}
__global__ void __launch_bounds__(256) mattock_index_ad2_b(const uint32_t* __restrict__ keys, const int* __restrict__ values,
                                                           const uint32_t* __restrict__ queries, int* __restrict__ found, int ask) {
    tree_lookup<256>(keys, values, queries, found, ask);
}

// ---- Volcano seismology: travel time of rays through a slowness section; calibration shots also weigh it by the inverse of a prior
//      covariance of 20 station terms.
constexpr int kSide = 1024, kFan = 4096, kShots = 768, kHops = 192, kTerms = 20, kPacked = kTerms * (kTerms + 1) / 2;

__device__ __forceinline__ float prior_weight(const float* __restrict__ prior, int at, float time, float x) {
    float a[kPacked], h[kTerms];
#pragma unroll
    for (int k = 0; k < kPacked; ++k) a[k] = prior[k * kFan + at];
    h[0] = 1.0f;
#pragma unroll
    for (int k = 1; k < kTerms; ++k) h[k] = 0.5f * h[k - 1] * ((k & 1) ? time : x);
    float weight = 0.0f;
#pragma unroll
    for (int c = 0; c < kTerms; ++c) {
        float inverse = rsqrtf(fabsf(a[c * (c + 1) / 2 + c]) + 8.0f);
        h[c] *= inverse;
        weight = fmaf(h[c], h[c], weight);
#pragma unroll
        for (int r = c + 1; r < kTerms; ++r) {
            a[r * (r + 1) / 2 + c] *= inverse;
            h[r] = fmaf(-a[r * (r + 1) / 2 + c], h[c], h[r]);
        }
#pragma unroll
        for (int r = c + 1; r < kTerms; ++r)
#pragma unroll
            for (int s = c + 1; s <= r; ++s)
                a[r * (r + 1) / 2 + s] = fmaf(-a[r * (r + 1) / 2 + c], a[s * (s + 1) / 2 + c], a[r * (r + 1) / 2 + s]);
    }
    return weight;
}

__device__ __forceinline__ void ray_trace(const float4* __restrict__ section, const float2* __restrict__ shot, const int* __restrict__ calibrate,
                                          const float* __restrict__ prior, float* __restrict__ arrival) {
    int i = blockIdx.x * 128 + threadIdx.x, fan = i % kFan, s = i / kFan;
    float2 from = shot[s];
    float x = 0.25f * fan, y = 512.0f * (from.x + 1.0f), dx = 0.3f * from.y, dy = 1.6f, time = 0.0f;
#pragma unroll 1
    for (int hop = 0; hop < kHops; ++hop) {
        int column = __float2int_rd(x) & (kSide - 1), row = __float2int_rd(y) & (kSide - 1);
        float4 cell = section[row * kSide + column];
        dx = fmaf(0.001f, cell.y, dx);
        dy = fmaf(0.001f, cell.z, dy);
        time = fmaf(0.01f, cell.x + 1.5f, time);
        x += dx;
        y += dy;
    }
    if (calibrate[s] == 0) time += prior_weight(prior, fan, time, from.y);
    arrival[i] = time;
}

__global__ void __launch_bounds__(128) fumarole_rays_ad2_a(const float4* __restrict__ section, const float2* __restrict__ shot,
                                                           const int* __restrict__ calibrate, const float* __restrict__ prior, float* __restrict__ arrival) {
    ray_trace(section, shot, calibrate, prior, arrival);
}
__global__ void __launch_bounds__(128, 12) fumarole_rays_ad2_b(const float4* __restrict__ section, const float2* __restrict__ shot,
                                                               const int* __restrict__ calibrate, const float* __restrict__ prior, float* __restrict__ arrival) {
    ray_trace(section, shot, calibrate, prior, arrival);
}

// ---- Dust storm radar: Doppler sum of the pulses of each range gate under a taper held in shared memory.
constexpr int kBeams = 1023, kGates = 1024, kPulses = 64, kMostPulses = 14336;  // the longest dwell of any radar mode

__device__ __forceinline__ void pulse_sum(const short2* __restrict__ echo, const float2* __restrict__ taper, float2* __restrict__ doppler, int pulses) {
    extern __shared__ float2 weight[];
    int beam = blockIdx.x / (kGates / 128), gate = blockIdx.x % (kGates / 128) * 128 + threadIdx.x;
    for (int p = threadIdx.x; p < pulses; p += 128) weight[p] = taper[p];
    __syncthreads();
    const short2* mine = echo + (size_t)beam * pulses * kGates + gate;
    float re = 0.0f, im = 0.0f;
    for (int p = 0; p < pulses; ++p) {
        short2 e = mine[p * kGates];
        float2 w = weight[p];
        float i = e.x, q = e.y;
        re = fmaf(i, w.x, fmaf(-q, w.y, re));
        im = fmaf(i, w.y, fmaf(q, w.x, im));
    }
    doppler[beam * kGates + gate] = make_float2(re, im);
}

__global__ void __launch_bounds__(128) haboob_pulses_ad2_a(const short2* __restrict__ echo, const float2* __restrict__ taper, float2* __restrict__ doppler, int pulses) {
    pulse_sum(echo, taper, doppler, pulses);
}
__global__ void __launch_bounds__(128) haboob_pulses_ad2_b(const short2* __restrict__ echo, const float2* __restrict__ taper, float2* __restrict__ doppler, int pulses) {
    pulse_sum(echo, taper, doppler, pulses);
}

// ---- Herbarium: merge three exposures of each plate under gains held in shared memory, sixteen quadruples of pixels a thread.
constexpr int kPlates = 132 * 8 * 256 * 4 * 12;  // quadruples
constexpr int kMostGains = 13312;                // the longest exposure series of any camera

__device__ __forceinline__ float merged(float a, float b, float c, float u, float v, float w) {
    return fmaf(u * fmaf(-0.9f, fabsf(a), 1.0f), a, fmaf(v * fmaf(-0.9f, fabsf(b), 1.0f), b, w * fmaf(-0.9f, fabsf(c), 1.0f) * c));
}

__device__ __forceinline__ void plate_merge(const float4* __restrict__ dark, const float4* __restrict__ mean, const float4* __restrict__ light,
                                            const float* __restrict__ gains, float4* __restrict__ plate) {
    extern __shared__ float gain[];
    int from = blockIdx.x * 4096 + threadIdx.x;
    if (threadIdx.x < 3) gain[threadIdx.x] = gains[threadIdx.x];
    __syncthreads();
    float u = gain[0], v = gain[1], w = gain[2];
#pragma unroll 1
    for (int i = from; i < from + 4096; i += 512) {
        float4 a[2], b[2], c[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { a[j] = dark[i + j * 256]; b[j] = mean[i + j * 256]; c[j] = light[i + j * 256]; }
#pragma unroll
        for (int j = 0; j < 2; ++j)
            plate[i + j * 256] = make_float4(merged(a[j].x, b[j].x, c[j].x, u, v, w), merged(a[j].y, b[j].y, c[j].y, u, v, w),
                                             merged(a[j].z, b[j].z, c[j].z, u, v, w), merged(a[j].w, b[j].w, c[j].w, u, v, w));
    }
}

__global__ void __launch_bounds__(256) bergamot_plates_ad2_a(const float4* __restrict__ dark, const float4* __restrict__ mean, const float4* __restrict__ light,
                                                             const float* __restrict__ gains, float4* __restrict__ plate) {
    plate_merge(dark, mean, light, gains, plate);
}
__global__ void __launch_bounds__(256) bergamot_plates_ad2_b(const float4* __restrict__ dark, const float4* __restrict__ mean, const float4* __restrict__ light,
                                                             const float* __restrict__ gains, float4* __restrict__ plate) {
    plate_merge(dark, mean, light, gains, plate);
}

// ---- Whale song: energy of each clip of 16384 samples, a block a clip.
constexpr int kClips = 132 * 8 * 16, kClip4 = 4096;

__global__ void __launch_bounds__(256) narwhal_clips_ad2_a(const float4* __restrict__ song, float* __restrict__ energy) {
    __shared__ float part[8];
    const float4* clip = song + (size_t)blockIdx.x * kClip4 + threadIdx.x;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int from = 0; from < kClip4; from += 256 * 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(clip + from + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum[j]))));
    }
    float total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) total += __shfl_xor_sync(0xffffffffu, total, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = total;
    __syncthreads();
    if (threadIdx.x < 8) {
        total = part[threadIdx.x];
#pragma unroll
        for (int o = 4; o; o >>= 1) total += __shfl_xor_sync(0xffu, total, o);
        if (threadIdx.x == 0) energy[blockIdx.x] = total;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: three long fields of floats and one result.
    constexpr size_t kField = (size_t)kPlates * 4, kSong = (size_t)kClips * kClip4 * 4;
    static_assert((size_t)kNodes * kLadders <= kField && 13 * (size_t)kFrames <= kField, "fields are too short");
    float *one = filled<float>(kSong, 381), *two = filled<float>(kField, 382), *three = filled<float>(kField, 383), *out = empty<float>(kField);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *three4 = reinterpret_cast<float4*>(three), *out4 = reinterpret_cast<float4*>(out);

    add("teasel_ladder_ad2_a", out, (size_t)kNodes * kLadders, Output::f32, [=] { teasel_ladder_ad2_a<<<kLadders / 128, 128>>>(one, two, out); });
    add("teasel_ladder_ad2_b", out, (size_t)kNodes * kLadders, Output::f32, [=] { teasel_ladder_ad2_b<<<kLadders / 128, 128>>>(one, two, out); });

    add("sarangi_codec_ad2_a", out, (size_t)12 * kFrames, Output::f32, [=] { sarangi_codec_ad2_a<<<kFrames / 256, 256>>>(one, out, 12); });
    add("sarangi_codec_ad2_b", out, (size_t)12 * kFrames, Output::f32, [=] { sarangi_codec_ad2_b<<<kFrames / 256, 256>>>(one, out); });

    int *first = indices(kMiniblocks, 1000000, 384), *deltas = indices((size_t)kMiniblocks * kMini, 4096, 385), *values = empty<int>((size_t)kMiniblocks * kMini);
    add("quern_deltas_ad2_a", values, (size_t)kMiniblocks * kMini, Output::i32, [=] { quern_deltas_ad2_a<<<kMiniblocks / 64, 64>>>(first, deltas, values); });
    add("quern_deltas_ad2_b", values, (size_t)kMiniblocks * kMini, Output::i32, [=] { quern_deltas_ad2_b<<<kMiniblocks / 64, 64>>>(first, deltas, values); });

    std::vector<uint32_t> tree;  // four levels: 32, 1024, 32768 and 1048576 keys
    for (int below = kLeafKeys / 32; below >= 1; below /= 32)
        for (int j = 0; j < kLeafKeys; j += below) tree.push_back(j == 0 ? 0u : (uint32_t)j * 4096u + harness::hash32(j) % 4096u);
    uint32_t *keys = uploaded(tree), *queries = reinterpret_cast<uint32_t*>(indices(kQueries, 0xffffffffu, 386));
    int *stored = indices(kLeafKeys, 1000, 387), *found = empty<int>(kQueries);
    add("mattock_index_ad2_a", found, kQueries, Output::i32, [=] { mattock_index_ad2_a<<<kWalkers, 32>>>(keys, stored, queries, found, kAsk); });
    add("mattock_index_ad2_b", found, kQueries, Output::i32, [=] { mattock_index_ad2_b<<<kWalkers / 8, 256>>>(keys, stored, queries, found, kAsk); });

    float4* section = reinterpret_cast<float4*>(filled<float>((size_t)kSide * kSide * 4, 388));
    float2* shot = reinterpret_cast<float2*>(filled<float>(kShots * 2, 389));
    float* prior = filled<float>((size_t)kPacked * kFan, 390);
    int* calibrate = indices(kShots, 24, 391);
    add("fumarole_rays_ad2_a", out, (size_t)kShots * kFan, Output::f32, [=] { fumarole_rays_ad2_a<<<kShots * kFan / 128, 128>>>(section, shot, calibrate, prior, out); });
    add("fumarole_rays_ad2_b", out, (size_t)kShots * kFan, Output::f32, [=] { fumarole_rays_ad2_b<<<kShots * kFan / 128, 128>>>(section, shot, calibrate, prior, out); });

    const short2* echo = reinterpret_cast<const short2*>(indices((size_t)kBeams * kPulses * kGates, 0xffffffffu, 392));
    float2 *taper = reinterpret_cast<float2*>(filled<float>(kPulses * 2, 393)), *doppler = reinterpret_cast<float2*>(out);
    constexpr size_t kMostTaper = kMostPulses * sizeof(float2);
    CHECK(cudaFuncSetAttribute(haboob_pulses_ad2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)kMostTaper));
    add("haboob_pulses_ad2_a", out, (size_t)kBeams * kGates * 2, Output::f32, [=] {
        haboob_pulses_ad2_a<<<kBeams * (kGates / 128), 128, kMostTaper>>>(echo, taper, doppler, kPulses); });
    add("haboob_pulses_ad2_b", out, (size_t)kBeams * kGates * 2, Output::f32, [=] {
        haboob_pulses_ad2_b<<<kBeams * (kGates / 128), 128, kPulses * sizeof(float2)>>>(echo, taper, doppler, kPulses); });

    const float* gains = filled<float>(3, 394);
    constexpr int kMostGain = kMostGains * (int)sizeof(float);
    CHECK(cudaFuncSetAttribute(bergamot_plates_ad2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kMostGain));
    add("bergamot_plates_ad2_a", out, kField, Output::f32, [=] { bergamot_plates_ad2_a<<<kPlates / 4096, 256, kMostGain>>>(one4, two4, three4, gains, out4); });
    add("bergamot_plates_ad2_b", out, kField, Output::f32, [=] { bergamot_plates_ad2_b<<<kPlates / 4096, 256, 3 * sizeof(float)>>>(one4, two4, three4, gains, out4); });

    add("narwhal_clips_ad2_a", out, kClips, Output::f32, [=] { narwhal_clips_ad2_a<<<kClips, 256>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
