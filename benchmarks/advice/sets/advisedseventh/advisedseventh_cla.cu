// What was advised about launches of two sets, most of them mended ones, carried out: _a is the launch as it was measured there, _b does what its first finding says.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

// ---- a stream from a pointer off by one float: 4,224 blocks in a grid-stride loop, four loads before the first store
__device__ inline float stir(float v) { return v * v - 0.3f * v; }
__global__ void velvet_hopper_cla_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = stir(x[i]);
}
__global__ void velvet_hopper_cla_b(const float* __restrict__ x, float* __restrict__ y, size_t n) {
    size_t step = (size_t)gridDim.x * blockDim.x;
#pragma unroll 4
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step) y[i] = stir(x[i]);
}
// ---- the same aligned: four neighbouring elements a thread
__global__ void marble_hopper_cla_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = stir(x[i]);
}
__global__ void marble_hopper_cla_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i];
    y[i] = make_float4(stir(v.x), stir(v.y), stir(v.z), stir(v.w));
}
// ---- counters a warp in shared memory, added up at the end: fewer and larger blocks
template <int WARPS>
__device__ __forceinline__ void levels(const uint4* __restrict__ x, int* __restrict__ h, int n) {
    __shared__ int s[WARPS][257];
    for (int k = threadIdx.x; k < WARPS * 257; k += blockDim.x) (&s[0][0])[k] = 0;
    __syncthreads();
    int* mine = s[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = x[i];
        uint32_t q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) for (int b = 0; b < 32; b += 8) atomicAdd(&mine[(q[k] >> b) & 255], 1);
    }
    __syncthreads();
    if (threadIdx.x >= 256) return;
    int t = 0;
    for (int k = 0; k < WARPS; ++k) t += s[k][threadIdx.x];
    atomicAdd(&h[threadIdx.x], t);
}
__global__ void gentle_kettle_cla_a(const uint4* __restrict__ x, int* __restrict__ h, int n) { levels<8>(x, h, n); }
__global__ void gentle_kettle_cla_b(const uint4* __restrict__ x, int* __restrict__ h, int n) { levels<32>(x, h, n); }
// ---- sixteen taps along time, a channel a thread: eight loads before the first use
__global__ void __launch_bounds__(128) ivory_ladder_cla_a(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ y, int channels, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float ring[16], h[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) { ring[k] = 0; h[k] = taps[k * channels + c]; }
#pragma unroll 1
    for (int t = 0; t < steps; t += 16) {
#pragma unroll
        for (int head = 0; head < 16; ++head) {
            ring[head] = x[(size_t)(t + head) * channels + c];
            float s = 0;
#pragma unroll
            for (int k = 0; k < 16; ++k) s += h[k] * ring[(head - k) & 15];
            y[(size_t)(t + head) * channels + c] = s;
        }
    }
}
__global__ void __launch_bounds__(128) ivory_ladder_cla_b(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ y, int channels, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float ring[16], h[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) { ring[k] = 0; h[k] = taps[k * channels + c]; }
#pragma unroll 1
    for (int t = 0; t < steps; t += 16) {
#pragma unroll
        for (int half = 0; half < 16; half += 8) {
            float ahead[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) ahead[k] = __ldg(x + (size_t)(t + half + k) * channels + c);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                int head = half + j;
                ring[head] = ahead[j];
                float s = 0;
#pragma unroll
                for (int k = 0; k < 16; ++k) s += h[k] * ring[(head - k) & 15];
                y[(size_t)(t + head) * channels + c] = s;
            }
        }
    }
}
// ---- shading in the order of materials: roots by reciprocal roots
template <bool FAST>
__device__ __forceinline__ float shade(int m, float v) {
    float r = v;
    if (m == 0) { for (int k = 0; k < 60; ++k) r = r * 0.9f + 0.1f * r * r; }
    else if (m == 1) { for (int k = 0; k < 30; ++k) r = __sinf(r) + 0.1f * v; }
    else if (m == 2) { for (int k = 0; k < 30; ++k) { float q = r * r + 0.2f; r = (FAST ? q * rsqrtf(q) : sqrtf(q)) * 0.7f; } }
    else { for (int k = 0; k < 30; ++k) r = __expf(-r * r) - 0.3f * v; }
    return r;
}
__global__ void crimson_shutter_cla_a(const int* __restrict__ order, const int* __restrict__ mat, const float* __restrict__ v, float* __restrict__ y, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) { int i = order[j]; y[i] = shade<false>(mat[i], v[i]); }
}
__global__ void crimson_shutter_cla_b(const int* __restrict__ order, const int* __restrict__ mat, const float* __restrict__ v, float* __restrict__ y, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) { int i = order[j]; y[i] = shade<true>(mat[i], v[i]); }
}
// ---- a permutation of four dimensions: four neighbours of a row a thread
__global__ void velvet_pulley_cla_a(const float* __restrict__ x, float* __restrict__ y, int d0, int d1, int d2, int d3) {
    int c3 = threadIdx.x, c2 = blockIdx.x * blockDim.y + threadIdx.y, c1 = blockIdx.y, c0 = blockIdx.z;
    if (c2 >= d2) return;
    y[((size_t)(c2 * d0 + c0) * d1 + c1) * d3 + c3] = x[((size_t)(c0 * d1 + c1) * d2 + c2) * d3 + c3];
}
__global__ void velvet_pulley_cla_b(const float4* __restrict__ x, float4* __restrict__ y, int d0, int d1, int d2, int d3) {
    int c3 = threadIdx.x, c2 = blockIdx.x * blockDim.y + threadIdx.y, c1 = blockIdx.y, c0 = blockIdx.z;
    if (c2 >= d2) return;
    y[((size_t)(c2 * d0 + c0) * d1 + c1) * d3 + c3] = x[((size_t)(c0 * d1 + c1) * d2 + c2) * d3 + c3];
}
// ---- 48 integrators a thread: eight loads before the first use
__global__ void __launch_bounds__(256) cobalt_spindle_cla_a(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[48];
#pragma unroll
    for (int j = 0; j < 48; ++j) a[j] = 0.01f * j;
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
        float v = x[(size_t)k * n + i];
#pragma unroll
        for (int j = 0; j < 48; ++j) a[j] = fmaf(a[j], 0.5f + 0.009f * j, v);
    }
#pragma unroll
    for (int j = 0; j < 48; ++j) y[(size_t)j * n + i] = a[j];
}
__global__ void __launch_bounds__(256) cobalt_spindle_cla_b(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[48];
#pragma unroll
    for (int j = 0; j < 48; ++j) a[j] = 0.01f * j;
#pragma unroll 1
    for (int k = 0; k < steps; k += 8) {
        float v[8];
#pragma unroll
        for (int q = 0; q < 8; ++q) v[q] = x[(size_t)(k + q) * n + i];
#pragma unroll
        for (int q = 0; q < 8; ++q)
#pragma unroll
            for (int j = 0; j < 48; ++j) a[j] = fmaf(a[j], 0.5f + 0.009f * j, v[q]);
    }
#pragma unroll
    for (int j = 0; j < 48; ++j) y[(size_t)j * n + i] = a[j];
}
// ---- energy of sixteen taps: eight loads before the first use
__global__ void saffron_gimlet_cla_a(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d[16], e = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) d[j] = 0;
#pragma unroll 1
    for (int k0 = 0; k0 < steps; k0 += 16)
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            d[k] = x[(size_t)(k0 + k) * n + i];
            float s = 0;
#pragma unroll
            for (int j = 0; j < 16; ++j) s = fmaf(d[(k - j) & 15], 0.9f - 0.05f * j, s);
            e = fmaf(s, s, e);
        }
    y[i] = e;
}
__global__ void saffron_gimlet_cla_b(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d[16], ahead[8], e = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) d[j] = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) ahead[k] = x[(size_t)k * n + i];
#pragma unroll 1
    for (int k0 = 0; k0 < steps; k0 += 16)
#pragma unroll
        for (int half = 0; half < 16; half += 8) {
            float now[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) now[k] = ahead[k];
            if (k0 + half + 8 < steps)
#pragma unroll
                for (int k = 0; k < 8; ++k) ahead[k] = x[(size_t)(k0 + half + 8 + k) * n + i];
#pragma unroll
            for (int k = half; k < half + 8; ++k) {
                d[k] = now[k - half];
                float s = 0;
#pragma unroll
                for (int j = 0; j < 16; ++j) s = fmaf(d[(k - j) & 15], 0.9f - 0.05f * j, s);
                e = fmaf(s, s, e);
            }
        }
    y[i] = e;
}
// ---- five points through shared memory: 16 bytes a thread on the global side
__global__ void lichen_bobbin_cla_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ float s[260];
    int b = blockIdx.x * 256, t = threadIdx.x;
    s[t + 2] = x[b + t];
    if (t < 2) { s[t] = x[max(b + t - 2, 0)]; s[258 + t] = x[min(b + 256 + t, n - 1)]; }
    __syncthreads();
    y[b + t] = 0.1f * (s[t] + s[t + 4]) + 0.2f * (s[t + 1] + s[t + 3]) + 0.4f * s[t + 2];
}
__global__ void lichen_bobbin_cla_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ float s[1028];
    int b = blockIdx.x * 1024, t = threadIdx.x;
    float4 v = *(const float4*)(x + b + 4 * t);
    s[4 * t + 2] = v.x; s[4 * t + 3] = v.y; s[4 * t + 4] = v.z; s[4 * t + 5] = v.w;
    if (t < 2) { s[t] = x[max(b + t - 2, 0)]; s[1026 + t] = x[min(b + 1024 + t, n - 1)]; }
    __syncthreads();
    float w[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) w[k] = s[4 * t + k];
    float4 r;
    r.x = 0.1f * (w[0] + w[4]) + 0.2f * (w[1] + w[3]) + 0.4f * w[2];
    r.y = 0.1f * (w[1] + w[5]) + 0.2f * (w[2] + w[4]) + 0.4f * w[3];
    r.z = 0.1f * (w[2] + w[6]) + 0.2f * (w[3] + w[5]) + 0.4f * w[4];
    r.w = 0.1f * (w[3] + w[7]) + 0.2f * (w[4] + w[6]) + 0.4f * w[5];
    *(float4*)(y + b + 4 * t) = r;
}
// ---- scale and shift of halves, a row a block: 4,224 blocks in a loop over rows
__global__ void sorrel_tackle_cla_a(const __half* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, __half* __restrict__ y, long long H, long long W) {
    int w = threadIdx.x, h = blockIdx.x, bc = blockIdx.y;
    long long i = ((long long)bc * H + h) * W + w;
    y[i] = __float2half(__half2float(x[i]) * s[bc] + r[h] * 0.5f + r[w] * 0.25f);
}
__global__ void sorrel_tackle_cla_b(const __half* __restrict__ x, const float* __restrict__ s, const float* __restrict__ r, __half* __restrict__ y, long long H, long long W, int rows) {
    int w = threadIdx.x;
    float right = r[w] * 0.25f;
#pragma unroll 4
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        int bc = row / (int)H, h = row % (int)H;
        long long i = (long long)row * W + w;
        y[i] = __float2half(__half2float(x[i]) * s[bc] + r[h] * 0.5f + right);
    }
}
// ---- relaxation of charge: four neighbours a thread
__device__ __forceinline__ float relax(float w) {
    float v = w;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) v = v * 0.93f + 0.0217f * w;
    return v;
}
__global__ void nettle_gantry_cla_a(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    y[i] = relax(x[i]);
}
__global__ void nettle_gantry_cla_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i];
    y[i] = make_float4(relax(v.x), relax(v.y), relax(v.z), relax(v.w));
}
// ---- a census with counters a thread in shared memory: fewer and larger blocks
template <int THREADS>
__device__ __forceinline__ void census(const int* __restrict__ x, int* __restrict__ h, int n) {
    extern __shared__ int counts[];  // [16][THREADS]
    int t = threadIdx.x;
    for (int c = 0; c < 16; ++c) counts[c * THREADS + t] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) counts[(x[i] & 15) * THREADS + t]++;
    __syncthreads();
    if (t >= 256) return;
    int c = t >> 4, v = 0;
    for (int k = t & 15; k < THREADS; k += 16) v += counts[c * THREADS + k];
    for (int o = 8; o; o >>= 1) v += __shfl_down_sync(~0u, v, o, 16);
    if ((t & 15) == 0) atomicAdd(h + c, v);
}
__global__ void thistle_winch_cla_a(const int* __restrict__ x, int* __restrict__ h, int n) { census<256>(x, h, n); }
__global__ void thistle_winch_cla_b(const int* __restrict__ x, int* __restrict__ h, int n) { census<1024>(x, h, n); }

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        size_t n = 1u << 26;
        float *x = filled<float>(n + 1, 22), *x2 = empty<float>(n), *y = empty<float>(n);
        CHECK(cudaMemcpy(x2, x + 1, n * 4, cudaMemcpyDeviceToDevice));
        cases.push_back({"velvet_hopper_cla_a", [=] { velvet_hopper_cla_a<<<n / 256, 256>>>(x + 1, y); }, y, n});
        cases.push_back({"velvet_hopper_cla_b", [=] { velvet_hopper_cla_b<<<4224, 256>>>(x + 1, y, n); }, y, n});
        cases.push_back({"marble_hopper_cla_a", [=] { marble_hopper_cla_a<<<n / 256, 256>>>(x2, y); }, y, n});
        cases.push_back({"marble_hopper_cla_b", [=] { marble_hopper_cla_b<<<n / 1024, 256>>>((float4*)x2, (float4*)y); }, y, n});
    }
    {
        int n = 1 << 20;
        std::vector<uint32_t> bits(4 * n);
        for (size_t i = 0; i < bits.size(); ++i) bits[i] = hash32((uint32_t)i + 77);
        uint4* x = (uint4*)uploaded(bits);
        int* h = empty<int>(256);
        cases.push_back({"gentle_kettle_cla_a", [=] { gentle_kettle_cla_a<<<1056, 256>>>(x, h, n); }, h, 256, Output::i32});
        cases.push_back({"gentle_kettle_cla_b", [=] { gentle_kettle_cla_b<<<264, 1024>>>(x, h, n); }, h, 256, Output::i32});
    }
    {
        int channels = 132 * 1024, steps = 320;
        size_t m = (size_t)channels * steps;
        float *x = filled<float>(m, 11), *h = filled<float>(16 * channels, 12), *y = empty<float>(m);
        cases.push_back({"ivory_ladder_cla_a", [=] { ivory_ladder_cla_a<<<channels / 128, 128>>>(x, h, y, channels, steps); }, y, m});
        cases.push_back({"ivory_ladder_cla_b", [=] { ivory_ladder_cla_b<<<channels / 128, 128>>>(x, h, y, channels, steps); }, y, m});
    }
    {
        int n = 1 << 22;
        std::vector<int> mat(n), order;
        for (int i = 0; i < n; ++i) mat[i] = hash32(i + 5) & 3;
        for (int g = 0; g < n; g += 4096) for (int m = 0; m < 4; ++m) for (int i = g; i < g + 4096; ++i) if (mat[i] == m) order.push_back(i);
        int *dm = uploaded(mat), *od = uploaded(order);
        float *v = filled<float>(n, 16), *y = empty<float>(n);
        cases.push_back({"crimson_shutter_cla_a", [=] { crimson_shutter_cla_a<<<n / 256, 256>>>(od, dm, v, y, n); }, y, (size_t)n});
        cases.push_back({"crimson_shutter_cla_b", [=] { crimson_shutter_cla_b<<<n / 256, 256>>>(od, dm, v, y, n); }, y, (size_t)n});
    }
    {
        int d0 = 48, d1 = 60, d2 = 200, d3 = 64;
        size_t m = (size_t)d0 * d1 * d2 * d3;
        float *x = filled<float>(m, 10), *y = empty<float>(m);
        cases.push_back({"velvet_pulley_cla_a", [=] { velvet_pulley_cla_a<<<dim3(d2 / 4, d1, d0), dim3(64, 4)>>>(x, y, d0, d1, d2, d3); }, y, m});
        cases.push_back({"velvet_pulley_cla_b", [=] { velvet_pulley_cla_b<<<dim3((d2 + 15) / 16, d1, d0), dim3(16, 16)>>>((float4*)x, (float4*)y, d0, d1, d2, d3 / 4); }, y, m});
    }
    {
        int n = 132 * 8 * 256, s = 96;
        size_t m = (size_t)n * 48;
        float *x = filled<float>((size_t)n * s, 5), *y = empty<float>(m);
        cases.push_back({"cobalt_spindle_cla_a", [=] { cobalt_spindle_cla_a<<<n / 256, 256>>>(x, y, n, s); }, y, m});
        cases.push_back({"cobalt_spindle_cla_b", [=] { cobalt_spindle_cla_b<<<n / 256, 256>>>(x, y, n, s); }, y, m});
    }
    {
        int n = 132 * 8 * 256, s = 128;
        float *x = filled<float>((size_t)n * s, 6), *y = empty<float>(n);
        cases.push_back({"saffron_gimlet_cla_a", [=] { saffron_gimlet_cla_a<<<n / 256, 256>>>(x, y, n, s); }, y, (size_t)n});
        cases.push_back({"saffron_gimlet_cla_b", [=] { saffron_gimlet_cla_b<<<n / 256, 256>>>(x, y, n, s); }, y, (size_t)n});
    }
    {
        int n = 1 << 25;
        float *x = filled<float>(n, 7), *y = empty<float>(n);
        cases.push_back({"lichen_bobbin_cla_a", [=] { lichen_bobbin_cla_a<<<n / 256, 256>>>(x, y, n); }, y, (size_t)n});
        cases.push_back({"lichen_bobbin_cla_b", [=] { lichen_bobbin_cla_b<<<n / 1024, 256>>>(x, y, n); }, y, (size_t)n});
    }
    {
        int B = 8, C = 64, H = 256, W = 256;
        size_t n = (size_t)B * C * H * W;
        __half *x = filled<__half>(n, 17), *y = empty<__half>(n);
        float *s = filled<float>(B * C, 18), *r = filled<float>(256, 19);
        cases.push_back({"sorrel_tackle_cla_a", [=] { sorrel_tackle_cla_a<<<dim3(H, B * C), W>>>(x, s, r, y, H, W); }, y, n, Output::f16});
        cases.push_back({"sorrel_tackle_cla_b", [=] { sorrel_tackle_cla_b<<<4224, W>>>(x, s, r, y, H, W, H * B * C); }, y, n, Output::f16});
    }
    {
        size_t n = 1u << 24;
        float *x = filled<float>(n, 14), *y = empty<float>(n);
        cases.push_back({"nettle_gantry_cla_a", [=] { nettle_gantry_cla_a<<<n / 256, 256>>>(x, y); }, y, n});
        cases.push_back({"nettle_gantry_cla_b", [=] { nettle_gantry_cla_b<<<n / 1024, 256>>>((float4*)x, (float4*)y); }, y, n});
    }
    {
        int n = 6 << 20, *x = indices(n, 1u << 30, 13), *y = empty<int>(16);
        CHECK(cudaFuncSetAttribute(thistle_winch_cla_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
        cases.push_back({"thistle_winch_cla_a", [=] { thistle_winch_cla_a<<<1056, 256, 16384>>>(x, y, n); }, y, 16, Output::i32});
        cases.push_back({"thistle_winch_cla_b", [=] { thistle_winch_cla_b<<<264, 1024, 65536>>>(x, y, n); }, y, 16, Output::i32});
    }
    return run(argc, argv, cases);
}
