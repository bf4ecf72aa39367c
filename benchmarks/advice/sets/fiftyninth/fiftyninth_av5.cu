// Eight measured cases about reuse of data and matrix units: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- 1: 9 x 9 convolution of a float picture of 2048 x 1920.
constexpr int kPicW = 2048, kPicH = 1920, kPicPitch = 2080;
struct Mask { float w[81]; };

__global__ void __launch_bounds__(256) walnut_ferry_av5_a(const float* __restrict__ in, float* __restrict__ out, const Mask mask) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = in + y * kPicPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 9; ++r)
#pragma unroll
        for (int c = 0; c < 9; ++c) sum = fmaf(mask.w[r * 9 + c], __ldg(p + r * kPicPitch + c), sum);
    out[y * kPicW + x] = sum;
}

__global__ void __launch_bounds__(256) walnut_ferry_av5_b(const float* __restrict__ in, float* __restrict__ out, const Mask mask) {
    __shared__ float tile[72 * 40];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 64, t = threadIdx.y * 32 + threadIdx.x;
#pragma unroll 6
    for (int i = t; i < 72 * 40; i += 256) tile[i] = __ldg(in + (y0 + i / 40) * kPicPitch + x0 + i % 40);
    __syncthreads();
    const float* p = tile + threadIdx.y * 8 * 40 + threadIdx.x;
    float sum[8];
#pragma unroll
    for (int o = 0; o < 8; ++o) sum[o] = 0.0f;
#pragma unroll
    for (int r = 0; r < 16; ++r) {
        float v[9];
#pragma unroll
        for (int c = 0; c < 9; ++c) v[c] = p[r * 40 + c];
#pragma unroll
        for (int o = 0; o < 8; ++o)
            if (r - o >= 0 && r - o < 9)
#pragma unroll
                for (int c = 0; c < 9; ++c) sum[o] = fmaf(mask.w[(r - o) * 9 + c], v[c], sum[o]);
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) out[(y0 + threadIdx.y * 8 + o) * kPicW + x0 + threadIdx.x] = sum[o];
}

// ---- 2: product of two double matrices, 1152 x 800 by 800 x 1408.
constexpr int kDm = 1152, kDn = 1408, kDk = 800;

__global__ void __launch_bounds__(256) copper_lantern_av5_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double sum = 0.0;
#pragma unroll 8
    for (int k = 0; k < kDk; ++k) sum = fma(a[row * kDk + k], b[k * kDn + col], sum);
    c[row * kDn + col] = sum;
}

__global__ void __launch_bounds__(256, 2) copper_lantern_av5_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ __align__(16) double as[2][16][66];
    __shared__ __align__(16) double bs[2][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, ar = t / 4, ak = t % 4 * 4, bk = t / 16, bc = t % 16 * 2;
    const double* ap = a + (blockIdx.y * 64 + ar) * kDk + ak;
    const double* bp = b + bk * kDn + blockIdx.x * 64 + bc;
    double2 a0, a1, b0, b1;
    double sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0;
    auto fetch = [&](int step) {
        const double2* pa = reinterpret_cast<const double2*>(ap + step * 16);
        const double* pb = bp + step * 16 * kDn;
        a0 = pa[0]; a1 = pa[1];
        b0 = *reinterpret_cast<const double2*>(pb); b1 = *reinterpret_cast<const double2*>(pb + 32);
    };
    auto put = [&](int s) {
        as[s][ak][ar] = a0.x; as[s][ak + 1][ar] = a0.y; as[s][ak + 2][ar] = a1.x; as[s][ak + 3][ar] = a1.y;
        *reinterpret_cast<double2*>(&bs[s][bk][bc]) = b0; *reinterpret_cast<double2*>(&bs[s][bk][bc + 32]) = b1;
    };
    fetch(0); put(0);
    __syncthreads();
    for (int step = 0; step < kDk / 16; ++step) {
        int s = step & 1;
        if (step + 1 < kDk / 16) fetch(step + 1);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double2 u0 = *reinterpret_cast<const double2*>(&as[s][k][ty * 4]), u1 = *reinterpret_cast<const double2*>(&as[s][k][ty * 4 + 2]);
            double2 v0 = *reinterpret_cast<const double2*>(&bs[s][k][tx * 2]), v1 = *reinterpret_cast<const double2*>(&bs[s][k][32 + tx * 2]);
            double u[4] = {u0.x, u0.y, u1.x, u1.y}, v[4] = {v0.x, v0.y, v1.x, v1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i], v[j], sum[i][j]);
        }
        if (step + 1 < kDk / 16) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* p = c + (blockIdx.y * 64 + ty * 4 + i) * kDn + blockIdx.x * 64 + tx * 2;
        *reinterpret_cast<double2*>(p) = make_double2(sum[i][0], sum[i][1]);
        *reinterpret_cast<double2*>(p + 32) = make_double2(sum[i][2], sum[i][3]);
    }
}

// ---- A 128 x 128 tile of a product of 16-bit matrices on the matrix units, kStages buffers of kDeep columns; 8 warps of 32 x 64.
template <typename T, int kDeep, int kStages>
struct Tile {
    static constexpr int kPitchA = kDeep + 8, kPitchB = 136, kStageElems = 128 * kPitchA + kDeep * kPitchB, kBytes = kStages * kStageElems * 2;

    static __device__ __forceinline__ void copy(T* stage, const T* a, const T* b, int n, int k, int step) {
        int t = threadIdx.x;
#pragma unroll
        for (int i = 0; i < 128 * kDeep / 8 / 256; ++i) {
            int at = i * 256 + t, r = at / (kDeep / 8), c = at % (kDeep / 8) * 8;
            __pipeline_memcpy_async(stage + r * kPitchA + c, a + r * k + step * kDeep + c, 16);
        }
#pragma unroll
        for (int i = 0; i < 128 * kDeep / 8 / 256; ++i) {
            int at = i * 256 + t, r = at / 16, c = at % 16 * 8;
            __pipeline_memcpy_async(stage + 128 * kPitchA + r * kPitchB + c, b + (step * kDeep + r) * n + c, 16);
        }
    }

    static __device__ __forceinline__ void product(T* mem, const T* a, const T* b, float* c, int n, int k) {
        using namespace nvcuda;
        int warp = threadIdx.x / 32, wm = warp / 2 * 32, wn = warp % 2 * 64, steps = k / kDeep;
        a += blockIdx.y * 128 * k; b += blockIdx.x * 128; c += (blockIdx.y * 128 + wm) * n + blockIdx.x * 128 + wn;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
        for (int s = 0; s < kStages - 1; ++s) { copy(mem + s * kStageElems, a, b, n, k, s); __pipeline_commit(); }
        for (int step = 0; step < steps; ++step) {
            T* stage = mem + step % kStages * kStageElems;
            if (kStages == 1) {
                copy(stage, a, b, n, k, step); __pipeline_commit(); __pipeline_wait_prior(0);
                __syncthreads();
            } else {
                __pipeline_wait_prior(kStages > 1 ? kStages - 2 : 0);
                __syncthreads();
                int next = step + kStages - 1;
                if (next < steps) copy(mem + next % kStages * kStageElems, a, b, n, k, next);
                __pipeline_commit();
            }
#pragma unroll
            for (int kk = 0; kk < kDeep; kk += 16) {
                wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa[2];
                wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> fb[4];
#pragma unroll
                for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], stage + (wm + i * 16) * kPitchA + kk, kPitchA);
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], stage + 128 * kPitchA + kk * kPitchB + wn + j * 16, kPitchB);
#pragma unroll
                for (int i = 0; i < 2; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
            }
            if (kStages == 1) __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(c + i * 16 * n + j * 16, acc[i][j], n, wmma::mem_row_major);
    }
};

// ---- 3: product of two bfloat16 matrices, 1536 x 1184 by 1184 x 2816, summed in float.
constexpr int kBm = 1536, kBn = 2816, kBk = 1184;
typedef __nv_bfloat16 bf16;
typedef Tile<bf16, 32, 2> BfTile;

__device__ __forceinline__ float low_bf(unsigned v) { return __uint_as_float(v << 16); }
__device__ __forceinline__ float high_bf(unsigned v) { return __uint_as_float(v & 0xffff0000u); }

__global__ void __launch_bounds__(256, 2) saffron_bridge_av5_a(const bf16* __restrict__ a, const bf16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(16) float as[2][16][132];
    __shared__ __align__(16) float bs[2][16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, ar = t / 2, ak = t % 2 * 8, bk = t / 16, bc = t % 16 * 8;
    const bf16* ap = a + (blockIdx.y * 128 + ar) * kBk + ak;
    const bf16* bp = b + bk * kBn + blockIdx.x * 128 + bc;
    uint4 va, vb;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    auto fetch = [&](int step) {
        va = *reinterpret_cast<const uint4*>(ap + step * 16);
        vb = *reinterpret_cast<const uint4*>(bp + step * 16 * kBn);
    };
    auto put = [&](int s) {
        as[s][ak][ar] = low_bf(va.x); as[s][ak + 1][ar] = high_bf(va.x); as[s][ak + 2][ar] = low_bf(va.y); as[s][ak + 3][ar] = high_bf(va.y);
        as[s][ak + 4][ar] = low_bf(va.z); as[s][ak + 5][ar] = high_bf(va.z); as[s][ak + 6][ar] = low_bf(va.w); as[s][ak + 7][ar] = high_bf(va.w);
        *reinterpret_cast<float4*>(&bs[s][bk][bc]) = make_float4(low_bf(vb.x), high_bf(vb.x), low_bf(vb.y), high_bf(vb.y));
        *reinterpret_cast<float4*>(&bs[s][bk][bc + 4]) = make_float4(low_bf(vb.z), high_bf(vb.z), low_bf(vb.w), high_bf(vb.w));
    };
    fetch(0); put(0);
    __syncthreads();
    for (int step = 0; step < kBk / 16; ++step) {
        int s = step & 1;
        if (step + 1 < kBk / 16) fetch(step + 1);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u0 = *reinterpret_cast<const float4*>(&as[s][k][ty * 4]), u1 = *reinterpret_cast<const float4*>(&as[s][k][64 + ty * 4]);
            float4 v0 = *reinterpret_cast<const float4*>(&bs[s][k][tx * 4]), v1 = *reinterpret_cast<const float4*>(&bs[s][k][64 + tx * 4]);
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], v[j], sum[i][j]);
        }
        if (step + 1 < kBk / 16) put(s ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* p = c + (blockIdx.y * 128 + i / 4 * 64 + ty * 4 + i % 4) * kBn + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(p) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(p + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) saffron_bridge_av5_b(const bf16* __restrict__ a, const bf16* __restrict__ b, float* __restrict__ c) {
    __shared__ __align__(128) bf16 mem[2 * BfTile::kStageElems];
    BfTile::product(mem, a, b, c, kBn, kBk);
}

// ---- 4: product of two half matrices, 1536 x 1920 by 1920 x 1408: a tile for each of 132 blocks.
constexpr int kHm = 1536, kHn = 1408, kHk = 1920;
typedef Tile<__half, 64, 1> HalfOne;
typedef Tile<__half, 64, 4> HalfFour;

__global__ void __launch_bounds__(256, 1) heron_attic_av5_a(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(128) unsigned char room[];
    HalfOne::product(reinterpret_cast<__half*>(room), a, b, c, kHn, kHk);
}
__global__ void __launch_bounds__(256, 1) heron_attic_av5_b(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    extern __shared__ __align__(128) unsigned char room[];
    HalfFour::product(reinterpret_cast<__half*>(room), a, b, c, kHn, kHk);
}

// ---- 5: a float matrix of 33792 x 2048 (277 MB) times 32 vectors, in four groups of 8; a block does 32 rows of one group.
constexpr int kRows = 33792, kCols = 2048, kPanels = kRows / 32, kGroups = 4;

__device__ __forceinline__ void thin_product(const float4* __restrict__ m, const float4* __restrict__ x, float* __restrict__ y, int panel, int group) {
    int lane = threadIdx.x % 32, row = panel * 32 + threadIdx.x / 32 * 4;
    const float4* mp = m + row * (kCols / 4) + lane;
    const float4* xp = x + group * 8 * (kCols / 4) + lane;
    float sum[32];
    float4 next[4];
#pragma unroll
    for (int i = 0; i < 32; ++i) sum[i] = 0.0f;
#pragma unroll
    for (int r = 0; r < 4; ++r) next[r] = __ldcg(mp + r * (kCols / 4));
    for (int at = 0; at < kCols / 4; at += 32) {
        float4 now[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) now[r] = next[r];
        int ahead = at + 32 < kCols / 4 ? at + 32 : at;
#pragma unroll
        for (int r = 0; r < 4; ++r) next[r] = __ldcg(mp + r * (kCols / 4) + ahead);
#pragma unroll
        for (int v = 0; v < 8; ++v) {
            float4 f = __ldg(xp + v * (kCols / 4) + at);
#pragma unroll
            for (int r = 0; r < 4; ++r)
                sum[r * 8 + v] = fmaf(now[r].x, f.x, fmaf(now[r].y, f.y, fmaf(now[r].z, f.z, fmaf(now[r].w, f.w, sum[r * 8 + v]))));
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1)  // lane l ends with the whole sum l
#pragma unroll
        for (int i = 0; i < 16; ++i)
            if (i < o) {
                bool high = lane & o;
                float keep = high ? sum[i + o] : sum[i], give = high ? sum[i] : sum[i + o];
                sum[i] = keep + __shfl_xor_sync(0xffffffffu, give, o);
            }
    y[(row + lane / 8) * (kGroups * 8) + group * 8 + lane % 8] = sum[0];
}

__global__ void __launch_bounds__(256, 2) velvet_quarry_av5_a(const float4* __restrict__ m, const float4* __restrict__ x, float* __restrict__ y) {
    thin_product(m, x, y, blockIdx.x % kPanels, blockIdx.x / kPanels);
}
__global__ void __launch_bounds__(256, 2) velvet_quarry_av5_b(const float4* __restrict__ m, const float4* __restrict__ x, float* __restrict__ y) {
    thin_product(m, x, y, blockIdx.x / kGroups, blockIdx.x % kGroups);
}

// ---- 6: filter of 32 taps over a signal of 195 million floats; 132 blocks of 1024 threads walk over tiles of 8192.
constexpr int kTile = 8192, kHold = kTile + 32, kTiles = 132 * 180;
constexpr size_t kSignal = (size_t)kTile * kTiles;
struct Taps { float c[32]; };

__device__ __forceinline__ void signal_copy(float* hold, const float* __restrict__ in, int tile) {
    const float* from = in + (size_t)tile * kTile;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int at = (j * 1024 + threadIdx.x) * 4;
        __pipeline_memcpy_async(hold + at, from + at, 16);
    }
    if (threadIdx.x < 8) __pipeline_memcpy_async(hold + kTile + threadIdx.x * 4, from + kTile + threadIdx.x * 4, 16);
}

__device__ __forceinline__ void signal_filter(const float* hold, float* __restrict__ out, int tile, const Taps& taps) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int at = (j * 1024 + threadIdx.x) * 4;
        const float4* p = reinterpret_cast<const float4*>(hold + at);
        float4 lo = p[0];
        float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 hi = p[k / 4 + 1];
            float v[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                s0 = fmaf(taps.c[k + q], v[q], s0); s1 = fmaf(taps.c[k + q], v[q + 1], s1);
                s2 = fmaf(taps.c[k + q], v[q + 2], s2); s3 = fmaf(taps.c[k + q], v[q + 3], s3);
            }
            lo = hi;
        }
        __stcs(reinterpret_cast<float4*>(out + (size_t)tile * kTile + at), make_float4(s0, s1, s2, s3));
    }
}

__global__ void __launch_bounds__(1024, 1) thistle_piano_av5_a(const float* __restrict__ in, float* __restrict__ out, const Taps taps) {
    extern __shared__ __align__(128) unsigned char room[];
    float* hold = reinterpret_cast<float*>(room);
    for (int tile = blockIdx.x; tile < kTiles; tile += gridDim.x) {
        signal_copy(hold, in, tile); __pipeline_commit(); __pipeline_wait_prior(0);
        __syncthreads();
        signal_filter(hold, out, tile, taps);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024, 1) thistle_piano_av5_b(const float* __restrict__ in, float* __restrict__ out, const Taps taps) {
    extern __shared__ __align__(128) unsigned char room[];
    float* hold = reinterpret_cast<float*>(room);
    int tile = blockIdx.x, jump = gridDim.x;
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        if (tile + s * jump < kTiles) signal_copy(hold + s * kHold, in, tile + s * jump);
        __pipeline_commit();
    }
    for (int s = 0; tile < kTiles; tile += jump, s = s == 2 ? 0 : s + 1) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (tile + 2 * jump < kTiles) signal_copy(hold + (s == 0 ? 2 : s - 1) * kHold, in, tile + 2 * jump);
        __pipeline_commit();
        signal_filter(hold + s * kHold, out, tile, taps);
    }
}

// ---- 7: sum of the soft overlaps of each of 405504 points with 2112 balls, two points a thread, tiles of 192 balls.
constexpr int kBalls = 2112, kPoints = 132 * 8 * 192 * 2;

__device__ __forceinline__ float overlap(float4 p, float4 b, float sum) {
    float dx = p.x - b.x, dy = p.y - b.y, dz = p.z - b.z;
    float near = __saturatef(fmaf(-0.5f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f));
    return fmaf(near * near, b.w, sum);
}

__global__ void __launch_bounds__(192) marble_kettle_av5_a(const float4* __restrict__ points, const float4* __restrict__ balls, float* __restrict__ out) {
    __shared__ float4 held[192];
    int t = threadIdx.x, i = blockIdx.x * 384 + t;
    float4 p = points[i], q = points[i + 192];
    float sum = 0.0f, sun = 0.0f;
    for (int from = 0; from < kBalls; from += 192) {
        held[t] = balls[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 192; ++k) { float4 b = held[k]; sum = overlap(p, b, sum); sun = overlap(q, b, sun); }
        __syncthreads();
    }
    out[i] = sum; out[i + 192] = sun;
}

__global__ void __launch_bounds__(192) marble_kettle_av5_b(const float4* __restrict__ points, const float4* __restrict__ balls, float* __restrict__ out) {
    __shared__ float4 held[2][192];
    int t = threadIdx.x, i = blockIdx.x * 384 + t, s = 0;
    float4 p = points[i], q = points[i + 192];
    float sum = 0.0f, sun = 0.0f;
    __pipeline_memcpy_async(&held[0][t], balls + t, 16); __pipeline_commit();
    for (int from = 0; from < kBalls; from += 192, s ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (from + 192 < kBalls) __pipeline_memcpy_async(&held[s ^ 1][t], balls + from + 192 + t, 16);
        __pipeline_commit();
#pragma unroll 8
        for (int k = 0; k < 192; ++k) { float4 b = held[s][k]; sum = overlap(p, b, sum); sun = overlap(q, b, sun); }
    }
    out[i] = sum; out[i + 192] = sun;
}

// ---- 8: five-point stencil over 13312 x 8448 doubles, a thread walks down 32 rows of two columns.
constexpr int kSeaW = 8448, kSeaH = 13312, kSeaPitch = 8480;

__global__ void __launch_bounds__(128) amber_meadow_av5_a(const double* __restrict__ in, double* __restrict__ out) {
    int x = (blockIdx.x * 128 + threadIdx.x) * 2, y = blockIdx.y * 32;
    const double* p = in + (size_t)(y + 1) * kSeaPitch + 16 + x;
    double* q = out + (size_t)y * kSeaW + x;
    double2 up = *reinterpret_cast<const double2*>(p - kSeaPitch), mid = *reinterpret_cast<const double2*>(p);
#pragma unroll 4
    for (int r = 0; r < 32; ++r, p += kSeaPitch, q += kSeaW) {
        double2 down = *reinterpret_cast<const double2*>(p + kSeaPitch);
        double left = p[-1], right = p[2];
        double2 res = make_double2(fma(0.15, up.x + down.x + left + mid.y, 0.4 * mid.x), fma(0.15, up.y + down.y + mid.x + right, 0.4 * mid.y));
        __stcs(reinterpret_cast<double2*>(q), res);
        up = mid; mid = down;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {
        float *in = filled<float>((size_t)kPicPitch * (kPicH + 8), 11), *out = empty<float>((size_t)kPicW * kPicH);
        Mask mask;
        for (int i = 0; i < 81; ++i) mask.w[i] = 0.02f + 0.01f * harness::unit(500 + i);
        add("walnut_ferry_av5_a", out, (size_t)kPicW * kPicH, Output::f32, [=] { walnut_ferry_av5_a<<<dim3(kPicW / 32, kPicH / 8), dim3(32, 8)>>>(in, out, mask); });
        add("walnut_ferry_av5_b", out, (size_t)kPicW * kPicH, Output::f32, [=] { walnut_ferry_av5_b<<<dim3(kPicW / 32, kPicH / 64), dim3(32, 8)>>>(in, out, mask); });
    }
    {
        double *a = filled<double>((size_t)kDm * kDk, 12), *b = filled<double>((size_t)kDk * kDn, 13), *c = empty<double>((size_t)kDm * kDn);
        add("copper_lantern_av5_a", c, (size_t)kDm * kDn, Output::f64, [=] { copper_lantern_av5_a<<<dim3(kDn / 32, kDm / 8), dim3(32, 8)>>>(a, b, c); });
        add("copper_lantern_av5_b", c, (size_t)kDm * kDn, Output::f64, [=] { copper_lantern_av5_b<<<dim3(kDn / 64, kDm / 64), 256>>>(a, b, c); });
    }
    {
        bf16 *a = filled<bf16>((size_t)kBm * kBk, 14), *b = filled<bf16>((size_t)kBk * kBn, 15);
        float* c = empty<float>((size_t)kBm * kBn);
        add("saffron_bridge_av5_a", c, (size_t)kBm * kBn, Output::f32, [=] { saffron_bridge_av5_a<<<dim3(kBn / 128, kBm / 128), 256>>>(a, b, c); });
        add("saffron_bridge_av5_b", c, (size_t)kBm * kBn, Output::f32, [=] { saffron_bridge_av5_b<<<dim3(kBn / 128, kBm / 128), 256>>>(a, b, c); });
    }
    {
        __half *a = filled<__half>((size_t)kHm * kHk, 16), *b = filled<__half>((size_t)kHk * kHn, 17);
        float* c = empty<float>((size_t)kHm * kHn);
        CHECK(cudaFuncSetAttribute(heron_attic_av5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, HalfOne::kBytes));
        CHECK(cudaFuncSetAttribute(heron_attic_av5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, HalfFour::kBytes));
        add("heron_attic_av5_a", c, (size_t)kHm * kHn, Output::f32, [=] { heron_attic_av5_a<<<dim3(kHn / 128, kHm / 128), 256, HalfOne::kBytes>>>(a, b, c); });
        add("heron_attic_av5_b", c, (size_t)kHm * kHn, Output::f32, [=] { heron_attic_av5_b<<<dim3(kHn / 128, kHm / 128), 256, HalfFour::kBytes>>>(a, b, c); });
    }
    {
        float *m = filled<float>((size_t)kRows * kCols, 18), *x = filled<float>((size_t)kGroups * 8 * kCols, 19), *y = empty<float>((size_t)kRows * kGroups * 8);
        float4 *m4 = f4(m), *x4 = f4(x);
        add("velvet_quarry_av5_a", y, (size_t)kRows * kGroups * 8, Output::f32, [=] { velvet_quarry_av5_a<<<kPanels * kGroups, 256>>>(m4, x4, y); });
        add("velvet_quarry_av5_b", y, (size_t)kRows * kGroups * 8, Output::f32, [=] { velvet_quarry_av5_b<<<kPanels * kGroups, 256>>>(m4, x4, y); });
    }
    {
        float *in = filled<float>(kSignal + 32, 20), *out = empty<float>(kSignal);
        Taps taps;
        for (int i = 0; i < 32; ++i) taps.c[i] = 0.05f + 0.02f * harness::unit(900 + i);
        constexpr int kOne = kHold * 4, kThree = 3 * kHold * 4;
        CHECK(cudaFuncSetAttribute(thistle_piano_av5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kThree));
        add("thistle_piano_av5_a", out, kSignal, Output::f32, [=] { thistle_piano_av5_a<<<132, 1024, kOne>>>(in, out, taps); });
        add("thistle_piano_av5_b", out, kSignal, Output::f32, [=] { thistle_piano_av5_b<<<132, 1024, kThree>>>(in, out, taps); });
    }
    {
        float *points = filled<float>((size_t)kPoints * 4, 21), *balls = filled<float>((size_t)kBalls * 4, 22), *out = empty<float>(kPoints);
        float4 *points4 = f4(points), *balls4 = f4(balls);
        add("marble_kettle_av5_a", out, kPoints, Output::f32, [=] { marble_kettle_av5_a<<<kPoints / 384, 192>>>(points4, balls4, out); });
        add("marble_kettle_av5_b", out, kPoints, Output::f32, [=] { marble_kettle_av5_b<<<kPoints / 384, 192>>>(points4, balls4, out); });
    }
    {
        double *in = filled<double>((size_t)kSeaPitch * (kSeaH + 2), 23), *out = empty<double>((size_t)kSeaW * kSeaH);
        add("amber_meadow_av5_a", out, (size_t)kSeaW * kSeaH, Output::f64, [=] { amber_meadow_av5_a<<<dim3(kSeaW / 256, kSeaH / 32), 128>>>(in, out); });
    }
    return harness::run(argc, argv, cases);
}
