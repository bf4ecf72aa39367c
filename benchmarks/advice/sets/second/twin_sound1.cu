#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

// 128x128 block tile, 8x8 outputs a thread, 256 threads, both operands K-contiguous (or B as [K][N] with BKN), double-buffered shared memory
struct RealMac {
    using in = float; using s = float; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[4]) { o[0] = __uint_as_float(v.x); o[1] = __uint_as_float(v.y); o[2] = __uint_as_float(v.z); o[3] = __uint_as_float(v.w); }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c = fmaf(a, b, c); }
};
struct GapMac {
    using in = float; using s = float; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[4]) { RealMac::unpack(v, o); }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c += fabsf(a - b); }
};
struct HalfMac {
    using in = __half; using s = float; static constexpr int V = 8;
    static __device__ __forceinline__ void unpack(uint4 v, float (&o)[8]) {
        const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
        for (int i = 0; i < 4; ++i) { float2 f = __half22float2(h[i]); o[2 * i] = f.x; o[2 * i + 1] = f.y; }
    }
    static __device__ __forceinline__ void mac(float& c, float a, float b) { c = fmaf(a, b, c); }
};
struct ByteMac {  // words of four int8
    using in = int; using s = int; static constexpr int V = 4;
    static __device__ __forceinline__ void unpack(uint4 v, int (&o)[4]) { o[0] = v.x; o[1] = v.y; o[2] = v.z; o[3] = v.w; }
    static __device__ __forceinline__ void mac(int& c, int a, int b) { c = __dp4a(a, b, c); }
};

template <class Op, bool BKN>
__device__ __forceinline__ void block_tile(const typename Op::in* __restrict__ A, const typename Op::in* __restrict__ B, int N, int K,
                                           int m0, int n0, typename Op::s (&acc)[8][8]) {
    using S = typename Op::s;
    constexpr int V = Op::V, BK = 2 * V, LD = 132;
    __shared__ __align__(16) S As[2][BK][LD];
    __shared__ __align__(16) S Bs[2][BK][LD];
    const int t = threadIdx.x, r = t >> 1, kc = (t & 1) * V, tx = t & 15, ty = t >> 4;
    const typename Op::in* ap = A + (size_t)(m0 + r) * K + kc;
    const typename Op::in* bp = BKN ? B + (size_t)(t >> 5) * N + n0 + (t & 31) * 4 : B + (size_t)(n0 + r) * K + kc;
    const size_t bstep = BKN ? (size_t)BK * N : (size_t)BK;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0;
    auto put = [&](int buf, uint4 va, uint4 vb) {
        S o[V];
        Op::unpack(va, o);
#pragma unroll
        for (int i = 0; i < V; ++i) As[buf][kc + i][r] = o[i];
        if (BKN) *reinterpret_cast<uint4*>(&Bs[buf][t >> 5][(t & 31) * 4]) = vb;
        else {
            Op::unpack(vb, o);
#pragma unroll
            for (int i = 0; i < V; ++i) Bs[buf][kc + i][r] = o[i];
        }
    };
    uint4 va = *reinterpret_cast<const uint4*>(ap), vb = *reinterpret_cast<const uint4*>(bp);
    put(0, va, vb);
    __syncthreads();
    const int steps = K / BK;
    for (int kt = 0; kt < steps; ++kt) {
        const int cur = kt & 1;
        if (kt + 1 < steps) {
            ap += BK; bp += bstep;
            va = *reinterpret_cast<const uint4*>(ap); vb = *reinterpret_cast<const uint4*>(bp);
        }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            S a[8], b[8];
            *reinterpret_cast<uint4*>(&a[0]) = *reinterpret_cast<const uint4*>(&As[cur][k][ty * 4]);
            *reinterpret_cast<uint4*>(&a[4]) = *reinterpret_cast<const uint4*>(&As[cur][k][64 + ty * 4]);
            *reinterpret_cast<uint4*>(&b[0]) = *reinterpret_cast<const uint4*>(&Bs[cur][k][tx * 4]);
            *reinterpret_cast<uint4*>(&b[4]) = *reinterpret_cast<const uint4*>(&Bs[cur][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) Op::mac(acc[i][j], a[i], b[j]);
        }
        if (kt + 1 < steps) put(cur ^ 1, va, vb);
        __syncthreads();
    }
}
template <typename S, class F>
__device__ __forceinline__ void store_tile(S* __restrict__ C, int N, int m0, int n0, S (&acc)[8][8], F f) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            S o[4];
#pragma unroll
            for (int q = 0; q < 4; ++q) o[q] = f(acc[i][j * 4 + q]);
            *reinterpret_cast<uint4*>(&C[(size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * N + n0 + j * 64 + tx * 4]) = *reinterpret_cast<uint4*>(o);
        }
}
// ---------------------------------------------------------------- population genetics: city-block distance between haplotype dosages
__global__ void __launch_bounds__(256, 2) haplotype_gap_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ c, int n, int k) {
    float acc[8][8];
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    block_tile<GapMac, false>(p, q, n, k, m0, n0, acc);
    const float inv = 1.0f / k;
    store_tile(c, n, m0, n0, acc, [=](float v) { return v * inv; });
}

// ---------------------------------------------------------------- decoding one token: attention over a half cache, head size 128
__global__ void __launch_bounds__(128) recall_token_a(const __half* __restrict__ q, const __half* __restrict__ kc, const __half* __restrict__ vc, float* __restrict__ o, int T) {
    __shared__ float sacc[8][128], sm[8], sl[8];
    const int t = threadIdx.x, hw = t >> 4, l = t & 15;
    const size_t base = (size_t)blockIdx.x * T * 128 + l * 8;
    float fq[8];
    {
        uint4 v = *reinterpret_cast<const uint4*>(q + (size_t)blockIdx.x * 128 + l * 8);
        HalfMac::unpack(v, fq);
#pragma unroll
        for (int i = 0; i < 8; ++i) fq[i] *= 0.08838835f;
    }
    float m = -1e30f, sum = 0, acc[8] = {};
    for (int s = hw * 4; s < T; s += 32) {
        uint4 k[4], v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) k[u] = __ldcs(reinterpret_cast<const uint4*>(kc + base + (size_t)(s + u) * 128));
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(reinterpret_cast<const uint4*>(vc + base + (size_t)(s + u) * 128));
        float d[4], f[8];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            HalfMac::unpack(k[u], f);
            d[u] = 0;
#pragma unroll
            for (int i = 0; i < 8; ++i) d[u] = fmaf(f[i], fq[i], d[u]);
        }
#pragma unroll
        for (int x = 8; x; x >>= 1)
#pragma unroll
            for (int u = 0; u < 4; ++u) d[u] += __shfl_xor_sync(0xffffffffu, d[u], x);
        const float top = fmaxf(m, fmaxf(fmaxf(d[0], d[1]), fmaxf(d[2], d[3]))), scale = __expf(m - top);
        m = top; sum *= scale;
#pragma unroll
        for (int i = 0; i < 8; ++i) acc[i] *= scale;
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float e = __expf(d[u] - m);
            sum += e;
            HalfMac::unpack(v[u], f);
#pragma unroll
            for (int i = 0; i < 8; ++i) acc[i] = fmaf(e, f[i], acc[i]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) sacc[hw][l * 8 + i] = acc[i];
    if (l == 0) { sm[hw] = m; sl[hw] = sum; }
    __syncthreads();
    float top = sm[0];
#pragma unroll
    for (int h = 1; h < 8; ++h) top = fmaxf(top, sm[h]);
    float num = 0, den = 0;
#pragma unroll
    for (int h = 0; h < 8; ++h) { const float e = __expf(sm[h] - top); num = fmaf(e, sacc[h][t], num); den = fmaf(e, sl[h], den); }
    o[(size_t)blockIdx.x * 128 + t] = num / den;
}

// ---------------------------------------------------------------- recommendation towers: a batch of half matrices 2048x2048 times a vector each
__global__ void __launch_bounds__(256, 2) tower_project_a(const __half* __restrict__ w, const __half* __restrict__ x, float* __restrict__ y) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int row0 = blockIdx.x * 64 + warp * 8;
    const __half* xb = x + (size_t)blockIdx.y * 2048 + lane * 8;
    uint4 xv[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) xv[i] = *reinterpret_cast<const uint4*>(xb + i * 256);
    const __half* wb = w + ((size_t)blockIdx.y * 2048 + row0) * 2048 + lane * 8;
    for (int r = 0; r < 8; ++r) {
        uint4 v[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = __ldcs(reinterpret_cast<const uint4*>(wb + (size_t)r * 2048 + i * 256));
        float s0 = 0, s1 = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float a[8], b[8];
            HalfMac::unpack(v[i], a);
            HalfMac::unpack(xv[i], b);
#pragma unroll
            for (int j = 0; j < 8; j += 2) { s0 = fmaf(a[j], b[j], s0); s1 = fmaf(a[j + 1], b[j + 1], s1); }
        }
        float s = s0 + s1;
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        if (lane == 0) y[(size_t)blockIdx.y * 2048 + row0 + r] = s;
    }
}

// ---------------------------------------------------------------- gene vectors: gather of 512-byte rows, a warp takes four rows
__global__ void __launch_bounds__(256) gene_vectors_a(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ out, int n) {
    const int lane = threadIdx.x & 31, r0 = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
    if (r0 >= n) return;
    const int4 id = *reinterpret_cast<const int4*>(ids + r0);
    const float4 a = __ldg(table + (size_t)id.x * 32 + lane), b = __ldg(table + (size_t)id.y * 32 + lane), c = __ldg(table + (size_t)id.z * 32 + lane), d = __ldg(table + (size_t)id.w * 32 + lane);
    float4* o = out + (size_t)r0 * 32 + lane;
    __stcs(o, a); __stcs(o + 32, b); __stcs(o + 64, c); __stcs(o + 96, d);
}

// ---------------------------------------------------------------- curve fitting: one Adam step over all parameters
__device__ __forceinline__ void adam(float& p, float g, float& m, float& v) {
    m = fmaf(0.9f, m, 0.1f * g);
    v = fmaf(0.999f, v, 0.001f * g * g);
    p -= 1e-3f * (m * 1.25f) * rsqrtf(v * 1.5f + 1e-8f);
}
__global__ void __launch_bounds__(256) fit_adam_a(float4* __restrict__ p, const float4* __restrict__ g, float4* __restrict__ m, float4* __restrict__ v, int n) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 a = p[i], b = __ldcs(g + i), c = m[i], d = v[i];
    d.x = fabsf(d.x); d.y = fabsf(d.y); d.z = fabsf(d.z); d.w = fabsf(d.w);
    adam(a.x, b.x, c.x, d.x); adam(a.y, b.y, c.y, d.y); adam(a.z, b.z, c.z, d.z); adam(a.w, b.w, c.w, d.w);
    p[i] = a; m[i] = c; v[i] = d;
}

// ---------------------------------------------------------------- text layers: layer norm of 1024 bf16, a warp a row
__global__ void __launch_bounds__(256) clause_norm_a(const uint4* __restrict__ x, const float* __restrict__ gain, uint4* __restrict__ y, int rows) {
    const int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5);
    if (row >= rows) return;
    uint4 v[4];
    float2 f[16];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[(size_t)row * 128 + i * 32 + lane];
    float s = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) { f[i] = __bfloat1622float2(reinterpret_cast<const __nv_bfloat162*>(&v[i >> 2])[i & 3]); s += f[i].x + f[i].y; }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    const float mean = s * (1.0f / 1024);
    float q = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) { f[i].x -= mean; f[i].y -= mean; q = fmaf(f[i].x, f[i].x, q); q = fmaf(f[i].y, f[i].y, q); }
#pragma unroll
    for (int d = 16; d; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    const float inv = rsqrtf(q * (1.0f / 1024) + 1e-5f);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float4 g0 = __ldg(reinterpret_cast<const float4*>(gain) + (i * 32 + lane) * 2), g1 = __ldg(reinterpret_cast<const float4*>(gain) + (i * 32 + lane) * 2 + 1);
        __nv_bfloat162 o[4] = {__floats2bfloat162_rn(f[4 * i].x * inv * g0.x, f[4 * i].y * inv * g0.y), __floats2bfloat162_rn(f[4 * i + 1].x * inv * g0.z, f[4 * i + 1].y * inv * g0.w),
                               __floats2bfloat162_rn(f[4 * i + 2].x * inv * g1.x, f[4 * i + 2].y * inv * g1.y), __floats2bfloat162_rn(f[4 * i + 3].x * inv * g1.z, f[4 * i + 3].y * inv * g1.w)};
        y[(size_t)row * 128 + i * 32 + lane] = *reinterpret_cast<uint4*>(o);
    }
}

// ---------------------------------------------------------------- elections: softmax of 4096 scores, a block a row, the row in registers
__device__ __forceinline__ float block_all(float v, float* s, bool top) {
#pragma unroll
    for (int d = 16; d; d >>= 1) { const float o = __shfl_xor_sync(0xffffffffu, v, d); v = top ? fmaxf(v, o) : v + o; }
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = s[0];
#pragma unroll
    for (int i = 1; i < 8; ++i) v = top ? fmaxf(v, s[i]) : v + s[i];
    return v;
}
__global__ void __launch_bounds__(256) vote_shares_a(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float s[2][8];
    const size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[base + i * 256];
    float m = -1e30f;
#pragma unroll
    for (int i = 0; i < 4; ++i) m = fmaxf(m, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
    m = block_all(m, s[0], true);
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        v[i].x = __expf(v[i].x - m); v[i].y = __expf(v[i].y - m); v[i].z = __expf(v[i].z - m); v[i].w = __expf(v[i].w - m);
        sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
    }
    const float inv = 1.0f / block_all(sum, s[1], false);
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i].x *= inv; v[i].y *= inv; v[i].z *= inv; v[i].w *= inv; y[base + i * 256] = v[i]; }
}

// ---------------------------------------------------------------- retail: running totals of every till's 4096 receipts
__global__ void __launch_bounds__(256) till_totals_a(const int4* __restrict__ x, int4* __restrict__ y) {
    __shared__ int wsum[8];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t base = (size_t)blockIdx.x * 1024 + w * 128 + lane;
    int4 v[4];
    int tot[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[base + i * 32];
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i].x &= 0xffff; v[i].y = (v[i].y & 0xffff) + v[i].x; v[i].z = (v[i].z & 0xffff) + v[i].y; v[i].w = (v[i].w & 0xffff) + v[i].z; tot[i] = v[i].w; }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
#pragma unroll
        for (int i = 0; i < 4; ++i) { const int o = __shfl_up_sync(0xffffffffu, tot[i], d); if (lane >= d) tot[i] += o; }
    int carry = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int all = __shfl_sync(0xffffffffu, tot[i], 31), add = carry + tot[i] - v[i].w;
        v[i].x += add; v[i].y += add; v[i].z += add; v[i].w += add;
        carry += all;
    }
    if (lane == 0) wsum[w] = carry;
    __syncthreads();
    int before = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) before += i < w ? wsum[i] : 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i].x += before; v[i].y += before; v[i].z += before; v[i].w += before; y[base + i * 32] = v[i]; }
}

int main(int argc, char** argv) {
    using harness::Case; using harness::Output;
    std::vector<Case> cases;
    {
        const int m = 2048, n = 4096, k = 1024; auto p = harness::filled<float>((size_t)m * k, 4); auto q = harness::filled<float>((size_t)n * k, 5); auto c = harness::empty<float>((size_t)m * n);
        cases.push_back({"haplotype_gap_a", [=] { haplotype_gap_a<<<dim3(n / 128, m / 128), 256>>>(p, q, c, n, k); }, c, (size_t)m * n, Output::f32});
    }
    {
        const int bh = 8192, T = 512; auto q = harness::filled<__half>((size_t)bh * 128, 6); auto k = harness::filled<__half>((size_t)bh * T * 128, 7); auto v = harness::filled<__half>((size_t)bh * T * 128, 8); auto o = harness::empty<float>((size_t)bh * 128);
        cases.push_back({"recall_token_a", [=] { recall_token_a<<<bh, 128>>>(q, k, v, o, T); }, o, (size_t)bh * 128, Output::f32});
    }
    {
        const int b = 96; auto w = harness::filled<__half>((size_t)b * 2048 * 2048, 9); auto x = harness::filled<__half>((size_t)b * 2048, 10); auto y = harness::empty<float>((size_t)b * 2048);
        cases.push_back({"tower_project_a", [=] { tower_project_a<<<dim3(32, b), 256>>>(w, x, y); }, y, (size_t)b * 2048, Output::f32});
    }
    {
        const int rows = 3000000, n = 1572864; auto t = harness::filled<float>((size_t)rows * 128, 11); auto id = harness::indices(n, rows, 12); auto o = harness::empty<float>((size_t)n * 128);
        cases.push_back({"gene_vectors_a", [=] { gene_vectors_a<<<n / 32, 256>>>((const float4*)t, id, (float4*)o, n); }, o, (size_t)n * 128, Output::f32});
    }
    {
        const int n4 = 12582912; auto p = harness::filled<float>((size_t)n4 * 4, 13); auto g = harness::filled<float>((size_t)n4 * 4, 14); auto m = harness::filled<float>((size_t)n4 * 4, 15); auto v = harness::filled<float>((size_t)n4 * 4, 16);
        cases.push_back({"fit_adam_a", [=] { fit_adam_a<<<n4 / 256, 256>>>((float4*)p, (const float4*)g, (float4*)m, (float4*)v, n4); }, m, (size_t)n4 * 4, Output::f32});
    }
    {
        const int rows = 262144; auto x = harness::filled<__nv_bfloat16>((size_t)rows * 1024, 17); auto g = harness::filled<float>(1024, 18); auto y = harness::empty<__nv_bfloat16>((size_t)rows * 1024);
        cases.push_back({"clause_norm_a", [=] { clause_norm_a<<<rows / 8, 256>>>((const uint4*)x, g, (uint4*)y, rows); }, y, (size_t)rows * 2048, Output::u8});
    }
    {
        const int rows = 32768; auto x = harness::filled<float>((size_t)rows * 4096, 19); auto y = harness::empty<float>((size_t)rows * 4096);
        cases.push_back({"vote_shares_a", [=] { vote_shares_a<<<rows, 256>>>((const float4*)x, (float4*)y); }, y, (size_t)rows * 4096, Output::f32});
    }
    {
        const int rows = 32768; auto x = harness::indices((size_t)rows * 4096, 60000, 20); auto y = harness::empty<int>((size_t)rows * 4096);
        cases.push_back({"till_totals_a", [=] { till_totals_a<<<rows, 256>>>((const int4*)x, (int4*)y); }, y, (size_t)rows * 4096, Output::i32});
    }
    return harness::run(argc, argv, cases);
}
