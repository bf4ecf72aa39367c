// Before/after pairs from scientific computing: stencils, columns of an atmosphere, chemistry, line solvers.
#include "harness.cuh"

using harness::Case;

// ---- block-line smoother: tridiagonal lines of 48 points, solved by one thread each in shared memory
constexpr int LINE = 48, LINES_PER_BLOCK = 64;
__constant__ float line_scale[LINE], line_upper[LINE];

__global__ void __launch_bounds__(64) line_smoother_s2_a(const float* __restrict__ rhs, float* __restrict__ sol, int lines, float lower) {
    __shared__ float s[LINES_PER_BLOCK * LINE];
    const int first = blockIdx.x * LINES_PER_BLOCK, here = min(LINES_PER_BLOCK, lines - first) * LINE;
    const float* src = rhs + (size_t)first * LINE;
    float* dst = sol + (size_t)first * LINE;
#pragma unroll 16
    for (int k = 0; k < LINE; ++k) {
        int i = k * LINES_PER_BLOCK + threadIdx.x;
        if (i < here) s[i] = src[i];
    }
    __syncthreads();
    float* d = s + threadIdx.x * LINE;
    float before = 0.0f;
#pragma unroll 4
    for (int j = 0; j < LINE; ++j) { before = (d[j] - lower * before) * line_scale[j]; d[j] = before; }
    float after = 0.0f;
#pragma unroll 4
    for (int j = LINE - 1; j >= 0; --j) { after = d[j] - line_upper[j] * after; d[j] = after; }
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < LINE; ++k) {
        int i = k * LINES_PER_BLOCK + threadIdx.x;
        if (i < here) dst[i] = s[i];
    }
}
__global__ void __launch_bounds__(64) line_smoother_s2_b(const float* __restrict__ rhs, float* __restrict__ sol, int lines, float lower) {
    __shared__ float s[LINES_PER_BLOCK * (LINE + 1)];
    const int first = blockIdx.x * LINES_PER_BLOCK, here = min(LINES_PER_BLOCK, lines - first) * LINE;
    const float* src = rhs + (size_t)first * LINE;
    float* dst = sol + (size_t)first * LINE;
#pragma unroll 16
    for (int k = 0; k < LINE; ++k) {
        int i = k * LINES_PER_BLOCK + threadIdx.x;
        if (i < here) s[i + i / LINE] = src[i];
    }
    __syncthreads();
    float* d = s + threadIdx.x * (LINE + 1);
    float before = 0.0f;
#pragma unroll 4
    for (int j = 0; j < LINE; ++j) { before = (d[j] - lower * before) * line_scale[j]; d[j] = before; }
    float after = 0.0f;
#pragma unroll 4
    for (int j = LINE - 1; j >= 0; --j) { after = d[j] - line_upper[j] * after; d[j] = after; }
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < LINE; ++k) {
        int i = k * LINES_PER_BLOCK + threadIdx.x;
        if (i < here) dst[i] = s[i + i / LINE];
    }
}

// ---- longwave sweep down the 137 levels of an atmosphere's columns; _a keeps a column's levels together, _b the columns of a level
constexpr int LEVELS = 137;
__global__ void __launch_bounds__(256) longwave_sweep_s2_a(const float* __restrict__ temp, const float* __restrict__ vapour,
                                                           const float* __restrict__ cloud, float* __restrict__ heating, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    size_t at = (size_t)c * LEVELS;
    float flux = 0.0f;
    for (int k = 0; k < LEVELS; ++k, ++at) {
        float t = 1.0f + 0.15f * temp[at], t2 = t * t;
        float trans = __expf(-0.08f * fabsf(vapour[at]) - 0.3f * fmaxf(cloud[at], 0.0f));
        float next = flux * trans + (1.0f - trans) * t2 * t2;
        heating[at] = flux - next;
        flux = next;
    }
}
__global__ void __launch_bounds__(256) longwave_sweep_s2_b(const float* __restrict__ temp, const float* __restrict__ vapour,
                                                           const float* __restrict__ cloud, float* __restrict__ heating, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    size_t at = c;
    float flux = 0.0f;
    for (int k = 0; k < LEVELS; ++k, at += columns) {
        float t = 1.0f + 0.15f * temp[at], t2 = t * t;
        float trans = __expf(-0.08f * fabsf(vapour[at]) - 0.3f * fmaxf(cloud[at], 0.0f));
        float next = flux * trans + (1.0f - trans) * t2 * t2;
        heating[at] = flux - next;
        flux = next;
    }
}
__global__ void harness_level_major(const float* from, float* to, int columns) {
    size_t n = (size_t)columns * LEVELS;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        to[(i % LEVELS) * columns + i / LEVELS] = from[i];
}

// ---- rate coefficients of four stratospheric reactions per cell
__global__ void __launch_bounds__(256) ozone_rates_s2_a(const float* __restrict__ temperature, const float* __restrict__ density,
                                                        float* __restrict__ rate, int cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float t = 250.0f + 45.0f * temperature[i], m = 1.5f + density[i];
    float cool = t / 300.0f;
    size_t n = cells;
    rate[i] = 8.0 * exp(-2060.0 / t);
    rate[n + i] = 3.0 * exp(-1500.0 / t);
    rate[2 * n + i] = 5.1 * exp(210.0 / t) * m;
    rate[3 * n + i] = 0.6 * m * pow(cool, -2.4);
}
__global__ void __launch_bounds__(256) ozone_rates_s2_b(const float* __restrict__ temperature, const float* __restrict__ density,
                                                        float* __restrict__ rate, int cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float t = 250.0f + 45.0f * temperature[i], m = 1.5f + density[i];
    float cool = t / 300.0f;
    size_t n = cells;
    rate[i] = 8.0f * expf(-2060.0f / t);
    rate[n + i] = 3.0f * expf(-1500.0f / t);
    rate[2 * n + i] = 5.1f * expf(210.0f / t) * m;
    rate[3 * n + i] = 0.6f * m * powf(cool, -2.4f);
}

// ---- implicit Euler of eight species per cell: dense 8x8 Newton matrix in registers, eliminated without pivoting
constexpr int SPECIES = 8, SUBSTEPS = 4;
__constant__ float exchange[SPECIES][SPECIES];

__device__ __forceinline__ void implicit_cell(const float* __restrict__ conc, float* __restrict__ result, int cells, float h) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells) return;
    float c[SPECIES];
#pragma unroll
    for (int i = 0; i < SPECIES; ++i) c[i] = 1.2f + conc[(size_t)i * cells + cell];
#pragma unroll 1
    for (int step = 0; step < SUBSTEPS; ++step) {
        float a[SPECIES][SPECIES], r[SPECIES];
#pragma unroll
        for (int i = 0; i < SPECIES; ++i) {
            float g = 0.0f, hc = h * c[i];
#pragma unroll
            for (int j = 0; j < SPECIES; ++j) { g += exchange[i][j] * c[j]; a[i][j] = -hc * exchange[i][j]; }
            r[i] = hc * g;
            a[i][i] = 1.0f - h * g;
        }
#pragma unroll
        for (int p = 0; p < SPECIES; ++p) {
            float inv = __fdividef(1.0f, a[p][p]);
#pragma unroll
            for (int i = p + 1; i < SPECIES; ++i) {
                float f = a[i][p] * inv;
#pragma unroll
                for (int j = p + 1; j < SPECIES; ++j) a[i][j] -= f * a[p][j];
                r[i] -= f * r[p];
            }
            a[p][p] = inv;
        }
#pragma unroll
        for (int i = SPECIES - 1; i >= 0; --i) {
#pragma unroll
            for (int j = i + 1; j < SPECIES; ++j) r[i] -= a[i][j] * r[j];
            r[i] *= a[i][i];
        }
#pragma unroll
        for (int i = 0; i < SPECIES; ++i) c[i] += r[i];
    }
#pragma unroll
    for (int i = 0; i < SPECIES; ++i) result[(size_t)i * cells + cell] = c[i];
}
__global__ void __launch_bounds__(256, 8) implicit_species_s2_a(const float* conc, float* result, int cells, float h) {
    implicit_cell(conc, result, cells, h);
}
__global__ void __launch_bounds__(256) implicit_species_s2_b(const float* conc, float* result, int cells, float h) {
    implicit_cell(conc, result, cells, h);
}

// ---- photochemistry round the globe: cells in order of longitude, more substeps where the sun is high
constexpr int TILE = 1024;
__device__ __forceinline__ float sunlit_cell(float odd, float nox, int substeps) {
    float o3 = 1.5f + odd, no = 1.2f + nox;
    float h = 1.0f / substeps;
    for (int s = 0; s < substeps; ++s) {
        float loss = 0.4f * no + 0.02f * o3;
        float made = 0.6f + 0.05f * no;
        float o3next = __fdividef(o3 + h * made, 1.0f + h * loss);
        no = __fdividef(no + h * 0.1f, 1.0f + h * (0.2f + 0.3f * o3));
        o3 = o3next;
    }
    return o3 + 0.1f * no;
}
__global__ void __launch_bounds__(1024) terminator_chemistry_s2_a(const float* __restrict__ odd, const float* __restrict__ nox,
                                                                  const int* __restrict__ substeps, float* __restrict__ out, int cells) {
    int tiles = (cells + TILE - 1) / TILE, share = (tiles + gridDim.x - 1) / gridDim.x;
    int last = min(tiles, (int)(blockIdx.x + 1) * share);
    for (int tile = blockIdx.x * share; tile < last; ++tile) {
        int i = tile * TILE + threadIdx.x;
        if (i < cells) out[i] = sunlit_cell(odd[i], nox[i], substeps[i]);
    }
}
__global__ void __launch_bounds__(1024) terminator_chemistry_s2_b(const float* __restrict__ odd, const float* __restrict__ nox,
                                                                  const int* __restrict__ substeps, float* __restrict__ out, int cells) {
    int tiles = (cells + TILE - 1) / TILE;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int i = tile * TILE + threadIdx.x;
        if (i < cells) out[i] = sunlit_cell(odd[i], nox[i], substeps[i]);
    }
}

// ---- heat conduction on a three-fold periodic box
__global__ void __launch_bounds__(256) torus_conduction_s2_a(const float* __restrict__ u, const float* __restrict__ kappa, float* __restrict__ next,
                                                             long long nx, long long ny, long long nz) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    long long x = i % nx, y = (i / nx) % ny, z = i / (nx * ny);
    long long east = (x + 1) % nx, west = (x + nx - 1) % nx;
    long long north = (y + 1) % ny, south = (y + ny - 1) % ny;
    long long up = (z + 1) % nz, down = (z + nz - 1) % nz;
    float centre = u[i];
    float sum = u[(z * ny + y) * nx + east] + u[(z * ny + y) * nx + west] + u[(z * ny + north) * nx + x] +
                u[(z * ny + south) * nx + x] + u[(up * ny + y) * nx + x] + u[(down * ny + y) * nx + x];
    next[i] = centre + 0.1f * (1.0f + 0.3f * kappa[i]) * (sum - 6.0f * centre);
}
__global__ void __launch_bounds__(256) torus_conduction_s2_b(const float* __restrict__ u, const float* __restrict__ kappa, float* __restrict__ next,
                                                             int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int plane = nx * ny, row = z * plane + y * nx, i = row + x;
    int east = x + 1 == nx ? i - x : i + 1, west = x == 0 ? i + nx - 1 : i - 1;
    int north = y + 1 == ny ? i - y * nx : i + nx, south = y == 0 ? i + plane - nx : i - nx;
    int up = z + 1 == nz ? i - z * plane : i + plane, down = z == 0 ? i + (nz - 1) * plane : i - plane;
    float centre = u[i];
    float sum = u[east] + u[west] + u[north] + u[south] + u[up] + u[down];
    next[i] = centre + 0.1f * (1.0f + 0.3f * kappa[i]) * (sum - 6.0f * centre);
}

// ---- Adams-Bashforth step of a tracer, sponge layer and positivity: three launches against one
__device__ __forceinline__ float extrapolate(float q, float now, float old) { return q + 0.2f * (1.5f * now - 0.5f * old); }
__device__ __forceinline__ float relax(float q, float w) { return q * (1.0f - 0.25f * fabsf(w)); }

__global__ void __launch_bounds__(256) tracer_step_s2_a(const float4* __restrict__ q, const float4* __restrict__ now, const float4* __restrict__ old,
                                                        float4* __restrict__ work, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = q[i], b = now[i], c = old[i];
    work[i] = make_float4(extrapolate(a.x, b.x, c.x), extrapolate(a.y, b.y, c.y), extrapolate(a.z, b.z, c.z), extrapolate(a.w, b.w, c.w));
}
__global__ void __launch_bounds__(256) tracer_step_s2_a2(float4* __restrict__ work, const float4* __restrict__ sponge, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = work[i], w = sponge[i];
    work[i] = make_float4(relax(a.x, w.x), relax(a.y, w.y), relax(a.z, w.z), relax(a.w, w.w));
}
__global__ void __launch_bounds__(256) tracer_step_s2_a3(const float4* __restrict__ work, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = work[i];
    out[i] = make_float4(fmaxf(a.x, 0.0f), fmaxf(a.y, 0.0f), fmaxf(a.z, 0.0f), fmaxf(a.w, 0.0f));
}
__global__ void __launch_bounds__(256) tracer_step_s2_b(const float4* __restrict__ q, const float4* __restrict__ now, const float4* __restrict__ old,
                                                        const float4* __restrict__ sponge, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = q[i], b = now[i], c = old[i], w = sponge[i];
    out[i] = make_float4(fmaxf(relax(extrapolate(a.x, b.x, c.x), w.x), 0.0f), fmaxf(relax(extrapolate(a.y, b.y, c.y), w.y), 0.0f),
                         fmaxf(relax(extrapolate(a.z, b.z, c.z), w.z), 0.0f), fmaxf(relax(extrapolate(a.w, b.w, c.w), w.w), 0.0f));
}

// ---- buoyancy of the 72 layers of a column: a block of 72 threads takes column after column, or four columns at a time
constexpr int LAYERS = 72;
__device__ __forceinline__ float buoyancy(float theta, float vapour, float liquid, float ice, float snow, float w, float ref) {
    float virt = (1.0f + 0.1f * theta) * (1.0f + 0.061f * vapour - 0.1f * (liquid + ice + snow));
    return w + 0.98f * (virt - (1.0f + 0.1f * ref));
}
__global__ void __launch_bounds__(72) layer_buoyancy_s2_a(const float* __restrict__ theta, const float* __restrict__ vapour, const float* __restrict__ liquid,
                                                          const float* __restrict__ ice, const float* __restrict__ snow, const float* __restrict__ w,
                                                          const float* __restrict__ ref, float* __restrict__ out, int columns) {
#pragma unroll 2
    for (int k = 0; k < 8; ++k) {
        int column = blockIdx.x * 8 + k;
        if (column >= columns) return;
        int i = column * LAYERS + threadIdx.x;
        out[i] = buoyancy(theta[i], vapour[i], liquid[i], ice[i], snow[i], w[i], ref[i]);
    }
}
__global__ void __launch_bounds__(288) layer_buoyancy_s2_b(const float* __restrict__ theta, const float* __restrict__ vapour, const float* __restrict__ liquid,
                                                           const float* __restrict__ ice, const float* __restrict__ snow, const float* __restrict__ w,
                                                           const float* __restrict__ ref, float* __restrict__ out, int columns) {
    int n = columns * LAYERS;
#pragma unroll 2
    for (int k = 0; k < 8; ++k) {
        int i = (blockIdx.x * 8 + k) * (4 * LAYERS) + threadIdx.x;
        if (i >= n) return;
        out[i] = buoyancy(theta[i], vapour[i], liquid[i], ice[i], snow[i], w[i], ref[i]);
    }
}

// ---- saturation over water or ice with growth of the condensate, by cell
__device__ __forceinline__ float over_water(float d) {
    return 6.1123992f + d * (0.44398764f + d * (1.42986287e-2f + d * (2.6484743e-4f + d * (3.0295046e-6f + d * (2.0673946e-8f + d * 6.4068945e-11f)))));
}
__device__ __forceinline__ float over_ice(float d) {
    return 6.1114727f + d * (0.50316082f + d * (1.88439774e-2f + d * (4.20895665e-4f + d * (6.15021634e-6f + d * (6.02588177e-8f + d * 3.85852041e-10f)))));
}
__global__ void __launch_bounds__(256) phase_growth_s2_a(const float* __restrict__ temp, const float* __restrict__ pressure, const float* __restrict__ vapour,
                                                         const float* __restrict__ water, const float* __restrict__ ice, const float* __restrict__ number,
                                                         float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = 30.0f * temp[i], p = 800.0f + 200.0f * pressure[i], q = 5.0f + vapour[i];
    float l = 1.1f + water[i], s = 1.1f + ice[i], c = 1.1f + number[i];
    float growth;
    if (d > 0.0f) {
        float e = over_water(d), qs = __fdividef(622.0f * e, p - e);
        growth = (q - qs) * l * l * __fdividef(1.0f, 1.0f + 0.3f * c);
    } else {
        float e = over_ice(d), qs = __fdividef(622.0f * e, p - e);
        growth = (q - qs) * __fsqrt_rn(s * c) * 0.7f;
    }
    out[i] = q - 0.1f * growth + 0.01f * (l + s);
}
__global__ void __launch_bounds__(256) phase_growth_s2_b(const float* __restrict__ temp, const float* __restrict__ pressure, const float* __restrict__ vapour,
                                                         const float* __restrict__ water, const float* __restrict__ ice, const float* __restrict__ number,
                                                         float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = 30.0f * temp[i], p = 800.0f + 200.0f * pressure[i], q = 5.0f + vapour[i];
    float l = 1.1f + water[i], s = 1.1f + ice[i], c = 1.1f + number[i];
    bool warm = d > 0.0f;
    float e = warm ? 6.4068945e-11f : 3.85852041e-10f;
    e = fmaf(e, d, warm ? 2.0673946e-8f : 6.02588177e-8f);
    e = fmaf(e, d, warm ? 3.0295046e-6f : 6.15021634e-6f);
    e = fmaf(e, d, warm ? 2.6484743e-4f : 4.20895665e-4f);
    e = fmaf(e, d, warm ? 1.42986287e-2f : 1.88439774e-2f);
    e = fmaf(e, d, warm ? 0.44398764f : 0.50316082f);
    e = fmaf(e, d, warm ? 6.1123992f : 6.1114727f);
    float qs = __fdividef(622.0f * e, p - e);
    float x = s * c, y = 1.0f + 0.3f * c;
    float factor = warm ? l * l * __fdividef(1.0f, y) : x * rsqrtf(x) * 0.7f;
    out[i] = q - 0.1f * (q - qs) * factor + 0.01f * (l + s);
}

// ---- seven-diagonal matrix of a variable-coefficient operator times a vector, four rows a thread
__global__ void __launch_bounds__(256) seven_diagonals_s2_a(const float4* __restrict__ down, const float4* __restrict__ south, const float4* __restrict__ west,
                                                            const float4* __restrict__ diag, const float4* __restrict__ east, const float4* __restrict__ north,
                                                            const float4* __restrict__ up, const float* __restrict__ x, float4* __restrict__ y,
                                                            int rows, int nx, int plane) {
    int quad = blockIdx.x * blockDim.x + threadIdx.x, i = 4 * quad;
    if (i >= rows) return;
    const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float4 c = *(const float4*)(x + i);
    float before = i > 0 ? x[i - 1] : 0.0f, after = i + 4 < rows ? x[i + 4] : 0.0f;
    float4 s = i >= nx ? *(const float4*)(x + i - nx) : zero, n = i + nx < rows ? *(const float4*)(x + i + nx) : zero;
    float4 d = i >= plane ? *(const float4*)(x + i - plane) : zero, u = i + plane < rows ? *(const float4*)(x + i + plane) : zero;
    float4 ad = __ldcs(down + quad), as = __ldcs(south + quad), aw = __ldcs(west + quad), ac = __ldcs(diag + quad);
    float4 ae = __ldcs(east + quad), an = __ldcs(north + quad), au = __ldcs(up + quad);
    float4 r;
    r.x = ad.x * d.x + as.x * s.x + aw.x * before + ac.x * c.x + ae.x * c.y + an.x * n.x + au.x * u.x;
    r.y = ad.y * d.y + as.y * s.y + aw.y * c.x + ac.y * c.y + ae.y * c.z + an.y * n.y + au.y * u.y;
    r.z = ad.z * d.z + as.z * s.z + aw.z * c.y + ac.z * c.z + ae.z * c.w + an.z * n.z + au.z * u.z;
    r.w = ad.w * d.w + as.w * s.w + aw.w * c.z + ac.w * c.w + ae.w * after + an.w * n.w + au.w * u.w;
    __stcs(y + quad, r);
}

int main(int argc, char** argv) {
    const size_t N = 40000000;
    float* p[8];
    for (int i = 0; i < 8; ++i) p[i] = harness::filled<float>(N, 11 + 17 * i);
    float* o = harness::empty<float>(2 * N);
    std::vector<Case> cases;
    auto blocks = [](size_t n, int b) { return (unsigned)((n + b - 1) / b); };

    {   // constants
        float scale[LINE], upper[LINE], c = 0.0f;
        for (int j = 0; j < LINE; ++j) { scale[j] = 1.0f / (1.0f - 0.3f * c); c = 0.3f * scale[j]; upper[j] = c; }
        CHECK(cudaMemcpyToSymbol(line_scale, scale, sizeof scale)); CHECK(cudaMemcpyToSymbol(line_upper, upper, sizeof upper));
        float g[SPECIES][SPECIES];
        for (int i = 0; i < SPECIES; ++i)
            for (int j = 0; j < SPECIES; ++j) g[i][j] = i == j ? 0.0f : (i < j ? 1.0f : -1.0f) * (0.1f + 0.07f * ((i * j + i + j) % 5));
        CHECK(cudaMemcpyToSymbol(exchange, g, sizeof g));
    }
    {
        const int lines = 833311;
        unsigned grid = blocks(lines, LINES_PER_BLOCK);
        cases.push_back({"line_smoother_s2_a", [=] { line_smoother_s2_a<<<grid, 64>>>(p[0], o, lines, 0.3f); }, o, (size_t)lines * LINE});
        cases.push_back({"line_smoother_s2_b", [=] { line_smoother_s2_b<<<grid, 64>>>(p[0], o, lines, 0.3f); }, o, (size_t)lines * LINE});
    }
    {
        const int columns = 260100;
        const size_t n = (size_t)columns * LEVELS;
        float* q[3];
        for (int i = 0; i < 3; ++i) {
            q[i] = harness::empty<float>(n);
            harness_level_major<<<2048, 256>>>(p[i], q[i], columns); CHECK(cudaGetLastError());
        }
        float *t = q[0], *v = q[1], *c = q[2];
        unsigned grid = blocks(columns, 256);
        cases.push_back({"longwave_sweep_s2_a", [=] { longwave_sweep_s2_a<<<grid, 256>>>(p[0], p[1], p[2], o, columns); }, o, n});
        cases.push_back({"longwave_sweep_s2_b", [=] { longwave_sweep_s2_b<<<grid, 256>>>(t, v, c, o, columns); }, o, n});
    }
    {
        const int cells = 19999001;
        unsigned grid = blocks(cells, 256);
        cases.push_back({"ozone_rates_s2_a", [=] { ozone_rates_s2_a<<<grid, 256>>>(p[0], p[1], o, cells); }, o, (size_t)cells * 4});
        cases.push_back({"ozone_rates_s2_b", [=] { ozone_rates_s2_b<<<grid, 256>>>(p[0], p[1], o, cells); }, o, (size_t)cells * 4});
    }
    {
        const int cells = 4800017;
        unsigned grid = blocks(cells, 256);
        cases.push_back({"implicit_species_s2_a", [=] { implicit_species_s2_a<<<grid, 256>>>(p[3], o, cells, 0.05f); }, o, (size_t)cells * SPECIES});
        cases.push_back({"implicit_species_s2_b", [=] { implicit_species_s2_b<<<grid, 256>>>(p[3], o, cells, 0.05f); }, o, (size_t)cells * SPECIES});
    }
    {
        const int cells = 3199 * TILE - 333;
        std::vector<int> steps(cells);
        for (int i = 0; i < cells; ++i) steps[i] = 12 + (int)(84.0 * std::max(0.0, std::sin(6.283185307 * i / cells)));
        int* s = harness::uploaded(steps);
        cases.push_back({"terminator_chemistry_s2_a", [=] { terminator_chemistry_s2_a<<<132, TILE>>>(p[1], p[2], s, o, cells); }, o, (size_t)cells});
        cases.push_back({"terminator_chemistry_s2_b", [=] { terminator_chemistry_s2_b<<<132, TILE>>>(p[1], p[2], s, o, cells); }, o, (size_t)cells});
    }
    {
        const int nx = 352, ny = 339, nz = 333;
        const size_t n = (size_t)nx * ny * nz;
        unsigned grid = blocks(n, 256);
        dim3 box(nx / 32, (ny + 7) / 8, nz);
        cases.push_back({"torus_conduction_s2_a", [=] { torus_conduction_s2_a<<<grid, 256>>>(p[4], p[5], o, nx, ny, nz); }, o, n});
        cases.push_back({"torus_conduction_s2_b", [=] { torus_conduction_s2_b<<<box, dim3(32, 8)>>>(p[4], p[5], o, nx, ny, nz); }, o, n});
    }
    {
        const int n = 9999877;  // of four
        unsigned grid = blocks(n, 256);
        float4 *work = (float4*)o, *out = (float4*)(o + N);
        auto f4 = [=](int i) { return (const float4*)p[i]; };
        const float4 *q = f4(0), *now = f4(1), *old = f4(2), *sponge = f4(3);
        cases.push_back({"tracer_step_s2_a", [=] {
            tracer_step_s2_a<<<grid, 256>>>(q, now, old, work, n);
            tracer_step_s2_a2<<<grid, 256>>>(work, sponge, n);
            tracer_step_s2_a3<<<grid, 256>>>(work, out, n); }, out, (size_t)n * 4});
        cases.push_back({"tracer_step_s2_b", [=] { tracer_step_s2_b<<<grid, 256>>>(q, now, old, sponge, out, n); }, out, (size_t)n * 4});
    }
    {
        const int columns = 555503;
        cases.push_back({"layer_buoyancy_s2_a", [=] {
            layer_buoyancy_s2_a<<<(columns + 7) / 8, 72>>>(p[0], p[1], p[2], p[3], p[4], p[5], p[6], o, columns); }, o, (size_t)columns * LAYERS});
        cases.push_back({"layer_buoyancy_s2_b", [=] {
            layer_buoyancy_s2_b<<<(columns + 31) / 32, 288>>>(p[0], p[1], p[2], p[3], p[4], p[5], p[6], o, columns); }, o, (size_t)columns * LAYERS});
    }
    {
        const int n = 39999001;
        unsigned grid = blocks(n, 256);
        cases.push_back({"phase_growth_s2_a", [=] { phase_growth_s2_a<<<grid, 256>>>(p[0], p[1], p[2], p[3], p[4], p[5], o, n); }, o, (size_t)n});
        cases.push_back({"phase_growth_s2_b", [=] { phase_growth_s2_b<<<grid, 256>>>(p[0], p[1], p[2], p[3], p[4], p[5], o, n); }, o, (size_t)n});
    }
    {
        const int nx = 344, ny = 340, nz = 341, rows = nx * ny * nz;
        unsigned grid = blocks(rows / 4, 256);
        auto f4 = [=](int i) { return (const float4*)p[i]; };
        const float4 *d = f4(0), *s = f4(1), *w = f4(2), *c = f4(3), *e = f4(4), *n = f4(5), *u = f4(6);
        cases.push_back({"seven_diagonals_s2_a", [=] {
            seven_diagonals_s2_a<<<grid, 256>>>(d, s, w, c, e, n, u, p[7], (float4*)o, rows, nx, nx * ny); }, o, (size_t)rows});
    }
    return harness::run(argc, argv, cases);
}
