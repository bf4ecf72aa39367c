// Six measured cases about the shape of launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>

using harness::Case;
using harness::Output;

// ---- Polynomial of degree 191 at many points (double, Horner, coefficients in shared memory).
constexpr int kTerms = 192, kBigBlocks = 284;
constexpr size_t kPoints = (size_t)kBigBlocks * 1024 * 2 * 12;

template <int kThreads, int kRounds>
__device__ __forceinline__ void horner(const double2* __restrict__ x, const double* __restrict__ coef, double2* __restrict__ y) {
    __shared__ double2 c[kTerms / 2];
    for (int k = threadIdx.x; k < kTerms / 2; k += kThreads) c[k] = reinterpret_cast<const double2*>(coef)[k];
    __syncthreads();
    int at = blockIdx.x * (kThreads * kRounds) + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r, at += kThreads) {
        double2 p = x[at], s = make_double2(1.5, 1.5);
#pragma unroll 4
        for (int k = 0; k < kTerms / 2; ++k) {
            double2 two = c[k];
            s.x = fma(s.x, p.x, two.x); s.y = fma(s.y, p.y, two.x);
            s.x = fma(s.x, p.x, two.y); s.y = fma(s.y, p.y, two.y);
        }
        y[at] = make_double2(s.x * s.x, s.y * s.y);
    }
}

__global__ void __launch_bounds__(1024, 2) walnut_ferry_aw3_a(const double2* __restrict__ x, const double* __restrict__ coef, double2* __restrict__ y) {
    horner<1024, 12>(x, coef, y);
}
__global__ void __launch_bounds__(256, 8) walnut_ferry_aw3_b(const double2* __restrict__ x, const double* __restrict__ coef, double2* __restrict__ y) {
    horner<256, 3>(x, coef, y);
}

// ---- Density of particles inside clusters of 3072, 1536 or 512 members (float, compact polynomial kernel).
constexpr int kHuge = 12, kLarge = 40, kSmall = 600, kClusters = kHuge + kLarge + kSmall;
constexpr int kMembers = kHuge * 3072 + kLarge * 1536 + kSmall * 512;

__device__ __forceinline__ float density_at(const float4* __restrict__ points, int begin, int end, float4 me, float4* tile) {
    float sum = 0.0f;
    for (int from = begin; from < end; from += 256) {
        __syncthreads();
        tile[threadIdx.x] = points[from + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 256; ++j) {
            float4 o = tile[j];
            float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
            float w = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, fmaf(-dz, dz, 1.0f))), 0.0f);
            sum = fmaf(w * w, w * (1.5f + o.w), sum);
        }
    }
    return sum;
}

__global__ void __launch_bounds__(256) copper_meadow_aw3_a(const float4* __restrict__ points, const int* __restrict__ start, float* __restrict__ density) {
    __shared__ float4 tile[256];
    int begin = start[blockIdx.x], end = start[blockIdx.x + 1];
    for (int i = begin + threadIdx.x; i < end; i += 256) density[i] = density_at(points, begin, end, points[i], tile);
}
__global__ void __launch_bounds__(256) copper_meadow_aw3_b(const float4* __restrict__ points, const int* __restrict__ start, const int* __restrict__ home,
                                                           float* __restrict__ density) {
    __shared__ float4 tile[256];
    int cluster = home[blockIdx.x], begin = start[cluster], end = start[cluster + 1], i = blockIdx.x * 256 + threadIdx.x;
    density[i] = density_at(points, begin, end, points[i], tile);
}

// ---- Squared rectifier, gate, squared residual over 48 million bfloat16 (eight a thread).
constexpr int kOcts = 6000000;  // 31250 blocks of 192

struct Oct { float v[8]; };
__device__ __forceinline__ Oct load_oct(const uint4* p) {
    uint4 raw = *p;
    const __nv_bfloat162* h = reinterpret_cast<const __nv_bfloat162*>(&raw);
    Oct o;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float2 f = __bfloat1622float2(h[k]); o.v[2 * k] = f.x; o.v[2 * k + 1] = f.y; }
    return o;
}
__device__ __forceinline__ void store_oct(uint4* p, const Oct& o) {
    uint4 raw;
    __nv_bfloat162* h = reinterpret_cast<__nv_bfloat162*>(&raw);
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = __floats2bfloat162_rn(o.v[2 * k], o.v[2 * k + 1]);
    *p = raw;
}
__device__ __forceinline__ float rounded(float f) { return __bfloat162float(__float2bfloat16_rn(f)); }
__device__ __forceinline__ float rectified(float x) { float t = fmaxf(fmaf(0.8f, x, 0.3f), 0.0f); return t * t; }

__global__ void __launch_bounds__(192) velvet_anchor_aw3_a0(const uint4* __restrict__ x, uint4* __restrict__ y) {
    int i = blockIdx.x * 192 + threadIdx.x;
    Oct o = load_oct(x + i);
#pragma unroll
    for (int k = 0; k < 8; ++k) o.v[k] = rectified(o.v[k]);
    store_oct(y + i, o);
}
__global__ void __launch_bounds__(192) velvet_anchor_aw3_a1(const uint4* __restrict__ y, const uint4* __restrict__ gate, uint4* __restrict__ z) {
    int i = blockIdx.x * 192 + threadIdx.x;
    Oct o = load_oct(y + i), g = load_oct(gate + i);
#pragma unroll
    for (int k = 0; k < 8; ++k) o.v[k] *= 1.0f + g.v[k];
    store_oct(z + i, o);
}
__global__ void __launch_bounds__(192) velvet_anchor_aw3_a2(const uint4* __restrict__ z, const uint4* __restrict__ rest, uint4* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    Oct o = load_oct(z + i), r = load_oct(rest + i);
#pragma unroll
    for (int k = 0; k < 8; ++k) o.v[k] = fmaf(r.v[k], r.v[k], o.v[k]);
    store_oct(out + i, o);
}
__global__ void __launch_bounds__(192) velvet_anchor_aw3_b(const uint4* __restrict__ x, const uint4* __restrict__ gate, const uint4* __restrict__ rest,
                                                           uint4* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    Oct o = load_oct(x + i), g = load_oct(gate + i), r = load_oct(rest + i);
#pragma unroll
    for (int k = 0; k < 8; ++k) o.v[k] = fmaf(r.v[k], r.v[k], rounded(rounded(rectified(o.v[k])) * (1.0f + g.v[k])));
    store_oct(out + i, o);
}

// ---- Matrix (uint16, 3168 x 4096) times vector (uint16), a warp a row, all in L2.
constexpr int kRows = 3168, kCols = 4096, kRowOcts = kCols / 8;

__device__ __forceinline__ unsigned dot_pair(unsigned a, unsigned b, unsigned sum) { return sum + (a & 0xffffu) * (b & 0xffffu) + (a >> 16) * (b >> 16); }

__device__ __forceinline__ void rows_times(const uint4* __restrict__ matrix, const uint4* __restrict__ vec, int* __restrict__ out) {
    int lane = threadIdx.x % 32;
    for (int row = blockIdx.x * 12 + threadIdx.x / 32; row < kRows; row += gridDim.x * 12) {
        const uint4* m = matrix + (size_t)row * kRowOcts + lane;
        unsigned sum = 0;
#pragma unroll 1
        for (int from = 0; from < kRowOcts; from += 32 * 8) {
            uint4 a[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) a[k] = m[from + 32 * k];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                uint4 b = vec[from + 32 * k + lane];
                sum = dot_pair(a[k].x, b.x, sum); sum = dot_pair(a[k].y, b.y, sum);
                sum = dot_pair(a[k].z, b.z, sum); sum = dot_pair(a[k].w, b.w, sum);
            }
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) out[row] = (int)sum;
    }
}

__global__ void __launch_bounds__(384, 2) thistle_harbor_aw3_a(const uint4* __restrict__ matrix, const uint4* __restrict__ vec, int* __restrict__ out) {
    rows_times(matrix, vec, out);
}
__global__ void __launch_bounds__(384, 2) thistle_harbor_aw3_b(const uint4* __restrict__ matrix, const uint4* __restrict__ vec, int* __restrict__ out) {
    rows_times(matrix, vec, out);
}

// ---- Monte Carlo: 96 random numbers a thread (xorshift), sum of their squares.
constexpr int kDraws = 96, kWalkBlocks = 528 * 24 + 20, kWalkers = kWalkBlocks * 512;

template <int kThreads>
__device__ __forceinline__ void random_squares(const uint32_t* __restrict__ seed, float* __restrict__ out) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    uint32_t s = seed[i] | 1u;
    float sum = 0.0f;
#pragma unroll 8
    for (int d = 0; d < kDraws; ++d) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        float u = __uint_as_float(0x3f800000u | (s >> 9)) - 1.0f;
        sum = fmaf(u, u, sum);
    }
    out[i] = sum;
}

__global__ void __launch_bounds__(512, 4) juniper_lantern_aw3_a(const uint32_t* __restrict__ seed, float* __restrict__ out) { random_squares<512>(seed, out); }
__global__ void __launch_bounds__(128, 16) juniper_lantern_aw3_b(const uint32_t* __restrict__ seed, float* __restrict__ out) { random_squares<128>(seed, out); }

// ---- Update of 80 million doubles.
constexpr int kWalk = 132 * 8 * 256, kPairs = kWalk * 148;

__global__ void __launch_bounds__(256, 8) pebble_orchid_aw3_a(const double2* __restrict__ x, const double2* __restrict__ y, double2* __restrict__ out) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPairs; i += 2 * kWalk) {
        double2 a[2], b[2];
#pragma unroll
        for (int k = 0; k < 2; ++k) { a[k] = __ldcs(x + i + k * kWalk); b[k] = __ldcs(y + i + k * kWalk); }
#pragma unroll
        for (int k = 0; k < 2; ++k)
            __stcs(out + i + k * kWalk, make_double2(fma(0.7 * a[k].x, a[k].x, b[k].x), fma(0.7 * a[k].y, a[k].y, b[k].y)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        auto* x = reinterpret_cast<double2*>(filled<double>(kPoints, 11));
        double* coef = filled<double>(kTerms, 12);
        double* out = empty<double>(kPoints);
        auto* y = reinterpret_cast<double2*>(out);
        add("walnut_ferry_aw3_a", out, kPoints, Output::f64, [=] { walnut_ferry_aw3_a<<<kBigBlocks, 1024>>>(x, coef, y); });
        add("walnut_ferry_aw3_b", out, kPoints, Output::f64, [=] { walnut_ferry_aw3_b<<<kBigBlocks * 16, 256>>>(x, coef, y); });
    }
    {
        std::vector<int> first(1, 0), slice;
        for (int c = 0; c < kClusters; ++c) {
            int size = c < kHuge ? 3072 : c < kHuge + kLarge ? 1536 : 512;
            for (int s = 0; s < size / 256; ++s) slice.push_back(c);
            first.push_back(first.back() + size);
        }
        int *start = uploaded(first), *home = uploaded(slice);
        auto* points = reinterpret_cast<float4*>(filled<float>((size_t)kMembers * 4, 21));
        float* out = empty<float>(kMembers);
        add("copper_meadow_aw3_a", out, kMembers, Output::f32, [=] { copper_meadow_aw3_a<<<kClusters, 256>>>(points, start, out); });
        add("copper_meadow_aw3_b", out, kMembers, Output::f32, [=] { copper_meadow_aw3_b<<<kMembers / 256, 256>>>(points, start, home, out); });
    }
    {
        // The check reads pairs of bfloat16 as one float: the upper half of each pair decides its value.
        constexpr size_t n = (size_t)kOcts * 8;
        auto bits = [](__nv_bfloat16* p) { return reinterpret_cast<uint4*>(p); };
        uint4 *x = bits(filled<__nv_bfloat16>(n, 31)), *gate = bits(filled<__nv_bfloat16>(n, 32)), *rest = bits(filled<__nv_bfloat16>(n, 33));
        uint4 *y = bits(empty<__nv_bfloat16>(n)), *z = bits(empty<__nv_bfloat16>(n)), *out = bits(empty<__nv_bfloat16>(n));
        add("velvet_anchor_aw3_a", out, n / 2, Output::f32, [=] {
            velvet_anchor_aw3_a0<<<kOcts / 192, 192>>>(x, y);
            velvet_anchor_aw3_a1<<<kOcts / 192, 192>>>(y, gate, z);
            velvet_anchor_aw3_a2<<<kOcts / 192, 192>>>(z, rest, out); });
        add("velvet_anchor_aw3_b", out, n / 2, Output::f32, [=] { velvet_anchor_aw3_b<<<kOcts / 192, 192>>>(x, gate, rest, out); });
    }
    {
        std::vector<uint16_t> m((size_t)kRows * kCols), v(kCols);
        for (size_t i = 0; i < m.size(); ++i) m[i] = (uint16_t)(1 + harness::hash32((uint32_t)i + 41u) % 4095u);
        for (size_t i = 0; i < v.size(); ++i) v[i] = (uint16_t)(1 + harness::hash32((uint32_t)i + 42u) % 63u);
        auto* matrix = reinterpret_cast<uint4*>(uploaded(m));
        auto* vec = reinterpret_cast<uint4*>(uploaded(v));
        int* out = empty<int>(kRows);
        add("thistle_harbor_aw3_a", out, kRows, Output::i32, [=] { thistle_harbor_aw3_a<<<22, 384>>>(matrix, vec, out); });
        add("thistle_harbor_aw3_b", out, kRows, Output::i32, [=] { thistle_harbor_aw3_b<<<kRows / 12, 384>>>(matrix, vec, out); });
    }
    {
        auto* seed = reinterpret_cast<uint32_t*>(filled<float>(kWalkers, 51));
        float* out = empty<float>(kWalkers);
        add("juniper_lantern_aw3_a", out, kWalkers, Output::f32, [=] { juniper_lantern_aw3_a<<<kWalkBlocks, 512>>>(seed, out); });
        add("juniper_lantern_aw3_b", out, kWalkers, Output::f32, [=] { juniper_lantern_aw3_b<<<kWalkBlocks * 4, 128>>>(seed, out); });
    }
    {
        auto* x = reinterpret_cast<double2*>(filled<double>((size_t)kPairs * 2, 61));
        auto* y = reinterpret_cast<double2*>(filled<double>((size_t)kPairs * 2, 62));
        double* out = empty<double>((size_t)kPairs * 2);
        auto* pairs = reinterpret_cast<double2*>(out);
        add("pebble_orchid_aw3_a", out, (size_t)kPairs * 2, Output::f64, [=] { pebble_orchid_aw3_a<<<132 * 8, 256>>>(x, y, pairs); });
    }
    return harness::run(argc, argv, cases);
}
