// Ten pairs, suffix u3.
#include "harness.cuh"

#include <mma.h>

using namespace harness;
using namespace nvcuda;

// ---- Neutron time of flight: events counted by channel of momentum transfer -------------------------------------------------
constexpr int CHANNELS = 8192;

__device__ __forceinline__ int channel_of(float flight, float inverse_path) {
    float q = (flight * 0.999f + 1.0f) * inverse_path;
    return min(CHANNELS - 1, max(0, (int)q));
}

__global__ void chopper_channels_u3_a(const float4* __restrict__ flight, int* counts, int quads, float inverse_path) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 f = flight[i];
        atomicAdd(counts + channel_of(f.x, inverse_path), 1);
        atomicAdd(counts + channel_of(f.y, inverse_path), 1);
        atomicAdd(counts + channel_of(f.z, inverse_path), 1);
        atomicAdd(counts + channel_of(f.w, inverse_path), 1);
    }
}

__global__ void chopper_channels_u3_b(const float4* __restrict__ flight, int* counts, int quads, float inverse_path) {
    __shared__ int own[CHANNELS];
    for (int c = threadIdx.x; c < CHANNELS; c += blockDim.x) own[c] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 f = flight[i];
        atomicAdd(own + channel_of(f.x, inverse_path), 1);
        atomicAdd(own + channel_of(f.y, inverse_path), 1);
        atomicAdd(own + channel_of(f.z, inverse_path), 1);
        atomicAdd(own + channel_of(f.w, inverse_path), 1);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < CHANNELS; c += blockDim.x) atomicAdd(counts + c, own[c]);
}

// ---- Ship's logbooks kept as chains of pages: a weighted sum along each chain; one warp a chain, word 31 of a page names the next
constexpr int CHAINS = 65536, HOPS = 32, MOST_HOPS = 576;

__host__ __device__ inline int page_slot(int hop, int chain) {  // one-to-one on 21 bits
    uint32_t mask = CHAINS * HOPS - 1, x = (uint32_t)hop * CHAINS + chain;
    x = x * 0x9e3779b1u & mask; x ^= x >> 11; x = x * 0x85ebca6bu & mask; x ^= x >> 9;
    return (int)x;
}

__global__ void harness_fill_pages(int* pages) {
    int id = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, hop = id / CHAINS, chain = id % CHAINS;
    int next = page_slot((hop + 1) % HOPS, chain);
    pages[(size_t)page_slot(hop, chain) * 32 + lane] = lane == 31 ? next : __float_as_int(unit(id * 32 + lane));
}

__device__ __forceinline__ void walk_chain(const int* __restrict__ pages, const int* __restrict__ heads,
                                           const float* __restrict__ weights, float* out, int hops) {
    extern __shared__ float w[];
    for (int i = threadIdx.x; i < hops * 32; i += blockDim.x) w[i] = weights[i];
    __syncthreads();
    int chain = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, page = heads[chain];
    float sum = 0;
    for (int h = 0; h < hops; ++h) {
        int word = pages[(size_t)page * 32 + lane];
        page = __shfl_sync(~0u, word, 31);
        sum += lane < 31 ? fabsf(__int_as_float(word) + w[h * 32 + lane]) : 0.0f;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) out[chain] = sum;
}

__global__ void logbook_chain_u3_a(const int* pages, const int* heads, const float* weights, float* out, int hops) {
    walk_chain(pages, heads, weights, out, hops);
}
__global__ void logbook_chain_u3_b(const int* pages, const int* heads, const float* weights, float* out, int hops) {
    walk_chain(pages, heads, weights, out, hops);
}

// ---- Fermi-Pasta-Ulam rings: 48 masses a ring held in registers; one thread a ring; energy at the end ------------------------
constexpr int MASSES = 48, RINGS = 268 * 512;

__device__ __forceinline__ void ring_energy(const float* __restrict__ start, float* energy, int steps, float dt, float alpha) {
    int ring = blockIdx.x * blockDim.x + threadIdx.x;
    float x[MASSES], v[MASSES];
#pragma unroll
    for (int i = 0; i < MASSES; ++i) { x[i] = 0.1f * start[i * RINGS + ring]; v[i] = 0; }
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float d = x[0] - x[MASSES - 1], before = d * fmaf(alpha, d, 1.0f), first = before;
#pragma unroll
        for (int i = 0; i < MASSES; ++i) {
            float stretch = x[(i + 1) % MASSES] - x[i];
            float force = i + 1 < MASSES ? stretch * fmaf(alpha, stretch, 1.0f) : first;
            v[i] = fmaf(dt, force - before, v[i]);
            before = force;
        }
#pragma unroll
        for (int i = 0; i < MASSES; ++i) x[i] = fmaf(dt, v[i], x[i]);
    }
    float e = 0;
#pragma unroll
    for (int i = 0; i < MASSES; ++i) {
        float stretch = x[(i + 1) % MASSES] - x[i];
        e += 0.5f * (v[i] * v[i] + stretch * stretch);
    }
    energy[ring] = e;
}

__global__ void __launch_bounds__(512) fpu_rings_u3_a(const float* start, float* energy, int steps, float dt, float alpha) {
    ring_energy(start, energy, steps, dt, alpha);
}
__global__ void __launch_bounds__(128) fpu_rings_u3_b(const float* start, float* energy, int steps, float dt, float alpha) {
    ring_energy(start, energy, steps, dt, alpha);
}

// ---- Archive of records: a polynomial fingerprint of 16 words modulo a prime, one thread a record -----------------------------
constexpr unsigned long long PRIME = 2147483629ull;

__global__ void archive_fingerprint_u3_a(const uint32_t* __restrict__ words, int* prints, int records, unsigned long long base,
                                         unsigned long long prime) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records) return;
    unsigned long long h = 1;
#pragma unroll
    for (int k = 0; k < 16; ++k) h = (h * base + words[(size_t)k * records + r]) % prime;
    prints[r] = (int)h;
}

__global__ void archive_fingerprint_u3_b(const uint32_t* __restrict__ words, int* prints, int records, unsigned long long base) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records) return;
    unsigned long long h = 1;
#pragma unroll
    for (int k = 0; k < 16; ++k) h = (h * base + words[(size_t)k * records + r]) % PRIME;
    prints[r] = (int)h;
}

// ---- Bird song: sixteen autocorrelation lags of every frame of 512 samples, one block a frame ----------------------------------
constexpr int FRAME = 512, LAGS = 16;

__global__ void birdsong_lags_u3_a(const float* __restrict__ song, float* lags) {
    __shared__ float s[FRAME], part[FRAME];
    int t = threadIdx.x;
    s[t] = song[(size_t)blockIdx.x * FRAME + t];
    __syncthreads();
    for (int lag = 0; lag < LAGS; ++lag) {
        part[t] = t + lag < FRAME ? s[t] * s[t + lag] : 0.0f;
        __syncthreads();
        for (int half = FRAME / 2; half > 0; half /= 2) {
            if (t < half) part[t] += part[t + half];
            __syncthreads();
        }
        if (t == 0) lags[blockIdx.x * LAGS + lag] = part[0];
        __syncthreads();
    }
}

__global__ void birdsong_lags_u3_b(const float* __restrict__ song, float* lags) {
    __shared__ float s[FRAME];
    int t = threadIdx.x, lag = t / 32, lane = t % 32;
    s[t] = song[(size_t)blockIdx.x * FRAME + t];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = lane; i < FRAME; i += 32) sum += i + lag < FRAME ? s[i] * s[i + lag] : 0.0f;
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) lags[blockIdx.x * LAGS + lag] = sum;
}

// ---- Drill-core spectra against a mineral library: squared match of every spectrum with every entry, 512 bands -----------------
constexpr int BANDS = 512, TILE = 128, STEP = 16;

__global__ void __launch_bounds__(256, 2) core_spectra_u3_a(const float* __restrict__ cores, const float* __restrict__ library,
                                                             float* match, int entries) {
    __shared__ __align__(16) float a[STEP][TILE + 4], b[STEP][TILE + 4];
    int t = threadIdx.x, row = t / 4, band = t % 4 * 4, slot = row ^ (band & 8), m = t / 16 * 4, n = t % 16 * 4;
    const float* from_a = cores + (size_t)(blockIdx.y * TILE + row) * BANDS + band;
    const float* from_b = library + (size_t)(blockIdx.x * TILE + row) * BANDS + band;
    float sum[8][8] = {};
    float4 next[4];
    auto fetch = [&](int k) {
        next[0] = *(const float4*)(from_a + k); next[1] = *(const float4*)(from_a + 64 * BANDS + k);
        next[2] = *(const float4*)(from_b + k); next[3] = *(const float4*)(from_b + 64 * BANDS + k);
    };
    fetch(0);
    for (int k = 0; k < BANDS; k += STEP) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            a[band + j][slot] = (&next[0].x)[j]; a[band + j][slot + 64] = (&next[1].x)[j];
            b[band + j][slot] = (&next[2].x)[j]; b[band + j][slot + 64] = (&next[3].x)[j];
        }
        __syncthreads();
        if (k + STEP < BANDS) fetch(k + STEP);
#pragma unroll
        for (int q = 0; q < STEP; ++q) {
            float u[8], w[8];
            *(float4*)u = *(float4*)&a[q][m ^ (q & 8)]; *(float4*)(u + 4) = *(float4*)&a[q][(m ^ (q & 8)) + 64];
            *(float4*)w = *(float4*)&b[q][n ^ (q & 8)]; *(float4*)(w + 4) = *(float4*)&b[q][(n ^ (q & 8)) + 64];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(u[i], w[j], sum[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            float* s = &sum[i][h * 4];
            *(float4*)(match + (size_t)(blockIdx.y * TILE + m + i % 4 + i / 4 * 64) * entries + blockIdx.x * TILE + n + h * 64) =
                make_float4(s[0] * s[0], s[1] * s[1], s[2] * s[2], s[3] * s[3]);
        }
}

__device__ __forceinline__ float4 tf32(float4 v) {
    return make_float4(wmma::__float_to_tf32(v.x), wmma::__float_to_tf32(v.y), wmma::__float_to_tf32(v.z), wmma::__float_to_tf32(v.w));
}

__global__ void __launch_bounds__(256, 2) core_spectra_u3_b(const float* __restrict__ cores, const float* __restrict__ library,
                                                             float* match, int entries) {
    __shared__ __align__(32) float a[TILE][STEP + 4], b[TILE][STEP + 4];
    int t = threadIdx.x, row = t / 4, band = t % 4 * 4, m = t / 32 / 2 * 32, n = t / 32 % 2 * 64;
    const float* from_a = cores + (size_t)(blockIdx.y * TILE + row) * BANDS + band;
    const float* from_b = library + (size_t)(blockIdx.x * TILE + row) * BANDS + band;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum[2][4];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j) wmma::fill_fragment(sum[i][j], 0.0f);
    float4 next[4];
    auto fetch = [&](int k) {
        next[0] = *(const float4*)(from_a + k); next[1] = *(const float4*)(from_a + 64 * BANDS + k);
        next[2] = *(const float4*)(from_b + k); next[3] = *(const float4*)(from_b + 64 * BANDS + k);
    };
    fetch(0);
    for (int k = 0; k < BANDS; k += STEP) {
        *(float4*)&a[row][band] = tf32(next[0]); *(float4*)&a[row + 64][band] = tf32(next[1]);
        *(float4*)&b[row][band] = tf32(next[2]); *(float4*)&b[row + 64][band] = tf32(next[3]);
        __syncthreads();
        if (k + STEP < BANDS) fetch(k + STEP);
#pragma unroll
        for (int q = 0; q < STEP; q += 8) {
            wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> u[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> w[4];
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(u[i], &a[m + 16 * i][q], STEP + 4);
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(w[j], &b[n + 16 * j][q], STEP + 4);
            for (int i = 0; i < 2; ++i) for (int j = 0; j < 4; ++j) wmma::mma_sync(sum[i][j], u[i], w[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) {
            for (int e = 0; e < sum[i][j].num_elements; ++e) sum[i][j].x[e] *= sum[i][j].x[e];
            wmma::store_matrix_sync(match + (size_t)(blockIdx.y * TILE + m + 16 * i) * entries + blockIdx.x * TILE + n + 16 * j,
                                    sum[i][j], entries, wmma::mem_row_major);
        }
}

// ---- Light under a lake: 40 wavelengths carried down 256 layers of known chlorophyll; absorbed energy a site and wavelength ------
constexpr int WAVELENGTHS = 40, LAYERS = 256;

__device__ __forceinline__ void absorb(float chlorophyll, float water, float pigment, float scatter, float& light, float& heat) {
    float thickness = fmaf(chlorophyll, fmaf(chlorophyll, scatter, pigment), water);
    float passed = fmaf(thickness, fmaf(thickness, 0.5f, -1.0f), 1.0f);
    float below = light * passed;
    heat = fmaf(light - below, thickness, heat);
    light = below;
}

__device__ __forceinline__ float light_column(const float4* __restrict__ column, const float* __restrict__ optics, int wave) {
    float water = 0.02f + 0.01f * optics[wave], pigment = 0.01f * optics[wave + 40], scatter = 0.004f * optics[wave + 80];
    float light = 1, heat = 0;
#pragma unroll 4
    for (int k = 0; k < LAYERS / 4; ++k) {
        float4 c = column[k];
        absorb(c.x, water, pigment, scatter, light, heat);
        absorb(c.y, water, pigment, scatter, light, heat);
        absorb(c.z, water, pigment, scatter, light, heat);
        absorb(c.w, water, pigment, scatter, light, heat);
    }
    return heat;
}

__global__ void lake_light_u3_a(const float4* __restrict__ columns, const float* __restrict__ optics, float* heat) {
    int site = blockIdx.x, wave = threadIdx.x;
    heat[site * WAVELENGTHS + wave] = light_column(columns + (size_t)site * (LAYERS / 4), optics, wave);
}

__global__ void lake_light_u3_b(const float4* __restrict__ columns, const float* __restrict__ optics, float* heat) {
    int site = blockIdx.x * 4 + threadIdx.x / WAVELENGTHS, wave = threadIdx.x % WAVELENGTHS;
    heat[site * WAVELENGTHS + wave] = light_column(columns + (size_t)site * (LAYERS / 4), optics, wave);
}

// ---- Eddy covariance over a field: turbulent stress and heat from three winds and the temperature ----------------------------------
__device__ __forceinline__ float2 eddy_one(float u, float v, float w, float temperature) {
    float squared = fmaf(u * w, u * w, v * w * (v * w)) + 1e-12f, stress = squared * rsqrtf(squared);
    return make_float2(stress, w * temperature * (1.0f + 0.1f * stress));
}

__device__ __forceinline__ void eddy_quads(const float4* __restrict__ u, const float4* __restrict__ v, const float4* __restrict__ w,
                                           const float4* __restrict__ temperature, float4* stress, float4* heat) {
    int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    float4 a[2], b[2], c[2], d[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int q = i + k * blockDim.x;
        a[k] = u[q]; b[k] = v[q]; c[k] = w[q]; d[k] = temperature[q];
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float2 r0 = eddy_one(a[k].x, b[k].x, c[k].x, d[k].x), r1 = eddy_one(a[k].y, b[k].y, c[k].y, d[k].y);
        float2 r2 = eddy_one(a[k].z, b[k].z, c[k].z, d[k].z), r3 = eddy_one(a[k].w, b[k].w, c[k].w, d[k].w);
        int q = i + k * blockDim.x;
        stress[q] = make_float4(r0.x, r1.x, r2.x, r3.x);
        heat[q] = make_float4(r0.y, r1.y, r2.y, r3.y);
    }
}

__global__ void __launch_bounds__(256) eddy_flux_u3_a(const float4* u, const float4* v, const float4* w, const float4* temperature,
                                                      float4* stress, float4* heat) {
    eddy_quads(u, v, w, temperature, stress, heat);
}
__global__ void __launch_bounds__(256, 8) eddy_flux_u3_b(const float4* u, const float4* v, const float4* w, const float4* temperature,
                                                         float4* stress, float4* heat) {
    eddy_quads(u, v, w, temperature, stress, heat);
}

// ---- Tree rings: kernel density of ring widths at 64 growth classes; each block takes the rings of one plot ---------------------------
constexpr int CLASSES = 64, PLOTS = 132 * 8, ROUNDS = 50;

__device__ __forceinline__ void add_bump(float x, float2 c, float& sum) {
    float d = x - c.x, bump = fmaf(-d, d, 4.0f);
    sum = fmaf(bump * bump, c.y, sum);
}

__device__ __forceinline__ void ring_density(const float4* __restrict__ widths, const float2* __restrict__ classes,
                                             const int* __restrict__ plots, float4* density) {
    __shared__ float2 c[CLASSES];
    if (threadIdx.x < CLASSES) c[threadIdx.x] = classes[threadIdx.x];
    __syncthreads();
    int end = plots[blockIdx.x + 1];
    for (int i = plots[blockIdx.x] + threadIdx.x; i < end; i += blockDim.x) {
        float4 x = widths[i], sum = make_float4(0, 0, 0, 0);
#pragma unroll 8
        for (int k = 0; k < CLASSES; ++k) {
            add_bump(x.x, c[k], sum.x); add_bump(x.y, c[k], sum.y);
            add_bump(x.z, c[k], sum.z); add_bump(x.w, c[k], sum.w);
        }
        density[i] = sum;
    }
}

__global__ void __launch_bounds__(256, 8) tree_ring_widths_u3_a(const float4* widths, const float2* classes, const int* plots,
                                                                float4* density) {
    ring_density(widths, classes, plots, density);
}
__global__ void __launch_bounds__(256, 8) tree_ring_widths_u3_b(const float4* widths, const float2* classes, const int* plots,
                                                                float4* density) {
    ring_density(widths, classes, plots, density);
}

// ---- Route choice: shares of 1024 routes for every traveller from their utilities; one warp a traveller, the row in registers ----------
__global__ void __launch_bounds__(256) route_shares_u3_a(const float4* __restrict__ utility, float4* shares, float scale) {
    int traveller = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float4* from = utility + (size_t)traveller * 256 + lane;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = from[k * 32];
    float top = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x = __expf((v[k].x - top) * scale); v[k].y = __expf((v[k].y - top) * scale);
        v[k].z = __expf((v[k].z - top) * scale); v[k].w = __expf((v[k].w - top) * scale);
        sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    float inverse = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < 8; ++k)
        shares[(size_t)traveller * 256 + lane + k * 32] =
            make_float4(v[k].x * inverse, v[k].y * inverse, v[k].z * inverse, v[k].w * inverse);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int quads = 1 << 23;
        float4* flight = (float4*)filled<float>((size_t)quads * 4, 11);
        int* counts = empty<int>(CHANNELS);
        cases.push_back({"chopper_channels_u3_a", [=] {
            CHECK(cudaMemsetAsync(counts, 0, CHANNELS * sizeof(int)));
            chopper_channels_u3_a<<<132 * 4, 512>>>(flight, counts, quads, CHANNELS * 0.5f); }, counts, CHANNELS, Output::i32});
        cases.push_back({"chopper_channels_u3_b", [=] {
            CHECK(cudaMemsetAsync(counts, 0, CHANNELS * sizeof(int)));
            chopper_channels_u3_b<<<132 * 4, 512>>>(flight, counts, quads, CHANNELS * 0.5f); }, counts, CHANNELS, Output::i32});
    }
    {
        int* pages; CHECK(cudaMalloc(&pages, (size_t)CHAINS * HOPS * 32 * sizeof(int)));
        harness_fill_pages<<<CHAINS * HOPS / 8, 256>>>(pages); CHECK(cudaGetLastError());
        std::vector<int> first(CHAINS);
        for (int c = 0; c < CHAINS; ++c) first[c] = page_slot(0, c);
        int* heads = uploaded(first);
        float *weights = filled<float>(MOST_HOPS * 32, 12), *out = empty<float>(CHAINS);
        const int most = MOST_HOPS * 32 * sizeof(float), used = HOPS * 32 * sizeof(float);
        CHECK(cudaFuncSetAttribute(logbook_chain_u3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        cases.push_back({"logbook_chain_u3_a", [=] {
            logbook_chain_u3_a<<<CHAINS / 4, 128, most>>>(pages, heads, weights, out, HOPS); }, out, CHAINS});
        cases.push_back({"logbook_chain_u3_b", [=] {
            logbook_chain_u3_b<<<CHAINS / 4, 128, used>>>(pages, heads, weights, out, HOPS); }, out, CHAINS});
    }
    {
        float *start = filled<float>((size_t)MASSES * RINGS, 13), *energy = empty<float>(RINGS);
        cases.push_back({"fpu_rings_u3_a", [=] {
            fpu_rings_u3_a<<<RINGS / 512, 512>>>(start, energy, 256, 0.1f, 0.25f); }, energy, RINGS});
        cases.push_back({"fpu_rings_u3_b", [=] {
            fpu_rings_u3_b<<<RINGS / 128, 128>>>(start, energy, 256, 0.1f, 0.25f); }, energy, RINGS});
    }
    {
        const int records = 1 << 22;
        uint32_t* words = (uint32_t*)indices((size_t)records * 16, 4294967291u, 14);
        int* prints = empty<int>(records);
        cases.push_back({"archive_fingerprint_u3_a", [=] {
            archive_fingerprint_u3_a<<<records / 256, 256>>>(words, prints, records, 1103515245ull, PRIME); }, prints, records, Output::i32});
        cases.push_back({"archive_fingerprint_u3_b", [=] {
            archive_fingerprint_u3_b<<<records / 256, 256>>>(words, prints, records, 1103515245ull); }, prints, records, Output::i32});
    }
    {
        const int frames = 32768;
        float *song = filled<float>((size_t)frames * FRAME, 15), *lags = empty<float>(frames * LAGS);
        cases.push_back({"birdsong_lags_u3_a", [=] { birdsong_lags_u3_a<<<frames, FRAME>>>(song, lags); }, lags, frames * LAGS});
        cases.push_back({"birdsong_lags_u3_b", [=] { birdsong_lags_u3_b<<<frames, FRAME>>>(song, lags); }, lags, frames * LAGS});
    }
    {
        const int spectra = 4096, entries = 4096;
        float *cores = filled<float>((size_t)spectra * BANDS, 16), *library = filled<float>((size_t)entries * BANDS, 17);
        float* match = empty<float>((size_t)spectra * entries);
        dim3 grid(entries / TILE, spectra / TILE);
        cases.push_back({"core_spectra_u3_a", [=] {
            core_spectra_u3_a<<<grid, 256>>>(cores, library, match, entries); }, match, (size_t)spectra * entries});
        cases.push_back({"core_spectra_u3_b", [=] {
            core_spectra_u3_b<<<grid, 256>>>(cores, library, match, entries); }, match, (size_t)spectra * entries});
    }
    {
        const int sites = 65536;
        float4* columns = (float4*)filled<float>((size_t)sites * LAYERS, 18);
        float *optics = filled<float>(120, 19), *heat = empty<float>(sites * WAVELENGTHS);
        cases.push_back({"lake_light_u3_a", [=] { lake_light_u3_a<<<sites, WAVELENGTHS>>>(columns, optics, heat); },
                         heat, (size_t)sites * WAVELENGTHS});
        cases.push_back({"lake_light_u3_b", [=] { lake_light_u3_b<<<sites / 4, 4 * WAVELENGTHS>>>(columns, optics, heat); },
                         heat, (size_t)sites * WAVELENGTHS});
    }
    {
        const int quads = 1 << 22;
        float4 *u = (float4*)filled<float>((size_t)quads * 4, 20), *v = (float4*)filled<float>((size_t)quads * 4, 21);
        float4 *w = (float4*)filled<float>((size_t)quads * 4, 22), *temperature = (float4*)filled<float>((size_t)quads * 4, 23);
        float4* flux = (float4*)empty<float>((size_t)quads * 8);
        cases.push_back({"eddy_flux_u3_a", [=] { eddy_flux_u3_a<<<quads / 512, 256>>>(u, v, w, temperature, flux, flux + quads); },
                         flux, (size_t)quads * 8});
        cases.push_back({"eddy_flux_u3_b", [=] { eddy_flux_u3_b<<<quads / 512, 256>>>(u, v, w, temperature, flux, flux + quads); },
                         flux, (size_t)quads * 8});
    }
    {
        const int quads = PLOTS * ROUNDS * 256;
        std::vector<int> uneven(PLOTS + 1, 0), even(PLOTS + 1, 0);
        for (int p = 0; p < PLOTS; ++p) {
            int extra = p % 132 < 44 ? -1 : p % 132 < 88 ? 0 : 1;
            uneven[p + 1] = uneven[p] + (ROUNDS + extra) * 256;
            even[p + 1] = even[p] + ROUNDS * 256;
        }
        int *plots = uploaded(uneven), *shares = uploaded(even);
        float4 *widths = (float4*)filled<float>((size_t)quads * 4, 24), *density = (float4*)empty<float>((size_t)quads * 4);
        float2* classes = (float2*)filled<float>(2 * CLASSES, 25);
        cases.push_back({"tree_ring_widths_u3_a", [=] {
            tree_ring_widths_u3_a<<<PLOTS, 256>>>(widths, classes, plots, density); }, density, (size_t)quads * 4});
        cases.push_back({"tree_ring_widths_u3_b", [=] {
            tree_ring_widths_u3_b<<<PLOTS, 256>>>(widths, classes, shares, density); }, density, (size_t)quads * 4});
    }
    {
        const int travellers = 65536;
        float4* utility = (float4*)filled<float>((size_t)travellers * 1024, 26);
        float4* shares = (float4*)empty<float>((size_t)travellers * 1024);
        cases.push_back({"route_shares_u3_a", [=] { route_shares_u3_a<<<travellers / 8, 256>>>(utility, shares, 3.0f); },
                         shares, (size_t)travellers * 1024});
    }
    return run(argc, argv, cases);
}
