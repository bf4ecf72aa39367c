// Eight cases from forensics, sonar, geodesy, relighting, radio astronomy, genomics, plankton and rivers: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
using namespace nvcuda;

// ---- Forensics: similarity of 768 finger marks with 1408 kept prints, each a descriptor of 1024 signed bytes (scores are exact int32 sums).
constexpr int kMarks = 768, kPrints = 1408, kBytes = 1024, kCut = 64;

__global__ void __launch_bounds__(256) teasel_marks_ae5_a(const int4* __restrict__ marks, const int4* __restrict__ prints, int* __restrict__ score) {
    __shared__ __align__(16) int left[kCut / 4][68], right[kCut / 4][68];  // words of four bytes, transposed
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 4, part = t % 4;
    const int4* from = marks + (size_t)(blockIdx.y * 64 + row) * (kBytes / 16) + part;
    const int4* with = prints + (size_t)(blockIdx.x * 64 + row) * (kBytes / 16) + part;
    int sum[4][4] = {};
#pragma unroll 1
    for (int k = 0; k < kBytes / 16; k += kCut / 16) {
        int4 l = from[k], r = with[k];
        left[part * 4][row] = l.x; left[part * 4 + 1][row] = l.y; left[part * 4 + 2][row] = l.z; left[part * 4 + 3][row] = l.w;
        right[part * 4][row] = r.x; right[part * 4 + 1][row] = r.y; right[part * 4 + 2][row] = r.z; right[part * 4 + 3][row] = r.w;
        __syncthreads();
#pragma unroll
        for (int w = 0; w < kCut / 4; ++w) {
            int4 a4 = *reinterpret_cast<const int4*>(&left[w][ty * 4]), b4 = *reinterpret_cast<const int4*>(&right[w][tx * 4]);
            int a[4] = {a4.x, a4.y, a4.z, a4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = __dp4a(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<int4*>(score + (size_t)(blockIdx.y * 64 + ty * 4 + i) * kPrints + blockIdx.x * 64 + tx * 4) =
            make_int4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(256) teasel_marks_ae5_b(const int4* __restrict__ marks, const int4* __restrict__ prints, int* __restrict__ score) {
    __shared__ __align__(16) int left[64][kCut / 4 + 4], right[64][kCut / 4 + 4];  // words of four bytes
    int t = threadIdx.x, row = t / 4, part = t % 4, wy = t / 64, wx = t / 32 % 2, group = t % 32 / 4;
    const int4* from = marks + (size_t)(blockIdx.y * 64 + row) * (kBytes / 16) + part;
    const int4* with = prints + (size_t)(blockIdx.x * 64 + row) * (kBytes / 16) + part;
    int sum[4][4] = {};
#pragma unroll 1
    for (int k = 0; k < kBytes / 16; k += kCut / 16) {
        int4 l = from[k], r = with[k];
        *reinterpret_cast<int4*>(&left[row][part * 4]) = l;
        *reinterpret_cast<int4*>(&right[row][part * 4]) = r;
        __syncthreads();
#pragma unroll
        for (int w = 0; w < kCut / 4; w += 8) {  // a warp's 16 x 32 scores, 32 bytes deep
            int a0 = left[wy * 16 + group][w + part], a1 = left[wy * 16 + group + 8][w + part];
            int a2 = left[wy * 16 + group][w + 4 + part], a3 = left[wy * 16 + group + 8][w + 4 + part];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int b0 = right[wx * 32 + j * 8 + group][w + part], b1 = right[wx * 32 + j * 8 + group][w + 4 + part];
                asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+r"(sum[j][0]), "+r"(sum[j][1]), "+r"(sum[j][2]), "+r"(sum[j][3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int* to = score + (size_t)(blockIdx.y * 64 + wy * 16 + group) * kPrints + blockIdx.x * 64 + wx * 32 + j * 8 + part * 2;
        *reinterpret_cast<int2*>(to) = make_int2(sum[j][0], sum[j][1]);
        *reinterpret_cast<int2*>(to + 8 * kPrints) = make_int2(sum[j][2], sum[j][3]);
    }
}

// ---- Sonar: matched filter of 66 pings (8192 lags each) with the ping's own code of 128 complex chips.
constexpr int kPings = 66, kLags = 8192, kChips = 128, kSamples = kLags + kChips;

__global__ void __launch_bounds__(256) froe_echoes_ae5_a(const float2* __restrict__ echo, const float2* __restrict__ code, float2* __restrict__ filtered) {
    int lag = blockIdx.x * 256 + threadIdx.x, ping = blockIdx.y;
    const float2* x = echo + (size_t)ping * kSamples + lag;
    const float2* c = code + ping * kChips;
    float re = 0.0f, im = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kChips; ++k) {
        float2 v = x[k], w = c[k];
        re = fmaf(v.x, w.x, re); re = fmaf(v.y, w.y, re);
        im = fmaf(v.y, w.x, im); im = fmaf(-v.x, w.y, im);
    }
    filtered[(size_t)ping * kLags + lag] = make_float2(re, im);
}

constexpr int kSpan = 512;  // lags of a block: four neighbours a thread
__device__ __forceinline__ int froe_slot(int i) { return i + (i >> 4) * 2; }  // a quadword of padding every 128 bytes

__global__ void __launch_bounds__(128) froe_echoes_ae5_b(const float2* __restrict__ echo, const float2* __restrict__ code, float2* __restrict__ filtered) {
    __shared__ __align__(16) float2 span[(kSpan + kChips) / 16 * 18], chip[kChips];
    int t = threadIdx.x, first = blockIdx.x * kSpan, ping = blockIdx.y;
    const float2* x = echo + (size_t)ping * kSamples + first;
#pragma unroll
    for (int i = 0; i < (kSpan + kChips) / 128; ++i) span[froe_slot(i * 128 + t)] = x[i * 128 + t];
    chip[t] = code[ping * kChips + t];
    __syncthreads();
    float re[4] = {}, im[4] = {};
    float2 v[8];
    auto fetch = [&](int i, float2* to) {
        float4 p = *reinterpret_cast<const float4*>(span + froe_slot(i)), q = *reinterpret_cast<const float4*>(span + froe_slot(i) + 2);
        to[0] = make_float2(p.x, p.y); to[1] = make_float2(p.z, p.w); to[2] = make_float2(q.x, q.y); to[3] = make_float2(q.z, q.w);
    };
    fetch(4 * t, v);
#pragma unroll 4
    for (int k = 0; k < kChips; k += 4) {
        fetch(4 * t + k + 4, v + 4);
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            float2 w = chip[k + c];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                re[j] = fmaf(v[c + j].x, w.x, re[j]); re[j] = fmaf(v[c + j].y, w.y, re[j]);
                im[j] = fmaf(v[c + j].y, w.x, im[j]); im[j] = fmaf(-v[c + j].x, w.y, im[j]);
            }
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = v[j + 4];
    }
    float4* to = reinterpret_cast<float4*>(filtered + (size_t)ping * kLags + first + 4 * t);
    to[0] = make_float4(re[0], im[0], re[1], im[1]);
    to[1] = make_float4(re[2], im[2], re[3], im[3]);
}

// ---- Geodesy: block of the normal matrix that couples 1024 orbit parameters with 1056 station parameters, over 512 whitened observations.
constexpr int kOrbit = 1024, kStation = 1056, kObserved = 512;

__global__ void __launch_bounds__(256) crannog_levels_ae5_a(const double* __restrict__ orbit, const double* __restrict__ station, double* __restrict__ normal) {
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    double sum = 0.0;
    for (int k = 0; k < kObserved; ++k) sum += orbit[k * kOrbit + i] * station[k * kStation + j];
    normal[i * kStation + j] = sum;
}

__global__ void __launch_bounds__(128) crannog_levels_ae5_b(const double* __restrict__ orbit, const double* __restrict__ station, double* __restrict__ normal) {
    __shared__ __align__(16) double left[16][64], right[16][32];
    int t = threadIdx.x, tx = t % 8, ty = t / 8, i0 = blockIdx.y * 64, j0 = blockIdx.x * 32;
    double sum[4][4] = {};
    for (int k0 = 0; k0 < kObserved; k0 += 16) {
#pragma unroll
        for (int s = 0; s < 4; ++s) {
            int k = s * 4 + t / 32, c = t % 32 * 2;
            *reinterpret_cast<double2*>(&left[k][c]) = *reinterpret_cast<const double2*>(orbit + (k0 + k) * kOrbit + i0 + c);
        }
#pragma unroll
        for (int s = 0; s < 2; ++s) {
            int k = s * 8 + t / 16, c = t % 16 * 2;
            *reinterpret_cast<double2*>(&right[k][c]) = *reinterpret_cast<const double2*>(station + (k0 + k) * kStation + j0 + c);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double2 a0 = *reinterpret_cast<double2*>(&left[k][ty * 2]), a1 = *reinterpret_cast<double2*>(&left[k][32 + ty * 2]);
            double2 b0 = *reinterpret_cast<double2*>(&right[k][tx * 2]), b1 = *reinterpret_cast<double2*>(&right[k][16 + tx * 2]);
            double a[4] = {a0.x, a0.y, a1.x, a1.y}, b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* row = normal + (i0 + (i / 2) * 32 + ty * 2 + i % 2) * kStation + j0 + tx * 2;
        *reinterpret_cast<double2*>(row) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(row + 16) = make_double2(sum[i][2], sum[i][3]);
    }
}

// ---- Relighting of a scanned coat: 1536 texel clusters under 1408 light probes through 8192 transport coefficients, half precision, float sums.
constexpr int kTexels = 1536, kProbes = 1408, kBasis = 8192, kDeep = 64, kPitch = kDeep + 8, kStages = 3;

struct SeamTile { __half transport[128 * kPitch]; __half light[128 * kPitch]; };
using SeamSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void seam_multiply(const SeamTile& tile, SeamSum (&sum)[2][4], int wy, int wx) {
#pragma unroll
    for (int k = 0; k < kDeep; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], tile.transport + (wy * 32 + i * 16) * kPitch + k, kPitch);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], tile.light + (wx * 64 + j * 16) * kPitch + k, kPitch);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
}

__device__ __forceinline__ void seam_store(float* __restrict__ shade, SeamSum (&sum)[2][4], int wy, int wx) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(shade + (size_t)(blockIdx.y * 128 + wy * 32 + i * 16) * kProbes + blockIdx.x * 128 + wx * 64 + j * 16, sum[i][j], kProbes,
                                    wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) bodkin_seams_ae5_a(const __half* __restrict__ transport, const __half* __restrict__ light, float* __restrict__ shade) {
    __shared__ __align__(128) SeamTile tile;
    int t = threadIdx.x, warp = t / 32, wy = warp / 2, wx = warp % 2, row = t / 8, col = t % 8 * 8;
    const __half* from = transport + (size_t)(blockIdx.y * 128 + row) * kBasis + col;
    const __half* with = light + (size_t)(blockIdx.x * 128 + row) * kBasis + col;
    SeamSum sum[2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int k = 0; k < kBasis; k += kDeep) {
#pragma unroll
        for (int s = 0; s < 128; s += 32) {
            *reinterpret_cast<int4*>(tile.transport + (s + row) * kPitch + col) = *reinterpret_cast<const int4*>(from + (size_t)s * kBasis + k);
            *reinterpret_cast<int4*>(tile.light + (s + row) * kPitch + col) = *reinterpret_cast<const int4*>(with + (size_t)s * kBasis + k);
        }
        __syncthreads();
        seam_multiply(tile, sum, wy, wx);
        __syncthreads();
    }
    seam_store(shade, sum, wy, wx);
}

__global__ void __launch_bounds__(256) bodkin_seams_ae5_b(const __half* __restrict__ transport, const __half* __restrict__ light, float* __restrict__ shade) {
    extern __shared__ __align__(128) unsigned char seam_shared[];
    SeamTile* tile = reinterpret_cast<SeamTile*>(seam_shared);
    int t = threadIdx.x, warp = t / 32, wy = warp / 2, wx = warp % 2, row = t / 8, col = t % 8 * 8;
    const __half* from = transport + (size_t)(blockIdx.y * 128 + row) * kBasis + col;
    const __half* with = light + (size_t)(blockIdx.x * 128 + row) * kBasis + col;
    SeamSum sum[2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(sum[i / 4][i % 4], 0.0f);
    auto copy = [&](int step) {
        if (step < kBasis / kDeep) {
            SeamTile& to = tile[step % kStages];
            int k = step * kDeep;
#pragma unroll
            for (int s = 0; s < 128; s += 32) {
                __pipeline_memcpy_async(to.transport + (s + row) * kPitch + col, from + (size_t)s * kBasis + k, 16);
                __pipeline_memcpy_async(to.light + (s + row) * kPitch + col, with + (size_t)s * kBasis + k, 16);
            }
        }
        __pipeline_commit();
    };
    copy(0); copy(1);
    for (int step = 0; step < kBasis / kDeep; ++step) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        copy(step + 2);
        seam_multiply(tile[step % kStages], sum, wy, wx);
    }
    seam_store(shade, sum, wy, wx);
}

// ---- Pulsar search: each folded archive (64 channels of 1024 phase bins) turned back for eight trial dispersions, one block a multiprocessor.
constexpr int kSms = 132, kArchives = kSms * 64, kChannels = 64, kBins = 1024, kTrials = 8, kGroup = 16;

__device__ __forceinline__ void pulse_add(const float* tile, const int* delay, int channel, float (&sum)[kTrials]) {
    const char* bytes = reinterpret_cast<const char*>(tile);
    int at = threadIdx.x * 4;
#pragma unroll
    for (int c = 0; c < kGroup; ++c) {
        const int4* turn = reinterpret_cast<const int4*>(delay + (channel + c) * kTrials);
        int4 lo = turn[0], hi = turn[1];
        int d[kTrials] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
        for (int k = 0; k < kTrials; ++k) sum[k] += *reinterpret_cast<const float*>(bytes + c * (kBins * 4) + ((at + d[k]) & (kBins * 4 - 1)));
    }
}

__device__ __forceinline__ void pulse_store(float* __restrict__ profile, int archive, float (&sum)[kTrials]) {
#pragma unroll
    for (int k = 0; k < kTrials; ++k) {
        profile[((size_t)archive * kTrials + k) * kBins + threadIdx.x] = sum[k];
        sum[k] = 0.0f;
    }
}

__global__ void __launch_bounds__(1024) quern_pulses_ae5_a(const float4* __restrict__ folded, const int* __restrict__ turns, float* __restrict__ profile) {
    extern __shared__ __align__(16) float quern_tile[];
    __shared__ __align__(16) int delay[kChannels * kTrials];
    int t = threadIdx.x;
    if (t < kChannels * kTrials) delay[t] = turns[t] * 4;
    float sum[kTrials] = {};
    for (int archive = blockIdx.x; archive < kArchives; archive += kSms) {
        const float4* from = folded + (size_t)archive * (kChannels * kBins / 4) + t;
        for (int channel = 0; channel < kChannels; channel += kGroup) {
            float4 v[4];
#pragma unroll
            for (int s = 0; s < 4; ++s) v[s] = from[channel * (kBins / 4) + s * 1024];
#pragma unroll
            for (int s = 0; s < 4; ++s) reinterpret_cast<float4*>(quern_tile)[s * 1024 + t] = v[s];
            __syncthreads();
            pulse_add(quern_tile, delay, channel, sum);
            __syncthreads();
        }
        pulse_store(profile, archive, sum);
    }
}

__global__ void __launch_bounds__(1024) quern_pulses_ae5_b(const float4* __restrict__ folded, const int* __restrict__ turns, float* __restrict__ profile) {
    extern __shared__ __align__(16) float quern_tile[];
    __shared__ __align__(16) int delay[kChannels * kTrials];
    int t = threadIdx.x;
    if (t < kChannels * kTrials) delay[t] = turns[t] * 4;
    float sum[kTrials] = {};
    constexpr int kGroups = kChannels / kGroup, kSteps = kArchives / kSms * kGroups;
    auto copy = [&](int step) {
        if (step < kSteps) {
            const float4* from = folded + (size_t)(blockIdx.x + step / kGroups * kSms) * (kChannels * kBins / 4) + step % kGroups * (kGroup * kBins / 4) + t;
            float4* to = reinterpret_cast<float4*>(quern_tile) + step % 2 * (kGroup * kBins / 4) + t;
#pragma unroll
            for (int s = 0; s < 4; ++s) __pipeline_memcpy_async(to + s * 1024, from + s * 1024, 16);
        }
        __pipeline_commit();
    };
    copy(0);
    for (int step = 0; step < kSteps; ++step) {
        copy(step + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        pulse_add(quern_tile + step % 2 * (kGroup * kBins), delay, step % kGroups * kGroup, sum);
        __syncthreads();
        if (step % kGroups == kGroups - 1) pulse_store(profile, blockIdx.x + step / kGroups * kSms, sum);
    }
}

// ---- Genomics: seeds of reads, already sorted into 64 shards of the index, score the 32-byte record they point at; two lanes a seed.
constexpr int kShards = 64, kRecords = 1 << 18, kSeeds = 1 << 21, kBatch = 1024, kBatches = kSeeds / kBatch;  // records, seeds and batches of one shard

__device__ __forceinline__ void seed_batch(const float4* __restrict__ index, const int* __restrict__ seeds, const float4* __restrict__ weight,
                                           float* __restrict__ score, int shard, int batch) {
    int t = threadIdx.x, half = t % 2;
    float4 w = weight[half];
    const float4* records = index + (size_t)shard * (kRecords * 2) + half;
    size_t first = (size_t)shard * kSeeds + (size_t)batch * kBatch + t / 2;
    int at[8];
    float4 r[8];
#pragma unroll
    for (int s = 0; s < 8; ++s) at[s] = seeds[first + s * 128];
#pragma unroll
    for (int s = 0; s < 8; ++s) r[s] = records[(size_t)at[s] * 2];
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        float sum = fmaf(r[s].x, w.x, fmaf(r[s].y, w.y, fmaf(r[s].z, w.z, r[s].w * w.w)));
        sum += __shfl_xor_sync(0xffffffffu, sum, 1);
        if (half == 0) score[first + s * 128] = sum;
    }
}

__global__ void __launch_bounds__(256) samphire_reads_ae5_a(const float4* __restrict__ index, const int* __restrict__ seeds, const float4* __restrict__ weight,
                                                            float* __restrict__ score) {
    seed_batch(index, seeds, weight, score, blockIdx.x % kShards, blockIdx.x / kShards);
}

__global__ void __launch_bounds__(256) samphire_reads_ae5_b(const float4* __restrict__ index, const int* __restrict__ seeds, const float4* __restrict__ weight,
                                                            float* __restrict__ score) {
    seed_batch(index, seeds, weight, score, blockIdx.x / kBatches, blockIdx.x % kBatches);
}

// ---- Plankton: scent that 2048 grazers leave (compact kernel) at 811008 places, two places a thread, grazers staged in tiles of 256.
constexpr int kGrazers = 2048, kDrops = 132 * 6 * 2 * 512, kCrowd = 256;

__device__ __forceinline__ void drift_tile(const float4* crowd, const float4 (&place)[2], float (&scent)[2]) {
#pragma unroll 8
    for (int g = 0; g < kCrowd; ++g) {
        float4 b = crowd[g];
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            float dx = place[p].x - b.x, dy = place[p].y - b.y, dz = place[p].z - b.z;
            float near = __saturatef(fmaf(-dz, dz, fmaf(-dy, dy, fmaf(-dx, dx, 1.0f))));
            scent[p] = fmaf(near * near, b.w, scent[p]);
        }
    }
}

__global__ void __launch_bounds__(256, 6) sundew_drift_ae5_a(const float4* __restrict__ grazer, const float4* __restrict__ drop, float* __restrict__ scent) {
    __shared__ float4 crowd[kCrowd];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    float4 place[2] = {drop[i], drop[i + 256]};
    float sum[2] = {};
    for (int from = 0; from < kGrazers; from += kCrowd) {
        crowd[t] = grazer[from + t];
        __syncthreads();
        drift_tile(crowd, place, sum);
        __syncthreads();
    }
    scent[i] = sum[0];
    scent[i + 256] = sum[1];
}

__global__ void __launch_bounds__(256, 6) sundew_drift_ae5_b(const float4* __restrict__ grazer, const float4* __restrict__ drop, float* __restrict__ scent) {
    __shared__ float4 crowd[2][kCrowd];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    __pipeline_memcpy_async(&crowd[0][t], grazer + t, 16);
    __pipeline_commit();
    float4 place[2] = {drop[i], drop[i + 256]};
    float sum[2] = {};
    for (int tile = 0; tile < kGrazers / kCrowd; ++tile) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (tile + 1 < kGrazers / kCrowd) __pipeline_memcpy_async(&crowd[(tile + 1) % 2][t], grazer + (tile + 1) * kCrowd + t, 16);
        __pipeline_commit();
        drift_tile(crowd[tile % 2], place, sum);
    }
    scent[i] = sum[0];
    scent[i + 256] = sum[1];
}

// ---- Rivers: one step of damped ripples on a weir pool of 16384 x 8192 cells (five-point stencil, periodic), tile 128 x 32, four rows a thread.
constexpr int kReach = 16384, kBreadth = 8192;

__global__ void __launch_bounds__(256) weir_ripples_ae5_a(const float* __restrict__ level, float* __restrict__ next) {
    int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, y = (blockIdx.y * 8 + threadIdx.y) * 4;
    float4 row[6];
    float edge[4] = {};
#pragma unroll
    for (int r = 0; r < 6; ++r) row[r] = *reinterpret_cast<const float4*>(level + (size_t)((y + r - 1) & (kBreadth - 1)) * kReach + x);
    if (lane == 0 || lane == 31) {
        int beside = (lane == 0 ? x - 1 : x + 4) & (kReach - 1);
#pragma unroll
        for (int r = 0; r < 4; ++r) edge[r] = level[(size_t)(y + r) * kReach + beside];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 up = row[r], me = row[r + 1], down = row[r + 2];
        float left = __shfl_up_sync(0xffffffffu, me.w, 1), right = __shfl_down_sync(0xffffffffu, me.x, 1);
        left = lane == 0 ? edge[r] : left;
        right = lane == 31 ? edge[r] : right;
        float4 v = make_float4(fmaf(0.2f, up.x + down.x + left + me.y, 0.19f * me.x), fmaf(0.2f, up.y + down.y + me.x + me.z, 0.19f * me.y),
                               fmaf(0.2f, up.z + down.z + me.y + me.w, 0.19f * me.z), fmaf(0.2f, up.w + down.w + me.z + right, 0.19f * me.w));
        __stcs(reinterpret_cast<float4*>(next + (size_t)(y + r) * kReach + x), v);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kShards * kSeeds;
    float* out = empty<float>(kMost);
    static_assert(kMost >= (size_t)kReach * kBreadth && kMost >= (size_t)kArchives * kTrials * kBins, "the shared result is too short");

    auto* marks = reinterpret_cast<int4*>(indices((size_t)kMarks * kBytes / 4, 0xffffffffu, 51));
    auto* prints = reinterpret_cast<int4*>(indices((size_t)kPrints * kBytes / 4, 0xffffffffu, 52));
    int* score = reinterpret_cast<int*>(out);
    const size_t scores = (size_t)kMarks * kPrints;
    add("teasel_marks_ae5_a", out, scores, Output::i32, [=] { teasel_marks_ae5_a<<<dim3(kPrints / 64, kMarks / 64), 256>>>(marks, prints, score); });
    add("teasel_marks_ae5_b", out, scores, Output::i32, [=] { teasel_marks_ae5_b<<<dim3(kPrints / 64, kMarks / 64), 256>>>(marks, prints, score); });

    auto* echo = reinterpret_cast<float2*>(filled<float>((size_t)kPings * kSamples * 2, 53));
    auto* code = reinterpret_cast<float2*>(filled<float>((size_t)kPings * kChips * 2, 54));
    auto* out2 = reinterpret_cast<float2*>(out);
    const size_t lags = (size_t)kPings * kLags * 2;
    add("froe_echoes_ae5_a", out, lags, Output::f32, [=] { froe_echoes_ae5_a<<<dim3(kLags / 256, kPings), 256>>>(echo, code, out2); });
    add("froe_echoes_ae5_b", out, lags, Output::f32, [=] { froe_echoes_ae5_b<<<dim3(kLags / kSpan, kPings), 128>>>(echo, code, out2); });

    double *orbit = filled<double>((size_t)kOrbit * kObserved, 55), *station = filled<double>((size_t)kStation * kObserved, 56);
    auto* normal = reinterpret_cast<double*>(out);
    const size_t normals = (size_t)kOrbit * kStation;
    add("crannog_levels_ae5_a", out, normals, Output::f64,
        [=] { crannog_levels_ae5_a<<<dim3(kStation / 16, kOrbit / 16), dim3(16, 16)>>>(orbit, station, normal); });
    add("crannog_levels_ae5_b", out, normals, Output::f64, [=] { crannog_levels_ae5_b<<<dim3(kStation / 32, kOrbit / 64), 128>>>(orbit, station, normal); });

    __half *transport = filled<__half>((size_t)kTexels * kBasis, 57), *light = filled<__half>((size_t)kProbes * kBasis, 58);
    const size_t shades = (size_t)kTexels * kProbes;
    constexpr int kSeamShared = kStages * (int)sizeof(SeamTile);
    CHECK(cudaFuncSetAttribute(bodkin_seams_ae5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSeamShared));
    add("bodkin_seams_ae5_a", out, shades, Output::f32, [=] { bodkin_seams_ae5_a<<<dim3(kProbes / 128, kTexels / 128), 256>>>(transport, light, out); });
    add("bodkin_seams_ae5_b", out, shades, Output::f32,
        [=] { bodkin_seams_ae5_b<<<dim3(kProbes / 128, kTexels / 128), 256, kSeamShared>>>(transport, light, out); });

    auto* folded = reinterpret_cast<float4*>(filled<float>((size_t)kArchives * kChannels * kBins, 59));
    int* turns = indices(kChannels * kTrials, kBins, 60);
    const size_t profiles = (size_t)kArchives * kTrials * kBins;
    constexpr int kPulseShared = kGroup * kBins * 4;
    CHECK(cudaFuncSetAttribute(quern_pulses_ae5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPulseShared));
    CHECK(cudaFuncSetAttribute(quern_pulses_ae5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kPulseShared));
    add("quern_pulses_ae5_a", out, profiles, Output::f32, [=] { quern_pulses_ae5_a<<<kSms, 1024, kPulseShared>>>(folded, turns, out); });
    add("quern_pulses_ae5_b", out, profiles, Output::f32, [=] { quern_pulses_ae5_b<<<kSms, 1024, 2 * kPulseShared>>>(folded, turns, out); });

    auto* index = reinterpret_cast<float4*>(filled<float>((size_t)kShards * kRecords * 8, 61));
    int* seeds = indices(kMost, kRecords, 62);
    auto* weight = reinterpret_cast<float4*>(filled<float>(8, 63));
    add("samphire_reads_ae5_a", out, kMost, Output::f32, [=] { samphire_reads_ae5_a<<<kShards * kBatches, 256>>>(index, seeds, weight, out); });
    add("samphire_reads_ae5_b", out, kMost, Output::f32, [=] { samphire_reads_ae5_b<<<kShards * kBatches, 256>>>(index, seeds, weight, out); });

    auto* grazer = reinterpret_cast<float4*>(filled<float>(kGrazers * 4, 64));
    auto* drop = reinterpret_cast<float4*>(filled<float>((size_t)kDrops * 4, 65));
    add("sundew_drift_ae5_a", out, kDrops, Output::f32, [=] { sundew_drift_ae5_a<<<kDrops / 512, 256>>>(grazer, drop, out); });
    add("sundew_drift_ae5_b", out, kDrops, Output::f32, [=] { sundew_drift_ae5_b<<<kDrops / 512, 256>>>(grazer, drop, out); });

    float* level = filled<float>((size_t)kReach * kBreadth, 66);
    add("weir_ripples_ae5_a", out, (size_t)kReach * kBreadth, Output::f32,
        [=] { weir_ripples_ae5_a<<<dim3(kReach / 128, kBreadth / 32), dim3(32, 8)>>>(level, out); });

    return harness::run(argc, argv, cases);
}
