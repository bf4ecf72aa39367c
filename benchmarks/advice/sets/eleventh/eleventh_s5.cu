// Compute-heavy pairs (suffix _s5): finance, optics, orbits, spectroscopy, ODE ensembles, integer codes, hand-written products.
#include "harness.cuh"

#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;
using bf16 = __nv_bfloat16;

// ---------------------------------------------------------------- factor_returns: scenario returns = shocks x loadings (bf16)
constexpr int FR_M = 2176, FR_N = 3968, FR_K = 1056;

__global__ __launch_bounds__(256, 2) void factor_returns_s5_a(const bf16* __restrict__ shock, const bf16* __restrict__ load,
                                                              float* __restrict__ ret) {
    __shared__ __align__(16) float as[16][132];
    __shared__ __align__(16) float bs[16][128];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t >> 1, ak = (t & 1) * 8, br = t >> 4, bc = (t & 15) * 8;
    const bf16* ap = shock + (size_t)(row0 + ar) * FR_K + ak;
    const bf16* bp = load + (size_t)br * FR_N + col0 + bc;
    uint4 va = *(const uint4*)ap, vb = *(const uint4*)bp;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < FR_K; k0 += 16) {
        const bf16* ea = (const bf16*)&va;
        const bf16* eb = (const bf16*)&vb;
        float wide[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) { as[ak + i][ar] = __bfloat162float(ea[i]); wide[i] = __bfloat162float(eb[i]); }
        *(float4*)&bs[br][bc] = make_float4(wide[0], wide[1], wide[2], wide[3]);
        *(float4*)&bs[br][bc + 4] = make_float4(wide[4], wide[5], wide[6], wide[7]);
        __syncthreads();
        if (k0 + 16 < FR_K) {
            va = *(const uint4*)(ap + k0 + 16);
            vb = *(const uint4*)(bp + (size_t)(k0 + 16) * FR_N);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(const float4*)&as[k][ty * 4];
            *(float4*)(a + 4) = *(const float4*)&as[k][64 + ty * 4];
            *(float4*)b = *(const float4*)&bs[k][tx * 4];
            *(float4*)(b + 4) = *(const float4*)&bs[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* out = ret + (size_t)(row0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * FR_N + col0 + tx * 4;
        *(float4*)out = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(out + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

__global__ __launch_bounds__(256, 2) void factor_returns_s5_b(const bf16* __restrict__ shock, const bf16* __restrict__ load,
                                                              float* __restrict__ ret) {
    __shared__ __align__(32) bf16 as[2][128][40];
    __shared__ __align__(32) bf16 bs[2][32][136];
    const int t = threadIdx.x, w = t >> 5, wr = (w >> 1) * 32, wc = (w & 1) * 64;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t >> 1, ak = (t & 1) * 16, br = t >> 3, bc = (t & 7) * 16;
    const bf16* ap = shock + (size_t)(row0 + ar) * FR_K + ak;
    const bf16* bp = load + (size_t)br * FR_N + col0 + bc;
    uint4 a0 = *(const uint4*)ap, a1 = *(const uint4*)(ap + 8), b0 = *(const uint4*)bp, b1 = *(const uint4*)(bp + 8);
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    int cur = 0;
    for (int k0 = 0; k0 < FR_K; k0 += 32, cur ^= 1) {
        *(uint4*)&as[cur][ar][ak] = a0;
        *(uint4*)&as[cur][ar][ak + 8] = a1;
        *(uint4*)&bs[cur][br][bc] = b0;
        *(uint4*)&bs[cur][br][bc + 8] = b1;
        __syncthreads();
        if (k0 + 32 < FR_K) {
            a0 = *(const uint4*)(ap + k0 + 32);
            a1 = *(const uint4*)(ap + k0 + 40);
            const bf16* bn = bp + (size_t)(k0 + 32) * FR_N;
            b0 = *(const uint4*)bn;
            b1 = *(const uint4*)(bn + 8);
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[cur][wr + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[cur][k][wc + 16 * j], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(ret + (size_t)(row0 + wr + 16 * i) * FR_N + col0 + wc + 16 * j, acc[i][j], FR_N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- tolerance_sweep: mixed-radix design code -> lens merit value
constexpr int TS_DIMS = 12;
struct SweepAxes {
    unsigned radix[TS_DIMS], magic[TS_DIMS], shift[TS_DIMS];
    float low[TS_DIMS], step[TS_DIMS], curvature[TS_DIMS];
};
__constant__ SweepAxes sweep_axes;

__global__ __launch_bounds__(256) void tolerance_sweep_s5_a(const unsigned* __restrict__ design, const float* __restrict__ defocus,
                                                            float* __restrict__ merit, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned code = design[i];
    float sum = defocus[i], previous = 0.3f;
#pragma unroll
    for (int k = 0; k < TS_DIMS; ++k) {
        unsigned digit = code % sweep_axes.radix[k];
        code /= sweep_axes.radix[k];
        float x = sweep_axes.low[k] + sweep_axes.step[k] * (float)digit;
        sum += sweep_axes.curvature[k] * x * (x + previous);
        previous = x;
    }
    merit[i] = sum;
}

__global__ __launch_bounds__(256) void tolerance_sweep_s5_b(const unsigned* __restrict__ design, const float* __restrict__ defocus,
                                                            float* __restrict__ merit, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned code = design[i];
    float sum = defocus[i], previous = 0.3f;
#pragma unroll
    for (int k = 0; k < TS_DIMS; ++k) {
        unsigned high = __umulhi(code, sweep_axes.magic[k]);
        unsigned quotient = (high + ((code - high) >> 1)) >> sweep_axes.shift[k];
        unsigned digit = code - quotient * sweep_axes.radix[k];
        code = quotient;
        float x = sweep_axes.low[k] + sweep_axes.step[k] * (float)digit;
        sum += sweep_axes.curvature[k] * x * (x + previous);
        previous = x;
    }
    merit[i] = sum;
}

// ---------------------------------------------------------------- orbit_covariance: 6x6 covariance carried along an orbit
__device__ __forceinline__ void carry_covariance(const float* __restrict__ state, const float* __restrict__ cov, float* __restrict__ out,
                                                 int n, int steps, float dt) {
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= n) return;
    float r[3], v[3], p[6][6];
#pragma unroll
    for (int i = 0; i < 3; ++i) { r[i] = state[(size_t)i * n + o]; v[i] = state[(size_t)(i + 3) * n + o]; }
#pragma unroll
    for (int i = 0, e = 0; i < 6; ++i)
#pragma unroll
        for (int j = i; j < 6; ++j, ++e) p[i][j] = p[j][i] = cov[(size_t)e * n + o];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], inv = rsqrtf(r2), inv3 = inv * inv * inv, inv5 = 3.0f * inv3 * inv * inv;
        float g[3][3], q[6][6];
#pragma unroll
        for (int i = 0; i < 3; ++i)
#pragma unroll
            for (int j = 0; j < 3; ++j) g[i][j] = dt * (inv5 * r[i] * r[j] - (i == j ? inv3 : 0.0f));
#pragma unroll
        for (int i = 0; i < 3; ++i)
#pragma unroll
            for (int j = 0; j < 6; ++j) {
                q[i][j] = p[i][j] + dt * p[i + 3][j];
                q[i + 3][j] = p[i + 3][j] + g[i][0] * p[0][j] + g[i][1] * p[1][j] + g[i][2] * p[2][j];
            }
#pragma unroll
        for (int i = 0; i < 6; ++i)
#pragma unroll
            for (int j = 0; j < 3; ++j) {
                p[i][j] = q[i][j] + dt * q[i][j + 3];
                p[i][j + 3] = q[i][j + 3] + g[j][0] * q[i][0] + g[j][1] * q[i][1] + g[j][2] * q[i][2];
            }
#pragma unroll
        for (int i = 0; i < 3; ++i) { v[i] -= dt * inv3 * r[i]; r[i] += dt * v[i]; p[i + 3][i + 3] += 1e-6f; }
    }
#pragma unroll
    for (int i = 0, e = 0; i < 6; ++i)
#pragma unroll
        for (int j = i; j < 6; ++j, ++e) out[(size_t)e * n + o] = 0.5f * (p[i][j] + p[j][i]);
}
__global__ __launch_bounds__(256, 6) void orbit_covariance_s5_a(const float* __restrict__ state, const float* __restrict__ cov,
                                                                float* __restrict__ out, int n, int steps, float dt) {
    carry_covariance(state, cov, out, n, steps, dt);
}
__global__ __launch_bounds__(256) void orbit_covariance_s5_b(const float* __restrict__ state, const float* __restrict__ cov,
                                                             float* __restrict__ out, int n, int steps, float dt) {
    carry_covariance(state, cov, out, n, steps, dt);
}
__global__ void harness_orbits_s5(float* state, int n) {
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= n) return;
    float phase = 3.14159f * harness::unit(o), incline = 1.5f * harness::unit(o + 77777777u), radius = 1.2f + 0.1f * harness::unit(o * 3u + 5u);
    float speed = rsqrtf(radius), c = cosf(phase), s = sinf(phase), ci = cosf(incline), si = sinf(incline);
    float six[6] = {radius * c, radius * s * ci, radius * s * si, -speed * s, speed * c * ci, speed * c * si};
    for (int i = 0; i < 6; ++i) state[(size_t)i * n + o] = six[i];
}

// ---------------------------------------------------------------- cap_strip: LIBOR market model paths, forward rates kept per path
constexpr int CS_RATES = 24;
__constant__ float forward_curve[CS_RATES], vol_by_age[CS_RATES];

__global__ __launch_bounds__(128) void cap_strip_s5_a(const float* __restrict__ normal, float* __restrict__ payoff, int paths, int rates,
                                                      float strike, float delta) {
    __shared__ float rate[128 * CS_RATES];
    int p = blockIdx.x * 128 + threadIdx.x;
    if (p >= paths) return;
    float* mine = rate + threadIdx.x * CS_RATES;
    for (int i = 0; i < rates; ++i) mine[i] = forward_curve[i];
    float discount = 1.0f, value = 0.0f, root = sqrtf(delta);
#pragma unroll 1
    for (int t = 0; t < rates; ++t) {
        float z = normal[(size_t)t * paths + p] * root, drift = 0.0f;
        for (int i = t; i < rates; ++i) {
            float l = mine[i], accrual = delta * l, vol = vol_by_age[i - t];
            drift += vol * __fdividef(accrual, 1.0f + accrual);
            mine[i] = l * __expf(vol * ((drift - 0.5f * vol) * delta + z));
        }
        float fixing = mine[t];
        discount = __fdividef(discount, 1.0f + delta * fixing);
        value += discount * delta * fmaxf(fixing - strike, 0.0f);
    }
    payoff[p] = value;
}

__global__ __launch_bounds__(128) void cap_strip_s5_b(const float* __restrict__ normal, float* __restrict__ payoff, int paths, int rates,
                                                      float strike, float delta) {
    __shared__ float rate[128 * (CS_RATES + 1)];
    int p = blockIdx.x * 128 + threadIdx.x;
    if (p >= paths) return;
    float* mine = rate + threadIdx.x * (CS_RATES + 1);
    for (int i = 0; i < rates; ++i) mine[i] = forward_curve[i];
    float discount = 1.0f, value = 0.0f, root = sqrtf(delta);
#pragma unroll 1
    for (int t = 0; t < rates; ++t) {
        float z = normal[(size_t)t * paths + p] * root, drift = 0.0f;
        for (int i = t; i < rates; ++i) {
            float l = mine[i], accrual = delta * l, vol = vol_by_age[i - t];
            drift += vol * __fdividef(accrual, 1.0f + accrual);
            mine[i] = l * __expf(vol * ((drift - 0.5f * vol) * delta + z));
        }
        float fixing = mine[t];
        discount = __fdividef(discount, 1.0f + delta * fixing);
        value += discount * delta * fmaxf(fixing - strike, 0.0f);
    }
    payoff[p] = value;
}

// ---------------------------------------------------------------- reentry_decay: drag decay of a catalogue sorted by remaining life
constexpr int RD_PER_BLOCK = 4096;

__device__ __forceinline__ float2 decay_orbit(float axis, float ecc, float drag, int steps) {
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        float height = axis * (1.0f - ecc) - 1.0f;
        float rho = __expf(-60.0f * height);
        float da = -drag * rho * axis * (1.0f + ecc), de = -drag * rho * (0.6f + ecc);
        float am = axis + 0.5f * da, em = ecc + 0.5f * de;
        float rm = __expf(-60.0f * (am * (1.0f - em) - 1.0f));
        axis -= drag * rm * am * (1.0f + em);
        ecc -= drag * rm * (0.6f + em) * ecc;
    }
    return make_float2(axis, ecc);
}
__global__ __launch_bounds__(1024) void reentry_decay_s5_a(const float* __restrict__ axis, const float* __restrict__ ecc,
                                                           const float* __restrict__ drag, const int* __restrict__ steps,
                                                           float2* __restrict__ out, int n) {
    int first = blockIdx.x * RD_PER_BLOCK, last = min(first + RD_PER_BLOCK, n);
    for (int i = first + threadIdx.x; i < last; i += 1024)
        out[i] = decay_orbit(1.06f + 0.01f * axis[i], 0.011f + 0.01f * ecc[i], 1.1e-5f + 1e-5f * drag[i], steps[i]);
}
__global__ __launch_bounds__(1024) void reentry_decay_s5_b(const float* __restrict__ axis, const float* __restrict__ ecc,
                                                           const float* __restrict__ drag, const int* __restrict__ steps,
                                                           float2* __restrict__ out, int n) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int tile = warp * gridDim.x + blockIdx.x; tile * 32 < n; tile += 32 * gridDim.x) {
        int i = tile * 32 + lane;
        if (i < n) out[i] = decay_orbit(1.06f + 0.01f * axis[i], 0.011f + 0.01f * ecc[i], 1.1e-5f + 1e-5f * drag[i], steps[i]);
    }
}

// ---------------------------------------------------------------- voigt_opacity: sum of Voigt lines by Weideman's rational series
constexpr int VO_TERMS = 24, VO_LINES = 20;
__constant__ float voigt_term[VO_TERMS];
__constant__ float4 voigt_line[VO_LINES];  // centre, 1/Doppler width, damping, strength
#define VOIGT_L 4.11953415f                // sqrt(VO_TERMS / sqrt(2))

__global__ __launch_bounds__(256) void voigt_opacity_s5_a(const float* __restrict__ wavenumber, const float* __restrict__ column,
                                                          float* __restrict__ tau, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float nu = wavenumber[i], sum = 0.0f;
#pragma unroll 1
    for (int l = 0; l < VO_LINES; ++l) {
        float4 line = voigt_line[l];
        float x = __fmul_rn(__fsub_rn(nu, line.x), line.y), y = line.z, up = __fadd_rn(VOIGT_L, y);
        float inv = __fdividef(1.0f, __fadd_rn(__fmul_rn(up, up), __fmul_rn(x, x)));
        float zr = __fmul_rn(__fsub_rn(__fmul_rn(__fsub_rn(VOIGT_L, y), up), __fmul_rn(x, x)), inv);
        float zi = __fmul_rn(__fmul_rn(2.0f * VOIGT_L, x), inv);
        float pr = voigt_term[0], pi = 0.0f;
#pragma unroll
        for (int k = 1; k < VO_TERMS; ++k) {  // products and sums rounded one by one, as in the reference code
            float re = __fadd_rn(__fsub_rn(__fmul_rn(pr, zr), __fmul_rn(pi, zi)), voigt_term[k]);
            pi = __fadd_rn(__fmul_rn(pr, zi), __fmul_rn(pi, zr));
            pr = re;
        }
        float ur = __fmul_rn(up, inv), ui = __fmul_rn(x, inv);
        float sr = __fsub_rn(__fmul_rn(ur, ur), __fmul_rn(ui, ui)), si = __fmul_rn(2.0f, __fmul_rn(ur, ui));
        float w = __fadd_rn(__fmul_rn(2.0f, __fsub_rn(__fmul_rn(pr, sr), __fmul_rn(pi, si))), __fmul_rn(0.56418958f, ur));
        sum = __fadd_rn(sum, __fmul_rn(line.w, w));
    }
    tau[i] = sum * column[i];
}

__global__ __launch_bounds__(256) void voigt_opacity_s5_b(const float* __restrict__ wavenumber, const float* __restrict__ column,
                                                          float* __restrict__ tau, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float nu = wavenumber[i], sum = 0.0f;
#pragma unroll 1
    for (int l = 0; l < VO_LINES; ++l) {
        float4 line = voigt_line[l];
        float x = (nu - line.x) * line.y, y = line.z, up = VOIGT_L + y;
        float inv = __fdividef(1.0f, up * up + x * x);
        float zr = ((VOIGT_L - y) * up - x * x) * inv, zi = 2.0f * VOIGT_L * x * inv;
        float pr = voigt_term[0], pi = 0.0f;
#pragma unroll
        for (int k = 1; k < VO_TERMS; ++k) {
            float re = fmaf(pr, zr, fmaf(-pi, zi, voigt_term[k]));
            pi = fmaf(pr, zi, pi * zr);
            pr = re;
        }
        float ur = up * inv, ui = x * inv;
        float w = 2.0f * (pr * (ur * ur - ui * ui) - pi * (2.0f * ur * ui)) + 0.56418958f * ur;
        sum += line.w * w;
    }
    tau[i] = sum * column[i];
}

// ---------------------------------------------------------------- firefly_sync: mean-field phase oscillators, one swarm per block
constexpr int FS_SWARM = 1024;

__global__ __launch_bounds__(1024, 2) void firefly_sync_s5_a(const float* __restrict__ phase, const float* __restrict__ pace,
                                                             const float* __restrict__ coupling, float* __restrict__ out,
                                                             float* __restrict__ order, int steps, float dt) {
    __shared__ float2 field[FS_SWARM];
    int t = threadIdx.x, i = blockIdx.x * FS_SWARM + t;
    float theta = 3.14159265f * (1.0f + phase[i]), omega = pace[i], k = 1.2f + coupling[blockIdx.x];
    float2 mean = make_float2(0.0f, 0.0f);
    for (int s = 0; s < steps; ++s) {
        float sine = __sinf(theta), cosine = __cosf(theta);
        field[t] = make_float2(sine, cosine);
        __syncthreads();
        for (int half = FS_SWARM / 2; half > 0; half >>= 1) {
            if (t < half) {
                float2 a = field[t], b = field[t + half];
                field[t] = make_float2(a.x + b.x, a.y + b.y);
            }
            __syncthreads();
        }
        mean = make_float2(field[0].x * (1.0f / FS_SWARM), field[0].y * (1.0f / FS_SWARM));
        theta += dt * (omega + k * (mean.x * cosine - mean.y * sine));
        __syncthreads();
    }
    out[i] = theta;
    if (t == 0) order[blockIdx.x] = sqrtf(mean.x * mean.x + mean.y * mean.y);
}

__global__ __launch_bounds__(128) void firefly_sync_s5_b(const float* __restrict__ phase, const float* __restrict__ pace,
                                                         const float* __restrict__ coupling, float* __restrict__ out,
                                                         float* __restrict__ order, int steps, float dt) {
    __shared__ float2 field[2][4];
    int t = threadIdx.x, base = blockIdx.x * FS_SWARM + t;
    float theta[8], omega[8], k = 1.2f + coupling[blockIdx.x];
#pragma unroll
    for (int j = 0; j < 8; ++j) { theta[j] = 3.14159265f * (1.0f + phase[base + 128 * j]); omega[j] = pace[base + 128 * j]; }
    float2 mean = make_float2(0.0f, 0.0f);
    for (int s = 0; s < steps; ++s) {
        float sine[8], cosine[8], x = 0.0f, y = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            sine[j] = __sinf(theta[j]);
            cosine[j] = __cosf(theta[j]);
            x += sine[j];
            y += cosine[j];
        }
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) { x += __shfl_xor_sync(~0u, x, d); y += __shfl_xor_sync(~0u, y, d); }
        if ((t & 31) == 0) field[s & 1][t >> 5] = make_float2(x, y);
        __syncthreads();
        float2 a = field[s & 1][0], b = field[s & 1][1], c = field[s & 1][2], d = field[s & 1][3];
        mean = make_float2((a.x + b.x + c.x + d.x) * (1.0f / FS_SWARM), (a.y + b.y + c.y + d.y) * (1.0f / FS_SWARM));
#pragma unroll
        for (int j = 0; j < 8; ++j) theta[j] += dt * (omega[j] + k * (mean.x * cosine[j] - mean.y * sine[j]));
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) out[base + 128 * j] = theta[j];
    if (t == 0) order[blockIdx.x] = sqrtf(mean.x * mean.x + mean.y * mean.y);
}

// ---------------------------------------------------------------- smile_invert: implied volatility by bisection
struct Quote { float spot, strike, rate, carry, tenor, price; };

__device__ __forceinline__ float call_price(float spot, float strike, float logm, float rate, float carry, float tenor, float vol) {
    float sd = vol * sqrtf(tenor), d1 = __fdividef(logm + (rate - carry) * tenor, sd) + 0.5f * sd, d2 = d1 - sd;
    return spot * __expf(-carry * tenor) * 0.5f * erfcf(-0.70710678f * d1) - strike * __expf(-rate * tenor) * 0.5f * erfcf(-0.70710678f * d2);
}
__device__ __forceinline__ float invert_quote(const Quote& q) {
    float logm = __logf(__fdividef(q.spot, q.strike)), low = 0.01f, high = 2.0f;
#pragma unroll 1
    for (int it = 0; it < 26; ++it) {
        float mid = 0.5f * (low + high);
        bool above = call_price(q.spot, q.strike, logm, q.rate, q.carry, q.tenor, mid) > q.price;
        high = above ? mid : high;
        low = above ? low : mid;
    }
    return 0.5f * (low + high);
}
__global__ __launch_bounds__(256) void smile_invert_s5_a(const Quote* __restrict__ quote, float* __restrict__ vol, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    Quote q = quote[i];
    vol[i] = invert_quote(q);
}
__global__ __launch_bounds__(256) void smile_invert_s5_b(const float* __restrict__ spot, const float* __restrict__ strike,
                                                         const float* __restrict__ rate, const float* __restrict__ carry,
                                                         const float* __restrict__ tenor, const float* __restrict__ price,
                                                         float* __restrict__ vol, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    Quote q = {spot[i], strike[i], rate[i], carry[i], tenor[i], price[i]};
    vol[i] = invert_quote(q);
}
__global__ void harness_quotes_s5(Quote* quote, float* columns, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Quote q;
    q.spot = 100.0f + 20.0f * harness::unit(i);
    q.strike = q.spot * (1.0f + 0.2f * harness::unit(i + 11111111u));
    q.rate = 0.03f + 0.02f * harness::unit(i + 22222222u);
    q.carry = 0.01f + 0.01f * harness::unit(i + 33333333u);
    q.tenor = 1.5f + harness::unit(i + 44444444u);
    q.price = call_price(q.spot, q.strike, logf(q.spot / q.strike), q.rate, q.carry, q.tenor, 0.45f + 0.2f * harness::unit(i + 55555555u));
    quote[i] = q;
    const float* field = &q.spot;
    for (int f = 0; f < 6; ++f) columns[(size_t)f * n + i] = field[f];
}

// ---------------------------------------------------------------- debye_pattern: powder diffraction from a pair-distance histogram
constexpr int DP_BINS = 601, DP_CAPACITY = 6144;

__device__ __forceinline__ float debye_sum(const float2* pair, float q, int bins) {
    float first = 0.0f, second = 0.0f;
    int b = 0;
    for (; b + 3 < bins; b += 4) {
        float2 p0 = pair[b], p1 = pair[b + 1], p2 = pair[b + 2], p3 = pair[b + 3];
        first += p0.y * __sinf(q * p0.x);
        second += p1.y * __sinf(q * p1.x);
        first += p2.y * __sinf(q * p2.x);
        second += p3.y * __sinf(q * p3.x);
    }
    for (; b < bins; ++b) first += pair[b].y * __sinf(q * pair[b].x);
    return first + second;
}
__global__ __launch_bounds__(128) void debye_pattern_s5_a(const float* __restrict__ wavevector, const float* __restrict__ form,
                                                          const float2* __restrict__ histogram, float* __restrict__ out, int n, int bins) {
    __shared__ __align__(16) float2 pair[DP_CAPACITY];
    for (int b = threadIdx.x; b < bins; b += 128) pair[b] = histogram[b];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n) return;
    float q = 6.0f + 5.0f * wavevector[i];
    out[i] = form[i] * form[i] * (1.0f + __fdividef(debye_sum(pair, q, bins), q));
}
__global__ __launch_bounds__(128) void debye_pattern_s5_b(const float* __restrict__ wavevector, const float* __restrict__ form,
                                                          const float2* __restrict__ histogram, float* __restrict__ out, int n, int bins) {
    __shared__ __align__(16) float2 pair[DP_BINS + 7];
    for (int b = threadIdx.x; b < bins; b += 128) pair[b] = histogram[b];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n) return;
    float q = 6.0f + 5.0f * wavevector[i];
    out[i] = form[i] * form[i] * (1.0f + __fdividef(debye_sum(pair, q, bins), q));
}

// ---------------------------------------------------------------- jetstream_ensemble: Lorenz-84 circulation, RK4 in registers
__global__ __launch_bounds__(256, 8) void jetstream_ensemble_s5_a(const float* __restrict__ start, const float* __restrict__ forcing,
                                                                  float* __restrict__ out, int n, int steps, float dt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float x = 1.0f + 0.1f * start[i], y = 0.2f * start[(size_t)n + i], z = 0.2f * start[(size_t)2 * n + i];
    const float af = 2.0f + 0.2f * forcing[i], g = 1.0f, half = 0.5f * dt, sixth = dt * (1.0f / 6.0f);
    auto slope = [=](float u, float v, float w, float& du, float& dv, float& dw) {
        float turn = 4.0f * u, damp = u - 1.0f;
        du = fmaf(-v, v, fmaf(-w, w, fmaf(-0.25f, u, af)));
        dv = fmaf(damp, v, fmaf(-turn, w, g));
        dw = fmaf(damp, w, turn * v);
    };
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        float kx, ky, kz, sx, sy, sz;
        slope(x, y, z, sx, sy, sz);
        slope(fmaf(half, sx, x), fmaf(half, sy, y), fmaf(half, sz, z), kx, ky, kz);
        sx = fmaf(2.0f, kx, sx); sy = fmaf(2.0f, ky, sy); sz = fmaf(2.0f, kz, sz);
        slope(fmaf(half, kx, x), fmaf(half, ky, y), fmaf(half, kz, z), kx, ky, kz);
        sx = fmaf(2.0f, kx, sx); sy = fmaf(2.0f, ky, sy); sz = fmaf(2.0f, kz, sz);
        slope(fmaf(dt, kx, x), fmaf(dt, ky, y), fmaf(dt, kz, z), kx, ky, kz);
        x = fmaf(sixth, sx + kx, x); y = fmaf(sixth, sy + ky, y); z = fmaf(sixth, sz + kz, z);
    }
    out[i] = x;
    out[(size_t)n + i] = y;
    out[(size_t)2 * n + i] = z;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto pair = [&](const char* name, const void* out, size_t count, std::function<void()> a, std::function<void()> b) {
        cases.push_back({std::string(name) + "_s5_a", a, out, count, Output::f32});
        if (b) cases.push_back({std::string(name) + "_s5_b", b, out, count, Output::f32});
    };
    {
        bf16 *s = filled<bf16>((size_t)FR_M * FR_K, 3), *l = filled<bf16>((size_t)FR_K * FR_N, 5);
        float* r = empty<float>((size_t)FR_M * FR_N);
        dim3 grid(FR_N / 128, FR_M / 128);
        pair("factor_returns", r, (size_t)FR_M * FR_N, [=] { factor_returns_s5_a<<<grid, 256>>>(s, l, r); },
             [=] { factor_returns_s5_b<<<grid, 256>>>(s, l, r); });
    }
    {
        SweepAxes axes;
        const unsigned radix[TS_DIMS] = {5, 7, 6, 9, 3, 11, 5, 7, 6, 3, 13, 5};
        unsigned long long designs = 1;
        for (int k = 0; k < TS_DIMS; ++k) {
            unsigned d = radix[k], l = 0;
            while ((1u << l) < d) ++l;
            axes.radix[k] = d;
            axes.magic[k] = (unsigned)(((1ull << 32) * ((1ull << l) - d)) / d + 1);
            axes.shift[k] = l - 1;
            axes.low[k] = -0.4f + 0.02f * k;
            axes.step[k] = 1.0f / d;
            axes.curvature[k] = 1.0f + 0.1f * k;
            designs *= d;
        }
        CHECK(cudaMemcpyToSymbol(sweep_axes, &axes, sizeof axes));
        const int n = 20000003;
        unsigned* design = (unsigned*)indices(n, (uint32_t)std::min(designs, 4294967295ull), 19);
        float *defocus = filled<float>(n, 23), *merit = empty<float>(n);
        int grid = (n + 255) / 256;
        pair("tolerance_sweep", merit, n, [=] { tolerance_sweep_s5_a<<<grid, 256>>>(design, defocus, merit, n); },
             [=] { tolerance_sweep_s5_b<<<grid, 256>>>(design, defocus, merit, n); });
    }
    {
        const int n = 132 * 2048 - 17, grid = (n + 255) / 256;
        float *state = empty<float>((size_t)6 * n), *cov = filled<float>((size_t)21 * n, 29), *out = empty<float>((size_t)21 * n);
        harness_orbits_s5<<<grid, 256>>>(state, n);
        pair("orbit_covariance", out, (size_t)21 * n, [=] { orbit_covariance_s5_a<<<grid, 256>>>(state, cov, out, n, 40, 0.01f); },
             [=] { orbit_covariance_s5_b<<<grid, 256>>>(state, cov, out, n, 40, 0.01f); });
    }
    {
        float curve[CS_RATES], vol[CS_RATES];
        for (int i = 0; i < CS_RATES; ++i) { curve[i] = 0.03f + 0.0008f * i; vol[i] = 0.15f + 0.1f * std::exp(-0.2f * i); }
        CHECK(cudaMemcpyToSymbol(forward_curve, curve, sizeof curve));
        CHECK(cudaMemcpyToSymbol(vol_by_age, vol, sizeof vol));
        const int paths = 132 * 16 * 128 * 2 - 29, grid = (paths + 127) / 128;
        float *normal = filled<float>((size_t)CS_RATES * paths, 31), *payoff = empty<float>(paths);
        pair("cap_strip", payoff, paths, [=] { cap_strip_s5_a<<<grid, 128>>>(normal, payoff, paths, CS_RATES, 0.035f, 0.25f); },
             [=] { cap_strip_s5_b<<<grid, 128>>>(normal, payoff, paths, CS_RATES, 0.035f, 0.25f); });
    }
    {
        const int grid = 132, n = grid * RD_PER_BLOCK - 45;
        std::vector<int> life(n);
        for (int i = 0; i < n; ++i) life[i] = 30 + (int)(600.0 * i / n);
        int* steps = uploaded(life);
        float *axis = filled<float>(n, 37), *ecc = filled<float>(n, 41), *drag = filled<float>(n, 43);
        float2* out = empty<float2>(n);
        pair("reentry_decay", out, (size_t)2 * n, [=] { reentry_decay_s5_a<<<grid, 1024>>>(axis, ecc, drag, steps, out, n); },
             [=] { reentry_decay_s5_b<<<grid, 1024>>>(axis, ecc, drag, steps, out, n); });
    }
    {
        const double PI = 3.14159265358979323846;
        const int M = 2 * VO_TERMS;
        const double L = std::sqrt(VO_TERMS / std::sqrt(2.0));
        float term[VO_TERMS];
        float4 line[VO_LINES];
        for (int order = 1; order <= VO_TERMS; ++order) {
            double a = 0;
            for (int k = -M + 1; k < M; ++k) {
                double angle = k * PI / M, s = L * std::tan(angle / 2);
                a += std::exp(-s * s) * (L * L + s * s) * std::cos(order * angle);
            }
            term[VO_TERMS - order] = (float)(a / (2 * M));
        }
        for (int l = 0; l < VO_LINES; ++l)
            line[l] = make_float4(-0.95f + 0.1f * l + 0.013f * (l % 3), 40.0f + 3.0f * l, 0.2f + 0.05f * (l % 7), 1.0f + 0.2f * (l % 5));
        CHECK(cudaMemcpyToSymbol(voigt_term, term, sizeof term));
        CHECK(cudaMemcpyToSymbol(voigt_line, line, sizeof line));
        const int n = 132 * 2048 * 6 - 93, grid = (n + 255) / 256;
        float *nu = filled<float>(n, 47), *column = filled<float>(n, 53), *tau = empty<float>(n);
        pair("voigt_opacity", tau, n, [=] { voigt_opacity_s5_a<<<grid, 256>>>(nu, column, tau, n); },
             [=] { voigt_opacity_s5_b<<<grid, 256>>>(nu, column, tau, n); });
    }
    {
        const int swarms = 1056, n = swarms * FS_SWARM;
        float *phase = filled<float>(n, 59), *pace = filled<float>(n, 61), *coupling = filled<float>(swarms, 67);
        float *out = empty<float>(n), *order = empty<float>(swarms);
        pair("firefly_sync", out, n, [=] { firefly_sync_s5_a<<<swarms, 1024>>>(phase, pace, coupling, out, order, 90, 0.02f); },
             [=] { firefly_sync_s5_b<<<swarms, 128>>>(phase, pace, coupling, out, order, 90, 0.02f); });
    }
    {
        const int n = 1081300, grid = (n + 255) / 256;
        Quote* quote = empty<Quote>(n);
        float *columns = empty<float>((size_t)6 * n), *vol = empty<float>(n);
        harness_quotes_s5<<<grid, 256>>>(quote, columns, n);
        pair("smile_invert", vol, n, [=] { smile_invert_s5_a<<<grid, 256>>>(quote, vol, n); },
             [=] {
                 const float* c = columns;
                 const size_t m = n;
                 smile_invert_s5_b<<<grid, 256>>>(c, c + m, c + 2 * m, c + 3 * m, c + 4 * m, c + 5 * m, vol, n);
             });
    }
    {
        const int n = 132 * 16 * 128 * 3 - 37, grid = (n + 127) / 128;
        std::vector<float2> bins(DP_BINS);
        for (int b = 0; b < DP_BINS; ++b) {
            float r = 0.5f + 0.04f * b;
            bins[b] = make_float2(r, (0.2f + 0.1f * std::sin(3.0f * r)) * std::exp(-0.05f * r) / r);
        }
        float2* histogram = uploaded(bins);
        float *q = filled<float>(n, 71), *form = filled<float>(n, 73), *out = empty<float>(n);
        pair("debye_pattern", out, n, [=] { debye_pattern_s5_a<<<grid, 128>>>(q, form, histogram, out, n, DP_BINS); },
             [=] { debye_pattern_s5_b<<<grid, 128>>>(q, form, histogram, out, n, DP_BINS); });
    }
    {
        const int n = 132 * 2048 * 4 - 51, grid = (n + 255) / 256;
        float *start = filled<float>((size_t)3 * n, 79), *forcing = filled<float>(n, 83), *out = empty<float>((size_t)3 * n);
        pair("jetstream_ensemble", out, (size_t)3 * n,
             [=] { jetstream_ensemble_s5_a<<<grid, 256>>>(start, forcing, out, n, 120, 0.02f); }, nullptr);
    }
    return run(argc, argv, cases);
}
