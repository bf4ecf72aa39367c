#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

extern __shared__ float4 pool[];

// ---------------------------------------------------------------- finance: strips of swaptions under a short-rate recursion
__device__ __forceinline__ void strip_values(const float4* __restrict__ quotes, float* __restrict__ value, int n, int periods) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 q = quotes[i];
        float keep = 0.97f + 0.02f * q.w, drift = 0.0009f + 0.0003f * q.w;
        float r0 = 0.03f + 0.01f * q.x, r1 = 0.03f + 0.01f * q.y, r2 = 0.03f + 0.01f * q.z, r3 = 0.031f + 0.01f * q.w;
        float a0 = 0.f, a1 = 0.f, a2 = 0.f, a3 = 0.f;
#pragma unroll 8
        for (int t = 0; t < periods; ++t) {
            r0 = fmaf(r0, keep, drift); a0 = fmaf(r0, 0.25f, a0);
            r1 = fmaf(r1, keep, drift); a1 = fmaf(r1, 0.25f, a1);
            r2 = fmaf(r2, keep, drift); a2 = fmaf(r2, 0.25f, a2);
            r3 = fmaf(r3, keep, drift); a3 = fmaf(r3, 0.25f, a3);
        }
        value[i] = __expf(-a0) + __expf(-a1) - __expf(-a2) * 0.5f + __expf(-a3) * 0.25f;
    }
}
__global__ void swaption_strip_a(const float4* __restrict__ q, float* __restrict__ v, int n, int periods) { strip_values(q, v, n, periods); }
__global__ void swaption_strip_b(const float4* __restrict__ q, float* __restrict__ v, int n, int periods) { strip_values(q, v, n, periods); }

// ---------------------------------------------------------------- physics: density of smoke parcels (poly6 kernel over all sources)
__device__ __forceinline__ void parcel_density(const float4* __restrict__ parcels, const float4* __restrict__ sources, float* __restrict__ rho,
                                               int m, float h2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = parcels[i];
    float sum = 0.f;
    for (int base = 0; base < m; base += blockDim.x) {
        pool[threadIdx.x] = sources[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < (int)blockDim.x; ++k) {
            float4 s = pool[k];
            float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
            float w = fmaxf(fmaf(-dz, dz, fmaf(-dy, dy, fmaf(-dx, dx, h2))), 0.f);
            sum = fmaf(s.w * w, w * w, sum);
        }
        __syncthreads();
    }
    rho[i] = sum * p.w;
}
__global__ void __launch_bounds__(1024) smoke_density_a(const float4* __restrict__ p, const float4* __restrict__ s, float* __restrict__ rho, int m, float h2) {
    parcel_density(p, s, rho, m, h2);
}
__global__ void __launch_bounds__(128) smoke_density_b(const float4* __restrict__ p, const float4* __restrict__ s, float* __restrict__ rho, int m, float h2) {
    parcel_density(p, s, rho, m, h2);
}

// ---------------------------------------------------------------- instruments: dark level and gain of 18 detectors
__device__ __forceinline__ void calibrate_line(const float4* __restrict__ raw, float4* __restrict__ out, float dark, float gain, int first, int step, int n4) {
    for (int i = first; i < n4; i += step) {
        float4 v = raw[i];
        v.x = (v.x - dark) * gain; v.y = (v.y - dark) * gain; v.z = (v.z - dark) * gain; v.w = (v.w - dark) * gain;
        out[i] = v;
    }
}
__global__ void detector_calib_a(const float4* __restrict__ raw, const float2* __restrict__ setup, float4* __restrict__ out, int n4) {
    int d = blockIdx.x;
    float2 s = setup[d];
    calibrate_line(raw + (size_t)d * n4, out + (size_t)d * n4, s.x, 1.f + 0.1f * s.y, threadIdx.x, blockDim.x, n4);
}
__global__ void detector_calib_b(const float4* __restrict__ raw, const float2* __restrict__ setup, float4* __restrict__ out, int n4) {
    int d = blockIdx.x;
    float2 s = setup[d];
    calibrate_line(raw + (size_t)d * n4, out + (size_t)d * n4, s.x, 1.f + 0.1f * s.y, blockIdx.y * blockDim.x + threadIdx.x, gridDim.y * blockDim.x, n4);
}

// ---------------------------------------------------------------- ML: weight gradient, dW = X^T Y over all tokens
constexpr int GO_M = 64, GO_N = 512, GO_BK = 16;
template <bool Add>
__device__ __forceinline__ void outer_tile(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ W, int tokens) {
    __shared__ float4 xs[2][GO_BK][16], ys[2][GO_BK][16];
    int col = blockIdx.x * 64, first = blockIdx.y * tokens;
    int row = threadIdx.x / 16, q = threadIdx.x % 16;
    const float4* x = reinterpret_cast<const float4*>(X + (size_t)(first + row) * GO_M) + q;
    const float4* y = reinterpret_cast<const float4*>(Y + (size_t)(first + row) * GO_N + col) + q;
    float acc[4][4] = {};
    xs[0][row][q] = *x; ys[0][row][q] = *y;
    __syncthreads();
    int cur = 0;
    for (int k = 0; k < tokens; k += GO_BK) {
        float4 nx, ny;
        bool more = k + GO_BK < tokens;
        if (more) {
            x += GO_BK * GO_M / 4; y += GO_BK * GO_N / 4;
            nx = *x; ny = *y;
        }
#pragma unroll
        for (int j = 0; j < GO_BK; ++j) {
            float4 a = xs[cur][j][row], b = ys[cur][j][q];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) acc[r][c] = fmaf(av[r], bv[c], acc[r][c]);
        }
        if (more) { xs[cur ^ 1][row][q] = nx; ys[cur ^ 1][row][q] = ny; }
        __syncthreads();
        cur ^= 1;
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float* w = W + (size_t)(row * 4 + r) * GO_N + col + q * 4;
        if (Add) {
            for (int c = 0; c < 4; ++c) atomicAdd(w + c, acc[r][c]);
        } else {
            *reinterpret_cast<float4*>(w) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
        }
    }
}
__global__ void __launch_bounds__(256) grad_outer_a(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ W, int tokens) {
    outer_tile<false>(X, Y, W, tokens);
}
__global__ void __launch_bounds__(256) grad_outer_b(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ W, int tokens) {
    outer_tile<true>(X, Y, W, tokens);
}

// ---------------------------------------------------------------- retrieval: similarity of image descriptors, bf16, long descriptors
constexpr int GS_M = 128, GS_N = 384, GS_K = 65536, GS_BK = 64, GS_PITCH = 72, GS_STAGES = 4;
constexpr size_t GS_SMEM = (size_t)GS_STAGES * 2 * 64 * GS_PITCH * sizeof(__nv_bfloat16);
template <bool Add>
__device__ __forceinline__ void similarity_tile(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C, int depth) {
    using namespace nvcuda;
    int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64, k0 = blockIdx.z * depth;
    int warp = threadIdx.x / 32, wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
    auto stage = [=](int t) {
        __nv_bfloat16* a = reinterpret_cast<__nv_bfloat16*>(pool) + (t % GS_STAGES) * 2 * 64 * GS_PITCH;
        __nv_bfloat16* b = a + 64 * GS_PITCH;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = threadIdx.x + i * 128, r = c / 8, o = (c % 8) * 8;
            __pipeline_memcpy_async(a + r * GS_PITCH + o, A + (size_t)(m0 + r) * GS_K + k0 + t * GS_BK + o, 16);
            __pipeline_memcpy_async(b + r * GS_PITCH + o, B + (size_t)(n0 + r) * GS_K + k0 + t * GS_BK + o, 16);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    int tiles = depth / GS_BK;
    for (int t = 0; t < GS_STAGES - 1; ++t) { if (t < tiles) stage(t); __pipeline_commit(); }
    for (int t = 0; t < tiles; ++t) {
        __pipeline_wait_prior(GS_STAGES - 2);
        __syncthreads();
        if (t + GS_STAGES - 1 < tiles) stage(t + GS_STAGES - 1);
        __pipeline_commit();
        const __nv_bfloat16* a = reinterpret_cast<const __nv_bfloat16*>(pool) + (t % GS_STAGES) * 2 * 64 * GS_PITCH;
        const __nv_bfloat16* b = a + 64 * GS_PITCH;
#pragma unroll
        for (int k = 0; k < GS_BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb[2];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], a + (wm + i * 16) * GS_PITCH + k, GS_PITCH);
            for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], b + (wn + j * 16) * GS_PITCH + k, GS_PITCH);
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    float* tile = reinterpret_cast<float*>(pool);
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j)
        wmma::store_matrix_sync(tile + (wm + i * 16) * 64 + wn + j * 16, acc[i][j], 64, wmma::mem_row_major);
    __syncthreads();
    for (int e = threadIdx.x; e < 64 * 64; e += 128) {
        float* c = C + (size_t)(m0 + e / 64) * GS_N + n0 + e % 64;
        if (Add) atomicAdd(c, tile[e]); else *c = tile[e];
    }
}
__global__ void __launch_bounds__(128) gallery_sim_a(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C, int depth) {
    similarity_tile<false>(A, B, C, depth);
}
__global__ void __launch_bounds__(128) gallery_sim_b(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C, int depth) {
    similarity_tile<true>(A, B, C, depth);
}

// ---------------------------------------------------------------- ML: adagrad over the parameter tensors of a small network
__device__ __forceinline__ void adagrad_one(const float* __restrict__ w, const float* __restrict__ g, const float* __restrict__ h, float* __restrict__ out, int n, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float d = g[i], past = fabsf(h[i]);
        out[i] = w[i] - rate * d * rsqrtf(fmaf(d, d, past) + 1e-6f);
    }
}
__global__ void adagrad_slice_a(const float* __restrict__ w, const float* __restrict__ g, const float* __restrict__ h, float* __restrict__ out, int n, float rate) {
    adagrad_one(w, g, h, out, n, rate);
}
__global__ void adagrad_slice_b(const float* __restrict__ w, const float* __restrict__ g, const float* __restrict__ h, float* __restrict__ out, int n, float rate) {
    size_t o = (size_t)blockIdx.y * n;
    adagrad_one(w + o, g + o, h + o, out + o, n, rate);
}

// ---------------------------------------------------------------- audio: dry and wet signals
__device__ __forceinline__ void dry_wet(const float4* __restrict__ dry, const float4* __restrict__ wet, float4* __restrict__ out, float d, float w, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 a = dry[i], b = wet[i];
        out[i] = make_float4(fmaf(a.x, d, b.x * w), fmaf(a.y, d, b.y * w), fmaf(a.z, d, b.z * w), fmaf(a.w, d, b.w * w));
    }
}
__global__ void reverb_mix_a(const float4* __restrict__ dry, const float4* __restrict__ wet, float4* __restrict__ out, float d, float w, int n4) { dry_wet(dry, wet, out, d, w, n4); }
__global__ void reverb_mix_b(const float4* __restrict__ dry, const float4* __restrict__ wet, float4* __restrict__ out, float d, float w, int n4) { dry_wet(dry, wet, out, d, w, n4); }

// ---------------------------------------------------------------- markets: energy of a tick stream, one partial a block
__global__ void __launch_bounds__(256) tick_energy_a(const float4* __restrict__ ticks, float* __restrict__ partial, int n4) {
    float s0 = 0.f, s1 = 0.f, s2 = 0.f, s3 = 0.f;
    int step = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += 4 * step) {
        float4 a = __ldcs(ticks + i), b = __ldcs(ticks + i + step), c = __ldcs(ticks + i + 2 * step), d = __ldcs(ticks + i + 3 * step);
        s0 += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
        s1 += b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
        s2 += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
        s3 += d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
    }
    float s = (s0 + s1) + (s2 + s3);
    __shared__ float part[8];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) s += part[k];
        partial[blockIdx.x] = s;
    }
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        int n = 1 << 20;
        float4* q = (float4*)harness::filled<float>((size_t)n * 4, 11);
        float *va = harness::empty<float>(n), *vb = harness::empty<float>(n);
        cases.push_back({"swaption_strip_a", [=] { swaption_strip_a<<<24, 256>>>(q, va, n, 128); }, va, (size_t)n});
        cases.push_back({"swaption_strip_b", [=] { swaption_strip_b<<<132 * 8, 256>>>(q, vb, n, 128); }, vb, (size_t)n});
    }
    {
        int n = 66 * 1024, m = 4096;
        float4 *p = (float4*)harness::filled<float>((size_t)n * 4, 21), *s = (float4*)harness::filled<float>((size_t)m * 4, 22);
        float *ra = harness::empty<float>(n), *rb = harness::empty<float>(n);
        cases.push_back({"smoke_density_a", [=] { smoke_density_a<<<n / 1024, 1024, 1024 * sizeof(float4)>>>(p, s, ra, m, 1.5f); }, ra, (size_t)n});
        cases.push_back({"smoke_density_b", [=] { smoke_density_b<<<n / 128, 128, 128 * sizeof(float4)>>>(p, s, rb, m, 1.5f); }, rb, (size_t)n});
    }
    {
        int detectors = 18, n4 = 1 << 19;
        size_t n = (size_t)detectors * n4 * 4;
        float4* raw = (float4*)harness::filled<float>(n, 31);
        float2* setup = (float2*)harness::filled<float>(2 * detectors, 32);
        float *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        cases.push_back({"detector_calib_a", [=] { detector_calib_a<<<detectors, 1024>>>(raw, setup, (float4*)oa, n4); }, oa, n});
        cases.push_back({"detector_calib_b", [=] { detector_calib_b<<<dim3(detectors, 88), 512>>>(raw, setup, (float4*)ob, n4); }, ob, n});
    }
    {
        int tokens = 32768, parts = 64;
        float *X = harness::filled<float>((size_t)tokens * GO_M, 41), *Y = harness::filled<float>((size_t)tokens * GO_N, 42);
        size_t n = (size_t)GO_M * GO_N;
        float *wa = harness::empty<float>(n), *wb = harness::empty<float>(n);
        cases.push_back({"grad_outer_a", [=] { grad_outer_a<<<dim3(GO_N / 64, 1), 256>>>(X, Y, wa, tokens); }, wa, n});
        cases.push_back({"grad_outer_b", [=] { grad_outer_b<<<dim3(GO_N / 64, parts), 256>>>(X, Y, wb, tokens / parts); }, wb, n});
    }
    {
        __nv_bfloat16 *A = harness::filled<__nv_bfloat16>((size_t)GS_M * GS_K, 51), *B = harness::filled<__nv_bfloat16>((size_t)GS_N * GS_K, 52);
        size_t n = (size_t)GS_M * GS_N;
        float *ca = harness::empty<float>(n), *cb = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(gallery_sim_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)GS_SMEM));
        CHECK(cudaFuncSetAttribute(gallery_sim_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)GS_SMEM));
        cases.push_back({"gallery_sim_a", [=] { gallery_sim_a<<<dim3(GS_N / 64, GS_M / 64, 1), 128, GS_SMEM>>>(A, B, ca, GS_K); }, ca, n});
        cases.push_back({"gallery_sim_b", [=] { gallery_sim_b<<<dim3(GS_N / 64, GS_M / 64, 32), 128, GS_SMEM>>>(A, B, cb, GS_K / 32); }, cb, n});
    }
    {
        int tensors = 60, each = 16384;
        size_t n = (size_t)tensors * each;
        float *w = harness::filled<float>(n, 61), *g = harness::filled<float>(n, 62), *h = harness::filled<float>(n, 63);
        float *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        cases.push_back({"adagrad_slice_a", [=] {
            for (int t = 0; t < tensors; ++t) { size_t o = (size_t)t * each; adagrad_slice_a<<<64, 256>>>(w + o, g + o, h + o, oa + o, each, 0.01f); }
        }, oa, n});
        cases.push_back({"adagrad_slice_b", [=] { adagrad_slice_b<<<dim3(64, tensors), 256>>>(w, g, h, ob, each, 0.01f); }, ob, n});
    }
    {
        size_t n = (size_t)1 << 26;
        int n4 = (int)(n / 4);
        float4 *d = (float4*)harness::filled<float>(n, 71), *w = (float4*)harness::filled<float>(n, 72);
        float *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        cases.push_back({"reverb_mix_a", [=] { reverb_mix_a<<<(n4 + 95) / 96, 96>>>(d, w, (float4*)oa, 0.7f, 0.3f, n4); }, oa, n});
        cases.push_back({"reverb_mix_b", [=] { reverb_mix_b<<<(n4 + 255) / 256, 256>>>(d, w, (float4*)ob, 0.7f, 0.3f, n4); }, ob, n});
    }
    {
        int n4 = 132 * 8 * 256 * 4 * 32;
        float4* t = (float4*)harness::filled<float>((size_t)n4 * 4, 81);
        float* o = harness::empty<float>(1056);
        cases.push_back({"tick_energy_a", [=] { tick_energy_a<<<132 * 8, 256>>>(t, o, n4); }, o, 1056});
    }
    return harness::run(argc, argv, cases);
}
