// Sweep of grid sizes (1.03 to 9.4 waves, 1 to 32 resident blocks an SM) that tests what a partial last wave of blocks costs. Each shape has grids of exactly 3 and 5 waves.
//   thirtythird time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtythird profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// pewter_lagoon   latency: binary searches in a sorted table of 4 MB in the L2 cache, twenty dependent reads each, the next key from the place found, 64 or 32 threads
// saffron_gate    FP32 throughput: rings of eight coupled logistic maps a thread, in registers only, 768 or 160 threads
// tundra_ribbon   integer throughput: Montgomery products modulo a prime, four chains a thread, 256 or 128 threads
// hollow_thistle  special functions: Kuramoto oscillators, four a thread, a sine and a cosine of each a step, 1024 or 32 threads
// brisk_parasol   tensor throughput: filter bank on tiles in shared memory (wmma, bf16), four accumulators a warp, 128 or 64 threads
// linen_falcon    shared memory: tabulation hashing, eight reads a step of tables at random places, two chains a thread, 384 or 64 threads
// cobalt_orchard  L2 bandwidth: products with a matrix of 16 MB that every block reads a part of, four loads of 16 bytes in flight, 128 or 192 threads
// dusky_trellis   DRAM bandwidth: step of a Haar transform, a stream read and two of half the length written, 256 or 96 threads
// mellow_quarry   mixed: nearest of 16 centres for points of 8 coordinates from DRAM, centres in shared memory, 256 or 64 threads
// amber_sextant   atomics: counts at random places of 1 MB in the L2 cache, without return, 192 or 64 threads
// frosty_bramble  barriers: odd-even transposition sort of two keys a thread in shared memory, a barrier a phase, 512 or 128 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB; the searched table lies behind them
constexpr size_t OUTPUT = 128u << 20;  // float4 of the output: 2 GiB
constexpr int KEYS = 1 << 20;          // floats of the searched table: 4 MiB
constexpr unsigned MATRIX = 1u << 20;  // float4 of the matrix: 16 MiB
constexpr int COUNTERS = 18;           // log2 of the counters: 1 MiB
constexpr int CENTRES = 16;
constexpr int TILE = 64, PITCH = TILE + 8;  // rows and columns of a tile in shared memory
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + (size_t)salt * (slabs / 8 * 3 + 1)) % slabs; }
__device__ __forceinline__ size_t thread_id() { return (size_t)blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void __launch_bounds__(64) pewter_lagoon(const float4* in, float4* out, int steps, unsigned) {
    const float* table = (const float*)(in + FULL);
    const size_t id = thread_id();
    unsigned random = __float_as_uint(((const float*)in)[id]) * 2654435761u, sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const float key = (random >> 8) * (2.0f / 16777216.0f) - 1.0f;
        unsigned place = 0;
#pragma unroll 4
        for (unsigned span = KEYS / 2; span; span /= 2) place += __ldcg(table + place + span) <= key ? span : 0;
        sum += place;
        random = (random ^ place) * 1664525u + 1013904223u;
    }
    ((uint2*)out)[id] = make_uint2(random, sum);
}

__global__ void __launch_bounds__(768) saffron_gate(const float4* in, float4* out, int steps, unsigned) {
    constexpr float steep = -1.7f, stay = 0.8f, move = 0.1f;
    const size_t id = thread_id();
    const float4 low = in[2 * id], high = in[2 * id + 1];
    float x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        float f[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) f[i] = fmaf(steep * x[i], x[i], 1.0f);
#pragma unroll
        for (int i = 0; i < 8; ++i) x[i] = fmaf(stay, f[i], move * (f[(i + 7) % 8] + f[(i + 1) % 8]));
    }
    out[id] = make_float4(x[0] + x[4], x[1] + x[5], x[2] + x[6], x[3] + x[7]);
}

constexpr unsigned PRIME = 2147483629u;  // below 2^31
constexpr unsigned inverse_of(unsigned p) { unsigned x = p; for (int i = 0; i < 5; ++i) x *= 2 - p * x; return x; }
constexpr unsigned MINUS_INVERSE = 0u - inverse_of(PRIME);
__device__ __forceinline__ unsigned montgomery(unsigned a, unsigned b) {
    const unsigned long long product = (unsigned long long)a * b;
    const unsigned m = (unsigned)product * MINUS_INVERSE;
    const unsigned high = (unsigned)((product + (unsigned long long)m * PRIME) >> 32);
    return high >= PRIME ? high - PRIME : high;
}

__global__ void __launch_bounds__(256) tundra_ribbon(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = thread_id();
    const uint4 seed = ((const uint4*)in)[id];
    unsigned x[4] = {seed.x % PRIME, seed.y % PRIME, seed.z % PRIME, seed.w % PRIME};
    const unsigned base = (seed.x ^ seed.w) % PRIME;
#pragma unroll 2
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = montgomery(x[i], x[i] ^ (base & 0xffffu));
    ((uint4*)out)[id] = make_uint4(x[0], x[1], x[2], x[3]);
}

__global__ void __launch_bounds__(1024) hollow_thistle(const float4* in, float4* out, int steps, unsigned) {
    constexpr float dt = 0.01f, coupling = 0.3f;
    const size_t id = thread_id();
    const float4 seed = in[id];
    float phase[4] = {3 * seed.x, 3 * seed.y, 3 * seed.z, 3 * seed.w};
    const float own[4] = {dt * seed.y, dt * seed.z, dt * seed.w, dt * seed.x};
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float sine[4], cosine[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) { sine[i] = __sinf(phase[i]); cosine[i] = __cosf(phase[i]); }
        const float up = (dt * coupling) * (sine[0] + sine[1] + sine[2] + sine[3]), along = (dt * coupling) * (cosine[0] + cosine[1] + cosine[2] + cosine[3]);
#pragma unroll
        for (int i = 0; i < 4; ++i) phase[i] = fmaf(up, cosine[i], fmaf(-along, sine[i], phase[i] + own[i]));
    }
    out[id] = make_float4(phase[0], phase[1], phase[2], phase[3]);
}

// Sums of products of the tile's parts with four filters a warp; the part begins at another row for each warp.
__global__ void __launch_bounds__(128) brisk_parasol(const float4* in, float4* out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32;
    __nv_bfloat16* tile = (__nv_bfloat16*)pool;
    for (int i = t; i < TILE * TILE; i += n) tile[i / TILE * PITCH + i % TILE] = __float2bfloat16(((const float*)in)[(blockIdx.x % 256) * TILE * TILE + i]);
    __syncthreads();
    fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> filter[4];
    fragment<accumulator, 16, 16, 16, float> sum[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { load_matrix_sync(filter[q], tile + warp * 8 * PITCH + q * 16, PITCH); fill_fragment(sum[q], 0.0f); }
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const __nv_bfloat16* row = tile + (s + warp) % 4 * 16 * PITCH;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a;
            load_matrix_sync(a, row + k * 16, PITCH);
#pragma unroll
            for (int q = 0; q < 4; ++q) mma_sync(sum[q], a, filter[q], sum[q]);
        }
    }
    float* to = (float*)out + ((size_t)blockIdx.x * (n / 32) + warp) * 1024;
#pragma unroll
    for (int q = 0; q < 4; ++q) store_matrix_sync(to + q * 16, sum[q], 64, mem_row_major);
}

__global__ void __launch_bounds__(384) linen_falcon(const float4* in, float4* out, int steps, unsigned) {
    unsigned* table = (unsigned*)pool;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) table[i] = __float_as_uint(((const float*)in)[i]) * 2654435761u ^ i * 0x9e3779b9u;
    __syncthreads();
    const size_t id = thread_id();
    unsigned a = (unsigned)id * 0x85ebca6bu, b = ~a * 0xc2b2ae35u;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        a = (a + s) ^ table[a & 255] ^ table[256 + (a >> 8 & 255)] ^ table[512 + (a >> 16 & 255)] ^ table[768 + (a >> 24)];
        b = (b + s) ^ table[b & 255] ^ table[256 + (b >> 8 & 255)] ^ table[512 + (b >> 16 & 255)] ^ table[768 + (b >> 24)];
    }
    ((uint2*)out)[id] = make_uint2(a, b);
}

__device__ __forceinline__ float dot(float4 a, float4 b, float sum) { return fmaf(a.x, b.x, fmaf(a.y, b.y, fmaf(a.z, b.z, fmaf(a.w, b.w, sum)))); }

__global__ void __launch_bounds__(192) cobalt_orchard(const float4* in, float4* out, int steps, unsigned) {
    const unsigned n = blockDim.x;
    const size_t id = thread_id();
    const float4 x = in[threadIdx.x];
    unsigned at = blockIdx.x * 40503u * 32 + threadIdx.x;
    float sum[4] = {};
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 4 * n) {
        float4 m[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) m[u] = __ldcg(in + (at + u * n) % MATRIX);
#pragma unroll
        for (int u = 0; u < 4; ++u) sum[u] = dot(m[u], x, sum[u]);
    }
    out[id] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

// The output's halves take the means and the differences.
__global__ void __launch_bounds__(256, 2) dusky_trellis(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned n = blockDim.x, length = n * 2 * steps;
    const size_t first = (size_t)slab_of(salt, (unsigned)(OUTPUT / 2) / length) * length + threadIdx.x;
    const float4* from = in + 2 * first - threadIdx.x;
    float4* to = out + first;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, from += 4 * n, to += 2 * n) {
        float4 x[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) x[u] = __ldcs(from + u * n);
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            const float4 a = x[2 * u], b = x[2 * u + 1];
            __stcs(to + u * n, make_float4(0.5f * (a.x + a.y), 0.5f * (a.z + a.w), 0.5f * (b.x + b.y), 0.5f * (b.z + b.w)));
            __stcs(to + OUTPUT / 2 + u * n, make_float4(0.5f * (a.x - a.y), 0.5f * (a.z - a.w), 0.5f * (b.x - b.y), 0.5f * (b.z - b.w)));
        }
    }
}

// Coordinates 0 to 3 lie in the input's first half, 4 to 7 in its second; two points a thread and step.
__global__ void __launch_bounds__(256) mellow_quarry(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    float4* centre = pool;                          // two of a centre
    float* norm = (float*)(pool + 2 * CENTRES);
    if (t < CENTRES) {
        const float4 a = in[2 * t], b = in[2 * t + 1];
        centre[2 * t] = a; centre[2 * t + 1] = b; norm[t] = -0.5f * dot(a, a, dot(b, b, 0.0f));
    }
    __syncthreads();
    const unsigned length = n * 2 * steps;
    const size_t first = (size_t)slab_of(salt, (unsigned)(FULL / 2) / length) * length + t;
    const float4* from = in + first;
    unsigned char* to = (unsigned char*)out + first;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, from += 2 * n, to += 2 * n) {
        const float4 a0 = __ldcs(from), a1 = __ldcs(from + n), b0 = __ldcs(from + FULL / 2), b1 = __ldcs(from + FULL / 2 + n);
        float best0 = -1e30f, best1 = -1e30f;
        int which0 = 0, which1 = 0;
#pragma unroll
        for (int c = 0; c < CENTRES; ++c) {
            const float4 p = centre[2 * c], q = centre[2 * c + 1];
            const float near0 = dot(p, a0, dot(q, b0, norm[c])), near1 = dot(p, a1, dot(q, b1, norm[c]));
            if (near0 > best0) { best0 = near0; which0 = c; }
            if (near1 > best1) { best1 = near1; which1 = c; }
        }
        to[0] = (unsigned char)which0; to[n] = (unsigned char)which1;
    }
}

__global__ void __launch_bounds__(192) amber_sextant(const float4* in, float4* out, int steps, unsigned salt) {
    unsigned* counters = (unsigned*)out;
    unsigned random = harness::hash32((unsigned)thread_id() + salt * 0x9e3779b9u) ^ __float_as_uint(((const float*)in)[threadIdx.x]);
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        atomicAdd(counters + (random >> (32 - COUNTERS)), 1u);
        random = random * 1664525u + 1013904223u;
    }
}

__global__ void __launch_bounds__(512) frosty_bramble(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x;
    float *even = (float*)pool, *odd = even + n + 1;  // a last even key above all others
    const float2 keys = ((const float2*)in)[thread_id()];
    even[t] = keys.x; odd[t] = keys.y;
    if (t == 0) even[n] = 2.0f;
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const float a = even[t], b = odd[t];
        even[t] = fminf(a, b); odd[t] = fmaxf(a, b);
        __syncthreads();
        const float c = odd[t], d = even[t + 1];
        odd[t] = fminf(c, d); even[t + 1] = fmaxf(c, d);
        __syncthreads();
    }
    ((float2*)out)[thread_id()] = make_float2(even[t], odd[t]);
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the searched table.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + KEYS / 4) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<float> table(KEYS);
    for (int i = 0; i < KEYS; ++i) table[i] = harness::unit(i * 2654435761u + 33);
    std::sort(table.begin(), table.end());
    CHECK(cudaMemcpy(in + FULL, table.data(), KEYS * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, OUTPUT * sizeof(float4)));
    CHECK(cudaDeviceSynchronize());
    // Expected of one wave at 1.7 to 2.0 GHz: 60 to 130 us of each; least sure of the counters (50 to 250 us) and of the search at 32 blocks an SM.
    const std::vector<Kernel> kernels = {
        {"pewter_lagoon", pewter_lagoon, {{2, 64, 28}, {32, 32, 12}}},
        {"saffron_gate", saffron_gate, {{1, 768, 600}, {8, 160, 360}}},
        {"tundra_ribbon", tundra_ribbon, {{5, 256, 176}, {12, 128, 146}}},
        {"hollow_thistle", hollow_thistle, {{1, 1024, 280}, {32, 32, 280}}},
        {"brisk_parasol", brisk_parasol, {{3, 128, 230}, {7, 64, 200}}},
        {"linen_falcon", linen_falcon, {{2, 384, 210}, {16, 64, 160}}},
        {"cobalt_orchard", cobalt_orchard, {{4, 128, 110}, {9, 192, 33}}},
        {"dusky_trellis", dusky_trellis, {{2, 256, 39}, {16, 96, 13}}},
        {"mellow_quarry", mellow_quarry, {{3, 256, 40}, {10, 64, 48}}},
        {"amber_sextant", amber_sextant, {{4, 192, 100}, {20, 64, 60}}},
        {"frosty_bramble", frosty_bramble, {{1, 512, 1000}, {6, 128, 700}}}};
    // Waves: 3 and 5 in each list, the others with last waves of 2% to 97%; taken in turn by the shapes.
    const std::vector<double> waves[4] = {
        {1.1, 1.5, 2.3, 3, 3.1, 4.7, 5, 8.2},
        {1.25, 1.9, 2.04, 3, 3.6, 5, 6.35, 7.8},
        {1.03, 1.7, 2.5, 3, 4.15, 5, 5.95, 9.4},
        {1.4, 1.97, 2.8, 3, 4.55, 5, 6.22, 7}};
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
            int bytes = int(device.sharedMemPerMultiprocessor / s.residency - device.reservedSharedMemPerBlock) / 128 * 128, resident = 0;
            bytes = std::min(bytes, (int)device.sharedMemPerBlockOptin);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, s.block, bytes));
            if (resident != s.residency) { std::fprintf(stderr, "%s: %d blocks an SM, not %d\n", k.name, resident, s.residency); continue; }
            int wave = resident * device.multiProcessorCount;
            for (double w : waves[(2 * i + j + j / 2) % 4]) {
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
