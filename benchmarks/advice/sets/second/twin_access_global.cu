// Global-memory access patterns: records, column walks, gathers, scatters, narrow streams.
#include <cuda_fp16.h>
#include "harness.cuh"

// ---- finance: relative spread out of a quote feed ------------------------------------------------
struct Quote {
    int venue, seq;
    long long stamp;
    float bid, ask;
    int bid_size, ask_size;
    long long order_id;
    float fee, tick;
};
static_assert(sizeof(Quote) == 48, "feed record");

__global__ void harness_prep_quotes(Quote* q, float* bid, float* ask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Quote r{};
    r.venue = i & 7; r.seq = i; r.stamp = 1000000ll + i * 3ll; r.order_id = (long long)harness::hash32(i);
    r.bid = 100.0f + harness::unit(i); r.ask = r.bid + 0.02f + 0.01f * harness::unit(i + 77777u);
    r.bid_size = i % 900; r.ask_size = i % 700; r.fee = 0.01f; r.tick = 0.005f;
    q[i] = r; bid[i] = r.bid; ask[i] = r.ask;
}
__device__ __forceinline__ float spread_bp(float bid, float ask) {
    return __fdividef((ask - bid) * 2.0e4f, ask + bid);
}
__global__ void quote_spread_a(const Quote* __restrict__ q, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = spread_bp(q[i].bid, q[i].ask);
}
__global__ void quote_spread_b(const float* __restrict__ bid, const float* __restrict__ ask, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = spread_bp(bid[i], ask[i]);
}

// ---- geo: exponentially weighted moisture along each borehole ------------------------------------
constexpr int kDepths = 128;
__global__ void harness_prep_flip(const float* in, float* out, int rows, int cols) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < (size_t)rows * cols) out[(i % cols) * rows + i / cols] = in[i];
}
template <bool kDepthMajor>
__device__ __forceinline__ void soil(const float* __restrict__ m, float* __restrict__ out, int holes) {
    int h = blockIdx.x * blockDim.x + threadIdx.x;
    if (h >= holes) return;
    float acc = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kDepths; ++k) {
        float v = kDepthMajor ? m[(size_t)k * holes + h] : m[(size_t)h * kDepths + k];
        acc = fmaf(acc, 0.96f, v * v);
    }
    out[h] = acc;
}
__global__ void __launch_bounds__(128) soil_profile_a(const float* __restrict__ m, float* __restrict__ out, int holes) { soil<false>(m, out, holes); }
__global__ void __launch_bounds__(128) soil_profile_b(const float* __restrict__ m, float* __restrict__ out, int holes) { soil<true>(m, out, holes); }

// ---- genomics: fetch the 32 loadings of the genes that a sample names ----------------------------
template <bool kGeneMajor>
__device__ __forceinline__ void panel(const float* __restrict__ table, const int* __restrict__ gene, const float* __restrict__ weight,
                                      float* __restrict__ out, int genes, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = i >> 5, d = i & 31;
    if (s >= samples) return;
    int g = gene[s];
    float v = kGeneMajor ? table[(size_t)g * 32 + d] : table[(size_t)d * genes + g];
    out[i] = v * weight[d];
}
__global__ void gene_panel_a(const float* __restrict__ t, const int* __restrict__ g, const float* __restrict__ w, float* __restrict__ o, int genes, int samples) {
    panel<false>(t, g, w, o, genes, samples);
}
__global__ void gene_panel_b(const float* __restrict__ t, const int* __restrict__ g, const float* __restrict__ w, float* __restrict__ o, int genes, int samples) {
    panel<true>(t, g, w, o, genes, samples);
}

// ---- signal: put 2^24 complex samples into FFT input order ---------------------------------------
constexpr int kLog = 24;
__global__ void radix_order_a(const float2* __restrict__ in, float2* __restrict__ out, float scale) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = __brev(i) >> (32 - kLog);
    float2 v = in[i];
    out[j] = make_float2(v.x * scale, v.y * scale);
}
__global__ void __launch_bounds__(256) radix_order_b(const float2* __restrict__ in, float2* __restrict__ out, float scale) {
    __shared__ float2 tile[32][33];
    unsigned mid = blockIdx.x, tx = threadIdx.x;
    unsigned rmid = __brev(mid) >> (32 - (kLog - 10));
#pragma unroll
    for (unsigned hi = threadIdx.y; hi < 32; hi += 8) {
        float2 v = in[(hi << (kLog - 5)) | (mid << 5) | tx];
        tile[hi][tx] = make_float2(v.x * scale, v.y * scale);
    }
    __syncthreads();
    unsigned rtx = __brev(tx) >> 27;
#pragma unroll
    for (unsigned q = threadIdx.y; q < 32; q += 8)
        out[(q << (kLog - 5)) | (rmid << 5) | tx] = tile[rtx][__brev(q) >> 27];
}

// ---- geostatistics: covariance matrix of two station lines ---------------------------------------
__device__ __forceinline__ void covariance(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out, int n, int i, int j, float range) {
    if (i >= n || j >= n) return;
    float d = (p[i] - q[j]) * range;
    out[(size_t)i * n + j] = 0.05f + 0.95f * __expf(-d * d);
}
__global__ void kriging_cov_a(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out, int n, float range) {
    covariance(p, q, out, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y, range);
}
__global__ void kriging_cov_b(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ out, int n, float range) {
    covariance(p, q, out, n, blockIdx.y, blockIdx.x * blockDim.x + threadIdx.x, range);
}

// ---- genomics: score random 32-byte sketches of an L2-resident table -----------------------------
__device__ __forceinline__ void sketch(const float4* __restrict__ table, const int* __restrict__ id, float* __restrict__ out, float4 q0, float4 q1) {
    int half = threadIdx.x & 1;
    float4 q = half ? q1 : q0;
    int first = blockIdx.x * 512 + (threadIdx.x >> 1);
    int row[4];
    float4 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) row[r] = id[first + 128 * r];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = table[row[r] * 2 + half];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float s = v[r].x * q.x + v[r].y * q.y + v[r].z * q.z + v[r].w * q.w;
        s += __shfl_xor_sync(0xffffffffu, s, 1);
        if (!half) out[first + 128 * r] = s;
    }
}
__global__ void __launch_bounds__(256) minimizer_score_a(const float4* __restrict__ t, const int* __restrict__ id, float* __restrict__ o, float4 q0, float4 q1) { sketch(t, id, o, q0, q1); }
__global__ void __launch_bounds__(256) minimizer_score_b(const float4* __restrict__ t, const int* __restrict__ id, float* __restrict__ o, float4 q0, float4 q1) { sketch(t, id, o, q0, q1); }

// ---- imaging: apply an 8-bit matte to an 8-bit plane ---------------------------------------------
__global__ void harness_prep_bytes(unsigned char* p, size_t n, unsigned seed) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = (unsigned char)harness::hash32((unsigned)i + seed);
}
__device__ __forceinline__ unsigned matte(unsigned x, unsigned m) {
    unsigned t = x * m + 128u;
    return (t + (t >> 8)) >> 8;
}
__global__ void alpha_mask_a(const unsigned char* __restrict__ x, const unsigned char* __restrict__ m, unsigned char* __restrict__ out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)matte(x[i], m[i]);
}
__device__ __forceinline__ unsigned matte4(unsigned x, unsigned m) {
    unsigned r = 0;
#pragma unroll
    for (int b = 0; b < 4; ++b) r |= matte((x >> (8 * b)) & 255u, (m >> (8 * b)) & 255u) << (8 * b);
    return r;
}
__global__ void alpha_mask_b(const uint4* __restrict__ x, const uint4* __restrict__ m, uint4* __restrict__ out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 16) return;
    uint4 a = x[i], b = m[i];
    out[i] = make_uint4(matte4(a.x, b.x), matte4(a.y, b.y), matte4(a.z, b.z), matte4(a.w, b.w));
}

// ---- radio: soft squelch on half-precision samples -----------------------------------------------
__device__ __forceinline__ __half2 squelch(__half2 v) {
    __half2 g = __hfma2_sat(__habs2(v), __float2half2_rn(1.5f), __float2half2_rn(-0.25f));
    return __hmul2(v, g);
}
__global__ void carrier_gate_a(const __half* __restrict__ x, __half* __restrict__ y, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __low2half(squelch(__half2half2(x[i])));
}
__global__ void carrier_gate_b(const uint4* __restrict__ x, uint4* __restrict__ y, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 8) return;
    uint4 v = x[i];
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = squelch(h[k]);
    y[i] = v;
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        int n = 16 << 20;
        Quote* q; CHECK(cudaMalloc(&q, n * sizeof(Quote)));
        float *bid = harness::empty<float>(n), *ask = harness::empty<float>(n), *out = harness::empty<float>(n);
        harness_prep_quotes<<<n / 256, 256>>>(q, bid, ask, n);
        cases.push_back({"quote_spread_a", [=] { quote_spread_a<<<n / 256, 256>>>(q, out, n); }, out, (size_t)n, Output::f32});
        cases.push_back({"quote_spread_b", [=] { quote_spread_b<<<n / 256, 256>>>(bid, ask, out, n); }, out, (size_t)n, Output::f32});
    }
    {
        int holes = 264 * 1024;
        float *m = harness::filled<float>((size_t)holes * kDepths, 3), *t = harness::empty<float>((size_t)holes * kDepths), *out = harness::empty<float>(holes);
        harness_prep_flip<<<holes / 2, 256>>>(m, t, holes, kDepths);
        cases.push_back({"soil_profile_a", [=] { soil_profile_a<<<holes / 128, 128>>>(m, out, holes); }, out, (size_t)holes, Output::f32});
        cases.push_back({"soil_profile_b", [=] { soil_profile_b<<<holes / 128, 128>>>(t, out, holes); }, out, (size_t)holes, Output::f32});
    }
    {
        int genes = 1000000, samples = 1 << 20;
        float *t = harness::filled<float>((size_t)genes * 32, 5), *f = harness::empty<float>((size_t)genes * 32);
        harness_prep_flip<<<genes / 8, 256>>>(t, f, genes, 32);
        int* id = harness::indices(samples, genes, 11);
        float *w = harness::filled<float>(32, 9), *out = harness::empty<float>((size_t)samples * 32);
        cases.push_back({"gene_panel_a", [=] { gene_panel_a<<<samples * 32 / 512, 512>>>(f, id, w, out, genes, samples); }, out, (size_t)samples * 32, Output::f32});
        cases.push_back({"gene_panel_b", [=] { gene_panel_b<<<samples * 32 / 512, 512>>>(t, id, w, out, genes, samples); }, out, (size_t)samples * 32, Output::f32});
    }
    {
        size_t n = size_t(1) << kLog;
        float2* in = (float2*)harness::filled<float>(n * 2, 13);
        float2* out = (float2*)harness::empty<float>(n * 2);
        cases.push_back({"radix_order_a", [=] { radix_order_a<<<n / 256, 256>>>(in, out, 0.5f); }, out, n * 2, Output::f32});
        cases.push_back({"radix_order_b", [=] { radix_order_b<<<n / 1024, dim3(32, 8)>>>(in, out, 0.5f); }, out, n * 2, Output::f32});
    }
    {
        int n = 8192;
        float *p = harness::filled<float>(n, 17), *q = harness::filled<float>(n, 19), *out = harness::empty<float>((size_t)n * n);
        cases.push_back({"kriging_cov_a", [=] { kriging_cov_a<<<dim3(n / 256, n), 256>>>(p, q, out, n, 2.0f); }, out, (size_t)n * n, Output::f32});
        cases.push_back({"kriging_cov_b", [=] { kriging_cov_b<<<dim3(n / 256, n), 256>>>(p, q, out, n, 2.0f); }, out, (size_t)n * n, Output::f32});
    }
    {
        int rows = 512 << 10, n = 16 << 20;
        float* raw = harness::filled<float>((size_t)rows * 8 + 8, 23);
        float* even = harness::empty<float>((size_t)rows * 8);
        CHECK(cudaMemcpy(even, raw + 4, (size_t)rows * 32, cudaMemcpyDeviceToDevice));
        int* id = harness::indices(n, rows, 29);
        float* out = harness::empty<float>(n);
        float4 q0 = make_float4(0.3f, -0.7f, 0.2f, 0.9f), q1 = make_float4(-0.4f, 0.6f, 0.8f, -0.1f);
        cases.push_back({"minimizer_score_a", [=] { minimizer_score_a<<<n / 512, 256>>>((const float4*)(raw + 4), id, out, q0, q1); }, out, (size_t)n, Output::f32});
        cases.push_back({"minimizer_score_b", [=] { minimizer_score_b<<<n / 512, 256>>>((const float4*)even, id, out, q0, q1); }, out, (size_t)n, Output::f32});
    }
    {
        unsigned n = 96u << 20;
        unsigned char *x = harness::empty<unsigned char>(n), *m = harness::empty<unsigned char>(n), *out = harness::empty<unsigned char>(n);
        harness_prep_bytes<<<n / 256, 256>>>(x, n, 31); harness_prep_bytes<<<n / 256, 256>>>(m, n, 37);
        cases.push_back({"alpha_mask_a", [=] { alpha_mask_a<<<n / 256, 256>>>(x, m, out, n); }, out, n, Output::u8});
        cases.push_back({"alpha_mask_b", [=] { alpha_mask_b<<<n / 16 / 256, 256>>>((const uint4*)x, (const uint4*)m, (uint4*)out, n); }, out, n, Output::u8});
    }
    {
        unsigned n = 128u << 20;
        __half *x = harness::filled<__half>(n, 41), *y = harness::empty<__half>(n);
        cases.push_back({"carrier_gate_a", [=] { carrier_gate_a<<<n / 1024, 1024>>>(x, y, n); }, y, n, Output::f16});
        cases.push_back({"carrier_gate_b", [=] { carrier_gate_b<<<n / 8 / 1024, 1024>>>((const uint4*)x, (uint4*)y, n); }, y, n, Output::f16});
    }
    return harness::run(argc, argv, cases);
}
