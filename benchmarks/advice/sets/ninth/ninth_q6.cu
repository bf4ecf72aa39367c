// Mixture q6, first half: speech, astronomy, genomics, robotics, database, inference, molecular dynamics, hydrology, interferometry, fitting, training.
#include "harness.cuh"

#include <cuda_fp16.h>

// ---------------------------------------------------------------- speech: statistics of mel frames (80 bins a frame, row-major)
constexpr int kBins = 80;

__global__ void mel_stats_q6_a(const float* __restrict__ mel, float4* __restrict__ stats, int frames) {
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= frames) return;
    const float* row = mel + (size_t)f * kBins;
    float peak = -1e30f, sum = 0.f, energy = 0.f, centroid = 0.f;
    for (int b = 0; b < kBins; ++b) {
        float v = row[b];
        peak = fmaxf(peak, v);
        sum += v;
        energy = fmaf(v, v, energy);
        centroid = fmaf(v * v, (float)b, centroid);
    }
    stats[f] = make_float4(peak, sum * (1.0f / kBins), energy, centroid / (energy + 1e-6f));
}

// four neighbouring lanes share a frame and read 64 contiguous bytes of it at a time
__global__ void mel_stats_q6_b(const float* __restrict__ mel, float4* __restrict__ stats, int frames) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int f = t >> 2, part = t & 3;
    bool live = f < frames;
    const float4* row = reinterpret_cast<const float4*>(mel + (size_t)(live ? f : 0) * kBins);
    float4 v[5];
#pragma unroll
    for (int j = 0; j < 5; ++j) v[j] = row[j * 4 + part];
    float peak = -1e30f, sum = 0.f, energy = 0.f, centroid = 0.f;
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        float b = (float)((j * 4 + part) * 4);
        float e[4] = {v[j].x, v[j].y, v[j].z, v[j].w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            peak = fmaxf(peak, e[k]);
            sum += e[k];
            energy = fmaf(e[k], e[k], energy);
            centroid = fmaf(e[k] * e[k], b + k, centroid);
        }
    }
#pragma unroll
    for (int d = 1; d < 4; d <<= 1) {
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
        energy += __shfl_xor_sync(0xffffffffu, energy, d);
        centroid += __shfl_xor_sync(0xffffffffu, centroid, d);
    }
    if (live && part == 0) stats[f] = make_float4(peak, sum * (1.0f / kBins), energy, centroid / (energy + 1e-6f));
}

// ---------------------------------------------------------------- astronomy: calibrated magnitudes with Kasten-Young airmass
__global__ void star_magnitude_q6_a(const float* __restrict__ counts, const float* __restrict__ altitude, const float* __restrict__ color,
                                    float* __restrict__ mag, int n, float exposure, float zero_point) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = 5000.0 * (1.1 + counts[i]);
    float alt = 50.0 + 35.0 * altitude[i];
    float zenith = 90.0 - alt;
    float airmass = 1.0 / (cos(zenith * 0.017453292519943295) + 0.50572 * pow(96.07995 - zenith, -1.6364));
    float extinction = 0.14 + 0.02 * color[i];
    mag[i] = zero_point - 2.5 * log10(c / exposure) - extinction * (airmass - 1.0) + 0.065 * color[i];
}

__global__ void star_magnitude_q6_b(const float* __restrict__ counts, const float* __restrict__ altitude, const float* __restrict__ color,
                                    float* __restrict__ mag, int n, float exposure, float zero_point) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = 5000.0f * (1.1f + counts[i]);
    float alt = 50.0f + 35.0f * altitude[i];
    float zenith = 90.0f - alt;
    float airmass = 1.0f / (cosf(zenith * 0.017453292519943295f) + 0.50572f * powf(96.07995f - zenith, -1.6364f));
    float extinction = 0.14f + 0.02f * color[i];
    mag[i] = zero_point - 2.5f * log10f(c / exposure) - extinction * (airmass - 1.0f) + 0.065f * color[i];
}

// ---------------------------------------------------------------- genomics: dinucleotide bias of windows of 256 bases (2 bits each, words of 16 bases, word-major)
constexpr int kWords = 16;

__global__ void __launch_bounds__(256) dinuc_bias_q6_a(const uint32_t* __restrict__ bases, const float* __restrict__ expected, float* __restrict__ score, int windows) {
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= windows) return;
    int count[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k] = 0;
    uint32_t state = 0;
#pragma unroll 1
    for (int k = 0; k < kWords; ++k) {
        uint32_t word = bases[(size_t)k * windows + w];
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            state = ((state << 2) | (word & 3u)) & 15u;
            word >>= 2;
            count[state]++;
        }
    }
    float chi = 0.f;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float e = expected[k];
        float d = (float)count[k] - e;
        chi += d * d / e;
    }
    score[w] = chi;
}

__global__ void __launch_bounds__(256) dinuc_bias_q6_b(const uint32_t* __restrict__ bases, const float* __restrict__ expected, float* __restrict__ score, int windows) {
    __shared__ int count[16][256];  // one column a thread: no conflicts, no barrier
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= windows) return;
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k][threadIdx.x] = 0;
    uint32_t state = 0;
#pragma unroll 1
    for (int k = 0; k < kWords; ++k) {
        uint32_t word = bases[(size_t)k * windows + w];
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            state = ((state << 2) | (word & 3u)) & 15u;
            word >>= 2;
            count[state][threadIdx.x]++;
        }
    }
    float chi = 0.f;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        float e = expected[k];
        float d = (float)count[k][threadIdx.x] - e;
        chi += d * d / e;
    }
    score[w] = chi;
}

// ---------------------------------------------------------------- robotics: L1 distances of all pairs of place descriptors (dimension-major)
constexpr int kDims = 64;

__global__ void __launch_bounds__(256) place_distance_q6_a(const float* __restrict__ query, const float* __restrict__ map, float* __restrict__ dist, int n, int m) {
    int j = blockIdx.x * 32 + threadIdx.x;
    int i = blockIdx.y * 8 + threadIdx.y;
    if (i >= n || j >= m) return;
    float acc = 0.f;
    for (int d = 0; d < kDims; ++d) acc += fabsf(query[d * n + i] - map[d * m + j]);
    dist[(size_t)i * m + j] = acc;
}

__global__ void __launch_bounds__(256, 2) place_distance_q6_b(const float* __restrict__ query, const float* __restrict__ map, float* __restrict__ dist, int n, int m) {
    __shared__ float4 qs[16][32], ms[16][32];  // 16 dimensions of 128 queries and 128 places
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    float acc[8][8];
#pragma unroll
    for (int a = 0; a < 8; ++a)
#pragma unroll
        for (int b = 0; b < 8; ++b) acc[a][b] = 0.f;
    for (int d0 = 0; d0 < kDims; d0 += 16) {
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            int k = (tid >> 5) + r * 8, c = tid & 31;
            qs[k][c] = *reinterpret_cast<const float4*>(query + (size_t)(d0 + k) * n + i0 + c * 4);
            ms[k][c] = *reinterpret_cast<const float4*>(map + (size_t)(d0 + k) * m + j0 + c * 4);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 q0 = qs[k][ty], q1 = qs[k][16 + ty], m0 = ms[k][tx], m1 = ms[k][16 + tx];
            float q[8] = {q0.x, q0.y, q0.z, q0.w, q1.x, q1.y, q1.z, q1.w};
            float p[8] = {m0.x, m0.y, m0.z, m0.w, m1.x, m1.y, m1.z, m1.w};
#pragma unroll
            for (int a = 0; a < 8; ++a)
#pragma unroll
                for (int b = 0; b < 8; ++b) acc[a][b] += fabsf(q[a] - p[b]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int a = 0; a < 8; ++a) {
        size_t i = i0 + (a < 4 ? ty * 4 + a : 64 + ty * 4 + a - 4);
        float4* o = reinterpret_cast<float4*>(dist + i * m + j0);
        o[tx] = make_float4(acc[a][0], acc[a][1], acc[a][2], acc[a][3]);
        o[16 + tx] = make_float4(acc[a][4], acc[a][5], acc[a][6], acc[a][7]);
    }
}

// ---------------------------------------------------------------- database: revenue of 48 regions
constexpr int kRegions = 48;

__global__ void __launch_bounds__(256) region_rollup_q6_a(const int* __restrict__ region, const int* __restrict__ cents, int* __restrict__ revenue, int rows) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x)
        atomicAdd(&revenue[region[i]], cents[i]);
}

__global__ void __launch_bounds__(256) region_rollup_q6_b(const int* __restrict__ region, const int* __restrict__ cents, int* __restrict__ revenue, int rows) {
    __shared__ int bins[8][kRegions];
    for (int k = threadIdx.x; k < 8 * kRegions; k += 256) (&bins[0][0])[k] = 0;
    __syncthreads();
    int* mine = bins[threadIdx.x >> 5];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[region[i]], cents[i]);
    __syncthreads();
    if (threadIdx.x < kRegions) {
        int s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += bins[w][threadIdx.x];
        atomicAdd(&revenue[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- inference: broadcast scale and bias over a tensor of four run-time dimensions
struct Shape64 { long long size[4], scale_stride[4], bias_stride[4]; };
struct Shape32 { unsigned size[4], magic[4], shift[4], scale_stride[4], bias_stride[4]; };

__global__ void __launch_bounds__(256) token_affine_q6_a(const float* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ bias, float* __restrict__ y, long long n,
                                                         Shape64 shape) {
    long long base = (long long)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        long long i = base + j * 256;
        if (i >= n) break;
        long long rest = i, so = 0, bo = 0;
#pragma unroll
        for (int d = 3; d >= 0; --d) {
            long long at = rest % shape.size[d];
            rest /= shape.size[d];
            so += at * shape.scale_stride[d];
            bo += at * shape.bias_stride[d];
        }
        y[i] = x[i] * scale[so] + bias[bo];
    }
}

__global__ void __launch_bounds__(256) token_affine_q6_b(const float* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ bias, float* __restrict__ y, unsigned n,
                                                         Shape32 shape) {
    unsigned base = blockIdx.x * 1024u + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned i = base + j * 256;
        if (i >= n) break;
        unsigned rest = i, so = 0, bo = 0;
#pragma unroll
        for (int d = 3; d >= 0; --d) {
            unsigned q = d ? (__umulhi(rest, shape.magic[d]) + rest) >> shape.shift[d] : 0;  // division by a multiplication
            unsigned at = rest - q * shape.size[d];
            rest = q;
            so += at * shape.scale_stride[d];
            bo += at * shape.bias_stride[d];
        }
        y[i] = x[i] * scale[so] + bias[bo];
    }
}

// ---------------------------------------------------------------- molecular dynamics: Lennard-Jones forces of a cell and its neighbour
constexpr int kCell = 128;

__global__ void __launch_bounds__(kCell) argon_force_q6_a(const float4* __restrict__ pos, float4* __restrict__ force, int cells, float sigma, float eps) {
    __shared__ float4 tile[2 * kCell];
    int cell = blockIdx.x, next = cell + 1 == cells ? 0 : cell + 1;
    float4 p = pos[cell * kCell + threadIdx.x];
    tile[threadIdx.x] = p;
    tile[kCell + threadIdx.x] = pos[next * kCell + threadIdx.x];
    __syncthreads();
    float fx = 0, fy = 0, fz = 0, energy = 0;
#pragma unroll 2
    for (int j = 0; j < 2 * kCell; ++j) {
        float4 q = tile[j];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.06f);
        float attract = powf(sigma / r, 6.0f);
        float repel = powf(sigma / r, 12.0f);
        energy += 4.0f * eps * (repel - attract);
        float f = 24.0f * eps * (2.0f * repel - attract) / (r * r);
        fx += f * dx; fy += f * dy; fz += f * dz;
    }
    force[cell * kCell + threadIdx.x] = make_float4(fx, fy, fz, energy);
}

__global__ void __launch_bounds__(kCell) argon_force_q6_b(const float4* __restrict__ pos, float4* __restrict__ force, int cells, float sigma, float eps) {
    __shared__ float4 tile[2 * kCell];
    int cell = blockIdx.x, next = cell + 1 == cells ? 0 : cell + 1;
    float4 p = pos[cell * kCell + threadIdx.x];
    tile[threadIdx.x] = p;
    tile[kCell + threadIdx.x] = pos[next * kCell + threadIdx.x];
    __syncthreads();
    float fx = 0, fy = 0, fz = 0, energy = 0, sigma2 = sigma * sigma;
#pragma unroll 2
    for (int j = 0; j < 2 * kCell; ++j) {
        float4 q = tile[j];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float inv = __fdividef(1.0f, dx * dx + dy * dy + dz * dz + 0.06f);
        float s2 = sigma2 * inv;
        float attract = s2 * s2 * s2;
        float repel = attract * attract;
        energy += repel - attract;
        float f = (2.0f * repel - attract) * inv;
        fx += f * dx; fy += f * dy; fz += f * dz;
    }
    float k = 24.0f * eps;
    force[cell * kCell + threadIdx.x] = make_float4(k * fx, k * fy, k * fz, 4.0f * eps * energy);
}

// ---------------------------------------------------------------- hydrology (mild): degree-day melt
__device__ __forceinline__ float melt_double(float t, float p) { return 0.0045 * (1.8 * t + 32.0) * p + 0.1; }
__device__ __forceinline__ float melt_single(float t, float p) { return 0.0045f * (1.8f * t + 32.0f) * p + 0.1f; }

__global__ void __launch_bounds__(256) snow_melt_q6_a(const float4* __restrict__ temp, const float4* __restrict__ pack, float4* __restrict__ melt, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 t = temp[i], p = pack[i];
    melt[i] = make_float4(melt_double(t.x, p.x), melt_double(t.y, p.y), melt_double(t.z, p.z), melt_double(t.w, p.w));
}

__global__ void __launch_bounds__(256) snow_melt_q6_b(const float4* __restrict__ temp, const float4* __restrict__ pack, float4* __restrict__ melt, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 t = temp[i], p = pack[i];
    melt[i] = make_float4(melt_single(t.x, p.x), melt_single(t.y, p.y), melt_single(t.z, p.z), melt_single(t.w, p.w));
}

// ---------------------------------------------------------------- interferometry (healthy): calibration gains on visibilities, two complex numbers a float4
__device__ __forceinline__ float2 rotate(float2 v, float2 g) { return make_float2(v.x * g.x - v.y * g.y, v.x * g.y + v.y * g.x); }

__global__ void __launch_bounds__(256) visibility_gain_q6_h(const float4* __restrict__ vis, const float4* __restrict__ gain, float4* __restrict__ out, int n) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    if (base + 768 >= n) return;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(&vis[base + j * 256]);
    float4 g = gain[(blockIdx.x * 256 + threadIdx.x) & 1023];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 a = rotate(make_float2(v[j].x, v[j].y), make_float2(g.x, g.y)), b = rotate(make_float2(v[j].z, v[j].w), make_float2(g.z, g.w));
        __stcs(&out[base + j * 256], make_float4(a.x, a.y, b.x, b.y));
    }
}

// ---------------------------------------------------------------- curve fitting (healthy): chi-square of data against a model
__device__ __forceinline__ float residual(float4 d, float4 m, float4 w) {
    float a = d.x - m.x, b = d.y - m.y, c = d.z - m.z, e = d.w - m.w;
    return w.x * w.x * a * a + w.y * w.y * b * b + w.z * w.z * c * c + w.w * w.w * e * e;
}

__global__ void __launch_bounds__(256) chi_square_q6_h(const float4* __restrict__ data, const float4* __restrict__ model, const float4* __restrict__ weight, float* __restrict__ partial,
                                                       unsigned* __restrict__ ticket, float* __restrict__ out, int n) {
    __shared__ float warp_sum[8];
    __shared__ bool last;
    float s0 = 0.f, s1 = 0.f;
    int stride = gridDim.x * 256, i = blockIdx.x * 256 + threadIdx.x;
    for (; i + stride < n; i += 2 * stride) {
        float4 d0 = data[i], m0 = model[i], w0 = weight[i], d1 = data[i + stride], m1 = model[i + stride], w1 = weight[i + stride];
        s0 += residual(d0, m0, w0);
        s1 += residual(d1, m1, w1);
    }
    if (i < n) s0 += residual(data[i], model[i], weight[i]);
    float s = s0 + s1;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) warp_sum[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0.f;
        for (int w = 0; w < 8; ++w) s += warp_sum[w];
        partial[blockIdx.x] = s;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    s = 0.f;
    for (unsigned k = threadIdx.x; k < gridDim.x; k += 256) s += __ldcg(&partial[k]);
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) warp_sum[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0.f;
        for (int w = 0; w < 8; ++w) s += warp_sum[w];
        out[0] = s;
    }
}

// ---------------------------------------------------------------- training (healthy): layer norm of half rows of 4096, the row kept in registers
__global__ void __launch_bounds__(256) decoder_norm_q6_h(const uint4* __restrict__ x, const uint4* __restrict__ gamma, const uint4* __restrict__ beta, uint4* __restrict__ y) {
    __shared__ float2 warp_sum[8];
    size_t row = (size_t)blockIdx.x * 512;
    uint4 raw[2] = {x[row + threadIdx.x], x[row + 256 + threadIdx.x]};
    float s = 0.f, q = 0.f;
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        const __half2* h = reinterpret_cast<const __half2*>(&raw[r]);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 v = __half22float2(h[k]);
            s += v.x + v.y;
            q = fmaf(v.x, v.x, fmaf(v.y, v.y, q));
        }
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, d);
        q += __shfl_xor_sync(0xffffffffu, q, d);
    }
    if ((threadIdx.x & 31) == 0) warp_sum[threadIdx.x >> 5] = make_float2(s, q);
    __syncthreads();
    s = q = 0.f;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += warp_sum[w].x; q += warp_sum[w].y; }
    float mean = s * (1.0f / 4096), rstd = rsqrtf(q * (1.0f / 4096) - mean * mean + 1e-5f);
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        uint4 gr = __ldg(&gamma[r * 256 + threadIdx.x]), br = __ldg(&beta[r * 256 + threadIdx.x]), o;
        const __half2 *h = reinterpret_cast<const __half2*>(&raw[r]), *g = reinterpret_cast<const __half2*>(&gr), *b = reinterpret_cast<const __half2*>(&br);
        __half2* t = reinterpret_cast<__half2*>(&o);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 v = __half22float2(h[k]), gg = __half22float2(g[k]), bb = __half22float2(b[k]);
            t[k] = __floats2half2_rn((v.x - mean) * rstd * gg.x + bb.x, (v.y - mean) * rstd * gg.y + bb.y);
        }
        y[row + r * 256 + threadIdx.x] = o;
    }
}

// ----------------------------------------------------------------
int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        const int frames = 400000;
        float* mel = harness::filled<float>((size_t)frames * kBins, 11);
        float4* s = (float4*)harness::empty<float>((size_t)frames * 4);
        cases.push_back({"mel_stats_q6_a", [=] { mel_stats_q6_a<<<(frames + 255) / 256, 256>>>(mel, s, frames); }, s, (size_t)frames * 4, Output::f32});
        cases.push_back({"mel_stats_q6_b", [=] { mel_stats_q6_b<<<(frames * 4 + 255) / 256, 256>>>(mel, s, frames); }, s, (size_t)frames * 4, Output::f32});
    }
    {
        const int n = 8 << 20;
        float *c = harness::filled<float>(n, 21), *a = harness::filled<float>(n, 22), *k = harness::filled<float>(n, 23), *m = harness::empty<float>(n);
        cases.push_back({"star_magnitude_q6_a", [=] { star_magnitude_q6_a<<<n / 256, 256>>>(c, a, k, m, n, 30.0f, 25.1f); }, m, (size_t)n, Output::f32});
        cases.push_back({"star_magnitude_q6_b", [=] { star_magnitude_q6_b<<<n / 256, 256>>>(c, a, k, m, n, 30.0f, 25.1f); }, m, (size_t)n, Output::f32});
    }
    {
        const int windows = 1 << 20;
        uint32_t* b = (uint32_t*)harness::indices((size_t)windows * kWords, 0xffffffffu, 31);
        std::vector<float> e(16);
        for (int k = 0; k < 16; ++k) e[k] = 14.0f + 0.25f * k;
        float *ex = harness::uploaded(e), *s = harness::empty<float>(windows);
        cases.push_back({"dinuc_bias_q6_a", [=] { dinuc_bias_q6_a<<<windows / 256, 256>>>(b, ex, s, windows); }, s, (size_t)windows, Output::f32});
        cases.push_back({"dinuc_bias_q6_b", [=] { dinuc_bias_q6_b<<<windows / 256, 256>>>(b, ex, s, windows); }, s, (size_t)windows, Output::f32});
    }
    {
        const int n = 4096;
        float *q = harness::filled<float>((size_t)n * kDims, 41), *m = harness::filled<float>((size_t)n * kDims, 42), *d = harness::empty<float>((size_t)n * n);
        cases.push_back({"place_distance_q6_a", [=] { place_distance_q6_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(q, m, d, n, n); }, d, (size_t)n * n, Output::f32});
        cases.push_back({"place_distance_q6_b", [=] { place_distance_q6_b<<<dim3(n / 128, n / 128), 256>>>(q, m, d, n, n); }, d, (size_t)n * n, Output::f32});
    }
    {
        const int rows = 3 << 20;
        int *k = harness::indices(rows, kRegions, 51), *c = harness::indices(rows, 9999, 52), *r = harness::empty<int>(kRegions);
        cases.push_back({"region_rollup_q6_a", [=] { region_rollup_q6_a<<<132 * 8, 256>>>(k, c, r, rows); }, r, kRegions, Output::i32});
        cases.push_back({"region_rollup_q6_b", [=] { region_rollup_q6_b<<<132 * 8, 256>>>(k, c, r, rows); }, r, kRegions, Output::i32});
    }
    {
        const unsigned size[4] = {24, 12, 197, 576}, ss[4] = {0, 197, 1, 0}, bs[4] = {576, 0, 0, 1};
        const unsigned n = size[0] * size[1] * size[2] * size[3];
        Shape64 s64; Shape32 s32;
        for (int d = 0; d < 4; ++d) {
            s64.size[d] = size[d]; s64.scale_stride[d] = ss[d]; s64.bias_stride[d] = bs[d];
            s32.size[d] = size[d]; s32.scale_stride[d] = ss[d]; s32.bias_stride[d] = bs[d];
            unsigned shift = 0;
            while ((1ull << shift) < size[d]) ++shift;
            s32.shift[d] = shift;
            s32.magic[d] = (unsigned)(((1ull << 32) * ((1ull << shift) - size[d])) / size[d] + 1);
        }
        float *x = harness::filled<float>(n, 61), *s = harness::filled<float>(12 * 197, 62), *b = harness::filled<float>(24 * 576, 63), *y = harness::empty<float>(n);
        cases.push_back({"token_affine_q6_a", [=] { token_affine_q6_a<<<(n + 1023) / 1024, 256>>>(x, s, b, y, n, s64); }, y, n, Output::f32});
        cases.push_back({"token_affine_q6_b", [=] { token_affine_q6_b<<<(n + 1023) / 1024, 256>>>(x, s, b, y, n, s32); }, y, n, Output::f32});
    }
    {
        const int cells = 132 * 16;
        const size_t n = (size_t)cells * kCell * 4;
        float4 *p = (float4*)harness::filled<float>(n, 71), *f = (float4*)harness::empty<float>(n);
        cases.push_back({"argon_force_q6_a", [=] { argon_force_q6_a<<<cells, kCell>>>(p, f, cells, 0.25f, 0.7f); }, f, n, Output::f32});
        cases.push_back({"argon_force_q6_b", [=] { argon_force_q6_b<<<cells, kCell>>>(p, f, cells, 0.25f, 0.7f); }, f, n, Output::f32});
    }
    {
        const int n = 8 << 20;
        float4 *t = (float4*)harness::filled<float>((size_t)n * 4, 81), *p = (float4*)harness::filled<float>((size_t)n * 4, 82), *m = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"snow_melt_q6_a", [=] { snow_melt_q6_a<<<n / 256, 256>>>(t, p, m, n); }, m, (size_t)n * 4, Output::f32});
        cases.push_back({"snow_melt_q6_b", [=] { snow_melt_q6_b<<<n / 256, 256>>>(t, p, m, n); }, m, (size_t)n * 4, Output::f32});
    }
    {
        const int n = 16 << 20;
        float4 *v = (float4*)harness::filled<float>((size_t)n * 4, 91), *g = (float4*)harness::filled<float>(4096, 92), *o = (float4*)harness::empty<float>((size_t)n * 4);
        cases.push_back({"visibility_gain_q6_h", [=] { visibility_gain_q6_h<<<n / 1024, 256>>>(v, g, o, n); }, o, (size_t)n * 4, Output::f32});
    }
    {
        const int n = 12 << 20, grid = 132 * 8;
        float4 *d = (float4*)harness::filled<float>((size_t)n * 4, 101), *m = (float4*)harness::filled<float>((size_t)n * 4, 102), *w = (float4*)harness::filled<float>((size_t)n * 4, 103);
        float *p = harness::empty<float>(grid), *o = harness::empty<float>(1);
        unsigned* t = harness::uploaded(std::vector<unsigned>(1, 0u));
        cases.push_back({"chi_square_q6_h", [=] { chi_square_q6_h<<<grid, 256>>>(d, m, w, p, t, o, n); }, o, 1, Output::f32});
    }
    {
        const int rows = 32768;
        uint4 *x = (uint4*)harness::filled<__half>((size_t)rows * 4096, 111), *g = (uint4*)harness::filled<__half>(4096, 112), *b = (uint4*)harness::filled<__half>(4096, 113),
              *y = (uint4*)harness::empty<__half>((size_t)rows * 4096);
        cases.push_back({"decoder_norm_q6_h", [=] { decoder_norm_q6_h<<<rows, 256>>>(x, g, b, y); }, y, (size_t)rows * 4096, Output::f16});
    }
    return harness::run(argc, argv, cases);
}
