// Stores of parts of sectors that are nowhere near each other: DRAM writes each part on its own, whatever its width. Mended: the same
// elements in order (a sort by destination is what a user would do; the order of the input is all that differs).
#include "harness.cuh"
using namespace harness;

// The place of element i in a table of a power of two: all different, neighbours far apart.
__device__ __forceinline__ size_t place_of(size_t i, size_t mask) { return (i * 2654435761ull) & mask; }

template <typename T>
__device__ __forceinline__ T posted(T v);
template <> __device__ __forceinline__ float posted(float v) { return v * 1.25f; }
template <> __device__ __forceinline__ float2 posted(float2 v) { return {v.x * 1.25f, v.y * 1.25f}; }
template <> __device__ __forceinline__ float4 posted(float4 v) { return {v.x * 1.25f, v.y * 1.25f, v.z * 1.25f, v.w * 1.25f}; }

// Postings of one value each (4 bytes), with a balance (8), with three totals (16).
__global__ void post_value_a(const float* __restrict__ in, float* __restrict__ book, size_t mask) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[place_of(i, mask)] = posted(in[i]);
}
__global__ void post_value_b(const float* __restrict__ in, float* __restrict__ book) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[i] = posted(in[i]);
}
__global__ void post_balance_a(const float2* __restrict__ in, float2* __restrict__ book, size_t mask) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[place_of(i, mask)] = posted(in[i]);
}
__global__ void post_balance_b(const float2* __restrict__ in, float2* __restrict__ book) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[i] = posted(in[i]);
}
__global__ void post_totals_a(const float4* __restrict__ in, float4* __restrict__ book, size_t mask) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[place_of(i, mask)] = posted(in[i]);
}
__global__ void post_totals_b(const float4* __restrict__ in, float4* __restrict__ book) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    book[i] = posted(in[i]);
}

// A record's first field only, records of 96 bytes: each store its own sector, in order of the records. Mended: fields apart.
__global__ void stamp_first_a(const float* __restrict__ in, float* __restrict__ records) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    records[i * 24] = posted(in[i]);
}
__global__ void stamp_first_b(const float* __restrict__ in, float* __restrict__ field) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    field[i] = posted(in[i]);
}

int main(int argc, char** argv) {
    const size_t values = 1u << 26, pairs = 1u << 26, totals = 1u << 25, records = 1u << 24;
    auto in = filled<float>(1u << 27, 3);
    auto out = harness::empty<float>(24ull << 24);
    auto in2 = (const float2*)in;
    auto in4 = (const float4*)in;
    auto out2 = (float2*)out;
    auto out4 = (float4*)out;
    return run(argc, argv, {
        {"post_value_a", [=] { post_value_a<<<values / 256, 256>>>(in, out, values - 1); }, out, values},
        {"post_value_b", [=] { post_value_b<<<values / 256, 256>>>(in, out); }, out, values},
        {"post_balance_a", [=] { post_balance_a<<<pairs / 256, 256>>>(in2, out2, pairs - 1); }, out, pairs * 2},
        {"post_balance_b", [=] { post_balance_b<<<pairs / 256, 256>>>(in2, out2); }, out, pairs * 2},
        {"post_totals_a", [=] { post_totals_a<<<totals / 256, 256>>>(in4, out4, totals - 1); }, out, totals * 4},
        {"post_totals_b", [=] { post_totals_b<<<totals / 256, 256>>>(in4, out4); }, out, totals * 4},
        {"stamp_first_a", [=] { stamp_first_a<<<records / 256, 256>>>(in, out); }},
        {"stamp_first_b", [=] { stamp_first_b<<<records / 256, 256>>>(in, out); }},
    });
}
