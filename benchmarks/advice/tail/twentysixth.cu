// Sweep of grid sizes (just over 1 to 9 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentysixth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentysixth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentysixth_automaton  latency: a finite automaton of 64 states a thread, its table in shared memory (a column a lane, no bank conflicts), each look-up dependent on the one before, 64 or 32 threads
// twentysixth_chacha     throughput: double rounds of the ChaCha permutation, 32-bit adds, exclusive ors and rotations in registers only, 1024 to 64 threads
// twentysixth_quantise   bandwidth: FP32 to INT8 with a scale for each 128 values, a slab a block, eight loads of 16 bytes in flight, 512 to 64 threads
// twentysixth_ripple     mixed: tiles of two float4 a thread from DRAM, six steps of the wave equation in shared memory with a barrier each, tile written back, 1024 to 128 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 128u << 20;    // float4 of the input: 2 GiB; the automaton's table lies behind them
constexpr size_t OUTPUT = 64u << 20;   // float4 of the output: 1 GiB
constexpr int STATES = 64, TABLE = STATES * 32 / 4;  // float4 of the table: 8 KiB
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// Entries are byte offsets into the table: state * 128 + lane * 4; the symbol read is exclusive-ored to the state.
__global__ void __launch_bounds__(64) twentysixth_automaton(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x;
    for (int i = t; i < TABLE; i += n) pool[i] = in[FULL + i];
    const size_t id = (size_t)blockIdx.x * n + t;
    unsigned symbols = __float_as_uint(((const float*)in)[id]), at = t % 32 * 4, sum = 0;
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        at = *(const unsigned*)((const char*)pool + (at ^ (symbols & (STATES - 1) * 128)));
        symbols = symbols * 1664525u + 1013904223u;
        sum += at;
    }
    ((uint2*)out)[id] = make_uint2(at, sum);
}

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

__global__ void __launch_bounds__(1024, 1) twentysixth_chacha(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 key = ((const uint4*)in)[id];
    unsigned x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.x, key.y, key.z, key.w,
                      ~key.x, ~key.y, ~key.z, ~key.w, (unsigned)id, 0, key.x + key.y, key.z + key.w};
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
    ((uint4*)out)[id] = make_uint4(x[0] ^ x[4] ^ x[8] ^ x[12], x[1] ^ x[5] ^ x[9] ^ x[13], x[2] ^ x[6] ^ x[10] ^ x[14], x[3] ^ x[7] ^ x[11] ^ x[15]);
}

__device__ __forceinline__ unsigned rounded(float x) { return __float_as_uint(x + 12582912.0f); }  // the nearest integer in the low byte

// A warp takes eight groups of 128 values at a time. Bytes at the start of the output, scales behind them.
__global__ void __launch_bounds__(512, 2) twentysixth_quantise(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, lane = threadIdx.x % 32;
    const unsigned length = n * 8 * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)FULL / length) * length + threadIdx.x / 32 * 256 + lane;
    float* scales = (float*)(out + FULL / 4);
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 8) {
        float4 v[8];
        float mine = 0;
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = __ldcs(in + at + u * 32);
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            const float most = fmaxf(fmaxf(fabsf(v[u].x), fabsf(v[u].y)), fmaxf(fabsf(v[u].z), fabsf(v[u].w)));
            const float top = fmaxf(__uint_as_float(__reduce_max_sync(~0u, __float_as_uint(most))), 1e-20f), scale = __fdividef(127.0f, top);
            const unsigned low = __byte_perm(rounded(v[u].x * scale), rounded(v[u].y * scale), 0x0040);
            const unsigned high = __byte_perm(rounded(v[u].z * scale), rounded(v[u].w * scale), 0x0040);
            ((unsigned*)out)[at + u * 32] = __byte_perm(low, high, 0x5410);
            if (lane == u) mine = top * (1.0f / 127);
        }
        if (lane < 8) scales[(at - lane) / 32 + lane] = mine;
    }
}

// A tile is a torus of 64 columns and n / 16 rows, four cells a thread: columns' neighbours by shuffle, rows' neighbours by shared memory, two buffers in turn.
__global__ void __launch_bounds__(1024, 1) twentysixth_ripple(const float4* in, float4* out, int steps, unsigned salt) {
    constexpr float speed = 0.2f;
    const int n = blockDim.x, t = threadIdx.x;
    const int above = (t + n - 16) & (n - 1), below = (t + 16) & (n - 1);  // n is a power of two
    const unsigned length = n * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)OUTPUT / length) * length + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n) {
        float4 now = __ldcs(in + at), before = __ldcs(in + FULL / 2 + at);
#pragma unroll
        for (int i = 0; i < 6; ++i) {
            float4* tile = pool + i % 2 * n;
            tile[t] = now;
            const float left = __shfl_sync(~0u, now.w, t + 15, 16), right = __shfl_sync(~0u, now.x, t + 1, 16);
            __syncthreads();
            const float4 a = tile[above], b = tile[below];
            float4 next;
            next.x = fmaf(speed, a.x + b.x + left + now.y, fmaf(2 - 4 * speed, now.x, -before.x));
            next.y = fmaf(speed, a.y + b.y + now.x + now.z, fmaf(2 - 4 * speed, now.y, -before.y));
            next.z = fmaf(speed, a.z + b.z + now.y + now.w, fmaf(2 - 4 * speed, now.z, -before.z));
            next.w = fmaf(speed, a.w + b.w + now.z + right, fmaf(2 - 4 * speed, now.w, -before.w));
            before = now; now = next;
        }
        out[at] = now;
    }
}

struct Shape { int residency, block, work; };  // blocks an SM, held by shared memory; threads and steps of a block
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the table.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + TABLE) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<uint32_t> table(TABLE * 4);
    for (uint32_t i = 0; i < table.size(); ++i) table[i] = harness::hash32(i * 2654435761u + 26) % STATES * 128 + i % 32 * 4;
    CHECK(cudaMemcpy(in + FULL, table.data(), TABLE * sizeof(float4), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // A wave of 132 SMs quantises 190 MB and ripples 78 MB (of each of two inputs); nine waves stay within the buffers.
    // Expected of one wave at 1.7 to 2.0 GHz: 45 to 65 us of the automaton, 50 to 75 us of ChaCha, 55 to 75 us of the quantisation, 35 to 75 us of the ripples.
    const std::vector<Kernel> kernels = {
        {"twentysixth_automaton", twentysixth_automaton, {{1, 64, 2600}, {2, 64, 2600}, {4, 64, 2600}, {8, 64, 2600}, {16, 32, 2600}}},
        {"twentysixth_chacha", twentysixth_chacha, {{1, 1024, 80}, {2, 512, 80}, {8, 128, 80}, {16, 64, 80}}},
        {"twentysixth_quantise", twentysixth_quantise, {{1, 512, 22}, {2, 256, 22}, {4, 128, 22}, {8, 128, 11}, {16, 64, 11}}},
        {"twentysixth_ripple", twentysixth_ripple, {{1, 1024, 18}, {2, 512, 18}, {4, 256, 18}, {8, 128, 18}}}};
    // Full waves, last waves of one block in both lists, and of 5% to 90% over the two; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{1, 1}, {1.1, 0}, {1.3, 0}, {1.6, 0}, {2, 0}, {2.25, 0}, {3, 0}, {3.4, 0}, {4.7, 0}, {6.15, 0}, {9, 0}},
        {{1.05, 0}, {1.2, 0}, {1.45, 0}, {1.8, 0}, {2, 1}, {2.55, 0}, {3.75, 0}, {4, 0}, {5.2, 0}, {7.35, 0}, {9, 0}}};
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
            for (const Grid& g : grids[(i + j) % 2]) {
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
