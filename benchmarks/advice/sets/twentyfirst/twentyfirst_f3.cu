// Eleven measured pairs about grids, waves and launches in code as real projects have it: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

constexpr size_t kPool = (size_t)132 * 262144 * 2, kHalves = (size_t)132 * 262144 * 4;  // floats and halves that the cases share as input

// ---- Inference: one new token of a batch looks at a cache of 16896 keys and values of 128 halves, for 32 heads.
constexpr int kHeads = 32, kPast = 132 * 128, kWidth = 128, kSplits = 33;

__device__ __forceinline__ void unpack(const uint4& w, float (&f)[8]) {
    const __half2* h = reinterpret_cast<const __half2*>(&w);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 v = __half22float2(h[j]); f[2 * j] = v.x; f[2 * j + 1] = v.y; }
}

struct Glance { float top, total, sum; };  // of one dimension of the head: largest score, weights and weighted values

// Tokens [first, last) of a head by 16 groups of 16 lanes; the answer for dimension threadIdx.x is right in the first 128 threads.
__device__ __forceinline__ Glance look(const __half* __restrict__ query, const uint4* __restrict__ key, const uint4* __restrict__ value, int head, int first, int last) {
    __shared__ float tops[16], totals[16], sums[16][kWidth];
    int group = threadIdx.x / 16, lane = threadIdx.x % 16;
    float q[8], acc[8] = {}, top = -1e30f, total = 0.0f;
    unpack(reinterpret_cast<const uint4*>(query)[head * 16 + lane], q);
    const uint4 *k = key + (size_t)head * kPast * 16 + lane, *v = value + (size_t)head * kPast * 16 + lane;
    for (int t = first + group; t < last; t += 64) {
        uint4 kw[4], vw[4];
        float s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { kw[j] = __ldcs(k + (t + 16 * j) * 16); vw[j] = __ldcs(v + (t + 16 * j) * 16); }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float f[8];
            unpack(kw[j], f);
            s[j] = 0.0f;
#pragma unroll
            for (int d = 0; d < 8; ++d) s[j] = fmaf(q[d], f[d], s[j]);
#pragma unroll
            for (int o = 8; o; o >>= 1) s[j] += __shfl_xor_sync(0xffffffffu, s[j], o);
            s[j] *= 0.1275f;  // log2(e) / sqrt(128)
        }
        float now = fmaxf(top, fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]))), fade = exp2f(top - now);
        top = now;
        total *= fade;
#pragma unroll
        for (int d = 0; d < 8; ++d) acc[d] *= fade;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float f[8], p = exp2f(s[j] - top);
            unpack(vw[j], f);
            total += p;
#pragma unroll
            for (int d = 0; d < 8; ++d) acc[d] = fmaf(p, f[d], acc[d]);
        }
    }
    if (lane == 0) { tops[group] = top; totals[group] = total; }
#pragma unroll
    for (int d = 0; d < 8; ++d) sums[group][lane * 8 + d] = acc[d];
    __syncthreads();
    Glance g = {-1e30f, 0.0f, 0.0f};
    if (threadIdx.x < kWidth) {
        for (int w = 0; w < 16; ++w) g.top = fmaxf(g.top, tops[w]);
        for (int w = 0; w < 16; ++w) {
            float p = exp2f(tops[w] - g.top);
            g.total = fmaf(p, totals[w], g.total);
            g.sum = fmaf(p, sums[w][threadIdx.x], g.sum);
        }
    }
    return g;
}

__global__ void __launch_bounds__(256) novel_reader_f3_a(const __half* __restrict__ query, const uint4* __restrict__ key, const uint4* __restrict__ value, float* __restrict__ answer) {
    Glance g = look(query, key, value, blockIdx.x, 0, kPast);
    if (threadIdx.x < kWidth) answer[blockIdx.x * kWidth + threadIdx.x] = g.sum / g.total;
}

__global__ void __launch_bounds__(256) novel_reader_f3_b(const __half* __restrict__ query, const uint4* __restrict__ key, const uint4* __restrict__ value,
                                                         Glance* part, unsigned* done, float* __restrict__ answer) {
    __shared__ bool last;
    constexpr int length = kPast / kSplits;
    int head = blockIdx.y, t = threadIdx.x;
    Glance g = look(query, key, value, head, blockIdx.x * length, (blockIdx.x + 1) * length);
    if (t < kWidth) part[(head * kSplits + blockIdx.x) * kWidth + t] = g;
    __threadfence();
    __syncthreads();
    if (t == 0) last = atomicInc(done + head, kSplits - 1) == kSplits - 1;  // wraps to zero for the next token
    __syncthreads();
    if (!last || t >= kWidth) return;
    __threadfence();
    Glance all = {-1e30f, 0.0f, 0.0f};
    for (int s = 0; s < kSplits; ++s) {
        const volatile Glance* p = part + (head * kSplits + s) * kWidth + t;
        float top = p->top, now = fmaxf(all.top, top), old = exp2f(all.top - now), fresh = exp2f(top - now);
        all = {now, all.total * old + p->total * fresh, all.sum * old + p->sum * fresh};
    }
    answer[head * kWidth + t] = all.sum / all.total;
}

// ---- Genomics: how many of a million people carry both of two variants, for 128 x 128 variants as rows of bits.
constexpr int kVariants = 128, kWords = 32768, kSlices = 32;

__device__ __forceinline__ void carriers(const unsigned* __restrict__ left, const unsigned* __restrict__ right, int first, int last, int (&n)[2][2]) {
    __shared__ unsigned a[2][32][33], b[2][32][33];
    int t = threadIdx.x, x = t % 16, y = t / 16, row = t / 8, at = t % 8 * 4;
    const uint4* l = reinterpret_cast<const uint4*>(left + (blockIdx.y * 32 + row) * kWords + at);
    const uint4* r = reinterpret_cast<const uint4*>(right + (blockIdx.x * 32 + row) * kWords + at);
    auto put = [&](unsigned* to, uint4 v) { to[0] = v.x; to[1] = v.y; to[2] = v.z; to[3] = v.w; };
    put(&a[0][row][at], l[first / 4]);
    put(&b[0][row][at], r[first / 4]);
    __syncthreads();
    for (int w = first, now = 0; w < last; w += 32, now ^= 1) {
        uint4 nextl, nextr;
        bool more = w + 32 < last;
        if (more) { nextl = l[(w + 32) / 4]; nextr = r[(w + 32) / 4]; }
#pragma unroll 16
        for (int k = 0; k < 32; ++k) {
            unsigned a0 = a[now][y][k], a1 = a[now][y + 16][k], b0 = b[now][x][k], b1 = b[now][x + 16][k];
            n[0][0] += __popc(a0 & b0); n[0][1] += __popc(a0 & b1);
            n[1][0] += __popc(a1 & b0); n[1][1] += __popc(a1 & b1);
        }
        if (more) { put(&a[now ^ 1][row][at], nextl); put(&b[now ^ 1][row][at], nextr); }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256) village_traits_f3_a(const unsigned* __restrict__ left, const unsigned* __restrict__ right, int* __restrict__ both) {
    int n[2][2] = {}, x = blockIdx.x * 32 + threadIdx.x % 16, y = blockIdx.y * 32 + threadIdx.x / 16;
    carriers(left, right, 0, kWords, n);
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) both[(y + 16 * i) * kVariants + x + 16 * j] = n[i][j];
}
__global__ void __launch_bounds__(256) village_traits_f3_b(const unsigned* __restrict__ left, const unsigned* __restrict__ right, int* __restrict__ both) {
    constexpr int slice = kWords / kSlices;
    int n[2][2] = {}, x = blockIdx.x * 32 + threadIdx.x % 16, y = blockIdx.y * 32 + threadIdx.x / 16;
    carriers(left, right, blockIdx.z * slice, (blockIdx.z + 1) * slice, n);
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) atomicAdd(both + (y + 16 * i) * kVariants + x + 16 * j, n[i][j]);
}

// ---- Image pipeline: bilateral filter of 9 x 9 on 270 portraits of 256 x 256 with a border of four pixels.
constexpr int kPortraits = 270, kSide = 256, kPitch = kSide + 8;

__device__ __forceinline__ float power_of_two(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }

template <int kRows>  // of a picture at once, 64 threads a row
__device__ __forceinline__ void portrait(const float* __restrict__ raw, float* __restrict__ smooth, int which, int first, int last) {
    int x = threadIdx.x % 64 * 4;
    for (int y = first + threadIdx.x / 64; y < last; y += kRows) {
        const float* from = raw + (which * kPitch + y) * kPitch + x;
        float4 c4 = *reinterpret_cast<const float4*>(from + 4 * kPitch + 4);
        float c[4] = {c4.x, c4.y, c4.z, c4.w}, sum[4] = {}, weight[4] = {};
#pragma unroll 1
        for (int dy = 0; dy < 9; ++dy) {
            const float4* r = reinterpret_cast<const float4*>(from + dy * kPitch);
            float4 r0 = r[0], r1 = r[1], r2 = r[2];
            float v[12] = {r0.x, r0.y, r0.z, r0.w, r1.x, r1.y, r1.z, r1.w, r2.x, r2.y, r2.z, r2.w};
            float down = -0.05f * (dy - 4) * (dy - 4);
#pragma unroll
            for (int dx = 0; dx < 9; ++dx) {
                float far = down - 0.05f * (dx - 4) * (dx - 4);
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float d = v[j + dx] - c[j], w = power_of_two(fmaf(-3.0f * d, d, far));
                    weight[j] += w;
                    sum[j] = fmaf(w, v[j + dx], sum[j]);
                }
            }
        }
        *reinterpret_cast<float4*>(smooth + (which * kSide + y) * kSide + x) =
            make_float4(__fdividef(sum[0], weight[0]), __fdividef(sum[1], weight[1]), __fdividef(sum[2], weight[2]), __fdividef(sum[3], weight[3]));
    }
}

__global__ void __launch_bounds__(1024, 1) portrait_studio_f3_a(const float* __restrict__ raw, float* __restrict__ smooth) { portrait<16>(raw, smooth, blockIdx.x, 0, kSide); }
__global__ void __launch_bounds__(256) portrait_studio_f3_b(const float* __restrict__ raw, float* __restrict__ smooth) {
    int first = blockIdx.x % 16 * 16;
    portrait<4>(raw, smooth, blockIdx.x / 16, first, first + 16);
}

// ---- Ray casting: light through a cloud over the harbour in a volume of 512 x 128 x 64, a warp a strip of 32 pixels of a row.
constexpr int kImageRows = 132 * 16, kImageCols = 2048, kDeep = 512, kWatchers = 264;

template <int kBlockStep, int kRowStep>  // rows from one block to the next and from one row of a block to the next
__device__ __forceinline__ void fog(const float* __restrict__ volume, float* __restrict__ image) {
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int i = 0; i < 2 * kImageRows / kWatchers; ++i) {
        int y = blockIdx.x * kBlockStep + i / 2 * kRowStep, x = (w + i % 2 * 32) * 32 + lane;
        float fx = (x + 0.5f) * (2.0f / kImageCols) - 1.0f, fy = (y + 0.5f) * (2.0f / kImageRows) - 0.5f, light = 0.0f, pass = 1.0f;
        float rest = 0.9f - fx * fx - 4.45f * fy * fy;  // the cloud fills the upper half of the picture
        if (rest > 0.0f) {
            float z = sqrtf(rest);
            int from = (int)((1.0f - z) * (kDeep / 2)), to = (int)((1.0f + z) * (kDeep / 2));
            const float* v = volume + y * 128 / kImageRows * 64 + x / 32;
#pragma unroll 8
            for (int s = from; s < to; ++s) {
                float a = 0.02f * fabsf(v[s * (128 * 64)]);
                light = fmaf(pass, a, light);
                pass = fmaf(-pass, a, pass);
            }
        }
        image[y * kImageCols + x] = light;
    }
}

__global__ void __launch_bounds__(1024, 2) harbour_fog_f3_a(const float* __restrict__ volume, float* __restrict__ image) { fog<kImageRows / kWatchers, 1>(volume, image); }
__global__ void __launch_bounds__(1024, 2) harbour_fog_f3_b(const float* __restrict__ volume, float* __restrict__ image) { fog<1, kWatchers>(volume, image); }

// ---- Transformer: residual sum, mean square of each of 8448 rows of 4096, scaled rows.
constexpr int kTokens = 132 * 64, kModel = 4096;

__device__ __forceinline__ float4 sum4(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float4 scaled(float4 h, float4 g, float s) { return make_float4(h.x * g.x * s, h.y * g.y * s, h.z * g.z * s, h.w * g.w * s); }
__device__ __forceinline__ float row_scale(const float4 (&h)[4]) {
    __shared__ float part[8];
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) s = fmaf(h[j].x, h[j].x, fmaf(h[j].y, h[j].y, fmaf(h[j].z, h[j].z, fmaf(h[j].w, h[j].w, s))));
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) s += part[w];
    return rsqrtf(s * (1.0f / kModel) + 1e-5f);
}

__global__ void __launch_bounds__(256) choir_levels_f3_a0(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ h) {
    int i = blockIdx.x * 256 + threadIdx.x;
    h[i] = sum4(x[i], r[i]);
}
__global__ void __launch_bounds__(256) choir_levels_f3_a1(const float4* __restrict__ h, float* __restrict__ scale) {
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = h[blockIdx.x * 1024 + 256 * j + threadIdx.x];
    float s = row_scale(v);
    if (threadIdx.x == 0) scale[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) choir_levels_f3_a2(const float4* __restrict__ h, const float* __restrict__ scale, const float4* __restrict__ gain, float4* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x;
    y[i] = scaled(h[i], gain[i % 1024], scale[i / 1024]);
}
__global__ void __launch_bounds__(256) choir_levels_f3_b(const float4* __restrict__ x, const float4* __restrict__ r, const float4* __restrict__ gain, float4* __restrict__ y) {
    float4 v[4];
    int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sum4(x[first + 256 * j], r[first + 256 * j]);
    float s = row_scale(v);
#pragma unroll
    for (int j = 0; j < 4; ++j) y[first + 256 * j] = scaled(v[j], gain[256 * j + threadIdx.x], s);
}

// ---- Graph analytics: 20 rounds of rank on a small graph of 1024 nodes with eight edges into each.
constexpr int kNodes = 1024, kRounds = 20;

__global__ void __launch_bounds__(256) market_rumour_f3_a(const int4* __restrict__ from, const float* __restrict__ rank, float* __restrict__ next) {
    int n = blockIdx.x * 256 + threadIdx.x;
    int4 a = from[2 * n], b = from[2 * n + 1];
    float s = rank[a.x] + rank[a.y] + rank[a.z] + rank[a.w] + rank[b.x] + rank[b.y] + rank[b.z] + rank[b.w];
    next[n] = fmaf(0.85f / 8.0f, s, 0.15f);
}
__global__ void __launch_bounds__(kNodes) market_rumour_f3_b(const int4* __restrict__ from, const float* __restrict__ start, float* __restrict__ final) {
    __shared__ float rank[2][kNodes];
    int n = threadIdx.x;
    int4 a = from[2 * n], b = from[2 * n + 1];
    rank[0][n] = start[n];
    __syncthreads();
    for (int round = 0; round < kRounds; ++round) {
        const float* r = rank[round % 2];
        float s = r[a.x] + r[a.y] + r[a.z] + r[a.w] + r[b.x] + r[b.y] + r[b.z] + r[b.w];
        rank[1 - round % 2][n] = fmaf(0.85f / 8.0f, s, 0.15f);
        __syncthreads();
    }
    final[n] = rank[kRounds % 2][n];
}

// ---- Inference: each head of 64 halves of each query brought to unit mean square, a warp a head.
constexpr int kQueryHeads = 132 * 16384;

__device__ __forceinline__ __half2 unit_head(float2 v, float2 gain) {
    float s = fmaf(v.x, v.x, v.y * v.y);
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    s = rsqrtf(fmaf(s, 1.0f / 64.0f, 1e-5f));
    return __floats2half2_rn(v.x * gain.x * s, v.y * gain.y * s);
}

__global__ void __launch_bounds__(64) tailor_cuts_f3_a(const __half2* __restrict__ q, const float2* __restrict__ gain, __half2* __restrict__ cut) {
    int i = blockIdx.x * 64 + threadIdx.x;
    cut[i] = unit_head(__half22float2(q[i]), gain[threadIdx.x % 32]);
}
__global__ void __launch_bounds__(64) tailor_cuts_f3_b(const __half2* __restrict__ q, const float2* __restrict__ gain, __half2* __restrict__ cut) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 g = gain[threadIdx.x % 32];
    __half2 v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = q[i + 64 * j];
#pragma unroll
    for (int j = 0; j < 16; ++j) cut[i + 64 * j] = unit_head(__half22float2(v[j]), g);
}

// ---- Audio: strength of 40 notes in each of 33792 frames of 1024 samples by Goertzel's recurrence.
constexpr int kNotes = 40, kFrames = 132 * 256, kLong = 1024;

template <int kTogether>  // frames of a block
__device__ __forceinline__ void notes(const float4* __restrict__ sound, const float* __restrict__ pitch, float* __restrict__ strength) {
    __shared__ float4 frame[kTogether][kLong / 4 + 1];
    for (int i = threadIdx.x; i < kTogether * (kLong / 4); i += kTogether * kNotes) frame[i / (kLong / 4)][i % (kLong / 4)] = sound[blockIdx.x * kTogether * (kLong / 4) + i];
    __syncthreads();
    const float4* f = frame[threadIdx.x / kNotes];
    float c = 1.9f * pitch[threadIdx.x % kNotes], one = 0.0f, two = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kLong / 4; ++k) {
        float4 v = f[k];
        two = fmaf(c, one, v.x - two);
        one = fmaf(c, two, v.y - one);
        two = fmaf(c, one, v.z - two);
        one = fmaf(c, two, v.w - one);
    }
    strength[blockIdx.x * kTogether * kNotes + threadIdx.x] = fmaf(one, one, fmaf(two, two, -c * one * two));
}

__global__ void __launch_bounds__(kNotes) zither_notes_f3_a(const float4* __restrict__ sound, const float* __restrict__ pitch, float* __restrict__ strength) { notes<1>(sound, pitch, strength); }
__global__ void __launch_bounds__(4 * kNotes) zither_notes_f3_b(const float4* __restrict__ sound, const float* __restrict__ pitch, float* __restrict__ strength) { notes<4>(sound, pitch, strength); }

// ---- Image pipeline: vertical mean over 31 rows by a running sum down each of 8192 columns; 16 rows of border above and below.
constexpr int kColumns = 8192, kLines = 4224, kBands = 33;

__device__ __forceinline__ void column(const float* __restrict__ raw, float* __restrict__ mean, int first, int last) {
    int x = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int y = 1; y < 32; ++y) sum += raw[(first + y) * kColumns + x];
    for (int y = first; y < last; y += 8) {
        float in[8], out[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { in[j] = raw[(y + j + 32) * kColumns + x]; out[j] = raw[(y + j + 1) * kColumns + x]; }
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            mean[(y + j) * kColumns + x] = sum * (1.0f / 31.0f);
            sum += in[j] - out[j];
        }
    }
}

__global__ void __launch_bounds__(256) curtain_folds_f3_a(const float* __restrict__ raw, float* __restrict__ mean) { column(raw, mean, 0, kLines); }
__global__ void __launch_bounds__(256) curtain_folds_f3_b(const float* __restrict__ raw, float* __restrict__ mean) {
    constexpr int band = kLines / kBands;
    column(raw, mean, blockIdx.y * band, (blockIdx.y + 1) * band);
}

// ---- Photography: luma of planes of red, green and blue.
constexpr int kQuads = 256 * (132 * 8 * 16 + 24);

__device__ __forceinline__ float luma(float r, float g, float b) { return fmaf(0.2126f, r, fmaf(0.7152f, g, 0.0722f * b)); }

template <int kThreads>
__device__ __forceinline__ void grey(const float4* __restrict__ red, const float4* __restrict__ green, const float4* __restrict__ blue, float4* __restrict__ to) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 r = red[i], g = green[i], b = blue[i];
    to[i] = make_float4(luma(r.x, g.x, b.x), luma(r.y, g.y, b.y), luma(r.z, g.z, b.z), luma(r.w, g.w, b.w));
}

__global__ void __launch_bounds__(256, 8) garden_photos_f3_a(const float4* __restrict__ red, const float4* __restrict__ green, const float4* __restrict__ blue, float4* __restrict__ to) { grey<256>(red, green, blue, to); }
__global__ void __launch_bounds__(128, 16) garden_photos_f3_b(const float4* __restrict__ red, const float4* __restrict__ green, const float4* __restrict__ blue, float4* __restrict__ to) { grey<128>(red, green, blue, to); }

// ---- Molecular dynamics: 128 leapfrog steps of particles in a double well; the blocks stay and walk over the particles.
constexpr int kParticles = 132 * 8 * 1024 * 8;

__global__ void __launch_bounds__(256, 8) pebble_bowl_f3_a(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ end) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kParticles / 4; i += gridDim.x * 256) {
        float4 p = place[i], s = speed[i];
        float x[4] = {p.x, p.y, p.z, p.w}, v[4] = {s.x, s.y, s.z, s.w};
#pragma unroll 16
        for (int step = 0; step < 128; ++step) {
            float h[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) x[j] = fmaf(0.01f, v[j], x[j]);
#pragma unroll
            for (int j = 0; j < 4; ++j) h[j] = 0.01f * x[j];
#pragma unroll
            for (int j = 0; j < 4; ++j) v[j] = fmaf(h[j], fmaf(-x[j], x[j], 1.0f), v[j]);
        }
        end[i] = make_float4(x[0], x[1], x[2], x[3]);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    const float* pool = filled<float>(kPool, 61);
    const float4* pool4 = reinterpret_cast<const float4*>(pool);
    const __half* halves = filled<__half>(kHalves, 62);
    float* result = empty<float>(kPool / 2);
    float4* result4 = reinterpret_cast<float4*>(result);

    static_assert((size_t)kHeads * kPast * kWidth * 2 == kHalves && (size_t)kQueryHeads * 64 == kHalves, "shared");
    const __half* query = filled<__half>(kHeads * kWidth, 63);
    const uint4 *key = reinterpret_cast<const uint4*>(halves), *values = key + (size_t)kHeads * kPast * 16;
    float* answer = empty<float>(kHeads * kWidth);
    Glance* part = reinterpret_cast<Glance*>(empty<float>(kHeads * kSplits * kWidth * 3));
    unsigned* done = empty<unsigned>(kHeads);
    CHECK(cudaMemset(done, 0, kHeads * sizeof(unsigned)));
    add("novel_reader_f3_a", answer, kHeads * kWidth, Output::f32, [=] { novel_reader_f3_a<<<kHeads, 256>>>(query, key, values, answer); });
    add("novel_reader_f3_b", answer, kHeads * kWidth, Output::f32, [=] { novel_reader_f3_b<<<dim3(kSplits, kHeads), 256>>>(query, key, values, part, done, answer); });

    const unsigned *left = reinterpret_cast<const unsigned*>(indices((size_t)kVariants * kWords * 2, 0xffffffffu, 64)), *right = left + (size_t)kVariants * kWords;
    int* both = empty<int>(kVariants * kVariants);
    add("village_traits_f3_a", both, kVariants * kVariants, Output::i32, [=] { village_traits_f3_a<<<dim3(kVariants / 32, kVariants / 32), 256>>>(left, right, both); });
    add("village_traits_f3_b", both, kVariants * kVariants, Output::i32, [=] {
        CHECK(cudaMemsetAsync(both, 0, kVariants * kVariants * sizeof(int)));
        village_traits_f3_b<<<dim3(kVariants / 32, kVariants / 32, kSlices), 256>>>(left, right, both); });

    constexpr size_t portraits = (size_t)kPortraits * kSide * kSide;
    static_assert((size_t)kPortraits * kPitch * kPitch <= kPool, "shared");
    add("portrait_studio_f3_a", result, portraits, Output::f32, [=] { portrait_studio_f3_a<<<kPortraits, 1024>>>(pool, result); });
    add("portrait_studio_f3_b", result, portraits, Output::f32, [=] { portrait_studio_f3_b<<<kPortraits * 16, 256>>>(pool, result); });

    add("harbour_fog_f3_a", result, kImageRows * kImageCols, Output::f32, [=] { harbour_fog_f3_a<<<kWatchers, 1024>>>(pool, result); });
    add("harbour_fog_f3_b", result, kImageRows * kImageCols, Output::f32, [=] { harbour_fog_f3_b<<<kWatchers, 1024>>>(pool, result); });

    constexpr size_t model = (size_t)kTokens * kModel;
    static_assert(model * 2 == kPool, "shared");
    const float4* gain = reinterpret_cast<const float4*>(filled<float>(kModel, 65));
    float4* sum = reinterpret_cast<float4*>(empty<float>(model));
    float* scale = empty<float>(kTokens);
    add("choir_levels_f3_a0", result, model, Output::f32, [=] {
        choir_levels_f3_a0<<<model / 1024, 256>>>(pool4, pool4 + model / 4, sum);
        choir_levels_f3_a1<<<kTokens, 256>>>(sum, scale);
        choir_levels_f3_a2<<<model / 1024, 256>>>(sum, scale, gain, result4); });
    add("choir_levels_f3_b", result, model, Output::f32, [=] { choir_levels_f3_b<<<kTokens, 256>>>(pool4, pool4 + model / 4, gain, result4); });

    const int4* edges = reinterpret_cast<const int4*>(indices(kNodes * 8, kNodes, 66));
    float *odd = empty<float>(kNodes), *even = empty<float>(kNodes);
    add("market_rumour_f3_a", even, kNodes, Output::f32, [=] {
        for (int r = 0; r < kRounds; ++r) market_rumour_f3_a<<<kNodes / 256, 256>>>(edges, r == 0 ? pool : r % 2 ? odd : even, r % 2 ? even : odd); });
    add("market_rumour_f3_b", even, kNodes, Output::f32, [=] { market_rumour_f3_b<<<1, kNodes>>>(edges, pool, even); });

    __half2* cut = reinterpret_cast<__half2*>(empty<float>(kHalves / 2));
    const __half2* queries = reinterpret_cast<const __half2*>(halves);
    const float2* gain2 = reinterpret_cast<const float2*>(gain);
    add("tailor_cuts_f3_a", cut, kHalves, Output::f16, [=] { tailor_cuts_f3_a<<<kQueryHeads / 2, 64>>>(queries, gain2, cut); });
    add("tailor_cuts_f3_b", cut, kHalves, Output::f16, [=] { tailor_cuts_f3_b<<<kQueryHeads / 32, 64>>>(queries, gain2, cut); });

    const float* pitch = filled<float>(kNotes, 67);
    add("zither_notes_f3_a", result, kFrames * kNotes, Output::f32, [=] { zither_notes_f3_a<<<kFrames, kNotes>>>(pool4, pitch, result); });
    add("zither_notes_f3_b", result, kFrames * kNotes, Output::f32, [=] { zither_notes_f3_b<<<kFrames / 4, 4 * kNotes>>>(pool4, pitch, result); });

    static_assert((size_t)kColumns * (kLines + 32) <= kPool && (size_t)kColumns * kLines <= kPool / 2, "shared");
    add("curtain_folds_f3_a", result, (size_t)kColumns * kLines, Output::f32, [=] { curtain_folds_f3_a<<<kColumns / 256, 256>>>(pool, result); });
    add("curtain_folds_f3_b", result, (size_t)kColumns * kLines, Output::f32, [=] { curtain_folds_f3_b<<<dim3(kColumns / 256, kBands), 256>>>(pool, result); });

    static_assert((size_t)kQuads * 12 <= kPool, "shared");
    add("garden_photos_f3_a", result, (size_t)kQuads * 4, Output::f32, [=] { garden_photos_f3_a<<<kQuads / 256, 256>>>(pool4, pool4 + kQuads, pool4 + 2 * kQuads, result4); });
    add("garden_photos_f3_b", result, (size_t)kQuads * 4, Output::f32, [=] { garden_photos_f3_b<<<kQuads / 128, 128>>>(pool4, pool4 + kQuads, pool4 + 2 * kQuads, result4); });

    add("pebble_bowl_f3_a", result, kParticles, Output::f32, [=] { pebble_bowl_f3_a<<<132 * 8, 256>>>(pool4, pool4 + kParticles / 4, result4); });

    return harness::run(argc, argv, cases);
}
