// Eleven more measured cases about matrix products and tiles, as in real projects: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

using Total = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ float4 at4(const float* p) { return *reinterpret_cast<const float4*>(p); }
__device__ __forceinline__ void copy16(void* to, const void* from) { __pipeline_memcpy_async(to, from, 16); }
__device__ __forceinline__ const __half2* pairs(const uint4& v) { return reinterpret_cast<const __half2*>(&v); }

__global__ void harness_halves(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

// ---- Quantised linear layer: 4096 parcels by 2048 classes, 4096 bytes each, exact sums of 32 bits.
constexpr int kParcels = 4096, kClasses = 2048, kBytes = 4096;

__device__ __forceinline__ void multiply_bytes(int (&d)[4], const int (&a)[4], const int (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <bool kMatrixUnit>
__device__ __forceinline__ void weigh(const int8_t* __restrict__ parcel, const int8_t* __restrict__ scale, int* __restrict__ mass) {
    __shared__ __align__(16) int parcels[128][20], scales[64][20];  // 64 bytes a row and 16 of padding
    int t = threadIdx.x, x = t % 16, y = t / 16, w = t / 32, g = t % 32 / 4, q = t % 4, class0 = blockIdx.x * 64, parcel0 = blockIdx.y * 128;
    const int8_t *from_parcel = parcel + (parcel0 + t / 4) * kBytes + q * 16, *from_scale = scale + (class0 + t / 4) * kBytes + q * 16;
    int4 a[2], b;
    auto fetch = [&](int k) {
        a[0] = *reinterpret_cast<const int4*>(from_parcel + k);
        a[1] = *reinterpret_cast<const int4*>(from_parcel + 64 * kBytes + k);
        b = *reinterpret_cast<const int4*>(from_scale + k);
    };
    fetch(0);
    int sum[8][4] = {};  // of plain dot products: eight rows by four columns; of the matrix unit: two by four tiles of four
    for (int k0 = 0; k0 < kBytes; k0 += 64) {
        *reinterpret_cast<int4*>(&parcels[t / 4][q * 4]) = a[0];
        *reinterpret_cast<int4*>(&parcels[t / 4 + 64][q * 4]) = a[1];
        *reinterpret_cast<int4*>(&scales[t / 4][q * 4]) = b;
        __syncthreads();
        if (k0 + 64 < kBytes) fetch(k0 + 64);
        if (kMatrixUnit) {
#pragma unroll
            for (int k = 0; k < 16; k += 8) {
                int u[2][4], v[4][2];
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    int m = w / 2 * 32 + i * 16 + g;
                    u[i][0] = parcels[m][k + q]; u[i][1] = parcels[m + 8][k + q]; u[i][2] = parcels[m][k + q + 4]; u[i][3] = parcels[m + 8][k + q + 4];
                }
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    int n = w % 2 * 32 + j * 8 + g;
                    v[j][0] = scales[n][k + q]; v[j][1] = scales[n][k + q + 4];
                }
#pragma unroll
                for (int i = 0; i < 8; ++i) multiply_bytes(sum[i], u[i / 4], v[i % 4]);
            }
        } else {
#pragma unroll 2
            for (int k = 0; k < 16; k += 4) {
                int4 v[4];
#pragma unroll
                for (int j = 0; j < 4; ++j) v[j] = *reinterpret_cast<const int4*>(&scales[x + 16 * j][k]);
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    int4 u = *reinterpret_cast<const int4*>(&parcels[y + 16 * i][k]);
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = __dp4a(u.w, v[j].w, __dp4a(u.z, v[j].z, __dp4a(u.y, v[j].y, __dp4a(u.x, v[j].x, sum[i][j]))));
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (kMatrixUnit) mass[(parcel0 + w / 2 * 32 + i / 4 * 16 + g + j / 2 * 8) * kClasses + class0 + w % 2 * 32 + i % 4 * 8 + q * 2 + j % 2] = sum[i][j];
            else mass[(parcel0 + y + 16 * i) * kClasses + class0 + x + 16 * j] = sum[i][j];
        }
}

__global__ void __launch_bounds__(256, 2) parcel_scale_f5_a(const int8_t* __restrict__ parcel, const int8_t* __restrict__ scale, int* __restrict__ mass) { weigh<false>(parcel, scale, mass); }
__global__ void __launch_bounds__(256, 2) parcel_scale_f5_b(const int8_t* __restrict__ parcel, const int8_t* __restrict__ scale, int* __restrict__ mass) { weigh<true>(parcel, scale, mass); }

// ---- Convolution layer of 3 by 3 (NHWC, 128 to 128 channels) on 64 padded pictures of 64 by 64 as an implicit product.
constexpr int kQuilts = 64, kPatch = 64, kPatchRow = kPatch + 2, kThreads = 128, kSteps = 9 * kThreads / 32;

struct Basket { __half patch[256][40], yarn[32][136]; };

struct Sewing {  // where a thread copies from
    const __half* patch[4];
    const __half* yarn;
    __device__ Sewing(const __half* from_patch, const __half* from_yarn) {
        int t = threadIdx.x;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int pixel = blockIdx.x * 256 + t / 4 + 64 * i, quilt = pixel / (kPatch * kPatch), y = pixel / kPatch % kPatch, x = pixel % kPatch;
            patch[i] = from_patch + ((quilt * kPatchRow + y) * kPatchRow + x) * kThreads + t % 4 * 8;
        }
        yarn = from_yarn + t / 16 * kThreads + t % 16 * 8;
    }
    __device__ __forceinline__ void fetch(Basket& to, int step) const {
        int t = threadIdx.x, tap = step / 4, offset = (tap / 3 * kPatchRow + tap % 3) * kThreads + step % 4 * 32;
#pragma unroll
        for (int i = 0; i < 4; ++i) copy16(&to.patch[t / 4 + 64 * i][t % 4 * 8], patch[i] + offset);
#pragma unroll
        for (int i = 0; i < 2; ++i) copy16(&to.yarn[t / 16 + 16 * i][t % 16 * 8], yarn + (step * 32 + 16 * i) * kThreads);
    }
};

__device__ __forceinline__ void sew(const Basket& from, Total (&total)[4][4]) {
    int w = threadIdx.x / 32;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(u[i], &from.patch[w / 2 * 64 + i * 16][k], 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::load_matrix_sync(v, &from.yarn[k][w % 2 * 64 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(total[i][j], u[i], v, total[i][j]);
        }
    }
}

__device__ __forceinline__ void hang(float* __restrict__ quilt, Total (&total)[4][4]) {
    int w = threadIdx.x / 32;
#pragma unroll
    for (int i = 0; i < 16; ++i)
        wmma::store_matrix_sync(quilt + (blockIdx.x * 256 + w / 2 * 64 + i / 4 * 16) * kThreads + w % 2 * 64 + i % 4 * 16, total[i / 4][i % 4], kThreads, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) quilt_patches_f5_a(const __half* __restrict__ patch, const __half* __restrict__ yarn, float* __restrict__ quilt) {
    extern __shared__ __align__(128) unsigned char room[];
    Basket& basket = *reinterpret_cast<Basket*>(room);
    Sewing from(patch, yarn);
    Total total[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(total[i / 4][i % 4], 0.0f);
    for (int step = 0; step < kSteps; ++step) {
        from.fetch(basket, step);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sew(basket, total);
        __syncthreads();
    }
    hang(quilt, total);
}

__global__ void __launch_bounds__(256, 1) quilt_patches_f5_b(const __half* __restrict__ patch, const __half* __restrict__ yarn, float* __restrict__ quilt) {
    extern __shared__ __align__(128) unsigned char room[];
    Basket* basket = reinterpret_cast<Basket*>(room);
    Sewing from(patch, yarn);
    Total total[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wmma::fill_fragment(total[i / 4][i % 4], 0.0f);
    for (int step = 0; step < 3; ++step) { from.fetch(basket[step], step); __pipeline_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        __pipeline_wait_prior(2);
        __syncthreads();
        if (step + 3 < kSteps) from.fetch(basket[(step + 3) % 4], step + 3);
        __pipeline_commit();
        sew(basket[step % 4], total);
    }
    hang(quilt, total);
}

// ---- String scan of a column: how often four letters of an alphabet of four occur in each name of 64 bytes, a block a multiprocessor.
constexpr int kCrews = 132, kVoyages = 96, kCrew = 1024;
constexpr size_t kSailors = (size_t)kCrews * kVoyages * kCrew;

__device__ __forceinline__ int occurrences(const uint4* name, uint32_t letters) {
    uint32_t word[16];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        uint4 v = name[i];
        word[4 * i] = v.x & 0x03030303u; word[4 * i + 1] = v.y & 0x03030303u; word[4 * i + 2] = v.z & 0x03030303u; word[4 * i + 3] = v.w & 0x03030303u;
    }
    int n = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        n += word[i] == letters;
        if (i < 15)
#pragma unroll
            for (int s = 8; s < 32; s += 8) n += __funnelshift_r(word[i], word[i + 1], s) == letters;
    }
    return n;
}

__global__ void __launch_bounds__(1024) sailor_names_f5_a(const uint4* __restrict__ name, uint32_t letters, int* __restrict__ count) {
    extern __shared__ uint4 crew[];  // five words of 16 bytes a name, of which the last is padding
    int t = threadIdx.x;
    for (int voyage = 0; voyage < kVoyages; ++voyage) {
        size_t first = ((size_t)voyage * kCrews + blockIdx.x) * kCrew;
#pragma unroll
        for (int i = 0; i < 4; ++i) crew[(t / 4 + 256 * i) * 5 + t % 4] = name[first * 4 + t + 1024 * i];
        __syncthreads();
        count[first + t] = occurrences(crew + t * 5, letters);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) sailor_names_f5_b(const uint4* __restrict__ name, uint32_t letters, int* __restrict__ count) {
    extern __shared__ uint4 crew[];
    int t = threadIdx.x;
    auto fetch = [&](int voyage) {
        if (voyage < kVoyages)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                copy16(crew + voyage % 2 * kCrew * 5 + (t / 4 + 256 * i) * 5 + t % 4, name + ((size_t)voyage * kCrews + blockIdx.x) * kCrew * 4 + t + 1024 * i);
        __pipeline_commit();
    };
    fetch(0);
    for (int voyage = 0; voyage < kVoyages; ++voyage) {
        fetch(voyage + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        count[((size_t)voyage * kCrews + blockIdx.x) * kCrew + t] = occurrences(crew + voyage % 2 * kCrew * 5 + t * 5, letters);
        __syncthreads();
    }
}

// ---- Seismology: one step of a wave of eighth order in space on 1024 by 512 by 128 places.
constexpr int kQuakeX = 1024, kQuakeY = 512, kQuakeZ = 128, kQuakeRow = kQuakeX + 8, kQuakePlane = kQuakeRow * (kQuakeY + 8);
constexpr float kStar0 = -8.5416667f, kStar1 = 1.6f, kStar2 = -0.2f, kStar3 = 0.025396825f, kStar4 = -0.0017857143f;

__global__ void __launch_bounds__(256) quake_front_f5_a(const float* __restrict__ wave, const float* __restrict__ rock, float* __restrict__ next) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    const float* u = wave + (size_t)(z + 4) * kQuakePlane + (y + 4) * kQuakeRow + x + 4;
    float star[4] = {kStar1, kStar2, kStar3, kStar4}, sum = kStar0 * u[0];
#pragma unroll
    for (int r = 1; r <= 4; ++r)
        sum = fmaf(star[r - 1], ((u[-r] + u[r]) + (u[-r * kQuakeRow] + u[r * kQuakeRow])) + (u[-r * kQuakePlane] + u[r * kQuakePlane]), sum);
    size_t i = ((size_t)z * kQuakeY + y) * kQuakeX + x;
    next[i] = fmaf(rock[i], sum, u[0]);
}

constexpr int kQuakeWalk = 64;

__global__ void __launch_bounds__(512, 3) quake_front_f5_b(const float* __restrict__ wave, const float* __restrict__ rock, float* __restrict__ next) {
    __shared__ float tile[24][40];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, z0 = blockIdx.z * kQuakeWalk;
    const float* u = wave + (size_t)(z0 + 4) * kQuakePlane + (y + 4) * kQuakeRow + x + 4;
    size_t i = ((size_t)z0 * kQuakeY + y) * kQuakeX + x;
    float column[9], star[4] = {kStar1, kStar2, kStar3, kStar4};
#pragma unroll
    for (int r = 0; r < 8; ++r) column[r] = u[(r - 4) * kQuakePlane];
#pragma unroll 1
    for (int z = 0; z < kQuakeWalk; ++z) {
        column[8] = u[4 * kQuakePlane];
        tile[ty + 4][tx + 4] = column[4];
        if (ty < 4) tile[ty][tx + 4] = u[-4 * kQuakeRow];
        else if (ty >= 12) tile[ty + 8][tx + 4] = u[4 * kQuakeRow];
        if (tx < 4) tile[ty + 4][tx] = u[-4];
        else if (tx >= 28) tile[ty + 4][tx + 8] = u[4];
        float r0 = rock[i];
        __syncthreads();
        float sum = kStar0 * column[4];
#pragma unroll
        for (int r = 1; r <= 4; ++r)
            sum = fmaf(star[r - 1], ((tile[ty + 4][tx + 4 - r] + tile[ty + 4][tx + 4 + r]) + (tile[ty + 4 - r][tx + 4] + tile[ty + 4 + r][tx + 4])) + (column[4 - r] + column[4 + r]), sum);
        next[i] = fmaf(r0, sum, column[4]);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 8; ++r) column[r] = column[r + 1];
        u += kQuakePlane;
        i += kQuakeX * kQuakeY;
    }
}

// ---- Speculative decoding: a layer of 33792 by 8192 half weights on eight tokens, four rows a warp.
constexpr int kVoices = 33792, kNotes = 8192, kSongs = 8;

template <int kAtOnce>  // tokens of a thread
__device__ __forceinline__ void sing(int group, int song0, const __half* __restrict__ choir, const __half* __restrict__ song, float* __restrict__ sound) {
    int lane = threadIdx.x % 32, row = group * 32 + threadIdx.x / 32 * 4;
    const __half* from = choir + (size_t)row * kNotes + lane * 8;
    float sum[4][kAtOnce] = {};
#pragma unroll 1
    for (int k = 0; k < kNotes; k += 256) {
        uint4 w[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) w[i] = *reinterpret_cast<const uint4*>(from + (size_t)i * kNotes + k);
#pragma unroll
        for (int s = 0; s < kAtOnce; ++s) {
            uint4 v = *reinterpret_cast<const uint4*>(song + (song0 + s) * kNotes + lane * 8 + k);
#pragma unroll
            for (int h = 0; h < 4; ++h) {
                float2 x = __half22float2(pairs(v)[h]);
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    float2 f = __half22float2(pairs(w[i])[h]);
                    sum[i][s] = fmaf(f.y, x.y, fmaf(f.x, x.x, sum[i][s]));
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int s = 0; s < kAtOnce; ++s) {
            float v = sum[i][s];
#pragma unroll
            for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
            if (lane == 0) sound[(song0 + s) * kVoices + row + i] = v;
        }
}

__global__ void __launch_bounds__(256) choir_voices_f5_a(const __half* __restrict__ choir, const __half* __restrict__ song, float* __restrict__ sound) {
    sing<1>(blockIdx.x / kSongs, blockIdx.x % kSongs, choir, song, sound);
}
__global__ void __launch_bounds__(256, 2) choir_voices_f5_b(const __half* __restrict__ choir, const __half* __restrict__ song, float* __restrict__ sound) {
    sing<kSongs>(blockIdx.x, 0, choir, song, sound);
}

// ---- Radio channeliser: 64 complex bands (128 words) of a million frames of 64 samples, by a fixed matrix of half words.
constexpr int kFlashes = 1 << 20, kBeam = 64, kBands = 128;

template <bool kMatrixUnit>
__device__ __forceinline__ void lighten(const __half* __restrict__ flash, const __half* __restrict__ lens, float* __restrict__ band) {
    __shared__ __align__(128) __half flashes[128][72], lenses[64][136];
    int t = threadIdx.x, x = t % 16, y = t / 16, w = t / 32;
    size_t flash0 = (size_t)blockIdx.x * 128;
#pragma unroll
    for (int i = t; i < 1024; i += 256) {
        uint4 a = *reinterpret_cast<const uint4*>(flash + flash0 * kBeam + i * 8), b = *reinterpret_cast<const uint4*>(lens + i * 8);
        *reinterpret_cast<uint4*>(&flashes[i / 8][i % 8 * 8]) = a;
        *reinterpret_cast<uint4*>(&lenses[i / 16][i % 16 * 8]) = b;
    }
    __syncthreads();
    if constexpr (kMatrixUnit) {
        Total total[2][4];
#pragma unroll
        for (int i = 0; i < 8; ++i) wmma::fill_fragment(total[i / 4][i % 4], 0.0f);
#pragma unroll
        for (int k = 0; k < kBeam; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v;
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(u[i], &flashes[w / 2 * 32 + i * 16][k], 72);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::load_matrix_sync(v, &lenses[k][w % 2 * 64 + j * 16], 136);
                wmma::mma_sync(total[0][j], u[0], v, total[0][j]);
                wmma::mma_sync(total[1][j], u[1], v, total[1][j]);
            }
        }
#pragma unroll
        for (int i = 0; i < 8; ++i)
            wmma::store_matrix_sync(band + (flash0 + w / 2 * 32 + i / 4 * 16) * kBands + w % 2 * 64 + i % 4 * 16, total[i / 4][i % 4], kBands, wmma::mem_row_major);
    } else {
        float sum[8][8] = {};
#pragma unroll 4
        for (int k = 0; k < kBeam; k += 2) {
            float v[2][8];
#pragma unroll
            for (int s = 0; s < 2; ++s) {
                uint2 p = *reinterpret_cast<const uint2*>(&lenses[k + s][x * 4]), q = *reinterpret_cast<const uint2*>(&lenses[k + s][64 + x * 4]);
                uint4 r = make_uint4(p.x, p.y, q.x, q.y);
#pragma unroll
                for (int h = 0; h < 4; ++h) { float2 f = __half22float2(pairs(r)[h]); v[s][2 * h] = f.x; v[s][2 * h + 1] = f.y; }
            }
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float2 u = __half22float2(*reinterpret_cast<const __half2*>(&flashes[y * 8 + i][k]));
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u.y, v[1][j], fmaf(u.x, v[0][j], sum[i][j]));
            }
        }
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float4*>(band + (flash0 + y * 8 + i) * kBands + 64 * h + x * 4) = make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
    }
}

__global__ void __launch_bounds__(256, 2) lighthouse_bands_f5_a(const __half* __restrict__ flash, const __half* __restrict__ lens, float* __restrict__ band) { lighten<false>(flash, lens, band); }
__global__ void __launch_bounds__(256, 2) lighthouse_bands_f5_b(const __half* __restrict__ flash, const __half* __restrict__ lens, float* __restrict__ band) { lighten<true>(flash, lens, band); }

// ---- Graphs: shortest ways of 2048 by 2048 stops through 1024 hubs (the third phase of a blocked search of all pairs).
constexpr int kStops = 2048, kHubs = 1024;

__global__ void __launch_bounds__(1024) tram_lines_f5_a(const float* __restrict__ in, const float* __restrict__ out, float* __restrict__ way) {
    __shared__ float ins[32][32], outs[32][32];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    float best = 1e30f;
    for (int k0 = 0; k0 < kHubs; k0 += 32) {
        ins[y][x] = in[row * kHubs + k0 + x];
        outs[y][x] = out[(k0 + y) * kStops + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) best = fminf(best, ins[y][k] + outs[k][x]);
        __syncthreads();
    }
    way[row * kStops + column] = best;
}

__global__ void __launch_bounds__(256) tram_lines_f5_b(const float* __restrict__ in, const float* __restrict__ out, float* __restrict__ way) {
    __shared__ __align__(16) float ins[32][68], outs[32][64];
    int t = threadIdx.x, x = t % 16, y = t / 16, column0 = blockIdx.x * 64, row0 = blockIdx.y * 64;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) best[i / 4][i % 4] = 1e30f;
    for (int k0 = 0; k0 < kHubs; k0 += 32) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float4 a = at4(in + (row0 + t / 8 + 32 * h) * kHubs + k0 + t % 8 * 4), b = at4(out + (k0 + y + 16 * h) * kStops + column0 + x * 4);
            int k = t % 8 * 4, m = t / 8 + 32 * h;
            ins[k][m] = a.x; ins[k + 1][m] = a.y; ins[k + 2][m] = a.z; ins[k + 3][m] = a.w;
            *reinterpret_cast<float4*>(&outs[y + 16 * h][x * 4]) = b;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            float4 p = at4(&ins[k][y * 4]), q = at4(&outs[k][x * 4]);
            float u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], u[i] + v[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(way + (row0 + y * 4 + i) * kStops + column0 + x * 4) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---- k-means: the nearest of 64 stalls to each of a million customers of 32 properties, a property a row.
constexpr int kCustomers = 132 * 8192, kStalls = 64, kWishes = 32;

__global__ void __launch_bounds__(256) market_stalls_f5_a(const float* __restrict__ customer, const float* __restrict__ stall, int wishes, int stalls, int* __restrict__ nearest) {
    int i = blockIdx.x * 256 + threadIdx.x, best = 0;
    float least = 1e30f;
    for (int s = 0; s < stalls; ++s) {
        float sum = 0.0f;
#pragma unroll 8
        for (int d = 0; d < wishes; ++d) {
            float far = customer[(size_t)d * kCustomers + i] - stall[s * wishes + d];
            sum = fmaf(far, far, sum);
        }
        if (sum < least) { least = sum; best = s; }
    }
    nearest[i] = best;
}

__global__ void __launch_bounds__(256) market_stalls_f5_b(const float* __restrict__ customer, const float* __restrict__ stall, int stalls, int* __restrict__ nearest) {
    int i = blockIdx.x * 256 + threadIdx.x, best = 0;
    float least = 1e30f, mine[kWishes];
#pragma unroll
    for (int d = 0; d < kWishes; ++d) mine[d] = customer[(size_t)d * kCustomers + i];
    for (int s = 0; s < stalls; ++s) {
        float sum = 0.0f;
#pragma unroll
        for (int d = 0; d < kWishes; d += 4) {
            float4 v = at4(stall + s * kWishes + d);
            float c[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int h = 0; h < 4; ++h) { float far = mine[d + h] - c[h]; sum = fmaf(far, far, sum); }
        }
        if (sum < least) { least = sum; best = s; }
    }
    nearest[i] = best;
}

// ---- Training: gradient of a weight of 256 by 512 summed over 131072 tokens, three cp.async stages of 64 by 128 by 32.
constexpr int kTokens = 131072, kGlassIn = 256, kGlassOut = 512;

struct Melt { __half in[32][72], out[32][136]; };

template <int kShares>  // parts of the sum over tokens
__device__ __forceinline__ void melt(const __half* __restrict__ in, const __half* __restrict__ out, float* __restrict__ glass) {
    __shared__ __align__(128) Melt stage[3];
    int t = threadIdx.x, w = t / 32, in0 = blockIdx.y * 64, out0 = blockIdx.x * 128;
    constexpr int kTurns = kTokens / 32 / kShares;
    size_t first = (size_t)blockIdx.z * kTurns * 32;
    const __half *from_in = in + (first + t / 8) * kGlassIn + in0 + t % 8 * 8, *from_out = out + (first + t / 16) * kGlassOut + out0 + t % 16 * 8;
    auto fetch = [&](int s, int turn) {
        if (turn < kTurns) {
            copy16(&stage[s].in[t / 8][t % 8 * 8], from_in + (size_t)turn * 32 * kGlassIn);
#pragma unroll
            for (int h = 0; h < 2; ++h) copy16(&stage[s].out[t / 16 + 16 * h][t % 16 * 8], from_out + ((size_t)turn * 32 + 16 * h) * kGlassOut);
        }
        __pipeline_commit();
    };
    Total total[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(total[i / 2][i % 2], 0.0f);
    fetch(0, 0);
    fetch(1, 1);
    int now = 0, next = 2;
#pragma unroll 1
    for (int turn = 0; turn < kTurns; ++turn) {
        __pipeline_wait_prior(1);
        __syncthreads();
        fetch(next, turn + 2);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> u[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(u[i], &stage[now].in[k][w / 4 * 32 + i * 16], 72);
                wmma::load_matrix_sync(v[i], &stage[now].out[k][w % 4 * 32 + i * 16], 136);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(total[i / 2][i % 2], u[i / 2], v[i % 2], total[i / 2][i % 2]);
        }
        now = now == 2 ? 0 : now + 1;
        next = next == 2 ? 0 : next + 1;
    }
    if (kShares == 1) {
#pragma unroll
        for (int i = 0; i < 4; ++i)
            wmma::store_matrix_sync(glass + (in0 + w / 4 * 32 + i / 2 * 16) * kGlassOut + out0 + w % 4 * 32 + i % 2 * 16, total[i / 2][i % 2], kGlassOut, wmma::mem_row_major);
    } else {
        __syncthreads();
        float* sheet = reinterpret_cast<float*>(&stage[0]);  // 64 by 128
#pragma unroll
        for (int i = 0; i < 4; ++i)
            wmma::store_matrix_sync(sheet + (w / 4 * 32 + i / 2 * 16) * 128 + w % 4 * 32 + i % 2 * 16, total[i / 2][i % 2], 128, wmma::mem_row_major);
        __syncthreads();
        for (int i = t; i < 64 * 128; i += 256) atomicAdd(glass + (in0 + i / 128) * kGlassOut + out0 + i % 128, sheet[i]);
    }
}

__global__ void __launch_bounds__(256) glass_kiln_f5_a(const __half* __restrict__ in, const __half* __restrict__ out, float* __restrict__ glass) { melt<1>(in, out, glass); }
__global__ void __launch_bounds__(256) glass_kiln_f5_b(const __half* __restrict__ in, const __half* __restrict__ out, float* __restrict__ glass) { melt<16>(in, out, glass); }

// ---- Reaction and diffusion of two substances on 8192 by 16896 places.
constexpr int kLeopardWide = 16896, kLeopardHigh = 8192, kLeopardRow = kLeopardWide + 8;

__device__ __forceinline__ float2 react(float u, float v, float around_u, float around_v) {
    float uvv = u * v * v;
    return make_float2(u + 0.16f * fmaf(-4.0f, u, around_u) - uvv + 0.035f * (1.0f - u), v + 0.08f * fmaf(-4.0f, v, around_v) + uvv - 0.1f * v);
}

__global__ void __launch_bounds__(512) leopard_spots_f5_a(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ next_u, float* __restrict__ next_v) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float *p = u + (size_t)(y + 1) * kLeopardRow + x + 4, *q = v + (size_t)(y + 1) * kLeopardRow + x + 4;
    float2 r = react(p[0], q[0], (p[-1] + p[1]) + (p[-kLeopardRow] + p[kLeopardRow]), (q[-1] + q[1]) + (q[-kLeopardRow] + q[kLeopardRow]));
    size_t i = (size_t)y * kLeopardWide + x;
    next_u[i] = r.x;
    next_v[i] = r.y;
}

__global__ void __launch_bounds__(512) leopard_spots_f5_b(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ next_u, float* __restrict__ next_v) {
    __shared__ float us[10][72], vs[10][72];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 64 + tx, y = blockIdx.y * 8 + ty;
    const float *p = u + (size_t)(y + 1) * kLeopardRow + x + 4, *q = v + (size_t)(y + 1) * kLeopardRow + x + 4;
    us[ty + 1][tx + 4] = p[0];
    vs[ty + 1][tx + 4] = q[0];
    if (ty == 0) { us[0][tx + 4] = p[-kLeopardRow]; vs[0][tx + 4] = q[-kLeopardRow]; }
    if (ty == 7) { us[9][tx + 4] = p[kLeopardRow]; vs[9][tx + 4] = q[kLeopardRow]; }
    if (tx == 0) { us[ty + 1][3] = p[-1]; vs[ty + 1][3] = q[-1]; }
    if (tx == 63) { us[ty + 1][68] = p[1]; vs[ty + 1][68] = q[1]; }
    __syncthreads();
    float2 r = react(us[ty + 1][tx + 4], vs[ty + 1][tx + 4], (us[ty + 1][tx + 3] + us[ty + 1][tx + 5]) + (us[ty][tx + 4] + us[ty + 2][tx + 4]),
                     (vs[ty + 1][tx + 3] + vs[ty + 1][tx + 5]) + (vs[ty][tx + 4] + vs[ty + 2][tx + 4]));
    size_t i = (size_t)y * kLeopardWide + x;
    next_u[i] = r.x;
    next_v[i] = r.y;
}

// ---- Letters: a single-precision layer of 33792 by 4096 on one vector, two rows a warp.
constexpr int kTowns = 33792, kStreets = 4096;

__global__ void __launch_bounds__(256) post_office_f5_a(const float* __restrict__ town, const float* __restrict__ letter, float* __restrict__ bag) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 16 + threadIdx.x / 32 * 2;
    const float4 *from = reinterpret_cast<const float4*>(town + (size_t)row * kStreets) + lane, *with = reinterpret_cast<const float4*>(letter) + lane;
    float sum[2] = {};
#pragma unroll 1
    for (int k = 0; k < kStreets / 4; k += 128) {
        float4 w[2][4], x[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { w[0][j] = __ldcs(from + k + 32 * j); w[1][j] = __ldcs(from + kStreets / 4 + k + 32 * j); }
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = with[k + 32 * j];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i] = fmaf(w[i][j].x, x[j].x, fmaf(w[i][j].y, x[j].y, fmaf(w[i][j].z, x[j].z, fmaf(w[i][j].w, x[j].w, sum[i]))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { sum[0] += __shfl_xor_sync(0xffffffffu, sum[0], o); sum[1] += __shfl_xor_sync(0xffffffffu, sum[1], o); }
    if (lane == 0) *reinterpret_cast<float2*>(bag + row) = make_float2(sum[0], sum[1]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t field = (size_t)(kLeopardHigh + 2) * kLeopardRow;
    static_assert(field >= (size_t)kTowns * kStreets && field >= (size_t)kFlashes * kBands && field >= (size_t)(kQuakeZ + 8) * kQuakePlane, "shared");
    const float *sea = filled<float>(field, 61), *sky = filled<float>(field, 62);
    float *out = empty<float>(field), *more = empty<float>(field);
    constexpr size_t leaves = (size_t)kVoices * kNotes;  // the largest number of halves
    __half* halves = reinterpret_cast<__half*>(empty<uint16_t>(leaves + kSongs * kNotes));
    harness_halves<<<2048, 256>>>(sea, halves, field); CHECK(cudaGetLastError());
    harness_halves<<<2048, 256>>>(sky, halves + field, leaves + kSongs * kNotes - field); CHECK(cudaGetLastError());

    const int8_t *parcel = reinterpret_cast<const int8_t*>(indices((size_t)(kParcels + kClasses) * kBytes / 4, 0xffffffffu, 63)), *scale = parcel + kParcels * kBytes;
    int* whole = reinterpret_cast<int*>(out);
    add("parcel_scale_f5_a", whole, kParcels * kClasses, Output::i32, [=] { parcel_scale_f5_a<<<dim3(kClasses / 64, kParcels / 128), 256>>>(parcel, scale, whole); });
    add("parcel_scale_f5_b", whole, kParcels * kClasses, Output::i32, [=] { parcel_scale_f5_b<<<dim3(kClasses / 64, kParcels / 128), 256>>>(parcel, scale, whole); });

    constexpr int pixels = kQuilts * kPatch * kPatch;
    const __half* yarn = halves + (size_t)kQuilts * kPatchRow * kPatchRow * kThreads;
    CHECK(cudaFuncSetAttribute(quilt_patches_f5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * (int)sizeof(Basket)));
    add("quilt_patches_f5_a", out, (size_t)pixels * kThreads, Output::f32, [=] { quilt_patches_f5_a<<<pixels / 256, 256, sizeof(Basket)>>>(halves, yarn, out); });
    add("quilt_patches_f5_b", out, (size_t)pixels * kThreads, Output::f32, [=] { quilt_patches_f5_b<<<pixels / 256, 256, 4 * sizeof(Basket)>>>(halves, yarn, out); });

    const uint4* name = reinterpret_cast<const uint4*>(indices(kSailors * 16, 0xffffffffu, 64));
    CHECK(cudaFuncSetAttribute(sailor_names_f5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kCrew * 80));
    CHECK(cudaFuncSetAttribute(sailor_names_f5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kCrew * 80));
    add("sailor_names_f5_a", whole, kSailors, Output::i32, [=] { sailor_names_f5_a<<<kCrews, 1024, kCrew * 80>>>(name, 0x02000301u, whole); });
    add("sailor_names_f5_b", whole, kSailors, Output::i32, [=] { sailor_names_f5_b<<<kCrews, 1024, 2 * kCrew * 80>>>(name, 0x02000301u, whole); });

    constexpr size_t places = (size_t)kQuakeX * kQuakeY * kQuakeZ;
    add("quake_front_f5_a", out, places, Output::f32, [=] { quake_front_f5_a<<<dim3(kQuakeX / 256, kQuakeY, kQuakeZ), 256>>>(sea, sky, out); });
    add("quake_front_f5_b", out, places, Output::f32, [=] { quake_front_f5_b<<<dim3(kQuakeX / 32, kQuakeY / 16, kQuakeZ / kQuakeWalk), 512>>>(sea, sky, out); });

    const __half* song = halves + leaves;
    add("choir_voices_f5_a", out, kSongs * kVoices, Output::f32, [=] { choir_voices_f5_a<<<kVoices / 32 * kSongs, 256>>>(halves, song, out); });
    add("choir_voices_f5_b", out, kSongs * kVoices, Output::f32, [=] { choir_voices_f5_b<<<kVoices / 32, 256>>>(halves, song, out); });

    const __half* lens = halves + (size_t)kFlashes * kBeam;
    add("lighthouse_bands_f5_a", out, (size_t)kFlashes * kBands, Output::f32, [=] { lighthouse_bands_f5_a<<<kFlashes / 128, 256>>>(halves, lens, out); });
    add("lighthouse_bands_f5_b", out, (size_t)kFlashes * kBands, Output::f32, [=] { lighthouse_bands_f5_b<<<kFlashes / 128, 256>>>(halves, lens, out); });

    add("tram_lines_f5_a", out, kStops * kStops, Output::f32, [=] { tram_lines_f5_a<<<dim3(kStops / 32, kStops / 32), dim3(32, 32)>>>(sea, sky, out); });
    add("tram_lines_f5_b", out, kStops * kStops, Output::f32, [=] { tram_lines_f5_b<<<dim3(kStops / 64, kStops / 64), 256>>>(sea, sky, out); });

    add("market_stalls_f5_a", whole, kCustomers, Output::i32, [=] { market_stalls_f5_a<<<kCustomers / 256, 256>>>(sea, sky, kWishes, kStalls, whole); });
    add("market_stalls_f5_b", whole, kCustomers, Output::i32, [=] { market_stalls_f5_b<<<kCustomers / 256, 256>>>(sea, sky, kStalls, whole); });

    const __half* gradient = halves + (size_t)kTokens * kGlassIn;
    add("glass_kiln_f5_a", out, kGlassIn * kGlassOut, Output::f32, [=] { glass_kiln_f5_a<<<dim3(kGlassOut / 128, kGlassIn / 64), 256>>>(halves, gradient, out); });
    add("glass_kiln_f5_b", out, kGlassIn * kGlassOut, Output::f32, [=] {
        cudaMemsetAsync(out, 0, kGlassIn * kGlassOut * sizeof(float));
        glass_kiln_f5_b<<<dim3(kGlassOut / 128, kGlassIn / 64, 16), 256>>>(halves, gradient, out); });

    constexpr size_t spots = (size_t)kLeopardHigh * kLeopardWide;
    add("leopard_spots_f5_a", out, spots, Output::f32, [=] { leopard_spots_f5_a<<<dim3(kLeopardWide / 64, kLeopardHigh / 8), dim3(64, 8)>>>(sea, sky, out, more); });
    add("leopard_spots_f5_b", out, spots, Output::f32, [=] { leopard_spots_f5_b<<<dim3(kLeopardWide / 64, kLeopardHigh / 8), dim3(64, 8)>>>(sea, sky, out, more); });

    add("post_office_f5_a", out, kTowns, Output::f32, [=] { post_office_f5_a<<<kTowns / 16, 256>>>(sea, sky, out); });

    return harness::run(argc, argv, cases);
}
