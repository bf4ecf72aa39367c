// Layout and storage: weather columns, seismic tensors, ions, reads, multipoles, wavefields.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <algorithm>
using harness::Case; using harness::Output;

// ---- precipitable water per column -------------------------------------------------------------------
constexpr int kColumns = 270336, kLevels = 91;
__constant__ float thickness[kLevels];
template <int StrideColumn, int StrideLevel>
__device__ __forceinline__ void vapor_column(const float* __restrict__ humidity, const float* __restrict__ temperature, float* __restrict__ out) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= kColumns) return;
    float water = 0.f, weight = 0.f;
    for (int level = 0; level < kLevels; ++level) {
        size_t at = (size_t)column * StrideColumn + (size_t)level * StrideLevel;
        float q = humidity[at], t = temperature[at];
        water += q * thickness[level];
        weight += t * (1.f + 0.61f * q) * thickness[level];
    }
    out[column] = water * 0.102f + weight * 0.001f;
}
__global__ void vapor_column_a(const float* q, const float* t, float* out) { vapor_column<kLevels, 1>(q, t, out); }
__global__ void vapor_column_b(const float* q, const float* t, float* out) { vapor_column<1, kColumns>(q, t, out); }

// ---- moment tensors from slip and fault normal -------------------------------------------------------
template <bool ByPoint>
__device__ __forceinline__ void moment_tensor(const float* __restrict__ slip, const float* __restrict__ normal, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s[3], v[3];
#pragma unroll
        for (int k = 0; k < 3; ++k) { s[k] = slip[(size_t)k * n + i]; v[k] = normal[(size_t)k * n + i]; }
        float open = s[0] * v[0] + s[1] * v[1] + s[2] * v[2];
#pragma unroll
        for (int r = 0; r < 3; ++r)
#pragma unroll
            for (int c = 0; c < 3; ++c) {
                float m = 3.2f * (s[r] * v[c] + s[c] * v[r]) + (r == c ? 2.9f * open : 0.f);
                out[ByPoint ? (size_t)i * 9 + r * 3 + c : (size_t)(r * 3 + c) * n + i] = m;
            }
    }
}
__global__ void moment_tensor_a(const float* slip, const float* normal, float* out, int n) { moment_tensor<true>(slip, normal, out, n); }
__global__ void moment_tensor_b(const float* slip, const float* normal, float* out, int n) { moment_tensor<false>(slip, normal, out, n); }

// ---- kinetic energy of ions --------------------------------------------------------------------------
struct Ion { double position[3], velocity[3], force[3], mass, charge, tag; };
__global__ void ion_kinetic_a(const Ion* __restrict__ ions, double* __restrict__ energy, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    double x = ions[i].velocity[0], y = ions[i].velocity[1], z = ions[i].velocity[2];
    energy[i] = 0.5 * ions[i].mass * (x * x + y * y + z * z);
}
__global__ void ion_kinetic_b(const double* __restrict__ vx, const double* __restrict__ vy, const double* __restrict__ vz,
                              const double* __restrict__ mass, double* __restrict__ energy, int n) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    double x = vx[i], y = vy[i], z = vz[i];
    energy[i] = 0.5 * mass[i] * (x * x + y * y + z * z);
}

// ---- field at the particles of a plasma --------------------------------------------------------------
constexpr int kPlasmaX = 256, kPlasmaY = 256, kPlasmaZ = 512;
__device__ __forceinline__ void plasma_kick(const int* __restrict__ cell, const float* __restrict__ potential, float* __restrict__ kick, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    int c = cell[p];
    float here = potential[c];
    float ex = potential[c + 1] - here, ey = potential[c + kPlasmaX] - here, ez = potential[c + kPlasmaX * kPlasmaY] - here;
    kick[p] = -0.5f * sqrtf(ex * ex + ey * ey + ez * ez + 1e-6f);
}
__global__ void plasma_kick_a(const int* cell, const float* potential, float* kick, int n) { plasma_kick(cell, potential, kick, n); }
__global__ void plasma_kick_b(const int* cell, const float* potential, float* kick, int n) { plasma_kick(cell, potential, kick, n); }

// ---- smoothing along the meridian, 25 points ---------------------------------------------------------
constexpr int kLon = 1440, kLat = 721, kLatIn = kLat + 24, kSlabs = 19;
__constant__ float meridian_taps[25];
template <int Pitch>
__device__ __forceinline__ void meridian_filter(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, slab = blockIdx.z;
    if (y >= kLat) return;
    const float* p = in + ((size_t)slab * kLatIn + y) * Pitch + x;
    float sum = 0.f;
#pragma unroll
    for (int k = 0; k < 25; ++k) sum += meridian_taps[k] * p[k * Pitch];
    out[((size_t)slab * kLat + y) * kLon + x] = sum;
}
__global__ void __launch_bounds__(1024, 2) meridian_filter_a(const float* in, float* out) { meridian_filter<kLon + 1>(in, out); }
__global__ void __launch_bounds__(1024, 2) meridian_filter_b(const float* in, float* out) { meridian_filter<kLon + 32>(in, out); }

// ---- stream function: smooth along x, hand over with the axes exchanged (f64) ---------------------------
template <int Width>
__device__ __forceinline__ void streamfn_axes(const double* __restrict__ in, double* __restrict__ out, int n) {
    __shared__ double tile[32][Width];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8) tile[r][threadIdx.x] = in[(size_t)(y + r) * n + x];
    __syncthreads();
    int row = blockIdx.x * 32, column = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8) {
        double left = tile[threadIdx.x][max(r - 1, 0)], mid = tile[threadIdx.x][r], right = tile[threadIdx.x][min(r + 1, 31)];
        out[(size_t)(row + r) * n + column] = 0.25 * left + 0.5 * mid + 0.25 * right;
    }
}
__global__ void streamfn_axes_a(const double* in, double* out, int n) { streamfn_axes<32>(in, out, n); }
__global__ void streamfn_axes_b(const double* in, double* out, int n) { streamfn_axes<33>(in, out, n); }

// ---- DUST-like score of sequencing reads: 96 bases, 2 bits each ------------------------------------------
__global__ void __launch_bounds__(256) read_complexity_a(const unsigned* __restrict__ bases, float* __restrict__ score, int n) {
    int read = blockIdx.x * 256 + threadIdx.x;
    if (read >= n) return;
    int count[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k] = 0;
    unsigned pair = 0;
    for (int w = 0; w < 6; ++w) {
        unsigned word = bases[(size_t)w * n + read];
#pragma unroll 4
        for (int b = 0; b < 16; ++b) { pair = ((pair << 2) | (word & 3u)) & 15u; word >>= 2; count[pair] += 1; }
    }
    int repeats = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) repeats += count[k] * (count[k] - 1) / 2;
    score[read] = repeats * (1.f / 95.f);
}
__global__ void __launch_bounds__(256) read_complexity_b(const unsigned* __restrict__ bases, float* __restrict__ score, int n) {
    __shared__ int counts[16][256];
    int read = blockIdx.x * 256 + threadIdx.x;
    if (read >= n) return;
#pragma unroll
    for (int k = 0; k < 16; ++k) counts[k][threadIdx.x] = 0;
    unsigned pair = 0;
    for (int w = 0; w < 6; ++w) {
        unsigned word = bases[(size_t)w * n + read];
#pragma unroll 4
        for (int b = 0; b < 16; ++b) { pair = ((pair << 2) | (word & 3u)) & 15u; word >>= 2; counts[pair][threadIdx.x] += 1; }
    }
    int repeats = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) { int c = counts[k][threadIdx.x]; repeats += c * (c - 1) / 2; }
    score[read] = repeats * (1.f / 95.f);
}

// ---- multipole moments up to order 4 about many centres -------------------------------------------------
__device__ __forceinline__ void multipole_build(const float* __restrict__ centre, const float4* __restrict__ charge, float* __restrict__ moment, int n) {
    __shared__ float4 body[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    body[threadIdx.x] = charge[(blockIdx.x & 255) * 128 + threadIdx.x];
    __syncthreads();
    float cx = centre[i], cy = centre[n + i], cz = centre[2 * n + i];
    float sum[35];
#pragma unroll
    for (int m = 0; m < 35; ++m) sum[m] = 0.f;
#pragma unroll 1
    for (int b = 0; b < 128; ++b) {
        float4 q = body[b];
        float x = q.x - cx, y = q.y - cy, z = q.z - cz, px = q.w;
        int m = 0;
#pragma unroll
        for (int i1 = 0; i1 < 5; ++i1) {
            float py = px;
#pragma unroll
            for (int j1 = 0; j1 < 5 - i1; ++j1) {
                float pz = py;
#pragma unroll
                for (int k1 = 0; k1 < 5 - i1 - j1; ++k1) { sum[m++] += pz; pz *= z; }
                py *= y;
            }
            px *= x;
        }
    }
#pragma unroll
    for (int m = 0; m < 35; ++m) moment[(size_t)m * n + i] = sum[m];
}
__global__ void __launch_bounds__(128, 16) multipole_build_a(const float* centre, const float4* charge, float* moment, int n) { multipole_build(centre, charge, moment, n); }
__global__ void __launch_bounds__(128, 6) multipole_build_b(const float* centre, const float4* charge, float* moment, int n) { multipole_build(centre, charge, moment, n); }

// ---- nanopore samples to picoamperes --------------------------------------------------------------------
__global__ void __launch_bounds__(64) pore_current_a(const short* __restrict__ raw, __half* __restrict__ current) {
    size_t i = (size_t)blockIdx.x * 64 + threadIdx.x;
    current[i] = __float2half((raw[i] + 12.f) * 0.00074f);
}
__global__ void __launch_bounds__(64) pore_current_b(const short* __restrict__ raw, __half* __restrict__ current) {
    size_t first = (size_t)blockIdx.x * 64 * 64 + threadIdx.x;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) current[first + k * 64] = __float2half((raw[first + k * 64] + 12.f) * 0.00074f);
}

// ---- mild: f64 stream whose inputs begin one element in ---------------------------------------------------
__device__ __forceinline__ void isobar_shift(const double* __restrict__ height, const double* __restrict__ slope, double* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = height[i] * 0.9806 + slope[i];
}
__global__ void isobar_shift_a(const double* h, const double* s, double* out, int n) { isobar_shift(h, s, out, n); }
__global__ void isobar_shift_b(const double* h, const double* s, double* out, int n) { isobar_shift(h, s, out, n); }

// ---- mild: half the warps a multiprocessor can hold, at the DRAM roof --------------------------------------
__device__ __forceinline__ void albedo_blend(const float4* __restrict__ snow, const float4* __restrict__ soil, const float4* __restrict__ cover, float4* __restrict__ out) {
    size_t first = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 a = snow[first + k * 256], b = soil[first + k * 256], w = cover[first + k * 256], r;
        r.x = b.x + w.x * (a.x - b.x); r.y = b.y + w.y * (a.y - b.y); r.z = b.z + w.z * (a.z - b.z); r.w = b.w + w.w * (a.w - b.w);
        out[first + k * 256] = r;
    }
}
__global__ void __launch_bounds__(256) albedo_blend_a(const float4* a, const float4* b, const float4* w, float4* out) { albedo_blend(a, b, w, out); }
__global__ void __launch_bounds__(256) albedo_blend_b(const float4* a, const float4* b, const float4* w, float4* out) { albedo_blend(a, b, w, out); }

// ---- healthy: acoustic wave step, marching along z -----------------------------------------------------------
constexpr int kSaltX = 512, kSaltY = 512, kSaltZ = 192, kSaltPlane = kSaltX * kSaltY;
__global__ void __launch_bounds__(256, 4) salt_wavefield_a(const float* __restrict__ now, const float* __restrict__ before,
                                                           const float* __restrict__ speed, float* __restrict__ next) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * 16;
    size_t at = (size_t)z0 * kSaltPlane + (size_t)y * kSaltX + x;
    const float* p = now + kSaltPlane + at;                        // one ghost plane below and above
    float4 below = *(const float4*)(p - kSaltPlane), mid = *(const float4*)p;
#pragma unroll 2
    for (int z = 0; z < 16; ++z, p += kSaltPlane, at += kSaltPlane) {
        float4 above = *(const float4*)(p + kSaltPlane);
        float4 old = __ldcs((const float4*)(before + at)), v = __ldcs((const float4*)(speed + at));
        float4 north = *(const float4*)(p + kSaltX), south = *(const float4*)(p - kSaltX), r;
        float west = p[-1], east = p[4];
        r.x = 2.f * mid.x - old.x + v.x * (west + mid.y + north.x + south.x + below.x + above.x - 6.f * mid.x);
        r.y = 2.f * mid.y - old.y + v.y * (mid.x + mid.z + north.y + south.y + below.y + above.y - 6.f * mid.y);
        r.z = 2.f * mid.z - old.z + v.z * (mid.y + mid.w + north.z + south.z + below.z + above.z - 6.f * mid.z);
        r.w = 2.f * mid.w - old.w + v.w * (mid.z + east + north.w + south.w + below.w + above.w - 6.f * mid.w);
        __stcs((float4*)(next + at), r);
        below = mid; mid = above;
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    {   // columns
        std::vector<float> dp(kLevels); for (int k = 0; k < kLevels; ++k) dp[k] = 4.f + 0.1f * k;
        CHECK(cudaMemcpyToSymbol(thickness, dp.data(), kLevels * sizeof(float)));
        size_t n = (size_t)kColumns * kLevels;
        std::vector<float> a(n), b(n);
        const float *q[2], *t[2];
        for (int which = 0; which < 2; ++which) {
            for (size_t c = 0; c < kColumns; ++c)
                for (size_t k = 0; k < kLevels; ++k) a[c * kLevels + k] = unit((uint32_t)(c * kLevels + k) * 3 + which);
            for (size_t c0 = 0; c0 < kColumns; c0 += 64)
                for (size_t k = 0; k < kLevels; ++k)
                    for (size_t c = c0; c < c0 + 64; ++c) b[k * kColumns + c] = a[c * kLevels + k];
            (which ? t : q)[0] = uploaded(a); (which ? t : q)[1] = uploaded(b);
        }
        float* out = harness::empty<float>(kColumns);
        const float *q0 = q[0], *q1 = q[1], *t0 = t[0], *t1 = t[1];
        cases.push_back({"vapor_column_a", [=] { vapor_column_a<<<kColumns / 128, 128>>>(q0, t0, out); }, out, kColumns});
        cases.push_back({"vapor_column_b", [=] { vapor_column_b<<<kColumns / 128, 128>>>(q1, t1, out); }, out, kColumns});
    }
    {
        int n = 4 << 20; float *slip = filled<float>(3 * (size_t)n, 3), *normal = filled<float>(3 * (size_t)n, 5), *out = harness::empty<float>(9 * (size_t)n);
        cases.push_back({"moment_tensor_a", [=] { moment_tensor_a<<<132 * 8, 256>>>(slip, normal, out, n); }, out, 9 * (size_t)n});
        cases.push_back({"moment_tensor_b", [=] { moment_tensor_b<<<132 * 8, 256>>>(slip, normal, out, n); }, out, 9 * (size_t)n});
    }
    {
        int n = 3 << 20; std::vector<Ion> ions(n); std::vector<double> part[4];
        for (auto& p : part) p.resize(n);
        for (int i = 0; i < n; ++i) {
            double* d = (double*)&ions[i];
            for (int k = 0; k < 12; ++k) d[k] = unit(i * 12u + k);
            for (int k = 0; k < 3; ++k) part[k][i] = ions[i].velocity[k];
            part[3][i] = ions[i].mass;
        }
        Ion* all = uploaded(ions); double *x = uploaded(part[0]), *y = uploaded(part[1]), *z = uploaded(part[2]), *m = uploaded(part[3]), *out = harness::empty<double>(n);
        cases.push_back({"ion_kinetic_a", [=] { ion_kinetic_a<<<n / 512, 512>>>(all, out, n); }, out, (size_t)n, Output::f64});
        cases.push_back({"ion_kinetic_b", [=] { ion_kinetic_b<<<n / 512, 512>>>(x, y, z, m, out, n); }, out, (size_t)n, Output::f64});
    }
    {
        int n = 4 << 20; uint32_t cells = kPlasmaX * kPlasmaY * kPlasmaZ, usable = cells - kPlasmaX * kPlasmaY - 1;
        std::vector<int> cell(n); for (int i = 0; i < n; ++i) cell[i] = hash32(i * 7u + 11u) % usable;
        int* loose = uploaded(cell); std::sort(cell.begin(), cell.end()); int* ordered = uploaded(cell);
        float *phi = filled<float>(cells, 17), *out = harness::empty<float>(n);
        cases.push_back({"plasma_kick_a", [=] { plasma_kick_a<<<n / 192 + 1, 192>>>(loose, phi, out, n); }, out, (size_t)n});
        cases.push_back({"plasma_kick_b", [=] { plasma_kick_b<<<n / 192 + 1, 192>>>(ordered, phi, out, n); }, out, (size_t)n});
    }
    {
        std::vector<float> taps(25); for (int k = 0; k < 25; ++k) taps[k] = std::exp(-0.02f * (k - 12) * (k - 12)) * 0.08f;
        CHECK(cudaMemcpyToSymbol(meridian_taps, taps.data(), 100));
        float* in[2];
        for (int which = 0; which < 2; ++which) {
            size_t pitch = which ? kLon + 32 : kLon + 1;
            std::vector<float> v(pitch * kLatIn * kSlabs, 0.25f);
            for (size_t r = 0; r < (size_t)kLatIn * kSlabs; ++r) for (size_t x = 0; x < kLon; ++x) v[r * pitch + x] = unit((uint32_t)(r * kLon + x) + 77u);
            in[which] = uploaded(v);
        }
        size_t count = (size_t)kLon * kLat * kSlabs; float *i0 = in[0], *i1 = in[1], *out = harness::empty<float>(count);
        dim3 grid(kLon / 32, (kLat + 31) / 32, kSlabs), block(32, 32);
        cases.push_back({"meridian_filter_a", [=] { meridian_filter_a<<<grid, block>>>(i0, out); }, out, count});
        cases.push_back({"meridian_filter_b", [=] { meridian_filter_b<<<grid, block>>>(i1, out); }, out, count});
    }
    {
        int n = 4096; double *in = filled<double>((size_t)n * n, 23), *out = harness::empty<double>((size_t)n * n);
        cases.push_back({"streamfn_axes_a", [=] { streamfn_axes_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n, Output::f64});
        cases.push_back({"streamfn_axes_b", [=] { streamfn_axes_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n, Output::f64});
    }
    {
        int n = 2 << 20; unsigned* bases = (unsigned*)indices(6 * (size_t)n, 0xffffffffu, 29); float* out = harness::empty<float>(n);
        cases.push_back({"read_complexity_a", [=] { read_complexity_a<<<n / 256, 256>>>(bases, out, n); }, out, (size_t)n});
        cases.push_back({"read_complexity_b", [=] { read_complexity_b<<<n / 256, 256>>>(bases, out, n); }, out, (size_t)n});
    }
    {
        int n = 512 << 10; float *centre = filled<float>(3 * (size_t)n, 31), *out = harness::empty<float>(35 * (size_t)n);
        float4* charge = (float4*)filled<float>(256 * 128 * 4, 37);
        cases.push_back({"multipole_build_a", [=] { multipole_build_a<<<n / 128, 128>>>(centre, charge, out, n); }, out, 35 * (size_t)n});
        cases.push_back({"multipole_build_b", [=] { multipole_build_b<<<n / 128, 128>>>(centre, charge, out, n); }, out, 35 * (size_t)n});
    }
    {
        size_t n = 32 << 20; short* raw = (short*)indices(n / 2, 0x7fffffffu, 41); __half* out = harness::empty<__half>(n);
        cases.push_back({"pore_current_a", [=] { pore_current_a<<<n / 64, 64>>>(raw, out); }, out, n, Output::f16});
        cases.push_back({"pore_current_b", [=] { pore_current_b<<<n / 4096, 64>>>(raw, out); }, out, n, Output::f16});
    }
    {
        int n = 14 << 20; double *h = filled<double>((size_t)n + 1, 43), *s = filled<double>((size_t)n + 1, 47), *out = harness::empty<double>(n);
        double *h1 = filled<double>(n, 43u + 2654435761u), *s1 = filled<double>(n, 47u + 2654435761u);
        cases.push_back({"isobar_shift_a", [=] { isobar_shift_a<<<n / 256, 256>>>(h + 1, s + 1, out, n); }, out, (size_t)n, Output::f64});
        cases.push_back({"isobar_shift_b", [=] { isobar_shift_b<<<n / 256, 256>>>(h1, s1, out, n); }, out, (size_t)n, Output::f64});
    }
    {
        size_t n = 24 << 20; float4 *a = (float4*)filled<float>(n, 53), *b = (float4*)filled<float>(n, 59), *w = (float4*)filled<float>(n, 61), *out = (float4*)harness::empty<float>(n);
        cases.push_back({"albedo_blend_a", [=] { albedo_blend_a<<<n / 4096, 256, 46 << 10>>>(a, b, w, out); }, out, n});
        cases.push_back({"albedo_blend_b", [=] { albedo_blend_b<<<n / 4096, 256>>>(a, b, w, out); }, out, n});
    }
    {
        size_t n = (size_t)kSaltPlane * kSaltZ; float *now = filled<float>(n + 2 * kSaltPlane, 67), *before = filled<float>(n, 71), *speed = filled<float>(n, 73), *next = harness::empty<float>(n);
        cases.push_back({"salt_wavefield_a", [=] { salt_wavefield_a<<<dim3(kSaltX / 128, kSaltY / 8, kSaltZ / 16), dim3(32, 8)>>>(now, before, speed, next); }, next, n});
    }
    return run(argc, argv, cases);
}
