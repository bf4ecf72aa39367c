#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------------
// Calcium imaging: each pixel's fluorescence trace (128 frames, frame-contiguous) is detrended with a running baseline and low-passed. A warp takes 32 pixels and stages 32 frames at a time.
constexpr int TRACE_FRAMES = 128;
template <int PITCH>
__device__ __forceinline__ void calcium(const float* __restrict__ trace, float* __restrict__ dff, float (*tile)[PITCH]) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t pixel0 = ((size_t)blockIdx.x * 8 + warp) * 32;
    const int r = lane >> 3, c = (lane & 7) * 4;
    float baseline = 0.f, smooth = 0.f;
    for (int f0 = 0; f0 < TRACE_FRAMES; f0 += 32) {
        float4 v[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = *reinterpret_cast<const float4*>(trace + (pixel0 + i * 4 + r) * TRACE_FRAMES + f0 + c);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            volatile float* t = &tile[i * 4 + r][c];
            t[0] = v[i].x; t[1] = v[i].y; t[2] = v[i].z; t[3] = v[i].w;
        }
        __syncwarp();
        volatile float* mine = tile[lane];
#pragma unroll 8
        for (int f = 0; f < 32; ++f) {
            float x = mine[f];
            float d = x - baseline;
            baseline = fmaf(0.03f, d, baseline);
            smooth = fmaf(0.4f, d - smooth, smooth);
            mine[f] = smooth;
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            volatile float* t = &tile[i * 4 + r][c];
            float4 o; o.x = t[0]; o.y = t[1]; o.z = t[2]; o.w = t[3];
            *reinterpret_cast<float4*>(dff + (pixel0 + i * 4 + r) * TRACE_FRAMES + f0 + c) = o;
        }
        __syncwarp();
    }
}
__global__ __launch_bounds__(256) void calcium_a(const float* __restrict__ trace, float* __restrict__ dff) {
    __shared__ float tile[8][32][32];
    calcium<32>(trace, dff, tile[threadIdx.x >> 5]);
}
__global__ __launch_bounds__(256) void calcium_b(const float* __restrict__ trace, float* __restrict__ dff) {
    __shared__ float tile[8][32][33];
    calcium<33>(trace, dff, tile[threadIdx.x >> 5]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Market microstructure: for every quote the imbalance-weighted mid price over the next 16 quotes; the block stages its quotes (and the overlap) in shared memory.
struct Quote { float bid, bid_size, spread, ask_size, ask, latency, venue, weight; };
constexpr int QUOTE_WINDOW = 16, QUOTE_BLOCK = 256, QUOTE_STAGED = QUOTE_BLOCK + QUOTE_WINDOW;
__global__ __launch_bounds__(QUOTE_BLOCK) void microprice_a(const float4* __restrict__ quotes, float* __restrict__ out) {
    __shared__ __align__(16) Quote book[QUOTE_STAGED];
    const size_t first = (size_t)blockIdx.x * QUOTE_BLOCK;
    for (int i = threadIdx.x; i < QUOTE_STAGED * 2; i += QUOTE_BLOCK) reinterpret_cast<float4*>(book)[i] = quotes[first * 2 + i];
    __syncthreads();
    float value = 0.f, weight = 1e-3f;
    const Quote* q = book + threadIdx.x;
#pragma unroll
    for (int w = 0; w < QUOTE_WINDOW; ++w) {
        float imbalance = fmaf(0.5f, q[w].ask_size, 1.f) * q[w].weight;
        float mid = fmaf(q[w].bid, imbalance, q[w].ask);
        value = fmaf(mid, fmaf(imbalance, imbalance, 0.1f), value);
        weight = fmaf(imbalance, imbalance, weight + 0.1f);
    }
    out[first + threadIdx.x] = value * __frcp_rn(weight);
}
__global__ __launch_bounds__(QUOTE_BLOCK) void microprice_b(const float4* __restrict__ quotes, float* __restrict__ out) {
    __shared__ float book[8][QUOTE_STAGED + 4];
    const size_t first = (size_t)blockIdx.x * QUOTE_BLOCK;
    for (int i = threadIdx.x; i < QUOTE_STAGED * 2; i += QUOTE_BLOCK) {
        float4 v = quotes[first * 2 + i];
        int at = i >> 1, field = (i & 1) * 4;
        book[field][at] = v.x; book[field + 1][at] = v.y; book[field + 2][at] = v.z; book[field + 3][at] = v.w;
    }
    __syncthreads();
    float value = 0.f, weight = 1e-3f;
#pragma unroll
    for (int w = 0; w < QUOTE_WINDOW; ++w) {
        const int at = threadIdx.x + w;
        float imbalance = fmaf(0.5f, book[3][at], 1.f) * book[7][at];
        float mid = fmaf(book[0][at], imbalance, book[4][at]);
        value = fmaf(mid, fmaf(imbalance, imbalance, 0.1f), value);
        weight = fmaf(imbalance, imbalance, weight + 0.1f);
    }
    out[first + threadIdx.x] = value * __frcp_rn(weight);
}

// ---------------------------------------------------------------------------------------------------------------------
// ML quantisation: fast Walsh-Hadamard rotation of activation rows of 4096 (one block a row, radix 16 in registers, three passes over shared memory).
__device__ __forceinline__ void butterfly16(float (&v)[16]) {
#pragma unroll
    for (int h = 1; h < 16; h *= 2)
#pragma unroll
        for (int i = 0; i < 16; ++i)
            if (!(i & h)) { float a = v[i], b = v[i + h]; v[i] = a + b; v[i + h] = a - b; }
}
// GROUP = storage words of 16 neighbours: element i lies at (i / 16) * GROUP + i % 16.
template <int GROUP>
__device__ __forceinline__ void hadamard(const float* __restrict__ x, float* __restrict__ y, volatile float* row) {
    const int t = threadIdx.x, low = t & 15, high = t >> 4;
    x += (size_t)blockIdx.x * 4096 + t;
    y += (size_t)blockIdx.x * 4096 + t;
    float v[16];
#pragma unroll
    for (int r = 0; r < 16; ++r) v[r] = x[256 * r];
    volatile float* across = row + high * GROUP + low;         // elements t + 256 r
    volatile float* along = row + t * GROUP;                   // elements 16 t + r
    volatile float* middle = row + high * (16 * GROUP) + low;  // elements 256 (t / 16) + t % 16 + 16 r
#pragma unroll
    for (int r = 0; r < 16; ++r) across[r * 16 * GROUP] = v[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 16; ++r) v[r] = along[r];
    butterfly16(v);
#pragma unroll
    for (int r = 0; r < 16; ++r) along[r] = v[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 16; ++r) v[r] = middle[r * GROUP];
    butterfly16(v);
#pragma unroll
    for (int r = 0; r < 16; ++r) middle[r * GROUP] = v[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 16; ++r) v[r] = across[r * 16 * GROUP];
    butterfly16(v);
#pragma unroll
    for (int r = 0; r < 16; ++r) y[256 * r] = v[r] * (1.f / 64.f);
}
__global__ __launch_bounds__(256) void hadamard_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float row[256 * 16];
    hadamard<16>(x, y, row);
}
__global__ __launch_bounds__(256) void hadamard_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float row[256 * 17];
    hadamard<17>(x, y, row);
}

// ---------------------------------------------------------------------------------------------------------------------
// Mass spectrometry: city-block distance of every measured spectrum to every library spectrum (96 peaks, peak-major).
constexpr int SPECTRA = 4096, LIBRARY = 4096, PEAKS = 96;
__global__ __launch_bounds__(256) void spectra_a(const float* __restrict__ measured, const float* __restrict__ library, float* __restrict__ distance) {
    const int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 16
    for (int p = 0; p < PEAKS; ++p) sum += fabsf(measured[p * SPECTRA + i] - library[p * LIBRARY + j]);
    distance[(size_t)i * LIBRARY + j] = sum;
}
__global__ __launch_bounds__(256, 2) void spectra_b(const float* __restrict__ measured, const float* __restrict__ library, float* __restrict__ distance) {
    __shared__ __align__(16) float m[2][8][128], l[2][8][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, i0 = blockIdx.y * 128, j0 = blockIdx.x * 128;
    const int p = tid >> 5, c = (tid & 31) * 4;
    float sum[8][8] = {};
    *reinterpret_cast<float4*>(&m[0][p][c]) = *reinterpret_cast<const float4*>(measured + p * SPECTRA + i0 + c);
    *reinterpret_cast<float4*>(&l[0][p][c]) = *reinterpret_cast<const float4*>(library + p * LIBRARY + j0 + c);
    __syncthreads();
    for (int p0 = 0, buf = 0; p0 < PEAKS; p0 += 8, buf ^= 1) {
        const bool more = p0 + 8 < PEAKS;
        float4 nm, nl;
        if (more) {
            nm = *reinterpret_cast<const float4*>(measured + (p0 + 8 + p) * SPECTRA + i0 + c);
            nl = *reinterpret_cast<const float4*>(library + (p0 + 8 + p) * LIBRARY + j0 + c);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float a[8], b[8];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<float4*>(a + 4 * h) = *reinterpret_cast<const float4*>(&m[buf][k][ty * 4 + 64 * h]);
                *reinterpret_cast<float4*>(b + 4 * h) = *reinterpret_cast<const float4*>(&l[buf][k][tx * 4 + 64 * h]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
        if (more) {
            *reinterpret_cast<float4*>(&m[buf ^ 1][p][c]) = nm;
            *reinterpret_cast<float4*>(&l[buf ^ 1][p][c]) = nl;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int h = 0; h < 2; ++h)
            *reinterpret_cast<float4*>(distance + (size_t)(i0 + ty * 4 + (i & 3) + 64 * (i >> 2)) * LIBRARY + j0 + tx * 4 + 64 * h) =
                make_float4(sum[i][4 * h], sum[i][4 * h + 1], sum[i][4 * h + 2], sum[i][4 * h + 3]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Astronomy: matched filter of a sky image (padded by 12) with a measured, not separable 13 x 13 point spread function.
constexpr int SKY_W = 4096, SKY_H = 2048, SKY_PITCH = SKY_W + 16, PSF = 13;
__constant__ float psf[PSF * PSF];
__global__ __launch_bounds__(256) void starfield_a(const float* __restrict__ sky, float* __restrict__ score) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* corner = sky + (size_t)y * SKY_PITCH + x;
    float sum = 0.f;
#pragma unroll
    for (int j = 0; j < PSF; ++j)
#pragma unroll
        for (int i = 0; i < PSF; ++i) sum = fmaf(psf[j * PSF + i], corner[j * SKY_PITCH + i], sum);
    score[(size_t)y * SKY_W + x] = sum;
}
__global__ __launch_bounds__(256) void starfield_b(const float* __restrict__ sky, float* __restrict__ score) {
    constexpr int TW = 64, TH = 32, ROWS = 8, SW = TW + PSF - 1, SH = TH + PSF - 1;  // 76 x 44 staged pixels
    __shared__ __align__(16) float tile[SH][SW];
    const int x0 = blockIdx.x * TW, y0 = blockIdx.y * TH, tx = threadIdx.x & 63, ty = threadIdx.x >> 6;
    for (int q = threadIdx.x; q < SH * (SW / 4); q += 256) {
        int r = q / (SW / 4), c = (q % (SW / 4)) * 4;
        *reinterpret_cast<float4*>(&tile[r][c]) = *reinterpret_cast<const float4*>(sky + (size_t)(y0 + r) * SKY_PITCH + x0 + c);
    }
    __syncthreads();
    float sum[ROWS] = {};
#pragma unroll 1
    for (int i = 0; i < PSF; ++i) {
        float v[ROWS + PSF - 1];
#pragma unroll
        for (int r = 0; r < ROWS + PSF - 1; ++r) v[r] = tile[ty * ROWS + r][tx + i];
#pragma unroll
        for (int j = 0; j < PSF; ++j) {
            const float w = psf[j * PSF + i];
#pragma unroll
            for (int r = 0; r < ROWS; ++r) sum[r] = fmaf(w, v[r + j], sum[r]);
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) score[(size_t)(y0 + ty * ROWS + r) * SKY_W + x0 + tx] = sum[r];
}

// ---------------------------------------------------------------------------------------------------------------------
// Audio: granular synthesiser; each thread drives four coupled waveshapers through 64 steps, excited by the parameters of neighbouring grains held in shared memory.
constexpr int GRAIN_BLOCKS = 6336, GRAIN_STEPS = 64;
template <class Excite>
__device__ __forceinline__ float4 waveshape(float4 x, Excite excite) {
    for (int s = 0; s < GRAIN_STEPS; s += 4) {
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            const float e = excite(s + u, u);
            float* k = &x.x;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const float t = k[i] * k[i];
                float p = fmaf(t, -0.0021f, 0.0043f);
                p = fmaf(p, t, -0.0087f); p = fmaf(p, t, 0.0132f); p = fmaf(p, t, -0.0219f); p = fmaf(p, t, 0.0391f);
                p = fmaf(p, t, -0.0713f); p = fmaf(p, t, 0.0957f); p = fmaf(p, t, -0.1341f); p = fmaf(p, t, 0.61f);
                k[i] = fmaf(p, k[i], e * (0.1f + 0.05f * i));
            }
        }
    }
    return x;
}
__global__ __launch_bounds__(256) void tonebank_a(const float4* __restrict__ grains, const float4* __restrict__ start, float4* __restrict__ out) {
    __shared__ __align__(16) float4 grain[256];
    const size_t n = (size_t)blockIdx.x * 256 + threadIdx.x;
    grain[threadIdx.x] = grains[n];
    __syncthreads();
    const float* g = &grain[0].x;
    out[n] = waveshape(start[n], [&](int s, int u) { return g[((threadIdx.x + s) & 255) * 4 + u]; });
}
__global__ __launch_bounds__(256) void tonebank_b(const float4* __restrict__ grains, const float4* __restrict__ start, float4* __restrict__ out) {
    __shared__ float grain[4][256];
    const size_t n = (size_t)blockIdx.x * 256 + threadIdx.x;
    const float4 v = grains[n];
    grain[0][threadIdx.x] = v.x; grain[1][threadIdx.x] = v.y; grain[2][threadIdx.x] = v.z; grain[3][threadIdx.x] = v.w;
    __syncthreads();
    out[n] = waveshape(start[n], [&](int s, int u) { return grain[u][(threadIdx.x + s) & 255]; });
}

// ---------------------------------------------------------------------------------------------------------------------
// Remote sensing: a mosaic of 8192 scan lines by 6144 samples is turned into sample-major order with a radiometric correction (gain and offset per scan line).
constexpr int LINES = 8192, SAMPLES = 6144;
template <class Load>
__device__ __forceinline__ void mosaic_store(float* __restrict__ out, Load load) {
    const int l = threadIdx.x & 31, s0 = blockIdx.x * 64, l0 = blockIdx.y * 32;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int s = (threadIdx.x >> 5) + 8 * i;
        out[(size_t)(s0 + s) * LINES + l0 + l] = load(l, s);
    }
}
__global__ __launch_bounds__(256) void mosaic_a(const float* __restrict__ scan, const float2* __restrict__ correction, float* __restrict__ out) {
    __shared__ __align__(16) float tile[32][66];
    const int s0 = blockIdx.x * 64, l0 = blockIdx.y * 32, c = (threadIdx.x & 31) * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = (threadIdx.x >> 5) + 8 * i;
        const float2 v = *reinterpret_cast<const float2*>(scan + (size_t)(l0 + r) * SAMPLES + s0 + c), k = correction[l0 + r];
        *reinterpret_cast<float2*>(&tile[r][c]) = make_float2(fmaf(v.x, k.x, k.y), fmaf(v.y, k.x, k.y));
    }
    __syncthreads();
    mosaic_store(out, [&](int l, int s) { return tile[l][s]; });
}
__global__ __launch_bounds__(256) void mosaic_b(const float* __restrict__ scan, const float2* __restrict__ correction, float* __restrict__ out) {
    __shared__ __align__(16) float tile[32][64];  // column XOR 2 (line % 16), and the two of a pair change places in the lower half: rows and columns both fall on 32 banks
    const int s0 = blockIdx.x * 64, l0 = blockIdx.y * 32, c = (threadIdx.x & 31) * 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = (threadIdx.x >> 5) + 8 * i;
        const float2 v = *reinterpret_cast<const float2*>(scan + (size_t)(l0 + r) * SAMPLES + s0 + c), k = correction[l0 + r];
        const float a = fmaf(v.x, k.x, k.y), b = fmaf(v.y, k.x, k.y);
        *reinterpret_cast<float2*>(&tile[r][c ^ (2 * (r & 15))]) = i < 2 ? make_float2(a, b) : make_float2(b, a);
    }
    __syncthreads();
    mosaic_store(out, [&](int l, int s) { return tile[l][s ^ (2 * (l & 15)) ^ (l >> 4)]; });
}

// ---------------------------------------------------------------------------------------------------------------------
// Process engineering: one explicit step of anisotropic heat diffusion on a plate of 8192 x 8192 cells (padded by one row above and below, and by four cells left and right).
constexpr int PLATE = 8192, PLATE_PITCH = PLATE + 8;
__global__ __launch_bounds__(256) void heatplate_a(const float* __restrict__ now, float* __restrict__ next, float kx, float ky) {
    constexpr int TW = 128, TH = 32;
    __shared__ __align__(16) float tile[TH + 2][TW + 8];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t x0 = (size_t)blockIdx.x * TW, y0 = (size_t)blockIdx.y * TH;
    float4 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = *reinterpret_cast<const float4*>(now + (y0 + 1 + warp + 8 * i) * PLATE_PITCH + x0 + 4 + lane * 4);
    if (warp < 2) {
        const int r = warp * (TH + 1);
        *reinterpret_cast<float4*>(&tile[r][4 + lane * 4]) = *reinterpret_cast<const float4*>(now + (y0 + r) * PLATE_PITCH + x0 + 4 + lane * 4);
    } else if (warp < 4) {
        const int side = warp - 2;
        tile[1 + lane][side ? TW + 4 : 3] = now[(y0 + 1 + lane) * PLATE_PITCH + x0 + (side ? TW + 4 : 3)];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) *reinterpret_cast<float4*>(&tile[1 + warp + 8 * i][4 + lane * 4]) = v[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = 1 + warp + 8 * i;
        const float4 up = *reinterpret_cast<const float4*>(&tile[r - 1][4 + lane * 4]), down = *reinterpret_cast<const float4*>(&tile[r + 1][4 + lane * 4]), m = v[i];
        float left = __shfl_up_sync(~0u, m.w, 1), right = __shfl_down_sync(~0u, m.x, 1);
        if (lane == 0) left = tile[r][3];
        if (lane == 31) right = tile[r][TW + 4];
        float4 o;
        o.x = fmaf(kx, left + m.y - 2.f * m.x, fmaf(ky, up.x + down.x - 2.f * m.x, m.x));
        o.y = fmaf(kx, m.x + m.z - 2.f * m.y, fmaf(ky, up.y + down.y - 2.f * m.y, m.y));
        o.z = fmaf(kx, m.y + m.w - 2.f * m.z, fmaf(ky, up.z + down.z - 2.f * m.z, m.z));
        o.w = fmaf(kx, m.z + right - 2.f * m.w, fmaf(ky, up.w + down.w - 2.f * m.w, m.w));
        *reinterpret_cast<float4*>(next + (y0 + 1 + warp + 8 * i) * PLATE_PITCH + x0 + 4 + lane * 4) = o;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Language model evaluation: per row of 2048 logits the maximum, mean and mean square (calibration statistics), one warp a row, combined by shuffles.
constexpr int LOGIT_ROWS = 65536, LOGITS = 2048;
__global__ __launch_bounds__(256) void logits_a(const float4* __restrict__ logits, float4* __restrict__ stats) {
    const int lane = threadIdx.x & 31;
    const size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);
    const float4* p = logits + row * (LOGITS / 4) + lane;
    float top = -3.4e38f, sum = 0.f, square = 0.f;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        float4 v[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = __ldcs(p + (h * 8 + i) * 32);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            top = fmaxf(fmaxf(top, fmaxf(v[i].x, v[i].y)), fmaxf(v[i].z, v[i].w));
            sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
            square = fmaf(v[i].x, v[i].x, fmaf(v[i].y, v[i].y, fmaf(v[i].z, v[i].z, fmaf(v[i].w, v[i].w, square))));
        }
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
        sum += __shfl_xor_sync(~0u, sum, d);
        square += __shfl_xor_sync(~0u, square, d);
    }
    if (lane == 0) stats[row] = make_float4(top, sum * (1.f / LOGITS), square * (1.f / LOGITS), rsqrtf(square * (1.f / LOGITS) + 1e-6f));
}

int main(int argc, char** argv) {
    const size_t traces = (size_t)524288 * TRACE_FRAMES;
    float* trace = harness::filled<float>(traces, 11); float* dff = harness::empty<float>(traces);
    const size_t nquotes = (size_t)4 << 20;
    float4* quotes = (float4*)harness::filled<float>((nquotes + QUOTE_WINDOW) * 8, 12); float* micro = harness::empty<float>(nquotes);
    const size_t rows = 8192;
    float* act = harness::filled<float>(rows * 4096, 13); float* rot = harness::empty<float>(rows * 4096);
    float* meas = harness::filled<float>((size_t)PEAKS * SPECTRA, 14); float* lib = harness::filled<float>((size_t)PEAKS * LIBRARY, 15);
    float* dist = harness::empty<float>((size_t)SPECTRA * LIBRARY);
    float* sky = harness::filled<float>((size_t)SKY_PITCH * (SKY_H + PSF - 1), 16); float* score = harness::empty<float>((size_t)SKY_W * SKY_H);
    std::vector<float> w(PSF * PSF);
    for (int i = 0; i < PSF * PSF; ++i) w[i] = 0.02f + 0.01f * harness::unit(i + 99);
    CHECK(cudaMemcpyToSymbol(psf, w.data(), w.size() * sizeof(float)));
    const size_t grainCount = (size_t)GRAIN_BLOCKS * 256;
    float4* grains = (float4*)harness::filled<float>(grainCount * 4, 17); float4* start = (float4*)harness::filled<float>(grainCount * 4, 18);
    float4* tones = (float4*)harness::empty<float>(grainCount * 4);
    const size_t cells = (size_t)LINES * SAMPLES;
    float* scan = harness::filled<float>(cells, 19); float2* corr = (float2*)harness::filled<float>(LINES * 2, 20); float* turned = harness::empty<float>(cells);
    const size_t plate = (size_t)PLATE_PITCH * (PLATE + 2);
    float* now = harness::filled<float>(plate, 21); float* next = harness::empty<float>(plate);
    float4* logits = (float4*)harness::filled<float>((size_t)LOGIT_ROWS * LOGITS, 22); float4* stats = (float4*)harness::empty<float>((size_t)LOGIT_ROWS * 4);

    std::vector<harness::Case> cases = {
        {"calcium_a", [=] { calcium_a<<<524288 / 256, 256>>>(trace, dff); }, dff, traces},
        {"calcium_b", [=] { calcium_b<<<524288 / 256, 256>>>(trace, dff); }, dff, traces},
        {"microprice_a", [=] { microprice_a<<<nquotes / QUOTE_BLOCK, QUOTE_BLOCK>>>(quotes, micro); }, micro, nquotes},
        {"microprice_b", [=] { microprice_b<<<nquotes / QUOTE_BLOCK, QUOTE_BLOCK>>>(quotes, micro); }, micro, nquotes},
        {"hadamard_a", [=] { hadamard_a<<<rows, 256>>>(act, rot); }, rot, rows * 4096},
        {"hadamard_b", [=] { hadamard_b<<<rows, 256>>>(act, rot); }, rot, rows * 4096},
        {"spectra_a", [=] { spectra_a<<<dim3(LIBRARY / 32, SPECTRA / 8), dim3(32, 8)>>>(meas, lib, dist); }, dist, (size_t)SPECTRA * LIBRARY},
        {"spectra_b", [=] { spectra_b<<<dim3(LIBRARY / 128, SPECTRA / 128), 256>>>(meas, lib, dist); }, dist, (size_t)SPECTRA * LIBRARY},
        {"starfield_a", [=] { starfield_a<<<dim3(SKY_W / 32, SKY_H / 8), dim3(32, 8)>>>(sky, score); }, score, (size_t)SKY_W * SKY_H},
        {"starfield_b", [=] { starfield_b<<<dim3(SKY_W / 64, SKY_H / 32), 256>>>(sky, score); }, score, (size_t)SKY_W * SKY_H},
        {"tonebank_a", [=] { tonebank_a<<<GRAIN_BLOCKS, 256>>>(grains, start, tones); }, tones, grainCount * 4},
        {"tonebank_b", [=] { tonebank_b<<<GRAIN_BLOCKS, 256>>>(grains, start, tones); }, tones, grainCount * 4},
        {"mosaic_a", [=] { mosaic_a<<<dim3(SAMPLES / 64, LINES / 32), 256>>>(scan, corr, turned); }, turned, cells},
        {"mosaic_b", [=] { mosaic_b<<<dim3(SAMPLES / 64, LINES / 32), 256>>>(scan, corr, turned); }, turned, cells},
        {"heatplate_a", [=] { heatplate_a<<<dim3(PLATE / 128, PLATE / 32), 256>>>(now, next, 0.21f, 0.17f); }, next, plate},
        {"logits_a", [=] { logits_a<<<LOGIT_ROWS / 8, 256>>>(logits, stats); }, stats, (size_t)LOGIT_ROWS * 4},
    };
    return harness::run(argc, argv, cases);
}
