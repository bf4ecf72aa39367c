// A tiled nine-point stencil whose results leave through an array that is not aligned, which the compiler cuts into four stores of 4 bytes, 16 bytes apart;
// mended: the four values made one `float4`.
#include "harness.cuh"

constexpr int kWide = 8192, kHigh = 8064, kPitch = 8256, kMargin = 32;
constexpr int kAcross = 128, kDown = 32, kRow = kAcross + 8;

template <bool WHOLE>
__device__ __forceinline__ void stencil(const float* __restrict__ u, float* __restrict__ out) {
    __shared__ __align__(16) float tile[kDown + 4][kRow];
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    const float* from = u + (size_t)blockIdx.y * kDown * kPitch + kMargin + blockIdx.x * kAcross - 4;
    for (int e = threadIdx.x; e < (kDown + 4) * (kRow / 4); e += 256) {
        const int row = e / (kRow / 4), col = e % (kRow / 4) * 4;
        *(float4*)&tile[row][col] = *(const float4*)&from[(size_t)row * kPitch + col];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kDown / 8; ++j) {
        const int r = ty + j * 8 + 2, c = tx * 4 + 4;
        float h[12], n2[4], n1[4], s1[4], s2[4], o[4];
        *(float4*)h = *(float4*)&tile[r][c - 4];
        *(float4*)(h + 4) = *(float4*)&tile[r][c];
        *(float4*)(h + 8) = *(float4*)&tile[r][c + 4];
        *(float4*)n2 = *(float4*)&tile[r - 2][c];
        *(float4*)n1 = *(float4*)&tile[r - 1][c];
        *(float4*)s1 = *(float4*)&tile[r + 1][c];
        *(float4*)s2 = *(float4*)&tile[r + 2][c];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            o[k] = -5.0f * h[k + 4] + 1.3333333f * ((h[k + 3] + h[k + 5]) + (n1[k] + s1[k])) - 0.0833333f * ((h[k + 2] + h[k + 6]) + (n2[k] + s2[k]));
        float* to = &out[(size_t)(blockIdx.y * kDown + r - 2) * kWide + blockIdx.x * kAcross + tx * 4];
        if (WHOLE) {
            asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(o[0]), "f"(o[1]), "f"(o[2]), "f"(o[3]) : "memory");
        } else {
#pragma unroll
            for (int k = 0; k < 4; ++k) asm volatile("st.global.f32 [%0], %1;" ::"l"(to + k), "f"(o[k]) : "memory");
        }
    }
}
__global__ void __launch_bounds__(256) split_stores_a(const float* __restrict__ u, float* __restrict__ out) { stencil<false>(u, out); }
__global__ void __launch_bounds__(256) split_stores_b(const float* __restrict__ u, float* __restrict__ out) { stencil<true>(u, out); }

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    float *u = harness::filled<float>((size_t)kPitch * (kHigh + 8), 3), *out = harness::empty<float>((size_t)kWide * kHigh);
    std::vector<Case> cases{
        {"split_stores_a", [=] { split_stores_a<<<dim3(kWide / kAcross, kHigh / kDown), 256>>>(u, out); }, out, (size_t)kWide * kHigh, Output::f32},
        {"split_stores_b", [=] { split_stores_b<<<dim3(kWide / kAcross, kHigh / kDown), 256>>>(u, out); }, out, (size_t)kWide * kHigh, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
