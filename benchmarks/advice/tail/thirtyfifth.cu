// Sweep of grid sizes (1 to 9 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   SET time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   SET profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// marble_sparrow  latency of DRAM: random walks of warps over 4 GiB, a row of 128 bytes tells the next, one row in flight a warp; 96 or 32 threads
// tangled_anchor  latency of dependent arithmetic: a clamped quadratic map, one FP32 chain a thread, registers only, 128 or 32 threads
// frosty_compass  FP64 throughput: a three-variable flow by fourth-order Runge-Kutta, registers only, 256 or 64 threads
// humble_cactus   integer throughput: products modulo a 31-bit prime in Montgomery's form, four chains a thread, 1024 or 128 threads
// rustic_feather  special-function throughput: logarithm, exponential and reciprocal root, two chains a thread, 128 or 64 threads
// amber_bridge    tensor throughput: products of int8 (wmma), 64 x 32 sums a warp, left factors in registers, right ones from shared memory, 256 or 64 threads
// quiet_lobster   DRAM bandwidth: complex products of two streams into a third, a slab a block, eight loads of 16 bytes a step, 512 or 128 threads
// brisk_pendulum  L2 bandwidth: weighted sums over a 16 MB table in order from a random start, past L1, four loads of 16 bytes a step, 1024 or 256 threads
// scarlet_tunnel  shared-memory atomics: deposits of charge on two neighbouring cells of 4096 in shared memory, two particles a step, 512 or 160 threads
// lazy_monsoon    barriers: the wave equation on a ring, a cell a thread, neighbours through shared memory, a barrier a step, 512 or 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr unsigned TABLE = 1u << 20;   // float4 of the table in the L2 cache: 16 MB, at the start of the input
constexpr unsigned CELLS = 4096;       // words of shared memory of a block
constexpr int TILES = 16;              // of 16 x 16 int8 in shared memory
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

__global__ void __launch_bounds__(96) marble_sparrow(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* words = (const unsigned*)in;
    const unsigned lane = threadIdx.x % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = harness::hash32((unsigned)(id / 32) * 2654435761u + salt * 40503u), sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const unsigned entry = __ldcg(words + (size_t)(key % (unsigned)(FULL / 8)) * 32 + lane);
        sum = sum * 31 + entry;
        key = harness::hash32(key * 747796405u + __shfl_sync(~0u, entry, key >> 27) + 2891336453u);
    }
    ((uint2*)out)[id] = make_uint2(key, sum);
}

__global__ void __launch_bounds__(128) tangled_anchor(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const float bend = fmaf(0.1f, seed.z, 1.3f), drag = fmaf(0.05f, seed.w, 0.25f);
    float x = seed.x, y = drag * seed.y;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const float next = fmaf(-bend * x, x, 1.0f + y);
        y = drag * x;
        x = fminf(fmaxf(next, -1.5f), 1.5f);
    }
    ((float2*)out)[id] = make_float2(x, y);
}

struct State { double x, y, z; };
__device__ __forceinline__ State slope(const State& p, double rho) {
    return {10.0 * (p.y - p.x), fma(p.x, rho - p.z, -p.y), fma(p.x, p.y, -8.0 / 3.0 * p.z)};
}
__device__ __forceinline__ State along(const State& p, const State& k, double h) { return {fma(h, k.x, p.x), fma(h, k.y, p.y), fma(h, k.z, p.z)}; }

__global__ void __launch_bounds__(256) frosty_compass(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const double rho = 27.0 + seed.w, h = 0.005;
    State p{seed.x, seed.y, 20.0 + seed.z};
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const State a = slope(p, rho), b = slope(along(p, a, h / 2), rho), c = slope(along(p, b, h / 2), rho), d = slope(along(p, c, h), rho);
        p = along(along(along(along(p, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    }
    out[id] = make_float4((float)p.x, (float)p.y, (float)p.z, (float)rho);
}

constexpr unsigned PRIME = 2013265921u;  // 15 * 2^27 + 1
constexpr unsigned INVERSE = 2013265919u;  // -1 / PRIME modulo 2^32
static_assert(PRIME * INVERSE == 0xffffffffu, "inverse");
__device__ __forceinline__ unsigned modular(unsigned a, unsigned b) {
    const unsigned long long t = (unsigned long long)a * b;
    const unsigned m = (unsigned)t * INVERSE, r = (unsigned)((t + (unsigned long long)m * PRIME) >> 32);
    return min(r, r - PRIME);
}

__global__ void __launch_bounds__(1024, 1) humble_cactus(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 seed = ((const uint4*)in)[id];
    unsigned a = seed.x % PRIME, b = seed.y % PRIME, c = seed.z % PRIME, d = seed.w % PRIME;
    const unsigned root = (a ^ 0x1234567u) % PRIME;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) { a = modular(a, root); b = modular(b, c); c = modular(c, root); d = modular(d, a); }
    ((uint4*)out)[id] = make_uint4(a, b, c, d);
}

__device__ __forceinline__ float lg2(float v) { float r; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }
__device__ __forceinline__ float ex2(float v) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }
__device__ __forceinline__ float rsq(float v) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }

__global__ void __launch_bounds__(128) rustic_feather(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    float x = seed.x, y = seed.y;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        const float p = ex2(-fabsf(lg2(fabsf(x) + 0.25f))), q = ex2(-fabsf(lg2(fabsf(y) + 0.25f)));
        x = fmaf(rsq(p + 0.5f), seed.z, -p); y = fmaf(rsq(q + 0.5f), seed.w, q);
    }
    ((float2*)out)[id] = make_float2(x, y);
}

// A warp has 4 x 2 tiles of sums; its four left tiles stay in registers, and a step takes two right tiles.
__global__ void __launch_bounds__(256) amber_bridge(const float4* in, float4* out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32;
    signed char* tiles = (signed char*)pool;
    for (int i = t; i < TILES * 256; i += n) tiles[i] = (signed char)(((const float*)in)[(size_t)blockIdx.x * 4096 % FULL + i] * 127.0f);
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, signed char, row_major> a[4];
    fragment<accumulator, 16, 16, 16, int> sum[4][2];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        load_matrix_sync(a[r], tiles + (warp + r * 3) % TILES * 256, 16);
        fill_fragment(sum[r][0], 0); fill_fragment(sum[r][1], 0);
    }
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        fragment<matrix_b, 16, 16, 16, signed char, col_major> b[2];
        load_matrix_sync(b[0], tiles + (s * 2 + warp) % TILES * 256, 16);
        load_matrix_sync(b[1], tiles + (s * 2 + warp + 1) % TILES * 256, 16);
#pragma unroll
        for (int r = 0; r < 4; ++r) { mma_sync(sum[r][0], a[r], b[0], sum[r][0]); mma_sync(sum[r][1], a[r], b[1], sum[r][1]); }
    }
    int* to = (int*)out + ((size_t)blockIdx.x * (n / 32) + warp) * 64 * 32;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        store_matrix_sync(to + r * 16 * 32, sum[r][0], 32, mem_row_major);
        store_matrix_sync(to + r * 16 * 32 + 16, sum[r][1], 32, mem_row_major);
    }
}

__device__ __forceinline__ float4 complexes(float4 a, float4 b) {
    return make_float4(fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x), fmaf(a.z, b.z, -a.w * b.w), fmaf(a.z, b.w, a.w * b.z));
}

// The streams read are the halves of the input; the second is read eight float4 aside, as the halves hold the same values.
__global__ void __launch_bounds__(512) quiet_lobster(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 4 * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)OUTPUT / length) * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { a[u] = __ldcs(in + at + u * n); b[u] = __ldcs(in + at + u * n + FULL / 2 + 8); }
#pragma unroll
        for (int u = 0; u < 4; ++u) __stcs(out + at + u * n, complexes(a[u], b[u]));
    }
}

__global__ void __launch_bounds__(1024, 1) brisk_pendulum(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    unsigned at = (harness::hash32(blockIdx.x * 2654435761u + salt) & ~63u) + t;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 v[4];
#pragma unroll
        for (unsigned u = 0; u < 4; ++u) v[u] = __ldcg(in + (at + u * n) % TABLE);
#pragma unroll
        for (unsigned u = 0; u < 4; ++u) {
            const float weight = u % 2 ? -0.7f - 0.1f * u : 0.6f + 0.1f * u;
            sum.x = fmaf(weight, v[u].x, sum.x); sum.y = fmaf(weight, v[u].y, sum.y); sum.z = fmaf(weight, v[u].z, sum.z); sum.w = fmaf(weight, v[u].w, sum.w);
        }
    }
    out[id] = sum;
}

__global__ void __launch_bounds__(512) scarlet_tunnel(const float4*, float4* out, int steps, unsigned salt) {
    unsigned* cells = (unsigned*)pool;
    const unsigned n = blockDim.x, t = threadIdx.x;
    for (unsigned i = t; i < CELLS; i += n) cells[i] = 0;
    __syncthreads();
    unsigned random = harness::hash32(blockIdx.x * n + t + salt * 2654435761u);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            random = random * 1664525u + 1013904223u;
            const unsigned cell = random >> 20, share = (random >> 12) & 255;  // position in fixed point: 12 bits of cell, 8 of fraction
            atomicAdd(cells + cell, 256 - share);
            atomicAdd(cells + (cell + 1) % CELLS, share);
        }
    }
    __syncthreads();
    for (unsigned i = t; i < CELLS; i += n) ((unsigned*)out)[(size_t)blockIdx.x * CELLS + i] = cells[i];
}

// Two rows of shared memory in turn, so that one barrier a step does.
__global__ void __launch_bounds__(512) lazy_monsoon(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, before = t ? t - 1 : n - 1, after = t + 1 < n ? t + 1 : 0;
    const size_t id = (size_t)blockIdx.x * n + t;
    float* row = (float*)pool;
    float now = ((const float*)in)[id], past = now;
    const float stiff = fmaf(0.1f, ((const float*)in)[id + 5], 0.4f);
    int side = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        row[side + t] = now;
        __syncthreads();
        const float next = fmaf(stiff, row[side + before] + row[side + after] - 2.0f * now, fmaf(1.999f, now, -0.999f * past));
        past = now; now = next;
        side = n - side;
    }
    ((float2*)out)[id] = make_float2(now, past);
}

struct Shape { int residency, block, work; };  // blocks an SM, held by shared memory; threads and steps of a block
struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int, unsigned);
    std::vector<Shape> shapes;  // work so chosen that waves take about as long
};

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; a little beyond it for reads aside.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + 64) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(in + FULL, in, 64 * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(out, 0, OUTPUT * sizeof(float4)));
    CHECK(cudaDeviceSynchronize());
    // Expected of one wave at 1.7 to 2.0 GHz: 50 to 120 us of each kernel.
    const std::vector<Kernel> kernels = {
        {"marble_sparrow", marble_sparrow, {{3, 96, 100}, {16, 32, 90}}},
        {"tangled_anchor", tangled_anchor, {{2, 128, 6000}, {6, 32, 6000}}},
        {"frosty_compass", frosty_compass, {{2, 256, 320}, {8, 64, 300}}},
        {"humble_cactus", humble_cactus, {{1, 1024, 320}, {6, 128, 400}}},
        {"rustic_feather", rustic_feather, {{4, 128, 700}, {16, 64, 360}}},
        {"amber_bridge", amber_bridge, {{1, 256, 900}, {4, 64, 800}}},
        {"quiet_lobster", quiet_lobster, {{2, 512, 12}, {8, 128, 13}}},
        {"brisk_pendulum", brisk_pendulum, {{1, 1024, 45}, {3, 256, 60}}},
        {"scarlet_tunnel", scarlet_tunnel, {{2, 512, 170}, {6, 160, 160}}},
        {"lazy_monsoon", lazy_monsoon, {{1, 512, 1200}, {16, 64, 900}}}};
    // Grids in waves: whole, a little above whole, half above, nearly whole. Taken in turn by the shapes, from kernel to kernel the next first; 192 in all.
    const std::vector<double> grids[3] = {
        {1, 1.06, 1.5, 2, 2.93, 4, 4.5, 6.1, 8.9},
        {1.95, 2.05, 2.5, 3, 3.9, 5, 5.12, 7, 8.5},
        {1, 1.4, 1.9, 3.03, 3.55, 4, 5.94, 6, 6.5, 7.08, 9}};
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    unsigned launches = 0;
    if (mode == "time") std::printf("kernel,blocks_per_sm,block_size,regs,smem,grid,median_us\n");
    for (size_t j = 0; j < kernels.size(); ++j) {
        const Kernel& k = kernels[j];
        if (std::string(k.name).find(filter) == std::string::npos) continue;
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin));
        CHECK(cudaFuncSetAttribute(k.run, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
        cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, k.run));
        for (size_t i = 0; i < k.shapes.size(); ++i) {
            const Shape& s = k.shapes[i];
            int bytes = int(device.sharedMemPerMultiprocessor / s.residency - device.reservedSharedMemPerBlock) / 1024 * 1024, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, s.block, bytes));
            if (resident != s.residency) { std::fprintf(stderr, "%s: %d blocks an SM, not %d\n", k.name, resident, s.residency); continue; }
            int wave = resident * device.multiProcessorCount;
            for (double w : grids[(i + j) % 3]) {
                int grid = (int)std::lround(w * wave);
                auto launch = [&] { k.run<<<grid, s.block, bytes>>>(in, out, s.work, ++launches); CHECK(cudaGetLastError()); };
                if (mode == "profile") { launch(); CHECK(cudaDeviceSynchronize()); continue; }
                for (int r = 0; r < 3; ++r) launch();
                std::vector<float> us(9);
                for (float& t : us) {
                    CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b));
                    CHECK(cudaEventElapsedTime(&t, a, b)); t *= 1e3f;
                }
                std::sort(us.begin(), us.end());
                std::printf("%s,%d,%d,%d,%d,%d,%.3f\n", k.name, resident, s.block, attributes.numRegs, bytes, grid, us[4]);
            }
        }
    }
    CHECK(cudaDeviceSynchronize());
    return 0;
}
