// Sweep of grid sizes (1 to 12 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   twentyninth time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   twentyninth profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// twentyninth_btree    latency: look-ups in a tree of eight keys a node, eight lanes a look-up, 10 MB in the L2 cache; what is found leads to the next key, 64 or 32 threads
// twentyninth_asian    throughput: Monte Carlo paths of a share price, normals by Box and Muller, special functions in registers only, 512 or 128 threads
// twentyninth_align    throughput: local alignment with affine gaps, a pair a thread, 32-bit integer adds and maxima in registers, 256 or 64 threads
// twentyninth_gemm     throughput: product of matrices on tensor cores (mma.sync), tiles by cp.async from the L2 cache in three stages, ldmatrix, 256 or 128 threads
// twentyninth_lennard  throughput: Lennard-Jones forces in FP64, a particle a thread, the others by tiles in shared memory, 128 or 64 threads
// twentyninth_bitonic  throughput: tiles from DRAM sorted in shared memory by a bitonic network, a barrier a pass, 1024 or 256 threads
// twentyninth_bag      bandwidth: bags of hashed embeddings summed, rows of 512 bytes at random from 4 GiB in DRAM, a warp a bag, eight loads of 16 bytes in flight, 512 or 128 threads
// twentyninth_score    bandwidth: best score of a query over a code book of 12 MB in the L2 cache, read from another place by each block, 256 or 64 threads
// twentyninth_photon   mixed: photons scattered in a half-space until absorbed or gone, FP32 and special functions, divergent, a tally in shared memory; 64 threads, blocks not quite alike
// twentyninth_cluster  mixed: nearest of 64 centroids of 16 dimensions, points from DRAM, FP32 with centroids in shared memory, 256 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;    // float4 of the input: 4 GiB; the matrices and the tree lie behind them
constexpr size_t OUTPUT = 96u << 20;   // float4 of the output: 1.5 GiB
constexpr int EDGE = 1024, DEPTH = 4096;               // rows of either matrix; halves of a row
constexpr size_t MATRIX = (size_t)EDGE * DEPTH / 8;    // float4 of a matrix: 8 MiB
constexpr int LEVELS = 7;                              // of the tree; 8 to the power of LEVELS leaves
constexpr size_t ENTRIES = ((1u << 3 * (LEVELS + 1)) - 8) / 7;
constexpr int STAGES = 3, DEEP = 32;                   // of the product; halves of a stage's row
constexpr unsigned BOOK = 768u << 10;                  // float4 of the code book: 12 MiB
constexpr int CENTROIDS = 64;
extern __shared__ float4 pool[];       // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// Eight lanes compare a node's keys (32 bytes) with the one sought; the last that is not greater leads on.
__global__ void __launch_bounds__(64) twentyninth_btree(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned* tree = (const unsigned*)(in + FULL + 2 * MATRIX) + threadIdx.x % 8;
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x, search = id / 8, shift = threadIdx.x % 32 / 8 * 8;
    unsigned key = harness::hash32(search + salt * 2654435761u), sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned node = 0;
        const unsigned* level = tree;
#pragma unroll
        for (int l = 0; l < LEVELS; ++l) {
            const unsigned below = __ballot_sync(~0u, __ldcg(level + node * 8) <= key) >> shift & 255;
            node = node * 8 + max(__popc(below), 1) - 1;
            level += 8u << 3 * l;
        }
        sum += node;
        key = harness::hash32(key + node + search);
    }
    ((uint2*)out)[id] = make_uint2(key, sum);
}

__device__ __forceinline__ float root(float x) { float y; asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

// Two normals and two steps of the price a turn; the path's mean goes into the payoff.
__global__ void __launch_bounds__(512, 2) twentyninth_asian(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    unsigned a = __float_as_uint(seed.x) * 2654435761u + (unsigned)id, b = __float_as_uint(seed.y) * 2246822519u + 29;
    const float drift = -2e-6f, volatility = 2e-3f * (1.5f + seed.z);
    float price = 100.0f, sum = 0, greatest = 0;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        a = a * 1664525u + 1013904223u; b = b * 22695477u + 12345u;
        const float u = fmaf((float)(a >> 8), 0x1p-24f, 0x1p-25f), angle = (float)(b >> 8) * (6.2831853f * 0x1p-24f);
        const float radius = volatility * root(-2.0f * __logf(u));
        price *= __expf(fmaf(radius, __cosf(angle), drift)); sum += price;
        price *= __expf(fmaf(radius, __sinf(angle), drift)); sum += price;
        greatest = fmaxf(greatest, price);
    }
    const float mean = sum / (2 * steps);
    out[id] = make_float4(fmaxf(mean - 100.0f, 0.0f), fmaxf(100.0f - mean, 0.0f), price, greatest);
}

// Sixteen letters of the query a thread, two bits each, against a reference of `steps` letters.
__global__ void __launch_bounds__(256, 3) twentyninth_align(const float4* in, float4* out, int steps, unsigned) {
    constexpr int columns = 16, match = 5, mismatch = -4, open = -6, extend = -1;
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned* reference = (const unsigned*)in + (size_t)blockIdx.x * 1024 + threadIdx.x;
    const unsigned query = harness::hash32(__float_as_uint(((const float*)in)[id]) + (unsigned)id);
    int h[columns], e[columns], best = 0;
    unsigned letters = 0;
#pragma unroll
    for (int j = 0; j < columns; ++j) { h[j] = 0; e[j] = open; }
#pragma unroll 1
    for (int s = 0; s < steps; ++s, letters >>= 2) {
        if (s % 16 == 0) letters = harness::hash32(reference[(size_t)(s / 16) * blockDim.x]);
        const unsigned differs = query ^ (letters & 3) * 0x55555555u, same = ~(differs | differs >> 1);
        int diagonal = 0, f = open;
#pragma unroll
        for (int j = 0; j < columns; ++j) {
            const int now = __vimax3_s32_relu(diagonal + (same >> 2 * j & 1 ? match : mismatch), e[j], f);
            diagonal = h[j]; h[j] = now;
            best = max(best, now);
            e[j] = __viaddmax_s32(e[j], extend, now + open);
            f = __viaddmax_s32(f, extend, now + open);
        }
    }
    int sum = 0;
#pragma unroll
    for (int j = 0; j < columns; ++j) sum += h[j];
    ((int2*)out)[id] = make_int2(best, sum);
}

__device__ __forceinline__ void copy16(unsigned to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)); }

__device__ __forceinline__ void matrices(unsigned (&x)[4], unsigned from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(from));
}

__device__ __forceinline__ void multiply(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Byte offset of 16 bytes of a row of 64 in shared memory, without bank conflicts of ldmatrix.
__device__ __forceinline__ unsigned chunk(unsigned row, unsigned c) { return row * 64 + (c ^ (row / 2 & 3)) * 16; }

// C = A * B^T; a tile of 64 or 128 rows (four or eight warps) and 128 columns a block, 64 x 32 a warp.
__global__ void __launch_bounds__(256, 2) twentyninth_gemm(const float4* in, float4* out, int steps, unsigned) {
    const unsigned n = blockDim.x, t = threadIdx.x, lane = t % 32, warp = t / 32, rows = n / 2, stage = (rows + 128) * 64;
    const unsigned down = EDGE / rows, tile = blockIdx.x % (down * (EDGE / 128));
    const half* a = (const half*)(in + FULL) + (size_t)(tile % down) * rows * DEPTH;
    const half* b = (const half*)(in + FULL + MATRIX) + (size_t)(tile / down) * 128 * DEPTH;
    const unsigned base = (unsigned)__cvta_generic_to_shared(pool);
    auto fetch = [&](int s) {
        const unsigned to = base + s % STAGES * stage, k = s * DEEP % DEPTH;
        for (unsigned i = t; i < rows * 4; i += n) copy16(to + chunk(i / 4, i % 4), a + (size_t)(i / 4) * DEPTH + k + i % 4 * 8);
        for (unsigned i = t; i < 128 * 4; i += n) copy16(to + rows * 64 + chunk(i / 4, i % 4), b + (size_t)(i / 4) * DEPTH + k + i % 4 * 8);
    };
    float c[4][4][4] = {};
    for (int s = 0; s < STAGES - 1; ++s) { fetch(s); asm volatile("cp.async.commit_group;"); }
    const unsigned top = warp / 4 * 64, left = warp % 4 * 32;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
        __syncthreads();
        if (s + STAGES - 1 < steps) fetch(s + STAGES - 1);
        asm volatile("cp.async.commit_group;");
        const unsigned from = base + s % STAGES * stage;
#pragma unroll
        for (int k = 0; k < DEEP / 16; ++k) {
            unsigned x[4][4], y[2][4];
#pragma unroll
            for (int r = 0; r < 4; ++r) matrices(x[r], from + chunk(top + r * 16 + lane % 16, k * 2 + lane / 16));
#pragma unroll
            for (int q = 0; q < 2; ++q) matrices(y[q], from + rows * 64 + chunk(left + q * 16 + lane / 16 * 8 + lane % 8, k * 2 + lane / 8 % 2));
#pragma unroll
            for (int r = 0; r < 4; ++r)
#pragma unroll
                for (int q = 0; q < 4; ++q) multiply(c[r][q], x[r], y[q / 2][q % 2 * 2], y[q / 2][q % 2 * 2 + 1]);
        }
    }
    half2* to = (half2*)out + (size_t)blockIdx.x * rows * 64;
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int q = 0; q < 4; ++q)
#pragma unroll
            for (int e = 0; e < 2; ++e)
                to[(top + r * 16 + e * 8 + lane / 4) * 64 + left / 2 + q * 4 + lane % 4] = __floats2half2_rn(c[r][q][e * 2], c[r][q][e * 2 + 1]);
}

// A tile of blockDim.x particles a step; softened, so that no pair comes too near.
__global__ void __launch_bounds__(128, 6) twentyninth_lennard(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    double *px = (double*)pool, *py = px + n, *pz = py + n;
    const size_t id = (size_t)blockIdx.x * n + t;
    const float4 own = in[id];
    const double x = own.x * 3.0, y = own.y * 3.0, z = own.z * 3.0;
    double fx = 0, fy = 0, fz = 0;
    const float4* at = in + (size_t)slab_of(salt, 4096) * n * steps + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n) {
        const float4 other = *at;
        __syncthreads();
        px[t] = other.x * 3.0; py[t] = other.y * 3.0; pz[t] = other.z * 3.0;
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < n; ++j) {
            const double dx = x - px[j], dy = y - py[j], dz = z - pz[j];
            const double inverse = 1.0 / fma(dx, dx, fma(dy, dy, fma(dz, dz, 0.5)));
            const double sixth = inverse * inverse * inverse, force = sixth * inverse * fma(2.0, sixth, -1.0);
            fx = fma(force, dx, fx); fy = fma(force, dy, fy); fz = fma(force, dz, fz);
        }
    }
    out[id] = make_float4((float)fx, (float)fy, (float)fz, own.w);
}

// Tiles of 4 * blockDim.x keys.
__global__ void __launch_bounds__(1024, 1) twentyninth_bitonic(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned n = blockDim.x, t = threadIdx.x, length = n * steps;
    float* keys = (float*)pool;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + t;
    float4* to = out + (size_t)blockIdx.x * length + t;
    float4 next = __ldcs(at);
#pragma unroll 1
    for (int s = 0; s < steps; ++s, to += n) {
        pool[t] = next;
        if (s + 1 < steps) { at += n; next = __ldcs(at); }
        __syncthreads();
#pragma unroll 1
        for (unsigned size = 2; size <= 4 * n; size *= 2)
#pragma unroll 1
            for (unsigned stride = size / 2; stride; stride /= 2) {
#pragma unroll
                for (int u = 0; u < 2; ++u) {
                    const unsigned p = t + u * n, i = p * 2 - (p & (stride - 1));
                    const float x = keys[i], y = keys[i + stride];
                    const bool rising = (i & size) == 0;
                    keys[i] = rising ? fminf(x, y) : fmaxf(x, y);
                    keys[i + stride] = rising ? fmaxf(x, y) : fminf(x, y);
                }
                __syncthreads();
            }
        __stcs(to, pool[t]);
        __syncthreads();
    }
}

// A row of the table is 32 float4, one a lane; which rows are in the bag is hashed from its number.
__global__ void __launch_bounds__(512, 2) twentyninth_bag(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned bag = (unsigned)(id / 32) + salt * 2654435761u;
    const float4* table = in + threadIdx.x % 32;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int s = 0; s < steps; s += 8) {
        float4 row[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) row[u] = __ldcs(table + (size_t)(harness::hash32(bag * 1024 + s + u) % (unsigned)(FULL / 32)) * 32);
#pragma unroll
        for (int u = 0; u < 8; ++u) { sum.x += row[u].x; sum.y += row[u].y; sum.z += row[u].z; sum.w += row[u].w; }
    }
    const float scale = 1.0f / steps;
    out[id] = make_float4(sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale);
}

// Four codes of four values a thread and step; the block goes round in the book.
__global__ void __launch_bounds__(256, 4) twentyninth_score(const float4* in, float4* out, int steps, unsigned salt) {
    const unsigned n = blockDim.x, chunks = BOOK / (4 * n);
    const size_t id = (size_t)blockIdx.x * n + threadIdx.x;
    const float4 query = in[BOOK + blockIdx.x];
    unsigned at = harness::hash32(blockIdx.x + salt * 2654435761u) % chunks, where = 0;
    float best = -1e30f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        const float4* from = in + at * 4 * n + threadIdx.x;
        float4 code[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) code[u] = __ldcg(from + u * n);
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float score = fmaf(query.x, code[u].x, fmaf(query.y, code[u].y, fmaf(query.z, code[u].z, query.w * code[u].w)));
            if (score > best) { best = score; where = at * 4 + u; }
        }
        if (++at == chunks) at = 0;
    }
    ((float2*)out)[id] = make_float2(best, (float)where);
}

// Henyey and Greenstein's scattering, `steps` photons a thread; a lane whose photon is gone takes its next at once.
__global__ void __launch_bounds__(64, 8) twentyninth_photon(const float4* in, float4* out, int steps, unsigned salt) {
    constexpr float albedo = 0.9f, g = 0.8f;
    unsigned* tally = (unsigned*)pool;
    const int n = blockDim.x, t = threadIdx.x;
    for (int i = t; i < 256; i += n) tally[i] = 0;
    __syncthreads();
    const unsigned id = blockIdx.x * n + t;
    unsigned random = harness::hash32(__float_as_uint(((const float*)in)[id]) + id + salt * 2654435761u);
    auto draw = [&] { random = random * 1664525u + 1013904223u; return fmaf((float)(random >> 8), 0x1p-24f, 0x1p-25f); };
    float z = 0, ux = 0, uy = 0, uz = 1, weight = 1;
    int left = steps;
#pragma unroll 1
    while (left) {
        z = fmaf(-__logf(draw()), uz, z);
        bool gone = z < 0;
        if (!gone) {
            atomicAdd(tally + min((int)(z * 16.0f), 255), (unsigned)(weight * ((1 - albedo) * 65536.0f)));
            weight *= albedo;
            const float part = __fdividef(1 - g * g, 1 - g + 2 * g * draw()), cosine = fminf(fmaxf((1 + g * g - part * part) * (0.5f / g), -1.0f), 1.0f);
            const float sine = sqrtf(1.0f - cosine * cosine);
            float a, b;
            __sincosf(6.2831853f * draw(), &a, &b);
            if (fabsf(uz) > 0.9999f) {
                ux = sine * b; uy = sine * a; uz = copysignf(cosine, cosine * uz);
            } else {
                const float across = sqrtf(1.0f - uz * uz), scale = __fdividef(sine, across);
                const float vx = fmaf(scale, ux * uz * b - uy * a, ux * cosine), vy = fmaf(scale, uy * uz * b + ux * a, uy * cosine), vz = fmaf(-sine * b, across, uz * cosine);
                const float norm = rsqrtf(vx * vx + vy * vy + vz * vz);
                ux = vx * norm; uy = vy * norm; uz = vz * norm;
            }
            if (weight < 0.1f) { gone = draw() > 0.1f; weight *= 10.0f; }
        }
        if (gone) { z = 0; ux = 0; uy = 0; uz = 1; weight = 1; --left; }
    }
    __syncthreads();
    for (int i = t; i < 256; i += n) ((unsigned*)out)[(size_t)blockIdx.x * 256 + i] = tally[i];
}

// Two points a thread and step, four values in each float4; the nearest is the one with the least of |c|^2 / 2 - c * x.
__global__ void __launch_bounds__(256, 3) twentyninth_cluster(const float4* in, float4* out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    float* halves = (float*)(pool + CENTROIDS * 4);
    for (int i = t; i < CENTROIDS * 4; i += n) pool[i] = in[i];
    __syncthreads();
    if (t < CENTROIDS) {
        float sum = 0;
        for (int i = 0; i < 16; ++i) { const float v = ((const float*)pool)[t * 16 + i]; sum = fmaf(0.5f * v, v, sum); }
        halves[t] = sum;
    }
    __syncthreads();
    const unsigned length = n * 8 * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + t;
    int2* to = (int2*)out + (size_t)blockIdx.x * n * steps + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += 8 * n, to += n) {
        float4 x[2][4];
#pragma unroll
        for (int p = 0; p < 2; ++p)
#pragma unroll
            for (int q = 0; q < 4; ++q) x[p][q] = __ldcs(at + (p * 4 + q) * n);
        float least[2] = {1e30f, 1e30f};
        int nearest[2] = {0, 0};
#pragma unroll 2
        for (int c = 0; c < CENTROIDS; ++c) {
            float sum[2] = {halves[c], halves[c]};
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                const float4 v = pool[c * 4 + q];
#pragma unroll
                for (int p = 0; p < 2; ++p) sum[p] = fmaf(-v.x, x[p][q].x, fmaf(-v.y, x[p][q].y, fmaf(-v.z, x[p][q].z, fmaf(-v.w, x[p][q].w, sum[p]))));
            }
#pragma unroll
            for (int p = 0; p < 2; ++p) if (sum[p] < least[p]) { least[p] = sum[p]; nearest[p] = c; }
        }
        __stcs(to, make_int2(nearest[0], nearest[1]));
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the two matrices and the tree.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + 2 * MATRIX + ENTRIES / 4) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<half> factors(2 * MATRIX * 8);
    for (size_t i = 0; i < factors.size(); ++i) factors[i] = __float2half(harness::unit((uint32_t)i * 2654435761u + 29));
    CHECK(cudaMemcpy(in + FULL, factors.data(), factors.size() * sizeof(half), cudaMemcpyHostToDevice));
    std::vector<uint32_t> tree;
    for (int l = 0; l < LEVELS; ++l)  // the leaves are k * span and some more, k in order; above each eight their first
        for (uint32_t i = 0, span = 1u << (32 - 3 * LEVELS); i < 8u << 3 * l; ++i) {
            const uint32_t k = i << 3 * (LEVELS - 1 - l);
            tree.push_back(k * span + harness::hash32(k * 2654435761u + 29) % span);
        }
    CHECK(cudaMemcpy(in + FULL + 2 * MATRIX, tree.data(), tree.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // Twelve waves stay within the buffers. Expected of one wave at 1.7 to 2.0 GHz: 50 to 120 us.
    const std::vector<Kernel> kernels = {
        {"twentyninth_btree", twentyninth_btree, {{3, 64, 60}, {16, 32, 60}}},
        {"twentyninth_asian", twentyninth_asian, {{5, 128, 420}, {2, 512, 264}}},
        {"twentyninth_align", twentyninth_align, {{12, 64, 112}, {3, 256, 112}}},
        {"twentyninth_gemm", twentyninth_gemm, {{2, 256, 128}, {4, 128, 128}}},
        {"twentyninth_lennard", twentyninth_lennard, {{4, 128, 6}, {12, 64, 8}}},
        {"twentyninth_bitonic", twentyninth_bitonic, {{1, 1024, 4}, {5, 256, 6}}},
        {"twentyninth_bag", twentyninth_bag, {{8, 128, 144}, {2, 512, 144}}},
        {"twentyninth_score", twentyninth_score, {{4, 256, 48}, {16, 64, 48}}},
        {"twentyninth_photon", twentyninth_photon, {{8, 64, 12}}},
        {"twentyninth_cluster", twentyninth_cluster, {{3, 256, 5}}}};
    // Whole waves, a block more or less, and quarters, halves and three quarters of a wave; three lists taken in turn by the shapes.
    const std::vector<Grid> grids[3] = {
        {{1, 0}, {1, 1}, {1.25, 0}, {1.5, 0}, {2, 0}, {2.75, 0}, {3, 1}, {4.5, 0}, {6, 0}, {8.25, 0}, {12, 0}},
        {{1, 0}, {1.75, 0}, {2, 1}, {2.25, 0}, {2.5, 0}, {3, 0}, {3.75, 0}, {5, -1}, {5, 1}, {7.5, 0}, {10.25, 0}},
        {{1, 1}, {1.5, 0}, {1.75, 0}, {2, -1}, {2.25, 0}, {3.5, 0}, {4, 0}, {4, 1}, {6.75, 0}, {9, 0}, {11.5, 0}}};
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
