// Eleven measured cases of products, tiles and reuse: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(shared)), "l"(global) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

__device__ __forceinline__ unsigned tf32_bits(float v) {
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;\n" : "=r"(r) : "f"(v));
    return r;
}
__device__ __forceinline__ uint2 four_halves(float x, float y, float z, float w) {
    __half2 a = __floats2half2_rn(x, y), b = __floats2half2_rn(z, w);
    return make_uint2(*reinterpret_cast<unsigned*>(&a), *reinterpret_cast<unsigned*>(&b));
}

// ---- Quilts: fit of every pattern (row of traits) with every fabric (column of traits).
constexpr int kPatterns = 4096, kFabrics = 1536, kTraits = 512;

__global__ void __launch_bounds__(256) quilt_patterns_p5_a(const float* __restrict__ pattern, const float* __restrict__ fabric, float* __restrict__ fit) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kTraits; ++k) sum = fmaf(pattern[row * kTraits + k], fabric[k * kFabrics + col], sum);
    fit[row * kFabrics + col] = sum;
}

__global__ void __launch_bounds__(256) quilt_patterns_p5_b(const float* __restrict__ pattern, const float* __restrict__ fabric, float* __restrict__ fit) {
    __shared__ __align__(16) float rows[16][68], cols[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    int ar = t % 64, ak = t / 64 * 4;  // four traits of one pattern
    float sum[4][4] = {};
    for (int k0 = 0; k0 < kTraits; k0 += 16) {
        float4 p = *reinterpret_cast<const float4*>(pattern + (row0 + ar) * kTraits + k0 + ak);
        float4 f = *reinterpret_cast<const float4*>(fabric + (k0 + ty) * kFabrics + col0 + tx * 4);
        rows[ak][ar] = p.x; rows[ak + 1][ar] = p.y; rows[ak + 2][ar] = p.z; rows[ak + 3][ar] = p.w;
        *reinterpret_cast<float4*>(&cols[ty][tx * 4]) = f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a = *reinterpret_cast<const float4*>(&rows[k][ty * 4]), b = *reinterpret_cast<const float4*>(&cols[k][tx * 4]);
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(fit + (row0 + ty * 4 + i) * kFabrics + col0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Letters: scaled scores of all queries with all keys of 96 heads (1024 x 1024, 64 features, half in, float out).
constexpr int kHeads = 96, kTokens = 1024, kFeatures = 64;

__global__ void __launch_bounds__(256, 2) letter_echo_p5_a(const __half* __restrict__ query, const __half* __restrict__ key, float* __restrict__ score) {
    __shared__ __align__(16) float qs[32][132], ks[32][132];
    size_t head = blockIdx.z;
    const __half* q = query + (head * kTokens + blockIdx.y * 128) * kFeatures;
    const __half* k = key + (head * kTokens + blockIdx.x * 128) * kFeatures;
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t % 128, part = t / 128 * 16;
    float sum[8][8] = {};
    for (int f0 = 0; f0 < kFeatures; f0 += 32) {
#pragma unroll
        for (int s = 0; s < 16; s += 8) {
            uint4 a = *reinterpret_cast<const uint4*>(q + row * kFeatures + f0 + part + s), b = *reinterpret_cast<const uint4*>(k + row * kFeatures + f0 + part + s);
            const __half2 *ah = reinterpret_cast<const __half2*>(&a), *bh = reinterpret_cast<const __half2*>(&b);
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float2 x = __half22float2(ah[e]), y = __half22float2(bh[e]);
                qs[part + s + 2 * e][row] = x.x; qs[part + s + 2 * e + 1][row] = x.y;
                ks[part + s + 2 * e][row] = y.x; ks[part + s + 2 * e + 1][row] = y.y;
            }
        }
        __syncthreads();
#pragma unroll 8
        for (int f = 0; f < 32; ++f) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&qs[f][ty * 4]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&qs[f][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&ks[f][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&ks[f][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
    float* to = score + (head * kTokens + blockIdx.y * 128) * kTokens + blockIdx.x * 128;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = (i / 4) * 64 + ty * 4 + i % 4;
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(to + (size_t)r * kTokens + j * 16 + tx * 4) =
                make_float4(0.125f * sum[i][j], 0.125f * sum[i][j + 1], 0.125f * sum[i][j + 2], 0.125f * sum[i][j + 3]);
    }
}

__global__ void __launch_bounds__(256, 2) letter_echo_p5_b(const __half* __restrict__ query, const __half* __restrict__ key, float* __restrict__ score) {
    __shared__ __align__(32) __half qs[128][72], ks[128][72];
    size_t head = blockIdx.z;
    const __half* q = query + (head * kTokens + blockIdx.y * 128) * kFeatures;
    const __half* k = key + (head * kTokens + blockIdx.x * 128) * kFeatures;
    int t = threadIdx.x, warp = t / 32, wr = warp / 2 * 32, wc = warp % 2 * 64;
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int at = s * 256 + t, row = at / 8, f = at % 8 * 8;
        *reinterpret_cast<uint4*>(&qs[row][f]) = *reinterpret_cast<const uint4*>(q + row * kFeatures + f);
        *reinterpret_cast<uint4*>(&ks[row][f]) = *reinterpret_cast<const uint4*>(k + row * kFeatures + f);
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int f = 0; f < kFeatures; f += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &qs[wr + 16 * i][f], 72);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
            wmma::load_matrix_sync(b, &ks[wc + 16 * j][f], 72);
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::mma_sync(sum[i][j], a[i], b, sum[i][j]);
        }
    }
    float* to = score + (head * kTokens + blockIdx.y * 128 + wr) * kTokens + blockIdx.x * 128 + wc;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] *= 0.125f;
            wmma::store_matrix_sync(to + (size_t)i * 16 * kTokens + j * 16, sum[i][j], kTokens, wmma::mem_row_major);
        }
}

// ---- Sensors: second moments of 4096 channels over 1024 snapshots (X^T X, snapshots are rows).
constexpr int kChannels = 4096, kSnaps = 1024, kPitch = 136;

__device__ __forceinline__ void sensor_stage(float (*left)[kPitch], float (*right)[kPitch], const float* __restrict__ snap, int s0) {
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int row = s * 8 + t / 32, col = t % 32 * 4;
        const float* from = snap + (size_t)(s0 + row) * kChannels + col;
        *reinterpret_cast<float4*>(&left[row][col]) = *reinterpret_cast<const float4*>(from + blockIdx.y * 128);
        *reinterpret_cast<float4*>(&right[row][col]) = *reinterpret_cast<const float4*>(from + blockIdx.x * 128);
    }
}

__global__ void __launch_bounds__(256, 2) sensor_kinship_p5_a(const float* __restrict__ snap, float* __restrict__ moment) {
    __shared__ __align__(32) float left[16][kPitch], right[16][kPitch];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8] = {};
    for (int s0 = 0; s0 < kSnaps; s0 += 16) {
        sensor_stage(left, right, snap, s0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&left[k][ty * 4]);
            *reinterpret_cast<float4*>(a + 4) = *reinterpret_cast<const float4*>(&left[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&right[k][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&right[k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t row = blockIdx.y * 128 + (i / 4) * 64 + ty * 4 + i % 4;
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(moment + row * kChannels + blockIdx.x * 128 + j * 16 + tx * 4) = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
}

__global__ void __launch_bounds__(256, 2) sensor_kinship_p5_b(const float* __restrict__ snap, float* __restrict__ moment) {
    __shared__ __align__(16) float left[16][kPitch], right[16][kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4, wr = warp / 2 * 32, wc = warp % 2 * 64;
    float sum[2][8][4] = {};
    for (int s0 = 0; s0 < kSnaps; s0 += 16) {
        sensor_stage(left, right, snap, s0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            unsigned a[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) a[i][e] = tf32_bits(left[k + q + e / 2 * 4][wr + 16 * i + g + e % 2 * 8]);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                unsigned b0 = tf32_bits(right[k + q][wc + 8 * j + g]), b1 = tf32_bits(right[k + q + 4][wc + 8 * j + g]);
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                        : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                        : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b0), "r"(b1));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float* to = moment + (size_t)(blockIdx.y * 128 + wr + 16 * i + g) * kChannels + blockIdx.x * 128 + wc + 8 * j + 2 * q;
            *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<float2*>(to + (size_t)8 * kChannels) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Orbitals: overlap matrix of 2048 bra and 2048 ket functions on 1024 grid points, in double.
constexpr int kFunctions = 2048, kPoints = 1024, kLedger = 68;

__device__ __forceinline__ void ledger_stage(double (*bras)[kLedger], double (*kets)[kLedger], const double* __restrict__ bra, const double* __restrict__ ket, int p0) {
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int row = s * 8 + t / 32, col = t % 32 * 2;
        size_t at = (size_t)(p0 + row) * kFunctions + col;
        *reinterpret_cast<double2*>(&bras[row][col]) = *reinterpret_cast<const double2*>(bra + at + blockIdx.y * 64);
        *reinterpret_cast<double2*>(&kets[row][col]) = *reinterpret_cast<const double2*>(ket + at + blockIdx.x * 64);
    }
}

__global__ void __launch_bounds__(256, 2) orbital_ledger_p5_a(const double* __restrict__ bra, const double* __restrict__ ket, double* __restrict__ overlap) {
    __shared__ __align__(16) double bras[16][kLedger], kets[16][kLedger];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    double sum[4][4] = {};
    for (int p0 = 0; p0 < kPoints; p0 += 16) {
        ledger_stage(bras, kets, bra, ket, p0);
        __syncthreads();
#pragma unroll 8
        for (int p = 0; p < 16; ++p) {
            double2 a0 = *reinterpret_cast<const double2*>(&bras[p][ty * 4]), a1 = *reinterpret_cast<const double2*>(&bras[p][ty * 4 + 2]);
            double2 b0 = *reinterpret_cast<const double2*>(&kets[p][tx * 2]), b1 = *reinterpret_cast<const double2*>(&kets[p][32 + tx * 2]);
            double a[4] = {a0.x, a0.y, a1.x, a1.y}, b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* to = overlap + (size_t)(blockIdx.y * 64 + ty * 4 + i) * kFunctions + blockIdx.x * 64 + tx * 2;
        *reinterpret_cast<double2*>(to) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(to + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

__global__ void __launch_bounds__(256, 2) orbital_ledger_p5_b(const double* __restrict__ bra, const double* __restrict__ ket, double* __restrict__ overlap) {
    __shared__ __align__(16) double bras[16][kLedger], kets[16][kLedger];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4, wr = warp / 2 * 16, wc = warp % 2 * 32;
    double sum[4][4] = {};
    for (int p0 = 0; p0 < kPoints; p0 += 16) {
        ledger_stage(bras, kets, bra, ket, p0);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p += 8) {
            double a0 = bras[p + q][wr + g], a1 = bras[p + q][wr + g + 8], a2 = bras[p + q + 4][wr + g], a3 = bras[p + q + 4][wr + g + 8];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                double b0 = kets[p + q][wc + 8 * j + g], b1 = kets[p + q + 4][wc + 8 * j + g];
                asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                             : "+d"(sum[j][0]), "+d"(sum[j][1]), "+d"(sum[j][2]), "+d"(sum[j][3])
                             : "d"(a0), "d"(a1), "d"(a2), "d"(a3), "d"(b0), "d"(b1));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        double* to = overlap + (size_t)(blockIdx.y * 64 + wr + g) * kFunctions + blockIdx.x * 64 + wc + 8 * j + 2 * q;
        *reinterpret_cast<double2*>(to) = make_double2(sum[j][0], sum[j][1]);
        *reinterpret_cast<double2*>(to + (size_t)8 * kFunctions) = make_double2(sum[j][2], sum[j][3]);
    }
}

// ---- Codons: sixteenth power of the 64 x 64 transition matrix of each branch by four squarings, kept in half between them.
constexpr int kBranches = 16384, kCodons = 64;

__global__ void __launch_bounds__(256) codon_drift_p5_a(const __half* __restrict__ step, __half* __restrict__ drift) {
    __shared__ __align__(16) float table[2][kCodons][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t base = (size_t)blockIdx.x * kCodons * kCodons;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int at = (s * 256 + t) * 8, row = at / kCodons, col = at % kCodons;
        uint4 v = *reinterpret_cast<const uint4*>(step + base + at);
        const __half2* h = reinterpret_cast<const __half2*>(&v);
        const __half2 small = __float2half2_rn(0.1875f);
        float2 x0 = __half22float2(__hmul2(h[0], small)), x1 = __half22float2(__hmul2(h[1], small)), x2 = __half22float2(__hmul2(h[2], small)), x3 = __half22float2(__hmul2(h[3], small));
        *reinterpret_cast<float4*>(&table[0][row][col]) = make_float4(x0.x, x0.y, x1.x, x1.y);
        *reinterpret_cast<float4*>(&table[0][row][col + 4]) = make_float4(x2.x, x2.y, x3.x, x3.y);
    }
    __syncthreads();
    for (int turn = 0; turn < 4; ++turn) {
        float (*now)[68] = table[turn % 2], (*next)[68] = table[(turn + 1) % 2];
        float sum[4][4] = {};
#pragma unroll 4
        for (int k = 0; k < kCodons; k += 4) {
            float a[4][4], b[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                *reinterpret_cast<float4*>(a[i]) = *reinterpret_cast<const float4*>(&now[ty * 4 + i][k]);
                *reinterpret_cast<float4*>(b[i]) = *reinterpret_cast<const float4*>(&now[k + i][tx * 4]);
            }
#pragma unroll
            for (int e = 0; e < 4; ++e)
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(a[i][e], b[e][j], sum[i][j]);
        }
        if (turn < 3) {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float2 x = __half22float2(__floats2half2_rn(sum[i][0], sum[i][1])), y = __half22float2(__floats2half2_rn(sum[i][2], sum[i][3]));
                *reinterpret_cast<float4*>(&next[ty * 4 + i][tx * 4]) = make_float4(x.x, x.y, y.x, y.y);
            }
            __syncthreads();
        } else {
#pragma unroll
            for (int i = 0; i < 4; ++i)
                __stcs(reinterpret_cast<uint2*>(drift + base + (ty * 4 + i) * kCodons + tx * 4), four_halves(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
        }
    }
}

__global__ void __launch_bounds__(256) codon_drift_p5_b(const __half* __restrict__ step, __half* __restrict__ drift) {
    __shared__ __align__(32) __half now[kCodons][72];
    __shared__ __align__(32) float next[kCodons][68];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, warp = t / 32, wr = warp / 2 * 16, wc = warp % 2 * 32;
    size_t base = (size_t)blockIdx.x * kCodons * kCodons;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int at = (s * 256 + t) * 8, row = at / kCodons, col = at % kCodons;
        uint4 v = *reinterpret_cast<const uint4*>(step + base + at);
        __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
        for (int e = 0; e < 4; ++e) h[e] = __hmul2(h[e], __float2half2_rn(0.1875f));
        *reinterpret_cast<uint4*>(&now[row][col]) = v;
    }
    __syncthreads();
    for (int turn = 0; turn < 4; ++turn) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
        wmma::fill_fragment(sum[0], 0.0f); wmma::fill_fragment(sum[1], 0.0f);
#pragma unroll
        for (int k = 0; k < kCodons; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
            wmma::load_matrix_sync(a, &now[wr][k], 72);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
                wmma::load_matrix_sync(b, &now[k][wc + 16 * j], 72);
                wmma::mma_sync(sum[j], a, b, sum[j]);
            }
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(&next[wr][wc + 16 * j], sum[j], 68, wmma::mem_row_major);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float4 v = *reinterpret_cast<const float4*>(&next[i * 16 + ty][tx * 4]);
            uint2 h = four_halves(v.x, v.y, v.z, v.w);
            if (turn < 3) *reinterpret_cast<uint2*>(&now[i * 16 + ty][tx * 4]) = h;
            else __stcs(reinterpret_cast<uint2*>(drift + base + (i * 16 + ty) * kCodons + tx * 4), h);
        }
        __syncthreads();
    }
}

// ---- Looms: cloth (4096 x 4096) from warp threads (4096 x 2048) and weft (2048 x 4096), half in, float out; 128 x 256 a block.
constexpr int kLoom = 4096, kYarn = 2048, kWarpRow = 40, kWeftRow = 264, kBobbin = 128 * kWarpRow + 32 * kWeftRow;  // halves of one stage

using Cloth = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void loom_beat(Cloth (&cloth)[4][4], const __half* ends, const __half* weft, int wr, int wc) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], ends + (wr + 16 * i) * kWarpRow + k, kWarpRow);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
            wmma::load_matrix_sync(b, weft + k * kWeftRow + wc + 16 * j, kWeftRow);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(cloth[i][j], a[i], b, cloth[i][j]);
        }
    }
}

__device__ __forceinline__ void loom_store(Cloth (&cloth)[4][4], float* __restrict__ out, int wr, int wc) {
    float* to = out + (size_t)(blockIdx.y * 128 + wr) * kLoom + blockIdx.x * 256 + wc;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(to + (size_t)i * 16 * kLoom + j * 16, cloth[i][j], kLoom, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) loom_weave_p5_a(const __half* __restrict__ ends, const __half* __restrict__ weft, float* __restrict__ out) {
    __shared__ __align__(32) __half bobbin[kBobbin];
    __half *es = bobbin, *ws = bobbin + 128 * kWarpRow;
    int t = threadIdx.x, warp = t / 32, wr = warp / 4 * 64, wc = warp % 4 * 64;
    const __half* e = ends + (size_t)(blockIdx.y * 128 + t / 4) * kYarn + t % 4 * 8;
    const __half* w = weft + (size_t)(t / 32) * kLoom + blockIdx.x * 256 + t % 32 * 8;
    Cloth cloth[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(cloth[i][j], 0.0f);
    for (int k = 0; k < kYarn; k += 32) {
#pragma unroll
        for (int s = 0; s < 2; ++s)
            *reinterpret_cast<uint4*>(es + (t / 4 + 64 * s) * kWarpRow + t % 4 * 8) = *reinterpret_cast<const uint4*>(e + (size_t)64 * s * kYarn + k);
#pragma unroll
        for (int s = 0; s < 4; ++s)
            *reinterpret_cast<uint4*>(ws + (t / 32 + 8 * s) * kWeftRow + t % 32 * 8) = *reinterpret_cast<const uint4*>(w + (size_t)(k + 8 * s) * kLoom);
        __syncthreads();
        loom_beat(cloth, es, ws, wr, wc);
        __syncthreads();
    }
    loom_store(cloth, out, wr, wc);
}

__global__ void __launch_bounds__(256, 1) loom_weave_p5_b(const __half* __restrict__ ends, const __half* __restrict__ weft, float* __restrict__ out) {
    extern __shared__ __align__(128) __half bobbins[];  // three stages
    int t = threadIdx.x, warp = t / 32, wr = warp / 4 * 64, wc = warp % 4 * 64;
    const __half* e = ends + (size_t)(blockIdx.y * 128 + t / 4) * kYarn + t % 4 * 8;
    const __half* w = weft + (size_t)(t / 32) * kLoom + blockIdx.x * 256 + t % 32 * 8;
    auto wind = [&](int stage, int k) {
        __half *es = bobbins + stage * kBobbin, *ws = es + 128 * kWarpRow;
#pragma unroll
        for (int s = 0; s < 2; ++s) copy16(es + (t / 4 + 64 * s) * kWarpRow + t % 4 * 8, e + (size_t)64 * s * kYarn + k);
#pragma unroll
        for (int s = 0; s < 4; ++s) copy16(ws + (t / 32 + 8 * s) * kWeftRow + t % 32 * 8, w + (size_t)(k + 8 * s) * kLoom);
    };
    Cloth cloth[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(cloth[i][j], 0.0f);
    wind(0, 0); copy_commit();
    wind(1, 32); copy_commit();
    int stage = 0, fill = 2;
    for (int k = 0; k < kYarn; k += 32) {
        copy_wait<1>();
        __syncthreads();
        if (k + 64 < kYarn) wind(fill, k + 64);
        copy_commit();
        const __half* es = bobbins + stage * kBobbin;
        loom_beat(cloth, es, es + 128 * kWarpRow, wr, wc);
        stage = stage == 2 ? 0 : stage + 1;
        fill = fill == 2 ? 0 : fill + 1;
    }
    loom_store(cloth, out, wr, wc);
}

// ---- Whales: low-pass (32 taps) and decimation by four of 132 hydrophone tracks, a block a track, 64 KiB of samples a time.
constexpr int kTracks = 132, kChunks = 60, kChunk = 16384, kBuffer = kChunk + 32;
__constant__ float song_taps[32] = {0.002f, 0.003f, 0.005f, 0.008f, 0.012f, 0.016f, 0.021f, 0.027f, 0.032f, 0.038f, 0.043f, 0.048f, 0.052f, 0.055f, 0.057f, 0.058f,
                                    0.058f, 0.057f, 0.055f, 0.052f, 0.048f, 0.043f, 0.038f, 0.032f, 0.027f, 0.021f, 0.016f, 0.012f, 0.008f, 0.005f, 0.003f, 0.002f};

__device__ __forceinline__ void song_filter(const float* samples, float* __restrict__ song) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int o = j * 1024 + threadIdx.x;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 v = *reinterpret_cast<const float4*>(samples + 4 * o + k);
            sum = fmaf(v.x, song_taps[k], sum); sum = fmaf(v.y, song_taps[k + 1], sum);
            sum = fmaf(v.z, song_taps[k + 2], sum); sum = fmaf(v.w, song_taps[k + 3], sum);
        }
        song[o] = sum;
    }
}

__global__ void __launch_bounds__(1024) whale_song_p5_a(const float* __restrict__ track, float* __restrict__ song) {
    extern __shared__ __align__(16) float samples[];
    int t = threadIdx.x;
    const float* from = track + (size_t)blockIdx.x * kChunks * kChunk;
    float* to = song + (size_t)blockIdx.x * kChunks * (kChunk / 4);
    float4* sample4 = reinterpret_cast<float4*>(samples);
    for (int c = 0; c < kChunks; ++c) {
        const float4* from4 = reinterpret_cast<const float4*>(from + c * kChunk);
#pragma unroll
        for (int s = 0; s < 4; ++s) sample4[s * 1024 + t] = from4[s * 1024 + t];
        if (t < 8) sample4[4096 + t] = from4[4096 + t];
        __syncthreads();
        song_filter(samples, to + c * (kChunk / 4));
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) whale_song_p5_b(const float* __restrict__ track, float* __restrict__ song) {
    extern __shared__ __align__(16) float samples[];
    int t = threadIdx.x;
    const float* from = track + (size_t)blockIdx.x * kChunks * kChunk;
    float* to = song + (size_t)blockIdx.x * kChunks * (kChunk / 4);
    auto listen = [&](int c) {
        float4* sample4 = reinterpret_cast<float4*>(samples + (c % 2) * kBuffer);
        const float4* from4 = reinterpret_cast<const float4*>(from + c * kChunk);
#pragma unroll
        for (int s = 0; s < 4; ++s) copy16(sample4 + s * 1024 + t, from4 + s * 1024 + t);
        if (t < 8) copy16(sample4 + 4096 + t, from4 + 4096 + t);
    };
    listen(0); copy_commit();
    for (int c = 0; c < kChunks; ++c) {
        if (c + 1 < kChunks) listen(c + 1);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        song_filter(samples + (c % 2) * kBuffer, to + c * (kChunk / 4));
        __syncthreads();
    }
}

// ---- Lichen: 7 x 7 correlation of an aerial picture (8192 x 8192, framed by a margin).
constexpr int kRock = 8192, kFramed = 8200;
__constant__ float lichen_mask[49] = {
    0.01f, -0.02f, 0.03f, 0.05f, 0.03f, -0.01f, 0.02f, -0.03f, 0.02f, 0.06f, 0.08f, 0.07f, 0.01f, -0.02f, 0.02f, 0.05f, -0.09f, 0.12f, -0.08f, 0.04f, 0.03f,
    0.04f, 0.09f, 0.13f, 0.21f, 0.11f, 0.08f, 0.05f, 0.03f, 0.06f, -0.07f, 0.14f, -0.06f, 0.05f, 0.02f, -0.01f, 0.03f, 0.05f, 0.07f, 0.06f, 0.02f, -0.03f,
    0.02f, -0.01f, 0.04f, 0.06f, 0.02f, -0.02f, 0.01f};

__global__ void __launch_bounds__(256) lichen_map_p5_a(const float* __restrict__ picture, float* __restrict__ likeness) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = picture + (size_t)y * kFramed + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 7; ++dy)
#pragma unroll
        for (int dx = 0; dx < 7; ++dx) sum = fmaf(from[dy * kFramed + dx], lichen_mask[dy * 7 + dx], sum);
    likeness[(size_t)y * kRock + x] = sum;
}

__global__ void __launch_bounds__(256) lichen_map_p5_b(const float* __restrict__ picture, float* __restrict__ likeness) {
    __shared__ float patch[38][72];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64, y0 = blockIdx.y * 32;
#pragma unroll
    for (int s = 0; s < 10; ++s) {
        int y = s * 4 + ty;
        if (y < 38) {
            const float* from = picture + (size_t)(y0 + y) * kFramed + x0;
            patch[y][tx] = from[tx];
            if (tx < 6) patch[y][64 + tx] = from[64 + tx];
        }
    }
    __syncthreads();
    float sum[8] = {};
#pragma unroll
    for (int dx = 0; dx < 7; ++dx)
#pragma unroll
        for (int r = 0; r < 14; ++r) {
            float v = patch[ty * 8 + r][tx + dx];
#pragma unroll
            for (int i = 0; i < 8; ++i)
                if (r - i >= 0 && r - i < 7) sum[i] = fmaf(v, lichen_mask[(r - i) * 7 + dx], sum[i]);
        }
#pragma unroll
    for (int i = 0; i < 8; ++i) likeness[(size_t)(y0 + ty * 8 + i) * kRock + x0 + tx] = sum[i];
}

// ---- Glaciers: probes, sorted by drainage basin (64 basins of 262144 cells), ask the eight coefficients of their cell; two lanes a probe.
constexpr int kBasins = 64, kCells = 1 << 18, kAsked = 1 << 20, kPerBlock = 2048, kParts = kAsked / kPerBlock;

__device__ __forceinline__ void glacier_probe(const int* __restrict__ cell, const float4* __restrict__ coefficient, float* __restrict__ flow, int basin, int part) {
    int side = threadIdx.x & 1, pair = threadIdx.x >> 1;
    float4 weight = side ? make_float4(0.4f, -0.3f, 0.2f, -0.1f) : make_float4(1.0f, 0.8f, -0.6f, 0.5f);
    int first = basin * kAsked + part * kPerBlock + pair;
#pragma unroll
    for (int j0 = 0; j0 < 16; j0 += 8) {
        int at[8]; float4 c[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) at[j] = cell[first + (j0 + j) * 128];
#pragma unroll
        for (int j = 0; j < 8; ++j) c[j] = coefficient[(basin * kCells + at[j]) * 2 + side];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float s = fmaf(c[j].x, weight.x, fmaf(c[j].y, weight.y, fmaf(c[j].z, weight.z, c[j].w * weight.w)));
            s += __shfl_xor_sync(0xffffffffu, s, 1);
            if (!side) flow[first + (j0 + j) * 128] = s;
        }
    }
}

__global__ void __launch_bounds__(256) glacier_probe_p5_a(const int* __restrict__ cell, const float4* __restrict__ coefficient, float* __restrict__ flow) {
    glacier_probe(cell, coefficient, flow, blockIdx.x % kBasins, blockIdx.x / kBasins);
}
__global__ void __launch_bounds__(256) glacier_probe_p5_b(const int* __restrict__ cell, const float4* __restrict__ coefficient, float* __restrict__ flow) {
    glacier_probe(cell, coefficient, flow, blockIdx.x / kParts, blockIdx.x % kParts);
}

// ---- Pollen: density of 2048 soft grains at many sites, two sites a thread, grains through shared memory.
constexpr int kGrains = 2048, kPollenBlocks = 132 * 6 * 4, kSites = kPollenBlocks * 512;

__device__ __forceinline__ void pollen_sum(const float4* tile, float4 p, float4 q, float& u, float& v) {
#pragma unroll 8
    for (int s = 0; s < 256; ++s) {
        float4 g = tile[s];
        float dx = p.x - g.x, dy = p.y - g.y, dz = p.z - g.z, near = __saturatef(fmaf(-0.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
        u = fmaf(near * near, g.w, u);
        dx = q.x - g.x; dy = q.y - g.y; dz = q.z - g.z; near = __saturatef(fmaf(-0.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
        v = fmaf(near * near, g.w, v);
    }
}

__global__ void __launch_bounds__(256, 6) pollen_cloud_p5_a(const float4* __restrict__ site, const float4* __restrict__ grain, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 p = site[i], q = site[i + 256];
    float u = 0.0f, v = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        tile[t] = grain[from + t];
        __syncthreads();
        pollen_sum(tile, p, q, u, v);
        __syncthreads();
    }
    density[i] = u; density[i + 256] = v;
}

__global__ void __launch_bounds__(256, 6) pollen_cloud_p5_b(const float4* __restrict__ site, const float4* __restrict__ grain, float* __restrict__ density) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    copy16(&tile[0][t], grain + t); copy_commit();
    float4 p = site[i], q = site[i + 256];
    float u = 0.0f, v = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        if (from + 256 < kGrains) copy16(&tile[(from / 256 + 1) % 2][t], grain + from + 256 + t);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        pollen_sum(tile[from / 256 % 2], p, q, u, v);
        __syncthreads();
    }
    density[i] = u; density[i + 256] = v;
}

// ---- Harbour: one explicit step of heat in the ice of a harbour (16384 x 8192), four columns a thread, eight rows in registers.
constexpr int kIceWide = 16384, kIceHigh = 8192;

__global__ void __launch_bounds__(256) harbour_ice_p5_a(const float* __restrict__ heat, float* __restrict__ next) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * 8, lane = threadIdx.x & 31;
    float4 row[10]; float edge[8];
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        int y = min(max(y0 + r - 1, 0), kIceHigh - 1);
        row[r] = *reinterpret_cast<const float4*>(heat + (size_t)y * kIceWide + x);
    }
    int beside = lane == 0 ? max(x - 1, 0) : min(x + 4, kIceWide - 1);
#pragma unroll
    for (int r = 0; r < 8; ++r) edge[r] = lane == 0 || lane == 31 ? heat[(size_t)(y0 + r) * kIceWide + beside] : 0.0f;
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 n = row[r], c = row[r + 1], s = row[r + 2];
        float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) left = edge[r];
        if (lane == 31) right = edge[r];
        float4 o = make_float4(fmaf(0.2f, n.x + s.x + left + c.y, 0.2f * c.x), fmaf(0.2f, n.y + s.y + c.x + c.z, 0.2f * c.y),
                               fmaf(0.2f, n.z + s.z + c.y + c.w, 0.2f * c.z), fmaf(0.2f, n.w + s.w + c.z + right, 0.2f * c.w));
        *reinterpret_cast<float4*>(next + (size_t)(y0 + r) * kIceWide + x) = o;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kIceWide * kIceHigh;
    static_assert((size_t)kBasins * kCells * 8 <= kMost && (size_t)kTracks * kChunks * kChunk + 32 <= kMost && (size_t)(kRock + 6) * kFramed <= kMost &&
                  (size_t)kHeads * kTokens * kTokens <= kMost && (size_t)kBasins * kAsked <= kMost && (size_t)kSites * 4 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 51), *two = filled<float>((size_t)kSnaps * kChannels, 52), *out = empty<float>(kMost);
    __half *h1 = filled<__half>((size_t)kBranches * 4096, 53), *h2 = filled<__half>((size_t)kLoom * kYarn, 54);
    double *d1 = filled<double>((size_t)kFunctions * kPoints, 55), *d2 = filled<double>((size_t)kFunctions * kPoints, 56);
    int* cell = indices((size_t)kBasins * kAsked, kCells, 57);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two);
    double* outd = reinterpret_cast<double*>(out);
    __half* outh = reinterpret_cast<__half*>(out);

    constexpr int kLoomBytes = 3 * kBobbin * 2, kSongBytes = kBuffer * 4;
    CHECK(cudaFuncSetAttribute(loom_weave_p5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kLoomBytes));
    CHECK(cudaFuncSetAttribute(whale_song_p5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSongBytes));
    CHECK(cudaFuncSetAttribute(whale_song_p5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kSongBytes));

    constexpr size_t kFits = (size_t)kPatterns * kFabrics;
    add("quilt_patterns_p5_a", out, kFits, Output::f32, [=] { quilt_patterns_p5_a<<<dim3(kFabrics / 16, kPatterns / 16), dim3(16, 16)>>>(one, two, out); });
    add("quilt_patterns_p5_b", out, kFits, Output::f32, [=] { quilt_patterns_p5_b<<<dim3(kFabrics / 64, kPatterns / 64), 256>>>(one, two, out); });

    constexpr size_t kScores = (size_t)kHeads * kTokens * kTokens;
    add("letter_echo_p5_a", out, kScores, Output::f32, [=] { letter_echo_p5_a<<<dim3(8, 8, kHeads), 256>>>(h1, h2, out); });
    add("letter_echo_p5_b", out, kScores, Output::f32, [=] { letter_echo_p5_b<<<dim3(8, 8, kHeads), 256>>>(h1, h2, out); });

    constexpr size_t kMoments = (size_t)kChannels * kChannels;
    add("sensor_kinship_p5_a", out, kMoments, Output::f32, [=] { sensor_kinship_p5_a<<<dim3(32, 32), 256>>>(two, out); });
    add("sensor_kinship_p5_b", out, kMoments, Output::f32, [=] { sensor_kinship_p5_b<<<dim3(32, 32), 256>>>(two, out); });

    constexpr size_t kOverlaps = (size_t)kFunctions * kFunctions;
    add("orbital_ledger_p5_a", out, kOverlaps, Output::f64, [=] { orbital_ledger_p5_a<<<dim3(32, 32), 256>>>(d1, d2, outd); });
    add("orbital_ledger_p5_b", out, kOverlaps, Output::f64, [=] { orbital_ledger_p5_b<<<dim3(32, 32), 256>>>(d1, d2, outd); });

    constexpr size_t kDrifts = (size_t)kBranches * 4096;
    add("codon_drift_p5_a", out, kDrifts, Output::f16, [=] { codon_drift_p5_a<<<kBranches, 256>>>(h1, outh); });
    add("codon_drift_p5_b", out, kDrifts, Output::f16, [=] { codon_drift_p5_b<<<kBranches, 256>>>(h1, outh); });

    constexpr size_t kCloth = (size_t)kLoom * kLoom;
    add("loom_weave_p5_a", out, kCloth, Output::f32, [=] { loom_weave_p5_a<<<dim3(kLoom / 256, kLoom / 128), 256>>>(h1, h2, out); });
    add("loom_weave_p5_b", out, kCloth, Output::f32, [=] { loom_weave_p5_b<<<dim3(kLoom / 256, kLoom / 128), 256, kLoomBytes>>>(h1, h2, out); });

    constexpr size_t kSongs = (size_t)kTracks * kChunks * (kChunk / 4);
    add("whale_song_p5_a", out, kSongs, Output::f32, [=] { whale_song_p5_a<<<kTracks, 1024, kSongBytes>>>(one, out); });
    add("whale_song_p5_b", out, kSongs, Output::f32, [=] { whale_song_p5_b<<<kTracks, 1024, 2 * kSongBytes>>>(one, out); });

    constexpr size_t kRocks = (size_t)kRock * kRock;
    add("lichen_map_p5_a", out, kRocks, Output::f32, [=] { lichen_map_p5_a<<<dim3(kRock / 32, kRock / 8), dim3(32, 8)>>>(one, out); });
    add("lichen_map_p5_b", out, kRocks, Output::f32, [=] { lichen_map_p5_b<<<dim3(kRock / 64, kRock / 32), dim3(64, 4)>>>(one, out); });

    constexpr size_t kFlows = (size_t)kBasins * kAsked;
    add("glacier_probe_p5_a", out, kFlows, Output::f32, [=] { glacier_probe_p5_a<<<kBasins * kParts, 256>>>(cell, one4, out); });
    add("glacier_probe_p5_b", out, kFlows, Output::f32, [=] { glacier_probe_p5_b<<<kBasins * kParts, 256>>>(cell, one4, out); });

    add("pollen_cloud_p5_a", out, kSites, Output::f32, [=] { pollen_cloud_p5_a<<<kPollenBlocks, 256>>>(one4, two4, out); });
    add("pollen_cloud_p5_b", out, kSites, Output::f32, [=] { pollen_cloud_p5_b<<<kPollenBlocks, 256>>>(one4, two4, out); });

    add("harbour_ice_p5_a", out, kMost, Output::f32, [=] { harbour_ice_p5_a<<<dim3(kIceWide / 1024, kIceHigh / 8), 256>>>(one, out); });

    return harness::run(argc, argv, cases);
}
