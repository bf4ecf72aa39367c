// Ten measured rows of matrix and tiled work from trades and sciences: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}
__device__ __forceinline__ void copies_commit() { asm volatile("cp.async.commit_group;"); }
template <int N> __device__ __forceinline__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N)); }

// A block's tile BM x BN of a product of row-major matrices on the tensor cores, warps WM x WN, ST buffers (1: no overlap of copy and product).
__device__ __forceinline__ void four(unsigned (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((unsigned)__cvta_generic_to_shared(p)) : "memory");
}
__device__ __forceinline__ void four_turned(unsigned (&r)[4], const void* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((unsigned)__cvta_generic_to_shared(p)) : "memory");
}
#define TENSOR(SHAPE, TYPE, NAME) \
    __device__ __forceinline__ void tensor(float (&s)[4], const unsigned (&a)[4], unsigned b0, unsigned b1, TYPE) { \
        asm("mma.sync.aligned." SHAPE ".row.col.f32." NAME "." NAME ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
            : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); \
    }
TENSOR("m16n8k16", __half, "f16")
TENSOR("m16n8k16", __nv_bfloat16, "bf16")
TENSOR("m16n8k8", float, "tf32")

template <typename T, int BM, int BN, int BK, int WM, int WN, int ST>
struct Tensor {
    static constexpr int threads = BM / WM * (BN / WN) * 32, V = 16 / sizeof(T);
    static constexpr int LA = BK + V, LB = BN + 8, size_a = BM * LA, stage = size_a + BK * LB;
    static constexpr int bytes = ST * stage * sizeof(T), FM = WM / 16, FN = WN / 8;

    static __device__ __forceinline__ void multiply(const T* sa, const T* sb, float (&sum)[FM][FN][4]) {
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32, wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
        if constexpr (sizeof(T) == 2) {
            int eight = lane % 8, quarter = lane / 8;
            const T *pa = sa + (wm + quarter % 2 * 8 + eight) * LA + quarter / 2 * 8, *pb = sb + (quarter % 2 * 8 + eight) * LB + wn + quarter / 2 * 8;
#pragma unroll
            for (int k = 0; k < BK; k += 16) {
                unsigned a[FM][4], b[FN / 2][4];
#pragma unroll
                for (int i = 0; i < FM; ++i) four(a[i], pa + i * 16 * LA + k);
#pragma unroll
                for (int j = 0; j < FN / 2; ++j) four_turned(b[j], pb + k * LB + j * 16);
#pragma unroll
                for (int i = 0; i < FM; ++i)
#pragma unroll
                    for (int j = 0; j < FN; ++j) tensor(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1], T{});
            }
        } else {
            const T *pa = sa + (wm + lane / 4) * LA + lane % 4, *pb = sb + lane % 4 * LB + wn + lane / 4;
#pragma unroll
            for (int k = 0; k < BK; k += 8) {
                unsigned a[FM][4], b[FN][2];
#pragma unroll
                for (int i = 0; i < FM; ++i)
#pragma unroll
                    for (int r = 0; r < 4; ++r) a[i][r] = __float_as_uint(pa[(i * 16 + r % 2 * 8) * LA + k + r / 2 * 4]);
#pragma unroll
                for (int j = 0; j < FN; ++j) { b[j][0] = __float_as_uint(pb[k * LB + j * 8]); b[j][1] = __float_as_uint(pb[(k + 4) * LB + j * 8]); }
#pragma unroll
                for (int i = 0; i < FM; ++i)
#pragma unroll
                    for (int j = 0; j < FN; ++j) tensor(sum[i][j], a[i], b[j][0], b[j][1], T{});
            }
        }
    }
    static __device__ __forceinline__ void run(const T* a, int lda, const T* b, int ldb, float* c, int ldc, int steps) {
        extern __shared__ __align__(128) unsigned char store[];
        T* shared = reinterpret_cast<T*>(store);
        int t = threadIdx.x;
        float sum[FM][FN][4] = {};
        if constexpr (ST == 1) {
            T *sa = shared, *sb = shared + size_a;
            for (int s = 0; s < steps; ++s) {
#pragma unroll
                for (int q = t; q < BM * BK / V; q += threads)
                    *reinterpret_cast<uint4*>(sa + q / (BK / V) * LA + q % (BK / V) * V) =
                        *reinterpret_cast<const uint4*>(a + (size_t)(q / (BK / V)) * lda + s * BK + q % (BK / V) * V);
#pragma unroll
                for (int q = t; q < BK * BN / V; q += threads)
                    *reinterpret_cast<uint4*>(sb + q / (BN / V) * LB + q % (BN / V) * V) =
                        *reinterpret_cast<const uint4*>(b + (size_t)(s * BK + q / (BN / V)) * ldb + q % (BN / V) * V);
                __syncthreads();
                multiply(sa, sb, sum);
                __syncthreads();
            }
        } else {
            auto fetch = [&](int s, int slot) {
                T *sa = shared + slot * stage, *sb = sa + size_a;
#pragma unroll
                for (int q = t; q < BM * BK / V; q += threads)
                    copy16(sa + q / (BK / V) * LA + q % (BK / V) * V, a + (size_t)(q / (BK / V)) * lda + s * BK + q % (BK / V) * V);
#pragma unroll
                for (int q = t; q < BK * BN / V; q += threads)
                    copy16(sb + q / (BN / V) * LB + q % (BN / V) * V, b + (size_t)(s * BK + q / (BN / V)) * ldb + q % (BN / V) * V);
            };
            for (int s = 0; s < ST - 1; ++s) { fetch(s, s); copies_commit(); }
            int slot = 0, ahead = ST - 1;
            for (int s = 0; s < steps; ++s) {
                copies_wait<ST - 2>();
                __syncthreads();
                if (s + ST - 1 < steps) fetch(s + ST - 1, ahead);
                copies_commit();
                multiply(shared + slot * stage, shared + slot * stage + size_a, sum);
                slot = slot + 1 == ST ? 0 : slot + 1;
                ahead = ahead + 1 == ST ? 0 : ahead + 1;
            }
        }
        int warp = t / 32, lane = t % 32, row = warp / (BN / WN) * WM + lane / 4, col = warp % (BN / WN) * WN + lane % 4 * 2;
#pragma unroll
        for (int i = 0; i < FM; ++i)
#pragma unroll
            for (int j = 0; j < FN; ++j)
#pragma unroll
                for (int h = 0; h < 2; ++h)
                    *reinterpret_cast<float2*>(c + (size_t)(row + i * 16 + h * 8) * ldc + col + j * 8) = make_float2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
    }
};

// A block's tile 128 x 128 of any sum over k of op(a, b) on the general pipes, 256 threads of 8 x 8, next slice fetched meanwhile.
__device__ __forceinline__ void widen(uint4 r, float (&f)[4], float) { f[0] = __uint_as_float(r.x); f[1] = __uint_as_float(r.y); f[2] = __uint_as_float(r.z); f[3] = __uint_as_float(r.w); }
__device__ __forceinline__ void widen(uint4 r, float (&f)[8], __half) {
    const __half2* h = reinterpret_cast<const __half2*>(&r);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 p = __half22float2(h[j]); f[2 * j] = p.x; f[2 * j + 1] = p.y; }
}
__device__ __forceinline__ void widen(uint4 r, float (&f)[8], __nv_bfloat16) {
    const __nv_bfloat162* h = reinterpret_cast<const __nv_bfloat162*>(&r);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 p = __bfloat1622float2(h[j]); f[2 * j] = p.x; f[2 * j + 1] = p.y; }
}

template <typename Op, typename T>
__device__ __forceinline__ void broad_tile(const T* __restrict__ a, int lda, const T* __restrict__ b, int ldb, float* __restrict__ c, int ldc, int steps) {
    constexpr int V = 16 / sizeof(T), BK = 2 * V, LA = 132, turn = V == 8 ? 16 : 0;
    __shared__ __align__(16) float sa[2][BK][LA], sb[2][BK][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 2, side = t % 2, deep = t / (128 / V), wide = t % (128 / V) * V;
    const T *ga = a + (size_t)row * lda + side * V, *gb = b + (size_t)deep * ldb + wide;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = Op::start();
    auto put = [&](int slot, uint4 ra, uint4 rb) {
        float fa[V], fb[V];
        widen(ra, fa, T{});
        if (V == 8) widen(rb, fb, T{});
#pragma unroll
        for (int j = 0; j < V; ++j) sa[slot][side * V + j][row ^ (side * turn)] = fa[j];
#pragma unroll
        for (int j = 0; V == 8 && j < V; j += 4) *reinterpret_cast<float4*>(&sb[slot][deep][wide + j]) = make_float4(fb[j], fb[j + 1], fb[j + 2], fb[j + 3]);
    };
    if (V == 4) { copy16(&sb[0][deep][wide], gb); copies_commit(); }
    put(0, *reinterpret_cast<const uint4*>(ga), *reinterpret_cast<const uint4*>(gb));
    copies_wait<0>();
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        uint4 ra, rb = make_uint4(0, 0, 0, 0);
        int slot = s & 1;
        {
            if (s + 1 < steps) { ga += BK; gb += BK * ldb; }  // the last slice again at the end, unused
            ra = *reinterpret_cast<const uint4*>(ga);
            if (V == 4) { copy16(&sb[slot ^ 1][deep][wide], gb); copies_commit(); }
            else rb = *reinterpret_cast<const uint4*>(gb);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            int m = (ty * 4) ^ (k / V * turn);
            float4 a0 = *reinterpret_cast<const float4*>(&sa[slot][k][m]), a1 = *reinterpret_cast<const float4*>(&sa[slot][k][64 + m]);
            float4 b0 = *reinterpret_cast<const float4*>(&sb[slot][k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&sb[slot][k][64 + tx * 4]);
            float u[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, w[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = Op::step(acc[i][j], u[i], w[j]);
        }
        put(slot ^ 1, ra, rb);
        copies_wait<0>();
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(c + (size_t)(i / 4 * 64 + ty * 4 + i % 4) * ldc + h * 64 + tx * 4) =
                make_float4(acc[i][h * 4], acc[i][h * 4 + 1], acc[i][h * 4 + 2], acc[i][h * 4 + 3]);
}
struct Product { static __device__ float start() { return 0.0f; } static __device__ float step(float s, float a, float b) { return fmaf(a, b, s); } };

// ---- Textile trade: sum of absolute differences between each pattern card and each swatch over 512 colour readings.
constexpr int kCards = 2816, kSwatches = 1536, kReadings = 512;
struct Apart { static __device__ float start() { return 0.0f; } static __device__ float step(float s, float a, float b) { return s + fabsf(a - b); } };

__global__ void __launch_bounds__(256) loom_pattern_w5_a(const float* __restrict__ cards, const float* __restrict__ swatches, float* __restrict__ apart) {
    int s = blockIdx.x * 32 + threadIdx.x, c = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kReadings; ++k) sum += fabsf(cards[c * kReadings + k] - swatches[k * kSwatches + s]);
    apart[c * kSwatches + s] = sum;
}

__global__ void __launch_bounds__(256, 2) loom_pattern_w5_b(const float* __restrict__ cards, const float* __restrict__ swatches, float* __restrict__ apart) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Apart>(cards + m0 * kReadings, kReadings, swatches + n0, kSwatches, apart + m0 * kSwatches + n0, kSwatches, kReadings / 8);
}

// ---- Choral recording: mix of 2048 microphones into 2048 channels for 2048 moments, half-precision samples, float sums.
constexpr int kChannels = 2048, kMics = 2048, kMoments = 2048;
using Mixer = Tensor<__half, 128, 128, 32, 64, 32, 3>;

__global__ void __launch_bounds__(256, 2) choir_mixing_w5_a(const __half* __restrict__ gains, const __half* __restrict__ mics, float* __restrict__ mix) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Product>(gains + m0 * kMics, kMics, mics + n0, kMoments, mix + m0 * kMoments + n0, kMoments, kMics / 16);
}

__global__ void __launch_bounds__(256, 2) choir_mixing_w5_b(const __half* __restrict__ gains, const __half* __restrict__ mics, float* __restrict__ mix) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Mixer::run(gains + m0 * kMics, kMics, mics + n0, kMoments, mix + m0 * kMoments + n0, kMoments, kMics / 32);
}

// ---- Orbit determination: product of design matrix and observations in double precision.
constexpr int kStates = 1536, kPasses = 1408, kRanges = 2048;

__global__ void __launch_bounds__(256) orbit_design_w5_a(const double* __restrict__ design, const double* __restrict__ seen, double* __restrict__ normal) {
    __shared__ __align__(16) double sa[2][8][130], sb[2][8][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const double *ga = design + (size_t)(m0 + t / 2) * kRanges + t % 2 * 4, *gb = seen + (size_t)(t / 32) * kPasses + n0 + t % 32 * 2;
    double acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0;
    double2 pa[2], pb[2];
    auto get = [&](int s) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            pa[h] = *reinterpret_cast<const double2*>(ga + s * 8 + h * 2);
            pb[h] = *reinterpret_cast<const double2*>(gb + (size_t)s * 8 * kPasses + h * 64);
        }
    };
    auto put = [&](int slot) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            sa[slot][t % 2 * 4 + h * 2][t / 2] = pa[h].x;
            sa[slot][t % 2 * 4 + h * 2 + 1][t / 2] = pa[h].y;
            *reinterpret_cast<double2*>(&sb[slot][t / 32][t % 32 * 2 + h * 64]) = pb[h];
        }
    };
    get(0);
    put(0);
    __syncthreads();
    for (int s = 0; s < kRanges / 8; ++s) {
        int slot = s & 1;
        if (s + 1 < kRanges / 8) get(s + 1);
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double u[8], w[8];
#pragma unroll
            for (int h = 0; h < 4; ++h) {
                double2 p = *reinterpret_cast<const double2*>(&sa[slot][k][ty * 2 + h * 32]), q = *reinterpret_cast<const double2*>(&sb[slot][k][tx * 2 + h * 32]);
                u[2 * h] = p.x; u[2 * h + 1] = p.y; w[2 * h] = q.x; w[2 * h + 1] = q.y;
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fma(u[i], w[j], acc[i][j]);
        }
        if (s + 1 < kRanges / 8) put(slot ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 4; ++h)
            *reinterpret_cast<double2*>(normal + (size_t)(m0 + i / 2 * 32 + ty * 2 + i % 2) * kPasses + n0 + h * 32 + tx * 2) = make_double2(acc[i][2 * h], acc[i][2 * h + 1]);
}

constexpr int kOrbitA = 128 * 20, kOrbitB = 16 * 132, kOrbitStage = kOrbitA + kOrbitB;

__global__ void __launch_bounds__(256) orbit_design_w5_b(const double* __restrict__ design, const double* __restrict__ seen, double* __restrict__ normal) {
    extern __shared__ __align__(128) unsigned char store[];
    double* shared = reinterpret_cast<double*>(store);
    int t = threadIdx.x, lane = t % 32, g = lane / 4, q = lane % 4, wm = t / 128 * 64, wn = t / 32 % 4 * 32, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    double acc[4][4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int c = 0; c < 4; ++c) acc[i][j][c] = 0.0;
    auto fetch = [&](int s, int slot) {
        double *sa = shared + slot * kOrbitStage, *sb = sa + kOrbitA;
#pragma unroll
        for (int h = 0; h < 4; ++h) {
            int p = t + h * 256;
            copy16(sa + p / 8 * 20 + p % 8 * 2, design + (size_t)(m0 + p / 8) * kRanges + s * 16 + p % 8 * 2);
            copy16(sb + p / 64 * 132 + p % 64 * 2, seen + (size_t)(s * 16 + p / 64) * kPasses + n0 + p % 64 * 2);
        }
    };
    fetch(0, 0); copies_commit();
    fetch(1, 1); copies_commit();
    int slot = 0, ahead = 2;
    for (int s = 0; s < kRanges / 16; ++s) {
        copies_wait<1>();
        __syncthreads();
        if (s + 2 < kRanges / 16) fetch(s + 2, ahead);
        copies_commit();
        const double *sa = shared + slot * kOrbitStage + (wm + g) * 20 + q, *sb = shared + slot * kOrbitStage + kOrbitA + q * 132 + wn + g;
#pragma unroll
        for (int k = 0; k < 16; k += 8) {
            double a[4][4], b[4][2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                a[i][0] = sa[i * 320 + k]; a[i][1] = sa[i * 320 + 160 + k];
                a[i][2] = sa[i * 320 + k + 4]; a[i][3] = sa[i * 320 + 160 + k + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) { b[j][0] = sb[k * 132 + j * 8]; b[j][1] = sb[(k + 4) * 132 + j * 8]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                                 : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
        }
        slot = slot == 2 ? 0 : slot + 1;
        ahead = ahead == 2 ? 0 : ahead + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<double2*>(normal + (size_t)(m0 + wm + i * 16 + h * 8 + g) * kPasses + n0 + wn + j * 8 + q * 2) = make_double2(acc[i][j][2 * h], acc[i][j][2 * h + 1]);
}

// ---- Gastronomy: affinity of recipes to diners from 4096 tastes, tiles of 128 x 256 in half precision.
constexpr int kRecipes = 2816, kDiners = 3072, kTastes = 4096;
using TasteA = Tensor<__half, 128, 256, 32, 64, 64, 1>;
using TasteB = Tensor<__half, 128, 256, 32, 64, 64, 4>;

__global__ void __launch_bounds__(256) recipe_affinity_w5_a(const __half* __restrict__ recipes, const __half* __restrict__ diners, float* __restrict__ liking) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    TasteA::run(recipes + m0 * kTastes, kTastes, diners + n0, kDiners, liking + m0 * kDiners + n0, kDiners, kTastes / 32);
}

__global__ void __launch_bounds__(256) recipe_affinity_w5_b(const __half* __restrict__ recipes, const __half* __restrict__ diners, float* __restrict__ liking) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    TasteB::run(recipes + m0 * kTastes, kTastes, diners + n0, kDiners, liking + m0 * kDiners + n0, kDiners, kTastes / 32);
}

// ---- Political science: agreement of 4096 members with 4096 motions through 1024 topics.
constexpr int kMembers = 4096, kMotions = 4096, kTopics = 1024;
using BallotA = Tensor<__half, 32, 32, 64, 16, 16, 3>;
using BallotB = Tensor<__half, 128, 128, 32, 64, 32, 3>;

__global__ void __launch_bounds__(128) ballot_topics_w5_a(const __half* __restrict__ members, const __half* __restrict__ motions, float* __restrict__ agree) {
    int m0 = blockIdx.y * 32, n0 = blockIdx.x * 32;
    BallotA::run(members + m0 * kTopics, kTopics, motions + n0, kMotions, agree + m0 * kMotions + n0, kMotions, kTopics / 64);
}

__global__ void __launch_bounds__(256, 2) ballot_topics_w5_b(const __half* __restrict__ members, const __half* __restrict__ motions, float* __restrict__ agree) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    BallotB::run(members + m0 * kTopics, kTopics, motions + n0, kMotions, agree + m0 * kMotions + n0, kMotions, kTopics / 32);
}

// ---- Oceanography: cross-covariance of 384 fjord gauges with 256 wind gauges over 123904 hours.
constexpr int kFjord = 384, kWind = 256, kParts = 22, kHours = 64 * kParts * 88;
using Gauge = Tensor<__half, 64, 64, 64, 32, 32, 3>;

__global__ void __launch_bounds__(128) fjord_covariance_w5_a(const __half* __restrict__ fjord, const __half* __restrict__ wind, float* __restrict__ shared_way) {
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    Gauge::run(fjord + (size_t)m0 * kHours, kHours, wind + n0, kWind, shared_way + m0 * kWind + n0, kWind, kHours / 64);
}

__global__ void __launch_bounds__(128) fjord_covariance_w5_b0(const __half* __restrict__ fjord, const __half* __restrict__ wind, float* __restrict__ parts) {
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, k0 = blockIdx.z * (kHours / kParts);
    Gauge::run(fjord + (size_t)m0 * kHours + k0, kHours, wind + (size_t)k0 * kWind + n0, kWind, parts + (blockIdx.z * kFjord + m0) * kWind + n0, kWind, kHours / kParts / 64);
}

__global__ void __launch_bounds__(128) fjord_covariance_w5_b1(const float* __restrict__ parts, float* __restrict__ shared_way) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < kParts; ++p) sum += parts[p * kFjord * kWind + i];
    shared_way[i] = sum;
}

// ---- Photography: image of 4096 x 4096 blurred by a measured lens response of 9 x 9.
constexpr int kSide = 4096, kPitch = 4128, kReach = 9;
struct Lens { float w[kReach][kReach]; };

__global__ void __launch_bounds__(256) lens_response_w5_a(const float* __restrict__ scene, float* __restrict__ photo, Lens lens) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < kReach; ++j)
#pragma unroll
        for (int i = 0; i < kReach; ++i) sum = fmaf(lens.w[j][i], scene[(y + j) * kPitch + x + i], sum);
    photo[y * kSide + x] = sum;
}

__global__ void __launch_bounds__(256) lens_response_w5_b(const float* __restrict__ scene, float* __restrict__ photo, Lens lens) {
    __shared__ __align__(16) float tile[72][72];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
#pragma unroll
    for (int q = t; q < 72 * 18; q += 256)
        *reinterpret_cast<float4*>(&tile[q / 18][q % 18 * 4]) = *reinterpret_cast<const float4*>(scene + (y0 + q / 18) * kPitch + x0 + q % 18 * 4);
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int r = 0; r < 12; ++r) {
        float v[12];
#pragma unroll
        for (int h = 0; h < 3; ++h) {
            float4 p = *reinterpret_cast<const float4*>(&tile[ty * 4 + r][tx * 4 + h * 4]);
            v[4 * h] = p.x; v[4 * h + 1] = p.y; v[4 * h + 2] = p.z; v[4 * h + 3] = p.w;
        }
#pragma unroll
        for (int y = 0; y < 4; ++y)
            if (r - y >= 0 && r - y < kReach) {
#pragma unroll
                for (int i = 0; i < kReach; ++i)
#pragma unroll
                    for (int x = 0; x < 4; ++x) sum[y][x] = fmaf(lens.w[r - y][i], v[x + i], sum[y][x]);
            }
    }
#pragma unroll
    for (int y = 0; y < 4; ++y)
        *reinterpret_cast<float4*>(photo + (y0 + ty * 4 + y) * kSide + x0 + tx * 4) = make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
}

// ---- Plankton survey: four class scores of each of a million images from 256 half-precision features.
constexpr int kImages = 1 << 20, kFeatures = 256;

__global__ void harness_scores(const float* __restrict__ from, __half* __restrict__ by_feature, __half* __restrict__ by_class) {
    int k = threadIdx.x;
    for (int n = 0; n < 8; ++n) {
        __half w = __float2half(n < 4 ? from[k * 4 + n] : 0.0f);
        if (n < 4) by_feature[k * 4 + n] = w;
        by_class[n * kFeatures + k] = w;
    }
}

template <int N>  // 2 N sums shared out between the lanes that differ by 2 N: each keeps N
__device__ __forceinline__ void halve(float (&v)[16], int lane) {
    bool up = lane & (2 * N);
#pragma unroll
    for (int j = 0; j < N; ++j) {
        float send = up ? v[j] : v[j + N], keep = up ? v[j + N] : v[j];
        v[j] = keep + __shfl_xor_sync(0xffffffffu, send, 2 * N);
    }
}

__global__ void __launch_bounds__(256) plankton_scores_w5_a(const __half* __restrict__ images, const __half* __restrict__ weights, float* __restrict__ scores) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 32;
    float w[8][4];
#pragma unroll
    for (int h = 0; h < 4; ++h) {
        float f[8];
        widen(*reinterpret_cast<const uint4*>(weights + lane * 32 + h * 8), f, __half{});
#pragma unroll
        for (int j = 0; j < 8; ++j) w[h * 2 + j / 4][j % 4] = f[j];
    }
#pragma unroll 1
    for (int r = first; r < first + 32; r += 4) {
        uint4 raw[4];
        float v[16];
#pragma unroll
        for (int i = 0; i < 4; ++i) raw[i] = *reinterpret_cast<const uint4*>(images + (size_t)(r + i) * kFeatures + lane * 8);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float f[8];
            widen(raw[i], f, __half{});
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                v[i * 4 + n] = 0.0f;
#pragma unroll
                for (int k = 0; k < 8; ++k) v[i * 4 + n] = fmaf(f[k], w[k][n], v[i * 4 + n]);
            }
        }
        halve<8>(v, lane); halve<4>(v, lane); halve<2>(v, lane); halve<1>(v, lane);
        v[0] += __shfl_xor_sync(0xffffffffu, v[0], 1);
        if (lane % 2 == 0) scores[r * 4 + lane / 2] = v[0];
    }
}

__global__ void __launch_bounds__(256) plankton_scores_w5_b(const __half* __restrict__ images, const __half* __restrict__ weights, float* __restrict__ scores) {
    int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, first = (blockIdx.x * 8 + threadIdx.x / 32) * 32;
    uint4 w[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) w[c] = *reinterpret_cast<const uint4*>(weights + g * kFeatures + c * 32 + q * 8);
#pragma unroll 1
    for (int r = first; r < first + 32; r += 16) {
        float s[4] = {};
        auto tensor = [&](unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
        };
#pragma unroll
        for (int from = 0; from < 8; from += 4) {
            uint4 lo[4], hi[4];
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                lo[c] = *reinterpret_cast<const uint4*>(images + (size_t)(r + g) * kFeatures + (from + c) * 32 + q * 8);
                hi[c] = *reinterpret_cast<const uint4*>(images + (size_t)(r + g + 8) * kFeatures + (from + c) * 32 + q * 8);
            }
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                tensor(lo[c].x, hi[c].x, lo[c].y, hi[c].y, w[from + c].x, w[from + c].y);
                tensor(lo[c].z, hi[c].z, lo[c].w, hi[c].w, w[from + c].z, w[from + c].w);
            }
        }
        if (q < 2) {
            *reinterpret_cast<float2*>(scores + (r + g) * 4 + q * 2) = make_float2(s[0], s[1]);
            *reinterpret_cast<float2*>(scores + (r + g + 8) * 4 + q * 2) = make_float2(s[2], s[3]);
        }
    }
}

// ---- Bell founding: every ring record of 2048 samples blended with its mirror and with its opposite half.
constexpr int kRings = 132 * 8 * 32, kRing4 = 512;

__device__ __forceinline__ float4 blend(const float4* ring, int q) {
    float4 x = ring[q], m = ring[kRing4 - 1 - q], o = ring[q ^ 256];
    return make_float4(0.6f * x.x + 0.3f * m.w + 0.1f * o.x, 0.6f * x.y + 0.3f * m.z + 0.1f * o.y, 0.6f * x.z + 0.3f * m.y + 0.1f * o.z, 0.6f * x.w + 0.3f * m.x + 0.1f * o.w);
}

__global__ void __launch_bounds__(256, 8) bell_mirror_w5_a(const float4* __restrict__ rings, float4* __restrict__ blended) {
    __shared__ float4 ring[kRing4];
    int t = threadIdx.x;
    for (int r = blockIdx.x; r < kRings; r += gridDim.x) {
        const float4* from = rings + (size_t)r * kRing4 + t;
        ring[t] = from[0];
        ring[t + 256] = from[256];
        __syncthreads();
        float4* to = blended + (size_t)r * kRing4 + t;
        to[0] = blend(ring, t);
        to[256] = blend(ring, t + 256);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 8) bell_mirror_w5_b(const float4* __restrict__ rings, float4* __restrict__ blended) {
    __shared__ float4 ring[kRing4];
    int t = threadIdx.x;
    float4 x = rings[(size_t)blockIdx.x * kRing4 + t], y = rings[(size_t)blockIdx.x * kRing4 + t + 256];
    for (int r = blockIdx.x; r < kRings; r += gridDim.x) {
        ring[t] = x;
        ring[t + 256] = y;
        __syncthreads();
        if (r + gridDim.x < kRings) {
            const float4* from = rings + (size_t)(r + gridDim.x) * kRing4 + t;
            x = from[0];
            y = from[256];
        }
        float4* to = blended + (size_t)r * kRing4 + t;
        to[0] = blend(ring, t);
        to[256] = blend(ring, t + 256);
        __syncthreads();
    }
}

// ---- Trade history: best profit of each port and market over 1024 way stations (greatest sum of two legs).
constexpr int kPorts = 2816, kMarkets = 1536, kStations = 1024;
struct Gain { static __device__ float start() { return -8.0f; } static __device__ float step(float s, float a, float b) { return fmaxf(s, a + b); } };

__global__ void __launch_bounds__(256, 2) trade_route_w5_a(const float* __restrict__ out_leg, const float* __restrict__ home_leg, float* __restrict__ profit) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Gain>(out_leg + m0 * kStations, kStations, home_leg + n0, kMarkets, profit + m0 * kMarkets + n0, kMarkets, kStations / 8);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto room = [](const void* kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };

    float *cards = filled<float>(kCards * kReadings, 11), *swatches = filled<float>(kReadings * kSwatches, 12), *apart = empty<float>(kCards * kSwatches);
    add("loom_pattern_w5_a", apart, kCards * kSwatches, Output::f32, [=] {
        loom_pattern_w5_a<<<dim3(kSwatches / 32, kCards / 8), dim3(32, 8)>>>(cards, swatches, apart); });
    add("loom_pattern_w5_b", apart, kCards * kSwatches, Output::f32, [=] {
        loom_pattern_w5_b<<<dim3(kSwatches / 128, kCards / 128), 256>>>(cards, swatches, apart); });

    __half *gains = filled<__half>(kChannels * kMics, 13), *mics = filled<__half>(kMics * kMoments, 14);
    float* mix = empty<float>(kChannels * kMoments);
    room((const void*)choir_mixing_w5_b, Mixer::bytes);
    add("choir_mixing_w5_a", mix, kChannels * kMoments, Output::f32, [=] { choir_mixing_w5_a<<<dim3(kMoments / 128, kChannels / 128), 256>>>(gains, mics, mix); });
    add("choir_mixing_w5_b", mix, kChannels * kMoments, Output::f32, [=] {
        choir_mixing_w5_b<<<dim3(kMoments / 128, kChannels / 128), 256, Mixer::bytes>>>(gains, mics, mix); });

    double *design = filled<double>(kStates * kRanges, 15), *seen = filled<double>(kRanges * kPasses, 16), *normal = empty<double>(kStates * kPasses);
    room((const void*)orbit_design_w5_b, 3 * kOrbitStage * 8);
    add("orbit_design_w5_a", normal, kStates * kPasses, Output::f64, [=] { orbit_design_w5_a<<<dim3(kPasses / 128, kStates / 128), 256>>>(design, seen, normal); });
    add("orbit_design_w5_b", normal, kStates * kPasses, Output::f64, [=] {
        orbit_design_w5_b<<<dim3(kPasses / 128, kStates / 128), 256, 3 * kOrbitStage * 8>>>(design, seen, normal); });

    __half *recipes = filled<__half>(kRecipes * kTastes, 17), *diners = filled<__half>(kTastes * kDiners, 18);
    float* liking = empty<float>(kRecipes * kDiners);
    room((const void*)recipe_affinity_w5_a, TasteA::bytes);
    room((const void*)recipe_affinity_w5_b, TasteB::bytes);
    add("recipe_affinity_w5_a", liking, kRecipes * kDiners, Output::f32, [=] {
        recipe_affinity_w5_a<<<dim3(kDiners / 256, kRecipes / 128), TasteA::threads, TasteA::bytes>>>(recipes, diners, liking); });
    add("recipe_affinity_w5_b", liking, kRecipes * kDiners, Output::f32, [=] {
        recipe_affinity_w5_b<<<dim3(kDiners / 256, kRecipes / 128), TasteB::threads, TasteB::bytes>>>(recipes, diners, liking); });

    __half *members = filled<__half>(kMembers * kTopics, 19), *motions = filled<__half>(kTopics * kMotions, 20);
    float* agree = empty<float>(kMembers * kMotions);
    room((const void*)ballot_topics_w5_b, BallotB::bytes);
    add("ballot_topics_w5_a", agree, kMembers * kMotions, Output::f32, [=] {
        ballot_topics_w5_a<<<dim3(kMotions / 32, kMembers / 32), BallotA::threads, BallotA::bytes>>>(members, motions, agree); });
    add("ballot_topics_w5_b", agree, kMembers * kMotions, Output::f32, [=] {
        ballot_topics_w5_b<<<dim3(kMotions / 128, kMembers / 128), BallotB::threads, BallotB::bytes>>>(members, motions, agree); });

    __half *fjord = filled<__half>((size_t)kFjord * kHours, 21), *wind = filled<__half>((size_t)kHours * kWind, 22);
    float *way = empty<float>(kFjord * kWind), *parts = empty<float>(kParts * kFjord * kWind);
    room((const void*)fjord_covariance_w5_a, Gauge::bytes);
    room((const void*)fjord_covariance_w5_b0, Gauge::bytes);
    add("fjord_covariance_w5_a", way, kFjord * kWind, Output::f32, [=] {
        fjord_covariance_w5_a<<<dim3(kWind / 64, kFjord / 64), Gauge::threads, Gauge::bytes>>>(fjord, wind, way); });
    add("fjord_covariance_w5_b", way, kFjord * kWind, Output::f32, [=] {
        fjord_covariance_w5_b0<<<dim3(kWind / 64, kFjord / 64, kParts), Gauge::threads, Gauge::bytes>>>(fjord, wind, parts);
        fjord_covariance_w5_b1<<<kFjord * kWind / 128, 128>>>(parts, way); });

    float *scene = filled<float>((size_t)kPitch * (kSide + 8), 23), *photo = empty<float>(kSide * kSide);
    Lens lens;
    for (int j = 0; j < kReach; ++j)
        for (int i = 0; i < kReach; ++i) lens.w[j][i] = 0.02f + 0.01f * harness::unit(j * kReach + i + 400);
    add("lens_response_w5_a", photo, kSide * kSide, Output::f32, [=] { lens_response_w5_a<<<dim3(kSide / 32, kSide / 8), dim3(32, 8)>>>(scene, photo, lens); });
    add("lens_response_w5_b", photo, kSide * kSide, Output::f32, [=] { lens_response_w5_b<<<dim3(kSide / 64, kSide / 64), dim3(16, 16)>>>(scene, photo, lens); });

    __half *images = filled<__half>((size_t)kImages * kFeatures, 24), *by_feature = empty<__half>(kFeatures * 4), *by_class = empty<__half>(kFeatures * 8);
    float* scores = empty<float>(kImages * 4);
    harness_scores<<<1, kFeatures>>>(filled<float>(kFeatures * 4, 25), by_feature, by_class); CHECK(cudaGetLastError());
    add("plankton_scores_w5_a", scores, kImages * 4, Output::f32, [=] { plankton_scores_w5_a<<<kImages / 256, 256>>>(images, by_feature, scores); });
    add("plankton_scores_w5_b", scores, kImages * 4, Output::f32, [=] { plankton_scores_w5_b<<<kImages / 256, 256>>>(images, by_class, scores); });

    constexpr size_t samples = (size_t)kRings * kRing4 * 4;
    const float4* rings = reinterpret_cast<const float4*>(filled<float>(samples, 26));
    float4* blended = reinterpret_cast<float4*>(empty<float>(samples));
    add("bell_mirror_w5_a", blended, samples, Output::f32, [=] { bell_mirror_w5_a<<<132 * 8, 256>>>(rings, blended); });
    add("bell_mirror_w5_b", blended, samples, Output::f32, [=] { bell_mirror_w5_b<<<132 * 8, 256>>>(rings, blended); });

    float *out_leg = filled<float>(kPorts * kStations, 27), *home_leg = filled<float>(kStations * kMarkets, 28), *profit = empty<float>(kPorts * kMarkets);
    add("trade_route_w5_a", profit, kPorts * kMarkets, Output::f32, [=] {
        trade_route_w5_a<<<dim3(kMarkets / 128, kPorts / 128), 256>>>(out_leg, home_leg, profit); });

    return harness::run(argc, argv, cases);
}
