// Shared memory, registers and local memory.
#include "harness.cuh"

// ---- seismics: automatic gain along traces, 64 x 64 windows --------------------------------------
template <int kPitch>
__device__ __forceinline__ void agc(const float* __restrict__ x, float* __restrict__ y, int samples) {
    __shared__ float s[64 * kPitch];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.y * 64 * samples + blockIdx.x * 64 + t;
#pragma unroll 16
    for (int r = 0; r < 64; ++r) s[r * kPitch + t] = x[base + (size_t)r * samples];
    __syncthreads();
    float e = 0.01f;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float v = s[t * kPitch + k];
        e = fmaf(0.9f, e, 0.1f * v * v);
        s[t * kPitch + k] = v * rsqrtf(e);
    }
    __syncthreads();
#pragma unroll 16
    for (int r = 0; r < 64; ++r) y[base + (size_t)r * samples] = s[r * kPitch + t];
}
__global__ void __launch_bounds__(64) trace_agc_a(const float* __restrict__ x, float* __restrict__ y, int samples) { agc<64>(x, y, samples); }
__global__ void __launch_bounds__(64) trace_agc_b(const float* __restrict__ x, float* __restrict__ y, int samples) { agc<65>(x, y, samples); }

// ---- chemistry: batched 32 x 32 double-precision C = A * B^T -------------------------------------
template <int kPitch>
__device__ __forceinline__ void rotate32(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ double sa[32][33];
    __shared__ double sb[32][kPitch];
    int tx = threadIdx.x, ty = threadIdx.y;
    size_t base = (size_t)blockIdx.x * 1024;
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        sa[ty + r][tx] = a[base + (ty + r) * 32 + tx];
        sb[ty + r][tx] = b[base + (ty + r) * 32 + tx];
    }
    __syncthreads();
    double acc[4] = {0, 0, 0, 0};
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        double v = sb[tx][k];
#pragma unroll
        for (int r = 0; r < 4; ++r) acc[r] = fma(sa[ty + 8 * r][k], v, acc[r]);
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) c[base + (ty + 8 * r) * 32 + tx] = acc[r];
}
__global__ void __launch_bounds__(256) ci_rotate_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) { rotate32<32>(a, b, c); }
__global__ void __launch_bounds__(256) ci_rotate_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) { rotate32<33>(a, b, c); }

// ---- compression: squared distances of points to a codebook, 32 dimensions -----------------------
template <int kPitch>
__device__ __forceinline__ void codebook(const float4* __restrict__ pts, const float4* __restrict__ codes, float* __restrict__ out, int ncodes) {
    __shared__ __align__(16) float sp[64 * kPitch];
    __shared__ __align__(16) float sc[64 * kPitch];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int p0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
#pragma unroll
    for (int i = tid; i < 64 * 8; i += 256) {
        int r = i >> 3, q = i & 7;
        *reinterpret_cast<float4*>(&sp[r * kPitch + q * 4]) = pts[(size_t)(p0 + r) * 8 + q];
        *reinterpret_cast<float4*>(&sc[r * kPitch + q * 4]) = codes[(size_t)(c0 + r) * 8 + q];
    }
    __syncthreads();
    float acc[4][4] = {};
#pragma unroll 2
    for (int q = 0; q < 8; ++q) {
        float4 p[4], c[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) p[i] = *reinterpret_cast<const float4*>(&sp[(ty * 4 + i) * kPitch + q * 4]);
#pragma unroll
        for (int j = 0; j < 4; ++j) c[j] = *reinterpret_cast<const float4*>(&sc[(tx + 16 * j) * kPitch + q * 4]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float dx = p[i].x - c[j].x, dy = p[i].y - c[j].y, dz = p[i].z - c[j].z, dw = p[i].w - c[j].w;
                acc[i][j] = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, fmaf(dw, dw, acc[i][j]))));
            }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) out[(size_t)(p0 + ty * 4 + i) * ncodes + c0 + tx + 16 * j] = acc[i][j];
}
__global__ void __launch_bounds__(256) codebook_dist_a(const float4* __restrict__ p, const float4* __restrict__ c, float* __restrict__ o, int n) { codebook<32>(p, c, o, n); }
__global__ void __launch_bounds__(256) codebook_dist_b(const float4* __restrict__ p, const float4* __restrict__ c, float* __restrict__ o, int n) { codebook<36>(p, c, o, n); }

// ---- medical physics: deposit weighted hits in 64 dose bins --------------------------------------
__global__ void harness_prep_dose(unsigned char* bin, int* weight, unsigned n, unsigned common, unsigned percent) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = harness::hash32(i + 99u);
    bin[i] = (unsigned char)((h >> 8) % 100 < percent ? common : (h & 63));
    if (weight) weight[i] = 1 + (int)(h >> 28);
}
template <int kCopies>
__device__ __forceinline__ void dose(const uchar4* __restrict__ bin, const int4* __restrict__ w, unsigned* __restrict__ total, unsigned quads) {
    __shared__ unsigned s[64 * kCopies];
    for (int i = threadIdx.x; i < 64 * kCopies; i += blockDim.x) s[i] = 0;
    __syncthreads();
    int own = kCopies == 1 ? 0 : threadIdx.x & (kCopies - 1);
#pragma unroll 2
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        uchar4 b = bin[i]; int4 v = w[i];
        atomicAdd(&s[b.x * kCopies + own], (unsigned)v.x);
        atomicAdd(&s[b.y * kCopies + own], (unsigned)v.y);
        atomicAdd(&s[b.z * kCopies + own], (unsigned)v.z);
        atomicAdd(&s[b.w * kCopies + own], (unsigned)v.w);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned sum = 0;
        for (int c = 0; c < kCopies; ++c) sum += s[threadIdx.x * kCopies + ((c + threadIdx.x) & (kCopies - 1))];
        atomicAdd(&total[threadIdx.x], sum);
    }
}
__global__ void __launch_bounds__(256) dose_bins_a(const uchar4* __restrict__ b, const int4* __restrict__ w, unsigned* __restrict__ t, unsigned quads) { dose<1>(b, w, t, quads); }
__global__ void __launch_bounds__(256) dose_bins_b(const uchar4* __restrict__ b, const int4* __restrict__ w, unsigned* __restrict__ t, unsigned quads) { dose<32>(b, w, t, quads); }

// ---- sonar: 64-tap low-pass and decimation by eight ----------------------------------------------
__constant__ float c_band[64];
template <bool kPhases>
__device__ __forceinline__ void band(const float* __restrict__ x, float* __restrict__ y, int lead) {
    extern __shared__ float raw[];
    float* s = raw + lead;
    constexpr int kPhasePitch = 268;
    size_t base = (size_t)blockIdx.x * 2048;
    for (int i = threadIdx.x; i < 2048 + 56; i += 256) s[kPhases ? (i & 7) * kPhasePitch + (i >> 3) : i] = x[base + i];
    __syncthreads();
    int t = threadIdx.x;
    float acc = 0.0f;
#pragma unroll
    for (int k = 0; k < 64; ++k) acc = fmaf(c_band[k], s[kPhases ? (k & 7) * kPhasePitch + t + (k >> 3) : t * 8 + k], acc);
    y[(size_t)blockIdx.x * 256 + t] = acc;
}
__global__ void __launch_bounds__(256) sonar_band_a(const float* __restrict__ x, float* __restrict__ y, int lead) { band<false>(x, y, lead); }
__global__ void __launch_bounds__(256) sonar_band_b(const float* __restrict__ x, float* __restrict__ y, int lead) { band<true>(x, y, lead); }

// ---- genomics: codon usage with a private table for every thread ---------------------------------
template <bool kCodonMajor>
__device__ __forceinline__ void codons(const uint4* __restrict__ code, unsigned* __restrict__ total, unsigned words) {
    __shared__ unsigned cnt[128 * 64];
    int t = threadIdx.x;
    for (int i = t; i < 128 * 64; i += 128) cnt[i] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * 128u + t; i < words; i += gridDim.x * 128u) {
        uint4 v = code[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                unsigned c = (w[j] >> (8 * k)) & 63u;
                cnt[kCodonMajor ? c * 128 + t : t * 64 + c] += 1;
            }
    }
    __syncthreads();
    if (t < 64) {
        unsigned sum = 0;
        for (int k = 0; k < 128; ++k) {
            int j = (k + t) & 127;
            sum += cnt[kCodonMajor ? t * 128 + j : j * 64 + t];
        }
        atomicAdd(&total[t], sum);
    }
}
__global__ void __launch_bounds__(128) codon_usage_a(const uint4* __restrict__ c, unsigned* __restrict__ t, unsigned words) { codons<false>(c, t, words); }
__global__ void __launch_bounds__(128) codon_usage_b(const uint4* __restrict__ c, unsigned* __restrict__ t, unsigned words) { codons<true>(c, t, words); }

// ---- combustion: explicit steps of 32 coupled species in every cell ------------------------------
__device__ __forceinline__ void react(const float* __restrict__ in, float* __restrict__ out, int cells, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float y[32], d[32];
#pragma unroll
    for (int s = 0; s < 32; ++s) y[s] = in[(size_t)s * cells + i];
#pragma unroll 1
    for (int k = 0; k < steps; ++k) {
#pragma unroll
        for (int s = 0; s < 32; ++s) d[s] = fmaf(y[(s + 5) & 31], y[(s * 7 + 11) & 31], -y[s] * (0.3f + 0.01f * s));
#pragma unroll
        for (int s = 0; s < 32; ++s) y[s] = fmaf(dt, d[s] - 0.2f * d[(s * 5 + 3) & 31], y[s]);
    }
#pragma unroll
    for (int s = 0; s < 32; ++s) out[(size_t)s * cells + i] = y[s];
}
__global__ void __launch_bounds__(256, 8) reaction_rates_a(const float* __restrict__ in, float* __restrict__ out, int cells, int steps, float dt) { react(in, out, cells, steps, dt); }
__global__ void __launch_bounds__(256) reaction_rates_b(const float* __restrict__ in, float* __restrict__ out, int cells, int steps, float dt) { react(in, out, cells, steps, dt); }

// ---- remote sensing: majority class of 64 four-bit labels ----------------------------------------
__global__ void harness_prep_words(unsigned* p, size_t n, unsigned seed) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] = harness::hash32((unsigned)i + seed);
}
__global__ void __launch_bounds__(256) canopy_class_a(const unsigned* __restrict__ labels, int* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned cnt[16];
#pragma unroll
    for (int c = 0; c < 16; ++c) cnt[c] = 0;
#pragma unroll 2
    for (int w = 0; w < 8; ++w) {
        unsigned v = labels[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) cnt[(v >> (4 * k)) & 15u] += 1;
    }
    unsigned best = 0, which = 0;
#pragma unroll
    for (unsigned c = 0; c < 16; ++c) if (cnt[c] > best) { best = cnt[c]; which = c; }
    out[i] = (int)(which * 100 + best);
}
__global__ void __launch_bounds__(256) canopy_class_b(const unsigned* __restrict__ labels, int* __restrict__ out, int n) {
    __shared__ unsigned cnt[16][256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int c = 0; c < 16; ++c) cnt[c][t] = 0;
#pragma unroll 2
    for (int w = 0; w < 8; ++w) {
        unsigned v = labels[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) cnt[(v >> (4 * k)) & 15u][t] += 1;
    }
    unsigned best = 0, which = 0;
#pragma unroll
    for (unsigned c = 0; c < 16; ++c) if (cnt[c][t] > best) { best = cnt[c][t]; which = c; }
    out[i] = (int)(which * 100 + best);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        int traces = 8192, samples = 4096; size_t n = (size_t)traces * samples;
        float *x = harness::filled<float>(n, 3), *y = harness::empty<float>(n);
        dim3 grid(samples / 64, traces / 64);
        cases.push_back({"trace_agc_a", [=] { trace_agc_a<<<grid, 64>>>(x, y, samples); }, y, n, Output::f32});
        cases.push_back({"trace_agc_b", [=] { trace_agc_b<<<grid, 64>>>(x, y, samples); }, y, n, Output::f32});
    }
    {
        int batch = 10560; size_t n = (size_t)batch * 1024;
        double *a = harness::filled<double>(n, 5), *b = harness::filled<double>(n, 7), *c = harness::empty<double>(n);
        cases.push_back({"ci_rotate_a", [=] { ci_rotate_a<<<batch, dim3(32, 8)>>>(a, b, c); }, c, n, Output::f64});
        cases.push_back({"ci_rotate_b", [=] { ci_rotate_b<<<batch, dim3(32, 8)>>>(a, b, c); }, c, n, Output::f64});
    }
    {
        int pts = 16384, codes = 2048;
        float4* p = (float4*)harness::filled<float>((size_t)pts * 32, 9);
        float4* q = (float4*)harness::filled<float>((size_t)codes * 32, 11);
        float* out = harness::empty<float>((size_t)pts * codes);
        dim3 grid(codes / 64, pts / 64);
        cases.push_back({"codebook_dist_a", [=] { codebook_dist_a<<<grid, 256>>>(p, q, out, codes); }, out, (size_t)pts * codes, Output::f32});
        cases.push_back({"codebook_dist_b", [=] { codebook_dist_b<<<grid, 256>>>(p, q, out, codes); }, out, (size_t)pts * codes, Output::f32});
    }
    {
        unsigned n = 64u << 20;
        unsigned char* bin = harness::empty<unsigned char>(n); int* w = harness::empty<int>(n);
        harness_prep_dose<<<n / 256, 256>>>(bin, w, n, 20, 85);
        unsigned* total = (unsigned*)harness::empty<int>(64);
        cases.push_back({"dose_bins_a", [=] { dose_bins_a<<<132 * 8, 256>>>((const uchar4*)bin, (const int4*)w, total, n / 4); }, total, 64, Output::i32});
        cases.push_back({"dose_bins_b", [=] { dose_bins_b<<<132 * 8, 256>>>((const uchar4*)bin, (const int4*)w, total, n / 4); }, total, 64, Output::i32});
    }
    {
        size_t m = 8u << 20, n = m * 8;
        float *x = harness::filled<float>(n + 64, 13), *y = harness::empty<float>(m);
        float taps[64];
        for (int k = 0; k < 64; ++k) taps[k] = 0.02f + 0.01f * std::sin(0.37f * (k + 1));
        CHECK(cudaMemcpyToSymbol(c_band, taps, sizeof(taps)));
        size_t bytes = (8 * 268 + 8) * sizeof(float);
        cases.push_back({"sonar_band_a", [=] { sonar_band_a<<<m / 256, 256, bytes>>>(x, y, 1); }, y, m, Output::f32});
        cases.push_back({"sonar_band_b", [=] { sonar_band_b<<<m / 256, 256, bytes>>>(x, y, 1); }, y, m, Output::f32});
    }
    {
        unsigned n = 128u << 20;
        unsigned char* code = harness::empty<unsigned char>(n);
        harness_prep_dose<<<n / 256, 256>>>(code, nullptr, n, 13, 60);
        unsigned* total = (unsigned*)harness::empty<int>(64);
        cases.push_back({"codon_usage_a", [=] { codon_usage_a<<<132 * 6, 128>>>((const uint4*)code, total, n / 16); }, total, 64, Output::i32});
        cases.push_back({"codon_usage_b", [=] { codon_usage_b<<<132 * 6, 128>>>((const uint4*)code, total, n / 16); }, total, 64, Output::i32});
    }
    {
        int cells = 132 * 8 * 256 * 2, steps = 32;
        float *in = harness::filled<float>((size_t)cells * 32, 17), *out = harness::empty<float>((size_t)cells * 32);
        cases.push_back({"reaction_rates_a", [=] { reaction_rates_a<<<cells / 256, 256>>>(in, out, cells, steps, 0.01f); }, out, (size_t)cells * 32, Output::f32});
        cases.push_back({"reaction_rates_b", [=] { reaction_rates_b<<<cells / 256, 256>>>(in, out, cells, steps, 0.01f); }, out, (size_t)cells * 32, Output::f32});
    }
    {
        int n = 4 << 20;
        unsigned* labels = (unsigned*)harness::empty<int>((size_t)n * 8);
        harness_prep_words<<<n / 32, 256>>>(labels, (size_t)n * 8, 23);
        int* out = harness::empty<int>(n);
        cases.push_back({"canopy_class_a", [=] { canopy_class_a<<<n / 256, 256>>>(labels, out, n); }, out, (size_t)n, Output::i32});
        cases.push_back({"canopy_class_b", [=] { canopy_class_b<<<n / 256, 256>>>(labels, out, n); }, out, (size_t)n, Output::i32});
    }
    return harness::run(argc, argv, cases);
}
