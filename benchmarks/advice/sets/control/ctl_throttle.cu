// Narrow loads of data that is close by (shared memory, L1): the load/store unit's instruction rate binds, not the bytes and not the mathematics.
// Both kernels read the same record in all lanes of a warp (perfectly coalesced, no bank conflict).
//
// splat_blend_a -> splat_blend_b   memory-instruction-throttle: every pixel sums 1,024 blobs of 7 floats held in shared memory as 28-byte records: 7 LDS.32
//   for ~11 arithmetic instructions. One LDS a cycle and SM is 28 cycles a blob, warp and scheduler: 32,768 / 528 * 1,024 * 28 = 1.8 M cycles = 0.9 ms.
//   Mended: records padded to 32 bytes, 2 LDS.128 (~2 wavefronts each, 16 cycles): 40% less.
// texton_peak_a -> texton_peak_b   memory-instruction-throttle: strongest of 256 filters of 3 x 3 at every pixel, weights (9 KB) read from global memory
//   through L1: 9 LDG.32 for 9 FMAs. One LDG a cycle and SM (at best) is 36 cycles a filter against 11 of arithmetic:
//   2 M pixels / 32 / 528 * 256 * 36 = 1.1 M cycles = 0.6 ms. Mended: filters padded to 12 floats, 2 LDG.128 and 1 LDG.32.
#include "harness.cuh"

struct Blob { float x, y, a, b, c, weight, shade; };
struct __align__(16) WideBlob { float x, y, a, b, c, weight, shade, unused; };
constexpr int kBlobs = 1024, kHeld = 512;

template <typename T> __device__ __forceinline__ void blend(float px, float py, const T* tile, float& sum, float& norm) {
    #pragma unroll 4
    for (int k = 0; k < kHeld; ++k) {
        T s = tile[k];
        float dx = px - s.x, dy = py - s.y, q = fmaf(s.a * dx, dx, fmaf(s.c * dy, dy, s.b * (dx * dy)));
        float w = s.weight * fmaxf(1 - q, 0.0f);
        sum = fmaf(w, s.shade, sum); norm += w;
    }
}
__global__ void __launch_bounds__(256) splat_blend_a(const float* __restrict__ blob, float* __restrict__ out, int width) {
    __shared__ Blob tile[kHeld];
    int i = blockIdx.x * 256 + threadIdx.x;
    float px = (i % width) * (2.0f / 1024) - 1, py = (i / width) * (2.0f / 1024) - 1, sum = 0, norm = 1;
    for (int from = 0; from < kBlobs; from += kHeld) {
        __syncthreads();
        for (int k = threadIdx.x; k < kHeld * 8; k += 256)
            if ((k & 7) < 7) ((float*)tile)[(k >> 3) * 7 + (k & 7)] = blob[from * 8 + k];
        __syncthreads();
        blend(px, py, tile, sum, norm);
    }
    out[i] = sum / norm;
}
__global__ void __launch_bounds__(256) splat_blend_b(const float* __restrict__ blob, float* __restrict__ out, int width) {
    __shared__ WideBlob tile[kHeld];
    int i = blockIdx.x * 256 + threadIdx.x;
    float px = (i % width) * (2.0f / 1024) - 1, py = (i / width) * (2.0f / 1024) - 1, sum = 0, norm = 1;
    for (int from = 0; from < kBlobs; from += kHeld) {
        __syncthreads();
        for (int k = threadIdx.x; k < kHeld * 8; k += 256) ((float*)tile)[k] = blob[from * 8 + k];
        __syncthreads();
        blend(px, py, tile, sum, norm);
    }
    out[i] = sum / norm;
}

constexpr int kFilters = 256, kWidth = 2048, kHeight = 1024;
__device__ __forceinline__ void window(const float* __restrict__ image, int i, float (&v)[9]) {  // 3 x 3, wrapping at the borders
    int x = i % kWidth, y = i / kWidth;
    #pragma unroll
    for (int k = 0; k < 9; ++k)
        v[k] = image[((y + k / 3 + kHeight - 1) % kHeight) * kWidth + ((x + k % 3 + kWidth - 1) % kWidth)];
}
__global__ void __launch_bounds__(256) texton_peak_a(const float* __restrict__ image, const float* __restrict__ bank, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v[9], best = -1e30f; window(image, i, v);
    #pragma unroll 4
    for (int f = 0; f < kFilters; ++f) {
        float r = 0;
        #pragma unroll
        for (int k = 0; k < 9; ++k) r = fmaf(v[k], bank[f * 9 + k], r);
        best = fmaxf(best, r);
    }
    out[i] = best;
}
__global__ void __launch_bounds__(256) texton_peak_b(const float* __restrict__ image, const float4* __restrict__ bank, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v[9], best = -1e30f; window(image, i, v);
    #pragma unroll 4
    for (int f = 0; f < kFilters; ++f) {
        float4 a = bank[f * 3], b = bank[f * 3 + 1], c = bank[f * 3 + 2];
        float w[9] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x}, r = 0;
        #pragma unroll
        for (int k = 0; k < 9; ++k) r = fmaf(v[k], w[k], r);
        best = fmaxf(best, r);
    }
    out[i] = best;
}

int main(int argc, char** argv) {
    const int side = 1024, pixels = kWidth * kHeight;
    std::vector<float> blob(kBlobs * 8), narrow(kFilters * 9), wide(kFilters * 12, 0.0f);
    for (int k = 0; k < kBlobs; ++k) {
        auto u = [&](int j) { return harness::unit(k * 8 + j); };
        float b[8] = {u(0), u(1), 40 + 20 * u(2), 10 * u(3), 40 + 20 * u(4), 1 + 0.5f * u(5), u(6), 0};
        std::copy(b, b + 8, &blob[k * 8]);
    }
    for (int f = 0; f < kFilters; ++f)
        for (int k = 0; k < 9; ++k) narrow[f * 9 + k] = wide[f * 12 + k] = harness::unit(f * 9 + k + 5000);
    float* blobs = harness::uploaded(blob);
    float *sa = harness::empty<float>(side * side), *sb = harness::empty<float>(side * side);
    float *image = harness::filled<float>(pixels), *bn = harness::uploaded(narrow), *bw = harness::uploaded(wide);
    float *ta = harness::empty<float>(pixels), *tb = harness::empty<float>(pixels);
    return harness::run(argc, argv, {
        {"splat_blend_a", [=] { splat_blend_a<<<side * side / 256, 256>>>(blobs, sa, side); }, sa, (size_t)side * side},
        {"splat_blend_b", [=] { splat_blend_b<<<side * side / 256, 256>>>(blobs, sb, side); }, sb, (size_t)side * side},
        {"texton_peak_a", [=] { texton_peak_a<<<pixels / 256, 256>>>(image, bn, ta); }, ta, (size_t)pixels},
        {"texton_peak_b", [=] { texton_peak_b<<<pixels / 256, 256>>>(image, (const float4*)bw, tb); }, tb, (size_t)pixels},
    });
}
