// Registers, local memory, shared memory and atomics. Every _b does the work of its _a with that one thing mended.
#include "harness.cuh"
using harness::Output;

// 8 x 8 cosine transform of a block held in registers, twice; the bound leaves 64 registers for 64 values; mended: bound lifted.
__device__ __forceinline__ void eight_point(float (&v)[8]) {
    float s07 = v[0] + v[7], d07 = v[0] - v[7], s16 = v[1] + v[6], d16 = v[1] - v[6], s25 = v[2] + v[5], d25 = v[2] - v[5], s34 = v[3] + v[4], d34 = v[3] - v[4];
    float a = s07 + s34, b = s16 + s25, c = s07 - s34, d = s16 - s25;
    v[0] = 0.3536f * (a + b); v[4] = 0.3536f * (a - b); v[2] = 0.4619f * c + 0.1913f * d; v[6] = 0.1913f * c - 0.4619f * d;
    v[1] = 0.4904f * d07 + 0.4157f * d16 + 0.2778f * d25 + 0.0975f * d34; v[3] = 0.4157f * d07 - 0.0975f * d16 - 0.4904f * d25 - 0.2778f * d34;
    v[5] = 0.2778f * d07 - 0.4904f * d16 + 0.0975f * d25 + 0.4157f * d34; v[7] = 0.0975f * d07 - 0.2778f * d16 + 0.4157f * d25 - 0.4904f * d34;
}
__device__ __forceinline__ void cosines(const float* __restrict__ in, float* __restrict__ out, size_t n, int rounds) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float m[8][8], row[8];
    #pragma unroll
    for (int k = 0; k < 64; ++k) m[k / 8][k % 8] = in[k * n + i];
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        #pragma unroll
        for (int y = 0; y < 8; ++y) eight_point(m[y]);
        #pragma unroll
        for (int x = 0; x < 8; ++x) {
            #pragma unroll
            for (int y = 0; y < 8; ++y) row[y] = m[y][x];
            eight_point(row);
            #pragma unroll
            for (int y = 0; y < 8; ++y) m[y][x] = row[y];
        }
    }
    #pragma unroll
    for (int k = 0; k < 64; ++k) out[k * n + i] = m[k / 8][k % 8];
}
__global__ void __launch_bounds__(256, 5) block_cosines_a(const float* __restrict__ in, float* __restrict__ out, size_t n, int rounds) { cosines(in, out, n, rounds); }
__global__ void __launch_bounds__(256) block_cosines_b(const float* __restrict__ in, float* __restrict__ out, size_t n, int rounds) { cosines(in, out, n, rounds); }

// Kalman step of a six-state track in FP64 (21 words of covariance); bound of 64 registers; mended: lifted.
__device__ __forceinline__ void track(const double* __restrict__ z, double* __restrict__ out, size_t n, int steps) {
    size_t i = blockIdx.x * 128ull + threadIdx.x;
    double p[21], x[6];
    #pragma unroll
    for (int k = 0; k < 21; ++k) p[k] = 1.0 + 0.01 * z[k * n + i];
    #pragma unroll
    for (int k = 0; k < 6; ++k) x[k] = z[(k + 3) * n + i];
    #pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        double g[6], w = 1.0 / (p[0] + p[6] + p[11] + 4.0), e = z[(s & 15) * n + i] - x[0] - x[1];
        #pragma unroll
        for (int k = 0; k < 6; ++k) g[k] = (p[k] + p[k + 6]) * w;
        #pragma unroll
        for (int k = 0; k < 6; ++k) x[k] = fma(g[k], e, x[k]);
        #pragma unroll
        for (int k = 0; k < 21; ++k) p[k] = fma(-g[k % 6], g[(k + 1) % 6], fma(p[(k + 5) % 21], 0.001, p[k]));
    }
    double s = 0;
    #pragma unroll
    for (int k = 0; k < 21; ++k) s += p[k];
    out[i] = s + x[0] + x[1] + x[2] + x[3] + x[4] + x[5];
}
__global__ void __launch_bounds__(128, 8) radar_tracks_a(const double* __restrict__ z, double* __restrict__ out, size_t n, int steps) { track(z, out, n, steps); }
__global__ void __launch_bounds__(128) radar_tracks_b(const double* __restrict__ z, double* __restrict__ out, size_t n, int steps) { track(z, out, n, steps); }

// Delay line of sixteen words a thread, indexed by time modulo 16; mended: time unrolled by 16, so that indices are constants.
__device__ __forceinline__ float comb(float x, float& d) { float y = fmaf(0.6f, d, x); d = fmaf(-0.3f, y, x); return y; }
__global__ void __launch_bounds__(128) echo_comb_a(const float* __restrict__ in, float* __restrict__ out, size_t n, int steps) {
    size_t i = blockIdx.x * 128ull + threadIdx.x;
    float line[16], sum = 0, x = in[i];
    for (int k = 0; k < 16; ++k) line[k] = in[k * n + i];
    #pragma unroll 1
    for (int t = 0; t < steps; ++t) { x = comb(x, line[t & 15]); sum += x * 0.25f; x = x * 0.9f - 0.1f; }
    out[i] = sum;
}
__global__ void __launch_bounds__(128) echo_comb_b(const float* __restrict__ in, float* __restrict__ out, size_t n, int steps) {
    size_t i = blockIdx.x * 128ull + threadIdx.x;
    float line[16], sum = 0, x = in[i];
    #pragma unroll
    for (int k = 0; k < 16; ++k) line[k] = in[k * n + i];
    #pragma unroll 1
    for (int t = 0; t < steps; t += 16)
        #pragma unroll
        for (int k = 0; k < 16; ++k) { x = comb(x, line[k]); sum += x * 0.25f; x = x * 0.9f - 0.1f; }
    out[i] = sum;
}

// Median of nine neighbours along a line: insertion into a local array; mended: exchange network in registers.
__global__ void __launch_bounds__(256) despike_a(const float* __restrict__ in, float* __restrict__ out, int taps) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float v[16];
    #pragma unroll 1
    for (int k = 0; k < taps; ++k) {
        float x = in[i + k];
        int j = k;
        #pragma unroll 1
        while (j > 0 && v[j - 1] > x) { v[j] = v[j - 1]; --j; }
        v[j] = x;
    }
    out[i] = v[taps / 2];
}
__global__ void __launch_bounds__(256) despike_b(const float* __restrict__ in, float* __restrict__ out, int) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float v[9];
    #pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = in[i + k];
    #pragma unroll
    for (int r = 0; r < 9; ++r)
        #pragma unroll
        for (int k = r & 1; k + 1 < 9; k += 2) { float a = v[k], b = v[k + 1]; v[k] = fminf(a, b); v[k + 1] = fmaxf(a, b); }
    out[i] = v[4];
}

// Each thread works down its own run of 16 words in shared memory (16-way); mended: runs padded to 17.
template <int Pitch, int Rows>
__device__ __forceinline__ void runs(const float* __restrict__ in, float* __restrict__ out, int rounds, float* tile) {
    const int n = Rows * 16;
    for (int i = threadIdx.x; i < n; i += Rows) tile[i / 16 * Pitch + i % 16] = in[blockIdx.x * (size_t)n + i];
    __syncthreads();
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        float last = 0.1f * r;
        #pragma unroll
        for (int k = 0; k < 16; ++k) tile[threadIdx.x * Pitch + k] = last = fmaf(0.5f, last, tile[threadIdx.x * Pitch + k] * 0.5f);
        __syncwarp();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += Rows) out[blockIdx.x * (size_t)n + i] = tile[i / 16 * Pitch + i % 16];
}
__global__ void __launch_bounds__(256) line_smooth_a(const float* __restrict__ in, float* __restrict__ out, int rounds) { __shared__ float t[256 * 16]; runs<16, 256>(in, out, rounds, t); }
__global__ void __launch_bounds__(256) line_smooth_b(const float* __restrict__ in, float* __restrict__ out, int rounds) { __shared__ float t[256 * 17]; runs<17, 256>(in, out, rounds, t); }

// In-place wavelet lifting: level l touches every 2^l-th sample (2- to 8-way); mended: samples put at i + i / 32.
template <bool Padded> __device__ __forceinline__ int slot(int i) { return Padded ? i + i / 32 : i; }
template <bool Padded>
__device__ __forceinline__ void lift(const float* __restrict__ in, float* __restrict__ out, float* s) {
    const size_t base = blockIdx.x * 2048ull;
    for (int i = threadIdx.x; i < 2048; i += 256) s[slot<Padded>(i)] = in[base + i];
    __syncthreads();
    #pragma unroll 1
    for (int repeat = 0; repeat < 24; ++repeat)
        #pragma unroll
        for (int l = 2; l < 5; ++l) {
            int step = 1 << l;
            for (int k = threadIdx.x; k < 2048 >> (l + 1); k += 256) {
                int e = slot<Padded>(2 * k * step), o = slot<Padded>((2 * k + 1) * step);
                float d = s[o] - 0.5f * s[e];
                s[o] = d; s[e] = fmaf(0.25f, d, s[e]);
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < 2048; i += 256) out[base + i] = s[slot<Padded>(i)];
}
__global__ void __launch_bounds__(256) wavelet_lift_a(const float* __restrict__ in, float* __restrict__ out) { __shared__ float s[2048 + 64]; lift<false>(in, out, s); }
__global__ void __launch_bounds__(256) wavelet_lift_b(const float* __restrict__ in, float* __restrict__ out) { __shared__ float s[2048 + 64]; lift<true>(in, out, s); }

// Votes of edge points for 64 directions, a global atomic a vote; mended: votes of a block gathered in shared memory.
__global__ void __launch_bounds__(256) line_votes_a(const int* __restrict__ angle, int* __restrict__ votes, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(votes + (angle[i] & 63), 1);
}
__global__ void __launch_bounds__(256) line_votes_b(const int* __restrict__ angle, int* __restrict__ votes, int n) {
    __shared__ int own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(own + (angle[i] & 63), 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(votes + threadIdx.x, own[threadIdx.x]);
}
// Peak of each of 512 traces: an atomic maximum a sample; mended: maximum of the warp first.
__global__ void __launch_bounds__(256) trace_peaks_a(const int* __restrict__ x, int* __restrict__ peak, int shift, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicMax(peak + (i >> shift), x[i]);
}
__global__ void __launch_bounds__(256) trace_peaks_b(const int* __restrict__ x, int* __restrict__ peak, int shift, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int m = __reduce_max_sync(~0u, x[i]);
        if ((threadIdx.x & 31) == 0) atomicMax(peak + (i >> shift), m);
    }
}
// Sums over sorted segments of 64 (a million addresses), an atomic a value; mended: sum of the warp first.
__global__ void __launch_bounds__(256) node_loads_a(const float* __restrict__ x, const int* __restrict__ node, float* __restrict__ sum) {
    int i = blockIdx.x * 256 + threadIdx.x;
    atomicAdd(sum + node[i], x[i]);
}
__global__ void __launch_bounds__(256) node_loads_b(const float* __restrict__ x, const int* __restrict__ node, float* __restrict__ sum) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = x[i];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(sum + node[i], v);
}
// Shared histogram of a skewed byte stream (three of four are zero); mended: a histogram a warp and zeros counted in a register.
__device__ __forceinline__ void tally(const int* __restrict__ x, int* __restrict__ bins, int n, bool apart) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    int zeros = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        int v = x[i], b = (v & 3) ? 0 : (v >> 2) & 255;
        if (apart && b == 0) ++zeros; else atomicAdd(own + b, 1);
    }
    if (apart) { zeros = __reduce_add_sync(~0u, zeros); if ((threadIdx.x & 31) == 0) atomicAdd(own, zeros); }
    __syncthreads();
    atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}
__global__ void __launch_bounds__(256) symbol_counts_a(const int* __restrict__ x, int* __restrict__ bins, int n) { tally(x, bins, n, false); }
__global__ void __launch_bounds__(256) symbol_counts_b(const int* __restrict__ x, int* __restrict__ bins, int n) { tally(x, bins, n, true); }
__global__ void harness_segments(int* node, int n, int length) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) node[i] = i / length;
}

// ---- mild ----
// One conflicting exchange in shared memory beside a stream at DRAM's pace; mended: padded.
template <int Pitch>
__device__ __forceinline__ void corner(const float4* __restrict__ in, float4* __restrict__ out, float* t) {
    size_t b = blockIdx.x * 1024ull + threadIdx.x;
    float4 v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[b + k * 256];
    t[threadIdx.x / 8 * Pitch + threadIdx.x % 8] = v[0].x;
    __syncthreads();
    float g = t[threadIdx.x % 32 * Pitch + threadIdx.x / 32];
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[b + k * 256] = make_float4(v[k].x * g, v[k].y, v[k].z, v[k].w);
}
__global__ void __launch_bounds__(256) corner_gain_a(const float4* __restrict__ in, float4* __restrict__ out) { __shared__ float t[32 * 8]; corner<8>(in, out, t); }
__global__ void __launch_bounds__(256) corner_gain_b(const float4* __restrict__ in, float4* __restrict__ out) { __shared__ float t[32 * 9]; corner<9>(in, out, t); }
// A stream that ends in an atomic a warp on one address; mended: an atomic a block.
__device__ __forceinline__ void tally_energy(const float4* __restrict__ x, float* __restrict__ sum, bool block) {
    __shared__ float part[8];
    size_t b = blockIdx.x * 4096ull + threadIdx.x;
    float s = 0;
    #pragma unroll
    for (int k = 0; k < 16; ++k) { float4 v = x[b + k * 256]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (block) {
        if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
        __syncthreads();
        if (threadIdx.x == 0) { for (int k = 1; k < 8; ++k) s += part[k]; atomicAdd(sum, s); }
    } else if ((threadIdx.x & 31) == 0) atomicAdd(sum, s);
}
__global__ void __launch_bounds__(256) field_energy_a(const float4* __restrict__ x, float* __restrict__ sum) { tally_energy(x, sum, false); }
__global__ void __launch_bounds__(256) field_energy_b(const float4* __restrict__ x, float* __restrict__ sum) { tally_energy(x, sum, true); }

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 1 << 26;
    float *x = filled<float>(n + 64, 1), *o1 = empty<float>(n), *o2 = empty<float>(n);
    double *z = filled<double>(1 << 25, 3), *d1 = empty<double>(1 << 20), *d2 = empty<double>(1 << 20);
    int *ints = indices(n, 1u << 20), *v1 = empty<int>(1 << 20), *v2 = empty<int>(1 << 20), *node = empty<int>(1 << 24);
    harness_segments<<<2048, 256>>>(node, 1 << 24, 64);
    const size_t blocks8 = 1 << 20, tracks = 1 << 20, voices = 1 << 20;
    return run(argc, argv, {
        {"block_cosines_a", [=] { block_cosines_a<<<blocks8 / 256, 256>>>(x, o1, blocks8, 6); }, o1, blocks8 * 64},
        {"block_cosines_b", [=] { block_cosines_b<<<blocks8 / 256, 256>>>(x, o2, blocks8, 6); }, o2, blocks8 * 64},
        {"radar_tracks_a", [=] { radar_tracks_a<<<tracks / 128, 128>>>(z, d1, tracks, 40); }, d1, tracks, Output::f64},
        {"radar_tracks_b", [=] { radar_tracks_b<<<tracks / 128, 128>>>(z, d2, tracks, 40); }, d2, tracks, Output::f64},
        {"echo_comb_a", [=] { echo_comb_a<<<voices / 128, 128>>>(x, o1, voices, 256); }, o1, voices},
        {"echo_comb_b", [=] { echo_comb_b<<<voices / 128, 128>>>(x, o2, voices, 256); }, o2, voices},
        {"despike_a", [=] { despike_a<<<(1 << 22) / 256, 256>>>(x, o1, 9); }, o1, 1ull << 22},
        {"despike_b", [=] { despike_b<<<(1 << 22) / 256, 256>>>(x, o2, 9); }, o2, 1ull << 22},
        {"line_smooth_a", [=] { line_smooth_a<<<4096, 256>>>(x, o1, 12); }, o1, 4096ull * 4096},
        {"line_smooth_b", [=] { line_smooth_b<<<4096, 256>>>(x, o2, 12); }, o2, 4096ull * 4096},
        {"wavelet_lift_a", [=] { wavelet_lift_a<<<8192, 256>>>(x, o1); }, o1, 8192ull * 2048},
        {"wavelet_lift_b", [=] { wavelet_lift_b<<<8192, 256>>>(x, o2); }, o2, 8192ull * 2048},
        {"line_votes_a", [=] { cudaMemsetAsync(v1, 0, 256); line_votes_a<<<1056, 256>>>(ints, v1, 1 << 25); }, v1, 64, Output::i32},
        {"line_votes_b", [=] { cudaMemsetAsync(v2, 0, 256); line_votes_b<<<1056, 256>>>(ints, v2, 1 << 25); }, v2, 64, Output::i32},
        {"trace_peaks_a", [=] { cudaMemsetAsync(v1, 0, 2048); trace_peaks_a<<<1056, 256>>>(ints, v1, 16, 1 << 25); }, v1, 512, Output::i32},
        {"trace_peaks_b", [=] { cudaMemsetAsync(v2, 0, 2048); trace_peaks_b<<<1056, 256>>>(ints, v2, 16, 1 << 25); }, v2, 512, Output::i32},
        {"node_loads_a", [=] { cudaMemsetAsync(o1, 0, 1 << 20); node_loads_a<<<(1 << 24) / 256, 256>>>(x, node, o1); }, o1, 1ull << 18},
        {"node_loads_b", [=] { cudaMemsetAsync(o2, 0, 1 << 20); node_loads_b<<<(1 << 24) / 256, 256>>>(x, node, o2); }, o2, 1ull << 18},
        {"symbol_counts_a", [=] { cudaMemsetAsync(v1, 0, 1024); symbol_counts_a<<<1056, 256>>>(ints, v1, n); }, v1, 256, Output::i32},
        {"symbol_counts_b", [=] { cudaMemsetAsync(v2, 0, 1024); symbol_counts_b<<<1056, 256>>>(ints, v2, n); }, v2, 256, Output::i32},
        {"corner_gain_a", [=] { corner_gain_a<<<n / 4096, 256>>>((float4*)x, (float4*)o1); }, o1, (size_t)n},
        {"corner_gain_b", [=] { corner_gain_b<<<n / 4096, 256>>>((float4*)x, (float4*)o2); }, o2, (size_t)n},
        {"field_energy_a", [=] { cudaMemsetAsync(o1, 0, 4); field_energy_a<<<n / 16384, 256>>>((float4*)x, o1); }, o1, 1},
        {"field_energy_b", [=] { cudaMemsetAsync(o2, 0, 4); field_energy_b<<<n / 16384, 256>>>((float4*)x, o2); }, o2, 1},
    });
}
