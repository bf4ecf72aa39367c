// Data fetched again and again from L1 and L2: low-data-reuse, three ways, and a block order that empties L2: poor-l2-reuse.
//   tropical  min-plus product of 2,048 x 2,048 FP32 (no tensor core adds and takes minima). a: a thread an output, two loads for one add and
//             one minimum: 268 M warp steps x 2 L1 wavefronts / 132 SMs = 4 M cycles. b: 64 x 64 tiles in shared memory, 4 x 4 a thread:
//             the minima bind, 64 a cycle an SM, 1 M cycles.
//   wave      25-point star, radius 4, on 512 x 512 x 256. a: 25 loads an output; a 32 x 8 block fetches 80 lines for 8 it writes, about
//             1.3 KB a warp from L2 against 256 B of compulsory DRAM traffic. b: planes of 40 x 24 in shared memory, marching in z with a
//             register queue of 9.
//   sharpen   15 x 15 filter on 4,096 x 4,096. a: 225 loads an output through L1, one wavefront or two each: 3,972 warps an SM x 225 = 0.9 M
//             cycles at least, FMA needs a quarter. b: a shared tile, 8 rows a thread in registers: 22 loads feed 120 FMA.
//   lagmatch  L1 distance of 2,048 windows of 64 KB with 16 lags of a second station (134 MB each). a: blocks run over windows first, a wave of
//             1,056 blocks holds 138 MB and every lag streams both stations again: 4.3 GB from DRAM. b: lags first: 16 lags share a window and
//             neighbours share the second station, compulsory 270 MB from DRAM, L2 serves the rest.
#include "harness.cuh"

__global__ void tropical_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float best = INFINITY;
#pragma unroll 4
    for (int k = 0; k < n; ++k) best = fminf(best, a[(size_t)row * n + k] + b[(size_t)k * n + col]);
    c[(size_t)row * n + col] = best;
}
__global__ void __launch_bounds__(256) tropical_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    __shared__ __align__(16) float ta[16][68], tb[16][64];  // ta is transposed: [k][row]
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float best[4][4];
#pragma unroll
    for (int i = 0; i < 16; ++i) best[i / 4][i % 4] = INFINITY;
    const float4* pa = (const float4*)(a + (size_t)(row + t / 4) * n) + t % 4;
    const float4* pb = (const float4*)(b + (size_t)(t / 16) * n + col) + t % 16;
    float4 va = *pa, vb = *pb;
    for (int k = 0; k < n; k += 16) {
        ta[t % 4 * 4][t / 4] = va.x; ta[t % 4 * 4 + 1][t / 4] = va.y; ta[t % 4 * 4 + 2][t / 4] = va.z; ta[t % 4 * 4 + 3][t / 4] = va.w;
        *(float4*)&tb[t / 16][t % 16 * 4] = vb;
        __syncthreads();
        if (k + 16 < n) va = *(pa += 4), vb = *(pb += 4 * n);
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            float4 u = *(float4*)&ta[j][ty * 4], v = *(float4*)&tb[j][tx * 4];
            float us[4] = {u.x, u.y, u.z, u.w}, vs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 16; ++i) best[i / 4][i % 4] = fminf(best[i / 4][i % 4], us[i / 4] + vs[i % 4]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *(float4*)&c[(size_t)(row + ty * 4 + i) * n + col + tx * 4] = {best[i][0], best[i][1], best[i][2], best[i][3]};
}

constexpr int kPx = 576, kPy = 520, kPlane = kPx * kPy, kX = 512, kY = 512, kZ = 256, kLeft = 32;  // interior at (32, 4, 4) of a padded volume
__device__ __forceinline__ float ring(int r) { return r == 1 ? 1.6f : r == 2 ? -0.2f : r == 3 ? 0.0253968f : -0.0017857f; }
__device__ __forceinline__ size_t voxel(int x, int y, int z) { return (size_t)(z + 4) * kPlane + (y + 4) * kPx + x + kLeft; }
__global__ void __launch_bounds__(256) wave_a(const float* __restrict__ u, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    const float* p = u + voxel(x, y, z);
    float s = -8.541667f * p[0];
#pragma unroll
    for (int r = 1; r <= 4; ++r)
        s += ring(r) * (((p[-r] + p[r]) + (p[-r * kPx] + p[r * kPx])) + (p[-r * kPlane] + p[r * kPlane]));
    out[((size_t)z * kY + y) * kX + x] = s;
}
constexpr int kMarch = 64;  // planes a block walks
__global__ void __launch_bounds__(512) wave_b(const float* __restrict__ u, float* __restrict__ out) {
    __shared__ float s[24][40];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, z0 = blockIdx.z * kMarch;
    // halo of a plane: warps 0-7 fetch the rows above and below, warps 8-11 the columns at the sides
    int e = (ty - 8) * 32 + tx, side = e & 7;
    int hy = ty < 8 ? (ty < 4 ? ty : ty + 16) : 4 + (e >> 3), hx = ty < 8 ? tx + 4 : side < 4 ? side : side + 32;
    bool halo = ty < 12;
    const float* ph = u + voxel((int)blockIdx.x * 32 + hx - 4, (int)blockIdx.y * 16 + hy - 4, z0);
    const float* p = u + voxel(x, y, z0);
    float q[9], h = halo ? *ph : 0.0f;
#pragma unroll
    for (int k = 0; k < 9; ++k) q[k] = p[(k - 4) * kPlane];
    float* o = out + ((size_t)z0 * kY + y) * kX + x;
    for (int k = 0; k < kMarch; ++k) {
        s[ty + 4][tx + 4] = q[4];
        if (halo) s[hy][hx] = h;
        __syncthreads();
        float ahead = 0;
        if (k + 1 < kMarch) {
            p += kPlane; ph += kPlane;
            ahead = p[4 * kPlane];
            if (halo) h = *ph;
        }
        float v = -8.541667f * q[4];
#pragma unroll
        for (int r = 1; r <= 4; ++r)
            v += ring(r) * (((s[ty + 4][tx + 4 - r] + s[ty + 4][tx + 4 + r]) + (s[ty + 4 - r][tx + 4] + s[ty + 4 + r][tx + 4])) + (q[4 - r] + q[4 + r]));
        o[(size_t)k * kY * kX] = v;
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 8; ++r) q[r] = q[r + 1];
        q[8] = ahead;
    }
}

constexpr int kTap = 15, kImage = 4096, kPitch = kImage + 32;  // image with a border of 16 columns and 7 rows
__constant__ float kWeight[kTap * kTap];
__global__ void __launch_bounds__(256) sharpen_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float s = 0;
    for (int dy = 0; dy < kTap; ++dy)
#pragma unroll
        for (int dx = 0; dx < kTap; ++dx) s += kWeight[dy * kTap + dx] * in[(size_t)(y + dy) * kPitch + x + dx + 9];
    out[(size_t)y * kImage + x] = s;
}
__global__ void __launch_bounds__(256) sharpen_b(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int wide = 32 + kTap - 1, high = 64 + kTap - 1;
    __shared__ float tile[high][wide];
    int x = blockIdx.x * 32, y = blockIdx.y * 64, tx = threadIdx.x, first = threadIdx.y * 8;
    for (int r = threadIdx.y; r < high; r += 8)
        for (int c = tx; c < wide; c += 32) tile[r][c] = in[(size_t)(y + r) * kPitch + x + c + 9];
    __syncthreads();
    float s[8] = {};
#pragma unroll 1
    for (int dx = 0; dx < kTap; ++dx) {
        float v[8 + kTap - 1];
#pragma unroll
        for (int r = 0; r < 8 + kTap - 1; ++r) v[r] = tile[first + r][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kTap; ++dy) {
            float w = kWeight[dy * kTap + dx];
#pragma unroll
            for (int r = 0; r < 8; ++r) s[r] += w * v[r + dy];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) out[(size_t)(y + first + r) * kImage + x + tx] = s[r];
}

constexpr int kWindow = 16384, kWindows = 2048, kLags = 16;  // floats a window
__device__ __forceinline__ void distance(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ score, int window, int lag) {
    __shared__ float part[8];
    const float4 *pa = a + (size_t)window * (kWindow / 4) + threadIdx.x, *pb = b + (size_t)(window + lag) * (kWindow / 4) + threadIdx.x;
    float s = 0;
#pragma unroll 4
    for (int k = 0; k < kWindow / 4; k += 256) {
        float4 u = pa[k], v = pb[k];
        s += (fabsf(u.x - v.x) + fabsf(u.y - v.y)) + (fabsf(u.z - v.z) + fabsf(u.w - v.w));
    }
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) score[lag * kWindows + window] = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}
__global__ void __launch_bounds__(256) lagmatch_a(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ score) {
    distance(a, b, score, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(256) lagmatch_b(const float4* __restrict__ a, const float4* __restrict__ b, float* __restrict__ score) {
    distance(a, b, score, blockIdx.y, blockIdx.x);
}

int main(int argc, char** argv) {
    using namespace harness;
    int n = 2048; size_t area = (size_t)n * n;
    float *a = filled<float>(area, 1), *b = filled<float>(area, 2), *ca = empty<float>(area), *cb = empty<float>(area);
    size_t volume = (size_t)kX * kY * kZ;
    float *u = filled<float>((size_t)kPlane * (kZ + 8), 3), *wa = empty<float>(volume), *wb = empty<float>(volume);
    size_t pixels = (size_t)kImage * kImage;
    float *image = filled<float>((size_t)kPitch * (kImage + kTap - 1), 4), *sa = empty<float>(pixels), *sb = empty<float>(pixels);
    std::vector<float> weight(kTap * kTap);
    for (int i = 0; i < kTap * kTap; ++i) weight[i] = (i == kTap * kTap / 2 ? 2.0f : 0.0f) - (1.0f + 0.3f * unit(i)) / (kTap * kTap);
    CHECK(cudaMemcpyToSymbol(kWeight, weight.data(), weight.size() * sizeof(float)));
    size_t scores = (size_t)kWindows * kLags;
    float4 *first = (float4*)filled<float>((size_t)kWindows * kWindow, 5), *second = (float4*)filled<float>((size_t)(kWindows + kLags) * kWindow, 6);
    float *la = empty<float>(scores), *lb = empty<float>(scores);
    return run(argc, argv, {
        {"tropical_a", [=] { tropical_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, ca, n); }, ca, area},
        {"tropical_b", [=] { tropical_b<<<dim3(n / 64, n / 64), 256>>>(a, b, cb, n); }, cb, area},
        {"wave_a", [=] { wave_a<<<dim3(kX / 32, kY / 8, kZ), dim3(32, 8)>>>(u, wa); }, wa, volume},
        {"wave_b", [=] { wave_b<<<dim3(kX / 32, kY / 16, kZ / kMarch), dim3(32, 16)>>>(u, wb); }, wb, volume},
        {"sharpen_a", [=] { sharpen_a<<<dim3(kImage / 32, kImage / 8), dim3(32, 8)>>>(image, sa); }, sa, pixels},
        {"sharpen_b", [=] { sharpen_b<<<dim3(kImage / 32, kImage / 64), dim3(32, 8)>>>(image, sb); }, sb, pixels},
        {"lagmatch_a", [=] { lagmatch_a<<<dim3(kWindows, kLags), 256>>>(first, second, la); }, la, scores},
        {"lagmatch_b", [=] { lagmatch_b<<<dim3(kLags, kWindows), 256>>>(first, second, lb); }, lb, scores},
    });
}
