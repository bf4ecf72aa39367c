// Eight measured pairs about reuse, tiles and their copies: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Warp-level matrix helpers (m16n8k16, half in, float out).
__device__ __forceinline__ void mma_16816(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ uint32_t smem_at(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldmatrix_x4(uint32_t (&r)[4], uint32_t at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}
__device__ __forceinline__ void copy_16(uint32_t to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" :: "r"(to), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int kLeft>
__device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;\n" :: "n"(kLeft) : "memory"); }

// ---- Stereo vision: soft rank of each pixel among the 13 x 13 around it, weighted by place (image with a border of its own).
constexpr int kView = 1024, kPitch = 1040, kViewRows = kView + 12, kTap = 13;
__constant__ float rank_weight[kTap * kTap];  // [dx][dy]

__global__ void __launch_bounds__(256) velvet_anchor_aj5_a(const float* __restrict__ image, float* __restrict__ rank) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = image + (size_t)y * kPitch + x;
    float shift = fmaf(-4.0f, corner[6 * kPitch + 6], 0.5f), sum = 0.0f;
#pragma unroll 1
    for (int dx = 0; dx < kTap; ++dx) {
#pragma unroll
        for (int dy = 0; dy < kTap; ++dy)
            sum = fmaf(rank_weight[dx * kTap + dy], __saturatef(fmaf(4.0f, corner[dy * kPitch + dx], shift)), sum);
    }
    rank[y * kView + x] = sum;
}

__global__ void __launch_bounds__(256) velvet_anchor_aj5_b(const float* __restrict__ image, float* __restrict__ rank) {
    constexpr int kRows = 64 + 12, kCols = 32 + 12;
    __shared__ __align__(16) float part[kRows][kCols];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 64;
    const float4* from = reinterpret_cast<const float4*>(image + (size_t)y0 * kPitch + x0);
    for (int i = ty * 32 + tx; i < kRows * (kCols / 4); i += 256) {
        int r = i / (kCols / 4), c = i % (kCols / 4);
        *reinterpret_cast<float4*>(&part[r][c * 4]) = from[r * (kPitch / 4) + c];
    }
    __syncthreads();
    float shift[8], sum[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { shift[j] = fmaf(-4.0f, part[ty * 8 + j + 6][tx + 6], 0.5f); sum[j] = 0.0f; }
#pragma unroll 1
    for (int dx = 0; dx < kTap; ++dx) {
        float column[20];
#pragma unroll
        for (int r = 0; r < 20; ++r) column[r] = part[ty * 8 + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kTap; ++dy) {
            float w = rank_weight[dx * kTap + dy];
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[j] = fmaf(w, __saturatef(fmaf(4.0f, column[j + dy], shift[j])), sum[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) rank[(y0 + ty * 8 + j) * kView + x0 + tx] = sum[j];
}

// ---- Transit planning: shortest two-leg journey between every origin and destination over 1024 transfer stops (min-plus product).
constexpr int kStops = 1024;

__global__ void __launch_bounds__(256) lantern_quarry_aj5_a(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ whole) {
    int to = blockIdx.x * 32 + threadIdx.x, from = blockIdx.y * 8 + threadIdx.y;
    const float *leg = first + (size_t)from * kStops, *next = second + to;
    float best = 1e30f;
#pragma unroll 8
    for (int via = 0; via < kStops; ++via) best = fminf(best, leg[via] + next[(size_t)via * kStops]);
    whole[(size_t)from * kStops + to] = best;
}

__global__ void __launch_bounds__(256) lantern_quarry_aj5_b(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ whole) {
    __shared__ __align__(16) float legs[2][16][64 + 4], nexts[2][16][64];
    int t = threadIdx.y * 32 + threadIdx.x, tx = t % 16, ty = t / 16;
    int to0 = blockIdx.x * 64, from0 = blockIdx.y * 64;
    // A quadruple of each tile a thread: 64 rows of 16 of the first, 16 rows of 64 of the second.
    int ar = t / 4, ac = t % 4 * 4, br = t / 16, bc = t % 16 * 4;
    const float* a_at = first + (size_t)(from0 + ar) * kStops + ac;
    const float* b_at = second + (size_t)br * kStops + to0 + bc;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) best[i][j] = 1e30f;
    float4 a = *reinterpret_cast<const float4*>(a_at), b = *reinterpret_cast<const float4*>(b_at);
#pragma unroll 2
    for (int step = 0; step < kStops / 16; ++step) {
        int s = step & 1;
        legs[s][ac][ar] = a.x; legs[s][ac + 1][ar] = a.y; legs[s][ac + 2][ar] = a.z; legs[s][ac + 3][ar] = a.w;
        *reinterpret_cast<float4*>(&nexts[s][br][bc]) = b;
        __syncthreads();
        if (step + 1 < kStops / 16) {
            a = *reinterpret_cast<const float4*>(a_at + (step + 1) * 16);
            b = *reinterpret_cast<const float4*>(b_at + (size_t)(step + 1) * 16 * kStops);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *reinterpret_cast<const float4*>(&legs[s][k][ty * 4]), v = *reinterpret_cast<const float4*>(&nexts[s][k][tx * 4]);
            float us[4] = {u.x, u.y, u.z, u.w}, vs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], us[i] + vs[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(whole + (size_t)(from0 + ty * 4 + i) * kStops + to0 + tx * 4) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---- Kernel machines: random Fourier features cos(x w + b) of 16384 samples with 512 readings, 2048 features.
constexpr int kSamples = 16384, kReadings = 512, kFeatures = 2048;

__device__ __forceinline__ float fourier_of(float dot, float phase) { return 0.25f * __cosf(fmaf(0.25f, dot, phase)); }

__global__ void __launch_bounds__(256) walnut_harbor_aj5_a(const __half* __restrict__ sample, const __half* __restrict__ wave, const float* __restrict__ phase,
                                                           __half* __restrict__ feature) {
    __shared__ __align__(16) float xs[2][16][128], ws[2][16][128];  // [k][row], rows of the upper eight k turned by 16
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    int lr = t / 2, lk = t % 2 * 8, turned = lr ^ (t % 2 * 16);
    const __half* x_at = sample + (size_t)(row0 + lr) * kReadings + lk;
    const __half* w_at = wave + (size_t)(col0 + lr) * kReadings + lk;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.0f;
    uint4 xv = *reinterpret_cast<const uint4*>(x_at), wv = *reinterpret_cast<const uint4*>(w_at);
#pragma unroll 2
    for (int step = 0; step < kReadings / 16; ++step) {
        int s = step & 1;
        const __half2 *xh = reinterpret_cast<const __half2*>(&xv), *wh = reinterpret_cast<const __half2*>(&wv);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float2 x2 = __half22float2(xh[q]), w2 = __half22float2(wh[q]);
            xs[s][lk + 2 * q][turned] = x2.x; xs[s][lk + 2 * q + 1][turned] = x2.y;
            ws[s][lk + 2 * q][turned] = w2.x; ws[s][lk + 2 * q + 1][turned] = w2.y;
        }
        __syncthreads();
        if (step + 1 < kReadings / 16) {
            xv = *reinterpret_cast<const uint4*>(x_at + (step + 1) * 16);
            wv = *reinterpret_cast<const uint4*>(w_at + (step + 1) * 16);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            int turn = k >= 8 ? 16 : 0, xr = (ty * 4) ^ turn, wr = (tx * 4) ^ turn;
            float4 x0 = *reinterpret_cast<const float4*>(&xs[s][k][xr]), x1 = *reinterpret_cast<const float4*>(&xs[s][k][xr + 64]);
            float4 w0 = *reinterpret_cast<const float4*>(&ws[s][k][wr]), w1 = *reinterpret_cast<const float4*>(&ws[s][k][wr + 64]);
            float x[8] = {x0.x, x0.y, x0.z, x0.w, x1.x, x1.y, x1.z, x1.w}, w[8] = {w0.x, w0.y, w0.z, w0.w, w1.x, w1.y, w1.z, w1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], w[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int col = col0 + tx * 4 + h * 64;
        float4 p = *reinterpret_cast<const float4*>(phase + col);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            int row = row0 + ty * 4 + i % 4 + i / 4 * 64;
            __half2 low = __floats2half2_rn(fourier_of(acc[i][h * 4], p.x), fourier_of(acc[i][h * 4 + 1], p.y));
            __half2 high = __floats2half2_rn(fourier_of(acc[i][h * 4 + 2], p.z), fourier_of(acc[i][h * 4 + 3], p.w));
            uint2 both = make_uint2(*reinterpret_cast<uint32_t*>(&low), *reinterpret_cast<uint32_t*>(&high));
            *reinterpret_cast<uint2*>(feature + (size_t)row * kFeatures + col) = both;
        }
    }
}

constexpr int kFourierLd = 40, kFourierStage = 2 * 128 * kFourierLd, kFourierStages = 4;  // halves
constexpr int kFourierShared = kFourierStages * kFourierStage * 2;

__device__ __forceinline__ void fourier_copy(__half* stage, const __half* sample, const __half* wave, int row0, int col0, int k0) {
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        int i = q * 256 + threadIdx.x, r = i / 4, c = i % 4 * 8;
        copy_16(smem_at(stage + r * kFourierLd + c), sample + (size_t)(row0 + r) * kReadings + k0 + c);
        copy_16(smem_at(stage + (128 + r) * kFourierLd + c), wave + (size_t)(col0 + r) * kReadings + k0 + c);
    }
}

__global__ void __launch_bounds__(256, 2) walnut_harbor_aj5_b(const __half* __restrict__ sample, const __half* __restrict__ wave, const float* __restrict__ phase,
                                                              __half* __restrict__ feature) {
    extern __shared__ __align__(16) unsigned char walnut_pool[];
    __half* pool = reinterpret_cast<__half*>(walnut_pool);
    constexpr int kSteps = kReadings / 32;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wm = warp / 4 * 64, wn = warp % 4 * 32;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float acc[4][4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int e = 0; e < 4; ++e) acc[i][j][e] = 0.0f;
#pragma unroll
    for (int s = 0; s < kFourierStages - 1; ++s) { fourier_copy(pool + s * kFourierStage, sample, wave, row0, col0, s * 32); copy_commit(); }
#pragma unroll 1
    for (int step = 0; step < kSteps; ++step) {
        copy_wait<kFourierStages - 2>();
        __syncthreads();
        int ahead = step + kFourierStages - 1;
        if (ahead < kSteps) fourier_copy(pool + (ahead % kFourierStages) * kFourierStage, sample, wave, row0, col0, ahead * 32);
        copy_commit();
        const __half* xs = pool + (step % kFourierStages) * kFourierStage;
        const __half* ws = xs + 128 * kFourierLd;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) ldmatrix_x4(a[i], smem_at(xs + (wm + i * 16 + lane % 16) * kFourierLd + k + lane / 16 * 8));
#pragma unroll
            for (int j = 0; j < 2; ++j) ldmatrix_x4(b[j], smem_at(ws + (wn + j * 16 + lane % 8 + lane / 16 * 8) * kFourierLd + k + lane / 8 % 2 * 8));
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) mma_16816(acc[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
    }
    copy_wait<0>();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int col = col0 + wn + j * 8 + lane % 4 * 2;
        float2 p = *reinterpret_cast<const float2*>(phase + col);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                int row = row0 + wm + i * 16 + h * 8 + lane / 4;
                *reinterpret_cast<__half2*>(feature + (size_t)row * kFeatures + col) =
                    __floats2half2_rn(fourier_of(acc[i][j][h * 2], p.x), fourier_of(acc[i][j][h * 2 + 1], p.y));
            }
    }
}

// ---- Text search by late interaction: score of each document (128 tokens of 192 numbers) for 8 queries of 32 tokens: sum of the best matches.
constexpr int kDocs = 132 * 64, kTokens = 128, kDim = 192, kDocLd = kDim + 8, kDocHalves = kTokens * kDocLd;

__device__ __forceinline__ void document_copy(__half* tile, const __half* document) {
#pragma unroll
    for (int q = 0; q < kTokens * kDim / 8 / 256; ++q) {
        int i = q * 256 + threadIdx.x, r = i / (kDim / 8), c = i % (kDim / 8) * 8;
        copy_16(smem_at(tile + r * kDocLd + c), document + (size_t)i * 8);
    }
}

// The 32 tokens of the warp's query, whole, as fragments.
__device__ __forceinline__ void query_load(uint32_t (&q)[kDim / 16][2][4], const __half* query) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int k = 0; k < kDim / 16; ++k)
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int e = 0; e < 4; ++e)
                q[k][m][e] = *reinterpret_cast<const uint32_t*>(query + (size_t)(warp * 32 + m * 16 + e % 2 * 8 + lane / 4) * kDim + k * 16 + e / 2 * 8 + lane % 4 * 2);
}

__device__ __forceinline__ void document_score(const uint32_t (&q)[kDim / 16][2][4], const __half* tile, float* score) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float top[2][2] = {{-1e30f, -1e30f}, {-1e30f, -1e30f}};
    uint32_t at = smem_at(tile + (lane % 8 + lane / 16 * 8) * kDocLd + lane / 8 % 2 * 8);
#pragma unroll 1
    for (int n = 0; n < kTokens; n += 32) {
        float acc[2][4][4];
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 4; ++e) acc[m][j][e] = 0.0f;
#pragma unroll
        for (int k = 0; k < kDim / 16; ++k) {
            uint32_t b[2][4];
#pragma unroll
            for (int j = 0; j < 2; ++j) ldmatrix_x4(b[j], at + ((n + j * 16) * kDocLd + k * 16) * 2);
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int m = 0; m < 2; ++m) mma_16816(acc[m][j], q[k][m], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
#pragma unroll
        for (int m = 0; m < 2; ++m)
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int e = 0; e < 4; ++e) top[m][e / 2] = fmaxf(top[m][e / 2], acc[m][j][e]);
    }
    float sum = 0.0f;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float v = top[m][h];
            v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 1));
            sum += fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 2));
        }
#pragma unroll
    for (int o = 4; o < 32; o *= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) score[warp] = sum;
}

__global__ void __launch_bounds__(256, 1) meadow_trumpet_aj5_a(const __half* __restrict__ query, const __half* __restrict__ documents, float* __restrict__ score) {
    extern __shared__ __align__(16) unsigned char trumpet_pool[];
    __half* tile = reinterpret_cast<__half*>(trumpet_pool);
    uint32_t q[kDim / 16][2][4];
    query_load(q, query);
#pragma unroll 1
    for (int doc = blockIdx.x; doc < kDocs; doc += gridDim.x) {
        document_copy(tile, documents + (size_t)doc * kTokens * kDim);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        document_score(q, tile, score + (size_t)doc * 8);
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 1) meadow_trumpet_aj5_b(const __half* __restrict__ query, const __half* __restrict__ documents, float* __restrict__ score) {
    extern __shared__ __align__(16) unsigned char trumpet_pool[];
    __half* pool = reinterpret_cast<__half*>(trumpet_pool);
    uint32_t q[kDim / 16][2][4];
#pragma unroll
    for (int s = 0; s < 2; ++s) {
        int doc = blockIdx.x + s * gridDim.x;
        if (doc < kDocs) document_copy(pool + s * kDocHalves, documents + (size_t)doc * kTokens * kDim);
        copy_commit();
    }
    query_load(q, query);
    int slot = 0;
#pragma unroll 1
    for (int doc = blockIdx.x; doc < kDocs; doc += gridDim.x) {
        copy_wait<1>();
        __syncthreads();
        int ahead = doc + 2 * gridDim.x, into = slot == 0 ? 2 : slot - 1;
        if (ahead < kDocs) document_copy(pool + into * kDocHalves, documents + (size_t)ahead * kTokens * kDim);
        copy_commit();
        document_score(q, pool + slot * kDocHalves, score + (size_t)doc * 8);
        slot = slot == 2 ? 0 : slot + 1;
    }
    copy_wait<0>();
}

// ---- Face gallery: best match of 1024 probes in each of 512 shelves of 1024 faces (128 halves a face); 32 probes in the registers of each warp.
constexpr int kProbes = 1024, kFaces = 524288, kFaceDim = 128, kShelf = 1024, kShelves = kFaces / kShelf, kPanels = kProbes / 32;

__device__ __forceinline__ void shelf_search(const __half* __restrict__ probes, const __half* __restrict__ faces, float* __restrict__ best, int panel, int shelf) {
    __shared__ float tops[8][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4;
    // Numbers are taken in an order in which a thread's 16 bytes serve two steps; the same for probes and faces.
    uint32_t a[8][2][4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int m = 0; m < 2; ++m) {
            const __half* at = probes + (size_t)(panel * 32 + m * 16 + g) * kFaceDim + j * 32 + q * 8;
            uint4 low = *reinterpret_cast<const uint4*>(at), high = *reinterpret_cast<const uint4*>(at + 8 * kFaceDim);
            a[2 * j][m][0] = low.x; a[2 * j][m][1] = high.x; a[2 * j][m][2] = low.y; a[2 * j][m][3] = high.y;
            a[2 * j + 1][m][0] = low.z; a[2 * j + 1][m][1] = high.z; a[2 * j + 1][m][2] = low.w; a[2 * j + 1][m][3] = high.w;
        }
    float top[2][2] = {{-1e30f, -1e30f}, {-1e30f, -1e30f}};
    const __half* face = faces + ((size_t)shelf * kShelf + warp * 16 + g) * kFaceDim + q * 8;
#pragma unroll 1
    for (int f = 0; f < kShelf; f += 128) {
        uint4 b[2][4];
#pragma unroll
        for (int n = 0; n < 2; ++n)
#pragma unroll
            for (int j = 0; j < 4; ++j) b[n][j] = __ldg(reinterpret_cast<const uint4*>(face + (size_t)(f + n * 8) * kFaceDim + j * 32));
        float acc[2][2][4];
#pragma unroll
        for (int n = 0; n < 2; ++n)
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int e = 0; e < 4; ++e) acc[n][m][e] = 0.0f;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int n = 0; n < 2; ++n)
#pragma unroll
                for (int m = 0; m < 2; ++m) mma_16816(acc[n][m], a[2 * j][m], b[n][j].x, b[n][j].y);
#pragma unroll
            for (int n = 0; n < 2; ++n)
#pragma unroll
                for (int m = 0; m < 2; ++m) mma_16816(acc[n][m], a[2 * j + 1][m], b[n][j].z, b[n][j].w);
        }
#pragma unroll
        for (int n = 0; n < 2; ++n)
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int e = 0; e < 4; ++e) top[m][e / 2] = fmaxf(top[m][e / 2], acc[n][m][e]);
    }
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float v = top[m][h];
            v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 1));
            v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 2));
            if (q == 0) tops[warp][m * 16 + h * 8 + g] = v;
        }
    __syncthreads();
    if (warp == 0) {
        float v = tops[0][lane];
#pragma unroll
        for (int w = 1; w < 8; ++w) v = fmaxf(v, tops[w][lane]);
        best[(size_t)shelf * kProbes + panel * 32 + lane] = v;
    }
}

__global__ void __launch_bounds__(256, 2) copper_orchid_aj5_a(const __half* __restrict__ probes, const __half* __restrict__ faces, float* __restrict__ best) {
    shelf_search(probes, faces, best, blockIdx.x / kShelves, blockIdx.x % kShelves);
}
__global__ void __launch_bounds__(256, 2) copper_orchid_aj5_b(const __half* __restrict__ probes, const __half* __restrict__ faces, float* __restrict__ best) {
    shelf_search(probes, faces, best, blockIdx.x % kPanels, blockIdx.x / kPanels);
}

// ---- Ultrasound: delay-and-sum image from 128 channels; a block has a patch of 64 x 32 pixels, lengths in samples.
constexpr int kChannels = 128, kLine = 10240, kWindow = 1024, kPatchesX = 12, kPatchesZ = 11, kImageX = kPatchesX * 64, kImageZ = kPatchesZ * 32;

struct Patch { float x0, z0; };
__device__ __forceinline__ float element_x(int channel) { return 48.0f * channel + 24.0f; }

// Starts the copy of four channels' windows, a quadruple a thread; the windows begin a little before the patch's earliest echo.
__device__ __forceinline__ void echo_copy(float (*window)[kWindow], float* begin, const float* lines, Patch p, int group) {
    int c = threadIdx.x / 256, i = threadIdx.x % 256 * 4;
    float e = element_x(group * 4 + c), aside = fmaxf(0.0f, fmaxf(p.x0 - e, e - (p.x0 + 504.0f)));
    int start = ((int)(p.z0 + sqrtf(fmaf(aside, aside, p.z0 * p.z0))) - 2) & ~3;
    copy_16(smem_at(&window[c][i]), lines + (size_t)(group * 4 + c) * kLine + start + i);
    if (i == 0) begin[c] = (float)start;
}

__device__ __forceinline__ void echo_sum(float (&sum)[2], const float (*window)[kWindow], const float* begin, float x, const float (&z)[2], int group) {
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        float dx = x - element_x(group * 4 + c), dx2 = dx * dx, from = begin[c] + 0.5f;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float r2 = fmaf(z[j], z[j], dx2), inverse = rsqrtf(r2);
            float late = fmaf(r2, inverse, z[j] - from), whole = late + 12582912.0f;  // nearest integer in the low bits
            float share = late - (whole - 12582912.0f) + 0.5f;
            int i = __float_as_int(whole) - 0x4B400000;
            float s0 = window[c][i], s1 = window[c][i + 1];
            sum[j] = fmaf(z[j] * inverse, fmaf(share, s1 - s0, s0), sum[j]);
        }
    }
}

__global__ void __launch_bounds__(1024, 1) pebble_violin_aj5_a(const float* __restrict__ lines, float* __restrict__ image) {
    __shared__ __align__(16) float window[4][kWindow];
    __shared__ float begin[4];
    int px = blockIdx.x % kPatchesX * 64 + threadIdx.x % 64, pz = blockIdx.x / kPatchesX * 32 + threadIdx.x / 64;
    Patch p = {blockIdx.x % kPatchesX * 512.0f, 64.0f + blockIdx.x / kPatchesX * 256.0f};
    float x = px * 8.0f, z[2] = {64.0f + pz * 8.0f, 64.0f + pz * 8.0f + 128.0f}, sum[2] = {0.0f, 0.0f};
#pragma unroll 1
    for (int group = 0; group < kChannels / 4; ++group) {
        echo_copy(window, begin, lines, p, group);
        copy_commit();
        copy_wait<0>();
        __syncthreads();
        echo_sum(sum, window, begin, x, z, group);
        __syncthreads();
    }
    image[pz * kImageX + px] = sum[0];
    image[(pz + 16) * kImageX + px] = sum[1];
}

__global__ void __launch_bounds__(1024, 1) pebble_violin_aj5_b(const float* __restrict__ lines, float* __restrict__ image) {
    extern __shared__ __align__(16) unsigned char violin_pool[];
    float (*window)[kWindow] = reinterpret_cast<float (*)[kWindow]>(violin_pool);  // four slots of four windows
    __shared__ float begin[4][4];
    int px = blockIdx.x % kPatchesX * 64 + threadIdx.x % 64, pz = blockIdx.x / kPatchesX * 32 + threadIdx.x / 64;
    Patch p = {blockIdx.x % kPatchesX * 512.0f, 64.0f + blockIdx.x / kPatchesX * 256.0f};
    float x = px * 8.0f, z[2] = {64.0f + pz * 8.0f, 64.0f + pz * 8.0f + 128.0f}, sum[2] = {0.0f, 0.0f};
#pragma unroll
    for (int s = 0; s < 3; ++s) { echo_copy(window + s * 4, begin[s], lines, p, s); copy_commit(); }
#pragma unroll 1
    for (int group = 0; group < kChannels / 4; ++group) {
        copy_wait<2>();
        __syncthreads();
        int ahead = group + 3;
        if (ahead < kChannels / 4) echo_copy(window + ahead % 4 * 4, begin[ahead % 4], lines, p, ahead);
        copy_commit();
        echo_sum(sum, window + group % 4 * 4, begin[group % 4], x, z, group);
    }
    copy_wait<0>();
    image[pz * kImageX + px] = sum[0];
    image[(pz + 16) * kImageX + px] = sum[1];
}

// ---- Room acoustics: complex pressure at 132 * 6 * 256 listeners from 1024 point sources of one tone.
constexpr int kListeners = 132 * 6 * 256, kSources = 1024;

__device__ __forceinline__ void pressure_add(float2& sum, float4 me, float4 s) {
    float dx = me.x - s.x, dy = me.y - s.y, dz = me.z - s.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-4f))), inverse = rsqrtf(r2), angle = r2 * inverse * 6.0f, loud = s.w * inverse;
    sum.x = fmaf(loud, __cosf(angle), sum.x);
    sum.y = fmaf(loud, __sinf(angle), sum.y);
}

__global__ void __launch_bounds__(256, 6) saffron_canoe_aj5_a(const float4* __restrict__ listener, const float4* __restrict__ source, float2* __restrict__ pressure) {
    __shared__ float4 near[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = listener[i];
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int from = 0; from < kSources; from += 256) {
        near[t] = source[from + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) pressure_add(sum, me, near[k]);
        __syncthreads();
    }
    pressure[i] = sum;
}

__global__ void __launch_bounds__(256, 6) saffron_canoe_aj5_b(const float4* __restrict__ listener, const float4* __restrict__ source, float2* __restrict__ pressure) {
    __shared__ float4 near[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    copy_16(smem_at(&near[0][t]), source + t);
    copy_commit();
    float4 me = listener[i];
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int from = 0; from < kSources; from += 256) {
        int s = from / 256 & 1;
        copy_wait<0>();
        __syncthreads();
        if (from + 256 < kSources) copy_16(smem_at(&near[s ^ 1][t]), source + from + 256 + t);
        copy_commit();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) pressure_add(sum, me, near[s][k]);
    }
    copy_wait<0>();
    pressure[i] = sum;
}

// ---- Pattern formation: one time step of a Gray-Scott reaction on a torus of 8192 x 8192 cells, four columns and four rows a thread.
constexpr int kDish = 8192;

__device__ __forceinline__ float4 spread_of(float4 up, float4 me, float4 down, float left, float right) {
    return make_float4(up.x + down.x + left + me.y - 4.0f * me.x, up.y + down.y + me.x + me.z - 4.0f * me.y, up.z + down.z + me.y + me.w - 4.0f * me.z,
                       up.w + down.w + me.z + right - 4.0f * me.w);
}
__device__ __forceinline__ void react(float& u, float& v, float du, float dv) {
    float uvv = u * v * v;
    u += fmaf(0.16f, du, fmaf(0.035f, 1.0f - u, -uvv));
    v += fmaf(0.08f, dv, fmaf(-0.1f, v, uvv));
}

__global__ void __launch_bounds__(256) marble_thicket_aj5_a(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ u_next, float* __restrict__ v_next) {
    int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, y = blockIdx.y * 32 + threadIdx.y * 4;
    float4 us[6], vs[6];
#pragma unroll
    for (int r = 0; r < 6; ++r) {
        size_t at = (size_t)((y + r - 1) & (kDish - 1)) * kDish + x;
        us[r] = *reinterpret_cast<const float4*>(u + at);
        vs[r] = *reinterpret_cast<const float4*>(v + at);
    }
    float u_edge[4], v_edge[4];  // beside the warp's 128 columns: left of the first lane, right of the last
    int beside = (lane == 0 ? x - 1 : x + 4) & (kDish - 1);
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        u_edge[r] = v_edge[r] = 0.0f;
        if (lane == 0 || lane == 31) {
            u_edge[r] = u[(size_t)(y + r) * kDish + beside];
            v_edge[r] = v[(size_t)(y + r) * kDish + beside];
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 a = us[r + 1], b = vs[r + 1];
        float ul = __shfl_up_sync(0xffffffffu, a.w, 1), ur = __shfl_down_sync(0xffffffffu, a.x, 1);
        float vl = __shfl_up_sync(0xffffffffu, b.w, 1), vr = __shfl_down_sync(0xffffffffu, b.x, 1);
        if (lane == 0) { ul = u_edge[r]; vl = v_edge[r]; }
        if (lane == 31) { ur = u_edge[r]; vr = v_edge[r]; }
        float4 du = spread_of(us[r], a, us[r + 2], ul, ur), dv = spread_of(vs[r], b, vs[r + 2], vl, vr);
        react(a.x, b.x, du.x, dv.x); react(a.y, b.y, du.y, dv.y); react(a.z, b.z, du.z, dv.z); react(a.w, b.w, du.w, dv.w);
        size_t at = (size_t)(y + r) * kDish + x;
        __stcs(reinterpret_cast<float4*>(u_next + at), a);
        __stcs(reinterpret_cast<float4*>(v_next + at), b);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<float> weight(kTap * kTap);
        for (int dx = 0; dx < kTap; ++dx)
            for (int dy = 0; dy < kTap; ++dy) weight[dx * kTap + dy] = std::exp(-0.04f * ((dx - 6) * (dx - 6) + (dy - 6) * (dy - 6)));
        CHECK(cudaMemcpyToSymbol(rank_weight, weight.data(), weight.size() * sizeof(float)));
        float *image = filled<float>((size_t)kPitch * kViewRows, 11), *out = empty<float>((size_t)kView * kView);
        add("velvet_anchor_aj5_a", out, (size_t)kView * kView, Output::f32, [=] { velvet_anchor_aj5_a<<<dim3(kView / 32, kView / 8), dim3(32, 8)>>>(image, out); });
        add("velvet_anchor_aj5_b", out, (size_t)kView * kView, Output::f32, [=] { velvet_anchor_aj5_b<<<dim3(kView / 32, kView / 64), dim3(32, 8)>>>(image, out); });
    }
    {
        constexpr size_t n = (size_t)kStops * kStops;
        float *first = filled<float>(n, 21), *second = filled<float>(n, 22), *out = empty<float>(n);
        add("lantern_quarry_aj5_a", out, n, Output::f32, [=] { lantern_quarry_aj5_a<<<dim3(kStops / 32, kStops / 8), dim3(32, 8)>>>(first, second, out); });
        add("lantern_quarry_aj5_b", out, n, Output::f32, [=] { lantern_quarry_aj5_b<<<dim3(kStops / 64, kStops / 64), dim3(32, 8)>>>(first, second, out); });
    }
    {
        __half *sample = filled<__half>((size_t)kSamples * kReadings, 31), *wave = filled<__half>((size_t)kFeatures * kReadings, 32);
        float* phase = filled<float>(kFeatures, 33);
        constexpr size_t n = (size_t)kSamples * kFeatures;
        __half* out = empty<__half>(n);
        CHECK(cudaFuncSetAttribute(walnut_harbor_aj5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kFourierShared));
        add("walnut_harbor_aj5_a", out, n, Output::f16, [=] { walnut_harbor_aj5_a<<<dim3(kFeatures / 128, kSamples / 128), 256>>>(sample, wave, phase, out); });
        add("walnut_harbor_aj5_b", out, n, Output::f16, [=] { walnut_harbor_aj5_b<<<dim3(kFeatures / 128, kSamples / 128), 256, kFourierShared>>>(sample, wave, phase, out); });
    }
    {
        __half *query = filled<__half>((size_t)256 * kDim, 41), *documents = filled<__half>((size_t)kDocs * kTokens * kDim, 42);
        float* out = empty<float>((size_t)kDocs * 8);
        constexpr int one = kDocHalves * 2, three = 3 * one;
        CHECK(cudaFuncSetAttribute(meadow_trumpet_aj5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, one));
        CHECK(cudaFuncSetAttribute(meadow_trumpet_aj5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, three));
        add("meadow_trumpet_aj5_a", out, (size_t)kDocs * 8, Output::f32, [=] { meadow_trumpet_aj5_a<<<132, 256, one>>>(query, documents, out); });
        add("meadow_trumpet_aj5_b", out, (size_t)kDocs * 8, Output::f32, [=] { meadow_trumpet_aj5_b<<<132, 256, three>>>(query, documents, out); });
    }
    {
        __half *probes = filled<__half>((size_t)kProbes * kFaceDim, 51), *faces = filled<__half>((size_t)kFaces * kFaceDim, 52);
        constexpr size_t n = (size_t)kProbes * kShelves;
        float* out = empty<float>(n);
        add("copper_orchid_aj5_a", out, n, Output::f32, [=] { copper_orchid_aj5_a<<<kPanels * kShelves, 256>>>(probes, faces, out); });
        add("copper_orchid_aj5_b", out, n, Output::f32, [=] { copper_orchid_aj5_b<<<kPanels * kShelves, 256>>>(probes, faces, out); });
    }
    {
        float *lines = filled<float>((size_t)kChannels * kLine, 61), *out = empty<float>((size_t)kImageX * kImageZ);
        constexpr int shared = 16 * kWindow * 4;
        CHECK(cudaFuncSetAttribute(pebble_violin_aj5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
        add("pebble_violin_aj5_a", out, (size_t)kImageX * kImageZ, Output::f32, [=] { pebble_violin_aj5_a<<<kPatchesX * kPatchesZ, 1024>>>(lines, out); });
        add("pebble_violin_aj5_b", out, (size_t)kImageX * kImageZ, Output::f32, [=] { pebble_violin_aj5_b<<<kPatchesX * kPatchesZ, 1024, shared>>>(lines, out); });
    }
    {
        float4 *listener = reinterpret_cast<float4*>(filled<float>((size_t)kListeners * 4, 71)), *source = reinterpret_cast<float4*>(filled<float>((size_t)kSources * 4, 72));
        float* out = empty<float>((size_t)kListeners * 2);
        float2* out2 = reinterpret_cast<float2*>(out);
        add("saffron_canoe_aj5_a", out, (size_t)kListeners * 2, Output::f32, [=] { saffron_canoe_aj5_a<<<kListeners / 256, 256>>>(listener, source, out2); });
        add("saffron_canoe_aj5_b", out, (size_t)kListeners * 2, Output::f32, [=] { saffron_canoe_aj5_b<<<kListeners / 256, 256>>>(listener, source, out2); });
    }
    {
        constexpr size_t n = (size_t)kDish * kDish;
        float *u = filled<float>(n, 81), *v = filled<float>(n, 82), *both = empty<float>(2 * n);
        add("marble_thicket_aj5_a", both, 2 * n, Output::f32, [=] { marble_thicket_aj5_a<<<dim3(kDish / 128, kDish / 32), dim3(32, 8)>>>(u, v, both, both + n); });
    }
    return harness::run(argc, argv, cases);
}
