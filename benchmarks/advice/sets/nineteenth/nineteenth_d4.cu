// Nine measured pairs of many fields, one mild pair and one healthy kernel: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

using harness::Case;
using harness::Output;

// ---- Seismic imaging: one step of the acoustic Laplacian, eighth order in space, on a padded 512 x 512 x 512 volume.
constexpr int kSide = 512, kReach = 4, kPitch = kSide + 64, kPlane = kPitch * (kSide + 2 * kReach), kVolume = kPlane * (kSide + 2 * kReach), kDeep = 64;
__host__ __device__ constexpr float star(int r) { return r == 0 ? -2.8472222f : r == 1 ? 1.6f : r == 2 ? -0.2f : r == 3 ? 0.025396825f : -0.0017857143f; }

__global__ void __launch_bounds__(512) canyon_rumble_d4_a(const float* __restrict__ field, float* __restrict__ bend) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, z = blockIdx.z;
    const float* u = field + (z + kReach) * kPlane + (y + kReach) * kPitch + x + 32;
    float sum = 3.0f * star(0) * u[0];
#pragma unroll
    for (int r = 1; r <= kReach; ++r)
        sum = fmaf(star(r), ((u[-r] + u[r]) + (u[-r * kPitch] + u[r * kPitch])) + (u[-r * kPlane] + u[r * kPlane]), sum);
    bend[(z * kSide + y) * kSide + x] = sum;
}

__global__ void __launch_bounds__(512) canyon_rumble_d4_b(const float* __restrict__ field, float* __restrict__ bend) {
    __shared__ float tile[2][16 + 2 * kReach][32 + 2 * kReach];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, z0 = blockIdx.z * kDeep;
    const float* corner = field + (z0 + kReach) * kPlane + (blockIdx.y * 16 + kReach) * kPitch + blockIdx.x * 32 + 32;
    const float* u = corner + ty * kPitch + tx;
    // one word of the rim for each of the first 384 threads: 8 rows above and below, then 8 columns left and right
    int row = t < 256 ? (t / 32 < 4 ? t / 32 - 4 : t / 32 + 12) : (t - 256) / 8;
    int col = t < 256 ? t % 32 : (t % 8 < 4 ? t % 8 - 4 : t % 8 + 28);
    bool rim = t < 384;
    const float* edge = corner + row * kPitch + col;
    float* to = bend + (z0 * kSide + y) * kSide + x;
    float q[9], border = 0.0f;
#pragma unroll
    for (int i = 0; i < 8; ++i) q[i + 1] = u[(i - kReach) * kPlane];
    if (rim) border = edge[0];
    for (int z = 0; z < kDeep; ++z) {
        auto& s = tile[z % 2];
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
        q[8] = u[(z + kReach) * kPlane];
        s[ty + kReach][tx + kReach] = q[4];
        if (rim) s[row + kReach][col + kReach] = border;
        __syncthreads();
        if (rim) border = edge[(z + 1) * kPlane];
        float sum = 3.0f * star(0) * q[4];
#pragma unroll
        for (int r = 1; r <= kReach; ++r)
            sum = fmaf(star(r), ((s[ty + 4][tx + 4 - r] + s[ty + 4][tx + 4 + r]) + (s[ty + 4 - r][tx + 4] + s[ty + 4 + r][tx + 4])) + (q[4 - r] + q[4 + r]), sum);
        to[z * kSide * kSide] = sum;
    }
}

// ---- Coast watch: power of a 32-tap band-pass of each foghorn's record, a value for each 28 samples.
constexpr int kTaps = 32, kRun = 28, kTile = 1024 * kRun, kTiles = 16, kHorns = 132 * 8, kRecord = kTile * kTiles + 32;
__constant__ float band_taps[kTaps];

__device__ __forceinline__ float band_power(const float4* __restrict__ s) {
    float y[kRun] = {};
#pragma unroll
    for (int j = 0; j < (kRun + kTaps) / 4; ++j) {
        float4 v = s[j];
        float x[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int e = 0; e < 4; ++e)
#pragma unroll
            for (int o = 0; o < kRun; ++o) {
                int k = 4 * j + e - o;
                if (k >= 0 && k < kTaps) y[o] = fmaf(band_taps[k], x[e], y[o]);
            }
    }
    float p = 0.0f;
#pragma unroll
    for (int o = 0; o < kRun; ++o) p = fmaf(y[o], y[o], p);
    return p;
}

__global__ void __launch_bounds__(1024) lighthouse_hum_d4_a(const float* __restrict__ sound, float* __restrict__ power) {
    extern __shared__ float4 tile[];
    int t = threadIdx.x;
    for (int i = 0; i < kTiles; ++i) {
        const float4* from = reinterpret_cast<const float4*>(sound + (size_t)blockIdx.x * kRecord + i * kTile);
#pragma unroll
        for (int j = 0; j < kRun / 4; ++j) tile[t + 1024 * j] = from[t + 1024 * j];
        if (t < kTaps / 4) tile[kTile / 4 + t] = from[kTile / 4 + t];
        __syncthreads();
        power[(blockIdx.x * kTiles + i) * 1024 + t] = band_power(tile + t * (kRun / 4));
        __syncthreads();
    }
}

__device__ __forceinline__ void fetch_tile(const float* __restrict__ from, float4* to) {
    int t = threadIdx.x;
    const float4* f = reinterpret_cast<const float4*>(from);
#pragma unroll
    for (int j = 0; j < kRun / 4; ++j) __pipeline_memcpy_async(to + t + 1024 * j, f + t + 1024 * j, 16);
    if (t < kTaps / 4) __pipeline_memcpy_async(to + kTile / 4 + t, f + kTile / 4 + t, 16);
}

__global__ void __launch_bounds__(1024) lighthouse_hum_d4_b(const float* __restrict__ sound, float* __restrict__ power) {
    extern __shared__ float4 tile[];
    constexpr int kStep = (kTile + kTaps) / 4;
    int t = threadIdx.x;
    const float* from = sound + (size_t)blockIdx.x * kRecord;
    fetch_tile(from, tile);
    __pipeline_commit();
    for (int i = 0; i < kTiles; ++i) {
        if (i + 1 < kTiles) fetch_tile(from + (i + 1) * kTile, tile + (i + 1) % 2 * kStep);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        power[(blockIdx.x * kTiles + i) * 1024 + t] = band_power(tile + i % 2 * kStep + t * (kRun / 4));
        __syncthreads();
    }
}

// ---- Winemaking: cross moments X'Y of 3072 soil and 2816 must properties over 2048 harvests in double precision.
constexpr int kSoil = 3072, kMust = 2816, kHarvests = 2048, kDeepD = 16, kRowD = 128 + 4, kHalfD = kDeepD * kRowD;

__device__ __forceinline__ void fetch_harvests(const double* __restrict__ x, const double* __restrict__ y, double* to, int k) {
    const double *fx = x + (size_t)k * kSoil + blockIdx.y * 128, *fy = y + (size_t)k * kMust + blockIdx.x * 128;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = threadIdx.x + 256 * j, r = c / 64, w = c % 64 * 2;
        __pipeline_memcpy_async(to + r * kRowD + w, fx + (size_t)r * kSoil + w, 16);
        __pipeline_memcpy_async(to + kHalfD + r * kRowD + w, fy + (size_t)r * kMust + w, 16);
    }
}

template <typename Step>
__device__ __forceinline__ void harvest_loop(const double* __restrict__ x, const double* __restrict__ y, double* s, Step step) {
    fetch_harvests(x, y, s, 0);
    __pipeline_commit();
    for (int i = 0; i < kHarvests / kDeepD; ++i) {
        if (i + 1 < kHarvests / kDeepD) fetch_harvests(x, y, s + (i + 1) % 2 * 2 * kHalfD, (i + 1) * kDeepD);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const double* now = s + i % 2 * 2 * kHalfD;
        step(now, now + kHalfD);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 1) vineyard_ledger_d4_a(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ moment) {
    extern __shared__ double ledger[];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    double sum[8][8] = {};
    harvest_loop(x, y, ledger, [&](const double* a, const double* b) {
#pragma unroll 4
        for (int k = 0; k < kDeepD; ++k) {
            double p[8], q[8];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                double2 u = *reinterpret_cast<const double2*>(a + k * kRowD + ty * 2 + 32 * j), v = *reinterpret_cast<const double2*>(b + k * kRowD + tx * 2 + 32 * j);
                p[2 * j] = u.x; p[2 * j + 1] = u.y; q[2 * j] = v.x; q[2 * j + 1] = v.y;
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fma(p[i], q[j], sum[i][j]);
        }
    });
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int m = blockIdx.y * 128 + ty * 2 + 32 * (i / 2) + i % 2, n = blockIdx.x * 128 + tx * 2 + 32 * j;
            *reinterpret_cast<double2*>(moment + (size_t)m * kMust + n) = make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
        }
}

__global__ void __launch_bounds__(256, 1) vineyard_ledger_d4_b(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ moment) {
    extern __shared__ double ledger[];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, g = lane / 4, t = lane % 4, m0 = w / 4 * 64, n0 = w % 4 * 32;
    double sum[4][4][4] = {};
    harvest_loop(x, y, ledger, [&](const double* a, const double* b) {
#pragma unroll
        for (int k = 0; k < kDeepD; k += 8) {
            double p[4][4], q[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) p[i][e] = a[(k + t + e / 2 * 4) * kRowD + m0 + 16 * i + g + e % 2 * 8];
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) q[j][e] = b[(k + t + e * 4) * kRowD + n0 + 8 * j + g];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                                 : "d"(p[i][0]), "d"(p[i][1]), "d"(p[i][2]), "d"(p[i][3]), "d"(q[j][0]), "d"(q[j][1]));
        }
    });
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* to = moment + (size_t)(blockIdx.y * 128 + m0 + 16 * i + g) * kMust + blockIdx.x * 128 + n0 + 8 * j + 2 * t;
            *reinterpret_cast<double2*>(to) = make_double2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<double2*>(to + (size_t)8 * kMust) = make_double2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Stained glass: two-sided transform B P B' of 16896 panes of 64 x 64 halves in one basis, a block a series of eight panes.
constexpr int kPanes = 132 * 128, kSeries = 8, kPane = 64 * 64, kLead = 72;

__device__ __forceinline__ void four_by_four(const float* __restrict__ u, const float* __restrict__ v, float (&sum)[4][4]) {
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float4 p4 = *reinterpret_cast<const float4*>(u + k * 64), q4 = *reinterpret_cast<const float4*>(v + k * 64);
        float p[4] = {p4.x, p4.y, p4.z, p4.w}, q[4] = {q4.x, q4.y, q4.z, q4.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
    }
}

// turned: the basis in floats, its column index slowest
__global__ void __launch_bounds__(256) mosaic_panes_d4_a(const __half* __restrict__ pane, const float4* __restrict__ turned, __half* __restrict__ glow) {
    __shared__ __align__(16) float basis[kPane], glass[kPane], half_way[kPane];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
#pragma unroll
    for (int j = 0; j < 4; ++j) reinterpret_cast<float4*>(basis)[t + 256 * j] = turned[t + 256 * j];
    for (int n = 0; n < kSeries; ++n) {
        size_t at = ((size_t)blockIdx.x * kSeries + n) * kPane;
        uint2 raw[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) raw[j] = reinterpret_cast<const uint2*>(pane + at)[t + 256 * j];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 a = __half22float2(*reinterpret_cast<__half2*>(&raw[j].x)), b = __half22float2(*reinterpret_cast<__half2*>(&raw[j].y));
            reinterpret_cast<float4*>(glass)[t + 256 * j] = make_float4(a.x, a.y, b.x, b.y);
        }
        __syncthreads();
        float sum[4][4] = {};
        four_by_four(glass + ty * 4, basis + tx * 4, sum);  // sum[c][r]: row tx * 4 + r, column ty * 4 + c of B P
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            float r[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) r[j] = __half2float(__float2half(sum[c][j]));
            *reinterpret_cast<float4*>(half_way + (ty * 4 + c) * 64 + tx * 4) = make_float4(r[0], r[1], r[2], r[3]);
        }
        __syncthreads();
        float out[4][4] = {};
        four_by_four(half_way + ty * 4, basis + tx * 4, out);
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            __half2 pair[2] = {__floats2half2_rn(out[r][0], out[r][1]), __floats2half2_rn(out[r][2], out[r][3])};
            *reinterpret_cast<uint2*>(glow + at + (ty * 4 + r) * 64 + tx * 4) = *reinterpret_cast<uint2*>(pair);
        }
    }
}

__device__ __forceinline__ void matrices(uint32_t (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void matrices_turned(uint32_t (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void product(float (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ uint32_t packed(float x, float y) { __half2 h = __floats2half2_rn(x, y); return *reinterpret_cast<uint32_t*>(&h); }

__global__ void __launch_bounds__(128) mosaic_panes_d4_b(const __half* __restrict__ pane, const uint4* __restrict__ basis, __half* __restrict__ glow) {
    __shared__ __align__(16) __half lead[64 * kLead], glass[64 * kLead], frame[64 * kLead];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = t + 128 * j;
        *reinterpret_cast<uint4*>(lead + c / 8 * kLead + c % 8 * 8) = basis[c];
    }
    __syncthreads();
    uint32_t left[4][4];
#pragma unroll
    for (int k = 0; k < 4; ++k) matrices(left[k], lead + (16 * w + lane % 16) * kLead + 16 * k + lane / 16 * 8);
    for (int n = 0; n < kSeries; ++n) {
        size_t at = ((size_t)blockIdx.x * kSeries + n) * kPane;
        uint4 raw[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) raw[j] = reinterpret_cast<const uint4*>(pane + at)[t + 128 * j];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int c = t + 128 * j;
            *reinterpret_cast<uint4*>(glass + c / 8 * kLead + c % 8 * 8) = raw[j];
        }
        __syncthreads();
        float sum[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4];
                matrices_turned(b, glass + (16 * k + lane % 16) * kLead + 16 * j + lane / 16 * 8);
                product(sum[2 * j], left[k], b[0], b[1]);
                product(sum[2 * j + 1], left[k], b[2], b[3]);
            }
        __syncthreads();
        float out[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t a[4] = {packed(sum[2 * k][0], sum[2 * k][1]), packed(sum[2 * k][2], sum[2 * k][3]),
                             packed(sum[2 * k + 1][0], sum[2 * k + 1][1]), packed(sum[2 * k + 1][2], sum[2 * k + 1][3])};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint32_t b[4];
                matrices(b, lead + (16 * j + lane % 8 + lane / 16 * 8) * kLead + 16 * k + lane / 8 % 2 * 8);
                product(out[2 * j], a, b[0], b[1]);
                product(out[2 * j + 1], a, b[2], b[3]);
            }
        }
        __half* mine = frame + 16 * w * kLead;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            *reinterpret_cast<uint32_t*>(mine + lane / 4 * kLead + 8 * j + lane % 4 * 2) = packed(out[j][0], out[j][1]);
            *reinterpret_cast<uint32_t*>(mine + (lane / 4 + 8) * kLead + 8 * j + lane % 4 * 2) = packed(out[j][2], out[j][3]);
        }
        __syncwarp();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int c = lane + 32 * j;
            reinterpret_cast<uint4*>(glow + at + 16 * w * 64)[c] = *reinterpret_cast<const uint4*>(mine + c / 8 * kLead + c % 8 * 8);
        }
        __syncwarp();
    }
}

// ---- Market hall: takings of each of 24 stalls from a long table of sales (stall, amount).
constexpr int kStalls = 24, kHalls = 132 * 8 * 4, kRounds = 40, kSales = kHalls * 256 * 4 * kRounds;

__global__ void harness_stalls(uint8_t* __restrict__ stall, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float u = 0.5f * harness::unit((uint32_t)i * 747796405u + 91u) + 0.5f;
        stall[i] = (uint8_t)min(kStalls - 1, (int)(u * u * kStalls));
    }
}

__device__ __forceinline__ float taking(float amount) { return fmaf(4.0f, amount, 5.0f); }

__global__ void __launch_bounds__(256) market_stalls_d4_a(const uchar4* __restrict__ stall, const float4* __restrict__ amount, float* __restrict__ takings) {
    __shared__ float till[kStalls];
    int t = threadIdx.x;
    if (t < kStalls) till[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int r = 0; r < kRounds; ++r) {
        int i = (blockIdx.x * kRounds + r) * 256 + t;
        uchar4 s = stall[i];
        float4 a = amount[i];
        atomicAdd(&till[s.x], taking(a.x));
        atomicAdd(&till[s.y], taking(a.y));
        atomicAdd(&till[s.z], taking(a.z));
        atomicAdd(&till[s.w], taking(a.w));
    }
    __syncthreads();
    if (t < kStalls) atomicAdd(&takings[t], till[t]);
}

__global__ void __launch_bounds__(256) market_stalls_d4_b(const uchar4* __restrict__ stall, const float4* __restrict__ amount, float* __restrict__ takings) {
    __shared__ float till[kStalls][256];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
#pragma unroll
    for (int k = 0; k < kStalls; ++k) till[k][t] = 0.0f;
#pragma unroll 2
    for (int r = 0; r < kRounds; ++r) {
        int i = (blockIdx.x * kRounds + r) * 256 + t;
        uchar4 s = stall[i];
        float4 a = amount[i];
        till[s.x][t] += taking(a.x);
        till[s.y][t] += taking(a.y);
        till[s.z][t] += taking(a.z);
        till[s.w][t] += taking(a.w);
    }
    __syncthreads();
    for (int k = w; k < kStalls; k += 8) {
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += till[k][lane + 32 * j];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) atomicAdd(&takings[k], sum);
    }
}

// ---- Plasma of pollen: charge of each cell from particles that were sorted by cell, some forty a cell.
constexpr int kGrains = 132 * 512 * 1024, kCells = kGrains / 160 * 4 + 4;

__global__ void harness_grains(int* __restrict__ cell, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int c = i / 160, r = i % 160, k = 0;
        for (int j = 1; j < 4; ++j) k += r >= 40 * j + (int)(harness::hash32(c * 4 + j) % 31u) - 15;
        cell[i] = c * 4 + k;
    }
}

__device__ __forceinline__ float deposit(float charge) { return fmaf(0.25f, charge * charge, fmaf(0.5f, charge, 1.0f)); }

__global__ void __launch_bounds__(256) pollen_cells_d4_a(const int* __restrict__ cell, const float* __restrict__ charge, float* __restrict__ density) {
    int i = blockIdx.x * 1024 + threadIdx.x, c[4];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { c[j] = cell[i + 256 * j]; v[j] = charge[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) atomicAdd(&density[c[j]], deposit(v[j]));
}

__global__ void __launch_bounds__(256) pollen_cells_d4_b(const int* __restrict__ cell, const float* __restrict__ charge, float* __restrict__ density) {
    int i = blockIdx.x * 1024 + threadIdx.x, lane = threadIdx.x % 32, c[4];
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { c[j] = cell[i + 256 * j]; v[j] = charge[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float sum = deposit(v[j]);
        int before = __shfl_up_sync(0xffffffffu, c[j], 1);
        bool head = lane == 0 || before != c[j];
        unsigned later = __ballot_sync(0xffffffffu, head) & (0xfffffffeu << lane);
        int last = later ? __ffs(later) - 2 : 31;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            float more = __shfl_down_sync(0xffffffffu, sum, o);
            if (lane + o <= last) sum += more;
        }
        if (head) atomicAdd(&density[c[j]], sum);
    }
}

// ---- Library: mean embedding (16 floats) of the sixteen books that each reader has borrowed; the table follows the header of its file.
constexpr int kBooks = 1 << 23, kReaders = 132 * 64 * 248, kLoans = 16;

__device__ __forceinline__ void taste(const int4* __restrict__ loan, const float4* __restrict__ book, float4* __restrict__ mean) {
    int i = blockIdx.x * 256 + threadIdx.x, reader = i / 4, part = i % 4;
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    int4 id[kLoans / 4];
#pragma unroll
    for (int j = 0; j < kLoans / 4; ++j) id[j] = loan[reader * (kLoans / 4) + j];
#pragma unroll
    for (int j = 0; j < kLoans / 4; ++j) {
        float4 a = book[id[j].x * 4 + part], b = book[id[j].y * 4 + part], c = book[id[j].z * 4 + part], d = book[id[j].w * 4 + part];
        s.x += (a.x + b.x) + (c.x + d.x);
        s.y += (a.y + b.y) + (c.y + d.y);
        s.z += (a.z + b.z) + (c.z + d.z);
        s.w += (a.w + b.w) + (c.w + d.w);
    }
    constexpr float f = 1.0f / kLoans;
    mean[i] = make_float4(f * s.x, f * s.y, f * s.z, f * s.w);
}

__global__ void __launch_bounds__(256) library_shelves_d4_a(const int4* __restrict__ loan, const float4* __restrict__ book, float4* __restrict__ mean) { taste(loan, book, mean); }
__global__ void __launch_bounds__(256) library_shelves_d4_b(const int4* __restrict__ loan, const float4* __restrict__ book, float4* __restrict__ mean) { taste(loan, book, mean); }

// ---- Photography: equalises dark pictures by the cumulated histogram of their brightness, four bytes a step.
constexpr int kQuads = 132 * 8 * 8 * 16384;

__global__ void harness_dusk(uchar4* __restrict__ photo, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32(i + 17u);
        int base = 90 + (int)(80.0f * harness::unit((uint32_t)i / 2048u));
        photo[i] = make_uchar4(base + h % 4, base + (h >> 8) % 4, base + (h >> 16) % 4, base + (h >> 24) % 4);
    }
}

__device__ __forceinline__ void cumulate(const int* __restrict__ histogram, uint8_t* curve) {
    __shared__ int part[8];
    int t = threadIdx.x, lane = t % 32, w = t / 32, n = histogram[t];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        int m = __shfl_up_sync(0xffffffffu, n, o);
        if (lane >= o) n += m;
    }
    if (lane == 31) part[w] = n;
    __syncthreads();
    int below = 0, total = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int p = part[k];
        below += k < w ? p : 0;
        total += p;
    }
    curve[t] = (uint8_t)(__fdividef(255.0f * (float)(below + n), (float)total) + 0.5f);
    __syncthreads();
}

__device__ __forceinline__ uchar4 developed(const uint8_t* curve, uchar4 p) { return make_uchar4(curve[p.x], curve[p.y], curve[p.z], curve[p.w]); }

__global__ void __launch_bounds__(256) dusk_photos_d4_a(const uchar4* __restrict__ photo, const int* __restrict__ histogram, uchar4* __restrict__ print) {
    __shared__ uint8_t curve[256];
    cumulate(histogram, curve);
    int i = blockIdx.x * 256 + threadIdx.x;
    print[i] = developed(curve, photo[i]);
}

__global__ void __launch_bounds__(256) dusk_photos_d4_b(const uchar4* __restrict__ photo, const int* __restrict__ histogram, uchar4* __restrict__ print) {
    __shared__ uint8_t curve[256];
    cumulate(histogram, curve);
    int first = blockIdx.x * 16384 + threadIdx.x;
#pragma unroll 4
    for (int i = first; i < first + 16384; i += 256) print[i] = developed(curve, photo[i]);
}

// ---- Reef survey: steepness of each cell of a mesh from the growth at its four nodes.
constexpr int kNodes = 1 << 25;

__host__ __device__ inline uint32_t as_surveyed(uint32_t x) {  // number of a node in the order in which divers met it: a bijection
    constexpr uint32_t mask = kNodes - 1;
    x = (x * 0x9e3779b1u) & mask; x ^= x >> 13; x = (x * 0x85ebca6bu) & mask; x ^= x >> 12;
    return (x * 0xc2b2ae35u) & mask;
}
__global__ void harness_reef(const float* __restrict__ growth, float* __restrict__ surveyed, int4* __restrict__ cell, int4* __restrict__ cell_surveyed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n[4] = {i, (i + 1) % kNodes, (i + 512) % kNodes, (i + 512 * 256) % kNodes};
    surveyed[as_surveyed(i)] = growth[i];
    cell[i] = make_int4(n[0], n[1], n[2], n[3]);
    cell_surveyed[i] = make_int4(as_surveyed(n[0]), as_surveyed(n[1]), as_surveyed(n[2]), as_surveyed(n[3]));
}

__device__ __forceinline__ void steepness(const int4* __restrict__ cell, const float* __restrict__ growth, float* __restrict__ steep) {
    int i = blockIdx.x * 512 + threadIdx.x;
    int4 n[2] = {cell[i], cell[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float g = growth[n[j].x], x = growth[n[j].y] - g, y = growth[n[j].z] - g, z = growth[n[j].w] - g;
        steep[i + 256 * j] = fmaf(x, x, fmaf(y, y, z * z));
    }
}

__global__ void __launch_bounds__(256) coral_lattice_d4_a(const int4* __restrict__ cell, const float* __restrict__ growth, float* __restrict__ steep) { steepness(cell, growth, steep); }
__global__ void __launch_bounds__(256) coral_lattice_d4_b(const int4* __restrict__ cell, const float* __restrict__ growth, float* __restrict__ steep) { steepness(cell, growth, steep); }

// ---- Epidemiology: share of the sick after 64 Runge-Kutta steps for each draw of contagion and recovery.
constexpr int kAtOnce = 132 * 8, kDraws = kAtOnce * 256 * 81;

template <int kEach>
__device__ __forceinline__ void fever(const float* __restrict__ contagion, const float* __restrict__ recovery, float* __restrict__ sick) {
    int first = blockIdx.x * (256 * kEach) + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kEach; ++j) {
        int i = first + 256 * j;
        float b = fmaf(0.2f, contagion[i], 0.4f), g = fmaf(-0.05f, recovery[i], -0.1f), s = 0.99f, f = 0.01f;
        constexpr float h = 0.5f;
#pragma unroll 4
        for (int step = 0; step < 64; ++step) {
            float m1 = b * s * f, k1 = fmaf(g, f, m1);
            float s2 = fmaf(-0.5f * h, m1, s), f2 = fmaf(0.5f * h, k1, f), m2 = b * s2 * f2, k2 = fmaf(g, f2, m2);
            float s3 = fmaf(-0.5f * h, m2, s), f3 = fmaf(0.5f * h, k2, f), m3 = b * s3 * f3, k3 = fmaf(g, f3, m3);
            float s4 = fmaf(-h, m3, s), f4 = fmaf(h, k3, f), m4 = b * s4 * f4, k4 = fmaf(g, f4, m4);
            s = fmaf(-h / 6.0f, fmaf(2.0f, m2 + m3, m1 + m4), s);
            f = fmaf(h / 6.0f, fmaf(2.0f, k2 + k3, k1 + k4), f);
        }
        sick[i] = f;
    }
}

__global__ void __launch_bounds__(256, 8) village_fever_d4_a(const float* __restrict__ contagion, const float* __restrict__ recovery, float* __restrict__ sick) { fever<8>(contagion, recovery, sick); }
__global__ void __launch_bounds__(256, 8) village_fever_d4_b(const float* __restrict__ contagion, const float* __restrict__ recovery, float* __restrict__ sick) { fever<3>(contagion, recovery, sick); }

// ---- Auction house: the bids above one half of the estimate, each with its lot, gathered without gaps.
constexpr int kBids = 132 * 8 * 24 * 2048;

__global__ void __launch_bounds__(256, 6) auction_picks_d4_a(const float4* __restrict__ bid, const float4* __restrict__ lot, unsigned long long* __restrict__ cursor,
                                                             float2* __restrict__ pick, int* __restrict__ picks) {
    __shared__ float2 kept[2048];
    __shared__ int part[8];
    __shared__ unsigned start;
    int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * 512 + t;
    float4 b4[2] = {__ldcs(bid + i), __ldcs(bid + i + 256)}, l4[2] = {__ldcs(lot + i), __ldcs(lot + i + 256)};
    float b[8] = {b4[0].x, b4[0].y, b4[0].z, b4[0].w, b4[1].x, b4[1].y, b4[1].z, b4[1].w};
    float l[8] = {l4[0].x, l4[0].y, l4[0].z, l4[0].w, l4[1].x, l4[1].y, l4[1].z, l4[1].w};
    int mine = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) mine += b[j] > 0.5f;
    int n = mine;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        int m = __shfl_up_sync(0xffffffffu, n, o);
        if (lane >= o) n += m;
    }
    if (lane == 31) part[w] = n;
    __syncthreads();
    int at = n - mine, total = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int p = part[k];
        at += k < w ? p : 0;
        total += p;
    }
    if (t == 0) {  // the upper half counts blocks: the last one leaves the cursor ready for the next call
        unsigned long long old = atomicAdd(cursor, (1ull << 32) | (unsigned)total);
        start = (unsigned)old;
        if ((unsigned)(old >> 32) == gridDim.x - 1) {
            *picks = (int)((unsigned)old + total);
            *cursor = 0;
        }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j)
        if (b[j] > 0.5f) kept[at++] = make_float2(b[j], l[j]);
    __syncthreads();
    float2* to = pick + start;
    for (int k = t; k < total; k += 256) to[k] = kept[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    float *field = filled<float>(kVolume + kPlane, 41), *bend = empty<float>((size_t)kSide * kSide * kSide);
    add("canyon_rumble_d4_a", bend, (size_t)kSide * kSide * kSide, Output::f32, [=] { canyon_rumble_d4_a<<<dim3(kSide / 32, kSide / 16, kSide), dim3(32, 16)>>>(field, bend); });
    add("canyon_rumble_d4_b", bend, (size_t)kSide * kSide * kSide, Output::f32, [=] { canyon_rumble_d4_b<<<dim3(kSide / 32, kSide / 16, kSide / kDeep), dim3(32, 16)>>>(field, bend); });

    float taps[kTaps];
    for (int k = 0; k < kTaps; ++k) taps[k] = std::cos(0.4f * (k - 15.5f)) * (0.54f + 0.46f * std::cos(0.2f * (k - 15.5f))) / 16.0f;
    CHECK(cudaMemcpyToSymbol(band_taps, taps, sizeof taps));
    float *sound = filled<float>((size_t)kHorns * kRecord, 42), *power = empty<float>((size_t)kHorns * kTiles * 1024);
    constexpr int one = (kTile + kTaps) * 4;
    CHECK(cudaFuncSetAttribute(lighthouse_hum_d4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, one));
    CHECK(cudaFuncSetAttribute(lighthouse_hum_d4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * one));
    add("lighthouse_hum_d4_a", power, (size_t)kHorns * kTiles * 1024, Output::f32, [=] { lighthouse_hum_d4_a<<<kHorns, 1024, one>>>(sound, power); });
    add("lighthouse_hum_d4_b", power, (size_t)kHorns * kTiles * 1024, Output::f32, [=] { lighthouse_hum_d4_b<<<kHorns, 1024, 2 * one>>>(sound, power); });

    double *soil = filled<double>((size_t)kSoil * kHarvests, 43), *must = filled<double>((size_t)kMust * kHarvests, 44), *moment = empty<double>((size_t)kSoil * kMust);
    constexpr int ledger = 4 * kHalfD * 8;
    CHECK(cudaFuncSetAttribute(vineyard_ledger_d4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, ledger));
    CHECK(cudaFuncSetAttribute(vineyard_ledger_d4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, ledger));
    add("vineyard_ledger_d4_a", moment, (size_t)kSoil * kMust, Output::f64, [=] { vineyard_ledger_d4_a<<<dim3(kMust / 128, kSoil / 128), 256, ledger>>>(soil, must, moment); });
    add("vineyard_ledger_d4_b", moment, (size_t)kSoil * kMust, Output::f64, [=] { vineyard_ledger_d4_b<<<dim3(kMust / 128, kSoil / 128), 256, ledger>>>(soil, must, moment); });

    __half *pane = filled<__half>((size_t)kPanes * kPane, 45), *glow = reinterpret_cast<__half*>(empty<uint16_t>((size_t)kPanes * kPane));
    std::vector<__half> basis_host(kPane);
    std::vector<float> turned_host(kPane);
    for (int r = 0; r < 64; ++r)
        for (int c = 0; c < 64; ++c) {
            basis_host[r * 64 + c] = __float2half(0.35f * harness::unit(r * 64 + c + 4601));
            turned_host[c * 64 + r] = __half2float(basis_host[r * 64 + c]);
        }
    const uint4* basis = reinterpret_cast<const uint4*>(uploaded(basis_host));
    const float4* turned = four(uploaded(turned_host));
    add("mosaic_panes_d4_a", glow, (size_t)kPanes * kPane, Output::f16, [=] { mosaic_panes_d4_a<<<kPanes / kSeries, 256>>>(pane, turned, glow); });
    add("mosaic_panes_d4_b", glow, (size_t)kPanes * kPane, Output::f16, [=] { mosaic_panes_d4_b<<<kPanes / kSeries, 128>>>(pane, basis, glow); });

    uint8_t* stall = empty<uint8_t>(kSales);
    harness_stalls<<<2048, 256>>>(stall, kSales); CHECK(cudaGetLastError());
    float *amount = filled<float>(kSales, 46), *takings = empty<float>(kStalls);
    CHECK(cudaMemset(takings, 0, kStalls * 4));
    const uchar4* stalls = reinterpret_cast<const uchar4*>(stall);
    add("market_stalls_d4_a", takings, kStalls, Output::f32, [=] { market_stalls_d4_a<<<kHalls, 256>>>(stalls, four(amount), takings); });
    add("market_stalls_d4_b", takings, kStalls, Output::f32, [=] { market_stalls_d4_b<<<kHalls, 256>>>(stalls, four(amount), takings); });

    int* cell = empty<int>(kGrains);
    harness_grains<<<2048, 256>>>(cell, kGrains); CHECK(cudaGetLastError());
    float *charge = filled<float>(kGrains, 47), *density = empty<float>(kCells);
    CHECK(cudaMemset(density, 0, kCells * 4));
    add("pollen_cells_d4_a", density, kCells, Output::f32, [=] { pollen_cells_d4_a<<<kGrains / 1024, 256>>>(cell, charge, density); });
    add("pollen_cells_d4_b", density, kCells, Output::f32, [=] { pollen_cells_d4_b<<<kGrains / 1024, 256>>>(cell, charge, density); });

    float *file = filled<float>((size_t)kBooks * 16 + 4, 48), *shelf = empty<float>((size_t)kBooks * 16), *mean = empty<float>((size_t)kReaders * 16);
    CHECK(cudaMemcpy(shelf, file + 4, (size_t)kBooks * 64, cudaMemcpyDeviceToDevice));
    const int4* loan = reinterpret_cast<const int4*>(indices((size_t)kReaders * kLoans, kBooks, 49));
    add("library_shelves_d4_a", mean, (size_t)kReaders * 16, Output::f32, [=] { library_shelves_d4_a<<<kReaders / 64, 256>>>(loan, four(file + 4), reinterpret_cast<float4*>(mean)); });
    add("library_shelves_d4_b", mean, (size_t)kReaders * 16, Output::f32, [=] { library_shelves_d4_b<<<kReaders / 64, 256>>>(loan, four(shelf), reinterpret_cast<float4*>(mean)); });

    uchar4 *photo = reinterpret_cast<uchar4*>(empty<uint8_t>((size_t)kQuads * 4)), *print = reinterpret_cast<uchar4*>(empty<uint8_t>((size_t)kQuads * 4));
    harness_dusk<<<2048, 256>>>(photo, kQuads); CHECK(cudaGetLastError());
    std::vector<int> histogram_host(256);
    for (int k = 0; k < 256; ++k) histogram_host[k] = 1 + (int)(harness::hash32(k + 50) % 4000u);
    const int* histogram = uploaded(histogram_host);
    add("dusk_photos_d4_a", print, (size_t)kQuads * 4, Output::u8, [=] { dusk_photos_d4_a<<<kQuads / 256, 256>>>(photo, histogram, print); });
    add("dusk_photos_d4_b", print, (size_t)kQuads * 4, Output::u8, [=] { dusk_photos_d4_b<<<kQuads / 16384, 256>>>(photo, histogram, print); });

    float *growth = filled<float>(kNodes, 51), *surveyed = empty<float>(kNodes), *steep = empty<float>(kNodes);
    int4 *mesh = reinterpret_cast<int4*>(empty<int>((size_t)kNodes * 4)), *mesh_surveyed = reinterpret_cast<int4*>(empty<int>((size_t)kNodes * 4));
    harness_reef<<<kNodes / 256, 256>>>(growth, surveyed, mesh, mesh_surveyed); CHECK(cudaGetLastError());
    add("coral_lattice_d4_a", steep, kNodes, Output::f32, [=] { coral_lattice_d4_a<<<kNodes / 512, 256>>>(mesh_surveyed, surveyed, steep); });
    add("coral_lattice_d4_b", steep, kNodes, Output::f32, [=] { coral_lattice_d4_b<<<kNodes / 512, 256>>>(mesh, growth, steep); });

    float *contagion = filled<float>(kDraws, 52), *recovery = filled<float>(kDraws, 53), *sick = empty<float>(kDraws);
    static_assert(kDraws % (256 * 8) == 0 && kDraws % (256 * 3) == 0, "whole blocks");
    add("village_fever_d4_a", sick, kDraws, Output::f32, [=] { village_fever_d4_a<<<kDraws / (256 * 8), 256>>>(contagion, recovery, sick); });
    add("village_fever_d4_b", sick, kDraws, Output::f32, [=] { village_fever_d4_b<<<kDraws / (256 * 3), 256>>>(contagion, recovery, sick); });

    float *bid = filled<float>(kBids, 54), *lot = filled<float>(kBids, 55), *pick = empty<float>(kBids);
    unsigned long long* cursor = empty<unsigned long long>(1);
    CHECK(cudaMemset(cursor, 0, 8));
    int* picks = empty<int>(1);
    add("auction_picks_d4_a", pick, kBids, Output::f32, [=] { auction_picks_d4_a<<<kBids / 2048, 256>>>(four(bid), four(lot), cursor, reinterpret_cast<float2*>(pick), picks); });

    return harness::run(argc, argv, cases);
}
