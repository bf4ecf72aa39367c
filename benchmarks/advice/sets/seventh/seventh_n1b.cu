// Memory access, part 2: before/after pairs (see n1.csv).
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

__device__ inline void unpack(uint4 q, float (&f)[8]) {
    const uint32_t w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uint32_t bits = w[k];
        float2 p = __half22float2(*reinterpret_cast<half2*>(&bits));
        f[2 * k] = p.x; f[2 * k + 1] = p.y;
    }
}

// A bijection of [0, 2^bits): where a numbering without locality puts item i.
__host__ __device__ inline uint32_t shuffled(uint32_t i, int bits) {
    uint32_t mask = (1u << bits) - 1u;
    i = (i * 0x9E3779B1u) & mask; i ^= i >> (bits / 2); i = (i * 0x85EBCA6Bu) & mask; i ^= i >> (bits / 2 + 1); i = (i * 0xC2B2AE35u) & mask; i ^= i >> (bits / 2);
    return i;
}
constexpr int log2_of(unsigned n) { return n <= 1 ? 0 : 1 + log2_of(n / 2); }

}  // namespace

// ---------------------------------------------------------------- tetra_energy: elastic energy of tetrahedra from their nodes' displacements
constexpr int kNx = 256, kNy = 256, kNz = 128 / SCALE, kNodes = kNx * kNy * kNz, kNodeBits = log2_of(kNodes);
constexpr int kTetras = kNodes - kNx * kNy - kNx - 1;

__device__ inline float4 displacement(uint32_t n) {
    return make_float4(harness::unit(4 * n), harness::unit(4 * n + 1), harness::unit(4 * n + 2), 300.f + harness::unit(4 * n + 3));
}
template <bool Shuffle>
__global__ void harness_mesh(float4* nodes, int4* tetras) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kNodes; i += gridDim.x * blockDim.x) {
        auto number = [](int n) { return Shuffle ? (int)shuffled((uint32_t)n, kNodeBits) : n; };
        nodes[number(i)] = displacement(i);
        if (i < kTetras) tetras[i] = make_int4(number(i), number(i + 1), number(i + kNx), number(i + kNx * kNy));
    }
}
__device__ inline float energy(const float4* __restrict__ nodes, int4 t) {
    float4 o = nodes[t.x], a = nodes[t.y], b = nodes[t.z], c = nodes[t.w];
    float xx = a.x - o.x, yy = b.y - o.y, zz = c.z - o.z;
    float xy = 0.5f * (b.x - o.x + a.y - o.y), xz = 0.5f * (c.x - o.x + a.z - o.z), yz = 0.5f * (c.y - o.y + b.z - o.z);
    float trace = xx + yy + zz - 1e-3f * (o.w + a.w + b.w + c.w - 1200.f);
    return 0.3f * trace * trace + 0.4f * (xx * xx + yy * yy + zz * zz + 2.f * (xy * xy + xz * xz + yz * yz));
}
__global__ void __launch_bounds__(256) tetra_energy_a(const float4* __restrict__ nodes, const int4* __restrict__ tetras, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kTetras) out[i] = energy(nodes, tetras[i]);
}
__global__ void __launch_bounds__(256) tetra_energy_b(const float4* __restrict__ nodes, const int4* __restrict__ tetras, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kTetras) out[i] = energy(nodes, tetras[i]);
}

// ---------------------------------------------------------------- plasma_push: particles pushed by interpolated fields (2D particle-in-cell)
constexpr int kFieldX = 4096, kFieldY = 2048 / SCALE, kParticles = kFieldX * kFieldY, kParticleBits = log2_of(kParticles);

__global__ void harness_fields(float4* field) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kParticles; i += gridDim.x * blockDim.x)
        field[i] = make_float4(harness::unit(4 * i), harness::unit(4 * i + 1), harness::unit(4 * i + 2), 0.5f);
}
template <bool Shuffle>
__global__ void harness_particles(float4* particles) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kParticles; i += gridDim.x * blockDim.x) {
        uint32_t cell = Shuffle ? shuffled(i, kParticleBits) : (uint32_t)i;
        float u = 0.5f + 0.49f * harness::unit(cell + 5u), v = 0.5f + 0.49f * harness::unit(cell + 9u);
        particles[i] = make_float4((cell % kFieldX) + u, (cell / kFieldX) + v, harness::unit(cell * 2 + 1), harness::unit(cell * 2 + 2));
    }
}
__device__ inline void push(const float4* __restrict__ field, const float4* __restrict__ in, float4* __restrict__ out, int i) {
    float4 p = in[i];
    int x = (int)p.x, y = (int)p.y, x1 = (x + 1) & (kFieldX - 1), y1 = (y + 1) & (kFieldY - 1);
    float u = p.x - x, v = p.y - y;
    float4 f00 = field[y * kFieldX + x], f10 = field[y * kFieldX + x1], f01 = field[y1 * kFieldX + x], f11 = field[y1 * kFieldX + x1];
    float w00 = (1 - u) * (1 - v), w10 = u * (1 - v), w01 = (1 - u) * v, w11 = u * v;
    float ex = w00 * f00.x + w10 * f10.x + w01 * f01.x + w11 * f11.x;
    float ey = w00 * f00.y + w10 * f10.y + w01 * f01.y + w11 * f11.y;
    float bz = w00 * f00.z + w10 * f10.z + w01 * f01.z + w11 * f11.z;
    const float h = 0.05f;  // half a time step times charge over mass; Boris rotation about z
    float vx = p.z + h * ex, vy = p.w + h * ey, t = h * bz, s = __fdividef(2.f * t, 1.f + t * t);
    float rx = vx + vy * t, ry = vy - vx * t;
    vx += ry * s + h * ex; vy += -rx * s + h * ey;
    out[i] = make_float4(p.x + 0.1f * vx, p.y + 0.1f * vy, vx, vy);
}
__global__ void __launch_bounds__(128) plasma_push_a(const float4* __restrict__ field, const float4* __restrict__ in, float4* __restrict__ out) {
    push(field, in, out, blockIdx.x * 128 + threadIdx.x);
}
__global__ void __launch_bounds__(128) plasma_push_b(const float4* __restrict__ field, const float4* __restrict__ in, float4* __restrict__ out) {
    push(field, in, out, blockIdx.x * 128 + threadIdx.x);
}

// ---------------------------------------------------------------- join_partition: rows of a join's build side into 256 partitions by key
constexpr int kRows = (16 << 20) / SCALE, kTileRows = 4096, kTiles = kRows / kTileRows, kParts = 256;
// slot: the row's place in its tile's partition order; adjust[tile][part] + slot: its place in the output (both from the counting pass)

__global__ void __launch_bounds__(512) join_partition_a(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ payload, const uint16_t* __restrict__ slot,
                                                        const int* __restrict__ adjust, uint2* __restrict__ out) {
    __shared__ int base[kParts];
    int t = threadIdx.x;
    size_t row0 = (size_t)blockIdx.x * kTileRows;
    if (t < kParts) base[t] = adjust[blockIdx.x * kParts + t];
    uint32_t k[8], p[8]; int s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { size_t i = row0 + j * 512 + t; k[j] = keys[i]; p[j] = payload[i]; s[j] = slot[i]; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) out[base[k[j] >> 24] + s[j]] = make_uint2(k[j], p[j]);
}

__global__ void __launch_bounds__(512) join_partition_b(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ payload, const uint16_t* __restrict__ slot,
                                                        const int* __restrict__ adjust, uint2* __restrict__ out) {
    __shared__ int base[kParts];
    __shared__ uint2 sorted[kTileRows];
    int t = threadIdx.x;
    size_t row0 = (size_t)blockIdx.x * kTileRows;
    if (t < kParts) base[t] = adjust[blockIdx.x * kParts + t];
    uint32_t k[8], p[8]; int s[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { size_t i = row0 + j * 512 + t; k[j] = keys[i]; p[j] = payload[i]; s[j] = slot[i]; }
#pragma unroll
    for (int j = 0; j < 8; ++j) sorted[s[j]] = make_uint2(k[j], p[j]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        uint2 r = sorted[j * 512 + t];
        out[base[r.x >> 24] + j * 512 + t] = r;
    }
}

// ---------------------------------------------------------------- decode_scores: query against a key cache, one token generated (128 dimensions, half)
constexpr int kHeads = 256 / SCALE, kTokens = 4096, kDim = 128;

__global__ void __launch_bounds__(256) decode_scores_a(const half* __restrict__ query, const half* __restrict__ keys, float* __restrict__ out) {
    __shared__ float4 q[kDim / 4];
    int head = blockIdx.y, token = blockIdx.x * 256 + threadIdx.x;
    if (threadIdx.x < kDim) reinterpret_cast<float*>(q)[threadIdx.x] = __half2float(query[head * kDim + threadIdx.x]);
    __syncthreads();
    const uint4* k = reinterpret_cast<const uint4*>(keys + ((size_t)head * kTokens + token) * kDim);
    float sum = 0;
#pragma unroll
    for (int d = 0; d < kDim / 8; ++d) {
        float f[8];
        unpack(k[d], f);
        float4 a = q[2 * d], b = q[2 * d + 1];
        sum += f[0] * a.x + f[1] * a.y + f[2] * a.z + f[3] * a.w + f[4] * b.x + f[5] * b.y + f[6] * b.z + f[7] * b.w;
    }
    out[(size_t)head * kTokens + token] = sum * 0.08838835f;
}

__global__ void __launch_bounds__(256) decode_scores_b(const half* __restrict__ query, const half* __restrict__ keys, float* __restrict__ out) {
    int head = blockIdx.y, part = threadIdx.x & 15, token0 = blockIdx.x * 128 + (threadIdx.x >> 4) * 8;  // eight tokens in turn for 16 lanes
    float q[8];
    unpack(reinterpret_cast<const uint4*>(query + head * kDim)[part], q);
    const uint4* k = reinterpret_cast<const uint4*>(keys + (size_t)head * kTokens * kDim);
    uint4 raw[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) raw[j] = k[(size_t)(token0 + j) * (kDim / 8) + part];
    float mine = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float f[8], sum = 0;
        unpack(raw[j], f);
#pragma unroll
        for (int d = 0; d < 8; ++d) sum = fmaf(f[d], q[d], sum);
#pragma unroll
        for (int d = 8; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (part == j) mine = sum;
    }
    if (part < 8) out[(size_t)head * kTokens + token0 + part] = mine * 0.08838835f;
}

// ---------------------------------------------------------------- item_bags: mean of 32 item vectors (32 halves each) a session of a recommender
constexpr int kItems = (6 << 20) / SCALE, kBags = 262144 / SCALE;

__global__ void harness_items(half* table, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) table[i] = __float2half(harness::unit((uint32_t)i));
}
__device__ inline void bag_mean(const half* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31, part = lane & 3;
    int id = ids[(size_t)bag * 32 + lane];
    const uint4* rows = reinterpret_cast<const uint4*>(table);
    uint4 raw[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) raw[j] = rows[(size_t)__shfl_sync(0xffffffffu, id, 8 * j + (lane >> 2)) * 4 + part];
    float sum[8] = {};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float f[8];
        unpack(raw[j], f);
#pragma unroll
        for (int d = 0; d < 8; ++d) sum[d] += f[d];
    }
#pragma unroll
    for (int d = 0; d < 8; ++d)
#pragma unroll
        for (int m = 4; m < 32; m <<= 1) sum[d] += __shfl_xor_sync(0xffffffffu, sum[d], m);
    if (lane < 4) {
        float4* o = reinterpret_cast<float4*>(out + (size_t)bag * 32 + 8 * part);
        o[0] = make_float4(sum[0] / 32, sum[1] / 32, sum[2] / 32, sum[3] / 32);
        o[1] = make_float4(sum[4] / 32, sum[5] / 32, sum[6] / 32, sum[7] / 32);
    }
}
__global__ void __launch_bounds__(256) item_bags_a(const half* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) { bag_mean(table, ids, out); }
__global__ void __launch_bounds__(256) item_bags_b(const half* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) { bag_mean(table, ids, out); }

// ---------------------------------------------------------------- read_quality: GC content and base qualities of sequencing reads of up to 256 bases
constexpr int kReads = (3 << 18) / SCALE, kReadPitch = 256;

__global__ void harness_bases(uint8_t* bases, uint8_t* quals, uint8_t* lengths) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kReads * kReadPitch; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i);
        bases[i] = (0x54474341u >> (8 * (h & 3u))) & 255u;  // A C G T
        quals[i] = 2 + ((h >> 8) % 40u);
        if (i % kReadPitch == 0) lengths[i / kReadPitch] = 200 + ((h >> 20) % 56u);
    }
}

__global__ void __launch_bounds__(256) read_quality_vii_a(const uint8_t* __restrict__ bases, const uint8_t* __restrict__ quals, const uint8_t* __restrict__ lengths,
                                                      float* __restrict__ out) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 8;
    for (int read = (blockIdx.x * 256 + threadIdx.x) >> 5; read < kReads; read += warps) {
        const uint8_t *b = bases + (size_t)read * kReadPitch, *q = quals + (size_t)read * kReadPitch;
        int length = lengths[read], gc = 0, total = 0, low = 0;
        for (int i = lane; i < length; i += 32) {
            int base = b[i], quality = q[i];
            gc += base == 'G' || base == 'C';
            total += quality;
            low += quality < 20;
        }
        gc = __reduce_add_sync(0xffffffffu, gc); total = __reduce_add_sync(0xffffffffu, total); low = __reduce_add_sync(0xffffffffu, low);
        if (lane == 0) out[read] = __fdividef((float)gc + (float)total * 0.01f + (float)low * 0.1f, (float)length);
    }
}

__global__ void __launch_bounds__(256) read_quality_vii_b(const uint8_t* __restrict__ bases, const uint8_t* __restrict__ quals, const uint8_t* __restrict__ lengths,
                                                      float* __restrict__ out) {
    int part = threadIdx.x & 15, groups = gridDim.x * 16;  // 16 lanes, 16 bases each, a read
    for (int read = (blockIdx.x * 256 + threadIdx.x) >> 4; read < kReads; read += groups) {
        uint4 b4 = reinterpret_cast<const uint4*>(bases + (size_t)read * kReadPitch)[part], q4 = reinterpret_cast<const uint4*>(quals + (size_t)read * kReadPitch)[part];
        int length = lengths[read], mine = min(max(length - 16 * part, 0), 16);
        const uint32_t b[4] = {b4.x, b4.y, b4.z, b4.w}, q[4] = {q4.x, q4.y, q4.z, q4.w};
        uint32_t gc = 0, total = 0, low = 0;
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            int valid = min(max(mine - 4 * w, 0), 4);
            uint32_t ones = valid == 4 ? 0x01010101u : 0x01010101u & ((1u << (8 * valid)) - 1u);
            // of the letters A C G T only C and G have bit 1 set and bit 2 as bit 1 shows: C 0x43, G 0x47, A 0x41, T 0x54
            gc += __popc((b[w] >> 1) & ones);
            total = __dp4a(q[w], ones, total);
            low += __popc(~((q[w] + 0x6c6c6c6cu) >> 7) & ones);  // 0x6c = 128 - 20: bit 7 is set from quality 20 on (qualities stay below 128 - 20)
        }
        uint32_t packed = low << 16 | gc;  // both sums stay below 2^16
#pragma unroll
        for (int d = 8; d; d >>= 1) { packed += __shfl_xor_sync(0xffffffffu, packed, d); total += __shfl_xor_sync(0xffffffffu, total, d); }
        if (part == 0) out[read] = __fdividef((float)(packed & 0xffffu) + (float)total * 0.01f + (float)(packed >> 16) * 0.1f, (float)length);
    }
}

// ---------------------------------------------------------------- eeg_biquad: second-order filter along time, one thread a channel (electrode x trial)
constexpr int kChannels = 128 * (396 / SCALE), kSteps = 512;  // 132 x 384: the recurrence leaves no more threads to make

struct Biquad {
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    __device__ float step(float x) {
        float y = 0.2066f * x + 0.4132f * x1 + 0.2066f * x2 + 0.3695f * y1 - 0.1958f * y2;
        x2 = x1; x1 = x; y2 = y1; y1 = y;
        return y;
    }
};
__global__ void __launch_bounds__(128) eeg_biquad_a(const float* in, float* out) {
    int c = blockIdx.x * 128 + threadIdx.x;
    Biquad filter;
#pragma unroll 1
    for (int t = 0; t < kSteps; ++t) out[(size_t)t * kChannels + c] = filter.step(in[(size_t)t * kChannels + c]);
}

__global__ void __launch_bounds__(128) eeg_biquad_b(const float* __restrict__ in, float* __restrict__ out) {
    int c = blockIdx.x * 128 + threadIdx.x;
    Biquad filter;
    float next[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) next[j] = in[(size_t)j * kChannels + c];
#pragma unroll 1
    for (int t = 0; t < kSteps; t += 16) {
        float now[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) now[j] = next[j];
        if (t + 16 < kSteps) {
#pragma unroll
            for (int j = 0; j < 16; ++j) next[j] = in[(size_t)(t + 16 + j) * kChannels + c];
        }
#pragma unroll
        for (int j = 0; j < 16; ++j) out[(size_t)(t + j) * kChannels + c] = filter.step(now[j]);
    }
}

// ---------------------------------------------------------------- neighbour_mean: graph network layer, mean of the neighbours' 64 half features
constexpr int kTargets = 131072 / SCALE, kSources = (2 << 20) / SCALE;

__global__ void __launch_bounds__(256) neighbour_mean_a(const half2* __restrict__ features, const int* __restrict__ start, const int* __restrict__ neighbour,
                                                        float2* __restrict__ out) {
    int node = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int first = start[node], last = start[node + 1];
    float2 sum = make_float2(0, 0);
#pragma unroll 1
    for (int e = first; e < last; ++e) {
        float2 f = __half22float2(features[(size_t)neighbour[e] * 32 + lane]);
        sum.x += f.x; sum.y += f.y;
    }
    float scale = __fdividef(1.f, (float)(last - first));
    out[(size_t)node * 32 + lane] = make_float2(sum.x * scale, sum.y * scale);
}

__global__ void __launch_bounds__(256) neighbour_mean_b(const half2* __restrict__ features, const int* __restrict__ start, const int* __restrict__ neighbour,
                                                        float2* __restrict__ out) {
    int node = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int first = start[node], last = start[node + 1];
    float2 sum = make_float2(0, 0);
#pragma unroll 1
    for (int e = first; e < last; e += 32) {
        int count = min(32, last - e), mine = lane < count ? neighbour[e + lane] : 0;
#pragma unroll 1
        for (int j = 0; j < count; j += 8) {
            half2 f[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                int from = __shfl_sync(0xffffffffu, mine, j + k);
                f[k] = j + k < count ? features[(size_t)from * 32 + lane] : __floats2half2_rn(0.f, 0.f);
            }
#pragma unroll
            for (int k = 0; k < 8; ++k) { float2 g = __half22float2(f[k]); sum.x += g.x; sum.y += g.y; }
        }
    }
    float scale = __fdividef(1.f, (float)(last - first));
    out[(size_t)node * 32 + lane] = make_float2(sum.x * scale, sum.y * scale);
}

// ---------------------------------------------------------------- rating_predict: user times item vectors (128 halves) for a list of ratings
constexpr int kUsers = 32768 / SCALE, kBlocks = 16, kBlockItems = 65536 / SCALE, kRun = 12;  // a user has 12 ratings in each of 16 blocks of items

__device__ inline void predict(const half* __restrict__ users, const half* __restrict__ items, const int* __restrict__ rated, float* __restrict__ out, int user, int block) {
    int lane = threadIdx.x & 31, part = lane & 15, side = lane >> 4;
    size_t at = ((size_t)user * kBlocks + block) * kRun;
    int id = lane < kRun ? rated[at + lane] : 0;
    float u[8];
    unpack(reinterpret_cast<const uint4*>(users + (size_t)user * 128)[part], u);
    uint4 raw[kRun / 2];
#pragma unroll
    for (int j = 0; j < kRun / 2; ++j) raw[j] = reinterpret_cast<const uint4*>(items)[(size_t)__shfl_sync(0xffffffffu, id, 2 * j + side) * 16 + part];
    float mine = 0;
#pragma unroll
    for (int j = 0; j < kRun / 2; ++j) {
        float f[8], sum = 0;
        unpack(raw[j], f);
#pragma unroll
        for (int d = 0; d < 8; ++d) sum = fmaf(f[d], u[d], sum);
#pragma unroll
        for (int d = 8; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (part == j) mine = sum;
    }
    if (part < kRun / 2) out[at + 2 * part + side] = 3.f + 0.1f * mine;
}
__global__ void __launch_bounds__(256) rating_predict_a(const half* __restrict__ users, const half* __restrict__ items, const int* __restrict__ rated, float* __restrict__ out) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5;
    predict(users, items, rated, out, warp / kBlocks, warp % kBlocks);
}
__global__ void __launch_bounds__(256) rating_predict_b(const half* __restrict__ users, const half* __restrict__ items, const int* __restrict__ rated, float* __restrict__ out) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5;
    predict(users, items, rated, out, warp % kUsers, warp / kUsers);
}
__global__ void harness_rated(int* rated) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kUsers * kBlocks * kRun; i += (size_t)gridDim.x * blockDim.x)
        rated[i] = (int)((i / kRun) % kBlocks) * kBlockItems + (int)(harness::hash32((uint32_t)i) % kBlockItems);
}

// ---------------------------------------------------------------- expression_distance: Manhattan distances between gene-expression profiles
constexpr int kCells = SCALE > 4 ? 256 : 2304, kGenes = 256;  // first set [cell][gene], second set [gene][cell]

__global__ void __launch_bounds__(256) expression_distance_vii_a(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ out) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
#pragma unroll 8
    for (int g = 0; g < kGenes; ++g) sum += fabsf(first[(size_t)i * kGenes + g] - second[(size_t)g * kCells + j]);
    out[(size_t)i * kCells + j] = sum;
}

__global__ void __launch_bounds__(256) expression_distance_vii_b(const float* __restrict__ first, const float* __restrict__ second, float* __restrict__ out) {
    __shared__ float a[16][68];   // [gene][cell of the first set]
    __shared__ float4 b[16][16];  // [gene][cells of the second set]
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int g0 = 0; g0 < kGenes; g0 += 16) {
        float4 p = *reinterpret_cast<const float4*>(first + (size_t)(i0 + (threadIdx.x >> 2)) * kGenes + g0 + 4 * (threadIdx.x & 3));
        float4 q = *reinterpret_cast<const float4*>(second + (size_t)(g0 + ty) * kCells + j0 + 4 * tx);
        __syncthreads();
        int row = threadIdx.x >> 2, col = 4 * (threadIdx.x & 3);
        a[col][row] = p.x; a[col + 1][row] = p.y; a[col + 2][row] = p.z; a[col + 3][row] = p.w;
        b[ty][tx] = q;
        __syncthreads();
#pragma unroll
        for (int g = 0; g < 16; ++g) {
            float4 x4 = *reinterpret_cast<const float4*>(&a[g][4 * ty]), y4 = b[g][tx];
            const float x[4] = {x4.x, x4.y, x4.z, x4.w}, y[4] = {y4.x, y4.y, y4.z, y4.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) sum[r][c] += fabsf(x[r] - y[c]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        *reinterpret_cast<float4*>(out + (size_t)(i0 + 4 * ty + r) * kCells + j0 + 4 * tx) = make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
}

// ---------------------------------------------------------------- flat_field: gain and offset maps of a detector on sixteen 16-bit frames
constexpr int kDetector = (1 << 20) / SCALE, kFrames = 16;

__device__ inline void flatten(const float2* __restrict__ map, const uint16_t* __restrict__ frames, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 m = map[i];
    uint16_t raw[kFrames];
#pragma unroll
    for (int f = 0; f < kFrames; ++f) raw[f] = frames[(size_t)f * kDetector + i];
#pragma unroll
    for (int f = 0; f < kFrames; ++f) out[(size_t)f * kDetector + i] = fmaf((float)raw[f] * (1.f / 65536.f), 1.f + 0.1f * m.x, 0.01f * m.y);
}
__global__ void __launch_bounds__(256) flat_field_a(const float2* __restrict__ map, const uint16_t* __restrict__ frames, float* __restrict__ out) { flatten(map, frames, out); }
__global__ void __launch_bounds__(256) flat_field_b(const float2* __restrict__ map, const uint16_t* __restrict__ frames, float* __restrict__ out) { flatten(map, frames, out); }

// ---------------------------------------------------------------- path_payoff (mild): barrier and average of simulated paths; contract terms in records
constexpr int kPaths = 270336 / SCALE, kDates = 224;
struct Contract { float strike, barrier; uint32_t kind, counterparty, currency, desk, trade, book; };

__global__ void harness_contracts(Contract* records, float2* terms) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kPaths; i += gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32(i);
        Contract c{0.2f * harness::unit(3 * i), 0.98f + 0.02f * harness::unit(3 * i + 1), h & 3, h, h * 3, h * 5, h * 7, h * 9};
        records[i] = c; terms[i] = make_float2(c.strike, c.barrier);
    }
}
__device__ inline float payoff(const float* __restrict__ paths, float strike, float barrier, int i) {
    float total = 0, top = -1;
#pragma unroll 8
    for (int t = 0; t < kDates; ++t) {
        float s = paths[(size_t)t * kPaths + i];
        total += s;
        top = fmaxf(top, s);
    }
    return top < barrier ? 0.5f * (total / kDates - strike) : fmaxf(total / kDates - strike, 0.f);
}
__global__ void __launch_bounds__(256) path_payoff_a(const float* __restrict__ paths, const Contract* __restrict__ records, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = payoff(paths, records[i].strike, records[i].barrier, i);
}
__global__ void __launch_bounds__(256) path_payoff_b(const float* __restrict__ paths, const float2* __restrict__ terms, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 t = terms[i];
    out[i] = payoff(paths, t.x, t.y, i);
}

// ---------------------------------------------------------------- token_embed (healthy): embedding rows of 2 KB gathered whole, positions added
constexpr int kVocabulary = 131072 / SCALE, kPrompt = 65536 / SCALE, kWidth = 1024, kContext = 4096;

__device__ inline uint32_t add2(uint32_t a, uint32_t b) {
    half2 s = __hadd2(*reinterpret_cast<half2*>(&a), *reinterpret_cast<half2*>(&b));
    return *reinterpret_cast<uint32_t*>(&s);
}
__global__ void __launch_bounds__(256) token_embed_h(const uint4* __restrict__ table, const uint4* __restrict__ position, const int* __restrict__ tokens,
                                                     uint4* __restrict__ out) {
    int token = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const uint4* row = table + (size_t)tokens[token] * (kWidth / 8);
    const uint4* where = position + (size_t)(token % kContext) * (kWidth / 8);
    uint4 r[4], p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = row[32 * j + lane]; p[j] = where[32 * j + lane]; }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        out[(size_t)token * (kWidth / 8) + 32 * j + lane] = make_uint4(add2(r[j].x, p[j].x), add2(r[j].y, p[j].y), add2(r[j].z, p[j].z), add2(r[j].w, p[j].w));
}

int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) {
        cases.push_back(Case{name, launch, out, count, type});
    };
    // Buffers shared by the cases: halves and floats in [-1, 1), and one for whatever a case writes (a check clears it first).
    const size_t halves = (size_t)kItems * 32;
    half* table; CHECK(cudaMalloc(&table, (halves + 64) * sizeof(half)));
    harness_items<<<4096, 256>>>(table, halves); CHECK(cudaGetLastError());
    const float* pool = harness::filled<float>((size_t)kPaths * kDates, 11);
    float* sink = harness::empty<float>((size_t)34 * 1024 * 1024 / SCALE + (SCALE > 4 ? 65536 : 0));
    float *oa = sink, *ob = sink;
    {
        float4 *na, *nb; int4 *ta, *tb;
        CHECK(cudaMalloc(&na, (size_t)kNodes * 16)); CHECK(cudaMalloc(&nb, (size_t)kNodes * 16));
        CHECK(cudaMalloc(&ta, (size_t)kNodes * 16)); CHECK(cudaMalloc(&tb, (size_t)kNodes * 16));
        harness_mesh<true><<<4096, 256>>>(na, ta); harness_mesh<false><<<4096, 256>>>(nb, tb); CHECK(cudaGetLastError());
        add("tetra_energy_a", [=] { tetra_energy_a<<<(kTetras + 255) / 256, 256>>>(na, ta, oa); }, oa, kTetras, Output::f32);
        add("tetra_energy_b", [=] { tetra_energy_b<<<(kTetras + 255) / 256, 256>>>(nb, tb, ob); }, ob, kTetras, Output::f32);
    }
    {
        float4 *field, *pa, *pb;
        CHECK(cudaMalloc(&field, (size_t)kParticles * 16)); CHECK(cudaMalloc(&pa, (size_t)kParticles * 16)); CHECK(cudaMalloc(&pb, (size_t)kParticles * 16));
        harness_fields<<<4096, 256>>>(field); harness_particles<true><<<4096, 256>>>(pa); harness_particles<false><<<4096, 256>>>(pb); CHECK(cudaGetLastError());
        add("plasma_push_a", [=] { plasma_push_a<<<kParticles / 128, 128>>>(field, pa, (float4*)oa); }, oa, (size_t)kParticles * 4, Output::f32);
        add("plasma_push_b", [=] { plasma_push_b<<<kParticles / 128, 128>>>(field, pb, (float4*)ob); }, ob, (size_t)kParticles * 4, Output::f32);
    }
    {
        std::vector<uint32_t> key(kRows);
        std::vector<uint16_t> place(kRows);
        std::vector<int> from((size_t)kTiles * kParts);
        for (int i = 0; i < kRows; ++i) { key[i] = harness::hash32(i + 17u); ++from[(size_t)(i / kTileRows) * kParts + (key[i] >> 24)]; }
        std::vector<int> count = from;
        int total = 0;
        for (int p = 0; p < kParts; ++p)
            for (int t = 0; t < kTiles; ++t) { from[(size_t)t * kParts + p] = total; total += count[(size_t)t * kParts + p]; }
        for (int t = 0; t < kTiles; ++t) {
            int next[kParts], local = 0;
            for (int p = 0; p < kParts; ++p) { next[p] = local; from[(size_t)t * kParts + p] -= local; local += count[(size_t)t * kParts + p]; }
            for (int i = t * kTileRows; i < (t + 1) * kTileRows; ++i) place[i] = (uint16_t)next[key[i] >> 24]++;
        }
        const uint32_t* keys = harness::uploaded(key); const uint16_t* slot = harness::uploaded(place); const int* adjust = harness::uploaded(from);
        const uint32_t* payload = (const uint32_t*)harness::indices(kRows, 0x7fffffff, 5);
        add("join_partition_a", [=] { join_partition_a<<<kTiles, 512>>>(keys, payload, slot, adjust, (uint2*)oa); }, oa, (size_t)kRows * 2, Output::i32);
        add("join_partition_b", [=] { join_partition_b<<<kTiles, 512>>>(keys, payload, slot, adjust, (uint2*)ob); }, ob, (size_t)kRows * 2, Output::i32);
    }
    {
        const half* query = harness::filled<half>((size_t)kHeads * kDim, 3); const half* keys = table;
        add("decode_scores_a", [=] { decode_scores_a<<<dim3(kTokens / 256, kHeads), 256>>>(query, keys, oa); }, oa, (size_t)kHeads * kTokens, Output::f32);
        add("decode_scores_b", [=] { decode_scores_b<<<dim3(kTokens / 128, kHeads), 256>>>(query, keys, ob); }, ob, (size_t)kHeads * kTokens, Output::f32);
    }
    {
        half* shifted; CHECK(cudaMalloc(&shifted, (halves + 64) * sizeof(half)));
        half* behind_header = shifted + 8;  // a 16-byte header before the first row
        harness_items<<<4096, 256>>>(behind_header, halves); CHECK(cudaGetLastError());
        const half* aligned = table;
        const int* ids = harness::indices((size_t)kBags * 32, kItems, 19);
        add("item_bags_a", [=] { item_bags_a<<<kBags / 8, 256>>>(behind_header, ids, oa); }, oa, (size_t)kBags * 32, Output::f32);
        add("item_bags_b", [=] { item_bags_b<<<kBags / 8, 256>>>(aligned, ids, ob); }, ob, (size_t)kBags * 32, Output::f32);
    }
    {
        uint8_t *bases, *quals, *lengths;
        CHECK(cudaMalloc(&bases, (size_t)kReads * kReadPitch)); CHECK(cudaMalloc(&quals, (size_t)kReads * kReadPitch)); CHECK(cudaMalloc(&lengths, kReads));
        harness_bases<<<4096, 256>>>(bases, quals, lengths); CHECK(cudaGetLastError());
        add("read_quality_vii_a", [=] { read_quality_vii_a<<<132 * 32, 256>>>(bases, quals, lengths, oa); }, oa, kReads, Output::f32);
        add("read_quality_vii_b", [=] { read_quality_vii_b<<<132 * 32, 256>>>(bases, quals, lengths, ob); }, ob, kReads, Output::f32);
    }
    {
        const float* in = pool; size_t n = (size_t)kChannels * kSteps;
        add("eeg_biquad_a", [=] { eeg_biquad_a<<<kChannels / 128, 128>>>(in, oa); }, oa, n, Output::f32);
        add("eeg_biquad_b", [=] { eeg_biquad_b<<<kChannels / 128, 128>>>(in, ob); }, ob, n, Output::f32);
    }
    {
        std::vector<int> rows(kTargets + 1);
        for (int i = 0; i < kTargets; ++i) rows[i + 1] = rows[i] + 24 + (int)(harness::hash32(i) % 17u);
        const int* start = harness::uploaded(rows); const int* neighbour = harness::indices(rows[kTargets], kSources, 23);
        const half2* features = (const half2*)table;
        add("neighbour_mean_a", [=] { neighbour_mean_a<<<kTargets / 8, 256>>>(features, start, neighbour, (float2*)oa); }, oa, (size_t)kTargets * 64, Output::f32);
        add("neighbour_mean_b", [=] { neighbour_mean_b<<<kTargets / 8, 256>>>(features, start, neighbour, (float2*)ob); }, ob, (size_t)kTargets * 64, Output::f32);
    }
    {
        size_t n = (size_t)kUsers * kBlocks * kRun;
        int* rated; CHECK(cudaMalloc(&rated, n * sizeof(int)));
        harness_rated<<<4096, 256>>>(rated); CHECK(cudaGetLastError());
        const half *items = table, *users = harness::filled<half>((size_t)kUsers * 128, 29);
        add("rating_predict_a", [=] { rating_predict_a<<<kUsers * kBlocks / 8, 256>>>(users, items, rated, oa); }, oa, n, Output::f32);
        add("rating_predict_b", [=] { rating_predict_b<<<kUsers * kBlocks / 8, 256>>>(users, items, rated, ob); }, ob, n, Output::f32);
    }
    {
        const float *first = pool, *second = pool + (size_t)kCells * kGenes; size_t n = (size_t)kCells * kCells;
        add("expression_distance_vii_a", [=] { expression_distance_vii_a<<<dim3(kCells / 32, kCells / 8), dim3(32, 8)>>>(first, second, oa); }, oa, n, Output::f32);
        add("expression_distance_vii_b", [=] { expression_distance_vii_b<<<dim3(kCells / 64, kCells / 64), 256>>>(first, second, ob); }, ob, n, Output::f32);
    }
    {
        float2 *pinned, *mapped; CHECK(cudaHostAlloc((void**)&pinned, (size_t)kDetector * sizeof(float2), cudaHostAllocMapped));
        for (int i = 0; i < kDetector; ++i) pinned[i] = make_float2(harness::unit(2 * i), harness::unit(2 * i + 1));
        CHECK(cudaHostGetDevicePointer((void**)&mapped, pinned, 0));
        float2* map; CHECK(cudaMalloc(&map, (size_t)kDetector * sizeof(float2)));
        CHECK(cudaMemcpy(map, pinned, (size_t)kDetector * sizeof(float2), cudaMemcpyHostToDevice));
        size_t n = (size_t)kDetector * kFrames;
        uint8_t* raw; CHECK(cudaMalloc(&raw, n * 2));
        harness_bytes<<<2048, 256>>>(raw, n * 2, 31); CHECK(cudaGetLastError());
        const uint16_t* frames = (const uint16_t*)raw;
        add("flat_field_a", [=] { flat_field_a<<<kDetector / 256, 256>>>(mapped, frames, oa); }, oa, n, Output::f32);
        add("flat_field_b", [=] { flat_field_b<<<kDetector / 256, 256>>>(map, frames, ob); }, ob, n, Output::f32);
    }
    {
        Contract* records; float2* terms;
        CHECK(cudaMalloc(&records, sizeof(Contract) * (size_t)kPaths)); CHECK(cudaMalloc(&terms, sizeof(float2) * (size_t)kPaths));
        harness_contracts<<<1024, 256>>>(records, terms); CHECK(cudaGetLastError());
        const float* paths = pool;
        add("path_payoff_a", [=] { path_payoff_a<<<kPaths / 256, 256>>>(paths, records, oa); }, oa, kPaths, Output::f32);
        add("path_payoff_b", [=] { path_payoff_b<<<kPaths / 256, 256>>>(paths, terms, ob); }, ob, kPaths, Output::f32);
    }
    {
        const uint4* position = (const uint4*)harness::filled<half>((size_t)kContext * kWidth, 37);
        const int* tokens = harness::indices(kPrompt, kVocabulary, 41);
        const uint4* rows = (const uint4*)table;
        add("token_embed_h", [=] { token_embed_h<<<kPrompt / 8, 256>>>(rows, position, tokens, (uint4*)sink); }, sink, (size_t)kPrompt * kWidth, Output::f16);
    }
    return harness::run(argc, argv, cases);
}
