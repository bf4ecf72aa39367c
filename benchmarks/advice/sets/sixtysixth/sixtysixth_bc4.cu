#include "harness.cuh"

#include <numeric>

using harness::Case;
using harness::Output;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned char u8;

// ---------------------------------------------------------------- order revenue
struct OrderRow {
    u32 orderkey, custkey, shipdate, status, clerk[4];
    u32 quantity, price, discount, tax, comment[4];
};

__global__ void split_orders(const OrderRow* rows, u32 n, u32* date, u32* qty, u32* price, u32* disc) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    date[i] = rows[i].shipdate; qty[i] = rows[i].quantity; price[i] = rows[i].price; disc[i] = rows[i].discount;
}

__device__ __forceinline__ int revenue(u32 date, u32 qty, u32 price, u32 disc, u32 lo, u32 hi, u32 maxq) {
    u32 r = (price & 0xffff) * (100 - (disc & 15));
    return (date >= lo) & (date < hi) & (qty < maxq) ? (int)(r >> 4) : 0;
}

__global__ void velvet_anchor_bc4_a(const OrderRow* __restrict__ rows, int* __restrict__ out, u32 n, u32 lo, u32 hi, u32 maxq) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = revenue(rows[i].shipdate, rows[i].quantity, rows[i].price, rows[i].discount, lo, hi, maxq);
}

__global__ void velvet_anchor_bc4_b(const u32* __restrict__ date, const u32* __restrict__ qty, const u32* __restrict__ price,
                                    const u32* __restrict__ disc, int* __restrict__ out, u32 n, u32 lo, u32 hi, u32 maxq) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = revenue(date[i], qty[i], price[i], disc[i], lo, hi, maxq);
}

// ---------------------------------------------------------------- AES in counter mode
__constant__ u32 round_key[44];

template <typename Look>
__device__ __forceinline__ uint4 aes_block(uint4 s, Look te) {
    s.x ^= round_key[0]; s.y ^= round_key[1]; s.z ^= round_key[2]; s.w ^= round_key[3];
#pragma unroll
    for (int r = 1; r < 10; ++r) {
        uint4 t;
#define COLUMN(a, b, c, d, k) \
    te(a, 24) ^ __byte_perm(te(b, 16), 0, 0x0321) ^ __byte_perm(te(c, 8), 0, 0x1032) ^ \
        __byte_perm(te(d, 0), 0, 0x2103) ^ round_key[4 * r + k]
        t.x = COLUMN(s.x, s.y, s.z, s.w, 0);
        t.y = COLUMN(s.y, s.z, s.w, s.x, 1);
        t.z = COLUMN(s.z, s.w, s.x, s.y, 2);
        t.w = COLUMN(s.w, s.x, s.y, s.z, 3);
        s = t;
    }
    uint4 o;
#define LAST(a, b, c, d, k) \
    ((te(a, 24) << 8 & 0xff000000u) | (te(b, 16) & 0x00ff0000u) | (te(c, 8) & 0x0000ff00u) | \
     (te(d, 0) >> 8 & 0x000000ffu)) ^ round_key[40 + k]
    o.x = LAST(s.x, s.y, s.z, s.w, 0);
    o.y = LAST(s.y, s.z, s.w, s.x, 1);
    o.z = LAST(s.z, s.w, s.x, s.y, 2);
    o.w = LAST(s.w, s.x, s.y, s.z, 3);
    return o;
}

__global__ void __launch_bounds__(512) copper_lantern_bc4_a(const u32* __restrict__ t0, const uint4* __restrict__ in,
                                                            uint4* __restrict__ out, u32 n, u32 nonce) {
    __shared__ u32 te[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) te[i] = t0[i];
    __syncthreads();
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 p = in[i];
        uint4 k = aes_block(make_uint4(nonce, ~nonce, i >> 7, i), [&](u32 w, int at) { return te[w >> at & 255]; });
        out[i] = make_uint4(p.x ^ k.x, p.y ^ k.y, p.z ^ k.z, p.w ^ k.w);
    }
}

__global__ void __launch_bounds__(512) copper_lantern_bc4_b(const u32* __restrict__ t0, const uint4* __restrict__ in,
                                                            uint4* __restrict__ out, u32 n, u32 nonce) {
    __shared__ u32 te[256 * 32];
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x) te[i] = t0[i >> 5];
    __syncthreads();
    const u32 lane4 = (threadIdx.x & 31) * 4;
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 p = in[i];
        uint4 k = aes_block(make_uint4(nonce, ~nonce, i >> 7, i), [&](u32 w, int at) {
            u32 where = (at > 7 ? w >> (at - 7) : w << 7) & 0x7f80u | lane4;
            return *(const u32*)((const char*)te + where);
        });
        out[i] = make_uint4(p.x ^ k.x, p.y ^ k.y, p.z ^ k.z, p.w ^ k.w);
    }
}

// ---------------------------------------------------------------- group by
constexpr int kGroups = 48;

__global__ void maple_orbit_bc4_a(const uint2* __restrict__ rows, u32* sums, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint2 r = rows[i];
    atomicAdd(&sums[(r.x >> 8) % kGroups], r.y & 0xfff);
}

__global__ void maple_orbit_bc4_b(const uint2* __restrict__ rows, u32* sums, u32 n) {
    __shared__ u32 part[8][kGroups];
    for (int i = threadIdx.x; i < 8 * kGroups; i += blockDim.x) (&part[0][0])[i] = 0;
    __syncthreads();
    u32* mine = part[threadIdx.x >> 5];
#pragma unroll 4
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint2 r = rows[i];
        atomicAdd(&mine[(r.x >> 8) % kGroups], r.y & 0xfff);
    }
    __syncthreads();
    if (threadIdx.x < kGroups) {
        u32 s = 0;
        for (int w = 0; w < 8; ++w) s += part[w][threadIdx.x];
        atomicAdd(&sums[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- key stretching
__device__ __forceinline__ u32 stretch(uint2 salt, int cost) {
    u32 a = salt.x, b = salt.y, c = 0x9e3779b9u, d = 0x7f4a7c15u;
    for (int k = 0; k < cost; ++k) {
        a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
        c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
        a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
        c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
        c += k;
    }
    return (a ^ b) + (c ^ d);
}

__global__ void amber_puddle_bc4_a(const uint2* __restrict__ salt, const int* __restrict__ cost, u32* __restrict__ out, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = stretch(salt[i], cost[i]);
}

__global__ void amber_puddle_bc4_b(const uint2* __restrict__ salt, const int* __restrict__ cost, const int* __restrict__ order,
                                   u32* __restrict__ out, u32 n) {
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    out[i] = stretch(salt[i], cost[i]);
}

// ---------------------------------------------------------------- hash partitioning
__global__ void quartz_ribbon_bc4_a(const u64* __restrict__ keys, int* __restrict__ slot, u32 n, u64 parts, u64 buckets) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 h = keys[i] * 0x9e3779b97f4a7c15ull;
    u64 p = h % parts;
    u64 b = (h / parts) % buckets;
    slot[i] = (int)(p * buckets + b);
}

__device__ __forceinline__ u64 divide(u64 h, u64 d, u64 magic, u64& rest) {
    u64 q = __umul64hi(h, magic);
    u64 r = h - q * d;
    if (r >= d) { r -= d; ++q; }
    rest = r;
    return q;
}

__global__ void quartz_ribbon_bc4_b(const u64* __restrict__ keys, int* __restrict__ slot, u32 n, u64 parts, u64 parts_magic,
                                    u64 buckets, u64 buckets_magic) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 h = keys[i] * 0x9e3779b97f4a7c15ull, p, b;
    u64 q = divide(h, parts, parts_magic, p);
    divide(q, buckets, buckets_magic, b);
    slot[i] = (int)((u32)p * (u32)buckets + (u32)b);
}

// ---------------------------------------------------------------- large objects in chained chunks
constexpr int kChain = 64;

__global__ void willow_cipher_bc4_a(const u32* __restrict__ data, const int* __restrict__ head, const int* __restrict__ next,
                                    u32* __restrict__ out, int objects) {
    int object = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (object >= objects) return;
    u32 s = 17;
    for (int c = head[object]; c >= 0; c = next[c]) s = s * 31 ^ data[(size_t)c * 32 + lane];
    out[object * 32 + lane] = s;
}

__global__ void willow_cipher_bc4_b(const u32* __restrict__ data, const int* __restrict__ directory, u32* __restrict__ out, int objects) {
    int object = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (object >= objects) return;
    u32 s = 17;
    for (int base = 0; base < kChain; base += 32) {
        int id = directory[object * kChain + base + lane];
        for (int k = 0; k < 32; k += 8) {
            u32 w[8];
#pragma unroll
            for (int j = 0; j < 8; ++j) w[j] = data[(size_t)__shfl_sync(0xffffffffu, id, k + j) * 32 + lane];
#pragma unroll
            for (int j = 0; j < 8; ++j) s = s * 31 ^ w[j];
        }
    }
    out[object * 32 + lane] = s;
}

// ---------------------------------------------------------------- cross-fade of two frames
__global__ void saddle_comet_bc4_a(const u8* __restrict__ a, const u8* __restrict__ b, u8* __restrict__ out, u32 n, int f) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (u8)((a[i] * (256 - f) + b[i] * f) >> 8);
}

__device__ __forceinline__ u32 fade4(u32 a, u32 b, u32 f) {
    u32 lo = (a & 0x00ff00ffu) * (256 - f) + (b & 0x00ff00ffu) * f;
    u32 hi = (a >> 8 & 0x00ff00ffu) * (256 - f) + (b >> 8 & 0x00ff00ffu) * f;
    return (lo >> 8 & 0x00ff00ffu) | (hi & 0xff00ff00u);
}

__global__ void saddle_comet_bc4_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, u32 n, int f) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 x = a[i], y = b[i];
    out[i] = make_uint4(fade4(x.x, y.x, f), fade4(x.y, y.y, f), fade4(x.z, y.z, f), fade4(x.w, y.w, f));
}

// ---------------------------------------------------------------- audio compressor
__global__ void hazel_pylon_bc4_a(const short2* __restrict__ pcm, float2* __restrict__ out, u32 n, float threshold, float slope) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short2 s = pcm[i];
    float l = s.x / 32768.0, r = s.y / 32768.0;
    float loud = 20.0 * log10(fmaxf(fabsf(l), fabsf(r)) + 1e-6);
    float over = fmaxf(loud - threshold, 0.0f);
    float gain = pow(10.0, -over * slope / 20.0);
    out[i] = make_float2(l * gain, r * gain);
}

__global__ void hazel_pylon_bc4_b(const short2* __restrict__ pcm, float2* __restrict__ out, u32 n, float threshold, float slope) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short2 s = pcm[i];
    float l = s.x * (1.0f / 32768.0f), r = s.y * (1.0f / 32768.0f);
    float loud = 20.0f * log10f(fmaxf(fabsf(l), fabsf(r)) + 1e-6f);
    float over = fmaxf(loud - threshold, 0.0f);
    float gain = exp10f(-over * slope * 0.05f);
    out[i] = make_float2(l * gain, r * gain);
}

// ---------------------------------------------------------------- cost of coding a chunk
__global__ void __launch_bounds__(256) nickel_grove_bc4_a(const u32* __restrict__ data, int* __restrict__ bits, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= n) return;
    int count[16];
    for (int b = 0; b < 16; ++b) count[b] = 0;
    for (int w = 0; w < 16; ++w) {
        u32 v = data[(size_t)w * n + c];
        for (int k = 0; k < 8; ++k, v >>= 4) count[v & 15]++;
    }
    int total = 0;
    for (int b = 0; b < 16; ++b) total += count[b] * (__clz(count[b] | 1) - 24);
    bits[c] = total;
}

__global__ void __launch_bounds__(256) nickel_grove_bc4_b(const u32* __restrict__ data, int* __restrict__ bits, int n) {
    __shared__ int count[16][256];
    int c = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (c >= n) return;
    for (int b = 0; b < 16; ++b) count[b][t] = 0;
    for (int w = 0; w < 16; ++w) {
        u32 v = data[(size_t)w * n + c];
        for (int k = 0; k < 8; ++k, v >>= 4) count[v & 15][t]++;
    }
    int total = 0;
    for (int b = 0; b < 16; ++b) total += count[b][t] * (__clz(count[b][t] | 1) - 24);
    bits[c] = total;
}

// ---------------------------------------------------------------- shortest paths of two hops
__global__ void tundra_violin_bc4_a(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c, int n, int m) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    int best = 0x3fffffff;
    for (int k = 0; k < m; ++k) best = min(best, a[i * m + k] + b[k * n + j]);
    c[i * n + j] = best;
}

__global__ void __launch_bounds__(256) tundra_violin_bc4_b(const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ c, int n, int m) {
    __shared__ __align__(16) int as[16][68];
    __shared__ __align__(16) int bs[16][64];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row = blockIdx.y * 64, col = blockIdx.x * 64;
    int best[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) best[i][j] = 0x3fffffff;
    int4 va = *(const int4*)&a[(row + (t >> 2)) * m + (t & 3) * 4];
    int4 vb = *(const int4*)&b[(t >> 4) * n + col + (t & 15) * 4];
    for (int k0 = 0; k0 < m; k0 += 16) {
        int r = t >> 2, q = (t & 3) * 4;
        as[q][r] = va.x; as[q + 1][r] = va.y; as[q + 2][r] = va.z; as[q + 3][r] = va.w;
        *(int4*)&bs[t >> 4][(t & 15) * 4] = vb;
        __syncthreads();
        if (k0 + 16 < m) {
            va = *(const int4*)&a[(row + (t >> 2)) * m + k0 + 16 + (t & 3) * 4];
            vb = *(const int4*)&b[(k0 + 16 + (t >> 4)) * n + col + (t & 15) * 4];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            int4 x = *(int4*)&as[k][ty * 4], y = *(int4*)&bs[k][tx * 4];
            int xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) best[i][j] = min(best[i][j], xs[i] + ys[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(int4*)&c[(row + ty * 4 + i) * n + col + tx * 4] = make_int4(best[i][0], best[i][1], best[i][2], best[i][3]);
}

// ---------------------------------------------------------------- picture pipeline
__device__ __forceinline__ int luma(u32 p) { return (77 * (p & 255) + 150 * (p >> 8 & 255) + 29 * (p >> 16 & 255)) >> 8; }
__device__ __forceinline__ int contrast(int v, int lo, int scale) { return min(max((v - lo) * scale >> 8, 0), 255); }
__device__ __forceinline__ u32 curve(int v) { return (u32)(v * (510 - v)) / 255u; }

__global__ void fennel_harbor_bc4_a0(const uint4* __restrict__ rgba, int4* __restrict__ gray, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 p = rgba[i];
    gray[i] = make_int4(luma(p.x), luma(p.y), luma(p.z), luma(p.w));
}
__global__ void fennel_harbor_bc4_a1(const int4* __restrict__ gray, int4* __restrict__ flat, u32 n, int lo, int scale) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 v = gray[i];
    flat[i] = make_int4(contrast(v.x, lo, scale), contrast(v.y, lo, scale), contrast(v.z, lo, scale), contrast(v.w, lo, scale));
}
__global__ void fennel_harbor_bc4_a2(const int4* __restrict__ flat, u32* __restrict__ out, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 v = flat[i];
    out[i] = curve(v.x) | curve(v.y) << 8 | curve(v.z) << 16 | curve(v.w) << 24;
}
__global__ void fennel_harbor_bc4_b(const uint4* __restrict__ rgba, u32* __restrict__ out, u32 n, int lo, int scale) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 p = rgba[i];
    out[i] = curve(contrast(luma(p.x), lo, scale)) | curve(contrast(luma(p.y), lo, scale)) << 8 |
             curve(contrast(luma(p.z), lo, scale)) << 16 | curve(contrast(luma(p.w), lo, scale)) << 24;
}

// ---------------------------------------------------------------- delta decoding
constexpr int kFramesPerBlock = 16;

__global__ void __launch_bounds__(1024) cobalt_meadow_bc4_a(const u8* __restrict__ delta, const int* __restrict__ first, int* __restrict__ out) {
    __shared__ int s[1024];
    int t = threadIdx.x, frame = blockIdx.x * kFramesPerBlock;
    int d = delta[(size_t)frame * 1024 + t];
    for (int f = 0; f < kFramesPerBlock; ++f, ++frame) {
        int ahead = f + 1 < kFramesPerBlock ? delta[(size_t)(frame + 1) * 1024 + t] : 0;
        int base = first[frame];
        s[t] = d - 128;
        __syncthreads();
        for (int off = 1; off < 1024; off <<= 1) {
            int v = t >= off ? s[t - off] : 0;
            __syncthreads();
            s[t] += v;
            __syncthreads();
        }
        out[(size_t)frame * 1024 + t] = base + s[t];
        d = ahead;
    }
}

__global__ void __launch_bounds__(1024) cobalt_meadow_bc4_b(const u8* __restrict__ delta, const int* __restrict__ first, int* __restrict__ out) {
    __shared__ int total[2][32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, frame = blockIdx.x * kFramesPerBlock;
    int d = delta[(size_t)frame * 1024 + t];
    for (int f = 0; f < kFramesPerBlock; ++f, ++frame) {
        int ahead = f + 1 < kFramesPerBlock ? delta[(size_t)(frame + 1) * 1024 + t] : 0;
        int base = first[frame];
        int v = d - 128;
#pragma unroll
        for (int off = 1; off < 32; off <<= 1) {
            int u = __shfl_up_sync(0xffffffffu, v, off);
            if (lane >= off) v += u;
        }
        if (lane == 31) total[f & 1][warp] = v;
        __syncthreads();
        int before = __reduce_add_sync(0xffffffffu, lane < warp ? total[f & 1][lane] : 0);
        out[(size_t)frame * 1024 + t] = base + before + v;
        d = ahead;
    }
}

// ---------------------------------------------------------------- tagging rows with their partition
__global__ void russet_canyon_bc4_a(const uint4* __restrict__ rows, uint4* __restrict__ out, u32 n, u32 parts) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 r = rows[i];
    r.x = (r.x ^ r.y) % parts;
    out[i] = r;
}
__global__ void russet_canyon_bc4_b(const uint4* __restrict__ rows, uint4* __restrict__ out, u32 n, u32 parts, u32 magic) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 r = rows[i];
    u32 h = r.x ^ r.y, m = h - __umulhi(h, magic) * parts;
    r.x = m >= parts ? m - parts : m;
    out[i] = r;
}

// ---------------------------------------------------------------- counting lines
__device__ __forceinline__ u32 lines_of_warp(const uint4* text, size_t at) {
    u32 acc = 0;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        uint4 v = text[at + k * 32];
        acc += (__vcmpeq4(v.x, 0x0a0a0a0au) & 0x01010101u) + (__vcmpeq4(v.y, 0x0a0a0a0au) & 0x01010101u) +
               (__vcmpeq4(v.z, 0x0a0a0a0au) & 0x01010101u) + (__vcmpeq4(v.w, 0x0a0a0a0au) & 0x01010101u);
    }
    return __reduce_add_sync(0xffffffffu, __dp4a(acc, 0x01010101u, 0u));
}
__global__ void ivory_thicket_bc4_a(const uint4* __restrict__ text, u32* lines) {
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    u32 s = lines_of_warp(text, (size_t)warp * 512 + lane);
    if (lane == 0) atomicAdd(lines, s);
}
__global__ void ivory_thicket_bc4_b(const uint4* __restrict__ text, u32* lines) {
    __shared__ u32 part[8];
    u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    u32 s = lines_of_warp(text, (size_t)warp * 512 + lane);
    if (lane == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(lines, part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7]);
}

// ---------------------------------------------------------------- checksum of rows by bucket
__global__ void pewter_saffron_bc4_a(const uint4* __restrict__ rows, u32* sums, u32 n) {
    __shared__ u32 part[8][64];
    for (int i = threadIdx.x; i < 512; i += blockDim.x) (&part[0][0])[i] = 0;
    __syncthreads();
    u32* mine = part[threadIdx.x >> 5];
#pragma unroll 4
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 r = rows[i];
        atomicAdd(&mine[r.x >> 26], (r.x ^ r.y ^ r.z ^ r.w) & 0xff);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        u32 s = 0;
        for (int w = 0; w < 8; ++w) s += part[w][threadIdx.x];
        atomicAdd(&sums[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- rows fetched after a join
__global__ void juniper_gasket_bc4_a(const uint4* __restrict__ table, const int* __restrict__ match, uint4* __restrict__ out) {
    u32 lane = threadIdx.x & 15, first = blockIdx.x * 64 + (threadIdx.x >> 4);
    int id[4];
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) id[k] = match[first + k * 16];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = table[(size_t)id[k] * 16 + lane];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(first + k * 16) * 16 + lane] = v[k];
}

// ---------------------------------------------------------------- ChaCha20 key stream
struct ChaChaKey { u32 k[8], nonce[3]; };
__global__ void __launch_bounds__(256) thistle_beacon_bc4_a(ChaChaKey key, uint4* __restrict__ out, u32 n) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const u32 c0 = 0x61707865u, c1 = 0x3320646eu, c2 = 0x79622d32u, c3 = 0x6b206574u;
    u32 x[16] = {c0, c1, c2, c3, key.k[0], key.k[1], key.k[2], key.k[3], key.k[4], key.k[5], key.k[6], key.k[7],
                 i, key.nonce[0], key.nonce[1], key.nonce[2]};
#define QUARTER(a, b, c, d)                                                                                                       \
    x[a] += x[b]; x[d] = __byte_perm(x[d] ^ x[a], 0, 0x1032); x[c] += x[d]; x[b] = __funnelshift_l(x[b] ^ x[c], x[b] ^ x[c], 12); \
    x[a] += x[b]; x[d] = __byte_perm(x[d] ^ x[a], 0, 0x2103); x[c] += x[d]; x[b] = __funnelshift_l(x[b] ^ x[c], x[b] ^ x[c], 7);
#pragma unroll 2
    for (int r = 0; r < 10; ++r) {
        QUARTER(0, 4, 8, 12) QUARTER(1, 5, 9, 13) QUARTER(2, 6, 10, 14) QUARTER(3, 7, 11, 15)
        QUARTER(0, 5, 10, 15) QUARTER(1, 6, 11, 12) QUARTER(2, 7, 8, 13) QUARTER(3, 4, 9, 14)
    }
    out[i] = make_uint4(x[0] + c0, x[1] + c1, x[2] + c2, x[3] + c3);
    out[(size_t)n + i] = make_uint4(x[4] + key.k[0], x[5] + key.k[1], x[6] + key.k[2], x[7] + key.k[3]);
    out[(size_t)2 * n + i] = make_uint4(x[8] + key.k[4], x[9] + key.k[5], x[10] + key.k[6], x[11] + key.k[7]);
    out[(size_t)3 * n + i] = make_uint4(x[12] + i, x[13] + key.nonce[0], x[14] + key.nonce[1], x[15] + key.nonce[2]);
}

// ---------------------------------------------------------------- host
static std::vector<u32> aes_table() {
    std::vector<u32> t(256);
    u8 p = 1, q = 1, box[256];
    do {
        p = p ^ (u8)(p << 1) ^ (p & 0x80 ? 0x1b : 0);
        q ^= q << 1; q ^= q << 2; q ^= q << 4;
        if (q & 0x80) q ^= 0x09;
        auto rot = [&](int s) { return (u8)(q << s | q >> (8 - s)); };
        box[p] = q ^ rot(1) ^ rot(2) ^ rot(3) ^ rot(4) ^ 0x63;
    } while (p != 1);
    box[0] = 0x63;
    for (int i = 0; i < 256; ++i) {
        u32 s = box[i], two = (u8)(s << 1) ^ (s & 0x80 ? 0x1b : 0);
        t[i] = two << 24 | s << 16 | s << 8 | (two ^ s);
    }
    return t;
}

static std::vector<int> permutation(u32 n, u32 seed) {
    std::vector<int> p(n);
    std::iota(p.begin(), p.end(), 0);
    u64 state = seed * 0x9e3779b97f4a7c15ull + 1;
    for (u32 i = n - 1; i > 0; --i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        std::swap(p[i], p[(u32)(((state >> 32) * (i + 1)) >> 32)]);
    }
    return p;
}

int main(int argc, char** argv) {
    const size_t kWords = 1u << 27;  // 512 MB of random words, read by many cases
    u32* pool = (u32*)harness::indices(kWords, 0xffffffffu, 11);
    const uint4* pool4 = (const uint4*)pool;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type) {
        cases.push_back(Case{name, std::move(f), out, count, type});
    };

    {
        const u32 n = 8u << 20, lo = 0x20000000u, hi = 0xd0000000u, q = 0xc0000000u;
        const OrderRow* rows = (const OrderRow*)pool;
        u32 *date = harness::empty<u32>(n), *qty = harness::empty<u32>(n), *price = harness::empty<u32>(n), *disc = harness::empty<u32>(n);
        split_orders<<<n / 256, 256>>>(rows, n, date, qty, price, disc);
        CHECK(cudaGetLastError());
        int *oa = harness::empty<int>(n), *ob = harness::empty<int>(n);
        add("velvet_anchor_bc4_a", [=] { velvet_anchor_bc4_a<<<n / 256, 256>>>(rows, oa, n, lo, hi, q); }, oa, n, Output::i32);
        add("velvet_anchor_bc4_b", [=] { velvet_anchor_bc4_b<<<n / 256, 256>>>(date, qty, price, disc, ob, n, lo, hi, q); }, ob, n, Output::i32);
    }
    {
        const u32 n = 8u << 20;
        u32* t0 = harness::uploaded(aes_table());
        std::vector<u32> rk(44);
        for (int i = 0; i < 44; ++i) rk[i] = harness::hash32(i + 500);
        CHECK(cudaMemcpyToSymbol(round_key, rk.data(), 44 * sizeof(u32)));
        uint4 *oa = harness::empty<uint4>(n), *ob = harness::empty<uint4>(n);
        add("copper_lantern_bc4_a", [=] { copper_lantern_bc4_a<<<132 * 16, 512>>>(t0, pool4, oa, n, 0x1234567u); }, oa, (size_t)n * 4, Output::i32);
        add("copper_lantern_bc4_b", [=] { copper_lantern_bc4_b<<<132 * 16, 512>>>(t0, pool4, ob, n, 0x1234567u); }, ob, (size_t)n * 4, Output::i32);
    }
    {
        const u32 n = 8u << 20;
        u32 *oa = harness::empty<u32>(kGroups), *ob = harness::empty<u32>(kGroups);
        const uint2* rows = (const uint2*)pool;
        add("maple_orbit_bc4_a", [=] { maple_orbit_bc4_a<<<n / 256, 256>>>(rows, oa, n); }, oa, kGroups, Output::i32);
        add("maple_orbit_bc4_b", [=] { maple_orbit_bc4_b<<<132 * 8, 256>>>(rows, ob, n); }, ob, kGroups, Output::i32);
    }
    {
        const u32 n = 1u << 20;
        std::vector<int> cost(n), order(n);
        for (u32 i = 0; i < n; ++i) cost[i] = 16 + harness::hash32(i + 77) % 1024;
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return cost[x] > cost[y]; });
        int *dc = harness::uploaded(cost), *dorder = harness::uploaded(order);
        u32 *oa = harness::empty<u32>(n), *ob = harness::empty<u32>(n);
        const uint2* salt = (const uint2*)pool;
        add("amber_puddle_bc4_a", [=] { amber_puddle_bc4_a<<<n / 256, 256>>>(salt, dc, oa, n); }, oa, n, Output::i32);
        add("amber_puddle_bc4_b", [=] { amber_puddle_bc4_b<<<n / 256, 256>>>(salt, dc, dorder, ob, n); }, ob, n, Output::i32);
    }
    {
        const u32 n = 32u << 20;
        const u64 parts = 1021, buckets = 65521, pm = ~0ull / parts, bm = ~0ull / buckets;
        int *oa = harness::empty<int>(n), *ob = harness::empty<int>(n);
        const u64* keys = (const u64*)pool;
        add("quartz_ribbon_bc4_a", [=] { quartz_ribbon_bc4_a<<<n / 256, 256>>>(keys, oa, n, parts, buckets); }, oa, n, Output::i32);
        add("quartz_ribbon_bc4_b", [=] { quartz_ribbon_bc4_b<<<n / 256, 256>>>(keys, ob, n, parts, pm, buckets, bm); }, ob, n, Output::i32);
    }
    {
        const int objects = 1 << 16, chunks = objects * kChain;
        std::vector<int> dir = permutation(chunks, 3), head(objects), next(chunks);
        for (int o = 0; o < objects; ++o) {
            head[o] = dir[o * kChain];
            for (int k = 0; k < kChain; ++k) next[dir[o * kChain + k]] = k + 1 < kChain ? dir[o * kChain + k + 1] : -1;
        }
        int *dd = harness::uploaded(dir), *dh = harness::uploaded(head), *dn = harness::uploaded(next);
        u32 *oa = harness::empty<u32>(objects * 32), *ob = harness::empty<u32>(objects * 32);
        add("willow_cipher_bc4_a", [=] { willow_cipher_bc4_a<<<objects / 8, 256>>>(pool, dh, dn, oa, objects); }, oa, objects * 32, Output::i32);
        add("willow_cipher_bc4_b", [=] { willow_cipher_bc4_b<<<objects / 8, 256>>>(pool, dd, ob, objects); }, ob, objects * 32, Output::i32);
    }
    {
        const u32 n = 128u << 20;
        const u8 *a = (const u8*)pool, *b = a + n;
        u8 *oa = harness::empty<u8>(n), *ob = harness::empty<u8>(n);
        add("saddle_comet_bc4_a", [=] { saddle_comet_bc4_a<<<n / 256, 256>>>(a, b, oa, n, 91); }, oa, n, Output::u8);
        add("saddle_comet_bc4_b", [=] { saddle_comet_bc4_b<<<n / 4096, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)ob, n / 16, 91); }, ob, n, Output::u8);
    }
    {
        const u32 n = 32u << 20;
        float2 *oa = harness::empty<float2>(n), *ob = harness::empty<float2>(n);
        const short2* pcm = (const short2*)pool;
        add("hazel_pylon_bc4_a", [=] { hazel_pylon_bc4_a<<<n / 256, 256>>>(pcm, oa, n, -18.0f, 0.75f); }, oa, (size_t)n * 2, Output::f32);
        add("hazel_pylon_bc4_b", [=] { hazel_pylon_bc4_b<<<n / 256, 256>>>(pcm, ob, n, -18.0f, 0.75f); }, ob, (size_t)n * 2, Output::f32);
    }
    {
        const int n = 1 << 20;
        int *oa = harness::empty<int>(n), *ob = harness::empty<int>(n);
        add("nickel_grove_bc4_a", [=] { nickel_grove_bc4_a<<<n / 256, 256>>>(pool, oa, n); }, oa, n, Output::i32);
        add("nickel_grove_bc4_b", [=] { nickel_grove_bc4_b<<<n / 256, 256>>>(pool, ob, n); }, ob, n, Output::i32);
    }
    {
        const int n = 2048, m = 1024;
        int *a = harness::indices((size_t)n * m, 1u << 20, 21), *b = harness::indices((size_t)m * n, 1u << 20, 22);
        int *oa = harness::empty<int>((size_t)n * n), *ob = harness::empty<int>((size_t)n * n);
        add("tundra_violin_bc4_a", [=] { tundra_violin_bc4_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, oa, n, m); }, oa, (size_t)n * n, Output::i32);
        add("tundra_violin_bc4_b", [=] { tundra_violin_bc4_b<<<dim3(n / 64, n / 64), 256>>>(a, b, ob, n, m); }, ob, (size_t)n * n, Output::i32);
    }
    {
        const u32 n = 8u << 20;
        int4 *gray = harness::empty<int4>(n), *flat = harness::empty<int4>(n);
        u32 *oa = harness::empty<u32>(n), *ob = harness::empty<u32>(n);
        add("fennel_harbor_bc4_a", [=] {
            fennel_harbor_bc4_a0<<<n / 256, 256>>>(pool4, gray, n);
            fennel_harbor_bc4_a1<<<n / 256, 256>>>(gray, flat, n, 30, 340);
            fennel_harbor_bc4_a2<<<n / 256, 256>>>(flat, oa, n);
        }, oa, (size_t)n * 4, Output::u8);
        add("fennel_harbor_bc4_b", [=] { fennel_harbor_bc4_b<<<n / 256, 256>>>(pool4, ob, n, 30, 340); }, ob, (size_t)n * 4, Output::u8);
    }
    {
        const int frames = 1 << 16;
        int* first = harness::indices(frames, 1u << 24, 31);
        int *oa = harness::empty<int>((size_t)frames * 1024), *ob = harness::empty<int>((size_t)frames * 1024);
        add("cobalt_meadow_bc4_a", [=] { cobalt_meadow_bc4_a<<<frames / kFramesPerBlock, 1024>>>((const u8*)pool, first, oa); }, oa, (size_t)frames * 1024, Output::i32);
        add("cobalt_meadow_bc4_b", [=] { cobalt_meadow_bc4_b<<<frames / kFramesPerBlock, 1024>>>((const u8*)pool, first, ob); }, ob, (size_t)frames * 1024, Output::i32);
    }
    {
        const u32 n = 16u << 20, parts = 1009, magic = 0xffffffffu / parts;
        uint4 *oa = harness::empty<uint4>(n), *ob = harness::empty<uint4>(n);
        add("russet_canyon_bc4_a", [=] { russet_canyon_bc4_a<<<n / 256, 256>>>(pool4, oa, n, parts); }, oa, (size_t)n * 4, Output::i32);
        add("russet_canyon_bc4_b", [=] { russet_canyon_bc4_b<<<n / 256, 256>>>(pool4, ob, n, parts, magic); }, ob, (size_t)n * 4, Output::i32);
    }
    {
        u32 *oa = harness::empty<u32>(1), *ob = harness::empty<u32>(1);
        const u32 blocks = (u32)(kWords / 4 / 512 / 8);
        add("ivory_thicket_bc4_a", [=] { ivory_thicket_bc4_a<<<blocks, 256>>>(pool4, oa); }, oa, 1, Output::i32);
        add("ivory_thicket_bc4_b", [=] { ivory_thicket_bc4_b<<<blocks, 256>>>(pool4, ob); }, ob, 1, Output::i32);
    }
    {
        const u32 n = 32u << 20;
        u32* oa = harness::empty<u32>(64);
        add("pewter_saffron_bc4_a", [=] { pewter_saffron_bc4_a<<<132 * 8, 256>>>(pool4, oa, n); }, oa, 64, Output::i32);
    }
    {
        const u32 n = 1u << 20;
        int* match = harness::uploaded(permutation(n, 5));
        uint4* oa = harness::empty<uint4>((size_t)n * 16);
        add("juniper_gasket_bc4_a", [=] { juniper_gasket_bc4_a<<<n / 64, 256>>>(pool4, match, oa); }, oa, (size_t)n * 64, Output::i32);
    }
    {
        const u32 n = 4u << 20;
        uint4* oa = harness::empty<uint4>((size_t)n * 4);
        ChaChaKey key;
        for (int i = 0; i < 8; ++i) key.k[i] = harness::hash32(i + 900);
        for (int i = 0; i < 3; ++i) key.nonce[i] = harness::hash32(i + 950);
        add("thistle_beacon_bc4_a", [=] { thistle_beacon_bc4_a<<<n / 256, 256>>>(key, oa, n); }, oa, (size_t)n * 16, Output::i32);
    }
    return harness::run(argc, argv, cases);
}
