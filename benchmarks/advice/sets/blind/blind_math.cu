// Arithmetic and control flow. Every _b does the work of its _a with that one thing mended.
#include <utility>

#include "harness.cuh"
using harness::Output;

// Distances on a sphere in float with double literals; mended: float literals.
__global__ void __launch_bounds__(256) arc_length_a(const float2* __restrict__ p, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float2 a = p[i];
        float x = (a.x - 0.3) * 0.5, y = (a.y + 0.7) * 0.5;
        float h = x * x * (1.0 - x * x * 0.3333) + (0.9 + 0.1 * a.x) * (1.1 - 0.2 * a.y) * y * y;
        out[i] = h * (1.0 + h * (0.1666 + h * 0.075)) * 6371.0;
    }
}
__global__ void __launch_bounds__(256) arc_length_b(const float2* __restrict__ p, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float2 a = p[i];
        float x = (a.x - 0.3f) * 0.5f, y = (a.y + 0.7f) * 0.5f;
        float h = x * x * (1.0f - x * x * 0.3333f) + (0.9f + 0.1f * a.x) * (1.1f - 0.2f * a.y) * y * y;
        out[i] = h * (1.0f + h * (0.1666f + h * 0.075f)) * 6371.0f;
    }
}
// Plant growth by Newton steps, one double literal an iteration; mended: float.
template <typename Literal>
__device__ __forceinline__ void growth(const float* __restrict__ x, float* __restrict__ out, Literal step) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = x[i], r = 1.0f + 0.1f * v;
    #pragma unroll 4
    for (int k = 0; k < 64; ++k) {
        r = fmaf(r, 0.75f, v * 0.1f); r = fmaf(r, fmaf(r, -0.05f, 0.9f), 0.2f); r = fmaf(r, 0.8f, 0.05f * v); r = fmaf(r, fmaf(r, 0.02f, 0.7f), 0.1f);
        r = r - step * v;
    }
    out[i] = r;
}
__global__ void __launch_bounds__(256) leaf_growth_a(const float* __restrict__ x, float* __restrict__ out) { growth(x, out, 0.01); }
__global__ void __launch_bounds__(256) leaf_growth_b(const float* __restrict__ x, float* __restrict__ out) { growth(x, out, 0.01f); }

// Film response: accurate power and logarithm on 64 samples a pixel; mended: intrinsics.
template <bool Fast>
__device__ __forceinline__ void response(const float* __restrict__ x, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = fabsf(x[i]) + 0.1f, s = 0;
    #pragma unroll 2
    for (int k = 0; k < 32; ++k) {
        float e = v + 0.03f * k;
        s += Fast ? __powf(e, 0.41666f) * 1.055f : powf(e, 0.41666f) * 1.055f;
    }
    out[i] = s;
}
__global__ void __launch_bounds__(256) film_density_a(const float* __restrict__ x, float* __restrict__ out) { response<false>(x, out); }
__global__ void __launch_bounds__(256) film_density_b(const float* __restrict__ x, float* __restrict__ out) { response<true>(x, out); }
// Gates 1 / (1 + exp(-x)) and tanh, accurate; mended: fast exponential and division.
template <bool Fast>
__device__ __forceinline__ void gates(const float* __restrict__ x, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float c = x[i], h = 0.1f * c;
    #pragma unroll 2
    for (int k = 0; k < 24; ++k) {
        float z = fmaf(0.9f, h, c);
        float g = Fast ? __fdividef(1.0f, 1.0f + __expf(-z)) : 1.0f / (1.0f + expf(-z));
        float t = Fast ? 1.0f - __fdividef(2.0f, __expf(2.0f * h) + 1.0f) : tanhf(h);
        h = fmaf(g, t, 0.3f * c);
    }
    out[i] = h;
}
__global__ void __launch_bounds__(256) memory_cell_a(const float* __restrict__ x, float* __restrict__ out) { gates<false>(x, out); }
__global__ void __launch_bounds__(256) memory_cell_b(const float* __restrict__ x, float* __restrict__ out) { gates<true>(x, out); }

// Time stamps to days, hours and minutes by 64-bit divisors known only at run time; mended: known when compiled.
__device__ __forceinline__ int calendar(unsigned long long t, unsigned long long day, unsigned long long hour, unsigned long long minute) {
    return (int)(t / day) + (int)(t % day / hour) * 60 + (int)(t % hour / minute);
}
__global__ void __launch_bounds__(256) log_calendar_a(const int* __restrict__ t, int* __restrict__ out, int n, unsigned long long day, unsigned long long hour, unsigned long long minute) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = calendar((unsigned long long)t[i] * 977ull + 5000000000ull, day, hour, minute);
}
__global__ void __launch_bounds__(256) log_calendar_b(const int* __restrict__ t, int* __restrict__ out, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = calendar((unsigned long long)t[i] * 977ull + 5000000000ull, 86400000ull, 3600000ull, 60000ull);
}
// Slots of a hash ring by remainder with run-time sizes, eight probes; mended: powers of two and a mask.
template <bool Mask>
__device__ __forceinline__ void probes(const int* __restrict__ key, int* __restrict__ out, int n, unsigned size) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        unsigned k = key[i], s = 0;
        #pragma unroll
        for (int p = 1; p <= 8; ++p) { unsigned h = k * (2u * p + 1u) + p; s += Mask ? h & (size - 1) : h % size; }
        out[i] = s;
    }
}
__global__ void __launch_bounds__(256) ring_probe_a(const int* __restrict__ k, int* __restrict__ out, int n, unsigned size) { probes<false>(k, out, n, size); }
__global__ void __launch_bounds__(256) ring_probe_b(const int* __restrict__ k, int* __restrict__ out, int n, unsigned size) { probes<true>(k, out, n, size); }

// Chaotic orbits in FP64, a chain a thread, three warps a scheduler; mended: four chains.
template <int Chains>
__device__ __forceinline__ void orbits(const double* __restrict__ x, double* __restrict__ out, int steps, int threads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double v[Chains];
    #pragma unroll
    for (int c = 0; c < Chains; ++c) v[c] = 0.5 + 0.4 * x[i + c * threads];
    #pragma unroll 4
    for (int s = 0; s < steps; ++s)
        #pragma unroll
        for (int c = 0; c < Chains; ++c) v[c] = fma(-3.7 * v[c], v[c], 3.7 * v[c]);
    #pragma unroll
    for (int c = 0; c < Chains; ++c) out[i + c * threads] = v[c];
}
__global__ void __launch_bounds__(128) logistic_map_a(const double* __restrict__ x, double* __restrict__ out, int steps, int t) {
    for (int c = 0; c < 4; ++c) orbits<1>(x + (size_t)c * t, out + (size_t)c * t, steps, t);
}
__global__ void __launch_bounds__(128) logistic_map_b(const double* __restrict__ x, double* __restrict__ out, int steps, int t) { orbits<4>(x, out, steps, t); }
// Checksums by a multiply-rotate chain, two warps a scheduler; mended: three chains a thread.
__device__ __forceinline__ unsigned turn(unsigned h, unsigned k) { h ^= k * 0xcc9e2d51u; h = __funnelshift_l(h, h, 13); return h * 5u + 0xe6546b64u; }
__global__ void __launch_bounds__(256) page_checksum_a(const int* __restrict__ x, int* __restrict__ out, int steps, int t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    for (int c = 0; c < 3; ++c) {
        unsigned h = i, k = x[i + c * t];
        #pragma unroll 8
        for (int s = 0; s < steps; ++s) h = turn(h, k + s);
        out[i + c * t] = h & 0xffff;
    }
}
__global__ void __launch_bounds__(256) page_checksum_b(const int* __restrict__ x, int* __restrict__ out, int steps, int t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned h[3] = {(unsigned)i, (unsigned)i, (unsigned)i}, k[3];
    for (int c = 0; c < 3; ++c) k[c] = x[i + c * t];
    #pragma unroll 8
    for (int s = 0; s < steps; ++s)
        #pragma unroll
        for (int c = 0; c < 3; ++c) h[c] = turn(h[c], k[c] + s);
    for (int c = 0; c < 3; ++c) out[i + c * t] = h[c] & 0xffff;
}

// One of four materials a sample, in random order; mended: sorted by material (same code).
__device__ __forceinline__ float material(int kind, float x) {
    float r = x;
    if (kind == 0) for (int k = 0; k < 40; ++k) r = fmaf(r, 0.9f, x * x);
    else if (kind == 1) for (int k = 0; k < 40; ++k) r = fmaf(r * r, 0.1f, 0.3f);
    else if (kind == 2) for (int k = 0; k < 40; ++k) r = fmaxf(r * 0.8f + 0.1f, fabsf(r) * 0.5f);
    else for (int k = 0; k < 40; ++k) r = fminf(r + 0.1f, 1.0f - r * r);
    return r;
}
__device__ __forceinline__ void shade(const float* __restrict__ x, const int* __restrict__ kind, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = material(kind[i], x[i & 0xffff]);
}
__global__ void __launch_bounds__(256) surface_shade_a(const float* __restrict__ x, const int* __restrict__ k, float* __restrict__ out) { shade(x, k, out); }
__global__ void __launch_bounds__(256) surface_shade_b(const float* __restrict__ x, const int* __restrict__ k, float* __restrict__ out) { shade(x, k, out); }
// A third of the photons scatter, the others leave at once; mended: those that scatter stand together (same code).
__device__ __forceinline__ void scatter(const float* __restrict__ x, const int* __restrict__ alive, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = x[i & 0xffff];
    if (alive[i]) for (int k = 0; k < 100; ++k) v = fmaf(v, fmaf(v, -0.1f, 0.8f), 0.05f);
    out[i] = v;
}
__global__ void __launch_bounds__(256) photon_step_a(const float* __restrict__ x, const int* __restrict__ k, float* __restrict__ out) { scatter(x, k, out); }
__global__ void __launch_bounds__(256) photon_step_b(const float* __restrict__ x, const int* __restrict__ k, float* __restrict__ out) { scatter(x, k, out); }

// Sorting network over rows of 32 keys, a warp a row, block barriers between its steps; mended: warp barriers.
template <bool Block>
__device__ __forceinline__ void network(const int* __restrict__ in, int* __restrict__ out, int* key, int rounds) {
    int t = threadIdx.x, lane = t & 31;
    size_t i = blockIdx.x * (size_t)blockDim.x + t;
    key[t] = in[i];
    for (int r = 0; r < rounds; ++r)
        #pragma unroll
        for (int k = 2; k <= 32; k *= 2)
            #pragma unroll
            for (int j = k / 2; j; j /= 2) {
                if (Block) __syncthreads(); else __syncwarp();
                int other = key[t ^ j] ^ r, mine = key[t] ^ r;
                bool up = ((lane & k) == 0) == ((lane & j) == 0);
                int kept = up ? min(mine, other) : max(mine, other);
                if (Block) __syncthreads(); else __syncwarp();
                key[t] = kept ^ r;
            }
    out[i] = key[t];
}
__global__ void __launch_bounds__(1024) row_sorter_a(const int* __restrict__ in, int* __restrict__ out, int rounds) { __shared__ int key[1024]; network<true>(in, out, key, rounds); }
__global__ void __launch_bounds__(1024) row_sorter_b(const int* __restrict__ in, int* __restrict__ out, int rounds) { __shared__ int key[1024]; network<false>(in, out, key, rounds); }
// Prefix sums over 1024 with twenty barriers; mended: by shuffles with two.
__global__ void __launch_bounds__(1024) prefix_rows_a(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int s[1024];
    size_t i = blockIdx.x * 1024ull + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
        __syncthreads();
    }
    out[i] = s[threadIdx.x];
}
__global__ void __launch_bounds__(1024) prefix_rows_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int part[32];
    size_t i = blockIdx.x * 1024ull + threadIdx.x;
    int v = in[i], lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    #pragma unroll
    for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
    if (lane == 31) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int p = part[lane];
        #pragma unroll
        for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(~0u, p, d); if (lane >= d) p += u; }
        part[lane] = p;
    }
    __syncthreads();
    out[i] = v + (warp ? part[warp - 1] : 0);
}

// 192 KB of straight-line code from constants, walked by warps out of step; mended: a loop over the same constants.
__constant__ float weights[8192];
__host__ __device__ constexpr float weight(unsigned k) { return 0.25f + (k * 2654435761u >> 20) * (1.0f / 16384.0f); }
template <int Base, int... K>
__device__ __forceinline__ float part(float x, std::integer_sequence<int, K...>) { ((x = fmaf(x, weight(Base + K), weight(Base + K + 7))), ...); return x; }
__device__ __forceinline__ float leaf(float x) {
    auto k = std::make_integer_sequence<int, 512>{};
    x = part<0>(x, k); x = part<512>(x, k); x = part<1024>(x, k); x = part<1536>(x, k); x = part<2048>(x, k); x = part<2560>(x, k); x = part<3072>(x, k); x = part<3584>(x, k);
    x = part<4096>(x, k); x = part<4608>(x, k); x = part<5120>(x, k); x = part<5632>(x, k);
    return x;
}
__global__ void __launch_bounds__(128) tree_ensemble_a(const float* __restrict__ x, float* __restrict__ out, int rounds) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) v = leaf(v);
    out[i] = v;
}
__global__ void __launch_bounds__(128) tree_ensemble_b(const float* __restrict__ x, float* __restrict__ out, int rounds) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = x[i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll 16
        for (int k = 0; k < 6144; ++k) v = fmaf(v, weights[k], weights[k + 7]);
    out[i] = v;
}

// City-block distances to 512 centres in shared memory kept in four arrays; mended: an array of float4 (one load for four).
__global__ void __launch_bounds__(256) city_block_a(const float4* __restrict__ p, const float4* __restrict__ centre, float* __restrict__ out) {
    __shared__ float cx[512], cy[512], cz[512], cw[512];
    for (int k = threadIdx.x; k < 512; k += 256) { float4 c = centre[k]; cx[k] = c.x; cy[k] = c.y; cz[k] = c.z; cw[k] = c.w; }
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q = p[i];
    float best = 1e9f;
    #pragma unroll 8
    for (int k = 0; k < 512; ++k) best = fminf(best, fabsf(q.x - cx[k]) + fabsf(q.y - cy[k]) + fabsf(q.z - cz[k]) + cw[k]);
    out[i] = best;
}
__global__ void __launch_bounds__(256) city_block_b(const float4* __restrict__ p, const float4* __restrict__ centre, float* __restrict__ out) {
    __shared__ float4 cs[512];
    for (int k = threadIdx.x; k < 512; k += 256) cs[k] = centre[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q = p[i];
    float best = 1e9f;
    #pragma unroll 8
    for (int k = 0; k < 512; ++k) { float4 c = cs[k]; best = fminf(best, fabsf(q.x - c.x) + fabsf(q.y - c.y) + fabsf(q.z - c.z) + c.w); }
    out[i] = best;
}
// Cascaded filters whose coefficients are read again each sample, since the output may alias them; mended: kept in registers.
__global__ void __launch_bounds__(256) eq_cascade_a(const float* x, float* out, const float* coef, int samples, int t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, v = x[i];
    #pragma unroll 1
    for (int k = 0; k < samples; ++k) {
        const volatile float* c = coef;
        v = v * c[0] + s0; s0 = v * c[1] + s1 * c[2]; s1 = v * c[3] + s2 * c[4]; s2 = v * c[5] + s3 * c[6]; s3 = v * c[7] + s4 * c[8]; s4 = v * c[9] + s5 * c[10]; s5 = v * c[11];
    }
    out[i] = v + s0 + s1 + s2 + s3 + s4 + s5;
}
__global__ void __launch_bounds__(256) eq_cascade_b(const float* x, float* out, const float* coef, int samples, int t) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, v = x[i], c[12];
    #pragma unroll
    for (int k = 0; k < 12; ++k) c[k] = coef[k];
    #pragma unroll 1
    for (int k = 0; k < samples; ++k) {
        v = v * c[0] + s0; s0 = v * c[1] + s1 * c[2]; s1 = v * c[3] + s2 * c[4]; s2 = v * c[5] + s3 * c[6]; s3 = v * c[7] + s4 * c[8]; s4 = v * c[9] + s5 * c[10]; s5 = v * c[11];
    }
    out[i] = v + s0 + s1 + s2 + s3 + s4 + s5;
}

// Hamming distances of all pairs of 64-word fingerprints, a pair a thread straight from memory; mended: 64 x 64 tiles with 4 x 4 pairs a thread.
__global__ void __launch_bounds__(256) finger_match_a(const unsigned* __restrict__ a, const unsigned* __restrict__ b, int* __restrict__ out, int n) {
    int x = blockIdx.x * 16 + (threadIdx.x & 15), y = blockIdx.y * 16 + (threadIdx.x >> 4), s = 0;
    #pragma unroll 4
    for (int k = 0; k < 64; ++k) s += __popc(a[k * n + y] ^ b[k * n + x]);
    out[(size_t)y * n + x] = s;
}
__global__ void __launch_bounds__(256) finger_match_b(const unsigned* __restrict__ a, const unsigned* __restrict__ b, int* __restrict__ out, int n) {
    __shared__ uint4 ta[32][16], tb[32][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, s[4][4] = {};
    for (int k0 = 0; k0 < 64; k0 += 32) {
        for (int k = ty; k < 32; k += 16) {
            ta[k][tx] = *(const uint4*)(a + (size_t)(k0 + k) * n + blockIdx.y * 64 + tx * 4);
            tb[k][tx] = *(const uint4*)(b + (size_t)(k0 + k) * n + blockIdx.x * 64 + tx * 4);
        }
        __syncthreads();
        #pragma unroll 4
        for (int k = 0; k < 32; ++k) {
            uint4 u = ta[k][ty], v = tb[k][tx];
            unsigned p[4] = {u.x, u.y, u.z, u.w}, q[4] = {v.x, v.y, v.z, v.w};
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) s[i][j] += __popc(p[i] ^ q[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i) *(int4*)(out + (size_t)(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4) = make_int4(s[i][0], s[i][1], s[i][2], s[i][3]);
}
// Box sums of 9 x 9 around every pixel, read from memory each time; mended: two passes in a shared tile.
__global__ void __launch_bounds__(256) haze_box_a(const float* __restrict__ in, float* __restrict__ out, int width) {
    int x = blockIdx.x * 32 + (threadIdx.x & 31), y = blockIdx.y * 8 + (threadIdx.x >> 5);
    float s = 0;
    #pragma unroll
    for (int dy = 0; dy < 9; ++dy)
        #pragma unroll
        for (int dx = 0; dx < 9; ++dx) s = fmaf(in[(size_t)(y + dy) * width + x + dx], 0.01f * (dx + 1) * (dy + 1), s);
    out[(size_t)y * width + x] = s;
}
__global__ void __launch_bounds__(256) haze_box_b(const float* __restrict__ in, float* __restrict__ out, int width) {
    __shared__ float tile[40][40];
    for (int k = threadIdx.x; k < 1600; k += 256) tile[k / 40][k % 40] = in[(size_t)(blockIdx.y * 32 + k / 40) * width + blockIdx.x * 32 + k % 40];
    __syncthreads();
    int x = threadIdx.x & 31, y = (threadIdx.x >> 5) * 4;
    float s[4] = {};
    #pragma unroll
    for (int dy = 0; dy < 12; ++dy)
        #pragma unroll
        for (int dx = 0; dx < 9; ++dx) {
            float v = tile[y + dy][x + dx];
            #pragma unroll
            for (int o = 0; o < 4; ++o) if (dy - o >= 0 && dy - o < 9) s[o] = fmaf(v, 0.01f * (dx + 1) * (dy - o + 1), s[o]);
        }
    for (int o = 0; o < 4; ++o) out[(size_t)(blockIdx.y * 32 + y + o) * width + blockIdx.x * 32 + x] = s[o];
}
// 24 groups of two queries against 256 MB of keys; blocks run through all keys for each group; mended: grid axes swapped (same code).
__device__ __forceinline__ void scan_keys(const float4* __restrict__ key, const float4* __restrict__ query, float* __restrict__ out, int group, int chunk) {
    float4 q[2] = {query[group * 2], query[group * 2 + 1]};
    float best = -1e9f;
    #pragma unroll 8
    for (int k = threadIdx.x; k < 8192; k += 512) {
        float4 v = key[chunk * 8192ull + k];
        best = fmaxf(best, fmaf(v.x, q[0].x, fmaf(v.y, q[0].y, fmaf(v.z, q[0].z, v.w * q[0].w))));
        best = fmaxf(best, fmaf(v.x, q[1].x, fmaf(v.y, q[1].y, fmaf(v.z, q[1].z, v.w * q[1].w))));
    }
    best = __int_as_float(__reduce_max_sync(~0u, __float_as_int(fmaxf(best, 0.0f))));
    if ((threadIdx.x & 31) == 0) out[(group * 2048 + chunk) * 16 + threadIdx.x / 32] = best;
}
__global__ void __launch_bounds__(512) key_search_a(const float4* __restrict__ k, const float4* __restrict__ q, float* __restrict__ out) { scan_keys(k, q, out, blockIdx.y, blockIdx.x); }
__global__ void __launch_bounds__(512) key_search_b(const float4* __restrict__ k, const float4* __restrict__ q, float* __restrict__ out) { scan_keys(k, q, out, blockIdx.x, blockIdx.y); }
// Sums of a log by resident blocks, a float2 in flight a thread; mended: eight.
template <int Ahead>
__device__ __forceinline__ void log_sum(const float2* __restrict__ x, float* __restrict__ out, int n) {
    float s = 0;
    int stride = gridDim.x * 512;
    #pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n; i += stride * Ahead) {
        float2 v[Ahead];
        #pragma unroll
        for (int k = 0; k < Ahead; ++k) v[k] = x[i + k * stride];
        #pragma unroll
        for (int k = 0; k < Ahead; ++k) s = sqrtf(s * s * 0.5f + v[k].x * v[k].x) + v[k].y;
    }
    out[blockIdx.x * 512 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(512, 2) meter_log_a(const float2* __restrict__ x, float* __restrict__ out, int n) { log_sum<1>(x, out, n); }
__global__ void __launch_bounds__(512, 2) meter_log_b(const float2* __restrict__ x, float* __restrict__ out, int n) { log_sum<8>(x, out, n); }
// Rounded multiply and add apart, as a build without contraction has it; mended: fused.
template <bool Fused>
__device__ __forceinline__ void field(const float* __restrict__ x, float* __restrict__ out) {
    size_t b = blockIdx.x * 1024ull + threadIdx.x;
    float v[4], r[4];
    for (int k = 0; k < 4; ++k) v[k] = x[b + k * 256], r[k] = 0.5f;
    #pragma unroll 8
    for (int s = 0; s < 96; ++s)
        for (int k = 0; k < 4; ++k) r[k] = Fused ? fmaf(r[k], v[k], 0.3f) : __fadd_rn(__fmul_rn(r[k], v[k]), 0.3f);
    for (int k = 0; k < 4; ++k) out[b + k * 256] = r[k];
}
__global__ void __launch_bounds__(256) dipole_field_a(const float* __restrict__ x, float* __restrict__ out) { field<false>(x, out); }
__global__ void __launch_bounds__(256) dipole_field_b(const float* __restrict__ x, float* __restrict__ out) { field<true>(x, out); }

// ---- mild ----
// One in 64 pixels takes a branch of a few operations in a stream; mended: computed for all and selected.
template <bool Select>
__device__ __forceinline__ void hot_pixels(const float4* __restrict__ x, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    float fixed = sqrtf(fabsf(v.x)) * 0.5f + v.y * 0.25f;
    if (Select) v.x = v.x > 0.97f ? fixed : v.x; else if (v.x > 0.97f) v.x = sqrtf(fabsf(v.x)) * 0.5f + v.y * 0.25f;
    out[i] = v;
}
__global__ void __launch_bounds__(256) hot_pixel_a(const float4* __restrict__ x, float4* __restrict__ out) { hot_pixels<false>(x, out); }
__global__ void __launch_bounds__(256) hot_pixel_b(const float4* __restrict__ x, float4* __restrict__ out) { hot_pixels<true>(x, out); }
// Doubles where one thread a block closes the books of a float sum; mended: float.
template <typename T>
__device__ __forceinline__ void ledger(const float4* __restrict__ x, float* __restrict__ out) {
    __shared__ float part[8];
    size_t b = blockIdx.x * 2048ull + threadIdx.x;
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) { float4 v = x[b + k * 256]; s += v.x + v.y + v.z + v.w; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) { T t = 0; for (int k = 0; k < 8; ++k) t += part[k]; out[blockIdx.x] = (float)(t / (T)8192.0 + (T)0.5); }
}
__global__ void __launch_bounds__(256) ledger_mean_a(const float4* __restrict__ x, float* __restrict__ out) { ledger<double>(x, out); }
__global__ void __launch_bounds__(256) ledger_mean_b(const float4* __restrict__ x, float* __restrict__ out) { ledger<float>(x, out); }
// A division of indices by a run-time width for each float4 of a stream; mended: two-dimensional grid.
__global__ void __launch_bounds__(256) vignette_a(const float4* __restrict__ x, float4* __restrict__ out, int width) {
    int i = blockIdx.x * 256 + threadIdx.x, row = i / width, col = i % width;
    float g = 1.0f - 1e-8f * row * row - 1e-8f * col * col;
    float4 v = x[i];
    out[i] = make_float4(v.x * g, v.y * g, v.z * g, v.w * g);
}
__global__ void __launch_bounds__(256) vignette_b(const float4* __restrict__ x, float4* __restrict__ out, int width) {
    int row = blockIdx.y, col = blockIdx.x * 256 + threadIdx.x, i = row * width + col;
    float g = 1.0f - 1e-8f * row * row - 1e-8f * col * col;
    float4 v = x[i];
    out[i] = make_float4(v.x * g, v.y * g, v.z * g, v.w * g);
}
// Four accurate exponentials for each float4 of a stream; mended: fast ones.
template <bool Fast>
__device__ __forceinline__ void absorb(const float4* __restrict__ x, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    out[i] = Fast ? make_float4(__expf(v.x), __expf(v.y), __expf(v.z), __expf(v.w)) : make_float4(expf(v.x), expf(v.y), expf(v.z), expf(v.w));
}
__global__ void __launch_bounds__(256) fog_absorb_a(const float4* __restrict__ x, float4* __restrict__ out) { absorb<false>(x, out); }
__global__ void __launch_bounds__(256) fog_absorb_b(const float4* __restrict__ x, float4* __restrict__ out) { absorb<true>(x, out); }

__global__ void harness_kinds(int* kind, int n, bool sorted, int kinds) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        // each 65536 samples hold every kind equally often, as the sample's value goes by i mod 65536
        int at = i & 0xffff, quarter = 65536 / kinds;
        kind[i] = min((sorted ? at : (int)((at * 40503u) & 0xffff)) / quarter, kinds - 1);
    }
}
// Sample `at` of the sorted list is sample at * 40503^-1 of the mixed one.
__global__ void harness_sorted(const float* x, float* sorted) {
    int at = blockIdx.x * 256 + threadIdx.x;
    sorted[at] = x[(at * 30599u) & 0xffff];
}
__global__ void harness_alive(int* kind, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) kind[i] = kind[i] == 0;
}

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 1 << 26, m = 1 << 22;
    float *x = filled<float>(n, 1), *o1 = empty<float>(n), *o2 = empty<float>(n);
    double *z = filled<double>(1 << 20, 3), *d1 = empty<double>(1 << 20), *d2 = empty<double>(1 << 20);
    int *ints = indices(1 << 25, 1u << 30), *i1 = empty<int>(1 << 25), *i2 = empty<int>(1 << 25);
    int *any4 = empty<int>(1 << 25), *set4 = empty<int>(1 << 25), *any3 = empty<int>(1 << 25), *set3 = empty<int>(1 << 25);
    harness_kinds<<<2048, 256>>>(any4, 1 << 25, false, 4); harness_kinds<<<2048, 256>>>(set4, 1 << 25, true, 4);
    harness_kinds<<<2048, 256>>>(any3, 1 << 25, false, 3); harness_kinds<<<2048, 256>>>(set3, 1 << 25, true, 3);
    float* xs = empty<float>(65536);
    harness_sorted<<<256, 256>>>(x, xs);
    harness_alive<<<2048, 256>>>(any3, 1 << 25); harness_alive<<<2048, 256>>>(set3, 1 << 25);
    std::vector<float> w(8192);
    for (unsigned k = 0; k < 8192; ++k) w[k] = weight(k);
    CHECK(cudaMemcpyToSymbol(weights, w.data(), 32768));
    std::vector<float> coef(12);
    for (int k = 0; k < 12; ++k) coef[k] = 0.4f * unit(k + 5);
    float* coef_d = uploaded(coef);
    const int fingers = 4096, width = 8192 + 64;
    const int t1 = 396 * 128, t2 = 132 * 256;
    const Output I = Output::i32;
    return run(argc, argv, {
        {"arc_length_a", [=] { arc_length_a<<<1056, 256>>>((float2*)x, o1, 1 << 24); }, o1, 1ull << 24},
        {"arc_length_b", [=] { arc_length_b<<<1056, 256>>>((float2*)x, o2, 1 << 24); }, o2, 1ull << 24},
        {"leaf_growth_a", [=] { leaf_growth_a<<<m / 256, 256>>>(x, o1); }, o1, (size_t)m},
        {"leaf_growth_b", [=] { leaf_growth_b<<<m / 256, 256>>>(x, o2); }, o2, (size_t)m},
        {"film_density_a", [=] { film_density_a<<<m / 256, 256>>>(x, o1); }, o1, (size_t)m},
        {"film_density_b", [=] { film_density_b<<<m / 256, 256>>>(x, o2); }, o2, (size_t)m},
        {"memory_cell_a", [=] { memory_cell_a<<<m / 256, 256>>>(x, o1); }, o1, (size_t)m},
        {"memory_cell_b", [=] { memory_cell_b<<<m / 256, 256>>>(x, o2); }, o2, (size_t)m},
        {"log_calendar_a", [=] { log_calendar_a<<<1056, 256>>>(ints, i1, 1 << 25, 86400000ull, 3600000ull, 60000ull); }, i1, 1ull << 25, I},
        {"log_calendar_b", [=] { log_calendar_b<<<1056, 256>>>(ints, i2, 1 << 25); }, i2, 1ull << 25, I},
        {"ring_probe_a", [=] { ring_probe_a<<<1056, 256>>>(ints, i1, 1 << 25, 1u << 20); }, i1, 1ull << 25, I},
        {"ring_probe_b", [=] { ring_probe_b<<<1056, 256>>>(ints, i2, 1 << 25, 1u << 20); }, i2, 1ull << 25, I},
        {"logistic_map_a", [=] { logistic_map_a<<<396, 128>>>(z, d1, 2000, t1); }, d1, 4ull * t1, Output::f64},
        {"logistic_map_b", [=] { logistic_map_b<<<396, 128>>>(z, d2, 2000, t1); }, d2, 4ull * t1, Output::f64},
        {"page_checksum_a", [=] { page_checksum_a<<<132, 256>>>(ints, i1, 4000, t2); }, i1, 3ull * t2, I},
        {"page_checksum_b", [=] { page_checksum_b<<<132, 256>>>(ints, i2, 4000, t2); }, i2, 3ull * t2, I},
        {"surface_shade_a", [=] { surface_shade_a<<<(1 << 25) / 256, 256>>>(x, any4, o1); }, o1, 1ull << 25},
        {"surface_shade_b", [=] { surface_shade_b<<<(1 << 25) / 256, 256>>>(xs, set4, o2); }, o2, 1ull << 25},
        {"photon_step_a", [=] { photon_step_a<<<(1 << 25) / 256, 256>>>(x, any3, o1); }, o1, 1ull << 25},
        {"photon_step_b", [=] { photon_step_b<<<(1 << 25) / 256, 256>>>(xs, set3, o2); }, o2, 1ull << 25},
        {"row_sorter_a", [=] { row_sorter_a<<<4096, 1024>>>(ints, i1, 3); }, i1, 1ull << 22, I},
        {"row_sorter_b", [=] { row_sorter_b<<<4096, 1024>>>(ints, i2, 3); }, i2, 1ull << 22, I},
        {"prefix_rows_a", [=] { prefix_rows_a<<<32768, 1024>>>(any4, i1); }, i1, 1ull << 25, I},
        {"prefix_rows_b", [=] { prefix_rows_b<<<32768, 1024>>>(any4, i2); }, i2, 1ull << 25, I},
        {"tree_ensemble_a", [=] { tree_ensemble_a<<<1056, 128>>>(x, o1, 6); }, o1, 1056ull * 128},
        {"tree_ensemble_b", [=] { tree_ensemble_b<<<1056, 128>>>(x, o2, 6); }, o2, 1056ull * 128},
        {"city_block_a", [=] { city_block_a<<<8448, 256>>>((float4*)x, (float4*)(x + m), o1); }, o1, 8448ull * 256},
        {"city_block_b", [=] { city_block_b<<<8448, 256>>>((float4*)x, (float4*)(x + m), o2); }, o2, 8448ull * 256},
        {"eq_cascade_a", [=] { eq_cascade_a<<<2112, 256>>>(x, o1, coef_d, 200, 0); }, o1, 2112ull * 256},
        {"eq_cascade_b", [=] { eq_cascade_b<<<2112, 256>>>(x, o2, coef_d, 200, 0); }, o2, 2112ull * 256},
        {"finger_match_a", [=] { finger_match_a<<<dim3(fingers / 16, fingers / 16), 256>>>((unsigned*)ints, (unsigned*)ints + 64 * fingers, i1, fingers); }, i1, (size_t)fingers * fingers, I},
        {"finger_match_b", [=] { finger_match_b<<<dim3(fingers / 64, fingers / 64), 256>>>((unsigned*)ints, (unsigned*)ints + 64 * fingers, i2, fingers); }, i2, (size_t)fingers * fingers, I},
        {"haze_box_a", [=] { haze_box_a<<<dim3(256, 512), 256>>>(x, o1, width); }, o1, 4096ull * width},
        {"haze_box_b", [=] { haze_box_b<<<dim3(256, 128), 256>>>(x, o2, width); }, o2, 4096ull * width},
        {"key_search_a", [=] { key_search_a<<<dim3(2048, 24), 512>>>((float4*)x, (float4*)(x + 1024), o1); }, o1, 24ull * 2048 * 16},
        {"key_search_b", [=] { key_search_b<<<dim3(24, 2048), 512>>>((float4*)x, (float4*)(x + 1024), o2); }, o2, 24ull * 2048 * 16},
        {"meter_log_a", [=] { meter_log_a<<<128, 512>>>((float2*)x, o1, 1 << 25); }, o1, 65536},
        {"meter_log_b", [=] { meter_log_b<<<128, 512>>>((float2*)x, o2, 1 << 25); }, o2, 65536},
        {"dipole_field_a", [=] { dipole_field_a<<<(1 << 24) / 1024, 256>>>(x, o1); }, o1, 1ull << 24},
        {"dipole_field_b", [=] { dipole_field_b<<<(1 << 24) / 1024, 256>>>(x, o2); }, o2, 1ull << 24},
        {"hot_pixel_a", [=] { hot_pixel_a<<<n / 1024, 256>>>((float4*)x, (float4*)o1); }, o1, (size_t)n},
        {"hot_pixel_b", [=] { hot_pixel_b<<<n / 1024, 256>>>((float4*)x, (float4*)o2); }, o2, (size_t)n},
        {"ledger_mean_a", [=] { ledger_mean_a<<<n / 8192, 256>>>((float4*)x, o1); }, o1, (size_t)n / 8192},
        {"ledger_mean_b", [=] { ledger_mean_b<<<n / 8192, 256>>>((float4*)x, o2); }, o2, (size_t)n / 8192},
        {"vignette_a", [=] { vignette_a<<<n / 1024, 256>>>((float4*)x, (float4*)o1, 4096); }, o1, (size_t)n},
        {"vignette_b", [=] { vignette_b<<<dim3(16, 4096), 256>>>((float4*)x, (float4*)o2, 4096); }, o2, (size_t)n},
        {"fog_absorb_a", [=] { fog_absorb_a<<<n / 1024, 256>>>((float4*)x, (float4*)o1); }, o1, (size_t)n},
        {"fog_absorb_b", [=] { fog_absorb_b<<<n / 1024, 256>>>((float4*)x, (float4*)o2); }, o2, (size_t)n},
    });
}
