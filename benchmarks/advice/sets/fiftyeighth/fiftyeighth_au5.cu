// Author note: compiled once, before the last edit (launch bounds of walnut_ferry_au5_b, 84 registers then); never run.
// copper_heron_au5_b had 128 registers and a 4-byte spill in that build.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// ---------------------------------------------------------------- matrix product in double
__global__ __launch_bounds__(256) void walnut_ferry_au5_a(const double* __restrict__ A, const double* __restrict__ B,
                                                          double* __restrict__ C, int N, int K) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  double sum = 0.0;
#pragma unroll 8
  for (int k = 0; k < K; ++k) sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
  C[(size_t)row * N + col] = sum;
}

__global__ __launch_bounds__(256, 3) void walnut_ferry_au5_b(const double* __restrict__ A, const double* __restrict__ B,
                                                          double* __restrict__ C, int N, int K) {
  __shared__ __align__(16) double As[2][8][66];
  __shared__ __align__(16) double Bs[2][8][64];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int ar = t / 4, ak = (t % 4) * 2, bk = t / 32, bc = (t % 32) * 2;
  const double* pa = A + (size_t)(blockIdx.y * 64 + ar) * K + ak;
  const double* pb = B + (size_t)bk * N + blockIdx.x * 64 + bc;
  double acc[4][4] = {};
  double2 va = *(const double2*)pa, vb = *(const double2*)pb;
  As[0][ak][ar] = va.x;
  As[0][ak + 1][ar] = va.y;
  *(double2*)&Bs[0][bk][bc] = vb;
  __syncthreads();
  const int steps = K / 8;
  for (int s = 0; s < steps; ++s) {
    const int cur = s & 1;
    const bool more = s + 1 < steps;
    if (more) {
      va = *(const double2*)(pa + (s + 1) * 8);
      vb = *(const double2*)(pb + (size_t)(s + 1) * 8 * N);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const double2 a0 = *(const double2*)&As[cur][k][ty * 4], a1 = *(const double2*)&As[cur][k][ty * 4 + 2];
      const double2 b0 = *(const double2*)&Bs[cur][k][tx * 2], b1 = *(const double2*)&Bs[cur][k][32 + tx * 2];
      const double a[4] = {a0.x, a0.y, a1.x, a1.y}, b[4] = {b0.x, b0.y, b1.x, b1.y};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
    }
    if (more) {
      As[cur ^ 1][ak][ar] = va.x;
      As[cur ^ 1][ak + 1][ar] = va.y;
      *(double2*)&Bs[cur ^ 1][bk][bc] = vb;
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    double* pc = C + (size_t)(blockIdx.y * 64 + ty * 4 + i) * N + blockIdx.x * 64;
    *(double2*)(pc + tx * 2) = make_double2(acc[i][0], acc[i][1]);
    *(double2*)(pc + 32 + tx * 2) = make_double2(acc[i][2], acc[i][3]);
  }
}

// ---------------------------------------------------------------- 9 x 9 convolution in float
struct Taps {
  float w[81];
};

__global__ __launch_bounds__(256) void lantern_moss_au5_a(const float* __restrict__ in, float* __restrict__ out, int width,
                                                          Taps taps) {
  const int x = blockIdx.x * 64 + threadIdx.x;
  const int y = blockIdx.y * 4 + threadIdx.y;
  const int pitch = width + 8;
  float sum = 0.f;
#pragma unroll
  for (int dy = 0; dy < 9; ++dy)
#pragma unroll
    for (int dx = 0; dx < 9; ++dx) sum += taps.w[dy * 9 + dx] * in[(y + dy) * pitch + x + dx];
  out[y * width + x] = sum;
}

__global__ __launch_bounds__(256) void lantern_moss_au5_b(const float* __restrict__ in, float* __restrict__ out, int width,
                                                          Taps taps) {
  __shared__ __align__(16) float tile[40][72];
  const int x0 = blockIdx.x * 64, y0 = blockIdx.y * 32;
  const int pitch = width + 8;
  const int t = threadIdx.y * 64 + threadIdx.x;
  for (int i = t; i < 40 * 18; i += 256) {
    const int r = i / 18, c = (i % 18) * 4;
    *(float4*)&tile[r][c] = *(const float4*)&in[(y0 + r) * pitch + x0 + c];
  }
  __syncthreads();
  float acc[8] = {};
#pragma unroll
  for (int dx = 0; dx < 9; ++dx) {
    float v[16];
#pragma unroll
    for (int r = 0; r < 16; ++r) v[r] = tile[threadIdx.y * 8 + r][threadIdx.x + dx];
#pragma unroll
    for (int dy = 0; dy < 9; ++dy)
#pragma unroll
      for (int j = 0; j < 8; ++j) acc[j] += taps.w[dy * 9 + dx] * v[j + dy];
  }
#pragma unroll
  for (int j = 0; j < 8; ++j) out[(y0 + threadIdx.y * 8 + j) * width + x0 + threadIdx.x] = acc[j];
}

// ---------------------------------------------------------------- matrix product of halves
__device__ __forceinline__ void widen8(uint4 v, float* f) {
  const __half2* h = (const __half2*)&v;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float2 p = __half22float2(h[i]);
    f[2 * i] = p.x;
    f[2 * i + 1] = p.y;
  }
}

__device__ __forceinline__ void park(uint4 va, uint4 vb, float (*As)[128], float (*Bs)[128], int ak, int as, int bk, int bc) {
  float f[8];
  widen8(va, f);
#pragma unroll
  for (int i = 0; i < 8; ++i) As[ak + i][as] = f[i];
  widen8(vb, f);
  *(float4*)&Bs[bk][bc] = make_float4(f[0], f[1], f[2], f[3]);
  *(float4*)&Bs[bk][bc + 4] = make_float4(f[4], f[5], f[6], f[7]);
}

__global__ __launch_bounds__(256, 2) void copper_heron_au5_a(const __half* __restrict__ A, const __half* __restrict__ B,
                                                             float* __restrict__ C, int N, int K) {
  __shared__ __align__(16) float As[2][16][128];  // column of rows 8..15 is swizzled by 16
  __shared__ __align__(16) float Bs[2][16][128];
  const int t = threadIdx.x, tx = t % 16, ty = t / 16;
  const int ar = t / 2, ak = (t % 2) * 8, as = ar ^ ((t % 2) * 16);
  const int bk = t / 16, bc = (t % 16) * 8;
  const __half* pa = A + (size_t)(blockIdx.y * 128 + ar) * K + ak;
  const __half* pb = B + (size_t)bk * N + blockIdx.x * 128 + bc;
  float acc[8][8] = {};
  uint4 va = *(const uint4*)pa, vb = *(const uint4*)pb;
  park(va, vb, As[0], Bs[0], ak, as, bk, bc);
  __syncthreads();
  const int steps = K / 16;
  for (int s = 0; s < steps; ++s) {
    const int cur = s & 1;
    const bool more = s + 1 < steps;
    if (more) {
      va = *(const uint4*)(pa + (s + 1) * 16);
      vb = *(const uint4*)(pb + (size_t)(s + 1) * 16 * N);
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      const int ra = (ty * 4) ^ ((k >> 3) * 16);
      const float4 a0 = *(const float4*)&As[cur][k][ra], a1 = *(const float4*)&As[cur][k][64 + ra];
      const float4 b0 = *(const float4*)&Bs[cur][k][tx * 4], b1 = *(const float4*)&Bs[cur][k][64 + tx * 4];
      const float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      const float b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] += a[i] * b[j];
    }
    if (more) park(va, vb, As[cur ^ 1], Bs[cur ^ 1], ak, as, bk, bc);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int r = (i / 4) * 64 + ty * 4 + i % 4;
    float* pc = C + (size_t)(blockIdx.y * 128 + r) * N + blockIdx.x * 128;
    *(float4*)(pc + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    *(float4*)(pc + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
  }
}

constexpr int kPitchA = 40, kPitchB = 136;
constexpr int kStage = 128 * kPitchA + 32 * kPitchB;  // halves

__device__ __forceinline__ void fetch_stage(__half* st, const __half* pa, const __half* pb, int N, int K, int t) {
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int c = t + i * 256;
    __pipeline_memcpy_async(st + (c / 4) * kPitchA + (c % 4) * 8, pa + (size_t)(c / 4) * K + (c % 4) * 8, 16);
    __pipeline_memcpy_async(st + 128 * kPitchA + (c / 16) * kPitchB + (c % 16) * 8, pb + (size_t)(c / 16) * N + (c % 16) * 8,
                            16);
  }
}

__global__ __launch_bounds__(256, 2) void copper_heron_au5_b(const __half* __restrict__ A, const __half* __restrict__ B,
                                                             float* __restrict__ C, int N, int K) {
  using namespace nvcuda;
  extern __shared__ __align__(128) __half pool[];
  const int t = threadIdx.x, warp = t / 32, wm = (warp / 4) * 64, wn = (warp % 4) * 32;
  const __half* pa = A + (size_t)blockIdx.y * 128 * K;
  const __half* pb = B + blockIdx.x * 128;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) wmma::fill_fragment(acc[i][j], 0.f);
  const int steps = K / 32;
#pragma unroll
  for (int s = 0; s < 2; ++s) {
    fetch_stage(pool + s * kStage, pa + s * 32, pb + (size_t)s * 32 * N, N, K, t);
    __pipeline_commit();
  }
  for (int s = 0; s < steps; ++s) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (s + 2 < steps) fetch_stage(pool + ((s + 2) % 3) * kStage, pa + (s + 2) * 32, pb + (size_t)(s + 2) * 32 * N, N, K, t);
    __pipeline_commit();
    const __half* sa = pool + (s % 3) * kStage;
    const __half* sb = sa + 128 * kPitchA;
#pragma unroll
    for (int k = 0; k < 32; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[4];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
#pragma unroll
      for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(fa[i], sa + (wm + i * 16) * kPitchA + k, kPitchA);
#pragma unroll
      for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], sb + k * kPitchB + wn + j * 16, kPitchB);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(C + (size_t)(blockIdx.y * 128 + wm + i * 16) * N + blockIdx.x * 128 + wn + j * 16, acc[i][j], N,
                              wmma::mem_row_major);
}

// ---------------------------------------------------------------- int8 matrix times many vectors
__device__ __forceinline__ int dot16(uint4 a, uint4 b, int s) {
  s = __dp4a((int)a.x, (int)b.x, s);
  s = __dp4a((int)a.y, (int)b.y, s);
  s = __dp4a((int)a.z, (int)b.z, s);
  return __dp4a((int)a.w, (int)b.w, s);
}

// 512 rows of 512 bytes times two vectors; eight lanes a row
__device__ __forceinline__ void panel_times_two(const uint4* __restrict__ A, const uint4* __restrict__ X,
                                                float* __restrict__ Y, int rows, int panel, int group) {
  const int lane = threadIdx.x % 8;
  uint4 x0[4], x1[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    x0[j] = X[(2 * group) * 32 + j * 8 + lane];
    x1[j] = X[(2 * group + 1) * 32 + j * 8 + lane];
  }
#pragma unroll 2
  for (int i = 0; i < 16; ++i) {
    const int row = panel * 512 + i * 32 + threadIdx.x / 8;
    uint4 a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) a[j] = A[(size_t)row * 32 + j * 8 + lane];
    int s0 = 0, s1 = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      s0 = dot16(a[j], x0[j], s0);
      s1 = dot16(a[j], x1[j], s1);
    }
#pragma unroll
    for (int d = 4; d > 0; d /= 2) {
      s0 += __shfl_xor_sync(0xffffffffu, s0, d);
      s1 += __shfl_xor_sync(0xffffffffu, s1, d);
    }
    if (lane < 2) Y[(size_t)(2 * group + lane) * rows + row] = (float)(lane ? s1 : s0);
  }
}

__global__ __launch_bounds__(256, 3) void pepper_quay_au5_a(const uint4* __restrict__ A, const uint4* __restrict__ X,
                                                            float* __restrict__ Y, int panels, int groups) {
  panel_times_two(A, X, Y, panels * 512, blockIdx.x % panels, blockIdx.x / panels);
}

__global__ __launch_bounds__(256, 3) void pepper_quay_au5_b(const uint4* __restrict__ A, const uint4* __restrict__ X,
                                                            float* __restrict__ Y, int panels, int groups) {
  panel_times_two(A, X, Y, panels * 512, blockIdx.x / groups, blockIdx.x % groups);
}

// ---------------------------------------------------------------- five-point stencil in double
__global__ __launch_bounds__(256) void thistle_anvil_au5_a(const double* __restrict__ in, double* __restrict__ out, int pitch,
                                                           double k) {
  const int c = 16 + (blockIdx.x * 256 + threadIdx.x) * 2;
  const int r0 = 1 + blockIdx.y * 8;
  const double* p = in + (size_t)r0 * pitch + c;
  double* q = out + (size_t)r0 * pitch + c;
  double2 up = *(const double2*)(p - pitch), mid = *(const double2*)p;
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    const double2 down = *(const double2*)(p + (size_t)(r + 1) * pitch);
    const double left = p[(size_t)r * pitch - 1], right = p[(size_t)r * pitch + 2];
    double2 v;
    v.x = mid.x + k * (up.x + down.x + left + mid.y - 4.0 * mid.x);
    v.y = mid.y + k * (up.y + down.y + mid.x + right - 4.0 * mid.y);
    *(double2*)(q + (size_t)r * pitch) = v;
    up = mid;
    mid = down;
  }
}

// ---------------------------------------------------------------- frame
int main(int argc, char** argv) {
  using harness::Case;
  using harness::Output;
  using harness::empty;
  using harness::filled;
  std::vector<Case> cases;
  auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
    cases.push_back({name, launch, out, count, type});
  };

  {
    constexpr int M = 1408, N = 1152, K = 1000;
    double *a = filled<double>((size_t)M * K, 11), *b = filled<double>((size_t)K * N, 12), *c = empty<double>((size_t)M * N);
    add("walnut_ferry_au5_a", c, (size_t)M * N, Output::f64,
        [=] { walnut_ferry_au5_a<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(a, b, c, N, K); });
    add("walnut_ferry_au5_b", c, (size_t)M * N, Output::f64,
        [=] { walnut_ferry_au5_b<<<dim3(N / 64, M / 64), 256>>>(a, b, c, N, K); });
  }
  {
    constexpr int W = 1536, H = 1056;
    float *in = filled<float>((size_t)(W + 8) * (H + 8), 21), *out = empty<float>((size_t)W * H);
    Taps taps;
    for (int i = 0; i < 81; ++i) taps.w[i] = 0.01f + 0.003f * (float)((i * 37) % 81) / 81.f;
    add("lantern_moss_au5_a", out, (size_t)W * H, Output::f32,
        [=] { lantern_moss_au5_a<<<dim3(W / 64, H / 4), dim3(64, 4)>>>(in, out, W, taps); });
    add("lantern_moss_au5_b", out, (size_t)W * H, Output::f32,
        [=] { lantern_moss_au5_b<<<dim3(W / 64, H / 32), dim3(64, 4)>>>(in, out, W, taps); });
  }
  {
    constexpr int M = 3072, N = 1408, K = 2016;
    __half *a = filled<__half>((size_t)M * K, 31), *b = filled<__half>((size_t)K * N, 32);
    float* c = empty<float>((size_t)M * N);
    constexpr int bytes = 3 * kStage * (int)sizeof(__half);
    CHECK(cudaFuncSetAttribute(copper_heron_au5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("copper_heron_au5_a", c, (size_t)M * N, Output::f32,
        [=] { copper_heron_au5_a<<<dim3(N / 128, M / 128), 256>>>(a, b, c, N, K); });
    add("copper_heron_au5_b", c, (size_t)M * N, Output::f32,
        [=] { copper_heron_au5_b<<<dim3(N / 128, M / 128), 256, bytes>>>(a, b, c, N, K); });
  }
  {
    constexpr int panels = 1056, groups = 12;
    const uint4* a = (const uint4*)harness::indices((size_t)panels * 512 * 128, 0xffffffffu, 41);  // random bytes
    const uint4* x = (const uint4*)harness::indices((size_t)groups * 2 * 128, 0xffffffffu, 900000042u);
    float* y = empty<float>((size_t)panels * 512 * groups * 2);
    const size_t count = (size_t)panels * 512 * groups * 2;
    add("pepper_quay_au5_a", y, count, Output::f32, [=] { pepper_quay_au5_a<<<panels * groups, 256>>>(a, x, y, panels, groups); });
    add("pepper_quay_au5_b", y, count, Output::f32, [=] { pepper_quay_au5_b<<<panels * groups, 256>>>(a, x, y, panels, groups); });
  }
  {
    constexpr int W = 7680, H = 7000, pitch = W + 32;
    const size_t n = (size_t)pitch * (H + 2);
    double *in = filled<double>(n, 51), *out = empty<double>(n);
    add("thistle_anvil_au5_a", out, n, Output::f64,
        [=] { thistle_anvil_au5_a<<<dim3(W / 512, H / 8), 256>>>(in, out, pitch, 0.17); });
  }

  return harness::run(argc, argv, cases);
}
