// Tables in constant memory: what their misses cost. Before: operands come from a table of 1 to 4 KB in order. After: from shared memory,
// filled from an array (constants at a place for each lane are served one by one), or each for several results.
#include "harness.cuh"

__constant__ float table[1024];
__constant__ double series[512];

// ---- a series in double precision, four arguments a thread ------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) held_series_a(const double* __restrict__ in, double* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    double x[4], p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = in[i + j * 256]; p[j] = 0; }
#pragma unroll 16
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = fma(p[j], x[j], series[k]);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = p[j];
}
__global__ void __launch_bounds__(256) held_series_b(const double* __restrict__ in, const double* __restrict__ terms, double* __restrict__ out) {
    __shared__ double held[512];
    for (int k = threadIdx.x; k < 512; k += 256) held[k] = terms[k];
    __syncthreads();
    const size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    double x[4], p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = in[i + j * 256]; p[j] = 0; }
#pragma unroll 16
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = fma(p[j], x[j], held[k]);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = p[j];
}

// ---- partials of a tone, weights from both ends of the table -----------------------------------------------------------------------------------
template <typename Weights>
__device__ __forceinline__ float tone(float w, const Weights& weight) {
    float c = __cosf(w), s = __sinf(w), re = 1.0f, im = 0.0f, sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) {
        sum = fmaf(weight[k], re, fmaf(weight[255 - k], im, sum));
        const float t = fmaf(re, c, -im * s);
        im = fmaf(re, s, im * c);
        re = t;
    }
    return sum;
}
__global__ void __launch_bounds__(256) held_tone_a(const float* __restrict__ pitch, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = tone(pitch[i] * 0.0071237929f, table);
}
__global__ void __launch_bounds__(256) held_tone_b(const float* __restrict__ pitch, const float* __restrict__ words, float* __restrict__ out) {
    __shared__ float held[256];
    held[threadIdx.x] = words[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = tone(pitch[i] * 0.0071237929f, held);
}

// ---- a polynomial of degree 1023: one value a thread, then four --------------------------------------------------------------------------------
template <int N>
__device__ __forceinline__ void horner(const float* __restrict__ in, float* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)(256 * N) + threadIdx.x;
    float x[N], p[N];
#pragma unroll
    for (int j = 0; j < N; ++j) { x[j] = in[i + j * 256]; p[j] = 0; }
#pragma unroll 16
    for (int k = 0; k < 1024; ++k)
#pragma unroll
        for (int j = 0; j < N; ++j) p[j] = fmaf(p[j], x[j], table[k]);
#pragma unroll
    for (int j = 0; j < N; ++j) out[i + j * 256] = p[j];
}
__global__ void __launch_bounds__(256) held_powers_a(const float* __restrict__ in, float* __restrict__ out) { horner<1>(in, out); }
__global__ void __launch_bounds__(256) held_powers_b(const float* __restrict__ in, float* __restrict__ out) { horner<4>(in, out); }
__global__ void __launch_bounds__(256) held_powers_c(const float* __restrict__ in, const float4* __restrict__ words, float* __restrict__ out) {
    __shared__ float4 held[256];
    held[threadIdx.x] = words[threadIdx.x];
    __syncthreads();
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float x = in[i];
    float p = 0;
#pragma unroll 4
    for (int k = 0; k < 256; ++k) {
        const float4 c = held[k];
        p = fmaf(fmaf(fmaf(fmaf(p, x, c.x), x, c.y), x, c.z), x, c.w);
    }
    out[i] = p;
}
// The same with eight values a thread, from constant and from shared memory.
__global__ void __launch_bounds__(256) held_eight_a(const float* __restrict__ in, float* __restrict__ out) { horner<8>(in, out); }
__global__ void __launch_bounds__(256) held_eight_b(const float* __restrict__ in, const float4* __restrict__ words, float* __restrict__ out) {
    __shared__ float4 held[256];
    held[threadIdx.x] = words[threadIdx.x];
    __syncthreads();
    const size_t i = blockIdx.x * (size_t)2048 + threadIdx.x;
    float x[8], p[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) { x[j] = in[i + j * 256]; p[j] = 0; }
#pragma unroll 4
    for (int k = 0; k < 256; ++k) {
        const float4 c = held[k];
#pragma unroll
        for (int j = 0; j < 8; ++j) p[j] = fmaf(fmaf(fmaf(fmaf(p[j], x[j], c.x), x[j], c.y), x[j], c.z), x[j], c.w);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) out[i + j * 256] = p[j];
}

// ---- distances to 340 stars of the table, three words each: one body a thread, then four ---------------------------------------------------------
template <int N>
__device__ __forceinline__ void nearest(const float* __restrict__ in, float* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)(256 * N) + threadIdx.x;
    float x[N], y[N], z[N], least[N];
#pragma unroll
    for (int j = 0; j < N; ++j) { x[j] = in[i + j * 256]; y[j] = 0.5f * x[j]; z[j] = 1 - x[j]; least[j] = 1e9f; }
#pragma unroll 4
    for (int k = 0; k < 340; ++k) {
#pragma unroll
        for (int j = 0; j < N; ++j) {
            const float a = x[j] - table[3 * k], b = y[j] - table[3 * k + 1], c = z[j] - table[3 * k + 2];
            least[j] = fminf(least[j], a * a + b * b + c * c);
        }
    }
#pragma unroll
    for (int j = 0; j < N; ++j) out[i + j * 256] = least[j];
}
__global__ void __launch_bounds__(256) held_stars_a(const float* __restrict__ in, float* __restrict__ out) { nearest<1>(in, out); }
__global__ void __launch_bounds__(256) held_stars_b(const float* __restrict__ in, float* __restrict__ out) { nearest<4>(in, out); }
__global__ void __launch_bounds__(256) held_stars_c(const float* __restrict__ in, const float* __restrict__ words, float* __restrict__ out) {
    __shared__ float held[1024];
    for (int k = threadIdx.x; k < 1024; k += 256) held[k] = words[k];
    __syncthreads();
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float x = in[i], y = 0.5f * x, z = 1 - x;
    float least = 1e9f;
#pragma unroll 4
    for (int k = 0; k < 340; ++k) {
        const float a = x - held[3 * k], b = y - held[3 * k + 1], c = z - held[3 * k + 2];
        least = fminf(least, a * a + b * b + c * c);
    }
    out[i] = least;
}

// ---- look-ups at places that differ between lanes, by LANES alike: constant memory serves one address at a time -----------------------------------
template <int LANES, typename Table>
__device__ __forceinline__ float looked_up(const Table& table, int i) {
    unsigned at = (i / LANES) * 2654435761u;
    float sum = 0;
    for (int k = 0; k < 32; ++k) { at = at * 1664525u + 1013904223u; sum += table[at >> 22]; }
    return sum;
}
template <int LANES>
__device__ __forceinline__ void from_shared(const float* __restrict__ words, float* __restrict__ out) {
    __shared__ float held[1024];
    for (int k = threadIdx.x; k < 1024; k += 256) held[k] = words[k];
    __syncthreads();
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = looked_up<LANES>(held, i);
}
template <int LANES>
__device__ __forceinline__ void from_constants(float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = looked_up<LANES>(table, i);
}
__global__ void __launch_bounds__(256) held_lookup_a(float* __restrict__ out) { from_constants<1>(out); }
__global__ void __launch_bounds__(256) held_lookup_b(const float* __restrict__ words, float* __restrict__ out) { from_shared<1>(words, out); }
__global__ void __launch_bounds__(256) held_quarters_a(float* __restrict__ out) { from_constants<8>(out); }
__global__ void __launch_bounds__(256) held_quarters_b(const float* __restrict__ words, float* __restrict__ out) { from_shared<8>(words, out); }
__global__ void __launch_bounds__(256) held_halves_a(float* __restrict__ out) { from_constants<16>(out); }
__global__ void __launch_bounds__(256) held_halves_b(const float* __restrict__ words, float* __restrict__ out) { from_shared<16>(words, out); }

// ---- a table that the innermost cache holds: nothing to mend -------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) held_short_a(const float* __restrict__ in, float* __restrict__ out) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float x = in[i];
    float p = 0, q = 1;
    for (int r = 0; r < 32; ++r) {
#pragma unroll
        for (int k = 0; k < 64; k += 2) { p = fmaf(p, x, table[k]); q = fmaf(q, x, table[k + 1]); }
    }
    out[i] = p + q;
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    constexpr int kMany = 1 << 22;
    std::vector<float> words(1024);
    for (int k = 0; k < 1024; ++k) words[k] = 0.01f * harness::unit(k + 3);
    std::vector<double> terms(512);
    for (int k = 0; k < 512; ++k) terms[k] = (k % 3 == 1 ? -1.0 : 1.0) / (513.0 - k);
    CHECK(cudaMemcpyToSymbol(table, words.data(), sizeof(table)));
    CHECK(cudaMemcpyToSymbol(series, terms.data(), sizeof(series)));
    const float* listed = harness::uploaded(words);
    const double* factors = harness::uploaded(terms);
    float *in = harness::filled<float>(kMany, 3), *out = harness::empty<float>(kMany);
    double *wide = harness::filled<double>(kMany, 5), *made = harness::empty<double>(kMany);
    std::vector<Case> cases{
        {"held_series_a", [=] { held_series_a<<<kMany / 1024, 256>>>(wide, made); }, made, kMany, Output::f64},
        {"held_series_b", [=] { held_series_b<<<kMany / 1024, 256>>>(wide, factors, made); }, made, kMany, Output::f64},
        {"held_tone_a", [=] { held_tone_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_tone_b", [=] { held_tone_b<<<kMany / 256, 256>>>(in, listed, out); }, out, kMany, Output::f32},
        {"held_powers_a", [=] { held_powers_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_powers_b", [=] { held_powers_b<<<kMany / 1024, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_powers_c", [=] { held_powers_c<<<kMany / 256, 256>>>(in, (const float4*)listed, out); }, out, kMany, Output::f32},
        {"held_eight_a", [=] { held_eight_a<<<kMany / 2048, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_eight_b", [=] { held_eight_b<<<kMany / 2048, 256>>>(in, (const float4*)listed, out); }, out, kMany, Output::f32},
        {"held_stars_a", [=] { held_stars_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_stars_b", [=] { held_stars_b<<<kMany / 1024, 256>>>(in, out); }, out, kMany, Output::f32},
        {"held_stars_c", [=] { held_stars_c<<<kMany / 256, 256>>>(in, listed, out); }, out, kMany, Output::f32},
        {"held_lookup_a", [=] { held_lookup_a<<<kMany / 256, 256>>>(out); }, out, kMany, Output::f32},
        {"held_lookup_b", [=] { held_lookup_b<<<kMany / 256, 256>>>(listed, out); }, out, kMany, Output::f32},
        {"held_quarters_a", [=] { held_quarters_a<<<kMany / 256, 256>>>(out); }, out, kMany, Output::f32},
        {"held_quarters_b", [=] { held_quarters_b<<<kMany / 256, 256>>>(listed, out); }, out, kMany, Output::f32},
        {"held_halves_a", [=] { held_halves_a<<<kMany / 256, 256>>>(out); }, out, kMany, Output::f32},
        {"held_halves_b", [=] { held_halves_b<<<kMany / 256, 256>>>(listed, out); }, out, kMany, Output::f32},
        {"held_short_a", [=] { held_short_a<<<kMany / 256, 256>>>(in, out); }, out, kMany, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
