// Topic 2, second half: local memory, occupancy and grid.
#include "harness.cuh"

// ---------------------------------------------------------------- reactor_step
// Ten-species kinetics per grid cell, double precision, classical Runge-Kutta, state in registers.
constexpr int kSpecies = 10;
__device__ __forceinline__ void reactor_rate(const double (&y)[kSpecies], const double (&rate)[2], double (&f)[kSpecies]) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        double up = y[(i + 1) % kSpecies], down = y[(i + kSpecies - 1) % kSpecies], far = y[(i + 4) % kSpecies];
        f[i] = rate[0] * up * down - y[i] * fma(rate[1], far, 0.3);
    }
}
__device__ __forceinline__ void reactor_step_body(const double* __restrict__ in, const double* __restrict__ heat, double* __restrict__ out, int cells, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    double y[kSpecies], rate[2] = {0.5 + 0.1 * heat[c], 0.4 - 0.1 * heat[c]};
    const double h = 0.01;
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = 1.5 + in[(size_t)i * cells + c];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        double k[kSpecies], t[kSpecies], acc[kSpecies];
        reactor_rate(y, rate, k);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { acc[i] = fma(h / 6, k[i], y[i]); t[i] = fma(h / 2, k[i], y[i]); }
        reactor_rate(t, rate, k);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { acc[i] = fma(h / 3, k[i], acc[i]); t[i] = fma(h / 2, k[i], y[i]); }
        reactor_rate(t, rate, k);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { acc[i] = fma(h / 3, k[i], acc[i]); t[i] = fma(h, k[i], y[i]); }
        reactor_rate(t, rate, k);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) y[i] = fma(h / 6, k[i], acc[i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) out[(size_t)i * cells + c] = y[i];
}
__global__ void __launch_bounds__(128, 10) reactor_step_a(const double* __restrict__ in, const double* __restrict__ heat, double* __restrict__ out, int cells, int steps) {
    reactor_step_body(in, heat, out, cells, steps);
}
__global__ void __launch_bounds__(128, 4) reactor_step_b(const double* __restrict__ in, const double* __restrict__ heat, double* __restrict__ out, int cells, int steps) {
    reactor_step_body(in, heat, out, cells, steps);
}

// ---------------------------------------------------------------- height_unpack
// Decoder of 4x4 one-channel texture blocks: two end points, a sixteen-entry palette, sixteen 4-bit codes.
__device__ __forceinline__ unsigned height_mix(unsigned e0, unsigned e1, unsigned w1) { return (((15 - w1) * e0 + w1 * e1) * 4370u) >> 16; }
__global__ void __launch_bounds__(256) height_unpack_a(const int2* __restrict__ codes, const unsigned short* __restrict__ ends, uint4* __restrict__ texels) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    int2 raw = codes[i];
    unsigned e0 = ends[i] & 255, e1 = ends[i] >> 8;
    unsigned palette[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) palette[k] = height_mix(e0, e1, k);
    unsigned o[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        unsigned c = (unsigned)(r < 2 ? raw.x : raw.y) >> (r & 1) * 16;
        o[r] = palette[c & 15] | palette[c >> 4 & 15] << 8 | palette[c >> 8 & 15] << 16 | palette[c >> 12 & 15] << 24;
    }
    texels[i] = make_uint4(o[0], o[1], o[2], o[3]);
}
__global__ void __launch_bounds__(256) height_unpack_b(const int2* __restrict__ codes, const unsigned short* __restrict__ ends, uint4* __restrict__ texels) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    int2 raw = codes[i];
    unsigned e0 = ends[i] & 255, e1 = ends[i] >> 8;
    unsigned o[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {  // every texel from its code by arithmetic: no table
        unsigned c = (unsigned)(r < 2 ? raw.x : raw.y) >> (r & 1) * 16;
        o[r] = height_mix(e0, e1, c & 15) | height_mix(e0, e1, c >> 4 & 15) << 8 | height_mix(e0, e1, c >> 8 & 15) << 16 | height_mix(e0, e1, c >> 12 & 15) << 24;
    }
    texels[i] = make_uint4(o[0], o[1], o[2], o[3]);
}

// ---------------------------------------------------------------- channel_equalizer
// Complex 16-tap equalizer of many radio channels (a thread per channel, samples interleaved by channel).
constexpr int kTaps = 16;
__constant__ float2 equalizer_taps[kTaps];
__global__ void __launch_bounds__(256) channel_equalizer_a(const float2* __restrict__ in, float2* __restrict__ out, int channels, int samples) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float2 ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = make_float2(0, 0);
#pragma unroll 1
    for (int t = 0; t < samples; ++t) {
        ring[t & (kTaps - 1)] = in[(size_t)t * channels + c];
        float re = 0, im = 0;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) {
            float2 x = ring[(t - k) & (kTaps - 1)], w = equalizer_taps[k];
            re += x.x * w.x; re -= x.y * w.y;
            im += x.x * w.y; im += x.y * w.x;
        }
        out[(size_t)t * channels + c] = make_float2(re, im);
    }
}
__global__ void __launch_bounds__(256, 3) channel_equalizer_b(const float2* __restrict__ in, float2* __restrict__ out, int channels, int samples) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float2 ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = make_float2(0, 0);
    float2 next[4];  // four samples ahead are on their way
#pragma unroll
    for (int k = 0; k < 4; ++k) next[k] = in[(size_t)k * channels + c];
#pragma unroll 1
    for (int t0 = 0; t0 < samples; t0 += kTaps) {
#pragma unroll
        for (int u = 0; u < kTaps; ++u) {  // indices of the ring are constants: it stays in registers
            ring[u] = next[u & 3];
            next[u & 3] = in[(size_t)min(t0 + u + 4, samples - 1) * channels + c];
            float re = 0, im = 0;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) {
                float2 x = ring[(u - k) & (kTaps - 1)], w = equalizer_taps[k];
                re += x.x * w.x; re -= x.y * w.y;
                im += x.x * w.y; im += x.y * w.x;
            }
            out[(size_t)(t0 + u) * channels + c] = make_float2(re, im);
        }
    }
}

// ---------------------------------------------------------------- btree_descend
// Search of an implicit nine-way tree (a node = 8 keys = one sector), eight lanes a query. `mode` 2 fits a local spline by a dense solve;
// the service asks for mode 0 only.
constexpr int kSpline = 8;
__device__ __forceinline__ float spline_fit(const float* __restrict__ keys, unsigned at, unsigned mask) {
    float m[kSpline][kSpline], x[kSpline], s = 0;
#pragma unroll
    for (int i = 0; i < kSpline; ++i) {
        x[i] = 1.0f - 0.05f * i;
#pragma unroll
        for (int j = 0; j < kSpline; ++j) m[i][j] = keys[(at + (i * kSpline + j) * 8) & mask] + (i == j ? 20.0f : 0.0f);
    }
#pragma unroll
    for (int k = 0; k < kSpline; ++k) {
        float inv = __fdividef(1.0f, m[k][k]);
#pragma unroll
        for (int i = k + 1; i < kSpline; ++i) {
            float f = m[i][k] * inv;
            x[i] -= f * x[k];
#pragma unroll
            for (int j = k + 1; j < kSpline; ++j) m[i][j] -= f * m[k][j];
        }
    }
#pragma unroll
    for (int i = kSpline - 1; i >= 0; --i) {
        float v = x[i];
#pragma unroll
        for (int j = i + 1; j < kSpline; ++j) v -= m[i][j] * x[j];
        x[i] = __fdividef(v, m[i][i]);
        s += x[i];
    }
    return s;
}
__device__ __forceinline__ void btree_descend_body(const float* __restrict__ keys, const float* __restrict__ queries, float* __restrict__ out,
                                                   unsigned mask, int levels, int mode, int groups, int total) {
    unsigned lane = threadIdx.x & 31, sub = lane & 7, shift = lane & 24;
    for (int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 3; g < total; g += groups) {
        float q = queries[g], found = 0;
        unsigned node = 0, first = 0, width = 1;
#pragma unroll 1
        for (int l = 0; l < levels; ++l) {
            float k = keys[((first + node) * 8 + sub) & mask];
            unsigned below = __ballot_sync(~0u, k < q) >> shift & 255u;
            node = node * 9 + __popc(below);
            first += width; width *= 9;
            found = k - q;
        }
        if (mode == 2) found += spline_fit(keys, node * 8 + sub, mask);
        else if (mode == 1) found = fabsf(found);
        out[(size_t)g * 8 + sub] = found;
    }
}
__global__ void __launch_bounds__(256) btree_descend_a(const float* __restrict__ k, const float* __restrict__ q, float* __restrict__ o, unsigned mask, int levels,
                                                       int mode, int groups, int total) {
    btree_descend_body(k, q, o, mask, levels, mode, groups, total);
}
template <int MODE>
__global__ void __launch_bounds__(256, 8) btree_descend_b(const float* __restrict__ k, const float* __restrict__ q, float* __restrict__ o, unsigned mask, int levels,
                                                          int groups, int total) {
    btree_descend_body(k, q, o, mask, levels, MODE, groups, total);
}

// ---------------------------------------------------------------- heartbeat_lags
// Segments of 1024 samples: mean removed, eight autocorrelation lags. The shared buffer is sized for the longest segment of the product.
template <int CAPACITY>
__device__ __forceinline__ void heartbeat_lags_body(const float4* __restrict__ in, float* __restrict__ out, int length) {
    __shared__ __align__(16) float x[CAPACITY];
    __shared__ float part[2][9];
    int tid = threadIdx.x, warp = tid >> 5, lane = tid & 31, quads = length / 4;
    const float4* mine = in + (size_t)blockIdx.x * quads;
    float sum = 0;
#pragma unroll 4
    for (int i = tid; i < quads; i += 64) {
        float4 v = mine[i];
        reinterpret_cast<float4*>(x)[i] = v;
        sum += v.x + v.y + v.z + v.w;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0) part[warp][8] = sum;
    __syncthreads();
    float mean = (part[0][8] + part[1][8]) / length, lag[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll 2
    for (int i = tid; i < length - 8; i += 64) {
        float a = x[i] - mean;
#pragma unroll
        for (int k = 0; k < 8; ++k) lag[k] += a * (x[i + 1 + k] - mean);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
#pragma unroll
        for (int o = 16; o; o >>= 1) lag[k] += __shfl_xor_sync(~0u, lag[k], o);
        if (lane == 0) part[warp][k] = lag[k];
    }
    __syncthreads();
    if (tid < 8) out[(size_t)blockIdx.x * 8 + tid] = (part[0][tid] + part[1][tid]) / length;
}
__global__ void __launch_bounds__(64, 24) heartbeat_lags_a(const float4* __restrict__ in, float* __restrict__ out, int length) { heartbeat_lags_body<12160>(in, out, length); }
__global__ void __launch_bounds__(64, 24) heartbeat_lags_b(const float4* __restrict__ in, float* __restrict__ out, int length) { heartbeat_lags_body<1024>(in, out, length); }

// ---------------------------------------------------------------- lineage_trace
// Genealogy: half a warp follows a line of ancestors, each a 64-byte record whose words choose the next by majority.
template <int THREADS>
__device__ __forceinline__ void lineage_trace_body(const int* __restrict__ people, float* __restrict__ share, unsigned mask, int generations) {
    unsigned id = (blockIdx.x * THREADS + threadIdx.x) >> 4, word = threadIdx.x & 15;
    unsigned person = harness::hash32(id + 17u) & mask;
    float sum = 0;
#pragma unroll 1
    for (int g = 0; g < generations; ++g) {
        int r = people[(size_t)person * 16 + word];
        int father = __shfl_sync(~0u, r, 0, 16), mother = __shfl_sync(~0u, r, 1, 16);
        unsigned vote = __ballot_sync(~0u, r & 64) >> (threadIdx.x & 16) & 0xffffu;
        person = (unsigned)(__popc(vote) > 8 ? father : mother) & mask;
        sum = 0.5f * sum + (float)(r & 1023);
    }
    share[(size_t)id * 16 + word] = sum * (1.0f / 1024.0f);
}
__global__ void __launch_bounds__(32) lineage_trace_a(const int* __restrict__ p, float* __restrict__ o, unsigned mask, int generations) {
    lineage_trace_body<32>(p, o, mask, generations);
}
__global__ void __launch_bounds__(128) lineage_trace_b(const int* __restrict__ p, float* __restrict__ o, unsigned mask, int generations) {
    lineage_trace_body<128>(p, o, mask, generations);
}

// ---------------------------------------------------------------- gene_sets
// Mean and variance of the expression of 48 gene sets of 1 081 344 values each.
constexpr int kSetQuads = 132 * 2048;
__device__ __forceinline__ float2 gene_block_sum(float s, float q) {
    __shared__ float2 part[32];
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0;
    if (threadIdx.x < 32) {
        if (threadIdx.x < blockDim.x / 32) { s = part[threadIdx.x].x; q = part[threadIdx.x].y; }
#pragma unroll
        for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(~0u, s, o); q += __shfl_xor_sync(~0u, q, o); }
    }
    return make_float2(s, q);
}
template <int THREADS>
__device__ __forceinline__ void gene_add(const float4* __restrict__ p, int n, float& s, float& q) {  // n: a multiple of 4 x THREADS
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 4 * THREADS) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = __ldcs(p + i + k * THREADS);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            s += v[k].x + v[k].y + v[k].z + v[k].w;
            q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
        }
    }
}
__device__ __forceinline__ float2 gene_moments(float2 t) {
    float n = kSetQuads * 4.0f, mean = t.x / n;
    return make_float2(1.0f + mean, t.y / n - mean * mean);
}
__global__ void __launch_bounds__(512, 2) gene_sets_a(const float4* __restrict__ expression, float2* __restrict__ out) {
    float s = 0, q = 0;
    gene_add<512>(expression + (size_t)blockIdx.x * kSetQuads, kSetQuads, s, q);
    float2 t = gene_block_sum(s, q);
    if (threadIdx.x == 0) out[blockIdx.x] = gene_moments(t);
}
__global__ void __launch_bounds__(256, 4) gene_sets_b(const float4* __restrict__ expression, float2* __restrict__ part, unsigned* __restrict__ done, float2* __restrict__ out) {
    int set = blockIdx.y, pieces = gridDim.x, n = kSetQuads / pieces;
    float s = 0, q = 0;
    gene_add<256>(expression + (size_t)set * kSetQuads + (size_t)blockIdx.x * n, n, s, q);
    float2 t = gene_block_sum(s, q);
    if (threadIdx.x == 0) {
        part[set * pieces + blockIdx.x] = t;
        __threadfence();
        if (atomicAdd(done + set, 1u) == pieces - 1) {  // the last piece adds all in their order
            __threadfence();
            float2 all = make_float2(0, 0);
#pragma unroll 4
            for (int k = 0; k < pieces; ++k) {
                float2 v = __ldcg(part + set * pieces + k);
                all.x += v.x; all.y += v.y;
            }
            out[set] = gene_moments(all);
            done[set] = 0;
        }
    }
}

// ---------------------------------------------------------------- basin_wave
// Acoustic wave step in three dimensions; a block of 32 x 8 columns marches down its planes.
constexpr int kNx = 1024, kNy = 280, kNz = 160;
__device__ __forceinline__ void basin_wave_body(const float* __restrict__ now, const float* __restrict__ before, const float* __restrict__ speed,
                                                float* __restrict__ next, int z0, int z1) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    constexpr int plane = kNx * kNy;
    int at = z0 * plane + y * kNx + x;
    int west = x > 0 ? -1 : 0, east = x < kNx - 1 ? 1 : 0, north = y > 0 ? -kNx : 0, south = y < kNy - 1 ? kNx : 0;
    float below = z0 > 0 ? now[at - plane] : now[at], here = now[at];
#pragma unroll 1
    for (int z = z0; z < z1; ++z, at += plane) {
        float above = z < kNz - 1 ? now[at + plane] : here;
        float lap = now[at + west] + now[at + east] + now[at + north] + now[at + south] + below + above - 6.0f * here;
        next[at] = 2.0f * here - before[at] + (0.1f + 0.05f * speed[at]) * lap;
        below = here; here = above;
    }
}
__global__ void __launch_bounds__(256, 8) basin_wave_a(const float* __restrict__ n, const float* __restrict__ b, const float* __restrict__ s, float* __restrict__ o) {
    basin_wave_body(n, b, s, o, 0, kNz);
}
__global__ void __launch_bounds__(256, 8) basin_wave_b(const float* __restrict__ n, const float* __restrict__ b, const float* __restrict__ s, float* __restrict__ o, int deep) {
    basin_wave_body(n, b, s, o, blockIdx.z * deep, (blockIdx.z + 1) * deep);
}

// ---------------------------------------------------------------- kinship_upper
// For every individual: how many later ones are close in 512 binary markers (marker words stored word-major).
constexpr int kMarkerWords = 16;
__device__ __forceinline__ void kinship_row(const int* __restrict__ words, int* __restrict__ close, int i, int n, int* part) {
    int mine[kMarkerWords], count = 0;
#pragma unroll
    for (int w = 0; w < kMarkerWords; ++w) mine[w] = words[w * n + i];
    for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) {
        int d = 0;
#pragma unroll
        for (int w = 0; w < kMarkerWords; ++w) d += __popc(mine[w] ^ words[w * n + j]);
        count += d < 245;
    }
    count = __reduce_add_sync(~0u, count);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = count;
    __syncthreads();
    if (threadIdx.x < 32) {
        count = __reduce_add_sync(~0u, part[threadIdx.x]);
        if (threadIdx.x == 0) close[i] = count;
    }
}
__global__ void __launch_bounds__(1024, 1) kinship_upper_a(const int* __restrict__ words, int* __restrict__ close, int n) {
    __shared__ int part[32];
    int rows = n / gridDim.x;
    for (int r = 0; r < rows; ++r) kinship_row(words, close, blockIdx.x * rows + r, n, part);
}
__global__ void __launch_bounds__(1024, 1) kinship_upper_b(const int* __restrict__ words, int* __restrict__ close, int n) {
    __shared__ int part[32];
    int rows = n / gridDim.x;  // rows dealt forth and back: every block gets the same work
    for (int r = 0; r < rows; ++r)
        kinship_row(words, close, r * gridDim.x + (r & 1 ? gridDim.x - 1 - blockIdx.x : blockIdx.x), n, part);
}

// ---------------------------------------------------------------- torsion_scan
// Energy of 36 torsion angles for every molecule: one moving atom against 64 fixed ones.
template <int MOLECULES>
__device__ __forceinline__ void torsion_scan_body(const float4* __restrict__ atoms, const float4* __restrict__ moving, float* __restrict__ energy) {
    __shared__ float4 fixed_atoms[MOLECULES][65];
    int m = threadIdx.x / 36, a = threadIdx.x % 36;
    size_t first = (size_t)blockIdx.x * MOLECULES;
    for (int k = threadIdx.x; k < MOLECULES * 64; k += MOLECULES * 36) fixed_atoms[k / 64][k % 64] = atoms[first * 64 + k];
    float s, c;
    __sincosf(a * 0.17453293f, &s, &c);
    float4 v = moving[first + m];
    float px = 2.0f * (c * v.x - s * v.y), py = 2.0f * (s * v.x + c * v.y), pz = v.z;
    __syncthreads();
    float e = 0;
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float4 f = fixed_atoms[m][k];
        float dx = f.x - px, dy = f.y - py, dz = f.z - pz;
        float r2 = dx * dx + dy * dy + dz * dz + 0.4f;
        float inv = rsqrtf(r2), i2 = inv * inv, i6 = i2 * i2 * i2;
        e += f.w * v.w * inv + i6 * (0.5f * i6 - 1.0f);
    }
    energy[(first + m) * 36 + a] = e;
}
__global__ void __launch_bounds__(36) torsion_scan_a(const float4* __restrict__ p, const float4* __restrict__ v, float* __restrict__ e) { torsion_scan_body<1>(p, v, e); }
__global__ void __launch_bounds__(288) torsion_scan_b(const float4* __restrict__ p, const float4* __restrict__ v, float* __restrict__ e) { torsion_scan_body<8>(p, v, e); }

// ---------------------------------------------------------------- sensor_offsets
// Calibration of frames of a line sensor: rows of 64 pixels, each row with its own gain and offset.
__device__ __forceinline__ float sensor_point(float raw, float2 cal) { return fminf(fmaxf((raw - 0.1f * cal.x) * (1.0f + 0.2f * cal.y), -1.0f), 1.0f); }
__global__ void __launch_bounds__(64) sensor_offsets_a(const float* __restrict__ raw, const float2* __restrict__ cal, float* __restrict__ out) {
    unsigned i = blockIdx.x * 64u + threadIdx.x;
    out[i] = sensor_point(raw[i], cal[blockIdx.x & 4095]);
}
__global__ void __launch_bounds__(256, 8) sensor_offsets_b(const float* __restrict__ raw, const float2* __restrict__ cal, float* __restrict__ out, unsigned n) {
    unsigned step = gridDim.x * 256u, i = blockIdx.x * 256u + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) {
        float v[4]; float2 c[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) { v[k] = raw[i + k * step]; c[k] = cal[(i + k * step) >> 6 & 4095]; }
#pragma unroll
        for (int k = 0; k < 4; ++k) out[i + k * step] = sensor_point(v[k], c[k]);
    }
    for (; i < n; i += step) out[i] = sensor_point(raw[i], cal[i >> 6 & 4095]);
}

// ---------------------------------------------------------------- barrier_paths (mild)
// Barrier option paths with a counter-based generator; 30 waves and a little: the last wave hardly matters.
template <int THREADS>
__device__ __forceinline__ void barrier_paths_body(const float* __restrict__ volatility, float* __restrict__ payoff, int steps) {
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    float v = 0.02f + 0.005f * volatility[i], s = 1.0f, low = 1.0f;
    unsigned state = harness::hash32(i);
#pragma unroll 4
    for (int k = 0; k < steps; ++k) {
        state = state * 1664525u + 1013904223u;
        float u = (float)(int)state * (1.0f / 2147483648.0f);
        s = fmaf(s * v, u * fmaf(u * u, 0.3f, 1.4f), s);
        low = fminf(low, s);
    }
    payoff[i] = low > 0.9f ? fmaxf(s - 1.0f, 0.0f) : 0.0f;
}
__global__ void __launch_bounds__(256, 8) barrier_paths_a(const float* __restrict__ v, float* __restrict__ p, int steps) { barrier_paths_body<256>(v, p, steps); }
__global__ void __launch_bounds__(128, 16) barrier_paths_b(const float* __restrict__ v, float* __restrict__ p, int steps) { barrier_paths_body<128>(v, p, steps); }

// ---------------------------------------------------------------- plasma_push (healthy)
// Boris-like push of charged particles in a uniform field: two streams in, two out, at the roof of DRAM.
__global__ void __launch_bounds__(256, 6) plasma_push_vii_h(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ new_place,
                                                        float4* __restrict__ new_speed, float dt) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 x[2], v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { x[k] = place[i + k * 256]; v[k] = speed[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float t = v[k].w * dt, s = 2.0f * t / (1.0f + t * t);
        float ux = v[k].x + v[k].y * t, uy = v[k].y - v[k].x * t;
        v[k].x += uy * s; v[k].y -= ux * s; v[k].z += 0.5f * t;
        x[k].x += v[k].x * dt; x[k].y += v[k].y * dt; x[k].z += v[k].z * dt;
        new_place[i + k * 256] = x[k];
        new_speed[i + k * 256] = v[k];
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };

    {   // reactor_step
        int n = 132 * 12 * 128;
        double *y = harness::filled<double>((size_t)n * kSpecies, 3), *h = harness::filled<double>(n, 4), *o = harness::empty<double>((size_t)n * kSpecies);
        add("reactor_step_a", [=] { reactor_step_a<<<n / 128, 128>>>(y, h, o, n, 24); }, o, (size_t)n * kSpecies, Output::f64);
        add("reactor_step_b", [=] { reactor_step_b<<<n / 128, 128>>>(y, h, o, n, 24); }, o, (size_t)n * kSpecies, Output::f64);
    }
    {   // height_unpack
        size_t n = 1u << 23;
        int* b = harness::indices(n * 2, 0xffffffffu, 5);
        uint4* o = (uint4*)harness::empty<uint8_t>(n * 16);
        unsigned short* e = (unsigned short*)harness::indices(n / 2, 0xffffffffu, 6);
        add("height_unpack_a", [=] { height_unpack_a<<<n / 256, 256>>>((int2*)b, e, o); }, o, n * 16, Output::u8);
        add("height_unpack_b", [=] { height_unpack_b<<<n / 256, 256>>>((int2*)b, e, o); }, o, n * 16, Output::u8);
    }
    {   // channel_equalizer
        int channels = 132 * 6 * 256, samples = 64;
        std::vector<float2> w(kTaps);
        for (int i = 0; i < kTaps; ++i) w[i] = make_float2(0.3f * harness::unit(i + 7u), 0.3f * harness::unit(i + 70u));
        CHECK(cudaMemcpyToSymbol(equalizer_taps, w.data(), sizeof(float2) * kTaps));
        size_t n = (size_t)channels * samples * 2;
        float *in = harness::filled<float>(n, 8), *o = harness::empty<float>(n);
        add("channel_equalizer_a", [=] { channel_equalizer_a<<<channels / 256, 256>>>((float2*)in, (float2*)o, channels, samples); }, o, n);
        add("channel_equalizer_b", [=] { channel_equalizer_b<<<channels / 256, 256>>>((float2*)in, (float2*)o, channels, samples); }, o, n);
    }
    {   // btree_descend
        unsigned keys = 1u << 26;
        int blocks = 132 * 8 * 2, groups = blocks * 256 / 8, total = groups * 8;
        float *k = harness::filled<float>(keys, 21), *q = harness::filled<float>(total, 22), *o = harness::empty<float>((size_t)total * 8);
        add("btree_descend_a", [=] { btree_descend_a<<<blocks, 256>>>(k, q, o, keys - 1, 8, 0, groups, total); }, o, (size_t)total * 8);
        add("btree_descend_b", [=] { btree_descend_b<0><<<blocks, 256>>>(k, q, o, keys - 1, 8, groups, total); }, o, (size_t)total * 8);
    }
    {   // heartbeat_lags
        int segments = 132 * 32 * 16, length = 1024;
        float *in = harness::filled<float>((size_t)segments * length, 31), *o = harness::empty<float>((size_t)segments * 8);
        add("heartbeat_lags_a", [=] { heartbeat_lags_a<<<segments, 64>>>((float4*)in, o, length); }, o, (size_t)segments * 8);
        add("heartbeat_lags_b", [=] { heartbeat_lags_b<<<segments, 64>>>((float4*)in, o, length); }, o, (size_t)segments * 8);
    }
    {   // lineage_trace
        unsigned people = 1u << 22;
        int warps = 132 * 64 * 3;
        int* p = harness::indices((size_t)people * 16, 0x7fffffffu, 41);
        float* o = harness::empty<float>((size_t)warps * 32);
        add("lineage_trace_a", [=] { lineage_trace_a<<<warps, 32>>>(p, o, people - 1, 60); }, o, (size_t)warps * 32);
        add("lineage_trace_b", [=] { lineage_trace_b<<<warps / 4, 128>>>(p, o, people - 1, 60); }, o, (size_t)warps * 32);
    }
    {   // gene_sets
        int sets = 48, pieces = 22;
        float *e = harness::filled<float>((size_t)sets * kSetQuads * 4, 51), *o = harness::empty<float>(sets * 2), *part = harness::empty<float>(sets * pieces * 2);
        unsigned* done; CHECK(cudaMalloc(&done, sets * 4)); CHECK(cudaMemset(done, 0, sets * 4));
        add("gene_sets_a", [=] { gene_sets_a<<<sets, 512>>>((float4*)e, (float2*)o); }, o, sets * 2);
        add("gene_sets_b", [=] { gene_sets_b<<<dim3(pieces, sets), 256>>>((float4*)e, (float2*)part, done, (float2*)o); }, o, sets * 2);
    }
    {   // basin_wave
        size_t n = (size_t)kNx * kNy * kNz;
        float *a = harness::filled<float>(n, 61), *b = harness::filled<float>(n, 62), *s = harness::filled<float>(n, 63), *o = harness::empty<float>(n);
        add("basin_wave_a", [=] { basin_wave_a<<<dim3(kNx / 32, kNy / 8), dim3(32, 8)>>>(a, b, s, o); }, o, n);
        add("basin_wave_b", [=] { basin_wave_b<<<dim3(kNx / 32, kNy / 8, 8), dim3(32, 8)>>>(a, b, s, o, kNz / 8); }, o, n);
    }
    {   // kinship_upper
        int n = 132 * 48;
        int *w = harness::indices((size_t)n * kMarkerWords, 0xffffffffu, 71), *o = harness::empty<int>(n);
        add("kinship_upper_a", [=] { kinship_upper_a<<<132, 1024>>>(w, o, n); }, o, n, Output::i32);
        add("kinship_upper_b", [=] { kinship_upper_b<<<132, 1024>>>(w, o, n); }, o, n, Output::i32);
    }
    {   // torsion_scan
        int n = 132 * 7 * 8 * 12;
        float *p = harness::filled<float>((size_t)n * 256, 81), *v = harness::filled<float>((size_t)n * 4, 82), *o = harness::empty<float>((size_t)n * 36);
        add("torsion_scan_a", [=] { torsion_scan_a<<<n, 36>>>((float4*)p, (float4*)v, o); }, o, (size_t)n * 36);
        add("torsion_scan_b", [=] { torsion_scan_b<<<n / 8, 288>>>((float4*)p, (float4*)v, o); }, o, (size_t)n * 36);
    }
    {   // sensor_offsets
        unsigned n = 1u << 25;
        float *r = harness::filled<float>(n, 91), *c = harness::filled<float>(8192, 92), *o = harness::empty<float>(n);
        add("sensor_offsets_a", [=] { sensor_offsets_a<<<n / 64, 64>>>(r, (float2*)c, o); }, o, n);
        add("sensor_offsets_b", [=] { sensor_offsets_b<<<1056, 256>>>(r, (float2*)c, o, n); }, o, n);
    }
    {   // barrier_paths
        int blocks = 30 * 1056 + 100;
        size_t n = (size_t)blocks * 256;
        float *v = harness::filled<float>(n, 101), *o = harness::empty<float>(n);
        add("barrier_paths_a", [=] { barrier_paths_a<<<blocks, 256>>>(v, o, 128); }, o, n);
        add("barrier_paths_b", [=] { barrier_paths_b<<<blocks * 2, 128>>>(v, o, 128); }, o, n);
    }
    {   // plasma_push
        int blocks = 132 * 6 * 10;
        size_t n = (size_t)blocks * 512;
        float *x = harness::filled<float>(n * 4, 111), *v = harness::filled<float>(n * 4, 112), *y = harness::empty<float>(n * 4), *w = harness::empty<float>(n * 4);
        add("plasma_push_vii_h", [=] { plasma_push_vii_h<<<blocks, 256>>>((float4*)x, (float4*)v, (float4*)y, (float4*)w, 0.01f); }, y, n * 4);
    }
    return harness::run(argc, argv, cases);
}
