// One program of measured pairs, set hundredfiftyninth, suffix ce3.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using harness::Output;
static float *P, *O;                       // common input pool (640 M values) and output pool (160 M values)
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
template <typename T> __global__ void harness_positive(T* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)(0.1f + 0.9f * fabsf(harness::unit((uint32_t)i * 2654435761u + seed)));
}
template <typename T> T* positive(size_t n, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); harness_positive<T><<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError()); return p;
}
__device__ __forceinline__ void cp16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"((unsigned)__cvta_generic_to_shared(s)), "l"(g));
}
__device__ __forceinline__ void cpcommit() { asm volatile("cp.async.commit_group;\n"); }
template <int N> __device__ __forceinline__ void cpwait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); }
// running smoothed level of many channels, its peak
constexpr int MLc = 270336, MLt = 512;
__global__ void harness_flip(const float* a, float* b, int rows, int cols) {
    size_t n = (size_t)rows * cols;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) b[i] = a[(i % rows) * cols + i / rows];
}
__global__ void __launch_bounds__(256) maple_lantern_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    int c = blockIdx.x * 256 + threadIdx.x; const float* p = x + (size_t)c * MLt; float y = 0, pk = 0;
#pragma unroll 4
    for (int t = 0; t < MLt; ++t) { y += 0.1f * (p[t] - y); pk = fmaxf(pk, fabsf(y)); }
    o[c] = pk;
}
__global__ void __launch_bounds__(256) maple_lantern_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    int c = blockIdx.x * 256 + threadIdx.x; float y = 0, pk = 0;
#pragma unroll 4
    for (int t = 0; t < MLt; ++t) { y += 0.1f * (x[(size_t)t * MLc + c] - y); pk = fmaxf(pk, fabsf(y)); }
    o[c] = pk;
}
static void r01() {
    float* q = harness::empty<float>((size_t)MLc * MLt); harness_flip<<<4096, 256>>>(P, q, MLc, MLt);
    add("maple_lantern_ce3_a", [=] { maple_lantern_ce3_a<<<MLc / 256, 256>>>(P, O); }, O, MLc);
    add("maple_lantern_ce3_b", [=] { maple_lantern_ce3_b<<<MLc / 256, 256>>>(q, O); }, O, MLc);
}
// weighted split of a signal in 64 phases
constexpr size_t CSm = 2097152;
__global__ void __launch_bounds__(256) copper_sparrow_ce3_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ o) {
    size_t base = (size_t)blockIdx.x * 2048; int t = threadIdx.x; float g = w[t & 63];
#pragma unroll
    for (int j = 0; j < 8; ++j) { size_t i = base + j * 256 + t; o[(i & 63) * CSm + (i >> 6)] = x[i] * g; }
}
__global__ void __launch_bounds__(256) copper_sparrow_ce3_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ o) {
    __shared__ float s[64][33];
    size_t base = (size_t)blockIdx.x * 2048; int t = threadIdx.x; float g = w[t & 63];
#pragma unroll
    for (int j = 0; j < 8; ++j) { int i = j * 256 + t; s[i & 63][i >> 6] = x[base + i] * g; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) { int ph = j * 8 + (t >> 5); o[ph * CSm + (base >> 6) + (t & 31)] = s[ph][t & 31]; }
}
static void r02() {
    float* w = harness::filled<float>(64, 5);
    add("copper_sparrow_ce3_a", [=] { copper_sparrow_ce3_a<<<65536, 256>>>(P, w, O); }, O, 64 * CSm);
    add("copper_sparrow_ce3_b", [=] { copper_sparrow_ce3_b<<<65536, 256>>>(P, w, O); }, O, 64 * CSm);
}
// value of each order from two of its quantities
constexpr int VHn = 40000000;
__global__ void harness_field(const float* a, float* b, int n, int f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) b[i] = a[(size_t)i * 16 + f];
}
struct VHrec { float id, side, price, fee, tick, venue, u0, u1, flags, size, u2, u3, u4, u5, u6, u7; };
__global__ void __launch_bounds__(256) violet_harbor_ce3_a(const VHrec* __restrict__ r, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; if (i < VHn) { float p = r[i].price, s = r[i].size; o[i] = p * (1.0f + fabsf(s)); }
}
__global__ void __launch_bounds__(256) violet_harbor_ce3_b(const float* __restrict__ pr, const float* __restrict__ sz, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; if (i < VHn) { float p = pr[i], s = sz[i]; o[i] = p * (1.0f + fabsf(s)); }
}
static void r03() {
    float *a = harness::empty<float>(VHn), *b = harness::empty<float>(VHn);
    harness_field<<<4096, 256>>>(P, a, VHn, 2); harness_field<<<4096, 256>>>(P, b, VHn, 9);
    add("violet_harbor_ce3_a", [=] { violet_harbor_ce3_a<<<(VHn + 255) / 256, 256>>>((const VHrec*)P, O); }, O, VHn);
    add("violet_harbor_ce3_b", [=] { violet_harbor_ce3_b<<<(VHn + 255) / 256, 256>>>(a, b, O); }, O, VHn);
}
// sixteen spectral values of a material looked up for every hit
constexpr int TWv = 2097152, TWn = 8388608;
__global__ void __launch_bounds__(256) timber_wagon_ce3_a(const float* __restrict__ tab, const int* __restrict__ id, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; int k = id[i]; float v[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) v[d] = tab[(size_t)d * TWv + k];
#pragma unroll
    for (int d = 0; d < 16; ++d) o[(size_t)d * TWn + i] = v[d] * 0.75f + 0.1f;
}
__global__ void __launch_bounds__(256) timber_wagon_ce3_b(const float* __restrict__ tab, const int* __restrict__ id, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; int k = id[i]; float4 v[4];
    const float4* r = reinterpret_cast<const float4*>(tab) + (size_t)k * 4;
#pragma unroll
    for (int d = 0; d < 4; ++d) v[d] = r[d];
#pragma unroll
    for (int d = 0; d < 4; ++d) {
        o[(size_t)(4 * d) * TWn + i] = v[d].x * 0.75f + 0.1f; o[(size_t)(4 * d + 1) * TWn + i] = v[d].y * 0.75f + 0.1f;
        o[(size_t)(4 * d + 2) * TWn + i] = v[d].z * 0.75f + 0.1f; o[(size_t)(4 * d + 3) * TWn + i] = v[d].w * 0.75f + 0.1f;
    }
}
static void r04() {
    int* id = harness::indices(TWn, TWv, 31); float* q = harness::empty<float>((size_t)TWv * 16);
    harness_flip<<<4096, 256>>>(P, q, 16, TWv);
    add("timber_wagon_ce3_a", [=] { timber_wagon_ce3_a<<<TWn / 256, 256>>>(P, id, O); }, O, (size_t)TWn * 16);
    add("timber_wagon_ce3_b", [=] { timber_wagon_ce3_b<<<TWn / 256, 256>>>(q, id, O); }, O, (size_t)TWn * 16);
}
// bags of short records summed
constexpr int SBn = 2097152, SBr = 524288;
__device__ __forceinline__ void SBwork(const float4* __restrict__ tab, const int* __restrict__ id, float4* __restrict__ o) {
    int t = blockIdx.x * 256 + threadIdx.x, bag = t >> 1, h = t & 1; float4 a = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 16; ++k) { float4 v = tab[(size_t)id[(size_t)k * SBn + bag] * 2 + h]; a.x += v.x; a.y += v.y; a.z += v.z; a.w += v.w; }
    o[t] = a;
}
__global__ void __launch_bounds__(256) silver_bramble_ce3_a(const float4* tab, const int* id, float4* o) { SBwork(tab, id, o); }
__global__ void __launch_bounds__(256) silver_bramble_ce3_b(const float4* tab, const int* id, float4* o) { SBwork(tab, id, o); }
static void r05() {
    int* id = harness::indices((size_t)SBn * 16, SBr, 77); float* q = harness::empty<float>((size_t)SBr * 8);
    CHECK(cudaMemcpy(q, P + 4, (size_t)SBr * 32, cudaMemcpyDeviceToDevice));
    add("silver_bramble_ce3_a", [=] { silver_bramble_ce3_a<<<SBn * 2 / 256, 256>>>((const float4*)(P + 4), id, (float4*)O); }, O, (size_t)SBn * 8);
    add("silver_bramble_ce3_b", [=] { silver_bramble_ce3_b<<<SBn * 2 / 256, 256>>>((const float4*)q, id, (float4*)O); }, O, (size_t)SBn * 8);
}
// nibbles of packed samples swapped and masked
constexpr size_t QCn = 536870912;
__global__ void __launch_bounds__(256) quiet_cobalt_ce3_a(const uint8_t* __restrict__ x, uint8_t* __restrict__ o) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < QCn; i += gridDim.x * 256ull) { unsigned b = x[i]; o[i] = (uint8_t)(((b >> 4) | (b << 4)) ^ 0x5a); }
}
__device__ __forceinline__ unsigned QCop(unsigned b) { return (((b >> 4) & 0x0f0f0f0fu) | ((b & 0x0f0f0f0fu) << 4)) ^ 0x5a5a5a5au; }
__global__ void __launch_bounds__(256) quiet_cobalt_ce3_b(const uint4* __restrict__ x, uint4* __restrict__ o) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < QCn / 16; i += gridDim.x * 256ull) { uint4 b = x[i]; o[i] = make_uint4(QCop(b.x), QCop(b.y), QCop(b.z), QCop(b.w)); }
}
static void r06() {
    add("quiet_cobalt_ce3_a", [=] { quiet_cobalt_ce3_a<<<1056, 256>>>((const uint8_t*)P, (uint8_t*)O); }, O, QCn, Output::u8);
    add("quiet_cobalt_ce3_b", [=] { quiet_cobalt_ce3_b<<<1056, 256>>>((const uint4*)P, (uint4*)O); }, O, QCn, Output::u8);
}
// three rounds of a 64-point transform with shrinkage, one signal a thread
constexpr int RFn = 1048576;
__device__ __forceinline__ void RFwork(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[k] = x[(size_t)k * RFn + i];
#pragma unroll 1
    for (int r = 0; r < 3; ++r) {
#pragma unroll
        for (int s = 1; s < 64; s <<= 1)
#pragma unroll
            for (int k = 0; k < 64; ++k)
                if (!(k & s)) { float a = v[k], b = v[k + s]; v[k] = a + b; v[k + s] = a - b; }
#pragma unroll
        for (int k = 0; k < 64; ++k) v[k] = v[k] * 0.125f - 0.01f * fminf(fmaxf(v[k], -1.0f), 1.0f);
    }
#pragma unroll
    for (int k = 0; k < 64; ++k) o[(size_t)k * RFn + i] = v[k];
}
__global__ void __launch_bounds__(256, 8) rusty_feather_ce3_a(const float* x, float* o) { RFwork(x, o); }
__global__ void __launch_bounds__(256, 2) rusty_feather_ce3_b(const float* x, float* o) { RFwork(x, o); }
static void r07() {
    add("rusty_feather_ce3_a", [=] { rusty_feather_ce3_a<<<RFn / 256, 256>>>(P, O); }, O, (size_t)RFn * 64);
    add("rusty_feather_ce3_b", [=] { rusty_feather_ce3_b<<<RFn / 256, 256>>>(P, O); }, O, (size_t)RFn * 64);
}
// echo decoder: every sample refers back a distance that its code gives
constexpr int AGn = 524288, AGt = 256;
__global__ void __launch_bounds__(128) amber_gutter_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    int c = blockIdx.x * 128 + threadIdx.x; float h[32], s = 0;
#pragma unroll
    for (int k = 0; k < 32; ++k) h[k] = 0;
#pragma unroll 4
    for (int t = 0; t < AGt; ++t) {
        float v = x[(size_t)t * AGn + c]; int d = ((__float_as_uint(v) >> 9) & 15) + 1;
        float y = 0.5f * h[(t - d) & 31] + v; h[t & 31] = y; s += y * y;
    }
    o[c] = s;
}
__global__ void __launch_bounds__(128) amber_gutter_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float h[32][128]; int u = threadIdx.x, c = blockIdx.x * 128 + u; float s = 0;
#pragma unroll
    for (int k = 0; k < 32; ++k) h[k][u] = 0;
#pragma unroll 4
    for (int t = 0; t < AGt; ++t) {
        float v = x[(size_t)t * AGn + c]; int d = ((__float_as_uint(v) >> 9) & 15) + 1;
        float y = 0.5f * h[(t - d) & 31][u] + v; h[t & 31][u] = y; s += y * y;
    }
    o[c] = s;
}
static void r08() {
    add("amber_gutter_ce3_a", [=] { amber_gutter_ce3_a<<<AGn / 128, 128>>>(P, O); }, O, AGn);
    add("amber_gutter_ce3_b", [=] { amber_gutter_ce3_b<<<AGn / 128, 128>>>(P, O); }, O, AGn);
}
// eccentric anomaly of many orbits by Newton steps
constexpr int NPn = 8388608;
__device__ __forceinline__ void NPwork(const float* __restrict__ m, const float* __restrict__ tab, float* __restrict__ o) {
    extern __shared__ float ecc[];
    for (int k = threadIdx.x; k < 256; k += 128) ecc[k] = 0.25f + 0.2f * tab[k];
    __syncthreads();
    int base = blockIdx.x * 1024;
#pragma unroll 1
    for (int j = 0; j < 8; ++j) {
        int i = base + j * 128 + threadIdx.x; float M = 3.0f * m[i], e = ecc[(i * 7 + (i >> 5)) & 255], E = M;
#pragma unroll 4
        for (int k = 0; k < 12; ++k) E -= __fdividef(E - e * __sinf(E) - M, 1.0f - e * __cosf(E));
        o[i] = E;
    }
}
__global__ void __launch_bounds__(128) nimble_pewter_ce3_a(const float* m, const float* tab, float* o) { NPwork(m, tab, o); }
__global__ void __launch_bounds__(128) nimble_pewter_ce3_b(const float* m, const float* tab, float* o) { NPwork(m, tab, o); }
static void r09() {
    float* tab = harness::filled<float>(256, 3);
    CHECK(cudaFuncSetAttribute(nimble_pewter_ce3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 122880));
    add("nimble_pewter_ce3_a", [=] { nimble_pewter_ce3_a<<<NPn / 1024, 128, 122880>>>(P, tab, O); }, O, NPn);
    add("nimble_pewter_ce3_b", [=] { nimble_pewter_ce3_b<<<NPn / 1024, 128, 1024>>>(P, tab, O); }, O, NPn);
}
// random walks over nodes of 32 values, one warp a walk
constexpr int OBw = 67584, OBn = 4194304;
__device__ __forceinline__ void OBwork(const float* __restrict__ node, float* __restrict__ o, int w) {
    int lane = threadIdx.x & 31; unsigned at = harness::hash32(w + 17) & (OBn - 1); float s = 0;
#pragma unroll 1
    for (int k = 0; k < 64; ++k) {
        float v = node[(size_t)at * 32 + lane]; s += v;
        at = harness::hash32(__float_as_uint(__shfl_sync(~0u, v, k & 31)) + k + w) & (OBn - 1);
    }
    o[(size_t)w * 32 + lane] = s;
}
__global__ void __launch_bounds__(32) olive_beacon_ce3_a(const float* n, float* o) { OBwork(n, o, blockIdx.x); }
__global__ void __launch_bounds__(256) olive_beacon_ce3_b(const float* n, float* o) { OBwork(n, o, blockIdx.x * 8 + (threadIdx.x >> 5)); }
static void r10() {
    add("olive_beacon_ce3_a", [=] { olive_beacon_ce3_a<<<OBw, 32>>>(P, O); }, O, (size_t)OBw * 32);
    add("olive_beacon_ce3_b", [=] { olive_beacon_ce3_b<<<OBw / 8, 256>>>(P, O); }, O, (size_t)OBw * 32);
}
// clipped energy of twelve long recordings
constexpr int GPc = 12, GPq = 2097152;  // quads a recording
__device__ __forceinline__ float GPpart(const float4* __restrict__ x, int from, int step) {
    float s = 0;
#pragma unroll 8
    for (int i = from; i < GPq; i += step) {
        float4 v = x[i];
        s += fminf(v.x * v.x, 0.8f) + fminf(v.y * v.y, 0.8f) + fminf(v.z * v.z, 0.8f) + fminf(v.w * v.w, 0.8f);
    }
    __shared__ float w[16];
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (!(threadIdx.x & 31)) w[threadIdx.x >> 5] = s;
    __syncthreads();
    s = 0;
    if (threadIdx.x == 0) for (int k = 0; k < 16; ++k) s += w[k];
    return s;
}
__global__ void __launch_bounds__(512) grainy_puddle_ce3_a(const float4* x, float* o) {
    float s = GPpart(x + (size_t)blockIdx.x * GPq, threadIdx.x, 512); if (threadIdx.x == 0) o[blockIdx.x] = s;
}
__global__ void __launch_bounds__(512) grainy_puddle_ce3_b(const float4* x, float* o) {
    float s = GPpart(x + (size_t)blockIdx.y * GPq, blockIdx.x * 512 + threadIdx.x, gridDim.x * 512); if (threadIdx.x == 0) atomicAdd(o + blockIdx.y, s);
}
static void r11() {
    add("grainy_puddle_ce3_a", [=] { grainy_puddle_ce3_a<<<GPc, 512>>>((const float4*)P, O); }, O, GPc);
    add("grainy_puddle_ce3_b", [=] { CHECK(cudaMemsetAsync(O, 0, GPc * 4)); grainy_puddle_ce3_b<<<dim3(44, GPc), 512>>>((const float4*)P, O); }, O, GPc);
}
// potential of many points from 2048 charges
constexpr int BCs = 2048;
template <int B> __device__ __forceinline__ void BCwork(const float* __restrict__ p, const float4* __restrict__ src, float* __restrict__ o) {
    __shared__ float4 s[512];
    int base = blockIdx.x * B * 4 + threadIdx.x; float x[4], y[4], z[4], a[4];
    const int n = 402 * 4096;
#pragma unroll
    for (int j = 0; j < 4; ++j) { int i = base + j * B; x[j] = p[i]; y[j] = p[i + n]; z[j] = p[i + 2 * n]; a[j] = 0; }
    for (int t = 0; t < BCs; t += 512) {
        __syncthreads();
        for (int k = threadIdx.x; k < 512; k += B) s[k] = src[t + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            float4 q = s[k];
#pragma unroll
            for (int j = 0; j < 4; ++j) { float dx = x[j] - q.x, dy = y[j] - q.y, dz = z[j] - q.z; a[j] += q.w * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))); }
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) o[base + j * B] = a[j];
}
__global__ void __launch_bounds__(1024, 1) birch_compass_ce3_a(const float* p, const float4* s, float* o) { BCwork<1024>(p, s, o); }
__global__ void __launch_bounds__(128) birch_compass_ce3_b(const float* p, const float4* s, float* o) { BCwork<128>(p, s, o); }
static void r12() {
    float* s = harness::filled<float>(BCs * 4, 9);
    add("birch_compass_ce3_a", [=] { birch_compass_ce3_a<<<402, 1024>>>(P, (const float4*)s, O); }, O, 402 * 4096);
    add("birch_compass_ce3_b", [=] { birch_compass_ce3_b<<<3216, 128>>>(P, (const float4*)s, O); }, O, 402 * 4096);
}
// all lags of a series' correlation with itself
constexpr int WTn = 33792;
__device__ __forceinline__ void WTrow(const float* __restrict__ x, float* __restrict__ o, int lag) {
    int lane = threadIdx.x & 31; float s = 0;
#pragma unroll 8
    for (int i = lane; i < WTn - lag; i += 32) s = fmaf(x[i], x[i + lag], s);
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (!lane) o[lag] = s;
}
__global__ void __launch_bounds__(1024) walnut_tether_ce3_a(const float* x, float* o) {
    for (int k = 0; k < 8; ++k) WTrow(x, o, blockIdx.x * 256 + k * 32 + (threadIdx.x >> 5));
}
__global__ void __launch_bounds__(1024) walnut_tether_ce3_b(const float* x, float* o) {
    for (int k = 0; k < 8; ++k) WTrow(x, o, blockIdx.x + 132 * (k * 32 + (threadIdx.x >> 5)));
}
static void r13() {
    float* x = positive<float>(WTn, 21);
    add("walnut_tether_ce3_a", [=] { walnut_tether_ce3_a<<<132, 1024>>>(x, O); }, O, WTn);
    add("walnut_tether_ce3_b", [=] { walnut_tether_ce3_b<<<132, 1024>>>(x, O); }, O, WTn);
}
// eight kinds of response curves iterated on a mixed population
constexpr int PMn = 16777216;
__global__ void harness_kinds(const float* x, float* y, uint8_t* ka, uint8_t* kb) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < PMn; i += gridDim.x * blockDim.x) {
        int k = ((i & 7) + harness::hash32(i >> 3)) & 7, j = k * (PMn / 8) + (i >> 3); ka[i] = k; kb[j] = k; y[j] = x[i];
    }
}
template <int K> __device__ __forceinline__ float PMcurve(float x) {
    float v = x;
#pragma unroll 4
    for (int k = 0; k < 96; ++k) {
        float u = fmaf(v, 0.5f, 0.1f * (K + 1));
        if (K & 1) u = u * (1.0f - 0.1f * u);
        if (K & 2) u = fmaxf(u - 0.05f * v, 0.5f * u);
        if (K & 4) u = fmaf(u, -0.7f, 0.2f);
        v = fmaf(u, 0.9f, 0.05f * x);
    }
    return v;
}
__device__ __forceinline__ void PMwork(const float* __restrict__ x, const uint8_t* __restrict__ kd, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v = x[i], r;
    switch (kd[i]) {
        case 0: r = PMcurve<0>(v); break; case 1: r = PMcurve<1>(v); break; case 2: r = PMcurve<2>(v); break; case 3: r = PMcurve<3>(v); break;
        case 4: r = PMcurve<4>(v); break; case 5: r = PMcurve<5>(v); break; case 6: r = PMcurve<6>(v); break; default: r = PMcurve<7>(v);
    }
    o[i] = r;
}
__global__ void __launch_bounds__(256) plum_magnet_ce3_a(const float* x, const uint8_t* k, float* o) { PMwork(x, k, o); }
__global__ void __launch_bounds__(256) plum_magnet_ce3_b(const float* x, const uint8_t* k, float* o) { PMwork(x, k, o); }
static void r14() {
    float* y = harness::empty<float>(PMn); uint8_t *ka = harness::empty<uint8_t>(PMn), *kb = harness::empty<uint8_t>(PMn);
    harness_kinds<<<4096, 256>>>(P, y, ka, kb);
    add("plum_magnet_ce3_a", [=] { plum_magnet_ce3_a<<<PMn / 256, 256>>>(P, ka, O); }, O, PMn);
    add("plum_magnet_ce3_b", [=] { plum_magnet_ce3_b<<<PMn / 256, 256>>>(y, kb, O); }, O, PMn);
}
// cooling of populations on a schedule of their own
constexpr int FRr = 256;
__device__ __forceinline__ float FRrate(float seed, int r) {
    float z = 1.0f + 0.5f * fabsf(seed) + 0.01f * r, y = z;
#pragma unroll 1
    for (int k = 0; k < 10; ++k) y = 0.5f * (y + z / y);
    return 1.0f / (1.0f + y);
}
__global__ void __launch_bounds__(256) frosty_ribbon_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float c; size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x; float v[4], seed = x[(size_t)blockIdx.x * 1024];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[b + j * 256];
#pragma unroll 1
    for (int r = 0; r < FRr; ++r) {
        if (threadIdx.x == 0) c = FRrate(seed, r);
        __syncthreads();
        float q = c;
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(q, 0.3f - v[j] * fabsf(v[j]), v[j]);
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) o[b + j * 256] = v[j];
}
__global__ void __launch_bounds__(256) frosty_ribbon_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float c[FRr]; size_t b = (size_t)blockIdx.x * 1024 + threadIdx.x; float v[4], seed = x[(size_t)blockIdx.x * 1024];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[b + j * 256];
    c[threadIdx.x] = FRrate(seed, threadIdx.x);
    __syncthreads();
#pragma unroll 4
    for (int r = 0; r < FRr; ++r) {
        float q = c[r];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(q, 0.3f - v[j] * fabsf(v[j]), v[j]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) o[b + j * 256] = v[j];
}
static void r15() {
    add("frosty_ribbon_ce3_a", [=] { frosty_ribbon_ce3_a<<<8448, 256>>>(P, O); }, O, 8448 * 1024);
    add("frosty_ribbon_ce3_b", [=] { frosty_ribbon_ce3_b<<<8448, 256>>>(P, O); }, O, 8448 * 1024);
}
// votes of triples for 24 directions
constexpr int HTn = 33554432, HTs = 64;
__device__ __forceinline__ int HTdir(float a, float b, float c) {
    int k = a > 0 ? 0 : 12; k += b > 0 ? 0 : 6; k += (int)((c + 1.0f) * 2.999f); return k;
}
__global__ void __launch_bounds__(256) hollow_trellis_ce3_a(const float* __restrict__ x, int* __restrict__ o) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < HTn; i += gridDim.x * 256) {
        float a = x[i], b = x[i + HTn], c = x[i + 2 * HTn]; atomicAdd(o + HTdir(a, b, c) * HTs, 1 + (int)(4.0f * fabsf(a)));
    }
}
__global__ void __launch_bounds__(256) hollow_trellis_ce3_b(const float* __restrict__ x, int* __restrict__ o) {
    __shared__ int h[24 * 33];
    for (int k = threadIdx.x; k < 24 * 33; k += 256) h[k] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < HTn; i += gridDim.x * 256) {
        float a = x[i], b = x[i + HTn], c = x[i + 2 * HTn]; atomicAdd(h + HTdir(a, b, c) * 33 + lane, 1 + (int)(4.0f * fabsf(a)));
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 24; k += 256) { int s = 0; for (int j = 0; j < 32; ++j) s += h[k * 33 + j]; atomicAdd(o + k * HTs, s); }
}
static void r16() {
    add("hollow_trellis_ce3_a", [=] { hollow_trellis_ce3_a<<<1056, 256>>>(P, (int*)O); }, O, 24 * HTs, Output::i32);
    add("hollow_trellis_ce3_b", [=] { hollow_trellis_ce3_b<<<1056, 256>>>(P, (int*)O); }, O, 24 * HTs, Output::i32);
}
// totals of two million accounts from postings in the accounts' order
constexpr int DSn = 50331648;
__global__ void harness_runs(int* k, int* v) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < DSn; i += gridDim.x * blockDim.x) { k[i] = (i) / 24; v[i] = 1 + (harness::hash32(i) & 15); }
}
__global__ void __launch_bounds__(256) dusty_saddle_ce3_a(const int* __restrict__ k, const int* __restrict__ v, int* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; atomicAdd(o + k[i], v[i]);
}
__global__ void __launch_bounds__(256) dusty_saddle_ce3_b(const int* __restrict__ k, const int* __restrict__ v, int* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x, key = k[i], s = v[i], lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int kk = __shfl_down_sync(~0u, key, d), ss = __shfl_down_sync(~0u, s, d);
        if (lane + d < 32 && kk == key) s += ss;
    }
    int before = __shfl_up_sync(~0u, key, 1);
    if (lane == 0 || before != key) atomicAdd(o + key, s);
}
static void r17() {
    int *k = harness::empty<int>(DSn), *v = harness::empty<int>(DSn); harness_runs<<<4096, 256>>>(k, v);
    add("dusty_saddle_ce3_a", [=] { dusty_saddle_ce3_a<<<DSn / 256, 256>>>(k, v, (int*)O); }, O, DSn / 24, Output::i32);
    add("dusty_saddle_ce3_b", [=] { dusty_saddle_ce3_b<<<DSn / 256, 256>>>(k, v, (int*)O); }, O, DSn / 24, Output::i32);
}
// tone curve of a picture by a polynomial of ten terms
constexpr int LKn = 67108864;
__global__ void __launch_bounds__(256) linen_kettle_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v = x[i], a = 0.013;
    a = a * v + 0.027; a = a * v - 0.051; a = a * v + 0.083; a = a * v - 0.117; a = a * v + 0.161; a = a * v - 0.213; a = a * v + 0.307; a = a * v + 0.691; a = a * v + 0.043;
    o[i] = a;
}
__global__ void __launch_bounds__(256) linen_kettle_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v = x[i], a = 0.013f;
    a = a * v + 0.027f; a = a * v - 0.051f; a = a * v + 0.083f; a = a * v - 0.117f; a = a * v + 0.161f; a = a * v - 0.213f; a = a * v + 0.307f; a = a * v + 0.691f; a = a * v + 0.043f;
    o[i] = a;
}
static void r18() {
    add("linen_kettle_ce3_a", [=] { linen_kettle_ce3_a<<<LKn / 256, 256>>>(P, O); }, O, LKn);
    add("linen_kettle_ce3_b", [=] { linen_kettle_ce3_b<<<LKn / 256, 256>>>(P, O); }, O, LKn);
}
// companding of samples with five exponents
constexpr int CWn = 50331648;
__global__ void __launch_bounds__(256) cedar_whistle_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v = fabsf(x[i]) + 0.05f, s = 0;
#pragma unroll
    for (int k = 0; k < 5; ++k) s += powf(v, 0.6f + 0.35f * k) / (1.0f + 0.2f * k + v);
    o[i] = s;
}
__global__ void __launch_bounds__(256) cedar_whistle_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float v = fabsf(x[i]) + 0.05f, s = 0, l = __log2f(v);
#pragma unroll
    for (int k = 0; k < 5; ++k) s += __fdividef(exp2f((0.6f + 0.35f * k) * l), 1.0f + 0.2f * k + v);
    o[i] = s;
}
static void r19() {
    add("cedar_whistle_ce3_a", [=] { cedar_whistle_ce3_a<<<CWn / 256, 256>>>(P, O); }, O, CWn);
    add("cedar_whistle_ce3_b", [=] { cedar_whistle_ce3_b<<<CWn / 256, 256>>>(P, O); }, O, CWn);
}
// a power of every residue under one odd modulus
constexpr int JBn = 8388608;
__global__ void __launch_bounds__(256) jolly_bracket_ce3_a(const int* __restrict__ x, int* __restrict__ o, unsigned m) {
    int i = blockIdx.x * 256 + threadIdx.x; unsigned long long v = (unsigned)x[i], r = v;
#pragma unroll 1
    for (int k = 0; k < 16; ++k) { r = r * r % m; r = r * v % m; }
    o[i] = (int)r;
}
__device__ __forceinline__ unsigned JBmul(unsigned a, unsigned b, unsigned m, unsigned ni) {
    unsigned long long t = (unsigned long long)a * b; unsigned q = (unsigned)t * ni;
    unsigned r = (unsigned)((t + (unsigned long long)q * m) >> 32); return r >= m ? r - m : r;
}
__global__ void __launch_bounds__(256) jolly_bracket_ce3_b(const int* __restrict__ x, int* __restrict__ o, unsigned m, unsigned ni, unsigned r2) {
    int i = blockIdx.x * 256 + threadIdx.x; unsigned v = JBmul((unsigned)x[i], r2, m, ni), r = v;
#pragma unroll 1
    for (int k = 0; k < 16; ++k) { r = JBmul(r, r, m, ni); r = JBmul(r, v, m, ni); }
    o[i] = (int)JBmul(r, 1u, m, ni);
}
static void r20() {
    unsigned m = 998244353u, inv = 1; for (int k = 0; k < 6; ++k) inv *= 2u - m * inv;
    unsigned ni = 0u - inv; unsigned long long R = (1ull << 32) % m; unsigned r2 = (unsigned)(R * R % m);
    int* x = harness::indices(JBn, m, 11);
    add("jolly_bracket_ce3_a", [=] { jolly_bracket_ce3_a<<<JBn / 256, 256>>>(x, (int*)O, m); }, O, JBn, Output::i32);
    add("jolly_bracket_ce3_b", [=] { jolly_bracket_ce3_b<<<JBn / 256, 256>>>(x, (int*)O, m, ni, r2); }, O, JBn, Output::i32);
}
// iterated contraction of samples, then read out through a large table
constexpr int KFn = 2162688, KFt = 24576;
template <int W> __device__ __forceinline__ void KFwork(const float* __restrict__ x, const float* __restrict__ tab, float* __restrict__ o) {
    extern __shared__ float s[];
    for (int k = threadIdx.x; k < KFt; k += 128) s[k] = tab[k];
    __syncthreads();
    int base = blockIdx.x * 4096;
#pragma unroll 1
    for (int j = 0; j < 32; j += W) {
        float v[W], c[W];
#pragma unroll
        for (int w = 0; w < W; ++w) { c[w] = x[base + (j + w) * 128 + threadIdx.x]; v[w] = c[w]; }
#pragma unroll 4
        for (int k = 0; k < 768; ++k)
#pragma unroll
            for (int w = 0; w < W; ++w) v[w] = fmaf(fmaf(v[w], -0.4f, 0.31f), v[w], c[w] * 0.2f);
#pragma unroll
        for (int w = 0; w < W; ++w) o[base + (j + w) * 128 + threadIdx.x] = v[w] + s[__float2uint_rd(fminf(fabsf(v[w]) * 60000.0f, KFt - 1.0f))];
    }
}
__global__ void __launch_bounds__(128) knotty_falcon_ce3_a(const float* x, const float* t, float* o) { KFwork<1>(x, t, o); }
__global__ void __launch_bounds__(128) knotty_falcon_ce3_b(const float* x, const float* t, float* o) { KFwork<4>(x, t, o); }
__global__ void harness_ramp(float* p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = i * (1.0f / n); }
static void r21() {
    float* t = harness::empty<float>(KFt); harness_ramp<<<1, 256>>>(t, KFt);
    CHECK(cudaFuncSetAttribute(knotty_falcon_ce3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, KFt * 4));
    CHECK(cudaFuncSetAttribute(knotty_falcon_ce3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, KFt * 4));
    add("knotty_falcon_ce3_a", [=] { knotty_falcon_ce3_a<<<KFn / 4096, 128, KFt * 4>>>(P, t, O); }, O, KFn);
    add("knotty_falcon_ce3_b", [=] { knotty_falcon_ce3_b<<<KFn / 4096, 128, KFt * 4>>>(P, t, O); }, O, KFn);
}
// squared distances of 4096 half-precision descriptors to 4096 others
constexpr int MTn = 4096, MTk = 2048, MTl = 40;
using namespace nvcuda;
__device__ __forceinline__ void MTmma(const half* a, const half* b, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&c)[4][2], int wm, int wn) {
#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[4]; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb[2];
#pragma unroll
        for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], a + (wm * 64 + i * 16) * MTl + kk, MTl);
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], b + (wn * 32 + j * 16) * MTl + kk, MTl);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
    }
}
// the epilogue: 2 - 2 dot, descriptors taken as of unit length
__device__ __forceinline__ void MTend(float* o, wmma::fragment<wmma::accumulator, 16, 16, 16, float> (&c)[4][2], int wm, int wn) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
#pragma unroll
            for (int e = 0; e < c[i][j].num_elements; ++e) c[i][j].x[e] = 2.0f - 2.0f * c[i][j].x[e];
            wmma::store_matrix_sync(o + (size_t)(blockIdx.y * 128 + wm * 64 + i * 16) * MTn + blockIdx.x * 128 + wn * 32 + j * 16, c[i][j], MTn, wmma::mem_row_major);
        }
}
__global__ void __launch_bounds__(256, 2) mossy_tunnel_ce3_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ o) {
    __shared__ __align__(16) half sa[128 * MTl], sb[128 * MTl];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2]; int t = threadIdx.x, w = t >> 5, wm = w & 1, wn = w >> 1;
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);
    const half *ga = A + (size_t)blockIdx.y * 128 * MTk, *gb = B + (size_t)blockIdx.x * 128 * MTk;
#pragma unroll 1
    for (int k = 0; k < MTk; k += 32) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = j * 256 + t, r = q >> 2, s = (q & 3) * 8;
            *(uint4*)(sa + r * MTl + s) = *(const uint4*)(ga + (size_t)r * MTk + k + s); *(uint4*)(sb + r * MTl + s) = *(const uint4*)(gb + (size_t)r * MTk + k + s);
        }
        __syncthreads();
        MTmma(sa, sb, c, wm, wn);
        __syncthreads();
    }
    MTend(o, c, wm, wn);
}
constexpr int MTst = 2 * 128 * MTl;
__global__ void __launch_bounds__(256, 2) mossy_tunnel_ce3_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ o) {
    extern __shared__ __align__(16) half MTsm[];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2]; int t = threadIdx.x, w = t >> 5, wm = w & 1, wn = w >> 1;
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);
    const half *ga = A + (size_t)blockIdx.y * 128 * MTk, *gb = B + (size_t)blockIdx.x * 128 * MTk;
    auto load = [&](int k) {
        half* s0 = MTsm + ((k / 32) & 3) * MTst;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = j * 256 + t, r = q >> 2, s = (q & 3) * 8;
            cp16(s0 + r * MTl + s, ga + (size_t)r * MTk + k + s); cp16(s0 + 128 * MTl + r * MTl + s, gb + (size_t)r * MTk + k + s);
        }
    };
    load(0); cpcommit(); load(32); cpcommit(); load(64); cpcommit();
#pragma unroll 1
    for (int k = 0; k < MTk; k += 32) {
        cpwait<2>(); __syncthreads();
        if (k + 96 < MTk) load(k + 96);
        cpcommit();
        const half* s0 = MTsm + ((k / 32) & 3) * MTst;
        MTmma(s0, s0 + 128 * MTl, c, wm, wn);
    }
    MTend(o, c, wm, wn);
}
static void r22() {
    half *a = positive<half>((size_t)MTn * MTk, 41), *b = positive<half>((size_t)MTn * MTk, 42);
    CHECK(cudaFuncSetAttribute(mossy_tunnel_ce3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * MTst * 2));
    add("mossy_tunnel_ce3_a", [=] { mossy_tunnel_ce3_a<<<dim3(32, 32), 256>>>(a, b, O); }, O, (size_t)MTn * MTn);
    add("mossy_tunnel_ce3_b", [=] { mossy_tunnel_ce3_b<<<dim3(32, 32), 256, 4 * MTst * 2>>>(a, b, O); }, O, (size_t)MTn * MTn);
}
// second moments of 1536 features over 1536 observations
constexpr int PQn = 1536;
__global__ void __launch_bounds__(256) pebble_quill_ce3_a(const float* __restrict__ x, float* __restrict__ o) {
    int j = blockIdx.x * 32 + (threadIdx.x & 31), i = blockIdx.y * 8 + (threadIdx.x >> 5); float s = 0;
#pragma unroll 8
    for (int k = 0; k < PQn; ++k) s = fmaf(x[k * PQn + i], x[k * PQn + j], s);
    o[i * PQn + j] = s;
}
__global__ void __launch_bounds__(256) pebble_quill_ce3_b(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ __align__(16) float a[2][16][64], b[2][16][64];
    int t = threadIdx.x, lr = t >> 4, lc = (t & 15) * 4, ty = (t >> 4) * 4, tx = (t & 15) * 4, bi = blockIdx.y * 64, bj = blockIdx.x * 64; float c[4][4] = {};
    cp16(&a[0][lr][lc], x + lr * PQn + bi + lc); cp16(&b[0][lr][lc], x + lr * PQn + bj + lc); cpcommit();
#pragma unroll 1
    for (int k = 0; k < PQn; k += 16) {
        int p = (k >> 4) & 1;
        cpwait<0>(); __syncthreads();
        if (k + 16 < PQn) { cp16(&a[p ^ 1][lr][lc], x + (k + 16 + lr) * PQn + bi + lc); cp16(&b[p ^ 1][lr][lc], x + (k + 16 + lr) * PQn + bj + lc); }
        cpcommit();
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float4 u = *(float4*)&a[p][q][ty], v = *(float4*)&b[p][q][tx]; float uu[4] = {u.x, u.y, u.z, u.w}, vv[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fmaf(uu[i], vv[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)(o + (bi + ty + i) * PQn + bj + tx) = make_float4(c[i][0], c[i][1], c[i][2], c[i][3]);
}
static void r23() {
    float* x = positive<float>(PQn * PQn, 51);
    add("pebble_quill_ce3_a", [=] { pebble_quill_ce3_a<<<dim3(PQn / 32, PQn / 8), 256>>>(x, O); }, O, PQn * PQn);
    add("pebble_quill_ce3_b", [=] { pebble_quill_ce3_b<<<dim3(PQn / 64, PQn / 64), 256>>>(x, O); }, O, PQn * PQn);
}
// sixty-four half-precision products of 512 by 512
constexpr int RGn = 512, RGl = 72;
__global__ void __launch_bounds__(256) royal_gravel_ce3_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ o) {
    __shared__ __align__(16) half sa[32][RGl], sb[32][RGl];  // both k-major
    size_t z = (size_t)blockIdx.z * RGn * RGn; const half *ga = A + z, *gb = B + z; int t = threadIdx.x, lr = t >> 3, lc = (t & 7) * 8, ty = (t >> 4) * 4, tx = (t & 15) * 4; float c[4][4] = {};
#pragma unroll 1
    for (int k = 0; k < RGn; k += 32) {
        uint4 u = *(const uint4*)(ga + (size_t)(k + lr) * RGn + blockIdx.y * 64 + lc), v = *(const uint4*)(gb + (size_t)(k + lr) * RGn + blockIdx.x * 64 + lc);
        __syncthreads();
        *(uint4*)&sa[lr][lc] = u; *(uint4*)&sb[lr][lc] = v;
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 32; ++q) {
            float2 a0 = __half22float2(*(half2*)&sa[q][ty]), a1 = __half22float2(*(half2*)&sa[q][ty + 2]), b0 = __half22float2(*(half2*)&sb[q][tx]), b1 = __half22float2(*(half2*)&sb[q][tx + 2]);
            float uu[4] = {a0.x, a0.y, a1.x, a1.y}, vv[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fmaf(uu[i], vv[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)(o + z + (size_t)(blockIdx.y * 64 + ty + i) * RGn + blockIdx.x * 64 + tx) = make_float4(c[i][0], c[i][1], c[i][2], c[i][3]);
}
__global__ void __launch_bounds__(256) royal_gravel_ce3_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ o) {
    __shared__ __align__(16) half sa[32][RGl], sb[32][RGl];
    size_t z = (size_t)blockIdx.z * RGn * RGn; const half *ga = A + z, *gb = B + z; int t = threadIdx.x, lr = t >> 3, lc = (t & 7) * 8, w = t >> 5, wm = w & 1, wn = w >> 1;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2]; wmma::fill_fragment(c[0], 0.0f); wmma::fill_fragment(c[1], 0.0f);
#pragma unroll 1
    for (int k = 0; k < RGn; k += 32) {
        uint4 u = *(const uint4*)(ga + (size_t)(k + lr) * RGn + blockIdx.y * 64 + lc), v = *(const uint4*)(gb + (size_t)(k + lr) * RGn + blockIdx.x * 64 + lc);
        __syncthreads();
        *(uint4*)&sa[lr][lc] = u; *(uint4*)&sb[lr][lc] = v;
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> fa[2]; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
            wmma::load_matrix_sync(fb, &sb[kk][wn * 16], RGl);
#pragma unroll
            for (int i = 0; i < 2; ++i) { wmma::load_matrix_sync(fa[i], &sa[kk][wm * 32 + i * 16], RGl); wmma::mma_sync(c[i], fa[i], fb, c[i]); }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) wmma::store_matrix_sync(o + z + (size_t)(blockIdx.y * 64 + wm * 32 + i * 16) * RGn + blockIdx.x * 64 + wn * 16, c[i], RGn, wmma::mem_row_major);
}
static void r24() {
    half *a = positive<half>((size_t)64 * RGn * RGn, 61), *b = positive<half>((size_t)64 * RGn * RGn, 62);
    add("royal_gravel_ce3_a", [=] { royal_gravel_ce3_a<<<dim3(8, 8, 64), 256>>>(a, b, O); }, O, (size_t)64 * RGn * RGn);
    add("royal_gravel_ce3_b", [=] { royal_gravel_ce3_b<<<dim3(8, 8, 64), 256>>>(a, b, O); }, O, (size_t)64 * RGn * RGn);
}
// double-precision overlap of two sets of 2048 functions on 2048 points
constexpr int GWn = 2048;
__global__ void __launch_bounds__(256) gentle_walrus_ce3_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ o) {
    __shared__ __align__(16) double sa[16][66], sb[16][66];  // A, B k-major
    int t = threadIdx.x, lr = t >> 4, lc = (t & 15) * 4, ty = t >> 4, tx = t & 15; double c[4][4] = {};
#pragma unroll 1
    for (int k = 0; k < GWn; k += 16) {
        double2 u0 = *(const double2*)(A + (size_t)(k + lr) * GWn + blockIdx.y * 64 + lc), u1 = *(const double2*)(A + (size_t)(k + lr) * GWn + blockIdx.y * 64 + lc + 2);
        double2 v0 = *(const double2*)(B + (size_t)(k + lr) * GWn + blockIdx.x * 64 + lc), v1 = *(const double2*)(B + (size_t)(k + lr) * GWn + blockIdx.x * 64 + lc + 2);
        __syncthreads();
        *(double2*)&sa[lr][lc] = u0; *(double2*)&sa[lr][lc + 2] = u1; *(double2*)&sb[lr][lc] = v0; *(double2*)&sb[lr][lc + 2] = v1;
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            double a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { a[i] = sa[q][ty + 16 * i]; b[i] = sb[q][tx + 16 * i]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] = fma(a[i], b[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) o[(size_t)(blockIdx.y * 64 + ty + 16 * i) * GWn + blockIdx.x * 64 + tx + 16 * j] = c[i][j];
}
__global__ void __launch_bounds__(128) gentle_walrus_ce3_b(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ o) {
    __shared__ __align__(16) double sa[16][68], sb[16][68];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, wm = (w & 1) * 32, wn = (w >> 1) * 32, g = lane >> 2, h = lane & 3; double c[2][4][4] = {};
#pragma unroll 1
    for (int k = 0; k < GWn; k += 16) {
        double2 u[4], v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int q = j * 128 + t, r = q >> 5, s = (q & 31) * 2;
            u[j] = *(const double2*)(A + (size_t)(k + r) * GWn + blockIdx.y * 64 + s); v[j] = *(const double2*)(B + (size_t)(k + r) * GWn + blockIdx.x * 64 + s);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) { int q = j * 128 + t, r = q >> 5, s = (q & 31) * 2; *(double2*)&sa[r][s] = u[j]; *(double2*)&sb[r][s] = v[j]; }
        __syncthreads();
        double b[4][4];
#pragma unroll
        for (int n = 0; n < 4; ++n)
#pragma unroll
            for (int e = 0; e < 4; ++e) b[n][e] = sb[h + 4 * e][wn + n * 8 + g];
#pragma unroll
        for (int m = 0; m < 2; ++m) {
            double a[8];
#pragma unroll
            for (int e = 0; e < 8; ++e) a[e] = sa[(e >> 1) * 4 + h][wm + m * 16 + g + (e & 1) * 8];
#pragma unroll
            for (int n = 0; n < 4; ++n)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};\n"
                             : "+d"(c[m][n][0]), "+d"(c[m][n][1]), "+d"(c[m][n][2]), "+d"(c[m][n][3])
                             : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[n][0]), "d"(b[n][1]), "d"(b[n][2]), "d"(b[n][3]));
        }
    }
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            double* p = o + (size_t)(blockIdx.y * 64 + wm + m * 16 + g) * GWn + blockIdx.x * 64 + wn + n * 8 + h * 2;
            *(double2*)p = make_double2(c[m][n][0], c[m][n][1]); *(double2*)(p + 8 * (size_t)GWn) = make_double2(c[m][n][2], c[m][n][3]);
        }
}
static void r25() {
    double *a = positive<double>((size_t)GWn * GWn, 71), *b = positive<double>((size_t)GWn * GWn, 72);
    add("gentle_walrus_ce3_a", [=] { gentle_walrus_ce3_a<<<dim3(32, 32), 256>>>(a, b, (double*)O); }, O, (size_t)GWn * GWn, Output::f64);
    add("gentle_walrus_ce3_b", [=] { gentle_walrus_ce3_b<<<dim3(32, 32), 128>>>(a, b, (double*)O); }, O, (size_t)GWn * GWn, Output::f64);
}
// single-precision mixing of 3072 signals by a matrix of 3072 by 2048
constexpr int ITm = 3072, ITn = 3072, ITk = 2048;
__global__ void __launch_bounds__(256, 2) ivory_turnip_ce3_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ o) {
    __shared__ __align__(16) float sa[2][16][128], sb[2][16][128];  // A, B k-major
    int t = threadIdx.x, ty = (t >> 4) * 4, tx = (t & 15) * 4; float c[8][8] = {};
    auto load = [&](int p, int k) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = j * 256 + t, r = q >> 5, s = (q & 31) * 4;
            cp16(&sa[p][r][s], A + (size_t)(k + r) * ITm + blockIdx.y * 128 + s); cp16(&sb[p][r][s], B + (size_t)(k + r) * ITn + blockIdx.x * 128 + s);
        }
        cpcommit();
    };
    load(0, 0);
#pragma unroll 1
    for (int k = 0; k < ITk; k += 16) {
        int p = (k >> 4) & 1;
        cpwait<0>(); __syncthreads();
        if (k + 16 < ITk) load(p ^ 1, k + 16);
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float4 u0 = *(float4*)&sa[p][q][ty], u1 = *(float4*)&sa[p][q][ty + 64], v0 = *(float4*)&sb[p][q][tx], v1 = *(float4*)&sb[p][q][tx + 64];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) c[i][j] = fmaf(u[i], v[j], c[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* p = o + (size_t)(blockIdx.y * 128 + ty + (i & 3) + (i >> 2) * 64) * ITn + blockIdx.x * 128 + tx;
        *(float4*)p = make_float4(c[i][0], c[i][1], c[i][2], c[i][3]); *(float4*)(p + 64) = make_float4(c[i][4], c[i][5], c[i][6], c[i][7]);
    }
}
constexpr int ITst = 2 * 32 * 132;
__global__ void __launch_bounds__(256, 2) ivory_turnip_ce3_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ o) {
    extern __shared__ __align__(16) float ITsm[];
    int t = threadIdx.x, w = t >> 5, wm = (w & 1) * 64, wn = (w >> 1) * 32; wmma::fragment<wmma::accumulator, 16, 16, 8, float> c[4][2];
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);
    auto load = [&](int p, int k) {
        float* s0 = ITsm + p * ITst;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int q = j * 256 + t, r = q >> 5, s = (q & 31) * 4;
            cp16(s0 + r * 132 + s, A + (size_t)(k + r) * ITm + blockIdx.y * 128 + s); cp16(s0 + 32 * 132 + r * 132 + s, B + (size_t)(k + r) * ITn + blockIdx.x * 128 + s);
        }
    };
    load(0, 0); cpcommit(); load(1, 32); cpcommit();
    int p = 0;
#pragma unroll 1
    for (int k = 0; k < ITk; k += 32) {
        cpwait<1>(); __syncthreads();
        if (k + 64 < ITk) load(p == 0 ? 2 : p - 1, k + 64);
        cpcommit();
        const float *a = ITsm + p * ITst, *b = a + 32 * 132;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fa[4]; wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb[2];
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                wmma::load_matrix_sync(fa[i], a + kk * 132 + wm + i * 16, 132);
#pragma unroll
                for (int e = 0; e < fa[i].num_elements; ++e) fa[i].x[e] = wmma::__float_to_tf32(fa[i].x[e]);
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::load_matrix_sync(fb[j], b + kk * 132 + wn + j * 16, 132);
#pragma unroll
                for (int e = 0; e < fb[j].num_elements; ++e) fb[j].x[e] = wmma::__float_to_tf32(fb[j].x[e]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 2; ++j) wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
        }
        p = p == 2 ? 0 : p + 1;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(o + (size_t)(blockIdx.y * 128 + wm + i * 16) * ITn + blockIdx.x * 128 + wn + j * 16, c[i][j], ITn, wmma::mem_row_major);
}
static void r26() {
    float *a = positive<float>((size_t)ITm * ITk, 81), *b = positive<float>((size_t)ITn * ITk, 82);
    CHECK(cudaFuncSetAttribute(ivory_turnip_ce3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 3 * ITst * 4));
    add("ivory_turnip_ce3_a", [=] { ivory_turnip_ce3_a<<<dim3(24, 24), 256>>>(a, b, O); }, O, (size_t)ITm * ITn);
    add("ivory_turnip_ce3_b", [=] { ivory_turnip_ce3_b<<<dim3(24, 24), 256, 3 * ITst * 4>>>(a, b, O); }, O, (size_t)ITm * ITn);
}
// wind speed, its loading and the deflection of a field of masts
constexpr int SOn = 67108864;
__global__ void __launch_bounds__(256) sunny_otter_ce3_a(const float4* __restrict__ u, const float4* __restrict__ v, float4* __restrict__ s) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 a = u[i], b = v[i];
    s[i] = make_float4(a.x * a.x + b.x * b.x, a.y * a.y + b.y * b.y, a.z * a.z + b.z * b.z, a.w * a.w + b.w * b.w);
}
__global__ void __launch_bounds__(256) sunny_otter_ce3_a2(const float4* __restrict__ s, float4* __restrict__ l) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 a = s[i]; l[i] = make_float4(fminf(0.6f * a.x, 0.9f), fminf(0.6f * a.y, 0.9f), fminf(0.6f * a.z, 0.9f), fminf(0.6f * a.w, 0.9f));
}
__global__ void __launch_bounds__(256) sunny_otter_ce3_a3(const float4* __restrict__ l, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 a = l[i]; o[i] = make_float4(a.x * (1 + a.x), a.y * (1 + a.y), a.z * (1 + a.z), a.w * (1 + a.w));
}
__device__ __forceinline__ float SOone(float a, float b) { float l = fminf(0.6f * (a * a + b * b), 0.9f); return l * (1 + l); }
__global__ void __launch_bounds__(256) sunny_otter_ce3_b(const float4* __restrict__ u, const float4* __restrict__ v, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 a = u[i], b = v[i]; o[i] = make_float4(SOone(a.x, b.x), SOone(a.y, b.y), SOone(a.z, b.z), SOone(a.w, b.w));
}
static void r27() {
    float4 *t0 = (float4*)harness::empty<float>(SOn), *t1 = (float4*)harness::empty<float>(SOn); const float4 *u = (const float4*)P, *v = (const float4*)(P + SOn);
    add("sunny_otter_ce3_a", [=] { int g = SOn / 1024; sunny_otter_ce3_a<<<g, 256>>>(u, v, t0); sunny_otter_ce3_a2<<<g, 256>>>(t0, t1); sunny_otter_ce3_a3<<<g, 256>>>(t1, (float4*)O); }, O, SOn);
    add("sunny_otter_ce3_b", [=] { sunny_otter_ce3_b<<<SOn / 1024, 256>>>(u, v, (float4*)O); }, O, SOn);
}
// forty-eight periods of a population of coupled pairs
constexpr int UCn = 131072;
__device__ __forceinline__ void UCstep(float& a, float& b) { float f = 0.01f * (a - a * b), g = 0.01f * (a * b - b); a += f; b += g; }
__global__ void __launch_bounds__(256) umber_cricket_ce3_a(const float2* x, float2* o) {
    int i = blockIdx.x * 256 + threadIdx.x; float2 v = x[i]; 
#pragma unroll 8
    for (int s = 0; s < 64; ++s) UCstep(v.x, v.y);
    o[i] = v;
}
__global__ void __launch_bounds__(256) umber_cricket_ce3_b(const float2* x, float2* o) {
    int i = blockIdx.x * 256 + threadIdx.x; float2 v = x[i];
#pragma unroll 8
    for (int s = 0; s < 48 * 64; ++s) UCstep(v.x, v.y);
    o[i] = v;
}
static void r28() {
    float* x = positive<float>(UCn * 2, 91);
    add("umber_cricket_ce3_a", [=] {
        umber_cricket_ce3_a<<<UCn / 256, 256>>>((const float2*)x, (float2*)O);
        for (int s = 1; s < 48; ++s) umber_cricket_ce3_a<<<UCn / 256, 256>>>((const float2*)O, (float2*)O); }, O, UCn * 2);
    add("umber_cricket_ce3_b", [=] { umber_cricket_ce3_b<<<UCn / 256, 256>>>((const float2*)x, (float2*)O); }, O, UCn * 2);
}
// blend of two offset tracks
constexpr int LMn = 100663296;
__device__ __forceinline__ void LMwork(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) o[i + j * 256] = 0.6f * a[i + j * 256] + 0.4f * b[i + j * 256];
}
__global__ void __launch_bounds__(256) lemon_anvil_ce3_a(const float* a, const float* b, float* o) { LMwork(a, b, o); }
__global__ void __launch_bounds__(256) lemon_anvil_ce3_b(const float* a, const float* b, float* o) { LMwork(a, b, o); }
static void r31() {
    float *a = harness::empty<float>(LMn), *b = harness::empty<float>(LMn);
    CHECK(cudaMemcpy(a, P + 3, LMn * 4ull, cudaMemcpyDeviceToDevice)); CHECK(cudaMemcpy(b, P + LMn + 5, LMn * 4ull, cudaMemcpyDeviceToDevice));
    add("lemon_anvil_ce3_a", [=] { lemon_anvil_ce3_a<<<LMn / 1024, 256>>>(P + 3, P + LMn + 5, O); }, O, LMn);
    add("lemon_anvil_ce3_b", [=] { lemon_anvil_ce3_b<<<LMn / 1024, 256>>>(a, b, O); }, O, LMn);
}
// each cell of an image stack scaled by the gain of its row
constexpr unsigned TCn = 33554432u;  // quads
__global__ void __launch_bounds__(256) thistle_crane_ce3_a(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o, unsigned w) {
    unsigned i = blockIdx.x * 256u + threadIdx.x; float4 v = x[i]; float s = g[i / w]; o[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}
__global__ void __launch_bounds__(256) thistle_crane_ce3_b(const float4* __restrict__ x, const float* __restrict__ g, float4* __restrict__ o) {
    unsigned i = blockIdx.x * 256u + threadIdx.x; float4 v = x[i]; float s = g[i / 480u]; o[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
}
static void r32() {
    float* g = positive<float>(TCn / 480 + 1, 93);
    add("thistle_crane_ce3_a", [=] { thistle_crane_ce3_a<<<TCn / 256, 256>>>((const float4*)P, g, (float4*)O, 480u); }, O, (size_t)TCn * 4);
    add("thistle_crane_ce3_b", [=] { thistle_crane_ce3_b<<<TCn / 256, 256>>>((const float4*)P, g, (float4*)O); }, O, (size_t)TCn * 4);
}
// temperatures from Celsius to a scale of their own
constexpr int BOn = 134217728;
__global__ void __launch_bounds__(256) bronze_osprey_ce3_a(const float* __restrict__ x, float* __restrict__ o) { int i = blockIdx.x * 256 + threadIdx.x; o[i] = x[i] * 1.8 + 0.32; }
__global__ void __launch_bounds__(256) bronze_osprey_ce3_b(const float* __restrict__ x, float* __restrict__ o) { int i = blockIdx.x * 256 + threadIdx.x; o[i] = x[i] * 1.8f + 0.32f; }
static void r33() {
    add("bronze_osprey_ce3_a", [=] { bronze_osprey_ce3_a<<<BOn / 256, 256>>>(P, O); }, O, BOn);
    add("bronze_osprey_ce3_b", [=] { bronze_osprey_ce3_b<<<BOn / 256, 256>>>(P, O); }, O, BOn);
}
// largest squared step within each stretch of 8192 samples
constexpr int FDn = 16384;
__device__ __forceinline__ float FDlocal(const float4* __restrict__ x) {
    float m = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) { float4 v = x[(size_t)blockIdx.x * 2048 + j * 256 + threadIdx.x]; float a = v.y - v.x, b = v.z - v.y, c = v.w - v.z; m = fmaxf(m, fmaxf(a * a, fmaxf(b * b, c * c))); }
    return m;
}
__global__ void __launch_bounds__(256) fallow_dynamo_ce3_a(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[256]; int t = threadIdx.x; s[t] = FDlocal(x); __syncthreads();
    for (int d = 128; d; d >>= 1) { if (t < d) s[t] = fmaxf(s[t], s[t + d]); __syncthreads(); }
    if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) fallow_dynamo_ce3_b(const float4* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[8]; int t = threadIdx.x; float m = FDlocal(x);
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_down_sync(~0u, m, d));
    if (!(t & 31)) s[t >> 5] = m;
    __syncthreads();
    if (t == 0) { for (int k = 1; k < 8; ++k) m = fmaxf(m, s[k]); o[blockIdx.x] = m; }
}
static void r34() {
    add("fallow_dynamo_ce3_a", [=] { fallow_dynamo_ce3_a<<<FDn, 256>>>((const float4*)P, O); }, O, FDn);
    add("fallow_dynamo_ce3_b", [=] { fallow_dynamo_ce3_b<<<FDn, 256>>>((const float4*)P, O); }, O, FDn);
}
// a long iterated map per sample
constexpr int GMn = 2097152 + 131072;
__device__ __forceinline__ void GMwork(const float* __restrict__ x, float* __restrict__ o, int i) {
    float a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) a[j] = x[i + j * GMn];
#pragma unroll 8
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) a[j] = fmaf(fmaf(a[j], -0.45f, 0.2f), a[j], 0.4f);
#pragma unroll
    for (int j = 0; j < 4; ++j) o[i + j * GMn] = a[j];
}
__global__ void __launch_bounds__(32) garnet_mitten_ce3_a(const float* x, float* o) { GMwork(x, o, blockIdx.x * 32 + threadIdx.x); }
__global__ void __launch_bounds__(256) garnet_mitten_ce3_b(const float* x, float* o) { GMwork(x, o, blockIdx.x * 256 + threadIdx.x); }
static void r35() {
    add("garnet_mitten_ce3_a", [=] { garnet_mitten_ce3_a<<<GMn / 32, 32>>>(P, O); }, O, GMn * 4);
    add("garnet_mitten_ce3_b", [=] { garnet_mitten_ce3_b<<<GMn / 256, 256>>>(P, O); }, O, GMn * 4);
}
// tiles of 32 by 32 mirrored at their diagonals, each in its place
constexpr int SPn = 8192, SPm = 16384;
template <int L> __device__ __forceinline__ void SPwork(const float* __restrict__ x, float* __restrict__ o) {
    __shared__ float s[32][L]; int tx = threadIdx.x & 31, ty = threadIdx.x >> 5; size_t b = (size_t)blockIdx.y * 32 * SPn + blockIdx.x * 32 + tx;
#pragma unroll
    for (int j = 0; j < 4; ++j) s[ty + j * 8][tx] = x[b + (size_t)(ty + j * 8) * SPn];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) o[b + (size_t)(ty + j * 8) * SPn] = 0.5f * (s[tx][ty + j * 8] + s[ty + j * 8][tx]);
}
__global__ void __launch_bounds__(256) sable_pulley_ce3_a(const float* x, float* o) { SPwork<36>(x, o); }
__global__ void __launch_bounds__(256) sable_pulley_ce3_b(const float* x, float* o) { SPwork<33>(x, o); }
static void r36() {
    add("sable_pulley_ce3_a", [=] { sable_pulley_ce3_a<<<dim3(SPn / 32, SPm / 32), 256>>>(P, O); }, O, (size_t)SPn * SPm);
    add("sable_pulley_ce3_b", [=] { sable_pulley_ce3_b<<<dim3(SPn / 32, SPm / 32), 256>>>(P, O); }, O, (size_t)SPn * SPm);
}
// complex products of two spectra
constexpr int DMn = 33554432;  // quads
__global__ void __launch_bounds__(256) denim_meadow_ce3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ o) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j) { float4 u = a[i + j * 256], v = b[i + j * 256]; o[i + j * 256] = make_float4(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x, u.z * v.z - u.w * v.w, u.z * v.w + u.w * v.z); }
}
static void r41() { add("denim_meadow_ce3_a", [=] { denim_meadow_ce3_a<<<DMn / 512, 256>>>((const float4*)P, (const float4*)P + DMn, (float4*)O); }, O, (size_t)DMn * 4); }
// lengths of 65536 vectors of 4096
__global__ void __launch_bounds__(256) pearl_socket_ce3_a(const float4* __restrict__ x, float* __restrict__ o) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31; const float4* p = x + (size_t)row * 1024; float s = 0;
#pragma unroll 8
    for (int k = lane; k < 1024; k += 32) { float4 v = p[k]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (!lane) o[row] = sqrtf(s);
}
static void r42() { add("pearl_socket_ce3_a", [=] { pearl_socket_ce3_a<<<8192, 256>>>((const float4*)P, O); }, O, 65536); }
// a long power series of every sample
constexpr int JRn = 4325376;
__global__ void __launch_bounds__(256) jasper_rudder_ce3_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 v = x[i], a = v;
#pragma unroll 16
    for (int k = 0; k < 256; ++k) { a.x = fmaf(a.x, v.x, 0.3f); a.y = fmaf(a.y, v.y, 0.3f); a.z = fmaf(a.z, v.z, 0.3f); a.w = fmaf(a.w, v.w, 0.3f); }
    o[i] = make_float4(a.x * 1e-3f, a.y * 1e-3f, a.z * 1e-3f, a.w * 1e-3f);
}
static void r43() { add("jasper_rudder_ce3_a", [=] { jasper_rudder_ce3_a<<<JRn / 256, 256>>>((const float4*)P, (float4*)O); }, O, (size_t)JRn * 4); }
// seven-point smoothing of a volume, planes kept in registers
constexpr int HWx = 512, HWy = 512, HWz = 512;
__global__ void __launch_bounds__(256) heather_wicket_ce3_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int X = HWx / 4, i = blockIdx.x * 32 + (threadIdx.x & 31), j = blockIdx.y * 8 + (threadIdx.x >> 5), z0 = blockIdx.z * 32; const float* f = (const float*)x;
    size_t pl = (size_t)X * HWy, at = (size_t)z0 * pl + (size_t)j * X + i; int up = j > 0 ? -X : 0, dn = j < HWy - 1 ? X : 0;
    float4 c = x[at], p = z0 > 0 ? x[at - pl] : c;
#pragma unroll 4
    for (int z = z0; z < z0 + 32; ++z, at += pl) {
        float4 n = z < HWz - 1 ? x[at + pl] : c, u = x[at + up], d = x[at + dn]; float l = i > 0 ? f[at * 4 - 1] : c.x, r = i < X - 1 ? f[at * 4 + 4] : c.w;
        o[at] = make_float4(0.4f * c.x + 0.1f * (l + c.y + u.x + d.x + n.x + p.x), 0.4f * c.y + 0.1f * (c.x + c.z + u.y + d.y + n.y + p.y),
                            0.4f * c.z + 0.1f * (c.y + c.w + u.z + d.z + n.z + p.z), 0.4f * c.w + 0.1f * (c.z + r + u.w + d.w + n.w + p.w));
        p = c; c = n;
    }
}
static void r44() { add("heather_wicket_ce3_a", [=] { heather_wicket_ce3_a<<<dim3(4, 64, 16), 256>>>((const float4*)P, (float4*)O); }, O, (size_t)HWx * HWy * HWz); }
// half-precision product of 8192 by 4096 by 2048, tiles streamed in four stages
constexpr int VTm = 8192, VTn = 4096, VTk = 2048;
__global__ void __launch_bounds__(256, 2) velour_thimble_ce3_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ o) {
    extern __shared__ __align__(16) half VTsm[];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[4][2]; int t = threadIdx.x, w = t >> 5, wm = w & 1, wn = w >> 1;
#pragma unroll
    for (int i = 0; i < 8; ++i) wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);
    const half *ga = A + (size_t)blockIdx.y * 128 * VTk, *gb = B + (size_t)blockIdx.x * 128 * VTk;
    auto load = [&](int k) {
        half* s0 = VTsm + ((k / 32) & 3) * MTst;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int q = j * 256 + t, r = q >> 2, s = (q & 3) * 8;
            cp16(s0 + r * MTl + s, ga + (size_t)r * VTk + k + s); cp16(s0 + 128 * MTl + r * MTl + s, gb + (size_t)r * VTk + k + s);
        }
    };
    load(0); cpcommit(); load(32); cpcommit(); load(64); cpcommit();
#pragma unroll 1
    for (int k = 0; k < VTk; k += 32) {
        cpwait<2>(); __syncthreads();
        if (k + 96 < VTk) load(k + 96);
        cpcommit();
        const half* s0 = VTsm + ((k / 32) & 3) * MTst;
        MTmma(s0, s0 + 128 * MTl, c, wm, wn);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(o + (size_t)(blockIdx.y * 128 + wm * 64 + i * 16) * VTn + blockIdx.x * 128 + wn * 32 + j * 16, c[i][j], VTn, wmma::mem_row_major);
}
static void r45() {
    half *a = positive<half>((size_t)VTm * VTk, 43), *b = positive<half>((size_t)VTn * VTk, 44);
    CHECK(cudaFuncSetAttribute(velour_thimble_ce3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 4 * MTst * 2));
    add("velour_thimble_ce3_a", [=] { velour_thimble_ce3_a<<<dim3(32, 64), 256, 4 * MTst * 2>>>(a, b, O); }, O, (size_t)VTm * VTn);
}
// softmax of 131072 rows of 1024, a row a warp
__global__ void __launch_bounds__(256) mellow_turbine_ce3_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31; size_t b = (size_t)row * 256 + lane; float4 v[8]; float m = -1e30f, s = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = x[b + j * 32];
#pragma unroll
    for (int j = 0; j < 8; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int j = 0; j < 8; ++j) { v[j].x = __expf(v[j].x - m); v[j].y = __expf(v[j].y - m); v[j].z = __expf(v[j].z - m); v[j].w = __expf(v[j].w - m); s += v[j].x + v[j].y + v[j].z + v[j].w; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    s = 1.0f / s;
#pragma unroll
    for (int j = 0; j < 8; ++j) o[b + j * 32] = make_float4(v[j].x * s, v[j].y * s, v[j].z * s, v[j].w * s);
}
static void r46() { add("mellow_turbine_ce3_a", [=] { mellow_turbine_ce3_a<<<16384, 256>>>((const float4*)P, (float4*)O); }, O, (size_t)131072 * 1024); }
int main(int argc, char** argv) {
    P = harness::filled<float>(640000000, 1); O = harness::empty<float>(160000000);
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14(); r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28();
    r31(); r32(); r33(); r34(); r35(); r36(); r41(); r42(); r43(); r44(); r45(); r46();
    return harness::run(argc, argv, cases);
}
