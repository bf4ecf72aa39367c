#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- k-mer sketching of contigs
constexpr int kContigs = 56, kContigLen = 131072, kContigWords = kContigLen / 16 + 1;

__device__ __forceinline__ int sketch_at(const uint32_t* __restrict__ words, int pos) {
    uint32_t lo = words[pos >> 4], hi = words[(pos >> 4) + 1];
    uint32_t kmer = __funnelshift_r(lo, hi, 2 * (pos & 15));
    uint32_t best = 0xffffffffu;
#pragma unroll
    for (int s = 0; s < 32; ++s) best = min(best, harness::hash32(kmer ^ (0x9e3779b9u * (s + 1))));
    return (int)(best >> 8);
}
__global__ void __launch_bounds__(512) copper_lantern_bb4_a(const uint32_t* __restrict__ seq, int* __restrict__ out) {
    const uint32_t* words = seq + (size_t)blockIdx.x * kContigWords;
    int* dst = out + (size_t)blockIdx.x * kContigLen;
    for (int pos = threadIdx.x; pos < kContigLen; pos += blockDim.x) dst[pos] = sketch_at(words, pos);
}
__global__ void __launch_bounds__(512) copper_lantern_bb4_b(const uint32_t* __restrict__ seq, int* __restrict__ out) {
    const uint32_t* words = seq + (size_t)blockIdx.x * kContigWords;
    int* dst = out + (size_t)blockIdx.x * kContigLen;
    const int chunk = kContigLen / gridDim.y, begin = blockIdx.y * chunk;
    for (int pos = begin + threadIdx.x; pos < begin + chunk; pos += blockDim.x) dst[pos] = sketch_at(words, pos);
}

// ---------------------------------------------------------------- Lorenz-96 ensemble forecast
constexpr int kMembers = 6144, kVars = 12, kSteps = 3000;

__device__ __forceinline__ void forecast(const float* __restrict__ init, float* __restrict__ out, int m) {
    float x[kVars];
#pragma unroll
    for (int v = 0; v < kVars; ++v) x[v] = 3.0f + init[v * kMembers + m];
#pragma unroll 1
    for (int s = 0; s < kSteps; ++s) {
        float t[kVars];
#pragma unroll
        for (int v = 0; v < kVars; ++v) {
            float up = x[(v + 1) % kVars], down = x[(v + kVars - 2) % kVars], prev = x[(v + kVars - 1) % kVars];
            t[v] = fmaf(up - down, prev, 8.0f - x[v]);
        }
#pragma unroll
        for (int v = 0; v < kVars; ++v) x[v] = fmaf(0.001f, t[v], x[v]);
    }
    float e = 0;
#pragma unroll
    for (int v = 0; v < kVars; ++v) e = fmaf(x[v], x[v], e);
    out[m] = e;
}
__global__ void __launch_bounds__(1024) velvet_harbor_bb4_a(const float* __restrict__ init, float* __restrict__ out) {
    forecast(init, out, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void __launch_bounds__(32) velvet_harbor_bb4_b(const float* __restrict__ init, float* __restrict__ out) {
    forecast(init, out, blockIdx.x * blockDim.x + threadIdx.x);
}

// ---------------------------------------------------------------- procedural terrain texture
constexpr int kTexW = 2560, kTexH = 1792;

__device__ __forceinline__ float lattice(int x, int y) {
    uint32_t h = (uint32_t)x * 0x27d4eb2du ^ (uint32_t)y * 0x165667b1u;
    h ^= h >> 15; h *= 0x2c1b3c6du;
    return (float)(h >> 8) * (1.0f / 16777216.0f);
}
__device__ __forceinline__ float terrain(float u, float v) {
    float sum = 0, amp = 0.5f;
#pragma unroll 1
    for (int o = 0; o < 14; ++o) {
        float fx = floorf(u), fy = floorf(v);
        int xi = (int)fx, yi = (int)fy;
        float a = u - fx, b = v - fy;
        a = a * a * (3.0f - 2.0f * a); b = b * b * (3.0f - 2.0f * b);
        float p = lattice(xi, yi), q = lattice(xi + 1, yi), r = lattice(xi, yi + 1), s = lattice(xi + 1, yi + 1);
        float top = fmaf(a, q - p, p), bot = fmaf(a, s - r, r);
        sum = fmaf(amp, fmaf(b, bot - top, top), sum);
        amp *= 0.55f; u = u * 1.97f + 13.1f; v = v * 1.97f + 7.7f;
    }
    return sum;
}
__global__ void __launch_bounds__(1024) quiet_marble_bb4_a(float* __restrict__ tex) {
    const int x = blockIdx.x * 128 + (threadIdx.x & 127), y0 = blockIdx.y * 128 + (threadIdx.x >> 7);
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
        int y = y0 + 8 * k;
        tex[(size_t)y * kTexW + x] = terrain(x * 0.011f, y * 0.011f);
    }
}
__global__ void __launch_bounds__(256) quiet_marble_bb4_b(float* __restrict__ tex) {
    const int x = blockIdx.x * 64 + (threadIdx.x & 63), y = blockIdx.y * 4 + (threadIdx.x >> 6);
    tex[(size_t)y * kTexW + x] = terrain(x * 0.011f, y * 0.011f);
}

// ---------------------------------------------------------------- keystream check words
struct Key { uint32_t k[8]; uint32_t n[3]; };
constexpr int kStreamPer = 16, kStreamBlocks = 146, kStreamItems = kStreamBlocks * 1024 * kStreamPer;

__device__ __forceinline__ uint32_t rotl(uint32_t v, int c) { return __funnelshift_l(v, v, c); }
__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d ^= a; d = rotl(d, 16);
    c += d; b ^= c; b = rotl(b, 12);
    a += b; d ^= a; d = rotl(d, 8);
    c += d; b ^= c; b = rotl(b, 7);
}
__device__ __forceinline__ int stream_word(const Key& key, uint32_t i) {
    uint32_t s[2][16];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        s[h][0] = 0x61707865; s[h][1] = 0x3320646e; s[h][2] = 0x79622d32; s[h][3] = 0x6b206574;
#pragma unroll
        for (int k = 0; k < 8; ++k) s[h][4 + k] = key.k[k];
        s[h][12] = 2 * i + h;
#pragma unroll
        for (int k = 0; k < 3; ++k) s[h][13 + k] = key.n[k];
    }
#pragma unroll 1
    for (int r = 0; r < 10; ++r) {
#pragma unroll
        for (int c = 0; c < 4; ++c)
#pragma unroll
            for (int h = 0; h < 2; ++h) quarter(s[h][c], s[h][4 + c], s[h][8 + c], s[h][12 + c]);
#pragma unroll
        for (int c = 0; c < 4; ++c)
#pragma unroll
            for (int h = 0; h < 2; ++h) quarter(s[h][c], s[h][4 + (c + 1) % 4], s[h][8 + (c + 2) % 4], s[h][12 + (c + 3) % 4]);
    }
    uint32_t x = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) x ^= s[0][k] + (s[1][k] << 1);
    return (int)(x >> 4);
}
__global__ void __launch_bounds__(1024, 1) amber_thistle_bb4_a(Key key, int* __restrict__ out) {
    const uint32_t base = blockIdx.x * (1024u * kStreamPer) + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kStreamPer; ++k) out[base + k * 1024u] = stream_word(key, base + k * 1024u);
}
__global__ void __launch_bounds__(1024, 1) amber_thistle_bb4_b(Key key, int* __restrict__ out) {
#pragma unroll 1
    for (uint32_t i = blockIdx.x * 1024u + threadIdx.x; i < (uint32_t)kStreamItems; i += gridDim.x * 1024u)
        out[i] = stream_word(key, i);
}

// ---------------------------------------------------------------- run-length expansion
constexpr int kRunBlocks = 2112, kRunsPer = 64, kRuns = kRunBlocks * kRunsPer;

__global__ void __launch_bounds__(256) silver_canyon_bb4_a(const int* __restrict__ start, const int* __restrict__ value, int* __restrict__ out) {
    const int first = blockIdx.x * kRunsPer;
    for (int r = first; r < first + kRunsPer; ++r) {
        const int end = start[r + 1], v = value[r];
        for (int i = start[r] + threadIdx.x; i < end; i += 256) out[i] = v;
    }
}
__global__ void __launch_bounds__(256) silver_canyon_bb4_b(const int* __restrict__ start, const int* __restrict__ value, int* __restrict__ out, int total) {
    const int begin = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 2048;
    const int end = min(begin + 2048, total);
    int i = begin + (threadIdx.x & 31);
    if (i >= end) return;
    int lo = 0, hi = kRuns;
    while (hi - lo > 1) { int mid = (lo + hi) >> 1; if (start[mid] <= i) lo = mid; else hi = mid; }
    int next = start[lo + 1], v = value[lo];
    for (; i < end; i += 32) {
        if (i >= next) {
            do { ++lo; next = start[lo + 1]; } while (next <= i);
            v = value[lo];
        }
        out[i] = v;
    }
}

// ---------------------------------------------------------------- triggering intensity of an event catalogue
constexpr int kEventRows = 128, kEventChunks = 528, kEvents = kEventRows * kEventChunks;

template <bool MASK>
__device__ __forceinline__ void event_tile(const float4* s, int j0, int i0, int i1, const float4& a, const float4& b, float& ra, float& rb) {
#pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float4 e = s[k];
        float dx = a.x - e.x, dy = a.y - e.y, dz = a.z - e.z;
        float w = fmaxf(fmaf(-0.25f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.0f), 0.0f);
        float ex = b.x - e.x, ey = b.y - e.y, ez = b.z - e.z;
        float u = fmaxf(fmaf(-0.25f, fmaf(ex, ex, fmaf(ey, ey, ez * ez)), 1.0f), 0.0f);
        if (MASK) { if (j0 + k >= i0) w = 0; if (j0 + k >= i1) u = 0; }
        ra = fmaf(w * w, w * e.w, ra);
        rb = fmaf(u * u, u * e.w, rb);
    }
}
__device__ __forceinline__ void event_chunk(const float4* __restrict__ ev, float* __restrict__ out, int chunk, float4* tile, float (*red)[kEventRows]) {
    const int g = threadIdx.x >> 6, r = threadIdx.x & 63, base = chunk * kEventRows;
    const int i0 = base + r, i1 = base + 64 + r;
    const float4 a = ev[i0], b = ev[i1];
    float ra = 0, rb = 0;
    for (int t = 0; t < base + kEventRows; t += 512) {
        __syncthreads();
        tile[threadIdx.x] = ev[t + threadIdx.x];
        __syncthreads();
        if (t + 512 <= base) event_tile<false>(tile + g * 64, t + g * 64, i0, i1, a, b, ra, rb);
        else event_tile<true>(tile + g * 64, t + g * 64, i0, i1, a, b, ra, rb);
    }
    red[g][r] = ra; red[g][64 + r] = rb;
    __syncthreads();
    if (threadIdx.x < kEventRows) {
        float s = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) s += red[k][threadIdx.x];
        out[base + threadIdx.x] = s;
    }
    __syncthreads();
}
__global__ void __launch_bounds__(512, 2) orchid_pebble_bb4_a(const float4* __restrict__ ev, float* __restrict__ out) {
    __shared__ float4 tile[512];
    __shared__ float red[8][kEventRows];
#pragma unroll 1
    for (int c = 0; c < 2; ++c) event_chunk(ev, out, 2 * blockIdx.x + c, tile, red);
}
__global__ void __launch_bounds__(512, 2) orchid_pebble_bb4_b(const float4* __restrict__ ev, float* __restrict__ out) {
    __shared__ float4 tile[512];
    __shared__ float red[8][kEventRows];
#pragma unroll 1
    for (int c = 0; c < 2; ++c) event_chunk(ev, out, c == 0 ? blockIdx.x : kEventChunks - 1 - blockIdx.x, tile, red);
}

// ---------------------------------------------------------------- zigzag decoding of a column
constexpr int kColumn = 1 << 26;

__device__ __forceinline__ int unzig(int x) { return (int)((uint32_t)x >> 1) ^ -(x & 1); }
__global__ void walnut_breeze_bb4_a(const int* __restrict__ in, int* __restrict__ out) {
    const int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = unzig(in[i]);
}
__global__ void __launch_bounds__(256) walnut_breeze_bb4_b(const int* __restrict__ in, int* __restrict__ out) {
    const int i = blockIdx.x * 2048 + threadIdx.x;
    int v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[i + k * 256];
#pragma unroll
    for (int k = 0; k < 8; ++k) out[i + k * 256] = unzig(v[k]);
}

// ---------------------------------------------------------------- inverse DCT of 8x8 blocks
constexpr int kDct = 1 << 20;

__global__ void fill_coefficients(short* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (short)((int)(harness::hash32((uint32_t)i + 99u) % 41u) - 20);
}
__global__ void crimson_otter_bb4_a(const short* __restrict__ coef, const float* __restrict__ basis, const float* __restrict__ quant, uint8_t* __restrict__ out) {
    __shared__ __align__(16) float s[64], m[64];
    const int t = threadIdx.x, r = t >> 3, c = t & 7;
    float bc[8], br[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { bc[k] = basis[k * 8 + c]; br[k] = basis[k * 8 + r]; }
    const size_t at = (size_t)blockIdx.x * 64 + t;
    s[t] = coef[at] * quant[t];
    __syncthreads();
    float v = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v = fmaf(s[r * 8 + k], bc[k], v);
    m[t] = v;
    __syncthreads();
    v = 128.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v = fmaf(br[k], m[k * 8 + c], v);
    out[at] = (uint8_t)(int)fminf(fmaxf(v, 0.0f), 255.0f);
}
__global__ void __launch_bounds__(256) crimson_otter_bb4_b(const short* __restrict__ coef, const float* __restrict__ basis, const float* __restrict__ quant, uint8_t* __restrict__ out) {
    __shared__ __align__(16) float s[256], m[256];
    const int t = threadIdx.x & 63, o = threadIdx.x & ~63, r = t >> 3, c = t & 7;
    float bc[8], br[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { bc[k] = basis[k * 8 + c]; br[k] = basis[k * 8 + r]; }
    const float q = quant[t];
    size_t at = (size_t)blockIdx.x * 4096 + threadIdx.x;
    short next = coef[at];
#pragma unroll 1
    for (int it = 0; it < 16; ++it, at += 256) {
        s[threadIdx.x] = next * q;
        if (it < 15) next = coef[at + 256];
        __syncthreads();
        float v = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) v = fmaf(s[o + r * 8 + k], bc[k], v);
        m[threadIdx.x] = v;
        __syncthreads();
        v = 128.0f;
#pragma unroll
        for (int k = 0; k < 8; ++k) v = fmaf(br[k], m[o + k * 8 + c], v);
        out[at] = (uint8_t)(int)fminf(fmaxf(v, 0.0f), 255.0f);
    }
}

// ---------------------------------------------------------------- material points of 6x6 spectral elements
constexpr int kElements = 65536, kPoints = 36;

__device__ __forceinline__ float relax(float load) {
    float x = 0.3f * load, y = 0.0f;
#pragma unroll 4
    for (int s = 0; s < 300; ++s) {
        float f = fmaf(x, fmaf(x, fmaf(x, 0.05f, 0.1f), 1.0f), y) - load;
        y = fmaf(0.01f, fmaf(-0.7f, y, x), y);
        x = fmaf(-0.02f, f, x);
    }
    return x + y;
}
__global__ void maple_comet_bb4_a(const float* __restrict__ load, float* __restrict__ out) {
    __shared__ float s[kPoints];
    const int at = blockIdx.x * kPoints + threadIdx.x;
    const float v = relax(load[at]);
    s[threadIdx.x] = v;
    __syncthreads();
    float mean = 0;
#pragma unroll
    for (int k = 0; k < kPoints; ++k) mean += s[k];
    out[at] = v - 0.5f * mean * (1.0f / kPoints);
}
__global__ void __launch_bounds__(288) maple_comet_bb4_b(const float* __restrict__ load, float* __restrict__ out) {
    __shared__ float s[8 * kPoints];
    const int at = blockIdx.x * (8 * kPoints) + threadIdx.x, e = threadIdx.x / kPoints * kPoints;
    const float v = relax(load[at]);
    s[threadIdx.x] = v;
    __syncthreads();
    float mean = 0;
#pragma unroll
    for (int k = 0; k < kPoints; ++k) mean += s[e + k];
    out[at] = v - 0.5f * mean * (1.0f / kPoints);
}

// ---------------------------------------------------------------- mixture scores of amino-acid profiles
constexpr int kAmino = 20, kMix = 16, kDegree = 10, kProfileGrid = 5280, kPositions = kProfileGrid * 8 * 24;
__constant__ float mix_coef[kMix][kDegree];

__device__ __forceinline__ float mixture(float x, const float* w) {
    float s = 0;
#pragma unroll
    for (int k = 0; k < kMix; ++k) {
        float p = mix_coef[k][0];
#pragma unroll
        for (int d = 1; d < kDegree; ++d) p = fmaf(p, x, mix_coef[k][d]);
        s = fmaf(w[k], p, s);
    }
    return s;
}
__global__ void __launch_bounds__(256) indigo_ferry_bb4_a(const float* __restrict__ counts, const float* __restrict__ weight, float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    if (lane >= kAmino) return;
    float w[kMix];
#pragma unroll
    for (int k = 0; k < kMix; ++k) w[k] = weight[k * kAmino + lane];
#pragma unroll 1
    for (int pos = blockIdx.x * 8 + (threadIdx.x >> 5); pos < kPositions; pos += gridDim.x * 8)
        out[pos * kAmino + lane] = mixture(counts[pos * kAmino + lane], w);
}
__global__ void __launch_bounds__(256) indigo_ferry_bb4_b(const float* __restrict__ counts, const float* __restrict__ weight, float* __restrict__ out) {
    const int first = blockIdx.x * 256 + threadIdx.x, amino = first % kAmino;
    float w[kMix];
#pragma unroll
    for (int k = 0; k < kMix; ++k) w[k] = weight[k * kAmino + amino];
#pragma unroll 1
    for (int i = first; i < kPositions * kAmino; i += gridDim.x * 256) out[i] = mixture(counts[i], w);
}

// ---------------------------------------------------------------- accrual of loan contracts
constexpr int kLoanBlocks = 132 * 48 + 10, kLoans = kLoanBlocks * 1024;

__device__ __forceinline__ float accrue(float rate) {
    float bal = 1.0f, paid = 0.0f, r = 0.01f + 0.005f * rate;
#pragma unroll 4
    for (int m = 0; m < 180; ++m) {
        float interest = bal * r;
        float pay = fmaf(0.3f, interest, 0.004f);
        paid = fmaf(pay, 0.5f, paid);
        bal = bal + interest - pay;
        r = fmaf(r, 0.999f, 1e-6f);
    }
    return bal + paid;
}
__global__ void __launch_bounds__(1024) saffron_glacier_bb4_a(const float* __restrict__ rate, float* __restrict__ out) {
    const int i = blockIdx.x * 1024 + threadIdx.x;
    out[i] = accrue(rate[i]);
}
__global__ void __launch_bounds__(256) saffron_glacier_bb4_b(const float* __restrict__ rate, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = accrue(rate[i]);
}

// ---------------------------------------------------------------- CORDIC phase of I/Q samples
constexpr int kIq = 16000000;

__device__ __forceinline__ int cordic_phase(int v, const int* steps) {
    int x = (v & 0xffff) + 1000, y = (v >> 8) - 40000, z = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        int sx = x >> k, sy = y >> k, a = steps[k];
        if (y < 0) { x -= sy; y += sx; z -= a; }
        else { x += sy; y -= sx; z += a; }
    }
    return z;
}
struct Steps { int a[16]; };
__global__ void tundra_violin_bb4_a(const int* __restrict__ iq, int* __restrict__ out, Steps st) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cordic_phase(iq[i], st.a);
}
__global__ void tundra_violin_bb4_b(const int* __restrict__ iq, int* __restrict__ out, Steps st) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cordic_phase(iq[i], st.a);
}

// ---------------------------------------------------------------- stream update
constexpr int kTriad4 = 264 * 1024 * 4 * 16;

__global__ void __launch_bounds__(1024, 2) cobalt_meadow_bb4_a(const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ out, float s) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kTriad4; i += 2 * 264 * 1024) {
        float4 p = b[i], q = b[i + 264 * 1024], u = c[i], v = c[i + 264 * 1024];
        p.x = fmaf(s, u.x, p.x); p.y = fmaf(s, u.y, p.y); p.z = fmaf(s, u.z, p.z); p.w = fmaf(s, u.w, p.w);
        q.x = fmaf(s, v.x, q.x); q.y = fmaf(s, v.y, q.y); q.z = fmaf(s, v.z, q.z); q.w = fmaf(s, v.w, q.w);
        out[i] = p; out[i + 264 * 1024] = q;
    }
}

// ---------------------------------------------------------------- orbits of differing length
constexpr int kOrbitBlocks = 21120;

__global__ void __launch_bounds__(96) ginger_falcon_bb4_a(const float* __restrict__ seed, const int* __restrict__ length, float* __restrict__ out) {
    const int at = blockIdx.x * (96 * 8) + threadIdx.x;
    const int n = length[blockIdx.x];
    float x[8], c[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { float v = seed[at + k * 96]; c[k] = 0.4f * v - 0.45f; x[k] = 0.5f * v; }
#pragma unroll 1
    for (int s = 0; s < n; s += 8)
#pragma unroll
        for (int j = 0; j < 8; ++j)
#pragma unroll
            for (int k = 0; k < 8; ++k) x[k] = fmaf(x[k], x[k], c[k]);
#pragma unroll
    for (int k = 0; k < 8; ++k) out[at + k * 96] = x[k];
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto pair = [&](const std::string& name, std::function<void()> a, std::function<void()> b, const void* out, size_t n, Output type) {
        cases.push_back({name + "_a", a, out, n, type});
        if (b) cases.push_back({name + "_b", b, out, n, type});
    };
    {
        const size_t n = (size_t)kContigs * kContigLen;
        const uint32_t* seq = (const uint32_t*)harness::indices((size_t)kContigs * kContigWords, 0xffffffffu, 11);
        int* out = harness::empty<int>(n);
        pair("copper_lantern_bb4", [=] { copper_lantern_bb4_a<<<kContigs, 512>>>(seq, out); },
             [=] { copper_lantern_bb4_b<<<dim3(kContigs, 64), 512>>>(seq, out); }, out, n, Output::i32);
    }
    {
        const float* init = harness::filled<float>((size_t)kVars * kMembers, 3);
        float* out = harness::empty<float>(kMembers);
        pair("velvet_harbor_bb4", [=] { velvet_harbor_bb4_a<<<kMembers / 1024, 1024>>>(init, out); },
             [=] { velvet_harbor_bb4_b<<<kMembers / 32, 32>>>(init, out); }, out, kMembers, Output::f32);
    }
    {
        const size_t n = (size_t)kTexW * kTexH;
        float* tex = harness::empty<float>(n);
        pair("quiet_marble_bb4", [=] { quiet_marble_bb4_a<<<dim3(kTexW / 128, kTexH / 128), 1024>>>(tex); },
             [=] { quiet_marble_bb4_b<<<dim3(kTexW / 64, kTexH / 4), 256>>>(tex); }, tex, n, Output::f32);
    }
    {
        Key key;
        for (int k = 0; k < 8; ++k) key.k[k] = harness::hash32(k + 5);
        for (int k = 0; k < 3; ++k) key.n[k] = harness::hash32(k + 50);
        int* out = harness::empty<int>(kStreamItems);
        pair("amber_thistle_bb4", [=] { amber_thistle_bb4_a<<<kStreamBlocks, 1024>>>(key, out); },
             [=] { amber_thistle_bb4_b<<<132, 1024>>>(key, out); }, out, kStreamItems, Output::i32);
    }
    {
        std::vector<int> start(kRuns + 1);
        int at = 0;
        for (int r = 0; r < kRuns; ++r) {
            start[r] = at;
            int len = 64 * (2 + harness::hash32(r + 77) % 7u), b = r / kRunsPer;
            if (b == 301 || b == 778 || b == 1190 || b == 1533) len *= 300;
            at += len;
        }
        start[kRuns] = at;
        const int total = at;
        const int* st = harness::uploaded(start);
        const int* value = harness::indices(kRuns, 1000, 21);
        int* out = harness::empty<int>(total);
        pair("silver_canyon_bb4", [=] { silver_canyon_bb4_a<<<kRunBlocks, 256>>>(st, value, out); },
             [=] { silver_canyon_bb4_b<<<(total + 16383) / 16384, 256>>>(st, value, out, total); }, out, total, Output::i32);
    }
    {
        const float4* ev = (const float4*)harness::filled<float>((size_t)kEvents * 4, 5);
        float* out = harness::empty<float>(kEvents);
        pair("orchid_pebble_bb4", [=] { orchid_pebble_bb4_a<<<kEventChunks / 2, 512>>>(ev, out); },
             [=] { orchid_pebble_bb4_b<<<kEventChunks / 2, 512>>>(ev, out); }, out, kEvents, Output::f32);
    }
    {
        const int* in = harness::indices(kColumn, 1u << 30, 31);
        int* out = harness::empty<int>(kColumn);
        pair("walnut_breeze_bb4", [=] { walnut_breeze_bb4_a<<<kColumn / 32, 32>>>(in, out); },
             [=] { walnut_breeze_bb4_b<<<kColumn / 2048, 256>>>(in, out); }, out, kColumn, Output::i32);
    }
    {
        const size_t n = (size_t)kDct * 64;
        short* coef; CHECK(cudaMalloc(&coef, n * sizeof(short)));
        fill_coefficients<<<2048, 256>>>(coef, n);
        std::vector<float> basis(64), quant(64);
        for (int k = 0; k < 8; ++k)
            for (int x = 0; x < 8; ++x) basis[k * 8 + x] = (float)((k ? 0.5 : std::sqrt(0.125)) * std::cos((2 * x + 1) * k * 3.14159265358979 / 16));
        for (int k = 0; k < 64; ++k) quant[k] = 1.0f + 0.03f * k;
        const float *bs = harness::uploaded(basis), *qt = harness::uploaded(quant);
        uint8_t* out = harness::empty<uint8_t>(n);
        pair("crimson_otter_bb4", [=] { crimson_otter_bb4_a<<<kDct, 64>>>(coef, bs, qt, out); },
             [=] { crimson_otter_bb4_b<<<kDct / 64, 256>>>(coef, bs, qt, out); }, out, n, Output::u8);
    }
    {
        const size_t n = (size_t)kElements * kPoints;
        const float* load = harness::filled<float>(n, 9);
        float* out = harness::empty<float>(n);
        pair("maple_comet_bb4", [=] { maple_comet_bb4_a<<<kElements, kPoints>>>(load, out); },
             [=] { maple_comet_bb4_b<<<kElements / 8, 8 * kPoints>>>(load, out); }, out, n, Output::f32);
    }
    {
        const size_t n = (size_t)kPositions * kAmino;
        const float* counts = harness::filled<float>(n, 13);
        const float* weight = harness::filled<float>(kMix * kAmino, 14);
        float table[kMix][kDegree];
        for (int k = 0; k < kMix; ++k)
            for (int d = 0; d < kDegree; ++d) table[k][d] = harness::unit(k * 31 + d + 500);
        CHECK(cudaMemcpyToSymbol(mix_coef, table, sizeof table));
        float* out = harness::empty<float>(n);
        pair("indigo_ferry_bb4", [=] { indigo_ferry_bb4_a<<<kProfileGrid, 256>>>(counts, weight, out); },
             [=] { indigo_ferry_bb4_b<<<kProfileGrid, 256>>>(counts, weight, out); }, out, n, Output::f32);
    }
    {
        const float* rate = harness::filled<float>(kLoans, 17);
        float* out = harness::empty<float>(kLoans);
        pair("saffron_glacier_bb4", [=] { saffron_glacier_bb4_a<<<kLoanBlocks, 1024>>>(rate, out); },
             [=] { saffron_glacier_bb4_b<<<kLoanBlocks * 4, 256>>>(rate, out); }, out, kLoans, Output::f32);
    }
    {
        const int* iq = harness::indices(kIq, 1u << 24, 19);
        int* out = harness::empty<int>(kIq);
        Steps st;
        for (int k = 0; k < 16; ++k) st.a[k] = (int)(std::atan(std::ldexp(1.0, -k)) * (1 << 24));
        pair("tundra_violin_bb4", [=] { tundra_violin_bb4_a<<<kIq / 250, 250>>>(iq, out, st); },
             [=] { tundra_violin_bb4_b<<<kIq / 256, 256>>>(iq, out, st); }, out, kIq, Output::i32);
    }
    {
        const size_t n = (size_t)kTriad4 * 4;
        const float4 *b = (const float4*)harness::filled<float>(n, 23), *c = (const float4*)harness::filled<float>(n, 24);
        float4* out = (float4*)harness::empty<float>(n);
        pair("cobalt_meadow_bb4", [=] { cobalt_meadow_bb4_a<<<264, 1024>>>(b, c, out, 0.7f); }, nullptr, out, n, Output::f32);
    }
    {
        const size_t n = (size_t)kOrbitBlocks * 96 * 8;
        const float* seed = harness::filled<float>(n, 29);
        std::vector<int> length(kOrbitBlocks);
        for (int b = 0; b < kOrbitBlocks; ++b) length[b] = 8 * (10 + (int)(240.0 * (kOrbitBlocks - b) / kOrbitBlocks));
        const int* len = harness::uploaded(length);
        float* out = harness::empty<float>(n);
        pair("ginger_falcon_bb4", [=] { ginger_falcon_bb4_a<<<kOrbitBlocks, 96>>>(seed, len, out); }, nullptr, out, n, Output::f32);
    }
    return harness::run(argc, argv, cases);
}
