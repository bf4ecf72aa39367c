#include "harness.cuh"
using namespace harness;

// ---------- harbor_quilt: D2Q9 BGK collision ----------
__host__ __device__ inline float lattice_weight(int q) { return q == 0 ? 4.f / 9 : q < 5 ? 1.f / 9 : 1.f / 36; }
__device__ inline void bgk(float f[9], float omega) {
    float rho = ((f[0] + f[1]) + (f[2] + f[3])) + ((f[4] + f[5]) + (f[6] + f[7])) + f[8];
    float inv = __fdividef(1.f, rho);
    float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv;
    float uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    float base = 1.f - 1.5f * (ux * ux + uy * uy);
    const float cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float cu = 3.f * (cx[q] * ux + cy[q] * uy);
        f[q] += omega * (lattice_weight(q) * rho * (base + cu + 0.5f * cu * cu) - f[q]);
    }
}
__global__ void harbor_quilt_bg2_a(const float* __restrict__ src, float* __restrict__ dst, int cells, float omega) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = src[(size_t)i * 9 + q];
    bgk(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) dst[(size_t)i * 9 + q] = f[q];
}
__global__ void harbor_quilt_bg2_b(const float* __restrict__ src, float* __restrict__ dst, int cells, float omega) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = src[(size_t)q * cells + i];
    bgk(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) dst[(size_t)q * cells + i] = f[q];
}
__global__ void init_lattice(float* aos, float* soa, int cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    for (int q = 0; q < 9; ++q) {
        float v = lattice_weight(q) * (1.f + 0.1f * unit(i * 9 + q));
        aos[(size_t)i * 9 + q] = v; soa[(size_t)q * cells + i] = v;
    }
}

// ---------- saddle_comet: hydrostatic column integration ----------
__global__ void saddle_comet_bg2_a(const float* rho, float* p, int columns, int levels, float gdz) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float acc = 1.f;
    for (int k = 0; k < levels; ++k) {
        acc = 0.98f * acc + gdz * (rho[k * columns + c] + 1.5f);
        p[k * columns + c] = acc;
    }
}
__global__ void saddle_comet_bg2_b(const float* __restrict__ rho, float* __restrict__ p, int columns, int levels, float gdz) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float acc = 1.f;
    for (int k = 0; k < levels; k += 16) {
        float r[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) r[j] = rho[(k + j) * columns + c];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            acc = 0.98f * acc + gdz * (r[j] + 1.5f);
            p[(k + j) * columns + c] = acc;
        }
    }
}

// ---------- walnut_ferry: strain energy per subdomain ----------
__device__ inline float strain_energy(const float* __restrict__ s, int n, int e, float lambda, float mu) {
    float xx = s[e], yy = s[n + e], zz = s[2 * n + e], xy = s[3 * n + e], yz = s[4 * n + e], zx = s[5 * n + e];
    float tr = xx + yy + zz;
    return 0.5f * lambda * tr * tr + mu * (xx * xx + yy * yy + zz * zz + 2.f * (xy * xy + yz * yz + zx * zx));
}
__global__ void walnut_ferry_bg2_a(const float* __restrict__ strain, double* energy, int elements, int shift, float lambda, float mu) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < elements) atomicAdd(&energy[e >> shift], (double)strain_energy(strain, elements, e, lambda, mu));
}
__global__ void walnut_ferry_bg2_b(const float* __restrict__ strain, double* energy, int elements, int shift, float lambda, float mu) {
    __shared__ float part[8];
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    float w = e < elements ? strain_energy(strain, elements, e, lambda, mu) : 0.f;
    for (int o = 16; o; o >>= 1) w += __shfl_down_sync(~0u, w, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = w;
    __syncthreads();
    if (threadIdx.x == 0) {
        double total = 0;
        for (int i = 0; i < 8; ++i) total += part[i];
        atomicAdd(&energy[e >> shift], total);
    }
}

// ---------- tunnel_ivory: Gray-Scott reaction step ----------
__global__ void tunnel_ivory_bg2_a0(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ uvv, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) uvv[i] = u[i] * v[i] * v[i];
}
__global__ void tunnel_ivory_bg2_a1(const float* __restrict__ u, const float* __restrict__ uvv, float* __restrict__ un, int n, float feed, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) un[i] = u[i] + dt * (feed * (1.f - u[i]) - uvv[i]);
}
__global__ void tunnel_ivory_bg2_a2(const float* __restrict__ v, const float* __restrict__ uvv, float* __restrict__ vn, int n, float decay, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) vn[i] = v[i] + dt * (uvv[i] - decay * v[i]);
}
__global__ void tunnel_ivory_bg2_b(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ un, float* __restrict__ vn, int n,
                                   float feed, float decay, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = u[i], b = v[i], r = a * b * b;
    un[i] = a + dt * (feed * (1.f - a) - r);
    vn[i] = b + dt * (r - decay * b);
}

// ---------- parrot_glacier: FitzHugh-Nagumo cells ----------
__global__ void parrot_glacier_bg2_a(const float* __restrict__ v0, const float* __restrict__ w0, float* __restrict__ out, int n, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = v0[i], w = w0[i];
    for (int s = 0; s < steps; ++s) {
        float dv = v - 0.333333 * v * v * v - w + 0.53;
        float dw = 0.08 * (v + 0.7 - 0.8 * w);
        v += dt * dv;
        w += dt * dw;
    }
    out[i] = v * v + w * w;
}
__global__ void parrot_glacier_bg2_b(const float* __restrict__ v0, const float* __restrict__ w0, float* __restrict__ out, int n, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = v0[i], w = w0[i];
    for (int s = 0; s < steps; ++s) {
        float dv = v - 0.333333f * v * v * v - w + 0.53f;
        float dw = 0.08f * (v + 0.7f - 0.8f * w);
        v += dt * dv;
        w += dt * dw;
    }
    out[i] = v * v + w * w;
}

// ---------- mitten_orchard: batched small dense solves, one system a thread ----------
template <int STEP>
__device__ inline void eliminate(float* m, const float* __restrict__ a, float* __restrict__ x, int systems, int n, int id) {
    const int w = n + 1;
    for (int k = 0; k < n * w; ++k) m[k * STEP] = a[(size_t)k * systems + id];
    for (int k = 0; k < n; ++k) m[(k * w + k) * STEP] += 8.f;
    for (int k = 0; k < n; ++k) {
        float inv = __fdividef(1.f, m[(k * w + k) * STEP]);
        for (int i = k + 1; i < n; ++i) {
            float l = m[(i * w + k) * STEP] * inv;
            for (int j = k + 1; j < w; ++j) m[(i * w + j) * STEP] -= l * m[(k * w + j) * STEP];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        float s = m[(k * w + n) * STEP];
        for (int j = k + 1; j < n; ++j) s -= m[(k * w + j) * STEP] * m[(j * w + n) * STEP];
        s = __fdividef(s, m[(k * w + k) * STEP]);
        m[(k * w + n) * STEP] = s;
        x[(size_t)k * systems + id] = s;
    }
}
__global__ void mitten_orchard_bg2_a(const float* __restrict__ a, float* __restrict__ x, int systems, int n) {
    __shared__ float tile[64 * 72];
    int id = blockIdx.x * 64 + threadIdx.x;
    eliminate<1>(tile + threadIdx.x * 72, a, x, systems, n, id);
}
__global__ void mitten_orchard_bg2_b(const float* __restrict__ a, float* __restrict__ x, int systems, int n) {
    __shared__ float tile[64 * 72];
    int id = blockIdx.x * 64 + threadIdx.x;
    eliminate<64>(tile + threadIdx.x, a, x, systems, n, id);
}

// ---------- beacon_turnip: RK4 of a 14-species reaction ring ----------
constexpr int NS = 14;
__device__ inline void rates(const float c[NS], float d[NS]) {
    float r[NS];
#pragma unroll
    for (int i = 0; i < NS; ++i) r[i] = c[i] * (0.5f + 0.1f * c[(i + 5) % NS]);
#pragma unroll
    for (int i = 0; i < NS; ++i) d[i] = r[(i + NS - 1) % NS] - r[i];
}
__device__ inline void ring_rk4(const float* __restrict__ c0, float* __restrict__ out, int n, int steps, float dt) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    float c[NS];
#pragma unroll
    for (int i = 0; i < NS; ++i) c[i] = 1.5f + c0[(size_t)i * n + id];
    for (int s = 0; s < steps; ++s) {
        float k[NS], t[NS], sum[NS];
        rates(c, k);
#pragma unroll
        for (int i = 0; i < NS; ++i) { sum[i] = k[i]; t[i] = c[i] + 0.5f * dt * k[i]; }
        rates(t, k);
#pragma unroll
        for (int i = 0; i < NS; ++i) { sum[i] += 2.f * k[i]; t[i] = c[i] + 0.5f * dt * k[i]; }
        rates(t, k);
#pragma unroll
        for (int i = 0; i < NS; ++i) { sum[i] += 2.f * k[i]; t[i] = c[i] + dt * k[i]; }
        rates(t, k);
#pragma unroll
        for (int i = 0; i < NS; ++i) c[i] += dt / 6.f * (sum[i] + k[i]);
    }
#pragma unroll
    for (int i = 0; i < NS; ++i) out[(size_t)i * n + id] = c[i];
}
__global__ void __launch_bounds__(256, 8) beacon_turnip_bg2_a(const float* __restrict__ c0, float* __restrict__ out, int n, int steps, float dt) {
    ring_rk4(c0, out, n, steps, dt);
}
__global__ void __launch_bounds__(256) beacon_turnip_bg2_b(const float* __restrict__ c0, float* __restrict__ out, int n, int steps, float dt) {
    ring_rk4(c0, out, n, steps, dt);
}

// ---------- velvet_anvil: filter along time of a gather [time][receiver] ----------
constexpr int TAPS = 65;
__constant__ float wavelet[TAPS];
__global__ void velvet_anvil_bg2_a(const float* __restrict__ x, float* __restrict__ y, int receivers, int times) {
    int r = blockIdx.x * 32 + threadIdx.x, t = blockIdx.y * 8 + threadIdx.y;
    if (r >= receivers || t >= times) return;
    const float* p = x + (size_t)t * receivers + r;
    float acc = 0;
#pragma unroll 13
    for (int k = 0; k < TAPS; ++k) acc += wavelet[k] * p[(size_t)k * receivers];
    y[(size_t)t * receivers + r] = acc;
}
__global__ void velvet_anvil_bg2_b(const float* __restrict__ x, float* __restrict__ y, int receivers, int times) {
    int r = blockIdx.x * 32 + threadIdx.x, t = (blockIdx.y * 8 + threadIdx.y) * 8;
    if (r >= receivers || t >= times) return;
    const float* p = x + (size_t)t * receivers + r;
    float acc[8] = {};
#pragma unroll
    for (int m = 0; m < TAPS + 7; ++m) {
        float v = p[(size_t)m * receivers];
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (m - j >= 0 && m - j < TAPS) acc[j] += wavelet[m - j] * v;
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) y[(size_t)(t + j) * receivers + r] = acc[j];
}

// ---------- cactus_ledger: structure factor on a k grid ----------
__global__ void cactus_ledger_bg2_a(const float4* __restrict__ atom, float* __restrict__ power, int atoms, int nk) {
    int kx = blockIdx.x * blockDim.x + threadIdx.x, ky = blockIdx.y;
    float re = 0, im = 0;
    for (int j = 0; j < atoms; ++j) {
        float4 a = atom[j];
        float phase = kx * a.x + ky * a.y;
        re += a.z * __cosf(phase);
        im += a.z * __sinf(phase);
    }
    power[(size_t)ky * nk + kx] = re * re + im * im;
}
__global__ void cactus_ledger_bg2_b(const float4* __restrict__ atom, float* __restrict__ power, int atoms, int nk) {
    int kx = blockIdx.x * blockDim.x * 8 + threadIdx.x, ky = blockIdx.y;
    float re[8] = {}, im[8] = {};
    for (int j = 0; j < atoms; ++j) {
        float4 a = atom[j];
        float phase = kx * a.x + ky * a.y;
        float c = a.z * __cosf(phase), s = a.z * __sinf(phase);
        float dc = __cosf(256.f * a.x), ds = __sinf(256.f * a.x);
#pragma unroll
        for (int m = 0; m < 8; ++m) {
            re[m] += c; im[m] += s;
            float t = c * dc - s * ds;
            s = s * dc + c * ds; c = t;
        }
    }
#pragma unroll
    for (int m = 0; m < 8; ++m) power[(size_t)ky * nk + kx + m * 256] = re[m] * re[m] + im[m] * im[m];
}

// ---------- pebble_trumpet: equation of state, four materials ----------
__device__ inline float pressure(int material, float e, int iterations) {
    float p = 1.f;
    switch (material) {
        case 0: for (int k = 0; k < iterations; ++k) { float g = 0.4f + 0.01f * p; p = 0.5f * p + g * e * (1.f - 0.05f * p); } break;
        case 1: for (int k = 0; k < iterations; ++k) { float q = p * p; p = p - 0.1f * (q * p + 0.7f * q + p - 3.f - e); } break;
        case 2: { float b = 0.3f; for (int k = 0; k < iterations; ++k) { b = 0.9f * b + 0.02f * p * e; p = 0.8f * p + 0.3f - 0.2f * b * b; } break; }
        default: for (int k = 0; k < iterations; ++k) { float d = fmaxf(p - 0.2f, 0.1f); p = 0.6f * d + 0.1f * e * d * d + 0.4f - 0.1f * d * p; }
    }
    return p;
}
__global__ void pebble_trumpet_bg2_a(const int* __restrict__ material, const float* __restrict__ e, float* __restrict__ p, int n, int iterations) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i] = pressure(material[i], e[i] + 1.5f, iterations);
}
__global__ void pebble_trumpet_bg2_b(const int* __restrict__ material, const int* __restrict__ order, const float* __restrict__ e, float* __restrict__ p,
                                     int n, int iterations) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    p[i] = pressure(material[i], e[i] + 1.5f, iterations);
}

// ---------- lantern_moss: periodic 7-point diffusion ----------
__global__ void lantern_moss_bg2_a(const float* __restrict__ u, float* __restrict__ o, int nx, int ny, int nz, float c) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= nx * ny * nz) return;
    int x = idx % nx, y = (idx / nx) % ny, z = idx / (nx * ny);
    int xm = (x - 1 + nx) % nx, xp = (x + 1) % nx;
    int ym = (y - 1 + ny) % ny, yp = (y + 1) % ny;
    int zm = (z - 1 + nz) % nz, zp = (z + 1) % nz;
    float m = u[idx];
    float s = u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x] + u[(z * ny + yp) * nx + x] +
              u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x];
    o[idx] = m + c * (s - 6.f * m);
}
__global__ void lantern_moss_bg2_b(const float* __restrict__ u, float* __restrict__ o, int nx, int ny, int nz, float c) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int plane = nx * ny, idx = z * plane + y * nx + x;
    int xm = x == 0 ? nx - 1 : -1, xp = x == nx - 1 ? 1 - nx : 1;
    int ym = y == 0 ? plane - nx : -nx, yp = y == ny - 1 ? nx - plane : nx;
    int zm = z == 0 ? (nz - 1) * plane : -plane, zp = z == nz - 1 ? -(nz - 1) * plane : plane;
    float m = u[idx];
    float s = u[idx + xm] + u[idx + xp] + u[idx + ym] + u[idx + yp] + u[idx + zm] + u[idx + zp];
    o[idx] = m + c * (s - 6.f * m);
}

// ---------- gravel_swan: sub-cycled source terms, finer cells need more sub-steps ----------
__device__ inline float subcycle(float u, int steps) {
    float h = 1.f / steps;
    for (int s = 0; s < steps; ++s) {
        float q = u * u;
        u += h * (0.8f + 0.3f * u - 0.25f * q * u);
    }
    return u;
}
__global__ void __launch_bounds__(1024) gravel_swan_bg2_a(const float* __restrict__ u, float* __restrict__ o, int n, int cellsPerStep) {
    int chunk = n / gridDim.x, first = blockIdx.x * chunk;
    for (int i = first + threadIdx.x; i < first + chunk; i += blockDim.x) o[i] = subcycle(u[i], 32 + i / cellsPerStep);
}
__global__ void __launch_bounds__(1024) gravel_swan_bg2_b(const float* __restrict__ u, float* __restrict__ o, int n, int cellsPerStep) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) o[i] = subcycle(u[i], 32 + i / cellsPerStep);
}

// ---------- candle_otter: triad ----------
__global__ void candle_otter_bg2_a(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ z, int n, double a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + a * y[i];
}
__global__ void candle_otter_bg2_b(const double2* __restrict__ x, const double2* __restrict__ y, double2* __restrict__ z, int n2, double a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n2) return;
    double2 p = x[i], q = y[i];
    z[i] = make_double2(p.x + a * q.x, p.y + a * q.y);
}

// ---------- ribbon_canyon: five-point relaxation ----------
__global__ void ribbon_canyon_bg2_a(const float* __restrict__ u, float* __restrict__ o, int nx, int ny) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    int i = y * nx + x;
    float m = u[i], s = u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx];
    o[i] = m + 0.23 * (s - 4.0 * m);
}
__global__ void ribbon_canyon_bg2_b(const float* __restrict__ u, float* __restrict__ o, int nx, int ny) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
    int i = y * nx + x;
    float m = u[i], s = u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx];
    o[i] = m + 0.23f * (s - 4.0f * m);
}

// ---------- acorn_bridge: particle push in a box with reflecting walls ----------
__device__ inline float bounce(float p) {
    if (p > 1.f) p = 2.f - p;
    else if (p < -1.f) p = -2.f - p;
    return p;
}
__global__ void acorn_bridge_bg2_a(const float4* __restrict__ pos, const float4* __restrict__ vel, float4* __restrict__ out, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], v = vel[i];
    p.x = bounce(p.x + dt * v.x); p.y = bounce(p.y + dt * v.y); p.z = bounce(p.z + dt * v.z);
    out[i] = p;
}

// ---------- thistle_drum: Henon-Heiles orbits ----------
__global__ void thistle_drum_bg2_a(const double* __restrict__ init, double* __restrict__ out, int n, int steps, double h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = 0.2 * init[i], y = 0.2 * init[n + i], px = 0.2 * init[2 * n + i], py = 0.2 * init[3 * n + i];
    for (int s = 0; s < steps; ++s) {
        x = fma(h, px, x);
        y = fma(h, py, y);
        double hx = h * x;
        px = fma(-hx, fma(2.0, y, 1.0), px);
        py = fma(h, fma(y, y, -y), fma(-hx, x, py));
    }
    out[i] = 0.5 * (px * px + py * py + x * x + y * y) + x * x * y - y * y * y / 3.0;
}

// ---------- kettle_plume: inner product ----------
__global__ void kettle_plume_bg2_a(const float4* __restrict__ x, const float4* __restrict__ y, double* result) {
    __shared__ float part[8];
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 p = x[base + k * 256], q = y[base + k * 256];
        s += (p.x * q.x + p.y * q.y) + (p.z * q.z + p.w * q.w);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        double total = 0;
        for (int i = 0; i < 8; ++i) total += part[i];
        atomicAdd(result, total);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        int n = 1 << 22; float *aos = empty<float>((size_t)n * 9), *soa = empty<float>((size_t)n * 9), *o = empty<float>((size_t)n * 9);
        init_lattice<<<n / 256, 256>>>(aos, soa, n);
        cases.push_back({"harbor_quilt_bg2_a", [=] { harbor_quilt_bg2_a<<<n / 256, 256>>>(aos, o, n, 1.2f); }, o, (size_t)n * 9});
        cases.push_back({"harbor_quilt_bg2_b", [=] { harbor_quilt_bg2_b<<<n / 256, 256>>>(soa, o, n, 1.2f); }, o, (size_t)n * 9});
    }
    {
        int c = 132 * 512, l = 512; size_t n = (size_t)c * l; float *rho = filled<float>(n, 11), *p = empty<float>(n);
        cases.push_back({"saddle_comet_bg2_a", [=] { saddle_comet_bg2_a<<<c / 128, 128>>>(rho, p, c, l, 0.02f); }, p, n});
        cases.push_back({"saddle_comet_bg2_b", [=] { saddle_comet_bg2_b<<<c / 128, 128>>>(rho, p, c, l, 0.02f); }, p, n});
    }
    {
        int n = 1 << 22, shift = 16; float* s = filled<float>((size_t)n * 6, 12); double* e = empty<double>(n >> shift);
        CHECK(cudaMemset(e, 0, (n >> shift) * sizeof(double)));
        cases.push_back({"walnut_ferry_bg2_a", [=] { walnut_ferry_bg2_a<<<n / 256, 256>>>(s, e, n, shift, 1.1f, 0.7f); }, e, (size_t)(n >> shift), Output::f64});
        cases.push_back({"walnut_ferry_bg2_b", [=] { walnut_ferry_bg2_b<<<n / 256, 256>>>(s, e, n, shift, 1.1f, 0.7f); }, e, (size_t)(n >> shift), Output::f64});
    }
    {
        int n = 1 << 25; float *u = filled<float>(n, 13), *v = filled<float>(n, 14), *t = empty<float>(n), *o = empty<float>((size_t)2 * n);
        cases.push_back({"tunnel_ivory_bg2_a", [=] {
            tunnel_ivory_bg2_a0<<<n / 256, 256>>>(u, v, t, n);
            tunnel_ivory_bg2_a1<<<n / 256, 256>>>(u, t, o, n, 0.4f, 0.5f);
            tunnel_ivory_bg2_a2<<<n / 256, 256>>>(v, t, o + n, n, 0.06f, 0.5f); }, o, (size_t)2 * n});
        cases.push_back({"tunnel_ivory_bg2_b", [=] { tunnel_ivory_bg2_b<<<n / 256, 256>>>(u, v, o, o + n, n, 0.4f, 0.06f, 0.5f); }, o, (size_t)2 * n});
    }
    {
        int n = 1 << 21; float *v = filled<float>(n, 15), *w = filled<float>(n, 16), *o = empty<float>(n);
        cases.push_back({"parrot_glacier_bg2_a", [=] { parrot_glacier_bg2_a<<<n / 256, 256>>>(v, w, o, n, 128, 0.05f); }, o, (size_t)n});
        cases.push_back({"parrot_glacier_bg2_b", [=] { parrot_glacier_bg2_b<<<n / 256, 256>>>(v, w, o, n, 128, 0.05f); }, o, (size_t)n});
    }
    {
        int n = 1 << 19; float *a = filled<float>((size_t)n * 72, 17), *x = empty<float>((size_t)n * 8);
        cases.push_back({"mitten_orchard_bg2_a", [=] { mitten_orchard_bg2_a<<<n / 64, 64>>>(a, x, n, 8); }, x, (size_t)n * 8});
        cases.push_back({"mitten_orchard_bg2_b", [=] { mitten_orchard_bg2_b<<<n / 64, 64>>>(a, x, n, 8); }, x, (size_t)n * 8});
    }
    {
        int n = 1 << 20; float *c = filled<float>((size_t)n * NS, 18), *o = empty<float>((size_t)n * NS);
        cases.push_back({"beacon_turnip_bg2_a", [=] { beacon_turnip_bg2_a<<<n / 256, 256>>>(c, o, n, 24, 0.05f); }, o, (size_t)n * NS});
        cases.push_back({"beacon_turnip_bg2_b", [=] { beacon_turnip_bg2_b<<<n / 256, 256>>>(c, o, n, 24, 0.05f); }, o, (size_t)n * NS});
    }
    {
        int r = 4096, t = 4096; float w[TAPS];
        for (int k = 0; k < TAPS; ++k) { double z = (k - 32) / 10.0; w[k] = (float)((1.3 - z * z) * std::exp(-0.5 * z * z)); }
        CHECK(cudaMemcpyToSymbol(wavelet, w, sizeof w));
        float *x = filled<float>((size_t)r * (t + TAPS), 19), *y = empty<float>((size_t)r * t);
        cases.push_back({"velvet_anvil_bg2_a", [=] { velvet_anvil_bg2_a<<<dim3(r / 32, t / 8), dim3(32, 8)>>>(x, y, r, t); }, y, (size_t)r * t});
        cases.push_back({"velvet_anvil_bg2_b", [=] { velvet_anvil_bg2_b<<<dim3(r / 32, t / 64), dim3(32, 8)>>>(x, y, r, t); }, y, (size_t)r * t});
    }
    {
        int nk = 2048, atoms = 128; float4* a = (float4*)filled<float>(atoms * 4, 20); float* o = empty<float>((size_t)nk * nk);
        cases.push_back({"cactus_ledger_bg2_a", [=] { cactus_ledger_bg2_a<<<dim3(nk / 256, nk), 256>>>(a, o, atoms, nk); }, o, (size_t)nk * nk});
        cases.push_back({"cactus_ledger_bg2_b", [=] { cactus_ledger_bg2_b<<<dim3(nk / 2048, nk), 256>>>(a, o, atoms, nk); }, o, (size_t)nk * nk});
    }
    {
        int n = 1 << 22; std::vector<int> m(n), order; order.reserve(n);
        for (int i = 0; i < n; ++i) m[i] = hash32(i + 77) & 3;
        for (int k = 0; k < 4; ++k) for (int i = 0; i < n; ++i) if (m[i] == k) order.push_back(i);
        int *dm = uploaded(m), *dord = uploaded(order); float *e = filled<float>(n, 21), *p = empty<float>(n);
        cases.push_back({"pebble_trumpet_bg2_a", [=] { pebble_trumpet_bg2_a<<<n / 256, 256>>>(dm, e, p, n, 96); }, p, (size_t)n});
        cases.push_back({"pebble_trumpet_bg2_b", [=] { pebble_trumpet_bg2_b<<<n / 256, 256>>>(dm, dord, e, p, n, 96); }, p, (size_t)n});
    }
    {
        int nx = 512, ny = 512, nz = 256, n = nx * ny * nz; float *u = filled<float>(n, 22), *o = empty<float>(n);
        cases.push_back({"lantern_moss_bg2_a", [=] { lantern_moss_bg2_a<<<n / 256, 256>>>(u, o, nx, ny, nz, 0.1f); }, o, (size_t)n});
        cases.push_back({"lantern_moss_bg2_b", [=] { lantern_moss_bg2_b<<<dim3(nx / 64, ny / 4, nz), dim3(64, 4)>>>(u, o, nx, ny, nz, 0.1f); }, o, (size_t)n});
    }
    {
        int n = 132 * 1024 * 16; float *u = filled<float>(n, 23), *o = empty<float>(n);
        cases.push_back({"gravel_swan_bg2_a", [=] { gravel_swan_bg2_a<<<132, 1024>>>(u, o, n, n / 992); }, o, (size_t)n});
        cases.push_back({"gravel_swan_bg2_b", [=] { gravel_swan_bg2_b<<<132, 1024>>>(u, o, n, n / 992); }, o, (size_t)n});
    }
    {
        int n = 1 << 25; double *x = filled<double>(n, 24), *y = filled<double>(n, 25), *z = empty<double>(n);
        cases.push_back({"candle_otter_bg2_a", [=] { candle_otter_bg2_a<<<n / 256, 256>>>(x, y, z, n, 0.75); }, z, (size_t)n, Output::f64});
        cases.push_back({"candle_otter_bg2_b", [=] { candle_otter_bg2_b<<<n / 512, 256>>>((double2*)x, (double2*)y, (double2*)z, n / 2, 0.75); }, z, (size_t)n, Output::f64});
    }
    {
        int nx = 8192, ny = 8192; size_t n = (size_t)nx * ny; float *u = filled<float>(n, 26), *o = empty<float>(n);
        cases.push_back({"ribbon_canyon_bg2_a", [=] { ribbon_canyon_bg2_a<<<dim3(nx / 64, ny / 4), dim3(64, 4)>>>(u, o, nx, ny); }, o, n});
        cases.push_back({"ribbon_canyon_bg2_b", [=] { ribbon_canyon_bg2_b<<<dim3(nx / 64, ny / 4), dim3(64, 4)>>>(u, o, nx, ny); }, o, n});
    }
    {
        int n = 1 << 24; float4 *p = (float4*)filled<float>((size_t)n * 4, 27), *v = (float4*)filled<float>((size_t)n * 4, 28), *o = (float4*)empty<float>((size_t)n * 4);
        cases.push_back({"acorn_bridge_bg2_a", [=] { acorn_bridge_bg2_a<<<n / 256, 256>>>(p, v, o, n, 0.3f); }, o, (size_t)n * 4});
    }
    {
        int n = 1 << 20; double *i = filled<double>((size_t)n * 4, 29), *o = empty<double>(n);
        cases.push_back({"thistle_drum_bg2_a", [=] { thistle_drum_bg2_a<<<n / 256, 256>>>(i, o, n, 256, 0.01); }, o, (size_t)n, Output::f64});
    }
    {
        size_t n4 = (size_t)1 << 24; float4 *x = (float4*)filled<float>(n4 * 4, 30), *y = (float4*)filled<float>(n4 * 4, 30); double* o = empty<double>(1);
        CHECK(cudaMemset(o, 0, 8));
        cases.push_back({"kettle_plume_bg2_a", [=] { kettle_plume_bg2_a<<<n4 / 2048, 256>>>(x, y, o); }, o, 1, Output::f64});
    }
    return run(argc, argv, cases);
}
