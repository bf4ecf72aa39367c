// Shared memory whose addresses fall on one bank: shared-bank-conflict, and one mild case.
//   flip     8192 x 8192 transpose through an unpadded 32 x 32 tile: the column read is 32 wavefronts, 33 a warp where 2 would do:
//            16 k warp rows an SM x 33 = 0.52 M cycles = 300 us against DRAM's 125 us. b: 33 words a row.
//   leaky    leaky integrator over 67 M samples in runs of 32, one run a thread, staged through shared memory. a: runs 32 words apart, every
//            access of a warp on one bank: 64 x 32 wavefronts a warp, 1.0 M cycles an SM = 580 us against DRAM's 125 us. b: one pad word a run.
//   coulomb  4,096 cells of 256 charges, every pair in a cell, thread t meeting (t + k) mod 256. a: phase-space structures of 8 words in shared
//            memory: 4 loads x 8 wavefronts a pair step against about 5 issue cycles of arithmetic. b: one array for each field.
//   halve    (mild) wavelet halving of 134 M samples, 805 MB of DRAM traffic (190 us). a: the odd sample before is a stride-2 load,
//            2-way, on a pipe under half busy. b: even and odd samples apart. DRAM binds both.
#include "harness.cuh"

template <int Pitch>
__device__ __forceinline__ void flip(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[32][Pitch];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[ty + k][tx] = in[(size_t)(y + ty + k) * n + x + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(x + ty + k) * n + y + tx] = tile[tx][ty + k];
}
__global__ void flip_a(const float* __restrict__ in, float* __restrict__ out, int n) { flip<32>(in, out, n); }
__global__ void flip_b(const float* __restrict__ in, float* __restrict__ out, int n) { flip<33>(in, out, n); }

template <int Pitch>  // words between the runs of neighbouring threads
__device__ __forceinline__ void leaky(const float* __restrict__ x, float* __restrict__ y, float keep) {
    __shared__ float s[256 * Pitch];
    size_t base = blockIdx.x * (size_t)8192 + threadIdx.x;
    int at = threadIdx.x / 32 * Pitch + threadIdx.x % 32;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) s[at + k * 8 * Pitch] = x[base + k * 256];
    __syncthreads();
    float* run = s + threadIdx.x * Pitch;
    float acc = 0;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) run[k] = acc = keep * acc + run[k];
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < 32; ++k) y[base + k * 256] = s[at + k * 8 * Pitch];
}
__global__ void __launch_bounds__(256) leaky_a(const float* __restrict__ x, float* __restrict__ y, float keep) { leaky<32>(x, y, keep); }
__global__ void __launch_bounds__(256) leaky_b(const float* __restrict__ x, float* __restrict__ y, float keep) { leaky<33>(x, y, keep); }

// p holds seven arrays of n: x, vx, y, vy, z, vz, q; out holds the three new velocities
struct Phase { float x, vx, y, vy, z, vz, q, mass; };
__device__ __forceinline__ void repel(float dx, float dy, float dz, float q, float& fx, float& fy, float& fz) {
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = q * r * r * r;
    fx += f * dx; fy += f * dy; fz += f * dz;
}
__global__ void __launch_bounds__(256) coulomb_a(const float* __restrict__ p, float* __restrict__ out, int n, float dt) {
    __shared__ Phase s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = {p[i], p[n + i], p[2 * n + i], p[3 * n + i], p[4 * n + i], p[5 * n + i], p[6 * n + i], 1.0f};
    __syncthreads();
    float x = s[t].x, y = s[t].y, z = s[t].z, fx = 0, fy = 0, fz = 0;
#pragma unroll 4
    for (int k = 1; k < 256; ++k) {
        int j = (t + k) & 255;
        repel(x - s[j].x, y - s[j].y, z - s[j].z, s[j].q, fx, fy, fz);
    }
    float push = dt * s[t].q;
    out[i] = s[t].vx + push * fx; out[n + i] = s[t].vy + push * fy; out[2 * n + i] = s[t].vz + push * fz;
}
__global__ void __launch_bounds__(256) coulomb_b(const float* __restrict__ p, float* __restrict__ out, int n, float dt) {
    __shared__ float sx[256], sy[256], sz[256], sq[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float x = sx[t] = p[i], y = sy[t] = p[2 * n + i], z = sz[t] = p[4 * n + i], q = sq[t] = p[6 * n + i], fx = 0, fy = 0, fz = 0;
    __syncthreads();
#pragma unroll 4
    for (int k = 1; k < 256; ++k) {
        int j = (t + k) & 255;
        repel(x - sx[j], y - sy[j], z - sz[j], sq[j], fx, fy, fz);
    }
    float push = dt * q;
    out[i] = p[n + i] + push * fx; out[n + i] = p[3 * n + i] + push * fy; out[2 * n + i] = p[5 * n + i] + push * fz;
}

// a block halves 2,048 samples; y[i] = (x[2i-1] + 2 x[2i] + x[2i+1]) / 4
__global__ void __launch_bounds__(256) halve_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ __align__(16) float s[2052];
    size_t base = blockIdx.x * (size_t)2048;
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 512; k += 256) *(float4*)&s[4 + 4 * (t + k)] = ((const float4*)(x + base))[t + k];
    if (t == 0) s[3] = base ? x[base - 1] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 1024; i += 256) {
        const float* at = s + 2 * (t + i);
        y[base / 2 + t + i] = 0.25f * (at[3] + 2 * at[4] + at[5]);
    }
}
__global__ void __launch_bounds__(256) halve_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ __align__(16) float even[1024], odd[1026];
    size_t base = blockIdx.x * (size_t)2048;
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 512; k += 256) {
        float4 v = ((const float4*)(x + base))[t + k];
        *(float2*)&even[2 * (t + k)] = {v.x, v.z};
        *(float2*)&odd[2 * (t + k) + 2] = {v.y, v.w};
    }
    if (t == 0) odd[1] = base ? x[base - 1] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 1024; i += 256) y[base / 2 + t + i] = 0.25f * (odd[1 + t + i] + 2 * even[t + i] + odd[2 + t + i]);
}

int main(int argc, char** argv) {
    using namespace harness;
    int n = 8192; size_t area = (size_t)n * n;
    float *m = filled<float>(area), *ta = empty<float>(area), *tb = empty<float>(area);
    size_t samples = 1 << 26;
    float *x = filled<float>(samples, 2), *la = empty<float>(samples), *lb = empty<float>(samples);
    int cells = 4096, atoms = cells * 256;
    float *p = filled<float>((size_t)atoms * 7, 3), *va = empty<float>(atoms * 3), *vb = empty<float>(atoms * 3);
    size_t wide = 1 << 27;
    float *w = filled<float>(wide, 4), *ha = empty<float>(wide / 2), *hb = empty<float>(wide / 2);
    dim3 tile(32, 8), grid(n / 32, n / 32);
    return run(argc, argv, {
        {"flip_a", [=] { flip_a<<<grid, tile>>>(m, ta, n); }, ta, area},
        {"flip_b", [=] { flip_b<<<grid, tile>>>(m, tb, n); }, tb, area},
        {"leaky_a", [=] { leaky_a<<<samples / 8192, 256>>>(x, la, 0.9f); }, la, samples},
        {"leaky_b", [=] { leaky_b<<<samples / 8192, 256>>>(x, lb, 0.9f); }, lb, samples},
        {"coulomb_a", [=] { coulomb_a<<<cells, 256>>>(p, va, atoms, 1e-4f); }, va, (size_t)atoms * 3},
        {"coulomb_b", [=] { coulomb_b<<<cells, 256>>>(p, vb, atoms, 1e-4f); }, vb, (size_t)atoms * 3},
        {"halve_a", [=] { halve_a<<<wide / 2048, 256>>>(w, ha); }, ha, wide / 2},
        {"halve_b", [=] { halve_b<<<wide / 2048, 256>>>(w, hb); }, hb, wide / 2},
    });
}
