// Ten measured cases from imaging, genetics, routing, radar and acoustics: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
using namespace nvcuda;

// ---- Stereo camera: best of 16 disparities of each pixel by the squared difference of 8 x 8 byte windows.
constexpr int kViewWide = 1024, kViewHigh = 768, kViewPitch = kViewWide + 32, kShifts = 16, kWindow = 8;

__global__ void __launch_bounds__(256) otter_lantern_az4_a(const uint8_t* __restrict__ left, const uint8_t* __restrict__ right, int* __restrict__ best) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const uint8_t* l = left + y * kViewPitch + x;
    const uint8_t* r = right + y * kViewPitch + x;
    int least = 0x7fffffff;
#pragma unroll 1
    for (int d = 0; d < kShifts; ++d) {
        int cost = 0;
#pragma unroll 1
        for (int v = 0; v < kWindow; ++v) {
#pragma unroll
            for (int u = 0; u < kWindow; ++u) {
                int diff = (int)l[v * kViewPitch + u] - (int)r[v * kViewPitch + u + d];
                cost += diff * diff;
            }
        }
        least = min(least, cost * kShifts + d);
    }
    best[y * kViewWide + x] = least;
}

__global__ void __launch_bounds__(256) otter_lantern_az4_b(const uint8_t* __restrict__ left, const uint8_t* __restrict__ right, int* __restrict__ best) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const uint8_t* l = left + y * kViewPitch + x;
    const uint8_t* r = right + y * kViewPitch + x;
    int cost[kShifts];
#pragma unroll
    for (int d = 0; d < kShifts; ++d) cost[d] = 0;
#pragma unroll 1
    for (int v = 0; v < kWindow; ++v) {
        int a[kWindow], b[kWindow + kShifts - 1];
#pragma unroll
        for (int u = 0; u < kWindow; ++u) a[u] = l[v * kViewPitch + u];
#pragma unroll
        for (int u = 0; u < kWindow + kShifts - 1; ++u) b[u] = r[v * kViewPitch + u];
#pragma unroll
        for (int d = 0; d < kShifts; ++d)
#pragma unroll
            for (int u = 0; u < kWindow; ++u) { int diff = a[u] - b[u + d]; cost[d] += diff * diff; }
    }
    int least = 0x7fffffff;
#pragma unroll
    for (int d = 0; d < kShifts; ++d) least = min(least, cost[d] * kShifts + d);
    best[y * kViewWide + x] = least;
}

// ---- Road network: distances between the 32 gates of each cluster by way of a second leg (min-plus products of 32 x 32 tables).
constexpr int kClusters = 32768, kGates = 32, kTable = kGates * kGates, kRoadPitch = 36;

__global__ void __launch_bounds__(1024) meadow_copper_az4_a(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ total) {
    int from = threadIdx.x / kGates, to = threadIdx.x % kGates;
    for (int c = blockIdx.x; c < kClusters; c += gridDim.x) {
        const float* a = first + (size_t)c * kTable + from * kGates;
        const float* b = second + (size_t)c * kTable + to;
        float least = 1e30f;
#pragma unroll 16
        for (int via = 0; via < kGates; ++via) least = fminf(least, a[via] + b[via * kGates]);
        total[(size_t)c * kTable + threadIdx.x] = least;
    }
}

__global__ void __launch_bounds__(256, 5) meadow_copper_az4_b(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ total) {
    __shared__ __align__(16) float a[4][kGates * kRoadPitch];
    __shared__ __align__(16) float b[4][kTable];
    int group = threadIdx.x / 64, t = threadIdx.x % 64, tx = t % 8, ty = t / 8;
    for (int c = blockIdx.x * 4; c < kClusters; c += gridDim.x * 4) {
        size_t at = (size_t)(c + group) * kTable;
#pragma unroll
        for (int s = 0; s < 4; ++s) {
            int i = t + s * 64;  // of 256 quadruples
            *reinterpret_cast<float4*>(&a[group][i / 8 * kRoadPitch + i % 8 * 4]) = *reinterpret_cast<const float4*>(first + at + i * 4);
            *reinterpret_cast<float4*>(&b[group][i * 4]) = *reinterpret_cast<const float4*>(second + at + i * 4);
        }
        __syncthreads();
        float least[4][4];
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int k = 0; k < 4; ++k) least[r][k] = 1e30f;
#pragma unroll 2
        for (int via = 0; via < kGates; via += 2) {
            float2 p[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) p[r] = *reinterpret_cast<const float2*>(&a[group][(ty + 8 * r) * kRoadPitch + via]);
            float4 q = *reinterpret_cast<const float4*>(&b[group][via * kGates + tx * 4]);
            float4 z = *reinterpret_cast<const float4*>(&b[group][(via + 1) * kGates + tx * 4]);
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                least[r][0] = fminf(fminf(least[r][0], p[r].x + q.x), p[r].y + z.x);
                least[r][1] = fminf(fminf(least[r][1], p[r].x + q.y), p[r].y + z.y);
                least[r][2] = fminf(fminf(least[r][2], p[r].x + q.z), p[r].y + z.z);
                least[r][3] = fminf(fminf(least[r][3], p[r].x + q.w), p[r].y + z.w);
            }
        }
#pragma unroll
        for (int r = 0; r < 4; ++r)
            *reinterpret_cast<float4*>(total + at + (ty + 8 * r) * kGates + tx * 4) = make_float4(least[r][0], least[r][1], least[r][2], least[r][3]);
        __syncthreads();
    }
}

// ---- Genetics: best local alignment of a read of 32 bases with its candidate region of 96 bases, a pair a thread.
constexpr int kReads = 132 * 2048, kRegion = 96, kBases = 32;

__device__ __forceinline__ int align_cell(int diag, int up, int side, int base, int other) {
    return max(max(diag + (base == other ? 2 : -1), 0), max(up, side) - 1);
}

__global__ void __launch_bounds__(256) willow_anchor_az4_a(const uint8_t* __restrict__ read, const uint8_t* __restrict__ region, int* __restrict__ row,
                                                           int* __restrict__ score) {
    int t = blockIdx.x * 256 + threadIdx.x, best = 0;
#pragma unroll 1
    for (int q = 0; q < kBases; ++q) {
        int base = read[q * kReads + t] & 3, diag = 0, side = 0;
#pragma unroll 1
        for (int j = 0; j < kRegion; j += 8) {
            int up[8], other[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                up[k] = q ? row[(j + k) * kReads + t] : 0;
                other[k] = region[(j + k) * kReads + t] & 3;
            }
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                side = align_cell(diag, up[k], side, base, other[k]);
                diag = up[k];
                best = max(best, side);
                row[(j + k) * kReads + t] = side;
            }
        }
    }
    score[t] = best;
}

__global__ void __launch_bounds__(256) willow_anchor_az4_b(const uint8_t* __restrict__ read, const uint8_t* __restrict__ region, int* __restrict__ row,
                                                           int* __restrict__ score) {
    int t = blockIdx.x * 256 + threadIdx.x, best = 0;
#pragma unroll 1
    for (int q = 0; q < kBases; q += 8) {
        int base[8], side[8], over = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) { base[k] = read[(q + k) * kReads + t] & 3; side[k] = 0; }
#pragma unroll 1
        for (int j = 0; j < kRegion; j += 4) {
            int up[4], other[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                up[k] = q ? row[(j + k) * kReads + t] : 0;
                other[k] = region[(j + k) * kReads + t] & 3;
            }
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                int diag = over, above = up[k];
                over = above;
#pragma unroll
                for (int m = 0; m < 8; ++m) {
                    int old = side[m];
                    above = align_cell(diag, above, old, base[m], other[k]);
                    diag = old;
                    side[m] = above;
                    best = max(best, above);
                }
                row[(j + k) * kReads + t] = above;
            }
        }
    }
    score[t] = best;
}

// ---- Landmark finder: response of 32 templates at each landmark of an image (16 x 16 patches), a warp a sum.
constexpr int kMarks = 132 * 48, kTemplates = 32, kPhoto = 2048, kPatch = 16, kRoom = kPhoto - kPatch;

__device__ __forceinline__ float warp_total(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) candle_ferry_az4_a(const float* __restrict__ photo, const int* __restrict__ mark, const float* __restrict__ shape,
                                                          float* __restrict__ reply) {
    int lane = threadIdx.x % 32, m = blockIdx.x * 8 + threadIdx.x / 32, s = blockIdx.y;
    int at = mark[m];
    const float* p = photo + (at / kRoom + lane / kPatch) * kPhoto + at % kRoom + lane % kPatch;
    const float* w = shape + s * kPatch * kPatch + lane;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum = fmaf(p[2 * k * kPhoto], w[k * 32], sum);
    sum = warp_total(sum);
    if (lane == 0) reply[m * kTemplates + s] = sum;
}

__global__ void __launch_bounds__(256) candle_ferry_az4_b(const float* __restrict__ photo, const int* __restrict__ mark, const float* __restrict__ shape,
                                                          float* __restrict__ reply) {
    int lane = threadIdx.x % 32, m = blockIdx.x * 8 + threadIdx.x / 32;
    int at = mark[m];
    const float* p = photo + (at / kRoom + lane / kPatch) * kPhoto + at % kRoom + lane % kPatch;
    float patch[8], mine = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) patch[k] = p[2 * k * kPhoto];
#pragma unroll 4
    for (int s = 0; s < kTemplates; ++s) {
        const float* w = shape + s * kPatch * kPatch + lane;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; ++k) sum = fmaf(patch[k], w[k * 32], sum);
        sum = warp_total(sum);
        if (lane == s) mine = sum;
    }
    reply[m * kTemplates + lane] = mine;
}

// ---- Radar: strongest reply of three matched filters of 32 signed bytes in a long record, one block an SM that walks over stretches.
constexpr int kStretch = 8192, kLag = 8, kFilters = 3, kStretches = 132 * 96, kQuads = (kStretch + kLag) / 4;

__device__ __forceinline__ void filter_stretch(const int* __restrict__ sample, const int (&tap)[kFilters][kLag], int (&peak)[kFilters]) {
#pragma unroll 1
    for (int p = threadIdx.x; p < kStretch; p += 1024) {
        int sum[kFilters] = {0, 0, 0};
#pragma unroll
        for (int k = 0; k < kLag; ++k) {
            int w = sample[p + k];
#pragma unroll
            for (int f = 0; f < kFilters; ++f) sum[f] = __dp4a(w, tap[f][k], sum[f]);
        }
#pragma unroll
        for (int f = 0; f < kFilters; ++f) peak[f] = max(peak[f], sum[f]);
    }
}

__global__ void __launch_bounds__(1024, 1) harbor_thistle_az4_a(const int4* __restrict__ record, const int* __restrict__ taps, int* __restrict__ peaks) {
    extern __shared__ int4 hold[];
    int tap[kFilters][kLag], peak[kFilters] = {-0x7fffffff, -0x7fffffff, -0x7fffffff};
#pragma unroll
    for (int f = 0; f < kFilters; ++f)
#pragma unroll
        for (int k = 0; k < kLag; ++k) tap[f][k] = taps[f * kLag + k];
    for (int s = blockIdx.x; s < kStretches; s += gridDim.x) {
        const int4* from = record + (size_t)s * (kStretch / 4);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kStretch / 4; i += 1024) hold[i + threadIdx.x] = from[i + threadIdx.x];
        if (threadIdx.x < kLag / 4) hold[kStretch / 4 + threadIdx.x] = from[kStretch / 4 + threadIdx.x];
        __syncthreads();
        filter_stretch(reinterpret_cast<const int*>(hold), tap, peak);
    }
#pragma unroll
    for (int f = 0; f < kFilters; ++f) peaks[(blockIdx.x * kFilters + f) * 1024 + threadIdx.x] = peak[f];
}

__device__ __forceinline__ void fetch_stretch(int4* hold, const int4* __restrict__ from) {
#pragma unroll
    for (int i = 0; i < kStretch / 4; i += 1024) __pipeline_memcpy_async(hold + i + threadIdx.x, from + i + threadIdx.x, 16);
    if (threadIdx.x < kLag / 4) __pipeline_memcpy_async(hold + kStretch / 4 + threadIdx.x, from + kStretch / 4 + threadIdx.x, 16);
}

__global__ void __launch_bounds__(1024, 1) harbor_thistle_az4_b(const int4* __restrict__ record, const int* __restrict__ taps, int* __restrict__ peaks) {
    extern __shared__ int4 hold[];
    int tap[kFilters][kLag], peak[kFilters] = {-0x7fffffff, -0x7fffffff, -0x7fffffff};
#pragma unroll
    for (int f = 0; f < kFilters; ++f)
#pragma unroll
        for (int k = 0; k < kLag; ++k) tap[f][k] = taps[f * kLag + k];
    fetch_stretch(hold, record + (size_t)blockIdx.x * (kStretch / 4));
    __pipeline_commit();
    int side = 0;
    for (int s = blockIdx.x; s < kStretches; s += gridDim.x, side ^= 1) {
        int next = s + gridDim.x;
        if (next < kStretches) fetch_stretch(hold + (side ^ 1) * kQuads, record + (size_t)next * (kStretch / 4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        filter_stretch(reinterpret_cast<const int*>(hold + side * kQuads), tap, peak);
        __syncthreads();
    }
#pragma unroll
    for (int f = 0; f < kFilters; ++f) peaks[(blockIdx.x * kFilters + f) * 1024 + threadIdx.x] = peak[f];
}

// ---- Recommender: scores of 1408 guests against 1536 shows from half-precision profiles of 1024 traits, a 128 x 128 tile a block (tensor cores).
constexpr int kGuests = 1408, kShows = 1536, kTraits = 1024, kSlice = 32, kPitchG = kSlice + 8, kPitchS = 128 + 8;
using ScoreFragment = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

struct ProfileSlice { uint4 g[2], s[2]; };

__device__ __forceinline__ void take_slice(ProfileSlice& v, const __half* __restrict__ guest, const __half* __restrict__ show, int from) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int i = threadIdx.x + j * 256;
        v.g[j] = *reinterpret_cast<const uint4*>(guest + (size_t)(blockIdx.y * 128 + i / 4) * kTraits + from + i % 4 * 8);
        v.s[j] = *reinterpret_cast<const uint4*>(show + (size_t)(from + i / 16) * kShows + blockIdx.x * 128 + i % 16 * 8);
    }
}
__device__ __forceinline__ void put_slice(const ProfileSlice& v, __half* g, __half* s) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int i = threadIdx.x + j * 256;
        *reinterpret_cast<uint4*>(g + i / 4 * kPitchG + i % 4 * 8) = v.g[j];
        *reinterpret_cast<uint4*>(s + i / 16 * kPitchS + i % 16 * 8) = v.s[j];
    }
}
__device__ __forceinline__ void score_slice(ScoreFragment (&sum)[4][2], const __half* g, const __half* s) {
    int warp = threadIdx.x / 32, high = warp / 4 * 64, wide = warp % 4 * 32;
#pragma unroll
    for (int k = 0; k < kSlice; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], g + (high + i * 16) * kPitchG + k, kPitchG);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], s + k * kPitchS + wide + j * 16, kPitchS);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
}
__device__ __forceinline__ void clear_scores(ScoreFragment (&sum)[4][2]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
}
__device__ __forceinline__ void give_scores(const ScoreFragment (&sum)[4][2], float* __restrict__ score) {
    int warp = threadIdx.x / 32, high = blockIdx.y * 128 + warp / 4 * 64, wide = blockIdx.x * 128 + warp % 4 * 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(score + (size_t)(high + i * 16) * kShows + wide + j * 16, sum[i][j], kShows, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) saddle_orchid_az4_a(const __half* __restrict__ guest, const __half* __restrict__ show, float* __restrict__ score) {
    __shared__ __align__(32) __half g[128 * kPitchG];
    __shared__ __align__(32) __half s[kSlice * kPitchS];
    ScoreFragment sum[4][2];
    clear_scores(sum);
#pragma unroll 1
    for (int from = 0; from < kTraits; from += kSlice) {
        ProfileSlice v;
        take_slice(v, guest, show, from);
        put_slice(v, g, s);
        __syncthreads();
        score_slice(sum, g, s);
        __syncthreads();
    }
    give_scores(sum, score);
}

__global__ void __launch_bounds__(256) saddle_orchid_az4_b(const __half* __restrict__ guest, const __half* __restrict__ show, float* __restrict__ score) {
    __shared__ __align__(32) __half g[2][128 * kPitchG];
    __shared__ __align__(32) __half s[2][kSlice * kPitchS];
    ScoreFragment sum[4][2];
    clear_scores(sum);
    ProfileSlice v;
    take_slice(v, guest, show, 0);
    put_slice(v, g[0], s[0]);
    __syncthreads();
    int side = 0;
#pragma unroll 1
    for (int from = kSlice; from < kTraits; from += kSlice, side ^= 1) {
        take_slice(v, guest, show, from);
        score_slice(sum, g[side], s[side]);
        put_slice(v, g[side ^ 1], s[side ^ 1]);
        __syncthreads();
    }
    score_slice(sum, g[side], s[side]);
    give_scores(sum, score);
}

// ---- Sonar: 128 beams from 128 hydrophones for each of half a million samples, weights and samples in half precision.
constexpr int kBeams = 128, kPhones = 128, kPings = 524288, kBatch = 32, kBeamPitch = 136;

__device__ __forceinline__ void widen(float* to, uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
    float2 a = __half22float2(h[0]), b = __half22float2(h[1]), c = __half22float2(h[2]), d = __half22float2(h[3]);
    *reinterpret_cast<float4*>(to) = make_float4(a.x, a.y, b.x, b.y);
    *reinterpret_cast<float4*>(to + 4) = make_float4(c.x, c.y, d.x, d.y);
}

__global__ void __launch_bounds__(256, 2) velvet_quarry_az4_a(const __half* __restrict__ weight, const __half* __restrict__ sample, float* __restrict__ beam) {
    __shared__ __align__(16) float w[kBatch][kBeams];
    __shared__ __align__(16) float x[kBatch][128];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, first = blockIdx.x * 128;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kPhones; from += kBatch) {
        uint4 p[2], q[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int row = ty + j * 16;
            p[j] = *reinterpret_cast<const uint4*>(weight + (from + row) * kBeams + tx * 8);
            q[j] = *reinterpret_cast<const uint4*>(sample + (size_t)(from + row) * kPings + first + tx * 8);
        }
#pragma unroll
        for (int j = 0; j < 2; ++j) { widen(&w[ty + j * 16][tx * 8], p[j]); widen(&x[ty + j * 16][tx * 8], q[j]); }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kBatch; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&w[k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&w[k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&x[k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&x[k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = beam + (size_t)(i / 4 * 64 + ty * 4 + i % 4) * kPings + first;
        *reinterpret_cast<float4*>(to + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(to + 64 + tx * 4) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) velvet_quarry_az4_b(const __half* __restrict__ weight, const __half* __restrict__ sample, float* __restrict__ beam) {
    extern __shared__ __align__(32) __half deep[];
    __half *w = deep, *x = deep + kPhones * kBeamPitch;
    int first = blockIdx.x * 128, warp = threadIdx.x / 32, high = warp / 2 * 32, wide = warp % 2 * 64;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int i = threadIdx.x + j * 256, row = i / 16, at = i % 16 * 8;
        __pipeline_memcpy_async(w + row * kBeamPitch + at, weight + row * kBeams + at, 16);
        __pipeline_memcpy_async(x + row * kBeamPitch + at, sample + (size_t)row * kPings + first + at, 16);
    }
    __pipeline_commit();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    __pipeline_wait_prior(0);
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kPhones; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], w + k * kBeamPitch + high + i * 16, kBeamPitch);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], x + k * kBeamPitch + wide + j * 16, kBeamPitch);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(beam + (size_t)(high + i * 16) * kPings + first + wide + j * 16, sum[i][j], kPings, wmma::mem_row_major);
}

// ---- Colloids (mild): screened, rippled potential of 512 charged grains at each probe.
constexpr int kProbes = 132 * 2048, kGrains = 512, kGrainTile = 256;

__device__ __forceinline__ float grain_pull(float3 at, float4 g) {
    float dx = at.x - g.x, dy = at.y - g.y, dz = at.z - g.z, square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
    float inverse = rsqrtf(square), reach = square * inverse;
    return g.w * __expf(-1.5f * reach) * inverse * (1.0f + 0.3f * __cosf(2.0f * reach) + 0.1f * __sinf(3.0f * reach));
}

__global__ void __launch_bounds__(256) pebble_tunic_az4_a(const float* __restrict__ probe, const float4* __restrict__ grain, float* __restrict__ potential) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float3 at = make_float3(probe[i], probe[kProbes + i], probe[2 * kProbes + i]);
    float sum = 0.0f;
#pragma unroll 4
    for (int g = 0; g < kGrains; ++g) sum += grain_pull(at, grain[g]);
    potential[i] = sum;
}

__global__ void __launch_bounds__(256) pebble_tunic_az4_b(const float* __restrict__ probe, const float4* __restrict__ grain, float* __restrict__ potential) {
    __shared__ float4 near[kGrainTile];
    int i = blockIdx.x * 256 + threadIdx.x;
    float3 at = make_float3(probe[i], probe[kProbes + i], probe[2 * kProbes + i]);
    float sum = 0.0f;
    for (int from = 0; from < kGrains; from += kGrainTile) {
        __syncthreads();
        near[threadIdx.x] = grain[from + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int g = 0; g < kGrainTile; ++g) sum += grain_pull(at, near[g]);
    }
    potential[i] = sum;
}

// ---- Hot plate (healthy): one explicit step of heat flow on a plate of 8192 x 8192 cells with a cold rim.
constexpr int kPlate = 8192;

__global__ void __launch_bounds__(512) bramble_cello_az4_a(const float* __restrict__ now, float* __restrict__ next) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 16 + threadIdx.y;
    size_t at = (size_t)y * kPlate + x;
    const float4 cold = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float4 c = *reinterpret_cast<const float4*>(now + at);
    float4 u = y > 0 ? *reinterpret_cast<const float4*>(now + at - kPlate) : cold;
    float4 d = y < kPlate - 1 ? *reinterpret_cast<const float4*>(now + at + kPlate) : cold;
    float l = x > 0 ? now[at - 1] : 0.0f, r = x < kPlate - 4 ? now[at + 4] : 0.0f;
    float4 n;
    n.x = fmaf(0.2f, l + c.y + u.x + d.x - 4.0f * c.x, c.x);
    n.y = fmaf(0.2f, c.x + c.z + u.y + d.y - 4.0f * c.y, c.y);
    n.z = fmaf(0.2f, c.y + c.w + u.z + d.z - 4.0f * c.z, c.z);
    n.w = fmaf(0.2f, c.z + r + u.w + d.w - 4.0f * c.w, c.w);
    *reinterpret_cast<float4*>(next + at) = n;
}

// ---- Scanner (healthy): turn an X-ray plate of 8192 x 8192 cells on its side and apply the gain, through a tile of 64 x 64 in shared memory.
constexpr int kTurn = 64, kTurnPitch = kTurn + 1;

__global__ void __launch_bounds__(256) gravel_sonnet_az4_a(const float* __restrict__ plate, float* __restrict__ turned, float gain) {
    __shared__ float hold[kTurn * kTurnPitch];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, x = blockIdx.x * kTurn, y = blockIdx.y * kTurn;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = *reinterpret_cast<const float4*>(plate + (size_t)(y + ty + j * 16) * kPlate + x + tx * 4);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float* to = hold + (ty + j * 16) * kTurnPitch + tx * 4;
        to[0] = v[j].x; to[1] = v[j].y; to[2] = v[j].z; to[3] = v[j].w;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float* from = hold + tx * 4 * kTurnPitch + ty + j * 16;
        *reinterpret_cast<float4*>(turned + (size_t)(x + ty + j * 16) * kPlate + y + tx * 4) =
            make_float4(gain * from[0], gain * from[kTurnPitch], gain * from[2 * kTurnPitch], gain * from[3 * kTurnPitch]);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        constexpr size_t words = (size_t)kViewPitch * (kViewHigh + kWindow) / 4;
        const uint8_t *left = reinterpret_cast<const uint8_t*>(indices(words, 0x7fffffffu, 11)), *right = reinterpret_cast<const uint8_t*>(indices(words, 0x7fffffffu, 12));
        int* best = empty<int>((size_t)kViewWide * kViewHigh);
        dim3 grid(kViewWide / 32, kViewHigh / 8), block(32, 8);
        add("otter_lantern_az4_a", best, (size_t)kViewWide * kViewHigh, Output::i32, [=] { otter_lantern_az4_a<<<grid, block>>>(left, right, best); });
        add("otter_lantern_az4_b", best, (size_t)kViewWide * kViewHigh, Output::i32, [=] { otter_lantern_az4_b<<<grid, block>>>(left, right, best); });
    }
    {
        constexpr size_t n = (size_t)kClusters * kTable;
        float *first = filled<float>(n, 21), *second = filled<float>(n, 22), *total = empty<float>(n);
        add("meadow_copper_az4_a", total, n, Output::f32, [=] { meadow_copper_az4_a<<<132 * 2, 1024>>>(first, second, total); });
        add("meadow_copper_az4_b", total, n, Output::f32, [=] { meadow_copper_az4_b<<<132 * 5, 256>>>(first, second, total); });
    }
    {
        const uint8_t *read = reinterpret_cast<const uint8_t*>(indices((size_t)kReads * kBases / 4, 0x7fffffffu, 31));
        const uint8_t *region = reinterpret_cast<const uint8_t*>(indices((size_t)kReads * kRegion / 4, 0x7fffffffu, 32));
        int *row = empty<int>((size_t)kReads * kRegion), *score = empty<int>(kReads);
        add("willow_anchor_az4_a", score, kReads, Output::i32, [=] { willow_anchor_az4_a<<<kReads / 256, 256>>>(read, region, row, score); });
        add("willow_anchor_az4_b", score, kReads, Output::i32, [=] { willow_anchor_az4_b<<<kReads / 256, 256>>>(read, region, row, score); });
    }
    {
        float *photo = filled<float>((size_t)kPhoto * kPhoto, 41), *shape = filled<float>(kTemplates * kPatch * kPatch, 42), *reply = empty<float>(kMarks * kTemplates);
        int* mark = indices(kMarks, kRoom * kRoom, 43);
        add("candle_ferry_az4_a", reply, kMarks * kTemplates, Output::f32,
            [=] { candle_ferry_az4_a<<<dim3(kMarks / 8, kTemplates), 256>>>(photo, mark, shape, reply); });
        add("candle_ferry_az4_b", reply, kMarks * kTemplates, Output::f32, [=] { candle_ferry_az4_b<<<kMarks / 8, 256>>>(photo, mark, shape, reply); });
    }
    {
        const int4* record = reinterpret_cast<const int4*>(indices((size_t)kStretches * kStretch + kLag, 0x7fffffffu, 51));
        int *taps = indices(kFilters * kLag, 0x7fffffffu, 52), *peaks = empty<int>(132 * kFilters * 1024);
        CHECK(cudaFuncSetAttribute(harbor_thistle_az4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kQuads * 16));
        add("harbor_thistle_az4_a", peaks, 132 * kFilters * 1024, Output::i32, [=] { harbor_thistle_az4_a<<<132, 1024, kQuads * 16>>>(record, taps, peaks); });
        add("harbor_thistle_az4_b", peaks, 132 * kFilters * 1024, Output::i32, [=] { harbor_thistle_az4_b<<<132, 1024, 2 * kQuads * 16>>>(record, taps, peaks); });
    }
    {
        __half *guest = filled<__half>((size_t)kGuests * kTraits, 61), *show = filled<__half>((size_t)kTraits * kShows, 62);
        float* score = empty<float>((size_t)kGuests * kShows);
        dim3 grid(kShows / 128, kGuests / 128);
        add("saddle_orchid_az4_a", score, (size_t)kGuests * kShows, Output::f32, [=] { saddle_orchid_az4_a<<<grid, 256>>>(guest, show, score); });
        add("saddle_orchid_az4_b", score, (size_t)kGuests * kShows, Output::f32, [=] { saddle_orchid_az4_b<<<grid, 256>>>(guest, show, score); });
    }
    {
        __half *weight = filled<__half>(kPhones * kBeams, 71), *sample = filled<__half>((size_t)kPhones * kPings, 72);
        float* beam = empty<float>((size_t)kBeams * kPings);
        constexpr int bytes = 2 * kPhones * kBeamPitch * 2;
        CHECK(cudaFuncSetAttribute(velvet_quarry_az4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("velvet_quarry_az4_a", beam, (size_t)kBeams * kPings, Output::f32, [=] { velvet_quarry_az4_a<<<kPings / 128, 256>>>(weight, sample, beam); });
        add("velvet_quarry_az4_b", beam, (size_t)kBeams * kPings, Output::f32, [=] { velvet_quarry_az4_b<<<kPings / 128, 256, bytes>>>(weight, sample, beam); });
    }
    {
        float *probe = filled<float>((size_t)3 * kProbes, 81), *potential = empty<float>(kProbes);
        const float4* grain = reinterpret_cast<const float4*>(filled<float>(kGrains * 4, 82));
        add("pebble_tunic_az4_a", potential, kProbes, Output::f32, [=] { pebble_tunic_az4_a<<<kProbes / 256, 256>>>(probe, grain, potential); });
        add("pebble_tunic_az4_b", potential, kProbes, Output::f32, [=] { pebble_tunic_az4_b<<<kProbes / 256, 256>>>(probe, grain, potential); });
    }
    {
        constexpr size_t n = (size_t)kPlate * kPlate;
        float *now = filled<float>(n, 91), *next = empty<float>(n);
        add("bramble_cello_az4_a", next, n, Output::f32, [=] { bramble_cello_az4_a<<<dim3(kPlate / 128, kPlate / 16), dim3(32, 16)>>>(now, next); });
        add("gravel_sonnet_az4_a", next, n, Output::f32, [=] { gravel_sonnet_az4_a<<<dim3(kPlate / kTurn, kPlate / kTurn), 256>>>(now, next, 1.25f); });
    }

    return harness::run(argc, argv, cases);
}
