// Eight measured cases from open-source GPU projects: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Zero-knowledge prover: Poseidon2 (width 16, x^7, BabyBear in Montgomery form) of the leaves of a Merkle tree, trace stored by columns.
constexpr uint32_t kPrime = 0x78000001u, kPrimeInv = 0x88000001u;
constexpr int kRoundsHalf = 4, kRoundsPartial = 13, kRate = 8, kLeaves = 140 * 4096;

__constant__ uint32_t c_external[2 * kRoundsHalf][16];
__constant__ uint32_t c_internal[kRoundsPartial];
__constant__ uint32_t c_diagonal[16];

struct Bb31 {
    uint32_t v;
    __device__ __forceinline__ Bb31 operator+(Bb31 o) const { uint32_t s = v + o.v; return {min(s, s - kPrime)}; }
    __device__ __forceinline__ Bb31 operator*(Bb31 o) const {
        uint64_t t = (uint64_t)v * o.v;
        uint32_t m = (uint32_t)t * kPrimeInv, hi = (uint32_t)(t >> 32), u = __umulhi(m, kPrime), r = hi - u;
        return {min(r, r + kPrime)};
    }
    __device__ __forceinline__ Bb31 pow7() const { Bb31 x2 = *this * *this, x3 = x2 * *this; return x3 * x3 * *this; }
};

__device__ __forceinline__ void mds_external(Bb31 (&s)[16]) {
#pragma unroll
    for (int c = 0; c < 16; c += 4) {
        Bb31 t01 = s[c] + s[c + 1], t23 = s[c + 2] + s[c + 3], all = t01 + t23, a = all + s[c + 1], b = all + s[c + 3];
        s[c + 3] = b + (s[c] + s[c]);
        s[c + 1] = a + (s[c + 2] + s[c + 2]);
        s[c] = a + t01;
        s[c + 2] = b + t23;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        Bb31 column = (s[j] + s[j + 4]) + (s[j + 8] + s[j + 12]);
#pragma unroll
        for (int c = 0; c < 16; c += 4) s[c + j] = s[c + j] + column;
    }
}

__device__ __forceinline__ void full_rounds(Bb31 (&s)[16], int from) {
#pragma unroll 1
    for (int r = from; r < from + kRoundsHalf; ++r) {
#pragma unroll
        for (int i = 0; i < 16; ++i) s[i] = (s[i] + Bb31{c_external[r][i]}).pow7();
        mds_external(s);
    }
}

__device__ __forceinline__ void poseidon2_permute(Bb31 (&s)[16]) {
    mds_external(s);
    full_rounds(s, 0);
#pragma unroll 1
    for (int r = 0; r < kRoundsPartial; ++r) {
        s[0] = (s[0] + Bb31{c_internal[r]}).pow7();
        Bb31 sum = s[0];
#pragma unroll
        for (int i = 1; i < 16; ++i) sum = sum + s[i];
#pragma unroll
        for (int i = 0; i < 16; ++i) s[i] = s[i] * Bb31{c_diagonal[i]} + sum;
    }
    full_rounds(s, kRoundsHalf);
}

template <int kBlock, int kPerThread>
__device__ __forceinline__ void hash_leaves(const uint32_t* __restrict__ trace, uint4* __restrict__ digests, int count) {
#pragma unroll 1
    for (int r = 0; r < kPerThread; ++r) {
        int leaf = (blockIdx.x * kPerThread + r) * kBlock + threadIdx.x;
        if (leaf >= count) return;
        Bb31 s[16];
#pragma unroll
        for (int c = 0; c < kRate; ++c) s[c] = {trace[(size_t)c * count + leaf]};
#pragma unroll
        for (int c = kRate; c < 16; ++c) s[c] = {0u};
        poseidon2_permute(s);
        digests[2 * (size_t)leaf] = make_uint4(s[0].v, s[1].v, s[2].v, s[3].v);
        digests[2 * (size_t)leaf + 1] = make_uint4(s[4].v, s[5].v, s[6].v, s[7].v);
    }
}

__global__ void __launch_bounds__(1024) walnut_ferry_as3_a(const uint32_t* __restrict__ trace, uint4* __restrict__ digests, int count) {
    hash_leaves<1024, 4>(trace, digests, count);
}
__global__ void __launch_bounds__(128) walnut_ferry_as3_b(const uint32_t* __restrict__ trace, uint4* __restrict__ digests, int count) {
    hash_leaves<128, 1>(trace, digests, count);
}

// ---- Vector database: IVF-Flat scan, squared L2 distances of one query to all half-precision vectors of the probed inverted lists.
constexpr int kDim = 64, kLists = 1024, kTile = 512;

__device__ __forceinline__ float l2_part(uint4 raw, const float (&q)[8]) {
    const __half2* h = reinterpret_cast<const __half2*>(&raw);
    float sum = 0.0f;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        float2 x = __half22float2(h[c]);
        float dx = x.x - q[2 * c], dy = x.y - q[2 * c + 1];
        sum = fmaf(dx, dx, fmaf(dy, dy, sum));
    }
    return sum;
}

template <int kThreads, int kUnroll>
__device__ __forceinline__ void ivf_flat_scan(const uint4* __restrict__ vectors, const float4* __restrict__ query, int2 segment, float* __restrict__ distance) {
    constexpr int kLanes = kDim / 8, kRows = kThreads / kLanes;
    const int lane = threadIdx.x % kLanes, row = threadIdx.x / kLanes;
    float4 q0 = query[2 * lane], q1 = query[2 * lane + 1];
    const float q[8] = {q0.x, q0.y, q0.z, q0.w, q1.x, q1.y, q1.z, q1.w};
    const uint4* list = vectors + (size_t)segment.x * kLanes;
    for (int base = 0; base < segment.y; base += kRows * kUnroll) {
        uint4 raw[kUnroll];
#pragma unroll
        for (int j = 0; j < kUnroll; ++j) {
            int r = min(base + j * kRows + row, segment.y - 1);
            raw[j] = __ldg(list + (size_t)r * kLanes + lane);
        }
#pragma unroll
        for (int j = 0; j < kUnroll; ++j) {
            float d = l2_part(raw[j], q);
#pragma unroll
            for (int o = kLanes / 2; o; o >>= 1) d += __shfl_xor_sync(0xffffffffu, d, o);
            int r = base + j * kRows + row;
            if (lane == 0 && r < segment.y) distance[segment.x + r] = d;
        }
    }
}

// one inverted list a block
__global__ void __launch_bounds__(256) saffron_gate_as3_a(const uint4* __restrict__ vectors, const float4* __restrict__ query, const int2* __restrict__ lists,
                                                          float* __restrict__ distance) {
    ivf_flat_scan<256, 4>(vectors, query, lists[blockIdx.x], distance);
}
// one tile of at most kTile vectors of a list a block
__global__ void __launch_bounds__(256) saffron_gate_as3_b(const uint4* __restrict__ vectors, const float4* __restrict__ query, const int2* __restrict__ tiles,
                                                          float* __restrict__ distance) {
    ivf_flat_scan<256, 4>(vectors, query, tiles[blockIdx.x], distance);
}

// ---- Weather model: saturation adjustment of cloud microphysics on fields kept as departures from a base state.
constexpr int kColumns = 131072, kLevels = 137, kCellsAir = kColumns * kLevels;
constexpr float kT0 = 273.16f, kLvCp = 2490.0f;

__device__ __forceinline__ float temperature(float t) { return fmaf(20.0f, t, 280.0f); }
__device__ __forceinline__ float vapour(float q) { return fmaf(0.006f, q, 0.0065f); }
__device__ __forceinline__ float cloud(float q) { return fmaf(0.0005f, q, 0.0005f); }

__device__ __forceinline__ float saturation_humidity(float t, float p) {
    float es = 610.78f * __expf(17.269f * __fdividef(t - kT0, t - 35.86f));
    return __fdividef(0.622f * es, fmaf(2.0e4f, p, 7.5e4f) - 0.378f * es);
}
__device__ __forceinline__ float condensation(float t, float qv, float qs) {
    float inv = __fdividef(1.0f, t - 35.86f);
    return __fdividef(qv - qs, fmaf(kLvCp * 4098.0f * inv * inv, qs, 1.0f));
}

__global__ void __launch_bounds__(256) marble_heron_as3_a0(const float* __restrict__ tp, const float* __restrict__ pp, float* __restrict__ qsat, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) qsat[i] = saturation_humidity(temperature(tp[i]), pp[i]);
}

__global__ void __launch_bounds__(256) marble_heron_as3_a1(const float* __restrict__ tp, const float* __restrict__ qv, const float* __restrict__ qsat,
                                                           float* __restrict__ rate, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) rate[i] = condensation(temperature(tp[i]), vapour(qv[i]), qsat[i]);
}

__device__ __forceinline__ void adjust(int i, int n, float t, float qv, float qc, float rate, float* __restrict__ state) {
    float dq = fmaxf(rate, -qc);  // no more can evaporate than the cloud holds
    state[i] = fmaf(kLvCp, dq, t) - 280.0f;
    state[(size_t)n + i] = qv - dq;
    state[2 * (size_t)n + i] = qc + dq;
}

__global__ void __launch_bounds__(256) marble_heron_as3_a2(const float* __restrict__ tp, const float* __restrict__ qv, const float* __restrict__ qc,
                                                           const float* __restrict__ rate, float* __restrict__ state, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) adjust(i, n, temperature(tp[i]), vapour(qv[i]), cloud(qc[i]), rate[i], state);
}

__global__ void __launch_bounds__(256) marble_heron_as3_b(const float* __restrict__ tp, const float* __restrict__ pp, const float* __restrict__ qv,
                                                          const float* __restrict__ qc, float* __restrict__ state, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = temperature(tp[i]), p = pp[i], v = vapour(qv[i]), c = cloud(qc[i]);
    adjust(i, n, t, v, c, condensation(t, v, saturation_humidity(t, p)), state);
}

// ---- Physics engine: hair strands of 64 vertices, position-based distance constraints in two colours (Gauss-Seidel between them).
constexpr int kStrands = 1024, kVerts = 64, kIterations = 7;
constexpr float kDt = 1.0f / 120.0f;

__device__ __forceinline__ float3 stretch(const float4& a, const float4& b, float rest) {
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-12f))));
    float s = __fdividef(1.0f - rest * inv, a.w + b.w);
    return make_float3(s * dx, s * dy, s * dz);
}
__device__ __forceinline__ void move(float4& p, float w, const float3& d) { p.x = fmaf(w, d.x, p.x); p.y = fmaf(w, d.y, p.y); p.z = fmaf(w, d.z, p.z); }

__device__ __forceinline__ float4 predict(float4 x, float4 v, bool root) {
    if (root) return make_float4(x.x, x.y, x.z, 0.0f);  // .w is the inverse mass
    return make_float4(fmaf(kDt, v.x, x.x), fmaf(kDt, v.y - 9.81f * kDt, x.y), fmaf(kDt, v.z, x.z), 1.0f);
}
__device__ __forceinline__ float4 velocity(const float4& p, const float4& x) {
    constexpr float f = 0.98f / kDt;
    return make_float4((p.x - x.x) * f, (p.y - x.y) * f, (p.z - x.z) * f, 0.0f);
}

__global__ void __launch_bounds__(128) velvet_anchor_as3_a0(const float4* __restrict__ x, const float4* __restrict__ v, float4* __restrict__ p) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    p[i] = predict(x[i], v[i], i % kVerts == 0);
}

__global__ void __launch_bounds__(128) velvet_anchor_as3_a1(float4* __restrict__ p, const float* __restrict__ thickness, int colour) {
    const int i = blockIdx.x * 128 + threadIdx.x, strand = i / (kVerts / 2), vert = 2 * (i % (kVerts / 2)) + colour;
    if (vert + 1 >= kVerts) return;
    const int at = strand * kVerts + vert;
    float4 a = p[at], b = p[at + 1];
    float3 d = stretch(a, b, fmaf(0.1f, thickness[strand], 0.4f));
    move(a, a.w, d);
    move(b, -b.w, d);
    p[at] = a;
    p[at + 1] = b;
}

__global__ void __launch_bounds__(128) velvet_anchor_as3_a2(const float4* __restrict__ p, const float4* __restrict__ x, float4* __restrict__ v) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    v[i] = velocity(p[i], x[i]);
}

// a warp a strand: vertices 2 * lane and 2 * lane + 1 stay in registers
__global__ void __launch_bounds__(128) velvet_anchor_as3_b(const float4* __restrict__ x, const float4* __restrict__ v, const float* __restrict__ thickness,
                                                           float4* __restrict__ p, float4* __restrict__ v_new) {
    constexpr unsigned kAll = 0xffffffffu;
    const int strand = (blockIdx.x * 128 + threadIdx.x) / 32, lane = threadIdx.x % 32, at = strand * kVerts + 2 * lane;
    const float4 x0 = x[at], x1 = x[at + 1];
    const float rest = fmaf(0.1f, thickness[strand], 0.4f);
    float4 p0 = predict(x0, v[at], lane == 0), p1 = predict(x1, v[at + 1], false);
#pragma unroll 1
    for (int it = 0; it < kIterations; ++it) {
        float3 d = stretch(p0, p1, rest);
        move(p0, p0.w, d);
        move(p1, -p1.w, d);
        float4 next = make_float4(__shfl_down_sync(kAll, p0.x, 1), __shfl_down_sync(kAll, p0.y, 1), __shfl_down_sync(kAll, p0.z, 1), 1.0f);
        d = stretch(p1, next, rest);
        if (lane == 31) d = make_float3(0.0f, 0.0f, 0.0f);
        move(p1, p1.w, d);
        d = make_float3(__shfl_up_sync(kAll, d.x, 1), __shfl_up_sync(kAll, d.y, 1), __shfl_up_sync(kAll, d.z, 1));
        move(p0, -p0.w, d);  // the root's inverse mass is 0
    }
    p[at] = p0;
    p[at + 1] = p1;
    v_new[at] = velocity(p0, x0);
    v_new[at + 1] = velocity(p1, x1);
}

// ---- LLM inference: decode attention over a paged KV cache (pages of 16 tokens, head size 128), half precision, online softmax.
constexpr int kHeads = 16, kHeadDim = 128, kPage = 16, kPages = 256, kSplitKv = 16;

__device__ __forceinline__ void to_float(uint4 raw, float (&x)[8]) {
    const __half2* h = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
    for (int c = 0; c < 4; ++c) { float2 f = __half22float2(h[c]); x[2 * c] = f.x; x[2 * c + 1] = f.y; }
}

// 16 groups of 16 lanes; a group takes one token of each page, a lane 8 of its 128 elements. Leaves the block's maximum, weight and sum for dimension threadIdx.x.
__device__ __forceinline__ float attend(const uint4* __restrict__ q, const uint4* __restrict__ k_cache, const uint4* __restrict__ v_cache,
                                        const int* __restrict__ table, int head, int first, int last, float& top, float& weight) {
    __shared__ __align__(16) float s_acc[kPage][kHeadDim];
    __shared__ float s_top[kPage], s_weight[kPage];
    const int group = threadIdx.x / 16, lane = threadIdx.x % 16;
    float qf[8], acc[8] = {}, m = -1e30f, l = 0.0f;
    to_float(q[head * 16 + lane], qf);
#pragma unroll
    for (int c = 0; c < 8; ++c) qf[c] *= 0.0883883f * 1.4426950f;
    for (int page = first; page < last; page += 4) {
        uint4 k[4], v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            size_t at = (((size_t)table[page + j] * kHeads + head) * kPage + group) * 16 + lane;
            k[j] = __ldg(k_cache + at);
            v[j] = __ldg(v_cache + at);
        }
        float s[4], was = m;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float x[8];
            to_float(k[j], x);
            s[j] = 0.0f;
#pragma unroll
            for (int c = 0; c < 8; ++c) s[j] = fmaf(qf[c], x[c], s[j]);
#pragma unroll
            for (int o = 8; o; o >>= 1) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
            m = fmaxf(m, s[j]);
        }
        const float keep = exp2f(was - m);
        l *= keep;
#pragma unroll
        for (int c = 0; c < 8; ++c) acc[c] *= keep;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float x[8], e = exp2f(s[j] - m);
            to_float(v[j], x);
            l += e;
#pragma unroll
            for (int c = 0; c < 8; ++c) acc[c] = fmaf(e, x[c], acc[c]);
        }
    }
    float4* row = reinterpret_cast<float4*>(&s_acc[group][lane * 8]);
    row[0] = make_float4(acc[0], acc[1], acc[2], acc[3]);
    row[1] = make_float4(acc[4], acc[5], acc[6], acc[7]);
    if (lane == 0) { s_top[group] = m; s_weight[group] = l; }
    __syncthreads();
    float sum = 0.0f;
    top = -1e30f, weight = 0.0f;
#pragma unroll
    for (int g = 0; g < kPage; ++g) top = fmaxf(top, s_top[g]);
#pragma unroll
    for (int g = 0; g < kPage; ++g) {
        float f = exp2f(s_top[g] - top);
        weight = fmaf(f, s_weight[g], weight);
        sum = fmaf(f, s_acc[g][threadIdx.x % kHeadDim], sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) copper_thistle_as3_a(const uint4* __restrict__ q, const uint4* __restrict__ k_cache, const uint4* __restrict__ v_cache,
                                                            const int* __restrict__ table, float* __restrict__ out) {
    const int head = blockIdx.x;
    float top, weight, sum = attend(q, k_cache, v_cache, table, head, 0, kPages, top, weight);
    if (threadIdx.x < kHeadDim) out[head * kHeadDim + threadIdx.x] = __fdividef(sum, weight);
}

// split KV: kSplitKv blocks a head; the last one to arrive joins the parts
__global__ void __launch_bounds__(256) copper_thistle_as3_b(const uint4* __restrict__ q, const uint4* __restrict__ k_cache, const uint4* __restrict__ v_cache,
                                                            const int* __restrict__ table, float* __restrict__ part, float2* __restrict__ part_stat,
                                                            unsigned* __restrict__ tickets, float* __restrict__ out) {
    __shared__ bool s_last;
    const int head = blockIdx.x, split = blockIdx.y, t = threadIdx.x, each = kPages / kSplitKv;
    float top, weight, sum = attend(q, k_cache, v_cache, table, head, split * each, (split + 1) * each, top, weight);
    if (t < kHeadDim) part[(head * kSplitKv + split) * kHeadDim + t] = sum;
    if (t == 0) part_stat[head * kSplitKv + split] = make_float2(top, weight);
    __threadfence();
    __syncthreads();
    if (t == 0) s_last = atomicInc(tickets + head, kSplitKv - 1) == kSplitKv - 1;
    __syncthreads();
    if (!s_last || t >= kHeadDim) return;
    __threadfence();
    float2 stat[kSplitKv];
    top = -1e30f, weight = 0.0f, sum = 0.0f;
#pragma unroll
    for (int s = 0; s < kSplitKv; ++s) { stat[s] = __ldcg(part_stat + head * kSplitKv + s); top = fmaxf(top, stat[s].x); }
#pragma unroll
    for (int s = 0; s < kSplitKv; ++s) {
        float f = exp2f(stat[s].x - top);
        weight = fmaf(f, stat[s].y, weight);
        sum = fmaf(f, __ldcg(part + (head * kSplitKv + s) * kHeadDim + t), sum);
    }
    out[head * kHeadDim + t] = __fdividef(sum, weight);
}

// ---- Spectral-element flow solver: stiffness operator of affine hexahedra with 6 x 6 x 6 nodes, a layer at a time, a thread a column.
constexpr int kN = 6, kNodes = kN * kN * kN, kElements = 98304;
__constant__ float c_deriv[kN * kN], c_weight[kN];

__device__ __forceinline__ void load_row(const float2* __restrict__ matrix, int row, float (&x)[kN]) {
#pragma unroll
    for (int m = 0; m < kN / 2; ++m) { float2 f = __ldg(matrix + row * (kN / 2) + m); x[2 * m] = f.x; x[2 * m + 1] = f.y; }
}

template <int kElems>
__device__ __forceinline__ void stiffness(const float* __restrict__ u, const float* __restrict__ geometry, const float2* __restrict__ deriv,
                                          const float2* __restrict__ deriv_t, float* __restrict__ au) {
    __shared__ __align__(16) float s_u[kElems][kN * kN], s_r[kElems][kN * kN], s_s[kElems][kN * kN];
    const int t = threadIdx.x, el = threadIdx.y, i = t % kN, j = t / kN;
    const size_t e = (size_t)blockIdx.x * kElems + el;
    float d_i[kN], d_j[kN], dt_i[kN], dt_j[kN], r_u[kN], r_au[kN], g[6];
    load_row(deriv, i, d_i); load_row(deriv, j, d_j); load_row(deriv_t, i, dt_i); load_row(deriv_t, j, dt_j);
#pragma unroll
    for (int k = 0; k < kN; ++k) { r_u[k] = u[e * kNodes + k * kN * kN + t]; r_au[k] = 0.0f; }
    const float w_ij = c_weight[i] * c_weight[j];
#pragma unroll
    for (int m = 0; m < 6; ++m) g[m] = w_ij * __ldg(geometry + e * 6 + m);
#pragma unroll
    for (int k = 0; k < kN; ++k) {
        s_u[el][t] = r_u[k];
        __syncthreads();
        float ur = 0.0f, us = 0.0f, ut = 0.0f;
#pragma unroll
        for (int m = 0; m < kN; ++m) {
            ur = fmaf(d_i[m], s_u[el][j * kN + m], ur);
            us = fmaf(d_j[m], s_u[el][m * kN + i], us);
            ut = fmaf(c_deriv[k * kN + m], r_u[m], ut);
        }
        const float w = c_weight[k];
        s_r[el][t] = w * fmaf(g[0], ur, fmaf(g[1], us, g[2] * ut));
        s_s[el][t] = w * fmaf(g[1], ur, fmaf(g[3], us, g[4] * ut));
        const float gt = w * fmaf(g[2], ur, fmaf(g[4], us, g[5] * ut));
        __syncthreads();
#pragma unroll
        for (int m = 0; m < kN; ++m) {
            r_au[m] = fmaf(c_deriv[k * kN + m], gt, r_au[m]);
            r_au[k] = fmaf(dt_i[m], s_r[el][j * kN + m], r_au[k]);
            r_au[k] = fmaf(dt_j[m], s_s[el][m * kN + i], r_au[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < kN; ++k) au[e * kNodes + k * kN * kN + t] = r_au[k];
}

__global__ void __launch_bounds__(36) juniper_kettle_as3_a(const float* __restrict__ u, const float* __restrict__ geometry, const float2* __restrict__ deriv,
                                                           const float2* __restrict__ deriv_t, float* __restrict__ au) {
    stiffness<1>(u, geometry, deriv, deriv_t, au);
}
__global__ void __launch_bounds__(288) juniper_kettle_as3_b(const float* __restrict__ u, const float* __restrict__ geometry, const float2* __restrict__ deriv,
                                                            const float2* __restrict__ deriv_t, float* __restrict__ au) {
    stiffness<8>(u, geometry, deriv, deriv_t, au);
}

// ---- Training framework: step of the Lion optimizer with decoupled weight decay, out of place (functional style).
constexpr int kLionBlocks = 264 * 80 + 12, kLionQuads = kLionBlocks * 1024;
struct LionArgs { float lr, decay, beta1, beta2; };

__device__ __forceinline__ void lion(float p, float g, float m, const LionArgs& a, float& p_new, float& m_new) {
    float c = fmaf(a.beta1, m - g, g);
    p_new = fmaf(-a.lr, copysignf(1.0f, c), p * (1.0f - a.lr * a.decay));
    m_new = fmaf(a.beta2, m - g, g);
}

template <int kBlock>
__device__ __forceinline__ void lion_step(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, float4* __restrict__ p_out,
                                          float4* __restrict__ m_out, int quads, const LionArgs& a) {
    const int i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= quads) return;
    float4 pv = __ldcs(p + i), gv = __ldcs(g + i), mv = __ldcs(m + i), pn, mn;
    lion(pv.x, gv.x, mv.x, a, pn.x, mn.x);
    lion(pv.y, gv.y, mv.y, a, pn.y, mn.y);
    lion(pv.z, gv.z, mv.z, a, pn.z, mn.z);
    lion(pv.w, gv.w, mv.w, a, pn.w, mn.w);
    __stcs(p_out + i, pn);
    __stcs(m_out + i, mn);
}

__global__ void __launch_bounds__(1024, 2) harbor_quince_as3_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                                               float4* __restrict__ p_out, float4* __restrict__ m_out, int quads, LionArgs a) {
    lion_step<1024>(p, g, m, p_out, m_out, quads, a);
}
__global__ void __launch_bounds__(256, 8) harbor_quince_as3_b(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m,
                                                              float4* __restrict__ p_out, float4* __restrict__ m_out, int quads, LionArgs a) {
    lion_step<256>(p, g, m, p_out, m_out, quads, a);
}

// ---- SQL engine: filtered revenue (TPC-H query 6) over 32-bit decimal columns, one partial sum a block.
constexpr int kSqlGrid = 132 * 8, kSqlQuads = kSqlGrid * 256 * 92;

__device__ __forceinline__ long long revenue(int date, int discount, int quantity, int price) {
    bool keep = date >= 731 && date < 1096 && discount >= 5 && discount <= 7 && quantity < 24;
    return keep ? (long long)price * discount : 0ll;
}

__global__ void __launch_bounds__(256, 8) pebble_sonata_as3_a(const int4* __restrict__ ship_date, const int4* __restrict__ discount,
                                                              const int4* __restrict__ quantity, const int4* __restrict__ price, double* __restrict__ partial,
                                                              int quads) {
    __shared__ long long s_sum[8];
    long long sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        int4 d = __ldcs(ship_date + i), c = __ldcs(discount + i), q = __ldcs(quantity + i), p = __ldcs(price + i);
        sum += revenue(d.x, c.x, q.x, p.x) + revenue(d.y, c.y, q.y, p.y);
        sum += revenue(d.z, c.z, q.z, p.z) + revenue(d.w, c.w, q.w, p.w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) s_sum[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += s_sum[w];
        partial[blockIdx.x] = 1e-4 * (double)sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {   // prover
        uint32_t external[2 * kRoundsHalf][16], internal[kRoundsPartial], diagonal[16];
        for (int r = 0; r < 2 * kRoundsHalf; ++r) for (int i = 0; i < 16; ++i) external[r][i] = hash32(1000 + 16 * r + i) % kPrime;
        for (int r = 0; r < kRoundsPartial; ++r) internal[r] = hash32(2000 + r) % kPrime;
        for (int i = 0; i < 16; ++i) diagonal[i] = hash32(3000 + i) % kPrime;
        CHECK(cudaMemcpyToSymbol(c_external, external, sizeof external));
        CHECK(cudaMemcpyToSymbol(c_internal, internal, sizeof internal));
        CHECK(cudaMemcpyToSymbol(c_diagonal, diagonal, sizeof diagonal));
        const uint32_t* trace = reinterpret_cast<uint32_t*>(indices((size_t)kLeaves * kRate, kPrime, 51));
        int* out = empty<int>((size_t)kLeaves * 8);
        uint4* digests = reinterpret_cast<uint4*>(out);
        add("walnut_ferry_as3_a", out, (size_t)kLeaves * 8, Output::i32, [=] { walnut_ferry_as3_a<<<kLeaves / 4096, 1024>>>(trace, digests, kLeaves); });
        add("walnut_ferry_as3_b", out, (size_t)kLeaves * 8, Output::i32, [=] { walnut_ferry_as3_b<<<kLeaves / 128, 128>>>(trace, digests, kLeaves); });
    }
    {   // vector database: list sizes fall as rank^-0.75, in scrambled order
        std::vector<int2> lists(kLists), tiles;
        int total = 0;
        for (int l = 0; l < kLists; ++l) {
            int rank = (l * 397 + 211) % kLists, size = 300 + (int)(80000.0 * std::pow(rank + 1.0, -0.75));
            lists[l] = make_int2(total, size);
            for (int at = 0; at < size; at += kTile) tiles.push_back(make_int2(total + at, std::min(kTile, size - at)));
            total += size;
        }
        const int2 *d_lists = uploaded(lists), *d_tiles = uploaded(tiles);
        const int tile_count = (int)tiles.size();
        const uint4* vectors = reinterpret_cast<uint4*>(filled<__half>((size_t)total * kDim, 52));
        const float4* query = reinterpret_cast<float4*>(filled<float>(kDim, 53));
        float* out = empty<float>(total);
        add("saffron_gate_as3_a", out, total, Output::f32, [=] { saffron_gate_as3_a<<<kLists, 256>>>(vectors, query, d_lists, out); });
        add("saffron_gate_as3_b", out, total, Output::f32, [=] { saffron_gate_as3_b<<<tile_count, 256>>>(vectors, query, d_tiles, out); });
    }
    {   // weather
        constexpr int n = kCellsAir, grid = (n + 255) / 256;
        const float *tp = filled<float>(n, 54), *pp = filled<float>(n, 55), *qv = filled<float>(n, 56), *qc = filled<float>(n, 57);
        float *qsat = empty<float>(n), *rate = empty<float>(n), *state = empty<float>((size_t)n * 3);
        add("marble_heron_as3_a", state, (size_t)n * 3, Output::f32, [=] {
            marble_heron_as3_a0<<<grid, 256>>>(tp, pp, qsat, n);
            marble_heron_as3_a1<<<grid, 256>>>(tp, qv, qsat, rate, n);
            marble_heron_as3_a2<<<grid, 256>>>(tp, qv, qc, rate, state, n); });
        add("marble_heron_as3_b", state, (size_t)n * 3, Output::f32, [=] { marble_heron_as3_b<<<grid, 256>>>(tp, pp, qv, qc, state, n); });
    }
    {   // hair
        constexpr int n = kStrands * kVerts;
        const float4 *x = reinterpret_cast<float4*>(filled<float>((size_t)n * 4, 58)), *v = reinterpret_cast<float4*>(filled<float>((size_t)n * 4, 59));
        const float* thickness = filled<float>(kStrands, 60);
        float4 *p = reinterpret_cast<float4*>(empty<float>((size_t)n * 4)), *v_new = reinterpret_cast<float4*>(empty<float>((size_t)n * 4));
        add("velvet_anchor_as3_a", p, (size_t)n * 4, Output::f32, [=] {
            velvet_anchor_as3_a0<<<n / 128, 128>>>(x, v, p);
            for (int step = 0; step < 2 * kIterations; ++step) velvet_anchor_as3_a1<<<n / 256, 128>>>(p, thickness, step % 2);
            velvet_anchor_as3_a2<<<n / 128, 128>>>(p, x, v_new); });
        add("velvet_anchor_as3_b", p, (size_t)n * 4, Output::f32, [=] { velvet_anchor_as3_b<<<kStrands / 4, 128>>>(x, v, thickness, p, v_new); });
    }
    {   // decode attention
        constexpr size_t cache = (size_t)kPages * kHeads * kPage * kHeadDim;
        const uint4 *q = reinterpret_cast<uint4*>(filled<__half>(kHeads * kHeadDim, 61)), *k = reinterpret_cast<uint4*>(filled<__half>(cache, 62)),
                    *v = reinterpret_cast<uint4*>(filled<__half>(cache, 63));
        std::vector<int> pages(kPages);
        for (int i = 0; i < kPages; ++i) pages[i] = (i * 77 + 13) % kPages;
        const int* table = uploaded(pages);
        float *part = empty<float>(kHeads * kSplitKv * kHeadDim), *out = empty<float>(kHeads * kHeadDim);
        float2* stat = reinterpret_cast<float2*>(empty<float>(kHeads * kSplitKv * 2));
        unsigned* tickets = uploaded(std::vector<unsigned>(kHeads, 0u));
        add("copper_thistle_as3_a", out, kHeads * kHeadDim, Output::f32, [=] { copper_thistle_as3_a<<<kHeads, 256>>>(q, k, v, table, out); });
        add("copper_thistle_as3_b", out, kHeads * kHeadDim, Output::f32, [=] {
            copper_thistle_as3_b<<<dim3(kHeads, kSplitKv), 256>>>(q, k, v, table, part, stat, tickets, out); });
    }
    {   // spectral elements: Lagrange derivative matrix on the six Gauss-Lobatto nodes
        const double node[kN] = {-1.0, -0.7650553239294647, -0.2852315164806451, 0.2852315164806451, 0.7650553239294647, 1.0};
        const float weight[kN] = {0.0666667f, 0.3784750f, 0.5548584f, 0.5548584f, 0.3784750f, 0.0666667f};
        std::vector<float> d(kN * kN), dt(kN * kN);
        for (int i = 0; i < kN; ++i)
            for (int m = 0; m < kN; ++m) {
                double value = 0.0;
                if (i == m) {
                    for (int o = 0; o < kN; ++o) if (o != i) value += 1.0 / (node[i] - node[o]);
                } else {
                    value = 1.0 / (node[m] - node[i]);
                    for (int o = 0; o < kN; ++o) if (o != i && o != m) value *= (node[i] - node[o]) / (node[m] - node[o]);
                }
                d[i * kN + m] = dt[m * kN + i] = (float)value;
            }
        CHECK(cudaMemcpyToSymbol(c_deriv, d.data(), sizeof(float) * kN * kN));
        CHECK(cudaMemcpyToSymbol(c_weight, weight, sizeof weight));
        const float2 *deriv = reinterpret_cast<float2*>(uploaded(d)), *deriv_t = reinterpret_cast<float2*>(uploaded(dt));
        const float *u = filled<float>((size_t)kElements * kNodes, 64), *geometry = filled<float>((size_t)kElements * 6, 65);
        float* out = empty<float>((size_t)kElements * kNodes);
        add("juniper_kettle_as3_a", out, (size_t)kElements * kNodes, Output::f32, [=] {
            juniper_kettle_as3_a<<<kElements, dim3(kN * kN, 1)>>>(u, geometry, deriv, deriv_t, out); });
        add("juniper_kettle_as3_b", out, (size_t)kElements * kNodes, Output::f32, [=] {
            juniper_kettle_as3_b<<<kElements / 8, dim3(kN * kN, 8)>>>(u, geometry, deriv, deriv_t, out); });
    }
    {   // optimizer
        constexpr size_t n = (size_t)kLionQuads * 4;
        const float4 *p = reinterpret_cast<float4*>(filled<float>(n, 66)), *g = reinterpret_cast<float4*>(filled<float>(n, 67)),
                     *m = reinterpret_cast<float4*>(filled<float>(n, 68));
        float* out = empty<float>(n);
        float4 *p_out = reinterpret_cast<float4*>(out), *m_out = reinterpret_cast<float4*>(empty<float>(n));
        const LionArgs args{3e-4f, 0.1f, 0.9f, 0.99f};
        add("harbor_quince_as3_a", out, n, Output::f32, [=] { harbor_quince_as3_a<<<kLionBlocks, 1024>>>(p, g, m, p_out, m_out, kLionQuads, args); });
        add("harbor_quince_as3_b", out, n, Output::f32, [=] { harbor_quince_as3_b<<<kLionBlocks * 4, 256>>>(p, g, m, p_out, m_out, kLionQuads, args); });
    }
    {   // SQL
        constexpr size_t n = (size_t)kSqlQuads * 4;
        const int4 *date = reinterpret_cast<int4*>(indices(n, 2557, 69)), *discount = reinterpret_cast<int4*>(indices(n, 11, 70)),
                   *quantity = reinterpret_cast<int4*>(indices(n, 51, 71)), *price = reinterpret_cast<int4*>(indices(n, 10000000, 72));
        double* out = empty<double>(kSqlGrid);
        add("pebble_sonata_as3_a", out, kSqlGrid, Output::f64, [=] { pebble_sonata_as3_a<<<kSqlGrid, 256>>>(date, discount, quantity, price, out, kSqlQuads); });
    }
    return harness::run(argc, argv, cases);
}
