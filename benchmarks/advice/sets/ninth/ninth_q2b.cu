// Grids, waves and blocks: pairs of kernels with one planted performance defect each (second half).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Output;

template <typename T>
__global__ void harness_bits(T* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)harness::hash32((uint32_t)i * 2654435761u + seed);
}
template <typename T>
static T* bits(size_t n, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_bits<T><<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sonar: second and fourth moments (spectral kurtosis) of each hydrophone's record.
__device__ __forceinline__ void moments(float4 v, float& m2, float& m4) {
    float a = v.x * v.x, b = v.y * v.y, c = v.z * v.z, d = v.w * v.w;
    m2 += (a + b) + (c + d);
    m4 = fmaf(a, a, fmaf(b, b, fmaf(c, c, fmaf(d, d, m4))));
}
__device__ __forceinline__ float2 block_sum(float m2, float m4) {
    __shared__ float2 part[32];
    for (int o = 16; o; o >>= 1) { m2 += __shfl_down_sync(~0u, m2, o); m4 += __shfl_down_sync(~0u, m4, o); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(m2, m4);
    __syncthreads();
    float2 s = make_float2(0, 0);
    if (threadIdx.x < 32) {
        if (threadIdx.x < blockDim.x / 32) s = part[threadIdx.x];
        for (int o = 16; o; o >>= 1) { s.x += __shfl_down_sync(~0u, s.x, o); s.y += __shfl_down_sync(~0u, s.y, o); }
    }
    return s;
}
__global__ void __launch_bounds__(1024) hydrophone_q2_a(const float4* __restrict__ record, float* __restrict__ out, int n4) {
    const float4* mine = record + (size_t)blockIdx.x * n4;
    float m2 = 0, m4 = 0;
#pragma unroll 4
    for (int i = threadIdx.x; i < n4; i += 1024) moments(mine[i], m2, m4);
    float2 s = block_sum(m2, m4);
    if (threadIdx.x == 0) { out[2 * blockIdx.x] = s.x; out[2 * blockIdx.x + 1] = s.y; }
}
__global__ void __launch_bounds__(256) hydrophone_q2_b(const float4* __restrict__ record, float* __restrict__ out, int n4, float2* __restrict__ partial, unsigned* __restrict__ ticket) {
    const float4* mine = record + (size_t)blockIdx.y * n4;
    __shared__ bool last;
    float m2 = 0, m4 = 0;
    int stride = 256 * gridDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += stride) moments(mine[i], m2, m4);
    float2 s = block_sum(m2, m4);
    if (threadIdx.x == 0) {
        partial[blockIdx.y * gridDim.x + blockIdx.x] = s;
        __threadfence();
        last = atomicInc(ticket + blockIdx.y, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    s = make_float2(0, 0);
    for (int i = threadIdx.x; i < gridDim.x; i += 256) { float2 p = __ldcg(partial + blockIdx.y * gridDim.x + i); s.x += p.x; s.y += p.y; }
    s = block_sum(s.x, s.y);
    if (threadIdx.x == 0) { out[2 * blockIdx.y] = s.x; out[2 * blockIdx.y + 1] = s.y; }
}

// ---------------------------------------------------------------------------------------------------------------------
// Statistical physics: Fermi-Pasta-Ulam rings of 16 masses, one ring a thread, wholly in registers.
__device__ __forceinline__ void ring_body(const float* __restrict__ q0, const float* __restrict__ p0, float* __restrict__ out, int n, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const float dt = 0.05f, beta = 0.3f;
    float q[16], p[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) { q[i] = 0.5f * q0[(size_t)i * n + t]; p[i] = 0.5f * p0[(size_t)i * n + t]; }
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float d = q[0] - q[15], first = d * fmaf(beta * d, d, 1.0f), before = first;
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            float after = first;
            if (i < 15) { float e = q[i + 1] - q[i]; after = e * fmaf(beta * e, e, 1.0f); }
            p[i] = fmaf(dt, after - before, p[i]);
            before = after;
        }
#pragma unroll
        for (int i = 0; i < 16; ++i) q[i] = fmaf(dt, p[i], q[i]);
    }
    float energy = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        float d = q[i] - q[(i + 15) & 15];
        energy += 0.5f * p[i] * p[i] + 0.5f * d * d + 0.25f * beta * d * d * d * d;
    }
    out[t] = energy;
    out[n + t] = q[3] * q[3];
}
__global__ void __launch_bounds__(1024, 1) mass_ring_q2_a(const float* __restrict__ q0, const float* __restrict__ p0, float* __restrict__ out, int n, int steps) {
    ring_body(q0, p0, out, n, steps);
}
__global__ void __launch_bounds__(128, 8) mass_ring_q2_b(const float* __restrict__ q0, const float* __restrict__ p0, float* __restrict__ out, int n, int steps) {
    ring_body(q0, p0, out, n, steps);
}

// ---------------------------------------------------------------------------------------------------------------------
// Cheminformatics: for each molecule the number of earlier ones whose 1024-bit fingerprint has Tanimoto similarity above a third.
constexpr int WORDS = 32, GROUP = 8;
__device__ __forceinline__ void similar_group(const uint32_t* __restrict__ prints, const int* __restrict__ ones, int* __restrict__ out, int n, int g) {
    __shared__ uint32_t row[WORDS][GROUP];
    __shared__ int count[GROUP];
    int tid = threadIdx.x, i0 = g * GROUP;
    __syncthreads();
    if (tid < WORDS * GROUP) row[tid / GROUP][tid % GROUP] = prints[(size_t)(tid / GROUP) * n + i0 + tid % GROUP];
    if (tid < GROUP) count[tid] = 0;
    __syncthreads();
    int hits[GROUP] = {};
    for (int j = tid; j < i0 + GROUP; j += 1024) {
        int common[GROUP] = {};
#pragma unroll 4
        for (int w = 0; w < WORDS; ++w) {
            uint32_t other = prints[(size_t)w * n + j];
            uint4 a = *(const uint4*)&row[w][0], b = *(const uint4*)&row[w][4];
            common[0] += __popc(a.x & other); common[1] += __popc(a.y & other); common[2] += __popc(a.z & other); common[3] += __popc(a.w & other);
            common[4] += __popc(b.x & other); common[5] += __popc(b.y & other); common[6] += __popc(b.z & other); common[7] += __popc(b.w & other);
        }
        int mine = ones[j];
#pragma unroll
        for (int k = 0; k < GROUP; ++k) hits[k] += j < i0 + k && 3 * common[k] > mine + ones[i0 + k] - common[k];
    }
#pragma unroll
    for (int k = 0; k < GROUP; ++k) {
        int h = __reduce_add_sync(~0u, hits[k]);
        if ((tid & 31) == 0 && h) atomicAdd(&count[k], h);
    }
    __syncthreads();
    if (tid < GROUP) out[i0 + tid] = count[tid];
}
__global__ void harness_ones(const uint32_t* prints, int* ones, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    int c = 0;
    for (int w = 0; w < WORDS; ++w) c += __popc(prints[(size_t)w * n + j]);
    ones[j] = c;
}
__global__ void __launch_bounds__(1024) fingerprint_q2_a(const uint32_t* __restrict__ prints, const int* __restrict__ ones, int* __restrict__ out, int n) {
    int each = n / GROUP / gridDim.x;
    for (int k = 0; k < each; ++k) similar_group(prints, ones, out, n, blockIdx.x * each + k);
}
__global__ void __launch_bounds__(1024) fingerprint_q2_b(const uint32_t* __restrict__ prints, const int* __restrict__ ones, int* __restrict__ out, int n) {
    int each = n / GROUP / gridDim.x;
    for (int k = 0; k < each; ++k)  // there and back again: every block gets the same sum of rows
        similar_group(prints, ones, out, n, k * gridDim.x + (k & 1 ? gridDim.x - 1 - blockIdx.x : blockIdx.x));
}

// ---------------------------------------------------------------------------------------------------------------------
// Polymer physics: parallel tempering; 40 replicas of an instance, one a thread, exchange temperatures every ten steps.
constexpr int REPLICAS = 40;
template <int INSTANCES>
__device__ __forceinline__ void temper_body(float* __restrict__ out, int steps) {
    __shared__ float energy[INSTANCES][REPLICAS], beta[INSTANCES][REPLICAS];
    int slot = threadIdx.x / REPLICAS, r = threadIdx.x % REPLICAS;
    int id = blockIdx.x * INSTANCES * REPLICAS + threadIdx.x;
    float x[8];
    uint32_t u = harness::hash32(id + 1u);
#pragma unroll
    for (int i = 0; i < 8; ++i) x[i] = harness::unit(id * 8u + i);
    beta[slot][r] = 0.2f + 0.1f * r;
    __syncthreads();
    const float dt = 0.02f;
    float b = beta[slot][r], amp = 0.2f * rsqrtf(b), e = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll 1
        for (int k = 0; k < 10; ++k) {
            float left = x[7], first = x[0];
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                float right = i < 7 ? x[i + 1] : first, here = x[i];
                u = u * 1664525u + 1013904223u;
                float noise = __uint_as_float((u >> 9) | 0x3f800000u) - 1.5f;
                float force = fmaf(here, fmaf(-here, here, -1.0f), left + right);
                x[i] = fmaf(dt, force, fmaf(amp, noise, here));
                left = here;
            }
        }
        e = 0;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float d = x[i] - x[(i + 1) & 7], square = x[i] * x[i];
            e = fmaf(0.5f * d, d, fmaf(0.25f * square, square, fmaf(-0.5f, square, e)));
        }
        energy[slot][r] = e;
        __syncthreads();
        int mate = (r & 1) == (s & 1) ? min(r + 1, REPLICAS - 1) : max(r - 1, 0);
        float gain = (b - beta[slot][mate]) * (e - energy[slot][mate]);
        float theirs = beta[slot][mate];
        __syncthreads();
        if (gain > -0.3f) { b = theirs; amp = 0.2f * rsqrtf(b); }
        beta[slot][r] = b;
    }
    out[id] = e;
}
__global__ void __launch_bounds__(REPLICAS) polymer_temper_q2_a(float* __restrict__ out, int steps) { temper_body<1>(out, steps); }
__global__ void __launch_bounds__(8 * REPLICAS) polymer_temper_q2_b(float* __restrict__ out, int steps) { temper_body<8>(out, steps); }

// ---------------------------------------------------------------------------------------------------------------------
// Cameras: raw sensor counts to linear light; the response has 64 segments (slope and offset) kept in shared memory.
__global__ void __launch_bounds__(64) raw_linear_q2_a(const uint16_t* __restrict__ raw, const float2* __restrict__ segments, float* __restrict__ out) {
    __shared__ float2 s[64];
    s[threadIdx.x] = segments[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 64 + threadIdx.x;
    uint32_t v = raw[i];
    float2 q = s[v >> 10];
    out[i] = fmaf(q.x, __uint_as_float(0x3f800000u | (v << 7)), q.y);
}
__global__ void __launch_bounds__(256) raw_linear_q2_b(const uint16_t* __restrict__ raw, const float2* __restrict__ segments, float* __restrict__ out, int n) {
    __shared__ float2 s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = segments[threadIdx.x];
    __syncthreads();
    int stride = gridDim.x * 256;
#pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += stride) {
        uint32_t v = raw[i];
        float2 q = s[v >> 10];
        out[i] = fmaf(q.x, __uint_as_float(0x3f800000u | (v << 7)), q.y);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Ecology: Manhattan distances between 128 sites over many thousand species (feature-major), 32 x 32 sites a block, 2 x 2 a thread.
template <bool SPLIT>
__device__ __forceinline__ void distance_tile(const float* __restrict__ x, float* __restrict__ out, int sites, int k0, int k1) {
    __shared__ float rows[2][32][32], cols[2][32][32];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int lk = tid >> 3, lc = (tid & 7) * 4;
    const float* from_rows = x + blockIdx.y * 32 + lc;
    const float* from_cols = x + blockIdx.x * 32 + lc;
    float a00 = 0, a01 = 0, a10 = 0, a11 = 0;
    float4 r = *(const float4*)(from_rows + (size_t)(k0 + lk) * sites), c = *(const float4*)(from_cols + (size_t)(k0 + lk) * sites);
    int buffer = 0;
    for (int k = k0; k < k1; k += 32, buffer ^= 1) {
        *(float4*)&rows[buffer][lk][lc] = r;
        *(float4*)&cols[buffer][lk][lc] = c;
        __syncthreads();
        if (k + 32 < k1) {
            r = *(const float4*)(from_rows + (size_t)(k + 32 + lk) * sites);
            c = *(const float4*)(from_cols + (size_t)(k + 32 + lk) * sites);
        }
#pragma unroll
        for (int i = 0; i < 32; ++i) {
            float2 p = *(const float2*)&rows[buffer][i][ty * 2], q = *(const float2*)&cols[buffer][i][tx * 2];
            a00 += fabsf(p.x - q.x); a01 += fabsf(p.x - q.y);
            a10 += fabsf(p.y - q.x); a11 += fabsf(p.y - q.y);
        }
    }
    float* o = out + (size_t)(blockIdx.y * 32 + ty * 2) * sites + blockIdx.x * 32 + tx * 2;
    if (SPLIT) {
        atomicAdd(o, a00); atomicAdd(o + 1, a01); atomicAdd(o + sites, a10); atomicAdd(o + sites + 1, a11);
    } else {
        o[0] = a00; o[1] = a01; o[sites] = a10; o[sites + 1] = a11;
    }
}
__global__ void __launch_bounds__(256) site_distance_q2_a(const float* __restrict__ x, float* __restrict__ out, int sites, int species) {
    distance_tile<false>(x, out, sites, 0, species);
}
__global__ void __launch_bounds__(256) site_distance_q2_b(const float* __restrict__ x, float* __restrict__ out, int sites, int species) {
    int each = species / gridDim.z;
    distance_tile<true>(x, out, sites, blockIdx.z * each, (blockIdx.z + 1) * each);
}

// ---------------------------------------------------------------------------------------------------------------------
// Combustion: one warp relaxes a reactor of 32 species; stiff reactors (one in 32) take many more sweeps.
__global__ void harness_sweeps(int* sweeps, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sweeps[i] = (harness::hash32(i + 901u) & 31u) == 0 ? 480 : 16 + (int)(harness::hash32(i + 77u) & 7u);
}
__device__ __forceinline__ void relax(const float* __restrict__ start, const float* __restrict__ rate, const int* __restrict__ sweeps, float* __restrict__ out) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    float y = fabsf(start[w * 32 + lane]), feed = 0.1f + 0.5f * y, k = 0.2f + fabsf(rate[lane]);
    int count = sweeps[w];
#pragma unroll 1
    for (int s = 0; s < count; ++s) {
        float total = y * k;
#pragma unroll
        for (int o = 16; o; o >>= 1) total += __shfl_xor_sync(~0u, total, o);
        float next = __shfl_sync(~0u, y, (lane + 1) & 31);
        y = fmaf(0.04f, fmaf(-total, y, feed + 0.1f * next), y);
    }
    out[w * 32 + lane] = y;
}
__global__ void __launch_bounds__(1024) reactor_relax_q2_a(const float* __restrict__ start, const float* __restrict__ rate, const int* __restrict__ sweeps, float* __restrict__ out) {
    relax(start, rate, sweeps, out);
}
__global__ void __launch_bounds__(64) reactor_relax_q2_b(const float* __restrict__ start, const float* __restrict__ rate, const int* __restrict__ sweeps, float* __restrict__ out) {
    relax(start, rate, sweeps, out);
}

// ---------------------------------------------------------------------------------------------------------------------
// Finance (mild: six full waves and a short one): Asian option under stochastic volatility, one path a thread.
__device__ __forceinline__ void path_body(float* __restrict__ out, int n, int steps, float strike) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    uint32_t u = harness::hash32(t * 2u + 1u);
    float x = 0.0f, v = 0.2f, sum = 0.0f;
    for (int s = 0; s < steps; ++s) {
        u = u * 1664525u + 1013904223u;
        float a = __uint_as_float((u >> 9) | 0x3f800000u) - 1.5f;
        u ^= u << 13; u ^= u >> 17;
        float b = __uint_as_float((u >> 9) | 0x3f800000u) - 1.5f;
        float z = 3.4f * a, y = fmaf(-0.7f, z, 2.4f * b);
        x = fmaf(0.09f * v, z, fmaf(-0.004f * v, v, x));
        v = fmaxf(fmaf(0.03f, 0.2f - v, fmaf(0.02f * v, y, v)), 0.01f);
        sum += exp2f(x);
    }
    out[t] = fmaxf(sum - strike * steps, 0.0f) + 0.001f * v;
}
__global__ void __launch_bounds__(512) asian_path_q2_a(float* __restrict__ out, int n, int steps, float strike) { path_body(out, n, steps, strike); }
__global__ void __launch_bounds__(64) asian_path_q2_b(float* __restrict__ out, int n, int steps, float strike) { path_body(out, n, steps, strike); }

// ---------------------------------------------------------------------------------------------------------------------
// Remote sensing (mild: half of the warps fit for the shared memory asked for, yet DRAM is full): pixel-major to band-major with a gain a band.
__device__ __forceinline__ void to_bands(float (*tile)[65], const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out, int bands, int pixels) {
    int tx = threadIdx.x & 63, ty = threadIdx.x >> 6;
    int b0 = blockIdx.x * 64, p0 = blockIdx.y * 64;
    float v[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) v[i] = __ldcs(in + (size_t)(p0 + ty + 4 * i) * bands + b0 + tx);
#pragma unroll
    for (int i = 0; i < 16; ++i) tile[ty + 4 * i][tx] = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) __stcs(out + (size_t)(b0 + ty + 4 * i) * pixels + p0 + tx, tile[tx][ty + 4 * i] * __ldg(gain + b0 + ty + 4 * i));
}
__global__ void __launch_bounds__(256) band_cube_q2_a(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out, int bands, int pixels) {
    extern __shared__ float wide[][65];
    to_bands(wide, in, gain, out, bands, pixels);
}
__global__ void __launch_bounds__(256) band_cube_q2_b(const float* __restrict__ in, const float* __restrict__ gain, float* __restrict__ out, int bands, int pixels) {
    __shared__ float tile[64][65];
    to_bands(tile, in, gain, out, bands, pixels);
}

// ---------------------------------------------------------------------------------------------------------------------
// Language models (healthy): RMS normalisation of rows of 4096 halfs, a row a block, held in registers.
__global__ void __launch_bounds__(512) rms_rows_q2_h(const uint4* __restrict__ in, const uint4* __restrict__ weight, uint4* __restrict__ out) {
    __shared__ float part[16];
    size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    uint4 raw = __ldcs(in + at), wr = weight[threadIdx.x];
    const __half2 *h = (const __half2*)&raw, *g = (const __half2*)&wr;
    float2 v[4];
    float s = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) { v[i] = __half22float2(h[i]); s = fmaf(v[i].x, v[i].x, fmaf(v[i].y, v[i].y, s)); }
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    s = part[threadIdx.x & 15];
#pragma unroll
    for (int o = 8; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    float scale = rsqrtf(s * (1.0f / 4096) + 1e-5f);
    uint4 res;
    __half2* q = (__half2*)&res;
#pragma unroll
    for (int i = 0; i < 4; ++i) { float2 w = __half22float2(g[i]); q[i] = __floats2half2_rn(v[i].x * scale * w.x, v[i].y * scale * w.y); }
    __stcs(out + at, res);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        const int phones = 12, n4 = 1 << 20, split = 88;
        float4* record = (float4*)harness::filled<float>((size_t)phones * n4 * 4, 11);
        float* out = harness::empty<float>(phones * 2);
        float2* partial = (float2*)harness::empty<float>(phones * split * 2);
        unsigned* ticket; CHECK(cudaMalloc(&ticket, phones * 4)); CHECK(cudaMemset(ticket, 0, phones * 4));
        cases.push_back({"hydrophone_q2_a", [=] { hydrophone_q2_a<<<phones, 1024>>>(record, out, n4); }, out, (size_t)phones * 2, Output::f32});
        cases.push_back({"hydrophone_q2_b", [=] { hydrophone_q2_b<<<dim3(split, phones), 256>>>(record, out, n4, partial, ticket); }, out, (size_t)phones * 2, Output::f32});
    }
    {
        const int n = 274 * 1024, steps = 200;
        float* q0 = harness::filled<float>((size_t)n * 16, 21);
        float* p0 = harness::filled<float>((size_t)n * 16, 22);
        float* out = harness::empty<float>((size_t)n * 2);
        cases.push_back({"mass_ring_q2_a", [=] { mass_ring_q2_a<<<n / 1024, 1024>>>(q0, p0, out, n, steps); }, out, (size_t)n * 2, Output::f32});
        cases.push_back({"mass_ring_q2_b", [=] { mass_ring_q2_b<<<n / 128, 128>>>(q0, p0, out, n, steps); }, out, (size_t)n * 2, Output::f32});
    }
    {
        const int n = 132 * 64;
        uint32_t* prints = bits<uint32_t>((size_t)n * WORDS, 31);
        int* ones; CHECK(cudaMalloc(&ones, n * 4));
        harness_ones<<<n / 64, 64>>>(prints, ones, n); CHECK(cudaGetLastError());
        int* out = harness::empty<int>(n);
        cases.push_back({"fingerprint_q2_a", [=] { fingerprint_q2_a<<<132, 1024>>>(prints, ones, out, n); }, out, (size_t)n, Output::i32});
        cases.push_back({"fingerprint_q2_b", [=] { fingerprint_q2_b<<<132, 1024>>>(prints, ones, out, n); }, out, (size_t)n, Output::i32});
    }
    {
        const int instances = 132 * 96, steps = 16;
        float* out = harness::empty<float>((size_t)instances * REPLICAS);
        cases.push_back({"polymer_temper_q2_a", [=] { polymer_temper_q2_a<<<instances, REPLICAS>>>(out, steps); }, out, (size_t)instances * REPLICAS, Output::f32});
        cases.push_back({"polymer_temper_q2_b", [=] { polymer_temper_q2_b<<<instances / 8, 8 * REPLICAS>>>(out, steps); }, out, (size_t)instances * REPLICAS, Output::f32});
    }
    {
        const int n = 1 << 25;
        uint16_t* raw = bits<uint16_t>(n, 51);
        float2* segments = (float2*)harness::filled<float>(128, 52);
        float* out = harness::empty<float>(n);
        cases.push_back({"raw_linear_q2_a", [=] { raw_linear_q2_a<<<n / 64, 64>>>(raw, segments, out); }, out, (size_t)n, Output::f32});
        cases.push_back({"raw_linear_q2_b", [=] { raw_linear_q2_b<<<132 * 8, 256>>>(raw, segments, out, n); }, out, (size_t)n, Output::f32});
    }
    {
        const int sites = 128, species = 33 * 1024;
        float* x = harness::filled<float>((size_t)sites * species, 61);
        float* out = harness::empty<float>(sites * sites);
        cases.push_back({"site_distance_q2_a", [=] { site_distance_q2_a<<<dim3(4, 4), 256>>>(x, out, sites, species); }, out, (size_t)sites * sites, Output::f32});
        cases.push_back({"site_distance_q2_b", [=] { site_distance_q2_b<<<dim3(4, 4, 66), 256>>>(x, out, sites, species); }, out, (size_t)sites * sites, Output::f32});
    }
    {
        const int warps = 132 * 64 * 10;
        float* start = harness::filled<float>((size_t)warps * 32, 71);
        float* rate = harness::filled<float>(32, 72);
        int* sweeps; CHECK(cudaMalloc(&sweeps, warps * 4));
        harness_sweeps<<<256, 256>>>(sweeps, warps); CHECK(cudaGetLastError());
        float* out = harness::empty<float>((size_t)warps * 32);
        cases.push_back({"reactor_relax_q2_a", [=] { reactor_relax_q2_a<<<warps / 32, 1024>>>(start, rate, sweeps, out); }, out, (size_t)warps * 32, Output::f32});
        cases.push_back({"reactor_relax_q2_b", [=] { reactor_relax_q2_b<<<warps / 2, 64>>>(start, rate, sweeps, out); }, out, (size_t)warps * 32, Output::f32});
    }
    {
        const int n = (132 * 4 * 6 + 24) * 512, steps = 128;
        float* out = harness::empty<float>(n);
        cases.push_back({"asian_path_q2_a", [=] { asian_path_q2_a<<<n / 512, 512>>>(out, n, steps, 1.01f); }, out, (size_t)n, Output::f32});
        cases.push_back({"asian_path_q2_b", [=] { asian_path_q2_b<<<n / 64, 64>>>(out, n, steps, 1.01f); }, out, (size_t)n, Output::f32});
    }
    {
        const int bands = 4096, pixels = 16384, room = 52 * 1024;
        float* in = harness::filled<float>((size_t)bands * pixels, 91);
        float* gain = harness::filled<float>(bands, 92);
        float* out = harness::empty<float>((size_t)bands * pixels);
        CHECK(cudaFuncSetAttribute(band_cube_q2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
        dim3 grid(bands / 64, pixels / 64);
        cases.push_back({"band_cube_q2_a", [=] { band_cube_q2_a<<<grid, 256, room>>>(in, gain, out, bands, pixels); }, out, (size_t)bands * pixels, Output::f32});
        cases.push_back({"band_cube_q2_b", [=] { band_cube_q2_b<<<grid, 256>>>(in, gain, out, bands, pixels); }, out, (size_t)bands * pixels, Output::f32});
    }
    {
        const int rows = 32768;
        uint4* in; CHECK(cudaMalloc(&in, (size_t)rows * 8192));
        uint4* weight; CHECK(cudaMalloc(&weight, 8192));
        harness::harness_fill<__half><<<2048, 256>>>((__half*)in, (size_t)rows * 4096, 101); CHECK(cudaGetLastError());
        harness::harness_fill<__half><<<16, 256>>>((__half*)weight, 4096, 102); CHECK(cudaGetLastError());
        uint4* out = (uint4*)harness::empty<float>((size_t)rows * 2048);
        cases.push_back({"rms_rows_q2_h", [=] { rms_rows_q2_h<<<rows, 512>>>(in, weight, out); }, out, (size_t)rows * 4096, Output::f16});
    }
    return harness::run(argc, argv, cases);
}
