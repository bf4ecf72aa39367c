// Divergence, barriers, atomics: measured before/after pairs.
#include "harness.cuh"
using u32 = unsigned int; using u64 = unsigned long long;
static const size_t N = 41091072;  // 132*512*4*152

// ---- planetary impact hydrocode: equation of state of mixed materials ----
__device__ __forceinline__ float eos(int m, float r, float e) {
    float p;
    switch (m) {
    case 0: { float x = r;
#pragma unroll 4
        for (int k = 0; k < 20; ++k) x = fmaf(0.25f * x, e - x, 0.5f * r); p = x * 1.5f; break; }
    case 1: { float c = fmaf(0.2f, e, 0.6f * r), y = c;
#pragma unroll 4
        for (int k = 0; k < 24; ++k) { float t = fmaf(-0.3f * y, y, c); y = fmaf(0.5f, t, 0.5f * y); } p = y + e; break; }
    case 2: { float a = r, b = e;
#pragma unroll 2
        for (int k = 0; k < 14; ++k) { float t = fmaf(0.3f * b, e, 0.5f * a); b = fmaf(-0.3f * a, r, fmaf(0.4f, b, 0.1f)); a = t; } p = a * b; break; }
    default: { float z = e;
#pragma unroll 4
        for (int k = 0; k < 16; ++k) { float q = z * z; z = fmaf(0.3f * q, z, fmaf(-0.4f * z, e, 0.3f * r)); } p = z - r; break; }
    }
    return p;
}
__global__ void __launch_bounds__(256) mantle_eos_a(const float* rho, const float* en, const unsigned char* mat, float* out) {
    int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < 4; ++j) { int i = base + j * 256; out[i] = eos(mat[i], rho[i], en[i]); }
}
__global__ void __launch_bounds__(256) mantle_eos_b(const float* rho, const float* en, const unsigned char* mat, float* out) {
    __shared__ float sr[1024], se[1024]; __shared__ unsigned short slot[1024]; __shared__ int cnt[4];
    int tid = threadIdx.x, lane = tid & 31, base = blockIdx.x * 1024 + tid, m[4], rank[4];
    if (tid < 4) cnt[tid] = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) { sr[j * 256 + tid] = rho[base + j * 256]; se[j * 256 + tid] = en[base + j * 256]; m[j] = mat[base + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        u32 peers = __match_any_sync(~0u, m[j]); int leader = __ffs(peers) - 1, b = 0;
        if (lane == leader) b = atomicAdd(&cnt[m[j]], __popc(peers));
        rank[j] = __shfl_sync(~0u, b, leader) + __popc(peers & ((1u << lane) - 1));
    }
    __syncthreads();
    int o1 = cnt[0], o2 = o1 + cnt[1], o3 = o2 + cnt[2];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int o = m[j] == 0 ? 0 : m[j] == 1 ? o1 : m[j] == 2 ? o2 : o3;
        slot[o + rank[j]] = (unsigned short)((j * 256 + tid) | m[j] << 10);
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) { int s = slot[j * 256 + tid], i = s & 1023; sr[i] = eos(s >> 10, sr[i], se[i]); }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + j * 256] = sr[j * 256 + tid];
}
// ---- leasing book: present value over the remaining months of every contract ----
__device__ __forceinline__ float lease(float pay, float rate, int term) {
    float v = fmaf(-0.01f, fabsf(rate), 0.995f), df = 1.f, acc = 0.f, p = 1.f + pay * 0.5f;
    for (int m = 0; m < term; ++m) { df *= v; float c = fmaxf(p, 0.7f); acc = fmaf(df, c, acc); p = fmaf(p, 1.002f, -0.0015f); }
    return acc;
}
__global__ void __launch_bounds__(192) lease_runoff_a(const float* pay, const float* rate, const int* term, float* out) {
    int i = blockIdx.x * 192 + threadIdx.x; out[i] = lease(pay[i], rate[i], term[i]);
}
__global__ void __launch_bounds__(192) lease_runoff_b(const float* pay, const float* rate, const int* term, float* out) {
    int i = blockIdx.x * 192 + threadIdx.x; out[i] = lease(pay[i], rate[i], term[i]);
}
// ---- procedural stone: several noise flavours chosen by a mask ----
__device__ __forceinline__ float wob(float x) { float r = (x + 12582912.f) - 12582912.f, f = x - r; return f * fmaf(-8.f, fabsf(f), 4.f); }
template <int KIND> __device__ __forceinline__ float stone(float x, float y) {
    const float gain = KIND == 0 ? 1.9f : KIND == 1 ? 2.1f : KIND == 2 ? 1.7f : 2.3f, fall = KIND == 0 ? 0.5f : KIND == 1 ? 0.6f : KIND == 2 ? 0.45f : 0.55f;
    float v = 0.f, a = 0.5f;
#pragma unroll 2
    for (int o = 0; o < 6; ++o) {
        float n = wob(x) * wob(y + 0.37f);
        if (KIND == 0) v = fmaf(a, n, v);
        if (KIND == 1) v = fmaf(a, fabsf(n), v);
        if (KIND == 2) v = fmaf(a, 1.f - fabsf(n), v);
        if (KIND == 3) v = fmaf(a, fmaf(0.5f, n, 0.5f), v);
        float t = gain * fmaf(0.8f, x, -0.6f * y); y = gain * fmaf(0.6f, x, 0.8f * y); x = t; a *= fall;
    }
    return v;
}
__global__ void __launch_bounds__(128) geode_shader_a(const unsigned char* mask, float* img, int w, float su, float sv) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y; size_t i = (size_t)y * w + x;
    float u = x * su, v = y * sv, r;
    switch (mask[i]) {
    case 0: r = stone<0>(u, v); break;
    case 1: r = stone<1>(u, v); break;
    case 2: r = stone<2>(u, v); break;
    default: r = stone<3>(u, v); break;
    }
    img[i] = r;
}
__global__ void __launch_bounds__(128) geode_shader_b(const unsigned char* mask, float* img, int w, float su, float sv) {
    int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 4 + threadIdx.y; size_t i = (size_t)py * w + px;
    float x = px * su, y = py * sv, v = 0.f, a = 0.5f; int k = mask[i];
    float gain = k == 0 ? 1.9f : k == 1 ? 2.1f : k == 2 ? 1.7f : 2.3f, fall = k == 0 ? 0.5f : k == 1 ? 0.6f : k == 2 ? 0.45f : 0.55f;
    float c0 = k == 2 ? 1.f : k == 3 ? 0.5f : 0.f, c1 = k == 0 ? 1.f : k == 3 ? 0.5f : 0.f, c2 = k == 1 ? 1.f : k == 2 ? -1.f : 0.f;
#pragma unroll 2
    for (int o = 0; o < 6; ++o) {
        float n = wob(x) * wob(y + 0.37f);
        v = fmaf(a, fmaf(c2, fabsf(n), fmaf(c1, n, c0)), v);
        float t = gain * fmaf(0.8f, x, -0.6f * y); y = gain * fmaf(0.6f, x, 0.8f * y); x = t; a *= fall;
    }
    img[i] = v;
}
// ---- sparsemax attention rows of 1024: threshold by bisection ----
__device__ __forceinline__ float over(float4 v, float t) { return fmaxf(v.x - t, 0.f) + fmaxf(v.y - t, 0.f) + fmaxf(v.z - t, 0.f) + fmaxf(v.w - t, 0.f); }
__device__ __forceinline__ float4 clip(float4 v, float t) { return make_float4(fmaxf(v.x - t, 0.f), fmaxf(v.y - t, 0.f), fmaxf(v.z - t, 0.f), fmaxf(v.w - t, 0.f)); }
__global__ void __launch_bounds__(256) sparsemax_rows_a(const float4* x, float4* out) {
    __shared__ float s[256]; int t = threadIdx.x; size_t i = blockIdx.x * (size_t)256 + t;
    float4 v = x[i]; float lo = -1.f, hi = 1.f;
    for (int it = 0; it < 20; ++it) {
        float mid = 0.5f * (lo + hi);
        s[t] = over(v, mid); __syncthreads();
        for (int h = 128; h > 0; h >>= 1) { if (t < h) s[t] += s[t + h]; __syncthreads(); }
        float total = s[0]; __syncthreads();
        if (total > 1.f) lo = mid; else hi = mid;
    }
    out[i] = clip(v, lo);
}
__global__ void __launch_bounds__(256) sparsemax_rows_b(const float4* x, float4* out) {
    __shared__ float4 s[2][2]; int t = threadIdx.x; size_t i = blockIdx.x * (size_t)256 + t;
    float4 v = x[i]; float lo = -1.f, hi = 1.f;
    for (int it = 0; it < 20; ++it) {
        float mid = 0.5f * (lo + hi), p = over(v, mid);
#pragma unroll
        for (int h = 16; h > 0; h >>= 1) p += __shfl_xor_sync(~0u, p, h);
        if ((t & 31) == 0) reinterpret_cast<float*>(s[it & 1])[t >> 5] = p;
        __syncthreads();
        float4 a = s[it & 1][0], b = s[it & 1][1];
        float total = ((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w));
        if (total > 1.f) lo = mid; else hi = mid;
    }
    out[i] = clip(v, lo);
}
// ---- heats of 1024 competitors sorted by result (bitonic network, one entry a thread) ----
__global__ void __launch_bounds__(1024) podium_ranking_a(const float* marks, float* out) {
    __shared__ float s[1024]; int t = threadIdx.x; float k = marks[blockIdx.x * 1024 + t];
    for (int size = 2; size <= 1024; size <<= 1)
        for (int d = size >> 1; d > 0; d >>= 1) {
            s[t] = k; __syncthreads();
            float o = s[t ^ d];
            bool low = ((t & d) == 0) == ((t & size) == 0);
            k = (k < o) == low ? k : o;
            __syncthreads();
        }
    out[blockIdx.x * 1024 + t] = k;
}
__global__ void __launch_bounds__(1024) podium_ranking_b(const float* marks, float* out) {
    __shared__ float s[1024]; int t = threadIdx.x; float k = marks[blockIdx.x * 1024 + t];
#pragma unroll
    for (int size = 2; size <= 1024; size <<= 1) {
        int d = size >> 1;
#pragma unroll
        for (; d >= 32; d >>= 1) {
            s[t] = k; __syncthreads();
            float o = s[t ^ d];
            bool low = ((t & d) == 0) == ((t & size) == 0);
            k = (k < o) == low ? k : o;
            __syncthreads();
        }
#pragma unroll
        for (; d > 0; d >>= 1) {
            float o = __shfl_xor_sync(~0u, k, d);
            bool low = ((t & d) == 0) == ((t & size) == 0);
            k = (k < o) == low ? k : o;
        }
    }
    out[blockIdx.x * 1024 + t] = k;
}
// ---- marine survey: biomass of twelve species from echo returns ----
__device__ __forceinline__ float target_mass(float x) {
    float y = x, s = 0.f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) { y = fmaf(0.3f * y, y, fmaf(-0.4f, x, 0.1f)); s = fmaf(y, 0.01f, s); }
    return s;
}
__global__ void __launch_bounds__(256) krill_biomass_a(const float* echo, const int* species, float* mass, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&mass[species[i]], target_mass(echo[i]));
}
__global__ void __launch_bounds__(256) krill_biomass_b(const float* echo, const int* species, float* mass, int n) {
    __shared__ float own[12][256]; int t = threadIdx.x;
    for (int k = 0; k < 12; ++k) own[k][t] = 0.f;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) own[species[i]][t] += target_mass(echo[i]);
    __syncthreads();
    for (int k = t >> 5; k < 12; k += 8) {
        float v = 0.f;
        for (int j = t & 31; j < 256; j += 32) v += own[k][j];
        for (int h = 16; h > 0; h >>= 1) v += __shfl_xor_sync(~0u, v, h);
        if ((t & 31) == 0) atomicAdd(&mass[k], v);
    }
}
// ---- detector trigger: keep samples over the threshold, compacted ----
__global__ void __launch_bounds__(512) trigger_harvest_a(const float4* adc, float* hits, int* count, float cut) {
    int lane = threadIdx.x & 31; float4 v = adc[blockIdx.x * 512 + threadIdx.x];
    int mine = (v.x > cut) + (v.y > cut) + (v.z > cut) + (v.w > cut), incl = mine;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, incl, d); if (lane >= d) incl += o; }
    int base = 0; if (lane == 31) base = atomicAdd(count, incl);
    int p = __shfl_sync(~0u, base, 31) + incl - mine;
    if (v.x > cut) hits[p++] = v.x; if (v.y > cut) hits[p++] = v.y; if (v.z > cut) hits[p++] = v.z; if (v.w > cut) hits[p++] = v.w;
}
__global__ void __launch_bounds__(512) trigger_harvest_b(const float4* adc, float* hits, int* count, float cut) {
    __shared__ int tot[16], start[16];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5; float4 v = adc[blockIdx.x * 512 + threadIdx.x];
    int mine = (v.x > cut) + (v.y > cut) + (v.z > cut) + (v.w > cut), incl = mine;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) { int o = __shfl_up_sync(~0u, incl, d); if (lane >= d) incl += o; }
    if (lane == 31) tot[w] = incl;
    __syncthreads();
    if (w == 0) {
        int c = lane < 16 ? tot[lane] : 0, s = c;
#pragma unroll
        for (int d = 1; d < 16; d <<= 1) { int o = __shfl_up_sync(~0u, s, d); if (lane >= d) s += o; }
        int b = 0; if (lane == 15) b = atomicAdd(count, s);
        b = __shfl_sync(~0u, b, 15); if (lane < 16) start[lane] = b + s - c;
    }
    __syncthreads();
    int p = start[w] + incl - mine;
    if (v.x > cut) hits[p++] = v.x; if (v.y > cut) hits[p++] = v.y; if (v.z > cut) hits[p++] = v.z; if (v.w > cut) hits[p++] = v.w;
}
// ---- calorimeter: charge-weighted spectrum with hot lines; event = bin (7 bits) | weight << 8 ----
__global__ void __launch_bounds__(512) charge_spectrum_a(const uint4* ev, int n, int* spec) {
    __shared__ int h[128]; int t = threadIdx.x;
    if (t < 128) h[t] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512) {
        uint4 e = ev[i]; u32 w[4] = {e.x, e.y, e.z, e.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) { atomicAdd(&h[w[k] & 127], (int)(w[k] >> 8 & 255)); atomicAdd(&h[w[k] >> 16 & 127], (int)(w[k] >> 24)); }
    }
    __syncthreads();
    if (t < 128) atomicAdd(&spec[t], h[t]);
}
__global__ void __launch_bounds__(512) charge_spectrum_b(const uint4* ev, int n, int* spec) {
    __shared__ int h[128 * 32]; int t = threadIdx.x, l = t & 31;
    for (int k = t; k < 4096; k += 512) h[k] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512) {
        uint4 e = ev[i]; u32 w[4] = {e.x, e.y, e.z, e.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) { atomicAdd(&h[(w[k] & 127) * 32 + l], (int)(w[k] >> 8 & 255)); atomicAdd(&h[(w[k] >> 16 & 127) * 32 + l], (int)(w[k] >> 24)); }
    }
    __syncthreads();
    for (int b = t >> 5; b < 128; b += 16) { int v = __reduce_add_sync(~0u, h[b * 32 + l]); if (l == 0) atomicAdd(&spec[b], v); }
}
// ---- river model: sediment parcels (nearly sorted by cell) deposited on a million cells ----
__global__ void __launch_bounds__(256) silt_deposit_a(const int4* cell, const float4* load, const float4* drift, float* bed, float* push) {
    int i = blockIdx.x * 256 + threadIdx.x; int4 c = cell[i]; float4 v = load[i], u = drift[i];
    atomicAdd(&bed[c.x], v.x); atomicAdd(&bed[c.y], v.y); atomicAdd(&bed[c.z], v.z); atomicAdd(&bed[c.w], v.w);
    atomicAdd(&push[c.x], u.x); atomicAdd(&push[c.y], u.y); atomicAdd(&push[c.z], u.z); atomicAdd(&push[c.w], u.w);
}
__device__ __forceinline__ void settle(float* f, int4 q, float4 v, int lane) {
    // runs inside the thread; all but the last run are flushed, the last one is joined with the lanes that follow
    int key = q.x; float s = v.x;
    if (q.y == key) s += v.y; else { atomicAdd(&f[key], s); key = q.y; s = v.y; }
    if (q.z == key) s += v.z; else { atomicAdd(&f[key], s); key = q.z; s = v.z; }
    if (q.w == key) s += v.w; else { atomicAdd(&f[key], s); key = q.w; s = v.w; }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {  // segmented: neighbours with equal last key (keys ascend within a warp)
        int k = __shfl_up_sync(~0u, key, d); float o = __shfl_up_sync(~0u, s, d);
        if (lane >= d && k == key) s += o;
    }
    int next = __shfl_down_sync(~0u, key, 1);
    if (lane == 31 || next != key) atomicAdd(&f[key], s);
}
__global__ void __launch_bounds__(256) silt_deposit_b(const int4* cell, const float4* load, const float4* drift, float* bed, float* push) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31; int4 c = cell[i]; float4 v = load[i], u = drift[i];
    settle(bed, c, v, lane); settle(push, c, u, lane);
}
// ---- oscilloscope fleet: census of voltages (healthy) ----
__global__ void __launch_bounds__(512) voltage_census_a(const float4* v, int n, int* bins) {
    __shared__ int h[64 * 32]; int t = threadIdx.x, l = t & 31;
    for (int k = t; k < 2048; k += 512) h[k] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 512 + t; i < n; i += gridDim.x * 512) {
        float4 x = __ldcs(v + i);
        atomicAdd(&h[(int)fmaf(x.x, 31.99f, 32.f) * 32 + l], 1); atomicAdd(&h[(int)fmaf(x.y, 31.99f, 32.f) * 32 + l], 1);
        atomicAdd(&h[(int)fmaf(x.z, 31.99f, 32.f) * 32 + l], 1); atomicAdd(&h[(int)fmaf(x.w, 31.99f, 32.f) * 32 + l], 1);
    }
    __syncthreads();
    for (int b = t >> 5; b < 64; b += 16) { int s = __reduce_add_sync(~0u, h[b * 32 + l]); if (l == 0) atomicAdd(&bins[b], s); }
}
// ---- loudspeaker driver with unlike laws for the two directions of travel (mild) ----
__device__ __forceinline__ float4 bend(float4 v, float4 y, float c) {
    return make_float4(fmaf(y.x, v.x, c), fmaf(y.y, v.y, c), fmaf(y.z, v.z, c), fmaf(y.w, v.w, c));
}
__global__ void __launch_bounds__(256) bipolar_driver_a(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i], r;
    if (v.x < 0.f) {  // the cone moves inwards in this frame
        r = make_float4(0.21f, 0.21f, 0.21f, 0.21f);
#pragma unroll 1
        for (int k = 0; k < 4; ++k) r = bend(v, r, 0.31f);
    } else {
        r = make_float4(0.17f, 0.17f, 0.17f, 0.17f);
#pragma unroll 1
        for (int k = 0; k < 5; ++k) r = bend(v, r, -0.23f);
    }
    y[i] = r;
}
__global__ void __launch_bounds__(256) bipolar_driver_b(const float4* x, float4* y) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 v = x[i], r;
    bool in = v.x < 0.f; float s = in ? 0.21f : 0.17f, c = in ? 0.31f : -0.23f;
    r = make_float4(s, s, s, s);
#pragma unroll
    for (int k = 0; k < 4; ++k) r = bend(v, r, c);
    if (!in) r = bend(v, r, c);
    y[i] = r;
}

__global__ void prepare_classes(unsigned char* p, size_t n, int kinds) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256) {
        u32 h = harness::hash32((u32)i * 3u + 11u) % 10u; p[i] = h < 4 ? 0 : h < 7 ? 1 : h < 9 ? 2 : kinds - 1;
    }
}
__global__ void prepare_events(unsigned short* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256) {
        u32 h = harness::hash32((u32)i + 77u), r = h & 1023, bin = r < 360 ? 61 : r < 520 ? 62 : r < 640 ? 60 : (h >> 10 & 127);
        p[i] = (unsigned short)(bin | (1 + (h >> 20 & 63)) << 8);
    }
}
__global__ void prepare_cells(int* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        p[i] = (int)(i / 20 + (harness::hash32((u32)(i >> 8)) & 15));
}
int main(int argc, char** argv) {
    using namespace harness;
    float* F = filled<float>(N, 3); float* G = empty<float>(N);
    const size_t cells = 8192 * 1024, px = 4096 * 4096;
    unsigned char* mat; CHECK(cudaMalloc(&mat, px)); prepare_classes<<<1024, 256>>>(mat, px, 4);
    const size_t NE = (size_t)132 * 4 * 512 * 8 * 16; unsigned short* ev; CHECK(cudaMalloc(&ev, NE * 2)); prepare_events<<<1024, 256>>>(ev, NE);
    const size_t leases = (size_t)132 * 10 * 192 * 6;
    std::vector<int> term(leases), sorted;
    for (size_t i = 0; i < leases; ++i) term[i] = 120 + hash32((u32)i + 5) % 181;
    std::vector<int> order(leases); for (size_t i = 0; i < leases; ++i) order[i] = (int)i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return term[a] > term[b]; });
    std::vector<float> hp(leases), hr(leases), hp2(leases), hr2(leases); sorted.resize(leases);
    for (size_t i = 0; i < leases; ++i) { hp[i] = unit((u32)i * 7u + 1); hr[i] = unit((u32)i * 5u + 2); }
    for (size_t i = 0; i < leases; ++i) { hp2[i] = hp[order[i]]; hr2[i] = hr[order[i]]; sorted[i] = term[order[i]]; }
    float *P = uploaded(hp), *R = uploaded(hr), *P2 = uploaded(hp2), *R2 = uploaded(hr2); int *T = uploaded(term), *T2 = uploaded(sorted);
    int* small = empty<int>(1024); CHECK(cudaMemset(small, 0, 4096)); float* sums = (float*)(small + 512);
    const int parcels = (int)(N / 4); int* cell;
    CHECK(cudaMalloc(&cell, (size_t)parcels * 4)); prepare_cells<<<1024, 256>>>(cell, parcels);
    const int beds = parcels / 20 + 32;
    const int catches = 132 * 4 * 256 * 14; int* species = indices(catches, 12);
    auto c4 = [](const void* p) { return (const float4*)p; };
    std::vector<Case> cases;
    cases.push_back({"mantle_eos_a", [=] { mantle_eos_a<<<8192, 256>>>(F, F + cells, mat, G); }, G, cells, Output::f32});
    cases.push_back({"mantle_eos_b", [=] { mantle_eos_b<<<8192, 256>>>(F, F + cells, mat, G); }, G, cells, Output::f32});
    cases.push_back({"lease_runoff_a", [=] { lease_runoff_a<<<132 * 60, 192>>>(P, R, T, G); }, G, leases, Output::f32});
    cases.push_back({"lease_runoff_b", [=] { lease_runoff_b<<<132 * 60, 192>>>(P2, R2, T2, G); }, G, leases, Output::f32});
    cases.push_back({"geode_shader_a", [=] { geode_shader_a<<<dim3(128, 1024), dim3(32, 4)>>>(mat, G, 4096, 0.0131f, 0.0171f); }, G, px, Output::f32});
    cases.push_back({"geode_shader_b", [=] { geode_shader_b<<<dim3(128, 1024), dim3(32, 4)>>>(mat, G, 4096, 0.0131f, 0.0171f); }, G, px, Output::f32});
    const size_t rows = 132 * 8 * 16;
    cases.push_back({"sparsemax_rows_a", [=] { sparsemax_rows_a<<<rows, 256>>>(c4(F), (float4*)G); }, G, rows * 1024, Output::f32});
    cases.push_back({"sparsemax_rows_b", [=] { sparsemax_rows_b<<<rows, 256>>>(c4(F), (float4*)G); }, G, rows * 1024, Output::f32});
    cases.push_back({"podium_ranking_a", [=] { podium_ranking_a<<<8448, 1024>>>(F, G); }, G, 8448 * 1024, Output::f32});
    cases.push_back({"podium_ranking_b", [=] { podium_ranking_b<<<8448, 1024>>>(F, G); }, G, 8448 * 1024, Output::f32});
    cases.push_back({"krill_biomass_a", [=] { krill_biomass_a<<<528, 256>>>(F, species, sums, catches); }, sums, 12, Output::f32});
    cases.push_back({"krill_biomass_b", [=] { krill_biomass_b<<<528, 256>>>(F, species, sums, catches); }, sums, 12, Output::f32});
    cases.push_back({"trigger_harvest_a", [=] { CHECK(cudaMemsetAsync(small + 256, 0, 4)); trigger_harvest_a<<<N / 2048, 512>>>(c4(F), G, small + 256, 0.8f); }, G, N / 4, Output::f32});
    cases.push_back({"trigger_harvest_b", [=] { CHECK(cudaMemsetAsync(small + 256, 0, 4)); trigger_harvest_b<<<N / 2048, 512>>>(c4(F), G, small + 256, 0.8f); }, G, N / 4, Output::f32});
    cases.push_back({"charge_spectrum_a", [=] { charge_spectrum_a<<<528, 512>>>((const uint4*)ev, (int)(NE / 8), small); }, small, 128, Output::i32});
    cases.push_back({"charge_spectrum_b", [=] { charge_spectrum_b<<<528, 512>>>((const uint4*)ev, (int)(NE / 8), small); }, small, 128, Output::i32});
    cases.push_back({"silt_deposit_a", [=] { silt_deposit_a<<<parcels / 1024, 256>>>((const int4*)cell, c4(F), c4(F + N / 2), G, G + beds); }, G, (size_t)2 * beds, Output::f32});
    cases.push_back({"silt_deposit_b", [=] { silt_deposit_b<<<parcels / 1024, 256>>>((const int4*)cell, c4(F), c4(F + N / 2), G, G + beds); }, G, (size_t)2 * beds, Output::f32});
    cases.push_back({"bipolar_driver_a", [=] { bipolar_driver_a<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"bipolar_driver_b", [=] { bipolar_driver_b<<<N / 1024, 256>>>(c4(F), (float4*)G); }, G, N, Output::f32});
    cases.push_back({"voltage_census_a", [=] { voltage_census_a<<<528, 512>>>(c4(F), (int)(N / 4), small + 384); }, small + 384, 64, Output::i32});
    return run(argc, argv, cases);
}
