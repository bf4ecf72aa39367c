// Four measured pairs: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- 1: walks of a warp over rows of a table, with a rare window of 96 values ----

__device__ __forceinline__ int next_row(float v, int step, int warp, int rows) {
  unsigned h = __float_as_uint(__shfl_sync(0xffffffffu, v, step & 31));
  return (int)__umulhi((h ^ (unsigned)(warp * 40503 + step * 977)) * 2654435761u, (unsigned)rows);
}

__global__ void __launch_bounds__(256) heron_lantern_au2_a(const float *__restrict__ table, const int *__restrict__ flag,
                                                           const float *__restrict__ window, float *__restrict__ out,
                                                           int rows, int steps) {
  int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  int row = warp % rows;
  float acc = 0.0f;
  for (int s = 0; s < steps; ++s) {
    float v = table[row * 32 + lane];
    acc = fmaf(acc, 0.75f, v);
    row = next_row(v, s, warp, rows);
  }
  if (flag[warp] == 3) {
    const float *w = window + (row & 255) * 96 * 32 + lane;
    float kept[96], mean = 0.0f, spread = 0.0f;
#pragma unroll
    for (int k = 0; k < 96; ++k) kept[k] = w[k * 32];
#pragma unroll
    for (int k = 0; k < 96; ++k) mean += kept[k];
    mean *= 1.0f / 96.0f;
#pragma unroll
    for (int k = 0; k < 96; ++k) spread += fabsf(kept[k] - mean);
    acc += spread * (1.0f / 96.0f);
  }
  out[warp * 32 + lane] = acc;
}

__global__ void __launch_bounds__(256) heron_lantern_au2_b(const float *__restrict__ table, const int *__restrict__ flag,
                                                           const float *__restrict__ window, float *__restrict__ out,
                                                           int rows, int steps) {
  int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
  int row = warp % rows;
  float acc = 0.0f;
  for (int s = 0; s < steps; ++s) {
    float v = table[row * 32 + lane];
    acc = fmaf(acc, 0.75f, v);
    row = next_row(v, s, warp, rows);
  }
  if (flag[warp] == 3) {
    const float *w = window + (row & 255) * 96 * 32 + lane;
    float mean = 0.0f, spread = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 96; ++k) mean += w[k * 32];
    mean *= 1.0f / 96.0f;
#pragma unroll 8
    for (int k = 0; k < 96; ++k) spread += fabsf(w[k * 32] - mean);
    acc += spread * (1.0f / 96.0f);
  }
  out[warp * 32 + lane] = acc;
}

// ---- 2: a first-order recurrence along rows of 32 doubles ----

template <int PITCH>
__device__ __forceinline__ void sweep_rows(double *tile, const double *__restrict__ in, double *__restrict__ out, double decay) {
  const size_t base = (size_t)blockIdx.x * 128 * 32;
#pragma unroll 8
  for (int k = 0; k < 32; ++k) {
    int e = k * 128 + threadIdx.x;
    tile[(e >> 5) * PITCH + (e & 31)] = in[base + e];
  }
  __syncthreads();
  double y = 0.0;
  double *mine = tile + threadIdx.x * PITCH;
#pragma unroll 8
  for (int k = 0; k < 32; ++k) {
    y = fma(y, decay, mine[k]);
    mine[k] = y;
  }
  __syncthreads();
#pragma unroll 8
  for (int k = 0; k < 32; ++k) {
    int e = k * 128 + threadIdx.x;
    out[base + e] = tile[(e >> 5) * PITCH + (e & 31)];
  }
}

__global__ void __launch_bounds__(128) quince_harbor_au2_a(const double *__restrict__ in, double *__restrict__ out, double decay) {
  __shared__ double tile[128 * 32];
  sweep_rows<32>(tile, in, out, decay);
}

__global__ void __launch_bounds__(128) quince_harbor_au2_b(const double *__restrict__ in, double *__restrict__ out, double decay) {
  __shared__ double tile[128 * 33];
  sweep_rows<33>(tile, in, out, decay);
}

// ---- 3: counts of eight symbols among a thread's 64 bytes, and a score of them ----

__global__ void __launch_bounds__(192) velvet_otter_au2_a(const uint4 *__restrict__ bytes, float *__restrict__ score, int n) {
  int i = blockIdx.x * 192 + threadIdx.x;
  if (i >= n) return;
  int count[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) count[k] = 0;
  uint4 q[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) q[j] = bytes[(size_t)j * n + i];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    unsigned w[4] = {q[j].x, q[j].y, q[j].z, q[j].w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
      for (int b = 0; b < 4; ++b) count[(w[k] >> (8 * b)) & 7u] += 1;
    }
  }
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) s = fmaf((float)(count[k] * count[k]), 0.125f * (k + 1), s);
  score[i] = s;
}

__global__ void __launch_bounds__(192) velvet_otter_au2_b(const uint4 *__restrict__ bytes, float *__restrict__ score, int n) {
  int i = blockIdx.x * 192 + threadIdx.x;
  if (i >= n) return;
  unsigned long long count = 0;
  uint4 q[4];
#pragma unroll
  for (int j = 0; j < 4; ++j) q[j] = bytes[(size_t)j * n + i];
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    unsigned w[4] = {q[j].x, q[j].y, q[j].z, q[j].w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
      for (int b = 0; b < 4; ++b) count += 1ull << (8u * ((w[k] >> (8 * b)) & 7u));
    }
  }
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int c = (int)((count >> (8 * k)) & 255u);
    s = fmaf((float)(c * c), 0.125f * (k + 1), s);
  }
  score[i] = s;
}

// ---- 4: a blend of rows of half, with scales from a small shared table ----

__device__ __forceinline__ unsigned blend2(unsigned a, unsigned b, float g) {
  float2 x = __half22float2(*reinterpret_cast<__half2 *>(&a));
  float2 y = __half22float2(*reinterpret_cast<__half2 *>(&b));
  __half2 r = __floats2half2_rn(fmaf(g, x.x, y.x), fmaf(g, x.y, y.y));
  return *reinterpret_cast<unsigned *>(&r);
}

__device__ __forceinline__ void blend_rows(float *scale, const uint4 *__restrict__ x, const uint4 *__restrict__ y,
                                           const float *__restrict__ gain, uint4 *__restrict__ out, int rows) {
  if (threadIdx.x < 192) scale[threadIdx.x] = gain[threadIdx.x];
  __syncthreads();
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    float g = scale[r % 192];
    size_t at = (size_t)r * 512 + threadIdx.x;
    uint4 a0 = x[at], a1 = x[at + 256], b0 = y[at], b1 = y[at + 256];
    out[at] = make_uint4(blend2(a0.x, b0.x, g), blend2(a0.y, b0.y, g), blend2(a0.z, b0.z, g), blend2(a0.w, b0.w, g));
    out[at + 256] = make_uint4(blend2(a1.x, b1.x, g), blend2(a1.y, b1.y, g), blend2(a1.z, b1.z, g), blend2(a1.w, b1.w, g));
  }
}

__global__ void __launch_bounds__(256) cobble_thistle_au2_a(const uint4 *__restrict__ x, const uint4 *__restrict__ y,
                                                            const float *__restrict__ gain, uint4 *__restrict__ out, int rows) {
  extern __shared__ float scale[];  // 48 KB asked for at the launch
  blend_rows(scale, x, y, gain, out, rows);
}

__global__ void __launch_bounds__(256) cobble_thistle_au2_b(const uint4 *__restrict__ x, const uint4 *__restrict__ y,
                                                            const float *__restrict__ gain, uint4 *__restrict__ out, int rows) {
  __shared__ float scale[192];
  blend_rows(scale, x, y, gain, out, rows);
}

int main(int argc, char **argv) {
  using harness::empty;
  using harness::filled;
  std::vector<Case> cases;
  auto add = [&](const char *name, const void *out, size_t count, Output type, std::function<void()> launch) {
    cases.push_back({name, launch, out, count, type});
  };

  {
    constexpr int kRows = 100000, kSteps = 96, kBlocks = 132 * 8 * 3;
    float *table = filled<float>((size_t)kRows * 32, 11), *window = filled<float>((size_t)256 * 96 * 32, 12);
    int *flag = harness::indices((size_t)kBlocks * 8, 50);
    float *out = empty<float>((size_t)kBlocks * 256);
    add("heron_lantern_au2_a", out, (size_t)kBlocks * 256, Output::f32,
        [=] { heron_lantern_au2_a<<<kBlocks, 256>>>(table, flag, window, out, kRows, kSteps); });
    add("heron_lantern_au2_b", out, (size_t)kBlocks * 256, Output::f32,
        [=] { heron_lantern_au2_b<<<kBlocks, 256>>>(table, flag, window, out, kRows, kSteps); });
  }
  {
    constexpr int kBlocks = 390;
    constexpr size_t kCount = (size_t)kBlocks * 128 * 32;
    double *in = filled<double>(kCount, 21), *out = empty<double>(kCount);
    add("quince_harbor_au2_a", out, kCount, Output::f64, [=] { quince_harbor_au2_a<<<kBlocks, 128>>>(in, out, 0.8125); });
    add("quince_harbor_au2_b", out, kCount, Output::f64, [=] { quince_harbor_au2_b<<<kBlocks, 128>>>(in, out, 0.8125); });
  }
  {
    constexpr int kThreads = 132 * 192 * 200;
    const uint4 *bytes = reinterpret_cast<const uint4 *>(harness::indices((size_t)kThreads * 16, 0xffffffffu, 31));
    float *score = empty<float>(kThreads);
    add("velvet_otter_au2_a", score, kThreads, Output::f32, [=] { velvet_otter_au2_a<<<kThreads / 192, 192>>>(bytes, score, kThreads); });
    add("velvet_otter_au2_b", score, kThreads, Output::f32, [=] { velvet_otter_au2_b<<<kThreads / 192, 192>>>(bytes, score, kThreads); });
  }
  {
    constexpr int kRows = 132 * 16 * 10, kBlocks = 132 * 16;
    constexpr size_t kCount = (size_t)kRows * 4096;
    const uint4 *x = reinterpret_cast<const uint4 *>(filled<__half>(kCount, 41)), *y = reinterpret_cast<const uint4 *>(filled<__half>(kCount, 42));
    float *gain = filled<float>(192, 43);
    __half *result = empty<__half>(kCount);
    uint4 *out = reinterpret_cast<uint4 *>(result);
    add("cobble_thistle_au2_a", result, kCount, Output::f16, [=] { cobble_thistle_au2_a<<<kBlocks, 256, 48 * 1024>>>(x, y, gain, out, kRows); });
    add("cobble_thistle_au2_b", result, kCount, Output::f16, [=] { cobble_thistle_au2_b<<<kBlocks, 256>>>(x, y, gain, out, kRows); });
  }

  return harness::run(argc, argv, cases);
}
