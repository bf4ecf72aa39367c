#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
using harness::Output;

// ---------------------------------------------------------------- dense product, FP64: C (M x N) = A (M x K) B (K x N)
__global__ void maple_anchor_bc2_a(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N) return;
    double sum = 0;
    for (int k = 0; k < K; ++k) sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    C[(size_t)row * N + col] = sum;
}

__global__ void __launch_bounds__(256) maple_anchor_bc2_b(const double* __restrict__ A, const double* __restrict__ B, double* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) double As[16][66];
    __shared__ __align__(16) double Bs[16][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    const int ar = t / 4, ak = (t % 4) * 4, br = t / 16, bc = (t % 16) * 4;
    double acc[4][4] = {};
    const double2* ap = reinterpret_cast<const double2*>(A + (size_t)(row0 + ar) * K + ak);
    const double2* bp = reinterpret_cast<const double2*>(B + (size_t)br * N + col0 + bc);
    double2 a0 = ap[0], a1 = ap[1], b0 = bp[0], b1 = bp[1];
    for (int k0 = 0; k0 < K; k0 += 16) {
        As[ak][ar] = a0.x; As[ak + 1][ar] = a0.y; As[ak + 2][ar] = a1.x; As[ak + 3][ar] = a1.y;
        *reinterpret_cast<double2*>(&Bs[br][bc]) = b0;
        *reinterpret_cast<double2*>(&Bs[br][bc + 2]) = b1;
        __syncthreads();
        if (k0 + 16 < K) {
            ap += 8; bp += (size_t)8 * N;
            a0 = ap[0]; a1 = ap[1]; b0 = bp[0]; b1 = bp[1];
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            double2 u0 = *reinterpret_cast<double2*>(&As[k][ty * 2]), u1 = *reinterpret_cast<double2*>(&As[k][32 + ty * 2]);
            double2 v0 = *reinterpret_cast<double2*>(&Bs[k][tx * 2]), v1 = *reinterpret_cast<double2*>(&Bs[k][32 + tx * 2]);
            double u[4] = {u0.x, u0.y, u1.x, u1.y}, v[4] = {v0.x, v0.y, v1.x, v1.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(u[i], v[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        size_t r = row0 + (i / 2) * 32 + ty * 2 + i % 2;
        *reinterpret_cast<double2*>(C + r * N + col0 + tx * 2) = make_double2(acc[i][0], acc[i][1]);
        *reinterpret_cast<double2*>(C + r * N + col0 + 32 + tx * 2) = make_double2(acc[i][2], acc[i][3]);
    }
}

// ---------------------------------------------------------------- low-precision operator application: half in, float out
__global__ void __launch_bounds__(256) copper_violin_bc2_a(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(16) float As[16][132];
    __shared__ __align__(16) float Bs[16][128];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t / 2, ak = (t % 2) * 8, br = t / 16, bc = (t % 16) * 8;
    float acc[8][8] = {};
    const __half* ap = A + (size_t)(row0 + ar) * K + ak;
    const __half* bp = B + (size_t)br * N + col0 + bc;
    uint4 av = *reinterpret_cast<const uint4*>(ap), bv = *reinterpret_cast<const uint4*>(bp);
    for (int k0 = 0; k0 < K; k0 += 16) {
        const __half* ah = reinterpret_cast<const __half*>(&av);
        const __half* bh = reinterpret_cast<const __half*>(&bv);
#pragma unroll
        for (int j = 0; j < 8; ++j) As[ak + j][ar] = __half2float(ah[j]);
        *reinterpret_cast<float4*>(&Bs[br][bc]) = make_float4(__half2float(bh[0]), __half2float(bh[1]), __half2float(bh[2]), __half2float(bh[3]));
        *reinterpret_cast<float4*>(&Bs[br][bc + 4]) = make_float4(__half2float(bh[4]), __half2float(bh[5]), __half2float(bh[6]), __half2float(bh[7]));
        __syncthreads();
        if (k0 + 16 < K) {
            ap += 16; bp += (size_t)16 * N;
            av = *reinterpret_cast<const uint4*>(ap); bv = *reinterpret_cast<const uint4*>(bp);
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float u[8], v[8];
            *reinterpret_cast<float4*>(u) = *reinterpret_cast<float4*>(&As[k][ty * 4]);
            *reinterpret_cast<float4*>(u + 4) = *reinterpret_cast<float4*>(&As[k][64 + ty * 4]);
            *reinterpret_cast<float4*>(v) = *reinterpret_cast<float4*>(&Bs[k][tx * 4]);
            *reinterpret_cast<float4*>(v + 4) = *reinterpret_cast<float4*>(&Bs[k][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(u[i], v[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        size_t r = row0 + (i / 4) * 64 + ty * 4 + i % 4;
        *reinterpret_cast<float4*>(C + r * N + col0 + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(C + r * N + col0 + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

__global__ void __launch_bounds__(256, 2) copper_violin_bc2_b(const __half* __restrict__ A, const __half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ __align__(32) __half As[128][40];
    __shared__ __align__(32) __half Bs[32][136];
    const int t = threadIdx.x, warp = t / 32, wr = warp / 2, wc = warp % 2;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 128;
    const int ar = t / 2, ak = (t % 2) * 16, br = t / 8, bc = (t % 8) * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    const uint4* ap = reinterpret_cast<const uint4*>(A + (size_t)(row0 + ar) * K + ak);
    const __half* bq = B + (size_t)br * N + col0 + bc;
    uint4 a0 = ap[0], a1 = ap[1], b0 = *reinterpret_cast<const uint4*>(bq), b1 = *reinterpret_cast<const uint4*>(bq + 8);
    for (int k0 = 0; k0 < K; k0 += 32) {
        *reinterpret_cast<uint4*>(&As[ar][ak]) = a0;
        *reinterpret_cast<uint4*>(&As[ar][ak + 8]) = a1;
        *reinterpret_cast<uint4*>(&Bs[br][bc]) = b0;
        *reinterpret_cast<uint4*>(&Bs[br][bc + 8]) = b1;
        __syncthreads();
        if (k0 + 32 < K) {
            ap += 4; bq += (size_t)32 * N;
            a0 = ap[0]; a1 = ap[1]; b0 = *reinterpret_cast<const uint4*>(bq); b1 = *reinterpret_cast<const uint4*>(bq + 8);
        }
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[4];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &As[wr * 32 + i * 16][k], 40);
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &Bs[k][wc * 64 + j * 16], 136);
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(C + (size_t)(row0 + wr * 32 + i * 16) * N + col0 + wc * 64 + j * 16, acc[i][j], N, wmma::mem_row_major);
}

// ---------------------------------------------------------------- acoustic wave, eighth order in space
constexpr int WN = 384, WP = 448, WR = 4;
constexpr size_t WPL = (size_t)WP * (WN + 8);
#define W0 -8.541666f
#define W1 1.6f
#define W2 -0.2f
#define W3 0.02539682f
#define W4 -0.001785714f

__global__ void __launch_bounds__(256) lantern_river_bc2_a(const float* __restrict__ p, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    size_t i = (size_t)(z + WR) * WPL + (size_t)(y + WR) * WP + x + 32;
    const float c[5] = {W0, W1, W2, W3, W4};
    float s = c[0] * p[i];
#pragma unroll
    for (int r = 1; r <= WR; ++r)
        s += c[r] * (p[i - r] + p[i + r] + p[i - r * WP] + p[i + r * WP] + p[i - r * WPL] + p[i + r * WPL]);
    out[((size_t)z * WN + y) * WN + x] = s;
}

__global__ void __launch_bounds__(512) lantern_river_bc2_b(const float* __restrict__ p, float* __restrict__ out) {
    __shared__ float s[2][16 + 8][32 + 8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, z0 = blockIdx.z * 96;
    const float* q = p + (size_t)z0 * WPL + (size_t)(y + WR) * WP + x + 32;
    float* o = out + ((size_t)z0 * WN + y) * WN + x;
    const float c[5] = {W0, W1, W2, W3, W4};
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = q[k * WPL];
    for (int z = 0; z < 96; ++z) {
        float (*t)[40] = s[z & 1];
        const float* m = q + (size_t)4 * WPL;
        float next = q[9 * WPL];
        t[ty + 4][tx + 4] = v[4];
        if (ty < 4) t[ty][tx + 4] = m[-4 * WP];
        else if (ty >= 12) t[ty + 8][tx + 4] = m[4 * WP];
        if (tx < 4) t[ty + 4][tx] = m[-4];
        else if (tx >= 28) t[ty + 4][tx + 8] = m[4];
        __syncthreads();
        float a = c[0] * v[4];
#pragma unroll
        for (int r = 1; r <= 4; ++r)
            a += c[r] * (t[ty + 4][tx + 4 - r] + t[ty + 4][tx + 4 + r] + t[ty + 4 - r][tx + 4] + t[ty + 4 + r][tx + 4] + v[4 - r] + v[4 + r]);
        *o = a;
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = v[k + 1];
        v[8] = next;
        q += WPL;
        o += WN * WN;
    }
}

// ---------------------------------------------------------------- sparse matrix-vector product, CSR, FP64
__global__ void pebble_orchid_bc2_a(const int* __restrict__ start, const int* __restrict__ col, const double* __restrict__ val,
                                    const double* __restrict__ x, double* __restrict__ y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double s = 0;
    for (int j = start[r]; j < start[r + 1]; ++j) s += val[j] * x[col[j]];
    y[r] = s;
}

__global__ void pebble_orchid_bc2_b(const int* __restrict__ start, const int* __restrict__ col, const double* __restrict__ val,
                                    const double* __restrict__ x, double* __restrict__ y, int rows) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (r >= rows) return;
    double s = 0;
    int end = start[r + 1];
    for (int j = start[r] + lane; j < end; j += 8) s += val[j] * x[col[j]];
    for (int d = 4; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d, 8);
    if (lane == 0) y[r] = s;
}

// ---------------------------------------------------------------- pair energies of ions (Mie, Born-Mayer and Coulomb)
__global__ void __launch_bounds__(256) saddle_comet_bc2_a(const float4* __restrict__ ion, const float4* __restrict__ wall, float* __restrict__ energy, int walls,
                                                          float sigma, float rep, float att, float rho) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = ion[i];
    float e = 0;
    for (int base = 0; base < walls; base += 256) {
        tile[threadIdx.x] = wall[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j) {
            float4 w = tile[j];
            float dx = me.x - w.x, dy = me.y - w.y, dz = me.z - w.z;
            float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.05f);
            e += powf(sigma / r, rep) - powf(sigma / r, att) + 4.0f * expf(-r / rho) + me.w * w.w / r;
        }
        __syncthreads();
    }
    energy[i] = e;
}

__global__ void __launch_bounds__(256) saddle_comet_bc2_b(const float4* __restrict__ ion, const float4* __restrict__ wall, float* __restrict__ energy, int walls,
                                                          float sigma, float inv_rho) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = ion[i];
    float e = 0;
    for (int base = 0; base < walls; base += 256) {
        tile[threadIdx.x] = wall[base + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; ++j) {
            float4 w = tile[j];
            float dx = me.x - w.x, dy = me.y - w.y, dz = me.z - w.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.05f;
            float inv = rsqrtf(r2), s = sigma * inv, s2 = s * s, s6 = s2 * s2 * s2;
            e += s6 * s6 - s6 + 4.0f * __expf(-r2 * inv * inv_rho) + me.w * w.w * inv;
        }
        __syncthreads();
    }
    energy[i] = e;
}

// ---------------------------------------------------------------- four-dimensional lattice, forward links
__global__ void timber_falcon_bc2_a(const float* __restrict__ s, float* __restrict__ out, long long nx, long long ny, long long nz, long long nt,
                                    float jx, float jy, float jz, float jt) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    long long x = i % nx, y = (i / nx) % ny, z = (i / (nx * ny)) % nz, t = i / (nx * ny * nz);
    long long xp = (x + 1) % nx, yp = (y + 1) % ny, zp = (z + 1) % nz, tp = (t + 1) % nt;
    float sx = s[((t * nz + z) * ny + y) * nx + xp];
    float sy = s[((t * nz + z) * ny + yp) * nx + x];
    float sz = s[((t * nz + zp) * ny + y) * nx + x];
    float st = s[((tp * nz + z) * ny + y) * nx + x];
    out[i] = 2.0f - s[i] * (jx * sx + jy * sy + jz * sz + jt * st);
}

__global__ void timber_falcon_bc2_b(const float* __restrict__ s, float* __restrict__ out, int nx, int ny, int nz, int nt, float jx, float jy, float jz, float jt) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, zz = blockIdx.y, tt = blockIdx.z;
    int base = ((tt * nz + zz) * ny + y) * nx;
    int i = base + x;
    float sx = s[x + 1 == nx ? base : i + 1];
    float sy = s[y + 1 == ny ? i - (ny - 1) * nx : i + nx];
    float sz = s[zz + 1 == nz ? i - (nz - 1) * ny * nx : i + ny * nx];
    float st = s[tt + 1 == nt ? i - (nt - 1) * nz * ny * nx : i + nz * ny * nx];
    out[i] = 2.0f - s[i] * (jx * sx + jy * sy + jz * sz + jt * st);
}

// ---------------------------------------------------------------- one explicit step of a reaction field
__global__ void harbor_thistle_bc2_a0(const double* __restrict__ u, const double* __restrict__ f, double* __restrict__ k, double lambda, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) k[i] = f[i] - lambda * u[i];
}
__global__ void harbor_thistle_bc2_a1(const double* __restrict__ u, const double* __restrict__ k, double* __restrict__ v, double dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = u[i] + dt * k[i];
}
__global__ void harbor_thistle_bc2_a2(double* __restrict__ v, double nu, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { double w = v[i]; v[i] = w * (1.0 - nu * w * w); }
}
__global__ void harbor_thistle_bc2_a3(const double* __restrict__ u, const double* __restrict__ v, double* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1.0 + 0.5 * (u[i] + v[i]);
}
__global__ void harbor_thistle_bc2_b(const double* __restrict__ u, const double* __restrict__ f, double* __restrict__ out, double lambda, double dt, double nu, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double u0 = u[i], w = u0 + dt * (f[i] - lambda * u0);
    out[i] = 1.0 + 0.5 * (u0 + w * (1.0 - nu * w * w));
}

// ---------------------------------------------------------------- tracers in a periodic flow: spread of each path
constexpr int TN = 128, TSTEPS = 128, TBLOCK = 128;

__device__ inline float4 flow_at(const float4* __restrict__ flow, float x, float y, float z) {
    int ix = (int)x & (TN - 1), iy = (int)y & (TN - 1), iz = (int)z & (TN - 1);
    return flow[(iz * TN + iy) * TN + ix];
}

__global__ void __launch_bounds__(TBLOCK) walnut_piston_bc2_a(const float4* __restrict__ flow, float* __restrict__ spread) {
    extern __shared__ float path[];  // [TSTEPS][3][TBLOCK]
    int i = blockIdx.x * TBLOCK + threadIdx.x;
    float x0 = (i % TN) + 0.5f, y0 = (i / TN % TN) + 0.5f, z0 = (i / (TN * TN)) * 4 + 0.5f;
    float x = x0, y = y0, z = z0;
    for (int s = 0; s < TSTEPS; ++s) {
        float4 w = flow_at(flow, x, y, z);
        x += w.x; y += w.y; z += w.z;
        path[(s * 3 + 0) * TBLOCK + threadIdx.x] = x - x0;
        path[(s * 3 + 1) * TBLOCK + threadIdx.x] = y - y0;
        path[(s * 3 + 2) * TBLOCK + threadIdx.x] = z - z0;
    }
    float sx = 0, sy = 0, sz = 0, sq = 0;
    for (int s = 0; s < TSTEPS; ++s) {
        float a = path[(s * 3 + 0) * TBLOCK + threadIdx.x], b = path[(s * 3 + 1) * TBLOCK + threadIdx.x], c = path[(s * 3 + 2) * TBLOCK + threadIdx.x];
        sx += a; sy += b; sz += c;
        sq += a * a + b * b + c * c;
    }
    const float inv = 1.0f / TSTEPS;
    spread[i] = sq * inv - (sx * sx + sy * sy + sz * sz) * inv * inv;
}

__global__ void __launch_bounds__(TBLOCK) walnut_piston_bc2_b(const float4* __restrict__ flow, float* __restrict__ spread) {
    int i = blockIdx.x * TBLOCK + threadIdx.x;
    float x0 = (i % TN) + 0.5f, y0 = (i / TN % TN) + 0.5f, z0 = (i / (TN * TN)) * 4 + 0.5f;
    float x = x0, y = y0, z = z0, sx = 0, sy = 0, sz = 0, sq = 0;
    for (int s = 0; s < TSTEPS; ++s) {
        float4 w = flow_at(flow, x, y, z);
        x += w.x; y += w.y; z += w.z;
        float a = x - x0, b = y - y0, c = z - z0;
        sx += a; sy += b; sz += c;
        sq += a * a + b * b + c * c;
    }
    const float inv = 1.0f / TSTEPS;
    spread[i] = sq * inv - (sx * sx + sy * sy + sz * sz) * inv * inv;
}

// ---------------------------------------------------------------- projection on a basis: y = A^T x, A rows x cols, FP64
__global__ void meadow_cipher_bc2_a(const double* __restrict__ A, const double* __restrict__ x, double* __restrict__ y, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    double s = 0;
#pragma unroll 8
    for (int r = 0; r < rows; ++r) s += A[(size_t)r * cols + c] * x[r];
    y[c] = s;
}
__global__ void meadow_cipher_bc2_b(const double* __restrict__ A, const double* __restrict__ x, double* __restrict__ y, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int chunk = rows / gridDim.y, r0 = blockIdx.y * chunk;
    double s = 0;
#pragma unroll 8
    for (int r = r0; r < r0 + chunk; ++r) s += A[(size_t)r * cols + c] * x[r];
    atomicAdd(&y[c], s);
}

// ---------------------------------------------------------------- reaction rates of a gas mixture, FP32 fields
__global__ void velvet_turbine_bc2_a(const float* __restrict__ temp, const float* __restrict__ fuel, const float* __restrict__ oxid, float* __restrict__ rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = 1400.0 + 400.0 * temp[i], cf = 1.1 + fuel[i], co = 1.1 + oxid[i];
    float k1 = 2.1e3 * exp(-12000.0 / (8.314 * T));
    float k2 = 5.7e2 * exp(-9500.0 / (8.314 * T));
    float k3 = 1.3e4 * exp(-21000.0 / (8.314 * T));
    rate[i] = k1 * cf * co + k2 * cf + k3 * co * co;
}
__global__ void velvet_turbine_bc2_b(const float* __restrict__ temp, const float* __restrict__ fuel, const float* __restrict__ oxid, float* __restrict__ rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = 1400.0f + 400.0f * temp[i], cf = 1.1f + fuel[i], co = 1.1f + oxid[i];
    float k1 = 2.1e3f * expf(-12000.0f / (8.314f * T));
    float k2 = 5.7e2f * expf(-9500.0f / (8.314f * T));
    float k3 = 1.3e4f * expf(-21000.0f / (8.314f * T));
    rate[i] = k1 * cf * co + k2 * cf + k3 * co * co;
}

// ---------------------------------------------------------------- energy distribution of particles
constexpr int EBINS = 64;
__device__ inline int energy_bin(float a, float b, float c) { return min(EBINS - 1, (int)((a * a + b * b + c * c) * (EBINS / 3.0f))); }

__global__ void crater_sonnet_bc2_a(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ vz, int* __restrict__ bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[energy_bin(vx[i], vy[i], vz[i])], 1);
}
__global__ void __launch_bounds__(256) crater_sonnet_bc2_b(const float* __restrict__ vx, const float* __restrict__ vy, const float* __restrict__ vz, int* __restrict__ bins, int n) {
    __shared__ int mine[8][EBINS];
    int* h = mine[threadIdx.x / 32];
    for (int k = threadIdx.x; k < 8 * EBINS; k += 256) (&mine[0][0])[k] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&h[energy_bin(vx[i], vy[i], vz[i])], 1);
    __syncthreads();
    if (threadIdx.x < EBINS) {
        int s = 0;
        for (int w = 0; w < 8; ++w) s += mine[w][threadIdx.x];
        if (s) atomicAdd(&bins[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- implicit smoothing along x, lines of 64 cells
template <int PITCH>
__device__ inline void sweep(const float* __restrict__ in, float* __restrict__ out, float a, float m, float c, float* s) {
    const int t = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * 4096;
#pragma unroll 16
    for (int r = 0; r < 64; ++r) s[r * PITCH + t] = in[base + r * 64 + t];
    __syncthreads();
    float* line = s + t * PITCH;
    float d = 0;
#pragma unroll 16
    for (int i = 0; i < 64; ++i) { d = (line[i] + a * d) * m; line[i] = d; }
    d = 0;
#pragma unroll 16
    for (int i = 63; i >= 0; --i) { d = line[i] + c * d; line[i] = d; }
    __syncthreads();
#pragma unroll 16
    for (int r = 0; r < 64; ++r) out[base + r * 64 + t] = s[r * PITCH + t] + 1.0f;
}
__global__ void __launch_bounds__(64) ribbon_quarry_bc2_a(const float* __restrict__ in, float* __restrict__ out, float a, float m, float c) {
    __shared__ float s[64 * 64];
    sweep<64>(in, out, a, m, c, s);
}
__global__ void __launch_bounds__(64) ribbon_quarry_bc2_b(const float* __restrict__ in, float* __restrict__ out, float a, float m, float c) {
    __shared__ float s[64 * 65];
    sweep<65>(in, out, a, m, c, s);
}

// ---------------------------------------------------------------- mild: search direction update, FP64
__global__ void acorn_bridge_bc2_a(const double* __restrict__ r, const double* __restrict__ p, const double* __restrict__ v, double* __restrict__ out, double beta, double omega, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = r[i] + beta * (p[i] - omega * v[i]);
}
__global__ void acorn_bridge_bc2_b(const double2* __restrict__ r, const double2* __restrict__ p, const double2* __restrict__ v, double2* __restrict__ out, double beta, double omega, int n2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n2) return;
    double2 a = r[i], b = p[i], c = v[i];
    out[i] = make_double2(a.x + beta * (b.x - omega * c.x), a.y + beta * (b.y - omega * c.y));
}

// ---------------------------------------------------------------- mild: spectral filter, one weight a row
__global__ void ginger_summit_bc2_a(const double* __restrict__ in, const double* __restrict__ weight, double* __restrict__ out, unsigned nx, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * weight[i / nx];
}
__global__ void ginger_summit_bc2_b(const double* __restrict__ in, const double* __restrict__ weight, double* __restrict__ out, unsigned nx) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * nx + x;
    if (x < nx) out[i] = in[i] * weight[blockIdx.y];
}

// ---------------------------------------------------------------- ELL product, FP64, one row a thread
__global__ void willow_magnet_bc2_a(const int* __restrict__ col, const double* __restrict__ val, const double* __restrict__ x, double* __restrict__ y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    double s = 0;
#pragma unroll 9
    for (int k = 0; k < 27; ++k) s += val[(size_t)k * rows + r] * x[col[(size_t)k * rows + r]];
    y[r] = s;
}

// ---------------------------------------------------------------- long power series of an equation of state, FP64
constexpr int DEG = 128;
__constant__ double series[DEG];
__global__ void __launch_bounds__(256) puzzle_glacier_bc2_a(const double* __restrict__ x, double* __restrict__ y, int n) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    double v[4], s[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { v[k] = x[i + k * 256]; s[k] = series[DEG - 1]; }
#pragma unroll
    for (int d = DEG - 2; d >= 0; --d)
#pragma unroll
        for (int k = 0; k < 4; ++k) s[k] = fma(s[k], v[k], series[d]);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[i + k * 256] = s[k];
}

// ---------------------------------------------------------------- Jacobi sweep, five points, FP64
constexpr int JN = 8192, JP = JN + 32;
__global__ void __launch_bounds__(256) cactus_ferry_bc2_a(const double* __restrict__ u, double* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * 4;
    const double* p = u + (size_t)(y + 1) * JP + x + 16;
    double c[6];
#pragma unroll
    for (int k = 0; k < 6; ++k) c[k] = p[(k - 1) * JP];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(y + k) * JN + x] = 1.0 + 0.25 * (c[k] + c[k + 2] + p[k * JP - 1] + p[k * JP + 1]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type) { cases.push_back({name, f, out, count, type}); };

    {
        const int M = 2048, N = 2048, K = 1024;
        double *A = filled<double>((size_t)M * K, 11), *B = filled<double>((size_t)K * N, 12), *C = empty<double>((size_t)M * N);
        add("maple_anchor_bc2_a", [=] { maple_anchor_bc2_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(A, B, C, M, N, K); }, C, (size_t)M * N, Output::f64);
        add("maple_anchor_bc2_b", [=] { maple_anchor_bc2_b<<<dim3(N / 64, M / 64), 256>>>(A, B, C, M, N, K); }, C, (size_t)M * N, Output::f64);
    }
    {
        const int M = 4096, N = 2048, K = 2048;
        __half *A = filled<__half>((size_t)M * K, 13), *B = filled<__half>((size_t)K * N, 14);
        float* C = empty<float>((size_t)M * N);
        add("copper_violin_bc2_a", [=] { copper_violin_bc2_a<<<dim3(N / 128, M / 128), 256>>>(A, B, C, M, N, K); }, C, (size_t)M * N, Output::f32);
        add("copper_violin_bc2_b", [=] { copper_violin_bc2_b<<<dim3(N / 128, M / 128), 256>>>(A, B, C, M, N, K); }, C, (size_t)M * N, Output::f32);
    }
    {
        float *p = filled<float>(WPL * (WN + 9), 15), *o = empty<float>((size_t)WN * WN * WN);
        add("lantern_river_bc2_a", [=] { lantern_river_bc2_a<<<dim3(WN / 32, WN / 8, WN), dim3(32, 8)>>>(p, o); }, o, (size_t)WN * WN * WN, Output::f32);
        add("lantern_river_bc2_b", [=] { lantern_river_bc2_b<<<dim3(WN / 32, WN / 16, WN / 96), dim3(32, 16)>>>(p, o); }, o, (size_t)WN * WN * WN, Output::f32);
    }
    {
        const int rows = 1 << 20;
        std::vector<int> start(rows + 1), col;
        col.reserve((size_t)rows * 33);
        for (int r = 0; r < rows; ++r) {
            start[r] = (int)col.size();
            int len = 24 + hash32(r + 77) % 16;
            for (int j = 0; j < len; ++j) col.push_back(std::min(rows - 1, std::max(0, r + j - len / 2)));
        }
        start[rows] = (int)col.size();
        int *ds = uploaded(start), *dc = uploaded(col);
        double *v = filled<double>(col.size(), 16), *x = filled<double>(rows, 17), *y = empty<double>(rows);
        add("pebble_orchid_bc2_a", [=] { pebble_orchid_bc2_a<<<rows / 256, 256>>>(ds, dc, v, x, y, rows); }, y, rows, Output::f64);
        add("pebble_orchid_bc2_b", [=] { pebble_orchid_bc2_b<<<rows / 32, 256>>>(ds, dc, v, x, y, rows); }, y, rows, Output::f64);
    }
    {
        const int n = 512 * 256, walls = 2048;
        float4 *ion = (float4*)filled<float>((size_t)n * 4, 18), *wall = (float4*)filled<float>((size_t)walls * 4, 19);
        float* e = empty<float>(n);
        add("saddle_comet_bc2_a", [=] { saddle_comet_bc2_a<<<n / 256, 256>>>(ion, wall, e, walls, 0.3f, 12.0f, 6.0f, 0.4f); }, e, n, Output::f32);
        add("saddle_comet_bc2_b", [=] { saddle_comet_bc2_b<<<n / 256, 256>>>(ion, wall, e, walls, 0.3f, 2.5f); }, e, n, Output::f32);
    }
    {
        const int nx = 64, ny = 64, nz = 64, nt = 128, n = nx * ny * nz * nt;
        float *s = filled<float>(n, 20), *o = empty<float>(n);
        add("timber_falcon_bc2_a", [=] { timber_falcon_bc2_a<<<n / 256, 256>>>(s, o, nx, ny, nz, nt, 1.0f, 0.9f, 0.8f, 0.7f); }, o, n, Output::f32);
        add("timber_falcon_bc2_b", [=] { timber_falcon_bc2_b<<<dim3(ny / 4, nz, nt), dim3(64, 4)>>>(s, o, nx, ny, nz, nt, 1.0f, 0.9f, 0.8f, 0.7f); }, o, n, Output::f32);
    }
    {
        const int n = 1 << 24;
        double *u = filled<double>(n, 21), *f = filled<double>(n, 22), *k = empty<double>(n), *v = empty<double>(n), *o = empty<double>(n);
        add("harbor_thistle_bc2_a", [=] {
            harbor_thistle_bc2_a0<<<n / 256, 256>>>(u, f, k, 0.7, n);
            harbor_thistle_bc2_a1<<<n / 256, 256>>>(u, k, v, 0.01, n);
            harbor_thistle_bc2_a2<<<n / 256, 256>>>(v, 0.1, n);
            harbor_thistle_bc2_a3<<<n / 256, 256>>>(u, v, o, n);
        }, o, n, Output::f64);
        add("harbor_thistle_bc2_b", [=] { harbor_thistle_bc2_b<<<n / 256, 256>>>(u, f, o, 0.7, 0.01, 0.1, n); }, o, n, Output::f64);
    }
    {
        const int n = TN * TN * (TN / 4);
        std::vector<float4> host((size_t)TN * TN * TN);
        std::vector<float> sn(TN), cs(TN);
        for (int k = 0; k < TN; ++k) { sn[k] = std::sin(k * 6.2831853f / TN); cs[k] = std::cos(k * 6.2831853f / TN); }
        for (int z = 0; z < TN; ++z) for (int y = 0; y < TN; ++y) for (int x = 0; x < TN; ++x)
            host[((size_t)z * TN + y) * TN + x] = make_float4(0.15f * sn[y] * cs[z], 0.2f * cs[y] * sn[z], 1.35f + 0.1f * sn[y], 0.0f);
        float4* flow = uploaded(host);
        float* o = empty<float>(n);
        const int bytes = TSTEPS * 3 * TBLOCK * 4;
        CHECK(cudaFuncSetAttribute(walnut_piston_bc2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        add("walnut_piston_bc2_a", [=] { walnut_piston_bc2_a<<<n / TBLOCK, TBLOCK, bytes>>>(flow, o); }, o, n, Output::f32);
        add("walnut_piston_bc2_b", [=] { walnut_piston_bc2_b<<<n / TBLOCK, TBLOCK>>>(flow, o); }, o, n, Output::f32);
    }
    {
        const int rows = 16384, cols = 4096;
        double *A = filled<double>((size_t)rows * cols, 23), *x = filled<double>(rows, 24), *y = empty<double>(cols);
        add("meadow_cipher_bc2_a", [=] { meadow_cipher_bc2_a<<<cols / 128, 128>>>(A, x, y, rows, cols); }, y, cols, Output::f64);
        add("meadow_cipher_bc2_b", [=] {
            cudaMemsetAsync(y, 0, cols * sizeof(double));
            meadow_cipher_bc2_b<<<dim3(cols / 128, 64), 128>>>(A, x, y, rows, cols);
        }, y, cols, Output::f64);
    }
    {
        const int n = 1 << 25;
        float *t = filled<float>(n, 25), *f = filled<float>(n, 26), *c = filled<float>(n, 27), *o = empty<float>(n);
        add("velvet_turbine_bc2_a", [=] { velvet_turbine_bc2_a<<<n / 256, 256>>>(t, f, c, o, n); }, o, n, Output::f32);
        add("velvet_turbine_bc2_b", [=] { velvet_turbine_bc2_b<<<n / 256, 256>>>(t, f, c, o, n); }, o, n, Output::f32);
    }
    {
        const int n = 6 << 20;
        float *a = filled<float>(n, 28), *b = filled<float>(n, 29), *c = filled<float>(n, 30);
        int* h = empty<int>(EBINS);
        add("crater_sonnet_bc2_a", [=] { cudaMemsetAsync(h, 0, EBINS * 4); crater_sonnet_bc2_a<<<n / 256, 256>>>(a, b, c, h, n); }, h, EBINS, Output::i32);
        add("crater_sonnet_bc2_b", [=] { cudaMemsetAsync(h, 0, EBINS * 4); crater_sonnet_bc2_b<<<132 * 8, 256>>>(a, b, c, h, n); }, h, EBINS, Output::i32);
    }
    {
        const int lines = 1 << 19;
        const size_t n = (size_t)lines * 64;
        float *in = filled<float>(n, 31), *o = empty<float>(n);
        add("ribbon_quarry_bc2_a", [=] { ribbon_quarry_bc2_a<<<lines / 64, 64>>>(in, o, 0.5f, 0.55f, 0.3f); }, o, n, Output::f32);
        add("ribbon_quarry_bc2_b", [=] { ribbon_quarry_bc2_b<<<lines / 64, 64>>>(in, o, 0.5f, 0.55f, 0.3f); }, o, n, Output::f32);
    }
    {
        const int n = 1 << 25;
        double *r = filled<double>(n, 32), *p = filled<double>(n, 33), *v = filled<double>(n, 34), *o = empty<double>(n);
        add("acorn_bridge_bc2_a", [=] { acorn_bridge_bc2_a<<<n / 256, 256>>>(r, p, v, o, 0.8, 0.3, n); }, o, n, Output::f64);
        add("acorn_bridge_bc2_b", [=] { acorn_bridge_bc2_b<<<n / 512, 256>>>((double2*)r, (double2*)p, (double2*)v, (double2*)o, 0.8, 0.3, n / 2); }, o, n, Output::f64);
    }
    {
        const unsigned nx = 5376, ny = 12288, n = nx * ny;
        double *in = filled<double>(n, 35), *w = filled<double>(ny, 36), *o = empty<double>(n);
        add("ginger_summit_bc2_a", [=] { ginger_summit_bc2_a<<<n / 256, 256>>>(in, w, o, nx, n); }, o, n, Output::f64);
        add("ginger_summit_bc2_b", [=] { ginger_summit_bc2_b<<<dim3(nx / 256, ny), 256>>>(in, w, o, nx); }, o, n, Output::f64);
    }
    {
        const int rows = 1 << 20;
        std::vector<int> col((size_t)rows * 27);
        for (int k = 0; k < 27; ++k) {
            int shift = (k % 3 - 1) + (k / 3 % 3 - 1) * 64 + (k / 9 - 1) * 4096;
            for (int r = 0; r < rows; ++r) col[(size_t)k * rows + r] = (r + shift + rows) % rows;
        }
        int* c = uploaded(col);
        double *v = filled<double>((size_t)rows * 27, 37), *x = filled<double>(rows, 38), *y = empty<double>(rows);
        add("willow_magnet_bc2_a", [=] { willow_magnet_bc2_a<<<rows / 256, 256>>>(c, v, x, y, rows); }, y, rows, Output::f64);
    }
    {
        const int n = 1 << 24;
        std::vector<double> c(DEG);
        for (int k = 0; k < DEG; ++k) c[k] = 1.0 / (1.0 + k) + 0.1 * std::sin(1.7 * k);
        CHECK(cudaMemcpyToSymbol(series, c.data(), DEG * sizeof(double)));
        double *x = filled<double>(n, 39), *y = empty<double>(n);
        add("puzzle_glacier_bc2_a", [=] { puzzle_glacier_bc2_a<<<n / 1024, 256>>>(x, y, n); }, y, n, Output::f64);
    }
    {
        double *u = filled<double>((size_t)JP * (JN + 2), 40), *o = empty<double>((size_t)JN * JN);
        add("cactus_ferry_bc2_a", [=] { cactus_ferry_bc2_a<<<dim3(JN / 32, JN / 32), dim3(32, 8)>>>(u, o); }, o, (size_t)JN * JN, Output::f64);
    }
    return harness::run(argc, argv, cases);
}
