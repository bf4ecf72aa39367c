// Chains of launches that hand an array on, in the forms that neighbours take: each is one launch in its mended form.
//
//   handed_squares_*   a map, then sums of blocks through a tree in shared memory, one value a thread
//   handed_dot_*       a map, then a dot product whose blocks stride over the grid: another grid
//   handed_rows_*      sums of rows by a block each, then a division of every value: another grid
//   handed_halves_*    bias and activation of halves, two at a time
//   handed_unlike_*    two maps in blocks of 256 and of 512 threads
//   handed_strides_*   three maps, each of one wave of blocks that stride over the grid
//   handed_brief_*     three maps of an array of 8 MB
//   handed_cached_*    three maps of an array of 32 MB, which L2 keeps
//   handed_mask_*      a mask of bytes, then what it selects
//   handed_turned_*    a transposition, then a sum with another array
//   handed_planes_*    three planes made one, then bytes of it
//   handed_pair_*      two maps, two values a thread
#include "harness.cuh"

#include <cuda_fp16.h>

#include <vector>

using harness::Case;
using harness::Output;

__device__ __forceinline__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ float curve(float x) { return fmaf(x, fmaf(x, 0.25f, 0.5f), 0.125f); }
__device__ __forceinline__ float bent(float x) { return x / (1.0f + __expf(-x)); }

template <int kThreads>
__device__ __forceinline__ float block_sum(float value) {
    __shared__ float part[kThreads];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int step = kThreads / 2; step > 0; step >>= 1) {
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    return part[0];
}

__global__ void handed_squares_a0(const float* __restrict__ in, float* __restrict__ mid, int n) { if (self() < n) mid[self()] = curve(in[self()]); }
__global__ void handed_squares_a1(const float* __restrict__ mid, float* __restrict__ sums, int n) {
    const float sum = block_sum<256>(self() < n ? mid[self()] : 0.0f);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
__global__ void handed_squares_b(const float* __restrict__ in, float* __restrict__ sums, int n) {
    const float sum = block_sum<256>(self() < n ? curve(in[self()]) : 0.0f);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void handed_dot_a0(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ z) {
    const float4 p = x[self()], q = y[self()];
    z[self()] = make_float4(fmaf(0.5f, p.x, q.x), fmaf(0.5f, p.y, q.y), fmaf(0.5f, p.z, q.z), fmaf(0.5f, p.w, q.w));
}
__global__ void handed_dot_a1(const float4* __restrict__ z, const float4* __restrict__ w, float* __restrict__ sums, int quads) {
    float sum = 0.0f;
    for (int i = self(); i < quads; i += gridDim.x * blockDim.x) { const float4 p = z[i], q = w[i]; sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w; }
    sum = block_sum<256>(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
__global__ void handed_dot_b(const float4* __restrict__ x, const float4* __restrict__ y, const float4* __restrict__ w, float* __restrict__ sums, int quads) {
    float sum = 0.0f;
    for (int i = self(); i < quads; i += gridDim.x * blockDim.x) {
        const float4 p = x[i], q = y[i], r = w[i];
        sum += fmaf(0.5f, p.x, q.x) * r.x + fmaf(0.5f, p.y, q.y) * r.y + fmaf(0.5f, p.z, q.z) * r.z + fmaf(0.5f, p.w, q.w) * r.w;
    }
    sum = block_sum<256>(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void handed_rows_a0(const float4* __restrict__ in, float* __restrict__ sums) {
    const float4 v = in[self()];
    const float sum = block_sum<256>(v.x + v.y + v.z + v.w);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
__global__ void handed_rows_a1(const float* __restrict__ in, const float* __restrict__ sums, float* __restrict__ out) { out[self()] = in[self()] / sums[self() >> 10]; }
__global__ void handed_rows_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const float4 v = in[self()];
    const float sum = block_sum<256>(v.x + v.y + v.z + v.w);
    out[self()] = make_float4(v.x / sum, v.y / sum, v.z / sum, v.w / sum);
}

__global__ void handed_halves_a0(const __half2* __restrict__ in, const __half2* __restrict__ bias, __half2* __restrict__ mid) {
    mid[self()] = __hadd2(in[self()], bias[self() & 1023]);
}
__global__ void handed_halves_a1(const __half2* __restrict__ mid, __half2* __restrict__ out) {
    const float2 v = __half22float2(mid[self()]);
    out[self()] = __floats2half2_rn(bent(v.x), bent(v.y));
}
__global__ void handed_halves_b(const __half2* __restrict__ in, const __half2* __restrict__ bias, __half2* __restrict__ out) {
    const float2 v = __half22float2(__hadd2(in[self()], bias[self() & 1023]));
    out[self()] = __floats2half2_rn(bent(v.x), bent(v.y));
}

__global__ void handed_unlike_a0(const float* __restrict__ in, float* __restrict__ mid) { mid[self()] = curve(in[self()]); }
__global__ void handed_unlike_a1(const float* __restrict__ mid, const float* __restrict__ other, float* __restrict__ out) { out[self()] = mid[self()] - bent(other[self()]); }
__global__ void handed_unlike_b(const float* __restrict__ in, const float* __restrict__ other, float* __restrict__ out) {
    out[self()] = curve(in[self()]) - bent(other[self()]);
}

#define OVER(n) for (int i = self(); i < n; i += gridDim.x * blockDim.x)
__global__ void handed_strides_a0(const float* __restrict__ in, float* __restrict__ mid, int n) { OVER(n) mid[i] = curve(in[i]); }
__global__ void handed_strides_a1(const float* __restrict__ mid, float* __restrict__ more, int n) { OVER(n) more[i] = bent(mid[i]); }
__global__ void handed_strides_a2(const float* __restrict__ more, const float* __restrict__ other, float* __restrict__ out, int n) { OVER(n) out[i] = fmaf(more[i], 0.5f, other[i]); }
__global__ void handed_strides_b(const float* __restrict__ in, const float* __restrict__ other, float* __restrict__ out, int n) {
    OVER(n) out[i] = fmaf(bent(curve(in[i])), 0.5f, other[i]);
}

#define THREE_MAPS(name)                                                                                                                     \
    __global__ void name##_a0(const float* __restrict__ in, float* __restrict__ mid) { mid[self()] = curve(in[self()]); }                      \
    __global__ void name##_a1(const float* __restrict__ mid, float* __restrict__ more) { more[self()] = bent(mid[self()]); }                   \
    __global__ void name##_a2(const float* __restrict__ more, float* __restrict__ out) { const float x = more[self()]; out[self()] = x * x - 0.5f; } \
    __global__ void name##_b(const float* __restrict__ in, float* __restrict__ out) { const float x = bent(curve(in[self()])); out[self()] = x * x - 0.5f; }
THREE_MAPS(handed_brief)
THREE_MAPS(handed_cached)

__global__ void handed_mask_a0(const float* __restrict__ in, unsigned char* __restrict__ mask) { mask[self()] = curve(in[self()]) > 0.2f; }
__global__ void handed_mask_a1(const float* __restrict__ in, const unsigned char* __restrict__ mask, float* __restrict__ out) {
    out[self()] = mask[self()] ? bent(in[self()]) : 0.0f;
}
__global__ void handed_mask_b(const float* __restrict__ in, float* __restrict__ out) { const float x = in[self()]; out[self()] = curve(x) > 0.2f ? bent(x) : 0.0f; }

constexpr int kSide = 6912;
__global__ void handed_turned_a0(const float* __restrict__ in, float* __restrict__ mid) {
    __shared__ float tile[32][33];
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(blockIdx.y * 32 + threadIdx.y + k) * kSide + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8) mid[(size_t)(blockIdx.x * 32 + threadIdx.y + k) * kSide + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void handed_turned_a1(const float4* __restrict__ mid, const float4* __restrict__ other, float4* __restrict__ out) {
    const float4 p = mid[self()], q = other[self()];
    out[self()] = make_float4(fmaf(0.5f, p.x, q.x), fmaf(0.5f, p.y, q.y), fmaf(0.5f, p.z, q.z), fmaf(0.5f, p.w, q.w));
}
__global__ void handed_turned_b(const float* __restrict__ in, const float* __restrict__ other, float* __restrict__ out) {
    __shared__ float tile[32][33];
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(blockIdx.y * 32 + threadIdx.y + k) * kSide + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8) {
        const size_t at = (size_t)(blockIdx.x * 32 + threadIdx.y + k) * kSide + blockIdx.y * 32 + threadIdx.x;
        out[at] = fmaf(0.5f, tile[threadIdx.x][threadIdx.y + k], other[at]);
    }
}

__global__ void handed_planes_a0(const float* __restrict__ r, const float* __restrict__ g, const float* __restrict__ b, float* __restrict__ grey) {
    grey[self()] = 0.3f * r[self()] + 0.6f * g[self()] + 0.1f * b[self()];
}
__global__ void handed_planes_a1(const float* __restrict__ grey, unsigned char* __restrict__ out) { out[self()] = (unsigned char)(fminf(fabsf(curve(grey[self()])), 1.0f) * 255.0f); }
__global__ void handed_planes_b(const float* __restrict__ r, const float* __restrict__ g, const float* __restrict__ b, unsigned char* __restrict__ out) {
    out[self()] = (unsigned char)(fminf(fabsf(curve(0.3f * r[self()] + 0.6f * g[self()] + 0.1f * b[self()])), 1.0f) * 255.0f);
}

__global__ void handed_pair_a0(const float2* __restrict__ in, const float2* __restrict__ rest, float2* __restrict__ mid) {
    const float2 p = in[self()], q = rest[self()];
    mid[self()] = make_float2(p.x + q.x, p.y + q.y);
}
__global__ void handed_pair_a1(const float2* __restrict__ mid, float2* __restrict__ out) { const float2 p = mid[self()]; out[self()] = make_float2(bent(p.x), bent(p.y)); }
__global__ void handed_pair_b(const float2* __restrict__ in, const float2* __restrict__ rest, float2* __restrict__ out) {
    const float2 p = in[self()], q = rest[self()];
    out[self()] = make_float2(bent(p.x + q.x), bent(p.y + q.y));
}

int main(int argc, char** argv) {
    constexpr int kMost = kSide * kSide, kUnlike = 40 << 20, kStrides = 37 << 20, kBrief = 2 << 20, kCached = 8 << 20, kMask = 45 << 20, kPlanes = 36 << 20;
    constexpr int kSquares = 46 << 20, kDot = 44 << 20, kRows = 42 << 20, kHalves = 43 << 20, kPair = 41 << 20, kWave = 132 * 8;
    float* in[3];
    for (int i = 0; i < 3; ++i) in[i] = harness::filled<float>((size_t)kMost, i + 1);
    __half* halves = harness::filled<__half>((size_t)kHalves * 2, 7);
    float *mid = harness::empty<float>((size_t)kMost), *more = harness::empty<float>((size_t)kMost), *out = harness::empty<float>((size_t)kMost);
    auto quads = [](float* p) { return (float4*)p; };
    auto twos = [](float* p) { return (float2*)p; };
    auto two_halves = [](void* p) { return (__half2*)p; };
    unsigned char* bytes = (unsigned char*)mid;
    const dim3 tiles(kSide / 32, kSide / 32), tile(32, 8);
    std::vector<Case> cases{
        {"handed_squares_a", [=] { handed_squares_a0<<<kSquares / 256, 256>>>(in[0], mid, kSquares); handed_squares_a1<<<kSquares / 256, 256>>>(mid, out, kSquares); }, out, kSquares / 256, Output::f32},
        {"handed_squares_b", [=] { handed_squares_b<<<kSquares / 256, 256>>>(in[0], out, kSquares); }, out, kSquares / 256, Output::f32},
        {"handed_dot_a", [=] { handed_dot_a0<<<kDot / 1024, 256>>>(quads(in[0]), quads(in[1]), quads(mid)); handed_dot_a1<<<kWave, 256>>>(quads(mid), quads(in[2]), out, kDot / 4); }, out, kWave, Output::f32},
        {"handed_dot_b", [=] { handed_dot_b<<<kWave, 256>>>(quads(in[0]), quads(in[1]), quads(in[2]), out, kDot / 4); }, out, kWave, Output::f32},
        {"handed_rows_a", [=] { handed_rows_a0<<<kRows / 1024, 256>>>(quads(in[0]), mid); handed_rows_a1<<<kRows / 256, 256>>>(in[0], mid, out); }, out, kRows, Output::f32},
        {"handed_rows_b", [=] { handed_rows_b<<<kRows / 1024, 256>>>(quads(in[0]), quads(out)); }, out, kRows, Output::f32},
        {"handed_halves_a", [=] { handed_halves_a0<<<kHalves / 256, 256>>>(two_halves(halves), two_halves(halves + 2048), two_halves(mid)); handed_halves_a1<<<kHalves / 256, 256>>>(two_halves(mid), two_halves(out)); }, out, kHalves * 2, Output::f16},
        {"handed_halves_b", [=] { handed_halves_b<<<kHalves / 256, 256>>>(two_halves(halves), two_halves(halves + 2048), two_halves(out)); }, out, kHalves * 2, Output::f16},
        {"handed_unlike_a", [=] { handed_unlike_a0<<<kUnlike / 256, 256>>>(in[0], mid); handed_unlike_a1<<<kUnlike / 512, 512>>>(mid, in[1], out); }, out, kUnlike, Output::f32},
        {"handed_unlike_b", [=] { handed_unlike_b<<<kUnlike / 256, 256>>>(in[0], in[1], out); }, out, kUnlike, Output::f32},
        {"handed_strides_a", [=] { handed_strides_a0<<<kWave, 256>>>(in[0], mid, kStrides); handed_strides_a1<<<kWave, 256>>>(mid, more, kStrides); handed_strides_a2<<<kWave, 256>>>(more, in[1], out, kStrides); }, out, kStrides, Output::f32},
        {"handed_strides_b", [=] { handed_strides_b<<<kWave, 256>>>(in[0], in[1], out, kStrides); }, out, kStrides, Output::f32},
        {"handed_brief_a", [=] { handed_brief_a0<<<kBrief / 256, 256>>>(in[0], mid); handed_brief_a1<<<kBrief / 256, 256>>>(mid, more); handed_brief_a2<<<kBrief / 256, 256>>>(more, out); }, out, kBrief, Output::f32},
        {"handed_brief_b", [=] { handed_brief_b<<<kBrief / 256, 256>>>(in[0], out); }, out, kBrief, Output::f32},
        {"handed_cached_a", [=] { handed_cached_a0<<<kCached / 256, 256>>>(in[1], mid); handed_cached_a1<<<kCached / 256, 256>>>(mid, more); handed_cached_a2<<<kCached / 256, 256>>>(more, out); }, out, kCached, Output::f32},
        {"handed_cached_b", [=] { handed_cached_b<<<kCached / 256, 256>>>(in[1], out); }, out, kCached, Output::f32},
        {"handed_mask_a", [=] { handed_mask_a0<<<kMask / 256, 256>>>(in[0], bytes); handed_mask_a1<<<kMask / 256, 256>>>(in[0], bytes, out); }, out, kMask, Output::f32},
        {"handed_mask_b", [=] { handed_mask_b<<<kMask / 256, 256>>>(in[0], out); }, out, kMask, Output::f32},
        {"handed_turned_a", [=] { handed_turned_a0<<<tiles, tile>>>(in[0], mid); handed_turned_a1<<<kMost / 1024, 256>>>(quads(mid), quads(in[1]), quads(out)); }, out, kMost, Output::f32},
        {"handed_turned_b", [=] { handed_turned_b<<<tiles, tile>>>(in[0], in[1], out); }, out, kMost, Output::f32},
        {"handed_planes_a", [=] { handed_planes_a0<<<kPlanes / 256, 256>>>(in[0], in[1], in[2], mid); handed_planes_a1<<<kPlanes / 256, 256>>>(mid, (unsigned char*)out); }, out, kPlanes, Output::u8},
        {"handed_planes_b", [=] { handed_planes_b<<<kPlanes / 256, 256>>>(in[0], in[1], in[2], (unsigned char*)out); }, out, kPlanes, Output::u8},
        {"handed_pair_a", [=] { handed_pair_a0<<<kPair / 512, 256>>>(twos(in[0]), twos(in[1]), twos(mid)); handed_pair_a1<<<kPair / 512, 256>>>(twos(mid), twos(out)); }, out, kPair, Output::f32},
        {"handed_pair_b", [=] { handed_pair_b<<<kPair / 512, 256>>>(twos(in[0]), twos(in[1]), twos(out)); }, out, kPair, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
