// Kernels as open-source GPU projects write them: before (_a) and after (_b) a "perf:" pull request.
#include <cuda_fp16.h>
#include <mma.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;
namespace wmma = nvcuda::wmma;

// ---- Training framework: depthwise 7x7 convolution forward (ConvNeXt block), NCHW, zero padding of 3.
constexpr int kDwBatch = 16, kDwChannels = 96, kDwHeight = 128, kDwWidth = 128, kDwPlane = kDwHeight * kDwWidth;

template <typename scalar_t, int kSize>
__device__ __forceinline__ void depthwise_direct(const scalar_t* __restrict__ input, const scalar_t* __restrict__ weight, const scalar_t* __restrict__ bias,
                                                 scalar_t* __restrict__ output) {
    constexpr int kPad = kSize / 2;
    const int w = blockIdx.x * 32 + threadIdx.x, h = blockIdx.y * 8 + threadIdx.y;
    const int plane = blockIdx.z, c = plane % kDwChannels;
    const scalar_t* in = input + (size_t)plane * kDwPlane;
    const scalar_t* filter = weight + c * kSize * kSize;
    scalar_t value = bias[c];
#pragma unroll
    for (int kh = 0; kh < kSize; ++kh) {
#pragma unroll
        for (int kw = 0; kw < kSize; ++kw) {
            const int h_in = h - kPad + kh, w_in = w - kPad + kw;
            if (h_in >= 0 && h_in < kDwHeight && w_in >= 0 && w_in < kDwWidth) value += filter[kh * kSize + kw] * in[h_in * kDwWidth + w_in];
        }
    }
    output[(size_t)plane * kDwPlane + h * kDwWidth + w] = value;
}

template <typename scalar_t, int kSize, int kRows>
__device__ __forceinline__ void depthwise_tiled(const scalar_t* __restrict__ input, const scalar_t* __restrict__ weight, const scalar_t* __restrict__ bias,
                                                scalar_t* __restrict__ output) {
    constexpr int kPad = kSize / 2, kTileH = 8 * kRows + kSize - 1, kTileW = 32 + kSize - 1;
    __shared__ scalar_t tile[kTileH][kTileW];
    const int plane = blockIdx.z, c = plane % kDwChannels;
    const int w0 = blockIdx.x * 32, h0 = blockIdx.y * 8 * kRows;
    const scalar_t* in = input + (size_t)plane * kDwPlane;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < kTileH * kTileW; i += 256) {
        const int r = i / kTileW, q = i % kTileW, h_in = h0 + r - kPad, w_in = w0 + q - kPad;
        const bool inside = h_in >= 0 && h_in < kDwHeight && w_in >= 0 && w_in < kDwWidth;
        tile[r][q] = inside ? in[h_in * kDwWidth + w_in] : scalar_t(0);
    }
    scalar_t filter[kSize * kSize], acc[kRows];
#pragma unroll
    for (int k = 0; k < kSize * kSize; ++k) filter[k] = weight[c * kSize * kSize + k];
#pragma unroll
    for (int o = 0; o < kRows; ++o) acc[o] = bias[c];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < kRows + kSize - 1; ++r) {
#pragma unroll
        for (int kw = 0; kw < kSize; ++kw) {
            const scalar_t v = tile[threadIdx.y * kRows + r][threadIdx.x + kw];
#pragma unroll
            for (int o = 0; o < kRows; ++o)
                if (r - o >= 0 && r - o < kSize) acc[o] += filter[(r - o) * kSize + kw] * v;
        }
    }
    scalar_t* out = output + (size_t)plane * kDwPlane + (h0 + threadIdx.y * kRows) * kDwWidth + w0 + threadIdx.x;
#pragma unroll
    for (int o = 0; o < kRows; ++o) out[o * kDwWidth] = acc[o];
}

__global__ void __launch_bounds__(256) amber_lantern_as5_a(const float* __restrict__ input, const float* __restrict__ weight, const float* __restrict__ bias,
                                                           float* __restrict__ output) {
    depthwise_direct<float, 7>(input, weight, bias, output);
}
__global__ void __launch_bounds__(256) amber_lantern_as5_b(const float* __restrict__ input, const float* __restrict__ weight, const float* __restrict__ bias,
                                                           float* __restrict__ output) {
    depthwise_tiled<float, 7, 8>(input, weight, bias, output);
}

// ---- Quantum chemistry: half transformation of the Fock matrix to molecular orbitals, F' = F C per k-point, batched double precision.
constexpr int kAo = 256, kKpoints = 8;

__global__ void __launch_bounds__(256) walnut_ferry_as5_a(const double* __restrict__ fock, const double* __restrict__ coeff, double* __restrict__ half_mo) {
    const size_t base = (size_t)blockIdx.z * kAo * kAo;
    const int mo = blockIdx.x * 32 + threadIdx.x, ao = blockIdx.y * 8 + threadIdx.y;
    const double* f = fock + base + ao * kAo;
    const double* c = coeff + base + mo;
    double sum = 0.0;
#pragma unroll 16
    for (int k = 0; k < kAo; ++k) sum = fma(f[k], c[k * kAo], sum);
    half_mo[base + ao * kAo + mo] = sum;
}

__global__ void __launch_bounds__(256) walnut_ferry_as5_b(const double* __restrict__ fock, const double* __restrict__ coeff, double* __restrict__ half_mo) {
    constexpr int kTile = 64, kDepth = 16, kPitch = kTile + 2;
    __shared__ __align__(16) double fs[kDepth][kPitch];  // transposed
    __shared__ __align__(16) double cs[kDepth][kPitch];
    const size_t base = (size_t)blockIdx.z * kAo * kAo;
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int row0 = blockIdx.y * kTile, col0 = blockIdx.x * kTile;
    const int fr = t / 4, fk = (t % 4) * 4, ck = t / 16, cc = (t % 16) * 2;
    const double* f = fock + base + (size_t)(row0 + fr) * kAo + fk;
    const double* c = coeff + base + (size_t)ck * kAo + col0 + cc;
    double2 fp[2], cp[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        fp[i] = *reinterpret_cast<const double2*>(f + 2 * i);
        cp[i] = *reinterpret_cast<const double2*>(c + 32 * i);
    }
    double acc[4][4] = {};
    for (int k0 = 0; k0 < kAo; k0 += kDepth) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            fs[fk + 2 * i][fr] = fp[i].x;
            fs[fk + 2 * i + 1][fr] = fp[i].y;
            *reinterpret_cast<double2*>(&cs[ck][cc + 32 * i]) = cp[i];
        }
        __syncthreads();
        if (k0 + kDepth < kAo) {
            f += kDepth;
            c += kDepth * kAo;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                fp[i] = *reinterpret_cast<const double2*>(f + 2 * i);
                cp[i] = *reinterpret_cast<const double2*>(c + 32 * i);
            }
        }
#pragma unroll
        for (int k = 0; k < kDepth; ++k) {
            const double2 a0 = *reinterpret_cast<const double2*>(&fs[k][ty * 2]), a1 = *reinterpret_cast<const double2*>(&fs[k][ty * 2 + 32]);
            const double2 b0 = *reinterpret_cast<const double2*>(&cs[k][tx * 2]), b1 = *reinterpret_cast<const double2*>(&cs[k][tx * 2 + 32]);
            const double a[4] = {a0.x, a0.y, a1.x, a1.y}, b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        double* out = half_mo + base + (size_t)(row0 + ty * 2 + (i & 1) + (i >> 1) * 32) * kAo + col0 + tx * 2;
        *reinterpret_cast<double2*>(out) = make_double2(acc[i][0], acc[i][1]);
        *reinterpret_cast<double2*>(out + 32) = make_double2(acc[i][2], acc[i][3]);
    }
}

// ---- Recommender (DLRM): dot interaction of 32 feature vectors of 128 halves a sample, two samples a block.
constexpr int kRecBatch = 65536, kFeatures = 32, kEmb = 128;

__global__ void __launch_bounds__(128) copper_sparrow_as5_a(const __half* __restrict__ features, float* __restrict__ interaction) {
    constexpr int kPitch = kEmb + 4;
    __shared__ __align__(16) float emb[2 * kFeatures][kPitch];
    const size_t first = (size_t)blockIdx.x * 2;
    const uint2* src = reinterpret_cast<const uint2*>(features + first * kFeatures * kEmb);
#pragma unroll
    for (int i = 0; i < 2 * kFeatures * kEmb / 4 / 128; ++i) {
        const int at = i * 128 + threadIdx.x;
        const uint2 raw = src[at];
        const float2 lo = __half22float2(*reinterpret_cast<const __half2*>(&raw.x)), hi = __half22float2(*reinterpret_cast<const __half2*>(&raw.y));
        *reinterpret_cast<float4*>(&emb[at / (kEmb / 4)][at % (kEmb / 4) * 4]) = make_float4(lo.x, lo.y, hi.x, hi.y);
    }
    __syncthreads();

    const int sample = threadIdx.x / 64, t = threadIdx.x % 64, ti = t % 8, tj = t / 8;
    const float(*e)[kPitch] = emb + sample * kFeatures;
    float acc[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < kEmb; k += 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            a[i] = *reinterpret_cast<const float4*>(&e[ti + 8 * i][k]);
            b[i] = *reinterpret_cast<const float4*>(&e[tj * 4 + i][k]);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                acc[i][j] = fmaf(a[i].x, b[j].x, acc[i][j]);
                acc[i][j] = fmaf(a[i].y, b[j].y, acc[i][j]);
                acc[i][j] = fmaf(a[i].z, b[j].z, acc[i][j]);
                acc[i][j] = fmaf(a[i].w, b[j].w, acc[i][j]);
            }
    }
    float* out = interaction + (first + sample) * kFeatures * kFeatures;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(out + (ti + 8 * i) * kFeatures + tj * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

__global__ void __launch_bounds__(128) copper_sparrow_as5_b(const __half* __restrict__ features, float* __restrict__ interaction) {
    constexpr int kPitch = kEmb + 8;
    __shared__ __align__(128) __half emb[2 * kFeatures][kPitch];
    const size_t first = (size_t)blockIdx.x * 2;
    const uint4* src = reinterpret_cast<const uint4*>(features + first * kFeatures * kEmb);
#pragma unroll
    for (int i = 0; i < 2 * kFeatures * kEmb / 8 / 128; ++i) {
        const int at = i * 128 + threadIdx.x;
        *reinterpret_cast<uint4*>(&emb[at / (kEmb / 8)][at % (kEmb / 8) * 8]) = src[at];
    }
    __syncthreads();

    const int warp = threadIdx.x / 32, sample = warp / 2, row0 = warp % 2 * 16;
    const __half* e = &emb[sample * kFeatures][0];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2];
    wmma::fill_fragment(acc[0], 0.0f);
    wmma::fill_fragment(acc[1], 0.0f);
#pragma unroll
    for (int k = 0; k < kEmb; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
        wmma::load_matrix_sync(a, e + row0 * kPitch + k, kPitch);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
            wmma::load_matrix_sync(b, e + j * 16 * kPitch + k, kPitch);
            wmma::mma_sync(acc[j], a, b, acc[j]);
        }
    }
    float* out = interaction + (first + sample) * kFeatures * kFeatures + row0 * kFeatures;
    wmma::store_matrix_sync(out, acc[0], kFeatures, wmma::mem_row_major);
    wmma::store_matrix_sync(out + 16, acc[1], kFeatures, wmma::mem_row_major);
}

// ---- Weather emulator (graph network): node MLP, ReLU(X W) with X of 4224 mesh nodes x 1024 and W of 1024 x 512, half in, float out.
constexpr int kNodes = 4224, kLatent = 1024, kHidden = 512;
constexpr int kBm = 128, kBn = 128, kBk = 32, kPitchA = kBk + 8, kPitchB = kBn + 8, kStageHalves = kBm * kPitchA + kBk * kPitchB, kStages = 4;

using AccFrag = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ __forceinline__ void cp_async16(void* smem, const void* gmem) {
    const unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(smem));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(s), "l"(gmem));
}
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int kPending>
__device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(kPending)); }

__device__ __forceinline__ void mma_tile(const __half* as, const __half* bs, AccFrag (&acc)[2][4], int wm, int wn) {
#pragma unroll
    for (int k = 0; k < kBk; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[4];
#pragma unroll
        for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], as + (wm * 32 + i * 16) * kPitchA + k, kPitchA);
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], bs + k * kPitchB + wn * 64 + j * 16, kPitchB);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
}

__device__ __forceinline__ void relu_store(float* __restrict__ out, AccFrag (&acc)[2][4], int row, int col) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] = fmaxf(acc[i][j].x[e], 0.0f);
            wmma::store_matrix_sync(out + (size_t)(row + i * 16) * kHidden + col + j * 16, acc[i][j], kHidden, wmma::mem_row_major);
        }
}

__global__ void __launch_bounds__(256) harbor_thistle_as5_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    __shared__ __align__(128) __half smem[kStageHalves];
    __half *as = smem, *bs = smem + kBm * kPitchA;
    const int t = threadIdx.x, warp = t / 32, wm = warp / 2, wn = warp % 2;
    const int row0 = blockIdx.y * kBm, col0 = blockIdx.x * kBn;
    const int ar = t / 4, ak = t % 4 * 8, br = t / 16, bc = t % 16 * 8;
    const __half* ga = x + (size_t)(row0 + ar) * kLatent + ak;
    const __half* gb = w + (size_t)br * kHidden + col0 + bc;
    AccFrag acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll 1
    for (int k0 = 0; k0 < kLatent; k0 += kBk) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<uint4*>(as + (ar + i * 64) * kPitchA + ak) = *reinterpret_cast<const uint4*>(ga + (size_t)i * 64 * kLatent);
            *reinterpret_cast<uint4*>(bs + (br + i * 16) * kPitchB + bc) = *reinterpret_cast<const uint4*>(gb + (size_t)i * 16 * kHidden);
        }
        ga += kBk;
        gb += kBk * kHidden;
        __syncthreads();
        mma_tile(as, bs, acc, wm, wn);
        __syncthreads();
    }
    relu_store(y, acc, row0 + wm * 32, col0 + wn * 64);
}

__global__ void __launch_bounds__(256) harbor_thistle_as5_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    extern __shared__ __align__(128) __half stages[];
    const int t = threadIdx.x, warp = t / 32, wm = warp / 2, wn = warp % 2;
    const int row0 = blockIdx.y * kBm, col0 = blockIdx.x * kBn;
    const int ar = t / 4, ak = t % 4 * 8, br = t / 16, bc = t % 16 * 8;
    const __half* ga = x + (size_t)(row0 + ar) * kLatent + ak;
    const __half* gb = w + (size_t)br * kHidden + col0 + bc;
    auto issue = [&](int step) {
        if (step < kLatent / kBk) {
            __half *as = stages + step % kStages * kStageHalves, *bs = as + kBm * kPitchA;
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                cp_async16(as + (ar + i * 64) * kPitchA + ak, ga + (size_t)i * 64 * kLatent + step * kBk);
                cp_async16(bs + (br + i * 16) * kPitchB + bc, gb + (size_t)(step * kBk + i * 16) * kHidden);
            }
        }
        cp_async_commit();
    };
    AccFrag acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) issue(s);
    for (int step = 0; step < kLatent / kBk; ++step) {
        cp_async_wait<kStages - 2>();
        __syncthreads();
        issue(step + kStages - 1);
        const __half* as = stages + step % kStages * kStageHalves;
        mma_tile(as, as + kBm * kPitchA, acc, wm, wn);
    }
    relu_store(y, acc, row0 + wm * 32, col0 + wn * 64);
}

// ---- LLM inference engine: paged attention of one new token a sequence, grouped queries (16 query heads, 4 KV heads), context of 128.
constexpr int kSeqs = 4096, kHeads = 16, kKvHeads = 4, kHeadSize = 128, kPage = 16, kPagesPerSeq = 8, kContext = kPage * kPagesPerSeq;

__device__ __forceinline__ void unpack8(const uint4& raw, float (&v)[8]) {
    const __half2* h = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float2 f = __half22float2(h[i]);
        v[2 * i] = f.x;
        v[2 * i + 1] = f.y;
    }
}

template <int kThreads>
__device__ __forceinline__ void paged_attention(const __half* __restrict__ q, const __half* __restrict__ k_cache, const __half* __restrict__ v_cache,
                                                const int* __restrict__ block_tables, float* __restrict__ out, int seq, int head) {
    __shared__ __align__(16) float logits[kContext], probs[kContext];
    __shared__ __align__(16) float partial[kThreads / 16][kHeadSize];
    __shared__ int table[kPagesPerSeq];
    const int t = threadIdx.x, group = t / 16, part = t % 16, lane = t % 32, kv_head = head / (kHeads / kKvHeads);
    if (t < kPagesPerSeq) table[t] = block_tables[seq * kPagesPerSeq + t];
    float qv[8];
    unpack8(*reinterpret_cast<const uint4*>(q + ((size_t)seq * kHeads + head) * kHeadSize + part * 8), qv);
    __syncthreads();

    const size_t in_page = (size_t)kv_head * kPage * kHeadSize + group * kHeadSize + part * 8;
    for (int p = 0; p < kPagesPerSeq; p += 4) {
        uint4 raw[8];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            raw[j] = *reinterpret_cast<const uint4*>(k_cache + (size_t)table[p + j / 2] * (kKvHeads * kPage * kHeadSize) + in_page + (j % 2) * 8 * kHeadSize);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float k[8], dot = 0.0f;
            unpack8(raw[j], k);
#pragma unroll
            for (int d = 0; d < 8; ++d) dot = fmaf(qv[d], k[d], dot);
#pragma unroll
            for (int o = 8; o; o >>= 1) dot += __shfl_xor_sync(0xffffffffu, dot, o);
            if (part == 0) logits[p * kPage + j * 8 + group] = dot * 0.08838835f;
        }
    }
    __syncthreads();
    float top = -1e30f, sum = 0.0f;
#pragma unroll
    for (int i = 0; i < kContext / 32; ++i) top = fmaxf(top, logits[lane + 32 * i]);
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
#pragma unroll
    for (int i = 0; i < kContext / 32; ++i) sum += __expf(logits[lane + 32 * i] - top);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    probs[t] = __fdividef(__expf(logits[t] - top), sum);
    __syncthreads();

    float acc[8] = {};
    for (int p = 0; p < kPagesPerSeq; p += 4) {
        uint4 raw[8];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            raw[j] = *reinterpret_cast<const uint4*>(v_cache + (size_t)table[p + j / 2] * (kKvHeads * kPage * kHeadSize) + in_page + (j % 2) * 8 * kHeadSize);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float v[8];
            unpack8(raw[j], v);
            const float weight = probs[p * kPage + j * 8 + group];
#pragma unroll
            for (int d = 0; d < 8; ++d) acc[d] = fmaf(weight, v[d], acc[d]);
        }
    }
    *reinterpret_cast<float4*>(&partial[group][part * 8]) = make_float4(acc[0], acc[1], acc[2], acc[3]);
    *reinterpret_cast<float4*>(&partial[group][part * 8 + 4]) = make_float4(acc[4], acc[5], acc[6], acc[7]);
    __syncthreads();
    float total = 0.0f;
#pragma unroll
    for (int g = 0; g < kThreads / 16; ++g) total += partial[g][t];
    out[((size_t)seq * kHeads + head) * kHeadSize + t] = total;
}

__global__ void __launch_bounds__(128, 8) velvet_anchor_as5_a(const __half* __restrict__ q, const __half* __restrict__ k_cache, const __half* __restrict__ v_cache,
                                                              const int* __restrict__ block_tables, float* __restrict__ out) {
    paged_attention<128>(q, k_cache, v_cache, block_tables, out, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(128, 8) velvet_anchor_as5_b(const __half* __restrict__ q, const __half* __restrict__ k_cache, const __half* __restrict__ v_cache,
                                                              const int* __restrict__ block_tables, float* __restrict__ out) {
    paged_attention<128>(q, k_cache, v_cache, block_tables, out, blockIdx.y, blockIdx.x);
}

// ---- Seismic imaging: acoustic wave step of eighth order in space; blocks of 32 x 32 columns march through depth.
constexpr int kSx = 384, kSy = 352, kSz = 192, kRad = 4, kPadX = 32, kSPitch = kSx + 2 * kPadX, kSRows = kSy + 2 * kRad, kSPlane = kSPitch * kSRows;
constexpr int kSVolume = kSPlane * (kSz + 2 * kRad), kSide = 32 + 2 * kRad;
__constant__ float kFd8[kRad + 1] = {-2.847222f, 1.6f, -0.2f, 0.02539683f, -0.001785714f};

struct HaloSlot {
    int row, col;
    bool active;
    __device__ __forceinline__ HaloSlot(int tx, int ty) : active(ty < 16) {
        const int i = (ty - 8) * 32 + tx, c = i & 7;
        row = ty < 8 ? (ty < 4 ? ty : ty + 32) : (i >> 3) + kRad;
        col = ty < 8 ? tx + kRad : (c < 4 ? c : c + 32);
        if (!active) row = col = 0;
    }
};

__device__ __forceinline__ float laplacian8(const float (&tile)[kSide][kSide], const float (&column)[2 * kRad + 1], int tx, int ty) {
    float sum = 3.0f * kFd8[0] * column[kRad];
#pragma unroll
    for (int r = 1; r <= kRad; ++r) {
        const float plane = tile[ty + kRad][tx + kRad - r] + tile[ty + kRad][tx + kRad + r] + tile[ty + kRad - r][tx + kRad] + tile[ty + kRad + r][tx + kRad];
        sum = fmaf(kFd8[r], plane + (column[kRad - r] + column[kRad + r]), sum);
    }
    return sum;
}

__global__ void __launch_bounds__(1024) juniper_bell_as5_a(const float* p, const float* p_old, const float* c2dt2,
                                                           float* p_new) {
    __shared__ float tile[kSide][kSide];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const HaloSlot slot(tx, ty);
    int at = kRad * kSPlane + (blockIdx.y * 32 + ty + kRad) * kSPitch + kPadX + blockIdx.x * 32 + tx;
    const int rim_offset = (slot.row - kRad - ty) * kSPitch + slot.col - kRad - tx;
    float column[2 * kRad + 1];
#pragma unroll
    for (int k = 0; k < 2 * kRad; ++k) column[k] = p[at + (k - kRad) * kSPlane];
    for (int z = 0; z < kSz; ++z, at += kSPlane) {
        column[2 * kRad] = p[at + kRad * kSPlane];
        const float old = p_old[at], speed = c2dt2[at];
        tile[ty + kRad][tx + kRad] = column[kRad];
        if (slot.active) tile[slot.row][slot.col] = p[at + rim_offset];
        __syncthreads();
        p_new[at] = fmaf(speed, laplacian8(tile, column, tx, ty), 2.0f * column[kRad] - old);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 2 * kRad; ++k) column[k] = column[k + 1];
    }
}

__global__ void __launch_bounds__(1024) juniper_bell_as5_b(const float* p, const float* p_old, const float* c2dt2,
                                                           float* p_new) {
    __shared__ float tile[kSide][kSide];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const HaloSlot slot(tx, ty);
    int at = kRad * kSPlane + (blockIdx.y * 32 + ty + kRad) * kSPitch + kPadX + blockIdx.x * 32 + tx;
    const int rim_offset = (slot.row - kRad - ty) * kSPitch + slot.col - kRad - tx;
    float column[2 * kRad + 1];
#pragma unroll
    for (int k = 0; k < 2 * kRad; ++k) column[k] = p[at + (k - kRad) * kSPlane];
    float next_front = p[at + kRad * kSPlane], next_old = p_old[at], next_speed = c2dt2[at], next_rim = slot.active ? p[at + rim_offset] : 0.0f;
    for (int z = 0; z < kSz; ++z, at += kSPlane) {
        column[2 * kRad] = next_front;
        const float old = next_old, speed = next_speed;
        tile[ty + kRad][tx + kRad] = column[kRad];
        if (slot.active) tile[slot.row][slot.col] = next_rim;
        if (z + 1 < kSz) {  // the next plane's values travel while this plane is computed
            next_front = p[at + (kRad + 1) * kSPlane];
            next_old = p_old[at + kSPlane];
            next_speed = c2dt2[at + kSPlane];
            if (slot.active) next_rim = p[at + kSPlane + rim_offset];
        }
        __syncthreads();
        p_new[at] = fmaf(speed, laplacian8(tile, column, tx, ty), 2.0f * column[kRad] - old);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 2 * kRad; ++k) column[k] = column[k + 1];
    }
}

// ---- 3D Gaussian splatting: front-to-back compositing of the sorted Gaussians of each 16 x 16 tile.
constexpr int kImageW = 1920, kImageH = 1088, kTilesX = kImageW / 16, kTilesY = kImageH / 16, kPerTile = 768, kSplatBlock = 256;

template <bool kAhead>
__device__ __forceinline__ void render_tile(const uint2* __restrict__ ranges, const uint32_t* __restrict__ point_list, const float2* __restrict__ points_xy,
                                            const float4* __restrict__ conic_opacity, const float4* __restrict__ features, float* __restrict__ out_color) {
    __shared__ float2 collected_xy[kSplatBlock];
    __shared__ float4 collected_conic_opacity[kSplatBlock], collected_feature[kSplatBlock];
    const int rank = threadIdx.y * 16 + threadIdx.x;
    const int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
    const float2 pixf = make_float2((float)px, (float)py);
    const uint2 range = ranges[blockIdx.y * gridDim.x + blockIdx.x];
    const int rounds = (int)(range.y - range.x + kSplatBlock - 1) / kSplatBlock;
    int to_do = (int)(range.y - range.x);
    bool done = false;
    float T = 1.0f, C0 = 0.0f, C1 = 0.0f, C2 = 0.0f;
    float2 my_xy = make_float2(0.0f, 0.0f);
    float4 my_conic = make_float4(0.0f, 0.0f, 0.0f, 0.0f), my_feature = my_conic;
    auto fetch = [&](int round) {
        const uint32_t at = range.x + round * kSplatBlock + rank;
        if (at < range.y) {
            const uint32_t id = point_list[at];
            my_xy = points_xy[id];
            my_conic = conic_opacity[id];
            my_feature = features[id];
        }
    };
    if (kAhead) fetch(0);
    for (int i = 0; i < rounds; ++i, to_do -= kSplatBlock) {
        if (__syncthreads_count(done) == kSplatBlock) break;
        if (!kAhead) fetch(i);
        collected_xy[rank] = my_xy;
        collected_conic_opacity[rank] = my_conic;
        collected_feature[rank] = my_feature;
        __syncthreads();
        if (kAhead && i + 1 < rounds) fetch(i + 1);
        for (int j = 0; !done && j < min(kSplatBlock, to_do); ++j) {
            const float2 xy = collected_xy[j];
            const float4 con_o = collected_conic_opacity[j];
            const float dx = xy.x - pixf.x, dy = xy.y - pixf.y;
            const float power = -0.5f * (con_o.x * dx * dx + con_o.z * dy * dy) - con_o.y * dx * dy;
            if (power > 0.0f) continue;
            const float alpha = fminf(0.99f, con_o.w * __expf(power));
            if (alpha < 1.0f / 255.0f) continue;
            const float test_T = T * (1.0f - alpha);
            if (test_T < 0.0001f) {
                done = true;
                continue;
            }
            const float4 f = collected_feature[j];
            C0 = fmaf(f.x, alpha * T, C0);
            C1 = fmaf(f.y, alpha * T, C1);
            C2 = fmaf(f.z, alpha * T, C2);
            T = test_T;
        }
    }
    const int pix = py * kImageW + px;
    out_color[pix] = C0 + T * 0.1f;
    out_color[kImageW * kImageH + pix] = C1 + T * 0.1f;
    out_color[2 * kImageW * kImageH + pix] = C2 + T * 0.1f;
}

__global__ void __launch_bounds__(256) saffron_kite_as5_a(const uint2* __restrict__ ranges, const uint32_t* __restrict__ point_list, const float2* __restrict__ points_xy,
                                                          const float4* __restrict__ conic_opacity, const float4* __restrict__ features, float* __restrict__ out_color) {
    render_tile<false>(ranges, point_list, points_xy, conic_opacity, features, out_color);
}
__global__ void __launch_bounds__(256) saffron_kite_as5_b(const uint2* __restrict__ ranges, const uint32_t* __restrict__ point_list, const float2* __restrict__ points_xy,
                                                          const float4* __restrict__ conic_opacity, const float4* __restrict__ features, float* __restrict__ out_color) {
    render_tile<true>(ranges, point_list, points_xy, conic_opacity, features, out_color);
}

// ---- Vector database: brute-force search in the L1 metric; least distance of each query to each shard of 128 vectors.
constexpr int kQueries = 2048, kShards = 132, kVectors = kShards * 128, kDim = 128;

__global__ void __launch_bounds__(256, 2) marble_otter_as5_a(const float* __restrict__ queries, const float* __restrict__ vectors, float* __restrict__ nearest) {
    constexpr int kDepth = 8, kPitch = 132;
    __shared__ __align__(16) float qs[2][kDepth][kPitch];
    __shared__ __align__(16) float vs[2][kDepth][kPitch];
    __shared__ float least[2][128];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int tx = lane % 8 + warp % 2 * 8, ty = lane / 8 + warp / 2 * 4;
    const int row = t / 2, k4 = t % 2 * 4;
    const float* gq = queries + (size_t)(blockIdx.y * 128 + row) * kDim + k4;
    const float* gv = vectors + (size_t)(blockIdx.x * 128 + row) * kDim + k4;
    float4 nq = *reinterpret_cast<const float4*>(gq), nv = *reinterpret_cast<const float4*>(gv);
    auto put = [&](int buf) {
        qs[buf][k4][row] = nq.x; qs[buf][k4 + 1][row] = nq.y; qs[buf][k4 + 2][row] = nq.z; qs[buf][k4 + 3][row] = nq.w;
        vs[buf][k4][row] = nv.x; vs[buf][k4 + 1][row] = nv.y; vs[buf][k4 + 2][row] = nv.z; vs[buf][k4 + 3][row] = nv.w;
    };
    put(0);
    __syncthreads();
    float acc[8][8] = {};
    for (int step = 0; step < kDim / kDepth; ++step) {
        const int buf = step & 1;
        const bool more = step + 1 < kDim / kDepth;
        if (more) {
            nq = *reinterpret_cast<const float4*>(gq + (step + 1) * kDepth);
            nv = *reinterpret_cast<const float4*>(gv + (step + 1) * kDepth);
        }
#pragma unroll
        for (int k = 0; k < kDepth; ++k) {
            const float4 a0 = *reinterpret_cast<const float4*>(&qs[buf][k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&qs[buf][k][ty * 4 + 64]);
            const float4 b0 = *reinterpret_cast<const float4*>(&vs[buf][k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&vs[buf][k][tx * 4 + 64]);
            const float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += fabsf(a[i] - b[j]);
        }
        if (more) {
            put(buf ^ 1);
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float low = acc[i][0];
#pragma unroll
        for (int j = 1; j < 8; ++j) low = fminf(low, acc[i][j]);
#pragma unroll
        for (int o = 4; o; o >>= 1) low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
        if (lane % 8 == 0) least[warp % 2][ty * 4 + i % 4 + i / 4 * 64] = low;
    }
    __syncthreads();
    if (t < 128) nearest[(size_t)(blockIdx.y * 128 + t) * kShards + blockIdx.x] = fminf(least[0][t], least[1][t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        const size_t n = (size_t)kDwBatch * kDwChannels * kDwPlane;
        float *in = filled<float>(n, 11), *w = filled<float>(kDwChannels * 49, 12), *b = filled<float>(kDwChannels, 13), *out = empty<float>(n);
        add("amber_lantern_as5_a", out, n, Output::f32, [=] {
            amber_lantern_as5_a<<<dim3(kDwWidth / 32, kDwHeight / 8, kDwBatch * kDwChannels), dim3(32, 8)>>>(in, w, b, out); });
        add("amber_lantern_as5_b", out, n, Output::f32, [=] {
            amber_lantern_as5_b<<<dim3(kDwWidth / 32, kDwHeight / 64, kDwBatch * kDwChannels), dim3(32, 8)>>>(in, w, b, out); });
    }
    {
        const size_t n = (size_t)kKpoints * kAo * kAo;
        double *fock = filled<double>(n, 21), *coeff = filled<double>(n, 22), *out = empty<double>(n);
        add("walnut_ferry_as5_a", out, n, Output::f64, [=] { walnut_ferry_as5_a<<<dim3(kAo / 32, kAo / 8, kKpoints), dim3(32, 8)>>>(fock, coeff, out); });
        add("walnut_ferry_as5_b", out, n, Output::f64, [=] { walnut_ferry_as5_b<<<dim3(kAo / 64, kAo / 64, kKpoints), 256>>>(fock, coeff, out); });
    }
    {
        const size_t n = (size_t)kRecBatch * kFeatures * kFeatures;
        __half* features = filled<__half>((size_t)kRecBatch * kFeatures * kEmb, 31);
        float* out = empty<float>(n);
        add("copper_sparrow_as5_a", out, n, Output::f32, [=] { copper_sparrow_as5_a<<<kRecBatch / 2, 128>>>(features, out); });
        add("copper_sparrow_as5_b", out, n, Output::f32, [=] { copper_sparrow_as5_b<<<kRecBatch / 2, 128>>>(features, out); });
    }
    {
        const size_t n = (size_t)kNodes * kHidden;
        __half *x = filled<__half>((size_t)kNodes * kLatent, 41), *w = filled<__half>((size_t)kLatent * kHidden, 42);
        float* out = empty<float>(n);
        constexpr int kBytes = kStages * kStageHalves * (int)sizeof(__half);
        CHECK(cudaFuncSetAttribute(harbor_thistle_as5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
        add("harbor_thistle_as5_a", out, n, Output::f32, [=] { harbor_thistle_as5_a<<<dim3(kHidden / kBn, kNodes / kBm), 256>>>(x, w, out); });
        add("harbor_thistle_as5_b", out, n, Output::f32, [=] {
            harbor_thistle_as5_b<<<dim3(kHidden / kBn, kNodes / kBm), 256, kStages * kStageHalves * sizeof(__half)>>>(x, w, out); });
    }
    {
        const size_t cache = (size_t)kSeqs * kPagesPerSeq * kKvHeads * kPage * kHeadSize, n = (size_t)kSeqs * kHeads * kHeadSize;
        __half *q = filled<__half>(n, 51), *k = filled<__half>(cache, 52), *v = filled<__half>(cache, 53);
        float* out = empty<float>(n);
        std::vector<int> pages(kSeqs * kPagesPerSeq);
        for (size_t i = 0; i < pages.size(); ++i) pages[i] = (int)((i * 20011u + 77u) % pages.size());  // a permutation: the size is a power of two
        int* tables = uploaded(pages);
        add("velvet_anchor_as5_a", out, n, Output::f32, [=] { velvet_anchor_as5_a<<<dim3(kSeqs, kHeads), 128>>>(q, k, v, tables, out); });
        add("velvet_anchor_as5_b", out, n, Output::f32, [=] { velvet_anchor_as5_b<<<dim3(kHeads, kSeqs), 128>>>(q, k, v, tables, out); });
    }
    {
        float *p = filled<float>(kSVolume, 61), *old = filled<float>(kSVolume, 62), *c2 = filled<float>(kSVolume, 63), *out = empty<float>(kSVolume);
        add("juniper_bell_as5_a", out, kSVolume, Output::f32, [=] { juniper_bell_as5_a<<<dim3(kSx / 32, kSy / 32), dim3(32, 32)>>>(p, old, c2, out); });
        add("juniper_bell_as5_b", out, kSVolume, Output::f32, [=] { juniper_bell_as5_b<<<dim3(kSx / 32, kSy / 32), dim3(32, 32)>>>(p, old, c2, out); });
    }
    {
        const int tiles = kTilesX * kTilesY;
        const size_t n = (size_t)tiles * kPerTile, pixels = (size_t)kImageW * kImageH;
        std::vector<uint2> ranges(tiles);
        std::vector<uint32_t> list(n);
        std::vector<float2> xy(n);
        std::vector<float4> conic(n);
        for (int t = 0; t < tiles; ++t) {
            ranges[t] = make_uint2((unsigned)t * kPerTile, (unsigned)(t + 1) * kPerTile);
            const float cx = (t % kTilesX) * 16 + 7.5f, cy = (t / kTilesX) * 16 + 7.5f;
            for (int j = 0; j < kPerTile; ++j) {
                const uint32_t i = (uint32_t)t * kPerTile + j;
                list[i] = (uint32_t)t * kPerTile + (uint32_t)(j * 167) % kPerTile;  // depth order within the tile
                xy[i] = make_float2(cx + 4.0f * harness::unit(i * 4u + 1u), cy + 4.0f * harness::unit(i * 4u + 2u));
                conic[i] = make_float4(0.0037f + 0.0004f * harness::unit(i * 4u + 3u), 0.0004f * harness::unit(i * 4u + 5u),
                                       0.0037f + 0.0004f * harness::unit(i * 4u + 7u), 0.012f + 0.003f * harness::unit(i * 4u + 9u));
            }
        }
        uint2* d_ranges = uploaded(ranges);
        uint32_t* d_list = uploaded(list);
        float2* d_xy = uploaded(xy);
        float4 *d_conic = uploaded(conic), *d_feature = reinterpret_cast<float4*>(filled<float>(n * 4, 71));
        float* out = empty<float>(pixels * 3);
        add("saffron_kite_as5_a", out, pixels * 3, Output::f32, [=] {
            saffron_kite_as5_a<<<dim3(kTilesX, kTilesY), dim3(16, 16)>>>(d_ranges, d_list, d_xy, d_conic, d_feature, out); });
        add("saffron_kite_as5_b", out, pixels * 3, Output::f32, [=] {
            saffron_kite_as5_b<<<dim3(kTilesX, kTilesY), dim3(16, 16)>>>(d_ranges, d_list, d_xy, d_conic, d_feature, out); });
    }
    {
        float *queries = filled<float>((size_t)kQueries * kDim, 81), *vectors = filled<float>((size_t)kVectors * kDim, 82), *out = empty<float>((size_t)kQueries * kShards);
        add("marble_otter_as5_a", out, (size_t)kQueries * kShards, Output::f32, [=] { marble_otter_as5_a<<<dim3(kShards, kQueries / 128), 256>>>(queries, vectors, out); });
    }
    return harness::run(argc, argv, cases);
}
