// Pairs on control flow: lanes that part, blocks that wait for their warps, counters that everybody wants. See BRIEF.md.
#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// ---------------------------------------------------------------- option_book: mixed instruments, one lane each
__device__ __forceinline__ float normal_cdf(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__device__ float price_one(int kind, float4 c) {
    const float m = 1.0f + 0.3f * c.x, vol = 0.30f + 0.15f * c.y, t = 1.0f + 0.8f * c.z, r = 0.03f + 0.02f * c.w;
    const float sd = vol * sqrtf(t), disc = __expf(-r * t);
    switch (kind) {
    case 0: {  // European call and its smile correction
        float d1 = __fdividef(__logf(m) + (r + 0.5f * vol * vol) * t, sd), d2 = d1 - sd;
        float p = m * normal_cdf(d1) - disc * normal_cdf(d2);
        float vega = m * __expf(-0.5f * d1 * d1) * sqrtf(t);
        for (int i = 0; i < 6; ++i) { float w = d1 + 0.1f * i; p += 1e-3f * vega * normal_cdf(w) * (1.0f - 0.1f * i); }
        return p;
    }
    case 1: {  // arithmetic Asian, moments matched over 26 fixings
        float first = 0.0f, second = 0.0f, dt = t * (1.0f / 26.0f), grow = __expf(r * dt), q = __expf((2.0f * r + vol * vol) * dt);
        float a = m, b = m * m, run = 0.0f;
#pragma unroll 2
        for (int i = 0; i < 26; ++i) { a *= grow; b *= q; first += a; run = fmaf(run, grow, b); second += 2.0f * run - b; }
        first *= 1.0f / 26.0f; second *= 1.0f / 676.0f;
        float v = sqrtf(fmaxf(__logf(__fdividef(second, first * first)), 1e-6f));
        float d1 = __fdividef(__logf(first), v) + 0.5f * v;
        return disc * (first * normal_cdf(d1) - normal_cdf(d1 - v));
    }
    case 2: {  // double barrier, image sum
        float p = 0.0f, lo = -0.7f, width = 1.5f, x = __logf(m), scale = -__fdividef(0.5f, fmaf(sd, sd, 0.2f));
#pragma unroll 1
        for (int n = -5; n <= 5; ++n) {
            float s = x + 2.0f * n * width, u = 2.0f * lo - x + 2.0f * n * width;
            p += __expf(scale * s * s) - __expf(scale * u * u);
        }
        return disc * p;
    }
    case 3: {  // American put on a 16-step tree held in registers
        float up = __expf(vol * 0.25f * sqrtf(t)), down = __fdividef(1.0f, up), dt = t * (1.0f / 16.0f), df = __expf(-r * dt);
        float pu = __saturatef(__fdividef(__fdividef(1.0f, df) - down, up - down)), pd = 1.0f - pu;
        float v[17], up2 = up * up, s = m;
#pragma unroll
        for (int i = 0; i < 16; ++i) s *= down;
        float base = s;
#pragma unroll
        for (int i = 0; i <= 16; ++i) { v[i] = fmaxf(1.0f - s, 0.0f); s *= up2; }
#pragma unroll
        for (int k = 15; k >= 0; --k) {
            base *= up; s = base;
#pragma unroll
            for (int i = 0; i <= k; ++i) { v[i] = fmaxf(df * fmaf(pu, v[i + 1], pd * v[i]), 1.0f - s); s *= up2; }
        }
        return v[0];
    }
    default: {  // capped variance swap, 20-point quadrature
        float p = 0.0f, z = -2.85f;
#pragma unroll 2
        for (int i = 0; i < 20; ++i) {
            float pay = fminf(m * __expf(fmaf(sd, z, (r - 0.5f * vol * vol) * t)), 1.6f);
            p = fmaf(pay * pay, __expf(-0.5f * z * z), p);
            z += 0.3f;
        }
        return disc * p * 0.1197f;
    }
    }
}
__global__ void __launch_bounds__(256) option_book_viii_a(const float4* __restrict__ contract, const uint8_t* __restrict__ kind,
                                                          float* __restrict__ value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) value[i] = price_one(kind[i], contract[i]);
}
__global__ void __launch_bounds__(256) option_book_viii_b(const float4* __restrict__ contract_by_kind, const uint8_t* __restrict__ kind_sorted,
                                                          float* __restrict__ value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) value[i] = price_one(kind_sorted[i], contract_by_kind[i]);
}

// ---------------------------------------------------------------- compton_pick: rejection sampling of scattering angles
constexpr int kPicks = 48;
__device__ __forceinline__ bool compton_try(uint32_t& s, float e, float& x) {
    s = s * 1664525u + 1013904223u; x = (float)(s >> 8) * (1.0f / 16777216.0f);
    s = s * 1664525u + 1013904223u; float y = (float)(s >> 8) * (1.0f / 16777216.0f), om = 1.0f - x;
    return y < om * om * fmaf(e, x, 0.65f);
}
__global__ void __launch_bounds__(256) compton_pick_viii_a(const float* __restrict__ energy, float2* __restrict__ moments) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.3f * energy[i], m1 = 0.0f, m2 = 0.0f;
    uint32_t s = hash32(i + 77u);
#pragma unroll 1
    for (int k = 0; k < kPicks; ++k) {
        float x;
        while (!compton_try(s, e, x)) {}
        m1 += x; m2 = fmaf(x, x, m2);
    }
    moments[i] = make_float2(m1, m2);
}
__global__ void __launch_bounds__(256) compton_pick_viii_b(const float* __restrict__ energy, float2* __restrict__ moments) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0.3f * energy[i], m1 = 0.0f, m2 = 0.0f;
    uint32_t s = hash32(i + 77u);
    int k = 0;
#pragma unroll 1
    while (k < kPicks) {  // every turn is one try; a lane that accepts goes straight on with its next pick
        float x;
        bool ok = compton_try(s, e, x);
        m1 += ok ? x : 0.0f; m2 = ok ? fmaf(x, x, m2) : m2; k += ok;
    }
    moments[i] = make_float2(m1, m2);
}

// ---------------------------------------------------------------- flame_cell: chemistry only where it burns (12% of the cells)
constexpr float kIgnite = 0.76f;
__device__ __forceinline__ float burn(float t, float f) {
    float fuel = 0.5f + 0.5f * f, temp = 1.0f + t;
#pragma unroll 2
    for (int k = 0; k < 32; ++k) {
        float rate = fuel * __expf(fmaf(1.1f, temp, -3.5f));
        fuel = fmaf(-0.1f, rate, fuel); temp = fmaf(0.3f, rate, fmaf(-0.004f, temp, temp));
    }
    return temp + fuel;
}
__global__ void __launch_bounds__(256) flame_cell_viii_a(const float* __restrict__ temp, const float* __restrict__ fuel, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = temp[i], f = fuel[i];
    out[i] = t > kIgnite ? burn(t, f) : t + 0.1f * f;
}
__global__ void __launch_bounds__(256) flame_cell_viii_b(const float* __restrict__ temp, const float* __restrict__ fuel, float* __restrict__ out, int n) {
    constexpr int kTile = 2048;  // n is a multiple
    __shared__ float2 state[kTile];
    __shared__ uint16_t where[kTile];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    size_t base = (size_t)blockIdx.x * kTile;
    int lane = threadIdx.x & 31;
    float t[8], f[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { t[k] = temp[base + k * 256 + threadIdx.x]; f[k] = fuel[base + k * 256 + threadIdx.x]; }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        bool hot = t[k] > kIgnite;
        unsigned who = __ballot_sync(~0u, hot);
        int at = 0;
        if (lane == 0) at = atomicAdd(&count, __popc(who));
        at = __shfl_sync(~0u, at, 0) + __popc(who & ((1u << lane) - 1));
        if (hot) { state[at] = make_float2(t[k], f[k]); where[at] = (uint16_t)(k * 256 + threadIdx.x); }
        else out[base + k * 256 + threadIdx.x] = t[k] + 0.1f * f[k];
    }
    __syncthreads();
    for (int j = threadIdx.x; j < count; j += 256) out[base + where[j]] = burn(state[j].x, state[j].y);
}

// ---------------------------------------------------------------- simplex_clip: projection of rows onto the simplex by bisection
constexpr int kRow = 1024, kBisect = 24;
__global__ void __launch_bounds__(512) simplex_clip_viii_a(const float2* __restrict__ in, float2* __restrict__ out) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float2 x = in[(size_t)blockIdx.x * (kRow / 2) + t];
    float lo = -1.0f, hi = 1.0f;
    for (int k = 0; k < kBisect; ++k) {
        float tau = 0.5f * (lo + hi);
        s[t] = fmaxf(x.x - tau, 0.0f) + fmaxf(x.y - tau, 0.0f);
        __syncthreads();
        for (int o = 256; o > 0; o >>= 1) {
            if (t < o) s[t] += s[t + o];
            __syncthreads();
        }
        float sum = s[0];
        __syncthreads();
        if (sum > 1.0f) lo = tau; else hi = tau;
    }
    out[(size_t)blockIdx.x * (kRow / 2) + t] = make_float2(fmaxf(x.x - lo, 0.0f), fmaxf(x.y - lo, 0.0f));
}
__global__ void __launch_bounds__(512) simplex_clip_viii_b(const float2* __restrict__ in, float2* __restrict__ out) {
    __shared__ float4 part[2][4];
    int t = threadIdx.x;
    float2 x = in[(size_t)blockIdx.x * (kRow / 2) + t];
    float lo = -1.0f, hi = 1.0f;
    for (int k = 0; k < kBisect; ++k) {
        float tau = 0.5f * (lo + hi), v = fmaxf(x.x - tau, 0.0f) + fmaxf(x.y - tau, 0.0f);
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
        if ((t & 31) == 0) reinterpret_cast<float*>(part[k & 1])[t >> 5] = v;
        __syncthreads();  // the two halves of `part` take turns, so that one barrier an iteration is enough
        float4 a = part[k & 1][0], b = part[k & 1][1], c = part[k & 1][2], d = part[k & 1][3];
        float sum = ((a.x + a.y) + (a.z + a.w)) + ((b.x + b.y) + (b.z + b.w)) + ((c.x + c.y) + (c.z + c.w)) + ((d.x + d.y) + (d.z + d.w));
        if (sum > 1.0f) lo = tau; else hi = tau;
    }
    out[(size_t)blockIdx.x * (kRow / 2) + t] = make_float2(fmaxf(x.x - lo, 0.0f), fmaxf(x.y - lo, 0.0f));
}

// ---------------------------------------------------------------- code_pack: prefix codes of 256 symbols into a fixed 96-word slot
constexpr int kChunksPerBlock = 16, kSlot = 96;
template <bool kParallelScan>
__device__ __forceinline__ void code_pack(const uint8_t* __restrict__ symbols, const uint32_t* __restrict__ table, uint32_t* __restrict__ out) {
    __shared__ uint32_t code[256], words[kSlot + 1];
    __shared__ int length[256], warp_sum[8];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    code[t] = table[t];
    size_t chunk = (size_t)blockIdx.x * kChunksPerBlock;
    int next = symbols[chunk * 256 + t];
    for (int c = 0; c < kChunksPerBlock; ++c, ++chunk) {
        int symbol = next;
        if (c + 1 < kChunksPerBlock) next = symbols[(chunk + 1) * 256 + t];
        if (t <= kSlot) words[t] = 0;
        __syncthreads();
        uint32_t entry = code[symbol];
        int bits = entry >> 16, at;
        if (kParallelScan) {
            int v = bits;
#pragma unroll
            for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(~0u, v, o); if (lane >= o) v += u; }
            if (lane == 31) warp_sum[warp] = v;
            __syncthreads();
            at = v - bits;
#pragma unroll
            for (int w = 0; w < 8; ++w) at += w < warp ? warp_sum[w] : 0;
        } else {
            length[t] = bits;
            __syncthreads();
            if (t == 0) {
                int run = 0;
                for (int i = 0; i < 256; ++i) { int b = length[i]; length[i] = run; run += b; }
            }
            __syncthreads();
            at = length[t];
        }
        uint64_t wide = (uint64_t)(entry & 0xffffu) << (at & 31);
        atomicOr(&words[at >> 5], (uint32_t)wide);
        if (wide >> 32) atomicOr(&words[(at >> 5) + 1], (uint32_t)(wide >> 32));
        __syncthreads();
        if (t < kSlot) out[chunk * kSlot + t] = words[t];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(256) code_pack_viii_a(const uint8_t* symbols, const uint32_t* table, uint32_t* out) { code_pack<false>(symbols, table, out); }
__global__ void __launch_bounds__(256) code_pack_viii_b(const uint8_t* symbols, const uint32_t* table, uint32_t* out) { code_pack<true>(symbols, table, out); }

// ---------------------------------------------------------------- posting_walk: a warp follows chunked posting lists of very unlike length
constexpr int kLists = 16;
template <bool kWholeBlock>
__device__ __forceinline__ void posting_walk(const int* __restrict__ pool, const int* __restrict__ head, float* __restrict__ score) {
    __shared__ float scratch[8][32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    size_t first = ((size_t)blockIdx.x * 8 + warp) * kLists;
    float carry = 0.0f;
    for (int q = 0; q < kLists; ++q) {
        int chunk = head[first + q];
        float acc = 0.0f;
        while (chunk >= 0) {
            int word = pool[(size_t)chunk * 32 + lane];  // 31 documents and the link
            chunk = __shfl_sync(~0u, word, 31);
            if (lane < 31) acc += (float)(word & 1023) * (1.0f / 1024.0f);
        }
        scratch[warp][lane] = acc;  // the warp's own row: nobody else reads it
        if (kWholeBlock) __syncthreads(); else __syncwarp();
        float v = scratch[warp][lane] + scratch[warp][lane ^ 16] + carry;
        if (kWholeBlock) __syncthreads(); else __syncwarp();
#pragma unroll
        for (int o = 8; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
        carry = 0.01f * v;
        if (lane == 0) score[first + q] = v;
    }
}
__global__ void __launch_bounds__(256) posting_walk_viii_a(const int* pool, const int* head, float* score) { posting_walk<true>(pool, head, score); }
__global__ void __launch_bounds__(256) posting_walk_viii_b(const int* pool, const int* head, float* score) { posting_walk<false>(pool, head, score); }

// ---------------------------------------------------------------- class_tally: six quality classes, counted
__device__ __forceinline__ int quality_class(float x) {
    float a = fabsf(x);
    return (a > 0.15f) + (a > 0.35f) + (a > 0.5f) + (a > 0.7f) + (a > 0.9f);
}
__global__ void __launch_bounds__(256) class_tally_viii_a(const float4* __restrict__ sample, int* __restrict__ counts, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = sample[i];
        atomicAdd(&counts[quality_class(v.x)], 1);
        atomicAdd(&counts[quality_class(v.y)], 1);
        atomicAdd(&counts[quality_class(v.z)], 1);
        atomicAdd(&counts[quality_class(v.w)], 1);
    }
}
__global__ void __launch_bounds__(256) class_tally_viii_b(const float4* __restrict__ sample, int* __restrict__ counts, int n4) {
    __shared__ int total[6];
    if (threadIdx.x < 6) total[threadIdx.x] = 0;
    __syncthreads();
    int mine[6] = {0, 0, 0, 0, 0, 0};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = sample[i];
        int a = quality_class(v.x), b = quality_class(v.y), c = quality_class(v.z), d = quality_class(v.w);
#pragma unroll
        for (int k = 0; k < 6; ++k) mine[k] += (a == k) + (b == k) + (c == k) + (d == k);
    }
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        int v = __reduce_add_sync(~0u, mine[k]);
        if ((threadIdx.x & 31) == 0) atomicAdd(&total[k], v);
    }
    __syncthreads();
    if (threadIdx.x < 6) atomicAdd(&counts[threadIdx.x], total[threadIdx.x]);
}

// ---------------------------------------------------------------- edge_pool: messages of edges sorted by their target, summed per target
__global__ void __launch_bounds__(256) edge_pool_viii_a(const int* __restrict__ target, const float* __restrict__ message, float* __restrict__ pooled, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;  // n is a multiple of the block
    atomicAdd(&pooled[target[e]], 0.5f * message[e]);
}
__global__ void __launch_bounds__(256) edge_pool_viii_b(const int* __restrict__ target, const float* __restrict__ message, float* __restrict__ pooled, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int to = target[e];
    float v = 0.5f * message[e];
    int before = __shfl_up_sync(~0u, to, 1);
    unsigned heads = __ballot_sync(~0u, lane == 0 || before != to);
    unsigned later = heads & ~((2u << lane) - 1);              // heads above this lane (lane 31: none)
    int last = lane == 31 || later == 0 ? 31 : __ffs(later) - 2;  // last lane of this run
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float u = __shfl_down_sync(~0u, v, o);
        if (lane + o <= last) v += u;
    }
    if (heads >> lane & 1) atomicAdd(&pooled[to], v);
}

// ---------------------------------------------------------------- hue_mass: weighted histogram of a high-contrast image, 64 bins
__device__ __forceinline__ void hue_of(float x, int& bin, int& weight) {
    float c = x * x * x, y = c * c * c;
    bin = min((int)fmaf(y, 32.0f, 32.0f), 63);
    weight = 1 + (int)(fabsf(x) * 250.0f);
}
__global__ void __launch_bounds__(256) hue_mass_viii_a(const float4* __restrict__ pixel, int* __restrict__ mass, int n4) {
    __shared__ int hist[64];
    if (threadIdx.x < 64) hist[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 p = pixel[i];
        int b, w;
        hue_of(p.x, b, w); atomicAdd(&hist[b], w);
        hue_of(p.y, b, w); atomicAdd(&hist[b], w);
        hue_of(p.z, b, w); atomicAdd(&hist[b], w);
        hue_of(p.w, b, w); atomicAdd(&hist[b], w);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&mass[threadIdx.x], hist[threadIdx.x]);
}
__global__ void __launch_bounds__(256) hue_mass_viii_b(const float4* __restrict__ pixel, int* __restrict__ mass, int n4) {
    __shared__ int hist[64 * 32];  // a column a lane: lanes of a warp never meet, and never share a bank
    for (int k = threadIdx.x; k < 64 * 32; k += 256) hist[k] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 p = pixel[i];
        int b, w;
        hue_of(p.x, b, w); atomicAdd(&hist[b * 32 + lane], w);
        hue_of(p.y, b, w); atomicAdd(&hist[b * 32 + lane], w);
        hue_of(p.z, b, w); atomicAdd(&hist[b * 32 + lane], w);
        hue_of(p.w, b, w); atomicAdd(&hist[b * 32 + lane], w);
    }
    __syncthreads();
    for (int k = threadIdx.x >> 5; k < 64; k += 8) {
        int v = __reduce_add_sync(~0u, hist[k * 32 + lane]);
        if (lane == 0) atomicAdd(&mass[k], v);
    }
}

// ---------------------------------------------------------------- icp_normal: ten sums of the normal equations of a registration step
__device__ __forceinline__ void icp_terms(float4 p, float (&v)[10]) {
    float w = __fdividef(1.0f, 1.0f + p.w * p.w), x = p.x * w, y = p.y * w, z = p.z * w;
    v[0] = x * p.x; v[1] = x * p.y; v[2] = x * p.z; v[3] = y * p.y; v[4] = y * p.z; v[5] = z * p.z;
    v[6] = x * p.w; v[7] = y * p.w; v[8] = z * p.w; v[9] = w * p.w * p.w;
}
__global__ void __launch_bounds__(256) icp_normal_viii_a(const float4* __restrict__ point, float* __restrict__ equations, int n) {
    __shared__ float sum[10];
    if (threadIdx.x < 10) sum[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v[10];
        icp_terms(point[i], v);
#pragma unroll
        for (int k = 0; k < 10; ++k) atomicAdd(&sum[k], v[k]);
    }
    __syncthreads();
    if (threadIdx.x < 10) atomicAdd(&equations[threadIdx.x], sum[threadIdx.x]);
}
__global__ void __launch_bounds__(256) icp_normal_viii_b(const float4* __restrict__ point, float* __restrict__ equations, int n) {
    __shared__ float sum[8][10];
    float acc[10] = {};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v[10];
        icp_terms(point[i], v);
#pragma unroll
        for (int k = 0; k < 10; ++k) acc[k] += v[k];
    }
#pragma unroll
    for (int k = 0; k < 10; ++k) {
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) acc[k] += __shfl_xor_sync(~0u, acc[k], o);
        if ((threadIdx.x & 31) == 0) sum[threadIdx.x >> 5][k] = acc[k];
    }
    __syncthreads();
    if (threadIdx.x < 10) {
        float s = 0.0f;
        for (int w = 0; w < 8; ++w) s += sum[w][threadIdx.x];
        atomicAdd(&equations[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------- fault_append: indices of outliers appended to one list
constexpr float kFault = 0.97f;
__device__ __forceinline__ unsigned fault_mask(const float4 (&v)[4]) {
    unsigned m = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        m |= ((unsigned)(fabsf(v[k].x) > kFault) | (unsigned)(fabsf(v[k].y) > kFault) << 1 | (unsigned)(fabsf(v[k].z) > kFault) << 2 |
              (unsigned)(fabsf(v[k].w) > kFault) << 3) << (4 * k);
    return m;
}
__device__ __forceinline__ int fault_index(int bit) { return blockIdx.x * 4096 + ((bit >> 2) * 256 + threadIdx.x) * 4 + (bit & 3); }
__global__ void __launch_bounds__(256) fault_append_viii_a(const float4* __restrict__ signal, int* __restrict__ list, int* __restrict__ count) {
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = signal[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
    unsigned m = fault_mask(v);
#pragma unroll
    for (int bit = 0; bit < 16; ++bit)
        if (m >> bit & 1) list[atomicAdd(count, 1)] = fault_index(bit);
}
__global__ void __launch_bounds__(256) fault_append_viii_b(const float4* __restrict__ signal, int* __restrict__ list, int* __restrict__ count) {
    __shared__ int found, base;
    if (threadIdx.x == 0) found = 0;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = signal[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
    unsigned m = fault_mask(v);
    int lane = threadIdx.x & 31, mine = __popc(m), run = mine, at = 0;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(~0u, run, o); if (lane >= o) run += u; }
    __syncthreads();
    if (lane == 31) at = atomicAdd(&found, run);
    at = __shfl_sync(~0u, at, 31) + run - mine;
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(count, found);
    __syncthreads();
    at += base;
    while (m) { int bit = __ffs(m) - 1; m &= m - 1; list[at++] = fault_index(bit); }
}

// ---------------------------------------------------------------- tone_curve (mild): three zones of a film curve
__device__ __forceinline__ float zone_poly(float x, float a, float b, float c, float d) { return fmaf(fmaf(fmaf(a, x, b), x, c), x, d); }
__global__ void __launch_bounds__(256) tone_curve_viii_a(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = in[i], g = in[i + n], b = in[i + 2 * n], y = 0.2126f * r + 0.7152f * g + 0.0722f * b;
    if (y < -0.25f) {  // toe
        r = zone_poly(r, 0.11f, 0.32f, 0.71f, 0.02f); g = zone_poly(g, 0.11f, 0.32f, 0.71f, 0.02f); b = zone_poly(b, 0.11f, 0.32f, 0.71f, 0.02f);
    } else if (y < 0.3f) {  // straight part
        r = zone_poly(r, -0.04f, 0.01f, 1.05f, 0.05f); g = zone_poly(g, -0.04f, 0.01f, 1.05f, 0.05f); b = zone_poly(b, -0.04f, 0.01f, 1.05f, 0.05f);
    } else {  // shoulder
        r = zone_poly(r, 0.07f, -0.42f, 1.21f, 0.09f); g = zone_poly(g, 0.07f, -0.42f, 1.21f, 0.09f); b = zone_poly(b, 0.07f, -0.42f, 1.21f, 0.09f);
        float top = fmaxf(r, fmaxf(g, b)), k = __fdividef(1.0f, fmaxf(top, 1.0f));
        r *= k; g *= k; b *= k;
    }
    out[i] = r; out[i + n] = g; out[i + 2 * n] = b;
}
__global__ void __launch_bounds__(256) tone_curve_viii_b(const float* __restrict__ in, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = in[i], g = in[i + n], b = in[i + 2 * n], y = 0.2126f * r + 0.7152f * g + 0.0722f * b;
    bool toe = y < -0.25f, mid = y < 0.3f;
    float c3 = toe ? 0.11f : mid ? -0.04f : 0.07f, c2 = toe ? 0.32f : mid ? 0.01f : -0.42f, c1 = toe ? 0.71f : mid ? 1.05f : 1.21f, c0 = toe ? 0.02f : mid ? 0.05f : 0.09f;
    r = zone_poly(r, c3, c2, c1, c0); g = zone_poly(g, c3, c2, c1, c0); b = zone_poly(b, c3, c2, c1, c0);
    float top = fmaxf(r, fmaxf(g, b)), k = mid ? 1.0f : __fdividef(1.0f, fmaxf(top, 1.0f));
    out[i] = r * k; out[i + n] = g * k; out[i + 2 * n] = b * k;
}

// ---------------------------------------------------------------- norm_accum (mild): squared gradient norm, one atomic a block
template <int kSlots>
__device__ __forceinline__ void norm_accum(const float4* __restrict__ grad, float* __restrict__ norm) {
    __shared__ float part[8];
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = grad[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) s = fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, fmaf(v[k].w, v[k].w, s))));
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float a = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
        atomicAdd(&norm[(blockIdx.x & (kSlots - 1)) * 64], a);
    }
}
__global__ void __launch_bounds__(256) norm_accum_viii_a(const float4* grad, float* norm) { norm_accum<1>(grad, norm); }
__global__ void __launch_bounds__(256) norm_accum_viii_b(const float4* grad, float* norm) { norm_accum<64>(grad, norm); }

// ---------------------------------------------------------------- healthy
__device__ __forceinline__ float mix_step(float g, float m, float p, float& m2) { m2 = fmaf(0.9f, m, 0.1f * g); return fmaf(-0.01f, fmaf(0.9f, m2, 0.1f * g), p * 0.9999f); }
__global__ void __launch_bounds__(256) nesterov_mix_viii_h(const float4* __restrict__ grad, const float4* __restrict__ mom, const float4* __restrict__ par,
                                                           float4* __restrict__ mom_out, float4* __restrict__ par_out) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float4 g = __ldcs(grad + i + k * 256), m = __ldcs(mom + i + k * 256), p = __ldcs(par + i + k * 256), m2, q;
        q.x = mix_step(g.x, m.x, p.x, m2.x); q.y = mix_step(g.y, m.y, p.y, m2.y); q.z = mix_step(g.z, m.z, p.z, m2.z); q.w = mix_step(g.w, m.w, p.w, m2.w);
        __stcs(mom_out + i + k * 256, m2); __stcs(par_out + i + k * 256, q);
    }
}
// Fixed-length orbit of a damped quadratic map: six FMA-pipe instructions a step and point, four points a thread.
__global__ void __launch_bounds__(256) orbit_field_viii_h(const float2* __restrict__ start, float2* __restrict__ end, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 z[4], c[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { c[k] = start[i + k * (n / 4)]; c[k].x *= 0.2f; c[k].y *= 0.2f; z[k] = c[k]; }
#pragma unroll 8
    for (int s = 0; s < 512; ++s)
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float x = fmaf(z[k].x, fmaf(0.7f, z[k].x, 0.25f), fmaf(-0.7f * z[k].y, z[k].y, c[k].x));
            float y = fmaf(z[k].x, fmaf(1.2f, z[k].y, 0.1f), c[k].y);
            z[k] = make_float2(x, y);
        }
#pragma unroll
    for (int k = 0; k < 4; ++k) end[i + k * (n / 4)] = z[k];
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    const size_t kField = 64u << 20;
    float* field = harness::filled<float>(kField, 3);
    float* sink = harness::empty<float>(48u << 20);

    {
        const int n = 1 << 22;
        std::vector<float4> book(n), sorted(n);
        std::vector<uint8_t> kind(n), kind_sorted(n);
        size_t next[6] = {};
        for (int i = 0; i < n; ++i) {
            book[i] = make_float4(unit(4u * i + 11u), unit(4u * i + 12u), unit(4u * i + 13u), unit(4u * i + 14u));
            kind[i] = (uint8_t)(hash32(i + 991u) % 5u);
            ++next[kind[i] + 1];
        }
        for (int k = 1; k < 6; ++k) next[k] += next[k - 1];
        for (int i = 0; i < n; ++i) { size_t at = next[kind[i]]++; sorted[at] = book[i]; kind_sorted[at] = kind[i]; }
        float4 *d_book = harness::uploaded(book), *d_sorted = harness::uploaded(sorted);
        uint8_t *d_kind = harness::uploaded(kind), *d_kind_sorted = harness::uploaded(kind_sorted);
        cases.push_back({"option_book_viii_a", [=] { option_book_viii_a<<<n / 256, 256>>>(d_book, d_kind, sink, n); }, sink, (size_t)n});
        cases.push_back({"option_book_viii_b", [=] { option_book_viii_b<<<n / 256, 256>>>(d_sorted, d_kind_sorted, sink, n); }, sink, (size_t)n});
    }
    {
        const int blocks = 132 * 8 * 2;
        cases.push_back({"compton_pick_viii_a", [=] { compton_pick_viii_a<<<blocks, 256>>>(field, (float2*)sink); }, sink, (size_t)blocks * 512});
        cases.push_back({"compton_pick_viii_b", [=] { compton_pick_viii_b<<<blocks, 256>>>(field, (float2*)sink); }, sink, (size_t)blocks * 512});
    }
    {
        const int n = 1 << 24;
        const float* fuel = field + (1 << 25);
        cases.push_back({"flame_cell_viii_a", [=] { flame_cell_viii_a<<<n / 256, 256>>>(field, fuel, sink, n); }, sink, (size_t)n});
        cases.push_back({"flame_cell_viii_b", [=] { flame_cell_viii_b<<<n / 2048, 256>>>(field, fuel, sink, n); }, sink, (size_t)n});
    }
    {
        const int rows = 132 * 128;
        cases.push_back({"simplex_clip_viii_a", [=] { simplex_clip_viii_a<<<rows, 512>>>((const float2*)field, (float2*)sink); }, sink, (size_t)rows * kRow});
        cases.push_back({"simplex_clip_viii_b", [=] { simplex_clip_viii_b<<<rows, 512>>>((const float2*)field, (float2*)sink); }, sink, (size_t)rows * kRow});
    }
    {
        const int blocks = 132 * 8 * 4;
        const size_t chunks = (size_t)blocks * kChunksPerBlock;
        std::vector<uint8_t> symbols(chunks * 256);
        for (size_t i = 0; i < symbols.size(); ++i) { uint32_t h = hash32((uint32_t)i + 5u); symbols[i] = (uint8_t)((h & 255u) * (h >> 24) >> 8); }
        std::vector<uint32_t> table(256);
        for (uint32_t k = 0; k < 256; ++k) { uint32_t bits = 3 + k / 28; table[k] = bits << 16 | (hash32(k + 1u) & ((1u << bits) - 1)); }  // 3..12 bits
        uint8_t* d_symbols = harness::uploaded(symbols);
        uint32_t* d_table = harness::uploaded(table);
        cases.push_back({"code_pack_viii_a", [=] { code_pack_viii_a<<<blocks, 256>>>(d_symbols, d_table, (uint32_t*)sink); }, sink, chunks * kSlot, Output::i32});
        cases.push_back({"code_pack_viii_b", [=] { code_pack_viii_b<<<blocks, 256>>>(d_symbols, d_table, (uint32_t*)sink); }, sink, chunks * kSlot, Output::i32});
    }
    {
        const int blocks = 132 * 8 * 2;
        const size_t lists = (size_t)blocks * 8 * kLists;
        std::vector<int> length(lists), head(lists);
        size_t total = 0;
        for (size_t q = 0; q < lists; ++q) {
            uint32_t h = hash32((uint32_t)q + 4242u);
            length[q] = (h & 7) == 0 ? 12 + (h >> 8) % 8 : 1 + (h >> 8) % 4;
            total += length[q];
        }
        std::vector<int> order(total);
        for (size_t k = 0; k < total; ++k) order[k] = (int)k;
        for (size_t k = total - 1; k > 0; --k) std::swap(order[k], order[hash32((uint32_t)k + 17u) % (k + 1)]);
        std::vector<int> pool(total * 32);
        size_t used = 0;
        for (size_t q = 0; q < lists; ++q) {
            head[q] = order[used];
            for (int k = 0; k < length[q]; ++k, ++used) {
                int* chunk = &pool[(size_t)order[used] * 32];
                for (int l = 0; l < 31; ++l) chunk[l] = (int)(hash32((uint32_t)used * 31u + l) & 0xffffff);
                chunk[31] = k + 1 < length[q] ? order[used + 1] : -1;
            }
        }
        int *d_pool = harness::uploaded(pool), *d_head = harness::uploaded(head);
        cases.push_back({"posting_walk_viii_a", [=] { posting_walk_viii_a<<<blocks, 256>>>(d_pool, d_head, sink); }, sink, lists});
        cases.push_back({"posting_walk_viii_b", [=] { posting_walk_viii_b<<<blocks, 256>>>(d_pool, d_head, sink); }, sink, lists});
    }
    int* counts = harness::empty<int>(64);
    {
        const int n4 = 1 << 20;
        cases.push_back({"class_tally_viii_a", [=] { class_tally_viii_a<<<528, 256>>>((const float4*)field, counts, n4); }, counts, 6, Output::i32});
        cases.push_back({"class_tally_viii_b", [=] { class_tally_viii_b<<<528, 256>>>((const float4*)field, counts, n4); }, counts, 6, Output::i32});
    }
    {
        const int n = 24 << 20;
        std::vector<int> target(n);
        int to = 0, left = 20;
        for (int e = 0; e < n; ++e) { if (left-- == 0) { ++to; left = 8 + hash32(to + 31u) % 80u; } target[e] = to; }
        int* d_target = harness::uploaded(target);
        float* pooled = harness::empty<float>(to + 1);
        CHECK(cudaMemset(pooled, 0, sizeof(float) * (to + 1)));
        cases.push_back({"edge_pool_viii_a", [=] { edge_pool_viii_a<<<n / 256, 256>>>(d_target, field, pooled, n); }, pooled, (size_t)to + 1});
        cases.push_back({"edge_pool_viii_b", [=] { edge_pool_viii_b<<<n / 256, 256>>>(d_target, field, pooled, n); }, pooled, (size_t)to + 1});
    }
    {
        const int n4 = (int)(kField / 4);
        cases.push_back({"hue_mass_viii_a", [=] { hue_mass_viii_a<<<1056, 256>>>((const float4*)field, counts, n4); }, counts, 64, Output::i32});
        cases.push_back({"hue_mass_viii_b", [=] { hue_mass_viii_b<<<1056, 256>>>((const float4*)field, counts, n4); }, counts, 64, Output::i32});
    }
    float* slots = harness::empty<float>(64 * 64);
    CHECK(cudaMemset(slots, 0, 64 * 64 * sizeof(float)));
    {
        const int n = 1 << 20;
        cases.push_back({"icp_normal_viii_a", [=] { icp_normal_viii_a<<<528, 256>>>((const float4*)field, slots, n); }, slots, 10});
        cases.push_back({"icp_normal_viii_b", [=] { icp_normal_viii_b<<<528, 256>>>((const float4*)field, slots, n); }, slots, 10});
    }
    {
        int* count = harness::empty<int>(1);
        const int blocks = (int)(kField / 4096);
        const size_t capacity = 4u << 20;  // 3% of the samples are outliers: about 2 M
        cases.push_back({"fault_append_viii_a", [=] { CHECK(cudaMemsetAsync(count, 0, 4)); fault_append_viii_a<<<blocks, 256>>>((const float4*)field, (int*)sink, count); }, sink, capacity, Output::i32});
        cases.push_back({"fault_append_viii_b", [=] { CHECK(cudaMemsetAsync(count, 0, 4)); fault_append_viii_b<<<blocks, 256>>>((const float4*)field, (int*)sink, count); }, sink, capacity, Output::i32});
    }
    {
        const int n = 16 << 20;
        cases.push_back({"tone_curve_viii_a", [=] { tone_curve_viii_a<<<n / 256, 256>>>(field, sink, n); }, sink, 3 * (size_t)n});
        cases.push_back({"tone_curve_viii_b", [=] { tone_curve_viii_b<<<n / 256, 256>>>(field, sink, n); }, sink, 3 * (size_t)n});
    }
    {
        const int blocks = (int)(kField / 4096);
        cases.push_back({"norm_accum_viii_a", [=] { norm_accum_viii_a<<<blocks, 256>>>((const float4*)field, slots); }, slots, 64 * 64});
        cases.push_back({"norm_accum_viii_b", [=] { norm_accum_viii_b<<<blocks, 256>>>((const float4*)field, slots); }, slots, 64 * 64});
    }
    {
        const size_t n = 20u << 20;
        const float4 *g = (const float4*)field, *m = g + n / 4, *p = m + n / 4;
        float4 *mo = (float4*)sink, *po = mo + n / 4;
        cases.push_back({"nesterov_mix_viii_h", [=] { nesterov_mix_viii_h<<<(int)(n / 2048), 256>>>(g, m, p, mo, po); }, sink, 2 * n});
    }
    {
        const int n = 132 * 8 * 256 * 4 * 2;
        cases.push_back({"orbit_field_viii_h", [=] { orbit_field_viii_h<<<n / 4 / 256, 256>>>((const float2*)field, (float2*)sink, n); }, sink, 2 * (size_t)n});
    }
    return harness::run(argc, argv, cases);
}
