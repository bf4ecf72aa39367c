// Free mixture, part 1: nine defects, one mild pair, three healthy kernels, of unlike applications.
#include "harness.cuh"
#include <cuda_fp16.h>

// ---------------------------------------------------------------- weather: column integrals of soundings
constexpr int kColumns = 524288, kLevels = 96;
__global__ void harness_fill_columns(float* p, int columns, int levels, uint32_t seed, bool level_major) {
    size_t n = (size_t)columns * levels;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t c = (uint32_t)(i / levels), k = (uint32_t)(i % levels);
        p[level_major ? (size_t)k * columns + c : i] = harness::unit((uint32_t)i * 2654435761u + seed);
    }
}
struct Sounding {
    float thickness = 0, water = 0, unstable = 0, previous = 0;
    __device__ __forceinline__ void level(int k, float t, float q) {
        float dlnp = 0.01f + 0.0002f * k;
        float temperature = 260.0f + 25.0f * t, humidity = 0.004f * (1.0f + q);
        float tv = temperature * fmaf(0.61f, humidity, 1.0f);
        thickness = fmaf(29.27f * tv, dlnp, thickness);
        water = fmaf(humidity, dlnp * (1000.0f - 9.0f * k), water);
        unstable += fmaxf(previous - tv, 0.0f) * dlnp;
        previous = tv;
    }
};
__global__ void __launch_bounds__(256) sounding_levels_a(const float* __restrict__ t, const float* __restrict__ q, float* __restrict__ out, int columns, int levels) {
    int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= columns) return;
    const float* tc = t + (size_t)c * levels;
    const float* qc = q + (size_t)c * levels;
    Sounding s;
#pragma unroll 8
    for (int k = 0; k < levels; ++k) s.level(k, tc[k], qc[k]);
    out[c] = s.thickness; out[columns + c] = s.water; out[2 * columns + c] = s.unstable;
}
__global__ void __launch_bounds__(256) sounding_levels_b(const float* __restrict__ t, const float* __restrict__ q, float* __restrict__ out, int columns, int levels) {
    int c = blockIdx.x * 256 + threadIdx.x;
    if (c >= columns) return;
    Sounding s;
#pragma unroll 8
    for (int k = 0; k < levels; ++k) s.level(k, t[(size_t)k * columns + c], q[(size_t)k * columns + c]);
    out[c] = s.thickness; out[columns + c] = s.water; out[2 * columns + c] = s.unstable;
}

// ---------------------------------------------------------------- compositing of 8-bit video planes
constexpr size_t kPixels = 96u << 20;
__global__ void harness_fill_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
__device__ __forceinline__ uint32_t over(uint32_t f, uint32_t g, uint32_t a) {
    uint32_t v = f * a + g * (255 - a) + 128;
    return (v + (v >> 8)) >> 8;
}
__global__ void __launch_bounds__(256) plane_over_a(const uint8_t* __restrict__ fg, const uint8_t* __restrict__ bg, const uint8_t* __restrict__ alpha,
                                                    uint8_t* __restrict__ out, size_t n) {
#pragma unroll 2
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        out[i] = (uint8_t)over(fg[i], bg[i], alpha[i]);
}
__device__ __forceinline__ uint32_t over4(uint32_t f, uint32_t g, uint32_t a) {
    uint32_t r = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8) r |= over((f >> b) & 255, (g >> b) & 255, (a >> b) & 255) << b;
    return r;
}
__global__ void __launch_bounds__(256) plane_over_b(const uint4* __restrict__ fg, const uint4* __restrict__ bg, const uint4* __restrict__ alpha,
                                                    uint4* __restrict__ out, size_t n16) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n16; i += (size_t)gridDim.x * 256) {
        uint4 f = fg[i], g = bg[i], a = alpha[i];
        out[i] = make_uint4(over4(f.x, g.x, a.x), over4(f.y, g.y, a.y), over4(f.z, g.z, a.z), over4(f.w, g.w, a.w));
    }
}

// ---------------------------------------------------------------- ultrasound: recursive smoothing of short lines, forward and back
constexpr int kLines = 1 << 20, kSamples = 64, kLineBlock = 128;
__device__ __forceinline__ void smooth_lines(const float* __restrict__ in, float* __restrict__ out, int pitch) {
    extern __shared__ float lines[];
    size_t base = (size_t)blockIdx.x * kLineBlock * kSamples;
    int tid = threadIdx.x;
#pragma unroll 16
    for (int j = 0; j < kSamples; ++j) {
        int idx = j * kLineBlock + tid;
        lines[(idx / kSamples) * pitch + idx % kSamples] = in[base + idx];
    }
    __syncthreads();
    float* mine = lines + tid * pitch;
    float y1 = 0, y2 = 0;
#pragma unroll 8
    for (int k = 0; k < kSamples; ++k) {
        float y = fmaf(0.25f, mine[k], fmaf(1.1f, y1, -0.35f * y2));
        mine[k] = y; y2 = y1; y1 = y;
    }
    y1 = y2 = 0;
#pragma unroll 8
    for (int k = kSamples - 1; k >= 0; --k) {
        float y = fmaf(0.25f, mine[k], fmaf(1.1f, y1, -0.35f * y2));
        mine[k] = y; y2 = y1; y1 = y;
    }
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < kSamples; ++j) {
        int idx = j * kLineBlock + tid;
        out[base + idx] = lines[(idx / kSamples) * pitch + idx % kSamples];
    }
}
__global__ void __launch_bounds__(kLineBlock) ultrasound_lines_a(const float* __restrict__ in, float* __restrict__ out, int pitch) { smooth_lines(in, out, pitch); }
__global__ void __launch_bounds__(kLineBlock) ultrasound_lines_b(const float* __restrict__ in, float* __restrict__ out, int pitch) { smooth_lines(in, out, pitch); }

// ---------------------------------------------------------------- combustion: explicit substeps of a species network
constexpr int kCells = 524288, kSpecies = 28, kReactions = 56;
__device__ __forceinline__ void ignite(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int cells, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= cells) return;
    float y[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = 0.55f + 0.45f * in[(size_t)s * cells + i];
    float T = 1.0f + 0.2f * temp[i];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        float dy[kSpecies];
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) dy[s] = 0;
        float heat = 0;
#pragma unroll
        for (int r = 0; r < kReactions; ++r) {
            const int a = r % kSpecies, b = (r * 5 + 3) % kSpecies, c = (r * 11 + 7) % kSpecies;
            float rate = fmaf(T, 0.2f + 0.001f * r, 0.01f * (r % 7)) * y[a] * y[b];
            dy[a] -= rate; dy[b] -= rate; dy[c] = fmaf(2.0f, rate, dy[c]);
            heat += rate;
        }
        T = fmaf(0.0002f, heat - T, T);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] = fmaxf(fmaf(0.02f, dy[s], y[s]), 0.0f);
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) out[(size_t)s * cells + i] = y[s];
}
__global__ void __launch_bounds__(256, 8) ignition_cells_a(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int cells, int steps) { ignite(in, temp, out, cells, steps); }
__global__ void __launch_bounds__(256) ignition_cells_b(const float* __restrict__ in, const float* __restrict__ temp, float* __restrict__ out, int cells, int steps) { ignite(in, temp, out, cells, steps); }

// ---------------------------------------------------------------- genomics: low-complexity score of reads from triplet counts (2 bits a base)
constexpr int kReads = 1 << 20;
template <typename Count>
__device__ __forceinline__ void count_triplets(const uint32_t* __restrict__ seq, int reads, int i, Count count) {
    uint32_t t = 0;
#pragma unroll 1
    for (int w = 0; w < 8; ++w) {
        uint32_t word = seq[(size_t)w * reads + i];
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            t = ((t << 2) | (word & 3)) & 63;
            word >>= 2;
            if (b >= 2 || w > 0) count(t >> 2, 1u << ((t & 3) * 8));
        }
    }
}
__device__ __forceinline__ int pairs_of(uint32_t packed) {
    int s = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8) { int c = (packed >> b) & 255; s += c * (c - 1) / 2; }
    return s;
}
__global__ void __launch_bounds__(128) read_complexity_vii_a(const uint32_t* __restrict__ seq, float* __restrict__ score, int reads) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint32_t cnt[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) cnt[k] = 0;
    count_triplets(seq, reads, i, [&](uint32_t k, uint32_t one) { cnt[k] += one; });
    int s = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) s += pairs_of(cnt[k]);
    score[i] = s * (1.0f / 125.0f);
}
__global__ void __launch_bounds__(128) read_complexity_vii_b(const uint32_t* __restrict__ seq, float* __restrict__ score, int reads) {
    __shared__ uint32_t cnt[16][128];
    int tid = threadIdx.x, i = blockIdx.x * 128 + tid;
#pragma unroll
    for (int k = 0; k < 16; ++k) cnt[k][tid] = 0;
    count_triplets(seq, reads, i, [&](uint32_t k, uint32_t one) { cnt[k][tid] += one; });
    int s = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) s += pairs_of(cnt[k][tid]);
    score[i] = s * (1.0f / 125.0f);
}

// ---------------------------------------------------------------- neuroscience: adaptive integrate-and-fire membranes driven by recorded currents
constexpr int kNeurons = 132 * 1024, kTimes = 512;
struct Membrane {
    float v = -0.65f, w = 0;
    __device__ __forceinline__ float step(float current) {
        float lift = v + 0.65f;
        float drive = fmaf(0.9f, current, -lift) - w;
        v = fmaf(0.1f, drive, v);
        w = fmaf(0.02f, fmaf(0.3f, lift, -w), w);
        if (v > -0.5f) { v = -0.7f; w += 0.05f; }
        return v;
    }
};
__global__ void __launch_bounds__(256) membrane_trace_a(const float* current, float* trace, int neurons, int times) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Membrane m;
#pragma unroll 1
    for (int t = 0; t < times; ++t) {
        size_t at = (size_t)t * neurons + i;
        trace[at] = m.step(current[at]);
    }
}
__global__ void __launch_bounds__(256) membrane_trace_b(const float* __restrict__ current, float* __restrict__ trace, int neurons, int times) {
    constexpr int D = 16;
    int i = blockIdx.x * 256 + threadIdx.x;
    Membrane m;
    float now[D], next[D];
#pragma unroll
    for (int d = 0; d < D; ++d) now[d] = current[(size_t)d * neurons + i];
#pragma unroll 1
    for (int t = 0; t < times; t += D) {
        const float* ahead = current + (size_t)(t + D) * neurons + i;
        if (t + D < times) {
#pragma unroll
            for (int d = 0; d < D; ++d) next[d] = ahead[(size_t)d * neurons];
        }
        float* to = trace + (size_t)t * neurons + i;
#pragma unroll
        for (int d = 0; d < D; ++d) to[(size_t)d * neurons] = m.step(now[d]);
#pragma unroll
        for (int d = 0; d < D; ++d) now[d] = next[d];
    }
}

// ---------------------------------------------------------------- finance: volume and notional per symbol from the day's tape
constexpr int kTrades = 16 << 20, kSymbols = 512;
__device__ __forceinline__ uint32_t notional_of(int symbol, int lots) { return (uint32_t)lots * (20u + ((uint32_t)symbol * 7u + (uint32_t)lots) % 64u); }
__global__ void __launch_bounds__(256) trade_tape_a(const int4* __restrict__ symbol, const int4* __restrict__ lots, uint32_t* __restrict__ volume, uint32_t* __restrict__ notional, int n4) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        int4 s = symbol[i], l = lots[i];
        atomicAdd(&volume[s.x], (uint32_t)l.x); atomicAdd(&notional[s.x], notional_of(s.x, l.x));
        atomicAdd(&volume[s.y], (uint32_t)l.y); atomicAdd(&notional[s.y], notional_of(s.y, l.y));
        atomicAdd(&volume[s.z], (uint32_t)l.z); atomicAdd(&notional[s.z], notional_of(s.z, l.z));
        atomicAdd(&volume[s.w], (uint32_t)l.w); atomicAdd(&notional[s.w], notional_of(s.w, l.w));
    }
}
__global__ void __launch_bounds__(1024) trade_tape_b(const int4* __restrict__ symbol, const int4* __restrict__ lots, uint32_t* __restrict__ volume, uint32_t* __restrict__ notional, int n4) {
    __shared__ uint32_t mine[2][2 * kSymbols];  // two copies: even and odd warps
    for (int k = threadIdx.x; k < 4 * kSymbols; k += 1024) (&mine[0][0])[k] = 0;
    __syncthreads();
    uint32_t* v = mine[(threadIdx.x >> 5) & 1];
    uint32_t* m = v + kSymbols;
#pragma unroll 2
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < n4; i += gridDim.x * 1024) {
        int4 s = symbol[i], l = lots[i];
        atomicAdd(&v[s.x], (uint32_t)l.x); atomicAdd(&m[s.x], notional_of(s.x, l.x));
        atomicAdd(&v[s.y], (uint32_t)l.y); atomicAdd(&m[s.y], notional_of(s.y, l.y));
        atomicAdd(&v[s.z], (uint32_t)l.z); atomicAdd(&m[s.z], notional_of(s.z, l.z));
        atomicAdd(&v[s.w], (uint32_t)l.w); atomicAdd(&m[s.w], notional_of(s.w, l.w));
    }
    __syncthreads();
    for (int k = threadIdx.x; k < kSymbols; k += 1024) {
        atomicAdd(&volume[k], mine[0][k] + mine[1][k]);
        atomicAdd(&notional[k], mine[0][kSymbols + k] + mine[1][kSymbols + k]);
    }
}

// ---------------------------------------------------------------- speech: score matrix of enrolled against test speakers (half embeddings)
constexpr int kEnrolled = 4096, kTests = 4096, kDim = 256;
__device__ __forceinline__ void store_floats(float* s, int pitch, int k, int row, uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 f = __half22float2(h[j]);
        s[(k + 2 * j) * pitch + row] = f.x; s[(k + 2 * j + 1) * pitch + row] = f.y;
    }
}
__global__ void __launch_bounds__(256) speaker_scores_a(const __half* __restrict__ A, const __half* __restrict__ B, const float* __restrict__ ra, const float* __restrict__ rb, float* __restrict__ out) {
    constexpr int P = 132, KT = 16;
    __shared__ __align__(16) float As[2][KT * P], Bs[2][KT * P];
    int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    int row = tid >> 1, kk = (tid & 1) * 8;
    const uint4* ga = reinterpret_cast<const uint4*>(A + (size_t)(m0 + row) * kDim + kk);
    const uint4* gb = reinterpret_cast<const uint4*>(B + (size_t)(n0 + row) * kDim + kk);
    float acc[8][8] = {};
    store_floats(As[0], P, kk, row, ga[0]); store_floats(Bs[0], P, kk, row, gb[0]);
    __syncthreads();
    for (int t = 0; t < kDim / KT; ++t) {
        uint4 na, nb;
        if (t + 1 < kDim / KT) { na = ga[(t + 1) * 2]; nb = gb[(t + 1) * 2]; }
        const float *a = As[t & 1], *b = Bs[t & 1];
#pragma unroll
        for (int k = 0; k < KT; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(a + k * P + ty * 4), a1 = *reinterpret_cast<const float4*>(a + k * P + 64 + ty * 4);
            float4 b0 = *reinterpret_cast<const float4*>(b + k * P + tx * 4), b1 = *reinterpret_cast<const float4*>(b + k * P + 64 + tx * 4);
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
        }
        if (t + 1 < kDim / KT) { store_floats(As[(t + 1) & 1], P, kk, row, na); store_floats(Bs[(t + 1) & 1], P, kk, row, nb); }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int m = m0 + ty * 4 + (i & 3) + (i >> 2) * 64;
        float r = ra[m];
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int n = n0 + tx * 4 + h * 64;
            float4 c = *reinterpret_cast<const float4*>(rb + n);
            *reinterpret_cast<float4*>(out + (size_t)m * kTests + n) =
                make_float4(0.0625f * acc[i][h * 4] - r - c.x, 0.0625f * acc[i][h * 4 + 1] - r - c.y, 0.0625f * acc[i][h * 4 + 2] - r - c.z, 0.0625f * acc[i][h * 4 + 3] - r - c.w);
        }
    }
}
__device__ __forceinline__ void copy16(uint32_t to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)); }
__device__ __forceinline__ void ldsm4(uint32_t (&r)[4], uint32_t at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}
__global__ void __launch_bounds__(256, 2) speaker_scores_b(const __half* __restrict__ A, const __half* __restrict__ B, const float* __restrict__ ra, const float* __restrict__ rb, float* __restrict__ out) {
    constexpr int P = 40, KT = 32, ST = 3, TILE = 128 * P;  // 80-byte rows: ldmatrix without conflicts
    extern __shared__ __align__(16) __half stages[];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, wm = (warp & 1) * 64, wn = (warp >> 1) * 32;
    int m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    uint32_t base = (uint32_t)__cvta_generic_to_shared(stages);
    auto load = [&](int t) {
        uint32_t sa = base + (t % ST) * 2 * TILE * 2, sb = sa + TILE * 2;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            int c = tid + j * 256, row = c >> 2, col = (c & 3) * 8;
            copy16(sa + (row * P + col) * 2, A + (size_t)(m0 + row) * kDim + t * KT + col);
            copy16(sb + (row * P + col) * 2, B + (size_t)(n0 + row) * kDim + t * KT + col);
        }
    };
    float acc[4][4][4] = {};
    load(0); asm volatile("cp.async.commit_group;");
    load(1); asm volatile("cp.async.commit_group;");
#pragma unroll 1
    for (int t = 0; t < kDim / KT; ++t) {
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        if (t + 2 < kDim / KT) load(t + 2);
        asm volatile("cp.async.commit_group;");
        uint32_t sa = base + (t % ST) * 2 * TILE * 2, sb = sa + TILE * 2;
#pragma unroll
        for (int k = 0; k < KT; k += 16) {
            uint32_t a[4][4], b[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) ldsm4(a[i], sa + ((wm + i * 16 + (lane & 15)) * P + k + (lane >> 4) * 8) * 2);
#pragma unroll
            for (int j = 0; j < 2; ++j) ldsm4(b[j], sb + ((wn + j * 16 + (lane & 7) + (lane >> 4) * 8) * P + k + ((lane >> 3) & 1) * 8) * 2);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(acc[i][j][0]), "+f"(acc[i][j][1]), "+f"(acc[i][j][2]), "+f"(acc[i][j][3])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j >> 1][(j & 1) * 2]), "r"(b[j >> 1][(j & 1) * 2 + 1]));
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int m = m0 + wm + i * 16 + h * 8 + (lane >> 2);
            float r = ra[m];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int n = n0 + wn + j * 8 + (lane & 3) * 2;
                float2 c = *reinterpret_cast<const float2*>(rb + n);
                *reinterpret_cast<float2*>(out + (size_t)m * kTests + n) = make_float2(0.0625f * acc[i][j][h * 2] - r - c.x, 0.0625f * acc[i][j][h * 2 + 1] - r - c.y);
            }
        }
}

// ---------------------------------------------------------------- astronomy: deflection of light by a cluster of point lenses
constexpr int kSkyW = 2048, kSkyH = 1024, kLenses = 32;
__global__ void __launch_bounds__(128) lens_shear_a(const float4* __restrict__ lens, const float* __restrict__ source, float* __restrict__ out, int w, int h) {
    int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 4 + threadIdx.y;
    float x = px * (2.0f / w) - 1.0f, y = py * (2.0f / h) - 1.0f, ax = 0, ay = 0, kappa = 0;
#pragma unroll 4
    for (int k = 0; k < kLenses; ++k) {
        float4 l = lens[k];
        float dx = x - l.x, dy = y - l.y;
        float inverse = 1.0 / (dx * dx + dy * dy + 0.0123);
        float pull = 0.01 * inverse * (1.5 + l.z);
        ax += pull * dx; ay += pull * dy; kappa += pull * inverse;
    }
    float bx = x - ax, by = y - ay, r = fminf(sqrtf(bx * bx + by * by) * 60.0f, 254.0f);
    int r0 = (int)r;
    size_t at = (size_t)py * w + px;
    out[at] = kappa * 0.01f + ax; out[(size_t)w * h + at] = ay;
    out[2 * (size_t)w * h + at] = fmaf(r - r0, source[r0 + 1] - source[r0], source[r0]);  // brightness profile of the source
}
__global__ void __launch_bounds__(128) lens_shear_b(const float4* __restrict__ lens, const float* __restrict__ source, float* __restrict__ out, int w, int h) {
    int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 4 + threadIdx.y;
    float x = px * (2.0f / w) - 1.0f, y = py * (2.0f / h) - 1.0f, ax = 0, ay = 0, kappa = 0;
#pragma unroll 4
    for (int k = 0; k < kLenses; ++k) {
        float4 l = lens[k];
        float dx = x - l.x, dy = y - l.y;
        float inverse = 1.0f / (dx * dx + dy * dy + 0.0123f);
        float pull = 0.01f * inverse * (1.5f + l.z);
        ax += pull * dx; ay += pull * dy; kappa += pull * inverse;
    }
    float bx = x - ax, by = y - ay, r = fminf(sqrtf(bx * bx + by * by) * 60.0f, 254.0f);
    int r0 = (int)r;
    size_t at = (size_t)py * w + px;
    out[at] = kappa * 0.01f + ax; out[(size_t)w * h + at] = ay;
    out[2 * (size_t)w * h + at] = fmaf(r - r0, source[r0 + 1] - source[r0], source[r0]);  // brightness profile of the source
}

// ---------------------------------------------------------------- cartography: rotated chart in other units (mild)
constexpr int kChart = 8192;
template <int P>
__device__ __forceinline__ void rotate(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[32 * P];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[(threadIdx.y + j) * P + threadIdx.x] = fmaf(in[(size_t)(y + j) * n + x], 0.3048f, 0.5f);
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) out[(size_t)(y + j) * n + x] = tile[threadIdx.x * P + threadIdx.y + j];
}
__global__ void __launch_bounds__(256) chart_rotate_a(const float* __restrict__ in, float* __restrict__ out, int n) { rotate<34>(in, out, n); }
__global__ void __launch_bounds__(256) chart_rotate_b(const float* __restrict__ in, float* __restrict__ out, int n) { rotate<33>(in, out, n); }

// ---------------------------------------------------------------- healthy: stream, reduction, stencil
__global__ void __launch_bounds__(256) exposure_stack_vii_h(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, size_t n4) {
    for (size_t i = blockIdx.x * (size_t)512 + threadIdx.x; i < n4; i += (size_t)gridDim.x * 512) {
        float4 p = a[i], q = b[i], r = a[i + 256], s = b[i + 256];
        out[i] = make_float4(0.7f * p.x + 0.3f * q.x, 0.7f * p.y + 0.3f * q.y, 0.7f * p.z + 0.3f * q.z, 0.7f * p.w + 0.3f * q.w);
        out[i + 256] = make_float4(0.7f * r.x + 0.3f * s.x, 0.7f * r.y + 0.3f * s.y, 0.7f * r.z + 0.3f * s.z, 0.7f * r.w + 0.3f * s.w);
    }
}
constexpr int kFluxBlocks = 132 * 8;
__device__ float flux_partial[kFluxBlocks];
__device__ unsigned flux_ticket;
__device__ __forceinline__ float block_sum(float v, float* s) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32)
#pragma unroll
        for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}
__global__ void __launch_bounds__(256) flux_total_h(const float4* __restrict__ x, float* __restrict__ out, int n4) {
    __shared__ float s[8];
    __shared__ bool last;
    float v = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n4; i += gridDim.x * 256) {
        float4 p = __ldcs(x + i);
        v += fmaf(p.x, p.x, p.y * p.y) + fmaf(p.z, p.z, p.w * p.w);
    }
    v = block_sum(v, s);
    if (threadIdx.x == 0) {
        flux_partial[blockIdx.x] = v;
        __threadfence();
        last = atomicAdd(&flux_ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    v = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += 256) v += __ldcg(&flux_partial[i]);
    v = block_sum(v, s);
    if (threadIdx.x == 0) { out[0] = v; flux_ticket = 0; }
}
__global__ void __launch_bounds__(256) ocean_smooth_h(const float* __restrict__ in, float* __restrict__ out, int n) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y;
    const float* row = in + (size_t)y * n;
    const float* up = in + (size_t)max(y - 1, 0) * n;
    const float* down = in + (size_t)min(y + 1, n - 1) * n;
    float4 c = *reinterpret_cast<const float4*>(row + x), u = *reinterpret_cast<const float4*>(up + x), d = *reinterpret_cast<const float4*>(down + x);
    float l = __shfl_up_sync(~0u, c.w, 1), r = __shfl_down_sync(~0u, c.x, 1);
    if (threadIdx.x == 0) l = row[max(x - 1, 0)];
    if (threadIdx.x == 31) r = row[min(x + 4, n - 1)];
    float4 o;
    o.x = 0.6f * c.x + 0.1f * (l + c.y + u.x + d.x);
    o.y = 0.6f * c.y + 0.1f * (c.x + c.z + u.y + d.y);
    o.z = 0.6f * c.z + 0.1f * (c.y + c.w + u.z + d.z);
    o.w = 0.6f * c.w + 0.1f * (c.z + r + u.w + d.w);
    *reinterpret_cast<float4*>(out + (size_t)y * n + x) = o;
}

int main(int argc, char** argv) {
    using harness::Output;
    const size_t big = (size_t)kNeurons * kTimes;  // 69.2 M floats: the largest array; inputs and the output buffer are shared by the cases
    float* X = harness::filled<float>(big, 11);
    float* Y = harness::filled<float>((size_t)kChart * kChart, 12);
    float* O = harness::empty<float>(big);
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type) { cases.push_back({name, f, out, count, type}); };

    float *tc, *qc, *tl, *ql;
    size_t field = (size_t)kColumns * kLevels;
    CHECK(cudaMalloc(&tc, field * 4)); CHECK(cudaMalloc(&qc, field * 4)); CHECK(cudaMalloc(&tl, field * 4)); CHECK(cudaMalloc(&ql, field * 4));
    harness_fill_columns<<<2048, 256>>>(tc, kColumns, kLevels, 3, false); harness_fill_columns<<<2048, 256>>>(tl, kColumns, kLevels, 3, true);
    harness_fill_columns<<<2048, 256>>>(qc, kColumns, kLevels, 5, false); harness_fill_columns<<<2048, 256>>>(ql, kColumns, kLevels, 5, true);
    CHECK(cudaGetLastError());
    add("sounding_levels_a", [=] { sounding_levels_a<<<kColumns / 256, 256>>>(tc, qc, O, kColumns, kLevels); }, O, 3 * (size_t)kColumns, Output::f32);
    add("sounding_levels_b", [=] { sounding_levels_b<<<kColumns / 256, 256>>>(tl, ql, O, kColumns, kLevels); }, O, 3 * (size_t)kColumns, Output::f32);

    uint32_t* words[3];
    for (int k = 0; k < 3; ++k) {
        CHECK(cudaMalloc(&words[k], kPixels));
        harness_fill_words<<<2048, 256>>>(words[k], kPixels / 4, 21 + k); CHECK(cudaGetLastError());
    }
    uint32_t *w0 = words[0], *w1 = words[1], *w2 = words[2];
    add("plane_over_a", [=] { plane_over_a<<<132 * 8, 256>>>((uint8_t*)w0, (uint8_t*)w1, (uint8_t*)w2, (uint8_t*)O, kPixels); }, O, kPixels, Output::u8);
    add("plane_over_b", [=] { plane_over_b<<<132 * 8, 256>>>((uint4*)w0, (uint4*)w1, (uint4*)w2, (uint4*)O, kPixels / 16); }, O, kPixels, Output::u8);

    size_t line_floats = (size_t)kLines * kSamples;
    add("ultrasound_lines_a", [=] { ultrasound_lines_a<<<kLines / kLineBlock, kLineBlock, kLineBlock * 72 * 4>>>(X, O, 72); }, O, line_floats, Output::f32);
    add("ultrasound_lines_b", [=] { ultrasound_lines_b<<<kLines / kLineBlock, kLineBlock, kLineBlock * 65 * 4>>>(X, O, 65); }, O, line_floats, Output::f32);

    add("ignition_cells_a", [=] { ignition_cells_a<<<kCells / 256, 256>>>(X, Y, O, kCells, 12); }, O, (size_t)kCells * kSpecies, Output::f32);
    add("ignition_cells_b", [=] { ignition_cells_b<<<kCells / 256, 256>>>(X, Y, O, kCells, 12); }, O, (size_t)kCells * kSpecies, Output::f32);

    add("read_complexity_vii_a", [=] { read_complexity_vii_a<<<kReads / 128, 128>>>(w0, O, kReads); }, O, kReads, Output::f32);
    add("read_complexity_vii_b", [=] { read_complexity_vii_b<<<kReads / 128, 128>>>(w0, O, kReads); }, O, kReads, Output::f32);

    add("membrane_trace_a", [=] { membrane_trace_a<<<kNeurons / 256, 256>>>(X, O, kNeurons, kTimes); }, O, big, Output::f32);
    add("membrane_trace_b", [=] { membrane_trace_b<<<kNeurons / 256, 256>>>(X, O, kNeurons, kTimes); }, O, big, Output::f32);

    int* symbol = harness::indices(kTrades, kSymbols, 31);
    int* lots = harness::indices(kTrades, 100, 32);
    uint32_t* totals = harness::empty<uint32_t>(2 * kSymbols);  // accumulates over launches; `check` zeroes it first
    add("trade_tape_a", [=] { trade_tape_a<<<132 * 8, 256>>>((int4*)symbol, (int4*)lots, totals, totals + kSymbols, kTrades / 4); }, totals, 2 * kSymbols, Output::i32);
    add("trade_tape_b", [=] { trade_tape_b<<<132 * 2, 1024>>>((int4*)symbol, (int4*)lots, totals, totals + kSymbols, kTrades / 4); }, totals, 2 * kSymbols, Output::i32);

    __half* enrolled = harness::filled<__half>((size_t)kEnrolled * kDim, 41);
    __half* tests = harness::filled<__half>((size_t)kTests * kDim, 42);
    const int stages = 3 * 2 * 128 * 40 * 2;
    CHECK(cudaFuncSetAttribute(speaker_scores_b, cudaFuncAttributeMaxDynamicSharedMemorySize, stages));
    add("speaker_scores_a", [=] { speaker_scores_a<<<dim3(kTests / 128, kEnrolled / 128), 256>>>(enrolled, tests, X, Y, O); }, O, (size_t)kEnrolled * kTests, Output::f32);
    add("speaker_scores_b", [=] { speaker_scores_b<<<dim3(kTests / 128, kEnrolled / 128), 256, stages>>>(enrolled, tests, X, Y, O); }, O, (size_t)kEnrolled * kTests, Output::f32);

    add("lens_shear_a", [=] { lens_shear_a<<<dim3(kSkyW / 32, kSkyH / 4), dim3(32, 4)>>>((float4*)X, Y, O, kSkyW, kSkyH); }, O, 3 * (size_t)kSkyW * kSkyH, Output::f32);
    add("lens_shear_b", [=] { lens_shear_b<<<dim3(kSkyW / 32, kSkyH / 4), dim3(32, 4)>>>((float4*)X, Y, O, kSkyW, kSkyH); }, O, 3 * (size_t)kSkyW * kSkyH, Output::f32);

    const size_t map = (size_t)kChart * kChart;
    add("chart_rotate_a", [=] { chart_rotate_a<<<dim3(kChart / 32, kChart / 32), dim3(32, 8)>>>(X, O, kChart); }, O, map, Output::f32);
    add("chart_rotate_b", [=] { chart_rotate_b<<<dim3(kChart / 32, kChart / 32), dim3(32, 8)>>>(X, O, kChart); }, O, map, Output::f32);

    add("exposure_stack_vii_h", [=] { exposure_stack_vii_h<<<(unsigned)(map / 4 / 512), 256>>>((float4*)X, (float4*)Y, (float4*)O, map / 4); }, O, map, Output::f32);
    add("flux_total_h", [=] { flux_total_h<<<kFluxBlocks, 256>>>((float4*)X, O, (int)(map / 4)); }, O, 1, Output::f32);
    add("ocean_smooth_h", [=] { ocean_smooth_h<<<dim3(kChart / 128, kChart / 8), dim3(32, 8)>>>(X, O, kChart); }, O, map, Output::f32);
    return harness::run(argc, argv, cases);
}
