// Audio.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using harness::Case; using harness::Output;

// ---- meters of a 24-channel stage box -------------------------------------------------------------------------------
constexpr int STAGE_CH = 24, STAGE_FRAMES = 1 << 21, STAGE_WIN = 2048;
template <int FRAME_STEP, int CH_STEP> __device__ __forceinline__ void stage_window(const float* __restrict__ pcm, float2* __restrict__ meters) {
    __shared__ float part[8];
    int ch = blockIdx.y;
    const float* p = pcm + (size_t)blockIdx.x * STAGE_WIN * FRAME_STEP + (size_t)ch * CH_STEP;
    float sq = 0, pk = 0;
#pragma unroll
    for (int k = 0; k < STAGE_WIN / 128; ++k) {
        float v = p[(size_t)(k * 128 + threadIdx.x) * FRAME_STEP];
        sq = fmaf(v, v, sq); pk = fmaxf(pk, fabsf(v));
    }
    for (int d = 16; d; d >>= 1) { sq += __shfl_xor_sync(~0u, sq, d); pk = fmaxf(pk, __shfl_xor_sync(~0u, pk, d)); }
    if ((threadIdx.x & 31) == 0) { part[threadIdx.x / 32] = sq; part[4 + threadIdx.x / 32] = pk; }
    __syncthreads();
    if (threadIdx.x == 0)
        meters[ch * gridDim.x + blockIdx.x] = make_float2(sqrtf((part[0] + part[1] + part[2] + part[3]) / STAGE_WIN),
                                                          fmaxf(fmaxf(part[4], part[5]), fmaxf(part[6], part[7])));
}
__global__ void __launch_bounds__(128) stage_meter_a(const float* __restrict__ pcm, float2* __restrict__ meters) { stage_window<STAGE_CH, 1>(pcm, meters); }
__global__ void __launch_bounds__(128) stage_meter_b(const float* __restrict__ pcm, float2* __restrict__ meters) { stage_window<1, STAGE_FRAMES>(pcm, meters); }

// ---- granular texture: each half-millisecond of output is a sum of twelve stored grains ------------------------------
constexpr int GRAIN_SLOTS = 3 << 20, GRAIN_OUT = 262144;
template <int STRIDE, int HEAD> __device__ __forceinline__ void grain_sum(const float* __restrict__ bank, const int* __restrict__ pick, float* __restrict__ out) {
    int w = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
    float v[12], s = 0;
#pragma unroll
    for (int g = 0; g < 12; ++g) v[g] = bank[(size_t)pick[w * 12 + g] * STRIDE + HEAD + lane];
#pragma unroll
    for (int g = 0; g < 12; ++g) s = fmaf(v[g], 1.0f / (g + 2), s);
    out[w * 32 + lane] = s;
}
__global__ void grainbank_mix_a(const float* __restrict__ bank, const int* __restrict__ pick, float* __restrict__ out) { grain_sum<33, 1>(bank, pick, out); }
__global__ void grainbank_mix_b(const float* __restrict__ bank, const int* __restrict__ pick, float* __restrict__ out) { grain_sum<32, 0>(bank, pick, out); }

// ---- 32-line feedback network, one room a thread ---------------------------------------------------------------------
constexpr int NAVE_ROOMS = 270336, NAVE_STEPS = 40;
__device__ __forceinline__ void nave_room(const float* __restrict__ dry, float* __restrict__ wet) {
    int room = blockIdx.x * blockDim.x + threadIdx.x;
    float s[32];
#pragma unroll
    for (int k = 0; k < 32; ++k) s[k] = 0.001f * (k + 1);
#pragma unroll 1
    for (int t = 0; t < NAVE_STEPS; ++t) {
        float x = dry[(size_t)t * NAVE_ROOMS + room];
#pragma unroll
        for (int h = 1; h < 32; h *= 2)
#pragma unroll
            for (int k = 0; k < 32; ++k)
                if (!(k & h)) { float a = s[k], b = s[k + h]; s[k] = a + b; s[k + h] = a - b; }
        float y = 0;
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            s[k] = fmaf(s[k], 0.17677670f * (0.97f - 0.004f * k), x * (0.05f + 0.001f * k));
            y += (k & 1) ? -s[k] : s[k];
        }
        wet[(size_t)t * NAVE_ROOMS + room] = y;
    }
}
__global__ void __launch_bounds__(128, 16) nave_bloom_a(const float* __restrict__ dry, float* __restrict__ wet) { nave_room(dry, wet); }
__global__ void __launch_bounds__(128) nave_bloom_b(const float* __restrict__ dry, float* __restrict__ wet) { nave_room(dry, wet); }

// ---- twelve pitch classes from spectral peaks -----------------------------------------------------------------------
constexpr int CHR_FRAMES = 1 << 20, CHR_PEAKS = 56;
__device__ __forceinline__ void chroma_peak(uint32_t w, int& cls, float& mag) { cls = ((w & 255u) * 12u) >> 8; mag = (float)(w >> 8) * (1.0f / 16777216.0f); }
__global__ void __launch_bounds__(128) chroma_vector_a(const uint32_t* __restrict__ peaks, float* __restrict__ out) {
    int f = blockIdx.x * 128 + threadIdx.x;
    float bins[12];
#pragma unroll
    for (int k = 0; k < 12; ++k) bins[k] = 0;
#pragma unroll 4
    for (int p = 0; p < CHR_PEAKS; ++p) {
        int c; float m; chroma_peak(peaks[(size_t)p * CHR_FRAMES + f], c, m);
        bins[c] += m;
    }
    float top = 1e-6f;
#pragma unroll
    for (int k = 0; k < 12; ++k) top = fmaxf(top, bins[k]);
    top = __fdividef(1.0f, top);
#pragma unroll
    for (int k = 0; k < 12; ++k) out[(size_t)k * CHR_FRAMES + f] = bins[k] * top;
}
__global__ void __launch_bounds__(128) chroma_vector_b(const uint32_t* __restrict__ peaks, float* __restrict__ out) {
    __shared__ float bins[12][128];
    int f = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 12; ++k) bins[k][t] = 0;
#pragma unroll 4
    for (int p = 0; p < CHR_PEAKS; ++p) {
        int c; float m; chroma_peak(peaks[(size_t)p * CHR_FRAMES + f], c, m);
        bins[c][t] += m;
    }
    float top = 1e-6f;
#pragma unroll
    for (int k = 0; k < 12; ++k) top = fmaxf(top, bins[k][t]);
    top = __fdividef(1.0f, top);
#pragma unroll
    for (int k = 0; k < 12; ++k) out[(size_t)k * CHR_FRAMES + f] = bins[k][t] * top;
}

// ---- playlist of tape snippets: the last word of a snippet says which follows ----------------------------------------
constexpr int TAPE_SNIPS = 1310720, TAPE_LISTS = 67584, TAPE_HOPS = 24;
__device__ __forceinline__ void tape_list(const uint32_t* __restrict__ tape, const int* __restrict__ first, float* __restrict__ out) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    uint32_t at = (uint32_t)first[w];
    float level = 0;
    for (int h = 0; h < TAPE_HOPS; ++h) {
        uint32_t q = tape[(size_t)at * 32 + lane];
        at = __shfl_sync(~0u, q, 31);
        float v = (float)(int)(q & 0xffffu) - 32768.0f;
        level = fmaf(level, 0.9f, fabsf(v) * (1.0f / 32768.0f));
    }
    out[w * 32 + lane] = level;
}
__global__ void tape_splice_a(const uint32_t* __restrict__ tape, const int* __restrict__ first, float* __restrict__ out) { tape_list(tape, first, out); }
__global__ void tape_splice_b(const uint32_t* __restrict__ tape, const int* __restrict__ first, float* __restrict__ out) { tape_list(tape, first, out); }

// ---- rack of effect pedals, one track a thread -----------------------------------------------------------------------
constexpr int PED_TRACKS = 202752, PED_STEPS = 56;
__device__ __forceinline__ float pedal(int kind, float x, float4& z) {
    switch (kind) {
    case 0:
#pragma unroll
        for (int k = 0; k < 9; ++k) { float q = x * x; x = x * __fdividef(27.0f + q, fmaf(9.0f, q, 27.0f)) * 1.12f; }
        return x;
    case 1:
#pragma unroll
        for (int k = 0; k < 28; ++k) x = fabsf(fmaf(x, 1.17f, -0.31f)) - 0.22f;
        return x;
    case 2: {
        float t0 = 1, t1 = x, y = 0;
#pragma unroll
        for (int k = 0; k < 26; ++k) { float t2 = fmaf(2.0f * x, t1, -t0); t0 = t1; t1 = t2; y = fmaf(t2, 0.3f / (k + 2), y); }
        return y;
    }
    case 3:
#pragma unroll
        for (int k = 0; k < 11; ++k) {
            z.x += 0.21f * (x - z.x); z.y += 0.19f * (z.x - z.y); z.z += 0.17f * (z.y - z.z); z.w += 0.15f * (z.z - z.w);
            x = fmaf(-0.4f, z.w, x);
        }
        return z.w;
    case 4:
#pragma unroll
        for (int k = 0; k < 22; ++k) { x = fminf(fmaxf(x, -1.0f), 1.0f); x = fmaf(-0.47f * x, x * x, 1.46f * x); }
        return x;
    case 5: {
        float c = 0.99f, s = 0.12f * x;
#pragma unroll
        for (int k = 0; k < 15; ++k) { float n = fmaf(c, 0.8f, -s * 0.6f); s = fmaf(s, 0.8f, c * 0.6f); c = fmaf(x, 0.03f, n); }
        return s;
    }
    case 6:
#pragma unroll
        for (int k = 0; k < 12; ++k) { float r = rintf(x * (9.0f + k)); x = fmaf(x, 0.6f, r * 0.031f); z.x = fmaf(z.x, 0.5f, x); }
        return z.x;
    default:
#pragma unroll
        for (int k = 0; k < 14; ++k) { float e = x > 0 ? x * 0.93f : x * 1.04f; z.y = fmaxf(z.y * 0.98f, fabsf(e)); x = e * fmaf(-0.2f, z.y, 1.1f); }
        return x;
    }
}
__device__ __forceinline__ void pedal_track(const float* __restrict__ dry, const int* __restrict__ kinds, float* __restrict__ wet) {
    int tr = blockIdx.x * blockDim.x + threadIdx.x, kind = kinds[tr];
    float4 z = make_float4(0, 0, 0, 0);
    for (int t = 0; t < PED_STEPS; ++t) wet[(size_t)t * PED_TRACKS + tr] = pedal(kind, dry[(size_t)t * PED_TRACKS + tr], z);
}
__global__ void pedal_board_a(const float* __restrict__ dry, const int* __restrict__ kinds, float* __restrict__ wet) { pedal_track(dry, kinds, wet); }
__global__ void pedal_board_b(const float* __restrict__ dry, const int* __restrict__ kinds, float* __restrict__ wet) { pedal_track(dry, kinds, wet); }

// ---- bowed strings: a block is a string, the bow's motion solves a Kepler-like equation -------------------------------
constexpr int BOW_POINTS = 512, BOW_STEPS = 320, BOW_STRINGS = 1584;
__device__ __forceinline__ float bow_motion(int t, float ecc) {
    float m = 0.031f * t, e = m;
#pragma unroll 1
    for (int k = 0; k < 12; ++k) e -= __fdividef(e - ecc * __sinf(e) - m, 1.0f - ecc * __cosf(e));
    return 0.05f * __sinf(e);
}
__global__ void __launch_bounds__(BOW_POINTS) bowed_string_a(const float* __restrict__ strings, float* __restrict__ shape) {
    __shared__ float u[2][BOW_POINTS + 2];
    __shared__ float bow;
    int i = threadIdx.x; float ecc = 0.3f + 0.2f * strings[blockIdx.x], c2 = 0.41f + 0.2f * strings[blockIdx.x] * strings[blockIdx.x];
    float was = 0, now = 0.001f * strings[blockIdx.x + i];
    u[0][i + 1] = now; u[1][i + 1] = 0;
    if (i < 2) { u[i][0] = 0; u[i][BOW_POINTS + 1] = 0; }
    for (int t = 0; t < BOW_STEPS; ++t) {
        if (i == 0) bow = bow_motion(t, ecc);
        __syncthreads();
        const float* p = u[t & 1];
        float next = fmaf(c2, p[i] + p[i + 2] - 2.0f * now, 1.999f * now - 0.999f * was) + (i == 70 ? bow : 0.0f);
        was = now; now = next;
        u[(t + 1) & 1][i + 1] = next;
        __syncthreads();
    }
    shape[blockIdx.x * BOW_POINTS + i] = now;
}
__global__ void __launch_bounds__(BOW_POINTS) bowed_string_b(const float* __restrict__ strings, float* __restrict__ shape) {
    __shared__ float u[2][BOW_POINTS + 2];
    __shared__ float bow[BOW_STEPS];
    int i = threadIdx.x; float ecc = 0.3f + 0.2f * strings[blockIdx.x], c2 = 0.41f + 0.2f * strings[blockIdx.x] * strings[blockIdx.x];
    float was = 0, now = 0.001f * strings[blockIdx.x + i];
    u[0][i + 1] = now; u[1][i + 1] = 0;
    if (i < 2) { u[i][0] = 0; u[i][BOW_POINTS + 1] = 0; }
    if (i < BOW_STEPS) bow[i] = bow_motion(i, ecc);
    __syncthreads();
    for (int t = 0; t < BOW_STEPS; ++t) {
        const float* p = u[t & 1];
        float next = fmaf(c2, p[i] + p[i + 2] - 2.0f * now, 1.999f * now - 0.999f * was) + (i == 70 ? bow[t] : 0.0f);
        was = now; now = next;
        u[(t + 1) & 1][i + 1] = next;
        __syncthreads();
    }
    shape[blockIdx.x * BOW_POINTS + i] = now;
}

// ---- broadcast loudness rider: envelope forward, then backward, in runs of sixteen samples ---------------------------
template <int P> __device__ __forceinline__ void ride(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float x[256 * P], env[257 * P];
    int t = threadIdx.x; size_t base = (size_t)blockIdx.x * 4096;
#pragma unroll
    for (int k = 0; k < 16; ++k) { int e = k * 256 + t; x[(e / 16) * P + e % 16] = in[base + e]; }
    __syncthreads();
    float a = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) { a = fmaxf(fabsf(x[t * P + k]), a * 0.94f); env[t * P + k] = a; }
    if (t == 0) env[256 * P] = 0;
    __syncthreads();
    float b = env[(t + 1) * P], last = t ? env[t * P - P + 15] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 15; k >= 0; --k) {
        b = fmaxf(env[t * P + k], b * 0.97f);
        x[t * P + k] *= __fdividef(0.5f, 0.1f + fmaxf(b, last * 0.4f));
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) { int e = k * 256 + t; out[base + e] = x[(e / 16) * P + e % 16]; }
}
__global__ void __launch_bounds__(256) loudness_ride_a(const float* __restrict__ in, float* __restrict__ out) { ride<16>(in, out); }
__global__ void __launch_bounds__(256) loudness_ride_b(const float* __restrict__ in, float* __restrict__ out) { ride<17>(in, out); }

// ---- 128 cochlear bands of 512 taps, hop 64 --------------------------------------------------------------------------
constexpr int COCH_FRAMES = 67584, COCH_TAPS = 512, COCH_HOP = 64;   // half2 words: 256 taps, hop 32
template <int P2> __device__ __forceinline__ void coch_fetch(const __half2* __restrict__ x, const __half2* __restrict__ h, __half2* a, __half2* b, int f0, int k0) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int e = threadIdx.x + k * 256, r = e / 16, c = e % 16;
        a[r * P2 + c] = x[(size_t)(f0 + r) * (COCH_HOP / 2) + k0 + c];
        b[r * P2 + c] = h[r * (COCH_TAPS / 2) + k0 + c];
    }
}
__global__ void __launch_bounds__(256, 2) cochlea_bands_a(const __half2* __restrict__ x, const __half2* __restrict__ h, float* __restrict__ out) {
    __shared__ __half2 a[128 * 17], b[128 * 17];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, f0 = blockIdx.x * 128;
    float acc[8][8] = {};
    for (int k0 = 0; k0 < COCH_TAPS / 2; k0 += 16) {
        __syncthreads();
        coch_fetch<17>(x, h, a, b, f0, k0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            float2 fa[8], fb[8];
#pragma unroll
            for (int i = 0; i < 8; ++i) { fa[i] = __half22float2(a[(ty * 8 + i) * 17 + k]); fb[i] = __half22float2(b[(tx + 16 * i) * 17 + k]); }
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] = fmaf(fa[i].y, fb[j].y, fmaf(fa[i].x, fb[j].x, acc[i][j]));
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) out[(size_t)(f0 + ty * 8 + i) * 128 + tx + 16 * j] = acc[i][j];
}
__global__ void __launch_bounds__(256, 2) cochlea_bands_b(const __half2* __restrict__ x, const __half2* __restrict__ h, float* __restrict__ out) {
    using namespace nvcuda;
    __shared__ __align__(32) __half2 a[128 * 20];
    __shared__ __align__(32) __half2 b[128 * 20];
    int warp = threadIdx.x / 32, wm = (warp / 2) * 32, wn = (warp % 2) * 64, f0 = blockIdx.x * 128;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    for (int k0 = 0; k0 < COCH_TAPS / 2; k0 += 16) {
        __syncthreads();
        coch_fetch<20>(x, h, a, b, f0, k0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb[4];
#pragma unroll
            for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], (const __half*)a + (wm + i * 16) * 40 + k, 40);
#pragma unroll
            for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], (const __half*)b + (wn + j * 16) * 40 + k, 40);
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) wmma::store_matrix_sync(out + (size_t)(f0 + wm + i * 16) * 128 + wn + j * 16, acc[i][j], 128, wmma::mem_row_major);
}

// ---- two buses crossfaded --------------------------------------------------------------------------------------------
__global__ void crossfade_bus_a(const float4* __restrict__ left, const float4* __restrict__ right, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 l = left[i], r = right[i];
    out[i] = make_float4(l.x * 0.8086 + r.x * 0.5883, l.y * 0.8086 + r.y * 0.5883, l.z * 0.8086 + r.z * 0.5883, l.w * 0.8086 + r.w * 0.5883);
}
__global__ void crossfade_bus_b(const float4* __restrict__ left, const float4* __restrict__ right, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 l = left[i], r = right[i];
    out[i] = make_float4(l.x * 0.8086f + r.x * 0.5883f, l.y * 0.8086f + r.y * 0.5883f, l.z * 0.8086f + r.z * 0.5883f, l.w * 0.8086f + r.w * 0.5883f);
}

// ---- a saturating tap on a long recording ----------------------------------------------------------------------------
__device__ __forceinline__ void tap_body(const float* __restrict__ x, float* __restrict__ y) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) y[i + k * 256] = v[k] * fmaf(-0.3f * v[k], v[k], 1.1f);
}
__global__ void __launch_bounds__(256) tap_colour_a(const float* __restrict__ x, float* __restrict__ y) { tap_body(x, y); }
__global__ void __launch_bounds__(256) tap_colour_b(const float* __restrict__ x, float* __restrict__ y) { tap_body(x, y); }

int main(int argc, char** argv) {
    const size_t N = (size_t)STAGE_CH * STAGE_FRAMES;                    // 50.3 M floats
    std::vector<float> host(N), turned(N);
    for (size_t f = 0; f < STAGE_FRAMES; ++f)
        for (int c = 0; c < STAGE_CH; ++c) turned[(size_t)c * STAGE_FRAMES + f] = host[f * STAGE_CH + c] = harness::unit((uint32_t)(f * STAGE_CH + c) + 5u);
    float *mixed = harness::uploaded(host), *planar = harness::uploaded(turned);
    float* out = harness::empty<float>(60u << 20);
    float* bank = harness::filled<float>((size_t)GRAIN_SLOTS * 33, 31);
    float* bank32; CHECK(cudaMalloc(&bank32, (size_t)GRAIN_SLOTS * 32 * 4));
    CHECK(cudaMemcpy2D(bank32, 128, bank + 1, 132, 128, GRAIN_SLOTS, cudaMemcpyDeviceToDevice));
    int* pick = harness::indices((size_t)GRAIN_OUT * 12, GRAIN_SLOTS, 3);
    int* peaks = harness::indices((size_t)CHR_FRAMES * CHR_PEAKS, 0xffffffffu, 17);
    std::vector<uint32_t> th((size_t)TAPE_SNIPS * 32);
    for (size_t i = 0; i < th.size(); ++i) { uint32_t h = harness::hash32((uint32_t)i + 991u); th[i] = i % 32 == 31 ? h % TAPE_SNIPS : h; }
    uint32_t* tape = harness::uploaded(th);
    int* first = harness::indices(TAPE_LISTS, TAPE_SNIPS, 41);
    // pedals: the same tracks, in the order they were recorded (a) and grouped by pedal (b)
    std::vector<int> kind(PED_TRACKS), order(PED_TRACKS), kindb(PED_TRACKS);
    for (int i = 0; i < PED_TRACKS; ++i) { kind[i] = harness::hash32(i + 12345u) & 7; order[i] = i; }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return kind[a] < kind[b]; });
    std::vector<float> dry((size_t)PED_STEPS * PED_TRACKS), dryb(dry.size());
    for (int t = 0; t < PED_STEPS; ++t) {
        for (int i = 0; i < PED_TRACKS; ++i) dry[(size_t)t * PED_TRACKS + i] = host[(size_t)t * PED_TRACKS + i];
        for (int i = 0; i < PED_TRACKS; ++i) dryb[(size_t)t * PED_TRACKS + i] = dry[(size_t)t * PED_TRACKS + order[i]];
    }
    for (int i = 0; i < PED_TRACKS; ++i) kindb[i] = kind[order[i]];
    float *d_dry = harness::uploaded(dry), *d_dryb = harness::uploaded(dryb);
    int *d_kind = harness::uploaded(kind), *d_kindb = harness::uploaded(kindb);
    __half* speech = harness::filled<__half>((size_t)COCH_FRAMES * COCH_HOP + COCH_TAPS, 8);
    __half* taps = harness::filled<__half>(128 * COCH_TAPS, 9);
    const int TAPN = 49 << 20;
    float* odd = bank + 1; float* even; CHECK(cudaMalloc(&even, (size_t)TAPN * 4));
    CHECK(cudaMemcpy(even, odd, (size_t)TAPN * 4, cudaMemcpyDeviceToDevice));

    std::vector<Case> cases;
    auto add = [&](const char* n, std::function<void()> f, size_t c) { cases.push_back({n, f, out, c, Output::f32}); };
    const dim3 sg(STAGE_FRAMES / STAGE_WIN, STAGE_CH);
    add("stage_meter_a", [=] { stage_meter_a<<<sg, 128>>>(mixed, (float2*)out); }, sg.x * sg.y * 2);
    add("stage_meter_b", [=] { stage_meter_b<<<sg, 128>>>(planar, (float2*)out); }, sg.x * sg.y * 2);
    add("grainbank_mix_a", [=] { grainbank_mix_a<<<GRAIN_OUT / 8, 256>>>(bank, pick, out); }, (size_t)GRAIN_OUT * 32);
    add("grainbank_mix_b", [=] { grainbank_mix_b<<<GRAIN_OUT / 8, 256>>>(bank32, pick, out); }, (size_t)GRAIN_OUT * 32);
    add("nave_bloom_a", [=] { nave_bloom_a<<<NAVE_ROOMS / 128, 128>>>(bank, out); }, (size_t)NAVE_ROOMS * NAVE_STEPS);
    add("nave_bloom_b", [=] { nave_bloom_b<<<NAVE_ROOMS / 128, 128>>>(bank, out); }, (size_t)NAVE_ROOMS * NAVE_STEPS);
    add("chroma_vector_a", [=] { chroma_vector_a<<<CHR_FRAMES / 128, 128>>>((const uint32_t*)peaks, out); }, (size_t)CHR_FRAMES * 12);
    add("chroma_vector_b", [=] { chroma_vector_b<<<CHR_FRAMES / 128, 128>>>((const uint32_t*)peaks, out); }, (size_t)CHR_FRAMES * 12);
    add("tape_splice_a", [=] { tape_splice_a<<<TAPE_LISTS, 32>>>(tape, first, out); }, (size_t)TAPE_LISTS * 32);
    add("tape_splice_b", [=] { tape_splice_b<<<TAPE_LISTS / 8, 256>>>(tape, first, out); }, (size_t)TAPE_LISTS * 32);
    add("pedal_board_a", [=] { pedal_board_a<<<PED_TRACKS / 192, 192>>>(d_dry, d_kind, out); }, (size_t)PED_TRACKS * PED_STEPS);
    add("pedal_board_b", [=] { pedal_board_b<<<PED_TRACKS / 192, 192>>>(d_dryb, d_kindb, out); }, (size_t)PED_TRACKS * PED_STEPS);
    add("bowed_string_a", [=] { bowed_string_a<<<BOW_STRINGS, BOW_POINTS>>>(mixed, out); }, (size_t)BOW_STRINGS * BOW_POINTS);
    add("bowed_string_b", [=] { bowed_string_b<<<BOW_STRINGS, BOW_POINTS>>>(mixed, out); }, (size_t)BOW_STRINGS * BOW_POINTS);
    const int RIDE = 8192;
    add("loudness_ride_a", [=] { loudness_ride_a<<<RIDE, 256>>>(mixed, out); }, (size_t)RIDE * 4096);
    add("loudness_ride_b", [=] { loudness_ride_b<<<RIDE, 256>>>(mixed, out); }, (size_t)RIDE * 4096);
    add("cochlea_bands_a", [=] { cochlea_bands_a<<<COCH_FRAMES / 128, 256>>>((const __half2*)speech, (const __half2*)taps, out); }, (size_t)COCH_FRAMES * 128);
    add("cochlea_bands_b", [=] { cochlea_bands_b<<<COCH_FRAMES / 128, 256>>>((const __half2*)speech, (const __half2*)taps, out); }, (size_t)COCH_FRAMES * 128);
    const int X4 = (int)(N / 4);
    add("crossfade_bus_a", [=] { crossfade_bus_a<<<X4 / 384, 384>>>((const float4*)mixed, (const float4*)planar, (float4*)out, X4); }, N);
    add("crossfade_bus_b", [=] { crossfade_bus_b<<<X4 / 384, 384>>>((const float4*)mixed, (const float4*)planar, (float4*)out, X4); }, N);
    add("tap_colour_a", [=] { tap_colour_a<<<TAPN / 1024, 256>>>(odd, out); }, TAPN);
    add("tap_colour_b", [=] { tap_colour_b<<<TAPN / 1024, 256>>>(even, out); }, TAPN);
    return harness::run(argc, argv, cases);
}
