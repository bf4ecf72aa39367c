// One program of measured pairs, set hundredsixtyseventh, suffix ch5.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// pools shared by the cases: two of inputs, one of outputs (1 GB each)
constexpr size_t POOL = size_t(1) << 28;
static float *PA, *PB, *PC, *PO;
static void pools() {
    PA = harness::filled<float>(POOL, 11); PB = harness::filled<float>(POOL, 23); PC = harness::filled<float>(POOL / 2, 37);
    PO = harness::empty<float>(POOL);
}

// ---- 01: kinetic energy along the line of sight of stored molecules (64-byte records)
struct Molecule { float px, py, pz, charge, qx, qy, qz, qw, wx, wy, wz, mass, vx, vy, vz, radius; };
constexpr int MOLn = 1 << 23;
__global__ void harness_molecule_split(const Molecule* m, float* c, float* ms, float* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { c[i] = m[i].charge; ms[i] = m[i].mass; v[i] = m[i].vz; }
}
__global__ void __launch_bounds__(256) velvet_anchor_ch5_a(const Molecule* __restrict__ m, float* __restrict__ o, float field, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = m[i].vz;
    o[i] = 0.5f * m[i].mass * v * v + field * m[i].charge;
}
__global__ void __launch_bounds__(256) velvet_anchor_ch5_b(const float* __restrict__ charge, const float* __restrict__ mass,
                                                           const float* __restrict__ vz, float* __restrict__ o, float field, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = vz[i];
    o[i] = 0.5f * mass[i] * v * v + field * charge[i];
}
static void r01() {
    const Molecule* m = (const Molecule*)PA; float* o = PO;
    float *c = harness::empty<float>(MOLn), *ms = harness::empty<float>(MOLn), *v = harness::empty<float>(MOLn);
    harness_molecule_split<<<MOLn / 256, 256>>>(m, c, ms, v, MOLn); CHECK(cudaGetLastError());
    add("velvet_anchor_ch5_a", [=] { velvet_anchor_ch5_a<<<MOLn / 256, 256>>>(m, o, 0.3f, MOLn); }, o, MOLn);
    add("velvet_anchor_ch5_b", [=] { velvet_anchor_ch5_b<<<MOLn / 256, 256>>>(c, ms, v, o, 0.3f, MOLn); }, o, MOLn);
}

// ---- 02: distribution of Phred scores of sequencing reads
constexpr int PHn = 1 << 25, PHbins = 48;
__global__ void __launch_bounds__(256) maple_turbine_ch5_a(const int4* __restrict__ q, int* __restrict__ hist, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 v = q[i];
        atomicAdd(&hist[v.x], 1); atomicAdd(&hist[v.y], 1); atomicAdd(&hist[v.z], 1); atomicAdd(&hist[v.w], 1);
    }
}
__global__ void __launch_bounds__(256) maple_turbine_ch5_b(const int4* __restrict__ q, int* __restrict__ hist, int n4) {
    __shared__ int s[PHbins * 32];
    for (int i = threadIdx.x; i < PHbins * 32; i += 256) s[i] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 v = q[i];
        atomicAdd(&s[v.x * 32 + lane], 1); atomicAdd(&s[v.y * 32 + lane], 1);
        atomicAdd(&s[v.z * 32 + lane], 1); atomicAdd(&s[v.w * 32 + lane], 1);
    }
    __syncthreads();
    if (threadIdx.x < PHbins) {
        int t = 0;
        for (int k = 0; k < 32; ++k) t += s[threadIdx.x * 32 + ((k + threadIdx.x) & 31)];
        atomicAdd(&hist[threadIdx.x], t);
    }
}
static void r02() {
    int4* q = (int4*)harness::indices(PHn, PHbins, 91); int* o = (int*)PO;
    add("maple_turbine_ch5_a", [=] { maple_turbine_ch5_a<<<132 * 8, 256>>>(q, o, PHn / 4); }, o, PHbins, Output::i32);
    add("maple_turbine_ch5_b", [=] { maple_turbine_ch5_b<<<132 * 8, 256>>>(q, o, PHn / 4); }, o, PHbins, Output::i32);
}

// ---- 03: [batch][token][head][dim] -> [batch][head][token][dim]
__global__ void __launch_bounds__(256) pebble_orchard_ch5_a(const float* __restrict__ x, float* __restrict__ o,
                                                            long long B, long long S, long long H, long long D) {
    long long i = (long long)blockIdx.x * 256 + threadIdx.x;
    if (i >= B * S * H * D) return;
    long long d = i % D, s = (i / D) % S, h = (i / (D * S)) % H, b = i / (D * S * H);
    o[i] = x[((b * S + s) * H + h) * D + d];
}
__global__ void __launch_bounds__(256) pebble_orchard_ch5_b(const float4* __restrict__ x, float4* __restrict__ o, int S, int H, int D4) {
    int s = blockIdx.x * blockDim.y + threadIdx.y, h = blockIdx.y, b = blockIdx.z, d = threadIdx.x;
    o[((b * H + h) * S + s) * D4 + d] = x[((b * S + s) * H + h) * D4 + d];
}
static void r03() {
    float *x = PA, *o = PO; const int B = 8, S = 2048, H = 24, D = 128; size_t n = size_t(B) * S * H * D;
    add("pebble_orchard_ch5_a", [=] { pebble_orchard_ch5_a<<<unsigned(n / 256), 256>>>(x, o, B, S, H, D); }, o, n);
    add("pebble_orchard_ch5_b", [=] { pebble_orchard_ch5_b<<<dim3(S / 8, H, B), dim3(32, 8)>>>((float4*)x, (float4*)o, S, H, D / 4); }, o, n);
}

// ---- 04: spectral radiance of a grey body per pixel (wavelength and temperature maps)
constexpr int RADn = 1 << 24;
__global__ void __launch_bounds__(256) cobalt_sparrow_ch5_a(const float* __restrict__ lam, const float* __restrict__ temp,
                                                            float* __restrict__ o, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float l = 2.0 + 0.9 * lam[i];            // micrometres
    float t = 900.0 + 300.0 * temp[i];       // kelvin
    o[i] = 1.0e-3 * 119104.2 / (l * l * l * l * l * (exp(14387.77 / (l * t)) - 1.0));
}
__global__ void __launch_bounds__(256) cobalt_sparrow_ch5_b(const float* __restrict__ lam, const float* __restrict__ temp,
                                                            float* __restrict__ o, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float l = 2.0f + 0.9f * lam[i];
    float t = 900.0f + 300.0f * temp[i];
    o[i] = __fdividef(119.1042f, l * l * l * l * l * (__expf(__fdividef(14387.77f, l * t)) - 1.0f));
}
static void r04() {
    float *l = PA, *t = PB, *o = PO;
    add("cobalt_sparrow_ch5_a", [=] { cobalt_sparrow_ch5_a<<<RADn / 256, 256>>>(l, t, o, RADn); }, o, RADn);
    add("cobalt_sparrow_ch5_b", [=] { cobalt_sparrow_ch5_b<<<RADn / 256, 256>>>(l, t, o, RADn); }, o, RADn);
}

// ---- 05: energies of 24 long recordings
constexpr int RECn = 1 << 21, RECs = 24;
__device__ __forceinline__ float block_sum_256(float v) {
    __shared__ float w[8];
    for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(~0u, v, k);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < 8 ? w[threadIdx.x] : 0.f;
    for (int k = 4; k; k >>= 1) v += __shfl_xor_sync(~0u, v, k);
    return v;
}
__global__ void __launch_bounds__(256) saffron_gable_ch5_a(const float4* __restrict__ x, float* __restrict__ e, int n4) {
    const float4* p = x + (size_t)blockIdx.x * n4;
    float s = 0;
#pragma unroll 4
    for (int i = threadIdx.x; i < n4; i += 256) { float4 v = p[i]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    s = block_sum_256(s);
    if (threadIdx.x == 0) e[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) saffron_gable_ch5_b(const float4* __restrict__ x, float* __restrict__ e, int n4) {
    const float4* p = x + (size_t)blockIdx.y * n4;
    float s = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 v = p[i]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s = block_sum_256(s);
    if (threadIdx.x == 0) atomicAdd(&e[blockIdx.y], s);
}
static void r05() {
    const float4* x = (const float4*)PA; float* o = PO;
    add("saffron_gable_ch5_a", [=] { saffron_gable_ch5_a<<<RECs, 256>>>(x, o, RECn / 4); }, o, RECs);
    add("saffron_gable_ch5_b", [=] { saffron_gable_ch5_b<<<dim3(44, RECs), 256>>>(x, o, RECn / 4); }, o, RECs);
}

// ---- 06: vertical diffusion: tridiagonal systems of 32 layers, one a thread, staged in shared memory
constexpr int TRIsys = 1 << 19;
template <int LD>
__device__ __forceinline__ void thomas(const float* __restrict__ diag, const float* __restrict__ rhs, float* __restrict__ o,
                                       float lo, float up, float* sb, float* sd) {
    size_t base = (size_t)blockIdx.x * 64 * 32;
    for (int i = threadIdx.x; i < 64 * 32; i += 64) {
        int r = i >> 5, c = i & 31;
        sb[r * LD + c] = 3.0f + diag[base + i]; sd[r * LD + c] = rhs[base + i];
    }
    __syncthreads();
    float* b = sb + threadIdx.x * LD; float* d = sd + threadIdx.x * LD;
    float c = __fdividef(up, b[0]), y = __fdividef(d[0], b[0]);
    b[0] = c; d[0] = y;
#pragma unroll 4
    for (int k = 1; k < 32; ++k) {
        float inv = __fdividef(1.0f, b[k] - lo * c);
        c = up * inv; y = (d[k] - lo * y) * inv;
        b[k] = c; d[k] = y;
    }
#pragma unroll 4
    for (int k = 30; k >= 0; --k) { y = d[k] - b[k] * y; d[k] = y; }
    __syncthreads();
    for (int i = threadIdx.x; i < 64 * 32; i += 64) o[base + i] = sd[(i >> 5) * LD + (i & 31)];
}
__global__ void __launch_bounds__(64) timber_comet_ch5_a(const float* __restrict__ diag, const float* __restrict__ rhs, float* __restrict__ o,
                                                         float lo, float up) {
    __shared__ float sb[64 * 32], sd[64 * 32];
    thomas<32>(diag, rhs, o, lo, up, sb, sd);
}
__global__ void __launch_bounds__(64) timber_comet_ch5_b(const float* __restrict__ diag, const float* __restrict__ rhs, float* __restrict__ o,
                                                         float lo, float up) {
    __shared__ float sb[64 * 33], sd[64 * 33];
    thomas<33>(diag, rhs, o, lo, up, sb, sd);
}
static void r06() {
    float *d = PA, *r = PB, *o = PO;
    add("timber_comet_ch5_a", [=] { timber_comet_ch5_a<<<TRIsys / 64, 64>>>(d, r, o, -0.7f, -0.8f); }, o, size_t(TRIsys) * 32);
    add("timber_comet_ch5_b", [=] { timber_comet_ch5_b<<<TRIsys / 64, 64>>>(d, r, o, -0.7f, -0.8f); }, o, size_t(TRIsys) * 32);
}

// ---- 07 (mild): dark frame and gain correction of a detector stream behind a one-word header
constexpr int DETn = 1 << 26;
__global__ void __launch_bounds__(256) linen_harbor_ch5_a(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ o, float gain) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = gain * (raw[i + 1] - dark[i]);
}
__global__ void __launch_bounds__(256) linen_harbor_ch5_b(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ o, float gain) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = gain * (raw[i] - dark[i]);
}
static void r07() {
    float *raw = PA, *dark = PB, *o = PO, *al = harness::empty<float>(DETn);
    CHECK(cudaMemcpy(al, raw + 1, sizeof(float) * size_t(DETn), cudaMemcpyDeviceToDevice));
    add("linen_harbor_ch5_a", [=] { linen_harbor_ch5_a<<<DETn / 256, 256>>>(raw, dark, o, 1.7f); }, o, DETn);
    add("linen_harbor_ch5_b", [=] { linen_harbor_ch5_b<<<DETn / 256, 256>>>(al, dark, o, 1.7f); }, o, DETn);
}

// ---- 08 (mild): accelerations of stars from 4096 heavy sources, tiles of sources in shared memory
constexpr int STn = 132 * 8 * 256, STsrc = 4096;
__device__ __forceinline__ void gravity(const float4* __restrict__ star, const float4* __restrict__ src, float4* __restrict__ o, int ns, float4* tile) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = star[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < ns; t += 256) {
        tile[threadIdx.x] = src[t + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 256; ++k) {
            float4 q = tile[k];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-2f);
            float f = q.w * r * r * r;
            ax += f * dx; ay += f * dy; az += f * dz;
        }
        __syncthreads();
    }
    o[i] = make_float4(ax, ay, az, 0.f);
}
__global__ void __launch_bounds__(256) walnut_beacon_ch5_a(const float4* __restrict__ star, const float4* __restrict__ src, float4* __restrict__ o, int ns) {
    extern __shared__ float4 room[];
    gravity(star, src, o, ns, room);
}
__global__ void __launch_bounds__(256) walnut_beacon_ch5_b(const float4* __restrict__ star, const float4* __restrict__ src, float4* __restrict__ o, int ns) {
    __shared__ float4 room[256];
    gravity(star, src, o, ns, room);
}
static void r08() {
    const float4 *s = (const float4*)PA, *q = (const float4*)PB; float4* o = (float4*)PO;
    CHECK(cudaFuncSetAttribute(walnut_beacon_ch5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 52 * 1024));
    add("walnut_beacon_ch5_a", [=] { walnut_beacon_ch5_a<<<STn / 256, 256, 52 * 1024>>>(s, q, o, STsrc); }, o, size_t(STn) * 4);
    add("walnut_beacon_ch5_b", [=] { walnut_beacon_ch5_b<<<STn / 256, 256>>>(s, q, o, STsrc); }, o, size_t(STn) * 4);
}

// ---- 09 (mild): inverse norms of descriptors of 1024 components; the last step in a launch of its own
constexpr int DESn = 1 << 17;
__device__ __forceinline__ float row_square(const float4* __restrict__ p, int lane) {
    float4 v[8]; float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = p[lane + 32 * k];
#pragma unroll
    for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    return s;
}
__global__ void __launch_bounds__(256) ember_thicket_ch5_a(const float4* __restrict__ x, float* __restrict__ sq) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5);
    float s = row_square(x + (size_t)row * 256, threadIdx.x & 31);
    if ((threadIdx.x & 31) == 0) sq[row] = s;
}
__global__ void __launch_bounds__(256) ember_thicket_ch5_a_root(const float* __restrict__ sq, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = rsqrtf(sq[i] + 1e-6f);
}
__global__ void __launch_bounds__(256) ember_thicket_ch5_b(const float4* __restrict__ x, float* __restrict__ o) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5);
    float s = row_square(x + (size_t)row * 256, threadIdx.x & 31);
    if ((threadIdx.x & 31) == 0) o[row] = rsqrtf(s + 1e-6f);
}
static void r09() {
    const float4* x = (const float4*)PA; float *o = PO, *sq = PO + (size_t(1) << 24);
    add("ember_thicket_ch5_a", [=] {
        ember_thicket_ch5_a<<<DESn / 8, 256>>>(x, sq); ember_thicket_ch5_a_root<<<DESn / 256, 256>>>(sq, o); }, o, DESn);
    add("ember_thicket_ch5_b", [=] { ember_thicket_ch5_b<<<DESn / 8, 256>>>(x, o); }, o, DESn);
}

// ---- 10 (mild): transposition of a matrix of samples (traces <-> times)
constexpr int TRn = 12288;
template <int LD>
__device__ __forceinline__ void flip(const float* __restrict__ x, float* __restrict__ o, int n, float (*t)[LD]) {
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = x[(size_t)(by + threadIdx.y + k) * n + bx + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) o[(size_t)(bx + threadIdx.y + k) * n + by + threadIdx.x] = t[threadIdx.x][threadIdx.y + k];
}
__global__ void __launch_bounds__(256) quartz_meadow_ch5_a(const float* __restrict__ x, float* __restrict__ o, int n) {
    __shared__ float t[32][34];
    flip<34>(x, o, n, t);
}
__global__ void __launch_bounds__(256) quartz_meadow_ch5_b(const float* __restrict__ x, float* __restrict__ o, int n) {
    __shared__ float t[32][33];
    flip<33>(x, o, n, t);
}
static void r10() {
    float *x = PA, *o = PO; dim3 g(TRn / 32, TRn / 32), b(32, 8);
    add("quartz_meadow_ch5_a", [=] { quartz_meadow_ch5_a<<<g, b>>>(x, o, TRn); }, o, size_t(TRn) * TRn);
    add("quartz_meadow_ch5_b", [=] { quartz_meadow_ch5_b<<<g, b>>>(x, o, TRn); }, o, size_t(TRn) * TRn);
}

// ---- 11 (mild): mean derivative (Lyapunov-like) of the coupled logistic map, four couplings a thread
constexpr int LYn = (132 * 8 * 30 + 48) * 256;
template <int BS>
__device__ __forceinline__ void lyapunov(const float4* __restrict__ r, float4* __restrict__ o, int iters) {
    int i = blockIdx.x * BS + threadIdx.x;
    float4 p = r[i];
    float a = 3.3f + 0.05f * p.x, b = 3.3f + 0.05f * p.y, c = 3.3f + 0.05f * p.z, d = 3.3f + 0.05f * p.w;
    float xa = 0.41f, xb = 0.42f, xc = 0.43f, xd = 0.44f, sa = 0, sb = 0, sc = 0, sd = 0;
#pragma unroll 4
    for (int k = 0; k < iters; ++k) {
        xa = a * (xa - xa * xa); xb = b * (xb - xb * xb); xc = c * (xc - xc * xc); xd = d * (xd - xd * xd);
        sa += fabsf(a - 2.f * a * xa); sb += fabsf(b - 2.f * b * xb); sc += fabsf(c - 2.f * c * xc); sd += fabsf(d - 2.f * d * xd);
    }
    float s = 1.0f / iters;
    o[i] = make_float4(sa * s, sb * s, sc * s, sd * s);
}
__global__ void __launch_bounds__(256) copper_willow_ch5_a(const float4* __restrict__ r, float4* __restrict__ o, int iters) { lyapunov<256>(r, o, iters); }
__global__ void __launch_bounds__(64) copper_willow_ch5_b(const float4* __restrict__ r, float4* __restrict__ o, int iters) { lyapunov<64>(r, o, iters); }
static void r11() {
    const float4* r = (const float4*)PA; float4* o = (float4*)PO;
    add("copper_willow_ch5_a", [=] { copper_willow_ch5_a<<<LYn / 256, 256>>>(r, o, 120); }, o, size_t(LYn) * 4);
    add("copper_willow_ch5_b", [=] { copper_willow_ch5_b<<<LYn / 64, 64>>>(r, o, 120); }, o, size_t(LYn) * 4);
}

// ---- 12 (mild): one sweep of Jacobi on a plate with mirrored borders
constexpr int PLw = 16384, PLh = 8192;
__global__ void __launch_bounds__(256) indigo_falcon_ch5_a(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ o, int w, int h) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float l, r, t, b;
    if (x == 0) l = u[y * w + 1]; else l = u[y * w + x - 1];
    if (x == w - 1) r = u[y * w + w - 2]; else r = u[y * w + x + 1];
    if (y == 0) t = u[w + x]; else t = u[(y - 1) * w + x];
    if (y == h - 1) b = u[(h - 2) * w + x]; else b = u[(y + 1) * w + x];
    float v = 0.25f * (l + r + t + b + f[y * w + x]);
    if (x == 0 || x == w - 1) v = 0.5f * (v + u[y * w + x]);
    o[y * w + x] = v;
}
__global__ void __launch_bounds__(256) indigo_falcon_ch5_b(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ o, int w, int h) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int i = y * w + x;
    int xl = x == 0 ? 1 : -1, xr = x == w - 1 ? -1 : 1, yt = y == 0 ? w : -w, yb = y == h - 1 ? -w : w;
    float v = 0.25f * (u[i + xl] + u[i + xr] + u[i + yt] + u[i + yb] + f[i]);
    float c = u[i];
    o[i] = (x == 0 | x == w - 1) ? 0.5f * (v + c) : v;
}
static void r12() {
    float *u = PA, *f = PB, *o = PO; dim3 g(PLw / 64, PLh / 4), b(64, 4);
    add("indigo_falcon_ch5_a", [=] { indigo_falcon_ch5_a<<<g, b>>>(u, f, o, PLw, PLh); }, o, size_t(PLw) * PLh);
    add("indigo_falcon_ch5_b", [=] { indigo_falcon_ch5_b<<<g, b>>>(u, f, o, PLw, PLh); }, o, size_t(PLw) * PLh);
}

// ---- 13 (mild): bias and leaky ReLU of a feature map in NCHW
constexpr int FMn = 64, FMc = 192, FMhw = 96 * 96;
__device__ __forceinline__ float leak(float v) { return v > 0.f ? v : 0.1f * v; }
__global__ void __launch_bounds__(256) basalt_ribbon_ch5_a(const float4* __restrict__ x, const float* __restrict__ bias, float4* __restrict__ o,
                                                           unsigned n4, unsigned hw4, unsigned C) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n4) return;
    float b = bias[(i / hw4) % C];
    float4 v = x[i];
    o[i] = make_float4(leak(v.x + b), leak(v.y + b), leak(v.z + b), leak(v.w + b));
}
__global__ void __launch_bounds__(256) basalt_ribbon_ch5_b(const float4* __restrict__ x, const float* __restrict__ bias, float4* __restrict__ o,
                                                           unsigned hw4) {
    unsigned j = blockIdx.x * 256 + threadIdx.x;
    float b = bias[blockIdx.y];
    unsigned i = (blockIdx.z * gridDim.y + blockIdx.y) * hw4 + j;
    float4 v = x[i];
    o[i] = make_float4(leak(v.x + b), leak(v.y + b), leak(v.z + b), leak(v.w + b));
}
static void r13() {
    const float4* x = (const float4*)PA; const float* b = PB; float4* o = (float4*)PO; unsigned n4 = unsigned(FMn) * FMc * FMhw / 4;
    add("basalt_ribbon_ch5_a", [=] { basalt_ribbon_ch5_a<<<n4 / 256, 256>>>(x, b, o, n4, FMhw / 4, FMc); }, o, size_t(n4) * 4);
    add("basalt_ribbon_ch5_b", [=] { basalt_ribbon_ch5_b<<<dim3(FMhw / 4 / 256, FMc, FMn), 256>>>(x, b, o, FMhw / 4); }, o, size_t(n4) * 4);
}

// ---- 14 (mild): sparse matrix of 128 entries a row near the diagonal times vector, a warp a row
constexpr int SPr = 1 << 19, SPk = 128;
__global__ void harness_band(int* col, size_t n, int rows) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int r = int(i / SPk), k = int(i % SPk), c = r - 256 + 4 * k + int(harness::hash32(unsigned(i)) & 3);
        col[i] = c < 0 ? c + rows : c >= rows ? c - rows : c;
    }
}
template <typename Acc>
__device__ __forceinline__ void band_row(const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val,
                                         const float* __restrict__ x, float* __restrict__ y, int rows) {
    int row = (blockIdx.x * 128 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= rows) return;
    int e = ptr[row + 1];
    Acc s = 0;
    for (int k = ptr[row] + lane * 4; k < e; k += 128) {
        int4 c = *(const int4*)(col + k); float4 v = *(const float4*)(val + k);
        s += (Acc)v.x * (Acc)__ldg(x + c.x); s += (Acc)v.y * (Acc)__ldg(x + c.y);
        s += (Acc)v.z * (Acc)__ldg(x + c.z); s += (Acc)v.w * (Acc)__ldg(x + c.w);
    }
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    if (lane == 0) y[row] = (float)s;
}
__global__ void __launch_bounds__(128) tulip_furnace_ch5_a(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
    band_row<double>(ptr, col, val, x, y, rows);
}
__global__ void __launch_bounds__(128) tulip_furnace_ch5_b(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
    band_row<float>(ptr, col, val, x, y, rows);
}
static void r14() {
    int* col = (int*)harness::empty<int>(size_t(SPr) * SPk);
    harness_band<<<2048, 256>>>(col, size_t(SPr) * SPk, SPr); CHECK(cudaGetLastError());
    std::vector<int> p(SPr + 1); for (int i = 0; i <= SPr; ++i) p[i] = i * SPk;
    int* ptr = harness::uploaded(p); float *v = PA, *x = PB, *y = PO;
    add("tulip_furnace_ch5_a", [=] { tulip_furnace_ch5_a<<<SPr / 4, 128>>>(ptr, col, v, x, y, SPr); }, y, SPr);
    add("tulip_furnace_ch5_b", [=] { tulip_furnace_ch5_b<<<SPr / 4, 128>>>(ptr, col, v, x, y, SPr); }, y, SPr);
}

// ---- 15 (mild): L1 distance of two long vectors
constexpr int L1n = 1 << 27;
template <bool ATOMIC>
__device__ __forceinline__ void distance(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 u[4], v[4]; float s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) { u[k] = a[i + k * 256]; v[k] = b[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) s += fabsf(u[k].x - v[k].x) + fabsf(u[k].y - v[k].y) + fabsf(u[k].z - v[k].z) + fabsf(u[k].w - v[k].w);
    s = block_sum_256(s);
    if (threadIdx.x == 0) { if (ATOMIC) atomicAdd(o, s); else o[blockIdx.x] = s; }
}
__global__ void __launch_bounds__(256) amber_lattice_ch5_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ o) {
    distance<true>(a, b, o);
}
__global__ void __launch_bounds__(256) amber_lattice_ch5_b(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ part) {
    distance<false>(a, b, part);
}
__global__ void __launch_bounds__(1024) amber_lattice_ch5_b_last(const float4* __restrict__ part, float* __restrict__ o, int n4) {
    __shared__ float w[32];
    float s = 0;
    for (int i = threadIdx.x; i < n4; i += 1024) { float4 p = part[i]; s += p.x + p.y + p.z + p.w; }
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = w[threadIdx.x];
        for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
        if (threadIdx.x == 0) o[0] = s;
    }
}
static void r15() {
    const float4 *a = (const float4*)PA, *b = (const float4*)PB; float *o = PO, *p = PO + 4096;
    add("amber_lattice_ch5_a", [=] { amber_lattice_ch5_a<<<L1n / 4096, 256>>>(a, b, o); }, o, 1);
    add("amber_lattice_ch5_b", [=] {
        amber_lattice_ch5_b<<<L1n / 4096, 256>>>(a, b, p); amber_lattice_ch5_b_last<<<1, 1024>>>((const float4*)p, o, L1n / 4096 / 4); }, o, 1);
}

// ---- 16 (mild): softmax over rows of 2048 logits, a block a row, values in registers
constexpr int SMr = 40960, SMc = 2048;
template <bool EXTRA>
__device__ __forceinline__ void soft(const float4* __restrict__ x, float4* __restrict__ o) {
    __shared__ float wm[8], ws[8];
    const float4* p = x + (size_t)blockIdx.x * 512; float4* q = o + (size_t)blockIdx.x * 512;
    float4 a = p[threadIdx.x], b = p[threadIdx.x + 256];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    float m = fmaxf(fmaxf(fmaxf(a.x, a.y), fmaxf(a.z, a.w)), fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w)));
    for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, k));
    if (EXTRA) __syncthreads();
    if (lane == 0) wm[warp] = m;
    __syncthreads();
    m = wm[lane & 7];
    for (int k = 4; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, k));
    if (EXTRA) __syncthreads();
    a.x = __expf(a.x - m); a.y = __expf(a.y - m); a.z = __expf(a.z - m); a.w = __expf(a.w - m);
    b.x = __expf(b.x - m); b.y = __expf(b.y - m); b.z = __expf(b.z - m); b.w = __expf(b.w - m);
    float s = (a.x + a.y) + (a.z + a.w) + (b.x + b.y) + (b.z + b.w);
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    if (lane == 0) ws[warp] = s;
    __syncthreads();
    s = ws[lane & 7];
    for (int k = 4; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    if (EXTRA) __syncthreads();
    s = 1.0f / s;
    q[threadIdx.x] = make_float4(a.x * s, a.y * s, a.z * s, a.w * s);
    q[threadIdx.x + 256] = make_float4(b.x * s, b.y * s, b.z * s, b.w * s);
}
__global__ void __launch_bounds__(256) nimble_cathedral_ch5_a(const float4* __restrict__ x, float4* __restrict__ o) { soft<true>(x, o); }
__global__ void __launch_bounds__(256) nimble_cathedral_ch5_b(const float4* __restrict__ x, float4* __restrict__ o) { soft<false>(x, o); }
static void r16() {
    const float4* x = (const float4*)PA; float4* o = (float4*)PO;
    add("nimble_cathedral_ch5_a", [=] { nimble_cathedral_ch5_a<<<SMr, 256>>>(x, o); }, o, size_t(SMr) * SMc);
    add("nimble_cathedral_ch5_b", [=] { nimble_cathedral_ch5_b<<<SMr, 256>>>(x, o); }, o, size_t(SMr) * SMc);
}

// ---- 17 (mild): 8x8 cosine transforms of blocks held coefficient by coefficient (planes), one block of pixels a thread
constexpr int DCn = 1 << 21;
__device__ __forceinline__ void dct8(float& a, float& b, float& c, float& d, float& e, float& f, float& g, float& h) {
    float s0 = a + h, s1 = b + g, s2 = c + f, s3 = d + e, d0 = a - h, d1 = b - g, d2 = c - f, d3 = d - e;
    float t0 = s0 + s3, t1 = s1 + s2, t2 = s0 - s3, t3 = s1 - s2;
    a = 0.35355339f * (t0 + t1); e = 0.35355339f * (t0 - t1);
    c = 0.46193977f * t2 + 0.19134172f * t3; g = 0.19134172f * t2 - 0.46193977f * t3;
    b = 0.49039264f * d0 + 0.41573481f * d1 + 0.27778512f * d2 + 0.09754516f * d3;
    d = 0.41573481f * d0 - 0.09754516f * d1 - 0.49039264f * d2 - 0.27778512f * d3;
    f = 0.27778512f * d0 - 0.49039264f * d1 + 0.09754516f * d2 + 0.41573481f * d3;
    h = 0.09754516f * d0 - 0.27778512f * d1 + 0.41573481f * d2 - 0.49039264f * d3;
}
__device__ __forceinline__ void cosines(const float* __restrict__ x, float* __restrict__ o, int n, float q) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[k] = x[k * (size_t)n + i];
#pragma unroll
    for (int r = 0; r < 8; ++r) dct8(v[8 * r], v[8 * r + 1], v[8 * r + 2], v[8 * r + 3], v[8 * r + 4], v[8 * r + 5], v[8 * r + 6], v[8 * r + 7]);
#pragma unroll
    for (int r = 0; r < 8; ++r) dct8(v[r], v[r + 8], v[r + 16], v[r + 24], v[r + 32], v[r + 40], v[r + 48], v[r + 56]);
#pragma unroll
    for (int k = 0; k < 64; ++k) o[k * (size_t)n + i] = v[k] * q;
}
__global__ void __launch_bounds__(128, 7) garnet_pasture_ch5_a(const float* __restrict__ x, float* __restrict__ o, int n, float q) { cosines(x, o, n, q); }
__global__ void __launch_bounds__(128) garnet_pasture_ch5_b(const float* __restrict__ x, float* __restrict__ o, int n, float q) { cosines(x, o, n, q); }
static void r17() {
    float *x = PA, *o = PO;
    add("garnet_pasture_ch5_a", [=] { garnet_pasture_ch5_a<<<DCn / 128, 128>>>(x, o, DCn, 1.5f); }, o, size_t(DCn) * 64);
    add("garnet_pasture_ch5_b", [=] { garnet_pasture_ch5_b<<<DCn / 128, 128>>>(x, o, DCn, 1.5f); }, o, size_t(DCn) * 64);
}

// ---- 18 (mild): leapfrog step of velocities: v += dt * (f - gamma * v) on three streams
constexpr int LFn = 1 << 27;
__global__ void __launch_bounds__(256) hollow_pianist_ch5_a(const float* __restrict__ v, const float* __restrict__ f, const float* __restrict__ im,
                                                            float* __restrict__ o, float dt, float gamma) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = v[i] + dt * (f[i] * (1.5f + im[i]) - gamma * v[i]);
}
__global__ void __launch_bounds__(256) hollow_pianist_ch5_b(const float4* __restrict__ v, const float4* __restrict__ f, const float4* __restrict__ im,
                                                            float4* __restrict__ o, float dt, float gamma) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = v[i], b = f[i], c = im[i];
    o[i] = make_float4(a.x + dt * (b.x * (1.5f + c.x) - gamma * a.x), a.y + dt * (b.y * (1.5f + c.y) - gamma * a.y),
                       a.z + dt * (b.z * (1.5f + c.z) - gamma * a.z), a.w + dt * (b.w * (1.5f + c.w) - gamma * a.w));
}
static void r18() {
    float *v = PA, *f = PB, *m = PC, *o = PO;
    add("hollow_pianist_ch5_a", [=] { hollow_pianist_ch5_a<<<LFn / 256, 256>>>(v, f, m, o, 0.01f, 0.2f); }, o, LFn);
    add("hollow_pianist_ch5_b", [=] { hollow_pianist_ch5_b<<<LFn / 1024, 256>>>((float4*)v, (float4*)f, (float4*)m, (float4*)o, 0.01f, 0.2f); }, o, LFn);
}

// ---- 19 (healthy): premultiplied RGBA layer over a background, four pixels a thread
constexpr int OVn = 1 << 27;
__device__ __forceinline__ unsigned over(unsigned s, unsigned d) {
    unsigned k = 255u - (s >> 24);
    unsigned rb = (d & 0x00ff00ffu) * k + 0x00800080u, ag = ((d >> 8) & 0x00ff00ffu) * k + 0x00800080u;
    rb = ((rb + ((rb >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
    ag = (ag + ((ag >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
    return s + (rb | ag);
}
__global__ void __launch_bounds__(256) scarlet_window_ch5_a(const uint4* __restrict__ s, const uint4* __restrict__ d, uint4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = s[i], b = d[i];
    o[i] = make_uint4(over(a.x, b.x), over(a.y, b.y), over(a.z, b.z), over(a.w, b.w));
}
static void r19() {
    const uint4 *s = (const uint4*)PA, *d = (const uint4*)PB; uint4* o = (uint4*)PO;
    add("scarlet_window_ch5_a", [=] { scarlet_window_ch5_a<<<OVn / 1024, 256>>>(s, d, o); }, o, OVn, Output::i32);
}

// ---- 20 (healthy): running sums of payments along accounts of 4096 days, a block an account
constexpr int ACn = 32768;
__global__ void __launch_bounds__(512) marble_sailor_ch5_a(const float4* __restrict__ x, float4* __restrict__ o) {
    __shared__ float w0[16], w1[16];
    const float4* p = x + (size_t)blockIdx.x * 1024; float4* q = o + (size_t)blockIdx.x * 1024;
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    float4 a = p[t], b = p[t + 512];
    a.y += a.x; a.z += a.y; a.w += a.z; b.y += b.x; b.z += b.y; b.w += b.z;
    float ia = a.w, ib = b.w;
#pragma unroll
    for (int k = 1; k < 32; k <<= 1) {
        float ua = __shfl_up_sync(~0u, ia, k), ub = __shfl_up_sync(~0u, ib, k);
        if (lane >= k) { ia += ua; ib += ub; }
    }
    if (lane == 31) { w0[warp] = ia; w1[warp] = ib; }
    __syncthreads();
    float va = w0[lane & 15], vb = w1[lane & 15];
    float first = va;
#pragma unroll
    for (int k = 8; k; k >>= 1) first += __shfl_xor_sync(~0u, first, k);
    float before_a = (lane & 15) < warp ? va : 0.f, before_b = (lane & 15) < warp ? vb : 0.f;
#pragma unroll
    for (int k = 8; k; k >>= 1) { before_a += __shfl_xor_sync(~0u, before_a, k); before_b += __shfl_xor_sync(~0u, before_b, k); }
    float ea = before_a + ia - a.w, eb = first + before_b + ib - b.w;
    q[t] = make_float4(a.x + ea, a.y + ea, a.z + ea, a.w + ea);
    q[t + 512] = make_float4(b.x + eb, b.y + eb, b.z + eb, b.w + eb);
}
static void r20() {
    const float4* x = (const float4*)PA; float4* o = (float4*)PO;
    add("marble_sailor_ch5_a", [=] { marble_sailor_ch5_a<<<ACn, 512>>>(x, o); }, o, size_t(ACn) * 4096);
}

// ---- 21 (healthy): FP32 product, tiles of 128 x 128 x 16, two stages, 8 x 8 a thread
constexpr int GM = 4096, GN = 4224, GK = 1024;
__global__ void __launch_bounds__(256, 2) frozen_ladder_ch5_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N, int K) {
    __shared__ __align__(16) float sa[2][16][132], sb[2][16][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    int ar = t >> 1, ac = (t & 1) * 8, br = t >> 4, bc = (t & 15) * 4;
    const float* pa = A + (size_t)(blockIdx.y * 128 + ar) * K + ac;
    const float* pb = B + (size_t)br * N + blockIdx.x * 128 + bc;
    float4 a0 = *(const float4*)pa, a1 = *(const float4*)(pa + 4), b0 = *(const float4*)pb, b1 = *(const float4*)(pb + 64);
    float acc[8][8] = {};
    int st = 0;
    auto store = [&](int s) {
        sa[s][ac][ar] = a0.x; sa[s][ac + 1][ar] = a0.y; sa[s][ac + 2][ar] = a0.z; sa[s][ac + 3][ar] = a0.w;
        sa[s][ac + 4][ar] = a1.x; sa[s][ac + 5][ar] = a1.y; sa[s][ac + 6][ar] = a1.z; sa[s][ac + 7][ar] = a1.w;
        *(float4*)&sb[s][br][bc] = b0; *(float4*)&sb[s][br][bc + 64] = b1;
    };
    store(0);
    __syncthreads();
    for (int k0 = 16; k0 <= K; k0 += 16) {
        if (k0 < K) {
            pa += 16; pb += (size_t)16 * N;
            a0 = *(const float4*)pa; a1 = *(const float4*)(pa + 4); b0 = *(const float4*)pb; b1 = *(const float4*)(pb + 64);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[8], b[8];
            *(float4*)a = *(const float4*)&sa[st][k][ty * 4]; *(float4*)(a + 4) = *(const float4*)&sa[st][k][ty * 4 + 64];
            *(float4*)b = *(const float4*)&sb[st][k][tx * 4]; *(float4*)(b + 4) = *(const float4*)&sb[st][k][tx * 4 + 64];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
        }
        if (k0 < K) { store(st ^ 1); __syncthreads(); st ^= 1; }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = blockIdx.y * 128 + (i < 4 ? ty * 4 + i : 64 + ty * 4 + i - 4);
        float* c = C + (size_t)r * N + blockIdx.x * 128 + tx * 4;
        *(float4*)c = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(c + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
static void r21() {
    float *A = PA, *B = PB, *C = PO;
    add("frozen_ladder_ch5_a", [=] { frozen_ladder_ch5_a<<<dim3(GN / 128, GM / 128), 256>>>(A, B, C, GN, GK); }, C, size_t(GM) * GN);
}

// ---- 22 (healthy): FP64 product on the tensor cores, tiles of 64 x 64 x 16 by asynchronous copies in three stages
constexpr int DM = 4224, DN = 4096, DK = 768;
constexpr int DLA = 20, DLB = 68, DSTAGE = 64 * DLA + 16 * DLB;
__global__ void __launch_bounds__(128) silver_canyon_ch5_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int N, int K) {
    using namespace nvcuda;
    extern __shared__ __align__(128) double room64[];
    int t = threadIdx.x, warp = t >> 5, wr = (warp >> 1) * 32, wc = (warp & 1) * 32;
    const double* ga = A + (size_t)blockIdx.y * 64 * K;
    const double* gb = B + blockIdx.x * 64;
    auto load = [&](int s, int k0) {
        double* a = room64 + s * DSTAGE; double* b = a + 64 * DLA;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = t + 128 * i;
            __pipeline_memcpy_async(a + (c >> 3) * DLA + (c & 7) * 2, ga + (size_t)(c >> 3) * K + k0 + (c & 7) * 2, 16);
            __pipeline_memcpy_async(b + (c >> 5) * DLB + (c & 31) * 2, gb + (size_t)(k0 + (c >> 5)) * N + (c & 31) * 2, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0);
    load(0, 0); __pipeline_commit();
    load(1, 16); __pipeline_commit();
    int n = K / 16;
    for (int it = 0; it < n; ++it) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (it + 2 < n) load((it + 2) % 3, (it + 2) * 16);
        __pipeline_commit();
        const double* a = room64 + (it % 3) * DSTAGE; const double* b = a + 64 * DLA;
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa[4];
            wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::load_matrix_sync(fa[i], a + (wr + 8 * i) * DLA + k, DLA);
                wmma::load_matrix_sync(fb[i], b + k * DLB + wc + 8 * i, DLB);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 64 + wr + 8 * i) * N + blockIdx.x * 64 + wc + 8 * j, acc[i][j], N, wmma::mem_row_major);
}
static void r22() {
    double *A = harness::filled<double>(size_t(DM) * DK, 5), *B = harness::filled<double>(size_t(DK) * DN, 6), *C = (double*)PO;
    int bytes = 3 * DSTAGE * 8;
    CHECK(cudaFuncSetAttribute(silver_canyon_ch5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("silver_canyon_ch5_a", [=] { silver_canyon_ch5_a<<<dim3(DN / 64, DM / 64), 128, bytes>>>(A, B, C, DN, DK); }, C, size_t(DM) * DN, Output::f64);
}

// ---- 23 (healthy): projection of two million embeddings of 64 halves by a 64 x 64 matrix with wmma: bound by DRAM
constexpr int EMn = 132 * 12 * 10 * 128;
__global__ void __launch_bounds__(256) ivory_compass_ch5_a(const uint4* __restrict__ x, const uint4* __restrict__ w, uint4* __restrict__ o, int tiles) {
    using namespace nvcuda;
    __shared__ __align__(128) __half sw[64 * 72];
    __shared__ __align__(128) __half sx[128 * 72];
    int t = threadIdx.x, warp = t >> 5, lane = t & 31;
    for (int c = t; c < 512; c += 256) *(uint4*)&sw[(c >> 3) * 72 + (c & 7) * 8] = w[c];
    __syncthreads();
    __half* mine = sx + warp * 16 * 72;                       // a warp keeps to its 16 rows: no barriers
    const uint4* p = x + ((size_t)blockIdx.x * tiles * 8 + warp) * 128 + lane;
    uint4* q = o + ((size_t)blockIdx.x * tiles * 8 + warp) * 128 + lane;
    uint4 r[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) r[i] = p[32 * i];
    for (int it = 0; it < tiles; ++it) {
#pragma unroll
        for (int i = 0; i < 4; ++i) { int c = lane + 32 * i; *(uint4*)&mine[(c >> 3) * 72 + (c & 7) * 8] = r[i]; }
        __syncwarp();
        p += 1024;
        if (it + 1 < tiles) {
#pragma unroll
            for (int i = 0; i < 4; ++i) r[i] = p[32 * i];
        }
        wmma::fragment<wmma::accumulator, 16, 16, 16, __half> acc[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[j], __float2half(0.f));
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
            wmma::load_matrix_sync(fa, mine + k * 16, 72);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
                wmma::load_matrix_sync(fb, sw + k * 16 * 72 + j * 16, 72);
                wmma::mma_sync(acc[j], fa, fb, acc[j]);
            }
        }
        __syncwarp();
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(mine + j * 16, acc[j], 72, wmma::mem_row_major);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 4; ++i) { int c = lane + 32 * i; q[32 * i] = *(const uint4*)&mine[(c >> 3) * 72 + (c & 7) * 8]; }
        q += 1024;
        __syncwarp();
    }
}
static __half* HA;  // halves: 512 M of them shared by 23, 24 and 25
static void r23() {
    HA = harness::filled<__half>(size_t(1) << 29, 77);
    const uint4 *x = (const uint4*)HA, *w = (const uint4*)(HA + (size_t(1) << 28)); uint4* o = (uint4*)PO;
    add("ivory_compass_ch5_a", [=] { ivory_compass_ch5_a<<<132 * 12, 256>>>(x, w, o, 10); }, o, size_t(EMn) * 64, Output::f16);
}

// ---- 24 (healthy): one step of decoding: a query a head over 1920 cached keys and values of 128 halves
constexpr int DEh = 1056, DEl = 1920;
__device__ __forceinline__ void eight(const uint4& u, float* f) {
    const __half2* h = (const __half2*)&u;
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 v = __half22float2(h[i]); f[2 * i] = v.x; f[2 * i + 1] = v.y; }
}
__global__ void __launch_bounds__(256, 4) rustic_violin_ch5_a(const float* __restrict__ q, const uint4* __restrict__ K, const uint4* __restrict__ V,
                                                           float* __restrict__ o, int L, float scale) {
    __shared__ float sm[16], sl[16], so[16][128];
    int t = threadIdx.x, g = t >> 4, e = t & 15;              // 16 groups of 16 threads; a thread holds eight components
    const uint4* k = K + (size_t)blockIdx.x * L * 16 + e; const uint4* v = V + (size_t)blockIdx.x * L * 16 + e;
    float qq[8], acc[8] = {}, m = -1e30f, l = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) qq[i] = q[blockIdx.x * 128 + e * 8 + i] * scale;
#pragma unroll 1
    for (int r = g; r < L; r += 64) {
        uint4 a[4], b[4]; float s[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { a[i] = k[(r + 16 * i) * 16]; b[i] = v[(r + 16 * i) * 16]; }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float f[8]; eight(a[i], f);
            s[i] = 0;
#pragma unroll
            for (int j = 0; j < 8; ++j) s[i] += f[j] * qq[j];
        }
#pragma unroll
        for (int w = 8; w; w >>= 1)
#pragma unroll
            for (int i = 0; i < 4; ++i) s[i] += __shfl_xor_sync(~0u, s[i], w);
        float top = fmaxf(fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3])), m), c = exp2f(m - top);
        m = top; l *= c;
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[j] *= c;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float f[8], p = exp2f(s[i] - m); eight(b[i], f);
            l += p;
#pragma unroll
            for (int j = 0; j < 8; ++j) acc[j] += p * f[j];
        }
    }
    if (e == 0) { sm[g] = m; sl[g] = l; }
#pragma unroll
    for (int j = 0; j < 8; ++j) so[g][e * 8 + j] = acc[j];
    __syncthreads();
    if (t < 128) {
        float top = sm[0], den = 0, num = 0;
        for (int i = 1; i < 16; ++i) top = fmaxf(top, sm[i]);
        for (int i = 0; i < 16; ++i) { float c = exp2f(sm[i] - top); den += c * sl[i]; num += c * so[i][t]; }
        o[blockIdx.x * 128 + t] = num / den;
    }
}
static void r24() {
    const float* q = PA; const uint4* K = (const uint4*)HA; float* o = PO;
    const uint4* V = (const uint4*)harness::filled<__half>(size_t(DEh) * DEl * 128, 78);
    add("rustic_violin_ch5_a", [=] { rustic_violin_ch5_a<<<DEh, 256>>>(q, K, V, o, DEl, 0.0883883f * 1.442695f); }, o, size_t(DEh) * 128);
}

// ---- 25 (healthy): layer norm of tokens of 1024 halves, a warp a token, all in registers
constexpr int LNn = 1 << 17;
__global__ void __launch_bounds__(128) opal_drummer_ch5_a(const uint4* __restrict__ x, const float4* __restrict__ gamma, const float4* __restrict__ beta,
                                                          uint4* __restrict__ o) {
    int row = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const uint4* p = x + (size_t)row * 128; uint4* q = o + (size_t)row * 128;
    uint4 u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = p[lane + 32 * k];
    float s = 0, s2 = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float f[8]; eight(u[k], f);
#pragma unroll
        for (int j = 0; j < 8; ++j) { s += f[j]; s2 += f[j] * f[j]; }
    }
#pragma unroll
    for (int k = 16; k; k >>= 1) { s += __shfl_xor_sync(~0u, s, k); s2 += __shfl_xor_sync(~0u, s2, k); }
    float mean = s * (1.f / 1024), r = rsqrtf(s2 * (1.f / 1024) - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float f[8]; eight(u[k], f);
        int c = (lane + 32 * k) * 2;
        float4 g0 = gamma[c], g1 = gamma[c + 1], b0 = beta[c], b1 = beta[c + 1];
        __half2 h[4];
        h[0] = __floats2half2_rn((f[0] - mean) * r * g0.x + b0.x, (f[1] - mean) * r * g0.y + b0.y);
        h[1] = __floats2half2_rn((f[2] - mean) * r * g0.z + b0.z, (f[3] - mean) * r * g0.w + b0.w);
        h[2] = __floats2half2_rn((f[4] - mean) * r * g1.x + b1.x, (f[5] - mean) * r * g1.y + b1.y);
        h[3] = __floats2half2_rn((f[6] - mean) * r * g1.z + b1.z, (f[7] - mean) * r * g1.w + b1.w);
        q[lane + 32 * k] = *(uint4*)h;
    }
}
static void r25() {
    const uint4* x = (const uint4*)HA; const float4 *g = (const float4*)PA, *b = (const float4*)PB; uint4* o = (uint4*)PO;
    add("opal_drummer_ch5_a", [=] { opal_drummer_ch5_a<<<LNn / 4, 128>>>(x, g, b, o); }, o, size_t(LNn) * 1024, Output::f16);
}

// ---- 26 (healthy): explicit heat step in a box in FP64, planes marched in registers
constexpr int HX = 512, HY = 512, HZ = 256;
__global__ void __launch_bounds__(256) copper_anvil_ch5_a(const double* __restrict__ u, double* __restrict__ o, double c0, double c1) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * 32;
    constexpr int P = HX * HY;
    int w = x > 0 ? -1 : 0, e = x < HX - 1 ? 1 : 0, n = y > 0 ? -HX : 0, s = y < HY - 1 ? HX : 0;
    int i = z0 * P + y * HX + x;
    double below = u[z0 > 0 ? i - P : i], here = u[i];
#pragma unroll 4
    for (int k = 0; k < 32; ++k, i += P) {
        double above = u[z0 + k < HZ - 1 ? i + P : i];
        o[i] = c0 * here + c1 * (((u[i + w] + u[i + e]) + (u[i + n] + u[i + s])) + (below + above));
        below = here; here = above;
    }
}
static void r26() {
    const size_t n = size_t(HX) * HY * HZ;
    double *u = harness::filled<double>(n, 8), *o = (double*)PO;
    add("copper_anvil_ch5_a", [=] { copper_anvil_ch5_a<<<dim3(HX / 64, HY / 4, HZ / 32), dim3(64, 4)>>>(u, o, 0.4, 0.1); }, o, n, Output::f64);
}

// ---- 27 (healthy): histogram of amplitudes in 64 bins, a copy of the bins a lane
constexpr int AMn = 1 << 27;
__global__ void __launch_bounds__(256) thistle_mirror_ch5_a(const float4* __restrict__ x, int* __restrict__ hist, int n4) {
    __shared__ int s[64 * 32];
    for (int i = threadIdx.x; i < 64 * 32; i += 256) s[i] = 0;
    __syncthreads();
    int* mine = s + (threadIdx.x & 31);
    int step = gridDim.x * 256;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += step) {
        float4 v = x[i];
        atomicAdd(mine + (int)fmaf(v.x, 32.f, 32.f) * 32, 1); atomicAdd(mine + (int)fmaf(v.y, 32.f, 32.f) * 32, 1);
        atomicAdd(mine + (int)fmaf(v.z, 32.f, 32.f) * 32, 1); atomicAdd(mine + (int)fmaf(v.w, 32.f, 32.f) * 32, 1);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int t = 0;
        for (int k = 0; k < 32; ++k) t += s[threadIdx.x * 32 + ((k + threadIdx.x) & 31)];
        atomicAdd(&hist[threadIdx.x], t);
    }
}
static void r27() {
    const float4* x = (const float4*)PA; int* o = (int*)PO;
    add("thistle_mirror_ch5_a", [=] { thistle_mirror_ch5_a<<<132 * 8, 256>>>(x, o, AMn / 4); }, o, 64, Output::i32);
}

// ---- 28 (healthy): rows of an embedding table (512 bytes each) fetched by index, a warp four rows
constexpr int EBrows = 1 << 20, EBn = 1 << 20;
__global__ void __launch_bounds__(256) lunar_bakery_ch5_a(const float4* __restrict__ table, const int4* __restrict__ idx, float4* __restrict__ o) {
    int warp = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int4 r = idx[warp];
    float4 a = table[(size_t)r.x * 32 + lane], b = table[(size_t)r.y * 32 + lane];
    float4 c = table[(size_t)r.z * 32 + lane], d = table[(size_t)r.w * 32 + lane];
    float4* q = o + (size_t)warp * 128 + lane;
    q[0] = a; q[32] = b; q[64] = c; q[96] = d;
}
static void r28() {
    const float4* t = (const float4*)PA; const int4* i = (const int4*)harness::indices(EBn, EBrows, 301); float4* o = (float4*)PO;
    add("lunar_bakery_ch5_a", [=] { lunar_bakery_ch5_a<<<EBn / 32, 256>>>(t, i, o); }, o, size_t(EBn) * 128);
}

// ---- 29 (healthy): probes of an open-addressing table of 67 M slots filled by half, four keys a thread at once
constexpr unsigned HTslots = 1u << 26, HTkeys = 1u << 25, HTq = 1u << 24;
constexpr unsigned long long HTfree = ~0ull;
__host__ __device__ inline unsigned place(unsigned key) { return harness::hash32(key ^ 0x9e3779b9u) & (HTslots - 1); }
__global__ void harness_insert(unsigned long long* t, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = harness::hash32(2 * i + 1), s = place(key);
    while (atomicCAS(&t[s], HTfree, ((unsigned long long)(i & 0xffff) << 32) | key) != HTfree) s = (s + 1) & (HTslots - 1);
}
__global__ void harness_queries(unsigned* q, unsigned n) {   // half of them present
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { unsigned h = harness::hash32(i + 5u); q[i] = harness::hash32(2 * (h % HTkeys) + (h >> 31)); }
}
__global__ void __launch_bounds__(256) hazel_torpedo_ch5_a(const unsigned long long* __restrict__ t, const uint4* __restrict__ q, int4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 k4 = q[i];
    unsigned key[4] = {k4.x, k4.y, k4.z, k4.w}, s[4]; unsigned long long v[4]; int r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { s[j] = place(key[j]); v[j] = t[s[j]]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        while (v[j] != HTfree && (unsigned)v[j] != key[j]) { s[j] = (s[j] + 1) & (HTslots - 1); v[j] = t[s[j]]; }
        r[j] = v[j] == HTfree ? -1 : (int)(v[j] >> 32);
    }
    o[i] = make_int4(r[0], r[1], r[2], r[3]);
}
static void r29() {
    unsigned long long* t; CHECK(cudaMalloc(&t, HTslots * 8ull)); CHECK(cudaMemset(t, 0xff, HTslots * 8ull));
    harness_insert<<<HTkeys / 256, 256>>>(t, HTkeys); CHECK(cudaGetLastError());
    unsigned* q = (unsigned*)harness::empty<int>(HTq);
    harness_queries<<<HTq / 256, 256>>>(q, HTq); CHECK(cudaGetLastError());
    int4* o = (int4*)PO;
    add("hazel_torpedo_ch5_a", [=] { hazel_torpedo_ch5_a<<<HTq / 1024, 256>>>(t, (const uint4*)q, o); }, o, HTq, Output::i32);
}

// ---- 30 (healthy): Asian calls by Monte Carlo, Box-Muller by the special function unit
constexpr int MCn = 132 * 8 * 256 * 2;
__device__ __forceinline__ unsigned xorshift(unsigned& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
__global__ void __launch_bounds__(256) cedar_monsoon_ch5_a(const float* __restrict__ sigma, float* __restrict__ o, int pairs, float drift, float strike) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sg = 0.02f + 0.008f * sigma[i];
    unsigned s0 = harness::hash32(2 * i + 1) | 1u, s1 = harness::hash32(2 * i + 77) | 1u;
    float price = 1.f, mean = 0.f;
#pragma unroll 4
    for (int k = 0; k < pairs; ++k) {
        float u = __uint_as_float((xorshift(s0) >> 9) | 0x3f800000u) - 0.99999994f;   // (0, 1]
        float a = __uint_as_float((xorshift(s1) >> 9) | 0x3f800000u) * 6.2831853f;
        float r, c, d;
        float m = -2.f * __logf(u);
        asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(m));
        r *= sg;
        __sincosf(a, &d, &c);
        price *= __expf(drift + r * c); mean += price;
        price *= __expf(drift + r * d); mean += price;
    }
    o[i] = fmaxf(mean / (2 * pairs) - strike, 0.f);
}
static void r30() {
    const float* s = PA; float* o = PO;
    add("cedar_monsoon_ch5_a", [=] { cedar_monsoon_ch5_a<<<MCn / 256, 256>>>(s, o, 192, 1e-4f, 0.95f); }, o, MCn);
}

// ---- 31 (healthy): SHA-256 of one-block messages with a nonce a thread
constexpr int SHn = 132 * 2048 * 16;
__constant__ unsigned SHK[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__device__ __forceinline__ unsigned rotr(unsigned x, int n) { return __funnelshift_r(x, x, n); }
__global__ void __launch_bounds__(256, 4) violet_hammock_ch5_a(uint4 head, unsigned* __restrict__ o) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16] = {head.x, head.y, head.z, head.w, i, i * 2654435761u, head.x ^ i, head.y + i, 0x80000000u, 0, 0, 0, 0, 0, 0, 256};
    unsigned a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll 1
    for (int r = 0; r < 64; r += 16) {
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            unsigned t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + SHK[r + k] + w[k];
            unsigned t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
        }
        if (r < 48) {
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                unsigned x = w[(k + 1) & 15], y = w[(k + 14) & 15];
                w[k] += w[(k + 9) & 15] + (rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)) + (rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10));
            }
        }
    }
    o[i] = (a + 0x6a09e667) ^ (h + 0x5be0cd19);
}
static void r31() {
    unsigned* o = (unsigned*)PO;
    add("violet_hammock_ch5_a", [=] { violet_hammock_ch5_a<<<SHn / 256, 256>>>(make_uint4(0x12345678u, 0x9abcdef1u, 0x0fedcba9u, 0x87654321u), o); },
        o, SHn, Output::i32);
}

// ---- 32 (healthy): Fourier transforms of 512 complex samples, radix 8, four a block, exchanged in shared memory
constexpr int FFn = 1 << 18;
__device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ float2 cadd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 csub(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ void fft4(float2& a, float2& b, float2& c, float2& d) {   // natural order in and out
    float2 p = cadd(a, c), q = csub(a, c), r = cadd(b, d), s = csub(b, d);
    a = cadd(p, r); c = csub(p, r);
    b = make_float2(q.x + s.y, q.y - s.x); d = make_float2(q.x - s.y, q.y + s.x);
}
__device__ __forceinline__ void fft8(float2* v) {
    fft4(v[0], v[2], v[4], v[6]); fft4(v[1], v[3], v[5], v[7]);
    const float h = 0.70710678f;
    float2 o0 = v[1], o1 = make_float2(h * (v[3].x + v[3].y), h * (v[3].y - v[3].x)), o2 = make_float2(v[5].y, -v[5].x),
           o3 = make_float2(h * (v[7].y - v[7].x), -h * (v[7].x + v[7].y));
    float2 e0 = v[0], e1 = v[2], e2 = v[4], e3 = v[6];
    v[0] = cadd(e0, o0); v[4] = csub(e0, o0); v[1] = cadd(e1, o1); v[5] = csub(e1, o1);
    v[2] = cadd(e2, o2); v[6] = csub(e2, o2); v[3] = cadd(e3, o3); v[7] = csub(e3, o3);
}
__device__ __forceinline__ void twist(float2* v, float angle) {
    float2 w; __sincosf(angle, &w.y, &w.x);
    float2 w2 = cmul(w, w), w3 = cmul(w2, w), w4 = cmul(w2, w2);
    v[1] = cmul(v[1], w); v[2] = cmul(v[2], w2); v[3] = cmul(v[3], w3); v[4] = cmul(v[4], w4);
    v[5] = cmul(v[5], cmul(w4, w)); v[6] = cmul(v[6], cmul(w3, w3)); v[7] = cmul(v[7], cmul(w4, w3));
}
__global__ void __launch_bounds__(256) crystal_wagon_ch5_a(const float2* __restrict__ x, float2* __restrict__ o) {
    __shared__ float2 room[4][512 + 64];
    int j = threadIdx.x; float2* s = room[threadIdx.y];
    size_t base = ((size_t)blockIdx.x * 4 + threadIdx.y) * 512 + j;
    float2 v[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r] = x[base + r * 64];
    fft8(v);
#pragma unroll
    for (int r = 0; r < 8; ++r) s[j * 9 + r] = v[r];                                  // index 8 j + r, a pad every 8
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) { int p = j + r * 64; v[r] = s[p + (p >> 3)]; }
    twist(v, (j & 7) * (-6.2831853f / 64));
    fft8(v);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) { int p = (j >> 3) * 64 + (j & 7) + r * 8; s[p + (p >> 3)] = v[r]; }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; ++r) { int p = j + r * 64; v[r] = s[p + (p >> 3)]; }
    twist(v, j * (-6.2831853f / 512));
    fft8(v);
#pragma unroll
    for (int r = 0; r < 8; ++r) o[base + r * 64] = v[r];
}
static void r32() {
    const float2* x = (const float2*)PA; float2* o = (float2*)PO; static_assert(size_t(FFn) * 1024 <= POOL, "pool");
    add("crystal_wagon_ch5_a", [=] { crystal_wagon_ch5_a<<<FFn / 4, dim3(64, 4)>>>(x, o); }, o, size_t(FFn) * 1024);
}

int main(int argc, char** argv) {
    pools();
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14(); r15(); r16();
    r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28(); r29(); r30(); r31(); r32();
    return harness::run(argc, argv, cases);
}
