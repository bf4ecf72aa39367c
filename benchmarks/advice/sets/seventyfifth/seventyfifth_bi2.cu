#include "harness.cuh"
using namespace harness;
typedef unsigned char u8;
typedef unsigned long long u64;

static __global__ void harness_bits(uint32_t* p, size_t n, uint32_t mask, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = hash32((uint32_t)i * 2654435761u + seed) & mask;
}
static void* bits(size_t bytes, uint32_t mask, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, bytes));
    harness_bits<<<2048, 256>>>(p, bytes / 4, mask, seed); CHECK(cudaGetLastError());
    return p;
}

// ---- cross-fade of two 8-bit planes
__global__ void amber_kettle_bi2_a(const u8* __restrict__ a, const u8* __restrict__ b, u8* __restrict__ out, int w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (u8)((a[i] * w + b[i] * (256 - w) + 128) >> 8);
}
__device__ __forceinline__ unsigned fade4(unsigned a, unsigned b, int w) {
    unsigned r = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned x = (a >> (8 * k)) & 255, y = (b >> (8 * k)) & 255;
        r |= ((x * w + y * (256 - w) + 128) >> 8) << (8 * k);
    }
    return r;
}
__global__ void amber_kettle_bi2_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out, int w, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 x = a[i], y = b[i];
    out[i] = make_uint4(fade4(x.x, y.x, w), fade4(x.y, y.y, w), fade4(x.z, y.z, w), fade4(x.w, y.w, w));
}

// ---- single-channel 4x4 block decode, two endpoints and sixteen 4-bit weights
__global__ void cedar_piston_bi2_a(const uint2* __restrict__ codes, const uchar2* __restrict__ ends, unsigned* __restrict__ image, int blocks_w) {
    int bx = blockIdx.x * blockDim.x + threadIdx.x, by = blockIdx.y;
    uint2 w = codes[(size_t)by * blocks_w + bx];
    uchar2 e = ends[(size_t)by * blocks_w + bx];
    u64 code = ((u64)w.y << 32) | w.x;
    int pal[16];
    for (int k = 0; k < 16; ++k) { int q = (k * 64 + 7) / 15; pal[k] = (e.x * (64 - q) + e.y * q + 32) >> 6; }
    for (int r = 0; r < 4; ++r) {
        unsigned texels = 0;
        for (int c = 0; c < 4; ++c) { texels |= (unsigned)pal[code & 15] << (8 * c); code >>= 4; }
        image[((size_t)by * 4 + r) * blocks_w + bx] = texels;
    }
}
__global__ void cedar_piston_bi2_b(const uint2* __restrict__ codes, const uchar2* __restrict__ ends, unsigned* __restrict__ image, int blocks_w) {
    int bx = blockIdx.x * blockDim.x + threadIdx.x, by = blockIdx.y;
    uint2 w = codes[(size_t)by * blocks_w + bx];
    uchar2 e = ends[(size_t)by * blocks_w + bx];
    int base = e.x * 64 + 32, step = (int)e.y - (int)e.x;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        unsigned row = ((r < 2 ? w.x : w.y) >> (16 * (r & 1))) & 0xffff, texels = 0;
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            int q = (((row >> (4 * c)) & 15) * 1092 + 120) >> 8;   // (64 k + 7) / 15
            texels |= (unsigned)((base + step * q) >> 6) << (8 * c);
        }
        image[((size_t)by * 4 + r) * blocks_w + bx] = texels;
    }
}

// ---- key cache [head][token][dim] -> [head][dim][token], scaled per dim
template <int PITCH>
__device__ __forceinline__ void key_turn(const float* __restrict__ k, const float* __restrict__ scale, float* __restrict__ out, int T, int D) {
    __shared__ float tile[32][PITCH];
    size_t base = (size_t)blockIdx.z * T * D;
    int d0 = blockIdx.x * 32, t0 = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        tile[threadIdx.y + r][threadIdx.x] = k[base + (size_t)(t0 + threadIdx.y + r) * D + d0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        int d = d0 + threadIdx.y + r;
        out[base + (size_t)d * T + t0 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + r] * scale[d];
    }
}
__global__ void lunar_basket_bi2_a(const float* __restrict__ k, const float* __restrict__ s, float* __restrict__ out, int T, int D) { key_turn<32>(k, s, out, T, D); }
__global__ void lunar_basket_bi2_b(const float* __restrict__ k, const float* __restrict__ s, float* __restrict__ out, int T, int D) { key_turn<33>(k, s, out, T, D); }

// ---- 64-tap FIR of a long mono track
__constant__ float taps[64];
__global__ void quiet_anvil_bi2_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0;
#pragma unroll
    for (int k = 0; k < 64; ++k) acc += taps[k] * x[i + k];
    y[i] = acc;
}
__global__ void __launch_bounds__(128) quiet_anvil_bi2_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ float s[1088 + 1088 / 8];
    const int t = threadIdx.x, first = blockIdx.x * 1024;
    for (int i = t; i < 1088; i += 128) s[i + (i >> 3)] = x[first + i];
    __syncthreads();
    float acc[8] = {}, win[8];
    const float* p = s + t * 9;
#pragma unroll
    for (int k = 0; k < 8; ++k) win[k] = p[k];
#pragma unroll
    for (int k = 0; k < 64; ++k) {
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[j] += taps[k] * win[(k + j) & 7];
        win[k & 7] = p[(k + 8) + ((k + 8) >> 3)];
    }
    float4* o = (float4*)(y + first + t * 8);
    o[0] = make_float4(acc[0], acc[1], acc[2], acc[3]);
    o[1] = make_float4(acc[4], acc[5], acc[6], acc[7]);
}

// ---- state recurrence along time, one channel a thread
__global__ void velvet_harbor_bi2_a(const float* x, const float* decay, float* h, int T, int C) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float a = 0.5f + 0.4f * decay[c], s = 0;
    for (int t = 0; t < T; ++t) {
        s = a * s + (1.0f - a) * x[(size_t)t * C + c];
        h[(size_t)t * C + c] = s;
    }
}
__global__ void velvet_harbor_bi2_b(const float* __restrict__ x, const float* __restrict__ decay, float* __restrict__ h, int T, int C) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float a = 0.5f + 0.4f * decay[c], s = 0;
    for (int t = 0; t < T; t += 16) {
        float v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = x[(size_t)(t + k) * C + c];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            s = a * s + (1.0f - a) * v[k];
            h[(size_t)(t + k) * C + c] = s;
        }
    }
}

// ---- tokens per expert
__global__ void copper_meadow_bi2_a(const int4* __restrict__ expert, int* load, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 e = expert[i];
        atomicAdd(&load[e.x], 1); atomicAdd(&load[e.y], 1); atomicAdd(&load[e.z], 1); atomicAdd(&load[e.w], 1);
    }
}
__global__ void copper_meadow_bi2_b(const int4* __restrict__ expert, int* load, int n4) {
    __shared__ int mine[256];
    if (threadIdx.x < 256) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 e = expert[i];
        atomicAdd(&mine[e.x], 1); atomicAdd(&mine[e.y], 1); atomicAdd(&mine[e.z], 1); atomicAdd(&mine[e.w], 1);
    }
    __syncthreads();
    if (threadIdx.x < 256) atomicAdd(&load[threadIdx.x], mine[threadIdx.x]);
}

// ---- [B,T,H,D] -> [B,H,T,D]
__global__ void silver_oatmeal_bi2_a(const float* __restrict__ in, float* __restrict__ out, long long T, long long H, long long D, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long d = i % D, t = (i / D) % T, h = (i / (D * T)) % H, b = i / (D * T * H);
    out[i] = in[((b * T + t) * H + h) * D + d];
}
__global__ void silver_oatmeal_bi2_b(const float4* __restrict__ in, float4* __restrict__ out, int T, int H, int D4) {
    int t = blockIdx.x * blockDim.y + threadIdx.y, h = blockIdx.y, b = blockIdx.z;
    out[((size_t)(b * H + h) * T + t) * D4 + threadIdx.x] = in[((size_t)(b * T + t) * H + h) * D4 + threadIdx.x];
}

// ---- particles of four kinds, 64 substeps
__device__ __forceinline__ float advance(int kind, float x, float v) {
    const float dt = 0.01f;
    switch (kind) {
    case 0:
        for (int s = 0; s < 64; ++s) { v = v * 0.995f - 9.8f * dt; x += v * dt; if (x < 0) { x = -x; v = -0.6f * v; } }
        break;
    case 1:
        for (int s = 0; s < 64; ++s) { float f = -4.0f * x - 0.3f * x * x * x; v += f * dt; v *= 0.999f; x += v * dt; }
        break;
    case 2:
        for (int s = 0; s < 64; ++s) { float r = fmaxf(fabsf(x), 0.1f); v += (x > 0 ? dt : -dt) * (1.0f - r) * r; x = fminf(fmaxf(x + v * dt, -2.0f), 2.0f); }
        break;
    default:
        for (int s = 0; s < 64; ++s) { float w = v * v; v = v + dt * (1.0f - w) * v - dt * x; x = x + dt * v; v = fminf(v, 4.0f); }
    }
    return x + 0.5f * v;
}
__global__ void rustic_comet_bi2_a(const u8* __restrict__ kind, const float* __restrict__ x, const float* __restrict__ v, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = advance(kind[i], x[i], v[i]);
}
__global__ void rustic_comet_bi2_b(const u8* __restrict__ kind, const float* __restrict__ x, const float* __restrict__ v, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = advance(kind[i], x[i], v[i]);
}

// ---- softmax over rows of 1024
__global__ void __launch_bounds__(1024) maple_lantern_bi2_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float red[1024];
    int t = threadIdx.x;
    float v = x[(size_t)blockIdx.x * 1024 + t] * 4.0f;
    red[t] = v; __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) red[t] = fmaxf(red[t], red[t + s]); __syncthreads(); }
    float e = __expf(v - red[0]);
    __syncthreads();
    red[t] = e; __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) red[t] += red[t + s]; __syncthreads(); }
    y[(size_t)blockIdx.x * 1024 + t] = e / red[0];
}
__global__ void __launch_bounds__(256) maple_lantern_bi2_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t row = blockIdx.x * 8 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float4 v[8];
    float m = -1e30f, z = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[row * 256 + k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x *= 4.0f; v[k].y *= 4.0f; v[k].z *= 4.0f; v[k].w *= 4.0f;
        m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
    for (int s = 16; s; s >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, s));
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x = __expf(v[k].x - m); v[k].y = __expf(v[k].y - m); v[k].z = __expf(v[k].z - m); v[k].w = __expf(v[k].w - m);
        z += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    for (int s = 16; s; s >>= 1) z += __shfl_xor_sync(~0u, z, s);
    z = 1.0f / z;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k].x *= z; v[k].y *= z; v[k].z *= z; v[k].w *= z; y[row * 256 + k * 32 + lane] = v[k]; }
}

// ---- 9-point smoothing of feature frames, staged
__device__ __forceinline__ void smooth_tile(const float* __restrict__ x, float* __restrict__ y, float* s) {
    int first = blockIdx.x * 1024, t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; ++k) s[k * 128 + t] = x[first + k * 128 + t];
    if (t < 8) s[1024 + t] = x[first + 1024 + t];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float a = 0;
#pragma unroll
        for (int j = 0; j < 9; ++j) a += s[k * 128 + t + j] * (0.2f - 0.04f * (j < 4 ? 4 - j : j - 4));
        y[first + k * 128 + t] = a;
    }
}
constexpr int kLongestClip = 25600;  // floats
__global__ void __launch_bounds__(128) ivory_thicket_bi2_a(const float* __restrict__ x, float* __restrict__ y) { extern __shared__ float clip[]; smooth_tile(x, y, clip); }
__global__ void __launch_bounds__(128) ivory_thicket_bi2_b(const float* __restrict__ x, float* __restrict__ y) { __shared__ float clip[1032]; smooth_tile(x, y, clip); }

// ---- 10-bit linear to 8-bit display
__device__ __forceinline__ u8 display_code(int i) {
    float l = i * (1.0f / 1023.0f);
    float v = l < 0.018f ? 4.5f * l : 1.099f * powf(l, 0.45f) - 0.099f;
    return (u8)fminf(v * 255.0f + 0.5f, 255.0f);
}
__global__ void __launch_bounds__(256) dusty_falcon_bi2_a(const ushort4* __restrict__ in, uchar4* __restrict__ out, int n4) {
    __shared__ u8 lut[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) lut[i] = display_code(i);
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n4) return;
    ushort4 p = in[i];
    out[i] = make_uchar4(lut[p.x], lut[p.y], lut[p.z], lut[p.w]);
}
__global__ void __launch_bounds__(256) dusty_falcon_bi2_b(const ushort4* __restrict__ in, uchar4* __restrict__ out, int n4) {
    __shared__ u8 lut[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) lut[i] = display_code(i);
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        ushort4 p = in[i];
        out[i] = make_uchar4(lut[p.x], lut[p.y], lut[p.z], lut[p.w]);
    }
}

// ---- gated MLP epilogue
__device__ __forceinline__ float act(float x) { return x / (1.0f + __expf(-x)); }
__global__ void plain_walrus_bi2_a0(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ t, int cols4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[i & (cols4 - 1)];
    t[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void plain_walrus_bi2_a1(const float4* __restrict__ t, const float4* __restrict__ up, float4* __restrict__ g) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = t[i], u = up[i];
    g[i] = make_float4(act(v.x) * u.x, act(v.y) * u.y, act(v.z) * u.z, act(v.w) * u.w);
}
__global__ void plain_walrus_bi2_a2(const float4* __restrict__ g, const float4* __restrict__ res, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = g[i], r = res[i];
    out[i] = make_float4(v.x + r.x, v.y + r.y, v.z + r.z, v.w + r.w);
}
__global__ void plain_walrus_bi2_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ up,
                                   const float4* __restrict__ res, float4* __restrict__ out, int cols4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[i & (cols4 - 1)], u = up[i], r = res[i];
    out[i] = make_float4(act(v.x + b.x) * u.x + r.x, act(v.y + b.y) * u.y + r.y, act(v.z + b.z) * u.z + r.z, act(v.w + b.w) * u.w + r.w);
}

// ---- stereo interleaved -> planar
__global__ void __launch_bounds__(256) tidal_button_bi2_a(const float* __restrict__ x, float* __restrict__ y, int frames) {
    __shared__ float s[2048];
    int t = threadIdx.x, first = blockIdx.x * 1024;
#pragma unroll
    for (int k = 0; k < 8; ++k) s[k * 256 + t] = x[(size_t)first * 2 + k * 256 + t];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        y[first + k * 256 + t] = s[2 * (k * 256 + t)];
        y[(size_t)frames + first + k * 256 + t] = s[2 * (k * 256 + t) + 1];
    }
}
__global__ void __launch_bounds__(256) tidal_button_bi2_b(const float* __restrict__ x, float* __restrict__ y, int frames) {
    __shared__ float s[1040 + 1024];
    int t = threadIdx.x, first = blockIdx.x * 1024;
#pragma unroll
    for (int k = 0; k < 8; ++k) s[(t & 1) * 1040 + k * 128 + (t >> 1)] = x[(size_t)first * 2 + k * 256 + t];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        y[first + k * 256 + t] = s[k * 256 + t];
        y[(size_t)frames + first + k * 256 + t] = s[1040 + k * 256 + t];
    }
}

// ---- bias over channels
__global__ void olive_cannon_bi2_a(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ y, unsigned c4, unsigned n4) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i % c4];
    y[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void olive_cannon_bi2_b(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ y, unsigned mask, unsigned n4) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = x[i], b = bias[i & mask];
    y[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}

// ---- embedding rows of 4 KB
__global__ void __launch_bounds__(256) misty_ladder_bi2_a(const int* __restrict__ id, const float4* __restrict__ table, float4* __restrict__ out) {
    int row = blockIdx.x * 4;
    int r[4]; float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) r[k] = id[row + k];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = table[(size_t)r[k] * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(size_t)(row + k) * 256 + threadIdx.x] = v[k];
}

// ---- maximum intensity along the view axis
__global__ void __launch_bounds__(256) early_turnip_bi2_a(const float* __restrict__ vol, float* __restrict__ img, int plane, int depth) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float m = -2.0f;
#pragma unroll 8
    for (int z = 0; z < depth; ++z) m = fmaxf(m, vol[(size_t)z * plane + i]);
    img[i] = m;
}

// ---- RMS norm, one row a warp
__global__ void __launch_bounds__(256) brisk_domino_bi2_a(const float4* __restrict__ x, const float4* __restrict__ g, float4* __restrict__ y) {
    size_t row = blockIdx.x * 8 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float4 v[8];
    float q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[row * 256 + k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    for (int s = 16; s; s >>= 1) q += __shfl_xor_sync(~0u, q, s);
    q = rsqrtf(q * (1.0f / 1024) + 1e-6f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 w = g[k * 32 + lane];
        y[row * 256 + k * 32 + lane] = make_float4(v[k].x * q * w.x, v[k].y * q * w.y, v[k].z * q * w.z, v[k].w * q * w.w);
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cs;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output ty = Output::f32) { cs.push_back(Case{name, f, out, n, ty}); };
    const int M = 1 << 20;
    float* big1 = filled<float>(128 * (size_t)M + 1024, 3);   // shared inputs
    float* big2 = filled<float>(64 * (size_t)M + 1024, 5);
    float* small = filled<float>(1 << 20, 9);
    float* out = empty<float>(128 * (size_t)M);

    { int n = 64 * M; u8* a = (u8*)bits(n, ~0u, 11); u8* b = (u8*)bits(n, ~0u, 12); u8* o = (u8*)out;
      add("amber_kettle_bi2_a", [=] { amber_kettle_bi2_a<<<n / 256, 256>>>(a, b, o, 97, n); }, o, n, Output::u8);
      add("amber_kettle_bi2_b", [=] { amber_kettle_bi2_b<<<n / 16 / 256, 256>>>((uint4*)a, (uint4*)b, (uint4*)o, 97, n / 16); }, o, n, Output::u8); }
    { uint2* b = (uint2*)bits((size_t)16 * M * 8, ~0u, 13); uchar2* e = (uchar2*)bits((size_t)16 * M * 2, ~0u, 14); unsigned* o = (unsigned*)out;
      add("cedar_piston_bi2_a", [=] { cedar_piston_bi2_a<<<dim3(16, 4096), 256>>>(b, e, o, 4096); }, o, (size_t)256 * M, Output::u8);
      add("cedar_piston_bi2_b", [=] { cedar_piston_bi2_b<<<dim3(16, 4096), 256>>>(b, e, o, 4096); }, o, (size_t)256 * M, Output::u8); }
    { dim3 g(128 / 32, 2048 / 32, 128), b(32, 8);
      add("lunar_basket_bi2_a", [=] { lunar_basket_bi2_a<<<g, b>>>(big1, small, out, 2048, 128); }, out, 32 * M);
      add("lunar_basket_bi2_b", [=] { lunar_basket_bi2_b<<<g, b>>>(big1, small, out, 2048, 128); }, out, 32 * M); }
    { std::vector<float> w(64); for (int k = 0; k < 64; ++k) w[k] = 0.02f + 0.01f * std::cos(0.2f * k);
      CHECK(cudaMemcpyToSymbol(taps, w.data(), 256)); int n = 32 * M;
      add("quiet_anvil_bi2_a", [=] { quiet_anvil_bi2_a<<<n / 256, 256>>>(big1, out, n); }, out, n);
      add("quiet_anvil_bi2_b", [=] { quiet_anvil_bi2_b<<<n / 1024, 128>>>(big1, out, n); }, out, n); }
    { int C = 98304, T = 256;
      add("velvet_harbor_bi2_a", [=] { velvet_harbor_bi2_a<<<C / 128, 128>>>(big1, small, out, T, C); }, out, (size_t)C * T);
      add("velvet_harbor_bi2_b", [=] { velvet_harbor_bi2_b<<<C / 128, 128>>>(big1, small, out, T, C); }, out, (size_t)C * T); }
    { int n = 16 * M; int4* e = (int4*)bits((size_t)n * 4, 255, 17); int* o; CHECK(cudaMalloc(&o, 1024)); CHECK(cudaMemset(o, 0, 1024));
      add("copper_meadow_bi2_a", [=] { copper_meadow_bi2_a<<<132 * 4, 512>>>(e, o, n / 4); }, o, 256, Output::i32);
      add("copper_meadow_bi2_b", [=] { copper_meadow_bi2_b<<<132 * 4, 512>>>(e, o, n / 4); }, o, 256, Output::i32); }
    { int B = 4, T = 4096, H = 16, D = 128; long long n = (long long)B * T * H * D;
      add("silver_oatmeal_bi2_a", [=] { silver_oatmeal_bi2_a<<<n / 256, 256>>>(big2, out, T, H, D, n); }, out, n);
      add("silver_oatmeal_bi2_b", [=] { silver_oatmeal_bi2_b<<<dim3(T / 8, H, B), dim3(32, 8)>>>((float4*)big2, (float4*)out, T, H, D / 4); }, out, n); }
    { int n = 4 * M; std::vector<u8> k(n), ks; std::vector<float> x(n), v(n), xs, vs;
      for (int i = 0; i < n; ++i) { k[i] = hash32(i + 77) & 3; x[i] = 0.2f + 0.8f * std::fabs(unit(i * 3 + 1)); v[i] = unit(i * 5 + 2); }
      for (int q = 0; q < 4; ++q) for (int i = 0; i < n; ++i) if (k[i] == q) { ks.push_back(q); xs.push_back(x[i]); vs.push_back(v[i]); }
      u8 *dk = uploaded(k), *dks = uploaded(ks); float *dx = uploaded(x), *dv = uploaded(v), *dxs = uploaded(xs), *dvs = uploaded(vs);
      add("rustic_comet_bi2_a", [=] { rustic_comet_bi2_a<<<n / 256, 256>>>(dk, dx, dv, out, n); }, out, n);
      add("rustic_comet_bi2_b", [=] { rustic_comet_bi2_b<<<n / 256, 256>>>(dks, dxs, dvs, out, n); }, out, n); }
    add("maple_lantern_bi2_a", [=] { maple_lantern_bi2_a<<<65536, 1024>>>(big1, out); }, out, 64 * M);
    add("maple_lantern_bi2_b", [=] { maple_lantern_bi2_b<<<8192, 256>>>((float4*)big1, (float4*)out); }, out, 64 * M);
    { CHECK(cudaFuncSetAttribute(ivory_thicket_bi2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongestClip * 4));
      add("ivory_thicket_bi2_a", [=] { ivory_thicket_bi2_a<<<32768, 128, kLongestClip * 4>>>(big1, out); }, out, 32 * M);
      add("ivory_thicket_bi2_b", [=] { ivory_thicket_bi2_b<<<32768, 128>>>(big1, out); }, out, 32 * M); }
    { int n = 64 * M; ushort4* p = (ushort4*)bits((size_t)n * 2, 0x03ff03ffu, 19); uchar4* o = (uchar4*)out;
      add("dusty_falcon_bi2_a", [=] { dusty_falcon_bi2_a<<<n / 1024, 256>>>(p, o, n / 4); }, o, n, Output::u8);
      add("dusty_falcon_bi2_b", [=] { dusty_falcon_bi2_b<<<132 * 8, 256>>>(p, o, n / 4); }, o, n, Output::u8); }
    { int n4 = 8 * M; float4 *x = (float4*)big1, *u = (float4*)(big1 + 32 * M), *r = (float4*)big2, *b = (float4*)small, *o = (float4*)out;
      float4 *t = (float4*)empty<float>(32 * M), *g = (float4*)empty<float>(32 * M);
      add("plain_walrus_bi2_a", [=] { plain_walrus_bi2_a0<<<n4 / 256, 256>>>(x, b, t, 1024); plain_walrus_bi2_a1<<<n4 / 256, 256>>>(t, u, g);
                                      plain_walrus_bi2_a2<<<n4 / 256, 256>>>(g, r, o); }, out, 32 * M);
      add("plain_walrus_bi2_b", [=] { plain_walrus_bi2_b<<<n4 / 256, 256>>>(x, b, u, r, o, 1024); }, out, 32 * M); }
    { int f = 32 * M;
      add("tidal_button_bi2_a", [=] { tidal_button_bi2_a<<<f / 1024, 256>>>(big2, out, f); }, out, 2 * (size_t)f);
      add("tidal_button_bi2_b", [=] { tidal_button_bi2_b<<<f / 1024, 256>>>(big2, out, f); }, out, 2 * (size_t)f); }
    { unsigned n4 = 16 * M; float4 *x = (float4*)big2, *b = (float4*)small, *o = (float4*)out;
      add("olive_cannon_bi2_a", [=] { olive_cannon_bi2_a<<<n4 / 256, 256>>>(x, b, o, 256, n4); }, out, 64 * M);
      add("olive_cannon_bi2_b", [=] { olive_cannon_bi2_b<<<n4 / 256, 256>>>(x, b, o, 255, n4); }, out, 64 * M); }
    { int* id = indices(65536, 131072, 23);
      add("misty_ladder_bi2_a", [=] { misty_ladder_bi2_a<<<16384, 256>>>(id, (float4*)big1, (float4*)out); }, out, 64 * M); }
    add("early_turnip_bi2_a", [=] { early_turnip_bi2_a<<<1024, 256>>>(big1, out, 512 * 512, 512); }, out, 512 * 512);
    add("brisk_domino_bi2_a", [=] { brisk_domino_bi2_a<<<8192, 256>>>((float4*)big2, (float4*)small, (float4*)out); }, out, 64 * M);
    return run(argc, argv, cs);
}
