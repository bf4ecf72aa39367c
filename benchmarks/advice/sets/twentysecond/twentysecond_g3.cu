// Eleven measured cases from sea, kitchen, stage and sky: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Sum of one value a thread over the block (valid in thread 0).
template <int kWarps>
__device__ __forceinline__ float block_total(float v) {
    __shared__ float part[kWarps];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    if (threadIdx.x == 0) {
#pragma unroll
        for (int w = 0; w < kWarps; ++w) v += part[w];
    }
    return v;
}

// ---- Hydrophones: a 64-tap matched filter over the recordings of a line of 20 hydrophones, four samples a thread.
constexpr int kPhones = 20, kTaps = 64, kChunk = 512, kChunks = 512, kTicks = kChunk * kChunks, kPitch = kTicks + kTaps / 4;  // in quadruples

struct Call { float w[kTaps]; };

__device__ __forceinline__ void whale_chunk(const float4* __restrict__ in, float4* __restrict__ out, const Call& call, float4* window) {
    int t = threadIdx.x;
    window[t] = in[t];
    if (t < kTaps / 4) window[kChunk + t] = in[kChunk + t];
    __syncthreads();
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    float4 now = window[t];
#pragma unroll
    for (int k = 0; k < kTaps / 4; ++k) {
        float4 next = window[t + k + 1];
        float v[8] = {now.x, now.y, now.z, now.w, next.x, next.y, next.z, next.w};
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[j] = fmaf(call.w[4 * k + q], v[q + j], sum[j]);
        now = next;
    }
    out[t] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void __launch_bounds__(512) whale_calls_g3_a(const float4* __restrict__ tape, float4* __restrict__ match, const __grid_constant__ Call call) {
    __shared__ float4 window[kChunk + kTaps / 4];
    int phone = blockIdx.x;
    for (int c = 0; c < kChunks; ++c) {
        whale_chunk(tape + (size_t)phone * kPitch + c * kChunk, match + (size_t)phone * kTicks + c * kChunk, call, window);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) whale_calls_g3_b(const float4* __restrict__ tape, float4* __restrict__ match, const __grid_constant__ Call call) {
    __shared__ float4 window[kChunk + kTaps / 4];
    int phone = blockIdx.y, c = blockIdx.x;
    whale_chunk(tape + (size_t)phone * kPitch + c * kChunk, match + (size_t)phone * kTicks + c * kChunk, call, window);
}

// ---- Perfumery: city-block distance of 384 perfumes from 256 reference notes over a chromatogram of 15488 bins.
constexpr int kPerfumes = 384, kNotes = 256, kBinsDeep = 16, kPieces = 22, kBins = kPieces * 44 * kBinsDeep;

__device__ __forceinline__ void perfume_tile(const float4* __restrict__ perfume, const float4* __restrict__ note, int first, int steps, float (&sum)[4][4]) {
    __shared__ float4 left[2][kBinsDeep][16], top[2][kBinsDeep][16];
    int t = threadIdx.x, deep = t / 16, quad = t % 16, tx = t % 16, ty = t / 16;
    const float4* p = perfume + (size_t)(first + deep) * (kPerfumes / 4) + blockIdx.y * 16 + quad;
    const float4* n = note + (size_t)(first + deep) * (kNotes / 4) + blockIdx.x * 16 + quad;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
    left[0][deep][quad] = *p;
    top[0][deep][quad] = *n;
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        float4 pn, nn;
        p += kBinsDeep * (kPerfumes / 4);
        n += kBinsDeep * (kNotes / 4);
        if (s + 1 < steps) { pn = *p; nn = *n; }
        int at = s & 1;
#pragma unroll
        for (int k = 0; k < kBinsDeep; ++k) {
            float4 a = left[at][k][ty], b = top[at][k][tx];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(av[i] - bv[j]);
        }
        if (s + 1 < steps) { left[at ^ 1][deep][quad] = pn; top[at ^ 1][deep][quad] = nn; }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 4) perfume_notes_g3_a(const float4* __restrict__ perfume, const float4* __restrict__ note, float4* __restrict__ apart) {
    float sum[4][4];
    perfume_tile(perfume, note, 0, kBins / kBinsDeep, sum);
    int row = blockIdx.y * 64 + threadIdx.x / 16 * 4, col = blockIdx.x * 16 + threadIdx.x % 16;
#pragma unroll
    for (int i = 0; i < 4; ++i) apart[(row + i) * (kNotes / 4) + col] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256, 4) perfume_notes_g3_b(const float4* __restrict__ perfume, const float4* __restrict__ note, float4* __restrict__ apart) {
    float sum[4][4];
    perfume_tile(perfume, note, blockIdx.z * (kBins / kPieces), kBins / kPieces / kBinsDeep, sum);
    int row = blockIdx.y * 64 + threadIdx.x / 16 * 4, col = blockIdx.x * 16 + threadIdx.x % 16;
#pragma unroll
    for (int i = 0; i < 4; ++i) atomicAdd(apart + (row + i) * (kNotes / 4) + col, make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
}

// ---- Coral reef: 96 Runge-Kutta steps of a food web of eight species on each of many reef patches.
constexpr int kSpecies = 8, kPatches = 148 * 1024, kSeasons = 96;

struct Web { float grow[kSpecies], crowd[kSpecies], eat[kSpecies], eaten[kSpecies]; };

__device__ __forceinline__ void reef_change(const float (&y)[kSpecies], float (&d)[kSpecies], const Web& web) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        float f = fmaf(-web.crowd[i], y[i], web.grow[i]);
        if (i > 0) f = fmaf(web.eat[i], y[i - 1], f);
        if (i + 1 < kSpecies) f = fmaf(-web.eaten[i], y[i + 1], f);
        d[i] = y[i] * f;
    }
}

__device__ __forceinline__ void reef_patch(const float* __restrict__ before, float* __restrict__ after, const Web& web, int patch) {
    constexpr float h = 0.03f;
    float y[kSpecies];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(0.4f, before[i * kPatches + patch], 0.6f);
#pragma unroll 1
    for (int s = 0; s < kSeasons; ++s) {
        float d[kSpecies], mid[kSpecies], sum[kSpecies];
        reef_change(y, d, web);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 6, d[i], y[i]); mid[i] = fmaf(h / 2, d[i], y[i]); }
        reef_change(mid, d, web);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 3, d[i], sum[i]); mid[i] = fmaf(h / 2, d[i], y[i]); }
        reef_change(mid, d, web);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(h / 3, d[i], sum[i]); mid[i] = fmaf(h, d[i], y[i]); }
        reef_change(mid, d, web);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(h / 6, d[i], sum[i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) after[i * kPatches + patch] = y[i];
}

__global__ void __launch_bounds__(1024, 1) reef_web_g3_a(const float* __restrict__ before, float* __restrict__ after, const __grid_constant__ Web web) {
    reef_patch(before, after, web, blockIdx.x * 1024 + threadIdx.x);
}
__global__ void __launch_bounds__(128, 9) reef_web_g3_b(const float* __restrict__ before, float* __restrict__ after, const __grid_constant__ Web web) {
    reef_patch(before, after, web, blockIdx.x * 128 + threadIdx.x);
}

// ---- Trade winds: Legendre synthesis of a spherical-harmonic wind field, 1056 orders at 2048 latitudes; an order m has the degrees m..1055.
constexpr int kOrders = 132 * 8, kLats = 2048;

__device__ __forceinline__ void wind_order(int m, const float4* __restrict__ table, const float* __restrict__ sectoral, float x0, float x1, float2* __restrict__ wave) {
    __shared__ float4 degree[kOrders];  // recurrence a, b; wind re, im
    int t = threadIdx.x, many = kOrders - m;
    const float4* row = table + m * kOrders - m * (m - 1) / 2;
    __syncthreads();
#pragma unroll 1
    for (int n = t; n < many; n += 1024) degree[n] = row[n];
    float p0 = sectoral[m * kLats + t], p1 = sectoral[m * kLats + 1024 + t], q0 = 0.0f, q1 = 0.0f;
    __syncthreads();
    float4 c = degree[0];
    float re0 = c.z * p0, im0 = c.w * p0, re1 = c.z * p1, im1 = c.w * p1;
#pragma unroll 4
    for (int n = 1; n < many; ++n) {
        c = degree[n];
        float r0 = fmaf(c.x * x0, p0, -c.y * q0), r1 = fmaf(c.x * x1, p1, -c.y * q1);
        q0 = p0; q1 = p1; p0 = r0; p1 = r1;
        re0 = fmaf(c.z, p0, re0); im0 = fmaf(c.w, p0, im0);
        re1 = fmaf(c.z, p1, re1); im1 = fmaf(c.w, p1, im1);
    }
    wave[m * kLats + t] = make_float2(re0, im0);
    wave[m * kLats + 1024 + t] = make_float2(re1, im1);
}

__global__ void __launch_bounds__(1024, 1) trade_winds_g3_a(const float4* __restrict__ table, const float* __restrict__ sectoral, const float* __restrict__ cosine,
                                                         float2* __restrict__ wave) {
    float x0 = cosine[threadIdx.x], x1 = cosine[threadIdx.x + 1024];
    for (int k = 0; k < 8; ++k) wind_order(blockIdx.x * 8 + k, table, sectoral, x0, x1, wave);
}

__global__ void __launch_bounds__(1024, 1) trade_winds_g3_b(const float4* __restrict__ table, const float* __restrict__ sectoral, const float* __restrict__ cosine,
                                                         float2* __restrict__ wave) {
    float x0 = cosine[threadIdx.x], x1 = cosine[threadIdx.x + 1024];
    for (int k = 0; k < 8; ++k) {
        int m = k * 132 + (k % 2 ? 131 - (int)blockIdx.x : (int)blockIdx.x);
        wind_order(m, table, sectoral, x0, x1, wave);
    }
}

// ---- Ferries: distance sailed by each vessel, from its logged positions (a list of its own for each vessel).
constexpr int kFerries = 12288, kLeg = 4096;

__device__ __forceinline__ float ferry_miles(const float2* __restrict__ log, int from, int to) {
    float miles = 0.0f;
    for (int i = from + threadIdx.x; i < to; i += 256) {
        float2 a = log[i], b = log[i + 1];
        float dx = b.x - a.x, dy = b.y - a.y, d = fmaf(dx, dx, fmaf(dy, dy, 1e-12f));
        miles = fmaf(d, rsqrtf(d), miles);
    }
    return block_total<8>(miles);
}

__global__ void __launch_bounds__(256) ferry_tracks_g3_a(const float2* __restrict__ log, const int* __restrict__ first, float* __restrict__ sailed) {
    int ferry = blockIdx.x;
    float miles = ferry_miles(log, first[ferry], first[ferry + 1] - 1);
    if (threadIdx.x == 0) sailed[ferry] = miles;
}

__global__ void __launch_bounds__(256) ferry_tracks_g3_b(const float2* __restrict__ log, const int4* __restrict__ leg, float* __restrict__ sailed) {
    int4 l = leg[blockIdx.x];  // ferry, from, to
    float miles = ferry_miles(log, l.y, l.z);
    if (threadIdx.x == 0) atomicAdd(sailed + l.x, miles);
}

// ---- Puppets: momentum step of the weights of the controllers of 24 limbs, one small array each.
constexpr int kLimbs = 24;

struct Limbs { int first[kLimbs + 1]; };

__device__ __forceinline__ void puppet_step(const float* __restrict__ weight, const float* __restrict__ speed, const float* __restrict__ slope,
                                            float* __restrict__ weight2, float* __restrict__ speed2, int i) {
    float w = weight[i], v = fmaf(0.9f, speed[i], fmaf(1e-4f, w, slope[i]));
    speed2[i] = v;
    weight2[i] = fmaf(-0.01f, v, w);
}

__global__ void __launch_bounds__(256) puppet_limbs_g3_a0(const float* __restrict__ weight, const float* __restrict__ speed, const float* __restrict__ slope,
                                                          float* __restrict__ weight2, float* __restrict__ speed2, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < count) puppet_step(weight, speed, slope, weight2, speed2, i);
}

__global__ void __launch_bounds__(256) puppet_limbs_g3_b(const float* __restrict__ weight, const float* __restrict__ speed, const float* __restrict__ slope,
                                                         float* __restrict__ weight2, float* __restrict__ speed2, const __grid_constant__ Limbs limbs) {
    int i = limbs.first[blockIdx.y] + blockIdx.x * 256 + threadIdx.x;
    if (i < limbs.first[blockIdx.y + 1]) puppet_step(weight, speed, slope, weight2, speed2, i);
}

// ---- Star spectra: subtract the dark exposure and weigh by the response, then bring each spectrum to unit power.
constexpr int kStars = 16384, kPixels = 4096, kQuads = kPixels / 4;

__device__ __forceinline__ float4 star_light(float4 r, float4 d, float4 w) {
    return make_float4(fmaf(-0.8f, d.x, r.x) * w.x, fmaf(-0.8f, d.y, r.y) * w.y, fmaf(-0.8f, d.z, r.z) * w.z, fmaf(-0.8f, d.w, r.w) * w.w);
}
__device__ __forceinline__ float star_power(float4 v) { return fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w))); }
__device__ __forceinline__ float star_scale(float power) { return rsqrtf(fmaf(power, 1.0f / kPixels, 1e-6f)); }

__global__ void __launch_bounds__(256) star_spectra_g3_a0(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ response,
                                                          float4* __restrict__ light) {
    int i = blockIdx.x * kQuads + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) light[i + 256 * j] = star_light(raw[i + 256 * j], dark[i + 256 * j], response[threadIdx.x + 256 * j]);
}

__global__ void __launch_bounds__(256) star_spectra_g3_a1(const float4* __restrict__ light, float* __restrict__ scale) {
    int i = blockIdx.x * kQuads + threadIdx.x;
    float power = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) power += star_power(light[i + 256 * j]);
    power = block_total<8>(power);
    if (threadIdx.x == 0) scale[blockIdx.x] = star_scale(power);
}

__global__ void __launch_bounds__(256) star_spectra_g3_a2(const float4* __restrict__ light, const float* __restrict__ scale, float4* __restrict__ spectrum) {
    int i = blockIdx.x * kQuads + threadIdx.x;
    float s = scale[blockIdx.x];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 v = light[i + 256 * j];
        spectrum[i + 256 * j] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    }
}

__global__ void __launch_bounds__(256) star_spectra_g3_b(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ response,
                                                         float4* __restrict__ spectrum) {
    __shared__ float all;
    int i = blockIdx.x * kQuads + threadIdx.x;
    float4 v[4];
    float power = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = star_light(raw[i + 256 * j], dark[i + 256 * j], response[threadIdx.x + 256 * j]);
#pragma unroll
    for (int j = 0; j < 4; ++j) power += star_power(v[j]);
    power = block_total<8>(power);
    if (threadIdx.x == 0) all = star_scale(power);
    __syncthreads();
    float s = all;
#pragma unroll
    for (int j = 0; j < 4; ++j) spectrum[i + 256 * j] = make_float4(v[j].x * s, v[j].y * s, v[j].z * s, v[j].w * s);
}

// ---- Folk songs: likeness of each of four million melodies (64 features) to the profile of a singer.
constexpr int kSongs = 1 << 22, kTraits = 64, kSongsPerWarp = 16;

__global__ void __launch_bounds__(64) ballad_archive_g3_a(const float* __restrict__ trait, const float* __restrict__ singer, float* __restrict__ like) {
    int song = blockIdx.x, t = threadIdx.x;
    float sum = block_total<2>(trait[(size_t)song * kTraits + t] * singer[t]);
    if (t == 0) like[song] = sum;
}

__global__ void __launch_bounds__(256) ballad_archive_g3_b(const float2* __restrict__ trait, const float2* __restrict__ singer, float* __restrict__ like) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kSongsPerWarp;
    float2 s = singer[lane];
#pragma unroll 4
    for (int k = 0; k < kSongsPerWarp; ++k) {
        float2 v = trait[(size_t)(first + k) * (kTraits / 2) + lane];
        float sum = fmaf(v.x, s.x, v.y * s.y);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
        if (lane == 0) like[first + k] = sum;
    }
}

// ---- Sediment basin: three smoothing steps with the stiffness operator on spectral elements of 6 x 6 x 6 nodes; a thread owns a column of six nodes.
constexpr int kNodes = 6, kFace = 36, kCube = 216, kBricks = 8 * 25600;

struct Stiff { float d[kNodes][kNodes]; };

// slot: shared space of the element; q: column of the thread within the element
__device__ __forceinline__ void basin_columns(const float* __restrict__ u, const float* __restrict__ d, const Stiff& stiff, float* __restrict__ force, float* slot, int q) {
    int i = q / kNodes, j = q % kNodes;
    float column[kNodes], di[kNodes], dj[kNodes];
#pragma unroll
    for (int z = 0; z < kNodes; ++z) column[z] = u[z * kFace + q];
#pragma unroll
    for (int k = 0; k < kNodes; ++k) { di[k] = d[i * kNodes + k]; dj[k] = d[j * kNodes + k]; }
#pragma unroll 1
    for (int step = 0; step < 3; ++step) {
        float next[kNodes];
#pragma unroll
        for (int z = 0; z < kNodes; ++z) slot[z * kFace + q] = column[z];
        __syncthreads();
#pragma unroll
        for (int z = 0; z < kNodes; ++z) {
            float f = 0.0f;
#pragma unroll
            for (int k = 0; k < kNodes; ++k) {
                f = fmaf(di[k], slot[z * kFace + k * kNodes + j], f);
                f = fmaf(dj[k], slot[z * kFace + i * kNodes + k], f);
                f = fmaf(stiff.d[z][k], column[k], f);
            }
            next[z] = fmaf(-0.2f, f, column[z]);
        }
        __syncthreads();
#pragma unroll
        for (int z = 0; z < kNodes; ++z) column[z] = next[z];
    }
#pragma unroll
    for (int z = 0; z < kNodes; ++z) force[z * kFace + q] = column[z];
}

__global__ void __launch_bounds__(36) basin_bricks_g3_a(const float* __restrict__ u, const float* __restrict__ d, const __grid_constant__ Stiff stiff, float* __restrict__ force) {
    __shared__ float slot[kCube];
    size_t at = (size_t)blockIdx.x * kCube;
    basin_columns(u + at, d, stiff, force + at, slot, threadIdx.x);
}

__global__ void __launch_bounds__(288) basin_bricks_g3_b(const float* __restrict__ u, const float* __restrict__ d, const __grid_constant__ Stiff stiff, float* __restrict__ force) {
    __shared__ float slot[8][240];  // 240: two neighbours share no bank
    int e = threadIdx.x / kFace;
    size_t at = ((size_t)blockIdx.x * 8 + e) * kCube;
    basin_columns(u + at, d, stiff, force + at, slot[e], threadIdx.x % kFace);
}

// ---- Asteroids: mean height of each asteroid's orbit over 24 nights (Kepler's equation, three Newton steps a night).
constexpr int kAsteroids = (132 * 8 * 16 + 90) * 256;

template <int kThreads>
__device__ __forceinline__ void asteroid_nights(const float2* __restrict__ orbit, float* __restrict__ height) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float2 o = orbit[i];
    float oval = fmaf(0.3f, o.y, 0.3f), sum = 0.0f;
#pragma unroll 2
    for (int night = 0; night < 24; ++night) {
        float mean = fmaf(0.02f, (float)night, o.x), e = mean;
#pragma unroll
        for (int step = 0; step < 3; ++step) {
            float w = e * e;
            float s = e * fmaf(w, fmaf(w, fmaf(w, fmaf(w, 2.7557e-6f, -1.98413e-4f), 8.333333e-3f), -0.16666667f), 1.0f);
            float c = fmaf(w, fmaf(w, fmaf(w, fmaf(w, 2.48e-5f, -1.388889e-3f), 0.04166667f), -0.5f), 1.0f);
            e -= __fdividef(fmaf(-oval, s, e - mean), fmaf(-oval, c, 1.0f));
        }
        sum = fmaf(e, e, sum);
    }
    height[i] = sum * (1.0f / 24);
}

__global__ void __launch_bounds__(256, 8) asteroid_nights_g3_a(const float2* __restrict__ orbit, float* __restrict__ height) { asteroid_nights<256>(orbit, height); }
__global__ void __launch_bounds__(128, 16) asteroid_nights_g3_b(const float2* __restrict__ orbit, float* __restrict__ height) { asteroid_nights<128>(orbit, height); }

// ---- Lake gauges: co-moments of two gauges' readings; resident blocks walk over both records and leave a share each.
constexpr int kResident = 132 * 8, kWalk = kResident * 256, kReadings = kWalk * 2 * 62;  // quadruples

__global__ void __launch_bounds__(256, 8) lake_gauges_g3_a(const float4* __restrict__ north, const float4* __restrict__ south, float* __restrict__ share) {
    float xx = 0.0f, yy = 0.0f, xy = 0.0f;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kReadings; i += 2 * kWalk) {
        float4 x[2], y[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { x[j] = __ldcs(north + i + j * kWalk); y[j] = __ldcs(south + i + j * kWalk); }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            xx = fmaf(x[j].x, x[j].x, xx); yy = fmaf(y[j].x, y[j].x, yy); xy = fmaf(x[j].x, y[j].x, xy);
            xx = fmaf(x[j].y, x[j].y, xx); yy = fmaf(y[j].y, y[j].y, yy); xy = fmaf(x[j].y, y[j].y, xy);
            xx = fmaf(x[j].z, x[j].z, xx); yy = fmaf(y[j].z, y[j].z, yy); xy = fmaf(x[j].z, y[j].z, xy);
            xx = fmaf(x[j].w, x[j].w, xx); yy = fmaf(y[j].w, y[j].w, yy); xy = fmaf(x[j].w, y[j].w, xy);
        }
    }
    float a = block_total<8>(xx);
    __syncthreads();
    float b = block_total<8>(yy);
    __syncthreads();
    float c = block_total<8>(xy);
    if (threadIdx.x == 0) { share[blockIdx.x * 3] = a; share[blockIdx.x * 3 + 1] = b; share[blockIdx.x * 3 + 2] = c; }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: two input fields, one field for what lies between, one result.
    constexpr size_t kOne = (size_t)kSongs * kTraits, kTwo = (size_t)kReadings * 4, kOut = (size_t)kPhones * kTicks * 4 + (1 << 27);
    static_assert((size_t)kPhones * kPitch * 4 <= kOne && (size_t)kStars * kPixels <= kTwo && kTwo <= kOne && (size_t)kStars * kPixels <= kOut, "fields are too short");
    static_assert((size_t)kBricks * kCube <= kOne && (size_t)kBricks * kCube <= kOut && (size_t)kAsteroids * 2 <= kOne && (size_t)kBins * kPerfumes <= kTwo, "fields are too short");
    float *one = filled<float>(kOne, 221), *two = filled<float>(kTwo, 222), *mid = empty<float>((size_t)kStars * kPixels), *out = empty<float>(kOut);
    float* scale = empty<float>(kStars);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *out4 = f4(out);

    Call call;
    for (int k = 0; k < kTaps; ++k) call.w[k] = 0.2f * unit(9000 + k);
    constexpr size_t kMatch = (size_t)kPhones * kTicks * 4;
    add("whale_calls_g3_a", out, kMatch, [=] { whale_calls_g3_a<<<kPhones, 512>>>(one4, out4, call); });
    add("whale_calls_g3_b", out, kMatch, [=] { whale_calls_g3_b<<<dim3(kChunks, kPhones), 512>>>(one4, out4, call); });

    add("perfume_notes_g3_a", out, kPerfumes * kNotes, [=] { perfume_notes_g3_a<<<dim3(kNotes / 64, kPerfumes / 64), 256>>>(one4, two4, out4); });
    add("perfume_notes_g3_b", out, kPerfumes * kNotes, [=] {
        cudaMemsetAsync(out, 0, kPerfumes * kNotes * sizeof(float));
        perfume_notes_g3_b<<<dim3(kNotes / 64, kPerfumes / 64, kPieces), 256>>>(one4, two4, out4); });

    Web web;
    for (int i = 0; i < kSpecies; ++i) {
        web.grow[i] = 0.5f + 0.3f * unit(9100 + i); web.crowd[i] = 0.6f + 0.2f * unit(9200 + i);
        web.eat[i] = 0.3f + 0.1f * unit(9300 + i); web.eaten[i] = 0.3f + 0.1f * unit(9400 + i);
    }
    add("reef_web_g3_a", out, kPatches * kSpecies, [=] { reef_web_g3_a<<<kPatches / 1024, 1024>>>(one, out, web); });
    add("reef_web_g3_b", out, kPatches * kSpecies, [=] { reef_web_g3_b<<<kPatches / 128, 128>>>(one, out, web); });

    std::vector<float4> degrees;
    std::vector<float> sectorals((size_t)kOrders * kLats), cosines(kLats);
    for (int m = 0; m < kOrders; ++m)
        for (int l = m; l < kOrders; ++l) {
            double ll = (double)l * l, mm = (double)m * m, a = 0, b = 0;
            if (l > m) a = std::sqrt((4 * ll - 1) / (ll - mm));
            if (l > m + 1) b = std::sqrt(((l - 1.0) * (l - 1.0) - mm) * (2.0 * l + 1) / ((2.0 * l - 3) * (ll - mm)));
            uint32_t at = (uint32_t)degrees.size();
            degrees.push_back(make_float4((float)a, (float)b, unit(at * 2), unit(at * 2 + 1)));
        }
    for (int t = 0; t < kLats; ++t) {
        double angle = 3.14159265358979 * (t + 0.5) / kLats, p = 0.70710678;
        cosines[t] = (float)std::cos(angle);
        for (int m = 0; m < kOrders; ++m) {
            sectorals[(size_t)m * kLats + t] = (float)p;
            p *= std::sqrt((2.0 * m + 3) / (2.0 * m + 2)) * std::sin(angle);
        }
    }
    float4* degree = uploaded(degrees);
    float *sectoral = uploaded(sectorals), *cosine = uploaded(cosines);
    add("trade_winds_g3_a", out, (size_t)kOrders * kLats * 2, [=] { trade_winds_g3_a<<<132, 1024>>>(degree, sectoral, cosine, out2); });
    add("trade_winds_g3_b", out, (size_t)kOrders * kLats * 2, [=] { trade_winds_g3_b<<<132, 1024>>>(degree, sectoral, cosine, out2); });

    std::vector<int> firsts(1, 0);
    std::vector<int4> legs;
    for (int s = 0; s < kFerries; ++s) {
        int logged = 1024 + (int)(harness::hash32(s + 77) % 3072), from = firsts.back();
        if (s % 1024 == 700) logged = 600000 - 1000 * (s / 1024);  // liners that report all the year round
        for (int at = from; at < from + logged - 1; at += kLeg) legs.push_back(make_int4(s, at, std::min(at + kLeg, from + logged - 1), 0));
        firsts.push_back(from + logged);
    }
    if ((size_t)firsts.back() * 2 > kOne) return 3;
    int *first = uploaded(firsts), many = (int)legs.size();
    int4* leg = uploaded(legs);
    add("ferry_tracks_g3_a", out, kFerries, [=] { ferry_tracks_g3_a<<<kFerries, 256>>>(one2, first, out); });
    add("ferry_tracks_g3_b", out, kFerries, [=] {
        cudaMemsetAsync(out, 0, kFerries * sizeof(float));
        ferry_tracks_g3_b<<<many, 256>>>(one2, leg, out); });

    Limbs limbs;
    limbs.first[0] = 0;
    int longest = 0;
    for (int k = 0; k < kLimbs; ++k) {
        int count = 8192 + (int)(harness::hash32(k + 5) % 97) * 256;
        limbs.first[k + 1] = limbs.first[k] + count;
        longest = std::max(longest, count);
    }
    size_t joints = limbs.first[kLimbs];
    add("puppet_limbs_g3_a", out, joints, [=] {
        for (int k = 0; k < kLimbs; ++k) {
            int f = limbs.first[k], count = limbs.first[k + 1] - f;
            puppet_limbs_g3_a0<<<(count + 255) / 256, 256>>>(one + f, two + f, one + (1 << 24) + f, out + f, mid + f, count);
        } });
    add("puppet_limbs_g3_b", out, joints, [=] {
        puppet_limbs_g3_b<<<dim3((longest + 255) / 256, kLimbs), 256>>>(one, two, one + (1 << 24), out, mid, limbs); });

    constexpr size_t kSky = (size_t)kStars * kPixels;
    float4* response = f4(filled<float>(kPixels, 223));
    add("star_spectra_g3_a", out, kSky, [=] {
        star_spectra_g3_a0<<<kStars, 256>>>(one4, two4, response, mid4);
        star_spectra_g3_a1<<<kStars, 256>>>(mid4, scale);
        star_spectra_g3_a2<<<kStars, 256>>>(mid4, scale, out4); });
    add("star_spectra_g3_b", out, kSky, [=] { star_spectra_g3_b<<<kStars, 256>>>(one4, two4, response, out4); });

    add("ballad_archive_g3_a", out, kSongs, [=] { ballad_archive_g3_a<<<kSongs, 64>>>(one, two, out); });
    add("ballad_archive_g3_b", out, kSongs, [=] { ballad_archive_g3_b<<<kSongs / (8 * kSongsPerWarp), 256>>>(one2, two2, out); });

    Stiff stiff;
    std::vector<float> stiffs(kNodes * kNodes);
    for (int k = 0; k < kNodes * kNodes; ++k) stiff.d[k / kNodes][k % kNodes] = stiffs[k] = unit(9500 + k);
    float* flat = uploaded(stiffs);
    add("basin_bricks_g3_a", out, (size_t)kBricks * kCube, [=] { basin_bricks_g3_a<<<kBricks, kFace>>>(one, flat, stiff, out); });
    add("basin_bricks_g3_b", out, (size_t)kBricks * kCube, [=] { basin_bricks_g3_b<<<kBricks / 8, 8 * kFace>>>(one, flat, stiff, out); });

    add("asteroid_nights_g3_a", out, kAsteroids, [=] { asteroid_nights_g3_a<<<kAsteroids / 256, 256>>>(one2, out); });
    add("asteroid_nights_g3_b", out, kAsteroids, [=] { asteroid_nights_g3_b<<<kAsteroids / 128, 128>>>(one2, out); });

    add("lake_gauges_g3_a", out, kResident * 3, [=] { lake_gauges_g3_a<<<kResident, 256>>>(one4, two4, out); });

    return harness::run(argc, argv, cases);
}
