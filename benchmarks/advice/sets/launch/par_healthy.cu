// Well-written kernels at (or close to) their roof: nothing to fix. All move 256 MB .. 0.75 GB of DRAM at about 4 TB/s (0.1 .. 0.2 ms) with 16-byte accesses,
// 64 KB or so in flight an SM, conflict-free shared memory and grids of many waves.
#include "harness.cuh"
#include <cuda_bf16.h>

constexpr size_t N = 64u << 20;  // floats of one big array

__device__ __forceinline__ float sum4(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ __forceinline__ float warp_sum(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}

__global__ void __launch_bounds__(256) duplicate4(const float4* __restrict__ x, float4* __restrict__ out) {
    size_t i = blockIdx.x * 1024ull + threadIdx.x;
    float4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[i + k * 256];
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[i + k * 256] = v[k];
}

__global__ void __launch_bounds__(256) triad4(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out, float s) {
    size_t i = blockIdx.x * 512ull + threadIdx.x;
    float4 a = x[i], b = x[i + 256], c = y[i], d = y[i + 256];
    out[i] = make_float4(fmaf(s, c.x, a.x), fmaf(s, c.y, a.y), fmaf(s, c.z, a.z), fmaf(s, c.w, a.w));
    out[i + 256] = make_float4(fmaf(s, d.x, b.x), fmaf(s, d.y, b.y), fmaf(s, d.z, b.z), fmaf(s, d.w, b.w));
}

// One warp a row of 1024 floats, the row in registers.
__global__ void __launch_bounds__(256) softmax_rows(const float4* __restrict__ x, float4* __restrict__ out) {
    size_t row = blockIdx.x * 8ull + (threadIdx.x >> 5);
    const float4* in = x + row * 256 + (threadIdx.x & 31);
    float4 v[8]; float m = -INFINITY, s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[k * 32];
    #pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = make_float4(__expf(v[k].x - m), __expf(v[k].y - m), __expf(v[k].z - m), __expf(v[k].w - m));
        s += sum4(v[k]);
    }
    float r = __fdividef(1.0f, warp_sum(s));
    #pragma unroll
    for (int k = 0; k < 8; ++k) out[row * 256 + (threadIdx.x & 31) + k * 32] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}

// Rows of 2048 floats, 128 threads and 4 float4 each, sums of x and x^2 in one pass.
__global__ void __launch_bounds__(128) layer_norm(const float4* __restrict__ x, const float4* __restrict__ gain, const float4* __restrict__ bias,
                                                  float4* __restrict__ out) {
    __shared__ float2 part[4];
    size_t base = blockIdx.x * 512ull + threadIdx.x;
    float4 v[4]; float s = 0, q = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 128];
    #pragma unroll
    for (int k = 0; k < 4; ++k) { s += sum4(v[k]); q += sum4(make_float4(v[k].x * v[k].x, v[k].y * v[k].y, v[k].z * v[k].z, v[k].w * v[k].w)); }
    s = warp_sum(s); q = warp_sum(q);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = part[0].x + part[1].x + part[2].x + part[3].x;
    q = part[0].y + part[1].y + part[2].y + part[3].y;
    float m = s * (1.0f / 2048), r = rsqrtf(q * (1.0f / 2048) - m * m + 1e-5f);
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 g = gain[threadIdx.x + k * 128], b = bias[threadIdx.x + k * 128];
        out[base + k * 128] = make_float4(fmaf((v[k].x - m) * r, g.x, b.x), fmaf((v[k].y - m) * r, g.y, b.y),
                                          fmaf((v[k].z - m) * r, g.z, b.z), fmaf((v[k].w - m) * r, g.w, b.w));
    }
}

// 8 float4 a thread, then shuffles; one partial sum a block (the caller adds 8192 of them).
__global__ void __launch_bounds__(256) total_sum(const float4* __restrict__ x, float* __restrict__ out) {
    __shared__ float part[8];
    size_t i = blockIdx.x * 2048ull + threadIdx.x;
    float4 v[8]; float s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[i + k * 256];
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += sum4(v[k]);
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = warp_sum(threadIdx.x < 8 ? part[threadIdx.x] : 0);
        if (threadIdx.x == 0) out[blockIdx.x] = s;
    }
}

// Five-point stencil on 8192 x 8192: a warp owns 128 columns (float4 a lane, neighbours by shuffle) and marches down 16 rows, three rows in registers.
constexpr int W = 8192;
__global__ void __launch_bounds__(256) five_point(const float* __restrict__ u, float* __restrict__ out) {
    int lane = threadIdx.x & 31, c = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 128 + lane * 4, r0 = blockIdx.y * 16;
    auto row = [&](int r) { return *(const float4*)(u + (size_t)min(W - 1, max(0, r)) * W + c); };
    float4 up = row(r0 - 1), here = row(r0), next = row(r0 + 1);
    #pragma unroll 4
    for (int r = r0; r < r0 + 16; ++r) {
        float4 down = next;
        next = row(r + 2);
        const float* line = u + (size_t)r * W;
        float left = __shfl_up_sync(~0u, here.w, 1), right = __shfl_down_sync(~0u, here.x, 1);
        if (lane == 0) left = line[max(0, c - 1)];
        if (lane == 31) right = line[min(W - 1, c + 4)];
        *(float4*)(out + (size_t)r * W + c) = make_float4(
            fmaf(-4.0f, here.x, up.x + down.x + left + here.y), fmaf(-4.0f, here.y, up.y + down.y + here.x + here.z),
            fmaf(-4.0f, here.z, up.z + down.z + here.y + here.w), fmaf(-4.0f, here.w, up.w + down.w + here.z + right));
        up = here; here = down;
    }
}

// Transpose of 8192 x 8192 in 64 x 64 tiles, float4 on both sides; rows of 65 words: (4 q + k + r) mod 32 is a permutation over 8 quads x 4 rows.
__global__ void __launch_bounds__(256) turn_tiles(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float tile[64 * 65];
    int warp = threadIdx.x >> 5, q = threadIdx.x & 7, r = threadIdx.x >> 3 & 3;
    float4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {  // 32 patches of 4 rows x 8 quads, four a warp
        int patch = warp + k * 8, row = patch / 2 * 4 + r, quad = patch % 2 * 8 + q;
        v[k] = in[(blockIdx.y * 64ull + row) * (W / 4) + blockIdx.x * 16 + quad];
    }
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        int patch = warp + k * 8, row = patch / 2 * 4 + r, column = (patch % 2 * 8 + q) * 4;
        tile[column * 65 + row] = v[k].x; tile[(column + 1) * 65 + row] = v[k].y;
        tile[(column + 2) * 65 + row] = v[k].z; tile[(column + 3) * 65 + row] = v[k].w;
    }
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        int patch = warp + k * 8, row = patch / 2 * 4 + r, quad = patch % 2 * 8 + q;
        const float* t = tile + row * 65 + quad * 4;
        out[(blockIdx.x * 64ull + row) * (W / 4) + blockIdx.y * 16 + quad] = make_float4(t[0], t[1], t[2], t[3]);
    }
}

// Histogram of |v|^2 of particles (16 bytes each) into 2048 bins, a private copy in each block's shared memory.
__global__ void __launch_bounds__(512) energy_bins(const float4* __restrict__ particle, int* __restrict__ bins, int per_block) {
    __shared__ int mine[2048];
    for (int i = threadIdx.x; i < 2048; i += 512) mine[i] = 0;
    __syncthreads();
    const float4* p = particle + (size_t)blockIdx.x * per_block;
    for (int i = threadIdx.x; i < per_block; i += 2048) {
        float4 v[4];
        #pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = p[i + k * 512];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            float e = v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z;
            atomicAdd(mine + min(2047, (int)(e * 700)), 1);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += 512) atomicAdd(bins + i, mine[i]);
}

// Eight bfloat16 as one 16-byte vector.
struct alignas(16) Bf8 { __nv_bfloat162 h[4]; };
__device__ __forceinline__ float gelu(float x) {  // x * sigmoid(1.702 x)
    return __fdividef(x, 1 + __expf(-1.702f * x));
}
__global__ void __launch_bounds__(256) gelu_bf16(const Bf8* __restrict__ x, Bf8* __restrict__ out, size_t n8) {
    #pragma unroll 2
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n8; i += gridDim.x * 256ull) {
        Bf8 v = x[i];
        #pragma unroll
        for (int k = 0; k < 4; ++k) { float2 f = __bfloat1622float2(v.h[k]); v.h[k] = __floats2bfloat162_rn(gelu(f.x), gelu(f.y)); }
        out[i] = v;
    }
}

// RMS norm of bfloat16 rows of 1024, one warp a row, the row in registers.
__global__ void __launch_bounds__(256) rms_rows(const Bf8* __restrict__ x, const Bf8* __restrict__ gain, Bf8* __restrict__ out) {
    size_t base = (blockIdx.x * 8ull + (threadIdx.x >> 5)) * 128 + (threadIdx.x & 31);
    Bf8 v[4]; float q = 0;
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[base + k * 32];
    #pragma unroll
    for (int k = 0; k < 4; ++k)
        #pragma unroll
        for (int j = 0; j < 4; ++j) { float2 f = __bfloat1622float2(v[k].h[j]); q = fmaf(f.x, f.x, fmaf(f.y, f.y, q)); }
    float r = rsqrtf(warp_sum(q) * (1.0f / 1024) + 1e-6f);
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        Bf8 g = gain[(threadIdx.x & 31) + k * 32], o;
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __bfloat1622float2(v[k].h[j]), w = __bfloat1622float2(g.h[j]);
            o.h[j] = __floats2bfloat162_rn(f.x * r * w.x, f.y * r * w.y);
        }
        out[base + k * 32] = o;
    }
}

int main(int argc, char** argv) {
    float4 *x = (float4*)harness::filled<float>(N, 1), *y = (float4*)harness::filled<float>(N, 2);
    float4* out = (float4*)harness::empty<float>(N);
    Bf8 *hx = (Bf8*)harness::filled<__nv_bfloat16>(2 * N, 3), *hg = (Bf8*)harness::filled<__nv_bfloat16>(1024, 4);
    Bf8* hout = (Bf8*)harness::empty<__nv_bfloat16>(2 * N);
    float4 *gain = (float4*)harness::filled<float>(2048, 5), *bias = (float4*)harness::filled<float>(2048, 6);
    float* sums = harness::empty<float>(N / 8192);
    int* bins = harness::empty<int>(2048);
    const size_t n8 = 2 * N / 8;
    using harness::Output;
    return harness::run(argc, argv, {
        {"duplicate4", [=] { duplicate4<<<N / 4096, 256>>>(x, out); }, out, N},
        {"triad4", [=] { triad4<<<N / 2048, 256>>>(x, y, out, 3.0f); }, out, N},
        {"softmax_rows", [=] { softmax_rows<<<N / 8192, 256>>>(x, out); }, out, N},
        {"layer_norm", [=] { layer_norm<<<N / 2048, 128>>>(x, gain, bias, out); }, out, N},
        {"total_sum", [=] { total_sum<<<N / 8192, 256>>>(x, sums); }, sums, N / 8192},
        {"five_point", [=] { five_point<<<dim3(W / 1024, W / 16), 256>>>((const float*)x, (float*)out); }, out, N},
        {"turn_tiles", [=] { turn_tiles<<<dim3(W / 64, W / 64), 256>>>(x, out); }, out, N},
        {"energy_bins", [=] { cudaMemsetAsync(bins, 0, 8192); energy_bins<<<2048, 512>>>(x, bins, N / 4 / 2048); }, bins, 2048, Output::i32},
        {"gelu_bf16", [=] { gelu_bf16<<<n8 / 1024, 256>>>(hx, hout, n8); }, hout, N, Output::f32},
        {"rms_rows", [=] { rms_rows<<<2 * N / 8192, 256>>>(hx, hg, hout); }, hout, N, Output::f32},
    });
}
