// Measured before/after pairs. twohundredsecond_cl9.cu
#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
using namespace harness;
typedef std::vector<Case> Cases;
static std::vector<void (*)(Cases&)>& works() { static std::vector<void (*)(Cases&)> w; return w; }
struct Work { Work(void (*f)(Cases&)) { works().push_back(f); } };

int main(int argc, char** argv) {
    Cases cases;
    for (auto f : works()) f(cases);
    return run(argc, argv, cases);
}
__device__ __forceinline__ float lo_bf(uint32_t w) { return __uint_as_float(w << 16); }
__device__ __forceinline__ float hi_bf(uint32_t w) { return __uint_as_float(w & 0xffff0000u); }
__device__ __forceinline__ uint32_t pack_h2(float a, float b) { __half2 h = __floats2half2_rn(a, b); return *reinterpret_cast<uint32_t*>(&h); }

// ---- int8 weights to half, one scale per 128 of a row
__global__ void __launch_bounds__(256) amber_thistle_cl9_a(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w, uint32_t n) {
    uint32_t i = blockIdx.x * 256u + threadIdx.x;
    if (i < n) w[i] = __float2half_rn((float)q[i] * scale[i >> 7]);
}
__global__ void __launch_bounds__(256) amber_thistle_cl9_b(const int8_t* __restrict__ q, const float* __restrict__ scale, __half* __restrict__ w, uint32_t n) {
    uint32_t i = (blockIdx.x * 256u + threadIdx.x) * 16u;
    if (i >= n) return;
    uint4 v = *reinterpret_cast<const uint4*>(q + i);
    float s = scale[i >> 7];
    uint32_t in[4] = {v.x, v.y, v.z, v.w}, o[8];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float a = (float)(int8_t)(in[k]), b = (float)(int8_t)(in[k] >> 8), c = (float)(int8_t)(in[k] >> 16), d = (float)(int8_t)(in[k] >> 24);
        o[2 * k] = pack_h2(a * s, b * s); o[2 * k + 1] = pack_h2(c * s, d * s);
    }
    uint4* p = reinterpret_cast<uint4*>(w + i);
    p[0] = make_uint4(o[0], o[1], o[2], o[3]); p[1] = make_uint4(o[4], o[5], o[6], o[7]);
}
static void reg1(Cases& cases) {
    uint32_t n = 1u << 27;
    int8_t* q = (int8_t*)indices(n / 4, 0xffffffffu, 11);
    float* s = filled<float>(n / 128, 12);
    __half* w = empty<__half>(n);
    cases.push_back({"amber_thistle_cl9_a", [=] { amber_thistle_cl9_a<<<n / 256, 256>>>(q, s, w, n); }, w, n, Output::f16});
    cases.push_back({"amber_thistle_cl9_b", [=] { amber_thistle_cl9_b<<<n / 4096, 256>>>(q, s, w, n); }, w, n, Output::f16});
}
static Work w1(reg1);

// ---- simple recurrent unit over 24 steps: x[t][3][N] holds candidate, forget and output gates before their activations
__device__ __forceinline__ float sigm(float x) { return __fdividef(1.f, 1.f + __expf(-x)); }
__global__ void __launch_bounds__(256) velvet_anchor_cl9_a(const float* __restrict__ x, float* __restrict__ c, float* __restrict__ h, int t, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    const float* p = x + (size_t)t * 3 * n;
    float z = p[i], f = sigm(p[n + i]), r = sigm(p[2 * n + i]);
    float s = t ? c[i] : 0.f;
    s = f * s + (1.f - f) * z;
    c[i] = s;
    h[(size_t)t * n + i] = r * s + (1.f - r) * z;
}
__global__ void __launch_bounds__(256) velvet_anchor_cl9_b(const float* __restrict__ x, float* __restrict__ h, int steps, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float s = 0.f;
#pragma unroll 8
    for (int t = 0; t < steps; ++t) {
        const float* p = x + (size_t)t * 3 * n;
        float z = p[i], f = sigm(p[n + i]), r = sigm(p[2 * n + i]);
        s = f * s + (1.f - f) * z;
        h[(size_t)t * n + i] = r * s + (1.f - r) * z;
    }
}
static void reg2(Cases& cases) {
    int n = 1 << 18, steps = 24;
    float *x = filled<float>((size_t)n * 3 * steps, 21), *c = empty<float>(n), *h = empty<float>((size_t)n * steps);
    cases.push_back({"velvet_anchor_cl9_a", [=] { for (int t = 0; t < steps; ++t) velvet_anchor_cl9_a<<<n / 256, 256>>>(x, c, h, t, n); }, h, (size_t)n * steps, Output::f32});
    cases.push_back({"velvet_anchor_cl9_b", [=] { velvet_anchor_cl9_b<<<n / 256, 256>>>(x, h, steps, n); }, h, (size_t)n * steps, Output::f32});
}
static Work w2(reg2);

// ---- mixture of experts: load (tokens and 12-bit gate weight) of each of 64 experts
__global__ void __launch_bounds__(256) cobalt_meadow_cl9_a(const int4* __restrict__ expert, const float4* __restrict__ gate, int* __restrict__ load, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 e = expert[i]; float4 g = gate[i];
        atomicAdd(load + e.x, 1); atomicAdd(load + 64 + e.x, __float2int_rn(fabsf(g.x) * 4095.f));
        atomicAdd(load + e.y, 1); atomicAdd(load + 64 + e.y, __float2int_rn(fabsf(g.y) * 4095.f));
        atomicAdd(load + e.z, 1); atomicAdd(load + 64 + e.z, __float2int_rn(fabsf(g.z) * 4095.f));
        atomicAdd(load + e.w, 1); atomicAdd(load + 64 + e.w, __float2int_rn(fabsf(g.w) * 4095.f));
    }
}
__global__ void __launch_bounds__(256) cobalt_meadow_cl9_b(const int4* __restrict__ expert, const float4* __restrict__ gate, int* __restrict__ load, int n4) {
    __shared__ int part[8][128];  // one histogram for each warp
    for (int k = threadIdx.x; k < 1024; k += 256) (&part[0][0])[k] = 0;
    __syncthreads();
    int* mine = part[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 e = expert[i]; float4 g = gate[i];
        atomicAdd(mine + e.x, 1); atomicAdd(mine + 64 + e.x, __float2int_rn(fabsf(g.x) * 4095.f));
        atomicAdd(mine + e.y, 1); atomicAdd(mine + 64 + e.y, __float2int_rn(fabsf(g.y) * 4095.f));
        atomicAdd(mine + e.z, 1); atomicAdd(mine + 64 + e.z, __float2int_rn(fabsf(g.z) * 4095.f));
        atomicAdd(mine + e.w, 1); atomicAdd(mine + 64 + e.w, __float2int_rn(fabsf(g.w) * 4095.f));
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int s = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) s += part[k][threadIdx.x];
        atomicAdd(load + threadIdx.x, s);
    }
}
static void reg3(Cases& cases) {
    int n = 1 << 23;
    int* e = indices(n, 64, 31); float* g = filled<float>(n, 32); int* load = empty<int>(128);
    CHECK(cudaMemset(load, 0, 512));
    cases.push_back({"cobalt_meadow_cl9_a", [=] { cobalt_meadow_cl9_a<<<132 * 8, 256>>>((int4*)e, (float4*)g, load, n / 4); }, load, 128, Output::i32});
    cases.push_back({"cobalt_meadow_cl9_b", [=] { cobalt_meadow_cl9_b<<<132 * 8, 256>>>((int4*)e, (float4*)g, load, n / 4); }, load, 128, Output::i32});
}
static Work w3(reg3);

// ---- attention of one new token against a long cache of keys and values (bf16, 128 wide)
template <int SPLITS>
__device__ __forceinline__ void decode(const float* __restrict__ q, const uint4* __restrict__ K, const uint4* __restrict__ V, float* __restrict__ out, float* part, int* ticket, int len) {
    __shared__ float sm_m[16], sm_l[16], sm_acc[16][128];
    __shared__ int last;
    const int head = blockIdx.x, split = SPLITS == 1 ? 0 : blockIdx.y, hw = threadIdx.x >> 4, ln = threadIdx.x & 15;
    float qr[8], acc[8], m = -1e30f, l = 0.f;
#pragma unroll
    for (int d = 0; d < 8; ++d) { qr[d] = q[head * 128 + ln * 8 + d] * 0.08838835f * 1.442695f; acc[d] = 0.f; }
    const int chunk = len / SPLITS, begin = split * chunk, end = begin + chunk;
    const uint4 *kp = K + (size_t)head * len * 16 + ln, *vp = V + (size_t)head * len * 16 + ln;
    for (int j = begin + hw; j < end; j += 64) {
        uint4 k[4], v[4]; float s[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) k[u] = kp[(size_t)(j + u * 16) * 16];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = vp[(size_t)(j + u * 16) * 16];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            s[u] = lo_bf(k[u].x) * qr[0] + hi_bf(k[u].x) * qr[1] + lo_bf(k[u].y) * qr[2] + hi_bf(k[u].y) * qr[3]
                 + lo_bf(k[u].z) * qr[4] + hi_bf(k[u].z) * qr[5] + lo_bf(k[u].w) * qr[6] + hi_bf(k[u].w) * qr[7];
#pragma unroll
            for (int o = 8; o; o >>= 1) s[u] += __shfl_xor_sync(~0u, s[u], o);
        }
        float mn = fmaxf(m, fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]))), f = exp2f(m - mn);
        m = mn; l *= f;
#pragma unroll
        for (int d = 0; d < 8; ++d) acc[d] *= f;
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float p = exp2f(s[u] - m); l += p;
            acc[0] += p * lo_bf(v[u].x); acc[1] += p * hi_bf(v[u].x); acc[2] += p * lo_bf(v[u].y); acc[3] += p * hi_bf(v[u].y);
            acc[4] += p * lo_bf(v[u].z); acc[5] += p * hi_bf(v[u].z); acc[6] += p * lo_bf(v[u].w); acc[7] += p * hi_bf(v[u].w);
        }
    }
    if (ln == 0) { sm_m[hw] = m; sm_l[hw] = l; }
#pragma unroll
    for (int d = 0; d < 8; ++d) sm_acc[hw][ln * 8 + d] = acc[d];
    __syncthreads();
    const int d = threadIdx.x;
    float M = -1e30f, L = 0.f, A = 0.f;
    if (d < 128) {
        for (int k = 0; k < 16; ++k) M = fmaxf(M, sm_m[k]);
        for (int k = 0; k < 16; ++k) { float f = exp2f(sm_m[k] - M); L += f * sm_l[k]; A += f * sm_acc[k][d]; }
    }
    if (SPLITS == 1) { if (d < 128) out[head * 128 + d] = A / L; return; }
    float* mine = part + (size_t)(head * SPLITS + split) * 130;
    if (d < 128) mine[d] = A;
    if (d == 0) { mine[128] = M; mine[129] = L; }
    __threadfence();
    __syncthreads();
    if (d == 0) last = atomicAdd(ticket + head, 1) == SPLITS - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    const volatile float* all = part + (size_t)head * SPLITS * 130;
    if (d < 128) {
        M = -1e30f; L = 0.f; A = 0.f;
        for (int k = 0; k < SPLITS; ++k) M = fmaxf(M, all[k * 130 + 128]);
        for (int k = 0; k < SPLITS; ++k) { float f = exp2f(all[k * 130 + 128] - M); L += f * all[k * 130 + 129]; A += f * all[k * 130 + d]; }
        out[head * 128 + d] = A / L;
    }
    if (d == 0) ticket[head] = 0;
}
__global__ void __launch_bounds__(256, 2) harbor_quill_cl9_a(const float* __restrict__ q, const uint4* __restrict__ K, const uint4* __restrict__ V, float* __restrict__ out, int len) {
    decode<1>(q, K, V, out, nullptr, nullptr, len);
}
__global__ void __launch_bounds__(256, 2) harbor_quill_cl9_b(const float* __restrict__ q, const uint4* __restrict__ K, const uint4* __restrict__ V, float* __restrict__ out, float* part, int* ticket, int len) {
    decode<16>(q, K, V, out, part, ticket, len);
}
static void reg4(Cases& cases) {
    int len = 32768; size_t n = (size_t)16 * len * 128;
    float* q = filled<float>(16 * 128, 41);
    uint4 *K = (uint4*)filled<__nv_bfloat16>(n, 42), *V = (uint4*)filled<__nv_bfloat16>(n, 43);
    float *out = empty<float>(16 * 128), *part = empty<float>(16 * 16 * 130);
    int* ticket = uploaded(std::vector<int>(16, 0));
    cases.push_back({"harbor_quill_cl9_a", [=] { harbor_quill_cl9_a<<<16, 256>>>(q, K, V, out, len); }, out, 2048, Output::f32});
    cases.push_back({"harbor_quill_cl9_b", [=] { harbor_quill_cl9_b<<<dim3(16, 16), 256>>>(q, K, V, out, part, ticket, len); }, out, 2048, Output::f32});
}
static Work w4(reg4);

// ---- rotary embedding, interleaved pairs, half, 8 heads of 128
__global__ void __launch_bounds__(256) saffron_dial_cl9_a(const uint2* __restrict__ x, uint2* __restrict__ y, int n2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n2) return;
    int pos = (i >> 8) & 4095, pair = (i & 31) * 2;
    uint2 v = x[i]; uint32_t w[2] = {v.x, v.y};
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float2 f = __half22float2(*reinterpret_cast<__half2*>(&w[k]));
        float angle = pos * pow(10000.0, -2.0 * (pair + k) / 128.0);
        float s = sin((double)angle), c = cos((double)angle);
        w[k] = pack_h2(f.x * c - f.y * s, f.x * s + f.y * c);
    }
    y[i] = make_uint2(w[0], w[1]);
}
__global__ void __launch_bounds__(256) saffron_dial_cl9_b(const uint2* __restrict__ x, uint2* __restrict__ y, int n2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n2) return;
    int pos = (i >> 8) & 4095, pair = (i & 31) * 2;
    uint2 v = x[i]; uint32_t w[2] = {v.x, v.y};
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float2 f = __half22float2(*reinterpret_cast<__half2*>(&w[k]));
        float angle = pos * exp2f((pair + k) * (-2.0f * 13.287712379549449f / 128.0f));
        float s, c; sincosf(angle, &s, &c);
        w[k] = pack_h2(f.x * c - f.y * s, f.x * s + f.y * c);
    }
    y[i] = make_uint2(w[0], w[1]);
}
static void reg5(Cases& cases) {
    int n = 1 << 25;
    __half *x = filled<__half>(n, 51), *y = empty<__half>(n);
    cases.push_back({"saffron_dial_cl9_a", [=] { saffron_dial_cl9_a<<<n / 1024, 256>>>((uint2*)x, (uint2*)y, n / 4); }, y, (size_t)n, Output::f16});
    cases.push_back({"saffron_dial_cl9_b", [=] { saffron_dial_cl9_b<<<n / 1024, 256>>>((uint2*)x, (uint2*)y, n / 4); }, y, (size_t)n, Output::f16});
}
static Work w5(reg5);

// ---- four-bit codebook weights (16 code values, absmax of each 64) to half
__global__ void __launch_bounds__(256) walnut_prism_cl9_a(const uint32_t* __restrict__ q, const float* __restrict__ code, const float* __restrict__ absmax, uint4* __restrict__ w, int words) {
    float lut[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) lut[k] = code[k];
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
        uint32_t v = q[i]; float s = absmax[i >> 3];
        w[i] = make_uint4(pack_h2(lut[v & 15] * s, lut[(v >> 4) & 15] * s), pack_h2(lut[(v >> 8) & 15] * s, lut[(v >> 12) & 15] * s),
                          pack_h2(lut[(v >> 16) & 15] * s, lut[(v >> 20) & 15] * s), pack_h2(lut[(v >> 24) & 15] * s, lut[v >> 28] * s));
    }
}
__global__ void __launch_bounds__(256) walnut_prism_cl9_b(const uint32_t* __restrict__ q, const float* __restrict__ code, const float* __restrict__ absmax, uint4* __restrict__ w, int words) {
    __shared__ float lut[16];
    if (threadIdx.x < 16) lut[threadIdx.x] = code[threadIdx.x];
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
        uint32_t v = q[i]; float s = absmax[i >> 3];
        w[i] = make_uint4(pack_h2(lut[v & 15] * s, lut[(v >> 4) & 15] * s), pack_h2(lut[(v >> 8) & 15] * s, lut[(v >> 12) & 15] * s),
                          pack_h2(lut[(v >> 16) & 15] * s, lut[(v >> 20) & 15] * s), pack_h2(lut[(v >> 24) & 15] * s, lut[v >> 28] * s));
    }
}
static void reg6(Cases& cases) {
    int words = 1 << 24;
    uint32_t* q = (uint32_t*)indices(words, 0xffffffffu, 61);
    float *code = filled<float>(16, 62), *am = filled<float>(words / 8, 63);
    __half* w = empty<__half>((size_t)words * 8);
    cases.push_back({"walnut_prism_cl9_a", [=] { walnut_prism_cl9_a<<<132 * 8, 256>>>(q, code, am, (uint4*)w, words); }, w, (size_t)words * 8, Output::f16});
    cases.push_back({"walnut_prism_cl9_b", [=] { walnut_prism_cl9_b<<<132 * 8, 256>>>(q, code, am, (uint4*)w, words); }, w, (size_t)words * 8, Output::f16});
}
static Work w6(reg6);

// ---- cache layout change: [head][token][channel] to [head][channel][token], scaled for each channel, float
__global__ void __launch_bounds__(256) ivory_canal_cl9_a(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out, int S, int D) {
    const size_t base = (size_t)blockIdx.z * S * D;
    int d = blockIdx.x * 32 + threadIdx.x, s0 = blockIdx.y * 32 + threadIdx.y;
    float f = scale[d];
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[base + (size_t)d * S + s0 + k] = in[base + (size_t)(s0 + k) * D + d] * f;
}
__global__ void __launch_bounds__(256) ivory_canal_cl9_b(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out, int S, int D) {
    __shared__ float tile[32][33];
    const size_t base = (size_t)blockIdx.z * S * D;
    int d = blockIdx.x * 32 + threadIdx.x, s0 = blockIdx.y * 32 + threadIdx.y;
    float f = scale[d];
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[base + (size_t)(s0 + k) * D + d] * f;
    __syncthreads();
    int s = blockIdx.y * 32 + threadIdx.x, d0 = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[base + (size_t)(d0 + k) * S + s] = tile[threadIdx.x][threadIdx.y + k];
}
static void reg7(Cases& cases) {
    int S = 8192, D = 128, H = 32; size_t n = (size_t)S * D * H;
    float *in = filled<float>(n, 71), *scale = filled<float>(D, 72), *out = empty<float>(n);
    dim3 grid(D / 32, S / 32, H), block(32, 8);
    cases.push_back({"ivory_canal_cl9_a", [=] { ivory_canal_cl9_a<<<grid, block>>>(in, scale, out, S, D); }, out, n, Output::f32});
    cases.push_back({"ivory_canal_cl9_b", [=] { ivory_canal_cl9_b<<<grid, block>>>(in, scale, out, S, D); }, out, n, Output::f32});
}
static Work w7(reg7);

// ---- bags of 64 from a pruned embedding table: id -> slot -> row of 32 floats, mean; one warp a bag
__global__ void __launch_bounds__(256) marble_finch_cl9_a(const int* __restrict__ id, const int* __restrict__ slot, const float* __restrict__ table, float* __restrict__ out, int bags) {
    int bag = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (bag >= bags) return;
    const int* p = id + (size_t)bag * 64;
    float s = 0.f;
#pragma unroll 1
    for (int k = 0; k < 64; ++k) s += table[(size_t)slot[p[k]] * 32 + lane];
    out[(size_t)bag * 32 + lane] = s * (1.f / 64.f);
}
__global__ void __launch_bounds__(256) marble_finch_cl9_b(const int* __restrict__ id, const int* __restrict__ slot, const float* __restrict__ table, float* __restrict__ out, int bags) {
    int bag = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (bag >= bags) return;
    const int* p = id + (size_t)bag * 64;
    int r0 = slot[p[lane]], r1 = slot[p[32 + lane]];
    float s = 0.f;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll 1
        for (int k = 0; k < 32; k += 8) {
            float v[8];
#pragma unroll
            for (int u = 0; u < 8; ++u) v[u] = table[(size_t)__shfl_sync(~0u, half ? r1 : r0, k + u) * 32 + lane];
#pragma unroll
            for (int u = 0; u < 8; ++u) s += v[u];
        }
    }
    out[(size_t)bag * 32 + lane] = s * (1.f / 64.f);
}
static void reg8(Cases& cases) {
    int bags = 32768, rows = 1 << 22;
    int *id = indices((size_t)bags * 64, rows, 81), *slot = indices(rows, rows, 0x5a5a5a5u);
    float *table = filled<float>((size_t)rows * 32, 83), *out = empty<float>((size_t)bags * 32);
    cases.push_back({"marble_finch_cl9_a", [=] { marble_finch_cl9_a<<<bags / 8, 256>>>(id, slot, table, out, bags); }, out, (size_t)bags * 32, Output::f32});
    cases.push_back({"marble_finch_cl9_b", [=] { marble_finch_cl9_b<<<bags / 8, 256>>>(id, slot, table, out, bags); }, out, (size_t)bags * 32, Output::f32});
}
static Work w8(reg8);

// ---- softmax with temperature over rows of 1024 floats, a block a row
__global__ void __launch_bounds__(1024) tundra_bell_cl9_a(const float* __restrict__ x, float* __restrict__ y, float inv_temp) {
    __shared__ float red[1024];
    const int t = threadIdx.x; const size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i] * inv_temp;
    red[t] = v;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) {
        if (t < o) red[t] = fmaxf(red[t], red[t + o]);
        __syncthreads();
    }
    float e = __expf(v - red[0]);
    __syncthreads();
    red[t] = e;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) {
        if (t < o) red[t] += red[t + o];
        __syncthreads();
    }
    y[i] = __fdividef(e, red[0]);
}
__global__ void __launch_bounds__(1024) tundra_bell_cl9_b(const float* __restrict__ x, float* __restrict__ y, float inv_temp) {
    __shared__ float top[32], sum[32];
    const int t = threadIdx.x; const size_t i = (size_t)blockIdx.x * 1024 + t;
    float v = x[i] * inv_temp, m = v;
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if ((t & 31) == 0) top[t >> 5] = m;
    __syncthreads();
    m = top[t & 31];
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float e = __expf(v - m), s = e;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((t & 31) == 0) sum[t >> 5] = s;
    __syncthreads();
    s = sum[t & 31];
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    y[i] = __fdividef(e, s);
}
static void reg9(Cases& cases) {
    int rows = 32768; size_t n = (size_t)rows * 1024;
    float *x = filled<float>(n, 91), *y = empty<float>(n);
    cases.push_back({"tundra_bell_cl9_a", [=] { tundra_bell_cl9_a<<<rows, 1024>>>(x, y, 2.5f); }, y, n, Output::f32});
    cases.push_back({"tundra_bell_cl9_b", [=] { tundra_bell_cl9_b<<<rows, 1024>>>(x, y, 2.5f); }, y, n, Output::f32});
}
static Work w9(reg9);

// ---- AdamW: the update of each parameter from gradient, moments and parameter
struct AdamArgs { float b1, b2, bc1, bc2, eps, wd; };
__device__ __forceinline__ float adam_slow(float g, float m, float v, float p, const AdamArgs& a) {
    float mn = a.b1 * m + (1.f - a.b1) * g, vn = a.b2 * fabsf(v) + (1.f - a.b2) * g * g;
    return (mn / a.bc1) / (sqrtf(vn / a.bc2) + a.eps) + a.wd * p;
}
__device__ __forceinline__ float adam_fast(float g, float m, float v, float p, const AdamArgs& a, float i1, float i2) {
    float mn = a.b1 * m + (1.f - a.b1) * g, vn = a.b2 * fabsf(v) + (1.f - a.b2) * g * g, r;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(vn * i2));
    return __fdividef(mn * i1, r + a.eps) + a.wd * p;
}
__global__ void __launch_bounds__(256) pewter_sparrow_cl9_a(const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v, const float4* __restrict__ p, float4* __restrict__ u, int n4, AdamArgs a) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n4) return;
    float4 G = g[i], M = m[i], V = v[i], P = p[i];
    u[i] = make_float4(adam_slow(G.x, M.x, V.x, P.x, a), adam_slow(G.y, M.y, V.y, P.y, a), adam_slow(G.z, M.z, V.z, P.z, a), adam_slow(G.w, M.w, V.w, P.w, a));
}
__global__ void __launch_bounds__(256) pewter_sparrow_cl9_b(const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v, const float4* __restrict__ p, float4* __restrict__ u, int n4, AdamArgs a, float i1, float i2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n4) return;
    float4 G = g[i], M = m[i], V = v[i], P = p[i];
    u[i] = make_float4(adam_fast(G.x, M.x, V.x, P.x, a, i1, i2), adam_fast(G.y, M.y, V.y, P.y, a, i1, i2), adam_fast(G.z, M.z, V.z, P.z, a, i1, i2), adam_fast(G.w, M.w, V.w, P.w, a, i1, i2));
}
static void reg10(Cases& cases) {
    int n = 1 << 25;
    float4 *g = (float4*)filled<float>(n, 101), *m = (float4*)filled<float>(n, 102), *v = (float4*)filled<float>(n, 103), *p = (float4*)filled<float>(n, 104);
    float* u = empty<float>(n);
    AdamArgs a{0.9f, 0.95f, 0.65f, 0.4f, 1e-3f, 0.01f};
    cases.push_back({"pewter_sparrow_cl9_a", [=] { pewter_sparrow_cl9_a<<<n / 1024, 256>>>(g, m, v, p, (float4*)u, n / 4, a); }, u, (size_t)n, Output::f32});
    cases.push_back({"pewter_sparrow_cl9_b", [=] { pewter_sparrow_cl9_b<<<n / 1024, 256>>>(g, m, v, p, (float4*)u, n / 4, a, 1.f / a.bc1, 1.f / a.bc2); }, u, (size_t)n, Output::f32});
}
static Work w10(reg10);

// ---- activations to int8, a scale for each row of 8192
template <bool TRANSPOSED>
__device__ __forceinline__ void quantise_row(const float4* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ scale) {
    __shared__ float part[256];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5; const size_t base = (size_t)blockIdx.x * 2048;
    float4 v[8]; float m = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[base + k * 256 + t];
#pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fmaxf(fabsf(v[k].x), fabsf(v[k].y)), fmaxf(fabsf(v[k].z), fabsf(v[k].w))));
    part[TRANSPOSED ? lane * 8 + warp : t] = m;
    __syncthreads();
    m = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, part[TRANSPOSED ? lane * 8 + k : k * 32 + lane]);
#pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    m = fmaxf(m, 1e-12f);
    if (t == 0) scale[blockIdx.x] = m / 127.f;
    const float f = __fdividef(127.f, m);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        uint32_t a = __float2int_rn(v[k].x * f) & 255, b = __float2int_rn(v[k].y * f) & 255, c = __float2int_rn(v[k].z * f) & 255, d = __float2int_rn(v[k].w * f) & 255;
        q[base + k * 256 + t] = a | b << 8 | c << 16 | d << 24;
    }
}
__global__ void __launch_bounds__(256) cedar_mosaic_cl9_a(const float4* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ scale) { quantise_row<true>(x, q, scale); }
__global__ void __launch_bounds__(256) cedar_mosaic_cl9_b(const float4* __restrict__ x, uint32_t* __restrict__ q, float* __restrict__ scale) { quantise_row<false>(x, q, scale); }
static void reg11(Cases& cases) {
    int rows = 16384; size_t n = (size_t)rows * 8192;
    float4* x = (float4*)filled<float>(n, 111); uint8_t* q = empty<uint8_t>(n); float* s = empty<float>(rows);
    cases.push_back({"cedar_mosaic_cl9_a", [=] { cedar_mosaic_cl9_a<<<rows, 256>>>(x, (uint32_t*)q, s); }, q, n, Output::u8});
    cases.push_back({"cedar_mosaic_cl9_b", [=] { cedar_mosaic_cl9_b<<<rows, 256>>>(x, (uint32_t*)q, s); }, q, n, Output::u8});
}
static Work w11(reg11);

// ---- new keys into a paged cache: [token][head][128] half to [page][head][slot][128]
__global__ void __launch_bounds__(256) lilac_turbine_cl9_a(const uint4* __restrict__ k, const int* __restrict__ pages, uint4* __restrict__ cache, int n, int heads, int vecs, int slots) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int v = i % vecs, h = i / vecs % heads, t = i / (vecs * heads), slot = t % slots, page = pages[t / slots];
    cache[(((size_t)page * heads + h) * slots + slot) * vecs + v] = k[i];
}
__global__ void __launch_bounds__(256) lilac_turbine_cl9_b(const uint4* __restrict__ k, const int* __restrict__ pages, uint4* __restrict__ cache, int n, int lheads, int lvecs, int lslots) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int v = i & ((1 << lvecs) - 1), h = i >> lvecs & ((1 << lheads) - 1), t = i >> (lvecs + lheads), slot = t & ((1 << lslots) - 1), page = pages[t >> lslots];
    cache[((((((size_t)page << lheads) + h) << lslots) + slot) << lvecs) + v] = k[i];
}
static void reg12(Cases& cases) {
    int n = 1 << 24, np = n / (16 * 8 * 16);
    std::vector<int> perm(np);
    for (int i = 0; i < np; ++i) perm[i] = (int)(((long long)i * 2731 + 77) % np);
    uint4* k = (uint4*)filled<__half>((size_t)n * 8, 121); __half* c = empty<__half>((size_t)n * 8); int* pages = uploaded(perm);
    cases.push_back({"lilac_turbine_cl9_a", [=] { lilac_turbine_cl9_a<<<n / 256, 256>>>(k, pages, (uint4*)c, n, 8, 16, 16); }, c, (size_t)n * 8, Output::f16});
    cases.push_back({"lilac_turbine_cl9_b", [=] { lilac_turbine_cl9_b<<<n / 256, 256>>>(k, pages, (uint4*)c, n, 3, 4, 4); }, c, (size_t)n * 8, Output::f16});
}
static Work w12(reg12);

// ---- backward of a gated unit (silu(g) * u), bf16 in, half out
__global__ void __launch_bounds__(256) russet_comet_cl9_a(const uint4* __restrict__ g, const uint4* __restrict__ u, const uint4* __restrict__ dy, uint4* __restrict__ dg, uint4* __restrict__ du, int n8) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n8) return;
    uint4 G = __ldcs(g + i), U = __ldcs(u + i), D = __ldcs(dy + i);
    uint32_t gw[4] = {G.x, G.y, G.z, G.w}, uw[4] = {U.x, U.y, U.z, U.w}, dw[4] = {D.x, D.y, D.z, D.w}, a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float g0 = lo_bf(gw[k]), g1 = hi_bf(gw[k]), s0 = sigm(g0), s1 = sigm(g1), d0 = lo_bf(dw[k]), d1 = hi_bf(dw[k]);
        b[k] = pack_h2(d0 * g0 * s0, d1 * g1 * s1);
        a[k] = pack_h2(d0 * lo_bf(uw[k]) * s0 * (1.f + g0 * (1.f - s0)), d1 * hi_bf(uw[k]) * s1 * (1.f + g1 * (1.f - s1)));
    }
    __stcs(dg + i, make_uint4(a[0], a[1], a[2], a[3])); __stcs(du + i, make_uint4(b[0], b[1], b[2], b[3]));
}
static void reg13(Cases& cases) {
    int n = 1 << 26;
    uint4 *g = (uint4*)filled<__nv_bfloat16>(n, 131), *u = (uint4*)filled<__nv_bfloat16>(n, 132), *dy = (uint4*)filled<__nv_bfloat16>(n, 133);
    __half *dg = empty<__half>(n), *du = empty<__half>(n);
    cases.push_back({"russet_comet_cl9_a", [=] { russet_comet_cl9_a<<<n / 2048, 256>>>(g, u, dy, (uint4*)dg, (uint4*)du, n / 8); }, dg, (size_t)n, Output::f16});
}
static Work w13(reg13);

// ---- n-gram features: sums of 32 rows of 256 floats from a table that stays in L2, one warp a bag
__global__ void __launch_bounds__(256) onyx_pasture_cl9_a(const int* __restrict__ id, const float4* __restrict__ table, float4* __restrict__ out, int bags) {
    int bag = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (bag >= bags) return;
    int r = id[(size_t)bag * 32 + lane];
    float4 s = make_float4(0, 0, 0, 0), t = s;
#pragma unroll 1
    for (int k = 0; k < 32; k += 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float4* p = table + (size_t)__shfl_sync(~0u, r, k + j) * 64 + lane;
            a[j] = p[0]; b[j] = p[32];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            s.x += a[j].x; s.y += a[j].y; s.z += a[j].z; s.w += a[j].w;
            t.x += b[j].x; t.y += b[j].y; t.z += b[j].z; t.w += b[j].w;
        }
    }
    out[(size_t)bag * 64 + lane] = s; out[(size_t)bag * 64 + 32 + lane] = t;
}
static void reg14(Cases& cases) {
    int bags = 32768, rows = 8192;
    int* id = indices((size_t)bags * 32, rows, 141); float4* table = (float4*)filled<float>((size_t)rows * 256, 142);
    float* out = empty<float>((size_t)bags * 256);
    cases.push_back({"onyx_pasture_cl9_a", [=] { onyx_pasture_cl9_a<<<bags / 8, 256>>>(id, table, (float4*)out, bags); }, out, (size_t)bags * 256, Output::f32});
}
static Work w14(reg14);

// ---- cross-entropy of bf16 logits, rows of 32768, in one pass with a running maximum
__global__ void __launch_bounds__(256, 4) granite_wisp_cl9_a(const uint4* __restrict__ x, const int* __restrict__ label, float* __restrict__ loss) {
    __shared__ float sm_m[8], sm_s[8];
    const int t = threadIdx.x; const uint4* row = x + (size_t)blockIdx.x * 4096;
    const float L2E = 1.4426950408889634f;
    float m = -1e30f, s = 0.f;
#pragma unroll 2
    for (int c = 0; c < 4096; c += 1024) {
        uint4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = __ldcs(row + c + k * 256 + t);
        float mn = m;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            mn = fmaxf(mn, fmaxf(fmaxf(fmaxf(lo_bf(v[k].x), hi_bf(v[k].x)), fmaxf(lo_bf(v[k].y), hi_bf(v[k].y))), fmaxf(fmaxf(lo_bf(v[k].z), hi_bf(v[k].z)), fmaxf(lo_bf(v[k].w), hi_bf(v[k].w)))));
        }
        const float off = -mn * L2E;
        s *= exp2f(fmaf(m, L2E, off)); m = mn;
        float p = 0.f, q = 0.f;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t w[4] = {v[k].x, v[k].y, v[k].z, v[k].w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float e, f;
                asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(fmaf(lo_bf(w[j]), L2E, off)));
                asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(fmaf(hi_bf(w[j]), L2E, off)));
                p += e; q += f;
            }
        }
        s += p + q;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        float mo = __shfl_xor_sync(~0u, m, o), so = __shfl_xor_sync(~0u, s, o), mn = fmaxf(m, mo);
        s = s * exp2f((m - mn) * L2E) + so * exp2f((mo - mn) * L2E); m = mn;
    }
    if ((t & 31) == 0) { sm_m[t >> 5] = m; sm_s[t >> 5] = s; }
    __syncthreads();
    if (t == 0) {
        float M = sm_m[0], S = 0.f;
        for (int k = 1; k < 8; ++k) M = fmaxf(M, sm_m[k]);
        for (int k = 0; k < 8; ++k) S += sm_s[k] * exp2f((sm_m[k] - M) * L2E);
        const int y = label[blockIdx.x];
        const uint16_t b = reinterpret_cast<const uint16_t*>(row)[y];
        loss[blockIdx.x] = M + logf(S) - __uint_as_float((uint32_t)b << 16);
    }
}
static void reg15(Cases& cases) {
    int rows = 8192;
    uint4* x = (uint4*)filled<__nv_bfloat16>((size_t)rows * 32768, 151); int* label = indices(rows, 32768, 152); float* loss = empty<float>(rows);
    cases.push_back({"granite_wisp_cl9_a", [=] { granite_wisp_cl9_a<<<rows, 256>>>(x, label, loss); }, loss, (size_t)rows, Output::f32});
}
static Work w15(reg15);
