// Sweep of grid sizes (a block less than one wave to 9 waves, 1 to 32 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirtysecond time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtysecond profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// cedar_window    latency: a chain of reads from a list in shared memory, free of conflicts, two integer operations between; 64 threads, or 32 and as many blocks as an SM holds
// velvet_anchor   throughput: heat in a rod of 96 cells a thread, FP32 FMAs and adds in registers only, residency by registers, 256 or 128 threads
// quiet_harbour   throughput: modular powers by Montgomery's method, 32-bit integer products in registers only, residency by block size, 1024 or 512 threads
// maple_lantern   throughput: iterated softplus, four chains a thread, exponentials and logarithms of the special function units, 512 threads, or 256 and residency by block size
// orange_whistle  shared memory: rounds of a block cipher by four tables of 1 KiB in shared memory, sixteen look-ups a round with conflicts, 192 or 64 threads
// paper_orchard   throughput: bf16 products on tensor cores (wmma), one factor in registers, the other in shared memory, residency by registers, 256 or 64 threads
// copper_meadow   bandwidth: floats from DRAM to bytes as parts of a tile's largest, which is found by shared memory and a barrier, residency by block size, 1024 or 256 threads
// silver_basket   mixed: elimination of matrices of 64 x 64 in shared memory, a barrier a pivot, 256 or 128 threads
// winter_saddle   bandwidth: a block's vector relaxed through the L2 cache, past L1, two read and one written of 16 bytes each, a barrier a round, 512 or 64 threads
// marble_kettle   throughput: shortest paths between all of 16 nodes, a graph a half warp in registers, shuffles, graphs from DRAM, 512 threads and residency by block size, or 128
// amber_ladder    bandwidth: atomic additions at random to a table of 8 MB in the L2 cache, no results awaited, 256 or 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;     // float4 of the input: 4 GiB; the bf16 factors lie behind them
constexpr size_t OUTPUT = 96u << 20;    // float4 of the output: 1.5 GiB
constexpr int LIST = 1024;                                          // entries of the list
constexpr int CELLS = 96;                                           // of a rod
constexpr int DEEP = 64, LINE = DEEP + 8, ROWS = 128, SETS = 64;    // of the bf16 products: length of the sums, pitch and rows in shared memory, sets of rows
constexpr int HELD = 8 * DEEP * DEEP;                               // bf16 of the factors in registers, a matrix for each of up to eight warps
constexpr size_t FACTORS = (HELD + (size_t)SETS * ROWS * DEEP) / 8; // float4 of both factors
constexpr int SIDE = 64;                                            // of a matrix to eliminate
constexpr int NODES = 16;                                           // of a graph
constexpr size_t TABLE = 512u << 10;                                // float4 of the table at the output's end: 8 MiB
extern __shared__ float4 pool[];        // of some shapes its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// The list's entries, and so the places after them, are affine in the place before: the lanes of a warp stay in banks of their own.
__global__ void __launch_bounds__(64) cedar_window(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    unsigned* list = (unsigned*)pool;
    const unsigned offset = __float_as_uint(((const float*)in)[blockIdx.x]) / 16 * 2 + 1;
    for (int i = t; i < LIST; i += n) list[i] = (i * 421u + offset) % LIST;
    __syncthreads();
    unsigned at = (t + salt * 32) % LIST, sum = 0;
#pragma unroll 8
    for (int s = 0; s < steps; ++s) {
        const unsigned value = list[at];
        at = (value * 5 + 2) % LIST;
        sum += value;
    }
    ((uint2*)out)[id] = make_uint2(at, sum);
}

// The ends are insulated. Differences are taken of the old values, so that cells can be replaced in their place.
__global__ void __launch_bounds__(256, 2) velvet_anchor(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const float rate = 0.2f + 0.05f * seed.w;
    float u[CELLS];
#pragma unroll
    for (int i = 0; i < CELLS; ++i) u[i] = fmaf(seed.x, (float)(i % 7), fmaf(seed.y, (float)(i % 5), seed.z));
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float before = 0;
#pragma unroll
        for (int i = 0; i < CELLS; ++i) {
            const float after = i + 1 < CELLS ? u[i + 1] - u[i] : 0.0f;
            u[i] = fmaf(rate, after - before, u[i]);
            before = after;
        }
    }
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int i = 0; i < CELLS; i += 4) { sum.x += u[i]; sum.y += u[i + 1] * i; sum.z = fmaxf(sum.z, u[i + 2]); sum.w += u[i + 3] * u[i]; }
    out[id] = sum;
}

// a * b / 2^32 modulo m, below 2 m as a and b are; m below 2^30, least = -1 / m modulo 2^32
__device__ __forceinline__ unsigned reduced(unsigned a, unsigned b, unsigned m, unsigned least) {
    const unsigned long long product = (unsigned long long)a * b;
    return (unsigned)((product + (unsigned long long)((unsigned)product * least) * m) >> 32);
}

__global__ void __launch_bounds__(1024, 2) quiet_harbour(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 seed = *(const uint4*)(in + id);
    const unsigned m = (seed.x ^ seed.y << 7) >> 2 | 0x20000001u;
    unsigned inverse = m;
#pragma unroll
    for (int i = 0; i < 4; ++i) inverse *= 2 - m * inverse;
    const unsigned least = 0u - inverse, base = seed.z % m;
    unsigned x[4] = {seed.x % m, seed.y % m, seed.z % m, seed.w % m};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = reduced(x[i], x[i], m, least);
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = reduced(x[i], base, m, least);
    }
    ((uint4*)out)[id] = make_uint4(x[0], x[1], x[2], x[3]);
}

__device__ __forceinline__ float power_of_two(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__device__ __forceinline__ float binary_log(float x) { float y; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

// x = log2(1 + 2^x) - shift
__global__ void __launch_bounds__(512, 4) maple_lantern(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const float shift = 1.0f + 0.4f * seed.y;
    float x[4] = {seed.x, seed.y, seed.z, seed.w};
#pragma unroll 4
    for (int s = 0; s < steps; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = binary_log(1.0f + power_of_two(x[i])) - shift;
    out[id] = make_float4(x[0], x[1], x[2], x[3]);
}

__device__ __forceinline__ unsigned mixed(const unsigned* table, unsigned a, unsigned b, unsigned c, unsigned d) {
    return table[a & 255] ^ table[256 + (b >> 8 & 255)] ^ table[512 + (c >> 16 & 255)] ^ table[768 + (d >> 24)];
}

// A step is a text of 16 bytes, ten rounds; the next text is this one's cipher.
__global__ void __launch_bounds__(192, 5) orange_whistle(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    unsigned* table = (unsigned*)pool;
    for (int i = t; i < 1024; i += n) table[i] = harness::hash32(i * 2654435761u + 32);
    __syncthreads();
    uint4 x = *(const uint4*)(in + id);
    x.w ^= salt;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned key = 0x9e3779b9u * (s + 1);
#pragma unroll 2
        for (int r = 0; r < 10; ++r, key += 0x7f4a7c15u)
            x = make_uint4(mixed(table, x.x, x.y, x.z, x.w) ^ key, mixed(table, x.y, x.z, x.w, x.x) + key, mixed(table, x.z, x.w, x.x, x.y) ^ ~key, mixed(table, x.w, x.x, x.y, x.z) - key);
    }
    ((uint4*)out)[id] = x;
}

// A warp has a matrix of 64 x 64 in registers; 32 rows of the block's 128 a step are multiplied by it, and the products of all steps are summed.
__global__ void __launch_bounds__(256, 1) paper_orchard(const float4* in, float4* out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32;
    const __nv_bfloat16* held = (const __nv_bfloat16*)(in + FULL) + warp * DEEP * DEEP;
    const uint4* set = (const uint4*)((const __nv_bfloat16*)(in + FULL) + HELD + (size_t)(blockIdx.x % SETS) * ROWS * DEEP);
    __nv_bfloat16* rows = (__nv_bfloat16*)pool;
    for (int i = t; i < ROWS * DEEP / 8; i += n) *(uint4*)(rows + i / (DEEP / 8) * LINE + i % (DEEP / 8) * 8) = set[i];
    fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> b[4][4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int q = 0; q < 4; ++q) load_matrix_sync(b[k][q], held + k * 16 * DEEP + q * 16, DEEP);
    fragment<accumulator, 16, 16, 16, float> sum[2][4];
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int q = 0; q < 4; ++q) fill_fragment(sum[r][q], 0.0f);
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const __nv_bfloat16* now = rows + (s + warp) % (ROWS / 32) * 32 * LINE;
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int r = 0; r < 2; ++r) {
                fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a;
                load_matrix_sync(a, now + r * 16 * LINE + k * 16, LINE);
#pragma unroll
                for (int q = 0; q < 4; ++q) mma_sync(sum[r][q], a, b[k][q], sum[r][q]);
            }
    }
    float* to = (float*)out + ((size_t)blockIdx.x * (n / 32) + warp) * 32 * DEEP;
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int q = 0; q < 4; ++q) store_matrix_sync(to + r * 16 * DEEP + q * 16, sum[r][q], DEEP, mem_row_major);
}

__device__ __forceinline__ unsigned as_byte(float value, float scale) { return (unsigned)__float2int_rn(value * scale) & 255; }

// A tile is 16 floats a thread. Two rows of the warps' largest in turn, so that a barrier a tile is enough.
__global__ void __launch_bounds__(1024, 2) copper_meadow(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x, lane = t % 32, warps = n / 32;  // a power of two
    const unsigned length = n * 4 * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + t;
    unsigned* to = (unsigned*)out + (size_t)blockIdx.x * length + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4, to += n * 4) {
        float4 v[4];
        float most = 1e-6f;
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(at + u * n);
#pragma unroll
        for (int u = 0; u < 4; ++u) most = fmaxf(most, fmaxf(fmaxf(fabsf(v[u].x), fabsf(v[u].y)), fmaxf(fabsf(v[u].z), fabsf(v[u].w))));
        unsigned* peaks = (unsigned*)pool + s % 2 * 32;
        const unsigned peak = __reduce_max_sync(~0u, __float_as_uint(most));  // bits of positive floats have their order
        if (lane == 0) peaks[t / 32] = peak;
        __syncthreads();
        most = __uint_as_float(__reduce_max_sync(~0u, peaks[lane & (warps - 1)]));
        const float scale = __fdividef(127.0f, most);
#pragma unroll
        for (int u = 0; u < 4; ++u)
            __stcs(to + u * n, as_byte(v[u].x, scale) | as_byte(v[u].y, scale) << 8 | as_byte(v[u].z, scale) << 16 | as_byte(v[u].w, scale) << 24);
    }
}

// Gauss without exchange of rows; only what lies right of the diagonal is worth keeping. A warp has whole rows, a lane two of the columns.
__global__ void __launch_bounds__(256, 3) silver_basket(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x, lane = t % 32, warp = t / 32, warps = n / 32;
    const unsigned length = SIDE * SIDE / 4 * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length;
    float4* to = out + (size_t)blockIdx.x * length;
    float* a = (float*)pool;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += SIDE * SIDE / 4, to += SIDE * SIDE / 4) {
        for (int i = t; i < SIDE * SIDE / 4; i += n) pool[i] = at[i];
        __syncthreads();
        if (t < SIDE) a[t * SIDE + t] += 40.0f;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < SIDE - 1; ++k) {
            const float inverse = __fdividef(1.0f, a[k * SIDE + k]);
            const int left = k + 1 + lane, right = left + 32;
            const float p = left < SIDE ? a[k * SIDE + left] * inverse : 0.0f, q = right < SIDE ? a[k * SIDE + right] * inverse : 0.0f;
#pragma unroll 2
            for (int i = k + 1 + warp; i < SIDE; i += warps) {
                const float first = a[i * SIDE + k];
                if (left < SIDE) a[i * SIDE + left] = fmaf(-first, p, a[i * SIDE + left]);
                if (right < SIDE) a[i * SIDE + right] = fmaf(-first, q, a[i * SIDE + right]);
            }
            __syncthreads();
        }
        for (int i = t; i < SIDE * SIDE / 4; i += n) to[i] = pool[i];
        __syncthreads();
    }
}

__device__ __forceinline__ float4 past_l1(const float4* p) {  // never taken from an earlier round, as __ldcg might be
    float4 v;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p) : "memory");
    return v;
}

// Every element becomes the mean of itself and of one further on; two buffers in turn, so that a barrier a round is enough.
__global__ void __launch_bounds__(512, 2) winter_saddle(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, size = 4 * n;  // a power of two
    float4 *from = out + (size_t)blockIdx.x * 2 * size, *to = from + size;
#pragma unroll
    for (int u = 0; u < 4; ++u) __stcg(from + t + u * n, in[(size_t)blockIdx.x * size + t + u * n]);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        __syncthreads();
        float4 v[4], w[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { v[u] = past_l1(from + t + u * n); w[u] = past_l1(from + ((t + u * n + 40) & (size - 1))); }
#pragma unroll
        for (int u = 0; u < 4; ++u)
            __stcg(to + t + u * n, make_float4(0.5f * (v[u].x + w[u].x), 0.5f * (v[u].y + w[u].y), 0.5f * (v[u].z + w[u].z), 0.5f * (v[u].w + w[u].w)));
        float4* swap = from; from = to; to = swap;
    }
}

// A lane has a column of the graph's distances, a step is two graphs a warp.
__global__ void __launch_bounds__(512, 4) marble_kettle(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const unsigned length = n * (NODES / 4) * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + t;
    float sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * (NODES / 4)) {
        float d[NODES];
#pragma unroll
        for (int i = 0; i < NODES / 4; ++i) {
            const float4 v = at[i * n];
            d[4 * i] = fabsf(v.x); d[4 * i + 1] = fabsf(v.y); d[4 * i + 2] = fabsf(v.z); d[4 * i + 3] = fabsf(v.w);
        }
#pragma unroll
        for (int k = 0; k < NODES; ++k)
#pragma unroll
            for (int i = 0; i < NODES; ++i) d[i] = fminf(d[i], __shfl_sync(~0u, d[i], k, NODES) + d[k]);
#pragma unroll
        for (int i = 0; i < NODES; ++i) sum += d[i];
    }
    ((float*)out)[(size_t)blockIdx.x * n + t] = sum;
}

__global__ void __launch_bounds__(256) amber_ladder(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned* table = (unsigned*)(out + OUTPUT - TABLE);
    unsigned random = (__float_as_uint(((const float*)in)[id]) ^ salt) * 2654435761u;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        random = random * 1664525u + 1013904223u;
        atomicAdd(table + random / 2048, 1u);  // 2^21 words
    }
}

struct Shape { int residency, block, work, bytes = -1; };  // blocks an SM; threads and steps of a block; its shared memory, or -1 for as much as holds the residency
struct Kernel {
    const char* name;
    void (*run)(const float4*, float4*, int, unsigned);
    std::vector<Shape> shapes;  // work so chosen that waves take about as long
};
struct Grid { double waves; int more; };  // so many waves and so many blocks more

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    if (mode != "time" && mode != "profile") { std::fprintf(stderr, "usage: %s time|profile [KERNEL]\n", argv[0]); return 2; }
    cudaDeviceProp device; CHECK(cudaGetDeviceProperties(&device, 0));
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the bf16 factors.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + FACTORS) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<__nv_bfloat16> factors(FACTORS * 8);
    for (size_t i = 0; i < factors.size(); ++i) factors[i] = __float2bfloat16(harness::unit((uint32_t)i * 2654435761u + 32));
    CHECK(cudaMemcpy(in + FULL, factors.data(), factors.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // Nine waves of 132 SMs stay within the buffers. Expected of one wave at 1.7 to 2.0 GHz: 40 to 130 us.
    const std::vector<Kernel> kernels = {
        {"cedar_window", cedar_window, {{8, 64, 3000}, {32, 32, 2800, LIST * 4}}},
        {"velvet_anchor", velvet_anchor, {{2, 256, 120, 0}, {4, 128, 120, 0}}},
        {"quiet_harbour", quiet_harbour, {{2, 1024, 160, 0}, {4, 512, 160, 0}}},
        {"maple_lantern", maple_lantern, {{1, 512, 560}, {8, 256, 140, 0}}},
        {"orange_whistle", orange_whistle, {{5, 192, 8}, {16, 64, 8}}},
        {"paper_orchard", paper_orchard, {{1, 256, 180, ROWS * LINE * 2}, {4, 64, 180, ROWS * LINE * 2}}},
        {"copper_meadow", copper_meadow, {{2, 1024, 15, 256}, {8, 256, 15, 256}}},
        {"silver_basket", silver_basket, {{3, 256, 5}, {8, 128, 2}}},
        {"winter_saddle", winter_saddle, {{2, 512, 18}, {12, 64, 24}}},
        {"marble_kettle", marble_kettle, {{4, 512, 8, 0}, {6, 128, 22}}},
        {"amber_ladder", amber_ladder, {{1, 256, 320}, {8, 64, 160}}}};
    // Last waves of one block, of 2% to 98%, of all but one block, and whole; three lists taken in turn by the shapes.
    const std::vector<Grid> grids[3] = {
        {{1, -1}, {1.04, 0}, {1.5, 0}, {1.93, 0}, {2, 1}, {2.7, 0}, {3.5, 0}, {5.02, 0}, {8, 0}},
        {{1, 1}, {1.25, 0}, {1.65, 0}, {2, -1}, {2.1, 0}, {3, 0}, {3.97, 0}, {5.5, 0}, {9, 0}},
        {{1, 0}, {1.13, 0}, {1.4, 0}, {1.8, 0}, {1.98, 0}, {2.5, 0}, {3.06, 0}, {4.6, 0}, {7.3, 0}}};
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
            if (s.bytes >= 0) bytes = s.bytes;
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, k.run, s.block, bytes));
            if (resident != s.residency) { std::fprintf(stderr, "%s: %d blocks an SM, not %d\n", k.name, resident, s.residency); continue; }
            int wave = resident * device.multiProcessorCount;
            for (const Grid& g : grids[(i + 2 * j) % 3]) {
                int grid = (int)std::lround(g.waves * wave) + g.more;
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
