// Sweep of grid sizes (1 to 12 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirtyseventh time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtyseventh profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// pewter_otter     latency of shared memory: a walk of each thread through its own bank, an entry tells the next, no conflicts, 64 or 32 threads
// velvet_gantry    latency of L1 and L2: descents of each thread in a binary tree of 16 MB laid out by levels, 22 dependent loads a descent, 64 or 32 threads
// salty_parasol    FP32 throughput with some reciprocal roots: attraction by bodies in shared memory, two targets a thread, blocks up to an eighth unlike, 512 or 128 threads
// mossy_trumpet    FP64 tensor throughput: mma of 16 x 8 x 16, four tiles of sums a warp, left factors in registers, right ones from shared memory, 128 or 64 threads
// dusky_harpoon    integer logic throughput: double rounds of add, xor and rotate on 16 words of registers, 256 or 64 threads
// woolen_comet     DRAM bandwidth: a five-point stencil marching down the rows of a slab, four rows of 16 bytes a step, 256 or 64 threads
// ivory_thicket    DRAM bandwidth of random rows: weighted sums of rows of 64 bytes out of 4 GiB, four independent rows in flight a thread, 256 or 64 threads
// nimble_furnace   atomics of L2: float additions without return to random cells of 16 MB, two a step, 256 or 32 threads
// crooked_saffron  barriers and shared memory: Walsh-Hadamard transforms, two points a thread, a barrier a stage, 512 or 128 threads
// gentle_bollard   two phases: a slab streamed from DRAM and summed over the block, then 32-bit remainders by variable divisors, 384 or 64 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr unsigned NODES = (1u << 22) - 1;  // floats of the tree, 22 levels: 16 MB, at the start of the input
constexpr unsigned CELLS = 4u << 20;   // floats of the output that atomics hit: 16 MB
constexpr int ROWS = 64;               // of 32 words of shared memory, one a bank
constexpr int BODIES = 256;            // float4 of shared memory
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

__global__ void __launch_bounds__(64) pewter_otter(const float4*, float4* out, int steps, unsigned salt) {
    unsigned* table = (unsigned*)pool;
    const unsigned n = blockDim.x, t = threadIdx.x, lane = t % 32;
    const size_t id = (size_t)blockIdx.x * n + t;
    for (unsigned i = t; i < ROWS * 32; i += n) table[i] = harness::hash32(i * 2654435761u + blockIdx.x + salt);
    __syncthreads();
    unsigned key = t * 7;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) key = table[(key + s) % ROWS * 32 + lane];
    ((unsigned*)out)[id] = key;
}

// Children of a node are at 2 i + 1 and 2 i + 2; which of them is next is known only with the node's value.
__global__ void __launch_bounds__(64) velvet_gantry(const float4* in, float4* out, int steps, unsigned salt) {
    const float* tree = (const float*)in;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned random = harness::hash32((unsigned)id * 2654435761u + salt), sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned node = 0, bits = random;
#pragma unroll 1
        for (int level = 0; level < 22; ++level) {
            const unsigned word = __float_as_uint(__ldg(tree + node));
            node = node * 2 + 1 + (((word >> 3) ^ bits) & 1);
            bits = bits >> 1 | bits << 31;
        }
        sum += node % NODES;
        random = harness::hash32(random + node);
    }
    ((uint2*)out)[id] = make_uint2(random, sum);
}

__device__ __forceinline__ float rsq(float v) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v)); return r; }
__device__ __forceinline__ void attract(float3& force, const float4& from, float x, float y, float z) {
    const float dx = from.x - x, dy = from.y - y, dz = from.z - z;
    const float inverse = rsq(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
    const float pull = from.w * inverse * (inverse * inverse);
    force.x = fmaf(pull, dx, force.x); force.y = fmaf(pull, dy, force.y); force.z = fmaf(pull, dz, force.z);
}

__global__ void __launch_bounds__(512) salty_parasol(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    for (int i = t; i < BODIES; i += n) pool[i] = in[(size_t)blockIdx.x * 64 + i];
    __syncthreads();
    const float4 p = in[id + 100], q = in[id + 70000];
    float3 f = make_float3(0, 0, 0), g = f;
    const int bodies = steps + (int)(harness::hash32(blockIdx.x * 2654435761u + salt) % (unsigned)(steps / 8)) / 4 * 4;
#pragma unroll 4
    for (int s = 0; s < bodies; ++s) {
        const float4 from = pool[s % BODIES];
        attract(f, from, p.x, p.y, p.z); attract(g, from, q.x, q.y, q.z);
    }
    out[id * 2] = make_float4(f.x, f.y, f.z, p.w);
    out[id * 2 + 1] = make_float4(g.x, g.y, g.z, q.w);
}

__device__ __forceinline__ void product(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

// Right factors lie in shared memory in the order of the lanes: eight tiles of 128 doubles.
__global__ void __launch_bounds__(128, 4) mossy_trumpet(const float4* in, float4* out, int steps, unsigned) {
    double* tiles = (double*)pool;
    const int n = blockDim.x, t = threadIdx.x, lane = t % 32;
    const size_t id = (size_t)blockIdx.x * n + t;
    const float* values = (const float*)in;
    for (int i = t; i < 8 * 128; i += n) tiles[i] = values[(size_t)blockIdx.x * 512 + i];
    __syncthreads();
    double a[2][8], c[2][2][4];
#pragma unroll
    for (int i = 0; i < 8; ++i) { a[0][i] = fma((double)values[id * 16 + i], 0.7, 0.1); a[1][i] = fma((double)values[id * 16 + 8 + i], 0.7, -0.1); }
#pragma unroll
    for (int i = 0; i < 16; ++i) c[i / 8][i / 4 % 2][i % 4] = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        double b[2][4];
#pragma unroll
        for (int i = 0; i < 8; ++i) b[i / 4][i % 4] = tiles[(s * 2 + i / 4) % 8 * 128 + i % 4 * 32 + lane];
        product(c[0][0], a[0], b[0]); product(c[0][1], a[0], b[1]); product(c[1][0], a[1], b[0]); product(c[1][1], a[1], b[1]);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) ((double2*)out)[((size_t)blockIdx.x * 8 + i) * n + t] = make_double2(c[i / 4][i / 2 % 2][i % 2 * 2], c[i / 4][i / 2 % 2][i % 2 * 2 + 1]);
}

__device__ __forceinline__ unsigned turn(unsigned v, int by) { return __funnelshift_l(v, v, by); }
__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = turn(d ^ a, 16); c += d; b = turn(b ^ c, 12);
    a += b; d = turn(d ^ a, 8); c += d; b = turn(b ^ c, 7);
}

__global__ void __launch_bounds__(256) dusky_harpoon(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 seed = ((const uint4*)in)[id];
    unsigned x[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) x[i] = (i % 4 == 0 ? seed.x : i % 4 == 1 ? seed.y : i % 4 == 2 ? seed.z : seed.w) + i * (salt | 1);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
#pragma unroll
        for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
    }
    ((uint4*)out)[id] = make_uint4(x[0] ^ x[4] ^ x[8] ^ x[12], x[1] + x[5] + x[9] + x[13], x[2] ^ x[6] ^ x[10] ^ x[14], x[3] + x[7] + x[11] + x[15]);
}

// A row is as wide as the block and ends where the next begins; the neighbours aside come by scalar loads that hit in L1.
__global__ void __launch_bounds__(256) woolen_comet(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 4 * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)OUTPUT / length) * length + threadIdx.x;
    const float4* from = in + 1024 + at;
    float4 above = from[-n], here = from[0];
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4, from += n * 4) {
        float4 below[4];
        float left[4], right[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) below[u] = from[(u + 1) * n];
#pragma unroll
        for (int u = 0; u < 4; ++u) { left[u] = ((const float*)(from + u * n))[-1]; right[u] = ((const float*)(from + u * n))[4]; }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float4 c = here, d = below[u];
            const float4 r = make_float4(fmaf(0.2f, left[u] + c.y + above.x + d.x, 0.15f * c.x), fmaf(0.2f, c.x + c.z + above.y + d.y, 0.15f * c.y),
                                         fmaf(0.2f, c.y + c.w + above.z + d.z, 0.15f * c.z), fmaf(0.2f, c.z + right[u] + above.w + d.w, 0.15f * c.w));
            __stcs(out + at + u * n, r);
            above = c; here = d;
        }
    }
}

// Four lanes read a row; the rows are drawn from a counter, so that no load waits for another.
__global__ void __launch_bounds__(256) ivory_thicket(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned bag = harness::hash32((unsigned)(id / 4) * 2654435761u + salt * 40503u), lane = threadIdx.x % 4;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(in + (size_t)(harness::hash32(bag + s * 4 + u) % (unsigned)(FULL / 4)) * 4 + lane);
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float weight = 0.4f + 0.3f * u;
            sum.x = fmaf(weight, v[u].x, sum.x); sum.y = fmaf(weight, v[u].y, sum.y); sum.z = fmaf(weight, v[u].z, sum.z); sum.w = fmaf(weight, v[u].w, sum.w);
        }
    }
    out[id] = sum;
}

__global__ void __launch_bounds__(256) nimble_furnace(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float share = ((const float*)in)[id];
    unsigned random = harness::hash32((unsigned)id * 2654435761u + salt);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            random = random * 1664525u + 1013904223u;
            atomicAdd((float*)out + (random >> 8) % CELLS, u ? share : 0.5f * share);
        }
    }
}

// A thread takes a pair of points a stage. Two rows of shared memory in turn, so that one barrier a stage does.
__global__ void __launch_bounds__(512) crooked_saffron(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    float* row = (float*)pool;
    const float2 seed = ((const float2*)in)[id];
    row[t] = seed.x; row[t + n] = seed.y;
    const float scale = rsqrtf(2.0f);
    int side = 0;
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll 1
        for (int h = 1; h <= n; h *= 2) {
            const int i = (t & ~(h - 1)) * 2 + (t & (h - 1));
            const float a = row[side + i], b = row[side + i + h];
            side = 2 * n - side;
            row[side + i] = (a + b) * scale; row[side + i + h] = (a - b) * scale;
            __syncthreads();
        }
    }
    ((float2*)out)[id] = make_float2(row[side + t], row[side + t + n]);
}

// The second phase has eighteen remainders for each step of the first, so that each takes about half of the time.
__global__ void __launch_bounds__(384) gentle_bollard(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const unsigned length = n * 4 * steps;
    const size_t id = (size_t)blockIdx.x * n + t;
    size_t at = (size_t)slab_of(salt, (unsigned)FULL / length) * length + t;
    float* sums = (float*)pool;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = __ldcs(in + at + u * n);
#pragma unroll
        for (int u = 0; u < 4; ++u) { sum.x += v[u].x; sum.y = fmaf(v[u].y, v[u].x, sum.y); sum.z += fabsf(v[u].z); sum.w = fmaxf(sum.w, v[u].w); }
    }
    sums[t] = sum.x + sum.y + sum.z + sum.w;
    __syncthreads();
    float all = 0;
    for (int i = 0; i < n; i += 16) all += sums[(i + t) % n];
    unsigned a = __float_as_uint(all) ^ (unsigned)id, b = __float_as_uint(sum.x) | 1;
#pragma unroll 1
    for (int s = 0; s < steps * 18; ++s) {
        const unsigned left = a % b;
        a = a * 747796405u + left;
        b = (b ^ left << 3) >> 1 | 0x10001u;
    }
    ((uint2*)out)[id] = make_uint2(a, b);
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
    // Expected of one wave at 1.7 to 2.0 GHz: 40 to 120 us of each kernel.
    const std::vector<Kernel> kernels = {
        {"pewter_otter", pewter_otter, {{4, 64, 3000}, {16, 32, 2800}}},
        {"velvet_gantry", velvet_gantry, {{2, 64, 26}, {6, 32, 28}}},
        {"salty_parasol", salty_parasol, {{1, 512, 1200}, {3, 128, 1500}}},
        {"mossy_trumpet", mossy_trumpet, {{2, 128, 250}, {6, 64, 170}}},
        {"dusky_harpoon", dusky_harpoon, {{3, 256, 160}, {8, 64, 240}}},
        {"woolen_comet", woolen_comet, {{2, 256, 30}, {6, 64, 41}}},
        {"ivory_thicket", ivory_thicket, {{4, 256, 18}, {8, 64, 32}}},
        {"nimble_furnace", nimble_furnace, {{3, 256, 42}, {8, 32, 120}}},
        {"crooked_saffron", crooked_saffron, {{1, 512, 90}, {6, 128, 100}}},
        {"gentle_bollard", gentle_bollard, {{2, 384, 20}, {8, 64, 28}}}};
    // Grids in waves: whole, a little above whole, half above, nearly whole. Taken in turn by the shapes, from kernel to kernel the next first; 192 in all.
    const std::vector<double> grids[3] = {
        {1, 1.08, 1.5, 2, 2.95, 4, 5.5, 7.05, 11},
        {1.92, 2.04, 2.5, 3, 3.94, 6, 6.1, 8.5, 12},
        {1, 1.45, 1.97, 3.05, 3.5, 4, 4.92, 5, 7.5, 9.03, 10}};
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
