// Sweeps of decisions: nine works, each one good version (_b) and four versions with one decision taken otherwise (_a).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <numeric>
using harness::Case;
using harness::Output;
static std::vector<Case> cases;
// ---- Work 1: a million tridiagonal systems of 32 unknowns, one thread a system (Thomas algorithm)
constexpr int TS = 1 << 20, TN = 32;
__global__ void harness_tri_transpose(const float* in, float* out) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)TS * TN; i += (size_t)gridDim.x * blockDim.x)
        out[(i % TS) * TN + i / TS] = in[i];
}
template <bool SYSTEM_MAJOR> __device__ __forceinline__ size_t tri_at(int k, int s) {
    return SYSTEM_MAJOR ? (size_t)s * TN + k : (size_t)k * TS + s;
}
template <bool SYSTEM_MAJOR, bool DOUBLE_PIVOT>
__device__ __forceinline__ void tri_registers(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C,
                                              const float* __restrict__ D, float* __restrict__ X) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    float cp[TN], dp[TN], pc = 0, pd = 0;
#pragma unroll
    for (int k0 = 0; k0 < TN; k0 += 4) {
        float a[4], b[4], c[4], d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const size_t at = tri_at<SYSTEM_MAJOR>(k0 + j, s);
            a[j] = __ldg(A + at); b[j] = __ldg(B + at); c[j] = __ldg(C + at); d[j] = __ldg(D + at);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            if (DOUBLE_PIVOT) {
                const double r = 1.0 / (4.0 + b[j] - (double)a[j] * pc);
                pc = (float)(c[j] * r); pd = (float)((d[j] - a[j] * pd) * r);
            } else {
                const float r = __fdividef(1.0f, 4.0f + b[j] - a[j] * pc);
                pc = c[j] * r; pd = (d[j] - a[j] * pd) * r;
            }
            cp[k0 + j] = pc; dp[k0 + j] = pd;
        }
    }
    float x = dp[TN - 1];
    X[tri_at<SYSTEM_MAJOR>(TN - 1, s)] = x;
#pragma unroll
    for (int k = TN - 2; k >= 0; --k) { x = dp[k] - cp[k] * x; X[tri_at<SYSTEM_MAJOR>(k, s)] = x; }
}
#define TRI_ARGS const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ C, const float* __restrict__ D, float* __restrict__ X
__global__ void __launch_bounds__(128, 5) maple_lantern_ce6_b(TRI_ARGS) { tri_registers<false, false>(A, B, C, D, X); }
__global__ void __launch_bounds__(128, 5) copper_meadow_ce6_a(TRI_ARGS) { tri_registers<true, false>(A, B, C, D, X); }
__global__ void __launch_bounds__(128, 5) quiet_harbor_ce6_a(TRI_ARGS) { tri_registers<false, true>(A, B, C, D, X); }
__global__ void __launch_bounds__(128, 16) amber_kettle_ce6_a(TRI_ARGS) { tri_registers<false, false>(A, B, C, D, X); }
__global__ void __launch_bounds__(128) silver_orchard_ce6_a(TRI_ARGS) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    float cp[TN], dp[TN], pc = 0, pd = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < TN; k0 += 4) {
        float a[4], b[4], c[4], d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const size_t at = tri_at<false>(k0 + j, s);
            a[j] = __ldg(A + at); b[j] = __ldg(B + at); c[j] = __ldg(C + at); d[j] = __ldg(D + at);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float r = __fdividef(1.0f, 4.0f + b[j] - a[j] * pc);
            pc = c[j] * r; pd = (d[j] - a[j] * pd) * r;
            cp[k0 + j] = pc; dp[k0 + j] = pd;
        }
    }
    float x = 0;
#pragma unroll 1
    for (int k0 = TN - 4; k0 >= 0; k0 -= 4) {
#pragma unroll
        for (int j = 3; j >= 0; --j) { const int k = k0 + j; x = dp[k] - cp[k] * x; X[tri_at<false>(k, s)] = x; }
    }
}
static void add_tri() {
    const size_t n = (size_t)TS * TN;
    float *in[4], *tr[4], *X = harness::empty<float>(n);
    for (int i = 0; i < 4; ++i) {
        in[i] = harness::filled<float>(n, 11 + i);
        CHECK(cudaMalloc(&tr[i], n * sizeof(float)));
        harness_tri_transpose<<<4096, 256>>>(in[i], tr[i]); CHECK(cudaGetLastError());
    }
    float *A = in[0], *B = in[1], *C = in[2], *D = in[3], *tA = tr[0], *tB = tr[1], *tC = tr[2], *tD = tr[3];
    cases.push_back({"maple_lantern_ce6_b", [=] { maple_lantern_ce6_b<<<TS / 128, 128>>>(A, B, C, D, X); }, X, n});
    cases.push_back({"copper_meadow_ce6_a", [=] { copper_meadow_ce6_a<<<TS / 128, 128>>>(tA, tB, tC, tD, X); }, X, n});
    cases.push_back({"quiet_harbor_ce6_a", [=] { quiet_harbor_ce6_a<<<TS / 128, 128>>>(A, B, C, D, X); }, X, n});
    cases.push_back({"amber_kettle_ce6_a", [=] { amber_kettle_ce6_a<<<TS / 128, 128>>>(A, B, C, D, X); }, X, n});
    cases.push_back({"silver_orchard_ce6_a", [=] { silver_orchard_ce6_a<<<TS / 128, 128>>>(A, B, C, D, X); }, X, n});
}
// ---- Work 2: depthwise 3x3 convolution, channels last, fp16 (128 images of 56x56, 256 channels)
constexpr int CN = 128, CH = 56, CW = 56, CC = 256;
static __global__ void harness_conv_weights(const half* in, half* out) {  // [tap][channel] to [channel][tap]
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 9 * CC) out[(i % CC) * 9 + i / CC] = in[i];
}
__device__ __forceinline__ void conv_unpack(const uint4& u, float* f) {
    const half2* h = reinterpret_cast<const half2*>(&u);
#pragma unroll
    for (int i = 0; i < 4; ++i) { const float2 t = __half22float2(h[i]); f[2 * i] = t.x; f[2 * i + 1] = t.y; }
}
template <int STRIP, bool CHANNEL_MAJOR_WEIGHTS>
__device__ __forceinline__ void conv_vector(const half* __restrict__ in, const half* __restrict__ w, half* __restrict__ out) {
    const int c0 = threadIdx.x * 8, x0 = blockIdx.x * STRIP, y = blockIdx.y * blockDim.y + threadIdx.y;
    const size_t image = (size_t)blockIdx.z * CH * CW;
    float acc[STRIP][8];
#pragma unroll
    for (int i = 0; i < STRIP; ++i)
#pragma unroll
        for (int c = 0; c < 8; ++c) acc[i][c] = 0;
#pragma unroll
    for (int dy = 0; dy < 3; ++dy) {
        const int yy = y + dy - 1;
        const bool row = yy >= 0 && yy < CH;
        uint4 p[STRIP + 2];
#pragma unroll
        for (int i = 0; i < STRIP + 2; ++i) {
            const int xx = x0 + i - 1;
            p[i] = make_uint4(0, 0, 0, 0);
            if (row && xx >= 0 && xx < CW) p[i] = __ldg(reinterpret_cast<const uint4*>(in + (image + yy * CW + xx) * CC + c0));
        }
        float wf[3][8];
#pragma unroll
        for (int dx = 0; dx < 3; ++dx) {
            if (CHANNEL_MAJOR_WEIGHTS) {
#pragma unroll
                for (int c = 0; c < 8; ++c) wf[dx][c] = __half2float(w[(c0 + c) * 9 + dy * 3 + dx]);
            } else conv_unpack(__ldg(reinterpret_cast<const uint4*>(w + (dy * 3 + dx) * CC + c0)), wf[dx]);
        }
#pragma unroll
        for (int i = 0; i < STRIP + 2; ++i) {
            float f[8];
            conv_unpack(p[i], f);
#pragma unroll
            for (int dx = 0; dx < 3; ++dx) {
                const int o = i - dx;
                if (o >= 0 && o < STRIP)
#pragma unroll
                    for (int c = 0; c < 8; ++c) acc[o][c] += f[c] * wf[dx][c];
            }
        }
    }
#pragma unroll
    for (int i = 0; i < STRIP; ++i) {
        uint4 u;
        half2* h = reinterpret_cast<half2*>(&u);
#pragma unroll
        for (int c = 0; c < 4; ++c) h[c] = __floats2half2_rn(acc[i][2 * c], acc[i][2 * c + 1]);
        *reinterpret_cast<uint4*>(out + (image + y * CW + x0 + i) * CC + c0) = u;
    }
}
#define CONV_ARGS const half* __restrict__ in, const half* __restrict__ w, half* __restrict__ out
__global__ void __launch_bounds__(256) river_saddle_ce6_b(CONV_ARGS) { conv_vector<4, false>(in, w, out); }
__global__ void __launch_bounds__(256) gentle_pebble_ce6_a(CONV_ARGS) { conv_vector<1, false>(in, w, out); }
__global__ void __launch_bounds__(256) cedar_ribbon_ce6_a(CONV_ARGS) { conv_vector<4, true>(in, w, out); }
__global__ void __launch_bounds__(32) frosty_barrel_ce6_a(CONV_ARGS) { conv_vector<4, false>(in, w, out); }
__global__ void __launch_bounds__(256) golden_thistle_ce6_a(CONV_ARGS) {
    const int c = threadIdx.x, x0 = blockIdx.x * 4, y0 = blockIdx.y * 8;
    const size_t image = (size_t)blockIdx.z * CH * CW;
    float wf[9];
#pragma unroll
    for (int t = 0; t < 9; ++t) wf[t] = __half2float(w[t * CC + c]);
#pragma unroll 2
    for (int y = y0; y < y0 + 8; ++y) {
        float acc[4] = {0, 0, 0, 0};
#pragma unroll
        for (int dy = 0; dy < 3; ++dy) {
            const int yy = y + dy - 1;
            const bool row = yy >= 0 && yy < CH;
#pragma unroll
            for (int i = 0; i < 6; ++i) {
                const int xx = x0 + i - 1;
                float f = 0;
                if (row && xx >= 0 && xx < CW) f = __half2float(__ldg(in + (image + yy * CW + xx) * CC + c));
#pragma unroll
                for (int dx = 0; dx < 3; ++dx) {
                    const int o = i - dx;
                    if (o >= 0 && o < 4) acc[o] += f * wf[dy * 3 + dx];
                }
            }
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) out[(image + y * CW + x0 + i) * CC + c] = __float2half(acc[i]);
    }
}
static void add_conv() {
    const size_t n = (size_t)CN * CH * CW * CC;
    half *in = harness::filled<half>(n, 21), *w = harness::filled<half>(9 * CC, 22), *wt = harness::empty<half>(9 * CC), *out = harness::empty<half>(n);
    harness_conv_weights<<<9, 256>>>(w, wt); CHECK(cudaGetLastError());
    const dim3 grid(CW / 4, CH / 8, CN);
    cases.push_back({"river_saddle_ce6_b", [=] { river_saddle_ce6_b<<<grid, dim3(32, 8)>>>(in, w, out); }, out, n, Output::f16});
    cases.push_back({"gentle_pebble_ce6_a", [=] { gentle_pebble_ce6_a<<<dim3(CW, CH / 8, CN), dim3(32, 8)>>>(in, w, out); }, out, n, Output::f16});
    cases.push_back({"cedar_ribbon_ce6_a", [=] { cedar_ribbon_ce6_a<<<grid, dim3(32, 8)>>>(in, wt, out); }, out, n, Output::f16});
    cases.push_back({"frosty_barrel_ce6_a", [=] { frosty_barrel_ce6_a<<<dim3(CW / 4, CH, CN), dim3(32, 1)>>>(in, w, out); }, out, n, Output::f16});
    cases.push_back({"golden_thistle_ce6_a", [=] { golden_thistle_ce6_a<<<grid, 256>>>(in, w, out); }, out, n, Output::f16});
}
// ---- Work 3: attention of one new token against a cache of 1024 keys (128 sequences, 16 cache heads, 2 query heads each, head size 128, fp16)
constexpr int AB = 128, AK = 16, AG = 2, AD = 128, AS = 1024;
template <int U, int G>
__device__ __forceinline__ void decode_head(const float* __restrict__ q, const half* __restrict__ K, const half* __restrict__ V,
                                            float* __restrict__ out, int first_query, int cache) {
    __shared__ float sm[16][G], sl[16][G];
    __shared__ float4 sacc[16][G][AD / 4];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, h = lane >> 4, l = lane & 15;
    const half* k = K + (size_t)cache * AS * AD + l * 8;
    const half* v = V + (size_t)cache * AS * AD + l * 8;
    float qf[G][8], acc[G][8], m[G], sum[G];
#pragma unroll
    for (int g = 0; g < G; ++g) {
        m[g] = -1e30f; sum[g] = 0;
#pragma unroll
        for (int d = 0; d < 8; ++d) {
            qf[g][d] = q[(size_t)(first_query + g) * AD + l * 8 + d] * (0.08838835f * 1.44269504f);
            acc[g][d] = 0;
        }
    }
#pragma unroll 1
    for (int base = warp * (2 * U); base < AS; base += 16 * U) {
        uint4 ku[U], vu[U];
#pragma unroll
        for (int u = 0; u < U; ++u) ku[u] = __ldg(reinterpret_cast<const uint4*>(k + (size_t)(base + 2 * u + h) * AD));
#pragma unroll
        for (int u = 0; u < U; ++u) vu[u] = __ldg(reinterpret_cast<const uint4*>(v + (size_t)(base + 2 * u + h) * AD));
        float s[U][G];
#pragma unroll
        for (int u = 0; u < U; ++u) {
            const half2* kh = reinterpret_cast<const half2*>(&ku[u]);
#pragma unroll
            for (int g = 0; g < G; ++g) s[u][g] = 0;
#pragma unroll
            for (int d = 0; d < 4; ++d) {
                const float2 f = __half22float2(kh[d]);
#pragma unroll
                for (int g = 0; g < G; ++g) s[u][g] += f.x * qf[g][2 * d] + f.y * qf[g][2 * d + 1];
            }
        }
#pragma unroll
        for (int step = 8; step; step >>= 1)
#pragma unroll
            for (int u = 0; u < U; ++u)
#pragma unroll
                for (int g = 0; g < G; ++g) s[u][g] += __shfl_xor_sync(~0u, s[u][g], step);
#pragma unroll
        for (int g = 0; g < G; ++g) {
            float top = m[g];
#pragma unroll
            for (int u = 0; u < U; ++u) top = fmaxf(top, s[u][g]);
            const float scale = exp2f(m[g] - top);
            m[g] = top; sum[g] *= scale;
#pragma unroll
            for (int d = 0; d < 8; ++d) acc[g][d] *= scale;
#pragma unroll
            for (int u = 0; u < U; ++u) { s[u][g] = exp2f(s[u][g] - top); sum[g] += s[u][g]; }
        }
#pragma unroll
        for (int u = 0; u < U; ++u) {
            const half2* vh = reinterpret_cast<const half2*>(&vu[u]);
#pragma unroll
            for (int d = 0; d < 4; ++d) {
                const float2 f = __half22float2(vh[d]);
#pragma unroll
                for (int g = 0; g < G; ++g) { acc[g][2 * d] += s[u][g] * f.x; acc[g][2 * d + 1] += s[u][g] * f.y; }
            }
        }
    }
    const int part = warp * 2 + h;
#pragma unroll
    for (int g = 0; g < G; ++g) {
        if (l == 0) { sm[part][g] = m[g]; sl[part][g] = sum[g]; }
        sacc[part][g][l * 2] = make_float4(acc[g][0], acc[g][1], acc[g][2], acc[g][3]);
        sacc[part][g][l * 2 + 1] = make_float4(acc[g][4], acc[g][5], acc[g][6], acc[g][7]);
    }
    __syncthreads();
    if (threadIdx.x < G * AD) {
        const int g = threadIdx.x / AD, d = threadIdx.x % AD;
        float top = -1e30f, num = 0, den = 0;
#pragma unroll
        for (int p = 0; p < 16; ++p) top = fmaxf(top, sm[p][g]);
#pragma unroll
        for (int p = 0; p < 16; ++p) {
            const float e = exp2f(sm[p][g] - top);
            den += e * sl[p][g]; num += e * reinterpret_cast<const float*>(sacc[p][g])[d];
        }
        out[(size_t)(first_query + g) * AD + d] = num / den;
    }
}
#define DEC_ARGS const float* __restrict__ q, const half* __restrict__ K, const half* __restrict__ V, float* __restrict__ out
__global__ void __launch_bounds__(256, 3) lunar_basket_ce6_b(DEC_ARGS) { decode_head<4, 2>(q, K, V, out, blockIdx.x * AG, blockIdx.x); }
__global__ void __launch_bounds__(256, 3) mellow_falcon_ce6_a(DEC_ARGS) { decode_head<4, 1>(q, K, V, out, blockIdx.x, blockIdx.x / AG); }
__global__ void __launch_bounds__(256, 3) dusty_compass_ce6_a(DEC_ARGS) { decode_head<1, 2>(q, K, V, out, blockIdx.x * AG, blockIdx.x); }
__global__ void __launch_bounds__(256) hollow_pigeon_ce6_a(DEC_ARGS) {
#pragma unroll 1
    for (int head = 0; head < AK; ++head) {
        const int cache = blockIdx.x * AK + head;
        decode_head<4, 2>(q, K, V, out, cache * AG, cache);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256, 3) scarlet_bridge_ce6_a(DEC_ARGS) {
    __shared__ float sm[8][AG], sl[8][AG], sacc[8][AG][AD];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, cache = blockIdx.x;
    const half* k = K + (size_t)cache * AS * AD + lane;
    const half* v = V + (size_t)cache * AS * AD + lane;
    float qf[AG][4], acc[AG][4], m[AG], sum[AG];
#pragma unroll
    for (int g = 0; g < AG; ++g) {
        m[g] = -1e30f; sum[g] = 0;
#pragma unroll
        for (int d = 0; d < 4; ++d) { qf[g][d] = q[(size_t)(cache * AG + g) * AD + d * 32 + lane] * (0.08838835f * 1.44269504f); acc[g][d] = 0; }
    }
#pragma unroll 1
    for (int base = warp * 4; base < AS; base += 32) {
        half kh[4][4], vh[4][4];
#pragma unroll
        for (int u = 0; u < 4; ++u)
#pragma unroll
            for (int d = 0; d < 4; ++d) { kh[u][d] = __ldg(k + (size_t)(base + u) * AD + d * 32); vh[u][d] = __ldg(v + (size_t)(base + u) * AD + d * 32); }
        float s[4][AG];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
#pragma unroll
            for (int g = 0; g < AG; ++g) s[u][g] = 0;
#pragma unroll
            for (int d = 0; d < 4; ++d) {
                const float f = __half2float(kh[u][d]);
#pragma unroll
                for (int g = 0; g < AG; ++g) s[u][g] += f * qf[g][d];
            }
        }
#pragma unroll
        for (int step = 16; step; step >>= 1)
#pragma unroll
            for (int u = 0; u < 4; ++u)
#pragma unroll
                for (int g = 0; g < AG; ++g) s[u][g] += __shfl_xor_sync(~0u, s[u][g], step);
#pragma unroll
        for (int g = 0; g < AG; ++g) {
            float top = m[g];
#pragma unroll
            for (int u = 0; u < 4; ++u) top = fmaxf(top, s[u][g]);
            const float scale = exp2f(m[g] - top);
            m[g] = top; sum[g] *= scale;
#pragma unroll
            for (int d = 0; d < 4; ++d) acc[g][d] *= scale;
#pragma unroll
            for (int u = 0; u < 4; ++u) { s[u][g] = exp2f(s[u][g] - top); sum[g] += s[u][g]; }
        }
#pragma unroll
        for (int u = 0; u < 4; ++u)
#pragma unroll
            for (int d = 0; d < 4; ++d) {
                const float f = __half2float(vh[u][d]);
#pragma unroll
                for (int g = 0; g < AG; ++g) acc[g][d] += s[u][g] * f;
            }
    }
#pragma unroll
    for (int g = 0; g < AG; ++g) {
        if (lane == 0) { sm[warp][g] = m[g]; sl[warp][g] = sum[g]; }
#pragma unroll
        for (int d = 0; d < 4; ++d) sacc[warp][g][d * 32 + lane] = acc[g][d];
    }
    __syncthreads();
    const int g = threadIdx.x / AD, d = threadIdx.x % AD;
    float top = -1e30f, num = 0, den = 0;
#pragma unroll
    for (int p = 0; p < 8; ++p) top = fmaxf(top, sm[p][g]);
#pragma unroll
    for (int p = 0; p < 8; ++p) { const float e = exp2f(sm[p][g] - top); den += e * sl[p][g]; num += e * sacc[p][g][d]; }
    out[(size_t)(cache * AG + g) * AD + d] = num / den;
}
static void add_decode() {
    const size_t n = (size_t)AB * AK * AG * AD, cache = (size_t)AB * AK * AS * AD;
    float *q = harness::filled<float>(n, 31), *out = harness::empty<float>(n);
    half *K = harness::filled<half>(cache, 32), *V = harness::filled<half>(cache, 33);
    cases.push_back({"lunar_basket_ce6_b", [=] { lunar_basket_ce6_b<<<AB * AK, 256>>>(q, K, V, out); }, out, n});
    cases.push_back({"mellow_falcon_ce6_a", [=] { mellow_falcon_ce6_a<<<AB * AK * AG, 256>>>(q, K, V, out); }, out, n});
    cases.push_back({"dusty_compass_ce6_a", [=] { dusty_compass_ce6_a<<<AB * AK, 256>>>(q, K, V, out); }, out, n});
    cases.push_back({"hollow_pigeon_ce6_a", [=] { hollow_pigeon_ce6_a<<<AB, 256>>>(q, K, V, out); }, out, n});
    cases.push_back({"scarlet_bridge_ce6_a", [=] { scarlet_bridge_ce6_a<<<AB * AK, 256>>>(q, K, V, out); }, out, n});
}
// ---- Work 4: sparse matrix of 4x4 blocks times a vector (196608 block rows of 16 to 32 blocks)
constexpr int SR = 196608;
__device__ __forceinline__ float bsr_dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
#define BSR_ARGS const int* __restrict__ ptr, const int* __restrict__ col, const float4* __restrict__ val, const float4* __restrict__ x, float* __restrict__ y
__global__ void __launch_bounds__(256) walnut_feather_ce6_b(BSR_ARGS) {
    const int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5), end = ptr[row + 1];
    float acc = 0;
#pragma unroll 2
    for (int p = ptr[row] + (lane >> 2); p < end; p += 8) acc += bsr_dot(__ldg(val + (size_t)p * 4 + (lane & 3)), __ldg(x + __ldg(col + p)));
#pragma unroll
    for (int s = 4; s < 32; s <<= 1) acc += __shfl_xor_sync(~0u, acc, s);
    if (lane < 4) y[row * 4 + lane] = acc;
}
__global__ void __launch_bounds__(256) breezy_anvil_ce6_a(BSR_ARGS) {
    const int t = blockIdx.x * 256 + threadIdx.x, row = t >> 2, r = t & 3, end = ptr[row + 1];
    float acc = 0;
#pragma unroll 2
    for (int p = ptr[row]; p < end; ++p) acc += bsr_dot(__ldg(val + (size_t)p * 4 + r), __ldg(x + __ldg(col + p)));
    y[t] = acc;
}
__global__ void __launch_bounds__(256) indigo_shovel_ce6_a(BSR_ARGS) {
    const int row = blockIdx.x * 256 + threadIdx.x, end = ptr[row + 1];
    float acc[4] = {0, 0, 0, 0};
#pragma unroll 2
    for (int p = ptr[row]; p < end; ++p) {
        const float4 xv = __ldg(x + __ldg(col + p));
#pragma unroll
        for (int r = 0; r < 4; ++r) acc[r] += bsr_dot(__ldg(val + (size_t)p * 4 + r), xv);
    }
    reinterpret_cast<float4*>(y)[row] = make_float4(acc[0], acc[1], acc[2], acc[3]);
}
__global__ void __launch_bounds__(256) rustic_candle_ce6_a(BSR_ARGS) {
    const int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5), end = ptr[row + 1];
    const float* v = reinterpret_cast<const float*>(val);
    const float* xs = reinterpret_cast<const float*>(x);
    float acc = 0;
#pragma unroll 2
    for (int p = ptr[row] + (lane >> 4); p < end; p += 2) acc += __ldg(v + (size_t)p * 16 + (lane & 15)) * __ldg(xs + __ldg(col + p) * 4 + (lane & 3));
    acc += __shfl_xor_sync(~0u, acc, 1);
    acc += __shfl_xor_sync(~0u, acc, 2);
    acc += __shfl_xor_sync(~0u, acc, 16);
    if (lane < 16 && (lane & 3) == 0) y[row * 4 + (lane >> 2)] = acc;
}
__global__ void __launch_bounds__(256) sleepy_turbine_ce6_a(BSR_ARGS) {
    __shared__ float sum[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, row = blockIdx.x * 8 + warp, end = ptr[row + 1];
    if (lane < 4) sum[warp * 4 + lane] = 0;
    __syncwarp();
#pragma unroll 2
    for (int p = ptr[row] + (lane >> 2); p < end; p += 8)
        atomicAdd(&sum[warp * 4 + (lane & 3)], bsr_dot(__ldg(val + (size_t)p * 4 + (lane & 3)), __ldg(x + __ldg(col + p))));
    __syncwarp();
    if (lane < 4) y[row * 4 + lane] = sum[warp * 4 + lane];
}
static void add_bsr() {
    std::vector<int> host(SR + 1);
    host[0] = 0;
    for (int i = 0; i < SR; ++i) host[i + 1] = host[i] + 16 + int(harness::hash32(i + 977) % 17);
    const size_t blocks = host[SR];
    int *ptr = harness::uploaded(host), *col = harness::indices(blocks, SR, 41);
    float *vals = harness::filled<float>(blocks * 16, 42), *xs = harness::filled<float>(SR * 4, 43), *y = harness::empty<float>(SR * 4);
    const float4 *val = reinterpret_cast<const float4*>(vals), *x = reinterpret_cast<const float4*>(xs);
    const size_t n = SR * 4;
    cases.push_back({"walnut_feather_ce6_b", [=] { walnut_feather_ce6_b<<<SR / 8, 256>>>(ptr, col, val, x, y); }, y, n});
    cases.push_back({"breezy_anvil_ce6_a", [=] { breezy_anvil_ce6_a<<<SR / 64, 256>>>(ptr, col, val, x, y); }, y, n});
    cases.push_back({"indigo_shovel_ce6_a", [=] { indigo_shovel_ce6_a<<<SR / 256, 256>>>(ptr, col, val, x, y); }, y, n});
    cases.push_back({"rustic_candle_ce6_a", [=] { rustic_candle_ce6_a<<<SR / 8, 256>>>(ptr, col, val, x, y); }, y, n});
    cases.push_back({"sleepy_turbine_ce6_a", [=] { sleepy_turbine_ce6_a<<<SR / 8, 256>>>(ptr, col, val, x, y); }, y, n});
}
// ---- Work 5: histogram equalisation of a 16384x16384 grey image, tile by tile (128x128)
constexpr int EW = 16384, ET = 128;
static __global__ void harness_image(unsigned char* p) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)EW * EW; i += (size_t)gridDim.x * blockDim.x) {
        const int x = i % EW, y = i / EW;
        const uint32_t h = harness::hash32((uint32_t)i);
        p[i] = (unsigned char)(40 + (x >> 2) % 50 + (y >> 3) % 40 + (h & 31) + (h >> 8 & 31) + (h >> 16 & 31));
    }
}
__device__ __forceinline__ int eq_block_scan(int v, int* part) {  // inclusive, 256 threads
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int s = 1; s < 32; s <<= 1) { const int o = __shfl_up_sync(~0u, v, s); if (lane >= s) v += o; }
    if (lane == 31) part[warp] = v;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < 7; ++w) if (w < warp) v += part[w];
    return v;
}
enum EqTable { EQ_WARP, EQ_BLOCK, EQ_GLOBAL };
template <EqTable TABLE, bool SERIAL>
__device__ __forceinline__ void equalise(const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int* scratch) {
    constexpr int COPIES = TABLE == EQ_WARP ? 8 : 1;
    __shared__ int hist[COPIES * 256];
    __shared__ int part[8];
    __shared__ unsigned char lut[256];
    const int t = threadIdx.x, warp = t >> 5;
    const size_t base = (size_t)blockIdx.y * ET * EW + blockIdx.x * ET + (t & 7) * 16;
    int* table = TABLE == EQ_GLOBAL ? scratch + ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * 256 : hist;
    uint4 pix[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) pix[i] = __ldg(reinterpret_cast<const uint4*>(in + base + (size_t)(i * 32 + (t >> 3)) * EW));
    if (TABLE == EQ_GLOBAL) __stcg(table + t, 0);
    else
#pragma unroll
        for (int c = 0; c < COPIES; ++c) hist[c * 256 + t] = 0;
    __syncthreads();
    int* mine = TABLE == EQ_WARP ? hist + warp * 256 : table;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const unsigned* u = reinterpret_cast<const unsigned*>(&pix[i]);
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int b = 0; b < 4; ++b) atomicAdd(mine + (u[j] >> (8 * b) & 255), 1);
    }
    if (TABLE == EQ_GLOBAL) __threadfence();
#pragma unroll
    for (int i = 0; i < 4; ++i) asm volatile("" : "+r"(pix[i].x), "+r"(pix[i].y), "+r"(pix[i].z), "+r"(pix[i].w));  // indices are taken afresh below
    __syncthreads();
    if (SERIAL) {
        int count = 0;
#pragma unroll
        for (int c = 0; c < COPIES; ++c) count += hist[c * 256 + t];
        __syncthreads();
        hist[t] = count;
        __syncthreads();
        if (t == 0) {
            int sum = 0;
#pragma unroll 1
            for (int b = 0; b < 256; ++b) { sum += hist[b]; lut[b] = (unsigned char)((sum * 255 + 8192) >> 14); }
        }
    } else {
        int count = 0;
        if (TABLE == EQ_GLOBAL) count = __ldcg(table + t);
        else
#pragma unroll
            for (int c = 0; c < COPIES; ++c) count += hist[c * 256 + t];
        const int sum = eq_block_scan(count, part);
        lut[t] = (unsigned char)((sum * 255 + 8192) >> 14);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        unsigned* u = reinterpret_cast<unsigned*>(&pix[i]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            unsigned r = 0;
#pragma unroll
            for (int b = 0; b < 4; ++b) r |= (unsigned)lut[u[j] >> (8 * b) & 255] << (8 * b);
            u[j] = r;
        }
        *reinterpret_cast<uint4*>(out + base + (size_t)(i * 32 + (t >> 3)) * EW) = pix[i];
    }
}
#define EQ_ARGS const unsigned char* __restrict__ in, unsigned char* __restrict__ out, int* scratch
__global__ void __launch_bounds__(256, 6) winter_saucer_ce6_b(EQ_ARGS) { equalise<EQ_WARP, false>(in, out, scratch); }
__global__ void __launch_bounds__(256, 6) crimson_ladder_ce6_a(EQ_ARGS) { equalise<EQ_BLOCK, false>(in, out, scratch); }
__global__ void __launch_bounds__(256, 6) humble_otter_ce6_a(EQ_ARGS) { equalise<EQ_GLOBAL, false>(in, out, scratch); }
__global__ void __launch_bounds__(256, 6) olive_trumpet_ce6_a(EQ_ARGS) { equalise<EQ_WARP, true>(in, out, scratch); }
__global__ void __launch_bounds__(256, 6) brisk_mitten_ce6_a(EQ_ARGS) {
    __shared__ int hist[8 * 256];
    __shared__ int part[8];
    __shared__ unsigned char lut[256];
    const int t = threadIdx.x, warp = t >> 5;
    const size_t base = (size_t)blockIdx.y * ET * EW + blockIdx.x * ET + (t & 127) + (size_t)(t >> 7) * EW;
#pragma unroll
    for (int c = 0; c < 8; ++c) hist[c * 256 + t] = 0;
    __syncthreads();
#pragma unroll 16
    for (int i = 0; i < 64; ++i) atomicAdd(hist + warp * 256 + __ldg(in + base + (size_t)(i * 2) * EW), 1);
    __syncthreads();
    int count = 0;
#pragma unroll
    for (int c = 0; c < 8; ++c) count += hist[c * 256 + t];
    const int sum = eq_block_scan(count, part);
    lut[t] = (unsigned char)((sum * 255 + 8192) >> 14);
    __syncthreads();
#pragma unroll 16
    for (int i = 0; i < 64; ++i) out[base + (size_t)(i * 2) * EW] = lut[__ldg(in + base + (size_t)(i * 2) * EW)];
}
static void add_equalise() {
    const size_t n = (size_t)EW * EW;
    unsigned char *in, *out = harness::empty<unsigned char>(n);
    CHECK(cudaMalloc(&in, n));
    harness_image<<<4096, 256>>>(in); CHECK(cudaGetLastError());
    int* scratch = harness::empty<int>(n / (ET * ET) * 256);
    const dim3 grid(EW / ET, EW / ET);
    cases.push_back({"winter_saucer_ce6_b", [=] { winter_saucer_ce6_b<<<grid, 256>>>(in, out, scratch); }, out, n, Output::u8});
    cases.push_back({"crimson_ladder_ce6_a", [=] { crimson_ladder_ce6_a<<<grid, 256>>>(in, out, scratch); }, out, n, Output::u8});
    cases.push_back({"humble_otter_ce6_a", [=] { humble_otter_ce6_a<<<grid, 256>>>(in, out, scratch); }, out, n, Output::u8});
    cases.push_back({"olive_trumpet_ce6_a", [=] { olive_trumpet_ce6_a<<<grid, 256>>>(in, out, scratch); }, out, n, Output::u8});
    cases.push_back({"brisk_mitten_ce6_a", [=] { brisk_mitten_ce6_a<<<grid, 256>>>(in, out, scratch); }, out, n, Output::u8});
}
// ---- Work 6: marching parallel rays through a 256^3 byte volume (1024x1024 picture, 240 trilinear samples a ray, emission and absorption)
constexpr int RV = 256, RW = 1024, RSTEPS = 240;
static __global__ void harness_volume(unsigned char* p, unsigned char* turned, float* wide) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < RV * RV * RV; i += gridDim.x * blockDim.x) {
        const int x = i & 255, y = i >> 8 & 255, z = i >> 16;
        const float dx = x - 128, dy = y - 128, dz = z - 128;
        const int v = (int)(100 + 80 * cosf(0.002f * (dx * dx + dy * dy + 1.3f * dz * dz))) + (int)(harness::hash32(i) & 31);
        p[i] = (unsigned char)v;
        turned[(x * RV + y) * RV + z] = (unsigned char)v;
        wide[i] = (float)v;
    }
}
__device__ __forceinline__ float2 ray_transfer(float density) {  // emission and opacity
    const float d = density * (1.0f / 255.0f);
    return make_float2(powf(d, 1.7f), 1.0f - expf(-0.03f * powf(d, 2.3f)));
}
#define RAY_MAGIC 12582912.0f  // 1.5 * 2^23: a sum with it holds the rounded integer in its low bits
__device__ __forceinline__ int ray_int(float m) { return __float_as_int(m) - 0x4b400000; }
template <typename T, bool TURNED, bool FORMULA, bool DOUBLE_STEP>
__device__ __forceinline__ void ray_march(const T* __restrict__ volume, float* __restrict__ out) {
    __shared__ float2 table[256];
    const int t = threadIdx.y * 16 + threadIdx.x;
    if (!FORMULA) { table[t] = ray_transfer((float)t); __syncthreads(); }
    const int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
    const float x0 = 6.0f + px * 0.21f, y0 = 20.0f + py * 0.21f;
    constexpr int SX = TURNED ? RV * RV : 1, SY = RV, SZ = TURNED ? 1 : RV * RV;
    float light = 0, clear = 1;
#pragma unroll 2
    for (int i = 0; i < RSTEPS; ++i) {
        float x, y, z;
        if (DOUBLE_STEP) { x = (float)(x0 + i * 0.11); y = (float)(y0 - i * 0.06); z = (float)(1.25 + i * 1.05); }
        else { x = x0 + i * 0.11f; y = y0 - i * 0.06f; z = 1.25f + i * 1.05f; }
        const float mx = (x - 0.5f) + RAY_MAGIC, my = (y - 0.5f) + RAY_MAGIC, mz = (z - 0.5f) + RAY_MAGIC;
        const int ix = ray_int(mx), iy = ray_int(my), iz = ray_int(mz);
        const float fx = x - (mx - RAY_MAGIC), fy = y - (my - RAY_MAGIC), fz = z - (mz - RAY_MAGIC);
        const T* v = volume + ix * SX + iy * SY + iz * SZ;
        const float a = __ldg(v), b = __ldg(v + SX), c = __ldg(v + SY), d = __ldg(v + SX + SY);
        const float e = __ldg(v + SZ), f = __ldg(v + SZ + SX), g = __ldg(v + SZ + SY), h = __ldg(v + SZ + SX + SY);
        const float ab = a + fx * (b - a), cd = c + fx * (d - c), ef = e + fx * (f - e), gh = g + fx * (h - g);
        const float lo = ab + fy * (cd - ab), hi = ef + fy * (gh - ef);
        const float density = lo + fz * (hi - lo);
        const int index = ray_int(density + RAY_MAGIC);
        const float2 s = FORMULA ? ray_transfer((float)index) : table[index];
        light += clear * s.y * s.x;
        clear *= 1.0f - s.y;
    }
    out[py * RW + px] = light;
}
__global__ void __launch_bounds__(256) marble_canyon_ce6_b(const unsigned char* __restrict__ v, float* __restrict__ out) { ray_march<unsigned char, false, false, false>(v, out); }
__global__ void __launch_bounds__(256) tidy_sparrow_ce6_a(const unsigned char* __restrict__ v, float* __restrict__ out) { ray_march<unsigned char, true, false, false>(v, out); }
__global__ void __launch_bounds__(256) woolen_paddle_ce6_a(const unsigned char* __restrict__ v, float* __restrict__ out) { ray_march<unsigned char, false, true, false>(v, out); }
__global__ void __launch_bounds__(256) violet_hammer_ce6_a(const unsigned char* __restrict__ v, float* __restrict__ out) { ray_march<unsigned char, false, false, true>(v, out); }
__global__ void __launch_bounds__(256) plain_goblet_ce6_a(const float* __restrict__ v, float* __restrict__ out) { ray_march<float, false, false, false>(v, out); }
static void add_rays() {
    const size_t n = (size_t)RW * RW, voxels = (size_t)RV * RV * RV;
    unsigned char *v = harness::empty<unsigned char>(voxels), *turned = harness::empty<unsigned char>(voxels);
    float *wide = harness::empty<float>(voxels), *out = harness::empty<float>(n);
    harness_volume<<<2048, 256>>>(v, turned, wide); CHECK(cudaGetLastError());
    const dim3 grid(RW / 16, RW / 16), block(16, 16);
    cases.push_back({"marble_canyon_ce6_b", [=] { marble_canyon_ce6_b<<<grid, block>>>(v, out); }, out, n});
    cases.push_back({"tidy_sparrow_ce6_a", [=] { tidy_sparrow_ce6_a<<<grid, block>>>(turned, out); }, out, n});
    cases.push_back({"woolen_paddle_ce6_a", [=] { woolen_paddle_ce6_a<<<grid, block>>>(v, out); }, out, n});
    cases.push_back({"violet_hammer_ce6_a", [=] { violet_hammer_ce6_a<<<grid, block>>>(v, out); }, out, n});
    cases.push_back({"plain_goblet_ce6_a", [=] { plain_goblet_ce6_a<<<grid, block>>>(wide, out); }, out, n});
}
// ---- Work 7: local alignment scores of one protein query (128 letters) with 262144 sequences of 32 to 128 letters, one thread a sequence
constexpr int WP = 262144, WQ = 128, WL = 128, WROWS = 16, WGAP = 3;
struct ScoreRows { uint4 row[WQ / WROWS][24]; };  // scores of 16 query letters against each of 24 letters
enum AlignEdge { EDGE_SHORT, EDGE_INT, EDGE_BY_THREAD, EDGE_LOCAL };
template <AlignEdge EDGE>
__device__ __forceinline__ void align(const uint4* __restrict__ profile, const unsigned* __restrict__ letters, const int* __restrict__ lengths,
                                      const int* __restrict__ ids, int* __restrict__ out) {
    extern __shared__ uint4 align_memory[];
    uint4* prof = align_memory;
    const int t = threadIdx.x, pair = blockIdx.x * 128 + t;
    for (int i = t; i < WQ / WROWS * 24; i += 128) prof[i] = profile[i];
    short* edge_short = reinterpret_cast<short*>(prof + WQ / WROWS * 24);
    int* edge_int = reinterpret_cast<int*>(edge_short);
    short local[EDGE == EDGE_LOCAL ? WL : 1];
    if (EDGE != EDGE_LOCAL) local[0] = 0;
    const int length = lengths[pair];
    auto get = [&](int j) -> int {
        return EDGE == EDGE_LOCAL ? local[j] : EDGE == EDGE_INT ? edge_int[j * 128 + t] : EDGE == EDGE_BY_THREAD ? edge_short[t * WL + j] : edge_short[j * 128 + t];
    };
    auto put = [&](int j, int v) {
        if (EDGE == EDGE_LOCAL) local[j] = (short)v;
        else if (EDGE == EDGE_INT) edge_int[j * 128 + t] = v;
        else if (EDGE == EDGE_BY_THREAD) edge_short[t * WL + j] = (short)v;
        else edge_short[j * 128 + t] = (short)v;
    };
#pragma unroll 1
    for (int j = 0; j < length; ++j) put(j, 0);
    __syncthreads();
    int best = 0;
#pragma unroll 1
    for (int strip = 0; strip < WQ / WROWS; ++strip) {
        int h[WROWS], corner = 0;
#pragma unroll
        for (int r = 0; r < WROWS; ++r) h[r] = 0;
        const uint4* rows = prof + strip * 24;
#pragma unroll 1
        for (int j0 = 0; j0 < length; j0 += 4) {
            const unsigned word = __ldg(letters + (size_t)(j0 >> 2) * WP + pair);
#pragma unroll 1
            for (int j1 = 0; j1 < 4; ++j1) {
                const int j = j0 + j1;
                const uint4 s4 = rows[word >> (8 * j1) & 255];
                const unsigned s[4] = {s4.x, s4.y, s4.z, s4.w};
                int up = get(j), diagonal = corner;
                corner = up;
#pragma unroll
                for (int r = 0; r < WROWS; ++r) {
                    const int score = (int)(s[r >> 2] << (24 - 8 * (r & 3))) >> 24;
                    const int gap = max(up, h[r]) - WGAP;
                    const int value = __viaddmax_s32_relu(diagonal, score, gap);
                    diagonal = h[r];
                    h[r] = up = value;
                    best = max(best, value);
                }
                put(j, up);
            }
        }
    }
    out[ids[pair]] = best;
}
#define ALIGN_ARGS const uint4* __restrict__ prof, const unsigned* __restrict__ let, const int* __restrict__ len, const int* __restrict__ ids, int* __restrict__ out
__global__ void __launch_bounds__(128) solar_hedge_ce6_b(ALIGN_ARGS) { align<EDGE_SHORT>(prof, let, len, ids, out); }
__global__ void __launch_bounds__(128) coral_blanket_ce6_a(ALIGN_ARGS) { align<EDGE_SHORT>(prof, let, len, ids, out); }
__global__ void __launch_bounds__(128) misty_engine_ce6_a(ALIGN_ARGS) { align<EDGE_BY_THREAD>(prof, let, len, ids, out); }
__global__ void __launch_bounds__(128) jolly_temple_ce6_a(ALIGN_ARGS) { align<EDGE_INT>(prof, let, len, ids, out); }
__global__ void __launch_bounds__(128) narrow_acorn_ce6_a(ALIGN_ARGS) { align<EDGE_LOCAL>(prof, let, len, ids, out); }
static void add_align() {
    std::vector<int> length(WP), order(WP), plain(WP), sorted_length(WP);
    for (int i = 0; i < WP; ++i) { length[i] = 32 + 4 * int(harness::hash32(i + 71) % 25); plain[i] = order[i] = i; }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return length[a] > length[b]; });
    std::vector<unsigned> letters((size_t)WL / 4 * WP), sorted((size_t)WL / 4 * WP);
    for (int w = 0; w < WL / 4; ++w)
        for (int i = 0; i < WP; ++i) {
            unsigned word = 0;
            for (int b = 0; b < 4; ++b) word |= (harness::hash32((w * 4 + b) * 300007 + i) % 20) << (8 * b);
            letters[(size_t)w * WP + i] = word;
        }
    for (int i = 0; i < WP; ++i) {
        sorted_length[i] = length[order[i]];
        for (int w = 0; w < WL / 4; ++w) sorted[(size_t)w * WP + i] = letters[(size_t)w * WP + order[i]];
    }
    std::vector<unsigned> profile(WQ / WROWS * 24 * 4);
    for (int q = 0; q < WQ; ++q)
        for (int c = 0; c < 24; ++c) {
            const int letter = harness::hash32(q + 5000) % 20;
            const int score = letter == c ? 5 : int(harness::hash32(std::min(letter, c) * 24 + std::max(letter, c)) % 5) - 3;
            profile[(q / 16 * 24 + c) * 4 + q % 16 / 4] |= (unsigned)(score & 255) << (8 * (q % 4));
        }
    unsigned *let = harness::uploaded(letters), *slet = harness::uploaded(sorted);
    int *len = harness::uploaded(length), *slen = harness::uploaded(sorted_length), *id = harness::uploaded(plain), *sid = harness::uploaded(order), *out = harness::empty<int>(WP);
    const uint4* prof = reinterpret_cast<const uint4*>(harness::uploaded(profile));
    constexpr int table = WQ / WROWS * 24 * 16, small = table + 128 * WL * 2, large = table + 128 * WL * 4;
    CHECK(cudaFuncSetAttribute(jolly_temple_ce6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, large));
    cases.push_back({"solar_hedge_ce6_b", [=] { solar_hedge_ce6_b<<<WP / 128, 128, small>>>(prof, slet, slen, sid, out); }, out, WP, Output::i32});
    cases.push_back({"coral_blanket_ce6_a", [=] { coral_blanket_ce6_a<<<WP / 128, 128, small>>>(prof, let, len, id, out); }, out, WP, Output::i32});
    cases.push_back({"misty_engine_ce6_a", [=] { misty_engine_ce6_a<<<WP / 128, 128, small>>>(prof, slet, slen, sid, out); }, out, WP, Output::i32});
    cases.push_back({"jolly_temple_ce6_a", [=] { jolly_temple_ce6_a<<<WP / 128, 128, large>>>(prof, slet, slen, sid, out); }, out, WP, Output::i32});
    cases.push_back({"narrow_acorn_ce6_a", [=] { narrow_acorn_ce6_a<<<WP / 128, 128, table>>>(prof, slet, slen, sid, out); }, out, WP, Output::i32});
}
// ---- Work 8: 4-bit weights (groups of 128, half scales) times one half vector: 32768 rows by 24576
constexpr int QN = 32768, QK = 24576;
static __global__ void harness_scales(half* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = __float2half(0.01f + 0.01f * fabsf(harness::unit((uint32_t)i + 99u)));
}
static __global__ void harness_words(unsigned* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i * 2654435761u + 5u);
}
__device__ __forceinline__ half2 gemv_half2(unsigned u) { return *reinterpret_cast<const half2*>(&u); }
// one word of eight weights (nibbles i and i+4 are the weights 2i and 2i+1) against eight halves
__device__ __forceinline__ half2 gemv_word(unsigned w, const uint4& x, half2 acc) {
    const half2 bias = __float2half2_rn(1032.0f);
    acc = __hfma2(__hsub2(gemv_half2((w & 0x000f000fu) | 0x64006400u), bias), gemv_half2(x.x), acc);
    acc = __hfma2(__hsub2(gemv_half2((w >> 4 & 0x000f000fu) | 0x64006400u), bias), gemv_half2(x.y), acc);
    acc = __hfma2(__hsub2(gemv_half2((w >> 8 & 0x000f000fu) | 0x64006400u), bias), gemv_half2(x.z), acc);
    return __hfma2(__hsub2(gemv_half2((w >> 12 & 0x000f000fu) | 0x64006400u), bias), gemv_half2(x.w), acc);
}
__device__ __forceinline__ float gemv_word_plain(unsigned w, const uint4& x, float acc) {
    const unsigned xs[4] = {x.x, x.y, x.z, x.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float2 f = __half22float2(gemv_half2(xs[i]));
        acc += (float)((int)(w >> (4 * i) & 15) - 8) * f.x;
        acc += (float)((int)(w >> (4 * i + 16) & 15) - 8) * f.y;
    }
    return acc;
}
template <int ROWS, bool STRAIGHT, bool PLAIN>
__device__ __forceinline__ void gemv_wide(const unsigned* __restrict__ W, const half* __restrict__ S, const half* __restrict__ x, float* __restrict__ y) {
    extern __shared__ uint4 gemv_x[];
    const int t = threadIdx.x, lane = t & 31, row = (blockIdx.x * 8 + (t >> 5)) * ROWS;
    for (int i = t; i < QK / 8; i += 256) {  // 128 pieces of 16 bytes a step; lane l takes the pieces 4l to 4l+3
        const int at = STRAIGHT ? i : (i & ~127) + (i & 3) * 32 + (i >> 2 & 31);
        gemv_x[at] = __ldg(reinterpret_cast<const uint4*>(x) + i);
    }
    __syncthreads();
    float acc[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) acc[r] = 0;
#pragma unroll 1
    for (int step = 0; step < QK / 1024; ++step) {
        uint4 w[ROWS], xs[4];
        half s[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            w[r] = __ldg(reinterpret_cast<const uint4*>(W + (size_t)(row + r) * (QK / 8)) + step * 32 + lane);
            s[r] = __ldg(S + (size_t)(row + r) * (QK / 128) + step * 8 + (lane >> 2));
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) xs[j] = gemv_x[STRAIGHT ? step * 128 + lane * 4 + j : step * 128 + j * 32 + lane];
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            if (PLAIN) {
                float p = 0;
                p = gemv_word_plain(w[r].x, xs[0], p); p = gemv_word_plain(w[r].y, xs[1], p);
                p = gemv_word_plain(w[r].z, xs[2], p); p = gemv_word_plain(w[r].w, xs[3], p);
                acc[r] += p * __half2float(s[r]);
            } else {
                half2 p = __float2half2_rn(0.0f), q = p;
                p = gemv_word(w[r].x, xs[0], p); q = gemv_word(w[r].y, xs[1], q);
                p = gemv_word(w[r].z, xs[2], p); q = gemv_word(w[r].w, xs[3], q);
                const float2 f = __half22float2(p), g = __half22float2(q);
                acc[r] += (f.x + f.y + g.x + g.y) * __half2float(s[r]);
            }
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
#pragma unroll
        for (int s = 16; s; s >>= 1) acc[r] += __shfl_xor_sync(~0u, acc[r], s);
        if (lane == 0) y[row + r] = acc[r];
    }
}
#define GEMV_ARGS const unsigned* __restrict__ W, const half* __restrict__ S, const half* __restrict__ x, float* __restrict__ y
__global__ void __launch_bounds__(256, 4) sandy_whistle_ce6_b(GEMV_ARGS) { gemv_wide<4, false, false>(W, S, x, y); }
__global__ void __launch_bounds__(256, 4) proud_teapot_ce6_a(GEMV_ARGS) { gemv_wide<1, false, false>(W, S, x, y); }
__global__ void __launch_bounds__(256, 4) early_walrus_ce6_a(GEMV_ARGS) { gemv_wide<4, true, false>(W, S, x, y); }
__global__ void __launch_bounds__(256, 4) silent_parcel_ce6_a(GEMV_ARGS) { gemv_wide<4, false, true>(W, S, x, y); }
__global__ void __launch_bounds__(256, 4) polar_cushion_ce6_a(GEMV_ARGS) {
    extern __shared__ uint4 gemv_x[];
    const int t = threadIdx.x, lane = t & 31, row = (blockIdx.x * 8 + (t >> 5)) * 4;
    for (int i = t; i < QK / 8; i += 256) gemv_x[i] = __ldg(reinterpret_cast<const uint4*>(x) + i);
    __syncthreads();
    float acc[4] = {0, 0, 0, 0};
#pragma unroll 1
    for (int step = 0; step < QK / 256; ++step) {
        unsigned w[4];
        half s[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            w[r] = __ldg(W + (size_t)(row + r) * (QK / 8) + step * 32 + lane);
            s[r] = __ldg(S + (size_t)(row + r) * (QK / 128) + step * 2 + (lane >> 4));
        }
        const uint4 xs = gemv_x[step * 32 + lane];
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            const float2 f = __half22float2(gemv_word(w[r], xs, __float2half2_rn(0.0f)));
            acc[r] += (f.x + f.y) * __half2float(s[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
#pragma unroll
        for (int s = 16; s; s >>= 1) acc[r] += __shfl_xor_sync(~0u, acc[r], s);
        if (lane == 0) y[row + r] = acc[r];
    }
}
static void add_gemv() {
    const size_t words = (size_t)QN * QK / 8, scales = (size_t)QN * QK / 128;
    unsigned* W; half* S;
    CHECK(cudaMalloc(&W, words * 4)); CHECK(cudaMalloc(&S, scales * 2));
    harness_words<<<4096, 256>>>(W, words); harness_scales<<<1024, 256>>>(S, scales); CHECK(cudaGetLastError());
    half* x = harness::filled<half>(QK, 81);
    float* y = harness::empty<float>(QN);
    constexpr int bytes = QK * 2;
    CHECK(cudaFuncSetAttribute(sandy_whistle_ce6_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(proud_teapot_ce6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(early_walrus_ce6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(silent_parcel_ce6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(polar_cushion_ce6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cases.push_back({"sandy_whistle_ce6_b", [=] { sandy_whistle_ce6_b<<<QN / 32, 256, bytes>>>(W, S, x, y); }, y, QN});
    cases.push_back({"proud_teapot_ce6_a", [=] { proud_teapot_ce6_a<<<QN / 8, 256, bytes>>>(W, S, x, y); }, y, QN});
    cases.push_back({"early_walrus_ce6_a", [=] { early_walrus_ce6_a<<<QN / 32, 256, bytes>>>(W, S, x, y); }, y, QN});
    cases.push_back({"silent_parcel_ce6_a", [=] { silent_parcel_ce6_a<<<QN / 32, 256, bytes>>>(W, S, x, y); }, y, QN});
    cases.push_back({"polar_cushion_ce6_a", [=] { polar_cushion_ce6_a<<<QN / 32, 256, bytes>>>(W, S, x, y); }, y, QN});
}
// ---- Work 9: first-order recurrence h = 0.95 a h + b along 4096 rows of 8192
constexpr int LR = 4096, LL = 8192;
__device__ __forceinline__ void lin_warp_scan(float& a, float& b) {  // inclusive; (a, b) maps h to a h + b, earlier lanes first
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int s = 1; s < 32; s <<= 1) {
        const float pa = __shfl_up_sync(~0u, a, s), pb = __shfl_up_sync(~0u, b, s);
        if (lane >= s) { b = a * pb + b; a *= pa; }
    }
}
template <int E> struct LinPiece;
template <> struct LinPiece<1> { using T = float; };
template <> struct LinPiece<4> { using T = float4; };
// WARPS warps a row; E consecutive elements a thread and round; TREE: scan of the block's maps through shared memory, step by step
template <int WARPS, int E, bool TREE>
__device__ __forceinline__ void lin_rows(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ H) {
    using T = typename LinPiece<E>::T;
    constexpr int THREADS = WARPS * 32, ROUNDS = LL / (THREADS * E);
    __shared__ float2 part[2][TREE ? THREADS : WARPS];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const T* ap = reinterpret_cast<const T*>(A + (size_t)blockIdx.x * LL);
    const T* bp = reinterpret_cast<const T*>(B + (size_t)blockIdx.x * LL);
    T* hp = reinterpret_cast<T*>(H + (size_t)blockIdx.x * LL);
    T na = __ldg(ap + t), nb = __ldg(bp + t);
    float carry = 0;
#pragma unroll 1
    for (int round = 0; round < ROUNDS; ++round) {
        const T ca = na, cb = nb;
        if (round + 1 < ROUNDS) { na = __ldg(ap + (round + 1) * THREADS + t); nb = __ldg(bp + (round + 1) * THREADS + t); }
        float a[E], b[E];
#pragma unroll
        for (int e = 0; e < E; ++e) { a[e] = 0.95f * reinterpret_cast<const float*>(&ca)[e]; b[e] = reinterpret_cast<const float*>(&cb)[e]; }
        float ta = a[0], tb = b[0];
#pragma unroll
        for (int e = 1; e < E; ++e) { tb = a[e] * tb + b[e]; ta *= a[e]; }
        float h, last;  // value before this thread's first element; value after the block's last one
        if (TREE) {
            int buffer = 0;
            part[0][t] = make_float2(ta, tb);
            __syncthreads();
#pragma unroll 1
            for (int s = 1; s < THREADS; s <<= 1) {
                if (t >= s) { const float2 p = part[buffer][t - s]; tb = ta * p.y + tb; ta *= p.x; }
                buffer ^= 1;
                part[buffer][t] = make_float2(ta, tb);
                __syncthreads();
            }
            h = carry;
            if (t) { const float2 p = part[buffer][t - 1]; h = p.x * carry + p.y; }
            const float2 all = part[buffer][THREADS - 1];
            last = all.x * carry + all.y;
            __syncthreads();
        } else {
            lin_warp_scan(ta, tb);
            float ea = __shfl_up_sync(~0u, ta, 1), eb = __shfl_up_sync(~0u, tb, 1);
            if (lane == 0) { ea = 1; eb = 0; }
            float before = carry;
            if (WARPS > 1) {
                const int buffer = round & 1;
                if (lane == 31) part[buffer][warp] = make_float2(ta, tb);
                __syncthreads();
                last = carry;
#pragma unroll
                for (int w = 0; w < WARPS; ++w) {
                    if (w == warp) before = last;
                    const float2 p = part[buffer][w];
                    last = p.x * last + p.y;
                }
            } else last = __shfl_sync(~0u, ta * carry + tb, 31);
            h = ea * before + eb;
        }
        T o;
#pragma unroll
        for (int e = 0; e < E; ++e) { h = a[e] * h + b[e]; reinterpret_cast<float*>(&o)[e] = h; }
        hp[round * THREADS + t] = o;
        carry = last;
    }
}
#define LIN_ARGS const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ H
__global__ void __launch_bounds__(256) mighty_gravel_ce6_b(LIN_ARGS) { lin_rows<8, 4, false>(A, B, H); }
__global__ void __launch_bounds__(256) bitter_garden_ce6_a(LIN_ARGS) { lin_rows<8, 4, true>(A, B, H); }
__global__ void __launch_bounds__(256) royal_sponge_ce6_a(LIN_ARGS) { lin_rows<8, 1, false>(A, B, H); }
__global__ void __launch_bounds__(32) lively_tunnel_ce6_a(LIN_ARGS) { lin_rows<1, 4, false>(A, B, H); }
__global__ void __launch_bounds__(256) foggy_pencil_ce6_a(LIN_ARGS) {
    __shared__ float2 part[8];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const size_t base = (size_t)blockIdx.x * LL + t * 32;
    float a[32], b[32];
#pragma unroll
    for (int e = 0; e < 32; ++e) { a[e] = A[base + e]; b[e] = B[base + e]; }
    float ta = 1, tb = 0;
#pragma unroll
    for (int e = 0; e < 32; ++e) { a[e] *= 0.95f; tb = a[e] * tb + b[e]; ta *= a[e]; }
    lin_warp_scan(ta, tb);
    float ea = __shfl_up_sync(~0u, ta, 1), eb = __shfl_up_sync(~0u, tb, 1);
    if (lane == 0) { ea = 1; eb = 0; }
    if (lane == 31) part[warp] = make_float2(ta, tb);
    __syncthreads();
    float before = 0;
#pragma unroll
    for (int w = 0; w < 7; ++w) if (w < warp) before = part[w].x * before + part[w].y;
    float h = ea * before + eb;
#pragma unroll
    for (int e = 0; e < 32; ++e) { h = a[e] * h + b[e]; H[base + e] = h; }
}
static void add_recurrence() {
    const size_t n = (size_t)LR * LL;
    float *A = harness::filled<float>(n, 91), *B = harness::filled<float>(n, 92), *H = harness::empty<float>(n);
    cases.push_back({"mighty_gravel_ce6_b", [=] { mighty_gravel_ce6_b<<<LR, 256>>>(A, B, H); }, H, n});
    cases.push_back({"bitter_garden_ce6_a", [=] { bitter_garden_ce6_a<<<LR, 256>>>(A, B, H); }, H, n});
    cases.push_back({"royal_sponge_ce6_a", [=] { royal_sponge_ce6_a<<<LR, 256>>>(A, B, H); }, H, n});
    cases.push_back({"lively_tunnel_ce6_a", [=] { lively_tunnel_ce6_a<<<LR, 32>>>(A, B, H); }, H, n});
    cases.push_back({"foggy_pencil_ce6_a", [=] { foggy_pencil_ce6_a<<<LR, 256>>>(A, B, H); }, H, n});
}

int main(int argc, char** argv) {
    add_tri(); add_conv(); add_decode(); add_bsr(); add_equalise(); add_rays(); add_align(); add_gemv(); add_recurrence();
    return harness::run(argc, argv, cases);
}
