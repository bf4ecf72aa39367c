// Kernels in the manner of public repositories, before and after one mend.
#include "harness.cuh"

using harness::Case;
using harness::Output;

static std::vector<Case> cases;
static void add(const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
    Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type; cases.push_back(c);
}

// ---- copper_lantern: k-means, nearest of five centres for points of 34 features
#define KM_CLUSTERS 5
#define KM_FEATURES 34
__constant__ float c_clusters[KM_CLUSTERS * KM_FEATURES];

__global__ void copper_lantern_bv3_a(const float* __restrict__ features, int* __restrict__ membership, int npoints, int nfeatures) {
    int point_id = blockIdx.x * blockDim.x + threadIdx.x;
    if (point_id >= npoints) return;
    float dist[KM_CLUSTERS] = {0.f, 0.f, 0.f, 0.f, 0.f};
    for (int j = 0; j < nfeatures; j++) {
        float v = features[point_id * nfeatures + j];
#pragma unroll
        for (int i = 0; i < KM_CLUSTERS; i++) {
            float diff = v - c_clusters[i * KM_FEATURES + j];
            dist[i] += diff * diff;
        }
    }
    int index = 0;
    float min_dist = dist[0];
#pragma unroll
    for (int i = 1; i < KM_CLUSTERS; i++)
        if (dist[i] < min_dist) { min_dist = dist[i]; index = i; }
    membership[point_id] = index + 1;
}
__global__ void copper_lantern_bv3_b(const float* __restrict__ features, int* __restrict__ membership, int npoints, int nfeatures) {
    int point_id = blockIdx.x * blockDim.x + threadIdx.x;
    if (point_id >= npoints) return;
    float dist[KM_CLUSTERS] = {0.f, 0.f, 0.f, 0.f, 0.f};
    for (int j = 0; j < nfeatures; j++) {
        float v = features[(size_t)j * npoints + point_id];
#pragma unroll
        for (int i = 0; i < KM_CLUSTERS; i++) {
            float diff = v - c_clusters[i * KM_FEATURES + j];
            dist[i] += diff * diff;
        }
    }
    int index = 0;
    float min_dist = dist[0];
#pragma unroll
    for (int i = 1; i < KM_CLUSTERS; i++)
        if (dist[i] < min_dist) { min_dist = dist[i]; index = i; }
    membership[point_id] = index + 1;
}
__global__ void harness_invert_mapping(const float* in, float* out, int npoints, int nfeatures) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)npoints * nfeatures; i += (size_t)gridDim.x * blockDim.x)
        out[(i % nfeatures) * npoints + i / nfeatures] = in[i];
}
static void setup_copper_lantern() {
    const int n = 1 << 22, f = KM_FEATURES;
    float* rows = harness::filled<float>((size_t)n * f, 11);
    float* cols = harness::empty<float>((size_t)n * f);
    harness_invert_mapping<<<2048, 256>>>(rows, cols, n, f); CHECK(cudaGetLastError());
    std::vector<float> centres(KM_CLUSTERS * f);
    for (size_t i = 0; i < centres.size(); ++i) centres[i] = 0.5f * harness::unit((uint32_t)i * 977u + 5u);
    CHECK(cudaMemcpyToSymbol(c_clusters, centres.data(), centres.size() * sizeof(float)));
    int* out_a = harness::empty<int>(n);
    int* out_b = harness::empty<int>(n);
    add("copper_lantern_bv3_a", [=] { copper_lantern_bv3_a<<<n / 256, 256>>>(rows, out_a, n, f); }, out_a, n, Output::i32);
    add("copper_lantern_bv3_b", [=] { copper_lantern_bv3_b<<<n / 256, 256>>>(cols, out_b, n, f); }, out_b, n, Output::i32);
}

// ---- meadow_pebble: matrix transpose through a shared tile
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void meadow_pebble_bv3_a(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void meadow_pebble_bv3_b(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
static void setup_meadow_pebble() {
    const int w = 16384, h = 8192;
    const size_t n = (size_t)w * h;
    float* in = harness::filled<float>(n, 21);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    dim3 grid(w / TILE_DIM, h / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    add("meadow_pebble_bv3_a", [=] { meadow_pebble_bv3_a<<<grid, block>>>(out_a, in, w, h); }, out_a, n);
    add("meadow_pebble_bv3_b", [=] { meadow_pebble_bv3_b<<<grid, block>>>(out_b, in, w, h); }, out_b, n);
}

// ---- harbor_violin: softmax of rows of 1024
__global__ void harbor_violin_bv3_a(const float* __restrict__ input, float* __restrict__ output, int N) {
    __shared__ float smem[1024];
    int tid = threadIdx.x;
    const float* row = input + (size_t)blockIdx.x * N;
    float v = row[tid];
    smem[tid] = v;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) smem[tid] = fmaxf(smem[tid], smem[tid + stride]);
        __syncthreads();
    }
    float row_max = smem[0];
    __syncthreads();
    float e = __expf(v - row_max);
    smem[tid] = e;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    float norm = 1.0f / smem[0];
    output[(size_t)blockIdx.x * N + tid] = e * norm;
}
__global__ void harbor_violin_bv3_b(const float* __restrict__ input, float* __restrict__ output, int N) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    size_t r = (size_t)blockIdx.x * (blockDim.x >> 5) + warp;
    const float4* row = reinterpret_cast<const float4*>(input + r * N);
    float4* dst = reinterpret_cast<float4*>(output + r * N);
    float4 v[8];
    float m = -INFINITY;
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = row[lane + 32 * i];
#pragma unroll
    for (int i = 0; i < 8; i++) m = fmaxf(m, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float s = 0.f;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        v[i].x = __expf(v[i].x - m); v[i].y = __expf(v[i].y - m); v[i].z = __expf(v[i].z - m); v[i].w = __expf(v[i].w - m);
        s += (v[i].x + v[i].y) + (v[i].z + v[i].w);
    }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    float norm = 1.0f / s;
#pragma unroll
    for (int i = 0; i < 8; i++) dst[lane + 32 * i] = make_float4(v[i].x * norm, v[i].y * norm, v[i].z * norm, v[i].w * norm);
}
static void setup_harbor_violin() {
    const int rows = 131072, cols = 1024;
    const size_t n = (size_t)rows * cols;
    float* in = harness::filled<float>(n, 31);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    add("harbor_violin_bv3_a", [=] { harbor_violin_bv3_a<<<rows, 1024>>>(in, out_a, cols); }, out_a, n);
    add("harbor_violin_bv3_b", [=] { harbor_violin_bv3_b<<<rows / 8, 256>>>(in, out_b, cols); }, out_b, n);
}

// ---- cactus_ribbon: one step of all-pairs shortest paths, min-plus product of two distance matrices
__global__ void cactus_ribbon_bv3_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < N && j < N) {
        float best = 1e30f;
        for (int k = 0; k < N; k++) best = fminf(best, A[i * N + k] + B[k * N + j]);
        C[i * N + j] = best;
    }
}
__global__ void __launch_bounds__(256, 4) cactus_ribbon_bv3_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N) {
    __shared__ float As[16][64 + 4];
    __shared__ float Bs[16][64];
    int tid = threadIdx.x;
    int tx = tid % 16, ty = tid / 16;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    int ar = tid / 4, ac = (tid % 4) * 4;
    int br = tid / 16, bc = (tid % 16) * 4;
    float best[4][4];
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
        for (int n = 0; n < 4; n++) best[m][n] = 1e30f;
    float4 a = *reinterpret_cast<const float4*>(&A[(row0 + ar) * N + ac]);
    float4 b = *reinterpret_cast<const float4*>(&B[br * N + col0 + bc]);
    for (int k0 = 0; k0 < N; k0 += 16) {
        As[ac + 0][ar] = a.x; As[ac + 1][ar] = a.y; As[ac + 2][ar] = a.z; As[ac + 3][ar] = a.w;
        *reinterpret_cast<float4*>(&Bs[br][bc]) = b;
        __syncthreads();
        if (k0 + 16 < N) {
            a = *reinterpret_cast<const float4*>(&A[(row0 + ar) * N + k0 + 16 + ac]);
            b = *reinterpret_cast<const float4*>(&B[(k0 + 16 + br) * N + col0 + bc]);
        }
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 fa = *reinterpret_cast<const float4*>(&As[k][ty * 4]);
            float4 fb = *reinterpret_cast<const float4*>(&Bs[k][tx * 4]);
            float ra[4] = {fa.x, fa.y, fa.z, fa.w}, rb[4] = {fb.x, fb.y, fb.z, fb.w};
#pragma unroll
            for (int m = 0; m < 4; m++)
#pragma unroll
                for (int n = 0; n < 4; n++) best[m][n] = fminf(best[m][n], ra[m] + rb[n]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int m = 0; m < 4; m++)
        *reinterpret_cast<float4*>(&C[(row0 + ty * 4 + m) * N + col0 + tx * 4]) = make_float4(best[m][0], best[m][1], best[m][2], best[m][3]);
}
static void setup_cactus_ribbon() {
    const int N = 1408;
    const size_t n = (size_t)N * N;
    float* a = harness::filled<float>(n, 41);
    float* b = harness::filled<float>(n, 42);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    add("cactus_ribbon_bv3_a", [=] { cactus_ribbon_bv3_a<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(a, b, out_a, N); }, out_a, n);
    add("cactus_ribbon_bv3_b", [=] { cactus_ribbon_bv3_b<<<dim3(N / 64, N / 64), 256>>>(a, b, out_b, N); }, out_b, n);
}

// ---- tulip_saddle: squared norm of a long vector
__inline__ __device__ float warpReduceSum(float val) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffffu, val, offset);
    return val;
}
__global__ void tulip_saddle_bv3_a(const float4* __restrict__ in, float* out, int n4) {
    float sum = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        float4 v = in[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = warpReduceSum(sum);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}
__global__ void tulip_saddle_bv3_b(const float4* __restrict__ in, float* out, int n4) {
    __shared__ float shared[32];
    float sum = 0.f;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        float4 v = in[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = warpReduceSum(sum);
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    if (lane == 0) shared[wid] = sum;
    __syncthreads();
    if (wid == 0) {
        sum = lane < (blockDim.x >> 5) ? shared[lane] : 0.f;
        sum = warpReduceSum(sum);
        if (lane == 0) atomicAdd(out, sum);
    }
}
static void setup_tulip_saddle() {
    const size_t n = (size_t)1 << 27;
    const int n4 = (int)(n / 4);
    const float4* in = reinterpret_cast<const float4*>(harness::filled<float>(n, 51));
    float* out_a = harness::empty<float>(1);
    float* out_b = harness::empty<float>(1);
    add("tulip_saddle_bv3_a", [=] { CHECK(cudaMemsetAsync(out_a, 0, sizeof(float))); tulip_saddle_bv3_a<<<n4 / 256, 256>>>(in, out_a, n4); }, out_a, 1);
    add("tulip_saddle_bv3_b", [=] { CHECK(cudaMemsetAsync(out_b, 0, sizeof(float))); tulip_saddle_bv3_b<<<132 * 8, 256>>>(in, out_b, n4); }, out_b, 1);
}

// ---- walnut_kettle: rays of a pinhole camera against 64 spheres, nearest hit and a glow about each
#define SPHERES 64
__constant__ float4 c_spheres[SPHERES];
__global__ void walnut_kettle_bv3_a(float* __restrict__ image, int width, int height) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float dx = (2.0f * px - width) / height, dy = (2.0f * py - height) / height, dz = 1.0f;
    float a = dx * dx + dy * dy + dz * dz;
    float tmin = 20.0f, glow = 0.0f;
    for (int s = 0; s < SPHERES; s++) {
        float4 sp = c_spheres[s];
        float b = -2.0 * (sp.x * dx + sp.y * dy + sp.z * dz);
        float c = sp.x * sp.x + sp.y * sp.y + sp.z * sp.z - sp.w * sp.w;
        float disc = b * b - 4.0 * a * c;
        if (disc > 0.0) {
            float t = (-b - sqrtf(disc)) / (2.0 * a);
            if (t > 0.001 && t < tmin) tmin = t;
        }
        glow += 0.05 / (0.1 + 0.3 * disc * disc);
    }
    image[py * width + px] = tmin + glow;
}
__global__ void walnut_kettle_bv3_b(float* __restrict__ image, int width, int height) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float dx = (2.0f * px - width) / height, dy = (2.0f * py - height) / height, dz = 1.0f;
    float a = dx * dx + dy * dy + dz * dz;
    float tmin = 20.0f, glow = 0.0f;
    for (int s = 0; s < SPHERES; s++) {
        float4 sp = c_spheres[s];
        float b = -2.0f * (sp.x * dx + sp.y * dy + sp.z * dz);
        float c = sp.x * sp.x + sp.y * sp.y + sp.z * sp.z - sp.w * sp.w;
        float disc = b * b - 4.0f * a * c;
        if (disc > 0.0f) {
            float t = (-b - sqrtf(disc)) / (2.0f * a);
            if (t > 0.001f && t < tmin) tmin = t;
        }
        glow += 0.05f / (0.1f + 0.3f * disc * disc);
    }
    image[py * width + px] = tmin + glow;
}
static void setup_walnut_kettle() {
    const int w = 2048, h = 2048;
    std::vector<float4> sp(SPHERES);
    for (int i = 0; i < SPHERES; ++i) {
        sp[i].x = 4.0f * harness::unit(i * 31u + 1u); sp[i].y = 4.0f * harness::unit(i * 37u + 2u);
        sp[i].z = 6.0f + 3.0f * harness::unit(i * 41u + 3u); sp[i].w = 0.45f + 0.2f * harness::unit(i * 43u + 4u);
    }
    CHECK(cudaMemcpyToSymbol(c_spheres, sp.data(), sizeof(float4) * SPHERES));
    const size_t n = (size_t)w * h;
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    add("walnut_kettle_bv3_a", [=] { walnut_kettle_bv3_a<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(out_a, w, h); }, out_a, n);
    add("walnut_kettle_bv3_b", [=] { walnut_kettle_bv3_b<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(out_b, w, h); }, out_b, n);
}

// ---- maple_trumpet: bilateral filter of a grey image
__global__ void harness_positive(float* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = 0.5f * p[i] + 0.5f;
}
__global__ void maple_trumpet_bv3_a(const float* __restrict__ in, float* __restrict__ out, int width, int height, int r, float sigma_s, float sigma_r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float centre = in[y * width + x];
    float sum = 0.f, weight = 0.f;
    for (int i = -r; i <= r; i++) {
        int yy = min(max(y + i, 0), height - 1);
        for (int j = -r; j <= r; j++) {
            int xx = min(max(x + j, 0), width - 1);
            float v = in[yy * width + xx];
            float d = sqrtf((float)(i * i + j * j));
            float w = expf(-d / sigma_s) * expf(-fabsf(v - centre) / sigma_r);
            sum += w * v;
            weight += w;
        }
    }
    out[y * width + x] = sum / weight;
}
__constant__ float c_spatial[16 * 16];
__global__ void maple_trumpet_bv3_b(const float* __restrict__ in, float* __restrict__ out, int width, int height, int r, float scale_r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float centre = in[y * width + x];
    float sum = 0.f, weight = 0.f;
    for (int i = -r; i <= r; i++) {
        int yy = min(max(y + i, 0), height - 1);
        for (int j = -r; j <= r; j++) {
            int xx = min(max(x + j, 0), width - 1);
            float v = in[yy * width + xx];
            float w = c_spatial[(i + r) * 16 + j + r] * exp2f(fabsf(v - centre) * scale_r);
            sum += w * v;
            weight += w;
        }
    }
    out[y * width + x] = sum / weight;
}
static void setup_maple_trumpet() {
    const int w = 2048, h = 2048, r = 5;
    const float sigma_s = 3.0f, sigma_r = 0.25f;
    const size_t n = (size_t)w * h;
    float* in = harness::filled<float>(n, 61);
    harness_positive<<<1024, 256>>>(in, n); CHECK(cudaGetLastError());
    std::vector<float> table(256, 0.f);
    for (int i = -r; i <= r; ++i)
        for (int j = -r; j <= r; ++j) table[(i + r) * 16 + j + r] = std::exp(-std::sqrt((float)(i * i + j * j)) / sigma_s);
    CHECK(cudaMemcpyToSymbol(c_spatial, table.data(), table.size() * sizeof(float)));
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    const float scale_r = -1.4426950408889634f / sigma_r;
    dim3 grid(w / 32, h / 8), block(32, 8);
    add("maple_trumpet_bv3_a", [=] { maple_trumpet_bv3_a<<<grid, block>>>(in, out_a, w, h, r, sigma_s, sigma_r); }, out_a, n);
    add("maple_trumpet_bv3_b", [=] { maple_trumpet_bv3_b<<<grid, block>>>(in, out_b, w, h, r, scale_r); }, out_b, n);
}

// ---- cotton_island: a feature map cut into windows of 8 x 8 (a permutation of six dimensions)
struct Dims6 { unsigned long long shape[6]; unsigned long long stride[6]; };
__global__ void cotton_island_bv3_a(const float* __restrict__ in, float* __restrict__ out, Dims6 d, size_t n) {
    size_t idx = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (idx >= n) return;
    size_t rem = idx, offset = 0;
#pragma unroll
    for (int k = 5; k >= 0; k--) {
        offset += (rem % d.shape[k]) * d.stride[k];
        rem /= d.shape[k];
    }
    out[idx] = in[offset];
}
__global__ void cotton_island_bv3_b(const float* __restrict__ in, float* __restrict__ out, int H, int W, int C) {
    int c = threadIdx.x;
    int row = blockIdx.x;
    int wy = blockIdx.y / (W / 8), wx = blockIdx.y % (W / 8);
    const float* src = in + (((size_t)blockIdx.z * H + wy * 8 + row) * W + wx * 8) * C + c;
    float* dst = out + (((size_t)blockIdx.z * gridDim.y + blockIdx.y) * 64 + row * 8) * C + c;
#pragma unroll
    for (int p = 0; p < 8; p++) dst[p * C] = src[p * C];
}
static void setup_cotton_island() {
    const int B = 32, H = 128, W = 128, C = 256;
    const size_t n = (size_t)B * H * W * C;
    float* in = harness::filled<float>(n, 71);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    Dims6 d;
    const unsigned long long shape[6] = {B, H / 8, W / 8, 8, 8, C};
    const unsigned long long stride[6] = {(unsigned long long)H * W * C, 8ull * W * C, 8ull * C, (unsigned long long)W * C, C, 1};
    for (int i = 0; i < 6; ++i) { d.shape[i] = shape[i]; d.stride[i] = stride[i]; }
    add("cotton_island_bv3_a", [=] { cotton_island_bv3_a<<<(unsigned)(n / 256), 256>>>(in, out_a, d, n); }, out_a, n);
    add("cotton_island_bv3_b", [=] { cotton_island_bv3_b<<<dim3(8, (H / 8) * (W / 8), B), C>>>(in, out_b, H, W, C); }, out_b, n);
}

// ---- amber_pigeon: forces among the 256 atoms of each cell, four species with four potentials
__device__ __forceinline__ float3 pair_forces(const float4* cell, float4 p, int kind) {
    float3 f = make_float3(0.f, 0.f, 0.f);
    switch (kind) {
    case 0:
        for (int j = 0; j < 256; j++) {
            float4 q = cell[j];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz + 1.0f;
            float inv = __fdividef(1.0f, r2), s6 = inv * inv * inv;
            float s = (48.0f * s6 - 24.0f) * s6 * inv;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
        break;
    case 1:
        for (int j = 0; j < 256; j++) {
            float4 q = cell[j];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz + 1.0f;
            float rinv = rsqrtf(r2), r = r2 * rinv;
            float s = q.w * __expf(-0.4f * r) * (rinv + 0.4f) * rinv * rinv;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
        break;
    case 2:
        for (int j = 0; j < 256; j++) {
            float4 q = cell[j];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz + 1.0f;
            float rinv = rsqrtf(r2), r = r2 * rinv;
            float e = __expf(-1.7f * (r - 1.2f));
            float s = 3.4f * (e * e - e) * rinv;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
        break;
    default:
        for (int j = 0; j < 256; j++) {
            float4 q = cell[j];
            float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz + 1.0f;
            float rinv = rsqrtf(r2), r = r2 * rinv, i2 = rinv * rinv;
            float s = 9.0f * __expf(-2.2f * r) * rinv - 1.5f * i2 * i2 * i2 * i2;
            f.x += s * dx; f.y += s * dy; f.z += s * dz;
        }
    }
    return f;
}
__global__ void __launch_bounds__(256) amber_pigeon_bv3_a(const float4* __restrict__ pos, const int* __restrict__ species, float4* __restrict__ force) {
    __shared__ float4 cell[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    cell[threadIdx.x] = pos[i];
    __syncthreads();
    float3 f = pair_forces(cell, cell[threadIdx.x], species[i]);
    force[i] = make_float4(f.x, f.y, f.z, fabsf(f.x) + fabsf(f.y) + fabsf(f.z));
}
__global__ void __launch_bounds__(256) amber_pigeon_bv3_b(const float4* __restrict__ pos, const int* __restrict__ species, const int* __restrict__ order, float4* __restrict__ force) {
    __shared__ float4 cell[256];
    int base = blockIdx.x * 256;
    cell[threadIdx.x] = pos[base + threadIdx.x];
    int mine = order[base + threadIdx.x];
    __syncthreads();
    float3 f = pair_forces(cell, cell[mine], species[base + mine]);
    force[base + mine] = make_float4(f.x, f.y, f.z, fabsf(f.x) + fabsf(f.y) + fabsf(f.z));
}
static void setup_amber_pigeon() {
    const int n = 1 << 20;
    const float4* pos = reinterpret_cast<const float4*>(harness::filled<float>((size_t)n * 4, 81));
    std::vector<int> species(n), order(n);
    for (int i = 0; i < n; ++i) species[i] = i % 4;
    for (int b = 0; b < n; b += 256) {
        int k = 0;
        for (int s = 0; s < 4; ++s)
            for (int t = 0; t < 256; ++t) if (species[b + t] == s) order[b + k++] = t;
    }
    int* d_species = harness::uploaded(species);
    int* d_order = harness::uploaded(order);
    float* out_a = harness::empty<float>((size_t)n * 4);
    float* out_b = harness::empty<float>((size_t)n * 4);
    add("amber_pigeon_bv3_a", [=] { amber_pigeon_bv3_a<<<n / 256, 256>>>(pos, d_species, (float4*)out_a); }, out_a, (size_t)n * 4);
    add("amber_pigeon_bv3_b", [=] { amber_pigeon_bv3_b<<<n / 256, 256>>>(pos, d_species, d_order, (float4*)out_b); }, out_b, (size_t)n * 4);
}

// ---- cobalt_garden: gradient of a bias, the column sums of a tall matrix (768 columns)
__global__ void cobalt_garden_bv3_a(float* dbias, const float* __restrict__ dout, int BT, int OC) {
    extern __shared__ float smem[];
    const int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
    const int tl = blockIdx.x * 32;
    const int vstep = blockDim.x / 32;
    const float* dout_col = dout + tl + lane_id;
    float dout_sum = 0.0f;
#pragma unroll 8
    for (int row = warp_id; row < BT; row += vstep) dout_sum += dout_col[(size_t)row * OC];
    smem[lane_id + warp_id * 32] = dout_sum;
    __syncthreads();
    if (warp_id == 0) {
        dout_sum = 0.0f;
        for (int j = 0; j < vstep; j++) dout_sum += smem[lane_id + j * 32];
        dbias[tl + lane_id] = dout_sum;
    }
}
__global__ void cobalt_garden_bv3_b(float* dbias, const float* __restrict__ dout, int BT, int OC) {
    extern __shared__ float smem[];
    const int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
    const int tl = blockIdx.x * 32;
    const int vstep = blockDim.x / 32;
    const float* dout_col = dout + tl + lane_id;
    float dout_sum = 0.0f;
#pragma unroll 8
    for (int row = blockIdx.y * vstep + warp_id; row < BT; row += vstep * gridDim.y) dout_sum += dout_col[(size_t)row * OC];
    smem[lane_id + warp_id * 32] = dout_sum;
    __syncthreads();
    if (warp_id == 0) {
        dout_sum = 0.0f;
        for (int j = 0; j < vstep; j++) dout_sum += smem[lane_id + j * 32];
        atomicAdd(&dbias[tl + lane_id], dout_sum);
    }
}
static void setup_cobalt_garden() {
    const int BT = 131072, OC = 768;
    float* in = harness::filled<float>((size_t)BT * OC, 91);
    float* out_a = harness::empty<float>(OC);
    float* out_b = harness::empty<float>(OC);
    add("cobalt_garden_bv3_a", [=] { cobalt_garden_bv3_a<<<OC / 32, 1024, 1024 * sizeof(float)>>>(out_a, in, BT, OC); }, out_a, OC);
    add("cobalt_garden_bv3_b", [=] {
        CHECK(cudaMemsetAsync(out_b, 0, OC * sizeof(float)));
        cobalt_garden_bv3_b<<<dim3(OC / 32, 44), 512, 512 * sizeof(float)>>>(out_b, in, BT, OC);
    }, out_b, OC);
}

// ---- velvet_otter: sparse matrix (CSR) times vector, a warp per row
__global__ void velvet_otter_bv3_a(const int* __restrict__ row_ptr, const int* __restrict__ col, const float* __restrict__ val,
                                   const float* __restrict__ x, float* __restrict__ y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    int begin = row_ptr[row], end = row_ptr[row + 1];
    float sum = 0.f;
#pragma unroll 4
    for (int j = begin + lane; j < end; j += 32) sum += val[j] * x[col[j]];
    sum = warpReduceSum(sum);
    if (lane == 0) y[row] = sum;
}
__global__ void velvet_otter_bv3_b(const int* __restrict__ piece_ptr, const int* __restrict__ piece_row, const int* __restrict__ col,
                                   const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y, int pieces) {
    int piece = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (piece >= pieces) return;
    int begin = piece_ptr[piece], end = piece_ptr[piece + 1], row = piece_row[piece];
    float sum = 0.f;
#pragma unroll 4
    for (int j = begin + lane; j < end; j += 32) sum += val[j] * x[col[j]];
    sum = warpReduceSum(sum);
    if (lane == 0) {
        if (row >= 0) y[row] = sum;
        else atomicAdd(&y[~row], sum);
    }
}
__global__ void harness_columns(int* col, size_t n, int below) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) col[i] = (int)(i % below);
}
static void setup_velvet_otter() {
    const int rows = 1 << 20, usual = 64, heavy = 131072, every = rows / 32, piece = 512;
    std::vector<int> row_ptr(rows + 1), piece_ptr, piece_row;
    int at = 0;
    for (int r = 0; r < rows; ++r) {
        row_ptr[r] = at;
        if (r % every == every - 3) {
            for (int k = 0; k < heavy; k += piece) { piece_ptr.push_back(at + k); piece_row.push_back(~r); }
            at += heavy;
        } else {
            piece_ptr.push_back(at); piece_row.push_back(r);
            at += usual;
        }
    }
    row_ptr[rows] = at;
    piece_ptr.push_back(at);
    const int pieces = (int)piece_row.size();
    const size_t nnz = (size_t)at;
    int* d_row = harness::uploaded(row_ptr);
    int* d_pp = harness::uploaded(piece_ptr);
    int* d_pr = harness::uploaded(piece_row);
    int* col = harness::empty<int>(nnz);
    harness_columns<<<2048, 256>>>(col, nnz, rows); CHECK(cudaGetLastError());
    float* val = harness::filled<float>(nnz, 101);
    float* x = harness::filled<float>(rows, 102);
    float* out_a = harness::empty<float>(rows);
    float* out_b = harness::empty<float>(rows);
    add("velvet_otter_bv3_a", [=] { velvet_otter_bv3_a<<<rows / 8, 256>>>(d_row, col, val, x, out_a, rows); }, out_a, rows);
    add("velvet_otter_bv3_b", [=] {
        CHECK(cudaMemsetAsync(out_b, 0, rows * sizeof(float)));
        velvet_otter_bv3_b<<<(pieces + 7) / 8, 256>>>(d_pp, d_pr, col, val, x, out_b, pieces);
    }, out_b, rows);
}

// ---- ginger_compass: median filter of 5 x 5
__global__ void ginger_compass_bv3_a(const float* __restrict__ in, float* __restrict__ out, int width, int height, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float window[25];
    int count = 0;
    for (int i = -r; i <= r; i++)
        for (int j = -r; j <= r; j++)
            window[count++] = in[min(max(y + i, 0), height - 1) * width + min(max(x + j, 0), width - 1)];
    for (int i = 0; i <= count / 2; i++) {
        float low = window[i];
        for (int j = i + 1; j < count; j++) {
            float v = window[j];
            window[j] = fmaxf(v, low);
            low = fminf(v, low);
        }
        window[i] = low;
    }
    out[y * width + x] = window[count / 2];
}
template <int R>
__device__ __forceinline__ float median_of_window(const float* __restrict__ in, int x, int y, int width, int height) {
    constexpr int SIDE = 2 * R + 1, COUNT = SIDE * SIDE;
    float window[COUNT];
#pragma unroll
    for (int i = 0; i < SIDE; i++)
#pragma unroll
        for (int j = 0; j < SIDE; j++)
            window[i * SIDE + j] = in[min(max(y + i - R, 0), height - 1) * width + min(max(x + j - R, 0), width - 1)];
#pragma unroll
    for (int i = 0; i <= COUNT / 2; i++) {
        float low = window[i];
#pragma unroll
        for (int j = i + 1; j < COUNT; j++) {
            float v = window[j];
            window[j] = fmaxf(v, low);
            low = fminf(v, low);
        }
        window[i] = low;
    }
    return window[COUNT / 2];
}
__global__ void ginger_compass_bv3_b(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    out[y * width + x] = median_of_window<2>(in, x, y, width, height);
}
static void setup_ginger_compass() {
    const int w = 4096, h = 2048;
    const size_t n = (size_t)w * h;
    float* in = harness::filled<float>(n, 111);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    dim3 grid(w / 32, h / 8), block(32, 8);
    add("ginger_compass_bv3_a", [=] { ginger_compass_bv3_a<<<grid, block>>>(in, out_a, w, h, 2); }, out_a, n);
    add("ginger_compass_bv3_b", [=] { ginger_compass_bv3_b<<<grid, block>>>(in, out_b, w, h); }, out_b, n);
}

// ---- silver_badger: bias, GELU and residual of a transformer's block
#define GELU_SCALING_FACTOR 0.7978845608028654f
__device__ __forceinline__ float gelu(float x) {
    float u = GELU_SCALING_FACTOR * (x + 0.044715f * x * x * x);
    float t = 1.0f - __fdividef(2.0f, __expf(2.0f * u) + 1.0f);
    return 0.5f * x * (1.0f + t);
}
__global__ void silver_badger_bv3_a(float4* __restrict__ out, const float4* __restrict__ inp, const float4* __restrict__ bias, int n4, int oc4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = inp[i], b = bias[i & (oc4 - 1)];
    out[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void silver_badger_bv3_a2(float4* __restrict__ out, const float4* __restrict__ inp, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = inp[i];
    out[i] = make_float4(gelu(v.x), gelu(v.y), gelu(v.z), gelu(v.w));
}
__global__ void silver_badger_bv3_a3(float4* __restrict__ out, const float4* __restrict__ inp1, const float4* __restrict__ inp2, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = inp1[i], w = inp2[i];
    out[i] = make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w);
}
__global__ void silver_badger_bv3_b(float4* __restrict__ out, const float4* __restrict__ inp, const float4* __restrict__ bias,
                                    const float4* __restrict__ residual, int n4, int oc4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = inp[i], w = residual[i], b = bias[i & (oc4 - 1)];
    out[i] = make_float4(gelu(v.x + b.x) + w.x, gelu(v.y + b.y) + w.y, gelu(v.z + b.z) + w.z, gelu(v.w + b.w) + w.w);
}
static void setup_silver_badger() {
    const size_t n = (size_t)1 << 26;
    const int n4 = (int)(n / 4), oc = 4096;
    const float4* in = (const float4*)harness::filled<float>(n, 121);
    const float4* res = (const float4*)harness::filled<float>(n, 122);
    const float4* bias = (const float4*)harness::filled<float>(oc, 123);
    float4* t1 = (float4*)harness::empty<float>(n);
    float4* t2 = (float4*)harness::empty<float>(n);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    add("silver_badger_bv3_a", [=] {
        silver_badger_bv3_a<<<n4 / 256, 256>>>(t1, in, bias, n4, oc / 4);
        silver_badger_bv3_a2<<<n4 / 256, 256>>>(t2, t1, n4);
        silver_badger_bv3_a3<<<n4 / 256, 256>>>((float4*)out_a, t2, res, n4);
    }, out_a, n);
    add("silver_badger_bv3_b", [=] { silver_badger_bv3_b<<<n4 / 256, 256>>>((float4*)out_b, in, bias, res, n4, oc / 4); }, out_b, n);
}

// ---- marble_falcon: SAXPY
__global__ void marble_falcon_bv3_a(int n, float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + y[i];
}
__global__ void marble_falcon_bv3_b(int n4, float a, const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) {
        float4 p = x[i], q = y[i];
        z[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    }
}
static void setup_marble_falcon() {
    const int n = 1 << 27;
    float* x = harness::filled<float>(n, 131);
    float* y = harness::filled<float>(n, 132);
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    add("marble_falcon_bv3_a", [=] { marble_falcon_bv3_a<<<n / 256, 256>>>(n, 2.5f, x, y, out_a); }, out_a, n);
    add("marble_falcon_bv3_b", [=] { marble_falcon_bv3_b<<<n / 1024, 256>>>(n / 4, 2.5f, (const float4*)x, (const float4*)y, (float4*)out_b); }, out_b, n);
}

// ---- orchid_canoe: contrast and brightness of an image with a row pitch, into a dense image
__global__ void orchid_canoe_bv3_a(const float* __restrict__ in, float* __restrict__ out, int width, int pitch, float gain, float offset) {
    int x = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    const float* src = in + (size_t)blockIdx.y * pitch + x;
    float* dst = out + (size_t)blockIdx.y * width + x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; k++) v[k] = src[k * 256];
#pragma unroll
    for (int k = 0; k < 4; k++) dst[k * 256] = gain * v[k] + offset;
}
__global__ void orchid_canoe_bv3_b(const float* __restrict__ in, float* __restrict__ out, int width, int pitch, float gain, float offset) {
    int x = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    const float* src = in + (size_t)blockIdx.y * pitch + x;
    float* dst = out + (size_t)blockIdx.y * width + x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; k++) v[k] = src[k * 256];
#pragma unroll
    for (int k = 0; k < 4; k++) dst[k * 256] = gain * v[k] + offset;
}
__global__ void harness_repitch(const float* in, float* out, int width, int height, int pitch_in, int pitch_out) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)width * height; i += (size_t)gridDim.x * blockDim.x) {
        size_t y = i / width, x = i % width;
        out[y * pitch_out + x] = in[y * pitch_in + x];
    }
}
static void setup_orchid_canoe() {
    const int w = 8192, h = 16384, pa = 8195, pb = 8224;
    float* a = harness::filled<float>((size_t)pa * h, 141);
    float* b = harness::empty<float>((size_t)pb * h);
    harness_repitch<<<2048, 256>>>(a, b, w, h, pa, pb); CHECK(cudaGetLastError());
    const size_t n = (size_t)w * h;
    float* out_a = harness::empty<float>(n);
    float* out_b = harness::empty<float>(n);
    dim3 grid(w / 1024, h);
    add("orchid_canoe_bv3_a", [=] { orchid_canoe_bv3_a<<<grid, 256>>>(a, out_a, w, pa, 1.25f, 0.1f); }, out_a, n);
    add("orchid_canoe_bv3_b", [=] { orchid_canoe_bv3_b<<<grid, 256>>>(b, out_b, w, pb, 1.25f, 0.1f); }, out_b, n);
}

// ---- pepper_castle: layer norm of rows of 1024, a warp per row
__global__ void pepper_castle_bv3_a(float* __restrict__ out, const float* __restrict__ inp, const float4* __restrict__ weight, const float4* __restrict__ bias, int C) {
    int lane = threadIdx.x & 31;
    size_t idx = (size_t)blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    const float4* x = reinterpret_cast<const float4*>(inp + idx * C);
    float4* o = reinterpret_cast<float4*>(out + idx * C);
    float4 v[8];
    float sum = 0.f;
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = __ldcs(&x[lane + 32 * i]);
#pragma unroll
    for (int i = 0; i < 8; i++) sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, s);
    float m = sum / C, var = 0.f;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        v[i].x -= m; v[i].y -= m; v[i].z -= m; v[i].w -= m;
        var += v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z + v[i].w * v[i].w;
    }
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) var += __shfl_xor_sync(0xffffffffu, var, s);
    float rstd = rsqrtf(var / C + 1e-5f);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        float4 w = weight[lane + 32 * i], b = bias[lane + 32 * i];
        __stcs(&o[lane + 32 * i], make_float4(v[i].x * rstd * w.x + b.x, v[i].y * rstd * w.y + b.y, v[i].z * rstd * w.z + b.z, v[i].w * rstd * w.w + b.w));
    }
}
static void setup_pepper_castle() {
    const int rows = 131072, C = 1024;
    const size_t n = (size_t)rows * C;
    float* in = harness::filled<float>(n, 151);
    const float4* w = (const float4*)harness::filled<float>(C, 152);
    const float4* b = (const float4*)harness::filled<float>(C, 153);
    float* out = harness::empty<float>(n);
    add("pepper_castle_bv3_a", [=] { pepper_castle_bv3_a<<<rows / 8, 256>>>(out, in, w, b, C); }, out, n);
}

// ---- crimson_teapot: gravity of 4096 bodies upon many test particles
__global__ void __launch_bounds__(256) crimson_teapot_bv3_a(const float4* __restrict__ bodies, const float4* __restrict__ at, float4* __restrict__ acc, int nbodies) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = at[i];
    float ax = 0.f, ay = 0.f, az = 0.f;
    for (int t = 0; t < nbodies; t += 256) {
        tile[threadIdx.x] = bodies[t + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; j++) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float rinv = rsqrtf(r2);
            float s = q.w * rinv * rinv * rinv;
            ax += s * dx; ay += s * dy; az += s * dz;
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, p.w);
}
static void setup_crimson_teapot() {
    const int nb = 4096, blocks = 132 * 8 * 3, n = blocks * 256;
    const float4* bodies = (const float4*)harness::filled<float>((size_t)nb * 4, 161);
    const float4* at = (const float4*)harness::filled<float>((size_t)n * 4, 162);
    float* out = harness::empty<float>((size_t)n * 4);
    add("crimson_teapot_bv3_a", [=] { crimson_teapot_bv3_a<<<blocks, 256>>>(bodies, at, (float4*)out, nb); }, out, (size_t)n * 4);
}

// ---- linen_beacon: European options by Black and Scholes, call and put
__device__ __forceinline__ float cndGPU(float d) {
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f, RSQRT2PI = 0.39894228040143267793994605993438f;
    float K = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    return d > 0.f ? 1.0f - cnd : cnd;
}
__device__ __forceinline__ void BlackScholesBodyGPU(float& call, float& put, float S, float X, float T, float R, float V) {
    float rsqrtT = rsqrtf(T), sqrtT = T * rsqrtT;
    float d1 = __fdividef(__logf(__fdividef(S, X)) + (R + 0.5f * V * V) * T, V * sqrtT);
    float d2 = d1 - V * sqrtT;
    float c1 = cndGPU(d1), c2 = cndGPU(d2);
    float expRT = __expf(-R * T);
    call = S * c1 - X * expRT * c2;
    put = X * expRT * (1.0f - c2) - S * (1.0f - c1);
}
__global__ void __launch_bounds__(128) linen_beacon_bv3_a(float2* __restrict__ call, float2* __restrict__ put, const float2* __restrict__ price,
                                                        const float2* __restrict__ strike, const float2* __restrict__ years, float R, float V, int n2) {
    int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt >= n2) return;
    float2 s = price[opt], x = strike[opt], t = years[opt], c, p;
    BlackScholesBodyGPU(c.x, p.x, s.x, x.x, t.x, R, V);
    BlackScholesBodyGPU(c.y, p.y, s.y, x.y, t.y, R, V);
    call[opt] = c;
    put[opt] = p;
}
__global__ void harness_range(float* p, size_t n, float low, float high) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = low + (high - low) * (0.5f * p[i] + 0.5f);
}
static void setup_linen_beacon() {
    const size_t n = (size_t)1 << 26;
    float* s = harness::filled<float>(n, 171);
    float* x = harness::filled<float>(n, 172);
    float* t = harness::filled<float>(n, 173);
    harness_range<<<2048, 256>>>(s, n, 5.f, 30.f); CHECK(cudaGetLastError());
    harness_range<<<2048, 256>>>(x, n, 1.f, 100.f); CHECK(cudaGetLastError());
    harness_range<<<2048, 256>>>(t, n, 0.25f, 10.f); CHECK(cudaGetLastError());
    float* call = harness::empty<float>(n);
    float* put = harness::empty<float>(n);
    const int n2 = (int)(n / 2);
    add("linen_beacon_bv3_a", [=] {
        linen_beacon_bv3_a<<<n2 / 128, 128>>>((float2*)call, (float2*)put, (const float2*)s, (const float2*)x, (const float2*)t, 0.02f, 0.30f, n2);
    }, call, n);
}

// ---- willow_dolphin: one step of heat spreading on a chip (five points, power map)
__global__ void __launch_bounds__(256) willow_dolphin_bv3_a(const float* __restrict__ power, const float* __restrict__ temp_src, float* __restrict__ temp_dst,
                                                          int cols, int rows, float cap, float rx, float ry, float rz, float amb) {
    int c = (blockIdx.x * 64 + threadIdx.x) * 4;
    int r0 = (blockIdx.y * 4 + threadIdx.y) * 4;
    const int last = rows - 1;
    float4 up = *reinterpret_cast<const float4*>(temp_src + (size_t)max(r0 - 1, 0) * cols + c);
    float4 mid = *reinterpret_cast<const float4*>(temp_src + (size_t)r0 * cols + c);
    const int lane = threadIdx.x & 31, cl = max(c - 1, 0), cr = min(c + 4, cols - 1);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const size_t at = (size_t)(r0 + k) * cols;
        float4 down = *reinterpret_cast<const float4*>(temp_src + (size_t)min(r0 + k + 1, last) * cols + c);
        float4 p = __ldcs(reinterpret_cast<const float4*>(power + at + c));
        float l = __shfl_up_sync(0xffffffffu, mid.w, 1), r = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) l = temp_src[at + cl];
        if (lane == 31) r = temp_src[at + cr];
        float4 o;
        o.x = mid.x + cap * (p.x + (up.x + down.x - 2.f * mid.x) * ry + (l + mid.y - 2.f * mid.x) * rx + (amb - mid.x) * rz);
        o.y = mid.y + cap * (p.y + (up.y + down.y - 2.f * mid.y) * ry + (mid.x + mid.z - 2.f * mid.y) * rx + (amb - mid.y) * rz);
        o.z = mid.z + cap * (p.z + (up.z + down.z - 2.f * mid.z) * ry + (mid.y + mid.w - 2.f * mid.z) * rx + (amb - mid.z) * rz);
        o.w = mid.w + cap * (p.w + (up.w + down.w - 2.f * mid.w) * ry + (mid.z + r - 2.f * mid.w) * rx + (amb - mid.w) * rz);
        __stcs(reinterpret_cast<float4*>(temp_dst + at + c), o);
        up = mid;
        mid = down;
    }
}
static void setup_willow_dolphin() {
    const int cols = 8192, rows = 8192;
    const size_t n = (size_t)cols * rows;
    float* power = harness::filled<float>(n, 181);
    float* temp = harness::filled<float>(n, 182);
    float* out = harness::empty<float>(n);
    add("willow_dolphin_bv3_a", [=] {
        willow_dolphin_bv3_a<<<dim3(cols / 256, rows / 16), dim3(64, 4)>>>(power, temp, out, cols, rows, 0.5f, 0.1f, 0.12f, 0.05f, 0.8f);
    }, out, n);
}

int main(int argc, char** argv) {
    setup_copper_lantern();
    setup_meadow_pebble();
    setup_harbor_violin();
    setup_cactus_ribbon();
    setup_tulip_saddle();
    setup_walnut_kettle();
    setup_maple_trumpet();
    setup_cotton_island();
    setup_amber_pigeon();
    setup_cobalt_garden();
    setup_velvet_otter();
    setup_ginger_compass();
    setup_silver_badger();
    setup_marble_falcon();
    setup_orchid_canoe();
    setup_pepper_castle();
    setup_crimson_teapot();
    setup_linen_beacon();
    setup_willow_dolphin();
    return harness::run(argc, argv, cases);
}
