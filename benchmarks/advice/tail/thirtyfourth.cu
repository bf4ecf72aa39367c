// Sweep of grid sizes (1 to 9 waves, 1 to 32 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirtyfourth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtyfourth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// copper_meadow   latency of L1, L2 and DRAM in turn: look-ups of a warp in a tree of 32 keys a node and five levels, 139 MB; the next key comes from the leaf; 32 or 64 threads
// silent_kettle   latency of shared memory: RC4 key streams, a state of 256 bytes a thread, free of bank conflicts, 64 or 32 threads
// velvet_orchard  FP32 throughput: products of quaternions, two chains a thread, registers only, 256 or 64 threads
// wooden_comet    integer throughput: ChaCha20 key streams, adds, exclusive ors and rotations in registers, 1024 or 128 threads
// paper_harbor    special-function throughput: four coupled oscillators a thread, a sine and an exponential each a step, 256 or 32 threads
// golden_thistle  tensor throughput: products of bf16 (wmma), 64 x 32 sums a warp, left factors in registers, right ones from shared memory, 512 or 64 threads
// winter_button   shared-memory bandwidth: a ring of 64 float4 a warp, eight weighted reads of 16 bytes and one write a step, no barriers of the block, 256 or 96 threads
// hollow_saddle   L2 bandwidth: sums of random rows of 512 bytes of a 16 MB table, past L1, eight rows in flight a warp, 512 or 128 threads
// crimson_pillow  DRAM bandwidth: largest and summed difference of two streams, read only, a slab a block, eight loads of 16 bytes a step, 256 or 128 threads
// early_walnut    mixed: limited advection marching down rows, a row read and a row written of DRAM, neighbours through shared memory, FP32, a barrier a row, 256 or 128 threads
// gentle_lantern  atomics: additions without return on 65536 counters in the L2 cache, four random ones a step, 256 or 64 threads
// dusty_violin    barriers: prefix sums of a block, a barrier for each doubling of the distance, 1024 or 256 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB; the tree lies behind them
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr int LEVELS = 5;              // of the tree
constexpr size_t NODES = 1 + 32 + 1024 + 32768 + 1048576, TREE = NODES * 32 / 4;  // float4 of the tree: 139 MB
constexpr int ROWS = 32768;            // of 512 bytes: the table in the L2 cache, 16 MB
constexpr int COUNTERS = 65536;        // words of 4 bytes, at the start of the output
constexpr int RING = 64;               // float4 of shared memory of a warp
constexpr int TILES = 16;              // of 16 x 16 bf16 in shared memory
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// A level's nodes lie behind those of the level above; a lane reads one of the node's 32 keys, and the keys not above the wanted one tell the child.
__global__ void __launch_bounds__(64) copper_meadow(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* tree = (const unsigned*)(in + FULL);
    const unsigned lane = threadIdx.x % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = harness::hash32((unsigned)(id / 32) * 2654435761u + salt * 40503u), sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned node = 0, first = 0, entry = 0;
#pragma unroll
        for (int l = 0; l < LEVELS; ++l) {
            entry = __ldg(tree + (size_t)(first + node) * 32 + lane);
            const unsigned child = max(__popc(__ballot_sync(~0u, entry <= key)), 1) - 1;
            node = node * 32 + child;
            first = first * 32 + 1;
        }
        sum += entry;
        key = (key ^ __shfl_sync(~0u, entry, node % 32)) * 1664525u + key * 22695477u + 1013904223u;
    }
    ((uint2*)out)[id] = make_uint2(key, sum);
}

// Byte i of a thread's state lies in the thread's own bank.
__device__ __forceinline__ unsigned place(unsigned i, unsigned n, unsigned t) { return ((i / 4) * n + t) * 4 + i % 4; }

__global__ void __launch_bounds__(64) silent_kettle(const float4* in, float4* out, int steps, unsigned) {
    unsigned char* state = (unsigned char*)pool;
    const unsigned n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    const float4 seed = in[id];
    const unsigned secret[4] = {__float_as_uint(seed.x), __float_as_uint(seed.y), __float_as_uint(seed.z), __float_as_uint(seed.w)};
    for (unsigned i = 0; i < 64; ++i) ((unsigned*)state)[i * n + t] = 0x03020100u + i * 0x04040404u;
    unsigned j = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 256; i += 16) {
#pragma unroll
        for (unsigned u = 0; u < 16; ++u) {
            const unsigned a = place(i + u, n, t), x = state[a];
            j = (j + x + (secret[u / 4] >> (u % 4 * 8))) & 255;
            const unsigned b = place(j, n, t), y = state[b];
            state[a] = y; state[b] = x;
        }
    }
    unsigned i = 0, sum = 0;
    j = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        i = (i + 1) & 255;
        const unsigned a = place(i, n, t), x = state[a];
        j = (j + x) & 255;
        const unsigned b = place(j, n, t), y = state[b];
        state[a] = y; state[b] = x;
        sum = sum * 31 + state[place((x + y) & 255, n, t)];
    }
    ((uint2*)out)[id] = make_uint2(sum, j);
}

__device__ __forceinline__ float4 product(float4 p, float4 q) {
    return make_float4(fmaf(p.x, q.x, fmaf(-p.y, q.y, fmaf(-p.z, q.z, -p.w * q.w))), fmaf(p.x, q.y, fmaf(p.y, q.x, fmaf(p.z, q.w, -p.w * q.z))),
                       fmaf(p.x, q.z, fmaf(-p.y, q.w, fmaf(p.z, q.x, p.w * q.y))), fmaf(p.x, q.w, fmaf(p.y, q.z, fmaf(-p.z, q.y, p.w * q.x))));
}
__device__ __forceinline__ float4 unit_of(float4 q) {
    const float f = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-6f);
    return make_float4(q.x * f, q.y * f, q.z * f, q.w * f);
}

__global__ void __launch_bounds__(256) velvet_orchard(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 turn = unit_of(in[id]);
    float4 a = unit_of(in[id + 1]), b = unit_of(in[id + 2]);
#pragma unroll 4
    for (int s = 0; s < steps; ++s) { a = product(turn, a); b = product(b, turn); }
    out[id] = product(a, b);
}

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}

__global__ void __launch_bounds__(1024, 1) wooden_comet(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 secret = ((const uint4*)in)[id];
    uint4 sum = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, secret.x, secret.y, secret.z, secret.w,
                          secret.w, secret.z, secret.y, secret.x, (unsigned)s, (unsigned)id, 34u, 43u};
#pragma unroll 1
        for (int r = 0; r < 10; ++r) {
#pragma unroll
            for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
#pragma unroll
            for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
        }
        sum.x ^= (x[0] + 0x61707865u) ^ (x[4] + secret.x) ^ (x[8] + secret.w) ^ (x[12] + s);
        sum.y ^= (x[1] + 0x3320646eu) ^ (x[5] + secret.y) ^ (x[9] + secret.z) ^ (x[13] + (unsigned)id);
        sum.z ^= (x[2] + 0x79622d32u) ^ (x[6] + secret.z) ^ (x[10] + secret.y) ^ (x[14] + 34u);
        sum.w ^= (x[3] + 0x6b206574u) ^ (x[7] + secret.w) ^ (x[11] + secret.x) ^ (x[15] + 43u);
    }
    ((uint4*)out)[id] = sum;
}

__global__ void __launch_bounds__(256) paper_harbor(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    float phase[4] = {seed.x, seed.y, seed.z, seed.w};
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        float next[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float pull = __sinf(phase[(i + 1) % 4] - phase[i]);
            next[i] = fmaf(0.1f, pull, fmaf(0.999f, phase[i], 0.02f * exp2f(-fabsf(phase[i]))));
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) phase[i] = next[i];
    }
    out[id] = make_float4(phase[0], phase[1], phase[2], phase[3]);
}

// A warp has 4 x 2 tiles of sums; its four left tiles stay in registers, and a step takes two right tiles.
__global__ void __launch_bounds__(512, 1) golden_thistle(const float4* in, float4* out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32;
    __nv_bfloat16* tiles = (__nv_bfloat16*)pool;
    for (int i = t; i < TILES * 256; i += n) tiles[i] = __float2bfloat16(((const float*)in)[(size_t)blockIdx.x * 4096 % FULL + i]);
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a[4];
    fragment<accumulator, 16, 16, 16, float> sum[4][2];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        load_matrix_sync(a[r], tiles + (warp + r * 3) % TILES * 256, 16);
        fill_fragment(sum[r][0], 0.0f); fill_fragment(sum[r][1], 0.0f);
    }
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        fragment<matrix_b, 16, 16, 16, __nv_bfloat16, col_major> b[2];
        load_matrix_sync(b[0], tiles + (s * 2 + warp) % TILES * 256, 16);
        load_matrix_sync(b[1], tiles + (s * 2 + warp + 1) % TILES * 256, 16);
#pragma unroll
        for (int r = 0; r < 4; ++r) { mma_sync(sum[r][0], a[r], b[0], sum[r][0]); mma_sync(sum[r][1], a[r], b[1], sum[r][1]); }
    }
    float* to = (float*)out + ((size_t)blockIdx.x * (n / 32) + warp) * 64 * 32;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        store_matrix_sync(to + r * 16 * 32, sum[r][0], 32, mem_row_major);
        store_matrix_sync(to + r * 16 * 32 + 16, sum[r][1], 32, mem_row_major);
    }
}

__device__ __forceinline__ float clipped(float v) { return fminf(fmaxf(v, -1.0f), 1.0f); }

// Neighbouring lanes read neighbouring float4: no bank conflicts.
__global__ void __launch_bounds__(256) winter_button(const float4* in, float4* out, int steps, unsigned) {
    const unsigned t = threadIdx.x, lane = t % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + t;
    float4* ring = pool + t / 32 * RING;
    ring[lane] = in[id]; ring[lane + 32] = in[id + 32];
    __syncwarp();
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            const float4 v = ring[(lane + s * 5 + u * 7) % RING];
            const float weight = u % 2 ? -0.41f - 0.01f * u : 0.43f + 0.01f * u;
            sum.x = fmaf(weight, v.x, sum.x); sum.y = fmaf(weight, v.y, sum.y); sum.z = fmaf(weight, v.z, sum.z); sum.w = fmaf(weight, v.w, sum.w);
        }
        __syncwarp();
        ring[(lane + s * 11) % RING] = make_float4(clipped(sum.y), clipped(sum.z), clipped(sum.w), clipped(-sum.x));
        __syncwarp();
    }
    const float4 p = ring[lane], q = ring[lane + 32];
    out[id] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
}

__global__ void __launch_bounds__(512, 1) hollow_saddle(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned lane = threadIdx.x % 32;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned random = harness::hash32((unsigned)(id / 32) + salt * 40503u);
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float4 v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            random = random * 1664525u + 1013904223u;
            v[u] = __ldcg(in + (size_t)(random >> 12) % ROWS * 32 + lane);
        }
#pragma unroll
        for (int u = 0; u < 8; ++u) { sum.x += v[u].x; sum.y += v[u].y; sum.z += v[u].z; sum.w += v[u].w; }
    }
    out[id] = sum;
}

__device__ __forceinline__ void compare(float a, float b, float& largest, float& sum) {
    const float d = fabsf(a - b);
    largest = fmaxf(largest, d); sum += d;
}

// The streams are the halves of the input; the second is read eight float4 aside, as the halves hold the same values.
__global__ void __launch_bounds__(256) crimson_pillow(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 4 * steps;
    const size_t id = (size_t)blockIdx.x * n + threadIdx.x;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)(FULL / 2 - 8) / length) * length + threadIdx.x;
    float largest = 0, sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n * 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) { a[u] = __ldcs(at + u * n); b[u] = __ldcs(at + u * n + FULL / 2 + 8); }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            compare(a[u].x, b[u].x, largest, sum); compare(a[u].y, b[u].y, largest, sum);
            compare(a[u].z, b[u].z, largest, sum); compare(a[u].w, b[u].w, largest, sum);
        }
    }
    ((float2*)out)[id] = make_float2(largest, sum);
}

__device__ __forceinline__ float limited(float p, float q) { return p * q > 0 ? copysignf(fminf(fabsf(p), fabsf(q)), p) : 0.0f; }
__device__ __forceinline__ float advect(float west2, float west, float here, float east, float above) {
    const float left = fmaf(0.5f, limited(west - west2, here - west), west), right = fmaf(0.5f, limited(here - west, east - here), here);
    const float speed = fmaf(0.2f, fabsf(here), 0.1f);
    return fmaf(0.3f, above, 0.7f * fmaf(-speed, right - left, here));
}

// A thread has four columns of each row; two rows of shared memory in turn, so that one barrier a row does. The next row is on its way meanwhile.
__global__ void __launch_bounds__(256) early_walnut(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x, before = t ? t - 1 : n - 1, after = t + 1 < n ? t + 1 : 0;
    const unsigned length = n * steps;
    size_t at = (size_t)slab_of(salt, (unsigned)(OUTPUT - 4096) / length) * length + t;
    float4 above = make_float4(0, 0, 0, 0), here = __ldcs(in + at);
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n) {
        const float4 next = __ldcs(in + at + n);
        float4* row = pool + (s & 1) * n;
        row[t] = here;
        __syncthreads();
        const float4 w = row[before];
        const float e = row[after].x;
        above = make_float4(advect(w.z, w.w, here.x, here.y, above.x), advect(w.w, here.x, here.y, here.z, above.y),
                            advect(here.x, here.y, here.z, here.w, above.z), advect(here.y, here.z, here.w, e, above.w));
        __stcs(out + at, above);
        here = next;
    }
}

__global__ void __launch_bounds__(256) gentle_lantern(const float4*, float4* out, int steps, unsigned salt) {
    unsigned* counters = (unsigned*)out;
    unsigned random = harness::hash32(blockIdx.x * blockDim.x + threadIdx.x + salt * 2654435761u);
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            random = random * 1664525u + 1013904223u;
            atomicAdd(counters + (random >> 12) % COUNTERS, random & 15);
        }
    }
}

// Two buffers in turn, so that one barrier a doubling does.
__global__ void __launch_bounds__(1024, 1) dusty_violin(const float4* in, float4* out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x;
    const size_t id = (size_t)blockIdx.x * n + t;
    float* row = (float*)pool;
    float x = ((const float*)in)[id];
    const float damping = -0.9f / n;
    int now = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll 1
        for (int d = 1; d < n; d *= 2) {
            row[now + t] = x;
            __syncthreads();
            if (t >= d) x += row[now + t - d];
            now = n - now;
        }
        x = fmaf(damping, x, 0.5f);
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the tree.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + TREE) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemset(out, 0, OUTPUT * sizeof(float4)));
    // Node i of level l stands for the keys from i << (32 - 5 l) on; its own 32 keys lie evenly in them, but for some jitter.
    std::vector<uint32_t> tree(TREE * 4);
    size_t entry = 0;
    for (int l = 0; l < LEVELS; ++l) {
        const uint32_t step = 1u << (27 - 5 * l);
        for (size_t i = 0; i < (size_t)1 << (5 * l + 5); ++i, ++entry)
            tree[entry] = (uint32_t)(i * step) + harness::hash32((uint32_t)entry * 2654435761u + 34) % (step / 4);
    }
    CHECK(cudaMemcpy(in + FULL, tree.data(), tree.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // Expected of one wave at 1.7 to 2.0 GHz: 60 to 120 us of each kernel. Slabs that run past the end of a buffer begin anew at its start.
    const std::vector<Kernel> kernels = {
        {"copper_meadow", copper_meadow, {{2, 64, 100}, {32, 32, 90}}},
        {"silent_kettle", silent_kettle, {{6, 64, 800}, {20, 32, 800}}},
        {"velvet_orchard", velvet_orchard, {{3, 256, 760}, {16, 64, 560}}},
        {"wooden_comet", wooden_comet, {{1, 1024, 9}, {10, 128, 7}}},
        {"paper_harbor", paper_harbor, {{4, 256, 280}, {28, 32, 320}}},
        {"golden_thistle", golden_thistle, {{1, 512, 360}, {7, 64, 400}}},
        {"winter_button", winter_button, {{2, 256, 250}, {14, 96, 96}}},
        {"hollow_saddle", hollow_saddle, {{1, 512, 50}, {9, 128, 23}}},
        {"crimson_pillow", crimson_pillow, {{5, 256, 16}, {16, 128, 10}}},
        {"early_walnut", early_walnut, {{4, 256, 64}, {12, 128, 44}}},
        {"gentle_lantern", gentle_lantern, {{2, 256, 30}, {22, 64, 11}}},
        {"dusty_violin", dusty_violin, {{1, 1024, 110}, {7, 256, 100}}}};
    // Grids in waves; each list has at least two of three or more whole waves, the others last waves of 5% to 90%. Taken in turn by the shapes, from kernel to kernel the next first.
    const std::vector<double> grids[3] = {
        {1.1, 1.5, 2.3, 3, 3.1, 4.7, 5, 8.2},
        {1, 1.3, 1.9, 2.6, 3, 4.4, 5, 6.85},
        {1.05, 1.75, 2.15, 3, 3.5, 5.3, 6, 7.9}};
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
