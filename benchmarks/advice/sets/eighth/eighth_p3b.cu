// Pairs on latency: chains of arithmetic, loads one by one, code that outgrows its cache, queues of the load/store unit, copies nobody overlaps. See BRIEF.md.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

__host__ __device__ constexpr uint32_t mixed(uint32_t x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__host__ __device__ constexpr float coefficient(uint32_t i) { return (float)(int)(mixed(i) >> 8) * (2.0f / 16777216.0f) - 1.0f; }

// ---------------------------------------------------------------- virial_fit: one long polynomial at many temperatures, integrated
constexpr int kTerms = 52;
__constant__ float c_virial[kTerms];
__global__ void __launch_bounds__(256) virial_fit_viii_a(const float2* __restrict__ range, float* __restrict__ integral, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 r = range[i];
    float x0 = 0.4f * r.x, dx = 0.5f * r.y / steps, sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < steps; ++j) {
        float x = fmaf(dx, (float)j, x0), p = c_virial[kTerms - 1];
#pragma unroll
        for (int k = kTerms - 2; k >= 0; --k) p = fmaf(p, x, c_virial[k]);
        sum += p;
    }
    integral[i] = sum * dx;
}
__global__ void __launch_bounds__(256) virial_fit_viii_b(const float2* __restrict__ range, float* __restrict__ integral, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 r = range[i];
    float x0 = 0.4f * r.x, dx = 0.5f * r.y / steps, sum = 0.0f;
#pragma unroll 1
    for (int j = 0; j < steps; ++j) {
        float x = fmaf(dx, (float)j, x0), x2 = x * x, x4 = x2 * x2;
        float p0 = c_virial[kTerms - 4], p1 = c_virial[kTerms - 3], p2 = c_virial[kTerms - 2], p3 = c_virial[kTerms - 1];
#pragma unroll
        for (int k = kTerms - 8; k >= 0; k -= 4) {  // four interleaved chains in x^4
            p0 = fmaf(p0, x4, c_virial[k]); p1 = fmaf(p1, x4, c_virial[k + 1]);
            p2 = fmaf(p2, x4, c_virial[k + 2]); p3 = fmaf(p3, x4, c_virial[k + 3]);
        }
        sum += fmaf(x2, fmaf(x, p3, p2), fmaf(x, p1, p0));
    }
    integral[i] = sum * dx;
}

// ---------------------------------------------------------------- euler_probe: probable primes, three bases by Montgomery powers
struct Modulus { uint32_t n, inverse, one; };
__device__ __forceinline__ uint32_t mont(uint32_t a, uint32_t b, const Modulus& m) {
    uint64_t t = (uint64_t)a * b;
    uint32_t q = (uint32_t)t * m.inverse, hi = (uint32_t)(t >> 32), low = __umulhi(q, m.n), r = hi - low;
    return hi < low ? r + m.n : r;
}
__device__ __forceinline__ uint32_t twice(uint32_t a, uint32_t n) { uint32_t s = a + a; return s >= n ? s - n : s; }
__device__ __forceinline__ uint32_t plus(uint32_t a, uint32_t b, uint32_t n) { uint32_t s = a + b; return s >= n ? s - n : s; }
__device__ __forceinline__ Modulus modulus_of(uint32_t n) {
    uint32_t v = n;
#pragma unroll
    for (int k = 0; k < 4; ++k) v *= 2u - n * v;
    return {n, v, (0u - n) % n};
}
__device__ __forceinline__ bool euler_ok(uint32_t x, const Modulus& m) { return x == m.one || x == m.n - m.one; }
__device__ __forceinline__ void bases_of(const Modulus& m, uint32_t (&b)[3]) {
    uint32_t o = m.one, two = twice(o, m.n), four = twice(two, m.n), eight = twice(four, m.n);
    uint32_t s16 = twice(eight, m.n), s32 = twice(s16, m.n);
    b[0] = two;
    b[1] = plus(plus(four, two, m.n), o, m.n);                                                              // 7
    b[2] = plus(plus(plus(s32, s16, m.n), eight, m.n), plus(four, o, m.n), m.n);  // 61
}
constexpr int kPerThread = 12;
__global__ void __launch_bounds__(128) euler_probe_viii_a(const int* __restrict__ candidate, uint8_t* __restrict__ passed) {
    int total = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int c = 0; c < kPerThread; ++c) {
        Modulus m = modulus_of(2u * (uint32_t)candidate[c * total + i] + 3u);
        uint32_t b[3], e = (m.n - 1) >> 1;
        bases_of(m, b);
        int flags = 0;
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            uint32_t x = m.one;
#pragma unroll 1
            for (int bit = 30; bit >= 0; --bit) {
                x = mont(x, x, m);
                uint32_t y = mont(x, b[k], m);
                x = e >> bit & 1 ? y : x;
            }
            flags |= (int)euler_ok(x, m) << k;
        }
        passed[c * total + i] = (uint8_t)flags;
    }
}
__global__ void __launch_bounds__(128) euler_probe_viii_b(const int* __restrict__ candidate, uint8_t* __restrict__ passed) {
    int total = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int c = 0; c < kPerThread; ++c) {
        Modulus m = modulus_of(2u * (uint32_t)candidate[c * total + i] + 3u);
        uint32_t b[3], e = (m.n - 1) >> 1, x[3] = {m.one, m.one, m.one};
        bases_of(m, b);
#pragma unroll 1
        for (int bit = 30; bit >= 0; --bit) {
            uint32_t y[3];
#pragma unroll
            for (int k = 0; k < 3; ++k) x[k] = mont(x[k], x[k], m);  // three independent chains side by side
#pragma unroll
            for (int k = 0; k < 3; ++k) y[k] = mont(x[k], b[k], m);
            bool set = e >> bit & 1;
#pragma unroll
            for (int k = 0; k < 3; ++k) x[k] = set ? y[k] : x[k];
        }
        passed[c * total + i] = (uint8_t)((int)euler_ok(x[0], m) | (int)euler_ok(x[1], m) << 1 | (int)euler_ok(x[2], m) << 2);
    }
}

// ---------------------------------------------------------------- drift_fit: compensated dot products of a resident series with lagged powers
constexpr int kSeries = 24576;  // 96 KiB of shared memory
__device__ __forceinline__ void kahan(float v, float scale, float& s, float& c) {
    float y = fmaf(v, scale, -c), t = s + y;
    c = (t - s) - y; s = t;
}
template <int kChains>
__device__ __forceinline__ void drift_fit(const float4* __restrict__ series, const float* __restrict__ gain, float* __restrict__ fit) {
    extern __shared__ float4 held[];
    for (int k = threadIdx.x; k < kSeries / 4; k += blockDim.x) held[k] = series[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float g = gain[i], s[kChains] = {}, c[kChains] = {};
#pragma unroll 4
    for (int k = 0; k < kSeries / 4; ++k) {
        float4 v = held[k];
        kahan(v.x, g, s[0], c[0]);
        kahan(v.y, g, s[1 % kChains], c[1 % kChains]);
        kahan(v.z, g, s[2 % kChains], c[2 % kChains]);
        kahan(v.w, g, s[3 % kChains], c[3 % kChains]);
        g = fmaf(g, 0.9998f, 1e-5f);
    }
    float total = 0.0f, rest = 0.0f;
#pragma unroll
    for (int k = 0; k < kChains; ++k) { kahan(s[k], 1.0f, total, rest); kahan(c[k], -1.0f, total, rest); }
    fit[i] = total;
}
__global__ void __launch_bounds__(128) drift_fit_viii_a(const float4* series, const float* gain, float* fit) { drift_fit<1>(series, gain, fit); }
__global__ void __launch_bounds__(128) drift_fit_viii_b(const float4* series, const float* gain, float* fit) { drift_fit<4>(series, gain, fit); }

// ---------------------------------------------------------------- first_break: arrival picking, every trace stops where its energy suffices
constexpr int kTraces = 132 * 512, kSamples = 1024;
__global__ void __launch_bounds__(128) first_break_viii_a(const float* __restrict__ shot, int* __restrict__ pick, float limit) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    float energy = 0.0f;
    for (; s < kSamples; ++s) {
        energy += fabsf(shot[(size_t)s * kTraces + t]);
        if (energy > limit) break;
    }
    pick[t] = s;
}
__global__ void __launch_bounds__(128) first_break_viii_b(const float* __restrict__ shot, int* __restrict__ pick, float limit) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    float energy = 0.0f;
    bool found = false;
    for (; s < kSamples && !found; s += found ? 0 : 16) {
        float v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = shot[(size_t)(s + k) * kTraces + t];  // sixteen loads in flight before the first test
        int at = 16;
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            energy += fabsf(v[k]);
            if (!found && energy > limit) { found = true; at = k; }
        }
        if (found) { s += at; break; }
    }
    pick[t] = s;
}

// ---------------------------------------------------------------- lineage: eight ancestors' chains a thread
constexpr int kChainsOfThread = 8, kHops = 32;
__global__ void __launch_bounds__(128) lineage_viii_a(const int* __restrict__ parent, const int* __restrict__ leaf, int* __restrict__ root) {
    int total = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int c = 0; c < kChainsOfThread; ++c) {
        int p = leaf[c * total + i];
        for (int h = 0; h < kHops; ++h) p = parent[p];
        root[c * total + i] = p;
    }
}
__global__ void __launch_bounds__(128) lineage_viii_b(const int* __restrict__ parent, const int* __restrict__ leaf, int* __restrict__ root) {
    int total = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    int p[kChainsOfThread];
#pragma unroll
    for (int c = 0; c < kChainsOfThread; ++c) p[c] = leaf[c * total + i];
#pragma unroll 1
    for (int h = 0; h < kHops; ++h)
#pragma unroll
        for (int c = 0; c < kChainsOfThread; ++c) p[c] = parent[p[c]];  // the eight walks go hand in hand
#pragma unroll
    for (int c = 0; c < kChainsOfThread; ++c) root[c * total + i] = p[c];
}

// ---------------------------------------------------------------- ragged_bag: sentinel-ended bags of table rows, one warp a bag
__global__ void __launch_bounds__(256) ragged_bag_viii_a(const float* __restrict__ table, const int* __restrict__ items, const int* __restrict__ start,
                                                         float* __restrict__ out) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const int* p = items + start[bag];
    float acc = 0.0f;
    for (int row; (row = *p) >= 0; ++p) acc += table[(size_t)row * 32 + lane];
    out[bag * 32 + lane] = acc;
}
__global__ void __launch_bounds__(256) ragged_bag_viii_b(const float* __restrict__ table, const int* __restrict__ items, const int* __restrict__ start,
                                                         float* __restrict__ out) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const int* p = items + start[bag];
    float acc = 0.0f;
    for (;; p += 32) {
        int mine = p[lane];  // the list's tail is padded
        unsigned ends = __ballot_sync(~0u, mine < 0);
        int n = ends ? __ffs(ends) - 1 : 32, k = 0;
        for (; k + 8 <= n; k += 8) {
            float v[8];
#pragma unroll
            for (int u = 0; u < 8; ++u) v[u] = table[(size_t)__shfl_sync(~0u, mine, k + u) * 32 + lane];
#pragma unroll
            for (int u = 0; u < 8; ++u) acc += v[u];
        }
        float v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) { int row = __shfl_sync(~0u, mine, (k + u) & 31); v[u] = k + u < n ? table[(size_t)row * 32 + lane] : 0.0f; }
#pragma unroll
        for (int u = 0; u < 8; ++u) acc += v[u];
        if (ends) break;
    }
    out[bag * 32 + lane] = acc;
}

// ---------------------------------------------------------------- column_damp: downward sweep of weather columns, one thread a column
constexpr int kColumns = 132 * 512, kLevels = 256;
__global__ void __launch_bounds__(128) column_damp_viii_a(const float* flux, const float* weight, float* damped) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.0f;
    for (int k = 0; k < kLevels; ++k) {
        e = fmaf(e, 0.9f * weight[(size_t)k * kColumns + i], flux[(size_t)k * kColumns + i]);
        damped[(size_t)k * kColumns + i] = e;  // may alias the inputs, as far as the compiler knows: the next loads stay behind it
    }
}
__global__ void __launch_bounds__(128) column_damp_viii_b(const float* __restrict__ flux, const float* __restrict__ weight, float* __restrict__ damped) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.0f;
#pragma unroll 1
    for (int k0 = 0; k0 < kLevels; k0 += 8) {
        float f[8], w[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) { f[k] = flux[(size_t)(k0 + k) * kColumns + i]; w[k] = weight[(size_t)(k0 + k) * kColumns + i]; }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            e = fmaf(e, 0.9f * w[k], f[k]);
            damped[(size_t)(k0 + k) * kColumns + i] = e;
        }
    }
}

// ---------------------------------------------------------------- rate_zoo: generated rate fits, one function a reaction; every warp has its own order
constexpr int kZoo = 64, kDegree = 64, kCalls = 96;
template <int kId>
__device__ __forceinline__ void zoo_fit(const float (&x)[4], float (&p)[4]) {
#pragma unroll
    for (int v = 0; v < 4; ++v) p[v] = coefficient(kId * kDegree + kDegree - 1);
#pragma unroll
    for (int k = kDegree - 2; k >= 0; --k)
#pragma unroll
        for (int v = 0; v < 4; ++v) p[v] = fmaf(p[v], x[v], coefficient(kId * kDegree + k));
}
#define ZOO1(i) case (i): zoo_fit<(i)>(x, p); break;
#define ZOO4(i) ZOO1(i) ZOO1((i) + 1) ZOO1((i) + 2) ZOO1((i) + 3)
#define ZOO16(i) ZOO4(i) ZOO4((i) + 4) ZOO4((i) + 8) ZOO4((i) + 12)
__global__ void __launch_bounds__(256) rate_zoo_viii_a(const float4* __restrict__ start, const int* __restrict__ order, float4* __restrict__ rates) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i >> 5, lane = threadIdx.x & 31;
    float4 s = start[i];
    float base[4] = {0.45f * s.x, 0.45f * s.y, 0.45f * s.z, 0.45f * s.w}, x[4] = {base[0], base[1], base[2], base[3]}, p[4];
#pragma unroll 1
    for (int c = 0; c < kCalls; c += 32) {
        int ids = order[warp * kCalls + c + lane];
#pragma unroll 1
        for (int u = 0; u < 32; ++u) {
            switch (__shfl_sync(~0u, ids, u)) { ZOO16(0) ZOO16(16) ZOO16(32) ZOO16(48) default: p[0] = p[1] = p[2] = p[3] = 0.0f; }
#pragma unroll
            for (int v = 0; v < 4; ++v) x[v] = fmaf(0.01f, p[v], base[v]);
        }
    }
    rates[i] = make_float4(p[0], p[1], p[2], p[3]);
}
__global__ void __launch_bounds__(256) rate_zoo_viii_b(const float4* __restrict__ start, const int* __restrict__ order, const float4* __restrict__ table,
                                                       float4* __restrict__ rates) {
    __shared__ float4 fit[kZoo * kDegree / 4];
    for (int k = threadIdx.x; k < kZoo * kDegree / 4; k += 256) fit[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i >> 5, lane = threadIdx.x & 31;
    float4 s = start[i];
    float base[4] = {0.45f * s.x, 0.45f * s.y, 0.45f * s.z, 0.45f * s.w}, x[4] = {base[0], base[1], base[2], base[3]}, p[4];
#pragma unroll 1
    for (int c = 0; c < kCalls; c += 32) {
        int ids = order[warp * kCalls + c + lane];
#pragma unroll 1
        for (int u = 0; u < 32; ++u) {
            const float4* f = fit + __shfl_sync(~0u, ids, u) * (kDegree / 4);
#pragma unroll
            for (int v = 0; v < 4; ++v) p[v] = 0.0f;
#pragma unroll
            for (int k = kDegree / 4 - 1; k >= 0; --k) {
                float4 q = f[k];
#pragma unroll
                for (int v = 0; v < 4; ++v) p[v] = fmaf(fmaf(fmaf(fmaf(p[v], x[v], q.w), x[v], q.z), x[v], q.y), x[v], q.x);
            }
#pragma unroll
            for (int v = 0; v < 4; ++v) x[v] = fmaf(0.01f, p[v], base[v]);
        }
    }
    rates[i] = make_float4(p[0], p[1], p[2], p[3]);
}

// ---------------------------------------------------------------- plume_chem: eight species, fourth-order steps; 40 substeps laid out one after another
constexpr int kSpecies = 8, kSubsteps = 40;
__device__ __forceinline__ void plume_rhs(const float (&y)[kSpecies], float (&d)[kSpecies]) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) d[i] = -0.5f * y[i];
#pragma unroll
    for (int j = 0; j < kSpecies; ++j)
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) d[i] = fmaf(0.1f * coefficient(i * kSpecies + j + 5000), y[j], d[i]);
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) d[i] = fmaf(-0.05f * y[i], y[(i + 3) % kSpecies], d[i]);
}
__device__ __forceinline__ void plume_step(float (&y)[kSpecies]) {
    constexpr float h = 0.02f;
    float k[kSpecies], u[kSpecies], sum[kSpecies];
    plume_rhs(y, k);
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) { sum[i] = k[i]; u[i] = fmaf(0.5f * h, k[i], y[i]); }
    plume_rhs(u, k);
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(2.0f, k[i], sum[i]); u[i] = fmaf(0.5f * h, k[i], y[i]); }
    plume_rhs(u, k);
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(2.0f, k[i], sum[i]); u[i] = fmaf(h, k[i], y[i]); }
    plume_rhs(u, k);
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(h / 6.0f, sum[i] + k[i], y[i]);
}
template <bool kUnrolled>
__device__ __forceinline__ void plume_chem(const float4* __restrict__ cell, float4* __restrict__ out, int hours) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = cell[2 * i], b = cell[2 * i + 1];
    float y[kSpecies] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll 1
    for (int t = 0; t < hours; ++t) {
        if (kUnrolled) {
#pragma unroll
            for (int s = 0; s < kSubsteps; ++s) plume_step(y);
        } else {
#pragma unroll 1
            for (int s = 0; s < kSubsteps; ++s) plume_step(y);
        }
    }
    out[2 * i] = make_float4(y[0], y[1], y[2], y[3]);
    out[2 * i + 1] = make_float4(y[4], y[5], y[6], y[7]);
}
__global__ void __launch_bounds__(256) plume_chem_viii_a(const float4* cell, float4* out, int hours) { plume_chem<true>(cell, out, hours); }
__global__ void __launch_bounds__(256) plume_chem_viii_b(const float4* cell, float4* out, int hours) { plume_chem<false>(cell, out, hours); }

// ---------------------------------------------------------------- kde_field: density of charged samples at query points, samples from shared memory
constexpr int kSites = 1024;
__device__ __forceinline__ void kde_add(float x, float y, float z, float q, const float3& at, float& acc) {
    float dx = at.x - x, dy = at.y - y, dz = at.z - z, d2 = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
    acc = fmaf(q, fmaxf(fmaf(d2, -0.6f, 1.0f), 0.0f), acc);
}
__global__ void __launch_bounds__(256) kde_field_viii_a(const float4* __restrict__ site, const float* __restrict__ query, float* __restrict__ field, int n, int header) {
    extern __shared__ float pool[];
    float* held = pool + header;  // the pool's head belongs to the caller's bookkeeping
    for (int k = threadIdx.x; k < kSites; k += 256) { float4 s = site[k]; held[4 * k] = s.x; held[4 * k + 1] = s.y; held[4 * k + 2] = s.z; held[4 * k + 3] = s.w; }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 at = make_float3(query[i], query[i + n], query[i + 2 * n]);
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kSites; ++k) kde_add(held[4 * k], held[4 * k + 1], held[4 * k + 2], held[4 * k + 3], at, acc);
    field[i] = acc;
}
__global__ void __launch_bounds__(256) kde_field_viii_b(const float4* __restrict__ site, const float* __restrict__ query, float* __restrict__ field, int n, int header) {
    extern __shared__ float pool[];
    float4* held = reinterpret_cast<float4*>(pool + header);  // header is a multiple of four
    for (int k = threadIdx.x; k < kSites; k += 256) held[k] = site[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, quarter = n / 4;
    float3 at[4];
    float acc[4] = {};
#pragma unroll
    for (int v = 0; v < 4; ++v) { int j = i + v * quarter; at[v] = make_float3(query[j], query[j + n], query[j + 2 * n]); }
#pragma unroll 4
    for (int k = 0; k < kSites; ++k) {  // one wide load serves four queries
        float4 s = held[k];
#pragma unroll
        for (int v = 0; v < 4; ++v) kde_add(s.x, s.y, s.z, s.w, at[v], acc[v]);
    }
#pragma unroll
    for (int v = 0; v < 4; ++v) field[i + v * quarter] = acc[v];
}

// ---------------------------------------------------------------- lsh_sign: eight random projections of 128-wide half rows, one warp a row
struct Planes { float w[8][4]; };
__device__ __forceinline__ Planes planes_of(const float4* __restrict__ plane, int lane) {
    Planes p;
#pragma unroll
    for (int k = 0; k < 8; ++k) { float4 w = plane[k * 32 + lane]; p.w[k][0] = w.x; p.w[k][1] = w.y; p.w[k][2] = w.z; p.w[k][3] = w.w; }
    return p;
}
__device__ __forceinline__ void project(uint2 raw, const Planes& p, float (&d)[8]) {
    float2 a = __half22float2(*reinterpret_cast<__half2*>(&raw.x)), b = __half22float2(*reinterpret_cast<__half2*>(&raw.y));
#pragma unroll
    for (int k = 0; k < 8; ++k) d[k] = fmaf(a.x, p.w[k][0], fmaf(a.y, p.w[k][1], fmaf(b.x, p.w[k][2], b.y * p.w[k][3])));
}
__global__ void __launch_bounds__(256) lsh_sign_viii_a(const uint2* __restrict__ rows, const float4* __restrict__ plane, float* __restrict__ out, int n) {
    int lane = threadIdx.x & 31, step = gridDim.x * 8, r = blockIdx.x * 8 + (threadIdx.x >> 5);
    Planes p = planes_of(plane, lane);
    uint2 next = rows[(size_t)r * 32 + lane];
#pragma unroll 1
    for (; r < n; r += step) {
        uint2 raw = next;
        if (r + step < n) next = rows[(size_t)(r + step) * 32 + lane];
        float d[8];
        project(raw, p, d);
#pragma unroll
        for (int k = 0; k < 8; ++k)
#pragma unroll
            for (int o = 16; o > 0; o >>= 1) d[k] += __shfl_xor_sync(~0u, d[k], o);
        if (lane == 0) {
            reinterpret_cast<float4*>(out)[2 * (size_t)r] = make_float4(d[0], d[1], d[2], d[3]);
            reinterpret_cast<float4*>(out)[2 * (size_t)r + 1] = make_float4(d[4], d[5], d[6], d[7]);
        }
    }
}
__global__ void __launch_bounds__(256) lsh_sign_viii_b(const uint2* __restrict__ rows, const float4* __restrict__ plane, float* __restrict__ out, int n) {
    int lane = threadIdx.x & 31, step = gridDim.x * 8, r = blockIdx.x * 8 + (threadIdx.x >> 5);
    Planes p = planes_of(plane, lane);
    uint2 next = rows[(size_t)r * 32 + lane];
    bool h16 = lane & 16, h8 = lane & 8, h4 = lane & 4;
#pragma unroll 1
    for (; r < n; r += step) {
        uint2 raw = next;
        if (r + step < n) next = rows[(size_t)(r + step) * 32 + lane];
        float d[8], e[4], f[2];
        project(raw, p, d);
        // halves of the warp swap halves of the eight sums: 4 + 2 + 1 + 1 + 1 shuffles instead of 40
#pragma unroll
        for (int k = 0; k < 4; ++k) e[k] = (h16 ? d[k + 4] : d[k]) + __shfl_xor_sync(~0u, h16 ? d[k] : d[k + 4], 16);
#pragma unroll
        for (int k = 0; k < 2; ++k) f[k] = (h8 ? e[k + 2] : e[k]) + __shfl_xor_sync(~0u, h8 ? e[k] : e[k + 2], 8);
        float g = (h4 ? f[1] : f[0]) + __shfl_xor_sync(~0u, h4 ? f[0] : f[1], 4);
        g += __shfl_xor_sync(~0u, g, 2);
        g += __shfl_xor_sync(~0u, g, 1);
        if ((lane & 3) == 0) out[(size_t)r * 8 + (lane >> 2)] = g;
    }
}

// ---------------------------------------------------------------- survey_stack: filter and stack 96 shots, each block owns a window of the line
constexpr int kWindow = 8192, kTaps = 24, kShots = 96, kTile4 = (kWindow + 32) / 4;
__constant__ float c_wavelet[kTaps];
__device__ __forceinline__ void stack_tile(const float4* tile, float (&acc)[4][4]) {
#pragma unroll
    for (int g = 0; g < 4; ++g) {
        float v[kTaps + 4];
#pragma unroll
        for (int q = 0; q < kTaps / 4 + 1; ++q) {
            float4 x = tile[g * 512 + threadIdx.x + q];
            v[4 * q] = x.x; v[4 * q + 1] = x.y; v[4 * q + 2] = x.z; v[4 * q + 3] = x.w;
        }
#pragma unroll
        for (int k = 0; k < kTaps; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[g][j] = fmaf(c_wavelet[k], v[k + j], acc[g][j]);
    }
}
__device__ __forceinline__ void stack_store(const float (&acc)[4][4], float4* __restrict__ out) {
#pragma unroll
    for (int g = 0; g < 4; ++g) out[(size_t)blockIdx.x * (kWindow / 4) + g * 512 + threadIdx.x] = make_float4(acc[g][0], acc[g][1], acc[g][2], acc[g][3]);
}
__global__ void __launch_bounds__(512) survey_stack_viii_a(const float4* __restrict__ shots, float4* __restrict__ out, int pitch4) {
    __shared__ float4 tile[kTile4];
    float acc[4][4] = {};
    const float4* from = shots + (size_t)blockIdx.x * (kWindow / 4);
#pragma unroll 1
    for (int s = 0; s < kShots; ++s, from += pitch4) {
        float4 v[4], halo = {};
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = from[k * 512 + threadIdx.x];
        if (threadIdx.x < 8) halo = from[2048 + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 4; ++k) tile[k * 512 + threadIdx.x] = v[k];
        if (threadIdx.x < 8) tile[2048 + threadIdx.x] = halo;
        __syncthreads();
        stack_tile(tile, acc);
        __syncthreads();
    }
    stack_store(acc, out);
}
__device__ __forceinline__ void stack_fetch(float4* tile, const float4* from) {
#pragma unroll
    for (int k = 0; k < 4; ++k) __pipeline_memcpy_async(tile + k * 512 + threadIdx.x, from + k * 512 + threadIdx.x, 16);
    if (threadIdx.x < 8) __pipeline_memcpy_async(tile + 2048 + threadIdx.x, from + 2048 + threadIdx.x, 16);
}
__global__ void __launch_bounds__(512) survey_stack_viii_b(const float4* __restrict__ shots, float4* __restrict__ out, int pitch4) {
    extern __shared__ float4 ring[];  // three tiles: two shots on their way while one is filtered
    float acc[4][4] = {};
    const float4* from = shots + (size_t)blockIdx.x * (kWindow / 4);
    stack_fetch(ring, from); __pipeline_commit();
    stack_fetch(ring + kTile4, from + pitch4); __pipeline_commit();
    from += 2 * (size_t)pitch4;
    int use = 0, fill = 2;
#pragma unroll 1
    for (int s = 0; s < kShots; ++s, from += pitch4) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (s + 2 < kShots) stack_fetch(ring + fill * kTile4, from);
        __pipeline_commit();
        stack_tile(ring + use * kTile4, acc);
        use = use == 2 ? 0 : use + 1; fill = fill == 2 ? 0 : fill + 1;
    }
    stack_store(acc, out);
}

// ---------------------------------------------------------------- cluster_pair: forces of listed neighbours, gathered tile by tile
constexpr int kTilesOfList = 64, kGather = 256;
__device__ __forceinline__ void pair_add(float4 p, const float4& me, float& fx, float& fy, float& fz) {
    float dx = me.x - p.x, dy = me.y - p.y, dz = me.z - p.z, d2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.05f)));
    float w = p.w * fmaf(d2, fmaf(d2, 0.05f, -0.4f), 1.0f);
    fx = fmaf(w, dx, fx); fy = fmaf(w, dy, fy); fz = fmaf(w, dz, fz);
}
__global__ void __launch_bounds__(kGather) cluster_pair_viii_a(const float4* __restrict__ body, const int* __restrict__ list, float4* __restrict__ force) {
    __shared__ float4 tile[kGather];
    int i = blockIdx.x * kGather + threadIdx.x;
    float4 me = body[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    const int* mine = list + (size_t)blockIdx.x * kTilesOfList * kGather + threadIdx.x;
#pragma unroll 1
    for (int t = 0; t < kTilesOfList; ++t) {
        tile[threadIdx.x] = body[mine[t * kGather]];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < kGather; ++k) pair_add(tile[k], me, fx, fy, fz);
        __syncthreads();
    }
    force[i] = make_float4(fx, fy, fz, 0.0f);
}
__global__ void __launch_bounds__(kGather) cluster_pair_viii_b(const float4* __restrict__ body, const int* __restrict__ list, float4* __restrict__ force) {
    __shared__ float4 tile[2][kGather];
    int i = blockIdx.x * kGather + threadIdx.x;
    float4 me = body[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    const int* mine = list + (size_t)blockIdx.x * kTilesOfList * kGather + threadIdx.x;
    float4 ahead = body[mine[0]];
    int index = mine[kGather];
#pragma unroll 1
    for (int t = 0; t < kTilesOfList; ++t) {
        tile[t & 1][threadIdx.x] = ahead;
        __syncthreads();
        if (t + 1 < kTilesOfList) ahead = body[index];                    // the next tile's bodies
        if (t + 2 < kTilesOfList) index = mine[(t + 2) * kGather];        // and the list entries of the one after it
#pragma unroll 16
        for (int k = 0; k < kGather; ++k) pair_add(tile[t & 1][k], me, fx, fy, fz);
    }
    force[i] = make_float4(fx, fy, fz, 0.0f);
}

// ---------------------------------------------------------------- tile_flip (mild): transpose, four tiles a block
template <int kBuffers>
__device__ __forceinline__ void tile_flip(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[kBuffers][32][33];
    int x = threadIdx.x & 31, y = threadIdx.x >> 5;
    size_t r0 = (size_t)blockIdx.y * 32;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        size_t c0 = (size_t)blockIdx.x * 128 + q * 32;
#pragma unroll
        for (int k = 0; k < 32; k += 8) tile[q % kBuffers][y + k][x] = in[(r0 + y + k) * n + c0 + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 8) out[(c0 + y + k) * n + r0 + x] = tile[q % kBuffers][x][y + k];
        if (kBuffers == 1) __syncthreads();
    }
}
__global__ void __launch_bounds__(256) tile_flip_viii_a(const float* in, float* out, int n) { tile_flip<1>(in, out, n); }
__global__ void __launch_bounds__(256) tile_flip_viii_b(const float* in, float* out, int n) { tile_flip<2>(in, out, n); }

// ---------------------------------------------------------------- healthy
__global__ void __launch_bounds__(256) unit_rows_viii_h(const float4* __restrict__ in, float4* __restrict__ out) {
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(in + row * 128 + k * 32 + lane);
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) s = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, s))));
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    s = rsqrtf(s + 1e-6f);
#pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(out + row * 128 + k * 32 + lane, make_float4(v[k].x * s, v[k].y * s, v[k].z * s, v[k].w * s));
}
__device__ __forceinline__ uint32_t blend4(uint32_t a, uint32_t b, uint32_t m) {  // per byte: average of a and b where the mask's top bit is set, else a
    uint32_t average = __vavgu4(a, b), select = __vcmpgeu4(m, 0x80808080u);
    return (average & select) | (a & ~select);
}
__global__ void __launch_bounds__(256) matte_blend_viii_h(const uint4* __restrict__ front, const uint4* __restrict__ back, const uint4* __restrict__ matte, uint4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 512; k += 256) {
        uint4 a = __ldcs(front + i + k), b = __ldcs(back + i + k), m = __ldcs(matte + i + k);
        __stcs(out + i + k, make_uint4(blend4(a.x, b.x, m.x), blend4(a.y, b.y, m.y), blend4(a.z, b.z, m.z), blend4(a.w, b.w, m.w)));
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    const int pitch = 132 * kWindow + 64;
    const size_t kField = (size_t)pitch * kShots;  // 104 M floats
    float* field = harness::filled<float>(kField, 9);
    float* sink = harness::empty<float>(72u << 20);

    {
        std::vector<float> c(kTerms);
        for (int k = 0; k < kTerms; ++k) c[k] = unit(k + 300u);
        CHECK(cudaMemcpyToSymbol(c_virial, c.data(), sizeof(float) * kTerms));
        cases.push_back({"virial_fit_viii_a", [=] { virial_fit_viii_a<<<132, 256>>>((const float2*)field, sink, 750); }, sink, 132 * 256});
        cases.push_back({"virial_fit_viii_b", [=] { virial_fit_viii_b<<<132, 256>>>((const float2*)field, sink, 750); }, sink, 132 * 256});
    }
    {
        const size_t n = 132 * 128 * kPerThread;
        int* candidate = harness::indices(n, 1u << 30, 21);
        cases.push_back({"euler_probe_viii_a", [=] { euler_probe_viii_a<<<132, 128>>>(candidate, (uint8_t*)sink); }, sink, n, Output::u8});
        cases.push_back({"euler_probe_viii_b", [=] { euler_probe_viii_b<<<132, 128>>>(candidate, (uint8_t*)sink); }, sink, n, Output::u8});
    }
    {
        const int bytes = kSeries * 4;
        CHECK(cudaFuncSetAttribute(drift_fit_viii_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(drift_fit_viii_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        const float* gain = field + (1 << 20);
        cases.push_back({"drift_fit_viii_a", [=] { drift_fit_viii_a<<<528, 128, bytes>>>((const float4*)field, gain, sink); }, sink, 528 * 128});
        cases.push_back({"drift_fit_viii_b", [=] { drift_fit_viii_b<<<528, 128, bytes>>>((const float4*)field, gain, sink); }, sink, 528 * 128});
    }
    {
        const float limit = 475.0f;  // mean 0.5 a sample: reached near sample 950
        cases.push_back({"first_break_viii_a", [=] { first_break_viii_a<<<kTraces / 128, 128>>>(field, (int*)sink, limit); }, sink, kTraces, Output::i32});
        cases.push_back({"first_break_viii_b", [=] { first_break_viii_b<<<kTraces / 128, 128>>>(field, (int*)sink, limit); }, sink, kTraces, Output::i32});
    }
    {
        const size_t nodes = 64u << 20, n = 132 * 128 * kChainsOfThread;
        int *parent = harness::indices(nodes, (uint32_t)nodes, 5), *leaf = harness::indices(n, (uint32_t)nodes, 1234567);
        cases.push_back({"lineage_viii_a", [=] { lineage_viii_a<<<132, 128>>>(parent, leaf, (int*)sink); }, sink, n, Output::i32});
        cases.push_back({"lineage_viii_b", [=] { lineage_viii_b<<<132, 128>>>(parent, leaf, (int*)sink); }, sink, n, Output::i32});
    }
    {
        const int bags = 132 * 64 * 8;
        const uint32_t rows = (uint32_t)(kField / 32);
        std::vector<int> start(bags), items;
        for (int b = 0; b < bags; ++b) {
            start[b] = (int)items.size();
            int n = 12 + hash32(b + 8u) % 25u;
            for (int k = 0; k < n; ++k) items.push_back((int)(hash32((uint32_t)b * 64u + k) % rows));
            items.push_back(-1);
        }
        items.resize(items.size() + 32, -1);
        int *d_start = harness::uploaded(start), *d_items = harness::uploaded(items);
        cases.push_back({"ragged_bag_viii_a", [=] { ragged_bag_viii_a<<<bags / 8, 256>>>(field, d_items, d_start, sink); }, sink, (size_t)bags * 32});
        cases.push_back({"ragged_bag_viii_b", [=] { ragged_bag_viii_b<<<bags / 8, 256>>>(field, d_items, d_start, sink); }, sink, (size_t)bags * 32});
    }
    {
        const size_t n = (size_t)kColumns * kLevels;
        const float* weight = field + n;
        cases.push_back({"column_damp_viii_a", [=] { column_damp_viii_a<<<kColumns / 128, 128>>>(field, weight, sink); }, sink, n});
        cases.push_back({"column_damp_viii_b", [=] { column_damp_viii_b<<<kColumns / 128, 128>>>(field, weight, sink); }, sink, n});
    }
    {
        const int blocks = 528;
        int* order = harness::indices((size_t)blocks * 8 * kCalls, kZoo, 77);
        std::vector<float> table(kZoo * kDegree);
        for (int k = 0; k < kZoo * kDegree; ++k) table[k] = coefficient(k);
        float* d_table = harness::uploaded(table);
        cases.push_back({"rate_zoo_viii_a", [=] { rate_zoo_viii_a<<<blocks, 256>>>((const float4*)field, order, (float4*)sink); }, sink, (size_t)blocks * 1024});
        cases.push_back({"rate_zoo_viii_b", [=] { rate_zoo_viii_b<<<blocks, 256>>>((const float4*)field, order, (const float4*)d_table, (float4*)sink); }, sink, (size_t)blocks * 1024});
    }
    {
        cases.push_back({"plume_chem_viii_a", [=] { plume_chem_viii_a<<<132, 256>>>((const float4*)field, (float4*)sink, 8); }, sink, 132 * 256 * kSpecies});
        cases.push_back({"plume_chem_viii_b", [=] { plume_chem_viii_b<<<132, 256>>>((const float4*)field, (float4*)sink, 8); }, sink, 132 * 256 * kSpecies});
    }
    {
        const int n = 132 * 8 * 256 * 2, header = 16, bytes = (kSites * 4 + header) * 4;
        cases.push_back({"kde_field_viii_a", [=] { kde_field_viii_a<<<n / 256, 256, bytes>>>((const float4*)field, field, sink, n, header); }, sink, (size_t)n});
        cases.push_back({"kde_field_viii_b", [=] { kde_field_viii_b<<<n / 1024, 256, bytes>>>((const float4*)field, field, sink, n, header); }, sink, (size_t)n});
    }
    {
        const int n = 3 << 19;  // 1.5 M rows, 384 MiB
        __half* rows = harness::filled<__half>((size_t)n * 128, 55);
        cases.push_back({"lsh_sign_viii_a", [=] { lsh_sign_viii_a<<<528, 256>>>((const uint2*)rows, (const float4*)field, sink, n); }, sink, (size_t)n * 8});
        cases.push_back({"lsh_sign_viii_b", [=] { lsh_sign_viii_b<<<528, 256>>>((const uint2*)rows, (const float4*)field, sink, n); }, sink, (size_t)n * 8});
    }
    {
        std::vector<float> w(kTaps);
        for (int k = 0; k < kTaps; ++k) w[k] = 0.2f * unit(k + 70u);
        CHECK(cudaMemcpyToSymbol(c_wavelet, w.data(), sizeof(float) * kTaps));
        const int bytes = 3 * kTile4 * 16, pitch4 = pitch / 4;
        CHECK(cudaFuncSetAttribute(survey_stack_viii_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        cases.push_back({"survey_stack_viii_a", [=] { survey_stack_viii_a<<<132, 512>>>((const float4*)field, (float4*)sink, pitch4); }, sink, 132 * (size_t)kWindow});
        cases.push_back({"survey_stack_viii_b", [=] { survey_stack_viii_b<<<132, 512, bytes>>>((const float4*)field, (float4*)sink, pitch4); }, sink, 132 * (size_t)kWindow});
    }
    {
        const int bodies = 16 << 20;
        int* list = harness::indices((size_t)132 * kTilesOfList * kGather, bodies, 91);
        cases.push_back({"cluster_pair_viii_a", [=] { cluster_pair_viii_a<<<132, kGather>>>((const float4*)field, list, (float4*)sink); }, sink, 132 * kGather * 4});
        cases.push_back({"cluster_pair_viii_b", [=] { cluster_pair_viii_b<<<132, kGather>>>((const float4*)field, list, (float4*)sink); }, sink, 132 * kGather * 4});
    }
    {
        const int n = 8192;
        dim3 grid(n / 128, n / 32);
        cases.push_back({"tile_flip_viii_a", [=] { tile_flip_viii_a<<<grid, 256>>>(field, sink, n); }, sink, (size_t)n * n});
        cases.push_back({"tile_flip_viii_b", [=] { tile_flip_viii_b<<<grid, 256>>>(field, sink, n); }, sink, (size_t)n * n});
    }
    {
        const int rows = 64 << 11;  // of 512 floats
        cases.push_back({"unit_rows_viii_h", [=] { unit_rows_viii_h<<<rows / 8, 256>>>((const float4*)field, (float4*)sink); }, sink, (size_t)rows * 512});
    }
    {
        const size_t n4 = 6u << 20;  // 96 MiB a plane
        const uint4* p = (const uint4*)field;
        cases.push_back({"matte_blend_viii_h", [=] { matte_blend_viii_h<<<(int)(n4 / 512), 256>>>(p, p + n4, p + 2 * n4, (uint4*)sink); }, sink, n4 * 16, Output::u8});
    }
    return harness::run(argc, argv, cases);
}
