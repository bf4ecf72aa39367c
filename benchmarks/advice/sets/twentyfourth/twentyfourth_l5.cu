// Eleven measured cases of tiles and products as code of real projects has them: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using harness::Case;
using harness::Output;
namespace wm = nvcuda::wmma;

__device__ __forceinline__ void bring16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void close_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kOpen> __device__ __forceinline__ void groups_left() { asm volatile("cp.async.wait_group %0;" ::"n"(kOpen) : "memory"); }

__device__ __forceinline__ void put4(float* at, float x, float y, float z, float w) {
    asm volatile("st.global.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(at), "f"(x), "f"(y), "f"(z), "f"(w) : "memory");
}

// ---- Radio astronomy: beams of a phased array; complex weights of each antenna times its complex voltage.
constexpr int kBeams = 512, kAntennas = 256, kSamples = 16384;

__global__ void __launch_bounds__(256) night_beams_l5_a(const float2* __restrict__ weight, const float2* __restrict__ volt, float2* __restrict__ beam) {
    int s = blockIdx.x * 64 + threadIdx.x, b = blockIdx.y * 4 + threadIdx.y;
    float re = 0.0f, im = 0.0f;
#pragma unroll 8
    for (int n = 0; n < kAntennas; ++n) {
        float2 w = weight[b * kAntennas + n], v = volt[n * kSamples + s];
        re = fmaf(w.x, v.x, re); re = fmaf(-w.y, v.y, re);
        im = fmaf(w.x, v.y, im); im = fmaf(w.y, v.x, im);
    }
    beam[b * kSamples + s] = make_float2(re, im);
}

__global__ void __launch_bounds__(256) night_beams_l5_b(const float2* __restrict__ weight, const float2* __restrict__ volt, float2* __restrict__ beam) {
    __shared__ __align__(16) float2 sw[16][66], sv[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, s0 = blockIdx.x * 64, b0 = blockIdx.y * 64;
    float re[4][4] = {}, im[4][4] = {};
    for (int n0 = 0; n0 < kAntennas; n0 += 16) {
        float4 w[2], v[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            w[i] = *reinterpret_cast<const float4*>(weight + (b0 + t / 8 + 32 * i) * kAntennas + n0 + t % 8 * 2);
            v[i] = *reinterpret_cast<const float4*>(volt + (n0 + t / 32 + 8 * i) * kSamples + s0 + t % 32 * 2);
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            sw[t % 8 * 2][t / 8 + 32 * i] = make_float2(w[i].x, w[i].y);
            sw[t % 8 * 2 + 1][t / 8 + 32 * i] = make_float2(w[i].z, w[i].w);
            *reinterpret_cast<float4*>(&sv[t / 32 + 8 * i][t % 32 * 2]) = v[i];
        }
        __syncthreads();
#pragma unroll
        for (int n = 0; n < 16; ++n) {
            float2 p[4], q[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                *reinterpret_cast<float4*>(p + 2 * i) = *reinterpret_cast<const float4*>(&sw[n][ty * 4 + 2 * i]);
                *reinterpret_cast<float4*>(q + 2 * i) = *reinterpret_cast<const float4*>(&sv[n][tx * 2 + 32 * i]);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    re[i][j] = fmaf(p[i].x, q[j].x, re[i][j]); re[i][j] = fmaf(-p[i].y, q[j].y, re[i][j]);
                    im[i][j] = fmaf(p[i].x, q[j].y, im[i][j]); im[i][j] = fmaf(p[i].y, q[j].x, im[i][j]);
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
            *reinterpret_cast<float4*>(beam + (b0 + ty * 4 + i) * kSamples + s0 + tx * 2 + 32 * j) =
                make_float4(re[i][2 * j], im[i][2 * j], re[i][2 * j + 1], im[i][2 * j + 1]);
}

// ---- Bird song: one layer of a network that listens to parrots, packed half arithmetic, partial sums of 32 carried on in floats.
constexpr int kCalls = 4096, kNeurons = 2048, kTones = 2048;

__device__ __forceinline__ void parrot_tile(const __half* __restrict__ x, const __half* __restrict__ w, __half (*sx)[40], __half (*sw)[136], int row0, int col0, int k0) {
    int t = threadIdx.x;
    uint4 u[2], v[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int e = t + 256 * i;
        u[i] = *reinterpret_cast<const uint4*>(x + (row0 + e / 4) * kTones + k0 + e % 4 * 8);
        v[i] = *reinterpret_cast<const uint4*>(w + (k0 + e / 16) * kNeurons + col0 + e % 16 * 8);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int e = t + 256 * i;
        *reinterpret_cast<uint4*>(&sx[e / 4][e % 4 * 8]) = u[i];
        *reinterpret_cast<uint4*>(&sw[e / 16][e % 16 * 8]) = v[i];
    }
    __syncthreads();
}

__global__ void __launch_bounds__(256, 2) parrot_lessons_l5_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    __shared__ __align__(16) __half sx[128][40], sw[32][136];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, col0 = blockIdx.x * 128, row0 = blockIdx.y * 128;
    float sum[8][8] = {};
    for (int k0 = 0; k0 < kTones; k0 += 32) {
        parrot_tile(x, w, sx, sw, row0, col0, k0);
        __half2 part[8][4];
#pragma unroll
        for (int i = 0; i < 32; ++i) part[i / 4][i % 4] = __float2half2_rn(0.0f);
#pragma unroll 1
        for (int k = 0; k < 32; k += 2) {
            __half2 u[8];
            uint4 raw[2] = {*reinterpret_cast<const uint4*>(&sw[k][tx * 8]), *reinterpret_cast<const uint4*>(&sw[k + 1][tx * 8])};
            const __half2 *v0 = reinterpret_cast<const __half2*>(&raw[0]), *v1 = reinterpret_cast<const __half2*>(&raw[1]);
#pragma unroll
            for (int i = 0; i < 8; ++i) u[i] = *reinterpret_cast<const __half2*>(&sx[ty + 16 * i][k]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    part[i][j] = __hfma2(__low2half2(u[i]), v0[j], part[i][j]);
                    part[i][j] = __hfma2(__high2half2(u[i]), v1[j], part[i][j]);
                }
        }
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) { float2 f = __half22float2(part[i][j]); sum[i][2 * j] += f.x; sum[i][2 * j + 1] += f.y; }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(y + (row0 + ty + 16 * i) * kNeurons + col0 + tx * 8 + j) =
                make_float4(fmaxf(sum[i][j], 0.0f), fmaxf(sum[i][j + 1], 0.0f), fmaxf(sum[i][j + 2], 0.0f), fmaxf(sum[i][j + 3], 0.0f));
}

__global__ void __launch_bounds__(256, 2) parrot_lessons_l5_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    __shared__ __align__(16) __half sx[128][40], sw[32][136];
    int warp = threadIdx.x / 32, col0 = blockIdx.x * 128, row0 = blockIdx.y * 128, wr = warp / 2 * 32, wc = warp % 2 * 64;
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) wm::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int k0 = 0; k0 < kTones; k0 += 32) {
        parrot_tile(x, w, sx, sw, row0, col0, k0);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) wm::load_matrix_sync(fa[i], &sx[wr + 16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb;
                wm::load_matrix_sync(fb, &sw[k][wc + 16 * j], 136);
#pragma unroll
                for (int i = 0; i < 2; ++i) wm::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] = fmaxf(sum[i][j].x[e], 0.0f);
            wm::store_matrix_sync(y + (row0 + wr + 16 * i) * kNeurons + col0 + wc + 16 * j, sum[i][j], kNeurons, wm::mem_row_major);
        }
}

// ---- Satellite pictures: point-wise layer (1 x 1) of a segmentation of meadows, channels before pixels, with offset and cut at zero.
constexpr int kScenes = 16, kIn = 256, kKinds = 256, kPixels = 4096;

__global__ void __launch_bounds__(256, 3) meadow_kinds_l5_a(const float* __restrict__ w, const float* __restrict__ x, const float* __restrict__ offset, float* __restrict__ y) {
    __shared__ __align__(16) float sw[16][68], sx[16][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, p0 = blockIdx.x * 128, o0 = blockIdx.y * 64;
    const float* pw = w + (o0 + t / 4) * kIn + t % 4 * 4;
    const float* px = x + ((size_t)blockIdx.z * kIn + t / 32) * kPixels + p0 + t % 32 * 4;
    float sum[4][8] = {};
    float4 u = *reinterpret_cast<const float4*>(pw), v[2];
    v[0] = *reinterpret_cast<const float4*>(px); v[1] = *reinterpret_cast<const float4*>(px + 8 * kPixels);
    for (int c0 = 0; c0 < kIn; c0 += 16) {
        __syncthreads();
        sw[t % 4 * 4][t / 4] = u.x; sw[t % 4 * 4 + 1][t / 4] = u.y; sw[t % 4 * 4 + 2][t / 4] = u.z; sw[t % 4 * 4 + 3][t / 4] = u.w;
        *reinterpret_cast<float4*>(&sx[t / 32][t % 32 * 4]) = v[0];
        *reinterpret_cast<float4*>(&sx[t / 32 + 8][t % 32 * 4]) = v[1];
        __syncthreads();
        if (c0 + 16 < kIn) {
            u = *reinterpret_cast<const float4*>(pw + c0 + 16);
            v[0] = *reinterpret_cast<const float4*>(px + (c0 + 16) * kPixels);
            v[1] = *reinterpret_cast<const float4*>(px + (c0 + 24) * kPixels);
        }
#pragma unroll
        for (int c = 0; c < 16; ++c) {
            float a[4], b[8];
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(&sw[c][ty * 4]);
            *reinterpret_cast<float4*>(b) = *reinterpret_cast<const float4*>(&sx[c][tx * 4]);
            *reinterpret_cast<float4*>(b + 4) = *reinterpret_cast<const float4*>(&sx[c][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float o = offset[o0 + ty * 4 + i];
        float* out = y + ((size_t)blockIdx.z * kKinds + o0 + ty * 4 + i) * kPixels + p0 + tx * 4;
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            *reinterpret_cast<float4*>(out + j * 16) = make_float4(fmaxf(sum[i][j] + o, 0.0f), fmaxf(sum[i][j + 1] + o, 0.0f),
                                                                   fmaxf(sum[i][j + 2] + o, 0.0f), fmaxf(sum[i][j + 3] + o, 0.0f));
    }
}

__global__ void __launch_bounds__(256, 3) meadow_kinds_l5_b(const float* __restrict__ w, const float* __restrict__ x, const float* __restrict__ offset, float* __restrict__ y) {
    __shared__ __align__(16) unsigned sw[64][20], sx[16][136];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, group = lane / 4, quad = lane % 4;
    int p0 = blockIdx.x * 128, o0 = blockIdx.y * 64, wr = warp / 4 * 32, wc = warp % 4 * 32;
    const float* pw = w + (o0 + t / 4) * kIn + t % 4 * 4;
    const float* px = x + ((size_t)blockIdx.z * kIn + t / 32) * kPixels + p0 + t % 32 * 4;
    auto short_of = [](float f) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(f)); return r; };
    auto shorts = [&](float4 f) { return make_uint4(short_of(f.x), short_of(f.y), short_of(f.z), short_of(f.w)); };
    float sum[2][4][4] = {};
    float4 u = *reinterpret_cast<const float4*>(pw), v[2];
    v[0] = *reinterpret_cast<const float4*>(px); v[1] = *reinterpret_cast<const float4*>(px + 8 * kPixels);
    for (int c0 = 0; c0 < kIn; c0 += 16) {
        __syncthreads();
        *reinterpret_cast<uint4*>(&sw[t / 4][t % 4 * 4]) = shorts(u);
        *reinterpret_cast<uint4*>(&sx[t / 32][t % 32 * 4]) = shorts(v[0]);
        *reinterpret_cast<uint4*>(&sx[t / 32 + 8][t % 32 * 4]) = shorts(v[1]);
        __syncthreads();
        if (c0 + 16 < kIn) {
            u = *reinterpret_cast<const float4*>(pw + c0 + 16);
            v[0] = *reinterpret_cast<const float4*>(px + (c0 + 16) * kPixels);
            v[1] = *reinterpret_cast<const float4*>(px + (c0 + 24) * kPixels);
        }
#pragma unroll
        for (int c = 0; c < 16; c += 8) {
            unsigned a[2][4];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const unsigned* p = &sw[wr + 16 * i + group][c + quad];
                a[i][0] = p[0]; a[i][1] = p[8 * 20]; a[i][2] = p[4]; a[i][3] = p[8 * 20 + 4];
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                unsigned b0 = sx[c + quad][wc + 8 * j + group], b1 = sx[c + quad + 4][wc + 8 * j + group];
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sum[i][j][0]), "+f"(sum[i][j][1]), "+f"(sum[i][j][2]), "+f"(sum[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b0), "r"(b1));
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int o = o0 + wr + 16 * i + 8 * h + group;
            float add = offset[o];
#pragma unroll
            for (int j = 0; j < 4; ++j)
                *reinterpret_cast<float2*>(y + ((size_t)blockIdx.z * kKinds + o) * kPixels + p0 + wc + 8 * j + quad * 2) =
                    make_float2(fmaxf(sum[i][j][2 * h] + add, 0.0f), fmaxf(sum[i][j][2 * h + 1] + add, 0.0f));
        }
}

// ---- Comets: forecast of the 64 x 64 covariance of each orbit, F P F', one block an orbit, the same F for all.
constexpr int kComets = 132 * 33, kState = 64;

__global__ void __launch_bounds__(256, 3) comet_watch_l5_a(const double* __restrict__ motion, const double* __restrict__ before, double* __restrict__ after) {
    extern __shared__ __align__(16) double space[];
    double(*f)[66] = reinterpret_cast<double(*)[66]>(space), (*p)[66] = f + kState;
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    size_t base = (size_t)blockIdx.x * kState * kState;
#pragma unroll 4
    for (int e = t; e < kState * kState / 2; e += 256) {
        *reinterpret_cast<double2*>(&f[e / 32][e % 32 * 2]) = *reinterpret_cast<const double2*>(motion + e * 2);
        *reinterpret_cast<double2*>(&p[e / 32][e % 32 * 2]) = *reinterpret_cast<const double2*>(before + base + e * 2);
    }
    __syncthreads();
    double sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < kState; k += 2) {
        double2 u[4]; double v[4], w[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { u[i] = *reinterpret_cast<const double2*>(&f[ty + 16 * i][k]); v[i] = p[k][tx + 16 * i]; w[i] = p[k + 1][tx + 16 * i]; }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i].y, w[j], fma(u[i].x, v[j], sum[i][j]));
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) { p[ty + 16 * i][tx + 16 * j] = sum[i][j]; sum[i][j] = 0.0; }
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kState; k += 2) {
        double2 u[4], v[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { u[i] = *reinterpret_cast<const double2*>(&p[ty + 16 * i][k]); v[i] = *reinterpret_cast<const double2*>(&f[tx + 16 * i][k]); }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) sum[i][j] = fma(u[i].y, v[j].y, fma(u[i].x, v[j].x, sum[i][j]));
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) after[base + (ty + 16 * i) * kState + tx + 16 * j] = sum[i][j];
}

__device__ __forceinline__ void orbit_step(double (&c)[4], const double (&a)[4], double b0, double b1) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b0), "d"(b1));
}

__global__ void __launch_bounds__(256, 3) comet_watch_l5_b(const double* __restrict__ motion, const double* __restrict__ before, double* __restrict__ after) {
    extern __shared__ __align__(16) double space[];
    double(*f)[68] = reinterpret_cast<double(*)[68]>(space), (*p)[68] = f + kState;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, group = lane / 4, quad = lane % 4, wr = warp / 2 * 16, wc = warp % 2 * 32;
    size_t base = (size_t)blockIdx.x * kState * kState;
#pragma unroll 4
    for (int e = t; e < kState * kState / 2; e += 256) {
        *reinterpret_cast<double2*>(&f[e / 32][e % 32 * 2]) = *reinterpret_cast<const double2*>(motion + e * 2);
        *reinterpret_cast<double2*>(&p[e / 32][e % 32 * 2]) = *reinterpret_cast<const double2*>(before + base + e * 2);
    }
    __syncthreads();
    double sum[4][4] = {};
#pragma unroll
    for (int k = 0; k < kState; k += 8) {
        const double* at = &f[wr + group][k + quad];
        double a[4] = {at[0], at[8 * 68], at[4], at[8 * 68 + 4]};
#pragma unroll
        for (int j = 0; j < 4; ++j) orbit_step(sum[j], a, p[k + quad][wc + 8 * j + group], p[k + quad + 4][wc + 8 * j + group]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            *reinterpret_cast<double2*>(&p[wr + 8 * h + group][wc + 8 * j + quad * 2]) = make_double2(sum[j][2 * h], sum[j][2 * h + 1]);
            sum[j][2 * h] = sum[j][2 * h + 1] = 0.0;
        }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kState; k += 8) {
        const double* at = &p[wr + group][k + quad];
        double a[4] = {at[0], at[8 * 68], at[4], at[8 * 68 + 4]};
#pragma unroll
        for (int j = 0; j < 4; ++j) orbit_step(sum[j], a, f[wc + 8 * j + group][k + quad], f[wc + 8 * j + group][k + quad + 4]);
    }
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<double2*>(after + base + (wr + 8 * h + group) * kState + wc + 8 * j + quad * 2) = make_double2(sum[j][2 * h], sum[j][2 * h + 1]);
}

// ---- Quilts: taste of buyers as a matrix of which only some patches of 32 x 32 are filled, times the properties of the cloths.
constexpr int kStrips = 512, kPatches = 24, kCloths = 16384, kProps = 512;

__global__ void __launch_bounds__(128) patchwork_quilt_l5_a(const int* __restrict__ place, const __half* __restrict__ patch, const __half* __restrict__ cloth, float* __restrict__ taste) {
    __shared__ __align__(16) float sp[32][36], sc[32][128];
    int t = threadIdx.x, tx = t % 32, ty = t / 32, c0 = blockIdx.x * 128, strip = blockIdx.y;
    auto spread = [](uint2 v) {
        float2 low = __half22float2(*reinterpret_cast<__half2*>(&v.x)), high = __half22float2(*reinterpret_cast<__half2*>(&v.y));
        return make_float4(low.x, low.y, high.x, high.y);
    };
    float sum[8][4] = {};
    for (int n = 0; n < kPatches; ++n) {
        int one = strip * kPatches + n, from = place[one] * 32;
        uint2 x[2], y[8];
#pragma unroll
        for (int i = 0; i < 2; ++i) x[i] = *reinterpret_cast<const uint2*>(patch + (size_t)one * 1024 + (t + 128 * i) * 4);
#pragma unroll
        for (int i = 0; i < 8; ++i) y[i] = *reinterpret_cast<const uint2*>(cloth + (size_t)(from + ty + 4 * i) * kProps + c0 + tx * 4);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) *reinterpret_cast<float4*>(&sp[(t + 128 * i) / 8][t % 8 * 4]) = spread(x[i]);
#pragma unroll
        for (int i = 0; i < 8; ++i) *reinterpret_cast<float4*>(&sc[ty + 4 * i][tx * 4]) = spread(y[i]);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 32; k += 4) {
            float u[8][4], v[4][4];
#pragma unroll
            for (int i = 0; i < 8; ++i) *reinterpret_cast<float4*>(u[i]) = *reinterpret_cast<const float4*>(&sp[ty * 8 + i][k]);
#pragma unroll
            for (int q = 0; q < 4; ++q) *reinterpret_cast<float4*>(v[q]) = *reinterpret_cast<const float4*>(&sc[k + q][tx * 4]);
#pragma unroll
            for (int q = 0; q < 4; ++q)
#pragma unroll
                for (int i = 0; i < 8; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sum[i][j] = fmaf(u[i][q], v[q][j], sum[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        put4(taste + (size_t)(strip * 32 + ty * 8 + i) * kProps + c0 + tx * 4, sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

__global__ void __launch_bounds__(128) patchwork_quilt_l5_b(const int* __restrict__ place, const __half* __restrict__ patch, const __half* __restrict__ cloth, float* __restrict__ taste) {
    __shared__ __align__(16) __half sp[32][40], sc[32][136];
    int t = threadIdx.x, wc = t / 32 * 32, c0 = blockIdx.x * 128, strip = blockIdx.y;
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wm::fill_fragment(sum[i / 2][i % 2], 0.0f);
    for (int n = 0; n < kPatches; ++n) {
        int one = strip * kPatches + n, from = place[one] * 32;
        uint4 x = *reinterpret_cast<const uint4*>(patch + (size_t)one * 1024 + t * 8), y[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) y[i] = *reinterpret_cast<const uint4*>(cloth + (size_t)(from + t / 16 + 8 * i) * kProps + c0 + t % 16 * 8);
        __syncthreads();
        *reinterpret_cast<uint4*>(&sp[t / 4][t % 4 * 8]) = x;
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(&sc[t / 16 + 8 * i][t % 16 * 8]) = y[i];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) wm::load_matrix_sync(fa[i], &sp[16 * i][k], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb;
                wm::load_matrix_sync(fb, &sc[k][wc + 16 * j], 136);
#pragma unroll
                for (int i = 0; i < 2; ++i) wm::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wm::store_matrix_sync(taste + (size_t)(strip * 32 + 16 * i) * kProps + c0 + wc + 16 * j, sum[i][j], kProps, wm::mem_row_major);
}

// ---- Enzymes: linear layer of a language model of proteins, weights as rows of outputs (y = x W'), tiles of 256 x 128 x 64.
constexpr int kResidues = 4096, kTraits = 4224, kLetters = 1536, kEnzymePitch = 72;
constexpr int kEnzymeStage = (256 + 128) * kEnzymePitch;  // elements

__device__ __forceinline__ void enzyme_products(const __half* sx, int wr, int wc, wm::fragment<wm::accumulator, 16, 16, 16, float> (&sum)[4][4]) {
    const __half* sw = sx + 256 * kEnzymePitch;
#pragma unroll
    for (int k = 0; k < 64; k += 16) {
        wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) wm::load_matrix_sync(fa[i], sx + (wr + 16 * i) * kEnzymePitch + k, kEnzymePitch);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::col_major> fb;
            wm::load_matrix_sync(fb, sw + (wc + 16 * j) * kEnzymePitch + k, kEnzymePitch);
#pragma unroll
            for (int i = 0; i < 4; ++i) wm::mma_sync(sum[i][j], fa[i], fb, sum[i][j]);
        }
    }
}

__global__ void __launch_bounds__(256, 1) enzyme_letters_l5_a(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    extern __shared__ __align__(16) __half shelf[];
    int t = threadIdx.x, warp = t / 32, col0 = blockIdx.x * 128, row0 = blockIdx.y * 256, wr = warp / 2 * 64, wc = warp % 2 * 64;
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wm::fill_fragment(sum[i / 4][i % 4], 0.0f);
    for (int k0 = 0; k0 < kLetters; k0 += 64) {
        const __half *px = x + (row0 + t / 8) * kLetters + k0 + t % 8 * 8, *pw = w + (col0 + t / 8) * kLetters + k0 + t % 8 * 8;
        __half* to = shelf + t / 8 * kEnzymePitch + t % 8 * 8;
#pragma unroll
        for (int i = 0; i < 8; ++i) *reinterpret_cast<uint4*>(to + 32 * i * kEnzymePitch) = *reinterpret_cast<const uint4*>(px + 32 * i * kLetters);
#pragma unroll
        for (int i = 0; i < 4; ++i) *reinterpret_cast<uint4*>(to + (256 + 32 * i) * kEnzymePitch) = *reinterpret_cast<const uint4*>(pw + 32 * i * kLetters);
        __syncthreads();
        enzyme_products(shelf, wr, wc, sum);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 16; ++i)
        wm::store_matrix_sync(y + (row0 + wr + i / 4 * 16) * kTraits + col0 + wc + i % 4 * 16, sum[i / 4][i % 4], kTraits, wm::mem_row_major);
}

__global__ void __launch_bounds__(256, 1) enzyme_letters_l5_b(const __half* __restrict__ x, const __half* __restrict__ w, float* __restrict__ y) {
    extern __shared__ __align__(16) __half shelf[];
    int t = threadIdx.x, warp = t / 32, col0 = blockIdx.x * 128, row0 = blockIdx.y * 256, wr = warp / 2 * 64, wc = warp % 2 * 64;
    auto bring = [&](int step) {
        const __half *px = x + (row0 + t / 8) * kLetters + step * 64 + t % 8 * 8, *pw = w + (col0 + t / 8) * kLetters + step * 64 + t % 8 * 8;
        __half* to = shelf + step % 3 * kEnzymeStage + t / 8 * kEnzymePitch + t % 8 * 8;
#pragma unroll
        for (int i = 0; i < 8; ++i) bring16(to + 32 * i * kEnzymePitch, px + 32 * i * kLetters);
#pragma unroll
        for (int i = 0; i < 4; ++i) bring16(to + (256 + 32 * i) * kEnzymePitch, pw + 32 * i * kLetters);
    };
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) wm::fill_fragment(sum[i / 4][i % 4], 0.0f);
    bring(0); close_group();
    bring(1); close_group();
    for (int step = 0; step < kLetters / 64; ++step) {
        groups_left<1>();
        __syncthreads();
        if (step + 2 < kLetters / 64) bring(step + 2);
        close_group();
        enzyme_products(shelf + step % 3 * kEnzymeStage, wr, wc, sum);
    }
#pragma unroll
    for (int i = 0; i < 16; ++i)
        wm::store_matrix_sync(y + (row0 + wr + i / 4 * 16) * kTraits + col0 + wc + i % 4 * 16, sum[i / 4][i % 4], kTraits, wm::mem_row_major);
}

// ---- Pulsars: sums over 1024 radio channels, each delayed according to eight trial dispersions; 512 moments a block.
constexpr int kBands = 1024, kTrials = 8, kMoments = 132 * 4 * 512, kReach = 128, kBandPitch = kMoments + kReach, kSpan = 512 + kReach;
__constant__ unsigned short c_delay[kBands][kTrials];

__device__ __forceinline__ void add_bands(const float* rows, int first, int count, float (&sum)[kTrials][2]) {
    const float* mine = rows + threadIdx.x;
#pragma unroll 2
    for (int b = 0; b < count; ++b)
#pragma unroll
        for (int d = 0; d < kTrials; ++d) {
            const float* p = mine + b * kSpan + c_delay[first + b][d];
            sum[d][0] += p[0]; sum[d][1] += p[256];
        }
}
__device__ __forceinline__ void trials_out(float* __restrict__ power, const float (&sum)[kTrials][2]) {
    int at = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int d = 0; d < kTrials; ++d) { power[d * kMoments + at] = sum[d][0]; power[d * kMoments + at + 256] = sum[d][1]; }
}

__global__ void __launch_bounds__(256, 1) pulsar_clock_l5_a(const float* __restrict__ radio, float* __restrict__ power) {
    extern __shared__ __align__(16) float rows[];
    const float4* from = reinterpret_cast<const float4*>(radio + blockIdx.x * 512);
    float sum[kTrials][2] = {};
    for (int first = 0; first < kBands; first += 64) {
#pragma unroll 4
        for (int e = threadIdx.x; e < 64 * (kSpan / 4); e += 256)
            reinterpret_cast<float4*>(rows)[e] = from[(size_t)(first + e / (kSpan / 4)) * (kBandPitch / 4) + e % (kSpan / 4)];
        __syncthreads();
        add_bands(rows, first, 64, sum);
        __syncthreads();
    }
    trials_out(power, sum);
}

__global__ void __launch_bounds__(256, 1) pulsar_clock_l5_b(const float* __restrict__ radio, float* __restrict__ power) {
    extern __shared__ __align__(16) float rows[];
    const float4* from = reinterpret_cast<const float4*>(radio + blockIdx.x * 512);
    auto bring = [&](int first) {
        float* to = rows + first / 32 % 2 * (32 * kSpan);
#pragma unroll 4
        for (int e = threadIdx.x; e < 32 * (kSpan / 4); e += 256)
            bring16(to + 4 * e, from + (size_t)(first + e / (kSpan / 4)) * (kBandPitch / 4) + e % (kSpan / 4));
    };
    float sum[kTrials][2] = {};
    bring(0); close_group();
    for (int first = 0; first < kBands; first += 32) {
        if (first + 32 < kBands) bring(first + 32);
        close_group(); groups_left<1>();
        __syncthreads();
        add_bands(rows + first / 32 % 2 * (32 * kSpan), first, 32, sum);
        __syncthreads();
    }
    trials_out(power, sum);
}

// ---- Choirs: city-block distance of each voice from each singer of an archive, 128 measures a voice.
constexpr int kVoices = 512, kSingers = 16384, kMeasures = 128;

__global__ void __launch_bounds__(256) choir_voices_l5_a(const float4* __restrict__ voice, const float4* __restrict__ singer, float* __restrict__ apart) {
    int lane = threadIdx.x % 32, v = blockIdx.x * 8 + threadIdx.x / 32, first = blockIdx.y * 512;
    float4 q = voice[v * 32 + lane];
    for (int from = first; from < first + 512; from += 32) {
        float mine = 0.0f;
#pragma unroll 8
        for (int s = 0; s < 32; ++s) {
            float4 d = singer[(from + s) * 32 + lane];
            float sum = (fabsf(q.x - d.x) + fabsf(q.y - d.y)) + (fabsf(q.z - d.z) + fabsf(q.w - d.w));
#pragma unroll
            for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
            if (lane == s) mine = sum;
        }
        apart[v * kSingers + from + lane] = mine;
    }
}

__global__ void __launch_bounds__(256) choir_voices_l5_b(const float4* __restrict__ voice, const float4* __restrict__ singer, float* __restrict__ apart) {
    __shared__ __align__(16) float sq[64][36], sd[64][36];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, v0 = blockIdx.x * 64, s0 = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int m = 0; m < kMeasures / 4; m += 8) {
        float4 x[2], y[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) { x[i] = voice[(v0 + t / 8 + 32 * i) * 32 + m + t % 8]; y[i] = singer[(s0 + t / 8 + 32 * i) * 32 + m + t % 8]; }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            *reinterpret_cast<float4*>(&sq[t / 8 + 32 * i][t % 8 * 4]) = x[i];
            *reinterpret_cast<float4*>(&sd[t / 8 + 32 * i][t % 8 * 4]) = y[i];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { a[i] = *reinterpret_cast<const float4*>(&sq[ty + 16 * i][k]); b[i] = *reinterpret_cast<const float4*>(&sd[tx + 16 * i][k]); }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    sum[i][j] += fabsf(a[i].x - b[j].x); sum[i][j] += fabsf(a[i].y - b[j].y);
                    sum[i][j] += fabsf(a[i].z - b[j].z); sum[i][j] += fabsf(a[i].w - b[j].w);
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) apart[(v0 + ty + 16 * i) * kSingers + s0 + tx + 16 * j] = sum[i][j];
}

// ---- Moths: counts of words of a genome, already parted by their first letters into 128 lists, each with its own 2 MB of counters.
constexpr int kLists = 128, kWords = 1 << 19, kPages = 192;  // pages of 4096 words a list

__device__ __forceinline__ void count_page(int list, int page, const int4* __restrict__ words, int* __restrict__ counts) {
    const int4* from = words + (size_t)(list * kPages + page) * 1024 + threadIdx.x;
    int* mine = counts + list * kWords;
    int4 w[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) w[i] = from[256 * i];
#pragma unroll
    for (int i = 0; i < 4; ++i) { atomicAdd(mine + w[i].x, 1); atomicAdd(mine + w[i].y, 1); atomicAdd(mine + w[i].z, 1); atomicAdd(mine + w[i].w, 1); }
}
__global__ void __launch_bounds__(256) moth_genomes_l5_a(const int4* __restrict__ words, int* __restrict__ counts) {
    count_page(blockIdx.x % kLists, blockIdx.x / kLists, words, counts);
}
__global__ void __launch_bounds__(256) moth_genomes_l5_b(const int4* __restrict__ words, int* __restrict__ counts) {
    count_page(blockIdx.x / kPages, blockIdx.x % kPages, words, counts);
}

// ---- Geoid: height at each point from a series of 4096 zonal terms by their three-term recurrence, four points a thread.
constexpr int kTerms = 4096, kGeoBlocks = 132 * 6 * 2, kSpots = kGeoBlocks * 1024;

__global__ void harness_zonal(const float* __restrict__ c, float4* __restrict__ terms) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    terms[n] = make_float4((2.0f * n + 3.0f) / (n + 2.0f), -(n + 1.0f) / (n + 2.0f), c[n], 0.0f);
}
__device__ __forceinline__ void zonal(const float4* terms, const float (&x)[4], float (&last)[4], float (&now)[4], float (&sum)[4]) {
#pragma unroll 8
    for (int n = 0; n < 256; ++n) {
        float4 g = terms[n];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            float next = fmaf(g.x * x[i], now[i], g.y * last[i]);
            sum[i] = fmaf(g.z, now[i], sum[i]);
            last[i] = now[i]; now[i] = next;
        }
    }
}
__global__ void __launch_bounds__(256, 6) geoid_waves_l5_a(const float* __restrict__ spot, const float4* __restrict__ terms, float* __restrict__ height) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    float x[4], last[4], now[4], sum[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) { x[i] = spot[at + 256 * i]; last[i] = 1.0f; now[i] = x[i]; sum[i] = 0.0f; }
    for (int from = 0; from < kTerms; from += 256) {
        tile[t] = terms[from + t];
        __syncthreads();
        zonal(tile, x, last, now, sum);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) height[at + 256 * i] = sum[i];
}
__global__ void __launch_bounds__(256, 6) geoid_waves_l5_b(const float* __restrict__ spot, const float4* __restrict__ terms, float* __restrict__ height) {
    __shared__ float4 tile[2][256];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    float x[4], last[4], now[4], sum[4];
    bring16(&tile[0][t], terms + t); close_group();
#pragma unroll
    for (int i = 0; i < 4; ++i) { x[i] = spot[at + 256 * i]; last[i] = 1.0f; now[i] = x[i]; sum[i] = 0.0f; }
    for (int step = 0; step < kTerms / 256; ++step) {
        if (step + 1 < kTerms / 256) bring16(&tile[(step + 1) % 2][t], terms + (step + 1) * 256 + t);
        close_group(); groups_left<1>();
        __syncthreads();
        zonal(tile[step % 2], x, last, now, sum);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) height[at + 256 * i] = sum[i];
}

// ---- Postcards: sixteen tokens through a wide layer, weights streamed once through a ring of four stages into tensor cores.
constexpr int kRows = 132 * 2 * 64 * 5, kDepth = 8192, kPostPitch = 136, kPostStage = (64 + 16) * kPostPitch, kPostSteps = kDepth / 128;

__global__ void __launch_bounds__(128) postcard_tokens_l5_a(const __half* __restrict__ weight, const __half* __restrict__ token, float* __restrict__ out) {
    extern __shared__ __align__(16) __half ring[];
    int t = threadIdx.x, warp = t / 32;
    const __half *pw = weight + (size_t)(blockIdx.x * 64 + t / 16) * kDepth + t % 16 * 8, *pt = token + (t / 16) * kDepth + t % 16 * 8;
    auto bring = [&](int step) {
        __half* to = ring + step % 4 * kPostStage + t / 16 * kPostPitch + t % 16 * 8;
#pragma unroll
        for (int i = 0; i < 8; ++i) bring16(to + 8 * i * kPostPitch, pw + 8 * i * kDepth + step * 128);
#pragma unroll
        for (int i = 0; i < 2; ++i) bring16(to + (64 + 8 * i) * kPostPitch, pt + 8 * i * kDepth + step * 128);
    };
    wm::fragment<wm::accumulator, 16, 16, 16, float> sum;
    wm::fill_fragment(sum, 0.0f);
#pragma unroll
    for (int s = 0; s < 3; ++s) { bring(s); close_group(); }
    for (int step = 0; step < kPostSteps; ++step) {
        groups_left<2>();
        __syncthreads();
        if (step + 3 < kPostSteps) bring(step + 3);
        close_group();
        const __half* stage = ring + step % 4 * kPostStage;
#pragma unroll
        for (int k = 0; k < 128; k += 16) {
            wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa;
            wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::col_major> fb;
            wm::load_matrix_sync(fa, stage + warp * 16 * kPostPitch + k, kPostPitch);
            wm::load_matrix_sync(fb, stage + 64 * kPostPitch + k, kPostPitch);
            wm::mma_sync(sum, fa, fb, sum);
        }
    }
    wm::store_matrix_sync(out + (size_t)(blockIdx.x * 64 + warp * 16) * 16, sum, 16, wm::mem_row_major);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto room = [](auto kernel, int bytes) { CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };

    const float2 *weight = reinterpret_cast<const float2*>(filled<float>(2 * kBeams * kAntennas, 11)), *volt = reinterpret_cast<const float2*>(filled<float>(2 * kAntennas * kSamples, 12));
    float2* beam = reinterpret_cast<float2*>(empty<float>(2 * kBeams * kSamples));
    add("night_beams_l5_a", beam, 2 * kBeams * kSamples, Output::f32, [=] { night_beams_l5_a<<<dim3(kSamples / 64, kBeams / 4), dim3(64, 4)>>>(weight, volt, beam); });
    add("night_beams_l5_b", beam, 2 * kBeams * kSamples, Output::f32, [=] { night_beams_l5_b<<<dim3(kSamples / 64, kBeams / 64), 256>>>(weight, volt, beam); });

    __half *px = filled<__half>(kCalls * kTones, 13), *pw = filled<__half>(kTones * kNeurons, 14);
    float* py = empty<float>(kCalls * kNeurons);
    add("parrot_lessons_l5_a", py, kCalls * kNeurons, Output::f32, [=] { parrot_lessons_l5_a<<<dim3(kNeurons / 128, kCalls / 128), 256>>>(px, pw, py); });
    add("parrot_lessons_l5_b", py, kCalls * kNeurons, Output::f32, [=] { parrot_lessons_l5_b<<<dim3(kNeurons / 128, kCalls / 128), 256>>>(px, pw, py); });

    float *mw = filled<float>(kKinds * kIn, 15), *mx = filled<float>(kScenes * kIn * kPixels, 16), *mo = filled<float>(kKinds, 17), *my = empty<float>(kScenes * kKinds * kPixels);
    add("meadow_kinds_l5_a", my, kScenes * kKinds * kPixels, Output::f32, [=] { meadow_kinds_l5_a<<<dim3(kPixels / 128, kKinds / 64, kScenes), 256>>>(mw, mx, mo, my); });
    add("meadow_kinds_l5_b", my, kScenes * kKinds * kPixels, Output::f32, [=] { meadow_kinds_l5_b<<<dim3(kPixels / 128, kKinds / 64, kScenes), 256>>>(mw, mx, mo, my); });

    constexpr size_t covers = (size_t)kComets * kState * kState;
    double *motion = filled<double>(kState * kState, 18), *before = filled<double>(covers, 19), *after = empty<double>(covers);
    constexpr int skyA = 2 * kState * 66 * 8, skyB = 2 * kState * 68 * 8;
    room(comet_watch_l5_a, skyA); room(comet_watch_l5_b, skyB);
    add("comet_watch_l5_a", after, covers, Output::f64, [=] { comet_watch_l5_a<<<kComets, 256, skyA>>>(motion, before, after); });
    add("comet_watch_l5_b", after, covers, Output::f64, [=] { comet_watch_l5_b<<<kComets, 256, skyB>>>(motion, before, after); });

    int* place = indices(kStrips * kPatches, kCloths / 32, 20);
    __half *patch = filled<__half>((size_t)kStrips * kPatches * 1024, 21), *cloth = filled<__half>((size_t)kCloths * kProps, 22);
    float* taste = empty<float>((size_t)kStrips * 32 * kProps);
    add("patchwork_quilt_l5_a", taste, (size_t)kStrips * 32 * kProps, Output::f32, [=] { patchwork_quilt_l5_a<<<dim3(kProps / 128, kStrips), 128>>>(place, patch, cloth, taste); });
    add("patchwork_quilt_l5_b", taste, (size_t)kStrips * 32 * kProps, Output::f32, [=] { patchwork_quilt_l5_b<<<dim3(kProps / 128, kStrips), 128>>>(place, patch, cloth, taste); });

    __half *ex = filled<__half>(kResidues * kLetters, 23), *ew = filled<__half>(kTraits * kLetters, 24);
    float* ey = empty<float>(kResidues * kTraits);
    room(enzyme_letters_l5_a, kEnzymeStage * 2); room(enzyme_letters_l5_b, kEnzymeStage * 6);
    add("enzyme_letters_l5_a", ey, kResidues * kTraits, Output::f32, [=] { enzyme_letters_l5_a<<<dim3(kTraits / 128, kResidues / 256), 256, kEnzymeStage * 2>>>(ex, ew, ey); });
    add("enzyme_letters_l5_b", ey, kResidues * kTraits, Output::f32, [=] { enzyme_letters_l5_b<<<dim3(kTraits / 128, kResidues / 256), 256, kEnzymeStage * 6>>>(ex, ew, ey); });

    std::vector<unsigned short> delays(kBands * kTrials);
    for (int b = 0; b < kBands; ++b)
        for (int d = 0; d < kTrials; ++d) { double f = 1.0 + b / 1024.0; delays[b * kTrials + d] = (unsigned short)((d + 1) * (127.0 / kTrials) * (1.0 / (f * f) - 0.25) / 0.75); }
    CHECK(cudaMemcpyToSymbol(c_delay, delays.data(), delays.size() * sizeof(unsigned short)));
    float *radio = filled<float>((size_t)kBands * kBandPitch, 25), *power = empty<float>(kTrials * kMoments);
    constexpr int dish = 64 * kSpan * 4;
    room(pulsar_clock_l5_a, dish); room(pulsar_clock_l5_b, dish);
    add("pulsar_clock_l5_a", power, kTrials * kMoments, Output::f32, [=] { pulsar_clock_l5_a<<<kMoments / 512, 256, dish>>>(radio, power); });
    add("pulsar_clock_l5_b", power, kTrials * kMoments, Output::f32, [=] { pulsar_clock_l5_b<<<kMoments / 512, 256, dish>>>(radio, power); });

    const float4 *voice = reinterpret_cast<const float4*>(filled<float>(kVoices * kMeasures, 26)), *singer = reinterpret_cast<const float4*>(filled<float>(kSingers * kMeasures, 27));
    float* apart = empty<float>(kVoices * kSingers);
    add("choir_voices_l5_a", apart, kVoices * kSingers, Output::f32, [=] { choir_voices_l5_a<<<dim3(kVoices / 8, kSingers / 512), 256>>>(voice, singer, apart); });
    add("choir_voices_l5_b", apart, kVoices * kSingers, Output::f32, [=] { choir_voices_l5_b<<<dim3(kVoices / 64, kSingers / 64), 256>>>(voice, singer, apart); });

    const int4* words = reinterpret_cast<const int4*>(indices((size_t)kLists * kPages * 4096, kWords, 28));
    int* counts = empty<int>((size_t)kLists * kWords);
    add("moth_genomes_l5_a", counts, (size_t)kLists * kWords, Output::i32, [=] { moth_genomes_l5_a<<<kLists * kPages, 256>>>(words, counts); });
    add("moth_genomes_l5_b", counts, (size_t)kLists * kWords, Output::i32, [=] { moth_genomes_l5_b<<<kLists * kPages, 256>>>(words, counts); });

    float *zonals = filled<float>(kTerms, 29), *spot = filled<float>(kSpots, 30), *height = empty<float>(kSpots);
    float4* terms = reinterpret_cast<float4*>(empty<float>(4 * kTerms));
    harness_zonal<<<kTerms / 256, 256>>>(zonals, terms); CHECK(cudaGetLastError());
    add("geoid_waves_l5_a", height, kSpots, Output::f32, [=] { geoid_waves_l5_a<<<kGeoBlocks, 256>>>(spot, terms, height); });
    add("geoid_waves_l5_b", height, kSpots, Output::f32, [=] { geoid_waves_l5_b<<<kGeoBlocks, 256>>>(spot, terms, height); });

    __half *wide = filled<__half>((size_t)kRows * kDepth, 31), *token = filled<__half>(16 * kDepth, 32);
    float* post = empty<float>((size_t)kRows * 16);
    constexpr int ringBytes = 4 * kPostStage * 2;
    room(postcard_tokens_l5_a, ringBytes);
    add("postcard_tokens_l5_a", post, (size_t)kRows * 16, Output::f32, [=] { postcard_tokens_l5_a<<<kRows / 64, 128, ringBytes>>>(wide, token, post); });

    return harness::run(argc, argv, cases);
}
