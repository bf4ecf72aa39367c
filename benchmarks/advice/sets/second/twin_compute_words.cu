// Integer and narrow-type work: volumes, cellular automata, genomics, stereo, homomorphic rings, film grain, digests.
#include <cuda_fp16.h>
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- bias_stack: five-dimensional feature volume with separable offsets, dimensions known at run time ------------------------
struct Dims { unsigned c, d, h, w; };
__global__ void __launch_bounds__(256) bias_stack_a(const float* __restrict__ in, const float* __restrict__ per_c, const float* __restrict__ per_d, const float* __restrict__ per_h,
                                                    const float* __restrict__ per_w, float* __restrict__ out, unsigned total, Dims n) {
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    if (i >= total) return;
    unsigned w = i % n.w, r = i / n.w;
    unsigned h = r % n.h; r /= n.h;
    unsigned d = r % n.d; r /= n.d;
    unsigned c = r % n.c;
    out[i] = in[i] * per_c[c] + per_d[d] + per_h[h] + per_w[w];
}
struct Reciprocal {  // exact for numerators below 2^31
    unsigned divisor, magic, shift;
    explicit Reciprocal(unsigned d) : divisor(d) {
        unsigned lg = 0; while ((1u << lg) < d) ++lg;
        unsigned p = 31 + lg; magic = (unsigned)(((1ull << p) + d - 1) / d); shift = p - 32;
    }
};
struct FastDims { Reciprocal c, d, h, w; };
__device__ __forceinline__ unsigned split(unsigned& r, const Reciprocal& f) { unsigned q = __umulhi(r, f.magic) >> f.shift, rem = r - q * f.divisor; r = q; return rem; }
__global__ void __launch_bounds__(256) bias_stack_b(const float* __restrict__ in, const float* __restrict__ per_c, const float* __restrict__ per_d, const float* __restrict__ per_h,
                                                    const float* __restrict__ per_w, float* __restrict__ out, unsigned total, FastDims n) {
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    if (i >= total) return;
    unsigned r = i;
    unsigned w = split(r, n.w), h = split(r, n.h), d = split(r, n.d), c = split(r, n.c);
    out[i] = in[i] * per_c[c] + per_d[d] + per_h[h] + per_w[w];
}

// ---- coral_rule: cellular automaton with an arbitrary neighbourhood on a periodic volume ---------------------------------------
constexpr int kTaps = 24;
__constant__ long long reach_wide[kTaps][3];
__constant__ int reach_slim[kTaps][3];
template <typename I, typename Table>
__device__ __forceinline__ void coral_body(const unsigned char* __restrict__ cell, unsigned char* __restrict__ next, I nx, I ny, I nz, const Table& reach) {
    I x = blockIdx.x * (I)blockDim.x + threadIdx.x, y = blockIdx.y * (I)blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int live = 0;
#pragma unroll
    for (int t = 0; t < kTaps; ++t) {
        I u = x + reach[t][0], v = y + reach[t][1], w = z + reach[t][2];
        if (u < 0) u += nx; else if (u >= nx) u -= nx;
        if (v < 0) v += ny; else if (v >= ny) v -= ny;
        if (w < 0) w += nz; else if (w >= nz) w -= nz;
        live += cell[(w * ny + v) * nx + u];
    }
    I self = (z * ny + y) * nx + x;
    next[self] = (unsigned char)((live * 37 + cell[self] * 11) >> 3);
}
__global__ void __launch_bounds__(256) coral_rule_a(const unsigned char* cell, unsigned char* next, long long nx, long long ny, long long nz) { coral_body<long long>(cell, next, nx, ny, nz, reach_wide); }
__global__ void __launch_bounds__(256) coral_rule_b(const unsigned char* cell, unsigned char* next, int nx, int ny, int nz) { coral_body<int>(cell, next, nx, ny, nz, reach_slim); }

// ---- adapter_reach: longest common prefix of packed 16-mers with a panel of adapters --------------------------------------------
__device__ __forceinline__ int agree_steps(unsigned x) {  // zero bits above the highest set one
    int n = 0;
    if (x <= 0x0000ffffu) { n += 16; x <<= 16; }
    if (x <= 0x00ffffffu) { n += 8; x <<= 8; }
    if (x <= 0x0fffffffu) { n += 4; x <<= 4; }
    if (x <= 0x3fffffffu) { n += 2; x <<= 2; }
    if (x <= 0x7fffffffu) { n += 1; }
    return n;
}
constexpr int kPanel = 64;
__constant__ unsigned panel[kPanel];
__global__ void __launch_bounds__(128) adapter_reach_a(const uint4* __restrict__ reads, int4* __restrict__ best, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    uint4 r = reads[i];
    int4 m = make_int4(0, 0, 0, 0);
#pragma unroll 4
    for (int k = 0; k < kPanel; ++k) {
        unsigned a = panel[k];
        m.x = max(m.x, agree_steps((r.x ^ a) | 1u) * 64 + k);
        m.y = max(m.y, agree_steps((r.y ^ a) | 1u) * 64 + k);
        m.z = max(m.z, agree_steps((r.z ^ a) | 1u) * 64 + k);
        m.w = max(m.w, agree_steps((r.w ^ a) | 1u) * 64 + k);
    }
    best[i] = m;
}
__global__ void __launch_bounds__(128) adapter_reach_b(const uint4* __restrict__ reads, int4* __restrict__ best, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    uint4 r = reads[i];
    int4 m = make_int4(0, 0, 0, 0);
#pragma unroll 4
    for (int k = 0; k < kPanel; ++k) {
        unsigned a = panel[k];
        m.x = max(m.x, __clz((r.x ^ a) | 1u) * 64 + k);
        m.y = max(m.y, __clz((r.y ^ a) | 1u) * 64 + k);
        m.z = max(m.z, __clz((r.z ^ a) | 1u) * 64 + k);
        m.w = max(m.w, __clz((r.w ^ a) | 1u) * 64 + k);
    }
    best[i] = m;
}

// ---- stereo_cost: best disparity of int8 descriptors (16 bytes a pixel) along a row --------------------------------------------
constexpr int kDisp = 64, kSpan = 128;
__device__ __forceinline__ int signed_byte(int w, int at) { int r; asm("bfe.s32 %0, %1, %2, 8;" : "=r"(r) : "r"(w), "r"(8 * at)); return r; }
struct DotLanes {
    static __device__ __forceinline__ int of(const int (&a)[16], int4 w) {
        int words[4] = {w.x, w.y, w.z, w.w}, sum = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum += a[4 * k + j] * signed_byte(words[k], j);
        return sum;
    }
    static __device__ __forceinline__ void open(int (&a)[16], int4 w) {
        int words[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int e = 0; e < 16; ++e) a[e] = signed_byte(words[e / 4], e % 4);
    }
};
__global__ void __launch_bounds__(kSpan) stereo_cost_a(const int4* __restrict__ left, const int4* __restrict__ right, int* __restrict__ disparity, int width) {
    __shared__ int4 strip[kSpan + kDisp];
    int x0 = blockIdx.x * kSpan, x = x0 + threadIdx.x;
    const int4* row = right + (size_t)blockIdx.y * width;
    for (int s = threadIdx.x; s < kSpan + kDisp; s += kSpan) strip[s] = row[max(0, x0 + s - kDisp)];
    int mine[16];
    DotLanes::open(mine, left[(size_t)blockIdx.y * width + x]);
    __syncthreads();
    int best = -2147483647;
#pragma unroll 4
    for (int d = 0; d < kDisp; ++d) best = max(best, DotLanes::of(mine, strip[threadIdx.x + kDisp - d]) * 64 + d);
    disparity[(size_t)blockIdx.y * width + x] = best & 63;
}
__global__ void __launch_bounds__(kSpan) stereo_cost_b(const int4* __restrict__ left, const int4* __restrict__ right, int* __restrict__ disparity, int width) {
    __shared__ int4 strip[kSpan + kDisp];
    int x0 = blockIdx.x * kSpan, x = x0 + threadIdx.x;
    const int4* row = right + (size_t)blockIdx.y * width;
    for (int s = threadIdx.x; s < kSpan + kDisp; s += kSpan) strip[s] = row[max(0, x0 + s - kDisp)];
    int4 mine = left[(size_t)blockIdx.y * width + x];
    __syncthreads();
    int best = -2147483647;
#pragma unroll 4
    for (int d = 0; d < kDisp; ++d) {
        int4 w = strip[threadIdx.x + kDisp - d];
        int dot = __dp4a(mine.x, w.x, __dp4a(mine.y, w.y, __dp4a(mine.z, w.z, __dp4a(mine.w, w.w, 0))));
        best = max(best, dot * 64 + d);
    }
    disparity[(size_t)blockIdx.y * width + x] = best & 63;
}

// ---- cipher_rows: products of ring elements modulo a run-time prime, folded over the limbs of a key -----------------------------
__global__ void __launch_bounds__(256) cipher_rows_a(const unsigned* __restrict__ cipher, const unsigned* __restrict__ key, unsigned* __restrict__ out, int n, int limbs, unsigned prime) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned acc = 1;
    for (int l = 0; l < limbs; ++l) {
        unsigned a = cipher[(size_t)l * n + i], b = key[(i + l * 4096) & 0xfffff];
        acc = (unsigned)(((unsigned long long)(a >> 2) * (b >> 2) + acc) % prime);
    }
    out[i] = acc & 0xffff;
}
__global__ void __launch_bounds__(256) cipher_rows_b(const unsigned* __restrict__ cipher, const unsigned* __restrict__ key, unsigned* __restrict__ out, int n, int limbs, unsigned prime, unsigned long long inverse) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned acc = 1;
    for (int l = 0; l < limbs; ++l) {
        unsigned a = cipher[(size_t)l * n + i], b = key[(i + l * 4096) & 0xfffff];
        unsigned long long v = (unsigned long long)(a >> 2) * (b >> 2) + acc;
        unsigned r = (unsigned)(v - __umul64hi(v, inverse) * prime);  // Barrett: at most one prime too many
        acc = r >= prime ? r - prime : r;
    }
    out[i] = acc & 0xffff;
}

// ---- grain_curve: half-precision film response polynomial ------------------------------------------------------------------------
#define CURVE(V, FMA, LIT)                                                                                                    \
    V y = LIT(0.021f);                                                                                                        \
    y = FMA(y, x, LIT(-0.043f)); y = FMA(y, x, LIT(0.057f)); y = FMA(y, x, LIT(0.11f)); y = FMA(y, x, LIT(-0.17f));          \
    y = FMA(y, x, LIT(0.23f)); y = FMA(y, x, LIT(-0.29f)); y = FMA(y, x, LIT(0.31f)); y = FMA(y, x, LIT(0.37f));             \
    y = FMA(y, x, LIT(-0.41f)); y = FMA(y, x, LIT(0.43f)); y = FMA(y, x, LIT(0.47f)); y = FMA(y, x, LIT(0.53f));
__global__ void __launch_bounds__(256) grain_curve_a(const __half* __restrict__ in, __half* __restrict__ out, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half x = in[i];
    CURVE(__half, __hfma, __float2half)
    out[i] = y;
}
__device__ __forceinline__ unsigned curve2(unsigned bits) {
    __half2 x; memcpy(&x, &bits, 4);
    CURVE(__half2, __hfma2, __float2half2_rn)
    memcpy(&bits, &y, 4);
    return bits;
}
__global__ void __launch_bounds__(256) grain_curve_b(const uint4* __restrict__ in, uint4* __restrict__ out, size_t n8) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n8) return;
    uint4 v = in[i];
    out[i] = make_uint4(curve2(v.x), curve2(v.y), curve2(v.z), curve2(v.w));
}

// ---- tile_margin (mild): one integer modulo per float4 of a streamed picture ------------------------------------------------------
__global__ void __launch_bounds__(256) tile_margin_a(const float4* __restrict__ in, const float4* __restrict__ margin, float4* __restrict__ out, unsigned n4, unsigned row4) {
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i], m = margin[i % row4];
    out[i] = make_float4(v.x * m.x, v.y * m.y, v.z * m.z, v.w * m.w);
}
__global__ void __launch_bounds__(256) tile_margin_b(const float4* __restrict__ in, const float4* __restrict__ margin, float4* __restrict__ out, unsigned n4, Reciprocal row4) {
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    if (i >= n4) return;
    unsigned q = i, col = split(q, row4);
    float4 v = in[i], m = margin[col];
    out[i] = make_float4(v.x * m.x, v.y * m.y, v.z * m.z, v.w * m.w);
}

// ---- leaf_digest (healthy): ten double rounds of an ARX permutation over each 16-byte leaf ----------------------------------------
#define QUARTER(a, b, c, d)                                                                                                      \
    a += b; d ^= a; d = __funnelshift_l(d, d, 16); c += d; b ^= c; b = __funnelshift_l(b, b, 12);                                 \
    a += b; d ^= a; d = __funnelshift_l(d, d, 8); c += d; b ^= c; b = __funnelshift_l(b, b, 7);
__global__ void __launch_bounds__(256) leaf_digest_a(const uint4* __restrict__ leaf, uint4* __restrict__ digest, int n, uint4 k0, uint4 k1) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 m = leaf[i];
    unsigned s0 = 0x61707865u, s1 = 0x3320646eu, s2 = 0x79622d32u, s3 = 0x6b206574u;
    unsigned s4 = k0.x, s5 = k0.y, s6 = k0.z, s7 = k0.w, s8 = k1.x, s9 = k1.y, s10 = k1.z, s11 = k1.w;
    unsigned s12 = m.x, s13 = m.y, s14 = m.z, s15 = m.w;
#pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        QUARTER(s0, s4, s8, s12) QUARTER(s1, s5, s9, s13) QUARTER(s2, s6, s10, s14) QUARTER(s3, s7, s11, s15)
        QUARTER(s0, s5, s10, s15) QUARTER(s1, s6, s11, s12) QUARTER(s2, s7, s8, s13) QUARTER(s3, s4, s9, s14)
    }
    digest[i] = make_uint4((s0 ^ s8) + s4, (s1 ^ s9) + s13, (s2 ^ s10) + s6 + s14, (s3 ^ s11) + (s7 ^ s15) + s5 + s12);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        unsigned N = 24, C = 48, D = 20, H = 56, W = 50, total = N * C * D * H * W;
        Dims dims{C, D, H, W};
        FastDims fast{Reciprocal(C), Reciprocal(D), Reciprocal(H), Reciprocal(W)};
        float *in = harness::filled<float>(total, 3), *c = harness::filled<float>(C, 4), *d = harness::filled<float>(D, 5), *h = harness::filled<float>(H, 6), *w = harness::filled<float>(W, 8), *o = harness::empty<float>(total);
        cases.push_back({"bias_stack_a", [=] { bias_stack_a<<<(total + 255) / 256, 256>>>(in, c, d, h, w, o, total, dims); }, o, total, Output::f32});
        cases.push_back({"bias_stack_b", [=] { bias_stack_b<<<(total + 255) / 256, 256>>>(in, c, d, h, w, o, total, fast); }, o, total, Output::f32});
    }
    {
        int nx = 320, ny = 256, nz = 160; size_t n = (size_t)nx * ny * nz;
        long long wide[kTaps][3]; int slim[kTaps][3];
        for (int t = 0; t < kTaps; ++t)
            for (int a = 0; a < 3; ++a) wide[t][a] = slim[t][a] = (int)(harness::hash32(t * 3 + a + 99) % 7) - 3;
        CHECK(cudaMemcpyToSymbol(reach_wide, wide, sizeof(wide))); CHECK(cudaMemcpyToSymbol(reach_slim, slim, sizeof(slim)));
        unsigned char* in = (unsigned char*)harness::indices(n / 4, 0xffffffffu, 12);
        unsigned char* out = harness::empty<unsigned char>(n);
        dim3 block(64, 4), grid(nx / 64, ny / 4, nz);
        cases.push_back({"coral_rule_a", [=] { coral_rule_a<<<grid, block>>>(in, out, nx, ny, nz); }, out, n, Output::u8});
        cases.push_back({"coral_rule_b", [=] { coral_rule_b<<<grid, block>>>(in, out, nx, ny, nz); }, out, n, Output::u8});
    }
    {
        int n4 = 1 << 20;
        unsigned host[kPanel]; for (int k = 0; k < kPanel; ++k) host[k] = harness::hash32(k + 4242);
        CHECK(cudaMemcpyToSymbol(panel, host, sizeof(host)));
        uint4* in = (uint4*)harness::indices((size_t)n4 * 4, 0xffffffffu, 21);
        int4* out = (int4*)harness::empty<int>((size_t)n4 * 4);
        cases.push_back({"adapter_reach_a", [=] { adapter_reach_a<<<n4 / 128, 128>>>(in, out, n4); }, out, (size_t)n4 * 4, Output::i32});
        cases.push_back({"adapter_reach_b", [=] { adapter_reach_b<<<n4 / 128, 128>>>(in, out, n4); }, out, (size_t)n4 * 4, Output::i32});
    }
    {
        int width = 1920, height = 1088; size_t n = (size_t)width * height;
        int4 *l = (int4*)harness::indices(n * 4, 0xffffffffu, 31), *r = (int4*)harness::indices(n * 4, 0xffffffffu, 77777);
        int* o = harness::empty<int>(n);
        dim3 grid(width / kSpan, height);
        cases.push_back({"stereo_cost_a", [=] { stereo_cost_a<<<grid, kSpan>>>(l, r, o, width); }, o, n, Output::i32});
        cases.push_back({"stereo_cost_b", [=] { stereo_cost_b<<<grid, kSpan>>>(l, r, o, width); }, o, n, Output::i32});
    }
    {
        int n = 4 << 20, limbs = 12; unsigned prime = 1073479681u; unsigned long long inverse = ~0ull / prime;
        unsigned *c = (unsigned*)harness::indices((size_t)n * limbs, 0xffffffffu, 41), *k = (unsigned*)harness::indices(1 << 20, 0xffffffffu, 99991);
        unsigned* o = (unsigned*)harness::empty<int>(n);
        cases.push_back({"cipher_rows_a", [=] { cipher_rows_a<<<n / 256, 256>>>(c, k, o, n, limbs, prime); }, o, (size_t)n, Output::i32});
        cases.push_back({"cipher_rows_b", [=] { cipher_rows_b<<<n / 256, 256>>>(c, k, o, n, limbs, prime, inverse); }, o, (size_t)n, Output::i32});
    }
    {
        size_t n = 72u << 20;
        __half *in = harness::filled<__half>(n, 51), *out = harness::empty<__half>(n);
        cases.push_back({"grain_curve_a", [=] { grain_curve_a<<<(unsigned)(n / 256), 256>>>(in, out, n); }, out, n, Output::f16});
        cases.push_back({"grain_curve_b", [=] { grain_curve_b<<<(unsigned)(n / 8 / 256), 256>>>((const uint4*)in, (uint4*)out, n / 8); }, out, n, Output::f16});
    }
    {
        unsigned row4 = 477, n4 = row4 * 36000u;
        Reciprocal fast(row4);
        float4 *in = (float4*)harness::filled<float>((size_t)n4 * 4, 61), *m = (float4*)harness::filled<float>(row4 * 4, 62), *o = (float4*)harness::empty<float>((size_t)n4 * 4);
        cases.push_back({"tile_margin_a", [=] { tile_margin_a<<<(n4 + 255) / 256, 256>>>(in, m, o, n4, row4); }, o, (size_t)n4 * 4, Output::f32});
        cases.push_back({"tile_margin_b", [=] { tile_margin_b<<<(n4 + 255) / 256, 256>>>(in, m, o, n4, fast); }, o, (size_t)n4 * 4, Output::f32});
    }
    {
        int n = 4 << 20;
        uint4 *in = (uint4*)harness::indices((size_t)n * 4, 0xffffffffu, 71), *o = (uint4*)harness::empty<int>((size_t)n * 4);
        cases.push_back({"leaf_digest_a", [=] { leaf_digest_a<<<n / 256, 256>>>(in, o, n, make_uint4(1, 22, 333, 4444), make_uint4(55555, 666666, 7777777, 88888888)); }, o, (size_t)n * 4, Output::i32});
    }
    return harness::run(argc, argv, cases);
}
