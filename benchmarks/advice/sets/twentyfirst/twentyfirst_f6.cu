// Eleven more cases about arithmetic and waiting, after the manner of real projects: before (_a) and after (_b).
#include "harness.cuh"

#include <utility>

using harness::Case;
using harness::Output;

// ---- Finance: Asian calls on spices by simulation, 64 steps a path, normal numbers by Box and Muller.
constexpr int kPaths = 132 * 256 * 64, kMonths = 64;

__device__ __forceinline__ float fresh(uint32_t& state) {  // uniform in (0, 1)
    state = state * 747796405u + 2891336453u;
    uint32_t word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return __uint_as_float(((word ^ (word >> 22)) >> 9) | 0x3f800000u) - 0.99999994f;
}

__global__ void __launch_bounds__(256) saffron_options_f6_a(const float* __restrict__ spot, const float* __restrict__ vigour, float* __restrict__ payoff) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = 100.0f + 5.0f * spot[i], sigma = fmaf(0.02f, vigour[i], 0.06f), drift = 0.002f - 0.5f * sigma * sigma, sum = 0.0f;
    uint32_t state = i * 2654435761u + 17u;
#pragma unroll 2
    for (int month = 0; month < kMonths; month += 2) {
        float u = fresh(state), v = fresh(state), sn, cs;
        float radius = sigma * sqrtf(-2.0f * logf(u));
        sincosf(6.2831853f * v - 3.1415927f, &sn, &cs);
        s *= expf(fmaf(radius, cs, drift));
        sum += s;
        s *= expf(fmaf(radius, sn, drift));
        sum += s;
    }
    payoff[i] = fmaxf(sum * (1.0f / kMonths) - 100.0f, 0.0f);
}

__global__ void __launch_bounds__(256) saffron_options_f6_b(const float* __restrict__ spot, const float* __restrict__ vigour, float* __restrict__ payoff) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = 100.0f + 5.0f * spot[i], sigma = fmaf(0.02f, vigour[i], 0.06f), drift = 0.002f - 0.5f * sigma * sigma, sum = 0.0f;
    uint32_t state = i * 2654435761u + 17u;
#pragma unroll 2
    for (int month = 0; month < kMonths; month += 2) {
        float u = fresh(state), v = fresh(state), sn, cs;
        float square = fmaxf(-2.0f * __logf(u), 1e-12f), radius = sigma * square * rsqrtf(square);
        __sincosf(6.2831853f * v - 3.1415927f, &sn, &cs);
        s *= __expf(fmaf(radius, cs, drift));
        sum += s;
        s *= __expf(fmaf(radius, sn, drift));
        sum += s;
    }
    payoff[i] = fmaxf(sum * (1.0f / kMonths) - 100.0f, 0.0f);
}

// ---- Ray casting: how many of 256 rays meet each box of a scene, by slabs.
constexpr int kCrates = 132 * 256 * 32, kRays = 256;

template <bool kInverse>
__device__ __forceinline__ float along(float wall, float from, float way) { return kInverse ? (wall - from) * way : (wall - from) / way; }

template <bool kInverse>
__device__ __forceinline__ void maze(const float* __restrict__ centre, const float* __restrict__ extent, const float4* __restrict__ origin, const float4* __restrict__ way, int* __restrict__ met) {
    __shared__ float4 from[kRays], to[kRays];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x, n = 0;
    from[t] = origin[t];
    float4 w = way[t];
    to[t] = kInverse ? make_float4(1.0f / w.x, 1.0f / w.y, 1.0f / w.z, 0.0f) : w;
    float low[3], high[3];
#pragma unroll
    for (int d = 0; d < 3; ++d) {
        float c = centre[(size_t)d * kCrates + i], e = fabsf(0.4f * extent[(size_t)d * kCrates + i]);
        low[d] = c - e;
        high[d] = c + e;
    }
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kRays; ++k) {
        float4 o = from[k], d = to[k];
        float x0 = along<kInverse>(low[0], o.x, d.x), x1 = along<kInverse>(high[0], o.x, d.x);
        float y0 = along<kInverse>(low[1], o.y, d.y), y1 = along<kInverse>(high[1], o.y, d.y);
        float z0 = along<kInverse>(low[2], o.z, d.z), z1 = along<kInverse>(high[2], o.z, d.z);
        float enter = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fminf(z0, z1)), leave = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
        n += enter <= leave;
    }
    met[i] = n;
}

__global__ void __launch_bounds__(256) crystal_maze_f6_a(const float* __restrict__ centre, const float* __restrict__ extent, const float4* __restrict__ origin, const float4* __restrict__ way, int* __restrict__ met) { maze<false>(centre, extent, origin, way, met); }
__global__ void __launch_bounds__(256) crystal_maze_f6_b(const float* __restrict__ centre, const float* __restrict__ extent, const float4* __restrict__ origin, const float4* __restrict__ way, int* __restrict__ met) { maze<true>(centre, extent, origin, way, met); }

// ---- Convolution layers: lays out the 3x3 neighbourhoods of 64 channels of 14 pictures as a matrix (im2col), all sizes known at run time only.
constexpr int kPictures = 14, kPlanes = 64, kSide = 112, kTaps = 3;
constexpr int kLaid = kPictures * kPlanes * kTaps * kTaps * kSide * kSide;

struct Shape { int width, height, kernel, channels; };
struct Magic { uint32_t divisor, factor, shift; };
struct Magics { Magic width, height, kernel; };

__global__ void __launch_bounds__(256) lace_patterns_f6_a(const float* __restrict__ picture, Shape shape, int n, float* __restrict__ laid) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int x = i % shape.width, rest = i / shape.width;
    int y = rest % shape.height; rest /= shape.height;
    int kx = rest % shape.kernel; rest /= shape.kernel;
    int ky = rest % shape.kernel, plane = rest / shape.kernel;
    x += kx - shape.kernel / 2;
    y += ky - shape.kernel / 2;
    bool inside = (unsigned)x < (unsigned)shape.width && (unsigned)y < (unsigned)shape.height;
    laid[i] = inside ? picture[(plane * shape.height + y) * shape.width + x] : 0.0f;
}

__device__ __forceinline__ int parted(int n, const Magic& m, int& rest) {  // n / divisor and n % divisor for n < 2^31
    int q = __umulhi((uint32_t)n, m.factor) >> m.shift;
    rest = n - q * (int)m.divisor;
    return q;
}

__global__ void __launch_bounds__(256) lace_patterns_f6_b(const float* __restrict__ picture, Shape shape, Magics magic, int n, float* __restrict__ laid) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int x, y, kx, ky, rest = parted(i, magic.width, x);
    rest = parted(rest, magic.height, y);
    rest = parted(rest, magic.kernel, kx);
    int plane = parted(rest, magic.kernel, ky);
    x += kx - shape.kernel / 2;
    y += ky - shape.kernel / 2;
    bool inside = (unsigned)x < (unsigned)shape.width && (unsigned)y < (unsigned)shape.height;
    laid[i] = inside ? picture[(plane * shape.height + y) * shape.width + x] : 0.0f;
}

// ---- Genomics: the best of 128 probes of 128 bases (two bits a base) for each sample by number of unlike bases.
constexpr int kSamples = 132 * 256 * 16, kProbes = 128;

__device__ __forceinline__ int unlike_one_by_one(uint32_t a, uint32_t b) {
    int n = 0;
#pragma unroll
    for (int base = 0; base < 16; ++base) n += ((a >> (2 * base)) & 3u) != ((b >> (2 * base)) & 3u);
    return n;
}
__device__ __forceinline__ int unlike_at_once(uint32_t a, uint32_t b) {
    uint32_t x = a ^ b;
    return __popc((x | (x >> 1)) & 0x55555555u);
}

template <bool kAtOnce>
__device__ __forceinline__ void feathers(const uint32_t* __restrict__ sample, const uint4* __restrict__ probe, int* __restrict__ best) {
    __shared__ uint4 near[kProbes * 2];
    int i = blockIdx.x * 256 + threadIdx.x, least = 1 << 20;
    near[threadIdx.x] = probe[threadIdx.x];
    uint32_t s[8];
#pragma unroll
    for (int w = 0; w < 8; ++w) s[w] = sample[(size_t)w * kSamples + i];
    __syncthreads();
    auto unlike = [](uint32_t a, uint32_t b) { return kAtOnce ? unlike_at_once(a, b) : unlike_one_by_one(a, b); };
#pragma unroll 2
    for (int k = 0; k < kProbes; ++k) {
        uint4 p = near[2 * k], q = near[2 * k + 1];
        int n = unlike(s[0], p.x) + unlike(s[1], p.y) + unlike(s[2], p.z) + unlike(s[3], p.w) + unlike(s[4], q.x) + unlike(s[5], q.y) + unlike(s[6], q.z) + unlike(s[7], q.w);
        least = min(least, n << 8 | k);
    }
    best[i] = least;
}

__global__ void __launch_bounds__(256) heron_feathers_f6_a(const uint32_t* __restrict__ sample, const uint4* __restrict__ probe, int* __restrict__ best) { feathers<false>(sample, probe, best); }
__global__ void __launch_bounds__(256) heron_feathers_f6_b(const uint32_t* __restrict__ sample, const uint4* __restrict__ probe, int* __restrict__ best) { feathers<true>(sample, probe, best); }

// ---- Sonar: matched filter of 16384 taps at 16896 lags, a lag a thread, summed with Kahan's correction.
constexpr int kLags = 132 * 128, kCall = 16384, kPart = 2048;

template <int kSums>
__device__ __forceinline__ void calls(const float* __restrict__ sea, const float* __restrict__ call, float* __restrict__ match) {
    __shared__ float4 taps[kPart / 4];
    __shared__ float heard[kPart + 128];
    int t = threadIdx.x, lag = blockIdx.x * 128;
    float sum[kSums] = {}, lost[kSums] = {};
    for (int from = 0; from < kCall; from += kPart) {
#pragma unroll
        for (int k = t; k < kPart / 4; k += 128) taps[k] = reinterpret_cast<const float4*>(call + from)[k];
#pragma unroll
        for (int k = t; k < kPart + 128; k += 128) heard[k] = sea[lag + from + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kPart; k += 4) {
            float4 h = taps[k / 4];
            float tap[4] = {h.x, h.y, h.z, h.w};
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float y = __fmaf_rn(tap[j], heard[k + j + t], -lost[j % kSums]), total = __fadd_rn(sum[j % kSums], y);
                lost[j % kSums] = __fsub_rn(__fsub_rn(total, sum[j % kSums]), y);
                sum[j % kSums] = total;
            }
        }
        __syncthreads();
    }
    float all = 0.0f;
#pragma unroll
    for (int j = 0; j < kSums; ++j) all += sum[j] - lost[j];
    match[lag + t] = all;
}

__global__ void __launch_bounds__(128) whale_calls_f6_a(const float* __restrict__ sea, const float* __restrict__ call, float* __restrict__ match) { calls<1>(sea, call, match); }
__global__ void __launch_bounds__(128) whale_calls_f6_b(const float* __restrict__ sea, const float* __restrict__ call, float* __restrict__ match) { calls<4>(sea, call, match); }

// ---- Data frames: totals of a column of goods by one of 24576 merchants, in tables of 96 KB of shared memory, two blocks an SM.
constexpr int kMerchants = 24576, kLedgers = 264, kEntries = kLedgers * 256 * 1024;

template <int kAhead>
__device__ __forceinline__ void ledger(const int* __restrict__ merchant, const int* __restrict__ goods, int* __restrict__ total) {
    extern __shared__ int table[];
    for (int k = threadIdx.x; k < kMerchants; k += 256) table[k] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kEntries; i += kLedgers * 256 * kAhead) {
        int who[kAhead], what[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) { who[j] = merchant[i + j * kLedgers * 256]; what[j] = goods[i + j * kLedgers * 256]; }
#pragma unroll
        for (int j = 0; j < kAhead; ++j) atomicAdd(&table[who[j]], what[j]);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kMerchants; k += 256) total[blockIdx.x * kMerchants + k] = table[k];
}

__global__ void __launch_bounds__(256) caravan_ledger_f6_a(const int* __restrict__ merchant, const int* __restrict__ goods, int* __restrict__ total) { ledger<1>(merchant, goods, total); }
__global__ void __launch_bounds__(256) caravan_ledger_f6_b(const int* __restrict__ merchant, const int* __restrict__ goods, int* __restrict__ total) { ledger<8>(merchant, goods, total); }

// ---- Gradient-boosted trees: 128 trees of depth 11 vote on each of 16896 customers with 32 features.
constexpr int kGuests = 132 * 128, kTrees = 128, kDepth = 11, kTraits = 32;

template <int kWalks>
__device__ __forceinline__ void orchard(const float* __restrict__ trait, const float2* __restrict__ node, const float* __restrict__ leaf, float* __restrict__ vote) {
    __shared__ float mine[kTraits][128];
    int t = threadIdx.x, guest = blockIdx.x * 128 + t;
#pragma unroll
    for (int f = 0; f < kTraits; ++f) mine[f][t] = trait[f * kGuests + guest];
    float sum = 0.0f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; tree += kWalks) {
        int at[kWalks];
#pragma unroll
        for (int w = 0; w < kWalks; ++w) at[w] = 1;
#pragma unroll 1
        for (int level = 0; level < kDepth; ++level) {
            float2 n[kWalks];
#pragma unroll
            for (int w = 0; w < kWalks; ++w) n[w] = __ldg(node + ((tree + w) << kDepth) + at[w]);
#pragma unroll
            for (int w = 0; w < kWalks; ++w) at[w] = 2 * at[w] + (mine[__float_as_int(n[w].y) & (kTraits - 1)][t] > n[w].x);
        }
#pragma unroll
        for (int w = 0; w < kWalks; ++w) sum += leaf[((tree + w) << kDepth) + at[w] - (1 << kDepth)];
    }
    vote[guest] = sum;
}

__global__ void __launch_bounds__(128) willow_orchard_f6_a(const float* __restrict__ trait, const float2* __restrict__ node, const float* __restrict__ leaf, float* __restrict__ vote) { orchard<1>(trait, node, leaf, vote); }
__global__ void __launch_bounds__(128) willow_orchard_f6_b(const float* __restrict__ trait, const float2* __restrict__ node, const float* __restrict__ leaf, float* __restrict__ vote) { orchard<8>(trait, node, leaf, vote); }

// ---- Colour grading: a network of 3, 16, 16 and 3 neurons on every pixel, two pixels a thread.
constexpr int kFilm = 132 * 512 * 256;
struct Weights { float in[16][3], mid[16][16], out[3][16]; };

struct Exact { static __device__ __forceinline__ float add(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Fused { static __device__ __forceinline__ float add(float a, float b, float c) { return __fmaf_rn(a, b, c); } };

template <class Rule>
__device__ __forceinline__ void grade(const float* __restrict__ film, const Weights& weights, float* __restrict__ print) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float x[2][3], a[2][16], b[2][16];
#pragma unroll
    for (int p = 0; p < 2; ++p)
#pragma unroll
        for (int c = 0; c < 3; ++c) x[p][c] = film[(size_t)c * kFilm + i + 256 * p];
#pragma unroll
    for (int n = 0; n < 16; ++n)
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            float v = 0.1f;
#pragma unroll
            for (int c = 0; c < 3; ++c) v = Rule::add(weights.in[n][c], x[p][c], v);
            a[p][n] = fmaxf(v, 0.0f);
        }
#pragma unroll
    for (int n = 0; n < 16; ++n)
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            float v = 0.1f;
#pragma unroll
            for (int c = 0; c < 16; ++c) v = Rule::add(weights.mid[n][c], a[p][c], v);
            b[p][n] = fmaxf(v, 0.0f);
        }
#pragma unroll
    for (int n = 0; n < 3; ++n)
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            float v = 0.1f;
#pragma unroll
            for (int c = 0; c < 16; ++c) v = Rule::add(weights.out[n][c], b[p][c], v);
            print[(size_t)n * kFilm + i + 256 * p] = v;
        }
}

__global__ void __launch_bounds__(256) velvet_cinema_f6_a(const float* __restrict__ film, const __grid_constant__ Weights weights, float* __restrict__ print) { grade<Exact>(film, weights, print); }
__global__ void __launch_bounds__(256) velvet_cinema_f6_b(const float* __restrict__ film, const __grid_constant__ Weights weights, float* __restrict__ print) { grade<Fused>(film, weights, print); }

// ---- Shading: 24 octaves of turning noise with the constants of the one of 64 clays that each tile of 32 pixels shows.
constexpr int kTiles = 132 * 64 * 64, kClays = 64, kOctaves = 24;
struct Clay { float c, s, step, fade; };

__host__ __device__ constexpr float spread(uint32_t x) { return (float)((x * 2654435761u + 40503u) >> 12 & 4095u) * (1.0f / 4096.0f); }
__host__ __device__ constexpr Clay clay(int m) {
    return Clay{1.15f + 0.2f * spread(4 * m + 1), 0.4f + 0.2f * spread(4 * m + 2), 0.1f + 0.8f * spread(4 * m + 3), 0.75f + 0.1f * spread(4 * m + 4)};
}

__device__ __forceinline__ void octave(float& x, float& y, float& weight, float& sum, const Clay& m) {
    float u = fmaf(x, m.c, fmaf(-y, m.s, m.step)), v = fmaf(x, m.s, fmaf(y, m.c, m.step));
    float p = fabsf(u - __fadd_rn(__fadd_rn(u, 12582912.0f), -12582912.0f)), q = fabsf(v - __fadd_rn(__fadd_rn(v, 12582912.0f), -12582912.0f));
    sum = fmaf(weight, p * fmaf(-2.0f, p, 3.0f) * (q * fmaf(-2.0f, q, 3.0f)), sum);
    weight *= m.fade;
    x = u; y = v;
}

template <int kClay>
__device__ __forceinline__ float fired(float x, float y) {
    constexpr Clay m = clay(kClay);
    float weight = 1.0f, sum = 0.0f;
#pragma unroll
    for (int o = 0; o < kOctaves; ++o) octave(x, y, weight, sum, m);
    return sum;
}

template <int kFrom, int kTo>
__device__ __forceinline__ float chosen(int m, float x, float y) {
    if constexpr (kTo - kFrom == 1) return fired<kFrom>(x, y);
    else return m < (kFrom + kTo) / 2 ? chosen<kFrom, (kFrom + kTo) / 2>(m, x, y) : chosen<(kFrom + kTo) / 2, kTo>(m, x, y);
}

__global__ void __launch_bounds__(256) clay_kiln_f6_a(const float* __restrict__ across, const float* __restrict__ down, const int* __restrict__ kind, float* __restrict__ shade) {
    int i = blockIdx.x * 256 + threadIdx.x, m = __shfl_sync(0xffffffffu, kind[i / 32], 0);
    shade[i] = chosen<0, kClays>(m, across[i], down[i]);
}

__global__ void __launch_bounds__(256) clay_kiln_f6_b(const float* __restrict__ across, const float* __restrict__ down, const int* __restrict__ kind, const float4* __restrict__ clays, float* __restrict__ shade) {
    int i = blockIdx.x * 256 + threadIdx.x, which = __shfl_sync(0xffffffffu, kind[i / 32], 0);
    float4 f = clays[which];
    Clay m{f.x, f.y, f.z, f.w};
    float x = across[i], y = down[i], weight = 1.0f, sum = 0.0f;
#pragma unroll 4
    for (int o = 0; o < kOctaves; ++o) octave(x, y, weight, sum, m);
    shade[i] = sum;
}

// ---- Inference: bias and leaky ramp on 256 channels of 56x56 in 88 pictures, channels first.
constexpr int kKites = 88, kColours = 256, kCloth = 56 * 56;

__device__ __forceinline__ float ramp(float v) { return fmaxf(v, 0.1f * v); }

__global__ void __launch_bounds__(256) paper_kites_f6_a(const float4* __restrict__ kite, const float* __restrict__ bias, int cloth, int colours, float4* __restrict__ flown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float b = bias[4 * i / cloth % colours];
    float4 v = kite[i];
    flown[i] = make_float4(ramp(v.x + b), ramp(v.y + b), ramp(v.z + b), ramp(v.w + b));
}

__global__ void __launch_bounds__(256) paper_kites_f6_b(const float4* __restrict__ kite, const float* __restrict__ bias, uint32_t factor, uint32_t shift, int colours, float4* __restrict__ flown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float b = bias[(__umulhi(4u * i, factor) >> shift) & (colours - 1)];
    float4 v = kite[i];
    flown[i] = make_float4(ramp(v.x + b), ramp(v.y + b), ramp(v.z + b), ramp(v.w + b));
}

// ---- Encryption: the first 64 bytes of the ChaCha20 key stream of each session with its own nonce; word w of all sessions is a row.
constexpr int kVaults = 132 * 256 * 128;
struct Key { uint32_t word[8], nonce[2]; };

__device__ __forceinline__ uint32_t rolled(uint32_t v, int n) { return __funnelshift_l(v, v, n); }
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d = rolled(d ^ a, 16);
    c += d; b = rolled(b ^ c, 12);
    a += b; d = rolled(d ^ a, 8);
    c += d; b = rolled(b ^ c, 7);
}

__global__ void __launch_bounds__(256) iron_vault_f6_a(const uint32_t* __restrict__ nonce, Key key, uint32_t* __restrict__ stream) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t first[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.word[0], key.word[1], key.word[2], key.word[3], key.word[4], key.word[5], key.word[6], key.word[7],
                          1u, nonce[i], key.nonce[0], key.nonce[1]}, x[16];
#pragma unroll
    for (int w = 0; w < 16; ++w) x[w] = first[w];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int w = 0; w < 16; ++w) stream[(size_t)w * kVaults + i] = x[w] + first[w];
}

static Magic magic_of(uint32_t d) {  // for numerators below 2^31
    int log = 0;
    while ((1u << log) < d) ++log;
    uint64_t p = 31 + log;
    return {d, (uint32_t)(((1ull << p) + d - 1) / d), (uint32_t)(p - 32)};
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };

    constexpr size_t pool = 132 * 1024 * 1024;
    static_assert(pool >= (size_t)kCrates * 7 && pool >= (size_t)kLaid && pool >= (size_t)kFilm * 3 && pool >= (size_t)kTiles * 64 && pool >= (size_t)kKites * kColours * kCloth && pool >= (size_t)kVaults * 16, "shared");
    const float* sea = filled<float>(pool, 71);
    float* land = empty<float>(pool);
    int* land_int = reinterpret_cast<int*>(land);
    const int* words = indices(pool, 0xffffffffu, 72);
    const uint32_t* bits = reinterpret_cast<const uint32_t*>(words);

    add("saffron_options_f6_a", land, kPaths, Output::f32, [=] { saffron_options_f6_a<<<kPaths / 256, 256>>>(sea, sea + kPaths, land); });
    add("saffron_options_f6_b", land, kPaths, Output::f32, [=] { saffron_options_f6_b<<<kPaths / 256, 256>>>(sea, sea + kPaths, land); });

    const float4 *origin = four(sea + (size_t)6 * kCrates), *way = four(sea + (size_t)6 * kCrates + 4 * kRays);
    add("crystal_maze_f6_a", land_int, kCrates, Output::i32, [=] { crystal_maze_f6_a<<<kCrates / 256, 256>>>(sea, sea + (size_t)3 * kCrates, origin, way, land_int); });
    add("crystal_maze_f6_b", land_int, kCrates, Output::i32, [=] { crystal_maze_f6_b<<<kCrates / 256, 256>>>(sea, sea + (size_t)3 * kCrates, origin, way, land_int); });

    Shape shape{kSide, kSide, kTaps, kPlanes};
    Magics magic{magic_of(kSide), magic_of(kSide), magic_of(kTaps)};
    add("lace_patterns_f6_a", land, kLaid, Output::f32, [=] { lace_patterns_f6_a<<<(kLaid + 255) / 256, 256>>>(sea, shape, kLaid, land); });
    add("lace_patterns_f6_b", land, kLaid, Output::f32, [=] { lace_patterns_f6_b<<<(kLaid + 255) / 256, 256>>>(sea, shape, magic, kLaid, land); });

    const uint4* probe = reinterpret_cast<const uint4*>(bits + (size_t)8 * kSamples);
    add("heron_feathers_f6_a", land_int, kSamples, Output::i32, [=] { heron_feathers_f6_a<<<kSamples / 256, 256>>>(bits, probe, land_int); });
    add("heron_feathers_f6_b", land_int, kSamples, Output::i32, [=] { heron_feathers_f6_b<<<kSamples / 256, 256>>>(bits, probe, land_int); });

    add("whale_calls_f6_a", land, kLags, Output::f32, [=] { whale_calls_f6_a<<<kLags / 128, 128>>>(sea, sea + (1 << 20), land); });
    add("whale_calls_f6_b", land, kLags, Output::f32, [=] { whale_calls_f6_b<<<kLags / 128, 128>>>(sea, sea + (1 << 20), land); });

    const int *merchant = indices(kEntries, kMerchants, 73), *goods = indices(kEntries, 100, 74);
    constexpr int table = kMerchants * 4;
    CHECK(cudaFuncSetAttribute(caravan_ledger_f6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, table));
    CHECK(cudaFuncSetAttribute(caravan_ledger_f6_b, cudaFuncAttributeMaxDynamicSharedMemorySize, table));
    add("caravan_ledger_f6_a", land_int, kLedgers * kMerchants, Output::i32, [=] { caravan_ledger_f6_a<<<kLedgers, 256, table>>>(merchant, goods, land_int); });
    add("caravan_ledger_f6_b", land_int, kLedgers * kMerchants, Output::i32, [=] { caravan_ledger_f6_b<<<kLedgers, 256, table>>>(merchant, goods, land_int); });

    std::vector<float> forest((size_t)(kTrees << kDepth) * 2), leaves((size_t)kTrees << kDepth);
    for (size_t k = 0; k < leaves.size(); ++k) {
        int feature = harness::hash32(3 * k + 1) % kTraits;
        forest[2 * k] = 0.5f * harness::unit(3 * k);
        std::memcpy(&forest[2 * k + 1], &feature, 4);
        leaves[k] = harness::unit(3 * k + 2);
    }
    const float2* node = reinterpret_cast<const float2*>(harness::uploaded(forest));
    const float* leaf = harness::uploaded(leaves);
    add("willow_orchard_f6_a", land, kGuests, Output::f32, [=] { willow_orchard_f6_a<<<kGuests / 128, 128>>>(sea, node, leaf, land); });
    add("willow_orchard_f6_b", land, kGuests, Output::f32, [=] { willow_orchard_f6_b<<<kGuests / 128, 128>>>(sea, node, leaf, land); });

    Weights weights;
    for (size_t k = 0; k < sizeof(Weights) / 4; ++k) reinterpret_cast<float*>(&weights)[k] = 0.4f * harness::unit(900 + k);
    add("velvet_cinema_f6_a", land, (size_t)kFilm * 3, Output::f32, [=] { velvet_cinema_f6_a<<<kFilm / 512, 256>>>(sea, weights, land); });
    add("velvet_cinema_f6_b", land, (size_t)kFilm * 3, Output::f32, [=] { velvet_cinema_f6_b<<<kFilm / 512, 256>>>(sea, weights, land); });

    const int* kind = indices(kTiles, kClays, 75);
    std::vector<float> shelf;
    for (int m = 0; m < kClays; ++m) { Clay c = clay(m); shelf.insert(shelf.end(), {c.c, c.s, c.step, c.fade}); }
    const float* clays = harness::uploaded(shelf);
    add("clay_kiln_f6_a", land, (size_t)kTiles * 32, Output::f32, [=] { clay_kiln_f6_a<<<kTiles / 8, 256>>>(sea, sea + (size_t)kTiles * 32, kind, land); });
    add("clay_kiln_f6_b", land, (size_t)kTiles * 32, Output::f32, [=] { clay_kiln_f6_b<<<kTiles / 8, 256>>>(sea, sea + (size_t)kTiles * 32, kind, four(clays), land); });

    constexpr int flying = kKites * kColours * kCloth;
    Magic cloth = magic_of(kCloth);
    float4* flown = reinterpret_cast<float4*>(land);
    add("paper_kites_f6_a", land, flying, Output::f32, [=] { paper_kites_f6_a<<<flying / 1024, 256>>>(four(sea), sea, kCloth, kColours, flown); });
    add("paper_kites_f6_b", land, flying, Output::f32, [=] { paper_kites_f6_b<<<flying / 1024, 256>>>(four(sea), sea, cloth.factor, cloth.shift, kColours, flown); });

    Key key;
    for (uint32_t k = 0; k < 10; ++k) reinterpret_cast<uint32_t*>(&key)[k] = harness::hash32(500 + k);
    add("iron_vault_f6_a", land_int, (size_t)kVaults * 16, Output::i32, [=] { iron_vault_f6_a<<<kVaults / 256, 256>>>(bits, key, reinterpret_cast<uint32_t*>(land)); });

    return harness::run(argc, argv, cases);
}
