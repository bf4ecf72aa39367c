// One program of measured pairs, set hundredeightyfifth, suffix cj7.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
#include <numeric>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
constexpr size_t POOL = size_t(1) << 26;
static float *P0, *P1, *P2, *OUT, *TMP;
static void pools() {
    P0 = harness::filled<float>(POOL * 2, 11); P1 = harness::filled<float>(POOL * 2, 23); P2 = harness::filled<float>(POOL, 37);
    OUT = harness::empty<float>(POOL * 2); TMP = harness::empty<float>(POOL);
}

// ---- smoothed particle hydrodynamics: equation of state
struct Particle { float px, py, pz, m, vx, vy, vz, rho, ax, ay, az, u, h, alpha, divv, cs; };
constexpr int SPHn = 1 << 23;
__global__ void harness_split(const Particle* p, float* rho, float* u, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { rho[i] = p[i].rho; u[i] = p[i].u; }
}
__device__ __forceinline__ float eos(float rho, float u) {
    float r = fabsf(rho) + 0.05f, e = fabsf(u);
    float gas = 0.6667f * r * e, stiff = 3.5f * (r * r * r - 0.2f);
    return fmaxf(gas, stiff);
}
__global__ void __launch_bounds__(256) velvet_anchor_cj7_a(const Particle* __restrict__ p, float* __restrict__ pres, int n) {
    int i = blockIdx.x * 256 + threadIdx.x; if (i < n) pres[i] = eos(p[i].rho, p[i].u);
}
__global__ void __launch_bounds__(256) velvet_anchor_cj7_b(const float* __restrict__ rho, const float* __restrict__ u, float* __restrict__ pres, int n) {
    int i = blockIdx.x * 256 + threadIdx.x; if (i < n) pres[i] = eos(rho[i], u[i]);
}
static void r01() {
    const Particle* p = (const Particle*)P0; float *rho = harness::empty<float>(SPHn), *u = harness::empty<float>(SPHn), *o = OUT;
    harness_split<<<SPHn / 256, 256>>>(p, rho, u, SPHn); CHECK(cudaGetLastError());
    add("velvet_anchor_cj7_a", [=] { velvet_anchor_cj7_a<<<SPHn / 256, 256>>>(p, o, SPHn); }, o, SPHn);
    add("velvet_anchor_cj7_b", [=] { velvet_anchor_cj7_b<<<SPHn / 256, 256>>>(rho, u, o, SPHn); }, o, SPHn);
}

// ---- database partitioning: per-block counts of a 4-bit digit of the join key
constexpr int PARTn = 1 << 26, PARTper = 64;
__global__ void __launch_bounds__(256) marble_thicket_cj7_a(const unsigned* __restrict__ key, int* __restrict__ hist, int shift) {
    int cnt[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) cnt[d] = 0;
    const unsigned* k = key + (size_t)blockIdx.x * 256 * PARTper + threadIdx.x;
#pragma unroll 8
    for (int i = 0; i < PARTper; ++i) ++cnt[(__ldg(k + i * 256) >> shift) & 15];
    __shared__ int tot[16];
    if (threadIdx.x < 16) tot[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int d = 0; d < 16; ++d) {
        int s = __reduce_add_sync(~0u, cnt[d]);
        if ((threadIdx.x & 31) == 0) atomicAdd(&tot[d], s);
    }
    __syncthreads();
    if (threadIdx.x < 16) hist[threadIdx.x * gridDim.x + blockIdx.x] = tot[threadIdx.x];
}
__global__ void __launch_bounds__(256) marble_thicket_cj7_b(const unsigned* __restrict__ key, int* __restrict__ hist, int shift) {
    unsigned long long c0 = 0, c1 = 0;  // sixteen counters of eight bits
    const unsigned* k = key + (size_t)blockIdx.x * 256 * PARTper + threadIdx.x;
#pragma unroll 8
    for (int i = 0; i < PARTper; ++i) {
        unsigned d = (__ldg(k + i * 256) >> shift) & 15;
        unsigned long long one = 1ull << ((d & 7) * 8);
        if (d < 8) c0 += one; else c1 += one;
    }
    __shared__ int tot[16];
    if (threadIdx.x < 16) tot[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (int d = 0; d < 16; ++d) {
        int s = __reduce_add_sync(~0u, int(((d < 8 ? c0 : c1) >> ((d & 7) * 8)) & 255));
        if ((threadIdx.x & 31) == 0) atomicAdd(&tot[d], s);
    }
    __syncthreads();
    if (threadIdx.x < 16) hist[threadIdx.x * gridDim.x + blockIdx.x] = tot[threadIdx.x];
}
static void r02() {
    const unsigned* k = (const unsigned*)harness::indices(PARTn, 0x7fffffffu, 91); int* o = (int*)OUT; int g = PARTn / 256 / PARTper;
    add("marble_thicket_cj7_a", [=] { marble_thicket_cj7_a<<<g, 256>>>(k, o, 9); }, o, g * 16, Output::i32);
    add("marble_thicket_cj7_b", [=] { marble_thicket_cj7_b<<<g, 256>>>(k, o, 9); }, o, g * 16, Output::i32);
}

// ---- film tone curve on HDR pixels
constexpr int TONEn = 1 << 23;
__device__ __forceinline__ float curve_a(float x) {
    return ((x * (0.15 * x + 0.10 * 0.50) + 0.20 * 0.02) / (x * (0.15 * x + 0.50) + 0.20 * 0.30)) - 0.02 / 0.30;
}
__device__ __forceinline__ float curve_b(float x) {
    return ((x * (0.15f * x + 0.05f) + 0.004f) / (x * (0.15f * x + 0.50f) + 0.06f)) - 0.0666667f;
}
__global__ void __launch_bounds__(256) copper_meadow_cj7_a(const float4* __restrict__ hdr, float4* __restrict__ ldr, float exposure) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 c = hdr[i];
    float w = 1.0 / curve_a(11.2f);
    c.x = curve_a(fabsf(c.x) * exposure) * w; c.y = curve_a(fabsf(c.y) * exposure) * w; c.z = curve_a(fabsf(c.z) * exposure) * w;
    ldr[i] = c;
}
__global__ void __launch_bounds__(256) copper_meadow_cj7_b(const float4* __restrict__ hdr, float4* __restrict__ ldr, float exposure) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 c = hdr[i];
    float w = 1.0f / curve_b(11.2f);
    c.x = curve_b(fabsf(c.x) * exposure) * w; c.y = curve_b(fabsf(c.y) * exposure) * w; c.z = curve_b(fabsf(c.z) * exposure) * w;
    ldr[i] = c;
}
static void r03() {
    const float4* x = (const float4*)P1; float4* o = (float4*)OUT;
    add("copper_meadow_cj7_a", [=] { copper_meadow_cj7_a<<<TONEn / 256, 256>>>(x, o, 4.f); }, o, TONEn * 4);
    add("copper_meadow_cj7_b", [=] { copper_meadow_cj7_b<<<TONEn / 256, 256>>>(x, o, 4.f); }, o, TONEn * 4);
}

// ---- number-theoretic transform of 1024 points a block, modulo a 30-bit prime (homomorphic encryption)
constexpr unsigned NTTp = 998244353u; constexpr int NTTn = 1024, NTTbatch = 16384;
__global__ void __launch_bounds__(256) silver_harbor_cj7_a(const unsigned* __restrict__ x, const unsigned* __restrict__ tw, unsigned* __restrict__ o, unsigned p) {
    __shared__ unsigned s[NTTn];
    const size_t base = (size_t)blockIdx.x * NTTn; int t = threadIdx.x;
    for (int i = t; i < NTTn; i += 256) s[i] = x[base + i];
    for (int len = NTTn / 2; len >= 1; len >>= 1) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int k = t + h * 256, j = k & (len - 1), i = ((k - j) << 1) + j;
            unsigned a = s[i], b = s[i + len], w = __ldg(tw + j * (NTTn / 2 / len));
            s[i] = (unsigned)(((unsigned long long)a + b) % p);
            s[i + len] = (unsigned)((unsigned long long)(a + p - b) * w % p);
        }
    }
    __syncthreads();
    for (int i = t; i < NTTn; i += 256) o[base + i] = s[i];
}
__global__ void __launch_bounds__(256) silver_harbor_cj7_b(const unsigned* __restrict__ x, const uint2* __restrict__ tw, unsigned* __restrict__ o, unsigned p) {
    __shared__ unsigned s[NTTn];
    const size_t base = (size_t)blockIdx.x * NTTn; int t = threadIdx.x;
    for (int i = t; i < NTTn; i += 256) s[i] = x[base + i];
    for (int len = NTTn / 2; len >= 1; len >>= 1) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int k = t + h * 256, j = k & (len - 1), i = ((k - j) << 1) + j;
            unsigned a = s[i], b = s[i + len]; uint2 w = __ldg(tw + j * (NTTn / 2 / len));
            unsigned u = a + b, d = a + p - b;
            s[i] = min(u, u - p);
            unsigned r = d * w.x - __umulhi(d, w.y) * p;
            s[i + len] = min(r, r - p);
        }
    }
    __syncthreads();
    for (int i = t; i < NTTn; i += 256) o[base + i] = s[i];
}
static unsigned modpow(unsigned long long b, unsigned e) {
    unsigned long long r = 1; for (; e; e >>= 1, b = b * b % NTTp) if (e & 1) r = r * b % NTTp; return (unsigned)r;
}
static void r04() {
    std::vector<unsigned> w(NTTn / 2); std::vector<uint2> v(NTTn / 2); unsigned long long g = modpow(3, (NTTp - 1) / NTTn), c = 1;
    for (int i = 0; i < NTTn / 2; ++i, c = c * g % NTTp) { w[i] = (unsigned)c; v[i] = make_uint2((unsigned)c, (unsigned)((c << 32) / NTTp)); }
    const unsigned *x = (const unsigned*)harness::indices((size_t)NTTn * NTTbatch, NTTp, 5), *dw = harness::uploaded(w);
    const uint2* dv = harness::uploaded(v); unsigned* o = (unsigned*)OUT;
    add("silver_harbor_cj7_a", [=] { silver_harbor_cj7_a<<<NTTbatch, 256>>>(x, dw, o, NTTp); }, o, (size_t)NTTn * NTTbatch, Output::i32);
    add("silver_harbor_cj7_b", [=] { silver_harbor_cj7_b<<<NTTbatch, 256>>>(x, dv, o, NTTp); }, o, (size_t)NTTn * NTTbatch, Output::i32);
}

// ---- video coding: 32x32 forward transform of residual blocks
__constant__ float4 c_dct[32 * 8];  // [sample][four frequencies]
template <int PITCH> __device__ __forceinline__ void transform32(const float* __restrict__ img, float* __restrict__ o, int w) {
    __shared__ float s[32 * PITCH], m[32 * PITCH];
    int x = threadIdx.x, y = threadIdx.y;
    const float* src = img + (size_t)blockIdx.y * 32 * w + blockIdx.x * 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) s[(y + i * 8) * PITCH + x] = src[(size_t)(y + i * 8) * w + x];
    __syncthreads();
    float a[4] = {0, 0, 0, 0};
#pragma unroll 8
    for (int n = 0; n < 32; ++n) {
        float v = s[x * PITCH + n]; float4 c = c_dct[n * 8 + y];
        a[0] = fmaf(c.x, v, a[0]); a[1] = fmaf(c.y, v, a[1]); a[2] = fmaf(c.z, v, a[2]); a[3] = fmaf(c.w, v, a[3]);
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) m[(y * 4 + q) * PITCH + x] = a[q], a[q] = 0;
    __syncthreads();
#pragma unroll 8
    for (int n = 0; n < 32; ++n) {
        float v = m[x * PITCH + n]; float4 c = c_dct[n * 8 + y];
        a[0] = fmaf(c.x, v, a[0]); a[1] = fmaf(c.y, v, a[1]); a[2] = fmaf(c.z, v, a[2]); a[3] = fmaf(c.w, v, a[3]);
    }
    float* dst = o + (size_t)blockIdx.y * 32 * w + blockIdx.x * 32;
#pragma unroll
    for (int q = 0; q < 4; ++q) dst[(size_t)(y * 4 + q) * w + x] = a[q];
}
__global__ void __launch_bounds__(256, 4) amber_lattice_cj7_a(const float* __restrict__ img, float* __restrict__ o, int w) { transform32<32>(img, o, w); }
__global__ void __launch_bounds__(256, 4) amber_lattice_cj7_b(const float* __restrict__ img, float* __restrict__ o, int w) { transform32<33>(img, o, w); }
static void r05() {
    std::vector<float> h(1024);
    for (int k = 0; k < 32; ++k) for (int n = 0; n < 32; ++n) h[n * 32 + k] = sqrtf((k ? 2.f : 1.f) / 32) * cosf(3.14159265f * (n + 0.5f) * k / 32);
    CHECK(cudaMemcpyToSymbol(c_dct, h.data(), 4096));
    const float* x = P0; float* o = OUT; const int w = 4096;
    add("amber_lattice_cj7_a", [=] { amber_lattice_cj7_a<<<dim3(w / 32, w / 32), dim3(32, 8)>>>(x, o, w); }, o, (size_t)w * w);
    add("amber_lattice_cj7_b", [=] { amber_lattice_cj7_b<<<dim3(w / 32, w / 32), dim3(32, 8)>>>(x, o, w); }, o, (size_t)w * w);
}

// ---- molecular mechanics: harmonic restraint energies summed by molecule
constexpr int ENn = 1 << 24, ENmol = 2048;
__global__ void __launch_bounds__(256) quiet_saddle_cj7_a(const float* __restrict__ d, const float* __restrict__ k, float* __restrict__ e) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float r = d[i] - 0.3f;
    atomicAdd(&e[i / ENmol], 0.5f * fabsf(k[i]) * r * r);
}
__global__ void __launch_bounds__(256) quiet_saddle_cj7_b(const float* __restrict__ d, const float* __restrict__ k, float* __restrict__ e) {
    __shared__ float part[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float r = d[i] - 0.3f, v = 0.5f * fabsf(k[i]) * r * r;
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) v += part[w];
        atomicAdd(&e[i / ENmol], v);
    }
}
static void r06() {
    const float *d = P0, *k = P1; float* o = OUT;
    add("quiet_saddle_cj7_a", [=] { quiet_saddle_cj7_a<<<ENn / 256, 256>>>(d, k, o); }, o, ENn / ENmol);
    add("quiet_saddle_cj7_b", [=] { quiet_saddle_cj7_b<<<ENn / 256, 256>>>(d, k, o); }, o, ENn / ENmol);
}

// ---- genomics: Hamming distances of all pairs of 1024-bit sketches (upper triangle)
constexpr int SKn = 132 * 32, SKw = 32;
template <bool EVEN> __device__ __forceinline__ void sketch_pairs(const unsigned* __restrict__ words, int* __restrict__ dist) {
    __shared__ uint4 row[SKw];
    for (int q = 0; q < 8; ++q) {
        int g = EVEN ? ((q & 1) ? q * 132 + 131 - (int)blockIdx.x : q * 132 + (int)blockIdx.x) : (int)blockIdx.x * 8 + q;
        int i0 = g * 4;
        __syncthreads();
        if (threadIdx.x < SKw * 4) ((unsigned*)row)[threadIdx.x] = words[(threadIdx.x >> 2) * SKn + i0 + (threadIdx.x & 3)];
        __syncthreads();
        for (int j = i0 + 1 + threadIdx.x; j < SKn; j += 1024) {
            int a = 0, b = 0, c = 0, d = 0;
#pragma unroll 8
            for (int w = 0; w < SKw; ++w) {
                unsigned v = __ldg(words + w * SKn + j); uint4 r = row[w];
                a += __popc(v ^ r.x); b += __popc(v ^ r.y); c += __popc(v ^ r.z); d += __popc(v ^ r.w);
            }
            int* o = dist + (size_t)i0 * SKn + j;
            o[0] = a;
            if (j > i0 + 1) o[SKn] = b;
            if (j > i0 + 2) o[2 * SKn] = c;
            if (j > i0 + 3) o[3 * SKn] = d;
        }
    }
}
__global__ void __launch_bounds__(1024) linen_compass_cj7_a(const unsigned* __restrict__ words, int* __restrict__ dist) { sketch_pairs<false>(words, dist); }
__global__ void __launch_bounds__(1024) linen_compass_cj7_b(const unsigned* __restrict__ words, int* __restrict__ dist) { sketch_pairs<true>(words, dist); }
static void r07() {
    const unsigned* w = (const unsigned*)harness::indices((size_t)SKn * SKw, 0xffffffffu, 41); int* o = (int*)OUT;
    add("linen_compass_cj7_a", [=] { linen_compass_cj7_a<<<132, 1024>>>(w, o); }, o, (size_t)SKn * SKn, Output::i32);
    add("linen_compass_cj7_b", [=] { linen_compass_cj7_b<<<132, 1024>>>(w, o); }, o, (size_t)SKn * SKn, Output::i32);
}

// ---- ray tracing: shading of hits by material
constexpr int HITn = 1 << 22, HITwin = 2048;
__device__ __forceinline__ float fbm(float x, float y, float z, int octaves) {
    float s = 0, a = 0.5f;
    for (int o = 0; o < octaves; ++o) { s = fmaf(a, __sinf(x + 1.3f * y) * __cosf(y - 0.7f * z), s); x = x * 2.03f + 0.1f; y = y * 1.97f + z * 0.2f; z *= 2.01f; a *= 0.5f; }
    return s;
}
__device__ float shade(int mat, float4 h) {
    float nl = fabsf(h.x) + 0.01f, nv = fabsf(h.y) + 0.01f, nh = fminf(fabsf(h.z) + 0.02f, 1.f), lh = fabsf(h.w) + 0.01f;
    switch (mat) {
        case 0: return fbm(h.x * 7, h.y * 7, h.z * 7, 12) * nl;                                   // marble
        case 1: {                                                                                 // rough metal
            float r = 0;
            for (int l = 1; l <= 8; ++l) {
                float a2 = 0.01f * l * l, d = nh * nh * (a2 - 1) + 1;
                r += a2 / (d * d) / (nl + sqrtf(a2 + (1 - a2) * nl * nl)) / (nv + sqrtf(a2 + (1 - a2) * nv * nv));
            }
            return r * 0.05f;
        }
        case 2: { float t = 1, s = 0; for (int i = 0; i < 24; ++i) { float dens = 0.5f + 0.5f * __sinf(h.x * i + h.y); s += t * dens * 0.1f; t *= __expf(-dens * lh); } return s; }
        case 3: { float s = 0; for (int i = 1; i <= 16; ++i) s += __cosf(6.2832f * i * nh * lh) * __frcp_rn(i + nl); return s; }  // thin film
        case 4: { float r = 0; for (int i = 1; i < 14; ++i) r += __powf(nh, 4.f * i) * (i + 2) * nl; return r * 0.02f; }      // glossy lobes
        default: { float x = nl; for (int i = 0; i < 40; ++i) x = fmaf(x * (1 - x), 3.3f * nv, lh * 0.01f); return x; }
    }
}
__global__ void __launch_bounds__(256) orchid_bridge_cj7_a(const float4* __restrict__ hit, const unsigned char* __restrict__ mat, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; o[i] = shade(mat[i], hit[i]);
}
__global__ void __launch_bounds__(256) orchid_bridge_cj7_b(const float4* __restrict__ hit, const unsigned char* __restrict__ mat, const int* __restrict__ queue,
                                                           float* __restrict__ o) {
    int i = queue[blockIdx.x * 256 + threadIdx.x]; o[i] = shade(mat[i], hit[i]);
}
static void r08() {
    std::vector<unsigned char> m(HITn); std::vector<int> q(HITn);
    for (int i = 0; i < HITn; ++i) m[i] = harness::hash32(i + 77) % 6;
    std::iota(q.begin(), q.end(), 0);
    for (int i = 0; i < HITn; i += HITwin) std::stable_sort(q.begin() + i, q.begin() + i + HITwin, [&](int a, int b) { return m[a] < m[b]; });
    const unsigned char* dm = harness::uploaded(m); const int* dq = harness::uploaded(q); const float4* h = (const float4*)P0; float* o = OUT;
    add("orchid_bridge_cj7_a", [=] { orchid_bridge_cj7_a<<<HITn / 256, 256>>>(h, dm, o); }, o, HITn);
    add("orchid_bridge_cj7_b", [=] { orchid_bridge_cj7_b<<<HITn / 256, 256>>>(h, dm, dq, o); }, o, HITn);
}

// ---- audio: projection of frames on a filter bank, half-precision product 8192 x 1024 x 1024
constexpr int AUm = 8192, AUn = 1024, AUk = 1024;
__global__ void __launch_bounds__(256) hollow_pepper_cj7_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float sa[16][132], sb[16][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    float acc[8][8] = {};
    int ar = t >> 1, ac = (t & 1) * 8, br = t >> 4, bc = (t & 15) * 8;
    uint4 va = *(const uint4*)(A + (size_t)(m0 + ar) * AUk + ac), vb = *(const uint4*)(B + (size_t)br * AUn + n0 + bc);
    for (int k0 = 0; k0 < AUk; k0 += 16) {
        const half *pa = (const half*)&va, *pb = (const half*)&vb;
#pragma unroll
        for (int i = 0; i < 8; ++i) sa[ac + i][ar] = __half2float(pa[i]);
#pragma unroll
        for (int i = 0; i < 8; i += 4)
            *(float4*)&sb[br][bc + i] = make_float4(__half2float(pb[i]), __half2float(pb[i + 1]), __half2float(pb[i + 2]), __half2float(pb[i + 3]));
        __syncthreads();
        if (k0 + 16 < AUk) {
            va = *(const uint4*)(A + (size_t)(m0 + ar) * AUk + k0 + 16 + ac); vb = *(const uint4*)(B + (size_t)(k0 + 16 + br) * AUn + n0 + bc);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(float4*)&sa[k][ty * 4]; *(float4*)(a + 4) = *(float4*)&sa[k][64 + ty * 4];
            *(float4*)b = *(float4*)&sb[k][tx * 4]; *(float4*)(b + 4) = *(float4*)&sb[k][64 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* c = C + (size_t)(m0 + (i >> 2) * 64 + ty * 4 + (i & 3)) * AUn + n0 + tx * 4;
        *(float4*)c = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]); *(float4*)(c + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
__global__ void __launch_bounds__(256) hollow_pepper_cj7_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C) {
    using namespace nvcuda;
    __shared__ __align__(32) half sa[128][40], sb[32][136];
    int t = threadIdx.x, w = t >> 5, wm = (w & 3) * 32, wn = (w >> 2) * 64, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
    for (auto& r : acc) for (auto& f : r) wmma::fill_fragment(f, 0.f);
    uint4 va[2], vb[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int q = t + h * 256;
        va[h] = *(const uint4*)(A + (size_t)(m0 + (q >> 2)) * AUk + (q & 3) * 8); vb[h] = *(const uint4*)(B + (size_t)(q >> 4) * AUn + n0 + (q & 15) * 8);
    }
    for (int k0 = 0; k0 < AUk; k0 += 32) {
#pragma unroll
        for (int h = 0; h < 2; ++h) { int q = t + h * 256; *(uint4*)&sa[q >> 2][(q & 3) * 8] = va[h]; *(uint4*)&sb[q >> 4][(q & 15) * 8] = vb[h]; }
        __syncthreads();
        if (k0 + 32 < AUk)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                int q = t + h * 256;
                va[h] = *(const uint4*)(A + (size_t)(m0 + (q >> 2)) * AUk + k0 + 32 + (q & 3) * 8);
                vb[h] = *(const uint4*)(B + (size_t)(k0 + 32 + (q >> 4)) * AUn + n0 + (q & 15) * 8);
            }
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2]; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &sa[wm + i * 16][kk], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &sb[kk][wn + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(C + (size_t)(m0 + wm + i * 16) * AUn + n0 + wn + j * 16, acc[i][j], AUn, wmma::mem_row_major);
}
static void r09() {
    const half *A = harness::filled<half>((size_t)AUm * AUk, 71), *B = harness::filled<half>((size_t)AUk * AUn, 72); float* o = OUT;
    add("hollow_pepper_cj7_a", [=] { hollow_pepper_cj7_a<<<dim3(AUn / 128, AUm / 128), 256>>>(A, B, o); }, o, (size_t)AUm * AUn);
    add("hollow_pepper_cj7_b", [=] { hollow_pepper_cj7_b<<<dim3(AUn / 128, AUm / 128), 256>>>(A, B, o); }, o, (size_t)AUm * AUn);
}

// ---- photography: 15x15 lens-blur convolution
constexpr int BLr = 7, BLk = 15, BLw = 4096, BLh = 4096, BLpitch = BLw + 16;
__constant__ float c_blur[BLk * BLk];
__global__ void __launch_bounds__(256) timber_violet_cj7_a(const float* __restrict__ img, float* __restrict__ o) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float s = 0;
#pragma unroll 3
    for (int ky = 0; ky < BLk; ++ky)
#pragma unroll
        for (int kx = 0; kx < BLk; ++kx) s = fmaf(c_blur[ky * BLk + kx], __ldg(img + (y + ky) * BLpitch + x + kx), s);
    o[y * BLw + x] = s;
}
__global__ void __launch_bounds__(256) timber_violet_cj7_b(const float* __restrict__ img, float* __restrict__ o) {
    __shared__ float s[78][48];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 64, tx = threadIdx.x, ty = threadIdx.y;
    for (int q = ty * 32 + tx; q < 78 * 46; q += 256) s[q / 46][q % 46] = __ldg(img + (y0 + q / 46) * BLpitch + x0 + q % 46);
    __syncthreads();
    float acc[8] = {};
    for (int kx = 0; kx < BLk; ++kx) {
        float col[22];
#pragma unroll
        for (int r = 0; r < 22; ++r) col[r] = s[ty * 8 + r][tx + kx];
#pragma unroll
        for (int ky = 0; ky < BLk; ++ky) {
            float w = c_blur[ky * BLk + kx];
#pragma unroll
            for (int q = 0; q < 8; ++q) acc[q] = fmaf(w, col[q + ky], acc[q]);
        }
    }
#pragma unroll
    for (int q = 0; q < 8; ++q) o[(y0 + ty * 8 + q) * BLw + x0 + tx] = acc[q];
}
static void r10() {
    std::vector<float> h(BLk * BLk);
    for (int i = 0; i < BLk * BLk; ++i) { int y = i / BLk - BLr, x = i % BLk - BLr; h[i] = 0.002f + 0.006f * expf(-0.03f * (x * x + y * y + 0.4f * x * y)); }
    CHECK(cudaMemcpyToSymbol(c_blur, h.data(), sizeof(float) * h.size()));
    const float* x = P1; float* o = OUT;
    add("timber_violet_cj7_a", [=] { timber_violet_cj7_a<<<dim3(BLw / 32, BLh / 8), dim3(32, 8)>>>(x, o); }, o, (size_t)BLw * BLh);
    add("timber_violet_cj7_b", [=] { timber_violet_cj7_b<<<dim3(BLw / 32, BLh / 64), dim3(32, 8)>>>(x, o); }, o, (size_t)BLw * BLh);
}

// ---- magnetic resonance: noise covariance of eight receiver coils
constexpr int COILn = 8, COILs = 1 << 19;
template <int PARTS> __device__ __forceinline__ void coil_cov(const float2* __restrict__ d, float2* __restrict__ cov) {
    int p = blockIdx.x, i = 0; while (p >= COILn - i) { p -= COILn - i; ++i; }
    int j = i + p;
    const float2 *a = d + (size_t)i * COILs, *b = d + (size_t)j * COILs;
    constexpr int per = COILs / PARTS;
    float re = 0, im = 0;
#pragma unroll 4
    for (int s = blockIdx.y * per + threadIdx.x; s < (int)(blockIdx.y + 1) * per; s += 512) {
        float2 u = __ldg(a + s), v = __ldg(b + s);
        re = fmaf(u.x, v.x, fmaf(u.y, v.y, re)); im = fmaf(u.y, v.x, fmaf(-u.x, v.y, im));
    }
    for (int o = 16; o; o >>= 1) { re += __shfl_xor_sync(~0u, re, o); im += __shfl_xor_sync(~0u, im, o); }
    __shared__ float2 part[16];
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(re, im);
    __syncthreads();
    if (threadIdx.x == 0) {
        re = im = 0;
        for (int w = 0; w < 16; ++w) { re += part[w].x; im += part[w].y; }
        float2* c = cov + i * COILn + j;
        if (PARTS == 1) *c = make_float2(re, im); else { atomicAdd(&c->x, re); atomicAdd(&c->y, im); }
    }
}
__global__ void __launch_bounds__(512) granite_feather_cj7_a(const float2* __restrict__ d, float2* __restrict__ cov) { coil_cov<1>(d, cov); }
__global__ void __launch_bounds__(512) granite_feather_cj7_b(const float2* __restrict__ d, float2* __restrict__ cov) { coil_cov<32>(d, cov); }
static void r11() {
    const float2* d = (const float2*)P2; float2* o = (float2*)OUT;
    add("granite_feather_cj7_a", [=] { granite_feather_cj7_a<<<36, 512>>>(d, o); }, o, COILn * COILn * 2);
    add("granite_feather_cj7_b", [=] { granite_feather_cj7_b<<<dim3(36, 32), 512>>>(d, o); }, o, COILn * COILn * 2);
}

// ---- accelerator physics: particles tracked through a ring of drifts and sextupole kicks
constexpr int RINGe = 500, RINGp = 132 * 128 * 4;
__constant__ float4 c_ring[RINGe];
__device__ __forceinline__ void element(float4 e, float4& v) {
    v.x = fmaf(e.x, v.y, v.x); v.z = fmaf(e.x, v.w, v.z);
    float kx = fmaf(e.y, v.x, e.z * (v.x * v.x - v.z * v.z)), kz = fmaf(-e.y, v.z, -2.f * e.z * v.x * v.z);
    v.y -= kx; v.w -= kz;
}
__global__ void __launch_bounds__(128) scarlet_kettle_cj7_a(const float4* __restrict__ in, float4* __restrict__ out) {
    for (int q = 0; q < 4; ++q) {
        int i = (q * 132 + blockIdx.x) * 128 + threadIdx.x;
        float4 v = in[i]; v.x *= 1e-3f; v.y *= 1e-4f; v.z *= 1e-3f; v.w *= 1e-4f;
#pragma unroll 4
        for (int e = 0; e < RINGe; ++e) element(c_ring[e], v);
        out[i] = v;
    }
}
__global__ void __launch_bounds__(128) scarlet_kettle_cj7_b(const float4* __restrict__ in, float4* __restrict__ out) {
    float4 v[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { v[q] = in[(q * 132 + blockIdx.x) * 128 + threadIdx.x]; v[q].x *= 1e-3f; v[q].y *= 1e-4f; v[q].z *= 1e-3f; v[q].w *= 1e-4f; }
#pragma unroll 4
    for (int e = 0; e < RINGe; ++e) {
        float4 k = c_ring[e];
#pragma unroll
        for (int q = 0; q < 4; ++q) element(k, v[q]);
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) out[(q * 132 + blockIdx.x) * 128 + threadIdx.x] = v[q];
}
static void r12() {
    std::vector<float4> h(RINGe);
    for (int i = 0; i < RINGe; ++i) h[i] = make_float4(0.3f + 0.01f * harness::unit(i), (i & 1 ? 0.35f : -0.3f), 0.8f * harness::unit(i + 999), 0.f);
    CHECK(cudaMemcpyToSymbol(c_ring, h.data(), sizeof(float4) * RINGe));
    const float4* x = (const float4*)P0; float4* o = (float4*)OUT;
    add("scarlet_kettle_cj7_a", [=] { scarlet_kettle_cj7_a<<<132, 128>>>(x, o); }, o, (size_t)RINGp * 4);
    add("scarlet_kettle_cj7_b", [=] { scarlet_kettle_cj7_b<<<132, 128>>>(x, o); }, o, (size_t)RINGp * 4);
}

// ---- radio astronomy: calibrated visibilities minus a sky model, weighted
constexpr int VISn = 1 << 25;
__global__ void __launch_bounds__(256) walnut_signal_cj7_a(const float2* __restrict__ vis, const float2* __restrict__ model, float2* __restrict__ o, float g) {
    int i = blockIdx.x * 256 + threadIdx.x; float2 v = vis[i], m = model[i];
    o[i] = make_float2(g * v.x - m.x, g * v.y - m.y);
}
__global__ void __launch_bounds__(256) walnut_signal_cj7_b(const float4* __restrict__ vis, const float4* __restrict__ model, float4* __restrict__ o, float g) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = vis[i], m = model[i];
    o[i] = make_float4(g * v.x - m.x, g * v.y - m.y, g * v.z - m.z, g * v.w - m.w);
}
static void r13() {
    float *v = P0, *m = P1, *o = OUT;
    add("walnut_signal_cj7_a", [=] { walnut_signal_cj7_a<<<VISn / 512, 256>>>((const float2*)v, (const float2*)m, (float2*)o, 0.9f); }, o, VISn);
    add("walnut_signal_cj7_b", [=] { walnut_signal_cj7_b<<<VISn / 1024, 256>>>((const float4*)v, (const float4*)m, (float4*)o, 0.9f); }, o, VISn);
}

// ---- stellar dynamics: accelerations by direct summation
constexpr int STARn = 132 * 2048, STARsrc = 8192;
template <bool EXTRA> __device__ __forceinline__ void gravity(const float4* __restrict__ p, float4* __restrict__ acc) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 512 + threadIdx.x; float4 a = p[i], b = p[i + 256];
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (int t = 0; t < STARsrc; t += 256) {
        float4 v = p[t + threadIdx.x];
        if (EXTRA) __syncthreads();
        tile[threadIdx.x] = v;
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float dx = q.x - a.x, dy = q.y - a.y, dz = q.z - a.z, r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            float inv = rsqrtf(r2), f = q.w * inv * inv * inv; ax = fmaf(f, dx, ax); ay = fmaf(f, dy, ay); az = fmaf(f, dz, az);
            dx = q.x - b.x; dy = q.y - b.y; dz = q.z - b.z; r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
            inv = rsqrtf(r2); f = q.w * inv * inv * inv; bx = fmaf(f, dx, bx); by = fmaf(f, dy, by); bz = fmaf(f, dz, bz);
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, 0); acc[i + 256] = make_float4(bx, by, bz, 0);
}
__global__ void __launch_bounds__(256) cobalt_ribbon_cj7_a(const float4* __restrict__ p, float4* __restrict__ acc) { gravity<true>(p, acc); }
__global__ void __launch_bounds__(256) cobalt_ribbon_cj7_b(const float4* __restrict__ p, float4* __restrict__ acc) { gravity<false>(p, acc); }
static void r14() {
    const float4* p = (const float4*)P1; float4* o = (float4*)OUT;
    add("cobalt_ribbon_cj7_a", [=] { cobalt_ribbon_cj7_a<<<STARn / 512, 256>>>(p, o); }, o, STARn * 4);
    add("cobalt_ribbon_cj7_b", [=] { cobalt_ribbon_cj7_b<<<STARn / 512, 256>>>(p, o); }, o, STARn * 4);
}

// ---- computed tomography: counts to line integrals
constexpr int CTn = 1 << 26;
template <bool FAST> __device__ __forceinline__ float line_integral(float c, float i0) {
    float r = fmaxf(fabsf(c), 1e-4f) * i0; return FAST ? -__logf(r) : -logf(r);
}
__global__ void __launch_bounds__(256) pebble_tunnel_cj7_a(const float4* __restrict__ c, float4* __restrict__ o, float i0) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = c[i];
    o[i] = make_float4(line_integral<false>(v.x, i0), line_integral<false>(v.y, i0), line_integral<false>(v.z, i0), line_integral<false>(v.w, i0));
}
__global__ void __launch_bounds__(256) pebble_tunnel_cj7_b(const float4* __restrict__ c, float4* __restrict__ o, float i0) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = c[i];
    o[i] = make_float4(line_integral<true>(v.x, i0), line_integral<true>(v.y, i0), line_integral<true>(v.z, i0), line_integral<true>(v.w, i0));
}
static void r15() {
    const float4* c = (const float4*)P0; float4* o = (float4*)OUT;
    add("pebble_tunnel_cj7_a", [=] { pebble_tunnel_cj7_a<<<CTn / 1024, 256>>>(c, o, 0.8f); }, o, CTn);
    add("pebble_tunnel_cj7_b", [=] { pebble_tunnel_cj7_b<<<CTn / 1024, 256>>>(c, o, 0.8f); }, o, CTn);
}

// ---- remote sensing: hyperspectral cube from pixel-interleaved to band-sequential
constexpr int HSpix = 1 << 18, HSband = 224;
template <int PITCH> __device__ __forceinline__ void band_order(const float* __restrict__ bip, float* __restrict__ bsq) {
    __shared__ float s[32 * PITCH];
    int x = threadIdx.x, y = threadIdx.y, p0 = blockIdx.y * 32, b0 = blockIdx.x * 32;
#pragma unroll
    for (int i = 0; i < 32; i += 8) s[(y + i) * PITCH + x] = bip[(size_t)(p0 + y + i) * HSband + b0 + x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; i += 8) bsq[(size_t)(b0 + y + i) * HSpix + p0 + x] = s[x * PITCH + y + i];
}
__global__ void __launch_bounds__(256) ginger_column_cj7_a(const float* __restrict__ bip, float* __restrict__ bsq) { band_order<34>(bip, bsq); }
__global__ void __launch_bounds__(256) ginger_column_cj7_b(const float* __restrict__ bip, float* __restrict__ bsq) { band_order<33>(bip, bsq); }
static void r16() {
    const float* x = P0; float* o = OUT; dim3 g(HSband / 32, HSpix / 32), b(32, 8);
    add("ginger_column_cj7_a", [=] { ginger_column_cj7_a<<<g, b>>>(x, o); }, o, (size_t)HSpix * HSband);
    add("ginger_column_cj7_b", [=] { ginger_column_cj7_b<<<g, b>>>(x, o); }, o, (size_t)HSpix * HSband);
}

// ---- microscopy: radial shading correction
constexpr int VGw = 8192, VGh = 8192;
__device__ __forceinline__ float4 unshade(float4 v, float x, float y2, float4 k) {
    float r0 = fmaf(x, x, y2), r1 = fmaf(x + k.w, x + k.w, y2), r2 = fmaf(x + 2 * k.w, x + 2 * k.w, y2), r3 = fmaf(x + 3 * k.w, x + 3 * k.w, y2);
    v.x *= fmaf(r0, fmaf(r0, fmaf(r0, k.z, k.y), k.x), 1.f); v.y *= fmaf(r1, fmaf(r1, fmaf(r1, k.z, k.y), k.x), 1.f);
    v.z *= fmaf(r2, fmaf(r2, fmaf(r2, k.z, k.y), k.x), 1.f); v.w *= fmaf(r3, fmaf(r3, fmaf(r3, k.z, k.y), k.x), 1.f);
    return v;
}
__global__ void __launch_bounds__(256) frozen_ladder_cj7_a(const float4* __restrict__ img, float4* __restrict__ o, int w4, int h, float4 k) {
    int i = blockIdx.x * 256 + threadIdx.x, row = i / w4, col = i % w4;
    float y = (row - h / 2) * k.w;
    o[i] = unshade(img[i], (col * 4 - w4 * 2) * k.w, y * y, k);
}
__global__ void __launch_bounds__(256) frozen_ladder_cj7_b(const float4* __restrict__ img, float4* __restrict__ o, int w4, int h, float4 k) {
    int row = blockIdx.y, col = blockIdx.x * 256 + threadIdx.x, i = row * w4 + col;
    float y = (row - h / 2) * k.w;
    o[i] = unshade(img[i], (col * 4 - w4 * 2) * k.w, y * y, k);
}
static void r17() {
    const float4* x = (const float4*)P1; float4 *o = (float4*)OUT, k = make_float4(0.4f, 0.1f, 0.03f, 1.f / VGw);
    add("frozen_ladder_cj7_a", [=] { frozen_ladder_cj7_a<<<VGw / 1024 * VGh, 256>>>(x, o, VGw / 4, VGh, k); }, o, (size_t)VGw * VGh);
    add("frozen_ladder_cj7_b", [=] { frozen_ladder_cj7_b<<<dim3(VGw / 1024, VGh), 256>>>(x, o, VGw / 4, VGh, k); }, o, (size_t)VGw * VGh);
}

// ---- seismic imaging: cross-correlation image of forward and adjoint wave fields
constexpr int SEIn = 1 << 26;
__global__ void __launch_bounds__(256) dusty_falcon_cj7_a(const float4* __restrict__ fwd, const float4* __restrict__ adj, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 f = __ldg(fwd + i), a = __ldg(adj + i);
    o[i] = make_float4(0.05 * f.x * a.x, 0.05 * f.y * a.y, 0.05 * f.z * a.z, 0.05 * f.w * a.w);
}
__global__ void __launch_bounds__(256) dusty_falcon_cj7_b(const float4* __restrict__ fwd, const float4* __restrict__ adj, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 f = __ldg(fwd + i), a = __ldg(adj + i);
    o[i] = make_float4(0.05f * f.x * a.x, 0.05f * f.y * a.y, 0.05f * f.z * a.z, 0.05f * f.w * a.w);
}
static void r18() {
    const float4 *f = (const float4*)P0, *a = (const float4*)P1; float4* o = (float4*)OUT;
    add("dusty_falcon_cj7_a", [=] { dusty_falcon_cj7_a<<<SEIn / 1024, 256>>>(f, a, o); }, o, SEIn);
    add("dusty_falcon_cj7_b", [=] { dusty_falcon_cj7_b<<<SEIn / 1024, 256>>>(f, a, o); }, o, SEIn);
}

// ---- fluid dynamics: D2Q9 lattice Boltzmann step, pull scheme
constexpr int LBw = 2048, LBh = 2048;
__global__ void __launch_bounds__(256) lunar_basket_cj7_a(const float* __restrict__ f, float* __restrict__ g, float omega) {
    constexpr int n = LBw * LBh;
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    int xm = (x - 1) & (LBw - 1), xp = (x + 1) & (LBw - 1), ym = ((y - 1) & (LBh - 1)) * LBw, yp = ((y + 1) & (LBh - 1)) * LBw, yc = y * LBw;
    float v[9];
    v[0] = f[yc + x]; v[1] = f[n + yc + xm]; v[2] = f[2 * n + yc + xp]; v[3] = f[3 * n + ym + x]; v[4] = f[4 * n + yp + x];
    v[5] = f[5 * n + ym + xm]; v[6] = f[6 * n + yp + xp]; v[7] = f[7 * n + yp + xm]; v[8] = f[8 * n + ym + xp];
#pragma unroll
    for (int q = 0; q < 9; ++q) v[q] = fmaf(v[q], 0.01f, q == 0 ? 0.4444444f : q < 5 ? 0.1111111f : 0.0277778f);
    float rho = v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7] + v[8], ir = __frcp_rn(rho);
    float ux = (v[1] - v[2] + v[5] - v[6] + v[7] - v[8]) * ir, uy = (v[3] - v[4] + v[5] - v[6] - v[7] + v[8]) * ir, sq = 1.f - 1.5f * (ux * ux + uy * uy);
    const float cx[9] = {0, 1, -1, 0, 0, 1, -1, 1, -1}, cy[9] = {0, 0, 0, 1, -1, 1, -1, -1, 1};
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float cu = cx[q] * ux + cy[q] * uy, w = (q == 0 ? 0.4444444f : q < 5 ? 0.1111111f : 0.0277778f) * rho;
        g[q * n + yc + x] = fmaf(omega, w * fmaf(cu, fmaf(4.5f, cu, 3.f), sq) - v[q], v[q]);
    }
}
static void r19() {
    const float* f = P0; float* o = OUT;
    add("lunar_basket_cj7_a", [=] { lunar_basket_cj7_a<<<dim3(LBw / 256, LBh), 256>>>(f, o, 1.7f); }, o, (size_t)9 * LBw * LBh);
}

// ---- cryptography: SHA-256 compression of a header block per nonce
__constant__ unsigned c_sha[64];
__device__ __forceinline__ unsigned ror(unsigned x, int n) { return __funnelshift_r(x, x, n); }
__global__ void __launch_bounds__(256) bronze_cradle_cj7_a(const uint4* __restrict__ header, unsigned* __restrict__ o) {
    unsigned nonce = blockIdx.x * 256 + threadIdx.x, w[16];
#pragma unroll
    for (int i = 0; i < 4; ++i) { uint4 h = __ldg(header + i); w[i * 4] = h.x; w[i * 4 + 1] = h.y; w[i * 4 + 2] = h.z; w[i * 4 + 3] = h.w; }
    w[3] = nonce; w[1] ^= nonce * 0x9e3779b9u;
    unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        if (i >= 16) {
            unsigned p = w[(i + 1) & 15], q = w[(i + 14) & 15];
            w[i & 15] += (ror(p, 7) ^ ror(p, 18) ^ (p >> 3)) + w[(i + 9) & 15] + (ror(q, 17) ^ ror(q, 19) ^ (q >> 10));
        }
        unsigned t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + c_sha[i] + w[i & 15];
        unsigned t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    o[nonce] = a + 0x6a09e667 + (h ^ e) + (b ^ d) + (c ^ f) + g;
}
static void r20() {
    std::vector<unsigned> k(64); int got = 0;
    for (int p = 2; got < 64; ++p) {
        bool prime = true; for (int q = 2; q * q <= p; ++q) if (p % q == 0) prime = false;
        if (prime) { double c = cbrt((double)p); k[got++] = (unsigned)((c - floor(c)) * 4294967296.0); }
    }
    CHECK(cudaMemcpyToSymbol(c_sha, k.data(), 256));
    const uint4* h = (const uint4*)P0; unsigned* o = (unsigned*)OUT; const int n = 1 << 22;
    add("bronze_cradle_cj7_a", [=] { bronze_cradle_cj7_a<<<n / 256, 256>>>(h, o); }, o, n, Output::i32);
}

// ---- molecular visualization: direct Coulomb potential map on a plane of the grid
constexpr int CIw = 1024, CIh = 768, CIatoms = 2000;
__constant__ float4 c_atom[CIatoms];
__global__ void __launch_bounds__(128) mellow_turret_cj7_a(float* __restrict__ o, float step) {
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 4;
    float fx = x * step, fy = y * step, e[4] = {0, 0, 0, 0};
#pragma unroll 4
    for (int a = 0; a < CIatoms; ++a) {
        float4 q = c_atom[a]; float dx = fx - q.x, dxz = fmaf(dx, dx, q.z), dy = fy - q.y;
#pragma unroll
        for (int k = 0; k < 4; ++k) { float d = fmaf((float)k, step, dy); e[k] = fmaf(q.w, rsqrtf(fmaf(d, d, dxz)), e[k]); }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[(y + k) * CIw + x] = e[k];
}
static void r21() {
    std::vector<float4> h(CIatoms);
    for (int i = 0; i < CIatoms; ++i) { float z = harness::unit(i * 4 + 2) * 3;
        h[i] = make_float4(51.f * (1 + harness::unit(i * 4)), 38.f * (1 + harness::unit(i * 4 + 1)), z * z + 0.3f, 0.2f + harness::unit(i * 4 + 3)); }
    CHECK(cudaMemcpyToSymbol(c_atom, h.data(), sizeof(float4) * CIatoms)); float* o = OUT;
    add("mellow_turret_cj7_a", [=] { mellow_turret_cj7_a<<<dim3(CIw / 128, CIh / 4), 128>>>(o, 0.1f); }, o, CIw * CIh);
}

// ---- column store: revenue of the rows within a range of discounts
constexpr int COLn = 1 << 27;
__global__ void __launch_bounds__(256) humble_quartz_cj7_a(const float4* __restrict__ price, const float4* __restrict__ disc, float* __restrict__ part, int n4) {
    float s = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 p = __ldcs(price + i), d = __ldcs(disc + i);
        s += (d.x > 0.2f && d.x < 0.7f ? fabsf(p.x) * d.x : 0.f) + (d.y > 0.2f && d.y < 0.7f ? fabsf(p.y) * d.y : 0.f)
           + (d.z > 0.2f && d.z < 0.7f ? fabsf(p.z) * d.z : 0.f) + (d.w > 0.2f && d.w < 0.7f ? fabsf(p.w) * d.w : 0.f);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    __shared__ float w[8];
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) part[blockIdx.x] = ((w[0] + w[1]) + (w[2] + w[3])) + ((w[4] + w[5]) + (w[6] + w[7]));
}
static void r22() {
    const float4 *p = (const float4*)P0, *d = (const float4*)P1; float* o = OUT;
    add("humble_quartz_cj7_a", [=] { humble_quartz_cj7_a<<<132 * 8, 256>>>(p, d, o, COLn / 4); }, o, 132 * 8);
}

// ---- heat conduction: seven-point step of a 512 x 512 x 256 grid, marching along z
constexpr int HTx = 512, HTy = 512, HTz = 256;
__global__ void __launch_bounds__(256) saffron_hinge_cj7_a(const float* __restrict__ t, float* __restrict__ o, float k) {
    const int plane = HTx * HTy;
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * 32;
    int i = z0 * plane + y * HTx + x;
    int l = x ? -1 : 0, r = x < HTx - 1 ? 1 : 0, u = y ? -HTx : 0, d = y < HTy - 1 ? HTx : 0;
    float below = t[z0 ? i - plane : i], mid = t[i];
#pragma unroll 4
    for (int z = z0; z < z0 + 32; ++z, i += plane) {
        float above = t[z < HTz - 1 ? i + plane : i];
        o[i] = fmaf(k, t[i + l] + t[i + r] + t[i + u] + t[i + d] + below + above - 6.f * mid, mid);
        below = mid; mid = above;
    }
}
static void r23() {
    const float* t = P1; float* o = OUT;
    add("saffron_hinge_cj7_a", [=] { saffron_hinge_cj7_a<<<dim3(HTx / 64, HTy / 4, HTz / 32), dim3(64, 4)>>>(t, o, 0.11f); }, o, (size_t)HTx * HTy * HTz);
}

// ---- hash join: probe of a table of 32-byte buckets (seven tags and a count of overflows)
constexpr int JBn = 1 << 24, JPn = 1 << 23;
__global__ void __launch_bounds__(256) willow_packet_cj7_a(const uint4* __restrict__ bucket, const uint4* __restrict__ key, int4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 k4 = __ldcs(key + i); unsigned k[4] = {k4.x, k4.y, k4.z, k4.w}; uint4 lo[4], hi[4]; int r[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        unsigned h = (k[q] * 0x9e3779b1u ^ (k[q] >> 13) * 0x85ebca6bu) & (JBn - 1);
        lo[q] = __ldg(bucket + 2 * (size_t)h); hi[q] = __ldg(bucket + 2 * (size_t)h + 1);
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        unsigned t = k[q] & 63;
        r[q] = ((lo[q].x & 63) == t) + 2 * ((lo[q].y & 63) == t) + 4 * ((lo[q].z & 63) == t) + 8 * ((lo[q].w & 63) == t)
             + 16 * ((hi[q].x & 63) == t) + 32 * ((hi[q].y & 63) == t) + 64 * ((hi[q].z & 63) == t) + (int)(hi[q].w & 3) * 128;
    }
    __stcs(o + i, make_int4(r[0], r[1], r[2], r[3]));
}
static void r24() {
    const uint4 *b = (const uint4*)P0, *k = (const uint4*)harness::indices(JPn, 0x7fffffff, 303); int4* o = (int4*)OUT;
    add("willow_packet_cj7_a", [=] { willow_packet_cj7_a<<<JPn / 1024, 256>>>(b, k, o); }, o, JPn, Output::i32);
}

// ---- ephemerides: FP64 Chebyshev series of positions, four epochs a thread
constexpr int EPc = 64, EPn = 132 * 2048 * 4 * 32;
__constant__ double c_cheb[EPc];
__global__ void __launch_bounds__(256) tender_gravel_cj7_a(const float4* __restrict__ time, double2* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 t = time[i];
    double x[4] = {t.x, t.y, t.z, t.w}, b1[4] = {}, b2[4] = {}, x2[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) x2[q] = 2 * x[q];
#pragma unroll 8
    for (int k = EPc - 1; k >= 1; --k) {
        double c = c_cheb[k];
#pragma unroll
        for (int q = 0; q < 4; ++q) { double b = fma(x2[q], b1[q], c - b2[q]); b2[q] = b1[q]; b1[q] = b; }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) x[q] = fma(x[q], b1[q], c_cheb[0] - b2[q]);
    o[i * 2] = make_double2(x[0], x[1]); o[i * 2 + 1] = make_double2(x[2], x[3]);
}
static void r25() {
    std::vector<double> h(EPc); for (int i = 0; i < EPc; ++i) h[i] = harness::unit(i + 5) / (1 + 0.1 * i);
    CHECK(cudaMemcpyToSymbol(c_cheb, h.data(), sizeof(double) * EPc));
    const float4* t = (const float4*)P2; double2* o = (double2*)OUT;
    add("tender_gravel_cj7_a", [=] { tender_gravel_cj7_a<<<EPn / 1024, 256>>>(t, o); }, o, EPn, Output::f64);
}

// ---- compression: decoding of 12-bit packed integers with a frame of reference
constexpr int UPn = 1 << 26;
__global__ void __launch_bounds__(256) cedar_whistle_cj7_a(const unsigned* __restrict__ packed, const int* __restrict__ base, int4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;           // four values = 48 bits
    int word = (i >> 1) * 3 + (i & 1); unsigned lo = __ldg(packed + word), hi = __ldg(packed + word + 1);
    unsigned long long v = ((unsigned long long)hi << 32 | lo) >> ((i & 1) * 16);
    int b = __ldg(base + (i >> 5));                   // one reference for 128 values
    __stcs(o + i, make_int4(b + (int)(v & 4095), b + (int)(v >> 12 & 4095), b + (int)(v >> 24 & 4095), b + (int)(v >> 36 & 4095)));
}
static void r26() {
    const unsigned* p = (const unsigned*)P0; const int* b = harness::indices(UPn / 128, 1000, 404); int4* o = (int4*)OUT;
    add("cedar_whistle_cj7_a", [=] { cedar_whistle_cj7_a<<<UPn / 1024, 256>>>(p, b, o); }, o, UPn, Output::i32);
}

// ---- astronomy: detector frame calibrated in four passes
constexpr int ASn = 1 << 25;
__global__ void __launch_bounds__(256) rustic_beacon_cj7_a(const float4* __restrict__ raw, const float4* __restrict__ bias, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 r = raw[i], b = bias[i];
    o[i] = make_float4(r.x - 0.1f * b.x, r.y - 0.1f * b.y, r.z - 0.1f * b.z, r.w - 0.1f * b.w);
}
__global__ void __launch_bounds__(256) rustic_beacon_cj7_a_flat(const float4* __restrict__ x, const float4* __restrict__ flat, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], f = flat[i];
    o[i] = make_float4(__fdividef(v.x, 1.f + 0.1f * f.x), __fdividef(v.y, 1.f + 0.1f * f.y), __fdividef(v.z, 1.f + 0.1f * f.z), __fdividef(v.w, 1.f + 0.1f * f.w));
}
__device__ __forceinline__ float linear(float v) { return v * fmaf(v, fmaf(v, 0.003f, 0.02f), 1.f); }
__device__ __forceinline__ float clip(float v, float sky) { return fminf(fmaxf(v - sky, -0.5f), 0.8f); }
__global__ void __launch_bounds__(256) rustic_beacon_cj7_a_linear(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i]; o[i] = make_float4(linear(v.x), linear(v.y), linear(v.z), linear(v.w));
}
__global__ void __launch_bounds__(256) rustic_beacon_cj7_a_clip(const float4* __restrict__ x, float4* __restrict__ o, float sky) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i]; o[i] = make_float4(clip(v.x, sky), clip(v.y, sky), clip(v.z, sky), clip(v.w, sky));
}
__device__ __forceinline__ float calibrated(float r, float b, float f, float sky) { return clip(linear(__fdividef(r - 0.1f * b, 1.f + 0.1f * f)), sky); }
__global__ void __launch_bounds__(256) rustic_beacon_cj7_b(const float4* __restrict__ raw, const float4* __restrict__ bias, const float4* __restrict__ flat,
                                                           float4* __restrict__ o, float sky) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 r = raw[i], b = bias[i], f = flat[i];
    o[i] = make_float4(calibrated(r.x, b.x, f.x, sky), calibrated(r.y, b.y, f.y, sky), calibrated(r.z, b.z, f.z, sky), calibrated(r.w, b.w, f.w, sky));
}
static void r27() {
    const float4 *x = (const float4*)P0, *b = (const float4*)P1, *f = (const float4*)P2; float4 *o = (float4*)OUT, *t = (float4*)TMP, *u = (float4*)TMP + ASn / 4;
    const int g = ASn / 1024;
    add("rustic_beacon_cj7_a", [=] {
        rustic_beacon_cj7_a<<<g, 256>>>(x, b, t); rustic_beacon_cj7_a_flat<<<g, 256>>>(t, f, u);
        rustic_beacon_cj7_a_linear<<<g, 256>>>(u, t); rustic_beacon_cj7_a_clip<<<g, 256>>>(t, o, 0.05f);
    }, o, ASn);
    add("rustic_beacon_cj7_b", [=] { rustic_beacon_cj7_b<<<g, 256>>>(x, b, f, o, 0.05f); }, o, ASn);
}

// ---- pattern formation: 120 Gray-Scott steps of a 48 x 48 patch
constexpr int GSw = 48, GSn = GSw * GSw, GSsteps = 120;
__device__ __forceinline__ float2 react(float2 c, float2 l, float2 r, float2 u, float2 d) {
    float lu = l.x + r.x + u.x + d.x - 4 * c.x, lv = l.y + r.y + u.y + d.y - 4 * c.y, uvv = c.x * c.y * c.y;
    return make_float2(c.x + 0.16f * lu - uvv + 0.035f * (1 - c.x), c.y + 0.08f * lv + uvv - 0.1f * c.y);
}
__device__ __forceinline__ float2 start(float2 s) { return make_float2(0.75f + 0.25f * s.x, 0.25f + 0.2f * s.y); }
__device__ __forceinline__ int wrap(int x) { return x < 0 ? x + GSw : x >= GSw ? x - GSw : x; }
__global__ void __launch_bounds__(128) nimble_orchard_cj7_a(const float2* __restrict__ in, float2* __restrict__ out, int first) {
    int i = blockIdx.x * 128 + threadIdx.x, y = i / GSw, x = i - y * GSw;
    float2 c = in[i], l = in[y * GSw + wrap(x - 1)], r = in[y * GSw + wrap(x + 1)], u = in[wrap(y - 1) * GSw + x], d = in[wrap(y + 1) * GSw + x];
    if (first) { c = start(c); l = start(l); r = start(r); u = start(u); d = start(d); }
    out[i] = react(c, l, r, u, d);
}
__global__ void __launch_bounds__(768) nimble_orchard_cj7_b(const float2* __restrict__ in, float2* __restrict__ out) {
    __shared__ float2 s[2][GSn];
    int x[3], y[3]; float2 c[3];
#pragma unroll
    for (int q = 0; q < 3; ++q) { int i = q * 768 + threadIdx.x; y[q] = i / GSw; x[q] = i - y[q] * GSw; s[0][i] = c[q] = start(in[i]); }
    for (int step = 0; step < GSsteps; ++step) {
        __syncthreads();
        const float2* a = s[step & 1]; float2* b = s[(step & 1) ^ 1];
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            c[q] = react(c[q], a[y[q] * GSw + wrap(x[q] - 1)], a[y[q] * GSw + wrap(x[q] + 1)], a[wrap(y[q] - 1) * GSw + x[q]], a[wrap(y[q] + 1) * GSw + x[q]]);
            b[q * 768 + threadIdx.x] = c[q];
        }
    }
#pragma unroll
    for (int q = 0; q < 3; ++q) out[q * 768 + threadIdx.x] = c[q];
}
static void r28() {
    const float2* in = (const float2*)P1; float2 *t = (float2*)TMP, *u = (float2*)TMP + GSn, *o = (float2*)OUT;
    add("nimble_orchard_cj7_a", [=] {
        const float2* from = in;
        for (int s = 0; s < GSsteps; ++s) {
            float2* to = s == GSsteps - 1 ? o : (s & 1) ? u : t;
            nimble_orchard_cj7_a<<<GSn / 128, 128>>>(from, to, s == 0); from = to;
        }
    }, o, GSn * 2);
    add("nimble_orchard_cj7_b", [=] { nimble_orchard_cj7_b<<<1, 768>>>(in, o); }, o, GSn * 2);
}
int main(int argc, char** argv) {
    pools();
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14();
    r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28();
    return harness::run(argc, argv, cases);
}
