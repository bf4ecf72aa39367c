// Small kernels of scientific computing and image processing: each as first written (a) and after the review (b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- zonal sums of a weather field, weighted, per 128 columns
constexpr int ZR = 16384, ZC = 8192, ZCHUNK = 128;

__global__ void lantern_moss_bh3_a(const float* __restrict__ field, const float* __restrict__ weight, float* __restrict__ part) {
    int lat = blockIdx.x * blockDim.x + threadIdx.x;
    int j0 = blockIdx.y * ZCHUNK;
    float s = 0.f;
    for (int j = j0; j < j0 + ZCHUNK; ++j) s += field[(size_t)lat * ZC + j] * weight[j];
    part[(size_t)blockIdx.y * ZR + lat] = s;
}
__global__ void lantern_moss_bh3_b(const float* __restrict__ field, const float* __restrict__ weight, float* __restrict__ part) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int lat0 = (blockIdx.x * 8 + warp) * 4;
    int j0 = blockIdx.y * ZCHUNK;
    float4 w = reinterpret_cast<const float4*>(weight + j0)[lane];
    float4 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = reinterpret_cast<const float4*>(field + (size_t)(lat0 + r) * ZC + j0)[lane];
    float mine = 0.f;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float s = v[r].x * w.x + v[r].y * w.y + v[r].z * w.z + v[r].w * w.w;
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
        if (lane == r) mine = s;
    }
    if (lane < 4) part[(size_t)blockIdx.y * ZR + lat0 + lane] = mine;
}

// ---------------------------------------------------------------- CT volume: axial [z][y][x] to sagittal [x][z][y], with window and level
constexpr int VX = 512, VY = 512, VZ = 512;

__global__ void copper_finch_bh3_a(const float* __restrict__ vol, float* __restrict__ sag, float level, float inv) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int z = blockIdx.z * 4 + k;
        float hu = vol[((size_t)z * VY + y) * VX + x];
        sag[((size_t)x * VZ + z) * VY + y] = fminf(fmaxf((hu - level) * inv, 0.f), 1.f);
    }
}
__global__ void copper_finch_bh3_b(const float* __restrict__ vol, float* __restrict__ sag, float level, float inv) {
    __shared__ float tile[32][33];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, z = blockIdx.z;
#pragma unroll
    for (int r = 0; r < 32; r += 8)
        tile[threadIdx.y + r][threadIdx.x] = vol[((size_t)z * VY + y0 + threadIdx.y + r) * VX + x0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) {
        float hu = tile[threadIdx.x][threadIdx.y + r];
        sag[((size_t)(x0 + threadIdx.y + r) * VZ + z) * VY + y0 + threadIdx.x] = fminf(fmaxf((hu - level) * inv, 0.f), 1.f);
    }
}

// ---------------------------------------------------------------- finite volumes: specific energy per cell
struct Cell { float rho, mx, my, mz, energy, turb; };
constexpr int CELLS = 48 << 20;

__global__ void velvet_anchor_bh3_a(const Cell* __restrict__ cells, float* __restrict__ spec, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) spec[i] = cells[i].energy / (1.5f + cells[i].rho);
}
__global__ void velvet_anchor_bh3_b(const float4* __restrict__ rho, const float4* __restrict__ energy, float4* __restrict__ spec, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 r = rho[i], e = energy[i];
    spec[i] = make_float4(e.x / (1.5f + r.x), e.y / (1.5f + r.y), e.z / (1.5f + r.z), e.w / (1.5f + r.w));
}
__global__ void setup_split(const Cell* cells, float* rho, float* energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { rho[i] = cells[i].rho; energy[i] = cells[i].energy; }
}

// ---------------------------------------------------------------- particle in cell: field at the particles, linear in x
constexpr int PBITS = 25, PARTICLES = 1 << PBITS;

__global__ void pepper_canyon_bh3_a(const float* __restrict__ grid, const int* __restrict__ cell, const float* __restrict__ frac,
                                    float* __restrict__ force, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    int c = cell[p];
    float f = frac[p], l = grid[c], r = grid[c + 1];
    force[p] = l + f * (r - l);
}
__global__ void pepper_canyon_bh3_b(const float* __restrict__ grid, const int* __restrict__ cell, const float* __restrict__ frac,
                                    float* __restrict__ force, int n) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    int c = cell[p];
    float f = frac[p], l = grid[c], r = grid[c + 1];
    force[p] = l + f * (r - l);
}
__global__ void setup_particles(int* sorted, float* sortedFrac, int* mixed, float* mixedFrac) {
    uint32_t k = blockIdx.x * blockDim.x + threadIdx.x, mask = PARTICLES - 1;
    int c = 2 * k + (harness::hash32(k) & 1);
    float f = 0.5f * (1.f + harness::unit(k + 77u));
    sorted[k] = c; sortedFrac[k] = f;
    uint32_t q = k;
    q ^= q >> 13; q = (q * 0x9E3779B1u) & mask; q ^= q >> 11; q = (q * 0x85EBCA6Bu) & mask; q ^= q >> 14;
    mixed[q] = c; mixedFrac[q] = f;
}

// ---------------------------------------------------------------- detector frames in half precision: dark current and gain
constexpr size_t PIX = 128u << 20;

__global__ void marble_otter_bh3_a(const __half* __restrict__ raw, const __half* __restrict__ dark, __half* __restrict__ out, float gain, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __float2half(gain * (__half2float(raw[i]) - __half2float(dark[i])));
}
__global__ void marble_otter_bh3_b(const uint4* __restrict__ raw, const uint4* __restrict__ dark, uint4* __restrict__ out, float gain, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    uint4 r = raw[i], d = dark[i], o;
    const __half2 *rh = reinterpret_cast<const __half2*>(&r), *dh = reinterpret_cast<const __half2*>(&d);
    __half2* oh = reinterpret_cast<__half2*>(&o);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 a = __half22float2(rh[k]), b = __half22float2(dh[k]);
        oh[k] = __floats2half2_rn(gain * (a.x - b.x), gain * (a.y - b.y));
    }
    out[i] = o;
}

// ---------------------------------------------------------------- reaction and diffusion along a short ring of 32 nodes per thread
constexpr int NODES = 32, RINGS = 3960 * 256;

__device__ __forceinline__ void ring(const float* __restrict__ in, float* __restrict__ out, float a, float dt, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float y[NODES];
#pragma unroll
    for (int k = 0; k < NODES; ++k) y[k] = in[(size_t)k * RINGS + i];
    for (int s = 0; s < steps; ++s) {
        float first = y[0], before = y[NODES - 1];
#pragma unroll
        for (int k = 0; k < NODES; ++k) {
            float c = y[k], next = k + 1 < NODES ? y[k + 1] : first;
            float lap = before + next - 2.f * c;
            y[k] = c + dt * (a * lap + c - c * c * c);
            before = c;
        }
    }
#pragma unroll
    for (int k = 0; k < NODES; ++k) out[(size_t)k * RINGS + i] = y[k];
}
__global__ void __launch_bounds__(256, 8) cedar_violin_bh3_a(const float* __restrict__ in, float* __restrict__ out, float a, float dt, int steps) {
    ring(in, out, a, dt, steps);
}
__global__ void __launch_bounds__(256) cedar_violin_bh3_b(const float* __restrict__ in, float* __restrict__ out, float a, float dt, int steps) {
    ring(in, out, a, dt, steps);
}

// ---------------------------------------------------------------- texture: entropy of the grey levels in tiles of 8 x 8 pixels
constexpr int EW = 16384, EH = 16384;

__device__ __forceinline__ float plogp(int count) { float p = count * (1.f / 64.f); return count ? -p * __log2f(p) : 0.f; }

__global__ void saddle_comet_bh3_a(const unsigned char* __restrict__ img, float* __restrict__ entropy) {
    int tx = blockIdx.x * blockDim.x + threadIdx.x, ty = blockIdx.y * blockDim.y + threadIdx.y;
    int bins[8];
    for (int b = 0; b < 8; ++b) bins[b] = 0;
    for (int r = 0; r < 8; ++r) {
        uint2 w = reinterpret_cast<const uint2*>(img + (size_t)(ty * 8 + r) * EW)[tx];
        for (int b = 0; b < 32; b += 8) {
            bins[((w.x >> b) & 255) >> 5]++;
            bins[((w.y >> b) & 255) >> 5]++;
        }
    }
    float e = 0.f;
    for (int b = 0; b < 8; ++b) e += plogp(bins[b]);
    entropy[(size_t)ty * (EW / 8) + tx] = e;
}
__global__ void saddle_comet_bh3_b(const unsigned char* __restrict__ img, float* __restrict__ entropy) {
    int tx = blockIdx.x * blockDim.x + threadIdx.x, ty = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned long long bins = 0;
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        uint2 w = reinterpret_cast<const uint2*>(img + (size_t)(ty * 8 + r) * EW)[tx];
#pragma unroll
        for (int b = 0; b < 32; b += 8) {
            bins += 1ull << (((w.x >> b) >> 2) & 0x38);
            bins += 1ull << (((w.y >> b) >> 2) & 0x38);
        }
    }
    float e = 0.f;
#pragma unroll
    for (int b = 0; b < 8; ++b) e += plogp((int)((bins >> (8 * b)) & 255));
    entropy[(size_t)ty * (EW / 8) + tx] = e;
}
__global__ void setup_bytes(uint32_t* p, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i + 99u);
}

// ---------------------------------------------------------------- Gaussian along the rows, radius 4
constexpr int GW = 16384, GH = 8192, GSEG = 1024;
__constant__ float gauss[9];

__device__ __forceinline__ void rowfilter(const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ __align__(16) float line[];
    int t = threadIdx.x, x0 = blockIdx.x * GSEG;
    const float* row = in + (size_t)blockIdx.y * GW;
    reinterpret_cast<float4*>(line + 4)[t] = reinterpret_cast<const float4*>(row + x0)[t];
    if (t < 4) line[t] = row[max(x0 - 4 + t, 0)];
    else if (t < 8) line[GSEG + t] = row[min(x0 + GSEG + t - 4, GW - 1)];
    __syncthreads();
    float v[12];
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        float4 q = reinterpret_cast<const float4*>(line)[t + k];
        v[4 * k] = q.x; v[4 * k + 1] = q.y; v[4 * k + 2] = q.z; v[4 * k + 3] = q.w;
    }
    float o[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        o[k] = 0.f;
#pragma unroll
        for (int j = 0; j < 9; ++j) o[k] += gauss[j] * v[k + j];
    }
    reinterpret_cast<float4*>(out + (size_t)blockIdx.y * GW + x0)[t] = make_float4(o[0], o[1], o[2], o[3]);
}
__global__ void tulip_ferry_bh3_a(const float* __restrict__ in, float* __restrict__ out) { rowfilter(in, out); }
__global__ void tulip_ferry_bh3_b(const float* __restrict__ in, float* __restrict__ out) { rowfilter(in, out); }

// ---------------------------------------------------------------- radiation: downward flux in every column, level by level
constexpr int COLUMNS = 1056 * 256 * 6, LEVELS = 40;

__global__ void walnut_siren_bh3_a(const float* trans, const float* source, float* flux, int ncol) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= ncol) return;
    float f = 1.f;
    for (int k = 0; k < LEVELS; ++k) {
        f = f * trans[k * ncol + c] + source[k * ncol + c];
        flux[k * ncol + c] = f;
    }
}
__global__ void walnut_siren_bh3_b(const float* trans, const float* source, float* flux, int ncol) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= ncol) return;
    float f = 1.f;
    for (int k = 0; k < LEVELS; ++k) {
        f = f * trans[k * ncol + c] + source[k * ncol + c];
        flux[k * ncol + c] = f;
    }
}

// ---------------------------------------------------------------- forecast against analysis: squared error per member and region
constexpr int MEMBERS = 48, REGIONS = 64, REGION = 16384;

__device__ __forceinline__ float blocksum(float s) {
    __shared__ float w[32];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    s = 0.f;
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0.f;
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    }
    return s;
}
__device__ __forceinline__ float regionerror(const float* __restrict__ fc, const float* __restrict__ an) {
    float s = 0.f;
#pragma unroll 4
    for (int i = threadIdx.x; i < REGION / 4; i += 256) {
        float4 f = reinterpret_cast<const float4*>(fc)[i], a = reinterpret_cast<const float4*>(an)[i];
        float x = f.x - a.x, y = f.y - a.y, z = f.z - a.z, w = f.w - a.w;
        s += x * x + y * y + z * z + w * w;
    }
    return blocksum(s);
}
__global__ void hammer_lily_bh3_a(const float* __restrict__ fc, const float* __restrict__ an, float* __restrict__ err) {
    int m = blockIdx.x;
    for (int r = 0; r < REGIONS; ++r) {
        size_t at = ((size_t)m * REGIONS + r) * REGION;
        float s = regionerror(fc + at, an + at);
        if (threadIdx.x == 0) err[m * REGIONS + r] = s;
    }
}
__global__ void hammer_lily_bh3_b(const float* __restrict__ fc, const float* __restrict__ an, float* __restrict__ err) {
    int m = blockIdx.y, r = blockIdx.x;
    size_t at = ((size_t)m * REGIONS + r) * REGION;
    float s = regionerror(fc + at, an + at);
    if (threadIdx.x == 0) err[m * REGIONS + r] = s;
}

// ---------------------------------------------------------------- denoising of an image with a robust 13 x 13 neighbourhood
constexpr int DW = 1024, DPITCH = 1024 + 32, DROWS = 276 * 8;

__device__ __forceinline__ float robust(const float* __restrict__ img, int x, int y, float h) {
    float c = img[(size_t)(y + 6) * DPITCH + x + 6], num = 0.f, den = 0.f;
    for (int dy = 0; dy < 13; ++dy) {
        const float* row = img + (size_t)(y + dy) * DPITCH + x;
#pragma unroll
        for (int dx = 0; dx < 13; ++dx) {
            float v = row[dx], d = v - c, w = fmaxf(1.f - d * d * h, 0.f);
            w *= w;
            num += w * v;
            den += w;
        }
    }
    return num / den;
}
__global__ void __launch_bounds__(1024) orchid_bucket_bh3_a(const float* __restrict__ img, float* __restrict__ out, float h) {
    for (int r = 0; r < 8; ++r) {
        int y = blockIdx.x * 8 + r;
        out[(size_t)y * DW + threadIdx.x] = robust(img, threadIdx.x, y, h);
    }
}
__global__ void __launch_bounds__(1024) orchid_bucket_bh3_b(const float* __restrict__ img, float* __restrict__ out, float h) {
    int y = blockIdx.x;
    out[(size_t)y * DW + threadIdx.x] = robust(img, threadIdx.x, y, h);
}

// ---------------------------------------------------------------- potential at the particles of every tree cell from the cell's 128 far masses
constexpr int FAR = 128;

__device__ __forceinline__ float potential(float4 p, const float4* src) {
    float phi = 0.f;
#pragma unroll 8
    for (int k = 0; k < FAR; ++k) {
        float4 q = src[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        phi += (1.5f + q.w) * rsqrtf(dx * dx + dy * dy + dz * dz + 0.05f);
    }
    return phi;
}
__global__ void falcon_spoon_bh3_a(const int* __restrict__ start, const float4* __restrict__ far, const float4* __restrict__ pos, float* __restrict__ phi) {
    __shared__ float4 src[FAR];
    int cell = blockIdx.x;
    if (threadIdx.x < FAR) src[threadIdx.x] = far[cell * FAR + threadIdx.x];
    __syncthreads();
    for (int p = start[cell] + threadIdx.x; p < start[cell + 1]; p += blockDim.x) phi[p] = potential(pos[p], src);
}
__global__ void falcon_spoon_bh3_b(const int2* __restrict__ chunk, const float4* __restrict__ far, const float4* __restrict__ pos, float* __restrict__ phi) {
    __shared__ float4 src[FAR];
    int2 c = chunk[blockIdx.x];
    if (threadIdx.x < FAR) src[threadIdx.x] = far[c.x * FAR + threadIdx.x];
    __syncthreads();
    for (int p = c.y + threadIdx.x; p < c.y + 512; p += blockDim.x) phi[p] = potential(pos[p], src);
}

// ---------------------------------------------------------------- Walsh-Hadamard transform of image blocks of 32 x 32, one warp each
constexpr int WW = 8192, WH = 8192;

__device__ __forceinline__ void walsh(float (&v)[32]) {
#pragma unroll
    for (int len = 1; len < 32; len <<= 1)
#pragma unroll
        for (int i = 0; i < 32; ++i)
            if (!(i & len)) { float a = v[i], b = v[i | len]; v[i] = a + b; v[i | len] = a - b; }
}
__device__ __forceinline__ void walsh2d(const float* __restrict__ in, float* __restrict__ out, int pitch) {
    extern __shared__ float tiles[];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float* tile = tiles + warp * 32 * pitch;
    int id = blockIdx.x * 4 + warp, bx = id % (WW / 32), by = id / (WW / 32);
    size_t base = (size_t)by * 32 * WW + bx * 32 + lane;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; ++k) v[k] = in[base + (size_t)k * WW];
    walsh(v);
#pragma unroll
    for (int k = 0; k < 32; ++k) tile[k * pitch + lane] = v[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 32; ++k) v[k] = tile[lane * pitch + k];
    walsh(v);
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 32; ++k) tile[lane * pitch + k] = v[k] * (1.f / 32.f);
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 32; ++k) out[base + (size_t)k * WW] = tile[k * pitch + lane];
}
__global__ void __launch_bounds__(128) ribbon_glacier_bh3_a(const float* __restrict__ in, float* __restrict__ out, int pitch) { walsh2d(in, out, pitch); }
__global__ void __launch_bounds__(128) ribbon_glacier_bh3_b(const float* __restrict__ in, float* __restrict__ out, int pitch) { walsh2d(in, out, pitch); }

// ---------------------------------------------------------------- growth step of a population map
__device__ __forceinline__ void growth(const float* __restrict__ in, float* __restrict__ out, float k) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = in[base + r * 256];
#pragma unroll
    for (int r = 0; r < 4; ++r) out[base + r * 256] = v[r] + k * v[r] * (1.f - v[r]);
}
__global__ void pebble_drum_bh3_a(const float* __restrict__ in, float* __restrict__ out, float k) { growth(in, out, k); }
__global__ void pebble_drum_bh3_b(const float* __restrict__ in, float* __restrict__ out, float k) { growth(in, out, k); }

// ---------------------------------------------------------------- brightness temperature: polynomial of the band
__device__ __forceinline__ void bands(const float4* __restrict__ in, const float* __restrict__ coef, float4* __restrict__ out, size_t perBand) {
    extern __shared__ float c[];
    size_t i = blockIdx.y * perBand + (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 v[2] = {in[i], in[i + 256]};
    if (threadIdx.x < 8) c[threadIdx.x] = coef[blockIdx.y * 8 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 2; ++r) {
        float4 o = make_float4(c[7], c[7], c[7], c[7]);
#pragma unroll
        for (int k = 6; k >= 0; --k) {
            float a = c[k];
            o.x = o.x * v[r].x + a; o.y = o.y * v[r].y + a; o.z = o.z * v[r].z + a; o.w = o.w * v[r].w + a;
        }
        out[i + r * 256] = o;
    }
}
__global__ void thistle_oar_bh3_a(const float4* __restrict__ in, const float* __restrict__ coef, float4* __restrict__ out, size_t perBand) { bands(in, coef, out, perBand); }
__global__ void thistle_oar_bh3_b(const float4* __restrict__ in, const float* __restrict__ coef, float4* __restrict__ out, size_t perBand) { bands(in, coef, out, perBand); }

// ---------------------------------------------------------------- corner turn of radar pulses
constexpr int TW = 16384, TH = 8192;

template <int PITCH>
__device__ __forceinline__ void turn(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[32][PITCH];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(size_t)(y0 + threadIdx.y + r) * TW + x0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) out[(size_t)(x0 + threadIdx.y + r) * TH + y0 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + r];
}
__global__ void mitten_harbor_bh3_a(const float* __restrict__ in, float* __restrict__ out) { turn<34>(in, out); }
__global__ void mitten_harbor_bh3_b(const float* __restrict__ in, float* __restrict__ out) { turn<33>(in, out); }

// ---------------------------------------------------------------- Lorenz ensemble
constexpr int ENSEMBLE = (1056 * 40 + 8) * 256;

__device__ __forceinline__ void lorenz(const float* __restrict__ in, float* __restrict__ out, float dt, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = in[i + ENSEMBLE], z = 20.f + in[i + 2 * ENSEMBLE];
    for (int s = 0; s < steps; ++s) {
        float dx = 10.f * (y - x), dy = x * (28.f - z) - y, dz = x * y - 2.6666667f * z;
        x += dt * dx; y += dt * dy; z += dt * dz;
    }
    out[i] = x * x + y * y + z;
}
__global__ void quartz_heron_bh3_a(const float* __restrict__ in, float* __restrict__ out, float dt, int steps) { lorenz(in, out, dt, steps); }
__global__ void quartz_heron_bh3_b(const float* __restrict__ in, float* __restrict__ out, float dt, int steps) { lorenz(in, out, dt, steps); }

// ---------------------------------------------------------------- relaxation of two fields
__global__ void canoe_apricot_bh3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, float w) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 p = a[i], q = b[i], r = a[i + 256], s = b[i + 256];
    out[i] = make_float4(p.x + w * (q.x - p.x), p.y + w * (q.y - p.y), p.z + w * (q.z - p.z), p.w + w * (q.w - p.w));
    out[i + 256] = make_float4(r.x + w * (s.x - r.x), r.y + w * (s.y - r.y), r.z + w * (s.z - r.z), r.w + w * (s.w - r.w));
}

// ---------------------------------------------------------------- energy of a spectrum, per block of 16384 values
__global__ void badger_kettle_bh3_a(const float4* __restrict__ in, float* __restrict__ out) {
    const float4* p = in + (size_t)blockIdx.x * 4096 + threadIdx.x;
    float s = 0.f;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        float4 v[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) v[k] = p[(h * 8 + k) * 256];
#pragma unroll
        for (int k = 0; k < 8; ++k) s += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    s = blocksum(s);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// ---------------------------------------------------------------- heat equation, five points
constexpr int HW = 16384, HH = 8192, HTX = 128, HTY = 32;

__global__ void __launch_bounds__(256) plum_turret_bh3_a(const float* __restrict__ u, float* __restrict__ out, float k) {
    __shared__ float tile[HTY + 2][HTX + 8];
    int x0 = blockIdx.x * HTX, y0 = blockIdx.y * HTY;
    int tx = threadIdx.x & 127, ty = threadIdx.x >> 7;
#pragma unroll
    for (int r = ty; r < HTY + 2; r += 2) {
        int y = min(max(y0 + r - 1, 0), HH - 1);
        tile[r][tx + 4] = u[(size_t)y * HW + x0 + tx];
    }
    if (threadIdx.x < 2 * HTY) {
        int r = threadIdx.x & (HTY - 1), right = threadIdx.x / HTY;
        int x = right ? min(x0 + HTX, HW - 1) : max(x0 - 1, 0);
        tile[r + 1][right ? HTX + 4 : 3] = u[(size_t)(y0 + r) * HW + x];
    }
    __syncthreads();
    int r0 = ty * (HTY / 2);
    float up = tile[r0][tx + 4], mid = tile[r0 + 1][tx + 4];
#pragma unroll
    for (int r = 0; r < HTY / 2; ++r) {
        float down = tile[r0 + r + 2][tx + 4];
        float lr = tile[r0 + r + 1][tx + 3] + tile[r0 + r + 1][tx + 5];
        out[(size_t)(y0 + r0 + r) * HW + x0 + tx] = mid + k * (up + down + lr - 4.f * mid);
        up = mid; mid = down;
    }
}

// ---------------------------------------------------------------- Fourier transforms of 16 complex points, eight lanes each (bit-reversed order)
__global__ void lemon_sextant_bh3_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int l = threadIdx.x & 7;
    float sgn[3];
    float2 w[3][2];
#pragma unroll
    for (int s = 0; s < 3; ++s) {
        int span = 8 >> s;
        bool low = (2 * l) & span;
        sgn[s] = low ? -1.f : 1.f;
#pragma unroll
        for (int e = 0; e < 2; ++e) {
            float angle = -3.14159265f * ((2 * l + e) & (span - 1)) / span;
            w[s][e] = low ? make_float2(__cosf(angle), __sinf(angle)) : make_float2(1.f, 0.f);
        }
    }
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = in[i + r * 256];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 a = v[r];
#pragma unroll
        for (int s = 0; s < 3; ++s) {
            int m = 4 >> s;
            float4 t;
            t.x = __shfl_xor_sync(~0u, a.x, m) + sgn[s] * a.x;
            t.y = __shfl_xor_sync(~0u, a.y, m) + sgn[s] * a.y;
            t.z = __shfl_xor_sync(~0u, a.z, m) + sgn[s] * a.z;
            t.w = __shfl_xor_sync(~0u, a.w, m) + sgn[s] * a.w;
            a.x = t.x * w[s][0].x - t.y * w[s][0].y;
            a.y = t.x * w[s][0].y + t.y * w[s][0].x;
            a.z = t.z * w[s][1].x - t.w * w[s][1].y;
            a.w = t.z * w[s][1].y + t.w * w[s][1].x;
        }
        out[i + r * 256] = make_float4(a.x + a.z, a.y + a.w, a.x - a.z, a.y - a.w);
    }
}

int main(int argc, char** argv) {
    constexpr size_t BIG = 128u << 20;  // values
    float* a = harness::filled<float>(BIG + 1024, 11);
    float* b = harness::filled<float>(BIG + 1024, 12);
    float* out = harness::empty<float>(BIG);
    float* weight = harness::filled<float>(ZC, 13);

    Cell* cells = reinterpret_cast<Cell*>(harness::filled<float>((size_t)CELLS * 6, 14));
    float *rho = harness::empty<float>(CELLS), *energy = harness::empty<float>(CELLS);
    setup_split<<<CELLS / 256, 256>>>(cells, rho, energy, CELLS); CHECK(cudaGetLastError());

    int *sorted = harness::empty<int>(PARTICLES), *mixed = harness::empty<int>(PARTICLES);
    float *sortedFrac = harness::empty<float>(PARTICLES), *mixedFrac = harness::empty<float>(PARTICLES);
    setup_particles<<<PARTICLES / 256, 256>>>(sorted, sortedFrac, mixed, mixedFrac); CHECK(cudaGetLastError());

    __half *raw = harness::filled<__half>(PIX, 15), *dark = harness::filled<__half>(PIX, 16), *frame = harness::empty<__half>(PIX);
    unsigned char* img = harness::empty<unsigned char>((size_t)EW * EH);
    setup_bytes<<<2048, 256>>>(reinterpret_cast<uint32_t*>(img), (size_t)EW * EH / 4); CHECK(cudaGetLastError());

    float g[9] = {0.0276f, 0.0663f, 0.1238f, 0.1802f, 0.2042f, 0.1802f, 0.1238f, 0.0663f, 0.0276f};
    CHECK(cudaMemcpyToSymbol(gauss, g, sizeof g));
    const int lineMax = 100 * 1024, lineNeeded = (GSEG + 8) * 4;
    CHECK(cudaFuncSetAttribute(tulip_ferry_bh3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, lineMax));

    std::vector<int> start(1, 0);
    std::vector<int2> chunk;
    for (int c = 0; c < 4102; ++c) {
        int n = c % 700 == 350 ? 65536 : 512;
        for (int k = 0; k < n; k += 512) chunk.push_back(make_int2(c, start.back() + k));
        start.push_back(start.back() + n);
    }
    int tree = (int)start.size() - 1, chunks = (int)chunk.size(), bodies = start.back();
    int* dstart = harness::uploaded(start);
    int2* dchunk = harness::uploaded(chunk);

    float* shifted = harness::empty<float>(BIG);
    CHECK(cudaMemcpy(shifted, a + 1, BIG * 4, cudaMemcpyDeviceToDevice));
    float* coef = harness::filled<float>(16 * 8, 17);
    const int coefMax = 48 * 1024;

    const float4 *a4 = reinterpret_cast<const float4*>(a), *b4 = reinterpret_cast<const float4*>(b);
    float4* out4 = reinterpret_cast<float4*>(out);
    dim3 tb(32, 8);

    std::vector<Case> cases = {
        {"lantern_moss_bh3_a", [=] { lantern_moss_bh3_a<<<dim3(ZR / 256, ZC / ZCHUNK), 256>>>(a, weight, out); }, out, (size_t)ZR * (ZC / ZCHUNK)},
        {"lantern_moss_bh3_b", [=] { lantern_moss_bh3_b<<<dim3(ZR / 32, ZC / ZCHUNK), 256>>>(a, weight, out); }, out, (size_t)ZR * (ZC / ZCHUNK)},
        {"copper_finch_bh3_a", [=] { copper_finch_bh3_a<<<dim3(VX / 32, VY / 8, VZ / 4), tb>>>(b, out, -0.6f, 0.7f); }, out, BIG},
        {"copper_finch_bh3_b", [=] { copper_finch_bh3_b<<<dim3(VX / 32, VY / 32, VZ), tb>>>(b, out, -0.6f, 0.7f); }, out, BIG},
        {"velvet_anchor_bh3_a", [=] { velvet_anchor_bh3_a<<<CELLS / 256, 256>>>(cells, out, CELLS); }, out, CELLS},
        {"velvet_anchor_bh3_b", [=] { velvet_anchor_bh3_b<<<CELLS / 1024, 256>>>(reinterpret_cast<const float4*>(rho), reinterpret_cast<const float4*>(energy), out4, CELLS / 4); }, out, CELLS},
        {"pepper_canyon_bh3_a", [=] { pepper_canyon_bh3_a<<<PARTICLES / 256, 256>>>(a, mixed, mixedFrac, out, PARTICLES); }, out, PARTICLES},
        {"pepper_canyon_bh3_b", [=] { pepper_canyon_bh3_b<<<PARTICLES / 256, 256>>>(a, sorted, sortedFrac, out, PARTICLES); }, out, PARTICLES},
        {"marble_otter_bh3_a", [=] { marble_otter_bh3_a<<<PIX / 256, 256>>>(raw, dark, frame, 1.3f, (int)PIX); }, frame, PIX, Output::f16},
        {"marble_otter_bh3_b", [=] { marble_otter_bh3_b<<<PIX / 2048, 256>>>(reinterpret_cast<const uint4*>(raw), reinterpret_cast<const uint4*>(dark), reinterpret_cast<uint4*>(frame), 1.3f, (int)(PIX / 8)); }, frame, PIX, Output::f16},
        {"cedar_violin_bh3_a", [=] { cedar_violin_bh3_a<<<RINGS / 256, 256>>>(a, out, 0.4f, 0.01f, 32); }, out, (size_t)RINGS * NODES},
        {"cedar_violin_bh3_b", [=] { cedar_violin_bh3_b<<<RINGS / 256, 256>>>(a, out, 0.4f, 0.01f, 32); }, out, (size_t)RINGS * NODES},
        {"saddle_comet_bh3_a", [=] { saddle_comet_bh3_a<<<dim3(EW / 8 / 32, EH / 8 / 8), tb>>>(img, out); }, out, (size_t)(EW / 8) * (EH / 8)},
        {"saddle_comet_bh3_b", [=] { saddle_comet_bh3_b<<<dim3(EW / 8 / 32, EH / 8 / 8), tb>>>(img, out); }, out, (size_t)(EW / 8) * (EH / 8)},
        {"tulip_ferry_bh3_a", [=] { tulip_ferry_bh3_a<<<dim3(GW / GSEG, GH), 256, lineMax>>>(a, out); }, out, BIG},
        {"tulip_ferry_bh3_b", [=] { tulip_ferry_bh3_b<<<dim3(GW / GSEG, GH), 256, lineNeeded>>>(a, out); }, out, BIG},
        {"walnut_siren_bh3_a", [=] { walnut_siren_bh3_a<<<COLUMNS / 32, 32>>>(a, b, out, COLUMNS); }, out, (size_t)COLUMNS * LEVELS},
        {"walnut_siren_bh3_b", [=] { walnut_siren_bh3_b<<<COLUMNS / 256, 256>>>(a, b, out, COLUMNS); }, out, (size_t)COLUMNS * LEVELS},
        {"hammer_lily_bh3_a", [=] { hammer_lily_bh3_a<<<MEMBERS, 256>>>(a, b, out); }, out, MEMBERS * REGIONS},
        {"hammer_lily_bh3_b", [=] { hammer_lily_bh3_b<<<dim3(REGIONS, MEMBERS), 256>>>(a, b, out); }, out, MEMBERS * REGIONS},
        {"orchid_bucket_bh3_a", [=] { orchid_bucket_bh3_a<<<DROWS / 8, DW>>>(a, out, 0.8f); }, out, (size_t)DROWS * DW},
        {"orchid_bucket_bh3_b", [=] { orchid_bucket_bh3_b<<<DROWS, DW>>>(a, out, 0.8f); }, out, (size_t)DROWS * DW},
        {"falcon_spoon_bh3_a", [=] { falcon_spoon_bh3_a<<<tree, 256>>>(dstart, b4, a4, out); }, out, (size_t)bodies},
        {"falcon_spoon_bh3_b", [=] { falcon_spoon_bh3_b<<<chunks, 256>>>(dchunk, b4, a4, out); }, out, (size_t)bodies},
        {"ribbon_glacier_bh3_a", [=] { ribbon_glacier_bh3_a<<<WW / 32 * (WH / 32) / 4, 128, 4 * 32 * 32 * 4>>>(b, out, 32); }, out, (size_t)WW * WH},
        {"ribbon_glacier_bh3_b", [=] { ribbon_glacier_bh3_b<<<WW / 32 * (WH / 32) / 4, 128, 4 * 32 * 33 * 4>>>(b, out, 33); }, out, (size_t)WW * WH},
        {"pebble_drum_bh3_a", [=] { pebble_drum_bh3_a<<<BIG / 1024, 256>>>(a + 1, out, 0.3f); }, out, BIG},
        {"pebble_drum_bh3_b", [=] { pebble_drum_bh3_b<<<BIG / 1024, 256>>>(shifted, out, 0.3f); }, out, BIG},
        {"thistle_oar_bh3_a", [=] { thistle_oar_bh3_a<<<dim3(BIG / 4 / 16 / 512, 16), 256, coefMax>>>(a4, coef, out4, BIG / 4 / 16); }, out, BIG},
        {"thistle_oar_bh3_b", [=] { thistle_oar_bh3_b<<<dim3(BIG / 4 / 16 / 512, 16), 256, 32>>>(a4, coef, out4, BIG / 4 / 16); }, out, BIG},
        {"mitten_harbor_bh3_a", [=] { mitten_harbor_bh3_a<<<dim3(TW / 32, TH / 32), tb>>>(b, out); }, out, BIG},
        {"mitten_harbor_bh3_b", [=] { mitten_harbor_bh3_b<<<dim3(TW / 32, TH / 32), tb>>>(b, out); }, out, BIG},
        {"quartz_heron_bh3_a", [=] { quartz_heron_bh3_a<<<ENSEMBLE / 256, 256>>>(a, out, 0.002f, 80); }, out, ENSEMBLE},
        {"quartz_heron_bh3_b", [=] { quartz_heron_bh3_b<<<ENSEMBLE / 128, 128>>>(a, out, 0.002f, 80); }, out, ENSEMBLE},
        {"canoe_apricot_bh3_a", [=] { canoe_apricot_bh3_a<<<BIG / 4 / 512, 256>>>(a4, b4, out4, 0.35f); }, out, BIG},
        {"badger_kettle_bh3_a", [=] { badger_kettle_bh3_a<<<BIG / 16384, 256>>>(b4, out); }, out, BIG / 16384},
        {"plum_turret_bh3_a", [=] { plum_turret_bh3_a<<<dim3(HW / HTX, HH / HTY), 256>>>(b, out, 0.2f); }, out, BIG},
        {"lemon_sextant_bh3_a", [=] { lemon_sextant_bh3_a<<<BIG / 4 / 1024, 256>>>(a4, out4); }, out, BIG},
    };
    return harness::run(argc, argv, cases);
}
