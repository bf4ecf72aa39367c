// Ten measured pairs from crafts, households and small animals: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_pipeline.h>

using harness::Case;
using harness::Output;

// ---- Coffee: strength of the cup after 48 sips of water through a puck whose dissolution follows a power of what is left.
constexpr int kPucks = 2 << 20;

__global__ void __launch_bounds__(256) espresso_cup_v2_a(const float* __restrict__ grind, const float* __restrict__ heat, float* __restrict__ cup, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float order = 1.6f + 0.3f * grind[i], pace = 0.05f + 0.01f * heat[i], left = 1.0f, wet = 0.2f + 0.1f * heat[i], brew = 0.0f;
#pragma unroll 1
    for (int sip = 0; sip < 48; ++sip) {
        float drawn = pace * powf(left, order) / (0.6f + wet);
        left -= drawn;
        brew += drawn * (1.0f - 0.2f * wet);
        wet += 0.06f * (1.0f - wet);
    }
    cup[i] = brew;
}

__global__ void __launch_bounds__(256) espresso_cup_v2_b(const float* __restrict__ grind, const float* __restrict__ heat, float* __restrict__ cup, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float order = 1.6f + 0.3f * grind[i], pace = 0.05f + 0.01f * heat[i], left = 1.0f, wet = 0.2f + 0.1f * heat[i], brew = 0.0f;
#pragma unroll 1
    for (int sip = 0; sip < 48; ++sip) {
        float drawn = __fdividef(pace * __powf(left, order), 0.6f + wet);
        left -= drawn;
        brew += drawn * (1.0f - 0.2f * wet);
        wet += 0.06f * (1.0f - wet);
    }
    cup[i] = brew;
}

// ---- Genealogy: chance that a surname dies out: eight rounds of the generating function of the number of sons and heirs (4096 terms).
constexpr int kSurnames = 132 * 256, kTerms = 4096, kGenerations = 8;

__global__ void __launch_bounds__(256) surname_extinction_v2_a(const float4* __restrict__ terms, const float* __restrict__ start, float* __restrict__ chance) {
    __shared__ float4 term[kTerms / 4];
    for (int k = threadIdx.x; k < kTerms / 4; k += 256) term[k] = terms[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float base = 0.35f + 0.1f * start[i], q = base;
    for (int g = 0; g < kGenerations; ++g) {
        float p = 0.0f;
#pragma unroll 16
        for (int k = kTerms / 4 - 1; k >= 0; --k) {
            float4 t = term[k];
            p = p * q + t.w; p = p * q + t.z; p = p * q + t.y; p = p * q + t.x;
        }
        q = base + 0.5f * p;
    }
    chance[i] = q;
}

__global__ void __launch_bounds__(256) surname_extinction_v2_b(const float4* __restrict__ terms, const float* __restrict__ start, float* __restrict__ chance) {
    __shared__ float4 term[kTerms / 4];
    for (int k = threadIdx.x; k < kTerms / 4; k += 256) term[k] = terms[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float base = 0.35f + 0.1f * start[i], q = base;
    for (int g = 0; g < kGenerations; ++g) {
        float q4 = (q * q) * (q * q), p0 = 0.0f, p1 = 0.0f, p2 = 0.0f, p3 = 0.0f;
#pragma unroll 16
        for (int k = kTerms / 4 - 1; k >= 0; --k) {
            float4 t = term[k];
            p0 = p0 * q4 + t.x; p1 = p1 * q4 + t.y; p2 = p2 * q4 + t.z; p3 = p3 * q4 + t.w;
        }
        q = base + 0.5f * (p0 + q * (p1 + q * (p2 + q * p3)));
    }
    chance[i] = q;
}

// ---- Boat building: second moment of the planking of a bicubic hull patch, sampled at 16 by 16 places of its 16 coefficients in x, y and z.
constexpr int kPlanks = 1 << 20;

template <bool kFused>
__device__ __forceinline__ float mad(float a, float b, float c) { return kFused ? __fmaf_rn(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }

template <bool kFused>
__device__ __forceinline__ void loft(const float* __restrict__ patch, float* __restrict__ moment, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float c[48], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 48; ++k) c[k] = patch[(size_t)k * n + i];
#pragma unroll 1
    for (int b = 0; b < 16; ++b) {
        float v = (b + 0.5f) / 16.0f, row[12];
#pragma unroll
        for (int k = 0; k < 12; ++k) row[k] = mad<kFused>(mad<kFused>(mad<kFused>(c[k + 36], v, c[k + 24]), v, c[k + 12]), v, c[k]);
#pragma unroll
        for (int a = 0; a < 16; ++a) {
            float u = (a + 0.5f) / 16.0f;
#pragma unroll
            for (int axis = 0; axis < 3; ++axis) {
                float at = mad<kFused>(mad<kFused>(mad<kFused>(row[axis + 9], u, row[axis + 6]), u, row[axis + 3]), u, row[axis]);
                sum = mad<kFused>(at, at, sum);
            }
        }
    }
    moment[i] = sum;
}

__global__ void __launch_bounds__(256, 2) hull_loft_v2_a(const float* __restrict__ patch, float* __restrict__ moment, int n) { loft<false>(patch, moment, n); }
__global__ void __launch_bounds__(256, 2) hull_loft_v2_b(const float* __restrict__ patch, float* __restrict__ moment, int n) { loft<true>(patch, moment, n); }

// ---- Engraving: ink of guilloche lines of a rose engine with 32 sets of wheels; every warp cuts a strip with its own set.
constexpr int kStrips = 132 * 64 * 2, kSets = 32, kStrokes = 96;

template <int kSet, int kUnroll>
__device__ __forceinline__ float engrave(float x, float y, int laps) {
    constexpr float slow = 0.031f + 0.0017f * kSet, mid = 0.113f + 0.0043f * kSet, fast = 0.41f + 0.0061f * kSet;
    constexpr float wheel = 0.30f + 0.013f * kSet, pen = 0.11f + 0.007f * kSet;
    float x1 = x, y1 = y, x2 = y, y2 = x, x3 = x + y, y3 = x - y, ink = 0.0f;
    for (int lap = 0; lap < laps; ++lap) {
#pragma unroll kUnroll
        for (int s = 0; s < kStrokes; ++s) {
            x1 -= slow * y1; x2 -= mid * y2; x3 -= fast * y3;
            y1 += slow * x1; y2 += mid * x2; y3 += fast * x3;
            float px = x1 + wheel * x2 + pen * x3, py = y1 - wheel * y2 + pen * y3;
            ink += fmaf(px, px, py * py);
        }
    }
    return ink;
}

template <int kUnroll>
__device__ __forceinline__ void rose_engine(const int* __restrict__ set, const float2* __restrict__ touch, float* __restrict__ ink, int laps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 t = touch[i];
    float out = 0.0f;
    switch (__shfl_sync(0xffffffffu, set[i / 32], 0)) {
#define WHEELS(k) case k: out = engrave<k, kUnroll>(t.x, t.y, laps); break;
#define WHEELS4(k) WHEELS(k) WHEELS(k + 1) WHEELS(k + 2) WHEELS(k + 3)
        WHEELS4(0) WHEELS4(4) WHEELS4(8) WHEELS4(12) WHEELS4(16) WHEELS4(20) WHEELS4(24) WHEELS4(28)
    }
    ink[i] = out;
}

__global__ void __launch_bounds__(256) guilloche_ink_v2_a(const int* __restrict__ set, const float2* __restrict__ touch, float* __restrict__ ink, int laps) {
    rose_engine<kStrokes>(set, touch, ink, laps);
}
__global__ void __launch_bounds__(256) guilloche_ink_v2_b(const int* __restrict__ set, const float2* __restrict__ touch, float* __restrict__ ink, int laps) {
    rose_engine<2>(set, touch, ink, laps);
}

// ---- Lepidopterology: asymmetry of the wings in photographs of 176 by 164 about eight candidate axes, a photograph at a time in shared memory.
constexpr int kWide = 164, kTall = 176, kPixels = kWide * kTall, kMoths = 132 * 24, kAxes = 8;

__device__ __forceinline__ void fetch_photo(float4* to, const float4* __restrict__ from) {
    for (int q = threadIdx.x; q < kPixels / 4; q += 1024) __pipeline_memcpy_async(to + q, from + q, 16);
}

__device__ __forceinline__ void asymmetry(const float* photo, float (*part)[32], float* __restrict__ out) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, x = 8 + (warp & 1) * 32 + lane;
    float v[kAxes] = {};
#pragma unroll
    for (int r = 0; r < kTall / 16; ++r) {
        const float* row = photo + (warp / 2 + 16 * r) * kWide;
        float left = row[x];
#pragma unroll
        for (int j = 0; j < kAxes; ++j) { float d = left - row[kWide - 4 + j - x]; v[j] += d * d; }
    }
    bool high = lane & 16;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = (high ? v[j + 4] : v[j]) + __shfl_xor_sync(0xffffffffu, high ? v[j] : v[j + 4], 16);
    high = lane & 8;
#pragma unroll
    for (int j = 0; j < 2; ++j) v[j] = (high ? v[j + 2] : v[j]) + __shfl_xor_sync(0xffffffffu, high ? v[j] : v[j + 2], 8);
    high = lane & 4;
    v[0] = (high ? v[1] : v[0]) + __shfl_xor_sync(0xffffffffu, high ? v[0] : v[1], 4);
    v[0] += __shfl_xor_sync(0xffffffffu, v[0], 2);
    v[0] += __shfl_xor_sync(0xffffffffu, v[0], 1);
    if (lane % 4 == 0) part[lane / 4][warp] = v[0];
    __syncthreads();
    if (warp < kAxes) {
        float s = part[warp][lane];
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if (lane == 0) out[warp] = s;
    }
}

__global__ void __launch_bounds__(1024) moth_asymmetry_v2_a(const float4* __restrict__ photos, float* __restrict__ scores) {
    extern __shared__ float4 photo[];
    __shared__ float part[kAxes][32];
    for (int m = blockIdx.x; m < kMoths; m += gridDim.x) {
        fetch_photo(photo, photos + (size_t)m * (kPixels / 4));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        asymmetry(reinterpret_cast<const float*>(photo), part, scores + m * kAxes);
    }
}

__global__ void __launch_bounds__(1024) moth_asymmetry_v2_b(const float4* __restrict__ photos, float* __restrict__ scores) {
    extern __shared__ float4 photo[];
    __shared__ float part[kAxes][32];
    fetch_photo(photo, photos + (size_t)blockIdx.x * (kPixels / 4));
    __pipeline_commit();
    int side = 0;
    for (int m = blockIdx.x; m < kMoths; m += gridDim.x, side ^= 1) {
        if (m + gridDim.x < kMoths) fetch_photo(photo + (side ^ 1) * (kPixels / 4), photos + (size_t)(m + gridDim.x) * (kPixels / 4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        asymmetry(reinterpret_cast<const float*>(photo + side * (kPixels / 4)), part, scores + m * kAxes);
    }
}

// ---- Econometrics: squared cross moments of 2048 instruments and 2112 regressors over 2048 households, in double precision.
constexpr int kInstruments = 2048, kRegressors = 2112, kHouseholds = 2048, kDeep = 16, kLong = 128 + 4, kShort = 64 + 4;

__device__ __forceinline__ void stage_households(double (*z)[kLong], double (*x)[kShort], const double* __restrict__ instruments,
                                                 const double* __restrict__ regressors, int first) {
    const double2* from_z = reinterpret_cast<const double2*>(instruments + blockIdx.y * 128);
    const double2* from_x = reinterpret_cast<const double2*>(regressors + blockIdx.x * 64);
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        int e = threadIdx.x + q * 256, k = e / 64, c = e % 64;
        reinterpret_cast<double2*>(z[k])[c] = from_z[(first + k) * (kInstruments / 2) + c];
    }
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        int e = threadIdx.x + q * 256, k = e / 32, c = e % 32;
        reinterpret_cast<double2*>(x[k])[c] = from_x[(first + k) * (kRegressors / 2) + c];
    }
}

__global__ void __launch_bounds__(256, 2) instrument_moments_v2_a(const double* __restrict__ instruments, const double* __restrict__ regressors, double* __restrict__ moments) {
    __shared__ __align__(16) double z[kDeep][kLong], x[kDeep][kShort];
    int row = threadIdx.x / 16 * 8, col = threadIdx.x % 16 * 2;
    double sum[8][4] = {};
    for (int first = 0; first < kHouseholds; first += kDeep) {
        stage_households(z, x, instruments, regressors, first);
        __syncthreads();
#pragma unroll 2
        for (int k = 0; k < kDeep; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int r = 0; r < 8; ++r) a[r] = z[k][row + r];
#pragma unroll
            for (int c = 0; c < 4; ++c) b[c] = x[k][col + c / 2 * 32 + c % 2];
#pragma unroll
            for (int r = 0; r < 8; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) sum[r][c] += a[r] * b[c];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<double2*>(moments + (size_t)(blockIdx.y * 128 + row + r) * kRegressors + blockIdx.x * 64 + col + h * 32) =
                make_double2(sum[r][2 * h] * sum[r][2 * h], sum[r][2 * h + 1] * sum[r][2 * h + 1]);
}

__global__ void __launch_bounds__(256, 2) instrument_moments_v2_b(const double* __restrict__ instruments, const double* __restrict__ regressors, double* __restrict__ moments) {
    __shared__ __align__(16) double z[kDeep][kLong], x[kDeep][kShort];
    int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, row = warp / 2 * 32 + g, col = warp % 2 * 32;
    double sum[2][4][4] = {};
    for (int first = 0; first < kHouseholds; first += kDeep) {
        stage_households(z, x, instruments, regressors, first);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kDeep; k += 8) {
            double a[2][4], b[4][2];
#pragma unroll
            for (int j = 0; j < 4; ++j) { a[0][j] = z[k + t + j / 2 * 4][row + j % 2 * 8]; a[1][j] = z[k + t + j / 2 * 4][row + 16 + j % 2 * 8]; }
#pragma unroll
            for (int c = 0; c < 4; ++c) { b[c][0] = x[k + t][col + c * 8 + g]; b[c][1] = x[k + t + 4][col + c * 8 + g]; }
#pragma unroll
            for (int c = 0; c < 4; ++c)
#pragma unroll
                for (int r = 0; r < 2; ++r)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                        : "+d"(sum[r][c][0]), "+d"(sum[r][c][1]), "+d"(sum[r][c][2]), "+d"(sum[r][c][3])
                        : "d"(a[r][0]), "d"(a[r][1]), "d"(a[r][2]), "d"(a[r][3]), "d"(b[c][0]), "d"(b[c][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int c = 0; c < 4; ++c)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(moments + (size_t)(blockIdx.y * 128 + row + r * 16 + h * 8) * kRegressors + blockIdx.x * 64 + col + c * 8 + t * 2) =
                    make_double2(sum[r][c][2 * h] * sum[r][c][2 * h], sum[r][c][2 * h + 1] * sum[r][c][2 * h + 1]);
}

// ---- Entomology: draught in a termite mound: damped sum over 32 ducts to other cells of the mound, held at its walls.
constexpr int kMoundX = 256, kMoundY = 256, kMoundZ = 128, kCells = kMoundX * kMoundY * kMoundZ, kDucts = 32;
struct Ducts { int4 to[kDucts]; };

template <typename Index>
__device__ __forceinline__ void draught(const float* __restrict__ air, const Ducts& ducts, float* __restrict__ out, Index nx, Index ny, Index nz) {
    Index x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
    float sum = 0.0f;
#pragma unroll 8
    for (int d = 0; d < kDucts; ++d) {
        int4 to = ducts.to[d];
        Index u = x + to.x, v = y + to.y, w = z + to.z;
        u = min(max(u, (Index)0), nx - 1);
        v = min(max(v, (Index)0), ny - 1);
        w = min(max(w, (Index)0), nz - 1);
        sum += __int_as_float(to.w) * air[(w * ny + v) * nx + u];
    }
    out[(z * ny + y) * nx + x] = sum * sum;
}

__global__ void __launch_bounds__(256) termite_draught_v2_a(const float* __restrict__ air, const __grid_constant__ Ducts ducts, float* __restrict__ out,
                                                            long long nx, long long ny, long long nz) {
    draught<long long>(air, ducts, out, nx, ny, nz);
}
__global__ void __launch_bounds__(256) termite_draught_v2_b(const float* __restrict__ air, const __grid_constant__ Ducts ducts, float* __restrict__ out,
                                                            int nx, int ny, int nz) {
    draught<int>(air, ducts, out, nx, ny, nz);
}

// ---- Old charts: fathoms below the tide to metres below the datum.
constexpr int kFathoms = 48 << 20;

__device__ __forceinline__ float metres_a(float fathoms) { return 1.8288 * (fathoms + 20.0f); }
__device__ __forceinline__ float metres_b(float fathoms) { return 1.8288f * (fathoms + 20.0f); }

__global__ void __launch_bounds__(256) fathom_chart_v2_a(const float4* __restrict__ fathoms, float4* __restrict__ metres) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 f = fathoms[i];
    metres[i] = make_float4(metres_a(f.x), metres_a(f.y), metres_a(f.z), metres_a(f.w));
}
__global__ void __launch_bounds__(256) fathom_chart_v2_b(const float4* __restrict__ fathoms, float4* __restrict__ metres) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 f = fathoms[i];
    metres[i] = make_float4(metres_b(f.x), metres_b(f.y), metres_b(f.z), metres_b(f.w));
}

// ---- Carpets: wear of the pile from a scan across the width, less the pile of each column when new.
constexpr int kWeft = 3072, kRows = 2816;  // kWeft in quads

__device__ __forceinline__ float4 wear(float4 scan, float4 pile) {
    return make_float4(1.5f + scan.x - 0.25f * pile.x, 1.5f + scan.y - 0.25f * pile.y, 1.5f + scan.z - 0.25f * pile.z, 1.5f + scan.w - 0.25f * pile.w);
}
__global__ void __launch_bounds__(256) carpet_wear_v2_a(const float4* __restrict__ scan, const float4* __restrict__ pile, float4* __restrict__ out, int weft) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = wear(scan[i], pile[i % weft]);
}
__global__ void __launch_bounds__(256) carpet_wear_v2_b(const float4* __restrict__ scan, const float4* __restrict__ pile, float4* __restrict__ out, int weft) {
    int column = blockIdx.x * 256 + threadIdx.x, i = blockIdx.y * weft + column;
    out[i] = wear(scan[i], pile[column]);
}

// ---- Land registry: BLAKE2s seal of every deed of 64 bytes, kept in four planes of 16 bytes.
constexpr int kDeeds = 132 * 6 * 27 * 256;

__device__ __forceinline__ uint32_t right(uint32_t x, int n) { return __funnelshift_r(x, x, n); }

__global__ void __launch_bounds__(256, 6) deed_seal_v2_a(const uint4* __restrict__ deed, uint4* __restrict__ seal, int n) {
    constexpr uint32_t start[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
    constexpr int order[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t m[16], v[16];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        uint4 w = deed[q * n + i];
        m[4 * q] = w.x; m[4 * q + 1] = w.y; m[4 * q + 2] = w.z; m[4 * q + 3] = w.w;
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] = start[k]; v[k + 8] = start[k]; }
    v[0] ^= 0x01010020u; v[12] ^= 64u; v[14] = ~v[14];
#pragma unroll
    for (int round = 0; round < 10; ++round) {
#pragma unroll
        for (int g = 0; g < 8; ++g) {
            int s = g / 4, a = g % 4, b = 4 + (g + s) % 4, c = 8 + (g + 2 * s) % 4, d = 12 + (g + 3 * s) % 4;
            v[a] += v[b] + m[order[round][2 * g]]; v[d] = right(v[d] ^ v[a], 16);
            v[c] += v[d]; v[b] = right(v[b] ^ v[c], 12);
            v[a] += v[b] + m[order[round][2 * g + 1]]; v[d] = right(v[d] ^ v[a], 8);
            v[c] += v[d]; v[b] = right(v[b] ^ v[c], 7);
        }
    }
    seal[i] = make_uint4(start[0] ^ 0x01010020u ^ v[0] ^ v[8], start[1] ^ v[1] ^ v[9], start[2] ^ v[2] ^ v[10], start[3] ^ v[3] ^ v[11]);
    seal[n + i] = make_uint4(start[4] ^ v[4] ^ v[12], start[5] ^ v[5] ^ v[13], start[6] ^ v[6] ^ v[14], start[7] ^ v[7] ^ v[15]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *grind = filled<float>(kPucks, 11), *heat = filled<float>(kPucks, 12), *cup = empty<float>(kPucks);
    add("espresso_cup_v2_a", cup, kPucks, Output::f32, [=] { espresso_cup_v2_a<<<kPucks / 256, 256>>>(grind, heat, cup, kPucks); });
    add("espresso_cup_v2_b", cup, kPucks, Output::f32, [=] { espresso_cup_v2_b<<<kPucks / 256, 256>>>(grind, heat, cup, kPucks); });

    std::vector<float> sons(kTerms);
    for (int k = 0; k < kTerms; ++k) sons[k] = 0.55f / ((k + 1.0f) * (k + 1.0f)) + 1e-6f * (harness::hash32(k) % 64);
    const float4* terms = reinterpret_cast<const float4*>(uploaded(sons));
    float *start = filled<float>(kSurnames, 13), *chance = empty<float>(kSurnames);
    add("surname_extinction_v2_a", chance, kSurnames, Output::f32, [=] { surname_extinction_v2_a<<<kSurnames / 256, 256>>>(terms, start, chance); });
    add("surname_extinction_v2_b", chance, kSurnames, Output::f32, [=] { surname_extinction_v2_b<<<kSurnames / 256, 256>>>(terms, start, chance); });

    float *patch = filled<float>((size_t)kPlanks * 48, 14), *moment = empty<float>(kPlanks);
    add("hull_loft_v2_a", moment, kPlanks, Output::f32, [=] { hull_loft_v2_a<<<kPlanks / 256, 256>>>(patch, moment, kPlanks); });
    add("hull_loft_v2_b", moment, kPlanks, Output::f32, [=] { hull_loft_v2_b<<<kPlanks / 256, 256>>>(patch, moment, kPlanks); });

    int* set = indices(kStrips, kSets, 15);
    const float2* touch = reinterpret_cast<const float2*>(filled<float>((size_t)kStrips * 64, 16));
    float* ink = empty<float>(kStrips * 32);
    add("guilloche_ink_v2_a", ink, kStrips * 32, Output::f32, [=] { guilloche_ink_v2_a<<<kStrips / 8, 256>>>(set, touch, ink, 4); });
    add("guilloche_ink_v2_b", ink, kStrips * 32, Output::f32, [=] { guilloche_ink_v2_b<<<kStrips / 8, 256>>>(set, touch, ink, 4); });

    constexpr int bytes = kPixels * (int)sizeof(float);
    const float4* photos = reinterpret_cast<const float4*>(filled<float>((size_t)kMoths * kPixels, 17));
    float* scores = empty<float>(kMoths * kAxes);
    CHECK(cudaFuncSetAttribute(moth_asymmetry_v2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(moth_asymmetry_v2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * bytes));
    add("moth_asymmetry_v2_a", scores, kMoths * kAxes, Output::f32, [=] { moth_asymmetry_v2_a<<<132, 1024, bytes>>>(photos, scores); });
    add("moth_asymmetry_v2_b", scores, kMoths * kAxes, Output::f32, [=] { moth_asymmetry_v2_b<<<132, 1024, 2 * bytes>>>(photos, scores); });

    constexpr size_t cross = (size_t)kInstruments * kRegressors;
    double *instruments = filled<double>((size_t)kHouseholds * kInstruments, 18), *regressors = filled<double>((size_t)kHouseholds * kRegressors, 19);
    double* moments = empty<double>(cross);
    dim3 tiles(kRegressors / 64, kInstruments / 128);
    add("instrument_moments_v2_a", moments, cross, Output::f64, [=] { instrument_moments_v2_a<<<tiles, 256>>>(instruments, regressors, moments); });
    add("instrument_moments_v2_b", moments, cross, Output::f64, [=] { instrument_moments_v2_b<<<tiles, 256>>>(instruments, regressors, moments); });

    Ducts ducts;
    for (int d = 0; d < kDucts; ++d) {
        uint32_t h = harness::hash32(d + 20);
        float weight = 0.03f + 0.001f * (d % 7);
        ducts.to[d] = make_int4((int)(h % 13) - 6, (int)(h / 16 % 9) - 4, (int)(h / 256 % 5) - 2, 0);
        std::memcpy(&ducts.to[d].w, &weight, 4);
    }
    float *air = filled<float>(kCells, 20), *wind = empty<float>(kCells);
    dim3 cells(kMoundX / 32, kMoundY / 4, kMoundZ / 2), cell(32, 4, 2);
    add("termite_draught_v2_a", wind, kCells, Output::f32, [=] { termite_draught_v2_a<<<cells, cell>>>(air, ducts, wind, kMoundX, kMoundY, kMoundZ); });
    add("termite_draught_v2_b", wind, kCells, Output::f32, [=] { termite_draught_v2_b<<<cells, cell>>>(air, ducts, wind, kMoundX, kMoundY, kMoundZ); });

    const float4* fathoms = reinterpret_cast<const float4*>(filled<float>(kFathoms, 21));
    float4* metres = reinterpret_cast<float4*>(empty<float>(kFathoms));
    add("fathom_chart_v2_a", metres, kFathoms, Output::f32, [=] { fathom_chart_v2_a<<<kFathoms / 1024, 256>>>(fathoms, metres); });
    add("fathom_chart_v2_b", metres, kFathoms, Output::f32, [=] { fathom_chart_v2_b<<<kFathoms / 1024, 256>>>(fathoms, metres); });

    constexpr int quads = kWeft * kRows;
    const float4* scan = reinterpret_cast<const float4*>(filled<float>((size_t)quads * 4, 22));
    const float4* pile = reinterpret_cast<const float4*>(filled<float>(kWeft * 4, 23));
    float4* worn = reinterpret_cast<float4*>(empty<float>((size_t)quads * 4));
    add("carpet_wear_v2_a", worn, (size_t)quads * 4, Output::f32, [=] { carpet_wear_v2_a<<<quads / 256, 256>>>(scan, pile, worn, kWeft); });
    add("carpet_wear_v2_b", worn, (size_t)quads * 4, Output::f32, [=] { carpet_wear_v2_b<<<dim3(kWeft / 256, kRows), 256>>>(scan, pile, worn, kWeft); });

    const uint4* deed = reinterpret_cast<const uint4*>(filled<float>((size_t)kDeeds * 16, 24));
    uint4* seal = reinterpret_cast<uint4*>(empty<int>((size_t)kDeeds * 8));
    add("deed_seal_v2_a", seal, (size_t)kDeeds * 8, Output::i32, [=] { deed_seal_v2_a<<<kDeeds / 256, 256>>>(deed, seal, kDeeds); });

    return harness::run(argc, argv, cases);
}
