// Registers, local memory and occupancy: pairs of kernels with one planted defect each (first half).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Output;

__global__ void harness_bits(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
static uint32_t* bits(size_t n, uint32_t seed) {
    uint32_t* p; CHECK(cudaMalloc(&p, n * 4));
    harness_bits<<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------------------------------------------------------------
// Robotics: one thread tracks one target with an 8-state Kalman filter (4 coordinates and their rates), 4 scalar updates a step.
__host__ __device__ constexpr int sym(int i, int j) { return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i; }

__device__ __forceinline__ void track_body(const float* __restrict__ z, float* __restrict__ out, int n, int steps) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const float dt = 0.1f, q = 0.02f, r = 0.3f;
    float x[8], P[36];
#pragma unroll
    for (int i = 0; i < 8; ++i) x[i] = 0.0f;
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j <= i; ++j) P[sym(i, j)] = i == j ? 2.0f : 0.05f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
#pragma unroll
        for (int i = 0; i < 4; ++i) x[i] = fmaf(dt, x[i + 4], x[i]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j <= i; ++j)
                P[sym(i, j)] += dt * (P[sym(i, j + 4)] + P[sym(j, i + 4)]) + dt * dt * P[sym(i + 4, j + 4)];
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) P[sym(i, j + 4)] = fmaf(dt, P[sym(i + 4, j + 4)], P[sym(i, j + 4)]);
#pragma unroll
        for (int i = 0; i < 8; ++i) P[sym(i, i)] += q;
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float innovation = z[((size_t)s * 4 + m) * n + t] - x[m];
            float inv = __fdividef(1.0f, P[sym(m, m)] + r);
            float row[8];
#pragma unroll
            for (int j = 0; j < 8; ++j) row[j] = P[sym(j, m)];
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                float k = row[j] * inv;
                x[j] = fmaf(k, innovation, x[j]);
#pragma unroll
                for (int l = 0; l <= j; ++l) P[sym(j, l)] = fmaf(-k, row[l], P[sym(j, l)]);
            }
        }
    }
    float trace = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) { trace += P[sym(i, i)]; out[(size_t)i * n + t] = x[i]; }
    out[(size_t)8 * n + t] = trace;
}
__global__ void __launch_bounds__(256, 8) target_track_q2_a(const float* __restrict__ z, float* __restrict__ out, int n, int steps) {
    track_body(z, out, n, steps);
}
__global__ void __launch_bounds__(256) target_track_q2_b(const float* __restrict__ z, float* __restrict__ out, int n, int steps) {
    track_body(z, out, n, steps);
}

// ---------------------------------------------------------------------------------------------------------------------
// Genomics: pair-HMM forward likelihood of a read against a 32-base window of a haplotype, the window's states in registers.
__device__ __forceinline__ void pairhmm_body(const uint8_t* __restrict__ reads, const uint32_t* __restrict__ haps, float* __restrict__ out, int n, int rows) {
    constexpr int W = 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    uint32_t h0 = haps[t], h1 = haps[n + t];
    float M[W], I[W], D[W];
#pragma unroll
    for (int j = 0; j < W; ++j) { M[j] = 0.02f; I[j] = 0.0f; D[j] = 1.0f / W; }
    const float mm = 0.9f, gm = 0.85f, mi = 0.06f, ii = 0.15f;
#pragma unroll 1
    for (int r = 0; r < rows; ++r) {
        uint32_t letter = reads[(size_t)r * n + t];
        uint32_t same = (letter & 3u) * 0x55555555u;
        uint32_t x0 = h0 ^ same, x1 = h1 ^ same;
        float quality = (float)(letter >> 2) * (1.0f / 64.0f);
        float hit = 1.4f + 0.4f * quality, miss = 0.9f - 0.2f * quality;
        float md = 0.01f, id = 0.0f, dd = 0.01f, left = 0.0f, dleft = 0.0f;
#pragma unroll
        for (int j = 0; j < W; ++j) {
            bool equal = ((j < 16 ? x0 : x1) & (3u << (2 * (j & 15)))) == 0;
            float p = equal ? hit : miss;
            float m = p * fmaf(mm, md, gm * (id + dd));
            float ins = fmaf(mi, M[j], ii * I[j]);
            float del = fmaf(mi, left, ii * dleft);
            md = M[j]; id = I[j]; dd = D[j];
            M[j] = m; I[j] = ins; D[j] = del;
            left = m; dleft = del;
        }
    }
    float sum = 0;
#pragma unroll
    for (int j = 0; j < W; ++j) sum += M[j] + I[j];
    out[t] = sum;
}
__global__ void __maxnreg__(64) read_likelihood_q2_a(const uint8_t* __restrict__ reads, const uint32_t* __restrict__ haps, float* __restrict__ out, int n, int rows) {
    pairhmm_body(reads, haps, out, n, rows);
}
__global__ void __maxnreg__(144) read_likelihood_q2_b(const uint8_t* __restrict__ reads, const uint32_t* __restrict__ haps, float* __restrict__ out, int n, int rows) {
    pairhmm_body(reads, haps, out, n, rows);
}

// ---------------------------------------------------------------------------------------------------------------------
// Radar: ordered-statistic CFAR; the threshold is the rank-th smallest of the cells around the one under test.
__global__ void __launch_bounds__(256) range_cfar_q2_a(const float* __restrict__ power, float* __restrict__ out, int ranges, int half, int guard, int rank, float scale) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    const float* row = power + (size_t)blockIdx.y * ranges;
    if (r >= ranges) return;
    float w[32];
    int n = 2 * half;
#pragma unroll 1
    for (int i = 0; i < half; ++i) {
        int lo = max(r - guard - 1 - i, 0), hi = min(r + guard + 1 + i, ranges - 1);
        w[2 * i] = fabsf(row[lo]);
        w[2 * i + 1] = fabsf(row[hi]);
    }
#pragma unroll 1
    for (int pass = n - 1; pass >= rank; --pass) {  // the largest of what is left goes to the end
        float carry = w[0];
#pragma unroll 1
        for (int j = 1; j <= pass; ++j) {
            float v = w[j];
            w[j - 1] = fminf(carry, v);
            carry = fmaxf(carry, v);
        }
        w[pass] = carry;
    }
    float cell = fabsf(row[r]), level = w[rank];
    out[(size_t)blockIdx.y * ranges + r] = cell > scale * level ? cell - level : -level;
}
template <int HALF, int GUARD, int RANK>
__device__ __forceinline__ float cfar_cell(const float* __restrict__ row, int r, int ranges, float scale) {
    constexpr int N = 2 * HALF;
    float w[N];
#pragma unroll
    for (int i = 0; i < HALF; ++i) {
        int lo = max(r - GUARD - 1 - i, 0), hi = min(r + GUARD + 1 + i, ranges - 1);
        w[2 * i] = fabsf(row[lo]);
        w[2 * i + 1] = fabsf(row[hi]);
    }
#pragma unroll
    for (int pass = N - 1; pass >= RANK; --pass) {
#pragma unroll
        for (int j = 1; j < N; ++j) {
            if (j > pass) continue;
            float a = w[j - 1], b = w[j];
            w[j - 1] = fminf(a, b);
            w[j] = fmaxf(a, b);
        }
    }
    float cell = fabsf(row[r]), level = w[RANK];
    return cell > scale * level ? cell - level : -level;
}
__global__ void __launch_bounds__(256) range_cfar_q2_b(const float* __restrict__ power, float* __restrict__ out, int ranges, float scale) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= ranges) return;
    out[(size_t)blockIdx.y * ranges + r] = cfar_cell<12, 2, 17>(power + (size_t)blockIdx.y * ranges, r, ranges, scale);
}

// ---------------------------------------------------------------------------------------------------------------------
// Hydrology: per catchment column the tally of 32 soil classes over a packed core (5 bits class, 3 bits thickness a byte); the dominant class goes out.
__global__ void __launch_bounds__(128) soil_tally_q2_a(const uint32_t* __restrict__ core, int* __restrict__ out, int n, int words) {
    int t = blockIdx.x * 128 + threadIdx.x;
    if (t >= n) return;
    int tally[32];
#pragma unroll
    for (int c = 0; c < 32; ++c) tally[c] = c;
#pragma unroll 2
    for (int w = 0; w < words; ++w) {
        uint32_t four = core[(size_t)w * n + t];
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            tally[four & 31u] += (four >> 5) & 7u;
            four >>= 8;
        }
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < 32; ++c) best = max(best, tally[c] * 32 + c);
    out[t] = best;
}
__global__ void __launch_bounds__(128) soil_tally_q2_b(const uint32_t* __restrict__ core, int* __restrict__ out, int n, int words) {
    __shared__ int tally[32][128];
    int t = blockIdx.x * 128 + threadIdx.x, l = threadIdx.x;
    if (t >= n) return;
#pragma unroll
    for (int c = 0; c < 32; ++c) tally[c][l] = c;
#pragma unroll 2
    for (int w = 0; w < words; ++w) {
        uint32_t four = core[(size_t)w * n + t];
#pragma unroll
        for (int b = 0; b < 4; ++b) {
            tally[four & 31u][l] += (four >> 5) & 7u;
            four >>= 8;
        }
    }
    int best = 0;
#pragma unroll
    for (int c = 0; c < 32; ++c) best = max(best, tally[c][l] * 32 + c);
    out[t] = best;
}

// ---------------------------------------------------------------------------------------------------------------------
// Astronomy: a warp follows the linked list of a detector's frames (32 samples each) and linearises every sample by a 96-term response.
constexpr int TERMS = 96;
struct Response { float c[TERMS]; };
__global__ void harness_links(int* link, int n) {  // a permutation with one long cycle (n a power of two)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        link[i] = (int)(((uint32_t)i * 1664525u + 1013904223u) & (uint32_t)(n - 1));
}
__global__ void __launch_bounds__(128) frame_linear_q2_a(const float* __restrict__ pool, const int* __restrict__ link, const int* __restrict__ head,
                                                         const float* __restrict__ response, float* __restrict__ out, int steps) {
    int w = (blockIdx.x * 128 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    float c[TERMS];
#pragma unroll
    for (int k = 0; k < TERMS; ++k) c[k] = response[k];
    int page = head[w];
    float acc = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float x = pool[(size_t)page * 32 + lane];
        page = link[page];
        float h0 = c[0], h1 = c[1], h2 = c[2], h3 = c[3];
#pragma unroll
        for (int k = 4; k < TERMS; k += 4) {
            h0 = fmaf(h0, x, c[k]); h1 = fmaf(h1, x, c[k + 1]); h2 = fmaf(h2, x, c[k + 2]); h3 = fmaf(h3, x, c[k + 3]);
        }
        acc = fmaf(fmaf(h0, x, h1), fmaf(h2, x, h3), 0.5f * acc);
    }
    out[w * 32 + lane] = acc;
}
__global__ void __launch_bounds__(128) frame_linear_q2_b(const float* __restrict__ pool, const int* __restrict__ link, const int* __restrict__ head,
                                                         const __grid_constant__ Response response, float* __restrict__ out, int steps) {
    int w = (blockIdx.x * 128 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int page = head[w];
    float acc = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float x = pool[(size_t)page * 32 + lane];
        page = link[page];
        float h0 = response.c[0], h1 = response.c[1], h2 = response.c[2], h3 = response.c[3];
#pragma unroll
        for (int k = 4; k < TERMS; k += 4) {
            h0 = fmaf(h0, x, response.c[k]); h1 = fmaf(h1, x, response.c[k + 1]);
            h2 = fmaf(h2, x, response.c[k + 2]); h3 = fmaf(h3, x, response.c[k + 3]);
        }
        acc = fmaf(fmaf(h0, x, h1), fmaf(h2, x, h3), 0.5f * acc);
    }
    out[w * 32 + lane] = acc;
}

// ---------------------------------------------------------------------------------------------------------------------
// Borehole geophysics: a warp decodes a stream of records of varying length; the header names the layer whose constants apply.
__device__ __forceinline__ float4 layer_of(uint32_t b) {
    return make_float4(harness::unit(b), harness::unit(b + 77u), harness::unit(b + 991u), 0.25f);
}
template <typename Layers>
__device__ __forceinline__ void log_stream(const uint32_t* __restrict__ stream, const Layers& layers, float* __restrict__ out, int region, int records, int nlayers) {
    int w = (blockIdx.x * 64 + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    const uint32_t* mine = stream + (size_t)w * region;
    int at = 0;
    float acc = 0;
#pragma unroll 1
    for (int r = 0; r < records; ++r) {
        uint32_t header = mine[at];
        int length = 8 + (header & 31u);
        float4 layer = layers[(header >> 8) & (nlayers - 1)];
        if (lane < length) {
            uint32_t word = mine[at + 1 + lane];
            float v = __uint_as_float((word >> 9) | 0x3f800000u) - 1.5f;
            acc = fmaf(v, fmaf(v, layer.x, layer.y), fmaf(acc, layer.w, layer.z));
        }
        at += length + 1;
    }
    out[w * 32 + lane] = acc;
}
constexpr int MAX_LAYERS = 1728;
__global__ void __launch_bounds__(64) borehole_log_q2_a(const uint32_t* __restrict__ stream, const float4* __restrict__ model, float* __restrict__ out, int region, int records, int nlayers) {
    __shared__ float4 layers[MAX_LAYERS];  // room for the largest model
#pragma unroll 1
    for (int i = threadIdx.x; i < nlayers; i += 64) layers[i] = model[i];
    __syncthreads();
    log_stream(stream, layers, out, region, records, nlayers);
}
__global__ void __launch_bounds__(64) borehole_log_q2_b(const uint32_t* __restrict__ stream, const float4* __restrict__ model, float* __restrict__ out, int region, int records, int nlayers) {
    extern __shared__ float4 sized[];      // room for this model
#pragma unroll 1
    for (int i = threadIdx.x; i < nlayers; i += 64) sized[i] = model[i];
    __syncthreads();
    log_stream(stream, sized, out, region, records, nlayers);
}

// ---------------------------------------------------------------------------------------------------------------------
// Database: look-ups in a 32-ary search tree, one warp a key: a lane compares a separator, the ballot gives the child.
constexpr int LEVELS = 5;
__host__ __device__ inline uint32_t level_base(int l) { uint32_t b = 0, w = 1; for (int i = 0; i < l; ++i) { b += w; w *= 32; } return b; }
__global__ void harness_tree(uint32_t* keys, uint32_t nodes) {
    size_t n = (size_t)nodes * 32;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t node = (uint32_t)(i >> 5), lane = (uint32_t)i & 31u, base = 0, width = 1;
        int l = 0;
        while (node - base >= width) { base += width; width *= 32; ++l; }
        uint32_t entry = ((node - base) * 32 + lane) << (5 * (LEVELS - 1 - l));
        keys[i] = entry == 0 ? 0u : entry * 128u + (harness::hash32(entry) & 127u);
    }
}
__device__ __forceinline__ void lookups(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ wanted, int* __restrict__ out, int warp, int each) {
    int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int i = 0; i < each; ++i) {
        uint32_t want = wanted[warp * each + i], node = 0, base = 0, width = 1, found = 0;
#pragma unroll
        for (int l = 0; l < LEVELS; ++l) {
            uint32_t k = keys[(size_t)(base + node) * 32 + lane];
            int child = __popc(__ballot_sync(0xffffffffu, want >= k)) - 1;
            if (l == LEVELS - 1) found = __shfl_sync(0xffffffffu, k, child);
            node = node * 32 + child;
            base += width; width *= 32;
        }
        if (lane == 0) out[warp * each + i] = (int)(want - found);
    }
}
__global__ void __launch_bounds__(32) key_lookup_q2_a(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ wanted, int* __restrict__ out, int each) {
    lookups(keys, wanted, out, blockIdx.x, each);
}
__global__ void __launch_bounds__(256, 8) key_lookup_q2_b(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ wanted, int* __restrict__ out, int each) {
    lookups(keys, wanted, out, blockIdx.x * 8 + (threadIdx.x >> 5), each);
}

// ---------------------------------------------------------------------------------------------------------------------
// Fluid dynamics: one pull step of a D3Q19 lattice Boltzmann cell (mild: few spills, memory binds).
__device__ constexpr int CX[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
__device__ constexpr int CY[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
__device__ constexpr int CZ[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
__device__ __forceinline__ void lattice_body(const float* __restrict__ from, float* __restrict__ to, int nx, int ny, int nz, float omega) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    size_t cells = (size_t)nx * ny * nz;
    float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
    for (int k = 0; k < 19; ++k) {
        int sx = (x - CX[k]) & (nx - 1), sy = (y - CY[k]) & (ny - 1), sz = (z - CZ[k]) & (nz - 1);
        f[k] = 0.05f + 0.01f * from[k * cells + ((size_t)sz * ny + sy) * nx + sx];
    }
#pragma unroll
    for (int k = 0; k < 19; ++k) {
        rho += f[k];
        if (CX[k]) ux += CX[k] * f[k];
        if (CY[k]) uy += CY[k] * f[k];
        if (CZ[k]) uz += CZ[k] * f[k];
    }
    float inv = __fdividef(1.0f, rho);
    ux *= inv; uy *= inv; uz *= inv;
    float square = 1.5f * (ux * ux + uy * uy + uz * uz);
    size_t here = ((size_t)z * ny + y) * nx + x;
#pragma unroll
    for (int k = 0; k < 19; ++k) {
        float weight = k == 0 ? 1.0f / 3 : k < 7 ? 1.0f / 18 : 1.0f / 36;
        float cu = 3.0f * (CX[k] * ux + CY[k] * uy + CZ[k] * uz);
        float eq = weight * rho * (1.0f + cu + 0.5f * cu * cu - square);
        to[k * cells + here] = f[k] + omega * (eq - f[k]);
    }
}
__global__ void __launch_bounds__(256, 8) lattice_flow_q2_a(const float* __restrict__ from, float* __restrict__ to, int nx, int ny, int nz, float omega) {
    lattice_body(from, to, nx, ny, nz, omega);
}
__global__ void __launch_bounds__(256) lattice_flow_q2_b(const float* __restrict__ from, float* __restrict__ to, int nx, int ny, int nz, float omega) {
    lattice_body(from, to, nx, ny, nz, omega);
}

// ---------------------------------------------------------------------------------------------------------------------
// Geodesy (healthy): Clenshaw sums of a zonal series, eight latitudes a thread, the series broadcast from shared memory.
__global__ void __launch_bounds__(256) geoid_series_q2_h(const float4* __restrict__ latitude, const float4* __restrict__ series, float4* __restrict__ out, int quads, int terms4) {
    __shared__ float4 c[128];
    for (int i = threadIdx.x; i < terms4; i += 256) c[i] = series[i];
    __syncthreads();
    int t = blockIdx.x * 256 + threadIdx.x;
    float4 u = latitude[t], v = latitude[t + quads / 2];
    float x[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w}, b1[8], b2[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) { x[i] *= 1.9f; b1[i] = b2[i] = 0.0f; }
    for (int k = terms4 - 1; k >= 0; --k) {
        float4 q = c[k];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            b2[i] = fmaf(x[i], b1[i], q.w - b2[i]);
            b1[i] = fmaf(x[i], b2[i], q.z - b1[i]);
            b2[i] = fmaf(x[i], b1[i], q.y - b2[i]);
            b1[i] = fmaf(x[i], b2[i], q.x - b1[i]);
        }
    }
    float s[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) s[i] = fmaf(-0.5f * x[i], b2[i], b1[i]);
    out[t] = make_float4(s[0], s[1], s[2], s[3]);
    out[t + quads / 2] = make_float4(s[4], s[5], s[6], s[7]);
}

// Audio (healthy): four stems mixed down with their gains.
__global__ void __launch_bounds__(512) stem_mix_q2_h(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ c, const float4* __restrict__ d,
                                                     float4* __restrict__ out, int n, float ga, float gb, float gc, float gd) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= n) return;
    float4 p = __ldcs(a + i), q = __ldcs(b + i), r = __ldcs(c + i), s = __ldcs(d + i), o;
    o.x = fmaf(ga, p.x, fmaf(gb, q.x, fmaf(gc, r.x, gd * s.x)));
    o.y = fmaf(ga, p.y, fmaf(gb, q.y, fmaf(gc, r.y, gd * s.y)));
    o.z = fmaf(ga, p.z, fmaf(gb, q.z, fmaf(gc, r.z, gd * s.z)));
    o.w = fmaf(ga, p.w, fmaf(gb, q.w, fmaf(gc, r.w, gd * s.w)));
    __stcs(out + i, o);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        const int n = 540672, steps = 16;
        float* z = harness::filled<float>((size_t)n * steps * 4, 11);
        float* out = harness::empty<float>((size_t)n * 9);
        cases.push_back({"target_track_q2_a", [=] { target_track_q2_a<<<n / 256, 256>>>(z, out, n, steps); }, out, (size_t)n * 9, Output::f32});
        cases.push_back({"target_track_q2_b", [=] { target_track_q2_b<<<n / 256, 256>>>(z, out, n, steps); }, out, (size_t)n * 9, Output::f32});
    }
    {
        const int n = 270336, rows = 56;
        const uint8_t* reads = (const uint8_t*)bits((size_t)n * rows / 4, 21);
        uint32_t* haps = bits((size_t)n * 2, 22);
        float* out = harness::empty<float>(n);
        cases.push_back({"read_likelihood_q2_a", [=] { read_likelihood_q2_a<<<n / 128, 128>>>(reads, haps, out, n, rows); }, out, (size_t)n, Output::f32});
        cases.push_back({"read_likelihood_q2_b", [=] { read_likelihood_q2_b<<<n / 128, 128>>>(reads, haps, out, n, rows); }, out, (size_t)n, Output::f32});
    }
    {
        const int ranges = 8192, pulses = 512;
        size_t n = (size_t)ranges * pulses;
        float* power = harness::filled<float>(n, 31);
        float* out = harness::empty<float>(n);
        dim3 grid(ranges / 256, pulses);
        cases.push_back({"range_cfar_q2_a", [=] { range_cfar_q2_a<<<grid, 256>>>(power, out, ranges, 12, 2, 17, 1.2f); }, out, n, Output::f32});
        cases.push_back({"range_cfar_q2_b", [=] { range_cfar_q2_b<<<grid, 256>>>(power, out, ranges, 1.2f); }, out, n, Output::f32});
    }
    {
        const int n = 540672, words = 64;
        uint32_t* core = bits((size_t)n * words, 41);
        int* out = harness::empty<int>(n);
        cases.push_back({"soil_tally_q2_a", [=] { soil_tally_q2_a<<<n / 128, 128>>>(core, out, n, words); }, out, (size_t)n, Output::i32});
        cases.push_back({"soil_tally_q2_b", [=] { soil_tally_q2_b<<<n / 128, 128>>>(core, out, n, words); }, out, (size_t)n, Output::i32});
    }
    {
        const int pages = 1 << 21, warps = 132 * 192, steps = 32;
        float* pool = harness::filled<float>((size_t)pages * 32, 51);
        int* link; CHECK(cudaMalloc(&link, (size_t)pages * 4));
        harness_links<<<1024, 256>>>(link, pages); CHECK(cudaGetLastError());
        int* head = harness::indices(warps, pages, 52);
        Response response;
        for (int k = 0; k < TERMS; ++k) response.c[k] = harness::unit(k * 97u + 5u);
        float* table = harness::uploaded(std::vector<float>(response.c, response.c + TERMS));
        float* out = harness::empty<float>((size_t)warps * 32);
        cases.push_back({"frame_linear_q2_a", [=] { frame_linear_q2_a<<<warps / 4, 128>>>(pool, link, head, table, out, steps); }, out, (size_t)warps * 32, Output::f32});
        cases.push_back({"frame_linear_q2_b", [=] { frame_linear_q2_b<<<warps / 4, 128>>>(pool, link, head, response, out, steps); }, out, (size_t)warps * 32, Output::f32});
    }
    {
        const int warps = 132 * 64 * 4, region = 2048, records = 48, nlayers = 64;
        uint32_t* stream = bits((size_t)warps * region, 61);
        float4* model = (float4*)harness::filled<float>(nlayers * 4, 62);
        float* out = harness::empty<float>((size_t)warps * 32);
        cases.push_back({"borehole_log_q2_a", [=] { borehole_log_q2_a<<<warps / 2, 64>>>(stream, model, out, region, records, nlayers); }, out, (size_t)warps * 32, Output::f32});
        cases.push_back({"borehole_log_q2_b", [=] { borehole_log_q2_b<<<warps / 2, 64, nlayers * sizeof(float4)>>>(stream, model, out, region, records, nlayers); }, out, (size_t)warps * 32, Output::f32});
    }
    {
        const uint32_t nodes = level_base(LEVELS);
        const int warps = 132 * 64 * 2, each = 48;
        uint32_t* keys; CHECK(cudaMalloc(&keys, (size_t)nodes * 128));
        harness_tree<<<2048, 256>>>(keys, nodes); CHECK(cudaGetLastError());
        uint32_t* wanted = bits((size_t)warps * each, 71);
        int* out = harness::empty<int>((size_t)warps * each);
        cases.push_back({"key_lookup_q2_a", [=] { key_lookup_q2_a<<<warps, 32>>>(keys, wanted, out, each); }, out, (size_t)warps * each, Output::i32});
        cases.push_back({"key_lookup_q2_b", [=] { key_lookup_q2_b<<<warps / 8, 256>>>(keys, wanted, out, each); }, out, (size_t)warps * each, Output::i32});
    }
    {
        const int nx = 256, ny = 256, nz = 128;
        size_t n = (size_t)nx * ny * nz * 19;
        float* from = harness::filled<float>(n, 81);
        float* to = harness::empty<float>(n);
        dim3 grid(ny, nz);
        cases.push_back({"lattice_flow_q2_a", [=] { lattice_flow_q2_a<<<grid, 256>>>(from, to, nx, ny, nz, 1.1f); }, to, n, Output::f32});
        cases.push_back({"lattice_flow_q2_b", [=] { lattice_flow_q2_b<<<grid, 256>>>(from, to, nx, ny, nz, 1.1f); }, to, n, Output::f32});
    }
    {
        const int quads = 132 * 256 * 64, terms4 = 64;
        float4* latitude = (float4*)harness::filled<float>((size_t)quads * 4, 91);
        float4* series = (float4*)harness::filled<float>(terms4 * 4, 92);
        float4* out = (float4*)harness::empty<float>((size_t)quads * 4);
        cases.push_back({"geoid_series_q2_h", [=] { geoid_series_q2_h<<<quads / 2 / 256, 256>>>(latitude, series, out, quads, terms4); }, out, (size_t)quads * 4, Output::f32});
    }
    {
        const int n = 1 << 23;
        float4* s[4];
        for (int k = 0; k < 4; ++k) s[k] = (float4*)harness::filled<float>((size_t)n * 4, 101 + k);
        float4 *a = s[0], *b = s[1], *c = s[2], *d = s[3], *out = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"stem_mix_q2_h", [=] { stem_mix_q2_h<<<n / 512, 512>>>(a, b, c, d, out, n, 0.7f, 0.5f, 0.4f, 0.3f); }, out, (size_t)n * 4, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
