// Sweep of grid sizes (1 to 9 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   SET time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   SET profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// amber_ladder    latency of DRAM: a walk of each thread along random links of a 4 GiB graph, one dependent read a step, 128 or 32 threads
// quiet_ferry     latency of L2: an automaton of 65536 states and 64 letters a thread (16 MB table), past L1, 96 or 32 threads
// brass_pigeon    FP64 throughput: leapfrog of the Henon-Heiles system, two orbits a thread, 256 or 64 threads
// linen_canyon    latency of dependent arithmetic: one FP32 tent-and-cubic map a thread, few warps, 128 or 32 threads
// tidal_mitten    integer-multiply throughput: Montgomery powers modulo a 31-bit prime, four chains a thread, 512 or 128 threads
// maple_cipher    special-function throughput: Box-Muller normals, logarithm, root, sine and cosine, 256 or 64 threads
// frosty_anvil    tensor throughput: products of int8 (wmma), 64 x 32 sums a warp, 256 or 64 threads
// velour_gate     DRAM bandwidth, as much written as read: tone curve of a stream, a slab a block, 512 or 192 threads
// cobalt_basket   shared-memory atomics: a histogram of 1024 bins a block, random bins, 256 or 1024 threads
// rusty_sonnet    barriers: explicit heat steps of a rod of one cell a thread, a barrier each step, 1024 or 128 threads
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
constexpr unsigned STATES = 65536;     // of the automaton; a row of 64 words each, the first 16 MB of the input
constexpr unsigned BINS = 1024;
constexpr int TILES = 16;              // of 16 x 16 bytes in shared memory
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// The upper 28 bits of the key choose one of the 2^28 nodes; what lies there makes the next key.
__global__ void __launch_bounds__(128) amber_ladder(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = harness::hash32((unsigned)id * 2654435761u + salt * 40503u), sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const unsigned link = __ldcg((const unsigned*)(in + (key >> 4)));
        sum += link;
        key = (key ^ (link >> 3)) * 1664525u + 1013904223u;
    }
    ((uint2*)out)[id] = make_uint2(key, sum);
}

__global__ void __launch_bounds__(96) quiet_ferry(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* table = (const unsigned*)in;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned letters = harness::hash32((unsigned)id + salt * 40503u), state = letters % STATES, sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const unsigned entry = __ldcg(table + state * 64 + (letters >> 26));
        state = (entry ^ (entry >> 15) ^ s * 40503u) % STATES;
        letters = letters * 1664525u + 1013904223u;
        sum += entry;
    }
    ((uint2*)out)[id] = make_uint2(state, sum);
}

struct Orbit { double x, y, z, w; };  // place and momentum
__device__ __forceinline__ void kick_drift(Orbit& o, double h) {
    o.z = fma(-h, fma(2.0 * o.x, o.y, o.x), o.z);
    o.w = fma(-h, fma(o.x, o.x, fma(-o.y, o.y, o.y)), o.w);
    o.x = fma(h, o.z, o.x); o.y = fma(h, o.w, o.y);
}
__global__ void __launch_bounds__(256) brass_pigeon(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 p = in[id], q = in[id + 1];
    Orbit a = {p.x * 0.2, p.y * 0.2, p.z * 0.2, p.w * 0.2}, b = {q.x * 0.2, q.y * 0.2, q.z * 0.2, q.w * 0.2};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) { kick_drift(a, 0.01); kick_drift(b, 0.01); }
    out[id] = make_float4(float(a.x + b.x), float(a.y + b.y), float(a.z + b.z), float(a.w + b.w));
}

__global__ void __launch_bounds__(128) linen_canyon(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[id].x;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const float y = fmaf(-1.9f, fabsf(x), 0.95f);
        x = fmaf(y * y, -0.3f, y);
    }
    ((float*)out)[id] = x;
}

constexpr unsigned PRIME = 2013265921u, NEGATIVE = 2013265919u;  // 15 * 2^27 + 1; minus its inverse modulo 2^32
__device__ __forceinline__ unsigned montgomery(unsigned a, unsigned b) {
    const unsigned long long t = (unsigned long long)a * b;
    const unsigned m = (unsigned)t * NEGATIVE;
    const unsigned r = (unsigned)((t + (unsigned long long)m * PRIME) >> 32);
    return min(r, r - PRIME);
}
__global__ void __launch_bounds__(512) tidal_mitten(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 v = ((const uint4*)in)[id];
    const unsigned base[4] = {v.x % PRIME, v.y % PRIME, v.z % PRIME, v.w % PRIME};
    unsigned x[4] = {base[1], base[2], base[3], base[0]};
#pragma unroll 1
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = montgomery(montgomery(x[i], x[i]), base[i]);
    ((uint4*)out)[id] = make_uint4(x[0], x[1], x[2], x[3]);
}

__global__ void __launch_bounds__(256) maple_cipher(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned random = __float_as_uint(in[id].x) * 2654435761u + salt;
    float sum = 0, square = 0;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        random = random * 1664525u + 1013904223u;
        const float u = fmaf((float)(random >> 16), 1.0f / 65536, 0.5f / 65536), angle = (float)(random & 65535) * (6.2831853f / 65536);
        const float l = -1.3862944f * __log2f(u), r = l * rsqrtf(l + 1e-12f);
        const float a = r * __cosf(angle), b = r * __sinf(angle);
        sum += a + b; square = fmaf(a, a, fmaf(b, b, square));
    }
    ((float2*)out)[id] = make_float2(sum, square);
}

// A warp has 4 x 2 tiles of sums; its left tiles stay in registers, and a step takes two right tiles.
__global__ void __launch_bounds__(256) frosty_anvil(const float4* in, float4* out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32;
    signed char* tiles = (signed char*)pool;
    for (int i = t; i < TILES * 256; i += n) tiles[i] = (signed char)(((const float*)in)[(size_t)blockIdx.x * 512 + i] * 127.0f);
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

__device__ __forceinline__ float toned(float v) { return fmaf(v, fmaf(v, fmaf(v, -0.31f, 0.12f), 1.1f), 0.05f); }

__global__ void __launch_bounds__(512) velour_gate(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 4 * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)OUTPUT / length) * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(in + at + u * n);
#pragma unroll
        for (int u = 0; u < 4; ++u) __stcs(out + at + u * n, make_float4(toned(v[u].x), toned(v[u].y), toned(v[u].z), toned(v[u].w)));
    }
}

__global__ void __launch_bounds__(1024, 2) cobalt_basket(const float4* in, float4* out, int steps, unsigned salt) {
    unsigned* bins = (unsigned*)pool;
    const unsigned n = blockDim.x, t = threadIdx.x;
    for (unsigned i = t; i < BINS; i += n) bins[i] = 0;
    __syncthreads();
    unsigned random = __float_as_uint(in[(size_t)blockIdx.x * n + t].x) * 2654435761u + salt;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            random = random * 1664525u + 1013904223u;
            atomicAdd(bins + (random >> 22), 1u + u);
        }
    }
    __syncthreads();
    for (unsigned i = t; i < BINS; i += n) ((unsigned*)out)[(size_t)blockIdx.x * BINS + i] = bins[i];
}

// Two rows in turn, so that one barrier a step does.
__global__ void __launch_bounds__(1024, 1) rusty_sonnet(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, before = t ? t - 1 : n - 1, after = t + 1 < n ? t + 1 : 0;
    const size_t id = (size_t)blockIdx.x * n + t;
    float* row = (float*)pool;
    float x = ((const float*)in)[id];
    const float source = 0.01f * x;
    int now = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        row[now + t] = x;
        __syncthreads();
        x = fmaf(0.24f, row[now + before] + row[now + after] - 2.0f * x, x + source);
        now = n - now;
    }
    ((float*)out)[id] = x;
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, FULL * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(out, 0, OUTPUT * sizeof(float4)));
    CHECK(cudaDeviceSynchronize());
    // Expected of one wave at 1.7 to 2.0 GHz: 60 to 120 us of each kernel. Slabs that run past the end of a buffer begin anew at its start.
    const std::vector<Kernel> kernels = {
        {"amber_ladder", amber_ladder, {{1, 128, 90}, {8, 32, 80}}},
        {"quiet_ferry", quiet_ferry, {{3, 96, 420}, {16, 32, 360}}},
        {"brass_pigeon", brass_pigeon, {{2, 256, 850}, {6, 64, 1100}}},
        {"linen_canyon", linen_canyon, {{1, 128, 9000}, {6, 32, 9000}}},
        {"tidal_mitten", tidal_mitten, {{2, 512, 180}, {8, 128, 170}}},
        {"maple_cipher", maple_cipher, {{4, 256, 520}, {16, 64, 480}}},
        {"frosty_anvil", frosty_anvil, {{2, 256, 420}, {8, 64, 380}}},
        {"velour_gate", velour_gate, {{3, 512, 12}, {8, 192, 10}}},
        {"cobalt_basket", cobalt_basket, {{4, 256, 170}, {2, 1024, 80}}},
        {"rusty_sonnet", rusty_sonnet, {{1, 1024, 1100}, {6, 128, 1000}}}};
    // Grids in waves; each list has at least two of three or more whole waves, the others last waves of 5% to 95%. Taken in turn by the shapes, from kernel to kernel the next first.
    const std::vector<double> grids[3] = {
        {1, 1.15, 1.5, 2.1, 3, 3.95, 4.5, 6, 8.05},
        {1.05, 1.6, 2, 2.5, 3.1, 4, 4.9, 6.5, 9},
        {1.1, 1.45, 1.9, 2.25, 3, 3.05, 3.5, 5, 5.7, 7.1, 8.5}};
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
