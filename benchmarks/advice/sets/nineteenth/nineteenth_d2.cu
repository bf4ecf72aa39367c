// Nineteenth set, second author: nine planted pairs, one mild pair and one healthy kernel.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Decision forest: 256 trees vote with a weight each on one of ten classes; the margin of the winner is kept.
constexpr int kSamples = 132 * 8 * 256 * 4, kTrees = 256, kClasses = 10;

__global__ void harness_ballots(uint32_t* __restrict__ ballots) {  // four trees of one sample a word
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, h = harness::hash32(i + 5u), g = harness::hash32(i ^ 0x9e3779b9u);
    ballots[i] = (h % 10u) | (h / 65536u % 10u) << 8 | (g % 10u) << 16 | (g / 65536u % 10u) << 24;
}

__device__ __forceinline__ void place(float t, float& best, float& second) {
    second = fmaxf(second, fminf(best, t));
    best = fmaxf(best, t);
}

__global__ void __launch_bounds__(256) village_council_d2_a(const uint32_t* __restrict__ ballots, const float4* __restrict__ weight, float* __restrict__ lead) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float tally[kClasses];
#pragma unroll
    for (int c = 0; c < kClasses; ++c) tally[c] = 0.0f;
#pragma unroll 4
    for (int t = 0; t < kTrees / 4; ++t) {
        uint32_t b = ballots[(size_t)t * kSamples + i];
        float4 w = weight[t];
        tally[b & 255u] += w.x;
        tally[b >> 8 & 255u] += w.y;
        tally[b >> 16 & 255u] += w.z;
        tally[b >> 24] += w.w;
    }
    float best = -1e30f, second = -1e30f;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) place(tally[c], best, second);
    lead[i] = best - second;
}

__global__ void __launch_bounds__(256) village_council_d2_b(const uint32_t* __restrict__ ballots, const float4* __restrict__ weight, float* __restrict__ lead) {
    __shared__ float tally[kClasses][256];
    int i = blockIdx.x * 256 + threadIdx.x, me = threadIdx.x;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) tally[c][me] = 0.0f;
#pragma unroll 4
    for (int t = 0; t < kTrees / 4; ++t) {
        uint32_t b = ballots[(size_t)t * kSamples + i];
        float4 w = weight[t];
        tally[b & 255u][me] += w.x;
        tally[b >> 8 & 255u][me] += w.y;
        tally[b >> 16 & 255u][me] += w.z;
        tally[b >> 24][me] += w.w;
    }
    float best = -1e30f, second = -1e30f;
#pragma unroll
    for (int c = 0; c < kClasses; ++c) place(tally[c][me], best, second);
    lead[i] = best - second;
}

// ---- Sampling of a language model: softmax of rows of 2048 logits; the row waits in dynamic shared memory between the passes.
constexpr int kRows = 132 * 16 * 16, kRow = 2048, kLongestRow = 32768;

template <bool kMax>
__device__ __forceinline__ float agree(float v, float* part) {  // over a block of 128
#pragma unroll
    for (int o = 16; o; o >>= 1) { float w = __shfl_xor_sync(0xffffffffu, v, o); v = kMax ? fmaxf(v, w) : v + w; }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    return kMax ? fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3])) : part[0] + part[1] + part[2] + part[3];
}

__device__ __forceinline__ void softened(const float4* __restrict__ logits, float4* __restrict__ chance, float cold, float4* row) {
    __shared__ float tops[4], totals[4];
    const float4* from = logits + (size_t)blockIdx.x * (kRow / 4);
    float top = -1e30f, total = 0.0f;
#pragma unroll
    for (int k = 0; k < kRow / 512; ++k) {
        int j = k * 128 + threadIdx.x;
        float4 v = from[j];
        row[j] = v;
        top = fmaxf(top, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    top = agree<true>(top, tops);
#pragma unroll
    for (int k = 0; k < kRow / 512; ++k) {
        int j = k * 128 + threadIdx.x;
        float4 v = row[j];
        v = make_float4(__expf(cold * (v.x - top)), __expf(cold * (v.y - top)), __expf(cold * (v.z - top)), __expf(cold * (v.w - top)));
        row[j] = v;
        total += (v.x + v.y) + (v.z + v.w);
    }
    total = 1.0f / agree<false>(total, totals);
#pragma unroll
    for (int k = 0; k < kRow / 512; ++k) {
        int j = k * 128 + threadIdx.x;
        float4 v = row[j];
        chance[(size_t)blockIdx.x * (kRow / 4) + j] = make_float4(v.x * total, v.y * total, v.z * total, v.w * total);
    }
}

__global__ void __launch_bounds__(128) teapot_shelf_d2_a(const float4* __restrict__ logits, float4* __restrict__ chance, float cold) {
    extern __shared__ float4 shelf[];
    softened(logits, chance, cold, shelf);
}
__global__ void __launch_bounds__(128) teapot_shelf_d2_b(const float4* __restrict__ logits, float4* __restrict__ chance, float cold) {
    extern __shared__ float4 shelf[];
    softened(logits, chance, cold, shelf);
}

// ---- Dynamic graph: weighted degree of each vertex; its edges lie in a chain of pages of 31 weights and a link, a warp a vertex.
constexpr int kVertices = 1 << 18, kPagesEach = 8, kPages = kVertices * kPagesEach;

__device__ __forceinline__ uint32_t page_of(uint32_t p) {  // a permutation of the pages
    p = p * 2654435761u & (kPages - 1);
    p ^= p >> 11;
    return p * 0x2c1b3c6du & (kPages - 1);
}

__global__ void harness_pages(uint32_t* __restrict__ pages, int* __restrict__ head) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, p = i / 32, lane = i % 32, at = page_of(p);
    bool last = p % kPagesEach == kPagesEach - 1;
    pages[(size_t)at * 32 + lane] = lane < 31 ? __float_as_uint(harness::unit(i)) : last ? 0xffffffffu : page_of(p + 1);
    if (lane == 0 && p % kPagesEach == 0) head[p / kPagesEach] = (int)at;
}

__device__ __forceinline__ void walk(const uint32_t* __restrict__ pages, const int* __restrict__ head, float* __restrict__ degree, int vertex, int lane) {
    int page = head[vertex];
    float sum = 0.0f;
    while (page >= 0) {
        uint32_t word = pages[(size_t)page * 32 + lane];
        if (lane < 31) sum += __uint_as_float(word);
        page = (int)__shfl_sync(0xffffffffu, word, 31);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) degree[vertex] = sum;
}

__global__ void __launch_bounds__(32) mountain_trail_d2_a(const uint32_t* __restrict__ pages, const int* __restrict__ head, float* __restrict__ degree) {
    walk(pages, head, degree, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(256) mountain_trail_d2_b(const uint32_t* __restrict__ pages, const int* __restrict__ head, float* __restrict__ degree) {
    walk(pages, head, degree, blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x % 32);
}

// ---- Shallow water: surge of each cell by the law of its kind; a few cells at the shore are interpolated from fourteen gauges by a Gaussian process.
constexpr int kCells = 132 * 2048 * 64, kGauges = 14, kShore = 15;

__global__ void harness_coast(int* __restrict__ kind) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    kind[i] = harness::hash32(i / 32 + 77u) % 1024u == 0 ? kShore : (int)(harness::hash32(i) % 15u);
}

__device__ __forceinline__ float shore(const float* __restrict__ depth, const float* __restrict__ speed, int i) {
    float x[kGauges], y[kGauges], a[kGauges][kGauges];
    int from = min(i, kCells - 32 * kGauges);
#pragma unroll
    for (int j = 0; j < kGauges; ++j) { x[j] = depth[from + 32 * j]; y[j] = speed[from + 32 * j]; }
    float target = 0.5f * (x[0] + x[1]), r = 0.0f;
#pragma unroll
    for (int j = 0; j < kGauges; ++j)
#pragma unroll
        for (int k = 0; k <= j; ++k) { float d = x[j] - x[k]; a[j][k] = j == k ? 1.5f : __fdividef(1.0f, fmaf(4.0f * d, d, 1.0f)); }
#pragma unroll
    for (int k = 0; k < kGauges; ++k) {  // Cholesky, the right side along with it
        float s = rsqrtf(a[k][k]);
        a[k][k] = s;
        y[k] *= s;
#pragma unroll
        for (int j = k + 1; j < kGauges; ++j) { a[j][k] *= s; y[j] = fmaf(-a[j][k], y[k], y[j]); }
#pragma unroll
        for (int j = k + 1; j < kGauges; ++j)
#pragma unroll
            for (int l = k + 1; l <= j; ++l) a[j][l] = fmaf(-a[j][k], a[l][k], a[j][l]);
    }
#pragma unroll
    for (int k = kGauges - 1; k >= 0; --k) {
#pragma unroll
        for (int j = k + 1; j < kGauges; ++j) y[k] = fmaf(-a[j][k], y[j], y[k]);
        y[k] *= a[k][k];
        float d = target - x[k];
        r = fmaf(y[k], __fdividef(1.0f, fmaf(4.0f * d, d, 1.0f)), r);
    }
    return r;
}

__device__ __forceinline__ void surge_of(const int* __restrict__ kind, const float2* __restrict__ law, const float* __restrict__ depth, const float* __restrict__ speed,
                                         const float* __restrict__ swell, const float* __restrict__ wind, float* __restrict__ surge) {
    int i = blockIdx.x * 256 + threadIdx.x, k = kind[i];
    float r;
    if (k == kShore) r = shore(depth, speed, i);
    else {
        float2 l = law[k];
        float d = depth[i] + 2.0f, v = speed[i];
        r = fmaf(l.x * v, v, fmaf(l.y * wind[i], wind[i], swell[i])) * d;
    }
    surge[i] = r;
}

__global__ void __launch_bounds__(256) harbour_pilot_d2_a(const int* __restrict__ kind, const float2* __restrict__ law, const float* __restrict__ depth,
        const float* __restrict__ speed, const float* __restrict__ swell, const float* __restrict__ wind, float* __restrict__ surge) {
    surge_of(kind, law, depth, speed, swell, wind, surge);
}
__global__ void __launch_bounds__(256, 4) harbour_pilot_d2_b(const int* __restrict__ kind, const float2* __restrict__ law, const float* __restrict__ depth,
        const float* __restrict__ speed, const float* __restrict__ swell, const float* __restrict__ wind, float* __restrict__ surge) {
    surge_of(kind, law, depth, speed, swell, wind, surge);
}

// ---- Breadth-first search from below: every unvisited vertex of a mesh looks for a neighbour of the last level (slots of neighbours in planes).
constexpr int kNodes = 132 * 16384, kSlots = 64;

__global__ void harness_mesh(int* __restrict__ near) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    uint32_t v = (uint32_t)(i % kNodes), e = (uint32_t)(i / kNodes);
    near[i] = (int)((v + harness::hash32(v / 64u * 64u + e) % 65536u) % (uint32_t)kNodes);
}

__global__ void __launch_bounds__(256) lantern_parade_d2_a(const int* __restrict__ near, const int* __restrict__ level, int now, int* __restrict__ parent) {
    int v = blockIdx.x * 256 + threadIdx.x, found = -1;
    for (int e = 0; e < kSlots; ++e) {
        int u = near[(size_t)e * kNodes + v];
        if (level[u] == now) { found = u; break; }
    }
    parent[v] = found;
}

__global__ void __launch_bounds__(256) lantern_parade_d2_b(const int* __restrict__ near, const int* __restrict__ level, int now, int* __restrict__ parent) {
    int v = blockIdx.x * 256 + threadIdx.x, found = -1;
    for (int e = 0; e < kSlots && found < 0; e += 4) {
        int u[4], l[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) u[j] = near[(size_t)(e + j) * kNodes + v];
#pragma unroll
        for (int j = 0; j < 4; ++j) l[j] = level[u[j]];
#pragma unroll
        for (int j = 3; j >= 0; --j) found = l[j] == now ? u[j] : found;
    }
    parent[v] = found;
}

// ---- Preparation of a batch for a network: bilinear enlargement of 16 pictures from 1024 x 1024 to 1536 x 1536.
constexpr int kPictures = 16, kSmall = 1024, kLarge = 1536;

__device__ __forceinline__ void enlarge(const float* __restrict__ from, float* __restrict__ to) {
    from += (size_t)blockIdx.x * kSmall * kSmall;
    to += (size_t)blockIdx.x * kLarge * kLarge;
    for (int p = blockIdx.y * 512 + threadIdx.x; p < kLarge * kLarge; p += gridDim.y * 512) {
        int row = p / kLarge, column = p - row * kLarge;
        float y = fmaxf(fmaf(row + 0.5f, (float)kSmall / kLarge, -0.5f), 0.0f), x = fmaxf(fmaf(column + 0.5f, (float)kSmall / kLarge, -0.5f), 0.0f);
        int y0 = (int)y, x0 = (int)x, y1 = min(y0 + 1, kSmall - 1), x1 = min(x0 + 1, kSmall - 1);
        float fy = y - y0, fx = x - x0;
        float a = from[y0 * kSmall + x0], b = from[y0 * kSmall + x1], c = from[y1 * kSmall + x0], d = from[y1 * kSmall + x1];
        a = fmaf(fx, b - a, a);
        c = fmaf(fx, d - c, c);
        to[p] = fmaf(fy, c - a, a);
    }
}

__global__ void __launch_bounds__(512) stained_glass_d2_a(const float* __restrict__ from, float* __restrict__ to) { enlarge(from, to); }
__global__ void __launch_bounds__(512) stained_glass_d2_b(const float* __restrict__ from, float* __restrict__ to) { enlarge(from, to); }

// ---- k-means: nearest of 512 centres to each point of 16 features; a block takes every gridDim-th tile of 2048 points.
constexpr int kTiles = 1584, kPoints = kTiles * 2048, kCentres = 512;

__global__ void harness_norms(const float4* __restrict__ centre, float* __restrict__ norm) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int q = 0; q < 4; ++q) { float4 v = centre[c * 4 + q]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    norm[c] = 0.5f * s;
}

__device__ __forceinline__ void nearest(const float4* __restrict__ points, const float4* __restrict__ centre, const float* __restrict__ norm, int* __restrict__ label) {
    __shared__ float4 sites[kCentres][4];
    __shared__ float norms[kCentres];
    for (int j = threadIdx.x; j < kCentres * 4; j += 1024) sites[j / 4][j % 4] = centre[j];
    if (threadIdx.x < kCentres) norms[threadIdx.x] = norm[threadIdx.x];
    __syncthreads();
    for (int tile = blockIdx.x; tile < kTiles; tile += gridDim.x) {
        int i = tile * 2048 + threadIdx.x;
        float4 p[2][4];
#pragma unroll
        for (int q = 0; q < 4; ++q) { p[0][q] = points[(size_t)q * kPoints + i]; p[1][q] = points[(size_t)q * kPoints + i + 1024]; }
        float best[2] = {1e30f, 1e30f};
        int at[2] = {0, 0};
#pragma unroll 2
        for (int c = 0; c < kCentres; ++c) {
            float s[2] = {norms[c], norms[c]};
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float4 v = sites[c][q];
#pragma unroll
                for (int j = 0; j < 2; ++j) s[j] = fmaf(-v.x, p[j][q].x, fmaf(-v.y, p[j][q].y, fmaf(-v.z, p[j][q].z, fmaf(-v.w, p[j][q].w, s[j]))));
            }
#pragma unroll
            for (int j = 0; j < 2; ++j) if (s[j] < best[j]) { best[j] = s[j]; at[j] = c; }
        }
        label[i] = at[0];
        label[i + 1024] = at[1];
    }
}

__global__ void __launch_bounds__(1024) ferry_queue_d2_a(const float4* __restrict__ points, const float4* __restrict__ centre, const float* __restrict__ norm, int* __restrict__ label) {
    nearest(points, centre, norm, label);
}
__global__ void __launch_bounds__(1024) ferry_queue_d2_b(const float4* __restrict__ points, const float4* __restrict__ centre, const float* __restrict__ norm, int* __restrict__ label) {
    nearest(points, centre, norm, label);
}

// ---- Audio codec: a warp decodes the 32 bands of one stream; key frames (one in 32, staggered over the streams) take many passes of the ladder filter.
constexpr int kStreams = 132 * 2 * 8 * 32, kFrames = 32;

template <bool kBlock>
__device__ __forceinline__ void decode(const float* __restrict__ code, float* __restrict__ sound, int gap, int light, int heavy) {
    __shared__ float bands[32][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, stream = blockIdx.x * 32 + warp;
    size_t at = (size_t)stream * kFrames * 32 + lane;
    float next = code[at], y = 0.0f;
    for (int f = 0; f < kFrames; ++f) {
        float x = next;
        if (f + 1 < kFrames) next = code[at + 32];
        int passes = (f + stream) % gap == 0 ? heavy : light;
        for (int k = 0; k < passes; ++k) {
            y = fmaf(0.71f, y, x);
            x = fmaf(-0.33f, y, x);
            y = fminf(fmaxf(y, -1.5f), 1.5f);
        }
        bands[warp][lane] = y;
        if (kBlock) __syncthreads(); else __syncwarp();
        y = fmaf(0.25f, bands[warp][(lane + 1) % 32] + bands[warp][(lane + 31) % 32], 0.5f * y);
        sound[at] = y;
        at += 32;
        if (kBlock) __syncthreads(); else __syncwarp();
    }
}

__global__ void __launch_bounds__(1024, 2) puppet_theatre_d2_a(const float* __restrict__ code, float* __restrict__ sound, int gap, int light, int heavy) {
    decode<true>(code, sound, gap, light, heavy);
}
__global__ void __launch_bounds__(1024, 2) puppet_theatre_d2_b(const float* __restrict__ code, float* __restrict__ sound, int gap, int light, int heavy) {
    decode<false>(code, sound, gap, light, heavy);
}

// ---- Denoising of a photograph: bilateral filter of 7 x 7 pixels; the picture has a margin of three pixels.
constexpr int kWide = 4096, kHigh = 2048, kPitch = kWide + 32;

__global__ void __launch_bounds__(256) watercolour_wash_d2_a(const float* __restrict__ picture, float* __restrict__ clean, float near, float like) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float here = picture[(y + 3) * kPitch + x + 3], sum = 0.0f, weight = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 7; ++dy)
#pragma unroll
        for (int dx = 0; dx < 7; ++dx) {
            float v = picture[(y + dy) * kPitch + x + dx], d = v - here;
            float w = exp(-0.5 * (near * ((dx - 3) * (dx - 3) + (dy - 3) * (dy - 3)) + like * d * d));
            sum += w * v;
            weight += w;
        }
    clean[y * kWide + x] = sum / weight;
}

__global__ void __launch_bounds__(256) watercolour_wash_d2_b(const float* __restrict__ picture, float* __restrict__ clean, float near, float like) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float here = picture[(y + 3) * kPitch + x + 3], sum = 0.0f, weight = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 7; ++dy)
#pragma unroll
        for (int dx = 0; dx < 7; ++dx) {
            float v = picture[(y + dy) * kPitch + x + dx], d = v - here;
            float w = expf(-0.5f * (near * ((dx - 3) * (dx - 3) + (dy - 3) * (dy - 3)) + like * d * d));
            sum += w * v;
            weight += w;
        }
    clean[y * kWide + x] = sum / weight;
}

// ---- Training: one step of Adam over 34.6 million parameters.
constexpr int kParameters = 132 * 1024 * 256;

__device__ __forceinline__ void adam(float& p, float g, float& m, float& v, float rate) {
    m = fmaf(0.1f, g - m, m);
    v = fmaf(0.001f, g * g - v, v);
    p = fmaf(-rate, __fdividef(m, sqrtf(fabsf(v)) + 1e-3f), p);
}

template <int kItems>
__device__ __forceinline__ void bake(const float4* __restrict__ p0, const float4* __restrict__ g0, const float4* __restrict__ m0, const float4* __restrict__ v0,
                                     float4* __restrict__ p1, float4* __restrict__ m1, float4* __restrict__ v1, float rate) {
    int i = blockIdx.x * (256 * kItems) + threadIdx.x;
    float4 p[kItems], g[kItems], m[kItems], v[kItems];
#pragma unroll
    for (int j = 0; j < kItems; ++j) { p[j] = p0[i + 256 * j]; g[j] = g0[i + 256 * j]; m[j] = m0[i + 256 * j]; v[j] = v0[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < kItems; ++j) {
        adam(p[j].x, g[j].x, m[j].x, v[j].x, rate); adam(p[j].y, g[j].y, m[j].y, v[j].y, rate);
        adam(p[j].z, g[j].z, m[j].z, v[j].z, rate); adam(p[j].w, g[j].w, m[j].w, v[j].w, rate);
        p1[i + 256 * j] = p[j]; m1[i + 256 * j] = m[j]; v1[i + 256 * j] = v[j];
    }
}

__global__ void __launch_bounds__(256) bakery_oven_d2_a(const float4* __restrict__ p0, const float4* __restrict__ g0, const float4* __restrict__ m0, const float4* __restrict__ v0,
                                                        float4* __restrict__ p1, float4* __restrict__ m1, float4* __restrict__ v1, float rate) {
    bake<3>(p0, g0, m0, v0, p1, m1, v1, rate);
}
__global__ void __launch_bounds__(256, 8) bakery_oven_d2_b(const float4* __restrict__ p0, const float4* __restrict__ g0, const float4* __restrict__ m0, const float4* __restrict__ v0,
                                                           float4* __restrict__ p1, float4* __restrict__ m1, float4* __restrict__ v1, float rate) {
    bake<1>(p0, g0, m0, v0, p1, m1, v1, rate);
}

// ---- Prefix sum, last pass: inclusive scan of tiles of 4096 counts on top of the total before each tile.
constexpr int kMileTiles = 132 * 256, kMiles = kMileTiles * 4096;

__global__ void __launch_bounds__(256) railway_mileposts_d2_a(const int4* __restrict__ length, const int* __restrict__ before, int4* __restrict__ mile) {
    __shared__ int part[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * 1024 + t;
    int4 v[4];
    int own[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(length + base + 256 * j);
    int start = before[blockIdx.x];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j].y += v[j].x; v[j].z += v[j].y; v[j].w += v[j].z; own[j] = v[j].w; }
#pragma unroll
    for (int o = 1; o < 32; o <<= 1)
#pragma unroll
        for (int j = 0; j < 4; ++j) { int up = __shfl_up_sync(0xffffffffu, own[j], o); if (lane >= o) own[j] += up; }
    if (lane == 31) {
#pragma unroll
        for (int j = 0; j < 4; ++j) part[j * 8 + warp] = own[j];
    }
    __syncthreads();
    int whole = part[lane], sum = whole;  // every warp scans the 32 totals for itself
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) { int up = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += up; }
    sum += start - whole;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int add = __shfl_sync(0xffffffffu, sum, j * 8 + warp) + own[j] - v[j].w;
        __stcs(mile + base + 256 * j, make_int4(v[j].x + add, v[j].y + add, v[j].z + add, v[j].w + add));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto four = [](const float* p) { return reinterpret_cast<const float4*>(p); };
    auto four_out = [](float* p) { return reinterpret_cast<float4*>(p); };

    constexpr size_t pool = (size_t)kParameters * 4;  // floats that the cases read and, of another pool, write
    static_assert(pool >= (size_t)kRows * kRow && pool >= (size_t)kPoints * 16 && pool >= (size_t)kStreams * kFrames * 32 && pool >= (size_t)kCells * 4, "shared");
    static_assert(pool >= (size_t)kPictures * kLarge * kLarge && pool >= (size_t)kPitch * (kHigh + 8), "shared");
    const float* sea = filled<float>(pool, 191);
    float* land = empty<float>(pool);

    uint32_t* ballots = empty<uint32_t>((size_t)kSamples * (kTrees / 4));
    harness_ballots<<<kSamples / 256 * (kTrees / 4), 256>>>(ballots); CHECK(cudaGetLastError());
    float *weight = filled<float>(kTrees, 192), *lead = empty<float>(kSamples);
    add("village_council_d2_a", lead, kSamples, Output::f32, [=] { village_council_d2_a<<<kSamples / 256, 256>>>(ballots, four(weight), lead); });
    add("village_council_d2_b", lead, kSamples, Output::f32, [=] { village_council_d2_b<<<kSamples / 256, 256>>>(ballots, four(weight), lead); });

    CHECK(cudaFuncSetAttribute(teapot_shelf_d2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongestRow * 4));
    CHECK(cudaFuncSetAttribute(teapot_shelf_d2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kLongestRow * 4));
    add("teapot_shelf_d2_a", land, (size_t)kRows * kRow, Output::f32, [=] { teapot_shelf_d2_a<<<kRows, 128, kLongestRow * 4>>>(four(sea), four_out(land), 1.25f); });
    add("teapot_shelf_d2_b", land, (size_t)kRows * kRow, Output::f32, [=] { teapot_shelf_d2_b<<<kRows, 128, kRow * 4>>>(four(sea), four_out(land), 1.25f); });

    uint32_t* pages = empty<uint32_t>((size_t)kPages * 32);
    int* head = empty<int>(kVertices);
    float* degree = empty<float>(kVertices);
    harness_pages<<<kPages / 8, 256>>>(pages, head); CHECK(cudaGetLastError());
    add("mountain_trail_d2_a", degree, kVertices, Output::f32, [=] { mountain_trail_d2_a<<<kVertices, 32>>>(pages, head, degree); });
    add("mountain_trail_d2_b", degree, kVertices, Output::f32, [=] { mountain_trail_d2_b<<<kVertices / 8, 256>>>(pages, head, degree); });

    int* kind = empty<int>(kCells);
    harness_coast<<<kCells / 256, 256>>>(kind); CHECK(cudaGetLastError());
    const float2* law = reinterpret_cast<const float2*>(filled<float>(32, 193));
    const float *depth = sea, *speed = sea + kCells, *swell = sea + 2 * (size_t)kCells, *wind = sea + 3 * (size_t)kCells;
    add("harbour_pilot_d2_a", land, kCells, Output::f32, [=] { harbour_pilot_d2_a<<<kCells / 256, 256>>>(kind, law, depth, speed, swell, wind, land); });
    add("harbour_pilot_d2_b", land, kCells, Output::f32, [=] { harbour_pilot_d2_b<<<kCells / 256, 256>>>(kind, law, depth, speed, swell, wind, land); });

    int *near = empty<int>((size_t)kNodes * kSlots), *level = indices(kNodes, 1024, 194), *parent = empty<int>(kNodes);
    harness_mesh<<<kNodes / 256 * kSlots, 256>>>(near); CHECK(cudaGetLastError());
    add("lantern_parade_d2_a", parent, kNodes, Output::i32, [=] { lantern_parade_d2_a<<<kNodes / 256, 256>>>(near, level, 5, parent); });
    add("lantern_parade_d2_b", parent, kNodes, Output::i32, [=] { lantern_parade_d2_b<<<kNodes / 256, 256>>>(near, level, 5, parent); });

    size_t large = (size_t)kPictures * kLarge * kLarge;
    add("stained_glass_d2_a", land, large, Output::f32, [=] { stained_glass_d2_a<<<kPictures, 512>>>(sea, land); });
    add("stained_glass_d2_b", land, large, Output::f32, [=] { stained_glass_d2_b<<<dim3(kPictures, 576), 512>>>(sea, land); });

    float *centre = filled<float>(kCentres * 16, 195), *norm = empty<float>(kCentres);
    harness_norms<<<kCentres / 128, 128>>>(four(centre), norm); CHECK(cudaGetLastError());
    int* label = empty<int>(kPoints);
    add("ferry_queue_d2_a", label, kPoints, Output::i32, [=] { ferry_queue_d2_a<<<144, 1024>>>(four(sea), four(centre), norm, label); });
    add("ferry_queue_d2_b", label, kPoints, Output::i32, [=] { ferry_queue_d2_b<<<132, 1024>>>(four(sea), four(centre), norm, label); });

    size_t sounds = (size_t)kStreams * kFrames * 32;
    add("puppet_theatre_d2_a", land, sounds, Output::f32, [=] { puppet_theatre_d2_a<<<kStreams / 32, 1024>>>(sea, land, 32, 6, 256); });
    add("puppet_theatre_d2_b", land, sounds, Output::f32, [=] { puppet_theatre_d2_b<<<kStreams / 32, 1024>>>(sea, land, 32, 6, 256); });

    dim3 washes(kWide / 32, kHigh / 8), brush(32, 8);
    add("watercolour_wash_d2_a", land, (size_t)kWide * kHigh, Output::f32, [=] { watercolour_wash_d2_a<<<washes, brush>>>(sea, land, 0.2f, 1.5f); });
    add("watercolour_wash_d2_b", land, (size_t)kWide * kHigh, Output::f32, [=] { watercolour_wash_d2_b<<<washes, brush>>>(sea, land, 0.2f, 1.5f); });

    constexpr size_t n = kParameters / 4;
    const float4* old = four(sea);
    float4* fresh = four_out(land);
    add("bakery_oven_d2_a", land, (size_t)kParameters * 3, Output::f32, [=] {
        bakery_oven_d2_a<<<kParameters / 3072, 256>>>(old, old + n, old + 2 * n, old + 3 * n, fresh, fresh + n, fresh + 2 * n, 1e-3f); });
    add("bakery_oven_d2_b", land, (size_t)kParameters * 3, Output::f32, [=] {
        bakery_oven_d2_b<<<kParameters / 1024, 256>>>(old, old + n, old + 2 * n, old + 3 * n, fresh, fresh + n, fresh + 2 * n, 1e-3f); });

    const int4* length = reinterpret_cast<const int4*>(indices(kMiles, 4, 196));
    int *before = indices(kMileTiles, 1 << 20, 197), *mile = empty<int>(kMiles);
    add("railway_mileposts_d2_a", mile, kMiles, Output::i32, [=] { railway_mileposts_d2_a<<<kMileTiles, 256>>>(length, before, reinterpret_cast<int4*>(mile)); });

    return harness::run(argc, argv, cases);
}
