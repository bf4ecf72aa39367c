// Sweep of grid sizes (1 to 8.2 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyeighth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyeighth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyeighth_probe   latency: chained probes of a warp in a table of 1 GiB in DRAM, a line each; the sum of the line's 32 words leads to the next, 256 to 64 threads
// twentyeighth_chacha  throughput: double rounds of ChaCha, 32-bit adds, xors and rotations in registers only, 1024 to 64 threads
// twentyeighth_ripple  bandwidth: a step of the wave equation in the plane, five points, two fields read and one written, a strip of rows a block, eight loads of 16 bytes in flight, 1024 to 64 threads
// twentyeighth_welch   mixed: averaged power spectrum, 256-point transforms of half-overlapping windowed segments from DRAM, 64 threads each, four radix-4 passes with three exchanges through shared memory and a barrier each, 512 to 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr size_t LINES = 8u << 20;     // lines of 128 bytes of the probed table: 1 GiB
constexpr size_t FIELD = 64u << 20;    // float4 of each of the wave equation's fields: 1 GiB
constexpr int WIDE = 3072, HIGH = FIELD / WIDE;  // float4 of a field's row; rows
constexpr int POINTS = 256, HALF = POINTS / 2;   // complex values of a segment; 64 threads have it between them
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// The warp's number goes into every key, so that chains which meet part again.
__global__ void __launch_bounds__(256) twentyeighth_probe(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* table = (const unsigned*)in + threadIdx.x % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned warp = (unsigned)(id / 32);
    unsigned key = harness::hash32(warp + salt * 2654435761u), sum = 0;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const unsigned word = __ldcg(table + key % LINES * 32);
        key = harness::hash32(key + warp + __reduce_add_sync(~0u, word));
        sum += word;
    }
    ((uint2*)out)[id] = make_uint2(key, sum);
}

__device__ __forceinline__ unsigned turned(unsigned x, int bits) { return __funnelshift_l(x, x, bits); }

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = turned(d ^ a, 16); c += d; b = turned(b ^ c, 12);
    a += b; d = turned(d ^ a, 8); c += d; b = turned(b ^ c, 7);
}

__global__ void __launch_bounds__(1024, 1) twentyeighth_chacha(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 seed = ((const uint4*)in)[id];
    unsigned x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, seed.x, seed.y, seed.z, seed.w,
                      seed.x ^ 0x9e3779b9u, seed.y ^ 0x7f4a7c15u, seed.z ^ 0xf39cc060u, seed.w ^ 0x5cedc834u, (unsigned)id, 0u, 28u, 0u};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
    ((uint4*)out)[id] = make_uint4(x[0] + x[4] + x[8] + x[12], x[1] + x[5] + x[9] + x[13], x[2] + x[6] + x[10] + x[14], x[3] + x[7] + x[11] + x[15]);
}

// later = 2 * here - before + c * (sum of the four neighbours - 4 * here)
__device__ __forceinline__ float later(float here, float before, float up, float down, float left, float right) {
    constexpr float c = 0.2f;
    return fmaf(c, (up + down) + (left + right), fmaf(2 - 4 * c, here, -before));
}

// Fields read: now, before. Field written: later. The block goes down its strip; neighbours in the row come from the next lanes, at a warp's edges from memory.
__global__ void __launch_bounds__(1024, 1) twentyeighth_ripple(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned n = blockDim.x, lane = threadIdx.x % 32, strips = WIDE / n;
    const unsigned slab = slab_of(salt, (HIGH - 2) / steps * strips);
    size_t at = (size_t)(slab / strips * steps + 1) * WIDE + slab % strips * n + threadIdx.x;
    float4 up = in[at - WIDE], here = in[at];
#pragma unroll 1
    for (int s = 0; s < steps; s += 4, at += 4 * WIDE) {
        float4 down[4], before[4];
        float edge[4] = {};
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            down[u] = in[at + (u + 1) * WIDE];
            before[u] = __ldcs(in + FIELD + at + u * WIDE);
            if (lane == 0 || lane == 31) edge[u] = *((const float*)(in + at + u * WIDE) + (lane ? 4 : -1));
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float left = __shfl_up_sync(~0u, here.w, 1), right = __shfl_down_sync(~0u, here.x, 1);
            if (lane == 0) left = edge[u];
            if (lane == 31) right = edge[u];
            float4 to;
            to.x = later(here.x, before[u].x, up.x, down[u].x, left, here.y);
            to.y = later(here.y, before[u].y, up.y, down[u].y, here.x, here.z);
            to.z = later(here.z, before[u].z, up.z, down[u].z, here.y, here.w);
            to.w = later(here.w, before[u].w, up.w, down[u].w, here.z, right);
            __stcs(out + at + u * WIDE, to);
            up = here; here = down[u];
        }
    }
}

// Where a value of a segment lies in shared memory: without bank conflicts in all three exchanges.
__device__ __forceinline__ int place(int i) { return i ^ (i / 16 % 4 * 5); }

__device__ __forceinline__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__device__ __forceinline__ void butterfly(float2 (&x)[4]) {
    const float2 a = make_float2(x[0].x + x[2].x, x[0].y + x[2].y), b = make_float2(x[0].x - x[2].x, x[0].y - x[2].y);
    const float2 c = make_float2(x[1].x + x[3].x, x[1].y + x[3].y), d = make_float2(x[1].x - x[3].x, x[1].y - x[3].y);
    x[0] = make_float2(a.x + c.x, a.y + c.y); x[1] = make_float2(b.x + d.y, b.y - d.x);
    x[2] = make_float2(a.x - c.x, a.y - c.y); x[3] = make_float2(b.x - d.y, b.y + d.x);
}

// Two segments a turn, three halves between them; the next turn's two halves are on their way meanwhile. Six exchanges a turn, in two buffers by turns.
__global__ void __launch_bounds__(512, 1) twentyeighth_welch(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, j = threadIdx.x % 64, group = threadIdx.x / 64;
    float2* data = (float2*)pool + group * 2 * POINTS;
    float window[4];
    float2 twist[3][3];
#pragma unroll
    for (int r = 0; r < 4; ++r) window[r] = 0.5f - 0.5f * cospif((j + 64 * r) * (2.0f / POINTS));
#pragma unroll
    for (int p = 0; p < 3; ++p)
#pragma unroll
        for (int r = 0; r < 3; ++r) sincospif(j % (4 << 2 * p) * (r + 1) * (-0.5f / (4 << 2 * p)), &twist[p][r].y, &twist[p][r].x);
    const unsigned length = n / 64 * (HALF / 2) * steps;  // float4; the last half lies behind, where the next slab begins
    const float2* at = (const float2*)(in + (size_t)slab_of(salt, (unsigned)FULL / length - 1) * length) + (size_t)group * HALF * steps + j;
    float2 now[3][2], next[2][2];
    float power[4] = {};
#pragma unroll
    for (int h = 0; h < 3; ++h) { now[h][0] = __ldcs(at + h * HALF); now[h][1] = __ldcs(at + h * HALF + 64); }
#pragma unroll 1
    for (int s = 0; s < steps; s += 2) {
        at += 2 * HALF;
#pragma unroll
        for (int h = 0; h < 2; ++h) { next[h][0] = __ldcs(at + (h + 1) * HALF); next[h][1] = __ldcs(at + (h + 1) * HALF + 64); }
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float2 x[4] = {now[h][0], now[h][1], now[h + 1][0], now[h + 1][1]};
#pragma unroll
            for (int r = 0; r < 4; ++r) x[r] = make_float2(x[r].x * window[r], x[r].y * window[r]);
            butterfly(x);
#pragma unroll
            for (int p = 0; p < 3; ++p) {
                const int stride = 1 << 2 * p, to = j / stride * stride * 4 + j % stride;
                float2* buffer = data + (h + p) % 2 * POINTS;
#pragma unroll
                for (int r = 0; r < 4; ++r) buffer[place(to + r * stride)] = x[r];
                __syncthreads();
#pragma unroll
                for (int r = 0; r < 4; ++r) x[r] = buffer[place(j) + 64 * r];
#pragma unroll
                for (int r = 1; r < 4; ++r) x[r] = times(x[r], twist[p][r - 1]);
                butterfly(x);
            }
#pragma unroll
            for (int r = 0; r < 4; ++r) power[r] += x[r].x * x[r].x + x[r].y * x[r].y;
        }
#pragma unroll
        for (int q = 0; q < 2; ++q) { now[0][q] = now[2][q]; now[1][q] = next[0][q]; now[2][q] = next[1][q]; }
    }
    out[(size_t)blockIdx.x * n + threadIdx.x] = make_float4(power[0], power[1], power[2], power[3]);
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, FULL * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaDeviceSynchronize());
    // A wave of 132 SMs takes 104 MB of each of the wave equation's three fields, and 138 MB of the spectrum's input; nine waves stay within the buffers.
    // Expected of one wave at 1.7 to 2.0 GHz: 70 to 110 us of the probes, 75 to 95 us of ChaCha, 75 to 95 us of the wave equation, 65 to 110 us of the spectrum.
    const std::vector<Kernel> kernels = {
        {"twentyeighth_probe", twentyeighth_probe, {{1, 256, 110}, {2, 128, 110}, {4, 128, 110}, {8, 64, 110}, {16, 64, 110}}},
        {"twentyeighth_chacha", twentyeighth_chacha, {{1, 1024, 150}, {2, 256, 300}, {4, 256, 150}, {8, 128, 150}, {16, 64, 150}}},
        {"twentyeighth_ripple", twentyeighth_ripple, {{1, 1024, 48}, {2, 256, 96}, {4, 256, 48}, {8, 64, 96}}},
        {"twentyeighth_welch", twentyeighth_welch, {{1, 512, 128}, {2, 256, 128}, {4, 128, 128}, {8, 64, 128}}}};
    // Three whole-wave grids in each list, the others with last waves of 1% to 90%; taken in turn by the residencies, from kernel to kernel the other first.
    const std::vector<Grid> grids[2] = {
        {{1, 0}, {1.01, 0}, {1.25, 0}, {1.9, 0}, {2, 0}, {2.3, 0}, {3.1, 0}, {4, 0}, {4.7, 0}, {6.3, 0}, {8.2, 0}},
        {{1, 0}, {1.1, 0}, {1.5, 0}, {2.05, 0}, {2.6, 0}, {3, 0}, {3.5, 0}, {4.2, 0}, {5.5, 0}, {6.8, 0}, {8, 0}}};
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
