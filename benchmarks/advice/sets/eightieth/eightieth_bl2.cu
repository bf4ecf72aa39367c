#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

// ---------------------------------------------------------------- shading of a visibility buffer with four materials
__device__ __forceinline__ float shade_metal(float a, float b) {
#pragma unroll 4
    for (int k = 0; k < 40; ++k) { float t = a * a - b * b; b = (a * b + 0.17f) * 0.8f; a = t * 0.6f + 0.1f; }
    return a + b;
}
__device__ __forceinline__ float shade_cloth(float a, float b) {
#pragma unroll 4
    for (int k = 0; k < 48; ++k) { a = 0.5f * a + 0.3f * b * b; b = 0.4f - 0.6f * a * b; }
    return a - 0.5f * b;
}
__device__ __forceinline__ float shade_glass(float a, float b) {
    float s = 0.0f;
#pragma unroll 4
    for (int k = 0; k < 40; ++k) { a = 0.7f - 0.4f * a * a; b = 0.5f * b + 0.2f * a * b; s = s * 0.9f + b; }
    return s + a;
}
__device__ __forceinline__ float shade_skin(float a, float b) {
    float s = 0.1f;
#pragma unroll 4
    for (int k = 0; k < 44; ++k) { a = a * 0.9f - 0.1f * b * a; b = b * 0.8f + 0.15f * a * a; s += a * b; }
    return s;
}
__device__ __forceinline__ float shade(int material, float2 uv) {
    switch (material) {
        case 0: return shade_metal(uv.x, uv.y);
        case 1: return shade_cloth(uv.x, uv.y);
        case 2: return shade_glass(uv.x, uv.y);
        default: return shade_skin(uv.x, uv.y);
    }
}
__global__ void amber_kettle_bl2_a(const float2* uv, const int* ids, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = shade(ids[i] & 3, uv[i]);
}
__global__ void __launch_bounds__(256) amber_kettle_bl2_b(const float2* uv, const int* ids, float* out, int n) {
    __shared__ float2 s_uv[1024];
    __shared__ float s_out[1024];
    __shared__ int order[1024];
    __shared__ int count[4];
    const int t = threadIdx.x, lane = t & 31, base = blockIdx.x * 1024;
    if (t < 4) count[t] = 0;
    __syncthreads();
    int mat[4], pos[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int p = t + 256 * j, m = ids[base + p] & 3;
        s_uv[p] = uv[base + p];
        unsigned mine = 0;
        int total = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned b = __ballot_sync(~0u, m == k);
            if (m == k) mine = b;
            if (lane == k) total = __popc(b);
        }
        int from = 0;
        if (lane < 4) from = atomicAdd(&count[lane], total);
        from = __shfl_sync(~0u, from, m);
        mat[j] = m;
        pos[j] = from + __popc(mine & ((1u << lane) - 1));
    }
    __syncthreads();
    int c0 = count[0], c1 = c0 + count[1], c2 = c1 + count[2];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int start = mat[j] == 0 ? 0 : mat[j] == 1 ? c0 : mat[j] == 2 ? c1 : c2;
        order[start + pos[j]] = (t + 256 * j) | mat[j] << 16;
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int e = order[t + 256 * j], p = e & 0xffff;
        s_out[p] = shade(e >> 16, s_uv[p]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) out[base + t + 256 * j] = s_out[t + 256 * j];
}

// ---------------------------------------------------------------- observables of field configurations of 1024 sites
__device__ float block_sum(float v, float* buf) {
    int t = threadIdx.x;
    buf[t] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) buf[t] += buf[t + s];
        __syncthreads();
    }
    float r = buf[0];
    __syncthreads();
    return r;
}
__global__ void cobalt_ferry_bl2_a(const float* field, float* obs, int configs) {
    __shared__ float buf[1024];
    for (int c = blockIdx.x; c < configs; c += gridDim.x) {
        float x = field[(size_t)c * 1024 + threadIdx.x];
        float m = block_sum(x, buf);
        float k = block_sum(x * x, buf);
        float u = block_sum(0.25f * x * x * x * x, buf);
        if (threadIdx.x == 0) { obs[c * 3] = m; obs[c * 3 + 1] = k; obs[c * 3 + 2] = u; }
    }
}
__global__ void cobalt_ferry_bl2_b(const float* field, float* obs, int configs) {
    int c = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (c >= configs) return;
    const float4* row = (const float4*)(field + (size_t)c * 1024);
    float m = 0, k = 0, u = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 f = row[lane + 32 * j];
        float xs[4] = {f.x, f.y, f.z, f.w};
#pragma unroll
        for (int e = 0; e < 4; ++e) { float x = xs[e], q = x * x; m += x; k += q; u += 0.25f * q * q; }
    }
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) {
        m += __shfl_xor_sync(~0u, m, s); k += __shfl_xor_sync(~0u, k, s); u += __shfl_xor_sync(~0u, u, s);
    }
    if (lane == 0) { obs[c * 3] = m; obs[c * 3 + 1] = k; obs[c * 3 + 2] = u; }
}

// ---------------------------------------------------------------- SELECT region, SUM(qty * price - rebate) GROUP BY region
__global__ void opal_ladder_bl2_a(const int* region, const int* qty, const int* price, const int* rebate, int* total, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    int amount = (qty[i] & 7) * (price[i] & 15) - (rebate[i] & 3);
    atomicAdd(&total[region[i] & 7], amount);
}
__global__ void opal_ladder_bl2_b(const int* region, const int* qty, const int* price, const int* rebate, int* total, int rows) {
    __shared__ int bins[8 * 32];
    bins[threadIdx.x] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
        int amount = (qty[i] & 7) * (price[i] & 15) - (rebate[i] & 3);
        atomicAdd(&bins[(region[i] & 7) * 32 + lane], amount);
    }
    __syncthreads();
    int v = __reduce_add_sync(~0u, bins[threadIdx.x]);
    if (lane == 0) atomicAdd(&total[threadIdx.x >> 5], v);
}

// ---------------------------------------------------------------- token frequencies of a corpus
constexpr int kVocab = 32000;
__global__ void velvet_anchor_bl2_a(const int4* tokens, int* freq, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    int4 t = tokens[i];
    atomicAdd(&freq[t.x], 1);
    atomicAdd(&freq[t.y], 1);
    atomicAdd(&freq[t.z], 1);
    atomicAdd(&freq[t.w], 1);
}
__global__ void __launch_bounds__(1024) velvet_anchor_bl2_b(const int4* tokens, int* freq, int n4) {
    extern __shared__ int local[];
    for (int v = threadIdx.x; v < kVocab; v += blockDim.x) local[v] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 t = tokens[i];
        atomicAdd(&local[t.x], 1);
        atomicAdd(&local[t.y], 1);
        atomicAdd(&local[t.z], 1);
        atomicAdd(&local[t.w], 1);
    }
    __syncthreads();
    for (int v = threadIdx.x; v < kVocab; v += blockDim.x)
        if (local[v]) atomicAdd(&freq[v], local[v]);
}

// ---------------------------------------------------------------- fog along the view ray
__global__ void willow_cannon_bl2_a(const float2* ray, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 d = ray[i];
    float t = 0.02, light = 0.0, through = 1.0;
    for (int s = 0; s < 24; ++s) {
        float px = 0.3 - d.x * t, py = d.y * t - 0.2;
        float density = 0.8 / (1.0 + 3.5 * (px * px + py * py));
        through *= 1.0 - 0.05 * density;
        light += 0.05 * density * through;
        t += 0.04;
    }
    out[i] = light;
}
__global__ void willow_cannon_bl2_b(const float2* ray, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 d = ray[i];
    float t = 0.02f, light = 0.0f, through = 1.0f;
    for (int s = 0; s < 24; ++s) {
        float px = 0.3f - d.x * t, py = d.y * t - 0.2f;
        float density = 0.8f / (1.0f + 3.5f * (px * px + py * py));
        through *= 1.0f - 0.05f * density;
        light += 0.05f * density * through;
        t += 0.04f;
    }
    out[i] = light;
}

// ---------------------------------------------------------------- geo-relevance of rows against four query points
struct Queries { float lat[4], lon[4], power[4], decay[4]; };
__global__ void basil_quarry_bl2_a(const float* lat, const float* lon, const float* age, const float* price, float* score, int rows, Queries q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float la = lat[i], lo = lon[i], ag = age[i] + 1.0f, pr = price[i] + 1.5f, best = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float u = sinf((la - q.lat[k]) * 0.5f), v = sinf((lo - q.lon[k]) * 0.5f);
        float h = u * u + v * v * cosf(la) + 1e-3f;
        best += powf(h, q.power[k]) * expf(-ag * q.decay[k]) / (pr + h);
    }
    score[i] = best;
}
__global__ void basil_quarry_bl2_b(const float* lat, const float* lon, const float* age, const float* price, float* score, int rows, Queries q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float la = lat[i], lo = lon[i], ag = age[i] + 1.0f, pr = price[i] + 1.5f, best = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float u = __sinf((la - q.lat[k]) * 0.5f), v = __sinf((lo - q.lon[k]) * 0.5f);
        float h = u * u + v * v * __cosf(la) + 1e-3f;
        best += __fdividef(__powf(h, q.power[k]) * __expf(-ag * q.decay[k]), pr + h);
    }
    score[i] = best;
}

// ---------------------------------------------------------------- relaxation of a scalar field on a periodic 4-D lattice
__global__ void garnet_saddle_bl2_a(const float* phi, float* next, int nx, int ny, int nz, int nt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    int x = i % nx, y = (i / nx) % ny, z = (i / (nx * ny)) % nz, t = i / (nx * ny * nz);
    auto at = [&](int a, int b, int c, int d) { return phi[((d * nz + c) * ny + b) * nx + a]; };
    float s = at((x + 1) % nx, y, z, t) + at((x + nx - 1) % nx, y, z, t);
    s += at(x, (y + 1) % ny, z, t) + at(x, (y + ny - 1) % ny, z, t);
    s += at(x, y, (z + 1) % nz, t) + at(x, y, (z + nz - 1) % nz, t);
    s += at(x, y, z, (t + 1) % nt) + at(x, y, z, (t + nt - 1) % nt);
    float p = phi[i];
    next[i] = p + 0.05f * (s - 8.0f * p) - 0.01f * p * p * p;
}
__global__ void garnet_saddle_bl2_b(const float* phi, float* next, int nx, int ny, int nz, int nt) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y, t = blockIdx.z;
    int i = ((t * nz + z) * ny + y) * nx + x;
    int plane = nx * ny, volume = plane * nz;
    float s = phi[x + 1 < nx ? i + 1 : i + 1 - nx] + phi[x > 0 ? i - 1 : i - 1 + nx];
    s += phi[y + 1 < ny ? i + nx : i + nx - plane] + phi[y > 0 ? i - nx : i - nx + plane];
    s += phi[z + 1 < nz ? i + plane : i + plane - volume] + phi[z > 0 ? i - plane : i - plane + volume];
    s += phi[t + 1 < nt ? i + volume : i + volume - volume * nt] + phi[t > 0 ? i - volume : i - volume + volume * nt];
    float p = phi[i];
    next[i] = p + 0.05f * (s - 8.0f * p) - 0.01f * p * p * p;
}

// ---------------------------------------------------------------- normalisers of codebook-quantised logits, by fixed-point iteration
__device__ __forceinline__ void load_codebook(float* book, const float* codebook) {
    for (int k = threadIdx.x; k < kVocab; k += blockDim.x) book[k] = 0.5f + 0.3f * codebook[k];
    __syncthreads();
}
__global__ void __launch_bounds__(256) hazel_piston_bl2_a(const int* code, const float* codebook, float* out, int n) {
    extern __shared__ float book[];
    load_codebook(book, codebook);
    const int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int ahead = code[i];
#pragma unroll 1
    for (; i < n; i += stride) {
        float s = book[ahead], y = 0.9f;
        if (i + stride < n) ahead = code[i + stride];
#pragma unroll 8
        for (int k = 0; k < 96; ++k) { float u = s * y; float v = 1.5f - u * y; y = y * v; }
        out[i] = y;
    }
}
__global__ void __launch_bounds__(256) hazel_piston_bl2_b(const int* code, const float* codebook, float* out, int n) {
    extern __shared__ float book[];
    load_codebook(book, codebook);
    const int stride = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int ahead[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) ahead[j] = code[i + j * stride];
#pragma unroll 1
    for (; i < n; i += 4 * stride) {
        float s[4], y[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            s[j] = book[ahead[j]]; y[j] = 0.9f;
            if (i + (4 + j) * stride < n) ahead[j] = code[i + (4 + j) * stride];
        }
#pragma unroll 4
        for (int k = 0; k < 96; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) { float u = s[j] * y[j]; float v = 1.5f - u * y[j]; y[j] = y[j] * v; }
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * stride] = y[j];
    }
}

// ---------------------------------------------------------------- vector search: 32 queries against all vectors of 256 dimensions
constexpr int kDim = 256, kRow = kDim + 4, kChunk = 68;
__device__ __forceinline__ void load_queries(float* sq, const float* query) {
    for (int e = threadIdx.x; e < 32 * kDim / 4; e += 256)
        *(float4*)(sq + (e / 64) * kRow + (e % 64) * 4) = ((const float4*)query)[e];
}
__device__ __forceinline__ void dot_step(float (&acc)[4][4], const float* v, int vrow, const float* q) {
    float4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = *(const float4*)(v + j * 32 * vrow); b[j] = *(const float4*)(q + j * 8 * kRow); }
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int k = 0; k < 4; ++k)
            acc[j][k] = fmaf(a[j].w, b[k].w, fmaf(a[j].z, b[k].z, fmaf(a[j].y, b[k].y, fmaf(a[j].x, b[k].x, acc[j][k]))));
}
__global__ void __launch_bounds__(256) indigo_barrel_bl2_a(const float* vectors, const float* query, float* score, int n) {
    extern __shared__ __align__(16) float sm[];
    float *sq = sm, *sv = sm + 32 * kRow;
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    load_queries(sq, query);
    for (int tile = blockIdx.x; tile < n / 128; tile += gridDim.x) {
        const float4* from = (const float4*)(vectors + (size_t)tile * 128 * kDim);
#pragma unroll 8
        for (int e = threadIdx.x; e < 128 * kDim / 4; e += 256)
            *(float4*)(sv + (e / 64) * kRow + (e % 64) * 4) = from[e];
        __syncthreads();
        float acc[4][4] = {};
#pragma unroll 2
        for (int k = 0; k < kDim; k += 4) dot_step(acc, sv + lane * kRow + k, kRow, sq + w * kRow + k);
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) score[(size_t)(w + 8 * k) * n + tile * 128 + lane + 32 * j] = acc[j][k];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) indigo_barrel_bl2_b(const float* vectors, const float* query, float* score, int n) {
    extern __shared__ __align__(16) float sm[];
    float *sq = sm, *sv = sm + 32 * kRow;
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int tiles = (n / 128 - (int)blockIdx.x + (int)gridDim.x - 1) / (int)gridDim.x, steps = tiles * 4;
    auto issue = [&](int s) {
        if (s < steps) {
            int tile = blockIdx.x + (s >> 2) * gridDim.x;
            const float* from = vectors + (size_t)tile * 128 * kDim + (s & 3) * 64;
            float* to = sv + (s % 3) * 128 * kChunk;
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                int e = threadIdx.x + 256 * j, r = e >> 4, c = (e & 15) * 4;
                __pipeline_memcpy_async(to + r * kChunk + c, from + r * kDim + c, 16);
            }
        }
        __pipeline_commit();
    };
    issue(0);
    issue(1);
    load_queries(sq, query);
    float acc[4][4] = {};
    for (int s = 0; s < steps; ++s) {
        __pipeline_wait_prior(1);
        __syncthreads();
        issue(s + 2);
        const float* v = sv + (s % 3) * 128 * kChunk + lane * kChunk;
        const float* q = sq + w * kRow + (s & 3) * 64;
#pragma unroll 2
        for (int k = 0; k < 64; k += 4) dot_step(acc, v + k, kChunk, q + k);
        if ((s & 3) == 3) {
            int tile = blockIdx.x + (s >> 2) * gridDim.x;
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int k = 0; k < 4; ++k) { score[(size_t)(w + 8 * k) * n + tile * 128 + lane + 32 * j] = acc[j][k]; acc[j][k] = 0; }
        }
    }
}

// ---------------------------------------------------------------- response = propagator x source, single precision
__global__ void maroon_pulley_bl2_a(const float* a, const float* b, float* c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float s = 0;
    for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * n + col];
    c[row * n + col] = s;
}
template <typename T, typename S>
__device__ __forceinline__ void tiled_product(const S* a, const S* b, T* c, int n, int depth) {
    __shared__ T as[16][68], bs[16][64];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    T acc[4][4] = {};
    T ra[4], rb[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        ra[j] = (T)a[(size_t)(row0 + (t >> 4) + 16 * j) * depth + (t & 15)];
        rb[j] = (T)b[(size_t)((t >> 6) + 4 * j) * n + col0 + (t & 63)];
    }
    for (int k0 = 0; k0 < depth; k0 += 16) {
#pragma unroll
        for (int j = 0; j < 4; ++j) { as[t & 15][(t >> 4) + 16 * j] = ra[j]; bs[(t >> 6) + 4 * j][t & 63] = rb[j]; }
        __syncthreads();
        if (k0 + 16 < depth) {
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                ra[j] = (T)a[(size_t)(row0 + (t >> 4) + 16 * j) * depth + k0 + 16 + (t & 15)];
                rb[j] = (T)b[(size_t)(k0 + 16 + (t >> 6) + 4 * j) * n + col0 + (t & 63)];
            }
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            T x[4], y[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) { x[j] = as[k][ty * 4 + j]; y[j] = bs[k][tx * 4 + j]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) c[(size_t)(row0 + ty * 4 + i) * n + col0 + tx * 4 + j] = acc[i][j];
}
__global__ void __launch_bounds__(256) maroon_pulley_bl2_b(const float* a, const float* b, float* c, int n) { tiled_product<float, float>(a, b, c, n, n); }

// ---------------------------------------------------------------- projection of hidden states, half precision
__global__ void __launch_bounds__(256) cedar_lantern_bl2_a(const half* a, const half* b, float* c, int n) { tiled_product<float, half>(a, b, c, n, n); }
__global__ void __launch_bounds__(256) cedar_lantern_bl2_b(const half* a, const half* b, float* c, int n) {
    __shared__ __align__(32) half as[2][128 * 40], bs[2][32 * 136];
    const int t = threadIdx.x, w = t >> 5, wm = w & 3, wn = w >> 2, row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto issue = [&](int k0, int buf) {
        if (k0 < n) {
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                int e = t + 256 * j;
                __pipeline_memcpy_async(&as[buf][(e >> 2) * 40 + (e & 3) * 8], a + (size_t)(row0 + (e >> 2)) * n + k0 + (e & 3) * 8, 16);
                __pipeline_memcpy_async(&bs[buf][(e >> 4) * 136 + (e & 15) * 8], b + (size_t)(k0 + (e >> 4)) * n + col0 + (e & 15) * 8, 16);
            }
        }
        __pipeline_commit();
    };
    issue(0, 0);
    for (int k0 = 0, buf = 0; k0 < n; k0 += 32, buf ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        issue(k0 + 32, buf ^ 1);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[buf][(wm * 32 + i * 16) * 40 + k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[buf][k * 136 + wn * 64 + j * 16], 136);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(c + (size_t)(row0 + wm * 32 + i * 16) * n + col0 + wn * 64 + j * 16, acc[i][j], n, wmma::mem_row_major);
}

// ---------------------------------------------------------------- radiance transfer basis, double precision (offline bake)
__global__ void silver_trough_bl2_a(const double* transfer, const double* basis, double* baked, int n, int depth) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    double s = 0;
    for (int k = 0; k < depth; ++k) s += transfer[(size_t)row * depth + k] * basis[(size_t)k * n + col];
    baked[(size_t)row * n + col] = s;
}
__global__ void __launch_bounds__(256) silver_trough_bl2_b(const double* transfer, const double* basis, double* baked, int n, int depth) {
    tiled_product<double, double>(transfer, basis, baked, n, depth);
}

// ---------------------------------------------------------------- feed-forward epilogue: bias, gelu, gate, residual
__device__ __forceinline__ float gelu(float x) {
    float u = 0.7978845608f * (x + 0.044715f * x * x * x);
    return __fdividef(x, 1.0f + __expf(-2.0f * u));
}
__device__ __forceinline__ float4 add4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 mul4(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__device__ __forceinline__ float4 gelu4(float4 a) { return make_float4(gelu(a.x), gelu(a.y), gelu(a.z), gelu(a.w)); }
__global__ void tulip_mortar_bl2_a0(const float4* x, const float4* bias, float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = add4(x[i], bias[i & 1023]);
}
__global__ void tulip_mortar_bl2_a1(float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = gelu4(y[i]);
}
__global__ void tulip_mortar_bl2_a2(float4* y, const float4* gate, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = mul4(y[i], gate[i]);
}
__global__ void tulip_mortar_bl2_a3(float4* y, const float4* residual, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = add4(y[i], residual[i]);
}
__global__ void tulip_mortar_bl2_b(const float4* x, const float4* bias, const float4* gate, const float4* residual, float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = add4(mul4(gelu4(add4(x[i], bias[i & 1023])), gate[i]), residual[i]);
}

// ---------------------------------------------------------------- revaluation of a partitioned table, each partition at its rate
constexpr int kParts = 24, kPartRows = 32768;
__global__ void onyx_rudder_bl2_a(const float* balance, const float* rate, float* value, int part) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= kPartRows) return;
    size_t at = (size_t)part * kPartRows + i;
    value[at] = balance[at] * (1.0f + 0.1f * rate[part]) + 0.01f * part;
}
__global__ void onyx_rudder_bl2_b(const float* balance, const float* rate, float* value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, part = blockIdx.y;
    if (i >= kPartRows) return;
    size_t at = (size_t)part * kPartRows + i;
    value[at] = balance[at] * (1.0f + 0.1f * rate[part]) + 0.01f * part;
}

// ---------------------------------------------------------------- push of charged and neutral particles
__global__ void lilac_hammer_bl2_a(const float4* state, const int* species, float4* next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = state[i];
    if (species[i] & 1) {
#pragma unroll 1
        for (int k = 0; k < 3; ++k) { p.x += 0.1f * p.z; p.z -= 0.08f * p.x; p.y += 0.1f * p.w; p.w -= 0.08f * p.y; }
    } else {
#pragma unroll 1
        for (int k = 0; k < 3; ++k) { p.x += 0.12f * p.z; p.z -= 0.01f * p.x; p.y += 0.12f * p.w; p.w -= 0.01f * p.y; }
    }
    next[i] = p;
}
__global__ void lilac_hammer_bl2_b(const float4* state, const int* species, float4* next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = state[i];
    bool charged = species[i] & 1;
    float drift = charged ? 0.1f : 0.12f, pull = charged ? 0.08f : 0.01f;
#pragma unroll
    for (int k = 0; k < 3; ++k) { p.x += drift * p.z; p.z -= pull * p.x; p.y += drift * p.w; p.w -= pull * p.y; }
    next[i] = p;
}

// ---------------------------------------------------------------- colour grading through a staging tile
__global__ void __launch_bounds__(256) pewter_meadow_bl2_a(const float4* pixel, float4* out, int n) {
    __shared__ float4 stage[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    stage[threadIdx.x] = i < n ? pixel[i] : make_float4(0, 0, 0, 0);
    __syncthreads();
    float4 p = stage[threadIdx.x];
    float grey = 0.3f * p.x + 0.6f * p.y + 0.1f * p.z;
    __syncthreads();
    stage[threadIdx.x] = make_float4(p.x + 0.2f * grey, p.y + 0.1f * grey, p.z - 0.1f * grey, p.w);
    __syncthreads();
    p = stage[threadIdx.x];
    if (i < n) out[i] = make_float4(p.x * 0.9f, p.y * 0.8f, p.z * 0.95f, p.w);
}
__global__ void __launch_bounds__(256) pewter_meadow_bl2_b(const float4* pixel, float4* out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 p = pixel[i];
    float grey = 0.3f * p.x + 0.6f * p.y + 0.1f * p.z;
    out[i] = make_float4((p.x + 0.2f * grey) * 0.9f, (p.y + 0.1f * grey) * 0.8f, (p.z - 0.1f * grey) * 0.95f, p.w);
}

// ---------------------------------------------------------------- softmax over rows of 4096
__device__ __forceinline__ float block_all(float v, float* part, bool maximum) {
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) { float o = __shfl_xor_sync(~0u, v, s); v = maximum ? fmaxf(v, o) : v + o; }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = part[0];
#pragma unroll
    for (int k = 1; k < 8; ++k) v = maximum ? fmaxf(v, part[k]) : v + part[k];
    return v;
}
__global__ void __launch_bounds__(256) fennel_gasket_bl2_a(const float4* in, float4* out) {
    __shared__ float pm[8], ps[8];
    const float4* row = in + (size_t)blockIdx.x * 1024;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(row + threadIdx.x + 256 * j);
    float m = -1e30f, s = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    m = block_all(m, pm, true);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j] = make_float4(__expf(v[j].x - m), __expf(v[j].y - m), __expf(v[j].z - m), __expf(v[j].w - m));
        s += v[j].x + v[j].y + v[j].z + v[j].w;
    }
    float r = __fdividef(1.0f, block_all(s, ps, false));
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(out + (size_t)blockIdx.x * 1024 + threadIdx.x + 256 * j, make_float4(v[j].x * r, v[j].y * r, v[j].z * r, v[j].w * r));
}

// ---------------------------------------------------------------- image transposition
__global__ void __launch_bounds__(256) walnut_compass_bl2_a(const float* in, float* out, int width, int height) {
    __shared__ float tile[64][65];
    int tx = threadIdx.x & 63, ty = threadIdx.x >> 6, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
#pragma unroll
    for (int j = 0; j < 16; ++j) tile[ty + 4 * j][tx] = in[(size_t)(y0 + ty + 4 * j) * width + x0 + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) out[(size_t)(x0 + ty + 4 * j) * height + y0 + tx] = tile[tx][ty + 4 * j];
}

// ---------------------------------------------------------------- equi-width statistics of a key column, 256 buckets
__global__ void __launch_bounds__(256) russet_trellis_bl2_a(const int4* key, int* buckets, int n4) {
    __shared__ int bins[4][256];
#pragma unroll
    for (int c = 0; c < 4; ++c) bins[c][threadIdx.x] = 0;
    __syncthreads();
    int* mine = bins[(threadIdx.x >> 5) & 3];
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 k = key[i];
        atomicAdd(mine + (k.x & 255), 1);
        atomicAdd(mine + (k.y & 255), 1);
        atomicAdd(mine + (k.z & 255), 1);
        atomicAdd(mine + (k.w & 255), 1);
    }
    __syncthreads();
    int t = threadIdx.x;
    atomicAdd(&buckets[t], bins[0][t] + bins[1][t] + bins[2][t] + bins[3][t]);
}

// ---------------------------------------------------------------- one decoding step: a query per head over its cache
constexpr int kHeads = 1056, kContext = 1024;
__device__ __forceinline__ void unpack(uint4 h, float (&f)[8]) {
    const half2* p = (const half2*)&h;
#pragma unroll
    for (int e = 0; e < 4; ++e) { float2 x = __half22float2(p[e]); f[2 * e] = x.x; f[2 * e + 1] = x.y; }
}
__global__ void __launch_bounds__(256) saffron_gully_bl2_a(const float* query, const uint4* keys, const uint4* values, float* out) {
    __shared__ float sa[16][128], sm[16], sl[16];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, hl = lane & 15, g = w * 2 + (lane >> 4);
    const uint4* K = keys + (size_t)blockIdx.x * kContext * 16;
    const uint4* V = values + (size_t)blockIdx.x * kContext * 16;
    float q[8], acc[8] = {}, m = -1e30f, l = 0;
#pragma unroll
    for (int e = 0; e < 8; ++e) q[e] = query[blockIdx.x * 128 + hl * 8 + e] * 0.0883883f;
    for (int k0 = 0; k0 < kContext; k0 += 64) {
        uint4 kk[4], vv[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) kk[u] = K[(k0 + u * 16 + g) * 16 + hl];
#pragma unroll
        for (int u = 0; u < 4; ++u) vv[u] = V[(k0 + u * 16 + g) * 16 + hl];
        float s[4], top = m;
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float f[8], d = 0;
            unpack(kk[u], f);
#pragma unroll
            for (int e = 0; e < 8; ++e) d += q[e] * f[e];
#pragma unroll
            for (int x = 8; x > 0; x >>= 1) d += __shfl_xor_sync(~0u, d, x);
            s[u] = d;
            top = fmaxf(top, d);
        }
        float r = __expf(m - top);
        m = top;
        l *= r;
#pragma unroll
        for (int e = 0; e < 8; ++e) acc[e] *= r;
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float p = __expf(s[u] - m), f[8];
            unpack(vv[u], f);
            l += p;
#pragma unroll
            for (int e = 0; e < 8; ++e) acc[e] += p * f[e];
        }
    }
#pragma unroll
    for (int e = 0; e < 8; ++e) sa[g][hl * 8 + e] = acc[e];
    if (hl == 0) { sm[g] = m; sl[g] = l; }
    __syncthreads();
    if (threadIdx.x < 128) {
        float top = sm[0], num = 0, den = 0;
        for (int k = 1; k < 16; ++k) top = fmaxf(top, sm[k]);
        for (int k = 0; k < 16; ++k) { float c = __expf(sm[k] - top); num += c * sa[k][threadIdx.x]; den += c * sl[k]; }
        out[blockIdx.x * 128 + threadIdx.x] = num / den;
    }
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    const size_t M = 1 << 20;
    float* f = harness::filled<float>(128 * M, 3);
    double* d = harness::filled<double>(4 * M, 5);
    const size_t cache = (size_t)kHeads * kContext * 128;
    half* h = harness::filled<half>(2 * cache, 9);
    int* ids = harness::indices(64 * M, kVocab, 11);
    float* o = harness::empty<float>(64 * M);
    int* oi = (int*)o;
    double* od = (double*)o;

    const int book = kVocab * 4, plain = (32 + 128) * kRow * 4, staged = (32 * kRow + 3 * 128 * kChunk) * 4;
    CHECK(cudaFuncSetAttribute(velvet_anchor_bl2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, book));
    CHECK(cudaFuncSetAttribute(hazel_piston_bl2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, book));
    CHECK(cudaFuncSetAttribute(hazel_piston_bl2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, book));
    CHECK(cudaFuncSetAttribute(indigo_barrel_bl2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, plain));
    CHECK(cudaFuncSetAttribute(indigo_barrel_bl2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, staged));

    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> go, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, go, out, count, type});
    };

    const int pixels = 8 * M;
    add("amber_kettle_bl2_a", [=] { amber_kettle_bl2_a<<<pixels / 256, 256>>>((float2*)f, ids, o, pixels); }, o, pixels);
    add("amber_kettle_bl2_b", [=] { amber_kettle_bl2_b<<<pixels / 1024, 256>>>((float2*)f, ids, o, pixels); }, o, pixels);

    const int configs = 65536;
    add("cobalt_ferry_bl2_a", [=] { cobalt_ferry_bl2_a<<<4096, 1024>>>(f, o, configs); }, o, configs * 3);
    add("cobalt_ferry_bl2_b", [=] { cobalt_ferry_bl2_b<<<configs / 8, 256>>>(f, o, configs); }, o, configs * 3);

    const int rows = 5 * M;
    add("opal_ladder_bl2_a", [=] { opal_ladder_bl2_a<<<rows / 256, 256>>>(ids, ids + 8 * M, ids + 16 * M, ids + 24 * M, oi, rows); }, oi, 8, Output::i32);
    add("opal_ladder_bl2_b", [=] { opal_ladder_bl2_b<<<132 * 8, 256>>>(ids, ids + 8 * M, ids + 16 * M, ids + 24 * M, oi, rows); }, oi, 8, Output::i32);

    const int tokens4 = 8 * M;
    add("velvet_anchor_bl2_a", [=] { velvet_anchor_bl2_a<<<tokens4 / 256, 256>>>((int4*)ids, oi, tokens4); }, oi, kVocab, Output::i32);
    add("velvet_anchor_bl2_b", [=] { velvet_anchor_bl2_b<<<132, 1024, book>>>((int4*)ids, oi, tokens4); }, oi, kVocab, Output::i32);

    const int rays = 4 * M;
    add("willow_cannon_bl2_a", [=] { willow_cannon_bl2_a<<<rays / 256, 256>>>((float2*)f, o, rays); }, o, rays);
    add("willow_cannon_bl2_b", [=] { willow_cannon_bl2_b<<<rays / 256, 256>>>((float2*)f, o, rays); }, o, rays);

    const int places = 16 * M;
    Queries q = {{0.1f, -0.4f, 0.7f, -0.2f}, {0.3f, 0.5f, -0.6f, -0.1f}, {0.35f, 0.6f, 0.45f, 0.8f}, {0.5f, 0.7f, 0.9f, 1.1f}};
    add("basil_quarry_bl2_a", [=] { basil_quarry_bl2_a<<<places / 256, 256>>>(f, f + 16 * M, f + 32 * M, f + 48 * M, o, places, q); }, o, places);
    add("basil_quarry_bl2_b", [=] { basil_quarry_bl2_b<<<places / 256, 256>>>(f, f + 16 * M, f + 32 * M, f + 48 * M, o, places, q); }, o, places);

    const int sites = 128 * 128 * 64 * 32;
    add("garnet_saddle_bl2_a", [=] { garnet_saddle_bl2_a<<<sites / 512, 512>>>(f, o, 128, 128, 64, 32); }, o, sites);
    add("garnet_saddle_bl2_b", [=] { garnet_saddle_bl2_b<<<dim3(32, 64, 32), dim3(128, 4)>>>(f, o, 128, 128, 64, 32); }, o, sites);

    const int logits = 132 * 256 * 248;
    add("hazel_piston_bl2_a", [=] { hazel_piston_bl2_a<<<132, 256, book>>>(ids, f, o, logits); }, o, logits);
    add("hazel_piston_bl2_b", [=] { hazel_piston_bl2_b<<<132, 256, book>>>(ids, f, o, logits); }, o, logits);

    const int vectors = 132 * 24 * 128;
    add("indigo_barrel_bl2_a", [=] { indigo_barrel_bl2_a<<<132, 256, plain>>>(f, f + 120 * M, o, vectors); }, o, (size_t)vectors * 32);
    add("indigo_barrel_bl2_b", [=] { indigo_barrel_bl2_b<<<132, 256, staged>>>(f, f + 120 * M, o, vectors); }, o, (size_t)vectors * 32);

    const int ns = 1536;
    add("maroon_pulley_bl2_a", [=] { maroon_pulley_bl2_a<<<dim3(ns / 32, ns / 8), dim3(32, 8)>>>(f, f + 4 * M, o, ns); }, o, ns * ns);
    add("maroon_pulley_bl2_b", [=] { maroon_pulley_bl2_b<<<dim3(ns / 64, ns / 64), 256>>>(f, f + 4 * M, o, ns); }, o, ns * ns);

    const int nh = 2048;
    add("cedar_lantern_bl2_a", [=] { cedar_lantern_bl2_a<<<dim3(nh / 64, nh / 64), 256>>>(h, h + 4 * M, o, nh); }, o, nh * nh);
    add("cedar_lantern_bl2_b", [=] { cedar_lantern_bl2_b<<<dim3(nh / 128, nh / 128), 256>>>(h, h + 4 * M, o, nh); }, o, nh * nh);

    const int nd = 1024, depth = 2048;
    add("silver_trough_bl2_a", [=] { silver_trough_bl2_a<<<dim3(nd / 32, nd / 8), dim3(32, 8)>>>(d, d + 2 * M, od, nd, depth); }, od, nd * nd, Output::f64);
    add("silver_trough_bl2_b", [=] { silver_trough_bl2_b<<<dim3(nd / 64, nd / 64), 256>>>(d, d + 2 * M, od, nd, depth); }, od, nd * nd, Output::f64);

    const int n4 = 8 * M;
    const float4 *x = (float4*)f, *gate = x + n4, *residual = gate + n4, *bias = residual + n4;
    float4* y = (float4*)o;
    add("tulip_mortar_bl2_a", [=] {
        tulip_mortar_bl2_a0<<<n4 / 256, 256>>>(x, bias, y, n4);
        tulip_mortar_bl2_a1<<<n4 / 256, 256>>>(y, n4);
        tulip_mortar_bl2_a2<<<n4 / 256, 256>>>(y, gate, n4);
        tulip_mortar_bl2_a3<<<n4 / 256, 256>>>(y, residual, n4);
    }, o, (size_t)n4 * 4);
    add("tulip_mortar_bl2_b", [=] { tulip_mortar_bl2_b<<<n4 / 256, 256>>>(x, bias, gate, residual, y, n4); }, o, (size_t)n4 * 4);

    add("onyx_rudder_bl2_a", [=] {
        for (int p = 0; p < kParts; ++p) onyx_rudder_bl2_a<<<kPartRows / 256, 256>>>(f, f + 64 * M, o, p);
    }, o, kParts * kPartRows);
    add("onyx_rudder_bl2_b", [=] { onyx_rudder_bl2_b<<<dim3(kPartRows / 256, kParts), 256>>>(f, f + 64 * M, o); }, o, kParts * kPartRows);

    const int quads = 16 * M;
    add("lilac_hammer_bl2_a", [=] { lilac_hammer_bl2_a<<<quads / 256, 256>>>((float4*)f, ids, (float4*)o, quads); }, o, (size_t)quads * 4);
    add("lilac_hammer_bl2_b", [=] { lilac_hammer_bl2_b<<<quads / 256, 256>>>((float4*)f, ids, (float4*)o, quads); }, o, (size_t)quads * 4);
    add("pewter_meadow_bl2_a", [=] { pewter_meadow_bl2_a<<<quads / 256, 256>>>((float4*)f, (float4*)o, quads); }, o, (size_t)quads * 4);
    add("pewter_meadow_bl2_b", [=] { pewter_meadow_bl2_b<<<quads / 256, 256>>>((float4*)f, (float4*)o, quads); }, o, (size_t)quads * 4);

    add("fennel_gasket_bl2_a", [=] { fennel_gasket_bl2_a<<<16384, 256>>>((float4*)f, (float4*)o); }, o, 64 * M);
    add("walnut_compass_bl2_a", [=] { walnut_compass_bl2_a<<<dim3(128, 128), 256>>>(f, o, 8192, 8192); }, o, 64 * M);
    add("russet_trellis_bl2_a", [=] { russet_trellis_bl2_a<<<132 * 8, 256>>>((int4*)ids, oi, 16 * M); }, oi, 256, Output::i32);
    add("saffron_gully_bl2_a", [=] { saffron_gully_bl2_a<<<kHeads, 256>>>(f, (uint4*)h, (uint4*)(h + cache), o); }, o, kHeads * 128);

    return harness::run(argc, argv, cases);
}
