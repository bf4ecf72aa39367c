#include "harness.cuh"
using namespace harness;

// ---- lookup-table cipher ----
struct RoundKeys { uint32_t k[44]; };

template <bool WIDE>
__device__ __forceinline__ void cipher_body(const uint4* __restrict__ in, uint4* __restrict__ out, const uint32_t* __restrict__ table, const RoundKeys& rk) {
    __shared__ uint32_t tab[WIDE ? 256 * 32 : 256];
    const uint32_t t = threadIdx.x, lane = t & 31;
    if (WIDE) { for (uint32_t i = t; i < 256 * 32; i += 512) tab[i] = table[i >> 5]; }
    else if (t < 256) tab[t] = table[t];
    __syncthreads();
    const uint32_t* own = WIDE ? tab + lane : tab;
    auto look = [&](uint32_t w, int byte) -> uint32_t {
        uint32_t b = __byte_perm(w, 0u, 0x4440u + byte);
        return own[WIDE ? b * 32 : b];
    };
    size_t base = (size_t)blockIdx.x * 4096 + t;
    for (int n = 0; n < 8; ++n) {
        size_t i = base + (size_t)n * 512;
        uint4 p = in[i];
        uint32_t a = p.x ^ rk.k[0], b = p.y ^ rk.k[1], c = p.z ^ rk.k[2], d = p.w ^ rk.k[3];
#pragma unroll
        for (int r = 1; r <= 10; ++r) {
            uint32_t e = look(a, 0) ^ __funnelshift_l(look(b, 1), look(b, 1), 8) ^ __funnelshift_l(look(c, 2), look(c, 2), 16) ^ __funnelshift_l(look(d, 3), look(d, 3), 24) ^ rk.k[4 * r];
            uint32_t f = look(b, 0) ^ __funnelshift_l(look(c, 1), look(c, 1), 8) ^ __funnelshift_l(look(d, 2), look(d, 2), 16) ^ __funnelshift_l(look(a, 3), look(a, 3), 24) ^ rk.k[4 * r + 1];
            uint32_t g = look(c, 0) ^ __funnelshift_l(look(d, 1), look(d, 1), 8) ^ __funnelshift_l(look(a, 2), look(a, 2), 16) ^ __funnelshift_l(look(b, 3), look(b, 3), 24) ^ rk.k[4 * r + 2];
            uint32_t h = look(d, 0) ^ __funnelshift_l(look(a, 1), look(a, 1), 8) ^ __funnelshift_l(look(b, 2), look(b, 2), 16) ^ __funnelshift_l(look(c, 3), look(c, 3), 24) ^ rk.k[4 * r + 3];
            a = e; b = f; c = g; d = h;
        }
        out[i] = make_uint4(a, b, c, d);
    }
}
__global__ void __launch_bounds__(512) maple_lantern_ba3_a(const uint4* __restrict__ in, uint4* __restrict__ out, const uint32_t* __restrict__ table, RoundKeys rk) { cipher_body<false>(in, out, table, rk); }
__global__ void __launch_bounds__(512) maple_lantern_ba3_b(const uint4* __restrict__ in, uint4* __restrict__ out, const uint32_t* __restrict__ table, RoundKeys rk) { cipher_body<true>(in, out, table, rk); }

// ---- cubic spline prefilter of short lines, double ----
template <int S>
__device__ __forceinline__ void spline_body(const double* __restrict__ in, double* __restrict__ out) {
    __shared__ double s[128 * S];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 4096;
    const double z = -0.2679491924311227;
#pragma unroll 16
    for (int i = 0; i < 32; ++i) { int e = i * 128 + t; s[(e >> 5) * S + (e & 31)] = in[base + e]; }
    __syncthreads();
    double* row = s + t * S;
    double y = 0;
#pragma unroll 8
    for (int j = 0; j < 32; ++j) { y = fma(z, y, row[j]); row[j] = y; }
    y = y * z / (z * z - 1.0);
#pragma unroll 8
    for (int j = 31; j >= 0; --j) { y = z * (y - row[j]); row[j] = 6.0 * y; }
    __syncthreads();
#pragma unroll 16
    for (int i = 0; i < 32; ++i) { int e = i * 128 + t; out[base + e] = s[(e >> 5) * S + (e & 31)]; }
}
__global__ void __launch_bounds__(128) copper_meadow_ba3_a(const double* __restrict__ in, double* __restrict__ out) { spline_body<32>(in, out); }
__global__ void __launch_bounds__(128) copper_meadow_ba3_b(const double* __restrict__ in, double* __restrict__ out) { spline_body<33>(in, out); }

// ---- oriented molecules, all pairs of a cell ----
template <int S>
__device__ __forceinline__ void cell_body(const float4* __restrict__ rec, float* __restrict__ energy) {
    __shared__ float4 s[128 * S];
    const int t = threadIdx.x;
    const float4* mine = rec + (size_t)blockIdx.x * 512;
#pragma unroll
    for (int i = 0; i < 4; ++i) { int e = i * 128 + t; s[(e >> 2) * S + (e & 3)] = mine[e]; }
    __syncthreads();
    const float4 p = s[t * S], q = s[t * S + 1], a = s[t * S + 2], m = s[t * S + 3];
    float e = 0;
#pragma unroll 2
    for (int k = 1; k < 128; ++k) {
        int j = (t + k) & 127;
        const float4 pj = s[j * S], qj = s[j * S + 1], aj = s[j * S + 2], mj = s[j * S + 3];
        float dx = p.x - pj.x, dy = p.y - pj.y, dz = p.z - pj.z;
        float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)));
        float o = q.x * qj.x + q.y * qj.y + q.z * qj.z + q.w * qj.w;
        float g = a.x * aj.x + a.y * aj.y + a.z * aj.z + a.w * aj.w;
        float h = m.x * mj.x + m.y * mj.y + m.z * mj.z + m.w * mj.w;
        e += __fdividef(fmaf(o, o, fmaf(g, g, h * h)) + p.w * pj.w + 2.0f, r2);
    }
    energy[(size_t)blockIdx.x * 128 + t] = e;
}
__global__ void __launch_bounds__(128) velvet_harbor_ba3_a(const float4* __restrict__ rec, float* __restrict__ energy) { cell_body<4>(rec, energy); }
__global__ void __launch_bounds__(128) velvet_harbor_ba3_b(const float4* __restrict__ rec, float* __restrict__ energy) { cell_body<5>(rec, energy); }

// ---- luminance histograms of image strips, private byte counters ----
__device__ __forceinline__ uint32_t byte_of(uint32_t w, int k) { return (w >> (8 * k)) & 255u; }

template <bool QUAD>
__device__ __forceinline__ void strip_body(const uint4* __restrict__ in, int* __restrict__ out) {
    __shared__ uint32_t words[64 * 32];
    uint8_t* cnt = reinterpret_cast<uint8_t*>(words);
    const uint32_t t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < 16; ++i) words[i * 128 + t] = 0;
    __syncthreads();
    const uint4* p = in + (size_t)blockIdx.x * 1920 + t;
    uint8_t* own = QUAD ? cnt + t * 4 : cnt + t;
#pragma unroll 3
    for (int i = 0; i < 15; ++i) {
        uint4 v = p[i * 128];
        uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                uint32_t b = byte_of(w[j], k);
                uint32_t at = QUAD ? (b >> 4) * 512 + ((b >> 2) & 3) : (b >> 2) * 128;
                own[at] = own[at] + 1;
            }
    }
    __syncthreads();
    const uint32_t lane = t & 31, warp = t >> 5;
    int* o = out + (size_t)blockIdx.x * 64;
    if (QUAD) {
#pragma unroll
        for (uint32_t r = warp; r < 16; r += 4) {
            uint32_t lo = 0, hi = 0;
#pragma unroll
            for (int k = 0; k < 4; ++k) { uint32_t x = words[r * 128 + k * 32 + lane]; lo += x & 0x00ff00ffu; hi += (x >> 8) & 0x00ff00ffu; }
            lo = __reduce_add_sync(~0u, lo); hi = __reduce_add_sync(~0u, hi);
            if (lane < 4) { uint32_t x = lane & 1 ? hi : lo; o[r * 4 + lane] = lane & 2 ? x >> 16 : x & 0xffffu; }
        }
    } else {
#pragma unroll
        for (uint32_t r = warp; r < 64; r += 4) {
            uint32_t x = __reduce_add_sync(~0u, __dp4a(words[r * 32 + lane], 0x01010101u, 0u));
            if (lane == 0) o[r] = x;
        }
    }
}
__global__ void __launch_bounds__(128) silent_walnut_ba3_a(const uint4* __restrict__ in, int* __restrict__ out) { strip_body<false>(in, out); }
__global__ void __launch_bounds__(128) silent_walnut_ba3_b(const uint4* __restrict__ in, int* __restrict__ out) { strip_body<true>(in, out); }

// ---- farthest point sampling ----
__global__ void __launch_bounds__(1024, 2) amber_canyon_ba3_a(const float* __restrict__ pts, int* __restrict__ out) {
    __shared__ float px[2048], py[2048], pz[2048];
    __shared__ float sv[1024];
    __shared__ int si[1024];
    const int t = threadIdx.x;
    const float* c = pts + (size_t)blockIdx.x * 6144;
    for (int i = t; i < 2048; i += 1024) { px[i] = c[i]; py[i] = c[2048 + i]; pz[i] = c[4096 + i]; }
    __syncthreads();
    const float x0 = px[t], y0 = py[t], z0 = pz[t], x1 = px[t + 1024], y1 = py[t + 1024], z1 = pz[t + 1024];
    float d0 = 1e10f, d1 = 1e10f;
    int last = 0;
    for (int it = 0; it < 128; ++it) {
        if (t == 0) out[blockIdx.x * 128 + it] = last;
        float cx = px[last], cy = py[last], cz = pz[last];
        float ax = x0 - cx, ay = y0 - cy, az = z0 - cz, bx = x1 - cx, by = y1 - cy, bz = z1 - cz;
        d0 = fminf(d0, fmaf(ax, ax, fmaf(ay, ay, az * az)));
        d1 = fminf(d1, fmaf(bx, bx, fmaf(by, by, bz * bz)));
        float v = fmaxf(d0, d1);
        int i = d1 > d0 ? t + 1024 : t;
        sv[t] = v; si[t] = i;
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) {
                float w = sv[t + s]; int j = si[t + s];
                float u = sv[t]; int k = si[t];
                if (w > u || (w == u && j < k)) { sv[t] = w; si[t] = j; }
            }
            __syncthreads();
        }
        last = si[0];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(1024, 2) amber_canyon_ba3_b(const float* __restrict__ pts, int* __restrict__ out) {
    __shared__ float px[2048], py[2048], pz[2048];
    __shared__ uint32_t wv[2][32], wi[2][32];
    const int t = threadIdx.x;
    const float* c = pts + (size_t)blockIdx.x * 6144;
    for (int i = t; i < 2048; i += 1024) { px[i] = c[i]; py[i] = c[2048 + i]; pz[i] = c[4096 + i]; }
    __syncthreads();
    const float x0 = px[t], y0 = py[t], z0 = pz[t], x1 = px[t + 1024], y1 = py[t + 1024], z1 = pz[t + 1024];
    float d0 = 1e10f, d1 = 1e10f;
    int last = 0;
    for (int it = 0; it < 128; ++it) {
        if (t == 0) out[blockIdx.x * 128 + it] = last;
        float cx = px[last], cy = py[last], cz = pz[last];
        float ax = x0 - cx, ay = y0 - cy, az = z0 - cz, bx = x1 - cx, by = y1 - cy, bz = z1 - cz;
        d0 = fminf(d0, fmaf(ax, ax, fmaf(ay, ay, az * az)));
        d1 = fminf(d1, fmaf(bx, bx, fmaf(by, by, bz * bz)));
        uint32_t v = __float_as_uint(fmaxf(d0, d1));
        uint32_t i = d1 > d0 ? t + 1024 : t;
        uint32_t m = __reduce_max_sync(~0u, v);
        uint32_t w = __reduce_min_sync(~0u, v == m ? i : 0xffffffffu);
        if ((t & 31) == 0) { wv[it & 1][t >> 5] = m; wi[it & 1][t >> 5] = w; }
        __syncthreads();
        v = wv[it & 1][t & 31]; i = wi[it & 1][t & 31];
        m = __reduce_max_sync(~0u, v);
        last = (int)__reduce_min_sync(~0u, v == m ? i : 0xffffffffu);
    }
}

// ---- delta decoding of index postings ----
__global__ void __launch_bounds__(512) polar_thimble_ba3_a(const int4* __restrict__ delta, const int* __restrict__ first, int4* __restrict__ out) {
    __shared__ int4 s4[1024];
    int* s = reinterpret_cast<int*>(s4);
    const int t = threadIdx.x, lane = t & 31;
    const size_t base = (size_t)blockIdx.x * 1024;
    s4[t] = delta[base + t]; s4[t + 512] = delta[base + 512 + t];
    __syncthreads();
    if (t < 32) {
        int carry = first[blockIdx.x];
#pragma unroll 1
        for (int i = 0; i < 128; ++i) {
            int v = s[i * 32 + lane];
#pragma unroll
            for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(~0u, v, o); if (lane >= o) v += u; }
            v += carry;
            s[i * 32 + lane] = v;
            carry = __shfl_sync(~0u, v, 31);
        }
    }
    __syncthreads();
    out[base + t] = s4[t]; out[base + 512 + t] = s4[t + 512];
}
__global__ void __launch_bounds__(512) polar_thimble_ba3_b(const int4* __restrict__ delta, const int* __restrict__ first, int4* __restrict__ out) {
    __shared__ int4 s4[1024];
    __shared__ int total[16];
    int* s = reinterpret_cast<int*>(s4);
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const size_t base = (size_t)blockIdx.x * 1024;
    const int start = first[blockIdx.x];
    s4[t] = delta[base + t]; s4[t + 512] = delta[base + 512 + t];
    __syncthreads();
    int v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = s[warp * 256 + i * 32 + lane];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1)
#pragma unroll
        for (int i = 0; i < 8; ++i) { int u = __shfl_up_sync(~0u, v[i], o); if (lane >= o) v[i] += u; }
    int carry = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) { int u = __shfl_sync(~0u, v[i], 31); s[warp * 256 + i * 32 + lane] = v[i] + carry; carry += u; }
    if (lane == 0) total[warp] = carry;
    __syncthreads();
    int mine = lane < 16 ? total[lane] : 0;
    const int w0 = t >> 6, w1 = (t + 512) >> 6;
    int a = start + __reduce_add_sync(~0u, lane < w0 ? mine : 0), b = start + __reduce_add_sync(~0u, lane < w1 ? mine : 0);
    int4 x = s4[t], y = s4[t + 512];
    out[base + t] = make_int4(x.x + a, x.y + a, x.z + a, x.w + a);
    out[base + 512 + t] = make_int4(y.x + b, y.y + b, y.z + b, y.w + b);
}

// ---- batched Cholesky 32x32 (upper) ----
__global__ void __launch_bounds__(256) cobalt_orchard_ba3_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[32][33];
    const int t = threadIdx.x, c = t & 31, g = t >> 5;
    const size_t base = (size_t)blockIdx.x * 1024;
#pragma unroll
    for (int i = 0; i < 4; ++i) { int r = g + 8 * i; s[r][c] = in[base + r * 32 + c] + (r == c ? 40.0f : 0.0f); }
    __syncthreads();
    for (int k = 0; k < 32; ++k) {
        if (t == 0) s[k][k] = sqrtf(s[k][k]);
        __syncthreads();
        if (t > k && t < 32) s[k][t] = s[k][t] / s[k][k];
        __syncthreads();
        for (int r = k + 1 + g; r < 32; r += 8)
            if (c >= r) s[r][c] -= s[k][r] * s[k][c];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) { int r = g + 8 * i; out[base + r * 32 + c] = c >= r ? s[r][c] : 0.0f; }
}
__global__ void __launch_bounds__(128) cobalt_orchard_ba3_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float4 col[4][2][8];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t base = ((size_t)blockIdx.x * 4 + w) * 1024;
    float a[32];
#pragma unroll
    for (int j = 0; j < 32; ++j) a[j] = in[base + j * 32 + lane] + (j == lane ? 40.0f : 0.0f);
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        float d = __shfl_sync(~0u, a[k], k);
        a[k] *= rsqrtf(d);
        reinterpret_cast<float*>(col[w][k & 1])[lane] = a[k];
        __syncwarp();
#pragma unroll
        for (int q = 0; q < 8; ++q) {
            if (q * 4 + 3 > k) {
                float4 f = col[w][k & 1][q];
                if (q * 4 + 0 > k) a[q * 4 + 0] -= f.x * a[k];
                if (q * 4 + 1 > k) a[q * 4 + 1] -= f.y * a[k];
                if (q * 4 + 2 > k) a[q * 4 + 2] -= f.z * a[k];
                if (q * 4 + 3 > k) a[q * 4 + 3] -= f.w * a[k];
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 32; ++j) out[base + j * 32 + lane] = lane >= j ? a[j] : 0.0f;
}

// ---- credit portfolio with common shocks ----
__device__ __forceinline__ float shock(uint32_t n) {
    float u = ((hash32(n) >> 8) + 0.5f) * (1.0f / 16777216.0f), v = (hash32(n ^ 0x5bd1e995u) >> 8) * (6.2831853f / 16777216.0f);
    return sqrtf(-2.0f * __logf(u)) * __cosf(v);
}
__global__ void __launch_bounds__(512) humble_quartz_ba3_a(const float* __restrict__ load, const float* __restrict__ level, float* __restrict__ loss) {
    __shared__ float4 z[128];
    float* zf = reinterpret_cast<float*>(z);
    const int t = threadIdx.x, warp = t >> 5;
    const int i = blockIdx.x * 512 + t;
    const float a = load[i], b = level[i];
    float s = 0;
    for (int step = 0; step < 32; ++step) {
        if (warp == 0) {
#pragma unroll 4
            for (int j = 0; j < 16; ++j) zf[j * 32 + t] = shock((blockIdx.x * 32 + step) * 512 + j * 32 + t);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 q = z[warp * 8 + j];
            s += fmaxf(fmaf(a, q.x, b), 0.0f); s += fmaxf(fmaf(a, q.y, b), 0.0f);
            s += fmaxf(fmaf(a, q.z, b), 0.0f); s += fmaxf(fmaf(a, q.w, b), 0.0f);
        }
        __syncthreads();
    }
    loss[i] = s;
}
__global__ void __launch_bounds__(512) humble_quartz_ba3_b(const float* __restrict__ load, const float* __restrict__ level, float* __restrict__ loss) {
    __shared__ float4 z[2][128];
    const int t = threadIdx.x, warp = t >> 5;
    const int i = blockIdx.x * 512 + t;
    const float a = load[i], b = level[i];
    float s = 0;
    for (int step = 0; step < 32; ++step) {
        reinterpret_cast<float*>(z[step & 1])[t] = shock((blockIdx.x * 32 + step) * 512 + t);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 q = z[step & 1][warp * 8 + j];
            s += fmaxf(fmaf(a, q.x, b), 0.0f); s += fmaxf(fmaf(a, q.y, b), 0.0f);
            s += fmaxf(fmaf(a, q.z, b), 0.0f); s += fmaxf(fmaf(a, q.w, b), 0.0f);
        }
    }
    loss[i] = s;
}

// ---- 12-channel recordings, interleaved to planar ----
template <int S>
__device__ __forceinline__ void planar_body(const float* __restrict__ in, float* __restrict__ out, int samples) {
    __shared__ float s[128 * S];
    const int t = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * 128;
#pragma unroll
    for (int i = 0; i < 6; ++i) { uint32_t e = i * 256 + t; s[(e / 12) * S + e % 12] = in[first * 12 + e]; }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 6; ++i) { int e = i * 256 + t, c = e >> 7, n = e & 127; out[(size_t)c * samples + first + n] = s[n * S + c] * 0.195f; }
}
__global__ void __launch_bounds__(256) gentle_saddle_ba3_a(const float* __restrict__ in, float* __restrict__ out, int samples) { planar_body<12>(in, out, samples); }
__global__ void __launch_bounds__(256) gentle_saddle_ba3_b(const float* __restrict__ in, float* __restrict__ out, int samples) { planar_body<13>(in, out, samples); }

// ---- smoothing of traces, chunk by chunk ----
template <int B>
__device__ __forceinline__ void trace_body(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float edge[B][2][258];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 2048 + t;
    float4 v = in[base];
    if (t < B) { edge[t][0][0] = 0; edge[t][1][257] = 0; }
    for (int c = 0; c < 8; ++c) {
        float4 next = c < 7 ? in[base + (c + 1) * 256] : v;
        const int h = B == 2 ? c & 1 : 0;
        edge[h][0][t + 1] = v.w; edge[h][1][t + 1] = v.x;
        __syncthreads();
        float l = edge[h][0][t], r = edge[h][1][t + 2];
        out[base + c * 256] = make_float4(0.25f * l + 0.5f * v.x + 0.25f * v.y, 0.25f * v.x + 0.5f * v.y + 0.25f * v.z,
                                          0.25f * v.y + 0.5f * v.z + 0.25f * v.w, 0.25f * v.z + 0.5f * v.w + 0.25f * r);
        if (B == 1) __syncthreads();
        v = next;
    }
}
__global__ void __launch_bounds__(256) rustic_pebble_ba3_a(const float4* __restrict__ in, float4* __restrict__ out) { trace_body<1>(in, out); }
__global__ void __launch_bounds__(256) rustic_pebble_ba3_b(const float4* __restrict__ in, float4* __restrict__ out) { trace_body<2>(in, out); }

// ---- healthy: transposition of doubles ----
__global__ void __launch_bounds__(256) nimble_raven_ba3_a(const double* __restrict__ in, double* __restrict__ out, int rows, int cols) {
    __shared__ double s[32][33];
    const int x = threadIdx.x & 31, y = threadIdx.x >> 5;
    const size_t c0 = (size_t)blockIdx.x * 32, r0 = (size_t)blockIdx.y * 32;
    double v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = in[(r0 + y + 8 * i) * cols + c0 + x];
#pragma unroll
    for (int i = 0; i < 4; ++i) s[y + 8 * i][x] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) out[(c0 + y + 8 * i) * rows + r0 + x] = s[x][y + 8 * i];
}
// ---- healthy: rows scaled by their root mean square ----
__global__ void __launch_bounds__(256) frosty_anchor_ba3_a(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float part[8];
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 1024 + t;
    float4 v[4];
    float q = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = in[base + i * 256];
#pragma unroll
    for (int i = 0; i < 4; ++i) q += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
#pragma unroll
    for (int o = 16; o; o >>= 1) q += __shfl_xor_sync(~0u, q, o);
    if ((t & 31) == 0) part[t >> 5] = q;
    __syncthreads();
    q = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) q += part[i];
    const float f = rsqrtf(q * (1.0f / 4096.0f) + 1e-5f);
#pragma unroll
    for (int i = 0; i < 4; ++i) out[base + i * 256] = make_float4(v[i].x * f, v[i].y * f, v[i].z * f, v[i].w * f);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output type) { cases.push_back({name, f, out, n, type}); };

    const size_t nb = (size_t)2048 * 4096;
    const uint4* plain = (const uint4*)indices(nb * 4, 0xffffffffu, 3);
    uint4* crypt = (uint4*)empty<int>(nb * 4);
    std::vector<uint32_t> tv(256);
    for (int i = 0; i < 256; ++i) tv[i] = hash32(i * 7919u + 17u);
    uint32_t* table = uploaded(tv);
    RoundKeys rk;
    for (int i = 0; i < 44; ++i) rk.k[i] = hash32(i + 1000u);
    add("maple_lantern_ba3_a", [=] { maple_lantern_ba3_a<<<2048, 512>>>(plain, crypt, table, rk); }, crypt, nb * 4, Output::i32);
    add("maple_lantern_ba3_b", [=] { maple_lantern_ba3_b<<<2048, 512>>>(plain, crypt, table, rk); }, crypt, nb * 4, Output::i32);

    const size_t nd = (size_t)4096 * 4096, nl = (size_t)4752 * 4096;
    double* lines = filled<double>(nl, 5);
    double* coef = empty<double>(nl);
    add("copper_meadow_ba3_a", [=] { copper_meadow_ba3_a<<<4752, 128>>>(lines, coef); }, coef, nl, Output::f64);
    add("copper_meadow_ba3_b", [=] { copper_meadow_ba3_b<<<4752, 128>>>(lines, coef); }, coef, nl, Output::f64);

    const int cells = 6600;
    const float4* rec = (const float4*)filled<float>((size_t)cells * 2048, 11);
    float* energy = empty<float>((size_t)cells * 128);
    add("velvet_harbor_ba3_a", [=] { velvet_harbor_ba3_a<<<cells, 128>>>(rec, energy); }, energy, (size_t)cells * 128, Output::f32);
    add("velvet_harbor_ba3_b", [=] { velvet_harbor_ba3_b<<<cells, 128>>>(rec, energy); }, energy, (size_t)cells * 128, Output::f32);

    const int strips = 16384;
    const uint4* image = (const uint4*)indices((size_t)strips * 1920 * 4, 0xffffffffu, 19);
    int* hist = empty<int>((size_t)strips * 64);
    add("silent_walnut_ba3_a", [=] { silent_walnut_ba3_a<<<strips, 128>>>(image, hist); }, hist, (size_t)strips * 64, Output::i32);
    add("silent_walnut_ba3_b", [=] { silent_walnut_ba3_b<<<strips, 128>>>(image, hist); }, hist, (size_t)strips * 64, Output::i32);

    const int clouds = 1056;
    float* pts = filled<float>((size_t)clouds * 6144, 23);
    int* picked = empty<int>((size_t)clouds * 128);
    add("amber_canyon_ba3_a", [=] { amber_canyon_ba3_a<<<clouds, 1024>>>(pts, picked); }, picked, (size_t)clouds * 128, Output::i32);
    add("amber_canyon_ba3_b", [=] { amber_canyon_ba3_b<<<clouds, 1024>>>(pts, picked); }, picked, (size_t)clouds * 128, Output::i32);

    const int lists = 16384;
    const int4* delta = (const int4*)indices((size_t)lists * 4096, 9, 29);
    int* first = indices(lists, 100000, 31);
    int* posting = empty<int>((size_t)lists * 4096);
    add("polar_thimble_ba3_a", [=] { polar_thimble_ba3_a<<<lists, 512>>>(delta, first, (int4*)posting); }, posting, (size_t)lists * 4096, Output::i32);
    add("polar_thimble_ba3_b", [=] { polar_thimble_ba3_b<<<lists, 512>>>(delta, first, (int4*)posting); }, posting, (size_t)lists * 4096, Output::i32);

    const int mats = 65536;
    float* mat = filled<float>((size_t)mats * 1024, 37);
    float* chol = empty<float>((size_t)mats * 1024);
    add("cobalt_orchard_ba3_a", [=] { cobalt_orchard_ba3_a<<<mats, 256>>>(mat, chol); }, chol, (size_t)mats * 1024, Output::f32);
    add("cobalt_orchard_ba3_b", [=] { cobalt_orchard_ba3_b<<<mats / 4, 128>>>(mat, chol); }, chol, (size_t)mats * 1024, Output::f32);

    const int books = 2112;
    float* load = filled<float>((size_t)books * 512, 41);
    float* level = filled<float>((size_t)books * 512, 43);
    float* loss = empty<float>((size_t)books * 512);
    add("humble_quartz_ba3_a", [=] { humble_quartz_ba3_a<<<books, 512>>>(load, level, loss); }, loss, (size_t)books * 512, Output::f32);
    add("humble_quartz_ba3_b", [=] { humble_quartz_ba3_b<<<books, 512>>>(load, level, loss); }, loss, (size_t)books * 512, Output::f32);

    const int samples = 1 << 22;
    float* eeg = filled<float>((size_t)samples * 12, 47);
    float* planes = empty<float>((size_t)samples * 12);
    add("gentle_saddle_ba3_a", [=] { gentle_saddle_ba3_a<<<samples / 128, 256>>>(eeg, planes, samples); }, planes, (size_t)samples * 12, Output::f32);
    add("gentle_saddle_ba3_b", [=] { gentle_saddle_ba3_b<<<samples / 128, 256>>>(eeg, planes, samples); }, planes, (size_t)samples * 12, Output::f32);

    // the matrices serve as traces, as rows, and the doubles as a matrix
    const int chunks = 8192;
    float* smooth = empty<float>((size_t)chunks * 8192);
    add("rustic_pebble_ba3_a", [=] { rustic_pebble_ba3_a<<<chunks, 256>>>((const float4*)mat, (float4*)smooth); }, smooth, (size_t)chunks * 8192, Output::f32);
    add("rustic_pebble_ba3_b", [=] { rustic_pebble_ba3_b<<<chunks, 256>>>((const float4*)mat, (float4*)smooth); }, smooth, (size_t)chunks * 8192, Output::f32);

    double* turned = empty<double>(nd);
    add("nimble_raven_ba3_a", [=] { nimble_raven_ba3_a<<<dim3(128, 128), 256>>>(lines, turned, 4096, 4096); }, turned, nd, Output::f64);
    float* scaled = empty<float>((size_t)16384 * 4096);
    add("frosty_anchor_ba3_a", [=] { frosty_anchor_ba3_a<<<16384, 256>>>((const float4*)mat, (float4*)scaled); }, scaled, (size_t)16384 * 4096, Output::f32);

    return run(argc, argv, cases);
}
