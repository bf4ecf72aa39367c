// spiking_grid_a -> spiking_grid_b   instruction-cache-miss: 1,024 explicit Euler steps of a FitzHugh-Nagumo neuron, four neurons a thread (independent chains),
//   repeated 12 times. Unrolled by template recursion the block of steps is 32,768 instructions * 16 B = 512 KB of straight line code, four times
//   what an SM caches (128 KB), walked again and again by 2 warps per scheduler: every instruction comes from L2. Mended: the same steps in a loop
//   unrolled four times (2 KB). Issue alone: 2 warps * 12 * 32,768 slots = 0.8 M cycles = 0.4 ms.
#include "harness.cuh"

struct Neurons { float v[4], w[4]; };

__device__ __forceinline__ void euler(Neurons& n, float drive, float dt) {
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
        float q = fmaf(n.v[j] * n.v[j], -0.3333333f, 1.0f), s = drive - n.w[j];
        float f = fmaf(n.v[j], q, s), g = fmaf(n.w[j], -0.8f, n.v[j] + 0.7f);
        n.v[j] = fmaf(dt, f, n.v[j]); n.w[j] = fmaf(0.08f * dt, g, n.w[j]);
    }
}
template <int N> __device__ __forceinline__ void steps(Neurons& n, float drive, float dt) {
    if constexpr (N == 1) euler(n, drive, dt);
    else { steps<N / 2>(n, drive, dt); steps<N - N / 2>(n, drive, dt); }
}
__device__ __forceinline__ Neurons load(const float4* in, int i) {
    float4 p = in[i];
    return {{p.x, p.y, p.z, p.w}, {0.1f * p.y, 0.1f * p.z, 0.1f * p.w, 0.1f * p.x}};
}
__device__ __forceinline__ void store(float4* out, int i, const Neurons& n) {
    out[i] = {n.v[0] + n.w[0], n.v[1] + n.w[1], n.v[2] + n.w[2], n.v[3] + n.w[3]};
}

__global__ void __launch_bounds__(128) spiking_grid_a(const float4* __restrict__ in, float4* __restrict__ out, int rounds, float dt) {
    int i = blockIdx.x * 128 + threadIdx.x;
    Neurons n = load(in, i);
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r) steps<1024>(n, 0.5f + 0.01f * r, dt);
    store(out, i, n);
}
__global__ void __launch_bounds__(128) spiking_grid_b(const float4* __restrict__ in, float4* __restrict__ out, int rounds, float dt) {
    int i = blockIdx.x * 128 + threadIdx.x;
    Neurons n = load(in, i);
    #pragma unroll 1
    for (int r = 0; r < rounds; ++r)
        #pragma unroll 4
        for (int k = 0; k < 1024; ++k) euler(n, 0.5f + 0.01f * r, dt);
    store(out, i, n);
}

int main(int argc, char** argv) {
    const int threads = 132 * 2 * 128;
    float4* in = (float4*)harness::filled<float>((size_t)threads * 4);
    float4 *oa = (float4*)harness::empty<float>((size_t)threads * 4), *ob = (float4*)harness::empty<float>((size_t)threads * 4);
    return harness::run(argc, argv, {
        {"spiking_grid_a", [=] { spiking_grid_a<<<threads / 128, 128>>>(in, oa, 12, 0.05f); }, oa, (size_t)threads * 4},
        {"spiking_grid_b", [=] { spiking_grid_b<<<threads / 128, 128>>>(in, ob, 12, 0.05f); }, ob, (size_t)threads * 4},
    });
}
