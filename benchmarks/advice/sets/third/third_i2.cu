// Per-token and per-sample arithmetic: registers, local storage, special functions, control flow.
#include "harness.cuh"
#include <cuda_fp16.h>

// ---------------------------------------------------------------- small two-layer tower, one sample a thread (24 -> 64 -> 1)
constexpr int TW_IN = 24, TW_HID = 64;
__device__ __forceinline__ void tower(const float* __restrict__ x, const float* __restrict__ w1, const float* __restrict__ w2, float* __restrict__ out, int n) {
    __shared__ float4 sw[TW_IN * TW_HID / 4];
    for (int i = threadIdx.x; i < TW_IN * TW_HID / 4; i += blockDim.x) sw[i] = reinterpret_cast<const float4*>(w1)[i];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float acc[TW_HID];
#pragma unroll
    for (int j = 0; j < TW_HID; ++j) acc[j] = 0.01f;
#pragma unroll 1
    for (int k = 0; k < TW_IN; ++k) {
        float v = x[(size_t)k * n + t];
#pragma unroll
        for (int j = 0; j < TW_HID / 4; ++j) {
            float4 w = sw[k * (TW_HID / 4) + j];
            acc[4 * j] = fmaf(v, w.x, acc[4 * j]); acc[4 * j + 1] = fmaf(v, w.y, acc[4 * j + 1]);
            acc[4 * j + 2] = fmaf(v, w.z, acc[4 * j + 2]); acc[4 * j + 3] = fmaf(v, w.w, acc[4 * j + 3]);
        }
    }
    float s = 0.f;
#pragma unroll
    for (int j = 0; j < TW_HID; ++j) s = fmaf(fmaxf(acc[j], 0.f), __ldg(w2 + j), s);
    out[t] = s;
}
__global__ void __launch_bounds__(256, 8) bid_tower_a(const float* x, const float* w1, const float* w2, float* out, int n) { tower(x, w1, w2, out, n); }
__global__ void __launch_bounds__(256, 2) bid_tower_b(const float* x, const float* w1, const float* w2, float* out, int n) { tower(x, w1, w2, out, n); }

// ---------------------------------------------------------------- affinity of a user to 16 segments from 48 clicks; strongest segment out
__global__ void __launch_bounds__(128) segment_affinity_a(const unsigned* __restrict__ clicks, float* __restrict__ best, int users, int length) {
    int u = blockIdx.x * 128 + threadIdx.x;
    if (u >= users) return;
    float acc[16];
    for (int s = 0; s < 16; ++s) acc[s] = 0.f;
    float decay = 1.f;
#pragma unroll 4
    for (int j = 0; j < length; ++j) {
        unsigned c = clicks[(size_t)j * users + u];
        acc[c & 15] += decay * (float)(c >> 20);
        decay *= 0.97f;
    }
    float top = acc[0], sum = acc[0];
    for (int s = 1; s < 16; ++s) { top = fmaxf(top, acc[s]); sum += acc[s]; }
    best[u] = top / (sum + 1.f);
}
__global__ void __launch_bounds__(128) segment_affinity_b(const unsigned* __restrict__ clicks, float* __restrict__ best, int users, int length) {
    __shared__ float table[16][128];
    int u = blockIdx.x * 128 + threadIdx.x;
    if (u >= users) return;
    float* acc = &table[0][threadIdx.x];
    for (int s = 0; s < 16; ++s) acc[s * 128] = 0.f;
    float decay = 1.f;
#pragma unroll 4
    for (int j = 0; j < length; ++j) {
        unsigned c = clicks[(size_t)j * users + u];
        acc[(c & 15) * 128] += decay * (float)(c >> 20);
        decay *= 0.97f;
    }
    float top = acc[0], sum = acc[0];
    for (int s = 1; s < 16; ++s) { top = fmaxf(top, acc[s * 128]); sum += acc[s * 128]; }
    best[u] = top / (sum + 1.f);
}

// ---------------------------------------------------------------- beam search: log probabilities of a row kept in shared memory
__device__ __forceinline__ float block4(float v, float* part, bool maximum) {
#pragma unroll
    for (int d = 16; d; d >>= 1) { float o = __shfl_xor_sync(~0u, v, d); v = maximum ? fmaxf(v, o) : v + o; }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = maximum ? fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3])) : part[0] + part[1] + part[2] + part[3];
    return v;
}
__device__ __forceinline__ void beam_row(const float* __restrict__ logits, float* __restrict__ out, int len, const float* __restrict__ penalty) {
    extern __shared__ float row[];
    __shared__ float pm[4], ps[4];
    const float* p = logits + (size_t)blockIdx.x * len;
    float m = -3e38f, back = penalty[blockIdx.x & 1023];
#pragma unroll 4
    for (int i = threadIdx.x; i < len; i += 128) { float v = p[i]; row[i] = v; m = fmaxf(m, v); }
    m = block4(m, pm, true);
    float s = 0.f;
#pragma unroll 4
    for (int i = threadIdx.x; i < len; i += 128) s += __expf(row[i] - m);
    s = block4(s, ps, false);
    float c = m + __logf(s) - back;
#pragma unroll 4
    for (int i = threadIdx.x; i < len; i += 128) out[(size_t)blockIdx.x * len + i] = row[i] - c;
}
__global__ void __launch_bounds__(128) beam_logprob_a(const float* l, float* o, int len, const float* pen) { beam_row(l, o, len, pen); }
__global__ void __launch_bounds__(128) beam_logprob_b(const float* l, float* o, int len, const float* pen) { beam_row(l, o, len, pen); }

// ---------------------------------------------------------------- GELU with a rational erf, half in and out
__global__ void __launch_bounds__(256) erf_unit_a(const uint4* __restrict__ x, uint4* __restrict__ y, int n8) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n8) return;
    uint4 q = x[i];
    __half* h = reinterpret_cast<__half*>(&q);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float v = __half2float(h[j]), z = fabsf(v) * 0.70710678f;
        float t = 1.0 / (1.0 + 0.3275911 * z);
        float poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
        float e = 1.0 - poly * __expf(-z * z);
        h[j] = __float2half(0.5 * v * (1.0 + copysignf(e, v)));
    }
    y[i] = q;
}
__global__ void __launch_bounds__(256) erf_unit_b(const uint4* __restrict__ x, uint4* __restrict__ y, int n8) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n8) return;
    uint4 q = x[i];
    __half* h = reinterpret_cast<__half*>(&q);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float v = __half2float(h[j]), z = fabsf(v) * 0.70710678f;
        float t = 1.0f / (1.0f + 0.3275911f * z);
        float poly = t * (0.254829592f + t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
        float e = 1.0f - poly * __expf(-z * z);
        h[j] = __float2half(0.5f * v * (1.0f + copysignf(e, v)));
    }
    y[i] = q;
}

// ---------------------------------------------------------------- additive attention: score[q][k] = sum_d v[d] tanh(Q[q][d] + K[k][d])
constexpr int AD_D = 128;
__device__ __forceinline__ float tanh_by_exp(float x) { return 1.f - __fdividef(2.f, 1.f + __expf(2.f * x)); }
__device__ __forceinline__ float tanh_unit(float x) { float r; asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }
template <bool HW>
__device__ __forceinline__ void additive(const float* __restrict__ Q, const float* __restrict__ Kt, const float* __restrict__ v, float* __restrict__ out, int keys) {
    __shared__ float sq[8][AD_D], sv[AD_D];                  // a block: 8 queries x 128 keys; Kt is [d][key]
    for (int i = threadIdx.x; i < 8 * AD_D; i += 128) (&sq[0][0])[i] = Q[(size_t)blockIdx.y * 8 * AD_D + i];
    sv[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    int k = blockIdx.x * 128 + threadIdx.x;
    float acc[8] = {};
#pragma unroll 2
    for (int d = 0; d < AD_D; ++d) {
        float kv = Kt[(size_t)d * keys + k], vv = sv[d];
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[j] = fmaf(vv, HW ? tanh_unit(sq[j][d] + kv) : tanh_by_exp(sq[j][d] + kv), acc[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) out[((size_t)blockIdx.y * 8 + j) * keys + k] = acc[j];
}
__global__ void __launch_bounds__(128) additive_score_a(const float* Q, const float* Kt, const float* v, float* out, int keys) { additive<false>(Q, Kt, v, out, keys); }
__global__ void __launch_bounds__(128) additive_score_b(const float* Q, const float* Kt, const float* v, float* out, int keys) { additive<true>(Q, Kt, v, out, keys); }

// ---------------------------------------------------------------- unfold of 3x3 windows (zero border) with runtime shape
struct Window { int C, H, W, KH, KW; };
struct Divider { unsigned mul, shift; int by; };
static Divider divider(int d) {
    unsigned s = 0; while ((1u << s) < (unsigned)d) ++s;
    return {(unsigned)(((1ull << 32) * ((1ull << s) - d)) / d + 1), s, d};
}
__device__ __forceinline__ int divide(int n, Divider d) { return (int)((__umulhi(n, d.mul) + (unsigned)n) >> d.shift); }
__device__ __forceinline__ float pick(const float* __restrict__ in, const Window& w, int b, int c, int ky, int kx, int y, int x) {
    int iy = y + ky - 1, ix = x + kx - 1;
    return ((unsigned)iy < (unsigned)w.H && (unsigned)ix < (unsigned)w.W) ? __ldg(in + ((b * w.C + c) * w.H + iy) * w.W + ix) : 0.f;
}
__global__ void __launch_bounds__(192) unfold_window_a(const float* __restrict__ in, float* __restrict__ out, Window w, int total) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= total) return;
    int x = i % w.W, r = i / w.W;
    int y = r % w.H; r /= w.H;
    int kx = r % w.KW; r /= w.KW;
    int ky = r % w.KH; r /= w.KH;
    int c = r % w.C, b = r / w.C;
    out[i] = pick(in, w, b, c, ky, kx, y, x);
}
__global__ void __launch_bounds__(192) unfold_window_b(const float* __restrict__ in, float* __restrict__ out, Window w, Divider dW, Divider dH, Divider dKW, Divider dKH, Divider dC, int total) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= total) return;
    int r = divide(i, dW), x = i - r * dW.by, q;
    q = divide(r, dH); int y = r - q * dH.by; r = q;
    q = divide(r, dKW); int kx = r - q * dKW.by; r = q;
    q = divide(r, dKH); int ky = r - q * dKH.by; r = q;
    int b = divide(r, dC), c = r - b * dC.by;
    out[i] = pick(in, w, b, c, ky, kx, y, x);
}

// ---------------------------------------------------------------- roll-out of diagonal state-space channels over one long drive signal
constexpr int ROLL_T = 32768;
__device__ __forceinline__ void stage_drive(const float* __restrict__ u, float4* s) {
    for (int i = threadIdx.x; i < ROLL_T / 4; i += blockDim.x) s[i] = reinterpret_cast<const float4*>(u)[i];
    __syncthreads();
}
__global__ void __launch_bounds__(128) state_rollout_a(const float* __restrict__ u, const float* __restrict__ pole, float* __restrict__ h) {
    extern __shared__ float4 drive[];
    stage_drive(u, drive);
    int c = blockIdx.x * 128 + threadIdx.x;
    float a = 1.f - 0.002f * fabsf(pole[c]), s = 0.f;
#pragma unroll 8
    for (int t = 0; t < ROLL_T / 4; ++t) {
        float4 d = drive[t];
        s = fmaf(a, s, d.x); s = fmaf(a, s, d.y); s = fmaf(a, s, d.z); s = fmaf(a, s, d.w);
    }
    h[c] = s;
}
__global__ void __launch_bounds__(128) state_rollout_b(const float* __restrict__ u, const float* __restrict__ pole, float* __restrict__ h) {
    extern __shared__ float4 drive[];
    stage_drive(u, drive);
    int c = blockIdx.x * 128 + threadIdx.x;
    float a = 1.f - 0.002f * fabsf(pole[c]), a2 = a * a, a4 = a2 * a2;
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll 8
    for (int t = 0; t < ROLL_T / 4; ++t) {
        float4 d = drive[t];
        s.x = fmaf(a4, s.x, d.x); s.y = fmaf(a4, s.y, d.y); s.z = fmaf(a4, s.z, d.z); s.w = fmaf(a4, s.w, d.w);
    }
    h[c] = fmaf(a, fmaf(a, fmaf(a, s.x, s.y), s.z), s.w);
}

// ---------------------------------------------------------------- nodes of evolved networks, each with its own activation kind
__device__ __forceinline__ float node_value(int kind, float x, int terms) {
    float r = 0.f;
    switch (kind) {
        case 0: { float c = 1.f, d = x; for (int i = 0; i < terms; ++i) { float e = fmaf(2.f * x, d, -c); c = d; d = e; r = fmaf(0.03f, e, r); } return r; }
        case 1: { float p = 0.7f; for (int i = 0; i < terms; ++i) p = fmaf(p, 1.9f * x * (1.f - p), 0.05f); return p; }
        case 2: { float y = 1.f + 0.25f * x, k = 1.f + x * x; for (int i = 0; i < terms; ++i) { y = y * fmaf(-0.5f * k * y, y, 1.5f); r += y * 0.02f; } return r; }
        case 3: { float s = 0.1f, v = 0.f; for (int i = 0; i < terms; ++i) { v = fmaf(-0.1f, s, v * 0.98f) + 0.01f * x; s = fmaf(0.1f, v, s); } return s; }
        case 4: { float g = x; for (int i = 0; i < terms; ++i) { g = fmaf(g * g, -0.5f, 0.9f * x); r = fmaxf(r, g) + 0.001f * g; } return r; }
        default: { float u = x, w = 0.f; for (int i = 0; i < terms; ++i) { w = fmaf(u, 0.31f, w * 0.6f); u = fminf(fmaf(w, x, 0.2f), 1.5f); } return u - w; }
    }
}
__global__ void __launch_bounds__(256) evolved_nodes_a(const uint8_t* __restrict__ kind, const float* __restrict__ x, float* __restrict__ y, int n, int terms) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) y[i] = node_value(kind[i], x[i], terms);
}
__global__ void __launch_bounds__(256) evolved_nodes_b(const uint8_t* __restrict__ kind, const float* __restrict__ x, float* __restrict__ y, int n, int terms) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) y[i] = node_value(kind[i], x[i], terms);
}

// ---------------------------------------------------------------- advantage statistics of a row of 1024 returns: peak, partition sum, mean under it
__device__ __forceinline__ float tree(float v, float* s, bool maximum) {
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] = maximum ? fmaxf(s[threadIdx.x], s[threadIdx.x + d]) : s[threadIdx.x] + s[threadIdx.x + d];
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}
__device__ __forceinline__ float shuffled(float v, float* s, bool maximum) {
#pragma unroll
    for (int d = 16; d; d >>= 1) { float o = __shfl_xor_sync(~0u, v, d); v = maximum ? fmaxf(v, o) : v + o; }
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = s[threadIdx.x & 31];
#pragma unroll
    for (int d = 16; d; d >>= 1) { float o = __shfl_xor_sync(~0u, v, d); v = maximum ? fmaxf(v, o) : v + o; }
    __syncthreads();
    return v;
}
__global__ void __launch_bounds__(1024) advantage_rows_a(const float* __restrict__ x, float* __restrict__ out, float temperature) {
    __shared__ float s[1024];
    float v = x[(size_t)blockIdx.x * 1024 + threadIdx.x];
    float m = tree(v, s, true), w = __expf((v - m) * temperature);
    float z = tree(w, s, false), a = tree(w * v, s, false);
    if (threadIdx.x == 0) out[blockIdx.x] = m - a / z;
}
__global__ void __launch_bounds__(1024) advantage_rows_b(const float* __restrict__ x, float* __restrict__ out, float temperature) {
    __shared__ float s[32];
    float v = x[(size_t)blockIdx.x * 1024 + threadIdx.x];
    float m = shuffled(v, s, true), w = __expf((v - m) * temperature);
    float z = shuffled(w, s, false), a = shuffled(w * v, s, false);
    if (threadIdx.x == 0) out[blockIdx.x] = m - a / z;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cs;
    const size_t BIG = 50331648;
    float* pool = filled<float>(BIG, 13);
    float* outp = empty<float>(BIG);
    {
        const int n = 1500000;
        float *w1 = filled<float>(TW_IN * TW_HID, 41), *w2 = filled<float>(TW_HID, 42);
        cs.push_back({"bid_tower_a", [=] { bid_tower_a<<<(n + 255) / 256, 256>>>(pool, w1, w2, outp, n); }, outp, (size_t)n});
        cs.push_back({"bid_tower_b", [=] { bid_tower_b<<<(n + 255) / 256, 256>>>(pool, w1, w2, outp, n); }, outp, (size_t)n});
    }
    {
        const int users = 700000, len = 48;
        unsigned* clicks = reinterpret_cast<unsigned*>(indices((size_t)users * len, 0xfffffff1u, 51));
        cs.push_back({"segment_affinity_a", [=] { segment_affinity_a<<<(users + 127) / 128, 128>>>(clicks, outp, users, len); }, outp, (size_t)users});
        cs.push_back({"segment_affinity_b", [=] { segment_affinity_b<<<(users + 127) / 128, 128>>>(clicks, outp, users, len); }, outp, (size_t)users});
    }
    {
        const int rows = 20000, len = 2048, longest = 24576;
        float* pen = filled<float>(1024, 5);
        CHECK(cudaFuncSetAttribute(beam_logprob_a, cudaFuncAttributeMaxDynamicSharedMemorySize, longest * 4));
        cs.push_back({"beam_logprob_a", [=] { beam_logprob_a<<<rows, 128, longest * 4>>>(pool, outp, len, pen); }, outp, (size_t)rows * len});
        cs.push_back({"beam_logprob_b", [=] { beam_logprob_b<<<rows, 128, len * 4>>>(pool, outp, len, pen); }, outp, (size_t)rows * len});
    }
    {
        const int n = 48000000;
        __half* x = filled<__half>(n, 61);
        cs.push_back({"erf_unit_a", [=] { erf_unit_a<<<(n / 8 + 255) / 256, 256>>>((const uint4*)x, (uint4*)outp, n / 8); }, outp, (size_t)n, Output::f16});
        cs.push_back({"erf_unit_b", [=] { erf_unit_b<<<(n / 8 + 255) / 256, 256>>>((const uint4*)x, (uint4*)outp, n / 8); }, outp, (size_t)n, Output::f16});
    }
    {
        const int q = 1280, k = 3072;
        float *Q = filled<float>(q * AD_D, 71), *K = filled<float>(k * AD_D, 72), *v = filled<float>(AD_D, 73);
        dim3 g(k / 128, q / 8);
        cs.push_back({"additive_score_a", [=] { additive_score_a<<<g, 128>>>(Q, K, v, outp, k); }, outp, (size_t)q * k});
        cs.push_back({"additive_score_b", [=] { additive_score_b<<<g, 128>>>(Q, K, v, outp, k); }, outp, (size_t)q * k});
    }
    {
        Window w{30, 90, 110, 3, 3};
        const int total = 16 * 30 * 9 * 90 * 110;            // 16 images
        Divider dW = divider(w.W), dH = divider(w.H), dKW = divider(w.KW), dKH = divider(w.KH), dC = divider(w.C);
        cs.push_back({"unfold_window_a", [=] { unfold_window_a<<<(total + 191) / 192, 192>>>(pool, outp, w, total); }, outp, (size_t)total});
        cs.push_back({"unfold_window_b", [=] { unfold_window_b<<<(total + 191) / 192, 192>>>(pool, outp, w, dW, dH, dKW, dKH, dC, total); }, outp, (size_t)total});
    }
    {
        const int blocks = 132, n = blocks * 128;
        CHECK(cudaFuncSetAttribute(state_rollout_a, cudaFuncAttributeMaxDynamicSharedMemorySize, ROLL_T * 4));
        CHECK(cudaFuncSetAttribute(state_rollout_b, cudaFuncAttributeMaxDynamicSharedMemorySize, ROLL_T * 4));
        cs.push_back({"state_rollout_a", [=] { state_rollout_a<<<blocks, 128, ROLL_T * 4>>>(pool, pool + 100000, outp); }, outp, (size_t)n});
        cs.push_back({"state_rollout_b", [=] { state_rollout_b<<<blocks, 128, ROLL_T * 4>>>(pool, pool + 100000, outp); }, outp, (size_t)n});
    }
    {
        const int n = 3000000, terms = 40;
        std::vector<uint8_t> ka(n), kb(n); std::vector<float> xa(n), xb(n);
        size_t at[7] = {};
        for (int i = 0; i < n; ++i) { ka[i] = hash32(i + 17) % 6; xa[i] = unit(i * 2654435761u); ++at[ka[i] + 1]; }
        for (int k = 0; k < 6; ++k) at[k + 1] += at[k];
        for (int i = 0; i < n; ++i) { size_t p = at[ka[i]]++; kb[p] = ka[i]; xb[p] = xa[i]; }
        uint8_t *dka = uploaded(ka), *dkb = uploaded(kb);
        float *dxa = uploaded(xa), *dxb = uploaded(xb);
        cs.push_back({"evolved_nodes_a", [=] { evolved_nodes_a<<<132 * 8, 256>>>(dka, dxa, outp, n, terms); }, outp, (size_t)n});
        cs.push_back({"evolved_nodes_b", [=] { evolved_nodes_b<<<132 * 8, 256>>>(dkb, dxb, outp, n, terms); }, outp, (size_t)n});
    }
    {
        const int rows = 40000;
        cs.push_back({"advantage_rows_a", [=] { advantage_rows_a<<<rows, 1024>>>(pool, outp, 3.f); }, outp, (size_t)rows});
        cs.push_back({"advantage_rows_b", [=] { advantage_rows_b<<<rows, 1024>>>(pool, outp, 3.f); }, outp, (size_t)rows});
    }
    return run(argc, argv, cs);
}
