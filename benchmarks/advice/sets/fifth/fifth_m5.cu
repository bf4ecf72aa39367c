// Pairs of m5, first file: sequences, latency, occupancy, launch shapes.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

constexpr size_t N = 36u * 1024 * 1024;  // floats a pool

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}
template <typename F> __device__ __forceinline__ float4 map4(float4 v, F f) { return make_float4(f(v.x), f(v.y), f(v.z), f(v.w)); }

// ---------------------------------------------------------------- CT sinogram: transmission, log, beam hardening (3 launches against 1)
constexpr int DETECTORS = 2048;
__device__ __forceinline__ float transmission(float raw, float flat) { return (0.55f + 0.45f * raw) / (1.25f + 0.2f * flat); }
__device__ __forceinline__ float line_integral(float t) { return -__logf(fmaxf(t, 1e-3f)); }
__device__ __forceinline__ float harden(float l) { return l * (1.0f + l * (0.031f + 0.0042f * l)); }
__global__ void __launch_bounds__(256) sinogram_prep_a(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 r = raw[i], f = flat[i % (DETECTORS / 4)];
    out[i] = make_float4(transmission(r.x, f.x), transmission(r.y, f.y), transmission(r.z, f.z), transmission(r.w, f.w));
}
__global__ void __launch_bounds__(256) sinogram_log(float4* p) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    p[i] = map4(p[i], line_integral);
}
__global__ void __launch_bounds__(256) sinogram_harden(float4* p) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    p[i] = map4(p[i], harden);
}
__global__ void __launch_bounds__(256) sinogram_prep_b(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 r = raw[i], f = flat[i % (DETECTORS / 4)];
    float4 t = make_float4(transmission(r.x, f.x), transmission(r.y, f.y), transmission(r.z, f.z), transmission(r.w, f.w));
    out[i] = map4(map4(t, line_integral), harden);
}

// ---------------------------------------------------------------- snow pack: melt potential, albedo, rain on snow, water equivalent (4 launches against 1)
struct alignas(8) half4 { __half2 a, b; };
__device__ __forceinline__ float4 widen(half4 h) { float2 a = __half22float2(h.a), b = __half22float2(h.b); return make_float4(a.x, a.y, b.x, b.y); }
__device__ __forceinline__ half4 narrow(float4 v) { return half4{__floats2half2_rn(v.x, v.y), __floats2half2_rn(v.z, v.w)}; }
template <typename F> __device__ __forceinline__ float4 zip4(float4 u, float4 v, F f) { return make_float4(f(u.x, v.x), f(u.y, v.y), f(u.z, v.z), f(u.w, v.w)); }
__device__ __forceinline__ float melt_of(float temperature, float radiation) { return fmaxf(0.0f, 0.6f * temperature + 0.3f * radiation + 0.4f); }
__device__ __forceinline__ float absorbed(float melt, float albedo) { return melt * (0.6f - 0.35f * albedo); }
__device__ __forceinline__ float rained(float melt, float rain) { return melt + 0.12f * fmaxf(rain, 0.0f); }
__device__ __forceinline__ float swe_of(float melt, float temperature) { return 2.0f - melt + 0.05f * temperature * temperature; }
__global__ void __launch_bounds__(512) snow_balance_a(const float4* __restrict__ temperature, const float4* __restrict__ radiation, half4* __restrict__ melt) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    melt[i] = narrow(zip4(temperature[i], radiation[i], melt_of));
}
__global__ void __launch_bounds__(512) snow_albedo(const half4* __restrict__ melt, const float4* __restrict__ albedo, half4* __restrict__ out) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    out[i] = narrow(zip4(widen(melt[i]), albedo[i], absorbed));
}
__global__ void __launch_bounds__(512) snow_rain(const half4* __restrict__ melt, const float4* __restrict__ rain, half4* __restrict__ out) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    out[i] = narrow(zip4(widen(melt[i]), rain[i], rained));
}
__global__ void __launch_bounds__(512) snow_water(const half4* __restrict__ melt, const float4* __restrict__ temperature, float4* __restrict__ swe) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    swe[i] = zip4(widen(melt[i]), temperature[i], swe_of);
}
__global__ void __launch_bounds__(512) snow_balance_b(const float4* __restrict__ temperature, const float4* __restrict__ radiation, const float4* __restrict__ albedo,
                                                      const float4* __restrict__ rain, float4* __restrict__ swe) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    float4 t = temperature[i], r = radiation[i], a = albedo[i], w = rain[i];
    swe[i] = zip4(zip4(zip4(zip4(t, r, melt_of), a, absorbed), w, rained), t, swe_of);
}

// ---------------------------------------------------------------- cloth of a game: Verlet step panel by panel (22 launches against 1)
constexpr int PANELS = 22, PANEL_POINTS = 96 * 256;
__device__ __forceinline__ float4 verlet(float4 p, float4 q, float wind) {
    float s = 0.0004f * (1.0f + wind * p.w);
    return make_float4(p.x + 0.98f * (p.x - q.x) + s, p.y + 0.98f * (p.y - q.y) - 0.0016f, p.z + 0.98f * (p.z - q.z) + 0.5f * s, p.w);
}
__global__ void __launch_bounds__(256) cloth_panel_a(const float4* __restrict__ pos, const float4* __restrict__ old, float4* __restrict__ out, float wind) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = verlet(pos[i], old[i], wind);
}
__global__ void __launch_bounds__(256) cloth_panel_b(const float4* __restrict__ pos, const float4* __restrict__ old, float4* __restrict__ out, float wind0) {
    int i = (blockIdx.y * 96 + blockIdx.x) * 256 + threadIdx.x;
    out[i] = verlet(pos[i], old[i], wind0 + 0.1f * blockIdx.y);
}

// ---------------------------------------------------------------- line scanner: dark and gain per column kept in shared memory, rows streamed
constexpr int COLUMNS = 12288, SCAN_ROWS = 264 * 23;
__device__ __forceinline__ uint2 shade4(ushort4 q, float4 d, float4 g) {
    __half2 lo = __floats2half2_rn((q.x - d.x) * g.x, (q.y - d.y) * g.y), hi = __floats2half2_rn((q.z - d.z) * g.z, (q.w - d.w) * g.w);
    return make_uint2(*reinterpret_cast<uint32_t*>(&lo), *reinterpret_cast<uint32_t*>(&hi));
}
__device__ __forceinline__ void load_columns(float4* sdark, float4* sgain, const float4* dark, const float4* gain) {
    for (int c = threadIdx.x; c < COLUMNS / 4; c += 256) {
        float4 d = dark[c], g = gain[c];
        sdark[c] = make_float4(600 + 40 * d.x, 600 + 40 * d.y, 600 + 40 * d.z, 600 + 40 * d.w);
        sgain[c] = make_float4((1 + 0.1f * g.x) / 65536, (1 + 0.1f * g.y) / 65536, (1 + 0.1f * g.z) / 65536, (1 + 0.1f * g.w) / 65536);
    }
    __syncthreads();
}
__global__ void __launch_bounds__(256) scanner_shade_a(const ushort4* in, const float4* dark, const float4* gain, uint2* out) {
    extern __shared__ float4 table[];
    float4 *sdark = table, *sgain = table + COLUMNS / 4;
    load_columns(sdark, sgain, dark, gain);
    for (int row = blockIdx.x; row < SCAN_ROWS; row += gridDim.x)
        for (int c = threadIdx.x; c < COLUMNS / 4; c += 256) {
            size_t i = (size_t)row * (COLUMNS / 4) + c;
            out[i] = shade4(in[i], sdark[c], sgain[c]);
        }
}
__global__ void __launch_bounds__(256) scanner_shade_b(const ushort4* in, const float4* dark, const float4* gain, uint2* out) {
    extern __shared__ float4 table[];
    float4 *sdark = table, *sgain = table + COLUMNS / 4;
    load_columns(sdark, sgain, dark, gain);
    for (int row = blockIdx.x; row < SCAN_ROWS; row += gridDim.x)
#pragma unroll 1
        for (int c0 = threadIdx.x; c0 < COLUMNS / 4; c0 += 256 * 6) {
            size_t i = (size_t)row * (COLUMNS / 4) + c0;
            ushort4 q[6];
#pragma unroll
            for (int k = 0; k < 6; ++k) q[k] = in[i + k * 256];
#pragma unroll
            for (int k = 0; k < 6; ++k) out[i + k * 256] = shade4(q[k], sdark[c0 + k * 256], sgain[c0 + k * 256]);
        }
}

// ---------------------------------------------------------------- hash join: overflow pages of 31 values and a link, four buckets a warp
constexpr int BUCKETS = 2112 * 8 * 4, PAGES_EACH = 16, PAGES = BUCKETS * PAGES_EACH;
__host__ __device__ inline uint32_t page_of(uint32_t bucket, uint32_t step) { return (uint32_t)(((uint64_t)(bucket * PAGES_EACH + step) * 611953u) % PAGES); }
static __global__ void link_pages(float* pages) {
    for (uint32_t b = blockIdx.x * blockDim.x + threadIdx.x; b < BUCKETS; b += gridDim.x * blockDim.x) {
        uint32_t length = 13 + (hash32(b) & 3);
        for (uint32_t s = 0; s < PAGES_EACH; ++s) pages[(size_t)page_of(b, s) * 32 + 31] = __int_as_float(page_of(b, s + 1 < length ? s + 1 : s));
    }
}
__global__ void __launch_bounds__(256) overflow_pages_a(const float* __restrict__ pages, const int* __restrict__ heads, float* __restrict__ totals) {
    int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    for (int q = 0; q < 4; ++q) {
        int page = heads[warp * 4 + q];
        float sum = 0;
        while (true) {
            float v = pages[(size_t)page * 32 + lane];
            int next = __float_as_int(__shfl_sync(~0u, v, 31));
            if (lane < 31) sum += v;
            if (next == page) break;
            page = next;
        }
        sum = warp_sum(sum);
        if (lane == 0) totals[warp * 4 + q] = sum;
    }
}
__global__ void __launch_bounds__(256) overflow_pages_b(const float* __restrict__ pages, const int* __restrict__ heads, float* __restrict__ totals) {
    int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    int4 h = reinterpret_cast<const int4*>(heads)[warp];
    int page[4] = {h.x, h.y, h.z, h.w};
    float sum[4] = {0, 0, 0, 0};
    bool alive[4] = {true, true, true, true};
    while (alive[0] || alive[1] || alive[2] || alive[3]) {
        float v[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) v[q] = alive[q] ? pages[(size_t)page[q] * 32 + lane] : 0.0f;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            int next = __float_as_int(__shfl_sync(~0u, v[q], 31));
            if (lane < 31) sum[q] += v[q];
            alive[q] = alive[q] && next != page[q];
            page[q] = next;
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        float s = warp_sum(sum[q]);
        if (lane == 0) totals[warp * 4 + q] = s;
    }
}

// ---------------------------------------------------------------- classification: residual of a record against its class centroid (persistent, centroids in shared memory)
constexpr int CLASSES = 256, RECORDS = 2112 * 4 * 34;
__device__ __forceinline__ float residual_of(float4 x, float4 c) {
    float mean = warp_sum(x.x + x.y + x.z + x.w) * (1.0f / 128);
    float a = x.x - mean - c.x, b = x.y - mean - c.y, d = x.z - mean - c.z, e = x.w - mean - c.w;
    float spread = warp_sum(a * a + b * b + d * d + e * e) * (1.0f / 128);
    float w = rsqrtf(spread + 1e-6f);
    return warp_sum(fabsf(a * w) + fabsf(b * w) + fabsf(d * w) + fabsf(e * w));
}
__global__ void __launch_bounds__(512) centroid_residual_a(const float4* __restrict__ records, const int* __restrict__ classes, const float4* __restrict__ centroids, float* __restrict__ out) {
    extern __shared__ float4 table[];
    for (int i = threadIdx.x; i < CLASSES * 32; i += 512) table[i] = centroids[i];
    __syncthreads();
    int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int r = blockIdx.x * 16 + (threadIdx.x >> 5); r < RECORDS; r += gridDim.x * 16) {
        float4 x = records[(size_t)r * 32 + lane];
        float4 c = table[classes[r] * 32 + lane];
        float v = residual_of(x, c);
        if (lane == 0) out[r] = v;
    }
}
__global__ void __launch_bounds__(512) centroid_residual_b(const float4* __restrict__ records, const int* __restrict__ classes, const float4* __restrict__ centroids, float* __restrict__ out) {
    extern __shared__ float4 table[];
    for (int i = threadIdx.x; i < CLASSES * 32; i += 512) table[i] = centroids[i];
    __syncthreads();
    int lane = threadIdx.x & 31, step = gridDim.x * 16, r = blockIdx.x * 16 + (threadIdx.x >> 5);
    float4 x[4]; int k[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = records[(size_t)(r + j * step) * 32 + lane]; k[j] = classes[r + j * step]; }
#pragma unroll 1
    for (; r < RECORDS; r += 4 * step) {
        float4 nx[4]; int nk[4];
        bool more = r + 4 * step < RECORDS;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            nx[j] = more ? records[(size_t)(r + (j + 4) * step) * 32 + lane] : x[j];
            nk[j] = more ? classes[r + (j + 4) * step] : 0;
        }
        float v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = residual_of(x[j], table[k[j] * 32 + lane]);
#pragma unroll
        for (int j = 0; j < 4; ++j) { if (lane == 0) out[r + j * step] = v[j]; x[j] = nx[j]; k[j] = nk[j]; }
    }
}

// ---------------------------------------------------------------- field of soft charges on a cloud of points, charges in shared memory
constexpr int CENTRES = 1024, FIELD_POINTS = 132 * 8 * 256;
struct Centre { float x, y, z, charge, reach; };
__device__ __forceinline__ float soft(float4 p, float x, float y, float z, float charge, float reach, float acc) {
    float dx = p.x - x, dy = p.y - y, dz = p.z - z;
    float t = fmaxf(0.0f, 1.0f - reach * (dx * dx + dy * dy + dz * dz));
    return acc + charge * (t * t * t);
}
__global__ void __launch_bounds__(256) charge_centres_a(const float4* __restrict__ points, const Centre* __restrict__ centres, const int2* __restrict__ ranges, float* __restrict__ field) {
    __shared__ Centre near[CENTRES];
    for (int i = threadIdx.x; i < CENTRES; i += 256) near[i] = centres[i];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = points[i];
    int2 range = ranges[blockIdx.x];
    float acc = 0;
#pragma unroll 4
    for (int j = range.x; j < range.y; ++j) acc = soft(p, near[j].x, near[j].y, near[j].z, near[j].charge, near[j].reach, acc);
    field[i] = acc;
}
__global__ void __launch_bounds__(256) charge_centres_b(const float4* __restrict__ points, const Centre* __restrict__ centres, const int2* __restrict__ ranges, float* __restrict__ field) {
    __shared__ float4 near[CENTRES];
    __shared__ float reach[CENTRES];
    for (int i = threadIdx.x; i < CENTRES; i += 256) {
        Centre c = centres[i];
        near[i] = make_float4(c.x, c.y, c.z, c.charge); reach[i] = c.reach;
    }
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = points[i];
    int2 range = ranges[blockIdx.x];
    float acc = 0;
#pragma unroll 4
    for (int j = range.x; j < range.y; ++j) { float4 c = near[j]; acc = soft(p, c.x, c.y, c.z, c.w, reach[j], acc); }
    field[i] = acc;
}

// ---------------------------------------------------------------- gauge network: station offset, rarely a regression refit of a suspicious reading
constexpr int TERMS = 11, STATIONS = 65536;
__device__ __forceinline__ float basis_term(float v, int j) { return (j & 1) ? v * (1.0f + 0.13f * j) : v * v - 0.07f * j; }
__device__ __forceinline__ float refit_unrolled(const float* __restrict__ x, size_t at) {
    float m[TERMS][TERMS], b[TERMS];
#pragma unroll
    for (int i = 0; i < TERMS; ++i) { b[i] = 0;
#pragma unroll
        for (int j = 0; j <= i; ++j) m[i][j] = i == j; }
#pragma unroll 1
    for (int k = 0; k < 20; ++k) {
        float v = x[(at + k * 37) % N], phi[TERMS];
#pragma unroll
        for (int i = 0; i < TERMS; ++i) { phi[i] = basis_term(v, i); b[i] += phi[i] * (v + 0.01f * k);
#pragma unroll
            for (int j = 0; j <= i; ++j) m[i][j] += phi[i] * phi[j]; }
    }
#pragma unroll
    for (int i = 0; i < TERMS; ++i) {
#pragma unroll
        for (int j = 0; j <= i; ++j) {
            float s = m[i][j];
#pragma unroll
            for (int k = 0; k < j; ++k) s -= m[i][k] * m[j][k];
            m[i][j] = i == j ? rsqrtf(fmaxf(s, 1e-3f)) : s * m[j][j];
        }
        float s = b[i];
#pragma unroll
        for (int k = 0; k < i; ++k) s -= m[i][k] * b[k];
        b[i] = s * m[i][i];
    }
    float sum = 0;
#pragma unroll
    for (int i = 0; i < TERMS; ++i) sum += b[i];
    return sum;
}
__device__ __noinline__ float refit_compact(const float* __restrict__ x, size_t at) {  // the same, rolled: the matrix lives in local memory
    float m[TERMS][TERMS], b[TERMS], phi[TERMS];
#pragma unroll 1
    for (int i = 0; i < TERMS; ++i) { b[i] = 0;
#pragma unroll 1
        for (int j = 0; j <= i; ++j) m[i][j] = i == j; }
#pragma unroll 1
    for (int k = 0; k < 20; ++k) {
        float v = x[(at + k * 37) % N];
#pragma unroll 1
        for (int i = 0; i < TERMS; ++i) { phi[i] = basis_term(v, i); b[i] += phi[i] * (v + 0.01f * k);
#pragma unroll 1
            for (int j = 0; j <= i; ++j) m[i][j] += phi[i] * phi[j]; }
    }
#pragma unroll 1
    for (int i = 0; i < TERMS; ++i) {
#pragma unroll 1
        for (int j = 0; j <= i; ++j) {
            float s = m[i][j];
#pragma unroll 1
            for (int k = 0; k < j; ++k) s -= m[i][k] * m[j][k];
            m[i][j] = i == j ? rsqrtf(fmaxf(s, 1e-3f)) : s * m[j][j];
        }
        float s = b[i];
#pragma unroll 1
        for (int k = 0; k < i; ++k) s -= m[i][k] * b[k];
        b[i] = s * m[i][i];
    }
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < TERMS; ++i) sum += b[i];
    return sum;
}
__global__ void __launch_bounds__(256) station_refit_a(const float4* __restrict__ x, const int* __restrict__ owner, const float* __restrict__ offset, half4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    float o = offset[owner[i >> 5]];
    if (fabsf(v.x + v.y + v.z + v.w) > 3.7f) o += refit_unrolled(reinterpret_cast<const float*>(x), i * 4);
    out[i] = narrow(make_float4(v.x + o, v.y + o, v.z + o, v.w + o));
}
__global__ void __launch_bounds__(256) station_refit_b(const float4* __restrict__ x, const int* __restrict__ owner, const float* __restrict__ offset, half4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    float o = offset[owner[i >> 5]];
    if (fabsf(v.x + v.y + v.z + v.w) > 3.7f) o += refit_compact(reinterpret_cast<const float*>(x), i * 4);
    out[i] = narrow(make_float4(v.x + o, v.y + o, v.z + o, v.w + o));
}

// ---------------------------------------------------------------- fish larvae carried by ocean currents, ten steps; the few in the fastest jets get a regression of their patch
constexpr int SEA = 2048, LARVAE = 4096 * 1024;
template <typename Refit> __device__ __forceinline__ void advect_body(const float2* __restrict__ jitter, const float2* __restrict__ current, float2* __restrict__ out, Refit refit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 q = jitter[i], v = make_float2(0, 0);
    float x = (i & 4095) * 0.5f + 0.3f * q.x, y = (i >> 12) * 2.0f + 0.3f * q.y;
#pragma unroll 1
    for (int step = 0; step < 10; ++step) {
        int cx = min(max((int)x, 0), SEA - 1), cy = min(max((int)y, 0), SEA - 1);
        v = current[cy * SEA + cx];
        x += 0.08f * v.x; y += 0.08f * v.y;
    }
    if (fabsf(v.x) + fabsf(v.y) > 1.99f) x += 1e-3f * refit(reinterpret_cast<const float*>(current), (size_t)i * 2);
    out[i] = make_float2(x, y);
}
__global__ void __launch_bounds__(256) larvae_advect_a(const float2* __restrict__ jitter, const float2* __restrict__ current, float2* __restrict__ out) {
    advect_body(jitter, current, out, [](const float* p, size_t at) { return refit_unrolled(p, at); });
}
__global__ void __launch_bounds__(256) larvae_advect_b(const float2* __restrict__ jitter, const float2* __restrict__ current, float2* __restrict__ out) {
    advect_body(jitter, current, out, [](const float* p, size_t at) { return refit_compact(p, at); });
}

// ---------------------------------------------------------------- pension cohorts: 40 ages of a district under a hazard, 400 months
constexpr int AGES = 40, DISTRICTS = 132 * 200;
__device__ __forceinline__ float survive(float alive, float frail, float hazard, float care) {
#pragma unroll 8
    for (int month = 0; month < 400; ++month) {
        float died = alive * fmaf(frail, hazard, 0.001f);
        alive = fmaf(-0.02f, died, alive);
        frail = fmaf(frail, care, 0.0005f);
    }
    return alive;
}
__global__ void cohort_survival_a(const float* __restrict__ hazard, const float* __restrict__ frailty, float* __restrict__ alive) {
    int age = threadIdx.x, district = blockIdx.x;  // one block of 40 ages a district
    alive[district * AGES + age] = survive(1.0f, 0.3f + 0.2f * frailty[district * AGES + age], 0.1f + 0.05f * hazard[district], 0.9995f - 0.00001f * age);
}
__global__ void cohort_survival_b(const float* __restrict__ hazard, const float* __restrict__ frailty, float* __restrict__ alive) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, district = i / AGES, age = i % AGES;  // 160 threads: four districts
    alive[i] = survive(1.0f, 0.3f + 0.2f * frailty[i], 0.1f + 0.05f * hazard[district], 0.9995f - 0.00001f * age);
}

// ---------------------------------------------------------------- present value of cash flow strips, 64 dates a strip
constexpr int DATES = 64, STRIPS = 132 * 16 * 4 * 64;
__global__ void __launch_bounds__(64) cashflow_strip_a(const float* __restrict__ flows, const float* __restrict__ rates, float* __restrict__ value) {
    __shared__ float half_sum[2];
    int t = threadIdx.x;
    float discount = __expf(-(0.03f + 0.01f * rates[t]) * 0.5f * (t + 1));
    float v = warp_sum(flows[(size_t)blockIdx.x * DATES + t] * discount);
    if ((t & 31) == 0) half_sum[t >> 5] = v;
    __syncthreads();
    if (t == 0) value[blockIdx.x] = half_sum[0] + half_sum[1];
}
__global__ void __launch_bounds__(128) cashflow_strip_b(const float2* __restrict__ flows, const float* __restrict__ rates, float* __restrict__ value) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 4;
    float d0 = __expf(-(0.03f + 0.01f * rates[2 * lane]) * 0.5f * (2 * lane + 1)), d1 = __expf(-(0.03f + 0.01f * rates[2 * lane + 1]) * 0.5f * (2 * lane + 2));
    for (int s = blockIdx.x * 4 + (threadIdx.x >> 5); s < STRIPS; s += 4 * warps) {
        float2 f[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) f[k] = flows[(size_t)(s + k * warps) * 32 + lane];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float v = warp_sum(f[k].x * d0 + f[k].y * d1);
            if (lane == 0) value[s + k * warps] = v;
        }
    }
}

// ---------------------------------------------------------------- MRI: Bloch rotation and relaxation of every voxel's magnetisation
constexpr int VOXELS = 132 * 16 * 128 * 4, PULSES = 240;
struct Rotation { float m[9], x0, y0, z0; };
__device__ __forceinline__ Rotation rotation_of(float4 v) {
    float c, s, d, e;
    __sincosf(0.3f + 0.2f * v.x, &s, &c); __sincosf(0.1f + 0.2f * v.y, &e, &d);
    float t2 = 0.95f + 0.03f * v.z, t1 = 0.98f + 0.01f * v.w;
    return Rotation{{t2 * c, t2 * s * d, t2 * s * e, -t2 * s, t2 * c * d, t2 * c * e, 0.0f * t1, -t1 * e, t1 * d}, 0.001f * v.x, 0.002f * v.y, 1.0f - t1};
}
__device__ __forceinline__ float fma_row(float a, float b, float c, float x, float y, float z, float d) { return fmaf(c, z, fmaf(b, y, fmaf(a, x, d))); }
__device__ __forceinline__ float ieee_row(float a, float b, float c, float x, float y, float z, float d) {  // rounds like the reference on the CPU
    return __fadd_rn(__fadd_rn(__fadd_rn(__fmul_rn(a, x), d), __fmul_rn(b, y)), __fmul_rn(c, z));
}
__global__ void __launch_bounds__(128) bloch_voxels_a(const float4* __restrict__ tissue, float* __restrict__ signal) {
    int i = blockIdx.x * 128 + threadIdx.x;
    Rotation r = rotation_of(tissue[i]);
    float x = 0, y = 0, z = 1, echo = 0;
#pragma unroll 4
    for (int p = 0; p < PULSES; ++p) {
        float u = ieee_row(r.m[0], r.m[1], r.m[2], x, y, z, r.x0), v = ieee_row(r.m[3], r.m[4], r.m[5], x, y, z, r.y0);
        z = ieee_row(r.m[6], r.m[7], r.m[8], x, y, z, r.z0); x = u; y = v;
        echo = __fadd_rn(echo, __fmul_rn(x, y));
    }
    signal[i] = echo;
}
__global__ void __launch_bounds__(128) bloch_voxels_b(const float4* __restrict__ tissue, float* __restrict__ signal) {
    int i = blockIdx.x * 128 + threadIdx.x;
    Rotation r = rotation_of(tissue[i]);
    float x = 0, y = 0, z = 1, echo = 0;
#pragma unroll 4
    for (int p = 0; p < PULSES; ++p) {
        float u = fma_row(r.m[0], r.m[1], r.m[2], x, y, z, r.x0), v = fma_row(r.m[3], r.m[4], r.m[5], x, y, z, r.y0);
        z = fma_row(r.m[6], r.m[7], r.m[8], x, y, z, r.z0); x = u; y = v;
        echo = fmaf(x, y, echo);
    }
    signal[i] = echo;
}

int main(int argc, char** argv) {
    float *P0 = filled<float>(N, 3), *P1 = filled<float>(N, 11), *P2 = empty<float>(N);
    link_pages<<<512, 128>>>(P1); CHECK(cudaGetLastError());  // every 32nd word of P1 becomes a link (a tiny denormal when read as a float)
    std::vector<int> head(BUCKETS); for (int b = 0; b < BUCKETS; ++b) head[b] = (int)page_of(b, 0);
    int* heads = uploaded(head);
    int *classes = indices(RECORDS, CLASSES), *owner = indices(N / 128, STATIONS, 5);
    std::vector<Centre> centre(CENTRES);
    for (int i = 0; i < CENTRES; ++i) centre[i] = Centre{unit(5 * i), unit(5 * i + 1), unit(5 * i + 2), unit(5 * i + 3), 0.6f + 0.3f * unit(5 * i + 4)};
    Centre* centres = uploaded(centre);
    std::vector<int2> range(1056); for (int b = 0; b < 1056; ++b) { int lo = hash32(b) % 24; range[b] = make_int2(lo, lo + 1000); }
    int2* ranges = uploaded(range);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    size_t H = N / 2;
    float *tp = P0, *rad = P0 + H, *alb = P1, *rain = P1 + H;
    half4 *t1 = reinterpret_cast<half4*>(P2 + H), *t2 = reinterpret_cast<half4*>(P2 + H + H / 2);
    auto sea = reinterpret_cast<float2*>(P0 + H);
    for (auto k : {(const void*)scanner_shade_a, (const void*)scanner_shade_b}) CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, COLUMNS * 8));
    for (auto k : {(const void*)centroid_residual_a, (const void*)centroid_residual_b}) CHECK(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, CLASSES * 512));
    int b4 = N / 4 / 256, bh = H / 4 / 512;
    std::vector<Case> c;
    c.push_back({"sinogram_prep_a", [=] { sinogram_prep_a<<<b4, 256>>>(f4(P0), f4(P1), f4(P2)); sinogram_log<<<b4, 256>>>(f4(P2)); sinogram_harden<<<b4, 256>>>(f4(P2)); }, P2, N, Output::f32});
    c.push_back({"sinogram_prep_b", [=] { sinogram_prep_b<<<b4, 256>>>(f4(P0), f4(P1), f4(P2)); }, P2, N, Output::f32});
    c.push_back({"snow_balance_a", [=] { snow_balance_a<<<bh, 512>>>(f4(tp), f4(rad), t1); snow_albedo<<<bh, 512>>>(t1, f4(alb), t2); snow_rain<<<bh, 512>>>(t2, f4(rain), t1);
                                         snow_water<<<bh, 512>>>(t1, f4(tp), f4(P2)); }, P2, H, Output::f32});
    c.push_back({"snow_balance_b", [=] { snow_balance_b<<<bh, 512>>>(f4(tp), f4(rad), f4(alb), f4(rain), f4(P2)); }, P2, H, Output::f32});
    c.push_back({"cloth_panel_a", [=] { for (int p = 0; p < PANELS; ++p) { size_t o = (size_t)p * PANEL_POINTS; cloth_panel_a<<<96, 256>>>(f4(P0) + o, f4(P1) + o, f4(P2) + o, 0.3f + 0.1f * p); } }, P2, (size_t)PANELS * PANEL_POINTS * 4, Output::f32});
    c.push_back({"cloth_panel_b", [=] { cloth_panel_b<<<dim3(96, PANELS), 256>>>(f4(P0), f4(P1), f4(P2), 0.3f); }, P2, (size_t)PANELS * PANEL_POINTS * 4, Output::f32});
    auto u4 = reinterpret_cast<ushort4*>(P0); auto o2 = reinterpret_cast<uint2*>(P2);
    c.push_back({"scanner_shade_a", [=] { scanner_shade_a<<<264, 256, COLUMNS * 8>>>(u4, f4(P1), f4(P1 + COLUMNS), o2); }, P2, (size_t)SCAN_ROWS * COLUMNS, Output::f16});
    c.push_back({"scanner_shade_b", [=] { scanner_shade_b<<<264, 256, COLUMNS * 8>>>(u4, f4(P1), f4(P1 + COLUMNS), o2); }, P2, (size_t)SCAN_ROWS * COLUMNS, Output::f16});
    c.push_back({"overflow_pages_a", [=] { overflow_pages_a<<<2112, 256>>>(P1, heads, P2); }, P2, (size_t)BUCKETS, Output::f32});
    c.push_back({"overflow_pages_b", [=] { overflow_pages_b<<<2112, 256>>>(P1, heads, P2); }, P2, (size_t)BUCKETS, Output::f32});
    c.push_back({"centroid_residual_a", [=] { centroid_residual_a<<<132, 512, CLASSES * 512>>>(f4(P0), classes, f4(P1), P2); }, P2, (size_t)RECORDS, Output::f32});
    c.push_back({"centroid_residual_b", [=] { centroid_residual_b<<<132, 512, CLASSES * 512>>>(f4(P0), classes, f4(P1), P2); }, P2, (size_t)RECORDS, Output::f32});
    c.push_back({"charge_centres_a", [=] { charge_centres_a<<<1056, 256>>>(f4(P0), centres, ranges, P2); }, P2, (size_t)FIELD_POINTS, Output::f32});
    c.push_back({"charge_centres_b", [=] { charge_centres_b<<<1056, 256>>>(f4(P0), centres, ranges, P2); }, P2, (size_t)FIELD_POINTS, Output::f32});
    c.push_back({"station_refit_a", [=] { station_refit_a<<<b4, 256>>>(f4(P0), owner, P1, reinterpret_cast<half4*>(P2)); }, P2, N, Output::f16});
    c.push_back({"station_refit_b", [=] { station_refit_b<<<b4, 256>>>(f4(P0), owner, P1, reinterpret_cast<half4*>(P2)); }, P2, N, Output::f16});
    c.push_back({"larvae_advect_a", [=] { larvae_advect_a<<<LARVAE / 256, 256>>>(reinterpret_cast<float2*>(P0), sea, reinterpret_cast<float2*>(P2)); }, P2, 2ull * LARVAE, Output::f32});
    c.push_back({"larvae_advect_b", [=] { larvae_advect_b<<<LARVAE / 256, 256>>>(reinterpret_cast<float2*>(P0), sea, reinterpret_cast<float2*>(P2)); }, P2, 2ull * LARVAE, Output::f32});
    c.push_back({"cohort_survival_a", [=] { cohort_survival_a<<<DISTRICTS, AGES>>>(P0, P0 + H, P2); }, P2, (size_t)DISTRICTS * AGES, Output::f32});
    c.push_back({"cohort_survival_b", [=] { cohort_survival_b<<<DISTRICTS * AGES / 160, 160>>>(P0, P0 + H, P2); }, P2, (size_t)DISTRICTS * AGES, Output::f32});
    c.push_back({"cashflow_strip_a", [=] { cashflow_strip_a<<<STRIPS, 64>>>(P0, P1, P2); }, P2, (size_t)STRIPS, Output::f32});
    c.push_back({"cashflow_strip_b", [=] { cashflow_strip_b<<<132 * 16, 128>>>(reinterpret_cast<float2*>(P0), P1, P2); }, P2, (size_t)STRIPS, Output::f32});
    c.push_back({"bloch_voxels_a", [=] { bloch_voxels_a<<<VOXELS / 128, 128>>>(f4(P0), P2); }, P2, (size_t)VOXELS, Output::f32});
    c.push_back({"bloch_voxels_b", [=] { bloch_voxels_b<<<VOXELS / 128, 128>>>(f4(P0), P2); }, P2, (size_t)VOXELS, Output::f32});
    return run(argc, argv, c);
}
