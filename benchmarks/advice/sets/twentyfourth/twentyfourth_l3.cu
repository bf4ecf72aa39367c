// Eleven kernels of projects from microscopy to storage, measured before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr int kSMs = 132;

// ---- Training framework: gradients of gain and shift of a layer norm, 768 channels, summed over 65536 tokens.
constexpr int kTokens = 65536, kWidth = 768, kShares = 32;

template <int kRows, bool kAdd>
__device__ __forceinline__ void norm_grad(const float* __restrict__ dy, const float* __restrict__ unit, float* __restrict__ grad) {
    __shared__ float2 part[8][32];
    int c = blockIdx.x * 32 + threadIdx.x, y = threadIdx.y;
    const size_t first = ((size_t)blockIdx.y * kRows + y) * kWidth + c;
    float gain = 0.0f, shift = 0.0f;
#pragma unroll 4
    for (int r = 0; r < kRows; r += 8) {
        size_t at = first + (size_t)r * kWidth;
        float d = dy[at];
        gain = fmaf(d, unit[at], gain);
        shift += d;
    }
    part[y][threadIdx.x] = make_float2(gain, shift);
    __syncthreads();
    if (y == 0) {
#pragma unroll
        for (int k = 1; k < 8; ++k) { gain += part[k][threadIdx.x].x; shift += part[k][threadIdx.x].y; }
        if (kAdd) { atomicAdd(grad + c, gain); atomicAdd(grad + kWidth + c, shift); }
        else { grad[c] = gain; grad[kWidth + c] = shift; }
    }
}
__global__ void __launch_bounds__(256) weaver_guild_l3_a(const float* __restrict__ dy, const float* __restrict__ unit, float* __restrict__ grad) { norm_grad<kTokens, false>(dy, unit, grad); }
__global__ void __launch_bounds__(256) weaver_guild_l3_b(const float* __restrict__ dy, const float* __restrict__ unit, float* __restrict__ grad) { norm_grad<kTokens / kShares, true>(dy, unit, grad); }

// ---- Population genetics: shared alleles of every two of 192 variants, one bit a haplotype, 33792 words a variant.
constexpr int kVariants = 192, kWords = 33792, kCuts = 11;

template <int kCount, bool kAdd>
__device__ __forceinline__ void alleles(const unsigned* __restrict__ bits, int* __restrict__ shared_by) {
    __shared__ unsigned sa[32][33], sb[32][33];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned* pa = bits + (size_t)(blockIdx.y * 32 + warp * 4) * kWords + blockIdx.z * kCount + lane;
    const unsigned* pb = bits + (size_t)(blockIdx.x * 32 + warp * 4) * kWords + blockIdx.z * kCount + lane;
    unsigned na[4], nb[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { na[j] = pa[j * kWords]; nb[j] = pb[j * kWords]; }
    int n00 = 0, n01 = 0, n10 = 0, n11 = 0;
    for (int from = 32; from <= kCount; from += 32) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; ++j) { sa[warp * 4 + j][lane] = na[j]; sb[warp * 4 + j][lane] = nb[j]; }
        __syncthreads();
        if (from < kCount) {
#pragma unroll
            for (int j = 0; j < 4; ++j) { na[j] = pa[j * kWords + from]; nb[j] = pb[j * kWords + from]; }
        }
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            unsigned a0 = sa[ty][k], a1 = sa[ty + 16][k], b0 = sb[tx][k], b1 = sb[tx + 16][k];
            n00 += __popc(a0 & b0); n01 += __popc(a0 & b1);
            n10 += __popc(a1 & b0); n11 += __popc(a1 & b1);
        }
    }
    int* out = shared_by + (blockIdx.y * 32 + ty) * kVariants + blockIdx.x * 32 + tx;
    if (kAdd) {
        atomicAdd(out, n00); atomicAdd(out + 16, n01);
        atomicAdd(out + 16 * kVariants, n10); atomicAdd(out + 16 * kVariants + 16, n11);
    } else {
        out[0] = n00; out[16] = n01; out[16 * kVariants] = n10; out[16 * kVariants + 16] = n11;
    }
}
__global__ void __launch_bounds__(256) orchard_rows_l3_a(const unsigned* __restrict__ bits, int* __restrict__ shared_by) { alleles<kWords, false>(bits, shared_by); }
__global__ void __launch_bounds__(256) orchard_rows_l3_b(const unsigned* __restrict__ bits, int* __restrict__ shared_by) { alleles<kWords / kCuts, true>(bits, shared_by); }

// ---- Geodesy: potential at survey points from spherical harmonics to degree 160; coefficients and factors of the recursion in shared memory.
constexpr int kDegree = 160, kTerms = (kDegree + 1) * (kDegree + 2) / 2, kPoints = 2 * kSMs * 640 * 2;
constexpr int kHarmonicBytes = kTerms * (int)sizeof(float4);
__constant__ float sector[kDegree + 1];

template <int kBlock>  // two points a thread
__device__ __forceinline__ void harmonics(const float4* __restrict__ terms, const float2* __restrict__ places, float* __restrict__ potential) {
    extern __shared__ float4 table[];
    for (int k = threadIdx.x; k < kTerms; k += kBlock) table[k] = terms[k];
    __syncthreads();
    int i = blockIdx.x * (2 * kBlock) + threadIdx.x;
    float t[2], u[2], cl[2], sl[2], cm[2], sm[2], diag[2], v[2];
#pragma unroll
    for (int p = 0; p < 2; ++p) {
        float2 place = places[i + p * kBlock];
        t[p] = 0.7f * place.x;
        u[p] = sqrtf(1.0f - t[p] * t[p]);
        __sincosf(3.1415926f * place.y, &sl[p], &cl[p]);
        cm[p] = 1.0f; sm[p] = 0.0f; diag[p] = 1.0f; v[p] = 0.0f;
    }
    const float4* q = table;
#pragma unroll 1
    for (int m = 0; m <= kDegree; ++m) {
        float last[2] = {0.0f, 0.0f}, now[2] = {diag[0], diag[1]}, c[2] = {0.0f, 0.0f}, s[2] = {0.0f, 0.0f};
#pragma unroll 4
        for (int n = m; n <= kDegree; ++n) {
            float4 w = *q++;
#pragma unroll
            for (int p = 0; p < 2; ++p) {
                c[p] = fmaf(w.x, now[p], c[p]);
                s[p] = fmaf(w.y, now[p], s[p]);
                float next = fmaf(w.z * t[p], now[p], -w.w * last[p]);
                last[p] = now[p];
                now[p] = next;
            }
        }
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            v[p] = fmaf(c[p], cm[p], fmaf(s[p], sm[p], v[p]));
            float turn = fmaf(cm[p], cl[p], -sm[p] * sl[p]);
            sm[p] = fmaf(sm[p], cl[p], cm[p] * sl[p]);
            cm[p] = turn;
            diag[p] *= u[p] * sector[m];
        }
    }
#pragma unroll
    for (int p = 0; p < 2; ++p) potential[i + p * kBlock] = v[p];
}
__global__ void __launch_bounds__(1024, 1) mountain_survey_l3_a(const float4* __restrict__ terms, const float2* __restrict__ places, float* __restrict__ potential) { harmonics<1024>(terms, places, potential); }
__global__ void __launch_bounds__(640, 1) mountain_survey_l3_b(const float4* __restrict__ terms, const float2* __restrict__ places, float* __restrict__ potential) { harmonics<640>(terms, places, potential); }

// ---- Localisation microscopy: picture of all found emitters, a block a tile of 16 x 16 pixels and its list.
constexpr int kTiles = 96 * 88, kPiece = 512;

__device__ __forceinline__ float splat(const float4* __restrict__ found, int from, int to) {
    __shared__ float4 batch[256];
    int t = threadIdx.x;
    float px = t % 16 + 0.5f, py = t / 16 + 0.5f, sum = 0.0f;
    for (int at = from; at < to; at += 256) {
        __syncthreads();
        if (at + t < to) batch[t] = found[at + t];
        __syncthreads();
        int here = min(256, to - at);
#pragma unroll 8
        for (int k = 0; k < here; ++k) {
            float4 q = batch[k];
            float dx = fmaf(q.x, 9.0f, 8.0f) - px, dy = fmaf(q.y, 9.0f, 8.0f) - py;
            float w = fmaxf(fmaf(-0.06f, fmaf(dx, dx, dy * dy), 1.2f + 0.2f * q.w), 0.0f);
            sum = fmaf(w * w, 1.1f + q.z, sum);
        }
    }
    return sum;
}
__global__ void __launch_bounds__(256, 8) harbor_lights_l3_a(const float4* __restrict__ found, const int* __restrict__ starts, float* __restrict__ picture) {
    int tile = blockIdx.x;
    picture[tile * 256 + threadIdx.x] = splat(found, starts[tile], starts[tile + 1]);
}
__global__ void __launch_bounds__(256, 8) harbor_lights_l3_b(const float4* __restrict__ found, const int4* __restrict__ pieces, float* __restrict__ picture) {
    int4 piece = pieces[blockIdx.x];  // tile, from, to, is the whole list
    float sum = splat(found, piece.y, piece.z);
    float* pixel = picture + piece.x * 256 + threadIdx.x;
    if (piece.w) *pixel = sum;
    else atomicAdd(pixel, sum);
}

// ---- Neuroscience: cable equation of 264 dendrites of 512 compartments, 24 steps in time.
constexpr int kDendrites = 264, kParts = 512, kTicks = 24;

__device__ __forceinline__ float membrane(float left, float v, float right, float drive) {
    return v + 0.2f * (left - 2.0f * v + right) - 0.01f * v * (1.0f - v * v) + 0.05f * drive;
}
__global__ void __launch_bounds__(kParts) garden_gate_l3_a(const float* __restrict__ v, const float* __restrict__ drive, float* __restrict__ next) {
    int t = threadIdx.x, at = blockIdx.x * kParts + t;
    next[at] = membrane(v[t > 0 ? at - 1 : at], v[at], v[t < kParts - 1 ? at + 1 : at], drive[at]);
}
__global__ void __launch_bounds__(kParts) garden_gate_l3_b(const float* __restrict__ v, const float* __restrict__ drive, float* __restrict__ last) {
    __shared__ float cable[2][kParts];
    int t = threadIdx.x, at = blockIdx.x * kParts + t;
    float mine = v[at], push = drive[at];
#pragma unroll 2
    for (int k = 0; k < kTicks; ++k) {
        cable[k % 2][t] = mine;
        __syncthreads();
        mine = membrane(cable[k % 2][t > 0 ? t - 1 : t], mine, cable[k % 2][t < kParts - 1 ? t + 1 : t], push);
    }
    last[at] = mine;
}

// ---- Radio receiver: complex samples freed of offset and imbalance, mixed down with a table of 4096 phases, then their power in steps of the gain.
constexpr int kSamples = 32 << 20, kPhases = 4096;

__device__ __forceinline__ float2 balanced(float2 z) { float q = z.y - 0.004f; return make_float2(z.x - 0.006f, fmaf(1.03f, q, 0.02f * z.x)); }
__device__ __forceinline__ float2 mixed(float2 z, float2 w) { return make_float2(fmaf(z.x, w.x, -z.y * w.y), fmaf(z.x, w.y, z.y * w.x)); }
__device__ __forceinline__ float power(float2 z, float gain) { return gain * fmaf(z.x, z.x, z.y * z.y); }

__global__ void __launch_bounds__(256) ferry_crossing_l3_a0(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = balanced(in[i]);
}
__global__ void __launch_bounds__(256) ferry_crossing_l3_a1(const float2* __restrict__ in, const float2* __restrict__ phases, float2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = mixed(in[i], phases[i % kPhases]);
}
__global__ void __launch_bounds__(256) ferry_crossing_l3_a2(const float2* __restrict__ in, float gain, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = power(in[i], gain);
}
__global__ void __launch_bounds__(256) ferry_crossing_l3_b(const float2* __restrict__ in, const float2* __restrict__ phases, float gain, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = power(mixed(balanced(in[i]), phases[i % kPhases]), gain);
}

// ---- Near-infrared sorting: spectra of 2048 bands calibrated by dark and white reference, then freed of each spectrum's mean and spread.
constexpr int kSpectra = 24576, kBands = 2048;

__device__ __forceinline__ float4 reflectance(float4 v, float4 dark, float4 white) {
    return make_float4((v.x - dark.x) * white.x, (v.y - dark.y) * white.y, (v.z - dark.z) * white.z, (v.w - dark.w) * white.w);
}
__device__ __forceinline__ float2 mean_and_scale(float4 v, float4 w) {
    __shared__ float2 part[8];
    float s = v.x + v.y + v.z + v.w + w.x + w.y + w.z + w.w;
    float q = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w + w.x * w.x + w.y * w.y + w.z * w.z + w.w * w.w;
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(0xffffffffu, s, o); q += __shfl_xor_sync(0xffffffffu, q, o); }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = make_float2(s, q);
    __syncthreads();
    s = q = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { s += part[k].x; q += part[k].y; }
    float mean = s * (1.0f / kBands);
    return make_float2(mean, rsqrtf(q * (1.0f / kBands) - mean * mean + 1e-6f));
}
__device__ __forceinline__ float4 standard(float4 v, float2 ms) {
    return make_float4((v.x - ms.x) * ms.y, (v.y - ms.x) * ms.y, (v.z - ms.x) * ms.y, (v.w - ms.x) * ms.y);
}
__global__ void __launch_bounds__(256) quarry_echoes_l3_a0(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ white, float4* __restrict__ out) {
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (kBands / 4) + t;
    float4 v = raw[i], w = raw[i + 256];
    out[i] = reflectance(v, dark[t], white[t]);
    out[i + 256] = reflectance(w, dark[t + 256], white[t + 256]);
}
__global__ void __launch_bounds__(256) quarry_echoes_l3_a1(const float4* __restrict__ in, float2* __restrict__ stats) {
    size_t i = (size_t)blockIdx.x * (kBands / 4) + threadIdx.x;
    float2 ms = mean_and_scale(in[i], in[i + 256]);
    if (threadIdx.x == 0) stats[blockIdx.x] = ms;
}
__global__ void __launch_bounds__(256) quarry_echoes_l3_a2(const float4* __restrict__ in, const float2* __restrict__ stats, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * (kBands / 4) + threadIdx.x;
    float2 ms = stats[blockIdx.x];
    float4 v = in[i], w = in[i + 256];
    out[i] = standard(v, ms);
    out[i + 256] = standard(w, ms);
}
__global__ void __launch_bounds__(256) quarry_echoes_l3_b(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ white, float4* __restrict__ out) {
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (kBands / 4) + t;
    float4 v = raw[i], w = raw[i + 256];
    v = reflectance(v, dark[t], white[t]);
    w = reflectance(w, dark[t + 256], white[t + 256]);
    float2 ms = mean_and_scale(v, w);
    out[i] = standard(v, ms);
    out[i + 256] = standard(w, ms);
}

// ---- Camera pipeline: fall of light towards the corners mended with a measured radial table of 4096 entries held in shared memory.
constexpr int kWide = 8192, kHigh = 6336, kPixels = kWide * kHigh, kRadii = 4096;

__device__ __forceinline__ void hold_table(const float4* __restrict__ radial, float* table) {
#pragma unroll
    for (int j = 0; j < kRadii / 1024; ++j) reinterpret_cast<float4*>(table)[threadIdx.x + 256 * j] = radial[threadIdx.x + 256 * j];
    __syncthreads();
}
__device__ __forceinline__ float fall_off(int i, const float* table) {
    float dx = (float)(i % kWide - kWide / 2), dy = (float)(i / kWide - kHigh / 2);
    constexpr float per = (kRadii - 1) / (0.25f * ((float)kWide * kWide + (float)kHigh * kHigh));
    return table[(int)(fmaf(dx, dx, dy * dy) * per)];
}
__global__ void __launch_bounds__(256) lamp_post_l3_a(const float* __restrict__ in, const float4* __restrict__ radial, float* __restrict__ out) {
    __shared__ __align__(16) float table[kRadii];
    hold_table(radial, table);
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[i] * (1.5f + fall_off(i, table));
}
__global__ void __launch_bounds__(256) lamp_post_l3_b(const float* __restrict__ in, const float4* __restrict__ radial, float* __restrict__ out) {
    __shared__ __align__(16) float table[kRadii];
    hold_table(radial, table);
#pragma unroll 4
    for (int from = 0; from < kPixels; from += kSMs * 8 * 256) {
        int i = from + blockIdx.x * 256 + threadIdx.x;
        out[i] = in[i] * (1.5f + fall_off(i, table));
    }
}

// ---- Bank: present value of amortising loans under 40 scenarios of the short rate, 240 months.
constexpr int kLoans = 256 * 352, kScenarios = 40, kMonths = 240;

__device__ __forceinline__ float present_value(float4 loan, float4 scenario) {
    float rate = fmaf(0.01f, scenario.x, 0.03f), mean = fmaf(0.01f, scenario.y, 0.04f), pull = fmaf(0.02f, scenario.z, 0.03f);
    float owed = 1.5f + loan.x, keep = fmaf(0.002f, loan.y, 0.994f), coupon = fmaf(0.001f, loan.z, 0.004f), fee = 0.0005f * (1.1f + scenario.w) + 0.0002f * loan.w;
    float discount = 1.0f, value = 0.0f;
#pragma unroll 8
    for (int m = 0; m < kMonths; ++m) {
        rate = fmaf(pull, mean - rate, rate);
        discount = fmaf(-discount, rate * (1.0f / 12.0f), discount);
        value = fmaf(fmaf(owed, coupon, fee), discount, value);
        owed *= keep;
    }
    return value;
}
__global__ void __launch_bounds__(kScenarios) winter_market_l3_a(const float4* __restrict__ loans, const float4* __restrict__ scenarios, float* __restrict__ values) {
    int loan = blockIdx.x, s = threadIdx.x;
    values[loan * kScenarios + s] = present_value(loans[loan], scenarios[s]);
}
__global__ void __launch_bounds__(256) winter_market_l3_b(const float4* __restrict__ loans, const float4* __restrict__ scenarios, float* __restrict__ values) {
    int i = blockIdx.x * 256 + threadIdx.x;
    values[i] = present_value(loans[i / kScenarios], scenarios[i % kScenarios]);
}

// ---- Ephemeris service: summed squared distance of 24 bodies at each asked time, Chebyshev series of 13 terms a coordinate.
constexpr int kAsked = (kSMs * 8 * 12 + 12) * 512, kMoons = 24, kSeries = 13;
__constant__ float series[kMoons][3][kSeries];

template <int kBlock>  // two times a thread
__device__ __forceinline__ void sky(const float* __restrict__ times, float* __restrict__ sums) {
    int i = blockIdx.x * (2 * kBlock) + threadIdx.x;
    float t[2] = {times[i], times[i + kBlock]}, sum[2] = {0.0f, 0.0f};
#pragma unroll 1
    for (int b = 0; b < kMoons; ++b)
#pragma unroll
        for (int c = 0; c < 3; ++c) {
            float b1[2] = {0.0f, 0.0f}, b2[2] = {0.0f, 0.0f};
#pragma unroll
            for (int k = kSeries - 1; k >= 0; --k)
#pragma unroll
                for (int p = 0; p < 2; ++p) {
                    float b0 = fmaf(k > 0 ? 2.0f * t[p] : t[p], b1[p], series[b][c][k] - b2[p]);
                    b2[p] = b1[p];
                    b1[p] = b0;
                }
#pragma unroll
            for (int p = 0; p < 2; ++p) sum[p] = fmaf(b1[p], b1[p], sum[p]);
        }
    sums[i] = sum[0];
    sums[i + kBlock] = sum[1];
}
__global__ void __launch_bounds__(256, 8) clock_tower_l3_a(const float* __restrict__ times, float* __restrict__ sums) { sky<256>(times, sums); }
__global__ void __launch_bounds__(128, 16) clock_tower_l3_b(const float* __restrict__ times, float* __restrict__ sums) { sky<128>(times, sums); }

// ---- Storage array: parity of four disks, by as many blocks as the machine holds.
constexpr int kChest = kSMs * 8 * 256 * 24;

__global__ void __launch_bounds__(256, 8) cedar_chest_l3_a(const uint4* __restrict__ a, const uint4* __restrict__ b, const uint4* __restrict__ c, const uint4* __restrict__ d, uint4* __restrict__ p) {
#pragma unroll 1
    for (int from = 0; from < kChest; from += kSMs * 8 * 256) {
        int i = from + blockIdx.x * 256 + threadIdx.x;
        uint4 x = __ldcs(a + i), y = __ldcs(b + i), z = __ldcs(c + i), w = __ldcs(d + i);
        __stcs(p + i, make_uint4(x.x ^ y.x ^ z.x ^ w.x, x.y ^ y.y ^ z.y ^ w.y, x.z ^ y.z ^ z.z ^ w.z, x.w ^ y.w ^ z.w ^ w.w));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t tokens = (size_t)kTokens * kWidth;
    float *dy = filled<float>(tokens, 11), *unit = filled<float>(tokens, 12), *grad = empty<float>(2 * kWidth);
    add("weaver_guild_l3_a", grad, 2 * kWidth, Output::f32, [=] { weaver_guild_l3_a<<<kWidth / 32, dim3(32, 8)>>>(dy, unit, grad); });
    add("weaver_guild_l3_b", grad, 2 * kWidth, Output::f32, [=] {
        CHECK(cudaMemsetAsync(grad, 0, 2 * kWidth * sizeof(float)));
        weaver_guild_l3_b<<<dim3(kWidth / 32, kShares), dim3(32, 8)>>>(dy, unit, grad); });

    const unsigned* bits = reinterpret_cast<const unsigned*>(indices((size_t)kVariants * kWords, 0xffffffffu, 13));
    int* common = empty<int>(kVariants * kVariants);
    add("orchard_rows_l3_a", common, kVariants * kVariants, Output::i32, [=] { orchard_rows_l3_a<<<dim3(6, 6), 256>>>(bits, common); });
    add("orchard_rows_l3_b", common, kVariants * kVariants, Output::i32, [=] {
        CHECK(cudaMemsetAsync(common, 0, kVariants * kVariants * sizeof(int)));
        orchard_rows_l3_b<<<dim3(6, 6, kCuts), 256>>>(bits, common); });

    std::vector<float4> terms; std::vector<float> sectors;
    for (int m = 0; m <= kDegree; ++m) {
        sectors.push_back(m == 0 ? (float)std::sqrt(3.0) : (float)std::sqrt((2.0 * m + 3.0) / (2.0 * m + 2.0)));
        for (int n = m; n <= kDegree; ++n) {
            double up = n + 1.0, a = std::sqrt((4 * up * up - 1) / (up * up - (double)m * m));
            double b = n == m ? 0.0 : std::sqrt((2 * up + 1) * (up + m - 1) * (up - m - 1) / ((2 * up - 3) * (up * up - (double)m * m)));
            float fade = 1.0f / (1.0f + n * n);
            terms.push_back(make_float4(fade * (harness::unit(2 * terms.size() + 14) + 0.3f), fade * harness::unit(2 * terms.size() + 15), (float)a, (float)b));
        }
    }
    CHECK(cudaMemcpyToSymbol(sector, sectors.data(), sectors.size() * sizeof(float)));
    float4* harmonic = uploaded(terms);
    const float2* places = reinterpret_cast<const float2*>(filled<float>(kPoints * 2, 16));
    float* potential = empty<float>(kPoints);
    CHECK(cudaFuncSetAttribute(mountain_survey_l3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kHarmonicBytes));
    CHECK(cudaFuncSetAttribute(mountain_survey_l3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kHarmonicBytes));
    add("mountain_survey_l3_a", potential, kPoints, Output::f32, [=] { mountain_survey_l3_a<<<kPoints / 2048, 1024, kHarmonicBytes>>>(harmonic, places, potential); });
    add("mountain_survey_l3_b", potential, kPoints, Output::f32, [=] { mountain_survey_l3_b<<<kPoints / 1280, 640, kHarmonicBytes>>>(harmonic, places, potential); });

    std::vector<int> starts(1, 0); std::vector<int4> pieces;
    for (int tile = 0; tile < kTiles; ++tile) {
        bool crowd = tile % 704 == 600;  // twelve clusters of the specimen
        int from = starts.back(), to = from + (crowd ? 24576 + (int)(harness::hash32(tile) % 1024) : 128 + (int)(harness::hash32(tile) % 257));
        starts.push_back(to);
        for (int at = from; at < to; at += kPiece) pieces.push_back(make_int4(tile, at, std::min(at + kPiece, to), to - from <= kPiece));
    }
    float4* found = reinterpret_cast<float4*>(filled<float>((size_t)starts.back() * 4, 17));
    int *d_starts = uploaded(starts), count_pieces = (int)pieces.size();
    int4* d_pieces = uploaded(pieces);
    float* picture = empty<float>(kTiles * 256);
    add("harbor_lights_l3_a", picture, kTiles * 256, Output::f32, [=] { harbor_lights_l3_a<<<kTiles, 256>>>(found, d_starts, picture); });
    add("harbor_lights_l3_b", picture, kTiles * 256, Output::f32, [=] {
        CHECK(cudaMemsetAsync(picture, 0, kTiles * 256 * sizeof(float)));
        harbor_lights_l3_b<<<count_pieces, 256>>>(found, d_pieces, picture); });

    constexpr int cells = kDendrites * kParts;
    float *rest = filled<float>(cells, 18), *drive = filled<float>(cells, 19), *even = empty<float>(cells), *odd = empty<float>(cells);
    add("garden_gate_l3_a", odd, cells, Output::f32, [=] {
        for (int k = 0; k < kTicks; ++k) garden_gate_l3_a<<<kDendrites, kParts>>>(k == 0 ? rest : k % 2 ? even : odd, drive, k % 2 ? odd : even); });
    add("garden_gate_l3_b", odd, cells, Output::f32, [=] { garden_gate_l3_b<<<kDendrites, kParts>>>(rest, drive, odd); });

    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    float2 *iq = f2(filled<float>((size_t)kSamples * 2, 20)), *level = f2(empty<float>((size_t)kSamples * 2)), *base = f2(empty<float>((size_t)kSamples * 2));
    std::vector<float2> turns(kPhases);
    for (int k = 0; k < kPhases; ++k) turns[k] = make_float2((float)std::cos(6.283185307179586 * 731 * k / kPhases), (float)std::sin(6.283185307179586 * 731 * k / kPhases));
    float2* phases = uploaded(turns);
    float* watts = empty<float>(kSamples);
    add("ferry_crossing_l3_a0", watts, kSamples, Output::f32, [=] {
        ferry_crossing_l3_a0<<<kSamples / 256, 256>>>(iq, level);
        ferry_crossing_l3_a1<<<kSamples / 256, 256>>>(level, phases, base);
        ferry_crossing_l3_a2<<<kSamples / 256, 256>>>(base, 1.7f, watts); });
    add("ferry_crossing_l3_b", watts, kSamples, Output::f32, [=] { ferry_crossing_l3_b<<<kSamples / 256, 256>>>(iq, phases, 1.7f, watts); });

    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    constexpr size_t light = (size_t)kSpectra * kBands;
    float4 *raw = f4(filled<float>(light, 21)), *dark = f4(filled<float>(kBands, 22)), *white = f4(filled<float>(kBands, 23));
    float4 *clean = f4(empty<float>(light)), *flat = f4(empty<float>(light));
    float2* stats = f2(empty<float>(kSpectra * 2));
    add("quarry_echoes_l3_a0", flat, light, Output::f32, [=] {
        quarry_echoes_l3_a0<<<kSpectra, 256>>>(raw, dark, white, clean);
        quarry_echoes_l3_a1<<<kSpectra, 256>>>(clean, stats);
        quarry_echoes_l3_a2<<<kSpectra, 256>>>(clean, stats, flat); });
    add("quarry_echoes_l3_b", flat, light, Output::f32, [=] { quarry_echoes_l3_b<<<kSpectra, 256>>>(raw, dark, white, flat); });

    float *photo = filled<float>(kPixels, 24), *mended = empty<float>(kPixels);
    float4* radial = f4(filled<float>(kRadii, 25));
    add("lamp_post_l3_a", mended, kPixels, Output::f32, [=] { lamp_post_l3_a<<<kPixels / 256, 256>>>(photo, radial, mended); });
    add("lamp_post_l3_b", mended, kPixels, Output::f32, [=] { lamp_post_l3_b<<<kSMs * 8, 256>>>(photo, radial, mended); });

    float4 *loans = f4(filled<float>(kLoans * 4, 26)), *scenarios = f4(filled<float>(kScenarios * 4, 27));
    float* values = empty<float>(kLoans * kScenarios);
    add("winter_market_l3_a", values, kLoans * kScenarios, Output::f32, [=] { winter_market_l3_a<<<kLoans, kScenarios>>>(loans, scenarios, values); });
    add("winter_market_l3_b", values, kLoans * kScenarios, Output::f32, [=] { winter_market_l3_b<<<kLoans * kScenarios / 256, 256>>>(loans, scenarios, values); });

    std::vector<float> orbit(kMoons * 3 * kSeries);
    for (size_t k = 0; k < orbit.size(); ++k) orbit[k] = harness::unit((uint32_t)k + 28) / (1.0f + k % kSeries);
    CHECK(cudaMemcpyToSymbol(series, orbit.data(), orbit.size() * sizeof(float)));
    float *times = filled<float>(kAsked, 29), *sums = empty<float>(kAsked);
    add("clock_tower_l3_a", sums, kAsked, Output::f32, [=] { clock_tower_l3_a<<<kAsked / 512, 256>>>(times, sums); });
    add("clock_tower_l3_b", sums, kAsked, Output::f32, [=] { clock_tower_l3_b<<<kAsked / 256, 128>>>(times, sums); });

    auto disk = [](uint32_t seed) { return reinterpret_cast<const uint4*>(indices((size_t)kChest * 4, 0xffffffffu, seed)); };
    const uint4 *d0 = disk(30), *d1 = disk(7030), *d2 = disk(170030), *d3 = disk(2900030);
    uint4* parity = reinterpret_cast<uint4*>(empty<int>((size_t)kChest * 4));
    add("cedar_chest_l3_a", parity, (size_t)kChest * 4, Output::i32, [=] { cedar_chest_l3_a<<<kSMs * 8, 256>>>(d0, d1, d2, d3, parity); });

    return harness::run(argc, argv, cases);
}
