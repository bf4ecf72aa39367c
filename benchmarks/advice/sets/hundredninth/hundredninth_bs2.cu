// Before/after pairs in the manner of benchmark suites and course assignments.
#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

static std::vector<Case> cases;
template <typename F>
static void add(const char* name, F launch, const void* out, size_t count, Output type = Output::f32) {
    Case c; c.name = name; c.launch = launch; c.out = out; c.count = count; c.type = type; cases.push_back(c);
}

// ---- amber_kettle: batched global alignment of 32 rows against 128 columns, one warp each, tile after tile.
constexpr int AK_PAIRS = 16384, AK_TILES = 4, AK_WARPS = 4, AK_GAP = 2;
template <int W>
__device__ __forceinline__ void ak_align(const int* __restrict__ query, const int* __restrict__ target, int* __restrict__ out) {
    __shared__ int cell[AK_WARPS][33 * W];
    __shared__ int letter[AK_WARPS][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int pair = blockIdx.x * AK_WARPS + w;
    int* s = cell[w];
    const int q = query[pair * 32 + lane];
    s[(lane + 1) * W] = -AK_GAP * (lane + 1);
    for (int t = 0; t < AK_TILES; ++t) {
        const int at = pair * (32 * AK_TILES) + t * 32 + lane;
        letter[w][lane] = target[at];
        s[lane + 1] = -AK_GAP * (t * 32 + lane + 1);
        if (lane == 0) s[0] = -AK_GAP * t * 32;
        __syncwarp();
        for (int d = 0; d < 63; ++d) {
            const int c = d - lane;
            if (c >= 0 && c < 32) {
                const int up = s[lane * W + c + 1] - AK_GAP;
                const int left = s[(lane + 1) * W + c] - AK_GAP;
                const int diagonal = s[lane * W + c] + (q == letter[w][c] ? 5 : -3);
                s[(lane + 1) * W + c + 1] = max(diagonal, max(up, left));
            }
            __syncwarp();
        }
        out[at] = s[32 * W + lane + 1];
        const int edge = s[(lane + 1) * W + 32];
        __syncwarp();
        s[(lane + 1) * W] = edge;
        __syncwarp();
    }
}
__global__ void __launch_bounds__(128) amber_kettle_bs2_a(const int* query, const int* target, int* out) { ak_align<33>(query, target, out); }
__global__ void __launch_bounds__(128) amber_kettle_bs2_b(const int* query, const int* target, int* out) { ak_align<34>(query, target, out); }
static void amber_kettle() {
    int* query = harness::indices((size_t)AK_PAIRS * 32, 4, 11);
    int* target = harness::indices((size_t)AK_PAIRS * 32 * AK_TILES, 4, 12345);
    const size_t n = (size_t)AK_PAIRS * 32 * AK_TILES;
    int* out = harness::empty<int>(n);
    add("amber_kettle_bs2_a", [=] { amber_kettle_bs2_a<<<AK_PAIRS / AK_WARPS, 128>>>(query, target, out); }, out, n, Output::i32);
    add("amber_kettle_bs2_b", [=] { amber_kettle_bs2_b<<<AK_PAIRS / AK_WARPS, 128>>>(query, target, out); }, out, n, Output::i32);
}

// ---- copper_meadow: edge-preserving 5x5 smoothing of a float image.
constexpr int CM_W = 3072, CM_H = 2048, CM_R = 2;
__global__ void __launch_bounds__(256) copper_meadow_bs2_a(const float* __restrict__ in, float* __restrict__ out, float sigma_s, float sigma_r) {
    __shared__ float tile[8 + 2 * CM_R][32 + 2 * CM_R];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int i = ty * 32 + tx; i < (8 + 2 * CM_R) * (32 + 2 * CM_R); i += 256) {
        const int r = i / (32 + 2 * CM_R), c = i % (32 + 2 * CM_R);
        const int y = min(max(y0 + r - CM_R, 0), CM_H - 1), x = min(max(x0 + c - CM_R, 0), CM_W - 1);
        tile[r][c] = in[y * CM_W + x];
    }
    __syncthreads();
    const float centre = tile[ty + CM_R][tx + CM_R];
    float sum = 0, norm = 0;
#pragma unroll
    for (int dy = 0; dy <= 2 * CM_R; ++dy)
#pragma unroll
        for (int dx = 0; dx <= 2 * CM_R; ++dx) {
            const float v = tile[ty + dy][tx + dx], d = v - centre;
            const float r2 = float((dx - CM_R) * (dx - CM_R) + (dy - CM_R) * (dy - CM_R));
            const float w = exp(-0.5 * (r2 * sigma_s + d * d * sigma_r));
            sum += w * v;
            norm += w;
        }
    out[(y0 + ty) * CM_W + x0 + tx] = 0.5f + 0.5f * (sum / norm);
}
__global__ void __launch_bounds__(256) copper_meadow_bs2_b(const float* __restrict__ in, float* __restrict__ out, float sigma_s, float sigma_r) {
    __shared__ float tile[8 + 2 * CM_R][32 + 2 * CM_R];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int i = ty * 32 + tx; i < (8 + 2 * CM_R) * (32 + 2 * CM_R); i += 256) {
        const int r = i / (32 + 2 * CM_R), c = i % (32 + 2 * CM_R);
        const int y = min(max(y0 + r - CM_R, 0), CM_H - 1), x = min(max(x0 + c - CM_R, 0), CM_W - 1);
        tile[r][c] = in[y * CM_W + x];
    }
    __syncthreads();
    const float centre = tile[ty + CM_R][tx + CM_R];
    float sum = 0, norm = 0;
#pragma unroll
    for (int dy = 0; dy <= 2 * CM_R; ++dy)
#pragma unroll
        for (int dx = 0; dx <= 2 * CM_R; ++dx) {
            const float v = tile[ty + dy][tx + dx], d = v - centre;
            const float r2 = float((dx - CM_R) * (dx - CM_R) + (dy - CM_R) * (dy - CM_R));
            const float w = __expf(-0.5f * (r2 * sigma_s + d * d * sigma_r));
            sum += w * v;
            norm += w;
        }
    out[(y0 + ty) * CM_W + x0 + tx] = 0.5f + 0.5f * (sum / norm);
}
static void copper_meadow() {
    const size_t n = (size_t)CM_W * CM_H;
    float* in = harness::filled<float>(n, 21);
    float* out = harness::empty<float>(n);
    const dim3 grid(CM_W / 32, CM_H / 8), block(32, 8);
    add("copper_meadow_bs2_a", [=] { copper_meadow_bs2_a<<<grid, block>>>(in, out, 0.25f, 3.0f); }, out, n);
    add("copper_meadow_bs2_b", [=] { copper_meadow_bs2_b<<<grid, block>>>(in, out, 0.25f, 3.0f); }, out, n);
}

// ---- walnut_harbor: speckle reduction's opening: the image is exponentiated and its statistics (sum, sum of squares) are gathered per block.
constexpr size_t WH_N = 67108864;
constexpr int WH_BLOCKS = 2112;
__device__ __forceinline__ void wh_store(float s, float s2, float* out) {
    __shared__ float part[2][8];
    for (int d = 16; d; d >>= 1) { s += __shfl_xor_sync(~0u, s, d); s2 += __shfl_xor_sync(~0u, s2, d); }
    if ((threadIdx.x & 31) == 0) { part[0][threadIdx.x >> 5] = s; part[1][threadIdx.x >> 5] = s2; }
    __syncthreads();
    if (threadIdx.x < 2) {
        float t = 0;
        for (int i = 0; i < 8; ++i) t += part[threadIdx.x][i];
        out[threadIdx.x * WH_BLOCKS + blockIdx.x] = t;
    }
}
__device__ __forceinline__ float4 wh_exp(float4 v) {
    return make_float4(__expf(v.x * 0.25f), __expf(v.y * 0.25f), __expf(v.z * 0.25f), __expf(v.w * 0.25f));
}
__global__ void __launch_bounds__(256) walnut_harbor_bs2_a(const float4* __restrict__ raw, float4* __restrict__ image) {
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < WH_N / 4; i += WH_BLOCKS * 256) image[i] = wh_exp(raw[i]);
}
__global__ void __launch_bounds__(256) walnut_harbor_bs2_a2(const float4* __restrict__ image, float4* __restrict__ one, float4* __restrict__ two) {
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < WH_N / 4; i += WH_BLOCKS * 256) {
        const float4 v = image[i];
        one[i] = v;
        two[i] = make_float4(v.x * v.x, v.y * v.y, v.z * v.z, v.w * v.w);
    }
}
__global__ void __launch_bounds__(256) walnut_harbor_bs2_a3(const float4* __restrict__ one, const float4* __restrict__ two, float* __restrict__ out) {
    float s = 0, s2 = 0;
#pragma unroll 2
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < WH_N / 4; i += WH_BLOCKS * 256) {
        const float4 a = one[i], b = two[i];
        s += a.x + a.y + a.z + a.w;
        s2 += b.x + b.y + b.z + b.w;
    }
    wh_store(s, s2, out);
}
__global__ void __launch_bounds__(256) walnut_harbor_bs2_b(const float4* __restrict__ raw, float4* __restrict__ image, float* __restrict__ out) {
    float s = 0, s2 = 0;
#pragma unroll 2
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < WH_N / 4; i += WH_BLOCKS * 256) {
        const float4 v = wh_exp(raw[i]);
        image[i] = v;
        s += v.x + v.y + v.z + v.w;
        s2 += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    wh_store(s, s2, out);
}
static void walnut_harbor() {
    const float4* raw = (const float4*)harness::filled<float>(WH_N, 31);
    float4* image = (float4*)harness::empty<float>(WH_N);
    float4* one = (float4*)harness::empty<float>(WH_N);
    float4* two = (float4*)harness::empty<float>(WH_N);
    float* out = harness::empty<float>(2 * WH_BLOCKS);
    add("walnut_harbor_bs2_a", [=] {
        walnut_harbor_bs2_a<<<WH_BLOCKS, 256>>>(raw, image);
        walnut_harbor_bs2_a2<<<WH_BLOCKS, 256>>>(image, one, two);
        walnut_harbor_bs2_a3<<<WH_BLOCKS, 256>>>(one, two, out);
    }, out, 2 * WH_BLOCKS);
    add("walnut_harbor_bs2_b", [=] { walnut_harbor_bs2_b<<<WH_BLOCKS, 256>>>(raw, image, out); }, out, 2 * WH_BLOCKS);
}

// ---- silver_thicket: cluster assignment of points with 34 features to 8 centres.
constexpr int ST_N = 3145728, ST_F = 34, ST_K = 8;
__global__ void harness_st_points(float* rows, float* columns) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)ST_N * ST_F; i += (size_t)gridDim.x * blockDim.x) {
        const float v = unit((uint32_t)i * 2654435761u + 41u);
        rows[i] = v;
        columns[(i % ST_F) * ST_N + i / ST_F] = v;
    }
}
template <int POINT, int FEATURE>
__device__ __forceinline__ void st_assign(const float* __restrict__ x, const float* __restrict__ centre, int* __restrict__ out) {
    __shared__ float c[ST_F][ST_K];
    for (int i = threadIdx.x; i < ST_F * ST_K; i += blockDim.x) c[i / ST_K][i % ST_K] = centre[i];
    __syncthreads();
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    float d[ST_K];
#pragma unroll
    for (int k = 0; k < ST_K; ++k) d[k] = 0;
#pragma unroll 17
    for (int f = 0; f < ST_F; ++f) {
        const float v = x[(size_t)p * POINT + (size_t)f * FEATURE];
#pragma unroll
        for (int k = 0; k < ST_K; ++k) { const float e = v - c[f][k]; d[k] = fmaf(e, e, d[k]); }
    }
    int best = 0; float least = d[0];
#pragma unroll
    for (int k = 1; k < ST_K; ++k) if (d[k] < least) { least = d[k]; best = k; }
    out[p] = best;
}
__global__ void __launch_bounds__(192) silver_thicket_bs2_a(const float* x, const float* centre, int* out) { st_assign<ST_F, 1>(x, centre, out); }
__global__ void __launch_bounds__(192) silver_thicket_bs2_b(const float* x, const float* centre, int* out) { st_assign<1, ST_N>(x, centre, out); }
static void silver_thicket() {
    const size_t n = (size_t)ST_N * ST_F;
    float* rows = harness::empty<float>(n);
    float* columns = harness::empty<float>(n);
    harness_st_points<<<4224, 256>>>(rows, columns); CHECK(cudaGetLastError());
    float* centre = harness::filled<float>(ST_F * ST_K, 43);
    int* out = harness::empty<int>(ST_N);
    add("silver_thicket_bs2_a", [=] { silver_thicket_bs2_a<<<ST_N / 192, 192>>>(rows, centre, out); }, out, ST_N, Output::i32);
    add("silver_thicket_bs2_b", [=] { silver_thicket_bs2_b<<<ST_N / 192, 192>>>(columns, centre, out); }, out, ST_N, Output::i32);
}

// ---- gentle_lantern: particles of a transport code stepped through the medium, one in eight still in flight.
constexpr int GL_N = 8388608, GL_STEPS = 64;
template <bool ORDERED>
__device__ __forceinline__ void gl_step(const float* __restrict__ energy, const int* __restrict__ flag, const int* __restrict__ order, float* __restrict__ out) {
    const int t = blockIdx.x * 256 + threadIdx.x;
    const int i = ORDERED ? order[t] : t;
    float e = energy[i];
    if (flag[i]) {
        uint32_t r = hash32(i);
        float x = 0.5f, y = 0.25f, path = 0;
#pragma unroll 2
        for (int s = 0; s < GL_STEPS; ++s) {
            r ^= r << 13; r ^= r >> 17; r ^= r << 5;
            const float u = __uint_as_float(0x3f800000u | (r >> 9)) - 1.5f;
            const float c = 1.0f - 0.5f * u * u, n = u - u * u * u * 0.1666667f;
            const float nx = c * x - n * y;
            y = n * x + c * y;
            x = nx;
            const float loss = fmaf(x, 0.002f, fmaf(y, 0.001f, 0.01f));
            path = fmaf(fabsf(x), e, path);
            e = fmaf(-loss, e, e);
        }
        e += 0.01f * path;
    }
    out[i] = e;
}
__global__ void __launch_bounds__(256) gentle_lantern_bs2_a(const float* energy, const int* flag, const int* order, float* out) { gl_step<false>(energy, flag, order, out); }
__global__ void __launch_bounds__(256) gentle_lantern_bs2_b(const float* energy, const int* flag, const int* order, float* out) { gl_step<true>(energy, flag, order, out); }
static void gentle_lantern() {
    std::vector<int> flag(GL_N), order; order.reserve(GL_N);
    for (int i = 0; i < GL_N; ++i) flag[i] = hash32(i * 3u + 77u) % 8 == 0;
    for (int want = 1; want >= 0; --want)
        for (int i = 0; i < GL_N; ++i) if (flag[i] == want) order.push_back(i);
    int* f = harness::uploaded(flag);
    int* o = harness::uploaded(order);
    float* energy = harness::filled<float>(GL_N, 51);
    float* out = harness::empty<float>(GL_N);
    add("gentle_lantern_bs2_a", [=] { gentle_lantern_bs2_a<<<GL_N / 256, 256>>>(energy, f, o, out); }, out, GL_N);
    add("gentle_lantern_bs2_b", [=] { gentle_lantern_bs2_b<<<GL_N / 256, 256>>>(energy, f, o, out); }, out, GL_N);
}

// ---- hollow_ribbon: screened electrostatic potential of 768 charges on a plane of lattice points.
constexpr int HR_SIDE = 1024, HR_ATOMS = 768;
__global__ void harness_hr_atoms(float4* atoms, float* length, float* inverse) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= HR_ATOMS) return;
    atoms[i] = make_float4(unit(i * 5 + 1) * 16, unit(i * 5 + 2) * 16, unit(i * 5 + 3) * 4 + 6, unit(i * 5 + 4) * 0.5f + 1.0f);
    length[i] = 6.0f + 2.0f * unit(i * 5 + 900001);
    inverse[i] = 1.0f / length[i];
}
__global__ void __launch_bounds__(128) hollow_ribbon_bs2_a(const float4* __restrict__ atoms, const float* __restrict__ length, float* __restrict__ out) {
    __shared__ float4 at[HR_ATOMS];
    __shared__ float len[HR_ATOMS];
    for (int i = threadIdx.x; i < HR_ATOMS; i += 128) { at[i] = atoms[i]; len[i] = length[i]; }
    __syncthreads();
    const int p = blockIdx.x * 128 + threadIdx.x;
    const float x = (p % HR_SIDE) * (32.0f / HR_SIDE) - 16.0f, y = (p / HR_SIDE) * (32.0f / HR_SIDE) - 16.0f;
    float v = 0;
#pragma unroll 4
    for (int i = 0; i < HR_ATOMS; ++i) {
        const float4 a = at[i];
        const float dx = x - a.x, dy = y - a.y;
        const float r = sqrtf(dx * dx + dy * dy + a.z * a.z);
        v += a.w * expf(-r / len[i]) / r;
    }
    out[p] = v;
}
__global__ void __launch_bounds__(128) hollow_ribbon_bs2_b(const float4* __restrict__ atoms, const float* __restrict__ inverse, float* __restrict__ out) {
    __shared__ float4 at[HR_ATOMS];
    __shared__ float inv[HR_ATOMS];
    for (int i = threadIdx.x; i < HR_ATOMS; i += 128) { at[i] = atoms[i]; inv[i] = inverse[i]; }
    __syncthreads();
    const int p = blockIdx.x * 128 + threadIdx.x;
    const float x = (p % HR_SIDE) * (32.0f / HR_SIDE) - 16.0f, y = (p / HR_SIDE) * (32.0f / HR_SIDE) - 16.0f;
    float v = 0;
#pragma unroll 4
    for (int i = 0; i < HR_ATOMS; ++i) {
        const float4 a = at[i];
        const float dx = x - a.x, dy = y - a.y;
        const float r2 = dx * dx + dy * dy + a.z * a.z;
        const float over = rsqrtf(r2);
        v = fmaf(a.w * over, __expf(-(r2 * over) * inv[i]), v);
    }
    out[p] = v;
}
static void hollow_ribbon() {
    float4* atoms; CHECK(cudaMalloc(&atoms, HR_ATOMS * sizeof(float4)));
    float* length = harness::empty<float>(HR_ATOMS);
    float* inverse = harness::empty<float>(HR_ATOMS);
    harness_hr_atoms<<<(HR_ATOMS + 255) / 256, 256>>>(atoms, length, inverse); CHECK(cudaGetLastError());
    const size_t n = (size_t)HR_SIDE * HR_SIDE;
    float* out = harness::empty<float>(n);
    add("hollow_ribbon_bs2_a", [=] { hollow_ribbon_bs2_a<<<n / 128, 128>>>(atoms, length, out); }, out, n);
    add("hollow_ribbon_bs2_b", [=] { hollow_ribbon_bs2_b<<<n / 128, 128>>>(atoms, inverse, out); }, out, n);
}

// ---- marble_sparrow: joint histogram (64 x 64 bins) of two registered byte images.
constexpr size_t MS_N = 67108864;
constexpr int MS_BLOCKS = 1056;
__global__ void harness_ms_images(uint8_t* a, uint8_t* b) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < MS_N; i += (size_t)gridDim.x * blockDim.x) {
        const uint32_t h = hash32((uint32_t)i + 61u), v = h & 255u;
        a[i] = (uint8_t)v;
        b[i] = (uint8_t)min(255u, v / 2 + 40u + ((h >> 8) & 31u));
    }
}
__global__ void __launch_bounds__(256) marble_sparrow_bs2_a(const uint2* __restrict__ a, const uint2* __restrict__ b, int* __restrict__ out) {
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < MS_N / 8; i += MS_BLOCKS * 256) {
        const uint2 u = a[i], v = b[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            atomicAdd(&out[((u.x >> (8 * k + 2)) & 63) * 64 + ((v.x >> (8 * k + 2)) & 63)], 1);
            atomicAdd(&out[((u.y >> (8 * k + 2)) & 63) * 64 + ((v.y >> (8 * k + 2)) & 63)], 1);
        }
    }
}
__global__ void __launch_bounds__(256) marble_sparrow_bs2_b(const uint2* __restrict__ a, const uint2* __restrict__ b, int* __restrict__ out) {
    __shared__ int bin[4096];
    for (int i = threadIdx.x; i < 4096; i += 256) bin[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < MS_N / 8; i += MS_BLOCKS * 256) {
        const uint2 u = a[i], v = b[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            atomicAdd(&bin[((u.x >> (8 * k + 2)) & 63) * 64 + ((v.x >> (8 * k + 2)) & 63)], 1);
            atomicAdd(&bin[((u.y >> (8 * k + 2)) & 63) * 64 + ((v.y >> (8 * k + 2)) & 63)], 1);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 256) if (bin[i]) atomicAdd(&out[i], bin[i]);
}
static void marble_sparrow() {
    uint8_t *a, *b;
    CHECK(cudaMalloc(&a, MS_N)); CHECK(cudaMalloc(&b, MS_N));
    harness_ms_images<<<4224, 256>>>(a, b); CHECK(cudaGetLastError());
    int* out = harness::empty<int>(4096);
    CHECK(cudaMemset(out, 0, 4096 * sizeof(int)));
    const uint2 *pa = (const uint2*)a, *pb = (const uint2*)b;
    add("marble_sparrow_bs2_a", [=] { marble_sparrow_bs2_a<<<MS_BLOCKS, 256>>>(pa, pb, out); }, out, 4096, Output::i32);
    add("marble_sparrow_bs2_b", [=] { marble_sparrow_bs2_b<<<MS_BLOCKS, 256>>>(pa, pb, out); }, out, 4096, Output::i32);
}

// ---- quiet_saddle: 5x5 median of a float image.
constexpr int QS_W = 3072, QS_H = 2048;
__global__ void __launch_bounds__(128) quiet_saddle_bs2_a(const float* __restrict__ in, float* __restrict__ out, int radius) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float w[25];
    int n = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            w[n++] = in[min(max(y + dy, 0), QS_H - 1) * QS_W + min(max(x + dx, 0), QS_W - 1)];
    float least = 0;
    for (int i = 0; i <= n / 2; ++i) {
        least = w[i];
        for (int j = i + 1; j < n; ++j) {
            const float v = w[j];
            w[j] = fmaxf(least, v);
            least = fminf(least, v);
        }
    }
    out[y * QS_W + x] = least;
}
__global__ void __launch_bounds__(128) quiet_saddle_bs2_b(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int R = 2, N = (2 * R + 1) * (2 * R + 1);
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float w[N];
#pragma unroll
    for (int dy = -R; dy <= R; ++dy)
#pragma unroll
        for (int dx = -R; dx <= R; ++dx)
            w[(dy + R) * (2 * R + 1) + dx + R] = in[min(max(y + dy, 0), QS_H - 1) * QS_W + min(max(x + dx, 0), QS_W - 1)];
    float least = 0;
#pragma unroll
    for (int i = 0; i <= N / 2; ++i) {
        least = w[i];
#pragma unroll
        for (int j = i + 1; j < N; ++j) {
            const float v = w[j];
            w[j] = fmaxf(least, v);
            least = fminf(least, v);
        }
    }
    out[y * QS_W + x] = least;
}
static void quiet_saddle() {
    const size_t n = (size_t)QS_W * QS_H;
    float* in = harness::filled<float>(n, 71);
    float* out = harness::empty<float>(n);
    const dim3 grid(QS_W / 32, QS_H / 4), block(32, 4);
    add("quiet_saddle_bs2_a", [=] { quiet_saddle_bs2_a<<<grid, block>>>(in, out, 2); }, out, n);
    add("quiet_saddle_bs2_b", [=] { quiet_saddle_bs2_b<<<grid, block>>>(in, out); }, out, n);
}

// ---- russet_pulley: block-linked adjacency lists walked by one warp each, 256 bytes a node.
constexpr int RP_NODES = 2097152, RP_LENGTH = 64, RP_CHAINS = RP_NODES / RP_LENGTH;
__host__ __device__ inline int rp_node(uint32_t t) { return (int)((t * 1318699u + 5u) & (RP_NODES - 1)); }
__global__ void harness_rp_links(int* next) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < RP_NODES; t += gridDim.x * blockDim.x)
        next[rp_node(t)] = (t % RP_LENGTH == RP_LENGTH - 1) ? -1 : rp_node(t + 1);
}
__device__ __forceinline__ void rp_walk(const float2* __restrict__ data, const int* __restrict__ next, const int* __restrict__ head, float* __restrict__ out) {
    const int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int n = head[w];
    float sum = 0, square = 0;
    while (n >= 0) {
        const float2 v = data[(size_t)n * 32 + lane];
        n = next[n];
        sum += v.x;
        square = fmaf(v.y, v.y, square);
    }
    out[w * 32 + lane] = sum + square;
}
__global__ void russet_pulley_bs2_a(const float2* data, const int* next, const int* head, float* out) { rp_walk(data, next, head, out); }
__global__ void russet_pulley_bs2_b(const float2* data, const int* next, const int* head, float* out) { rp_walk(data, next, head, out); }
static void russet_pulley() {
    const float2* data = (const float2*)harness::filled<float>((size_t)RP_NODES * 64, 81);
    int* next = harness::empty<int>(RP_NODES);
    harness_rp_links<<<2048, 256>>>(next); CHECK(cudaGetLastError());
    std::vector<int> h(RP_CHAINS);
    for (int i = 0; i < RP_CHAINS; ++i) h[i] = rp_node((uint32_t)i * RP_LENGTH);
    int* head = harness::uploaded(h);
    const size_t n = (size_t)RP_CHAINS * 32;
    float* out = harness::empty<float>(n);
    add("russet_pulley_bs2_a", [=] { russet_pulley_bs2_a<<<RP_CHAINS, 32>>>(data, next, head, out); }, out, n);
    add("russet_pulley_bs2_b", [=] { russet_pulley_bs2_b<<<RP_CHAINS / 8, 256>>>(data, next, head, out); }, out, n);
}

// ---- plain_cobalt: Monte Carlo prices of 48 options, a million paths each.
constexpr int PC_OPTIONS = 48, PC_PATHS = 1048576, PC_SPLIT = 44;
__device__ __forceinline__ float pc_paths(float spot, float strike, float drift, float volatility, int first, int step) {
    float sum = 0;
#pragma unroll 2
    for (int p = first; p < PC_PATHS; p += step) {
        const uint32_t a = hash32(p * 2u + 1u), b = hash32(p * 2u + 0x9e3779b9u);
        const float u = ((a >> 8) + 1) * (1.0f / 16777217.0f), t = (b >> 8) * (6.2831853f / 16777216.0f) - 3.1415927f;
        const float z = __fsqrt_rn(fmaxf(-2.0f * __logf(u), 0.0f)) * __cosf(t);
        sum += fmaxf(spot * __expf(fmaf(volatility, z, drift)) - strike, 0.0f);
    }
    return sum;
}
__device__ __forceinline__ float pc_block(float s, float* part) {
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    float t = 0;
    for (int i = 0; i < 8; ++i) t += part[i];
    return t;
}
__global__ void __launch_bounds__(256) plain_cobalt_bs2_a(const float4* __restrict__ option, float* __restrict__ out) {
    __shared__ float part[8];
    const float4 o = option[blockIdx.x];
    const float t = pc_block(pc_paths(o.x, o.y, o.z, o.w, threadIdx.x, 256), part);
    if (threadIdx.x == 0) out[blockIdx.x] = t * (1.0f / PC_PATHS);
}
__global__ void __launch_bounds__(256) plain_cobalt_bs2_b(const float4* __restrict__ option, float* __restrict__ partial, unsigned* __restrict__ done, float* __restrict__ out) {
    __shared__ float part[8];
    const float4 o = option[blockIdx.y];
    const float t = pc_block(pc_paths(o.x, o.y, o.z, o.w, blockIdx.x * 256 + threadIdx.x, PC_SPLIT * 256), part);
    if (threadIdx.x == 0) {
        partial[blockIdx.y * PC_SPLIT + blockIdx.x] = t;
        __threadfence();
        if (atomicAdd(&done[blockIdx.y], 1u) == PC_SPLIT - 1) {
            __threadfence();
            float all = 0;
            for (int i = 0; i < PC_SPLIT; ++i) all += __ldcg(&partial[blockIdx.y * PC_SPLIT + i]);
            out[blockIdx.y] = all * (1.0f / PC_PATHS);
            done[blockIdx.y] = 0;
        }
    }
}
static void plain_cobalt() {
    std::vector<float4> o(PC_OPTIONS);
    for (int i = 0; i < PC_OPTIONS; ++i) o[i] = make_float4(100.0f + i, 95.0f + 0.7f * i, 0.01f, 0.2f + 0.002f * i);
    const float4* option = harness::uploaded(o);
    float* partial = harness::empty<float>(PC_OPTIONS * PC_SPLIT);
    unsigned* done = harness::empty<unsigned>(PC_OPTIONS);
    CHECK(cudaMemset(done, 0, PC_OPTIONS * sizeof(unsigned)));
    float* out = harness::empty<float>(PC_OPTIONS);
    add("plain_cobalt_bs2_a", [=] { plain_cobalt_bs2_a<<<PC_OPTIONS, 256>>>(option, out); }, out, PC_OPTIONS);
    add("plain_cobalt_bs2_b", [=] { plain_cobalt_bs2_b<<<dim3(PC_SPLIT, PC_OPTIONS), 256>>>(option, partial, done, out); }, out, PC_OPTIONS);
}

// ---- velvet_quarry: kernel sums over all earlier points of an ordered catalogue (lower triangle of pairs), strips of eight rows.
constexpr int VQ_N = 33792, VQ_ROWS = 8, VQ_BLOCKS = 132, VQ_PER = VQ_N / VQ_ROWS / VQ_BLOCKS;
template <bool CYCLIC>
__device__ __forceinline__ void vq_rows(const float4* __restrict__ point, float* __restrict__ out) {
    __shared__ float part[VQ_ROWS][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    for (int s = 0; s < VQ_PER; ++s) {
        const int row = (CYCLIC ? blockIdx.x + s * VQ_BLOCKS : blockIdx.x * VQ_PER + s) * VQ_ROWS;
        float4 p[VQ_ROWS];
        float sum[VQ_ROWS];
#pragma unroll
        for (int r = 0; r < VQ_ROWS; ++r) { p[r] = point[row + r]; sum[r] = 0; }
        for (int j = threadIdx.x; j < row; j += 1024) {
            const float4 q = point[j];
#pragma unroll
            for (int r = 0; r < VQ_ROWS; ++r) {
                const float c = fmaf(p[r].x, q.x, fmaf(p[r].y, q.y, p[r].z * q.z));
                const float k = fmaf(c, fmaf(c, fmaf(c, fmaf(c, 0.05f, 0.2f), 0.4f), 0.6f), 1.0f);
                sum[r] = fmaf(k, q.w, sum[r]);
            }
        }
#pragma unroll
        for (int r = 0; r < VQ_ROWS; ++r) {
            for (int d = 16; d; d >>= 1) sum[r] += __shfl_xor_sync(~0u, sum[r], d);
            if (lane == 0) part[r][w] = sum[r];
        }
        __syncthreads();
        if (w < VQ_ROWS) {
            float t = part[w][lane];
            for (int d = 16; d; d >>= 1) t += __shfl_xor_sync(~0u, t, d);
            if (lane == 0) out[row + w] = t;
        }
        __syncthreads();
    }
}
__global__ void __launch_bounds__(1024) velvet_quarry_bs2_a(const float4* point, float* out) { vq_rows<false>(point, out); }
__global__ void __launch_bounds__(1024) velvet_quarry_bs2_b(const float4* point, float* out) { vq_rows<true>(point, out); }
static void velvet_quarry() {
    std::vector<float4> h(VQ_N);
    for (int i = 0; i < VQ_N; ++i) h[i] = make_float4(unit(i * 4 + 9), unit(i * 4 + 10), unit(i * 4 + 11), 0.5f + 0.4f * unit(i * 4 + 12));
    const float4* point = harness::uploaded(h);
    float* out = harness::empty<float>(VQ_N);
    add("velvet_quarry_bs2_a", [=] { velvet_quarry_bs2_a<<<VQ_BLOCKS, 1024>>>(point, out); }, out, VQ_N);
    add("velvet_quarry_bs2_b", [=] { velvet_quarry_bs2_b<<<VQ_BLOCKS, 1024>>>(point, out); }, out, VQ_N);
}

// ---- dusty_compass: weight update of a fully connected layer with momentum.
constexpr int DC_W = 12288, DC_H = 8192;
__global__ void __launch_bounds__(256) dusty_compass_bs2_a(const float* __restrict__ delta, const float* __restrict__ unit_in, const float* __restrict__ w, const float* __restrict__ old, float* __restrict__ out) {
    const int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    const float d = delta[x];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const size_t at = (size_t)(y + 4 * k) * DC_W + x;
        out[at] = w[at] + ((0.3 * d * unit_in[y + 4 * k]) + (0.3 * old[at]));
    }
}
__global__ void __launch_bounds__(256) dusty_compass_bs2_b(const float* __restrict__ delta, const float* __restrict__ unit_in, const float* __restrict__ w, const float* __restrict__ old, float* __restrict__ out) {
    const int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    const float d = delta[x];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const size_t at = (size_t)(y + 4 * k) * DC_W + x;
        out[at] = w[at] + ((0.3f * d * unit_in[y + 4 * k]) + (0.3f * old[at]));
    }
}
static void dusty_compass() {
    const size_t n = (size_t)DC_W * DC_H;
    float* delta = harness::filled<float>(DC_W, 91);
    float* layer = harness::filled<float>(DC_H, 92);
    float* w = harness::filled<float>(n, 93);
    float* old = harness::filled<float>(n, 94);
    float* out = harness::empty<float>(n);
    const dim3 grid(DC_W / 64, DC_H / 16), block(64, 4);
    add("dusty_compass_bs2_a", [=] { dusty_compass_bs2_a<<<grid, block>>>(delta, layer, w, old, out); }, out, n);
    add("dusty_compass_bs2_b", [=] { dusty_compass_bs2_b<<<grid, block>>>(delta, layer, w, old, out); }, out, n);
}

// ---- linen_falcon: one time step of a two-dimensional nine-velocity lattice Boltzmann flow with periodic borders.
constexpr int LF_W = 4096, LF_H = 2048;
__global__ void harness_lf_fill(float* f) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)9 * LF_W * LF_H; i += (size_t)gridDim.x * blockDim.x)
        f[i] = 0.11f + 0.02f * unit((uint32_t)i * 2654435761u + 101u);
}
__device__ __forceinline__ void lf_collide(const float* __restrict__ f, float* __restrict__ g, size_t n, int x, int y, int xm, int xp, int ym, int yp, int width) {
    const int c = y * width, u = yp * width, d = ym * width;
    const float f0 = f[c + x], f1 = f[n + c + xm], f2 = f[2 * n + d + x], f3 = f[3 * n + c + xp], f4 = f[4 * n + u + x];
    const float f5 = f[5 * n + d + xm], f6 = f[6 * n + d + xp], f7 = f[7 * n + u + xp], f8 = f[8 * n + u + xm];
    const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inv = __fdividef(1.0f, rho);
    const float vx = (f1 + f5 + f8 - f3 - f6 - f7) * inv, vy = (f2 + f5 + f6 - f4 - f7 - f8) * inv;
    const float base = 1.0f - 1.5f * (vx * vx + vy * vy), omega = 1.2f, keep = 1.0f - omega;
    const float a = omega * rho * (4.0f / 9.0f), b = omega * rho * (1.0f / 9.0f), e = omega * rho * (1.0f / 36.0f);
    const float s = vx + vy, t = vy - vx;
    const int o = c + x;
    g[o] = keep * f0 + a * base;
    g[n + o] = keep * f1 + b * (base + 3.0f * vx + 4.5f * vx * vx);
    g[2 * n + o] = keep * f2 + b * (base + 3.0f * vy + 4.5f * vy * vy);
    g[3 * n + o] = keep * f3 + b * (base - 3.0f * vx + 4.5f * vx * vx);
    g[4 * n + o] = keep * f4 + b * (base - 3.0f * vy + 4.5f * vy * vy);
    g[5 * n + o] = keep * f5 + e * (base + 3.0f * s + 4.5f * s * s);
    g[6 * n + o] = keep * f6 + e * (base + 3.0f * t + 4.5f * t * t);
    g[7 * n + o] = keep * f7 + e * (base - 3.0f * s + 4.5f * s * s);
    g[8 * n + o] = keep * f8 + e * (base - 3.0f * t + 4.5f * t * t);
}
__global__ void __launch_bounds__(256) linen_falcon_bs2_a(const float* __restrict__ f, float* __restrict__ g, int width, int height) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    lf_collide(f, g, (size_t)width * height, x, y, (x - 1 + width) % width, (x + 1) % width, (y - 1 + height) % height, (y + 1) % height, width);
}
__global__ void __launch_bounds__(256) linen_falcon_bs2_b(const float* __restrict__ f, float* __restrict__ g, int width, int height) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    lf_collide(f, g, (size_t)width * height, x, y, x == 0 ? width - 1 : x - 1, x == width - 1 ? 0 : x + 1, y == 0 ? height - 1 : y - 1, y == height - 1 ? 0 : y + 1, width);
}
static void linen_falcon() {
    const size_t n = (size_t)9 * LF_W * LF_H;
    float* f = harness::empty<float>(n);
    harness_lf_fill<<<4224, 256>>>(f); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(n);
    const dim3 grid(LF_W / 256, LF_H);
    add("linen_falcon_bs2_a", [=] { linen_falcon_bs2_a<<<grid, 256>>>(f, out, LF_W, LF_H); }, out, n);
    add("linen_falcon_bs2_b", [=] { linen_falcon_bs2_b<<<grid, 256>>>(f, out, LF_W, LF_H); }, out, n);
}

// ---- cedar_window: one step of the chip temperature simulation on an 8192 x 8192 grid.
constexpr int CW_S = 8192;
__global__ void __launch_bounds__(256) cedar_window_bs2_a(const float* __restrict__ temperature, const float* __restrict__ power, float* __restrict__ out) {
    const int x = (blockIdx.x * 64 + threadIdx.x) * 4, y = blockIdx.y * 4 + threadIdx.y;
    const size_t at = (size_t)y * CW_S + x;
    const float4 c = *(const float4*)(temperature + at);
    const float4 n = *(const float4*)(temperature + (y == 0 ? at : at - CW_S));
    const float4 s = *(const float4*)(temperature + (y == CW_S - 1 ? at : at + CW_S));
    const float w = x == 0 ? c.x : temperature[at - 1], e = x == CW_S - 4 ? c.w : temperature[at + 4];
    const float4 p = __ldcs((const float4*)(power + at));
    float4 r;
    r.x = c.x + 0.1f * (p.x + (n.x + s.x - 2 * c.x) * 0.5f + (w + c.y - 2 * c.x) * 0.4f + (0.8f - c.x) * 0.05f);
    r.y = c.y + 0.1f * (p.y + (n.y + s.y - 2 * c.y) * 0.5f + (c.x + c.z - 2 * c.y) * 0.4f + (0.8f - c.y) * 0.05f);
    r.z = c.z + 0.1f * (p.z + (n.z + s.z - 2 * c.z) * 0.5f + (c.y + c.w - 2 * c.z) * 0.4f + (0.8f - c.z) * 0.05f);
    r.w = c.w + 0.1f * (p.w + (n.w + s.w - 2 * c.w) * 0.5f + (c.z + e - 2 * c.w) * 0.4f + (0.8f - c.w) * 0.05f);
    __stcs((float4*)(out + at), r);
}
static void cedar_window() {
    const size_t n = (size_t)CW_S * CW_S;
    float* t = harness::filled<float>(n, 111);
    float* p = harness::filled<float>(n, 112);
    float* out = harness::empty<float>(n);
    add("cedar_window_bs2_a", [=] { cedar_window_bs2_a<<<dim3(CW_S / 256, CW_S / 4), dim3(64, 4)>>>(t, p, out); }, out, n);
}

// ---- tidal_basket: flux sums of an Euler solver over cells with four neighbours, variables kept apart.
constexpr int TB_N = 6291456, TB_ROW = 3072;
__global__ void harness_tb_neighbours(int* nb) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < TB_N; i += gridDim.x * blockDim.x) {
        nb[i] = i > 0 ? i - 1 : i;
        nb[TB_N + i] = i < TB_N - 1 ? i + 1 : i;
        nb[2 * TB_N + i] = i >= TB_ROW ? i - TB_ROW : i;
        nb[3 * TB_N + i] = i < TB_N - TB_ROW ? i + TB_ROW : i;
    }
}
__global__ void harness_tb_cells(float* v) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < TB_N; i += gridDim.x * blockDim.x) {
        v[i] = 1.4f + 0.1f * unit(i * 4u + 1u);
        v[TB_N + i] = 0.3f + 0.1f * unit(i * 4u + 2u);
        v[2 * TB_N + i] = 0.1f * unit(i * 4u + 3u);
        v[3 * TB_N + i] = 2.5f + 0.2f * unit(i * 4u + 4u);
    }
}
__global__ void __launch_bounds__(192) tidal_basket_bs2_a(const int* __restrict__ nb, const float* __restrict__ normal, const float* __restrict__ v, float* __restrict__ out) {
    const int i = blockIdx.x * 192 + threadIdx.x;
    int j[4];
    float nx[4], ny[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        j[k] = __ldcs(nb + k * TB_N + i);
        nx[k] = __ldcs(normal + 2 * k * TB_N + i);
        ny[k] = __ldcs(normal + (2 * k + 1) * TB_N + i);
    }
    const float d = v[i], mx = v[TB_N + i], my = v[2 * TB_N + i], e = v[3 * TB_N + i];
    const float over = __fdividef(1.0f, d), p = 0.4f * (e - 0.5f * (mx * mx + my * my) * over);
    float fd = 0, fx = 0, fy = 0, fe = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float d2 = v[j[k]], mx2 = v[TB_N + j[k]], my2 = v[2 * TB_N + j[k]], e2 = v[3 * TB_N + j[k]];
        const float over2 = __fdividef(1.0f, d2), p2 = 0.4f * (e2 - 0.5f * (mx2 * mx2 + my2 * my2) * over2);
        const float q = (mx * nx[k] + my * ny[k]) * over, q2 = (mx2 * nx[k] + my2 * ny[k]) * over2;
        fd += 0.5f * (d * q + d2 * q2) - 0.2f * (d2 - d);
        fx += 0.5f * (mx * q + mx2 * q2 + (p + p2) * nx[k]) - 0.2f * (mx2 - mx);
        fy += 0.5f * (my * q + my2 * q2 + (p + p2) * ny[k]) - 0.2f * (my2 - my);
        fe += 0.5f * ((e + p) * q + (e2 + p2) * q2) - 0.2f * (e2 - e);
    }
    out[i] = fd; out[TB_N + i] = fx; out[2 * TB_N + i] = fy; out[3 * TB_N + i] = fe;
}
static void tidal_basket() {
    int* nb = harness::empty<int>((size_t)4 * TB_N);
    harness_tb_neighbours<<<2048, 256>>>(nb); CHECK(cudaGetLastError());
    float* v = harness::empty<float>((size_t)4 * TB_N);
    harness_tb_cells<<<2048, 256>>>(v); CHECK(cudaGetLastError());
    float* normal = harness::filled<float>((size_t)8 * TB_N, 121);
    float* out = harness::empty<float>((size_t)4 * TB_N);
    add("tidal_basket_bs2_a", [=] { tidal_basket_bs2_a<<<TB_N / 192, 192>>>(nb, normal, v, out); }, out, (size_t)4 * TB_N);
}

// ---- north_button: first radix-4 stage of 16384 transforms of 4096 points, two neighbouring points a thread.
constexpr int NB_BATCH = 16384, NB_POINTS = 4096, NB_Q = NB_POINTS / 4;
__device__ __forceinline__ float2 nb_mul(float2 a, float2 w) { return make_float2(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x); }
__device__ __forceinline__ void nb_four(float2 a, float2 b, float2 c, float2 d, float2 w1, float2 w2, float2 w3, float2* o) {
    const float2 s = make_float2(a.x + c.x, a.y + c.y), t = make_float2(a.x - c.x, a.y - c.y);
    const float2 u = make_float2(b.x + d.x, b.y + d.y), v = make_float2(b.y - d.y, d.x - b.x);
    o[0] = make_float2(s.x + u.x, s.y + u.y);
    o[1] = nb_mul(make_float2(t.x + v.x, t.y + v.y), w1);
    o[2] = nb_mul(make_float2(s.x - u.x, s.y - u.y), w2);
    o[3] = nb_mul(make_float2(t.x - v.x, t.y - v.y), w3);
}
__global__ void __launch_bounds__(128) north_button_bs2_a(const float4* __restrict__ in, const float4* __restrict__ twiddle, float4* __restrict__ out) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int k = t % (NB_Q / 2);
    const size_t base = (size_t)(t / (NB_Q / 2)) * (NB_POINTS / 2) + k;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = in[base + i * (NB_Q / 2)];
    const float4 w1 = __ldg(twiddle + k), w2 = __ldg(twiddle + NB_Q / 2 + k), w3 = __ldg(twiddle + NB_Q + k);
    float2 lo[4], hi[4];
    nb_four(make_float2(v[0].x, v[0].y), make_float2(v[1].x, v[1].y), make_float2(v[2].x, v[2].y), make_float2(v[3].x, v[3].y),
            make_float2(w1.x, w1.y), make_float2(w2.x, w2.y), make_float2(w3.x, w3.y), lo);
    nb_four(make_float2(v[0].z, v[0].w), make_float2(v[1].z, v[1].w), make_float2(v[2].z, v[2].w), make_float2(v[3].z, v[3].w),
            make_float2(w1.z, w1.w), make_float2(w2.z, w2.w), make_float2(w3.z, w3.w), hi);
#pragma unroll
    for (int i = 0; i < 4; ++i) out[base + i * (NB_Q / 2)] = make_float4(lo[i].x, lo[i].y, hi[i].x, hi[i].y);
}
static void north_button() {
    std::vector<float2> w(3 * NB_Q);
    for (int m = 1; m <= 3; ++m)
        for (int k = 0; k < NB_Q; ++k) {
            const double a = -6.283185307179586 * m * k / NB_POINTS;
            w[(m - 1) * NB_Q + k] = make_float2((float)std::cos(a), (float)std::sin(a));
        }
    const float4* twiddle = (const float4*)harness::uploaded(w);
    const size_t n = (size_t)NB_BATCH * NB_POINTS * 2;
    const float4* in = (const float4*)harness::filled<float>(n, 131);
    float* out = harness::empty<float>(n);
    add("north_button_bs2_a", [=] { north_button_bs2_a<<<NB_BATCH * (NB_Q / 2) / 128, 128>>>(in, twiddle, (float4*)out); }, out, n);
}

// ---- fossil_garden: 11 x 11 convolution of a float image, sixteen results of a column a thread.
constexpr int FG_W = 8192, FG_H = 4096, FG_R = 5, FG_D = 2 * FG_R + 1, FG_TH = 128 + 2 * FG_R, FG_TW = 32 + 2 * FG_R;
__constant__ float fg_filter[FG_D * FG_D];  // column after column
__global__ void __launch_bounds__(256) fossil_garden_bs2_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[FG_TH][FG_TW];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 128;
    for (int r = ty; r < FG_TH; r += 8) {
        const int y = min(max(y0 + r - FG_R, 0), FG_H - 1);
        tile[r][tx] = in[y * FG_W + max(x0 + tx - FG_R, 0)];
        if (tx < 2 * FG_R) tile[r][32 + tx] = in[y * FG_W + min(x0 + 32 + tx - FG_R, FG_W - 1)];
    }
    __syncthreads();
    float acc[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) acc[i] = 0;
#pragma unroll 1
    for (int kx = 0; kx < FG_D; ++kx) {
        float v[16 + 2 * FG_R];
#pragma unroll
        for (int i = 0; i < 16 + 2 * FG_R; ++i) v[i] = tile[ty * 16 + i][tx + kx];
#pragma unroll
        for (int ky = 0; ky < FG_D; ++ky) {
            const float f = fg_filter[kx * FG_D + ky];
#pragma unroll
            for (int i = 0; i < 16; ++i) acc[i] = fmaf(f, v[i + ky], acc[i]);
        }
    }
#pragma unroll
    for (int i = 0; i < 16; ++i) out[(y0 + ty * 16 + i) * FG_W + x0 + tx] = acc[i];
}
static void fossil_garden() {
    std::vector<float> f(FG_D * FG_D);
    for (int i = 0; i < FG_D * FG_D; ++i) f[i] = 0.01f + 0.005f * unit(i * 7 + 3);
    CHECK(cudaMemcpyToSymbol(fg_filter, f.data(), f.size() * sizeof(float)));
    const size_t n = (size_t)FG_W * FG_H;
    float* in = harness::filled<float>(n, 141);
    float* out = harness::empty<float>(n);
    add("fossil_garden_bs2_a", [=] { fossil_garden_bs2_a<<<dim3(FG_W / 32, FG_H / 128), dim3(32, 8)>>>(in, out); }, out, n);
}

int main(int argc, char** argv) {
    amber_kettle(); copper_meadow(); walnut_harbor(); silver_thicket(); gentle_lantern(); hollow_ribbon();
    marble_sparrow(); quiet_saddle(); russet_pulley(); plain_cobalt(); velvet_quarry();
    dusty_compass(); linen_falcon();
    cedar_window(); tidal_basket(); north_button(); fossil_garden();
    return harness::run(argc, argv, cases);
}
