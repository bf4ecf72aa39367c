// Measured pairs of the nineteenth set, third author: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Renderer: pattern of the glass that each ray hits, one of five procedural materials.
constexpr int kRays = 132 * 4 * 16 * 512, kGlasses = 5, kOctaves = 64;

__device__ __forceinline__ float glass_colour(int glass, float4 p) {
    float u = p.x, v = p.y, sum = p.w;
    switch (glass) {
        case 0:  // marbled
#pragma unroll 4
            for (int o = 0; o < kOctaves; ++o) {
                float t = fmaf(u, v, p.z);
                v = fmaf(0.7f, u, 0.2f * t);
                u = fmaf(-0.6f, t, 0.3f * v);
                sum = fmaf(0.03f, fabsf(t), sum);
            }
            break;
        case 1:  // ringed
#pragma unroll 4
            for (int o = 0; o < kOctaves; ++o) {
                float r = fmaf(u, u, v * v), ring = fabsf(r - 0.5f);
                u = fmaf(0.8f, u, -0.3f * ring);
                v = fmaf(0.6f, v, 0.25f * p.z);
                sum = fmaf(0.02f, ring, sum);
            }
            break;
        case 2:  // frosted
#pragma unroll 4
            for (int o = 0; o < kOctaves; ++o) {
                float a = fminf(fabsf(u), 0.6f) - 0.3f, b = fmaxf(v, -0.4f);
                u = fmaf(0.9f, b, 0.1f * p.z);
                v = fmaf(-0.7f, a, 0.2f * u);
                sum = fmaf(0.05f, a, sum);
            }
            break;
        case 3:  // woven
#pragma unroll 4
            for (int o = 0; o < kOctaves; ++o) {
                float warp = fmaf(0.5f, u, p.z), weft = fmaf(-0.5f, v, p.x);
                u = weft * warp;
                v = fmaf(0.4f, warp, 0.3f * weft);
                sum = fmaf(0.04f, fmaxf(warp, weft), sum);
            }
            break;
        default:  // rippled
#pragma unroll 4
            for (int o = 0; o < kOctaves; ++o) {
                float h = fmaf(u, fmaf(-0.16f * u, u, 0.9f), 0.1f * v);
                v = fmaf(0.5f, v, -0.4f * h);
                u = h;
                sum = fmaf(0.03f, h * v, sum);
            }
    }
    return sum;
}

__global__ void __launch_bounds__(512) lantern_glass_d3_a(const float4* __restrict__ hit, const int* __restrict__ glass, float* __restrict__ colour) {
    int i = blockIdx.x * 512 + threadIdx.x;
    colour[i] = glass_colour(glass[i], hit[i]);
}

__global__ void __launch_bounds__(512) lantern_glass_d3_b(const float4* __restrict__ hit, const int* __restrict__ glass, float* __restrict__ colour) {
    __shared__ float4 queue[512];
    __shared__ float shaded[512];
    __shared__ short origin[512], kind[512];
    __shared__ int start[96];  // of [glass][warp] in the queue
    int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * 512 + t;
    int mine = glass[i], rank = 0;
    float4 p = hit[i];
#pragma unroll
    for (int g = 0; g < kGlasses; ++g) {
        unsigned same = __ballot_sync(0xffffffffu, mine == g);
        if (mine == g) rank = __popc(same & ((1u << lane) - 1u));
        if (lane == 0) start[g * 16 + w] = __popc(same);
    }
    __syncthreads();
    if (w == 0) {
        int n[3], total = 0;
#pragma unroll
        for (int j = 0; j < 3; ++j) { int e = lane * 3 + j; n[j] = e < kGlasses * 16 ? start[e] : 0; total += n[j]; }
        int before = total;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { int v = __shfl_up_sync(0xffffffffu, before, o); if (lane >= o) before += v; }
        before -= total;
#pragma unroll
        for (int j = 0; j < 3; ++j) { start[lane * 3 + j] = before; before += n[j]; }
    }
    __syncthreads();
    int at = start[mine * 16 + w] + rank;
    queue[at] = p; origin[at] = (short)t; kind[at] = (short)mine;
    __syncthreads();
    shaded[origin[t]] = glass_colour(kind[t], queue[t]);
    __syncthreads();
    colour[i] = shaded[t];
}

// ---- Optics of fog: random walks of photons until they are absorbed; 64 kinds of fog.
constexpr int kWalksOfWarp = 32 * 16, kFogBlocks = 132 * 8 * 3, kWalks = kFogBlocks * 8 * kWalksOfWarp, kFogs = 64;

struct Walk { uint32_t state; float x, z, c, d, light, glow, absorb, forward; };

__device__ __forceinline__ float fraction(uint32_t bits) { return __uint_as_float(0x3f800000u | (bits >> 9)) - 1.0f; }

__device__ __forceinline__ void depart(Walk& w, uint32_t id, const float2* fog) {
    w.state = id * 2654435761u + 12345u;
    float2 f = fog[(w.state >> 13) % kFogs];
    w.absorb = f.x; w.forward = f.y;
    w.x = 0.0f; w.z = 0.0f; w.c = 1.0f; w.d = 0.0f; w.light = 1.0f; w.glow = 0.0f;
}

__device__ __forceinline__ bool hop(Walk& w) {  // true: absorbed
    w.state = w.state * 747796405u + 2891336453u;
    uint32_t r = harness::hash32(w.state), q = harness::hash32(w.state ^ 0x9e3779b9u);
    float u = fraction(r), v = fraction(r << 11), s = fraction(q << 9);
    float length = fmaf(u, fmaf(u, fmaf(u, 1.7f, -0.9f), 0.8f), 0.05f);
    w.c = fmaf(w.forward, w.c, (1.0f - w.forward) * fmaf(2.0f, v, -1.0f));
    w.d = fmaf(w.forward, w.d, (1.0f - w.forward) * fmaf(2.0f, s, -1.0f));
    w.z = fmaf(length, w.c, w.z);
    w.x = fmaf(length, w.d, w.x);
    float near = __saturatef(fmaf(-0.01f, fmaf(w.x, w.x, w.z * w.z), 1.0f));
    w.glow = fmaf(w.light, near * near, w.glow);
    w.light *= 0.98f;
    return fraction(q) < w.absorb;
}

__device__ __forceinline__ void load_fog(const float2* __restrict__ raw, float2* fog) {
    if (threadIdx.x < kFogs) {
        float2 f = raw[threadIdx.x];
        fog[threadIdx.x] = make_float2(fmaf(0.015f, f.x, 0.0625f), fmaf(0.2f, f.y, 0.6f));
    }
    __syncthreads();
}

__global__ void __launch_bounds__(256) firefly_walks_d3_a(const float2* __restrict__ raw, float* __restrict__ glow) {
    __shared__ float2 fog[kFogs];
    load_fog(raw, fog);
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kWalksOfWarp;
#pragma unroll 1
    for (int k = 0; k < kWalksOfWarp; k += 32) {
        Walk w;
        depart(w, first + k + lane, fog);
        while (!hop(w)) {}
        glow[first + k + lane] = w.glow;
    }
}

__global__ void __launch_bounds__(256) firefly_walks_d3_b(const float2* __restrict__ raw, float* __restrict__ glow) {
    __shared__ float2 fog[kFogs];
    load_fog(raw, fog);
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * kWalksOfWarp;
    int id = lane, next = 32;  // next: the first walk of the warp that no lane has taken
    Walk w;
    depart(w, first + id, fog);
    while (__any_sync(0xffffffffu, id < kWalksOfWarp)) {
        bool over = hop(w) && id < kWalksOfWarp;
        unsigned ended = __ballot_sync(0xffffffffu, over);
        if (over) {
            glow[first + id] = w.glow;
            id = next + __popc(ended & ((1u << lane) - 1u));
            depart(w, first + id, fog);
        }
        next += __popc(ended);
    }
}

// ---- Convolution layer: unrolls the windows of a picture to the columns of a matrix.
constexpr int kBatch = 64, kPlanes = 64, kSide = 56, kWindow = 3, kCells = kPlanes * kWindow * kWindow * kBatch * kSide * kSide;

struct Quilt { int batch, planes, height, width, window, margin, down, across; };
struct Share { unsigned by, factor, shift; };  // n / by == umulhi(n, factor) >> shift for n < 2^31
struct Shares { Share batch, window, down, across; };

__device__ __forceinline__ void split(int n, const Share& s, int& quotient, int& rest) {
    quotient = __umulhi((unsigned)n, s.factor) >> s.shift;
    rest = n - quotient * (int)s.by;
}

__device__ __forceinline__ float patch(const float* __restrict__ picture, const Quilt& q, int n, int plane, int y, int x) {
    return (unsigned)y < (unsigned)q.height && (unsigned)x < (unsigned)q.width ? picture[((n * q.planes + plane) * q.height + y) * q.width + x] : 0.0f;
}

__global__ void __launch_bounds__(256) quilt_squares_d3_a(const float* __restrict__ picture, float* __restrict__ column, Quilt q) {
    int i = blockIdx.x * 256 + threadIdx.x, rest = i;
    int ox = rest % q.across; rest /= q.across;
    int oy = rest % q.down; rest /= q.down;
    int n = rest % q.batch; rest /= q.batch;
    int kx = rest % q.window; rest /= q.window;
    int ky = rest % q.window, plane = rest / q.window;
    column[i] = patch(picture, q, n, plane, oy + ky - q.margin, ox + kx - q.margin);
}

__global__ void __launch_bounds__(256) quilt_squares_d3_b(const float* __restrict__ picture, float* __restrict__ column, Quilt q, Shares s) {
    int i = blockIdx.x * 256 + threadIdx.x, rest, ox, oy, n, kx, ky, plane;
    split(i, s.across, rest, ox);
    split(rest, s.down, rest, oy);
    split(rest, s.batch, rest, n);
    split(rest, s.window, rest, kx);
    split(rest, s.window, plane, ky);
    column[i] = patch(picture, q, n, plane, oy + ky - q.margin, ox + kx - q.margin);
}

// ---- Film grading: each channel of a picture through the gamma of the negative and of the print.
constexpr int kPixels = 132 * 512 * 512;

struct Film { float negative[3], print[3], gain[3]; };

template <bool kQuick>
__device__ __forceinline__ float power(float x, float y) { return kQuick ? __powf(x, y) : powf(x, y); }

template <bool kQuick>
__device__ __forceinline__ float graded(float x, const Film& f, int c) {
    float density = power<kQuick>(fmaf(0.499f, x, 0.5f), f.negative[c]);
    return power<kQuick>(fmaf(f.gain[c], density, 0.02f), f.print[c]);
}

template <bool kQuick>
__device__ __forceinline__ void grade(const float4* __restrict__ scene, uint2* __restrict__ screen, const Film& f) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p[2] = {scene[i], scene[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        __half2 lo = __floats2half2_rn(graded<kQuick>(p[j].x, f, 0), graded<kQuick>(p[j].y, f, 1)), hi = __floats2half2_rn(graded<kQuick>(p[j].z, f, 2), p[j].w);
        screen[i + 256 * j] = make_uint2(*reinterpret_cast<unsigned*>(&lo), *reinterpret_cast<unsigned*>(&hi));
    }
}

__global__ void __launch_bounds__(256) sunset_film_d3_a(const float4* __restrict__ scene, uint2* __restrict__ screen, Film f) { grade<false>(scene, screen, f); }
__global__ void __launch_bounds__(256) sunset_film_d3_b(const float4* __restrict__ scene, uint2* __restrict__ screen, Film f) { grade<true>(scene, screen, f); }

// ---- Hearing: energy behind a cascade of 80 low-pass sections of the inner ear, an ear a thread, samples in rows of ears.
constexpr int kEars = 132 * 2 * 6 * 128, kHeard = 1024, kSections = 80, kStretch = 16;

__device__ __forceinline__ void fetch_stretch(const float* __restrict__ sound, int stretch, int ear, float (*buffer)[kStretch][128]) {
    if (stretch < kHeard / kStretch) {
#pragma unroll
        for (int j = 0; j < kStretch; ++j)
            __pipeline_memcpy_async(&buffer[stretch % 2][j][threadIdx.x], &sound[(size_t)(stretch * kStretch + j) * kEars + ear], 4);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(128) cochlea_tones_d3_a(const float* __restrict__ sound, const float* __restrict__ stiffness, float* __restrict__ energy) {
    __shared__ float buffer[2][kStretch][128];
    int ear = blockIdx.x * 128 + threadIdx.x;
    float rate[kSections], s[kSections], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kSections; ++k) { rate[k] = fmaf(0.2f, stiffness[(size_t)k * kEars + ear], 0.7f); s[k] = 0.0f; }
    fetch_stretch(sound, 0, ear, buffer);
    for (int stretch = 0; stretch < kHeard / kStretch; ++stretch) {
        fetch_stretch(sound, stretch + 1, ear, buffer);
        __pipeline_wait_prior(1);
#pragma unroll 1
        for (int j = 0; j < kStretch; ++j) {
            float x = buffer[stretch % 2][j][threadIdx.x];
#pragma unroll
            for (int k = 0; k < kSections; ++k) {
                s[k] = fmaf(rate[k], x - s[k], s[k]);
                x = s[k];
            }
            sum = fmaf(x, x, sum);
        }
    }
    energy[ear] = sum;
}

// Section k is k samples behind the first.
__global__ void __launch_bounds__(128) cochlea_tones_d3_b(const float* __restrict__ sound, const float* __restrict__ stiffness, float* __restrict__ energy) {
    __shared__ float buffer[2][kStretch][128];
    int ear = blockIdx.x * 128 + threadIdx.x;
    float rate[kSections], s[kSections], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kSections; ++k) { rate[k] = fmaf(0.2f, stiffness[(size_t)k * kEars + ear], 0.7f); s[k] = 0.0f; }
    fetch_stretch(sound, 0, ear, buffer);
    constexpr int kSteps = kHeard + kSections - 1;
    for (int stretch = 0; stretch < (kSteps + kStretch - 1) / kStretch; ++stretch) {
        fetch_stretch(sound, stretch + 1, ear, buffer);
        __pipeline_wait_prior(1);
#pragma unroll 1
        for (int j = 0; j < kStretch; ++j) {
            int step = stretch * kStretch + j;
            float x = buffer[stretch % 2][j][threadIdx.x];  // behind the last sample an old one, which no longer reaches the last section
#pragma unroll
            for (int k = kSections - 1; k > 0; --k) s[k] = fmaf(rate[k], s[k - 1] - s[k], s[k]);
            s[0] = fmaf(rate[0], x - s[0], s[0]);
            if (step >= kSections - 1 && step < kSteps) sum = fmaf(s[kSections - 1], s[kSections - 1], sum);
        }
    }
    energy[ear] = sum;
}

// ---- Transformer layer: residual, norm of the row of 4096 values, weighted gate.
constexpr int kTokens = 132 * 64, kModel = 4096;

__device__ __forceinline__ float4 sum4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 times(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
__device__ __forceinline__ float gate(float x) { return __fdividef(x, 1.0f + __expf(-x)); }
__device__ __forceinline__ float4 gated(float4 x, float4 w) { return make_float4(gate(x.x * w.x), gate(x.y * w.y), gate(x.z * w.z), gate(x.w * w.w)); }

__device__ __forceinline__ float inverse_norm(const float4 (&v)[4]) {
    __shared__ float part[8];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) sum = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum))));
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) sum += part[w];
    return rsqrtf(fmaf(sum, 1.0f / kModel, 1e-5f));
}

__global__ void __launch_bounds__(256) tidal_pools_d3_a0(const float4* __restrict__ x, const float4* __restrict__ branch, float4* __restrict__ h) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) h[i + 256 * j] = sum4(x[i + 256 * j], branch[i + 256 * j]);
}

__global__ void __launch_bounds__(256) tidal_pools_d3_a1(const float4* __restrict__ h, float4* __restrict__ normed) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = h[i + 256 * j];
    float s = inverse_norm(v);
#pragma unroll
    for (int j = 0; j < 4; ++j) normed[i + 256 * j] = times(v[j], s);
}

__global__ void __launch_bounds__(256) tidal_pools_d3_a2(const float4* __restrict__ normed, const float4* __restrict__ weight, float4* __restrict__ out) {
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 256 * j] = gated(normed[i + 256 * j], weight[t + 256 * j]);
}

__global__ void __launch_bounds__(256) tidal_pools_d3_b(const float4* __restrict__ x, const float4* __restrict__ branch, const float4* __restrict__ weight, float4* __restrict__ out) {
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sum4(x[i + 256 * j], branch[i + 256 * j]);
    float s = inverse_norm(v);
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 256 * j] = gated(times(v[j], s), weight[t + 256 * j]);
}

// ---- Recommender: prepares ten columns of features of a batch of 16384 loans, each column in its own way.
constexpr int kLoans = 16384, kColumns = 10;

__device__ __forceinline__ float feature(int column, float x) {
    switch (column) {
        case 0: return fmaf(1.7f, x, -0.2f);                               // standardised
        case 1: return fminf(fmaxf(x, -0.5f), 0.5f);                       // clipped
        case 2: return __logf(1.5f + x);                                   // logarithm
        case 3: return x > 0.0f ? 1.0f : 0.0f;                             // flag
        case 4: return x * x;                                              // square
        case 5: return sqrtf(fabsf(x));                                    // root
        case 6: return __fdividef(1.0f, 1.0f + __expf(-3.0f * x));         // squashed
        case 7: return (float)(int)(8.0f * (x + 1.0f));                    // bucket
        case 8: return x < 0.0f ? 0.1f * x : x;                            // leaky
        default: return __cosf(3.1415927f * x);                            // season
    }
}

#define LIBRARY_COLUMN(C)                                                                                                        \
    __global__ void __launch_bounds__(256) library_cards_d3_a##C(const float* __restrict__ raw, float* __restrict__ out) {       \
        int i = blockIdx.x * 256 + threadIdx.x;                                                                                  \
        out[i] = feature(C, raw[i]);                                                                                             \
    }
LIBRARY_COLUMN(0) LIBRARY_COLUMN(1) LIBRARY_COLUMN(2) LIBRARY_COLUMN(3) LIBRARY_COLUMN(4)
LIBRARY_COLUMN(5) LIBRARY_COLUMN(6) LIBRARY_COLUMN(7) LIBRARY_COLUMN(8) LIBRARY_COLUMN(9)

__global__ void __launch_bounds__(256) library_cards_d3_b(const float* __restrict__ raw, float* __restrict__ out) {
    int column = blockIdx.y, i = column * kLoans + blockIdx.x * 256 + threadIdx.x;
    out[i] = feature(column, raw[i]);
}

// ---- Chess engine: positions (rows, half precision) times the weights of the first dense layer.
constexpr int kPositions = 132 * 32, kSquares = 1024, kNeurons = 1024;

__global__ void __launch_bounds__(256) chess_games_d3_a(const __half* __restrict__ position, const __half* __restrict__ weight, float* __restrict__ neuron) {
    int n = blockIdx.x * 32 + threadIdx.x, m = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kSquares; ++k) sum = fmaf(__half2float(position[m * kSquares + k]), __half2float(weight[k * kNeurons + n]), sum);
    neuron[m * kNeurons + n] = sum;
}

__global__ void __launch_bounds__(128) chess_games_d3_b(const __half* __restrict__ position, const __half* __restrict__ weight, float* __restrict__ neuron) {
    using namespace nvcuda::wmma;
    int w = threadIdx.x / 32, n = blockIdx.x * 64 + w % 2 * 32, m = blockIdx.y * 64 + w / 2 * 32;
    fragment<accumulator, 16, 16, 16, float> sum[2][2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) fill_fragment(sum[i][j], 0.0f);
#pragma unroll 2
    for (int k = 0; k < kSquares; k += 16) {
        fragment<matrix_a, 16, 16, 16, __half, row_major> a[2];
        fragment<matrix_b, 16, 16, 16, __half, row_major> b[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) load_matrix_sync(a[i], position + (m + 16 * i) * kSquares + k, kSquares);
#pragma unroll
        for (int j = 0; j < 2; ++j) load_matrix_sync(b[j], weight + k * kNeurons + n + 16 * j, kNeurons);
#pragma unroll
        for (int i = 0; i < 2; ++i)
#pragma unroll
            for (int j = 0; j < 2; ++j) mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) store_matrix_sync(neuron + (m + 16 * i) * kNeurons + n + 16 * j, sum[i][j], kNeurons, mem_row_major);
}

// ---- Aurora: red, green and blue of 2176 lines of 8192 pixels below 128 rays of light, each a smooth blob.
constexpr int kSky = 8192, kLines = (132 * 2 + 8) * 8, kBlobs = 128;

template <int kLinesOfBlock>
__device__ __forceinline__ void aurora(const float4* __restrict__ raw, float* __restrict__ sky) {
    __shared__ float4 blob[kBlobs], tint[kBlobs];
    if (threadIdx.x < kBlobs) {
        float4 r = raw[2 * threadIdx.x];
        blob[threadIdx.x] = make_float4(r.x, r.y, -fmaf(2.0f, r.z, 4.0f), r.w);  // place and inverse square of the radius
        tint[threadIdx.x] = raw[2 * threadIdx.x + 1];
    }
    __syncthreads();
#pragma unroll 1
    for (int l = 0; l < kLinesOfBlock; ++l) {
        int line = blockIdx.x * kLinesOfBlock + l;
        float y = fmaf(2.0f / kLines, (float)line, -1.0f), x[8], red[8], green[8], blue[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { x[j] = fmaf(2.0f / kSky, (float)(threadIdx.x + 1024 * j), -1.0f); red[j] = green[j] = blue[j] = 0.0f; }
#pragma unroll 2
        for (int b = 0; b < kBlobs; ++b) {
            float4 p = blob[b], c = tint[b];
            float dy = y - p.y, far = dy * dy;
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                float dx = x[j] - p.x, near = __saturatef(fmaf(p.z, fmaf(dx, dx, far), 1.0f));
                near *= near;
                red[j] = fmaf(near, c.x, red[j]);
                green[j] = fmaf(near, c.y, green[j]);
                blue[j] = fmaf(near, c.z, blue[j]);
            }
        }
        float* to = sky + (size_t)line * (3 * kSky) + threadIdx.x;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            to[1024 * j] = red[j];
            to[1024 * j + kSky] = green[j];
            to[1024 * j + 2 * kSky] = blue[j];
        }
    }
}

__global__ void __launch_bounds__(1024) northern_lights_d3_a(const float4* __restrict__ raw, float* __restrict__ sky) { aurora<8>(raw, sky); }
__global__ void __launch_bounds__(1024) northern_lights_d3_b(const float4* __restrict__ raw, float* __restrict__ sky) { aurora<1>(raw, sky); }

// ---- Old photographs: grey bytes through an equalising table to floating point.
constexpr int kAlbumBlocks = 132 * 4 * 4, kRounds = 64, kGrey = kAlbumBlocks * 512 * kRounds;  // kGrey: groups of four pixels

__global__ void __launch_bounds__(512) old_photographs_d3_a(const uchar4* __restrict__ grey, const float* __restrict__ table, float4* __restrict__ tone) {
    __shared__ float map[256];
    if (threadIdx.x < 256) map[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * (512 * kRounds) + threadIdx.x;
#pragma unroll 4
    for (int r = 0; r < kRounds; ++r, i += 512) {
        uchar4 g = grey[i];
        tone[i] = make_float4(map[g.x], map[g.y], map[g.z], map[g.w]);
    }
}

__global__ void __launch_bounds__(512) old_photographs_d3_b(const uchar4* __restrict__ grey, const float* __restrict__ table, float4* __restrict__ tone) {
    __shared__ float map[256 * 32];  // a copy a lane
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int e = threadIdx.x / 32; e < 256; e += 16) map[e * 32 + lane] = table[e];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * (512 * kRounds) + threadIdx.x;
#pragma unroll 4
    for (int r = 0; r < kRounds; ++r, i += 512) {
        uchar4 g = grey[i];
        tone[i] = make_float4(map[g.x * 32 + lane], map[g.y * 32 + lane], map[g.z * 32 + lane], map[g.w * 32 + lane]);
    }
}

// ---- Decoder: attention of one new token to 1024 old ones, a head a block, 128 values a head.
constexpr int kHeads = 132 * 16, kOld = 1024, kHead = 128;

__device__ __forceinline__ void to_floats(uint4 v, float (&f)[8]) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 p = __half22float2(h[j]); f[2 * j] = p.x; f[2 * j + 1] = p.y; }
}

__global__ void __launch_bounds__(256, 4) parrot_memory_d3_a(const uint4* __restrict__ query, const uint4* __restrict__ keys, const uint4* __restrict__ values, float* __restrict__ out) {
    __shared__ float best[16], weight[16], mix[16][kHead];
    int t = threadIdx.x, part = t / 16, d = t % 16;  // each half warp has every sixteenth token of its warp's stretch
    float q[8], acc[8], top = -1e30f, sum = 0.0f;
    to_floats(query[blockIdx.x * 16 + d], q);
#pragma unroll
    for (int e = 0; e < 8; ++e) { q[e] *= 0.08838835f * 1.4426950f; acc[e] = 0.0f; }
    size_t at = (size_t)blockIdx.x * (kOld * 16) + t;
#pragma unroll 1
    for (int token = 0; token < kOld; token += 64, at += 64 * 16) {
        uint4 k[4], v[4];
        float s[4], f[8];
#pragma unroll
        for (int j = 0; j < 4; ++j) k[j] = __ldcs(keys + at + 256 * j);
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(values + at + 256 * j);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            to_floats(k[j], f);
            s[j] = 0.0f;
#pragma unroll
            for (int e = 0; e < 8; ++e) s[j] = fmaf(q[e], f[e], s[j]);
        }
#pragma unroll
        for (int o = 8; o; o >>= 1)
#pragma unroll
            for (int j = 0; j < 4; ++j) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
        float higher = fmaxf(fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3])), top), shrink = exp2f(top - higher);
        top = higher;
        sum *= shrink;
#pragma unroll
        for (int e = 0; e < 8; ++e) acc[e] *= shrink;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float p = exp2f(s[j] - top);
            sum += p;
            to_floats(v[j], f);
#pragma unroll
            for (int e = 0; e < 8; ++e) acc[e] = fmaf(p, f[e], acc[e]);
        }
    }
    if (d == 0) { best[part] = top; weight[part] = sum; }
#pragma unroll
    for (int e = 0; e < 8; ++e) mix[part][d * 8 + e] = acc[e];
    __syncthreads();
    if (t < kHead) {
        float all = best[0], total = 0.0f, value = 0.0f;
#pragma unroll
        for (int p = 1; p < 16; ++p) all = fmaxf(all, best[p]);
#pragma unroll
        for (int p = 0; p < 16; ++p) {
            float share = exp2f(best[p] - all);
            total = fmaf(share, weight[p], total);
            value = fmaf(share, mix[p][t], value);
        }
        out[blockIdx.x * kHead + t] = __fdividef(value, total);
    }
}

static Share share_of(unsigned by) {
    unsigned log = 0;
    while ((1u << log) < by) ++log;
    uint64_t power = 1ull << (31 + log);
    return {by, (unsigned)((power + by - 1) / by), log - 1};
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto to4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kEars * kHeard;  // the largest number of floats that a case reads
    static_assert(pool >= (size_t)kPixels * 4 && pool >= (size_t)kTokens * kModel && pool >= (size_t)kRays * 4, "shared");
    const float* sea = filled<float>(pool, 71);

    float* colour = empty<float>(kRays);
    const int* glass = indices(kRays, kGlasses, 72);
    add("lantern_glass_d3_a", colour, kRays, Output::f32, [=] { lantern_glass_d3_a<<<kRays / 512, 512>>>(four(sea), glass, colour); });
    add("lantern_glass_d3_b", colour, kRays, Output::f32, [=] { lantern_glass_d3_b<<<kRays / 512, 512>>>(four(sea), glass, colour); });

    float* glow = empty<float>(kWalks);
    const float2* fog = reinterpret_cast<const float2*>(sea);
    add("firefly_walks_d3_a", glow, kWalks, Output::f32, [=] { firefly_walks_d3_a<<<kFogBlocks, 256>>>(fog, glow); });
    add("firefly_walks_d3_b", glow, kWalks, Output::f32, [=] { firefly_walks_d3_b<<<kFogBlocks, 256>>>(fog, glow); });

    float* column = empty<float>(kCells);
    Quilt quilt = {kBatch, kPlanes, kSide, kSide, kWindow, 1, kSide, kSide};
    Shares shares = {share_of(kBatch), share_of(kWindow), share_of(kSide), share_of(kSide)};
    static_assert(kCells % 256 == 0, "whole blocks");
    add("quilt_squares_d3_a", column, kCells, Output::f32, [=] { quilt_squares_d3_a<<<kCells / 256, 256>>>(sea, column, quilt); });
    add("quilt_squares_d3_b", column, kCells, Output::f32, [=] { quilt_squares_d3_b<<<kCells / 256, 256>>>(sea, column, quilt, shares); });

    Film film = {{0.61f, 0.58f, 0.66f}, {1.83f, 1.91f, 1.77f}, {0.92f, 0.95f, 0.88f}};
    uint2* screen = reinterpret_cast<uint2*>(empty<uint16_t>((size_t)kPixels * 4));
    add("sunset_film_d3_a", screen, (size_t)kPixels * 4, Output::f16, [=] { sunset_film_d3_a<<<kPixels / 512, 256>>>(four(sea), screen, film); });
    add("sunset_film_d3_b", screen, (size_t)kPixels * 4, Output::f16, [=] { sunset_film_d3_b<<<kPixels / 512, 256>>>(four(sea), screen, film); });

    float *stiffness = filled<float>((size_t)kSections * kEars, 73), *energy = empty<float>(kEars);
    add("cochlea_tones_d3_a", energy, kEars, Output::f32, [=] { cochlea_tones_d3_a<<<kEars / 128, 128>>>(sea, stiffness, energy); });
    add("cochlea_tones_d3_b", energy, kEars, Output::f32, [=] { cochlea_tones_d3_b<<<kEars / 128, 128>>>(sea, stiffness, energy); });

    constexpr size_t row = (size_t)kTokens * kModel;
    float *branch = filled<float>(row, 74), *scale = filled<float>(kModel, 75), *h = empty<float>(row), *normed = empty<float>(row), *pools = empty<float>(row);
    add("tidal_pools_d3_a", pools, row, Output::f32, [=] {
        tidal_pools_d3_a0<<<kTokens, 256>>>(four(sea), four(branch), to4(h));
        tidal_pools_d3_a1<<<kTokens, 256>>>(four(h), to4(normed));
        tidal_pools_d3_a2<<<kTokens, 256>>>(four(normed), four(scale), to4(pools)); });
    add("tidal_pools_d3_b", pools, row, Output::f32, [=] { tidal_pools_d3_b<<<kTokens, 256>>>(four(sea), four(branch), four(scale), to4(pools)); });

    float* cards = empty<float>(kLoans * kColumns);
    add("library_cards_d3_a", cards, kLoans * kColumns, Output::f32, [=] {
#define LIBRARY_LAUNCH(C) library_cards_d3_a##C<<<kLoans / 256, 256>>>(sea + C * kLoans, cards + C * kLoans);
        LIBRARY_LAUNCH(0) LIBRARY_LAUNCH(1) LIBRARY_LAUNCH(2) LIBRARY_LAUNCH(3) LIBRARY_LAUNCH(4)
        LIBRARY_LAUNCH(5) LIBRARY_LAUNCH(6) LIBRARY_LAUNCH(7) LIBRARY_LAUNCH(8) LIBRARY_LAUNCH(9) });
    add("library_cards_d3_b", cards, kLoans * kColumns, Output::f32, [=] { library_cards_d3_b<<<dim3(kLoans / 256, kColumns), 256>>>(sea, cards); });

    __half *position = filled<__half>((size_t)kPositions * kSquares, 76), *weight = filled<__half>((size_t)kSquares * kNeurons, 77);
    float* neuron = empty<float>((size_t)kPositions * kNeurons);
    add("chess_games_d3_a", neuron, (size_t)kPositions * kNeurons, Output::f32, [=] {
        chess_games_d3_a<<<dim3(kNeurons / 32, kPositions / 8), dim3(32, 8)>>>(position, weight, neuron); });
    add("chess_games_d3_b", neuron, (size_t)kPositions * kNeurons, Output::f32, [=] {
        chess_games_d3_b<<<dim3(kNeurons / 64, kPositions / 64), 128>>>(position, weight, neuron); });

    float* sky = empty<float>((size_t)kLines * kSky * 3);
    add("northern_lights_d3_a", sky, (size_t)kLines * kSky * 3, Output::f32, [=] { northern_lights_d3_a<<<kLines / 8, 1024>>>(four(sea), sky); });
    add("northern_lights_d3_b", sky, (size_t)kLines * kSky * 3, Output::f32, [=] { northern_lights_d3_b<<<kLines, 1024>>>(four(sea), sky); });

    const uchar4* grey = reinterpret_cast<const uchar4*>(indices(kGrey, 0xffffffffu, 78));
    float *table = filled<float>(256, 79), *tone = empty<float>((size_t)kGrey * 4);
    add("old_photographs_d3_a", tone, (size_t)kGrey * 4, Output::f32, [=] { old_photographs_d3_a<<<kAlbumBlocks, 512>>>(grey, table, to4(tone)); });
    add("old_photographs_d3_b", tone, (size_t)kGrey * 4, Output::f32, [=] { old_photographs_d3_b<<<kAlbumBlocks, 512>>>(grey, table, to4(tone)); });

    constexpr size_t past = (size_t)kHeads * kOld * kHead;
    const uint4 *query = reinterpret_cast<const uint4*>(filled<__half>((size_t)kHeads * kHead, 80)), *keys = reinterpret_cast<const uint4*>(filled<__half>(past, 81)),
                *values = reinterpret_cast<const uint4*>(filled<__half>(past, 82));
    float* spoken = empty<float>((size_t)kHeads * kHead);
    add("parrot_memory_d3_a", spoken, (size_t)kHeads * kHead, Output::f32, [=] { parrot_memory_d3_a<<<kHeads, 256>>>(query, keys, values, spoken); });

    return harness::run(argc, argv, cases);
}
