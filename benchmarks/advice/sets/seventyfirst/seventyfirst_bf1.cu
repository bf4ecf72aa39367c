#include "harness.cuh"

using harness::Case;
using harness::Output;

struct Grey { float v; __host__ __device__ explicit Grey(float u) : v(0.5f * u + 0.5f) {} };
struct Phase { float v; __host__ __device__ explicit Phase(float u) : v(0.05f + 1.5f * (u + 1.0f)) {} };
struct Byte { uint8_t v; __host__ __device__ explicit Byte(float u) {
    uint32_t b = (uint32_t)((u + 1.0f) * 8388608.0f);
    uint32_t h = harness::hash32(b);
    v = (uint8_t)(((h & 255u) + ((h >> 8) & 255u)) >> 1);
} };
struct Label { uint8_t v; __host__ __device__ explicit Label(float u) { int k = (int)((u + 1.0f) * 4.0f); v = (uint8_t)(k > 7 ? 7 : k); } };

__device__ __forceinline__ float inverse_root(float x) {
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

// ---------------------------------------------------------------- z = alpha x + y, first exercise of the course

__global__ void maple_anchor_bf1_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, float alpha, int n, int per) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int begin = t * per;
    int end = min(begin + per, n);
    for (int i = begin; i < end; ++i) z[i] = alpha * x[i] + y[i];
}

__global__ void maple_anchor_bf1_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z, float alpha, int n, int per) {
    int begin = blockIdx.x * blockDim.x * per;
    int end = min(begin + (int)blockDim.x * per, n);
#pragma unroll 4
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x) z[i] = alpha * x[i] + y[i];
}

// ---------------------------------------------------------------- grey histograms of a stack of images

constexpr int kSide = 512, kImages = 128, kParts = 16;

__global__ void copper_violin_bf1_a(const uchar4* __restrict__ stack, int* __restrict__ hist, int quads_per_image) {
    const uchar4* image = stack + (size_t)blockIdx.y * quads_per_image;
    int* h = hist + blockIdx.y * 256;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads_per_image; i += stride) {
        uchar4 p = image[i];
        atomicAdd(&h[p.x], 1);
        atomicAdd(&h[p.y], 1);
        atomicAdd(&h[p.z], 1);
        atomicAdd(&h[p.w], 1);
    }
}

__global__ void copper_violin_bf1_b(const uchar4* __restrict__ stack, int* __restrict__ hist, int quads_per_image) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const uchar4* image = stack + (size_t)blockIdx.y * quads_per_image;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads_per_image; i += stride) {
        uchar4 p = image[i];
        atomicAdd(&mine[p.x], 1);
        atomicAdd(&mine[p.y], 1);
        atomicAdd(&mine[p.z], 1);
        atomicAdd(&mine[p.w], 1);
    }
    __syncthreads();
    int count = mine[threadIdx.x];
    if (count) atomicAdd(&hist[blockIdx.y * 256 + threadIdx.x], count);
}

// ---------------------------------------------------------------- four interleaved sensor channels, each with its own response model

__device__ __forceinline__ float respond(int channel, float x, int steps) {
    if (channel == 0) {
        float p = x, v = 0.0f;
        for (int i = 0; i < steps; ++i) {
            v -= 0.02f * (1.7f * p + 0.3f * v);
            p += 0.02f * v;
        }
        return p + 1.5f;
    }
    if (channel == 1) {
        float y = 0.1f;
        for (int i = 0; i < steps; ++i) {
            float e = x - y;
            y += e * (0.01f + 0.03f * e * e);
        }
        return y;
    }
    if (channel == 2) {
        float re = x, im = 0.2f;
        for (int i = 0; i < steps; ++i) {
            float r = 0.998f * re - 0.04f * im;
            im = 0.04f * re + 0.998f * im;
            re = fminf(r, 1.2f);
        }
        return re * re + im * im;
    }
    float a = 0.0f, b = 0.0f, m = 0.0f;
    for (int i = 0; i < steps; ++i) {
        a += 0.05f * (x - a);
        b += 0.09f * (a - b);
        m = fmaxf(m, a - b);
    }
    return b + m;
}

__global__ void tundra_pencil_bf1_a(const Grey* __restrict__ samples, float* __restrict__ out, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int channel = i & 3;
    out[i] = respond(channel, samples[i].v, steps);
}

__global__ void tundra_pencil_bf1_b(const Grey* __restrict__ samples, float* __restrict__ out, int n, int steps) {
    int channel = threadIdx.x / 64;
    int i = blockIdx.x * blockDim.x + (threadIdx.x % 64) * 4 + channel;
    if (i >= n) return;
    out[i] = respond(channel, samples[i].v, steps);
}

// ---------------------------------------------------------------- one step of edge-keeping diffusion

__global__ void saddle_orchid_bf1_a(const float* __restrict__ in, float* __restrict__ out, int width, int height, float inv_k2) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = y * width + x;
    float c = in[i];
    float n = in[y > 0 ? i - width : i] - c;
    float s = in[y < height - 1 ? i + width : i] - c;
    float w = in[x > 0 ? i - 1 : i] - c;
    float e = in[x < width - 1 ? i + 1 : i] - c;
    float gn = 1.0 / (1.0 + n * n * inv_k2);
    float gs = 1.0 / (1.0 + s * s * inv_k2);
    float gw = 1.0 / (1.0 + w * w * inv_k2);
    float ge = 1.0 / (1.0 + e * e * inv_k2);
    out[i] = c + 0.2 * (gn * n + gs * s + gw * w + ge * e);
}

__global__ void saddle_orchid_bf1_b(const float* __restrict__ in, float* __restrict__ out, int width, int height, float inv_k2) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = y * width + x;
    float c = in[i];
    float n = in[y > 0 ? i - width : i] - c;
    float s = in[y < height - 1 ? i + width : i] - c;
    float w = in[x > 0 ? i - 1 : i] - c;
    float e = in[x < width - 1 ? i + 1 : i] - c;
    float gn = __fdividef(1.0f, 1.0f + n * n * inv_k2);
    float gs = __fdividef(1.0f, 1.0f + s * s * inv_k2);
    float gw = __fdividef(1.0f, 1.0f + w * w * inv_k2);
    float ge = __fdividef(1.0f, 1.0f + e * e * inv_k2);
    out[i] = c + 0.2f * (gn * n + gs * s + gw * w + ge * e);
}

// ---------------------------------------------------------------- 11 x 11 lens kernel over a padded picture

constexpr int kTaps = 11, kPicW = 4096, kPicH = 4096, kPitch = 4128;
__constant__ float lens[kTaps * kTaps];

__global__ void walnut_comet_bf1_a(const Grey* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kTaps; ++dy)
#pragma unroll
        for (int dx = 0; dx < kTaps; ++dx) sum += lens[dy * kTaps + dx] * in[(y + dy) * kPitch + x + dx].v;
    out[y * kPicW + x] = sum;
}

__global__ void walnut_comet_bf1_b(const Grey* __restrict__ in, float* __restrict__ out) {
    constexpr int kRows = 8, kTileH = 8 * kRows + kTaps - 1, kTileW = 32 + kTaps - 1;
    __shared__ float tile[kTileH][kTileW];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8 * kRows;
    for (int r = threadIdx.y; r < kTileH; r += 8)
        for (int c = threadIdx.x; c < kTileW; c += 32) tile[r][c] = in[(y0 + r) * kPitch + x0 + c].v;
    __syncthreads();
    float sum[kRows] = {};
    int top = threadIdx.y * kRows;
#pragma unroll
    for (int r = 0; r < kRows + kTaps - 1; ++r)
#pragma unroll
        for (int dx = 0; dx < kTaps; ++dx) {
            float v = tile[top + r][threadIdx.x + dx];
#pragma unroll
            for (int k = 0; k < kRows; ++k)
                if (r - k >= 0 && r - k < kTaps) sum[k] += lens[(r - k) * kTaps + dx] * v;
        }
#pragma unroll
    for (int k = 0; k < kRows; ++k) out[(y0 + top + k) * kPicW + x0 + threadIdx.x] = sum[k];
}

// ---------------------------------------------------------------- running sums inside blocks of 4096 (first pass of a scan)

constexpr int kEach = 16, kScanThreads = 256, kScanBlock = kEach * kScanThreads;

template <int kPad>
__device__ __forceinline__ int place(int i) { return kPad ? i + i / kEach : i; }

template <int kPad>
__device__ __forceinline__ void scan_block(const int* __restrict__ in, int* __restrict__ out, int* items, int* warp_sums) {
    size_t base = (size_t)blockIdx.x * kScanBlock;
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
#pragma unroll
    for (int k = 0; k < kEach; ++k) items[place<kPad>(k * kScanThreads + t)] = in[base + k * kScanThreads + t] & 15;
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < kEach; ++k) {
        sum += items[place<kPad>(t * kEach + k)];
        items[place<kPad>(t * kEach + k)] = sum;
    }
    int upto = sum;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(0xffffffffu, upto, d);
        if (lane >= d) upto += other;
    }
    if (lane == 31) warp_sums[warp] = upto;
    __syncthreads();
    int before = upto - sum;
    for (int w = 0; w < warp; ++w) before += warp_sums[w];
    for (int k = 0; k < kEach; ++k) items[place<kPad>(t * kEach + k)] += before;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kEach; ++k) out[base + k * kScanThreads + t] = items[place<kPad>(k * kScanThreads + t)];
}

__global__ void pebble_lantern_bf1_a(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int items[kScanBlock];
    __shared__ int warp_sums[kScanThreads / 32];
    scan_block<0>(in, out, items, warp_sums);
}

__global__ void pebble_lantern_bf1_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int items[kScanBlock + kScanThreads];
    __shared__ int warp_sums[kScanThreads / 32];
    scan_block<1>(in, out, items, warp_sums);
}

// ---------------------------------------------------------------- majority vote over a label map

constexpr int kLabels = 8, kVoteW = 4096, kVoteH = 2048, kVotePitch = 4224;

__global__ void ginger_falcon_bf1_a(const Label* __restrict__ in, uint8_t* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int votes[kLabels] = {0};
    for (int dy = 0; dy < 7; ++dy)
        for (int dx = 0; dx < 7; ++dx) votes[in[(y + dy) * kVotePitch + x + dx].v]++;
    int best = 0, most = votes[0];
    for (int k = 1; k < kLabels; ++k)
        if (votes[k] > most) { most = votes[k]; best = k; }
    out[y * kVoteW + x] = (uint8_t)best;
}

__global__ void ginger_falcon_bf1_b(const Label* __restrict__ in, uint8_t* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned long long votes = 0;
    for (int dy = 0; dy < 7; ++dy)
        for (int dx = 0; dx < 7; ++dx) votes += 1ull << (8 * in[(y + dy) * kVotePitch + x + dx].v);
    int best = 0, most = (int)(votes & 255);
    for (int k = 1; k < kLabels; ++k) {
        int count = (int)((votes >> (8 * k)) & 255);
        if (count > most) { most = count; best = k; }
    }
    out[y * kVoteW + x] = (uint8_t)best;
}

// ---------------------------------------------------------------- gravity among a few thousand stars

__device__ __forceinline__ void pull(float4& acc, const float4& me, const float4& other) {
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float inv = inverse_root(dx * dx + 1e-3f + dy * dy + dz * dz);
    float mi = other.w * inv;
    float f = mi * inv * inv;
    acc.x += f * dx;
    acc.y += f * dy;
    acc.z += f * dz;
    acc.w += mi;
}

__global__ void velvet_harbor_bf1_a(const float4* __restrict__ stars, float4* __restrict__ out, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = stars[i];
    float4 acc = make_float4(0, 0, 0, 0);
    for (int base = 0; base < n; base += 256) {
        tile[threadIdx.x] = stars[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) pull(acc, me, tile[j]);
        __syncthreads();
    }
    out[i] = acc;
}

__global__ void __launch_bounds__(1024, 2) velvet_harbor_bf1_b(const float4* __restrict__ stars, float4* __restrict__ out, int n) {
    __shared__ float4 part[32][32];
    int i = blockIdx.x * 32 + threadIdx.x;
    float4 me = stars[i];
    float4 acc = make_float4(0, 0, 0, 0);
#pragma unroll 2
    for (int j = threadIdx.y; j < n; j += 32) pull(acc, me, stars[j]);
    part[threadIdx.y][threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 32; ++k) {
            float4 p = part[k][threadIdx.x];
            acc.x += p.x; acc.y += p.y; acc.z += p.z; acc.w += p.w;
        }
        out[i] = acc;
    }
}

// ---------------------------------------------------------------- organ tone: 64 harmonics at given phases

constexpr int kHarmonics = 64;
__constant__ float strength[kHarmonics];

__global__ void acorn_turbine_bf1_a(const Phase* __restrict__ phase, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = phase[i].v, y = 0.0f;
    for (int h = 0; h < kHarmonics; ++h) y += strength[h] * __sinf((h + 1) * x);
    out[i] = y;
}

__global__ void acorn_turbine_bf1_b(const Phase* __restrict__ phase, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = phase[i].v, y = 0.0f;
    float twice = 2.0f * __cosf(x), last = 0.0f, now = __sinf(x);
    for (int h = 0; h < kHarmonics; ++h) {
        y += strength[h] * now;
        float next = twice * now - last;
        last = now;
        now = next;
    }
    out[i] = y;
}

// ---------------------------------------------------------------- standardise, weight, add the residual and cut at zero

__global__ void marble_thistle_bf1_a0(const float4* __restrict__ x, float4* __restrict__ t, float mean, float inv, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    t[i] = make_float4((v.x - mean) * inv, (v.y - mean) * inv, (v.z - mean) * inv, (v.w - mean) * inv);
}

__global__ void marble_thistle_bf1_a1(float4* __restrict__ t, const float4* __restrict__ w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = t[i], u = w[i];
    t[i] = make_float4(v.x * u.x, v.y * u.y, v.z * u.z, v.w * u.w);
}

__global__ void marble_thistle_bf1_a2(const float4* __restrict__ t, const float4* __restrict__ r, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = t[i], u = r[i];
    out[i] = make_float4(fmaxf(v.x + u.x, 0.0f), fmaxf(v.y + u.y, 0.0f), fmaxf(v.z + u.z, 0.0f), fmaxf(v.w + u.w, 0.0f));
}

__global__ void marble_thistle_bf1_b(const float4* __restrict__ x, const float4* __restrict__ w, const float4* __restrict__ r, float4* __restrict__ out,
                                     float mean, float inv, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i], u = w[i], q = r[i];
    out[i] = make_float4(fmaxf((v.x - mean) * inv * u.x + q.x, 0.0f), fmaxf((v.y - mean) * inv * u.y + q.y, 0.0f),
                         fmaxf((v.z - mean) * inv * u.z + q.z, 0.0f), fmaxf((v.w - mean) * inv * u.w + q.w, 0.0f));
}

// ---------------------------------------------------------------- exponential smoothing of many channels along time

constexpr int kChannels = 132 * 512, kTimes = 512;

__global__ void cobalt_ferry_bf1_a(const Grey* x, float* y, int channels, int times, float k) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float s = 0.0f;
    for (int t = 0; t < times; ++t) {
        s += k * (x[t * channels + c].v - s);
        y[t * channels + c] = s;
    }
}

__global__ void cobalt_ferry_bf1_b(const Grey* __restrict__ x, float* __restrict__ y, int channels, int times, float k) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float s = 0.0f;
    for (int t = 0; t < times; t += 16) {
        float v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = x[(t + j) * channels + c].v;
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            s += k * (v[j] - s);
            y[(t + j) * channels + c] = s;
        }
    }
}

// ---------------------------------------------------------------- heat in a periodic box

__global__ void mango_glacier_bf1_a(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz, float k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    int x = i % nx;
    int y = (i / nx) % ny;
    int z = i / (nx * ny);
    int xm = (x - 1 + nx) % nx, xp = (x + 1) % nx;
    int ym = (y - 1 + ny) % ny, yp = (y + 1) % ny;
    int zm = (z - 1 + nz) % nz, zp = (z + 1) % nz;
    float c = in[i];
    float around = in[(z * ny + y) * nx + xm] + in[(z * ny + y) * nx + xp] + in[(z * ny + ym) * nx + x] + in[(z * ny + yp) * nx + x] +
                   in[(zm * ny + y) * nx + x] + in[(zp * ny + y) * nx + x];
    out[i] = c + k * (around - 6.0f * c);
}

__global__ void mango_glacier_bf1_b(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int xm = x == 0 ? nx - 1 : x - 1, xp = x == nx - 1 ? 0 : x + 1;
    int ym = y == 0 ? ny - 1 : y - 1, yp = y == ny - 1 ? 0 : y + 1;
    int zm = z == 0 ? nz - 1 : z - 1, zp = z == nz - 1 ? 0 : z + 1;
    int row = (z * ny + y) * nx;
    float c = in[row + x];
    float around = in[row + xm] + in[row + xp] + in[(z * ny + ym) * nx + x] + in[(z * ny + yp) * nx + x] +
                   in[(zm * ny + y) * nx + x] + in[(zp * ny + y) * nx + x];
    out[row + x] = c + k * (around - 6.0f * c);
}

// ---------------------------------------------------------------- colour to grey

__global__ void pollen_kettle_bf1_a(const float4* __restrict__ rgba, float* __restrict__ grey, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = rgba[i];
    grey[i] = 0.299 * p.x + 0.587 * p.y + 0.114 * p.z + 0.5;
}

__global__ void pollen_kettle_bf1_b(const float4* __restrict__ rgba, float* __restrict__ grey, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = rgba[i];
    grey[i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z + 0.5f;
}

// ---------------------------------------------------------------- squared distance of two vectors, one partial sum a block

__device__ __forceinline__ float block_part(const float4* __restrict__ x, const float4* __restrict__ y) {
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 a = x[base + k * 256], b = y[base + k * 256];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, dw = a.w - b.w;
        sum += dx * dx + dy * dy + dz * dz + dw * dw;
    }
    return sum;
}

__global__ void timber_quartz_bf1_a(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ partial) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = block_part(x, y);
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) partial[blockIdx.x] = part[0];
}

__global__ void timber_quartz_bf1_b(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ partial) {
    __shared__ float part[8];
    int t = threadIdx.x;
    float sum = block_part(x, y);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        partial[blockIdx.x] = sum;
    }
}

// ---------------------------------------------------------------- rows of a matrix in shuffled order (training batches)

__global__ void lilac_bishop_bf1_a(const float4* __restrict__ in, const int4* __restrict__ order, float4* __restrict__ out, int rows) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp * 4 >= rows) return;
    int4 r = order[warp];
    float4 a = in[(size_t)r.x * 32 + lane], b = in[(size_t)r.y * 32 + lane];
    float4 c = in[(size_t)r.z * 32 + lane], d = in[(size_t)r.w * 32 + lane];
    float4* to = out + (size_t)warp * 128 + lane;
    to[0] = a; to[32] = b; to[64] = c; to[96] = d;
}

// ---------------------------------------------------------------- five-point smoothing of a large plane

__global__ void raven_muffin_bf1_a(const float* __restrict__ in, float* __restrict__ out, int width, int height, float k) {
    int x = (blockIdx.x * 32 + threadIdx.x) * 4;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    const float* row = in + (size_t)y * width;
    float4 c = *(const float4*)(row + x);
    float4 u = *(const float4*)((y > 0 ? row - width : row) + x);
    float4 d = *(const float4*)((y < height - 1 ? row + width : row) + x);
    float l = row[x > 0 ? x - 1 : x], r = row[x + 4 < width ? x + 4 : x + 3];
    float4 o;
    o.x = c.x + k * (u.x + d.x + l + c.y - 4.0f * c.x);
    o.y = c.y + k * (u.y + d.y + c.x + c.z - 4.0f * c.y);
    o.z = c.z + k * (u.z + d.z + c.y + c.w - 4.0f * c.z);
    o.w = c.w + k * (u.w + d.w + c.z + r - 4.0f * c.w);
    *(float4*)(out + (size_t)y * width + x) = o;
}

// ---------------------------------------------------------------- field of 512 charges at many probes

constexpr int kCharges = 512;

__global__ void denim_oyster_bf1_a(const float4* __restrict__ charges, const float* __restrict__ probes, float4* __restrict__ out, int n) {
    __shared__ float4 tile[kCharges];
    for (int k = threadIdx.x; k < kCharges; k += 128) tile[k] = charges[k];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, j = i + 128;
    float ax = probes[i], ay = probes[n + i], az = probes[2 * n + i];
    float bx = probes[j], by = probes[n + j], bz = probes[2 * n + j];
    float aex = 0, aey = 0, aez = 0, bex = 0, bey = 0, bez = 0;
#pragma unroll 8
    for (int k = 0; k < kCharges; ++k) {
        float4 q = tile[k];
        float dx = ax - q.x, dy = ay - q.y, dz = az - q.z;
        float inv = inverse_root(dx * dx + 1e-3f + dy * dy + dz * dz);
        float f = q.w * inv * (inv * inv);
        aex += f * dx; aey += f * dy; aez += f * dz;
        dx = bx - q.x; dy = by - q.y; dz = bz - q.z;
        inv = inverse_root(dx * dx + 1e-3f + dy * dy + dz * dz);
        f = q.w * inv * (inv * inv);
        bex += f * dx; bey += f * dy; bez += f * dz;
    }
    out[i] = make_float4(aex, aey, aez, 0.0f);
    out[j] = make_float4(bex, bey, bez, 0.0f);
}

// ----------------------------------------------------------------

static std::vector<float4> points(int n, uint32_t seed) {
    std::vector<float4> p(n);
    for (int i = 0; i < n; ++i)
        p[i] = make_float4(harness::unit(i * 4 + seed), harness::unit(i * 4 + 1 + seed), harness::unit(i * 4 + 2 + seed),
                           0.6f + 0.4f * harness::unit(i * 4 + 3 + seed));
    return p;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    {
        int n = 1 << 25, per = 32;
        float *x = harness::filled<float>(n, 11), *y = harness::filled<float>(n, 12), *z = harness::empty<float>(n);
        int blocks = n / per / 256;
        cases.push_back({"maple_anchor_bf1_a", [=] { maple_anchor_bf1_a<<<blocks, 256>>>(x, y, z, 1.5f, n, per); }, z, (size_t)n});
        cases.push_back({"maple_anchor_bf1_b", [=] { maple_anchor_bf1_b<<<blocks, 256>>>(x, y, z, 1.5f, n, per); }, z, (size_t)n});
    }
    {
        auto* stack = (uchar4*)harness::filled<Byte>((size_t)kSide * kSide * kImages, 21);
        int* hist = harness::empty<int>(kImages * 256);
        int quads = kSide * kSide / 4;
        dim3 grid(kParts, kImages);
        cases.push_back({"copper_violin_bf1_a", [=] { copper_violin_bf1_a<<<grid, 256>>>(stack, hist, quads); }, hist, (size_t)kImages * 256, Output::i32});
        cases.push_back({"copper_violin_bf1_b", [=] { copper_violin_bf1_b<<<grid, 256>>>(stack, hist, quads); }, hist, (size_t)kImages * 256, Output::i32});
    }
    {
        int n = 1 << 24;
        auto* s = harness::filled<Grey>(n, 31);
        float* out = harness::empty<float>(n);
        cases.push_back({"tundra_pencil_bf1_a", [=] { tundra_pencil_bf1_a<<<n / 256, 256>>>(s, out, n, 64); }, out, (size_t)n});
        cases.push_back({"tundra_pencil_bf1_b", [=] { tundra_pencil_bf1_b<<<n / 256, 256>>>(s, out, n, 64); }, out, (size_t)n});
    }
    {
        int w = 8192, h = 4096;
        auto* in = (float*)harness::filled<Grey>((size_t)w * h, 41);
        float* out = harness::empty<float>((size_t)w * h);
        dim3 block(64, 4), grid(w / 64, h / 4);
        cases.push_back({"saddle_orchid_bf1_a", [=] { saddle_orchid_bf1_a<<<grid, block>>>(in, out, w, h, 25.0f); }, out, (size_t)w * h});
        cases.push_back({"saddle_orchid_bf1_b", [=] { saddle_orchid_bf1_b<<<grid, block>>>(in, out, w, h, 25.0f); }, out, (size_t)w * h});
    }
    {
        std::vector<float> w(kTaps * kTaps);
        float total = 0;
        for (size_t i = 0; i < w.size(); ++i) total += w[i] = 1.2f + harness::unit((uint32_t)i + 51);
        for (float& v : w) v /= total;
        CHECK(cudaMemcpyToSymbol(lens, w.data(), w.size() * sizeof(float)));
        auto* in = harness::filled<Grey>((size_t)kPitch * (kPicH + kTaps), 52);
        float* out = harness::empty<float>((size_t)kPicW * kPicH);
        dim3 block(32, 8);
        cases.push_back({"walnut_comet_bf1_a", [=] { walnut_comet_bf1_a<<<dim3(kPicW / 32, kPicH / 8), block>>>(in, out); }, out, (size_t)kPicW * kPicH});
        cases.push_back({"walnut_comet_bf1_b", [=] { walnut_comet_bf1_b<<<dim3(kPicW / 32, kPicH / 64), block>>>(in, out); }, out, (size_t)kPicW * kPicH});
    }
    {
        int n = 1 << 25;
        int *in = harness::indices(n, 1000, 61), *out = harness::empty<int>(n);
        cases.push_back({"pebble_lantern_bf1_a", [=] { pebble_lantern_bf1_a<<<n / kScanBlock, kScanThreads>>>(in, out); }, out, (size_t)n, Output::i32});
        cases.push_back({"pebble_lantern_bf1_b", [=] { pebble_lantern_bf1_b<<<n / kScanBlock, kScanThreads>>>(in, out); }, out, (size_t)n, Output::i32});
    }
    {
        auto* in = harness::filled<Label>((size_t)kVotePitch * (kVoteH + 8), 71);
        auto* out = harness::empty<uint8_t>((size_t)kVoteW * kVoteH);
        dim3 block(32, 8), grid(kVoteW / 32, kVoteH / 8);
        cases.push_back({"ginger_falcon_bf1_a", [=] { ginger_falcon_bf1_a<<<grid, block>>>(in, out); }, out, (size_t)kVoteW * kVoteH, Output::u8});
        cases.push_back({"ginger_falcon_bf1_b", [=] { ginger_falcon_bf1_b<<<grid, block>>>(in, out); }, out, (size_t)kVoteW * kVoteH, Output::u8});
    }
    {
        int n = 8192;
        float4* stars = harness::uploaded(points(n, 81));
        float* out = harness::empty<float>((size_t)n * 4);
        cases.push_back({"velvet_harbor_bf1_a", [=] { velvet_harbor_bf1_a<<<n / 256, 256>>>(stars, (float4*)out, n); }, out, (size_t)n * 4});
        cases.push_back({"velvet_harbor_bf1_b", [=] { velvet_harbor_bf1_b<<<n / 32, dim3(32, 32)>>>(stars, (float4*)out, n); }, out, (size_t)n * 4});
    }
    {
        std::vector<float> a(kHarmonics);
        for (int h = 0; h < kHarmonics; ++h) a[h] = 1.0f / (h + 1);
        CHECK(cudaMemcpyToSymbol(strength, a.data(), a.size() * sizeof(float)));
        int n = 1 << 24;
        auto* phase = harness::filled<Phase>(n, 91);
        float* out = harness::empty<float>(n);
        cases.push_back({"acorn_turbine_bf1_a", [=] { acorn_turbine_bf1_a<<<n / 256, 256>>>(phase, out, n); }, out, (size_t)n});
        cases.push_back({"acorn_turbine_bf1_b", [=] { acorn_turbine_bf1_b<<<n / 256, 256>>>(phase, out, n); }, out, (size_t)n});
    }
    {
        int n = 1 << 25, q = n / 4;
        auto *x = (float4*)harness::filled<float>(n, 101), *w = (float4*)harness::filled<float>(n, 102), *r = (float4*)harness::filled<float>(n, 103);
        auto* t = (float4*)harness::empty<float>(n);
        auto* out = (float4*)harness::empty<float>(n);
        cases.push_back({"marble_thistle_bf1_a", [=] {
            marble_thistle_bf1_a0<<<q / 256, 256>>>(x, t, 0.1f, 1.7f, q);
            marble_thistle_bf1_a1<<<q / 256, 256>>>(t, w, q);
            marble_thistle_bf1_a2<<<q / 256, 256>>>(t, r, out, q);
        }, out, (size_t)n});
        cases.push_back({"marble_thistle_bf1_b", [=] { marble_thistle_bf1_b<<<q / 256, 256>>>(x, w, r, out, 0.1f, 1.7f, q); }, out, (size_t)n});
    }
    {
        size_t n = (size_t)kChannels * kTimes;
        auto* x = harness::filled<Grey>(n, 111);
        float* y = harness::empty<float>(n);
        cases.push_back({"cobalt_ferry_bf1_a", [=] { cobalt_ferry_bf1_a<<<kChannels / 128, 128>>>(x, y, kChannels, kTimes, 0.1f); }, y, n});
        cases.push_back({"cobalt_ferry_bf1_b", [=] { cobalt_ferry_bf1_b<<<kChannels / 128, 128>>>(x, y, kChannels, kTimes, 0.1f); }, y, n});
    }
    {
        int nx = 512, ny = 512, nz = 256, n = nx * ny * nz;
        auto* in = (float*)harness::filled<Grey>(n, 121);
        float* out = harness::empty<float>(n);
        cases.push_back({"mango_glacier_bf1_a", [=] { mango_glacier_bf1_a<<<n / 256, 256>>>(in, out, nx, ny, nz, 0.1f); }, out, (size_t)n});
        cases.push_back({"mango_glacier_bf1_b", [=] { mango_glacier_bf1_b<<<dim3(nx / 64, ny / 4, nz), dim3(64, 4)>>>(in, out, nx, ny, nz, 0.1f); }, out, (size_t)n});
    }
    {
        int n = 1 << 25;
        auto* rgba = (float4*)harness::filled<Grey>((size_t)n * 4, 131);
        float* grey = harness::empty<float>(n);
        cases.push_back({"pollen_kettle_bf1_a", [=] { pollen_kettle_bf1_a<<<n / 256, 256>>>(rgba, grey, n); }, grey, (size_t)n});
        cases.push_back({"pollen_kettle_bf1_b", [=] { pollen_kettle_bf1_b<<<n / 256, 256>>>(rgba, grey, n); }, grey, (size_t)n});
    }
    {
        int n = 1 << 26, blocks = n / 4 / 2048;
        auto *x = (float4*)harness::filled<float>(n, 141), *y = (float4*)harness::filled<float>(n, 142);
        float* partial = harness::empty<float>(blocks);
        cases.push_back({"timber_quartz_bf1_a", [=] { timber_quartz_bf1_a<<<blocks, 256>>>(x, y, partial); }, partial, (size_t)blocks});
        cases.push_back({"timber_quartz_bf1_b", [=] { timber_quartz_bf1_b<<<blocks, 256>>>(x, y, partial); }, partial, (size_t)blocks});
    }
    {
        int rows = 1 << 19;
        std::vector<int> o(rows);
        for (int i = 0; i < rows; ++i) o[i] = i;
        for (int i = rows - 1; i > 0; --i) std::swap(o[i], o[harness::hash32(i + 151) % (uint32_t)(i + 1)]);
        auto* order = (int4*)harness::uploaded(o);
        auto* in = (float4*)harness::filled<float>((size_t)rows * 128, 152);
        auto* out = (float4*)harness::empty<float>((size_t)rows * 128);
        cases.push_back({"lilac_bishop_bf1_a", [=] { lilac_bishop_bf1_a<<<rows / 4 / 8, 256>>>(in, order, out, rows); }, out, (size_t)rows * 128});
    }
    {
        int w = 8192, h = 8192;
        auto* in = (float*)harness::filled<Grey>((size_t)w * h, 161);
        float* out = harness::empty<float>((size_t)w * h);
        cases.push_back({"raven_muffin_bf1_a", [=] { raven_muffin_bf1_a<<<dim3(w / 128, h / 8), dim3(32, 8)>>>(in, out, w, h, 0.15f); }, out, (size_t)w * h});
    }
    {
        int n = 1 << 22;
        float4* charges = harness::uploaded(points(kCharges, 171));
        float* probes = harness::filled<float>((size_t)n * 3, 172);
        float* out = harness::empty<float>((size_t)n * 4);
        cases.push_back({"denim_oyster_bf1_a", [=] { denim_oyster_bf1_a<<<n / 256, 128>>>(charges, probes, (float4*)out, n); }, out, (size_t)n * 4});
    }
    return harness::run(argc, argv, cases);
}
