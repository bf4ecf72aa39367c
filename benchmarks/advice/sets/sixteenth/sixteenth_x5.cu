// Ten measured rows of matrix and tiled work from the humanities and the field: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

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

// ---- Dialectology: kinship of 1408 villages with 3072 sayings through 1536 sounds, bfloat16 records, float sums.
constexpr int kVillages = 1408, kSayings = 3072, kSounds = 1536;
using Kin = Tensor<__nv_bfloat16, 128, 128, 32, 64, 32, 3>;

__global__ void __launch_bounds__(256, 2) dialect_kinship_x5_a(const __nv_bfloat16* __restrict__ villages, const __nv_bfloat16* __restrict__ sayings, float* __restrict__ kin) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Product>(villages + m0 * kSounds, kSounds, sayings + n0, kSayings, kin + m0 * kSayings + n0, kSayings, kSounds / 16);
}

__global__ void __launch_bounds__(256, 2) dialect_kinship_x5_b(const __nv_bfloat16* __restrict__ villages, const __nv_bfloat16* __restrict__ sayings, float* __restrict__ kin) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Kin::run(villages + m0 * kSounds, kSounds, sayings + n0, kSayings, kin + m0 * kSayings + n0, kSayings, kSounds / 32);
}

// ---- Sonar: 2816 beams from 2048 hydrophones at 3072 moments; floats that hold the eleven bits of the digitiser (exact in TF32).
constexpr int kBeams = 2816, kPhones = 2048, kPings = 3072;
using Sonar = Tensor<float, 128, 128, 16, 64, 32, 4>;

__global__ void harness_digitise(float* __restrict__ p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = rintf(p[i] * 1024.0f) * (1.0f / 1024.0f);
}

__global__ void __launch_bounds__(256, 2) sonar_beams_x5_a(const float* __restrict__ steer, const float* __restrict__ phones, float* __restrict__ beams) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Product>(steer + m0 * kPhones, kPhones, phones + n0, kPings, beams + m0 * kPings + n0, kPings, kPhones / 8);
}

__global__ void __launch_bounds__(256, 2) sonar_beams_x5_b(const float* __restrict__ steer, const float* __restrict__ phones, float* __restrict__ beams) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    Sonar::run(steer + m0 * kPhones, kPhones, phones + n0, kPings, beams + m0 * kPings + n0, kPings, kPhones / 16);
}

// ---- Knot theory: products of 4224 pairs of integer crossing matrices of 64 x 64.
constexpr int kKnots = 132 * 32, kCross = 64;

__global__ void __launch_bounds__(256) knot_crossing_x5_a(const int* __restrict__ left, const int* __restrict__ right, int* __restrict__ both) {
    int n = blockIdx.x * 32 + threadIdx.x, m = blockIdx.y * 8 + threadIdx.y;
    const int *a = left + blockIdx.z * (kCross * kCross) + m * kCross, *b = right + blockIdx.z * (kCross * kCross) + n;
    int sum = 0;
#pragma unroll 16
    for (int k = 0; k < kCross; ++k) sum += a[k] * b[k * kCross];
    both[blockIdx.z * (kCross * kCross) + m * kCross + n] = sum;
}

__global__ void __launch_bounds__(256) knot_crossing_x5_b(const int4* __restrict__ left, const int4* __restrict__ right, int4* __restrict__ both) {
    __shared__ int4 sa[64][17], sb[64][16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, base = blockIdx.x * 1024;
    int4 ra[4], rb[4];
#pragma unroll
    for (int h = 0; h < 4; ++h) { ra[h] = left[base + t + h * 256]; rb[h] = right[base + t + h * 256]; }
#pragma unroll
    for (int h = 0; h < 4; ++h) { sa[ty + h * 16][tx] = ra[h]; sb[ty + h * 16][tx] = rb[h]; }
    __syncthreads();
    int sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 16; ++k) {
        int4 a[4], b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { a[i] = sa[ty * 4 + i][k]; b[i] = sb[k * 4 + i][tx]; }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int u[4] = {a[i].x, a[i].y, a[i].z, a[i].w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                sum[i][0] += u[j] * b[j].x; sum[i][1] += u[j] * b[j].y; sum[i][2] += u[j] * b[j].z; sum[i][3] += u[j] * b[j].w;
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) both[base + (ty * 4 + i) * 16 + tx] = make_int4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---- Perfumery: energy of 256 aroma responses for a long stream of samples with 256 peaks, the response matrix kept in shared memory.
constexpr int kPeaks = 256, kNotes = 256, kBatch = 64, kBatches = 132 * 64, kLead = 264;

template <bool kAhead>
__device__ __forceinline__ void aroma(const __half* __restrict__ samples, const __half* __restrict__ response, float* __restrict__ energy) {
    extern __shared__ __align__(128) unsigned char store[];
    __half *weights = reinterpret_cast<__half*>(store), *tiles = weights + kPeaks * kLead;
    int t = threadIdx.x, warp = t / 32, wm = warp / 4 * 32, wn = warp % 4 * 64;
#pragma unroll 8
    for (int q = t; q < kPeaks * kNotes / 8; q += 256) copy16(weights + q / 32 * kLead + q % 32 * 8, response + q * 8);
    auto fetch = [&](int b, int slot) {
        __half* tile = tiles + slot * (kBatch * kLead);
#pragma unroll
        for (int h = 0; h < 8; ++h) {
            int q = t + h * 256;
            copy16(tile + q / 32 * kLead + q % 32 * 8, samples + (size_t)b * (kBatch * kPeaks) + q * 8);
        }
        copies_commit();
    };
    if (kAhead) fetch(blockIdx.x, 0);
    int slot = 0;
    for (int b = blockIdx.x; b < kBatches; b += gridDim.x) {
        if (!kAhead) fetch(b, 0);
        copies_wait<0>();
        __syncthreads();
        if (kAhead && b + gridDim.x < kBatches) fetch(b + gridDim.x, slot ^ 1);
        const __half* tile = tiles + slot * (kBatch * kLead);
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll 4
        for (int k = 0; k < kPeaks; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> w[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(x[i], tile + (wm + i * 16) * kLead + k, kLead);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(w[j], weights + k * kLead + wn + j * 16, kLead);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], x[i], w[j], sum[i][j]);
        }
        float total = 0.0f;
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 8; ++e) total = fmaf(sum[i][j].x[e], sum[i][j].x[e], total);
#pragma unroll
        for (int o = 16; o; o >>= 1) total += __shfl_xor_sync(0xffffffffu, total, o);
        if (t % 32 == 0) energy[b * 8 + warp] = total;
        if (kAhead) slot ^= 1;
        else __syncthreads();
    }
}

__global__ void __launch_bounds__(256) aroma_energy_x5_a(const __half* __restrict__ samples, const __half* __restrict__ response, float* __restrict__ energy) { aroma<false>(samples, response, energy); }
__global__ void __launch_bounds__(256) aroma_energy_x5_b(const __half* __restrict__ samples, const __half* __restrict__ response, float* __restrict__ energy) { aroma<true>(samples, response, energy); }

// ---- Archaeology: intersection of the colour histograms of 256 mosaics with 384 workshops over 14080 shades.
constexpr int kMosaics = 256, kShops = 384, kSlices = 44, kShades = 8 * kSlices * 40;
struct Common { static __device__ float start() { return 0.0f; } static __device__ float step(float s, float a, float b) { return s + fminf(a, b); } };

__global__ void __launch_bounds__(256, 2) mosaic_workshop_x5_a(const float* __restrict__ mosaics, const float* __restrict__ shops, float* __restrict__ common) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    broad_tile<Common>(mosaics + m0 * kShades, kShades, shops + n0, kShops, common + m0 * kShops + n0, kShops, kShades / 8);
}

__global__ void __launch_bounds__(256, 2) mosaic_workshop_x5_b0(const float* __restrict__ mosaics, const float* __restrict__ shops, float* __restrict__ slices) {
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128, k0 = blockIdx.z * (kShades / kSlices);
    broad_tile<Common>(mosaics + m0 * kShades + k0, kShades, shops + k0 * kShops + n0, kShops, slices + (blockIdx.z * kMosaics + m0) * kShops + n0, kShops, kShades / kSlices / 8);
}

__global__ void __launch_bounds__(128) mosaic_workshop_x5_b1(const float* __restrict__ slices, float* __restrict__ common) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < kSlices; ++p) sum += slices[p * kMosaics * kShops + i];
    common[i] = sum;
}

// ---- Seismology: seismogram convolved with a wavelet of 64 samples.
constexpr int kShocks = 132 * 64 * 4096, kWave = 64;
struct Wavelet { float w[kWave]; };

__global__ void __launch_bounds__(256) quake_wavelet_x5_a(const float* __restrict__ ground, float* __restrict__ felt, Wavelet wave) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kWave; ++k) sum = fmaf(wave.w[k], ground[i + k], sum);
    felt[i] = sum;
}

__global__ void __launch_bounds__(256) quake_wavelet_x5_b(const float* __restrict__ ground, float* __restrict__ felt, Wavelet wave) {
    __shared__ float4 window[(4096 + kWave) / 16 * 5];  // four float4 of each five used: conflict-free reads 16 floats apart
    int t = threadIdx.x;
    const float4* from = reinterpret_cast<const float4*>(ground + (size_t)blockIdx.x * 4096);
#pragma unroll
    for (int h = 0; h < 4; ++h) { int q = t + h * 256; window[q + q / 4] = from[q]; }
    if (t < kWave / 4) { int q = t + 1024; window[q + q / 4] = from[q]; }
    __syncthreads();
    float sum[16] = {}, v[20];
#pragma unroll
    for (int h = 0; h < 4; ++h) {
        float4 p = window[t * 5 + h];
        v[4 * h] = p.x; v[4 * h + 1] = p.y; v[4 * h + 2] = p.z; v[4 * h + 3] = p.w;
    }
#pragma unroll
    for (int k = 0; k < kWave; k += 4) {
        float4 p = window[t * 5 + (k / 4 + 4) + k / 16 + 1];
        v[16] = p.x; v[17] = p.y; v[18] = p.z; v[19] = p.w;
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int i = 0; i < 16; ++i) sum[i] = fmaf(wave.w[k + j], v[i + j], sum[i]);
#pragma unroll
        for (int i = 0; i < 16; ++i) v[i] = v[i + 4];
    }
    __syncthreads();
#pragma unroll
    for (int h = 0; h < 4; ++h) window[t * 5 + h] = make_float4(sum[4 * h], sum[4 * h + 1], sum[4 * h + 2], sum[4 * h + 3]);
    __syncthreads();
    float4* to = reinterpret_cast<float4*>(felt + (size_t)blockIdx.x * 4096);
#pragma unroll
    for (int h = 0; h < 4; ++h) { int q = t + h * 256; to[q] = window[q + q / 4]; }
}

// ---- Folklore: attention among the 512 motifs of each of 264 tales, squared positive scores as weights.
constexpr int kTales = 264, kMotifs = 512, kTraits = 64;
using Retell = Tensor<__half, 128, 64, 64, 32, 32, 3>;
__device__ __forceinline__ float heed(float s) { s = fmaxf(s, 0.0f) * 0.125f; return s * s; }

__global__ void __launch_bounds__(256, 2) fable_attention_x5_a0(const __half* __restrict__ asks, const __half* __restrict__ keys, float* __restrict__ scores) {
    __shared__ __align__(128) __half sq[128 * 72], sk[128 * 72];
    int t = threadIdx.x, wm = t / 128 * 64, wn = t / 32 % 4 * 32;
    size_t q0 = ((size_t)blockIdx.z * kMotifs + blockIdx.y * 128) * kTraits, k0 = ((size_t)blockIdx.z * kMotifs + blockIdx.x * 128) * kTraits;
#pragma unroll
    for (int h = 0; h < 4; ++h) {
        int p = t + h * 256;
        copy16(sq + p / 8 * 72 + p % 8 * 8, asks + q0 + p * 8);
        copy16(sk + p / 8 * 72 + p % 8 * 8, keys + k0 + p * 8);
    }
    copies_commit();
    copies_wait<0>();
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
#pragma unroll
    for (int k = 0; k < kTraits; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], sq + (wm + i * 16) * 72 + k, 72);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(b[j], sk + (wn + j * 16) * 72 + k, 72);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
    float* out = scores + ((size_t)blockIdx.z * kMotifs + blockIdx.y * 128) * kMotifs + blockIdx.x * 128;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(out + (wm + i * 16) * kMotifs + wn + j * 16, sum[i][j], kMotifs, wmma::mem_row_major);
}

__global__ void __launch_bounds__(256) fable_attention_x5_a1(const float4* __restrict__ scores, uint4* __restrict__ weights) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = scores[2 * i], b = scores[2 * i + 1];
    __half2 h[4] = {__floats2half2_rn(heed(a.x), heed(a.y)), __floats2half2_rn(heed(a.z), heed(a.w)),
                    __floats2half2_rn(heed(b.x), heed(b.y)), __floats2half2_rn(heed(b.z), heed(b.w))};
    weights[i] = *reinterpret_cast<uint4*>(h);
}

__global__ void __launch_bounds__(256, 2) fable_attention_x5_a2(const __half* __restrict__ weights, const __half* __restrict__ values, float* __restrict__ told) {
    size_t row = (size_t)blockIdx.y * kMotifs + blockIdx.x * 128;
    Retell::run(weights + row * kMotifs, kMotifs, values + (size_t)blockIdx.y * kMotifs * kTraits, kTraits, told + row * kTraits, kTraits, kMotifs / 64);
}

__device__ __forceinline__ unsigned pair_of(float a, float b) { __half2 h = __floats2half2_rn(heed(a), heed(b)); return *reinterpret_cast<unsigned*>(&h); }

__global__ void __launch_bounds__(256, 2) fable_attention_x5_b(const __half* __restrict__ asks, const __half* __restrict__ keys, const __half* __restrict__ values, float* __restrict__ told) {
    __shared__ __align__(128) __half sk[2][64 * 72], sv[2][64 * 72];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, g = lane / 4, q = lane % 4, eight = lane % 8, quarter = lane / 8;
    size_t tale = (size_t)blockIdx.y * kMotifs * kTraits, q0 = tale + (blockIdx.x * 128 + warp * 16) * kTraits;
    auto fetch = [&](int j, int slot) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int p = t + h * 256;
            copy16(&sk[slot][p / 8 * 72 + p % 8 * 8], keys + tale + j * (64 * kTraits) + p * 8);
            copy16(&sv[slot][p / 8 * 72 + p % 8 * 8], values + tale + j * (64 * kTraits) + p * 8);
        }
        copies_commit();
    };
    fetch(0, 0);
    unsigned ask[4][4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int r = 0; r < 4; ++r) ask[k][r] = *reinterpret_cast<const unsigned*>(asks + q0 + (g + r % 2 * 8) * kTraits + k * 16 + r / 2 * 8 + q * 2);
    float out[8][4] = {};
#pragma unroll 1
    for (int j = 0; j < kMotifs / 64; ++j) {
        int slot = j & 1;
        copies_wait<0>();
        __syncthreads();
        if (j + 1 < kMotifs / 64) fetch(j + 1, slot ^ 1);
        float score[8][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int n = 0; n < 8; n += 2) {
                unsigned b[4];
                four(b, &sk[slot][(n * 8 + quarter / 2 * 8 + eight) * 72 + k * 16 + quarter % 2 * 8]);
                tensor(score[n], ask[k], b[0], b[1], __half{});
                tensor(score[n + 1], ask[k], b[2], b[3], __half{});
            }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned w[4] = {pair_of(score[2 * k][0], score[2 * k][1]), pair_of(score[2 * k][2], score[2 * k][3]),
                             pair_of(score[2 * k + 1][0], score[2 * k + 1][1]), pair_of(score[2 * k + 1][2], score[2 * k + 1][3])};
#pragma unroll
            for (int n = 0; n < 8; n += 2) {
                unsigned b[4];
                four_turned(b, &sv[slot][(k * 16 + quarter % 2 * 8 + eight) * 72 + n * 8 + quarter / 2 * 8]);
                tensor(out[n], w, b[0], b[1], __half{});
                tensor(out[n + 1], w, b[2], b[3], __half{});
            }
        }
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) {
        *reinterpret_cast<float2*>(told + q0 + g * kTraits + n * 8 + q * 2) = make_float2(out[n][0], out[n][1]);
        *reinterpret_cast<float2*>(told + q0 + (g + 8) * kTraits + n * 8 + q * 2) = make_float2(out[n][2], out[n][3]);
    }
}

// ---- Bookkeeping: update of rank 16 of a ledger of 8192 x 8192 from half-precision factors.
constexpr int kLedger = 8192, kRank = 16;

__global__ void __launch_bounds__(256) ledger_update_x5_a(const float* __restrict__ old, const __half* __restrict__ debit, const __half* __restrict__ credit, float* __restrict__ now) {
    __shared__ __align__(16) float su[kRank][64], sv[kRank][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    float4 sum[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[i] = *reinterpret_cast<const float4*>(old + (size_t)(m0 + ty * 4 + i) * kLedger + n0 + tx * 4);
    uint2 u = *reinterpret_cast<const uint2*>(debit + (m0 + t % 64) * kRank + t / 64 * 4), v = *reinterpret_cast<const uint2*>(credit + ty * kLedger + n0 + tx * 4);
    const __half *hu = reinterpret_cast<const __half*>(&u), *hv = reinterpret_cast<const __half*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) su[t / 64 * 4 + j][t % 64] = __half2float(hu[j]);
    *reinterpret_cast<float4*>(&sv[ty][tx * 4]) = make_float4(__half2float(hv[0]), __half2float(hv[1]), __half2float(hv[2]), __half2float(hv[3]));
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kRank; ++k) {
        float4 a = *reinterpret_cast<const float4*>(&su[k][ty * 4]), b = *reinterpret_cast<const float4*>(&sv[k][tx * 4]);
        float w[4] = {a.x, a.y, a.z, a.w};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sum[i].x = fmaf(w[i], b.x, sum[i].x); sum[i].y = fmaf(w[i], b.y, sum[i].y);
            sum[i].z = fmaf(w[i], b.z, sum[i].z); sum[i].w = fmaf(w[i], b.w, sum[i].w);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) __stwb(reinterpret_cast<float4*>(now + (size_t)(m0 + ty * 4 + i) * kLedger + n0 + tx * 4), sum[i]);
}

__global__ void __launch_bounds__(256) ledger_update_x5_b(const float* __restrict__ old, const __half* __restrict__ debit, const __half* __restrict__ credit, float* __restrict__ now) {
    int warp = threadIdx.x / 32, m0 = blockIdx.y * 64 + warp / 4 * 32, n0 = blockIdx.x * 128 + warp % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][2];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> u[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> v[2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(sum[i][j], old + (size_t)(m0 + i * 16) * kLedger + n0 + j * 16, kLedger, wmma::mem_row_major);
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(u[i], debit + (m0 + i * 16) * kRank, kRank);
        wmma::load_matrix_sync(v[i], credit + n0 + i * 16, kLedger);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::mma_sync(sum[i][j], u[i], v[j], sum[i][j]);
            wmma::store_matrix_sync(now + (size_t)(m0 + i * 16) * kLedger + n0 + j * 16, sum[i][j], kLedger, wmma::mem_row_major);
        }
}

// ---- Dunes: one step of diffusion of sand heights on 8192 x 8192 squares with a margin.
constexpr int kDune = 8192, kDunePitch = 8192 + 32;

__device__ __forceinline__ float4 diffuse(float4 up, float4 mid, float4 down, float left, float right) {
    return make_float4(0.6f * mid.x + 0.1f * (up.x + down.x + left + mid.y), 0.6f * mid.y + 0.1f * (up.y + down.y + mid.x + mid.z),
                       0.6f * mid.z + 0.1f * (up.z + down.z + mid.y + mid.w), 0.6f * mid.w + 0.1f * (up.w + down.w + mid.z + right));
}

__global__ void __launch_bounds__(256) dune_diffusion_x5_a(const float* __restrict__ sand, float* __restrict__ next) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y;
    const float* at = sand + (y + 1) * kDunePitch + x + 16;
    float4 up = *reinterpret_cast<const float4*>(at - kDunePitch), mid = *reinterpret_cast<const float4*>(at), down = *reinterpret_cast<const float4*>(at + kDunePitch);
    *reinterpret_cast<float4*>(next + y * kDune + x) = diffuse(up, mid, down, at[-1], at[4]);
}

__global__ void __launch_bounds__(256) dune_diffusion_x5_b(const float* __restrict__ sand, float* __restrict__ next) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = (blockIdx.y * 8 + threadIdx.y) * 4;
    const float* at = sand + (y + 1) * kDunePitch + x + 16;
    float4 v[6];
    float left[4], right[4];
#pragma unroll
    for (int r = 0; r < 6; ++r) v[r] = *reinterpret_cast<const float4*>(at + (r - 1) * kDunePitch);
#pragma unroll
    for (int r = 0; r < 4; ++r) { left[r] = at[r * kDunePitch - 1]; right[r] = at[r * kDunePitch + 4]; }
#pragma unroll
    for (int r = 0; r < 4; ++r) *reinterpret_cast<float4*>(next + (y + r) * kDune + x) = diffuse(v[r], v[r + 1], v[r + 2], left[r], right[r]);
}

// ---- Opinion polls: weighted sum of the 4096 answers of each of 65536 people, four people a block.
constexpr int kPeople = 65536, kAnswers4 = 1024;

__global__ void __launch_bounds__(256) poll_weights_x5_a(const float4* __restrict__ people, const float4* __restrict__ weights, float* __restrict__ leaning) {
    __shared__ float part[8][4];
    int t = threadIdx.x;
    const float4* rows = people + (size_t)blockIdx.x * 4 * kAnswers4 + t;
    float sum[4] = {};
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        float4 w = weights[t + s * 256];
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            float4 p = __ldcs(rows + r * kAnswers4 + s * 256);
            sum[r] = fmaf(p.x, w.x, fmaf(p.y, w.y, fmaf(p.z, w.z, fmaf(p.w, w.w, sum[r]))));
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], o);
    if (t % 32 == 0)
#pragma unroll
        for (int r = 0; r < 4; ++r) part[t / 32][r] = sum[r];
    __syncthreads();
    if (t < 4) {
        float total = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) total += part[w][t];
        leaning[blockIdx.x * 4 + t] = total;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto room = [](const void* kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    using bf16 = __nv_bfloat16;

    bf16 *villages = filled<bf16>(kVillages * kSounds, 31), *sayings = filled<bf16>(kSounds * kSayings, 32);
    float* kin = empty<float>(kVillages * kSayings);
    room((const void*)dialect_kinship_x5_b, Kin::bytes);
    add("dialect_kinship_x5_a", kin, kVillages * kSayings, Output::f32, [=] { dialect_kinship_x5_a<<<dim3(kSayings / 128, kVillages / 128), 256>>>(villages, sayings, kin); });
    add("dialect_kinship_x5_b", kin, kVillages * kSayings, Output::f32, [=] {
        dialect_kinship_x5_b<<<dim3(kSayings / 128, kVillages / 128), Kin::threads, Kin::bytes>>>(villages, sayings, kin); });

    float *steer = filled<float>(kBeams * kPhones, 33), *phones = filled<float>(kPhones * kPings, 34), *beams = empty<float>(kBeams * kPings);
    harness_digitise<<<kBeams * kPhones / 256, 256>>>(steer); CHECK(cudaGetLastError());
    harness_digitise<<<kPhones * kPings / 256, 256>>>(phones); CHECK(cudaGetLastError());
    room((const void*)sonar_beams_x5_b, Sonar::bytes);
    add("sonar_beams_x5_a", beams, kBeams * kPings, Output::f32, [=] { sonar_beams_x5_a<<<dim3(kPings / 128, kBeams / 128), 256>>>(steer, phones, beams); });
    add("sonar_beams_x5_b", beams, kBeams * kPings, Output::f32, [=] {
        sonar_beams_x5_b<<<dim3(kPings / 128, kBeams / 128), Sonar::threads, Sonar::bytes>>>(steer, phones, beams); });

    constexpr size_t crossings = (size_t)kKnots * kCross * kCross;
    int *left = harness::indices(crossings, 200, 35), *right = harness::indices(crossings, 200, 991036), *both = empty<int>(crossings);
    add("knot_crossing_x5_a", both, crossings, Output::i32, [=] { knot_crossing_x5_a<<<dim3(2, 8, kKnots), dim3(32, 8)>>>(left, right, both); });
    add("knot_crossing_x5_b", both, crossings, Output::i32, [=] { knot_crossing_x5_b<<<kKnots, 256>>>((const int4*)left, (const int4*)right, (int4*)both); });

    __half *samples = filled<__half>((size_t)kBatches * kBatch * kPeaks, 37), *response = filled<__half>(kPeaks * kNotes, 38);
    float* energy = empty<float>(kBatches * 8);
    constexpr int one = (kPeaks + kBatch) * kLead * 2, two = one + kBatch * kLead * 2;
    room((const void*)aroma_energy_x5_a, one);
    room((const void*)aroma_energy_x5_b, two);
    add("aroma_energy_x5_a", energy, kBatches * 8, Output::f32, [=] { aroma_energy_x5_a<<<132, 256, one>>>(samples, response, energy); });
    add("aroma_energy_x5_b", energy, kBatches * 8, Output::f32, [=] { aroma_energy_x5_b<<<132, 256, two>>>(samples, response, energy); });

    float *mosaics = filled<float>(kMosaics * kShades, 39), *shops = filled<float>(kShades * kShops, 40), *common = empty<float>(kMosaics * kShops), *slices = empty<float>(kSlices * kMosaics * kShops);
    add("mosaic_workshop_x5_a", common, kMosaics * kShops, Output::f32, [=] { mosaic_workshop_x5_a<<<dim3(kShops / 128, kMosaics / 128), 256>>>(mosaics, shops, common); });
    add("mosaic_workshop_x5_b", common, kMosaics * kShops, Output::f32, [=] {
        mosaic_workshop_x5_b0<<<dim3(kShops / 128, kMosaics / 128, kSlices), 256>>>(mosaics, shops, slices);
        mosaic_workshop_x5_b1<<<kMosaics * kShops / 128, 128>>>(slices, common); });

    float *ground = filled<float>(kShocks + kWave, 41), *felt = empty<float>(kShocks);
    Wavelet wave;
    for (int k = 0; k < kWave; ++k) wave.w[k] = 0.1f * harness::unit(k + 700);
    add("quake_wavelet_x5_a", felt, kShocks, Output::f32, [=] { quake_wavelet_x5_a<<<kShocks / 256, 256>>>(ground, felt, wave); });
    add("quake_wavelet_x5_b", felt, kShocks, Output::f32, [=] { quake_wavelet_x5_b<<<kShocks / 4096, 256>>>(ground, felt, wave); });

    constexpr size_t traits = (size_t)kTales * kMotifs * kTraits, pairs = (size_t)kTales * kMotifs * kMotifs;
    __half *asks = filled<__half>(traits, 42), *keys = filled<__half>(traits, 43), *values = filled<__half>(traits, 44), *heeded = empty<__half>(pairs);
    float *scores = empty<float>(pairs), *told = empty<float>(traits);
    room((const void*)fable_attention_x5_a2, Retell::bytes);
    add("fable_attention_x5_a", told, traits, Output::f32, [=] {
        fable_attention_x5_a0<<<dim3(kMotifs / 128, kMotifs / 128, kTales), 256>>>(asks, keys, scores);
        fable_attention_x5_a1<<<pairs / 2048, 256>>>((const float4*)scores, (uint4*)heeded);
        fable_attention_x5_a2<<<dim3(kMotifs / 128, kTales), Retell::threads, Retell::bytes>>>(heeded, values, told); });
    add("fable_attention_x5_b", told, traits, Output::f32, [=] { fable_attention_x5_b<<<dim3(kMotifs / 128, kTales), 256>>>(asks, keys, values, told); });

    constexpr size_t entries = (size_t)kLedger * kLedger;
    float *old = filled<float>(entries, 45), *now = empty<float>(entries);
    __half *debit = filled<__half>(kLedger * kRank, 46), *credit = filled<__half>(kRank * kLedger, 47);
    add("ledger_update_x5_a", now, entries, Output::f32, [=] { ledger_update_x5_a<<<dim3(kLedger / 64, kLedger / 64), 256>>>(old, debit, credit, now); });
    add("ledger_update_x5_b", now, entries, Output::f32, [=] { ledger_update_x5_b<<<dim3(kLedger / 128, kLedger / 64), 256>>>(old, debit, credit, now); });

    float *sand = filled<float>((size_t)kDunePitch * (kDune + 2), 48), *next = empty<float>((size_t)kDune * kDune);
    add("dune_diffusion_x5_a", next, (size_t)kDune * kDune, Output::f32, [=] { dune_diffusion_x5_a<<<dim3(kDune / 128, kDune / 8), dim3(32, 8)>>>(sand, next); });
    add("dune_diffusion_x5_b", next, (size_t)kDune * kDune, Output::f32, [=] { dune_diffusion_x5_b<<<dim3(kDune / 128, kDune / 32), dim3(32, 8)>>>(sand, next); });

    const float4 *people = reinterpret_cast<const float4*>(filled<float>((size_t)kPeople * kAnswers4 * 4, 49)), *weights = reinterpret_cast<const float4*>(filled<float>(kAnswers4 * 4, 50));
    float* leaning = empty<float>(kPeople);
    add("poll_weights_x5_a", leaning, kPeople, Output::f32, [=] { poll_weights_x5_a<<<kPeople / 4, 256>>>(people, weights, leaning); });

    return harness::run(argc, argv, cases);
}
