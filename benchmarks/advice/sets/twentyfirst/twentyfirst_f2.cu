// Measured pairs about on-chip storage in code as real projects have it: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Sequence alignment: best local score with affine gaps of a query of 40 letters and a text of 32, a pair a thread, one row of the table at a time.
constexpr int kPairs = 132 * 256 * 16, kQuery = 40, kText = 32;

__device__ __forceinline__ void align(const unsigned* __restrict__ query, const unsigned* __restrict__ text, int* __restrict__ score) {
    int p = blockIdx.x * 256 + threadIdx.x, h[kQuery], e[kQuery], best = 0;
    unsigned q[kQuery / 8];
#pragma unroll
    for (int w = 0; w < kQuery / 8; ++w) q[w] = query[w * kPairs + p] & 0x33333333u;
#pragma unroll
    for (int k = 0; k < kQuery; ++k) { h[k] = 0; e[k] = -100; }
#pragma unroll 1
    for (int row = 0; row < kText; row += 8) {
        unsigned letters = text[row / 8 * kPairs + p];
#pragma unroll 1
        for (int r = 0; r < 8; ++r, letters >>= 4) {
            unsigned letter = (letters & 3u) * 0x11111111u;
            int corner = 0, left = 0, f = -100;
#pragma unroll
            for (int k = 0; k < kQuery; ++k) {
                int same = ((q[k / 8] ^ letter) >> k % 8 * 4 & 15u) == 0 ? 2 : -1;
                e[k] = max(e[k] - 1, h[k] - 3);
                f = max(f - 1, left - 3);
                left = max(max(corner + same, 0), max(e[k], f));
                corner = h[k];
                h[k] = left;
                best = max(best, left);
            }
        }
    }
    score[p] = best;
}

__global__ void __launch_bounds__(256, 8) manuscript_copies_f2_a(const unsigned* __restrict__ query, const unsigned* __restrict__ text, int* __restrict__ score) { align(query, text, score); }
__global__ void __launch_bounds__(256, 2) manuscript_copies_f2_b(const unsigned* __restrict__ query, const unsigned* __restrict__ text, int* __restrict__ score) { align(query, text, score); }

// ---- Transformer inference: product of a matrix of four-bit codes (levels from a code book) and a vector, four rows a warp.
constexpr int kRows = 132 * 64 * 4 * 4, kColumns = 4096, kRowWords = kColumns / 8;

__device__ __forceinline__ void coats(const unsigned* __restrict__ code, const float* level, const float* __restrict__ x, const float* __restrict__ scale, float* __restrict__ y) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * 8 + threadIdx.x / 32) * 4;
    float sum[4] = {};
#pragma unroll 2
    for (int i = lane; i < kRowWords; i += 32) {
        unsigned w[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) w[r] = code[(size_t)(row + r) * kRowWords + i];
#pragma unroll
        for (int s = 0; s < 8; ++s) {
            float v = x[(i - lane) * 8 + s * 32 + lane];
#pragma unroll
            for (int r = 0; r < 4; ++r) sum[r] = fmaf(level[w[r] >> s * 4 & 15u], v, sum[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[r] += __shfl_xor_sync(0xffffffffu, sum[r], o);
    if (lane < 4) y[row + lane] = scale[row + lane] * (lane == 0 ? sum[0] : lane == 1 ? sum[1] : lane == 2 ? sum[2] : sum[3]);
}

__global__ void __launch_bounds__(256) winter_coats_f2_a(const unsigned* __restrict__ code, const float* __restrict__ book, const float* __restrict__ x, const float* __restrict__ scale, float* __restrict__ y) {
    float level[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) level[i] = book[i];
    coats(code, level, x, scale, y);
}
__global__ void __launch_bounds__(256) winter_coats_f2_b(const unsigned* __restrict__ code, const float* __restrict__ book, const float* __restrict__ x, const float* __restrict__ scale, float* __restrict__ y) {
    __shared__ float level[16];
    if (threadIdx.x < 16) level[threadIdx.x] = book[threadIdx.x];
    __syncthreads();
    coats(code, level, x, scale, y);
}

// ---- Signal filters: 24-tap low-pass of interleaved lines of 96 samples, a line a thread, the last samples in a ring.
constexpr int kLines = 132 * 256 * 32, kTicks = 96, kReach = 24;
__constant__ float c_reach[kReach];

__global__ void __launch_bounds__(256) telegraph_wires_f2_a(const float* __restrict__ wire, float* __restrict__ message) {
    int c = blockIdx.x * 256 + threadIdx.x, head = 0;
    float ring[kReach];
#pragma unroll
    for (int k = 0; k < kReach; ++k) ring[k] = 0.0f;
#pragma unroll 4
    for (int t = 0; t < kTicks; ++t) {
        ring[head] = wire[(size_t)t * kLines + c];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kReach; ++k) {
            int at = head - k;
            sum = fmaf(c_reach[k], ring[at < 0 ? at + kReach : at], sum);
        }
        message[(size_t)t * kLines + c] = sum;
        head = head + 1 == kReach ? 0 : head + 1;
    }
}

__global__ void __launch_bounds__(256) telegraph_wires_f2_b(const float* __restrict__ wire, float* __restrict__ message) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float ring[kReach];
#pragma unroll
    for (int k = 0; k < kReach; ++k) ring[k] = 0.0f;
#pragma unroll 1
    for (int t = 0; t < kTicks; t += kReach) {
#pragma unroll
        for (int head = 0; head < kReach; ++head) {
            ring[head] = wire[(size_t)(t + head) * kLines + c];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kReach; ++k) sum = fmaf(c_reach[k], ring[(head - k + kReach) % kReach], sum);
            message[(size_t)(t + head) * kLines + c] = sum;
        }
    }
}

// ---- Hash join: a warp looks up 32 keys in chained slabs of 31 keys and a link, stages its matches and writes them together.
constexpr int kBuckets = 1 << 20, kSlabs = 2 << 20, kProbes = 132 * 64 * 8 * 32;

__host__ __device__ inline int slab_after(int slab) { return kBuckets + (int)(harness::hash32(slab * 747796405u + 11u) % (kSlabs - kBuckets)); }

__global__ void harness_parish(unsigned* __restrict__ slab, uint2* __restrict__ probe) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)kSlabs * 32; i += gridDim.x * blockDim.x)
        slab[i] = i % 32 == 31 ? (unsigned)slab_after(i / 32) : harness::hash32(i + 77u);
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)kProbes; i += gridDim.x * blockDim.x) {
        unsigned bucket = harness::hash32(i + 5u) % kBuckets, s = bucket;
        for (unsigned d = harness::hash32(i + 900000001u) % 3u; d; --d) s = slab_after(s);
        probe[i] = make_uint2(bucket, harness::hash32(s * 32 + harness::hash32(i + 13u) % 31u + 77u));
    }
}

template <int kRoom>
__device__ __forceinline__ void parish(const unsigned* __restrict__ slab, const uint2* __restrict__ probe, int2* __restrict__ match) {
    __shared__ int2 found[4][kRoom];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, first = (blockIdx.x * 4 + w) * 32, count = 0;
    uint2 mine = probe[first + lane];
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        unsigned s = __shfl_sync(0xffffffffu, mine.x, k), key = __shfl_sync(0xffffffffu, mine.y, k);
#pragma unroll 1
        for (int depth = 0; depth < 8; ++depth) {
            unsigned v = slab[(size_t)s * 32 + lane], hit = __ballot_sync(0xffffffffu, v == key) & 0x7fffffffu;
            if (hit) {
                if (lane == 0) found[w][count] = make_int2(first + k, (int)(s * 32 + __ffs(hit) - 1));
                ++count;
                break;
            }
            s = __shfl_sync(0xffffffffu, v, 31);
        }
    }
    __syncwarp();
    if (lane < count) match[first + lane] = found[w][lane];
}

__global__ void __launch_bounds__(128) parish_register_f2_a(const unsigned* __restrict__ slab, const uint2* __restrict__ probe, int2* __restrict__ match) { parish<1472>(slab, probe, match); }
__global__ void __launch_bounds__(128) parish_register_f2_b(const unsigned* __restrict__ slab, const uint2* __restrict__ probe, int2* __restrict__ match) { parish<32>(slab, probe, match); }

// ---- Sparse linear algebra: product of a banded matrix in CSR (29 to 32 entries a row) and a vector, a warp a row, sixteen rows each.
constexpr int kJoints = 132 * 64 * 8 * 16;

__global__ void harness_bridges(const int* __restrict__ begin, int* __restrict__ column) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = begin[r]; j < begin[r + 1]; ++j) column[j] = min(max(r + (int)(harness::hash32(j) % 129u) - 64, 0), kJoints - 1);
}

__device__ __forceinline__ void bridges(const int* __restrict__ begin, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
#pragma unroll 1
    for (int end = row + 16; row < end; ++row) {
        float sum = 0.0f;
#pragma unroll 1
        for (int j = begin[row] + lane; j < begin[row + 1]; j += 32) sum = fmaf(value[j], x[column[j]], sum);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) y[row] = sum;
    }
}

__global__ void __launch_bounds__(32) road_bridges_f2_a(const int* __restrict__ begin, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) { bridges(begin, column, value, x, y); }
__global__ void __launch_bounds__(256) road_bridges_f2_b(const int* __restrict__ begin, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) { bridges(begin, column, value, x, y); }

// ---- Ray casting: packets of 32 rays march through a volume, leaping by their nearest distance; then mean, spread, skew and tails of the 5 x 5 x 5 cells about the brightest depth.
constexpr int kWide = 1056, kHigh = 1024, kFar = 240;

__device__ __forceinline__ int within(int i, int n) { return min(max(i, 0), n - 1); }

__device__ __forceinline__ int brightest(const float* __restrict__ volume, int x, int y) {
    unsigned peak = 0;
    int z = 0, at = 0;
#pragma unroll 1
    while (z < kFar) {
        unsigned v = __float_as_uint(fabsf(volume[((size_t)z * kHigh + y) * kWide + x]));
        unsigned most = __reduce_max_sync(0xffffffffu, v), least = __reduce_min_sync(0xffffffffu, v);
        if (most > peak) { peak = most; at = z; }
        z += 1 + (int)(40.0f * __uint_as_float(least));
    }
    return at;
}

struct Moments {
    float mean = 0.0f, second = 0.0f, third = 0.0f, fourth = 0.0f;
    __device__ __forceinline__ void add(float v) {
        float d = v - mean, d2 = d * d;
        second += d2;
        third = fmaf(d2, d, third);
        fourth = fmaf(d2, d2, fourth);
    }
};

__global__ void __launch_bounds__(128) lantern_fog_f2_a(const float* __restrict__ volume, float4* __restrict__ colour) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = brightest(volume, x, y);
    Moments m;
    float near[125];
#pragma unroll
    for (int k = 0; k < 5; ++k)
#pragma unroll
        for (int j = 0; j < 5; ++j) {
            const float* from = volume + (size_t)(within(z + k - 2, kFar) * kHigh + within(y + j - 2, kHigh)) * kWide;
#pragma unroll
            for (int i = 0; i < 5; ++i) {
                near[k * 25 + j * 5 + i] = from[within(x + i - 2, kWide)];
                m.mean += near[k * 25 + j * 5 + i];
            }
        }
    m.mean *= 1.0f / 125.0f;
#pragma unroll
    for (int c = 0; c < 125; ++c) m.add(near[c]);
    colour[(size_t)y * kWide + x] = make_float4(m.mean, m.second, m.third, m.fourth);
}

__global__ void __launch_bounds__(128) lantern_fog_f2_b(const float* __restrict__ volume, float4* __restrict__ colour) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = brightest(volume, x, y);
    Moments m;
#pragma unroll 1
    for (int c = 0; c < 25; ++c) {
        const float* from = volume + (size_t)(within(z + c / 5 - 2, kFar) * kHigh + within(y + c % 5 - 2, kHigh)) * kWide;
#pragma unroll
        for (int i = 0; i < 5; ++i) m.mean += from[within(x + i - 2, kWide)];
    }
    m.mean *= 1.0f / 125.0f;
#pragma unroll 1
    for (int c = 0; c < 25; ++c) {
        const float* from = volume + (size_t)(within(z + c / 5 - 2, kFar) * kHigh + within(y + c % 5 - 2, kHigh)) * kWide;
#pragma unroll
        for (int i = 0; i < 5; ++i) m.add(from[within(x + i - 2, kWide)]);
    }
    colour[(size_t)y * kWide + x] = make_float4(m.mean, m.second, m.third, m.fourth);
}

// ---- Compression: in-place Haar transform of ten levels of profiles of 1024 heights, a profile a warp.
constexpr int kProfiles = 132 * 6 * 8 * 12;

template <bool kPadded>
__device__ __forceinline__ void dunes(const float* __restrict__ height, float* __restrict__ detail) {
    auto at = [](int i) { return kPadded ? i + i / 32 : i; };
    __shared__ float profile[8][kPadded ? 1056 : 1024];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    float* p = profile[w];
    size_t first = ((size_t)blockIdx.x * 8 + w) * 1024 + lane;
#pragma unroll
    for (int j = 0; j < 32; ++j) p[at(j * 32 + lane)] = height[first + j * 32];
    __syncwarp();
#pragma unroll
    for (int level = 0; level < 10; ++level) {
        int half = 1 << level;
#pragma unroll
        for (int i = 0; i < (512 >> level); i += 32) {
            int left = (i + lane) * 2 * half, right = left + half;
            if (i + lane < (512 >> level)) {
                float a = p[at(left)], b = p[at(right)];
                p[at(left)] = 0.70710678f * (a + b);
                p[at(right)] = 0.70710678f * (a - b);
            }
        }
        __syncwarp();
    }
#pragma unroll
    for (int j = 0; j < 32; ++j) detail[first + j * 32] = p[at(j * 32 + lane)];
}

__global__ void __launch_bounds__(256) dune_ripples_f2_a(const float* __restrict__ height, float* __restrict__ detail) { dunes<false>(height, detail); }
__global__ void __launch_bounds__(256) dune_ripples_f2_b(const float* __restrict__ height, float* __restrict__ detail) { dunes<true>(height, detail); }

// ---- Image pipeline: forward 8 x 8 cosine transform and quantisation of a grey picture, eight threads a tile.
constexpr int kPictureWide = 33 * 256, kPictureHigh = 16384;

__device__ __forceinline__ void cosines(float* v) {
    float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4], d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    float e0 = s0 + s3, e1 = s1 + s2, e2 = s0 - s3, e3 = s1 - s2;
    v[0] = 0.35355339f * (e0 + e1);
    v[4] = 0.35355339f * (e0 - e1);
    v[2] = fmaf(0.46193977f, e2, 0.19134172f * e3);
    v[6] = fmaf(0.19134172f, e2, -0.46193977f * e3);
    v[1] = fmaf(0.49039264f, d0, fmaf(0.41573481f, d1, fmaf(0.27778512f, d2, 0.09754516f * d3)));
    v[3] = fmaf(0.41573481f, d0, fmaf(-0.09754516f, d1, fmaf(-0.49039264f, d2, -0.27778512f * d3)));
    v[5] = fmaf(0.27778512f, d0, fmaf(-0.49039264f, d1, fmaf(0.09754516f, d2, 0.41573481f * d3)));
    v[7] = fmaf(0.09754516f, d0, fmaf(-0.27778512f, d1, fmaf(0.41573481f, d2, -0.49039264f * d3)));
}

template <int kPitch>
__device__ __forceinline__ void album(const uint2* __restrict__ picture, const float* __restrict__ quant, uint4* __restrict__ coded) {
    __shared__ float exchange[32 * 8 * kPitch];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, r = lane / 4, tile = blockIdx.x * 32 + w * 4 + lane % 4;
    float* mine = exchange + (w * 4 + lane % 4) * 8 * kPitch;
    uint2 pixels = picture[(size_t)(blockIdx.y * 8 + r) * (kPictureWide / 8) + tile];
    float v[8], q = 0.0625f + 0.03f * quant[r];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = (float)((k < 4 ? pixels.x : pixels.y) >> k % 4 * 8 & 255u) - 128.0f;
    cosines(v);
#pragma unroll
    for (int k = 0; k < 8; ++k) mine[r * kPitch + k] = v[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = mine[k * kPitch + r];
    cosines(v);
#pragma unroll
    for (int k = 0; k < 8; ++k) mine[k * kPitch + r] = q * v[k];
    __syncwarp();
    unsigned c[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) c[k] = (unsigned)__float2int_rn(mine[r * kPitch + k]) & 0xffffu;
    coded[((size_t)blockIdx.y * (kPictureWide / 8) + tile) * 8 + r] = make_uint4(c[0] | c[1] << 16, c[2] | c[3] << 16, c[4] | c[5] << 16, c[6] | c[7] << 16);
}

__global__ void __launch_bounds__(256) stamp_album_f2_a(const uint2* __restrict__ picture, const float* __restrict__ quant, uint4* __restrict__ coded) { album<8>(picture, quant, coded); }
__global__ void __launch_bounds__(256) stamp_album_f2_b(const uint2* __restrict__ picture, const float* __restrict__ quant, uint4* __restrict__ coded) { album<9>(picture, quant, coded); }

// ---- Batched linear algebra: triangular factors of 32 x 32 matrices, a matrix a warp, a row a lane.
constexpr int kKilns = 132 * 12 * 2 * 4;

template <int kPitch>
__device__ __forceinline__ void kilns(const float* __restrict__ heat, float* __restrict__ factor) {
    __shared__ float matrix[4][32 * kPitch];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    float* m = matrix[w];
    size_t first = ((size_t)blockIdx.x * 4 + w) * 1024 + lane;
#pragma unroll 16
    for (int i = 0; i < 32; ++i) m[i * kPitch + lane] = heat[first + i * 32] + (i == lane ? 12.0f : 0.0f);
    __syncwarp();
#pragma unroll 1
    for (int k = 0; k < 31; ++k) {
        if (lane > k) {
            float l = m[lane * kPitch + k] / m[k * kPitch + k];
            m[lane * kPitch + k] = l;
#pragma unroll 4
            for (int j = k + 1; j < 32; ++j) m[lane * kPitch + j] = fmaf(-l, m[k * kPitch + j], m[lane * kPitch + j]);
        }
        __syncwarp();
    }
#pragma unroll 16
    for (int i = 0; i < 32; ++i) factor[first + i * 32] = m[i * kPitch + lane];
}

__global__ void __launch_bounds__(128) potter_kilns_f2_a(const float* __restrict__ heat, float* __restrict__ factor) { kilns<32>(heat, factor); }
__global__ void __launch_bounds__(128) potter_kilns_f2_b(const float* __restrict__ heat, float* __restrict__ factor) { kilns<33>(heat, factor); }

// ---- Layout change: pages turned by a quarter (transposed) with a tint.
constexpr int kPageWide = 8448, kPageHigh = 8192;

template <int kPitch>
__device__ __forceinline__ void page(const float* __restrict__ proof, float* __restrict__ turned) {
    __shared__ float tile[32 * kPitch];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = proof[(size_t)(top + y + 8 * j) * kPageWide + left + x];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[(y + 8 * j) * kPitch + x] = fmaf(0.9f, v[j], 0.1f);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) turned[(size_t)(left + y + 8 * j) * kPageHigh + top + x] = tile[x * kPitch + y + 8 * j];
}

__global__ void __launch_bounds__(256) page_proofs_f2_a(const float* __restrict__ proof, float* __restrict__ turned) { page<34>(proof, turned); }
__global__ void __launch_bounds__(256) page_proofs_f2_b(const float* __restrict__ proof, float* __restrict__ turned) { page<33>(proof, turned); }

// ---- Sampling: the greatest logit of each row of 32768 and its place.
constexpr int kDraws = 132 * 8 * 4, kTickets = 32768;

__global__ void __launch_bounds__(256) lottery_draw_f2_a(const float4* __restrict__ logit, int* __restrict__ winner) {
    __shared__ float best_of[8];
    __shared__ int place_of[8];
    int t = threadIdx.x, place = 0;
    const float4* row = logit + (size_t)blockIdx.x * (kTickets / 4) + t;
    float best = -1e30f;
#pragma unroll 8
    for (int j = 0; j < kTickets / 1024; ++j) {
        float4 v = __ldcs(row + 256 * j);
        float m = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
        if (m > best) {
            best = m;
            place = (256 * j + t) * 4 + (m == v.x ? 0 : m == v.y ? 1 : m == v.z ? 2 : 3);
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        float b = __shfl_xor_sync(0xffffffffu, best, o);
        int p = __shfl_xor_sync(0xffffffffu, place, o);
        if (b > best || (b == best && p < place)) { best = b; place = p; }
    }
    if (t % 32 == 0) { best_of[t / 32] = best; place_of[t / 32] = place; }
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w)
            if (best_of[w] > best || (best_of[w] == best && place_of[w] < place)) { best = best_of[w]; place = place_of[w]; }
        winner[blockIdx.x] = place;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kWide * kHigh * kFar;
    static_assert(pool >= (size_t)kDraws * kTickets && pool >= (size_t)kLines * kTicks && pool >= (size_t)kProfiles * 1024 && pool >= (size_t)kPageWide * kPageHigh && pool >= (size_t)kKilns * 1024 && pool >= (size_t)kJoints * 33, "pool");
    const float *sea = filled<float>(pool, 211), *small = filled<float>((size_t)4 << 20, 212);
    float* out = empty<float>((size_t)kLines * kTicks);
    static_assert((size_t)kLines * kTicks >= (size_t)kProfiles * 1024 && (size_t)kLines * kTicks >= (size_t)kPictureWide * kPictureHigh / 2 && (size_t)kLines * kTicks >= (size_t)kPageWide * kPageHigh, "out");
    const unsigned* bits = reinterpret_cast<const unsigned*>(indices((size_t)kRows * kRowWords, 0xffffffffu, 213));
    static_assert((size_t)kRows * kRowWords >= (size_t)kPairs * 10 && (size_t)kRows * kRowWords >= (size_t)kPictureWide * kPictureHigh / 4, "bits");
    int* whole = reinterpret_cast<int*>(out);

    const unsigned* text = bits + (size_t)kPairs * (kQuery / 8);
    add("manuscript_copies_f2_a", whole, kPairs, Output::i32, [=] { manuscript_copies_f2_a<<<kPairs / 256, 256>>>(bits, text, whole); });
    add("manuscript_copies_f2_b", whole, kPairs, Output::i32, [=] { manuscript_copies_f2_b<<<kPairs / 256, 256>>>(bits, text, whole); });

    const float *book = small, *vector = small + 64, *scale = small + 8192;
    add("winter_coats_f2_a", out, kRows, Output::f32, [=] { winter_coats_f2_a<<<kRows / 32, 256>>>(bits, book, vector, scale, out); });
    add("winter_coats_f2_b", out, kRows, Output::f32, [=] { winter_coats_f2_b<<<kRows / 32, 256>>>(bits, book, vector, scale, out); });

    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyToSymbol(c_reach, small, sizeof(c_reach), 0, cudaMemcpyDeviceToDevice));
    add("telegraph_wires_f2_a", out, (size_t)kLines * kTicks, Output::f32, [=] { telegraph_wires_f2_a<<<kLines / 256, 256>>>(sea, out); });
    add("telegraph_wires_f2_b", out, (size_t)kLines * kTicks, Output::f32, [=] { telegraph_wires_f2_b<<<kLines / 256, 256>>>(sea, out); });

    unsigned* slab = reinterpret_cast<unsigned*>(empty<int>((size_t)kSlabs * 32));
    uint2* probe = reinterpret_cast<uint2*>(empty<int>((size_t)kProbes * 2));
    harness_parish<<<2048, 256>>>(slab, probe); CHECK(cudaGetLastError());
    add("parish_register_f2_a", whole, (size_t)kProbes * 2, Output::i32, [=] { parish_register_f2_a<<<kProbes / 128, 128>>>(slab, probe, reinterpret_cast<int2*>(whole)); });
    add("parish_register_f2_b", whole, (size_t)kProbes * 2, Output::i32, [=] { parish_register_f2_b<<<kProbes / 128, 128>>>(slab, probe, reinterpret_cast<int2*>(whole)); });

    std::vector<int> starts(kJoints + 1);
    for (int r = 0; r < kJoints; ++r) starts[r + 1] = starts[r] + 32 - (int)(harness::hash32((uint32_t)r) % 4u);
    const int* begin = harness::uploaded(starts);
    int* column = empty<int>(starts[kJoints]);
    harness_bridges<<<kJoints / 256, 256>>>(begin, column); CHECK(cudaGetLastError());
    add("road_bridges_f2_a", out, kJoints, Output::f32, [=] { road_bridges_f2_a<<<kJoints / 16, 32>>>(begin, column, sea, small, out); });
    add("road_bridges_f2_b", out, kJoints, Output::f32, [=] { road_bridges_f2_b<<<kJoints / 128, 256>>>(begin, column, sea, small, out); });

    float4* colour = reinterpret_cast<float4*>(out);
    add("lantern_fog_f2_a", out, (size_t)kWide * kHigh * 4, Output::f32, [=] { lantern_fog_f2_a<<<dim3(kWide / 32, kHigh / 4), dim3(32, 4)>>>(sea, colour); });
    add("lantern_fog_f2_b", out, (size_t)kWide * kHigh * 4, Output::f32, [=] { lantern_fog_f2_b<<<dim3(kWide / 32, kHigh / 4), dim3(32, 4)>>>(sea, colour); });

    add("dune_ripples_f2_a", out, (size_t)kProfiles * 1024, Output::f32, [=] { dune_ripples_f2_a<<<kProfiles / 8, 256>>>(sea, out); });
    add("dune_ripples_f2_b", out, (size_t)kProfiles * 1024, Output::f32, [=] { dune_ripples_f2_b<<<kProfiles / 8, 256>>>(sea, out); });

    dim3 sheets(kPictureWide / 256, kPictureHigh / 8);
    const uint2* picture = reinterpret_cast<const uint2*>(bits);
    uint4* coded = reinterpret_cast<uint4*>(out);
    add("stamp_album_f2_a", whole, (size_t)kPictureWide * kPictureHigh / 2, Output::i32, [=] { stamp_album_f2_a<<<sheets, 256>>>(picture, small, coded); });
    add("stamp_album_f2_b", whole, (size_t)kPictureWide * kPictureHigh / 2, Output::i32, [=] { stamp_album_f2_b<<<sheets, 256>>>(picture, small, coded); });

    add("potter_kilns_f2_a", out, (size_t)kKilns * 1024, Output::f32, [=] { potter_kilns_f2_a<<<kKilns / 4, 128>>>(sea, out); });
    add("potter_kilns_f2_b", out, (size_t)kKilns * 1024, Output::f32, [=] { potter_kilns_f2_b<<<kKilns / 4, 128>>>(sea, out); });

    dim3 proofs(kPageWide / 32, kPageHigh / 32);
    add("page_proofs_f2_a", out, (size_t)kPageWide * kPageHigh, Output::f32, [=] { page_proofs_f2_a<<<proofs, dim3(32, 8)>>>(sea, out); });
    add("page_proofs_f2_b", out, (size_t)kPageWide * kPageHigh, Output::f32, [=] { page_proofs_f2_b<<<proofs, dim3(32, 8)>>>(sea, out); });

    int* winner = empty<int>(kDraws);
    add("lottery_draw_f2_a", winner, kDraws, Output::i32, [=] { lottery_draw_f2_a<<<kDraws, 256>>>(reinterpret_cast<const float4*>(sea), winner); });

    return harness::run(argc, argv, cases);
}
