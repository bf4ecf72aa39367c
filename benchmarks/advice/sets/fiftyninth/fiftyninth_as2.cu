// Measured pairs from open-source GPU projects: before (_a) and after (_b).
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;

#define FULL_MASK 0xffffffffu

template <typename T>
__device__ __forceinline__ T warp_reduce_sum(T v) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL_MASK, v, o);
    return v;
}
template <typename T>
__device__ __forceinline__ T warp_reduce_max(T v) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v = max(v, __shfl_xor_sync(FULL_MASK, v, o));
    return v;
}

extern __shared__ __align__(16) unsigned char smem_raw[];

// ---------------------------------------------------------------------------------------------------------------------
// Vector database: pairwise L1 (Manhattan) distances of column-major query and base vectors, contraction tiles.
// ---------------------------------------------------------------------------------------------------------------------
namespace pairwise {
constexpr int kQueries = 8192, kBase = 8192, kDim = 128;

template <int Kblk_, int AccRows_, int AccCols_>
struct KernelPolicy {
    static constexpr int Kblk = Kblk_, AccRows = AccRows_, AccCols = AccCols_;
    static constexpr int ThRows = 16, ThCols = 16, Nthreads = ThRows * ThCols;
    static constexpr int Mblk = AccRows * ThRows, Nblk = AccCols * ThCols;
};
using Policy = KernelPolicy<16, 8, 8>;

template <typename P>
__device__ __forceinline__ void l1_unexpanded(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ dist, int m, int n, int d) {
    static_assert(P::Mblk == P::Nblk && P::AccRows == 8 && P::AccCols == 8, "tile");
    __shared__ __align__(16) float sx[2][P::Kblk][P::Mblk];
    __shared__ __align__(16) float sy[2][P::Kblk][P::Nblk];
    const int tx = threadIdx.x % P::ThCols, ty = threadIdx.x / P::ThCols;
    const int row0 = blockIdx.y * P::Mblk, col0 = blockIdx.x * P::Nblk;

    auto ldg_page = [&](int page, int k0) {
        constexpr int kVecs = P::Mblk / 4;
#pragma unroll
        for (int i = 0; i < P::Kblk * kVecs; i += P::Nthreads) {
            const int at = i + threadIdx.x, k = at / kVecs, c = at % kVecs * 4;
            __pipeline_memcpy_async(&sx[page][k][c], x + (size_t)(k0 + k) * m + row0 + c, 16);
            __pipeline_memcpy_async(&sy[page][k][c], y + (size_t)(k0 + k) * n + col0 + c, 16);
        }
        __pipeline_commit();
    };

    float acc[P::AccRows][P::AccCols];
#pragma unroll
    for (int i = 0; i < P::AccRows; ++i)
#pragma unroll
        for (int j = 0; j < P::AccCols; ++j) acc[i][j] = 0.0f;

    ldg_page(0, 0);
    int page = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < d; k0 += P::Kblk, page ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + P::Kblk < d) ldg_page(page ^ 1, k0 + P::Kblk);
#pragma unroll 4
        for (int k = 0; k < P::Kblk; ++k) {
            float regx[P::AccRows], regy[P::AccCols];
            *reinterpret_cast<float4*>(regx) = *reinterpret_cast<const float4*>(&sx[page][k][ty * 4]);
            *reinterpret_cast<float4*>(regx + 4) = *reinterpret_cast<const float4*>(&sx[page][k][P::Mblk / 2 + ty * 4]);
            *reinterpret_cast<float4*>(regy) = *reinterpret_cast<const float4*>(&sy[page][k][tx * 4]);
            *reinterpret_cast<float4*>(regy + 4) = *reinterpret_cast<const float4*>(&sy[page][k][P::Nblk / 2 + tx * 4]);
#pragma unroll
            for (int i = 0; i < P::AccRows; ++i)
#pragma unroll
                for (int j = 0; j < P::AccCols; ++j) acc[i][j] += fabsf(regx[i] - regy[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < P::AccRows; ++i) {
        const int row = row0 + i / 4 * (P::Mblk / 2) + ty * 4 + i % 4;
        float* to = dist + (size_t)row * n + col0 + tx * 4;
        *reinterpret_cast<float4*>(to) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(to + P::Nblk / 2) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
}  // namespace pairwise

__global__ void __launch_bounds__(pairwise::Policy::Nthreads, 4) harbor_lantern_as2_a(const float* __restrict__ x, const float* __restrict__ y,
                                                                                     float* __restrict__ dist, int m, int n, int d) {
    pairwise::l1_unexpanded<pairwise::Policy>(x, y, dist, m, n, d);
}
__global__ void __launch_bounds__(pairwise::Policy::Nthreads, 2) harbor_lantern_as2_b(const float* __restrict__ x, const float* __restrict__ y,
                                                                                     float* __restrict__ dist, int m, int n, int d) {
    pairwise::l1_unexpanded<pairwise::Policy>(x, y, dist, m, n, d);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bioinformatics aligner: banded local alignment (affine gaps) of 2-bit reads against their candidate windows, a pair a thread.
// ---------------------------------------------------------------------------------------------------------------------
namespace banded {
constexpr int kPairs = 132 * 8 * 128, kReadWords = 8, kBasesPerWord = 16, kMaxBand = 16;
constexpr int kNegInf = -10000;

struct GotohScheme { int match, mismatch, gap_open, gap_ext; };

template <int BAND>  // 0: width of the band at run time
__device__ __forceinline__ int gotoh_band(const uint32_t* __restrict__ reads, const uint32_t* __restrict__ windows, int n, int i, int band_len,
                                          const GotohScheme scheme) {
    const int width = BAND ? BAND : band_len;
    int H[kMaxBand + 1], F[kMaxBand + 1];
#pragma unroll (BAND ? BAND : 4)
    for (int j = 0; j < width; ++j) { H[j] = 0; F[j] = kNegInf; }
    H[width] = kNegInf;
    F[width] = kNegInf;

    uint32_t window = windows[i];  // the 16 bases of the reference under the band
    int best = 0;
#pragma unroll 1
    for (int w = 0; w < kReadWords; ++w) {
        uint32_t read = reads[(size_t)w * n + i], ahead = windows[(size_t)(w + 1) * n + i];
#pragma unroll 1
        for (int b = 0; b < kBasesPerWord; ++b) {
            const uint32_t differs = window ^ ((read & 3u) * 0x55555555u);
            int E = kNegInf, left = kNegInf;
#pragma unroll (BAND ? BAND : 4)
            for (int j = 0; j < width; ++j) {
                const int score = (differs >> (2 * j)) & 3u ? scheme.mismatch : scheme.match;
                const int f = max(F[j + 1] + scheme.gap_ext, H[j + 1] + scheme.gap_open);
                E = max(E + scheme.gap_ext, left + scheme.gap_open);
                const int h = max(max(H[j] + score, 0), max(E, f));
                H[j] = h;
                F[j] = f;
                left = h;
                best = max(best, h);
            }
            read >>= 2;
            window = __funnelshift_r(window, ahead, 2);
            ahead >>= 2;
        }
    }
    return best;
}
}  // namespace banded

__global__ void __launch_bounds__(128) willow_ferry_as2_a(const uint32_t* __restrict__ reads, const uint32_t* __restrict__ windows, int* __restrict__ scores,
                                                          int n, int band_len, banded::GotohScheme scheme) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    scores[i] = banded::gotoh_band<0>(reads, windows, n, i, band_len, scheme);
}
__global__ void __launch_bounds__(128) willow_ferry_as2_b(const uint32_t* __restrict__ reads, const uint32_t* __restrict__ windows, int* __restrict__ scores,
                                                          int n, int band_len, banded::GotohScheme scheme) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    scores[i] = banded::gotoh_band<16>(reads, windows, n, i, band_len, scheme);
}

// ---------------------------------------------------------------------------------------------------------------------
// Weather model, column physics: implicit vertical diffusion of temperature, a column a thread (Thomas algorithm).
// ---------------------------------------------------------------------------------------------------------------------
namespace vdiff {
constexpr int kLevels = 32, kColumns = 384 * 264, kThreads = 128;  // 792 blocks
__constant__ float c_rdz2[kLevels];                                // inverse square of the layers' depth

struct Params { float dt, min_diffusivity; };

template <bool LEVEL_MAJOR>
__device__ __forceinline__ int scratch_at(int level, int nlev) {
    return LEVEL_MAJOR ? level * (int)blockDim.x + (int)threadIdx.x : (int)threadIdx.x * nlev + level;
}

template <bool LEVEL_MAJOR>
__device__ __forceinline__ void vertical_diffusion(const float* __restrict__ temp, const float* __restrict__ kh, const float* __restrict__ heating,
                                                   float* __restrict__ temp_new, int ncol, int nlev, const Params p) {
    float* cprime = reinterpret_cast<float*>(smem_raw);
    float* dprime = cprime + blockDim.x * nlev;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= ncol) return;

    // Forward elimination, from the top down; no flux through the model's top.
    float upper = 0.0f, cp = 0.0f, dp = 0.0f;
#pragma unroll 4
    for (int k = 0; k < nlev; ++k) {
        const size_t at = (size_t)k * ncol + col;
        const float lower = k + 1 < nlev ? fmaxf(kh[at], p.min_diffusivity) : 0.0f;
        const float weight = p.dt * c_rdz2[k];
        const float a = -weight * upper, c = -weight * lower;
        const float rhs = fmaf(p.dt, heating[at], temp[at]);
        const float rden = __fdividef(1.0f, 1.0f - a - c - a * cp);
        cp = c * rden;
        dp = (rhs - a * dp) * rden;
        cprime[scratch_at<LEVEL_MAJOR>(k, nlev)] = cp;
        dprime[scratch_at<LEVEL_MAJOR>(k, nlev)] = dp;
        upper = lower;
    }
    // Back substitution.
    float x = 0.0f;
#pragma unroll 4
    for (int k = nlev - 1; k >= 0; --k) {
        x = dprime[scratch_at<LEVEL_MAJOR>(k, nlev)] - cprime[scratch_at<LEVEL_MAJOR>(k, nlev)] * x;
        temp_new[(size_t)k * ncol + col] = x;
    }
}
}  // namespace vdiff

__global__ void __launch_bounds__(vdiff::kThreads) copper_meadow_as2_a(const float* __restrict__ temp, const float* __restrict__ kh,
                                                                       const float* __restrict__ heating, float* __restrict__ temp_new, int ncol, int nlev,
                                                                       vdiff::Params p) {
    vdiff::vertical_diffusion<false>(temp, kh, heating, temp_new, ncol, nlev, p);
}
__global__ void __launch_bounds__(vdiff::kThreads) copper_meadow_as2_b(const float* __restrict__ temp, const float* __restrict__ kh,
                                                                       const float* __restrict__ heating, float* __restrict__ temp_new, int ncol, int nlev,
                                                                       vdiff::Params p) {
    vdiff::vertical_diffusion<true>(temp, kh, heating, temp_new, ncol, nlev, p);
}

// ---------------------------------------------------------------------------------------------------------------------
// Recommender: weighted sum pooling of embedding rows (64 floats), a bag a warp; indices and weights staged in shared memory.
// ---------------------------------------------------------------------------------------------------------------------
namespace tbe {
constexpr int kRows = 1 << 20, kBags = 1 << 16, kWarps = 4, kMaxBagLength = 2048;

template <int STAGE>
constexpr size_t smem_bytes() { return (size_t)kWarps * STAGE * (sizeof(long long) + sizeof(float)); }

template <int STAGE>
__device__ __forceinline__ void pooled_forward(const float2* __restrict__ table, const long long* __restrict__ indices, const float* __restrict__ sample_weights,
                                               const int* __restrict__ offsets, float2* __restrict__ out, int bags) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    long long* s_index = reinterpret_cast<long long*>(smem_raw) + warp * STAGE;
    float* s_weight = reinterpret_cast<float*>(smem_raw + (size_t)kWarps * STAGE * sizeof(long long)) + warp * STAGE;
    const int bag = blockIdx.x * kWarps + warp;
    if (bag >= bags) return;

    const int begin = offsets[bag], end = offsets[bag + 1];
    float2 acc = make_float2(0.0f, 0.0f);
    for (int base = begin; base < end; base += STAGE) {
        const int length = min(STAGE, end - base);
        for (int l = lane; l < length; l += 32) {
            s_index[l] = indices[base + l];
            s_weight[l] = sample_weights[base + l];
        }
        __syncwarp();
#pragma unroll 4
        for (int l = 0; l < length; ++l) {
            const float2 row = __ldg(table + s_index[l] * 32 + lane);
            const float w = s_weight[l];
            acc.x = fmaf(w, row.x, acc.x);
            acc.y = fmaf(w, row.y, acc.y);
        }
        __syncwarp();
    }
    out[(size_t)bag * 32 + lane] = acc;
}
}  // namespace tbe

__global__ void __launch_bounds__(tbe::kWarps * 32) saffron_bridge_as2_a(const float2* __restrict__ table, const long long* __restrict__ indices,
                                                                         const float* __restrict__ sample_weights, const int* __restrict__ offsets,
                                                                         float2* __restrict__ out, int bags) {
    tbe::pooled_forward<tbe::kMaxBagLength>(table, indices, sample_weights, offsets, out, bags);
}
__global__ void __launch_bounds__(tbe::kWarps * 32) saffron_bridge_as2_b(const float2* __restrict__ table, const long long* __restrict__ indices,
                                                                         const float* __restrict__ sample_weights, const int* __restrict__ offsets,
                                                                         float2* __restrict__ out, int bags) {
    tbe::pooled_forward<32>(table, indices, sample_weights, offsets, out, bags);
}

// ---------------------------------------------------------------------------------------------------------------------
// SQL engine: bulk search in a hash table of chained 128-byte slabs (15 key-value pairs and a link), warp-cooperative work sharing.
// ---------------------------------------------------------------------------------------------------------------------
namespace slab {
constexpr uint32_t kBucketBits = 16, kBuckets = 1u << kBucketBits, kKeys = kBuckets * 40, kEmpty = 0xffffffffu, kEndOfList = 0xfffffffeu;
constexpr uint32_t kKeyLanes = 0x15555555u, kLinkLane = 31;
constexpr int kQueries = 132 * 64 * 32;

__host__ __device__ __forceinline__ uint32_t bucket_of(uint32_t key) { return (key * 2654435761u) >> (32 - kBucketBits); }

__device__ __forceinline__ void search_bulk(const uint32_t* __restrict__ slabs, const uint32_t* __restrict__ queries, int* __restrict__ results, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t lane = threadIdx.x & 31u;
    if (tid - (int)lane >= n) return;

    bool to_search = tid < n;
    const uint32_t my_key = to_search ? queries[tid] : kEmpty, my_bucket = bucket_of(my_key);
    int my_result = -1;
    uint32_t last_queue = 0, next = kEmpty, queue;
    while ((queue = __ballot_sync(FULL_MASK, to_search)) != 0) {
        if (queue != last_queue) next = kEmpty;  // another lane's query: start at its base slab
        const int src = __ffs(queue) - 1;
        const uint32_t key = __shfl_sync(FULL_MASK, my_key, src), bucket = __shfl_sync(FULL_MASK, my_bucket, src);
        const uint32_t unit = slabs[(size_t)(next == kEmpty ? bucket : next) * 32 + lane];
        const int found = __ffs(__ballot_sync(FULL_MASK, unit == key) & kKeyLanes) - 1;
        last_queue = queue;
        if (found >= 0) {
            const uint32_t value = __shfl_sync(FULL_MASK, unit, found + 1);
            if ((int)lane == src) { my_result = (int)value; to_search = false; }
        } else {
            next = __shfl_sync(FULL_MASK, unit, kLinkLane);
            if (next == kEndOfList && (int)lane == src) to_search = false;
        }
    }
    if (tid < n) results[tid] = my_result;
}
}  // namespace slab

__global__ void __launch_bounds__(32) otter_quarry_as2_a(const uint32_t* __restrict__ slabs, const uint32_t* __restrict__ queries, int* __restrict__ results, int n) {
    slab::search_bulk(slabs, queries, results, n);
}
__global__ void __launch_bounds__(128) otter_quarry_as2_b(const uint32_t* __restrict__ slabs, const uint32_t* __restrict__ queries, int* __restrict__ results, int n) {
    slab::search_bulk(slabs, queries, results, n);
}

// ---------------------------------------------------------------------------------------------------------------------
// Graph learning library: edge softmax of graph attention over the neighbours of each vertex (CSR), a vertex a warp.
// ---------------------------------------------------------------------------------------------------------------------
namespace gat {
constexpr int kVertices = 1 << 19, kItemsPerLane = 128, kMaxDegree = 32 * kItemsPerLane;  // longer rows go to the block-wide kernel

__device__ __forceinline__ float leaky_relu(float x) { return x > 0.0f ? x : 0.2f * x; }

template <bool ROW_IN_REGISTERS>
__device__ __forceinline__ void edge_softmax(const int* __restrict__ row_ptr, const int* __restrict__ col, const float* __restrict__ el,
                                             const float* __restrict__ er, float* __restrict__ attn, int n) {
    const int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (v >= n) return;
    const int begin = row_ptr[v], end = row_ptr[v + 1];
    const float dst = er[v];
    const float lowest = -INFINITY;

    if (end - begin <= 32) {  // all but the hubs
        const int e = begin + lane;
        const float s = e < end ? leaky_relu(el[col[e]] + dst) : lowest;
        const float p = __expf(s - warp_reduce_max(s));
        const float inv = __fdividef(1.0f, warp_reduce_sum(p));
        if (e < end) attn[e] = p * inv;
        return;
    }

    float top = lowest, sum = 0.0f;
    if constexpr (ROW_IN_REGISTERS) {
        float s[kItemsPerLane];
#pragma unroll
        for (int k = 0; k < kItemsPerLane; ++k) {
            const int e = begin + lane + k * 32;
            s[k] = e < end ? leaky_relu(el[col[e]] + dst) : lowest;
            top = fmaxf(top, s[k]);
        }
        top = warp_reduce_max(top);
#pragma unroll
        for (int k = 0; k < kItemsPerLane; ++k) { s[k] = __expf(s[k] - top); sum += s[k]; }
        const float inv = __fdividef(1.0f, warp_reduce_sum(sum));
#pragma unroll
        for (int k = 0; k < kItemsPerLane; ++k)
            if (begin + lane + k * 32 < end) attn[begin + lane + k * 32] = s[k] * inv;
    } else {
#pragma unroll 4
        for (int e = begin + lane; e < end; e += 32) {
            const float s = leaky_relu(el[col[e]] + dst);
            attn[e] = s;
            top = fmaxf(top, s);
        }
        top = warp_reduce_max(top);
#pragma unroll 4
        for (int e = begin + lane; e < end; e += 32) {
            const float p = __expf(attn[e] - top);
            attn[e] = p;
            sum += p;
        }
        const float inv = __fdividef(1.0f, warp_reduce_sum(sum));
#pragma unroll 4
        for (int e = begin + lane; e < end; e += 32) attn[e] *= inv;
    }
}
}  // namespace gat

__global__ void __launch_bounds__(128) velvet_anchor_as2_a(const int* __restrict__ row_ptr, const int* __restrict__ col, const float* __restrict__ el,
                                                           const float* __restrict__ er, float* __restrict__ attn, int n) {
    gat::edge_softmax<true>(row_ptr, col, el, er, attn, n);
}
__global__ void __launch_bounds__(128) velvet_anchor_as2_b(const int* __restrict__ row_ptr, const int* __restrict__ col, const float* __restrict__ el,
                                                           const float* __restrict__ er, float* __restrict__ attn, int n) {
    gat::edge_softmax<false>(row_ptr, col, el, er, attn, n);
}

// ---------------------------------------------------------------------------------------------------------------------
// Training framework: AdamW over one flat buffer whose segments of 1024 parameters belong to parameter groups.
// ---------------------------------------------------------------------------------------------------------------------
namespace optim {
constexpr int kSegment = 1024, kSegmentsPerBlock = 8, kBlocks = 8192, kSegments = kBlocks * kSegmentsPerBlock;
constexpr int kMaxGroups = 3072, kGroups = 64;
constexpr size_t kParams = (size_t)kSegments * kSegment;

struct __align__(16) GroupHyper { float lr, weight_decay, eps, grad_scale; };
struct AdamState { float beta1, beta2, rbias1, rbias2; };

__device__ __forceinline__ float adamw(float p, float g, float& m, float& v, const GroupHyper& h, const AdamState& s) {
    g *= h.grad_scale;
    m = fmaf(s.beta1, m, (1.0f - s.beta1) * g);
    v = fmaf(s.beta2, v, (1.0f - s.beta2) * g * g);
    const float update = __fdividef(m * s.rbias1, __fsqrt_rn(v * s.rbias2) + h.eps);
    return p - h.lr * fmaf(h.weight_decay, p, update);
}

__device__ __forceinline__ void adamw_flat(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                           float4* __restrict__ p_out, float4* __restrict__ m_out, float4* __restrict__ v_out,
                                           const GroupHyper* __restrict__ groups, const int* __restrict__ segment_group, int ngroups, const AdamState s) {
    GroupHyper* hyper = reinterpret_cast<GroupHyper*>(smem_raw);
    for (int i = threadIdx.x; i < ngroups; i += blockDim.x) hyper[i] = groups[i];
    __syncthreads();
    const int first = blockIdx.x * kSegmentsPerBlock;
#pragma unroll 1
    for (int seg = first; seg < first + kSegmentsPerBlock; ++seg) {
        const size_t i = (size_t)seg * (kSegment / 4) + threadIdx.x;
        float4 pp = __ldcs(p + i), mm = __ldcs(m + i), vv = __ldcs(v + i);
        const float4 gg = __ldcs(g + i);
        const GroupHyper h = hyper[segment_group[seg]];
        pp.x = adamw(pp.x, gg.x, mm.x, vv.x, h, s);
        pp.y = adamw(pp.y, gg.y, mm.y, vv.y, h, s);
        pp.z = adamw(pp.z, gg.z, mm.z, vv.z, h, s);
        pp.w = adamw(pp.w, gg.w, mm.w, vv.w, h, s);
        __stcs(p_out + i, pp);
        __stcs(m_out + i, mm);
        __stcs(v_out + i, vv);
    }
}
}  // namespace optim

__global__ void __launch_bounds__(256) thistle_drum_as2_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                                          const float4* __restrict__ v, float4* __restrict__ p_out, float4* __restrict__ m_out,
                                                          float4* __restrict__ v_out, const optim::GroupHyper* __restrict__ groups,
                                                          const int* __restrict__ segment_group, int ngroups, optim::AdamState s) {
    optim::adamw_flat(p, g, m, v, p_out, m_out, v_out, groups, segment_group, ngroups, s);
}
__global__ void __launch_bounds__(256) thistle_drum_as2_b(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                                          const float4* __restrict__ v, float4* __restrict__ p_out, float4* __restrict__ m_out,
                                                          float4* __restrict__ v_out, const optim::GroupHyper* __restrict__ groups,
                                                          const int* __restrict__ segment_group, int ngroups, optim::AdamState s) {
    optim::adamw_flat(p, g, m, v, p_out, m_out, v_out, groups, segment_group, ngroups, s);
}

// ---------------------------------------------------------------------------------------------------------------------
// LLM inference engine: RMS norm of half-precision hidden states of 1024 channels, a token a warp, held in registers.
// ---------------------------------------------------------------------------------------------------------------------
namespace rms {
constexpr int kTokens = 1 << 17, kHidden = 1024, kVecs = kHidden / (32 * 8);

__device__ __forceinline__ float square_sum(uint32_t pair, float sum) {
    const float2 f = __half22float2(*reinterpret_cast<const __half2*>(&pair));
    return fmaf(f.x, f.x, fmaf(f.y, f.y, sum));
}
__device__ __forceinline__ uint32_t scaled(uint32_t pair, uint32_t gain, float scale) {
    const float2 f = __half22float2(*reinterpret_cast<const __half2*>(&pair)), w = __half22float2(*reinterpret_cast<const __half2*>(&gain));
    const __half2 r = __floats2half2_rn(f.x * scale * w.x, f.y * scale * w.y);
    return *reinterpret_cast<const uint32_t*>(&r);
}
}  // namespace rms

__global__ void __launch_bounds__(256) juniper_bell_as2_a(const uint4* __restrict__ hidden, const uint4* __restrict__ weight, uint4* __restrict__ out, int tokens,
                                                          float eps) {
    using namespace rms;
    const int token = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (token >= tokens) return;
    const size_t row = (size_t)token * (kHidden / 8) + lane;
    uint4 x[kVecs];
#pragma unroll
    for (int k = 0; k < kVecs; ++k) x[k] = __ldcs(hidden + row + k * 32);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kVecs; ++k) sum = square_sum(x[k].x, square_sum(x[k].y, square_sum(x[k].z, square_sum(x[k].w, sum))));
    const float scale = rsqrtf(warp_reduce_sum(sum) * (1.0f / kHidden) + eps);
#pragma unroll
    for (int k = 0; k < kVecs; ++k) {
        const uint4 w = __ldg(weight + lane + k * 32);
        __stcs(out + row + k * 32, make_uint4(scaled(x[k].x, w.x, scale), scaled(x[k].y, w.y, scale), scaled(x[k].z, w.z, scale), scaled(x[k].w, w.w, scale)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {  // L1 distances
        using namespace pairwise;
        float *x = filled<float>((size_t)kQueries * kDim, 11), *y = filled<float>((size_t)kBase * kDim, 12), *dist = empty<float>((size_t)kQueries * kBase);
        dim3 grid(kBase / Policy::Nblk, kQueries / Policy::Mblk);
        add("harbor_lantern_as2_a", dist, (size_t)kQueries * kBase, Output::f32,
            [=] { harbor_lantern_as2_a<<<grid, Policy::Nthreads>>>(x, y, dist, kQueries, kBase, kDim); });
        add("harbor_lantern_as2_b", dist, (size_t)kQueries * kBase, Output::f32,
            [=] { harbor_lantern_as2_b<<<grid, Policy::Nthreads>>>(x, y, dist, kQueries, kBase, kDim); });
    }
    {  // banded alignment: windows are the reads with some bases exchanged
        using namespace banded;
        std::vector<uint32_t> host_reads((size_t)kPairs * kReadWords), host_windows((size_t)kPairs * (kReadWords + 1));
        for (size_t i = 0; i < host_windows.size(); ++i) {
            if (i < host_reads.size()) {
                host_reads[i] = hash32((uint32_t)i + 101u);
                uint32_t dice = hash32((uint32_t)i + 77777777u);
                host_windows[i] = host_reads[i] ^ (dice % 3 == 0 ? (1u + (dice >> 8) % 3) << (2 * ((dice >> 16) % 16)) : 0u);
            } else {
                host_windows[i] = hash32((uint32_t)i + 55555u);
            }
        }
        uint32_t *reads = uploaded(host_reads), *windows = uploaded(host_windows);
        int* scores = empty<int>(kPairs);
        GotohScheme scheme{2, -4, -6, -1};
        add("willow_ferry_as2_a", scores, kPairs, Output::i32, [=] { willow_ferry_as2_a<<<kPairs / 128, 128>>>(reads, windows, scores, kPairs, 16, scheme); });
        add("willow_ferry_as2_b", scores, kPairs, Output::i32, [=] { willow_ferry_as2_b<<<kPairs / 128, 128>>>(reads, windows, scores, kPairs, 16, scheme); });
    }
    {  // vertical diffusion
        using namespace vdiff;
        constexpr size_t kCells = (size_t)kColumns * kLevels;
        float *temp = filled<float>(kCells, 21), *kh = filled<float>(kCells, 22), *heating = filled<float>(kCells, 23), *temp_new = empty<float>(kCells);
        float rdz2[kLevels];
        for (int k = 0; k < kLevels; ++k) rdz2[k] = 1.0f / ((1.0f + 0.05f * k) * (1.0f + 0.05f * k));
        CHECK(cudaMemcpyToSymbol(c_rdz2, rdz2, sizeof(rdz2)));
        constexpr size_t kScratch = (size_t)kThreads * kLevels * 2 * sizeof(float);
        Params p{0.8f, 0.05f};
        add("copper_meadow_as2_a", temp_new, kCells, Output::f32,
            [=] { copper_meadow_as2_a<<<kColumns / kThreads, kThreads, kScratch>>>(temp, kh, heating, temp_new, kColumns, kLevels, p); });
        add("copper_meadow_as2_b", temp_new, kCells, Output::f32,
            [=] { copper_meadow_as2_b<<<kColumns / kThreads, kThreads, kScratch>>>(temp, kh, heating, temp_new, kColumns, kLevels, p); });
    }
    {  // embedding bags of 12 to 28 rows
        using namespace tbe;
        std::vector<int> host_offsets(kBags + 1);
        for (int b = 0; b < kBags; ++b) host_offsets[b + 1] = host_offsets[b] + 12 + (int)(hash32((uint32_t)b + 31u) % 17);
        const size_t total = (size_t)host_offsets[kBags];
        std::vector<long long> host_indices(total);
        for (size_t i = 0; i < total; ++i) host_indices[i] = hash32((uint32_t)i + 4711u) % kRows;
        int* offsets = uploaded(host_offsets);
        long long* indices = uploaded(host_indices);
        const float2* table = reinterpret_cast<const float2*>(filled<float>((size_t)kRows * 64, 41));
        float *weights = filled<float>(total, 42), *pooled = empty<float>((size_t)kBags * 64);
        float2* out = reinterpret_cast<float2*>(pooled);
        CHECK(cudaFuncSetAttribute(saffron_bridge_as2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem_bytes<kMaxBagLength>()));
        add("saffron_bridge_as2_a", pooled, (size_t)kBags * 64, Output::f32,
            [=] { saffron_bridge_as2_a<<<kBags / kWarps, kWarps * 32, smem_bytes<kMaxBagLength>()>>>(table, indices, weights, offsets, out, kBags); });
        add("saffron_bridge_as2_b", pooled, (size_t)kBags * 64, Output::f32,
            [=] { saffron_bridge_as2_b<<<kBags / kWarps, kWarps * 32, smem_bytes<32>()>>>(table, indices, weights, offsets, out, kBags); });
    }
    {  // hash table of slabs
        using namespace slab;
        std::vector<uint32_t> pool((size_t)kBuckets * 32, kEmpty);
        std::vector<uint32_t> tail(kBuckets), used(kBuckets, 0);
        for (uint32_t b = 0; b < kBuckets; ++b) { tail[b] = b; pool[(size_t)b * 32 + kLinkLane] = kEndOfList; }
        for (uint32_t key = 0; key < kKeys; ++key) {
            uint32_t b = bucket_of(key);
            if (used[b] == 15) {
                uint32_t fresh = (uint32_t)(pool.size() / 32);
                pool.resize(pool.size() + 32, kEmpty);
                pool[(size_t)fresh * 32 + kLinkLane] = kEndOfList;
                pool[(size_t)tail[b] * 32 + kLinkLane] = fresh;
                tail[b] = fresh; used[b] = 0;
            }
            pool[(size_t)tail[b] * 32 + 2 * used[b]] = key;
            pool[(size_t)tail[b] * 32 + 2 * used[b] + 1] = hash32(key) & 0xfffffu;
            ++used[b];
        }
        const uint32_t* slabs = uploaded(pool);
        const uint32_t* queries = reinterpret_cast<const uint32_t*>(harness::indices(kQueries, kKeys + kKeys / 12, 51));
        int* results = empty<int>(kQueries);
        add("otter_quarry_as2_a", results, kQueries, Output::i32, [=] { otter_quarry_as2_a<<<kQueries / 32, 32>>>(slabs, queries, results, kQueries); });
        add("otter_quarry_as2_b", results, kQueries, Output::i32, [=] { otter_quarry_as2_b<<<kQueries / 128, 128>>>(slabs, queries, results, kQueries); });
    }
    {  // graph attention: 4 to 20 neighbours, one vertex in 701 a hub of 256 to 3327
        using namespace gat;
        std::vector<int> host_ptr(kVertices + 1);
        for (int v = 0; v < kVertices; ++v) {
            uint32_t dice = hash32((uint32_t)v + 61u);
            bool hub = v % 701 == 17 && v < kVertices / 10 * 9;
            host_ptr[v + 1] = host_ptr[v] + (hub ? 256 + (int)(dice % 3072) : 4 + (int)(dice % 17));
        }
        static_assert(256 + 3072 <= kMaxDegree, "hubs must fit");
        const size_t edges = (size_t)host_ptr[kVertices];
        int *row_ptr = uploaded(host_ptr), *col = harness::indices(edges, kVertices, 62);
        float *el = filled<float>(kVertices, 63), *er = filled<float>(kVertices, 64), *attn = empty<float>(edges);
        add("velvet_anchor_as2_a", attn, edges, Output::f32, [=] { velvet_anchor_as2_a<<<kVertices / 4, 128>>>(row_ptr, col, el, er, attn, kVertices); });
        add("velvet_anchor_as2_b", attn, edges, Output::f32, [=] { velvet_anchor_as2_b<<<kVertices / 4, 128>>>(row_ptr, col, el, er, attn, kVertices); });
    }
    {  // AdamW
        using namespace optim;
        std::vector<float> second(kParams);
        for (size_t i = 0; i < kParams; ++i) second[i] = 0.01f + 0.5f * ((hash32((uint32_t)i) >> 8) * (1.0f / 16777216.0f));
        std::vector<GroupHyper> host_groups(kGroups);
        for (int i = 0; i < kGroups; ++i) host_groups[i] = {0.01f + 0.001f * i, i % 2 ? 0.1f : 0.01f, 1e-6f, 1.0f - 0.005f * i};
        float *p = filled<float>(kParams, 71), *g = filled<float>(kParams, 72), *m = filled<float>(kParams, 73), *v = uploaded(second);
        float *p_new = empty<float>(kParams), *m_new = empty<float>(kParams), *v_new = empty<float>(kParams);
        GroupHyper* groups = uploaded(host_groups);
        int* segment_group = harness::indices(kSegments, kGroups, 74);
        auto f4 = [](float* q) { return reinterpret_cast<float4*>(q); };
        float4 *p4 = f4(p), *g4 = f4(g), *m4 = f4(m), *v4 = f4(v), *po = f4(p_new), *mo = f4(m_new), *vo = f4(v_new);
        AdamState s{0.9f, 0.999f, 1.0f / 0.65f, 1.0f / 0.01f};
        add("thistle_drum_as2_a", p_new, kParams, Output::f32, [=] {
            thistle_drum_as2_a<<<kBlocks, 256, kMaxGroups * sizeof(GroupHyper)>>>(p4, g4, m4, v4, po, mo, vo, groups, segment_group, kGroups, s); });
        add("thistle_drum_as2_b", p_new, kParams, Output::f32, [=] {
            thistle_drum_as2_b<<<kBlocks, 256, kGroups * sizeof(GroupHyper)>>>(p4, g4, m4, v4, po, mo, vo, groups, segment_group, kGroups, s); });
    }
    {  // RMS norm
        using namespace rms;
        __half *hidden = filled<__half>((size_t)kTokens * kHidden, 81), *weight = filled<__half>(kHidden, 82), *normed = empty<__half>((size_t)kTokens * kHidden);
        const uint4 *h4 = reinterpret_cast<const uint4*>(hidden), *w4 = reinterpret_cast<const uint4*>(weight);
        uint4* o4 = reinterpret_cast<uint4*>(normed);
        add("juniper_bell_as2_a", normed, (size_t)kTokens * kHidden, Output::f16, [=] { juniper_bell_as2_a<<<kTokens / 8, 256>>>(h4, w4, o4, kTokens, 1e-5f); });
    }
    return harness::run(argc, argv, cases);
}
