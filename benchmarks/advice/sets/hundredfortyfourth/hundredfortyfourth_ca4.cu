// Nine works, each in one shipped form (_b) and four forms with one decision taken otherwise (_a).
#include "harness.cuh"
#include <cuda_pipeline.h>
#include <cuda_fp16.h>
#include <mma.h>
using harness::Case;
using harness::Output;
typedef std::vector<Case> Cases;

static __global__ void harness_positive(float* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = 0.55f + 0.45f * harness::unit((uint32_t)i * 2654435761u + seed);
}
static __global__ void harness_bytes(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i + seed) >> 24);
}

// ---- Work 1: one pruning step of a phylogenetic likelihood (4 rate classes x 4 bases a site), rescaled by the site's maximum.
constexpr int kSites = 3 * 1024 * 1024;
constexpr int kCells = kSites * 4;

struct Rows4 { float4 r[4]; };
__device__ __forceinline__ float dot4(float4 a, float4 b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, fmaf(a.z, b.z, a.w * b.w))); }
__device__ __forceinline__ float4 prune4(const float4* __restrict__ P, const float4* __restrict__ Q, float4 l, float4 r) {
    return make_float4(dot4(P[0], l) * dot4(Q[0], r), dot4(P[1], l) * dot4(Q[1], r),
                       dot4(P[2], l) * dot4(Q[2], r), dot4(P[3], l) * dot4(Q[3], r));
}
__device__ __forceinline__ float max4(float4 v) { return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)); }
__device__ __forceinline__ float quad_max(float m) {
    m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, 1));
    return fmaxf(m, __shfl_xor_sync(0xffffffffu, m, 2));
}

__global__ void __launch_bounds__(256) copper_meadow_ca4_b(const float4* __restrict__ left, const float4* __restrict__ right,
                                                            const float4* __restrict__ trans, float4* __restrict__ out,
                                                            float* __restrict__ scale) {
    const int cat = threadIdx.x & 3;
    float4 P[4], Q[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { P[i] = trans[cat * 4 + i]; Q[i] = trans[16 + cat * 4 + i]; }
    const int stride = gridDim.x * 512;
    for (int t = blockIdx.x * 512 + threadIdx.x; t < kCells; t += stride) {
        float4 l0 = left[t], r0 = right[t], l1 = left[t + 256], r1 = right[t + 256];
        float4 v0 = prune4(P, Q, l0, r0), v1 = prune4(P, Q, l1, r1);
        float m0 = quad_max(max4(v0)), m1 = quad_max(max4(v1));
        float i0 = __frcp_rn(m0), i1 = __frcp_rn(m1);
        out[t] = make_float4(v0.x * i0, v0.y * i0, v0.z * i0, v0.w * i0);
        out[t + 256] = make_float4(v1.x * i1, v1.y * i1, v1.z * i1, v1.w * i1);
        if (cat == 0) { scale[t >> 2] = __logf(m0); scale[(t + 256) >> 2] = __logf(m1); }
    }
}

__global__ void __launch_bounds__(256) amber_saddle_ca4_a(const float4* __restrict__ left, const float4* __restrict__ right,
                                                           const float4* __restrict__ trans, float4* __restrict__ out) {
    const int cat = threadIdx.x & 3;
    float4 P[4], Q[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { P[i] = trans[cat * 4 + i]; Q[i] = trans[16 + cat * 4 + i]; }
    const int stride = gridDim.x * 512;
    for (int t = blockIdx.x * 512 + threadIdx.x; t < kCells; t += stride) {
        float4 l0 = left[t], r0 = right[t], l1 = left[t + 256], r1 = right[t + 256];
        out[t] = prune4(P, Q, l0, r0);
        out[t + 256] = prune4(P, Q, l1, r1);
    }
}
__global__ void __launch_bounds__(256) amber_saddle_ca4_a2(float4* __restrict__ out, float* __restrict__ scale) {
    const int stride = gridDim.x * 512;
    for (int t = blockIdx.x * 512 + threadIdx.x; t < kCells; t += stride) {
        float4 v0 = out[t], v1 = out[t + 256];
        float m0 = quad_max(max4(v0)), m1 = quad_max(max4(v1));
        float i0 = __frcp_rn(m0), i1 = __frcp_rn(m1);
        out[t] = make_float4(v0.x * i0, v0.y * i0, v0.z * i0, v0.w * i0);
        out[t + 256] = make_float4(v1.x * i1, v1.y * i1, v1.z * i1, v1.w * i1);
        if ((threadIdx.x & 3) == 0) { scale[t >> 2] = __logf(m0); scale[(t + 256) >> 2] = __logf(m1); }
    }
}
__global__ void __launch_bounds__(256) willow_ticket_ca4_a(const float4* __restrict__ left, const float4* __restrict__ right,
                                                            const float4* __restrict__ trans, float4* __restrict__ out,
                                                            float* __restrict__ scale) {
    const int t = blockIdx.x * 256 + threadIdx.x;
    const int cat = threadIdx.x & 3;
    float4 l = left[t], r = right[t];
    float4 v = prune4(trans + cat * 4, trans + 16 + cat * 4, l, r);
    float m = quad_max(max4(v));
    float i = __frcp_rn(m);
    out[t] = make_float4(v.x * i, v.y * i, v.z * i, v.w * i);
    if (cat == 0) scale[t >> 2] = __logf(m);
}

__global__ void __launch_bounds__(256) pepper_lantern_ca4_a(const float4* __restrict__ left, const float4* __restrict__ right,
                                                             const float4* __restrict__ trans, float4* __restrict__ out,
                                                             float* __restrict__ scale) {
    __shared__ float4 P[32];
    if (threadIdx.x < 32) P[threadIdx.x] = trans[threadIdx.x];
    __syncthreads();
    const int site = blockIdx.x * 256 + threadIdx.x;
    float4 v[4];
    float m = 0.f;
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        v[c] = prune4(P + c * 4, P + 16 + c * 4, left[site * 4 + c], right[site * 4 + c]);
        m = fmaxf(m, max4(v[c]));
    }
    float i = __frcp_rn(m);
#pragma unroll
    for (int c = 0; c < 4; ++c) out[site * 4 + c] = make_float4(v[c].x * i, v[c].y * i, v[c].z * i, v[c].w * i);
    scale[site] = __logf(m);
}

__device__ __forceinline__ double dot4d(float4 a, float4 b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w;
}
__global__ void __launch_bounds__(256) gravel_bonnet_ca4_a(const float4* __restrict__ left, const float4* __restrict__ right,
                                                            const float4* __restrict__ trans, float4* __restrict__ out,
                                                            float* __restrict__ scale) {
    const int cat = threadIdx.x & 3;
    float4 P[4], Q[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { P[i] = trans[cat * 4 + i]; Q[i] = trans[16 + cat * 4 + i]; }
    const int stride = gridDim.x * 512;
    for (int t0 = blockIdx.x * 512 + threadIdx.x; t0 < kCells; t0 += stride) {
        float4 l[2] = {left[t0], left[t0 + 256]}, r[2] = {right[t0], right[t0 + 256]};
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const int t = t0 + 256 * h;
            double a = dot4d(P[0], l[h]) * dot4d(Q[0], r[h]), b = dot4d(P[1], l[h]) * dot4d(Q[1], r[h]);
            double c = dot4d(P[2], l[h]) * dot4d(Q[2], r[h]), d = dot4d(P[3], l[h]) * dot4d(Q[3], r[h]);
            float m = quad_max((float)fmax(fmax(a, b), fmax(c, d)));
            double i = 1.0 / (double)m;
            out[t] = make_float4((float)(a * i), (float)(b * i), (float)(c * i), (float)(d * i));
            if (cat == 0) scale[t >> 2] = (float)log((double)m);
        }
    }
}

static void add_work1(Cases& cases) {
    float *l, *r;
    CHECK(cudaMalloc(&l, sizeof(float) * 4 * kCells)); CHECK(cudaMalloc(&r, sizeof(float) * 4 * kCells));
    harness_positive<<<2048, 256>>>(l, (size_t)kCells * 4, 11u);
    harness_positive<<<2048, 256>>>(r, (size_t)kCells * 4, 23u);
    std::vector<float> m(128);
    for (int k = 0; k < 8; ++k)
        for (int i = 0; i < 4; ++i) {
            float s = 0;
            for (int j = 0; j < 4; ++j) { float w = (i == j ? 2.f : 0.2f) + 0.1f * (k + 1) * (1.f + harness::unit(k * 16 + i * 4 + j)); m[k * 16 + i * 4 + j] = w; s += w; }
            for (int j = 0; j < 4; ++j) m[k * 16 + i * 4 + j] /= s;
        }
    const float4* tr = (const float4*)harness::uploaded(m);
    float* out = harness::empty<float>((size_t)kCells * 4);
    float* sc = harness::empty<float>(kSites);
    const float4 *L = (const float4*)l, *R = (const float4*)r; float4* O = (float4*)out;
    const size_t n = (size_t)kCells * 4;
    cases.push_back({"copper_meadow_ca4_b", [=] { copper_meadow_ca4_b<<<132 * 16, 256>>>(L, R, tr, O, sc); }, out, n, Output::f32});
    cases.push_back({"amber_saddle_ca4_a", [=] { amber_saddle_ca4_a<<<132 * 16, 256>>>(L, R, tr, O); amber_saddle_ca4_a2<<<132 * 16, 256>>>(O, sc); }, out, n, Output::f32});
    cases.push_back({"willow_ticket_ca4_a", [=] { willow_ticket_ca4_a<<<kCells / 256, 256>>>(L, R, tr, O, sc); }, out, n, Output::f32});
    cases.push_back({"pepper_lantern_ca4_a", [=] { pepper_lantern_ca4_a<<<kSites / 256, 256>>>(L, R, tr, O, sc); }, out, n, Output::f32});
    cases.push_back({"gravel_bonnet_ca4_a", [=] { gravel_bonnet_ca4_a<<<132 * 16, 256>>>(L, R, tr, O, sc); }, out, n, Output::f32});
}

// ---- Work 2: best-path score of a 32-state hidden Markov model over 256 observations, one warp a sequence.
constexpr int kSteps = 256, kSeqs = 132 * 8 * 4 * 4;

__global__ void __launch_bounds__(128, 8) maple_rudder_ca4_b(const uint8_t* __restrict__ obs, const float* __restrict__ trans,
                                                              const float* __restrict__ emit, float* __restrict__ out) {
    __shared__ __align__(16) float prev[4][2][32];
    __shared__ float em[16 * 32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, seq = blockIdx.x * 4 + w;
    for (int i = threadIdx.x; i < 512; i += 128) em[i] = emit[i];
    __syncthreads();
    float T[32];
#pragma unroll
    for (int p = 0; p < 32; ++p) T[p] = trans[p * 32 + lane];
    const uint32_t* o4 = (const uint32_t*)(obs + (size_t)seq * kSteps);
    prev[w][0][lane] = -0.01f * lane;
    __syncwarp();
    for (int s4 = 0; s4 < kSteps / 4; ++s4) {
        uint32_t o = o4[s4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float4* pv = (const float4*)prev[w][k & 1];
            float b0 = -1e30f, b1 = -1e30f, b2 = -1e30f, b3 = -1e30f;
#pragma unroll
            for (int q = 0; q < 8; ++q) {
                float4 v = pv[q];
                b0 = fmaxf(b0, v.x + T[4 * q]); b1 = fmaxf(b1, v.y + T[4 * q + 1]);
                b2 = fmaxf(b2, v.z + T[4 * q + 2]); b3 = fmaxf(b3, v.w + T[4 * q + 3]);
            }
            float best = fmaxf(fmaxf(b0, b1), fmaxf(b2, b3)) + em[((o >> (8 * k)) & 15) * 32 + lane];
            prev[w][(k & 1) ^ 1][lane] = best;
            __syncwarp();
        }
    }
    out[seq * 32 + lane] = prev[w][0][lane];
}

__global__ void __launch_bounds__(128, 8) orchid_hammer_ca4_a(const uint8_t* __restrict__ obs, const float* __restrict__ trans,
                                                               const float* __restrict__ emit, float* __restrict__ out) {
    __shared__ __align__(16) float prev[4][2][32];
    __shared__ float em[16 * 32];
    __shared__ float T[32 * 32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, seq = blockIdx.x * 4 + w;
    for (int i = threadIdx.x; i < 512; i += 128) em[i] = emit[i];
    for (int i = threadIdx.x; i < 1024; i += 128) T[i] = trans[i];
    __syncthreads();
    const uint32_t* o4 = (const uint32_t*)(obs + (size_t)seq * kSteps);
    prev[w][0][lane] = -0.01f * lane;
    __syncwarp();
    for (int s4 = 0; s4 < kSteps / 4; ++s4) {
        uint32_t o = o4[s4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float4* pv = (const float4*)prev[w][k & 1];
            float b0 = -1e30f, b1 = -1e30f, b2 = -1e30f, b3 = -1e30f;
#pragma unroll
            for (int q = 0; q < 8; ++q) {
                float4 v = pv[q];
                b0 = fmaxf(b0, v.x + T[(4 * q) * 32 + lane]); b1 = fmaxf(b1, v.y + T[(4 * q + 1) * 32 + lane]);
                b2 = fmaxf(b2, v.z + T[(4 * q + 2) * 32 + lane]); b3 = fmaxf(b3, v.w + T[(4 * q + 3) * 32 + lane]);
            }
            float best = fmaxf(fmaxf(b0, b1), fmaxf(b2, b3)) + em[((o >> (8 * k)) & 15) * 32 + lane];
            prev[w][(k & 1) ^ 1][lane] = best;
            __syncwarp();
        }
    }
    out[seq * 32 + lane] = prev[w][0][lane];
}

__global__ void __launch_bounds__(128, 8) saffron_pulley_ca4_a(const uint8_t* __restrict__ obs, const float* __restrict__ trans,
                                                                const float* __restrict__ emit, float* __restrict__ out) {
    __shared__ float em[16 * 32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, seq = blockIdx.x * 4 + w;
    for (int i = threadIdx.x; i < 512; i += 128) em[i] = emit[i];
    __syncthreads();
    float T[32];
#pragma unroll
    for (int p = 0; p < 32; ++p) T[p] = trans[p * 32 + lane];
    const uint32_t* o4 = (const uint32_t*)(obs + (size_t)seq * kSteps);
    float mine = -0.01f * lane;
    for (int s4 = 0; s4 < kSteps / 4; ++s4) {
        uint32_t o = o4[s4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float b[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
#pragma unroll
            for (int p = 0; p < 32; ++p) b[p & 3] = fmaxf(b[p & 3], __shfl_sync(0xffffffffu, mine, p) + T[p]);
            mine = fmaxf(fmaxf(b[0], b[1]), fmaxf(b[2], b[3])) + em[((o >> (8 * k)) & 15) * 32 + lane];
        }
    }
    out[seq * 32 + lane] = mine;
}
__global__ void __launch_bounds__(512, 2) cobalt_thimble_ca4_a(const uint8_t* __restrict__ obs, const float* __restrict__ trans,
                                                                const float* __restrict__ emit, float* __restrict__ out) {
    __shared__ __align__(16) float prev[16][32];
    __shared__ float em[16 * 32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, seq = blockIdx.x * 16 + w;
    em[threadIdx.x] = emit[threadIdx.x];
    float T[32];
#pragma unroll
    for (int p = 0; p < 32; ++p) T[p] = trans[p * 32 + lane];
    const uint32_t* o4 = (const uint32_t*)(obs + (size_t)seq * kSteps);
    prev[w][lane] = -0.01f * lane;
    __syncthreads();
    for (int s4 = 0; s4 < kSteps / 4; ++s4) {
        uint32_t o = o4[s4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float4* pv = (const float4*)prev[w];
            float b0 = -1e30f, b1 = -1e30f, b2 = -1e30f, b3 = -1e30f;
#pragma unroll
            for (int q = 0; q < 8; ++q) {
                float4 v = pv[q];
                b0 = fmaxf(b0, v.x + T[4 * q]); b1 = fmaxf(b1, v.y + T[4 * q + 1]);
                b2 = fmaxf(b2, v.z + T[4 * q + 2]); b3 = fmaxf(b3, v.w + T[4 * q + 3]);
            }
            float best = fmaxf(fmaxf(b0, b1), fmaxf(b2, b3)) + em[((o >> (8 * k)) & 15) * 32 + lane];
            __syncthreads();
            prev[w][lane] = best;
            __syncthreads();
        }
    }
    out[seq * 32 + lane] = prev[w][lane];
}

__global__ void __launch_bounds__(128, 8) lilac_compass_ca4_a(const uint8_t* __restrict__ obs, const float* __restrict__ trans,
                                                               const float* __restrict__ prob, float* __restrict__ out) {
    __shared__ __align__(16) float prev[4][2][32];
    __shared__ float em[16 * 32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, seq = blockIdx.x * 4 + w;
    for (int i = threadIdx.x; i < 512; i += 128) em[i] = prob[i];
    __syncthreads();
    float T[32];
#pragma unroll
    for (int p = 0; p < 32; ++p) T[p] = trans[p * 32 + lane];
    const uint32_t* o4 = (const uint32_t*)(obs + (size_t)seq * kSteps);
    prev[w][0][lane] = -0.01f * lane;
    __syncwarp();
    for (int s4 = 0; s4 < kSteps / 4; ++s4) {
        uint32_t o = o4[s4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float4* pv = (const float4*)prev[w][k & 1];
            float b0 = -1e30f, b1 = -1e30f, b2 = -1e30f, b3 = -1e30f;
#pragma unroll
            for (int q = 0; q < 8; ++q) {
                float4 v = pv[q];
                b0 = fmaxf(b0, v.x + T[4 * q]); b1 = fmaxf(b1, v.y + T[4 * q + 1]);
                b2 = fmaxf(b2, v.z + T[4 * q + 2]); b3 = fmaxf(b3, v.w + T[4 * q + 3]);
            }
            float best = fmaxf(fmaxf(b0, b1), fmaxf(b2, b3)) + __logf(em[((o >> (8 * k)) & 15) * 32 + lane]);
            prev[w][(k & 1) ^ 1][lane] = best;
            __syncwarp();
        }
    }
    out[seq * 32 + lane] = prev[w][0][lane];
}

static void add_work2(Cases& cases) {
    uint8_t* obs; CHECK(cudaMalloc(&obs, (size_t)kSeqs * kSteps));
    harness_bytes<<<2048, 256>>>(obs, (size_t)kSeqs * kSteps, 77u);
    std::vector<float> t(1024), p(512), e(512);
    for (int i = 0; i < 1024; ++i) t[i] = std::log(0.03f * (1.05f + harness::unit(i + 5000)));
    for (int i = 0; i < 512; ++i) { p[i] = 0.06f * (1.1f + harness::unit(i + 9000)); e[i] = std::log(p[i]); }
    float *T = harness::uploaded(t), *P = harness::uploaded(p), *E = harness::uploaded(e);
    const size_t n = (size_t)kSeqs * 32;
    float* out = harness::empty<float>(n);
    cases.push_back({"maple_rudder_ca4_b", [=] { maple_rudder_ca4_b<<<kSeqs / 4, 128>>>(obs, T, E, out); }, out, n, Output::f32});
    cases.push_back({"orchid_hammer_ca4_a", [=] { orchid_hammer_ca4_a<<<kSeqs / 4, 128>>>(obs, T, E, out); }, out, n, Output::f32});
    cases.push_back({"saffron_pulley_ca4_a", [=] { saffron_pulley_ca4_a<<<kSeqs / 4, 128>>>(obs, T, E, out); }, out, n, Output::f32});
    cases.push_back({"cobalt_thimble_ca4_a", [=] { cobalt_thimble_ca4_a<<<kSeqs / 16, 512>>>(obs, T, E, out); }, out, n, Output::f32});
    cases.push_back({"lilac_compass_ca4_a", [=] { lilac_compass_ca4_a<<<kSeqs / 4, 128>>>(obs, T, P, out); }, out, n, Output::f32});
}

// ---- Work 3: primes among odd 32-bit numbers by the strong test with bases 2, 7, 61; counts for every 64 candidates.
constexpr int kCand = 132 * 8 * 2 * 2048;
constexpr uint32_t kFirst = 3221225473u;

__device__ __forceinline__ uint32_t redc(uint64_t t, uint32_t n, uint32_t ninv) {  // ninv = n^-1 mod 2^32
    uint32_t q = (uint32_t)t * ninv;
    uint32_t h = __umulhi(q, n), a = (uint32_t)(t >> 32);
    uint32_t r = a - h;
    return a < h ? r + n : r;
}
__device__ __forceinline__ uint32_t inverse32(uint32_t n) {
    uint32_t x = n * 3u ^ 2u;
    x *= 2u - n * x; x *= 2u - n * x; x *= 2u - n * x;
    return x;
}
__device__ __forceinline__ bool strong32(uint32_t n, uint32_t base) {
    const uint32_t ninv = inverse32(n);
    const uint32_t one = (uint32_t)(0x100000000ull - n);  // n > 2^31
    const uint32_t minus = n - one;
    uint32_t b = 0;
    for (int k = 5; k >= 0; --k) {  // base below 64, in Montgomery form
        uint32_t c = b >= n - b ? b - (n - b) : b + b;
        if ((base >> k) & 1) c = c >= n - one ? c - (n - one) : c + one;
        b = c;
    }
    const uint32_t d = n - 1;
    const int s = __ffs((int)d) - 1;
    uint32_t x = one;
    for (int k = 31; k >= s; --k) {
        x = redc((uint64_t)x * x, n, ninv);
        uint32_t y = redc((uint64_t)x * b, n, ninv);
        x = (d >> k) & 1 ? y : x;
    }
    if (x == one || x == minus) return true;
    for (int k = 1; k < s; ++k) {
        x = redc((uint64_t)x * x, n, ninv);
        if (x == minus) return true;
    }
    return false;
}

__global__ void __launch_bounds__(256) velvet_ladder_ca4_b(int* __restrict__ out) {
    __shared__ int list[2048];
    __shared__ int found, count[32];
    const int first = blockIdx.x * 2048;
    if (threadIdx.x == 0) found = 0;
    if (threadIdx.x < 32) count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        int i = k * 256 + threadIdx.x;
        if (strong32(kFirst + 2u * (first + i), 2)) list[atomicAdd(&found, 1)] = i;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < found; j += 256) {
        int i = list[j];
        uint32_t n = kFirst + 2u * (first + i);
        if (strong32(n, 7) && strong32(n, 61)) atomicAdd(&count[i >> 6], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = count[threadIdx.x];
}

__global__ void __launch_bounds__(256) marble_kettle_ca4_a(int* __restrict__ out) {
    __shared__ int count[32];
    const int first = blockIdx.x * 2048;
    if (threadIdx.x < 32) count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        int i = k * 256 + threadIdx.x;
        uint32_t n = kFirst + 2u * (first + i);
        if (strong32(n, 2) && strong32(n, 7) && strong32(n, 61)) atomicAdd(&count[i >> 6], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = count[threadIdx.x];
}
__device__ __forceinline__ uint32_t mulmod(uint32_t a, uint32_t b, uint32_t n) { return (uint32_t)((uint64_t)a * b % n); }
__device__ __forceinline__ bool strong_plain(uint32_t n, uint32_t base) {
    const uint32_t d = n - 1;
    const int s = __ffs((int)d) - 1;
    uint32_t x = 1;
    for (int k = 31; k >= s; --k) {
        x = mulmod(x, x, n);
        if ((d >> k) & 1) x = mulmod(x, base, n);
    }
    if (x == 1 || x == n - 1) return true;
    for (int k = 1; k < s; ++k) {
        x = mulmod(x, x, n);
        if (x == n - 1) return true;
    }
    return false;
}
__global__ void __launch_bounds__(256) harbor_pebble_ca4_a(int* __restrict__ out) {
    __shared__ int list[2048];
    __shared__ int found, count[32];
    const int first = blockIdx.x * 2048;
    if (threadIdx.x == 0) found = 0;
    if (threadIdx.x < 32) count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        int i = k * 256 + threadIdx.x;
        if (strong_plain(kFirst + 2u * (first + i), 2)) list[atomicAdd(&found, 1)] = i;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < found; j += 256) {
        int i = list[j];
        uint32_t n = kFirst + 2u * (first + i);
        if (strong_plain(n, 7) && strong_plain(n, 61)) atomicAdd(&count[i >> 6], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = count[threadIdx.x];
}

__global__ void __launch_bounds__(256) cedar_whistle_ca4_a(int* __restrict__ out) {
    __shared__ int list[2048];
    __shared__ int found;
    const int first = blockIdx.x * 2048;
    if (threadIdx.x == 0) found = 0;
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        int i = k * 256 + threadIdx.x;
        if (strong32(kFirst + 2u * (first + i), 2)) list[atomicAdd(&found, 1)] = i;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < found; j += 256) {
        int i = list[j];
        uint32_t n = kFirst + 2u * (first + i);
        if (strong32(n, 7) && strong32(n, 61)) atomicAdd(&out[(first + i) >> 6], 1);
    }
}

__device__ __forceinline__ uint64_t redc64(uint64_t hi, uint64_t lo, uint64_t n, uint64_t ninv) {
    uint64_t h = __umul64hi(lo * ninv, n);
    return hi >= h ? hi - h : hi - h + n;
}
__device__ __forceinline__ uint64_t mont64(uint64_t a, uint64_t b, uint64_t n, uint64_t ninv) {
    return redc64(__umul64hi(a, b), a * b, n, ninv);
}
__device__ __forceinline__ bool strong64(uint64_t n, uint32_t base) {
    uint64_t ninv = n * 3 ^ 2;
    ninv *= 2 - n * ninv; ninv *= 2 - n * ninv; ninv *= 2 - n * ninv; ninv *= 2 - n * ninv;
    const uint64_t one = (uint64_t)(0ull - n) % n;
    const uint64_t minus = n - one;
    uint64_t b = 0;
    for (int k = 5; k >= 0; --k) {
        b = b + b >= n ? b + b - n : b + b;
        if ((base >> k) & 1) b = b + one >= n ? b + one - n : b + one;
    }
    const uint32_t d = (uint32_t)n - 1;
    const int s = __ffs((int)d) - 1;
    uint64_t x = one;
    for (int k = 31; k >= s; --k) {
        x = mont64(x, x, n, ninv);
        uint64_t y = mont64(x, b, n, ninv);
        x = (d >> k) & 1 ? y : x;
    }
    if (x == one || x == minus) return true;
    for (int k = 1; k < s; ++k) {
        x = mont64(x, x, n, ninv);
        if (x == minus) return true;
    }
    return false;
}
__global__ void __launch_bounds__(256) tulip_anvil_ca4_a(int* __restrict__ out) {
    __shared__ int list[2048];
    __shared__ int found, count[32];
    const int first = blockIdx.x * 2048;
    if (threadIdx.x == 0) found = 0;
    if (threadIdx.x < 32) count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        int i = k * 256 + threadIdx.x;
        if (strong64(kFirst + 2u * (first + i), 2)) list[atomicAdd(&found, 1)] = i;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < found; j += 256) {
        int i = list[j];
        uint32_t n = kFirst + 2u * (first + i);
        if (strong64(n, 7) && strong64(n, 61)) atomicAdd(&count[i >> 6], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = count[threadIdx.x];
}

static void add_work3(Cases& cases) {
    const size_t n = kCand / 64;
    int* out = harness::empty<int>(n);
    const int grid = kCand / 2048;
    cases.push_back({"velvet_ladder_ca4_b", [=] { velvet_ladder_ca4_b<<<grid, 256>>>(out); }, out, n, Output::i32});
    cases.push_back({"marble_kettle_ca4_a", [=] { marble_kettle_ca4_a<<<grid, 256>>>(out); }, out, n, Output::i32});
    cases.push_back({"harbor_pebble_ca4_a", [=] { harbor_pebble_ca4_a<<<grid, 256>>>(out); }, out, n, Output::i32});
    cases.push_back({"cedar_whistle_ca4_a", [=] { cedar_whistle_ca4_a<<<grid, 256>>>(out); }, out, n, Output::i32});
    cases.push_back({"tulip_anvil_ca4_a", [=] { tulip_anvil_ca4_a<<<grid, 256>>>(out); }, out, n, Output::i32});
}

// ---- Work 4: eight channels of 8-bit telephone audio (G.711 mu-law) decoded and mixed down to one float channel.
constexpr int kSamples = 26 * 1024 * 1024;
struct Gains { float g[8]; };

__device__ __forceinline__ float mulaw_bits(uint32_t placed) {  // byte already at bits 24..31
    uint32_t u = ~placed;
    float f = __uint_as_float(((u >> 5) & 0x03f80000u) | 0x40040000u) - 2.0625f;
    return __uint_as_float(__float_as_uint(f) ^ (u & 0x80000000u));  // in units of 64
}
__global__ void __launch_bounds__(256) juniper_basket_ca4_b(const uint32_t* __restrict__ in, float4* __restrict__ out, Gains gains) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t w[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) w[c] = __ldcs(in + (size_t)c * (kSamples / 4) + i);
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        const float g = gains.g[c];
        s.x = fmaf(g, mulaw_bits(w[c] << 24), s.x); s.y = fmaf(g, mulaw_bits(w[c] << 16), s.y);
        s.z = fmaf(g, mulaw_bits(w[c] << 8), s.z); s.w = fmaf(g, mulaw_bits(w[c]), s.w);
    }
    out[i] = s;
}

__global__ void __launch_bounds__(256) raven_cushion_ca4_a(const uint32_t* __restrict__ in, const float* __restrict__ table,
                                                            float4* __restrict__ out, Gains gains) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t w[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) w[c] = __ldcs(in + (size_t)c * (kSamples / 4) + i);
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        const float g = gains.g[c];
        s.x = fmaf(g, __ldg(table + (w[c] & 255)), s.x); s.y = fmaf(g, __ldg(table + ((w[c] >> 8) & 255)), s.y);
        s.z = fmaf(g, __ldg(table + ((w[c] >> 16) & 255)), s.z); s.w = fmaf(g, __ldg(table + (w[c] >> 24)), s.w);
    }
    out[i] = s;
}

__global__ void __launch_bounds__(256) walnut_drawer_ca4_a(const uint32_t* __restrict__ in, const float* __restrict__ table,
                                                            float4* __restrict__ out, Gains gains) {
    __shared__ float tab[256];
    tab[threadIdx.x] = table[threadIdx.x];
    const int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t w[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) w[c] = __ldcs(in + (size_t)c * (kSamples / 4) + i);
    __syncthreads();
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        const float g = gains.g[c];
        s.x = fmaf(g, tab[w[c] & 255], s.x); s.y = fmaf(g, tab[(w[c] >> 8) & 255], s.y);
        s.z = fmaf(g, tab[(w[c] >> 16) & 255], s.z); s.w = fmaf(g, tab[w[c] >> 24], s.w);
    }
    out[i] = s;
}
__global__ void __launch_bounds__(256) falcon_blanket_ca4_a(const uint8_t* __restrict__ in, float* __restrict__ out, Gains gains) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float s = 0.f;
#pragma unroll
    for (int c = 0; c < 8; ++c) s = fmaf(gains.g[c], mulaw_bits((uint32_t)__ldcs(in + (size_t)c * kSamples + i) << 24), s);
    out[i] = s;
}

__device__ __forceinline__ float mulaw_pow(uint32_t byte) {
    uint32_t u = ~byte & 255u;
    float m = (float)(u & 15), e = (float)((u >> 4) & 7);
    float f = fmaf(m, 0.125f, 2.0625f) * exp2f(e) - 2.0625f;
    return u & 128u ? -f : f;
}
__global__ void __launch_bounds__(256) thistle_wagon_ca4_a(const uint32_t* __restrict__ in, float4* __restrict__ out, Gains gains) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t w[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) w[c] = __ldcs(in + (size_t)c * (kSamples / 4) + i);
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int c = 0; c < 8; ++c) {
        const float g = gains.g[c];
        s.x = fmaf(g, mulaw_pow(w[c]), s.x); s.y = fmaf(g, mulaw_pow(w[c] >> 8), s.y);
        s.z = fmaf(g, mulaw_pow(w[c] >> 16), s.z); s.w = fmaf(g, mulaw_pow(w[c] >> 24), s.w);
    }
    out[i] = s;
}

static void add_work4(Cases& cases) {
    const size_t bytes = (size_t)kSamples * 8;
    uint8_t* in; CHECK(cudaMalloc(&in, bytes));
    harness_bytes<<<2048, 256>>>(in, bytes, 4321u);
    std::vector<float> t(256);
    for (int b = 0; b < 256; ++b) {
        int u = ~b & 255;
        float f = (float)((((u & 15) << 3) + 132) << ((u >> 4) & 7)) - 132.f;
        t[b] = (u & 128 ? -f : f) / 64.f;
    }
    const float* tab = harness::uploaded(t);
    Gains g; for (int c = 0; c < 8; ++c) g.g[c] = (0.5f + 0.1f * c) / 512.f;
    float* out = harness::empty<float>(kSamples);
    const uint32_t* in4 = (const uint32_t*)in; float4* out4 = (float4*)out;
    const size_t n = kSamples; const int grid = kSamples / 1024;
    cases.push_back({"juniper_basket_ca4_b", [=] { juniper_basket_ca4_b<<<grid, 256>>>(in4, out4, g); }, out, n, Output::f32});
    cases.push_back({"raven_cushion_ca4_a", [=] { raven_cushion_ca4_a<<<grid, 256>>>(in4, tab, out4, g); }, out, n, Output::f32});
    cases.push_back({"walnut_drawer_ca4_a", [=] { walnut_drawer_ca4_a<<<grid, 256>>>(in4, tab, out4, g); }, out, n, Output::f32});
    cases.push_back({"falcon_blanket_ca4_a", [=] { falcon_blanket_ca4_a<<<kSamples / 256, 256>>>(in, out, g); }, out, n, Output::f32});
    cases.push_back({"thistle_wagon_ca4_a", [=] { thistle_wagon_ca4_a<<<grid, 256>>>(in4, out4, g); }, out, n, Output::f32});
}

// ---- Work 5: two million symmetric positive 8x8 systems solved by LDL^T, one thread each (packed lower triangle).
constexpr int kSystems = 132 * 128 * 128;
__host__ __device__ constexpr int tri(int i, int j) { return i * (i + 1) / 2 + j; }

static __global__ void harness_systems(float* A, float* AoS) {
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < kSystems; s += (size_t)gridDim.x * blockDim.x)
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j <= i; ++j) {
                float v = 0.6f * harness::unit((uint32_t)(s * 36 + tri(i, j)) * 2654435761u + 5u) + (i == j ? 5.f : 0.f);
                A[(size_t)tri(i, j) * kSystems + s] = v; AoS[s * 36 + tri(i, j)] = v;
            }
}
static __global__ void harness_rhs(float* b, float* bs) {
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < kSystems; s += (size_t)gridDim.x * blockDim.x)
        for (int i = 0; i < 8; ++i) {
            float v = 1.5f + harness::unit((uint32_t)(s * 8 + i) * 2246822519u + 9u);
            b[(size_t)i * kSystems + s] = v; bs[s * 8 + i] = v;
        }
}

template <bool kDivideEach>
__device__ __forceinline__ void ldl8(float (&a)[36], float (&x)[8]) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const float r = kDivideEach ? 0.f : __frcp_rn(a[tri(j, j)]);
        float l[8];
#pragma unroll
        for (int i = j + 1; i < 8; ++i) l[i] = kDivideEach ? a[tri(i, j)] / a[tri(j, j)] : a[tri(i, j)] * r;
#pragma unroll
        for (int i = j + 1; i < 8; ++i) {
#pragma unroll
            for (int k = j + 1; k <= i; ++k) a[tri(i, k)] = fmaf(-l[i], a[tri(k, j)], a[tri(i, k)]);
        }
#pragma unroll
        for (int i = j + 1; i < 8; ++i) { x[i] = fmaf(-l[i], x[j], x[i]); a[tri(i, j)] = l[i]; }
        x[j] = kDivideEach ? x[j] / a[tri(j, j)] : x[j] * r;
    }
#pragma unroll
    for (int j = 7; j > 0; --j) {
#pragma unroll
        for (int i = 0; i < j; ++i) x[i] = fmaf(-a[tri(j, i)], x[j], x[i]);
    }
}

__global__ void __launch_bounds__(128) basalt_ribbon_ca4_b(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float a[36], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = A[(size_t)k * kSystems + s];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = b[(size_t)k * kSystems + s];
    ldl8<false>(a, x);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[(size_t)k * kSystems + s] = x[k];
}
__global__ void __launch_bounds__(128) hazel_trumpet_ca4_a(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float a[36], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = A[(size_t)s * 36 + k];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = b[(size_t)s * 8 + k];
    ldl8<false>(a, x);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[(size_t)s * 8 + k] = x[k];
}
__global__ void __launch_bounds__(128, 16) onyx_feather_ca4_a(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float a[36], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = A[(size_t)k * kSystems + s];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = b[(size_t)k * kSystems + s];
    ldl8<false>(a, x);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[(size_t)k * kSystems + s] = x[k];
}
__global__ void __launch_bounds__(128) spruce_mitten_ca4_a(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float a[36], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = A[(size_t)k * kSystems + s];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = b[(size_t)k * kSystems + s];
    ldl8<true>(a, x);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[(size_t)k * kSystems + s] = x[k];
}
__global__ void __launch_bounds__(128) indigo_hatchet_ca4_a(const float* __restrict__ A, const float* __restrict__ b, float* __restrict__ out) {
    const int s = blockIdx.x * 128 + threadIdx.x;
    float a[36], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) a[k] = A[(size_t)k * kSystems + s];
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = b[(size_t)k * kSystems + s];
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        const float r = __frcp_rn(a[tri(j, j)]);
#pragma unroll 1
        for (int i = 7; i > j; --i) {
            const float l = a[tri(i, j)] * r;
#pragma unroll 1
            for (int k = j + 1; k <= i; ++k) a[tri(i, k)] = fmaf(-l, a[tri(k, j)], a[tri(i, k)]);
            x[i] = fmaf(-l, x[j], x[i]);
            a[tri(i, j)] = l;
        }
        x[j] *= r;
    }
#pragma unroll 1
    for (int j = 7; j > 0; --j)
#pragma unroll 1
        for (int i = 0; i < j; ++i) x[i] = fmaf(-a[tri(j, i)], x[j], x[i]);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[(size_t)k * kSystems + s] = x[k];
}

static void add_work5(Cases& cases) {
    const size_t n = (size_t)kSystems * 8;
    float *A, *As, *b, *bs;
    CHECK(cudaMalloc(&A, 36 * sizeof(float) * (size_t)kSystems)); CHECK(cudaMalloc(&As, 36 * sizeof(float) * (size_t)kSystems));
    CHECK(cudaMalloc(&b, n * sizeof(float))); CHECK(cudaMalloc(&bs, n * sizeof(float)));
    harness_systems<<<2048, 256>>>(A, As); harness_rhs<<<2048, 256>>>(b, bs);
    float* out = harness::empty<float>(n);
    const int grid = kSystems / 128;
    cases.push_back({"basalt_ribbon_ca4_b", [=] { basalt_ribbon_ca4_b<<<grid, 128>>>(A, b, out); }, out, n, Output::f32});
    cases.push_back({"hazel_trumpet_ca4_a", [=] { hazel_trumpet_ca4_a<<<grid, 128>>>(As, bs, out); }, out, n, Output::f32});
    cases.push_back({"onyx_feather_ca4_a", [=] { onyx_feather_ca4_a<<<grid, 128>>>(A, b, out); }, out, n, Output::f32});
    cases.push_back({"spruce_mitten_ca4_a", [=] { spruce_mitten_ca4_a<<<grid, 128>>>(A, b, out); }, out, n, Output::f32});
    cases.push_back({"indigo_hatchet_ca4_a", [=] { indigo_hatchet_ca4_a<<<grid, 128>>>(A, b, out); }, out, n, Output::f32});
}

// ---- Work 6: channel covariance X X^T / T of 3168 recordings of 64 channels x 1024 half-precision samples.
constexpr int kRec = 132 * 6 * 4, kT = 1024, kLd = 72;
namespace wm = nvcuda::wmma;
using FragA = wm::fragment<wm::matrix_a, 16, 16, 16, half, wm::row_major>;
using FragB = wm::fragment<wm::matrix_b, 16, 16, 16, half, wm::col_major>;
using FragC = wm::fragment<wm::accumulator, 16, 16, 16, float>;

template <int kPitch, int kCols>
__device__ __forceinline__ void bring(half* tile, const half* src) {  // 64 rows of kCols halves by 128 threads
#pragma unroll
    for (int k = threadIdx.x; k < 64 * kCols / 8; k += 128) {
        int r = k / (kCols / 8), c = k % (kCols / 8) * 8;
        __pipeline_memcpy_async(tile + r * kPitch + c, src + (size_t)r * kT + c, 16);
    }
}
template <int kPitch, int kCols>
__device__ __forceinline__ void multiply(FragC (&acc)[2][2], const half* tile, int w) {
#pragma unroll
    for (int k = 0; k < kCols; k += 16) {
        FragA a[2]; FragB b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            wm::load_matrix_sync(a[i], tile + ((w >> 1) * 32 + i * 16) * kPitch + k, kPitch);
            wm::load_matrix_sync(b[i], tile + ((w & 1) * 32 + i * 16) * kPitch + k, kPitch);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wm::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
}
__device__ __forceinline__ void finish(FragC (&acc)[2][2], float* o, int w) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int e = 0; e < acc[i][j].num_elements; ++e) acc[i][j].x[e] *= 1.f / kT;
            wm::store_matrix_sync(o + ((w >> 1) * 32 + i * 16) * 64 + (w & 1) * 32 + j * 16, acc[i][j], 64, wm::mem_row_major);
        }
}
template <int kPitch>
__device__ __forceinline__ void staged(half (*tile)[64 * kPitch], const half* src, float* o) {
    const int w = threadIdx.x >> 5;
    FragC acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wm::fill_fragment(acc[i >> 1][i & 1], 0.f);
#pragma unroll
    for (int s = 0; s < 3; ++s) { bring<kPitch, 64>(tile[s], src + s * 64); __pipeline_commit(); }
    for (int c = 0; c < kT / 64; ++c) {
        __pipeline_wait_prior(2);
        __syncthreads();
        if (c + 3 < kT / 64) bring<kPitch, 64>(tile[(c + 3) & 3], src + (c + 3) * 64);
        __pipeline_commit();
        multiply<kPitch, 64>(acc, tile[c & 3], w);
    }
    finish(acc, o, w);
    __syncthreads();
}

__global__ void __launch_bounds__(128, 6) quartz_pigeon_ca4_b(const half* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) half tile[4][64 * kLd];
    staged<kLd>(tile, x + (size_t)blockIdx.x * 64 * kT, out + (size_t)blockIdx.x * 4096);
}
__global__ void __launch_bounds__(128, 6) barley_needle_ca4_a(const half* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) half tile[4][64 * 64];
    staged<64>(tile, x + (size_t)blockIdx.x * 64 * kT, out + (size_t)blockIdx.x * 4096);
}
__global__ void __launch_bounds__(128) ginger_column_ca4_a(const half* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) half tile[4][64 * kLd];
    for (int r = blockIdx.x; r < kRec; r += gridDim.x) staged<kLd>(tile, x + (size_t)r * 64 * kT, out + (size_t)r * 4096);
}
__global__ void __launch_bounds__(128, 6) pebble_accord_ca4_a(const half* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) half tile[64 * 264];
    const half* src = x + (size_t)blockIdx.x * 64 * kT;
    const int w = threadIdx.x >> 5;
    FragC acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wm::fill_fragment(acc[i >> 1][i & 1], 0.f);
    for (int c = 0; c < kT; c += 256) {
        bring<264, 256>(tile, src + c);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        multiply<264, 256>(acc, tile, w);
        __syncthreads();
    }
    finish(acc, out + (size_t)blockIdx.x * 4096, w);
}

__global__ void __launch_bounds__(128) canyon_button_ca4_a(const half* __restrict__ x, float* __restrict__ out) {
    __shared__ __align__(16) float tile[32][68];  // samples by channels
    const half* src = x + (size_t)blockIdx.x * 64 * kT;
    const int ty = threadIdx.x >> 3, tx = threadIdx.x & 7;  // 16 x 8 threads, 4 x 8 results each
    float acc[4][8] = {};
    const int row = threadIdx.x & 63, part = threadIdx.x >> 6;
    for (int c = 0; c < kT; c += 32) {
        uint4 raw[2];
#pragma unroll
        for (int h = 0; h < 2; ++h) raw[h] = *(const uint4*)(src + (size_t)row * kT + c + part * 16 + h * 8);
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            const half2* p = (const half2*)&raw[h];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                float2 f = __half22float2(p[e]);
                tile[part * 16 + h * 8 + 2 * e][row] = f.x; tile[part * 16 + h * 8 + 2 * e + 1][row] = f.y;
            }
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float4 a = *(const float4*)&tile[k][ty * 4];
            float4 b0 = *(const float4*)&tile[k][tx * 4], b1 = *(const float4*)&tile[k][32 + tx * 4];
            const float av[4] = {a.x, a.y, a.z, a.w}, bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
        }
    }
    float* o = out + (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float s = 1.f / kT;
        *(float4*)(o + (ty * 4 + i) * 64 + tx * 4) = make_float4(acc[i][0] * s, acc[i][1] * s, acc[i][2] * s, acc[i][3] * s);
        *(float4*)(o + (ty * 4 + i) * 64 + 32 + tx * 4) = make_float4(acc[i][4] * s, acc[i][5] * s, acc[i][6] * s, acc[i][7] * s);
    }
}

static void add_work6(Cases& cases) {
    half* x = harness::filled<half>((size_t)kRec * 64 * kT, 31);
    const size_t n = (size_t)kRec * 4096;
    float* out = harness::empty<float>(n);
    cases.push_back({"quartz_pigeon_ca4_b", [=] { quartz_pigeon_ca4_b<<<kRec, 128>>>(x, out); }, out, n, Output::f32});
    cases.push_back({"barley_needle_ca4_a", [=] { barley_needle_ca4_a<<<kRec, 128>>>(x, out); }, out, n, Output::f32});
    cases.push_back({"ginger_column_ca4_a", [=] { ginger_column_ca4_a<<<132, 128>>>(x, out); }, out, n, Output::f32});
    cases.push_back({"pebble_accord_ca4_a", [=] { pebble_accord_ca4_a<<<kRec, 128>>>(x, out); }, out, n, Output::f32});
    cases.push_back({"canyon_button_ca4_a", [=] { canyon_button_ca4_a<<<kRec, 128>>>(x, out); }, out, n, Output::f32});
}

// ---- Work 7: joint 64 x 64 histogram of each of 2112 pairs of 8-bit images (for mutual information).
constexpr int kPairs = 132 * 8 * 2, kPix = 288 * 256;

static __global__ void harness_images(uint8_t* a, uint8_t* b) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kPairs * kPix; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i * 2654435761u + 3u), p = (uint32_t)(i % kPix), q = (uint32_t)(i / kPix);
        int x = p % 288, y = p / 288;
        int v = ((x * 3 + y * 5 + (int)q * 11) >> 2 & 127) + (int)(h & 127);
        a[i] = (uint8_t)v;
        b[i] = (uint8_t)(255 - v + (int)((h >> 8) & 63) - 32);
    }
}
__device__ __forceinline__ void add4(int* h, uint32_t a, uint32_t b) {
#pragma unroll
    for (int k = 0; k < 4; ++k) atomicAdd(h + ((a >> (8 * k) & 252) << 4) + (b >> (8 * k + 2) & 63), 1);
}

__global__ void __launch_bounds__(256) sandal_parrot_ca4_b(const uint4* __restrict__ a, const uint4* __restrict__ b, int* __restrict__ out) {
    __shared__ int hist[4096];
    for (int i = threadIdx.x; i < 4096; i += 256) hist[i] = 0;
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * (kPix / 16);
    for (int i = threadIdx.x; i < kPix / 16; i += 256) {
        uint4 u = a[base + i], v = b[base + i];
        add4(hist, u.x, v.x); add4(hist, u.y, v.y); add4(hist, u.z, v.z); add4(hist, u.w, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 256) out[(size_t)blockIdx.x * 4096 + i] = hist[i];
}

__global__ void __launch_bounds__(256) fennel_bucket_ca4_a(const uint4* __restrict__ a, const uint4* __restrict__ b, int* __restrict__ out) {
    int* hist = out + (size_t)blockIdx.x * 4096;
    for (int i = threadIdx.x; i < 4096; i += 256) hist[i] = 0;
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * (kPix / 16);
    for (int i = threadIdx.x; i < kPix / 16; i += 256) {
        uint4 u = a[base + i], v = b[base + i];
        add4(hist, u.x, v.x); add4(hist, u.y, v.y); add4(hist, u.z, v.z); add4(hist, u.w, v.w);
    }
}

__global__ void __launch_bounds__(256) dapple_window_ca4_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, int* __restrict__ out) {
    __shared__ int hist[4096];
    for (int i = threadIdx.x; i < 4096; i += 256) hist[i] = 0;
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * kPix;
    for (int i = threadIdx.x; i < kPix; i += 256) atomicAdd(hist + ((a[base + i] & 252) << 4) + (b[base + i] >> 2), 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 256) out[(size_t)blockIdx.x * 4096 + i] = hist[i];
}
__global__ void __launch_bounds__(1024) nutmeg_stirrup_ca4_a(const uint4* __restrict__ a, const uint4* __restrict__ b, int* __restrict__ out) {
    __shared__ int hist[4096];
    for (int i = threadIdx.x; i < 4096; i += 1024) hist[i] = 0;
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * (kPix / 16);
    for (int i = threadIdx.x; i < kPix / 16; i += 1024) {
        uint4 u = a[base + i], v = b[base + i];
        add4(hist, u.x, v.x); add4(hist, u.y, v.y); add4(hist, u.z, v.z); add4(hist, u.w, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 1024) out[(size_t)blockIdx.x * 4096 + i] = hist[i];
}

__global__ void __launch_bounds__(256) plover_garnet_ca4_a(const uint4* __restrict__ a, const uint4* __restrict__ b, int* __restrict__ out) {
    extern __shared__ int copies[];  // one a warp
    for (int i = threadIdx.x; i < 8 * 4096; i += 256) copies[i] = 0;
    __syncthreads();
    int* hist = copies + (threadIdx.x >> 5) * 4096;
    const size_t base = (size_t)blockIdx.x * (kPix / 16);
    for (int i = threadIdx.x; i < kPix / 16; i += 256) {
        uint4 u = a[base + i], v = b[base + i];
        add4(hist, u.x, v.x); add4(hist, u.y, v.y); add4(hist, u.z, v.z); add4(hist, u.w, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 256) {
        int s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += copies[w * 4096 + i];
        out[(size_t)blockIdx.x * 4096 + i] = s;
    }
}

static void add_work7(Cases& cases) {
    uint8_t *a, *b;
    CHECK(cudaMalloc(&a, (size_t)kPairs * kPix)); CHECK(cudaMalloc(&b, (size_t)kPairs * kPix));
    harness_images<<<2048, 256>>>(a, b);
    const size_t n = (size_t)kPairs * 4096;
    int* out = harness::empty<int>(n);
    const uint4 *A = (const uint4*)a, *B = (const uint4*)b;
    CHECK(cudaFuncSetAttribute(plover_garnet_ca4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 8 * 4096 * 4));
    cases.push_back({"sandal_parrot_ca4_b", [=] { sandal_parrot_ca4_b<<<kPairs, 256>>>(A, B, out); }, out, n, Output::i32});
    cases.push_back({"fennel_bucket_ca4_a", [=] { fennel_bucket_ca4_a<<<kPairs, 256>>>(A, B, out); }, out, n, Output::i32});
    cases.push_back({"dapple_window_ca4_a", [=] { dapple_window_ca4_a<<<kPairs, 256>>>(a, b, out); }, out, n, Output::i32});
    cases.push_back({"nutmeg_stirrup_ca4_a", [=] { nutmeg_stirrup_ca4_a<<<kPairs, 1024>>>(A, B, out); }, out, n, Output::i32});
    cases.push_back({"plover_garnet_ca4_a", [=] { plover_garnet_ca4_a<<<kPairs, 256, 8 * 4096 * 4>>>(A, B, out); }, out, n, Output::i32});
}

// ---- Work 8: structure factor |S(k)|^2 of 1024 charges for 540672 reciprocal vectors.
constexpr int kVec = 132 * 8 * 256 * 2, kPart = 1024;

__global__ void __launch_bounds__(256, 8) bramble_cornet_ca4_b(const float4* __restrict__ k, const float4* __restrict__ atoms, float* __restrict__ out) {
    __shared__ float4 tile[kPart];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int j = threadIdx.x; j < kPart; j += 256) tile[j] = atoms[j];
    __syncthreads();
    const float4 q = k[i];
    float re = 0.f, im = 0.f;
#pragma unroll 8
    for (int j = 0; j < kPart; ++j) {
        float4 p = tile[j];
        float x = 6.2831853f * fmaf(q.x, p.x, fmaf(q.y, p.y, q.z * p.z));
        re = fmaf(p.w, __cosf(x), re); im = fmaf(p.w, __sinf(x), im);
    }
    out[i] = re * re + im * im;
}

__global__ void __launch_bounds__(256, 8) ferry_trellis_ca4_a(const float4* __restrict__ k, const float4* __restrict__ atoms, float* __restrict__ out) {
    __shared__ float4 tile[kPart];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int j = threadIdx.x; j < kPart; j += 256) tile[j] = atoms[j];
    __syncthreads();
    const float4 q = k[i];
    float re = 0.f, im = 0.f;
#pragma unroll 4
    for (int j = 0; j < kPart; ++j) {
        float4 p = tile[j];
        float x = 6.2831853f * fmaf(q.x, p.x, fmaf(q.y, p.y, q.z * p.z)), s, c;
        sincosf(x, &s, &c);
        re = fmaf(p.w, c, re); im = fmaf(p.w, s, im);
    }
    out[i] = re * re + im * im;
}

__global__ void __launch_bounds__(256, 8) tangent_apron_ca4_a(const float4* __restrict__ k, const float4* __restrict__ atoms, float* __restrict__ out) {
    __shared__ float4 tile[kPart];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int j = threadIdx.x; j < kPart; j += 256) tile[j] = atoms[j];
    __syncthreads();
    const float4 q = k[i];
    float re = 0.f, im = 0.f;
#pragma unroll 4
    for (int j = 0; j < kPart; ++j) {
        float4 p = tile[j];
        float x = 2.0 * 3.14159265358979323846 * fmaf(q.x, p.x, fmaf(q.y, p.y, q.z * p.z));
        re = fmaf(p.w, __cosf(x), re); im = fmaf(p.w, __sinf(x), im);
    }
    out[i] = re * re + im * im;
}
__global__ void __launch_bounds__(256, 8) russet_bobbin_ca4_a(const float4* __restrict__ k, const float* __restrict__ px, const float* __restrict__ py,
                                                            const float* __restrict__ pz, const float* __restrict__ pq, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 q = k[i];
    float re = 0.f, im = 0.f;
#pragma unroll 8
    for (int j = 0; j < kPart; ++j) {
        float x = 6.2831853f * fmaf(q.x, px[j], fmaf(q.y, py[j], q.z * pz[j])), w = pq[j];
        re = fmaf(w, __cosf(x), re); im = fmaf(w, __sinf(x), im);
    }
    out[i] = re * re + im * im;
}

__global__ void __launch_bounds__(1024, 2) minnow_gasket_ca4_a(const float4* __restrict__ k, const float4* __restrict__ atoms, float* __restrict__ out) {
    __shared__ float4 tile[32];
    const int i = blockIdx.x * 1024 + threadIdx.x;
    const float4 q = k[i];
    float re = 0.f, im = 0.f;
    for (int t = 0; t < kPart; t += 32) {
        if (threadIdx.x < 32) tile[threadIdx.x] = atoms[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 32; ++j) {
            float4 p = tile[j];
            float x = 6.2831853f * fmaf(q.x, p.x, fmaf(q.y, p.y, q.z * p.z));
            re = fmaf(p.w, __cosf(x), re); im = fmaf(p.w, __sinf(x), im);
        }
        __syncthreads();
    }
    out[i] = re * re + im * im;
}

static void add_work8(Cases& cases) {
    std::vector<float4> k(kVec), p(kPart);
    std::vector<float> s[4];
    for (int i = 0; i < kVec; ++i) k[i] = make_float4(float(i % 65 - 32) * 0.125f, float(i / 65 % 65 - 32) * 0.125f, float(i / 4225) * 0.0625f, 0.f);
    for (int j = 0; j < kPart; ++j) {
        p[j] = make_float4(0.5f * harness::unit(j * 4), 0.5f * harness::unit(j * 4 + 1), 0.5f * harness::unit(j * 4 + 2), 1.f + 0.5f * harness::unit(j * 4 + 3));
        s[0].push_back(p[j].x); s[1].push_back(p[j].y); s[2].push_back(p[j].z); s[3].push_back(p[j].w);
    }
    const float4 *K = harness::uploaded(k), *P = harness::uploaded(p);
    const float *px = harness::uploaded(s[0]), *py = harness::uploaded(s[1]), *pz = harness::uploaded(s[2]), *pq = harness::uploaded(s[3]);
    const size_t n = kVec;
    float* out = harness::empty<float>(n);
    cases.push_back({"bramble_cornet_ca4_b", [=] { bramble_cornet_ca4_b<<<kVec / 256, 256>>>(K, P, out); }, out, n, Output::f32});
    cases.push_back({"ferry_trellis_ca4_a", [=] { ferry_trellis_ca4_a<<<kVec / 256, 256>>>(K, P, out); }, out, n, Output::f32});
    cases.push_back({"tangent_apron_ca4_a", [=] { tangent_apron_ca4_a<<<kVec / 256, 256>>>(K, P, out); }, out, n, Output::f32});
    cases.push_back({"russet_bobbin_ca4_a", [=] { russet_bobbin_ca4_a<<<kVec / 256, 256>>>(K, px, py, pz, pq, out); }, out, n, Output::f32});
    cases.push_back({"minnow_gasket_ca4_a", [=] { minnow_gasket_ca4_a<<<kVec / 1024, 1024>>>(K, P, out); }, out, n, Output::f32});
}

// ---- Work 9: area of 600000 polygons of 16 to 240 corners (corner lists one after another, sizes rising along the file).
constexpr int kPoly = 600000;

static __global__ void harness_corners(const int* start, float2* v, float* x, float* y) {
    for (int p = blockIdx.x; p < kPoly; p += gridDim.x) {
        const int s = start[p], n = start[p + 1] - s;
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float a = 6.2831853f * j / n, r = 1.f + 0.2f * harness::unit((uint32_t)(s + j));
            float2 c = make_float2(r * cosf(a), r * sinf(a));
            v[s + j] = c; x[s + j] = c.x; y[s + j] = c.y;
        }
    }
}
__device__ __forceinline__ float cross2(float2 a, float2 b) { return a.x * b.y - a.y * b.x; }
__device__ __forceinline__ float warp_sum(float s) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    return s;
}
__device__ __forceinline__ float warp_area(const float2* __restrict__ v, int n, int lane) {
    float s = 0.f;
#pragma unroll 4
    for (int j = lane; j < n; j += 32) s += cross2(v[j], v[j + 1 < n ? j + 1 : 0]);
    return 0.5f * warp_sum(s);
}

__global__ void __launch_bounds__(256, 8) lantana_sickle_ca4_b(const int* __restrict__ start, const float2* __restrict__ v, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, step = gridDim.x * 8;
    int p = blockIdx.x * 8 + (threadIdx.x >> 5);
    int s = start[p], e = start[p + 1];
    while (p < kPoly) {
        const int q = p + step;
        int s2 = 0, e2 = 0;
        if (q < kPoly) { s2 = start[q]; e2 = start[q + 1]; }
        float a = warp_area(v + s, e - s, lane);
        if (lane == 0) out[p] = a;
        p = q; s = s2; e = e2;
    }
}

__global__ void __launch_bounds__(256, 8) oxbow_candle_ca4_a(const int* __restrict__ start, const float2* __restrict__ v, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, warps = gridDim.x * 8, each = (kPoly + warps - 1) / warps;
    int p = (blockIdx.x * 8 + (threadIdx.x >> 5)) * each;
    const int last = min(p + each, kPoly);
    if (p >= last) return;
    int s = start[p], e = start[p + 1];
    while (p < last) {
        const int q = p + 1;
        int e2 = 0;
        if (q < last) e2 = start[q + 1];
        float a = warp_area(v + s, e - s, lane);
        if (lane == 0) out[p] = a;
        p = q; s = e; e = e2;
    }
}

__global__ void __launch_bounds__(256, 8) cricket_satchel_ca4_a(const int* __restrict__ start, const float2* __restrict__ v, float* __restrict__ out) {
    const int p = blockIdx.x * 256 + threadIdx.x;
    if (p >= kPoly) return;
    const int s = start[p], n = start[p + 1] - s;
    const float2 first = v[s];
    float2 at = first;
    float sum = 0.f;
#pragma unroll 4
    for (int j = 1; j < n; ++j) { float2 next = v[s + j]; sum += cross2(at, next); at = next; }
    out[p] = 0.5f * (sum + cross2(at, first));
}
__global__ void __launch_bounds__(256, 8) mulberry_gimlet_ca4_a(const int* __restrict__ start, const float2* __restrict__ v, float* __restrict__ out) {
    __shared__ float part[8];
    const int p = blockIdx.x, s = start[p], n = start[p + 1] - s;
    float a = 0.f;
    for (int j = threadIdx.x; j < n; j += 256) a += cross2(v[s + j], v[s + (j + 1 < n ? j + 1 : 0)]);
    a = warp_sum(a);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = a;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0.f;
#pragma unroll
        for (int w = 0; w < 8; ++w) t += part[w];
        out[p] = 0.5f * t;
    }
}

__global__ void __launch_bounds__(256, 8) heron_spindle_ca4_a(const int* __restrict__ start, const float* __restrict__ x, const float* __restrict__ y,
                                                            float* __restrict__ out) {
    const int lane = threadIdx.x & 31, step = gridDim.x * 8;
    int p = blockIdx.x * 8 + (threadIdx.x >> 5);
    int s = start[p], e = start[p + 1];
    while (p < kPoly) {
        const int q = p + step, n = e - s;
        int s2 = 0, e2 = 0;
        if (q < kPoly) { s2 = start[q]; e2 = start[q + 1]; }
        const float *X = x + s, *Y = y + s;
        float a = 0.f;
#pragma unroll 4
        for (int j = lane; j < n; j += 32) { int k = j + 1 < n ? j + 1 : 0; a += X[j] * Y[k] - Y[j] * X[k]; }
        a = 0.5f * warp_sum(a);
        if (lane == 0) out[p] = a;
        p = q; s = s2; e = e2;
    }
}

static void add_work9(Cases& cases) {
    std::vector<int> st(kPoly + 1);
    st[0] = 0;
    for (int p = 0; p < kPoly; ++p) {
        const double f = double(p) / kPoly;
        int n = 24 + (int)(208.0 * f * f * f) + (int)(harness::hash32(p + 17u) % 17) - 8;
        st[p + 1] = st[p] + n;
    }
    const size_t total = st[kPoly];
    const int* start = harness::uploaded(st);
    float2* v; float *x, *y;
    CHECK(cudaMalloc(&v, total * sizeof(float2))); CHECK(cudaMalloc(&x, total * sizeof(float))); CHECK(cudaMalloc(&y, total * sizeof(float)));
    harness_corners<<<4096, 128>>>(start, v, x, y);
    const size_t n = kPoly;
    float* out = harness::empty<float>(n);
    cases.push_back({"lantana_sickle_ca4_b", [=] { lantana_sickle_ca4_b<<<132 * 8, 256>>>(start, v, out); }, out, n, Output::f32});
    cases.push_back({"oxbow_candle_ca4_a", [=] { oxbow_candle_ca4_a<<<132 * 8, 256>>>(start, v, out); }, out, n, Output::f32});
    cases.push_back({"cricket_satchel_ca4_a", [=] { cricket_satchel_ca4_a<<<(kPoly + 255) / 256, 256>>>(start, v, out); }, out, n, Output::f32});
    cases.push_back({"mulberry_gimlet_ca4_a", [=] { mulberry_gimlet_ca4_a<<<kPoly, 256>>>(start, v, out); }, out, n, Output::f32});
    cases.push_back({"heron_spindle_ca4_a", [=] { heron_spindle_ca4_a<<<132 * 8, 256>>>(start, x, y, out); }, out, n, Output::f32});
}

int main(int argc, char** argv) {
    Cases cases;
    add_work1(cases); add_work2(cases); add_work3(cases); add_work4(cases); add_work5(cases);
    add_work6(cases); add_work7(cases); add_work8(cases); add_work9(cases);
    return harness::run(argc, argv, cases);
}
