// Measured pairs from sky surveys, trade tables, recommendations, tomography, neuroscience, sonar, fluids and heat: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

extern __shared__ __align__(16) unsigned char pool_an5[];

__device__ __forceinline__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kLeft) : "memory"); }

// ---- Sky survey: exposure of 4096 x 3168 pixels weighted with a 7 x 7 point-spread function, squared, over a floor.
constexpr int kSkyWide = 4096, kSkyHigh = 3168, kSkyPitch = kSkyWide + 16, kPsf = 7;
struct Psf { float w[kPsf * kPsf]; };

__global__ void __launch_bounds__(256) lantern_moss_an5_a(const float* __restrict__ sky, float* __restrict__ smooth, const __grid_constant__ Psf psf) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = sky + (size_t)y * kSkyPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kPsf; ++dy)
#pragma unroll
        for (int dx = 0; dx < kPsf; ++dx) sum = fmaf(psf.w[dy * kPsf + dx], from[dy * kSkyPitch + dx], sum);
    smooth[(size_t)y * kSkyWide + x] = fmaf(sum, sum, 0.01f);
}

constexpr int kTileWide = 128, kTileHigh = 32, kTilePitch = kTileWide + 8, kTileRows = kTileHigh + kPsf - 1;

__global__ void __launch_bounds__(256, 4) lantern_moss_an5_b(const float* __restrict__ sky, float* __restrict__ smooth, const __grid_constant__ Psf psf) {
    __shared__ __align__(16) float tile[kTileRows * kTilePitch];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * kTileWide, y0 = blockIdx.y * kTileHigh;
    const float* from = sky + (size_t)y0 * kSkyPitch + x0 + tx * 4;
#pragma unroll
    for (int i = 0; i < (kTileRows + 7) / 8; ++i) {
        int r = ty + i * 8;
        if (r >= kTileRows) break;
        copy16(tile + r * kTilePitch + tx * 4, from + r * kSkyPitch);
        if (tx < 2) copy16(tile + r * kTilePitch + kTileWide + tx * 4, from + r * kSkyPitch + kTileWide);
    }
    copy_commit();
    copy_wait<0>();
    __syncthreads();
    float sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
    const float* mine = tile + ty * 4 * kTilePitch + tx * 4;
#pragma unroll
    for (int r = 0; r < kPsf + 3; ++r) {
        float row[12];
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            float4 v = *reinterpret_cast<const float4*>(mine + r * kTilePitch + q * 4);
            row[q * 4] = v.x; row[q * 4 + 1] = v.y; row[q * 4 + 2] = v.z; row[q * 4 + 3] = v.w;
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int dy = r - i;
            if (dy >= 0 && dy < kPsf) {
#pragma unroll
                for (int dx = 0; dx < kPsf; ++dx)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(psf.w[dy * kPsf + dx], row[j + dx], sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        __stcs(reinterpret_cast<float4*>(smooth + (size_t)(y0 + ty * 4 + i) * kSkyWide + x0 + tx * 4),
            make_float4(fmaf(sum[i][0], sum[i][0], 0.01f), fmaf(sum[i][1], sum[i][1], 0.01f), fmaf(sum[i][2], sum[i][2], 0.01f), fmaf(sum[i][3], sum[i][3], 0.01f)));
}

// ---- Trade tables: what 768 sectors take from 704 regions, through 256 goods (FP32 throughout: the books have to balance).
constexpr int kSectors = 768, kRegions = 704, kGoods = 256;

__global__ void __launch_bounds__(256) pickle_harbor_an5_a(const float* __restrict__ need, const float* __restrict__ supply, float* __restrict__ flow) {
    int region = blockIdx.x * 32 + threadIdx.x, sector = blockIdx.y * 8 + threadIdx.y;
    const float* row = need + sector * kGoods;
    float sum = 0.0f;
#pragma unroll 8
    for (int g = 0; g < kGoods; ++g) sum = fmaf(row[g], supply[g * kRegions + region], sum);
    flow[sector * kRegions + region] = sum;
}

constexpr int kFlowStages = 4, kNeedPitch = 20;

__global__ void __launch_bounds__(256) pickle_harbor_an5_b(const float* __restrict__ need, const float* __restrict__ supply, float* __restrict__ flow) {
    __shared__ __align__(16) float left[kFlowStages][64 * kNeedPitch];  // [sector][good]
    __shared__ __align__(16) float right[kFlowStages][16 * 64];         // [good][region]
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int sector0 = blockIdx.y * 64, region0 = blockIdx.x * 64;
    int lrow = t / 4, lgood = (t % 4) * 4, rgood = t / 16, rcol = (t % 16) * 4;
    const float* lfrom = need + (sector0 + lrow) * kGoods + lgood;
    const float* rfrom = supply + rgood * kRegions + region0 + rcol;
    float *lto = &left[0][lrow * kNeedPitch + lgood], *rto = &right[0][rgood * 64 + rcol];
    float sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
#pragma unroll
    for (int s = 0; s < kFlowStages - 1; ++s) {
        copy16(lto + s * 64 * kNeedPitch, lfrom + s * 16);
        copy16(rto + s * 16 * 64, rfrom + s * 16 * kRegions);
        copy_commit();
    }
    for (int step = 0; step < kGoods / 16; ++step) {
        copy_wait<kFlowStages - 2>();
        __syncthreads();
        int ahead = step + kFlowStages - 1;
        if (ahead < kGoods / 16) {
            copy16(lto + ahead % kFlowStages * 64 * kNeedPitch, lfrom + ahead * 16);
            copy16(rto + ahead % kFlowStages * 16 * 64, rfrom + ahead * 16 * kRegions);
        }
        copy_commit();
        const float *ls = &left[step % kFlowStages][ty * 4 * kNeedPitch], *rs = &right[step % kFlowStages][tx * 4];
#pragma unroll
        for (int q = 0; q < 16; q += 4) {
            float a[4][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                float4 v = *reinterpret_cast<const float4*>(ls + i * kNeedPitch + q);
                a[i][0] = v.x; a[i][1] = v.y; a[i][2] = v.z; a[i][3] = v.w;
            }
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float4 v = *reinterpret_cast<const float4*>(rs + (q + k) * 64);
                float b[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(a[i][k], b[j], sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(flow + (sector0 + ty * 4 + i) * kRegions + region0 + tx * 4) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Half-precision tile of 128 x 128 on the matrix units: four stages of 32 deep, eight warps of 64 x 32 each.
constexpr int kHalfApitch = 40, kHalfBpitch = 136, kHalfStages = 4;
constexpr int kHalfAsize = 128 * kHalfApitch, kHalfBsize = 32 * kHalfBpitch, kHalfStage = kHalfAsize + kHalfBsize;
constexpr int kHalfBytes = kHalfStages * kHalfStage * 2;

template <int kDeep, int kLda, int kLdb>
__device__ __forceinline__ void half_copy(const __half* __restrict__ a, const __half* __restrict__ b, __half* stage, int step) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = t + i * 256, row = c / 4, col = (c % 4) * 8;
        copy16(stage + row * kHalfApitch + col, a + (size_t)row * kLda + step * 32 + col);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = t + i * 256, row = c / 16, col = (c % 16) * 8;
        copy16(stage + kHalfAsize + row * kHalfBpitch + col, b + (size_t)(step * 32 + row) * kLdb + col);
    }
}

template <int kDeep, int kLda, int kLdb>
__device__ __forceinline__ void half_tile(const __half* __restrict__ a, const __half* __restrict__ b, float (&sum)[4][4][4]) {
    __half* pool = reinterpret_cast<__half*>(pool_an5);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) sum[i][j][e] = 0.0f;
    constexpr int kSteps = kDeep / 32;
#pragma unroll
    for (int s = 0; s < kHalfStages - 1; ++s) { half_copy<kDeep, kLda, kLdb>(a, b, pool + s * kHalfStage, s); copy_commit(); }
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kHalfStages - 2>();
        __syncthreads();
        int ahead = step + kHalfStages - 1;
        if (ahead < kSteps) half_copy<kDeep, kLda, kLdb>(a, b, pool + ahead % kHalfStages * kHalfStage, ahead);
        copy_commit();
        const __half *as = pool + step % kHalfStages * kHalfStage, *bs = as + kHalfAsize;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            unsigned af[4][4], bf[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                unsigned at = (unsigned)__cvta_generic_to_shared(as + (wm + i * 16 + lane % 16) * kHalfApitch + kk + lane / 16 * 8);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(af[i][0]), "=r"(af[i][1]), "=r"(af[i][2]), "=r"(af[i][3]) : "r"(at) : "memory");
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                unsigned at = (unsigned)__cvta_generic_to_shared(bs + (kk + lane % 16) * kHalfBpitch + wn + j * 16 + lane / 16 * 8);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                             : "=r"(bf[2 * j][0]), "=r"(bf[2 * j][1]), "=r"(bf[2 * j + 1][0]), "=r"(bf[2 * j + 1][1]) : "r"(at) : "memory");
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(af[i][0]), "r"(af[i][1]), "r"(af[i][2]), "r"(af[i][3]), "r"(bf[j][0]), "r"(bf[j][1]));
        }
    }
}

// ---- Recommendations: hidden layer of 4096 features for 4096 customers from 2048 traits in half precision, with bias, cut at zero.
constexpr int kCustomers = 4096, kHidden = 4096, kTraits = 2048;

__device__ __forceinline__ float4 widen(uint2 v) {
    float2 lo = __half22float2(*reinterpret_cast<__half2*>(&v.x)), hi = __half22float2(*reinterpret_cast<__half2*>(&v.y));
    return make_float4(lo.x, lo.y, hi.x, hi.y);
}

__global__ void __launch_bounds__(256, 2) velvet_otter_an5_a(const __half* __restrict__ traits, const __half* __restrict__ weights, const float* __restrict__ bias,
                                                             float* __restrict__ hidden) {
    __shared__ __align__(16) float as[2][16 * 128];  // [trait][customer], customers swizzled by the trait's half
    __shared__ __align__(16) float bs[2][16 * 128];  // [trait][feature]
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    int arow = t / 2, ak = (t % 2) * 8, brow = t / 32, bcol = (t % 32) * 4, aslot = arow ^ (ak * 2);
    const __half* afrom = traits + (size_t)(row0 + arow) * kTraits + ak;
    const __half* bfrom = weights + (size_t)brow * kHidden + col0 + bcol;
    uint4 a = *reinterpret_cast<const uint4*>(afrom);
    uint2 b0 = *reinterpret_cast<const uint2*>(bfrom), b1 = *reinterpret_cast<const uint2*>(bfrom + (size_t)8 * kHidden);
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    for (int step = 0; step < kTraits / 16; ++step) {
        float *ap = as[step & 1], *bp = bs[step & 1];
        float4 lo = widen(make_uint2(a.x, a.y)), hi = widen(make_uint2(a.z, a.w));
        ap[(ak + 0) * 128 + aslot] = lo.x; ap[(ak + 1) * 128 + aslot] = lo.y; ap[(ak + 2) * 128 + aslot] = lo.z; ap[(ak + 3) * 128 + aslot] = lo.w;
        ap[(ak + 4) * 128 + aslot] = hi.x; ap[(ak + 5) * 128 + aslot] = hi.y; ap[(ak + 6) * 128 + aslot] = hi.z; ap[(ak + 7) * 128 + aslot] = hi.w;
        *reinterpret_cast<float4*>(bp + brow * 128 + bcol) = widen(b0);
        *reinterpret_cast<float4*>(bp + (brow + 8) * 128 + bcol) = widen(b1);
        __syncthreads();
        if (step + 1 < kTraits / 16) {
            a = *reinterpret_cast<const uint4*>(afrom + (step + 1) * 16);
            b0 = *reinterpret_cast<const uint2*>(bfrom + (size_t)((step + 1) * 16) * kHidden);
            b1 = *reinterpret_cast<const uint2*>(bfrom + (size_t)((step + 1) * 16 + 8) * kHidden);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const int turn = k / 8 * 16;
            float4 a0 = *reinterpret_cast<const float4*>(ap + k * 128 + ((ty * 4) ^ turn)), a1 = *reinterpret_cast<const float4*>(ap + k * 128 + ((64 + ty * 4) ^ turn));
            float4 c0 = *reinterpret_cast<const float4*>(bp + k * 128 + tx * 4), c1 = *reinterpret_cast<const float4*>(bp + k * 128 + 64 + tx * 4);
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[8] = {c0.x, c0.y, c0.z, c0.w, c1.x, c1.y, c1.z, c1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(av[i], bv[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int col = col0 + h * 64 + tx * 4;
        float4 s = *reinterpret_cast<const float4*>(bias + col);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            int row = row0 + i / 4 * 64 + ty * 4 + i % 4;
            *reinterpret_cast<float4*>(hidden + (size_t)row * kHidden + col) =
                make_float4(fmaxf(sum[i][h * 4] + s.x, 0.0f), fmaxf(sum[i][h * 4 + 1] + s.y, 0.0f), fmaxf(sum[i][h * 4 + 2] + s.z, 0.0f), fmaxf(sum[i][h * 4 + 3] + s.w, 0.0f));
        }
    }
}

__global__ void __launch_bounds__(256, 2) velvet_otter_an5_b(const __half* __restrict__ traits, const __half* __restrict__ weights, const float* __restrict__ bias,
                                                             float* __restrict__ hidden) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float sum[4][4][4];
    half_tile<kTraits, kTraits, kHidden>(traits + (size_t)row0 * kTraits, weights + col0, sum);
    int row = row0 + warp / 4 * 64 + lane / 4, col = col0 + warp % 4 * 32 + lane % 4 * 2;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 s = *reinterpret_cast<const float2*>(bias + col + j * 8);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float* to = hidden + (size_t)(row + i * 16) * kHidden + col + j * 8;
            *reinterpret_cast<float2*>(to) = make_float2(fmaxf(sum[i][j][0] + s.x, 0.0f), fmaxf(sum[i][j][1] + s.y, 0.0f));
            *reinterpret_cast<float2*>(to + 8 * kHidden) = make_float2(fmaxf(sum[i][j][2] + s.x, 0.0f), fmaxf(sum[i][j][3] + s.y, 0.0f));
        }
    }
}

// ---- Tomography: 1536 views of 2816 slices projected through a system matrix over 2048 voxels, TF32 on the matrix units; a block makes 128 x 256.
constexpr int kViews = 1536, kSlices = 2816, kVoxels = 2048;
constexpr int kScanApitch = 20, kScanBpitch = 264, kScanAsize = 128 * kScanApitch, kScanStage = kScanAsize + 16 * kScanBpitch;

__device__ __forceinline__ void scan_copy(const float* __restrict__ system, const float* __restrict__ body, float* stage, int step) {
    int t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int c = t + i * 256, row = c / 4, col = (c % 4) * 4;
        copy16(stage + row * kScanApitch + col, system + (size_t)row * kVoxels + step * 16 + col);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        int c = t + i * 256, row = c / 64, col = (c % 64) * 4;
        copy16(stage + kScanAsize + row * kScanBpitch + col, body + (size_t)(step * 16 + row) * kSlices + col);
    }
}

__device__ __forceinline__ void scan_multiply(const float* as, float (&sum)[4][8][4]) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned* a = reinterpret_cast<const unsigned*>(as) + (warp / 4 * 64 + lane / 4) * kScanApitch + lane % 4;
    const unsigned* b = reinterpret_cast<const unsigned*>(as) + kScanAsize + lane % 4 * kScanBpitch + warp % 4 * 64 + lane / 4;
#pragma unroll
    for (int kk = 0; kk < 16; kk += 8) {
        unsigned af[4][4], bf[8][2];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            af[i][0] = a[i * 16 * kScanApitch + kk]; af[i][1] = a[(i * 16 + 8) * kScanApitch + kk];
            af[i][2] = a[i * 16 * kScanApitch + kk + 4]; af[i][3] = a[(i * 16 + 8) * kScanApitch + kk + 4];
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) { bf[j][0] = b[kk * kScanBpitch + j * 8]; bf[j][1] = b[(kk + 4) * kScanBpitch + j * 8]; }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 8; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                             : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                             : "r"(af[i][0]), "r"(af[i][1]), "r"(af[i][2]), "r"(af[i][3]), "r"(bf[j][0]), "r"(bf[j][1]));
    }
}

__device__ __forceinline__ void scan_clear(float (&sum)[4][8][4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) sum[i][j][e] = 0.0f;
}

__device__ __forceinline__ void scan_store(float* __restrict__ ray, const float (&sum)[4][8][4]) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row = blockIdx.y * 128 + warp / 4 * 64 + lane / 4, col = blockIdx.x * 256 + warp % 4 * 64 + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float* to = ray + (size_t)(row + i * 16) * kSlices + col + j * 8;
            *reinterpret_cast<float2*>(to) = make_float2(fabsf(sum[i][j][0]), fabsf(sum[i][j][1]));
            *reinterpret_cast<float2*>(to + 8 * kSlices) = make_float2(fabsf(sum[i][j][2]), fabsf(sum[i][j][3]));
        }
}

__global__ void __launch_bounds__(256, 1) copper_thimble_an5_a(const float* __restrict__ system, const float* __restrict__ body, float* __restrict__ ray) {
    float* pool = reinterpret_cast<float*>(pool_an5);
    const float *sys = system + (size_t)blockIdx.y * 128 * kVoxels, *bod = body + blockIdx.x * 256;
    float sum[4][8][4];
    scan_clear(sum);
    for (int step = 0; step < kVoxels / 16; ++step) {
        scan_copy(sys, bod, pool, step);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        scan_multiply(pool, sum);
        __syncthreads();
    }
    scan_store(ray, sum);
}

constexpr int kScanStages = 4;

__global__ void __launch_bounds__(256, 1) copper_thimble_an5_b(const float* __restrict__ system, const float* __restrict__ body, float* __restrict__ ray) {
    float* pool = reinterpret_cast<float*>(pool_an5);
    const float *sys = system + (size_t)blockIdx.y * 128 * kVoxels, *bod = body + blockIdx.x * 256;
    float sum[4][8][4];
    scan_clear(sum);
#pragma unroll
    for (int s = 0; s < kScanStages - 1; ++s) { scan_copy(sys, bod, pool + s * kScanStage, s); copy_commit(); }
    for (int step = 0; step < kVoxels / 16; ++step) {
        copy_wait<kScanStages - 2>();
        __syncthreads();
        int ahead = step + kScanStages - 1;
        if (ahead < kVoxels / 16) scan_copy(sys, bod, pool + ahead % kScanStages * kScanStage, ahead);
        copy_commit();
        scan_multiply(pool + step % kScanStages * kScanStage, sum);
    }
    scan_store(ray, sum);
}

// ---- Neuroscience: coupling of 512 regions with 512 regions over 1024 time points for each of 264 subjects, squared; 16 blocks a subject.
constexpr int kSubjects = 264, kBrain = 512, kScans = 1024;

__device__ __forceinline__ void brain_coupling(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ coupling, int subject, int tile) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row0 = tile / 4 * 128, col0 = tile % 4 * 128;
    float sum[4][4][4];
    half_tile<kScans, kScans, kBrain>(left + (size_t)subject * kBrain * kScans + (size_t)row0 * kScans, right + (size_t)subject * kScans * kBrain + col0, sum);
    float* to0 = coupling + (size_t)subject * kBrain * kBrain + (size_t)(row0 + warp / 4 * 64 + lane / 4) * kBrain + col0 + warp % 4 * 32 + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float* to = to0 + i * 16 * kBrain + j * 8;
            *reinterpret_cast<float2*>(to) = make_float2(sum[i][j][0] * sum[i][j][0], sum[i][j][1] * sum[i][j][1]);
            *reinterpret_cast<float2*>(to + 8 * kBrain) = make_float2(sum[i][j][2] * sum[i][j][2], sum[i][j][3] * sum[i][j][3]);
        }
}

__global__ void __launch_bounds__(256, 2) juniper_anvil_an5_a(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ coupling) {
    brain_coupling(left, right, coupling, blockIdx.x % kSubjects, blockIdx.x / kSubjects);
}
__global__ void __launch_bounds__(256, 2) juniper_anvil_an5_b(const __half* __restrict__ left, const __half* __restrict__ right, float* __restrict__ coupling) {
    brain_coupling(left, right, coupling, blockIdx.x / 16, blockIdx.x % 16);
}

// ---- Sonar: 132 hydrophones, each a 64-tap matched filter with automatic gain that follows the loudness of the chunk before; a block a hydrophone.
constexpr int kPhones = 132, kChunk = 2048, kChunks = 16, kTaps = 64, kPhonePitch = kTaps + kChunk * kChunks, kWindow = kChunk + kTaps;
struct Taps { float w[kTaps]; };

__device__ __forceinline__ void sonar_copy(const float* __restrict__ from, float* window) {
    int t = threadIdx.x;
    copy16(window + t * 4, from + t * 4);
    if (t < kTaps / 4) copy16(window + kChunk + t * 4, from + kChunk + t * 4);
}

__device__ __forceinline__ float sonar_gain(float gain, const float* loud) {
    float sum = 0.0f;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float4 v = *reinterpret_cast<const float4*>(loud + q * 4);
        sum += (v.x + v.y) + (v.z + v.w);
    }
    return fmaf(0.75f, gain, 0.25f * __frsqrt_rn(fmaf(sum, 1.0f / kChunk, 0.001f)));
}

__device__ __forceinline__ void sonar_filter(const float* window, float gain, const Taps& taps, float* __restrict__ to, float* loud) {
    int t = threadIdx.x;
    float4 near = *reinterpret_cast<const float4*>(window + t * 4);
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int q = 0; q < kTaps / 4; ++q) {
        float4 far = *reinterpret_cast<const float4*>(window + t * 4 + q * 4 + 4);
        float v[8] = {near.x, near.y, near.z, near.w, far.x, far.y, far.z, far.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[j] = fmaf(taps.w[q * 4 + i], v[i + j], sum[j]);
        near = far;
    }
    *reinterpret_cast<float4*>(to + t * 4) = make_float4(gain * sum[0], gain * sum[1], gain * sum[2], gain * sum[3]);
    float power = fmaf(sum[0], sum[0], sum[1] * sum[1]) + fmaf(sum[2], sum[2], sum[3] * sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) power += __shfl_xor_sync(0xffffffffu, power, o);
    if (t % 32 == 0) loud[t / 32] = power;
}

__global__ void __launch_bounds__(512) walnut_ferry_an5_a(const float* __restrict__ water, float* __restrict__ echo, const __grid_constant__ Taps taps) {
    __shared__ __align__(16) float window[kWindow];
    __shared__ __align__(16) float loud[2][16];
    const float* from = water + (size_t)blockIdx.x * kPhonePitch;
    float* to = echo + (size_t)blockIdx.x * kChunk * kChunks;
    float gain = 1.0f;
    for (int c = 0; c < kChunks; ++c) {
        sonar_copy(from + c * kChunk, window);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        if (c) gain = sonar_gain(gain, loud[(c - 1) & 1]);
        sonar_filter(window, gain, taps, to + c * kChunk, loud[c & 1]);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) walnut_ferry_an5_b(const float* __restrict__ water, float* __restrict__ echo, const __grid_constant__ Taps taps) {
    __shared__ __align__(16) float window[3][kWindow];
    __shared__ __align__(16) float loud[2][16];
    const float* from = water + (size_t)blockIdx.x * kPhonePitch;
    float* to = echo + (size_t)blockIdx.x * kChunk * kChunks;
    float gain = 1.0f;
    sonar_copy(from, window[0]); copy_commit();
    sonar_copy(from + kChunk, window[1]); copy_commit();
    for (int c = 0; c < kChunks; ++c) {
        copy_wait<1>();
        __syncthreads();
        if (c + 2 < kChunks) sonar_copy(from + (c + 2) * kChunk, window[(c + 2) % 3]);
        copy_commit();
        if (c) gain = sonar_gain(gain, loud[(c - 1) & 1]);
        sonar_filter(window[c % 3], gain, taps, to + c * kChunk, loud[c & 1]);
    }
}

// ---- Fluids: density that 4096 heavy particles (place and mass) lend to 132 x 1024 probes, kernel (1 - r^2)^3 within its reach.
constexpr int kProbes = 132 * 1024, kHeavy = 4096, kSwarm = 512;

__device__ __forceinline__ float swarm_density(const float4* swarm, float4 me, float sum) {
#pragma unroll 8
    for (int s = 0; s < kSwarm; ++s) {
        float4 p = swarm[s];
        float dx = me.x - p.x, dy = me.y - p.y, dz = me.z - p.z;
        float near = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))));
        sum = fmaf(near * near * near, p.w, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) saffron_kettle_an5_a(const float4* __restrict__ probes, const float4* __restrict__ heavy, float* __restrict__ density) {
    __shared__ float4 swarm[kSwarm];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = probes[i];
    float sum = 0.0f;
    for (int from = 0; from < kHeavy; from += kSwarm) {
        __syncthreads();
        swarm[t] = heavy[from + t];
        swarm[t + 256] = heavy[from + t + 256];
        __syncthreads();
        sum = swarm_density(swarm, me, sum);
    }
    density[i] = sum + me.w;
}

__global__ void __launch_bounds__(256) saffron_kettle_an5_b(const float4* __restrict__ probes, const float4* __restrict__ heavy, float* __restrict__ density) {
    __shared__ float4 swarm[2][kSwarm];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    copy16(&swarm[0][t], heavy + t);
    copy16(&swarm[0][t + 256], heavy + t + 256);
    copy_commit();
    float4 me = probes[i];
    float sum = 0.0f;
    for (int turn = 0; turn < kHeavy / kSwarm; ++turn) {
        copy_wait<0>();
        __syncthreads();
        if (turn + 1 < kHeavy / kSwarm) {
            const float4* next = heavy + (turn + 1) * kSwarm + t;
            copy16(&swarm[(turn + 1) & 1][t], next);
            copy16(&swarm[(turn + 1) & 1][t + 256], next + 256);
            copy_commit();
        }
        sum = swarm_density(swarm[turn & 1], me, sum);
    }
    density[i] = sum + me.w;
}

// ---- Heat: one step of a plate of 16384 x 16896 cells (five-point stencil), each thread four columns wide down 64 rows, rows kept in registers.
constexpr int kPlate = 16384, kPlateHigh = 132 * 128, kPlatePitch = kPlate + 8, kBand = 64;  // a rim of one row above and below and four columns left and right

__device__ __forceinline__ float heat_cell(float c, float l, float r, float u, float d) { return fmaf(0.2f, (l + r) + (u + d) - 4.0f * c, c); }

__global__ void __launch_bounds__(256) marble_heron_an5_a(const float* __restrict__ now, float* __restrict__ next) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * kBand;
    const float* from = now + (size_t)y0 * kPlatePitch + 4 + x;  // the row above the band
    float* to = next + (size_t)y0 * kPlate + x;
    const int rim = lane == 0 ? -1 : 4;
    float4 up = *reinterpret_cast<const float4*>(from), mid = *reinterpret_cast<const float4*>(from + kPlatePitch);
    for (int y = 0; y < kBand; y += 4) {
        float4 down[4];
        float side[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            down[k] = *reinterpret_cast<const float4*>(from + (size_t)(y + k + 2) * kPlatePitch);
            side[k] = lane == 0 || lane == 31 ? from[(size_t)(y + k + 1) * kPlatePitch + rim] : 0.0f;
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float l = __shfl_up_sync(0xffffffffu, mid.w, 1), r = __shfl_down_sync(0xffffffffu, mid.x, 1);
            if (lane == 0) l = side[k];
            if (lane == 31) r = side[k];
            float4 d = down[k];
            __stcs(reinterpret_cast<float4*>(to + (size_t)(y + k) * kPlate),
                   make_float4(heat_cell(mid.x, l, mid.y, up.x, d.x), heat_cell(mid.y, mid.x, mid.z, up.y, d.y), heat_cell(mid.z, mid.y, mid.w, up.z, d.z),
                               heat_cell(mid.w, mid.z, r, up.w, d.w)));
            up = mid; mid = d;
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    Psf psf;
    for (int i = 0; i < kPsf * kPsf; ++i) {
        float dx = (float)(i % kPsf - 3), dy = (float)(i / kPsf - 3);
        psf.w[i] = 0.08f * std::exp(-0.25f * (dx * dx + dy * dy)) + 0.001f * i;
    }
    float* sky = filled<float>((size_t)kSkyPitch * (kSkyHigh + 8), 501);
    float* smooth = empty<float>((size_t)kSkyWide * kSkyHigh);
    add("lantern_moss_an5_a", smooth, (size_t)kSkyWide * kSkyHigh, [=] { lantern_moss_an5_a<<<dim3(kSkyWide / 32, kSkyHigh / 8), dim3(32, 8)>>>(sky, smooth, psf); });
    add("lantern_moss_an5_b", smooth, (size_t)kSkyWide * kSkyHigh,
        [=] { lantern_moss_an5_b<<<dim3(kSkyWide / kTileWide, kSkyHigh / kTileHigh), dim3(32, 8)>>>(sky, smooth, psf); });

    float *need = filled<float>((size_t)kSectors * kGoods, 502), *supply = filled<float>((size_t)kGoods * kRegions, 503), *flow = empty<float>((size_t)kSectors * kRegions);
    add("pickle_harbor_an5_a", flow, (size_t)kSectors * kRegions, [=] { pickle_harbor_an5_a<<<dim3(kRegions / 32, kSectors / 8), dim3(32, 8)>>>(need, supply, flow); });
    add("pickle_harbor_an5_b", flow, (size_t)kSectors * kRegions, [=] { pickle_harbor_an5_b<<<dim3(kRegions / 64, kSectors / 64), 256>>>(need, supply, flow); });

    CHECK(cudaFuncSetAttribute(velvet_otter_an5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHalfBytes));
    __half *traits = filled<__half>((size_t)kCustomers * kTraits, 504), *weights = filled<__half>((size_t)kTraits * kHidden, 505);
    float *bias = filled<float>(kHidden, 506), *hidden = empty<float>((size_t)kCustomers * kHidden);
    add("velvet_otter_an5_a", hidden, (size_t)kCustomers * kHidden,
        [=] { velvet_otter_an5_a<<<dim3(kHidden / 128, kCustomers / 128), 256>>>(traits, weights, bias, hidden); });
    add("velvet_otter_an5_b", hidden, (size_t)kCustomers * kHidden,
        [=] { velvet_otter_an5_b<<<dim3(kHidden / 128, kCustomers / 128), 256, kHalfBytes>>>(traits, weights, bias, hidden); });

    constexpr int kScanBytes = kScanStage * 4;
    CHECK(cudaFuncSetAttribute(copper_thimble_an5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kScanBytes * kScanStages));
    float *system = filled<float>((size_t)kViews * kVoxels, 507), *body = filled<float>((size_t)kVoxels * kSlices, 508), *ray = empty<float>((size_t)kViews * kSlices);
    add("copper_thimble_an5_a", ray, (size_t)kViews * kSlices, [=] { copper_thimble_an5_a<<<dim3(kSlices / 256, kViews / 128), 256, kScanBytes>>>(system, body, ray); });
    add("copper_thimble_an5_b", ray, (size_t)kViews * kSlices,
        [=] { copper_thimble_an5_b<<<dim3(kSlices / 256, kViews / 128), 256, kScanBytes * kScanStages>>>(system, body, ray); });

    CHECK(cudaFuncSetAttribute(juniper_anvil_an5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kHalfBytes));
    CHECK(cudaFuncSetAttribute(juniper_anvil_an5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHalfBytes));
    constexpr size_t kSignals = (size_t)kSubjects * kBrain * kScans, kCouplings = (size_t)kSubjects * kBrain * kBrain;
    __half *leftside = filled<__half>(kSignals, 509), *rightside = filled<__half>(kSignals, 510);
    float* coupling = empty<float>(kCouplings);
    add("juniper_anvil_an5_a", coupling, kCouplings, [=] { juniper_anvil_an5_a<<<kSubjects * 16, 256, kHalfBytes>>>(leftside, rightside, coupling); });
    add("juniper_anvil_an5_b", coupling, kCouplings, [=] { juniper_anvil_an5_b<<<kSubjects * 16, 256, kHalfBytes>>>(leftside, rightside, coupling); });

    Taps taps;
    for (int i = 0; i < kTaps; ++i) taps.w[i] = 0.2f * std::cos(0.11f * i + 0.02f * i * i) + 0.05f;
    float *water = filled<float>((size_t)kPhones * kPhonePitch, 511), *echo = empty<float>((size_t)kPhones * kChunk * kChunks);
    add("walnut_ferry_an5_a", echo, (size_t)kPhones * kChunk * kChunks, [=] { walnut_ferry_an5_a<<<kPhones, 512>>>(water, echo, taps); });
    add("walnut_ferry_an5_b", echo, (size_t)kPhones * kChunk * kChunks, [=] { walnut_ferry_an5_b<<<kPhones, 512>>>(water, echo, taps); });

    float4 *probes = reinterpret_cast<float4*>(filled<float>((size_t)kProbes * 4, 512)), *heavy = reinterpret_cast<float4*>(filled<float>((size_t)kHeavy * 4, 513));
    float* density = empty<float>(kProbes);
    add("saffron_kettle_an5_a", density, kProbes, [=] { saffron_kettle_an5_a<<<kProbes / 256, 256>>>(probes, heavy, density); });
    add("saffron_kettle_an5_b", density, kProbes, [=] { saffron_kettle_an5_b<<<kProbes / 256, 256>>>(probes, heavy, density); });

    float *plate = filled<float>((size_t)kPlatePitch * (kPlateHigh + 2), 514), *warm = empty<float>((size_t)kPlate * kPlateHigh);
    add("marble_heron_an5_a", warm, (size_t)kPlate * kPlateHigh, [=] { marble_heron_an5_a<<<dim3(kPlate / 1024, kPlateHigh / kBand), 256>>>(plate, warm); });

    return harness::run(argc, argv, cases);
}
