#include "harness.cuh"

#include <cuda_fp16.h>

extern __shared__ float4 pool[];

// ---------------------------------------------------------------- astronomy: pairs of a catalogue, every star with the stars after it
__device__ __forceinline__ void pairs_of(const float4* __restrict__ stars, float* __restrict__ tally, int n, int base) {
    __shared__ float4 tile[256];
    int row = base + threadIdx.x, own = base / 256;
    float4 me = stars[row];
    float sum = 0.f;
    for (int t = n / 256 - 1; t >= own; --t) {
        tile[threadIdx.x] = stars[t * 256 + threadIdx.x];
        __syncthreads();
        if (t > own) {
#pragma unroll 16
            for (int k = 0; k < 256; ++k) {
                float4 s = tile[k];
                float c = fmaxf(fmaf(me.x, s.x, fmaf(me.y, s.y, fmaf(me.z, s.z, -0.2f))), 0.f);
                sum = fmaf(c * s.w, c, sum);
            }
        } else {
            for (int k = threadIdx.x + 1; k < 256; ++k) {
                float4 s = tile[k];
                float c = fmaxf(fmaf(me.x, s.x, fmaf(me.y, s.y, fmaf(me.z, s.z, -0.2f))), 0.f);
                sum = fmaf(c * s.w, c, sum);
            }
        }
        __syncthreads();
    }
    tally[row] = sum;
}
__global__ void __launch_bounds__(256) catalog_pairs_a(const float4* __restrict__ stars, float* __restrict__ tally, int n) {
#pragma unroll 1
    for (int half = 0; half < 2; ++half) pairs_of(stars, tally, n, (blockIdx.x * 2 + half) * 256);
}
__global__ void __launch_bounds__(256) catalog_pairs_b(const float4* __restrict__ stars, float* __restrict__ tally, int n) {
#pragma unroll 1
    for (int half = 0; half < 2; ++half) pairs_of(stars, tally, n, half ? n - 256 - blockIdx.x * 256 : blockIdx.x * 256);
}

// ---------------------------------------------------------------- networks: flow of citations (sparse matrix times vector, a warp a row)
__device__ __forceinline__ float run_dot(const int* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x, int begin, int end) {
    float sum = 0.f;
#pragma unroll 4
    for (int k = begin + (threadIdx.x & 31); k < end; k += 32) sum = fmaf(val[k], x[col[k]], sum);
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    return sum;
}
__global__ void __launch_bounds__(256) cite_flow_a(const int* __restrict__ start, const int* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x,
                                                   float* __restrict__ y, int rows) {
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= rows) return;
    float s = run_dot(col, val, x, start[row], start[row + 1]);
    if (threadIdx.x % 32 == 0) y[row] = s;
}
__global__ void __launch_bounds__(256) cite_flow_b(const int4* __restrict__ piece, const int* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x,
                                                   float* __restrict__ y, int pieces) {
    int i = blockIdx.x * 8 + threadIdx.x / 32;
    if (i >= pieces) return;
    int4 p = piece[i];
    float s = run_dot(col, val, x, p.y, p.z);
    if (threadIdx.x % 32 == 0) {
        if (p.w) atomicAdd(y + p.x, s); else y[p.x] = s;
    }
}

// ---------------------------------------------------------------- astronomy: power of 1024 trial frequencies, a block a time series
constexpr int SERIES_MAX = 30000;
__device__ __forceinline__ void fold_series(const float* __restrict__ samples, const int* __restrict__ offset, const float2* __restrict__ turn, float* __restrict__ power, int series) {
    int begin = offset[series], length = offset[series + 1] - begin;  // a multiple of four
    const float4* src = reinterpret_cast<const float4*>(samples + begin);
    for (int k = threadIdx.x; k < length / 4; k += 1024) pool[k] = src[k];
    __syncthreads();
    float2 w = turn[threadIdx.x];
    float c = 1.f, s = 0.f, re = 0.f, im = 0.f;
#pragma unroll 4
    for (int k = 0; k < length / 4; ++k) {
        float4 v = pool[k];
        float t;
        re = fmaf(v.x, c, re); im = fmaf(v.x, s, im); t = c * w.x - s * w.y; s = s * w.x + c * w.y; c = t;
        re = fmaf(v.y, c, re); im = fmaf(v.y, s, im); t = c * w.x - s * w.y; s = s * w.x + c * w.y; c = t;
        re = fmaf(v.z, c, re); im = fmaf(v.z, s, im); t = c * w.x - s * w.y; s = s * w.x + c * w.y; c = t;
        re = fmaf(v.w, c, re); im = fmaf(v.w, s, im); t = c * w.x - s * w.y; s = s * w.x + c * w.y; c = t;
    }
    power[(size_t)series * 1024 + threadIdx.x] = (re * re + im * im) / (float)length;
}
__global__ void __launch_bounds__(1024) pulsar_fold_a(const float* __restrict__ samples, const int* __restrict__ offset, const float2* __restrict__ turn, float* __restrict__ power) {
    fold_series(samples, offset, turn, power, blockIdx.x);
}
__global__ void __launch_bounds__(1024) pulsar_fold_b(const float* __restrict__ samples, const int* __restrict__ offset, const float2* __restrict__ turn, float* __restrict__ power) {
    fold_series(samples, offset, turn, power, gridDim.x - 1 - blockIdx.x);
}

// ---------------------------------------------------------------- graphics: light on terrain tiles of 256 texels, bounces by tile
__device__ __forceinline__ void light_tile(const float* __restrict__ height, const int* __restrict__ bounces, float* __restrict__ shade, int tile) {
    size_t i = (size_t)tile * 256 + threadIdx.x;
    float x = 0.9f * height[i], a = x, b = 0.5f - x, c = 0.25f * x, d = 1.f;
    int n = bounces[tile];
#pragma unroll 4
    for (int k = 0; k < n; ++k) {
        a = fmaf(a, x, 0.11f); b = fmaf(b, x, 0.07f); c = fmaf(c, x, -0.13f); d = fmaf(d, x, 0.05f);
        a = fmaf(a, 0.5f, x); b = fmaf(b, 0.75f, x); c = fmaf(c, 0.25f, x); d = fmaf(d, 0.5f, x);
    }
    shade[i] = (a + b) + (c - d);
}
__global__ void __launch_bounds__(256) terrain_light_a(const float* __restrict__ height, const int* __restrict__ bounces, float* __restrict__ shade, int tiles) {
    int each = (tiles + gridDim.x - 1) / gridDim.x, first = blockIdx.x * each, last = min(first + each, tiles);
    for (int t = first; t < last; ++t) light_tile(height, bounces, shade, t);
}
__global__ void __launch_bounds__(256) terrain_light_b(const float* __restrict__ height, const int* __restrict__ bounces, float* __restrict__ shade, int tiles, int* __restrict__ ticket) {
    __shared__ int mine;
    for (;;) {
        if (threadIdx.x == 0) {
            int got = atomicAdd(ticket, 1);
            if (got == tiles + (int)gridDim.x - 1) *ticket = 0;  // the last draw of the launch: ready for the next
            mine = got;
        }
        __syncthreads();
        int t = mine;
        __syncthreads();
        if (t >= tiles) break;
        light_tile(height, bounces, shade, t);
    }
}

// ---------------------------------------------------------------- detectors: a warp follows a muon through the hits; every eighth is a seed track
__device__ __forceinline__ void follow_hits(const int* __restrict__ link, const int* __restrict__ hits, int* __restrict__ trace, int groups, int track) {
    int lane = threadIdx.x & 31, n = hits[track];
    int p = (int)(harness::hash32((uint32_t)track + 17u) % (uint32_t)groups) * 32 + lane, sum = 0;
#pragma unroll 4
    for (int h = 0; h < n; ++h) {
        p = link[p];
        sum += (p >> 5) & 1023;
    }
    trace[(size_t)track * 32 + lane] = sum;
}
__global__ void __launch_bounds__(256) muon_hits_a(const int* __restrict__ link, const int* __restrict__ hits, int* __restrict__ trace, int groups) {
    follow_hits(link, hits, trace, groups, blockIdx.x * 8 + threadIdx.x / 32);
}
__global__ void __launch_bounds__(256) muon_hits_b(const int* __restrict__ link, const int* __restrict__ hits, int* __restrict__ trace, int groups) {
    follow_hits(link, hits, trace, groups, (threadIdx.x / 32) * gridDim.x + blockIdx.x);
}

// ---------------------------------------------------------------- spectroscopy: gain, background, compression, clip
__device__ __forceinline__ float compress(float v) { return __fdividef(v, 1.f + fabsf(v)); }
__device__ __forceinline__ float clip(float v) { return fminf(fmaxf(1.7f * v, -0.9f), 0.9f); }
__global__ void spectro_flat_a1(const float4* __restrict__ raw, float4* __restrict__ t, float gain, float offset) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = raw[i];
    t[i] = make_float4(fmaf(v.x, gain, offset), fmaf(v.y, gain, offset), fmaf(v.z, gain, offset), fmaf(v.w, gain, offset));
}
__global__ void spectro_flat_a2(const float4* __restrict__ t, const float4* __restrict__ background, float4* __restrict__ u) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = t[i], b = background[i & 1023];
    u[i] = make_float4(v.x - b.x, v.y - b.y, v.z - b.z, v.w - b.w);
}
__global__ void spectro_flat_a3(const float4* __restrict__ u, float4* __restrict__ t) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = u[i];
    t[i] = make_float4(compress(v.x), compress(v.y), compress(v.z), compress(v.w));
}
__global__ void spectro_flat_a4(const float4* __restrict__ t, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = t[i];
    out[i] = make_float4(clip(v.x), clip(v.y), clip(v.z), clip(v.w));
}
__global__ void spectro_flat_b(const float4* __restrict__ raw, const float4* __restrict__ background, float4* __restrict__ out, float gain, float offset) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = raw[i], b = background[i & 1023];
    out[i] = make_float4(clip(compress(fmaf(v.x, gain, offset) - b.x)), clip(compress(fmaf(v.y, gain, offset) - b.y)),
                         clip(compress(fmaf(v.z, gain, offset) - b.z)), clip(compress(fmaf(v.w, gain, offset) - b.w)));
}

// ---------------------------------------------------------------- ML: gated unit with a residual, f16
struct alignas(16) Eight { __half2 h[4]; };
__device__ __forceinline__ __half2 silu2(__half2 v) {
    float2 f = __half22float2(v);
    return __floats2half2_rn(__fdividef(f.x, 1.f + __expf(-f.x)), __fdividef(f.y, 1.f + __expf(-f.y)));
}
__global__ void gate_mix_a1(const Eight* __restrict__ x, Eight* __restrict__ t) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    Eight v = x[i];
    for (int k = 0; k < 4; ++k) v.h[k] = silu2(v.h[k]);
    t[i] = v;
}
__global__ void gate_mix_a2(const Eight* __restrict__ t, const Eight* __restrict__ up, Eight* __restrict__ g) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    Eight v = t[i], u = up[i];
    for (int k = 0; k < 4; ++k) v.h[k] = __hmul2_rn(v.h[k], u.h[k]);
    g[i] = v;
}
__global__ void gate_mix_a3(const Eight* __restrict__ g, const Eight* __restrict__ residual, Eight* __restrict__ out, float scale) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    Eight v = g[i], r = residual[i];
    __half2 s = __float2half2_rn(scale);
    for (int k = 0; k < 4; ++k) v.h[k] = __hfma2(v.h[k], s, r.h[k]);
    out[i] = v;
}
__global__ void gate_mix_b(const Eight* __restrict__ x, const Eight* __restrict__ up, const Eight* __restrict__ residual, Eight* __restrict__ out, float scale) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    Eight v = x[i], u = up[i], r = residual[i];
    __half2 s = __float2half2_rn(scale);
    for (int k = 0; k < 4; ++k) v.h[k] = __hfma2(__hmul2_rn(silu2(v.h[k]), u.h[k]), s, r.h[k]);
    out[i] = v;
}

// ---------------------------------------------------------------- retail: mean of baskets, a block a basket
__device__ __forceinline__ void mean_of(const float4* __restrict__ prices, const int* __restrict__ offset, float* __restrict__ mean, int row) {
    int begin = offset[row], end = offset[row + 1];  // in float4
    float s = 0.f;
#pragma unroll 4
    for (int k = begin + threadIdx.x; k < end; k += 256) {
        float4 v = prices[k];
        s += (v.x + v.y) + (v.z + v.w);
    }
    __shared__ float part[8];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) s += part[k];
        mean[row] = s / (4.f * (end - begin));
    }
}
__global__ void __launch_bounds__(256) basket_mean_a(const float4* __restrict__ prices, const int* __restrict__ offset, float* __restrict__ mean) {
    mean_of(prices, offset, mean, blockIdx.x);
}
__global__ void __launch_bounds__(256) basket_mean_b(const float4* __restrict__ prices, const int* __restrict__ offset, const int* __restrict__ order, float* __restrict__ mean) {
    mean_of(prices, offset, mean, order[blockIdx.x]);
}

// ---------------------------------------------------------------- imaging: blend two mosaics under a mask
__device__ __forceinline__ float4 lerp4(float4 a, float4 b, float4 m) {
    return make_float4(fmaf(a.x - b.x, m.x, b.x), fmaf(a.y - b.y, m.y, b.y), fmaf(a.z - b.z, m.z, b.z), fmaf(a.w - b.w, m.w, b.w));
}
__global__ void __launch_bounds__(128) mosaic_blend_a(const float4* __restrict__ left, const float4* __restrict__ right, const float4* __restrict__ mask, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 a = left[i], b = right[i], m = mask[i], c = left[i + 128], d = right[i + 128], n = mask[i + 128];
    out[i] = lerp4(a, b, m);
    out[i + 128] = lerp4(c, d, n);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        int n = 132 * 512;
        float4* s = (float4*)harness::filled<float>((size_t)n * 4, 11);
        float *ta = harness::empty<float>(n), *tb = harness::empty<float>(n);
        cases.push_back({"catalog_pairs_a", [=] { catalog_pairs_a<<<n / 512, 256>>>(s, ta, n); }, ta, (size_t)n});
        cases.push_back({"catalog_pairs_b", [=] { catalog_pairs_b<<<n / 512, 256>>>(s, tb, n); }, tb, (size_t)n});
    }
    {
        int rows = 400000;
        std::vector<int> start(rows + 1, 0);
        std::vector<int4> piece;
        for (int r = 0; r < rows; ++r) {
            double u = (harness::hash32(r + 3u) + 1.0) / 4294967297.0;
            int len = (int)std::min(150000.0, 6.0 * std::pow(u, -0.9));
            start[r + 1] = start[r] + len;
            for (int b = start[r]; b < start[r + 1]; b += 256)
                piece.push_back(make_int4(r, b, std::min(b + 256, start[r + 1]), len > 256));
        }
        int nnz = start[rows], pieces = (int)piece.size();
        const int* st = harness::uploaded(start);
        const int4* pc = harness::uploaded(piece);
        int* col = harness::indices(nnz, rows, 22);
        float *val = harness::filled<float>(nnz, 23), *x = harness::filled<float>(rows, 24);
        float *ya = harness::empty<float>(rows), *yb = harness::empty<float>(rows);
        cases.push_back({"cite_flow_a", [=] { cite_flow_a<<<(rows + 7) / 8, 256>>>(st, col, val, x, ya, rows); }, ya, (size_t)rows});
        cases.push_back({"cite_flow_b", [=] { cite_flow_b<<<(pieces + 7) / 8, 256>>>(pc, col, val, x, yb, pieces); }, yb, (size_t)rows});
    }
    {
        int count = 650;
        std::vector<int> offset(count + 1, 0);
        for (int i = 0; i < count; ++i) offset[i + 1] = offset[i] + 4 * (int)((1500 + 28500 * std::pow((i + 0.5) / count, 5)) / 4);
        std::vector<float2> turn(1024);
        for (int k = 0; k < 1024; ++k) { double a = 0.0007 * (k + 1); turn[k] = make_float2((float)std::cos(a), (float)std::sin(a)); }
        float* samples = harness::filled<float>(offset[count], 31);
        const int* off = harness::uploaded(offset);
        const float2* w = harness::uploaded(turn);
        size_t n = (size_t)count * 1024;
        float *pa = harness::empty<float>(n), *pb = harness::empty<float>(n);
        int bytes = SERIES_MAX * (int)sizeof(float);
        CHECK(cudaFuncSetAttribute(pulsar_fold_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(pulsar_fold_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        cases.push_back({"pulsar_fold_a", [=] { pulsar_fold_a<<<count, 1024, bytes>>>(samples, off, w, pa); }, pa, n});
        cases.push_back({"pulsar_fold_b", [=] { pulsar_fold_b<<<count, 1024, bytes>>>(samples, off, w, pb); }, pb, n});
    }
    {
        int tiles = 528 * 64;
        size_t n = (size_t)tiles * 256;
        std::vector<int> bounces(tiles);
        for (int t = 0; t < tiles; ++t) {
            double d = (t - 0.55 * tiles) / (0.05 * tiles);
            bounces[t] = 16 + (int)(384.0 * std::exp(-d * d)) + (int)(harness::hash32(t) % 8u);
        }
        const int* b = harness::uploaded(bounces);
        float *h = harness::filled<float>(n, 41), *sa = harness::empty<float>(n), *sb = harness::empty<float>(n);
        int* ticket = harness::uploaded(std::vector<int>(1, 0));
        cases.push_back({"terrain_light_a", [=] { terrain_light_a<<<528, 256>>>(h, b, sa, tiles); }, sa, n});
        cases.push_back({"terrain_light_b", [=] { terrain_light_b<<<528, 256>>>(h, b, sb, tiles, ticket); }, sb, n});
    }
    {
        int groups = 1 << 18, tracks = 1 << 18;
        std::vector<int> link((size_t)groups * 32), hits(tracks);
        for (int g = 0; g < groups; ++g) {
            int t = (int)(harness::hash32((uint32_t)g + 8u) % (uint32_t)groups);
            for (int l = 0; l < 32; ++l) link[(size_t)g * 32 + l] = t * 32 + l;
        }
        for (int t = 0; t < tracks; ++t) hits[t] = t % 8 == 0 ? 96 : 12;
        const int *lk = harness::uploaded(link), *hp = harness::uploaded(hits);
        size_t n = (size_t)tracks * 32;
        int *ta = harness::empty<int>(n), *tb = harness::empty<int>(n);
        cases.push_back({"muon_hits_a", [=] { muon_hits_a<<<tracks / 8, 256>>>(lk, hp, ta, groups); }, ta, n, harness::Output::i32});
        cases.push_back({"muon_hits_b", [=] { muon_hits_b<<<tracks / 8, 256>>>(lk, hp, tb, groups); }, tb, n, harness::Output::i32});
    }
    {
        size_t n = (size_t)1 << 26;
        int blocks = (int)(n / 4 / 256);
        float4 *raw = (float4*)harness::filled<float>(n, 51), *bg = (float4*)harness::filled<float>(4096, 52);
        float4 *t = (float4*)harness::empty<float>(n), *u = (float4*)harness::empty<float>(n);
        float *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        cases.push_back({"spectro_flat_a1", [=] {
            spectro_flat_a1<<<blocks, 256>>>(raw, t, 1.3f, 0.02f);
            spectro_flat_a2<<<blocks, 256>>>(t, bg, u);
            spectro_flat_a3<<<blocks, 256>>>(u, t);
            spectro_flat_a4<<<blocks, 256>>>(t, (float4*)oa);
        }, oa, n});
        cases.push_back({"spectro_flat_b", [=] { spectro_flat_b<<<blocks, 256>>>(raw, bg, (float4*)ob, 1.3f, 0.02f); }, ob, n});
    }
    {
        size_t n = (size_t)1 << 27;
        int blocks = (int)(n / 8 / 256);
        Eight *x = (Eight*)harness::filled<__half>(n, 61), *up = (Eight*)harness::filled<__half>(n, 62), *r = (Eight*)harness::filled<__half>(n, 63);
        Eight *t = (Eight*)harness::empty<__half>(n), *g = (Eight*)harness::empty<__half>(n), *oa = (Eight*)harness::empty<__half>(n), *ob = (Eight*)harness::empty<__half>(n);
        cases.push_back({"gate_mix_a1", [=] {
            gate_mix_a1<<<blocks, 256>>>(x, t);
            gate_mix_a2<<<blocks, 256>>>(t, up, g);
            gate_mix_a3<<<blocks, 256>>>(g, r, oa, 0.8f);
        }, oa, n, harness::Output::f16});
        cases.push_back({"gate_mix_b", [=] { gate_mix_b<<<blocks, 256>>>(x, up, r, ob, 0.8f); }, ob, n, harness::Output::f16});
    }
    {
        int rows = 20000;
        std::vector<int> offset(rows + 1, 0), order(rows);
        for (int r = 0; r < rows; ++r) { offset[r + 1] = offset[r] + 1700 + (int)(harness::hash32(r + 5u) % 800u); order[r] = r; }
        std::sort(order.begin(), order.end(), [&](int a, int b) { return offset[a + 1] - offset[a] > offset[b + 1] - offset[b]; });
        float4* p = (float4*)harness::filled<float>((size_t)offset[rows] * 4, 71);
        const int *off = harness::uploaded(offset), *ord = harness::uploaded(order);
        float *ma = harness::empty<float>(rows), *mb = harness::empty<float>(rows);
        cases.push_back({"basket_mean_a", [=] { basket_mean_a<<<rows, 256>>>(p, off, ma); }, ma, (size_t)rows});
        cases.push_back({"basket_mean_b", [=] { basket_mean_b<<<rows, 256>>>(p, off, ord, mb); }, mb, (size_t)rows});
    }
    {
        size_t n = (size_t)1 << 26;
        float4 *l = (float4*)harness::filled<float>(n, 81), *r = (float4*)harness::filled<float>(n, 82), *m = (float4*)harness::filled<float>(n, 83);
        float* o = harness::empty<float>(n);
        cases.push_back({"mosaic_blend_a", [=] { mosaic_blend_a<<<(int)(n / 4 / 256), 128>>>(l, r, m, (float4*)o); }, o, n});
    }
    return harness::run(argc, argv, cases);
}
