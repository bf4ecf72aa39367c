// One defect in several degrees each: what is told has to follow what is measured, from what hardly costs to what costs nearly everything. (Timed; its
// profile is still to be taken: `measure.sh OUT control/ctl_degrees.cu`.)
#include "harness.cuh"

constexpr int kMany = 1 << 25, kBytes = 1 << 27, kFew = 1 << 23;

// The same values, S apart.
__global__ void harness_spread(float* p, int many, int s) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < many; i += gridDim.x * 256) p[(size_t)i * s] = harness::unit(i);
}
float* spread_by(int s) {
    float* p; CHECK(cudaMalloc(&p, (size_t)kMany * s * sizeof(float)));
    harness_spread<<<2048, 256>>>(p, kMany, s); CHECK(cudaGetLastError());
    return p;
}

// ---- a value of every S, and of a packed array -----------------------------------------------------------------------------------------------------
template <int S> __device__ __forceinline__ void strided(const float* __restrict__ in, float* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    out[i] = 2.0f * in[i * S] + 1.0f;
}
__global__ void degree_stride2_a(const float* __restrict__ in, float* __restrict__ out) { strided<2>(in, out); }
__global__ void degree_stride4_a(const float* __restrict__ in, float* __restrict__ out) { strided<4>(in, out); }
__global__ void degree_stride8_a(const float* __restrict__ in, float* __restrict__ out) { strided<8>(in, out); }
__global__ void degree_stride32_a(const float* __restrict__ in, float* __restrict__ out) { strided<32>(in, out); }
__global__ void degree_stride1_b(const float* __restrict__ in, float* __restrict__ out) { strided<1>(in, out); }
// ---- bytes loaded and stored 1, 2, 4 or 16 at a time ------------------------------------------------------------------------------------------------
template <typename T> __device__ __forceinline__ void moved(const T* __restrict__ in, T* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    out[i] = in[i];
}
__global__ void degree_width1_a(const uint8_t* __restrict__ in, uint8_t* __restrict__ out) { moved(in, out); }
__global__ void degree_width2_a(const uint16_t* __restrict__ in, uint16_t* __restrict__ out) { moved(in, out); }
__global__ void degree_width4_a(const float* __restrict__ in, float* __restrict__ out) { moved(in, out); }
__global__ void degree_width16_b(const float4* __restrict__ in, float4* __restrict__ out) { moved(in, out); }
// ---- N accurate sines of each value of a stream, and fast ones ----------------------------------------------------------------------------------------
template <int N, bool FAST> __device__ __forceinline__ void waved(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
#pragma unroll
    for (int k = 0; k < N; ++k) {
        v.x = 1.5f + (FAST ? __sinf(v.x) : sinf(v.x)); v.y = 1.5f + (FAST ? __sinf(v.y) : sinf(v.y));
        v.z = 1.5f + (FAST ? __sinf(v.z) : sinf(v.z)); v.w = 1.5f + (FAST ? __sinf(v.w) : sinf(v.w));
    }
    out[i] = v;
}
__global__ void degree_sine1_a(const float4* __restrict__ in, float4* __restrict__ out) { waved<1, false>(in, out); }
__global__ void degree_sine1_b(const float4* __restrict__ in, float4* __restrict__ out) { waved<1, true>(in, out); }
__global__ void degree_sine2_a(const float4* __restrict__ in, float4* __restrict__ out) { waved<2, false>(in, out); }
__global__ void degree_sine2_b(const float4* __restrict__ in, float4* __restrict__ out) { waved<2, true>(in, out); }
__global__ void degree_sine4_a(const float4* __restrict__ in, float4* __restrict__ out) { waved<4, false>(in, out); }
__global__ void degree_sine4_b(const float4* __restrict__ in, float4* __restrict__ out) { waved<4, true>(in, out); }
__global__ void degree_sine16_a(const float4* __restrict__ in, float4* __restrict__ out) { waved<16, false>(in, out); }
__global__ void degree_sine16_b(const float4* __restrict__ in, float4* __restrict__ out) { waved<16, true>(in, out); }
// ---- N multiply-adds with double literals on each float of a stream, and with float ones ---------------------------------------------------------------
template <int N, typename T> __device__ __forceinline__ void scaled(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float4 v = in[i];
#pragma unroll
    for (int k = 0; k < N; ++k) { v.x = v.x * T(0.75) + T(0.125); v.y = v.y * T(0.75) + T(0.125); v.z = v.z * T(0.75) + T(0.125); v.w = v.w * T(0.75) + T(0.125); }
    out[i] = v;
}
__global__ void degree_double1_a(const float4* __restrict__ in, float4* __restrict__ out) { scaled<1, double>(in, out); }
__global__ void degree_double1_b(const float4* __restrict__ in, float4* __restrict__ out) { scaled<1, float>(in, out); }
__global__ void degree_double2_a(const float4* __restrict__ in, float4* __restrict__ out) { scaled<2, double>(in, out); }
__global__ void degree_double2_b(const float4* __restrict__ in, float4* __restrict__ out) { scaled<2, float>(in, out); }
__global__ void degree_double4_a(const float4* __restrict__ in, float4* __restrict__ out) { scaled<4, double>(in, out); }
__global__ void degree_double4_b(const float4* __restrict__ in, float4* __restrict__ out) { scaled<4, float>(in, out); }
__global__ void degree_double16_a(const float4* __restrict__ in, float4* __restrict__ out) { scaled<16, double>(in, out); }
__global__ void degree_double16_b(const float4* __restrict__ in, float4* __restrict__ out) { scaled<16, float>(in, out); }
// ---- N remainders by a run-time value of each number of a stream, and by a product ----------------------------------------------------------------------
template <int N, bool DIVIDED> __device__ __forceinline__ unsigned wrapped(unsigned x, unsigned by, unsigned magic) {
#pragma unroll
    for (int k = 0; k < N; ++k) {
        const unsigned q = DIVIDED ? x / by : (unsigned)(((unsigned long long)x * magic) >> 32);
        x = (x - q * by) * 977u + q;
    }
    return x;
}
template <int N, bool DIVIDED> __device__ __forceinline__ void wrapped4(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    uint4 v = in[i];
    v.x = wrapped<N, DIVIDED>(v.x & 0xfffff, by, magic); v.y = wrapped<N, DIVIDED>(v.y & 0xfffff, by, magic);
    v.z = wrapped<N, DIVIDED>(v.z & 0xfffff, by, magic); v.w = wrapped<N, DIVIDED>(v.w & 0xfffff, by, magic);
    out[i] = v;
}
__global__ void degree_divide1_a(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<1, true>(in, out, by, magic); }
__global__ void degree_divide1_b(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<1, false>(in, out, by, magic); }
__global__ void degree_divide2_a(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<2, true>(in, out, by, magic); }
__global__ void degree_divide2_b(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<2, false>(in, out, by, magic); }
__global__ void degree_divide4_a(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<4, true>(in, out, by, magic); }
__global__ void degree_divide4_b(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<4, false>(in, out, by, magic); }
__global__ void degree_divide16_a(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<16, true>(in, out, by, magic); }
__global__ void degree_divide16_b(const uint4* __restrict__ in, uint4* __restrict__ out, unsigned by, unsigned magic) { wrapped4<16, false>(in, out, by, magic); }
// ---- lanes that go W ways, each of 192 multiply-adds, and warps that do ---------------------------------------------------------------------------------
__device__ __forceinline__ float walk(float x, float a, float b) {
#pragma unroll 16
    for (int k = 0; k < 192; ++k) x = x * a + b;
    return x;
}
template <int W, int SHIFT> __device__ __forceinline__ void parted(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i];
    switch ((threadIdx.x >> SHIFT) % W) {
        case 0: x = walk(x, 0.5f, 1.0f); break;
        case 1: x = walk(x, 0.25f, 1.5f); break;
        case 2: x = walk(x, -0.5f, 3.0f); break;
        case 3: x = walk(x, 0.125f, 1.75f); break;
        case 4: x = walk(x, -0.25f, 2.5f); break;
        case 5: x = walk(x, 0.75f, 0.5f); break;
        case 6: x = walk(x, -0.125f, 2.25f); break;
        default: x = walk(x, 0.375f, 1.25f);
    }
    out[i] = x;
}
__global__ void degree_ways2_a(const float* __restrict__ in, float* __restrict__ out) { parted<2, 0>(in, out); }
__global__ void degree_ways2_b(const float* __restrict__ in, float* __restrict__ out) { parted<2, 5>(in, out); }
__global__ void degree_ways4_a(const float* __restrict__ in, float* __restrict__ out) { parted<4, 0>(in, out); }
__global__ void degree_ways4_b(const float* __restrict__ in, float* __restrict__ out) { parted<4, 5>(in, out); }
__global__ void degree_ways8_a(const float* __restrict__ in, float* __restrict__ out) { parted<8, 0>(in, out); }
__global__ void degree_ways8_b(const float* __restrict__ in, float* __restrict__ out) { parted<8, 5>(in, out); }
// ---- counts in N places, by an atomic in global memory each, and added up in the block first -----------------------------------------------------------
template <int N> __device__ __forceinline__ void counted(const int* __restrict__ in, int* __restrict__ out) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kFew; i += gridDim.x * 256) atomicAdd(&out[in[i] & (N - 1)], 1);
}
template <int N> __device__ __forceinline__ void gathered(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int held[N];
    for (int k = threadIdx.x; k < N; k += 256) held[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kFew; i += gridDim.x * 256) atomicAdd(&held[in[i] & (N - 1)], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < N; k += 256)
        if (held[k]) atomicAdd(&out[k], held[k]);
}
__global__ void __launch_bounds__(256) degree_places1_a(const int* __restrict__ in, int* __restrict__ out) { counted<1>(in, out); }
__global__ void __launch_bounds__(256) degree_places1_b(const int* __restrict__ in, int* __restrict__ out) { gathered<1>(in, out); }
__global__ void __launch_bounds__(256) degree_places16_a(const int* __restrict__ in, int* __restrict__ out) { counted<16>(in, out); }
__global__ void __launch_bounds__(256) degree_places16_b(const int* __restrict__ in, int* __restrict__ out) { gathered<16>(in, out); }
__global__ void __launch_bounds__(256) degree_places256_a(const int* __restrict__ in, int* __restrict__ out) { counted<256>(in, out); }
__global__ void __launch_bounds__(256) degree_places256_b(const int* __restrict__ in, int* __restrict__ out) { gathered<256>(in, out); }
__global__ void __launch_bounds__(256) degree_places4096_a(const int* __restrict__ in, int* __restrict__ out) { counted<4096>(in, out); }
__global__ void __launch_bounds__(256) degree_places4096_b(const int* __restrict__ in, int* __restrict__ out) { gathered<4096>(in, out); }
// ---- one load at a time, in blocks that ask for more shared memory than they use ---------------------------------------------------------------------------
__device__ __forceinline__ void paced(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float asked[];
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 16; ++k) sum = sum * 0.5f + in[i + k * (size_t)(kMany / 16)];
    asked[threadIdx.x] = sum;
    out[i] = asked[threadIdx.x];
}
__global__ void __launch_bounds__(256) degree_blocks1_a(const float* __restrict__ in, float* __restrict__ out) { paced(in, out); }
__global__ void __launch_bounds__(256) degree_blocks2_a(const float* __restrict__ in, float* __restrict__ out) { paced(in, out); }
__global__ void __launch_bounds__(256) degree_blocks4_a(const float* __restrict__ in, float* __restrict__ out) { paced(in, out); }
__global__ void __launch_bounds__(256) degree_blocks6_a(const float* __restrict__ in, float* __restrict__ out) { paced(in, out); }
__global__ void __launch_bounds__(256) degree_blocks8_b(const float* __restrict__ in, float* __restrict__ out) { paced(in, out); }
// ---- a stream by few blocks -----------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ void streamed(const float4* __restrict__ in, float4* __restrict__ out) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kMany / 4; i += gridDim.x * 256) {
        const float4 v = in[i];
        out[i] = make_float4(v.x * 2 + 1, v.y * 2 + 1, v.z * 2 + 1, v.w * 2 + 1);
    }
}
__global__ void __launch_bounds__(256) degree_grid16_a(const float4* __restrict__ in, float4* __restrict__ out) { streamed(in, out); }
__global__ void __launch_bounds__(256) degree_grid66_a(const float4* __restrict__ in, float4* __restrict__ out) { streamed(in, out); }
__global__ void __launch_bounds__(256) degree_grid132_a(const float4* __restrict__ in, float4* __restrict__ out) { streamed(in, out); }
__global__ void __launch_bounds__(256) degree_grid264_a(const float4* __restrict__ in, float4* __restrict__ out) { streamed(in, out); }
__global__ void __launch_bounds__(256) degree_grid1056_b(const float4* __restrict__ in, float4* __restrict__ out) { streamed(in, out); }
// ---- 384 multiply-adds a value in blocks of N threads -------------------------------------------------------------------------------------------------------
__device__ __forceinline__ void worked(const float* __restrict__ in, float* __restrict__ out, int many) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= many) return;
    out[i] = walk(in[i], 0.5f, 1.0f) + walk(in[i], 0.25f, 0.5f);
}
__global__ void degree_threads8_a(const float* __restrict__ in, float* __restrict__ out, int many) { worked(in, out, many); }
__global__ void degree_threads16_a(const float* __restrict__ in, float* __restrict__ out, int many) { worked(in, out, many); }
__global__ void degree_threads40_a(const float* __restrict__ in, float* __restrict__ out, int many) { worked(in, out, many); }
__global__ void degree_threads100_a(const float* __restrict__ in, float* __restrict__ out, int many) { worked(in, out, many); }
__global__ void degree_threads256_b(const float* __restrict__ in, float* __restrict__ out, int many) { worked(in, out, many); }

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    float *packed = spread_by(1), *spread2 = spread_by(2), *spread4 = spread_by(4), *spread8 = spread_by(8), *spread32 = spread_by(32);
    float *level = harness::filled<float>(kMany, 3), *out = harness::empty<float>(kMany);
    int *where = harness::indices(kFew, 1 << 20, 5), *counts = harness::empty<int>(4096);
    const unsigned magic = (unsigned)((1ull << 32) / 1009) + 1;
    for (auto kernel : {degree_blocks1_a, degree_blocks2_a, degree_blocks4_a, degree_blocks6_a})
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
    std::vector<Case> cases{
        {"degree_stride2_a", [=] { degree_stride2_a<<<kMany / 256, 256>>>(spread2, out); }, out, kMany, Output::f32},
        {"degree_stride4_a", [=] { degree_stride4_a<<<kMany / 256, 256>>>(spread4, out); }, out, kMany, Output::f32},
        {"degree_stride8_a", [=] { degree_stride8_a<<<kMany / 256, 256>>>(spread8, out); }, out, kMany, Output::f32},
        {"degree_stride32_a", [=] { degree_stride32_a<<<kMany / 256, 256>>>(spread32, out); }, out, kMany, Output::f32},
        {"degree_stride1_b", [=] { degree_stride1_b<<<kMany / 256, 256>>>(packed, out); }, out, kMany, Output::f32},
        {"degree_width1_a", [=] { degree_width1_a<<<kBytes / 256, 256>>>((const uint8_t*)packed, (uint8_t*)out); }, out, kBytes / 4, Output::f32},
        {"degree_width2_a", [=] { degree_width2_a<<<kBytes / 2 / 256, 256>>>((const uint16_t*)packed, (uint16_t*)out); }, out, kBytes / 4, Output::f32},
        {"degree_width4_a", [=] { degree_width4_a<<<kBytes / 4 / 256, 256>>>((const float*)packed, (float*)out); }, out, kBytes / 4, Output::f32},
        {"degree_width16_b", [=] { degree_width16_b<<<kBytes / 16 / 256, 256>>>((const float4*)packed, (float4*)out); }, out, kBytes / 4, Output::f32},
        {"degree_sine1_a", [=] { degree_sine1_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine1_b", [=] { degree_sine1_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine2_a", [=] { degree_sine2_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine2_b", [=] { degree_sine2_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine4_a", [=] { degree_sine4_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine4_b", [=] { degree_sine4_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine16_a", [=] { degree_sine16_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_sine16_b", [=] { degree_sine16_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double1_a", [=] { degree_double1_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double1_b", [=] { degree_double1_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double2_a", [=] { degree_double2_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double2_b", [=] { degree_double2_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double4_a", [=] { degree_double4_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double4_b", [=] { degree_double4_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double16_a", [=] { degree_double16_a<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_double16_b", [=] { degree_double16_b<<<kMany / 1024, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_divide1_a", [=] { degree_divide1_a<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide1_b", [=] { degree_divide1_b<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide2_a", [=] { degree_divide2_a<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide2_b", [=] { degree_divide2_b<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide4_a", [=] { degree_divide4_a<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide4_b", [=] { degree_divide4_b<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide16_a", [=] { degree_divide16_a<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_divide16_b", [=] { degree_divide16_b<<<kMany / 1024, 256>>>((const uint4*)packed, (uint4*)out, 1009, magic); }, out, kMany, Output::i32},
        {"degree_ways2_a", [=] { degree_ways2_a<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_ways2_b", [=] { degree_ways2_b<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_ways4_a", [=] { degree_ways4_a<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_ways4_b", [=] { degree_ways4_b<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_ways8_a", [=] { degree_ways8_a<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_ways8_b", [=] { degree_ways8_b<<<kMany / 256, 256>>>(level, out); }, out, kMany, Output::f32},
        {"degree_places1_a", [=] { degree_places1_a<<<132 * 8, 256>>>(where, counts); }, counts, 1, Output::i32},
        {"degree_places1_b", [=] { degree_places1_b<<<132 * 8, 256>>>(where, counts); }, counts, 1, Output::i32},
        {"degree_places16_a", [=] { degree_places16_a<<<132 * 8, 256>>>(where, counts); }, counts, 16, Output::i32},
        {"degree_places16_b", [=] { degree_places16_b<<<132 * 8, 256>>>(where, counts); }, counts, 16, Output::i32},
        {"degree_places256_a", [=] { degree_places256_a<<<132 * 8, 256>>>(where, counts); }, counts, 256, Output::i32},
        {"degree_places256_b", [=] { degree_places256_b<<<132 * 8, 256>>>(where, counts); }, counts, 256, Output::i32},
        {"degree_places4096_a", [=] { degree_places4096_a<<<132 * 8, 256>>>(where, counts); }, counts, 4096, Output::i32},
        {"degree_places4096_b", [=] { degree_places4096_b<<<132 * 8, 256>>>(where, counts); }, counts, 4096, Output::i32},
        {"degree_blocks1_a", [=] { degree_blocks1_a<<<kMany / 16 / 256, 256, 200 * 1024>>>(packed, out); }, out, kMany / 16, Output::f32},
        {"degree_blocks2_a", [=] { degree_blocks2_a<<<kMany / 16 / 256, 256, 100 * 1024>>>(packed, out); }, out, kMany / 16, Output::f32},
        {"degree_blocks4_a", [=] { degree_blocks4_a<<<kMany / 16 / 256, 256, 50 * 1024>>>(packed, out); }, out, kMany / 16, Output::f32},
        {"degree_blocks6_a", [=] { degree_blocks6_a<<<kMany / 16 / 256, 256, 34 * 1024>>>(packed, out); }, out, kMany / 16, Output::f32},
        {"degree_blocks8_b", [=] { degree_blocks8_b<<<kMany / 16 / 256, 256, 1024>>>(packed, out); }, out, kMany / 16, Output::f32},
        {"degree_grid16_a", [=] { degree_grid16_a<<<16, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_grid66_a", [=] { degree_grid66_a<<<66, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_grid132_a", [=] { degree_grid132_a<<<132, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_grid264_a", [=] { degree_grid264_a<<<264, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_grid1056_b", [=] { degree_grid1056_b<<<1056, 256>>>((const float4*)packed, (float4*)out); }, out, kMany, Output::f32},
        {"degree_threads8_a", [=] { degree_threads8_a<<<(kMany / 4 + 7) / 8, 8>>>(level, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"degree_threads16_a", [=] { degree_threads16_a<<<(kMany / 4 + 15) / 16, 16>>>(level, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"degree_threads40_a", [=] { degree_threads40_a<<<(kMany / 4 + 39) / 40, 40>>>(level, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"degree_threads100_a", [=] { degree_threads100_a<<<(kMany / 4 + 99) / 100, 100>>>(level, out, kMany / 4); }, out, kMany / 4, Output::f32},
        {"degree_threads256_b", [=] { degree_threads256_b<<<kMany / 4 / 256, 256>>>(level, out, kMany / 4); }, out, kMany / 4, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
