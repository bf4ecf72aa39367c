#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case; using harness::Output;

// ---- 1: light probes projected on spherical harmonics
__constant__ float4 kDirections[128];
__device__ __forceinline__ void project_probe(const float4* __restrict__ probes, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = probes[i];
    float acc[48];
#pragma unroll
    for (int k = 0; k < 48; ++k) acc[k] = 0.f;
#pragma unroll 1
    for (int s = 0; s < 128; ++s) {
        float4 d = kDirections[s];
        float x = d.x, y = d.y, z = d.z;
        float lam = fmaxf(0.f, fmaf(p.x, x, fmaf(p.y, y, p.z * z))) * d.w;
        float r = lam * p.w, g = fmaf(lam, 0.7f, 0.1f), b = fmaf(lam, lam, 0.2f);
        float xx = x * x, yy = y * y, zz = z * z;
        float basis[16] = {1.f, y, z, x, x * y, y * z, fmaf(3.f, zz, -1.f), x * z, xx - yy, y * fmaf(3.f, xx, -yy), x * y * z,
                           y * fmaf(5.f, zz, -1.f), z * fmaf(5.f, zz, -3.f), x * fmaf(5.f, zz, -1.f), z * (xx - yy), x * fmaf(-3.f, yy, xx)};
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            acc[k] = fmaf(r, basis[k], acc[k]);
            acc[16 + k] = fmaf(g, basis[k], acc[16 + k]);
            acc[32 + k] = fmaf(b, basis[k], acc[32 + k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 48; ++k) out[(size_t)k * n + i] = acc[k];
}
__global__ void __launch_bounds__(256, 6) marble_otter_ba2_a(const float4* __restrict__ probes, float* __restrict__ out, int n) { project_probe(probes, out, n); }
__global__ void __launch_bounds__(256) marble_otter_ba2_b(const float4* __restrict__ probes, float* __restrict__ out, int n) { project_probe(probes, out, n); }

// ---- 2: composition of protein fragments (16 classes)
__global__ void __launch_bounds__(128) copper_thistle_ba2_a(const uint4* __restrict__ residues, int* __restrict__ out, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    int count[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k] = 0;
#pragma unroll 1
    for (int j = 0; j < 16; ++j) {
        uint4 v = residues[(size_t)j * n + i];
        uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int b = 0; b < 4; ++b) ++count[(w[q] >> (8 * b)) & 15];
    }
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += count[k] * count[k];
    out[i] = sum;
}
__global__ void __launch_bounds__(128) copper_thistle_ba2_b(const uint4* __restrict__ residues, int* __restrict__ out, int n) {
    __shared__ int count[16][128];
    int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k][t] = 0;
#pragma unroll 1
    for (int j = 0; j < 16; ++j) {
        uint4 v = residues[(size_t)j * n + i];
        uint32_t w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int b = 0; b < 4; ++b) ++count[(w[q] >> (8 * b)) & 15][t];
    }
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += count[k][t] * count[k][t];
    out[i] = sum;
}

// ---- 3: seismic trace smoothing, a window in dynamic shared memory
__device__ __forceinline__ void smooth_trace(const float* __restrict__ in, float* __restrict__ out, int n) {
    extern __shared__ float window[];
    int base = blockIdx.x * 512, t = threadIdx.x;
    window[t + 4] = in[base + t];
    window[t + 260] = in[base + 256 + t];
    if (t < 4) window[t] = in[max(base - 4 + t, 0)];
    else if (t < 8) window[512 + t] = in[min(base + 508 + t, n - 1)];
    __syncthreads();
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int p = t + h * 256;
        float a = 0.f;
#pragma unroll
        for (int k = 0; k < 9; ++k) a = fmaf(window[p + k], 0.2f - 0.03f * (k > 4 ? k - 4 : 4 - k), a);
        out[base + p] = a * a;
    }
}
__global__ void __launch_bounds__(256) velvet_anchor_ba2_a(const float* __restrict__ in, float* __restrict__ out, int n) { smooth_trace(in, out, n); }
__global__ void __launch_bounds__(256) velvet_anchor_ba2_b(const float* __restrict__ in, float* __restrict__ out, int n) { smooth_trace(in, out, n); }

// ---- 4: norm of attention heads of 64 elements
__device__ __forceinline__ void norm_head(const float2* __restrict__ in, float2* __restrict__ out, size_t row, int lane) {
    float2 v = in[row * 32 + lane];
    float s = v.x * v.x + v.y * v.y;
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    float r = rsqrtf(s * (1.f / 64) + 1e-6f);
    out[row * 32 + lane] = make_float2(v.x * r, v.y * r);
}
__global__ void walnut_signal_ba2_a(const float2* __restrict__ in, float2* __restrict__ out) { norm_head(in, out, blockIdx.x, threadIdx.x); }
__global__ void walnut_signal_ba2_b(const float2* __restrict__ in, float2* __restrict__ out) {
    norm_head(in, out, (size_t)blockIdx.x * 8 + (threadIdx.x >> 5), threadIdx.x & 31);
}

// ---- 5: compact radial functions, 16 species of 480 centres in shared memory
constexpr int kUnits = 272 * 16;
__device__ __forceinline__ void radial_units(const float4* __restrict__ centres, const float4* __restrict__ queries, float* __restrict__ out, int first, int last) {
    extern __shared__ float4 table[];
    for (int k = threadIdx.x; k < 16 * 480; k += 1024) table[k] = centres[k];
    __syncthreads();
    for (int u = first; u < last; ++u) {
        const float4* c = table + (u & 15) * 480;
        float4 q = queries[(size_t)u * 1024 + threadIdx.x];
        float a = 0.f;
#pragma unroll 8
        for (int k = 0; k < 480; ++k) {
            float4 p = c[k];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
            float w = fmaxf(0.f, fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.5f))));
            a = fmaf(w * w, p.w, a);
        }
        out[(size_t)u * 1024 + threadIdx.x] = a;
    }
}
__global__ void __launch_bounds__(1024) pepper_canyon_ba2_a(const float4* __restrict__ centres, const float4* __restrict__ queries, float* __restrict__ out) {
    radial_units(centres, queries, out, blockIdx.x * 16, blockIdx.x * 16 + 16);
}
__global__ void __launch_bounds__(1024) pepper_canyon_ba2_b(const float4* __restrict__ centres, const float4* __restrict__ queries, float* __restrict__ out) {
    radial_units(centres, queries, out, (int)((long long)blockIdx.x * kUnits / gridDim.x), (int)((long long)(blockIdx.x + 1) * kUnits / gridDim.x));
}

// ---- 6: gain of each recording applied to its samples
__global__ void __launch_bounds__(256) lantern_bishop_ba2_a(const int* __restrict__ offsets, const float* __restrict__ gain, const float* __restrict__ in, float* __restrict__ out) {
    int s = blockIdx.x;
    float g = gain[s];
    for (int i = offsets[s] + threadIdx.x; i < offsets[s + 1]; i += 256) { float v = in[i]; out[i] = fmaf(g, v, v * v); }
}
__global__ void __launch_bounds__(256) lantern_bishop_ba2_b(const int4* __restrict__ pieces, const float* __restrict__ gain, const float* __restrict__ in, float* __restrict__ out) {
    int4 p = pieces[blockIdx.x];
    float g = gain[p.x];
    for (int i = p.y + threadIdx.x; i < p.z; i += 256) { float v = in[i]; out[i] = fmaf(g, v, v * v); }
}

// ---- 7: entities of four kinds in a game
__device__ __forceinline__ float step_entity(int kind, float x) {
    float y = x, v = 0.3f;
    switch (kind) {
    case 0:
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { v = fmaf(-0.02f, y, v * 0.99f); y = fmaf(0.05f, v, y); }
        break;
    case 1:
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { float t = fmaf(-y, y, 0.9f); v = fminf(t, v + 0.01f); y = fmaf(0.03f, v, y); }
        break;
    case 2:
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { v = fabsf(v - 0.02f); y = fmaxf(y * 0.97f, v * 0.5f); v += 0.01f; }
        break;
    default:
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { float t = y * v; y = fmaf(0.01f, t, y); v = fmaf(-0.04f, t * t, v); }
    }
    return y * y + v * v;
}
__global__ void __launch_bounds__(1024) harbor_cactus_ba2_a(const int* __restrict__ kind, const float* __restrict__ x, float* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    out[i] = step_entity(kind[i], x[i]);
}
__global__ void __launch_bounds__(1024) harbor_cactus_ba2_b(const unsigned short* __restrict__ order, const int* __restrict__ kind, const float* __restrict__ x, float* __restrict__ out) {
    int i = blockIdx.x * 1024 + order[blockIdx.x * 1024 + threadIdx.x];
    out[i] = step_entity(kind[i], x[i]);
}

// ---- 8: weights of triggered events by detector sector
__global__ void __launch_bounds__(256) saffron_wheel_ba2_a(const int4* __restrict__ events, int* __restrict__ sector, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 e = events[i];
        int v[4] = {e.x, e.y, e.z, e.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if ((v[k] & 7) == 0) atomicAdd(&sector[(v[k] >> 3) & 15], (v[k] >> 7) & 15);
    }
}
__global__ void __launch_bounds__(256) saffron_wheel_ba2_b(const int4* __restrict__ events, int* __restrict__ sector, int n4) {
    __shared__ int local[8][32];
    local[threadIdx.x >> 5][threadIdx.x & 31] = 0;
    __syncthreads();
    int* mine = local[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 e = events[i];
        int v[4] = {e.x, e.y, e.z, e.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if ((v[k] & 7) == 0) atomicAdd(&mine[(v[k] >> 3) & 15], (v[k] >> 7) & 15);
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        int s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += local[w][threadIdx.x];
        atomicAdd(&sector[threadIdx.x], s);
    }
}

// ---- 9: growth of a population per cell
__global__ void __launch_bounds__(256) willow_ribbon_ba2_a(const float* __restrict__ in, float* __restrict__ out, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 1.0f + 0.5f * in[i];
    for (int k = 0; k < steps; ++k) {
        float birth = 0.9 * x * (1.7 - x);
        float loss = 0.11 * x * x;
        x = x + 0.02 * (birth - loss);
    }
    out[i] = x;
}
__global__ void __launch_bounds__(256) willow_ribbon_ba2_b(const float* __restrict__ in, float* __restrict__ out, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = 1.0f + 0.5f * in[i];
    for (int k = 0; k < steps; ++k) {
        float birth = 0.9f * x * (1.7f - x);
        float loss = 0.11f * x * x;
        x = x + 0.02f * (birth - loss);
    }
    out[i] = x;
}

// ---- 10: residues of keys by 24 moduli
__constant__ uint32_t kModuli[24], kInverse[24];
__global__ void __launch_bounds__(256) granite_falcon_ba2_a(const uint32_t* __restrict__ keys, int* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t key = keys[i] * 2654435761u, sum = 0;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) { uint32_t r = key % kModuli[k]; sum += r ^ (sum >> 7); sum &= 0xffffff; }
    out[i] = (int)sum;
}
__global__ void __launch_bounds__(256) granite_falcon_ba2_b(const uint32_t* __restrict__ keys, int* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t key = keys[i] * 2654435761u, sum = 0;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) {
        uint32_t r = key - __umulhi(key, kInverse[k]) * kModuli[k];
        if (r >= kModuli[k]) r -= kModuli[k];
        sum += r ^ (sum >> 7); sum &= 0xffffff;
    }
    out[i] = (int)sum;
}

// ---- 11: projection of half-precision activations
constexpr int kDim = 2048;
__global__ void __launch_bounds__(256) ember_quilt_ba2_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float As[16][68];
    __shared__ __align__(16) float Bs[16][68];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < kDim; k0 += 16) {
        const half2* a = reinterpret_cast<const half2*>(A + (size_t)(row0 + t / 4) * kDim + k0 + (t & 3) * 4);
        const half2* b = reinterpret_cast<const half2*>(B + (size_t)(k0 + ty) * kDim + col0 + tx * 4);
        float2 a0 = __half22float2(a[0]), a1 = __half22float2(a[1]), b0 = __half22float2(b[0]), b1 = __half22float2(b[1]);
        As[(t & 3) * 4 + 0][t / 4] = a0.x; As[(t & 3) * 4 + 1][t / 4] = a0.y;
        As[(t & 3) * 4 + 2][t / 4] = a1.x; As[(t & 3) * 4 + 3][t / 4] = a1.y;
        *reinterpret_cast<float4*>(&Bs[ty][tx * 4]) = make_float4(b0.x, b0.y, b1.x, b1.y);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 x = *reinterpret_cast<float4*>(&As[k][ty * 4]), y = *reinterpret_cast<float4*>(&Bs[k][tx * 4]);
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(xs[i], ys[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(C + (size_t)(row0 + ty * 4 + i) * kDim + col0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
__global__ void __launch_bounds__(256) ember_quilt_ba2_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C) {
    using namespace nvcuda;
    __shared__ __align__(128) half As[2][128][40];
    __shared__ __align__(128) half Bs[2][32][136];
    int t = threadIdx.x, warp = t >> 5, wr = warp >> 1, wc = warp & 1, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    auto stage = [&](int s, int k0) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int e = t + h * 256;
            __pipeline_memcpy_async(&As[s][e >> 2][(e & 3) * 8], A + (size_t)(row0 + (e >> 2)) * kDim + k0 + (e & 3) * 8, 16);
            __pipeline_memcpy_async(&Bs[s][e >> 4][(e & 15) * 8], B + (size_t)(k0 + (e >> 4)) * kDim + col0 + (e & 15) * 8, 16);
        }
        __pipeline_commit();
    };
    stage(0, 0);
    for (int k0 = 0, s = 0; k0 < kDim; k0 += 32, s ^= 1) {
        if (k0 + 32 < kDim) { stage(s ^ 1, k0 + 32); __pipeline_wait_prior(1); } else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(a[i], &As[s][wr * 32 + i * 16][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(b[j], &Bs[s][k][wc * 64 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(row0 + wr * 32 + i * 16) * kDim + col0 + wc * 64 + j * 16, acc[i][j], kDim, wmma::mem_row_major);
}

// ---- 12: runoff of a catchment: rain, storage, response, mask
__device__ __forceinline__ float rain_of(float a, float b) { return fmaf(a, b, 0.5f * a); }
__device__ __forceinline__ float store_of(float t, float c) { return fmaf(0.8f, t, c * c); }
__device__ __forceinline__ float respond(float t) { return t / (1.f + fabsf(t)); }
__device__ __forceinline__ float mask_of(float t, float m) { return m > 0.f ? t : 0.1f * t * t; }
__global__ void __launch_bounds__(256) meadow_rocket_ba2_a0(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ t) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 x = a[i], y = b[i];
    t[i] = make_float4(rain_of(x.x, y.x), rain_of(x.y, y.y), rain_of(x.z, y.z), rain_of(x.w, y.w));
}
__global__ void __launch_bounds__(256) meadow_rocket_ba2_a1(const float4* __restrict__ t, const float4* __restrict__ c, float4* __restrict__ u) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 x = t[i], y = c[i];
    u[i] = make_float4(store_of(x.x, y.x), store_of(x.y, y.y), store_of(x.z, y.z), store_of(x.w, y.w));
}
__global__ void __launch_bounds__(256) meadow_rocket_ba2_a2(const float4* __restrict__ u, float4* __restrict__ t) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 x = u[i];
    t[i] = make_float4(respond(x.x), respond(x.y), respond(x.z), respond(x.w));
}
__global__ void __launch_bounds__(256) meadow_rocket_ba2_a3(const float4* __restrict__ t, const float4* __restrict__ m, float4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x; float4 x = t[i], y = m[i];
    out[i] = make_float4(mask_of(x.x, y.x), mask_of(x.y, y.y), mask_of(x.z, y.z), mask_of(x.w, y.w));
}
__global__ void __launch_bounds__(256) meadow_rocket_ba2_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, const float4* __restrict__ m, float4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 x = a[i], y = b[i], z = c[i], w = m[i];
    out[i] = make_float4(mask_of(respond(store_of(rain_of(x.x, y.x), z.x)), w.x), mask_of(respond(store_of(rain_of(x.y, y.y), z.y)), w.y),
                         mask_of(respond(store_of(rain_of(x.z, y.z), z.z)), w.z), mask_of(respond(store_of(rain_of(x.w, y.w), z.w)), w.w));
}

// ---- mild 1: luma of float planes
__global__ void __launch_bounds__(256) tulip_hammer_ba2_a(const float* __restrict__ r, const float* __restrict__ g, const float* __restrict__ b, float* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int h = 0; h < 2; ++h, i += 256) y[i] = 0.299 * r[i] + 0.587 * g[i] + 0.114 * b[i] + 1.0;
}
__global__ void __launch_bounds__(256) tulip_hammer_ba2_b(const float* __restrict__ r, const float* __restrict__ g, const float* __restrict__ b, float* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int h = 0; h < 2; ++h, i += 256) y[i] = 0.299f * r[i] + 0.587f * g[i] + 0.114f * b[i] + 1.0f;
}

// ---- mild 2: friction regime of a pipe network
__global__ void __launch_bounds__(256) cobalt_garden_ba2_a(const float* __restrict__ flow, const float* __restrict__ width, const float* __restrict__ rough, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float q = flow[i], w = width[i], e = rough[i], f;
    if (q > 0.f) {
        f = 0.3f;
#pragma unroll 1
        for (int k = 0; k < 2; ++k) f = fmaf(-0.2f * f, f, fmaf(e, 0.1f, 0.4f));
        f = f + w * w;
    } else {
        f = __fdividef(1.f, 2.f + w) + e * e;
    }
    out[i] = f;
}
__global__ void __launch_bounds__(256) cobalt_garden_ba2_b(const float* __restrict__ flow, const float* __restrict__ width, const float* __restrict__ rough, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float q = flow[i], w = width[i], e = rough[i], f = 0.3f;
    float c = fmaf(e, 0.1f, 0.4f);
    f = fmaf(-0.2f * f, f, c);
    f = fmaf(-0.2f * f, f, c);
    f = f + w * w;
    float l = __fdividef(1.f, 2.f + w) + e * e;
    out[i] = q > 0.f ? f : l;
}

// ---- healthy 1: energy of a signal pair
__global__ void __launch_bounds__(256) juniper_clock_ba2_a(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ out, int n4) {
    float s = 0.f;
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + stride < n4; i += 2 * stride) {
        float4 a = x[i], b = y[i], c = x[i + stride], d = y[i + stride];
        s += fabsf(a.x * b.x) + fabsf(a.y * b.y) + fabsf(a.z * b.z) + fabsf(a.w * b.w);
        s += fabsf(c.x * d.x) + fabsf(c.y * d.y) + fabsf(c.z * d.z) + fabsf(c.w * d.w);
    }
    if (i < n4) { float4 a = x[i], b = y[i]; s += fabsf(a.x * b.x) + fabsf(a.y * b.y) + fabsf(a.z * b.z) + fabsf(a.w * b.w); }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    __shared__ float part[8];
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7]);
}

// ---- healthy 2: long series in double precision
__constant__ double kSeries[512];
__global__ void __launch_bounds__(256) orchid_piston_ba2_a(const double* __restrict__ in, double* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    double x[4], p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = in[i + j * 256]; p[j] = 0.; }
#pragma unroll 16
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = fma(p[j], x[j], kSeries[k]);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = p[j];
}

// ---- healthy 3: quadratic map, 48 points a thread
__global__ void __launch_bounds__(256, 2) basil_turret_ba2_a(const float* __restrict__ in, float* __restrict__ out, int steps) {
    size_t i = blockIdx.x * (size_t)(48 * 256) + threadIdx.x;
    float a[48], x[48];
#pragma unroll
    for (int j = 0; j < 48; ++j) { a[j] = fmaf(0.2f, in[i + j * 256], 0.5f); x[j] = 0.1f; }
#pragma unroll 2
    for (int k = 0; k < steps; ++k)
#pragma unroll
        for (int j = 0; j < 48; ++j) x[j] = fmaf(-x[j], x[j], a[j]);
#pragma unroll
    for (int j = 0; j < 48; ++j) out[i + j * 256] = x[j];
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) { cases.push_back(Case{name, f, out, count, type}); };

    {   // 1
        const int n = 524288;
        std::vector<float4> d(128);
        for (int k = 0; k < 128; ++k) {
            float z = 1.f - (2.f * k + 1.f) / 128.f, r = std::sqrt(1.f - z * z), phi = 2.39996323f * k;
            d[k] = make_float4(r * std::cos(phi), r * std::sin(phi), z, 0.09817f);
        }
        CHECK(cudaMemcpyToSymbol(kDirections, d.data(), sizeof(float4) * 128));
        auto* in = (float4*)filled<float>((size_t)n * 4, 11); auto* out = empty<float>((size_t)n * 48);
        add("marble_otter_ba2_a", [=] { marble_otter_ba2_a<<<n / 256, 256>>>(in, out, n); }, out, (size_t)n * 48);
        add("marble_otter_ba2_b", [=] { marble_otter_ba2_b<<<n / 256, 256>>>(in, out, n); }, out, (size_t)n * 48);
    }
    {   // 2
        const int n = 1 << 20;
        auto* in = (uint4*)indices((size_t)n * 64, 0x7fffffffu, 5); auto* out = empty<int>(n);
        add("copper_thistle_ba2_a", [=] { copper_thistle_ba2_a<<<n / 128, 128>>>(in, out, n); }, out, n, Output::i32);
        add("copper_thistle_ba2_b", [=] { copper_thistle_ba2_b<<<n / 128, 128>>>(in, out, n); }, out, n, Output::i32);
    }
    {   // 3
        const int n = 1 << 26;
        auto* in = filled<float>(n, 21); auto* out = empty<float>(n);
        const int large = 100 * 1024, small = 520 * 4;
        CHECK(cudaFuncSetAttribute(velvet_anchor_ba2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, large));
        add("velvet_anchor_ba2_a", [=] { velvet_anchor_ba2_a<<<n / 512, 256, large>>>(in, out, n); }, out, n);
        add("velvet_anchor_ba2_b", [=] { velvet_anchor_ba2_b<<<n / 512, 256, small>>>(in, out, n); }, out, n);
    }
    {   // 4
        const int rows = 1 << 20;
        auto* in = (float2*)filled<float>((size_t)rows * 64, 31); auto* out = empty<float>((size_t)rows * 64);
        add("walnut_signal_ba2_a", [=] { walnut_signal_ba2_a<<<rows, 32>>>(in, (float2*)out); }, out, (size_t)rows * 64);
        add("walnut_signal_ba2_b", [=] { walnut_signal_ba2_b<<<rows / 8, 256>>>(in, (float2*)out); }, out, (size_t)rows * 64);
    }
    {   // 5
        const int bytes = 16 * 480 * 16;
        auto* c = (float4*)filled<float>(16 * 480 * 4, 41); auto* q = (float4*)filled<float>((size_t)kUnits * 1024 * 4, 42);
        auto* out = empty<float>((size_t)kUnits * 1024);
        CHECK(cudaFuncSetAttribute(pepper_canyon_ba2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(pepper_canyon_ba2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("pepper_canyon_ba2_a", [=] { pepper_canyon_ba2_a<<<kUnits / 16, 1024, bytes>>>(c, q, out); }, out, (size_t)kUnits * 1024);
        add("pepper_canyon_ba2_b", [=] { pepper_canyon_ba2_b<<<132, 1024, bytes>>>(c, q, out); }, out, (size_t)kUnits * 1024);
    }
    {   // 6
        const int segments = 4096;
        std::vector<int> offsets(segments + 1, 0); std::vector<int4> pieces;
        for (int s = 0; s < segments; ++s) {
            int length = s % 512 == 300 ? 1600000 : 3072 + (int)(hash32(s) % 64) * 32;
            offsets[s + 1] = offsets[s] + length;
            for (int b = offsets[s]; b < offsets[s + 1]; b += 4096) pieces.push_back(make_int4(s, b, std::min(b + 4096, offsets[s + 1]), 0));
        }
        const int n = offsets[segments], count = (int)pieces.size();
        auto* off = uploaded(offsets); auto* pc = uploaded(pieces); auto* gain = filled<float>(segments, 51); auto* in = filled<float>(n, 52); auto* out = empty<float>(n);
        add("lantern_bishop_ba2_a", [=] { lantern_bishop_ba2_a<<<segments, 256>>>(off, gain, in, out); }, out, n);
        add("lantern_bishop_ba2_b", [=] { lantern_bishop_ba2_b<<<count, 256>>>(pc, gain, in, out); }, out, n);
    }
    {   // 7
        const int n = 1 << 23;
        std::vector<int> kinds(n); std::vector<unsigned short> order(n);
        for (int i = 0; i < n; ++i) kinds[i] = hash32(i * 77u + 3u) & 3;
        for (int b = 0; b < n; b += 1024) {
            int p = b;
            for (int k = 0; k < 4; ++k) for (int j = 0; j < 1024; ++j) if (kinds[b + j] == k) order[p++] = (unsigned short)j;
        }
        auto* kind = uploaded(kinds); auto* ord = uploaded(order); auto* x = filled<float>(n, 61); auto* out = empty<float>(n);
        add("harbor_cactus_ba2_a", [=] { harbor_cactus_ba2_a<<<n / 1024, 1024>>>(kind, x, out); }, out, n);
        add("harbor_cactus_ba2_b", [=] { harbor_cactus_ba2_b<<<n / 1024, 1024>>>(ord, kind, x, out); }, out, n);
    }
    {   // 8
        const int n4 = 6 << 20;
        auto* in = (int4*)indices((size_t)n4 * 4, 1u << 30, 71); auto* out = empty<int>(16);
        add("saffron_wheel_ba2_a", [=] { saffron_wheel_ba2_a<<<132 * 8, 256>>>(in, out, n4); }, out, 16, Output::i32);
        add("saffron_wheel_ba2_b", [=] { saffron_wheel_ba2_b<<<132 * 8, 256>>>(in, out, n4); }, out, 16, Output::i32);
    }
    {   // 9
        const int n = 1 << 22;
        auto* in = filled<float>(n, 81); auto* out = empty<float>(n);
        add("willow_ribbon_ba2_a", [=] { willow_ribbon_ba2_a<<<n / 256, 256>>>(in, out, 96); }, out, n);
        add("willow_ribbon_ba2_b", [=] { willow_ribbon_ba2_b<<<n / 256, 256>>>(in, out, 96); }, out, n);
    }
    {   // 10
        const int n = 1 << 23;
        uint32_t m[24], inverse[24];
        for (int k = 0; k < 24; ++k) { m[k] = 100003u + 2u * (hash32(900 + k) % 200000u); inverse[k] = (uint32_t)((1ull << 32) / m[k]); }
        CHECK(cudaMemcpyToSymbol(kModuli, m, sizeof m)); CHECK(cudaMemcpyToSymbol(kInverse, inverse, sizeof inverse));
        auto* keys = (uint32_t*)indices(n, 0x7fffffffu, 91); auto* out = empty<int>(n);
        add("granite_falcon_ba2_a", [=] { granite_falcon_ba2_a<<<n / 256, 256>>>(keys, out); }, out, n, Output::i32);
        add("granite_falcon_ba2_b", [=] { granite_falcon_ba2_b<<<n / 256, 256>>>(keys, out); }, out, n, Output::i32);
    }
    {   // 11
        const size_t n = (size_t)kDim * kDim;
        auto* A = filled<half>(n, 101); auto* B = filled<half>(n, 102); auto* C = empty<float>(n);
        add("ember_quilt_ba2_a", [=] { ember_quilt_ba2_a<<<dim3(kDim / 64, kDim / 64), 256>>>(A, B, C); }, C, n);
        add("ember_quilt_ba2_b", [=] { ember_quilt_ba2_b<<<dim3(kDim / 128, kDim / 128), 256>>>(A, B, C); }, C, n);
    }
    {   // 12
        const size_t n = (size_t)1 << 26; const int blocks = (int)(n / 1024);
        auto* a = (float4*)filled<float>(n, 111); auto* b = (float4*)filled<float>(n, 112); auto* c = (float4*)filled<float>(n, 113); auto* m = (float4*)filled<float>(n, 114);
        auto* t = (float4*)empty<float>(n); auto* u = (float4*)empty<float>(n); auto* out = (float4*)empty<float>(n);
        add("meadow_rocket_ba2_a", [=] {
            meadow_rocket_ba2_a0<<<blocks, 256>>>(a, b, t);
            meadow_rocket_ba2_a1<<<blocks, 256>>>(t, c, u);
            meadow_rocket_ba2_a2<<<blocks, 256>>>(u, t);
            meadow_rocket_ba2_a3<<<blocks, 256>>>(t, m, out);
        }, out, n);
        add("meadow_rocket_ba2_b", [=] { meadow_rocket_ba2_b<<<blocks, 256>>>(a, b, c, m, out); }, out, n);
    }
    {   // mild 1, 2
        const int n = 1 << 26;
        auto* r = filled<float>(n, 121); auto* g = filled<float>(n, 122); auto* b = filled<float>(n, 123); auto* y = empty<float>(n);
        add("tulip_hammer_ba2_a", [=] { tulip_hammer_ba2_a<<<n / 512, 256>>>(r, g, b, y); }, y, n);
        add("tulip_hammer_ba2_b", [=] { tulip_hammer_ba2_b<<<n / 512, 256>>>(r, g, b, y); }, y, n);
        add("cobalt_garden_ba2_a", [=] { cobalt_garden_ba2_a<<<n / 256, 256>>>(r, g, b, y); }, y, n);
        add("cobalt_garden_ba2_b", [=] { cobalt_garden_ba2_b<<<n / 256, 256>>>(r, g, b, y); }, y, n);
    }
    {   // healthy 1
        const int n4 = 1 << 25;
        auto* x = (float4*)filled<float>((size_t)n4 * 4, 131); auto* y = (float4*)filled<float>((size_t)n4 * 4, 132); auto* out = empty<float>(1);
        CHECK(cudaMemset(out, 0, 4));
        add("juniper_clock_ba2_a", [=] { juniper_clock_ba2_a<<<132 * 8, 256>>>(x, y, out, n4); }, out, 1);
    }
    {   // healthy 2
        const size_t n = (size_t)132 * 8 * 8 * 1024;
        std::vector<double> s(512);
        for (int k = 0; k < 512; ++k) s[k] = (k % 3 == 1 ? -1.0 : 1.0) / (513.0 - k);
        CHECK(cudaMemcpyToSymbol(kSeries, s.data(), sizeof(double) * 512));
        auto* in = filled<double>(n, 141); auto* out = empty<double>(n);
        add("orchid_piston_ba2_a", [=] { orchid_piston_ba2_a<<<132 * 8 * 8, 256>>>(in, out); }, out, n, Output::f64);
    }
    {   // healthy 3
        const size_t n = (size_t)132 * 2 * 8 * 48 * 256;
        auto* in = filled<float>(n, 151); auto* out = empty<float>(n);
        add("basil_turret_ba2_a", [=] { basil_turret_ba2_a<<<132 * 2 * 8, 256>>>(in, out, 1000); }, out, n);
    }
    return harness::run(argc, argv, cases);
}
