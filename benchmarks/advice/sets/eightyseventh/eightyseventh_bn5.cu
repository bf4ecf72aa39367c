#include "harness.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
using harness::Case;
using harness::Output;
using bf16 = __nv_bfloat16;

__global__ void harness_setup_u16(uint16_t* p, size_t n, uint32_t mask, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint16_t)(harness::hash32((uint32_t)i * 2654435761u + seed) & mask);
}
__global__ void harness_setup_near(int* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = min(n - 1, i + (int)(harness::hash32(i) & 7));
}

// ---------------------------------------------------------------- opacity rows of 32 energy groups, blended per zone
template <int PITCH>
__device__ __forceinline__ void blend_rows(const float* __restrict__ table, const int* __restrict__ row_of, float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const int zone = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    const int mine = row_of[zone * 32 + lane];
    float acc = 0.f;
#pragma unroll 1
    for (int j = 0; j < 32; j += 8) {
        float v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = table[(size_t)__shfl_sync(~0u, mine, j + u) * PITCH + lane];
#pragma unroll
        for (int u = 0; u < 8; ++u) acc = fmaf(acc, 0.97f, v[u]);
    }
    out[zone * 32 + lane] = acc;
}
__global__ void velvet_anchor_bn5_a(const float* __restrict__ table, const int* __restrict__ row_of, float* __restrict__ out) { blend_rows<33>(table, row_of, out); }
__global__ void velvet_anchor_bn5_b(const float* __restrict__ table, const int* __restrict__ row_of, float* __restrict__ out) { blend_rows<32>(table, row_of, out); }

// ---------------------------------------------------------------- posting pages of a list, scored until a cap is reached
constexpr int kPages = 48;
__global__ void copper_lantern_bn5_a(const __half* __restrict__ pages, const int* __restrict__ slot, float* __restrict__ out, float cap) {
    const int lane = threadIdx.x & 31;
    const int list = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    const int* mine = slot + (size_t)list * kPages;
    float acc = 0.f;
#pragma unroll 1
    for (int p = 0; p < kPages; ++p) {
        acc += __half2float(pages[(size_t)mine[p] * 32 + lane]);
        if (__any_sync(~0u, acc > cap)) break;
    }
    out[list * 32 + lane] = acc;
}
__global__ void copper_lantern_bn5_b(const __half* __restrict__ pages, const int* __restrict__ slot, float* __restrict__ out, float cap) {
    const int lane = threadIdx.x & 31;
    const int list = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    const int4* mine = reinterpret_cast<const int4*>(slot + (size_t)list * kPages);
    float acc = 0.f;
    bool done = false;
#pragma unroll 1
    for (int p = 0; p < kPages / 8 && !done; ++p) {
        const int4 s = mine[2 * p], t = mine[2 * p + 1];
        const int id[8] = {s.x, s.y, s.z, s.w, t.x, t.y, t.z, t.w};
        __half v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = pages[(size_t)id[u] * 32 + lane];
#pragma unroll
        for (int u = 0; u < 8; ++u)
            if (!done) {
                acc += __half2float(v[u]);
                done = __any_sync(~0u, acc > cap);
            }
    }
    out[list * 32 + lane] = acc;
}

// ---------------------------------------------------------------- ECG samples less their local mean
constexpr int kTile = 768, kLongest = 24576;
__device__ __forceinline__ void detrend(const short* __restrict__ in, float* __restrict__ out, int n, float* line) {
    const int tid = threadIdx.x;
#pragma unroll 1
    for (int t = 0; t < 8; ++t) {
        const int base = (blockIdx.x * 8 + t) * kTile;
        const short4 q = reinterpret_cast<const short4*>(in + base)[tid];
        *reinterpret_cast<float4*>(line + 4 + 4 * tid) = make_float4(q.x, q.y, q.z, q.w);
        if (tid < 2) line[2 + tid] = in[max(base - 2 + tid, 0)];
        else if (tid < 4) line[kTile + 2 + tid] = in[min(base + kTile + tid - 2, n - 1)];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float* c = line + 4 + tid + 192 * j;
            out[base + tid + 192 * j] = c[0] - 0.2f * (c[-2] + c[-1] + c[0] + c[1] + c[2]);
        }
        __syncthreads();
    }
}
__global__ void orchid_gravel_bn5_a(const short* __restrict__ in, float* __restrict__ out, int n) {
    extern __shared__ __align__(16) float line[];
    detrend(in, out, n, line);
}
__global__ void orchid_gravel_bn5_b(const short* __restrict__ in, float* __restrict__ out, int n) {
    extern __shared__ __align__(16) float line[];
    detrend(in, out, n, line);
}

// ---------------------------------------------------------------- floats adrift in an ocean current
__device__ __forceinline__ void drift(const __half2* __restrict__ current, float* __restrict__ out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)(i & 2047), y = (float)(i >> 11) * 4.f;
#pragma unroll 1
    for (int s = 0; s < 64; ++s) {
        const float2 v = __half22float2(current[(((int)y & 2047) << 11) + ((int)x & 2047)]);
        x += v.x;
        y += v.y;
    }
    out[i] = 0.01f * x - 0.02f * y;
}
__global__ void tundra_pickle_bn5_a(const __half2* __restrict__ current, float* __restrict__ out) { drift(current, out); }
__global__ void tundra_pickle_bn5_b(const __half2* __restrict__ current, float* __restrict__ out) { drift(current, out); }

// ---------------------------------------------------------------- tone map of 8x8 tiles, each with its exposure
__global__ void mosaic_heron_bn5_a(const float* __restrict__ lum, const float* __restrict__ exposure, float* __restrict__ out) {
    const int tile = blockIdx.y * gridDim.x + blockIdx.x;
    const int p = tile * 64 + threadIdx.y * 8 + threadIdx.x;
    const float v = lum[p] * (1.5f + exposure[tile]);
    out[p] = __fdividef(v, 1.f + fabsf(v));
}
__global__ void __launch_bounds__(256) mosaic_heron_bn5_b(const float* __restrict__ lum, const float* __restrict__ exposure, float* __restrict__ out, int n) {
    for (int p0 = blockIdx.x * 1024 + threadIdx.x; p0 < n; p0 += gridDim.x * 1024) {
        float l[4], e[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { l[u] = lum[p0 + 256 * u]; e[u] = exposure[(p0 + 256 * u) >> 6]; }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float v = l[u] * (1.5f + e[u]);
            out[p0 + 256 * u] = __fdividef(v, 1.f + fabsf(v));
        }
    }
}

// ---------------------------------------------------------------- present value of accounts' cash flows
__device__ __forceinline__ float flows(const float* __restrict__ amount, const uint16_t* __restrict__ day, int begin, int end, float rate, float* part) {
    float acc = 0.f;
#pragma unroll 4
    for (int i = begin + threadIdx.x; i < end; i += 128) acc += amount[i] * exp2f(-rate * (float)day[i]);
    for (int o = 16; o; o >>= 1) acc += __shfl_xor_sync(~0u, acc, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = acc;
    __syncthreads();
    return part[0] + part[1] + part[2] + part[3];
}
__global__ void __launch_bounds__(128) saddle_quartz_bn5_a(const float* __restrict__ amount, const uint16_t* __restrict__ day, const int* __restrict__ first, float* __restrict__ value, float rate) {
    __shared__ float part[4];
    const float s = flows(amount, day, first[blockIdx.x], first[blockIdx.x + 1], rate, part);
    if (threadIdx.x == 0) value[blockIdx.x] = s;
}
__global__ void __launch_bounds__(128) saddle_quartz_bn5_b(const float* __restrict__ amount, const uint16_t* __restrict__ day, const int4* __restrict__ piece, float* __restrict__ value, float rate) {
    __shared__ float part[4];
    const int4 p = piece[blockIdx.x];
    const float s = flows(amount, day, p.y, p.z, rate, part);
    if (threadIdx.x == 0) atomicAdd(value + p.x, s);
}

// ---------------------------------------------------------------- predator and prey, many starting states
__device__ __forceinline__ float season(float s) {
    float u = 1.5f + 0.5f * s, v = 1.2f - 0.3f * s;
    const float h = 0.01f;
#pragma unroll 2
    for (int k = 0; k < 150; ++k) {
        const float du = fmaf(-u, v, u), dv = fmaf(u, v, -v);
        const float mu = fmaf(0.5f * h, du, u), mv = fmaf(0.5f * h, dv, v);
        u = fmaf(h, fmaf(-mu, mv, mu), u);
        v = fmaf(h, fmaf(mu, mv, -mv), v);
    }
    return u - v;
}
__global__ void __launch_bounds__(768, 2) walnut_comet_bn5_a(const float* __restrict__ start, float* __restrict__ out, int each) {
    for (int j = 0; j < each; ++j) {
        const int i = (blockIdx.x * each + j) * 768 + threadIdx.x;
        out[i] = season(start[i]);
    }
}
__global__ void __launch_bounds__(768, 2) walnut_comet_bn5_b(const float* __restrict__ start, float* __restrict__ out, int each) {
    for (int j = 0; j < each; ++j) {
        const int i = (blockIdx.x * each + j) * 768 + threadIdx.x;
        out[i] = season(start[i]);
    }
}

// ---------------------------------------------------------------- CLEAN of radio strips of 512 pixels
constexpr int kStrip = 512, kCleans = 48;
__global__ void __launch_bounds__(512) ribbon_glacier_bn5_a(const float* __restrict__ dirty, const float* __restrict__ beam, float* __restrict__ out) {
    __shared__ float psf[2 * kStrip], field[kStrip], peak;
    __shared__ int where;
    const int tid = threadIdx.x;
    for (int i = tid; i < 2 * kStrip - 1; i += kStrip) psf[i] = beam[i];
    float r = dirty[blockIdx.x * kStrip + tid];
#pragma unroll 1
    for (int it = 0; it < kCleans; ++it) {
        field[tid] = r;
        __syncthreads();
        if (tid < 32) {
            float best = -1.f;
            int at = 0;
            for (int j = tid; j < kStrip; j += 32) {
                const float a = fabsf(field[j]);
                if (a > best) { best = a; at = j; }
            }
            for (int o = 16; o; o >>= 1) {
                const float b = __shfl_xor_sync(~0u, best, o);
                const int w = __shfl_xor_sync(~0u, at, o);
                if (b > best || (b == best && w < at)) { best = b; at = w; }
            }
            if (tid == 0) { where = at; peak = field[at]; }
        }
        __syncthreads();
        r -= 0.2f * peak * psf[tid - where + kStrip - 1];
    }
    out[blockIdx.x * kStrip + tid] = r;
}
__global__ void __launch_bounds__(128) ribbon_glacier_bn5_b(const float* __restrict__ dirty, const float* __restrict__ beam, float* __restrict__ out) {
    __shared__ float psf[2 * kStrip];
    const int lane = threadIdx.x & 31;
    const int strip = blockIdx.x * 4 + (threadIdx.x >> 5);
    for (int i = threadIdx.x; i < 2 * kStrip - 1; i += 128) psf[i] = beam[i];
    __syncthreads();
    float r[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) r[k] = dirty[strip * kStrip + lane + 32 * k];
#pragma unroll 1
    for (int it = 0; it < kCleans; ++it) {
        float best = r[0];
        int at = lane;
#pragma unroll
        for (int k = 1; k < 16; ++k)
            if (fabsf(r[k]) > fabsf(best)) { best = r[k]; at = lane + 32 * k; }
#pragma unroll
        for (int o = 16; o; o >>= 1) {
            const float b = __shfl_xor_sync(~0u, best, o);
            const int w = __shfl_xor_sync(~0u, at, o);
            if (fabsf(b) > fabsf(best) || (fabsf(b) == fabsf(best) && w < at)) { best = b; at = w; }
        }
        const float* c = psf + lane - at + kStrip - 1;
        const float g = 0.2f * best;
#pragma unroll
        for (int k = 0; k < 16; ++k) r[k] -= g * c[32 * k];
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) out[strip * kStrip + lane + 32 * k] = r[k];
}

// ---------------------------------------------------------------- all-pole voice synthesis, energies per frame
constexpr int kVoices = 132 * 2 * 64, kFrames = 64;
__device__ __forceinline__ float noise(uint32_t& s) { s = s * 1664525u + 1013904223u; return (float)(int)s * 4.656613e-10f; }
__global__ void __launch_bounds__(64) pepper_canyon_bn5_a(const float* __restrict__ coef, float* __restrict__ energy) {
    const int c = blockIdx.x * 64 + threadIdx.x;
    float a[17], y[16];
#pragma unroll
    for (int k = 1; k <= 16; ++k) { a[k] = 0.055f * coef[k * kVoices + c]; y[k - 1] = 0.f; }
    uint32_t s = c * 7919u + 1u;
#pragma unroll 1
    for (int f = 0; f < kFrames; ++f) {
        float e = 0.f;
#pragma unroll 1
        for (int q = 0; q < 4; ++q) {
#pragma unroll
            for (int n = 0; n < 16; ++n) {
                float v = noise(s);
#pragma unroll
                for (int k = 1; k <= 16; ++k) v = fmaf(-a[k], y[(n - k) & 15], v);
                y[n] = v;
                e = fmaf(v, v, e);
            }
        }
        energy[f * kVoices + c] = e;
    }
}
__global__ void __launch_bounds__(64) pepper_canyon_bn5_b(const float* __restrict__ coef, float* __restrict__ energy) {
    const int c = blockIdx.x * 64 + threadIdx.x;
    float a[17], y[16];
#pragma unroll
    for (int k = 1; k <= 16; ++k) { a[k] = 0.055f * coef[k * kVoices + c]; y[k - 1] = 0.f; }
    uint32_t s = c * 7919u + 1u;
#pragma unroll 1
    for (int f = 0; f < kFrames; ++f) {
        float e = 0.f;
#pragma unroll 1
        for (int q = 0; q < 4; ++q) {
#pragma unroll
            for (int n = 0; n < 16; ++n) {
                float v = noise(s), w = -a[16] * y[n], z = -a[15] * y[(n - 15) & 15];
#pragma unroll
                for (int k = 14; k >= 3; k -= 3) {
                    v = fmaf(-a[k], y[(n - k) & 15], v);
                    w = fmaf(-a[k - 1], y[(n - k + 1) & 15], w);
                    z = fmaf(-a[k - 2], y[(n - k + 2) & 15], z);
                }
                v = fmaf(-a[2], y[(n - 2) & 15], v + (w + z));
                v = fmaf(-a[1], y[(n - 1) & 15], v);
                y[n] = v;
                e = fmaf(v, v, e);
            }
        }
        energy[f * kVoices + c] = e;
    }
}

// ---------------------------------------------------------------- similarity of two sets of bf16 descriptors, batched
constexpr int kSet = 256, kDim = 128;
__global__ void __launch_bounds__(256) falcon_thimble_bn5_a(const bf16* __restrict__ left, const bf16* __restrict__ right, float* __restrict__ out) {
    __shared__ __align__(16) float as[64][36], bs[64][36];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const bf16* a = left + ((size_t)blockIdx.z * kSet + blockIdx.y * 64) * kDim;
    const bf16* b = right + ((size_t)blockIdx.z * kSet + blockIdx.x * 64) * kDim;
    const int row = tid >> 2, col = (tid & 3) * 8;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < kDim; k0 += 32) {
        const uint4 qa = *reinterpret_cast<const uint4*>(a + row * kDim + k0 + col);
        const uint4 qb = *reinterpret_cast<const uint4*>(b + row * kDim + k0 + col);
        const __nv_bfloat162* ha = reinterpret_cast<const __nv_bfloat162*>(&qa);
        const __nv_bfloat162* hb = reinterpret_cast<const __nv_bfloat162*>(&qb);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            const float2 a0 = __bfloat1622float2(ha[2 * j]), a1 = __bfloat1622float2(ha[2 * j + 1]);
            const float2 b0 = __bfloat1622float2(hb[2 * j]), b1 = __bfloat1622float2(hb[2 * j + 1]);
            *reinterpret_cast<float4*>(&as[row][col + 4 * j]) = make_float4(a0.x, a0.y, a1.x, a1.y);
            *reinterpret_cast<float4*>(&bs[row][col + 4 * j]) = make_float4(b0.x, b0.y, b1.x, b1.y);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { x[i] = *reinterpret_cast<float4*>(&as[ty + 16 * i][k]); y[i] = *reinterpret_cast<float4*>(&bs[tx + 16 * i][k]); }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    acc[i][j] = fmaf(x[i].x, y[j].x, acc[i][j]);
                    acc[i][j] = fmaf(x[i].y, y[j].y, acc[i][j]);
                    acc[i][j] = fmaf(x[i].z, y[j].z, acc[i][j]);
                    acc[i][j] = fmaf(x[i].w, y[j].w, acc[i][j]);
                }
        }
        __syncthreads();
    }
    float* o = out + ((size_t)blockIdx.z * kSet + blockIdx.y * 64) * kSet + blockIdx.x * 64;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) o[(ty + 16 * i) * kSet + tx + 16 * j] = acc[i][j];
}
__global__ void __launch_bounds__(128) falcon_thimble_bn5_b(const bf16* __restrict__ left, const bf16* __restrict__ right, float* __restrict__ out) {
    __shared__ __align__(32) bf16 as[64][72], bs[64][72];
    const int tid = threadIdx.x, wy = (tid >> 5) >> 1, wx = (tid >> 5) & 1;
    const bf16* a = left + ((size_t)blockIdx.z * kSet + blockIdx.y * 64) * kDim;
    const bf16* b = right + ((size_t)blockIdx.z * kSet + blockIdx.x * 64) * kDim;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    for (int k0 = 0; k0 < kDim; k0 += 64) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const int row = (tid >> 3) + 16 * u, col = (tid & 7) * 8;
            *reinterpret_cast<uint4*>(&as[row][col]) = *reinterpret_cast<const uint4*>(a + row * kDim + k0 + col);
            *reinterpret_cast<uint4*>(&bs[row][col]) = *reinterpret_cast<const uint4*>(b + row * kDim + k0 + col);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::col_major> y[2];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(x[i], &as[wy * 32 + 16 * i][k], 72);
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(y[i], &bs[wx * 32 + 16 * i][k], 72);
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], x[i], y[j], acc[i][j]);
        }
        __syncthreads();
    }
    float* o = out + ((size_t)blockIdx.z * kSet + blockIdx.y * 64 + wy * 32) * kSet + blockIdx.x * 64 + wx * 32;
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) wmma::store_matrix_sync(o + 16 * i * kSet + 16 * j, acc[i][j], kSet, wmma::mem_row_major);
}

// ---------------------------------------------------------------- modes times ensemble: out[m][n] = sum_k p[k][m] q[k][n]
constexpr int kM = 2048, kN = 2304, kK = 512;
__global__ void __launch_bounds__(256) juniper_anvil_bn5_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out) {
    const int n = blockIdx.x * 64 + threadIdx.x, m = blockIdx.y * 4 + threadIdx.y;
    float acc = 0.f;
    for (int k = 0; k < kK; ++k) acc = fmaf(p[k * kM + m], q[k * kN + n], acc);
    out[m * kN + n] = acc;
}
__global__ void __launch_bounds__(256) juniper_anvil_bn5_b(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out) {
    __shared__ __align__(16) float ps[16][64], qs[16][64];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
    float acc[4][4] = {};
    float4 a = *reinterpret_cast<const float4*>(p + ty * kM + m0 + tx * 4);
    float4 b = *reinterpret_cast<const float4*>(q + ty * kN + n0 + tx * 4);
    for (int k0 = 0; k0 < kK; k0 += 16) {
        *reinterpret_cast<float4*>(&ps[ty][tx * 4]) = a;
        *reinterpret_cast<float4*>(&qs[ty][tx * 4]) = b;
        __syncthreads();
        if (k0 + 16 < kK) {
            a = *reinterpret_cast<const float4*>(p + (k0 + 16 + ty) * kM + m0 + tx * 4);
            b = *reinterpret_cast<const float4*>(q + (k0 + 16 + ty) * kN + n0 + tx * 4);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            const float4 x = *reinterpret_cast<float4*>(&ps[k][ty * 4]), y = *reinterpret_cast<float4*>(&qs[k][tx * 4]);
            const float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(xs[i], ys[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(out + (m0 + ty * 4 + i) * kN + n0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---------------------------------------------------------------- raw sensor frame: gain, gamma, blend with the last frame
__global__ void basalt_kettle_bn5_a0(const ushort2* __restrict__ raw, const float2* __restrict__ gain, float2* __restrict__ lin, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { const ushort2 r = raw[i]; const float2 g = gain[i]; lin[i] = make_float2((r.x - 64.f) * (2.f + g.x), (r.y - 64.f) * (2.f + g.y)); }
}
__global__ void basalt_kettle_bn5_a1(const float2* __restrict__ lin, float2* __restrict__ gam, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { const float2 v = lin[i]; gam[i] = make_float2(__fsqrt_rn(fmaxf(v.x, 0.f)), __fsqrt_rn(fmaxf(v.y, 0.f))); }
}
__global__ void basalt_kettle_bn5_a2(const float2* __restrict__ gam, const float2* __restrict__ last, float2* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { const float2 v = gam[i], l = last[i]; out[i] = make_float2(l.x + 0.125f * (v.x - l.x), l.y + 0.125f * (v.y - l.y)); }
}
__global__ void basalt_kettle_bn5_b(const ushort2* __restrict__ raw, const float2* __restrict__ gain, const float2* __restrict__ last, float2* __restrict__ out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const ushort2 r = raw[i];
        const float2 g = gain[i], l = last[i];
        const float x = __fsqrt_rn(fmaxf((r.x - 64.f) * (2.f + g.x), 0.f)), y = __fsqrt_rn(fmaxf((r.y - 64.f) * (2.f + g.y), 0.f));
        out[i] = make_float2(l.x + 0.125f * (x - l.x), l.y + 0.125f * (y - l.y));
    }
}

// ---------------------------------------------------------------- ranks of a linked list by pointer jumping
constexpr int kNodes = 4096, kRounds = 12;
__global__ void marble_ferret_bn5_a0(const int2* __restrict__ from, int2* __restrict__ to, int* __restrict__ rank) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int2 me = from[i], it = from[me.x];
    to[i] = make_int2(it.x, me.y + it.y);
    rank[i] = me.y + it.y;
}
__global__ void __launch_bounds__(1024) marble_ferret_bn5_b(const int2* __restrict__ from, int* __restrict__ rank) {
    __shared__ int2 node[kNodes];
    const int tid = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) node[tid + 1024 * j] = from[tid + 1024 * j];
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        int2 me[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int2 a = node[tid + 1024 * j], b = node[a.x];
            me[j] = make_int2(b.x, a.y + b.y);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) node[tid + 1024 * j] = me[j];
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) rank[tid + 1024 * j] = node[tid + 1024 * j].y;
}

// ---------------------------------------------------------------- rows of a terrain, hill-shaded by height alone
template <int PITCH>
__device__ __forceinline__ void shade(const float* __restrict__ in, float* __restrict__ out) {
    const float* r = in + (size_t)blockIdx.x * PITCH + threadIdx.x;
    float* o = out + (size_t)blockIdx.x * 4096 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = r[512 * j];
#pragma unroll
    for (int j = 0; j < 8; ++j) o[512 * j] = v[j] * (1.5f - 0.5f * v[j] * v[j]);
}
__global__ void __launch_bounds__(512) cedar_trumpet_bn5_a(const float* __restrict__ in, float* __restrict__ out) { shade<4097>(in, out); }
__global__ void __launch_bounds__(512) cedar_trumpet_bn5_b(const float* __restrict__ in, float* __restrict__ out) { shade<4096>(in, out); }

// ---------------------------------------------------------------- channel gains of a tensor in blocks of 1024
__device__ __forceinline__ void channels(const float4* __restrict__ in, const float* __restrict__ gain, float4* __restrict__ out, float* g) {
    if (threadIdx.x < 64) g[threadIdx.x] = 1.5f + gain[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int it = 0; it < 4; ++it) {
        const int base = (blockIdx.x * 4 + it) * 1024 + threadIdx.x;
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = in[base + 256 * u];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float s = g[((base + 256 * u) >> 8) & 63];
            out[base + 256 * u] = make_float4(v[u].x * s, v[u].y * s, v[u].z * s, v[u].w * s);
        }
    }
}
__global__ void __launch_bounds__(256) lagoon_button_bn5_a(const float4* __restrict__ in, const float* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ __align__(16) float line[];
    channels(in, gain, out, line);
}
__global__ void __launch_bounds__(256) lagoon_button_bn5_b(const float4* __restrict__ in, const float* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ __align__(16) float line[];
    channels(in, gain, out, line);
}

// ---------------------------------------------------------------- enthalpy polynomial of degree 11
__device__ __forceinline__ float chain11(float x) {
    float p = 0.011f;
    p = fmaf(p, x, -0.02f); p = fmaf(p, x, 0.035f); p = fmaf(p, x, -0.04f); p = fmaf(p, x, 0.07f); p = fmaf(p, x, -0.09f);
    p = fmaf(p, x, 0.12f); p = fmaf(p, x, -0.17f); p = fmaf(p, x, 0.25f); p = fmaf(p, x, -0.33f); p = fmaf(p, x, 0.5f);
    return fmaf(p, x, 1.f);
}
__device__ __forceinline__ float tree11(float x) {
    const float x2 = x * x, x4 = x2 * x2;
    const float lo = fmaf(x2, fmaf(0.25f, x, -0.33f), fmaf(0.5f, x, 1.f));
    const float mid = fmaf(x2, fmaf(0.07f, x, -0.09f), fmaf(0.12f, x, -0.17f));
    const float hi = fmaf(x2, fmaf(0.011f, x, -0.02f), fmaf(0.035f, x, -0.04f));
    return fmaf(fmaf(hi, x4, mid), x4, lo);
}
__global__ void __launch_bounds__(320) pigeon_saffron_bn5_a(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    const int i = blockIdx.x * 320 + threadIdx.x;
    if (i < n) { const float4 v = in[i]; out[i] = make_float4(chain11(v.x), chain11(v.y), chain11(v.z), chain11(v.w)); }
}
__global__ void __launch_bounds__(320) pigeon_saffron_bn5_b(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    const int i = blockIdx.x * 320 + threadIdx.x;
    if (i < n) { const float4 v = in[i]; out[i] = make_float4(tree11(v.x), tree11(v.y), tree11(v.z), tree11(v.w)); }
}

// ---------------------------------------------------------------- FP32 product with k-major operands, 128x128 tiles
constexpr int kG = 4096, kGK = 512;
__global__ void __launch_bounds__(256, 2) harbor_velcro_bn5_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out) {
    __shared__ __align__(16) float ps[2][16][128], qs[2][16][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int lr = tid >> 5, lc = (tid & 31) * 4;
    const float* pg = p + lr * kG + blockIdx.y * 128 + lc;
    const float* qg = q + lr * kG + blockIdx.x * 128 + lc;
    float acc[8][8] = {};
    float4 a[2], b[2];
#pragma unroll
    for (int u = 0; u < 2; ++u) {
        *reinterpret_cast<float4*>(&ps[0][lr + 8 * u][lc]) = *reinterpret_cast<const float4*>(pg + 8 * u * kG);
        *reinterpret_cast<float4*>(&qs[0][lr + 8 * u][lc]) = *reinterpret_cast<const float4*>(qg + 8 * u * kG);
    }
    __syncthreads();
    int cur = 0;
#pragma unroll 1
    for (int k0 = 16; k0 <= kGK; k0 += 16) {
        if (k0 < kGK)
#pragma unroll
            for (int u = 0; u < 2; ++u) {
                a[u] = *reinterpret_cast<const float4*>(pg + (k0 + 8 * u) * kG);
                b[u] = *reinterpret_cast<const float4*>(qg + (k0 + 8 * u) * kG);
            }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<float4*>(&ps[cur][k][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<float4*>(&ps[cur][k][64 + ty * 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<float4*>(&qs[cur][k][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<float4*>(&qs[cur][k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        if (k0 < kGK) {
            cur ^= 1;
#pragma unroll
            for (int u = 0; u < 2; ++u) {
                *reinterpret_cast<float4*>(&ps[cur][lr + 8 * u][lc]) = a[u];
                *reinterpret_cast<float4*>(&qs[cur][lr + 8 * u][lc]) = b[u];
            }
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* o = out + (size_t)(blockIdx.y * 128 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kG + blockIdx.x * 128 + tx * 4;
        *reinterpret_cast<float4*>(o) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(o + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// ---------------------------------------------------------------- spikes re-ordered by nearly sorted times
__global__ void __launch_bounds__(384) meadow_cobalt_bn5_a(const float* __restrict__ x, const int* __restrict__ order, float* __restrict__ out, int n) {
    const int base = blockIdx.x * 1536 + threadIdx.x;
    int id[4];
    float v[4];
    if (base + 1152 < n) {
#pragma unroll
        for (int u = 0; u < 4; ++u) id[u] = order[base + 384 * u];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = x[id[u]];
#pragma unroll
        for (int u = 0; u < 4; ++u) out[base + 384 * u] = 0.5f * v[u] + 0.25f;
    }
}

// ---------------------------------------------------------------- momentum step
__global__ void __launch_bounds__(512) sultan_brick_bn5_a(const float4* __restrict__ grad, const float4* __restrict__ vel, const float4* __restrict__ par, float4* __restrict__ vel2, float4* __restrict__ par2, int n) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    if (i < n) {
        const float4 g = grad[i], v = vel[i], p = par[i];
        const float4 w = make_float4(fmaf(0.9f, v.x, g.x), fmaf(0.9f, v.y, g.y), fmaf(0.9f, v.z, g.z), fmaf(0.9f, v.w, g.w));
        vel2[i] = w;
        par2[i] = make_float4(fmaf(-0.01f, w.x, p.x), fmaf(-0.01f, w.y, p.y), fmaf(-0.01f, w.z, p.z), fmaf(-0.01f, w.w, p.w));
    }
}

// ---------------------------------------------------------------- projection of long half rows onto 64 columns
constexpr int kRows = 524288, kIn = 256, kPitch = 72, kStages = 4, kChunk = 128 * kPitch;
constexpr size_t kProjShared = (size_t)(kIn * kPitch + kStages * kChunk) * sizeof(__half);
__device__ __forceinline__ void copy16(void* s, const void* g) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(s)), "l"(g));
}
__global__ void __launch_bounds__(256, 2) cactus_ledger_bn5_a(const __half* __restrict__ rows, const __half* __restrict__ basis, float* __restrict__ out) {
    extern __shared__ __align__(128) unsigned char raw[];
    __half* bs = reinterpret_cast<__half*>(raw);
    __half* as = bs + kIn * kPitch;
    const int tid = threadIdx.x, warp = tid >> 5, r0 = tid >> 3, c0 = (tid & 7) * 8;
    const int mine = (kRows / 128 - blockIdx.x + gridDim.x - 1) / gridDim.x, chunks = mine * 4;
#pragma unroll
    for (int u = 0; u < 8; ++u) copy16(bs + (r0 + 32 * u) * kPitch + c0, basis + (r0 + 32 * u) * 64 + c0);
    auto fetch = [&](int c) {
        const int tile = blockIdx.x + (c >> 2) * gridDim.x;
        const __half* g = rows + (size_t)tile * 128 * kIn + (c & 3) * 64 + c0;
        __half* s = as + (c & (kStages - 1)) * kChunk + c0;
#pragma unroll
        for (int u = 0; u < 4; ++u) copy16(s + (r0 + 32 * u) * kPitch, g + (size_t)(r0 + 32 * u) * kIn);
    };
    for (int c = 0; c < kStages - 1; ++c) { if (c < chunks) fetch(c); asm volatile("cp.async.commit_group;"); }
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4];
#pragma unroll 1
    for (int c = 0; c < chunks; ++c) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2));
        __syncthreads();
        if (c + kStages - 1 < chunks) fetch(c + kStages - 1);
        asm volatile("cp.async.commit_group;");
        if ((c & 3) == 0)
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[j], 0.f);
        const __half* s = as + (c & (kStages - 1)) * kChunk + warp * 16 * kPitch;
        const __half* b = bs + (c & 3) * 64 * kPitch;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
            wmma::load_matrix_sync(x, s + 16 * k, kPitch);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
                wmma::load_matrix_sync(y, b + 16 * k * kPitch + 16 * j, kPitch);
                wmma::mma_sync(acc[j], x, y, acc[j]);
            }
        }
        if ((c & 3) == 3) {
            const size_t row = (size_t)(blockIdx.x + (c >> 2) * gridDim.x) * 128 + warp * 16;
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(out + row * 64 + 16 * j, acc[j], 64, wmma::mem_row_major);
        }
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };
    auto u16s = [](size_t n, uint32_t mask, uint32_t seed) {
        uint16_t* p; CHECK(cudaMalloc(&p, n * 2));
        harness_setup_u16<<<2048, 256>>>(p, n, mask, seed); CHECK(cudaGetLastError());
        return p;
    };
    {
        const size_t rows = 6000000; const int zones = 131072;
        float* odd = harness::filled<float>(rows * 33, 11);
        float* even; CHECK(cudaMalloc(&even, rows * 128));
        CHECK(cudaMemcpy2D(even, 128, odd, 132, 128, rows, cudaMemcpyDeviceToDevice));
        int* ids = harness::indices((size_t)zones * 32, rows, 3);
        float* o = harness::empty<float>((size_t)zones * 32);
        add("velvet_anchor_bn5_a", [=] { velvet_anchor_bn5_a<<<zones / 8, 256>>>(odd, ids, o); }, o, (size_t)zones * 32);
        add("velvet_anchor_bn5_b", [=] { velvet_anchor_bn5_b<<<zones / 8, 256>>>(even, ids, o); }, o, (size_t)zones * 32);
    }
    {
        const size_t pages = 16000000; const int lists = 131072;
        __half* p = harness::filled<__half>(pages * 32, 5);
        int* s = harness::indices((size_t)lists * kPages, pages, 9);
        float* o = harness::empty<float>((size_t)lists * 32);
        add("copper_lantern_bn5_a", [=] { copper_lantern_bn5_a<<<lists / 8, 256>>>(p, s, o, 40.f); }, o, (size_t)lists * 32);
        add("copper_lantern_bn5_b", [=] { copper_lantern_bn5_b<<<lists / 8, 256>>>(p, s, o, 40.f); }, o, (size_t)lists * 32);
    }
    {
        const int blocks = 10560, n = blocks * 8 * kTile;
        short* in = reinterpret_cast<short*>(u16s(n, 0xfff, 21));
        float* o = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(orchid_gravel_bn5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongest * 4));
        add("orchid_gravel_bn5_a", [=] { orchid_gravel_bn5_a<<<blocks, 192, kLongest * sizeof(float)>>>(in, o, n); }, o, n);
        add("orchid_gravel_bn5_b", [=] { orchid_gravel_bn5_b<<<blocks, 192, (kTile + 8) * sizeof(float)>>>(in, o, n); }, o, n);
    }
    {
        std::vector<__half2> f(2048 * 2048);
        for (int y = 0; y < 2048; ++y) {
            const float sy = std::sin(y * 0.0123f), cy = std::cos(y * 0.0061f);
            for (int x = 0; x < 2048; ++x)
                f[y * 2048 + x] = __floats2half2_rn(0.4f + 0.5f * sy, 1.1f + 0.3f * cy + 0.0001f * x);
        }
        __half2* cur = harness::uploaded(f);
        const int n = 2048 * 512;
        float* o = harness::empty<float>(n);
        add("tundra_pickle_bn5_a", [=] { tundra_pickle_bn5_a<<<n / 32, 32>>>(cur, o); }, o, n);
        add("tundra_pickle_bn5_b", [=] { tundra_pickle_bn5_b<<<n / 256, 256>>>(cur, o); }, o, n);
    }
    {
        const int tiles = 1024 * 1024, n = tiles * 64;
        float* l = harness::filled<float>(n, 31);
        float* e = harness::filled<float>(tiles, 32);
        float* o = harness::empty<float>(n);
        add("mosaic_heron_bn5_a", [=] { mosaic_heron_bn5_a<<<dim3(1024, 1024), dim3(8, 8)>>>(l, e, o); }, o, n);
        add("mosaic_heron_bn5_b", [=] { mosaic_heron_bn5_b<<<8192, 256>>>(l, e, o, n); }, o, n);
    }
    {
        const int accounts = 40000;
        std::vector<int> first(accounts + 1, 0);
        std::vector<int4> piece;
        for (int i = 0; i < accounts; ++i) {
            const int len = i == 23117 ? 190000 : 300 + harness::hash32(i + 77) % 600;
            first[i + 1] = first[i] + len;
            for (int b = first[i]; b < first[i + 1]; b += 1024) piece.push_back(make_int4(i, b, std::min(b + 1024, first[i + 1]), 0));
        }
        const size_t n = first[accounts];
        const int pieces = (int)piece.size();
        float* am = harness::filled<float>(n, 41);
        uint16_t* day = u16s(n, 0x1fff, 42);
        int* fd = harness::uploaded(first);
        int4* pd = harness::uploaded(piece);
        float* o = harness::empty<float>(accounts);
        add("saddle_quartz_bn5_a", [=] { saddle_quartz_bn5_a<<<accounts, 128>>>(am, day, fd, o, 0.0002f); }, o, accounts);
        add("saddle_quartz_bn5_b", [=] { cudaMemsetAsync(o, 0, accounts * 4); saddle_quartz_bn5_b<<<pieces, 128>>>(am, day, pd, o, 0.0002f); }, o, accounts);
    }
    {
        const int grid = 273, each = 16, n = grid * each * 768;
        float* s = harness::filled<float>(n, 51);
        float* o = harness::empty<float>(n);
        add("walnut_comet_bn5_a", [=] { walnut_comet_bn5_a<<<grid, 768>>>(s, o, each); }, o, n);
        add("walnut_comet_bn5_b", [=] { walnut_comet_bn5_b<<<grid * each, 768>>>(s, o, 1); }, o, n);
    }
    {
        const int strips = 132 * 64 * 2; const size_t n = (size_t)strips * kStrip;
        std::vector<float> beam(1023);
        for (int i = 0; i < 1023; ++i) { const float d = i - 511; beam[i] = std::exp(-d * d / 40.f) + (i == 511 ? 0.08f : 0.08f * std::sin(0.3f * d) / (0.3f * d)); }
        float* b = harness::uploaded(beam);
        float* d = harness::filled<float>(n, 61);
        float* o = harness::empty<float>(n);
        add("ribbon_glacier_bn5_a", [=] { ribbon_glacier_bn5_a<<<strips, kStrip>>>(d, b, o); }, o, n);
        add("ribbon_glacier_bn5_b", [=] { ribbon_glacier_bn5_b<<<strips / 4, 128>>>(d, b, o); }, o, n);
    }
    {
        float* c = harness::filled<float>(17 * kVoices, 71);
        float* o = harness::empty<float>(kFrames * kVoices);
        add("pepper_canyon_bn5_a", [=] { pepper_canyon_bn5_a<<<kVoices / 64, 64>>>(c, o); }, o, kFrames * kVoices);
        add("pepper_canyon_bn5_b", [=] { pepper_canyon_bn5_b<<<kVoices / 64, 64>>>(c, o); }, o, kFrames * kVoices);
    }
    {
        const int batch = 384; const size_t in = (size_t)batch * kSet * kDim, n = (size_t)batch * kSet * kSet;
        bf16* l = harness::filled<bf16>(in, 81);
        bf16* r = harness::filled<bf16>(in, 82);
        float* o = harness::empty<float>(n);
        add("falcon_thimble_bn5_a", [=] { falcon_thimble_bn5_a<<<dim3(4, 4, batch), 256>>>(l, r, o); }, o, n);
        add("falcon_thimble_bn5_b", [=] { falcon_thimble_bn5_b<<<dim3(4, 4, batch), 128>>>(l, r, o); }, o, n);
    }
    {
        float* p = harness::filled<float>(kK * kM, 91);
        float* q = harness::filled<float>(kK * kN, 92);
        float* o = harness::empty<float>(kM * kN);
        add("juniper_anvil_bn5_a", [=] { juniper_anvil_bn5_a<<<dim3(kN / 64, kM / 4), dim3(64, 4)>>>(p, q, o); }, o, kM * kN);
        add("juniper_anvil_bn5_b", [=] { juniper_anvil_bn5_b<<<dim3(kN / 64, kM / 64), 256>>>(p, q, o); }, o, kM * kN);
    }
    {
        const int n = 24000000, h = n / 2, grid = (h + 255) / 256;
        ushort2* raw = reinterpret_cast<ushort2*>(u16s(n, 0x3fff, 101));
        float2* g = reinterpret_cast<float2*>(harness::filled<float>(n, 102));
        float2* l = reinterpret_cast<float2*>(harness::filled<float>(n, 103));
        float2* t0 = reinterpret_cast<float2*>(harness::empty<float>(n));
        float2* t1 = reinterpret_cast<float2*>(harness::empty<float>(n));
        float2* o = reinterpret_cast<float2*>(harness::empty<float>(n));
        add("basalt_kettle_bn5_a", [=] {
            basalt_kettle_bn5_a0<<<grid, 256>>>(raw, g, t0, h);
            basalt_kettle_bn5_a1<<<grid, 256>>>(t0, t1, h);
            basalt_kettle_bn5_a2<<<grid, 256>>>(t1, l, o, h);
        }, o, n);
        add("basalt_kettle_bn5_b", [=] { basalt_kettle_bn5_b<<<grid, 256>>>(raw, g, l, o, h); }, o, n);
    }
    {
        std::vector<int> perm(kNodes);
        for (int i = 0; i < kNodes; ++i) perm[i] = i;
        for (int i = kNodes - 1; i > 0; --i) std::swap(perm[i], perm[harness::hash32(i + 5) % (i + 1)]);
        std::vector<int2> node(kNodes);
        for (int i = 0; i < kNodes; ++i) node[perm[i]] = i + 1 < kNodes ? make_int2(perm[i + 1], 1) : make_int2(perm[i], 0);
        int2* start = harness::uploaded(node);
        int2* t[2] = {reinterpret_cast<int2*>(harness::empty<int>(2 * kNodes)), reinterpret_cast<int2*>(harness::empty<int>(2 * kNodes))};
        int2 *u = t[0], *v = t[1];
        int* o = harness::empty<int>(kNodes);
        add("marble_ferret_bn5_a", [=] {
            for (int r = 0; r < kRounds; ++r) marble_ferret_bn5_a0<<<kNodes / 64, 64>>>(r == 0 ? start : r & 1 ? u : v, r & 1 ? v : u, o);
        }, o, kNodes, Output::i32);
        add("marble_ferret_bn5_b", [=] { marble_ferret_bn5_b<<<1, 1024>>>(start, o); }, o, kNodes, Output::i32);
    }
    {
        const size_t rows = 16384;
        float* odd = harness::filled<float>(rows * 4097, 111);
        float* even; CHECK(cudaMalloc(&even, rows * 16384));
        CHECK(cudaMemcpy2D(even, 16384, odd, 16388, 16384, rows, cudaMemcpyDeviceToDevice));
        float* o = harness::empty<float>(rows * 4096);
        add("cedar_trumpet_bn5_a", [=] { cedar_trumpet_bn5_a<<<rows, 512>>>(odd, o); }, o, rows * 4096);
        add("cedar_trumpet_bn5_b", [=] { cedar_trumpet_bn5_b<<<rows, 512>>>(even, o); }, o, rows * 4096);
    }
    {
        const int n4 = 16 * 1024 * 1024;
        const float4* in = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 121));
        float* g = harness::filled<float>(64, 122);
        float4* o = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        CHECK(cudaFuncSetAttribute(lagoon_button_bn5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 55296));
        add("lagoon_button_bn5_a", [=] { lagoon_button_bn5_a<<<n4 / 4096, 256, 55296>>>(in, g, o); }, o, (size_t)n4 * 4);
        add("lagoon_button_bn5_b", [=] { lagoon_button_bn5_b<<<n4 / 4096, 256, 256>>>(in, g, o); }, o, (size_t)n4 * 4);
        add("pigeon_saffron_bn5_a", [=] { pigeon_saffron_bn5_a<<<(n4 + 319) / 320, 320>>>(in, o, n4); }, o, (size_t)n4 * 4);
        add("pigeon_saffron_bn5_b", [=] { pigeon_saffron_bn5_b<<<(n4 + 319) / 320, 320>>>(in, o, n4); }, o, (size_t)n4 * 4);
    }
    {
        float* p = harness::filled<float>((size_t)kGK * kG, 131);
        float* q = harness::filled<float>((size_t)kGK * kG, 132);
        float* o = harness::empty<float>((size_t)kG * kG);
        add("harbor_velcro_bn5_a", [=] { harbor_velcro_bn5_a<<<dim3(32, 32), 256>>>(p, q, o); }, o, (size_t)kG * kG);
    }
    {
        const int n = 1536 * 40000;
        float* x = harness::filled<float>(n, 141);
        int* id; CHECK(cudaMalloc(&id, (size_t)n * 4));
        harness_setup_near<<<2048, 256>>>(id, n); CHECK(cudaGetLastError());
        float* o = harness::empty<float>(n);
        add("meadow_cobalt_bn5_a", [=] { meadow_cobalt_bn5_a<<<n / 1536, 384>>>(x, id, o, n); }, o, n);
    }
    {
        const int n4 = 8 * 1024 * 1024;
        auto f = [&](uint32_t s) { return reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, s)); };
        float4 *g = f(151), *v = f(152), *p = f(153);
        float4* v2 = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        float4* p2 = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        add("sultan_brick_bn5_a", [=] { sultan_brick_bn5_a<<<n4 / 512, 512>>>(g, v, p, v2, p2, n4); }, p2, (size_t)n4 * 4);
    }
    {
        __half* r = harness::filled<__half>((size_t)kRows * kIn, 161);
        __half* b = harness::filled<__half>(kIn * 64, 162);
        float* o = harness::empty<float>((size_t)kRows * 64);
        CHECK(cudaFuncSetAttribute(cactus_ledger_bn5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)kProjShared));
        add("cactus_ledger_bn5_a", [=] { cactus_ledger_bn5_a<<<264, 256, kProjShared>>>(r, b, o); }, o, (size_t)kRows * 64);
    }
    return harness::run(argc, argv, cases);
}
