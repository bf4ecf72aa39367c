// Before/after pairs about arithmetic, second half: fused operations, chains, matrix products, spills, packed halves, healthy roofs.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

__global__ void harness_bytes_r4b(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i + seed) >> 11);
}

// ------------------------------------------------------------- 11. ecology: Runge-Kutta ensemble of predator and prey, reproducible sums
__global__ void predator_prey_r4_a(const float* __restrict__ alpha, const float* __restrict__ beta, const float* __restrict__ gamma,
                                   const float* __restrict__ delta, float2* __restrict__ state, int members, int steps, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= members) return;
    float a = 1.1f + 0.1f * alpha[i], b = 0.4f + 0.05f * beta[i], g = 0.4f + 0.05f * gamma[i], d = 0.1f + 0.02f * delta[i];
    float x = 5.0f + alpha[i], y = 2.0f + beta[i], half = 0.5f * h, sixth = h / 6.0f;
    for (int s = 0; s < steps; ++s) {
        float kx1 = __fmul_rn(x, __fsub_rn(a, __fmul_rn(b, y))), ky1 = __fmul_rn(y, __fsub_rn(__fmul_rn(d, x), g));
        float u = __fadd_rn(x, __fmul_rn(half, kx1)), v = __fadd_rn(y, __fmul_rn(half, ky1));
        float kx2 = __fmul_rn(u, __fsub_rn(a, __fmul_rn(b, v))), ky2 = __fmul_rn(v, __fsub_rn(__fmul_rn(d, u), g));
        u = __fadd_rn(x, __fmul_rn(half, kx2)); v = __fadd_rn(y, __fmul_rn(half, ky2));
        float kx3 = __fmul_rn(u, __fsub_rn(a, __fmul_rn(b, v))), ky3 = __fmul_rn(v, __fsub_rn(__fmul_rn(d, u), g));
        u = __fadd_rn(x, __fmul_rn(h, kx3)); v = __fadd_rn(y, __fmul_rn(h, ky3));
        float kx4 = __fmul_rn(u, __fsub_rn(a, __fmul_rn(b, v))), ky4 = __fmul_rn(v, __fsub_rn(__fmul_rn(d, u), g));
        float sx = __fadd_rn(__fadd_rn(kx1, kx4), __fmul_rn(2.0f, __fadd_rn(kx2, kx3)));
        float sy = __fadd_rn(__fadd_rn(ky1, ky4), __fmul_rn(2.0f, __fadd_rn(ky2, ky3)));
        x = __fadd_rn(x, __fmul_rn(sixth, sx));
        y = __fadd_rn(y, __fmul_rn(sixth, sy));
    }
    state[i] = make_float2(x, y);
}
__global__ void predator_prey_r4_b(const float* __restrict__ alpha, const float* __restrict__ beta, const float* __restrict__ gamma,
                                   const float* __restrict__ delta, float2* __restrict__ state, int members, int steps, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= members) return;
    float a = 1.1f + 0.1f * alpha[i], b = 0.4f + 0.05f * beta[i], g = 0.4f + 0.05f * gamma[i], d = 0.1f + 0.02f * delta[i];
    float x = 5.0f + alpha[i], y = 2.0f + beta[i], half = 0.5f * h, sixth = h / 6.0f;
    for (int s = 0; s < steps; ++s) {
        float kx1 = x * fmaf(-b, y, a), ky1 = y * fmaf(d, x, -g);
        float u = fmaf(half, kx1, x), v = fmaf(half, ky1, y);
        float kx2 = u * fmaf(-b, v, a), ky2 = v * fmaf(d, u, -g);
        u = fmaf(half, kx2, x); v = fmaf(half, ky2, y);
        float kx3 = u * fmaf(-b, v, a), ky3 = v * fmaf(d, u, -g);
        u = fmaf(h, kx3, x); v = fmaf(h, ky3, y);
        float kx4 = u * fmaf(-b, v, a), ky4 = v * fmaf(d, u, -g);
        float sx = fmaf(2.0f, kx2 + kx3, kx1 + kx4), sy = fmaf(2.0f, ky2 + ky3, ky1 + ky4);
        x = fmaf(sixth, sx, x);
        y = fmaf(sixth, sy, y);
    }
    state[i] = make_float2(x, y);
}

// --------------------------------- 12. fisheries: logistic stock under 48 harvest policies, each thread its own environment of 416 weeks
constexpr int kWeeksR4 = 416, kPoliciesR4 = 48;
__global__ void __launch_bounds__(128) fishery_policy_r4_a(const float* __restrict__ shocks, const float* __restrict__ policy,
                                                           float* __restrict__ yield, int stocks) {
    extern __shared__ float growth_a[];  // [week][thread]
    int i = blockIdx.x * 128 + threadIdx.x;
    float env = 0.0f;
#pragma unroll 16
    for (int w = 0; w < kWeeksR4; ++w) {
        env = 0.7f * env + 0.3f * shocks[(size_t)w * stocks + i];
        growth_a[w * 128 + threadIdx.x] = 0.5f + 0.3f * env;
    }
    for (int s = 0; s < kPoliciesR4; ++s) {
        float rate = 0.05f + 0.04f * policy[s], keep = 1.0f - rate, stock = 0.6f, sum = 0.0f;
#pragma unroll 16
        for (int w = 0; w < kWeeksR4; ++w) {
            float room = fmaf(-stock, stock, stock);
            stock = fmaf(growth_a[w * 128 + threadIdx.x], room, keep * stock);
            sum += stock;
        }
        yield[(size_t)s * stocks + i] = rate * sum;
    }
}
__global__ void __launch_bounds__(128) fishery_policy_r4_b(const float* __restrict__ shocks, const float* __restrict__ policy,
                                                           float* __restrict__ yield, int stocks) {
    extern __shared__ float growth_b[];  // [week][thread]
    int i = blockIdx.x * 128 + threadIdx.x;
    float env = 0.0f;
#pragma unroll 16
    for (int w = 0; w < kWeeksR4; ++w) {
        env = 0.7f * env + 0.3f * shocks[(size_t)w * stocks + i];
        growth_b[w * 128 + threadIdx.x] = 0.5f + 0.3f * env;
    }
    for (int s = 0; s < kPoliciesR4; s += 6) {  // six independent chains at a time
        float rate[6], keep[6], stock[6], sum[6];
#pragma unroll
        for (int k = 0; k < 6; ++k) {
            rate[k] = 0.05f + 0.04f * policy[s + k];
            keep[k] = 1.0f - rate[k];
            stock[k] = 0.6f;
            sum[k] = 0.0f;
        }
#pragma unroll 16
        for (int w = 0; w < kWeeksR4; ++w) {
            float r = growth_b[w * 128 + threadIdx.x];
#pragma unroll
            for (int k = 0; k < 6; ++k) {
                float room = fmaf(-stock[k], stock[k], stock[k]);
                stock[k] = fmaf(r, room, keep[k] * stock[k]);
                sum[k] += stock[k];
            }
        }
#pragma unroll
        for (int k = 0; k < 6; ++k) yield[(size_t)(s + k) * stocks + i] = rate[k] * sum[k];
    }
}

// ----------------------------------- 13. quantum chemistry: metric of an auxiliary basis, C = A^T B in double, 128 x 64 tiles, k by 8
constexpr int kAuxAR4 = 132, kAuxBR4 = 68;  // padded rows of the two tiles
__global__ void __launch_bounds__(256, 2) auxiliary_metric_r4_a(const double* __restrict__ a, const double* __restrict__ b,
                                                                double* __restrict__ c, int m, int n, int depth) {
    __shared__ __align__(16) double as[8][kAuxAR4], bs[8][kAuxBR4];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;
    double acc[8][4] = {};
    const double2* ga = (const double2*)(a + (size_t)(t >> 6) * m + m0) + (t & 63);
    const double2* gb = (const double2*)(b + (size_t)(t >> 5) * n + n0) + (t & 31);
    double2 fa0 = ga[0], fa1 = *(const double2*)((const double*)ga + (size_t)4 * m), fb = gb[0];
#pragma unroll 1
    for (int k0 = 0; k0 < depth; k0 += 8) {
        __syncthreads();
        *(double2*)&as[t >> 6][2 * (t & 63)] = fa0;
        *(double2*)&as[(t >> 6) + 4][2 * (t & 63)] = fa1;
        *(double2*)&bs[t >> 5][2 * (t & 31)] = fb;
        __syncthreads();
        if (k0 + 8 < depth) {
            const double *na = (const double*)ga + (size_t)(k0 + 8) * m, *nb = (const double*)gb + (size_t)(k0 + 8) * n;
            fa0 = *(const double2*)na;
            fa1 = *(const double2*)(na + (size_t)4 * m);
            fb = *(const double2*)nb;
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double ra[8], rb[4];
#pragma unroll
            for (int i = 0; i < 8; i += 2) *(double2*)&ra[i] = *(const double2*)&as[k][ty * 8 + i];
            *(double2*)&rb[0] = *(const double2*)&bs[k][tx * 2];
            *(double2*)&rb[2] = *(const double2*)&bs[k][32 + tx * 2];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(ra[i], rb[j], acc[i][j]);
        }
    }
    for (int i = 0; i < 8; ++i) {
        double* row = c + (size_t)(m0 + ty * 8 + i) * n + n0;
        *(double2*)(row + tx * 2) = make_double2(acc[i][0], acc[i][1]);
        *(double2*)(row + 32 + tx * 2) = make_double2(acc[i][2], acc[i][3]);
    }
}
__global__ void __launch_bounds__(256, 2) auxiliary_metric_r4_b(const double* __restrict__ a, const double* __restrict__ b,
                                                                double* __restrict__ c, int m, int n, int depth) {
    __shared__ __align__(16) double as[8][kAuxAR4], bs[8][kAuxBR4];
    int t = threadIdx.x, m0 = blockIdx.y * 128, n0 = blockIdx.x * 64;
    int warp = t >> 5, lane = t & 31, g = lane >> 2, q = lane & 3, wm = (warp & 3) * 32, wn = (warp >> 2) * 32;
    double acc[2][4][4] = {};
    const double2* ga = (const double2*)(a + (size_t)(t >> 6) * m + m0) + (t & 63);
    const double2* gb = (const double2*)(b + (size_t)(t >> 5) * n + n0) + (t & 31);
    double2 fa0 = ga[0], fa1 = *(const double2*)((const double*)ga + (size_t)4 * m), fb = gb[0];
#pragma unroll 1
    for (int k0 = 0; k0 < depth; k0 += 8) {
        __syncthreads();
        *(double2*)&as[t >> 6][2 * (t & 63)] = fa0;
        *(double2*)&as[(t >> 6) + 4][2 * (t & 63)] = fa1;
        *(double2*)&bs[t >> 5][2 * (t & 31)] = fb;
        __syncthreads();
        if (k0 + 8 < depth) {
            const double *na = (const double*)ga + (size_t)(k0 + 8) * m, *nb = (const double*)gb + (size_t)(k0 + 8) * n;
            fa0 = *(const double2*)na;
            fa1 = *(const double2*)(na + (size_t)4 * m);
            fb = *(const double2*)nb;
        }
        double ra[2][4], rb[4][2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            ra[i][0] = as[q][wm + 16 * i + g];
            ra[i][1] = as[q][wm + 16 * i + g + 8];
            ra[i][2] = as[q + 4][wm + 16 * i + g];
            ra[i][3] = as[q + 4][wm + 16 * i + g + 8];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            rb[j][0] = bs[q][wn + 8 * j + g];
            rb[j][1] = bs[q + 4][wn + 8 * j + g];
        }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                             : "d"(ra[i][0]), "d"(ra[i][1]), "d"(ra[i][2]), "d"(ra[i][3]), "d"(rb[j][0]), "d"(rb[j][1]));
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) {
            double* at = c + (size_t)(m0 + wm + 16 * i + g) * n + n0 + wn + 8 * j + 2 * q;
            *(double2*)at = make_double2(acc[i][j][0], acc[i][j][1]);
            *(double2*)(at + (size_t)8 * n) = make_double2(acc[i][j][2], acc[i][j][3]);
        }
}

// ------------------------------------------ 14. ophthalmology: pointwise convolution of half-precision feature maps, 128 x 128 tiles
constexpr int kRowR4 = 132;
__global__ void __launch_bounds__(256, 2) retina_pointwise_r4_a(const __half* __restrict__ x, const __half* __restrict__ w,
                                                                float* __restrict__ y, int pixels, int cin, int cout) {
    __shared__ __align__(16) float xs[2][16][kRowR4], ws[2][16][kRowR4];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row = t >> 1, col = (t & 1) * 8;
    int p0 = blockIdx.x * 128, o0 = blockIdx.y * 128;
    const __half *gx = x + (size_t)(p0 + row) * cin + col, *gw = w + (size_t)(o0 + row) * cin + col;
    float acc[8][8] = {};
    uint4 fx = *(const uint4*)gx, fw = *(const uint4*)gw;
    for (int k0 = 0, buf = 0; k0 < cin; k0 += 16, buf ^= 1) {
        const __half2 *hx = (const __half2*)&fx, *hw = (const __half2*)&fw;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 u = __half22float2(hx[j]), v = __half22float2(hw[j]);
            xs[buf][col + 2 * j][row] = u.x; xs[buf][col + 2 * j + 1][row] = u.y;
            ws[buf][col + 2 * j][row] = v.x; ws[buf][col + 2 * j + 1][row] = v.y;
        }
        __syncthreads();
        if (k0 + 16 < cin) { fx = *(const uint4*)(gx + k0 + 16); fw = *(const uint4*)(gw + k0 + 16); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)&a[0] = *(const float4*)&xs[buf][k][ty * 4];
            *(float4*)&a[4] = *(const float4*)&xs[buf][k][64 + ty * 4];
            *(float4*)&b[0] = *(const float4*)&ws[buf][k][tx * 4];
            *(float4*)&b[4] = *(const float4*)&ws[buf][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* out = y + (size_t)(p0 + (i < 4 ? ty * 4 + i : 60 + ty * 4 + i)) * cout + o0;
        *(float4*)(out + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(out + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) retina_pointwise_r4_b(const __half* __restrict__ x, const __half* __restrict__ w,
                                                                float* __restrict__ y, int pixels, int cin, int cout) {
    using namespace nvcuda;
    __shared__ __align__(32) __half xs[2][128][40], ws[2][128][40];
    int t = threadIdx.x, warp = t >> 5, row = t >> 1, col = (t & 1) * 16, wm = (warp & 3) * 32, wn = (warp >> 2) * 64;
    int p0 = blockIdx.x * 128, o0 = blockIdx.y * 128;
    const __half *gx = x + (size_t)(p0 + row) * cin + col, *gw = w + (size_t)(o0 + row) * cin + col;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    uint4 fx0 = ((const uint4*)gx)[0], fx1 = ((const uint4*)gx)[1], fw0 = ((const uint4*)gw)[0], fw1 = ((const uint4*)gw)[1];
#pragma unroll 1
    for (int k0 = 0, buf = 0; k0 < cin; k0 += 32, buf ^= 1) {
        *(uint4*)&xs[buf][row][col] = fx0; *(uint4*)&xs[buf][row][col + 8] = fx1;
        *(uint4*)&ws[buf][row][col] = fw0; *(uint4*)&ws[buf][row][col + 8] = fw1;
        __syncthreads();
        if (k0 + 32 < cin) {
            const uint4 *nx = (const uint4*)(gx + k0 + 32), *nw = (const uint4*)(gw + k0 + 32);
            fx0 = nx[0]; fx1 = nx[1]; fw0 = nw[0]; fw1 = nw[1];
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &xs[buf][wm + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], &ws[buf][wn + 16 * j][k], 40);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(y + (size_t)(p0 + wm + 16 * i) * cout + o0 + wn + 16 * j, acc[i][j], cout, wmma::mem_row_major);
}

// ---------------------------------------- 15. surveillance: re-identification scores of 8-bit descriptors against a gallery, 128 x 128
__global__ void __launch_bounds__(256, 2) reid_gallery_r4_a(const int8_t* __restrict__ probe, const int8_t* __restrict__ gallery,
                                                            int* __restrict__ score, int probes, int entries, int bytes) {
    __shared__ __align__(16) int ps[2][8][kRowR4], gs[2][8][kRowR4];  // four bytes of the descriptor per word
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row = t >> 1, word = (t & 1) * 4;
    int p0 = blockIdx.y * 128, e0 = blockIdx.x * 128;
    const int8_t *gp = probe + (size_t)(p0 + row) * bytes + word * 4, *gg = gallery + (size_t)(e0 + row) * bytes + word * 4;
    int acc[8][8] = {};
    int4 fp = *(const int4*)gp, fg = *(const int4*)gg;
    for (int k0 = 0, buf = 0; k0 < bytes; k0 += 32, buf ^= 1) {
        ps[buf][word][row] = fp.x; ps[buf][word + 1][row] = fp.y; ps[buf][word + 2][row] = fp.z; ps[buf][word + 3][row] = fp.w;
        gs[buf][word][row] = fg.x; gs[buf][word + 1][row] = fg.y; gs[buf][word + 2][row] = fg.z; gs[buf][word + 3][row] = fg.w;
        __syncthreads();
        if (k0 + 32 < bytes) { fp = *(const int4*)(gp + k0 + 32); fg = *(const int4*)(gg + k0 + 32); }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            int a[8], b[8];
            *(int4*)&a[0] = *(const int4*)&ps[buf][k][ty * 4];
            *(int4*)&a[4] = *(const int4*)&ps[buf][k][64 + ty * 4];
            *(int4*)&b[0] = *(const int4*)&gs[buf][k][tx * 4];
            *(int4*)&b[4] = *(const int4*)&gs[buf][k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = __dp4a(a[i], b[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int* out = score + (size_t)(p0 + (i < 4 ? ty * 4 + i : 60 + ty * 4 + i)) * entries + e0;
        *(int4*)(out + tx * 4) = make_int4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(int4*)(out + 64 + tx * 4) = make_int4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256, 2) reid_gallery_r4_b(const int8_t* __restrict__ probe, const int8_t* __restrict__ gallery,
                                                            int* __restrict__ score, int probes, int entries, int bytes) {
    using namespace nvcuda;
    __shared__ __align__(32) signed char ps[2][128][80], gs[2][128][80];
    int t = threadIdx.x, warp = t >> 5, row = t >> 1, col = (t & 1) * 32, wm = (warp & 3) * 32, wn = (warp >> 2) * 64;
    int p0 = blockIdx.y * 128, e0 = blockIdx.x * 128;
    const int8_t *gp = probe + (size_t)(p0 + row) * bytes + col, *gg = gallery + (size_t)(e0 + row) * bytes + col;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][4];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0);
    int4 fp0 = ((const int4*)gp)[0], fp1 = ((const int4*)gp)[1], fg0 = ((const int4*)gg)[0], fg1 = ((const int4*)gg)[1];
#pragma unroll 1
    for (int k0 = 0, buf = 0; k0 < bytes; k0 += 64, buf ^= 1) {
        *(int4*)&ps[buf][row][col] = fp0; *(int4*)&ps[buf][row][col + 16] = fp1;
        *(int4*)&gs[buf][row][col] = fg0; *(int4*)&gs[buf][row][col + 16] = fg1;
        __syncthreads();
        if (k0 + 64 < bytes) {
            const int4 *np = (const int4*)(gp + k0 + 64), *ng = (const int4*)(gg + k0 + 64);
            fp0 = np[0]; fp1 = np[1]; fg0 = ng[0]; fg1 = ng[1];
        }
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &ps[buf][wm + 16 * i][k], 80);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], &gs[buf][wn + 16 * j][k], 80);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(score + (size_t)(p0 + wm + 16 * i) * entries + e0 + wn + 16 * j, acc[i][j], entries, wmma::mem_row_major);
}

// ------------------------------------------------ 16. hydrology: implicit heat conduction through 24 layers of snow, a column a thread
constexpr int kLayersR4 = 24;
__device__ __forceinline__ void snow_steps_r4(const float* __restrict__ temperature, const float* __restrict__ conductivity,
                                              float* __restrict__ after, int columns, int steps, float surface) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= columns) return;
    float t[kLayersR4], k[kLayersR4];
#pragma unroll
    for (int l = 0; l < kLayersR4; ++l) {
        t[l] = 263.0f + 8.0f * temperature[(size_t)l * columns + i];
        k[l] = 0.4f + 0.3f * conductivity[(size_t)l * columns + i];
    }
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float c[kLayersR4];
        float inv = __fdividef(1.0f, 1.0f + 2.0f * k[0]);
        c[0] = k[0] * inv;
        t[0] = (t[0] + k[0] * surface) * inv;
#pragma unroll
        for (int l = 1; l < kLayersR4; ++l) {
            inv = __fdividef(1.0f, 1.0f + 2.0f * k[l] - k[l] * c[l - 1]);
            c[l] = k[l] * inv;
            t[l] = (t[l] + k[l] * t[l - 1]) * inv;
        }
#pragma unroll
        for (int l = kLayersR4 - 2; l >= 0; --l) t[l] += c[l] * t[l + 1];
#pragma unroll
        for (int l = 0; l < kLayersR4; ++l) k[l] = k[l] * (1.0f + 1e-6f * (t[l] - 263.0f));
    }
#pragma unroll
    for (int l = 0; l < kLayersR4; ++l) after[(size_t)l * columns + i] = t[l];
}
__global__ void __launch_bounds__(256, 6) snow_columns_r4_a(const float* __restrict__ temperature, const float* __restrict__ conductivity,
                                                            float* __restrict__ after, int columns, int steps, float surface) {
    snow_steps_r4(temperature, conductivity, after, columns, steps, surface);
}
__global__ void __launch_bounds__(256) snow_columns_r4_b(const float* __restrict__ temperature, const float* __restrict__ conductivity,
                                                         float* __restrict__ after, int columns, int steps, float surface) {
    snow_steps_r4(temperature, conductivity, after, columns, steps, surface);
}

// ------------------------------------------------------ 17. film: three-piece filmic curve on half-float frames, entirely in half
__constant__ __half2 curve_r4[24];
__global__ void exr_grade_r4_a(const __half* __restrict__ frame, __half* __restrict__ graded, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= samples) return;
    __half x = frame[i], lo = __float2half(-1.0f), hi = __float2half(1.0f);
#pragma unroll
    for (int piece = 0; piece < 3; ++piece) {
        __half y = __low2half(curve_r4[piece * 8]);
#pragma unroll
        for (int k = 1; k < 8; ++k) y = __hfma(y, x, __low2half(curve_r4[piece * 8 + k]));
        x = __hmax(lo, __hmin(hi, y));
        __half z = __hmul(x, x);
        x = __hfma(z, __hsub(hi, z), x);
        x = __hmax(lo, __hmin(hi, x));
    }
    graded[i] = x;
}
__global__ void exr_grade_r4_b(const __half2* __restrict__ frame, __half2* __restrict__ graded, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    __half2 x = frame[i], lo = __float2half2_rn(-1.0f), hi = __float2half2_rn(1.0f);
#pragma unroll
    for (int piece = 0; piece < 3; ++piece) {
        __half2 y = curve_r4[piece * 8];
#pragma unroll
        for (int k = 1; k < 8; ++k) y = __hfma2(y, x, curve_r4[piece * 8 + k]);
        x = __hmax2(lo, __hmin2(hi, y));
        __half2 z = __hmul2(x, x);
        x = __hfma2(z, __hsub2(hi, z), x);
        x = __hmax2(lo, __hmin2(hi, x));
    }
    graded[i] = x;
}

// ------------------------------------------------------------- 18. geochemistry: mixing of two isotope fields, reproducible rounding
__global__ void isotope_mixing_r4_a(const float4* __restrict__ mantle, const float4* __restrict__ crust, const float4* __restrict__ share,
                                    float4* __restrict__ ratio, int quads, float gain, float offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 m = mantle[i], c = crust[i], s = share[i], r;
    r.x = __fadd_rn(__fmul_rn(gain, __fadd_rn(m.x, __fmul_rn(s.x, __fsub_rn(c.x, m.x)))), offset);
    r.y = __fadd_rn(__fmul_rn(gain, __fadd_rn(m.y, __fmul_rn(s.y, __fsub_rn(c.y, m.y)))), offset);
    r.z = __fadd_rn(__fmul_rn(gain, __fadd_rn(m.z, __fmul_rn(s.z, __fsub_rn(c.z, m.z)))), offset);
    r.w = __fadd_rn(__fmul_rn(gain, __fadd_rn(m.w, __fmul_rn(s.w, __fsub_rn(c.w, m.w)))), offset);
    ratio[i] = r;
}
__global__ void isotope_mixing_r4_b(const float4* __restrict__ mantle, const float4* __restrict__ crust, const float4* __restrict__ share,
                                    float4* __restrict__ ratio, int quads, float gain, float offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 m = mantle[i], c = crust[i], s = share[i], r;
    r.x = fmaf(gain, fmaf(s.x, c.x - m.x, m.x), offset);
    r.y = fmaf(gain, fmaf(s.y, c.y - m.y, m.y), offset);
    r.z = fmaf(gain, fmaf(s.z, c.z - m.z, m.z), offset);
    r.w = fmaf(gain, fmaf(s.w, c.w - m.w, m.w), offset);
    ratio[i] = r;
}

// ----------------------------------------------- 19. celestial mechanics: Trojans under eight planets, data and arithmetic in double
struct PlanetR4 { double x, y, z, gm; };
__global__ void __launch_bounds__(256) trojan_orbits_r4_a(const PlanetR4* __restrict__ planets, const double* __restrict__ start,
                                                          double* __restrict__ end, int bodies, int steps, double h) {
    __shared__ PlanetR4 p[8];
    if (threadIdx.x < 8) p[threadIdx.x] = planets[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= bodies) return;
    size_t n = bodies;
    double x = 5.2 + start[i], y = 1.5 + start[n + i], z = start[2 * n + i];
    double u = 0.1 * start[3 * n + i], v = 0.4 + 0.1 * start[4 * n + i], w = 0.1 * start[5 * n + i];
    for (int s = 0; s < steps; ++s) {
        x += h * u; y += h * v; z += h * w;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double dx = p[k].x - x, dy = p[k].y - y, dz = p[k].z - z;
            double r2 = fma(dx, dx, fma(dy, dy, fma(dz, dz, 1e-2))), half = 0.5 * r2;
            double inv = rsqrtf((float)r2);  // a guess of 23 bits, two Newton steps to full precision
            inv = inv * fma(-half * inv, inv, 1.5);
            inv = inv * fma(-half * inv, inv, 1.5);
            double pull = h * p[k].gm * (inv * inv * inv);
            u += pull * dx; v += pull * dy; w += pull * dz;
        }
    }
    end[i] = x; end[n + i] = y; end[2 * n + i] = z;
}

// ----------------------------------------------- 20. complex systems: rings of 256 binary cells, bit-parallel rule 30, 120 generations
__global__ void __launch_bounds__(256) cell_rings_r4_a(const uint32_t* __restrict__ before, uint32_t* __restrict__ after, int rings, int generations) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= rings) return;
    uint32_t w[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) w[k] = before[(size_t)k * rings + i];
#pragma unroll 2
    for (int g = 0; g < generations; ++g) {
        uint32_t next[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            uint32_t left = __funnelshift_l(w[(k + 7) & 7], w[k], 1), right = __funnelshift_r(w[k], w[(k + 1) & 7], 1);
            next[k] = left ^ (w[k] | right);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) w[k] = next[k];
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) after[(size_t)k * rings + i] = w[k] >> 1;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto blocks = [](size_t n, int b) { return (unsigned)((n + b - 1) / b); };

    const int lv = 1500003;
    float *al = filled<float>(lv, 1), *be = filled<float>(lv, 2), *ga = filled<float>(lv, 3), *de = filled<float>(lv, 4);
    float2* state = (float2*)empty<float>(2 * (size_t)lv);
    cases.push_back({"predator_prey_r4_a", [=] { predator_prey_r4_a<<<blocks(lv, 256), 256>>>(al, be, ga, de, state, lv, 100, 0.02f); },
                     state, 2 * (size_t)lv});
    cases.push_back({"predator_prey_r4_b", [=] { predator_prey_r4_b<<<blocks(lv, 256), 256>>>(al, be, ga, de, state, lv, 100, 0.02f); },
                     state, 2 * (size_t)lv});

    const int stocks = 132 * 3 * 128, weekbytes = kWeeksR4 * 128 * (int)sizeof(float);
    CHECK(cudaFuncSetAttribute(fishery_policy_r4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, weekbytes));
    CHECK(cudaFuncSetAttribute(fishery_policy_r4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, weekbytes));
    float *shocks = filled<float>((size_t)kWeeksR4 * stocks, 11), *policy = filled<float>(kPoliciesR4, 12);
    float* yield = empty<float>((size_t)kPoliciesR4 * stocks);
    cases.push_back({"fishery_policy_r4_a", [=] { fishery_policy_r4_a<<<stocks / 128, 128, weekbytes>>>(shocks, policy, yield, stocks); },
                     yield, (size_t)kPoliciesR4 * stocks});
    cases.push_back({"fishery_policy_r4_b", [=] { fishery_policy_r4_b<<<stocks / 128, 128, weekbytes>>>(shocks, policy, yield, stocks); },
                     yield, (size_t)kPoliciesR4 * stocks});

    const int am = 2048, an = 2048, ak = 2048;
    double *aa = filled<double>((size_t)ak * am, 21), *ab = filled<double>((size_t)ak * an, 22), *ac = empty<double>((size_t)am * an);
    cases.push_back({"auxiliary_metric_r4_a", [=] { auxiliary_metric_r4_a<<<dim3(an / 64, am / 128), 256>>>(aa, ab, ac, am, an, ak); },
                     ac, (size_t)am * an, Output::f64});
    cases.push_back({"auxiliary_metric_r4_b", [=] { auxiliary_metric_r4_b<<<dim3(an / 64, am / 128), 256>>>(aa, ab, ac, am, an, ak); },
                     ac, (size_t)am * an, Output::f64});

    const int px = 128 * 528, cin = 384, cout = 256;
    __half *fx = filled<__half>((size_t)px * cin, 31), *fw = filled<__half>((size_t)cout * cin, 32);
    float* fy = empty<float>((size_t)px * cout);
    cases.push_back({"retina_pointwise_r4_a", [=] { retina_pointwise_r4_a<<<dim3(px / 128, cout / 128), 256>>>(fx, fw, fy, px, cin, cout); },
                     fy, (size_t)px * cout});
    cases.push_back({"retina_pointwise_r4_b", [=] { retina_pointwise_r4_b<<<dim3(px / 128, cout / 128), 256>>>(fx, fw, fy, px, cin, cout); },
                     fy, (size_t)px * cout});

    const int probes = 4224, entries = 4096, bytes = 1536;
    int8_t *probe, *gallery; CHECK(cudaMalloc(&probe, probes * bytes)); CHECK(cudaMalloc(&gallery, entries * bytes));
    harness_bytes_r4b<<<1024, 256>>>((uint8_t*)probe, (size_t)probes * bytes, 77u);
    harness_bytes_r4b<<<1024, 256>>>((uint8_t*)gallery, (size_t)entries * bytes, 123456789u);
    int* score = empty<int>((size_t)probes * entries);
    cases.push_back({"reid_gallery_r4_a", [=] {
        reid_gallery_r4_a<<<dim3(entries / 128, probes / 128), 256>>>(probe, gallery, score, probes, entries, bytes); },
        score, (size_t)probes * entries, Output::i32});
    cases.push_back({"reid_gallery_r4_b", [=] {
        reid_gallery_r4_b<<<dim3(entries / 128, probes / 128), 256>>>(probe, gallery, score, probes, entries, bytes); },
        score, (size_t)probes * entries, Output::i32});

    const int columns = 1700021;
    float *st = filled<float>((size_t)kLayersR4 * columns, 41), *sk = filled<float>((size_t)kLayersR4 * columns, 42);
    float* sa = empty<float>((size_t)kLayersR4 * columns);
    cases.push_back({"snow_columns_r4_a", [=] { snow_columns_r4_a<<<blocks(columns, 256), 256>>>(st, sk, sa, columns, 16, 268.0f); },
                     sa, (size_t)kLayersR4 * columns});
    cases.push_back({"snow_columns_r4_b", [=] { snow_columns_r4_b<<<blocks(columns, 256), 256>>>(st, sk, sa, columns, 16, 268.0f); },
                     sa, (size_t)kLayersR4 * columns});

    const int samples = 96000014;
    __half *exr = filled<__half>(samples, 51), *graded = empty<__half>(samples);
    std::vector<__half2> curve(24);
    for (int k = 0; k < 24; ++k) curve[k] = __float2half2_rn(k % 8 == 6 ? 0.75f : 0.2f * unit(1000 + k));
    CHECK(cudaMemcpyToSymbol(curve_r4, curve.data(), 24 * sizeof(__half2)));
    cases.push_back({"exr_grade_r4_a", [=] { exr_grade_r4_a<<<blocks(samples, 256), 256>>>(exr, graded, samples); },
                     graded, (size_t)samples, Output::f16});
    cases.push_back({"exr_grade_r4_b", [=] { exr_grade_r4_b<<<blocks(samples / 2, 256), 256>>>((__half2*)exr, (__half2*)graded, samples / 2); },
                     graded, (size_t)samples, Output::f16});

    const int quads = 11000033 / 2;
    float4 *mantle = (float4*)filled<float>(4 * (size_t)quads, 61), *crust = (float4*)filled<float>(4 * (size_t)quads, 62),
           *share = (float4*)filled<float>(4 * (size_t)quads, 63), *ratio = (float4*)empty<float>(4 * (size_t)quads);
    cases.push_back({"isotope_mixing_r4_a", [=] {
        isotope_mixing_r4_a<<<blocks(quads, 256), 256>>>(mantle, crust, share, ratio, quads, 1.7f, 0.3f); }, ratio, 4 * (size_t)quads});
    cases.push_back({"isotope_mixing_r4_b", [=] {
        isotope_mixing_r4_b<<<blocks(quads, 256), 256>>>(mantle, crust, share, ratio, quads, 1.7f, 0.3f); }, ratio, 4 * (size_t)quads});

    const int bodies = 132 * 8 * 256 * 2;
    std::vector<PlanetR4> planet(8);
    for (int k = 0; k < 8; ++k)
        planet[k] = {(2.0 + 3.0 * k) * std::cos(1.7 * k), (2.0 + 3.0 * k) * std::sin(1.7 * k), 0.1 * unit(40 + k), k ? 1e-3 * (9 - k) : 1.0};
    PlanetR4* planets = uploaded(planet);
    double *start = filled<double>(6 * (size_t)bodies, 71), *end = empty<double>(3 * (size_t)bodies);
    cases.push_back({"trojan_orbits_r4_a", [=] { trojan_orbits_r4_a<<<blocks(bodies, 256), 256>>>(planets, start, end, bodies, 24, 0.01); },
                     end, 3 * (size_t)bodies, Output::f64});

    const int rings = 2000009;
    uint32_t *before = (uint32_t*)indices(8 * (size_t)rings, 0xfffffff0u, 81), *after = (uint32_t*)empty<int>(8 * (size_t)rings);
    cases.push_back({"cell_rings_r4_a", [=] { cell_rings_r4_a<<<blocks(rings, 256), 256>>>(before, after, rings, 120); },
                     after, 8 * (size_t)rings, Output::i32});
    return run(argc, argv, cases);
}
