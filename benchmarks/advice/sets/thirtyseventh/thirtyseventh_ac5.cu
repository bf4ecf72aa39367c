// Eight measured cases of matrices and tiles: before (_a) and after (_b).
#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(shared)), "l"(global) : "memory");
}
__device__ __forceinline__ void copies_close() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kOpen>
__device__ __forceinline__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kOpen) : "memory"); }

// ---- Geodesy: block of the normal matrix of a survey, transposed design matrix times design matrix, both rows of observations.
constexpr int kPegsLeft = 3072, kPegsRight = 1408, kSightings = 1024, kSlab = 8, kSlabRow = 132, kSlabs = 4;
constexpr int kPegBytes = kSlabs * 2 * kSlab * kSlabRow * 8;

struct PegSlab { double left[kSlab][kSlabRow], right[kSlab][kSlabRow]; };

__device__ __forceinline__ void peg_fetch(PegSlab& slab, const double* __restrict__ left, const double* __restrict__ right, int at, int row, int col) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = threadIdx.x + i * 256, k = c / 64, m = c % 64 * 2;
        copy16(&slab.left[k][m], left + (size_t)(at + k) * kPegsLeft + row + m);
        copy16(&slab.right[k][m], right + (size_t)(at + k) * kPegsRight + col + m);
    }
}

__global__ void __launch_bounds__(256) survey_pegs_ac5_a(const double* __restrict__ left, const double* __restrict__ right, double* __restrict__ normal) {
    extern __shared__ __align__(16) unsigned char peg_memory[];
    PegSlab* slab = reinterpret_cast<PegSlab*>(peg_memory);
    int col = blockIdx.x * 128, row = blockIdx.y * 128, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    double acc[8][8] = {};
#pragma unroll
    for (int s = 0; s < kSlabs - 1; ++s) { peg_fetch(slab[s], left, right, s * kSlab, row, col); copies_close(); }
    for (int step = 0; step < kSightings / kSlab; ++step) {
        copies_wait<kSlabs - 2>();
        __syncthreads();
        int ahead = step + kSlabs - 1;
        if (ahead < kSightings / kSlab) peg_fetch(slab[ahead % kSlabs], left, right, ahead * kSlab, row, col);
        copies_close();
        const PegSlab& now = slab[step % kSlabs];
#pragma unroll
        for (int k = 0; k < kSlab; ++k) {
            double a[8], b[8];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                double2 u = *reinterpret_cast<const double2*>(&now.left[k][ty * 2 + 32 * i]);
                double2 v = *reinterpret_cast<const double2*>(&now.right[k][tx * 2 + 32 * i]);
                a[2 * i] = u.x; a[2 * i + 1] = u.y; b[2 * i] = v.x; b[2 * i + 1] = v.y;
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            *reinterpret_cast<double2*>(normal + (size_t)(row + ty * 2 + i / 2 * 32 + i % 2) * kPegsRight + col + tx * 2 + 32 * j) =
                make_double2(acc[i][2 * j], acc[i][2 * j + 1]);
}

__global__ void __launch_bounds__(256) survey_pegs_ac5_b(const double* __restrict__ left, const double* __restrict__ right, double* __restrict__ normal) {
    extern __shared__ __align__(16) unsigned char peg_memory[];
    PegSlab* slab = reinterpret_cast<PegSlab*>(peg_memory);
    int col = blockIdx.x * 128, row = blockIdx.y * 128, warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    int mine = warp / 4 * 64 + g, yours = warp % 4 * 32;
    double acc[4][4][4] = {};
#pragma unroll
    for (int s = 0; s < kSlabs - 1; ++s) { peg_fetch(slab[s], left, right, s * kSlab, row, col); copies_close(); }
    for (int step = 0; step < kSightings / kSlab; ++step) {
        copies_wait<kSlabs - 2>();
        __syncthreads();
        int ahead = step + kSlabs - 1;
        if (ahead < kSightings / kSlab) peg_fetch(slab[ahead % kSlabs], left, right, ahead * kSlab, row, col);
        copies_close();
        const PegSlab& now = slab[step % kSlabs];
        double a[4][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            a[i][0] = now.left[t][mine + 16 * i]; a[i][1] = now.left[t][mine + 16 * i + 8];
            a[i][2] = now.left[t + 4][mine + 16 * i]; a[i][3] = now.left[t + 4][mine + 16 * i + 8];
            b[i][0] = now.right[t][yours + 8 * i + g]; b[i][1] = now.right[t + 4][yours + 8 * i + g];
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                             : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double* to = normal + (size_t)(row + mine + 16 * i) * kPegsRight + col + yours + 8 * j + 2 * t;
            *reinterpret_cast<double2*>(to) = make_double2(acc[i][j][0], acc[i][j][1]);
            *reinterpret_cast<double2*>(to + 8 * (size_t)kPegsRight) = make_double2(acc[i][j][2], acc[i][j][3]);
        }
}

// ---- Perfumery: city-block distance of each sample's chromatogram (96 peaks) from each reference scent; peaks are rows.
constexpr int kScents = 1536, kSamples = 704, kPeaks = 96;

__global__ void __launch_bounds__(256) perfume_notes_ac5_a(const float* __restrict__ scent, const float* __restrict__ sample, float* __restrict__ apart) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int p = 0; p < kPeaks; ++p) sum += fabsf(sample[p * kSamples + i] - scent[p * kScents + j]);
    apart[(size_t)i * kScents + j] = sum;
}

__global__ void __launch_bounds__(256) perfume_notes_ac5_b(const float* __restrict__ scent, const float* __restrict__ sample, float* __restrict__ apart) {
    __shared__ float4 those[16][16], these[16][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, j = blockIdx.x * 64, i = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int from = 0; from < kPeaks; from += 16) {
        float4 u = *reinterpret_cast<const float4*>(scent + (from + ty) * kScents + j + tx * 4);
        float4 v = *reinterpret_cast<const float4*>(sample + (from + ty) * kSamples + i + tx * 4);
        __syncthreads();
        those[ty][tx] = u; these[ty][tx] = v;
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; ++p) {
            float4 b4 = those[p][tx], a4 = these[p][ty];
            float a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int m = 0; m < 4; ++m)
#pragma unroll
                for (int n = 0; n < 4; ++n) sum[m][n] += fabsf(a[m] - b[n]);
        }
    }
#pragma unroll
    for (int m = 0; m < 4; ++m)
        __stwb(reinterpret_cast<float4*>(apart + (size_t)(i + ty * 4 + m) * kScents + j + tx * 4), make_float4(sum[m][0], sum[m][1], sum[m][2], sum[m][3]));
}

// ---- Quarry: ground tremor of a blast seen through a 64-point band filter.
constexpr int kTremor = 132 * 8 * 1024 * 2, kBand = 64;
__constant__ float band_weight[kBand];

__global__ void __launch_bounds__(256) quarry_tremor_ac5_a(const float* __restrict__ ground, float* __restrict__ passed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kBand; ++k) sum = fmaf(band_weight[k], ground[i + k], sum);
    passed[i] = sum;
}

__global__ void __launch_bounds__(256) quarry_tremor_ac5_b(const float4* __restrict__ ground, float4* __restrict__ passed) {
    __shared__ float4 stretch[256 + kBand / 4];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    stretch[t] = ground[i];
    if (t < kBand / 4) stretch[256 + t] = ground[i + 256];
    __syncthreads();
    float4 now = stretch[t], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < kBand; k += 4) {
        float4 next = stretch[t + k / 4 + 1];
        float v[8] = {now.x, now.y, now.z, now.w, next.x, next.y, next.z, next.w};
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float w = band_weight[k + m];
            sum.x = fmaf(w, v[m], sum.x); sum.y = fmaf(w, v[m + 1], sum.y); sum.z = fmaf(w, v[m + 2], sum.z); sum.w = fmaf(w, v[m + 3], sum.w);
        }
        now = next;
    }
    passed[i] = sum;
}

// ---- Whales: eight listening directions of an array of 128 hydrophones (delay and sum), tiles of 256 instants; a block walks over tiles.
constexpr int kPhones = 128, kViews = 8, kMoments = 256, kReach = 32, kSpanOf = kMoments + kReach, kPods = 132 * 16;
constexpr int kSea = kPods * kMoments, kSeaPitch = kSea + kReach, kPodBytes = kPhones * kSpanOf * 4 + kViews * kPhones * 4;

template <int kCount>
__device__ __forceinline__ void pod_sum(float (&sum)[4], const float* tile, const int* delay) {
#pragma unroll 4
    for (int p = 0; p < kCount; p += 4) {
        int4 d = *reinterpret_cast<const int4*>(delay + p);
        const float *a = tile + p * kSpanOf + d.x, *b = tile + (p + 1) * kSpanOf + d.y, *c = tile + (p + 2) * kSpanOf + d.z, *e = tile + (p + 3) * kSpanOf + d.w;
#pragma unroll
        for (int j = 0; j < 4; ++j) { sum[j] += a[32 * j]; sum[j] += b[32 * j]; sum[j] += c[32 * j]; sum[j] += e[32 * j]; }
    }
}

__global__ void __launch_bounds__(512) whale_pods_ac5_a(const float* __restrict__ heard, const int* __restrict__ lag, float* __restrict__ beam) {
    static_assert(kPhones * kSpanOf / 4 == 18 * 512, "a tile is 18 quadruples a thread");
    extern __shared__ __align__(16) float pod[];
    int* delay = reinterpret_cast<int*>(pod + kPhones * kSpanOf);
    int t = threadIdx.x, view = t / 32 % kViews, place = t / 256 * 128 + t % 32;
    for (int i = t; i < kViews * kPhones; i += 512) delay[i] = lag[i];
    for (int tile = blockIdx.x; tile < kPods; tile += gridDim.x) {
        const float4* from = reinterpret_cast<const float4*>(heard + (size_t)tile * kMoments);
#pragma unroll
        for (int batch = 0; batch < 18; batch += 9) {
            float4 v[9];
#pragma unroll
            for (int n = 0; n < 9; ++n) {
                int i = t + (batch + n) * 512;
                v[n] = from[(size_t)(i / (kSpanOf / 4)) * (kSeaPitch / 4) + i % (kSpanOf / 4)];
            }
#pragma unroll
            for (int n = 0; n < 9; ++n) reinterpret_cast<float4*>(pod)[t + (batch + n) * 512] = v[n];
        }
        __syncthreads();
        float sum[4] = {};
        pod_sum<kPhones>(sum, pod + place, delay + view * kPhones);
#pragma unroll
        for (int j = 0; j < 4; ++j) beam[(size_t)view * kSea + tile * kMoments + place + 32 * j] = sum[j];
        __syncthreads();
    }
}

__device__ __forceinline__ void pod_fetch(float* pod, const float* __restrict__ heard, int part) {  // 64 phones of a tile
    int tile = blockIdx.x + part / 2 * gridDim.x;
    const float* from = heard + (size_t)tile * kMoments + (size_t)(part % 2) * (kPhones / 2) * kSeaPitch;
    float* to = pod + part % 2 * (kPhones / 2 * kSpanOf);
#pragma unroll
    for (int n = 0; n < kPhones / 2 * kSpanOf / 4 / 512; ++n) {
        int i = threadIdx.x + n * 512;
        copy16(to + 4 * i, from + (size_t)(i / (kSpanOf / 4)) * kSeaPitch + i % (kSpanOf / 4) * 4);
    }
}

__global__ void __launch_bounds__(512) whale_pods_ac5_b(const float* __restrict__ heard, const int* __restrict__ lag, float* __restrict__ beam) {
    extern __shared__ __align__(16) float pod[];
    int* delay = reinterpret_cast<int*>(pod + kPhones * kSpanOf);
    int t = threadIdx.x, view = t / 32 % kViews, place = t / 256 * 128 + t % 32, parts = (kPods - blockIdx.x + gridDim.x - 1) / gridDim.x * 2;
    for (int i = t; i < kViews * kPhones; i += 512) delay[i] = lag[i];
    pod_fetch(pod, heard, 0);
    copies_close();
    for (int part = 0; part < parts; part += 2) {
        float sum[4] = {};
#pragma unroll
        for (int side = 0; side < 2; ++side) {
            if (part + side + 1 < parts) pod_fetch(pod, heard, part + side + 1);
            copies_close();
            copies_wait<1>();
            __syncthreads();
            pod_sum<kPhones / 2>(sum, pod + side * (kPhones / 2 * kSpanOf) + place, delay + view * kPhones + side * (kPhones / 2));
            __syncthreads();
        }
        int tile = blockIdx.x + part / 2 * gridDim.x;
#pragma unroll
        for (int j = 0; j < 4; ++j) beam[(size_t)view * kSea + tile * kMoments + place + 32 * j] = sum[j];
    }
}

// ---- Grotto: features of random points of a scene on sixteen hashed grids (trilinear blend of eight corners of each).
constexpr int kGrids = 16, kNodes = 1 << 22, kSpots = 1 << 21;

__device__ __forceinline__ void coral_grotto(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                             const float* __restrict__ scale, const __half2* __restrict__ nodes, __half2* __restrict__ feature, int grid, int spot) {
    float s = scale[grid], px = fmaf(__ldcs(x + spot) + 1.0f, s, 0.5f), py = fmaf(__ldcs(y + spot) + 1.0f, s, 0.5f), pz = fmaf(__ldcs(z + spot) + 1.0f, s, 0.5f);
    float fx = floorf(px), fy = floorf(py), fz = floorf(pz);
    uint32_t ix = (uint32_t)fx, iy = (uint32_t)fy, iz = (uint32_t)fz;
    px -= fx; py -= fy; pz -= fz;
    const __half2* table = nodes + (size_t)grid * kNodes;
    __half2 corner[8];
#pragma unroll
    for (int c = 0; c < 8; ++c)
        corner[c] = table[((ix + (c & 1)) ^ (iy + (c >> 1 & 1)) * 2654435761u ^ (iz + (c >> 2)) * 805459861u) & (kNodes - 1)];
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        float w = (c & 1 ? px : 1.0f - px) * (c & 2 ? py : 1.0f - py) * (c & 4 ? pz : 1.0f - pz);
        float2 v = __half22float2(corner[c]);
        sum.x = fmaf(w, v.x, sum.x); sum.y = fmaf(w, v.y, sum.y);
    }
    __stcs(reinterpret_cast<unsigned int*>(feature) + (size_t)grid * kSpots + spot,
           (unsigned int)__half_as_ushort(__float2half_rn(sum.x)) | (unsigned int)__half_as_ushort(__float2half_rn(sum.y)) << 16);
}

__global__ void __launch_bounds__(256) coral_grotto_ac5_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                          const float* __restrict__ scale, const __half2* __restrict__ nodes, __half2* __restrict__ feature) {
    coral_grotto(x, y, z, scale, nodes, feature, blockIdx.x, blockIdx.y * 256 + threadIdx.x);
}

__global__ void __launch_bounds__(256) coral_grotto_ac5_b(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                          const float* __restrict__ scale, const __half2* __restrict__ nodes, __half2* __restrict__ feature) {
    coral_grotto(x, y, z, scale, nodes, feature, blockIdx.y, blockIdx.x * 256 + threadIdx.x);
}

// ---- Kites: gain matrix (64 x 64) of each of many radio carriers times its steering matrix (64 x 64), a block a carrier.
constexpr int kKites = 132 * 6 * 132, kEdge = 64;

__global__ void __launch_bounds__(128) kite_lines_ac5_a(const __half* __restrict__ gain, const __half* __restrict__ steer, float* __restrict__ line) {
    __shared__ __align__(16) float left[kEdge][kEdge + 4], right[kEdge][kEdge + 4];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t base = (size_t)blockIdx.x * kEdge * kEdge;
    uint2 g[8], s[8];
#pragma unroll
    for (int n = 0; n < 8; ++n) {
        g[n] = reinterpret_cast<const uint2*>(gain + base)[t + n * 128];
        s[n] = reinterpret_cast<const uint2*>(steer + base)[t + n * 128];
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) {
        int row = (t + n * 128) / 16, col = t % 16 * 4;
        const __half2 *u = reinterpret_cast<const __half2*>(&g[n]), *v = reinterpret_cast<const __half2*>(&s[n]);
        float2 u0 = __half22float2(u[0]), u1 = __half22float2(u[1]), v0 = __half22float2(v[0]), v1 = __half22float2(v[1]);
        *reinterpret_cast<float4*>(&left[row][col]) = make_float4(u0.x, u0.y, u1.x, u1.y);
        *reinterpret_cast<float4*>(&right[row][col]) = make_float4(v0.x, v0.y, v1.x, v1.y);
    }
    __syncthreads();
    float acc[8][4] = {};
#pragma unroll 2
    for (int k = 0; k < kEdge; k += 4) {
        float4 b[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) b[q] = *reinterpret_cast<const float4*>(&right[k + q][tx * 4]);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float4 a4 = *reinterpret_cast<const float4*>(&left[ty + 8 * i][k]);
            float a[4] = {a4.x, a4.y, a4.z, a4.w};
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                acc[i][0] = fmaf(a[q], b[q].x, acc[i][0]); acc[i][1] = fmaf(a[q], b[q].y, acc[i][1]);
                acc[i][2] = fmaf(a[q], b[q].z, acc[i][2]); acc[i][3] = fmaf(a[q], b[q].w, acc[i][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        __stwb(reinterpret_cast<float4*>(line + base + (ty + 8 * i) * kEdge + tx * 4), make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]));
}

__global__ void __launch_bounds__(128) kite_lines_ac5_b(const __half* __restrict__ gain, const __half* __restrict__ steer, float* __restrict__ line) {
    namespace wmma = nvcuda::wmma;
    __shared__ __align__(32) __half left[kEdge][kEdge + 8], right[kEdge][kEdge + 8];
    int t = threadIdx.x, warp = t / 32, row = warp / 2 * 32, col = warp % 2 * 32;
    size_t base = (size_t)blockIdx.x * kEdge * kEdge;
    uint2 g[8], s[8];
#pragma unroll
    for (int n = 0; n < 8; ++n) {
        g[n] = reinterpret_cast<const uint2*>(gain + base)[t + n * 128];
        s[n] = reinterpret_cast<const uint2*>(steer + base)[t + n * 128];
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) {
        *reinterpret_cast<uint2*>(&left[(t + n * 128) / 16][t % 16 * 4]) = g[n];
        *reinterpret_cast<uint2*>(&right[(t + n * 128) / 16][t % 16 * 4]) = s[n];
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);
#pragma unroll
    for (int k = 0; k < kEdge; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(a[i], &left[row + 16 * i][k], kEdge + 8);
            wmma::load_matrix_sync(b[i], &right[k][col + 16 * i], kEdge + 8);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i / 2][i % 2], a[i / 2], b[i % 2], acc[i / 2][i % 2]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        wmma::store_matrix_sync(line + base + (row + i / 2 * 16) * kEdge + col + i % 2 * 16, acc[i / 2][i % 2], kEdge, wmma::mem_row_major);
}

// ---- Pebbles: packing density at each place of a heap from all pebbles (compact kernel), two places a thread.
constexpr int kPebbles = 1024, kHeap = 132 * 8 * 512 * 2;

__device__ __forceinline__ void pebble_near(float& sum, float4 place, float4 pebble) {
    float dx = place.x - pebble.x, dy = place.y - pebble.y, dz = place.z - pebble.z;
    float r = __saturatef(fmaf(-dz, dz, fmaf(-dy, dy, fmaf(-dx, dx, 1.0f))));
    sum = fmaf(r * r, r * pebble.w, sum);
}

__global__ void __launch_bounds__(256, 8) pebble_heap_ac5_a(const float4* __restrict__ place, const float4* __restrict__ pebble, float* __restrict__ dense) {
    __shared__ float4 heap[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 one = place[i], two = place[i + 256];
    float sum1 = 0.0f, sum2 = 0.0f;
    for (int from = 0; from < kPebbles; from += 256) {
        __syncthreads();
        heap[t] = pebble[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) { float4 p = heap[k]; pebble_near(sum1, one, p); pebble_near(sum2, two, p); }
    }
    dense[i] = sum1; dense[i + 256] = sum2;
}

__global__ void __launch_bounds__(256, 8) pebble_heap_ac5_b(const float4* __restrict__ place, const float4* __restrict__ pebble, float* __restrict__ dense) {
    __shared__ float4 heap[2][256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    copy16(&heap[0][t], pebble + t);
    copies_close();
    float4 one = place[i], two = place[i + 256];
    float sum1 = 0.0f, sum2 = 0.0f;
    for (int from = 0; from < kPebbles; from += 256) {
        copies_wait<0>();
        __syncthreads();
        if (from + 256 < kPebbles) copy16(&heap[(from / 256 + 1) % 2][t], pebble + from + 256 + t);
        copies_close();
        const float4* now = heap[from / 256 % 2];
#pragma unroll 8
        for (int k = 0; k < 256; ++k) { float4 p = now[k]; pebble_near(sum1, one, p); pebble_near(sum2, two, p); }
    }
    dense[i] = sum1; dense[i + 256] = sum2;
}

// ---- Drum: next shape of a vibrating skin from its present and last shapes; a block holds 128 columns of eight rows.
constexpr int kSkinWide = 16384, kSkinTall = 8192, kSkinFour = kSkinWide / 4;

__global__ void __launch_bounds__(256) drum_skin_ac5_a(const float* __restrict__ present, const float* __restrict__ last, float* __restrict__ next) {
    int lane = threadIdx.x, c = blockIdx.x * 32 + lane;
    size_t at = (size_t)(blockIdx.y * 8 + threadIdx.y + 1) * kSkinFour + c;
    const float4* now = reinterpret_cast<const float4*>(present) + at;
    float4 up = now[-kSkinFour], mid = now[0], down = now[kSkinFour], old = __ldcs(reinterpret_cast<const float4*>(last) + at), n;
    float beside = 0.0f;
    if (lane == 0 ? c > 0 : lane == 31 && c < kSkinFour - 1) beside = present[at * 4 + (lane ? 4 : -1)];
    float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
    if (lane == 0) left = beside;
    if (lane == 31) right = beside;
    n.x = fmaf(0.2f, up.x + down.x + left + mid.y, fmaf(1.2f, mid.x, -old.x));
    n.y = fmaf(0.2f, up.y + down.y + mid.x + mid.z, fmaf(1.2f, mid.y, -old.y));
    n.z = fmaf(0.2f, up.z + down.z + mid.y + mid.w, fmaf(1.2f, mid.z, -old.z));
    n.w = fmaf(0.2f, up.w + down.w + mid.z + right, fmaf(1.2f, mid.w, -old.w));
    __stcs(reinterpret_cast<float4*>(next) + at, n);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    double *left = filled<double>((size_t)kPegsLeft * kSightings, 61), *right = filled<double>((size_t)kPegsRight * kSightings, 62);
    double* normal = empty<double>((size_t)kPegsLeft * kPegsRight);
    CHECK(cudaFuncSetAttribute(survey_pegs_ac5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPegBytes));
    CHECK(cudaFuncSetAttribute(survey_pegs_ac5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kPegBytes));
    dim3 pegs(kPegsRight / 128, kPegsLeft / 128);
    add("survey_pegs_ac5_a", normal, (size_t)kPegsLeft * kPegsRight, Output::f64, [=] { survey_pegs_ac5_a<<<pegs, 256, kPegBytes>>>(left, right, normal); });
    add("survey_pegs_ac5_b", normal, (size_t)kPegsLeft * kPegsRight, Output::f64, [=] { survey_pegs_ac5_b<<<pegs, 256, kPegBytes>>>(left, right, normal); });

    float *scent = filled<float>(kScents * kPeaks, 63), *sample = filled<float>(kSamples * kPeaks, 64), *apart = empty<float>(kScents * kSamples);
    add("perfume_notes_ac5_a", apart, kScents * kSamples, Output::f32,
        [=] { perfume_notes_ac5_a<<<dim3(kScents / 32, kSamples / 8), dim3(32, 8)>>>(scent, sample, apart); });
    add("perfume_notes_ac5_b", apart, kScents * kSamples, Output::f32, [=] { perfume_notes_ac5_b<<<dim3(kScents / 64, kSamples / 64), 256>>>(scent, sample, apart); });

    float *ground = filled<float>(kTremor + kBand, 65), *passed = empty<float>(kTremor), *weights = filled<float>(kBand, 66);
    CHECK(cudaMemcpyToSymbol(band_weight, weights, kBand * sizeof(float), 0, cudaMemcpyDeviceToDevice));
    add("quarry_tremor_ac5_a", passed, kTremor, Output::f32, [=] { quarry_tremor_ac5_a<<<kTremor / 256, 256>>>(ground, passed); });
    add("quarry_tremor_ac5_b", passed, kTremor, Output::f32, [=] {
        quarry_tremor_ac5_b<<<kTremor / 1024, 256>>>(reinterpret_cast<const float4*>(ground), reinterpret_cast<float4*>(passed)); });

    float *heard = filled<float>((size_t)kPhones * kSeaPitch, 67), *beam = empty<float>((size_t)kViews * kSea);
    int* lag = harness::indices(kViews * kPhones, kReach, 68);
    CHECK(cudaFuncSetAttribute(whale_pods_ac5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPodBytes));
    CHECK(cudaFuncSetAttribute(whale_pods_ac5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kPodBytes));
    add("whale_pods_ac5_a", beam, (size_t)kViews * kSea, Output::f32, [=] { whale_pods_ac5_a<<<132, 512, kPodBytes>>>(heard, lag, beam); });
    add("whale_pods_ac5_b", beam, (size_t)kViews * kSea, Output::f32, [=] { whale_pods_ac5_b<<<132, 512, kPodBytes>>>(heard, lag, beam); });

    float *x = filled<float>(kSpots, 69), *y = filled<float>(kSpots, 70), *z = filled<float>(kSpots, 71);
    std::vector<float> scales(kGrids);
    for (int g = 0; g < kGrids; ++g) scales[g] = 128.0f * std::pow(1.3f, (float)g);
    float* scale = harness::uploaded(scales);
    __half2* nodes = reinterpret_cast<__half2*>(filled<__half>((size_t)kGrids * kNodes * 2, 72));
    __half2* feature = reinterpret_cast<__half2*>(empty<__half>((size_t)kGrids * kSpots * 2));
    add("coral_grotto_ac5_a", feature, (size_t)kGrids * kSpots * 2, Output::f16, [=] { coral_grotto_ac5_a<<<dim3(kGrids, kSpots / 256), 256>>>(x, y, z, scale, nodes, feature); });
    add("coral_grotto_ac5_b", feature, (size_t)kGrids * kSpots * 2, Output::f16, [=] { coral_grotto_ac5_b<<<dim3(kSpots / 256, kGrids), 256>>>(x, y, z, scale, nodes, feature); });

    constexpr size_t kLine = (size_t)kKites * kEdge * kEdge;
    __half *gain = filled<__half>(kLine, 73), *steer = filled<__half>(kLine, 74);
    float* line = empty<float>(kLine);
    add("kite_lines_ac5_a", line, kLine, Output::f32, [=] { kite_lines_ac5_a<<<kKites, 128>>>(gain, steer, line); });
    add("kite_lines_ac5_b", line, kLine, Output::f32, [=] { kite_lines_ac5_b<<<kKites, 128>>>(gain, steer, line); });

    float4 *place = reinterpret_cast<float4*>(filled<float>((size_t)kHeap * 4, 75)), *pebble = reinterpret_cast<float4*>(filled<float>(kPebbles * 4, 76));
    float* dense = empty<float>(kHeap);
    add("pebble_heap_ac5_a", dense, kHeap, Output::f32, [=] { pebble_heap_ac5_a<<<kHeap / 512, 256>>>(place, pebble, dense); });
    add("pebble_heap_ac5_b", dense, kHeap, Output::f32, [=] { pebble_heap_ac5_b<<<kHeap / 512, 256>>>(place, pebble, dense); });

    constexpr size_t kSkin = (size_t)kSkinWide * (kSkinTall + 2);
    float *present = filled<float>(kSkin, 77), *last = filled<float>(kSkin, 78), *next = empty<float>(kSkin);
    add("drum_skin_ac5_a", next, kSkin, Output::f32, [=] { drum_skin_ac5_a<<<dim3(kSkinFour / 32, kSkinTall / 8), dim3(32, 8)>>>(present, last, next); });

    return harness::run(argc, argv, cases);
}
