#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- plasma particles: thermal energy
struct Particle {
    float x, y, z, vx, vy, vz, mass, charge;
    float ax, ay, az, spin, age, weight, phase, temperature;
};
__global__ void copper_lantern_bc1_a(const Particle* __restrict__ p, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1.5f * p[i].mass * (p[i].temperature + 2.0f);
}
__global__ void copper_lantern_bc1_b(const float* __restrict__ mass, const float* __restrict__ temperature, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1.5f * mass[i] * (temperature[i] + 2.0f);
}
__global__ void setup_split(const Particle* p, float* mass, float* temperature, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { mass[i] = p[i].mass; temperature[i] = p[i].temperature; }
}

// ---------------------------------------------------------------- recommender: score candidates against one query
constexpr int kDim = 16;
__global__ void velvet_harbor_bc1_a(const float* __restrict__ items, const int* __restrict__ cand, const float* __restrict__ query,
                                    float* __restrict__ score, int n) {
    const int lane = threadIdx.x % kDim, group = threadIdx.x / kDim, groups = blockDim.x / kDim;
    const float q = query[lane];
    int base = blockIdx.x * groups * 4 + group;
    int id[4];
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) id[k] = cand[base + k * groups];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = items[(size_t)id[k] * (kDim + 1) + 1 + lane] * q;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        for (int d = kDim / 2; d; d /= 2) v[k] += __shfl_xor_sync(~0u, v[k], d);
        if (lane == 0) score[base + k * groups] = v[k];
    }
}
__global__ void velvet_harbor_bc1_b(const float* __restrict__ vectors, const int* __restrict__ cand, const float* __restrict__ query,
                                    float* __restrict__ score, int n) {
    const int lane = threadIdx.x % kDim, group = threadIdx.x / kDim, groups = blockDim.x / kDim;
    const float q = query[lane];
    int base = blockIdx.x * groups * 4 + group;
    int id[4];
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) id[k] = cand[base + k * groups];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = vectors[(size_t)id[k] * kDim + lane] * q;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        for (int d = kDim / 2; d; d /= 2) v[k] += __shfl_xor_sync(~0u, v[k], d);
        if (lane == 0) score[base + k * groups] = v[k];
    }
}
__global__ void setup_strip(const float* items, float* vectors, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n * kDim; i += (size_t)gridDim.x * blockDim.x)
        vectors[i] = items[i / kDim * (kDim + 1) + 1 + i % kDim];
}

// ---------------------------------------------------------------- image blend
__global__ void marble_sparrow_bc1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
}
__global__ void marble_sparrow_bc1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 u = a[i], v = b[i];
    out[i] = make_uint4(__vavgu4(u.x, v.x), __vavgu4(u.y, v.y), __vavgu4(u.z, v.z), __vavgu4(u.w, v.w));
}

// ---------------------------------------------------------------- structured random projection, 64 values a thread
__device__ __forceinline__ void hadamard_rounds(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) v[k] = in[(size_t)k * n + i];
#pragma unroll
    for (int round = 0; round < 2; ++round) {
#pragma unroll
        for (int h = 1; h < 64; h *= 2)
#pragma unroll
            for (int k = 0; k < 64; ++k)
                if (!(k & h)) {
                    float a = v[k], b = v[k + h];
                    v[k] = a + b;
                    v[k + h] = a - b;
                }
#pragma unroll
        for (int k = 0; k < 64; ++k) v[k] *= ((k * 37 + round * 11) % 5 < 2) ? -0.125f : 0.125f;
    }
#pragma unroll
    for (int k = 0; k < 64; ++k) out[(size_t)k * n + i] = v[k];
}
__global__ void __launch_bounds__(256, 6) orange_glacier_bc1_a(const float* __restrict__ in, float* __restrict__ out, int n) { hadamard_rounds(in, out, n); }
__global__ void __launch_bounds__(256) orange_glacier_bc1_b(const float* __restrict__ in, float* __restrict__ out, int n) { hadamard_rounds(in, out, n); }

// ---------------------------------------------------------------- nibble statistics of packed streams
__global__ void quiet_anvil_bc1_a(const unsigned* __restrict__ words, float* __restrict__ chi, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count[16] = {};
    for (int w = 0; w < length; ++w) {
        unsigned x = words[(size_t)w * n + i];
        for (int k = 0; k < 8; ++k) { count[x & 15]++; x >>= 4; }
    }
    float mean = length * 0.5f, s = 0;
    for (int k = 0; k < 16; ++k) s += (count[k] - mean) * (count[k] - mean);
    chi[i] = s / mean;
}
__global__ void __launch_bounds__(128) quiet_anvil_bc1_b(const unsigned* __restrict__ words, float* __restrict__ chi, int n, int length) {
    __shared__ int count[16][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    for (int k = 0; k < 16; ++k) count[k][t] = 0;
    for (int w = 0; w < length; ++w) {
        unsigned x = words[(size_t)w * n + i];
        for (int k = 0; k < 8; ++k) { count[x & 15][t]++; x >>= 4; }
    }
    float mean = length * 0.5f, s = 0;
    for (int k = 0; k < 16; ++k) s += (count[k][t] - mean) * (count[k][t] - mean);
    chi[i] = s / mean;
}

// ---------------------------------------------------------------- FIR filter of a long signal
constexpr int kRadius = 4, kMaxRadius = 12288;
__device__ __forceinline__ void fir(const float* __restrict__ in, float* __restrict__ out, int n) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + kRadius] = in[i];
    if (threadIdx.x < kRadius) {
        int l = i - kRadius, r = i + blockDim.x;
        tile[threadIdx.x] = l >= 0 ? in[l] : 0.0f;
        tile[threadIdx.x + blockDim.x + kRadius] = r < n ? in[r] : 0.0f;
    }
    __syncthreads();
    const float* c = tile + threadIdx.x + kRadius;
    float s = 0.28f * c[0] + 0.21f * (c[-1] + c[1]) + 0.1f * (c[-2] + c[2]) + 0.04f * (c[-3] + c[3]) + 0.01f * (c[-4] + c[4]);
    out[i] = s;
}
__global__ void maple_signal_bc1_a(const float* __restrict__ in, float* __restrict__ out, int n) { fir(in, out, n); }
__global__ void maple_signal_bc1_b(const float* __restrict__ in, float* __restrict__ out, int n) { fir(in, out, n); }

// ---------------------------------------------------------------- unit-length rows of 64
__global__ void pepper_window_bc1_a(const float2* __restrict__ in, float2* __restrict__ out) {
    size_t row = blockIdx.x;
    float2 v = in[row * 32 + threadIdx.x];
    float s = v.x * v.x + v.y * v.y;
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    s = rsqrtf(s + 1e-6f);
    out[row * 32 + threadIdx.x] = make_float2(v.x * s, v.y * s);
}
__global__ void pepper_window_bc1_b(const float2* __restrict__ in, float2* __restrict__ out) {
    size_t row = blockIdx.x * (size_t)blockDim.y + threadIdx.y;
    float2 v = in[row * 32 + threadIdx.x];
    float s = v.x * v.x + v.y * v.y;
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    s = rsqrtf(s + 1e-6f);
    out[row * 32 + threadIdx.x] = make_float2(v.x * s, v.y * s);
}

// ---------------------------------------------------------------- per-channel affine
__global__ void silver_turnip_bc1_a(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out, int plane) {
    const size_t base = (size_t)blockIdx.x * plane;
    const float s = scale[blockIdx.x];
#pragma unroll 4
    for (int i = threadIdx.x; i < plane; i += blockDim.x) out[base + i] = in[base + i] * s + 0.5f;
}
__global__ void silver_turnip_bc1_b(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out, int plane) {
    const size_t base = (size_t)blockIdx.y * plane;
    const float s = scale[blockIdx.y];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < plane; i += gridDim.x * blockDim.x) out[base + i] = in[base + i] * s + 0.5f;
}

// ---------------------------------------------------------------- energy of recordings of different lengths
__device__ __forceinline__ float block_sum256(float s) {
    __shared__ float part[8];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = threadIdx.x < 8 ? part[threadIdx.x] : 0.0f;
    for (int d = 4; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    return s;
}
__global__ void winter_gadget_bc1_a(const float* __restrict__ x, const int* __restrict__ offset, float* __restrict__ energy) {
    const int begin = offset[blockIdx.x], end = offset[blockIdx.x + 1];
    float s = 0;
#pragma unroll 4
    for (int i = begin + threadIdx.x; i < end; i += 256) s += x[i] * x[i];
    s = block_sum256(s);
    if (threadIdx.x == 0) energy[blockIdx.x] = s;
}
__global__ void winter_gadget_bc1_b(const float* __restrict__ x, const int4* __restrict__ chunk, float* __restrict__ energy) {
    const int4 c = chunk[blockIdx.x];
    float s = 0;
#pragma unroll 4
    for (int i = c.y + threadIdx.x; i < c.z; i += 256) s += x[i] * x[i];
    s = block_sum256(s);
    if (threadIdx.x == 0) atomicAdd(&energy[c.x], s);
}

// ---------------------------------------------------------------- material response
__device__ __forceinline__ float respond(int kind, float x) {
    float s = 0.3f, t = x, u = 1.0f;
    switch (kind) {
        case 0: for (int k = 0; k < 48; ++k) s = s * x + 0.1f; break;
        case 1: for (int k = 0; k < 24; ++k) { t = t * 0.9f + 0.05f; s = s * t - 0.2f; } break;
        case 2: for (int k = 0; k < 12; ++k) s = __fdividef(x * x + 0.1f, 1.0f + s); break;
        case 3: u = x * x + 0.2f; s = 1.0f; for (int k = 0; k < 10; ++k) s = 0.5f * (s + __fdividef(u, s)); break;
        case 4: for (int k = 0; k < 40; ++k) { float w = 2.0f * x * t - u; u = t; t = w; } s = t; break;
        case 5: for (int k = 0; k < 24; ++k) { t -= 0.05f * s; s += 0.05f * t; s *= 0.995f; } break;
        case 6: s = 0.5f + 0.4f * x; for (int k = 0; k < 24; ++k) s += 0.05f * s * (1.0f - s); break;
        default: for (int k = 0; k < 20; ++k) { s = fabsf(s - 0.31f) * 0.8f + 0.1f * x; t = fminf(t + s, 1.0f); } s += t; break;
    }
    return s;
}
__global__ void banjo_meadow_bc1_a(const int* __restrict__ kind, const float* __restrict__ x, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = respond(kind[i], x[i]);
}
__global__ void banjo_meadow_bc1_b(const int* __restrict__ kind, const float* __restrict__ x, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = respond(kind[i], x[i]);
}

// ---------------------------------------------------------------- brightness classes of pixels
__device__ __forceinline__ int brightness(float4 p) {
    return min(63, (int)((fabsf(p.x) * 0.3f + fabsf(p.y) * 0.4f + fabsf(p.z) * 0.2f + fabsf(p.w) * 0.1f) * 64.0f));
}
__global__ void hollow_ribbon_bc1_a(const float4* __restrict__ pixel, int* __restrict__ hist, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&hist[brightness(pixel[i])], 1);
}
__global__ void hollow_ribbon_bc1_b(const float4* __restrict__ pixel, int* __restrict__ hist, int n) {
    __shared__ int local[64];
    if (threadIdx.x < 64) local[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[brightness(pixel[i])], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}

// ---------------------------------------------------------------- bond energies
__global__ void tidal_pencil_bc1_a(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = fabsf(in[i]) * 2.0 + 0.5;
    float e = exp(-1.94 * (r - 1.27));
    out[i] = 4.6 * (1.0 - e) * (1.0 - e) + 0.3 * exp(-2.5 * r * r);
}
__global__ void tidal_pencil_bc1_b(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = fabsf(in[i]) * 2.0f + 0.5f;
    float e = expf(-1.94f * (r - 1.27f));
    out[i] = 4.6f * (1.0f - e) * (1.0f - e) + 0.3f * expf(-2.5f * r * r);
}

// ---------------------------------------------------------------- mild: flat-field correction
__global__ void cactus_ledger_bc1_a(const float4* __restrict__ in, const float* __restrict__ gain, const float4* __restrict__ dark,
                                    float4* __restrict__ out, unsigned width4, unsigned n4) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    unsigned row = i / width4, col = i % width4;
    float g = gain[row];
    float4 v = in[i], d = dark[col];
    out[i] = make_float4((v.x - d.x) * g, (v.y - d.y) * g, (v.z - d.z) * g, (v.w - d.w) * g);
}
__global__ void cactus_ledger_bc1_b(const float4* __restrict__ in, const float* __restrict__ gain, const float4* __restrict__ dark,
                                    float4* __restrict__ out, unsigned width4, unsigned n4) {
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= width4) return;
    unsigned i = row * width4 + col;
    float g = gain[row];
    float4 v = in[i], d = dark[col];
    out[i] = make_float4((v.x - d.x) * g, (v.y - d.y) * g, (v.z - d.z) * g, (v.w - d.w) * g);
}

// ---------------------------------------------------------------- mild: sums of segments of 4096
__device__ __forceinline__ float segment(const float4* __restrict__ x) {
    const float4* p = x + (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 a = p[0], b = p[256], c = p[512], d = p[768];
    return (a.x + a.y + a.z + a.w) + (b.x + b.y + b.z + b.w) + (c.x + c.y + c.z + c.w) + (d.x + d.y + d.z + d.w);
}
__global__ void dusty_compass_bc1_a(const float4* __restrict__ x, float* __restrict__ out) {
    __shared__ float part[256];
    part[threadIdx.x] = segment(x);
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
__global__ void dusty_compass_bc1_b(const float4* __restrict__ x, float* __restrict__ out) {
    float s = block_sum256(segment(x));
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// ---------------------------------------------------------------- healthy: rows by index
__global__ void amber_kettle_bc1_a(const float4* __restrict__ table, const int* __restrict__ index, float4* __restrict__ out) {
    size_t row = blockIdx.x * (size_t)blockDim.y + threadIdx.y;
    const float4* src = table + (size_t)index[row] * 64;
    float4 a = src[threadIdx.x], b = src[threadIdx.x + 32];
    out[row * 64 + threadIdx.x] = a;
    out[row * 64 + threadIdx.x + 32] = b;
}
// ---------------------------------------------------------------- healthy: polynomial of degree 127
__constant__ float coefficient[128];
__global__ void rustic_beacon_bc1_a(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)(2 * blockDim.x) + threadIdx.x;
    float4 p = x[i], q = x[i + blockDim.x];
    float v[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, s[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) s[k] = coefficient[127];
#pragma unroll 64
    for (int c = 126; c >= 0; --c)
#pragma unroll
        for (int k = 0; k < 8; ++k) s[k] = fmaf(s[k], v[k], coefficient[c]);
    y[i] = make_float4(s[0], s[1], s[2], s[3]);
    y[i + blockDim.x] = make_float4(s[4], s[5], s[6], s[7]);
}
// ---------------------------------------------------------------- healthy: triad by resident blocks
__global__ void __launch_bounds__(1024) nimble_orchard_bc1_a(const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ a, int n4) {
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += step) {
        float4 u = b[i], v = c[i];
        a[i] = make_float4(u.x + 0.7f * v.x, u.y + 0.7f * v.y, u.z + 0.7f * v.z, u.w + 0.7f * v.w);
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output t = Output::f32) { cases.push_back({name, f, out, count, t}); };
    const size_t M = 1 << 20;
    float* pool = filled<float>(160 * M, 11);

    {
        const int n = 8 * M;
        const Particle* p = (const Particle*)pool;
        float *m = empty<float>(n), *t = empty<float>(n), *o = empty<float>(n), *o2 = empty<float>(n);
        setup_split<<<n / 256, 256>>>(p, m, t, n); CHECK(cudaGetLastError());
        add("copper_lantern_bc1_a", [=] { copper_lantern_bc1_a<<<n / 256, 256>>>(p, o, n); }, o, n);
        add("copper_lantern_bc1_b", [=] { copper_lantern_bc1_b<<<n / 256, 256>>>(m, t, o2, n); }, o2, n);
    }
    {
        const int rows = 8 * M, n = 4 * M;
        float *vec = empty<float>((size_t)rows * kDim), *o = empty<float>(n), *o2 = empty<float>(n);
        setup_strip<<<4096, 256>>>(pool, vec, rows); CHECK(cudaGetLastError());
        int* cand = indices(n, rows, 3);
        const float* q = pool + 1000;
        add("velvet_harbor_bc1_a", [=] { velvet_harbor_bc1_a<<<n / 64, 256>>>(pool, cand, q, o, n); }, o, n);
        add("velvet_harbor_bc1_b", [=] { velvet_harbor_bc1_b<<<n / 64, 256>>>(vec, cand, q, o2, n); }, o2, n);
    }
    {
        const int n = 128 * M;
        const uint8_t *a = (const uint8_t*)pool, *b = a + n;
        uint8_t *o = empty<uint8_t>(n), *o2 = empty<uint8_t>(n);
        add("marble_sparrow_bc1_a", [=] { marble_sparrow_bc1_a<<<n / 256, 256>>>(a, b, o, n); }, o, n, Output::u8);
        add("marble_sparrow_bc1_b", [=] { marble_sparrow_bc1_b<<<n / 16 / 256, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)o2, n / 16); }, o2, n, Output::u8);
    }
    {
        const int n = M;
        float *o = empty<float>(64 * (size_t)n), *o2 = empty<float>(64 * (size_t)n);
        add("orange_glacier_bc1_a", [=] { orange_glacier_bc1_a<<<n / 256, 256>>>(pool, o, n); }, o, 64 * (size_t)n);
        add("orange_glacier_bc1_b", [=] { orange_glacier_bc1_b<<<n / 256, 256>>>(pool, o2, n); }, o2, 64 * (size_t)n);
    }
    {
        const int n = 132 * 2048 * 4, length = 32;
        const unsigned* w = (const unsigned*)indices((size_t)n * length, 0xffffffffu, 5);
        float *o = empty<float>(n), *o2 = empty<float>(n);
        add("quiet_anvil_bc1_a", [=] { quiet_anvil_bc1_a<<<n / 128, 128>>>(w, o, n, length); }, o, n);
        add("quiet_anvil_bc1_b", [=] { quiet_anvil_bc1_b<<<n / 128, 128>>>(w, o2, n, length); }, o2, n);
    }
    {
        const int n = 32 * M;
        float *o = empty<float>(n), *o2 = empty<float>(n);
        const int big = (256 + 2 * kMaxRadius) * 4, small = (256 + 2 * kRadius) * 4;
        CHECK(cudaFuncSetAttribute(maple_signal_bc1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
        add("maple_signal_bc1_a", [=] { maple_signal_bc1_a<<<n / 256, 256, big>>>(pool, o, n); }, o, n);
        add("maple_signal_bc1_b", [=] { maple_signal_bc1_b<<<n / 256, 256, small>>>(pool, o2, n); }, o2, n);
    }
    {
        const int rows = M;
        float *o = empty<float>(rows * (size_t)64), *o2 = empty<float>(rows * (size_t)64);
        add("pepper_window_bc1_a", [=] { pepper_window_bc1_a<<<rows, 32>>>((const float2*)pool, (float2*)o); }, o, rows * (size_t)64);
        add("pepper_window_bc1_b", [=] { pepper_window_bc1_b<<<rows / 8, dim3(32, 8)>>>((const float2*)pool, (float2*)o2); }, o2, rows * (size_t)64);
    }
    {
        const int channels = 32, plane = M;
        float *o = empty<float>(channels * (size_t)plane), *o2 = empty<float>(channels * (size_t)plane);
        const float* s = pool + 777;
        add("silver_turnip_bc1_a", [=] { silver_turnip_bc1_a<<<channels, 512>>>(pool, s, o, plane); }, o, channels * (size_t)plane);
        add("silver_turnip_bc1_b", [=] { silver_turnip_bc1_b<<<dim3(512, channels), 512>>>(pool, s, o2, plane); }, o2, channels * (size_t)plane);
    }
    {
        const int records = 8192;
        std::vector<int> off(1, 0);
        std::vector<int4> chunks;
        for (int r = 0; r < records; ++r) {
            int length = r % 1024 == 519 ? 600000 : 1024 + hash32(r) % 2048;
            int begin = off.back(), end = begin + length;
            off.push_back(end);
            for (int c = begin; c < end; c += 4096) chunks.push_back(make_int4(r, c, std::min(c + 4096, end), 0));
        }
        int* doff = uploaded(off);
        int4* dch = uploaded(chunks);
        const int nch = (int)chunks.size();
        float *o = empty<float>(records), *o2 = empty<float>(records);
        CHECK(cudaMemset(o2, 0, records * 4));
        add("winter_gadget_bc1_a", [=] { winter_gadget_bc1_a<<<records, 256>>>(pool, doff, o); }, o, records);
        add("winter_gadget_bc1_b", [=] { winter_gadget_bc1_b<<<nch, 256>>>(pool, dch, o2); }, o2, records);
    }
    {
        const int n = 8 * M;
        std::vector<int> kind(n), skind(n);
        std::vector<float> x(n), sx(n);
        std::vector<size_t> at(9, 0);
        for (int i = 0; i < n; ++i) { kind[i] = hash32(i + 99) % 8; x[i] = unit(i + 12345); at[kind[i] + 1]++; }
        for (int k = 0; k < 8; ++k) at[k + 1] += at[k];
        for (int i = 0; i < n; ++i) { size_t j = at[kind[i]]++; skind[j] = kind[i]; sx[j] = x[i]; }
        int *k1 = uploaded(kind), *k2 = uploaded(skind);
        float *x1 = uploaded(x), *x2 = uploaded(sx), *o = empty<float>(n), *o2 = empty<float>(n);
        add("banjo_meadow_bc1_a", [=] { banjo_meadow_bc1_a<<<n / 256, 256>>>(k1, x1, o, n); }, o, n);
        add("banjo_meadow_bc1_b", [=] { banjo_meadow_bc1_b<<<n / 256, 256>>>(k2, x2, o2, n); }, o2, n);
    }
    {
        const int n = 4 * M;
        int *o = empty<int>(64), *o2 = empty<int>(64);
        CHECK(cudaMemset(o, 0, 256)); CHECK(cudaMemset(o2, 0, 256));
        add("hollow_ribbon_bc1_a", [=] { hollow_ribbon_bc1_a<<<n / 256, 256>>>((const float4*)pool, o, n); }, o, 64, Output::i32);
        add("hollow_ribbon_bc1_b", [=] { hollow_ribbon_bc1_b<<<132 * 8, 256>>>((const float4*)pool, o2, n); }, o2, 64, Output::i32);
    }
    {
        const int n = 32 * M;
        float *o = empty<float>(n), *o2 = empty<float>(n);
        add("tidal_pencil_bc1_a", [=] { tidal_pencil_bc1_a<<<n / 256, 256>>>(pool, o, n); }, o, n);
        add("tidal_pencil_bc1_b", [=] { tidal_pencil_bc1_b<<<n / 256, 256>>>(pool, o2, n); }, o2, n);
    }
    {
        const unsigned w4 = 1536, h = 8192, n4 = w4 * h;
        float *o = empty<float>(4 * (size_t)n4), *o2 = empty<float>(4 * (size_t)n4);
        const float *gain = pool + 50 * M;
        const float4* dark = (const float4*)(pool + 51 * M);
        add("cactus_ledger_bc1_a", [=] { cactus_ledger_bc1_a<<<n4 / 256, 256>>>((const float4*)pool, gain, dark, (float4*)o, w4, n4); }, o, 4 * (size_t)n4);
        add("cactus_ledger_bc1_b", [=] { cactus_ledger_bc1_b<<<dim3(w4 / 256, h), 256>>>((const float4*)pool, gain, dark, (float4*)o2, w4, n4); }, o2, 4 * (size_t)n4);
    }
    {
        const int blocks = 32768;
        float *o = empty<float>(blocks), *o2 = empty<float>(blocks);
        add("dusty_compass_bc1_a", [=] { dusty_compass_bc1_a<<<blocks, 256>>>((const float4*)pool, o); }, o, blocks);
        add("dusty_compass_bc1_b", [=] { dusty_compass_bc1_b<<<blocks, 256>>>((const float4*)pool, o2); }, o2, blocks);
    }
    {
        const int rows = 256 * 1024, total = 512 * 1024;
        std::vector<int> idx(rows);
        for (int i = 0; i < rows; ++i) idx[i] = (int)((i * 340573321u + 77u) % (unsigned)total);
        int* d = uploaded(idx);
        float* o = empty<float>(rows * (size_t)256);
        add("amber_kettle_bc1_a", [=] { amber_kettle_bc1_a<<<rows / 8, dim3(32, 8)>>>((const float4*)pool, d, (float4*)o); }, o, rows * (size_t)256);
    }
    {
        const int n = 32 * M;
        std::vector<float> c(128);
        for (int i = 0; i < 128; ++i) c[i] = unit(i + 5) * 0.1f;
        CHECK(cudaMemcpyToSymbol(coefficient, c.data(), 512));
        float* o = empty<float>(n);
        add("rustic_beacon_bc1_a", [=] { rustic_beacon_bc1_a<<<n / 8 / 256, 256>>>((const float4*)pool, (float4*)o); }, o, n);
    }
    {
        const int n4 = 8 * M;
        float* o = empty<float>(4 * (size_t)n4);
        const float4 *b = (const float4*)pool, *c = (const float4*)(pool + 40 * M);
        add("nimble_orchard_bc1_a", [=] { nimble_orchard_bc1_a<<<132 * 2, 1024>>>(b, c, (float4*)o, n4); }, o, 4 * (size_t)n4);
    }
    return run(argc, argv, cases);
}
