// Dense arrays walked along the wrong axis: uncoalesced-access, four ways. All are streams that a perfect walk reads and writes once.
//   rowsum   131,072 rows of 1,024 floats (512 MB). a: one thread per row, so a warp's load touches 32 lines (32 sectors for 128 useful bytes):
//            32 tag cycles per 128 B is 4 B/clk/SM, about 0.9 TB/s at best. b: one warp per row, 4 sectors a request; 512 MB / 4.3 TB/s = 125 us.
//   nhwc     32 x 128 x 128 pixels x 128 channels to channel-major (268 MB in and out). a: reads along channels, so every store scatters 32 words
//            over 32 sectors: 67 M partial sector writes instead of 8 M. b: 32 x 33 shared tile, both sides coalesced.
//   swish    67 M activations. a: each thread owns 32 neighbouring elements (lanes 128 B apart, 32 sectors a request, load and store).
//            b: the block owns the same range, lanes neighbour each other.
//   upwind   five-point advection on 8192 x 8192. a: threadIdx.x runs down the rows, 5 loads + 1 store x 32 sectors: 192 tag cycles a warp
//            x 16 k warps an SM = 1.7 ms. b: threadIdx.x along the row; DRAM's 537 MB = 125 us.
#include "harness.cuh"

__global__ void rowsum_a(const float* __restrict__ m, float* __restrict__ out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int c = 0; c < cols; ++c) s += m[(size_t)r * cols + c];
    out[r] = s;
}
__global__ void rowsum_b(const float* __restrict__ m, float* __restrict__ out, int rows, int cols) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0;
#pragma unroll 8
    for (int c = lane; c < cols; c += 32) s += m[(size_t)r * cols + c];
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[r] = s;
}

// grid: (channels / 32, pixels / 32, images), block 32 x 8
__global__ void nhwc_a(const float* __restrict__ in, float* __restrict__ out, int pixels, int channels) {
    int c = blockIdx.x * 32 + threadIdx.x;
    size_t image = (size_t)blockIdx.z * pixels * channels;
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        int p = blockIdx.y * 32 + threadIdx.y + k;
        out[image + (size_t)c * pixels + p] = in[image + (size_t)p * channels + c];
    }
}
__global__ void nhwc_b(const float* __restrict__ in, float* __restrict__ out, int pixels, int channels) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32, p = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
    size_t image = (size_t)blockIdx.z * pixels * channels;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[y + k][x] = in[image + (size_t)(p + y + k) * channels + c + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[image + (size_t)(c + y + k) * pixels + p + x] = tile[x][y + k];
}

constexpr int kOwn = 32;  // elements a thread
__device__ __forceinline__ float swish(float x) { return __fdividef(x, 1.0f + __expf(-x)); }
__global__ void swish_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t first = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * kOwn;
#pragma unroll 8
    for (int k = 0; k < kOwn; ++k) y[first + k] = swish(x[first + k]);
}
__global__ void swish_b(const float* __restrict__ x, float* __restrict__ y) {
    size_t first = blockIdx.x * (size_t)blockDim.x * kOwn + threadIdx.x;
#pragma unroll 8
    for (int k = 0; k < kOwn; ++k) y[first + k * blockDim.x] = swish(x[first + k * blockDim.x]);
}

__device__ __forceinline__ void advect(const float* __restrict__ q, float* __restrict__ out, int row, int col, int n) {
    int up = max(row - 1, 0), down = min(row + 1, n - 1), left = max(col - 1, 0), right = min(col + 1, n - 1);
    float here = q[(size_t)row * n + col];
    float dx = here - q[(size_t)row * n + left], dy = here - q[(size_t)up * n + col];
    float spread = q[(size_t)row * n + right] + q[(size_t)down * n + col] - 2 * here;
    out[(size_t)row * n + col] = here - 0.3f * dx - 0.2f * dy + 0.05f * spread;
}
__global__ void upwind_a(const float* __restrict__ q, float* __restrict__ out, int n) {
#pragma unroll
    for (int k = 0; k < 32; k += 8) advect(q, out, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 32 + threadIdx.y + k, n);
}
__global__ void upwind_b(const float* __restrict__ q, float* __restrict__ out, int n) {
#pragma unroll
    for (int k = 0; k < 32; k += 8) advect(q, out, blockIdx.y * 32 + threadIdx.y + k, blockIdx.x * 32 + threadIdx.x, n);
}

int main(int argc, char** argv) {
    using namespace harness;
    int rows = 131072, cols = 1024;
    float *m = filled<float>((size_t)rows * cols), *sa = empty<float>(rows), *sb = empty<float>(rows);
    int images = 32, pixels = 128 * 128, channels = 128;
    size_t volume = (size_t)images * pixels * channels;
    float *hw = filled<float>(volume, 2), *ca = empty<float>(volume), *cb = empty<float>(volume);
    size_t acts = 1 << 26;
    float *x = filled<float>(acts, 3), *ya = empty<float>(acts), *yb = empty<float>(acts);
    int n = 8192; size_t area = (size_t)n * n;
    float *q = filled<float>(area, 4), *qa = empty<float>(area), *qb = empty<float>(area);
    dim3 tile(32, 8), layers(channels / 32, pixels / 32, images), plane(n / 32, n / 32);
    return run(argc, argv, {
        {"rowsum_a", [=] { rowsum_a<<<rows / 256, 256>>>(m, sa, rows, cols); }, sa, (size_t)rows},
        {"rowsum_b", [=] { rowsum_b<<<rows / 8, 256>>>(m, sb, rows, cols); }, sb, (size_t)rows},
        {"nhwc_a", [=] { nhwc_a<<<layers, tile>>>(hw, ca, pixels, channels); }, ca, volume},
        {"nhwc_b", [=] { nhwc_b<<<layers, tile>>>(hw, cb, pixels, channels); }, cb, volume},
        {"swish_a", [=] { swish_a<<<acts / kOwn / 256, 256>>>(x, ya); }, ya, acts},
        {"swish_b", [=] { swish_b<<<acts / kOwn / 256, 256>>>(x, yb); }, yb, acts},
        {"upwind_a", [=] { upwind_a<<<plane, tile>>>(q, qa, n); }, qa, area},
        {"upwind_b", [=] { upwind_b<<<plane, tile>>>(q, qb, n); }, qb, area},
    });
}
