// Short tables in constant memory beside other work: what their misses cost there. Before: operands from 512 bytes (a Fourier series, by fast sines or turned on)
// or 8 KB (potentials of charges). After: the same table in shared memory, or the loop unrolled whole, so that places are known.
#include "harness.cuh"

__constant__ float2 waves[64];
__constant__ float4 charges[512];

template <int UNROLLED, typename Waves>
__device__ __forceinline__ float by_sines(float x, const Waves& wave) {
    float e = 4;
#pragma unroll UNROLLED
    for (int k = 0; k < 64; ++k) {
        float s, c;
        __sincosf((k + 1) * x, &s, &c);
        e += wave[k].x * c + wave[k].y * s;
    }
    return e;
}
__global__ void __launch_bounds__(256) short_sines_a(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_sines<16>(3 * in[i], waves);
}
__global__ void __launch_bounds__(256) short_sines_c(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_sines<64>(3 * in[i], waves);
}
__global__ void __launch_bounds__(256) short_sines_b(const float* __restrict__ in, const float2* __restrict__ listed, float* __restrict__ out) {
    __shared__ float2 held[64];
    if (threadIdx.x < 64) held[threadIdx.x] = listed[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_sines<16>(3 * in[i], held);
}

template <int UNROLLED, typename Waves>
__device__ __forceinline__ float by_turns(float x, const Waves& wave) {
    float e = 4, s1, c1;
    __sincosf(x, &s1, &c1);
    float s = s1, c = c1;
#pragma unroll UNROLLED
    for (int k = 0; k < 64; ++k) {
        e += wave[k].x * c + wave[k].y * s;
        const float t = c * c1 - s * s1;
        s = s * c1 + c * s1;
        c = t;
    }
    return e;
}
__global__ void __launch_bounds__(256) short_turns_a(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_turns<16>(3 * in[i], waves);
}
__global__ void __launch_bounds__(256) short_turns_c(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_turns<64>(3 * in[i], waves);
}
__global__ void __launch_bounds__(256) short_turns_b(const float* __restrict__ in, const float2* __restrict__ listed, float* __restrict__ out) {
    __shared__ float2 held[64];
    if (threadIdx.x < 64) held[threadIdx.x] = listed[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = by_turns<16>(3 * in[i], held);
}

template <typename Charges>
__device__ __forceinline__ float potential(float x, const Charges& charge) {
    const float y = 1 - x, z = 0.5f * x;
    float e = 0;
#pragma unroll 8
    for (int k = 0; k < 512; ++k) {
        const float4 q = charge[k];
        const float dx = x - q.x, dy = y - q.y, dz = z - q.z;
        e += q.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    return e;
}
__global__ void __launch_bounds__(128) short_charges_a(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = potential(in[i], charges);
}
__global__ void __launch_bounds__(128) short_charges_b(const float* __restrict__ in, const float4* __restrict__ listed, float* __restrict__ out) {
    __shared__ float4 held[512];
    for (int k = threadIdx.x; k < 512; k += 128) held[k] = listed[k];
    __syncthreads();
    const int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = potential(in[i], held);
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    constexpr int kMany = 1 << 22;
    std::vector<float2> wave(64);
    for (int k = 0; k < 64; ++k) wave[k] = make_float2(harness::unit(k + 3) / (k + 2), harness::unit(k + 103) / (k + 2));
    std::vector<float4> charge(512);
    for (int k = 0; k < 512; ++k) charge[k] = make_float4(harness::unit(4 * k), harness::unit(4 * k + 1), harness::unit(4 * k + 2), 0.02f + 0.01f * harness::unit(4 * k + 3));
    CHECK(cudaMemcpyToSymbol(waves, wave.data(), sizeof(waves)));
    CHECK(cudaMemcpyToSymbol(charges, charge.data(), sizeof(charges)));
    const float2* pairs = harness::uploaded(wave);
    const float4* points = harness::uploaded(charge);
    float *in = harness::filled<float>(kMany, 3), *out = harness::empty<float>(kMany);
    std::vector<Case> cases{
        {"short_sines_a", [=] { short_sines_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"short_sines_b", [=] { short_sines_b<<<kMany / 256, 256>>>(in, pairs, out); }, out, kMany, Output::f32},
        {"short_sines_c", [=] { short_sines_c<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"short_turns_a", [=] { short_turns_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"short_turns_b", [=] { short_turns_b<<<kMany / 256, 256>>>(in, pairs, out); }, out, kMany, Output::f32},
        {"short_turns_c", [=] { short_turns_c<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"short_charges_a", [=] { short_charges_a<<<kMany / 128, 128>>>(in, out); }, out, kMany, Output::f32},
        {"short_charges_b", [=] { short_charges_b<<<kMany / 128, 128>>>(in, points, out); }, out, kMany, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
