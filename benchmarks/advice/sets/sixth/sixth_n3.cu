#include "harness.cuh"

static constexpr unsigned FULL = 0xffffffffu;

// ---------------------------------------------------------------------------------------------------------------------------
// Graphics: every ray hit is shaded by one of six surface models, chosen by the material of what it hit.
__device__ __forceinline__ float shade_matte(float4 h) {
    float s = h.x, t = 0.31f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { t = fmaf(t, h.y, s * 0.21f); s = fmaf(s, -0.37f, t); t = fmaf(t, 0.61f, 0.013f * h.z); }
    return s * h.w + t;
}
__device__ __forceinline__ float shade_metal(float4 h) {
    float a = h.z * h.z, b = 1.0f - h.x;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { a = fmaf(b, 0.43f, -0.2f * a); b = fmaf(a, h.w, 0.11f); a = fmaf(a, b, 0.05f * h.y); }
    return a + 0.5f * b;
}
__device__ __forceinline__ float shade_cloth(float4 h) {
    float u = h.y, v = h.w, w = 0.2f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { u = fmaf(v, 0.3f, w); v = fmaf(-u, 0.4f, h.x * 0.1f); w = fmaf(w, 0.5f, u * v); }
    return u + v * w;
}
__device__ __forceinline__ float shade_skin(float4 h) {
    float r = 0.9f, d = h.x * h.y, e = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { e = fmaf(r, d, e); r *= 0.78f; d = fmaf(d, 0.91f, 0.02f * h.z); e = fmaf(e, -0.1f, h.w * 0.03f); }
    return e + d;
}
__device__ __forceinline__ float shade_glass(float4 h) {
    float n = 1.3f, f = h.z, g = h.w;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { f = fmaf(f, f, -0.7f); g = fmaf(g, n, f) * 0.25f; n = fmaf(n, -0.125f, 0.3f * h.x); }
    return f * 0.125f + g + n;
}
__device__ __forceinline__ float shade_paint(float4 h) {
    float base = h.w, coat = 0.04f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) { coat = fmaf(h.y, coat, 0.06f * base); base = fmaf(base, 0.55f, -0.35f * coat); coat = fmaf(coat, 0.3f, h.z * 0.07f); }
    return base + coat * h.x;
}
__device__ __forceinline__ float shade_hit(int material, float4 h) {
    switch (material) {
        case 0: return shade_matte(h);
        case 1: return shade_metal(h);
        case 2: return shade_cloth(h);
        case 3: return shade_skin(h);
        case 4: return shade_glass(h);
        default: return shade_paint(h);
    }
}
__global__ void __launch_bounds__(256) surface_a(const float4* __restrict__ hits, const int* __restrict__ material, float* __restrict__ radiance) {
    size_t first = blockIdx.x * (size_t)1024;
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        size_t i = first + j * 256 + threadIdx.x;
        radiance[i] = shade_hit(material[i], hits[i]);
    }
}
__global__ void __launch_bounds__(256) surface_b(const float4* __restrict__ hits, const int* __restrict__ material, float* __restrict__ radiance) {
    __shared__ float4 tile[1024];
    __shared__ float result[1024];
    __shared__ unsigned short order[1024];
    __shared__ int count[6];
    size_t first = blockIdx.x * (size_t)1024;
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 6) count[threadIdx.x] = 0;
    __syncthreads();
    int kind[4], rank[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        kind[j] = material[first + j * 256 + threadIdx.x];
        tile[j * 256 + threadIdx.x] = hits[first + j * 256 + threadIdx.x];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned same = __match_any_sync(FULL, kind[j]);
        int leader = __ffs(same) - 1, base = 0;
        if (lane == leader) base = atomicAdd(&count[kind[j]], __popc(same));
        rank[j] = __shfl_sync(FULL, base, leader) + __popc(same & ((1u << lane) - 1));
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int slot = rank[j];
        for (int k = 0; k < 5; ++k) slot += k < kind[j] ? count[k] : 0;
        order[slot] = (unsigned short)((kind[j] << 10) | (j * 256 + threadIdx.x));
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int e = order[j * 256 + threadIdx.x], item = e & 1023;
        result[item] = shade_hit(e >> 10, tile[item]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) radiance[first + j * 256 + threadIdx.x] = result[j * 256 + threadIdx.x];
}

// ---------------------------------------------------------------------------------------------------------------------------
// Finance: present value of a book of loans, each paid down month by month over its own remaining term (8 to 360 months).
__device__ __forceinline__ float loan_value(float balance, float rate, float speed, int months) {
    float pay = balance * (rate + 0.9f / (float)months), discount = 1.0f, value = 0.0f;
    for (int m = 0; m < months; ++m) {
        float interest = balance * rate;
        float prepay = fmaf(speed, interest, 0.002f) * balance;
        float paid = fminf(balance + interest, pay + prepay);
        balance = balance + interest - paid;
        value = fmaf(paid, discount, value);
        discount *= 0.9965f;
    }
    return value + balance * discount;
}
__global__ void __launch_bounds__(128) loans_a(const float* __restrict__ balance, const float* __restrict__ rate, const float* __restrict__ speed,
                                               const int* __restrict__ months, float* __restrict__ value) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    value[i] = loan_value(1.5f + balance[i], 0.006f + 0.003f * rate[i], 0.2f + 0.1f * speed[i], months[i]);
}
__global__ void __launch_bounds__(128) loans_b(const float* __restrict__ balance, const float* __restrict__ rate, const float* __restrict__ speed,
                                               const int* __restrict__ months, float* __restrict__ value) {
    __shared__ float sb[1024], sr[1024], ss[1024];
    __shared__ unsigned order[1024];
    __shared__ int bins[64], next;
    size_t first = blockIdx.x * (size_t)1024;
    int lane = threadIdx.x & 31;
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    if (threadIdx.x == 64) next = 0;
    __syncthreads();
    int term[8], rank[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int k = j * 128 + threadIdx.x;
        term[j] = months[first + k];
        sb[k] = balance[first + k]; sr[k] = rate[first + k]; ss[k] = speed[first + k];
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) rank[j] = atomicAdd(&bins[63 - (term[j] - 1) / 6], 1);   // longest first
    __syncthreads();
    if (threadIdx.x < 32) {
        int x = bins[2 * lane], y = bins[2 * lane + 1], s = x + y;
        for (int d = 1; d < 32; d *= 2) { int up = __shfl_up_sync(FULL, s, d); if (lane >= d) s += up; }
        bins[2 * lane] = s - x - y; bins[2 * lane + 1] = s - y;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) order[bins[63 - (term[j] - 1) / 6] + rank[j]] = (unsigned)(term[j] << 10 | (j * 128 + threadIdx.x));
    __syncthreads();
    for (;;) {
        int at = 0;
        if (lane == 0) at = atomicAdd(&next, 32);
        at = __shfl_sync(FULL, at, 0);
        if (at >= 1024) break;
        unsigned e = order[at + lane];
        int k = e & 1023;
        value[first + k] = loan_value(1.5f + sb[k], 0.006f + 0.003f * sr[k], 0.2f + 0.1f * ss[k], (int)(e >> 10));
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// Astronomy: background is subtracted from every pixel of a survey image; the pixels above threshold (10%) get a flux fit.
__device__ __forceinline__ float flux_fit(float v) {
    float width = 0.8f, flux = v, error = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 40; ++k) {
        float model = fmaf(flux, fmaf(width, -0.31f, 0.72f), 0.02f);
        error = v - model;
        flux = fmaf(error, 0.45f, flux);
        width = fmaf(error, 0.07f, width);
        width = fmaf(width, 0.97f, 0.02f);
        flux = fmaf(flux * width, 0.01f, flux * 0.985f);
    }
    return flux + error * width;
}
__global__ void __launch_bounds__(256) survey_a(const float4* __restrict__ image, float4* __restrict__ flux, float threshold) {
#pragma unroll 1
    for (int j = 0; j < 2; ++j) {
        size_t i = (blockIdx.x * (size_t)2 + j) * 256 + threadIdx.x;
        float4 p = image[i];
        float v[4] = {p.x, p.y, p.z, p.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (v[k] > threshold) v[k] = flux_fit(v[k]);
            else v[k] = 0.01f * v[k];
        }
        flux[i] = make_float4(v[0], v[1], v[2], v[3]);
    }
}
__global__ void __launch_bounds__(256) survey_b(const float4* __restrict__ image, float4* __restrict__ flux, float threshold) {
    __shared__ float4 tile[512];
    __shared__ unsigned short found[2048];
    __shared__ int count;
    float* pixel = reinterpret_cast<float*>(tile);
    int lane = threadIdx.x & 31;
    if (threadIdx.x == 0) count = 0;
    float4 p[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) p[j] = image[(blockIdx.x * (size_t)2 + j) * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float v[4] = {p[j].x, p[j].y, p[j].z, p[j].w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned hits = __ballot_sync(FULL, v[k] > threshold);
            int base = 0;
            if (lane == 0 && hits) base = atomicAdd(&count, __popc(hits));
            base = __shfl_sync(FULL, base, 0);
            if (v[k] > threshold) found[base + __popc(hits & ((1u << lane) - 1))] = (unsigned short)((j * 256 + threadIdx.x) * 4 + k);
            else v[k] = 0.01f * v[k];
        }
        tile[j * 256 + threadIdx.x] = make_float4(v[0], v[1], v[2], v[3]);
    }
    __syncthreads();
    int n = count;
    for (int q = threadIdx.x; q < n; q += 256) pixel[found[q]] = flux_fit(pixel[found[q]]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 2; ++j) flux[(blockIdx.x * (size_t)2 + j) * 256 + threadIdx.x] = tile[j * 256 + threadIdx.x];
}

// ---------------------------------------------------------------------------------------------------------------------------
// Audio: every spectral frame of 1024 bins is centred, scaled to unit variance, and weighted by its skewness and its peak.
struct frame_sum { __device__ float operator()(float a, float b) const { return a + b; } };
struct frame_max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
template <typename Op> __device__ __forceinline__ float frame_tree(float v, float* work, Op op) {
    int t = threadIdx.x;
    work[t] = v;
    __syncthreads();
#pragma unroll 1
    for (int s = 512; s > 0; s >>= 1) {
        if (t < s) work[t] = op(work[t], work[t + s]);
        __syncthreads();
    }
    float r = work[0];
    __syncthreads();
    return r;
}
template <typename Op> __device__ __forceinline__ float frame_warps(float v, float* work, Op op) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v = op(v, __shfl_xor_sync(FULL, v, d));
    if ((threadIdx.x & 31) == 0) work[threadIdx.x >> 5] = v;
    __syncthreads();
    v = work[threadIdx.x & 31];
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v = op(v, __shfl_xor_sync(FULL, v, d));
    return v;
}
__global__ void __launch_bounds__(1024, 2) frame_a(const float* __restrict__ spectrum, float* __restrict__ out) {
    __shared__ float work[1024];
    size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    float x = spectrum[i];
    float d = x - frame_tree(x, work, frame_sum()) * (1.0f / 1024);
    float z = d * rsqrtf(frame_tree(d * d, work, frame_sum()) * (1.0f / 1024) + 1e-6f);
    float skew = frame_tree(z * z * z, work, frame_sum()) * (1.0f / 1024);
    float peak = frame_tree(fabsf(z), work, frame_max());
    out[i] = z * fmaf(skew, 0.1f, 1.0f) / (0.5f + peak);
}
__global__ void __launch_bounds__(1024, 2) frame_b(const float* __restrict__ spectrum, float* __restrict__ out) {
    __shared__ float work[4][32];
    size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    float x = spectrum[i];
    float d = x - frame_warps(x, work[0], frame_sum()) * (1.0f / 1024);
    float z = d * rsqrtf(frame_warps(d * d, work[1], frame_sum()) * (1.0f / 1024) + 1e-6f);
    float skew = frame_warps(z * z * z, work[2], frame_sum()) * (1.0f / 1024);
    float peak = frame_warps(fabsf(z), work[3], frame_max());
    out[i] = z * fmaf(skew, 0.1f, 1.0f) / (0.5f + peak);
}

// ---------------------------------------------------------------------------------------------------------------------------
// Neuroscience: cable equation on dendrites of 32 compartments (one warp each); a dendrite that is driven hard takes 64 fine substeps.
template <bool Block> __device__ __forceinline__ void cable_run(const float* __restrict__ drive, const float* __restrict__ rest, float* __restrict__ out, int steps) {
    __shared__ float cell[32][34];
    int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
    size_t dendrite = blockIdx.x * (size_t)32 + w;
    float v = rest[dendrite * 32 + lane], gate = 0.05f, d = 0.0f;
#pragma unroll 1
    for (int t = 0; t < steps; ++t) {
        if ((t & 31) == 0) d = drive[dendrite * steps + t + lane];
        float stimulus = __shfl_sync(FULL, d, t & 31);
        cell[w][lane + 1] = v;
        if (lane == 0) cell[w][0] = v;
        if (lane == 31) cell[w][33] = v;
        if (Block) __syncthreads(); else __syncwarp();
        float flow = 0.2f * (cell[w][lane] + cell[w][lane + 2] - 2.0f * v) + 0.05f * stimulus;
        bool firing = stimulus > 0.9375f;
        int substeps = firing ? 64 : 1;
        float h = firing ? 1.0f / 64 : 1.0f;
#pragma unroll 1
        for (int k = 0; k < substeps; ++k) {
            float open = fmaf(v, v, 0.01f);
            gate = fmaf(h, fmaf(open, 0.3f, -0.4f * gate), gate);
            v = fmaf(h, fmaf(-gate, v, flow), v);
        }
        if (Block) __syncthreads(); else __syncwarp();
    }
    out[dendrite * 32 + lane] = v + gate;
}
__global__ void __launch_bounds__(1024, 2) cable_a(const float* drive, const float* rest, float* out, int steps) { cable_run<true>(drive, rest, out, steps); }
__global__ void __launch_bounds__(1024, 2) cable_b(const float* drive, const float* rest, float* out, int steps) { cable_run<false>(drive, rest, out, steps); }

// ---------------------------------------------------------------------------------------------------------------------------
// Particle physics: hits that pass the trigger are appended to one list for the readout.
__device__ __forceinline__ bool trigger_pass(float4 h, float2& keep) {
    float pt2 = h.x * h.x + h.y * h.y;
    float slope = h.z * rsqrtf(pt2 + 0.01f);
    float score = pt2 * (1.0f - 0.1f * fabsf(slope)) + 0.3f * h.w;
    keep = make_float2(sqrtf(pt2), slope);
    return score > 0.75f;
}
__global__ void __launch_bounds__(512) trigger_a(const float4* __restrict__ hits, float2* __restrict__ kept, int* count) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    float2 keep;
    if (trigger_pass(hits[i], keep)) {
        int slot = atomicAdd(count, 1);
        kept[slot] = keep;
    }
}
__global__ void __launch_bounds__(512) trigger_b(const float4* __restrict__ hits, float2* __restrict__ kept, int* count) {
    __shared__ int part[16], base;
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
    float2 keep;
    bool pass = trigger_pass(hits[i], keep);
    unsigned mask = __ballot_sync(FULL, pass);
    if (lane == 0) part[w] = __popc(mask);
    __syncthreads();
    if (w == 0) {
        int c = lane < 16 ? part[lane] : 0, s = c;
        for (int d = 1; d < 16; d *= 2) { int up = __shfl_up_sync(FULL, s, d); if (lane >= d) s += up; }
        if (lane < 16) part[lane] = s - c;
        if (lane == 15) base = atomicAdd(count, s);
    }
    __syncthreads();
    if (pass) kept[base + part[w] + __popc(mask & ((1u << lane) - 1))] = keep;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Weather: a station's 32 readings give an anomaly and a confidence; both are totalled for each of 48 climate zones.
__device__ __forceinline__ float2 station_anomaly(const float* __restrict__ readings, size_t i, size_t n) {
    float mean = 0.0f, spread = 0.0f;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) {
        float r = readings[k * n + i];
        mean = fmaf(r, 1.0f / 32, mean);
        spread = fmaf(r, r, spread);
    }
    float confidence = 1.0f / (1.0f + spread);
    return make_float2(mean * confidence, confidence);
}
__global__ void __launch_bounds__(512) zones_vi_a(const float* __restrict__ readings, const int* __restrict__ zone, float* total, int n) {
    for (size_t i = blockIdx.x * (size_t)512 + threadIdx.x; i < n; i += gridDim.x * (size_t)512) {
        float2 a = station_anomaly(readings, i, n);
        atomicAdd(&total[zone[i]], a.x);
        atomicAdd(&total[48 + zone[i]], a.y);
    }
}
__global__ void __launch_bounds__(512) zones_vi_b(const float* __restrict__ readings, const int* __restrict__ zone, float* total, int n) {
    __shared__ float part[96][32];
    int lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < 96 * 32; k += 512) part[k >> 5][k & 31] = 0.0f;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)512 + threadIdx.x; i < n; i += gridDim.x * (size_t)512) {
        float2 a = station_anomaly(readings, i, n);
        int z = zone[i];
        atomicAdd(&part[z][lane], a.x);
        atomicAdd(&part[48 + z][lane], a.y);
    }
    __syncthreads();
    if (threadIdx.x < 96) {
        float s = 0.0f;
        for (int k = 0; k < 32; ++k) s += part[threadIdx.x][(k + lane) & 31];
        atomicAdd(&total[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// Imaging: brightness-weighted histogram of a mostly dark night-vision stream (64 bins, seven of ten pixels in the darkest).
__device__ __forceinline__ int night_bin(float v, int& weight) {
    float m = v * v; m = m * m; m = m * m * m;        // |v|^12
    weight = 1 + (__float_as_int(v) >> 3 & 7);
    return min(63, (int)(m * 64.0f));
}
__global__ void __launch_bounds__(256) night_a(const float4* __restrict__ frame, int* __restrict__ histogram, int n4) {
    __shared__ int bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 p = frame[i];
        int w, b;
        b = night_bin(p.x, w); atomicAdd(&bins[b], w);
        b = night_bin(p.y, w); atomicAdd(&bins[b], w);
        b = night_bin(p.z, w); atomicAdd(&bins[b], w);
        b = night_bin(p.w, w); atomicAdd(&bins[b], w);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&histogram[threadIdx.x], bins[threadIdx.x]);
}
__global__ void __launch_bounds__(256) night_b(const float4* __restrict__ frame, int* __restrict__ histogram, int n4) {
    __shared__ int bins[64][32];
    int lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < 64 * 32; k += 256) bins[k >> 5][k & 31] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 p = frame[i];
        int w, b;
        b = night_bin(p.x, w); atomicAdd(&bins[b][lane], w);
        b = night_bin(p.y, w); atomicAdd(&bins[b][lane], w);
        b = night_bin(p.z, w); atomicAdd(&bins[b][lane], w);
        b = night_bin(p.w, w); atomicAdd(&bins[b][lane], w);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
        for (int k = 0; k < 32; ++k) s += bins[threadIdx.x][(k + lane) & 31];
        atomicAdd(&histogram[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// Logistics: parcels, sorted by route, are totalled into each route's weight and its weight times distance.
__global__ void __launch_bounds__(256) routes_a(const int4* __restrict__ route, const float4* __restrict__ weight, const float4* __restrict__ distance,
                                                float* load, float* work) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    int4 r = route[i];
    float4 w = weight[i], d = distance[i];
    atomicAdd(&load[r.x], 1.0f + w.x); atomicAdd(&work[r.x], (1.0f + w.x) * d.x);
    atomicAdd(&load[r.y], 1.0f + w.y); atomicAdd(&work[r.y], (1.0f + w.y) * d.y);
    atomicAdd(&load[r.z], 1.0f + w.z); atomicAdd(&work[r.z], (1.0f + w.z) * d.z);
    atomicAdd(&load[r.w], 1.0f + w.w); atomicAdd(&work[r.w], (1.0f + w.w) * d.w);
}
__global__ void __launch_bounds__(256) routes_b(const int4* __restrict__ route, const float4* __restrict__ weight, const float4* __restrict__ distance,
                                                float* load, float* work) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    int lane = threadIdx.x & 31;
    int4 r4 = route[i];
    float4 w4 = weight[i], d4 = distance[i];
    int r[4] = {r4.x, r4.y, r4.z, r4.w};
    float w[4] = {1.0f + w4.x, 1.0f + w4.y, 1.0f + w4.z, 1.0f + w4.w}, d[4] = {d4.x, d4.y, d4.z, d4.w};
    int key = r[0];
    float a = w[0], b = w[0] * d[0];
#pragma unroll
    for (int k = 1; k < 4; ++k) {
        if (r[k] != key) { atomicAdd(&load[key], a); atomicAdd(&work[key], b); key = r[k]; a = b = 0.0f; }
        a += w[k]; b = fmaf(w[k], d[k], b);
    }
#pragma unroll
    for (int s = 1; s < 32; s *= 2) {
        int k = __shfl_up_sync(FULL, key, s);
        float x = __shfl_up_sync(FULL, a, s), y = __shfl_up_sync(FULL, b, s);
        if (lane >= s && k == key) { a += x; b += y; }
    }
    int after = __shfl_down_sync(FULL, key, 1);
    if (lane == 31 || after != key) { atomicAdd(&load[key], a); atomicAdd(&work[key], b); }
}

// ---------------------------------------------------------------------------------------------------------------------------
// Weather (mild): phase of precipitation: each cell of the grid follows the rain or the snow formula.
__device__ __forceinline__ float rain_rate(float t, float q, float p) {
    float e = fmaf(t, fmaf(t, fmaf(t, 0.0021f, -0.014f), 0.27f), 0.61f);
    float r = p * e;
    float evaporated = fmaf(1.0f - q, 0.05f, 0.01f) * r * fmaf(r, 0.2f, 1.0f);
    return fmaf(r, fmaf(q, 0.12f, 0.83f), -evaporated);
}
__device__ __forceinline__ float snow_rate(float t, float q, float p) {
    float ratio = fmaf(t, fmaf(t, 0.31f, -0.9f), 1.4f);
    float riming = fmaf(q, fmaf(q, 0.4f, 0.1f), 0.7f) * ratio;
    float s = p * riming;
    s = fmaf(s, fmaf(s, -0.03f, 0.9f), 0.002f * q);
    return s * fmaf(t, -0.07f, 1.1f);
}
__global__ void __launch_bounds__(256) precip_a(const float4* __restrict__ temperature, const float4* __restrict__ humidity, const float4* __restrict__ water,
                                                float4* __restrict__ rate) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 t = temperature[i], q = humidity[i], p = water[i];
    float tt[4] = {t.x, t.y, t.z, t.w}, qq[4] = {q.x, q.y, q.z, q.w}, pp[4] = {p.x, p.y, p.z, p.w}, r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        if (tt[k] > 0.1f * qq[k]) {
            r[k] = rain_rate(tt[k], qq[k], pp[k]);
            if (pp[k] > 0.5f) r[k] = __fdividef(r[k], 0.75f + r[k] * r[k]);
        } else {
            r[k] = snow_rate(tt[k], qq[k], pp[k]);
            if (pp[k] < -0.5f) r[k] = __fdividef(r[k], 1.25f + pp[k] * pp[k]);
        }
    }
    rate[i] = make_float4(r[0], r[1], r[2], r[3]);
}
__global__ void __launch_bounds__(256) precip_b(const float4* __restrict__ temperature, const float4* __restrict__ humidity, const float4* __restrict__ water,
                                                float4* __restrict__ rate) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 t = temperature[i], q = humidity[i], p = water[i];
    float tt[4] = {t.x, t.y, t.z, t.w}, qq[4] = {q.x, q.y, q.z, q.w}, pp[4] = {p.x, p.y, p.z, p.w}, r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        bool warm = tt[k] > 0.1f * qq[k];
        float a = rain_rate(tt[k], qq[k], pp[k]), b = snow_rate(tt[k], qq[k], pp[k]);
        float x = warm ? a : b;
        float low = warm ? fmaf(a, a, 0.75f) : fmaf(pp[k], pp[k], 1.25f);
        bool heavy = warm ? pp[k] > 0.5f : pp[k] < -0.5f;
        r[k] = __fdividef(x, heavy ? low : 1.0f);
    }
    rate[i] = make_float4(r[0], r[1], r[2], r[3]);
}

// ---------------------------------------------------------------------------------------------------------------------------
// Fluid simulation (mild): smoothed density of 33792 probes from 32768 particles, in eight groups of 4096.
template <bool Extra> __device__ __forceinline__ void density_run(const float4* __restrict__ particle, const float4* __restrict__ probe, float* __restrict__ density, int probes) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = probe[i];
    float sum = 0.0f;
    for (int t = 0; t < 4096; t += 256) {
        float4 next = particle[blockIdx.y * 4096 + t + threadIdx.x];
        if (Extra) __syncthreads();
        tile[threadIdx.x] = next;
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 s = tile[j];
            float x = s.x - me.x, y = s.y - me.y, z = s.z - me.z;
            float q = fmaf(x, -x, fmaf(y, -y, fmaf(z, -z, 1.0f)));
            q = fmaxf(q, 0.0f);
            sum = fmaf(q * q, q * s.w, sum);
        }
        __syncthreads();
    }
    density[blockIdx.y * (size_t)probes + i] = sum;
}
__global__ void __launch_bounds__(256, 8) density_a(const float4* particle, const float4* probe, float* density, int probes) { density_run<true>(particle, probe, density, probes); }
__global__ void __launch_bounds__(256, 8) density_b(const float4* particle, const float4* probe, float* density, int probes) { density_run<false>(particle, probe, density, probes); }

int main(int argc, char** argv) {
    using harness::Output;
    const size_t big = (size_t)1 << 27;                                      // 128 Mi floats: one input shared by the streams
    float* in = harness::filled<float>(big);
    float* in2 = harness::filled<float>((size_t)1 << 25, 5);
    float* in3 = harness::filled<float>((size_t)1 << 25, 9);
    float* out = harness::empty<float>((size_t)1 << 25);
    int* count = harness::empty<int>(256);

    const size_t hits = (size_t)1 << 23;
    int* material = harness::indices(hits, 6);

    const size_t loans = (size_t)3 << 20;
    std::vector<int> term(loans);
    for (size_t i = 0; i < loans; ++i) {
        float u = 0.5f + 0.5f * harness::unit((uint32_t)i * 2654435761u + 77u);
        term[i] = 8 + (int)(352.0f * u * u * u * u);
        if (term[i] > 360) term[i] = 360;
    }
    int* months = harness::uploaded(term);

    const size_t pixels = (size_t)1 << 25;
    const int frames = 32768;
    const int dendrites = 528 * 32, steps = 256;
    const size_t events = (size_t)1 << 24;
    const int stations = 528 * 512 * 6;
    int* zone = harness::indices(stations, 48);
    const int night4 = 1 << 24;                                              // 64 Mi pixels

    const size_t parcels = (size_t)1 << 24;
    std::vector<int> key(parcels);
    int routes = 0;
    for (size_t i = 0; i < parcels; ++routes) {
        size_t run = 16 + harness::hash32((uint32_t)routes + 3u) % 161;
        for (size_t k = 0; k < run && i < parcels; ++k) key[i++] = routes;
    }
    int* route = harness::uploaded(key);
    int* hist = harness::empty<int>(64);
    float* totals = harness::empty<float>(96);
    float* loads = harness::empty<float>((size_t)routes * 2);
    const size_t cells = (size_t)1 << 25;
    const int probes = 33792;

    const float4* in4 = (const float4*)in;
    float4* out4 = (float4*)out;
    std::vector<harness::Case> cases = {
        {"surface_a", [=] { surface_a<<<(unsigned)(hits / 1024), 256>>>(in4, material, out); }, out, hits},
        {"surface_b", [=] { surface_b<<<(unsigned)(hits / 1024), 256>>>(in4, material, out); }, out, hits},
        {"loans_a", [=] { loans_a<<<(unsigned)(loans / 128), 128>>>(in, in2, in3, months, out); }, out, loans},
        {"loans_b", [=] { loans_b<<<(unsigned)(loans / 1024), 128>>>(in, in2, in3, months, out); }, out, loans},
        {"survey_a", [=] { survey_a<<<(unsigned)(pixels / 2048), 256>>>(in4, out4, 0.8f); }, out, pixels},
        {"survey_b", [=] { survey_b<<<(unsigned)(pixels / 2048), 256>>>(in4, out4, 0.8f); }, out, pixels},
        {"frame_a", [=] { frame_a<<<frames, 1024>>>(in, out); }, out, (size_t)frames * 1024},
        {"frame_b", [=] { frame_b<<<frames, 1024>>>(in, out); }, out, (size_t)frames * 1024},
        {"cable_a", [=] { cable_a<<<dendrites / 32, 1024>>>(in, in2, out, steps); }, out, (size_t)dendrites * 32},
        {"cable_b", [=] { cable_b<<<dendrites / 32, 1024>>>(in, in2, out, steps); }, out, (size_t)dendrites * 32},
        {"trigger_a", [=] { CHECK(cudaMemsetAsync(count, 0, 4)); trigger_a<<<(unsigned)(events / 512), 512>>>(in4, (float2*)out, count); }, out, events * 2},
        {"trigger_b", [=] { CHECK(cudaMemsetAsync(count, 0, 4)); trigger_b<<<(unsigned)(events / 512), 512>>>(in4, (float2*)out, count); }, out, events * 2},
        {"zones_vi_a", [=] { CHECK(cudaMemsetAsync(totals, 0, 96 * 4)); zones_vi_a<<<528, 512>>>(in, zone, totals, stations); }, totals, 96},
        {"zones_vi_b", [=] { CHECK(cudaMemsetAsync(totals, 0, 96 * 4)); zones_vi_b<<<528, 512>>>(in, zone, totals, stations); }, totals, 96},
        {"night_a", [=] { CHECK(cudaMemsetAsync(hist, 0, 64 * 4)); night_a<<<132 * 8, 256>>>(in4, hist, night4); }, hist, 64, Output::i32},
        {"night_b", [=] { CHECK(cudaMemsetAsync(hist, 0, 64 * 4)); night_b<<<132 * 8, 256>>>(in4, hist, night4); }, hist, 64, Output::i32},
        {"routes_a", [=] { CHECK(cudaMemsetAsync(loads, 0, (size_t)routes * 8));
                           routes_a<<<(unsigned)(parcels / 1024), 256>>>((const int4*)route, in4, (const float4*)in2, loads, loads + routes); }, loads, (size_t)routes * 2},
        {"routes_b", [=] { CHECK(cudaMemsetAsync(loads, 0, (size_t)routes * 8));
                           routes_b<<<(unsigned)(parcels / 1024), 256>>>((const int4*)route, in4, (const float4*)in2, loads, loads + routes); }, loads, (size_t)routes * 2},
        {"precip_a", [=] { precip_a<<<(unsigned)(cells / 1024), 256>>>(in4, (const float4*)in2, (const float4*)in3, out4); }, out, cells},
        {"precip_b", [=] { precip_b<<<(unsigned)(cells / 1024), 256>>>(in4, (const float4*)in2, (const float4*)in3, out4); }, out, cells},
        {"density_a", [=] { density_a<<<dim3(132, 8), 256>>>(in4, (const float4*)in2, out, probes); }, out, (size_t)probes * 8},
        {"density_b", [=] { density_b<<<dim3(132, 8), 256>>>(in4, (const float4*)in2, out, probes); }, out, (size_t)probes * 8},
    };
    return harness::run(argc, argv, cases);
}
