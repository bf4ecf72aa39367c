// A sixth sweep of the last wave, of plain kernels as a course shows them, two of each bound: written without sight of the model.
//
//   sixth time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   sixth profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// sixth_chain: latency, one dependent chain of an exponential and a polynomial a thread, in registers, blocks of 64.
// sixth_list: latency, a list of 128-byte nodes a warp, followed through 2 GiB of DRAM, other nodes every launch, blocks of 64.
// sixth_lanes: throughput, eight independent FMA recurrences a thread, in registers, blocks of 256.
// sixth_tiles: throughput, FP32 matrix product, 64 x 64 tiles with 16 deep slices in shared memory, 8 x 4 results a thread, blocks of 128.
// sixth_triad: bandwidth, c = a + s * b on contiguous chunks of float4, DRAM, blocks of 128.
// sixth_rows: bandwidth, sums of contiguous rows of 4096 floats, shuffles and barriers, DRAM, blocks of 256.
#include "sweep.cuh"

__global__ void sixth_chain(const float4* in, float4* out, int work) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float x = fabsf(((const float*)in)[id]);
    for (int i = 0; i < work; ++i) {
        float e = __expf(-x);
        x = fmaf(fmaf(fmaf(fmaf(0.11f, e, -0.23f), e, 0.31f), e, 0.47f), e, 0.05f);
    }
    ((float*)out)[id] = x;
}

__global__ void sixth_list(const float4* in, float4* out, int work) {
    const float* nodes = (const float*)in;
    constexpr uint32_t NODES = uint32_t(STREAM * 8 / 32);
    int id = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    uint32_t salt = harness::hash32((uint32_t)clock64() ^ (uint32_t)(id / 32) * 2654435761u);  // other nodes every launch: L2 keeps none
    salt = __shfl_sync(~0u, salt, 0);
    uint32_t node = salt & (NODES - 1);
    float sum = 0;
    for (int i = 0; i < work; ++i) {
        float value = nodes[(size_t)node * 32 + lane];
        sum += value;
        node = harness::hash32(__float_as_uint(__shfl_sync(~0u, value, 0)) + salt + i) & (NODES - 1);
    }
    ((float*)out)[id] = sum;
}

__global__ void __launch_bounds__(256, 8) sixth_lanes(const float4* in, float4* out, int work) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = in[2 * id], q = in[2 * id + 1], c = in[STREAM + id];
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
    for (int i = 0; i < work; ++i)
#pragma unroll
        for (int u = 0; u < 4; ++u)
#pragma unroll
            for (int j = 0; j < 8; ++j) x[j] = fmaf(x[j], c.x, c.y);
    out[2 * id] = make_float4(x[0], x[1], x[2], x[3]);
    out[2 * id + 1] = make_float4(x[4], x[5], x[6], x[7]);
}

// C (1024 columns) = A (rows of 8192) * B (rows of 1024), over the first 16 * work of the inner dimension
__global__ void __launch_bounds__(128, 8) sixth_tiles(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    constexpr int LEAD = 8192 / 4, COLUMNS = 1024 / 4, PAD = 68;
    float (*as)[PAD] = (float (*)[PAD])pool;
    float (*bs)[64] = (float (*)[64])(pool + 16 * PAD);
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int row = blockIdx.x / 16 * 64;
    int column = (blockIdx.x % 16) * 16;  // in float4
    int a = (row + t / 4) * LEAD + t % 4, b = int(STREAM) + ty * COLUMNS + column + tx;
    float c[8][4] = {};
    for (int s = 0; s < work; ++s) {
        float4 a0 = in[a], a1 = in[a + 32 * LEAD], b0 = in[b], b1 = in[b + 8 * COLUMNS];
        a += 4; b += 16 * COLUMNS;
        int k = t % 4 * 4, r = t / 4;
        as[k][r] = a0.x; as[k + 1][r] = a0.y; as[k + 2][r] = a0.z; as[k + 3][r] = a0.w;
        as[k][r + 32] = a1.x; as[k + 1][r + 32] = a1.y; as[k + 2][r + 32] = a1.z; as[k + 3][r + 32] = a1.w;
        *(float4*)&bs[ty][tx * 4] = b0;
        *(float4*)&bs[ty + 8][tx * 4] = b1;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; ++i) {
            float4 u = *(float4*)&as[i][ty * 8], v = *(float4*)&as[i][ty * 8 + 4], w = *(float4*)&bs[i][tx * 4];
            float l[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w}, m[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
            for (int y = 0; y < 8; ++y)
#pragma unroll
                for (int x = 0; x < 4; ++x) c[y][x] = fmaf(l[y], m[x], c[y][x]);
        }
        __syncthreads();
    }
    for (int y = 0; y < 8; ++y)
        out[(row + ty * 8 + y) * COLUMNS + column + tx] = make_float4(c[y][0], c[y][1], c[y][2], c[y][3]);
}

__global__ void __launch_bounds__(128, 8) sixth_triad(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    size_t first = (size_t)blockIdx.x * work * blockDim.x + threadIdx.x;
    for (int i = 0; i < work; i += 4) {
        float4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            size_t at = (first + (size_t)(i + j) * blockDim.x) & (STREAM - 1);
            a[j] = in[at]; b[j] = in[STREAM + at];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            size_t at = (first + (size_t)(i + j) * blockDim.x) & (STREAM - 1);
            out[at] = make_float4(a[j].x + 3 * b[j].x, a[j].y + 3 * b[j].y, a[j].z + 3 * b[j].z, a[j].w + 3 * b[j].w);
        }
    }
}

__global__ void __launch_bounds__(256, 8) sixth_rows(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    constexpr int WIDTH = 4096 / 4, ROWS = int(STREAM * 2 / WIDTH);
    int t = threadIdx.x;
    float total = 0;
    for (int i = 0; i < work; ++i) {
        int row = (blockIdx.x * work + i) & (ROWS - 1);
        const float4* p = in + (size_t)row * WIDTH + t;
        float4 a = p[0], b = p[256], c = p[512], d = p[768];
        float sum = (a.x + a.y + a.z + a.w) + (b.x + b.y + b.z + b.w) + (c.x + c.y + c.z + c.w) + (d.x + d.y + d.z + d.w);
        total += sum;
        for (int o = 16; o; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
        if (t % 32 == 0) pool[t / 32] = sum;
        __syncthreads();
        if (t == 0) {
            for (int w = 1; w < 8; ++w) sum += pool[w];
            ((float*)out)[row] = sum;
        }
        __syncthreads();
    }
    ((float*)out)[ROWS + blockIdx.x * 256 + t] = total;
}

int main(int argc, char** argv) {
    const std::vector<SweptKernel> kernels = {
        {"sixth_chain", sixth_chain, 64, 3072, false}, {"sixth_list", sixth_list, 64, 160, false}, {"sixth_lanes", sixth_lanes, 256, 4096, true},
        {"sixth_tiles", sixth_tiles, 128, 320, true}, {"sixth_triad", sixth_triad, 128, 512, true}, {"sixth_rows", sixth_rows, 256, 256, true}};
    return sweep(kernels, {1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.1, 2.3, 2.5, 3.0, 3.2, 3.5, 4.0, 4.1, 5.5, 6.0}, argc, argv);
}
