// Sweep of grid sizes (1.02 to 9 waves, 1 to 16 resident blocks an SM) that tests what a partial last wave of blocks costs.
//   thirtyfirst time [KERNEL]     CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us (9 timed runs after 3 warm-ups)
//   thirtyfirst profile [KERNEL]  launches every combination once, in the same order, and no other kernel (the input is filled by copies)
// thirtyfirst_logistic    latency: a chain of dependent FP64 operations a thread, two a step, 256 or 96 threads
// thirtyfirst_product     throughput: FP16 product of matrices in the L2 cache on tensor cores (wmma), tiles in shared memory, 32 x 32 results a warp, 512 or 128 threads
// thirtyfirst_scan        latency: running sum of a slab, doubling distances in shared memory, a barrier each, a value a thread and tile, 1024 or 256 threads
// thirtyfirst_bitonic     shared memory: bitonic sort of a tile of two keys a thread, 55 or 28 passes with a barrier each, 512 or 64 threads
// thirtyfirst_philox      bandwidth: random fill by Philox 4x32-7, writes only, 16 bytes a thread and access, 256 or 192 threads
// thirtyfirst_banded      bandwidth: matrix of 15 diagonals times a vector, FP32, four rows a thread, 512 or 64 threads
// thirtyfirst_mandelbrot  throughput: packed FP16 iteration of four points a thread in registers only, never left early, 1024 or 128 threads
// thirtyfirst_sha         throughput: SHA-256 of its own digest over and over in registers only, 64 or 256 threads
// thirtyfirst_march       mixed: seven-point stencil of a volume, a block's tile marches along z, planes in shared memory, a barrier each, 256 or 1024 threads
// thirtyfirst_norm        bandwidth: layer norm of rows of 1024, a row a warp in registers, shuffles only, 64 or 512 threads
// thirtyfirst_histogram   mixed: 256 bins a block by atomics in shared memory, two bytes of every float, values from DRAM, 128 or 384 threads
#include "harness.cuh"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
#include <string>
#include <vector>

constexpr size_t FULL = 256u << 20;     // float4 of the input: 4 GiB; the matrices of the product lie behind them
constexpr size_t OUTPUT = 96u << 20;    // float4 of the output: 1.5 GiB
constexpr int EDGE = 1024, DEPTH = 4096, DEEP = 32;                 // of the product: edge of the result, length of its sums, of those in a tile
constexpr int WIDE = 64, LINE_A = DEEP + 8, LINE_B = WIDE + 8;      // columns of a block's tile of the result; halves of the tiles' rows
constexpr size_t MATRIX = (size_t)EDGE * DEPTH / 8;                 // float4 of either matrix: 8 MiB
constexpr int DIAGONALS = 15, REACH = DIAGONALS / 2;                // of the banded matrix; seven on either side
constexpr size_t BAND = FULL / (DIAGONALS + 1);                     // float4 of a diagonal, and of the vector, which comes last: 256 MiB
constexpr int SIDE = 512, PLANE = SIDE * SIDE, PLANES = OUTPUT * 4 / PLANE;  // of the volume: 512 x 512 x 1536
constexpr int ROW = 1024, PART = ROW / 4 / 32;                      // floats of a row to normalise; float4 of it a lane
constexpr int BINS = 256;
extern __shared__ float4 pool[];        // its size holds the residency, often far above the need

// Which of the slabs a block works on. The salt moves them from launch to launch, so that a short launch does not find them in the L2 cache from the one before.
__device__ __forceinline__ unsigned slab_of(unsigned salt, unsigned slabs) { return (blockIdx.x + salt * (slabs / 8 * 3 + 1)) % slabs; }

// x = r * x * (1 - x)
__global__ void __launch_bounds__(256) thirtyfirst_logistic(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id];
    const double rate = 3.7 + 0.2 * fabsf(seed.y);
    double x = 0.5 + 0.4 * seed.x;
#pragma unroll 8
    for (int s = 0; s < steps; ++s) x = rate * fma(-x, x, x);
    ((double*)out)[id] = x;
}

// C = A * B; a tile of 256 x 64 results by 512 threads, or 64 x 64 by 128. What comes next is read into registers during the products.
__global__ void __launch_bounds__(512, 1) thirtyfirst_product(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned) {
    using namespace nvcuda::wmma;
    const int n = blockDim.x, t = threadIdx.x, warp = t / 32, rows = n / 2, across = EDGE / WIDE, tile = blockIdx.x % (EDGE / rows * across);
    const int first = warp / 2 * 32, left = warp % 2 * 32;
    const half* a = (const half*)(in + FULL) + (size_t)(tile / across) * rows * DEPTH;
    const half* b = (const half*)(in + FULL + MATRIX) + tile % across * WIDE;
    half *as = (half*)pool, *bs = as + rows * LINE_A;
    fragment<accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int q = 0; q < 2; ++q) fill_fragment(sum[r][q], 0.0f);
    uint4 u[2], v[2];  // eight halves each: two of A a thread, one or two of B, of 512 threads the first 256 one
    auto fetch = [&] {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int at = t + i * n;
            u[i] = *(const uint4*)(a + (size_t)(at / (DEEP / 8)) * DEPTH + at % (DEEP / 8) * 8);
            if (at < DEEP * WIDE / 8) v[i] = *(const uint4*)(b + (size_t)(at / (WIDE / 8)) * EDGE + at % (WIDE / 8) * 8);
        }
    };
    fetch();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int at = t + i * n;
            *(uint4*)(as + at / (DEEP / 8) * LINE_A + at % (DEEP / 8) * 8) = u[i];
            if (at < DEEP * WIDE / 8) *(uint4*)(bs + at / (WIDE / 8) * LINE_B + at % (WIDE / 8) * 8) = v[i];
        }
        __syncthreads();
        if (s + 1 < steps) { a += DEEP; b += DEEP * EDGE; fetch(); }
#pragma unroll
        for (int k = 0; k < DEEP; k += 16) {
            fragment<matrix_a, 16, 16, 16, half, row_major> x[2];
            fragment<matrix_b, 16, 16, 16, half, row_major> y[2];
#pragma unroll
            for (int r = 0; r < 2; ++r) load_matrix_sync(x[r], as + (first + r * 16) * LINE_A + k, LINE_A);
#pragma unroll
            for (int q = 0; q < 2; ++q) load_matrix_sync(y[q], bs + k * LINE_B + left + q * 16, LINE_B);
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int q = 0; q < 2; ++q) mma_sync(sum[r][q], x[r], y[q], sum[r][q]);
        }
    }
    float* to = (float*)out + ((size_t)blockIdx.x * rows + first) * WIDE + left;
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int q = 0; q < 2; ++q) store_matrix_sync(to + r * 16 * WIDE + q * 16, sum[r][q], WIDE, mem_row_major);
}

// Inclusive; the sum of the slab so far goes on from tile to tile. Two buffers in turn, so that a barrier a distance is enough.
__global__ void __launch_bounds__(1024, 1) thirtyfirst_scan(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const unsigned length = n * steps;
    const float* at = (const float*)in + (size_t)slab_of(salt, (unsigned)(FULL * 4 / length)) * length + t;
    float* to = (float*)out + (size_t)blockIdx.x * length + t;
    float *now = (float*)pool, *next = now + n, carry = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n, to += n) {
        float value = *at;
        for (int d = 1; d < n; d *= 2) {
            now[t] = value;
            __syncthreads();
            if (t >= d) value += now[t - d];
            float* swap = now; now = next; next = swap;
        }
        now[t] = value;
        __syncthreads();
        *to = carry + value;
        carry += now[n - 1];
        float* swap = now; now = next; next = swap;
    }
}

// The keys' bits as integers; every pass compares every key once, whatever the keys.
__global__ void __launch_bounds__(512, 3) thirtyfirst_bitonic(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x, t = threadIdx.x;
    const unsigned length = 2 * n * steps;
    const int2* at = (const int2*)((const int*)in + (size_t)slab_of(salt, (unsigned)(FULL * 4 / length)) * length) + t;
    int2* to = (int2*)((int*)out + (size_t)blockIdx.x * length) + t;
    int* keys = (int*)pool;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n, to += n) {
        ((int2*)keys)[t] = *at;
        __syncthreads();
#pragma unroll 1
        for (int size = 2; size <= 2 * n; size *= 2)
#pragma unroll 1
            for (int d = size / 2; d; d /= 2) {
                const int i = 2 * t - (t & (d - 1)), p = keys[i], q = keys[i + d], low = min(p, q), high = max(p, q);
                const bool down = i & size;
                keys[i] = down ? high : low; keys[i + d] = down ? low : high;
                __syncthreads();
            }
        *to = ((int2*)keys)[t];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256, 4) thirtyfirst_philox(const float4* in, float4* __restrict__ out, int steps, unsigned salt) {
    constexpr float scale = 1.0f / 4294967296.0f;
    const int n = blockDim.x;
    const unsigned length = n * steps, slab = slab_of(salt, (unsigned)OUTPUT / length);
    float4* to = out + (size_t)slab * length + threadIdx.x;
    const uint2 key = *(const uint2*)in;
#pragma unroll 2
    for (int s = 0; s < steps; ++s) {
        unsigned a = slab * length + s * n + threadIdx.x, b = salt, c = 0, d = 0, x = key.x, y = key.y;
#pragma unroll
        for (int r = 0; r < 7; ++r, x += 0x9e3779b9u, y += 0xbb67ae85u) {
            const uint64_t p = (uint64_t)0xd2511f53u * a, q = (uint64_t)0xcd9e8d57u * c;
            a = (unsigned)(q >> 32) ^ b ^ x; b = (unsigned)q;
            c = (unsigned)(p >> 32) ^ d ^ y; d = (unsigned)p;
        }
        to[s * n] = make_float4(a * scale, b * scale, c * scale, d * scale);
    }
}

// y[i] = sum of A[i][i + j], j = -7 to 7, times x[i + j], the diagonals one behind the other; past the ends the vector is as at them.
__global__ void __launch_bounds__(512, 1) thirtyfirst_banded(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * steps;
    const float4* vector = in + DIAGONALS * BAND;
    int at = slab_of(salt, (unsigned)BAND / length) * length + threadIdx.x;
    float4* to = out + (size_t)blockIdx.x * length + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += n, to += n) {
        float x[20];
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            const float4 v = vector[min(max(at + i - 2, 0), (int)BAND - 1)];
            x[4 * i] = v.x; x[4 * i + 1] = v.y; x[4 * i + 2] = v.z; x[4 * i + 3] = v.w;
        }
        float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int j = 0; j < DIAGONALS; ++j) {
            const float4 v = in[j * BAND + at];
            sum.x = fmaf(v.x, x[j + 8 - REACH], sum.x); sum.y = fmaf(v.y, x[j + 9 - REACH], sum.y);
            sum.z = fmaf(v.z, x[j + 10 - REACH], sum.z); sum.w = fmaf(v.w, x[j + 11 - REACH], sum.w);
        }
        *to = sum;
    }
}

// z = z * z + c; the points lie so near the origin that none escapes.
__global__ void __launch_bounds__(1024, 1) thirtyfirst_mandelbrot(const float4* in, float4* out, int steps, unsigned) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float4 seed = in[id], more = in[id + 1];
    const half2 u[2] = {__floats2half2_rn(0.17f * seed.x, 0.17f * seed.y), __floats2half2_rn(0.17f * seed.z, 0.17f * seed.w)};
    const half2 v[2] = {__floats2half2_rn(0.17f * more.y, 0.17f * more.z), __floats2half2_rn(0.17f * more.w, 0.17f * more.x)};
    const half2 two = __float2half2_rn(2.0f);
    half2 x[2] = {u[0], u[1]}, y[2] = {v[0], v[1]};
#pragma unroll 8
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const half2 xy = __hmul2(x[i], y[i]);
            x[i] = __hfma2(__hneg2(y[i]), y[i], __hfma2(x[i], x[i], u[i]));
            y[i] = __hfma2(xy, two, v[i]);
        }
    }
    const float2 p = __half22float2(x[0]), q = __half22float2(y[0]), r = __half22float2(x[1]), w = __half22float2(y[1]);
    out[id] = make_float4(p.x + q.x, p.y + q.y, r.x + w.x, r.y + w.y);
}

__constant__ unsigned round_words[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u, 0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau, 0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u, 0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u, 0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u};

__device__ __forceinline__ unsigned turned(unsigned x, int bits) { return __funnelshift_r(x, x, bits); }

// A step is a block of the hash: the digest so far and eight words of the thread's own.
__global__ void __launch_bounds__(256, 2) thirtyfirst_sha(const float4* in, float4* out, int steps, unsigned salt) {
    const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 seed = *(const uint4*)(in + id);
    unsigned h[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        unsigned w[16] = {h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], seed.x, seed.y, seed.z, seed.w, salt, (unsigned)s, 0x80000000u, 448};
        unsigned v[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = h[i];
#pragma unroll 1
        for (int r = 0; r < 64; r += 16) {
#pragma unroll
            for (int i = 0; i < 16; ++i) {
                const unsigned e = v[4], a = v[0];
                const unsigned p = v[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + round_words[r + i] + w[i];
                const unsigned q = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
                v[7] = v[6]; v[6] = v[5]; v[5] = e; v[4] = v[3] + p; v[3] = v[2]; v[2] = v[1]; v[1] = a; v[0] = p + q;
            }
#pragma unroll
            for (int i = 0; i < 16; ++i) {
                const unsigned x = w[(i + 1) % 16], y = w[(i + 14) % 16];
                w[i] += (turned(x, 7) ^ turned(x, 18) ^ x >> 3) + w[(i + 9) % 16] + (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
            }
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) h[i] += v[i];
    }
    ((uint4*)out)[id * 2] = make_uint4(h[0], h[1], h[2], h[3]);
    ((uint4*)out)[id * 2 + 1] = make_uint4(h[4], h[5], h[6], h[7]);
}

// A tile of 32 x 8 or 32 x 32 columns marches over `steps` planes; past the sides of the volume all is as at them. Two planes of the tile in turn, so that a barrier a plane is enough.
__global__ void __launch_bounds__(1024, 1) thirtyfirst_march(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    constexpr int pitch = 34;
    const int rows = blockDim.x / 32, x = threadIdx.x % 32, y = threadIdx.x / 32, tiles = PLANE / blockDim.x;
    const unsigned slab = slab_of(salt, tiles * (PLANES / steps));
    const int column = slab % tiles % (SIDE / 32) * 32 + x, row = slab % tiles / (SIDE / 32) * rows + y, z = slab / tiles * steps;
    const float* from = (const float*)in;
    const int here = row * SIDE + column;
    // The halo: its lines above and below by the first and the last warp, its columns by the first and the last lane.
    const int above = max(row - 1, 0) * SIDE + column, below = min(row + 1, SIDE - 1) * SIDE + column;
    const int before = row * SIDE + max(column - 1, 0), behind = row * SIDE + min(column + 1, SIDE - 1);
    size_t plane = (size_t)z * PLANE;
    float back = from[(size_t)max(z - 1, 0) * PLANE + here], centre = from[plane + here];
#pragma unroll 1
    for (int s = 0; s < steps; ++s, plane += PLANE) {
        const float front = from[(z + s + 1 < PLANES ? plane + PLANE : plane) + here];
        float* at = (float*)pool + s % 2 * (rows + 2) * pitch + (y + 1) * pitch + x + 1;
        *at = centre;
        if (y == 0) at[-pitch] = from[plane + above];
        if (y == rows - 1) at[pitch] = from[plane + below];
        if (x == 0) at[-1] = from[plane + before];
        if (x == 31) at[1] = from[plane + behind];
        __syncthreads();
        ((float*)out)[plane + here] = 0.4f * centre + 0.1f * (back + front + at[-1] + at[1] + at[-pitch] + at[pitch]);
        back = centre; centre = front;
    }
}

__device__ __forceinline__ float across_warp(float value) {
#pragma unroll
    for (int d = 16; d; d /= 2) value += __shfl_xor_sync(~0u, value, d);
    return value;
}

// A warp has its rows one behind the other; scales and shifts are the first rows of the input.
__global__ void __launch_bounds__(512, 2) thirtyfirst_norm(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    const unsigned length = warps * (ROW / 4) * steps;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + warp * (ROW / 4) + lane;
    float4* to = out + (size_t)blockIdx.x * length + warp * (ROW / 4) + lane;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, at += warps * (ROW / 4), to += warps * (ROW / 4)) {
        float4 v[PART];
        float sum = 0, square = 0;
#pragma unroll
        for (int u = 0; u < PART; ++u) v[u] = at[u * 32];
#pragma unroll
        for (int u = 0; u < PART; ++u) sum += (v[u].x + v[u].y) + (v[u].z + v[u].w);
        const float mean = across_warp(sum) / ROW;
#pragma unroll
        for (int u = 0; u < PART; ++u) {
            v[u] = make_float4(v[u].x - mean, v[u].y - mean, v[u].z - mean, v[u].w - mean);
            square += (v[u].x * v[u].x + v[u].y * v[u].y) + (v[u].z * v[u].z + v[u].w * v[u].w);
        }
        const float scale = rsqrtf(across_warp(square) / ROW + 1e-5f);
        const float4* weights = in;
        asm volatile("" : "+l"(weights));  // read anew for every row (from L1): 64 registers would not hold them
#pragma unroll
        for (int u = 0; u < PART; ++u) {
            const float4 g = weights[u * 32 + lane], h = weights[ROW / 4 + u * 32 + lane];
            to[u * 32] = make_float4(fmaf(v[u].x * scale, g.x, h.x), fmaf(v[u].y * scale, g.y, h.y), fmaf(v[u].z * scale, g.z, h.z), fmaf(v[u].w * scale, g.w, h.w));
        }
    }
}

__device__ __forceinline__ void tally(int* bins, float value) {
    const unsigned bits = __float_as_uint(value);
    atomicAdd(bins + (bits >> 7) % BINS, 1);
    atomicAdd(bins + (bits >> 15) % BINS, 1);
}

// Bits of the mantissa, by which all bins are about as likely.
__global__ void __launch_bounds__(384, 3) thirtyfirst_histogram(const float4* __restrict__ in, float4* __restrict__ out, int steps, unsigned salt) {
    const int n = blockDim.x;
    const unsigned length = n * steps;
    int* bins = (int*)pool;
    const float4* at = in + (size_t)slab_of(salt, (unsigned)FULL / length) * length + threadIdx.x;
    for (int i = threadIdx.x; i < BINS; i += n) bins[i] = 0;
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        const float4 v = at[s * n];
        tally(bins, v.x); tally(bins, v.y); tally(bins, v.z); tally(bins, v.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += n) ((int*)out)[(size_t)blockIdx.x * BINS + i] = bins[i];
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
    // Input: 16 MB of random values from the host, doubled by copies until the buffer is full; then the matrices of the product.
    std::vector<float> values(4u << 20);
    for (size_t i = 0; i < values.size(); ++i) values[i] = harness::unit((uint32_t)i * 2654435761u + 1);
    float4 *in, *out; CHECK(cudaMalloc(&in, (FULL + 2 * MATRIX) * sizeof(float4))); CHECK(cudaMalloc(&out, OUTPUT * sizeof(float4)));
    CHECK(cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    for (size_t have = values.size() / 4; have < FULL; have *= 2)
        CHECK(cudaMemcpy(in + have, in, have * sizeof(float4), cudaMemcpyDeviceToDevice));
    std::vector<half> matrices(MATRIX * 16);
    for (size_t i = 0; i < matrices.size(); ++i) matrices[i] = __float2half(harness::unit((uint32_t)i * 2654435761u + 31));
    CHECK(cudaMemcpy(in + FULL, matrices.data(), matrices.size() * sizeof(half), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    // Nine waves of 132 SMs stay within the buffers. Expected of one wave at 1.7 to 2.0 GHz: 40 to 130 us.
    const std::vector<Kernel> kernels = {
        {"thirtyfirst_logistic", thirtyfirst_logistic, {{1, 256, 5000}, {4, 96, 5000}}},
        {"thirtyfirst_product", thirtyfirst_product, {{1, 512, 112}, {4, 128, 112}}},
        {"thirtyfirst_scan", thirtyfirst_scan, {{1, 1024, 90}, {5, 256, 80}}},
        {"thirtyfirst_bitonic", thirtyfirst_bitonic, {{3, 512, 7}, {16, 64, 24}}},
        {"thirtyfirst_philox", thirtyfirst_philox, {{4, 256, 80}, {6, 192, 72}}},
        {"thirtyfirst_banded", thirtyfirst_banded, {{1, 512, 14}, {8, 64, 14}}},
        {"thirtyfirst_mandelbrot", thirtyfirst_mandelbrot, {{1, 1024, 1200}, {4, 128, 2400}}},
        {"thirtyfirst_sha", thirtyfirst_sha, {{12, 64, 5}, {2, 256, 7}}},
        {"thirtyfirst_march", thirtyfirst_march, {{6, 256, 96}, {1, 1024, 96}}},
        {"thirtyfirst_norm", thirtyfirst_norm, {{2, 512, 7}, {16, 64, 7}}},
        {"thirtyfirst_histogram", thirtyfirst_histogram, {{8, 128, 64}, {3, 384, 64}}}};
    // Two whole-wave grids in each list, the others with last waves of 2% to 97%; three lists taken in turn by the shapes.
    const std::vector<Grid> grids[3] = {
        {{1.02, 0}, {1.3, 0}, {1.6, 0}, {1.9, 0}, {2, 0}, {2.35, 0}, {3.7, 0}, {6, 0}, {8.55, 0}},
        {{1.1, 0}, {1.45, 0}, {1.75, 0}, {2.04, 0}, {2.6, 0}, {3, 0}, {4.2, 0}, {6.85, 0}, {9, 0}},
        {{1.2, 0}, {1.5, 0}, {1.85, 0}, {2, 0}, {2.15, 0}, {2.97, 0}, {4, 0}, {5.4, 0}, {7.08, 0}}};
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
