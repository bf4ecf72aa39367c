#include "harness.cuh"

static constexpr unsigned FULL = 0xffffffffu;

// ---------------------------------------------------------------------------------------------------------------------------
// Hydrology: a soil store for each of 270336 catchments, driven by 256 days of rain (day-major planes); the yearly runoff comes out.
__device__ __forceinline__ void soil_day(float rain, float& store, float& runoff) {
    store = fmaf(store, 0.96f, rain + 1.0f);
    float spill = fmaxf(store - 12.0f, 0.0f);
    store -= spill;
    runoff = fmaf(0.02f, store, runoff + spill);
}
__global__ void __launch_bounds__(256, 8) catchment_a(const float* __restrict__ rain, float* __restrict__ out, int n, int days) {
    int c = blockIdx.x * 256 + threadIdx.x;
    const float* p = rain + c;
    float store = 5.0f, runoff = 0.0f;
#pragma unroll 1
    for (int day = 0; day < days; ++day) {
        soil_day(*p, store, runoff);
        p += n;
    }
    out[c] = runoff + store;
}
__global__ void __launch_bounds__(256, 8) catchment_b(const float* __restrict__ rain, float* __restrict__ out, int n, int days) {
    int c = blockIdx.x * 256 + threadIdx.x;
    const float* p = rain + c;
    float store = 5.0f, runoff = 0.0f;
#pragma unroll 1
    for (int day = 0; day < days; day += 8) {
        float r[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) r[k] = p[k * (size_t)n];
#pragma unroll
        for (int k = 0; k < 8; ++k) soil_day(r[k], store, runoff);
        p += 8 * (size_t)n;
    }
    out[c] = runoff + store;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Search: greedy walks of 24 hops over a neighbour graph of 2 Mi vectors (32 floats each); each warp has four queries to walk.
__device__ __forceinline__ float warp_dot(float a, float b) {
    float d = a * b;
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) d += __shfl_xor_sync(FULL, d, s);
    return d;
}
__global__ void __launch_bounds__(256, 8) walk_vi_a(const float* __restrict__ vectors, const int* __restrict__ edge, const int* __restrict__ entry,
                                                 const float* __restrict__ query, float* __restrict__ score, int hops) {
    int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
#pragma unroll 1
    for (int w = 0; w < 4; ++w) {
        int id = warp * 4 + w, node = entry[id];
        float q = query[(size_t)id * 32 + lane], sum = 0.0f;
#pragma unroll 1
        for (int h = 0; h < hops; ++h) {
            float d = warp_dot(vectors[(size_t)node * 32 + lane], q);
            sum += fabsf(d);
            node = edge[2 * (size_t)node + (d > 0.0f ? 1 : 0)];
        }
        if (lane == 0) score[id] = sum;
    }
}
__global__ void __launch_bounds__(256, 8) walk_vi_b(const float* __restrict__ vectors, const int* __restrict__ edge, const int* __restrict__ entry,
                                                 const float* __restrict__ query, float* __restrict__ score, int hops) {
    int warp = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    int node[4];
    float q[4], sum[4];
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        node[w] = entry[warp * 4 + w];
        q[w] = query[(size_t)(warp * 4 + w) * 32 + lane];
        sum[w] = 0.0f;
    }
#pragma unroll 1
    for (int h = 0; h < hops; ++h) {
        float v[4];
#pragma unroll
        for (int w = 0; w < 4; ++w) v[w] = vectors[(size_t)node[w] * 32 + lane];
#pragma unroll
        for (int w = 0; w < 4; ++w) v[w] = warp_dot(v[w], q[w]);
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            sum[w] += fabsf(v[w]);
            node[w] = edge[2 * (size_t)node[w] + (v[w] > 0.0f ? 1 : 0)];
        }
    }
#pragma unroll
    for (int w = 0; w < 4; ++w) if (lane == 0) score[warp * 4 + w] = sum[w];
}

// ---------------------------------------------------------------------------------------------------------------------------
// Audio: a limiter's meter: each warp follows the envelopes of one channel's 32 interleaved taps, and stops at the first overload.
__global__ void __launch_bounds__(256, 8) meter_a(const float* __restrict__ audio, float* __restrict__ level, int length, float overload) {
    int channel = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float* p = audio + (size_t)channel * length + lane;
    float envelope = 0.0f, peak = 0.0f;
    int left = length;
    while (left > 0) {
        float s = fabsf(*p);
        envelope = fmaf(s - envelope, s > envelope ? 0.25f : 0.01f, envelope);
        if (__any_sync(FULL, envelope > overload)) break;
        peak = fmaxf(peak, envelope);
        p += 32; left -= 32;
    }
    level[channel * 32 + lane] = peak + 0.001f * (float)left;
}
__global__ void __launch_bounds__(256, 8) meter_b(const float* __restrict__ audio, float* __restrict__ level, int length, float overload) {
    int channel = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float* p = audio + (size_t)channel * length + lane;
    float envelope = 0.0f, peak = 0.0f;
    int left = length;
    float ahead[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) ahead[k] = p[k * 32];
    bool loud = false;
    while (left > 0) {                       // length is a multiple of 128: four steps whose samples were asked for one round before
        float s[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) s[k] = fabsf(ahead[k]);
        if (left > 128) {
#pragma unroll
            for (int k = 0; k < 4; ++k) ahead[k] = p[128 + k * 32];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (!loud) {
                envelope = fmaf(s[k] - envelope, s[k] > envelope ? 0.25f : 0.01f, envelope);
                loud = __any_sync(FULL, envelope > overload);
                if (!loud) { peak = fmaxf(peak, envelope); left -= 32; }
            }
        }
        if (loud) break;
        p += 128;
    }
    level[channel * 32 + lane] = peak + 0.001f * (float)left;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Speech coding: distortion of 4 Mi parameter vectors (8 values each, in planes) against the nearest of 66 codewords in shared memory.
__global__ void __launch_bounds__(256, 8) codeword_a(const float* __restrict__ planes, const float* __restrict__ book, float* __restrict__ distortion,
                                                  size_t n, int words, int pitch) {
    extern __shared__ float code[];                                     // [8][pitch]: one row a dimension
#pragma unroll 1
    for (int k = threadIdx.x; k < 8 * words; k += 256) code[(k & 7) * pitch + (k >> 3)] = book[k];
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float x[8];
#pragma unroll
    for (int d = 0; d < 8; ++d) x[d] = planes[d * n + i];
    __syncthreads();
    float best = 1e30f;
#pragma unroll 3
    for (int w = 0; w < words; ++w) {
        float e = 0.0f;
#pragma unroll
        for (int d = 0; d < 8; ++d) e += fabsf(x[d] - code[d * pitch + w]);
        best = fminf(best, e);
    }
    distortion[i] = best;
}
__global__ void __launch_bounds__(256, 8) codeword_b(const float* __restrict__ planes, const float* __restrict__ book, float* __restrict__ distortion,
                                                  size_t n, int words, int pitch) {
    extern __shared__ float4 code4[];                                   // [words][8]: a codeword is two 16-byte loads
#pragma unroll 1
    for (int k = threadIdx.x; k < 2 * words; k += 256) code4[k] = reinterpret_cast<const float4*>(book)[k];
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float x[8];
#pragma unroll
    for (int d = 0; d < 8; ++d) x[d] = planes[d * n + i];
    __syncthreads();
    float best = 1e30f;
#pragma unroll 3
    for (int w = 0; w < words; ++w) {
        float4 a = code4[2 * w], b = code4[2 * w + 1];
        float e = fabsf(x[0] - a.x);
        e += fabsf(x[1] - a.y); e += fabsf(x[2] - a.z); e += fabsf(x[3] - a.w);
        e += fabsf(x[4] - b.x); e += fabsf(x[5] - b.y); e += fabsf(x[6] - b.z); e += fabsf(x[7] - b.w);
        best = fminf(best, e);
    }
    distortion[i] = best;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Finance: credit scores by additive hinge models, one model of 640 rules for each of 32 market segments; customers come sorted, so
// that the 32 of a warp share a segment. The models of `a` are generated into code; those of `b` are read from a table.
constexpr int SEGMENTS = 32, RULES = 640;
__host__ __device__ constexpr uint32_t rule_hash(uint32_t x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__host__ __device__ constexpr float rule_knot(int s, int r) { return (float)(int)(rule_hash((uint32_t)(s * RULES + r) * 2u + 11u) >> 8) * (2.0f / 16777216.0f) - 1.0f; }
__host__ __device__ constexpr float rule_weight(int s, int r) { return (float)(int)(rule_hash((uint32_t)(s * RULES + r) * 2u + 12u) >> 8) * (2.0f / 16777216.0f) - 1.0f; }
template <int S> __device__ __forceinline__ float score_segment(const float (&f)[8]) {
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int r = 0; r < RULES; ++r) sum[r & 3] = fmaf(rule_weight(S, r), fmaxf(f[r & 7] - rule_knot(S, r), 0.0f), sum[r & 3]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
template <int S> __device__ __forceinline__ float score_any(int segment, const float (&f)[8]) {
    if constexpr (S == SEGMENTS - 1) return score_segment<S>(f);
    else {
        if (segment == S) return score_segment<S>(f);
        return score_any<S + 1>(segment, f);
    }
}
__global__ void __launch_bounds__(256, 8) credit_a(const float* __restrict__ features, const int* __restrict__ segment, const float4* __restrict__ model,
                                                float* __restrict__ score, size_t n) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float f[8];
#pragma unroll
    for (int d = 0; d < 8; ++d) f[d] = features[d * n + i];
    score[i] = score_any<0>(segment[i >> 5], f);
}
__global__ void __launch_bounds__(256, 8) credit_b(const float* __restrict__ features, const int* __restrict__ segment, const float4* __restrict__ model,
                                                float* __restrict__ score, size_t n) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    float f[8];
#pragma unroll
    for (int d = 0; d < 8; ++d) f[d] = features[d * n + i];
    const float4* rule = model + (size_t)segment[i >> 5] * (RULES / 2);
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 1
    for (int r = 0; r < RULES / 2; r += 4) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float4 m = rule[r + k];
            sum[(2 * k) & 3] = fmaf(m.y, fmaxf(f[2 * k] - m.x, 0.0f), sum[(2 * k) & 3]);
            sum[(2 * k + 1) & 3] = fmaf(m.w, fmaxf(f[2 * k + 1] - m.z, 0.0f), sum[(2 * k + 1) & 3]);
        }
    }
    score[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// ---------------------------------------------------------------------------------------------------------------------------
// Astronomy: every star's light curve is a polynomial of 192 terms kept in registers; it is searched at 256 common epochs for its
// greatest swing and its mean.
constexpr int TERMS = 192;
__constant__ float epochs[256];
__global__ void __launch_bounds__(128, 2) lightcurve_a(const float* __restrict__ coefficient, float* __restrict__ out, size_t n, int samples) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    float c[TERMS];
#pragma unroll
    for (int k = 0; k < TERMS; ++k) c[k] = coefficient[k * n + i];
    float swing = 0.0f, mean = 0.0f;
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
        float x = epochs[s], y = c[TERMS - 1];
#pragma unroll
        for (int k = TERMS - 2; k >= 0; --k) y = fmaf(y, x, c[k]);
        swing = fmaxf(swing, fabsf(y));
        mean += y;
    }
    out[i] = swing + mean / (float)samples;
}
__global__ void __launch_bounds__(128, 2) lightcurve_b(const float* __restrict__ coefficient, float* __restrict__ out, size_t n, int samples) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    float c[TERMS];
#pragma unroll
    for (int k = 0; k < TERMS; ++k) c[k] = coefficient[k * n + i];
    float swing = 0.0f, mean = 0.0f;
#pragma unroll 1
    for (int s = 0; s < samples; s += 4) {
        float x[4], y[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { x[j] = epochs[s + j]; y[j] = c[TERMS - 1]; }
#pragma unroll
        for (int k = TERMS - 2; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 4; ++j) y[j] = fmaf(y[j], x[j], c[k]);
#pragma unroll
        for (int j = 0; j < 4; ++j) { swing = fmaxf(swing, fabsf(y[j])); mean += y[j]; }
    }
    out[i] = swing + mean / (float)samples;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Risk: an account's 176 exposures (in registers) are revalued under 64 scenarios of eight factors; the books demand compensated sums.
constexpr int EXPOSURES = 176;
__constant__ float shock[64][8];
__global__ void __launch_bounds__(128, 2) revalue_a(const float* __restrict__ exposure, float* __restrict__ worst, size_t n, int scenarios) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    float v[EXPOSURES];
#pragma unroll
    for (int k = 0; k < EXPOSURES; ++k) v[k] = exposure[k * n + i];
    float low = 1e30f;
#pragma unroll 1
    for (int s = 0; s < scenarios; ++s) {
        float sum = 0.0f, lost = 0.0f;
#pragma unroll
        for (int k = 0; k < EXPOSURES; ++k) {
            float y = fmaf(v[k], shock[s][k & 7], -lost);
            float t = sum + y;
            lost = (t - sum) - y;
            sum = t;
        }
        low = fminf(low, sum);
    }
    worst[i] = low;
}
__global__ void __launch_bounds__(128, 2) revalue_b(const float* __restrict__ exposure, float* __restrict__ worst, size_t n, int scenarios) {
    size_t i = blockIdx.x * (size_t)128 + threadIdx.x;
    float v[EXPOSURES];
#pragma unroll
    for (int k = 0; k < EXPOSURES; ++k) v[k] = exposure[k * n + i];
    float low = 1e30f;
#pragma unroll 1
    for (int s = 0; s < scenarios; ++s) {
        float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f}, lost[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
        for (int k = 0; k < EXPOSURES; ++k) {
            float y = fmaf(v[k], shock[s][k & 7], -lost[k & 3]);
            float t = sum[k & 3] + y;
            lost[k & 3] = (t - sum[k & 3]) - y;
            sum[k & 3] = t;
        }
        low = fminf(low, (sum[0] + sum[1]) + (sum[2] + sum[3]) - ((lost[0] + lost[1]) + (lost[2] + lost[3])));
    }
    worst[i] = low;
}

// ---------------------------------------------------------------------------------------------------------------------------
// Physics (healthy): energy spectrum of 95 Mi events in 128 bins; each lane has its own column of the block's table.
__global__ void __launch_bounds__(512, 4) spectrum_a(const float4* __restrict__ energy, int* __restrict__ bins, int n4) {
    __shared__ int column[128][32];
    int lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < 128 * 32; k += 512) column[k >> 5][k & 31] = 0;
    __syncthreads();
    int step = gridDim.x * 512, i = blockIdx.x * 512 + threadIdx.x;
    for (; i + 3 * step < n4; i += 4 * step) {
        float4 e[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) e[k] = energy[i + k * step];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            atomicAdd(&column[(int)fmaf(e[k].x, 64.0f, 64.0f) & 127][lane], 1);
            atomicAdd(&column[(int)fmaf(e[k].y, 64.0f, 64.0f) & 127][lane], 1);
            atomicAdd(&column[(int)fmaf(e[k].z, 64.0f, 64.0f) & 127][lane], 1);
            atomicAdd(&column[(int)fmaf(e[k].w, 64.0f, 64.0f) & 127][lane], 1);
        }
    }
    for (; i < n4; i += step) {
        float4 e = energy[i];
        atomicAdd(&column[(int)fmaf(e.x, 64.0f, 64.0f) & 127][lane], 1);
        atomicAdd(&column[(int)fmaf(e.y, 64.0f, 64.0f) & 127][lane], 1);
        atomicAdd(&column[(int)fmaf(e.z, 64.0f, 64.0f) & 127][lane], 1);
        atomicAdd(&column[(int)fmaf(e.w, 64.0f, 64.0f) & 127][lane], 1);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int s = 0;
#pragma unroll 8
        for (int k = 0; k < 32; ++k) s += column[threadIdx.x][(k + lane) & 31];
        atomicAdd(&bins[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------------------------------------------------------------------
// Machine learning (healthy): softmax over 65536 rows of 1024 logits, a warp a row, the row in registers.
__global__ void __launch_bounds__(256, 4) attention_a(const float4* __restrict__ logits, float4* __restrict__ probability, float temperature) {
    size_t row = blockIdx.x * (size_t)8 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    const float4* p = logits + row * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = __ldcs(p + k * 32);
    float top = -1e30f;
#pragma unroll
    for (int k = 0; k < 8; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) top = fmaxf(top, __shfl_xor_sync(FULL, top, s));
    float scale = temperature * 1.4426950409f, shift = top * scale, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x = exp2f(fmaf(v[k].x, scale, -shift)); v[k].y = exp2f(fmaf(v[k].y, scale, -shift));
        v[k].z = exp2f(fmaf(v[k].z, scale, -shift)); v[k].w = exp2f(fmaf(v[k].w, scale, -shift));
        sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_xor_sync(FULL, sum, s);
    float inverse = 1.0f / sum;
    float4* o = probability + row * 256 + lane;
#pragma unroll
    for (int k = 0; k < 8; ++k) __stcs(o + k * 32, make_float4(v[k].x * inverse, v[k].y * inverse, v[k].z * inverse, v[k].w * inverse));
}

// ---------------------------------------------------------------------------------------------------------------------------
// Imaging (healthy): running sums along 16384 rows of 4096 pixels (rows of a summed-area table), one read and one write.
__global__ void __launch_bounds__(256, 4) integral_a(const float4* __restrict__ image, float4* __restrict__ sums) {
    __shared__ float total[32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const float4* p = image + blockIdx.x * (size_t)1024 + threadIdx.x;
    float4 v[4];
    float mine[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = p[k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z;
        mine[k] = v[k].w;
    }
#pragma unroll
    for (int s = 1; s < 32; s *= 2)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float up = __shfl_up_sync(FULL, mine[k], s);
            if (lane >= s) mine[k] += up;
        }
    if (lane == 31)
#pragma unroll
        for (int k = 0; k < 4; ++k) total[k * 8 + warp] = mine[k];
    __syncthreads();
    if (warp == 0) {
        float t = total[lane], s = t;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) { float up = __shfl_up_sync(FULL, s, d); if (lane >= d) s += up; }
        total[lane] = s - t;
    }
    __syncthreads();
    float4* o = sums + blockIdx.x * (size_t)1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float before = total[k * 8 + warp] + (mine[k] - v[k].w);
        o[k * 256] = make_float4(before + v[k].x, before + v[k].y, before + v[k].z, before + v[k].w);
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    float* in = harness::filled<float>((size_t)96 << 20);
    float* in2 = harness::filled<float>((size_t)4 << 20, 5);
    float* out = harness::empty<float>((size_t)1 << 26);

    const int catchments = 132 * 2048, days = 256;                          // 69 Mi floats
    const size_t nodes = (size_t)2 << 20;                                   // 64 Mi floats of vectors
    const int walkers = 132 * 64 * 2 * 4;                                   // two waves of warps, four walks each
    int* edge = harness::indices(nodes * 2, (uint32_t)nodes);
    int* entry = harness::indices(walkers, (uint32_t)nodes, 19);
    const int channels = 132 * 64 * 2, length = 4096;                       // 66 Mi floats
    const size_t voices = (size_t)4 << 20;                                  // eight planes: 32 Mi floats
    const int words = 66;
    float* book = harness::filled<float>(words * 8, 31);
    const size_t customers = (size_t)132 * 64 * 3 * 32;                     // three waves of warps
    int* segment = harness::indices(customers / 32, SEGMENTS, 23);
    std::vector<float4> rules((size_t)SEGMENTS * RULES / 2);
    for (int s = 0; s < SEGMENTS; ++s)
        for (int r = 0; r < RULES; r += 2)
            rules[((size_t)s * RULES + r) / 2] = make_float4(rule_knot(s, r), rule_weight(s, r), rule_knot(s, r + 1), rule_weight(s, r + 1));
    float4* model = harness::uploaded(rules);
    const size_t stars = (size_t)528 * 128, accounts = (size_t)528 * 128;   // two waves at two blocks an SM
    std::vector<float> when(256), factor(64 * 8);
    for (int k = 0; k < 256; ++k) when[k] = harness::unit((uint32_t)k + 401u);
    for (int k = 0; k < 512; ++k) factor[k] = harness::unit((uint32_t)k + 907u);
    CHECK(cudaMemcpyToSymbol(epochs, when.data(), 256 * 4));
    CHECK(cudaMemcpyToSymbol(shock, factor.data(), 512 * 4));
    int* bins = harness::empty<int>(128);
    const int events4 = 528 * 512 * 4 * 23;                                 // 95 Mi events: 23 full rounds of every thread

    const float4* in4 = (const float4*)in;
    float4* out4 = (float4*)out;
    const size_t narrow = 8 * (size_t)(words + 1) * 4, wide = 8 * (size_t)words * 4;
    std::vector<harness::Case> cases = {
        {"catchment_a", [=] { catchment_a<<<catchments / 256, 256>>>(in, out, catchments, days); }, out, (size_t)catchments},
        {"catchment_b", [=] { catchment_b<<<catchments / 256, 256>>>(in, out, catchments, days); }, out, (size_t)catchments},
        {"walk_vi_a", [=] { walk_vi_a<<<walkers / 32, 256>>>(in, edge, entry, in2, out, 24); }, out, (size_t)walkers},
        {"walk_vi_b", [=] { walk_vi_b<<<walkers / 32, 256>>>(in, edge, entry, in2, out, 24); }, out, (size_t)walkers},
        {"meter_a", [=] { meter_a<<<channels / 8, 256>>>(in, out, length, 0.9995f); }, out, (size_t)channels * 32},
        {"meter_b", [=] { meter_b<<<channels / 8, 256>>>(in, out, length, 0.9995f); }, out, (size_t)channels * 32},
        {"codeword_a", [=] { codeword_a<<<(unsigned)(voices / 256), 256, narrow>>>(in, book, out, voices, words, words + 1); }, out, voices},
        {"codeword_b", [=] { codeword_b<<<(unsigned)(voices / 256), 256, wide>>>(in, book, out, voices, words, words); }, out, voices},
        {"credit_a", [=] { credit_a<<<(unsigned)(customers / 256), 256>>>(in, segment, model, out, customers); }, out, customers},
        {"credit_b", [=] { credit_b<<<(unsigned)(customers / 256), 256>>>(in, segment, model, out, customers); }, out, customers},
        {"lightcurve_a", [=] { lightcurve_a<<<(unsigned)(stars / 128), 128>>>(in, out, stars, 256); }, out, stars},
        {"lightcurve_b", [=] { lightcurve_b<<<(unsigned)(stars / 128), 128>>>(in, out, stars, 256); }, out, stars},
        {"revalue_a", [=] { revalue_a<<<(unsigned)(accounts / 128), 128>>>(in, out, accounts, 64); }, out, accounts},
        {"revalue_b", [=] { revalue_b<<<(unsigned)(accounts / 128), 128>>>(in, out, accounts, 64); }, out, accounts},
        {"spectrum_a", [=] { CHECK(cudaMemsetAsync(bins, 0, 128 * 4)); spectrum_a<<<528, 512>>>(in4, bins, events4); }, bins, 128, Output::i32},
        {"attention_a", [=] { attention_a<<<8192, 256>>>(in4, out4, 3.0f); }, out, (size_t)1 << 26},
        {"integral_a", [=] { integral_a<<<16384, 256>>>(in4, out4); }, out, (size_t)1 << 26},
    };
    return harness::run(argc, argv, cases);
}
