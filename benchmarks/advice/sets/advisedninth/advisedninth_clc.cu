// What was advised about a launch that its author, who wrote it in Triton, thought in order (fennel_archway_cl4_a of hundredninetyeighth_cl4.py), carried out.
#include "harness.cuh"
using namespace harness;

// ---- L1 distances of two sets of vectors: a tile of both in shared memory, 8 x 8 results a thread
constexpr int SIDE = 128, DEPTH = 8;
__global__ void __launch_bounds__(256) fennel_lattice_clc_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int m, int n, int k) {
    __shared__ float4 xs[2][DEPTH][SIDE / 4], ys[2][DEPTH][SIDE / 4];
    const int t = threadIdx.x, row = t / 16, col = t % 16, step = t / 32, lane = t % 32;
    const float4 *xg = (const float4*)(x + blockIdx.x * SIDE), *yg = (const float4*)(y + blockIdx.y * SIDE);
    float sums[8][8] = {};
    float4 xn = xg[(size_t)step * (m / 4) + lane], yn = yg[(size_t)step * (n / 4) + lane];
    for (int k0 = 0, at = 0; k0 < k; k0 += DEPTH, at ^= 1) {
        xs[at][step][lane] = xn;
        ys[at][step][lane] = yn;
        __syncthreads();
        if (k0 + DEPTH < k) {
            xn = xg[(size_t)(k0 + DEPTH + step) * (m / 4) + lane];
            yn = yg[(size_t)(k0 + DEPTH + step) * (n / 4) + lane];
        }
#pragma unroll
        for (int d = 0; d < DEPTH; ++d) {
            float4 a[2] = {xs[at][d][row], xs[at][d][row + 16]}, b[2] = {ys[at][d][col], ys[at][d][col + 16]};
            const float *av = (const float*)a, *bv = (const float*)b;
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sums[i][j] += fabsf(av[i] - bv[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *(float4*)(out + (size_t)(blockIdx.x * SIDE + (i / 4) * 64 + row * 4 + i % 4) * n + blockIdx.y * SIDE + h * 64 + col * 4) =
                make_float4(sums[i][4 * h], sums[i][4 * h + 1], sums[i][4 * h + 2], sums[i][4 * h + 3]);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    int m = 8192, n = 8192, k = 128;
    float *x = filled<float>((size_t)k * m, 1), *y = filled<float>((size_t)k * n, 2), *out = empty<float>((size_t)m * n);
    cases.push_back({"fennel_lattice_clc_b", [=] { fennel_lattice_clc_b<<<dim3(m / SIDE, n / SIDE), 256>>>(x, y, out, m, n, k); }, out, (size_t)m * n});
    return run(argc, argv, cases);
}
