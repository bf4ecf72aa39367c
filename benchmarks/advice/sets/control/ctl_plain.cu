// Defects in plain kernels, one element a thread and nothing tuned, as first versions are: each beside the same work with that one defect mended.
//
//   plain_fields_*    one field of records of 32 bytes; mended: arrays of fields
//   plain_column_*    a thread a row of a matrix; mended: a warp a row
//   plain_spread_*    stores eight apart; mended: an output in order
//   plain_bytes_*     one byte a thread; mended: sixteen
//   plain_literal_*   double literals; mended: float ones
//   plain_wrap_*      64-bit division and remainder of run-time length; mended: two-dimensional grid
//   plain_slow_*      powf, sinf and expf; mended: intrinsics
//   plain_parted_*    odd and even lanes take unlike branches; mended: blocks do
//   plain_count_*     one counter for all; mended: a count a block
//   plain_window_*    the median of nine by an array with computed indices; mended: a network of comparisons
//   plain_turn_*      a tile turned through 32 columns; mended: 33
//   plain_product_*   a product, a thread an element; mended: tiles in shared memory
//   plain_idle_*      a block that asks for all shared memory, loads at random; mended: it does not
//   plain_shift_*     loads off by one element; mended: aligned (hardly pays)
#include "harness.cuh"

#include <vector>

using harness::Case;
using harness::Output;

__device__ __forceinline__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }

struct Particle { float x, y, z, mass, vx, vy, vz, charge; };
__global__ void plain_fields_a(const Particle* p, float* out, int n) { int i = self(); if (i < n) out[i] = p[i].mass * 0.5f + 1.0f; }
__global__ void plain_fields_b(const float* mass, float* out, int n) { int i = self(); if (i < n) out[i] = mass[i] * 0.5f + 1.0f; }
__global__ void plain_split(const Particle* p, float* mass, int n) { int i = self(); if (i < n) mass[i] = p[i].mass; }

__global__ void plain_column_a(const float* m, const float* v, float* out, int rows, int columns) {
    int row = self();
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = 0; j < columns; ++j) sum += m[(size_t)row * columns + j] * v[j];
    out[row] = sum;
}
__global__ void plain_column_b(const float* m, const float* v, float* out, int rows, int columns) {
    int row = self() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = lane; j < columns; j += 32) sum += m[(size_t)row * columns + j] * v[j];
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffff, sum, o);
    if (lane == 0) out[row] = sum;
}

__global__ void plain_spread_a(const float* in, float* out, int n) { int i = self(); if (i < n) out[(size_t)(i % (n / 8)) * 8 + i / (n / 8)] = in[i] * 2.0f; }
__global__ void plain_spread_b(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = in[i] * 2.0f; }

__global__ void plain_bytes_a(const unsigned char* a, const unsigned char* b, unsigned char* out, int n) { int i = self(); if (i < n) out[i] = (a[i] + b[i] + 1) >> 1; }
__global__ void plain_bytes_b(const uint4* a, const uint4* b, uint4* out, int n) {
    int i = self();
    if (i >= n) return;
    uint4 p = a[i], q = b[i];
    out[i] = make_uint4(__vavgu4(p.x, q.x), __vavgu4(p.y, q.y), __vavgu4(p.z, q.z), __vavgu4(p.w, q.w));
}

template <typename Real>
__device__ __forceinline__ float logistic(float x, Real rate) {
    float y = x * 0.25f + 0.5f;
    for (int k = 0; k < 24; ++k) y = rate * y * (Real(1.0) - y) + Real(0.001) * k;
    return y;
}
__global__ void plain_literal_a(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = logistic<double>(in[i], 1.9); }
__global__ void plain_literal_b(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = logistic<float>(in[i], 1.9f); }

__global__ void plain_wrap_a(const float* in, float* out, long long width, long long height) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    long long y = i / width, x = i % width;
    out[i] = in[i] + 0.5f * in[y * width + (x + 1) % width] + 0.25f * in[((y + 1) % height) * width + x];
}
__global__ void plain_wrap_b(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    int right = x + 1 == width ? 0 : x + 1, below = y + 1 == height ? 0 : y + 1;
    out[(size_t)y * width + x] = in[(size_t)y * width + x] + 0.5f * in[(size_t)y * width + right] + 0.25f * in[(size_t)below * width + x];
}

__global__ void plain_slow_a(const float* in, float* out, int n) {
    int i = self();
    if (i >= n) return;
    float x = fabsf(in[i]) + 0.1f, y = 0.0f;
    for (int k = 1; k <= 8; ++k) y += powf(x, 0.3f * k) * sinf(x * k) + expf(-x * k);
    out[i] = y;
}
__global__ void plain_slow_b(const float* in, float* out, int n) {
    int i = self();
    if (i >= n) return;
    float x = fabsf(in[i]) + 0.1f, y = 0.0f;
    for (int k = 1; k <= 8; ++k) y += __powf(x, 0.3f * k) * __sinf(x * k) + __expf(-x * k);
    out[i] = y;
}

__device__ __forceinline__ float rising(float x) { for (int k = 0; k < 96; ++k) x = fmaf(x, 0.99f, 0.01f * k); return x; }
__device__ __forceinline__ float falling(float x) { for (int k = 0; k < 96; ++k) x = fmaf(-x, 0.98f, 0.02f * k) * 0.5f; return x; }
__global__ void plain_parted_a(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = (i & 1) ? rising(in[i]) : falling(in[i]); }
__global__ void plain_parted_b(const float* in, float* out, int n) {
    int i = self(), place = (i / 64) * 64 + (i % 32) * 2 + ((i / 32) & 1);  // a warp of odd, a warp of even ones
    if (place < n) out[place] = ((i / 32) & 1) ? rising(in[place]) : falling(in[place]);
}

__global__ void plain_count_a(const float* in, int* count, int n) { int i = self(); if (i < n && in[i] > 0.5f) atomicAdd(count + (i & 7), 1); }
__global__ void plain_count_b(const float* in, int* count, int n) {
    int i = self(), many = __syncthreads_count(i < n && in[i] > 0.5f);
    if (threadIdx.x == 0) atomicAdd(count + (blockIdx.x & 7), many);
}
__global__ void plain_zero(int* count) { count[threadIdx.x] = 0; }

__global__ void plain_window_a(const float* in, float* out, int n) {
    int i = self();
    if (i >= n - 9) return;
    float v[9];
    for (int k = 0; k < 9; ++k) v[k] = in[i + k];
    for (int k = 1; k < 9; ++k) {
        float x = v[k];
        int j = k;
        while (j > 0 && v[j - 1] > x) { v[j] = v[j - 1]; --j; }
        v[j] = x;
    }
    out[i] = v[4];
}
__device__ __forceinline__ void in_order(float& a, float& b) { float low = fminf(a, b); b = fmaxf(a, b); a = low; }
__global__ void plain_window_b(const float* in, float* out, int n) {
    int i = self();
    if (i >= n - 9) return;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = in[i + k];
#pragma unroll
    for (int k = 0; k < 9; ++k)
#pragma unroll
        for (int j = k & 1; j < 8; j += 2) in_order(v[j], v[j + 1]);
    out[i] = v[4];
}

template <int kColumns>
__device__ __forceinline__ void turn(const float* in, float* out, int side) {
    __shared__ float tile[32][kColumns];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[(size_t)y * side + x];
    __syncthreads();
    out[(size_t)(blockIdx.x * 32 + threadIdx.y) * side + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void plain_turn_a(const float* in, float* out, int side) { turn<32>(in, out, side); }
__global__ void plain_turn_b(const float* in, float* out, int side) { turn<33>(in, out, side); }

__global__ void plain_product_a(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
__global__ void __launch_bounds__(256) plain_product_b(const float* a, const float* b, float* c, int n) {
    __shared__ float left[64][17], right[16][64];
    int t = threadIdx.y * 16 + threadIdx.x, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 1024; i += 256) { left[i / 16][i % 16] = a[(row + i / 16) * n + k + i % 16]; right[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64]; }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j)
#pragma unroll
            for (int p = 0; p < 4; ++p)
#pragma unroll
                for (int q = 0; q < 4; ++q) sum[p][q] = fmaf(left[threadIdx.y * 4 + p][j], right[j][threadIdx.x + 16 * q], sum[p][q]);
        __syncthreads();
    }
    for (int p = 0; p < 4; ++p)
        for (int q = 0; q < 4; ++q) c[(row + threadIdx.y * 4 + p) * n + column + threadIdx.x + 16 * q] = sum[p][q];
}

__global__ void plain_idle_a(const int* next, const float* in, float* out, int n) {
    extern __shared__ float pool[];
    int i = self(), at = i;
    pool[threadIdx.x] = 0.0f;
    for (int k = 0; k < 8; ++k) { at = next[at]; pool[threadIdx.x] += in[at]; }
    if (i < n) out[i] = pool[threadIdx.x];
}
__global__ void plain_idle_b(const int* next, const float* in, float* out, int n) {
    extern __shared__ float pool[];
    int i = self(), at = i;
    pool[threadIdx.x] = 0.0f;
    for (int k = 0; k < 8; ++k) { at = next[at]; pool[threadIdx.x] += in[at]; }
    if (i < n) out[i] = pool[threadIdx.x];
}
__global__ void plain_links(int* next, int n) { int i = self(); if (i < n) next[i] = harness::hash32(i * 7 + 3) & (n - 1); }

__global__ void plain_shift_a(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = in[i + 1] * 0.5f + 1.0f; }
__global__ void plain_shift_b(const float* in, float* out, int n) { int i = self(); if (i < n) out[i] = in[i + 32] * 0.5f + 1.0f; }

int main(int argc, char** argv) {
    constexpr int kMany = 48 << 20, kRecords = 12 << 20, kRows = 65536, kColumns = 512, kWide = 7000, kHigh = 6000, kSide = 6144, kSize = 2048, kLinks = 1 << 22;
    float *in = harness::filled<float>((size_t)kRecords * 8, 1), *other = harness::filled<float>((size_t)kMany, 2), *out = harness::empty<float>((size_t)kRecords * 8);
    float* mass = harness::empty<float>((size_t)kRecords);
    int *count = harness::empty<int>(8), *next = harness::empty<int>(kLinks);
    plain_split<<<kRecords / 256, 256>>>((Particle*)in, mass, kRecords);
    plain_links<<<kLinks / 256, 256>>>(next, kLinks);
    constexpr int kPool = 200 * 1024;
    CHECK(cudaFuncSetAttribute(plain_idle_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPool));
    const dim3 tiles(kSide / 32, kSide / 32), tile(32, 32), products(kSize / 16, kSize / 16), product(16, 16);
    auto bytes = [](float* p) { return (unsigned char*)p; };
    auto quads = [](float* p) { return (uint4*)p; };
    std::vector<Case> cases{
        {"plain_fields_a", [=] { plain_fields_a<<<kRecords / 256, 256>>>((Particle*)in, out, kRecords); }, out, kRecords, Output::f32},
        {"plain_fields_b", [=] { plain_fields_b<<<kRecords / 256, 256>>>(mass, out, kRecords); }, out, kRecords, Output::f32},
        {"plain_column_a", [=] { plain_column_a<<<kRows / 256, 256>>>(in, other, out, kRows, kColumns); }, out, kRows, Output::f32},
        {"plain_column_b", [=] { plain_column_b<<<kRows / 8, 256>>>(in, other, out, kRows, kColumns); }, out, kRows, Output::f32},
        {"plain_spread_a", [=] { plain_spread_a<<<kMany / 256, 256>>>(in, out, kMany); }, out, kMany, Output::f32},
        {"plain_spread_b", [=] { plain_spread_b<<<kMany / 256, 256>>>(in, out, kMany); }, out, kMany, Output::f32},
        {"plain_bytes_a", [=] { plain_bytes_a<<<kMany / 256, 256>>>(bytes(in), bytes(other), bytes(out), kMany); }, out, kMany, Output::u8},
        {"plain_bytes_b", [=] { plain_bytes_b<<<kMany / 4096, 256>>>(quads(in), quads(other), quads(out), kMany / 16); }, out, kMany, Output::u8},
        {"plain_literal_a", [=] { plain_literal_a<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"plain_literal_b", [=] { plain_literal_b<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"plain_wrap_a", [=] { plain_wrap_a<<<(kWide * kHigh + 255) / 256, 256>>>(in, out, kWide, kHigh); }, out, (size_t)kWide * kHigh, Output::f32},
        {"plain_wrap_b", [=] { plain_wrap_b<<<dim3((kWide + 255) / 256, kHigh), 256>>>(in, out, kWide, kHigh); }, out, (size_t)kWide * kHigh, Output::f32},
        {"plain_slow_a", [=] { plain_slow_a<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"plain_slow_b", [=] { plain_slow_b<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"plain_parted_a", [=] { plain_parted_a<<<kMany / 256, 256>>>(in, out, kMany); }, out, kMany, Output::f32},
        {"plain_parted_b", [=] { plain_parted_b<<<kMany / 256, 256>>>(in, out, kMany); }, out, kMany, Output::f32},
        {"plain_count_a", [=] { plain_zero<<<1, 8>>>(count); plain_count_a<<<kMany / 256, 256>>>(in, count, kMany); }, nullptr, 0, Output::i32},
        {"plain_count_b", [=] { plain_zero<<<1, 8>>>(count); plain_count_b<<<kMany / 256, 256>>>(in, count, kMany); }, nullptr, 0, Output::i32},
        {"plain_window_a", [=] { plain_window_a<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4 - 9, Output::f32},
        {"plain_window_b", [=] { plain_window_b<<<kMany / 1024, 256>>>(in, out, kMany / 4); }, out, kMany / 4 - 9, Output::f32},
        {"plain_turn_a", [=] { plain_turn_a<<<tiles, tile>>>(in, out, kSide); }, out, (size_t)kSide * kSide, Output::f32},
        {"plain_turn_b", [=] { plain_turn_b<<<tiles, tile>>>(in, out, kSide); }, out, (size_t)kSide * kSide, Output::f32},
        {"plain_product_a", [=] { plain_product_a<<<products, product>>>(in, other, out, kSize); }, out, (size_t)kSize * kSize, Output::f32},
        {"plain_product_b", [=] { plain_product_b<<<dim3(kSize / 64, kSize / 64), product>>>(in, other, out, kSize); }, out, (size_t)kSize * kSize, Output::f32},
        {"plain_idle_a", [=] { plain_idle_a<<<kLinks / 256, 256, kPool>>>(next, in, out, kLinks); }, out, kLinks, Output::f32},
        {"plain_idle_b", [=] { plain_idle_b<<<kLinks / 256, 256, 1024>>>(next, in, out, kLinks); }, out, kLinks, Output::f32},
        {"plain_shift_a", [=] { plain_shift_a<<<kMany / 256, 256>>>(in, out, kMany); }, nullptr, 0, Output::f32},
        {"plain_shift_b", [=] { plain_shift_b<<<kMany / 256, 256>>>(in, out, kMany); }, nullptr, 0, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
