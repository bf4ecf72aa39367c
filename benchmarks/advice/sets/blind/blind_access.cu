// Global memory: which bytes a warp asks for and how wide. Every _b does the work of its _a with that one thing mended.
#include <cuda_bf16.h>

#include "harness.cuh"
using harness::Output;

// One of three interleaved colours, gamma 2 -> linear (stride of 12 bytes); mended: that colour as a plane of its own.
__device__ __forceinline__ float linear(float v) { return v * v * 0.9f + 0.1f * v; }
__global__ void green_linear_a(const float* __restrict__ rgb, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = linear(rgb[3 * i + 1]);
}
__global__ void green_linear_b(const float* __restrict__ green, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = linear(green[i]);
}

// Running sums along the lines of an image, a thread a line; mended: the image stored by columns (same code, strides swapped).
__device__ __forceinline__ void run_sums(const float* __restrict__ in, float* __restrict__ out, int lines, int length, size_t line, size_t step) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= lines) return;
    float sum = 0;
    #pragma unroll 8
    for (int x = 0; x < length; ++x) out[y * line + x * step] = sum += in[y * line + x * step];
}
__global__ void integral_rows_a(const float* __restrict__ in, float* __restrict__ out, int lines, int length) { run_sums(in, out, lines, length, length, 1); }
__global__ void integral_rows_b(const float* __restrict__ in, float* __restrict__ out, int lines, int length) { run_sums(in, out, lines, length, 1, lines); }
__global__ void harness_turn(const float* in, float* out, int lines, int length) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)lines * length; i += (size_t)gridDim.x * blockDim.x)
        out[(i % length) * lines + i / length] = in[i];
}

// Rays leave as 20-byte records written field by field (strided stores); mended: staged in shared memory, written in lane order.
struct Ray { float o, d, t, w, k; };
__device__ __forceinline__ Ray ray(float v) { return {v, v * 0.5f + 1, v * v, 1 - v, v * 3 + 2}; }
__global__ void __launch_bounds__(256) ray_records_a(const float* __restrict__ seed, float* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    Ray r = ray(seed[i]);
    float* p = out + i * 5;
    p[0] = r.o; p[1] = r.d; p[2] = r.t; p[3] = r.w; p[4] = r.k;
}
__global__ void __launch_bounds__(256) ray_records_b(const float* __restrict__ seed, float* __restrict__ out) {
    __shared__ float stage[1280];
    Ray r = ray(seed[blockIdx.x * 256ull + threadIdx.x]);
    float* p = stage + threadIdx.x * 5;
    p[0] = r.o; p[1] = r.d; p[2] = r.t; p[3] = r.w; p[4] = r.k;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 5; ++k) out[blockIdx.x * 1280ull + k * 256 + threadIdx.x] = stage[k * 256 + threadIdx.x];
}

// 32 feature planes to records of 32 words: a warp's lanes are items, so it stores 128 bytes apart; mended: turned in a padded shared tile.
__global__ void __launch_bounds__(256) pack_features_a(const float* __restrict__ x, float* __restrict__ out) {
    size_t item = blockIdx.x * 32ull + (threadIdx.x & 31);
    for (int f = threadIdx.x >> 5; f < 32; f += 8) out[item * 32 + f] = x[f * (gridDim.x * 32ull) + item] * 2.0f + f;
}
__global__ void __launch_bounds__(256) pack_features_b(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ float tile[32][33];
    size_t item = blockIdx.x * 32ull + (threadIdx.x & 31);
    for (int f = threadIdx.x >> 5; f < 32; f += 8) tile[f][threadIdx.x & 31] = x[f * (gridDim.x * 32ull) + item] * 2.0f + f;
    __syncthreads();
    for (int k = threadIdx.x >> 5; k < 32; k += 8) out[(blockIdx.x * 32ull + k) * 32 + (threadIdx.x & 31)] = tile[threadIdx.x & 31][k];
}

// Wind speed from three of twelve words of a node; mended: the three in arrays of their own.
struct Node { float u, v, w, rest[9]; };
__device__ __forceinline__ float speed(float u, float v, float w) { return sqrtf(u * u + v * v + w * w); }
__global__ void wind_nodes_a(const Node* __restrict__ nodes, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = speed(nodes[i].u, nodes[i].v, nodes[i].w);
}
__global__ void wind_nodes_b(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = speed(u[i], v[i], w[i]);
}
__global__ void harness_nodes(const float* u, const float* v, const float* w, Node* nodes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { nodes[i].u = u[i]; nodes[i].v = v[i]; nodes[i].w = w[i]; for (float& r : nodes[i].rest) r = 0.5f; }
}

// Prices of random articles out of 256 MB; mended: orders sorted by article (same code).
__device__ __forceinline__ void bill(const float* __restrict__ price, const int* __restrict__ article, float* __restrict__ out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = price[article[i]] * 1.19f;
}
__global__ void bill_orders_a(const float* __restrict__ p, const int* __restrict__ a, float* __restrict__ out, int n) { bill(p, a, out, n); }
__global__ void bill_orders_b(const float* __restrict__ p, const int* __restrict__ a, float* __restrict__ out, int n) { bill(p, a, out, n); }

// Positions (16 bytes) of bonded atoms in random numbering, 32 MB, so mostly from L2; mended: bonds sorted by atom (same code).
__device__ __forceinline__ void bond(const float4* __restrict__ pos, const int* __restrict__ to, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 q = pos[to[i]]; out[i] = q.w * (q.x * q.x + q.y * q.y + q.z * q.z); }
}
__global__ void bond_energy_a(const float4* __restrict__ p, const int* __restrict__ t, float* __restrict__ out, int n) { bond(p, t, out, n); }
__global__ void bond_energy_b(const float4* __restrict__ p, const int* __restrict__ t, float* __restrict__ out, int n) { bond(p, t, out, n); }

// Payloads of 128 bytes fetched by a warp each in random order; records of 132 bytes (a word of header before each); mended: payloads on 128-byte lines.
__device__ __forceinline__ void payloads(const float* __restrict__ log, const int* __restrict__ order, float* __restrict__ out, int n, int pitch, int head) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    float sum = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) sum += log[(size_t)order[warp * 8 + k] * pitch + head + lane];
    out[warp * 32 + lane] = sum;
}
__global__ void replay_packets_a(const float* __restrict__ log, const int* __restrict__ order, float* __restrict__ out, int n) { payloads(log, order, out, n, 33, 1); }
__global__ void replay_packets_b(const float* __restrict__ log, const int* __restrict__ order, float* __restrict__ out, int n) { payloads(log, order, out, n, 32, 0); }
__global__ void harness_packets(const float* lines, float* log, int n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)n * 32; i += (size_t)gridDim.x * blockDim.x)
        log[i / 32 * 33 + 1 + i % 32] = lines[i];
}

// Text to lower case, a character a thread; mended: sixteen.
__device__ __forceinline__ unsigned char fold(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
__global__ void case_fold_a(const unsigned char* __restrict__ in, unsigned char* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = fold(in[i]);
}
__global__ void case_fold_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    uint4 v = in[i];
    unsigned char* c = (unsigned char*)&v;
    #pragma unroll
    for (int k = 0; k < 16; ++k) c[k] = fold(c[k]);
    out[i] = v;
}

// Sum of squares of bf16 values, two bytes a load, persistent grid; mended: eight values a load.
__device__ __forceinline__ float block_sum(float v) {
    __shared__ float part[32];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}
__global__ void __launch_bounds__(256) grad_norm_a(const __nv_bfloat16* __restrict__ g, float* __restrict__ out, size_t n) {
    float s = 0;
    #pragma unroll 4
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) { float v = __bfloat162float(g[i]); s = fmaf(v, v, s); }
    s = block_sum(s);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) grad_norm_b(const uint4* __restrict__ g, float* __restrict__ out, size_t n) {
    float s = 0;
    #pragma unroll 4
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n / 8; i += gridDim.x * 256ull) {
        uint4 q = g[i];
        const __nv_bfloat162* h = (const __nv_bfloat162*)&q;
        #pragma unroll
        for (int k = 0; k < 4; ++k) { float2 v = __bfloat1622float2(h[k]); s = fmaf(v.x, v.x, s); s = fmaf(v.y, v.y, s); }
    }
    s = block_sum(s);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// Depth maps: 32-bit in, clamped, 8-bit out, a pixel a thread; mended: four pixels.
__device__ __forceinline__ unsigned char shade(float d) { return (unsigned char)(fminf(fmaxf(d * 127.0f + 128.0f, 0.0f), 255.0f)); }
__global__ void depth_bytes_a(const float* __restrict__ d, unsigned char* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = shade(d[i]);
}
__global__ void depth_bytes_b(const float4* __restrict__ d, uchar4* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = d[i];
    out[i] = make_uchar4(shade(v.x), shade(v.y), shade(v.z), shade(v.w));
}

// Results written straight into mapped host memory; mended: into device memory (same code).
__device__ __forceinline__ void spectrum(const float* __restrict__ x, float* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float a = x[2 * i], b = x[2 * i + 1];
    out[i] = sqrtf(a * a + b * b);
}
__global__ void spectrum_out_a(const float* __restrict__ x, float* __restrict__ out) { spectrum(x, out); }
__global__ void spectrum_out_b(const float* __restrict__ x, float* __restrict__ out) { spectrum(x, out); }

// ---- mild ----
// A stream starting one word off a line.
__device__ __forceinline__ void offset_sum(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    out[i] = x[i] + 0.5f * y[i];
}
__global__ void lag_blend_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { offset_sum(x, y, out); }
__global__ void lag_blend_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { offset_sum(x, y, out); }

// Walks a 16 KB table with a stride of 32 words a lane once in a while: stays in L1, beside a stream at DRAM's pace; mended: table turned.
__device__ __forceinline__ void stripes(const float4* __restrict__ x, const float* __restrict__ table, float4* __restrict__ out, int lane_stride, int row_stride) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float t = table[(threadIdx.x & 31) * lane_stride + (blockIdx.x & 31) * row_stride];
    float4 v = x[i];
    out[i] = make_float4(v.x * t, v.y * t, v.z * t, v.w * t);
}
__global__ void stripe_gain_a(const float4* __restrict__ x, const float* __restrict__ t, float4* __restrict__ out) { stripes(x, t, out, 32, 1); }
__global__ void stripe_gain_b(const float4* __restrict__ x, const float* __restrict__ t, float4* __restrict__ out) { stripes(x, t, out, 1, 32); }

// Scalar loads and stores around two hundred FMAs; mended: float4.
__device__ __forceinline__ float settle(float x) {
    #pragma unroll 8
    for (int k = 0; k < 200; ++k) x = fmaf(x, 0.75f, fmaf(x, x * 0.1f, -0.1f));
    return x;
}
__global__ void relax_cells_a(const float* __restrict__ x, float* __restrict__ out) {
    size_t b = blockIdx.x * 1024ull + threadIdx.x;
    float v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[b + k * 256];
    #pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = settle(v[k]);
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[b + k * 256] = v[k];
}
__global__ void relax_cells_b(const float4* __restrict__ x, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 v = x[i];
    out[i] = make_float4(settle(v.x), settle(v.y), settle(v.z), settle(v.w));
}
// Plain 4-byte stream with four independent elements a thread, at DRAM's roof; mended: float4.
__global__ void fused_lerp_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) {
    size_t b = blockIdx.x * 1024ull + threadIdx.x;
    float u[4], v[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = x[b + k * 256], v[k] = y[b + k * 256];
    #pragma unroll
    for (int k = 0; k < 4; ++k) out[b + k * 256] = fmaf(0.3f, v[k] - u[k], u[k]);
}
__global__ void fused_lerp_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ out) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 u = x[i], v = y[i];
    out[i] = make_float4(fmaf(0.3f, v.x - u.x, u.x), fmaf(0.3f, v.y - u.y, u.y), fmaf(0.3f, v.z - u.z, u.z), fmaf(0.3f, v.w - u.w, u.w));
}

__global__ void harness_interleave(const float* plane, float* rgb, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int c = 0; c < 3; ++c) rgb[3 * i + c] = plane[i];
}
// Entry i of 2^bits is where its rank (i, or a bijective hash of i) times `spread` over `share` lies, jittered within the spread.
__global__ void harness_order(int* out, int bits, int spread, int share, bool shuffle) {
    unsigned mask = (1u << bits) - 1;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i <= mask; i += gridDim.x * blockDim.x) {
        unsigned r = i;
        if (shuffle) { r = r * 0x9e3779b1u & mask; r ^= r >> bits / 2; r = r * 0x85ebca6bu & mask; r ^= r >> bits / 2; }
        out[i] = r / share * spread + (spread > 1 ? harness::hash32(r) % spread : 0);
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    const int n = 1 << 26;  // 256 MB of floats
    float *x = filled<float>(n, 1), *y = filled<float>(n + 64, 2), *o1 = empty<float>(n), *o2 = empty<float>(n);
    const int pixels = 1 << 24;
    float *rgb_d = empty<float>(3ull * pixels), *green_d = x;
    harness_interleave<<<2048, 256>>>(x, rgb_d, pixels);
    const int lines = 16384, length = 2048;
    float* turned = empty<float>((size_t)lines * length);
    harness_turn<<<2048, 256>>>(x, turned, lines, length);
    // nodes
    const int nodes = 1 << 24;
    Node* nd = (Node*)empty<float>(12ull * nodes);
    harness_nodes<<<nodes / 256, 256>>>(x, x + nodes, x + 2 * nodes, nd, nodes);
    // ascending addresses, and the same in any order
    const int orders = 1 << 24, atoms = 1 << 21, bonds = 1 << 24, packets = 1 << 21;
    int *sorted = empty<int>(orders), *any = empty<int>(orders), *to_sorted = empty<int>(bonds), *to_any = empty<int>(bonds), *order_d = empty<int>(packets);
    harness_order<<<2048, 256>>>(sorted, 24, n / orders, 1, false); harness_order<<<2048, 256>>>(any, 24, n / orders, 1, true);
    harness_order<<<2048, 256>>>(to_sorted, 24, 1, bonds / atoms, false); harness_order<<<2048, 256>>>(to_any, 24, 1, bonds / atoms, true);
    harness_order<<<2048, 256>>>(order_d, 21, 1, 1, true);
    float* log = empty<float>(33ull * packets);
    harness_packets<<<2048, 256>>>(x, log, packets);
    float *mapped, *mapped_d;
    const int bins = 1 << 22;
    CHECK(cudaHostAlloc(&mapped, bins * 4ull, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&mapped_d, mapped, 0));
    const size_t chars = 1ull << 28;
    auto *text = (unsigned char*)filled<float>(chars / 4, 9), *t1 = empty<unsigned char>(chars), *t2 = empty<unsigned char>(chars);
    const size_t grads = 1ull << 27;
    auto* g = filled<__nv_bfloat16>(grads, 4);
    return run(argc, argv, {
        {"green_linear_a", [=] { green_linear_a<<<pixels / 256, 256>>>(rgb_d, o1, pixels); }, o1, (size_t)pixels},
        {"green_linear_b", [=] { green_linear_b<<<pixels / 256, 256>>>(green_d, o2, pixels); }, o2, (size_t)pixels},
        {"integral_rows_a", [=] { integral_rows_a<<<lines / 64, 64>>>(x, o1, lines, length); }, o1, (size_t)lines * length},
        {"integral_rows_b", [=] { integral_rows_b<<<lines / 64, 64>>>(turned, o2, lines, length); }, o2, (size_t)lines * length},
        {"ray_records_a", [=] { ray_records_a<<<(1 << 23) / 256, 256>>>(x, o1); }, o1, 5ull << 23},
        {"ray_records_b", [=] { ray_records_b<<<(1 << 23) / 256, 256>>>(x, o2); }, o2, 5ull << 23},
        {"pack_features_a", [=] { pack_features_a<<<n / 1024, 256>>>(x, o1); }, o1, (size_t)n},
        {"pack_features_b", [=] { pack_features_b<<<n / 1024, 256>>>(x, o2); }, o2, (size_t)n},
        {"wind_nodes_a", [=] { wind_nodes_a<<<nodes / 256, 256>>>(nd, o1, nodes); }, o1, (size_t)nodes},
        {"wind_nodes_b", [=] { wind_nodes_b<<<nodes / 256, 256>>>(x, x + nodes, x + 2 * nodes, o2, nodes); }, o2, (size_t)nodes},
        {"bill_orders_a", [=] { bill_orders_a<<<1056, 256>>>(x, any, o1, orders); }, o1, (size_t)orders},
        {"bill_orders_b", [=] { bill_orders_b<<<1056, 256>>>(x, sorted, o2, orders); }, o2, (size_t)orders},
        {"bond_energy_a", [=] { bond_energy_a<<<bonds / 256, 256>>>((float4*)x, to_any, o1, bonds); }, o1, (size_t)bonds},
        {"bond_energy_b", [=] { bond_energy_b<<<bonds / 256, 256>>>((float4*)x, to_sorted, o2, bonds); }, o2, (size_t)bonds},
        {"replay_packets_a", [=] { replay_packets_a<<<packets / 64, 256>>>(log, order_d, o1, packets); }, o1, (size_t)packets * 4},
        {"replay_packets_b", [=] { replay_packets_b<<<packets / 64, 256>>>(x, order_d, o2, packets); }, o2, (size_t)packets * 4},
        {"case_fold_a", [=] { case_fold_a<<<chars / 256, 256>>>(text, t1); }, t1, chars, Output::u8},
        {"case_fold_b", [=] { case_fold_b<<<chars / 4096, 256>>>((uint4*)text, (uint4*)t2); }, t2, chars, Output::u8},
        {"grad_norm_a", [=] { grad_norm_a<<<1056, 256>>>(g, o1, grads); }, o1, 1056},
        {"grad_norm_b", [=] { grad_norm_b<<<1056, 256>>>((uint4*)g, o2, grads); }, o2, 1056},
        {"depth_bytes_a", [=] { depth_bytes_a<<<n / 256, 256>>>(x, t1); }, t1, (size_t)n, Output::u8},
        {"depth_bytes_b", [=] { depth_bytes_b<<<n / 1024, 256>>>((float4*)x, (uchar4*)t2); }, t2, (size_t)n, Output::u8},
        {"lag_blend_a", [=] { lag_blend_a<<<n / 256, 256>>>(x, y + 1, o1); }, o1, (size_t)n},
        {"lag_blend_b", [=] { lag_blend_b<<<n / 256, 256>>>(x, y, o2); }, o2, (size_t)n},
        {"stripe_gain_a", [=] { stripe_gain_a<<<n / 1024, 256>>>((float4*)x, y, (float4*)o1); }, o1, (size_t)n},
        {"stripe_gain_b", [=] { stripe_gain_b<<<n / 1024, 256>>>((float4*)x, y, (float4*)o2); }, o2, (size_t)n},
        {"relax_cells_a", [=] { relax_cells_a<<<n / 1024, 256>>>(x, o1); }, o1, (size_t)n},
        {"relax_cells_b", [=] { relax_cells_b<<<n / 1024, 256>>>((float4*)x, (float4*)o2); }, o2, (size_t)n},
        {"fused_lerp_a", [=] { fused_lerp_a<<<n / 1024, 256>>>(x, y, o1); }, o1, (size_t)n},
        {"fused_lerp_b", [=] { fused_lerp_b<<<n / 1024, 256>>>((float4*)x, (float4*)y, (float4*)o2); }, o2, (size_t)n},
        {"spectrum_out_b", [=] { spectrum_out_b<<<bins / 256, 256>>>(x, o2); }, o2, (size_t)bins},
        {"spectrum_out_a", [=] { spectrum_out_a<<<bins / 256, 256>>>(x, mapped_d); }, mapped_d, (size_t)bins},
    });
}
