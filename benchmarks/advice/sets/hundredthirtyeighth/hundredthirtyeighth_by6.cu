#include "harness.cuh"
#include <cuda_fp16.h>
#include <numeric>
using namespace harness;
using Cases = std::vector<Case>;

// k-means assignment step: nearest of 8 centres for 4M points of 32 features.
static constexpr int KM_N = 4194304, KM_D = 32, KM_K = 8;
__global__ void harness_flip(const float* x, float* xt, int n, int d) {
    size_t total = (size_t)n * d;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < total; i += (size_t)gridDim.x * blockDim.x)
        xt[i] = x[(i % n) * d + i / n];
}
__global__ void __launch_bounds__(256) amber_lantern_by6_a(const float* __restrict__ x, const float* __restrict__ centres, int* __restrict__ member, int n) {
    __shared__ float c[KM_D * KM_K];
    c[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float acc[KM_K];
#pragma unroll
    for (int k = 0; k < KM_K; ++k) acc[k] = 0.f;
#pragma unroll 8
    for (int f = 0; f < KM_D; ++f) {
        float v = x[(size_t)p * KM_D + f];
#pragma unroll
        for (int k = 0; k < KM_K; ++k) { float d = v - c[f * KM_K + k]; acc[k] = fmaf(d, d, acc[k]); }
    }
    int best = 0; float least = acc[0];
#pragma unroll
    for (int k = 1; k < KM_K; ++k) if (acc[k] < least) { least = acc[k]; best = k; }
    member[p] = best;
}
__global__ void __launch_bounds__(256) amber_lantern_by6_b(const float* __restrict__ xt, const float* __restrict__ centres, int* __restrict__ member, int n) {
    __shared__ float c[KM_D * KM_K];
    c[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float acc[KM_K];
#pragma unroll
    for (int k = 0; k < KM_K; ++k) acc[k] = 0.f;
#pragma unroll 8
    for (int f = 0; f < KM_D; ++f) {
        float v = xt[(size_t)f * n + p];
#pragma unroll
        for (int k = 0; k < KM_K; ++k) { float d = v - c[f * KM_K + k]; acc[k] = fmaf(d, d, acc[k]); }
    }
    int best = 0; float least = acc[0];
#pragma unroll
    for (int k = 1; k < KM_K; ++k) if (acc[k] < least) { least = acc[k]; best = k; }
    member[p] = best;
}
static void add01(Cases& cases) {
    size_t total = (size_t)KM_N * KM_D;
    float* x = filled<float>(total, 11);
    float* xt = empty<float>(total);
    harness_flip<<<4096, 256>>>(x, xt, KM_N, KM_D); CHECK(cudaGetLastError());
    float* c = filled<float>(KM_D * KM_K, 12);
    int* out = empty<int>(KM_N);
    cases.push_back({"amber_lantern_by6_a", [=] { amber_lantern_by6_a<<<KM_N / 256, 256>>>(x, c, out, KM_N); }, out, (size_t)KM_N, Output::i32});
    cases.push_back({"amber_lantern_by6_b", [=] { amber_lantern_by6_b<<<KM_N / 256, 256>>>(xt, c, out, KM_N); }, out, (size_t)KM_N, Output::i32});
}
// Matrix transpose of the CUDA samples, 9216 x 9216 floats.
static constexpr int TR_N = 9216;
__global__ void __launch_bounds__(256) copper_meadow_by6_a(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = idata[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) odata[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void __launch_bounds__(256) copper_meadow_by6_b(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = idata[(size_t)(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) odata[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
static void add02(Cases& cases) {
    size_t total = (size_t)TR_N * TR_N;
    float* in = filled<float>(total, 21);
    float* out = empty<float>(total);
    dim3 g(TR_N / 32, TR_N / 32), b(32, 8);
    cases.push_back({"copper_meadow_by6_a", [=] { copper_meadow_by6_a<<<g, b>>>(out, in, TR_N, TR_N); }, out, total});
    cases.push_back({"copper_meadow_by6_b", [=] { copper_meadow_by6_b<<<g, b>>>(out, in, TR_N, TR_N); }, out, total});
}
// Softmax over rows of 1024 attention scores, 98304 rows.
static constexpr int SM_ROWS = 98304, SM_T = 1024;
__global__ void __launch_bounds__(1024) silver_orchard_by6_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[1024];
    int tid = threadIdx.x;
    size_t at = (size_t)blockIdx.x * SM_T + tid;
    float v = in[at];
    s[tid] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] = fmaxf(s[tid], s[tid + k]);
        __syncthreads();
    }
    float top = s[0];
    __syncthreads();
    float e = expf(v - top);
    s[tid] = e;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    out[at] = e / s[0];
}
__global__ void __launch_bounds__(256) silver_orchard_by6_b(const float* __restrict__ in, float* __restrict__ out) {
    int lane = threadIdx.x & 31;
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    const float* p = in + row * SM_T;
    float v[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) v[i] = p[i * 32 + lane];
    float top = v[0];
#pragma unroll
    for (int i = 1; i < 32; ++i) top = fmaxf(top, v[i]);
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float sum = 0.f;
#pragma unroll
    for (int i = 0; i < 32; ++i) { v[i] = expf(v[i] - top); sum += v[i]; }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    float inv = 1.f / sum;
    float* q = out + row * SM_T;
#pragma unroll
    for (int i = 0; i < 32; ++i) q[i * 32 + lane] = v[i] * inv;
}
static void add03(Cases& cases) {
    size_t total = (size_t)SM_ROWS * SM_T;
    float* in = filled<float>(total, 31);
    float* out = empty<float>(total);
    cases.push_back({"silver_orchard_by6_a", [=] { silver_orchard_by6_a<<<SM_ROWS, 1024>>>(in, out); }, out, total});
    cases.push_back({"silver_orchard_by6_b", [=] { silver_orchard_by6_b<<<SM_ROWS / 8, 256>>>(in, out); }, out, total});
}
// Histogram of 256 bins over 40M values.
static constexpr int HI_N = 41943040;
__global__ void __launch_bounds__(256) maple_harbor_by6_a(const int4* __restrict__ data, int* hist, int n4) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
        int4 v = data[i];
        atomicAdd(&hist[v.x & 255], 1); atomicAdd(&hist[v.y & 255], 1);
        atomicAdd(&hist[v.z & 255], 1); atomicAdd(&hist[v.w & 255], 1);
    }
}
__global__ void __launch_bounds__(256) maple_harbor_by6_b(const int4* __restrict__ data, int* hist, int n4) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
        int4 v = data[i];
        atomicAdd(&own[v.x & 255], 1); atomicAdd(&own[v.y & 255], 1);
        atomicAdd(&own[v.z & 255], 1); atomicAdd(&own[v.w & 255], 1);
    }
    __syncthreads();
    atomicAdd(&hist[threadIdx.x], own[threadIdx.x]);
}
static void add04(Cases& cases) {
    int4* data = (int4*)indices(HI_N, 256, 41);
    int* out = empty<int>(256);
    cases.push_back({"maple_harbor_by6_a", [=] { CHECK(cudaMemsetAsync(out, 0, 1024)); maple_harbor_by6_a<<<132 * 8, 256>>>(data, out, HI_N / 4); }, out, 256, Output::i32});
    cases.push_back({"maple_harbor_by6_b", [=] { CHECK(cudaMemsetAsync(out, 0, 1024)); maple_harbor_by6_b<<<132 * 8, 256>>>(data, out, HI_N / 4); }, out, 256, Output::i32});
}
// GELU (tanh form) over 80M activations.
static constexpr int GE_N = 83886080;
__global__ void __launch_bounds__(256) quiet_canyon_by6_a(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 q = in[i];
    float v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float x = v[k];
        v[k] = 0.5 * x * (1.0 + tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
    }
    out[i] = make_float4(v[0], v[1], v[2], v[3]);
}
__global__ void __launch_bounds__(256) quiet_canyon_by6_b(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 q = in[i];
    float v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float x = v[k];
        v[k] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
    }
    out[i] = make_float4(v[0], v[1], v[2], v[3]);
}
static void add05(Cases& cases) {
    float* in = filled<float>(GE_N, 51);
    float* out = empty<float>(GE_N);
    cases.push_back({"quiet_canyon_by6_a", [=] { quiet_canyon_by6_a<<<GE_N / 1024, 256>>>((const float4*)in, (float4*)out, GE_N / 4); }, out, (size_t)GE_N});
    cases.push_back({"quiet_canyon_by6_b", [=] { quiet_canyon_by6_b<<<GE_N / 1024, 256>>>((const float4*)in, (float4*)out, GE_N / 4); }, out, (size_t)GE_N});
}
// Rotary position embedding of fp16 queries: 40960 tokens, 32 heads of 128.
static constexpr int RO_TOKENS = 40960, RO_POS = 4096, RO_HEADS = 32, RO_DIM = 128;
__global__ void harness_angles(float2* table) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int pos = i / 64, pair = i % 64;
    float freq = 1.0f / powf(10000.0f, (2 * pair) / (float)RO_DIM);
    float angle = pos * freq;
    table[i] = make_float2(cosf(angle), sinf(angle));
}
__global__ void __launch_bounds__(256) cedar_violin_by6_a(const uint4* __restrict__ in, uint4* __restrict__ out, int dim) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int first = (int)(i & 15) * 4;
    int pos = (int)(i >> 9) & (RO_POS - 1);
    uint4 q = in[i];
    __half2* h = reinterpret_cast<__half2*>(&q);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 v = __half22float2(h[k]);
        float freq = 1.0f / powf(10000.0f, (2 * (first + k)) / (float)dim);
        float angle = pos * freq;
        float c = cosf(angle), s = sinf(angle);
        h[k] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
    }
    out[i] = q;
}
__global__ void __launch_bounds__(256) cedar_violin_by6_b(const uint4* __restrict__ in, uint4* __restrict__ out, const float4* __restrict__ table) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int first = (int)(i & 15) * 4;
    int pos = (int)(i >> 9) & (RO_POS - 1);
    uint4 q = in[i];
    float4 t[2];
    t[0] = table[(pos * 64 + first) / 2];
    t[1] = table[(pos * 64 + first) / 2 + 1];
    __half2* h = reinterpret_cast<__half2*>(&q);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 v = __half22float2(h[k]);
        float c = (k & 1) ? t[k / 2].z : t[k / 2].x, s = (k & 1) ? t[k / 2].w : t[k / 2].y;
        h[k] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
    }
    out[i] = q;
}
static void add06(Cases& cases) {
    size_t total = (size_t)RO_TOKENS * RO_HEADS * RO_DIM;
    __half* in = filled<__half>(total, 61);
    __half* out = empty<__half>(total);
    float2* table = empty<float2>((size_t)RO_POS * 64);
    harness_angles<<<RO_POS * 64 / 256, 256>>>(table); CHECK(cudaGetLastError());
    unsigned g = (unsigned)(total / 8 / 256);
    cases.push_back({"cedar_violin_by6_a", [=] { cedar_violin_by6_a<<<g, 256>>>((const uint4*)in, (uint4*)out, RO_DIM); }, out, total, Output::f16});
    cases.push_back({"cedar_violin_by6_b", [=] { cedar_violin_by6_b<<<g, 256>>>((const uint4*)in, (uint4*)out, (const float4*)table); }, out, total, Output::f16});
}
// Nearest-neighbour upsampling by two of 256 planes of 304 x 304 (darknet's layer).
static constexpr int UP_B = 4, UP_C = 64, UP_W = 304, UP_H = 304;
__global__ void __launch_bounds__(256) frosty_pebble_by6_a(int n, const float* __restrict__ x, int w, int h, int c, int batch, int stride, float scale, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int out_index = i;
    int out_w = i % (w * stride); i = i / (w * stride);
    int out_h = i % (h * stride); i = i / (h * stride);
    int out_c = i % c; i = i / c;
    int b = i % batch;
    int in_w = out_w / stride, in_h = out_h / stride;
    int in_index = b * w * h * c + out_c * w * h + in_h * w + in_w;
    out[out_index] = scale * x[in_index];
}
__global__ void __launch_bounds__(320) frosty_pebble_by6_b(const float2* __restrict__ x, float scale, float4* __restrict__ out) {
    int row = blockIdx.x * 2 + threadIdx.y, t = threadIdx.x;
    if (t >= UP_W / 2) return;
    float2 v = x[(size_t)row * (UP_W / 2) + t];
    float4 o = make_float4(scale * v.x, scale * v.x, scale * v.y, scale * v.y);
    out[(size_t)row * UP_W + t] = o;
    out[(size_t)row * UP_W + UP_W / 2 + t] = o;
}
static void add07(Cases& cases) {
    size_t in_n = (size_t)UP_B * UP_C * UP_W * UP_H, out_n = in_n * 4;
    float* in = filled<float>(in_n, 71);
    float* out = empty<float>(out_n);
    int n = (int)out_n;
    cases.push_back({"frosty_pebble_by6_a", [=] { frosty_pebble_by6_a<<<(n + 255) / 256, 256>>>(n, in, UP_W, UP_H, UP_C, UP_B, 2, 0.75f, out); }, out, out_n});
    cases.push_back({"frosty_pebble_by6_b", [=] { frosty_pebble_by6_b<<<UP_B * UP_C * UP_H / 2, dim3(160, 2)>>>((const float2*)in, 0.75f, (float4*)out); }, out, out_n});
}
// PageRank pull step over a CSR graph of 1M vertices, 32 of them hubs of 262144 edges.
static constexpr int PR_V = 1 << 20, PR_HUB = 262144, PR_SEG = 1024;
__global__ void __launch_bounds__(256) golden_thistle_by6_a(const int* __restrict__ rowptr, const int* __restrict__ col, const float* __restrict__ rank, float* __restrict__ out, int nv) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (v >= nv) return;
    int from = rowptr[v], to = rowptr[v + 1];
    float sum = 0.f;
    for (int e = from + lane; e < to; e += 32) sum += rank[col[e]];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) out[v] = 0.15f + 0.85f * sum;
}
__global__ void __launch_bounds__(256) golden_thistle_by6_b(const int* __restrict__ segptr, const int* __restrict__ col, const float* __restrict__ rank, float* __restrict__ part, int ns) {
    int s = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (s >= ns) return;
    int from = segptr[s], to = segptr[s + 1];
    float sum = 0.f;
    for (int e = from + lane; e < to; e += 32) sum += rank[col[e]];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) part[s] = sum;
}
__global__ void __launch_bounds__(256) golden_thistle_by6_b2(const int* __restrict__ first, const float* __restrict__ part, float* __restrict__ out, int nv) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nv) return;
    int from = first[v], to = first[v + 1];
    float sum = 0.f;
    for (int s = from; s < to; ++s) sum += part[s];
    out[v] = 0.15f + 0.85f * sum;
}
__global__ void harness_ranks(float* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = 0.5f + 0.4f * unit(i + 12345u);
}
static void add08(Cases& cases) {
    std::vector<int> rowptr(PR_V + 1, 0), first(PR_V + 1, 0), seg;
    int at = 0;
    for (int v = 0; v < PR_V; ++v) {
        rowptr[v] = at; first[v] = (int)seg.size();
        int degree = (v % 32768) == 20000 ? PR_HUB : 16 + (int)(hash32(v + 99u) % 33u);
        for (int e = 0; e < degree; e += PR_SEG) seg.push_back(at + e);
        at += degree;
    }
    rowptr[PR_V] = at; first[PR_V] = (int)seg.size(); seg.push_back(at);
    int ns = (int)seg.size() - 1;
    int *dr = uploaded(rowptr), *df = uploaded(first), *ds = uploaded(seg), *col = indices(at, PR_V, 81);
    float *rank = empty<float>(PR_V), *part = empty<float>(ns), *out = empty<float>(PR_V);
    harness_ranks<<<PR_V / 256, 256>>>(rank, PR_V); CHECK(cudaGetLastError());
    cases.push_back({"golden_thistle_by6_a", [=] { golden_thistle_by6_a<<<PR_V / 8, 256>>>(dr, col, rank, out, PR_V); }, out, (size_t)PR_V});
    cases.push_back({"golden_thistle_by6_b", [=] {
        golden_thistle_by6_b<<<(ns + 7) / 8, 256>>>(ds, col, rank, part, ns);
        golden_thistle_by6_b2<<<PR_V / 256, 256>>>(df, part, out, PR_V); }, out, (size_t)PR_V});
}
// Decode attention over a paged fp16 KV cache: 2048 heads, 1024 tokens, pages of 16 tokens, 128 dimensions.
static constexpr int KV_HEADS = 2048, KV_T = 1024, KV_PAGE = 16;
__device__ __forceinline__ float4 kv_open(uint2 q) {
    float2 a = __half22float2(*reinterpret_cast<__half2*>(&q.x)), b = __half22float2(*reinterpret_cast<__half2*>(&q.y));
    return make_float4(a.x, a.y, b.x, b.y);
}
__global__ void __launch_bounds__(128) marble_swallow_by6_a(const float4* __restrict__ q, const uint2* __restrict__ kc, const uint2* __restrict__ vc,
                                                            const int* __restrict__ pages, float4* __restrict__ out, int tokens) {
    int head = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float4 mine = q[head * 32 + lane];
    const int* table = pages + head * (tokens / KV_PAGE);
    float top = -1e30f, total = 0.f;
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll 1
    for (int t = 0; t < tokens; ++t) {
        size_t at = ((size_t)table[t / KV_PAGE] * KV_PAGE + t % KV_PAGE) * 32 + lane;
        float4 k = kv_open(kc[at]);
        float s = mine.x * k.x + mine.y * k.y + mine.z * k.z + mine.w * k.w;
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        s *= 0.08838835f;
        float4 v = kv_open(vc[at]);
        float next = fmaxf(top, s), keep = __expf(top - next), p = __expf(s - next);
        total = total * keep + p;
        acc.x = acc.x * keep + p * v.x; acc.y = acc.y * keep + p * v.y;
        acc.z = acc.z * keep + p * v.z; acc.w = acc.w * keep + p * v.w;
        top = next;
    }
    float inv = 1.f / total;
    out[head * 32 + lane] = make_float4(acc.x * inv, acc.y * inv, acc.z * inv, acc.w * inv);
}
__global__ void __launch_bounds__(128, 4) marble_swallow_by6_b(const float4* __restrict__ q, const uint2* __restrict__ kc, const uint2* __restrict__ vc,
                                                            const int* __restrict__ pages, float4* __restrict__ out, int tokens) {
    int head = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    float4 mine = q[head * 32 + lane];
    const int* table = pages + head * (tokens / KV_PAGE);
    float top = -1e30f, total = 0.f;
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
    int page = table[0];
#pragma unroll 1
    for (int t = 0; t < tokens; t += 8) {
        size_t at = ((size_t)page * KV_PAGE + t % KV_PAGE) * 32 + lane;
        uint2 kr[8], vr[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) kr[j] = kc[at + j * 32];
#pragma unroll
        for (int j = 0; j < 8; ++j) vr[j] = vc[at + j * 32];
        page = table[min(t + 8, tokens - 1) / KV_PAGE];
        float s[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 k = kv_open(kr[j]);
            s[j] = mine.x * k.x + mine.y * k.y + mine.z * k.z + mine.w * k.w;
        }
#pragma unroll
        for (int o = 16; o > 0; o >>= 1)
#pragma unroll
            for (int j = 0; j < 8; ++j) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
        float next = top;
#pragma unroll
        for (int j = 0; j < 8; ++j) { s[j] *= 0.08838835f; next = fmaxf(next, s[j]); }
        float keep = __expf(top - next);
        total *= keep; acc.x *= keep; acc.y *= keep; acc.z *= keep; acc.w *= keep;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 v = kv_open(vr[j]);
            float p = __expf(s[j] - next);
            total += p;
            acc.x += p * v.x; acc.y += p * v.y; acc.z += p * v.z; acc.w += p * v.w;
        }
        top = next;
    }
    float inv = 1.f / total;
    out[head * 32 + lane] = make_float4(acc.x * inv, acc.y * inv, acc.z * inv, acc.w * inv);
}
static void add09(Cases& cases) {
    size_t total = (size_t)KV_HEADS * KV_T * 128;
    int np = KV_HEADS * KV_T / KV_PAGE;
    std::vector<int> order(np);
    std::iota(order.begin(), order.end(), 0);
    for (int i = np - 1; i > 0; --i) std::swap(order[i], order[hash32(i + 901u) % (uint32_t)(i + 1)]);
    int* pages = uploaded(order);
    __half *k = filled<__half>(total, 91), *v = filled<__half>(total, 92);
    float *q = filled<float>(KV_HEADS * 128, 93), *out = empty<float>(KV_HEADS * 128);
    cases.push_back({"marble_swallow_by6_a", [=] { marble_swallow_by6_a<<<KV_HEADS / 4, 128>>>((const float4*)q, (const uint2*)k, (const uint2*)v, pages, (float4*)out, KV_T); }, out, (size_t)KV_HEADS * 128});
    cases.push_back({"marble_swallow_by6_b", [=] { marble_swallow_by6_b<<<KV_HEADS / 4, 128>>>((const float4*)q, (const uint2*)k, (const uint2*)v, pages, (float4*)out, KV_T); }, out, (size_t)KV_HEADS * 128});
}
// SGEMM of 2048 x 2048 x 1024, row-major.
static constexpr int GM_M = 2048, GM_N = 2048, GM_K = 1024;
__global__ void __launch_bounds__(1024) rustic_anvil_by6_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}
__global__ void __launch_bounds__(256, 2) rustic_anvil_by6_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    __shared__ float As[2][8][132];
    __shared__ float Bs[2][8][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    int ar = t >> 1, ac = (t & 1) * 4, br = t >> 5, bc = (t & 31) * 4;
    const float* ap = A + (size_t)(blockIdx.y * 128 + ar) * K + ac;
    const float* bp = B + (size_t)br * N + blockIdx.x * 128 + bc;
    float acc[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) acc[i][j] = 0.f;
    float4 a = *(const float4*)ap, b = *(const float4*)bp;
    As[0][ac][ar] = a.x; As[0][ac + 1][ar] = a.y; As[0][ac + 2][ar] = a.z; As[0][ac + 3][ar] = a.w;
    *(float4*)&Bs[0][br][bc] = b;
    __syncthreads();
    int now = 0;
    for (int k0 = 8; k0 <= K; k0 += 8) {
        if (k0 < K) { a = *(const float4*)(ap + k0); b = *(const float4*)(bp + (size_t)k0 * N); }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float4 a0 = *(const float4*)&As[now][k][ty * 4], a1 = *(const float4*)&As[now][k][64 + ty * 4];
            float4 b0 = *(const float4*)&Bs[now][k][tx * 4], b1 = *(const float4*)&Bs[now][k][64 + tx * 4];
            float fa[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
            float fb[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(fa[i], fb[j], acc[i][j]);
        }
        if (k0 < K) {
            now ^= 1;
            As[now][ac][ar] = a.x; As[now][ac + 1][ar] = a.y; As[now][ac + 2][ar] = a.z; As[now][ac + 3][ar] = a.w;
            *(float4*)&Bs[now][br][bc] = b;
            __syncthreads();
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int row = blockIdx.y * 128 + (i < 4 ? ty * 4 + i : 64 + ty * 4 + i - 4);
        float* c = C + (size_t)row * N + blockIdx.x * 128;
        *(float4*)(c + tx * 4) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(c + 64 + tx * 4) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}
static void add10(Cases& cases) {
    float *A = filled<float>((size_t)GM_M * GM_K, 101), *B = filled<float>((size_t)GM_K * GM_N, 102), *C = empty<float>((size_t)GM_M * GM_N);
    cases.push_back({"rustic_anvil_by6_a", [=] { rustic_anvil_by6_a<<<dim3(GM_N / 32, GM_M / 32), dim3(32, 32)>>>(A, B, C, GM_M, GM_N, GM_K); }, C, (size_t)GM_M * GM_N});
    cases.push_back({"rustic_anvil_by6_b", [=] { rustic_anvil_by6_b<<<dim3(GM_N / 128, GM_M / 128), 256>>>(A, B, C, GM_M, GM_N, GM_K); }, C, (size_t)GM_M * GM_N});
}
// Per-thread digit counts of a radix sort: 4-bit digits of 32 words a thread.
static constexpr int RX_WORDS = 33554432, RX_EACH = 32, RX_THREADS = RX_WORDS / RX_EACH;
__global__ void __launch_bounds__(256) coral_saddle_by6_a(const uint32_t* __restrict__ keys, int* __restrict__ counts, int threads) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int own[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) own[d] = 0;
#pragma unroll 1
    for (int i = 0; i < RX_EACH; i += 4) {
        uint32_t w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = keys[(size_t)(i + k) * threads + t];
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int s = 0; s < 32; s += 4) own[(w[k] >> s) & 15]++;
    }
#pragma unroll
    for (int d = 0; d < 16; ++d) counts[(size_t)d * threads + t] = own[d];
}
__global__ void __launch_bounds__(256) coral_saddle_by6_b(const uint32_t* __restrict__ keys, int* __restrict__ counts, int threads) {
    __shared__ int own[16][256];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int d = 0; d < 16; ++d) own[d][threadIdx.x] = 0;
#pragma unroll 1
    for (int i = 0; i < RX_EACH; i += 4) {
        uint32_t w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = keys[(size_t)(i + k) * threads + t];
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int s = 0; s < 32; s += 4) own[(w[k] >> s) & 15][threadIdx.x]++;
    }
#pragma unroll
    for (int d = 0; d < 16; ++d) counts[(size_t)d * threads + t] = own[d][threadIdx.x];
}
__global__ void harness_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = hash32((uint32_t)i * 2654435761u + seed);
}
static void add11(Cases& cases) {
    uint32_t* keys = empty<uint32_t>(RX_WORDS);
    harness_words<<<2048, 256>>>(keys, RX_WORDS, 111); CHECK(cudaGetLastError());
    size_t total = (size_t)RX_THREADS * 16;
    int* out = empty<int>(total);
    cases.push_back({"coral_saddle_by6_a", [=] { coral_saddle_by6_a<<<RX_THREADS / 256, 256>>>(keys, out, RX_THREADS); }, out, total, Output::i32});
    cases.push_back({"coral_saddle_by6_b", [=] { coral_saddle_by6_b<<<RX_THREADS / 256, 256>>>(keys, out, RX_THREADS); }, out, total, Output::i32});
}
// Bias, ReLU-squared scale and residual of a feed-forward block, 67M activations of 4096 columns.
static constexpr int FF_N = 67108864, FF_C4 = 1024;
__device__ __forceinline__ float ff_act(float x) { float r = fmaxf(x, 0.f); return r * r; }
__global__ void __launch_bounds__(256) misty_bonnet_by6_a(const float4* __restrict__ x, const float4* __restrict__ bias, float4* __restrict__ h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[i & (FF_C4 - 1)];
    h[i] = make_float4(v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w);
}
__global__ void __launch_bounds__(256) misty_bonnet_by6_a2(const float4* __restrict__ h, float4* __restrict__ g) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = h[i];
    g[i] = make_float4(ff_act(v.x), ff_act(v.y), ff_act(v.z), ff_act(v.w));
}
__global__ void __launch_bounds__(256) misty_bonnet_by6_a3(const float4* __restrict__ g, const float4* __restrict__ res, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = g[i], r = res[i];
    out[i] = make_float4(v.x + r.x, v.y + r.y, v.z + r.z, v.w + r.w);
}
__global__ void __launch_bounds__(256) misty_bonnet_by6_b(const float4* __restrict__ x, const float4* __restrict__ bias, const float4* __restrict__ res, float4* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[i], b = bias[i & (FF_C4 - 1)], r = res[i];
    out[i] = make_float4(ff_act(v.x + b.x) + r.x, ff_act(v.y + b.y) + r.y, ff_act(v.z + b.z) + r.z, ff_act(v.w + b.w) + r.w);
}
static void add12(Cases& cases) {
    auto x = (const float4*)filled<float>(FF_N, 121); auto bias = (const float4*)filled<float>(FF_C4 * 4, 122); auto res = (const float4*)filled<float>(FF_N, 123);
    auto h = (float4*)empty<float>(FF_N); auto g = (float4*)empty<float>(FF_N); auto out = (float4*)empty<float>(FF_N);
    unsigned n = FF_N / 1024;
    cases.push_back({"misty_bonnet_by6_a", [=] {
        misty_bonnet_by6_a<<<n, 256>>>(x, bias, h);
        misty_bonnet_by6_a2<<<n, 256>>>(h, g);
        misty_bonnet_by6_a3<<<n, 256>>>(g, res, out); }, out, (size_t)FF_N});
    cases.push_back({"misty_bonnet_by6_b", [=] { misty_bonnet_by6_b<<<n, 256>>>(x, bias, res, out); }, out, (size_t)FF_N});
}
// Second half of PolyBench's ATAX: y = A^T t for 12672 x 8192.
static constexpr int AT_R = 12672, AT_C = 8192, AT_SPLIT = 66;
__global__ void __launch_bounds__(256) russet_falcon_by6_a(const float* __restrict__ A, const float* __restrict__ t, float* __restrict__ y, int rows, int cols) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= cols) return;
    float sum = 0.f;
    for (int i = 0; i < rows; ++i) sum += A[(size_t)i * cols + j] * t[i];
    y[j] = sum;
}
__global__ void __launch_bounds__(256) russet_falcon_by6_b(const float* __restrict__ A, const float* __restrict__ t, float* __restrict__ part, int each, int cols) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= cols) return;
    float sum = 0.f;
    int from = blockIdx.y * each;
#pragma unroll 8
    for (int i = from; i < from + each; ++i) sum += A[(size_t)i * cols + j] * t[i];
    part[(size_t)blockIdx.y * cols + j] = sum;
}
__global__ void __launch_bounds__(64) russet_falcon_by6_b2(const float* __restrict__ part, float* __restrict__ y, int cols) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= cols) return;
    float sum = 0.f;
#pragma unroll 11
    for (int p = 0; p < AT_SPLIT; ++p) sum += part[(size_t)p * cols + j];
    y[j] = sum;
}
__global__ void harness_lift(float* p, size_t n, float scale, float offset) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = p[i] * scale + offset;
}
static void add13(Cases& cases) {
    float *A = filled<float>((size_t)AT_R * AT_C, 131), *t = filled<float>(AT_R, 132), *part = empty<float>((size_t)AT_SPLIT * AT_C), *y = empty<float>(AT_C);
    harness_lift<<<2048, 256>>>(A, (size_t)AT_R * AT_C, 0.5f, 0.6f);
    harness_lift<<<64, 256>>>(t, AT_R, 0.5f, 0.6f); CHECK(cudaGetLastError());
    cases.push_back({"russet_falcon_by6_a", [=] { russet_falcon_by6_a<<<AT_C / 256, 256>>>(A, t, y, AT_R, AT_C); }, y, (size_t)AT_C});
    cases.push_back({"russet_falcon_by6_b", [=] {
        russet_falcon_by6_b<<<dim3(AT_C / 256, AT_SPLIT), 256>>>(A, t, part, AT_R / AT_SPLIT, AT_C);
        russet_falcon_by6_b2<<<AT_C / 64, 64>>>(part, y, AT_C); }, y, (size_t)AT_C});
}
// Q8 matrix-vector product of llama2.c: 131072 rows of 4096 int8 weights, groups of 32 with a scale each.
static constexpr int Q8_R = 131072, Q8_C = 4096, Q8_G = 32;
__global__ void harness_bytes(int8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (int8_t)((int)(hash32((uint32_t)i * 2654435761u + seed) % 201u) - 90);
}
__global__ void __launch_bounds__(256) ivory_kettle_by6_a(const int8_t* __restrict__ w, const float* __restrict__ ws, const int8_t* __restrict__ x, const float* __restrict__ xs, float* __restrict__ out, int cols) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const int8_t* p = w + (size_t)row * cols;
    const float* s = ws + (size_t)row * (cols / Q8_G);
    float sum = 0.f;
#pragma unroll 8
    for (int i = lane; i < cols; i += 32) sum += (float)((int)p[i] * (int)x[i]) * s[i / Q8_G] * xs[i / Q8_G];
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) out[row] = sum;
}
__global__ void __launch_bounds__(256) ivory_kettle_by6_b(const int8_t* __restrict__ w, const float* __restrict__ ws, const int8_t* __restrict__ x, const float* __restrict__ xs, float* __restrict__ out, int cols) {
    int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const int4* p = reinterpret_cast<const int4*>(w + (size_t)row * cols);
    const int4* q = reinterpret_cast<const int4*>(x);
    const float* s = ws + (size_t)row * (cols / Q8_G);
    float sum = 0.f;
#pragma unroll 8
    for (int i = lane; i < cols / 16; i += 32) {
        int4 a = p[i], b = q[i];
        int dot = __dp4a(a.x, b.x, 0);
        dot = __dp4a(a.y, b.y, dot); dot = __dp4a(a.z, b.z, dot); dot = __dp4a(a.w, b.w, dot);
        sum += (float)dot * s[i / 2] * xs[i / 2];
    }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) out[row] = sum;
}
static void add14(Cases& cases) {
    size_t total = (size_t)Q8_R * Q8_C;
    int8_t *w = empty<int8_t>(total), *x = empty<int8_t>(Q8_C);
    harness_bytes<<<4096, 256>>>(w, total, 141); harness_bytes<<<16, 256>>>(x, Q8_C, 142);
    float *ws = filled<float>(total / Q8_G, 143), *xs = filled<float>(Q8_C / Q8_G, 144), *out = empty<float>(Q8_R);
    harness_lift<<<2048, 256>>>(ws, total / Q8_G, 0.004f, 0.01f);
    harness_lift<<<1, 256>>>(xs, Q8_C / Q8_G, 0.004f, 0.01f); CHECK(cudaGetLastError());
    cases.push_back({"ivory_kettle_by6_a", [=] { ivory_kettle_by6_a<<<Q8_R / 8, 256>>>(w, ws, x, xs, out, Q8_C); }, out, (size_t)Q8_R});
    cases.push_back({"ivory_kettle_by6_b", [=] { ivory_kettle_by6_b<<<Q8_R / 8, 256>>>(w, ws, x, xs, out, Q8_C); }, out, (size_t)Q8_R});
}
// Scaled copy from an offset, 134M floats (the offset-copy test of the best practices guide).
static constexpr int OF_N = 134217728;
__global__ void __launch_bounds__(256) olive_trumpet_by6_a(const float* __restrict__ in, float* __restrict__ out, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1.5f * in[i + offset];
}
__global__ void __launch_bounds__(256) olive_trumpet_by6_b(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1.5f * in[i];
}
static void add15(Cases& cases) {
    float *in = filled<float>(OF_N, 151), *shifted = filled<float>((size_t)OF_N + 32, 152), *out = empty<float>(OF_N);
    CHECK(cudaMemcpy(shifted + 1, in, (size_t)OF_N * 4, cudaMemcpyDeviceToDevice));
    cases.push_back({"olive_trumpet_by6_a", [=] { olive_trumpet_by6_a<<<OF_N / 256, 256>>>(shifted, out, 1); }, out, (size_t)OF_N});
    cases.push_back({"olive_trumpet_by6_b", [=] { olive_trumpet_by6_b<<<OF_N / 256, 256>>>(in, out); }, out, (size_t)OF_N});
}
// SAXPY into a third vector, 100M floats.
static constexpr int SX_N = 104857600;
__global__ void __launch_bounds__(256) plum_gazette_by6_a(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = y[i];
    z[i] = make_float4(2.3 * a.x + b.x, 2.3 * a.y + b.y, 2.3 * a.z + b.z, 2.3 * a.w + b.w);
}
__global__ void __launch_bounds__(256) plum_gazette_by6_b(const float4* __restrict__ x, const float4* __restrict__ y, float4* __restrict__ z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = x[i], b = y[i];
    z[i] = make_float4(2.3f * a.x + b.x, 2.3f * a.y + b.y, 2.3f * a.z + b.z, 2.3f * a.w + b.w);
}
static void add16(Cases& cases) {
    auto x = (const float4*)filled<float>(SX_N, 161); auto y = (const float4*)filled<float>(SX_N, 162); auto z = (float4*)empty<float>(SX_N);
    cases.push_back({"plum_gazette_by6_a", [=] { plum_gazette_by6_a<<<SX_N / 1024, 256>>>(x, y, z); }, z, (size_t)SX_N});
    cases.push_back({"plum_gazette_by6_b", [=] { plum_gazette_by6_b<<<SX_N / 1024, 256>>>(x, y, z); }, z, (size_t)SX_N});
}
// Last step of the reduction ladder: block sums of 134M floats.
static constexpr int RD_N = 134217728, RD_B = 132 * 8;
__global__ void __launch_bounds__(256) hazel_ribbon_by6_a(const float4* __restrict__ in, float* __restrict__ out, int n4) {
    __shared__ float s[8];
    float sum = 0.f;
    int step = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 3 * step < n4; i += 4 * step) {
        float4 a = in[i], b = in[i + step], c = in[i + 2 * step], d = in[i + 3 * step];
        sum += (a.x + a.y + a.z + a.w) + (b.x + b.y + b.z + b.w) + (c.x + c.y + c.z + c.w) + (d.x + d.y + d.z + d.w);
    }
    for (; i < n4; i += step) { float4 a = in[i]; sum += a.x + a.y + a.z + a.w; }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = s[threadIdx.x];
#pragma unroll
        for (int o = 4; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}
static void add17(Cases& cases) {
    float *in = filled<float>(RD_N, 171), *out = empty<float>(RD_B);
    cases.push_back({"hazel_ribbon_by6_a", [=] { hazel_ribbon_by6_a<<<RD_B, 256>>>((const float4*)in, out, RD_N / 4); }, out, (size_t)RD_B});
}
// RMSNorm of 32768 rows of 4096, a block a row held in registers.
static constexpr int RM_R = 32768, RM_C4 = 1024;
__global__ void __launch_bounds__(256) birch_candle_by6_a(const float4* __restrict__ x, const float4* __restrict__ w, float4* __restrict__ out) {
    __shared__ float s[8];
    const float4* p = x + (size_t)blockIdx.x * RM_C4;
    float4 v[4];
    float sum = 0.f;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = p[k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = sum;
    __syncthreads();
    sum = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += s[k];
    float r = rsqrtf(sum / (RM_C4 * 4) + 1e-5f);
    float4* q = out + (size_t)blockIdx.x * RM_C4;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4 g = w[k * 256 + threadIdx.x];
        q[k * 256 + threadIdx.x] = make_float4(v[k].x * r * g.x, v[k].y * r * g.y, v[k].z * r * g.z, v[k].w * r * g.w);
    }
}
static void add18(Cases& cases) {
    size_t n = (size_t)RM_R * RM_C4 * 4;
    float *x = filled<float>(n, 181), *w = filled<float>(RM_C4 * 4, 182), *out = empty<float>(n);
    cases.push_back({"birch_candle_by6_a", [=] { birch_candle_by6_a<<<RM_R, 256>>>((const float4*)x, (const float4*)w, (float4*)out); }, out, n});
}
// fp16 matrix-vector product of a decoder: 65536 rows of 4096.
static constexpr int GV_R = 65536, GV_C = 4096;
__global__ void __launch_bounds__(256) indigo_basket_by6_a(const uint4* __restrict__ w, const float4* __restrict__ x, float* __restrict__ out) {
    __shared__ float4 xs[GV_C / 4];
    for (int i = threadIdx.x; i < GV_C / 4; i += 256) xs[(i & 1) * (GV_C / 8) + (i >> 1)] = x[i];
    __syncthreads();
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        int row = blockIdx.x * 32 + r * 8 + warp;
        const uint4* p = w + (size_t)row * (GV_C / 8);
        float sum = 0.f;
#pragma unroll 8
        for (int k = 0; k < GV_C / 256; ++k) {
            uint4 q = p[k * 32 + lane];
            float4 a = xs[k * 32 + lane], b = xs[GV_C / 8 + k * 32 + lane];
            float2 h0 = __half22float2(*reinterpret_cast<__half2*>(&q.x)), h1 = __half22float2(*reinterpret_cast<__half2*>(&q.y));
            float2 h2 = __half22float2(*reinterpret_cast<__half2*>(&q.z)), h3 = __half22float2(*reinterpret_cast<__half2*>(&q.w));
            sum += h0.x * a.x + h0.y * a.y + h1.x * a.z + h1.y * a.w + h2.x * b.x + h2.y * b.y + h3.x * b.z + h3.y * b.w;
        }
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) out[row] = sum;
    }
}
static void add19(Cases& cases) {
    __half* w = filled<__half>((size_t)GV_R * GV_C, 191);
    float *x = filled<float>(GV_C, 192), *out = empty<float>(GV_R);
    cases.push_back({"indigo_basket_by6_a", [=] { indigo_basket_by6_a<<<GV_R / 32, 256>>>((const uint4*)w, (const float4*)x, out); }, out, (size_t)GV_R});
}
// Peak multiply-add test of SHOC: eight chains a thread.
static constexpr int MF_B = 132 * 64;
__global__ void __launch_bounds__(256) walnut_parasol_by6_a(const float* __restrict__ in, float* __restrict__ out, float m, float b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[i] + 0.125f * k;
#pragma unroll 1
    for (int r = 0; r < 64; ++r)
#pragma unroll
        for (int u = 0; u < 8; ++u)
#pragma unroll
            for (int k = 0; k < 8; ++k) v[k] = fmaf(v[k], m, b);
    out[i] = ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}
static void add20(Cases& cases) {
    size_t n = (size_t)MF_B * 256;
    float *in = filled<float>(n, 201), *out = empty<float>(n);
    cases.push_back({"walnut_parasol_by6_a", [=] { walnut_parasol_by6_a<<<MF_B, 256>>>(in, out, 0.999f, 0.0013f); }, out, n});
}

int main(int argc, char** argv) {
    Cases cases;
    add01(cases); add02(cases); add03(cases); add04(cases); add05(cases); add06(cases); add07(cases); add08(cases); add09(cases); add10(cases);
    add11(cases); add12(cases); add13(cases); add14(cases); add15(cases); add16(cases); add17(cases); add18(cases); add19(cases); add20(cases);
    return run(argc, argv, cases);
}
