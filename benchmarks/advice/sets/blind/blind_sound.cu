// Kernels with nothing worth mending: each is near a roof, or as fast as its form of the work allows.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "harness.cuh"
using harness::Output;

__device__ __forceinline__ float warp_sum(float v) { for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d); return v; }
__device__ __forceinline__ float warp_max(float v) { for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, d)); return v; }

// Copy with gain, 16 bytes, two vectors a thread.
__global__ void __launch_bounds__(256) volume_scale(const float4* __restrict__ x, float4* __restrict__ y, float k) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    float4 u = x[i], v = x[i + 256];
    y[i] = make_float4(u.x * k, u.y * k, u.z * k, u.w * k); y[i + 256] = make_float4(v.x * k, v.y * k, v.z * k, v.w * k);
}
// Complex product, 8 bytes, four vectors a thread.
__global__ void __launch_bounds__(256) phasor_mix(const float2* __restrict__ a, const float2* __restrict__ b, float2* __restrict__ y) {
    size_t i = blockIdx.x * 1024ull + threadIdx.x;
    float2 u[4], v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = a[i + k * 256], v[k] = b[i + k * 256];
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[i + k * 256] = make_float2(u[k].x * v[k].x - u[k].y * v[k].y, u[k].x * v[k].y + u[k].y * v[k].x);
}
// Alpha compositing of bytes, 16 a thread.
__global__ void __launch_bounds__(256) mask_bytes(const uint4* __restrict__ a, const uint4* __restrict__ m, uint4* __restrict__ y) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 2; ++k) {
        uint4 u = a[i + k * 256], v = m[i + k * 256];
        y[i + k * 256] = make_uint4(u.x & v.x, u.y & v.y, u.z & v.z, u.w & v.w);
    }
}
// Optimizer step: three streams in, three out.
__global__ void __launch_bounds__(256) momentum_step(float4* __restrict__ w, float4* __restrict__ m, float4* __restrict__ s, const float4* __restrict__ g) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 a = w[i], b = m[i], c = s[i], d = g[i];
    b = make_float4(0.9f * b.x + 0.1f * d.x, 0.9f * b.y + 0.1f * d.y, 0.9f * b.z + 0.1f * d.z, 0.9f * b.w + 0.1f * d.w);
    c = make_float4(0.99f * c.x + 0.01f * d.x * d.x, 0.99f * c.y + 0.01f * d.y * d.y, 0.99f * c.z + 0.01f * d.z * d.z, 0.99f * c.w + 0.01f * d.w * d.w);
    m[i] = b; s[i] = c;
    w[i] = make_float4(a.x - 0.001f * b.x * rsqrtf(fabsf(c.x) + 1e-6f), a.y - 0.001f * b.y * rsqrtf(fabsf(c.y) + 1e-6f), a.z - 0.001f * b.z * rsqrtf(fabsf(c.z) + 1e-6f), a.w - 0.001f * b.w * rsqrtf(fabsf(c.w) + 1e-6f));
}
// Inner product of two vectors.
__global__ void __launch_bounds__(512) inner_sum(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ out, int n) {
    __shared__ float part[16];
    float s = 0;
    #pragma unroll 4
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512) { float4 u = a[i], v = b[i]; s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w; }
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) { s = warp_sum(threadIdx.x < 16 ? part[threadIdx.x] : 0); if (threadIdx.x == 0) out[blockIdx.x] = s; }
}
// Matrix turned through padded tiles of 64 x 64.
__global__ void __launch_bounds__(256) turn_plane(const float* __restrict__ x, float* __restrict__ y, int w, int h) {
    __shared__ float t[64][65];
    int lx = threadIdx.x & 63, ly = threadIdx.x >> 6;
    #pragma unroll
    for (int k = 0; k < 64; k += 4) t[ly + k][lx] = x[(size_t)(blockIdx.y * 64 + ly + k) * w + blockIdx.x * 64 + lx];
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 64; k += 4) y[(size_t)(blockIdx.x * 64 + ly + k) * h + blockIdx.y * 64 + lx] = t[lx][ly + k];
}
// Seven-point stencil of a volume, a thread a column of 16 planes held in registers, float4.
__global__ void __launch_bounds__(256) diffuse_volume(const float4* __restrict__ x, float4* __restrict__ y, int w4, int h) {
    int i = blockIdx.x * 64 + (threadIdx.x & 63), j = blockIdx.y * 4 + (threadIdx.x >> 6) + 1;
    size_t plane = (size_t)w4 * h, at = (blockIdx.z * 16 + 1) * plane + (size_t)j * w4 + i;
    const float* s = (const float*)x;
    float4 below = x[at - plane], here = x[at];
    #pragma unroll 2
    for (int k = 0; k < 16; ++k, at += plane) {
        float4 above = x[at + plane], n = x[at - w4], o = x[at + w4];
        float l = s[at * 4 - 1], r = s[at * 4 + 4];
        y[at] = make_float4(0.4f * here.x + 0.1f * (l + here.y + n.x + o.x + above.x + below.x), 0.4f * here.y + 0.1f * (here.x + here.z + n.y + o.y + above.y + below.y),
                            0.4f * here.z + 0.1f * (here.y + here.w + n.z + o.z + above.z + below.z), 0.4f * here.w + 0.1f * (here.z + r + n.w + o.w + above.w + below.w));
        below = here; here = above;
    }
}
// Histogram of bytes: 16 a load, a private copy for each of eight warps.
__global__ void __launch_bounds__(256) tone_histogram(const uint4* __restrict__ x, int* __restrict__ bins, int n) {
    __shared__ int own[8][257];
    for (int k = threadIdx.x; k < 8 * 257; k += 256) own[0][k] = 0;
    __syncthreads();
    int* mine = own[threadIdx.x >> 5];
    #pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        uint4 v = x[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
        #pragma unroll
        for (int k = 0; k < 4; ++k)
            #pragma unroll
            for (int b = 0; b < 4; ++b) atomicAdd(mine + (w[k] >> b * 8 & 255), 1);
    }
    __syncthreads();
    int s = 0;
    for (int k = 0; k < 8; ++k) s += own[k][threadIdx.x];
    atomicAdd(bins + threadIdx.x, s);
}
// Layer norm of FP16 rows of 1024, a warp a row in registers.
__global__ void __launch_bounds__(256) token_norm(const uint4* __restrict__ x, uint4* __restrict__ y) {
    size_t row = blockIdx.x * 8ull + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    uint4 q[4];
    float v[32], s = 0, d = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) q[k] = x[row * 128 + k * 32 + lane];
    #pragma unroll
    for (int k = 0; k < 16; ++k) { float2 f = __half22float2(((const half2*)q)[k]); v[2 * k] = f.x; v[2 * k + 1] = f.y; s += f.x + f.y; }
    s = warp_sum(s) * (1.0f / 1024);
    #pragma unroll
    for (int k = 0; k < 32; ++k) d += (v[k] - s) * (v[k] - s);
    d = rsqrtf(warp_sum(d) * (1.0f / 1024) + 1e-5f);
    #pragma unroll
    for (int k = 0; k < 16; ++k) ((half2*)q)[k] = __floats2half2_rn((v[2 * k] - s) * d, (v[2 * k + 1] - s) * d);
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[row * 128 + k * 32 + lane] = q[k];
}
// Softmax of FP32 rows of 4096, a block a row in registers.
__global__ void __launch_bounds__(256) route_softmax(const float4* __restrict__ x, float4* __restrict__ y) {
    __shared__ float part[8];
    size_t row = blockIdx.x * 1024ull;
    float4 v[4];
    float m = -1e30f, s = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[row + k * 256 + threadIdx.x];
    #pragma unroll
    for (int k = 0; k < 4; ++k) m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    m = warp_max(m);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = m;
    __syncthreads();
    for (int k = 0; k < 8; ++k) m = fmaxf(m, part[k]);
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 4; ++k) { v[k] = make_float4(__expf(v[k].x - m), __expf(v[k].y - m), __expf(v[k].z - m), __expf(v[k].w - m)); s += v[k].x + v[k].y + v[k].z + v[k].w; }
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    s = 0;
    for (int k = 0; k < 8; ++k) s += part[k];
    s = 1.0f / s;
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[row + k * 256 + threadIdx.x] = make_float4(v[k].x * s, v[k].y * s, v[k].z * s, v[k].w * s);
}
// Rows of 512 bytes picked in random order, a warp a row: as many sectors as bytes need.
__global__ void __launch_bounds__(256) word_vectors(const float4* __restrict__ table, const int* __restrict__ word, float4* __restrict__ y) {
    int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = table[(size_t)word[warp * 4 + k] * 32 + lane];
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[((size_t)warp * 4 + k) * 32 + lane] = v[k];
}
// Rows of 32 bytes (a sector) picked in random order: bound by sectors, all of them used.
__global__ void __launch_bounds__(256) voxel_corners(const float4* __restrict__ table, const int* __restrict__ cell, float4* __restrict__ y) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = table[(size_t)cell[(i + k * 256) >> 1] * 2 + (i & 1)];
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[i + k * 256] = v[k];
}
// Polynomial of degree 16 repeated: FP32 pipe full.
__global__ void __launch_bounds__(256) wave_table(const float4* __restrict__ x, float4* __restrict__ y, float a, float b, float c) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    #pragma unroll 16
    for (int k = 0; k < 512; ++k) { v.x = fmaf(v.x, a, b); v.y = fmaf(v.y, a, b); v.z = fmaf(v.z, a, c); v.w = fmaf(v.w, a, c); }
    y[i] = v;
}
// FP64 data, FP64 work: its pipe full.
__global__ void __launch_bounds__(256) orbit_terms(const double2* __restrict__ x, double2* __restrict__ y, double a, double b) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    double2 v = x[i];
    double p = v.x + v.y, q = v.x - v.y;
    #pragma unroll 8
    for (int k = 0; k < 128; ++k) { v.x = fma(v.x, a, b); v.y = fma(v.y, a, b); p = fma(p, a, b); q = fma(q, a, b); }
    y[i] = make_double2(v.x + p, v.y + q);
}
// Counter-based random numbers: integer pipes full, one word out of 64 rounds.
__global__ void __launch_bounds__(256) noise_words(int* __restrict__ out, int rounds) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, a[4] = {i, i + 1, i + 2, i + 3};
    #pragma unroll 4
    for (int k = 0; k < rounds; ++k)
        #pragma unroll
        for (int j = 0; j < 4; ++j) { a[j] ^= a[j] << 13; a[j] ^= a[j] >> 17; a[j] ^= a[j] << 5; }
    out[i] = (a[0] ^ a[1] ^ a[2] ^ a[3]) & 0xffffff;
}
// Prefix sums of rows of 4096 integers, 16 a thread, one pass.
__global__ void __launch_bounds__(256) row_offsets(const int4* __restrict__ x, int4* __restrict__ y) {
    __shared__ int part[8];
    size_t row = blockIdx.x * 1024ull;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, base = 0;
    int4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[row + warp * 128 + k * 32 + lane];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        int s = v[k].w;
        #pragma unroll
        for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(~0u, s, d); if (lane >= d) s += u; }
        int before = base + s - v[k].w;
        v[k].x += before; v[k].y += before; v[k].z += before; v[k].w += before;
        base += __shfl_sync(~0u, s, 31);
    }
    if (lane == 0) part[warp] = base;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < 8; ++k) before += k < warp ? part[k] : 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[row + warp * 128 + k * 32 + lane] = make_int4(v[k].x + before, v[k].y + before, v[k].z + before, v[k].w + before);
}
// A pass of a radix sort within blocks: 4096 keys split by one bit, staged so that they leave in order.
__global__ void __launch_bounds__(256) key_split(const int4* __restrict__ x, int4* __restrict__ y, int bit) {
    __shared__ int part[8];
    __shared__ int4 stage4[1024];
    int* stage = (int*)stage4;
    size_t row = blockIdx.x * 1024ull;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v[16], zeros = 0, rank[16];
    #pragma unroll
    for (int k = 0; k < 4; ++k) *(int4*)(v + 4 * k) = x[row + warp * 128 + k * 32 + lane];
    #pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned ballot = __ballot_sync(~0u, !(v[k] >> bit & 1));
        rank[k] = zeros + __popc(ballot & ((1u << lane) - 1));
        zeros += __popc(ballot);
    }
    if (lane == 0) part[warp] = zeros;
    __syncthreads();
    int before = 0, all = 0;
    for (int k = 0; k < 8; ++k) { before += k < warp ? part[k] : 0; all += part[k]; }
    #pragma unroll
    for (int k = 0; k < 16; ++k) {
        int zero_at = before + rank[k], one_at = all + (warp * 512 + k * 32 + lane) - zero_at;
        stage[v[k] >> bit & 1 ? one_at : zero_at] = v[k];
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 4; ++k) y[row + k * 256 + threadIdx.x] = stage4[k * 256 + threadIdx.x];
}
// Small but fine: one full wave of arithmetic of a few microseconds.
__global__ void __launch_bounds__(256) mode_update(const float4* __restrict__ x, float4* __restrict__ y, float a, float b) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i];
    #pragma unroll 16
    for (int k = 0; k < 256; ++k) { v.x = fmaf(v.x, a, b); v.y = fmaf(v.y, a, b); v.z = fmaf(v.z, a, b); v.w = fmaf(v.w, a, b); }
    y[i] = v;
}
// Products in FP32 on tiles of 128 x 128 in shared memory that are not a matrix product: smallest of sums (two ALU and FP operations each).
__global__ void __launch_bounds__(256, 2) nearest_hub(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n, int steps) {
    __shared__ float4 as[16][32], bs[16][32];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    float best[8][8];
    #pragma unroll
    for (int i = 0; i < 64; ++i) best[i / 8][i % 8] = 1e30f;
    float4 pa[2], pb[2];
    auto load = [&](int k0) {
        #pragma unroll
        for (int k = 0; k < 2; ++k) {
            int i = threadIdx.x + k * 256;
            pa[k] = *(const float4*)(a + (size_t)(k0 + i / 32) * n + blockIdx.y * 128 + i % 32 * 4);
            pb[k] = *(const float4*)(b + (size_t)(k0 + i / 32) * n + blockIdx.x * 128 + i % 32 * 4);
        }
    };
    load(0);
    #pragma unroll 1
    for (int k0 = 0; k0 < steps; k0 += 16) {
        #pragma unroll
        for (int k = 0; k < 2; ++k) { int i = threadIdx.x + k * 256; as[i / 32][i % 32] = pa[k]; bs[i / 32][i % 32] = pb[k]; }
        __syncthreads();
        if (k0 + 16 < steps) load(k0 + 16);
        #pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u0 = as[k][ty], u1 = as[k][ty + 16], v0 = bs[k][tx], v1 = bs[k][tx + 16];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int j = 0; j < 8; ++j) best[i][j] = fminf(best[i][j], u[i] + v[j]);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i)
        #pragma unroll
        for (int j = 0; j < 2; ++j)
            *(float4*)(c + (size_t)(blockIdx.y * 128 + ty * 4 + (i & 3) + (i >> 2) * 64) * n + blockIdx.x * 128 + tx * 4 + j * 64) = make_float4(best[i][j * 4], best[i][j * 4 + 1], best[i][j * 4 + 2], best[i][j * 4 + 3]);
}

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 1 << 26;
    float *x = filled<float>(n + 8192, 1), *y = filled<float>(n, 2), *z = empty<float>(n), *w = filled<float>(n, 3), *u = filled<float>(n, 4);
    double *d = filled<double>(1 << 24, 5), *e = empty<double>(1 << 24);
    half *h = filled<half>(1 << 27, 6), *g = empty<half>(1 << 27);
    int *word = indices(1 << 19, 1 << 19, 7), *cell = indices(1 << 23, 1 << 23, 8), *keys = indices(n, 1 << 20, 9), *out = empty<int>(n);
    auto *bytes = (uint4*)indices(n, 1u << 31, 10);
    return run(argc, argv, {
        {"volume_scale", [=] { volume_scale<<<n / 2048, 256>>>((float4*)x, (float4*)z, 0.7f); }, z, (size_t)n},
        {"phasor_mix", [=] { phasor_mix<<<n / 2048, 256>>>((float2*)x, (float2*)y, (float2*)z); }, z, (size_t)n},
        {"mask_bytes", [=] { mask_bytes<<<n / 2048, 256>>>(bytes, (uint4*)keys, (uint4*)out); }, out, (size_t)n, Output::i32},
        {"momentum_step", [=] { momentum_step<<<n / 1024, 256>>>((float4*)y, (float4*)w, (float4*)u, (float4*)x); }, y, (size_t)n},
        {"inner_sum", [=] { inner_sum<<<528, 512>>>((float4*)x, (float4*)w, z, n / 4); }, z, 528},
        {"turn_plane", [=] { turn_plane<<<dim3(128, 128), 256>>>(x, z, 8192, 8192); }, z, (size_t)n},
        {"diffuse_volume", [=] { diffuse_volume<<<dim3(2, 127, 7), 256>>>((float4*)x, (float4*)z, 128, 512); }, z, 1ull << 25},
        {"tone_histogram", [=] { cudaMemsetAsync(out, 0, 1024); tone_histogram<<<1056, 256>>>(bytes, out, n / 4); }, out, 256, Output::i32},
        {"token_norm", [=] { token_norm<<<(1 << 17) / 8, 256>>>((uint4*)h, (uint4*)g); }, g, 1ull << 27, Output::f16},
        {"route_softmax", [=] { route_softmax<<<n / 4096, 256>>>((float4*)x, (float4*)z); }, z, (size_t)n},
        {"word_vectors", [=] { word_vectors<<<(1 << 19) / 32, 256>>>((float4*)x, word, (float4*)z); }, z, (size_t)n},
        {"voxel_corners", [=] { voxel_corners<<<(1 << 24) / 1024, 256>>>((float4*)x, cell, (float4*)z); }, z, (size_t)n},
        {"wave_table", [=] { wave_table<<<10560, 256>>>((float4*)x, (float4*)z, 0.97f, 0.1f, 0.2f); }, z, 10560ull * 1024},
        {"orbit_terms", [=] { orbit_terms<<<10560, 256>>>((double2*)d, (double2*)e, 0.97, 0.1); }, e, 10560ull * 512, Output::f64},
        {"noise_words", [=] { noise_words<<<10560, 256>>>(out, 64); }, out, 10560ull * 256, Output::i32},
        {"row_offsets", [=] { row_offsets<<<n / 4096, 256>>>((int4*)keys, (int4*)out); }, out, (size_t)n, Output::i32},
        {"key_split", [=] { key_split<<<n / 4096, 256>>>((int4*)keys, (int4*)out, 7); }, out, (size_t)n, Output::i32},
        {"mode_update", [=] { mode_update<<<1056, 256>>>((float4*)x, (float4*)z, 0.97f, 0.1f); }, z, 1056ull * 1024},
        {"nearest_hub", [=] { nearest_hub<<<dim3(33, 32), 256>>>(x, w, z, 4224, 4096); }, z, 4224ull * 4096},
    });
}
