// Eleven measured cases from streets, workshops and the sky: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Street band: energy of each of the 24 microphones of an array, 16-bit samples.
constexpr int kMics = 24, kShares = 44, kMicThreads = 512, kBeads = kShares * kMicThreads * 56;  // beads: 8 samples of a microphone

__device__ __forceinline__ float pair_energy(int v) {
    float low = (float)(short)(v & 0xffff), high = (float)(v >> 16);
    return fmaf(low, low, high * high);
}

template <int kParts>
__device__ __forceinline__ void street_band(const int4* __restrict__ samples, float* __restrict__ energy) {
    __shared__ float warps[kMicThreads / 32];
    const int4* mine = samples + (size_t)blockIdx.x * kBeads;
    float sum = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.y * kMicThreads + threadIdx.x; i < kBeads; i += kParts * kMicThreads) {
        int4 v = mine[i];
        sum += (pair_energy(v.x) + pair_energy(v.y)) + (pair_energy(v.z) + pair_energy(v.w));
    }
    sum *= 1.0f / 1073741824.0f;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < kMicThreads / 32 ? warps[threadIdx.x] : 0.0f;
#pragma unroll
        for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (threadIdx.x == 0) {
            if (kParts == 1) energy[blockIdx.x] = sum;
            else atomicAdd(energy + blockIdx.x, sum);
        }
    }
}

__global__ void __launch_bounds__(kMicThreads) street_band_m3_a(const int4* __restrict__ samples, float* __restrict__ energy) { street_band<1>(samples, energy); }
__global__ void __launch_bounds__(kMicThreads) street_band_m3_b(const int4* __restrict__ samples, float* __restrict__ energy) { street_band<kShares>(samples, energy); }

// ---- Loom pattern: weight gradient of a linear layer, dW[512][384] = X^T dY over 67584 tokens, FP16 in, FP32 out.
constexpr int kWarp = 512, kWeft = 384, kTokens = 22 * 3072, kStep = 32, kPitch = 136, kStages = 4;
constexpr int kStageHalves = 2 * kStep * kPitch, kLoomBytes = kStages * kStageHalves * 2;

template <int kSlices>
__device__ __forceinline__ void loom_pattern(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ dw) {
    using namespace nvcuda;
    extern __shared__ __align__(128) unsigned char loom[];
    half* tiles = reinterpret_cast<half*>(loom);
    constexpr int kRows = kTokens / kSlices, kSteps = kRows / kStep;
    const int t = threadIdx.x, warp = t / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32;
    const int row = t / 16, col = (t % 16) * 8;
    const half* from_x = x + ((size_t)blockIdx.z * kRows + row) * kWarp + blockIdx.x * 128 + col;
    const half* from_y = dy + ((size_t)blockIdx.z * kRows + row) * kWeft + blockIdx.y * 128 + col;
    auto fetch = [&](int step) {
        if (step < kSteps) {
            half* a = tiles + (step % kStages) * kStageHalves + row * kPitch + col;
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                __pipeline_memcpy_async(a + h * 16 * kPitch, from_x + (size_t)(step * kStep + h * 16) * kWarp, 16);
                __pipeline_memcpy_async(a + (kStep + h * 16) * kPitch, from_y + (size_t)(step * kStep + h * 16) * kWeft, 16);
            }
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) fetch(s);
    for (int step = 0; step < kSteps; ++step) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        fetch(step + kStages - 1);
        const half* a = tiles + (step % kStages) * kStageHalves;
        const half* b = a + kStep * kPitch;
#pragma unroll
        for (int k = 0; k < kStep; k += 16) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], b + k * kPitch + wn + j * 16, kPitch);
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> fa;
                wmma::load_matrix_sync(fa, a + k * kPitch + wm + i * 16, kPitch);
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa, fb[j], acc[i][j]);
            }
        }
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    float* done = reinterpret_cast<float*>(loom);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(done + (wm + i * 16) * 128 + wn + j * 16, acc[i][j], 128, wmma::mem_row_major);
    __syncthreads();
    for (int i = t; i < 128 * 128; i += 256) {
        float* to = dw + (size_t)(blockIdx.x * 128 + i / 128) * kWeft + blockIdx.y * 128 + i % 128;
        if (kSlices == 1) *to = done[i];
        else atomicAdd(to, done[i]);
    }
}

__global__ void __launch_bounds__(256, 2) loom_pattern_m3_a(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ dw) { loom_pattern<1>(x, dy, dw); }
__global__ void __launch_bounds__(256, 2) loom_pattern_m3_b(const half* __restrict__ x, const half* __restrict__ dy, float* __restrict__ dw) { loom_pattern<22>(x, dy, dw); }

// ---- Pebble orbits: places of three bodies after 128 steps, 1.6 million triples with own masses.
constexpr int kRounds = 11, kTriples = 144 * kRounds * 1024;

__device__ __forceinline__ void pull(float3& p, float3& q, float3& vp, float3& vq, float mp, float mq) {
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)));
    float inv = rsqrtf(r2), cube = inv * inv * inv, fp = mq * cube, fq = mp * cube;
    vp.x = fmaf(fp, dx, vp.x); vp.y = fmaf(fp, dy, vp.y); vp.z = fmaf(fp, dz, vp.z);
    vq.x = fmaf(-fq, dx, vq.x); vq.y = fmaf(-fq, dy, vq.y); vq.z = fmaf(-fq, dz, vq.z);
}
__device__ __forceinline__ float3 field3(const float* __restrict__ state, int field, int i) {
    return make_float3(state[(size_t)field * kTriples + i], state[(size_t)(field + 1) * kTriples + i], state[(size_t)(field + 2) * kTriples + i]);
}
__device__ __forceinline__ void put3(float* __restrict__ place, int field, int i, float3 v) {
    place[(size_t)field * kTriples + i] = v.x; place[(size_t)(field + 1) * kTriples + i] = v.y; place[(size_t)(field + 2) * kTriples + i] = v.z;
}

__device__ __forceinline__ void pebble_orbits(const float* __restrict__ state, float* __restrict__ place, int i) {
    constexpr float dt = 0.004f;
    float3 a = field3(state, 0, i), b = field3(state, 3, i), c = field3(state, 6, i);
    float3 va = field3(state, 9, i), vb = field3(state, 12, i), vc = field3(state, 15, i), mass = field3(state, 18, i);
    float ma = dt * (1.2f + mass.x), mb = dt * (1.2f + mass.y), mc = dt * (1.2f + mass.z);
#pragma unroll 2
    for (int s = 0; s < 128; ++s) {
        pull(a, b, va, vb, ma, mb);
        pull(b, c, vb, vc, mb, mc);
        pull(c, a, vc, va, mc, ma);
        a.x = fmaf(dt, va.x, a.x); a.y = fmaf(dt, va.y, a.y); a.z = fmaf(dt, va.z, a.z);
        b.x = fmaf(dt, vb.x, b.x); b.y = fmaf(dt, vb.y, b.y); b.z = fmaf(dt, vb.z, b.z);
        c.x = fmaf(dt, vc.x, c.x); c.y = fmaf(dt, vc.y, c.y); c.z = fmaf(dt, vc.z, c.z);
    }
    put3(place, 0, i, a); put3(place, 3, i, b); put3(place, 6, i, c);
}

__global__ void __launch_bounds__(1024) pebble_orbits_m3_a(const float* __restrict__ state, float* __restrict__ place) {
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) pebble_orbits(state, place, (blockIdx.x * kRounds + r) * 1024 + threadIdx.x);
}
__global__ void __launch_bounds__(1024) pebble_orbits_m3_b(const float* __restrict__ state, float* __restrict__ place) {
    pebble_orbits(state, place, blockIdx.x * 1024 + threadIdx.x);
}

// ---- Globe ripples: Legendre stage of a spherical harmonic synthesis; per order m the sums over degrees m..2111 at 2048 latitudes.
constexpr int kDegrees = 2112, kEach = 16, kLatitudes = 2048, kPage = 512;

__device__ __forceinline__ void globe_order(const float4* __restrict__ coefficient, const float* __restrict__ latitude, float2* __restrict__ ripple, int m) {
    __shared__ float4 page[kPage];
    const int t = threadIdx.x, count = kDegrees - m;
    const float4* mine = coefficient + (size_t)m * kDegrees - (size_t)m * (m - 1) / 2;
    float x0 = latitude[t], x1 = latitude[t + 1024];
    float now0 = 1.0f, was0 = 0.0f, now1 = 1.0f, was1 = 0.0f;
    float2 sum0 = make_float2(0.0f, 0.0f), sum1 = sum0;
    for (int from = 0; from < count; from += kPage) {
        int size = min(kPage, count - from);
        __syncthreads();
        if (t < size) page[t] = mine[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < size; ++k) {
            float4 c = page[k];
            sum0.x = fmaf(c.z, now0, sum0.x); sum0.y = fmaf(c.w, now0, sum0.y);
            sum1.x = fmaf(c.z, now1, sum1.x); sum1.y = fmaf(c.w, now1, sum1.y);
            float next0 = fmaf(c.x * x0, now0, -c.y * was0), next1 = fmaf(c.x * x1, now1, -c.y * was1);
            was0 = now0; now0 = next0; was1 = now1; now1 = next1;
        }
    }
    ripple[(size_t)m * kLatitudes + t] = sum0;
    ripple[(size_t)m * kLatitudes + t + 1024] = sum1;
}

__global__ void __launch_bounds__(1024) globe_ripples_m3_a(const float4* __restrict__ coefficient, const float* __restrict__ latitude, float2* __restrict__ ripple) {
#pragma unroll 1
    for (int k = 0; k < kEach; ++k) globe_order(coefficient, latitude, ripple, blockIdx.x * kEach + k);
}
__global__ void __launch_bounds__(1024) globe_ripples_m3_b(const float4* __restrict__ coefficient, const float* __restrict__ latitude, float2* __restrict__ ripple) {
#pragma unroll 1
    for (int k = 0; k < kEach; ++k) globe_order(coefficient, latitude, ripple, k * (kDegrees / kEach) + (k % 2 ? kDegrees / kEach - 1 - blockIdx.x : blockIdx.x));
}

// ---- Market receipts: total of each customer's receipts, sorted by customer (GROUP BY over a sorted key); quadruples of amounts.
constexpr int kCustomers = 10000, kLongest = 4096;

__device__ __forceinline__ int receipts_sum(const int4* __restrict__ amounts, int begin, int end) {
    __shared__ int warps[4];
    int sum = 0;
#pragma unroll 4
    for (int i = begin + threadIdx.x; i < end; i += 128) {
        int4 v = amounts[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    return warps[0] + warps[1] + warps[2] + warps[3];
}

__global__ void __launch_bounds__(128) market_receipts_m3_a(const int4* __restrict__ amounts, const int* __restrict__ start, int* __restrict__ total) {
    int customer = blockIdx.x;
    int sum = receipts_sum(amounts, start[customer], start[customer + 1]);
    if (threadIdx.x == 0) total[customer] = sum;
}
__global__ void __launch_bounds__(128) market_receipts_m3_b(const int4* __restrict__ amounts, const int4* __restrict__ pieces, int* __restrict__ total) {
    int4 piece = pieces[blockIdx.x];  // customer, begin, end
    int sum = receipts_sum(amounts, piece.y, piece.z);
    if (threadIdx.x == 0) atomicAdd(total + piece.x, sum);
}

// ---- Bonsai care: optimiser step (momentum) of 24 small weight tensors of a model; next weights and velocities go to a second copy.
constexpr int kTrees = 24, kSoil = 10240;

struct Tree { const float *weight, *gradient, *velocity; float *next_weight, *next_velocity; int size; };
struct Garden { Tree tree[kTrees]; };

__device__ __forceinline__ void bonsai_care(const Tree& tree, float rate, float momentum) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= tree.size) return;
    float v = fmaf(momentum, tree.velocity[i], tree.gradient[i]);
    tree.next_velocity[i] = v;
    tree.next_weight[i] = fmaf(-rate, v, tree.weight[i]);
}

__global__ void __launch_bounds__(256) bonsai_care_m3_a0(Tree tree, float rate, float momentum) { bonsai_care(tree, rate, momentum); }
__global__ void __launch_bounds__(256) bonsai_care_m3_b(const __grid_constant__ Garden garden, float rate, float momentum) { bonsai_care(garden.tree[blockIdx.y], rate, momentum); }

// ---- Letter press: residual add and layer normalisation of 49152 rows of 2048 halves.
constexpr int kSheets = 49152, kLine = 2048;

struct alignas(16) Eight { half2 h[4]; };

__device__ __forceinline__ Eight get8(const Eight* p) {
    uint4 u = __ldg(reinterpret_cast<const uint4*>(p));
    return reinterpret_cast<const Eight&>(u);
}
__device__ __forceinline__ void put8(Eight* p, Eight v) { *reinterpret_cast<uint4*>(p) = reinterpret_cast<const uint4&>(v); }

__device__ __forceinline__ Eight press_add(Eight a, Eight b) {
    Eight r;
#pragma unroll
    for (int k = 0; k < 4; ++k) r.h[k] = __hadd2(a.h[k], b.h[k]);
    return r;
}
__device__ __forceinline__ float2 press_moments(Eight v) {  // mean and reciprocal deviation of a row, 256 threads
    __shared__ float2 warps[8];
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(v.h[k]);
        sum.x += f.x + f.y;
        sum.y = fmaf(f.x, f.x, fmaf(f.y, f.y, sum.y));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, o);
        sum.y += __shfl_xor_sync(0xffffffffu, sum.y, o);
    }
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 8; ++k) { sum.x += warps[k].x; sum.y += warps[k].y; }
    float mean = sum.x * (1.0f / kLine);
    return make_float2(mean, rsqrtf(fmaf(-mean, mean, sum.y * (1.0f / kLine)) + 1e-5f));
}
__device__ __forceinline__ Eight press_scale(Eight v, float2 moments) {
    Eight r;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(v.h[k]);
        r.h[k] = __floats2half2_rn((f.x - moments.x) * moments.y, (f.y - moments.x) * moments.y);
    }
    return r;
}

__global__ void __launch_bounds__(256) letter_press_m3_a0(const Eight* __restrict__ text, const Eight* __restrict__ residual, Eight* __restrict__ sum) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    put8(sum + i, press_add(get8(text + i), get8(residual + i)));
}
__global__ void __launch_bounds__(256) letter_press_m3_a1(const Eight* __restrict__ sum, float2* __restrict__ moments) {
    float2 m = press_moments(get8(sum + (size_t)blockIdx.x * 256 + threadIdx.x));
    if (threadIdx.x == 0) moments[blockIdx.x] = m;
}
__global__ void __launch_bounds__(256) letter_press_m3_a2(const Eight* __restrict__ sum, const float2* __restrict__ moments, Eight* __restrict__ page) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    put8(page + i, press_scale(get8(sum + i), moments[blockIdx.x]));
}
__global__ void __launch_bounds__(256) letter_press_m3_b(const Eight* __restrict__ text, const Eight* __restrict__ residual, Eight* __restrict__ page) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    Eight v = press_add(get8(text + i), get8(residual + i));
    put8(page + i, press_scale(v, press_moments(v)));
}

// ---- Volcano watch: temperatures (half) of 128 infrared frames of 1024 x 768 raw 16-bit pixels with a calibration a frame.
constexpr int kFrames = 128, kHigh = 768, kAcross = 512 /* pixel pairs */, kStrip = 64, kTogether = 32;

__device__ __forceinline__ void volcano_pair(const ushort2* __restrict__ raw, const float4& scale, half2* __restrict__ warmth, size_t i) {
    ushort2 r = raw[i];
    float u = r.x - scale.x, v = r.y - scale.x;
    warmth[i] = __floats2half2_rn(fmaf(fmaf(scale.w, u, scale.z), u, scale.y), fmaf(fmaf(scale.w, v, scale.z), v, scale.y));
}

__global__ void __launch_bounds__(kStrip) volcano_watch_m3_a(const ushort2* __restrict__ raw, const float4* __restrict__ scales, half2* __restrict__ warmth) {
    float4 scale = scales[blockIdx.z];
    volcano_pair(raw, scale, warmth, ((size_t)blockIdx.z * kHigh + blockIdx.y) * kAcross + blockIdx.x * kStrip + threadIdx.x);
}
__global__ void __launch_bounds__(kStrip) volcano_watch_m3_b(const ushort2* __restrict__ raw, const float4* __restrict__ scales, half2* __restrict__ warmth) {
    float4 scale = scales[blockIdx.z];
#pragma unroll 4
    for (int y = 0; y < kTogether; ++y)
        volcano_pair(raw, scale, warmth, ((size_t)blockIdx.z * kHigh + blockIdx.y * kTogether + y) * kAcross + blockIdx.x * kStrip + threadIdx.x);
}

// ---- Drum skin: element matrices (6 x 6) of quadratic triangles by 36-point quadrature with a varying stiffness.
constexpr int kSkins = 132 * 2048, kPoints = 36;
__constant__ float4 drum_points[kPoints];  // x, y, weight

struct Shape { float a, b, c, d, e; };

__device__ __forceinline__ void drum_skin(const Shape* __restrict__ shapes, const float4* __restrict__ metric, const float4* __restrict__ stiff,
                                          float* __restrict__ matrix, int skin, int i, int j) {
    Shape p = shapes[i], q = shapes[j];
    float4 g = metric[skin], s = stiff[skin];
    float sum = 0.0f;
#pragma unroll 6
    for (int k = 0; k < kPoints; ++k) {
        float4 at = drum_points[k];
        float px = fmaf(p.b, at.x, fmaf(p.c, at.y, p.a)), py = fmaf(p.c, at.x, fmaf(p.e, at.y, p.d));
        float qx = fmaf(q.b, at.x, fmaf(q.c, at.y, q.a)), qy = fmaf(q.c, at.x, fmaf(q.e, at.y, q.d));
        float k1 = fmaf(s.y, at.x, fmaf(s.z, at.y, s.x)), weight = at.z * fmaf(k1, k1, s.w);
        float flux = fmaf(g.x, px, g.y * py), flow = fmaf(g.y, px, g.z * py);
        sum = fmaf(weight, fmaf(flux, qx, flow * qy), sum);
    }
    matrix[(size_t)skin * 36 + i * 6 + j] = sum;
}

__global__ void __launch_bounds__(36) drum_skin_m3_a(const Shape* __restrict__ shapes, const float4* __restrict__ metric, const float4* __restrict__ stiff, float* __restrict__ matrix) {
    drum_skin(shapes, metric, stiff, matrix, blockIdx.x, threadIdx.y, threadIdx.x);
}
__global__ void __launch_bounds__(256) drum_skin_m3_b(const Shape* __restrict__ shapes, const float4* __restrict__ metric, const float4* __restrict__ stiff, float* __restrict__ matrix) {
    int at = blockIdx.x * 256 + threadIdx.x, skin = at / 36, entry = at % 36;
    drum_skin(shapes, metric, stiff, matrix, skin, entry / 6, entry % 6);
}

// ---- Foxes and hares: numbers of both in each of eleven million meadows after 240 days.
constexpr int kMeadowBlocks = 132 * 8 * 40 + 60;  // blocks of 256 threads

template <int kThreads>
__device__ __forceinline__ void fox_hare(const float2* __restrict__ first, float2* __restrict__ last) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float2 f = first[i];
    float hare = fmaf(0.3f, f.x, 1.0f), fox = fmaf(0.3f, f.y, 1.0f);
#pragma unroll 8
    for (int day = 0; day < 240; ++day) {
        float grow = fmaf(-0.03f, fox, 1.03f), eat = fmaf(0.02f, hare, 0.98f);
        hare *= grow;
        fox *= eat;
    }
    last[i] = make_float2(hare, fox);
}

__global__ void __launch_bounds__(256) fox_hare_m3_a(const float2* __restrict__ first, float2* __restrict__ last) { fox_hare<256>(first, last); }
__global__ void __launch_bounds__(128) fox_hare_m3_b(const float2* __restrict__ first, float2* __restrict__ last) { fox_hare<128>(first, last); }

// ---- Window at dusk: a picture fading into another by a mask, halves, one wave of blocks that walk over the picture.
constexpr int kPane = 132 * 4 * 512, kGlass = kPane * 2 * 24;  // eights

__global__ void __launch_bounds__(512, 4) window_dusk_m3_a(const Eight* __restrict__ day, const Eight* __restrict__ night, const Eight* __restrict__ mask, Eight* __restrict__ seen) {
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kGlass; i += 2 * kPane) {
        Eight d[2], n[2], m[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { d[j] = get8(day + i + j * kPane); n[j] = get8(night + i + j * kPane); m[j] = get8(mask + i + j * kPane); }
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            Eight r;
#pragma unroll
            for (int k = 0; k < 4; ++k) r.h[k] = __hfma2(m[j].h[k], __hsub2(n[j].h[k], d[j].h[k]), d[j].h[k]);
            put8(seen + i + j * kPane, r);
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    // Shared results: the largest is the three-body places.
    constexpr size_t kMost = (size_t)kMeadowBlocks * 512;
    static_assert((size_t)kTriples * 9 <= kMost && (size_t)kDegrees * kLatitudes * 2 <= kMost && (size_t)kSkins * 36 <= kMost, "results are too short");
    float* out = empty<float>(kMost);

    // Street band
    const int4* samples = reinterpret_cast<const int4*>(indices((size_t)kMics * kBeads * 4, 0xffffffffu, 61));
    add("street_band_m3_a", out, kMics, [=] { street_band_m3_a<<<kMics, kMicThreads>>>(samples, out); });
    add("street_band_m3_b", out, kMics, [=] {
        CHECK(cudaMemsetAsync(out, 0, kMics * sizeof(float)));
        street_band_m3_b<<<dim3(kMics, kShares), kMicThreads>>>(samples, out); });

    // Loom pattern
    half *x = filled<half>((size_t)kTokens * kWarp, 62), *dy = filled<half>((size_t)kTokens * kWeft, 63);
    CHECK(cudaFuncSetAttribute(loom_pattern_m3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLoomBytes));
    CHECK(cudaFuncSetAttribute(loom_pattern_m3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kLoomBytes));
    add("loom_pattern_m3_a", out, kWarp * kWeft, [=] { loom_pattern_m3_a<<<dim3(kWarp / 128, kWeft / 128), 256, kLoomBytes>>>(x, dy, out); });
    add("loom_pattern_m3_b", out, kWarp * kWeft, [=] {
        CHECK(cudaMemsetAsync(out, 0, kWarp * kWeft * sizeof(float)));
        loom_pattern_m3_b<<<dim3(kWarp / 128, kWeft / 128, 22), 256, kLoomBytes>>>(x, dy, out); });

    // Pebble orbits
    float* state = filled<float>((size_t)kTriples * 21, 64);
    add("pebble_orbits_m3_a", out, (size_t)kTriples * 9, [=] { pebble_orbits_m3_a<<<kTriples / (kRounds * 1024), 1024>>>(state, out); });
    add("pebble_orbits_m3_b", out, (size_t)kTriples * 9, [=] { pebble_orbits_m3_b<<<kTriples / 1024, 1024>>>(state, out); });

    // Globe ripples
    std::vector<float4> table((size_t)kDegrees * (kDegrees + 1) / 2);
    for (size_t i = 0; i < table.size(); ++i) {
        uint32_t s = (uint32_t)i * 4;
        table[i] = make_float4(1.94f + 0.02f * unit(s), 0.985f + 0.01f * unit(s + 1), unit(s + 2), unit(s + 3));
    }
    const float4* coefficient = uploaded(table);
    float* latitude = filled<float>(kLatitudes, 65);
    float2* ripple = reinterpret_cast<float2*>(out);
    add("globe_ripples_m3_a", out, (size_t)kDegrees * kLatitudes * 2, [=] { globe_ripples_m3_a<<<kDegrees / kEach, 1024>>>(coefficient, latitude, ripple); });
    add("globe_ripples_m3_b", out, (size_t)kDegrees * kLatitudes * 2, [=] { globe_ripples_m3_b<<<kDegrees / kEach, 1024>>>(coefficient, latitude, ripple); });

    // Market receipts: most customers have some thousand receipts, three wholesalers have 1.6 million each.
    std::vector<int> start(kCustomers + 1);
    std::vector<int4> parts;
    for (int c = 0; c < kCustomers; ++c) {
        int size = c == 2100 || c == 5300 || c == 8050 ? 400000 : 1024 + (int)(harness::hash32(c + 66) % 2048);
        start[c + 1] = start[c] + size;
        for (int from = start[c]; from < start[c + 1]; from += kLongest) parts.push_back(make_int4(c, from, std::min(from + kLongest, start[c + 1]), 0));
    }
    const int4* amounts = reinterpret_cast<const int4*>(indices((size_t)start[kCustomers] * 4, 1000, 67));
    const int* starts = uploaded(start);
    const int4* pieces = uploaded(parts);
    const int piece_count = (int)parts.size();
    int* total = reinterpret_cast<int*>(out);
    add("market_receipts_m3_a", out, kCustomers, [=] { market_receipts_m3_a<<<kCustomers, 128>>>(amounts, starts, total); }, Output::i32);
    add("market_receipts_m3_b", out, kCustomers, [=] {
        CHECK(cudaMemsetAsync(total, 0, kCustomers * sizeof(int)));
        market_receipts_m3_b<<<piece_count, 128>>>(amounts, pieces, total); }, Output::i32);

    // Bonsai care
    float *weight = filled<float>(kTrees * kSoil, 68), *gradient = filled<float>(kTrees * kSoil, 69), *velocity = filled<float>(kTrees * kSoil, 70);
    Garden garden;
    int trees_end = 0;
    for (int k = 0; k < kTrees; ++k) {
        int size = 2048 * (1 + (k * 3 + 1) % 5);
        garden.tree[k] = {weight + trees_end, gradient + trees_end, velocity + trees_end, out + trees_end, out + kTrees * kSoil + trees_end, size};
        trees_end += size;
    }
    add("bonsai_care_m3_a", out, trees_end, [=] {
        for (int k = 0; k < kTrees; ++k) bonsai_care_m3_a0<<<(garden.tree[k].size + 255) / 256, 256>>>(garden.tree[k], 0.01f, 0.9f); });
    add("bonsai_care_m3_b", out, trees_end, [=] { bonsai_care_m3_b<<<dim3(kSoil / 256, kTrees), 256>>>(garden, 0.01f, 0.9f); });

    // Letter press
    constexpr size_t kLetters = (size_t)kSheets * kLine;
    Eight *text = reinterpret_cast<Eight*>(filled<half>(kLetters, 71)), *residual = reinterpret_cast<Eight*>(filled<half>(kLetters, 72)), *added = reinterpret_cast<Eight*>(empty<half>(kLetters));
    half* printed = empty<half>((size_t)kGlass * 8);
    static_assert((size_t)kGlass * 8 >= kLetters && (size_t)kFrames * kHigh * kAcross * 2 <= kLetters * 2, "pages are too short");
    Eight* page = reinterpret_cast<Eight*>(printed);
    float2* moments = empty<float2>(kSheets);
    add("letter_press_m3_a", printed, kLetters, [=] {
        letter_press_m3_a0<<<kSheets, 256>>>(text, residual, added);
        letter_press_m3_a1<<<kSheets, 256>>>(added, moments);
        letter_press_m3_a2<<<kSheets, 256>>>(added, moments, page); }, Output::f16);
    add("letter_press_m3_b", printed, kLetters, [=] { letter_press_m3_b<<<kSheets, 256>>>(text, residual, page); }, Output::f16);

    // Volcano watch
    const ushort2* raw = reinterpret_cast<const ushort2*>(indices((size_t)kFrames * kHigh * kAcross, 0xffffffffu, 73));
    std::vector<float4> calibration(kFrames);
    for (int f = 0; f < kFrames; ++f) calibration[f] = make_float4(32768.0f + 100.0f * unit(f), 20.0f + unit(f + 500), 0.002f, 1e-9f);
    const float4* scales = uploaded(calibration);
    half* warmth = empty<half>((size_t)kFrames * kHigh * kAcross * 2);
    half2* warmth2 = reinterpret_cast<half2*>(warmth);
    add("volcano_watch_m3_a", warmth, (size_t)kFrames * kHigh * kAcross * 2, [=] { volcano_watch_m3_a<<<dim3(kAcross / kStrip, kHigh, kFrames), kStrip>>>(raw, scales, warmth2); }, Output::f16);
    add("volcano_watch_m3_b", warmth, (size_t)kFrames * kHigh * kAcross * 2, [=] { volcano_watch_m3_b<<<dim3(kAcross / kStrip, kHigh / kTogether, kFrames), kStrip>>>(raw, scales, warmth2); }, Output::f16);

    // Drum skin: gradients of the quadratic shape functions are linear in x and y.
    std::vector<Shape> shape = {{-3, 4, 4, -3, 4}, {-1, 4, 0, 0, 0}, {0, 0, 0, -1, 4}, {4, -8, -4, 0, 0}, {0, 0, 4, 0, 0}, {0, 0, -4, 4, -8}};
    const Shape* shapes = uploaded(shape);
    std::vector<float4> points(kPoints);
    for (int k = 0; k < kPoints; ++k) {
        float v = (k / 6 + 0.5f) / 6, u = (k % 6 + 0.5f) / 6 * (1 - v);
        points[k] = make_float4(u, v, (1 - v) / 36, 0.0f);
    }
    CHECK(cudaMemcpyToSymbol(drum_points, points.data(), sizeof(float4) * kPoints));
    const float4 *metric = reinterpret_cast<const float4*>(filled<float>((size_t)kSkins * 4, 74)), *stiff = reinterpret_cast<const float4*>(filled<float>((size_t)kSkins * 4, 75));
    add("drum_skin_m3_a", out, (size_t)kSkins * 36, [=] { drum_skin_m3_a<<<kSkins, dim3(6, 6)>>>(shapes, metric, stiff, out); });
    add("drum_skin_m3_b", out, (size_t)kSkins * 36, [=] { drum_skin_m3_b<<<kSkins * 36 / 256, 256>>>(shapes, metric, stiff, out); });

    // Foxes and hares
    const float2* meadow = reinterpret_cast<const float2*>(state);
    static_assert(kMost <= (size_t)kTriples * 21, "too few meadows");
    float2* last = reinterpret_cast<float2*>(out);
    add("fox_hare_m3_a", out, kMost, [=] { fox_hare_m3_a<<<kMeadowBlocks, 256>>>(meadow, last); });
    add("fox_hare_m3_b", out, kMost, [=] { fox_hare_m3_b<<<kMeadowBlocks * 2, 128>>>(meadow, last); });

    // Window at dusk
    Eight *day = reinterpret_cast<Eight*>(filled<half>((size_t)kGlass * 8, 76)), *night = reinterpret_cast<Eight*>(filled<half>((size_t)kGlass * 8, 77)), *mask = reinterpret_cast<Eight*>(filled<half>((size_t)kGlass * 8, 78));
    add("window_dusk_m3_a", printed, (size_t)kGlass * 8, [=] { window_dusk_m3_a<<<132 * 4, 512>>>(day, night, mask, page); }, Output::f16);

    return harness::run(argc, argv, cases);
}
