// One program of measured pairs, set hundredseventyeighth, suffix ci8: computational science and data processing.
#include "harness.cuh"
#include <cuda_pipeline.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// ---- lattice Boltzmann, D2Q9, pull and BGK collision in one step
constexpr int LBx = 4096, LBy = 2048, LBn = LBx * LBy;
__global__ void harness_lattice(float* cells, float* planes) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int q = 0; q < 9; ++q) {
        const float w = q == 0 ? 4.0f / 9 : q < 5 ? 1.0f / 9 : 1.0f / 36;
        cells[(size_t)i * 9 + q] = planes[(size_t)q * LBn + i] = w * (1 + 0.1f * harness::unit(i * 9 + q));
    }
}
__device__ __forceinline__ void lb_collide(float (&f)[9]) {
    const float rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8], inv = 1.0f / rho;
    const float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv, uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    const float base = 1 - 1.5f * (ux * ux + uy * uy);
    constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        const float w = q == 0 ? 4.0f / 9 : q < 5 ? 1.0f / 9 : 1.0f / 36, cu = cx[q] * ux + cy[q] * uy;
        f[q] += 0.8f * (w * rho * (base + 3 * cu + 4.5f * cu * cu) - f[q]);
    }
}
template <bool PLANES>
__device__ __forceinline__ void lb_step(const float* __restrict__ in, float* __restrict__ out) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    float f[9];
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        const int from = ((y - cy[q]) & (LBy - 1)) * LBx + ((x - cx[q]) & (LBx - 1));
        f[q] = PLANES ? in[q * LBn + from] : in[from * 9 + q];
    }
    lb_collide(f);
    const int at = y * LBx + x;
#pragma unroll
    for (int q = 0; q < 9; ++q) out[PLANES ? q * LBn + at : at * 9 + q] = f[q];
}
__global__ void __launch_bounds__(256) pewter_gull_ci8_a(const float* __restrict__ in, float* __restrict__ out) { lb_step<false>(in, out); }
__global__ void __launch_bounds__(256) pewter_gull_ci8_b(const float* __restrict__ in, float* __restrict__ out) { lb_step<true>(in, out); }
static void r01() {
    float *cells = harness::empty<float>((size_t)LBn * 9), *planes = harness::empty<float>((size_t)LBn * 9), *o = harness::empty<float>((size_t)LBn * 9);
    harness_lattice<<<LBn / 256, 256>>>(cells, planes);
    add("pewter_gull_ci8_a", [=] { pewter_gull_ci8_a<<<dim3(LBx / 256, LBy), 256>>>(cells, o); }, o, (size_t)LBn * 9);
    add("pewter_gull_ci8_b", [=] { pewter_gull_ci8_b<<<dim3(LBx / 256, LBy), 256>>>(planes, o); }, o, (size_t)LBn * 9);
}

// ---- Walsh-Hadamard transforms of 4096 values, three passes of radix 16 through shared memory
constexpr int WHrows = 8192;
__device__ __forceinline__ void wh16(float (&v)[16]) {
#pragma unroll
    for (int h = 1; h < 16; h *= 2)
#pragma unroll
        for (int i = 0; i < 16; ++i)
            if (!(i & h)) { const float a = v[i], b = v[i + h]; v[i] = a + b; v[i + h] = a - b; }
}
template <bool PAD>
__device__ __forceinline__ void wh_row(const float* __restrict__ in, float* __restrict__ out, float* s) {
    auto at = [](int i) { return PAD ? i + i / 16 : i; };
    const int t = threadIdx.x;
    const float* row = in + (size_t)blockIdx.x * 4096;
    float v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = row[k * 256 + t];
    wh16(v);
#pragma unroll
    for (int k = 0; k < 16; ++k) s[at(k * 256 + t)] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = s[at(t * 16 + k)];
    wh16(v);
#pragma unroll
    for (int k = 0; k < 16; ++k) s[at(t * 16 + k)] = v[k];
    __syncthreads();
    const int base = t / 16 * 256 + t % 16;
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = s[at(base + k * 16)];
    wh16(v);
#pragma unroll
    for (int k = 0; k < 16; ++k) s[at(base + k * 16)] = v[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) out[(size_t)blockIdx.x * 4096 + k * 256 + t] = s[at(k * 256 + t)] * (1.0f / 64);
}
__global__ void __launch_bounds__(256) tallow_comet_ci8_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[4096];
    wh_row<false>(in, out, s);
}
__global__ void __launch_bounds__(256) tallow_comet_ci8_b(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float s[4096 + 256];
    wh_row<true>(in, out, s);
}
static void r02() {
    const size_t n = (size_t)WHrows * 4096;
    float *x = harness::filled<float>(n, 5), *o = harness::empty<float>(n);
    add("tallow_comet_ci8_a", [=] { tallow_comet_ci8_a<<<WHrows, 256>>>(x, o); }, o, n);
    add("tallow_comet_ci8_b", [=] { tallow_comet_ci8_b<<<WHrows, 256>>>(x, o); }, o, n);
}

// ---- group-by: sum of amounts and number of rows of 256 regions
constexpr int GBn = 1 << 23, GBgroups = 256;
__global__ void __launch_bounds__(256) russet_ferry_ci8_a(const int4* __restrict__ region, const int4* __restrict__ amount, int* __restrict__ sums) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int4 g = region[i], v = amount[i];
    atomicAdd(sums + g.x * 2, v.x); atomicAdd(sums + g.x * 2 + 1, 1);
    atomicAdd(sums + g.y * 2, v.y); atomicAdd(sums + g.y * 2 + 1, 1);
    atomicAdd(sums + g.z * 2, v.z); atomicAdd(sums + g.z * 2 + 1, 1);
    atomicAdd(sums + g.w * 2, v.w); atomicAdd(sums + g.w * 2 + 1, 1);
}
__global__ void __launch_bounds__(256) russet_ferry_ci8_b(const int4* __restrict__ region, const int4* __restrict__ amount, int* __restrict__ sums) {
    __shared__ int mine[GBgroups * 2];
    const int t = threadIdx.x;
    mine[t] = 0; mine[t + 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < GBn / 4; i += gridDim.x * 256) {
        const int4 g = region[i], v = amount[i];
        atomicAdd(mine + g.x * 2, v.x); atomicAdd(mine + g.x * 2 + 1, 1);
        atomicAdd(mine + g.y * 2, v.y); atomicAdd(mine + g.y * 2 + 1, 1);
        atomicAdd(mine + g.z * 2, v.z); atomicAdd(mine + g.z * 2 + 1, 1);
        atomicAdd(mine + g.w * 2, v.w); atomicAdd(mine + g.w * 2 + 1, 1);
    }
    __syncthreads();
    atomicAdd(sums + t, mine[t]); atomicAdd(sums + t + 256, mine[t + 256]);
}
static void r03() {
    int *g = harness::indices(GBn, GBgroups, 11), *v = harness::indices(GBn, 1000, 12), *o = harness::empty<int>(GBgroups * 2);
    add("russet_ferry_ci8_a", [=] { russet_ferry_ci8_a<<<GBn / 1024, 256>>>((const int4*)g, (const int4*)v, o); }, o, GBgroups * 2, Output::i32);
    add("russet_ferry_ci8_b", [=] { russet_ferry_ci8_b<<<132 * 6, 256>>>((const int4*)g, (const int4*)v, o); }, o, GBgroups * 2, Output::i32);
}

// ---- Smith-Waterman scores of 32 letters against windows of 64, one pair a thread, two bits a letter
constexpr int SWn = 132 * 2048;
__global__ void __launch_bounds__(128) velvet_quarry_ci8_a(const uint2* __restrict__ query, const uint4* __restrict__ window, int* __restrict__ score) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    const uint2 q = query[i];
    const uint4 w = window[i];
    const unsigned long long letters = (unsigned long long)q.y << 32 | q.x;
    int row[33], best = 0;
    for (int j = 0; j <= 32; ++j) row[j] = 0;
#pragma unroll 1
    for (int r = 0; r < 64; ++r) {
        const unsigned word = r < 16 ? w.x : r < 32 ? w.y : r < 48 ? w.z : w.w, letter = word >> (r % 16 * 2) & 3;
        int diagonal = 0;
#pragma unroll 1
        for (int j = 1; j <= 32; ++j) {
            const int up = row[j], match = (letters >> (j * 2 - 2) & 3) == letter ? 2 : -1;
            const int here = max(max(0, diagonal + match), max(up, row[j - 1]) - 1);
            diagonal = up; row[j] = here; best = max(best, here);
        }
    }
    score[i] = best;
}
__global__ void __launch_bounds__(128) velvet_quarry_ci8_b(const uint2* __restrict__ query, const uint4* __restrict__ window, int* __restrict__ score) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    const uint2 q = query[i];
    const uint4 w = window[i];
    int row[33], best = 0;
#pragma unroll
    for (int j = 0; j <= 32; ++j) row[j] = 0;
#pragma unroll 1
    for (int r = 0; r < 64; ++r) {
        const unsigned word = r < 16 ? w.x : r < 32 ? w.y : r < 48 ? w.z : w.w, letter = word >> (r % 16 * 2) & 3;
        int diagonal = 0;
#pragma unroll
        for (int j = 1; j <= 32; ++j) {
            const int up = row[j], match = ((j <= 16 ? q.x : q.y) >> ((j - 1) % 16 * 2) & 3) == letter ? 2 : -1;
            const int here = max(max(0, diagonal + match), max(up, row[j - 1]) - 1);
            diagonal = up; row[j] = here; best = max(best, here);
        }
    }
    score[i] = best;
}
static void r04() {
    int *q = harness::indices(SWn * 2, 0xffffffffu, 21), *w = harness::indices(SWn * 4, 0xffffffffu, 22), *o = harness::empty<int>(SWn);
    add("velvet_quarry_ci8_a", [=] { velvet_quarry_ci8_a<<<SWn / 128, 128>>>((const uint2*)q, (const uint4*)w, o); }, o, SWn, Output::i32);
    add("velvet_quarry_ci8_b", [=] { velvet_quarry_ci8_b<<<SWn / 128, 128>>>((const uint2*)q, (const uint4*)w, o); }, o, SWn, Output::i32);
}

// ---- scanning of documents: separators of each, a block a document; lengths in units of 16 bytes
__device__ __forceinline__ int separators(uint4 v) {
    int c = 0;
    const unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) c += __popc((__vcmpeq4(w[i], 0x20202020u) | __vcmpeq4(w[i], 0x0a0a0a0au)) & 0x01010101u);
    return c;
}
__device__ __forceinline__ int block_total(int c) {
    __shared__ int parts[8];
    c = __reduce_add_sync(~0u, c);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = c;
    __syncthreads();
    int s = 0;
    for (int i = 0; i < 8; ++i) s += parts[i];
    return s;
}
__global__ void __launch_bounds__(256) gilded_otter_ci8_a(const uint4* __restrict__ text, const int* __restrict__ start, int* __restrict__ count) {
    const int to = start[blockIdx.x + 1];
    int c = 0;
#pragma unroll 4
    for (int i = start[blockIdx.x] + threadIdx.x; i < to; i += 256) c += separators(text[i]);
    c = block_total(c);
    if (threadIdx.x == 0) count[blockIdx.x] = c;
}
__global__ void __launch_bounds__(256) gilded_otter_ci8_b(const uint4* __restrict__ text, const int4* __restrict__ piece, int* __restrict__ count) {
    const int4 p = piece[blockIdx.x];  // document, first, behind last
    int c = 0;
#pragma unroll 4
    for (int i = p.y + threadIdx.x; i < p.z; i += 256) c += separators(text[i]);
    c = block_total(c);
    if (threadIdx.x == 0) atomicAdd(count + p.x, c);
}
static void r05() {
    const int docs = 16384;
    std::vector<int> start(1, 0);
    std::vector<int4> piece;
    for (int d = 0; d < docs; ++d) {
        const int n = d % 2048 == 1871 ? 131072 + d : 260 + (int)(harness::hash32(d + 77) % 380);
        for (int at = 0; at < n; at += 1024) piece.push_back(make_int4(d, start[d] + at, start[d] + std::min(n, at + 1024), 0));
        start.push_back(start[d] + n);
    }
    const int pieces = (int)piece.size();
    int *text = harness::indices((size_t)start[docs] * 4, 0xffffffffu, 23), *o = harness::empty<int>(docs), *s = harness::uploaded(start);
    int4* p = harness::uploaded(piece);
    add("gilded_otter_ci8_a", [=] { gilded_otter_ci8_a<<<docs, 256>>>((const uint4*)text, s, o); }, o, docs, Output::i32);
    add("gilded_otter_ci8_b", [=] { gilded_otter_ci8_b<<<pieces, 256>>>((const uint4*)text, p, o); }, o, docs, Output::i32);
}

// ---- Monte Carlo transport: four species with unlike laws of motion, in the order of birth (a) or kept sorted by species (b)
constexpr int MCn = 1 << 21;
__device__ __forceinline__ void mc_move(const float4* __restrict__ particle, const int* __restrict__ species, float4* __restrict__ moved) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = particle[i];
    switch (species[i]) {
    case 0:  // charged: spirals in a field
#pragma unroll 4
        for (int s = 0; s < 64; ++s) {
            const float b = fmaf(0.3f, p.x * p.x, 0.5f), vx = fmaf(0.02f * b, p.w, p.z);
            p.w = fmaf(-0.02f * b, vx, p.w); p.z = vx; p.x = fmaf(0.02f, p.z, p.x); p.y = fmaf(0.02f, p.w, p.y);
        }
        break;
    case 1:  // heavy: quadratic drag and a lift
#pragma unroll 4
        for (int s = 0; s < 64; ++s) {
            const float v2 = fmaf(p.z, p.z, fmaf(p.w, p.w, 0.01f)), drag = fmaf(-0.015f, v2, 1.0f);
            const float lift = 0.01f * v2 * p.y;
            p.z = p.z * drag - lift; p.w = fmaf(p.w, drag, lift); p.x = fmaf(0.03f, p.z, p.x); p.y = fmaf(0.03f, p.w, p.y);
        }
        break;
    case 2:  // bound: anharmonic spring
#pragma unroll 4
        for (int s = 0; s < 64; ++s) {
            const float r2 = fmaf(p.x, p.x, p.y * p.y), k = fmaf(-0.01f, r2, -0.025f);
            p.z = fmaf(k, p.x, p.z); p.w = fmaf(k, p.y, p.w); p.x = fmaf(0.025f, p.z, p.x); p.y = fmaf(0.025f, p.w, p.y);
        }
        break;
    default:  // light: random walk in a potential well
        unsigned random = harness::hash32(__float_as_uint(p.x));
#pragma unroll 4
        for (int s = 0; s < 64; ++s) {
            random = random * 1664525u + 1013904223u;
            p.x = fmaf((float)(int)random, 4e-11f, p.x * 0.995f); p.y = fmaf(p.x, 0.02f, p.y * 0.99f);
            p.z = fmaf(p.y, -0.01f, p.z); p.w = fmaf(p.z, p.x * 0.01f, p.w);
        }
    }
    moved[i] = p;
}
__global__ void __launch_bounds__(256) sunken_ledger_ci8_a(const float4* __restrict__ particle, const int* __restrict__ species, float4* __restrict__ moved) {
    mc_move(particle, species, moved);
}
__global__ void __launch_bounds__(256) sunken_ledger_ci8_b(const float4* __restrict__ particle, const int* __restrict__ species, float4* __restrict__ moved) {
    mc_move(particle, species, moved);
}
static void r06() {
    std::vector<float4> p(MCn), sorted;
    std::vector<int> kind(MCn), kinds;
    for (int i = 0; i < MCn; ++i) {
        auto u = [i](int k) { return harness::unit(i * 4 + k + 91); };
        p[i] = make_float4(u(0), u(1), u(2), u(3) + 0.2f); kind[i] = harness::hash32(i + 5) % 4;
    }
    for (int k = 0; k < 4; ++k) for (int i = 0; i < MCn; ++i) if (kind[i] == k) { sorted.push_back(p[i]); kinds.push_back(k); }
    float4 *pa = harness::uploaded(p), *pb = harness::uploaded(sorted), *o = harness::empty<float4>(MCn);
    int *ka = harness::uploaded(kind), *kb = harness::uploaded(kinds);
    add("sunken_ledger_ci8_a", [=] { sunken_ledger_ci8_a<<<MCn / 256, 256>>>(pa, ka, o); }, o, (size_t)MCn * 4);
    add("sunken_ledger_ci8_b", [=] { sunken_ledger_ci8_b<<<MCn / 256, 256>>>(pb, kb, o); }, o, (size_t)MCn * 4);
}

// ---- bilateral filter, 5 x 5, one pixel a thread
constexpr int BFx = 4096, BFy = 2048;
__global__ void __launch_bounds__(256) mossy_trumpet_ci8_a(const float* __restrict__ image, float* __restrict__ smooth) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float here = image[y * BFx + x];
    float sum = 0, weights = 0;
#pragma unroll
    for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            const float v = image[min(max(y + dy, 0), BFy - 1) * BFx + min(max(x + dx, 0), BFx - 1)], d = v - here;
            const float w = exp(-0.08 * (dx * dx + dy * dy) - d * d / (2.0 * 0.4 * 0.4));
            sum += w * v; weights += w;
        }
    smooth[y * BFx + x] = sum / weights;
}
__global__ void __launch_bounds__(256) mossy_trumpet_ci8_b(const float* __restrict__ image, float* __restrict__ smooth) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float here = image[y * BFx + x];
    float sum = 0, weights = 0;
#pragma unroll
    for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
        for (int dx = -2; dx <= 2; ++dx) {
            const float v = image[min(max(y + dy, 0), BFy - 1) * BFx + min(max(x + dx, 0), BFx - 1)], d = v - here;
            const float w = __expf(-0.08f * (dx * dx + dy * dy) - d * d * (1.0f / (2.0f * 0.4f * 0.4f)));
            sum += w * v; weights += w;
        }
    smooth[y * BFx + x] = sum / weights;
}
static void r07() {
    const size_t n = (size_t)BFx * BFy;
    float *x = harness::filled<float>(n, 31), *o = harness::empty<float>(n);
    add("mossy_trumpet_ci8_a", [=] { mossy_trumpet_ci8_a<<<dim3(BFx / 32, BFy / 8), dim3(32, 8)>>>(x, o); }, o, n);
    add("mossy_trumpet_ci8_b", [=] { mossy_trumpet_ci8_b<<<dim3(BFx / 32, BFy / 8), dim3(32, 8)>>>(x, o); }, o, n);
}

// ---- compression: bits needed by the differences of each frame of 128 time stamps, a warp a frame
constexpr int DWframes = 1 << 19;
__global__ void harness_stamps(int* p, int n) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) p[i] = i * 29 + (int)(harness::hash32(i) % (9u + (i >> 12) % 300u));
}
__device__ __forceinline__ int frame_width(int4 v, int lane) {
    int before = __shfl_up_sync(~0u, v.w, 1);
    if (lane == 0) before = v.x;
    const unsigned bits = (unsigned)(abs(v.x - before) | abs(v.y - v.x) | abs(v.z - v.y) | abs(v.w - v.z));
    return 33 - __clz(__reduce_or_sync(~0u, bits));
}
__global__ void __launch_bounds__(256) cedar_lattice_ci8_a(const int4* __restrict__ stamps, int* __restrict__ width) {
    const int lane = threadIdx.x % 32, warps = gridDim.x * 8;
#pragma unroll 1
    for (int f = blockIdx.x * 8 + threadIdx.x / 32; f < DWframes; f += warps) {
        const int w = frame_width(stamps[(size_t)f * 32 + lane], lane);
        if (lane == 0) width[f] = w;
    }
}
__global__ void __launch_bounds__(256) cedar_lattice_ci8_b(const int4* __restrict__ stamps, int* __restrict__ width) {
    const int lane = threadIdx.x % 32, warps = gridDim.x * 8;
#pragma unroll 1
    for (int f = (blockIdx.x * 8 + threadIdx.x / 32) * 8; f < DWframes; f += warps * 8) {
        int4 v[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) v[u] = __ldcs(stamps + (size_t)(f + u) * 32 + lane);
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            const int w = frame_width(v[u], lane);
            if (lane == 0) width[f + u] = w;
        }
    }
}
static void r08() {
    int *s = harness::empty<int>((size_t)DWframes * 128), *o = harness::empty<int>(DWframes);
    harness_stamps<<<4096, 256>>>(s, DWframes * 128);
    add("cedar_lattice_ci8_a", [=] { cedar_lattice_ci8_a<<<264, 256>>>((const int4*)s, o); }, o, DWframes, Output::i32);
    add("cedar_lattice_ci8_b", [=] { cedar_lattice_ci8_b<<<264, 256>>>((const int4*)s, o); }, o, DWframes, Output::i32);
}

// ---- spectra: a polynomial of degree 4095 at eight points a thread
constexpr int PHterms = 4096, PHn = 264 * 128 * 8;
__global__ void __launch_bounds__(128) hazel_anchor_ci8_a(const float4* __restrict__ terms, const float* __restrict__ points, float* __restrict__ values) {
    __shared__ float4 c[PHterms / 4];
    for (int i = threadIdx.x; i < PHterms / 4; i += 128) c[i] = terms[i];
    __syncthreads();
#pragma unroll 1
    for (int u = 0; u < 8; ++u) {
        const int at = (blockIdx.x * 8 + u) * 128 + threadIdx.x;
        const float x = points[at];
        float y = 0;
#pragma unroll 4
        for (int k = 0; k < PHterms / 4; ++k) {
            const float4 v = c[k];
            y = fmaf(y, x, v.x); y = fmaf(y, x, v.y); y = fmaf(y, x, v.z); y = fmaf(y, x, v.w);
        }
        values[at] = y;
    }
}
__global__ void __launch_bounds__(128) hazel_anchor_ci8_b(const float4* __restrict__ terms, const float* __restrict__ points, float* __restrict__ values) {
    __shared__ float4 c[PHterms / 4];
    for (int i = threadIdx.x; i < PHterms / 4; i += 128) c[i] = terms[i];
    __syncthreads();
    const int at = blockIdx.x * 8 * 128 + threadIdx.x;
    float x[8], y[8];
#pragma unroll
    for (int u = 0; u < 8; ++u) { x[u] = points[at + u * 128]; y[u] = 0; }
#pragma unroll 4
    for (int k = 0; k < PHterms / 4; ++k) {
        const float4 v = c[k];
#pragma unroll
        for (int u = 0; u < 8; ++u) y[u] = fmaf(y[u], x[u], v.x);
#pragma unroll
        for (int u = 0; u < 8; ++u) y[u] = fmaf(y[u], x[u], v.y);
#pragma unroll
        for (int u = 0; u < 8; ++u) y[u] = fmaf(y[u], x[u], v.z);
#pragma unroll
        for (int u = 0; u < 8; ++u) y[u] = fmaf(y[u], x[u], v.w);
    }
#pragma unroll
    for (int u = 0; u < 8; ++u) values[at + u * 128] = y[u];
}
static void r09() {
    float *c = harness::filled<float>(PHterms, 33), *x = harness::filled<float>(PHn, 34), *o = harness::empty<float>(PHn);
    add("hazel_anchor_ci8_a", [=] { hazel_anchor_ci8_a<<<264, 128>>>((const float4*)c, x, o); }, o, PHn);
    add("hazel_anchor_ci8_b", [=] { hazel_anchor_ci8_b<<<264, 128>>>((const float4*)c, x, o); }, o, PHn);
}

// ---- Laplacian of a periodic lattice in four dimensions
constexpr int LAn = 64;  // sites a side
__global__ void __launch_bounds__(256) brindle_pavilion_ci8_a(const float* __restrict__ field, float* __restrict__ laplacian, size_t nx, size_t ny, size_t nz, size_t nt) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    const size_t x = i % nx, y = i / nx % ny, z = i / (nx * ny) % nz, t = i / (nx * ny * nz);
    auto at = [=](size_t x, size_t y, size_t z, size_t t) { return field[((t * nz + z) * ny + y) * nx + x]; };
    float sum = -8.0f * field[i];
    sum += at((x + 1) % nx, y, z, t) + at((x + nx - 1) % nx, y, z, t);
    sum += at(x, (y + 1) % ny, z, t) + at(x, (y + ny - 1) % ny, z, t);
    sum += at(x, y, (z + 1) % nz, t) + at(x, y, (z + nz - 1) % nz, t);
    sum += at(x, y, z, (t + 1) % nt) + at(x, y, z, (t + nt - 1) % nt);
    laplacian[i] = sum;
}
__global__ void __launch_bounds__(256) brindle_pavilion_ci8_b(const float* __restrict__ field, float* __restrict__ laplacian, int nx, int ny, int nz, int nt) {
    const int x = threadIdx.x, y = blockIdx.x * 4 + threadIdx.y, z = blockIdx.y, t = blockIdx.z;
    const int dy = nx, dz = nx * ny, dt = dz * nz, i = t * dt + z * dz + y * dy + x;
    float sum = -8.0f * field[i];
    sum += field[x + 1 < nx ? i + 1 : i + 1 - nx] + field[x ? i - 1 : i - 1 + nx];
    sum += field[y + 1 < ny ? i + dy : i + dy - dz] + field[y ? i - dy : i - dy + dz];
    sum += field[z + 1 < nz ? i + dz : i + dz - dt] + field[z ? i - dz : i - dz + dt];
    sum += field[t + 1 < nt ? i + dt : i + dt - dt * nt] + field[t ? i - dt : i - dt + dt * nt];
    laplacian[i] = sum;
}
static void r10() {
    const size_t n = (size_t)LAn * LAn * LAn * LAn;
    float *x = harness::filled<float>(n, 41), *o = harness::empty<float>(n);
    add("brindle_pavilion_ci8_a", [=] { brindle_pavilion_ci8_a<<<(unsigned)(n / 256), 256>>>(x, o, LAn, LAn, LAn, LAn); }, o, n);
    add("brindle_pavilion_ci8_b", [=] { brindle_pavilion_ci8_b<<<dim3(LAn / 4, LAn, LAn), dim3(LAn, 4)>>>(x, o, LAn, LAn, LAn, LAn); }, o, n);
}

// ---- seismic traces: calibration, removal of spikes, companding, taper; a launch each, or one for all
constexpr int SEn = 1 << 25, SElength = 4096;
__device__ __forceinline__ float4 se_calibrated(float4 v, float g, float o) { return make_float4(v.x * g + o, v.y * g + o, v.z * g + o, v.w * g + o); }
__device__ __forceinline__ float se_clip(float v) { return fminf(fmaxf(v, -1.5f), 1.5f); }
__device__ __forceinline__ float4 se_clipped(float4 v) { return make_float4(se_clip(v.x), se_clip(v.y), se_clip(v.z), se_clip(v.w)); }
__device__ __forceinline__ float se_compand(float v) { return copysignf(__log2f(1 + 255 * fabsf(v)) * 0.125f, v); }
__device__ __forceinline__ float4 se_companded(float4 v) { return make_float4(se_compand(v.x), se_compand(v.y), se_compand(v.z), se_compand(v.w)); }
__device__ __forceinline__ float4 se_tapered(float4 v, int i) {
    const int at = i * 4 % SElength;
    const float f = fminf(1.0f, fminf(at + 4, SElength - at) * (1.0f / 256));
    return make_float4(v.x * f, v.y * f, v.z * f, v.w * f);
}
__global__ void __launch_bounds__(256) ivory_sleet_ci8_a(const float4* __restrict__ x, const float2* __restrict__ gain, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 g = __ldg(gain + i / (SElength / 4));
    o[i] = se_calibrated(x[i], g.x, g.y);
}
__global__ void __launch_bounds__(256) ivory_sleet_ci8_a2(const float4* __restrict__ x, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = se_clipped(x[i]);
}
__global__ void __launch_bounds__(256) ivory_sleet_ci8_a3(const float4* __restrict__ x, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = se_companded(x[i]);
}
__global__ void __launch_bounds__(256) ivory_sleet_ci8_a4(const float4* __restrict__ x, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = se_tapered(x[i], i);
}
__global__ void __launch_bounds__(256) ivory_sleet_ci8_b(const float4* __restrict__ x, const float2* __restrict__ gain, float4* __restrict__ o) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 g = __ldg(gain + i / (SElength / 4));
    o[i] = se_tapered(se_companded(se_clipped(se_calibrated(x[i], g.x, g.y))), i);
}
static void r11() {
    float4 *x = (float4*)harness::filled<float>(SEn, 43), *p = (float4*)harness::empty<float>(SEn), *q = (float4*)harness::empty<float>(SEn);
    float2* g = (float2*)harness::filled<float>(SEn / SElength * 2, 44);
    add("ivory_sleet_ci8_a", [=] {
        const int blocks = SEn / 1024;
        ivory_sleet_ci8_a<<<blocks, 256>>>(x, g, p); ivory_sleet_ci8_a2<<<blocks, 256>>>(p, q);
        ivory_sleet_ci8_a3<<<blocks, 256>>>(q, p); ivory_sleet_ci8_a4<<<blocks, 256>>>(p, q);
    }, q, SEn);
    add("ivory_sleet_ci8_b", [=] { ivory_sleet_ci8_b<<<SEn / 1024, 256>>>(x, g, q); }, q, SEn);
}

// ---- k-means: nearest of 64 centres in 32 dimensions, the points as planes
constexpr int KMn = 1 << 19, KMdims = 32, KMcentres = 64;
__global__ void __launch_bounds__(256) thorny_wagon_ci8_a(const float* __restrict__ points, const float* __restrict__ centres,
        float* __restrict__ distance, int* __restrict__ label) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float best = 1e30f;
    int which = 0;
#pragma unroll 1
    for (int c = 0; c < KMcentres; ++c) {
        float d = 0;
#pragma unroll 8
        for (int k = 0; k < KMdims; ++k) { const float e = points[k * KMn + i] - centres[c * KMdims + k]; d = fmaf(e, e, d); }
        if (d < best) { best = d; which = c; }
    }
    distance[i] = best; label[i] = which;
}
__global__ void __launch_bounds__(256) thorny_wagon_ci8_b(const float* __restrict__ points, const float* __restrict__ centres,
        float* __restrict__ distance, int* __restrict__ label) {
    __shared__ float4 s[KMcentres * KMdims / 4];
    const int i = blockIdx.x * 256 + threadIdx.x;
    for (int k = threadIdx.x; k < KMcentres * KMdims / 4; k += 256) s[k] = ((const float4*)centres)[k];
    float p[KMdims];
#pragma unroll
    for (int k = 0; k < KMdims; ++k) p[k] = points[k * KMn + i];
    __syncthreads();
    float best = 1e30f;
    int which = 0;
#pragma unroll 2
    for (int c = 0; c < KMcentres; ++c) {
        float d = 0;
#pragma unroll
        for (int k = 0; k < KMdims / 4; ++k) {
            const float4 v = s[c * (KMdims / 4) + k];
            float e = p[k * 4] - v.x; d = fmaf(e, e, d);
            e = p[k * 4 + 1] - v.y; d = fmaf(e, e, d);
            e = p[k * 4 + 2] - v.z; d = fmaf(e, e, d);
            e = p[k * 4 + 3] - v.w; d = fmaf(e, e, d);
        }
        if (d < best) { best = d; which = c; }
    }
    distance[i] = best; label[i] = which;
}
static void r12() {
    float *x = harness::filled<float>((size_t)KMn * KMdims, 45), *c = harness::filled<float>(KMcentres * KMdims, 46), *o = harness::empty<float>(KMn);
    int* l = harness::empty<int>(KMn);
    add("thorny_wagon_ci8_a", [=] { thorny_wagon_ci8_a<<<KMn / 256, 256>>>(x, c, o, l); }, o, KMn);
    add("thorny_wagon_ci8_b", [=] { thorny_wagon_ci8_b<<<KMn / 256, 256>>>(x, c, o, l); }, o, KMn);
}

// ---- matched filter of 33 taps over a long recording: largest response of each 16 samples; tiles of 8192 samples, a block an SM
constexpr int MFtiles = 8192, MFtile = 8192, MFvec = MFtile / 4 + 8;
__constant__ float mf_taps[36];
__device__ __forceinline__ float mf_peak(const float4* s, int t) {
    float peak = 0;
#pragma unroll 1
    for (int g = 0; g < 4; ++g) {
        float y[4] = {0, 0, 0, 0};
        float4 now = s[g * 512 + t];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            const float4 next = s[g * 512 + t + k + 1];
            const float w[8] = {now.x, now.y, now.z, now.w, next.x, next.y, next.z, next.w};
#pragma unroll
            for (int u = 0; u < 4; ++u)
#pragma unroll
                for (int j = 0; j < 4; ++j) y[j] = fmaf(mf_taps[k * 4 + u], w[u + j], y[j]);
            now = next;
        }
        y[0] = fmaf(mf_taps[32], now.x, y[0]); y[1] = fmaf(mf_taps[32], now.y, y[1]);
        y[2] = fmaf(mf_taps[32], now.z, y[2]); y[3] = fmaf(mf_taps[32], now.w, y[3]);
        peak = fmaxf(peak, fmaxf(fmaxf(fabsf(y[0]), fabsf(y[1])), fmaxf(fabsf(y[2]), fabsf(y[3]))));
    }
    return peak;
}
__global__ void __launch_bounds__(512) umber_violet_ci8_a(const float4* __restrict__ samples, float* __restrict__ peaks) {
    __shared__ float4 s[MFvec];
    const int t = threadIdx.x;
#pragma unroll 1
    for (int tile = blockIdx.x; tile < MFtiles; tile += gridDim.x) {
        const float4* from = samples + (size_t)tile * (MFtile / 4);
#pragma unroll
        for (int k = 0; k < 4; ++k) s[k * 512 + t] = from[k * 512 + t];
        if (t < 8) s[2048 + t] = from[2048 + t];
        __syncthreads();
        peaks[tile * 512 + t] = mf_peak(s, t);
        __syncthreads();
    }
}
__global__ void __launch_bounds__(512) umber_violet_ci8_b(const float4* __restrict__ samples, float* __restrict__ peaks) {
    extern __shared__ float4 mf_ring[];  // two tiles
    const int t = threadIdx.x;
    auto fetch = [&](int tile, float4* s) {
        if (tile < MFtiles) {
            const float4* from = samples + (size_t)tile * (MFtile / 4);
#pragma unroll
            for (int k = 0; k < 4; ++k) __pipeline_memcpy_async(s + k * 512 + t, from + k * 512 + t, 16);
            if (t < 8) __pipeline_memcpy_async(s + 2048 + t, from + 2048 + t, 16);
        }
        __pipeline_commit();
    };
    int half = 0;
    fetch(blockIdx.x, mf_ring);
#pragma unroll 1
    for (int tile = blockIdx.x; tile < MFtiles; tile += gridDim.x, half ^= 1) {
        fetch(tile + gridDim.x, mf_ring + (half ^ 1) * MFvec);
        __pipeline_wait_prior(1);
        __syncthreads();
        peaks[tile * 512 + t] = mf_peak(mf_ring + half * MFvec, t);
        __syncthreads();
    }
}
static void r13() {
    std::vector<float> taps(36);
    for (int i = 0; i < 36; ++i) taps[i] = harness::unit(i + 700) * 0.3f;
    CHECK(cudaMemcpyToSymbol(mf_taps, taps.data(), sizeof(float) * 36));
    CHECK(cudaFuncSetAttribute(umber_violet_ci8_b, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * MFvec * 16));
    const float4* x = (const float4*)harness::filled<float>((size_t)MFtiles * MFtile + 64, 51);
    float* o = harness::empty<float>(MFtiles * 512);
    add("umber_violet_ci8_a", [=] { umber_violet_ci8_a<<<132, 512>>>(x, o); }, o, MFtiles * 512);
    add("umber_violet_ci8_b", [=] { umber_violet_ci8_b<<<132, 512, 2 * MFvec * 16>>>(x, o); }, o, MFtiles * 512);
}

// ---- ensemble of Lorenz-96 systems of 20 variables, Runge-Kutta of fourth order, a member a thread
constexpr int LZn = 132 * 2048, LZv = 20, LZsteps = 24;
__device__ __forceinline__ void lz_slope(const float (&y)[LZv], float (&k)[LZv]) {
#pragma unroll
    for (int i = 0; i < LZv; ++i) k[i] = fmaf(y[(i + 1) % LZv] - y[(i + LZv - 2) % LZv], y[(i + LZv - 1) % LZv], 8.0f - y[i]);
}
__device__ __forceinline__ void lz_run(const float* __restrict__ start, float* __restrict__ end) {
    const int m = blockIdx.x * 256 + threadIdx.x;
    const float h = 0.01f;
    float y[LZv];
#pragma unroll
    for (int i = 0; i < LZv; ++i) y[i] = start[i * LZn + m];
#pragma unroll 1
    for (int s = 0; s < LZsteps; ++s) {
        float k[LZv], at[LZv], sum[LZv];
        lz_slope(y, k);
#pragma unroll
        for (int i = 0; i < LZv; ++i) { sum[i] = k[i]; at[i] = fmaf(0.5f * h, k[i], y[i]); }
        lz_slope(at, k);
#pragma unroll
        for (int i = 0; i < LZv; ++i) { sum[i] = fmaf(2.0f, k[i], sum[i]); at[i] = fmaf(0.5f * h, k[i], y[i]); }
        lz_slope(at, k);
#pragma unroll
        for (int i = 0; i < LZv; ++i) { sum[i] = fmaf(2.0f, k[i], sum[i]); at[i] = fmaf(h, k[i], y[i]); }
        lz_slope(at, k);
#pragma unroll
        for (int i = 0; i < LZv; ++i) y[i] = fmaf(h / 6, sum[i] + k[i], y[i]);
    }
#pragma unroll
    for (int i = 0; i < LZv; ++i) end[i * LZn + m] = y[i];
}
__global__ void __launch_bounds__(256, 8) waxen_harbor_ci8_a(const float* __restrict__ start, float* __restrict__ end) { lz_run(start, end); }
__global__ void __launch_bounds__(256) waxen_harbor_ci8_b(const float* __restrict__ start, float* __restrict__ end) { lz_run(start, end); }
static void r14() {
    float *x = harness::filled<float>(LZn * LZv, 53), *o = harness::empty<float>(LZn * LZv);
    add("waxen_harbor_ci8_a", [=] { waxen_harbor_ci8_a<<<LZn / 256, 256>>>(x, o); }, o, LZn * LZv);
    add("waxen_harbor_ci8_b", [=] { waxen_harbor_ci8_b<<<LZn / 256, 256>>>(x, o); }, o, LZn * LZv);
}

// ---- (mild) smoothing of rows of 1024 by a window of nine, rows in shared memory; the first has barriers too many
constexpr int SMrows = 32768;
template <bool MORE>
__device__ __forceinline__ void sm_row(const float4* __restrict__ in, float4* __restrict__ out) {
    __shared__ float4 s[256 + 2];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * 256 + t;
    s[t + 1] = in[at];
    if (t == 0) s[0] = s[257] = make_float4(0, 0, 0, 0);
    __syncthreads();
    const float4 a = s[t], b = s[t + 1], c = s[t + 2];
    if (MORE) __syncthreads();
    const float first = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w + c.x;
    float4 r;
    r.x = first * (1.0f / 9);
    r.y = (first - a.x + c.y) * (1.0f / 9);
    r.z = (first - a.x - a.y + c.y + c.z) * (1.0f / 9);
    r.w = (first - a.x - a.y - a.z + c.y + c.z + c.w) * (1.0f / 9);
    if (MORE) __syncthreads();
    out[at] = r;
}
__global__ void __launch_bounds__(256) flint_parasol_ci8_a(const float4* __restrict__ in, float4* __restrict__ out) { sm_row<true>(in, out); }
__global__ void __launch_bounds__(256) flint_parasol_ci8_b(const float4* __restrict__ in, float4* __restrict__ out) { sm_row<false>(in, out); }
static void r15() {
    const size_t n = (size_t)SMrows * 1024;
    float4 *x = (float4*)harness::filled<float>(n, 55), *o = (float4*)harness::empty<float>(n);
    add("flint_parasol_ci8_a", [=] { flint_parasol_ci8_a<<<SMrows, 256>>>(x, o); }, o, n);
    add("flint_parasol_ci8_b", [=] { flint_parasol_ci8_b<<<SMrows, 256>>>(x, o); }, o, n);
}

// ---- (mild) points of a laser scan (x, y, z, strength) to planes, through shared memory, shifted to the scanner's place
constexpr int LSn = 1 << 24;
template <bool PAD>
__device__ __forceinline__ void ls_split(const float* __restrict__ points, float* __restrict__ planes, float4 origin, float* s) {
    auto at = [](int i) { return PAD ? i + i / 32 : i; };
    const int t = threadIdx.x, first = blockIdx.x * 256;
#pragma unroll
    for (int k = 0; k < 4; ++k) s[at(k * 256 + t)] = points[first * 4 + k * 256 + t];
    __syncthreads();
    const float x = s[at(t * 4)], y = s[at(t * 4 + 1)], z = s[at(t * 4 + 2)], w = s[at(t * 4 + 3)];
    planes[first + t] = x - origin.x; planes[LSn + first + t] = y - origin.y;
    planes[2 * LSn + first + t] = z - origin.z; planes[3 * LSn + first + t] = w * origin.w;
}
__global__ void __launch_bounds__(256) dapple_engine_ci8_a(const float* __restrict__ points, float* __restrict__ planes, float4 origin) {
    __shared__ float s[1024];
    ls_split<false>(points, planes, origin, s);
}
__global__ void __launch_bounds__(256) dapple_engine_ci8_b(const float* __restrict__ points, float* __restrict__ planes, float4 origin) {
    __shared__ float s[1024 + 32];
    ls_split<true>(points, planes, origin, s);
}
static void r16() {
    const size_t n = (size_t)LSn * 4;
    float *x = harness::filled<float>(n, 57), *o = harness::empty<float>(n);
    const float4 origin = make_float4(0.3f, -0.2f, 1.1f, 0.8f);
    add("dapple_engine_ci8_a", [=] { dapple_engine_ci8_a<<<LSn / 256, 256>>>(x, o, origin); }, o, n);
    add("dapple_engine_ci8_b", [=] { dapple_engine_ci8_b<<<LSn / 256, 256>>>(x, o, origin); }, o, n);
}

// ---- (mild) columns of a log: day and second of the day of each time stamp; the length of a day as an argument or as a constant
constexpr int DYn = 1 << 25;
__global__ void __launch_bounds__(256) cinder_magpie_ci8_a(const uint4* __restrict__ stamp, uint4* __restrict__ days, uint4* __restrict__ seconds, unsigned length) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint4 v = stamp[i], d = make_uint4(v.x / length, v.y / length, v.z / length, v.w / length);
    days[i] = d;
    seconds[i] = make_uint4(v.x - d.x * length, v.y - d.y * length, v.z - d.z * length, v.w - d.w * length);
}
__global__ void __launch_bounds__(256) cinder_magpie_ci8_b(const uint4* __restrict__ stamp, uint4* __restrict__ days, uint4* __restrict__ seconds) {
    constexpr unsigned length = 86400;
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint4 v = stamp[i], d = make_uint4(v.x / length, v.y / length, v.z / length, v.w / length);
    days[i] = d;
    seconds[i] = make_uint4(v.x - d.x * length, v.y - d.y * length, v.z - d.z * length, v.w - d.w * length);
}
static void r17() {
    int *s = harness::indices(DYn, 2000000000u, 59), *o = harness::empty<int>((size_t)DYn * 2);
    const uint4* in = (const uint4*)s;
    uint4 *d = (uint4*)o, *r = (uint4*)(o + DYn);
    add("cinder_magpie_ci8_a", [=] { cinder_magpie_ci8_a<<<DYn / 1024, 256>>>(in, d, r, 86400); }, o, (size_t)DYn * 2, Output::i32);
    add("cinder_magpie_ci8_b", [=] { cinder_magpie_ci8_b<<<DYn / 1024, 256>>>(in, d, r); }, o, (size_t)DYn * 2, Output::i32);
}

// ---- (mild) blending of a forecast with an analysis; the weight is a double literal
constexpr int FCn = 1 << 25;
__global__ void __launch_bounds__(512) barley_signal_ci8_a(const float2* __restrict__ forecast, const float2* __restrict__ analysis, float2* __restrict__ blend) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float2 f = forecast[i], a = analysis[i];
    blend[i] = make_float2(f.x + 0.35 * (a.x - f.x), f.y + 0.35 * (a.y - f.y));
}
__global__ void __launch_bounds__(512) barley_signal_ci8_b(const float2* __restrict__ forecast, const float2* __restrict__ analysis, float2* __restrict__ blend) {
    const int i = blockIdx.x * 512 + threadIdx.x;
    const float2 f = forecast[i], a = analysis[i];
    blend[i] = make_float2(f.x + 0.35f * (a.x - f.x), f.y + 0.35f * (a.y - f.y));
}
static void r18() {
    float *f = harness::filled<float>(FCn, 61), *a = harness::filled<float>(FCn, 62), *o = harness::empty<float>(FCn);
    const float2 *p = (const float2*)f, *q = (const float2*)a;
    add("barley_signal_ci8_a", [=] { barley_signal_ci8_a<<<FCn / 1024, 512>>>(p, q, (float2*)o); }, o, FCn);
    add("barley_signal_ci8_b", [=] { barley_signal_ci8_b<<<FCn / 1024, 512>>>(p, q, (float2*)o); }, o, FCn);
}

// ---- (healthy) product of a seven-point matrix, stored by diagonals, with a vector (256 x 256 x 256)
constexpr int DIn = 256 * 256 * 256, DIplane = 256 * 256;
__global__ void __launch_bounds__(256) lunar_thimble_ci8_a(const float4* __restrict__ diagonal, const float* __restrict__ x, float4* __restrict__ y) {
    const int j = blockIdx.x * 256 + threadIdx.x, i = j * 4;  // x has a plane of margin before and behind
    const float4* v = (const float4*)x + j;
    const float4 c = v[0], n = v[256 / 4], s = v[-256 / 4], u = v[DIplane / 4], d = v[-DIplane / 4];
    const float w = x[i - 1], e = x[i + 4];
    float4 a[7];
#pragma unroll
    for (int k = 0; k < 7; ++k) a[k] = __ldcs(diagonal + (size_t)k * (DIn / 4) + j);
    float4 r;
    r.x = a[0].x * d.x + a[1].x * s.x + a[2].x * w + a[3].x * c.x + a[4].x * c.y + a[5].x * n.x + a[6].x * u.x;
    r.y = a[0].y * d.y + a[1].y * s.y + a[2].y * c.x + a[3].y * c.y + a[4].y * c.z + a[5].y * n.y + a[6].y * u.y;
    r.z = a[0].z * d.z + a[1].z * s.z + a[2].z * c.y + a[3].z * c.z + a[4].z * c.w + a[5].z * n.z + a[6].z * u.z;
    r.w = a[0].w * d.w + a[1].w * s.w + a[2].w * c.z + a[3].w * c.w + a[4].w * e + a[5].w * n.w + a[6].w * u.w;
    y[j] = r;
}
static void r19() {
    float *a = harness::filled<float>((size_t)DIn * 7, 71), *x = harness::filled<float>(DIn + 2 * DIplane, 72), *o = harness::empty<float>(DIn);
    add("lunar_thimble_ci8_a", [=] { lunar_thimble_ci8_a<<<DIn / 1024, 256>>>((const float4*)a, x + DIplane, (float4*)o); }, o, DIn);
}

// ---- (healthy) potentials of charges, all pairs, four targets a thread, sources through shared memory, softened by a polynomial kernel
constexpr int PPtargets = 132 * 4 * 256 * 4, PPsources = 1024;
__global__ void __launch_bounds__(256) marble_kestrel_ci8_a(const float4* __restrict__ target, const float4* __restrict__ source, float* __restrict__ potential) {
    __shared__ float4 s[256];
    const int t = threadIdx.x, first = blockIdx.x * 1024 + t;
    float4 p[4];
    float sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int u = 0; u < 4; ++u) p[u] = target[first + u * 256];
    for (int tile = 0; tile < PPsources; tile += 256) {
        __syncthreads();
        s[t] = source[tile + t];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            const float4 q = s[k];
#pragma unroll
            for (int u = 0; u < 4; ++u) {
                const float x = p[u].x - q.x, y = p[u].y - q.y, z = p[u].z - q.z;
                const float r2 = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.01f)));
                float w = fmaf(r2, -0.0013f, 0.021f);
                w = fmaf(r2, w, -0.17f); w = fmaf(r2, w, 0.93f); w = fmaf(r2, w, -0.4f);
                sum[u] = fmaf(q.w, w, sum[u]);
            }
        }
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) potential[first + u * 256] = sum[u];
}
static void r20() {
    float *t = harness::filled<float>((size_t)PPtargets * 4, 73), *s = harness::filled<float>(PPsources * 4, 74), *o = harness::empty<float>(PPtargets);
    add("marble_kestrel_ci8_a", [=] { marble_kestrel_ci8_a<<<PPtargets / 1024, 256>>>((const float4*)t, (const float4*)s, o); }, o, PPtargets);
}

// ---- (healthy) SHA-256 of messages of 64 bytes (first block only), words as planes, a message a thread
constexpr int SHn = 132 * 2048 * 4;
__constant__ unsigned sh_round[64];
__device__ __forceinline__ unsigned sh_turn(unsigned x, int n) { return __funnelshift_r(x, x, n); }
__global__ void __launch_bounds__(256) sable_compass_ci8_a(const unsigned* __restrict__ words, unsigned* __restrict__ digest) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    unsigned w[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) w[k] = words[k * SHn + i];
    unsigned a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au, e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
#pragma unroll
    for (int r = 0; r < 64; ++r) {
        if (r >= 16) {
            const unsigned p = w[(r + 1) % 16], q = w[(r + 14) % 16];
            w[r % 16] += w[(r + 9) % 16] + (sh_turn(p, 7) ^ sh_turn(p, 18) ^ p >> 3) + (sh_turn(q, 17) ^ sh_turn(q, 19) ^ q >> 10);
        }
        const unsigned t1 = h + (sh_turn(e, 6) ^ sh_turn(e, 11) ^ sh_turn(e, 25)) + ((e & f) ^ (~e & g)) + sh_round[r] + w[r % 16];
        const unsigned t2 = (sh_turn(a, 2) ^ sh_turn(a, 13) ^ sh_turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    digest[i] = a + 0x6a09e667u; digest[SHn + i] = b + 0xbb67ae85u; digest[2 * SHn + i] = c + 0x3c6ef372u; digest[3 * SHn + i] = d + 0xa54ff53au;
    digest[4 * SHn + i] = e + 0x510e527fu; digest[5 * SHn + i] = f + 0x9b05688cu; digest[6 * SHn + i] = g + 0x1f83d9abu; digest[7 * SHn + i] = h + 0x5be0cd19u;
}
static void r21() {
    std::vector<unsigned> k;  // fractions of the cube roots of the first 64 primes
    for (int p = 2; k.size() < 64; ++p) {
        bool prime = true;
        for (int q = 2; q * q <= p; ++q) prime &= p % q != 0;
        if (prime) { const long double c = std::cbrt((long double)p); k.push_back((unsigned)((c - std::floor(c)) * 4294967296.0L)); }
    }
    CHECK(cudaMemcpyToSymbol(sh_round, k.data(), 256));
    int *w = harness::indices((size_t)SHn * 16, 0xffffffffu, 75), *o = harness::empty<int>((size_t)SHn * 8);
    add("sable_compass_ci8_a", [=] { sable_compass_ci8_a<<<SHn / 256, 256>>>((const unsigned*)w, (unsigned*)o); }, o, (size_t)SHn * 8, Output::i32);
}

// ---- (healthy) binomial filter of an image, 3 x 3, a thread marches four columns down 32 rows
constexpr int BIn = 8192, BIrows = 32;
__device__ __forceinline__ float4 bi_row(const float* __restrict__ row, int x) {
    const float4 v = *(const float4*)(row + x);
    const float l = row[max(x - 1, 0)], r = row[min(x + 4, BIn - 1)];
    return make_float4(l + 2 * v.x + v.y, v.x + 2 * v.y + v.z, v.y + 2 * v.z + v.w, v.z + 2 * v.w + r);
}
__global__ void __launch_bounds__(256) nimble_cellar_ci8_a(const float* __restrict__ image, float* __restrict__ smooth) {
    const int x = (blockIdx.x * 256 + threadIdx.x) * 4, first = blockIdx.y * BIrows;
    float4 above = bi_row(image + (size_t)max(first - 1, 0) * BIn, x), here = bi_row(image + (size_t)first * BIn, x);
#pragma unroll 4
    for (int y = first; y < first + BIrows; ++y) {
        const float4 below = bi_row(image + (size_t)min(y + 1, BIn - 1) * BIn, x);
        const float f = 1.0f / 16;
        __stcs((float4*)(smooth + (size_t)y * BIn + x), make_float4((above.x + 2 * here.x + below.x) * f, (above.y + 2 * here.y + below.y) * f,
                                                                    (above.z + 2 * here.z + below.z) * f, (above.w + 2 * here.w + below.w) * f));
        above = here; here = below;
    }
}
static void r22() {
    const size_t n = (size_t)BIn * BIn;
    float *x = harness::filled<float>(n, 81), *o = harness::empty<float>(n);
    add("nimble_cellar_ci8_a", [=] { nimble_cellar_ci8_a<<<dim3(BIn / 1024, BIn / BIrows), 256>>>(x, o); }, o, n);
}

// ---- (healthy) reflectance of thin films: fields of both polarisations through 256 pairs of layers, a wavelength a thread, in double precision
constexpr int TFn = 132 * 2048 * 2, TFpairs = 256;
__global__ void __launch_bounds__(256) oaken_drizzle_ci8_a(const float2* __restrict__ phase, const float2* __restrict__ film, double* __restrict__ reflectance) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 p = phase[i], n = film[i];
    const double s1 = 0.3 * p.x, c1 = sqrt(1 - s1 * s1), s2 = 0.3 * p.y, c2 = sqrt(1 - s2 * s2), n1 = 1.5 + 0.05 * n.x, n2 = 1.8 + 0.05 * n.y;
    const double a1 = s1 * n1, b1 = s1 / n1, a2 = s2 * n2, b2 = s2 / n2;
    double e = 1, h = 1.45, f = 1, g = 1 / 1.45;
#pragma unroll 4
    for (int k = 0; k < TFpairs; ++k) {
        double t = fma(c1, e, b1 * h); h = fma(c1, h, -a1 * e); e = t;
        t = fma(c1, f, a1 * g); g = fma(c1, g, -b1 * f); f = t;
        t = fma(c2, e, b2 * h); h = fma(c2, h, -a2 * e); e = t;
        t = fma(c2, f, a2 * g); g = fma(c2, g, -b2 * f); f = t;
    }
    const double x = e * e + h * h, y = f * f + g * g;
    reflectance[i] = 0.5 * ((e - h) * (e - h) / x + (f - g) * (f - g) / y);
}
static void r23() {
    float2 *p = (float2*)harness::filled<float>(TFn * 2, 83), *n = (float2*)harness::filled<float>(TFn * 2, 84);
    double* o = harness::empty<double>(TFn);
    add("oaken_drizzle_ci8_a", [=] { oaken_drizzle_ci8_a<<<TFn / 256, 256>>>(p, n, o); }, o, TFn, Output::f64);
}

// ---- (healthy) corner turn of a radar cube: transposition of complex samples with a twiddle, 32 x 32 tiles through shared memory
constexpr int CTx = 8192, CTy = 4096;
__global__ void __launch_bounds__(256) scarlet_pumice_ci8_a(const float2* __restrict__ pulses, const float2* __restrict__ twiddle, float2* __restrict__ turned) {
    __shared__ float2 s[32][33];
    const int lane = threadIdx.x, row = threadIdx.y, x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8) s[row + k][lane] = pulses[(size_t)(y + row + k) * CTx + x + lane];
    const float2 w = twiddle[y + lane];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        const float2 v = s[lane][row + k];
        turned[(size_t)(x + row + k) * CTy + y + lane] = make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
    }
}
static void r24() {
    const size_t n = (size_t)CTx * CTy;
    float2 *x = (float2*)harness::filled<float>(n * 2, 85), *w = (float2*)harness::filled<float>(CTy * 2, 86), *o = (float2*)harness::empty<float>(n * 2);
    add("scarlet_pumice_ci8_a", [=] { scarlet_pumice_ci8_a<<<dim3(CTx / 32, CTy / 32), dim3(32, 8)>>>(x, w, o); }, o, n * 2);
}

int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12();
    r13(); r14(); r15(); r16(); r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24();
    return harness::run(argc, argv, cases);
}
