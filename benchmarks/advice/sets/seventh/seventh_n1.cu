// Memory access, part 1: before/after pairs (see n1.csv).
#include "harness.cuh"

#include <cuda_fp16.h>

#ifndef SCALE
#define SCALE 1  // divides the sizes for a quick functional check
#endif

namespace {

__global__ void harness_bytes(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i * 2654435761u + seed) >> 11);
}
uint8_t* bytes(size_t n, uint32_t seed) {
    uint8_t* p; CHECK(cudaMalloc(&p, n));
    harness_bytes<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

}  // namespace

// ---------------------------------------------------------------- trace_stats: quality control of seismic traces (rms, peak, zero crossings)
constexpr int kTraces = 262144 / SCALE, kSamples = 384;

__global__ void __launch_bounds__(256) trace_stats_a(const float* __restrict__ x, float* __restrict__ out) {
    int trace = blockIdx.x * blockDim.x + threadIdx.x;
    if (trace >= kTraces) return;
    const float* p = x + (size_t)trace * kSamples;
    float energy = 0, peak = 0, prev = p[0];
    int crossings = 0;
    for (int s = 0; s < kSamples; ++s) {
        float v = p[s];
        energy = fmaf(v, v, energy);
        peak = fmaxf(peak, fabsf(v));
        crossings += v * prev < 0;
        prev = v;
    }
    out[trace] = sqrtf(energy / kSamples) + 0.25f * peak + 1e-3f * crossings;
}

__global__ void __launch_bounds__(256) trace_stats_b(const float* __restrict__ x, float* __restrict__ out) {
    int trace = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (trace >= kTraces) return;
    const float4* p = reinterpret_cast<const float4*>(x + (size_t)trace * kSamples);
    float4 v[kSamples / 128];
#pragma unroll
    for (int i = 0; i < kSamples / 128; ++i) v[i] = p[i * 32 + lane];
    float energy = 0, peak = 0, carry = 0;
    int crossings = 0;
#pragma unroll
    for (int i = 0; i < kSamples / 128; ++i) {
        float before = __shfl_up_sync(0xffffffffu, v[i].w, 1);
        if (lane == 0) before = i == 0 ? v[0].x : carry;
        carry = __shfl_sync(0xffffffffu, v[i].w, 31);
        energy += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
        peak = fmaxf(peak, fmaxf(fmaxf(fabsf(v[i].x), fabsf(v[i].y)), fmaxf(fabsf(v[i].z), fabsf(v[i].w))));
        crossings += (v[i].x * before < 0) + (v[i].y * v[i].x < 0) + (v[i].z * v[i].y < 0) + (v[i].w * v[i].z < 0);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        energy += __shfl_xor_sync(0xffffffffu, energy, d);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
        crossings += __shfl_xor_sync(0xffffffffu, crossings, d);
    }
    if (lane == 0) out[trace] = sqrtf(energy / kSamples) + 0.25f * peak + 1e-3f * crossings;
}

// ---------------------------------------------------------------- quote_micro: microprice and relative spread of market quotes
constexpr int kQuotes = (6 << 20) / SCALE;
struct Quote {  // one cache sector pair a quote, as it comes from the feed handler
    float bid, open, high, low; uint32_t venue;
    float ask, last; uint32_t flags;
    float bid_size, vwap; uint32_t time_high, time_low, symbol;
    float ask_size, turnover; uint32_t sequence;
};
static_assert(sizeof(Quote) == 64, "layout");

__host__ __device__ inline float quote_field(uint32_t i, uint32_t f) {
    float u = harness::unit(i * 4u + f);
    return f == 0 ? 100.f + u : f == 1 ? 102.5f + u : 300.f + 200.f * u;
}
__global__ void harness_quotes(Quote* q, float* bid, float* ask, float* bid_size, float* ask_size, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32(i);
        Quote r;
        r.bid = bid[i] = quote_field(i, 0); r.ask = ask[i] = quote_field(i, 1);
        r.bid_size = bid_size[i] = quote_field(i, 2); r.ask_size = ask_size[i] = quote_field(i, 3);
        r.open = r.high = r.low = r.last = r.vwap = r.turnover = r.bid * 0.99f;
        r.venue = h & 15; r.flags = h >> 4; r.time_high = h * 3; r.time_low = h * 5; r.symbol = h * 7; r.sequence = i;
        q[i] = r;
    }
}
__device__ inline float microprice(float bid, float ask, float bid_size, float ask_size) {
    float micro = __fdividef(bid * ask_size + ask * bid_size, bid_size + ask_size);
    float mid = 0.5f * (bid + ask);
    return __fdividef(micro - mid, ask - bid) + 0.01f * (ask - bid);
}

__global__ void __launch_bounds__(256) quote_micro_a(const Quote* __restrict__ quotes, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = microprice(quotes[i].bid, quotes[i].ask, quotes[i].bid_size, quotes[i].ask_size);
}

__global__ void __launch_bounds__(256) quote_micro_b(const float4* __restrict__ bid, const float4* __restrict__ ask, const float4* __restrict__ bid_size,
                                                     const float4* __restrict__ ask_size, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 b = bid[i], a = ask[i], bs = bid_size[i], as = ask_size[i], r;
    r.x = microprice(b.x, a.x, bs.x, as.x); r.y = microprice(b.y, a.y, bs.y, as.y);
    r.z = microprice(b.z, a.z, bs.z, as.z); r.w = microprice(b.w, a.w, bs.w, as.w);
    out[i] = r;
}

// ---------------------------------------------------------------- volume_reslice: axial CT slices to sagittal ones with window and level
constexpr int kVx = 512, kVy = 512, kVz = 256 / SCALE;

__global__ void harness_volume(short* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (short)(harness::unit((uint32_t)i) * 1500.f);
}
__device__ inline float window_level(short hu, float centre, float inverse_width) {
    return __saturatef(((float)hu - centre) * inverse_width + 0.5f);
}

__global__ void __launch_bounds__(256) volume_reslice_a(const short* __restrict__ in, float* __restrict__ out, float centre, float inverse_width) {
    int x = blockIdx.x * 64 + 2 * threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y, z = blockIdx.z;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int y = y0 + 8 * j;
        short2 v = *reinterpret_cast<const short2*>(in + ((size_t)z * kVy + y) * kVx + x);
        out[((size_t)x * kVz + z) * kVy + y] = window_level(v.x, centre, inverse_width);
        out[((size_t)(x + 1) * kVz + z) * kVy + y] = window_level(v.y, centre, inverse_width);
    }
}

__global__ void __launch_bounds__(256) volume_reslice_b(const short* __restrict__ in, float* __restrict__ out, float centre, float inverse_width) {
    __shared__ float tile[32][65];
    int x0 = blockIdx.x * 64, y0 = blockIdx.y * 32, z = blockIdx.z;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int y = threadIdx.y + 8 * j;
        short2 v = *reinterpret_cast<const short2*>(in + ((size_t)z * kVy + y0 + y) * kVx + x0 + 2 * threadIdx.x);
        tile[y][2 * threadIdx.x] = window_level(v.x, centre, inverse_width);
        tile[y][2 * threadIdx.x + 1] = window_level(v.y, centre, inverse_width);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int x = threadIdx.y + 8 * j;
        out[((size_t)(x0 + x) * kVz + z) * kVy + y0 + threadIdx.x] = tile[threadIdx.x][x];
    }
}

// ---------------------------------------------------------------- descriptor_match: best of 32 candidate image descriptors a query
constexpr int kDescriptors = (2 << 20) / SCALE, kQueries = 131072 / SCALE, kCandidates = 32;

__global__ void harness_descriptors(uint32_t* records, uint32_t* ids, uint32_t* packed, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        records[(size_t)i * 33] = ids[i] = harness::hash32(i + 77u);
        for (int w = 0; w < 32; ++w) records[(size_t)i * 33 + 1 + w] = packed[(size_t)i * 32 + w] = harness::hash32(i * 32u + w);
    }
}

template <int Pitch, int Start>
__device__ inline void match(const uint32_t* __restrict__ base, const uint32_t* __restrict__ queries, const int* __restrict__ candidates,
                             const uint32_t* __restrict__ ids, int id_pitch, int* __restrict__ out) {
    int query = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (query >= kQueries) return;
    uint32_t mine = queries[(size_t)query * 32 + lane];
    int candidate = candidates[(size_t)query * kCandidates + lane];
    unsigned best = 0;
    int best_at = 0;
#pragma unroll 1
    for (int c = 0; c < kCandidates; c += 8) {
        uint32_t word[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) word[j] = base[(size_t)__shfl_sync(0xffffffffu, candidate, c + j) * Pitch + Start + lane];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            unsigned score = __reduce_add_sync(0xffffffffu, __dp4a(mine, word[j], 0u));
            if (score > best) { best = score; best_at = c + j; }
        }
    }
    int winner = __shfl_sync(0xffffffffu, candidate, best_at);
    if (lane == 0) out[query] = (int)best + (int)(ids[(size_t)winner * id_pitch] & 15u);
}
__global__ void __launch_bounds__(256) descriptor_match_a(const uint32_t* __restrict__ records, const uint32_t* __restrict__ queries,
                                                          const int* __restrict__ candidates, int* __restrict__ out) {
    match<33, 1>(records, queries, candidates, records, 33, out);
}
__global__ void __launch_bounds__(256) descriptor_match_b(const uint32_t* __restrict__ packed, const uint32_t* __restrict__ ids,
                                                          const uint32_t* __restrict__ queries, const int* __restrict__ candidates, int* __restrict__ out) {
    match<32, 0>(packed, queries, candidates, ids, 1, out);
}

// ---------------------------------------------------------------- matte_blend: foreground over background through an 8-bit matte (planar video)
constexpr size_t kPixels = (size_t)96 * 1024 * 1024 / SCALE;

__device__ inline uint32_t blend(uint32_t f, uint32_t b, uint32_t m) {
    uint32_t t = f * m + b * (255u - m) + 128u;
    return (t + (t >> 8)) >> 8;
}
__device__ inline uint32_t blend4(uint32_t f, uint32_t b, uint32_t m) {
    uint32_t r0 = blend(f & 255u, b & 255u, m & 255u), r1 = blend((f >> 8) & 255u, (b >> 8) & 255u, (m >> 8) & 255u);
    uint32_t r2 = blend((f >> 16) & 255u, (b >> 16) & 255u, (m >> 16) & 255u), r3 = blend(f >> 24, b >> 24, m >> 24);
    return r0 | r1 << 8 | r2 << 16 | r3 << 24;
}

__global__ void __launch_bounds__(256) matte_blend_a(const uint8_t* __restrict__ fore, const uint8_t* __restrict__ back, const uint8_t* __restrict__ matte,
                                                     uint8_t* __restrict__ out, unsigned n) {
#pragma unroll 2
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (uint8_t)blend(fore[i], back[i], matte[i]);
}

__global__ void __launch_bounds__(256) matte_blend_b(const uint4* __restrict__ fore, const uint4* __restrict__ back, const uint4* __restrict__ matte,
                                                     uint4* __restrict__ out, unsigned n16) {
#pragma unroll 1
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n16; i += gridDim.x * blockDim.x) {
        uint4 f = fore[i], b = back[i], m = matte[i];
        out[i] = make_uint4(blend4(f.x, b.x, m.x), blend4(f.y, b.y, m.y), blend4(f.z, b.z, m.z), blend4(f.w, b.w, m.w));
    }
}

// ---------------------------------------------------------------- genotype_unpack: two-bit genotypes to one-byte allele dosages
constexpr unsigned kGenotypes = (256u << 20) / SCALE;

__device__ inline uint32_t dosage(uint32_t code) { return (0x00010302u >> (8 * code)) & 255u; }  // 0 -> 2, 1 -> missing (3), 2 -> 1, 3 -> 0

__global__ void __launch_bounds__(256) genotype_unpack_vii_a(const uint8_t* __restrict__ packed, uint8_t* __restrict__ out, unsigned n) {
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = (uint8_t)dosage((packed[i >> 2] >> (2 * (i & 3u))) & 3u);
}

__global__ void __launch_bounds__(256) genotype_unpack_vii_b(const uint32_t* __restrict__ packed, uint4* __restrict__ out, unsigned n16) {
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n16; i += gridDim.x * blockDim.x) {
        uint32_t w = packed[i];
        uint32_t r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint32_t c = (w >> (8 * j)) & 255u;
            // four codes to the four selectors of a byte permutation: the table's bytes are its source
            uint32_t s = (c & 3u) | ((c << 2) & 0x30u) | ((c << 4) & 0x300u) | ((c << 6) & 0x3000u);
            r[j] = __byte_perm(0x00010302u, 0u, s);
        }
        out[i] = make_uint4(r[0], r[1], r[2], r[3]);
    }
}

// ---------------------------------------------------------------- cloud_top: height at which the optical depth from above reaches a limit
constexpr int kColumns = 524288 / SCALE, kLevels = 96;

__global__ void __launch_bounds__(256) cloud_top_a(const float* __restrict__ extinction, const float* __restrict__ limit, float* __restrict__ out) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= kColumns) return;
    float left = 36.f + 6.f * limit[c >> 8], e = 1.f;
    int z = 0;
#pragma unroll 1
    for (; z < kLevels; ++z) {
        e = fabsf(extinction[(size_t)z * kColumns + c]);
        if (e >= left) break;
        left -= e;
    }
    out[c] = z + __fdividef(left, e + 1e-3f);
}

__global__ void __launch_bounds__(256) cloud_top_b(const float* __restrict__ extinction, const float* __restrict__ limit, float* __restrict__ out) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= kColumns) return;
    float left = 36.f + 6.f * limit[c >> 8], e = 1.f;
    int z = 0;
    bool done = false;
#pragma unroll 1
    while (!done && z < kLevels) {
        float batch[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) batch[j] = fabsf(extinction[(size_t)(z + j) * kColumns + c]);
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (!done) {
                e = batch[j];
                if (e >= left) done = true;
                else { left -= e; ++z; }
            }
    }
    out[c] = z + __fdividef(left, e + 1e-3f);
}

// ---------------------------------------------------------------- posting_score: a warp scores the chained posting chunks of a search term
constexpr int kLists = 32768 / SCALE, kChunks = 48;  // a chunk: one word for the next chunk's number, 31 postings

__host__ __device__ inline uint32_t chunk_at(uint32_t list, uint32_t j) {  // a pool filled by many lists at once: chunks lie anywhere
    return (uint32_t)(((uint64_t)(list * kChunks + j) * 1000003u) % ((uint64_t)kLists * kChunks));
}
__global__ void harness_postings(uint32_t* pool, uint32_t* head, uint32_t* directory) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (uint32_t)kLists * kChunks; i += gridDim.x * blockDim.x) {
        uint32_t list = i / kChunks, j = i % kChunks, at = chunk_at(list, j);
        directory[i] = at;
        if (j == 0) head[list] = at;
        pool[(size_t)at * 32] = j + 1 < (uint32_t)kChunks ? chunk_at(list, j + 1) : 0xffffffffu;
        for (int w = 1; w < 32; ++w) pool[(size_t)at * 32 + w] = harness::hash32(i * 32u + w);
    }
}
__device__ inline float posting(uint32_t w) {
    float frequency = (float)((w & 15u) + 1u), length = (float)(w >> 24) * (1.f / 256.f);
    return __fdividef(2.2f * frequency, frequency + 1.2f * (0.25f + 0.75f * length));
}

__global__ void __launch_bounds__(256) posting_score_a(const uint32_t* __restrict__ pool, const uint32_t* __restrict__ head, float* __restrict__ out) {
    int list = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (list >= kLists) return;
    float score = 0;
    uint32_t at = head[list];
    while (at != 0xffffffffu) {
        uint32_t w = pool[(size_t)at * 32 + lane];
        if (lane) score += posting(w);
        at = __shfl_sync(0xffffffffu, w, 0);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) score += __shfl_xor_sync(0xffffffffu, score, d);
    if (lane == 0) out[list] = score;
}

__global__ void __launch_bounds__(256) posting_score_b(const uint32_t* __restrict__ pool, const uint32_t* __restrict__ directory, float* __restrict__ out) {
    int list = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (list >= kLists) return;
    const uint32_t* mine = directory + (size_t)list * kChunks;
    uint32_t first = mine[lane], second = lane < kChunks - 32 ? mine[32 + lane] : 0;
    float score = 0;
#pragma unroll 1
    for (int j = 0; j < kChunks; j += 8) {
        uint32_t w[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            uint32_t at = __shfl_sync(0xffffffffu, j < 32 ? first : second, (j + k) & 31);
            w[k] = pool[(size_t)at * 32 + lane];
        }
#pragma unroll
        for (int k = 0; k < 8; ++k)
            if (lane) score += posting(w[k]);
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) score += __shfl_xor_sync(0xffffffffu, score, d);
    if (lane == 0) out[list] = score;
}

// ---------------------------------------------------------------- visibility_calibrate: Jones matrices on radio visibilities, eight time slots
constexpr int kVisibilities = (3 << 20) / SCALE, kSlots = 8;

__device__ inline void calibrate(const float4* __restrict__ jones0, const float4* __restrict__ jones1, const uint2* __restrict__ in, uint2* __restrict__ out,
                                 int i, int slot) {
    size_t at = (size_t)slot * kVisibilities + i;
    float4 p = jones0[i], q = jones1[i];
    uint2 raw = in[at];
    float2 x = __half22float2(*reinterpret_cast<half2*>(&raw.x)), y = __half22float2(*reinterpret_cast<half2*>(&raw.y));
    half2 u = __floats2half2_rn(p.x * x.x - p.y * x.y + p.z * y.x - p.w * y.y, p.x * x.y + p.y * x.x + p.z * y.y + p.w * y.x);
    half2 v = __floats2half2_rn(q.x * x.x - q.y * x.y + q.z * y.x - q.w * y.y, q.x * x.y + q.y * x.x + q.z * y.y + q.w * y.x);
    out[at] = make_uint2(*reinterpret_cast<uint32_t*>(&u), *reinterpret_cast<uint32_t*>(&v));
}
__global__ void __launch_bounds__(256) visibility_calibrate_a(const float4* __restrict__ jones0, const float4* __restrict__ jones1,
                                                              const uint2* __restrict__ in, uint2* __restrict__ out) {
    calibrate(jones0, jones1, in, out, blockIdx.x * 256 + threadIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) visibility_calibrate_b(const float4* __restrict__ jones0, const float4* __restrict__ jones1,
                                                              const uint2* __restrict__ in, uint2* __restrict__ out) {
    calibrate(jones0, jones1, in, out, blockIdx.y * 256 + threadIdx.x, blockIdx.x);
}

// ---------------------------------------------------------------- psf_convolve: telescope image against a measured 9 x 9 point-spread function
constexpr int kImage = 4096, kImageRows = 32 * (72 / SCALE), kPitch = kImage + 8;
__constant__ float psf[81];

__global__ void __launch_bounds__(256) psf_convolve_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j)
#pragma unroll
        for (int i = 0; i < 9; ++i) sum = fmaf(psf[j * 9 + i], in[(size_t)(y + j) * kPitch + x + i], sum);
    out[(size_t)y * kImage + x] = sum;
}

__global__ void __launch_bounds__(256) psf_convolve_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float4 tile[40][34];  // 128 x 32 outputs and their halo; a thread makes 4 x 4 of them
    int x0 = blockIdx.x * 128, y0 = blockIdx.y * 32, t = threadIdx.y * 32 + threadIdx.x;
    for (int k = t; k < 40 * 34; k += 256)
        tile[k / 34][k % 34] = *reinterpret_cast<const float4*>(in + (size_t)(y0 + k / 34) * kPitch + x0 + 4 * (k % 34));
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll
    for (int r = 0; r < 12; ++r) {
        float v[12];
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            float4 q = tile[threadIdx.y * 4 + r][threadIdx.x + k];
            v[4 * k] = q.x; v[4 * k + 1] = q.y; v[4 * k + 2] = q.z; v[4 * k + 3] = q.w;
        }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (r - j >= 0 && r - j < 9) {
#pragma unroll
                for (int i = 0; i < 9; ++i)
#pragma unroll
                    for (int k = 0; k < 4; ++k) sum[j][k] = fmaf(psf[(r - j) * 9 + i], v[i + k], sum[j][k]);
            }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        *reinterpret_cast<float4*>(out + (size_t)(y0 + threadIdx.y * 4 + j) * kImage + x0 + 4 * threadIdx.x) =
            make_float4(sum[j][0], sum[j][1], sum[j][2], sum[j][3]);
}

// ---------------------------------------------------------------- drift_correct (mild): sensor log behind a one-word header
constexpr int kReadings = (20 << 20) / SCALE;

__global__ void harness_readings(float* p, int n, uint32_t seed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = harness::unit(i * 2654435761u + seed);
}
__device__ inline void correct(const float* __restrict__ raw, const float* __restrict__ reference, float* __restrict__ out, float gain) {
    int i0 = blockIdx.x * 1024 + threadIdx.x;
    float x[4], r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = raw[i0 + 256 * j]; r[j] = reference[i0 + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i0 + 256 * j] = x[j] - gain * (r[j] - 0.5f * x[j]);
}
__global__ void __launch_bounds__(256) drift_correct_a(const float* __restrict__ raw, const float* __restrict__ reference, float* __restrict__ out, float gain) {
    correct(raw, reference, out, gain);
}
__global__ void __launch_bounds__(256) drift_correct_b(const float* __restrict__ raw, const float* __restrict__ reference, float* __restrict__ out, float gain) {
    correct(raw, reference, out, gain);
}

// ---------------------------------------------------------------- adam_step (healthy): optimiser update, vector accesses at the DRAM roof
constexpr int kWeights = (16 << 20) / SCALE;

__device__ inline void adam(float& p, float& m, float& v, float g) {
    m = fmaf(0.9f, m, 0.1f * g);
    v = fmaf(0.999f, fabsf(v), 0.001f * g * g);
    p -= 1e-3f * m * rsqrtf(v + 1e-8f);
}
__global__ void __launch_bounds__(256) adam_step_vii_h(const float4* __restrict__ p, const float4* __restrict__ m, const float4* __restrict__ v,
                                                   const float4* __restrict__ g, float4* __restrict__ p2, float4* __restrict__ m2, float4* __restrict__ v2, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = p[i], b = m[i], c = v[i], d = g[i];
    adam(a.x, b.x, c.x, d.x); adam(a.y, b.y, c.y, d.y); adam(a.z, b.z, c.z, d.z); adam(a.w, b.w, c.w, d.w);
    p2[i] = a; m2[i] = b; v2[i] = c;
}

// ---------------------------------------------------------------- wave_leap (healthy): leapfrog step of the 2D wave equation; 4-byte accesses, DRAM roof
constexpr int kWaveX = 8192, kWaveY = 4096 / SCALE;

__global__ void __launch_bounds__(128) wave_leap_h(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ speed,
                                                   float* __restrict__ next) {
    int x = blockIdx.x * 128 + threadIdx.x, y0 = blockIdx.y * 4;
    int left = x ? x - 1 : 0, right = x < kWaveX - 1 ? x + 1 : x;
    float column[6], side[4], old[4], c[4];
#pragma unroll
    for (int j = 0; j < 6; ++j) {
        int y = min(max(y0 + j - 1, 0), kWaveY - 1);
        column[j] = now[(size_t)y * kWaveX + x];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        size_t row = (size_t)(y0 + j) * kWaveX;
        side[j] = now[row + left] + now[row + right];
        old[j] = before[row + x];
        c[j] = speed[row + x];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float laplacian = column[j] + column[j + 2] + side[j] - 4.f * column[j + 1];
        next[(size_t)(y0 + j) * kWaveX + x] = 2.f * column[j + 1] - old[j] + (0.1f + 0.05f * c[j]) * laplacian;
    }
}

int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) {
        cases.push_back(Case{name, launch, out, count, type});
    };
    // Buffers shared by the cases: floats in [-1, 1), random bytes, and one for whatever a case writes (a check clears it first).
    const size_t floats = (size_t)kTraces * kSamples;
    const float* pool = harness::filled<float>(floats, 11);
    const uint8_t* raw = bytes(3 * kPixels, 1);
    float* sink = harness::empty<float>((size_t)64 * 1024 * 1024 / SCALE + 64);
    {
        const float* x = pool; float *oa = sink, *ob = sink;
        add("trace_stats_a", [=] { trace_stats_a<<<(kTraces + 255) / 256, 256>>>(x, oa); }, oa, kTraces, Output::f32);
        add("trace_stats_b", [=] { trace_stats_b<<<(kTraces + 7) / 8, 256>>>(x, ob); }, ob, kTraces, Output::f32);
    }
    {
        Quote* q; CHECK(cudaMalloc(&q, sizeof(Quote) * (size_t)kQuotes));
        float* f[4]; for (auto& p : f) CHECK(cudaMalloc(&p, sizeof(float) * (size_t)kQuotes));
        float *bid = f[0], *ask = f[1], *bs = f[2], *as = f[3];
        harness_quotes<<<2048, 256>>>(q, bid, ask, bs, as, kQuotes); CHECK(cudaGetLastError());
        float *oa = sink, *ob = sink;
        add("quote_micro_a", [=] { quote_micro_a<<<(kQuotes + 255) / 256, 256>>>(q, oa, kQuotes); }, oa, kQuotes, Output::f32);
        add("quote_micro_b", [=] { quote_micro_b<<<(kQuotes / 4 + 255) / 256, 256>>>((const float4*)bid, (const float4*)ask, (const float4*)bs, (const float4*)as,
                                                                                     (float4*)ob, kQuotes / 4); }, ob, kQuotes, Output::f32);
    }
    {
        size_t n = (size_t)kVx * kVy * kVz;
        short* in; CHECK(cudaMalloc(&in, n * sizeof(short)));
        harness_volume<<<2048, 256>>>(in, n); CHECK(cudaGetLastError());
        float *oa = sink, *ob = sink;
        dim3 grid(kVx / 64, kVy / 32, kVz), block(32, 8);
        add("volume_reslice_a", [=] { volume_reslice_a<<<grid, block>>>(in, oa, 40.f, 1.f / 2000.f); }, oa, n, Output::f32);
        add("volume_reslice_b", [=] { volume_reslice_b<<<grid, block>>>(in, ob, 40.f, 1.f / 2000.f); }, ob, n, Output::f32);
    }
    {
        uint32_t *records, *ids, *packed;
        CHECK(cudaMalloc(&records, (size_t)kDescriptors * 33 * 4)); CHECK(cudaMalloc(&ids, (size_t)kDescriptors * 4));
        CHECK(cudaMalloc(&packed, (size_t)kDescriptors * 32 * 4));
        harness_descriptors<<<4096, 256>>>(records, ids, packed, kDescriptors); CHECK(cudaGetLastError());
        const uint32_t* queries = (const uint32_t*)raw;
        const int* candidates = harness::indices((size_t)kQueries * kCandidates, kDescriptors, 31);
        int *oa = (int*)sink, *ob = (int*)sink;
        add("descriptor_match_a", [=] { descriptor_match_a<<<kQueries / 8, 256>>>(records, queries, candidates, oa); }, oa, kQueries, Output::i32);
        add("descriptor_match_b", [=] { descriptor_match_b<<<kQueries / 8, 256>>>(packed, ids, queries, candidates, ob); }, ob, kQueries, Output::i32);
    }
    {
        const uint8_t *f = raw, *b = raw + kPixels, *m = raw + 2 * kPixels; uint8_t *oa = (uint8_t*)sink, *ob = (uint8_t*)sink;
        add("matte_blend_a", [=] { matte_blend_a<<<132 * 24, 256>>>(f, b, m, oa, (unsigned)kPixels); }, oa, kPixels, Output::u8);
        add("matte_blend_b", [=] { matte_blend_b<<<132 * 24, 256>>>((const uint4*)f, (const uint4*)b, (const uint4*)m, (uint4*)ob, (unsigned)(kPixels / 16)); },
            ob, kPixels, Output::u8);
    }
    {
        const uint8_t* packed = raw; uint8_t *oa = (uint8_t*)sink, *ob = (uint8_t*)sink;
        add("genotype_unpack_vii_a", [=] { genotype_unpack_vii_a<<<132 * 32, 256>>>(packed, oa, kGenotypes); }, oa, kGenotypes, Output::u8);
        add("genotype_unpack_vii_b", [=] { genotype_unpack_vii_b<<<132 * 32, 256>>>((const uint32_t*)packed, (uint4*)ob, kGenotypes / 16); }, ob, kGenotypes, Output::u8);
    }
    {
        const float *e = pool, *limit = pool + (size_t)kColumns * kLevels; float *oa = sink, *ob = sink;
        add("cloud_top_a", [=] { cloud_top_a<<<kColumns / 256, 256>>>(e, limit, oa); }, oa, kColumns, Output::f32);
        add("cloud_top_b", [=] { cloud_top_b<<<kColumns / 256, 256>>>(e, limit, ob); }, ob, kColumns, Output::f32);
    }
    {
        uint32_t *chunks, *head, *directory;
        CHECK(cudaMalloc(&chunks, (size_t)kLists * kChunks * 128)); CHECK(cudaMalloc(&head, kLists * 4)); CHECK(cudaMalloc(&directory, (size_t)kLists * kChunks * 4));
        harness_postings<<<4096, 256>>>(chunks, head, directory); CHECK(cudaGetLastError());
        float *oa = sink, *ob = sink;
        add("posting_score_a", [=] { posting_score_a<<<kLists / 8, 256>>>(chunks, head, oa); }, oa, kLists, Output::f32);
        add("posting_score_b", [=] { posting_score_b<<<kLists / 8, 256>>>(chunks, directory, ob); }, ob, kLists, Output::f32);
    }
    {
        const float4* j0 = (const float4*)pool;
        const float4* j1 = (const float4*)pool + kVisibilities;
        size_t n = (size_t)kVisibilities * kSlots;
        const uint2* in = (const uint2*)harness::filled<half>(n * 4, 43);
        uint2 *oa = (uint2*)sink, *ob = (uint2*)sink;
        add("visibility_calibrate_a", [=] { visibility_calibrate_a<<<dim3(kVisibilities / 256, kSlots), 256>>>(j0, j1, in, oa); }, oa, n * 4, Output::f16);
        add("visibility_calibrate_b", [=] { visibility_calibrate_b<<<dim3(kSlots, kVisibilities / 256), 256>>>(j0, j1, in, ob); }, ob, n * 4, Output::f16);
    }
    {
        float weights[81], total = 0;
        for (int i = 0; i < 81; ++i) { weights[i] = 1.2f + harness::unit(i + 900); total += weights[i]; }
        for (float& w : weights) w /= total;
        CHECK(cudaMemcpyToSymbol(psf, weights, sizeof weights));
        const float* in = pool;
        size_t n = (size_t)kImage * kImageRows;
        float *oa = sink, *ob = sink;
        add("psf_convolve_a", [=] { psf_convolve_a<<<dim3(kImage / 32, kImageRows / 8), dim3(32, 8)>>>(in, oa); }, oa, n, Output::f32);
        add("psf_convolve_b", [=] { psf_convolve_b<<<dim3(kImage / 128, kImageRows / 32), dim3(32, 8)>>>(in, ob); }, ob, n, Output::f32);
    }
    {
        float* f[4]; for (auto& p : f) CHECK(cudaMalloc(&p, ((size_t)kReadings + 4) * sizeof(float)));
        float *xa = f[0] + 1, *ra = f[1] + 1, *oa = sink + 1, *xb = f[2], *rb = f[3], *ob = sink;
        harness_readings<<<2048, 256>>>(xa, kReadings, 61); harness_readings<<<2048, 256>>>(xb, kReadings, 61);
        harness_readings<<<2048, 256>>>(ra, kReadings, 62); harness_readings<<<2048, 256>>>(rb, kReadings, 62);
        CHECK(cudaGetLastError());
        add("drift_correct_a", [=] { drift_correct_a<<<kReadings / 1024, 256>>>(xa, ra, oa, 0.3f); }, oa, kReadings, Output::f32);
        add("drift_correct_b", [=] { drift_correct_b<<<kReadings / 1024, 256>>>(xb, rb, ob, 0.3f); }, ob, kReadings, Output::f32);
    }
    {
        const float4* s[4]; for (int i = 0; i < 4; ++i) s[i] = (const float4*)(pool + (size_t)i * kWeights);
        float4* d[3]; for (int i = 0; i < 3; ++i) d[i] = (float4*)(sink + (size_t)i * kWeights);
        const float4 *p = s[0], *m = s[1], *v = s[2], *g = s[3]; float4 *p2 = d[0], *m2 = d[1], *v2 = d[2];
        add("adam_step_vii_h", [=] { adam_step_vii_h<<<kWeights / 4 / 256, 256>>>(p, m, v, g, p2, m2, v2, kWeights / 4); }, p2, kWeights, Output::f32);
    }
    {
        size_t n = (size_t)kWaveX * kWaveY;
        const float *now = pool, *before = pool + n, *speed = pool + 2 * n; float* next = sink;
        add("wave_leap_h", [=] { wave_leap_h<<<dim3(kWaveX / 128, kWaveY / 4), 128>>>(now, before, speed, next); }, next, n, Output::f32);
    }
    return harness::run(argc, argv, cases);
}
