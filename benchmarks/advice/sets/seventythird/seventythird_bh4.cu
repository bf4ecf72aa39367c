#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}

// ---------------------------------------------------------------- tabular preprocessing: 32 columns, one transform per column
struct Column { int kind; float a, b, c; };

__device__ __forceinline__ float transform(const Column& col, float x) {
    switch (col.kind) {
        case 0: return copysignf(log1pf(fabsf(x) * col.a), x) + col.b;
        case 1: return (powf(fabsf(x) + col.b, col.a) - 1.0f) / col.a;
        case 2: return normcdfinvf(0.5f + 0.49f * x) * col.c;
        case 3: return sinpif(col.a * x) + 0.5f * cospif(2.0f * col.b * x);
        case 4: return tanhf(col.a * x + col.b) * col.c;
        case 5: return erff(col.a * x - col.b) + col.c;
        case 6: return asinhf(col.a * x) * col.b;
        default: return powf(col.b, x) * cbrtf(x + col.c + 1.0f);
    }
}

__global__ void amber_pulley_bh4_a(const float* x, const Column* cols, float* y, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * 32) return;
    Column col = cols[i & 31];
    y[i] = transform(col, x[i]);
}

__global__ void amber_pulley_bh4_b(const float* x, const Column* cols, float* y, int rows) {
    __shared__ float tile[32][33];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t base = (size_t)blockIdx.x * 1024;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[r + warp][lane] = x[base + (r + warp) * 32 + lane];
    __syncthreads();
#pragma unroll 1
    for (int c = warp; c < 32; c += 8) {
        Column col = cols[c];
        tile[lane][c] = transform(col, tile[lane][c]);
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) y[base + (r + warp) * 32 + lane] = tile[r + warp][lane];
}

// ---------------------------------------------------------------- drawdown of the running total inside windows of 1024 rows
__global__ void __launch_bounds__(1024) cedar_lantern_bh4_a(const float* x, float* y) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    s[t] = x[i];
    __syncthreads();
    for (int off = 1; off < 1024; off <<= 1) {
        float v = t >= off ? s[t - off] : 0.0f;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    float total = s[t];
    for (int off = 1; off < 1024; off <<= 1) {
        float v = t >= off ? s[t - off] : -1e30f;
        __syncthreads();
        s[t] = fmaxf(s[t], v);
        __syncthreads();
    }
    y[i] = s[t] - total;
}

__global__ void __launch_bounds__(1024) cedar_lantern_bh4_b(const float* x, float* y) {
    __shared__ float part[32], peak[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) { float u = __shfl_up_sync(~0u, v, o); if (lane >= o) v += u; }
    float m = v;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) m = fmaxf(m, __shfl_up_sync(~0u, m, o));
    if (lane == 31) { part[warp] = v; peak[warp] = m; }
    __syncthreads();
    if (warp == 0) {
        float own = part[lane], p = own;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { float u = __shfl_up_sync(~0u, p, o); if (lane >= o) p += u; }
        float before = p - own, q = peak[lane] + before;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) q = fmaxf(q, __shfl_up_sync(~0u, q, o));
        q = __shfl_up_sync(~0u, q, 1);
        part[lane] = before; peak[lane] = lane ? q : -1e30f;
    }
    __syncthreads();
    float base = part[warp];
    y[i] = fmaxf(m + base, peak[warp]) - (v + base);
}

// ---------------------------------------------------------------- log loss and absolute error of each of 16 campaigns
__device__ __forceinline__ void loss_of(float z, float t, float& loss, float& err) {
    float y = t > 0.0f ? 1.0f : -1.0f, e = __expf(-y * 3.0f * z);
    loss += __logf(1.0f + e);
    err += __fdividef(e, 1.0f + e);
}

__global__ void velvet_otter_bh4_a(const float4* z, const float4* t, float* out, int per_segment) {
    size_t base = (size_t)blockIdx.y * per_segment + (size_t)blockIdx.x * 2048 + threadIdx.x;
    float loss = 0, err = 0;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        float4 a = z[base + k * 256], b = t[base + k * 256];
        loss_of(a.x, b.x, loss, err); loss_of(a.y, b.y, loss, err);
        loss_of(a.z, b.z, loss, err); loss_of(a.w, b.w, loss, err);
    }
    atomicAdd(&out[blockIdx.y * 2], loss);
    atomicAdd(&out[blockIdx.y * 2 + 1], err);
}

__global__ void velvet_otter_bh4_b(const float4* z, const float4* t, float* out, int per_segment) {
    __shared__ float sl[8], se[8];
    size_t base = (size_t)blockIdx.y * per_segment + (size_t)blockIdx.x * 2048 + threadIdx.x;
    float loss = 0, err = 0;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) {
        float4 a = z[base + k * 256], b = t[base + k * 256];
        loss_of(a.x, b.x, loss, err); loss_of(a.y, b.y, loss, err);
        loss_of(a.z, b.z, loss, err); loss_of(a.w, b.w, loss, err);
    }
    loss = warp_sum(loss); err = warp_sum(err);
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (lane == 0) { sl[warp] = loss; se[warp] = err; }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) { loss += sl[w]; err += se[w]; }
        atomicAdd(&out[blockIdx.y * 2], loss);
        atomicAdd(&out[blockIdx.y * 2 + 1], err);
    }
}

// ---------------------------------------------------------------- gradient histograms of boosted trees, 8 features of 256 bins
__global__ void copper_thistle_bh4_a(const uchar4* bins, const int4* grad, int* hist, int quads) {
    const uchar4* b = bins + (size_t)blockIdx.y * quads;
    int* sum = hist + blockIdx.y * 512;
    int* cnt = sum + 256;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 k = b[i]; int4 g = grad[i];
        atomicAdd(&sum[k.x], g.x); atomicAdd(&cnt[k.x], 1);
        atomicAdd(&sum[k.y], g.y); atomicAdd(&cnt[k.y], 1);
        atomicAdd(&sum[k.z], g.z); atomicAdd(&cnt[k.z], 1);
        atomicAdd(&sum[k.w], g.w); atomicAdd(&cnt[k.w], 1);
    }
}

__global__ void copper_thistle_bh4_b(const uchar4* bins, const int4* grad, int* hist, int quads) {
    __shared__ int sum[256], cnt[256];
    sum[threadIdx.x] = 0; cnt[threadIdx.x] = 0;
    __syncthreads();
    const uchar4* b = bins + (size_t)blockIdx.y * quads;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 k = b[i]; int4 g = grad[i];
        atomicAdd(&sum[k.x], g.x); atomicAdd(&cnt[k.x], 1);
        atomicAdd(&sum[k.y], g.y); atomicAdd(&cnt[k.y], 1);
        atomicAdd(&sum[k.z], g.z); atomicAdd(&cnt[k.z], 1);
        atomicAdd(&sum[k.w], g.w); atomicAdd(&cnt[k.w], 1);
    }
    __syncthreads();
    atomicAdd(&hist[blockIdx.y * 512 + threadIdx.x], sum[threadIdx.x]);
    atomicAdd(&hist[blockIdx.y * 512 + 256 + threadIdx.x], cnt[threadIdx.x]);
}

// ---------------------------------------------------------------- focal loss of each logit
__device__ __forceinline__ float focal_a(float x, unsigned char label) {
    float z = label & 1 ? 4.0f * x : -4.0f * x;
    float p = 1.0 / (1.0 + exp(-1.0 * z));
    float ce = log(1.0 + exp(-1.0 * fabs(z))) + (z < 0 ? -z : 0.0f);
    return 0.25 * (1.0 - p) * (1.0 - p) * ce;
}
__device__ __forceinline__ float focal_b(float x, unsigned char label) {
    float z = label & 1 ? 4.0f * x : -4.0f * x;
    float p = __fdividef(1.0f, 1.0f + __expf(-z));
    float ce = __logf(1.0f + __expf(-fabsf(z))) + (z < 0 ? -z : 0.0f);
    return 0.25f * (1.0f - p) * (1.0f - p) * ce;
}

__global__ void marble_kite_bh4_a(const float4* x, const uchar4* label, float4* out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i]; uchar4 l = label[i];
    out[i] = make_float4(focal_a(v.x, l.x), focal_a(v.y, l.y), focal_a(v.z, l.z), focal_a(v.w, l.w));
}
__global__ void marble_kite_bh4_b(const float4* x, const uchar4* label, float4* out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i]; uchar4 l = label[i];
    out[i] = make_float4(focal_b(v.x, l.x), focal_b(v.y, l.y), focal_b(v.z, l.z), focal_b(v.w, l.w));
}

// ---------------------------------------------------------------- user interest: history with a fast and a slow forgetting
__global__ void walnut_ferry_bh4_a(const float* age, const float* dwell, float* out, int users, int events, float fast, float slow) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= users) return;
    float s = 0, l = 0;
#pragma unroll 4
    for (int e = 0; e < events; ++e) {
        float a = 8.0f + 8.0f * age[(size_t)e * users + u], d = 2.0f + dwell[(size_t)e * users + u];
        float v = log1pf(d);
        s += v * powf(fast, a);
        l += v * powf(slow, a);
    }
    out[u] = tanhf(0.2f * s) + 0.1f * l;
}
__global__ void walnut_ferry_bh4_b(const float* age, const float* dwell, float* out, int users, int events, float log2_fast, float log2_slow) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= users) return;
    float s = 0, l = 0;
#pragma unroll 4
    for (int e = 0; e < events; ++e) {
        float a = 8.0f + 8.0f * age[(size_t)e * users + u], d = 2.0f + dwell[(size_t)e * users + u];
        float v = __logf(1.0f + d);
        s += v * exp2f(log2_fast * a);
        l += v * exp2f(log2_slow * a);
    }
    out[u] = tanhf(0.2f * s) + 0.1f * l;
}

// ---------------------------------------------------------------- shifted windows of a vision transformer: NHWC -> windows
__global__ void saffron_gate_bh4_a(const float* in, float* out, int total, int C, int ws, int nw, int nh, int H, int W, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int c = i % C, t = i / C;
    int x = t % ws; t /= ws;
    int y = t % ws; t /= ws;
    int wx = t % nw; t /= nw;
    int wy = t % nh;
    int b = t / nh;
    int row = (wy * ws + y + shift) % H, col = (wx * ws + x + shift) % W;
    out[i] = in[((size_t)(b * H + row) * W + col) * C + c];
}

struct FastDiv {
    unsigned d, m, s;
    explicit FastDiv(unsigned div) : d(div), s(0) {
        while ((1ull << s) < d) ++s;
        m = (unsigned)(((1ull << 32) * ((1ull << s) - d)) / d + 1);
    }
    __device__ __forceinline__ unsigned div(unsigned n) const { return (__umulhi(n, m) + n) >> s; }
    __device__ __forceinline__ unsigned divmod(unsigned n, unsigned& r) const { unsigned q = div(n); r = n - q * d; return q; }
};

__global__ void saffron_gate_bh4_b(const float* in, float* out, int total, FastDiv C, FastDiv ws, FastDiv nw, FastDiv nh, int H, int W, int shift) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (unsigned)total) return;
    unsigned c, x, y, wx, wy;
    unsigned t = C.divmod(i, c);
    t = ws.divmod(t, x);
    t = ws.divmod(t, y);
    t = nw.divmod(t, wx);
    unsigned b = nh.divmod(t, wy);
    int row = wy * ws.d + y + shift, col = wx * ws.d + x + shift;
    if (row >= H) row -= H;
    if (col >= W) col -= W;
    out[i] = in[((size_t)(b * H + row) * W + col) * C.d + c];
}

// ---------------------------------------------------------------- discounted return of an episode for 128 candidate discounts
__global__ void __launch_bounds__(128) pewter_swan_bh4_a(const float4* reward, float* out, int steps) {
    __shared__ float4 tile[2048];
    float gamma = 0.95f + 0.00038f * threadIdx.x, g = 0;
    const float4* r = reward + (size_t)blockIdx.x * (steps / 4);
    for (int t = steps / 4 - 2048; t >= 0; t -= 2048) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) tile[k * 128 + threadIdx.x] = r[t + k * 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 2047; k >= 0; --k) {
            float4 v = tile[k];
            g = fmaf(g, gamma, v.w);
            g = fmaf(g, gamma, v.z);
            g = fmaf(g, gamma, v.y);
            g = fmaf(g, gamma, v.x);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = g;
}
__global__ void __launch_bounds__(128) pewter_swan_bh4_b(const float4* reward, float* out, int steps) {
    __shared__ float4 tile[2048];
    float gamma = 0.95f + 0.00038f * threadIdx.x, g2 = gamma * gamma, g4 = g2 * g2, g8 = g4 * g4;
    float a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0;
    const float4* r = reward + (size_t)blockIdx.x * (steps / 4);
    for (int t = steps / 4 - 2048; t >= 0; t -= 2048) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) tile[k * 128 + threadIdx.x] = r[t + k * 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 1023; k >= 0; --k) {
            float4 v = tile[2 * k], w = tile[2 * k + 1];
            a0 = fmaf(a0, g8, v.x); a1 = fmaf(a1, g8, v.y); a2 = fmaf(a2, g8, v.z); a3 = fmaf(a3, g8, v.w);
            a4 = fmaf(a4, g8, w.x); a5 = fmaf(a5, g8, w.y); a6 = fmaf(a6, g8, w.z); a7 = fmaf(a7, g8, w.w);
        }
    }
    float lo = a0 + gamma * a1 + g2 * (a2 + gamma * a3), hi = a4 + gamma * a5 + g2 * (a6 + gamma * a7);
    out[blockIdx.x * 128 + threadIdx.x] = lo + g4 * hi;
}

// ---------------------------------------------------------------- deviation from the exponential average of each metric's series
constexpr int kTile = 1024, kHalo = 32, kStages = 4;

struct Decay { float a, p[5], lane, warp; };
__device__ __forceinline__ Decay decay_of(float a, int lane) {
    Decay d; d.a = a;
    float q = a * a; q *= q;
    d.lane = 1.0f;
    for (int k = 0; k < 5; ++k) { d.p[k] = q; if (lane >> k & 1) d.lane *= q; q *= q; }
    d.warp = q;
    return d;
}
__device__ __forceinline__ float deviation(const float* tile, float* part, const Decay& d, float& carry) {
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    float4 x = *(const float4*)(tile + kHalo + 4 * tid), l = *(const float4*)(tile + kHalo + 4 * tid - 24);
    float v0 = x.x - 0.5f * l.x, v1 = x.y - 0.5f * l.y, v2 = x.z - 0.5f * l.z, v3 = x.w - 0.5f * l.w;
    float g = 1.0f - d.a;
    float v = g * v0;
    v = d.a * v + g * v1; v = d.a * v + g * v2; v = d.a * v + g * v3;
#pragma unroll
    for (int k = 0; k < 5; ++k) { float u = __shfl_up_sync(~0u, v, 1 << k); if (lane >= 1 << k) v = fmaf(d.p[k], u, v); }
    if (lane == 31) part[warp] = v;
    float mine = __shfl_up_sync(~0u, v, 1);
    if (lane == 0) mine = 0;
    __syncthreads();
    float c = carry, before = c;
#pragma unroll
    for (int w = 0; w < 8; ++w) { if (w == warp) before = c; c = fmaf(d.warp, c, part[w]); }
    carry = c;
    float y = fmaf(d.lane, before, mine);
    float s;
    y = d.a * y + g * v0; s = fabsf(v0 - y);
    y = d.a * y + g * v1; s += fabsf(v1 - y);
    y = d.a * y + g * v2; s += fabsf(v2 - y);
    y = d.a * y + g * v3; s += fabsf(v3 - y);
    return 0.25f * s;
}

__global__ void __launch_bounds__(256) juniper_bolt_bh4_a(const float* x, float* out, int tiles, float a) {
    __shared__ __align__(16) float buf[kHalo + kTile];
    __shared__ float part[8];
    int tid = threadIdx.x;
    const float* src = x + (size_t)blockIdx.x * (tiles * kTile + kHalo);
    float* dst = out + (size_t)blockIdx.x * tiles * 256;
    Decay d = decay_of(a, tid & 31);
    float carry = 0;
    for (int i = 0; i < tiles; ++i) {
        *(float4*)(buf + kHalo + 4 * tid) = *(const float4*)(src + i * kTile + kHalo + 4 * tid);
        if (tid < 8) *(float4*)(buf + 4 * tid) = *(const float4*)(src + i * kTile + 4 * tid);
        __syncthreads();
        dst[i * 256 + tid] = deviation(buf, part, d, carry);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) juniper_bolt_bh4_b(const float* x, float* out, int tiles, float a) {
    __shared__ __align__(16) float buf[kStages][kHalo + kTile];
    __shared__ float part[2][8];
    int tid = threadIdx.x;
    const float* src = x + (size_t)blockIdx.x * (tiles * kTile + kHalo);
    float* dst = out + (size_t)blockIdx.x * tiles * 256;
    Decay d = decay_of(a, tid & 31);
    float carry = 0;
    auto fetch = [&](int i) {
        if (i < tiles) {
            float* b = buf[i % kStages];
            __pipeline_memcpy_async(b + kHalo + 4 * tid, src + i * kTile + kHalo + 4 * tid, 16);
            if (tid < 8) __pipeline_memcpy_async(b + 4 * tid, src + i * kTile + 4 * tid, 16);
        }
        __pipeline_commit();
    };
    for (int i = 0; i < kStages - 1; ++i) fetch(i);
    for (int i = 0; i < tiles; ++i) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        fetch(i + kStages - 1);
        dst[i * 256 + tid] = deviation(buf[i % kStages], part[i & 1], d, carry);
    }
}

// ---------------------------------------------------------------- dense layer, FP32: relu(X W + b)
__global__ void cobalt_basket_bh4_a(const float* X, const float* Wt, const float* bias, float* Y, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    float acc = bias[col];
    for (int k = 0; k < K; ++k) acc += X[row * K + k] * Wt[k * N + col];
    Y[row * N + col] = fmaxf(acc, 0.0f);
}
__global__ void __launch_bounds__(256) cobalt_basket_bh4_b(const float* X, const float* Wt, const float* bias, float* Y, int M, int N, int K) {
    __shared__ __align__(16) float xs[16][132], wsm[16][128];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    float acc[8][8] = {};
    float4 xr[2], wr[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = tid + j * 256;
            xr[j] = *(const float4*)(X + (size_t)(row0 + (q >> 2)) * K + k0 + (q & 3) * 4);
            wr[j] = *(const float4*)(Wt + (size_t)(k0 + (q >> 5)) * N + col0 + (q & 31) * 4);
        }
    };
    load(0);
    for (int k0 = 0; k0 < K; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = tid + j * 256, r = q >> 2, k = (q & 3) * 4;
            xs[k][r] = xr[j].x; xs[k + 1][r] = xr[j].y; xs[k + 2][r] = xr[j].z; xs[k + 3][r] = xr[j].w;
            *(float4*)&wsm[q >> 5][(q & 31) * 4] = wr[j];
        }
        __syncthreads();
        if (k0 + 16 < K) load(k0 + 16);
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(float4*)&xs[k][ty * 4]; *(float4*)(a + 4) = *(float4*)&xs[k][64 + ty * 4];
            *(float4*)b = *(float4*)&wsm[k][tx * 4]; *(float4*)(b + 4) = *(float4*)&wsm[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int row = row0 + (i >> 2) * 64 + ty * 4 + (i & 3);
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int col = col0 + h * 64 + tx * 4;
            float4 b = *(const float4*)(bias + col);
            float4 v = make_float4(fmaxf(acc[i][h * 4] + b.x, 0.f), fmaxf(acc[i][h * 4 + 1] + b.y, 0.f),
                                   fmaxf(acc[i][h * 4 + 2] + b.z, 0.f), fmaxf(acc[i][h * 4 + 3] + b.w, 0.f));
            *(float4*)(Y + (size_t)row * N + col) = v;
        }
    }
}

// ---------------------------------------------------------------- attention scores, FP16: S = scale * Q K^T, head dimension 64
__global__ void __launch_bounds__(256) willow_anvil_bh4_a(const __half* Q, const __half* Km, __half* S, int seq, float scale) {
    __shared__ __align__(16) float q[64][68], k[64][68];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const __half* qp = Q + ((size_t)blockIdx.z * seq + blockIdx.y * 64) * 64;
    const __half* kp = Km + ((size_t)blockIdx.z * seq + blockIdx.x * 64) * 64;
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int v = tid + j * 256, r = v >> 3, c = (v & 7) * 8;
        uint4 a = *(const uint4*)(qp + r * 64 + c), b = *(const uint4*)(kp + r * 64 + c);
        const __half2 *ah = (const __half2*)&a, *bh = (const __half2*)&b;
#pragma unroll
        for (int h = 0; h < 4; ++h) {
            *(float2*)&q[r][c + 2 * h] = __half22float2(ah[h]);
            *(float2*)&k[r][c + 2 * h] = __half22float2(bh[h]);
        }
    }
    __syncthreads();
    float acc[4][4] = {};
#pragma unroll 4
    for (int d = 0; d < 64; d += 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { a[i] = *(float4*)&q[ty + 16 * i][d]; b[i] = *(float4*)&k[tx + 16 * i][d]; }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                acc[i][j] = fmaf(a[i].x, b[j].x, acc[i][j]); acc[i][j] = fmaf(a[i].y, b[j].y, acc[i][j]);
                acc[i][j] = fmaf(a[i].z, b[j].z, acc[i][j]); acc[i][j] = fmaf(a[i].w, b[j].w, acc[i][j]);
            }
    }
    __half* sp = S + ((size_t)blockIdx.z * seq + blockIdx.y * 64) * seq + blockIdx.x * 64;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sp[(size_t)(ty + 16 * i) * seq + tx + 16 * j] = __float2half(acc[i][j] * scale);
}
__global__ void __launch_bounds__(128) willow_anvil_bh4_b(const __half* Q, const __half* Km, __half* S, int seq, float scale) {
    __shared__ __align__(32) unsigned char raw[2 * 64 * 72 * 2];
    __half* q = (__half*)raw;
    __half* k = q + 64 * 72;
    float* st = (float*)raw;
    int tid = threadIdx.x, warp = tid >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    const __half* qp = Q + ((size_t)blockIdx.z * seq + blockIdx.y * 64) * 64;
    const __half* kp = Km + ((size_t)blockIdx.z * seq + blockIdx.x * 64) * 64;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int v = tid + j * 128, r = v >> 3, c = (v & 7) * 8;
        *(uint4*)(q + r * 72 + c) = *(const uint4*)(qp + r * 64 + c);
        *(uint4*)(k + r * 72 + c) = *(const uint4*)(kp + r * 64 + c);
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
#pragma unroll
    for (int d = 0; d < 64; d += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[2];
        for (int i = 0; i < 2; ++i) {
            wmma::load_matrix_sync(a[i], q + (wr + 16 * i) * 72 + d, 72);
            wmma::load_matrix_sync(b[i], k + (wc + 16 * i) * 72 + d, 72);
        }
        for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j)
        wmma::store_matrix_sync(st + (wr + 16 * i) * 68 + wc + 16 * j, acc[i][j], 68, wmma::mem_row_major);
    __syncthreads();
    __half* sp = S + ((size_t)blockIdx.z * seq + blockIdx.y * 64) * seq + blockIdx.x * 64;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int v = tid + j * 128, r = v >> 3, c = (v & 7) * 8;
        float4 lo = *(float4*)(st + r * 68 + c), hi = *(float4*)(st + r * 68 + c + 4);
        auto pack = [&](float u, float w) { __half2 h = __floats2half2_rn(u * scale, w * scale); return *(unsigned*)&h; };
        uint4 o = make_uint4(pack(lo.x, lo.y), pack(lo.z, lo.w), pack(hi.x, hi.y), pack(hi.z, hi.w));
        __stcs((uint4*)(sp + (size_t)r * seq + c), o);
    }
}

// ---------------------------------------------------------------- projection of a data matrix on principal axes, FP64
__global__ void ginger_sail_bh4_a(const double* A, const double* B, double* C, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    double acc = 0;
    for (int k = 0; k < K; ++k) acc += A[row * K + k] * B[k * N + col];
    C[row * N + col] = acc;
}
__global__ void __launch_bounds__(128) ginger_sail_bh4_b(const double* A, const double* B, double* C, int M, int N, int K) {
    __shared__ __align__(32) double as[64][20], bs[16][68];
    int tid = threadIdx.x, warp = tid >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    const double* ap = A + (size_t)blockIdx.y * 64 * K;
    const double* bp = B + blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0);
    for (int k0 = 0; k0 < K; k0 += 16) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int v = tid + j * 128;
            *(double2*)&as[v >> 3][(v & 7) * 2] = *(const double2*)(ap + (size_t)(v >> 3) * K + k0 + (v & 7) * 2);
            *(double2*)&bs[v >> 5][(v & 31) * 2] = *(const double2*)(bp + (size_t)(k0 + (v >> 5)) * N + (v & 31) * 2);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[4];
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[4];
            for (int i = 0; i < 4; ++i) {
                wmma::load_matrix_sync(a[i], &as[wr + 8 * i][k], 20);
                wmma::load_matrix_sync(b[i], &bs[k][wc + 8 * i], 68);
            }
            for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j)
        wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + 8 * i) * N + blockIdx.x * 64 + wc + 8 * j, acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- epilogue of a transformer block: bias, GELU, residual, layer scale
__device__ __forceinline__ float gelu(float x) { return __fdividef(x, 1.0f + __expf(-1.702f * x)); }
__device__ __forceinline__ float4 add4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 mul4(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__device__ __forceinline__ float4 gelu4(float4 a) { return make_float4(gelu(a.x), gelu(a.y), gelu(a.z), gelu(a.w)); }

__global__ void onyx_meadow_bh4_a0(const float4* x, const float4* bias, float4* y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = add4(x[i], bias[i & 1023]);
}
__global__ void onyx_meadow_bh4_a1(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = gelu4(x[i]);
}
__global__ void onyx_meadow_bh4_a2(const float4* x, const float4* gain, float4* y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = mul4(x[i], gain[i & 1023]);
}
__global__ void onyx_meadow_bh4_a3(const float4* x, const float4* res, float4* y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = add4(x[i], res[i]);
}
__global__ void onyx_meadow_bh4_b(const float4* x, const float4* bias, const float4* gain, const float4* res, float4* y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i], r = res[i];
    y[i] = add4(mul4(gelu4(add4(v, bias[i & 1023])), gain[i & 1023]), r);
}

// ---------------------------------------------------------------- ranking: 64 candidates per request, 128 dimensions
__device__ __forceinline__ float score(const float4* user, const float4* item) {
    float4 u = user[threadIdx.x & 31], v = item[threadIdx.x & 31];
    float d = warp_sum(u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w);
    return __fdividef(1.0f, 1.0f + __expf(-0.3f * d));
}
__global__ void lilac_hammer_bh4_a0(const float4* user, const float4* items, float* out) {
    int c = blockIdx.x * 8 + (threadIdx.x >> 5);
    float s = score(user, items + (size_t)c * 32);
    if ((threadIdx.x & 31) == 0) out[c] = s;
}
__global__ void lilac_hammer_bh4_b(const float4* user, const float4* items, float* out) {
    int r = blockIdx.y, c = r * 64 + blockIdx.x * 8 + (threadIdx.x >> 5);
    float s = score(user + r * 32, items + (size_t)c * 32);
    if ((threadIdx.x & 31) == 0) out[c] = s;
}

// ---------------------------------------------------------------- affine rescale of features
__global__ void tundra_spoon_bh4_a(const float4* x, float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    y[i] = make_float4(v.x * 1.0507 + 0.3, v.y * 1.0507 + 0.3, v.z * 1.0507 + 0.3, v.w * 1.0507 + 0.3);
}
__global__ void tundra_spoon_bh4_b(const float4* x, float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    y[i] = make_float4(v.x * 1.0507f + 0.3f, v.y * 1.0507f + 0.3f, v.z * 1.0507f + 0.3f, v.w * 1.0507f + 0.3f);
}

// ---------------------------------------------------------------- L2-normalised embeddings, rows of 4096
__global__ void __launch_bounds__(256) maple_comet_bh4_a(const float4* x, float4* y) {
    __shared__ float s[256];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 1024 + t;
    float4 v[4]; float q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    s[t] = q;
    __syncthreads();
    for (int o = 128; o; o >>= 1) {
        if (t < o) s[t] += s[t + o];
        __syncthreads();
    }
    float r = rsqrtf(s[0] + 1e-12f);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[base + k * 256] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}
__global__ void __launch_bounds__(256) maple_comet_bh4_b(const float4* x, float4* y) {
    __shared__ float s[8];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 1024 + t;
    float4 v[4]; float q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    q = warp_sum(q);
    if ((t & 31) == 0) s[t >> 5] = q;
    __syncthreads();
    q = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) q += s[w];
    float r = rsqrtf(q + 1e-12f);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[base + k * 256] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}

// ---------------------------------------------------------------- Adam
__device__ __forceinline__ void adam(float& p, float g, float& m, float& v) {
    m = 0.9f * m + 0.1f * g;
    v = 0.999f * v + 0.001f * g * g;
    p -= 1e-3f * __fdividef(m, sqrtf(v) + 1e-6f);
}
__global__ void __launch_bounds__(256) quartz_ribbon_bh4_a(float4* p, const float4* g, float4* m, float4* v) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 a = p[i], b = g[i], c = m[i], d = v[i];
    adam(a.x, b.x, c.x, d.x); adam(a.y, b.y, c.y, d.y); adam(a.z, b.z, c.z, d.z); adam(a.w, b.w, c.w, d.w);
    p[i] = a; m[i] = c; v[i] = d;
}

// ---------------------------------------------------------------- softmax, FP16, a warp per row of 1024
__global__ void __launch_bounds__(128) hazel_drum_bh4_a(const uint4* x, uint4* y) {
    int lane = threadIdx.x & 31;
    size_t base = ((size_t)blockIdx.x * 4 + (threadIdx.x >> 5)) * 128 + lane;
    uint4 raw[4]; float2 f[16]; float m = -1e30f, s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) raw[k] = x[base + k * 32];
#pragma unroll
    for (int k = 0; k < 16; ++k) { f[k] = __half22float2(((__half2*)raw)[k]); m = fmaxf(m, fmaxf(f[k].x, f[k].y)); }
    m = warp_max(m);
#pragma unroll
    for (int k = 0; k < 16; ++k) { f[k].x = __expf(f[k].x - m); f[k].y = __expf(f[k].y - m); s += f[k].x + f[k].y; }
    s = __fdividef(1.0f, warp_sum(s));
#pragma unroll
    for (int k = 0; k < 16; ++k) ((__half2*)raw)[k] = __floats2half2_rn(f[k].x * s, f[k].y * s);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[base + k * 32] = raw[k];
}

// ---------------------------------------------------------------- layer norm, a warp per row of 768
__global__ void __launch_bounds__(128) indigo_cork_bh4_a(const float4* x, const float4* gain, const float4* bias, float4* y) {
    int lane = threadIdx.x & 31;
    size_t base = ((size_t)blockIdx.x * 4 + (threadIdx.x >> 5)) * 192 + lane;
    float4 v[6]; float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k) v[k] = x[base + k * 32];
#pragma unroll
    for (int k = 0; k < 6; ++k) s += v[k].x + v[k].y + v[k].z + v[k].w;
    float mean = warp_sum(s) * (1.0f / 768);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float r = rsqrtf(warp_sum(q) * (1.0f / 768) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        float4 g = gain[lane + k * 32], b = bias[lane + k * 32];
        y[base + k * 32] = make_float4(v[k].x * r * g.x + b.x, v[k].y * r * g.y + b.y, v[k].z * r * g.z + b.z, v[k].w * r * g.w + b.w);
    }
}

// ---------------------------------------------------------------- embedding lookup, rows of 256
__global__ void __launch_bounds__(256) pearl_fox_bh4_a(const float4* table, const int* id, float4* out) {
    int lane = threadIdx.x & 31;
    size_t w = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    const float4* row = table + (size_t)id[w] * 64;
    float4 a = row[lane], b = row[lane + 32];
    out[w * 64 + lane] = a;
    out[w * 64 + lane + 32] = b;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };
    const size_t n16 = 1 << 24, n32 = 1 << 25;
    float* x = filled<float>(n32, 11);
    float* z = filled<float>(n32, 12);
    float* y = empty<float>(n32);
    float* y2 = empty<float>(n32);

    {
        std::vector<Column> h(32);
        for (int c = 0; c < 32; ++c) h[c] = {(c * 5 + c / 8) % 8, 1.1f + 0.03f * c, 1.05f + 0.02f * c, 0.7f + 0.01f * c};
        Column* cols = uploaded(h);
        int rows = n16 / 32;
        add("amber_pulley_bh4_a", [=] { amber_pulley_bh4_a<<<n16 / 256, 256>>>(x, cols, y, rows); }, y, n16);
        add("amber_pulley_bh4_b", [=] { amber_pulley_bh4_b<<<rows / 32, 256>>>(x, cols, y, rows); }, y, n16);
    }
    add("cedar_lantern_bh4_a", [=] { cedar_lantern_bh4_a<<<n16 / 1024, 1024>>>(x, y); }, y, n16);
    add("cedar_lantern_bh4_b", [=] { cedar_lantern_bh4_b<<<n16 / 1024, 1024>>>(x, y); }, y, n16);
    {
        float* o = filled<float>(32, 3);
        add("velvet_otter_bh4_a", [=] { velvet_otter_bh4_a<<<dim3(128, 16), 256>>>((float4*)x, (float4*)z, o, 128 * 2048); }, o, 32);
        add("velvet_otter_bh4_b", [=] { velvet_otter_bh4_b<<<dim3(128, 16), 256>>>((float4*)x, (float4*)z, o, 128 * 2048); }, o, 32);
    }
    int* bytes = indices(n16 / 4, 0xffffffffu, 21);
    {
        int rows = 1 << 21;
        int* grad = indices(rows, 16, 22);
        int* hist = indices(8 * 512, 16, 23);
        add("copper_thistle_bh4_a", [=] { copper_thistle_bh4_a<<<dim3(132, 8), 256>>>((uchar4*)bytes, (int4*)grad, hist, rows / 4); }, hist, 8 * 512, Output::i32);
        add("copper_thistle_bh4_b", [=] { copper_thistle_bh4_b<<<dim3(132, 8), 256>>>((uchar4*)bytes, (int4*)grad, hist, rows / 4); }, hist, 8 * 512, Output::i32);
    }
    add("marble_kite_bh4_a", [=] { marble_kite_bh4_a<<<n16 / 1024, 256>>>((float4*)x, (uchar4*)bytes, (float4*)y, n16 / 4); }, y, n16);
    add("marble_kite_bh4_b", [=] { marble_kite_bh4_b<<<n16 / 1024, 256>>>((float4*)x, (uchar4*)bytes, (float4*)y, n16 / 4); }, y, n16);
    {
        int users = 1 << 20, events = 16;
        float fast = 0.8f, slow = 0.97f, lf = log2f(fast), ls = log2f(slow);
        add("walnut_ferry_bh4_a", [=] { walnut_ferry_bh4_a<<<users / 128, 128>>>(x, z, y, users, events, fast, slow); }, y, users);
        add("walnut_ferry_bh4_b", [=] { walnut_ferry_bh4_b<<<users / 128, 128>>>(x, z, y, users, events, lf, ls); }, y, users);
    }
    {
        int B = 42, H = 56, W = 56, ws = 7, C = 128, nw = W / ws, nh = H / ws, total = B * H * W * C, g = (total + 255) / 256;
        FastDiv fC(C), fws(ws), fnw(nw), fnh(nh);
        add("saffron_gate_bh4_a", [=] { saffron_gate_bh4_a<<<g, 256>>>(x, y, total, C, ws, nw, nh, H, W, 3); }, y, total);
        add("saffron_gate_bh4_b", [=] { saffron_gate_bh4_b<<<g, 256>>>(x, y, total, fC, fws, fnw, fnh, H, W, 3); }, y, total);
    }
    {
        int steps = 65536;
        add("pewter_swan_bh4_a", [=] { pewter_swan_bh4_a<<<132, 128>>>((float4*)x, y, steps); }, y, 132 * 128);
        add("pewter_swan_bh4_b", [=] { pewter_swan_bh4_b<<<132, 128>>>((float4*)x, y, steps); }, y, 132 * 128);
    }
    {
        int tiles = 240;
        size_t out = (size_t)132 * tiles * 256;
        add("juniper_bolt_bh4_a", [=] { juniper_bolt_bh4_a<<<132, 256>>>(x, y, tiles, 0.995f); }, y, out);
        add("juniper_bolt_bh4_b", [=] { juniper_bolt_bh4_b<<<132, 256>>>(x, y, tiles, 0.995f); }, y, out);
    }
    {
        int M = 2816, N = 1536, K = 512;
        float* bias = filled<float>(N, 31);
        add("cobalt_basket_bh4_a", [=] { cobalt_basket_bh4_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(x, z, bias, y, M, N, K); }, y, (size_t)M * N);
        add("cobalt_basket_bh4_b", [=] { cobalt_basket_bh4_b<<<dim3(N / 128, M / 128), 256>>>(x, z, bias, y, M, N, K); }, y, (size_t)M * N);
    }
    {
        int seq = 1024, heads = 64;
        __half* q = filled<__half>((size_t)heads * seq * 64, 41);
        __half* k = filled<__half>((size_t)heads * seq * 64, 42);
        __half* s = empty<__half>((size_t)heads * seq * seq);
        dim3 g(seq / 64, seq / 64, heads);
        add("willow_anvil_bh4_a", [=] { willow_anvil_bh4_a<<<g, 256>>>(q, k, s, seq, 0.125f); }, s, (size_t)heads * seq * seq, Output::f16);
        add("willow_anvil_bh4_b", [=] { willow_anvil_bh4_b<<<g, 128>>>(q, k, s, seq, 0.125f); }, s, (size_t)heads * seq * seq, Output::f16);
    }
    {
        int M = 2048, N = 2048, K = 512;
        double* a = filled<double>((size_t)M * K, 51);
        double* b = filled<double>((size_t)K * N, 52);
        double* c = empty<double>((size_t)M * N);
        add("ginger_sail_bh4_a", [=] { ginger_sail_bh4_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(a, b, c, M, N, K); }, c, (size_t)M * N, Output::f64);
        add("ginger_sail_bh4_b", [=] { ginger_sail_bh4_b<<<dim3(N / 64, M / 64), 128>>>(a, b, c, M, N, K); }, c, (size_t)M * N, Output::f64);
    }
    {
        float4* bias = (float4*)filled<float>(4096, 61);
        float4* gain = (float4*)filled<float>(4096, 62);
        float4 *X = (float4*)x, *R = (float4*)z, *Y = (float4*)y, *T = (float4*)y2;
        int g = n32 / 1024;
        add("onyx_meadow_bh4_a", [=] {
            onyx_meadow_bh4_a0<<<g, 256>>>(X, bias, T);
            onyx_meadow_bh4_a1<<<g, 256>>>(T, Y);
            onyx_meadow_bh4_a2<<<g, 256>>>(Y, gain, T);
            onyx_meadow_bh4_a3<<<g, 256>>>(T, R, Y);
        }, y, n32);
        add("onyx_meadow_bh4_b", [=] { onyx_meadow_bh4_b<<<g, 256>>>(X, bias, gain, R, Y); }, y, n32);
    }
    {
        const float4 *U = (const float4*)x, *I = (const float4*)z;
        add("lilac_hammer_bh4_a", [=] { for (int r = 0; r < 16; ++r) lilac_hammer_bh4_a0<<<8, 256>>>(U + r * 32, I + (size_t)r * 64 * 32, y + r * 64); }, y, 1024);
        add("lilac_hammer_bh4_b", [=] { lilac_hammer_bh4_b<<<dim3(8, 16), 256>>>(U, I, y); }, y, 1024);
    }
    add("tundra_spoon_bh4_a", [=] { tundra_spoon_bh4_a<<<n32 / 1024, 256>>>((float4*)x, (float4*)y, n32 / 4); }, y, n32);
    add("tundra_spoon_bh4_b", [=] { tundra_spoon_bh4_b<<<n32 / 1024, 256>>>((float4*)x, (float4*)y, n32 / 4); }, y, n32);
    add("maple_comet_bh4_a", [=] { maple_comet_bh4_a<<<n32 / 4096, 256>>>((float4*)x, (float4*)y); }, y, n32);
    add("maple_comet_bh4_b", [=] { maple_comet_bh4_b<<<n32 / 4096, 256>>>((float4*)x, (float4*)y); }, y, n32);
    {
        float* p = filled<float>(n32, 71);
        float* m = filled<float>(n32, 72);
        float* v = empty<float>(n32);
        CHECK(cudaMemset(v, 0x3c, n32 * sizeof(float)));
        add("quartz_ribbon_bh4_a", [=] { quartz_ribbon_bh4_a<<<n32 / 1024, 256>>>((float4*)p, (float4*)x, (float4*)m, (float4*)v); }, p, n32);
    }
    {
        size_t rows = 65536;
        __half* in = filled<__half>(rows * 1024, 81);
        __half* o = empty<__half>(rows * 1024);
        add("hazel_drum_bh4_a", [=] { hazel_drum_bh4_a<<<rows / 4, 128>>>((uint4*)in, (uint4*)o); }, o, rows * 1024, Output::f16);
    }
    {
        int rows = 43520;
        float4* gain = (float4*)filled<float>(768, 91);
        float4* bias = (float4*)filled<float>(768, 92);
        add("indigo_cork_bh4_a", [=] { indigo_cork_bh4_a<<<rows / 4, 128>>>((float4*)x, gain, bias, (float4*)y); }, y, (size_t)rows * 768);
    }
    {
        float* table = filled<float>((size_t)1 << 28, 95);
        int* id = indices(1 << 17, 1 << 20, 96);
        add("pearl_fox_bh4_a", [=] { pearl_fox_bh4_a<<<(1 << 17) / 8, 256>>>((float4*)table, id, (float4*)y); }, y, n32);
    }
    return run(argc, argv, cases);
}
