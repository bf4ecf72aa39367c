#include "harness.cuh"
#include <cuda_fp16.h>
using harness::Case; using harness::Output;

// ---------- set-up kernels ----------
__global__ void harness_transpose_f(const float* in, float* out, int rows, int cols) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)rows * cols; i += (size_t)gridDim.x * blockDim.x)
        out[(i % cols) * rows + i / cols] = in[i];
}
__global__ void harness_bytes(unsigned char* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned char)(harness::hash32((uint32_t)i + seed) & 255);
}
__global__ void harness_halves(__half* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = __float2half(harness::unit((uint32_t)i * 2654435761u + seed) + 0.25f);
}
__global__ void harness_positive(float* p, size_t n, uint32_t seed, float lo, float hi) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = lo + (hi - lo) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f);
}
static float* positive(size_t n, uint32_t seed, float lo, float hi) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float))); harness_positive<<<2048, 256>>>(p, n, seed, lo, hi); CHECK(cudaGetLastError()); return p;
}

// ---------- weather: column integrals ----------
constexpr int LEV = 40, COLS = 1 << 20;
__global__ void amber_finch_bj1_a(const float* __restrict__ temp, const float* __restrict__ hum, float* __restrict__ out, int cols, int lev) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float water = 0, energy = 0;
    for (int k = 0; k < lev; ++k) {
        float t = temp[c * lev + k], q = hum[c * lev + k];
        water = fmaf(q, 1.0f - 0.01f * k, water);
        energy += fmaxf(t - 0.02f * k, 0.0f);
    }
    out[c] = water + energy;
}
__global__ void amber_finch_bj1_b(const float* __restrict__ temp, const float* __restrict__ hum, float* __restrict__ out, int cols, int lev) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float water = 0, energy = 0;
    for (int k = 0; k < lev; ++k) {
        float t = temp[k * cols + c], q = hum[k * cols + c];
        water = fmaf(q, 1.0f - 0.01f * k, water);
        energy += fmaxf(t - 0.02f * k, 0.0f);
    }
    out[c] = water + energy;
}

// ---------- insurance: cash-flow projection ----------
constexpr int POL = 1 << 19, MONTHS = 96;
__global__ void copper_wren_bj1_a(const float* __restrict__ death, const float* __restrict__ lapse, const float* __restrict__ prem, float* __restrict__ cash, int n, int months) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = death[i], l = lapse[i], p = prem[i], alive = 1.0f;
    for (int m = 0; m < months; ++m) {
        float d = alive * q;
        cash[(size_t)i * months + m] = fmaf(alive, p, -d * 40.0f);
        alive = fmaf(-alive, l, alive - d);
    }
}
__global__ void copper_wren_bj1_b(const float* __restrict__ death, const float* __restrict__ lapse, const float* __restrict__ prem, float* __restrict__ cash, int n, int months) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = death[i], l = lapse[i], p = prem[i], alive = 1.0f;
    for (int m = 0; m < months; ++m) {
        float d = alive * q;
        cash[(size_t)m * n + i] = fmaf(alive, p, -d * 40.0f);
        alive = fmaf(-alive, l, alive - d);
    }
}

// ---------- astronomy: catalogue magnitudes ----------
struct Star { double ra, dec; float pm_ra, pm_dec; float g_mag, bp; float rp, rv, err, parallax; int id, flags, epoch, run; };
static_assert(sizeof(Star) == 64, "");
constexpr int STARS = 12 << 20;
__global__ void harness_stars(Star* s, float* g, float* plx, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Star r{}; r.ra = i; r.dec = -i; r.g_mag = 12.0f + 6.0f * harness::unit(i); r.parallax = 3.0f + 2.5f * harness::unit(i + 77u); r.id = i; r.epoch = 2016; r.bp = r.g_mag + 0.3f;
        s[i] = r; g[i] = r.g_mag; plx[i] = r.parallax;
    }
}
__global__ void violet_otter_bj1_a(const Star* __restrict__ star, float* __restrict__ absmag, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) absmag[i] = star[i].g_mag + 5.0f * 0.30103f * __log2f(star[i].parallax) - 10.0f;
}
__global__ void violet_otter_bj1_b(const float* __restrict__ g, const float* __restrict__ plx, float* __restrict__ absmag, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) absmag[i] = g[i] + 5.0f * 0.30103f * __log2f(plx[i]) - 10.0f;
}

// ---------- text search: document norms of postings ----------
constexpr int DOCS = 1 << 26, POSTS = 1 << 25;
__global__ void harness_posts(int* sorted, int* shuffled, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t m = n - 1;
        sorted[i] = 2 * i + (harness::hash32(i) & 1);
        uint32_t p = i; p = (p * 0x9E3779B1u) & m; p ^= p >> 12; p = (p * 0x85EBCA6Bu) & m; p ^= p >> 13; p = (p * 0xC2B2AE35u) & m; p ^= p >> 12;
        shuffled[i] = 2 * (int)p + (harness::hash32(p) & 1);
    }
}
__device__ __forceinline__ void score_posting(const int* __restrict__ doc, const float* __restrict__ norm, float* __restrict__ score, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float d = norm[doc[i]]; score[i] = __fdividef(2.2f, 1.0f + 1.2f * (0.25f + 0.75f * d)); }
}
__global__ void maple_stork_bj1_a(const int* __restrict__ doc, const float* __restrict__ norm, float* __restrict__ score, int n) { score_posting(doc, norm, score, n); }
__global__ void maple_stork_bj1_b(const int* __restrict__ doc, const float* __restrict__ norm, float* __restrict__ score, int n) { score_posting(doc, norm, score, n); }

// ---------- geophysics: beams from station responses (16 floats a record) ----------
constexpr int RECS = 393216, BEAMS = 1 << 20;
__device__ __forceinline__ void beam(const float* __restrict__ rec, const int4* __restrict__ pick, const float* __restrict__ taper, float* __restrict__ out, int beams) {
    const int lane = threadIdx.x & 15;
    const float w = taper[lane];
    const int step = (gridDim.x * blockDim.x) >> 4;
    for (int o = (blockIdx.x * blockDim.x + threadIdx.x) >> 4; o < beams; o += step) {
        int4 a = pick[2 * o], b = pick[2 * o + 1];
        float r0 = rec[a.x * 16 + lane], r1 = rec[a.y * 16 + lane], r2 = rec[a.z * 16 + lane], r3 = rec[a.w * 16 + lane];
        float r4 = rec[b.x * 16 + lane], r5 = rec[b.y * 16 + lane], r6 = rec[b.z * 16 + lane], r7 = rec[b.w * 16 + lane];
        float s = w * (((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7)));
        s += __shfl_xor_sync(0xffffffffu, s, 8); s += __shfl_xor_sync(0xffffffffu, s, 4);
        s += __shfl_xor_sync(0xffffffffu, s, 2); s += __shfl_xor_sync(0xffffffffu, s, 1);
        if (lane == 0) out[o] = s;
    }
}
__global__ void granite_lark_bj1_a(const float* __restrict__ rec, const int4* __restrict__ pick, const float* __restrict__ taper, float* __restrict__ out, int beams) { beam(rec, pick, taper, out, beams); }
__global__ void granite_lark_bj1_b(const float* __restrict__ rec, const int4* __restrict__ pick, const float* __restrict__ taper, float* __restrict__ out, int beams) { beam(rec, pick, taper, out, beams); }

// ---------- weather radar: composite of six sweeps ----------
constexpr int PIX = 64 << 20;
__global__ void saffron_heron_bj1_a(const unsigned char* __restrict__ sweep, unsigned char* __restrict__ comp, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned char m = sweep[i];
#pragma unroll
        for (int s = 1; s < 6; ++s) { unsigned char v = sweep[(size_t)s * n + i]; m = v > m ? v : m; }
        comp[i] = m;
    }
}
__global__ void saffron_heron_bj1_b(const uint4* __restrict__ sweep, uint4* __restrict__ comp, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 m = sweep[i];
#pragma unroll
        for (int s = 1; s < 6; ++s) {
            uint4 v = sweep[(size_t)s * n + i];
            m.x = __vmaxu4(m.x, v.x); m.y = __vmaxu4(m.y, v.y); m.z = __vmaxu4(m.z, v.z); m.w = __vmaxu4(m.w, v.w);
        }
        comp[i] = m;
    }
}

// ---------- astronomy: normal equations of a plate solution ----------
constexpr int OBS = 16 << 20, PLATE_BLOCKS = 1056;
constexpr int BASIS = 8, PAIRS = BASIS * (BASIS + 1) / 2;
__device__ __forceinline__ void plate(const uint2* __restrict__ obs, const float* __restrict__ res, float* __restrict__ out, int n) {
    float acc[PAIRS], rhs[BASIS];
#pragma unroll
    for (int k = 0; k < PAIRS; ++k) acc[k] = 0;
#pragma unroll
    for (int k = 0; k < BASIS; ++k) rhs[k] = 0;
    const int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int i = me; i < n; i += threads) {
        uint2 o = obs[i];
        float r = res[i];
        float2 xy = __half22float2(*reinterpret_cast<__half2*>(&o.x)), mc = __half22float2(*reinterpret_cast<__half2*>(&o.y));
        float b[BASIS] = {1.0f, xy.x, xy.y, mc.x, mc.y, xy.x * mc.x, xy.y * mc.y, xy.x * xy.y};
        int k = 0;
#pragma unroll
        for (int p = 0; p < BASIS; ++p) {
            rhs[p] = fmaf(b[p], r, rhs[p]);
#pragma unroll
            for (int q = p; q < BASIS; ++q, ++k) acc[k] = fmaf(b[p], b[q], acc[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < PAIRS; ++k) out[k * threads + me] = acc[k];
#pragma unroll
    for (int k = 0; k < BASIS; ++k) out[(PAIRS + k) * threads + me] = rhs[k];
}
__global__ void __launch_bounds__(256, 8) tundra_moth_bj1_a(const uint2* __restrict__ obs, const float* __restrict__ res, float* __restrict__ out, int n) { plate(obs, res, out, n); }
__global__ void __launch_bounds__(256, 4) tundra_moth_bj1_b(const uint2* __restrict__ obs, const float* __restrict__ res, float* __restrict__ out, int n) { plate(obs, res, out, n); }

// ---------- geophysics: kriging from six neighbours ----------
constexpr int SITES = 2 << 20;
__device__ __forceinline__ float covariance(float dx, float dy) { return __fdividef(1.0f, 1.0f + 4.0f * (dx * dx + dy * dy)); }
__global__ void __launch_bounds__(128) pewter_quail_bj1_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ val, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[6], y[6], A[6][7];
    int row[6];
#pragma unroll
    for (int k = 0; k < 6; ++k) { x[k] = px[k * n + i]; y[k] = py[k * n + i]; row[k] = k; }
#pragma unroll
    for (int r = 0; r < 6; ++r) {
#pragma unroll
        for (int c = 0; c < 6; ++c) A[r][c] = covariance(x[r] - x[c], y[r] - y[c]) + (r == c ? 0.2f : 0.0f);
        A[r][6] = covariance(x[r], y[r]);
    }
    for (int c = 0; c < 6; ++c) {
        int best = c;
        float big = fabsf(A[row[c]][c]);
        for (int r = c + 1; r < 6; ++r) { float v = fabsf(A[row[r]][c]); if (v > big) { big = v; best = r; } }
        int t = row[c]; row[c] = row[best]; row[best] = t;
        const int pr = row[c];
        float inv = __fdividef(1.0f, A[pr][c]);
        for (int r = c + 1; r < 6; ++r) {
            const int rr = row[r];
            float f = A[rr][c] * inv;
            for (int j = c + 1; j < 7; ++j) A[rr][j] = fmaf(-f, A[pr][j], A[rr][j]);
        }
    }
    float w[6], s = 0;
    for (int r = 5; r >= 0; --r) {
        const int rr = row[r];
        float v = A[rr][6];
        for (int j = r + 1; j < 6; ++j) v = fmaf(-A[rr][j], w[j], v);
        w[r] = __fdividef(v, A[rr][r]);
        s = fmaf(w[r], val[r * n + i], s);
    }
    out[i] = s;
}
__global__ void __launch_bounds__(128) pewter_quail_bj1_b(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ val, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[6], y[6], A[6][7];
#pragma unroll
    for (int k = 0; k < 6; ++k) { x[k] = px[k * n + i]; y[k] = py[k * n + i]; }
#pragma unroll
    for (int r = 0; r < 6; ++r) {
#pragma unroll
        for (int c = r; c < 6; ++c) A[r][c] = covariance(x[r] - x[c], y[r] - y[c]) + (r == c ? 0.2f : 0.0f);
        A[r][6] = covariance(x[r], y[r]);
    }
#pragma unroll
    for (int c = 0; c < 6; ++c) {
        float inv = __fdividef(1.0f, A[c][c]);
#pragma unroll
        for (int r = c + 1; r < 6; ++r) {
            float f = A[c][r] * inv;
#pragma unroll
            for (int j = r; j < 7; ++j) A[r][j] = fmaf(-f, A[c][j], A[r][j]);
        }
    }
    float w[6], s = 0;
#pragma unroll
    for (int r = 5; r >= 0; --r) {
        float v = A[r][6];
#pragma unroll
        for (int j = r + 1; j < 6; ++j) v = fmaf(-A[r][j], w[j], v);
        w[r] = __fdividef(v, A[r][r]);
        s = fmaf(w[r], val[r * n + i], s);
    }
    out[i] = s;
}

// ---------- insurance: present values ----------
constexpr int CONTRACTS = 1 << 20, TERMS = 96;
__device__ __forceinline__ void present_value(const float* __restrict__ cash, const float* __restrict__ curve, float* __restrict__ pv, int n, int terms) {
    extern __shared__ float disc[];
    for (int k = threadIdx.x; k < terms; k += blockDim.x) disc[k] = curve[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    for (int k = 0; k < terms; ++k) v = fmaf(cash[k * n + i], disc[k], v);
    pv[i] = v;
}
__global__ void cedar_newt_bj1_a(const float* __restrict__ cash, const float* __restrict__ curve, float* __restrict__ pv, int n, int terms) { present_value(cash, curve, pv, n, terms); }
__global__ void cedar_newt_bj1_b(const float* __restrict__ cash, const float* __restrict__ curve, float* __restrict__ pv, int n, int terms) { present_value(cash, curve, pv, n, terms); }

// ---------- geophysics: rays down a layered slowness model ----------
constexpr int RX = 1024, RY = 1024, RZ = 64;
__global__ void harness_model(float* m) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < RX * RY * RZ; i += gridDim.x * blockDim.x) {
        int x = i % RX, y = i / RX % RY, z = i / (RX * RY);
        m[i] = 0.6f + 0.1f * __sinf(x * 0.0061359f + z * 0.7f) + 0.1f * __cosf(y * 0.05f - z * 0.3f);
    }
}
__device__ __forceinline__ void ray(const float* __restrict__ slow, float* __restrict__ time, int layers) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = i / RX;
    float x = (float)(i & (RX - 1)), p = (float)((y & 63) - 32) * 0.2f, t = 0;
    const float* plane = slow + y * RX;
    for (int z = 0; z < layers; ++z) {
        float s = plane[(int)x & (RX - 1)];
        t += s;
        x = fmaf(p, s, x);
        plane += RX * RY;
    }
    time[i] = t;
}
__global__ void indigo_crane_bj1_a(const float* __restrict__ slow, float* __restrict__ time, int layers) { ray(slow, time, layers); }
__global__ void indigo_crane_bj1_b(const float* __restrict__ slow, float* __restrict__ time, int layers) { ray(slow, time, layers); }

// ---------- insurance: reserves by line of business ----------
constexpr int LINES = 24, PER_LINE = 65536;
__device__ __forceinline__ float reserve(float q, float p, float d, int months) {
    float alive = 1.0f, v = 1.0f, r = 0;
#pragma unroll 8
    for (int m = 0; m < months; ++m) {
        float a = alive * v;
        r = fmaf(a, fmaf(-(float)m, 0.001f, p), r);
        alive = fmaf(-alive, q, alive);
        v *= d;
    }
    return r;
}
__global__ void quartz_robin_bj1_a(const float* __restrict__ death, const float* __restrict__ prem, const float* __restrict__ rate, float* __restrict__ out, int per_line, int months) {
    const int base = blockIdx.x * per_line;
    const float d = rate[blockIdx.x];
    for (int i = threadIdx.x; i < per_line; i += blockDim.x) out[base + i] = reserve(death[base + i], prem[base + i], d, months);
}
__global__ void quartz_robin_bj1_b(const float* __restrict__ death, const float* __restrict__ prem, const float* __restrict__ rate, float* __restrict__ out, int per_line, int months) {
    const int base = blockIdx.y * per_line;
    const float d = rate[blockIdx.y];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < per_line; i += gridDim.x * blockDim.x) out[base + i] = reserve(death[base + i], prem[base + i], d, months);
}

// ---------- weather: spectral synthesis (Clenshaw) ----------
constexpr int MODES = 1024, POINTS = 274 * 1024 * 8;
template <int P>
__device__ __forceinline__ void clenshaw(const float* __restrict__ coef, const float* __restrict__ mu, float* __restrict__ field) {
    __shared__ float c[MODES];
    for (int k = threadIdx.x; k < MODES; k += blockDim.x) c[k] = coef[k];
    __syncthreads();
    const int base = blockIdx.x * blockDim.x * P + threadIdx.x;
    float x2[P], b1[P], b2[P];
#pragma unroll
    for (int j = 0; j < P; ++j) { x2[j] = 2.0f * mu[base + j * blockDim.x]; b1[j] = b2[j] = 0; }
#pragma unroll 4
    for (int k = MODES - 1; k > 0; --k) {
        float ck = c[k];
#pragma unroll
        for (int j = 0; j < P; ++j) { float b = fmaf(x2[j], b1[j], ck - b2[j]); b2[j] = b1[j]; b1[j] = b; }
    }
#pragma unroll
    for (int j = 0; j < P; ++j) field[base + j * blockDim.x] = fmaf(0.5f * x2[j], b1[j], c[0] - b2[j]);
}
__global__ void __launch_bounds__(1024) walnut_swift_bj1_a(const float* __restrict__ coef, const float* __restrict__ mu, float* __restrict__ field) { clenshaw<8>(coef, mu, field); }
__global__ void __launch_bounds__(128) walnut_swift_bj1_b(const float* __restrict__ coef, const float* __restrict__ mu, float* __restrict__ field) { clenshaw<8>(coef, mu, field); }

// ---------- text search: ranking postings of query terms ----------
constexpr int VOCAB = 2048;
__device__ __forceinline__ float rank_of(float idf, int tf, float len) { float f = (float)tf + 1.0f; return idf * __fdividef(f * 2.2f, f + 1.2f * (0.25f + 0.75f * len)); }
__global__ void cobalt_shrew_bj1_a(const int* __restrict__ start, const float* __restrict__ idf, const int* __restrict__ tf, const float* __restrict__ len, float* __restrict__ out) {
    const int lo = start[blockIdx.x], hi = start[blockIdx.x + 1];
    const float w = idf[blockIdx.x];
    for (int i = lo + threadIdx.x; i < hi; i += blockDim.x) out[i] = rank_of(w, tf[i], len[i]);
}
__global__ void cobalt_shrew_bj1_b(const int4* __restrict__ piece, const float* __restrict__ idf, const int* __restrict__ tf, const float* __restrict__ len, float* __restrict__ out) {
    const int4 p = piece[blockIdx.x];
    const float w = idf[p.x];
    for (int i = p.y + threadIdx.x; i < p.z; i += blockDim.x) out[i] = rank_of(w, tf[i], len[i]);
}

// ---------- weather: tendency update ----------
constexpr int CELLS = 16 << 20;
__global__ void birch_eagle_bj1_a(const double* __restrict__ state, const double* __restrict__ tend, double* __restrict__ next, double dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) next[i] = fma(dt, tend[i], state[i]);
}
__global__ void birch_eagle_bj1_b(const double* __restrict__ state, const double* __restrict__ tend, double* __restrict__ next, double dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) next[i] = fma(dt, tend[i], state[i]);
}

// ---------- geophysics: leapfrog of a wavefield ----------
constexpr int WAVE4 = 6 << 20;
__device__ __forceinline__ float leap(float u, float p, float c, float l) { return fmaf(c, l, fmaf(2.0f, u, -p)); }
__device__ __forceinline__ void leapfrog(const float4* __restrict__ now, const float4* __restrict__ past, const float4* __restrict__ vel, const float4* __restrict__ lap, float4* __restrict__ next, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 u = now[i], p = past[i], c = vel[i], l = lap[i];
        next[i] = make_float4(leap(u.x, p.x, c.x, l.x), leap(u.y, p.y, c.y, l.y), leap(u.z, p.z, c.z, l.z), leap(u.w, p.w, c.w, l.w));
    }
}
__global__ void onyx_plover_bj1_a(const float4* __restrict__ now, const float4* __restrict__ past, const float4* __restrict__ vel, const float4* __restrict__ lap, float4* __restrict__ next, int n) { leapfrog(now, past, vel, lap, next, n); }
__global__ void onyx_plover_bj1_b(const float4* __restrict__ now, const float4* __restrict__ past, const float4* __restrict__ vel, const float4* __restrict__ lap, float4* __restrict__ next, int n) { leapfrog(now, past, vel, lap, next, n); }

// ---------- geophysics: filter and wavelet split of traces ----------
constexpr int SAMP = 32 << 20;
template <bool EXCHANGE>
__device__ __forceinline__ void wavelet(const float4* __restrict__ in, float* __restrict__ low, float* __restrict__ high) {
    __shared__ float4 s4[256 + 2];
    __shared__ float2 f2[512];
    float* s = reinterpret_cast<float*>(s4);
    float* f = reinterpret_cast<float*>(f2);
    const int t = threadIdx.x, tile = blockIdx.x * 256;
    s4[t] = in[tile + t];
    if (t < 2) s4[256 + t] = in[tile + 256 + t];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const int k = t + 256 * j;
        f[k] = 0.05f * (s[k] + s[k + 7]) + 0.1f * (s[k + 1] + s[k + 6]) + 0.15f * (s[k + 2] + s[k + 5]) + 0.2f * (s[k + 3] + s[k + 4]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const int k = t + 256 * j;
        float2 pair = f2[k];
        float right;
        if (EXCHANGE) {
            right = __shfl_down_sync(0xffffffffu, pair.x, 1);
            if ((t & 31) == 31) right = f[2 * k + 2 < 1024 ? 2 * k + 2 : 1022];
        } else right = f[2 * k + 2 < 1024 ? 2 * k + 2 : 1022];
        float d = pair.y - 0.5f * (pair.x + right);
        high[blockIdx.x * 512 + k] = d;
        low[blockIdx.x * 512 + k] = fmaf(0.5f, d, pair.x);
    }
}
__global__ void russet_toad_bj1_a(const float4* __restrict__ in, float* __restrict__ low, float* __restrict__ high) { wavelet<false>(in, low, high); }
__global__ void russet_toad_bj1_b(const float4* __restrict__ in, float* __restrict__ low, float* __restrict__ high) { wavelet<true>(in, low, high); }

// ---------- astronomy: light-curve polynomials ----------
__constant__ float series[48];
constexpr int CURVES = 50718 * 512;
__device__ __forceinline__ void light(const float* __restrict__ phase, float* __restrict__ flux) {
    const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    float x = phase[i], y = phase[i + blockDim.x];
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        float a = series[0], b = series[0];
#pragma unroll
        for (int k = 1; k < 48; ++k) { a = fmaf(a, x, series[k]); b = fmaf(b, y, series[k]); }
        x = a; y = b;
    }
    flux[i] = x; flux[i + blockDim.x] = y;
}
__global__ void __launch_bounds__(256, 8) ivory_gecko_bj1_a(const float* __restrict__ phase, float* __restrict__ flux) { light(phase, flux); }
__global__ void __launch_bounds__(64) ivory_gecko_bj1_b(const float* __restrict__ phase, float* __restrict__ flux) { light(phase, flux); }

// ---------- weather: ensemble blend in half precision ----------
constexpr int BLEND = 64 << 20;
__global__ void lilac_bison_bj1_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, float weight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 x = a[i], y = b[i], r;
    const __half2 w = __float2half2_rn(weight);
    const __half2 *hx = reinterpret_cast<const __half2*>(&x), *hy = reinterpret_cast<const __half2*>(&y);
    __half2* hr = reinterpret_cast<__half2*>(&r);
#pragma unroll
    for (int k = 0; k < 4; ++k) hr[k] = __hfma2(w, __hsub2(hx[k], hy[k]), hy[k]);
    out[i] = r;
}

// ---------- geophysics: energies of trace windows ----------
constexpr int WINDOWS = 16384;
__global__ void flint_marmot_bj1_a(const float4* __restrict__ trace, float* __restrict__ energy) {
    __shared__ float part[8];
    const float4* w = trace + (size_t)blockIdx.x * 2048;
    float s = 0;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = w[k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
#pragma unroll
        for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(0xffu, s, o);
        if (threadIdx.x == 0) energy[blockIdx.x] = s;
    }
}

// ---------- weather: fourth-order diffusion ----------
constexpr int GW = 8192, GH = 8192;
__global__ void __launch_bounds__(512) olive_tern_bj1_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[36][68];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64, y0 = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        int r = ty + 8 * j;
        if (r < 36) {
            int y = min(max(y0 + r - 2, 0), GH - 1);
            const float* row = in + (size_t)y * GW;
            s[r][tx + 2] = row[x0 + tx];
            if (tx < 4) { int c = tx < 2 ? tx : tx + 64; s[r][c] = row[min(max(x0 + c - 2, 0), GW - 1)]; }
        }
    }
    __syncthreads();
    float col[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) col[k] = s[ty * 4 + k][tx + 2];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float* r = &s[ty * 4 + k + 2][tx];
        float lap = 16.0f * (r[1] + r[3] + col[k + 1] + col[k + 3]) - (r[0] + r[4] + col[k] + col[k + 4]) - 60.0f * col[k + 2];
        out[(size_t)(y0 + ty * 4 + k) * GW + x0 + tx] = fmaf(0.01f, lap, col[k + 2]);
    }
}

// ---------- text search: normalised embeddings ----------
constexpr int ROWS = 32768, HID = 2048;
__global__ void __launch_bounds__(128) coral_badger_bj1_a(const uint4* __restrict__ in, const uint4* __restrict__ gamma, const uint4* __restrict__ beta, uint4* __restrict__ out, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    uint4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[(size_t)row * (HID / 8) + k * 32 + lane];
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const __half2* h = reinterpret_cast<const __half2*>(&v[k]);
#pragma unroll
        for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); s += f.x + f.y; }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    const float mean = s * (1.0f / HID);
    float q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        const __half2* h = reinterpret_cast<const __half2*>(&v[k]);
#pragma unroll
        for (int e = 0; e < 4; ++e) { float2 f = __half22float2(h[e]); f.x -= mean; f.y -= mean; q = fmaf(f.x, f.x, fmaf(f.y, f.y, q)); }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) q += __shfl_xor_sync(0xffffffffu, q, o);
    const float scale = rsqrtf(q * (1.0f / HID) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        uint4 g4 = gamma[k * 32 + lane], b4 = beta[k * 32 + lane], r4;
        const __half2 *h = reinterpret_cast<const __half2*>(&v[k]), *g = reinterpret_cast<const __half2*>(&g4), *b = reinterpret_cast<const __half2*>(&b4);
        __half2* r = reinterpret_cast<__half2*>(&r4);
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float2 f = __half22float2(h[e]), gf = __half22float2(g[e]), bf = __half22float2(b[e]);
            r[e] = __floats2half2_rn(fmaf((f.x - mean) * scale, gf.x, bf.x), fmaf((f.y - mean) * scale, gf.y, bf.y));
        }
        out[(size_t)row * (HID / 8) + k * 32 + lane] = r4;
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> go, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, go, out, count, type}); };
    {
        size_t n = (size_t)COLS * LEV;
        float *t = harness::filled<float>(n, 3), *q = positive(n, 5, 0.0f, 1.0f), *tt, *qt, *out = harness::empty<float>(COLS);
        CHECK(cudaMalloc(&tt, n * 4)); CHECK(cudaMalloc(&qt, n * 4));
        harness_transpose_f<<<4096, 256>>>(t, tt, COLS, LEV); harness_transpose_f<<<4096, 256>>>(q, qt, COLS, LEV);
        add("amber_finch_bj1_a", [=] { amber_finch_bj1_a<<<COLS / 128, 128>>>(t, q, out, COLS, LEV); }, out, COLS);
        add("amber_finch_bj1_b", [=] { amber_finch_bj1_b<<<COLS / 128, 128>>>(tt, qt, out, COLS, LEV); }, out, COLS);
    }
    {
        float *q = positive(POL, 11, 0.001f, 0.01f), *l = positive(POL, 12, 0.001f, 0.02f), *p = positive(POL, 13, 0.5f, 2.0f), *out = harness::empty<float>((size_t)POL * MONTHS);
        add("copper_wren_bj1_a", [=] { copper_wren_bj1_a<<<POL / 256, 256>>>(q, l, p, out, POL, MONTHS); }, out, (size_t)POL * MONTHS);
        add("copper_wren_bj1_b", [=] { copper_wren_bj1_b<<<POL / 256, 256>>>(q, l, p, out, POL, MONTHS); }, out, (size_t)POL * MONTHS);
    }
    {
        Star* s; CHECK(cudaMalloc(&s, (size_t)STARS * sizeof(Star)));
        float *g = harness::empty<float>(STARS), *x = harness::empty<float>(STARS), *out = harness::empty<float>(STARS);
        harness_stars<<<4096, 256>>>(s, g, x, STARS);
        add("violet_otter_bj1_a", [=] { violet_otter_bj1_a<<<STARS / 512, 512>>>(s, out, STARS); }, out, STARS);
        add("violet_otter_bj1_b", [=] { violet_otter_bj1_b<<<STARS / 512, 512>>>(g, x, out, STARS); }, out, STARS);
    }
    {
        int *so = harness::empty<int>(POSTS), *sh = harness::empty<int>(POSTS);
        harness_posts<<<4096, 256>>>(so, sh, POSTS);
        float *norm = positive(DOCS, 21, 0.2f, 2.0f), *out = harness::empty<float>(POSTS);
        add("maple_stork_bj1_a", [=] { maple_stork_bj1_a<<<POSTS / 256, 256>>>(sh, norm, out, POSTS); }, out, POSTS);
        add("maple_stork_bj1_b", [=] { maple_stork_bj1_b<<<POSTS / 256, 256>>>(so, norm, out, POSTS); }, out, POSTS);
    }
    {
        size_t n = (size_t)RECS * 16;
        float *file = positive(n + 64, 31, 0.1f, 1.0f), *al = harness::empty<float>(n), *taper = positive(16, 32, 0.2f, 1.0f), *out = harness::empty<float>(BEAMS);
        const float* body = file + 3;
        CHECK(cudaMemcpy(al, body, n * 4, cudaMemcpyDeviceToDevice));
        int4* pick = (int4*)harness::indices((size_t)BEAMS * 8, RECS, 33);
        add("granite_lark_bj1_a", [=] { granite_lark_bj1_a<<<132 * 40, 192>>>(body, pick, taper, out, BEAMS); }, out, BEAMS);
        add("granite_lark_bj1_b", [=] { granite_lark_bj1_b<<<132 * 40, 192>>>(al, pick, taper, out, BEAMS); }, out, BEAMS);
    }
    {
        unsigned char *s, *out = harness::empty<unsigned char>(PIX);
        CHECK(cudaMalloc(&s, (size_t)PIX * 6)); harness_bytes<<<4096, 256>>>(s, (size_t)PIX * 6, 41);
        add("saffron_heron_bj1_a", [=] { saffron_heron_bj1_a<<<132 * 32, 256>>>(s, out, PIX); }, out, PIX, Output::u8);
        add("saffron_heron_bj1_b", [=] { saffron_heron_bj1_b<<<132 * 32, 256>>>((const uint4*)s, (uint4*)out, PIX / 16); }, out, PIX, Output::u8);
    }
    {
        __half* o; CHECK(cudaMalloc(&o, (size_t)OBS * 8)); harness_halves<<<4096, 256>>>(o, (size_t)OBS * 4, 51);
        float* r = positive(OBS, 55, 0.0f, 1.0f);
        size_t n = (size_t)(PAIRS + BASIS) * PLATE_BLOCKS * 256;
        float* out = harness::empty<float>(n);
        add("tundra_moth_bj1_a", [=] { tundra_moth_bj1_a<<<PLATE_BLOCKS, 256>>>((const uint2*)o, r, out, OBS); }, out, n);
        add("tundra_moth_bj1_b", [=] { tundra_moth_bj1_b<<<PLATE_BLOCKS, 256>>>((const uint2*)o, r, out, OBS); }, out, n);
    }
    {
        float *x = harness::filled<float>((size_t)SITES * 6, 61), *y = harness::filled<float>((size_t)SITES * 6, 62), *v = positive((size_t)SITES * 6, 63, 1.0f, 3.0f), *out = harness::empty<float>(SITES);
        add("pewter_quail_bj1_a", [=] { pewter_quail_bj1_a<<<SITES / 128, 128>>>(x, y, v, out, SITES); }, out, SITES);
        add("pewter_quail_bj1_b", [=] { pewter_quail_bj1_b<<<SITES / 128, 128>>>(x, y, v, out, SITES); }, out, SITES);
    }
    {
        float *c = positive((size_t)CONTRACTS * TERMS, 71, 0.0f, 1.0f), *d = positive(TERMS, 72, 0.5f, 1.0f), *out = harness::empty<float>(CONTRACTS);
        const int big = 100 * 1024, small = TERMS * 4;
        CHECK(cudaFuncSetAttribute(cedar_newt_bj1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
        add("cedar_newt_bj1_a", [=] { cedar_newt_bj1_a<<<CONTRACTS / 128, 128, big>>>(c, d, out, CONTRACTS, TERMS); }, out, CONTRACTS);
        add("cedar_newt_bj1_b", [=] { cedar_newt_bj1_b<<<CONTRACTS / 128, 128, small>>>(c, d, out, CONTRACTS, TERMS); }, out, CONTRACTS);
    }
    {
        float *m, *out = harness::empty<float>(RX * RY);
        CHECK(cudaMalloc(&m, (size_t)RX * RY * RZ * 4)); harness_model<<<4096, 256>>>(m);
        add("indigo_crane_bj1_a", [=] { indigo_crane_bj1_a<<<RX * RY / 32, 32>>>(m, out, RZ); }, out, RX * RY);
        add("indigo_crane_bj1_b", [=] { indigo_crane_bj1_b<<<RX * RY / 256, 256>>>(m, out, RZ); }, out, RX * RY);
    }
    {
        size_t n = (size_t)LINES * PER_LINE;
        float *q = positive(n, 81, 0.001f, 0.01f), *p = positive(n, 82, 0.5f, 2.0f), *r = positive(LINES, 83, 0.99f, 0.999f), *out = harness::empty<float>(n);
        add("quartz_robin_bj1_a", [=] { quartz_robin_bj1_a<<<LINES, 1024>>>(q, p, r, out, PER_LINE, 240); }, out, n);
        add("quartz_robin_bj1_b", [=] { quartz_robin_bj1_b<<<dim3(PER_LINE / 128, LINES), 128>>>(q, p, r, out, PER_LINE, 240); }, out, n);
    }
    {
        float *c = harness::filled<float>(MODES, 91), *mu = positive(POINTS, 92, -0.98f, 0.98f), *out = harness::empty<float>(POINTS);
        add("walnut_swift_bj1_a", [=] { walnut_swift_bj1_a<<<274, 1024>>>(c, mu, out); }, out, POINTS);
        add("walnut_swift_bj1_b", [=] { walnut_swift_bj1_b<<<274 * 8, 128>>>(c, mu, out); }, out, POINTS);
    }
    {
        std::vector<int> start(VOCAB + 1, 0); std::vector<int4> piece;
        for (int b = 0; b < VOCAB; ++b) {
            int rank = (b * 1237 + 331) % VOCAB;
            start[b + 1] = start[b] + (int)(6.0e6 / (rank + 40)) / 32 * 32;
            for (int lo = start[b]; lo < start[b + 1]; lo += 4096) piece.push_back(make_int4(b, lo, std::min(lo + 4096, start[b + 1]), 0));
        }
        const int n = start[VOCAB], pieces = (int)piece.size();
        int* st = harness::uploaded(start); int4* pc = harness::uploaded(piece);
        float *idf = positive(VOCAB, 101, 0.5f, 6.0f), *len = positive(n, 102, 0.2f, 3.0f), *out = harness::empty<float>(n);
        int* tf = harness::indices(n, 20, 103);
        add("cobalt_shrew_bj1_a", [=] { cobalt_shrew_bj1_a<<<VOCAB, 256>>>(st, idf, tf, len, out); }, out, n);
        add("cobalt_shrew_bj1_b", [=] { cobalt_shrew_bj1_b<<<pieces, 256>>>(pc, idf, tf, len, out); }, out, n);
    }
    {
        double *raw = harness::filled<double>((size_t)CELLS + 8, 111), *al = harness::empty<double>(CELLS), *td = harness::filled<double>(CELLS, 112), *out = harness::empty<double>(CELLS);
        const double* shifted = raw + 1;
        CHECK(cudaMemcpy(al, shifted, (size_t)CELLS * 8, cudaMemcpyDeviceToDevice));
        add("birch_eagle_bj1_a", [=] { birch_eagle_bj1_a<<<CELLS / 256, 256>>>(shifted, td, out, 0.1, CELLS); }, out, CELLS, Output::f64);
        add("birch_eagle_bj1_b", [=] { birch_eagle_bj1_b<<<CELLS / 256, 256>>>(al, td, out, 0.1, CELLS); }, out, CELLS, Output::f64);
    }
    {
        size_t n = (size_t)WAVE4 * 4;
        float4 *u = (float4*)harness::filled<float>(n, 121), *p = (float4*)harness::filled<float>(n, 122), *c = (float4*)positive(n, 123, 0.1f, 0.4f), *l = (float4*)harness::filled<float>(n, 124), *out = (float4*)harness::empty<float>(n);
        add("onyx_plover_bj1_a", [=] { onyx_plover_bj1_a<<<132 * 32 * 4, 32>>>(u, p, c, l, out, WAVE4); }, out, n);
        add("onyx_plover_bj1_b", [=] { onyx_plover_bj1_b<<<132 * 8 * 2, 256>>>(u, p, c, l, out, WAVE4); }, out, n);
    }
    {
        float4* in = (float4*)positive((size_t)SAMP + 64, 131, -0.5f, 1.0f);
        float *out = harness::empty<float>(SAMP), *high = out + SAMP / 2;
        add("russet_toad_bj1_a", [=] { russet_toad_bj1_a<<<SAMP / 1024, 256>>>(in, out, high); }, out, SAMP);
        add("russet_toad_bj1_b", [=] { russet_toad_bj1_b<<<SAMP / 1024, 256>>>(in, out, high); }, out, SAMP);
    }
    {
        std::vector<float> h(48);
        for (int k = 0; k < 48; ++k) h[k] = 0.15f * harness::unit(k + 5u) / (1.0f + 0.2f * (47 - k));
        h[47] = 0.4f;
        CHECK(cudaMemcpyToSymbol(series, h.data(), 48 * sizeof(float)));
        float *ph = positive(CURVES, 141, -0.9f, 0.9f), *out = harness::empty<float>(CURVES);
        add("ivory_gecko_bj1_a", [=] { ivory_gecko_bj1_a<<<CURVES / 512, 256>>>(ph, out); }, out, CURVES);
        add("ivory_gecko_bj1_b", [=] { ivory_gecko_bj1_b<<<CURVES / 128, 64>>>(ph, out); }, out, CURVES);
    }
    {
        __half *a, *b, *out; CHECK(cudaMalloc(&a, (size_t)BLEND * 2)); CHECK(cudaMalloc(&b, (size_t)BLEND * 2)); CHECK(cudaMalloc(&out, (size_t)BLEND * 2));
        harness_halves<<<4096, 256>>>(a, BLEND, 151); harness_halves<<<4096, 256>>>(b, BLEND, 152);
        add("lilac_bison_bj1_a", [=] { lilac_bison_bj1_a<<<BLEND / 8 / 256, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)out, 0.3f, BLEND / 8); }, out, BLEND, Output::f16);
    }
    {
        float *t = harness::filled<float>((size_t)WINDOWS * 8192, 161), *out = harness::empty<float>(WINDOWS);
        add("flint_marmot_bj1_a", [=] { flint_marmot_bj1_a<<<WINDOWS, 256>>>((const float4*)t, out); }, out, WINDOWS);
    }
    {
        float *in = positive((size_t)GW * GH, 171, 0.0f, 1.0f), *out = harness::empty<float>((size_t)GW * GH);
        add("olive_tern_bj1_a", [=] { olive_tern_bj1_a<<<dim3(GW / 64, GH / 32), dim3(64, 8)>>>(in, out); }, out, (size_t)GW * GH);
    }
    {
        __half *in, *g, *b, *out; size_t n = (size_t)ROWS * HID;
        CHECK(cudaMalloc(&in, n * 2)); CHECK(cudaMalloc(&out, n * 2)); CHECK(cudaMalloc(&g, HID * 2)); CHECK(cudaMalloc(&b, HID * 2));
        harness_halves<<<4096, 256>>>(in, n, 181); harness_halves<<<8, 256>>>(g, HID, 182); harness_halves<<<8, 256>>>(b, HID, 183);
        add("coral_badger_bj1_a", [=] { coral_badger_bj1_a<<<ROWS / 4, 128>>>((const uint4*)in, (const uint4*)g, (const uint4*)b, (uint4*)out, ROWS); }, out, n, Output::f16);
    }
    return harness::run(argc, argv, cases);
}
