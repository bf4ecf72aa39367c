#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- input layouts
__global__ void harness_fill_layout(float* p, int items, int fields, int mode, uint32_t seed, float scale, float offset) {
    size_t n = (size_t)items * fields;
    for (size_t j = blockIdx.x * (size_t)blockDim.x + threadIdx.x; j < n; j += (size_t)gridDim.x * blockDim.x) {
        uint32_t item, field;
        if (mode == 0) { item = j / fields; field = j % fields; }
        else { field = j / items; item = j % items; }
        if (mode == 2) { uint32_t q = items / 4; item = (item % q) * 4 + item / q; }
        p[j] = scale * harness::unit((item * (uint32_t)fields + field) * 2654435761u + seed) + offset;
    }
}
static float* layout(int items, int fields, int mode, uint32_t seed, float scale = 1.f, float offset = 0.f) {
    float* p; CHECK(cudaMalloc(&p, (size_t)items * fields * sizeof(float)));
    harness_fill_layout<<<2048, 256>>>(p, items, fields, mode, seed, scale, offset); CHECK(cudaGetLastError());
    return p;
}
static float* scaled(int n, uint32_t seed, float scale, float offset) { return layout(n, 1, 1, seed, scale, offset); }

// ---------------------------------------------------------------- 1: lattice Boltzmann D2Q9, BGK collision
__device__ __forceinline__ void bgk(float f[9], float omega) {
    const float w0 = 4.f / 9.f, w1 = 1.f / 9.f, w2 = 1.f / 36.f;
    float rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
    float inv = __fdividef(1.f, rho);
    float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv;
    float uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    float usq = 1.f - 1.5f * (ux * ux + uy * uy);
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        float cu = 3.f * (cx[q] * ux + cy[q] * uy);
        float w = q == 0 ? w0 : q < 5 ? w1 : w2;
        float feq = w * rho * (usq + cu + 0.5f * cu * cu);
        f[q] += omega * (feq - f[q]);
    }
}
__global__ void maple_harbor_be2_a(const float* __restrict__ fin, float* __restrict__ fout, int n, float omega) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= n) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = fin[cell * 9 + q];
    bgk(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) fout[cell * 9 + q] = f[q];
}
__global__ void maple_harbor_be2_b(const float* __restrict__ fin, float* __restrict__ fout, int n, float omega) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= n) return;
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) f[q] = fin[q * n + cell];
    bgk(f, omega);
#pragma unroll
    for (int q = 0; q < 9; ++q) fout[q * n + cell] = f[q];
}

// ---------------------------------------------------------------- 2: implicit heat equation, one line of 64 cells per thread (Thomas)
__constant__ float thomas_cp[64], thomas_inv[64];
constexpr int kLine = 64;
template <int PITCH>
__device__ __forceinline__ void thomas(const float* __restrict__ rhs, float* __restrict__ sol, float r) {
    __shared__ float s[64 * PITCH];
    const size_t base = (size_t)blockIdx.x * 64 * kLine;
    const int t = threadIdx.x;
#pragma unroll 16
    for (int l = 0; l < 64; ++l) s[l * PITCH + t] = rhs[base + l * kLine + t];
    __syncthreads();
    float* d = s + t * PITCH;
    float prev = 0.f;
#pragma unroll 8
    for (int k = 0; k < kLine; ++k) { prev = (d[k] + r * prev) * thomas_inv[k]; d[k] = prev; }
    float x = 0.f;
#pragma unroll 8
    for (int k = kLine - 1; k >= 0; --k) { x = d[k] - thomas_cp[k] * x; d[k] = x; }
    __syncthreads();
#pragma unroll 16
    for (int l = 0; l < 64; ++l) sol[base + l * kLine + t] = s[l * PITCH + t];
}
__global__ void copper_lantern_be2_a(const float* __restrict__ rhs, float* __restrict__ sol, float r) { thomas<64>(rhs, sol, r); }
__global__ void copper_lantern_be2_b(const float* __restrict__ rhs, float* __restrict__ sol, float r) { thomas<65>(rhs, sol, r); }

// ---------------------------------------------------------------- 3: moving least squares, normal equations of a surface patch per thread
__device__ __forceinline__ void normal_equations(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                 float* __restrict__ out, int patches, int obs) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= patches) return;
    float A[36], b[8];
#pragma unroll
    for (int i = 0; i < 36; ++i) A[i] = 0.f;
#pragma unroll
    for (int i = 0; i < 8; ++i) b[i] = 0.f;
    for (int k = 0; k < obs; ++k) {
        float x = xs[(size_t)k * patches + p], y = ys[(size_t)k * patches + p], z = zs[(size_t)k * patches + p];
        float f[8] = {1.f, x, y, x * x, x * y, y * y, x * x * x, y * y * y};
        int a = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
#pragma unroll
            for (int j = i; j < 8; ++j) A[a++] += f[i] * f[j];
            b[i] += f[i] * z;
        }
    }
#pragma unroll
    for (int i = 0; i < 36; ++i) out[(size_t)i * patches + p] = A[i];
#pragma unroll
    for (int i = 0; i < 8; ++i) out[(size_t)(36 + i) * patches + p] = b[i];
}
__global__ void __launch_bounds__(256, 8) velvet_canyon_be2_a(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                              float* __restrict__ out, int patches, int obs) {
    normal_equations(xs, ys, zs, out, patches, obs);
}
__global__ void __launch_bounds__(256) velvet_canyon_be2_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                           float* __restrict__ out, int patches, int obs) {
    normal_equations(xs, ys, zs, out, patches, obs);
}

// ---------------------------------------------------------------- 4: random forest, majority vote of 64 trees (8 classes)
__global__ void amber_falcon_be2_a(const uint32_t* __restrict__ votes, int* __restrict__ label, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count[8];
    for (int c = 0; c < 8; ++c) count[c] = 0;
#pragma unroll 4
    for (int t = 0; t < 16; ++t) {
        uint32_t v = votes[(size_t)t * n + i];
        count[v & 7]++; count[(v >> 8) & 7]++; count[(v >> 16) & 7]++; count[(v >> 24) & 7]++;
    }
    int best = 0;
    for (int c = 1; c < 8; ++c) if (count[c] > count[best]) best = c;
    label[i] = best;
}
__global__ void amber_falcon_be2_b(const uint32_t* __restrict__ votes, int* __restrict__ label, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long count = 0;
#pragma unroll 4
    for (int t = 0; t < 16; ++t) {
        uint32_t v = votes[(size_t)t * n + i];
        count += 1ull << ((v & 7) * 8);
        count += 1ull << (((v >> 8) & 7) * 8);
        count += 1ull << (((v >> 16) & 7) * 8);
        count += 1ull << (((v >> 24) & 7) * 8);
    }
    int best = 0, most = (int)(count & 255);
#pragma unroll
    for (int c = 1; c < 8; ++c) { int m = (int)((count >> (8 * c)) & 255); if (m > most) { most = m; best = c; } }
    label[i] = best;
}

// ---------------------------------------------------------------- 5: Huber loss per batch entry
__device__ __forceinline__ float huber(float e) { float a = fabsf(e); return a < 0.5f ? 0.5f * e * e : 0.5f * (a - 0.25f); }
__global__ void silent_orchard_be2_a(const float* __restrict__ pred, const float* __restrict__ target, float* __restrict__ loss, int per_entry, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t at = (size_t)blockIdx.y * per_entry + i;
    if (i < per_entry) atomicAdd(&loss[blockIdx.y], huber(pred[at] - target[at]) * scale);
}
__global__ void silent_orchard_be2_b(const float* __restrict__ pred, const float* __restrict__ target, float* __restrict__ loss, int per_entry, float scale) {
    __shared__ float part[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t at = (size_t)blockIdx.y * per_entry + i;
    float v = i < per_entry ? huber(pred[at] - target[at]) * scale : 0.f;
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 8) {
        v = part[threadIdx.x];
        for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(0xffu, v, o);
        if (threadIdx.x == 0) atomicAdd(&loss[blockIdx.y], v);
    }
}

// ---------------------------------------------------------------- 6: Manhattan distance matrix
__global__ void crimson_ladder_be2_a(const float* __restrict__ a, const float* __restrict__ bt, float* __restrict__ dist, int n, int m, int dim) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= n || j >= m) return;
    float sum = 0.f;
    for (int d = 0; d < dim; ++d) sum += fabsf(a[i * dim + d] - bt[d * m + j]);
    dist[(size_t)i * m + j] = sum;
}
__global__ void __launch_bounds__(256) crimson_ladder_be2_b(const float* __restrict__ a, const float* __restrict__ bt, float* __restrict__ dist, int n, int m, int dim) {
    __shared__ __align__(16) float sa[16][68], sb[16][64];
    const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int d0 = 0; d0 < dim; d0 += 16) {
        float4 va = *(const float4*)&a[(i0 + (t >> 2)) * dim + d0 + (t & 3) * 4];
        float4 vb = *(const float4*)&bt[(d0 + ty) * m + j0 + tx * 4];
        __syncthreads();
        sa[(t & 3) * 4 + 0][t >> 2] = va.x; sa[(t & 3) * 4 + 1][t >> 2] = va.y;
        sa[(t & 3) * 4 + 2][t >> 2] = va.z; sa[(t & 3) * 4 + 3][t >> 2] = va.w;
        *(float4*)&sb[ty][tx * 4] = vb;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = *(const float4*)&sa[k][ty * 4], q = *(const float4*)&sb[k][tx * 4];
            float pa[4] = {p.x, p.y, p.z, p.w}, qa[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int c = 0; c < 4; ++c) acc[r][c] += fabsf(pa[r] - qa[c]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        *(float4*)&dist[(size_t)(i0 + ty * 4 + r) * m + j0 + tx * 4] = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}

// ---------------------------------------------------------------- 7: Hodgkin-Huxley neurons, four Euler steps
__device__ __forceinline__ float vtrap_a(float x, float y) { return fabs(x / y) < 1e-4 ? y * (1.0 - x / y / 2.0) : x / (exp(x / y * 1.0) - 1.0); }
__global__ void frosty_walnut_be2_a(const float* __restrict__ vs, const float* __restrict__ ms, const float* __restrict__ hs, const float* __restrict__ ns,
                                    float* __restrict__ out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float v = vs[i], m = ms[i], h = hs[i], n = ns[i];
    for (int step = 0; step < 4; ++step) {
        float am = 0.1 * vtrap_a(25.0 - v, 10.0), bm = 4.0 * exp(-v / 18.0);
        float ah = 0.07 * exp(-v / 20.0), bh = 1.0 / (exp((30.0 - v) / 10.0) + 1.0);
        float an = 0.01 * vtrap_a(10.0 - v, 10.0), bn = 0.125 * exp(-v / 80.0);
        float ina = 120.0 * m * m * m * h * (v - 115.0), ik = 36.0 * n * n * n * n * (v + 12.0), il = 0.3 * (v - 10.6);
        v += 0.01 * (10.0 - ina - ik - il);
        m += 0.01 * (am * (1.0 - m) - bm * m);
        h += 0.01 * (ah * (1.0 - h) - bh * h);
        n += 0.01 * (an * (1.0 - n) - bn * n);
    }
    out[i] = v; out[count + i] = m; out[2 * count + i] = h; out[3 * count + i] = n;
}
__device__ __forceinline__ float vtrap_b(float x, float y) { return fabsf(x / y) < 1e-4f ? y * (1.f - x / y / 2.f) : x / (expf(x / y) - 1.f); }
__global__ void frosty_walnut_be2_b(const float* __restrict__ vs, const float* __restrict__ ms, const float* __restrict__ hs, const float* __restrict__ ns,
                                    float* __restrict__ out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float v = vs[i], m = ms[i], h = hs[i], n = ns[i];
    for (int step = 0; step < 4; ++step) {
        float am = 0.1f * vtrap_b(25.f - v, 10.f), bm = 4.f * expf(-v / 18.f);
        float ah = 0.07f * expf(-v / 20.f), bh = 1.f / (expf((30.f - v) / 10.f) + 1.f);
        float an = 0.01f * vtrap_b(10.f - v, 10.f), bn = 0.125f * expf(-v / 80.f);
        float ina = 120.f * m * m * m * h * (v - 115.f), ik = 36.f * n * n * n * n * (v + 12.f), il = 0.3f * (v - 10.6f);
        v += 0.01f * (10.f - ina - ik - il);
        m += 0.01f * (am * (1.f - m) - bm * m);
        h += 0.01f * (ah * (1.f - h) - bh * h);
        n += 0.01f * (an * (1.f - n) - bn * n);
    }
    out[i] = v; out[count + i] = m; out[2 * count + i] = h; out[3 * count + i] = n;
}

// ---------------------------------------------------------------- 8: constitutive laws at quadrature points of a mixed mesh
__device__ __forceinline__ float stress(int material, float e, float hist) {
    if (material == 0) {  // Ramberg-Osgood, Newton
        float s = e;
        for (int k = 0; k < 16; ++k) { float s2 = s * s; s -= __fdividef(s + 0.4f * s * s2 - e, 1.f + 1.2f * s2); }
        return s + 0.1f * hist;
    } else if (material == 1) {  // viscoelastic, sub-stepped Maxwell chain
        float q0 = hist, q1 = 0.5f * hist, q2 = 0.25f * hist, s = 0.f;
        for (int k = 0; k < 20; ++k) {
            q0 += 0.05f * (e - q0); q1 += 0.02f * (e - q1); q2 += 0.01f * (e - q2);
            s = 0.7f * s + 0.1f * (q0 + q1 + q2);
        }
        return s + 1.f;
    } else if (material == 2) {  // damage, exponential softening by series
        float d = 0.2f + 0.1f * hist, s = e;
        for (int k = 0; k < 20; ++k) {
            float y = 0.5f * e * e * (1.f - d);
            d = fminf(d + 0.05f * fmaxf(y - 0.1f * d, 0.f), 0.95f);
            s = (1.f - d) * e + 0.05f * s;
        }
        return s + 2.f;
    } else {  // hyperelastic, stretch from cubic by fixed point
        float l = 1.f + 0.2f * e, s = 0.f;
        for (int k = 0; k < 20; ++k) {
            float l2 = l * l;
            l = l - 0.1f * (l2 * l - l - e * 0.3f);
            s = s * 0.8f + 0.3f * (l2 - 1.f) + 0.02f * hist * l;
        }
        return s + 3.f;
    }
}
__global__ void hollow_meadow_be2_a(const float* __restrict__ strain, const float* __restrict__ hist, const int* __restrict__ material, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = stress(material[i], strain[i], hist[i]);
}
__global__ void hollow_meadow_be2_b(const float* __restrict__ strain, const float* __restrict__ hist, const int* __restrict__ material, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = stress(material[i], strain[i], hist[i]);
}

// ---------------------------------------------------------------- 9: torsion potential as a Fourier series of 64 terms
__constant__ float fourier_a[64], fourier_b[64];
__global__ void ivory_compass_be2_a(const float* __restrict__ phi, float* __restrict__ energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = phi[i], e = 4.f;
#pragma unroll 16
    for (int k = 1; k <= 64; ++k) {
        float s, c;
        __sincosf((float)k * x, &s, &c);
        e += fourier_a[k - 1] * c + fourier_b[k - 1] * s;
    }
    energy[i] = e;
}
__global__ void ivory_compass_be2_b(const float* __restrict__ phi, float* __restrict__ energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = phi[i], e = 4.f, s1, c1;
    __sincosf(x, &s1, &c1);
    float s = s1, c = c1;
#pragma unroll 16
    for (int k = 1; k <= 64; ++k) {
        e += fourier_a[k - 1] * c + fourier_b[k - 1] * s;
        float t = c * c1 - s * s1;
        s = s * c1 + c * s1;
        c = t;
    }
    energy[i] = e;
}

// ---------------------------------------------------------------- 10: bias, activation, residual of a transformer MLP
__device__ __forceinline__ float quick_gelu(float x) { return __fdividef(x, 1.f + __expf(-1.702f * x)); }
__global__ void rustic_pebble_be2_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ y, int n4, int cols4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i % cols4];
    y[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void rustic_pebble_be2_a1(const float4* __restrict__ x, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i];
    y[i] = make_float4(quick_gelu(v.x), quick_gelu(v.y), quick_gelu(v.z), quick_gelu(v.w));
}
__global__ void rustic_pebble_be2_a2(const float4* __restrict__ x, const float4* __restrict__ res, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], r = res[i];
    y[i] = make_float4(v.x + r.x, v.y + r.y, v.z + r.z, v.w + r.w);
}
__global__ void rustic_pebble_be2_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ res, float4* __restrict__ y, int n4, int cols4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i % cols4], r = res[i];
    y[i] = make_float4(quick_gelu(v.x + b.x) + r.x, quick_gelu(v.y + b.y) + r.y, quick_gelu(v.z + b.z) + r.z, quick_gelu(v.w + b.w) + r.w);
}

// ---------------------------------------------------------------- 11: softmax of rows kept in shared memory
template <bool MAX> __device__ __forceinline__ float block_reduce(float v, float* part) {
    for (int o = 16; o; o >>= 1) { float w = __shfl_xor_sync(~0u, v, o); v = MAX ? fmaxf(v, w) : v + w; }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = part[0];
    for (int k = 1; k < 4; ++k) v = MAX ? fmaxf(v, part[k]) : v + part[k];
    return v;
}
__device__ __forceinline__ void softmax_row(const float* __restrict__ x, float* __restrict__ y, int cols) {
    extern __shared__ float row[];
    __shared__ float pm[4], ps[4];
    x += (size_t)blockIdx.x * cols; y += (size_t)blockIdx.x * cols;
    float m = -3e38f;
#pragma unroll 4
    for (int c = threadIdx.x; c < cols; c += 128) { float v = x[c]; row[c] = v; m = fmaxf(m, v); }
    m = block_reduce<true>(m, pm);
    float s = 0.f;
#pragma unroll 4
    for (int c = threadIdx.x; c < cols; c += 128) { float e = __expf(row[c] - m); row[c] = e; s += e; }
    s = block_reduce<false>(s, ps);
    float inv = 1.f / s;
#pragma unroll 4
    for (int c = threadIdx.x; c < cols; c += 128) y[c] = row[c] * inv;
}
__global__ void golden_thistle_be2_a(const float* __restrict__ x, float* __restrict__ y, int cols) { softmax_row(x, y, cols); }
__global__ void golden_thistle_be2_b(const float* __restrict__ x, float* __restrict__ y, int cols) { softmax_row(x, y, cols); }

// ---------------------------------------------------------------- 12: gradient of a bias (sum over rows), accumulated
__global__ void lunar_basket_be2_a(const float* __restrict__ dy, float* __restrict__ db, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float sum = 0.f;
    for (int r = 0; r < rows; ++r) sum += dy[(size_t)r * cols + c];
    db[c] += sum;
}
__global__ void lunar_basket_be2_b(const float* __restrict__ dy, float* __restrict__ db, int rows, int cols, int chunk) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    int r0 = blockIdx.y * chunk, r1 = min(rows, r0 + chunk);
    float sum = 0.f;
    for (int r = r0; r < r1; ++r) sum += dy[(size_t)r * cols + c];
    atomicAdd(&db[c], sum);
}

// ---------------------------------------------------------------- 13: layer norm, rows of 1024
__global__ void misty_anchor_be2_a(const float* __restrict__ x, const float* __restrict__ gamma, const float* __restrict__ beta, float* __restrict__ y) {
    __shared__ float s[1024];
    const int t = threadIdx.x;
    float v = x[(size_t)blockIdx.x * 1024 + t];
    s[t] = v;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) { if (t < o) s[t] += s[t + o]; __syncthreads(); }
    float mean = s[0] * (1.f / 1024.f);
    __syncthreads();
    float d = v - mean;
    s[t] = d * d;
    __syncthreads();
    for (int o = 512; o > 0; o >>= 1) { if (t < o) s[t] += s[t + o]; __syncthreads(); }
    float rstd = rsqrtf(s[0] * (1.f / 1024.f) + 1e-5f);
    y[(size_t)blockIdx.x * 1024 + t] = d * rstd * gamma[t] + beta[t];
}
__global__ void __launch_bounds__(256) misty_anchor_be2_b(const float* __restrict__ x, const float* __restrict__ gamma, const float* __restrict__ beta, float* __restrict__ y) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)(blockIdx.x * 8 + (threadIdx.x >> 5)) * 1024;
    float v[32], sum = 0.f;
#pragma unroll
    for (int k = 0; k < 32; ++k) { v[k] = x[row + k * 32 + lane]; sum += v[k]; }
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    float mean = sum * (1.f / 1024.f), sq = 0.f;
#pragma unroll
    for (int k = 0; k < 32; ++k) { v[k] -= mean; sq += v[k] * v[k]; }
    for (int o = 16; o; o >>= 1) sq += __shfl_xor_sync(~0u, sq, o);
    float rstd = rsqrtf(sq * (1.f / 1024.f) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 32; ++k) y[row + k * 32 + lane] = v[k] * rstd * gamma[k * 32 + lane] + beta[k * 32 + lane];
}

// ---------------------------------------------------------------- 14: sum pooling of ragged sequences, 64 features
__device__ __forceinline__ float pool(const float* __restrict__ x, int r0, int r1, float* part) {
    const int d = threadIdx.x & 63, g = threadIdx.x >> 6;
    float sum = 0.f;
    for (int r = r0 + g; r < r1; r += 4) sum += x[(size_t)r * 64 + d];
    part[threadIdx.x] = sum;
    __syncthreads();
    return g == 0 ? part[d] + part[d + 64] + part[d + 128] + part[d + 192] : 0.f;
}
__global__ void nimble_quartz_be2_a(const float* __restrict__ x, const int* __restrict__ offset, float* __restrict__ out) {
    __shared__ float part[256];
    float sum = pool(x, offset[blockIdx.x], offset[blockIdx.x + 1], part);
    if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void nimble_quartz_be2_b(const float* __restrict__ x, const int* __restrict__ chunks, float* __restrict__ out) {
    __shared__ float part[256];
    const int* c = chunks + blockIdx.x * 3;
    float sum = pool(x, c[1], c[2], part);
    if (threadIdx.x < 64) atomicAdd(&out[c[0] * 64 + threadIdx.x], sum);
}

// ---------------------------------------------------------------- mild 1: matrix transpose
template <int PITCH> __device__ __forceinline__ void transpose(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[32 * PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[(threadIdx.y + k) * PITCH + threadIdx.x] = in[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * n + x] = tile[threadIdx.x * PITCH + threadIdx.y + k];
}
__global__ void opal_saddle_be2_a(const float* __restrict__ in, float* __restrict__ out, int n) { transpose<36>(in, out, n); }
__global__ void opal_saddle_be2_b(const float* __restrict__ in, float* __restrict__ out, int n) { transpose<33>(in, out, n); }

// ---------------------------------------------------------------- mild 2: SGD with momentum
__global__ void paper_glacier_be2_a(const float* __restrict__ p, const float* __restrict__ v, const float* __restrict__ g, float* __restrict__ po, float* __restrict__ vo, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m = 0.9 * v[i] + g[i];
    vo[i] = m;
    po[i] = p[i] - 0.01 * m;
}
__global__ void paper_glacier_be2_b(const float* __restrict__ p, const float* __restrict__ v, const float* __restrict__ g, float* __restrict__ po, float* __restrict__ vo, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m = 0.9f * v[i] + g[i];
    vo[i] = m;
    po[i] = p[i] - 0.01f * m;
}

// ---------------------------------------------------------------- mild 3: Coulomb potential of 512 charges at scattered points
__constant__ float4 charges[512];
__device__ __forceinline__ float coulomb(float x, float y, float z) {
    float e = 0.f;
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
        float4 q = charges[k];
        float dx = x - q.x, dy = y - q.y, dz = z - q.z;
        e += q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    return e;
}
struct Point { float x, y, z, mass, vx, vy, vz; };
__global__ void quiet_turnip_be2_a(const Point* __restrict__ points, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = coulomb(points[i].x, points[i].y, points[i].z);
}
__global__ void quiet_turnip_be2_b(const float* __restrict__ xyz, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = coulomb(xyz[i], xyz[n + i], xyz[2 * n + i]);
}

// ---------------------------------------------------------------- healthy 1: AdamW
__device__ __forceinline__ void adam(float p, float& m, float& v, float g, float& po) {
    m = 0.9f * m + 0.1f * g;
    v = 0.999f * v + 0.001f * g * g;
    po = p * 0.9999f - 0.001f * __fdividef(m, sqrtf(v) + 1e-6f);
}
__global__ void raven_cushion_be2_a(const float4* __restrict__ p, const float4* __restrict__ m, const float4* __restrict__ v, const float4* __restrict__ g,
                                    float4* __restrict__ po, float4* __restrict__ mo, float4* __restrict__ vo, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 a = p[i], b = m[i], c = v[i], d = g[i], r;
    adam(a.x, b.x, c.x, d.x, r.x); adam(a.y, b.y, c.y, d.y, r.y); adam(a.z, b.z, c.z, d.z, r.z); adam(a.w, b.w, c.w, d.w, r.w);
    po[i] = r; mo[i] = b; vo[i] = c;
}

// ---------------------------------------------------------------- healthy 2: embedding lookup, rows of 128 floats
__global__ void salty_prairie_be2_a(const float4* __restrict__ table, const int* __restrict__ token, float4* __restrict__ out, int tokens) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= tokens) return;
    out[(size_t)w * 32 + lane] = table[(size_t)token[w] * 32 + lane];
}

// ---------------------------------------------------------------- healthy 3: spectral convolution in double precision
__global__ void tidal_button_be2_a(const double2* __restrict__ a, const double2* __restrict__ b, double2* __restrict__ out, int n, double scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double2 u = a[i], v = b[i];
    out[i] = make_double2((u.x * v.x - u.y * v.y) * scale + 0.5, (u.x * v.y + u.y * v.x) * scale);
}

// ---------------------------------------------------------------- healthy 4: equation of state as a polynomial of degree 160
__constant__ float eos[161];
__global__ void __launch_bounds__(256) urban_feather_be2_a(const float4* __restrict__ x, float4* __restrict__ y, int n4) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i + 256 >= n4) return;
    float4 p = x[i], q = x[i + 256];
    float v[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, r[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) r[k] = eos[160];
#pragma unroll 32
    for (int d = 159; d >= 0; --d) {
        float c = eos[d];
#pragma unroll
        for (int k = 0; k < 8; ++k) r[k] = r[k] * v[k] + c;
    }
    y[i] = make_float4(r[0], r[1], r[2], r[3]);
    y[i + 256] = make_float4(r[4], r[5], r[6], r[7]);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back(Case{name, launch, out, count, type});
    };
    {   // 1
        const int n = 2048 * 2048;
        float *aos = layout(n, 9, 0, 11, 0.02f, 0.11f), *soa = layout(n, 9, 1, 11, 0.02f, 0.11f), *out = harness::empty<float>((size_t)n * 9);
        add("maple_harbor_be2_a", [=] { maple_harbor_be2_a<<<n / 256, 256>>>(aos, out, n, 0.7f); }, out, (size_t)n * 9);
        add("maple_harbor_be2_b", [=] { maple_harbor_be2_b<<<n / 256, 256>>>(soa, out, n, 0.7f); }, out, (size_t)n * 9);
    }
    {   // 2
        const int lines = 262144;
        float r = 0.8f, cp[64], inv[64], prev = 0.f;
        for (int k = 0; k < 64; ++k) { inv[k] = 1.f / (1.f + 2.f * r + r * prev); cp[k] = -r * inv[k]; prev = cp[k]; }
        CHECK(cudaMemcpyToSymbol(thomas_cp, cp, sizeof cp)); CHECK(cudaMemcpyToSymbol(thomas_inv, inv, sizeof inv));
        float *rhs = scaled(lines * 64, 21, 0.5f, 1.f), *sol = harness::empty<float>((size_t)lines * 64);
        add("copper_lantern_be2_a", [=] { copper_lantern_be2_a<<<lines / 64, 64>>>(rhs, sol, r); }, sol, (size_t)lines * 64);
        add("copper_lantern_be2_b", [=] { copper_lantern_be2_b<<<lines / 64, 64>>>(rhs, sol, r); }, sol, (size_t)lines * 64);
    }
    {   // 3
        const int patches = 524288, obs = 64;
        float *x = scaled(patches * obs, 31, 1.f, 0.2f), *y = scaled(patches * obs, 32, 1.f, 0.1f), *z = scaled(patches * obs, 33, 1.f, 0.3f);
        float* out = harness::empty<float>((size_t)patches * 44);
        add("velvet_canyon_be2_a", [=] { velvet_canyon_be2_a<<<patches / 256, 256>>>(x, y, z, out, patches, obs); }, out, (size_t)patches * 44);
        add("velvet_canyon_be2_b", [=] { velvet_canyon_be2_b<<<patches / 256, 256>>>(x, y, z, out, patches, obs); }, out, (size_t)patches * 44);
    }
    {   // 4
        const int n = 4 << 20;
        uint32_t* votes = (uint32_t*)harness::indices((size_t)n * 16, 0xffffffffu, 41);
        int* label = harness::empty<int>(n);
        add("amber_falcon_be2_a", [=] { amber_falcon_be2_a<<<n / 256, 256>>>(votes, label, n); }, label, n, Output::i32);
        add("amber_falcon_be2_b", [=] { amber_falcon_be2_b<<<n / 256, 256>>>(votes, label, n); }, label, n, Output::i32);
    }
    {   // 5
        const int entries = 32, per = 131072;
        float *p = harness::filled<float>((size_t)entries * per, 51), *t = harness::filled<float>((size_t)entries * per, 52), *loss = harness::empty<float>(entries);
        dim3 grid(per / 256, entries);
        add("silent_orchard_be2_a", [=] { silent_orchard_be2_a<<<grid, 256>>>(p, t, loss, per, 1.f / per); }, loss, entries);
        add("silent_orchard_be2_b", [=] { silent_orchard_be2_b<<<grid, 256>>>(p, t, loss, per, 1.f / per); }, loss, entries);
    }
    {   // 6
        const int n = 4096, m = 2048, dim = 128;
        float *a = harness::filled<float>((size_t)n * dim, 61), *b = harness::filled<float>((size_t)m * dim, 62), *d = harness::empty<float>((size_t)n * m);
        add("crimson_ladder_be2_a", [=] { crimson_ladder_be2_a<<<dim3(m / 32, n / 8), dim3(32, 8)>>>(a, b, d, n, m, dim); }, d, (size_t)n * m);
        add("crimson_ladder_be2_b", [=] { crimson_ladder_be2_b<<<dim3(m / 64, n / 64), 256>>>(a, b, d, n, m, dim); }, d, (size_t)n * m);
    }
    {   // 7
        const int n = 4 << 20;
        float *v = scaled(n, 71, 20.f, 5.f), *m = scaled(n, 72, 0.3f, 0.4f), *h = scaled(n, 73, 0.3f, 0.5f), *g = scaled(n, 74, 0.3f, 0.4f);
        float* out = harness::empty<float>((size_t)n * 4);
        add("frosty_walnut_be2_a", [=] { frosty_walnut_be2_a<<<n / 256, 256>>>(v, m, h, g, out, n); }, out, (size_t)n * 4);
        add("frosty_walnut_be2_b", [=] { frosty_walnut_be2_b<<<n / 256, 256>>>(v, m, h, g, out, n); }, out, (size_t)n * 4);
    }
    {   // 8
        const int n = 8 << 20;
        std::vector<int> mixed(n), sorted(n);
        for (int i = 0; i < n; ++i) { mixed[i] = i & 3; sorted[i] = i / (n / 4); }
        int *ma = harness::uploaded(mixed), *mb = harness::uploaded(sorted);
        float *ea = layout(n, 1, 1, 81), *eb = layout(n, 1, 2, 81), *ha = layout(n, 1, 1, 82), *hb = layout(n, 1, 2, 82), *out = harness::empty<float>(n);
        add("hollow_meadow_be2_a", [=] { hollow_meadow_be2_a<<<n / 128, 128>>>(ea, ha, ma, out, n); }, out, n);
        add("hollow_meadow_be2_b", [=] { hollow_meadow_be2_b<<<n / 128, 128>>>(eb, hb, mb, out, n); }, out, n);
    }
    {   // 9
        const int n = 4 << 20;
        float a[64], b[64];
        for (int k = 0; k < 64; ++k) { a[k] = harness::unit(k + 901) / (k + 2); b[k] = harness::unit(k + 981) / (k + 2); }
        CHECK(cudaMemcpyToSymbol(fourier_a, a, sizeof a)); CHECK(cudaMemcpyToSymbol(fourier_b, b, sizeof b));
        float *phi = scaled(n, 91, 3.f, 0.f), *e = harness::empty<float>(n);
        add("ivory_compass_be2_a", [=] { ivory_compass_be2_a<<<n / 256, 256>>>(phi, e, n); }, e, n);
        add("ivory_compass_be2_b", [=] { ivory_compass_be2_b<<<n / 256, 256>>>(phi, e, n); }, e, n);
    }
    {   // 10
        const int n = 32 << 20, n4 = n / 4, cols4 = 256;
        float4 *x = (float4*)harness::filled<float>(n, 101), *res = (float4*)scaled(n, 102, 1.f, 0.3f), *bias = (float4*)harness::filled<float>(1024, 103);
        float4 *t0 = (float4*)harness::empty<float>(n), *t1 = (float4*)harness::empty<float>(n), *y = (float4*)harness::empty<float>(n);
        add("rustic_pebble_be2_a", [=] {
            rustic_pebble_be2_a0<<<n4 / 256, 256>>>(x, bias, t0, n4, cols4);
            rustic_pebble_be2_a1<<<n4 / 256, 256>>>(t0, t1, n4);
            rustic_pebble_be2_a2<<<n4 / 256, 256>>>(t1, res, y, n4);
        }, y, n);
        add("rustic_pebble_be2_b", [=] { rustic_pebble_be2_b<<<n4 / 256, 256>>>(x, bias, res, y, n4, cols4); }, y, n);
    }
    {   // 11
        const int rows = 16384, cols = 2048, most = 24576;
        float *x = harness::filled<float>((size_t)rows * cols, 111), *y = harness::empty<float>((size_t)rows * cols);
        CHECK(cudaFuncSetAttribute(golden_thistle_be2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most * 4));
        add("golden_thistle_be2_a", [=] { golden_thistle_be2_a<<<rows, 128, most * 4>>>(x, y, cols); }, y, (size_t)rows * cols);
        add("golden_thistle_be2_b", [=] { golden_thistle_be2_b<<<rows, 128, cols * 4>>>(x, y, cols); }, y, (size_t)rows * cols);
    }
    {   // 12
        const int rows = 8192, cols = 4096, chunk = 64;
        float *dy = scaled(rows * cols, 121, 1.f, 0.1f), *db = harness::empty<float>(cols);
        add("lunar_basket_be2_a", [=] { lunar_basket_be2_a<<<cols / 256, 256>>>(dy, db, rows, cols); }, db, cols);
        add("lunar_basket_be2_b", [=] { lunar_basket_be2_b<<<dim3(cols / 256, rows / chunk), 256>>>(dy, db, rows, cols, chunk); }, db, cols);
    }
    {   // 13
        const int rows = 32768;
        float *x = harness::filled<float>((size_t)rows * 1024, 131), *g = scaled(1024, 132, 0.2f, 1.f), *b = scaled(1024, 133, 0.2f, 0.5f);
        float* y = harness::empty<float>((size_t)rows * 1024);
        add("misty_anchor_be2_a", [=] { misty_anchor_be2_a<<<rows, 1024>>>(x, g, b, y); }, y, (size_t)rows * 1024);
        add("misty_anchor_be2_b", [=] { misty_anchor_be2_b<<<rows / 8, 256>>>(x, g, b, y); }, y, (size_t)rows * 1024);
    }
    {   // 14
        const int seqs = 4096;
        std::vector<int> offset(seqs + 1, 0), chunks;
        for (int s = 0; s < seqs; ++s) {
            int len = 64 + harness::hash32(s + 141) % 192;
            if (s % 512 == 511) len = 8192;
            offset[s + 1] = offset[s] + len;
            for (int r = 0; r < len; r += 128) { chunks.push_back(s); chunks.push_back(offset[s] + r); chunks.push_back(offset[s] + std::min(len, r + 128)); }
        }
        int *off = harness::uploaded(offset), *ch = harness::uploaded(chunks), nchunks = (int)chunks.size() / 3;
        float *x = scaled(offset[seqs] * 64, 142, 1.f, 0.2f), *out = harness::empty<float>(seqs * 64);
        add("nimble_quartz_be2_a", [=] { nimble_quartz_be2_a<<<seqs, 256>>>(x, off, out); }, out, seqs * 64);
        add("nimble_quartz_be2_b", [=] { nimble_quartz_be2_b<<<nchunks, 256>>>(x, ch, out); }, out, seqs * 64);
    }
    {   // mild 1
        const int n = 8192;
        float *in = scaled(n * n, 151, 1.f, 0.2f), *out = harness::empty<float>((size_t)n * n);
        add("opal_saddle_be2_a", [=] { opal_saddle_be2_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n);
        add("opal_saddle_be2_b", [=] { opal_saddle_be2_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); }, out, (size_t)n * n);
    }
    {   // mild 2
        const int n = 32 << 20;
        float *p = scaled(n, 161, 1.f, 0.2f), *v = harness::filled<float>(n, 162), *g = harness::filled<float>(n, 163), *po = harness::empty<float>(n), *vo = harness::empty<float>(n);
        add("paper_glacier_be2_a", [=] { paper_glacier_be2_a<<<n / 256, 256>>>(p, v, g, po, vo, n); }, po, n);
        add("paper_glacier_be2_b", [=] { paper_glacier_be2_b<<<n / 256, 256>>>(p, v, g, po, vo, n); }, po, n);
    }
    {   // mild 3
        const int n = 2 << 20;
        std::vector<float4> q(512);
        for (int k = 0; k < 512; ++k) q[k] = make_float4(harness::unit(4 * k), harness::unit(4 * k + 1), harness::unit(4 * k + 2), 0.02f + 0.01f * harness::unit(4 * k + 3));
        CHECK(cudaMemcpyToSymbol(charges, q.data(), 512 * sizeof(float4)));
        float *aos = layout(n, 7, 0, 171), *soa = layout(n, 7, 1, 171), *out = harness::empty<float>(n);
        add("quiet_turnip_be2_a", [=] { quiet_turnip_be2_a<<<n / 128, 128>>>((const Point*)aos, out, n); }, out, n);
        add("quiet_turnip_be2_b", [=] { quiet_turnip_be2_b<<<n / 128, 128>>>(soa, out, n); }, out, n);
    }
    {   // healthy 1
        const int n = 16 << 20;
        float4 *p = (float4*)scaled(n, 181, 1.f, 0.3f), *m = (float4*)harness::filled<float>(n, 182), *v = (float4*)scaled(n, 183, 0.4f, 0.5f), *g = (float4*)harness::filled<float>(n, 184);
        float4 *po = (float4*)harness::empty<float>(n), *mo = (float4*)harness::empty<float>(n), *vo = (float4*)harness::empty<float>(n);
        add("raven_cushion_be2_a", [=] { raven_cushion_be2_a<<<n / 1024, 256>>>(p, m, v, g, po, mo, vo, n / 4); }, po, n);
    }
    {   // healthy 2
        const int tokens = 262144, vocab = 1 << 20;
        float4 *table = (float4*)harness::filled<float>((size_t)vocab * 128, 191), *out = (float4*)harness::empty<float>((size_t)tokens * 128);
        int* token = harness::indices(tokens, vocab, 192);
        add("salty_prairie_be2_a", [=] { salty_prairie_be2_a<<<tokens / 8, 256>>>(table, token, out, tokens); }, out, (size_t)tokens * 128);
    }
    {   // healthy 3
        const int n = 4 << 20;
        double2 *a = (double2*)harness::filled<double>((size_t)n * 2, 201), *b = (double2*)harness::filled<double>((size_t)n * 2, 202), *out = (double2*)harness::empty<double>((size_t)n * 2);
        add("tidal_button_be2_a", [=] { tidal_button_be2_a<<<n / 256, 256>>>(a, b, out, n, 0.25); }, out, (size_t)n * 2, Output::f64);
    }
    {   // healthy 4
        const int n = 16 << 20;
        std::vector<float> c(161);
        for (int k = 0; k <= 160; ++k) c[k] = harness::unit(k + 211) / (k + 1) + (k == 0 ? 1.f : 0.f);
        CHECK(cudaMemcpyToSymbol(eos, c.data(), 161 * sizeof(float)));
        float4 *x = (float4*)harness::filled<float>(n, 212), *y = (float4*)harness::empty<float>(n);
        add("urban_feather_be2_a", [=] { urban_feather_be2_a<<<n / 2048, 256>>>(x, y, n / 4); }, y, n);
    }
    return harness::run(argc, argv, cases);
}
