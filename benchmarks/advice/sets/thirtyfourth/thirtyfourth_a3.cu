// Fourteen healthy kernels and three mild pairs from grids, small linear algebra and machine learning.
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;
constexpr int kSms = 132;

__device__ __forceinline__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 fma4(float s, float4 a, float4 b) {
    return make_float4(fmaf(s, a.x, b.x), fmaf(s, a.y, b.y), fmaf(s, a.z, b.z), fmaf(s, a.w, b.w));
}
__device__ __forceinline__ float4 fma44(float4 s, float4 a, float4 b) {
    return make_float4(fmaf(s.x, a.x, b.x), fmaf(s.y, a.y, b.y), fmaf(s.z, a.z, b.z), fmaf(s.w, a.w, b.w));
}

// ---- Mill pond: one lattice Boltzmann step D2Q9 (pull, structure of arrays, periodic), a cell a thread.
constexpr int kPondX = 4096, kPondY = 2112, kPond = kPondX * kPondY;

__global__ void __launch_bounds__(256) mill_pond_a3_a(const float* __restrict__ f, float* __restrict__ g) {
    int i = blockIdx.x * 256 + threadIdx.x, x = i % kPondX, y = i / kPondX;
    int w = (x + kPondX - 1) % kPondX, e = (x + 1) % kPondX, s = y == 0 ? kPondY - 1 : y - 1, n = y == kPondY - 1 ? 0 : y + 1;
    int here = y * kPondX, south = s * kPondX, north = n * kPondX;
    float f0 = f[here + x], f1 = f[kPond + here + w], f2 = f[2 * kPond + south + x], f3 = f[3 * kPond + here + e], f4 = f[4 * kPond + north + x];
    float f5 = f[5 * kPond + south + w], f6 = f[6 * kPond + south + e], f7 = f[7 * kPond + north + e], f8 = f[8 * kPond + north + w];
    float rho = 12.0f + f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inv = __fdividef(1.0f, rho);
    float u = (f1 - f3 + f5 - f6 - f7 + f8) * inv, v = (f2 - f4 + f5 + f6 - f7 - f8) * inv;
    float base = fmaf(-1.5f, fmaf(u, u, v * v), 1.0f), a = 0.6f;
    auto eq = [&](float weight, float c) { return weight * rho * fmaf(c, fmaf(4.5f, c, 3.0f), base); };
    auto relax = [&](float old, float goal) { return fmaf(a, goal - old, old); };
    g[i] = relax(f0, eq(4.0f / 9, 0.0f));
    g[kPond + i] = relax(f1, eq(1.0f / 9, u));
    g[2 * kPond + i] = relax(f2, eq(1.0f / 9, v));
    g[3 * kPond + i] = relax(f3, eq(1.0f / 9, -u));
    g[4 * kPond + i] = relax(f4, eq(1.0f / 9, -v));
    g[5 * kPond + i] = relax(f5, eq(1.0f / 36, u + v));
    g[6 * kPond + i] = relax(f6, eq(1.0f / 36, v - u));
    g[7 * kPond + i] = relax(f7, eq(1.0f / 36, -u - v));
    g[8 * kPond + i] = relax(f8, eq(1.0f / 36, u - v));
}

// ---- Cellar walls: heat through 32 layers of each of many walls, tridiagonal systems (Thomas), interleaved, a system a thread.
constexpr int kWalls = kSms * 512 * 16, kLayers = 32;

__global__ void __launch_bounds__(128, 4) cellar_walls_a3_a(const float* __restrict__ low, const float* __restrict__ mid, const float* __restrict__ up,
                                                            const float* __restrict__ rhs, float* __restrict__ heat) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float c[kLayers], d[kLayers], next[4][4];
    auto fetch = [&](int from) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int at = (from + k) * kWalls + i;
            next[0][k] = __ldcs(low + at); next[1][k] = __ldcs(mid + at); next[2][k] = __ldcs(up + at); next[3][k] = __ldcs(rhs + at);
        }
    };
    fetch(0);
    float pc = 0.0f, pd = 0.0f;
#pragma unroll
    for (int from = 0; from < kLayers; from += 4) {
        float now[4][4];
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int k = 0; k < 4; ++k) now[r][k] = next[r][k];
        if (from + 4 < kLayers) fetch(from + 4);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float inv = __fdividef(1.0f, fmaf(-now[0][k], pc, now[1][k] + 4.0f));
            c[from + k] = pc = now[2][k] * inv;
            d[from + k] = pd = fmaf(-now[0][k], pd, now[3][k]) * inv;
        }
    }
    float x = 0.0f;
#pragma unroll
    for (int k = kLayers - 1; k >= 0; --k) {
        x = fmaf(-c[k], x, d[k]);
        __stcs(heat + k * kWalls + i, x);
    }
}

// ---- Spider webs: Cholesky factor of one 8 x 8 stiffness matrix a thread, packed and interleaved.
constexpr int kWebs = kSms * 128 * 8 * 14;

__global__ void __launch_bounds__(128) spider_webs_a3_a(const float* __restrict__ stiff, float* __restrict__ factor) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float a[36];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = __ldcs(stiff + k * kWebs + i);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float s = a[j * (j + 1) / 2 + j] + 9.0f;
#pragma unroll
        for (int k = 0; k < j; ++k) s = fmaf(-a[j * (j + 1) / 2 + k], a[j * (j + 1) / 2 + k], s);
        float inv = rsqrtf(s);
        a[j * (j + 1) / 2 + j] = s * inv;
#pragma unroll
        for (int r = j + 1; r < 8; ++r) {
            float t = a[r * (r + 1) / 2 + j];
#pragma unroll
            for (int k = 0; k < j; ++k) t = fmaf(-a[r * (r + 1) / 2 + k], a[j * (j + 1) / 2 + k], t);
            a[r * (r + 1) / 2 + j] = t * inv;
        }
    }
#pragma unroll
    for (int k = 0; k < 36; ++k) __stcs(factor + k * kWebs + i, a[k]);
}

// ---- Cloud towers: vertical wave step of eighth order, two columns a thread, the window of nine levels in registers.
constexpr int kTowers = kSms * 4 * 256, kLevels = 256, kAhead = 4;  // pairs of columns

__global__ void __launch_bounds__(256, 4) cloud_towers_a3_a(const float2* __restrict__ now, const float2* __restrict__ old, float2* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 w[8 + kAhead], o[kAhead], wn[kAhead], on[kAhead];
#pragma unroll
    for (int k = 0; k < 8; ++k) w[k] = now[k * kTowers + i];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) { wn[k] = now[(8 + k) * kTowers + i]; on[k] = old[(4 + k) * kTowers + i]; }
    for (int z = 4; z < kLevels - 4; z += kAhead) {
#pragma unroll
        for (int k = 0; k < kAhead; ++k) { w[8 + k] = wn[k]; o[k] = on[k]; }
        if (z + kAhead < kLevels - 4) {
#pragma unroll
            for (int k = 0; k < kAhead; ++k) { wn[k] = now[(z + 4 + kAhead + k) * kTowers + i]; on[k] = old[(z + kAhead + k) * kTowers + i]; }
        }
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
            auto step = [&](float m4, float m3, float m2, float m1, float c, float p1, float p2, float p3, float p4, float before) {
                float l = -2.847222f * c;
                l = fmaf(1.6f, m1 + p1, l); l = fmaf(-0.2f, m2 + p2, l); l = fmaf(0.02539683f, m3 + p3, l); l = fmaf(-0.001785714f, m4 + p4, l);
                return fmaf(0.25f, l, fmaf(2.0f, c, -before));
            };
            next[(z + k) * kTowers + i] = make_float2(
                step(w[k].x, w[k + 1].x, w[k + 2].x, w[k + 3].x, w[k + 4].x, w[k + 5].x, w[k + 6].x, w[k + 7].x, w[k + 8].x, o[k].x),
                step(w[k].y, w[k + 1].y, w[k + 2].y, w[k + 3].y, w[k + 4].y, w[k + 5].y, w[k + 6].y, w[k + 7].y, w[k + 8].y, o[k].y));
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) w[k] = w[k + kAhead];
    }
}

// ---- Perfume notes: product of a matrix of halves with a vector of 4096 halves, two rows a warp.
constexpr int kScents = kSms * 8 * 16 * 4, kNotes = 4096;  // rows

__device__ __forceinline__ float dot8(uint4 a, uint4 b, float sum) {
    const half2 *p = reinterpret_cast<const half2*>(&a), *q = reinterpret_cast<const half2*>(&b);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 u = __half22float2(p[k]), v = __half22float2(q[k]);
        sum = fmaf(u.x, v.x, sum); sum = fmaf(u.y, v.y, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256, 4) perfume_notes_a3_a(const uint4* __restrict__ matrix, const uint4* __restrict__ vec, float* __restrict__ out) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * 8 + threadIdx.x / 32) * 2;
    const uint4 *a = matrix + (size_t)row * (kNotes / 8) + lane, *b = a + kNotes / 8;
    float sa = 0.0f, sb = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kNotes / 8; from += 128) {
        uint4 ra[4], rb[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { ra[k] = __ldcs(a + from + 32 * k); rb[k] = __ldcs(b + from + 32 * k); }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint4 v = __ldg(vec + from + 32 * k + lane);
            sa = dot8(ra[k], v, sa); sb = dot8(rb[k], v, sb);
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { sa += __shfl_xor_sync(0xffffffffu, sa, o); sb += __shfl_xor_sync(0xffffffffu, sb, o); }
    if (lane == 0) *reinterpret_cast<float2*>(out + row) = make_float2(sa, sb);
}

// ---- Ant trails: fused Adam step of many tensors of unequal length, one chunk of 512 quadruples a block.
constexpr int kChunks = kSms * 320, kTensors = 97;

__global__ void __launch_bounds__(256) ant_trails_a3_a(const int2* __restrict__ chunk, const float* __restrict__ rate, const float4* __restrict__ p,
                                                       const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                       float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo) {
    int2 c = chunk[blockIdx.x];
    float lr = 0.01f * rate[c.x];
    int i = c.y + threadIdx.x;
    float4 pp[2], gg[2], mm[2], vv[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { pp[k] = __ldcs(p + i + 256 * k); gg[k] = __ldcs(g + i + 256 * k); mm[k] = __ldcs(m + i + 256 * k); vv[k] = __ldcs(v + i + 256 * k); }
    auto one = [&](float& w, float gr, float& a, float& b) {
        a = fmaf(0.1f, gr - a, a);
        b = fmaf(0.001f, gr * gr, 0.999f * fabsf(b));
        float root; asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(b));
        w = fmaf(-lr, __fdividef(a, root + 1e-6f), w);
    };
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        one(pp[k].x, gg[k].x, mm[k].x, vv[k].x); one(pp[k].y, gg[k].y, mm[k].y, vv[k].y);
        one(pp[k].z, gg[k].z, mm[k].z, vv[k].z); one(pp[k].w, gg[k].w, mm[k].w, vv[k].w);
        __stcs(po + i + 256 * k, pp[k]); __stcs(mo + i + 256 * k, mm[k]); __stcs(vo + i + 256 * k, vv[k]);
    }
}

// ---- Coral colours: group norm of groups of 4096 values, held in registers between the sums and the scaling.
constexpr int kReefs = kSms * 180;

__global__ void __launch_bounds__(256) coral_colours_a3_a(const float4* __restrict__ in, const float2* __restrict__ gain, float4* __restrict__ out) {
    __shared__ float2 part[8];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + at + 256 * k);
    float2 affine = gain[blockIdx.x];
    float s = 0.0f, q = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
        q = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, q))));
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(0xffffffffu, s, o); q += __shfl_xor_sync(0xffffffffu, q, o); }
    if (t % 32 == 0) part[t / 32] = make_float2(s, q);
    __syncthreads();
    s = q = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { s += part[k].x; q += part[k].y; }
    float mean = s * (1.0f / 4096), scale = affine.x * rsqrtf(fmaf(q, 1.0f / 4096, -mean * mean) + 1e-5f), shift = fmaf(-mean, scale, affine.y);
#pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(out + at + 256 * k, fma4(scale, v[k], make_float4(shift, shift, shift, shift)));
}

// ---- Lantern walk: causal depthwise convolution over time with four taps, channels last, four channels a thread marching through time.
constexpr int kWalks = 66, kLanterns = 1024, kPaces = 384;  // quadruples of channels

__global__ void __launch_bounds__(256, 2) lantern_walk_a3_a(const float4* __restrict__ in, const float4* __restrict__ taps, float4* __restrict__ out) {
    int c = blockIdx.x % 4 * 256 + threadIdx.x;
    size_t base = (size_t)(blockIdx.x / 4) * kPaces * kLanterns + c;
    float4 t0 = taps[c], t1 = taps[kLanterns + c], t2 = taps[2 * kLanterns + c], t3 = taps[3 * kLanterns + c];
    float4 zero = make_float4(0, 0, 0, 0), h1 = zero, h2 = zero, h3 = zero, next[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) next[k] = __ldcs(in + base + k * kLanterns);
#pragma unroll 1
    for (int s = 0; s < kPaces; s += 8) {
        float4 now[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) now[k] = next[k];
        if (s + 8 < kPaces) {
#pragma unroll
            for (int k = 0; k < 8; ++k) next[k] = __ldcs(in + base + (size_t)(s + 8 + k) * kLanterns);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float4 r = fma44(t0, now[k], fma44(t1, h1, fma44(t2, h2, fma44(t3, h3, zero))));
            __stcs(out + base + (size_t)(s + k) * kLanterns, r);
            h3 = h2; h2 = h1; h1 = now[k];
        }
    }
}

// ---- Crown jewels: place and size of the greatest of 8192 scores of each row, a block a row.
constexpr int kCrowns = kSms * 128;

__global__ void __launch_bounds__(256) crown_jewels_a3_a(const float4* __restrict__ score, float2* __restrict__ best) {
    __shared__ unsigned long long part[8];
    int t = threadIdx.x;
    const float4* row = score + (size_t)blockIdx.x * 2048 + t;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = __ldcs(row + 256 * k);
    float top = -1e30f; int place = 0;
    auto see = [&](float x, int at) { if (x > top) { top = x; place = at; } };
#pragma unroll
    for (int k = 0; k < 8; ++k) { see(v[k].x, 4 * k); see(v[k].y, 4 * k + 1); see(v[k].z, 4 * k + 2); see(v[k].w, 4 * k + 3); }
    place = (place / 4 * 256 + t) * 4 + place % 4;
    unsigned bits = __float_as_uint(top), order = bits ^ ((int)bits < 0 ? 0xffffffffu : 0x80000000u);
    unsigned high = __reduce_max_sync(0xffffffffu, order);
    unsigned first = __reduce_min_sync(0xffffffffu, order == high ? (unsigned)place : 0xffffffffu);
    if (t % 32 == 0) part[t / 32] = (unsigned long long)high << 32 | (0xffffffffu - first);
    __syncthreads();
    if (t == 0) {
        unsigned long long most = part[0];
#pragma unroll
        for (int k = 1; k < 8; ++k) most = part[k] > most ? part[k] : most;
        unsigned o = (unsigned)(most >> 32);
        best[blockIdx.x] = make_float2(__uint_as_float(o & 0x80000000u ? o ^ 0x80000000u : ~o), (float)(0xffffffffu - (unsigned)most));
    }
}

// ---- Spice recipes: mean flavour of 16 spices a recipe, flavours are rows of 512 bytes anywhere in a shelf of a gigabyte, a warp a recipe.
constexpr int kSpices = 1 << 21, kRecipes = kSms * 8 * 96;

__global__ void __launch_bounds__(256) spice_recipes_a3_a(const int* __restrict__ list, const float4* __restrict__ shelf, float4* __restrict__ taste) {
    int recipe = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int mine = list[recipe * 16 + lane % 16];
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int from = 0; from < 16; from += 8) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = __ldg(shelf + (size_t)__shfl_sync(0xffffffffu, mine, from + k) * 32 + lane);
#pragma unroll
        for (int k = 0; k < 8; ++k) sum = sum + v[k];
    }
    taste[recipe * 32 + lane] = make_float4(sum.x * 0.0625f, sum.y * 0.0625f, sum.z * 0.0625f, sum.w * 0.0625f);
}

// ---- Rain gauges: running sums of rows of 4096 readings, a block a row, one barrier.
constexpr int kGauges = kSms * 160;

__global__ void __launch_bounds__(256) rain_gauges_a3_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float total[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t at = (size_t)blockIdx.x * 1024 + warp * 128 + lane;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + at + 32 * k);
    float before[4], scan[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        scan[k] = v[k].w;
    }
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float u = __shfl_up_sync(0xffffffffu, scan[k], o);
            if (lane >= o) scan[k] += u;
        }
    }
    float carry = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        before[k] = carry + scan[k] - v[k].w;
        carry += __shfl_sync(0xffffffffu, scan[k], 31);
    }
    if (lane == 0) total[warp] = carry;
    __syncthreads();
    float start = 0.0f;
#pragma unroll
    for (int k = 0; k < 7; ++k) start += k < warp ? total[k] : 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float b = start + before[k];
        __stcs(out + at + 32 * k, make_float4(v[k].x + b, v[k].y + b, v[k].z + b, v[k].w + b));
    }
}

// ---- Market porters: dot products of pairs of ragged arrays, taken from a queue by blocks that stay; the next ticket is drawn early.
constexpr int kPorters = kSms * 6, kLoads = kSms * 120;
__device__ unsigned porter_ticket, porter_done;

__global__ void __launch_bounds__(256, 6) market_porters_a3_a(const int* __restrict__ start, const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ out) {
    __shared__ int ticket[2];
    __shared__ float part[2][8];
    int t = threadIdx.x, now = blockIdx.x, side = 0;
    while (now < kLoads) {
        if (t == 0) ticket[side] = kPorters + (int)atomicAdd(&porter_ticket, 1u);
        int from = start[now], to = start[now + 1];
        float s = 0.0f, r = 0.0f;
#pragma unroll 1
        for (int i = from + t; i < to; i += 512) {
            float4 a0 = __ldcs(a + i), b0 = __ldcs(b + i), a1 = __ldcs(a + i + 256), b1 = __ldcs(b + i + 256);
            s = fmaf(a0.x, b0.x, fmaf(a0.y, b0.y, fmaf(a0.z, b0.z, fmaf(a0.w, b0.w, s))));
            r = fmaf(a1.x, b1.x, fmaf(a1.y, b1.y, fmaf(a1.z, b1.z, fmaf(a1.w, b1.w, r))));
        }
        s += r;
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if (t % 32 == 0) part[side][t / 32] = s;
        __syncthreads();
        if (t == 0) {
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < 8; ++k) sum += part[side][k];
            out[now] = sum;
        }
        now = ticket[side];
        side ^= 1;
    }
    if (t == 0 && atomicAdd(&porter_done, 1u) == kPorters - 1) { porter_ticket = 0; porter_done = 0; }
}

// ---- Silk threads: long thin product, rows of 128 halves times 128 x 16 by tensor cores, the small matrix in registers.
constexpr int kSilkWarps = kSms * 4 * 4, kSilkTurns = 64, kSilkRows = kSilkWarps * kSilkTurns * 16;

__device__ __forceinline__ void mma(float (&c)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

__global__ void __launch_bounds__(128, 4) silk_threads_a3_a(const uint4* __restrict__ a, const uint4* __restrict__ bt, float* __restrict__ c) {
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = blockIdx.x * 4 + threadIdx.x / 32;
    uint4 b[2][4];
#pragma unroll
    for (int n = 0; n < 2; ++n)
#pragma unroll
        for (int k = 0; k < 4; ++k) b[n][k] = bt[(n * 8 + g) * 16 + k * 4 + t];
    uint4 next[2][4];
    auto fetch = [&](int turn) {
        size_t row = ((size_t)turn * kSilkWarps + warp) * 16 + g;
#pragma unroll
        for (int k = 0; k < 4; ++k) { next[0][k] = __ldcs(a + row * 16 + k * 4 + t); next[1][k] = __ldcs(a + (row + 8) * 16 + k * 4 + t); }
    };
    fetch(0);
#pragma unroll 1
    for (int turn = 0; turn < kSilkTurns; ++turn) {
        uint4 now[2][4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { now[0][k] = next[0][k]; now[1][k] = next[1][k]; }
        if (turn + 1 < kSilkTurns) fetch(turn + 1);
        float acc[2][4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int n = 0; n < 2; ++n) {
                mma(acc[n], now[0][k].x, now[1][k].x, now[0][k].y, now[1][k].y, b[n][k].x, b[n][k].y);
                mma(acc[n], now[0][k].z, now[1][k].z, now[0][k].w, now[1][k].w, b[n][k].z, b[n][k].w);
            }
        size_t row = ((size_t)turn * kSilkWarps + warp) * 16 + g;
#pragma unroll
        for (int n = 0; n < 2; ++n) {
            __stcs(reinterpret_cast<float2*>(c + row * 16 + n * 8 + t * 2), make_float2(acc[n][0], acc[n][1]));
            __stcs(reinterpret_cast<float2*>(c + (row + 8) * 16 + n * 8 + t * 2), make_float2(acc[n][2], acc[n][3]));
        }
    }
}

// ---- Mosaic floor: every stone of a picture doubled in both directions.
constexpr int kFloorX = 8192, kFloorY = 4224;  // of the input

__global__ void __launch_bounds__(256) mosaic_floor_a3_a(const float2* __restrict__ in, float4* __restrict__ out) {
    int x = blockIdx.x % (kFloorX / 512) * 256 + threadIdx.x, y = blockIdx.x / (kFloorX / 512) * 4;
    float2 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + (y + k) * (kFloorX / 2) + x);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 w = make_float4(v[k].x, v[k].x, v[k].y, v[k].y);
        __stcs(out + (2 * (y + k)) * (kFloorX / 2) + x, w);
        __stcs(out + (2 * (y + k) + 1) * (kFloorX / 2) + x, w);
    }
}

// ---- Violin bows (mild): bow force from pressure, speed and rosin; before by single words, eight of each in flight.
constexpr int kBows = kSms * 8 * 256 * 8 * 16;  // values

__device__ __forceinline__ float bow_force(float p, float s, float r) { return p * fmaf(-0.4f, s, 1.0f) + 0.1f * r; }

__global__ void __launch_bounds__(256) violin_bows_a3_a(const float* __restrict__ p, const float* __restrict__ s, const float* __restrict__ r, float* __restrict__ f) {
    int i = blockIdx.x * 2048 + threadIdx.x;
    float u[8], v[8], w[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { u[k] = p[i + 256 * k]; v[k] = s[i + 256 * k]; w[k] = r[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) f[i + 256 * k] = bow_force(u[k], v[k], w[k]);
}
__global__ void __launch_bounds__(256) violin_bows_a3_b(const float4* __restrict__ p, const float4* __restrict__ s, const float4* __restrict__ r, float4* __restrict__ f) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 u[2], v[2], w[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { u[k] = p[i + 256 * k]; v[k] = s[i + 256 * k]; w[k] = r[i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 2; ++k)
        f[i + 256 * k] = make_float4(bow_force(u[k].x, v[k].x, w[k].x), bow_force(u[k].y, v[k].y, w[k].y), bow_force(u[k].z, v[k].z, w[k].z), bow_force(u[k].w, v[k].w, w[k].w));
}

// ---- Quilt squares (mild): transposes of many 32 x 32 matrices, two a block; before with a pitch of 34 words (two lanes a bank).
constexpr int kQuilts = kSms * 512;  // matrices

template <int kPitch>
__device__ __forceinline__ void quilt_squares(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float tile[2][32 * kPitch];
    int t = threadIdx.x, r = t / 8, c = t % 8 * 4;
    size_t at = (size_t)blockIdx.x * 512 + t;
    float4 v[2];
#pragma unroll
    for (int m = 0; m < 2; ++m) v[m] = __ldcs(in + at + 256 * m);
#pragma unroll
    for (int m = 0; m < 2; ++m) {
        float* p = tile[m] + c * kPitch + r;
        p[0] = v[m].x; p[kPitch] = v[m].y; p[2 * kPitch] = v[m].z; p[3 * kPitch] = v[m].w;
    }
    __syncthreads();
#pragma unroll
    for (int m = 0; m < 2; ++m) {
        const float* q = tile[m] + r * kPitch + c;
        __stcs(out + at + 256 * m, make_float4(q[0], q[1], q[2], q[3]));
    }
}
__global__ void __launch_bounds__(256) quilt_squares_a3_a(const float4* __restrict__ in, float4* __restrict__ out) { quilt_squares<34>(in, out); }
__global__ void __launch_bounds__(256) quilt_squares_a3_b(const float4* __restrict__ in, float4* __restrict__ out) { quilt_squares<33>(in, out); }

// ---- Brass polish (mild): shine from wax and rubbing; before with constants that are doubles.
constexpr int kBrass = kSms * 8 * 256 * 2 * 24;  // quadruples

template <typename T>
__device__ __forceinline__ void brass_polish(const float4* __restrict__ wax, const float4* __restrict__ rub, float4* __restrict__ shine) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 w[2], r[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { w[k] = __ldcs(wax + i + 256 * k); r[k] = __ldcs(rub + i + 256 * k); }
    auto one = [](float a, float b) { return (float)((T)0.7 * a + (T)(a * b)); };
#pragma unroll
    for (int k = 0; k < 2; ++k) __stcs(shine + i + 256 * k, make_float4(one(w[k].x, r[k].x), one(w[k].y, r[k].y), one(w[k].z, r[k].z), one(w[k].w, r[k].w)));
}
__global__ void __launch_bounds__(256) brass_polish_a3_a(const float4* __restrict__ wax, const float4* __restrict__ rub, float4* __restrict__ shine) { brass_polish<double>(wax, rub, shine); }
__global__ void __launch_bounds__(256) brass_polish_a3_b(const float4* __restrict__ wax, const float4* __restrict__ rub, float4* __restrict__ shine) { brass_polish<float>(wax, rub, shine); }

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };
    constexpr size_t kShelf = (size_t)kSpices * 128, kPool = (size_t)144 << 20;
    float *one = filled<float>(kShelf, 341), *two = filled<float>(kPool, 342), *three = filled<float>(kPool, 343), *four = filled<float>(kPool, 344);
    float *out = empty<float>(kPool), *out2 = empty<float>(kPool), *out3 = empty<float>(kPool);
    __half *halves = filled<__half>((size_t)kSilkRows * 128 > (size_t)kScents * kNotes ? (size_t)kSilkRows * 128 : (size_t)kScents * kNotes, 345), *few = filled<__half>(4096, 346);
    int* list = harness::indices((size_t)kRecipes * 16, kSpices, 347);
    static_assert((size_t)kPond * 9 <= kPool && (size_t)kWalls * kLayers <= kPool && (size_t)kWebs * 36 <= kPool && (size_t)kTowers * 2 * kLevels <= kPool, "pool");
    static_assert((size_t)kChunks * 2048 <= kPool && (size_t)kReefs * 4096 <= kPool && (size_t)kWalks * kLanterns * 4 * kPaces <= kPool && (size_t)kCrowns * 8192 <= kPool, "pool");
    static_assert((size_t)kRecipes * 128 <= kPool && (size_t)kGauges * 4096 <= kPool && (size_t)kSilkRows * 16 <= kPool && (size_t)kFloorX * kFloorY * 4 <= kPool, "pool");
    static_assert((size_t)kBows <= kPool && (size_t)kQuilts * 1024 <= kPool && (size_t)kBrass * 4 <= kPool, "pool");

    std::vector<int2> chunks(kChunks);
    for (int i = 0; i < kChunks; ++i) {  // tensors of growing length
        int tensor = (int)(std::sqrt((double)i / kChunks) * kTensors);
        chunks[i] = make_int2(tensor, i * 512);
    }
    int2* chunk = harness::uploaded(chunks);
    std::vector<int> starts(kLoads + 1);
    for (int i = 0, at = 0; i <= kLoads; ++i) { starts[i] = at; at += 512 * (1 + 7 * (kLoads - 1 - std::min(i, kLoads - 1)) / kLoads); }  // 7, ..., 1 times 512 quadruples
    if ((size_t)starts[kLoads] * 4 > kPool) { std::fprintf(stderr, "loads too long\n"); return 1; }
    int* start = harness::uploaded(starts);

    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two), *out_2 = f2(out);
    float4 *one4 = f4(one), *two4 = f4(two), *three4 = f4(three), *four4 = f4(four), *out4 = f4(out), *out24 = f4(out2), *out34 = f4(out3);
    const uint4 *half4 = reinterpret_cast<uint4*>(halves), *few4 = reinterpret_cast<uint4*>(few);

    add("mill_pond_a3_a", out, (size_t)kPond * 9, [=] { mill_pond_a3_a<<<kPond / 256, 256>>>(one, out); });
    add("cellar_walls_a3_a", out, (size_t)kWalls * kLayers, [=] { cellar_walls_a3_a<<<kWalls / 128, 128>>>(one, two, three, four, out); });
    add("spider_webs_a3_a", out, (size_t)kWebs * 36, [=] { spider_webs_a3_a<<<kWebs / 128, 128>>>(one, out); });
    add("cloud_towers_a3_a", out, (size_t)kTowers * 2 * kLevels, [=] { cloud_towers_a3_a<<<kTowers / 256, 256>>>(one2, two2, out_2); });
    add("perfume_notes_a3_a", out, kScents, [=] { perfume_notes_a3_a<<<kScents / 16, 256>>>(half4, few4, out); });
    add("ant_trails_a3_a", out, (size_t)kChunks * 2048, [=] { ant_trails_a3_a<<<kChunks, 256>>>(chunk, one, one4, two4, three4, four4, out4, out24, out34); });
    add("coral_colours_a3_a", out, (size_t)kReefs * 4096, [=] { coral_colours_a3_a<<<kReefs, 256>>>(one4, two2, out4); });
    add("lantern_walk_a3_a", out, (size_t)kWalks * kLanterns * 4 * kPaces, [=] { lantern_walk_a3_a<<<kWalks * 4, 256>>>(one4, two4, out4); });
    add("crown_jewels_a3_a", out, (size_t)kCrowns * 2, [=] { crown_jewels_a3_a<<<kCrowns, 256>>>(one4, out_2); });
    add("spice_recipes_a3_a", out, (size_t)kRecipes * 128, [=] { spice_recipes_a3_a<<<kRecipes / 8, 256>>>(list, one4, out4); });
    add("rain_gauges_a3_a", out, (size_t)kGauges * 4096, [=] { rain_gauges_a3_a<<<kGauges, 256>>>(one4, out4); });
    add("market_porters_a3_a", out, kLoads, [=] { market_porters_a3_a<<<kPorters, 256>>>(start, one4, two4, out); });
    add("silk_threads_a3_a", out, (size_t)kSilkRows * 16, [=] { silk_threads_a3_a<<<kSilkWarps / 4, 128>>>(half4, few4, out); });
    add("mosaic_floor_a3_a", out, (size_t)kFloorX * kFloorY * 4, [=] { mosaic_floor_a3_a<<<kFloorX / 512 * (kFloorY / 4), 256>>>(one2, out4); });
    add("violin_bows_a3_a", out, kBows, [=] { violin_bows_a3_a<<<kBows / 2048, 256>>>(one, two, three, out); });
    add("violin_bows_a3_b", out, kBows, [=] { violin_bows_a3_b<<<kBows / 2048, 256>>>(one4, two4, three4, out4); });
    add("quilt_squares_a3_a", out, (size_t)kQuilts * 1024, [=] { quilt_squares_a3_a<<<kQuilts / 2, 256>>>(one4, out4); });
    add("quilt_squares_a3_b", out, (size_t)kQuilts * 1024, [=] { quilt_squares_a3_b<<<kQuilts / 2, 256>>>(one4, out4); });
    add("brass_polish_a3_a", out, (size_t)kBrass * 4, [=] { brass_polish_a3_a<<<kBrass / 512, 256>>>(one4, two4, out4); });
    add("brass_polish_a3_b", out, (size_t)kBrass * 4, [=] { brass_polish_a3_b<<<kBrass / 512, 256>>>(one4, two4, out4); });
    return harness::run(argc, argv, cases);
}
