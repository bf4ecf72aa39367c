// Eleven measured cases of matrices and tiles from crafts, archives and the sea: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

__device__ __forceinline__ void fetch16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void close_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kOpen>
__device__ __forceinline__ void await_groups() { asm volatile("cp.async.wait_group %0;" ::"n"(kOpen) : "memory"); }

// ---- Weaving: thread tension of 2048 cloths under 2112 patterns, 1024 warp threads each (single precision product).
constexpr int kCloths = 2048, kPatterns = 2112, kWarp = 1024;

__global__ void __launch_bounds__(256) loom_pattern_m5_a(const float* __restrict__ cloth, const float* __restrict__ pattern, float* __restrict__ tension) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < kWarp; ++k) sum = fmaf(cloth[row * kWarp + k], pattern[k * kPatterns + col], sum);
    tension[row * kPatterns + col] = sum;
}

__global__ void __launch_bounds__(256) loom_pattern_m5_b(const float* __restrict__ cloth, const float* __restrict__ pattern, float* __restrict__ tension) {
    __shared__ __align__(16) float left[64][20];
    __shared__ __align__(16) float right[16][68];
    int t = threadIdx.y * 16 + threadIdx.x, tx = threadIdx.x, ty = threadIdx.y, col0 = blockIdx.x * 64, row0 = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < kWarp; k0 += 16) {
        *(float4*)&left[t / 4][t % 4 * 4] = *(const float4*)&cloth[(row0 + t / 4) * kWarp + k0 + t % 4 * 4];
        *(float4*)&right[t / 16][t % 16 * 4] = *(const float4*)&pattern[(k0 + t / 16) * kPatterns + col0 + t % 16 * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            float a[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) *(float4*)a[i] = *(const float4*)&left[ty + 16 * i][k];
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float4 b = *(const float4*)&right[k + q][tx * 4];
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    sum[i][0] = fmaf(a[i][q], b.x, sum[i][0]); sum[i][1] = fmaf(a[i][q], b.y, sum[i][1]);
                    sum[i][2] = fmaf(a[i][q], b.z, sum[i][2]); sum[i][3] = fmaf(a[i][q], b.w, sum[i][3]);
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&tension[(row0 + ty + 16 * i) * kPatterns + col0 + tx * 4] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Archive: likeness of 2112 questions to 16384 letters, both described by 512 half precision features.
constexpr int kQuestions = 2112, kLetters = 16384, kTraits = 512;

struct ArchiveTile { __half ask[2][64][40], letter[2][128][40]; };

__device__ __forceinline__ void archive_stage(ArchiveTile& s, int slot, const __half* __restrict__ ask, const __half* __restrict__ letter, int k0) {
    int t = threadIdx.x;
    fetch16(&s.ask[slot][t / 4][t % 4 * 8], ask + (size_t)(blockIdx.y * 64 + t / 4) * kTraits + k0 + t % 4 * 8);
#pragma unroll
    for (int j = 0; j < 2; ++j)
        fetch16(&s.letter[slot][t / 4 + 64 * j][t % 4 * 8], letter + (size_t)(blockIdx.x * 128 + t / 4 + 64 * j) * kTraits + k0 + t % 4 * 8);
}

__global__ void __launch_bounds__(256, 2) archive_echo_m5_a(const __half* __restrict__ ask, const __half* __restrict__ letter, float* __restrict__ likeness) {
    __shared__ __align__(128) ArchiveTile s;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[4][8] = {};
    archive_stage(s, 0, ask, letter, 0); close_group();
    for (int k0 = 0, slot = 0; k0 < kTraits; k0 += 32, slot ^= 1) {
        if (k0 + 32 < kTraits) archive_stage(s, slot ^ 1, ask, letter, k0 + 32);
        close_group(); await_groups<1>(); __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 8) {
            uint4 a[4], b[8];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = *(const uint4*)&s.ask[slot][ty + 16 * i][k];
#pragma unroll
            for (int j = 0; j < 8; ++j) b[j] = *(const uint4*)&s.letter[slot][tx + 16 * j][k];
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float2 af[4];
#pragma unroll
                for (int i = 0; i < 4; ++i) af[i] = __half22float2(((const __half2*)&a[i])[q]);
#pragma unroll
                for (int j = 0; j < 8; ++j) {
                    float2 bf = __half22float2(((const __half2*)&b[j])[q]);
#pragma unroll
                    for (int i = 0; i < 4; ++i) sum[i][j] = fmaf(af[i].y, bf.y, fmaf(af[i].x, bf.x, sum[i][j]));
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) likeness[(size_t)(blockIdx.y * 64 + ty + 16 * i) * kLetters + blockIdx.x * 128 + tx + 16 * j] = sum[i][j];
}

__global__ void __launch_bounds__(256, 2) archive_echo_m5_b(const __half* __restrict__ ask, const __half* __restrict__ letter, float* __restrict__ likeness) {
    __shared__ __align__(128) ArchiveTile s;
    int warp = threadIdx.x / 32, wy = warp / 4, wx = warp % 4;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    archive_stage(s, 0, ask, letter, 0); close_group();
    for (int k0 = 0, slot = 0; k0 < kTraits; k0 += 32, slot ^= 1) {
        if (k0 + 32 < kTraits) archive_stage(s, slot ^ 1, ask, letter, k0 + 32);
        close_group(); await_groups<1>(); __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &s.ask[slot][wy * 32 + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &s.letter[slot][wx * 32 + 16 * j][k], 40);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(likeness + (size_t)(blockIdx.y * 64 + wy * 32 + 16 * i) * kLetters + blockIdx.x * 128 + wx * 32 + 16 * j, sum[i][j], kLetters,
                                    wmma::mem_row_major);
}

// ---- Greenhouse: dense layer of a growth model, 8448 plants, 512 inputs, 4096 outputs, with offset and rectifier (single precision).
constexpr int kPlants = 8448, kInputs = 512, kGrowth = 4096;

struct GreenTile { float plant[2][128][20], weight[2][16][136]; };

__device__ __forceinline__ void green_stage(GreenTile& s, int slot, const float* __restrict__ plant, const float* __restrict__ weight, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = t + 256 * j;
        fetch16(&s.plant[slot][c / 4][c % 4 * 4], plant + (size_t)(blockIdx.y * 128 + c / 4) * kInputs + k0 + c % 4 * 4);
        fetch16(&s.weight[slot][c / 32][c % 32 * 4], weight + (size_t)(k0 + c / 32) * kGrowth + blockIdx.x * 128 + c % 32 * 4);
    }
}

__global__ void __launch_bounds__(256, 2) greenhouse_mix_m5_a(const float* __restrict__ plant, const float* __restrict__ weight, const float* __restrict__ offset,
                                                              float* __restrict__ growth) {
    __shared__ __align__(128) GreenTile s;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][8];
    green_stage(s, 0, plant, weight, 0); close_group();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float o = offset[blockIdx.x * 128 + tx * 4 + j % 4 + j / 4 * 64];
#pragma unroll
        for (int i = 0; i < 8; ++i) sum[i][j] = o;
    }
    for (int k0 = 0, slot = 0; k0 < kInputs; k0 += 16, slot ^= 1) {
        if (k0 + 16 < kInputs) green_stage(s, slot ^ 1, plant, weight, k0 + 16);
        close_group(); await_groups<1>(); __syncthreads();
#pragma unroll 2
        for (int k = 0; k < 16; k += 2) {
            float a[8][2];
#pragma unroll
            for (int i = 0; i < 8; ++i) *(float2*)a[i] = *(const float2*)&s.plant[slot][ty + 16 * i][k];
#pragma unroll
            for (int q = 0; q < 2; ++q) {
                float b[8];
                *(float4*)b = *(const float4*)&s.weight[slot][k + q][tx * 4];
                *(float4*)(b + 4) = *(const float4*)&s.weight[slot][k + q][64 + tx * 4];
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i][q], b[j], sum[i][j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *(float4*)&growth[(size_t)(blockIdx.y * 128 + ty + 16 * i) * kGrowth + blockIdx.x * 128 + h * 64 + tx * 4] =
                make_float4(fmaxf(sum[i][4 * h], 0.0f), fmaxf(sum[i][4 * h + 1], 0.0f), fmaxf(sum[i][4 * h + 2], 0.0f), fmaxf(sum[i][4 * h + 3], 0.0f));
}

__device__ __forceinline__ uint32_t as_tf32(float v) {
    uint32_t r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(v));
    return r;
}

__global__ void __launch_bounds__(256, 2) greenhouse_mix_m5_b(const float* __restrict__ plant, const float* __restrict__ weight, const float* __restrict__ offset,
                                                              float* __restrict__ growth) {
    __shared__ __align__(128) GreenTile s;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, row0 = warp / 4 * 64, col0 = warp % 4 * 32;
    float sum[4][4][4];
    green_stage(s, 0, plant, weight, 0); close_group();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 o = *(const float2*)&offset[blockIdx.x * 128 + col0 + 8 * j + 2 * q];
#pragma unroll
        for (int i = 0; i < 4; ++i) { sum[i][j][0] = sum[i][j][2] = o.x; sum[i][j][1] = sum[i][j][3] = o.y; }
    }
    for (int k0 = 0, slot = 0; k0 < kInputs; k0 += 16, slot ^= 1) {
        if (k0 + 16 < kInputs) green_stage(s, slot ^ 1, plant, weight, k0 + 16);
        close_group(); await_groups<1>(); __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            uint32_t a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int e = 0; e < 4; ++e) a[i][e] = as_tf32(s.plant[slot][row0 + 16 * i + g + e % 2 * 8][k + q + e / 2 * 4]);
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 2; ++e) b[j][e] = as_tf32(s.weight[slot][k + q + e * 4][col0 + 8 * j + g]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j][0]), "r"(b[j][1]));
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(float2*)&growth[(size_t)(blockIdx.y * 128 + row0 + 16 * i + g + 8 * h) * kGrowth + blockIdx.x * 128 + col0 + 8 * j + 2 * q] =
                    make_float2(fmaxf(sum[i][j][2 * h], 0.0f), fmaxf(sum[i][j][2 * h + 1], 0.0f));
}

// ---- Geodesy: block of the normal matrix of a levelling net, transpose(design) * weighted design in double precision.
constexpr int kStations = 4224, kHeightsOut = 4096, kSightings = 1024;

struct CoastTile { double east[2][8][132], north[2][8][68]; };

__device__ __forceinline__ void coast_stage(CoastTile& s, int slot, const double* __restrict__ east, const double* __restrict__ north, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int c = t + 256 * j;
        fetch16(&s.east[slot][c / 64][c % 64 * 2], east + (size_t)(k0 + c / 64) * kStations + blockIdx.y * 128 + c % 64 * 2);
    }
    fetch16(&s.north[slot][t / 32][t % 32 * 2], north + (size_t)(k0 + t / 32) * kHeightsOut + blockIdx.x * 64 + t % 32 * 2);
}

__global__ void __launch_bounds__(256, 2) coast_triangles_m5_a(const double* __restrict__ east, const double* __restrict__ north, double* __restrict__ normal) {
    __shared__ __align__(128) CoastTile s;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    double sum[8][4] = {};
    coast_stage(s, 0, east, north, 0); close_group();
    for (int k0 = 0, slot = 0; k0 < kSightings; k0 += 8, slot ^= 1) {
        if (k0 + 8 < kSightings) coast_stage(s, slot ^ 1, east, north, k0 + 8);
        close_group(); await_groups<1>(); __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double a[8], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) *(double2*)(a + 2 * i) = *(const double2*)&s.east[slot][k][ty * 2 + 32 * i];
#pragma unroll
            for (int j = 0; j < 2; ++j) *(double2*)(b + 2 * j) = *(const double2*)&s.north[slot][k][tx * 2 + 32 * j];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(a[i], b[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *(double2*)&normal[(size_t)(blockIdx.y * 128 + ty * 2 + i % 2 + i / 2 * 32) * kHeightsOut + blockIdx.x * 64 + tx * 2 + 32 * j] =
                make_double2(sum[i][2 * j], sum[i][2 * j + 1]);
}

__global__ void __launch_bounds__(256, 2) coast_triangles_m5_b(const double* __restrict__ east, const double* __restrict__ north, double* __restrict__ normal) {
    __shared__ __align__(128) CoastTile s;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, row0 = warp / 2 * 32, col0 = warp % 2 * 32;
    double sum[2][4][4] = {};
    coast_stage(s, 0, east, north, 0); close_group();
    for (int k0 = 0, slot = 0; k0 < kSightings; k0 += 8, slot ^= 1) {
        if (k0 + 8 < kSightings) coast_stage(s, slot ^ 1, east, north, k0 + 8);
        close_group(); await_groups<1>(); __syncthreads();
        double a[2][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int e = 0; e < 4; ++e) a[i][e] = s.east[slot][q + e / 2 * 4][row0 + 16 * i + g + e % 2 * 8];
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 2; ++e) b[j][e] = s.north[slot][q + e * 4][col0 + 8 * j + g];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(sum[i][j][0]), "+d"(sum[i][j][1]), "+d"(sum[i][j][2]), "+d"(sum[i][j][3])
                             : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)&normal[(size_t)(blockIdx.y * 128 + row0 + 16 * i + g + 8 * h) * kHeightsOut + blockIdx.x * 64 + col0 + 8 * j + q * 2] =
                    make_double2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
}

// ---- Telecoms: 64 x 64 beam weights times 64 x 64 antenna samples on each of 16896 subcarriers, half precision in, single out.
constexpr int kCarriers = 16896;

struct AntennaTile { __half beam[64][72], wave[64][72]; };

__device__ __forceinline__ void antenna_load(AntennaTile& s, const __half* __restrict__ beam, const __half* __restrict__ wave) {
    size_t base = (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int c = threadIdx.x + 128 * j;
        fetch16(&s.beam[c / 8][c % 8 * 8], beam + base + c * 8);
        fetch16(&s.wave[c / 8][c % 8 * 8], wave + base + c * 8);
    }
    close_group(); await_groups<0>();
    __syncthreads();
}

__global__ void __launch_bounds__(128) antenna_choir_m5_a(const __half* __restrict__ beam, const __half* __restrict__ wave, float* __restrict__ heard) {
    __shared__ __align__(128) AntennaTile s;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sum[8][4] = {};
    antenna_load(s, beam, wave);
#pragma unroll 2
    for (int k = 0; k < 64; k += 4) {
        uint2 a[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) a[i] = *(const uint2*)&s.beam[ty + 8 * i][k];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            uint2 raw = *(const uint2*)&s.wave[k + q][tx * 4];
            float2 b0 = __half22float2(*(const __half2*)&raw.x), b1 = __half22float2(*(const __half2*)&raw.y);
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float w = __half2float(((const __half*)&a[i])[q]);
                sum[i][0] = fmaf(w, b0.x, sum[i][0]); sum[i][1] = fmaf(w, b0.y, sum[i][1]);
                sum[i][2] = fmaf(w, b1.x, sum[i][2]); sum[i][3] = fmaf(w, b1.y, sum[i][3]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        *(float4*)&heard[(size_t)blockIdx.x * 4096 + (ty + 8 * i) * 64 + tx * 4] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(128) antenna_choir_m5_b(const __half* __restrict__ beam, const __half* __restrict__ wave, float* __restrict__ heard) {
    __shared__ __align__(128) AntennaTile s;
    int wy = threadIdx.x / 64, wx = threadIdx.x / 32 % 2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    antenna_load(s, beam, wave);
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &s.beam[wy * 32 + 16 * i][k], 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], &s.wave[k][wx * 32 + 16 * j], 72);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            wmma::store_matrix_sync(heard + (size_t)blockIdx.x * 4096 + (wy * 32 + 16 * i) * 64 + wx * 32 + 16 * j, sum[i][j], 64, wmma::mem_row_major);
}

// ---- Glacier: half precision product on tensor cores, 4224 stakes by 4096 drill holes over 4096 layers.
constexpr int kStakes = 4224, kHoles = 4096, kLayers = 4096;

struct GlacierTile { __half stake[128][40], hole[32][264]; };

__device__ __forceinline__ void glacier_stage(GlacierTile& s, const __half* __restrict__ stake, const __half* __restrict__ hole, int k0) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j)
        fetch16(&s.stake[t / 4 + 64 * j][t % 4 * 8], stake + (size_t)(blockIdx.y * 128 + t / 4 + 64 * j) * kLayers + k0 + t % 4 * 8);
#pragma unroll
    for (int j = 0; j < 4; ++j)
        fetch16(&s.hole[t / 32 + 8 * j][t % 32 * 8], hole + (size_t)(k0 + t / 32 + 8 * j) * kHoles + blockIdx.x * 256 + t % 32 * 8);
}

using GlacierSum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void glacier_step(const GlacierTile& s, GlacierSum (&sum)[4][4], int wy, int wx) {
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], &s.stake[wy * 64 + 16 * i][k], 40);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
            wmma::load_matrix_sync(b, &s.hole[k][wx * 64 + 16 * j], 264);
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(sum[i][j], a[i], b, sum[i][j]);
        }
    }
}

template <int kStages>
__device__ __forceinline__ void glacier_survey(const __half* __restrict__ stake, const __half* __restrict__ hole, float* __restrict__ depth) {
    extern __shared__ __align__(128) unsigned char raw[];
    GlacierTile* s = reinterpret_cast<GlacierTile*>(raw);
    int warp = threadIdx.x / 32, wy = warp / 4, wx = warp % 4;
    GlacierSum sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    if (kStages == 1) {
        for (int k0 = 0; k0 < kLayers; k0 += 32) {
            glacier_stage(s[0], stake, hole, k0); close_group();
            await_groups<0>(); __syncthreads();
            glacier_step(s[0], sum, wy, wx);
            __syncthreads();
        }
    } else {
        glacier_stage(s[0], stake, hole, 0); close_group();
        for (int k0 = 0, slot = 0; k0 < kLayers; k0 += 32, slot ^= 1) {
            if (k0 + 32 < kLayers) glacier_stage(s[slot ^ 1], stake, hole, k0 + 32);
            close_group(); await_groups<1>(); __syncthreads();
            glacier_step(s[slot], sum, wy, wx);
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(depth + (size_t)(blockIdx.y * 128 + wy * 64 + 16 * i) * kHoles + blockIdx.x * 256 + wx * 64 + 16 * j, sum[i][j], kHoles,
                                    wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) glacier_survey_m5_a(const __half* __restrict__ stake, const __half* __restrict__ hole, float* __restrict__ depth) {
    glacier_survey<1>(stake, hole, depth);
}
__global__ void __launch_bounds__(256) glacier_survey_m5_b(const __half* __restrict__ stake, const __half* __restrict__ hole, float* __restrict__ depth) {
    glacier_survey<2>(stake, hole, depth);
}

// ---- Whales: matched filter of hydrophone traces with four calls of 13 samples, loudest excess over the running noise of every four lags kept.
constexpr int kPhones = 1056, kPieces = 32, kPiece = 4096, kTrace = kPieces * kPiece + 32;

struct Calls { float w[4][13]; };

__device__ __forceinline__ float whale_match(const float* __restrict__ tape, const Calls& call, float (&noise)[4][4]) {
    float heard[16], sum[4][4] = {}, most = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) *(float4*)(heard + 4 * k) = *(const float4*)(tape + threadIdx.x * 4 + 4 * k);
#pragma unroll
    for (int k = 0; k < 13; ++k)
#pragma unroll
        for (int c = 0; c < 4; ++c)
#pragma unroll
            for (int o = 0; o < 4; ++o) sum[c][o] = fmaf(call.w[c][k], heard[o + k], sum[c][o]);
#pragma unroll
    for (int c = 0; c < 4; ++c)
#pragma unroll
        for (int o = 0; o < 4; ++o) {
            float loud = fabsf(sum[c][o]);
            most = fmaxf(most, loud - noise[c][o]);
            noise[c][o] = fmaf(0.05f, loud - noise[c][o], noise[c][o]);
        }
    return most;
}

__global__ void __launch_bounds__(1024) whale_pings_m5_a(const float* __restrict__ trace, float* __restrict__ loudest, Calls call) {
    __shared__ __align__(16) float tape[kPiece + 16];
    const float* mine = trace + (size_t)blockIdx.x * kTrace;
    float* peak = loudest + (size_t)blockIdx.x * kPieces * 1024;
    int t = threadIdx.x;
    float noise[4][4] = {};
    for (int piece = 0; piece < kPieces; ++piece) {
        const float4* from = reinterpret_cast<const float4*>(mine + piece * kPiece);
        *(float4*)(tape + 4 * t) = from[t];
        if (t < 4) *(float4*)(tape + kPiece + 4 * t) = from[1024 + t];
        __syncthreads();
        peak[piece * 1024 + t] = whale_match(tape, call, noise);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) whale_pings_m5_b(const float* __restrict__ trace, float* __restrict__ loudest, Calls call) {
    __shared__ __align__(16) float tape[2][kPiece + 16];
    const float* mine = trace + (size_t)blockIdx.x * kTrace;
    float* peak = loudest + (size_t)blockIdx.x * kPieces * 1024;
    int t = threadIdx.x;
    auto stage = [&](int piece) {
        const float* from = mine + piece * kPiece;
        fetch16(tape[piece % 2] + 4 * t, from + 4 * t);
        if (t < 4) fetch16(tape[piece % 2] + kPiece + 4 * t, from + kPiece + 4 * t);
    };
    float noise[4][4] = {};
    stage(0); close_group();
    for (int piece = 0; piece < kPieces; ++piece) {
        if (piece + 1 < kPieces) stage(piece + 1);
        close_group(); await_groups<1>(); __syncthreads();
        peak[piece * 1024 + t] = whale_match(tape[piece % 2], call, noise);
        __syncthreads();
    }
}

// ---- Basin: eighth-order Laplacian of a pressure volume of 512 x 528 x 256 points, four points of margin on every side.
constexpr int kNx = 512, kNy = 528, kNz = 256, kPitchX = 544, kPlane = kPitchX * (kNy + 8), kVolume = kPlane * (kNz + 8), kSlab = 64;
constexpr float kC0 = -2.84722222f, kC1 = 1.6f, kC2 = -0.2f, kC3 = 0.02539683f, kC4 = -0.00178571f;

__global__ void __launch_bounds__(512) basin_waves_m5_a(const float* __restrict__ pressure, float* __restrict__ bend) {
    int x = blockIdx.x * 32 + threadIdx.x + 16, y = blockIdx.y * 16 + threadIdx.y + 4, z = blockIdx.z + 4;
    int at = z * kPlane + y * kPitchX + x;
    const float c[5] = {kC0, kC1, kC2, kC3, kC4};
    float sum = 3.0f * c[0] * pressure[at];
#pragma unroll
    for (int r = 1; r <= 4; ++r) {
        sum = fmaf(c[r], pressure[at - r] + pressure[at + r], sum);
        sum = fmaf(c[r], pressure[at - r * kPitchX] + pressure[at + r * kPitchX], sum);
        sum = fmaf(c[r], pressure[at - r * kPlane] + pressure[at + r * kPlane], sum);
    }
    bend[at] = sum;
}

__global__ void __launch_bounds__(512) basin_waves_m5_b(const float* __restrict__ pressure, float* __restrict__ bend) {
    __shared__ float flat[2][24][40];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx + 16, y = blockIdx.y * 16 + ty + 4, z0 = blockIdx.z * kSlab + 4;
    const float c[5] = {kC0, kC1, kC2, kC3, kC4};
    const float* here = pressure + (size_t)z0 * kPlane + y * kPitchX + x;
    float* to = bend + (size_t)z0 * kPlane + y * kPitchX + x;
    int side = tx < 4 ? -4 : 28, rim = ty < 4 ? -4 : 12;  // threads at the rim fetch the margin
    bool has_side = tx < 8, has_rim = ty < 8;
    float line[9];
#pragma unroll
    for (int r = 0; r < 8; ++r) line[r + 1] = here[(r - 4) * kPlane];
#pragma unroll 2
    for (int z = 0; z < kSlab; ++z) {
#pragma unroll
        for (int r = 0; r < 8; ++r) line[r] = line[r + 1];
        float (*now)[40] = flat[z % 2];
        line[8] = here[4 * kPlane];
        now[ty + 4][tx + 4] = line[4];
        if (has_side) now[ty + 4][tx + 4 + side] = here[side];
        if (has_rim) now[ty + 4 + rim][tx + 4] = here[rim * kPitchX];
        __syncthreads();
        float sum = 3.0f * c[0] * line[4];
#pragma unroll
        for (int r = 1; r <= 4; ++r) {
            sum = fmaf(c[r], now[ty + 4][tx + 4 - r] + now[ty + 4][tx + 4 + r], sum);
            sum = fmaf(c[r], now[ty + 4 - r][tx + 4] + now[ty + 4 + r][tx + 4], sum);
            sum = fmaf(c[r], line[4 - r] + line[4 + r], sum);
        }
        *to = sum;
        here += kPlane; to += kPlane;
    }
}

// ---- Harbour: totals of eight looked-up cargo rows (32 bytes each) for every ship; ships and rows are grouped by 64 ports.
constexpr int kPorts = 64, kRows = 262144, kFleets = 1024, kShips = 128, kHolds = 8;

__device__ __forceinline__ void harbour_manifest(const int* __restrict__ cargo, const float4* __restrict__ rows, float4* __restrict__ total, int port, int fleet) {
    int ship = threadIdx.x / 2, half = threadIdx.x % 2;
    size_t at = (size_t)port * kFleets + fleet;
    const int* list = cargo + at * (kShips * kHolds) + ship;
    const float4* table = rows + (size_t)port * kRows * 2 + half;
    int which[kHolds];
#pragma unroll
    for (int h = 0; h < kHolds; ++h) which[h] = __ldcs(list + h * kShips);
    float4 row[kHolds];
#pragma unroll
    for (int h = 0; h < kHolds; ++h) row[h] = table[which[h] * 2];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int h = 0; h < kHolds; ++h) { sum.x += row[h].x; sum.y += row[h].y; sum.z += row[h].z; sum.w += row[h].w; }
    __stcs(total + at * 256 + threadIdx.x, sum);
}

__global__ void __launch_bounds__(256) harbour_manifest_m5_a(const int* __restrict__ cargo, const float4* __restrict__ rows, float4* __restrict__ total) {
    harbour_manifest(cargo, rows, total, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) harbour_manifest_m5_b(const int* __restrict__ cargo, const float4* __restrict__ rows, float4* __restrict__ total) {
    harbour_manifest(cargo, rows, total, blockIdx.y, blockIdx.x);
}

// ---- Pond: density at 1081344 places from 2048 drops with a smooth compact kernel, two places a thread.
constexpr int kPonds = 4224, kDrops = 2048, kSplash = 256;

__device__ __forceinline__ void pond_add(const float4* __restrict__ splash, const float4& p, const float4& q, float& sp, float& sq) {
#pragma unroll 8
    for (int k = 0; k < kSplash; ++k) {
        float4 d = splash[k];
        float px = p.x - d.x, py = p.y - d.y, pz = p.z - d.z, qx = q.x - d.x, qy = q.y - d.y, qz = q.z - d.z;
        float wp = fmaxf(fmaf(-px, px, fmaf(-py, py, fmaf(-pz, pz, 1.5f))), 0.0f), wq = fmaxf(fmaf(-qx, qx, fmaf(-qy, qy, fmaf(-qz, qz, 1.5f))), 0.0f);
        sp = fmaf(wp * wp * wp, d.w, sp); sq = fmaf(wq * wq * wq, d.w, sq);
    }
}

__global__ void __launch_bounds__(128) pond_ripples_m5_a(const float4* __restrict__ place, const float4* __restrict__ drop, float* __restrict__ dense) {
    __shared__ float4 splash[kSplash];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 p = place[i], q = place[i + 128];
    float sp = 0.0f, sq = 0.0f;
    for (int from = 0; from < kDrops; from += kSplash) {
        splash[t] = drop[from + t]; splash[t + 128] = drop[from + t + 128];
        __syncthreads();
        pond_add(splash, p, q, sp, sq);
        __syncthreads();
    }
    dense[i] = sp; dense[i + 128] = sq;
}

__global__ void __launch_bounds__(128) pond_ripples_m5_b(const float4* __restrict__ place, const float4* __restrict__ drop, float* __restrict__ dense) {
    __shared__ float4 splash[2][kSplash];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    fetch16(&splash[0][t], drop + t); fetch16(&splash[0][t + 128], drop + t + 128); close_group();
    float4 p = place[i], q = place[i + 128];
    float sp = 0.0f, sq = 0.0f;
    for (int from = 0, slot = 0; from < kDrops; from += kSplash, slot ^= 1) {
        if (from + kSplash < kDrops) {
            fetch16(&splash[slot ^ 1][t], drop + from + kSplash + t); fetch16(&splash[slot ^ 1][t + 128], drop + from + kSplash + t + 128);
        }
        close_group(); await_groups<1>(); __syncthreads();
        pond_add(splash[slot], p, q, sp, sq);
        __syncthreads();
    }
    dense[i] = sp; dense[i + 128] = sq;
}

// ---- Meadow: nine-point smoothing of a dew map of 8192 x 16896 points, strips of 32 rows, four columns a thread.
constexpr int kMeadowX = 8192, kMeadowY = 16896, kMeadowPitch = kMeadowX + 64, kStrip = 32;

struct Six { float l; float4 m; float r; };
__device__ __forceinline__ Six dew_row(const float* __restrict__ p) { return {p[-1], *(const float4*)p, p[4]}; }

__global__ void __launch_bounds__(256, 4) meadow_dew_m5_a(const float* __restrict__ dew, float* __restrict__ calm) {
    size_t at = (size_t)(blockIdx.y * kStrip + 1) * kMeadowPitch + 32 + (blockIdx.x * 256 + threadIdx.x) * 4;
    Six up = dew_row(dew + at - kMeadowPitch), now = dew_row(dew + at);
#pragma unroll 8
    for (int y = 0; y < kStrip; ++y) {
        Six down = dew_row(dew + at + kMeadowPitch);
        float a = up.l + down.l + 2.0f * now.l, b = up.m.x + down.m.x + 2.0f * now.m.x, c = up.m.y + down.m.y + 2.0f * now.m.y;
        float d = up.m.z + down.m.z + 2.0f * now.m.z, e = up.m.w + down.m.w + 2.0f * now.m.w, f = up.r + down.r + 2.0f * now.r;
        __stcs((float4*)(calm + at), make_float4(0.0625f * (a + c + 2.0f * b), 0.0625f * (b + d + 2.0f * c), 0.0625f * (c + e + 2.0f * d), 0.0625f * (d + f + 2.0f * e)));
        up = now; now = down; at += kMeadowPitch;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two single precision fields, two half precision ones, two double ones, indices and one result.
    constexpr size_t kMeadow = (size_t)kMeadowPitch * (kMeadowY + 2), kTable = (size_t)kPorts * kRows * 8, kTraces = (size_t)kPhones * kTrace;
    float *one = filled<float>(std::max({kMeadow, kTable, kTraces, (size_t)kVolume}), 51), *two = filled<float>(8u << 20, 52), *out = empty<float>(kMeadow);
    __half *half1 = filled<__half>((size_t)kCarriers * 4096, 53), *half2 = filled<__half>((size_t)kCarriers * 4096, 54);
    double *dbl1 = filled<double>((size_t)kSightings * kStations, 55), *dbl2 = filled<double>((size_t)kSightings * kHeightsOut, 56);
    int* cargo = indices((size_t)kPorts * kFleets * kShips * kHolds, kRows, 57);
    static_assert((size_t)kGrowth * kInputs <= (8u << 20) && (size_t)kWarp * kPatterns <= (8u << 20), "second field is too short");
    static_assert((size_t)kPorts * kFleets * 1024 <= kMeadow && (size_t)kVolume <= kMeadow && (size_t)kCarriers * 4096 <= kMeadow, "result is too short");
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    double* outd = reinterpret_cast<double*>(out);
    Calls call;
    for (int k = 0; k < 52; ++k) call.w[k / 13][k % 13] = harness::unit(900 + k);

    constexpr size_t nLoom = (size_t)kCloths * kPatterns;
    add("loom_pattern_m5_a", out, nLoom, Output::f32, [=] { loom_pattern_m5_a<<<dim3(kPatterns / 16, kCloths / 16), dim3(16, 16)>>>(one, two, out); });
    add("loom_pattern_m5_b", out, nLoom, Output::f32, [=] { loom_pattern_m5_b<<<dim3(kPatterns / 64, kCloths / 64), dim3(16, 16)>>>(one, two, out); });

    constexpr size_t nArchive = (size_t)kQuestions * kLetters;
    add("archive_echo_m5_a", out, nArchive, Output::f32, [=] { archive_echo_m5_a<<<dim3(kLetters / 128, kQuestions / 64), 256>>>(half1, half2, out); });
    add("archive_echo_m5_b", out, nArchive, Output::f32, [=] { archive_echo_m5_b<<<dim3(kLetters / 128, kQuestions / 64), 256>>>(half1, half2, out); });

    constexpr size_t nGreen = (size_t)kPlants * kGrowth;
    float* offset = two + (6u << 20);
    add("greenhouse_mix_m5_a", out, nGreen, Output::f32, [=] { greenhouse_mix_m5_a<<<dim3(kGrowth / 128, kPlants / 128), 256>>>(one, two, offset, out); });
    add("greenhouse_mix_m5_b", out, nGreen, Output::f32, [=] { greenhouse_mix_m5_b<<<dim3(kGrowth / 128, kPlants / 128), 256>>>(one, two, offset, out); });

    constexpr size_t nCoast = (size_t)kStations * kHeightsOut;
    add("coast_triangles_m5_a", outd, nCoast, Output::f64, [=] { coast_triangles_m5_a<<<dim3(kHeightsOut / 64, kStations / 128), 256>>>(dbl1, dbl2, outd); });
    add("coast_triangles_m5_b", outd, nCoast, Output::f64, [=] { coast_triangles_m5_b<<<dim3(kHeightsOut / 64, kStations / 128), 256>>>(dbl1, dbl2, outd); });

    add("antenna_choir_m5_a", out, (size_t)kCarriers * 4096, Output::f32, [=] { antenna_choir_m5_a<<<kCarriers, 128>>>(half1, half2, out); });
    add("antenna_choir_m5_b", out, (size_t)kCarriers * 4096, Output::f32, [=] { antenna_choir_m5_b<<<kCarriers, 128>>>(half1, half2, out); });

    constexpr size_t nGlacier = (size_t)kStakes * kHoles;
    constexpr int kIce = sizeof(GlacierTile);
    CHECK(cudaFuncSetAttribute(glacier_survey_m5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kIce));
    add("glacier_survey_m5_a", out, nGlacier, Output::f32, [=] { glacier_survey_m5_a<<<dim3(kHoles / 256, kStakes / 128), 256, kIce>>>(half1, half2, out); });
    add("glacier_survey_m5_b", out, nGlacier, Output::f32, [=] { glacier_survey_m5_b<<<dim3(kHoles / 256, kStakes / 128), 256, 2 * kIce>>>(half1, half2, out); });

    add("whale_pings_m5_a", out, (size_t)kPhones * kPieces * 1024, Output::f32, [=] { whale_pings_m5_a<<<kPhones, 1024>>>(one, out, call); });
    add("whale_pings_m5_b", out, (size_t)kPhones * kPieces * 1024, Output::f32, [=] { whale_pings_m5_b<<<kPhones, 1024>>>(one, out, call); });

    add("basin_waves_m5_a", out, kVolume, Output::f32, [=] { basin_waves_m5_a<<<dim3(kNx / 32, kNy / 16, kNz), dim3(32, 16)>>>(one, out); });
    add("basin_waves_m5_b", out, kVolume, Output::f32, [=] { basin_waves_m5_b<<<dim3(kNx / 32, kNy / 16, kNz / kSlab), dim3(32, 16)>>>(one, out); });

    add("harbour_manifest_m5_a", out, (size_t)kPorts * kFleets * 1024, Output::f32, [=] { harbour_manifest_m5_a<<<dim3(kPorts, kFleets), 256>>>(cargo, one4, out4); });
    add("harbour_manifest_m5_b", out, (size_t)kPorts * kFleets * 1024, Output::f32, [=] { harbour_manifest_m5_b<<<dim3(kFleets, kPorts), 256>>>(cargo, one4, out4); });

    add("pond_ripples_m5_a", out, (size_t)kPonds * 256, Output::f32, [=] { pond_ripples_m5_a<<<kPonds, 128>>>(one4, two4, out); });
    add("pond_ripples_m5_b", out, (size_t)kPonds * 256, Output::f32, [=] { pond_ripples_m5_b<<<kPonds, 128>>>(one4, two4, out); });

    add("meadow_dew_m5_a", out, kMeadow, Output::f32, [=] { meadow_dew_m5_a<<<dim3(kMeadowX / 1024, kMeadowY / kStrip), 256>>>(one, out); });

    return harness::run(argc, argv, cases);
}
