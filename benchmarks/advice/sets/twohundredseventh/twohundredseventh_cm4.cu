// Measured before/after pairs. twohundredseventh_cm4.cu
#include "harness.cuh"
using namespace harness;

// ---- amber_quill: implicit diffusion, batched tridiagonal systems of 128 unknowns, one thread per system
constexpr int TRI = 128;
__constant__ float tri_inv[TRI];
__constant__ float tri_up[TRI];
__global__ void __launch_bounds__(256) amber_quill_cm4_a(const float* __restrict__ d, float* y, int systems) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const float* src = d + (size_t)s * TRI;
    float* dst = y + (size_t)s * TRI;
    float v = 0.0f;
#pragma unroll 8
    for (int i = 0; i < TRI; ++i) { v = fmaf(0.8f, v, src[i]) * tri_inv[i]; dst[i] = v; }
    v = 0.0f;
#pragma unroll 8
    for (int i = TRI - 1; i >= 0; --i) { v = fmaf(tri_up[i], v, dst[i]); dst[i] = v; }
}
__global__ void __launch_bounds__(256) amber_quill_cm4_b(const float* __restrict__ d, float* y, int systems) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const float* src = d + s;
    float* dst = y + s;
    float v = 0.0f;
#pragma unroll 8
    for (int i = 0; i < TRI; ++i) { v = fmaf(0.8f, v, src[(size_t)i * systems]) * tri_inv[i]; dst[(size_t)i * systems] = v; }
    v = 0.0f;
#pragma unroll 8
    for (int i = TRI - 1; i >= 0; --i) { v = fmaf(tri_up[i], v, dst[(size_t)i * systems]); dst[(size_t)i * systems] = v; }
}
__global__ void setup_interleave(const float* x, float* t, int systems) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < (size_t)systems * TRI) t[i] = x[(i % systems) * TRI + i / systems];
}

// ---- velvet_sextant: tone pipeline of an image, elementwise stages
__global__ void velvet_sextant_cm4_a1(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ l, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = r[i], q = g[i], s = b[i];
    l[i] = make_float4(0.299f * p.x + 0.587f * q.x + 0.114f * s.x, 0.299f * p.y + 0.587f * q.y + 0.114f * s.y,
                       0.299f * p.z + 0.587f * q.z + 0.114f * s.z, 0.299f * p.w + 0.587f * q.w + 0.114f * s.w);
}
__device__ __forceinline__ float stretch(float v) { return fmaf(v, 1.8f, 0.12f); }
__device__ __forceinline__ float tone(float v) { return __fdividef(v, 1.0f + fabsf(v)); }
__device__ __forceinline__ float clip(float v) { return fminf(fmaxf(fmaf(v, 1.4f, 0.3f), 0.0f), 1.0f); }
__global__ void velvet_sextant_cm4_a2(const float4* __restrict__ x, float4* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    y[i] = make_float4(stretch(v.x), stretch(v.y), stretch(v.z), stretch(v.w));
}
__global__ void velvet_sextant_cm4_a3(const float4* __restrict__ x, float4* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    y[i] = make_float4(tone(v.x), tone(v.y), tone(v.z), tone(v.w));
}
__global__ void velvet_sextant_cm4_a4(const float4* __restrict__ x, float4* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    y[i] = make_float4(clip(v.x), clip(v.y), clip(v.z), clip(v.w));
}
__global__ void velvet_sextant_cm4_b(const float4* __restrict__ r, const float4* __restrict__ g, const float4* __restrict__ b, float4* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = r[i], q = g[i], s = b[i];
    float4 v = make_float4(0.299f * p.x + 0.587f * q.x + 0.114f * s.x, 0.299f * p.y + 0.587f * q.y + 0.114f * s.y,
                           0.299f * p.z + 0.587f * q.z + 0.114f * s.z, 0.299f * p.w + 0.587f * q.w + 0.114f * s.w);
    y[i] = make_float4(clip(tone(stretch(v.x))), clip(tone(stretch(v.y))), clip(tone(stretch(v.z))), clip(tone(stretch(v.w))));
}

// ---- brass_thicket: 24 Jacobi sweeps on 1056 independent 64 x 64 grids (zero boundary)
constexpr int JG = 1056, JS = 64, JN = 24;
__global__ void __launch_bounds__(256) brass_thicket_cm4_a(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ v) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int x = i & 63, y = (i >> 6) & 63;
    float w = x > 0 ? u[i - 1] : 0.0f, e = x < 63 ? u[i + 1] : 0.0f, s = y > 0 ? u[i - 64] : 0.0f, t = y < 63 ? u[i + 64] : 0.0f;
    v[i] = 0.25f * (w + e + s + t + f[i]);
}
__global__ void __launch_bounds__(512) brass_thicket_cm4_b(const float* __restrict__ u, const float* __restrict__ f, float* __restrict__ v) {
    __shared__ float g[2][66 * 66];
    for (int i = threadIdx.x; i < 2 * 66 * 66; i += 512) (&g[0][0])[i] = 0.0f;
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * 4096;
    float rhs[8];
    const int x = threadIdx.x & 63, y0 = threadIdx.x >> 6;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int p = (y0 + 8 * k) * 64 + x;
        rhs[k] = f[base + p];
        g[0][(y0 + 8 * k + 1) * 66 + x + 1] = u[base + p];
    }
    __syncthreads();
    for (int it = 0; it < JN; ++it) {
        const float* a = g[it & 1];
        float* b = g[(it & 1) ^ 1];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            int c = (y0 + 8 * k + 1) * 66 + x + 1;
            b[c] = 0.25f * (a[c - 1] + a[c + 1] + a[c - 66] + a[c + 66] + rhs[k]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) v[base + (y0 + 8 * k) * 64 + x] = g[JN & 1][(y0 + 8 * k + 1) * 66 + x + 1];
}

// ---- saline_gable: equation of state of sea water, polynomial in temperature and salinity
__global__ void saline_gable_cm4_a(const float* __restrict__ temp, const float* __restrict__ salt, float* __restrict__ rho, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = temp[i], s = salt[i];
    float p = 0.0132;
    p = p * t - 0.0417; p = p * t + 0.1123; p = p * t - 0.2231; p = p * t + 0.3719; p = p * t - 0.4127; p = p * t + 0.9173;
    float q = 0.0211;
    q = q * t + 0.0613; q = q * t - 0.1417; q = q * t + 0.2519; q = q * t - 0.3317; q = q * t + 0.7411;
    float r = 0.0371;
    r = r * s - 0.0877; r = r * s + 0.1939; r = r * s - 0.2711; r = r * s + 0.5323;
    rho[i] = p + s * q + s * s * r;
}
__global__ void saline_gable_cm4_b(const float* __restrict__ temp, const float* __restrict__ salt, float* __restrict__ rho, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = temp[i], s = salt[i];
    float p = 0.0132f;
    p = p * t - 0.0417f; p = p * t + 0.1123f; p = p * t - 0.2231f; p = p * t + 0.3719f; p = p * t - 0.4127f; p = p * t + 0.9173f;
    float q = 0.0211f;
    q = q * t + 0.0613f; q = q * t - 0.1417f; q = q * t + 0.2519f; q = q * t - 0.3317f; q = q * t + 0.7411f;
    float r = 0.0371f;
    r = r * s - 0.0877f; r = r * s + 0.1939f; r = r * s - 0.2711f; r = r * s + 0.5323f;
    rho[i] = p + s * q + s * s * r;
}

// ---- cobalt_reed: biquad filter along frames of 64 samples, a tile of 64 channels staged in shared memory
template <int PITCH>
__device__ __forceinline__ void biquad(const float* __restrict__ x, float* __restrict__ y, float* tile) {
    const size_t base = (size_t)blockIdx.x * 4096;
    const int t = threadIdx.x;
#pragma unroll 16
    for (int r = 0; r < 64; ++r) tile[r * PITCH + t] = x[base + r * 64 + t];
    __syncthreads();
    float z1 = 0.0f, z2 = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float v = tile[t * PITCH + k];
        float o = fmaf(0.31f, v, z1);
        z1 = fmaf(0.42f, v, fmaf(0.55f, o, z2));
        z2 = fmaf(0.27f, v, -0.23f * o);
        tile[t * PITCH + k] = o;
    }
    __syncthreads();
#pragma unroll 16
    for (int r = 0; r < 64; ++r) y[base + r * 64 + t] = tile[r * PITCH + t];
}
__global__ void __launch_bounds__(64) cobalt_reed_cm4_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float tile[64 * 64];
    biquad<64>(x, y, tile);
}
__global__ void __launch_bounds__(64) cobalt_reed_cm4_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float tile[64 * 65];
    biquad<65>(x, y, tile);
}

// ---- ledger_finch: GROUP BY with 64 groups, SUM of integer cents
__global__ void __launch_bounds__(256) ledger_finch_cm4_a(const int4* __restrict__ key, const int4* __restrict__ val, int* __restrict__ out, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 k = key[i], v = val[i];
        atomicAdd(out + k.x, v.x); atomicAdd(out + k.y, v.y); atomicAdd(out + k.z, v.z); atomicAdd(out + k.w, v.w);
    }
}
__global__ void __launch_bounds__(256) ledger_finch_cm4_b(const int4* __restrict__ key, const int4* __restrict__ val, int* __restrict__ out, int n4) {
    __shared__ int bins[8][64];
    for (int j = threadIdx.x; j < 512; j += 256) (&bins[0][0])[j] = 0;
    __syncthreads();
    int* mine = bins[threadIdx.x >> 5];
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 k = key[i], v = val[i];
        atomicAdd(mine + k.x, v.x); atomicAdd(mine + k.y, v.y); atomicAdd(mine + k.z, v.z); atomicAdd(mine + k.w, v.w);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += bins[w][threadIdx.x];
        atomicAdd(out + threadIdx.x, s);
    }
}

// ---- girder_plover: constitutive update of finite elements of four materials (one thread an element)
__device__ __forceinline__ float material(int m, float4 e) {
    float v = e.x;
    if (m == 0) {
#pragma unroll 4
        for (int k = 0; k < 72; ++k) { float r = fmaf(v * v, e.y * 0.2f, e.z); v = fmaf(0.5f, v, 0.25f * r); }
    } else if (m == 1) {
#pragma unroll 4
        for (int k = 0; k < 72; ++k) { float r = fabsf(v) * e.w - e.y; v = fmaf(-0.4f, r, 0.3f * v); }
    } else if (m == 2) {
#pragma unroll 4
        for (int k = 0; k < 72; ++k) { float r = fmaxf(v, e.z) + e.w; v = fmaf(0.35f, r, e.y * 0.1f * v); }
    } else {
#pragma unroll 4
        for (int k = 0; k < 72; ++k) { float r = fmaf(e.z, v, e.w) * v; v = fmaf(0.2f, r, fminf(v, e.y) * 0.5f); }
    }
    return v;
}
__global__ void __launch_bounds__(256) girder_plover_cm4_a(const float4* __restrict__ e, const int* __restrict__ kind, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = material(kind[i], e[i]);
}
__global__ void __launch_bounds__(256) girder_plover_cm4_b(const float4* __restrict__ e, const int* __restrict__ kind, float* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = material(kind[i], e[i]);
}

// ---- hollow_meridian: y += A x, CSR with a few very long rows
__global__ void __launch_bounds__(256) hollow_meridian_cm4_a(const int* __restrict__ ptr, const int* __restrict__ col, const float* __restrict__ val,
                                                             const float* __restrict__ x, float* __restrict__ y, int rows) {
    int w = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= rows) return;
    int b = ptr[w], e = ptr[w + 1];
    float s = 0.0f;
#pragma unroll 4
    for (int k = b + lane; k < e; k += 32) s = fmaf(val[k], x[col[k]], s);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) atomicAdd(y + w, s);
}
__global__ void __launch_bounds__(256) hollow_meridian_cm4_b(const int4* __restrict__ segment, const int* __restrict__ col, const float* __restrict__ val,
                                                             const float* __restrict__ x, float* __restrict__ y, int segments) {
    int w = (blockIdx.x * 256 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= segments) return;
    int4 g = segment[w];
    float s = 0.0f;
#pragma unroll 4
    for (int k = g.y + lane; k < g.z; k += 32) s = fmaf(val[k], x[col[k]], s);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) atomicAdd(y + g.x, s);
}

// ---- tidal_anvil: energy of a long recording, one resident block per SM
__global__ void __launch_bounds__(256, 1) tidal_anvil_cm4_a(const float4* __restrict__ x, float* __restrict__ part, int steps) {
    const int t = blockIdx.x * 256 + threadIdx.x, stride = gridDim.x * 256;
    float s = 0.0f;
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float4 v = x[(size_t)k * stride + t];
        s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    part[t] = s;
}
__global__ void __launch_bounds__(256, 1) tidal_anvil_cm4_b(const float4* __restrict__ x, float* __restrict__ part, int steps) {
    const int t = blockIdx.x * 256 + threadIdx.x, stride = gridDim.x * 256;
    float s = 0.0f;
#pragma unroll 1
    for (int k = 0; k < steps; k += 16) {
        float4 v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j)
            asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v[j].x), "=f"(v[j].y), "=f"(v[j].z), "=f"(v[j].w) : "l"(x + (size_t)(k + j) * stride + t));
__syncwarp();
#pragma unroll
        for (int j = 0; j < 16; ++j) s += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
    part[t] = s;
}

// ---- prism_cellar: batched 8 x 8 LU in double, one thread a matrix, interleaved storage
__device__ __forceinline__ void lu8(const double* __restrict__ a, double* __restrict__ f, int n, int i) {
    double m[8][8];
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c) m[r][c] = a[(size_t)(r * 8 + c) * n + i] + (r == c ? 9.0 : 0.0);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        double inv = 1.0 / m[k][k];
#pragma unroll
        for (int r = k + 1; r < 8; ++r) {
            m[r][k] *= inv;
#pragma unroll
            for (int c = k + 1; c < 8; ++c) m[r][c] -= m[r][k] * m[k][c];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int c = 0; c < 8; ++c) f[(size_t)(r * 8 + c) * n + i] = m[r][c];
}
__global__ void __launch_bounds__(128, 6) prism_cellar_cm4_a(const double* __restrict__ a, double* __restrict__ f, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) lu8(a, f, n, i);
}
__global__ void __launch_bounds__(128) prism_cellar_cm4_b(const double* __restrict__ a, double* __restrict__ f, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) lu8(a, f, n, i);
}

// ---- marble_kestrel: Lennard-Jones energies, all pairs, j split over the grid
template <bool POW>
__device__ __forceinline__ void lj(const float4* __restrict__ p, float* __restrict__ out, int n, int chunk) {
    __shared__ float4 sh[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = p[i];
    float e = 0.0f;
    for (int b = blockIdx.y * chunk; b < (blockIdx.y + 1) * chunk; b += 256) {
        __syncthreads();
        sh[threadIdx.x] = p[b + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 q = sh[j];
            float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
            float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.3f)));
            float s2 = __fdividef(0.2f, r2);
            if (POW) e += q.w * (powf(s2, 6.0f) - powf(s2, 3.0f));
            else { float s6 = s2 * s2 * s2; e += q.w * (s6 * s6 - s6); }
        }
    }
    out[(size_t)blockIdx.y * n + i] = e;
}
__global__ void __launch_bounds__(256, 8) marble_kestrel_cm4_a(const float4* __restrict__ p, float* __restrict__ out, int n, int chunk) { lj<true>(p, out, n, chunk); }
__global__ void __launch_bounds__(256, 8) marble_kestrel_cm4_b(const float4* __restrict__ p, float* __restrict__ out, int n, int chunk) { lj<false>(p, out, n, chunk); }

// ---- orchid_bastion: cross covariance C = X^T Y of two sample matrices, FP32
__global__ void __launch_bounds__(256) orchid_bastion_cm4_a(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ C, int M, int N, int K) {
    __shared__ float a[16][16], b[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 16, n0 = blockIdx.x * 16;
    float s = 0.0f;
    for (int k = 0; k < K; k += 16) {
        a[ty][tx] = X[(size_t)(k + ty) * M + m0 + tx];
        b[ty][tx] = Y[(size_t)(k + ty) * N + n0 + tx];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j) s = fmaf(a[j][ty], b[j][tx], s);
        __syncthreads();
    }
    C[(size_t)(m0 + ty) * N + n0 + tx] = s;
}
__global__ void __launch_bounds__(256, 2) orchid_bastion_cm4_b(const float* __restrict__ X, const float* __restrict__ Y, float* __restrict__ C, int M, int N, int K) {
    __shared__ float4 a[2][16][32], b[2][16][32];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    const int lc = threadIdx.x & 31, lr = threadIdx.x >> 5;  // 8 rows a pass, two passes
    float acc[8][8] = {};
    float4 pa[2], pb[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        a[0][lr + 8 * h][lc] = *(const float4*)(X + (size_t)(lr + 8 * h) * M + m0 + lc * 4);
        b[0][lr + 8 * h][lc] = *(const float4*)(Y + (size_t)(lr + 8 * h) * N + n0 + lc * 4);
    }
    __syncthreads();
    int cur = 0;
    for (int k = 0; k < K; k += 16) {
        const bool more = k + 16 < K;
        if (more) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                pa[h] = *(const float4*)(X + (size_t)(k + 16 + lr + 8 * h) * M + m0 + lc * 4);
                pb[h] = *(const float4*)(Y + (size_t)(k + 16 + lr + 8 * h) * N + n0 + lc * 4);
            }
        }
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            float4 u0 = a[cur][j][ty], u1 = a[cur][j][16 + ty], v0 = b[cur][j][tx], v1 = b[cur][j][16 + tx];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int r = 0; r < 8; ++r)
#pragma unroll
                for (int c = 0; c < 8; ++c) acc[r][c] = fmaf(u[r], v[c], acc[r][c]);
        }
        if (more) {
#pragma unroll
            for (int h = 0; h < 2; ++h) { a[cur ^ 1][lr + 8 * h][lc] = pa[h]; b[cur ^ 1][lr + 8 * h][lc] = pb[h]; }
        }
        __syncthreads();
        cur ^= 1;
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        int m = m0 + (r < 4 ? ty * 4 + r : 64 + ty * 4 + r - 4);
        *(float4*)(C + (size_t)m * N + n0 + tx * 4) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
        *(float4*)(C + (size_t)m * N + n0 + 64 + tx * 4) = make_float4(acc[r][4], acc[r][5], acc[r][6], acc[r][7]);
    }
}

// ---- willow_turret: periodic 7-point stencil of a 320^3 box
__global__ void __launch_bounds__(256) willow_turret_cm4_a(const float* __restrict__ u, float* __restrict__ v, size_t nx, size_t ny, size_t nz) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i >= nx * ny * nz) return;
    size_t x = i % nx, y = (i / nx) % ny, z = i / (nx * ny);
    size_t xm = (x + nx - 1) % nx, xp = (x + 1) % nx, ym = (y + ny - 1) % ny, yp = (y + 1) % ny, zm = (z + nz - 1) % nz, zp = (z + 1) % nz;
    v[i] = 0.4f * u[i] + 0.1f * (u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x] +
                                 u[(z * ny + yp) * nx + x] + u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x]);
}
__global__ void __launch_bounds__(256) willow_turret_cm4_b(const float* __restrict__ u, float* __restrict__ v, int nx, int ny, int nz) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int plane = nx * ny, i = z * plane + y * nx + x;
    int w = x == 0 ? nx - 1 : -1, e = x == nx - 1 ? 1 - nx : 1;
    int s = y == 0 ? plane - nx : -nx, n = y == ny - 1 ? nx - plane : nx;
    int d = z == 0 ? (nz - 1) * plane : -plane, t = z == nz - 1 ? -(nz - 1) * plane : plane;
    v[i] = 0.4f * u[i] + 0.1f * (u[i + w] + u[i + e] + u[i + s] + u[i + n] + u[i + d] + u[i + t]);
}

// ---- mild: pebble_lyre: leapfrog step in double
__global__ void __launch_bounds__(256) pebble_lyre_cm4_a(const double* __restrict__ now, const double* __restrict__ before, const double* __restrict__ acc, double* __restrict__ next, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) next[i] = 2.0 * now[i] - before[i] + 0.01 * acc[i];
}
__global__ void __launch_bounds__(256) pebble_lyre_cm4_b(const double2* __restrict__ now, const double2* __restrict__ before, const double2* __restrict__ acc, double2* __restrict__ next, int n2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n2) return;
    double2 a = now[i], b = before[i], c = acc[i];
    next[i] = make_double2(2.0 * a.x - b.x + 0.01 * c.x, 2.0 * a.y - b.y + 0.01 * c.y);
}

// ---- mild: lantern_moor: unsharp masking of an image with its blurred copy
__global__ void __launch_bounds__(256) lantern_moor_cm4_a(const float4* __restrict__ x, const float4* __restrict__ blur, float4* __restrict__ y, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 a = x[i], b = blur[i];
    y[i] = make_float4(a.x + 0.7 * (a.x - b.x), a.y + 0.7 * (a.y - b.y), a.z + 0.7 * (a.z - b.z), a.w + 0.7 * (a.w - b.w));
}
__global__ void __launch_bounds__(256) lantern_moor_cm4_b(const float4* __restrict__ x, const float4* __restrict__ blur, float4* __restrict__ y, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 a = x[i], b = blur[i];
    y[i] = make_float4(a.x + 0.7f * (a.x - b.x), a.y + 0.7f * (a.y - b.y), a.z + 0.7f * (a.z - b.z), a.w + 0.7f * (a.w - b.w));
}

// ---- mild: thistle_bridge: reaction of two species of cells, chosen by a mask
__global__ void __launch_bounds__(256) thistle_bridge_cm4_a(const float* __restrict__ u, const float* __restrict__ w, const int* __restrict__ kind, float* __restrict__ y, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = u[i], f = w[i];
    if (kind[i]) {
#pragma unroll 1
        for (int k = 0; k < 4; ++k) v = fmaf(v * v, 0.31f, f * 0.2f);
    } else {
#pragma unroll 1
        for (int k = 0; k < 4; ++k) v = fmaf(v * v, -0.17f, f * 0.6f);
    }
    y[i] = v;
}
__global__ void __launch_bounds__(256) thistle_bridge_cm4_b(const float* __restrict__ u, const float* __restrict__ w, const int* __restrict__ kind, float* __restrict__ y, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float v = u[i], f = w[i];
    const bool m = kind[i];
    const float a = m ? 0.31f : -0.17f, b = f * (m ? 0.2f : 0.6f);
#pragma unroll 1
    for (int k = 0; k < 4; ++k) v = fmaf(v * v, a, b);
    y[i] = v;
}

// ---- mild: dusk_carousel: Monte Carlo walk with a block reduction at its end
__device__ __forceinline__ float walk(uint32_t seed, int steps) {
    uint32_t s = seed * 2654435761u | 1u;
    float x = 0.5f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < steps; ++k) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        float r = (float)(s >> 8) * (1.0f / 16777216.0f);
        x = fmaf(0.9f, x, r * 0.2f);
        sum += x;
    }
    return sum;
}
__global__ void __launch_bounds__(256) dusk_carousel_cm4_a(const int* __restrict__ seeds, float* __restrict__ out, int steps) {
    __shared__ float sh[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
    sh[t] = walk(seeds[i] + i, steps);
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {  // interleaved addressing: conflicts from the second round on
        int p = 2 * s * t;
        if (p < 256) sh[p] += sh[p + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sh[0];
}
__global__ void __launch_bounds__(256) dusk_carousel_cm4_b(const int* __restrict__ seeds, float* __restrict__ out, int steps) {
    __shared__ float sh[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
    sh[t] = walk(seeds[i] + i, steps);
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) sh[t] += sh[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sh[0];
}

// ---- healthy: zenith_cobbler: polynomial of degree 191 in double
constexpr int DEG = 192;
__constant__ double coefficient[DEG];
__global__ void __launch_bounds__(256) zenith_cobbler_cm4_a(const double2* __restrict__ x, double2* __restrict__ y, int n) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    double2 a = x[i], b = x[i + 256];
    double p = 0.3, q = 0.3, r = 0.3, s = 0.3;
#pragma unroll 16
    for (int k = 0; k < DEG; ++k) {
        double c = coefficient[k];
        p = fma(p, a.x, c); q = fma(q, a.y, c); r = fma(r, b.x, c); s = fma(s, b.y, c);
    }
    y[i] = make_double2(p, q); y[i + 256] = make_double2(r, s);
}

// ---- healthy: ripple_tannery: product of two spectra (complex)
__global__ void __launch_bounds__(256) ripple_tannery_cm4_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ c) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    float4 p0 = __ldcs(a + i), p1 = __ldcs(a + i + 256), q0 = __ldcs(b + i), q1 = __ldcs(b + i + 256);
    __stcs(c + i, make_float4(p0.x * q0.x - p0.y * q0.y, p0.x * q0.y + p0.y * q0.x, p0.z * q0.z - p0.w * q0.w, p0.z * q0.w + p0.w * q0.z));
    __stcs(c + i + 256, make_float4(p1.x * q1.x - p1.y * q1.y, p1.x * q1.y + p1.y * q1.x, p1.z * q1.z - p1.w * q1.w, p1.z * q1.w + p1.w * q1.z));
}

// ---- healthy: comet_granary: gravity, all pairs, four bodies a thread, j split over the grid (partial sums out)
constexpr int BODIES = 33792, SPLIT = 16, CHUNK = BODIES / SPLIT, TILE = 704;
__global__ void __launch_bounds__(128, 8) comet_granary_cm4_a(const float4* __restrict__ p, float4* __restrict__ out) {
    __shared__ float4 sh[TILE];
    const int i0 = blockIdx.x * 512 + threadIdx.x;
    float x[4], y[4], z[4], ax[4] = {}, ay[4] = {}, az[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 q = p[i0 + 128 * k]; x[k] = q.x; y[k] = q.y; z[k] = q.z; }
    for (int b = 0; b < CHUNK; b += TILE) {
        __syncthreads();
        for (int t = threadIdx.x; t < TILE; t += 128) { float4 q = p[blockIdx.y * CHUNK + b + t]; q.w = fabsf(q.w); sh[t] = q; }
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < TILE; ++j) {
            float4 q = sh[j];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float dx = q.x - x[k], dy = q.y - y[k], dz = q.z - z[k];
                float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
                float ri;
                asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(ri) : "f"(r2));
                float w = q.w * ri * (ri * ri);
                ax[k] = fmaf(w, dx, ax[k]); ay[k] = fmaf(w, dy, ay[k]); az[k] = fmaf(w, dz, az[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)blockIdx.y * BODIES + i0 + 128 * k] = make_float4(ax[k], ay[k], az[k], 0.0f);
}

// ---- healthy: fable_cistern: frame-of-reference decoding of a column, byte codes to int32
__global__ void __launch_bounds__(256) fable_cistern_cm4_a(const unsigned* __restrict__ code, const int* __restrict__ base, int4* __restrict__ out) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    const int f = base[blockIdx.x];
    unsigned c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) c[k] = __ldcs(code + i + 256 * k);
#pragma unroll
    for (int k = 0; k < 4; ++k)
        __stcs(out + i + 256 * k, make_int4(f + (c[k] & 255), f + ((c[k] >> 8) & 255), f + ((c[k] >> 16) & 255), f + (c[k] >> 24)));
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int systems = 132 * 2048 - 8192; const size_t n = (size_t)systems * TRI;
        std::vector<float> inv(TRI), up(TRI);
        float c = 0.0f;
        for (int i = 0; i < TRI; ++i) { inv[i] = 1.0f / (2.6f - 0.8f * c); c = 0.8f * inv[i]; up[i] = c; }
        CHECK(cudaMemcpyToSymbol(tri_inv, inv.data(), sizeof(float) * TRI));
        CHECK(cudaMemcpyToSymbol(tri_up, up.data(), sizeof(float) * TRI));
        float *x = filled<float>(n, 11), *t = empty<float>(n), *y = empty<float>(n);
        setup_interleave<<<(unsigned)((n + 255) / 256), 256>>>(x, t, systems); CHECK(cudaGetLastError());
        cases.push_back({"amber_quill_cm4_a", [=] { amber_quill_cm4_a<<<(systems + 255) / 256, 256>>>(x, y, systems); }, y, n, Output::f32});
        cases.push_back({"amber_quill_cm4_b", [=] { amber_quill_cm4_b<<<(systems + 255) / 256, 256>>>(t, y, systems); }, y, n, Output::f32});
    }
    {
        const int n4 = 1 << 23; const size_t n = (size_t)n4 * 4;
        float4 *r = (float4*)filled<float>(n, 21), *g = (float4*)filled<float>(n, 22), *b = (float4*)filled<float>(n, 23);
        float4 *l = (float4*)empty<float>(n), *s = (float4*)empty<float>(n), *t = (float4*)empty<float>(n), *y = (float4*)empty<float>(n);
        cases.push_back({"velvet_sextant_cm4_a", [=] {
            velvet_sextant_cm4_a1<<<n4 / 256, 256>>>(r, g, b, l, n4); velvet_sextant_cm4_a2<<<n4 / 256, 256>>>(l, s, n4);
            velvet_sextant_cm4_a3<<<n4 / 256, 256>>>(s, t, n4); velvet_sextant_cm4_a4<<<n4 / 256, 256>>>(t, y, n4); }, y, n, Output::f32});
        cases.push_back({"velvet_sextant_cm4_b", [=] { velvet_sextant_cm4_b<<<n4 / 256, 256>>>(r, g, b, y, n4); }, y, n, Output::f32});
    }
    {
        const size_t n = (size_t)JG * JS * JS;
        float *u = filled<float>(n, 31), *f = filled<float>(n, 32), *w = empty<float>(n), *y = empty<float>(n);
        cases.push_back({"brass_thicket_cm4_a", [=] {
            const float* src = u;
            for (int k = 0; k < JN; ++k) { float* dst = (k & 1) ? y : w; brass_thicket_cm4_a<<<(unsigned)(n / 256), 256>>>(src, f, dst); src = dst; } }, y, n, Output::f32});
        cases.push_back({"brass_thicket_cm4_b", [=] { brass_thicket_cm4_b<<<JG, 512>>>(u, f, y); }, y, n, Output::f32});
    }
    {
        const int n = 1 << 24;
        float *t = filled<float>(n, 41), *s = filled<float>(n, 42), *y = empty<float>(n);
        cases.push_back({"saline_gable_cm4_a", [=] { saline_gable_cm4_a<<<n / 256, 256>>>(t, s, y, n); }, y, (size_t)n, Output::f32});
        cases.push_back({"saline_gable_cm4_b", [=] { saline_gable_cm4_b<<<n / 256, 256>>>(t, s, y, n); }, y, (size_t)n, Output::f32});
    }
    {
        const int tiles = 9216; const size_t n = (size_t)tiles * 4096;
        float *x = filled<float>(n, 51), *y = empty<float>(n);
        cases.push_back({"cobalt_reed_cm4_a", [=] { cobalt_reed_cm4_a<<<tiles, 64>>>(x, y); }, y, n, Output::f32});
        cases.push_back({"cobalt_reed_cm4_b", [=] { cobalt_reed_cm4_b<<<tiles, 64>>>(x, y); }, y, n, Output::f32});
    }
    {
        const int n4 = 1 << 22; const size_t n = (size_t)n4 * 4;
        int4 *k = (int4*)indices(n, 64, 61), *v = (int4*)indices(n, 200, 62);
        int* y = empty<int>(64);
        cases.push_back({"ledger_finch_cm4_a", [=] { ledger_finch_cm4_a<<<132 * 8, 256>>>(k, v, y, n4); }, y, 64, Output::i32});
        cases.push_back({"ledger_finch_cm4_b", [=] { ledger_finch_cm4_b<<<132 * 8, 256>>>(k, v, y, n4); }, y, 64, Output::i32});
    }
    {
        const int n = 1 << 22;
        std::vector<float4> e(n), se(n); std::vector<int> m(n), sm(n);
        int start[5] = {};
        for (int i = 0; i < n; ++i) {
            e[i] = make_float4(unit(4u * i + 71), unit(4u * i + 72), unit(4u * i + 73), unit(4u * i + 74));
            m[i] = hash32(i + 977) & 3; ++start[m[i] + 1];
        }
        for (int k = 1; k < 5; ++k) start[k] += start[k - 1];
        for (int i = 0; i < n; ++i) { int p = start[m[i]]++; se[p] = e[i]; sm[p] = m[i]; }
        float4 *de = uploaded(e), *ds = uploaded(se); int *dm = uploaded(m), *dsm = uploaded(sm);
        float* y = empty<float>(n);
        cases.push_back({"girder_plover_cm4_a", [=] { girder_plover_cm4_a<<<n / 256, 256>>>(de, dm, y, n); }, y, (size_t)n, Output::f32});
        cases.push_back({"girder_plover_cm4_b", [=] { girder_plover_cm4_b<<<n / 256, 256>>>(ds, dsm, y, n); }, y, (size_t)n, Output::f32});
    }
    {
        const int rows = 65536; std::vector<int> ptr(rows + 1, 0); std::vector<int4> seg;
        for (int r = 0; r < rows; ++r) {
            int len = r % 2048 == 1777 ? 65536 : 64 + (int)(hash32(r + 81) % 129);
            ptr[r + 1] = ptr[r] + len;
            for (int k = ptr[r]; k < ptr[r + 1]; k += 256) seg.push_back(make_int4(r, k, std::min(k + 256, ptr[r + 1]), 0));
        }
        const size_t nnz = ptr[rows]; const int segments = (int)seg.size();
        int *dp = uploaded(ptr), *col = indices(nnz, 262144, 83); int4* ds = uploaded(seg);
        float *val = filled<float>(nnz, 84), *x = filled<float>(262144, 85), *y = empty<float>(rows);
        cases.push_back({"hollow_meridian_cm4_a", [=] { hollow_meridian_cm4_a<<<rows / 8, 256>>>(dp, col, val, x, y, rows); }, y, (size_t)rows, Output::f32});
        cases.push_back({"hollow_meridian_cm4_b", [=] { hollow_meridian_cm4_b<<<(segments + 7) / 8, 256>>>(ds, col, val, x, y, segments); }, y, (size_t)rows, Output::f32});
    }
    {
        const int steps = 512; const size_t threads = 132 * 256, n = threads * steps * 4;
        float4* x = (float4*)filled<float>(n, 91); float* y = empty<float>(threads);
        cases.push_back({"tidal_anvil_cm4_a", [=] { tidal_anvil_cm4_a<<<132, 256>>>(x, y, steps); }, y, threads, Output::f32});
        cases.push_back({"tidal_anvil_cm4_b", [=] { tidal_anvil_cm4_b<<<132, 256>>>(x, y, steps); }, y, threads, Output::f32});
    }
    {
        const int n = 132 * 128 * 16; const size_t all = (size_t)n * 64;
        double *a = filled<double>(all, 101), *y = empty<double>(all);
        cases.push_back({"prism_cellar_cm4_a", [=] { prism_cellar_cm4_a<<<n / 128, 128>>>(a, y, n); }, y, all, Output::f64});
        cases.push_back({"prism_cellar_cm4_b", [=] { prism_cellar_cm4_b<<<n / 128, 128>>>(a, y, n); }, y, all, Output::f64});
    }
    {
        const int n = 16896, split = 16, chunk = 1024;  // the first 16384 are the sources
        float4* p = (float4*)filled<float>((size_t)n * 4, 111); float* y = empty<float>((size_t)n * split);
        cases.push_back({"marble_kestrel_cm4_a", [=] { marble_kestrel_cm4_a<<<dim3(n / 256, split), 256>>>(p, y, n, chunk); }, y, (size_t)n * split, Output::f32});
        cases.push_back({"marble_kestrel_cm4_b", [=] { marble_kestrel_cm4_b<<<dim3(n / 256, split), 256>>>(p, y, n, chunk); }, y, (size_t)n * split, Output::f32});
    }
    {
        const int m = 2048, n = 2048, k = 1024;
        float *x = filled<float>((size_t)m * k, 121), *w = filled<float>((size_t)n * k, 122), *y = empty<float>((size_t)m * n);
        cases.push_back({"orchid_bastion_cm4_a", [=] { orchid_bastion_cm4_a<<<dim3(n / 16, m / 16), 256>>>(x, w, y, m, n, k); }, y, (size_t)m * n, Output::f32});
        cases.push_back({"orchid_bastion_cm4_b", [=] { orchid_bastion_cm4_b<<<dim3(n / 128, m / 128), 256>>>(x, w, y, m, n, k); }, y, (size_t)m * n, Output::f32});
    }
    {
        const int s = 320; const size_t n = (size_t)s * s * s;
        float *x = filled<float>(n, 131), *y = empty<float>(n);
        cases.push_back({"willow_turret_cm4_a", [=] { willow_turret_cm4_a<<<(unsigned)(n / 256), 256>>>(x, y, s, s, s); }, y, n, Output::f32});
        cases.push_back({"willow_turret_cm4_b", [=] { willow_turret_cm4_b<<<dim3(s / 64, s / 4, s), dim3(64, 4)>>>(x, y, s, s, s); }, y, n, Output::f32});
    }
    {
        const int n = 1 << 24;
        double *a = filled<double>(n, 141), *b = filled<double>(n, 142), *c = filled<double>(n, 143), *y = empty<double>(n);
        cases.push_back({"pebble_lyre_cm4_a", [=] { pebble_lyre_cm4_a<<<n / 256, 256>>>(a, b, c, y, n); }, y, (size_t)n, Output::f64});
        cases.push_back({"pebble_lyre_cm4_b", [=] { pebble_lyre_cm4_b<<<n / 512, 256>>>((double2*)a, (double2*)b, (double2*)c, (double2*)y, n / 2); }, y, (size_t)n, Output::f64});
    }
    {
        const int n4 = 1 << 23; const size_t n = (size_t)n4 * 4;
        float4 *x = (float4*)filled<float>(n, 151), *b = (float4*)filled<float>(n, 152), *y = (float4*)empty<float>(n);
        cases.push_back({"lantern_moor_cm4_a", [=] { lantern_moor_cm4_a<<<n4 / 256, 256>>>(x, b, y, n4); }, y, n, Output::f32});
        cases.push_back({"lantern_moor_cm4_b", [=] { lantern_moor_cm4_b<<<n4 / 256, 256>>>(x, b, y, n4); }, y, n, Output::f32});
    }
    {
        const int n = 1 << 25;
        float *u = filled<float>(n, 161), *w = filled<float>(n, 162), *y = empty<float>(n); int* k = indices(n, 2, 163);
        cases.push_back({"thistle_bridge_cm4_a", [=] { thistle_bridge_cm4_a<<<n / 256, 256>>>(u, w, k, y, n); }, y, (size_t)n, Output::f32});
        cases.push_back({"thistle_bridge_cm4_b", [=] { thistle_bridge_cm4_b<<<n / 256, 256>>>(u, w, k, y, n); }, y, (size_t)n, Output::f32});
    }
    {
        const int blocks = 132 * 32, steps = 512;
        int* s = indices((size_t)blocks * 256, 1u << 30, 171); float* y = empty<float>(blocks);
        cases.push_back({"dusk_carousel_cm4_a", [=] { dusk_carousel_cm4_a<<<blocks, 256>>>(s, y, steps); }, y, (size_t)blocks, Output::f32});
        cases.push_back({"dusk_carousel_cm4_b", [=] { dusk_carousel_cm4_b<<<blocks, 256>>>(s, y, steps); }, y, (size_t)blocks, Output::f32});
    }
    {
        const int n2 = 132 * 8 * 512 * 16; const size_t n = (size_t)n2 * 2;
        std::vector<double> c(DEG);
        for (int i = 0; i < DEG; ++i) c[i] = unit(i + 181) + 0.1;
        CHECK(cudaMemcpyToSymbol(coefficient, c.data(), sizeof(double) * DEG));
        double *x = filled<double>(n, 182), *y = empty<double>(n);
        cases.push_back({"zenith_cobbler_cm4_a", [=] { zenith_cobbler_cm4_a<<<n2 / 512, 256>>>((double2*)x, (double2*)y, n2); }, y, n, Output::f64});
    }
    {
        const int n4 = 1 << 23; const size_t n = (size_t)n4 * 4;
        float4 *a = (float4*)filled<float>(n, 191), *b = (float4*)filled<float>(n, 192), *y = (float4*)empty<float>(n);
        cases.push_back({"ripple_tannery_cm4_a", [=] { ripple_tannery_cm4_a<<<n4 / 512, 256>>>(a, b, y); }, y, n, Output::f32});
    }
    {
        float4* p = (float4*)filled<float>((size_t)BODIES * 4, 201); const size_t n = (size_t)BODIES * SPLIT * 4;
        float4* y = (float4*)empty<float>(n);
        cases.push_back({"comet_granary_cm4_a", [=] { comet_granary_cm4_a<<<dim3(BODIES / 512, SPLIT), 128>>>(p, y); }, y, n, Output::f32});
    }
    {
        const int words = 1 << 24; const size_t n = (size_t)words * 4;
        unsigned* c = (unsigned*)indices(words, 0xfffffff1u, 211); int *b = indices(words / 1024, 1000, 212), *y = empty<int>(n);
        cases.push_back({"fable_cistern_cm4_a", [=] { fable_cistern_cm4_a<<<words / 1024, 256>>>(c, b, (int4*)y); }, y, n, Output::i32});
    }
    return run(argc, argv, cases);
}
