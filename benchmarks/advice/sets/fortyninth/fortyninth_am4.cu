// Eight cases on control flow and synchronization: before (_a) and after (_b); the last has only one form.
#include "harness.cuh"

#include <cuda_bf16.h>

using harness::Case;
using harness::Output;

constexpr unsigned kFull = 0xffffffffu;

// ---- Duffing oscillators, each with its own number of time steps (24 to 535), a thread an oscillator.
constexpr int kSwings = 132 * 512 * 64;

__device__ __forceinline__ float swing_energy(float2 s, int steps) {
    float x = s.x, v = s.y;
    for (int k = 0; k < steps; ++k) {
        float f = fmaf(x * x, -0.35f, 0.8f);
        v = fmaf(f * x, 0.01f, 0.999f * v);
        x = fmaf(0.01f, v, x);
    }
    return fmaf(0.5f * v, v, fmaf(x, x, 1.0f));
}

__global__ void __launch_bounds__(512) marmot_teacup_am4_a(const float2* __restrict__ start, const int* __restrict__ extra, float* __restrict__ energy) {
    int i = blockIdx.x * 512 + threadIdx.x;
    energy[i] = swing_energy(start[i], 24 + extra[i]);
}

__global__ void __launch_bounds__(512) marmot_teacup_am4_b(const float2* __restrict__ start, const int* __restrict__ extra, float* __restrict__ energy) {
    __shared__ __align__(16) int bin[128];
    __shared__ unsigned short slot[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    if (t < 128) bin[t] = 0;
    __syncthreads();
    int key = extra[base + t] >> 2, rank = atomicAdd(&bin[key], 1);
    __syncthreads();
    if (t < 32) {
        int4 c = reinterpret_cast<int4*>(bin)[t];
        int own = c.x + c.y + c.z + c.w, sum = own;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int up = __shfl_up_sync(kFull, sum, o);
            if (t >= o) sum += up;
        }
        sum -= own;
        reinterpret_cast<int4*>(bin)[t] = make_int4(sum, sum + c.x, sum + c.x + c.y, sum + c.x + c.y + c.z);
    }
    __syncthreads();
    slot[bin[key] + rank] = (unsigned short)t;
    __syncthreads();
    int i = base + slot[t];
    energy[i] = swing_energy(start[i], 24 + extra[i]);
}

// ---- Coupled relaxation of two float variables, ten rounds a sample, two samples a thread.
constexpr int kSamplePairs = 320 * 6600;

__device__ __forceinline__ float settle_a(float x) {
    float y = 0.31f;
#pragma unroll
    for (int k = 0; k < 10; ++k) {
        y = y + 0.17 * (x - y * 1.3);
        x = x * 0.93 + y * 0.07 + 0.011;
    }
    return x + y;
}
__device__ __forceinline__ float settle_b(float x) {
    float y = 0.31f;
#pragma unroll
    for (int k = 0; k < 10; ++k) {
        y = y + 0.17f * (x - y * 1.3f);
        x = x * 0.93f + y * 0.07f + 0.011f;
    }
    return x + y;
}

__global__ void __launch_bounds__(320) velvet_anchor_am4_a(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(settle_a(v.x), settle_a(v.y));
}
__global__ void __launch_bounds__(320) velvet_anchor_am4_b(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(settle_b(v.x), settle_b(v.y));
}

// ---- Rows of 64 floats, one a warp and round, regrouped through the warp's own slice and smoothed 8 to 15 or 128 times.
constexpr int kRounds = 64, kRows = 132 * kRounds * 32;

template <bool kWhole>
__device__ __forceinline__ void smooth_rows(const float* __restrict__ in, const int* __restrict__ kind, float* __restrict__ out) {
    __shared__ __align__(16) float slices[32][64];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x * kRounds * 32 + warp;
    float* slice = slices[warp];
    float p = in[(size_t)row * 64 + lane], q = in[(size_t)row * 64 + 32 + lane];
    int h = kind[row];
    for (int r = 0; r < kRounds; ++r, row += 32) {
        slice[lane] = p;
        slice[lane + 32] = q;
        int turns = h < 8 ? 128 : 8 + (h & 7);
        if (r + 1 < kRounds) {
            p = in[(size_t)(row + 32) * 64 + lane];
            q = in[(size_t)(row + 32) * 64 + 32 + lane];
            h = kind[row + 32];
        }
        if (kWhole) __syncthreads(); else __syncwarp();
        float2 c = *reinterpret_cast<const float2*>(slice + 2 * lane);
#pragma unroll 4
        for (int k = 0; k < turns; ++k) {
            float near = __shfl_sync(kFull, c.x, (lane + 1) & 31);
            c.x = fmaf(0.4f, near, fmaf(0.5f, c.x, fmaf(0.1f, c.y, 0.02f)));
            c.y = fmaf(0.3f, c.x, 0.6f * c.y);
        }
        out[(size_t)row * 32 + lane] = fmaf(0.5f, c.y, c.x);
        if (kWhole) __syncthreads(); else __syncwarp();
    }
}

__global__ void __launch_bounds__(1024) lantern_quince_am4_a(const float* __restrict__ in, const int* __restrict__ kind, float* __restrict__ out) {
    smooth_rows<true>(in, kind, out);
}
__global__ void __launch_bounds__(1024) lantern_quince_am4_b(const float* __restrict__ in, const int* __restrict__ kind, float* __restrict__ out) {
    smooth_rows<false>(in, kind, out);
}

// ---- Moments (xy, xx, yy, x + y) of two bfloat16 series, eight numbers of each at a time.
constexpr int kOctets = 132 * 256 * 300, kPace = 132 * 6 * 256;

__device__ __forceinline__ void moment_add(uint4 a, uint4 b, float* s) {
    unsigned u[4] = {a.x, a.y, a.z, a.w}, w[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float x0 = __uint_as_float(u[k] << 16), x1 = __uint_as_float(u[k] & 0xffff0000u);
        float y0 = __uint_as_float(w[k] << 16), y1 = __uint_as_float(w[k] & 0xffff0000u);
        s[0] = fmaf(x0, y0, fmaf(x1, y1, s[0]));
        s[1] = fmaf(x0, x0, fmaf(x1, x1, s[1]));
        s[2] = fmaf(y0, y0, fmaf(y1, y1, s[2]));
        s[3] += (x0 + x1) + (y0 + y1);
    }
}
__device__ __forceinline__ void moment_warp(float* s) {
#pragma unroll
    for (int m = 0; m < 4; ++m)
#pragma unroll
        for (int o = 16; o; o >>= 1) s[m] += __shfl_xor_sync(kFull, s[m], o);
}

__global__ void __launch_bounds__(256) gannet_saddle_am4_a(const uint4* __restrict__ x, const uint4* __restrict__ y, float* __restrict__ moments) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    moment_add(x[i], y[i], s);
    moment_warp(s);
    if (threadIdx.x % 32 == 0) {
#pragma unroll
        for (int m = 0; m < 4; ++m) atomicAdd(moments + m, s[m]);
    }
}

__global__ void __launch_bounds__(256) gannet_saddle_am4_b(const uint4* __restrict__ x, const uint4* __restrict__ y, float* __restrict__ moments) {
    __shared__ float part[4][8];
    float s[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kOctets; i += 2 * kPace) {
        uint4 x0 = x[i], y0 = y[i], x1 = x[i + kPace], y1 = y[i + kPace];
        moment_add(x0, y0, s);
        moment_add(x1, y1, s);
    }
    moment_warp(s);
    int t = threadIdx.x;
    if (t % 32 == 0) {
#pragma unroll
        for (int m = 0; m < 4; ++m) part[m][t / 32] = s[m];
    }
    __syncthreads();
    if (t < 4) {
        float sum = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[t][w];
        atomicAdd(moments + t, sum);
    }
}

// ---- Weighted histogram of 16 bins: 8-bit keys (seven of ten are the same), 16-bit weights, eight elements a thread and round.
constexpr int kGang = 132 * 8 * 256, kEights = kGang * 12;

__global__ void __launch_bounds__(256, 8) tulip_brazier_am4_a(const uint2* __restrict__ keys, const uint4* __restrict__ weights, int* __restrict__ total) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < kEights; i += kGang) {
        uint2 k = keys[i];
        uint4 w = weights[i];
        unsigned v[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int e = 0; e < 8; ++e) {
            unsigned key = ((e < 4 ? k.x : k.y) >> (8 * (e % 4))) & 15u;
            atomicAdd(&bins[key], (int)((v[e / 2] >> (16 * (e % 2))) & 0xffffu));
        }
    }
    __syncthreads();
    if (t < 16) atomicAdd(total + t, bins[t]);
}

__global__ void __launch_bounds__(256, 8) tulip_brazier_am4_b(const uint2* __restrict__ keys, const uint4* __restrict__ weights, int* __restrict__ total) {
    __shared__ int bins[16][256];
    int t = threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b][t] = 0;
    for (int i = blockIdx.x * 256 + t; i < kEights; i += kGang) {
        uint2 k = keys[i];
        uint4 w = weights[i];
        unsigned v[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int e = 0; e < 8; ++e) {
            unsigned key = ((e < 4 ? k.x : k.y) >> (8 * (e % 4))) & 15u;
            bins[key][t] += (int)((v[e / 2] >> (16 * (e % 2))) & 0xffffu);
        }
    }
    __syncthreads();
    int lane = t % 32;
    for (int b = t / 32; b < 16; b += 8) {
        int sum = 0;
#pragma unroll
        for (int s = 0; s < 256; s += 32) sum += bins[b][s + lane];
        sum = __reduce_add_sync(kFull, sum);
        if (lane == 0) atomicAdd(total + b, sum);
    }
}

// ---- Interleaved double channels: even places take 48 turns of a damped rotation, odd places 96 turns of a quadratic map.
constexpr int kPlaces = 132 * 2048 * 8;

__device__ __forceinline__ double spin(double x) {
    double y = 0.25;
#pragma unroll 8
    for (int k = 0; k < 48; ++k) {
        y = fma(-0.11, x, y);
        x = fma(0.09, y, x);
    }
    return fma(x, x, y * y);
}
__device__ __forceinline__ double breed(double x) {
#pragma unroll 16
    for (int k = 0; k < 96; ++k) x = fma(-x, x, 1.2);
    return x + 0.5;
}

__global__ void __launch_bounds__(192) thimble_osprey_am4_a(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    double v = in[i];
    if (i & 1) v = breed(v);
    else v = spin(v);
    out[i] = v;
}
__global__ void __launch_bounds__(192) thimble_osprey_am4_b(const double2* __restrict__ in, double2* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    double2 v = in[i];
    out[i] = make_double2(spin(v.x), breed(v.y));
}

// ---- Stream of doubles: values above one half become their inverse square root (three Newton steps), others are scaled.
constexpr int kDoublePairs = 256 * 60000;

__device__ __forceinline__ double inverse_root(double x) {
    double y = fma(-0.62, x, 1.62);
#pragma unroll
    for (int k = 0; k < 3; ++k) y = y * fma(-0.5 * x * y, y, 1.5);
    return y;
}

__global__ void __launch_bounds__(256) pumice_ladle_am4_a(const double2* __restrict__ in, double2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 v = in[i];
    if (v.x > 0.5) v.x = inverse_root(v.x);
    else v.x = 0.98 * v.x;
    if (v.y > 0.5) v.y = inverse_root(v.y);
    else v.y = 0.98 * v.y;
    out[i] = v;
}
__global__ void __launch_bounds__(256) pumice_ladle_am4_b(const double2* __restrict__ in, double2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 v = in[i];
    double rx = inverse_root(v.x), ry = inverse_root(v.y), sx = 0.98 * v.x, sy = 0.98 * v.y;
    out[i] = make_double2(v.x > 0.5 ? rx : sx, v.y > 0.5 ? ry : sy);
}

// ---- Running totals along rows of 128 16-bit numbers, a warp a row, two rows a warp.
constexpr int kLines = 132 * 128 * 36;

__device__ __forceinline__ int4 line_scan(ushort4 c, int lane) {
    int a = c.x, b = a + c.y, d = b + c.z, e = d + c.w, sum = e;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        int up = __shfl_up_sync(kFull, sum, o);
        if (lane >= o) sum += up;
    }
    sum -= e;
    return make_int4(sum + a, sum + b, sum + d, sum + e);
}

__global__ void __launch_bounds__(512) orchard_vellum_am4_a(const ushort4* __restrict__ in, int4* __restrict__ out) {
    int lane = threadIdx.x % 32, i = (blockIdx.x * 32 + threadIdx.x / 32) * 32 + lane;
    ushort4 p = in[i], q = in[i + 512];
    out[i] = line_scan(p, lane);
    out[i + 512] = line_scan(q, lane);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const float2* start = reinterpret_cast<const float2*>(filled<float>((size_t)kSwings * 2, 41));
        const int* extra = indices(kSwings, 512, 42);
        float* out = empty<float>(kSwings);
        add("marmot_teacup_am4_a", out, kSwings, Output::f32, [=] { marmot_teacup_am4_a<<<kSwings / 512, 512>>>(start, extra, out); });
        add("marmot_teacup_am4_b", out, kSwings, Output::f32, [=] { marmot_teacup_am4_b<<<kSwings / 512, 512>>>(start, extra, out); });
    }
    {
        const float2* in = reinterpret_cast<const float2*>(filled<float>((size_t)kSamplePairs * 2, 43));
        float* out = empty<float>((size_t)kSamplePairs * 2);
        float2* out2 = reinterpret_cast<float2*>(out);
        add("velvet_anchor_am4_a", out, (size_t)kSamplePairs * 2, Output::f32, [=] { velvet_anchor_am4_a<<<kSamplePairs / 320, 320>>>(in, out2); });
        add("velvet_anchor_am4_b", out, (size_t)kSamplePairs * 2, Output::f32, [=] { velvet_anchor_am4_b<<<kSamplePairs / 320, 320>>>(in, out2); });
    }
    {
        const float* in = filled<float>((size_t)kRows * 64, 44);
        const int* kind = indices(kRows, 64, 45);
        float* out = empty<float>((size_t)kRows * 32);
        add("lantern_quince_am4_a", out, (size_t)kRows * 32, Output::f32, [=] { lantern_quince_am4_a<<<132, 1024>>>(in, kind, out); });
        add("lantern_quince_am4_b", out, (size_t)kRows * 32, Output::f32, [=] { lantern_quince_am4_b<<<132, 1024>>>(in, kind, out); });
    }
    {
        static_assert(kOctets % (2 * kPace) == 0, "whole rounds only");
        const uint4* x = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>((size_t)kOctets * 8, 46));
        const uint4* y = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>((size_t)kOctets * 8, 47));
        float* out = empty<float>(4);
        add("gannet_saddle_am4_a", out, 4, Output::f32, [=] { gannet_saddle_am4_a<<<kOctets / 256, 256>>>(x, y, out); });
        add("gannet_saddle_am4_b", out, 4, Output::f32, [=] { gannet_saddle_am4_b<<<132 * 6, 256>>>(x, y, out); });
    }
    {
        std::vector<uint8_t> key((size_t)kEights * 8);
        std::vector<uint16_t> weight((size_t)kEights * 8);
        for (size_t i = 0; i < key.size(); ++i) {
            uint32_t h = harness::hash32((uint32_t)i + 48u);
            key[i] = (uint8_t)(h % 10 < 7 ? 3 : (h >> 8) & 15);
            weight[i] = (uint16_t)(1 + (h >> 16) % 49);
        }
        const uint2* keys = reinterpret_cast<const uint2*>(uploaded(key));
        const uint4* weights = reinterpret_cast<const uint4*>(uploaded(weight));
        int* out = empty<int>(16);
        add("tulip_brazier_am4_a", out, 16, Output::i32, [=] { tulip_brazier_am4_a<<<132 * 8, 256>>>(keys, weights, out); });
        add("tulip_brazier_am4_b", out, 16, Output::i32, [=] { tulip_brazier_am4_b<<<132 * 8, 256>>>(keys, weights, out); });
    }
    {
        const double* in = filled<double>(kPlaces, 49);
        double* out = empty<double>(kPlaces);
        const double2* in2 = reinterpret_cast<const double2*>(in);
        double2* out2 = reinterpret_cast<double2*>(out);
        add("thimble_osprey_am4_a", out, kPlaces, Output::f64, [=] { thimble_osprey_am4_a<<<kPlaces / 192, 192>>>(in, out); });
        add("thimble_osprey_am4_b", out, kPlaces, Output::f64, [=] { thimble_osprey_am4_b<<<kPlaces / 384, 192>>>(in2, out2); });
    }
    {
        const double2* in = reinterpret_cast<const double2*>(filled<double>((size_t)kDoublePairs * 2, 50));
        double* out = empty<double>((size_t)kDoublePairs * 2);
        double2* out2 = reinterpret_cast<double2*>(out);
        add("pumice_ladle_am4_a", out, (size_t)kDoublePairs * 2, Output::f64, [=] { pumice_ladle_am4_a<<<kDoublePairs / 256, 256>>>(in, out2); });
        add("pumice_ladle_am4_b", out, (size_t)kDoublePairs * 2, Output::f64, [=] { pumice_ladle_am4_b<<<kDoublePairs / 256, 256>>>(in, out2); });
    }
    {
        std::vector<uint16_t> number((size_t)kLines * 128);
        for (size_t i = 0; i < number.size(); ++i) number[i] = (uint16_t)(1 + harness::hash32((uint32_t)i + 51u) % 999);
        const ushort4* in = reinterpret_cast<const ushort4*>(uploaded(number));
        int* out = empty<int>((size_t)kLines * 128);
        int4* out4 = reinterpret_cast<int4*>(out);
        add("orchard_vellum_am4_a", out, (size_t)kLines * 128, Output::i32, [=] { orchard_vellum_am4_a<<<kLines / 32, 512>>>(in, out4); });
    }

    return harness::run(argc, argv, cases);
}
