// Arithmetic: solvation, kinetics, lattices, contractions, sea water, integration in time.
#include "harness.cuh"
#include <cuda_pipeline.h>
using harness::Case; using harness::Output;

// ---- Born descreening: sum over all charges of r^-4 and r^-6 ---------------------------------------------------
template <typename Sum>
__device__ __forceinline__ void born_descreen(const float4* __restrict__ atom, const float4* __restrict__ source, float* __restrict__ out, int n, int m) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 a = atom[i];
    Sum fourth = 0, sixth = 0;
    for (int t = 0; t < m; t += 128) {
        __syncthreads();
        tile[threadIdx.x] = source[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 s = tile[j];
            float x = s.x - a.x, y = s.y - a.y, z = s.z - a.z;
            float r2 = x * x + y * y + z * z + 0.3f, r;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r2));
            float u = r * r, f = s.w * u * u;
            fourth += f; sixth += f * u;
        }
    }
    out[i] = (float)(fourth + Sum(0.2) * sixth);
}
__global__ void __launch_bounds__(128) born_descreen_a(const float4* atom, const float4* source, float* out, int n, int m) { born_descreen<double>(atom, source, out, n, m); }
__global__ void __launch_bounds__(128) born_descreen_b(const float4* atom, const float4* source, float* out, int n, int m) { born_descreen<float>(atom, source, out, n, m); }

// ---- 24 modified Arrhenius rates per cell -----------------------------------------------------------------------
__constant__ float3 arrhenius[24];
__global__ void __launch_bounds__(256) arrhenius_pool_a(const float* __restrict__ temperature, float* __restrict__ rate, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float t = 2.f + fabsf(temperature[i]) * 3.f, inverse = 1.f / t, sum = 0.f;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) sum += arrhenius[k].x * powf(t, arrhenius[k].y) * expf(-arrhenius[k].z * inverse);
    rate[i] = sum;
}
__global__ void __launch_bounds__(256) arrhenius_pool_b(const float* __restrict__ temperature, float* __restrict__ rate, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float t = 2.f + fabsf(temperature[i]) * 3.f, inverse = 1.f / t, sum = 0.f;
#pragma unroll 4
    for (int k = 0; k < 24; ++k) sum += arrhenius[k].x * __powf(t, arrhenius[k].y) * __expf(-arrhenius[k].z * inverse);
    rate[i] = sum;
}

// ---- Potts lattice: how many of six neighbours agree ---------------------------------------------------------------
__global__ void potts_bonds_a(const int* __restrict__ spin, int* __restrict__ bonds, int nx, int ny, int nz) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    int x = i % nx, y = (i / nx) % ny, z = i / (nx * ny), own = spin[i] & 3;
    int same = 0;
    same += (spin[(z * ny + y) * nx + (x + 1) % nx] & 3) == own;
    same += (spin[(z * ny + y) * nx + (x + nx - 1) % nx] & 3) == own;
    same += (spin[(z * ny + (y + 1) % ny) * nx + x] & 3) == own;
    same += (spin[(z * ny + (y + ny - 1) % ny) * nx + x] & 3) == own;
    same += (spin[((z + 1) % nz * ny + y) * nx + x] & 3) == own;
    same += (spin[((z + nz - 1) % nz * ny + y) * nx + x] & 3) == own;
    bonds[i] = same;
}
__global__ void potts_bonds_b(const int* __restrict__ spin, int* __restrict__ bonds, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= nx) return;
    int i = (z * ny + y) * nx + x, own = spin[i] & 3;
    int same = 0;
    same += (spin[(z * ny + y) * nx + (x + 1 == nx ? 0 : x + 1)] & 3) == own;
    same += (spin[(z * ny + y) * nx + (x == 0 ? nx - 1 : x - 1)] & 3) == own;
    same += (spin[(z * ny + (y + 1 == ny ? 0 : y + 1)) * nx + x] & 3) == own;
    same += (spin[(z * ny + (y == 0 ? ny - 1 : y - 1)) * nx + x] & 3) == own;
    same += (spin[((z + 1 == nz ? 0 : z + 1) * ny + y) * nx + x] & 3) == own;
    same += (spin[((z == 0 ? nz - 1 : z - 1) * ny + y) * nx + x] & 3) == own;
    bonds[i] = same;
}

// ---- exchange contraction X = P^T Q in f64, both operands stored by auxiliary index -----------------------------------
constexpr int kLead = 132, kDepth = 16, kStage = kDepth * kLead;
__device__ __forceinline__ void fetch_stage(const double* __restrict__ p, const double* __restrict__ q, double* sp, double* sq, int k0, int row, int column, int n) {
#pragma unroll
    for (int c = threadIdx.x; c < kDepth * 64; c += 256) {
        int k = c >> 6, at = (c & 63) * 2;
        __pipeline_memcpy_async(sp + k * kLead + at, p + (size_t)(k0 + k) * n + row + at, 16);
        __pipeline_memcpy_async(sq + k * kLead + at, q + (size_t)(k0 + k) * n + column + at, 16);
    }
    __pipeline_commit();
}
__global__ void __launch_bounds__(256, 1) exchange_contract_a(const double* __restrict__ p, const double* __restrict__ q, double* __restrict__ x, int n, int depth) {
    extern __shared__ __align__(16) double stage[];
    int row = blockIdx.y * 128, column = blockIdx.x * 128, tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    double sum[8][8] = {};
    fetch_stage(p, q, stage, stage + kStage, 0, row, column, n);
    for (int k0 = 0, now = 0; k0 < depth; k0 += kDepth, now ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + kDepth < depth) fetch_stage(p, q, stage + (now ^ 1) * 2 * kStage, stage + (now ^ 1) * 2 * kStage + kStage, k0 + kDepth, row, column, n);
        const double *sp = stage + now * 2 * kStage, *sq = sp + kStage;
#pragma unroll 2
        for (int k = 0; k < kDepth; ++k) {
            double a[8], b[8];
#pragma unroll
            for (int g = 0; g < 4; ++g) {
                double2 u = *(const double2*)(sp + k * kLead + ty * 2 + g * 32), v = *(const double2*)(sq + k * kLead + tx * 2 + g * 32);
                a[2 * g] = u.x; a[2 * g + 1] = u.y; b[2 * g] = v.x; b[2 * g + 1] = v.y;
            }
#pragma unroll
            for (int r = 0; r < 8; ++r)
#pragma unroll
                for (int c = 0; c < 8; ++c) sum[r][c] += a[r] * b[c];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
#pragma unroll
        for (int g = 0; g < 4; ++g)
            *(double2*)(x + (size_t)(row + ty * 2 + (r >> 1) * 32 + (r & 1)) * n + column + tx * 2 + g * 32) = make_double2(sum[r][2 * g], sum[r][2 * g + 1]);
}
__global__ void __launch_bounds__(256, 1) exchange_contract_b(const double* __restrict__ p, const double* __restrict__ q, double* __restrict__ x, int n, int depth) {
    extern __shared__ __align__(16) double stage[];
    int row = blockIdx.y * 128, column = blockIdx.x * 128, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int group = lane >> 2, quad = lane & 3, wr = (warp >> 1) * 32, wc = (warp & 1) * 64;    // a warp owns 32 x 64
    double sum[2][8][4] = {};
    fetch_stage(p, q, stage, stage + kStage, 0, row, column, n);
    for (int k0 = 0, now = 0; k0 < depth; k0 += kDepth, now ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + kDepth < depth) fetch_stage(p, q, stage + (now ^ 1) * 2 * kStage, stage + (now ^ 1) * 2 * kStage + kStage, k0 + kDepth, row, column, n);
        const double *sp = stage + now * 2 * kStage, *sq = sp + kStage;
#pragma unroll
        for (int k = 0; k < kDepth; k += 4) {
            double a[2][2], b[8];
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int h = 0; h < 2; ++h) a[m][h] = sp[(k + quad) * kLead + wr + m * 16 + h * 8 + group];
#pragma unroll
            for (int c = 0; c < 8; ++c) b[c] = sq[(k + quad) * kLead + wc + c * 8 + group];
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int c = 0; c < 8; ++c)
                    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                                 : "+d"(sum[m][c][0]), "+d"(sum[m][c][1]), "+d"(sum[m][c][2]), "+d"(sum[m][c][3])
                                 : "d"(a[m][0]), "d"(a[m][1]), "d"(b[c]));
        }
    }
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int c = 0; c < 8; ++c)
#pragma unroll
            for (int h = 0; h < 2; ++h)
                *(double2*)(x + (size_t)(row + wr + m * 16 + h * 8 + group) * n + column + wc + c * 8 + quad * 2) = make_double2(sum[m][c][2 * h], sum[m][c][2 * h + 1]);
}

// ---- L1 distance between the expression profiles of all pairs of tumours --------------------------------------------
__global__ void __launch_bounds__(256) tumour_contrast_a(const float* __restrict__ profile, float* __restrict__ distance, int n, int genes) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 4
    for (int g = 0; g < genes; ++g) sum += fabsf(profile[(size_t)g * n + i] - profile[(size_t)g * n + j]);
    distance[(size_t)i * n + j] = sum;
}
__global__ void __launch_bounds__(256) tumour_contrast_b(const float* __restrict__ profile, float* __restrict__ distance, int n, int genes) {
    __shared__ float4 left[16][16], right[16][16];                    // 16 genes of 64 tumours each
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int g = 0; g < genes; g += 16) {
        __syncthreads();
        left[ty][tx] = *(const float4*)(profile + (size_t)(g + ty) * n + i0 + tx * 4);
        right[ty][tx] = *(const float4*)(profile + (size_t)(g + ty) * n + j0 + tx * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 u = left[k][ty], v = right[k][tx];
            float a[4] = {u.x, u.y, u.z, u.w}, b[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) sum[r][c] += fabsf(a[r] - b[c]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        *(float4*)(distance + (size_t)(i0 + ty * 4 + r) * n + j0 + tx * 4) = make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
}

// ---- density, expansion and contraction of sea water: three 75-term polynomials -----------------------------------------
__constant__ float sea_terms[3][75];
template <bool Fused>
__device__ __forceinline__ float mac(float a, float b, float c) { return Fused ? __fmaf_rn(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }
template <bool Fused>
__device__ __forceinline__ void seawater_density(const float* __restrict__ salt, const float* __restrict__ heat, const float* __restrict__ press, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s = salt[i], t = heat[i], p = press[i], value[3];
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            float deep = 0.f;
#pragma unroll
            for (int a = 0; a < 3; ++a) {
                float outer = 0.f;
#pragma unroll
                for (int b = 0; b < 5; ++b) {
                    float inner = sea_terms[q][a * 25 + b * 5];
#pragma unroll
                    for (int c = 1; c < 5; ++c) inner = mac<Fused>(inner, t, sea_terms[q][a * 25 + b * 5 + c]);
                    outer = b ? mac<Fused>(outer, s, inner) : inner;
                }
                deep = a ? mac<Fused>(deep, p, outer) : outer;
            }
            value[q] = deep;
        }
        out[i] = value[0] + 0.2f * value[1] * t - 0.7f * value[2] * s;
    }
}
__global__ void __launch_bounds__(192) seawater_density_a(const float* s, const float* t, const float* p, float* out, int n) { seawater_density<false>(s, t, p, out, n); }
__global__ void __launch_bounds__(192) seawater_density_b(const float* s, const float* t, const float* p, float* out, int n) { seawater_density<true>(s, t, p, out, n); }

// ---- a step of velocity Verlet in a periodic box -------------------------------------------------------------------------
__device__ __forceinline__ float4 madd(float4 a, float4 b, float s) { return make_float4(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w); }
__device__ __forceinline__ float4 fold(float4 a) { return make_float4(a.x - 1.5f * rintf(a.x * 0.66666667f), a.y - 1.5f * rintf(a.y * 0.66666667f), a.z - 1.5f * rintf(a.z * 0.66666667f), a.w - 1.5f * rintf(a.w * 0.66666667f)); }
__global__ void trajectory_update_a(const float4* __restrict__ v, const float4* __restrict__ f, float4* __restrict__ half) {
    int i = blockIdx.x * 256 + threadIdx.x; half[i] = madd(v[i], f[i], 0.01f);
}
__global__ void trajectory_drift_a(const float4* __restrict__ x, const float4* __restrict__ half, float4* __restrict__ moved) {
    int i = blockIdx.x * 256 + threadIdx.x; moved[i] = madd(x[i], half[i], 0.8f);
}
__global__ void trajectory_fold_a(const float4* __restrict__ moved, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x; out[i] = fold(moved[i]);
}
__global__ void trajectory_update_b(const float4* __restrict__ x, const float4* __restrict__ v, const float4* __restrict__ f, float4* __restrict__ half, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = madd(v[i], f[i], 0.01f);
    half[i] = h; out[i] = fold(madd(x[i], h, 0.8f));
}

// ---- mild: two double literals in a stream of floats ------------------------------------------------------------------------
__global__ void dewpoint_mix_a(const float* __restrict__ air, const float* __restrict__ ground, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = air[i] * 0.3125 + ground[i] * 0.6875;
}
__global__ void dewpoint_mix_b(const float* __restrict__ air, const float* __restrict__ ground, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = air[i] * 0.3125f + ground[i] * 0.6875f;
}

// ---- healthy: tidal acceleration of probes by a cluster ----------------------------------------------------------------------
__global__ void __launch_bounds__(128, 8) cluster_tidal_a(const float4* __restrict__ probe, const float4* __restrict__ star, float4* __restrict__ pull, int m) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = probe[i], b = probe[i + 128], fa = {0.f, 0.f, 0.f, 0.f}, fb = fa;
    for (int t = 0; t < m; t += 256) {
        __syncthreads();
        tile[threadIdx.x] = star[t + threadIdx.x]; tile[threadIdx.x + 128] = star[t + threadIdx.x + 128];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 s = tile[j];
            float x = s.x - a.x, y = s.y - a.y, z = s.z - a.z, r2 = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f))), r, g;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r2));
            g = s.w * r * (r * r);
            fa.x = fmaf(g, x, fa.x); fa.y = fmaf(g, y, fa.y); fa.z = fmaf(g, z, fa.z); fa.w = fmaf(s.w, r, fa.w);
            x = s.x - b.x; y = s.y - b.y; z = s.z - b.z; r2 = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f)));
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r2));
            g = s.w * r * (r * r);
            fb.x = fmaf(g, x, fb.x); fb.y = fmaf(g, y, fb.y); fb.z = fmaf(g, z, fb.z); fb.w = fmaf(s.w, r, fb.w);
        }
    }
    pull[i] = fa; pull[i + 128] = fb;
}

// ---- healthy: partition functions by a polynomial in f64 -----------------------------------------------------------------------
__constant__ double isotope_terms[192];
__global__ void __launch_bounds__(256) isotope_partition_a(const double2* __restrict__ t, double2* __restrict__ q) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 x = t[i]; double u = isotope_terms[0], v = u;
#pragma unroll
    for (int k = 1; k < 192; ++k) { u = fma(u, x.x, isotope_terms[k]); v = fma(v, x.y, isotope_terms[k]); }
    q[i] = make_double2(u, v);
}

// ---- healthy: random deviates, xoshiro128+ -------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) cosmic_deviates_a(int* __restrict__ out, unsigned seed) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned a = harness::hash32(i ^ seed), b = harness::hash32(a + 1u), c = harness::hash32(b + i), d = harness::hash32(c + 3u), mix = 0;
#pragma unroll 16
    for (int k = 0; k < 512; ++k) {
        mix ^= a + d;
        unsigned t = b << 9;
        c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = __funnelshift_l(d, d, 11);
    }
    out[i] = (int)(mix >> 4);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    {
        int n = 528 * 128, m = 8192; float4 *atom = (float4*)filled<float>(4 * n, 3), *source = (float4*)filled<float>(4 * m, 5); float* out = harness::empty<float>(n);
        cases.push_back({"born_descreen_a", [=] { born_descreen_a<<<n / 128, 128>>>(atom, source, out, n, m); }, out, (size_t)n});
        cases.push_back({"born_descreen_b", [=] { born_descreen_b<<<n / 128, 128>>>(atom, source, out, n, m); }, out, (size_t)n});
    }
    {
        std::vector<float3> k(24); for (int i = 0; i < 24; ++i) k[i] = make_float3(0.5f + 0.1f * i, -1.1f + 0.13f * i, 0.7f + 0.31f * i);
        CHECK(cudaMemcpyToSymbol(arrhenius, k.data(), 24 * sizeof(float3)));
        int n = 2 << 20; float *t = filled<float>(n, 7), *out = harness::empty<float>(n);
        cases.push_back({"arrhenius_pool_a", [=] { arrhenius_pool_a<<<n / 256, 256>>>(t, out, n); }, out, (size_t)n});
        cases.push_back({"arrhenius_pool_b", [=] { arrhenius_pool_b<<<n / 256, 256>>>(t, out, n); }, out, (size_t)n});
    }
    {
        int nx = 384, ny = 300, nz = 240, n = nx * ny * nz; int *spin = indices(n, 1 << 20, 11), *out = harness::empty<int>(n);
        cases.push_back({"potts_bonds_a", [=] { potts_bonds_a<<<n / 384, 384>>>(spin, out, nx, ny, nz); }, out, (size_t)n, Output::i32});
        cases.push_back({"potts_bonds_b", [=] { potts_bonds_b<<<dim3(1, ny, nz), 384>>>(spin, out, nx, ny, nz); }, out, (size_t)n, Output::i32});
    }
    {
        int n = 2048, depth = 1024, bytes = 4 * kStage * 8; double *p = filled<double>((size_t)n * depth, 13), *q = filled<double>((size_t)n * depth, 17), *x = harness::empty<double>((size_t)n * n);
        CHECK(cudaFuncSetAttribute(exchange_contract_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(exchange_contract_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        cases.push_back({"exchange_contract_a", [=] { exchange_contract_a<<<dim3(16, 16), 256, bytes>>>(p, q, x, n, depth); }, x, (size_t)n * n, Output::f64});
        cases.push_back({"exchange_contract_b", [=] { exchange_contract_b<<<dim3(16, 16), 256, bytes>>>(p, q, x, n, depth); }, x, (size_t)n * n, Output::f64});
    }
    {
        int n = 2048, genes = 512; float *profile = filled<float>((size_t)n * genes, 19), *out = harness::empty<float>((size_t)n * n);
        cases.push_back({"tumour_contrast_a", [=] { tumour_contrast_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(profile, out, n, genes); }, out, (size_t)n * n});
        cases.push_back({"tumour_contrast_b", [=] { tumour_contrast_b<<<dim3(n / 64, n / 64), 256>>>(profile, out, n, genes); }, out, (size_t)n * n});
    }
    {
        std::vector<float> terms(225); for (int i = 0; i < 225; ++i) terms[i] = unit(i + 500u);
        CHECK(cudaMemcpyToSymbol(sea_terms, terms.data(), 900));
        int n = 8 << 20; float *s = filled<float>(n, 23), *t = filled<float>(n, 29), *p = filled<float>(n, 31), *out = harness::empty<float>(n);
        cases.push_back({"seawater_density_a", [=] { seawater_density_a<<<132 * 40, 192>>>(s, t, p, out, n); }, out, (size_t)n});
        cases.push_back({"seawater_density_b", [=] { seawater_density_b<<<132 * 40, 192>>>(s, t, p, out, n); }, out, (size_t)n});
    }
    {
        size_t n = 24 << 20; int blocks = (int)(n / 1024);
        float4 *x = (float4*)filled<float>(n, 37), *v = (float4*)filled<float>(n, 41), *f = (float4*)filled<float>(n, 43), *half = (float4*)harness::empty<float>(n), *moved = (float4*)harness::empty<float>(n), *out = (float4*)harness::empty<float>(n);
        cases.push_back({"trajectory_update_a", [=] { trajectory_update_a<<<blocks, 256>>>(v, f, half); trajectory_drift_a<<<blocks, 256>>>(x, half, moved); trajectory_fold_a<<<blocks, 256>>>(moved, out); }, out, n});
        cases.push_back({"trajectory_update_b", [=] { trajectory_update_b<<<blocks, 256>>>(x, v, f, half, out); }, out, n});
    }
    {
        int n = 40 << 20; float *a = filled<float>(n, 47), *g = filled<float>(n, 53), *out = harness::empty<float>(n);
        cases.push_back({"dewpoint_mix_a", [=] { dewpoint_mix_a<<<132 * 64, 256>>>(a, g, out, n); }, out, (size_t)n});
        cases.push_back({"dewpoint_mix_b", [=] { dewpoint_mix_b<<<132 * 64, 256>>>(a, g, out, n); }, out, (size_t)n});
    }
    {
        int n = 1056 * 256, m = 4096; float4 *probe = (float4*)filled<float>(4 * n, 59), *star = (float4*)filled<float>(4 * m, 61), *pull = (float4*)harness::empty<float>(4 * n);
        cases.push_back({"cluster_tidal_a", [=] { cluster_tidal_a<<<1056, 128>>>(probe, star, pull, m); }, pull, (size_t)4 * n});
    }
    {
        std::vector<double> c(192); for (int i = 0; i < 192; ++i) c[i] = unit(i + 900u);
        CHECK(cudaMemcpyToSymbol(isotope_terms, c.data(), 192 * 8));
        size_t n = 16 << 20; double *t = filled<double>(n, 67), *q = harness::empty<double>(n);
        cases.push_back({"isotope_partition_a", [=] { isotope_partition_a<<<(unsigned)(n / 512), 256>>>((double2*)t, (double2*)q); }, q, n, Output::f64});
    }
    {
        size_t n = 132 * 8 * 256 * 12; int* out = harness::empty<int>(n);
        cases.push_back({"cosmic_deviates_a", [=] { cosmic_deviates_a<<<(unsigned)(n / 256), 256>>>(out, 12345u); }, out, n, Output::i32});
    }
    return run(argc, argv, cases);
}
