// Arithmetic (second half) and sequences: integer work, divergence, chains of memory-bound launches, many tiny launches.
#include "harness.cuh"
#include <numeric>
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- head_permute: (batch, seq, head, dim) to (batch, head, seq, dim)
__global__ void head_permute_a(const float* __restrict__ in, float* __restrict__ out, long long total, long long heads, long long seq, long long dim) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    long long d = i % dim, s = i / dim % seq, h = i / (dim * seq) % heads, b = i / (dim * seq * heads);
    out[i] = in[((b * seq + s) * heads + h) * dim + d];
}
struct Divider { uint32_t value, factor, shift; };  // exact for numerators under 2^31
__device__ __forceinline__ uint32_t quotient(uint32_t n, Divider v) { return __umulhi(n, v.factor) >> v.shift; }
static Divider divider(uint32_t d) {
    uint32_t shift = 0;
    while ((2ull << shift) < d) ++shift;
    return {d, (uint32_t)(((1ull << (32 + shift)) + d - 1) / d), shift};
}
__global__ void head_permute_b(const float* __restrict__ in, float* __restrict__ out, int total, Divider heads, Divider seq, Divider dim) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    uint32_t q = quotient(i, dim), d = i - q * dim.value;
    uint32_t r = quotient(q, seq), s = q - r * seq.value;
    uint32_t b = quotient(r, heads), h = r - b * heads.value;
    out[i] = in[((b * seq.value + s) * heads.value + h) * dim.value + d];
}

// ---------------------------------------------------------------- sketch_reads: MinHash sketches of sequencing reads
constexpr int kHashes = 16, kKmers = 2048;
__constant__ uint2 hash_terms[kHashes];  // multiplier and offset below 2^31 - 1
struct ByModulo {
    unsigned long long prime;
    __device__ __forceinline__ uint32_t operator()(unsigned long long v) const { return (uint32_t)(v % prime); }
};
struct ByMersenne {  // the prime is 2^31 - 1
    __device__ __forceinline__ uint32_t operator()(unsigned long long v) const {
        uint32_t low = (uint32_t)v & 0x7fffffffu, mid = (uint32_t)(v >> 31);  // v < 2^61 + 2^31
        low += mid;
        low = (low & 0x7fffffffu) + (low >> 31);
        return low == 0x7fffffffu ? 0u : low;
    }
};
template <typename Reduce>
__device__ __forceinline__ void sketch(const uint32_t* kmers, int* out, Reduce reduce) {
    __shared__ uint32_t part[8][kHashes];
    uint32_t least[kHashes];
#pragma unroll
    for (int h = 0; h < kHashes; ++h) least[h] = 0xffffffffu;
    const uint32_t* mine = kmers + (size_t)blockIdx.x * kKmers;
    for (int k = threadIdx.x; k < kKmers; k += 256) {
        uint32_t x = mine[k] >> 2;
#pragma unroll
        for (int h = 0; h < kHashes; ++h) least[h] = min(least[h], reduce((unsigned long long)hash_terms[h].x * x + hash_terms[h].y));
    }
#pragma unroll
    for (int h = 0; h < kHashes; ++h) {
        uint32_t m = __reduce_min_sync(0xffffffffu, least[h]);
        if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5][h] = m;
    }
    __syncthreads();
    if (threadIdx.x < kHashes) {
        uint32_t m = part[0][threadIdx.x];
        for (int w = 1; w < 8; ++w) m = min(m, part[w][threadIdx.x]);
        out[blockIdx.x * kHashes + threadIdx.x] = (int)m;
    }
}
__global__ void __launch_bounds__(256) sketch_reads_a(const uint32_t* __restrict__ kmers, int* __restrict__ out, unsigned long long prime) { sketch(kmers, out, ByModulo{prime}); }
__global__ void __launch_bounds__(256) sketch_reads_b(const uint32_t* __restrict__ kmers, int* __restrict__ out) { sketch(kmers, out, ByMersenne{}); }

// ---------------------------------------------------------------- atlas_untile: block-linear texture to scanlines (one RGBA texel a thread)
__global__ void atlas_untile_a(const uchar4* __restrict__ tiled, uchar4* __restrict__ linear, int width, int height, int tw, int th) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    int across = width / tw;
    int x = i % width, y = i / width;
    int tx = (x / tw + y / th * 3) % across;
    linear[i] = tiled[((y / th * across + tx) * th + y % th) * tw + x % tw];
}
__global__ void atlas_untile_b(const uchar4* __restrict__ tiled, uchar4* __restrict__ linear, int width_log, int height_log, int tw_log, int th_log) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 << (width_log + height_log)) return;
    int across_log = width_log - tw_log;
    int x = i & ((1 << width_log) - 1), y = i >> width_log;
    int tx = ((x >> tw_log) + (y >> th_log) * 3) & ((1 << across_log) - 1);
    linear[i] = tiled[(((((y >> th_log) << across_log) + tx) << th_log) + (y & ((1 << th_log) - 1)) << tw_log) + (x & ((1 << tw_log) - 1))];
}

// ---------------------------------------------------------------- cube_columns: composite group-by keys back to four column codes
__global__ void cube_columns_a(const ulonglong2* __restrict__ keys, int4* __restrict__ codes, int pairs, unsigned long long r0, unsigned long long r1, unsigned long long r2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    ulonglong2 k = keys[i];
    unsigned long long key[2] = {k.x, k.y};
    int packed[4];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        unsigned long long v = key[j];
        short4 c;
        c.x = (short)(v % r0); v /= r0;
        c.y = (short)(v % r1); v /= r1;
        c.z = (short)(v % r2); v /= r2;
        c.w = (short)v;
        packed[2 * j] = (unsigned short)c.x | c.y << 16;
        packed[2 * j + 1] = (unsigned short)c.z | c.w << 16;
    }
    codes[i] = make_int4(packed[0], packed[1], packed[2], packed[3]);
}
struct Radix { unsigned long long factor; uint32_t value; };  // factor = ceil(2^64 / value): exact while numerator * value < 2^64
__device__ __forceinline__ short digit(unsigned long long& v, Radix r) {
    unsigned long long q = __umul64hi(v, r.factor);
    uint32_t rest = (uint32_t)v - (uint32_t)q * r.value;
    v = q;
    return (short)rest;
}
__global__ void cube_columns_b(const ulonglong2* __restrict__ keys, int4* __restrict__ codes, int pairs, Radix r0, Radix r1, Radix r2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    ulonglong2 k = keys[i];
    unsigned long long key[2] = {k.x, k.y};
    int packed[4];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        unsigned long long v = key[j];
        short4 c;
        c.x = digit(v, r0); c.y = digit(v, r1); c.z = digit(v, r2); c.w = (short)v;
        packed[2 * j] = (unsigned short)c.x | c.y << 16;
        packed[2 * j + 1] = (unsigned short)c.z | c.w << 16;
    }
    codes[i] = make_int4(packed[0], packed[1], packed[2], packed[3]);
}
__global__ void harness_keys(unsigned long long* keys, size_t n, unsigned long long below) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long v = (unsigned long long)harness::hash32((uint32_t)i) << 32 | harness::hash32((uint32_t)i + 0x9e3779b9u);
        keys[i] = v % below;
    }
}

// ---------------------------------------------------------------- point_codes: 63-bit Morton codes of a point cloud
__device__ __forceinline__ uint32_t lattice(float v) { return min((uint32_t)((v * 0.5f + 0.5f) * 2097152.0f), 2097151u); }
__global__ void point_codes_a(const float4* __restrict__ points, unsigned long long* __restrict__ codes, int n, int bits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = points[i];
    uint32_t x = lattice(p.x), y = lattice(p.y), z = lattice(p.z);
    unsigned long long code = 0;
    for (int b = 0; b < bits; ++b) {
        unsigned long long triple = (x >> b & 1u) | (y >> b & 1u) << 1 | (z >> b & 1u) << 2;
        code |= triple << (3 * b);
    }
    codes[i] = code;
}
__device__ __forceinline__ unsigned long long spread(uint32_t v) {
    unsigned long long x = v;
    x = (x | x << 32) & 0x001f00000000ffffull;
    x = (x | x << 16) & 0x001f0000ff0000ffull;
    x = (x | x << 8) & 0x100f00f00f00f00full;
    x = (x | x << 4) & 0x10c30c30c30c30c3ull;
    return (x | x << 2) & 0x1249249249249249ull;
}
__global__ void point_codes_b(const float4* __restrict__ points, unsigned long long* __restrict__ codes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = points[i];
    codes[i] = spread(lattice(p.x)) | spread(lattice(p.y)) << 1 | spread(lattice(p.z)) << 2;
}

// ---------------------------------------------------------------- surface_shade: four materials, samples in scan order or grouped by material
__device__ __forceinline__ float shade(float4 s, int material) {
    float r = 0.0f, x = s.x, y = s.y, z = 0.5f + 0.25f * s.z, w = 0.5f + 0.25f * s.w;
    switch (material) {
        case 0:  // microfacet lobes
#pragma unroll 4
            for (int k = 0; k < 40; ++k) { float d = fmaf(x, z, 0.1f * k); d = fmaf(d, d, w); r = fmaf(r, 0.9f, d * w); x = fmaf(x, 0.7f, y * 0.2f); y = fmaf(y, 0.6f, r * 0.01f); }
            break;
        case 1:  // subsurface series
#pragma unroll 4
            for (int k = 0; k < 48; ++k) { x = fmaf(x, w, 0.03f); y = fmaf(y, z, x * 0.5f); r = fmaf(y, 0.3f, r * 0.8f); w = fmaf(w, 0.9f, 0.02f * z); }
            break;
        case 2:  // fibre, two bounces
#pragma unroll 4
            for (int k = 0; k < 36; ++k) { float c = fmaf(x, y, z); float d = fmaf(c, w, x * x); r = fmaf(d, 0.25f, r * 0.7f); x = fmaf(x, 0.8f, c * 0.1f); y = fmaf(y, 0.75f, d * 0.1f); }
            break;
        default:  // layered film
#pragma unroll 4
            for (int k = 0; k < 44; ++k) { float d = fmaf(z, z, x * y); r = fmaf(d, 0.2f, r * 0.85f); z = fmaf(z, 0.5f, w * 0.3f); x = fmaf(x, 0.9f, d * 0.05f); y = fmaf(y, 0.9f, x * 0.04f); }
            break;
    }
    return r;
}
__global__ void __launch_bounds__(256) surface_shade_vii_a(const float4* __restrict__ samples, const int* __restrict__ material, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = shade(samples[i], material[i]);
}
__global__ void __launch_bounds__(256) surface_shade_vii_b(const float4* __restrict__ samples, const int* __restrict__ material, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = shade(samples[i], material[i]);
}

// ---------------------------------------------------------------- optimizer_step: clip, two moments, apply
struct Rate { float clip, b1, b2, lr, eps, decay; };
__device__ __forceinline__ float clipped(float g, Rate r) { return fminf(fmaxf(g, -r.clip), r.clip); }
__device__ __forceinline__ float applied(float p, float m, float v, Rate r) { return p - r.lr * (__fdividef(m, sqrtf(v) + r.eps) + r.decay * p); }
#define EACH4(D, EXPRESSION) { auto q = [&](float a, float b, float c) { (void)b; (void)c; return EXPRESSION; }; D.x = q(A.x, B.x, C.x); D.y = q(A.y, B.y, C.y); D.z = q(A.z, B.z, C.z); D.w = q(A.w, B.w, C.w); }
__global__ void optimizer_step_a_clip(const float4* __restrict__ g, float4* __restrict__ out, int n, Rate r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 A = g[i], B = A, C = A, D;
    EACH4(D, clipped(a, r));
    out[i] = D;
}
__global__ void optimizer_step_a_first(const float4* __restrict__ g, const float4* __restrict__ m, float4* __restrict__ out, int n, Rate r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 A = g[i], B = m[i], C = A, D;
    EACH4(D, r.b1 * b + (1 - r.b1) * a);
    out[i] = D;
}
__global__ void optimizer_step_a_second(const float4* __restrict__ g, const float4* __restrict__ v, float4* __restrict__ out, int n, Rate r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 A = g[i], B = v[i], C = A, D;
    EACH4(D, r.b2 * fabsf(b) + (1 - r.b2) * a * a);
    out[i] = D;
}
__global__ void optimizer_step_a_apply(const float4* __restrict__ p, const float4* __restrict__ m, const float4* __restrict__ v, float4* __restrict__ out, int n, Rate r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 A = p[i], B = m[i], C = v[i], D;
    EACH4(D, applied(a, b, c, r));
    out[i] = D;
}
__global__ void optimizer_step_b(const float4* __restrict__ g, const float4* __restrict__ p, const float4* __restrict__ m, const float4* __restrict__ v,
                                 float4* __restrict__ p_out, float4* __restrict__ m_out, float4* __restrict__ v_out, int n, Rate r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 G = g[i], P = p[i], M = m[i], V = v[i];
    float4 A = G, B = M, C = V, D, E, F, K;
    EACH4(K, clipped(a, r));
    A = K;
    EACH4(D, r.b1 * b + (1 - r.b1) * a);
    B = V;
    EACH4(E, r.b2 * fabsf(b) + (1 - r.b2) * a * a);
    A = P; B = D; C = E;
    EACH4(F, applied(a, b, c, r));
    m_out[i] = D; v_out[i] = E; p_out[i] = F;
}

// ---------------------------------------------------------------- projection_prep: CT detector counts to weighted line integrals
constexpr int kPanel4 = 1 << 15;  // detector pixels / 4
__device__ __forceinline__ float4 corrected(ushort4 c, float4 dark, float4 gain) {
    return make_float4((c.x - 40.0f * fabsf(dark.x)) * (1.2f + 0.2f * gain.x), (c.y - 40.0f * fabsf(dark.y)) * (1.2f + 0.2f * gain.y),
                       (c.z - 40.0f * fabsf(dark.z)) * (1.2f + 0.2f * gain.z), (c.w - 40.0f * fabsf(dark.w)) * (1.2f + 0.2f * gain.w));
}
__device__ __forceinline__ float line(float v) { return 11.3f - __logf(fmaxf(v, 1.0f)); }
__device__ __forceinline__ float4 lines(float4 v) { return make_float4(line(v.x), line(v.y), line(v.z), line(v.w)); }
__device__ __forceinline__ float4 weighted(float4 v, float4 w) { return make_float4(v.x * w.x, v.y * w.y, v.z * w.z, v.w * w.w); }
__global__ void projection_prep_a_flat(const ushort4* __restrict__ counts, const float4* __restrict__ dark, const float4* __restrict__ gain, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = corrected(counts[i], dark[i & (kPanel4 - 1)], gain[i & (kPanel4 - 1)]);
}
__global__ void projection_prep_a_log(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = lines(in[i]);
}
__global__ void projection_prep_a_weight(const float4* __restrict__ in, const float4* __restrict__ weight, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = weighted(in[i], weight[i & (kPanel4 - 1)]);
}
__global__ void projection_prep_b(const ushort4* __restrict__ counts, const float4* __restrict__ dark, const float4* __restrict__ gain, const float4* __restrict__ weight, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int p = i & (kPanel4 - 1);
    out[i] = weighted(lines(corrected(counts[i], dark[p], gain[p])), weight[p]);
}
__global__ void harness_counts(uint16_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = (uint16_t)(500 + harness::hash32((uint32_t)i) % 60000u);
}

// ---------------------------------------------------------------- token_norm: residual add, row statistics, normalise, gate (rows of 1024)
constexpr int kWidth = 1024;
__device__ __forceinline__ float4 plus4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float2 row_statistics(float4 v, float2* part) {  // mean and 1/deviation over a block of 256 threads
    float s = v.x + v.y + v.z + v.w, q = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(0xffffffffu, s, o); q += __shfl_xor_sync(0xffffffffu, q, o); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = 0; q = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += part[w].x; q += part[w].y; }
    float mean = s * (1.0f / kWidth);
    return make_float2(mean, rsqrtf(q * (1.0f / kWidth) - mean * mean + 1e-5f));
}
__device__ __forceinline__ float4 normal4(float4 v, float2 st, float4 g, float4 b) {
    return make_float4((v.x - st.x) * st.y * g.x + b.x, (v.y - st.x) * st.y * g.y + b.y, (v.z - st.x) * st.y * g.z + b.z, (v.w - st.x) * st.y * g.w + b.w);
}
__device__ __forceinline__ float silu(float x) { return __fdividef(x, 1.0f + __expf(-x)); }
__device__ __forceinline__ float4 silu4(float4 v) { return make_float4(silu(v.x), silu(v.y), silu(v.z), silu(v.w)); }
__global__ void token_norm_viib_a_add(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = plus4(x[i], y[i]);
}
__global__ void __launch_bounds__(256) token_norm_viib_a_stats(const float4* __restrict__ sum, float2* __restrict__ stats) {
    __shared__ float2 part[8];
    float2 st = row_statistics(sum[blockIdx.x * 256 + threadIdx.x], part);
    if (threadIdx.x == 0) stats[blockIdx.x] = st;
}
__global__ void __launch_bounds__(256) token_norm_viib_a_scale(const float4* __restrict__ sum, const float2* __restrict__ stats, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = normal4(sum[i], stats[blockIdx.x], g[threadIdx.x], b[threadIdx.x]);
}
__global__ void token_norm_viib_a_gate(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = silu4(in[i]);
}
__global__ void __launch_bounds__(256) token_norm_viib_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ out) {
    __shared__ float2 part[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = plus4(x[i], y[i]);
    float4 gain = g[threadIdx.x], bias = b[threadIdx.x];
    float2 st = row_statistics(v, part);
    out[i] = silu4(normal4(v, st, gain, bias));
}

// ---------------------------------------------------------------- shot_step: acoustic time step (fourth order), then the absorbing sponge
constexpr int kNx4 = 1536, kNy = 6144;  // 6144 x 6144
__device__ __forceinline__ float4 wave_step(const float4* __restrict__ u, const float4* __restrict__ before, const float4* __restrict__ speed, int x, int y) {
    const float a = -5.0f, b = 4.0f / 3.0f, c = -1.0f / 12.0f;
    size_t i = (size_t)y * kNx4 + x;
    const float4 zero = make_float4(0, 0, 0, 0);
    float4 m = u[i], l = x ? u[i - 1] : zero, r = x + 1 < kNx4 ? u[i + 1] : zero;
    float4 n1 = y ? u[i - kNx4] : zero, n2 = y > 1 ? u[i - 2 * kNx4] : zero;
    float4 s1 = y + 1 < kNy ? u[i + kNx4] : zero, s2 = y + 2 < kNy ? u[i + 2 * kNx4] : zero;
    float4 o = before[i], v = speed[i], w;
    w.x = a * m.x + b * (l.w + m.y + n1.x + s1.x) + c * (l.z + m.z + n2.x + s2.x);
    w.y = a * m.y + b * (m.x + m.z + n1.y + s1.y) + c * (l.w + m.w + n2.y + s2.y);
    w.z = a * m.z + b * (m.y + m.w + n1.z + s1.z) + c * (m.x + r.x + n2.z + s2.z);
    w.w = a * m.w + b * (m.z + r.x + n1.w + s1.w) + c * (m.y + r.y + n2.w + s2.w);
    return make_float4(2 * m.x - o.x + (0.1f + 0.05f * v.x) * w.x, 2 * m.y - o.y + (0.1f + 0.05f * v.y) * w.y,
                       2 * m.z - o.z + (0.1f + 0.05f * v.z) * w.z, 2 * m.w - o.w + (0.1f + 0.05f * v.w) * w.w);
}
__device__ __forceinline__ float4 damp(float4 v, float4 wx, float wy) { return make_float4(v.x * wx.x * wy, v.y * wx.y * wy, v.z * wx.z * wy, v.w * wx.w * wy); }
__global__ void __launch_bounds__(256) shot_step_a_wave(const float4* __restrict__ u, const float4* __restrict__ before, const float4* __restrict__ speed, float4* __restrict__ next) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    next[(size_t)y * kNx4 + x] = wave_step(u, before, speed, x, y);
}
__global__ void __launch_bounds__(256) shot_step_a_sponge(const float4* __restrict__ in, const float4* __restrict__ wx, const float* __restrict__ wy, float4* __restrict__ out) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    out[(size_t)y * kNx4 + x] = damp(in[(size_t)y * kNx4 + x], wx[x], wy[y]);
}
__global__ void __launch_bounds__(256) shot_step_b(const float4* __restrict__ u, const float4* __restrict__ before, const float4* __restrict__ speed, const float4* __restrict__ wx, const float* __restrict__ wy, float4* __restrict__ next) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    next[(size_t)y * kNx4 + x] = damp(wave_step(u, before, speed, x, y), wx[x], wy[y]);
}

// ---------------------------------------------------------------- axon_cable: voltage along nerve fibres, explicit steps
constexpr int kFibres = 96, kCompartments = 1024, kSteps = 14;
__device__ __forceinline__ float membrane(float l, float v, float r, float drive) {
    return v + 0.2f * (l - 2.0f * v + r) + 0.05f * (v - v * v * v + 0.3f * drive);
}
__global__ void axon_cable_a(const float* __restrict__ in, const float* __restrict__ drive, float* __restrict__ out) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * kCompartments + c;
    float v = in[i], l = c ? in[i - 1] : v, r = c + 1 < kCompartments ? in[i + 1] : v;
    out[i] = membrane(l, v, r, drive[i]);
}
__global__ void __launch_bounds__(kCompartments) axon_cable_b(const float* __restrict__ in, const float* __restrict__ drive, float* __restrict__ out) {
    __shared__ float line[2][kCompartments];
    int c = threadIdx.x, i = blockIdx.x * kCompartments + c;
    float v = in[i], d = drive[i];
#pragma unroll 2
    for (int t = 0; t < kSteps; ++t) {
        line[t & 1][c] = v;
        __syncthreads();
        float l = c ? line[t & 1][c - 1] : v, r = c + 1 < kCompartments ? line[t & 1][c + 1] : v;
        v = membrane(l, v, r, d);
    }
    out[i] = v;
}

// ---------------------------------------------------------------- face_crops: affine crops of one frame, one launch a face or all at once
constexpr int kFaces = 16, kCrop = 112, kFrame = 2048;
struct Affine { float a, b, c, d, tx, ty; };
__constant__ Affine faces[kFaces];
__device__ __forceinline__ float crop_pixel(const float* __restrict__ frame, Affine m, int x, int y) {
    float fx = m.a * x + m.b * y + m.tx, fy = m.c * x + m.d * y + m.ty;
    fx = fminf(fmaxf(fx, 0.0f), kFrame - 2.0f); fy = fminf(fmaxf(fy, 0.0f), kFrame - 2.0f);
    int ix = (int)fx, iy = (int)fy;
    float u = fx - ix, v = fy - iy;
    const float* p = frame + iy * kFrame + ix;
    float top = p[0] + u * (p[1] - p[0]), low = p[kFrame] + u * (p[kFrame + 1] - p[kFrame]);
    return (top + v * (low - top)) * 0.5f + 0.5f;
}
__global__ void face_crops_a(const float* __restrict__ frame, float* __restrict__ crop, Affine m) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    crop[y * kCrop + x] = crop_pixel(frame, m, x, y);
}
__global__ void face_crops_b(const float* __restrict__ frame, float* __restrict__ crops) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    crops[(blockIdx.z * kCrop + y) * kCrop + x] = crop_pixel(frame, faces[blockIdx.z], x, y);
}

// ---------------------------------------------------------------- gather_level (mild): loudness of recorded traces, a few doubles at the end
constexpr int kTrace4 = 2048;  // float4 a trace
__device__ __forceinline__ float trace_power(const float4* __restrict__ traces) {
    __shared__ float part[8];
    const float4* mine = traces + (size_t)blockIdx.x * kTrace4;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < kTrace4 / 256; ++k) { float4 v = __ldcs(mine + k * 256 + threadIdx.x); s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    s = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) s += part[w];
    return s;
}
__global__ void __launch_bounds__(256) gather_level_a(const float4* __restrict__ traces, float* __restrict__ level) {
    float s = trace_power(traces);
    if (threadIdx.x == 0) level[blockIdx.x] = 20.0 * log10(sqrt(s / (4.0 * kTrace4)) + 1e-9);
}
__global__ void __launch_bounds__(256) gather_level_b(const float4* __restrict__ traces, float* __restrict__ level) {
    float s = trace_power(traces);
    if (threadIdx.x == 0) level[blockIdx.x] = 20.0f * log10f(sqrtf(s * (1.0f / (4.0f * kTrace4))) + 1e-9f);
}

// ---------------------------------------------------------------- video_planes (healthy): planar RGB to luma and two colour differences
__global__ void __launch_bounds__(256) video_planes_h(const float4* __restrict__ red, const float4* __restrict__ green, const float4* __restrict__ blue,
                                                      float4* __restrict__ luma, float4* __restrict__ cb, float4* __restrict__ cr, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 r = __ldcs(red + i), g = __ldcs(green + i), b = __ldcs(blue + i), y;
    y.x = 0.299f * r.x + 0.587f * g.x + 0.114f * b.x; y.y = 0.299f * r.y + 0.587f * g.y + 0.114f * b.y;
    y.z = 0.299f * r.z + 0.587f * g.z + 0.114f * b.z; y.w = 0.299f * r.w + 0.587f * g.w + 0.114f * b.w;
    __stcs(luma + i, y);
    __stcs(cb + i, make_float4(0.564f * (b.x - y.x), 0.564f * (b.y - y.y), 0.564f * (b.z - y.z), 0.564f * (b.w - y.w)));
    __stcs(cr + i, make_float4(0.713f * (r.x - y.x), 0.713f * (r.y - y.y), 0.713f * (r.z - y.z), 0.713f * (r.w - y.w)));
}

int main(int argc, char** argv) {
    using harness::unit;
    std::vector<Case> cases;
    constexpr size_t M = 1u << 20;
    float* pool = harness::filled<float>(128 * M, 5);   // 512 MB of input shared by cases
    float* out_a = harness::empty<float>(64 * M);
    float* out_b = harness::empty<float>(64 * M);
    float* scratch = harness::empty<float>(128 * M);    // what chains hand on

    {
        int batch = 12, heads = 20, seq = 1000, dim = 120, total = batch * heads * seq * dim;  // 28.8 M
        Divider h = divider(heads), s = divider(seq), d = divider(dim);
        int grid = (total + 255) / 256;
        cases.push_back({"head_permute_a", [=] { head_permute_a<<<grid, 256>>>(pool, out_a, total, heads, seq, dim); }, out_a, (size_t)total});
        cases.push_back({"head_permute_b", [=] { head_permute_b<<<grid, 256>>>(pool, out_b, total, h, s, d); }, out_b, (size_t)total});
    }
    {
        std::vector<uint2> terms(kHashes);
        for (int i = 0; i < kHashes; ++i) terms[i] = make_uint2(1 + harness::hash32(2 * i + 9) % 2147483645u, harness::hash32(2 * i + 10) % 2147483646u);
        CHECK(cudaMemcpyToSymbol(hash_terms, terms.data(), sizeof(uint2) * kHashes));
        int reads = 4096;
        cases.push_back({"sketch_reads_a", [=] { sketch_reads_a<<<reads, 256>>>((const uint32_t*)pool, (int*)out_a, 2147483647ull); }, out_a, (size_t)reads * kHashes, Output::i32});
        cases.push_back({"sketch_reads_b", [=] { sketch_reads_b<<<reads, 256>>>((const uint32_t*)pool, (int*)out_b); }, out_b, (size_t)reads * kHashes, Output::i32});
    }
    {
        int wl = 13, hl = 12, n = 1 << (wl + hl);  // 8192 x 4096 texels, 128 MB, tiles of 32 x 16
        cases.push_back({"atlas_untile_a", [=] { atlas_untile_a<<<n / 256, 256>>>((const uchar4*)pool, (uchar4*)out_a, 1 << wl, 1 << hl, 32, 16); }, out_a, (size_t)n * 4, Output::u8});
        cases.push_back({"atlas_untile_b", [=] { atlas_untile_b<<<n / 256, 256>>>((const uchar4*)pool, (uchar4*)out_b, wl, hl, 5, 4); }, out_b, (size_t)n * 4, Output::u8});
    }
    {
        int pairs = 6 * M;
        unsigned long long r0 = 301, r1 = 1777, r2 = 2503, r3 = 9001;
        unsigned long long* keys; CHECK(cudaMalloc(&keys, (size_t)pairs * 16));
        harness_keys<<<2048, 256>>>(keys, (size_t)pairs * 2, r0 * r1 * r2 * r3);
        auto radix = [](unsigned long long r) { return Radix{~0ull / r + 1, (uint32_t)r}; };
        Radix x0 = radix(r0), x1 = radix(r1), x2 = radix(r2);
        // 16-bit codes are read back two at a time as i32 for the checksum
        cases.push_back({"cube_columns_a", [=] { cube_columns_a<<<pairs / 256, 256>>>((const ulonglong2*)keys, (int4*)out_a, pairs, r0, r1, r2); }, out_a, (size_t)pairs * 4, Output::i32});
        cases.push_back({"cube_columns_b", [=] { cube_columns_b<<<pairs / 256, 256>>>((const ulonglong2*)keys, (int4*)out_b, pairs, x0, x1, x2); }, out_b, (size_t)pairs * 4, Output::i32});
    }
    {
        int n = 12 * M;
        cases.push_back({"point_codes_a", [=] { point_codes_a<<<n / 256, 256>>>((const float4*)pool, (unsigned long long*)out_a, n, 21); }, out_a, (size_t)n * 2, Output::i32});
        cases.push_back({"point_codes_b", [=] { point_codes_b<<<n / 256, 256>>>((const float4*)pool, (unsigned long long*)out_b, n); }, out_b, (size_t)n * 2, Output::i32});
    }
    {
        int n = 4 * M;
        std::vector<float4> samples(n), sorted(n);
        std::vector<int> kind(n), order(n), grouped(n);
        for (int i = 0; i < n; ++i) { samples[i] = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), unit(4 * i + 3)); kind[i] = harness::hash32(i + 77) & 3; }
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return kind[a] < kind[b]; });
        for (int i = 0; i < n; ++i) { sorted[i] = samples[order[i]]; grouped[i] = kind[order[i]]; }
        float4* s_a = harness::uploaded(samples); float4* s_b = harness::uploaded(sorted);
        int* k_a = harness::uploaded(kind); int* k_b = harness::uploaded(grouped);
        cases.push_back({"surface_shade_vii_a", [=] { surface_shade_vii_a<<<n / 256, 256>>>(s_a, k_a, out_a, n); }, out_a, (size_t)n});
        cases.push_back({"surface_shade_vii_b", [=] { surface_shade_vii_b<<<n / 256, 256>>>(s_b, k_b, out_b, n); }, out_b, (size_t)n});
    }
    {
        int n = 6 * M;  // float4: 96 MB an array
        Rate r{0.7f, 0.9f, 0.99f, 0.01f, 1e-3f, 0.05f};
        const float4 *g = (const float4*)pool, *p = g + n, *m = p + n, *v = m + n;
        float4 *gc = (float4*)scratch, *mo = gc + n, *vo = mo + n;
        cases.push_back({"optimizer_step_a_clip", [=] {
            optimizer_step_a_clip<<<n / 256, 256>>>(g, gc, n, r);
            optimizer_step_a_first<<<n / 256, 256>>>(gc, m, mo, n, r);
            optimizer_step_a_second<<<n / 256, 256>>>(gc, v, vo, n, r);
            optimizer_step_a_apply<<<n / 256, 256>>>(p, mo, vo, (float4*)out_a, n, r);
        }, out_a, (size_t)n * 4});
        cases.push_back({"optimizer_step_b", [=] { optimizer_step_b<<<n / 256, 256>>>(g, p, m, v, (float4*)out_b, mo, vo, n, r); }, out_b, (size_t)n * 4});
    }
    {
        int n = 8 * M;  // groups of four samples
        uint16_t* counts; CHECK(cudaMalloc(&counts, (size_t)n * 8));
        harness_counts<<<2048, 256>>>(counts, (size_t)n * 4);
        const ushort4* c = (const ushort4*)counts;
        const float4 *dark = (const float4*)pool, *gain = dark + kPanel4, *weight = gain + kPanel4;
        float4 *t0 = (float4*)scratch, *t1 = t0 + n;
        cases.push_back({"projection_prep_a_flat", [=] {
            projection_prep_a_flat<<<n / 256, 256>>>(c, dark, gain, t0, n);
            projection_prep_a_log<<<n / 256, 256>>>(t0, t1, n);
            projection_prep_a_weight<<<n / 256, 256>>>(t1, weight, (float4*)out_a, n);
        }, out_a, (size_t)n * 4});
        cases.push_back({"projection_prep_b", [=] { projection_prep_b<<<n / 256, 256>>>(c, dark, gain, weight, (float4*)out_b, n); }, out_b, (size_t)n * 4});
    }
    {
        int rows = 24576, n = rows * 256;  // 96 MB an array
        const float4 *x = (const float4*)pool, *y = x + n, *g = y + n, *b = g + 256;
        float4 *sum = (float4*)scratch, *norm = sum + n;
        float2* stats = (float2*)(norm + n);
        cases.push_back({"token_norm_viib_a_add", [=] {
            token_norm_viib_a_add<<<n / 256, 256>>>(x, y, sum, n);
            token_norm_viib_a_stats<<<rows, 256>>>(sum, stats);
            token_norm_viib_a_scale<<<rows, 256>>>(sum, stats, g, b, norm);
            token_norm_viib_a_gate<<<n / 256, 256>>>(norm, (float4*)out_a, n);
        }, out_a, (size_t)n * 4});
        cases.push_back({"token_norm_viib_b", [=] { token_norm_viib_b<<<rows, 256>>>(x, y, g, b, (float4*)out_b); }, out_b, (size_t)n * 4});
    }
    {
        size_t cells4 = (size_t)kNx4 * kNy;
        const float4 *u = (const float4*)pool, *before = u + cells4, *speed = before + cells4, *wx = speed + cells4;
        const float* wy = (const float*)(wx + kNx4);
        dim3 grid(kNx4 / 64, kNy / 4), block(64, 4);
        cases.push_back({"shot_step_a_wave", [=] {
            shot_step_a_wave<<<grid, block>>>(u, before, speed, (float4*)scratch);
            shot_step_a_sponge<<<grid, block>>>((const float4*)scratch, wx, wy, (float4*)out_a);
        }, out_a, cells4 * 4});
        cases.push_back({"shot_step_b", [=] { shot_step_b<<<grid, block>>>(u, before, speed, wx, wy, (float4*)out_b); }, out_b, cells4 * 4});
    }
    {
        size_t n = (size_t)kFibres * kCompartments;
        const float* drive = pool + n;
        cases.push_back({"axon_cable_a", [=] {
            float* state[2] = {scratch, out_a};  // an even number of steps ends in out_a
            for (int t = 0; t < kSteps; ++t)
                axon_cable_a<<<dim3(kCompartments / 256, kFibres), 256>>>(t ? state[(t + 1) & 1] : pool, drive, state[t & 1]);
        }, out_a, n});
        cases.push_back({"axon_cable_b", [=] { axon_cable_b<<<kFibres, kCompartments>>>(pool, drive, out_b); }, out_b, n});
    }
    {
        std::vector<Affine> host(kFaces);
        for (int i = 0; i < kFaces; ++i) {
            float angle = 0.5f * unit(5 * i + 300), scale = 1.5f + 0.8f * unit(5 * i + 301);
            host[i] = {scale * std::cos(angle), -scale * std::sin(angle), scale * std::sin(angle), scale * std::cos(angle),
                       1000.0f + 600.0f * unit(5 * i + 302), 1000.0f + 600.0f * unit(5 * i + 303)};
        }
        CHECK(cudaMemcpyToSymbol(faces, host.data(), sizeof(Affine) * kFaces));
        dim3 block(16, 8);
        cases.push_back({"face_crops_a", [=] {
            for (int f = 0; f < kFaces; ++f) face_crops_a<<<dim3(kCrop / 16, kCrop / 8), block>>>(pool, out_a + f * kCrop * kCrop, host[f]);
        }, out_a, (size_t)kFaces * kCrop * kCrop});
        cases.push_back({"face_crops_b", [=] { face_crops_b<<<dim3(kCrop / 16, kCrop / 8, kFaces), block>>>(pool, out_b); }, out_b, (size_t)kFaces * kCrop * kCrop});
    }
    {
        int rows = 16384;  // 512 MB
        cases.push_back({"gather_level_a", [=] { gather_level_a<<<rows, 256>>>((const float4*)pool, out_a); }, out_a, (size_t)rows});
        cases.push_back({"gather_level_b", [=] { gather_level_b<<<rows, 256>>>((const float4*)pool, out_b); }, out_b, (size_t)rows});
    }
    {
        int n = 5 * M;
        const float4 *r = (const float4*)pool, *g = r + n, *b = g + n;
        float4 *y = (float4*)out_a, *cb = y + n, *cr = cb + n;
        cases.push_back({"video_planes_h", [=] { video_planes_h<<<n / 256, 256>>>(r, g, b, y, cb, cr, n); }, out_a, (size_t)n * 12});
    }
    return harness::run(argc, argv, cases);
}
