// Arithmetic and sequences of launches, second half.
#include "harness.cuh"
#include <cuComplex.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// ---------------------------------------------------------------- ferry_legs: great-circle lengths of route legs, degrees in single precision
__global__ void harness_legs(float4* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = make_float4(85 * harness::unit(i * 4), 179 * harness::unit(i * 4 + 1), 85 * harness::unit(i * 4 + 2), 179 * harness::unit(i * 4 + 3));
}
__global__ void __launch_bounds__(256) ferry_legs_q4_a(const float4* __restrict__ leg, float* __restrict__ km, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = leg[i];
        const double rad = 3.14159265358979 / 180.0;
        float sa = sin((p.z - p.x) * rad * 0.5);
        float so = sin((p.w - p.y) * rad * 0.5);
        float c1 = cos(p.x * rad), c2 = cos(p.z * rad);
        float h = sa * sa + c1 * c2 * so * so;
        km[i] = 2.0 * 6371.0088 * asin(sqrt(h > 1.0f ? 1.0 : h));
    }
}
__global__ void __launch_bounds__(256) ferry_legs_q4_b(const float4* __restrict__ leg, float* __restrict__ km, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = leg[i];
        const float half_turns = 1.0f / 180.0f;
        float sa = sinpif((p.z - p.x) * half_turns * 0.5f);
        float so = sinpif((p.w - p.y) * half_turns * 0.5f);
        float c1 = cospif(p.x * half_turns), c2 = cospif(p.z * half_turns);
        float h = sa * sa + c1 * c2 * so * so;
        km[i] = 2.0f * 6371.0088f * asinf(sqrtf(fminf(1.0f, h)));
    }
}

// ---------------------------------------------------------------- array_field: near field of an antenna array on a plane
constexpr int DIPOLES = 512, PLANE_W = 1024, PLANE_H = 512;
__global__ void harness_dipoles(float4* d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = make_float4(harness::unit(i * 4), harness::unit(i * 4 + 1), 0.1f * harness::unit(i * 4 + 2), 1.1f + harness::unit(i * 4 + 3));
}
template <bool INTRINSIC>
__device__ __forceinline__ void array_body(const float4* dipole, float2* out, float wave) {
    __shared__ float4 tile[DIPOLES];
    int t = threadIdx.y * 32 + threadIdx.x;
    tile[t] = dipole[t];
    tile[t + 256] = dipole[t + 256];
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float px = (x - 512) * (1.0f / 256.0f), py = (y - 256) * (1.0f / 256.0f), pz = 1.5f, re = 0, im = 0;
#pragma unroll 2
    for (int k = 0; k < DIPOLES; ++k) {
        float4 d = tile[k];
        float dx = px - d.x, dy = py - d.y, dz = pz - d.z;
        float d2 = dx * dx + dy * dy + dz * dz, s, c;
        if (INTRINSIC) {
            float inv = rsqrtf(d2), phase = wave * (d2 * inv);
            float turns = fmaf(phase, 0.15915494f, 12582912.0f) - 12582912.0f;   // rounds to whole turns
            phase = fmaf(turns, -6.2831855f, phase);
            phase = fmaf(turns, 1.7484555e-7f, phase);
            __sincosf(phase, &s, &c);
            float a = d.w * inv;
            re = fmaf(a, c, re);
            im = fmaf(a, s, im);
        } else {
            float r = sqrtf(d2);
            float phase = wave * r;
            float a = d.w / r;
            re += a * cosf(phase);
            im += a * sinf(phase);
        }
    }
    out[y * PLANE_W + x] = make_float2(re, im);
}
__global__ void __launch_bounds__(256) array_field_q4_a(const float4* __restrict__ dipole, float2* __restrict__ out, float wave) { array_body<false>(dipole, out, wave); }
__global__ void __launch_bounds__(256) array_field_q4_b(const float4* __restrict__ dipole, float2* __restrict__ out, float wave) { array_body<true>(dipole, out, wave); }

// ---------------------------------------------------------------- kmer_print: Rabin fingerprints of all windows of 32 bases
constexpr int K = 32, GENOME = 6 << 20;
__global__ void harness_bases(uint8_t* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = "ACGT"[harness::hash32(i) & 3];
}
__global__ void __launch_bounds__(256) kmer_print_q4_a(const uint8_t* __restrict__ bases, int* __restrict__ out, unsigned long long base, unsigned long long prime) {
    __shared__ uint8_t tile[256 + K];
    int first = blockIdx.x * 256;
    tile[threadIdx.x] = bases[first + threadIdx.x];
    if (threadIdx.x < K) tile[256 + threadIdx.x] = bases[first + 256 + threadIdx.x];
    __syncthreads();
    unsigned long long h = 0;
#pragma unroll 4
    for (int j = 0; j < K; ++j) h = (h * base + tile[threadIdx.x + j]) % prime;
    out[first + threadIdx.x] = (int)h;
}
__global__ void __launch_bounds__(256) kmer_print_q4_b(const uint8_t* __restrict__ bases, int* __restrict__ out, unsigned base) {   // the prime is 2^31 - 1
    __shared__ uint8_t tile[256 + K];
    int first = blockIdx.x * 256;
    tile[threadIdx.x] = bases[first + threadIdx.x];
    if (threadIdx.x < K) tile[256 + threadIdx.x] = bases[first + 256 + threadIdx.x];
    __syncthreads();
    const unsigned prime = 0x7fffffffu;
    unsigned h = 0;
#pragma unroll 4
    for (int j = 0; j < K; ++j) {
        unsigned long long v = (unsigned long long)h * base + tile[threadIdx.x + j];
        unsigned r = ((unsigned)v & prime) + (unsigned)(v >> 31);
        h = min(r, r - prime);
    }
    out[first + threadIdx.x] = (int)h;
}

// ---------------------------------------------------------------- filter_bode: power response of many filters with 64 complex taps
constexpr int TAPS = 64, FILTERS = 1024, BINS = 8192;
__global__ void __launch_bounds__(256) filter_bode_q4_a(const float4* __restrict__ taps, const float2* __restrict__ z, float* __restrict__ power) {
    __shared__ float4 h[TAPS / 2];
    if (threadIdx.x < TAPS / 2) h[threadIdx.x] = taps[blockIdx.y * (TAPS / 2) + threadIdx.x];
    __syncthreads();
    int first = blockIdx.x * 1024 + threadIdx.x;
    cuFloatComplex w[4], s[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { w[k] = z[first + 256 * k]; s[k] = make_cuFloatComplex(0, 0); }
#pragma unroll 8
    for (int t = 0; t < TAPS / 2; ++t) {
        float4 two = h[t];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            s[k] = cuCaddf(cuCmulf(s[k], w[k]), make_cuFloatComplex(two.x, two.y));
            s[k] = cuCaddf(cuCmulf(s[k], w[k]), make_cuFloatComplex(two.z, two.w));
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) power[blockIdx.y * BINS + first + 256 * k] = s[k].x * s[k].x + s[k].y * s[k].y;
}
__global__ void __launch_bounds__(256) filter_bode_q4_b(const float4* __restrict__ taps, const float2* __restrict__ z, float* __restrict__ power) {
    __shared__ float4 h[TAPS / 2];
    if (threadIdx.x < TAPS / 2) h[threadIdx.x] = taps[blockIdx.y * (TAPS / 2) + threadIdx.x];
    __syncthreads();
    int first = blockIdx.x * 1024 + threadIdx.x;
    cuFloatComplex w[4], s[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { w[k] = z[first + 256 * k]; s[k] = make_cuFloatComplex(0, 0); }
#pragma unroll 8
    for (int t = 0; t < TAPS / 2; ++t) {
        float4 two = h[t];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            s[k] = cuCfmaf(s[k], w[k], make_cuFloatComplex(two.x, two.y));
            s[k] = cuCfmaf(s[k], w[k], make_cuFloatComplex(two.z, two.w));
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) power[blockIdx.y * BINS + first + 256 * k] = s[k].x * s[k].x + s[k].y * s[k].y;
}

// ---------------------------------------------------------------- glove_rnn: recurrent gesture recogniser, weights held in registers, one recording a block
constexpr int HID = 128, FRAMES = 200, RECORDINGS = 132;
__device__ __forceinline__ float fast_tanh(float x) { float y; asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
template <int SUMS>
__device__ __forceinline__ void rnn_body(const float* weight, const float4* input_weight, const float4* sensor, float* out) {
    __shared__ float4 state[2][HID / 4];
    int i = threadIdx.x;
    float w[HID];
#pragma unroll
    for (int j = 0; j < HID; ++j) w[j] = 0.12f * weight[j * HID + i];
    float4 u = input_weight[i];
    reinterpret_cast<float*>(state[0])[i] = 0.0f;
    const float4* x = sensor + blockIdx.x * FRAMES;
    float* o = out + (size_t)blockIdx.x * FRAMES * HID + i;
    float4 now = x[0];
    __syncthreads();
#pragma unroll 1
    for (int t = 0; t < FRAMES; ++t) {
        float4 next = x[t + 1 < FRAMES ? t + 1 : t];
        float sum[SUMS];
        sum[0] = u.x * now.x + u.y * now.y + u.z * now.z + u.w * now.w;
#pragma unroll
        for (int k = 1; k < SUMS; ++k) sum[k] = 0.0f;
#pragma unroll
        for (int j = 0; j < HID / 4; ++j) {
            float4 h = state[t & 1][j];
            sum[(4 * j) % SUMS] = fmaf(w[4 * j], h.x, sum[(4 * j) % SUMS]);
            sum[(4 * j + 1) % SUMS] = fmaf(w[4 * j + 1], h.y, sum[(4 * j + 1) % SUMS]);
            sum[(4 * j + 2) % SUMS] = fmaf(w[4 * j + 2], h.z, sum[(4 * j + 2) % SUMS]);
            sum[(4 * j + 3) % SUMS] = fmaf(w[4 * j + 3], h.w, sum[(4 * j + 3) % SUMS]);
        }
#pragma unroll
        for (int step = SUMS / 2; step > 0; step /= 2)
#pragma unroll
            for (int k = 0; k < step; ++k) sum[k] += sum[k + step];
        float h = fast_tanh(sum[0]);
        reinterpret_cast<float*>(state[~t & 1])[i] = h;
        o[t * HID] = h;
        now = next;
        __syncthreads();
    }
}
__global__ void __launch_bounds__(HID) glove_rnn_q4_a(const float* __restrict__ weight, const float4* __restrict__ input_weight, const float4* __restrict__ sensor, float* __restrict__ out) {
    rnn_body<1>(weight, input_weight, sensor, out);
}
__global__ void __launch_bounds__(HID) glove_rnn_q4_b(const float* __restrict__ weight, const float4* __restrict__ input_weight, const float4* __restrict__ sensor, float* __restrict__ out) {
    rnn_body<8>(weight, input_weight, sensor, out);
}

// ---------------------------------------------------------------- factor_zscore: standardise a trading factor over all stocks of each day, clip outliers
constexpr int DAYS = 6000, STOCKS = 8192;
__device__ __forceinline__ float block_sum(float v) {
    __shared__ float part[16];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    v = cg::reduce(warp, v, cg::plus<float>());
    if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
    block.sync();
    v = cg::reduce(warp, warp.thread_rank() < 16 ? part[warp.thread_rank()] : 0.0f, cg::plus<float>());
    block.sync();
    return v;
}
__global__ void __launch_bounds__(512) factor_zscore_q4_a(const float4* __restrict__ x, float* __restrict__ mean) {
    const float4* row = x + (size_t)blockIdx.x * (STOCKS / 4);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 v = row[threadIdx.x + 512 * k]; s += v.x + v.y + v.z + v.w; }
    s = block_sum(s);
    if (threadIdx.x == 0) mean[blockIdx.x] = s * (1.0f / STOCKS);
}
__global__ void __launch_bounds__(512) factor_zscore_q4_a_2(const float4* __restrict__ x, const float* __restrict__ mean, float4* __restrict__ o) {
    int row = blockIdx.y, i = blockIdx.x * 512 + threadIdx.x;
    float m = mean[row];
    float4 v = x[(size_t)row * (STOCKS / 4) + i];
    o[(size_t)row * (STOCKS / 4) + i] = make_float4(v.x - m, v.y - m, v.z - m, v.w - m);
}
__global__ void __launch_bounds__(512) factor_zscore_q4_a_3(const float4* __restrict__ x, float* __restrict__ scale) {
    const float4* row = x + (size_t)blockIdx.x * (STOCKS / 4);
    float s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 v = row[threadIdx.x + 512 * k]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    s = block_sum(s);
    if (threadIdx.x == 0) scale[blockIdx.x] = rsqrtf(s * (1.0f / STOCKS) + 1e-6f);
}
__device__ __forceinline__ float clip(float v) { return fminf(fmaxf(v, -1.5f), 1.5f); }
__global__ void __launch_bounds__(512) factor_zscore_q4_a_4(const float4* __restrict__ x, const float* __restrict__ scale, float4* __restrict__ o) {
    int row = blockIdx.y, i = blockIdx.x * 512 + threadIdx.x;
    float m = scale[row];
    float4 v = x[(size_t)row * (STOCKS / 4) + i];
    o[(size_t)row * (STOCKS / 4) + i] = make_float4(clip(v.x * m), clip(v.y * m), clip(v.z * m), clip(v.w * m));
}
__global__ void __launch_bounds__(512) factor_zscore_q4_b(const float4* __restrict__ x, float4* __restrict__ o) {
    const float4* row = x + (size_t)blockIdx.x * (STOCKS / 4);
    float4* to = o + (size_t)blockIdx.x * (STOCKS / 4);
    float4 v[4];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = row[threadIdx.x + 512 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) s += v[k].x + v[k].y + v[k].z + v[k].w;
    float m = block_sum(s) * (1.0f / STOCKS);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k] = make_float4(v[k].x - m, v[k].y - m, v[k].z - m, v[k].w - m);
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float r = rsqrtf(block_sum(q) * (1.0f / STOCKS) + 1e-6f);
#pragma unroll
    for (int k = 0; k < 4; ++k) to[threadIdx.x + 512 * k] = make_float4(clip(v[k].x * r), clip(v[k].y * r), clip(v[k].z * r), clip(v[k].w * r));
}

// ---------------------------------------------------------------- glyph_sdf: distance fields of the letters of a font
constexpr int GLYPHS = 20, EDGES = 40, CELL = 64;
__device__ __forceinline__ void glyph_body(const float4* edge, float* out) {
    __shared__ float4 tile[EDGES];
    int t = threadIdx.y * 16 + threadIdx.x;
    if (t < EDGES) tile[t] = edge[t];
    __syncthreads();
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float px = (x - 32) * (1.0f / 32), py = (y - 32) * (1.0f / 32), best = 1e9f;
#pragma unroll 4
    for (int e = 0; e < EDGES; ++e) {
        float4 s = tile[e];
        float vx = s.z - s.x, vy = s.w - s.y, wx = px - s.x, wy = py - s.y;
        float h = __saturatef(__fdividef(vx * wx + vy * wy, vx * vx + vy * vy + 1e-6f));
        float dx = wx - h * vx, dy = wy - h * vy;
        best = fminf(best, dx * dx + dy * dy);
    }
    out[y * CELL + x] = sqrtf(best);
}
__global__ void __launch_bounds__(256) glyph_sdf_q4_a(const float4* __restrict__ edge, float* __restrict__ out) { glyph_body(edge, out); }
__global__ void __launch_bounds__(256) glyph_sdf_q4_b(const float4* __restrict__ edge, float* __restrict__ out) {
    glyph_body(edge + blockIdx.z * EDGES, out + blockIdx.z * CELL * CELL);
}

// ---------------------------------------------------------------- species_logit (mild): chance that a species is found in each map cell
__global__ void __launch_bounds__(256) species_logit_q4_a(const float4* __restrict__ rain, const float4* __restrict__ heat, float4* __restrict__ chance, float a, float b, float c, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = rain[i], h = heat[i], o;
    o.x = 1.0f / (1.0f + expf(-(a * r.x + b * h.x + c)));
    o.y = 1.0f / (1.0f + expf(-(a * r.y + b * h.y + c)));
    o.z = 1.0f / (1.0f + expf(-(a * r.z + b * h.z + c)));
    o.w = 1.0f / (1.0f + expf(-(a * r.w + b * h.w + c)));
    chance[i] = o;
}
__device__ __forceinline__ float logistic(float v) { return __fdividef(1.0f, 1.0f + __expf(-v)); }
__global__ void __launch_bounds__(256) species_logit_q4_b(const float4* __restrict__ rain, const float4* __restrict__ heat, float4* __restrict__ chance, float a, float b, float c, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 r = rain[i], h = heat[i];
    chance[i] = make_float4(logistic(a * r.x + b * h.x + c), logistic(a * r.y + b * h.y + c), logistic(a * r.z + b * h.z + c), logistic(a * r.w + b * h.w + c));
}

// ---------------------------------------------------------------- adam_step (healthy): optimiser step, seven streams
__device__ __forceinline__ void adam(float p, float g, float m, float v, float& po, float& mo, float& vo) {
    mo = 0.9f * m + 0.1f * g;
    vo = 0.999f * v + 0.001f * g * g;
    po = p - 1e-3f * mo * rsqrtf(vo + 1e-8f);
}
__global__ void __launch_bounds__(256) adam_step_q4_h(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                      float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 P = __ldcs(p + i), G = __ldcs(g + i), M = __ldcs(m + i), V = __ldcs(v + i), a, b, c;
    V = make_float4(fabsf(V.x), fabsf(V.y), fabsf(V.z), fabsf(V.w));
    adam(P.x, G.x, M.x, V.x, a.x, b.x, c.x);
    adam(P.y, G.y, M.y, V.y, a.y, b.y, c.y);
    adam(P.z, G.z, M.z, V.z, a.z, b.z, c.z);
    adam(P.w, G.w, M.w, V.w, a.w, b.w, c.w);
    __stcs(po + i, a);
    __stcs(mo + i, b);
    __stcs(vo + i, c);
}

// ---------------------------------------------------------------- rbf_mesh (healthy): mesh deformation by compact radial functions, four nodes a thread
constexpr int NODES = 132 * 8 * 512, CENTRES = 1024;
__global__ void __launch_bounds__(128) rbf_mesh_q4_h(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                     const float4* __restrict__ at, const float4* __restrict__ move, float* __restrict__ out) {
    __shared__ float4 c[256], w[256];
    int first = blockIdx.x * 512 + threadIdx.x;
    float x[4], y[4], z[4], ax[4] = {}, ay[4] = {}, az[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = 0.5f * xs[first + 128 * k]; y[k] = 0.5f * ys[first + 128 * k]; z[k] = 0.5f * zs[first + 128 * k]; }
    for (int base = 0; base < CENTRES; base += 256) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            int i = threadIdx.x + 128 * k;
            float4 p = at[base + i];
            c[i] = make_float4(0.5f * p.x, 0.5f * p.y, 0.5f * p.z, 0.0f);   // lengths in units of the radius
            w[i] = move[base + i];
        }
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 p = c[j], m = w[j];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float dx = x[k] - p.x, dy = y[k] - p.y, dz = z[k] - p.z;
                float q = __saturatef(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))));
                float phi = q * q;
                ax[k] = fmaf(phi, m.x, ax[k]);
                ay[k] = fmaf(phi, m.y, ay[k]);
                az[k] = fmaf(phi, m.z, az[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        out[first + 128 * k] = 2.0f * x[k] + ax[k];
        out[NODES + first + 128 * k] = 2.0f * y[k] + ay[k];
        out[2 * NODES + first + 128 * k] = 2.0f * z[k] + az[k];
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;

    int legs = 8 << 20;
    float4* leg; CHECK(cudaMalloc(&leg, (size_t)legs * 16));
    harness_legs<<<2048, 256>>>(leg, legs);
    float* km = harness::empty<float>(legs);
    cases.push_back({"ferry_legs_q4_a", [=] { ferry_legs_q4_a<<<132 * 32, 256>>>(leg, km, legs); }, km, (size_t)legs, Output::f32});
    cases.push_back({"ferry_legs_q4_b", [=] { ferry_legs_q4_b<<<132 * 32, 256>>>(leg, km, legs); }, km, (size_t)legs, Output::f32});

    float4* dipole; CHECK(cudaMalloc(&dipole, DIPOLES * 16));
    harness_dipoles<<<2, 256>>>(dipole, DIPOLES);
    float* field = harness::empty<float>(2 * PLANE_W * PLANE_H);
    cases.push_back({"array_field_q4_a", [=] { array_field_q4_a<<<dim3(PLANE_W / 32, PLANE_H / 8), dim3(32, 8)>>>(dipole, (float2*)field, 90.0f); }, field, 2 * PLANE_W * PLANE_H, Output::f32});
    cases.push_back({"array_field_q4_b", [=] { array_field_q4_b<<<dim3(PLANE_W / 32, PLANE_H / 8), dim3(32, 8)>>>(dipole, (float2*)field, 90.0f); }, field, 2 * PLANE_W * PLANE_H, Output::f32});

    uint8_t* bases; CHECK(cudaMalloc(&bases, GENOME + 256));
    harness_bases<<<1024, 256>>>(bases, GENOME + 256);
    int* prints = harness::empty<int>(GENOME);
    cases.push_back({"kmer_print_q4_a", [=] { kmer_print_q4_a<<<GENOME / 256, 256>>>(bases, prints, 131, 0x7fffffff); }, prints, (size_t)GENOME, Output::i32});
    cases.push_back({"kmer_print_q4_b", [=] { kmer_print_q4_b<<<GENOME / 256, 256>>>(bases, prints, 131); }, prints, (size_t)GENOME, Output::i32});

    float* taps = harness::filled<float>(FILTERS * TAPS * 2, 81);
    std::vector<float> circle(2 * BINS);
    for (int i = 0; i < BINS; ++i) { circle[2 * i] = std::cos(6.283185307 * i / BINS); circle[2 * i + 1] = -std::sin(6.283185307 * i / BINS); }
    float* z = harness::uploaded(circle);
    float* power = harness::empty<float>((size_t)FILTERS * BINS);
    cases.push_back({"filter_bode_q4_a", [=] { filter_bode_q4_a<<<dim3(BINS / 1024, FILTERS), 256>>>((float4*)taps, (float2*)z, power); }, power, (size_t)FILTERS * BINS, Output::f32});
    cases.push_back({"filter_bode_q4_b", [=] { filter_bode_q4_b<<<dim3(BINS / 1024, FILTERS), 256>>>((float4*)taps, (float2*)z, power); }, power, (size_t)FILTERS * BINS, Output::f32});

    float* weight = harness::filled<float>(HID * HID, 91);
    float* input_weight = harness::filled<float>(HID * 4, 92);
    float* sensor = harness::filled<float>(RECORDINGS * FRAMES * 4, 93);
    size_t states = (size_t)RECORDINGS * FRAMES * HID;
    float* hidden = harness::empty<float>(states);
    cases.push_back({"glove_rnn_q4_a", [=] { glove_rnn_q4_a<<<RECORDINGS, HID>>>(weight, (float4*)input_weight, (float4*)sensor, hidden); }, hidden, states, Output::f32});
    cases.push_back({"glove_rnn_q4_b", [=] { glove_rnn_q4_b<<<RECORDINGS, HID>>>(weight, (float4*)input_weight, (float4*)sensor, hidden); }, hidden, states, Output::f32});

    size_t cells = (size_t)DAYS * STOCKS;
    float* factor = harness::filled<float>(cells, 101);
    float* centred = harness::empty<float>(cells);
    float* score = harness::empty<float>(cells);
    float* mean = harness::empty<float>(DAYS);
    float* scale = harness::empty<float>(DAYS);
    cases.push_back({"factor_zscore_q4_a", [=] {
        dim3 grid(STOCKS / 2048, DAYS);
        factor_zscore_q4_a<<<DAYS, 512>>>((float4*)factor, mean);
        factor_zscore_q4_a_2<<<grid, 512>>>((float4*)factor, mean, (float4*)centred);
        factor_zscore_q4_a_3<<<DAYS, 512>>>((float4*)centred, scale);
        factor_zscore_q4_a_4<<<grid, 512>>>((float4*)centred, scale, (float4*)score);
    }, score, cells, Output::f32});
    cases.push_back({"factor_zscore_q4_b", [=] { factor_zscore_q4_b<<<DAYS, 512>>>((float4*)factor, (float4*)score); }, score, cells, Output::f32});

    float* edges = harness::filled<float>(GLYPHS * EDGES * 4, 111);
    float* atlas = harness::empty<float>(GLYPHS * CELL * CELL);
    cases.push_back({"glyph_sdf_q4_a", [=] {
        for (int g = 0; g < GLYPHS; ++g) glyph_sdf_q4_a<<<dim3(4, 4), dim3(16, 16)>>>((float4*)edges + g * EDGES, atlas + g * CELL * CELL);
    }, atlas, GLYPHS * CELL * CELL, Output::f32});
    cases.push_back({"glyph_sdf_q4_b", [=] { glyph_sdf_q4_b<<<dim3(4, 4, GLYPHS), dim3(16, 16)>>>((float4*)edges, atlas); }, atlas, GLYPHS * CELL * CELL, Output::f32});

    int quads = 12 << 20;
    float* heat = harness::filled<float>((size_t)quads * 4, 121);
    cases.push_back({"species_logit_q4_a", [=] { species_logit_q4_a<<<quads / 256, 256>>>((float4*)factor, (float4*)heat, (float4*)score, 2.0f, -1.5f, 0.3f, DAYS * (STOCKS / 4) < quads ? DAYS * (STOCKS / 4) : quads); }, score, cells, Output::f32});
    cases.push_back({"species_logit_q4_b", [=] { species_logit_q4_b<<<quads / 256, 256>>>((float4*)factor, (float4*)heat, (float4*)score, 2.0f, -1.5f, 0.3f, DAYS * (STOCKS / 4) < quads ? DAYS * (STOCKS / 4) : quads); }, score, cells, Output::f32});

    int weights4 = 8 << 20;
    size_t ws = (size_t)weights4 * 4;
    float* p = harness::filled<float>(ws, 131); float* g = harness::filled<float>(ws, 132);
    float* m = harness::filled<float>(ws, 133); float* v = harness::filled<float>(ws, 134);
    float* po = harness::empty<float>(ws); float* mo = harness::empty<float>(ws); float* vo = harness::empty<float>(ws);
    cases.push_back({"adam_step_q4_h", [=] { adam_step_q4_h<<<weights4 / 256, 256>>>((float4*)p, (float4*)g, (float4*)m, (float4*)v, (float4*)po, (float4*)mo, (float4*)vo, weights4); }, po, ws, Output::f32});

    float* at = harness::filled<float>(CENTRES * 4, 141);
    float* move = harness::filled<float>(CENTRES * 4, 142);
    float* deformed = harness::empty<float>(3 * NODES);
    cases.push_back({"rbf_mesh_q4_h", [=] { rbf_mesh_q4_h<<<NODES / 512, 128>>>(p, g, m, (float4*)at, (float4*)move, deformed); }, deformed, 3 * (size_t)NODES, Output::f32});

    return harness::run(argc, argv, cases);
}
