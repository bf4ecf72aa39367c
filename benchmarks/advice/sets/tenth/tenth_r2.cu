// Launch shapes and parallelism: before/after pairs of kernels, first file.
#include "harness.cuh"

namespace {

using harness::hash32;
using harness::unit;

int sm_count() {
    int device = 0, n = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device));
    return n;
}
int resident_grid(const void* kernel, int threads, size_t shared = 0) {
    int per_sm = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, threads, shared));
    return per_sm * sm_count();
}
unsigned* counters(size_t n) {
    unsigned* p;
    CHECK(cudaMalloc(&p, n * sizeof(unsigned)));
    CHECK(cudaMemset(p, 0, n * sizeof(unsigned)));
    return p;
}

__device__ __forceinline__ float warp_sum(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__device__ __forceinline__ float warp_max(float v) {
    for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

}  // namespace

__global__ void harness_positive(float* p, size_t n, float low, float span, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = low + span * fabsf(unit((uint32_t)i * 2654435761u + seed));
}
static float* positive(size_t n, float low, float span, uint32_t seed) {
    float* p;
    CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_positive<<<2048, 256>>>(p, n, low, span, seed);
    CHECK(cudaGetLastError());
    return p;
}

// ---- 1. Sound level and peak of each channel of a hydrophone array: long recordings, few channels.
constexpr int kHydroChannels = 24, kHydroSamples = 3200000, kHydroSegments = 22;

__device__ __forceinline__ void hydro_scan(const float4* p, int first, int last, int threads, float gain, float& energy, float& peak) {
    for (int i = first + threadIdx.x; i < last; i += threads) {
        float4 v = p[i];
        v.x *= gain; v.y *= gain; v.z *= gain; v.w *= gain;
        energy += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        peak = fmaxf(fmaxf(peak, fmaxf(fabsf(v.x), fabsf(v.y))), fmaxf(fabsf(v.z), fabsf(v.w)));
    }
}
// Leaves the block's sum and maximum in thread 0.
__device__ __forceinline__ void hydro_combine(float& energy, float& peak, float* scratch) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    energy = warp_sum(energy);
    peak = warp_max(peak);
    if (lane == 0) { scratch[warp] = energy; scratch[32 + warp] = peak; }
    __syncthreads();
    if (warp == 0) {
        energy = warp_sum(lane < warps ? scratch[lane] : 0.0f);
        peak = warp_max(lane < warps ? scratch[32 + lane] : 0.0f);
    }
}
__global__ void __launch_bounds__(1024) hydrophone_levels_r2_a(const float4* __restrict__ pressure, const float* __restrict__ gain,
                                                              float* __restrict__ level, int quads) {
    __shared__ float scratch[64];
    int channel = blockIdx.x;
    float energy = 0.0f, peak = 0.0f;
    hydro_scan(pressure + (size_t)channel * quads, 0, quads, 1024, gain[channel], energy, peak);
    hydro_combine(energy, peak, scratch);
    if (threadIdx.x == 0) {
        level[2 * channel] = 10.0f * log10f(energy / (4.0f * quads));
        level[2 * channel + 1] = peak;
    }
}
__global__ void __launch_bounds__(512) hydrophone_levels_r2_b(const float4* __restrict__ pressure, const float* __restrict__ gain,
                                                             float* __restrict__ level, int quads, float2* partial, unsigned* arrived) {
    __shared__ float scratch[64];
    int channel = blockIdx.y, segment = blockIdx.x;
    int length = (quads + kHydroSegments - 1) / kHydroSegments;
    int first = segment * length, last = min(first + length, quads);
    float energy = 0.0f, peak = 0.0f;
    hydro_scan(pressure + (size_t)channel * quads, first, last, 512, gain[channel], energy, peak);
    hydro_combine(energy, peak, scratch);
    if (threadIdx.x == 0) {
        partial[channel * kHydroSegments + segment] = make_float2(energy, peak);
        __threadfence();
        if (atomicInc(&arrived[channel], kHydroSegments - 1) == kHydroSegments - 1) {
            __threadfence();
            energy = peak = 0.0f;
            for (int s = 0; s < kHydroSegments; ++s) {
                float2 q = __ldcg(&partial[channel * kHydroSegments + s]);
                energy += q.x;
                peak = fmaxf(peak, q.y);
            }
            level[2 * channel] = 10.0f * log10f(energy / (4.0f * quads));
            level[2 * channel + 1] = peak;
        }
    }
}

// ---- 2. A satellite swath resampled to a map grid: coordinate planes, bilinear sampling of the raw scene.
constexpr int kSceneSide = 6000, kMapRows = 5000, kMapCols = 4800;

__global__ void harness_swath_coords(float* gx, float* gy) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kMapRows * kMapCols; i += gridDim.x * blockDim.x) {
        int r = i / kMapCols, c = i % kMapCols;
        gx[i] = 3.3f + 1.21f * c + 0.02f * r + 0.3f * unit(i);
        gy[i] = 2.1f + 1.17f * r + 0.015f * c + 0.3f * unit(i + 99);
    }
}
__device__ __forceinline__ void swath_pixel(const float* __restrict__ scene, const float* __restrict__ gx, const float* __restrict__ gy,
                                            const float* __restrict__ gain, float* __restrict__ map, int i) {
    float x = gx[i], y = gy[i];
    int x0 = (int)x, y0 = (int)y;
    if (x0 < 0 || y0 < 0 || x0 >= kSceneSide - 1 || y0 >= kSceneSide - 1) {
        map[i] = -1.0f;
        return;
    }
    const float* p = scene + y0 * kSceneSide + x0;
    float fx = x - x0, fy = y - y0;
    float top = p[0] + fx * (p[1] - p[0]), low = p[kSceneSide] + fx * (p[kSceneSide + 1] - p[kSceneSide]);
    map[i] = (top + fy * (low - top)) * gain[y0];
}
__global__ void __launch_bounds__(256) swath_resample_r2_a(const float* __restrict__ scene, const float* __restrict__ gx,
                                                           const float* __restrict__ gy, const float* __restrict__ gain,
                                                           float* __restrict__ map, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) swath_pixel(scene, gx, gy, gain, map, i);
}
__global__ void __launch_bounds__(256) swath_resample_r2_b(const float* __restrict__ scene, const float* __restrict__ gx,
                                                           const float* __restrict__ gy, const float* __restrict__ gain,
                                                           float* __restrict__ map, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) swath_pixel(scene, gx, gy, gain, map, i);
}

// ---- 3. Screened electrostatic field of a protein's charges at probe points of the solvent.
constexpr int kCharges = 6144, kProbeBlocks = 145, kProbes = kProbeBlocks * 2048, kChargeTile = 512;

__device__ __forceinline__ void screened_pair(float4 q, float x, float y, float z, float& fx, float& fy, float& fz, float& phi) {
    float dx = x - q.x, dy = y - q.y, dz = z - q.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float u = q.w * inv;
    float g = u * inv * inv;
    phi += u;
    fx += g * dx;
    fy += g * dy;
    fz += g * dz;
}
__device__ __forceinline__ void solvent_probe(const float4* __restrict__ charges, const float* __restrict__ px, const float* __restrict__ py,
                                              const float* __restrict__ pz, float4* __restrict__ field, int threads, float4* tile) {
    int i = blockIdx.x * (2 * threads) + threadIdx.x, j = i + threads;
    float x0 = px[i], y0 = py[i], z0 = pz[i], x1 = px[j], y1 = py[j], z1 = pz[j];
    float ax = 0, ay = 0, az = 0, ap = 0, bx = 0, by = 0, bz = 0, bp = 0;
    for (int base = 0; base < kCharges; base += kChargeTile) {
        for (int k = threadIdx.x; k < kChargeTile; k += threads) tile[k] = charges[base + k];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kChargeTile; ++k) {
            float4 q = tile[k];
            screened_pair(q, x0, y0, z0, ax, ay, az, ap);
            screened_pair(q, x1, y1, z1, bx, by, bz, bp);
        }
        __syncthreads();
    }
    field[i] = make_float4(ax, ay, az, ap);
    field[j] = make_float4(bx, by, bz, bp);
}
__global__ void __launch_bounds__(1024) solvation_probe_r2_a(const float4* __restrict__ charges, const float* __restrict__ px,
                                                            const float* __restrict__ py, const float* __restrict__ pz,
                                                            float4* __restrict__ field) {
    __shared__ float4 tile[kChargeTile];
    solvent_probe(charges, px, py, pz, field, 1024, tile);
}
__global__ void __launch_bounds__(128) solvation_probe_r2_b(const float4* __restrict__ charges, const float* __restrict__ px,
                                                           const float* __restrict__ py, const float* __restrict__ pz,
                                                           float4* __restrict__ field) {
    __shared__ float4 tile[kChargeTile];
    solvent_probe(charges, px, py, pz, field, 128, tile);
}

// ---- 4. Linkage score of a variant: squared correlation with every variant before it (haplotype bits, word-major).
constexpr int kVariants = 8448, kHapWords = 24, kLinkBlocks = 264, kLinkGroups = kVariants / 4;

__global__ void harness_haplotypes(uint32_t* bits, float* count, float* inv_spread) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= kVariants) return;
    int ones = 0;
    for (int w = 0; w < kHapWords; ++w) {
        uint32_t word = hash32(v * 7919u + w) & (hash32(v * 31u + w * 977u + 5u) | hash32(w + 17u));
        bits[w * kVariants + v] = word;
        ones += __popc(word);
    }
    float p = ones / (32.0f * kHapWords);
    count[v] = (float)ones;
    inv_spread[v] = 1.0f / (32.0f * kHapWords * p * (1.0f - p));
}
__device__ __forceinline__ void link_group(const uint32_t* __restrict__ bits, const float* __restrict__ count,
                                           const float* __restrict__ inv_spread, float* __restrict__ score, int group,
                                           uint4* rows, float (*scratch)[4]) {
    int first = group * 4;
    if (threadIdx.x < kHapWords) rows[threadIdx.x] = *(const uint4*)(bits + threadIdx.x * kVariants + first);
    __syncthreads();
    float c0 = count[first], c1 = count[first + 1], c2 = count[first + 2], c3 = count[first + 3];
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int j = threadIdx.x; j < first + 3; j += 512) {
        int n0 = 0, n1 = 0, n2 = 0, n3 = 0;
#pragma unroll 8
        for (int w = 0; w < kHapWords; ++w) {
            uint32_t word = bits[w * kVariants + j];
            uint4 r = rows[w];
            n0 += __popc(word & r.x); n1 += __popc(word & r.y);
            n2 += __popc(word & r.z); n3 += __popc(word & r.w);
        }
        float cj = count[j] * (1.0f / (32.0f * kHapWords)), inv = inv_spread[j];
        float d0 = n0 - c0 * cj, d1 = n1 - c1 * cj, d2 = n2 - c2 * cj, d3 = n3 - c3 * cj;
        s0 += j < first ? d0 * d0 * inv : 0.0f;
        s1 += j < first + 1 ? d1 * d1 * inv : 0.0f;
        s2 += j < first + 2 ? d2 * d2 * inv : 0.0f;
        s3 += d3 * d3 * inv;
    }
    s0 = warp_sum(s0); s1 = warp_sum(s1); s2 = warp_sum(s2); s3 = warp_sum(s3);
    int warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0) { scratch[warp][0] = s0; scratch[warp][1] = s1; scratch[warp][2] = s2; scratch[warp][3] = s3; }
    __syncthreads();
    if (threadIdx.x < 4) {
        float s = 0;
        for (int k = 0; k < 16; ++k) s += scratch[k][threadIdx.x];
        score[first + threadIdx.x] = s * inv_spread[first + threadIdx.x];
    }
}
__global__ void __launch_bounds__(512, 2) linkage_score_r2_a(const uint32_t* __restrict__ bits, const float* __restrict__ count,
                                                          const float* __restrict__ inv_spread, float* __restrict__ score) {
    __shared__ uint4 rows[kHapWords];
    __shared__ float scratch[16][4];
    constexpr int per_block = kLinkGroups / kLinkBlocks;
    for (int k = 0; k < per_block; ++k) link_group(bits, count, inv_spread, score, blockIdx.x * per_block + k, rows, scratch);
}
__global__ void __launch_bounds__(512, 2) linkage_score_r2_b(const uint32_t* __restrict__ bits, const float* __restrict__ count,
                                                          const float* __restrict__ inv_spread, float* __restrict__ score) {
    __shared__ uint4 rows[kHapWords];
    __shared__ float scratch[16][4];
    constexpr int per_block = kLinkGroups / kLinkBlocks;
    for (int k = 0; k < per_block; ++k) {
        int within = k & 1 ? kLinkBlocks - 1 - (int)blockIdx.x : (int)blockIdx.x;
        link_group(bits, count, inv_spread, score, k * kLinkBlocks + within, rows, scratch);
    }
}

// ---- 5. Search engine: the score of every posting of every term of a query log; list lengths follow Zipf.
struct PostingChunk { int term, begin, end; };

__device__ __forceinline__ float posting_value(float tf, float length, float idf) {
    return idf * __fdividef(tf * 2.2f, tf + 1.2f * (0.25f + 0.75f * length));
}
__global__ void __launch_bounds__(256) posting_relevance_r2_a(const int* __restrict__ offset, const float* __restrict__ idf,
                                                              const float* __restrict__ tf, const float* __restrict__ length,
                                                              float* __restrict__ score) {
    int term = blockIdx.x, end = offset[term + 1];
    float weight = idf[term];
    for (int i = offset[term] + threadIdx.x; i < end; i += 256) score[i] = posting_value(tf[i], length[i], weight);
}
__global__ void __launch_bounds__(256) posting_relevance_r2_b(const PostingChunk* __restrict__ chunks, const float* __restrict__ idf,
                                                              const float* __restrict__ tf, const float* __restrict__ length,
                                                              float* __restrict__ score) {
    PostingChunk c = chunks[blockIdx.x];
    float weight = idf[c.term];
    for (int i = c.begin + threadIdx.x; i < c.end; i += 256) score[i] = posting_value(tf[i], length[i], weight);
}

// ---- 6. Modal damping of finite elements with 36 degrees of freedom: four applications of one 36 x 36 operator to each.
constexpr int kElements = 1000000, kDof = 36;

__device__ __forceinline__ float damp_row(const float (&row)[kDof], const float* x) {
    float a = 0, b = 0, c = 0, d = 0;
#pragma unroll
    for (int k = 0; k < kDof; k += 4) {
        float4 v = *(const float4*)(x + k);
        a += row[k] * v.x; b += row[k + 1] * v.y; c += row[k + 2] * v.z; d += row[k + 3] * v.w;
    }
    return (a + b) + (c + d);
}
__global__ void __launch_bounds__(36) modal_damping_r2_a(const float* __restrict__ op, const float* __restrict__ motion,
                                                         const float* __restrict__ damping, float* __restrict__ result, int elements) {
    __shared__ __align__(16) float x[2][kDof];
    int r = threadIdx.x;
    float row[kDof];
#pragma unroll
    for (int k = 0; k < kDof; ++k) row[k] = op[k * kDof + r];
    for (int e = blockIdx.x; e < elements; e += gridDim.x) {
        float v = motion[e * kDof + r], s = 0.02f * damping[e];
        x[0][r] = v;
        __syncthreads();
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            v += s * damp_row(row, x[step & 1]);
            if (step < 3) {
                x[~step & 1][r] = v;
                __syncthreads();
            }
        }
        result[e * kDof + r] = v;
    }
}
__global__ void __launch_bounds__(288) modal_damping_r2_b(const float* __restrict__ op, const float* __restrict__ motion,
                                                          const float* __restrict__ damping, float* __restrict__ result, int elements) {
    __shared__ __align__(16) float x[2][8 * kDof];
    int r = threadIdx.x % kDof, slot = threadIdx.x / kDof;
    float row[kDof];
#pragma unroll
    for (int k = 0; k < kDof; ++k) row[k] = op[k * kDof + r];
    for (int e = blockIdx.x * 8; e < elements; e += gridDim.x * 8) {
        float v = motion[e * kDof + threadIdx.x], s = 0.02f * damping[e + slot];
        x[0][threadIdx.x] = v;
        __syncthreads();
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            v += s * damp_row(row, x[step & 1] + slot * kDof);
            if (step < 3) {
                x[~step & 1][threadIdx.x] = v;
                __syncthreads();
            }
        }
        result[e * kDof + threadIdx.x] = v;
    }
}

// ---- 7. Field spectrometer: dark level, gain and exposure of spectra of 96 bands.
constexpr int kSpectra = 800000, kBands = 96;

__global__ void __launch_bounds__(96) spectrum_exposure_r2_a(const float* __restrict__ raw, const float* __restrict__ dark,
                                                             const float* __restrict__ gain, const float* __restrict__ exposure,
                                                             float* __restrict__ radiance) {
    int row = blockIdx.x, band = threadIdx.x;
    radiance[row * kBands + band] = (raw[row * kBands + band] - dark[band]) * gain[band] * exposure[row];
}
__global__ void __launch_bounds__(384) spectrum_exposure_r2_b(const float* __restrict__ raw, const float* __restrict__ dark,
                                                              const float* __restrict__ gain, const float* __restrict__ exposure,
                                                              float* __restrict__ radiance) {
    int band = threadIdx.x % kBands;
    float d = dark[band], g = gain[band];
#pragma unroll 4
    for (int row = blockIdx.x * 4 + threadIdx.x / kBands; row < kSpectra; row += gridDim.x * 4)
        radiance[row * kBands + band] = (raw[row * kBands + band] - d) * g * exposure[row];
}

// ---- 8. Metabolic network: net flux of each metabolite over the reactions that touch it (CSR, one warp a row, a few hubs).
constexpr int kMetabolites = 196608, kReactions = 1 << 20;

__device__ __forceinline__ void flux_row(const int* __restrict__ start, const int* __restrict__ reaction, const float* __restrict__ stoich,
                                         const float* __restrict__ rate, float* __restrict__ net, int row) {
    int lane = threadIdx.x & 31, end = start[row + 1];
    float sum = 0.0f;
    for (int k = start[row] + lane; k < end; k += 32) sum += stoich[k] * rate[reaction[k]];
    sum = warp_sum(sum);
    if (lane == 0) net[row] = sum;
}
__global__ void __launch_bounds__(512) reaction_flux_r2_a(const int* __restrict__ start, const int* __restrict__ reaction,
                                                          const float* __restrict__ stoich, const float* __restrict__ rate,
                                                          float* __restrict__ net) {
    flux_row(start, reaction, stoich, rate, net, blockIdx.x * 16 + (threadIdx.x >> 5));
}
__global__ void __launch_bounds__(64) reaction_flux_r2_b(const int* __restrict__ start, const int* __restrict__ reaction,
                                                         const float* __restrict__ stoich, const float* __restrict__ rate,
                                                         float* __restrict__ net) {
    flux_row(start, reaction, stoich, rate, net, blockIdx.x * 2 + (threadIdx.x >> 5));
}

// ---- 9. Slant delay of GNSS observations: table walk for nearly all, a twelve-parameter local fit for the few low passes.
constexpr int kObservations = 20 << 20, kIonoSide = 2048, kIonoNodes = 1 << 20, kFit = 12;

__global__ void harness_observations(float2* pierce, float* elevation, int* cell, int* link) {
    int stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < kObservations; i += stride) {
        uint32_t arc = i >> 9;
        float x = (hash32(arc) & 1023) + 0.05f * (i & 511) + 1.0f, y = (hash32(arc + 77u) & 1023) + 0.9f * (i & 511) + 1.0f;
        pierce[i] = make_float2(x, y);
        elevation[i] = hash32(arc + 5u) % 128u == 0 ? 0.1f : 0.6f + 0.2f * unit(i);
    }
    for (int i = first; i < kIonoSide * kIonoSide; i += stride)
        cell[i] = (i / (2 * kIonoSide) * (kIonoSide / 2) + i % kIonoSide / 2 + (hash32(i) & 3)) & (kIonoNodes - 1);
    for (int i = first; i < kIonoNodes; i += stride) link[i] = (i ^ 0x155) & (kIonoNodes - 1);
}
__device__ __forceinline__ float local_fit(const float4* __restrict__ coef, int node, float fx, float fy, float elevation) {
    float a[kFit * (kFit + 1) / 2], b[kFit];
#pragma unroll
    for (int i = 0; i < kFit * (kFit + 1) / 2; ++i) a[i] = 0.0f;
#pragma unroll
    for (int i = 0; i < kFit; ++i) { a[i * (i + 1) / 2 + i] = 0.5f; b[i] = 0.0f; }
#pragma unroll 1
    for (int s = 0; s < 16; ++s) {
        float4 c = coef[(node + s) & (kIonoNodes - 1)];
        float p[kFit] = {1.0f, c.x - fx, c.y - fy};
        p[3] = p[1] * p[1]; p[4] = p[1] * p[2]; p[5] = p[2] * p[2]; p[6] = p[3] * p[1]; p[7] = p[3] * p[2]; p[8] = p[4] * p[2];
        p[9] = p[5] * p[2]; p[10] = p[3] * p[3]; p[11] = p[5] * p[5];
#pragma unroll
        for (int i = 0; i < kFit; ++i) {
            b[i] += p[i] * c.z;
#pragma unroll
            for (int j = 0; j <= i; ++j) a[i * (i + 1) / 2 + j] += p[i] * p[j];
        }
    }
#pragma unroll
    for (int i = 0; i < kFit; ++i) {
#pragma unroll
        for (int j = 0; j <= i; ++j) {
            float v = a[i * (i + 1) / 2 + j];
#pragma unroll
            for (int k = 0; k < j; ++k) v -= a[i * (i + 1) / 2 + k] * a[j * (j + 1) / 2 + k];
            a[i * (i + 1) / 2 + j] = i == j ? rsqrtf(v) : v * a[j * (j + 1) / 2 + j];
        }
        float v = b[i];
#pragma unroll
        for (int k = 0; k < i; ++k) v -= a[i * (i + 1) / 2 + k] * b[k];
        b[i] = v * a[i * (i + 1) / 2 + i];
    }
    float out = 0.0f;
#pragma unroll
    for (int i = 0; i < kFit; ++i) out += b[i] * b[i];
    return out * elevation;
}
__device__ __forceinline__ void low_pass(const float2* __restrict__ pierce, float elevation, const int* __restrict__ cell,
                                         const float4* __restrict__ coef, float* __restrict__ delay, int i) {
    float2 p = pierce[i];
    int x = (int)p.x, y = (int)p.y;
    delay[i] = local_fit(coef, cell[y * kIonoSide + x], p.x - x, p.y - y, elevation);
}
__device__ __noinline__ void low_pass_apart(const float2* __restrict__ pierce, float elevation, const int* __restrict__ cell,
                                            const float4* __restrict__ coef, float* __restrict__ delay, int i) {
    low_pass(pierce, elevation, cell, coef, delay, i);
}
__device__ __forceinline__ float table_delay(float2 p, float e, const int* __restrict__ cell, const int* __restrict__ link,
                                             const float4* __restrict__ coef) {
    int x = (int)p.x, y = (int)p.y;
    float fx = p.x - x, fy = p.y - y;
    int node = cell[y * kIonoSide + x];
    float4 near = coef[node];
    float4 far = coef[link[node]];
    float zenith = near.x + fx * near.y + fy * near.z + 0.3f * (far.x + fx * far.y + fy * far.w);
    return zenith * (1.0f + 16.0f * (0.53f - e * 0.318f) * (0.53f - e * 0.318f));
}
__global__ void __launch_bounds__(128) slant_delay_r2_a(const float2* __restrict__ pierce, const float* __restrict__ elevation,
                                                        const int* __restrict__ cell, const int* __restrict__ link,
                                                        const float4* __restrict__ coef, float* __restrict__ delay) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float e = elevation[i];
    if (e < 0.2f) low_pass(pierce, e, cell, coef, delay, i);
    else delay[i] = table_delay(pierce[i], e, cell, link, coef);
}
__global__ void __launch_bounds__(128, 8) slant_delay_r2_b(const float2* __restrict__ pierce, const float* __restrict__ elevation,
                                                           const int* __restrict__ cell, const int* __restrict__ link,
                                                           const float4* __restrict__ coef, float* __restrict__ delay) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float e = elevation[i];
    if (e < 0.2f) low_pass_apart(pierce, e, cell, coef, delay, i);
    else delay[i] = table_delay(pierce[i], e, cell, link, coef);
}

// ---- 10. Ultrasound bursts: remove the mean of a burst, then an eight-tap filter; the window lies in shared memory.
constexpr int kBursts = 98304, kBurstLength = 384, kLongestBurst = 12288 - 64, kTaps = 8, kBurstsPerBlock = 8;

__device__ __forceinline__ void burst_pass(const float* __restrict__ echo, const float* __restrict__ taps, float* __restrict__ filtered,
                                           int length, float* window, float* scratch) {
    float tap[kTaps];
#pragma unroll
    for (int t = 0; t < kTaps; ++t) tap[t] = taps[t];
    float inverse = 1.0f / length;
    for (int b = 0; b < kBurstsPerBlock; ++b) {
        int base = (blockIdx.x * kBurstsPerBlock + b) * length;
        float sum = 0.0f;
        for (int i = threadIdx.x; i < length; i += 128) {
            float v = echo[base + i];
            window[i] = v;
            sum += v;
        }
        sum = warp_sum(sum);
        if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = sum;
        __syncthreads();
        float mean = (scratch[0] + scratch[1] + scratch[2] + scratch[3]) * inverse;
        for (int i = threadIdx.x; i < length; i += 128) {
            float acc = 0.0f;
#pragma unroll
            for (int t = 0; t < kTaps; ++t) acc += i >= t ? tap[t] * (window[i - t] - mean) : 0.0f;
            filtered[base + i] = acc;
        }
        __syncthreads();
    }
}
__global__ void __launch_bounds__(128) burst_filter_r2_a(const float* __restrict__ echo, const float* __restrict__ taps,
                                                         float* __restrict__ filtered, int length) {
    __shared__ float scratch[4];
    __shared__ float window[kLongestBurst];
    burst_pass(echo, taps, filtered, length, window, scratch);
}
__global__ void __launch_bounds__(128) burst_filter_r2_b(const float* __restrict__ echo, const float* __restrict__ taps,
                                                         float* __restrict__ filtered, int length) {
    __shared__ float scratch[4];
    extern __shared__ float burst_window[];
    burst_pass(echo, taps, filtered, length, burst_window, scratch);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;

    float* pressure = harness::filled<float>((size_t)kHydroChannels * kHydroSamples, 11);
    float* hydro_gain = positive(kHydroChannels, 0.5f, 1.0f, 12);
    float* level_a = harness::empty<float>(2 * kHydroChannels);
    float* level_b = harness::empty<float>(2 * kHydroChannels);
    float2* hydro_partial; CHECK(cudaMalloc(&hydro_partial, kHydroChannels * kHydroSegments * sizeof(float2)));
    unsigned* hydro_arrived = counters(kHydroChannels);
    cases.push_back({"hydrophone_levels_r2_a", [=] { hydrophone_levels_r2_a<<<kHydroChannels, 1024>>>((const float4*)pressure, hydro_gain,
        level_a, kHydroSamples / 4); }, level_a, 2 * kHydroChannels, Output::f32});
    cases.push_back({"hydrophone_levels_r2_b", [=] { hydrophone_levels_r2_b<<<dim3(kHydroSegments, kHydroChannels), 512>>>(
        (const float4*)pressure, hydro_gain, level_b, kHydroSamples / 4, hydro_partial, hydro_arrived); },
        level_b, 2 * kHydroChannels, Output::f32});

    constexpr int map_size = kMapRows * kMapCols;
    float* scene = harness::filled<float>((size_t)kSceneSide * kSceneSide, 21);
    float* row_gain = positive(kSceneSide, 0.5f, 1.0f, 22);
    float* gx = harness::empty<float>(map_size);
    float* gy = harness::empty<float>(map_size);
    harness_swath_coords<<<2048, 256>>>(gx, gy);
    float* map_a = harness::empty<float>(map_size);
    float* map_b = map_a;  // check clears it between the two
    int swath_one = sm_count(), swath_full = resident_grid((const void*)swath_resample_r2_b, 256);
    cases.push_back({"swath_resample_r2_a", [=] { swath_resample_r2_a<<<swath_one, 256>>>(scene, gx, gy, row_gain, map_a, map_size); },
        map_a, map_size, Output::f32});
    cases.push_back({"swath_resample_r2_b", [=] { swath_resample_r2_b<<<swath_full, 256>>>(scene, gx, gy, row_gain, map_b, map_size); },
        map_b, map_size, Output::f32});

    float4* charges = (float4*)harness::filled<float>(kCharges * 4, 31);
    float* px = harness::filled<float>(kProbes, 32);
    float* py = harness::filled<float>(kProbes, 33);
    float* pz = harness::filled<float>(kProbes, 34);
    float4* field_a = (float4*)harness::empty<float>(kProbes * 4);
    float4* field_b = (float4*)harness::empty<float>(kProbes * 4);
    cases.push_back({"solvation_probe_r2_a", [=] { solvation_probe_r2_a<<<kProbeBlocks, 1024>>>(charges, px, py, pz, field_a); },
        field_a, kProbes * 4, Output::f32});
    cases.push_back({"solvation_probe_r2_b", [=] { solvation_probe_r2_b<<<kProbeBlocks * 8, 128>>>(charges, px, py, pz, field_b); },
        field_b, kProbes * 4, Output::f32});

    uint32_t* bits; CHECK(cudaMalloc(&bits, kVariants * kHapWords * sizeof(uint32_t)));
    float* hap_count = harness::empty<float>(kVariants);
    float* hap_spread = harness::empty<float>(kVariants);
    harness_haplotypes<<<kVariants / 128, 128>>>(bits, hap_count, hap_spread);
    float* link_a = harness::empty<float>(kVariants);
    float* link_b = harness::empty<float>(kVariants);
    cases.push_back({"linkage_score_r2_a", [=] { linkage_score_r2_a<<<kLinkBlocks, 512>>>(bits, hap_count, hap_spread, link_a); },
        link_a, kVariants, Output::f32});
    cases.push_back({"linkage_score_r2_b", [=] { linkage_score_r2_b<<<kLinkBlocks, 512>>>(bits, hap_count, hap_spread, link_b); },
        link_b, kVariants, Output::f32});

    constexpr int terms = 2000;
    std::vector<int> sizes(terms), offsets(terms + 1, 0);
    for (int t = 0; t < terms; ++t) sizes[t] = (int)(400000.0 / (1.0 + t / 12.0)) + 3;
    for (int t = terms - 1; t > 0; --t) std::swap(sizes[t], sizes[hash32(t * 13u + 4u) % (t + 1)]);
    std::vector<PostingChunk> chunk_list;
    for (int t = 0; t < terms; ++t) {
        offsets[t + 1] = offsets[t] + sizes[t];
        for (int b = offsets[t]; b < offsets[t + 1]; b += 8192) chunk_list.push_back({t, b, std::min(b + 8192, offsets[t + 1])});
    }
    int postings = offsets[terms], chunk_count = (int)chunk_list.size();
    int* offset = harness::uploaded(offsets);
    PostingChunk* chunks = harness::uploaded(chunk_list);
    float* idf = positive(terms, 0.5f, 6.0f, 51);
    float* tf = positive(postings, 1.0f, 5.0f, 52);
    float* doc_length = positive(postings, 0.2f, 2.0f, 53);
    float* score_a = harness::empty<float>(postings);
    float* score_b = score_a;  // check clears it between the two
    cases.push_back({"posting_relevance_r2_a", [=] { posting_relevance_r2_a<<<terms, 256>>>(offset, idf, tf, doc_length, score_a); },
        score_a, (size_t)postings, Output::f32});
    cases.push_back({"posting_relevance_r2_b", [=] { posting_relevance_r2_b<<<chunk_count, 256>>>(chunks, idf, tf, doc_length, score_b); },
        score_b, (size_t)postings, Output::f32});

    float* op = harness::filled<float>(kDof * kDof, 61);
    float* motion = harness::filled<float>((size_t)kElements * kDof, 62);
    float* damping = positive(kElements, 0.3f, 1.0f, 63);
    float* damped_a = harness::empty<float>((size_t)kElements * kDof);
    float* damped_b = damped_a;  // check clears it between the two
    int damp_grid_a = resident_grid((const void*)modal_damping_r2_a, 36), damp_grid_b = resident_grid((const void*)modal_damping_r2_b, 288);
    cases.push_back({"modal_damping_r2_a", [=] { modal_damping_r2_a<<<damp_grid_a, 36>>>(op, motion, damping, damped_a, kElements); },
        damped_a, (size_t)kElements * kDof, Output::f32});
    cases.push_back({"modal_damping_r2_b", [=] { modal_damping_r2_b<<<damp_grid_b, 288>>>(op, motion, damping, damped_b, kElements); },
        damped_b, (size_t)kElements * kDof, Output::f32});

    float* raw = harness::filled<float>((size_t)kSpectra * kBands, 71);
    float* dark = harness::filled<float>(kBands, 72);
    float* band_gain = positive(kBands, 0.5f, 1.0f, 73);
    float* exposure = positive(kSpectra, 0.2f, 1.0f, 74);
    float* radiance = harness::empty<float>((size_t)kSpectra * kBands);  // check clears it between the two
    int spectrum_grid = resident_grid((const void*)spectrum_exposure_r2_b, 384);
    cases.push_back({"spectrum_exposure_r2_a", [=] { spectrum_exposure_r2_a<<<kSpectra, 96>>>(raw, dark, band_gain, exposure, radiance); },
        radiance, (size_t)kSpectra * kBands, Output::f32});
    cases.push_back({"spectrum_exposure_r2_b", [=] { spectrum_exposure_r2_b<<<spectrum_grid, 384>>>(raw, dark, band_gain, exposure, radiance); },
        radiance, (size_t)kSpectra * kBands, Output::f32});

    std::vector<int> start_host(kMetabolites + 1, 0);
    for (int r = 0; r < kMetabolites; ++r) {
        uint32_t h = hash32(r * 3u + 1u);
        start_host[r + 1] = start_host[r] + (h % 16u == 0 ? 1400 + (int)(h >> 8) % 200 : 20 + (int)(h >> 8) % 25);
    }
    int nnz = start_host[kMetabolites];
    std::vector<int> reaction_host(nnz);
    for (int r = 0; r < kMetabolites; ++r) {
        int base = hash32(r + 12345u) % (kReactions - 4096);
        for (int k = start_host[r]; k < start_host[r + 1]; ++k) reaction_host[k] = base + 2 * (k - start_host[r]) + (hash32(k) & 1);
    }
    int* start = harness::uploaded(start_host);
    int* reaction = harness::uploaded(reaction_host);
    float* stoich = harness::filled<float>(nnz, 81);
    float* rate = harness::filled<float>(kReactions, 82);
    float* net_a = harness::empty<float>(kMetabolites);
    float* net_b = harness::empty<float>(kMetabolites);
    cases.push_back({"reaction_flux_r2_a", [=] { reaction_flux_r2_a<<<kMetabolites / 16, 512>>>(start, reaction, stoich, rate, net_a); },
        net_a, kMetabolites, Output::f32});
    cases.push_back({"reaction_flux_r2_b", [=] { reaction_flux_r2_b<<<kMetabolites / 2, 64>>>(start, reaction, stoich, rate, net_b); },
        net_b, kMetabolites, Output::f32});

    float2* pierce; CHECK(cudaMalloc(&pierce, kObservations * sizeof(float2)));
    float* elevation = harness::empty<float>(kObservations);
    int* cell = harness::empty<int>(kIonoSide * kIonoSide);
    int* link = harness::empty<int>(kIonoNodes);
    harness_observations<<<2048, 256>>>(pierce, elevation, cell, link);
    float4* coef = (float4*)harness::filled<float>((size_t)kIonoNodes * 4, 91);
    float* delay_a = harness::empty<float>(kObservations);
    float* delay_b = delay_a;  // check clears it between the two
    cases.push_back({"slant_delay_r2_a", [=] { slant_delay_r2_a<<<kObservations / 128, 128>>>(pierce, elevation, cell, link, coef, delay_a); },
        delay_a, kObservations, Output::f32});
    cases.push_back({"slant_delay_r2_b", [=] { slant_delay_r2_b<<<kObservations / 128, 128>>>(pierce, elevation, cell, link, coef, delay_b); },
        delay_b, kObservations, Output::f32});

    float* echo = harness::filled<float>((size_t)kBursts * kBurstLength, 101);
    float* taps = harness::filled<float>(kTaps, 102);
    float* filtered_a = harness::empty<float>((size_t)kBursts * kBurstLength);
    float* filtered_b = filtered_a;  // check clears it between the two
    cases.push_back({"burst_filter_r2_a", [=] { burst_filter_r2_a<<<kBursts / kBurstsPerBlock, 128>>>(echo, taps, filtered_a, kBurstLength); },
        filtered_a, (size_t)kBursts * kBurstLength, Output::f32});
    cases.push_back({"burst_filter_r2_b", [=] { burst_filter_r2_b<<<kBursts / kBurstsPerBlock, 128, kBurstLength * sizeof(float)>>>(
        echo, taps, filtered_b, kBurstLength); }, filtered_b, (size_t)kBursts * kBurstLength, Output::f32});

    return harness::run(argc, argv, cases);
}
