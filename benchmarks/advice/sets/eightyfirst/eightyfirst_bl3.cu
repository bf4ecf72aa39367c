#include "harness.cuh"
#include <functional>
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- setup
__global__ void harness_positive(float* p, size_t n, float base, float amp, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = base + amp * harness::unit((uint32_t)i * 2654435761u + seed);
}
__global__ void harness_flip(const float* in, float* out, int rows, int cols) {
    size_t n = (size_t)rows * cols;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        size_t r = i / cols, c = i % cols;
        out[c * rows + r] = in[i];
    }
}
__global__ void harness_pixels(unsigned char* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t k = (uint32_t)i * 3u;
        float v = 120.f + 42.f * (harness::unit(k) + harness::unit(k + 1) + harness::unit(k + 2));
        p[i] = (unsigned char)v;
    }
}
__global__ void harness_materials(unsigned char* id, float* ca, float* cb, const float2* table, int w, int h) {
    size_t n = (size_t)w * h;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t x = (uint32_t)(i % w) / 48, y = (uint32_t)(i / w) / 20;
        unsigned char m = harness::hash32(x * 7919u + y) & 15;
        id[i] = m; ca[i] = table[m].x; cb[i] = table[m].y;
    }
}
static float* positive(size_t n, float base, float amp, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_positive<<<2048, 256>>>(p, n, base, amp, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- kmeans: membership of points
#define NCLUSTERS 5
#define NFEATURES 34
__constant__ float c_clusters[NCLUSTERS * NFEATURES];

__global__ void velvet_harbor_bl3_a(const float* __restrict__ feature, int npoints, int* __restrict__ membership) {
    int point = blockIdx.x * blockDim.x + threadIdx.x;
    if (point >= npoints) return;
    float dist[NCLUSTERS];
    for (int c = 0; c < NCLUSTERS; c++) dist[c] = 0.f;
    for (int f = 0; f < NFEATURES; f++) {
        float v = feature[point * NFEATURES + f];
        for (int c = 0; c < NCLUSTERS; c++) {
            float d = v - c_clusters[c * NFEATURES + f];
            dist[c] += d * d;
        }
    }
    int index = 0;
    float best = dist[0];
    for (int c = 1; c < NCLUSTERS; c++)
        if (dist[c] < best) { best = dist[c]; index = c; }
    membership[point] = index;
}
__global__ void velvet_harbor_bl3_b(const float* __restrict__ feature, int npoints, int* __restrict__ membership) {
    int point = blockIdx.x * blockDim.x + threadIdx.x;
    if (point >= npoints) return;
    float dist[NCLUSTERS];
    for (int c = 0; c < NCLUSTERS; c++) dist[c] = 0.f;
    for (int f = 0; f < NFEATURES; f++) {
        float v = feature[f * npoints + point];
        for (int c = 0; c < NCLUSTERS; c++) {
            float d = v - c_clusters[c * NFEATURES + f];
            dist[c] += d * d;
        }
    }
    int index = 0;
    float best = dist[0];
    for (int c = 1; c < NCLUSTERS; c++)
        if (dist[c] < best) { best = dist[c]; index = c; }
    membership[point] = index;
}

// ---------------------------------------------------------------- matrix transpose
#define TILE 32
#define ROWS 8
__global__ void amber_lantern_bl3_a(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) odata[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void amber_lantern_bl3_b(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) odata[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---------------------------------------------------------------- 256-bin histogram of an 8-bit image
__global__ void copper_meadow_bl3_a(const unsigned int* __restrict__ data, int words, unsigned int* histo) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) {
        unsigned int w = data[i];
        atomicAdd(&histo[w & 255], 1);
        atomicAdd(&histo[(w >> 8) & 255], 1);
        atomicAdd(&histo[(w >> 16) & 255], 1);
        atomicAdd(&histo[w >> 24], 1);
    }
}
__global__ void copper_meadow_bl3_b(const unsigned int* __restrict__ data, int words, unsigned int* histo) {
    __shared__ unsigned int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) {
        unsigned int w = data[i];
        atomicAdd(&s[w & 255], 1);
        atomicAdd(&s[(w >> 8) & 255], 1);
        atomicAdd(&s[(w >> 16) & 255], 1);
        atomicAdd(&s[w >> 24], 1);
    }
    __syncthreads();
    atomicAdd(&histo[threadIdx.x], s[threadIdx.x]);
}

// ---------------------------------------------------------------- Monte Carlo pricing of a mixed book
__device__ __forceinline__ float draw(unsigned int& state) {
    state = state * 1664525u + 1013904223u;
    return __uint_as_float((state >> 9) | 0x3f800000u) - 1.5f;
}
__device__ float asian(float s, float x, unsigned int state, float drift, float vol, int steps) {
    float sum = 0.f;
    for (int i = 0; i < steps; i++) { s += s * (drift + vol * draw(state)); sum += s; }
    return fmaxf(sum / steps - x, 0.f);
}
__device__ float barrier(float s, float x, unsigned int state, float drift, float vol, int steps) {
    float limit = x * 1.6f, alive = 1.f;
    for (int i = 0; i < steps; i++) {
        float z = draw(state);
        s += s * (drift + vol * z + 0.1f * vol * z * z);
        alive = s > limit ? 0.f : alive;
    }
    return alive * fmaxf(s - x, 0.f);
}
__device__ float lookback(float s, float x, unsigned int state, float drift, float vol, int steps) {
    float hi = s, lo = s;
    for (int i = 0; i < steps; i++) {
        s = s + s * drift + vol * s * draw(state);
        hi = fmaxf(hi, s); lo = fminf(lo, s);
    }
    return hi - lo + 0.01f * x;
}
__device__ float basket(float s, float x, unsigned int state, float drift, float vol, int steps) {
    float t = x;
    for (int i = 0; i < steps; i++) {
        float z = draw(state);
        s += s * (drift + vol * z);
        t += t * (drift - 0.5f * vol * z);
    }
    return fabsf(s - t);
}
__device__ __forceinline__ float price_one(int kind, float s, float x, unsigned int seed, float drift, float vol, int steps) {
    switch (kind) {
        case 0: return asian(s, x, seed, drift, vol, steps);
        case 1: return barrier(s, x, seed, drift, vol, steps);
        case 2: return lookback(s, x, seed, drift, vol, steps);
        default: return basket(s, x, seed, drift, vol, steps);
    }
}
__global__ void silent_orchard_bl3_a(const int* __restrict__ kind, const float* __restrict__ spot, const float* __restrict__ strike,
                                     const unsigned int* __restrict__ seed, float* __restrict__ price, int n, float drift, float vol, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) price[i] = price_one(kind[i], spot[i], strike[i], seed[i], drift, vol, steps);
}
__global__ void silent_orchard_bl3_b(const int* __restrict__ kind, const float* __restrict__ spot, const float* __restrict__ strike,
                                     const unsigned int* __restrict__ seed, float* __restrict__ price, int n, float drift, float vol, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) price[i] = price_one(kind[i], spot[i], strike[i], seed[i], drift, vol, steps);
}

// ---------------------------------------------------------------- SRAD: diffusion coefficient
__global__ void winter_pebble_bl3_a(const float* __restrict__ J, float* __restrict__ C, int cols, int rows, float q0sqr) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    int n = max(y - 1, 0), s = min(y + 1, rows - 1), w = max(x - 1, 0), e = min(x + 1, cols - 1);
    float jc = J[y * cols + x];
    float dN = J[n * cols + x] - jc, dS = J[s * cols + x] - jc, dW = J[y * cols + w] - jc, dE = J[y * cols + e] - jc;
    float G2 = (dN * dN + dS * dS + dW * dW + dE * dE) / (jc * jc);
    float L = (dN + dS + dW + dE) / jc;
    float qsqr = ((0.5 * G2) - ((1.0 / 16.0) * (L * L))) / ((1.0 + .25 * L) * (1.0 + .25 * L));
    float c = 1.0 / (1.0 + (qsqr - q0sqr) / (q0sqr * (1.0 + q0sqr)));
    C[y * cols + x] = c < 0 ? 0 : c > 1 ? 1 : c;
}
__global__ void winter_pebble_bl3_b(const float* __restrict__ J, float* __restrict__ C, int cols, int rows, float q0sqr) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    int n = max(y - 1, 0), s = min(y + 1, rows - 1), w = max(x - 1, 0), e = min(x + 1, cols - 1);
    float jc = J[y * cols + x];
    float dN = J[n * cols + x] - jc, dS = J[s * cols + x] - jc, dW = J[y * cols + w] - jc, dE = J[y * cols + e] - jc;
    float G2 = (dN * dN + dS * dS + dW * dW + dE * dE) / (jc * jc);
    float L = (dN + dS + dW + dE) / jc;
    float qsqr = ((0.5f * G2) - ((1.0f / 16.0f) * (L * L))) / ((1.0f + .25f * L) * (1.0f + .25f * L));
    float c = 1.0f / (1.0f + (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr)));
    C[y * cols + x] = c < 0 ? 0 : c > 1 ? 1 : c;
}

// ---------------------------------------------------------------- kNN: Manhattan distance matrix (points are columns)
__global__ void crooked_basin_bl3_a(const float* __restrict__ A, int wA, const float* __restrict__ B, int wB, int dim, float* __restrict__ AB) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= wB || y >= wA) return;
    float sum = 0.f;
    for (int k = 0; k < dim; k++) sum += fabsf(A[k * wA + y] - B[k * wB + x]);
    AB[(size_t)y * wB + x] = sum;
}
__global__ void __launch_bounds__(256) crooked_basin_bl3_b(const float* __restrict__ A, int wA, const float* __restrict__ B, int wB, int dim, float* __restrict__ AB) {
    __shared__ float sA[16][64], sB[16][64];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < dim; k0 += 16) {
        *(float4*)&sA[ty][tx * 4] = *(const float4*)&A[(k0 + ty) * wA + y0 + tx * 4];
        *(float4*)&sB[ty][tx * 4] = *(const float4*)&B[(k0 + ty) * wB + x0 + tx * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 a = *(float4*)&sA[k][ty * 4], b = *(float4*)&sB[k][tx * 4];
            float av[4] = {a.x, a.y, a.z, a.w}, bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += fabsf(av[i] - bv[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4*)&AB[(size_t)(y0 + ty * 4 + i) * wB + x0 + tx * 4] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---------------------------------------------------------------- channel shuffle, NCHW
__global__ void marble_thicket_bl3_a(const float* __restrict__ in, float* __restrict__ out, int64_t N, int64_t C, int64_t H, int64_t W, int64_t G) {
    int64_t total = N * C * H * W, step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < total; i += step) {
        int64_t w = i % W;
        int64_t h = (i / W) % H;
        int64_t c = (i / (W * H)) % C;
        int64_t n = i / (W * H * C);
        int64_t src = (c % G) * (C / G) + c / G;
        out[i] = in[((n * C + src) * H + h) * W + w];
    }
}
__global__ void marble_thicket_bl3_b(const float* __restrict__ in, float* __restrict__ out, int C, int HW, int G) {
    int c = blockIdx.y, n = blockIdx.z;
    int src = (c % G) * (C / G) + c / G;
    const float* from = in + (size_t)(n * C + src) * HW;
    float* to = out + (size_t)(n * C + c) * HW;
    for (int i = blockIdx.x * 1024 + threadIdx.x, k = 0; k < 4; k++, i += 256)
        if (i < HW) to[i] = from[i];
}

// ---------------------------------------------------------------- median filter
__global__ void hollow_ribbon_bl3_a(const float* __restrict__ in, float* __restrict__ out, int w, int h, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float window[49];
    int n = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++)
            window[n++] = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
    for (int i = 0; i <= n / 2; i++)
        for (int j = i + 1; j < n; j++)
            if (window[j] < window[i]) { float t = window[i]; window[i] = window[j]; window[j] = t; }
    out[y * w + x] = window[n / 2];
}
__global__ void hollow_ribbon_bl3_b(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float window[9];
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++)
            window[(dy + 1) * 3 + dx + 1] = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
#pragma unroll
    for (int i = 0; i <= 4; i++)
#pragma unroll
        for (int j = i + 1; j < 9; j++) {
            float lo = fminf(window[i], window[j]), hi = fmaxf(window[i], window[j]);
            window[i] = lo; window[j] = hi;
        }
    out[y * w + x] = window[4];
}

// ---------------------------------------------------------------- sum reduction
__global__ void rustic_falcon_bl3_a(const float* __restrict__ g_idata, float* __restrict__ g_odata, unsigned int n) {
    __shared__ float sdata[256];
    const unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * 512 + tid;
    const unsigned int gridSize = 512 * gridDim.x;
    float sum = 0.f;
    while (i < n) { sum += g_idata[i] + g_idata[i + 256]; i += gridSize; }
    sdata[tid] = sum;
    __syncthreads();
    for (unsigned int s = 128; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void rustic_falcon_bl3_b(const float* __restrict__ g_idata, float* __restrict__ g_odata, unsigned int n) {
    __shared__ float sdata[256];
    const unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * 512 + tid;
    const unsigned int gridSize = 512 * gridDim.x;
    float sum = 0.f;
    while (i < n) { sum += g_idata[i] + g_idata[i + 256]; i += gridSize; }
    sdata[tid] = sum;
    __syncthreads();
    for (unsigned int s = 128; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

// ---------------------------------------------------------------- layer forward: bias, squash, residual
__global__ void gentle_quarry_bl3_a0(const float* __restrict__ x, const float* __restrict__ bias, float* __restrict__ t, int n, int colmask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) t[i] = x[i] + bias[i & colmask];
}
__global__ void gentle_quarry_bl3_a1(const float* __restrict__ t, float* __restrict__ u, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) u[i] = 1.0f / (1.0f + __expf(-t[i]));
}
__global__ void gentle_quarry_bl3_a2(const float* __restrict__ u, const float* __restrict__ res, float* __restrict__ out, int n, float gamma) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = gamma * u[i] + res[i];
}
__global__ void gentle_quarry_bl3_b(const float* __restrict__ x, const float* __restrict__ bias, const float* __restrict__ res, float* __restrict__ out,
                                    int n, int colmask, float gamma) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = gamma * (1.0f / (1.0f + __expf(-(x[i] + bias[i & colmask])))) + res[i];
}

// ---------------------------------------------------------------- softmax over rows of 1024
__global__ void __launch_bounds__(1024) narrow_compass_bl3_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[1024];
    int tid = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + tid;
    float v = in[at];
    s[tid] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] = fmaxf(s[tid], s[tid + k]);
        __syncthreads();
    }
    float top = s[0];
    __syncthreads();
    float e = __expf(v - top);
    s[tid] = e;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    out[at] = e / s[0];
}
__global__ void __launch_bounds__(256) narrow_compass_bl3_b(const float* __restrict__ in, float* __restrict__ out) {
    int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5);
    const float4* src = (const float4*)(in + (size_t)row * 1024);
    float4* dst = (float4*)(out + (size_t)row * 1024);
    float4 v[8];
    float top = -1e30f, sum = 0.f;
#pragma unroll
    for (int k = 0; k < 8; k++) v[k] = src[k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; k++) top = fmaxf(fmaxf(top, fmaxf(v[k].x, v[k].y)), fmaxf(v[k].z, v[k].w));
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k].x = __expf(v[k].x - top); v[k].y = __expf(v[k].y - top); v[k].z = __expf(v[k].z - top); v[k].w = __expf(v[k].w - top);
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    float inv = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < 8; k++) dst[k * 32 + lane] = make_float4(v[k].x * inv, v[k].y * inv, v[k].z * inv, v[k].w * inv);
}

// ---------------------------------------------------------------- FDTD: Ez update
__global__ void distant_kettle_bl3_a(const float* __restrict__ ez, const float* __restrict__ hx, const float* __restrict__ hy,
                                     const float* __restrict__ ca, const float* __restrict__ cb, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x, left = x ? i - 1 : i, up = y ? i - w : i;
    out[i] = ca[i] * ez[i] + cb[i] * ((hy[i] - hy[left]) - (hx[i] - hx[up]));
}
__global__ void distant_kettle_bl3_b(const float* __restrict__ ez, const float* __restrict__ hx, const float* __restrict__ hy,
                                     const unsigned char* __restrict__ material, const float2* __restrict__ table, float* __restrict__ out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x, left = x ? i - 1 : i, up = y ? i - w : i;
    float2 c = __ldg(&table[material[i]]);
    out[i] = c.x * ez[i] + c.y * ((hy[i] - hy[left]) - (hx[i] - hx[up]));
}

// ---------------------------------------------------------------- STREAM triad
__global__ void tidy_anchor_bl3_a(const float* __restrict__ b, const float* __restrict__ c, float* __restrict__ a, float s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + s * c[i];
}
__global__ void tidy_anchor_bl3_b(const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ a, float s, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 p = b[i], q = c[i];
    a[i] = make_float4(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z, p.w + s * q.w);
}

// ---------------------------------------------------------------- blend of two images
__global__ void frosty_saddle_bl3_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.7 * x[i] + 0.3 * y[i];
}
__global__ void frosty_saddle_bl3_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.7f * x[i] + 0.3f * y[i];
}

// ---------------------------------------------------------------- embedding lookup
__global__ void bright_tunnel_bl3_a(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ out, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row < n) out[(size_t)row * 32 + lane] = table[(size_t)ids[row] * 32 + lane];
}

// ---------------------------------------------------------------- double precision dot product
__global__ void __launch_bounds__(256) polite_canyon_bl3_a(const double2* __restrict__ x, const double2* __restrict__ y, double* __restrict__ partial, int n2) {
    __shared__ double s[256];
    double sum = 0, more = 0;
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n2; i += step) {
        double2 a = x[i], b = y[i];
        sum += a.x * b.x; more += a.y * b.y;
    }
    s[threadIdx.x] = sum + more;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

// ---------------------------------------------------------------- lattice Boltzmann, D2Q9, pull
__global__ void __launch_bounds__(256) woolen_bridge_bl3_a(const float* __restrict__ f, float* __restrict__ g, int w, int h, float omega) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int n = w * h, c = y * w + x;
    int xm = (x - 1) & (w - 1), xp = (x + 1) & (w - 1), ym = ((y - 1) & (h - 1)) * w, yp = ((y + 1) & (h - 1)) * w, yc = y * w;
    float f0 = f[c], f1 = f[n + yc + xm], f2 = f[2 * n + ym + x], f3 = f[3 * n + yc + xp], f4 = f[4 * n + yp + x];
    float f5 = f[5 * n + ym + xm], f6 = f[6 * n + ym + xp], f7 = f[7 * n + yp + xp], f8 = f[8 * n + yp + xm];
    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inv = __fdividef(1.f, rho);
    float ux = (f1 + f5 + f8 - f3 - f6 - f7) * inv, uy = (f2 + f5 + f6 - f4 - f7 - f8) * inv;
    float base = 1.f - 1.5f * (ux * ux + uy * uy), keep = 1.f - omega;
    float w0 = omega * rho * (4.f / 9.f), w1 = omega * rho * (1.f / 9.f), w2 = omega * rho * (1.f / 36.f);
    float a = ux + uy, b = uy - ux;
    g[c] = keep * f0 + w0 * base;
    g[n + c] = keep * f1 + w1 * (base + ux * (3.f + 4.5f * ux));
    g[2 * n + c] = keep * f2 + w1 * (base + uy * (3.f + 4.5f * uy));
    g[3 * n + c] = keep * f3 + w1 * (base - ux * (3.f - 4.5f * ux));
    g[4 * n + c] = keep * f4 + w1 * (base - uy * (3.f - 4.5f * uy));
    g[5 * n + c] = keep * f5 + w2 * (base + a * (3.f + 4.5f * a));
    g[6 * n + c] = keep * f6 + w2 * (base + b * (3.f + 4.5f * b));
    g[7 * n + c] = keep * f7 + w2 * (base - a * (3.f - 4.5f * a));
    g[8 * n + c] = keep * f8 + w2 * (base - b * (3.f - 4.5f * b));
}

// ---------------------------------------------------------------- host
int main(int argc, char** argv) {
    std::vector<Case> cases;
    const size_t M64 = 64u << 20;
    float* big0 = harness::filled<float>(M64, 11);
    float* big1 = harness::filled<float>(M64, 12);
    float* out = harness::empty<float>(M64);

    {   // kmeans
        const int np = 2 << 20;
        float* feat = harness::filled<float>((size_t)np * NFEATURES, 21);
        float* feat_t = harness::empty<float>((size_t)np * NFEATURES);
        harness_flip<<<4096, 256>>>(feat, feat_t, np, NFEATURES); CHECK(cudaGetLastError());
        std::vector<float> cl(NCLUSTERS * NFEATURES);
        for (size_t i = 0; i < cl.size(); i++) cl[i] = 0.6f * harness::unit((uint32_t)i + 900);
        CHECK(cudaMemcpyToSymbol(c_clusters, cl.data(), cl.size() * sizeof(float)));
        int* mem = harness::empty<int>(np);
        cases.push_back({"velvet_harbor_bl3_a", [=] { velvet_harbor_bl3_a<<<np / 256, 256>>>(feat, np, mem); }, mem, (size_t)np, Output::i32});
        cases.push_back({"velvet_harbor_bl3_b", [=] { velvet_harbor_bl3_b<<<np / 256, 256>>>(feat_t, np, mem); }, mem, (size_t)np, Output::i32});
    }
    {   // transpose
        float* src = positive(M64, 1.f, 0.9f, 31);
        dim3 grid(256, 256), block(TILE, ROWS);
        cases.push_back({"amber_lantern_bl3_a", [=] { amber_lantern_bl3_a<<<grid, block>>>(out, src, 8192, 8192); }, out, M64});
        cases.push_back({"amber_lantern_bl3_b", [=] { amber_lantern_bl3_b<<<grid, block>>>(out, src, 8192, 8192); }, out, M64});

        // reduction
        float* partial = harness::empty<float>(1056);
        cases.push_back({"rustic_falcon_bl3_a", [=] { rustic_falcon_bl3_a<<<64, 256>>>(src, partial, (unsigned)M64); }, partial, 1056});
        cases.push_back({"rustic_falcon_bl3_b", [=] { rustic_falcon_bl3_b<<<1056, 256>>>(src, partial, (unsigned)M64); }, partial, 1056});

        // srad
        dim3 g(8192 / 32, 8192 / 8), b(32, 8);
        cases.push_back({"winter_pebble_bl3_a", [=] { winter_pebble_bl3_a<<<g, b>>>(src, out, 8192, 8192, 0.35f); }, out, M64});
        cases.push_back({"winter_pebble_bl3_b", [=] { winter_pebble_bl3_b<<<g, b>>>(src, out, 8192, 8192, 0.35f); }, out, M64});

        // channel shuffle
        cases.push_back({"marble_thicket_bl3_a", [=] { marble_thicket_bl3_a<<<16384, 256>>>(src, out, 64, 256, 64, 64, 8); }, out, M64});
        cases.push_back({"marble_thicket_bl3_b", [=] { marble_thicket_bl3_b<<<dim3(4, 256, 64), 256>>>(src, out, 256, 4096, 8); }, out, M64});

        // median
        const size_t px = 4096u * 4096u;
        dim3 mg(4096 / 32, 4096 / 8);
        cases.push_back({"hollow_ribbon_bl3_a", [=] { hollow_ribbon_bl3_a<<<mg, b>>>(src, out, 4096, 4096, 1); }, out, px});
        cases.push_back({"hollow_ribbon_bl3_b", [=] { hollow_ribbon_bl3_b<<<mg, b>>>(src, out, 4096, 4096); }, out, px});

        // triad and blend
        float* src2 = positive(M64, 1.f, 0.9f, 32);
        cases.push_back({"tidy_anchor_bl3_a", [=] { tidy_anchor_bl3_a<<<M64 / 256, 256>>>(src, src2, out, 1.7f, (int)M64); }, out, M64});
        cases.push_back({"tidy_anchor_bl3_b", [=] { tidy_anchor_bl3_b<<<M64 / 1024, 256>>>((const float4*)src, (const float4*)src2, (float4*)out, 1.7f, (int)(M64 / 4)); }, out, M64});
        cases.push_back({"frosty_saddle_bl3_a", [=] { frosty_saddle_bl3_a<<<M64 / 256, 256>>>(src, src2, out, (int)M64); }, out, M64});
        cases.push_back({"frosty_saddle_bl3_b", [=] { frosty_saddle_bl3_b<<<M64 / 256, 256>>>(src, src2, out, (int)M64); }, out, M64});

        // layer forward
        const int n = 32 << 20;
        float* t = harness::empty<float>(n);
        float* u = harness::empty<float>(n);
        cases.push_back({"gentle_quarry_bl3_a", [=] {
            gentle_quarry_bl3_a0<<<n / 256, 256>>>(big0, big1, t, n, 4095);
            gentle_quarry_bl3_a1<<<n / 256, 256>>>(t, u, n);
            gentle_quarry_bl3_a2<<<n / 256, 256>>>(u, src, out, n, 1.3f);
        }, out, (size_t)n});
        cases.push_back({"gentle_quarry_bl3_b", [=] { gentle_quarry_bl3_b<<<n / 256, 256>>>(big0, big1, src, out, n, 4095, 1.3f); }, out, (size_t)n});
    }
    {   // histogram
        const size_t n = 32u << 20;
        unsigned char* img = harness::empty<unsigned char>(n);
        harness_pixels<<<2048, 256>>>(img, n); CHECK(cudaGetLastError());
        unsigned int* h = harness::empty<unsigned int>(256);
        const int words = (int)(n / 4);
        cases.push_back({"copper_meadow_bl3_a", [=] { copper_meadow_bl3_a<<<1056, 256>>>((const unsigned*)img, words, h); }, h, 256, Output::i32});
        cases.push_back({"copper_meadow_bl3_b", [=] { copper_meadow_bl3_b<<<1056, 256>>>((const unsigned*)img, words, h); }, h, 256, Output::i32});
    }
    {   // options
        const int n = 2 << 20;
        std::vector<int> kind(n), kind2(n);
        std::vector<float> spot(n), strike(n), spot2(n), strike2(n);
        std::vector<unsigned> seed(n), seed2(n);
        for (int i = 0; i < n; i++) {
            kind[i] = harness::hash32(i + 5) & 3;
            spot[i] = 100.f + 20.f * harness::unit(i + 77777);
            strike[i] = 100.f + 20.f * harness::unit(i + 99999999);
            seed[i] = harness::hash32(i + 1234567);
        }
        int at = 0;
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < n; i++)
                if (kind[i] == k) { kind2[at] = k; spot2[at] = spot[i]; strike2[at] = strike[i]; seed2[at] = seed[i]; at++; }
        int *k1 = harness::uploaded(kind), *k2 = harness::uploaded(kind2);
        float *s1 = harness::uploaded(spot), *s2 = harness::uploaded(spot2), *x1 = harness::uploaded(strike), *x2 = harness::uploaded(strike2);
        unsigned *r1 = harness::uploaded(seed), *r2 = harness::uploaded(seed2);
        cases.push_back({"silent_orchard_bl3_a", [=] { silent_orchard_bl3_a<<<n / 256, 256>>>(k1, s1, x1, r1, out, n, 0.0004f, 0.04f, 96); }, out, (size_t)n});
        cases.push_back({"silent_orchard_bl3_b", [=] { silent_orchard_bl3_b<<<n / 256, 256>>>(k2, s2, x2, r2, out, n, 0.0004f, 0.04f, 96); }, out, (size_t)n});
    }
    {   // distances
        const int w = 4096, dim = 64;
        cases.push_back({"crooked_basin_bl3_a", [=] { crooked_basin_bl3_a<<<dim3(w / 32, w / 8), dim3(32, 8)>>>(big0, w, big1, w, dim, out); }, out, (size_t)w * w});
        cases.push_back({"crooked_basin_bl3_b", [=] { crooked_basin_bl3_b<<<dim3(w / 64, w / 64), 256>>>(big0, w, big1, w, dim, out); }, out, (size_t)w * w});
    }
    {   // softmax
        cases.push_back({"narrow_compass_bl3_a", [=] { narrow_compass_bl3_a<<<65536, 1024>>>(big0, out); }, out, M64});
        cases.push_back({"narrow_compass_bl3_b", [=] { narrow_compass_bl3_b<<<8192, 256>>>(big0, out); }, out, M64});
    }
    {   // fdtd
        std::vector<float2> tab(16);
        for (int i = 0; i < 16; i++) { tab[i].x = 0.8f + 0.01f * i; tab[i].y = 0.3f + 0.02f * i; }
        float2* table = harness::uploaded(tab);
        unsigned char* id = harness::empty<unsigned char>(M64);
        float* ca = harness::empty<float>(M64);
        float* cb = harness::empty<float>(M64);
        float* ez = positive(M64, 1.f, 0.9f, 41);
        harness_materials<<<4096, 256>>>(id, ca, cb, table, 8192, 8192); CHECK(cudaGetLastError());
        dim3 g(8192 / 64, 8192 / 4), b(64, 4);
        cases.push_back({"distant_kettle_bl3_a", [=] { distant_kettle_bl3_a<<<g, b>>>(ez, big0, big1, ca, cb, out, 8192, 8192); }, out, M64});
        cases.push_back({"distant_kettle_bl3_b", [=] { distant_kettle_bl3_b<<<g, b>>>(ez, big0, big1, id, table, out, 8192, 8192); }, out, M64});
    }
    {   // embedding
        const int rows = 2 << 20, n = 512 << 10;
        float* table = harness::filled<float>((size_t)rows * 128, 51);
        int* ids = harness::indices(n, rows, 52);
        cases.push_back({"bright_tunnel_bl3_a", [=] { bright_tunnel_bl3_a<<<n / 8, 256>>>((const float4*)table, ids, (float4*)out, n); }, out, (size_t)n * 128});
    }
    {   // ddot
        const size_t n = 32u << 20;
        double *x = harness::filled<double>(n, 61), *y = harness::filled<double>(n, 62);
        double* partial = harness::empty<double>(1056);
        cases.push_back({"polite_canyon_bl3_a", [=] { polite_canyon_bl3_a<<<1056, 256>>>((const double2*)x, (const double2*)y, partial, (int)(n / 2)); }, partial, 1056, Output::f64});
    }
    {   // lbm
        const int w = 4096, h = 2048;
        float* f = positive((size_t)w * h * 9, 1.f / 9.f, 0.02f, 71);
        float* g = harness::empty<float>((size_t)w * h * 9);
        cases.push_back({"woolen_bridge_bl3_a", [=] { woolen_bridge_bl3_a<<<dim3(w / 256, h), 256>>>(f, g, w, h, 1.2f); }, g, (size_t)w * h * 9});
    }
    return harness::run(argc, argv, cases);
}
