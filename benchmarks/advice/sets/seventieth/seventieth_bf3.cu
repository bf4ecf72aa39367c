#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// ---- 1: combustion cells -----------------------------------------------------------------------------------------------------------------
constexpr int kCells = 1 << 24;
constexpr int kSubsteps = 96;
constexpr float kIgnition = 0.68f;

__device__ __forceinline__ float2 burn(float temp, float fuel, float dt) {
    for (int s = 0; s < kSubsteps; ++s) {
        float rate = fuel * temp * temp * dt;
        fuel -= rate;
        temp += 1.5f * rate;
        temp -= 0.05f * dt * temp;
    }
    return make_float2(temp, fuel);
}

__global__ void __launch_bounds__(256) cobalt_pumpkin_bf3_a(const float* __restrict__ temp, const float* __restrict__ fuel, float* __restrict__ out, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = temp[i], f = fuel[i] * fuel[i];
    if (t > kIgnition) {
        float2 r = burn(t, f, dt);
        t = r.x; f = r.y;
    } else {
        t -= 0.1f * dt * (t + 1.0f);
    }
    out[i] = t + 0.25f * f;
}

__global__ void __launch_bounds__(256) cobalt_pumpkin_bf3_b(const float* __restrict__ temp, const float* __restrict__ fuel, float* __restrict__ out, int n, float dt) {
    constexpr int kTile = 2048;
    __shared__ float2 cell[kTile];
    __shared__ unsigned short hot[kTile];
    __shared__ int hot_count;
    const int tid = threadIdx.x, lane = tid & 31;
    const size_t base = (size_t)blockIdx.x * kTile;
    if (tid == 0) hot_count = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile / 256; ++j) {
        int i = j * 256 + tid;
        float t = temp[base + i], f = fuel[base + i];
        f *= f;
        bool burning = t > kIgnition;
        unsigned votes = __ballot_sync(0xffffffffu, burning);
        int start = 0;
        if (lane == 0) start = atomicAdd(&hot_count, __popc(votes));
        start = __shfl_sync(0xffffffffu, start, 0);
        if (burning) hot[start + __popc(votes & ((1u << lane) - 1))] = (unsigned short)i;
        cell[i] = make_float2(burning ? t : t - 0.1f * dt * (t + 1.0f), f);
    }
    __syncthreads();
    for (int k = tid; k < hot_count; k += 256) {
        int i = hot[k];
        float2 c = cell[i];
        cell[i] = burn(c.x, c.y, dt);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile / 256; ++j) {
        int i = j * 256 + tid;
        float2 c = cell[i];
        out[base + i] = c.x + 0.25f * c.y;
    }
}

// ---- 2: batched conjugate gradients on small tridiagonal systems ---------------------------------------------------------------------------
constexpr int kSystems = 4096, kUnknowns = 1024;

__device__ __forceinline__ float tree_sum(float v, float* s) {
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int w = kUnknowns / 2; w > 0; w /= 2) {
        if (t < w) s[t] += s[t + w];
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}
__device__ __forceinline__ float lanes_sum(float v) {
#pragma unroll
    for (int w = 16; w > 0; w /= 2) v += __shfl_xor_sync(0xffffffffu, v, w);
    return v;
}
__device__ __forceinline__ float warps_sum(float v, float* s) {
    v = lanes_sum(v);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    return lanes_sum(s[threadIdx.x & 31]);
}

__global__ void __launch_bounds__(kUnknowns) walnut_glider_bf3_a(const float* __restrict__ rhs, float* __restrict__ out, int iterations) {
    __shared__ float p[kUnknowns + 2];
    __shared__ float s[kUnknowns];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * kUnknowns + t;
    float r = fabsf(rhs[at]) + 0.1f, x = 0.0f;
    if (t == 0) p[0] = p[kUnknowns + 1] = 0.0f;
    p[t + 1] = r;
    float rr = tree_sum(r * r, s);
    for (int it = 0; it < iterations; ++it) {
        float pc = p[t + 1];
        float ap = 2.05f * pc - p[t] - p[t + 2];
        float alpha = rr / tree_sum(pc * ap, s);
        x += alpha * pc;
        r -= alpha * ap;
        float next = tree_sum(r * r, s);
        p[t + 1] = r + next / rr * pc;
        rr = next;
        __syncthreads();
    }
    out[at] = x;
}

__global__ void __launch_bounds__(kUnknowns) walnut_glider_bf3_b(const float* __restrict__ rhs, float* __restrict__ out, int iterations) {
    __shared__ float p[kUnknowns + 2];
    __shared__ float s0[32], s1[32];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * kUnknowns + t;
    float r = fabsf(rhs[at]) + 0.1f, x = 0.0f;
    if (t == 0) p[0] = p[kUnknowns + 1] = 0.0f;
    p[t + 1] = r;
    float rr = warps_sum(r * r, s1);
    for (int it = 0; it < iterations; ++it) {
        float pc = p[t + 1];
        float ap = 2.05f * pc - p[t] - p[t + 2];
        float alpha = __fdividef(rr, warps_sum(pc * ap, s0));
        x += alpha * pc;
        r -= alpha * ap;
        float next = warps_sum(r * r, s1);
        p[t + 1] = r + __fdividef(next, rr) * pc;
        rr = next;
        __syncthreads();
    }
    out[at] = x;
}

// ---- 3: volume by venue --------------------------------------------------------------------------------------------------------------------
constexpr int kTrades = 5 << 20, kVenues = 24;

__global__ void __launch_bounds__(256) tulip_engine_bf3_a(const int4* __restrict__ trades, int* __restrict__ volume, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 t = trades[i];   // venue, lots, side, tag
    int lots = t.z > 11 ? t.y + 1 : t.y + 2;
    if (t.w == 0) lots = 1;
    atomicAdd(&volume[t.x], lots);
}

__global__ void __launch_bounds__(256) tulip_engine_bf3_b(const int4* __restrict__ trades, int* __restrict__ volume, int n) {
    __shared__ int mine[8][kVenues];
    const int warp = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < 8 * kVenues; k += blockDim.x) (&mine[0][0])[k] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int4 t = trades[i];
        int lots = t.z > 11 ? t.y + 1 : t.y + 2;
        if (t.w == 0) lots = 1;
        atomicAdd(&mine[warp][t.x], lots);
    }
    __syncthreads();
    if (threadIdx.x < kVenues) {
        int sum = 0;
        for (int w = 0; w < 8; ++w) sum += mine[w][threadIdx.x];
        atomicAdd(&volume[threadIdx.x], sum);
    }
}

// ---- 4: charge deposition, particles sorted by supercell -------------------------------------------------------------------------------------
constexpr int kTilesX = 128, kTilesY = 64, kPerTile = 1024, kSide = 16;
constexpr int kNodesX = kTilesX * kSide + 1, kNodesY = kTilesY * kSide + 1;
constexpr int kParticles = kTilesX * kTilesY * kPerTile;

struct Deposit { int x, y, w00, w10, w01, w11; };
__device__ __forceinline__ Deposit deposit(float u, float v, float q) {
    float px = (u * 0.5f + 0.5f) * kSide, py = (v * 0.5f + 0.5f) * kSide;
    Deposit d;
    d.x = min((int)px, kSide - 1);
    d.y = min((int)py, kSide - 1);
    float fx = px - d.x, fy = py - d.y, c = fabsf(q) * 4096.0f;
    d.w00 = __float2int_rn(c * (1 - fx) * (1 - fy));
    d.w10 = __float2int_rn(c * fx * (1 - fy));
    d.w01 = __float2int_rn(c * (1 - fx) * fy);
    d.w11 = __float2int_rn(c * fx * fy);
    return d;
}

__global__ void __launch_bounds__(256) salmon_kettle_bf3_a(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ charge, int* __restrict__ rho) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int tile = i / kPerTile;
    Deposit d = deposit(xs[i], ys[i], charge[i]);
    int* node = rho + ((tile / kTilesX) * kSide + d.y) * kNodesX + (tile % kTilesX) * kSide + d.x;
    atomicAdd(node, d.w00);
    atomicAdd(node + 1, d.w10);
    atomicAdd(node + kNodesX, d.w01);
    atomicAdd(node + kNodesX + 1, d.w11);
}

__global__ void __launch_bounds__(256) salmon_kettle_bf3_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ charge, int* __restrict__ rho) {
    constexpr int S = kSide + 1;
    __shared__ int local[S * S];
    const int tile = blockIdx.x;
    for (int k = threadIdx.x; k < S * S; k += 256) local[k] = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kPerTile / 256; ++j) {
        int i = tile * kPerTile + j * 256 + threadIdx.x;
        Deposit d = deposit(xs[i], ys[i], charge[i]);
        int* node = local + d.y * S + d.x;
        atomicAdd(node, d.w00);
        atomicAdd(node + 1, d.w10);
        atomicAdd(node + S, d.w01);
        atomicAdd(node + S + 1, d.w11);
    }
    __syncthreads();
    int* corner = rho + (tile / kTilesX) * kSide * kNodesX + (tile % kTilesX) * kSide;
    for (int k = threadIdx.x; k < S * S; k += 256) atomicAdd(corner + k / S * kNodesX + k % S, local[k]);
}

// ---- 5: great-circle distances ---------------------------------------------------------------------------------------------------------------
constexpr int kRoutes = 1 << 23;

__global__ void __launch_bounds__(256) pewter_orchid_bf3_a(const float* __restrict__ lat0, const float* __restrict__ lon0, const float* __restrict__ lat1, const float* __restrict__ lon1,
                                                           float* __restrict__ km, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = lat0[i] * 1.5707963f, b = lat1[i] * 1.5707963f;
    float dlon = (lon1[i] - lon0[i]) * 3.1415927f;
    float s = sin((b - a) * 0.5), t = sin(dlon * 0.5);
    float h = s * s + cos(a) * cos(b) * t * t;
    km[i] = 2.0 * 6371.0 * asin(sqrt(min(1.0, max(0.0, h))));
}

__global__ void __launch_bounds__(256) pewter_orchid_bf3_b(const float* __restrict__ lat0, const float* __restrict__ lon0, const float* __restrict__ lat1, const float* __restrict__ lon1,
                                                           float* __restrict__ km, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = lat0[i] * 1.5707963f, b = lat1[i] * 1.5707963f;
    float dlon = (lon1[i] - lon0[i]) * 3.1415927f;
    float s = sinf((b - a) * 0.5f), t = sinf(dlon * 0.5f);
    float h = s * s + cosf(a) * cosf(b) * t * t;
    km[i] = 2.0f * 6371.0f * asinf(sqrtf(fminf(1.0f, fmaxf(0.0f, h))));
}

// ---- 6: radiance of a pixel over spectral bands ------------------------------------------------------------------------------------------------
constexpr int kPixels = 1 << 21, kBands = 24;
__constant__ float4 bands[kBands];   // scale, exponent, transmittance, unused

__global__ void __launch_bounds__(256) banjo_cliff_bf3_a(const float* __restrict__ heat, const float* __restrict__ path, float* __restrict__ radiance, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float kelvin = 250.0f + 50.0f * heat[i], airmass = 1.5f + 0.5f * path[i];
    float sum = 0.0f;
    for (int b = 0; b < kBands; ++b) {
        float4 c = bands[b];
        sum += c.x * powf(c.z, airmass) / (expf(c.y / kelvin) - 1.0f);
    }
    radiance[i] = sum;
}

__global__ void __launch_bounds__(256) banjo_cliff_bf3_b(const float* __restrict__ heat, const float* __restrict__ path, float* __restrict__ radiance, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float inverse = __fdividef(1.0f, 250.0f + 50.0f * heat[i]), airmass = 1.5f + 0.5f * path[i];
    float sum = 0.0f;
    for (int b = 0; b < kBands; ++b) {
        float4 c = bands[b];
        sum += __fdividef(c.x * __powf(c.z, airmass), __expf(c.y * inverse) - 1.0f);
    }
    radiance[i] = sum;
}

// ---- 7: echo from a ring buffer ------------------------------------------------------------------------------------------------------------------
constexpr int kTaps = 32, kFrames = 960000, kChannels = 4, kRing = 1000003;
__constant__ int tap_delay[kTaps];
__constant__ float tap_gain[kTaps];

__global__ void __launch_bounds__(256) lemon_sextant_bf3_a(const float* __restrict__ ring, float* __restrict__ out, size_t first_sample, size_t length, int frames) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= frames) return;
    const float* history = ring + blockIdx.y * length;
    size_t now = first_sample + n;
    float wet = 0.0f;
    for (int k = 0; k < kTaps; ++k) wet += tap_gain[k] * history[(now - tap_delay[k]) % length];
    out[(size_t)blockIdx.y * frames + n] = wet;
}

__global__ void __launch_bounds__(256) lemon_sextant_bf3_b(const float* __restrict__ ring, float* __restrict__ out, int head, int length, int frames) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= frames) return;
    const float* history = ring + (size_t)blockIdx.y * length;
    int now = head + n;
    if (now >= length) now -= length;
    float wet = 0.0f;
    for (int k = 0; k < kTaps; ++k) {
        int at = now - tap_delay[k];
        if (at < 0) at += length;
        wet += tap_gain[k] * history[at];
    }
    out[(size_t)blockIdx.y * frames + n] = wet;
}

// ---- 8: implied discount factor of a daily cash-flow book --------------------------------------------------------------------------------------------
constexpr int kBooks = 132, kQuotes = 128, kFlows = 4096;

__device__ __forceinline__ void load_flows(float* flows, const float* from) {
    for (int k = threadIdx.x; k < kFlows / 4; k += kQuotes) {
        float4 c = ((const float4*)from)[k];
        ((float4*)flows)[k] = make_float4(1 + 0.2f * c.x, 1 + 0.2f * c.y, 1 + 0.2f * c.z, 1 + 0.2f * c.w);
    }
    __syncthreads();
}

__global__ void __launch_bounds__(kQuotes) crimson_walrus_bf3_a(const float* __restrict__ cash, const float* __restrict__ quotes, float* __restrict__ factor, int rounds) {
    __shared__ __align__(16) float flows[kFlows];
    load_flows(flows, cash + (size_t)blockIdx.x * kFlows);
    const int id = blockIdx.x * kQuotes + threadIdx.x;
    const float quote = 400.0f + 300.0f * quotes[id];
    float lo = 0.98f, hi = 0.9995f;
    for (int r = 0; r < rounds; ++r) {
        float v = 0.5f * (lo + hi), pv = 0.0f;
#pragma unroll 4
        for (int k = kFlows / 4 - 1; k >= 0; --k) {
            float4 c = ((const float4*)flows)[k];
            pv = pv * v + c.w;
            pv = pv * v + c.z;
            pv = pv * v + c.y;
            pv = pv * v + c.x;
        }
        if (pv < quote) lo = v; else hi = v;
    }
    factor[id] = 0.5f * (lo + hi);
}

__global__ void __launch_bounds__(kQuotes) crimson_walrus_bf3_b(const float* __restrict__ cash, const float* __restrict__ quotes, float* __restrict__ factor, int rounds) {
    __shared__ __align__(16) float flows[kFlows];
    load_flows(flows, cash + (size_t)blockIdx.x * kFlows);
    const int id = blockIdx.x * kQuotes + threadIdx.x;
    const float quote = 400.0f + 300.0f * quotes[id];
    float lo = 0.98f, hi = 0.9995f;
    for (int r = 0; r < rounds; ++r) {
        float v = 0.5f * (lo + hi), v2 = v * v, v4 = v2 * v2;
        float e0 = 0.0f, e1 = 0.0f, e2 = 0.0f, e3 = 0.0f;
#pragma unroll 8
        for (int k = kFlows / 4 - 1; k >= 0; --k) {
            float4 c = ((const float4*)flows)[k];
            e0 = e0 * v4 + c.x;
            e1 = e1 * v4 + c.y;
            e2 = e2 * v4 + c.z;
            e3 = e3 * v4 + c.w;
        }
        float pv = (e0 + v * e1) + v2 * (e2 + v * e3);
        if (pv < quote) lo = v; else hi = v;
    }
    factor[id] = 0.5f * (lo + hi);
}

// ---- 9 and 12: FP64 products ---------------------------------------------------------------------------------------------------------------------------
template <int BM, int BN, int WM, int WN, bool Ahead>
__device__ __forceinline__ void product64(const double* A, const double* B, double* C, int N, int K) {
    constexpr int KT = 8, LA = KT + 4, LB = BN + 4, Buffers = Ahead ? 2 : 1;
    constexpr int MI = WM / 16, NI = WN / 8;
    static_assert((BM / WM) * (BN / WN) == 8, "eight warps");
    __shared__ __align__(16) double as[Buffers][BM * LA];
    __shared__ __align__(16) double bs[Buffers][KT * LB];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, g = lane >> 2, q = lane & 3;
    const int wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
    const double* a = A + (size_t)blockIdx.y * BM * K;
    const double* b = B + (size_t)blockIdx.x * BN;
    double acc[MI][NI][4] = {};
    auto fetch = [&](int buffer, int k0) {
#pragma unroll
        for (int j = 0; j < BM * KT / 2 / 256; ++j) {
            int e = j * 256 + tid, row = e >> 2, col = (e & 3) * 2;
            const double* from = a + (size_t)row * K + k0 + col;
            if (Ahead) __pipeline_memcpy_async(&as[buffer][row * LA + col], from, 16);
            else *(double2*)&as[buffer][row * LA + col] = *(const double2*)from;
        }
#pragma unroll
        for (int j = 0; j < BN * KT / 2 / 256; ++j) {
            int e = j * 256 + tid, row = e / (BN / 2), col = e % (BN / 2) * 2;
            const double* from = b + (size_t)(k0 + row) * N + col;
            if (Ahead) __pipeline_memcpy_async(&bs[buffer][row * LB + col], from, 16);
            else *(double2*)&bs[buffer][row * LB + col] = *(const double2*)from;
        }
        if (Ahead) __pipeline_commit();
    };
    auto multiply = [&](int buffer) {
        double fa[MI][4], fb[NI][2];
#pragma unroll
        for (int i = 0; i < MI; ++i)
#pragma unroll
            for (int e = 0; e < 4; ++e) fa[i][e] = as[buffer][(wm + i * 16 + g + (e & 1) * 8) * LA + q + (e >> 1) * 4];
#pragma unroll
        for (int j = 0; j < NI; ++j)
#pragma unroll
            for (int e = 0; e < 2; ++e) fb[j][e] = bs[buffer][(q + e * 4) * LB + wn + j * 8 + g];
#pragma unroll
        for (int i = 0; i < MI; ++i)
#pragma unroll
            for (int j = 0; j < NI; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                             : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                             : "d"(fa[i][0]), "d"(fa[i][1]), "d"(fa[i][2]), "d"(fa[i][3]), "d"(fb[j][0]), "d"(fb[j][1]));
    };
    if (Ahead) {
        fetch(0, 0);
        int s = 0;
        for (int k0 = 0; k0 < K; k0 += KT, s ^= 1) {
            __pipeline_wait_prior(0);
            __syncthreads();
            if (k0 + KT < K) fetch(s ^ 1, k0 + KT);
            multiply(s);
        }
    } else {
#pragma unroll 1
        for (int k0 = 0; k0 < K; k0 += KT) {
            fetch(0, k0);
            __syncthreads();
            multiply(0);
            __syncthreads();
        }
    }
    double* c = C + (size_t)(blockIdx.y * BM + wm) * N + blockIdx.x * BN + wn;
#pragma unroll
    for (int i = 0; i < MI; ++i)
#pragma unroll
        for (int j = 0; j < NI; ++j) {
            *(double2*)&c[(size_t)(i * 16 + g) * N + j * 8 + 2 * q] = make_double2(acc[i][j][0], acc[i][j][1]);
            *(double2*)&c[(size_t)(i * 16 + g + 8) * N + j * 8 + 2 * q] = make_double2(acc[i][j][2], acc[i][j][3]);
        }
}

constexpr int kM9 = 4096, kN9 = 4096, kK9 = 1024;
__global__ void __launch_bounds__(256) meadow_trumpet_bf3_a(const double* A, const double* B, double* C, int N, int K) { product64<128, 128, 32, 64, false>(A, B, C, N, K); }
__global__ void __launch_bounds__(256) meadow_trumpet_bf3_b(const double* A, const double* B, double* C, int N, int K) { product64<128, 128, 32, 64, true>(A, B, C, N, K); }

constexpr int kM12 = 3072, kN12 = 3072, kK12 = 768;
__global__ void __launch_bounds__(256) quartz_lagoon_bf3_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int N, int K) {
    constexpr int KT = 16, LA = 66;
    __shared__ __align__(16) double as[KT][LA];
    __shared__ __align__(16) double bs[KT][64];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const double* a = A + (size_t)(blockIdx.y * 64 + (tid >> 2)) * K + (tid & 3) * 4;
    const double* b = B + (size_t)(tid >> 5) * N + blockIdx.x * 64 + (tid & 31) * 2;
    double acc[4][4] = {};
    double2 a0 = *(const double2*)a, a1 = *(const double2*)(a + 2), b0 = *(const double2*)b, b1 = *(const double2*)(b + (size_t)8 * N);
    for (int k0 = 0; k0 < K; k0 += KT) {
        int ar = tid >> 2, ac = (tid & 3) * 4;
        as[ac][ar] = a0.x; as[ac + 1][ar] = a0.y; as[ac + 2][ar] = a1.x; as[ac + 3][ar] = a1.y;
        *(double2*)&bs[tid >> 5][(tid & 31) * 2] = b0;
        *(double2*)&bs[(tid >> 5) + 8][(tid & 31) * 2] = b1;
        __syncthreads();
        if (k0 + KT < K) {
            a += KT; b += (size_t)KT * N;
            a0 = *(const double2*)a; a1 = *(const double2*)(a + 2); b0 = *(const double2*)b; b1 = *(const double2*)(b + (size_t)8 * N);
        }
#pragma unroll
        for (int k = 0; k < KT; ++k) {
            double2 r0 = *(double2*)&as[k][ty * 4], r1 = *(double2*)&as[k][ty * 4 + 2];
            double2 c0 = *(double2*)&bs[k][tx * 2], c1 = *(double2*)&bs[k][tx * 2 + 32];
            double r[4] = {r0.x, r0.y, r1.x, r1.y}, c[4] = {c0.x, c0.y, c1.x, c1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += r[i] * c[j];
        }
        __syncthreads();
    }
    double* c = C + (size_t)(blockIdx.y * 64 + ty * 4) * N + blockIdx.x * 64 + tx * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        *(double2*)&c[(size_t)i * N] = make_double2(acc[i][0], acc[i][1]);
        *(double2*)&c[(size_t)i * N + 32] = make_double2(acc[i][2], acc[i][3]);
    }
}
__global__ void __launch_bounds__(256, 2) quartz_lagoon_bf3_b(const double* A, const double* B, double* C, int N, int K) { product64<64, 128, 32, 32, true>(A, B, C, N, K); }

// ---- 10: dense layer in FP32 ------------------------------------------------------------------------------------------------------------------------------
constexpr int kM10 = 1536, kN10 = 2816, kK10 = 768;

__global__ void __launch_bounds__(256) ginger_falcon_bf3_a(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ bias, float* __restrict__ y, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    float sum = bias[col];
    for (int k = 0; k < K; ++k) sum += x[(size_t)row * K + k] * w[(size_t)k * N + col];
    y[(size_t)row * N + col] = fmaxf(sum, 0.0f);
}

__global__ void __launch_bounds__(256, 2) ginger_falcon_bf3_b(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ bias, float* __restrict__ y, int M, int N, int K) {
    __shared__ __align__(16) float as[2][8][132];
    __shared__ __align__(16) float bs[2][8][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int ar = tid >> 1, ac = (tid & 1) * 4, br = tid >> 5, bc = (tid & 31) * 4;
    const float* a = x + (size_t)(blockIdx.y * 128 + ar) * K + ac;
    const float* b = w + (size_t)br * N + blockIdx.x * 128 + bc;
    float acc[8][8] = {};
    float4 na = *(const float4*)a, nb = *(const float4*)b;
    int s = 0;
    for (int k0 = 0; k0 < K; k0 += 8, s ^= 1) {
        as[s][ac][ar] = na.x; as[s][ac + 1][ar] = na.y; as[s][ac + 2][ar] = na.z; as[s][ac + 3][ar] = na.w;
        *(float4*)&bs[s][br][bc] = nb;
        __syncthreads();
        if (k0 + 8 < K) {
            a += 8; b += (size_t)8 * N;
            na = *(const float4*)a; nb = *(const float4*)b;
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float r[8], c[8];
            *(float4*)r = *(float4*)&as[s][k][ty * 4];
            *(float4*)(r + 4) = *(float4*)&as[s][k][64 + ty * 4];
            *(float4*)c = *(float4*)&bs[s][k][tx * 4];
            *(float4*)(c + 4) = *(float4*)&bs[s][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += r[i] * c[j];
        }
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int col = blockIdx.x * 128 + h * 64 + tx * 4;
        float4 add = *(const float4*)&bias[col];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            int row = blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3);
            *(float4*)&y[(size_t)row * N + col] = make_float4(fmaxf(acc[i][h * 4] + add.x, 0.0f), fmaxf(acc[i][h * 4 + 1] + add.y, 0.0f),
                                                              fmaxf(acc[i][h * 4 + 2] + add.z, 0.0f), fmaxf(acc[i][h * 4 + 3] + add.w, 0.0f));
        }
    }
}

// ---- 11: product in half precision --------------------------------------------------------------------------------------------------------------------------
constexpr int kS11 = 2048;

__global__ void __launch_bounds__(256) velvet_hammock_bf3_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int N, int K) {
    int col = (blockIdx.x * 32 + threadIdx.x) * 2, row = blockIdx.y * 8 + threadIdx.y;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int k = 0; k < K; ++k) {
        float a = __half2float(A[(size_t)row * K + k]);
        float2 b = __half22float2(*(const half2*)&B[(size_t)k * N + col]);
        sum.x += a * b.x;
        sum.y += a * b.y;
    }
    *(float2*)&C[(size_t)row * N + col] = sum;
}

__global__ void __launch_bounds__(256, 2) velvet_hammock_bf3_b(const half* A, const half* B, float* C, int N, int K) {
    using namespace nvcuda;
    constexpr int LA = 40, LB = 136;
    __shared__ __align__(128) half as[2][128 * LA];
    __shared__ __align__(128) half bs[2][32 * LB];
    const int tid = threadIdx.x, warp = tid >> 5, wm = (warp >> 1) * 32, wn = (warp & 1) * 64;
    const half* a = A + (size_t)blockIdx.y * 128 * K;
    const half* b = B + (size_t)blockIdx.x * 128;
    auto fetch = [&](int s, int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int e = j * 256 + tid;
            __pipeline_memcpy_async(&as[s][(e >> 2) * LA + (e & 3) * 8], a + (size_t)(e >> 2) * K + k0 + (e & 3) * 8, 16);
            __pipeline_memcpy_async(&bs[s][(e >> 4) * LB + (e & 15) * 8], b + (size_t)(k0 + (e >> 4)) * N + (e & 15) * 8, 16);
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    fetch(0, 0);
    int s = 0;
    for (int k0 = 0; k0 < K; k0 += 32, s ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + 32 < K) fetch(s ^ 1, k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[s][(wm + i * 16) * LA + k], LA);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[s][k * LB + wn + j * 16], LB);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(&C[(size_t)(blockIdx.y * 128 + wm + i * 16) * N + blockIdx.x * 128 + wn + j * 16], acc[i][j], N, wmma::mem_row_major);
}

// ---- 13: a step of particles with drag --------------------------------------------------------------------------------------------------------------------------
constexpr int kBodies = 1 << 25;

__global__ void __launch_bounds__(256) amber_wagon_bf3_a0(const float4* __restrict__ v, const float4* __restrict__ f, float4* __restrict__ kicked, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = v[i], b = f[i];
    kicked[i] = make_float4(a.x + dt * b.x, a.y + dt * b.y, a.z + dt * b.z, a.w + dt * b.w);
}
__global__ void __launch_bounds__(256) amber_wagon_bf3_a1(const float4* __restrict__ kicked, float4* __restrict__ slowed, float drag) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = kicked[i];
    slowed[i] = make_float4(a.x - drag * a.x * fabsf(a.x), a.y - drag * a.y * fabsf(a.y), a.z - drag * a.z * fabsf(a.z), a.w - drag * a.w * fabsf(a.w));
}
__global__ void __launch_bounds__(256) amber_wagon_bf3_a2(const float4* __restrict__ x, const float4* __restrict__ slowed, float4* __restrict__ out, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = slowed[i];
    out[i] = make_float4(a.x + dt * b.x, a.y + dt * b.y, a.z + dt * b.z, a.w + dt * b.w);
}
__device__ __forceinline__ float drift(float x, float v, float f, float drag, float dt) {
    v += dt * f;
    v -= drag * v * fabsf(v);
    return x + dt * v;
}
__global__ void __launch_bounds__(256) amber_wagon_bf3_b(const float4* __restrict__ x, const float4* __restrict__ v, const float4* __restrict__ f, float4* __restrict__ out, float drag, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = v[i], c = f[i];
    out[i] = make_float4(drift(a.x, b.x, c.x, drag, dt), drift(a.y, b.y, c.y, drag, dt), drift(a.z, b.z, c.z, drag, dt), drift(a.w, b.w, c.w, drag, dt));
}

// ---- 14: weight update of forty small tensors ------------------------------------------------------------------------------------------------------------------------
constexpr int kTensors = 40;
__constant__ int2 tensor_range[kTensors];   // offset, length

__global__ void __launch_bounds__(256) nutmeg_shovel_bf3_a0(const float* __restrict__ w, const float* __restrict__ g, float* __restrict__ out, int length, float rate, float decay) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) out[i] = w[i] - rate * (g[i] + decay * w[i]);
}
__global__ void __launch_bounds__(256) nutmeg_shovel_bf3_b(const float* __restrict__ w, const float* __restrict__ g, float* __restrict__ out, float rate, float decay) {
    int2 range = tensor_range[blockIdx.y];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= range.y) return;
    i += range.x;
    out[i] = w[i] - rate * (g[i] + decay * w[i]);
}

// ---- mild 1: energy of wrapped phases -------------------------------------------------------------------------------------------------------------------------------------
constexpr int kPhases = 1 << 26;
__device__ __forceinline__ float wrap_loop(float p) {
    p *= 12.0f;
    while (p > 3.14159265f) p -= 6.2831853f;
    while (p < -3.14159265f) p += 6.2831853f;
    return p * p;
}
__device__ __forceinline__ float wrap_round(float p) {
    p *= 12.0f;
    p -= 6.2831853f * rintf(p * 0.15915494f);
    return p * p;
}
__global__ void __launch_bounds__(256) plaid_heron_bf3_a(const float4* __restrict__ phase, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = phase[i];
    out[i] = make_float4(wrap_loop(p.x), wrap_loop(p.y), wrap_loop(p.z), wrap_loop(p.w));
}
__global__ void __launch_bounds__(256) plaid_heron_bf3_b(const float4* __restrict__ phase, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = phase[i];
    out[i] = make_float4(wrap_round(p.x), wrap_round(p.y), wrap_round(p.z), wrap_round(p.w));
}

// ---- mild 2: absolute sums of rows -----------------------------------------------------------------------------------------------------------------------------------------
constexpr int kRows = 4096, kRowFloats = 16384;
__device__ __forceinline__ float row_part(const float* m) {
    const float4* row = (const float4*)(m + (size_t)blockIdx.x * kRowFloats);
    float sum = 0.0f;
#pragma unroll 8
    for (int k = threadIdx.x; k < kRowFloats / 4; k += 256) {
        float4 c = row[k];
        sum += (fabsf(c.x) + fabsf(c.y)) + (fabsf(c.z) + fabsf(c.w));
    }
    return sum;
}
__global__ void __launch_bounds__(256) fossil_ribbon_bf3_a(const float* __restrict__ m, float* __restrict__ out) {
    __shared__ float s[256];
    const int t = threadIdx.x;
    s[t] = row_part(m);
    __syncthreads();
    for (int w = 128; w > 0; w /= 2) {
        if (t < w) s[t] += s[t + w];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) fossil_ribbon_bf3_b(const float* __restrict__ m, float* __restrict__ out) {
    __shared__ float s[8];
    const int t = threadIdx.x;
    float sum = lanes_sum(row_part(m));
    if ((t & 31) == 0) s[t >> 5] = sum;
    __syncthreads();
    if (t == 0) out[blockIdx.x] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

// ---- healthy 1: blend of two signals ------------------------------------------------------------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) cactus_violet_bf3_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = x[i], q = y[i];
    out[i] = make_float4(q.x + a * (p.x - q.x), q.y + a * (p.y - q.y), q.z + a * (p.z - q.z), q.w + a * (p.w - q.w));
}

// ---- healthy 2: largest magnitude of each group of half weights -----------------------------------------------------------------------------------------------------------------
constexpr int kGroups = 8192, kGroupHalves = 32768;
__global__ void __launch_bounds__(256) juniper_anchor_bf3_a(const uint4* __restrict__ weights, float* __restrict__ scale) {
    __shared__ half2 s[8];
    const uint4* mine = weights + (size_t)blockIdx.x * (kGroupHalves / 8);
    half2 top = __float2half2_rn(0.0f);
#pragma unroll 8
    for (int k = threadIdx.x; k < kGroupHalves / 8; k += 256) {
        uint4 w = mine[k];
        half2 a = __hmax2(__habs2(*(half2*)&w.x), __habs2(*(half2*)&w.y)), b = __hmax2(__habs2(*(half2*)&w.z), __habs2(*(half2*)&w.w));
        top = __hmax2(top, __hmax2(a, b));
    }
#pragma unroll
    for (int w = 16; w > 0; w /= 2) top = __hmax2(top, __shfl_xor_sync(0xffffffffu, top, w));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = top;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) top = __hmax2(top, s[w]);
        scale[blockIdx.x] = fmaxf(__low2float(top), __high2float(top)) / 127.0f;
    }
}

// ---- healthy 3: fourth-order Laplacian on a plane --------------------------------------------------------------------------------------------------------------------------------
constexpr int kWide = 8192, kHigh = 8064, kPitch = 8256, kMargin = 32;
__global__ void __launch_bounds__(256) saffron_buoy_bf3_a(const float* __restrict__ u, float* __restrict__ out) {
    constexpr int TW = 128, TH = 32, P = TW + 8;
    __shared__ __align__(16) float tile[TH + 4][P];
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    const float* from = u + (size_t)blockIdx.y * TH * kPitch + kMargin + blockIdx.x * TW - 4;
    for (int e = threadIdx.x; e < (TH + 4) * (P / 4); e += 256) {
        int row = e / (P / 4), col = e % (P / 4) * 4;
        *(float4*)&tile[row][col] = *(const float4*)&from[(size_t)row * kPitch + col];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < TH / 8; ++j) {
        int r = ty + j * 8 + 2, c = tx * 4 + 4;
        float h[12];
        *(float4*)h = *(float4*)&tile[r][c - 4];
        *(float4*)(h + 4) = *(float4*)&tile[r][c];
        *(float4*)(h + 8) = *(float4*)&tile[r][c + 4];
        float n2[4], n1[4], s1[4], s2[4], o[4];
        *(float4*)n2 = *(float4*)&tile[r - 2][c];
        *(float4*)n1 = *(float4*)&tile[r - 1][c];
        *(float4*)s1 = *(float4*)&tile[r + 1][c];
        *(float4*)s2 = *(float4*)&tile[r + 2][c];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            o[k] = -5.0f * h[k + 4] + 1.3333333f * ((h[k + 3] + h[k + 5]) + (n1[k] + s1[k])) - 0.0833333f * ((h[k + 2] + h[k + 6]) + (n2[k] + s2[k]));
        *(float4*)&out[(size_t)(blockIdx.y * TH + r - 2) * kWide + blockIdx.x * TW + tx * 4] = *(float4*)o;
    }
}

int main(int argc, char** argv) {
    const size_t kPool = (size_t)1 << 26;
    float* pa = harness::filled<float>(kPool, 11);
    float* pb = harness::filled<float>(kPool, 23);
    half* ph = harness::filled<half>((size_t)1 << 28, 5);
    double* pd = harness::filled<double>((size_t)kM9 * kK9 + (size_t)kK9 * kN9, 3);
    int* trades = harness::indices((size_t)kTrades * 4, kVenues, 41);
    float* out = harness::empty<float>(kPool);
    float* tmp0 = harness::empty<float>(kBodies);
    float* tmp1 = harness::empty<float>(kBodies);
    double* outd = harness::empty<double>((size_t)kM9 * kN9);
    int* volume = harness::empty<int>(kVenues);
    int* rho = harness::empty<int>((size_t)kNodesX * kNodesY);

    std::vector<float4> band(kBands);
    for (int b = 0; b < kBands; ++b) band[b] = make_float4(1.0f + 0.5f * b, 600.0f + 60.0f * b, 0.35f + 0.6f * ((b * 7) % kBands) / kBands, 0.0f);
    CHECK(cudaMemcpyToSymbol(bands, band.data(), sizeof(float4) * kBands));
    std::vector<int> delay(kTaps);
    std::vector<float> gain(kTaps);
    for (int k = 0; k < kTaps; ++k) { delay[k] = 97 + (int)(harness::hash32(k + 900) % 8000); gain[k] = 0.9f / (1 + k); }
    CHECK(cudaMemcpyToSymbol(tap_delay, delay.data(), sizeof(int) * kTaps));
    CHECK(cudaMemcpyToSymbol(tap_gain, gain.data(), sizeof(float) * kTaps));
    std::vector<int2> range(kTensors);
    int total = 0, longest = 0;
    for (int k = 0; k < kTensors; ++k) {
        int length = 1024 + (int)(harness::hash32(k + 77) % 15360);
        range[k] = make_int2(total, length);
        total += length; longest = std::max(longest, length);
    }
    CHECK(cudaMemcpyToSymbol(tensor_range, range.data(), sizeof(int2) * kTensors));

    const float dt = 0.01f;
    const size_t first = 5000000000ull;
    const double *a9 = pd, *b9 = pd + (size_t)kM9 * kK9, *a12 = pd, *b12 = pd + (size_t)kM12 * kK12;
    const half *a11 = ph, *b11 = ph + (size_t)kS11 * kS11;
    using harness::Output;
    const float4 *fa = (const float4*)pa, *fb = (const float4*)pb;
    const float4* fx = (const float4*)(pa + kBodies);
    float4* fo = (float4*)out;

    std::vector<harness::Case> cases = {
        {"cobalt_pumpkin_bf3_a", [=] { cobalt_pumpkin_bf3_a<<<kCells / 256, 256>>>(pa, pb, out, kCells, dt); }, out, kCells},
        {"cobalt_pumpkin_bf3_b", [=] { cobalt_pumpkin_bf3_b<<<kCells / 2048, 256>>>(pa, pb, out, kCells, dt); }, out, kCells},
        {"walnut_glider_bf3_a", [=] { walnut_glider_bf3_a<<<kSystems, kUnknowns>>>(pa, out, 24); }, out, (size_t)kSystems * kUnknowns},
        {"walnut_glider_bf3_b", [=] { walnut_glider_bf3_b<<<kSystems, kUnknowns>>>(pa, out, 24); }, out, (size_t)kSystems * kUnknowns},
        {"tulip_engine_bf3_a", [=] { tulip_engine_bf3_a<<<kTrades / 256, 256>>>((const int4*)trades, volume, kTrades); }, volume, kVenues, Output::i32},
        {"tulip_engine_bf3_b", [=] { tulip_engine_bf3_b<<<132 * 8, 256>>>((const int4*)trades, volume, kTrades); }, volume, kVenues, Output::i32},
        {"salmon_kettle_bf3_a", [=] { salmon_kettle_bf3_a<<<kParticles / 256, 256>>>(pa, pb, pb + kParticles, rho); }, rho, (size_t)kNodesX * kNodesY, Output::i32},
        {"salmon_kettle_bf3_b", [=] { salmon_kettle_bf3_b<<<kTilesX * kTilesY, 256>>>(pa, pb, pb + kParticles, rho); }, rho, (size_t)kNodesX * kNodesY, Output::i32},
        {"pewter_orchid_bf3_a", [=] { pewter_orchid_bf3_a<<<kRoutes / 256, 256>>>(pa, pb, pa + kRoutes, pb + kRoutes, out, kRoutes); }, out, kRoutes},
        {"pewter_orchid_bf3_b", [=] { pewter_orchid_bf3_b<<<kRoutes / 256, 256>>>(pa, pb, pa + kRoutes, pb + kRoutes, out, kRoutes); }, out, kRoutes},
        {"banjo_cliff_bf3_a", [=] { banjo_cliff_bf3_a<<<kPixels / 256, 256>>>(pa, pb, out, kPixels); }, out, kPixels},
        {"banjo_cliff_bf3_b", [=] { banjo_cliff_bf3_b<<<kPixels / 256, 256>>>(pa, pb, out, kPixels); }, out, kPixels},
        {"lemon_sextant_bf3_a", [=] { lemon_sextant_bf3_a<<<dim3(kFrames / 256, kChannels), 256>>>(pa, out, first, kRing, kFrames); }, out, (size_t)kFrames * kChannels},
        {"lemon_sextant_bf3_b", [=] { lemon_sextant_bf3_b<<<dim3(kFrames / 256, kChannels), 256>>>(pa, out, (int)(first % kRing), kRing, kFrames); }, out, (size_t)kFrames * kChannels},
        {"crimson_walrus_bf3_a", [=] { crimson_walrus_bf3_a<<<kBooks, kQuotes>>>(pa, pb, out, 16); }, out, (size_t)kBooks * kQuotes},
        {"crimson_walrus_bf3_b", [=] { crimson_walrus_bf3_b<<<kBooks, kQuotes>>>(pa, pb, out, 16); }, out, (size_t)kBooks * kQuotes},
        {"meadow_trumpet_bf3_a", [=] { meadow_trumpet_bf3_a<<<dim3(kN9 / 128, kM9 / 128), 256>>>(a9, b9, outd, kN9, kK9); }, outd, (size_t)kM9 * kN9, Output::f64},
        {"meadow_trumpet_bf3_b", [=] { meadow_trumpet_bf3_b<<<dim3(kN9 / 128, kM9 / 128), 256>>>(a9, b9, outd, kN9, kK9); }, outd, (size_t)kM9 * kN9, Output::f64},
        {"ginger_falcon_bf3_a", [=] { ginger_falcon_bf3_a<<<dim3(kN10 / 32, kM10 / 8), dim3(32, 8)>>>(pa, pb, pa + (1 << 25), out, kM10, kN10, kK10); }, out, (size_t)kM10 * kN10},
        {"ginger_falcon_bf3_b", [=] { ginger_falcon_bf3_b<<<dim3(kN10 / 128, kM10 / 128), 256>>>(pa, pb, pa + (1 << 25), out, kM10, kN10, kK10); }, out, (size_t)kM10 * kN10},
        {"velvet_hammock_bf3_a", [=] { velvet_hammock_bf3_a<<<dim3(kS11 / 64, kS11 / 8), dim3(32, 8)>>>(a11, b11, out, kS11, kS11); }, out, (size_t)kS11 * kS11},
        {"velvet_hammock_bf3_b", [=] { velvet_hammock_bf3_b<<<dim3(kS11 / 128, kS11 / 128), 256>>>(a11, b11, out, kS11, kS11); }, out, (size_t)kS11 * kS11},
        {"quartz_lagoon_bf3_a", [=] { quartz_lagoon_bf3_a<<<dim3(kN12 / 64, kM12 / 64), 256>>>(a12, b12, outd, kN12, kK12); }, outd, (size_t)kM12 * kN12, Output::f64},
        {"quartz_lagoon_bf3_b", [=] { quartz_lagoon_bf3_b<<<dim3(kN12 / 128, kM12 / 64), 256>>>(a12, b12, outd, kN12, kK12); }, outd, (size_t)kM12 * kN12, Output::f64},
        {"amber_wagon_bf3_a", [=] {
             amber_wagon_bf3_a0<<<kBodies / 1024, 256>>>(fa, fb, (float4*)tmp0, dt);
             amber_wagon_bf3_a1<<<kBodies / 1024, 256>>>((const float4*)tmp0, (float4*)tmp1, 0.3f);
             amber_wagon_bf3_a2<<<kBodies / 1024, 256>>>(fx, (const float4*)tmp1, fo, dt);
         }, out, kBodies},
        {"amber_wagon_bf3_b", [=] { amber_wagon_bf3_b<<<kBodies / 1024, 256>>>(fx, fa, fb, fo, 0.3f, dt); }, out, kBodies},
        {"nutmeg_shovel_bf3_a", [=] {
             for (const int2& r : range) nutmeg_shovel_bf3_a0<<<(r.y + 255) / 256, 256>>>(pa + r.x, pb + r.x, out + r.x, r.y, 0.01f, 0.1f);
         }, out, (size_t)total},
        {"nutmeg_shovel_bf3_b", [=] { nutmeg_shovel_bf3_b<<<dim3((longest + 255) / 256, kTensors), 256>>>(pa, pb, out, 0.01f, 0.1f); }, out, (size_t)total},
        {"plaid_heron_bf3_a", [=] { plaid_heron_bf3_a<<<kPhases / 1024, 256>>>(fa, fo); }, out, kPhases},
        {"plaid_heron_bf3_b", [=] { plaid_heron_bf3_b<<<kPhases / 1024, 256>>>(fa, fo); }, out, kPhases},
        {"fossil_ribbon_bf3_a", [=] { fossil_ribbon_bf3_a<<<kRows, 256>>>(pa, out); }, out, kRows},
        {"fossil_ribbon_bf3_b", [=] { fossil_ribbon_bf3_b<<<kRows, 256>>>(pa, out); }, out, kRows},
        {"cactus_violet_bf3_a", [=] { cactus_violet_bf3_a<<<kPool / 1024, 256>>>(fa, fb, fo, 0.3f); }, out, kPool},
        {"juniper_anchor_bf3_a", [=] { juniper_anchor_bf3_a<<<kGroups, 256>>>((const uint4*)ph, out); }, out, kGroups},
        {"saffron_buoy_bf3_a", [=] { saffron_buoy_bf3_a<<<dim3(kWide / 128, kHigh / 32), 256>>>(pa, out); }, out, (size_t)kWide * kHigh},
    };
    return harness::run(argc, argv, cases);
}
