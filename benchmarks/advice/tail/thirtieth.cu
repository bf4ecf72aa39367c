// Sweep of grid sizes (1 to 12 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirtieth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtieth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// thirtieth_chain        latency: a chain of dependent FP32 additions a thread, 256 or 32 threads
// thirtieth_gather       bandwidth: out[i] = table[index[i]], table of 16 MB in the L2 cache, indices from DRAM, four a thread and step, 256 or 128 threads
// thirtieth_triad        bandwidth: a = b + s * c, 16 bytes a thread and access, unrolled by four, 128 or 256 threads
// thirtieth_stencil      bandwidth: five-point stencil of an image, tiles of 32 x 32 with a halo in shared memory, two barriers a tile, 256 or 1024 threads
// thirtieth_matmul       throughput: FP32 product of matrices in the L2 cache, tiles in shared memory, 4 x 4 results a thread, two barriers a tile, 256 or 64 threads
// thirtieth_reduction    bandwidth: a sum a block, shuffles and shared memory at its end, 512 or 64 threads
// thirtieth_volatility   throughput: implied volatility by Newton's method, special functions in registers only, 1024 or 128 threads
// thirtieth_murmur       throughput: an integer hash over and over in registers only, 128 threads
// thirtieth_transpose    bandwidth: transposing copy by padded tiles of 32 x 32 in shared memory, 256 or 1024 threads
// thirtieth_softmax      bandwidth: softmax of rows of 8192, a row a block at a time, in registers, 512 threads
// thirtieth_convolution  mixed: 3 x 3 convolution, eight filters, a tile of 16 x 16 in shared memory a channel, planes from DRAM, 256 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;     // float4 of the input: 4 GiB; the indices lie behind them
constexpr size_t OUTPUT = 96u << 20;    // float4 of the output: 1.5 GiB
constexpr size_t INDICES = 16u << 20;   // uint4 of the indices: 256 MiB
constexpr unsigned TABLE = 4u << 20;    // floats of the table that is gathered from: 16 MiB
constexpr int TILE = 32;                                      // edge of the tiles of the stencil and the transposing copy
constexpr int WIDTH = 8192, HEIGHT = OUTPUT * 4 / WIDTH;      // of the stencil's image: 8192 x 49152
constexpr int ROWS = 16384, COLUMNS = OUTPUT * 4 / ROWS;      // of the matrix to transpose: 16384 x 24576
constexpr int EDGE = 1024, DEPTH = 2048, DEEP = 16, LINE = 68;  // of the product: edge of the result, length of its sums, of those in a tile; floats of a tile's row
constexpr int PLANE = 256, PATCH = 16, HALO = PATCH + 2, FILTERS = 8;  // of the convolution: edges of a channel's plane and of a block's tile of it
extern __shared__ float4 pool[];        // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// Combines a value of every thread of the block, for every thread; a power of two of warps.
template <typename Combine>
__device__ __forceinline__ float across_block(float value, float* parts, Combine combine) {
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
#pragma unroll
    for (int d = 16; d; d /= 2) value = combine(value, __shfl_xor_sync(~0u, value, d));
    if (lane == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[lane % warps];
    for (int d = warps / 2; d; d /= 2) value = combine(value, __shfl_xor_sync(~0u, value, d));
    return value;
}

// Four additions a step.
__global__ void __launch_bounds__(256) thirtieth_chain(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = in[id];
    float sum = 0;
#pragma unroll 8
    for (int s = 0; s < steps; ++s) { sum += v.x; sum += v.y; sum += v.z; sum += v.w; }
    ((float*)out)[id] = sum;
}

__global__ void __launch_bounds__(256, 8) thirtieth_gather(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * steps;
    const float* table = (const float*)in;
    const uint4* index = (const uint4*)(in + FULL) + (size_t)slab_of(salt, (unsigned)INDICES / length) * length + threadIdx.x;
    float4* to = out + (size_t)blockIdx.x * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, index += n, to += n) {
        const uint4 i = *index;
        *to = make_float4(table[i.x], table[i.y], table[i.z], table[i.w]);
    }
}

__global__ void __launch_bounds__(256, 4) thirtieth_triad(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * steps;
    const float4* b = in + (size_t)slab_of(salt, (unsigned)(FULL / 2) / length) * length + threadIdx.x;
    const float4* c = b + FULL / 2;
    float4* a = out + (size_t)blockIdx.x * length + threadIdx.x;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const float4 x = b[s * n], y = c[s * n];
        a[s * n] = make_float4(fmaf(3.0f, y.x, x.x), fmaf(3.0f, y.y, x.y), fmaf(3.0f, y.z, x.z), fmaf(3.0f, y.w, x.w));
    }
}

// A block goes down a strip of the image, a tile a step; what lies outside the image is as at its border.
__global__ void __launch_bounds__(1024, 2) thirtieth_stencil(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    constexpr int pitch = TILE + 2, strips = WIDTH / TILE;
    const int n = blockDim.x, x = threadIdx.x % TILE;
    const float* from = (const float*)in;
    float* tile = (float*)pool;
    const unsigned slab = slab_of(salt, strips * (HEIGHT / (TILE * steps)));
    const int left = slab % strips * TILE;
    int top = slab / strips * TILE * steps;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, top += TILE) {
#pragma unroll 4
        for (int i = threadIdx.x; i < pitch * pitch; i += n) {
            const int row = min(max(top + i / pitch - 1, 0), HEIGHT - 1), column = min(max(left + i % pitch - 1, 0), WIDTH - 1);
            tile[i] = from[(size_t)row * WIDTH + column];
        }
        __syncthreads();
        for (int y = threadIdx.x / TILE; y < TILE; y += n / TILE) {
            const float* at = tile + (y + 1) * pitch + x + 1;
            ((float*)out)[(size_t)(top + y) * WIDTH + left + x] = 0.5f * at[0] + 0.125f * (at[-1] + at[1] + at[-pitch] + at[pitch]);
        }
        __syncthreads();
    }
}

// C = A * B; a tile of 64 x 64 results by 256 threads, or 32 x 32 by 64.
__global__ void __launch_bounds__(256, 2) thirtieth_matmul(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned) {
    const int n = blockDim.x, t = threadIdx.x, bits = n == 256 ? 4 : 3, side = 1 << bits, edge = 4 * side, x = t % side, y = t / side;
    const int across = EDGE / edge, tile = blockIdx.x % (across * across);
    const float* a = (const float*)in + (size_t)(tile / across) * edge * DEPTH;
    const float* b = (const float*)in + (size_t)EDGE * DEPTH + tile % across * edge;
    float *as = (float*)pool, *bs = as + DEEP * LINE;
    float c[4][4] = {};
#pragma unroll 1
    for (int s = 0; s < steps; ++s, a += DEEP, b += DEEP * EDGE) {
        for (int i = t; i < edge * DEEP / 4; i += n) {
            const int row = i / (DEEP / 4), k = i % (DEEP / 4) * 4;
            const float4 v = *(const float4*)(a + row * DEPTH + k);
            as[k * LINE + row] = v.x; as[(k + 1) * LINE + row] = v.y; as[(k + 2) * LINE + row] = v.z; as[(k + 3) * LINE + row] = v.w;
        }
        for (int i = t; i < edge * DEEP / 4; i += n) *(float4*)(bs + (i >> bits) * LINE + (i & (side - 1)) * 4) = *(const float4*)(b + (i >> bits) * EDGE + (i & (side - 1)) * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; ++k) {
            const float4 u = *(const float4*)(as + k * LINE + y * 4), v = *(const float4*)(bs + k * LINE + x * 4);
            const float left[4] = {u.x, u.y, u.z, u.w}, right[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int q = 0; q < 4; ++q) c[r][q] = fmaf(left[r], right[q], c[r][q]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) out[((size_t)blockIdx.x * edge + y * 4 + r) * side + x] = make_float4(c[r][0], c[r][1], c[r][2], c[r][3]);
}

__global__ void __launch_bounds__(512, 4) thirtieth_reduction(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + threadIdx.x;
    float sum = 0;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const float4 v = at[s * n];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = across_block(sum, (float*)pool, [](float p, float q) { return p + q; });
    if (threadIdx.x == 0) ((float*)out)[blockIdx.x] = sum;
}

// An option a thread; always `steps` iterations, whether or not they have converged.
__global__ void __launch_bounds__(1024, 1) thirtieth_volatility(const float4* in, float4* out, int steps, unsigned) {
    constexpr float spot = 100.0f, rate = 0.02f;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const float strike = 100.0f + 10.0f * seed.x, years = 1.0f + 0.5f * fabsf(seed.y), market = 8.0f + 4.0f * seed.z;
    const float root = sqrtf(years), paid = strike * expf(-rate * years), forward = logf(spot / strike) + rate * years;
    float volatility = 0.3f, value = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const float deviation = volatility * root, d1 = forward / deviation + 0.5f * deviation, d2 = d1 - deviation;
        value = spot * normcdff(d1) - paid * normcdff(d2);
        const float vega = spot * root * 0.39894228f * expf(-0.5f * d1 * d1) + 1e-3f;
        volatility = fminf(fmaxf(volatility - (value - market) / vega, 0.05f), 2.0f);
    }
    ((float2*)out)[id] = make_float2(volatility, value);
}

__global__ void __launch_bounds__(128, 8) thirtieth_murmur(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = __float_as_uint(((const float*)in)[id]) ^ salt;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        unsigned k = (id ^ h) * 0xcc9e2d51u;
        k = k << 15 | k >> 17;
        h ^= k * 0x1b873593u;
        h = h << 13 | h >> 19;
        h = h * 5 + 0xe6546b64u;
        h ^= h >> 16; h *= 0x85ebca6bu;
        h ^= h >> 13; h *= 0xc2b2ae35u;
        h ^= h >> 16;
    }
    ((unsigned*)out)[id] = h;
}

// A block goes along the matrix, a tile a step.
__global__ void __launch_bounds__(1024, 1) thirtieth_transpose(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    constexpr int pitch = TILE + 1, strips = ROWS / TILE;
    const int n = blockDim.x, x = threadIdx.x % TILE, first = threadIdx.x / TILE, more = n / TILE;
    float* tile = (float*)pool;
    const unsigned slab = slab_of(salt, strips * (COLUMNS / (TILE * steps)));
    const int row = slab % strips * TILE;
    int column = slab / strips * TILE * steps;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, column += TILE) {
#pragma unroll 4
        for (int y = first; y < TILE; y += more) tile[y * pitch + x] = ((const float*)in)[(size_t)(row + y) * COLUMNS + column + x];
        __syncthreads();
#pragma unroll 4
        for (int y = first; y < TILE; y += more) ((float*)out)[(size_t)(column + y) * ROWS + row + x] = tile[x * pitch + y];
        __syncthreads();
    }
}

// Sixteen values of a row a thread.
__global__ void __launch_bounds__(512, 2) thirtieth_softmax(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * 4 * steps;
    float* parts = (float*)pool;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + threadIdx.x;
    float4* to = out + (size_t)blockIdx.x * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 4 * n, to += 4 * n) {
        float4 v[4];
        float greatest = -1e30f, sum = 0;
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = at[u * n];
#pragma unroll
        for (int u = 0; u < 4; ++u) greatest = fmaxf(greatest, fmaxf(fmaxf(v[u].x, v[u].y), fmaxf(v[u].z, v[u].w)));
        greatest = across_block(greatest, parts, [](float p, float q) { return fmaxf(p, q); });
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            v[u] = make_float4(expf(v[u].x - greatest), expf(v[u].y - greatest), expf(v[u].z - greatest), expf(v[u].w - greatest));
            sum += (v[u].x + v[u].y) + (v[u].z + v[u].w);
        }
        sum = across_block(sum, parts + 32, [](float p, float q) { return p + q; });
        const float scale = 1.0f / sum;
#pragma unroll
        for (int u = 0; u < 4; ++u) to[u * n] = make_float4(v[u].x * scale, v[u].y * scale, v[u].z * scale, v[u].w * scale);
    }
}

// An image has `steps` channels; zeros round it.
__global__ void __launch_bounds__(256, 4) thirtieth_convolution(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    constexpr int across = PLANE / PATCH, plane = PLANE * PLANE;
    const int n = blockDim.x, t = threadIdx.x, x = t % PATCH, y = t / PATCH;
    float *weights = (float*)pool, *tile = weights + 9 * FILTERS;
    const unsigned slab = slab_of(salt, (unsigned)(FULL * 4 / plane) / steps * (across * across));
    const float* image = (const float*)in + (size_t)(slab / (across * across)) * steps * plane;
    const int top = slab / across % across * PATCH - 1, left = slab % across * PATCH - 1;
    float sum[FILTERS] = {};
#pragma unroll 1
    for (int s = 0; s < steps; ++s, image += plane) {
        if (t < 9 * FILTERS) weights[t] = ((const float*)in)[s * 9 * FILTERS + t];
        for (int i = t; i < HALO * HALO; i += n) {
            const int row = top + i / HALO, column = left + i % HALO;
            tile[i] = row >= 0 && row < PLANE && column >= 0 && column < PLANE ? image[row * PLANE + column] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 9; ++k) {
            const float v = tile[(y + k / 3) * HALO + x + k % 3];
            const float4 w0 = *(const float4*)(weights + k * FILTERS), w1 = *(const float4*)(weights + k * FILTERS + 4);
            sum[0] = fmaf(v, w0.x, sum[0]); sum[1] = fmaf(v, w0.y, sum[1]); sum[2] = fmaf(v, w0.z, sum[2]); sum[3] = fmaf(v, w0.w, sum[3]);
            sum[4] = fmaf(v, w1.x, sum[4]); sum[5] = fmaf(v, w1.y, sum[5]); sum[6] = fmaf(v, w1.z, sum[6]); sum[7] = fmaf(v, w1.w, sum[7]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int f = 0; f < FILTERS; ++f) ((float*)out)[((size_t)blockIdx.x * FILTERS + f) * n + t] = fmaxf(sum[f], 0.0f);
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the indices likewise.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + INDICES) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<uint32_t> indices(4u << 20);
    for (size_t i = 0; i < indices.size(); ++i) indices[i] = harness::hash32((uint32_t)i * 2654435761u + 30) % TABLE;
    CHECK(cudaMemcpy(in + FULL, indices.data(), indices.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    for (size_t have = indices.size() / 4; have < INDICES; have *= 2)
        CHECK(cudaMemcpy(in + FULL + have, in + FULL, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    CHECK(cudaDeviceSynchronize());
    // Twelve waves stay within the buffers. Expected of one wave at 1.7 to 2.0 GHz: 50 to 120 us.
    const std::vector<Kernel> kernels = {
        {"thirtieth_chain", thirtieth_chain, {{1, 256, 10000}, {8, 32, 10000}}},
        {"thirtieth_gather", thirtieth_gather, {{8, 256, 16}, {4, 128, 60}}},
        {"thirtieth_triad", thirtieth_triad, {{8, 128, 48}, {2, 256, 96}}},
        {"thirtieth_stencil", thirtieth_stencil, {{8, 256, 24}, {2, 1024, 48}}},
        {"thirtieth_matmul", thirtieth_matmul, {{2, 256, 112}, {8, 64, 112}}},
        {"thirtieth_reduction", thirtieth_reduction, {{4, 512, 80}, {16, 64, 160}}},
        {"thirtieth_volatility", thirtieth_volatility, {{1, 1024, 120}, {4, 128, 220}}},
        {"thirtieth_murmur", thirtieth_murmur, {{8, 128, 1000}}},
        {"thirtieth_transpose", thirtieth_transpose, {{4, 256, 48}, {1, 1024, 64}}},
        {"thirtieth_softmax", thirtieth_softmax, {{2, 512, 14}}},
        {"thirtieth_convolution", thirtieth_convolution, {{4, 256, 96}}}};
    // Three whole-wave grids in each list, the others with last waves of 3% to 97%; three lists taken in turn by the shapes.
    const std::vector<Grid> grids[3] = {
        {{1, 0}, {1.05, 0}, {1.3, 0}, {1.65, 0}, {2, 0}, {2.45, 0}, {2.9, 0}, {3.2, 0}, {5.55, 0}, {8, 0}, {11.75, 0}},
        {{1, 0}, {1.15, 0}, {1.5, 0}, {1.85, 0}, {2.1, 0}, {2.7, 0}, {3, 0}, {4.35, 0}, {6, 0}, {7.95, 0}, {10.6, 0}},
        {{1.4, 0}, {1.75, 0}, {1.97, 0}, {2, 0}, {2.25, 0}, {3.03, 0}, {3.6, 0}, {5, 0}, {6.8, 0}, {9.5, 0}, {12, 0}}};
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
