#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// ---------- lattice Boltzmann D2Q9 collision
__constant__ float kW[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__global__ void fill_populations(float* f, int cells, int cell_stride, int dir_stride) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    for (int q = 0; q < 9; ++q) f[(size_t)c * cell_stride + (size_t)q * dir_stride] = kW[q] * (1.0f + 0.2f * harness::unit(c * 9u + q));
}
__device__ __forceinline__ void collide(float (&f)[9], float omega) {
    float rho = 0;
#pragma unroll
    for (int q = 0; q < 9; ++q) rho += f[q];
    float inv = 1.0f / rho;
    float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv;
    float uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    float base = 1.0f - 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float cu = 3.0f * (cx[q] * ux + cy[q] * uy);
        float w = q == 0 ? 4.f / 9 : q < 5 ? 1.f / 9 : 1.f / 36;
        f[q] += omega * (w * rho * (base + cu + 0.5f * cu * cu) - f[q]);
    }
}
__global__ void copper_meadow_bi1_a(const float* __restrict__ in, float* __restrict__ out, int cells, float omega) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = in[c * 9 + q];
    collide(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) out[c * 9 + q] = f[q];
}
__global__ void copper_meadow_bi1_b(const float* __restrict__ in, float* __restrict__ out, int cells, float omega) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = in[q * cells + c];
    collide(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) out[q * cells + c] = f[q];
}

// ---------- batched tridiagonal solves, one system a thread
template <int PITCH>
__device__ __forceinline__ void thomas(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c,
                                       const float* __restrict__ d, float* __restrict__ x, int n, int batch) {
    __shared__ float cp[128 * PITCH], dp[128 * PITCH];
    int s = blockIdx.x * 128 + threadIdx.x;
    float* myc = cp + threadIdx.x * PITCH;
    float* myd = dp + threadIdx.x * PITCH;
    float pc = 0, pd = 0;
    for (int k = 0; k < n; ++k) {
        int i = k * batch + s;
        float ak = a[i], m = __fdividef(1.0f, 4.0f + b[i] - ak * pc);
        pc = c[i] * m;
        pd = (d[i] - ak * pd) * m;
        myc[k] = pc;
        myd[k] = pd;
    }
    float v = 0;
    for (int k = n - 1; k >= 0; --k) {
        v = myd[k] - myc[k] * v;
        x[k * batch + s] = v;
    }
}
__global__ void __launch_bounds__(128) velvet_anchor_bi1_a(const float* a, const float* b, const float* c, const float* d, float* x, int n, int batch) {
    thomas<32>(a, b, c, d, x, n, batch);
}
__global__ void __launch_bounds__(128) velvet_anchor_bi1_b(const float* a, const float* b, const float* c, const float* d, float* x, int n, int batch) {
    thomas<33>(a, b, c, d, x, n, batch);
}

// ---------- Levenberg-Marquardt step, 8 parameters a thread
__device__ __forceinline__ void damped_solve(const float* __restrict__ H, const float* __restrict__ g, float* __restrict__ out, int n, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float A[36], b[8], x[8];
#pragma unroll
    for (int k = 0; k < 36; ++k) A[k] = 0.5f * H[k * n + t];
#pragma unroll
    for (int k = 0; k < 8; ++k) { b[k] = g[k * n + t]; x[k] = 0; A[k * (k + 1) / 2 + k] += 6.0f; }
    float lambda = 1.0f;
#pragma unroll 1
    for (int it = 0; it < steps; ++it) {
        float L[36], y[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
#pragma unroll
            for (int j = 0; j <= i; ++j) {
                float s = A[i * (i + 1) / 2 + j];
                if (i == j) s += lambda;
#pragma unroll
                for (int k = 0; k < j; ++k) s -= L[i * (i + 1) / 2 + k] * L[j * (j + 1) / 2 + k];
                L[i * (i + 1) / 2 + j] = i == j ? rsqrtf(s) : s * L[j * (j + 1) / 2 + j];
            }
        }
        float norm = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float s = b[i];
#pragma unroll
            for (int k = 0; k < 8; ++k) s -= A[i >= k ? i * (i + 1) / 2 + k : k * (k + 1) / 2 + i] * x[k];
            norm += s * s;
#pragma unroll
            for (int k = 0; k < i; ++k) s -= L[i * (i + 1) / 2 + k] * y[k];
            y[i] = s * L[i * (i + 1) / 2 + i];
        }
#pragma unroll
        for (int i = 7; i >= 0; --i) {
            float s = y[i];
#pragma unroll
            for (int k = i + 1; k < 8; ++k) s -= L[k * (k + 1) / 2 + i] * y[k];
            y[i] = s * L[i * (i + 1) / 2 + i];
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) x[i] += y[i];
        lambda = 0.5f * lambda + 0.01f * norm;
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) out[k * n + t] = x[k];
}
__global__ void __launch_bounds__(256, 6) timber_lantern_bi1_a(const float* H, const float* g, float* out, int n, int steps) {
    damped_solve(H, g, out, n, steps);
}
__global__ void __launch_bounds__(256, 2) timber_lantern_bi1_b(const float* H, const float* g, float* out, int n, int steps) {
    damped_solve(H, g, out, n, steps);
}

// ---------- shortest path relaxation: C = min_k A[i,k] + B[k,j]
__global__ void pepper_glacier_bi1_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n, int depth) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float best = 1e30f;
    for (int k = 0; k < depth; ++k) best = fminf(best, A[i * depth + k] + B[k * n + j]);
    C[i * n + j] = best;
}
__global__ void __launch_bounds__(256) pepper_glacier_bi1_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n, int depth) {
    __shared__ float As[16][68];
    __shared__ float Bs[16][64];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float best[4][4];
    for (int u = 0; u < 4; ++u) for (int v = 0; v < 4; ++v) best[u][v] = 1e30f;
    for (int k0 = 0; k0 < depth; k0 += 16) {
        float4 a = *(const float4*)&A[(i0 + tid / 4) * depth + k0 + tid % 4 * 4];
        float4 b = *(const float4*)&B[(k0 + tid / 16) * n + j0 + tid % 16 * 4];
        __syncthreads();
        int kc = tid % 4 * 4, r = tid / 4;
        As[kc][r] = a.x; As[kc + 1][r] = a.y; As[kc + 2][r] = a.z; As[kc + 3][r] = a.w;
        *(float4*)&Bs[tid / 16][tid % 16 * 4] = b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 av = *(float4*)&As[k][ty * 4], bv = *(float4*)&Bs[k][tx * 4];
            float au[4] = {av.x, av.y, av.z, av.w}, bu[4] = {bv.x, bv.y, bv.z, bv.w};
#pragma unroll
            for (int u = 0; u < 4; ++u)
#pragma unroll
                for (int v = 0; v < 4; ++v) best[u][v] = fminf(best[u][v], au[u] + bu[v]);
        }
    }
    for (int u = 0; u < 4; ++u)
        *(float4*)&C[(i0 + ty * 4 + u) * n + j0 + tx * 4] = make_float4(best[u][0], best[u][1], best[u][2], best[u][3]);
}

// ---------- first passage of a random walk's accumulated variance
__global__ void harbor_thistle_bi1_a(const float* __restrict__ step, float* __restrict__ out, int paths, int horizon, float barrier) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    int t = 0;
    while (t < horizon && s < barrier) {
        float v = step[t * paths + i];
        s += v * v;
        ++t;
    }
    out[i] = s + t;
}
__global__ void harbor_thistle_bi1_b(const float* __restrict__ step, float* __restrict__ out, int paths, int horizon, float barrier) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    int t = 0;
    while (t < horizon && s < barrier) {
        float v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = step[(t + k) * paths + i];
#pragma unroll
        for (int k = 0; k < 8; ++k)
            if (s < barrier) { s += v[k] * v[k]; ++t; }
    }
    out[i] = s + t;
}

// ---------- radial distribution histogram
__global__ void saffron_bridge_bi1_a(const float4* __restrict__ pos, int* __restrict__ hist, int n, float scale) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = pos[i];
        int bin = (int)(sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) * scale * (1.0f + 0.01f * p.w));
        atomicAdd(&hist[min(bin, 127)], 1);
    }
}
__global__ void saffron_bridge_bi1_b(const float4* __restrict__ pos, int* __restrict__ hist, int n, float scale) {
    __shared__ int local[128];
    if (threadIdx.x < 128) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = pos[i];
        int bin = (int)(sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) * scale * (1.0f + 0.01f * p.w));
        atomicAdd(&local[min(bin, 127)], 1);
    }
    __syncthreads();
    if (threadIdx.x < 128 && local[threadIdx.x]) atomicAdd(&hist[threadIdx.x], local[threadIdx.x]);
}

// ---------- Gaussian mixture density
__global__ void orchid_pebble_bi1_a(const float* __restrict__ x, const float4* __restrict__ comp, float* __restrict__ out, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = 3.0f * x[i], density = 0;
    for (int c = 0; c < k; ++c) {
        float4 m = comp[c];
        float sigma = 1.0f + 0.5f * m.y;
        float z = (v - m.x) / sigma;
        density += (1.0 + 0.5 * m.z) * exp(-0.5 * z * z) / (sigma * 2.5066282746);
    }
    out[i] = density;
}
__global__ void orchid_pebble_bi1_b(const float* __restrict__ x, const float4* __restrict__ comp, float* __restrict__ out, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = 3.0f * x[i], density = 0;
    for (int c = 0; c < k; ++c) {
        float4 m = comp[c];
        float sigma = 1.0f + 0.5f * m.y;
        float z = (v - m.x) / sigma;
        density += (1.0f + 0.5f * m.z) * expf(-0.5f * z * z) / (sigma * 2.5066282746f);
    }
    out[i] = density;
}

// ---------- structure factor along lines of wave vectors
__global__ void __launch_bounds__(256) walnut_comet_bi1_a(const float4* __restrict__ atoms, const float* __restrict__ kv, float* __restrict__ out, int lines, float dk) {
    __shared__ float4 sh[1024];
    for (int j = threadIdx.x; j < 1024; j += 256) sh[j] = atoms[j];
    __syncthreads();
    int l = blockIdx.x * 256 + threadIdx.x;
    float kx = 6.0f * kv[l], ky = 6.0f * kv[lines + l], kz = 6.0f * kv[2 * lines + l];
    float re[8] = {}, im[8] = {};
    for (int j = 0; j < 1024; ++j) {
        float4 a = sh[j];
        float phase = kx * a.x + ky * a.y + kz * a.z;
#pragma unroll
        for (int m = 0; m < 8; ++m) {
            float s, c;
            __sincosf(phase + m * dk * a.z, &s, &c);
            re[m] += a.w * c;
            im[m] += a.w * s;
        }
    }
#pragma unroll
    for (int m = 0; m < 8; ++m) out[m * lines + l] = re[m] * re[m] + im[m] * im[m];
}
__global__ void __launch_bounds__(256) walnut_comet_bi1_b(const float4* __restrict__ atoms, const float* __restrict__ kv, float* __restrict__ out, int lines, float dk) {
    __shared__ float4 sh[1024];
    __shared__ float2 turn[1024];
    for (int j = threadIdx.x; j < 1024; j += 256) {
        sh[j] = atoms[j];
        float s, c;
        sincosf(dk * sh[j].z, &s, &c);
        turn[j] = make_float2(c, s);
    }
    __syncthreads();
    int l = blockIdx.x * 256 + threadIdx.x;
    float kx = 6.0f * kv[l], ky = 6.0f * kv[lines + l], kz = 6.0f * kv[2 * lines + l];
    float re[8] = {}, im[8] = {};
    for (int j = 0; j < 1024; ++j) {
        float4 a = sh[j];
        float2 w = turn[j];
        float s, c;
        __sincosf(kx * a.x + ky * a.y + kz * a.z, &s, &c);
        c *= a.w;
        s *= a.w;
#pragma unroll
        for (int m = 0; m < 8; ++m) {
            re[m] += c;
            im[m] += s;
            float nc = c * w.x - s * w.y;
            s = c * w.y + s * w.x;
            c = nc;
        }
    }
#pragma unroll
    for (int m = 0; m < 8; ++m) out[m * lines + l] = re[m] * re[m] + im[m] * im[m];
}

// ---------- phi^4 drift on a periodic four-dimensional lattice
__global__ void mosaic_falcon_bi1_a(const float* __restrict__ phi, float* __restrict__ out, int nx, int ny, int nz, int nt, float mass) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    int x = i % nx, y = i / nx % ny, z = i / (nx * ny) % nz, t = i / (nx * ny * nz);
    auto at = [&](int px, int py, int pz, int pt) {
        return phi[(((pt + nt) % nt * nz + (pz + nz) % nz) * ny + (py + ny) % ny) * nx + (px + nx) % nx];
    };
    float c = at(x, y, z, t);
    float s = at(x - 1, y, z, t) + at(x + 1, y, z, t) + at(x, y - 1, z, t) + at(x, y + 1, z, t) +
              at(x, y, z - 1, t) + at(x, y, z + 1, t) + at(x, y, z, t - 1) + at(x, y, z, t + 1);
    out[i] = s - c * (8.0f + mass + c * c);
}
__global__ void mosaic_falcon_bi1_b(const float* __restrict__ phi, float* __restrict__ out, int nx, int ny, int nz, int nt, float mass) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y, t = blockIdx.z;
    int sy = nx, sz = nx * ny, st = nx * ny * nz;
    int i = x + y * sy + z * sz + t * st;
    float c = phi[i];
    float s = phi[x == 0 ? i + sy - 1 : i - 1] + phi[x == nx - 1 ? i - sy + 1 : i + 1] +
              phi[y == 0 ? i + sz - sy : i - sy] + phi[y == ny - 1 ? i - sz + sy : i + sy] +
              phi[z == 0 ? i + st - sz : i - sz] + phi[z == nz - 1 ? i - st + sz : i + sz] +
              phi[t == 0 ? i + (nt - 1) * st : i - st] + phi[t == nt - 1 ? i - (nt - 1) * st : i + st];
    out[i] = s - c * (8.0f + mass + c * c);
}

// ---------- equations of state by material
__device__ __forceinline__ float pressure(int kind, float e) {
    float x = 1.0f + 0.5f * e;
    if (kind == 0) {
        for (int k = 0; k < 20; ++k) { float f = x * (1.0f + x * x) - 2.0f - e; x -= f * __frcp_rn(1.0f + 3.0f * x * x); }
    } else if (kind == 1) {
        for (int k = 0; k < 20; ++k) { float x2 = x * x, f = x * (1.0f + x2 * x2) - 2.0f - e; x -= __fdividef(f, 1.0f + 5.0f * x2 * x2); }
    } else if (kind == 2) {
        for (int k = 0; k < 30; ++k) x = 0.5f * (x + __fdividef(2.0f + e, x));
    } else {
        for (int k = 0; k < 30; ++k) { float u = x * (0.3f - 0.02f * x); x = 0.7f * x + 0.2f * u * u - 0.1f * u + 0.25f * (1.0f + e) + 0.03f * u * u * u; }
    }
    return x;
}
__global__ void granite_violin_bi1_a(const int* __restrict__ kind, const float* __restrict__ energy, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = pressure(kind[i], energy[i]);
}
__global__ void granite_violin_bi1_b(const int* __restrict__ kind, const float* __restrict__ energy, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = pressure(kind[i], energy[i]);
}

// ---------- conjugate gradients, one small system a block
__global__ void __launch_bounds__(256) juniper_ribbon_bi1_a(const float* __restrict__ rhs, const float* __restrict__ diag, float* __restrict__ out, int iterations) {
    __shared__ float p[258], part[256];
    __shared__ float total;
    int t = threadIdx.x, g = blockIdx.x * 256 + t;
    auto dot = [&](float v) {
        part[t] = v;
        __syncthreads();
        if (t == 0) {
            float s = 0;
            for (int j = 0; j < 256; ++j) s += part[j];
            total = s;
        }
        __syncthreads();
        return total;
    };
    if (t == 0) p[0] = p[257] = 0;
    float d = 2.3f + 0.2f * diag[g], r = rhs[g], v = r, x = 0;
    float rr = dot(r * r);
    for (int it = 0; it < iterations; ++it) {
        p[t + 1] = v;
        __syncthreads();
        float av = d * v - p[t] - p[t + 2];
        float alpha = rr / (dot(v * av) + 1e-20f);
        x += alpha * v;
        r -= alpha * av;
        float next = dot(r * r);
        v = r + next / (rr + 1e-20f) * v;
        rr = next;
    }
    out[g] = x;
}
__global__ void __launch_bounds__(256) juniper_ribbon_bi1_b(const float* __restrict__ rhs, const float* __restrict__ diag, float* __restrict__ out, int iterations) {
    __shared__ float p[258];
    __shared__ float4 part[2][2];
    int t = threadIdx.x, g = blockIdx.x * 256 + t, turn = 0;
    auto dot = [&](float v) {
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
        if (t % 32 == 0) ((float*)part[turn])[t / 32] = v;
        __syncthreads();
        float4 a = part[turn][0], b = part[turn][1];
        turn ^= 1;
        return a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    };
    if (t == 0) p[0] = p[257] = 0;
    float d = 2.3f + 0.2f * diag[g], r = rhs[g], v = r, x = 0;
    float rr = dot(r * r);
    for (int it = 0; it < iterations; ++it) {
        p[t + 1] = v;
        __syncthreads();
        float av = d * v - p[t] - p[t + 2];
        float alpha = rr / (dot(v * av) + 1e-20f);
        x += alpha * v;
        r -= alpha * av;
        float next = dot(r * r);
        v = r + next / (rr + 1e-20f) * v;
        rr = next;
    }
    out[g] = x;
}

// ---------- random projection of half-precision features
__global__ void __launch_bounds__(256) cobalt_sparrow_bi1_a(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int n, int depth) {
    __shared__ float As[16][68];
    __shared__ float Bs[16][64];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < depth; k0 += 16) {
        uint2 ra = *(const uint2*)&A[(i0 + tid / 4) * depth + k0 + tid % 4 * 4];
        uint2 rb = *(const uint2*)&B[(k0 + tid / 16) * n + j0 + tid % 16 * 4];
        float2 a0 = __half22float2(*(half2*)&ra.x), a1 = __half22float2(*(half2*)&ra.y);
        float2 b0 = __half22float2(*(half2*)&rb.x), b1 = __half22float2(*(half2*)&rb.y);
        __syncthreads();
        int kc = tid % 4 * 4, r = tid / 4;
        As[kc][r] = a0.x; As[kc + 1][r] = a0.y; As[kc + 2][r] = a1.x; As[kc + 3][r] = a1.y;
        *(float4*)&Bs[tid / 16][tid % 16 * 4] = make_float4(b0.x, b0.y, b1.x, b1.y);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 av = *(float4*)&As[k][ty * 4], bv = *(float4*)&Bs[k][tx * 4];
            float au[4] = {av.x, av.y, av.z, av.w}, bu[4] = {bv.x, bv.y, bv.z, bv.w};
#pragma unroll
            for (int u = 0; u < 4; ++u)
#pragma unroll
                for (int v = 0; v < 4; ++v) acc[u][v] += au[u] * bu[v];
        }
    }
    for (int u = 0; u < 4; ++u)
        *(float4*)&C[(i0 + ty * 4 + u) * n + j0 + tx * 4] = make_float4(acc[u][0], acc[u][1], acc[u][2], acc[u][3]);
}
__global__ void __launch_bounds__(256, 2) cobalt_sparrow_bi1_b(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int n, int depth) {
    __shared__ __align__(16) half As[128][40];
    __shared__ __align__(16) half Bs[32][136];
    int tid = threadIdx.x, warp = tid / 32, wm = warp / 2 * 32, wn = warp % 2 * 64;
    int i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
    for (int u = 0; u < 2; ++u) for (int v = 0; v < 4; ++v) wmma::fill_fragment(acc[u][v], 0.0f);
    int ar = tid / 4, ac = tid % 4 * 8, br = tid / 16, bc = tid % 16 * 8;
    for (int k0 = 0; k0 < depth; k0 += 32) {
        uint4 a0 = *(const uint4*)&A[(i0 + ar) * depth + k0 + ac], a1 = *(const uint4*)&A[(i0 + ar + 64) * depth + k0 + ac];
        uint4 b0 = *(const uint4*)&B[(k0 + br) * n + j0 + bc], b1 = *(const uint4*)&B[(k0 + br + 16) * n + j0 + bc];
        __syncthreads();
        *(uint4*)&As[ar][ac] = a0; *(uint4*)&As[ar + 64][ac] = a1;
        *(uint4*)&Bs[br][bc] = b0; *(uint4*)&Bs[br + 16][bc] = b1;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
            for (int u = 0; u < 2; ++u) wmma::load_matrix_sync(fa[u], &As[wm + u * 16][k], 40);
            for (int v = 0; v < 4; ++v) wmma::load_matrix_sync(fb[v], &Bs[k][wn + v * 16], 136);
            for (int u = 0; u < 2; ++u) for (int v = 0; v < 4; ++v) wmma::mma_sync(acc[u][v], fa[u], fb[v], acc[u][v]);
        }
    }
    for (int u = 0; u < 2; ++u) for (int v = 0; v < 4; ++v)
        wmma::store_matrix_sync(&C[(i0 + wm + u * 16) * n + j0 + wn + v * 16], acc[u][v], n, wmma::mem_row_major);
}

// ---------- reflection of rays at surface normals
__device__ __forceinline__ void reflect_one(const float4* __restrict__ ray, const float4* __restrict__ normal, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 r = ray[i], m = normal[i];
    float k = 2.0f * (r.x * m.x + r.y * m.y + r.z * m.z);
    out[i] = make_float4(r.x - k * m.x, r.y - k * m.y, r.z - k * m.z, r.w * m.w);
}
__global__ void quartz_saddle_bi1_a(const float4* ray, const float4* normal, float4* out, int n) { reflect_one(ray, normal, out, n); }
__global__ void quartz_saddle_bi1_b(const float4* ray, const float4* normal, float4* out, int n) { reflect_one(ray, normal, out, n); }

// ---------- drift of a leapfrog integrator
__global__ void linen_beacon_bi1_a(const float* __restrict__ x, const float* __restrict__ v, const float* __restrict__ a, float* __restrict__ out, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] + dt * (v[i] + 0.49 * dt * a[i]);
}
__global__ void linen_beacon_bi1_b(const float* __restrict__ x, const float* __restrict__ v, const float* __restrict__ a, float* __restrict__ out, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] + dt * (v[i] + 0.49f * dt * a[i]);
}

// ---------- softened gravity, four targets a thread
__global__ void __launch_bounds__(128) marble_otter_bi1_a(const float4* __restrict__ body, float4* __restrict__ out, int sources, float eps) {
    __shared__ float4 sh[128];
    int base = blockIdx.x * 512 + threadIdx.x;
    float4 me[4];
    float ax[4] = {}, ay[4] = {}, az[4] = {};
#pragma unroll
    for (int u = 0; u < 4; ++u) me[u] = body[base + u * 128];
    for (int j0 = 0; j0 < sources; j0 += 128) {
        __syncthreads();
        sh[threadIdx.x] = body[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 q = sh[j];
#pragma unroll
            for (int u = 0; u < 4; ++u) {
                float dx = q.x - me[u].x, dy = q.y - me[u].y, dz = q.z - me[u].z;
                float inv, r2 = dx * dx + dy * dy + dz * dz + eps;
                asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inv) : "f"(r2));
                float w = q.w * inv * inv * inv;
                ax[u] += w * dx; ay[u] += w * dy; az[u] += w * dz;
            }
        }
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) out[base + u * 128] = make_float4(ax[u], ay[u], az[u], 0.0f);
}

// ---------- bootstrap resample of 32-feature records
__global__ void ginger_sextant_bi1_a(const float4* __restrict__ record, const int* __restrict__ pick, float4* __restrict__ out, int n, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * 8) return;
    float4 v = record[(size_t)pick[i / 8] * 8 + i % 8];
    out[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

// ---------- standardise rows of 1024 samples, one warp a row
__global__ void __launch_bounds__(256) willow_turbine_bi1_a(const float4* __restrict__ in, float4* __restrict__ out, int rows) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float4 v[8];
    float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[(size_t)row * 256 + k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        s += v[k].x + v[k].y + v[k].z + v[k].w;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    float mean = s / 1024, f = rsqrtf(q / 1024 - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k)
        out[(size_t)row * 256 + k * 32 + lane] = make_float4((v[k].x - mean) * f, (v[k].y - mean) * f, (v[k].z - mean) * f, (v[k].w - mean) * f);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    const size_t pool_n = 1u << 26;
    float* pool = harness::filled<float>(pool_n, 3);
    float* pool2 = harness::filled<float>(pool_n, 11);
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) { cases.push_back({name, f, out, count, type}); };
    float* out = harness::empty<float>(1u << 26);

    const int cells = 1 << 22;
    float *aos = harness::empty<float>(cells * 9ull), *soa = harness::empty<float>(cells * 9ull);
    fill_populations<<<cells / 256, 256>>>(aos, cells, 9, 1);
    fill_populations<<<cells / 256, 256>>>(soa, cells, 1, cells);
    CHECK(cudaGetLastError());
    add("copper_meadow_bi1_a", [=] { copper_meadow_bi1_a<<<cells / 256, 256>>>(aos, out, cells, 1.3f); }, out, cells * 9ull);
    add("copper_meadow_bi1_b", [=] { copper_meadow_bi1_b<<<cells / 256, 256>>>(soa, out, cells, 1.3f); }, out, cells * 9ull);

    const int batch = 1 << 20;
    const float *ta = pool, *tb = pool + 32 * (size_t)batch, *tc = pool2, *td = pool2 + 32 * (size_t)batch;
    add("velvet_anchor_bi1_a", [=] { velvet_anchor_bi1_a<<<batch / 128, 128>>>(ta, tb, tc, td, out, 32, batch); }, out, 32ull * batch);
    add("velvet_anchor_bi1_b", [=] { velvet_anchor_bi1_b<<<batch / 128, 128>>>(ta, tb, tc, td, out, 32, batch); }, out, 32ull * batch);

    const int fits = 132 * 2 * 256 * 10;
    add("timber_lantern_bi1_a", [=] { timber_lantern_bi1_a<<<fits / 256, 256>>>(pool, pool2, out, fits, 8); }, out, 8ull * fits);
    add("timber_lantern_bi1_b", [=] { timber_lantern_bi1_b<<<fits / 256, 256>>>(pool, pool2, out, fits, 8); }, out, 8ull * fits);

    add("pepper_glacier_bi1_a", [=] { pepper_glacier_bi1_a<<<dim3(64, 256), dim3(32, 8)>>>(pool, pool2, out, 2048, 1024); }, out, 2048ull * 2048);
    add("pepper_glacier_bi1_b", [=] { pepper_glacier_bi1_b<<<dim3(32, 32), 256>>>(pool, pool2, out, 2048, 1024); }, out, 2048ull * 2048);

    const int paths = 132 * 4 * 256, horizon = 488;
    add("harbor_thistle_bi1_a", [=] { harbor_thistle_bi1_a<<<paths / 256, 256>>>(pool, out, paths, horizon, 400.0f); }, out, paths);
    add("harbor_thistle_bi1_b", [=] { harbor_thistle_bi1_b<<<paths / 256, 256>>>(pool, out, paths, horizon, 400.0f); }, out, paths);

    int* hist = harness::empty<int>(128);
    const int points = 8 << 20;
    add("saffron_bridge_bi1_a", [=] { saffron_bridge_bi1_a<<<132 * 8, 256>>>((const float4*)pool, hist, points, 80.0f); }, hist, 128, Output::i32);
    add("saffron_bridge_bi1_b", [=] { saffron_bridge_bi1_b<<<132 * 8, 256>>>((const float4*)pool, hist, points, 80.0f); }, hist, 128, Output::i32);

    const int samples = 4 << 20;
    add("orchid_pebble_bi1_a", [=] { orchid_pebble_bi1_a<<<samples / 256, 256>>>(pool, (const float4*)pool2, out, samples, 16); }, out, samples);
    add("orchid_pebble_bi1_b", [=] { orchid_pebble_bi1_b<<<samples / 256, 256>>>(pool, (const float4*)pool2, out, samples, 16); }, out, samples);

    const int lines = 132 * 4 * 256;
    add("walnut_comet_bi1_a", [=] { walnut_comet_bi1_a<<<lines / 256, 256>>>((const float4*)pool2, pool, out, lines, 0.37f); }, out, 8ull * lines);
    add("walnut_comet_bi1_b", [=] { walnut_comet_bi1_b<<<lines / 256, 256>>>((const float4*)pool2, pool, out, lines, 0.37f); }, out, 8ull * lines);

    const int sites = 1 << 24;
    add("mosaic_falcon_bi1_a", [=] { mosaic_falcon_bi1_a<<<sites / 256, 256>>>(pool, out, 64, 64, 64, 64, 0.4f); }, out, sites);
    add("mosaic_falcon_bi1_b", [=] { mosaic_falcon_bi1_b<<<dim3(16, 64, 64), dim3(64, 4)>>>(pool, out, 64, 64, 64, 64, 0.4f); }, out, sites);

    const int zones = 1 << 23;
    std::vector<int> kind(zones), sorted_kind(zones);
    std::vector<float> energy(zones), sorted_energy(zones);
    for (uint32_t i = 0; i < (uint32_t)zones; ++i) {
        sorted_kind[i] = i >> 21;
        sorted_energy[i] = harness::unit(i + 77u);
    }
    for (uint32_t i = 0; i < (uint32_t)zones; ++i) {
        uint32_t j = (i * 2654435761u) & (zones - 1);
        kind[i] = sorted_kind[j];
        energy[i] = sorted_energy[j];
    }
    int *dk = harness::uploaded(kind), *dks = harness::uploaded(sorted_kind);
    float *de = harness::uploaded(energy), *des = harness::uploaded(sorted_energy);
    add("granite_violin_bi1_a", [=] { granite_violin_bi1_a<<<zones / 256, 256>>>(dk, de, out, zones); }, out, zones);
    add("granite_violin_bi1_b", [=] { granite_violin_bi1_b<<<zones / 256, 256>>>(dks, des, out, zones); }, out, zones);

    const int systems = 132 * 8 * 8;
    add("juniper_ribbon_bi1_a", [=] { juniper_ribbon_bi1_a<<<systems, 256>>>(pool, pool2, out, 12); }, out, systems * 256ull);
    add("juniper_ribbon_bi1_b", [=] { juniper_ribbon_bi1_b<<<systems, 256>>>(pool, pool2, out, 12); }, out, systems * 256ull);

    half *ha = harness::filled<half>(4096 * 1024, 5), *hb = harness::filled<half>(2048 * 1024, 6);
    add("cobalt_sparrow_bi1_a", [=] { cobalt_sparrow_bi1_a<<<dim3(32, 64), 256>>>(ha, hb, out, 2048, 1024); }, out, 4096ull * 2048);
    add("cobalt_sparrow_bi1_b", [=] { cobalt_sparrow_bi1_b<<<dim3(16, 32), 256>>>(ha, hb, out, 2048, 1024); }, out, 4096ull * 2048);

    const int rays = 6000000;
    add("quartz_saddle_bi1_a", [=] { quartz_saddle_bi1_a<<<rays / 200, 200>>>((const float4*)pool, (const float4*)pool2, (float4*)out, rays); }, out, rays * 4ull);
    add("quartz_saddle_bi1_b", [=] { quartz_saddle_bi1_b<<<(rays + 255) / 256, 256>>>((const float4*)pool, (const float4*)pool2, (float4*)out, rays); }, out, rays * 4ull);

    const int parts = 1 << 25;
    add("linen_beacon_bi1_a", [=] { linen_beacon_bi1_a<<<parts / 256, 256>>>(pool, pool2, pool2 + parts, out, parts, 0.01f); }, out, parts);
    add("linen_beacon_bi1_b", [=] { linen_beacon_bi1_b<<<parts / 256, 256>>>(pool, pool2, pool2 + parts, out, parts, 0.01f); }, out, parts);

    const int bodies = 132 * 4 * 512;
    add("marble_otter_bi1_a", [=] { marble_otter_bi1_a<<<bodies / 512, 128>>>((const float4*)pool, (float4*)out, 4096, 0.01f); }, out, bodies * 4ull);

    const int records = 2 << 20;
    int* pick = harness::indices(records, records, 9);
    add("ginger_sextant_bi1_a", [=] { ginger_sextant_bi1_a<<<records * 8 / 256, 256>>>((const float4*)pool, pick, (float4*)out, records, 1.5f); }, out, records * 32ull);

    const int rows = 1 << 16;
    add("willow_turbine_bi1_a", [=] { willow_turbine_bi1_a<<<rows / 8, 256>>>((const float4*)pool, (float4*)out, rows); }, out, rows * 1024ull);

    return harness::run(argc, argv, cases);
}
