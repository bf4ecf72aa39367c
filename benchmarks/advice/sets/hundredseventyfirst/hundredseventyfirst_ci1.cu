// One program of measured pairs, set hundredseventyfirst, suffix ci1.
#include "harness.cuh"
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
constexpr size_t POOL = size_t(1) << 27;
static float *PX, *PY, *PO;  // two inputs and one output, shared by the cases
static void pools() { PX = harness::filled<float>(POOL, 11); PY = harness::filled<float>(POOL, 29); PO = harness::empty<float>(POOL); }

// 01 seismology: radiated energy of the events of a catalogue
struct Event { float id, hour, lat, lon, gap, nsta, depth, dmin, net, mag, emag, edep, ehor, cls, rms, ver; };
constexpr int EVn = 1 << 23;
__device__ __forceinline__ float energy(float h, float d, float m, float r) { return exp2f(1.5f * m + 0.25f) * (1.0f + d * d) + h * r; }
__global__ void __launch_bounds__(256) walnut_ferry_ci1_a(const Event* __restrict__ e, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = energy(e[i].hour, e[i].depth, e[i].mag, e[i].rms);
}
__global__ void __launch_bounds__(256) walnut_ferry_ci1_b(const float* __restrict__ h, const float* __restrict__ d, const float* __restrict__ m,
                                                          const float* __restrict__ r, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = energy(h[i], d[i], m[i], r[i]);
}
__global__ void harness_events(const Event* e, float* s) {
    int i = blockIdx.x * 256 + threadIdx.x;
    s[i] = e[i].hour; s[EVn + i] = e[i].depth; s[2 * EVn + i] = e[i].mag; s[3 * EVn + i] = e[i].rms;
}
static void r01() {
    const Event* e = (const Event*)PX; float *s = harness::empty<float>(4 * (size_t)EVn), *o = PO;
    harness_events<<<EVn / 256, 256>>>(e, s);
    add("walnut_ferry_ci1_a", [=] { walnut_ferry_ci1_a<<<EVn / 256, 256>>>(e, o); }, o, EVn);
    add("walnut_ferry_ci1_b", [=] { walnut_ferry_ci1_b<<<EVn / 256, 256>>>(s, s + EVn, s + 2 * EVn, s + 3 * EVn, o); }, o, EVn);
}

// 02 speech: scores of chosen codewords (16 coefficients) against the frame's query
constexpr int CWn = 1 << 22;
template <int PITCH> __device__ __forceinline__ void codewords(const float* __restrict__ tab, const int4* __restrict__ idx, const float* __restrict__ q, float4* __restrict__ o)
    {
    int g = (blockIdx.x * 256 + threadIdx.x) >> 4, l = threadIdx.x & 15;
    int4 w = __ldg(idx + g);
    float v = q[(g & 63) * 16 + l];
    float a = tab[(size_t)w.x * PITCH + l], b = tab[(size_t)w.y * PITCH + l], c = tab[(size_t)w.z * PITCH + l], d = tab[(size_t)w.w * PITCH + l];
    a *= v; b *= v; c *= v; d *= v;
#pragma unroll
    for (int s = 8; s; s >>= 1) {
        a += __shfl_xor_sync(~0u, a, s); b += __shfl_xor_sync(~0u, b, s); c += __shfl_xor_sync(~0u, c, s); d += __shfl_xor_sync(~0u, d, s);
    }
    if (l == 0) o[g] = make_float4(a, b, c, d);
}
__global__ void __launch_bounds__(256) mellow_anchor_ci1_a(const float* __restrict__ tab, const int4* __restrict__ idx, const float* __restrict__ q, float4* __restrict__ o) {
    codewords<17>(tab + 1, idx, q, o);  // records of an id and 16 coefficients
}
__global__ void __launch_bounds__(256) mellow_anchor_ci1_b(const float* __restrict__ tab, const int4* __restrict__ idx, const float* __restrict__ q, float4* __restrict__ o) {
    codewords<16>(tab, idx, q, o);      // ids kept apart
}
__global__ void harness_codewords(const float* t, float* s) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; s[i] = t[1 + (i >> 4) * 17 + (i & 15)]; }
static void r02() {
    float *s = harness::empty<float>((size_t)CWn * 16), *o = PO; const float *t = PX, *q = PY; const int4* ix = (const int4*)harness::indices(CWn, CWn, 5);
    harness_codewords<<<CWn / 16, 256>>>(t, s);
    add("mellow_anchor_ci1_a", [=] { mellow_anchor_ci1_a<<<CWn / 64, 256>>>(t, ix, q, (float4*)o); }, o, CWn);
    add("mellow_anchor_ci1_b", [=] { mellow_anchor_ci1_b<<<CWn / 64, 256>>>(s, ix, q, (float4*)o); }, o, CWn);
}

// 03 cartography: hillshade laid over hypsometric tints, one byte a pixel
constexpr int MPn = 1 << 27;
__device__ __forceinline__ uint32_t tint(uint32_t a, uint32_t b, uint32_t w) { return (a * w + b * (256 - w) + 128) >> 8; }
__global__ void __launch_bounds__(256) quartz_bonnet_ci1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ o, uint32_t w) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = (uint8_t)tint(a[i], b[i], w);
}
__device__ __forceinline__ uint32_t tint4(uint32_t a, uint32_t b, uint32_t w) {  // two bytes a step, in 16-bit lanes
    uint32_t e = ((a & 0xff00ffu) * w + (b & 0xff00ffu) * (256 - w) + 0x800080u) >> 8 & 0xff00ffu;
    uint32_t f = ((a >> 8 & 0xff00ffu) * w + (b >> 8 & 0xff00ffu) * (256 - w) + 0x800080u) & 0xff00ff00u;
    return e | f;
}
__global__ void __launch_bounds__(256) quartz_bonnet_ci1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ o, uint32_t w) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 p = a[i], q = b[i];
    o[i] = make_uint4(tint4(p.x, q.x, w), tint4(p.y, q.y, w), tint4(p.z, q.z, w), tint4(p.w, q.w, w));
}
static void r03() {
    const void *a = PX, *b = PY; void* o = PO;
    add("quartz_bonnet_ci1_a", [=] { quartz_bonnet_ci1_a<<<MPn / 256, 256>>>((const uint8_t*)a, (const uint8_t*)b, (uint8_t*)o, 103); }, o, MPn, Output::u8);
    add("quartz_bonnet_ci1_b", [=] { quartz_bonnet_ci1_b<<<MPn / 4096, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)o, 103); }, o, MPn, Output::u8);
}

// 04 spectroscopy: projection of every pixel's spectrum (64 bands) on 40 endmembers
constexpr int SPn = 1 << 20, SPb = 64, SPk = 40;
__device__ __forceinline__ void project(const float* __restrict__ cube, const float* __restrict__ em, float* __restrict__ o) {
    __shared__ float4 e[SPb * SPk / 4];
    for (int j = threadIdx.x; j < SPb * SPk / 4; j += 256) e[j] = ((const float4*)em)[j];
    __syncthreads();
    int p = blockIdx.x * 256 + threadIdx.x;
    float acc[SPk];
#pragma unroll
    for (int k = 0; k < SPk; ++k) acc[k] = 0.0f;
#pragma unroll 2
    for (int b = 0; b < SPb; ++b) {
        float v = cube[(size_t)b * SPn + p];
#pragma unroll
        for (int k = 0; k < SPk / 4; ++k) {
            float4 w = e[b * (SPk / 4) + k];
            acc[4 * k] = fmaf(v, w.x, acc[4 * k]); acc[4 * k + 1] = fmaf(v, w.y, acc[4 * k + 1]);
            acc[4 * k + 2] = fmaf(v, w.z, acc[4 * k + 2]); acc[4 * k + 3] = fmaf(v, w.w, acc[4 * k + 3]);
        }
    }
#pragma unroll
    for (int k = 0; k < SPk; ++k) o[(size_t)k * SPn + p] = acc[k];
}
__global__ void __launch_bounds__(256, 8) saddle_comet_ci1_a(const float* __restrict__ cube, const float* __restrict__ em, float* __restrict__ o) { project(cube, em, o); }
__global__ void __launch_bounds__(256) saddle_comet_ci1_b(const float* __restrict__ cube, const float* __restrict__ em, float* __restrict__ o) { project(cube, em, o); }
static void r04() {
    const float *c = PX, *e = PY; float* o = PO;
    add("saddle_comet_ci1_a", [=] { saddle_comet_ci1_a<<<SPn / 256, 256>>>(c, e, o); }, o, (size_t)SPn * SPk);
    add("saddle_comet_ci1_b", [=] { saddle_comet_ci1_b<<<SPn / 256, 256>>>(c, e, o); }, o, (size_t)SPn * SPk);
}

// 05 robotics: main heading of every lidar cell, from a histogram of 16 sectors over 64 returns
constexpr int LDn = 1 << 20, LDs = 64;
__global__ void __launch_bounds__(128) velvet_hammer_ci1_a(const float* __restrict__ ang, float* __restrict__ o) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float h[16];
    for (int k = 0; k < 16; ++k) h[k] = 0.0f;
#pragma unroll 4
    for (int s = 0; s < LDs; ++s) {
        float a = ang[(size_t)s * LDn + c];
        int k = min(15, int((a + 1.0f) * 8.0f));
        h[k] += 1.0f + 0.25f * a;
    }
    float best = h[0]; int at = 0;
    for (int k = 1; k < 16; ++k) if (h[k] > best) { best = h[k]; at = k; }
    o[c] = best + at;
}
__global__ void __launch_bounds__(128) velvet_hammer_ci1_b(const float* __restrict__ ang, float* __restrict__ o) {
    __shared__ float h[16][128];
    int c = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) h[k][t] = 0.0f;
#pragma unroll 4
    for (int s = 0; s < LDs; ++s) {
        float a = ang[(size_t)s * LDn + c];
        int k = min(15, int((a + 1.0f) * 8.0f));
        h[k][t] += 1.0f + 0.25f * a;
    }
    float best = h[0][t]; int at = 0;
#pragma unroll
    for (int k = 1; k < 16; ++k) if (h[k][t] > best) { best = h[k][t]; at = k; }
    o[c] = best + at;
}
static void r05() {
    const float* a = PX; float* o = PO;
    add("velvet_hammer_ci1_a", [=] { velvet_hammer_ci1_a<<<LDn / 128, 128>>>(a, o); }, o, LDn);
    add("velvet_hammer_ci1_b", [=] { velvet_hammer_ci1_b<<<LDn / 128, 128>>>(a, o); }, o, LDn);
}

// 06 oceanography: density anomaly of a section from temperature and salinity; coefficients of 64 layers in shared memory
constexpr int OCn = 1 << 25, OCc = 1 << 11;  // pairs of samples in all; pairs a block
__device__ __forceinline__ float rho(float t, float s, const float* c)
    { return c[0] + t * (c[1] + t * (c[2] + t * c[3])) + s * (c[4] + s * c[5] + t * c[6]) + c[7] * t * s * s; }
__device__ __forceinline__ void density(const float2* __restrict__ t, const float2* __restrict__ s, const float* __restrict__ co, float2* __restrict__ o) {
    extern __shared__ float c[];
    for (int j = threadIdx.x; j < 512; j += 128) c[j] = co[j];
    __syncthreads();
    const float* l = c + (blockIdx.x & 63) * 8;
    int i = blockIdx.x * OCc + threadIdx.x, end = (blockIdx.x + 1) * OCc;
#pragma unroll 1
    for (; i < end; i += 128) { float2 a = t[i], b = s[i]; o[i] = make_float2(rho(a.x, b.x, l), rho(a.y, b.y, l)); }
}
__global__ void __launch_bounds__(128) ginger_tunnel_ci1_a(const float2* __restrict__ t, const float2* __restrict__ s, const float* __restrict__ co, float2* __restrict__ o)
    { density(t, s, co, o); }
__global__ void __launch_bounds__(128) ginger_tunnel_ci1_b(const float2* __restrict__ t, const float2* __restrict__ s, const float* __restrict__ co, float2* __restrict__ o)
    { density(t, s, co, o); }
static void r06() {
    const float2 *t = (const float2*)PX, *s = (const float2*)PY; const float* c = PX; float* o = PO;
    CHECK(cudaFuncSetAttribute(ginger_tunnel_ci1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    add("ginger_tunnel_ci1_a", [=] { ginger_tunnel_ci1_a<<<OCn / OCc, 128, 100 * 1024>>>(t, s, c, (float2*)o); }, o, 2 * (size_t)OCn);
    add("ginger_tunnel_ci1_b", [=] { ginger_tunnel_ci1_b<<<OCn / OCc, 128, 2048>>>(t, s, c, (float2*)o); }, o, 2 * (size_t)OCn);
}

// 07 astronomy: smoothed brightness of 2^19 stars over 128 nights, given up at the first flare
constexpr int STn = 1 << 19, STt = 128;
__device__ __forceinline__ void lightcurve(const float* __restrict__ x, float* __restrict__ o, float flare) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float y = 0.0f, v = 0.0f;
#pragma unroll 1
    for (int t = 0; t < STt; ++t) {
        float d = x[(size_t)t * STn + s] - y;
        y = fmaf(0.125f, d, y); v = fmaf(0.0625f, d * d - v, v);
        if (v > flare) break;
    }
    o[s] = y + v;
}
__global__ void __launch_bounds__(32) pepper_cradle_ci1_a(const float* __restrict__ x, float* __restrict__ o, float flare) { lightcurve(x, o, flare); }
__global__ void __launch_bounds__(256) pepper_cradle_ci1_b(const float* __restrict__ x, float* __restrict__ o, float flare) { lightcurve(x, o, flare); }
static void r07() {
    const float* x = PX; float* o = PO;
    add("pepper_cradle_ci1_a", [=] { pepper_cradle_ci1_a<<<STn / 32, 32>>>(x, o, 3.5f); }, o, STn);
    add("pepper_cradle_ci1_b", [=] { pepper_cradle_ci1_b<<<STn / 256, 256>>>(x, o, 3.5f); }, o, STn);
}

// 08 electroencephalography: Teager-Kaiser energy of 24 channels of 2^20 samples
constexpr int EEc = 24, EEn = 1 << 20;
__device__ __forceinline__ void teager(const float* __restrict__ x, float* __restrict__ o, int from, int to) {
#pragma unroll 2
    for (int i = from + threadIdx.x; i < to; i += 512) {
        float l = x[max(i - 1, 0)], m = x[i], r = x[min(i + 1, EEn - 1)];
        o[i] = m * m - l * r;
    }
}
__global__ void __launch_bounds__(512) turnip_chapel_ci1_a(const float* __restrict__ x, float* __restrict__ o) {
    size_t c = (size_t)blockIdx.x * EEn;
    teager(x + c, o + c, 0, EEn);
}
__global__ void __launch_bounds__(512) turnip_chapel_ci1_b(const float* __restrict__ x, float* __restrict__ o) {
    size_t c = (size_t)blockIdx.y * EEn; int part = EEn / gridDim.x;
    teager(x + c, o + c, blockIdx.x * part, (blockIdx.x + 1) * part);
}
static void r08() {
    const float* x = PX; float* o = PO;
    add("turnip_chapel_ci1_a", [=] { turnip_chapel_ci1_a<<<EEc, 512>>>(x, o); }, o, (size_t)EEc * EEn);
    add("turnip_chapel_ci1_b", [=] { turnip_chapel_ci1_b<<<dim3(256, EEc), 512>>>(x, o); }, o, (size_t)EEc * EEn);
}

// 09 geomagnetism: Clenshaw sums of degree 1024 at 1.2 million colatitudes, eight a thread
constexpr int GMd = 1024, GMn = 150 * 8192;
template <int T> __device__ __forceinline__ void clenshaw(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float4 c[GMd / 4];
    for (int j = threadIdx.x; j < GMd / 4; j += T) c[j] = ((const float4*)a)[j];
    __syncthreads();
    int p = blockIdx.x * T * 8 + threadIdx.x;
    float u[8], b1[8], b2[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { u[k] = 1.9f * x[p + k * T]; b1[k] = b2[k] = 0.0f; }
#pragma unroll 1
    for (int j = GMd / 4 - 1; j >= 0; --j) {
        float4 w = c[j];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            b2[k] = fmaf(u[k], b1[k], w.w - b2[k]); b1[k] = fmaf(u[k], b2[k], w.z - b1[k]);
            b2[k] = fmaf(u[k], b1[k], w.y - b2[k]); b1[k] = fmaf(u[k], b2[k], w.x - b1[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) o[p + k * T] = b1[k] - 0.5f * u[k] * b2[k];
}
__global__ void __launch_bounds__(1024) cobalt_orchard_ci1_a(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ o) { clenshaw<1024>(a, x, o); }
__global__ void __launch_bounds__(64) cobalt_orchard_ci1_b(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ o) { clenshaw<64>(a, x, o); }
static void r09() {
    const float *a = PX, *x = PY; float* o = PO;
    add("cobalt_orchard_ci1_a", [=] { cobalt_orchard_ci1_a<<<GMn / 8192, 1024>>>(a, x, o); }, o, GMn);
    add("cobalt_orchard_ci1_b", [=] { cobalt_orchard_ci1_b<<<GMn / 512, 64>>>(a, x, o); }, o, GMn);
}

// 10 hydrology: mean square flow of 16896 catchments, listed from the largest to the smallest
constexpr int HYg = 1056, HYn = HYg * 16;
__device__ __forceinline__ void catchment(const float* __restrict__ x, const int* __restrict__ at, float* __restrict__ o, int c) {
    __shared__ float part[8];
    int b = at[c], e = at[c + 1]; float s = 0.0f;
#pragma unroll 4
    for (int i = b + threadIdx.x; i < e; i += 256) { float v = x[i]; s = fmaf(v, v, s); }
#pragma unroll
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { for (int k = 1; k < 8; ++k) s += part[k]; o[c] = s / (e - b); }
}
__global__ void __launch_bounds__(256) feather_garage_ci1_a(const float* __restrict__ x, const int* __restrict__ at, float* __restrict__ o) {
    int share = HYn / gridDim.x;
    for (int c = blockIdx.x * share; c < (blockIdx.x + 1) * share; ++c) catchment(x, at, o, c);
}
__global__ void __launch_bounds__(256) feather_garage_ci1_b(const float* __restrict__ x, const int* __restrict__ at, float* __restrict__ o) {
    for (int k = 0, c = blockIdx.x; c < HYn; c += gridDim.x, ++k) catchment(x, at, o, k & 1 ? (2 * k + 1) * (int)gridDim.x - 1 - c : c);
}
static void r10() {
    std::vector<int> h(HYn + 1); h[0] = 0;
    for (int i = 0; i < HYn; ++i) { double r = 1.0 - double(i) / HYn; h[i + 1] = h[i] + 64 + int(18000 * r * r); }
    const float* x = PX; int* at = harness::uploaded(h); float* o = PO;
    add("feather_garage_ci1_a", [=] { feather_garage_ci1_a<<<HYg, 256>>>(x, at, o); }, o, HYn);
    add("feather_garage_ci1_b", [=] { feather_garage_ci1_b<<<HYg, 256>>>(x, at, o); }, o, HYn);
}

// 11 acoustics: four interleaved channels, each through its own circuit model
constexpr int ACn = 1 << 23;
__device__ __forceinline__ float circuit(float v, int ch) {
    float y = v;
    switch (ch) {
        case 0:  // diode clipper, fixed point
#pragma unroll 4
            for (int k = 0; k < 40; ++k) y = fmaf(-0.21f * y, y * y, fmaf(0.4f, v, 0.55f * y));
            break;
        case 1:  // tube stage, Newton steps
#pragma unroll 4
            for (int k = 0; k < 24; ++k) { float f = y + 0.3f * y * y * y - v; y -= f * (1.0f - 0.6f * y * y); }
            break;
        case 2: {  // state-variable filter
            float lo = 0.1f * v, bd = 0.0f;
#pragma unroll 4
            for (int k = 0; k < 32; ++k) { lo = fmaf(0.3f, bd, lo); float hi = v - lo - 0.7f * bd; bd = fmaf(0.3f, hi, bd); }
            y = lo + bd; break; }
        default: {  // allpass ladder
            float a = v, b = 0.5f * v, c = -v;
#pragma unroll 4
            for (int k = 0; k < 28; ++k) { float n = fmaf(0.6f, a - c, b); c = fmaf(-0.6f, n, b); b = fmaf(0.4f, a, 0.2f * c); a = 0.9f * n; }
            y = a + b - c; }
    }
    return y;
}
__global__ void __launch_bounds__(256) timber_pigeon_ci1_a(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = circuit(x[i], i & 3);
}
__global__ void __launch_bounds__(256) timber_pigeon_ci1_b(const float* __restrict__ x, float* __restrict__ o) {
    int t = threadIdx.x, i = blockIdx.x * 256 + (t & 63) * 4 + (t >> 6);
    o[i] = circuit(x[i], t >> 6);
}
static void r11() {
    const float* x = PX; float* o = PO;
    add("timber_pigeon_ci1_a", [=] { timber_pigeon_ci1_a<<<ACn / 256, 256>>>(x, o); }, o, ACn);
    add("timber_pigeon_ci1_b", [=] { timber_pigeon_ci1_b<<<ACn / 256, 256>>>(x, o); }, o, ACn);
}

// 12 crystallography: powder pattern of 256 rings from 2^25 photon hits
constexpr int CRn = 1 << 25;
__device__ __forceinline__ int ring(float x, float y) { return min(255, int(181.0f * sqrtf(x * x + y * y))); }
__global__ void __launch_bounds__(256) lemon_harbor_ci1_a(const float2* __restrict__ hit, int* __restrict__ o) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < CRn; i += gridDim.x * 256) { float2 p = hit[i]; atomicAdd(o + ring(p.x, p.y), 1); }
}
__global__ void __launch_bounds__(256) lemon_harbor_ci1_b(const float2* __restrict__ hit, int* __restrict__ o) {
    __shared__ int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < CRn; i += gridDim.x * 256) { float2 p = hit[i]; atomicAdd(h + ring(p.x, p.y), 1); }
    __syncthreads();
    atomicAdd(o + threadIdx.x, h[threadIdx.x]);
}
static void r12() {
    const float2* x = (const float2*)PX; int* o = (int*)PO;
    add("lemon_harbor_ci1_a", [=] { lemon_harbor_ci1_a<<<132 * 8, 256>>>(x, o); }, o, 256, Output::i32);
    add("lemon_harbor_ci1_b", [=] { lemon_harbor_ci1_b<<<132 * 8, 256>>>(x, o); }, o, 256, Output::i32);
}

// 13 glaciology: ice temperature relaxed towards its balance over 24 steps
constexpr int GLn = 1 << 24;
__global__ void __launch_bounds__(192) rocket_basil_ci1_a(const float* __restrict__ x, const float* __restrict__ f, float* __restrict__ o) {
    for (int i = blockIdx.x * 192 + threadIdx.x; i < GLn; i += gridDim.x * 192) {
        float T = x[i], q = f[i];
#pragma unroll 4
        for (int k = 0; k < 24; ++k) {
            float s = 0.35 * T * T + 0.8;
            T = T + 0.0625 * (q * s - 0.9 * T);
        }
        o[i] = T;
    }
}
__global__ void __launch_bounds__(192) rocket_basil_ci1_b(const float* __restrict__ x, const float* __restrict__ f, float* __restrict__ o) {
    for (int i = blockIdx.x * 192 + threadIdx.x; i < GLn; i += gridDim.x * 192) {
        float T = x[i], q = f[i];
#pragma unroll 4
        for (int k = 0; k < 24; ++k) {
            float s = 0.35f * T * T + 0.8f;
            T = T + 0.0625f * (q * s - 0.9f * T);
        }
        o[i] = T;
    }
}
static void r13() {
    const float *x = PX, *f = PY; float* o = PO;
    add("rocket_basil_ci1_a", [=] { rocket_basil_ci1_a<<<132 * 40, 192>>>(x, f, o); }, o, GLn);
    add("rocket_basil_ci1_b", [=] { rocket_basil_ci1_b<<<132 * 40, 192>>>(x, f, o); }, o, GLn);
}

// 14 radio astronomy: model visibilities of 2^21 baselines, summed over 128 frequency channels
constexpr int RAn = 1 << 21, RAc = 128;
template <bool ROTATE> __device__ __forceinline__ void visibility(const float* __restrict__ flux, const float* __restrict__ delay, float2* __restrict__ o) {
    __shared__ float s[RAc];
    if (threadIdx.x < RAc) s[threadIdx.x] = 1.5f + flux[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float d = 0.04f * delay[i], re = 0.0f, im = 0.0f;
    float cr, sr, c = 1.0f, z = 0.0f;
    if (ROTATE) __sincosf(d, &sr, &cr);
#pragma unroll 8
    for (int k = 0; k < RAc; ++k) {
        if (!ROTATE) __sincosf(d * k, &z, &c);
        re = fmaf(s[k], c, re); im = fmaf(s[k], z, im);
        if (ROTATE) { float n = c * cr - z * sr; z = fmaf(c, sr, z * cr); c = n; }
    }
    o[i] = make_float2(re, im);
}
__global__ void __launch_bounds__(256) ribbon_glacier_ci1_a(const float* __restrict__ flux, const float* __restrict__ delay, float2* __restrict__ o)
    { visibility<false>(flux, delay, o); }
__global__ void __launch_bounds__(256) ribbon_glacier_ci1_b(const float* __restrict__ flux, const float* __restrict__ delay, float2* __restrict__ o)
    { visibility<true>(flux, delay, o); }
__global__ void harness_positive(const float* x, float* o) { int i = blockIdx.x * 256 + threadIdx.x; o[i] = fabsf(x[i]); }
static void r14() {
    const float* x = PX; float *d = harness::empty<float>(RAn), *o = PO;
    harness_positive<<<RAn / 256, 256>>>(PY, d);
    add("ribbon_glacier_ci1_a", [=] { ribbon_glacier_ci1_a<<<RAn / 256, 256>>>(x, d, (float2*)o); }, o, 2 * (size_t)RAn);
    add("ribbon_glacier_ci1_b", [=] { ribbon_glacier_ci1_b<<<RAn / 256, 256>>>(x, d, (float2*)o); }, o, 2 * (size_t)RAn);
}

// 15 meteorology: forecast members reordered from (level, member, time, lat, lon) to (member, time, level, lat, lon), weighted by latitude
struct Grid5 { long long E, T, L, Y, X; };
__global__ void __launch_bounds__(320) pebble_trumpet_ci1_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ o, Grid5 g) {
    long long i = (long long)blockIdx.x * 320 + threadIdx.x, r = i;
    long long lon = r % g.X; r /= g.X;
    long long lat = r % g.Y; r /= g.Y;
    long long lev = r % g.L; r /= g.L;
    long long t = r % g.T, e = r / g.T;
    o[i] = x[(((lev * g.E + e) * g.T + t) * g.Y + lat) * g.X + lon] * w[lat];
}
__global__ void __launch_bounds__(320) pebble_trumpet_ci1_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ o, Grid5 g) {
    int X = (int)g.X, Y = (int)g.Y, et = blockIdx.z, lev = blockIdx.y;
    int ET = (int)(g.E * g.T), L = (int)g.L;
    const float* s = x + (lev * ET + et) * Y * X; float* d = o + (et * L + lev) * Y * X;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int lat = blockIdx.x * 4 + k;
        d[lat * X + threadIdx.x] = s[lat * X + threadIdx.x] * w[lat];
    }
}
static void r15() {
    const float *x = PX, *w = PY; float* o = PO; Grid5 g{8, 6, 16, 160, 320}; int n = 8 * 6 * 16 * 160 * 320;
    add("pebble_trumpet_ci1_a", [=] { pebble_trumpet_ci1_a<<<n / 320, 320>>>(x, w, o, g); }, o, n);
    add("pebble_trumpet_ci1_b", [=] { pebble_trumpet_ci1_b<<<dim3(40, 16, 48), 320>>>(x, w, o, g); }, o, n);
}

// 16 epidemiology: 16 generating functions of degree 4095 at 16896 points
constexpr int EPn = 132 * 128, EPd = 4096, EPp = 16;
template <bool SPLIT> __device__ __forceinline__ void generating(const float4* __restrict__ c, const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float4 s[EPd / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float z = 0.97f * x[i], z2 = z * z, z4 = z2 * z2;
#pragma unroll 1
    for (int p = 0; p < EPp; ++p) {
        for (int j = threadIdx.x; j < EPd / 4; j += 128) s[j] = c[p * (EPd / 4) + j];
        __syncthreads();
        float r = 0.0f, r1 = 0.0f, r2 = 0.0f, r3 = 0.0f;
#pragma unroll 8
        for (int j = 0; j < EPd / 4; ++j) {
            float4 w = s[j];
            if (SPLIT) { r = fmaf(r, z4, w.x); r1 = fmaf(r1, z4, w.y); r2 = fmaf(r2, z4, w.z); r3 = fmaf(r3, z4, w.w); }
            else { r = fmaf(r, z, w.x); r = fmaf(r, z, w.y); r = fmaf(r, z, w.z); r = fmaf(r, z, w.w); }
        }
        if (SPLIT) r = fmaf(fmaf(fmaf(r, z, r1), z, r2), z, r3);
        o[p * EPn + i] = r;
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128) sandal_meteor_ci1_a(const float4* __restrict__ c, const float* __restrict__ x, float* __restrict__ o) { generating<false>(c, x, o); }
__global__ void __launch_bounds__(128) sandal_meteor_ci1_b(const float4* __restrict__ c, const float* __restrict__ x, float* __restrict__ o) { generating<true>(c, x, o); }
static void r16() {
    const float4* c = (const float4*)PX; const float* x = PY; float* o = PO;
    add("sandal_meteor_ci1_a", [=] { sandal_meteor_ci1_a<<<132, 128>>>(c, x, o); }, o, EPn * EPp);
    add("sandal_meteor_ci1_b", [=] { sandal_meteor_ci1_b<<<132, 128>>>(c, x, o); }, o, EPn * EPp);
}

// 17 transport geography: one min-plus product of two 1024 x 1024 travel-time tables
constexpr int TGn = 1024;
__global__ void __launch_bounds__(256) acorn_bridge_ci1_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ o) {
    int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5);
    float m = 1e30f;
#pragma unroll 8
    for (int k = 0; k < TGn; ++k) m = fminf(m, a[i * TGn + k] + b[k * TGn + j]);
    o[i * TGn + j] = m;
}
__global__ void __launch_bounds__(256) acorn_bridge_ci1_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ o) {
    __shared__ float sa[16][68]; __shared__ __align__(16) float sb[16][64];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    int ar = t >> 2, ac = (t & 3) * 4, br = t >> 4, bc = (t & 15) * 4;
    float m[4][4];
#pragma unroll
    for (int p = 0; p < 4; ++p)
#pragma unroll
        for (int q = 0; q < 4; ++q) m[p][q] = 1e30f;
    float4 na = *(const float4*)(a + (i0 + ar) * TGn + ac), nb = *(const float4*)(b + br * TGn + j0 + bc);
#pragma unroll 1
    for (int k0 = 0; k0 < TGn; k0 += 16) {
        sa[ac][ar] = na.x; sa[ac + 1][ar] = na.y; sa[ac + 2][ar] = na.z; sa[ac + 3][ar] = na.w;
        *(float4*)&sb[br][bc] = nb;
        __syncthreads();
        if (k0 + 16 < TGn) { na = *(const float4*)(a + (i0 + ar) * TGn + k0 + 16 + ac); nb = *(const float4*)(b + (k0 + 16 + br) * TGn + j0 + bc); }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = *(const float4*)&sa[k][ty * 4], v = *(const float4*)&sb[k][tx * 4];
            float ua[4] = {u.x, u.y, u.z, u.w}, va[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int p = 0; p < 4; ++p)
#pragma unroll
                for (int q = 0; q < 4; ++q) m[p][q] = fminf(m[p][q], ua[p] + va[q]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int p = 0; p < 4; ++p) *(float4*)(o + (i0 + ty * 4 + p) * TGn + j0 + tx * 4) = make_float4(m[p][0], m[p][1], m[p][2], m[p][3]);
}
static void r17() {
    const float *a = PX, *b = PY; float* o = PO;
    add("acorn_bridge_ci1_a", [=] { acorn_bridge_ci1_a<<<dim3(32, 128), 256>>>(a, b, o); }, o, TGn * TGn);
    add("acorn_bridge_ci1_b", [=] { acorn_bridge_ci1_b<<<dim3(16, 16), 256>>>(a, b, o); }, o, TGn * TGn);
}

// 18 nuclear imaging: dark level, dead time, flat field and log scale of a run of detector frames
constexpr int NUn = 1 << 25;
__device__ __forceinline__ float dark(float v) { return v * 0.5f + 0.53f; }
__device__ __forceinline__ float dead(float v) { return v / (1.0f - 0.2f * v); }
__device__ __forceinline__ float flat(float v, float g) { return v * (1.0f + 0.1f * g); }
__device__ __forceinline__ float decibel(float v) { return 4.3429448f * __logf(v); }
__global__ void __launch_bounds__(256) marble_thicket_ci1_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i]; o[i] = make_float4(dark(v.x), dark(v.y), dark(v.z), dark(v.w));
}
__global__ void __launch_bounds__(256) marble_thicket_ci1_a_2(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i]; o[i] = make_float4(dead(v.x), dead(v.y), dead(v.z), dead(v.w));
}
__global__ void __launch_bounds__(256) marble_thicket_ci1_a_3(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], w = g[i & 0x3ffff]; o[i] = make_float4(flat(v.x, w.x), flat(v.y, w.y), flat(v.z, w.z), flat(v.w, w.w));
}
__global__ void __launch_bounds__(256) marble_thicket_ci1_a_4(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i]; o[i] = make_float4(decibel(v.x), decibel(v.y), decibel(v.z), decibel(v.w));
}
__device__ __forceinline__ float frame(float v, float g) { return decibel(flat(dead(dark(v)), g)); }
__global__ void __launch_bounds__(256) marble_thicket_ci1_b(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], w = g[i & 0x3ffff];
    o[i] = make_float4(frame(v.x, w.x), frame(v.y, w.y), frame(v.z, w.z), frame(v.w, w.w));
}
static void r18() {
    const float4 *x = (const float4*)PX, *g = (const float4*)PY; float *o = PO;
    float4 *s = (float4*)harness::empty<float>(NUn), *t = (float4*)harness::empty<float>(NUn);
    constexpr int G = NUn / 1024;
    add("marble_thicket_ci1_a", [=] {
        marble_thicket_ci1_a<<<G, 256>>>(x, s); marble_thicket_ci1_a_2<<<G, 256>>>(s, t);
        marble_thicket_ci1_a_3<<<G, 256>>>(t, g, s); marble_thicket_ci1_a_4<<<G, 256>>>(s, (float4*)o); }, o, NUn);
    add("marble_thicket_ci1_b", [=] { marble_thicket_ci1_b<<<G, 256>>>(x, g, (float4*)o); }, o, NUn);
}

// 19 (mild) sonar: gain and clipping of a recording that follows a header of three words
constexpr int SOn = 1 << 26;
__device__ __forceinline__ void clip(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) o[i + k * 256] = fminf(0.9f, fmaxf(-0.9f, 1.3f * v[k] + 0.1f));
}
__global__ void __launch_bounds__(256) nickel_sparrow_ci1_a(const float* __restrict__ x, float* __restrict__ o) { clip(x, o); }
__global__ void __launch_bounds__(256) nickel_sparrow_ci1_b(const float* __restrict__ x, float* __restrict__ o) { clip(x, o); }
__global__ void harness_copy(const float* x, float* o) { size_t i = blockIdx.x * (size_t)256 + threadIdx.x; o[i] = x[i]; }
static void r19() {
    const float* x = PX + 3; float *y = harness::empty<float>(SOn), *o = PO;
    harness_copy<<<SOn / 256, 256>>>(x, y);
    add("nickel_sparrow_ci1_a", [=] { nickel_sparrow_ci1_a<<<SOn / 1024, 256>>>(x, o); }, o, SOn);
    add("nickel_sparrow_ci1_b", [=] { nickel_sparrow_ci1_b<<<SOn / 1024, 256>>>(y, o); }, o, SOn);
}

// 20 (mild) audiology: sound levels of squared pressures over a reference
constexpr int AUn = 1 << 25;
__global__ void __launch_bounds__(256) hollow_raisin_ci1_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], w = r[i];
    o[i] = make_float4(logf(v.x * v.x + 0.02f) + w.x, logf(v.y * v.y + 0.02f) + w.y, logf(v.z * v.z + 0.02f) + w.z, logf(v.w * v.w + 0.02f) + w.w);
}
__global__ void __launch_bounds__(256) hollow_raisin_ci1_b(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], w = r[i];
    o[i] = make_float4(__logf(v.x * v.x + 0.02f) + w.x, __logf(v.y * v.y + 0.02f) + w.y, __logf(v.z * v.z + 0.02f) + w.z, __logf(v.w * v.w + 0.02f) + w.w);
}
static void r20() {
    const float4 *x = (const float4*)PX, *r = (const float4*)PY; float* o = PO;
    add("hollow_raisin_ci1_a", [=] { hollow_raisin_ci1_a<<<AUn / 1024, 256>>>(x, r, (float4*)o); }, o, AUn);
    add("hollow_raisin_ci1_b", [=] { hollow_raisin_ci1_b<<<AUn / 1024, 256>>>(x, r, (float4*)o); }, o, AUn);
}

// 21 (mild) palaeography: quarter turn of a scan of 8192 x 4096 samples
constexpr int PAw = 4096, PAh = 8192;
template <int PITCH> __device__ __forceinline__ void turn(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[32 * PITCH];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 32, r = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8) s[(ty + k) * PITCH + tx] = x[(size_t)(r + ty + k) * PAw + c + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) o[(size_t)(c + ty + k) * PAh + r + tx] = s[tx * PITCH + ty + k];
}
__global__ void __launch_bounds__(256) daisy_furnace_ci1_a(const float* __restrict__ x, float* __restrict__ o) { turn<34>(x, o); }
__global__ void __launch_bounds__(256) daisy_furnace_ci1_b(const float* __restrict__ x, float* __restrict__ o) { turn<33>(x, o); }
static void r21() {
    const float* x = PX; float* o = PO; dim3 g(PAw / 32, PAh / 32), b(32, 8);
    add("daisy_furnace_ci1_a", [=] { daisy_furnace_ci1_a<<<g, b>>>(x, o); }, o, (size_t)PAw * PAh);
    add("daisy_furnace_ci1_b", [=] { daisy_furnace_ci1_b<<<g, b>>>(x, o); }, o, (size_t)PAw * PAh);
}

// 22 (mild) archaeology: magnetometer lines of 5120 readings, levelled by each line's gain
constexpr int ARl = 5120, ARr = 8192;
__global__ void __launch_bounds__(256) copper_moth_ci1_a(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o, unsigned line) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    float w = 1.0f + 0.2f * g[i / line]; float4 v = x[i];
    o[i] = make_float4(v.x * w, v.y * w, v.z * w, v.w * w);
}
__global__ void __launch_bounds__(256) copper_moth_ci1_b(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o, unsigned line) {
    unsigned i = blockIdx.y * line + blockIdx.x * 256 + threadIdx.x;
    float w = 1.0f + 0.2f * g[blockIdx.y]; float4 v = x[i];
    o[i] = make_float4(v.x * w, v.y * w, v.z * w, v.w * w);
}
static void r22() {
    const float4* x = (const float4*)PX; const float* g = PY; float* o = PO;
    add("copper_moth_ci1_a", [=] { copper_moth_ci1_a<<<ARl / 1024 * ARr, 256>>>(x, g, (float4*)o, ARl / 4); }, o, (size_t)ARl * ARr);
    add("copper_moth_ci1_b", [=] { copper_moth_ci1_b<<<dim3(ARl / 1024, ARr), 256>>>(x, g, (float4*)o, ARl / 4); }, o, (size_t)ARl * ARr);
}

// 23 (healthy) microscopy: ratio of the difference and sum of two fluorescence channels
constexpr int MIn = 1 << 25;
__device__ __forceinline__ float ratio(float a, float b) { return __fdividef(a - b, a + b + 3.0f); }
__device__ __forceinline__ float4 ratio4(float4 a, float4 b) { return make_float4(ratio(a.x, b.x), ratio(a.y, b.y), ratio(a.z, b.z), ratio(a.w, b.w)); }
__global__ void __launch_bounds__(256) sable_lantern_ci1_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ o) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = a[i], q = b[i], r = a[i + 256], s = b[i + 256];
    o[i] = ratio4(p, q); o[i + 256] = ratio4(r, s);
}
static void r23() {
    const float4 *a = (const float4*)PX, *b = (const float4*)PY; float* o = PO;
    add("sable_lantern_ci1_a", [=] { sable_lantern_ci1_a<<<MIn / 2048, 256>>>(a, b, (float4*)o); }, o, MIn);
}

// 24 (healthy) geodesy: compact radial functions of 4096 wide centres at 270336 points, two a thread
constexpr int GEc = 4096, GEp = 132 * 8 * 256;
__global__ void __launch_bounds__(128) otter_violin_ci1_a(const float4* __restrict__ c, const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float4 s[512];
    int i = blockIdx.x * 256 + threadIdx.x, j = i + 128;
    float ax = 0.3f * x[i], ay = 0.3f * x[GEp + i], az = 0.3f * x[2 * GEp + i], bx = 0.3f * x[j], by = 0.3f * x[GEp + j], bz = 0.3f * x[2 * GEp + j], u = 0.0f, v = 0.0f;
#pragma unroll 1
    for (int k0 = 0; k0 < GEc; k0 += 512) {
        __syncthreads();
        for (int k = threadIdx.x; k < 512; k += 128) { float4 w = c[k0 + k]; s[k] = make_float4(0.3f * w.x, 0.3f * w.y, 0.3f * w.z, w.w + 1.5f); }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 512; ++k) {
            float4 w = s[k];
            float dx = ax - w.x, dy = ay - w.y, dz = az - w.z, ex = bx - w.x, ey = by - w.y, ez = bz - w.z;
            float q = fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 0.6f))), r = fmaf(-ex, ex, fmaf(-ey, ey, fmaf(-ez, ez, 0.6f)));
            q = fmaxf(q, 0.0f); r = fmaxf(r, 0.0f);
            u = fmaf(w.w * q, q * fmaf(-0.4f, q, 1.2f), u); v = fmaf(w.w * r, r * fmaf(-0.4f, r, 1.2f), v);
        }
    }
    o[i] = u; o[j] = v;
}
static void r24() {
    const float4* c = (const float4*)PX; const float* x = PY; float* o = PO;
    add("otter_violin_ci1_a", [=] { otter_violin_ci1_a<<<132 * 8, 128>>>(c, x, o); }, o, GEp);
}

// 25 (healthy) speech: phone posteriors, softmax of rows of 512 scores, one warp a row
constexpr int PHr = 1 << 16;
__global__ void __launch_bounds__(256) plum_kettle_ci1_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), l = threadIdx.x & 31;
    const float4* s = x + (size_t)row * 128 + l; float4* d = o + (size_t)row * 128 + l;
    float4 v[4]; float m = -1e30f, z = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = s[k * 32];
#pragma unroll
    for (int k = 0; k < 4; ++k) m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, k));
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].x = __expf(v[k].x - m); v[k].y = __expf(v[k].y - m); v[k].z = __expf(v[k].z - m); v[k].w = __expf(v[k].w - m);
        z += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int k = 16; k; k >>= 1) z += __shfl_xor_sync(~0u, z, k);
    z = 1.0f / z;
#pragma unroll
    for (int k = 0; k < 4; ++k) d[k * 32] = make_float4(v[k].x * z, v[k].y * z, v[k].z * z, v[k].w * z);
}
static void r25() {
    const float4* x = (const float4*)PX; float* o = PO;
    add("plum_kettle_ci1_a", [=] { plum_kettle_ci1_a<<<PHr / 8, 256>>>(x, (float4*)o); }, o, (size_t)PHr * 512);
}

// 26 (healthy) conservation of paintings: luminance of 2^26 pixels of four bytes
constexpr int COn = 1 << 26;
__device__ __forceinline__ uint32_t luma(uint32_t p) { return ((p & 255) * 54 + (p >> 8 & 255) * 183 + (p >> 16 & 255) * 19) >> 8; }
__device__ __forceinline__ uint32_t luma4(uint4 v) { return luma(v.x) | luma(v.y) << 8 | luma(v.z) << 16 | luma(v.w) << 24; }
__global__ void __launch_bounds__(256) thistle_wagon_ci1_a(const uint4* __restrict__ x, uint32_t* __restrict__ o) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) o[i + k * 256] = luma4(v[k]);
}
static void r26() {
    const uint4* x = (const uint4*)PX; void* o = PO;
    add("thistle_wagon_ci1_a", [=] { thistle_wagon_ci1_a<<<COn / 4096, 256>>>(x, (uint32_t*)o); }, o, COn, Output::u8);
}

// 27 (healthy) convection: 128 Runge-Kutta steps of the Lorenz equations, two trajectories a thread
constexpr int LOn = 132 * 8 * 256;
__device__ __forceinline__ void slope(float x, float y, float z, float& a, float& b, float& c)
    { a = 10.0f * (y - x); b = fmaf(x, 28.0f - z, -y); c = fmaf(x, y, -2.6666667f * z); }
__global__ void __launch_bounds__(256) cedar_whistle_ci1_a(const float* __restrict__ s, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x[2], y[2], z[2]; const float h = 0.004f;
#pragma unroll
    for (int k = 0; k < 2; ++k) { int j = i + k * LOn; x[k] = 5.0f * s[j]; y[k] = 5.0f * s[j + 2 * LOn]; z[k] = 20.0f + s[j + 4 * LOn]; }
#pragma unroll 1
    for (int t = 0; t < 128; ++t) {
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            float a, b, c, p, q, r;
            slope(x[k], y[k], z[k], a, b, c); p = a; q = b; r = c;
            slope(fmaf(0.5f * h, a, x[k]), fmaf(0.5f * h, b, y[k]), fmaf(0.5f * h, c, z[k]), a, b, c); p = fmaf(2.0f, a, p); q = fmaf(2.0f, b, q); r = fmaf(2.0f, c, r);
            slope(fmaf(0.5f * h, a, x[k]), fmaf(0.5f * h, b, y[k]), fmaf(0.5f * h, c, z[k]), a, b, c); p = fmaf(2.0f, a, p); q = fmaf(2.0f, b, q); r = fmaf(2.0f, c, r);
            slope(fmaf(h, a, x[k]), fmaf(h, b, y[k]), fmaf(h, c, z[k]), a, b, c); p += a; q += b; r += c;
            x[k] = fmaf(h / 6.0f, p, x[k]); y[k] = fmaf(h / 6.0f, q, y[k]); z[k] = fmaf(h / 6.0f, r, z[k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) o[i + k * LOn] = x[k] + y[k] + z[k];
}
static void r27() {
    const float* s = PX; float* o = PO;
    add("cedar_whistle_ci1_a", [=] { cedar_whistle_ci1_a<<<132 * 8, 256>>>(s, o); }, o, 2 * (size_t)LOn);
}

// 28 (healthy) archaeoastronomy: correlation of two long sky records, one partial sum a block
constexpr int AAn = 1 << 26, AAg = 132 * 6;
__global__ void __launch_bounds__(256) maple_sundial_ci1_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ o) {
    __shared__ float part[8];
    float s = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < AAn / 4; i += AAg * 256) {
        float4 p = __ldcs(a + i), q = __ldcs(b + i);
        s += p.x * q.x + p.y * q.y + (p.z * q.z + p.w * q.w) + 0.01f * p.x * p.x;
    }
#pragma unroll
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(~0u, s, k);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { for (int k = 1; k < 8; ++k) s += part[k]; o[blockIdx.x] = s; }
}
static void r28() {
    const float4 *a = (const float4*)PX, *b = (const float4*)PY; float* o = PO;
    add("maple_sundial_ci1_a", [=] { maple_sundial_ci1_a<<<AAg, 256>>>(a, b, o); }, o, AAg);
}

int main(int argc, char** argv) {
    pools();
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14();
    r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28();
    return harness::run(argc, argv, cases);
}
