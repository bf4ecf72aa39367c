#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
#include <cfloat>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- K cache: [T][H][D] -> [H][D][T]
__global__ void maple_dock_bj3_a(const float* __restrict__ key, float* __restrict__ cache, int tokens, int hd) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * hd) return;
    int t = i / hd, c = i % hd;
    cache[(size_t)c * tokens + t] = key[i];
}
__global__ void maple_dock_bj3_b(const float* __restrict__ key, float* __restrict__ cache, int tokens, int hd) {
    __shared__ float tile[32][33];
    int c0 = blockIdx.x * 32, t0 = blockIdx.y * 32;
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][threadIdx.x] = key[(size_t)(t0 + r) * hd + c0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8) cache[(size_t)(c0 + r) * tokens + t0 + threadIdx.x] = tile[threadIdx.x][r];
}

// ---------------------------------------------------------------- 7x7 filter on a padded image
constexpr int KS = 7;
__constant__ float c_filter[KS * KS];
__global__ void copper_nest_bj3_a(const float* __restrict__ src, float* __restrict__ dst, int w, int h, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float acc = 0.f;
    for (int ky = 0; ky < KS; ++ky)
        for (int kx = 0; kx < KS; ++kx)
            acc += c_filter[ky * KS + kx] * src[(size_t)(y + ky) * pitch + x + kx];
    dst[(size_t)y * w + x] = acc;
}
__global__ void copper_nest_bj3_b(const float* __restrict__ src, float* __restrict__ dst, int w, int h, int pitch) {
    constexpr int R = 8, TH = 64, TW = 32;
    __shared__ float s[TH + KS - 1][TW + KS - 1];
    int x0 = blockIdx.x * TW, y0 = blockIdx.y * TH;
    for (int r = threadIdx.y; r < TH + KS - 1; r += 8)
        for (int c = threadIdx.x; c < TW + KS - 1; c += 32)
            s[r][c] = src[(size_t)(y0 + r) * pitch + x0 + c];
    __syncthreads();
    float acc[R] = {};
#pragma unroll
    for (int kx = 0; kx < KS; ++kx) {
#pragma unroll
        for (int r = 0; r < R + KS - 1; ++r) {
            float v = s[threadIdx.y * R + r][threadIdx.x + kx];
#pragma unroll
            for (int j = 0; j < R; ++j)
                if (r - j >= 0 && r - j < KS) acc[j] += c_filter[(r - j) * KS + kx] * v;
        }
    }
#pragma unroll
    for (int j = 0; j < R; ++j) dst[(size_t)(y0 + threadIdx.y * R + j) * w + x0 + threadIdx.x] = acc[j];
}

// ---------------------------------------------------------------- CSR SpMV on a graph
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
__global__ void ribbon_quarry_bj3_a(const int* __restrict__ rowptr, const int* __restrict__ col, const float* __restrict__ val,
                                    const float* __restrict__ x, float* __restrict__ y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    int end = rowptr[row + 1];
    float acc = 0.f;
    for (int e = rowptr[row] + lane; e < end; e += 32) acc += val[e] * x[col[e]];
    acc = warp_sum(acc);
    if (lane == 0) y[row] = acc;
}
__global__ void ribbon_quarry_bj3_b(const int* __restrict__ rowptr, const int* __restrict__ col, const float* __restrict__ val,
                                    const float* __restrict__ x, float* __restrict__ y, int rows, const int* __restrict__ heavy, int nheavy,
                                    int limit) {
    int lane = threadIdx.x & 31;
    if ((int)blockIdx.x < nheavy) {
        __shared__ float part[8];
        int row = heavy[blockIdx.x], end = rowptr[row + 1];
        float acc = 0.f;
#pragma unroll 8
        for (int e = rowptr[row] + threadIdx.x; e < end; e += 256) acc += val[e] * x[col[e]];
        acc = warp_sum(acc);
        if (lane == 0) part[threadIdx.x >> 5] = acc;
        __syncthreads();
        if (threadIdx.x == 0) {
            float t = 0.f;
            for (int i = 0; i < 8; ++i) t += part[i];
            y[row] = t;
        }
        return;
    }
    int row = ((blockIdx.x - nheavy) * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows) return;
    int begin = rowptr[row], end = rowptr[row + 1];
    if (end - begin > limit) return;
    float acc = 0.f;
    for (int e = begin + lane; e < end; e += 32) acc += val[e] * x[col[e]];
    acc = warp_sum(acc);
    if (lane == 0) y[row] = acc;
}

// ---------------------------------------------------------------- semantic label fusion over frames
constexpr int CLASSES = 16;
__global__ void tundra_fiddle_bj3_a(const uint8_t* __restrict__ label, const float* __restrict__ conf, float* __restrict__ best, int pixels, int frames) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float score[CLASSES];
    for (int c = 0; c < CLASSES; ++c) score[c] = 0.f;
    for (int f = 0; f < frames; ++f) {
        int c = label[(size_t)f * pixels + p];
        score[c] += conf[(size_t)f * pixels + p];
    }
    float m = score[0];
    int arg = 0;
    for (int c = 1; c < CLASSES; ++c)
        if (score[c] > m) { m = score[c]; arg = c; }
    best[p] = m + arg;
}
__global__ void tundra_fiddle_bj3_b(const uint8_t* __restrict__ label, const float* __restrict__ conf, float* __restrict__ best, int pixels, int frames) {
    __shared__ float score[CLASSES][256];
    int p = blockIdx.x * blockDim.x + threadIdx.x, tid = threadIdx.x;
    if (p >= pixels) return;
    for (int c = 0; c < CLASSES; ++c) score[c][tid] = 0.f;
#pragma unroll 4
    for (int f = 0; f < frames; ++f) {
        int c = label[(size_t)f * pixels + p];
        score[c][tid] += conf[(size_t)f * pixels + p];
    }
    float m = score[0][tid];
    int arg = 0;
    for (int c = 1; c < CLASSES; ++c)
        if (score[c][tid] > m) { m = score[c][tid]; arg = c; }
    best[p] = m + arg;
}

// ---------------------------------------------------------------- MoE: tokens per expert
constexpr int EXPERTS = 256;
__global__ void pepper_canoe_bj3_a(const int* __restrict__ expert, int* __restrict__ count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[expert[i]], 1);
}
__global__ void pepper_canoe_bj3_b(const int4* __restrict__ expert, int* __restrict__ count, int n4) {
    __shared__ int hist[EXPERTS];
    hist[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 e = expert[i];
        atomicAdd(&hist[e.x], 1); atomicAdd(&hist[e.y], 1); atomicAdd(&hist[e.z], 1); atomicAdd(&hist[e.w], 1);
    }
    __syncthreads();
    atomicAdd(&count[threadIdx.x], hist[threadIdx.x]);
}

// ---------------------------------------------------------------- embedding bag through a slot table
constexpr int EMB = 32, BAG = 32;
__global__ void velvet_anchor_bj3_a(const int* __restrict__ ids, const int* __restrict__ slot, const float* __restrict__ table, float* __restrict__ out, int bags) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (bag >= bags) return;
    float acc = 0.f;
    for (int i = 0; i < BAG; ++i) {
        int id = ids[bag * BAG + i];
        if (id < 0) break;
        int row = slot[id];
        acc += table[(size_t)row * EMB + lane];
    }
    out[(size_t)bag * EMB + lane] = acc;
}
__global__ void velvet_anchor_bj3_b(const int4* __restrict__ ids, const int* __restrict__ slot, const float* __restrict__ table, float* __restrict__ out, int bags) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (bag >= bags) return;
    float acc = 0.f;
    for (int i = 0; i < BAG / 4; ++i) {
        int4 id = ids[bag * (BAG / 4) + i];
        int r0 = id.x >= 0 ? slot[id.x] : -1, r1 = id.y >= 0 ? slot[id.y] : -1;
        int r2 = id.z >= 0 ? slot[id.z] : -1, r3 = id.w >= 0 ? slot[id.w] : -1;
        float v0 = r0 >= 0 ? table[(size_t)r0 * EMB + lane] : 0.f, v1 = r1 >= 0 ? table[(size_t)r1 * EMB + lane] : 0.f;
        float v2 = r2 >= 0 ? table[(size_t)r2 * EMB + lane] : 0.f, v3 = r3 >= 0 ? table[(size_t)r3 * EMB + lane] : 0.f;
        acc += v0; acc += v1; acc += v2; acc += v3;
        if (id.w < 0) break;
    }
    out[(size_t)bag * EMB + lane] = acc;
}

// ---------------------------------------------------------------- rotated box head decoding
constexpr int GRID_W = 1024;
__device__ __forceinline__ float sigmoid(float v) { return 1.f / (1.f + expf(-v)); }
__device__ __forceinline__ float decode_field(int k, float v, int box) {
    switch (k) {
        case 0: return (2.f * sigmoid(v) - 0.5f + (box & (GRID_W - 1))) * 8.f;
        case 1: return (tanhf(v) + ((box / GRID_W) & (GRID_W - 1))) * 8.f;
        case 2: return powf(v + 1.5f, 1.7f) * 12.f;
        case 3: return expf(v) * 16.f;
        case 4: return atanf(v);
        case 5: return log1pf(expf(v));
        case 6: return 0.5f + 0.5f * erff(v);
        default: return cbrtf(v + 2.f);
    }
}
__global__ void harbor_cricket_bj3_a(const float* __restrict__ head, float* __restrict__ out, int boxes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= boxes * 8) return;
    out[i] = decode_field(i & 7, head[i], i >> 3);
}
__global__ void harbor_cricket_bj3_b(const float4* __restrict__ head, float4* __restrict__ out, int boxes) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= boxes) return;
    float4 u = head[2 * (size_t)b], v = head[2 * (size_t)b + 1];
    u.x = decode_field(0, u.x, b); u.y = decode_field(1, u.y, b); u.z = decode_field(2, u.z, b); u.w = decode_field(3, u.w, b);
    v.x = decode_field(4, v.x, b); v.y = decode_field(5, v.y, b); v.z = decode_field(6, v.z, b); v.w = decode_field(7, v.w, b);
    out[2 * (size_t)b] = u;
    out[2 * (size_t)b + 1] = v;
}

// ---------------------------------------------------------------- undistortion map, rational lens model
struct Camera { float fx, fy, ifx, ify, cx, cy, k1, k2, k3, k4, k5, k6, p1, p2; };
__global__ void lantern_gravel_bj3_a(Camera c, float2* __restrict__ map, int w, int h) {
    int u = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y * blockDim.y + threadIdx.y;
    if (u >= w || v >= h) return;
    float x = (u - c.cx) * c.ifx, y = (v - c.cy) * c.ify;
    float r2 = x * x + y * y;
    float radial = (1.0 + r2 * (c.k1 + r2 * (c.k2 + r2 * c.k3))) / (1.0 + r2 * (c.k4 + r2 * (c.k5 + r2 * c.k6)));
    float dx = x * radial + 2.0 * c.p1 * x * y + c.p2 * (r2 + 2.0 * x * x);
    float dy = y * radial + c.p1 * (r2 + 2.0 * y * y) + 2.0 * c.p2 * x * y;
    map[(size_t)v * w + u] = make_float2(dx * c.fx + c.cx + 0.5, dy * c.fy + c.cy + 0.5);
}
__global__ void lantern_gravel_bj3_b(Camera c, float2* __restrict__ map, int w, int h) {
    int u = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y * blockDim.y + threadIdx.y;
    if (u >= w || v >= h) return;
    float x = (u - c.cx) * c.ifx, y = (v - c.cy) * c.ify;
    float r2 = x * x + y * y;
    float radial = (1.0f + r2 * (c.k1 + r2 * (c.k2 + r2 * c.k3))) / (1.0f + r2 * (c.k4 + r2 * (c.k5 + r2 * c.k6)));
    float dx = x * radial + 2.0f * c.p1 * x * y + c.p2 * (r2 + 2.0f * x * x);
    float dy = y * radial + c.p1 * (r2 + 2.0f * y * y) + 2.0f * c.p2 * x * y;
    map[(size_t)v * w + u] = make_float2(dx * c.fx + c.cx + 0.5f, dy * c.fy + c.cy + 0.5f);
}

// ---------------------------------------------------------------- additive attention scores: sum_d v[d] * tanh(q[d] + k[d])
__device__ __forceinline__ float ptx_exp2(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__device__ __forceinline__ float ptx_rcp(float x) { float y; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
constexpr int AD = 64, AQ = 8;
constexpr float TWO_LOG2E = 2.885390082f;
__global__ void walnut_siren_bj3_a(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ v, float* __restrict__ score, int nk) {
    __shared__ __align__(16) float sq[AD][AQ];
    __shared__ float sv[AD];
    for (int i = threadIdx.x; i < AD * AQ; i += blockDim.x) sq[i % AD][i / AD] = q[(size_t)(blockIdx.y * AQ + i / AD) * AD + i % AD];
    if (threadIdx.x < AD) sv[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float acc[AQ] = {};
#pragma unroll 4
    for (int d = 0; d < AD; ++d) {
        float k = kt[(size_t)d * nk + j], w = sv[d];
#pragma unroll
        for (int i = 0; i < AQ; ++i) {
            float e = ptx_exp2((sq[d][i] + k) * TWO_LOG2E);
            acc[i] += w * (1.f - 2.f * ptx_rcp(e + 1.f));
        }
    }
#pragma unroll
    for (int i = 0; i < AQ; ++i) score[(size_t)(blockIdx.y * AQ + i) * nk + j] = acc[i];
}
__global__ void walnut_siren_bj3_b(const float* __restrict__ q, const float* __restrict__ kt, const float* __restrict__ v, float* __restrict__ score, int nk) {
    __shared__ __align__(16) float sq[AD][AQ];
    __shared__ float sv[AD];
    for (int i = threadIdx.x; i < AD * AQ; i += blockDim.x)
        sq[i % AD][i / AD] = ptx_exp2(q[(size_t)(blockIdx.y * AQ + i / AD) * AD + i % AD] * TWO_LOG2E);
    if (threadIdx.x < AD) sv[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float acc[AQ] = {};
#pragma unroll 4
    for (int d = 0; d < AD; ++d) {
        float k = ptx_exp2(kt[(size_t)d * nk + j] * TWO_LOG2E), w = sv[d];
#pragma unroll
        for (int i = 0; i < AQ; ++i) acc[i] += w * (1.f - 2.f * ptx_rcp(sq[d][i] * k + 1.f));
    }
#pragma unroll
    for (int i = 0; i < AQ; ++i) score[(size_t)(blockIdx.y * AQ + i) * nk + j] = acc[i];
}

// ---------------------------------------------------------------- group RMS norm with small groups
template <int PAD>
__device__ __forceinline__ void group_norm_rows(const float* __restrict__ in, const float* __restrict__ gamma, float* __restrict__ out, int dim, float* s) {
    const int pitch = dim + PAD, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const size_t base = (size_t)blockIdx.x * 128 * dim;
#pragma unroll 8
    for (int r = warp; r < 128; r += 4)
        if (lane < dim) s[r * pitch + lane] = in[base + r * dim + lane];
    __syncthreads();
    float* row = s + threadIdx.x * pitch;
    float ss = 0.f;
#pragma unroll 4
    for (int j = 0; j < dim; ++j) ss += row[j] * row[j];
    float scale = rsqrtf(ss / dim + 1e-6f);
#pragma unroll 4
    for (int j = 0; j < dim; ++j) row[j] = row[j] * scale * __ldg(gamma + j);
    __syncthreads();
#pragma unroll 8
    for (int r = warp; r < 128; r += 4)
        if (lane < dim) out[base + r * dim + lane] = s[r * pitch + lane];
}
__global__ void saddle_orbit_bj3_a(const float* __restrict__ in, const float* __restrict__ gamma, float* __restrict__ out, int dim) {
    extern __shared__ float rows_smem[];
    group_norm_rows<0>(in, gamma, out, dim, rows_smem);
}
__global__ void saddle_orbit_bj3_b(const float* __restrict__ in, const float* __restrict__ gamma, float* __restrict__ out, int dim) {
    extern __shared__ float rows_smem[];
    group_norm_rows<1>(in, gamma, out, dim, rows_smem);
}

// ---------------------------------------------------------------- expert projection: C[M][N] = A[M][K] B[K][N], half in, float out
__global__ void __launch_bounds__(256) thistle_ferry_bj3_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) float As[16][68];
    __shared__ __align__(16) float Bs[16][64];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    float acc[4][4] = {};
    int am = threadIdx.x >> 2, ak = (threadIdx.x & 3) * 4, bk = threadIdx.x >> 4, bn = (threadIdx.x & 15) * 4;
    for (int k0 = 0; k0 < K; k0 += 16) {
        uint2 ra = *reinterpret_cast<const uint2*>(A + (size_t)(m0 + am) * K + k0 + ak);
        uint2 rb = *reinterpret_cast<const uint2*>(B + (size_t)(k0 + bk) * N + n0 + bn);
        float2 a0 = __half22float2(*reinterpret_cast<__half2*>(&ra.x)), a1 = __half22float2(*reinterpret_cast<__half2*>(&ra.y));
        float2 b0 = __half22float2(*reinterpret_cast<__half2*>(&rb.x)), b1 = __half22float2(*reinterpret_cast<__half2*>(&rb.y));
        As[ak][am] = a0.x; As[ak + 1][am] = a0.y; As[ak + 2][am] = a1.x; As[ak + 3][am] = a1.y;
        *reinterpret_cast<float4*>(&Bs[bk][bn]) = make_float4(b0.x, b0.y, b1.x, b1.y);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 a = *reinterpret_cast<float4*>(&As[k][ty * 4]), b = *reinterpret_cast<float4*>(&Bs[k][tx * 4]);
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += av[i] * bv[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(C + (size_t)(m0 + ty * 4 + i) * N + n0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
__global__ void __launch_bounds__(256) thistle_ferry_bj3_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    using namespace nvcuda;
    __shared__ __align__(32) __half As[128][40];
    __shared__ __align__(32) __half Bs[32][136];
    int warp = threadIdx.x >> 5, wm = (warp & 3) * 32, wn = (warp >> 2) * 64, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(c[i][j], 0.f);
    uint4 ra[2], rb[2];
    auto load = [&](int k0) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int t = threadIdx.x + i * 256;
            ra[i] = *reinterpret_cast<const uint4*>(A + (size_t)(m0 + (t >> 2)) * K + k0 + (t & 3) * 8);
            rb[i] = *reinterpret_cast<const uint4*>(B + (size_t)(k0 + (t >> 4)) * N + n0 + (t & 15) * 8);
        }
    };
    load(0);
    for (int k0 = 0; k0 < K; k0 += 32) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int t = threadIdx.x + i * 256;
            *reinterpret_cast<uint4*>(&As[t >> 2][(t & 3) * 8]) = ra[i];
            *reinterpret_cast<uint4*>(&Bs[t >> 4][(t & 15) * 8]) = rb[i];
        }
        __syncthreads();
        if (k0 + 32 < K) load(k0 + 32);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &As[wm + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], &Bs[k][wn + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(m0 + wm + i * 16) * N + n0 + wn + j * 16, c[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- attention decode, one query per head
constexpr int HEAD_DIM = 128;
struct Partial { float m, l, acc[4]; };
__device__ __forceinline__ float4 load4(const __half* p) {
    uint2 r = *reinterpret_cast<const uint2*>(p);
    float2 a = __half22float2(*reinterpret_cast<__half2*>(&r.x)), b = __half22float2(*reinterpret_cast<__half2*>(&r.y));
    return make_float4(a.x, a.y, b.x, b.y);
}
// 8 warps; the result lies in threads 0..127, one dimension each
__device__ __forceinline__ void decode_range(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v, int begin, int end,
                                             float& m_out, float& l_out, float& o_out) {
    __shared__ float sm[8], sl[8], so[8][HEAD_DIM];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    float4 qv = load4(q + lane * 4);
    float m = -FLT_MAX, l = 0.f, a0 = 0.f, a1 = 0.f, a2 = 0.f, a3 = 0.f;
    for (int t = begin + warp; t < end; t += 8) {
        float4 kv = load4(k + (size_t)t * HEAD_DIM + lane * 4);
        float4 vv = load4(v + (size_t)t * HEAD_DIM + lane * 4);
        float s = warp_sum(qv.x * kv.x + qv.y * kv.y + qv.z * kv.z + qv.w * kv.w) * 0.08838834764f;
        float mn = fmaxf(m, s), old = __expf(m - mn), p = __expf(s - mn);
        l = l * old + p;
        a0 = a0 * old + p * vv.x; a1 = a1 * old + p * vv.y; a2 = a2 * old + p * vv.z; a3 = a3 * old + p * vv.w;
        m = mn;
    }
    if (lane == 0) { sm[warp] = m; sl[warp] = l; }
    *reinterpret_cast<float4*>(&so[warp][lane * 4]) = make_float4(a0, a1, a2, a3);
    __syncthreads();
    if (threadIdx.x < HEAD_DIM) {
        float mm = sm[0];
        for (int w = 1; w < 8; ++w) mm = fmaxf(mm, sm[w]);
        float ll = 0.f, oo = 0.f;
        for (int w = 0; w < 8; ++w) { float f = __expf(sm[w] - mm); ll += sl[w] * f; oo += so[w][threadIdx.x] * f; }
        m_out = mm; l_out = ll; o_out = oo;
    }
}
__global__ void basil_comet_bj3_a(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v, float* __restrict__ out, int ctx) {
    size_t head = blockIdx.x;
    float m, l, o;
    decode_range(q + head * HEAD_DIM, k + head * ctx * HEAD_DIM, v + head * ctx * HEAD_DIM, 0, ctx, m, l, o);
    if (threadIdx.x < HEAD_DIM) out[head * HEAD_DIM + threadIdx.x] = o / l;
}
__global__ void basil_comet_bj3_b0(const __half* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ v, float* __restrict__ po,
                                   float2* __restrict__ pml, int ctx, int splits) {
    size_t head = blockIdx.y, part = head * splits + blockIdx.x;
    int chunk = ctx / splits, begin = blockIdx.x * chunk;
    float m, l, o;
    decode_range(q + head * HEAD_DIM, k + head * ctx * HEAD_DIM, v + head * ctx * HEAD_DIM, begin, begin + chunk, m, l, o);
    if (threadIdx.x < HEAD_DIM) po[part * HEAD_DIM + threadIdx.x] = o;
    if (threadIdx.x == 0) pml[part] = make_float2(m, l);
}
__global__ void basil_comet_bj3_b1(const float* __restrict__ po, const float2* __restrict__ pml, float* __restrict__ out, int splits) {
    size_t head = blockIdx.x;
    float mm = -FLT_MAX, ll = 0.f, oo = 0.f;
    for (int s = 0; s < splits; ++s) mm = fmaxf(mm, pml[head * splits + s].x);
#pragma unroll 8
    for (int s = 0; s < splits; ++s) {
        float2 ml = pml[head * splits + s];
        float f = __expf(ml.x - mm);
        ll += ml.y * f;
        oo += po[(head * splits + s) * HEAD_DIM + threadIdx.x] * f;
    }
    out[head * HEAD_DIM + threadIdx.x] = oo / ll;
}

// ---------------------------------------------------------------- block reductions
__device__ __forceinline__ float block_sum(float v) {
    __shared__ float part[8];
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    float t = 0.f;
#pragma unroll
    for (int i = 0; i < 8; ++i) t += part[i];
    return t;
}
// ---------------------------------------------------------------- RMS norm, hidden size 4096
__global__ void plaza_otter_bj3_a(const float* __restrict__ in, const float* __restrict__ gamma, float* __restrict__ out) {
    const float* row = in + (size_t)blockIdx.x * 4096;
    float* dst = out + (size_t)blockIdx.x * 4096;
    float v[16], ss = 0.f;
#pragma unroll
    for (int i = 0; i < 16; ++i) v[i] = row[i * 256 + threadIdx.x];
#pragma unroll
    for (int i = 0; i < 16; ++i) ss += v[i] * v[i];
    float scale = rsqrtf(block_sum(ss) / 4096.f + 1e-5f);
#pragma unroll
    for (int i = 0; i < 16; ++i) dst[i * 256 + threadIdx.x] = v[i] * scale * gamma[i * 256 + threadIdx.x];
}
__global__ void plaza_otter_bj3_b(const float4* __restrict__ in, const float4* __restrict__ gamma, float4* __restrict__ out) {
    const float4* row = in + (size_t)blockIdx.x * 1024;
    float4* dst = out + (size_t)blockIdx.x * 1024;
    float4 v[4];
    float ss = 0.f;
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = row[i * 256 + threadIdx.x];
#pragma unroll
    for (int i = 0; i < 4; ++i) ss += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
    float scale = rsqrtf(block_sum(ss) / 4096.f + 1e-5f);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float4 g = gamma[i * 256 + threadIdx.x];
        dst[i * 256 + threadIdx.x] = make_float4(v[i].x * scale * g.x, v[i].y * scale * g.y, v[i].z * scale * g.z, v[i].w * scale * g.w);
    }
}
// ---------------------------------------------------------------- L2 norm of descriptor rows
__device__ __forceinline__ float row_square(const float4* __restrict__ row, int n4) {
    float ss = 0.f;
#pragma unroll 8
    for (int i = threadIdx.x; i < n4; i += 256) {
        float4 v = row[i];
        ss += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    return ss;
}
__global__ void meadow_rivet_bj3_a(const float4* __restrict__ in, float* __restrict__ norm, int n4) {
    __shared__ float s[256];
    s[threadIdx.x] = row_square(in + (size_t)blockIdx.x * n4, n4);
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int i = 2 * d * threadIdx.x;
        if (i < 256) s[i] += s[i + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) norm[blockIdx.x] = sqrtf(s[0]);
}
__global__ void meadow_rivet_bj3_b(const float4* __restrict__ in, float* __restrict__ norm, int n4) {
    __shared__ float s[256];
    s[threadIdx.x] = row_square(in + (size_t)blockIdx.x * n4, n4);
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if ((int)threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) norm[blockIdx.x] = sqrtf(s[0]);
}

// ---------------------------------------------------------------- paged KV cache to contiguous; a page has 256 x 16 bytes
__global__ void jigsaw_plume_bj3_a(const uint4* __restrict__ pool, const int* __restrict__ table, uint4* __restrict__ out) {
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = pool[(size_t)table[blockIdx.x * 4 + i] * 256 + threadIdx.x];
#pragma unroll
    for (int i = 0; i < 4; ++i) out[((size_t)blockIdx.x * 4 + i) * 256 + threadIdx.x] = v[i];
}
// ---------------------------------------------------------------- chamfer distance: nearest squared distance to a small cloud
constexpr int CQ = 8, CP = 512;
__global__ void __launch_bounds__(128) walrus_kettle_bj3_a(const float* __restrict__ qx, const float* __restrict__ qy, const float* __restrict__ qz,
                                                           const float* __restrict__ cloud, float* __restrict__ dist) {
    __shared__ __align__(16) float4 p[CP];
    for (int i = threadIdx.x; i < CP; i += 128) {
        float x = cloud[3 * i], y = cloud[3 * i + 1], z = cloud[3 * i + 2];
        p[i] = make_float4(-2.f * x, -2.f * y, -2.f * z, x * x + y * y + z * z);
    }
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 128 * CQ + threadIdx.x;
    float x[CQ], y[CQ], z[CQ], best[CQ];
#pragma unroll
    for (int i = 0; i < CQ; ++i) { x[i] = qx[base + i * 128]; y[i] = qy[base + i * 128]; z[i] = qz[base + i * 128]; best[i] = FLT_MAX; }
#pragma unroll 4
    for (int j = 0; j < CP; ++j) {
        float4 c = p[j];
#pragma unroll
        for (int i = 0; i < CQ; ++i) best[i] = fminf(best[i], fmaf(x[i], c.x, fmaf(y[i], c.y, fmaf(z[i], c.z, c.w))));
    }
#pragma unroll
    for (int i = 0; i < CQ; ++i) dist[base + i * 128] = fmaxf(0.f, best[i] + x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
}
// ---------------------------------------------------------------- image pyramid: 2x2 mean
__global__ void cobalt_hammock_bj3_a(const float4* __restrict__ src, float2* __restrict__ dst, int w4, int h2) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * (blockDim.y * 2) + threadIdx.y;
    float4 a[2], b[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        size_t r = (size_t)(y + i * blockDim.y) * 2 * w4 + x;
        a[i] = src[r];
        b[i] = src[r + w4];
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
        dst[(size_t)(y + i * blockDim.y) * w4 + x] = make_float2(0.25f * (a[i].x + a[i].y + b[i].x + b[i].y), 0.25f * (a[i].z + a[i].w + b[i].z + b[i].w));
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output t = Output::f32) { cases.push_back({name, f, out, count, t}); };

    {   // K cache
        const int T = 4096, HD = 32 * 128;
        float *in = filled<float>((size_t)T * HD, 11), *out = empty<float>((size_t)T * HD);
        add("maple_dock_bj3_a", [=] { maple_dock_bj3_a<<<(unsigned)((size_t)T * HD / 256), 256>>>(in, out, T, HD); }, out, (size_t)T * HD);
        add("maple_dock_bj3_b", [=] { maple_dock_bj3_b<<<dim3(HD / 32, T / 32), dim3(32, 8)>>>(in, out, T, HD); }, out, (size_t)T * HD);
    }
    {   // filter
        const int W = 4096, H = 4096, P = W + 8;
        float w[KS * KS];
        for (int i = 0; i < KS * KS; ++i) w[i] = 0.01f + 0.02f * unit(i + 5) * unit(i + 5);
        CHECK(cudaMemcpyToSymbol(c_filter, w, sizeof w));
        float *in = filled<float>((size_t)P * (H + 8), 12), *out = empty<float>((size_t)W * H);
        add("copper_nest_bj3_a", [=] { copper_nest_bj3_a<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(in, out, W, H, P); }, out, (size_t)W * H);
        add("copper_nest_bj3_b", [=] { copper_nest_bj3_b<<<dim3(W / 32, H / 64), dim3(32, 8)>>>(in, out, W, H, P); }, out, (size_t)W * H);
    }
    {   // SpMV
        const int N = 1 << 20, HUBS = 64, HUB = 200000, LIMIT = 4096;
        std::vector<int> ptr(N + 1), heavy;
        ptr[0] = 0;
        for (int r = 0; r < N; ++r) {
            bool hub = r % (N / HUBS) == 7001;
            if (hub) heavy.push_back(r);
            ptr[r + 1] = ptr[r] + (hub ? HUB : 24 + (int)(hash32(r) % 17));
        }
        std::vector<int> col(ptr[N]);
        for (int r = 0; r < N; ++r) {
            bool hub = ptr[r + 1] - ptr[r] == HUB;
            for (int e = ptr[r]; e < ptr[r + 1]; ++e) col[e] = hub ? (int)((uint64_t)(e - ptr[r]) * N / HUB) : (int)((r + hash32(e) % 512) % N);
        }
        int *dp = uploaded(ptr), *dc = uploaded(col), *dh = uploaded(heavy), nh = (int)heavy.size();
        float *val = filled<float>(col.size(), 13), *x = filled<float>(N, 14), *y = empty<float>(N);
        add("ribbon_quarry_bj3_a", [=] { ribbon_quarry_bj3_a<<<N / 8, 256>>>(dp, dc, val, x, y, N); }, y, N);
        add("ribbon_quarry_bj3_b", [=] { ribbon_quarry_bj3_b<<<N / 8 + nh, 256>>>(dp, dc, val, x, y, N, dh, nh, LIMIT); }, y, N);
    }
    {   // label fusion
        const int P = 1 << 20, F = 32;
        std::vector<uint8_t> l((size_t)P * F);
        for (size_t i = 0; i < l.size(); ++i) l[i] = hash32((uint32_t)i + 99u) % CLASSES;
        uint8_t* label = uploaded(l);
        float *conf = filled<float>((size_t)P * F, 15), *best = empty<float>(P);
        add("tundra_fiddle_bj3_a", [=] { tundra_fiddle_bj3_a<<<P / 256, 256>>>(label, conf, best, P, F); }, best, P);
        add("tundra_fiddle_bj3_b", [=] { tundra_fiddle_bj3_b<<<P / 256, 256>>>(label, conf, best, P, F); }, best, P);
    }
    {   // expert counts
        const int N = 1 << 24;
        int *e = indices(N, EXPERTS, 16), *count = empty<int>(EXPERTS);
        add("pepper_canoe_bj3_a", [=] { pepper_canoe_bj3_a<<<N / 256, 256>>>(e, count, N); }, count, EXPERTS, Output::i32);
        add("pepper_canoe_bj3_b", [=] { pepper_canoe_bj3_b<<<132 * 8, EXPERTS>>>((const int4*)e, count, N / 4); }, count, EXPERTS, Output::i32);
    }
    {   // embedding bag
        const int ROWS = 1 << 22, BAGS = 1 << 17;
        std::vector<int> ids((size_t)BAGS * BAG);
        for (int b = 0; b < BAGS; ++b) {
            int len = 24 + hash32(b + 77) % 9;
            for (int i = 0; i < BAG; ++i) ids[(size_t)b * BAG + i] = i < len ? (int)(hash32(b * BAG + i + 12345u) % ROWS) : -1;
        }
        int *di = uploaded(ids), *slot = indices(ROWS, ROWS, 17);
        float *table = filled<float>((size_t)ROWS * EMB, 18), *out = empty<float>((size_t)BAGS * EMB);
        add("velvet_anchor_bj3_a", [=] { velvet_anchor_bj3_a<<<BAGS / 8, 256>>>(di, slot, table, out, BAGS); }, out, (size_t)BAGS * EMB);
        add("velvet_anchor_bj3_b", [=] { velvet_anchor_bj3_b<<<BAGS / 8, 256>>>((const int4*)di, slot, table, out, BAGS); }, out, (size_t)BAGS * EMB);
    }
    {   // boxes
        const int B = 1 << 22;
        float *in = filled<float>((size_t)B * 8, 19), *out = empty<float>((size_t)B * 8);
        add("harbor_cricket_bj3_a", [=] { harbor_cricket_bj3_a<<<B * 8 / 256, 256>>>(in, out, B); }, out, (size_t)B * 8);
        add("harbor_cricket_bj3_b", [=] { harbor_cricket_bj3_b<<<B / 256, 256>>>((const float4*)in, (float4*)out, B); }, out, (size_t)B * 8);
    }
    {   // undistortion
        const int W = 8192, H = 4096;
        Camera c{6100.f, 6090.f, 1.f / 6100.f, 1.f / 6090.f, 4090.5f, 2041.2f, -0.21f, 0.08f, -0.011f, 0.02f, 0.006f, -0.001f, 0.0004f, -0.0007f};
        float2* map = empty<float2>((size_t)W * H);
        add("lantern_gravel_bj3_a", [=] { lantern_gravel_bj3_a<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(c, map, W, H); }, map, (size_t)W * H * 2);
        add("lantern_gravel_bj3_b", [=] { lantern_gravel_bj3_b<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(c, map, W, H); }, map, (size_t)W * H * 2);
    }
    {   // additive attention
        const int NQ = 1024, NK = 8192;
        float *q = filled<float>((size_t)NQ * AD, 20), *kt = filled<float>((size_t)NK * AD, 21), *v = filled<float>(AD, 22), *s = empty<float>((size_t)NQ * NK);
        add("walnut_siren_bj3_a", [=] { walnut_siren_bj3_a<<<dim3(NK / 256, NQ / AQ), 256>>>(q, kt, v, s, NK); }, s, (size_t)NQ * NK);
        add("walnut_siren_bj3_b", [=] { walnut_siren_bj3_b<<<dim3(NK / 256, NQ / AQ), 256>>>(q, kt, v, s, NK); }, s, (size_t)NQ * NK);
    }
    {   // group norm
        const int R = 1 << 20, D = 32;
        float *in = filled<float>((size_t)R * D, 23), *g = filled<float>(D, 24), *out = empty<float>((size_t)R * D);
        add("saddle_orbit_bj3_a", [=] { saddle_orbit_bj3_a<<<R / 128, 128, 128 * D * 4>>>(in, g, out, D); }, out, (size_t)R * D);
        add("saddle_orbit_bj3_b", [=] { saddle_orbit_bj3_b<<<R / 128, 128, 128 * (D + 1) * 4>>>(in, g, out, D); }, out, (size_t)R * D);
    }
    {   // projection
        const int M = 4096, N = 4096, K = 1024;
        __half *a = filled<__half>((size_t)M * K, 25), *b = filled<__half>((size_t)K * N, 26);
        float* c = empty<float>((size_t)M * N);
        add("thistle_ferry_bj3_a", [=] { thistle_ferry_bj3_a<<<dim3(N / 64, M / 64), 256>>>(a, b, c, M, N, K); }, c, (size_t)M * N);
        add("thistle_ferry_bj3_b", [=] { thistle_ferry_bj3_b<<<dim3(N / 128, M / 128), 256>>>(a, b, c, M, N, K); }, c, (size_t)M * N);
    }
    {   // decode
        const int H = 32, CTX = 16384, SPLITS = 64;
        __half *q = filled<__half>((size_t)H * HEAD_DIM, 27), *k = filled<__half>((size_t)H * CTX * HEAD_DIM, 28), *v = filled<__half>((size_t)H * CTX * HEAD_DIM, 29);
        float *out = empty<float>((size_t)H * HEAD_DIM), *po = empty<float>((size_t)H * SPLITS * HEAD_DIM);
        float2* pml = empty<float2>((size_t)H * SPLITS);
        add("basil_comet_bj3_a", [=] { basil_comet_bj3_a<<<H, 256>>>(q, k, v, out, CTX); }, out, (size_t)H * HEAD_DIM);
        add("basil_comet_bj3_b", [=] {
            basil_comet_bj3_b0<<<dim3(SPLITS, H), 256>>>(q, k, v, po, pml, CTX, SPLITS);
            basil_comet_bj3_b1<<<H, HEAD_DIM>>>(po, pml, out, SPLITS);
        }, out, (size_t)H * HEAD_DIM);
    }
    {   // RMS norm
        const int R = 8192;
        float *in = filled<float>((size_t)R * 4096, 30), *g = filled<float>(4096, 31), *out = empty<float>((size_t)R * 4096);
        add("plaza_otter_bj3_a", [=] { plaza_otter_bj3_a<<<R, 256>>>(in, g, out); }, out, (size_t)R * 4096);
        add("plaza_otter_bj3_b", [=] { plaza_otter_bj3_b<<<R, 256>>>((const float4*)in, (const float4*)g, (float4*)out); }, out, (size_t)R * 4096);
    }
    {   // row norms
        const int R = 8192, D = 16384;
        float *in = filled<float>((size_t)R * D, 32), *norm = empty<float>(R);
        add("meadow_rivet_bj3_a", [=] { meadow_rivet_bj3_a<<<R, 256>>>((const float4*)in, norm, D / 4); }, norm, R);
        add("meadow_rivet_bj3_b", [=] { meadow_rivet_bj3_b<<<R, 256>>>((const float4*)in, norm, D / 4); }, norm, R);
    }
    {   // paged KV
        const int PAGES = 1 << 16, POOL = 100000;
        std::vector<int> t(PAGES);
        for (int i = 0; i < PAGES; ++i) t[i] = (int)(((uint64_t)i * 61927u) % POOL);
        int* table = uploaded(t);
        float* pool = filled<float>((size_t)POOL * 1024, 33);
        float* out = empty<float>((size_t)PAGES * 1024);
        add("jigsaw_plume_bj3_a", [=] { jigsaw_plume_bj3_a<<<PAGES / 4, 256>>>((const uint4*)pool, table, (uint4*)out); }, out, (size_t)PAGES * 1024);
    }
    {   // chamfer
        const int Q = 1 << 22;
        float *x = filled<float>(Q, 34), *y = filled<float>(Q, 35), *z = filled<float>(Q, 36), *c = filled<float>(3 * CP, 37), *d = empty<float>(Q);
        add("walrus_kettle_bj3_a", [=] { walrus_kettle_bj3_a<<<Q / (128 * CQ), 128>>>(x, y, z, c, d); }, d, Q);
    }
    {   // pyramid
        const int W = 8192, H = 8192;
        float *in = filled<float>((size_t)W * H, 38), *out = empty<float>((size_t)W * H / 4);
        add("cobalt_hammock_bj3_a", [=] { cobalt_hammock_bj3_a<<<dim3(W / 4 / 32, H / 2 / 16), dim3(32, 8)>>>((const float4*)in, (float2*)out, W / 4, H / 2); }, out, (size_t)W * H / 4);
    }
    return run(argc, argv, cases);
}
