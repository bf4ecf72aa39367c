// Sixty-first set, ax7: work inside a block that is unevenly done, and on-chip memory badly used.
#include "harness.cuh"
#include <cstdint>
#include <vector>

// ---------------------------------------------------------------------------------------------
// 1. Astronomy: pixels above the sky level get an iterated Gaussian-weighted fit of their 5x5 stamp.
__device__ __forceinline__ float fit_stamp(const float* __restrict__ img, int w, int h, int x, int y) {
  float p[25];
#pragma unroll
  for (int k = 0; k < 25; ++k) {
    int xx = min(max(x + k % 5 - 2, 0), w - 1);
    int yy = min(max(y + k / 5 - 2, 0), h - 1);
    p[k] = fabsf(img[(size_t)yy * w + xx]) + 0.1f;
  }
  float cx = 0.0f, cy = 0.0f, s = 0.4f, flux = 0.0f;
#pragma unroll 1
  for (int it = 0; it < 12; ++it) {
    float m0 = 0.0f, mx = 0.0f, my = 0.0f, mr = 0.0f;
#pragma unroll
    for (int k = 0; k < 25; ++k) {
      float dx = (float)(k % 5 - 2) - cx;
      float dy = (float)(k / 5 - 2) - cy;
      float r2 = dx * dx + dy * dy;
      float g = __expf(-s * r2) * p[k];
      m0 += g;
      mx += g * dx;
      my += g * dy;
      mr += g * r2;
    }
    float inv = __fdividef(1.0f, m0);
    cx = fminf(fmaxf(cx + 0.5f * mx * inv, -1.0f), 1.0f);
    cy = fminf(fmaxf(cy + 0.5f * my * inv, -1.0f), 1.0f);
    s = fminf(fmaxf(0.8f * s + 0.1f * __fdividef(m0, mr), 0.1f), 1.0f);
    flux = m0;
  }
  return flux * (1.0f + 0.05f * (cx * cx + cy * cy));
}

__global__ void __launch_bounds__(256) marigold_anvil_ax7_a(const float* __restrict__ img, float* __restrict__ out,
                                                            int w, int h, float sky) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 8 + threadIdx.y;
  float v = img[(size_t)y * w + x];
  if (v > sky) v = fit_stamp(img, w, h, x, y);
  out[(size_t)y * w + x] = v;
}

__global__ void __launch_bounds__(256) marigold_anvil_ax7_b(const float* __restrict__ img, float* __restrict__ out,
                                                            int w, int h, float sky) {
  __shared__ unsigned short todo[2048];
  __shared__ int count;
  int tid = threadIdx.y * 32 + threadIdx.x;
  int x0 = blockIdx.x * 64, y0 = blockIdx.y * 32;
  if (tid == 0) count = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    int e = k * 256 + tid;
    size_t at = (size_t)(y0 + (e >> 6)) * w + x0 + (e & 63);
    float v = img[at];
    bool hit = v > sky;
    unsigned m = __ballot_sync(0xffffffffu, hit);
    int base = 0;
    if (threadIdx.x == 0) base = atomicAdd(&count, __popc(m));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (hit)
      todo[base + __popc(m & ((1u << threadIdx.x) - 1u))] = (unsigned short)e;
    else
      out[at] = v;
  }
  __syncthreads();
  int n = count;
  for (int i = tid; i < n; i += 256) {
    int e = todo[i];
    int x = x0 + (e & 63), y = y0 + (e >> 6);
    out[(size_t)y * w + x] = fit_stamp(img, w, h, x, y);
  }
}

// ---------------------------------------------------------------------------------------------
// 2. Radiation transport: photons scatter in a half space until they are absorbed.
struct Photon {
  uint32_t rng;
  float depth, mu, path;
};

__device__ __forceinline__ uint32_t roll(uint32_t& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

__device__ __forceinline__ void launch_photon(Photon& p, float start, int item) {
  uint32_t s = (uint32_t)item * 2654435761u + 12345u;
  s ^= s >> 15;
  s *= 2246822519u;
  s ^= s >> 13;
  p.rng = s | 1u;
  p.depth = fabsf(start);
  p.mu = 0.7f;
  p.path = 0.0f;
}

// One flight and one collision; true when the photon is absorbed there.
__device__ __forceinline__ bool fly(Photon& p, float g) {
  float u1 = (float)((roll(p.rng) >> 8) + 1u) * 5.9604e-8f;
  float u2 = (float)(roll(p.rng) >> 8) * 5.9604e-8f;
  uint32_t c = roll(p.rng);
  float len = -__logf(u1);
  p.path += len;
  p.depth += p.mu * len;
  if (p.depth < 0.0f) {
    p.depth = -p.depth;
    p.mu = -p.mu;
  }
  float t = __fdividef(1.0f - g * g, 1.0f - g + 2.0f * g * u2);
  float ct = __fdividef(1.0f + g * g - t * t, 2.0f * g);
  float st = sqrtf(fmaxf(1.0f - ct * ct, 0.0f));
  float phi = (float)(c & 0xffffu) * 9.5874e-5f;
  float mu = p.mu * ct + sqrtf(fmaxf(1.0f - p.mu * p.mu, 0.0f)) * st * __cosf(phi);
  p.mu = fminf(fmaxf(mu, -1.0f), 1.0f);
  return (c >> 16) < 2622u;  // absorbed with probability 0.04
}

__global__ void __launch_bounds__(128) pewter_gosling_ax7_a(const float* __restrict__ start, float* __restrict__ tally,
                                                            int items, float g) {
  int item = blockIdx.x * 128 + threadIdx.x;
  if (item >= items) return;
  Photon p;
  launch_photon(p, start[item], item);
  while (!fly(p, g)) {
  }
  tally[item] = p.path + 0.1f * p.depth;
}

__global__ void __launch_bounds__(128) pewter_gosling_ax7_b(const float* __restrict__ start, float* __restrict__ tally,
                                                            int items, float g) {
  const unsigned all = 0xffffffffu;
  int lane = threadIdx.x & 31;
  int next = (blockIdx.x * 4 + (threadIdx.x >> 5)) * 512;  // 512 photons a warp, handed out as lanes fall free
  int end = min(next + 512, items);
  int item = -1;
  Photon p;
  p.rng = 1u;
  p.depth = p.mu = p.path = 0.0f;
  while (true) {
    unsigned idle = __ballot_sync(all, item < 0);
    if (__popc(idle) >= 6 && next < end) {
      int mine = next + __popc(idle & ((1u << lane) - 1u));
      if (item < 0 && mine < end) {
        item = mine;
        launch_photon(p, start[item], item);
      }
      next += __popc(idle);
    } else if (idle == all) {
      break;
    }
    if (item >= 0 && fly(p, g)) {
      tally[item] = p.path + 0.1f * p.depth;
      item = -1;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 3. Medical imaging: contrast-limited equalization of 32x32 tiles of an 8-bit picture.
__global__ void __launch_bounds__(256) thimble_orchard_ax7_a(const uint32_t* __restrict__ pic, uint32_t* __restrict__ out,
                                                             int w4, int clip) {
  __shared__ int hist[256];
  __shared__ int lut[256];
  int t = threadIdx.x;
  hist[t] = 0;
  __syncthreads();
  size_t at = (size_t)(blockIdx.y * 32 + (t >> 3)) * w4 + blockIdx.x * 8 + (t & 7);
  uint32_t px = pic[at];
#pragma unroll
  for (int k = 0; k < 4; ++k) atomicAdd(&hist[(px >> (8 * k)) & 255u], 1);
  __syncthreads();
  if (t == 0) {
    int excess = 0;
    for (int b = 0; b < 256; ++b) {
      int over = hist[b] - clip;
      if (over > 0) {
        excess += over;
        hist[b] = clip;
      }
    }
    int add = excess >> 8, rem = excess & 255, run = 0;
    for (int b = 0; b < 256; ++b) {
      run += hist[b] + add + (b < rem ? 1 : 0);
      lut[b] = (run * 255 + 512) >> 10;
    }
  }
  __syncthreads();
  uint32_t r = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) r |= (uint32_t)lut[(px >> (8 * k)) & 255u] << (8 * k);
  out[at] = r;
}

__global__ void __launch_bounds__(256) thimble_orchard_ax7_b(const uint32_t* __restrict__ pic, uint32_t* __restrict__ out,
                                                             int w4, int clip) {
  __shared__ int hist[256];
  __shared__ int lut[256];
  __shared__ int part[2][8];
  const unsigned all = 0xffffffffu;
  int t = threadIdx.x, lane = t & 31, wid = t >> 5;
  hist[t] = 0;
  __syncthreads();
  size_t at = (size_t)(blockIdx.y * 32 + (t >> 3)) * w4 + blockIdx.x * 8 + (t & 7);
  uint32_t px = pic[at];
#pragma unroll
  for (int k = 0; k < 4; ++k) atomicAdd(&hist[(px >> (8 * k)) & 255u], 1);
  __syncthreads();
  int c = hist[t];
  int over = __reduce_add_sync(all, max(c - clip, 0));
  int sum = min(c, clip);
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int o = __shfl_up_sync(all, sum, d);
    if (lane >= d) sum += o;
  }
  if (lane == 31) {
    part[0][wid] = over;
    part[1][wid] = sum;
  }
  __syncthreads();
  int excess = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    excess += part[0][k];
    if (k < wid) sum += part[1][k];
  }
  int add = excess >> 8, rem = excess & 255;
  sum += add * (t + 1) + min(t + 1, rem);
  lut[t] = (sum * 255 + 512) >> 10;
  __syncthreads();
  uint32_t r = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) r |= (uint32_t)lut[(px >> (8 * k)) & 255u] << (8 * k);
  out[at] = r;
}

// ---------------------------------------------------------------------------------------------
// 4. Retrieval: softmax with neighbour smoothing over candidate lists of very unlike lengths (a warp a list).
constexpr int LONGEST = 2048;

__device__ __forceinline__ float warp_max(float v) {
#pragma unroll
  for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
  return v;
}
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
  for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}

__global__ void __launch_bounds__(256) walnut_ferry_ax7_a(const float* __restrict__ score, const int* __restrict__ first,
                                                          float* __restrict__ out, int groups) {
  extern __shared__ float ferry_rows[];
  int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  float* mine = ferry_rows + wid * LONGEST;
  for (int q = blockIdx.x; q < groups; q += gridDim.x) {
    int b = first[q * 8 + wid];
    int n = first[q * 8 + wid + 1] - b;
    float top = -1e30f;
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float v = score[b + i];
      mine[i] = v;
      top = fmaxf(top, v);
    }
    top = warp_max(top);
    float sum = 0.0f;
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float e = __expf(mine[i] - top);
      mine[i] = e;
      sum += e;
    }
    float inv = __fdividef(1.0f, warp_sum(sum));
    __syncthreads();
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float l = mine[max(i - 1, 0)], r = mine[min(i + 1, n - 1)];
      out[b + i] = (0.8f * mine[i] + 0.1f * (l + r)) * inv;
    }
    __syncthreads();
  }
}

__global__ void __launch_bounds__(256) walnut_ferry_ax7_b(const float* __restrict__ score, const int* __restrict__ first,
                                                          float* __restrict__ out, int groups) {
  extern __shared__ float ferry_rows[];
  int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  float* mine = ferry_rows + wid * LONGEST;
  for (int q = blockIdx.x; q < groups; q += gridDim.x) {
    int b = first[q * 8 + wid];
    int n = first[q * 8 + wid + 1] - b;
    float top = -1e30f;
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float v = score[b + i];
      mine[i] = v;
      top = fmaxf(top, v);
    }
    top = warp_max(top);
    float sum = 0.0f;
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float e = __expf(mine[i] - top);
      mine[i] = e;
      sum += e;
    }
    float inv = __fdividef(1.0f, warp_sum(sum));
    __syncwarp();
#pragma unroll 4
    for (int i = lane; i < n; i += 32) {
      float l = mine[max(i - 1, 0)], r = mine[min(i + 1, n - 1)];
      out[b + i] = (0.8f * mine[i] + 0.1f * (l + r)) * inv;
    }
    __syncwarp();
  }
}

// ---------------------------------------------------------------------------------------------
// 5. Legacy cryptography: RC4 over many short streams, one thread a stream, its 256-byte state in shared memory.
template <typename At>
__device__ __forceinline__ void rc4_stream(At at, const uint32_t* __restrict__ key, const uint32_t* __restrict__ plain,
                                           uint32_t* __restrict__ cipher, int streams, int words, int id) {
  uint32_t k[4];
#pragma unroll
  for (int c = 0; c < 4; ++c) k[c] = key[(size_t)c * streams + id];
  uint32_t j = 0;
#pragma unroll 1
  for (int i0 = 0; i0 < 256; i0 += 16) {
#pragma unroll
    for (int c = 0; c < 16; ++c) {
      uint32_t a = at(i0 + c);
      j = (j + a + ((k[c >> 2] >> (8 * (c & 3))) & 255u)) & 255u;
      uint32_t b = at(j);
      at(i0 + c) = (unsigned char)b;
      at(j) = (unsigned char)a;
    }
  }
  j = 0;
  uint32_t i = 0;
#pragma unroll 1
  for (int w = 0; w < words; ++w) {
    uint32_t x = plain[(size_t)w * streams + id];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      i = (i + 1u) & 255u;
      uint32_t a = at(i);
      j = (j + a) & 255u;
      uint32_t b = at(j);
      at(i) = (unsigned char)b;
      at(j) = (unsigned char)a;
      x ^= (uint32_t)at((a + b) & 255u) << (8 * c);
    }
    cipher[(size_t)w * streams + id] = x;
  }
}

__global__ void __launch_bounds__(128) copper_sparrow_ax7_a(const uint32_t* __restrict__ key,
                                                            const uint32_t* __restrict__ plain,
                                                            uint32_t* __restrict__ cipher, int streams, int words) {
  __shared__ __align__(16) unsigned char box[128 * 256];
  int tid = threadIdx.x;
  uint32_t* fill = reinterpret_cast<uint32_t*>(box);
  for (int w = 0; w < 64; ++w) fill[tid * 64 + w] = 0x03020100u + 0x04040404u * (uint32_t)w;
  auto at = [&](uint32_t i) -> unsigned char& { return box[(tid << 8) + i]; };
  rc4_stream(at, key, plain, cipher, streams, words, blockIdx.x * 128 + tid);
}

__global__ void __launch_bounds__(128) copper_sparrow_ax7_b(const uint32_t* __restrict__ key,
                                                            const uint32_t* __restrict__ plain,
                                                            uint32_t* __restrict__ cipher, int streams, int words) {
  __shared__ __align__(16) unsigned char box[128 * 256];
  int tid = threadIdx.x;
  uint32_t* fill = reinterpret_cast<uint32_t*>(box);
  for (int w = 0; w < 64; ++w) fill[w * 128 + tid] = 0x03020100u + 0x04040404u * (uint32_t)w;
  auto at = [&](uint32_t i) -> unsigned char& { return box[((i >> 2) << 9) + (tid << 2) + (i & 3u)]; };
  rc4_stream(at, key, plain, cipher, streams, words, blockIdx.x * 128 + tid);
}

// ---------------------------------------------------------------------------------------------
// 6. Market data: rolling z-score over a window of 32 ticks, one thread an instrument.
constexpr int WINDOW = 32;

__global__ void __launch_bounds__(256) bramble_kettle_ax7_a(const float* __restrict__ tick, float* __restrict__ z, int n,
                                                            int steps) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float ring[WINDOW];
  float sum = 0.0f, sq = 0.0f;
#pragma unroll 8
  for (int k = 0; k < WINDOW; ++k) {
    float v = tick[(size_t)k * n + i];
    ring[k] = v;
    sum += v;
    sq += v * v;
  }
  int head = 0;
#pragma unroll 1
  for (int t = WINDOW; t < steps; t += 8) {  // steps is a multiple of the window
    float ahead[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) ahead[k] = tick[(size_t)(t + k) * n + i];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float v = ahead[k];
      float old = ring[head];
      ring[head] = v;
      if (++head == WINDOW) head = 0;
      sum += v - old;
      sq += v * v - old * old;
      float mean = sum * (1.0f / WINDOW);
      z[(size_t)(t + k - WINDOW) * n + i] = (v - mean) * rsqrtf(fmaxf(sq * (1.0f / WINDOW) - mean * mean, 0.0f) + 0.01f);
    }
  }
}

__global__ void __launch_bounds__(256) bramble_kettle_ax7_b(const float* __restrict__ tick, float* __restrict__ z, int n,
                                                            int steps) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float ring[WINDOW];
  float sum = 0.0f, sq = 0.0f;
#pragma unroll
  for (int k = 0; k < WINDOW; ++k) {
    float v = tick[(size_t)k * n + i];
    ring[k] = v;
    sum += v;
    sq += v * v;
  }
#pragma unroll 1
  for (int t = WINDOW; t < steps; t += WINDOW) {  // steps is a multiple of the window
    float ahead[8];
#pragma unroll
    for (int k = 0; k < WINDOW; ++k) {
      if (k % 8 == 0) {
#pragma unroll
        for (int c = 0; c < 8; ++c) ahead[c] = tick[(size_t)(t + k + c) * n + i];
      }
      float v = ahead[k % 8];
      float old = ring[k];
      ring[k] = v;
      sum += v - old;
      sq += v * v - old * old;
      float mean = sum * (1.0f / WINDOW);
      z[(size_t)(t + k - WINDOW) * n + i] = (v - mean) * rsqrtf(fmaxf(sq * (1.0f / WINDOW) - mean * mean, 0.0f) + 0.01f);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// 7. Seismology: 40 autocorrelation lags of many short traces, one thread a trace, lags and window in registers.
// Traces lie in packs of 32, sample by sample; so do the lags.
constexpr int LAGS = 40;

__device__ __forceinline__ void correlate(const float* __restrict__ trace, float* __restrict__ lagged, int steps, int i) {
  const float* p = trace + (size_t)(i >> 5) * steps * 32 + (i & 31);
  float win[LAGS], acc[LAGS];
#pragma unroll
  for (int k = 0; k < LAGS; ++k) {
    win[k] = p[k * 32];
    acc[k] = 0.0f;
  }
#pragma unroll 1
  for (int t = LAGS; t < steps; t += LAGS) {  // steps is a multiple of the lags
    p += LAGS * 32;
#pragma unroll
    for (int j = 0; j < LAGS; ++j) {
      float v = p[j * 32];
#pragma unroll
      for (int k = 0; k < LAGS; ++k) acc[k] = fmaf(v, win[(j + 2 * LAGS - 1 - k) % LAGS], acc[k]);
      win[j] = v;
    }
  }
  float inv = 1.0f / (float)(steps - LAGS);
  float* dst = lagged + (size_t)(i >> 5) * LAGS * 32 + (i & 31);
#pragma unroll
  for (int k = 0; k < LAGS; ++k) dst[k * 32] = acc[k] * inv;
}

__global__ void __launch_bounds__(1024) juniper_ladle_ax7_a(const float* __restrict__ trace, float* __restrict__ lagged,
                                                            int n, int steps) {
  int i = blockIdx.x * 1024 + threadIdx.x;
  if (i < n) correlate(trace, lagged, steps, i);
}

__global__ void __launch_bounds__(256, 2) juniper_ladle_ax7_b(const float* __restrict__ trace, float* __restrict__ lagged,
                                                              int n, int steps) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) correlate(trace, lagged, steps, i);
}

// ---------------------------------------------------------------------------------------------
// 8. Audio: 12-channel interleaved frames to planes with a gain a channel.
template <int PITCH>
__device__ __forceinline__ void planes(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out,
                                       int frames, float* buf) {
  int tid = threadIdx.x;
  int f0 = blockIdx.x * 256;
  const float* src = in + (size_t)f0 * 12;
#pragma unroll
  for (int k = 0; k < 12; ++k) {
    int e = k * 256 + tid;
    buf[(e / 12) * PITCH + e % 12] = src[e];
  }
  __syncthreads();
#pragma unroll
  for (int c = 0; c < 12; ++c) out[(size_t)c * frames + f0 + tid] = buf[tid * PITCH + c] * gain[c];
}

__global__ void __launch_bounds__(256) velvet_turnip_ax7_a(const float* __restrict__ in, const float* __restrict__ gain,
                                                           float* __restrict__ out, int frames) {
  __shared__ float buf[256 * 12];
  planes<12>(in, gain, out, frames, buf);
}

__global__ void __launch_bounds__(256) velvet_turnip_ax7_b(const float* __restrict__ in, const float* __restrict__ gain,
                                                           float* __restrict__ out, int frames) {
  __shared__ float buf[256 * 13];
  planes<13>(in, gain, out, frames, buf);
}

// ---------------------------------------------------------------------------------------------
// 9. Games: terrain update where every patch of four cells branches on its material (healthy: memory bound).
__global__ void __launch_bounds__(256) saffron_mitten_ax7_a(const float4* __restrict__ height, const uint8_t* __restrict__ kind,
                                                            float4* __restrict__ out, int quads, float rain) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
    float4 h = height[i];
    switch (kind[i] & 3) {
      case 0: {  // clay dries
        float f = 1.0f - 0.02f * rain;
        h = make_float4(h.x * f, h.y * f, h.z * f, h.w * f);
        break;
      }
      case 1:  // sand washes out
        h = make_float4(fmaxf(h.x - rain, 0.0f), fmaxf(h.y - rain, 0.0f), fmaxf(h.z - rain, 0.0f), fmaxf(h.w - rain, 0.0f));
        break;
      case 2: {  // a slope slides towards its mean
        float m = 0.25f * ((h.x + h.y) + (h.z + h.w));
        h = make_float4(h.x + 0.1f * (m - h.x), h.y + 0.1f * (m - h.y), h.z + 0.1f * (m - h.z), h.w + 0.1f * (m - h.w));
        break;
      }
      default:  // moss swells
        h = make_float4(fmaf(h.x, h.x, rain), fmaf(h.y, h.y, rain), fmaf(h.z, h.z, rain), fmaf(h.w, h.w, rain));
    }
    out[i] = h;
  }
}

// ---------------------------------------------------------------------------------------------
// 10. Language models: layer norm of rows of 8192, held in registers between two block-wide sums (healthy: memory bound).
__device__ __forceinline__ float block_sum(float v, float* part) {
  v = warp_sum(v);
  __syncthreads();
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
  __syncthreads();
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) s += part[k];
  return s;
}

__global__ void __launch_bounds__(256, 4) cobble_heron_ax7_a(const float4* __restrict__ x, const float4* __restrict__ scale,
                                                             float4* __restrict__ y) {
  __shared__ float part[8];
  const float4* row = x + (size_t)blockIdx.x * 2048;
  float4* dst = y + (size_t)blockIdx.x * 2048;
  float4 v[8];
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) v[k] = row[k * 256 + threadIdx.x];
#pragma unroll
  for (int k = 0; k < 8; ++k) s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  float mean = block_sum(s, part) * (1.0f / 8192.0f);
  s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    v[k].x -= mean;
    v[k].y -= mean;
    v[k].z -= mean;
    v[k].w -= mean;
    s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
  }
  float r = rsqrtf(block_sum(s, part) * (1.0f / 8192.0f) + 1e-5f);
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    float4 g = scale[k * 256 + threadIdx.x];
    dst[k * 256 + threadIdx.x] = make_float4(v[k].x * r * g.x, v[k].y * r * g.y, v[k].z * r * g.z, v[k].w * r * g.w);
  }
}

// ---------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
  using harness::Case;
  using harness::Output;
  using harness::empty;
  using harness::filled;
  std::vector<Case> cases;
  auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
    cases.push_back({name, launch, out, count, type});
  };
  auto words = [](size_t n, uint32_t seed) {  // random 32-bit words
    return reinterpret_cast<uint32_t*>(harness::indices(n, 0xffffffffu, seed));
  };

  {
    const int w = 4096, h = 2048;
    const float sky = 0.84f;  // 8% of the pixels lie above
    float* img = filled<float>((size_t)w * h, 611);
    float* out = empty<float>((size_t)w * h);
    add("marigold_anvil_ax7_a", out, (size_t)w * h, Output::f32,
        [=] { marigold_anvil_ax7_a<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(img, out, w, h, sky); });
    add("marigold_anvil_ax7_b", out, (size_t)w * h, Output::f32,
        [=] { marigold_anvil_ax7_b<<<dim3(w / 64, h / 32), dim3(32, 8)>>>(img, out, w, h, sky); });
  }
  {
    const int items = 4096 * 512;
    float* start = filled<float>(items, 612);
    float* tally = empty<float>(items);
    add("pewter_gosling_ax7_a", tally, items, Output::f32,
        [=] { pewter_gosling_ax7_a<<<items / 128, 128>>>(start, tally, items, 0.7f); });
    add("pewter_gosling_ax7_b", tally, items, Output::f32,
        [=] { pewter_gosling_ax7_b<<<items / 2048, 128>>>(start, tally, items, 0.7f); });
  }
  {
    const int w = 4096, h = 4096;
    uint32_t* pic = words((size_t)w * h / 4, 613);
    uint32_t* out = empty<uint32_t>((size_t)w * h / 4);
    add("thimble_orchard_ax7_a", out, (size_t)w * h, Output::u8,
        [=] { thimble_orchard_ax7_a<<<dim3(w / 32, h / 32), 256>>>(pic, out, w / 4, 5); });
    add("thimble_orchard_ax7_b", out, (size_t)w * h, Output::u8,
        [=] { thimble_orchard_ax7_b<<<dim3(w / 32, h / 32), 256>>>(pic, out, w / 4, 5); });
  }
  {
    const int groups = 132 * 3 * 100;
    std::vector<int> first(groups * 8 + 1, 0);
    for (int r = 0; r < groups * 8; ++r) {
      float u = 0.5f * (harness::unit((uint32_t)r * 2654435761u + 614u) + 1.0f);
      int len = 16 + (int)(2032.0f * u * u * u);
      first[r + 1] = first[r] + std::min(len, LONGEST);
    }
    const size_t total = (size_t)first[groups * 8];
    const int bytes = 8 * LONGEST * (int)sizeof(float);
    int* where = harness::uploaded(first);
    float* score = filled<float>(total, 615);
    float* out = empty<float>(total);
    CHECK(cudaFuncSetAttribute(walnut_ferry_ax7_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(walnut_ferry_ax7_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("walnut_ferry_ax7_a", out, total, Output::f32,
        [=] { walnut_ferry_ax7_a<<<132 * 3, 256, bytes>>>(score, where, out, groups); });
    add("walnut_ferry_ax7_b", out, total, Output::f32,
        [=] { walnut_ferry_ax7_b<<<132 * 3, 256, bytes>>>(score, where, out, groups); });
  }
  {
    const int streams = 132 * 6 * 128, len = 16;
    uint32_t* key = words((size_t)4 * streams, 616);
    uint32_t* plain = words((size_t)len * streams, 617);
    uint32_t* cipher = empty<uint32_t>((size_t)len * streams);
    add("copper_sparrow_ax7_a", cipher, (size_t)4 * len * streams, Output::u8,
        [=] { copper_sparrow_ax7_a<<<streams / 128, 128>>>(key, plain, cipher, streams, len); });
    add("copper_sparrow_ax7_b", cipher, (size_t)4 * len * streams, Output::u8,
        [=] { copper_sparrow_ax7_b<<<streams / 128, 128>>>(key, plain, cipher, streams, len); });
  }
  {
    const int n = 132 * 2048 * 3, steps = 5 * WINDOW;
    float* tick = filled<float>((size_t)steps * n, 618);
    float* z = empty<float>((size_t)(steps - WINDOW) * n);
    add("bramble_kettle_ax7_a", z, (size_t)(steps - WINDOW) * n, Output::f32,
        [=] { bramble_kettle_ax7_a<<<n / 256, 256>>>(tick, z, n, steps); });
    add("bramble_kettle_ax7_b", z, (size_t)(steps - WINDOW) * n, Output::f32,
        [=] { bramble_kettle_ax7_b<<<n / 256, 256>>>(tick, z, n, steps); });
  }
  {
    const int n = 132 * 1024, steps = 5 * LAGS;
    float* trace = filled<float>((size_t)steps * n, 619);
    float* lagged = empty<float>((size_t)LAGS * n);
    add("juniper_ladle_ax7_a", lagged, (size_t)LAGS * n, Output::f32,
        [=] { juniper_ladle_ax7_a<<<n / 1024, 1024>>>(trace, lagged, n, steps); });
    add("juniper_ladle_ax7_b", lagged, (size_t)LAGS * n, Output::f32,
        [=] { juniper_ladle_ax7_b<<<n / 256, 256>>>(trace, lagged, n, steps); });
  }
  {
    const int frames = 1 << 22;
    float* in = filled<float>((size_t)frames * 12, 620);
    float* gain = filled<float>(12, 621);
    float* out = empty<float>((size_t)frames * 12);
    add("velvet_turnip_ax7_a", out, (size_t)frames * 12, Output::f32,
        [=] { velvet_turnip_ax7_a<<<frames / 256, 256>>>(in, gain, out, frames); });
    add("velvet_turnip_ax7_b", out, (size_t)frames * 12, Output::f32,
        [=] { velvet_turnip_ax7_b<<<frames / 256, 256>>>(in, gain, out, frames); });
  }
  {
    const int quads = 1 << 24;
    const float4* height = reinterpret_cast<const float4*>(filled<float>((size_t)quads * 4, 622));
    const uint8_t* kind = reinterpret_cast<const uint8_t*>(words(quads / 4, 623));
    float4* out = reinterpret_cast<float4*>(empty<float>((size_t)quads * 4));
    add("saffron_mitten_ax7_a", out, (size_t)quads * 4, Output::f32,
        [=] { saffron_mitten_ax7_a<<<132 * 8, 256>>>(height, kind, out, quads, 0.3f); });
  }
  {
    const int rows = 8192;
    const float4* x = reinterpret_cast<const float4*>(filled<float>((size_t)rows * 8192, 624));
    const float4* scale = reinterpret_cast<const float4*>(filled<float>(8192, 625));
    float4* y = reinterpret_cast<float4*>(empty<float>((size_t)rows * 8192));
    add("cobble_heron_ax7_a", y, (size_t)rows * 8192, Output::f32, [=] { cobble_heron_ax7_a<<<rows, 256>>>(x, scale, y); });
  }
  return harness::run(argc, argv, cases);
}
