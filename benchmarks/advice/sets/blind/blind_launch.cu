// Grids, blocks and residency. Every _b does the work of its _a with that one thing mended.
#include "harness.cuh"
using harness::Output;
extern __shared__ float scratch[];

// Dependent look-ups in an 8 MB table (in L2): nothing but latency.
__device__ __forceinline__ int hop(const int* __restrict__ next, int at, int steps) {
    #pragma unroll 1
    for (int s = 0; s < steps; ++s) at = __ldcg(next + at);
    return at;
}
// 28 KB asked for by 128 threads (8 blocks = 32 of 64 warps) and 0.5 KB used; mended: 0.5 KB asked for.
__device__ __forceinline__ void route(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ((int*)scratch)[threadIdx.x] = (i * 37) & mask;
    __syncthreads();
    out[i] = hop(next, ((int*)scratch)[threadIdx.x ^ 1], steps);
}
__global__ void __launch_bounds__(128) trie_route_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { route(next, out, mask, steps); }
__global__ void __launch_bounds__(128) trie_route_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { route(next, out, mask, steps); }
// Blocks of one warp; mended: of eight.
__device__ __forceinline__ void follow(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = hop(next, (i * 101) & mask, steps);
}
__global__ void cell_follow_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { follow(next, out, mask, steps); }
__global__ void cell_follow_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { follow(next, out, mask, steps); }
// Blocks of 768 threads (48 of 64 warps); mended: 512.
__global__ void ridge_follow_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { follow(next, out, mask, steps); }
__global__ void ridge_follow_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { follow(next, out, mask, steps); }

// Eight chains a thread hold 40-odd registers: blocks of 1024 fit once (32 warps); mended: blocks of 256.
__device__ __forceinline__ void plume(const float4* __restrict__ table, float* __restrict__ out, int mask, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = (i * 73) & mask;
    float4 a = table[at], b = table[at ^ 1], c = table[at ^ 2], d = table[at ^ 3], e = table[at ^ 5], f = table[at ^ 6];
    #pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float4 v = __ldcg(table + at);
        at = (at * 5 + __float_as_int(v.x) + 1) & mask;
        a.x += v.y; a.y = fmaf(a.y, 0.5f, v.z); a.z -= v.w; a.w = fmaf(v.x, v.y, a.w); b.x = fmaxf(b.x, v.x); b.y = fminf(b.y, v.y); b.z += a.x; b.w += a.y;
        c.x += b.x * v.z; c.y += b.y * v.w; c.z += a.z * v.x; c.w += a.w; d.x += c.x; d.y += c.y; d.z = fmaf(d.z, 0.9f, c.z); d.w = fmaf(d.w, 0.8f, c.w);
        e.x += d.x; e.y += d.y; e.z += d.z; e.w += d.w; f.x = fmaf(f.x, 0.7f, e.x); f.y = fmaf(f.y, 0.7f, e.y); f.z = fmaf(f.z, 0.7f, e.z); f.w = fmaf(f.w, 0.7f, e.w);
    }
    out[i] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w + c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w + f.x + f.y + f.z + f.w;
}
__global__ void __launch_bounds__(1024) plume_walk_a(const float4* __restrict__ t, float* __restrict__ out, int mask, int steps) { plume(t, out, mask, steps); }
__global__ void __launch_bounds__(256) plume_walk_b(const float4* __restrict__ t, float* __restrict__ out, int mask, int steps) { plume(t, out, mask, steps); }

// Weighted distances of 256 MB of vectors to one query by 24 blocks; mended: by 1056.
__device__ __forceinline__ void score(const float4* __restrict__ x, float* __restrict__ out, int n) {
    float s = 0;
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { float4 v = x[i]; s += v.x * v.x + v.y * 0.5f + v.z * v.w; }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, s);
}
__global__ void __launch_bounds__(512) query_score_a(const float4* __restrict__ x, float* __restrict__ out, int n) { score(x, out, n); }
__global__ void __launch_bounds__(512) query_score_b(const float4* __restrict__ x, float* __restrict__ out, int n) { score(x, out, n); }
// Trial states of 64 oscillators, 64 blocks of 1024; mended: 256 blocks of 256 on all SMs.
__device__ __forceinline__ float swing(float x, int steps) {
    float v[4] = {x, x + 0.1f, x - 0.2f, x + 0.3f};
    #pragma unroll 1
    for (int s = 0; s < steps; ++s)
        #pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = fmaf(v[k], 0.99f, fmaf(v[k], v[k] * -0.01f, 0.02f));
    return v[0] + v[1] + v[2] + v[3];
}
__device__ __forceinline__ void swings(const float* __restrict__ x, float* __restrict__ out, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = swing(x[i], steps);
}
__global__ void trial_swing_a(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
__global__ void trial_swing_b(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }

// Tails. Work in equal units; a launch has so many units a block.
//   wave_relax   1.25 waves at 2 blocks of 1024 an SM, arithmetic; mended: 264 blocks of 5 units for 330 of 4.
//   cave_walk    2.5 waves at 8 blocks of 256 an SM, latency; mended: 3168 blocks of 5 for 2640 of 6.
//   reef_walk    1.5 waves at 4 blocks of 512 an SM, latency; mended: 528 blocks of 6 for 792 of 4.
//   moor_walk    4.2 waves at 2 blocks of 1024 an SM, latency; mended: 1056 blocks of 105 for 1109 of 100 (0.02% more).
__global__ void __launch_bounds__(1024, 2) wave_relax_a(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
__global__ void __launch_bounds__(1024, 2) wave_relax_b(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
__device__ __forceinline__ void tally_walk(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = hop(next, (int)(harness::hash32(i) & mask), steps);
    atomicAdd(out + (i & 8191), at >= 0);
}
__global__ void __launch_bounds__(256) cave_walk_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
__global__ void __launch_bounds__(256) cave_walk_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
__global__ void __launch_bounds__(512) reef_walk_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
__global__ void __launch_bounds__(512) reef_walk_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
__global__ void __launch_bounds__(1024) moor_walk_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
__global__ void __launch_bounds__(1024) moor_walk_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { tally_walk(next, out, mask, steps); }
// 5.5 waves at 3 blocks of 256 an SM (70 KB of coefficients each), arithmetic on shared memory; mended: 2376 blocks of 11 for 2178 of 12.
__device__ __forceinline__ void filter_units(const float* __restrict__ in, float* __restrict__ out, int units) {
    for (int k = threadIdx.x; k < 17408; k += 256) scratch[k] = in[k];
    __syncthreads();
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    #pragma unroll 1
    for (int u = 0; u < units; ++u)
        #pragma unroll 4
        for (int k = threadIdx.x; k < 17408; k += 1024) {
            float a = scratch[k], b = scratch[k + 256], c = scratch[k + 512], d = scratch[k + 768];
            s0 = fmaf(a, s0, 0.1f); s1 = fmaf(b, s1, 0.1f); s2 = fmaf(c, s2, 0.1f); s3 = fmaf(d, s3, 0.1f);
        }
    out[blockIdx.x * 256 + threadIdx.x] = s0 + s1 + s2 + s3;
}
__global__ void __launch_bounds__(256) iir_bank_a(const float* __restrict__ in, float* __restrict__ out, int units) { filter_units(in, out, units); }
__global__ void __launch_bounds__(256) iir_bank_b(const float* __restrict__ in, float* __restrict__ out, int units) { filter_units(in, out, units); }

// Refinement: the last 60 of 1380 cells need sixteen times the steps; mended: those first (same code, cells in descending order).
__device__ __forceinline__ void refine(const float* __restrict__ x, float* __restrict__ out, const int* __restrict__ cell) {
    int c = cell[blockIdx.x], i = c * 256 + threadIdx.x;
    out[i] = swing(x[i], c >= 1320 ? 6400 : 400);
}
__global__ void __launch_bounds__(256) cell_refine_a(const float* __restrict__ x, float* __restrict__ out, const int* __restrict__ c) { refine(x, out, c); }
__global__ void __launch_bounds__(256) cell_refine_b(const float* __restrict__ x, float* __restrict__ out, const int* __restrict__ c) { refine(x, out, c); }
// Elements whose cost rises along the list, a contiguous share for each of 264 blocks; mended: shares interleaved.
__device__ __forceinline__ void quality(const float* __restrict__ x, float* __restrict__ out, int n, bool interleaved) {
    int share = n / gridDim.x;
    for (int k = 0; k < share; ++k) {
        int e = interleaved ? k * gridDim.x + blockIdx.x : blockIdx.x * share + k;
        out[e * 512 + threadIdx.x] = swing(x[e * 512 + threadIdx.x], 20 + (int)(240LL * e / n));
    }
}
__global__ void __launch_bounds__(512) mesh_quality_a(const float* __restrict__ x, float* __restrict__ out, int n) { quality(x, out, n, false); }
__global__ void __launch_bounds__(512) mesh_quality_b(const float* __restrict__ x, float* __restrict__ out, int n) { quality(x, out, n, true); }

// Blocks of 1024 in which one warp in 32 walks eight times as far (the same one in each block of 32 walkers' groups); mended: blocks of 64.
__device__ __forceinline__ void long_walk(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = hop(next, (i * 59) & mask, (i >> 5 & 31) == 5 ? steps * 8 : steps);
}
__global__ void octet_walk_a(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { long_walk(next, out, mask, steps); }
__global__ void octet_walk_b(const int* __restrict__ next, int* __restrict__ out, int mask, int steps) { long_walk(next, out, mask, steps); }

// Blocks of 20 threads, arithmetic; mended: 160.
__global__ void knot_swing_a(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
__global__ void knot_swing_b(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }

// A word a thread in a million blocks of 64; mended: grid of 1056 blocks of 256 striding.
__global__ void tag_lines_a(const int* __restrict__ in, int* __restrict__ out, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) out[i] = in[i & 4095] ^ i;
}
__global__ void tag_lines_b(const int* __restrict__ in, int* __restrict__ out, int n) {
    #pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) out[i] = in[i & 4095] ^ i;
}

// Optimizer step of 96 small tensors, a launch each; mended: one launch over all.
__global__ void __launch_bounds__(256) tensor_step_a(float* __restrict__ w, const float* __restrict__ g, float rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    w[i] = rate * g[i] + 0.5f;
}
__global__ void __launch_bounds__(256) tensor_step_b(float* __restrict__ w, const float* __restrict__ g, float rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    w[i] = rate * g[i] + 0.5f;
}
// Colour chain over 256 MB: matrix, curve, clamp, a launch each; mended: one.
__global__ void __launch_bounds__(256) grade_chain_a1(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * 256ull + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(0.8f * v.x + 0.2f * v.y, 0.7f * v.y + 0.3f * v.z, 0.9f * v.z + 0.1f * v.x, v.w);
}
__global__ void __launch_bounds__(256) grade_chain_a2(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * 256ull + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(v.x * (1.5f - v.x), v.y * (1.5f - v.y), v.z * (1.5f - v.z), v.w);
}
__global__ void __launch_bounds__(256) grade_chain_a3(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * 256ull + threadIdx.x; float4 v = x[i];
    y[i] = make_float4(__saturatef(v.x), __saturatef(v.y), __saturatef(v.z), __saturatef(v.w));
}
__global__ void __launch_bounds__(256) grade_chain_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * 256ull + threadIdx.x; float4 v = x[i];
    v = make_float4(0.8f * v.x + 0.2f * v.y, 0.7f * v.y + 0.3f * v.z, 0.9f * v.z + 0.1f * v.x, v.w);
    v = make_float4(v.x * (1.5f - v.x), v.y * (1.5f - v.y), v.z * (1.5f - v.z), v.w);
    y[i] = make_float4(__saturatef(v.x), __saturatef(v.y), __saturatef(v.z), __saturatef(v.w));
}

// ---- mild ----
// 50% occupancy by registers' worth of shared memory in a stream at DRAM's roof; mended: none asked for.
__device__ __forceinline__ void blend8(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) {
    size_t b = blockIdx.x * 1024ull + threadIdx.x;
    float4 u[4], v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[b + k * 256], v[k] = y[b + k * 256];
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[b + k * 256] = make_float4(u[k].x - v[k].x, u[k].y - v[k].y, u[k].z - v[k].z, u[k].w - v[k].w);
}
__global__ void __launch_bounds__(256) frame_delta_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) { blend8(x, y, out); }
__global__ void __launch_bounds__(256) frame_delta_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) { blend8(x, y, out); }
// 60.1 waves of arithmetic blocks at 2 an SM; mended: 60 waves, same units.
__global__ void __launch_bounds__(1024, 2) dune_relax_a(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
__global__ void __launch_bounds__(1024, 2) dune_relax_b(const float* __restrict__ x, float* __restrict__ out, int steps) { swings(x, out, steps); }
// Shares that differ by 4% around their mean, 1056 blocks; mended: equal ones.
__device__ __forceinline__ void near_even(const float* __restrict__ x, float* __restrict__ out, int spread) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = swing(x[i], 2000 + (spread ? (int)(harness::hash32(blockIdx.x) % (2 * spread + 1)) - spread : 0));
}
__global__ void __launch_bounds__(256) crop_growth_a(const float* __restrict__ x, float* __restrict__ out, int spread) { near_even(x, out, spread); }
__global__ void __launch_bounds__(256) crop_growth_b(const float* __restrict__ x, float* __restrict__ out, int spread) { near_even(x, out, spread); }
// A stream in 1.3 waves of blocks of 256, each of 64 float4: bandwidth is shared, so the last wave hardly costs; mended: one wave.
__device__ __forceinline__ void decay(const float4* __restrict__ x, float4* __restrict__ out, int n) {
    #pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) { float4 v = x[i]; out[i] = make_float4(v.x * 0.9f, v.y * 0.9f, v.z * 0.9f, v.w * 0.9f); }
}
__global__ void __launch_bounds__(256) heat_decay_a(const float4* __restrict__ x, float4* __restrict__ out, int n) { decay(x, out, n); }
__global__ void __launch_bounds__(256) heat_decay_b(const float4* __restrict__ x, float4* __restrict__ out, int n) { decay(x, out, n); }

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 1 << 26, entries = 1 << 21, mask = entries - 1;
    float *x = filled<float>(n, 1), *y = filled<float>(n, 2), *o1 = empty<float>(n), *o2 = empty<float>(n), *o3 = empty<float>(n);
    int *next = indices(entries, entries), *i1 = empty<int>(1 << 26), *i2 = empty<int>(1 << 26);
    std::vector<int> up(1380), down(1380);
    for (int k = 0; k < 1380; ++k) up[k] = k, down[k] = 1379 - k;
    int *up_d = uploaded(up), *down_d = uploaded(down);
    const int mid = 68 << 10;
    CHECK(cudaFuncSetAttribute(frame_delta_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 50 << 10));
    CHECK(cudaFuncSetAttribute(iir_bank_a, cudaFuncAttributeMaxDynamicSharedMemorySize, mid));
    CHECK(cudaFuncSetAttribute(iir_bank_b, cudaFuncAttributeMaxDynamicSharedMemorySize, mid));
    const Output I = Output::i32;
    auto zero = [](void* p, size_t bytes) { cudaMemsetAsync(p, 0, bytes); };
    return run(argc, argv, {
        {"trie_route_a", [=] { trie_route_a<<<8448, 128, 28 << 10>>>(next, i1, mask, 60); }, i1, 8448ull * 128, I},
        {"trie_route_b", [=] { trie_route_b<<<8448, 128, 512>>>(next, i2, mask, 60); }, i2, 8448ull * 128, I},
        {"cell_follow_a", [=] { cell_follow_a<<<33792, 32>>>(next, i1, mask, 60); }, i1, 33792ull * 32, I},
        {"cell_follow_b", [=] { cell_follow_b<<<4224, 256>>>(next, i2, mask, 60); }, i2, 33792ull * 32, I},
        {"ridge_follow_a", [=] { ridge_follow_a<<<2816, 768>>>(next, i1, mask, 40); }, i1, 2816ull * 768, I},
        {"ridge_follow_b", [=] { ridge_follow_b<<<4224, 512>>>(next, i2, mask, 40); }, i2, 2816ull * 768, I},
        {"plume_walk_a", [=] { plume_walk_a<<<1320, 1024>>>((float4*)x, o1, (1 << 17) - 1, 80); }, o1, 1320ull * 1024},
        {"plume_walk_b", [=] { plume_walk_b<<<5280, 256>>>((float4*)x, o2, (1 << 17) - 1, 80); }, o2, 1320ull * 1024},
        {"query_score_a", [=] { zero(o1, 4); query_score_a<<<24, 512>>>((float4*)x, o1, n / 4); }, o1, 1},
        {"query_score_b", [=] { zero(o2, 4); query_score_b<<<528, 512>>>((float4*)x, o2, n / 4); }, o2, 1},
        {"trial_swing_a", [=] { trial_swing_a<<<64, 1024>>>(x, o1, 3000); }, o1, 65536},
        {"trial_swing_b", [=] { trial_swing_b<<<512, 128>>>(x, o2, 3000); }, o2, 65536},
        {"wave_relax_a", [=] { wave_relax_a<<<330, 1024>>>(x, o1, 2000); }, o1, 330ull * 1024},
        {"wave_relax_b", [=] { wave_relax_b<<<264, 1024>>>(x, o2, 2500); }, o2, 264ull * 1024},
        {"cave_walk_a", [=] { zero(i1, 32768); cave_walk_a<<<2640, 256>>>(next, i1, mask, 180); }, i1, 8192, I},
        {"cave_walk_b", [=] { zero(i2, 32768); cave_walk_b<<<3168, 256>>>(next, i2, mask, 150); }, i2, 8192, I},
        {"reef_walk_a", [=] { zero(i1, 32768); reef_walk_a<<<792, 512>>>(next, i1, mask, 200); }, i1, 8192, I},
        {"reef_walk_b", [=] { zero(i2, 32768); reef_walk_b<<<528, 512>>>(next, i2, mask, 300); }, i2, 8192, I},
        {"moor_walk_a", [=] { zero(i1, 32768); moor_walk_a<<<1109, 1024>>>(next, i1, mask, 100); }, i1, 8192, I},
        {"moor_walk_b", [=] { zero(i2, 32768); moor_walk_b<<<1056, 1024>>>(next, i2, mask, 105); }, i2, 8192, I},
        {"iir_bank_a", [=] { iir_bank_a<<<2178, 256, mid>>>(x, o1, 24); }, o1, 2178ull * 256},
        {"iir_bank_b", [=] { iir_bank_b<<<2376, 256, mid>>>(x, o2, 22); }, o2, 2376ull * 256},
        {"cell_refine_a", [=] { cell_refine_a<<<1380, 256>>>(x, o1, up_d); }, o1, 1380ull * 256},
        {"cell_refine_b", [=] { cell_refine_b<<<1380, 256>>>(x, o2, down_d); }, o2, 1380ull * 256},
        {"mesh_quality_a", [=] { mesh_quality_a<<<264, 512>>>(x, o1, 5280); }, o1, 5280ull * 512},
        {"mesh_quality_b", [=] { mesh_quality_b<<<264, 512>>>(x, o2, 5280); }, o2, 5280ull * 512},
        {"octet_walk_a", [=] { octet_walk_a<<<1320, 1024>>>(next, i1, mask, 30); }, i1, 1320ull * 1024, I},
        {"octet_walk_b", [=] { octet_walk_b<<<21120, 64>>>(next, i2, mask, 30); }, i2, 1320ull * 1024, I},
        {"knot_swing_a", [=] { knot_swing_a<<<52800, 20>>>(x, o1, 200); }, o1, 52800ull * 20},
        {"knot_swing_b", [=] { knot_swing_b<<<6600, 160>>>(x, o2, 200); }, o2, 52800ull * 20},
        {"tag_lines_a", [=] { tag_lines_a<<<1 << 20, 64>>>(next, i1, 1 << 26); }, i1, 1ull << 26, I},
        {"tag_lines_b", [=] { tag_lines_b<<<1056, 256>>>(next, i2, 1 << 26); }, i2, 1ull << 26, I},
        {"frame_delta_a", [=] { frame_delta_a<<<n / 4096, 256, 50 << 10>>>((float4*)x, (float4*)y, (float4*)o1); }, o1, (size_t)n},
        {"frame_delta_b", [=] { frame_delta_b<<<n / 4096, 256>>>((float4*)x, (float4*)y, (float4*)o2); }, o2, (size_t)n},
        {"dune_relax_a", [=] { dune_relax_a<<<15867, 1024>>>(x, o1, 120); }, o1, 15867ull * 1024},
        {"dune_relax_b", [=] { dune_relax_b<<<15840, 1024>>>(x, o2, 120); }, o2, 15840ull * 1024},
        {"crop_growth_a", [=] { crop_growth_a<<<1056, 256>>>(x, o1, 80); }, o1, 1056ull * 256},
        {"crop_growth_b", [=] { crop_growth_b<<<1056, 256>>>(x, o2, 0); }, o2, 1056ull * 256},
        {"heat_decay_a", [=] { heat_decay_a<<<1373, 256>>>((float4*)x, (float4*)o1, n / 4); }, o1, (size_t)n},
        {"heat_decay_b", [=] { heat_decay_b<<<1056, 256>>>((float4*)x, (float4*)o2, n / 4); }, o2, (size_t)n},
        {"tensor_step_b", [=] { tensor_step_b<<<96 * 24, 256>>>(o2, x, 0.1f); }, o2, 96ull * 6144},
        {"grade_chain_b", [=] { grade_chain_b<<<n / 1024, 256>>>((float4*)x, (float4*)o2); }, o2, (size_t)n},
        {"grade_chain_a1", [=] { grade_chain_a1<<<n / 1024, 256>>>((float4*)x, (float4*)o1); grade_chain_a2<<<n / 1024, 256>>>((float4*)o1, (float4*)o3);
                                grade_chain_a3<<<n / 1024, 256>>>((float4*)o3, (float4*)o1); }, o1, (size_t)n},
        {"tensor_step_a", [=] { for (int t = 0; t < 96; ++t) tensor_step_a<<<24, 256>>>(o1 + t * 6144, x + t * 6144, 0.1f); }, o1, 96ull * 6144},
    });
}
