// Author 1, file 2: global memory (layout, alignment, width, latency, reuse).
#include "harness.cuh"
#include <cuda_fp16.h>

template <class F>
__global__ void harness_setup(size_t n, F f) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) f(i);
}
template <class F>
void setup(size_t n, F f) { harness_setup<<<4096, 256>>>(n, f); CHECK(cudaGetLastError()); }

// ---------------------------------------------------------------- token_embed: rows of an embedding table by token id
constexpr int kVocab = 524288, kDim = 64, kIds = 524288;
__global__ void __launch_bounds__(256) token_embed_a(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) {
    int d = threadIdx.x & 63, t = blockIdx.x * 16 + (threadIdx.x >> 6);
    int id[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) id[j] = ids[t + 4 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)(t + 4 * j) * kDim + d] = 8.0f * table[(size_t)d * kVocab + id[j]];
}
__global__ void __launch_bounds__(256) token_embed_b(const float* __restrict__ table, const int* __restrict__ ids, float* __restrict__ out) {
    int d = threadIdx.x & 63, t = blockIdx.x * 16 + (threadIdx.x >> 6);
    int id[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) id[j] = ids[t + 4 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)(t + 4 * j) * kDim + d] = 8.0f * table[(size_t)id[j] * kDim + d];
}
struct TableByRow {
    const float* from; float* to;
    __device__ void operator()(size_t i) const { to[i] = from[(i & 63) * kVocab + (i >> 6)]; }
};

// ---------------------------------------------------------------- pair_force: softened pair force over a neighbour list
constexpr int kAtoms = 1048576, kNeighbours = 32;
__device__ __forceinline__ void pull(float4 me, float4 o, float3& f) {
    float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
    float inv = __fdividef(1.0f, fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.5f))));
    float i3 = inv * inv * inv, s = o.w * i3 * inv * (i3 - 0.5f);
    f.x = fmaf(s, dx, f.x); f.y = fmaf(s, dy, f.y); f.z = fmaf(s, dz, f.z);
}
__global__ void __launch_bounds__(256) pair_force_a(const float4* __restrict__ pos, const int* __restrict__ list, float4* __restrict__ force) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const int* mine = list + (size_t)i * kNeighbours;
    float4 me = pos[i];
    float3 f = make_float3(0, 0, 0);
#pragma unroll 8
    for (int k = 0; k < kNeighbours; ++k) pull(me, pos[mine[k]], f);
    force[i] = make_float4(f.x, f.y, f.z, me.w);
}
__global__ void __launch_bounds__(256) pair_force_b(const float4* __restrict__ pos, const int* __restrict__ list, float4* __restrict__ force) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const int* mine = list + i;
    float4 me = pos[i];
    float3 f = make_float3(0, 0, 0);
#pragma unroll 8
    for (int k = 0; k < kNeighbours; ++k) pull(me, pos[mine[k * kAtoms]], f);
    force[i] = make_float4(f.x, f.y, f.z, me.w);
}
struct Neighbours {  // a lattice of 128 x 128 x 64 atoms, a little jitter so that the list cannot be computed
    int *by_atom, *by_slot;
    __device__ void operator()(size_t n) const {
        int i = (int)(n >> 5), k = (int)(n & 31);
        int dx = (k & 3) - 2, dy = ((k >> 2) & 3) - 2, dz = (k >> 4);
        int j = (i + dz * 16384 + dy * 128 + dx * 2 + (int)(harness::hash32((uint32_t)n) & 1) + kAtoms) & (kAtoms - 1);
        by_atom[n] = j; by_slot[(size_t)k * kAtoms + i] = j;
    }
};

// ---------------------------------------------------------------- ewma_residual: deviation from a running mean, one series a row
constexpr int kSeries = 67584, kTicks = 960;
__global__ void __launch_bounds__(128) ewma_residual_a(const float* __restrict__ x, float* __restrict__ out, float decay) {
    size_t row = (size_t)(blockIdx.x * 128 + threadIdx.x) * kTicks;
    float m = 0;
#pragma unroll 8
    for (int t = 0; t < kTicks; ++t) {
        float v = x[row + t];
        m = fmaf(decay, v - m, m);
        out[row + t] = v - m;
    }
}
__global__ void __launch_bounds__(128) ewma_residual_b(const float* __restrict__ x, float* __restrict__ out, float decay) {
    __shared__ float tiles[4][32][33];
    int lane = threadIdx.x & 31;
    float(*tile)[33] = tiles[threadIdx.x >> 5];
    size_t first = (size_t)(blockIdx.x * 128 + (threadIdx.x & ~31)) * kTicks + lane;
    float m = 0;
    for (int t0 = 0; t0 < kTicks; t0 += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[r][lane] = x[first + (size_t)r * kTicks + t0];
        __syncwarp();
#pragma unroll
        for (int t = 0; t < 32; ++t) {
            float v = tile[lane][t];
            m = fmaf(decay, v - m, m);
            tile[lane][t] = v - m;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[first + (size_t)r * kTicks + t0] = tile[r][lane];
        __syncwarp();
    }
}

// ---------------------------------------------------------------- strain_pack: velocity gradients (planar) to packed symmetric strain
constexpr int kVoxels = 8388608;
struct Strain { float xx, yy, zz, xy, xz, yz; };
__device__ __forceinline__ Strain strain(const float* __restrict__ g, size_t i) {
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = g[(size_t)k * kVoxels + i];
    float third = (v[0] + v[4] + v[8]) * (1.0f / 3.0f);
    return {v[0] - third, v[4] - third, v[8] - third, 0.5f * (v[1] + v[3]), 0.5f * (v[2] + v[6]), 0.5f * (v[5] + v[7])};
}
__global__ void __launch_bounds__(256) strain_pack_a(const float* __restrict__ g, float* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    Strain s = strain(g, i);
    float* o = out + i * 6;
    o[0] = s.xx; o[1] = s.yy; o[2] = s.zz; o[3] = s.xy; o[4] = s.xz; o[5] = s.yz;
}
__global__ void __launch_bounds__(256) strain_pack_b(const float* __restrict__ g, float2* __restrict__ out) {
    __shared__ float2 stage[768];
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    Strain s = strain(g, i);
    stage[threadIdx.x * 3] = make_float2(s.xx, s.yy);
    stage[threadIdx.x * 3 + 1] = make_float2(s.zz, s.xy);
    stage[threadIdx.x * 3 + 2] = make_float2(s.xz, s.yz);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 3; ++k) out[blockIdx.x * (size_t)768 + k * 256 + threadIdx.x] = stage[k * 256 + threadIdx.x];
}

// ---------------------------------------------------------------- chol5: Cholesky factors of many 5 x 5 matrices, packed lower triangles
constexpr int kMatrices = 3145728;
template <size_t kStep>
__device__ __forceinline__ void factor(const float* __restrict__ a, float* __restrict__ l) {
    float m[15];
#pragma unroll
    for (int k = 0; k < 15; ++k) m[k] = a[k * kStep];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        float d = m[j * (j + 1) / 2 + j] + 6.0f;  // shifted, so positive definite
#pragma unroll
        for (int k = 0; k < 5; ++k)
            if (k < j) d -= m[j * (j + 1) / 2 + k] * m[j * (j + 1) / 2 + k];
        float r = rsqrtf(d);
        m[j * (j + 1) / 2 + j] = d * r;
#pragma unroll
        for (int i = 0; i < 5; ++i)
            if (i > j) {
                float s = m[i * (i + 1) / 2 + j];
#pragma unroll
                for (int k = 0; k < 5; ++k)
                    if (k < j) s -= m[i * (i + 1) / 2 + k] * m[j * (j + 1) / 2 + k];
                m[i * (i + 1) / 2 + j] = s * r;
            }
    }
#pragma unroll
    for (int k = 0; k < 15; ++k) l[k * kStep] = m[k];
}
__global__ void __launch_bounds__(128) chol5_a(const float* __restrict__ a, float* __restrict__ l) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    factor<1>(a + i * 15, l + i * 15);
}
__global__ void __launch_bounds__(128) chol5_b(const float* __restrict__ a, float* __restrict__ l) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    factor<kMatrices>(a + i, l + i);
}
struct Interleave {
    const float* from; float* to;
    __device__ void operator()(size_t i) const { for (int k = 0; k < 15; ++k) to[(size_t)k * kMatrices + i] = from[i * 15 + k]; }
};

// ---------------------------------------------------------------- hop_mean: mean of eight neighbours' 32-float features
constexpr int kNodes = 1572864, kHubs = 524288;
template <int kPitch, int kOffset>  // in float4
__device__ __forceinline__ void hop(const float4* __restrict__ feat, const int4* __restrict__ nbr, float4* __restrict__ out) {
    size_t t = blockIdx.x * (size_t)256 + threadIdx.x, hub = t >> 3;
    int l = (int)(t & 7);
    int4 a = nbr[hub * 2], b = nbr[hub * 2 + 1];
    int id[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    float4 v[8], s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = feat[(size_t)id[k] * kPitch + kOffset + l];
#pragma unroll
    for (int k = 0; k < 8; ++k) { s.x += v[k].x; s.y += v[k].y; s.z += v[k].z; s.w += v[k].w; }
    out[t] = make_float4(s.x * 0.125f, s.y * 0.125f, s.z * 0.125f, s.w * 0.125f);
}
__global__ void __launch_bounds__(256) hop_mean_a(const float4* __restrict__ feat, const int4* __restrict__ nbr, float4* __restrict__ out) {
    hop<10, 1>(feat, nbr, out);  // 160-byte node records: 16 of header, 128 of features, 16 of tail
}
__global__ void __launch_bounds__(256) hop_mean_b(const float4* __restrict__ feat, const int4* __restrict__ nbr, float4* __restrict__ out) {
    hop<8, 0>(feat, nbr, out);   // features alone, 128-byte rows
}
struct Features {
    const float4* from; float4* to;
    __device__ void operator()(size_t i) const { to[i] = from[(i >> 3) * 10 + 1 + (i & 7)]; }
};

// ---------------------------------------------------------------- bucket_probe: probes of a bucketed hash table, eight key-value pairs (64 bytes) a bucket
constexpr int kBuckets = 2097152, kProbes = 8388608;
__device__ __forceinline__ void probe(const uint4* __restrict__ buckets, const int* __restrict__ keys, int* __restrict__ found) {
    int q = threadIdx.x & 3, first = blockIdx.x * 256 + (threadIdx.x >> 2);
    uint32_t key[4];
    uint4 pair[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) key[j] = (uint32_t)keys[first + j * 64];
#pragma unroll
    for (int j = 0; j < 4; ++j) pair[j] = buckets[(size_t)((key[j] * 2654435761u) >> 11) * 4 + q];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint32_t m = 0x7fffffffu;
        if (((pair[j].x ^ key[j]) & 0xfu) == 0) m = pair[j].y >> 1;
        if (((pair[j].z ^ key[j]) & 0xfu) == 0) m = min(m, pair[j].w >> 1);
        m = min(m, __shfl_xor_sync(0xffffffffu, m, 1));
        m = min(m, __shfl_xor_sync(0xffffffffu, m, 2));
        if (q == 0) found[first + j * 64] = (int)m;
    }
}
__global__ void __launch_bounds__(256) bucket_probe_a(const uint4* __restrict__ pool, const int* __restrict__ keys, int* __restrict__ found) {
    probe(pool + 1, keys, found);  // the pool opens with a 16-byte header
}
__global__ void __launch_bounds__(256) bucket_probe_b(const uint4* __restrict__ buckets, const int* __restrict__ keys, int* __restrict__ found) {
    probe(buckets, keys, found);
}

// ---------------------------------------------------------------- nibble_expand: 4-bit weights with group scales to half
constexpr int kNibbleBytes = 50331648;
__device__ __forceinline__ uint32_t expand(uint32_t b, float s) {
    __half2 h = __floats2half2_rn(((float)(int)(b & 15u) - 8.0f) * s, ((float)(int)((b >> 4) & 15u) - 8.0f) * s);
    return *reinterpret_cast<uint32_t*>(&h);
}
__global__ void __launch_bounds__(256) nibble_expand_a(const uint8_t* __restrict__ w, const float* __restrict__ scale, uint32_t* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = expand(w[i], scale[i >> 6]);
}
__global__ void __launch_bounds__(256) nibble_expand_b(const uint32_t* __restrict__ w, const float* __restrict__ scale, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t v = w[i];
    float s = scale[i >> 4];
    out[i] = make_uint4(expand(v, s), expand(v >> 8, s), expand(v >> 16, s), expand(v >> 24, s));
}

// ---------------------------------------------------------------- rank_walk: backward search by rank look-ups, eight reads a thread
constexpr uint32_t kRanks = 33554432;
constexpr int kWalkThreads = 33792;
__global__ void __launch_bounds__(128) rank_walk_a(const int* __restrict__ rank, const int* __restrict__ reads, int* __restrict__ hit, int steps) {
    int t = blockIdx.x * 128 + threadIdx.x;
    for (int q = 0; q < 8; ++q) {
        uint32_t read = (uint32_t)reads[t + q * kWalkThreads], pos = read & (kRanks - 1);
        for (int s = 0; s < steps; ++s) {
            uint32_t letter = (read >> ((2 * s) & 30)) & 3u;
            pos = (uint32_t)rank[(pos + letter * (kRanks / 4)) & (kRanks - 1)];
        }
        hit[t + q * kWalkThreads] = (int)pos;
    }
}
__global__ void __launch_bounds__(128) rank_walk_b(const int* __restrict__ rank, const int* __restrict__ reads, int* __restrict__ hit, int steps) {
    int t = blockIdx.x * 128 + threadIdx.x;
    uint32_t read[8], pos[8];
#pragma unroll
    for (int q = 0; q < 8; ++q) { read[q] = (uint32_t)reads[t + q * kWalkThreads]; pos[q] = read[q] & (kRanks - 1); }
    for (int s = 0; s < steps; ++s) {
        int shift = (2 * s) & 30;
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            uint32_t letter = (read[q] >> shift) & 3u;
            pos[q] = (uint32_t)rank[(pos[q] + letter * (kRanks / 4)) & (kRanks - 1)];
        }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) hit[t + q * kWalkThreads] = (int)pos[q];
}

// ---------------------------------------------------------------- wal_replay: logs of 2 KiB pages, each log folded page after page by one block
constexpr int kLogs = 528, kPagesALog = 248, kPages = kLogs * kPagesALog;
__device__ __forceinline__ void fold(float4& s, float4 v) {
    s.x = fmaf(s.x, 0.97f, v.x); s.y = fmaf(s.y, 0.97f, v.y); s.z = fmaf(s.z, 0.97f, v.z); s.w = fmaf(s.w, 0.97f, v.w);
}
__global__ void __launch_bounds__(128) wal_replay_a(const float4* __restrict__ pages, const int* __restrict__ head, const int* __restrict__ next,
                                                    float4* __restrict__ state) {
    float4 s = make_float4(0, 0, 0, 0);
    for (int p = head[blockIdx.x]; p >= 0; p = next[p]) fold(s, pages[(size_t)p * 128 + threadIdx.x]);
    state[blockIdx.x * 128 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(128) wal_replay_b(const float4* __restrict__ pages, const int* __restrict__ order, float4* __restrict__ state) {
    float4 s = make_float4(0, 0, 0, 0);
    const int4* mine = reinterpret_cast<const int4*>(order + blockIdx.x * kPagesALog);
    for (int k = 0; k < kPagesALog / 4; k += 2) {
        int4 a = mine[k], b = mine[k + 1];
        int id[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = pages[(size_t)id[j] * 128 + threadIdx.x];
#pragma unroll
        for (int j = 0; j < 8; ++j) fold(s, v[j]);
    }
    state[blockIdx.x * 128 + threadIdx.x] = s;
}

// ---------------------------------------------------------------- tropical_relax: min-plus product, left factor stored by columns
constexpr int kM = 2112, kN = 2048, kK = 768;
__global__ void __launch_bounds__(256) tropical_relax_a(const float* __restrict__ at, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 16, j0 = blockIdx.x * 16;
    float best = 1e30f;
    for (int k0 = 0; k0 < kK; k0 += 16) {
        as[ty][tx] = at[(size_t)(k0 + ty) * kM + i0 + tx];
        bs[ty][tx] = b[(size_t)(k0 + ty) * kN + j0 + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) best = fminf(best, as[k][ty] + bs[k][tx]);
        __syncthreads();
    }
    c[(size_t)(i0 + ty) * kN + j0 + tx] = best;
}
__global__ void __launch_bounds__(256) tropical_relax_b(const float* __restrict__ at, const float* __restrict__ b, float* __restrict__ c) {
    __shared__ float4 as[16][16], bs[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) best[i][j] = 1e30f;
    for (int k0 = 0; k0 < kK; k0 += 16) {
        as[ty][tx] = *reinterpret_cast<const float4*>(&at[(size_t)(k0 + ty) * kM + i0 + tx * 4]);
        bs[ty][tx] = *reinterpret_cast<const float4*>(&b[(size_t)(k0 + ty) * kN + j0 + tx * 4]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = as[k][ty], q = bs[k][tx];
            float l[4] = {p.x, p.y, p.z, p.w}, r[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = fminf(best[i][j], l[i] + r[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(&c[(size_t)(i0 + ty * 4 + i) * kN + j0 + tx * 4]) = make_float4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---------------------------------------------------------------- unmix_bands: 16 bands to 16 abundances per pixel by a fixed matrix
constexpr int kScene = 4194304;
__constant__ float unmix_matrix[256];
__global__ void __launch_bounds__(256) unmix_bands_a(const float4* __restrict__ x, float4* __restrict__ y) {
    int out = blockIdx.x;
    size_t i = blockIdx.y * (size_t)256 + threadIdx.x;
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float4 v = x[(size_t)k * (kScene / 4) + i];
        float w = unmix_matrix[out * 16 + k];
        s.x = fmaf(w, v.x, s.x); s.y = fmaf(w, v.y, s.y); s.z = fmaf(w, v.z, s.z); s.w = fmaf(w, v.w, s.w);
    }
    y[(size_t)out * (kScene / 4) + i] = s;
}
__global__ void __launch_bounds__(256) unmix_bands_b(const float2* __restrict__ x, float2* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float2 v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = x[(size_t)k * (kScene / 2) + i];
#pragma unroll
    for (int o = 0; o < 16; ++o) {
        float2 s = make_float2(0, 0);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            s.x = fmaf(unmix_matrix[o * 16 + k], v[k].x, s.x);
            s.y = fmaf(unmix_matrix[o * 16 + k], v[k].y, s.y);
        }
        y[(size_t)o * (kScene / 2) + i] = s;
    }
}

// ---------------------------------------------------------------- edge_contrast: squared distance of the 8-float states at both ends of each mesh edge
constexpr int kMeshBits = 22, kMesh = 1 << kMeshBits, kEdges = 3 * kMesh;
__device__ __forceinline__ void contrast(const float4* __restrict__ state, const int2* __restrict__ edges, float* __restrict__ out) {
    int half = threadIdx.x & 1, first = blockIdx.x * 512 + (threadIdx.x >> 1);
    int2 e[4];
    float4 u[4], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) e[j] = edges[first + j * 128];
#pragma unroll
    for (int j = 0; j < 4; ++j) { u[j] = state[(size_t)e[j].x * 2 + half]; v[j] = state[(size_t)e[j].y * 2 + half]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float a = u[j].x - v[j].x, b = u[j].y - v[j].y, c = u[j].z - v[j].z, d = u[j].w - v[j].w;
        float s = fmaf(a, a, fmaf(b, b, fmaf(c, c, d * d)));
        s += __shfl_xor_sync(0xffffffffu, s, 1);
        if (half == 0) out[first + j * 128] = s;
    }
}
__global__ void __launch_bounds__(256) edge_contrast_a(const float4* __restrict__ state, const int2* __restrict__ edges, float* __restrict__ out) {
    contrast(state, edges, out);
}
__global__ void __launch_bounds__(256) edge_contrast_b(const float4* __restrict__ state, const int2* __restrict__ edges, float* __restrict__ out) {
    contrast(state, edges, out);
}
__device__ __forceinline__ int2 mesh_edge(uint32_t node, int d) {  // a mesh of 256 x 128 x 128 nodes, wrapped
    return make_int2((int)node, (int)((node + (d == 0 ? 1u : d == 1 ? 256u : 32768u)) & (kMesh - 1)));
}
struct MeshEdges {
    int2 *shuffled, *ordered;
    __device__ void operator()(size_t n) const {
        uint32_t node = (uint32_t)(n / 3); int d = (int)(n % 3);
        ordered[n] = mesh_edge(node, d);
        uint32_t x = (uint32_t)n & (kMesh - 1); int e = (int)(n >> kMeshBits);  // a bijection of 22 bits for each direction
        x = (x + 0x155555u * (e + 1)) & (kMesh - 1);
        x ^= x >> 11; x = (x * 0x2c1b3c6du) & (kMesh - 1); x ^= x >> 9; x = (x * 0x297a2d39u) & (kMesh - 1); x ^= x >> 12;
        shuffled[n] = mesh_edge(x, e);
    }
};

// ---------------------------------------------------------------- knockout_paths: Monte Carlo of knock-out options, one option a thread (mild)
constexpr int kOptions = 540672;
struct Contract { float spot, strike, vol, rate, tenor, barrier, rebate, weight; };
__device__ __forceinline__ float knockout(Contract k, uint32_t seed, int paths) {
    float spot = 100.0f + 10.0f * k.spot, strike = 100.0f + 10.0f * k.strike, vol = 0.25f + 0.1f * k.vol;
    float step = 0.25f * (1.5f + k.tenor), drift = (0.02f + 0.01f * k.rate - 0.5f * vol * vol) * step, spread = vol * 1.7320508f * sqrtf(step);
    float barrier = 150.0f + 20.0f * k.barrier, sum = 0;
    for (int p = 0; p < paths; ++p) {
        float log_s = 0, high = 0;
        uint32_t h = harness::hash32(seed * 64u + p);
#pragma unroll
        for (int t = 0; t < 4; ++t) {
            h = h * 1664525u + 1013904223u;
            float z = (float)(int)h * (1.0f / 2147483648.0f);  // uniform increments of unit half-width, variance 1/3
            log_s += fmaf(spread, z, drift);
            high = fmaxf(high, log_s);
        }
        float s = spot * __expf(log_s), top = spot * __expf(high);
        sum += top > barrier ? 0.1f * k.rebate : fmaxf(s - strike, 0.0f);
    }
    return sum * (1.5f + k.weight) / paths;
}
__global__ void __launch_bounds__(256) knockout_paths_a(const float* __restrict__ book, float* __restrict__ value, int paths) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* c = book + (size_t)i * 8;
    value[i] = knockout({c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]}, i, paths);
}
__global__ void __launch_bounds__(256) knockout_paths_b(const float* __restrict__ book, float* __restrict__ value, int paths) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* c = book + i;
    value[i] = knockout({c[0], c[kOptions], c[2 * kOptions], c[3 * kOptions], c[4 * kOptions], c[5 * kOptions], c[6 * kOptions], c[7 * kOptions]}, i, paths);
}
struct SplitBook {
    const float* from; float* to;
    __device__ void operator()(size_t i) const { to[(i & 7) * kOptions + (i >> 3)] = from[i]; }
};

// ---------------------------------------------------------------- page_collect_h: 2 KiB pages by a page table into one run (healthy, DRAM roof)
constexpr int kPool = 131072, kCollect = 98304;
__global__ void __launch_bounds__(128) page_collect_h(const float4* __restrict__ pool, const int4* __restrict__ table, float4* __restrict__ out) {
    int4 id = table[blockIdx.x];
    float4 a = pool[(size_t)id.x * 128 + threadIdx.x], b = pool[(size_t)id.y * 128 + threadIdx.x];
    float4 c = pool[(size_t)id.z * 128 + threadIdx.x], d = pool[(size_t)id.w * 128 + threadIdx.x];
    float4* o = out + blockIdx.x * (size_t)512 + threadIdx.x;
    o[0] = a; o[128] = b; o[256] = c; o[384] = d;
}

// ---------------------------------------------------------------- zscore_traces_h: traces of 4096 samples to zero mean and unit variance (healthy, DRAM roof)
constexpr int kTraces = 16384;
__global__ void __launch_bounds__(256) zscore_traces_h(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t base = blockIdx.x * (size_t)1024 + threadIdx.x;
    float4 v[4];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        s += v[k].x + v[k].y + v[k].z + v[k].w;
        q = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, q))));
    }
    __shared__ float2 part[8];
#pragma unroll
    for (int d = 16; d; d >>= 1) { s += __shfl_xor_sync(0xffffffffu, s, d); q += __shfl_xor_sync(0xffffffffu, q, d); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += part[w].x; q += part[w].y; }
    float mean = s * (1.0f / 4096), r = rsqrtf(q * (1.0f / 4096) - mean * mean + 1e-6f);
#pragma unroll
    for (int k = 0; k < 4; ++k)
        y[base + k * 256] = make_float4((v[k].x - mean) * r, (v[k].y - mean) * r, (v[k].z - mean) * r, (v[k].w - mean) * r);
}

int main(int argc, char** argv) {
    using namespace harness;
    float* F = filled<float>(75497472, 31);              // 288 MiB of floats in [-1, 1)
    float* O = empty<float>(67108864);                   // shared output
    float* by_row = empty<float>((size_t)kVocab * kDim);
    setup((size_t)kVocab * kDim, TableByRow{F, by_row});
    int* ids = indices(kIds, kVocab, 41);
    int *list_a = empty<int>((size_t)kAtoms * kNeighbours), *list_b = empty<int>((size_t)kAtoms * kNeighbours);
    setup((size_t)kAtoms * kNeighbours, Neighbours{list_a, list_b});
    float* planes = empty<float>((size_t)kMatrices * 15);
    setup(kMatrices, Interleave{F, planes});
    float* features = empty<float>((size_t)kNodes * 32);
    setup((size_t)kNodes * 8, Features{(const float4*)F, (float4*)features});
    int* nbr = indices((size_t)kHubs * 8, kNodes, 43);
    int* buckets = indices((size_t)kBuckets * 16, 0xffffffffu, 47);  // also the 4-bit weights
    int* pool = empty<int>((size_t)kBuckets * 16 + 16);
    CHECK(cudaMemcpy(pool + 4, buckets, (size_t)kBuckets * 64, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(pool, 1, 16));
    int* keys = indices(kProbes, 0xffffffffu, 53);
    float* scale = filled<float>(kNibbleBytes / 64, 57);
    int* rank = indices(kRanks, kRanks, 59);
    int2 *shuffled = empty<int2>(kEdges), *ordered = empty<int2>(kEdges);
    setup(kEdges, MeshEdges{shuffled, ordered});
    float* book = empty<float>((size_t)kOptions * 8);
    setup((size_t)kOptions * 8, SplitBook{F, book});
    int* table = indices(kCollect, kPool, 61);
    float* matrix = filled<float>(256, 67);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpyToSymbol(unmix_matrix, matrix, 256 * 4, 0, cudaMemcpyDeviceToDevice));
    std::vector<int> order(kPages), next(kPages, -1), head(kLogs);   // the pages of all logs, scattered over the file
    for (int i = 0; i < kPages; ++i) order[i] = i;
    for (int i = kPages - 1; i > 0; --i) std::swap(order[i], order[hash32((uint32_t)i + 71) % (uint32_t)(i + 1)]);
    for (int l = 0; l < kLogs; ++l) {
        head[l] = order[l * kPagesALog];
        for (int k = 0; k + 1 < kPagesALog; ++k) next[order[l * kPagesALog + k]] = order[l * kPagesALog + k + 1];
    }
    int *order_d = uploaded(order), *next_d = uploaded(next), *head_d = uploaded(head);

    std::vector<Case> cases = {
        {"token_embed_a", [=] { token_embed_a<<<kIds / 16, 256>>>(F, ids, O); }, O, (size_t)kIds * kDim},
        {"token_embed_b", [=] { token_embed_b<<<kIds / 16, 256>>>(by_row, ids, O); }, O, (size_t)kIds * kDim},
        {"pair_force_a", [=] { pair_force_a<<<kAtoms / 256, 256>>>((const float4*)F, list_a, (float4*)O); }, O, (size_t)kAtoms * 4},
        {"pair_force_b", [=] { pair_force_b<<<kAtoms / 256, 256>>>((const float4*)F, list_b, (float4*)O); }, O, (size_t)kAtoms * 4},
        {"ewma_residual_a", [=] { ewma_residual_a<<<kSeries / 128, 128>>>(F, O, 0.06f); }, O, (size_t)kSeries * kTicks},
        {"ewma_residual_b", [=] { ewma_residual_b<<<kSeries / 128, 128>>>(F, O, 0.06f); }, O, (size_t)kSeries * kTicks},
        {"strain_pack_a", [=] { strain_pack_a<<<kVoxels / 256, 256>>>(F, O); }, O, (size_t)kVoxels * 6},
        {"strain_pack_b", [=] { strain_pack_b<<<kVoxels / 256, 256>>>(F, (float2*)O); }, O, (size_t)kVoxels * 6},
        {"chol5_a", [=] { chol5_a<<<kMatrices / 128, 128>>>(F, O); }, O, (size_t)kMatrices * 15},
        {"chol5_b", [=] { chol5_b<<<kMatrices / 128, 128>>>(planes, O); }, O, (size_t)kMatrices * 15},
        {"hop_mean_a", [=] { hop_mean_a<<<kHubs / 32, 256>>>((const float4*)F, (const int4*)nbr, (float4*)O); }, O, (size_t)kHubs * 32},
        {"hop_mean_b", [=] { hop_mean_b<<<kHubs / 32, 256>>>((const float4*)features, (const int4*)nbr, (float4*)O); }, O, (size_t)kHubs * 32},
        {"bucket_probe_a", [=] { bucket_probe_a<<<kProbes / 256, 256>>>((const uint4*)pool, keys, (int*)O); }, O, kProbes, Output::i32},
        {"bucket_probe_b", [=] { bucket_probe_b<<<kProbes / 256, 256>>>((const uint4*)buckets, keys, (int*)O); }, O, kProbes, Output::i32},
        {"nibble_expand_a", [=] { nibble_expand_a<<<kNibbleBytes / 256, 256>>>((const uint8_t*)buckets, scale, (uint32_t*)O); }, O, (size_t)kNibbleBytes * 2, Output::f16},
        {"nibble_expand_b", [=] { nibble_expand_b<<<kNibbleBytes / 1024, 256>>>((const uint32_t*)buckets, scale, (uint4*)O); }, O, (size_t)kNibbleBytes * 2, Output::f16},
        {"rank_walk_a", [=] { rank_walk_a<<<kWalkThreads / 128, 128>>>(rank, keys, (int*)O, 48); }, O, (size_t)kWalkThreads * 8, Output::i32},
        {"rank_walk_b", [=] { rank_walk_b<<<kWalkThreads / 128, 128>>>(rank, keys, (int*)O, 48); }, O, (size_t)kWalkThreads * 8, Output::i32},
        {"wal_replay_a", [=] { wal_replay_a<<<kLogs, 128>>>((const float4*)F, head_d, next_d, (float4*)O); }, O, (size_t)kLogs * 512},
        {"wal_replay_b", [=] { wal_replay_b<<<kLogs, 128>>>((const float4*)F, order_d, (float4*)O); }, O, (size_t)kLogs * 512},
        {"tropical_relax_a", [=] { tropical_relax_a<<<dim3(kN / 16, kM / 16), 256>>>(F, F + 4194304, O); }, O, (size_t)kM * kN},
        {"tropical_relax_b", [=] { tropical_relax_b<<<dim3(kN / 64, kM / 64), 256>>>(F, F + 4194304, O); }, O, (size_t)kM * kN},
        {"unmix_bands_a", [=] { unmix_bands_a<<<dim3(16, kScene / 1024), 256>>>((const float4*)F, (float4*)O); }, O, (size_t)kScene * 16},
        {"unmix_bands_b", [=] { unmix_bands_b<<<kScene / 512, 256>>>((const float2*)F, (float2*)O); }, O, (size_t)kScene * 16},
        {"edge_contrast_a", [=] { edge_contrast_a<<<kEdges / 512, 256>>>((const float4*)F, shuffled, O); }, O, kEdges},
        {"edge_contrast_b", [=] { edge_contrast_b<<<kEdges / 512, 256>>>((const float4*)F, ordered, O); }, O, kEdges},
        {"knockout_paths_a", [=] { knockout_paths_a<<<kOptions / 256, 256>>>(F, O, 512); }, O, kOptions},
        {"knockout_paths_b", [=] { knockout_paths_b<<<kOptions / 256, 256>>>(book, O, 512); }, O, kOptions},
        {"page_collect_h", [=] { page_collect_h<<<kCollect / 4, 128>>>((const float4*)F, (const int4*)table, (float4*)O); }, O, (size_t)kCollect * 512},
        {"zscore_traces_h", [=] { zscore_traces_h<<<kTraces, 256>>>((const float4*)F, (float4*)O); }, O, (size_t)kTraces * 4096},
    };
    return run(argc, argv, cases);
}
