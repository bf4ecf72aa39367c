#include "harness.cuh"

#include <random>

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- scenario shortfall: pnl[position][32 scenarios]
constexpr int kScen = 32;

__global__ void amber_kettle_bf2_a(const float* __restrict__ pnl, float* __restrict__ shortfall, int positions) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= positions) return;
    float loss = 0.0f, worst = 0.0f;
    for (int s = 0; s < kScen; ++s) {
        float v = fminf(pnl[(size_t)p * kScen + s], 0.0f);
        loss = fmaf(v, v, loss);
        worst = fminf(worst, v);
    }
    shortfall[p] = sqrtf(loss * (1.0f / kScen)) - 0.1f * worst;
}

__global__ void amber_kettle_bf2_b(const float* __restrict__ pnl, float* __restrict__ shortfall, int positions) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int p = t >> 3, part = t & 7;  // eight lanes share a position
    if (p >= positions) return;
    float4 q = reinterpret_cast<const float4*>(pnl)[(size_t)p * (kScen / 4) + part];
    float a = fminf(q.x, 0.0f), b = fminf(q.y, 0.0f), c = fminf(q.z, 0.0f), d = fminf(q.w, 0.0f);
    float loss = a * a + b * b + c * c + d * d;
    float worst = fminf(fminf(a, b), fminf(c, d));
    for (int o = 4; o > 0; o >>= 1) {
        loss += __shfl_xor_sync(0xffffffffu, loss, o);
        worst = fminf(worst, __shfl_xor_sync(0xffffffffu, worst, o));
    }
    if (part == 0) shortfall[p] = sqrtf(loss * (1.0f / kScen)) - 0.1f * worst;
}

// ---------------------------------------------------------------- batch norm + relu, NHWC to NCHW
constexpr int kChan = 64, kPix = 56 * 56;

__global__ void plain_otter_bf2_a(const float* __restrict__ in, const float* __restrict__ scale, const float* __restrict__ shift,
                                  float* __restrict__ out) {
    const size_t image = (size_t)blockIdx.y * kPix * kChan;
    unsigned base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned e = base + k * 256;
        unsigned c = e % kChan, p = e / kChan;
        float v = fmaf(in[image + e], scale[c], shift[c]);
        out[image + (size_t)c * kPix + p] = fmaxf(v, 0.0f);
    }
}

__global__ void plain_otter_bf2_b(const float* __restrict__ in, const float* __restrict__ scale, const float* __restrict__ shift,
                                  float* __restrict__ out) {
    __shared__ float tile[32][kChan + 1];
    const size_t image = (size_t)blockIdx.y * kPix * kChan;
    const int p0 = blockIdx.x * 32;
    int c = threadIdx.x % kChan, row = threadIdx.x / kChan;
    float s = scale[c], b = shift[c];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int p = row + k * 4;
        tile[p][c] = fmaxf(fmaf(in[image + (size_t)(p0 + p) * kChan + c], s, b), 0.0f);
    }
    __syncthreads();
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int ch = warp + k * 8;
        out[image + (size_t)ch * kPix + p0 + lane] = tile[lane][ch];
    }
}

// ---------------------------------------------------------------- threat score of game entities
struct Entity {
    float px, py, pz, yaw;
    float vx, vy, vz, health;
    float armour, aggro, target, cooldown;
    float mana, stamina, lod, seed;
};

__device__ inline float threat(float health, float aggro, float cooldown) {
    return fabsf(aggro) * (2.0f + health) / (1.5f + cooldown);
}

__global__ void velvet_anchor_bf2_a(const Entity* __restrict__ e, float* __restrict__ score, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) score[i] = threat(e[i].health, e[i].aggro, e[i].cooldown);
}

__global__ void velvet_anchor_bf2_b(const float* __restrict__ health, const float* __restrict__ aggro,
                                    const float* __restrict__ cooldown, float* __restrict__ score, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) score[i] = threat(health[i], aggro[i], cooldown[i]);
}

__global__ void setup_split(const Entity* e, float* health, float* aggro, float* cooldown, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { health[i] = e[i].health; aggro[i] = e[i].aggro; cooldown[i] = e[i].cooldown; }
}

// ---------------------------------------------------------------- field at particle positions (particle in cell, 1D)
__device__ inline void field_energy(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ frac,
                                    float* __restrict__ energy, int n) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    int c[4];
    float f[4], l[4], r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = min(base + k * 256, n - 1);
        c[k] = cell[i];
        f[k] = frac[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        l[k] = field[c[k]];
        r[k] = field[c[k] + 1];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = base + k * 256;
        float e = fmaf(f[k], r[k] - l[k], l[k]);
        if (i < n) energy[i] = e * e;
    }
}

__global__ void copper_lantern_bf2_a(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ frac,
                                     float* __restrict__ energy, int n) {
    field_energy(field, cell, frac, energy, n);
}

__global__ void copper_lantern_bf2_b(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ frac,
                                     float* __restrict__ energy, int n) {
    field_energy(field, cell, frac, energy, n);
}

// ---------------------------------------------------------------- cross-fade of two 8-bit frames
__device__ inline unsigned fade(unsigned a, unsigned b, unsigned w) { return (a * w + b * (256 - w) + 128) >> 8; }

__global__ void silent_maple_bf2_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out,
                                   unsigned w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)fade(a[i], b[i], w);
}

__device__ inline unsigned fade4(unsigned a, unsigned b, unsigned w) {
    unsigned even = ((a & 0xff00ffu) * w + (b & 0xff00ffu) * (256 - w) + 0x800080u) >> 8 & 0xff00ffu;
    unsigned odd = ((a >> 8 & 0xff00ffu) * w + (b >> 8 & 0xff00ffu) * (256 - w) + 0x800080u) & 0xff00ff00u;
    return even | odd;
}

__global__ void silent_maple_bf2_b(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out,
                                   unsigned w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 16) return;
    uint4 p = reinterpret_cast<const uint4*>(a)[i], q = reinterpret_cast<const uint4*>(b)[i];
    reinterpret_cast<uint4*>(out)[i] =
        make_uint4(fade4(p.x, q.x, w), fade4(p.y, q.y, w), fade4(p.z, q.z, w), fade4(p.w, q.w, w));
}

// ---------------------------------------------------------------- Keccak-f[1600] of short messages
__constant__ unsigned long long kRound[24] = {
    0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, 0x000000000000808bull,
    0x0000000080000001ull, 0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008aull, 0x0000000000000088ull,
    0x0000000080008009ull, 0x000000008000000aull, 0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull,
    0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull, 0x000000000000800aull, 0x800000008000000aull,
    0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};

__device__ inline unsigned long long rotl(unsigned long long v, int r) { return r ? (v << r) | (v >> (64 - r)) : v; }

__device__ inline void keccak(const unsigned long long* __restrict__ msg, int* __restrict__ digest, int n) {
    constexpr int rho[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long s[25];
#pragma unroll
    for (int k = 0; k < 25; ++k) s[k] = k < 8 ? msg[(size_t)k * n + i] : 0ull;
    s[8] = 0x06ull;
    s[16] = 0x8000000000000000ull;
#pragma unroll 1
    for (int round = 0; round < 24; ++round) {
        unsigned long long c[5], b[25];
#pragma unroll
        for (int x = 0; x < 5; ++x) c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
#pragma unroll
        for (int x = 0; x < 5; ++x) {
            unsigned long long d = c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1);
#pragma unroll
            for (int y = 0; y < 5; ++y) s[x + 5 * y] ^= d;
        }
#pragma unroll
        for (int y = 0; y < 5; ++y)
#pragma unroll
            for (int x = 0; x < 5; ++x) b[y + 5 * ((2 * x + 3 * y) % 5)] = rotl(s[x + 5 * y], rho[x + 5 * y]);
#pragma unroll
        for (int y = 0; y < 5; ++y)
#pragma unroll
            for (int x = 0; x < 5; ++x) s[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
        s[0] ^= kRound[round];
    }
    digest[i] = (int)((s[0] ^ s[1]) >> 33);
    digest[(size_t)n + i] = (int)((s[2] ^ s[3]) >> 33);
}

__global__ void __launch_bounds__(256, 8) bright_quarry_bf2_a(const unsigned long long* __restrict__ msg, int* __restrict__ digest, int n) {
    keccak(msg, digest, n);
}

__global__ void __launch_bounds__(256) bright_quarry_bf2_b(const unsigned long long* __restrict__ msg, int* __restrict__ digest, int n) {
    keccak(msg, digest, n);
}

// ---------------------------------------------------------------- texture blocks of 16 codes between two ends to 8-bit texels
__global__ void dusty_harbor_bf2_a(const unsigned* __restrict__ ends, const uint2* __restrict__ codes, uint4* __restrict__ texels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned e0 = ends[i] & 255, e1 = ends[i] >> 8 & 255;
    uint2 code = codes[i];
    unsigned palette[16];
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) palette[k] = (((15 - k) * e0 + k * e1 + 7) * 34953u) >> 19;  // divided by 15
    unsigned r[4];
#pragma unroll
    for (int y = 0; y < 4; ++y) {
        unsigned c = (y < 2 ? code.x : code.y) >> (16 * (y & 1));
        r[y] = 0;
#pragma unroll
        for (int x = 0; x < 4; ++x) r[y] |= palette[c >> (4 * x) & 15] << (8 * x);
    }
    texels[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

__global__ void dusty_harbor_bf2_b(const unsigned* __restrict__ ends, const uint2* __restrict__ codes, uint4* __restrict__ texels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned e0 = ends[i] & 255, e1 = ends[i] >> 8 & 255;
    uint2 code = codes[i];
    const unsigned start = (15 * e0 + 7) * 34953u, step = (e1 - e0) * 34953u;
    unsigned r[4];
#pragma unroll
    for (int y = 0; y < 4; ++y) {
        unsigned c = (y < 2 ? code.x : code.y) >> (16 * (y & 1));
        r[y] = 0;
#pragma unroll
        for (int x = 0; x < 4; ++x) r[y] |= (start + (c >> (4 * x) & 15) * step) >> 19 << (8 * x);
    }
    texels[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

// ---------------------------------------------------------------- softmax of rows
__device__ inline float block_reduce(float v, bool largest) {
    __shared__ float part[4];
    for (int o = 16; o > 0; o >>= 1) {
        float w = __shfl_xor_sync(0xffffffffu, v, o);
        v = largest ? fmaxf(v, w) : v + w;
    }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    float a = part[0], b = part[1], c = part[2], d = part[3];
    __syncthreads();
    return largest ? fmaxf(fmaxf(a, b), fmaxf(c, d)) : (a + b) + (c + d);
}

__device__ inline void softmax_row(const float* __restrict__ in, float* __restrict__ out, int cols, float* row) {
    const size_t base = (size_t)blockIdx.x * cols;
    float top = -1e30f;
    for (int j = threadIdx.x; j < cols; j += 128) {
        float v = in[base + j];
        row[j] = v;
        top = fmaxf(top, v);
    }
    top = block_reduce(top, true);
    float sum = 0.0f;
    for (int j = threadIdx.x; j < cols; j += 128) {
        float e = __expf(row[j] - top);
        row[j] = e;
        sum += e;
    }
    float inv = 1.0f / block_reduce(sum, false);
    for (int j = threadIdx.x; j < cols; j += 128) out[base + j] = row[j] * inv;
}

extern __shared__ __align__(16) float dynamic_smem[];

__global__ void __launch_bounds__(128) lucky_spindle_bf2_a(const float* __restrict__ in, float* __restrict__ out, int cols) {
    softmax_row(in, out, cols, dynamic_smem);
}

__global__ void __launch_bounds__(128) lucky_spindle_bf2_b(const float* __restrict__ in, float* __restrict__ out, int cols) {
    softmax_row(in, out, cols, dynamic_smem);
}

// ---------------------------------------------------------------- three-compartment drug model, RK4
__device__ inline void compartments(const float* __restrict__ rates, float* __restrict__ auc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float k10 = 0.5f + 0.3f * rates[i], k12 = 0.6f + 0.2f * rates[n + i], k13 = 0.4f + 0.2f * rates[2 * n + i];
    float k21 = 0.5f + 0.2f * rates[3 * n + i], k31 = 0.3f + 0.1f * rates[4 * n + i];
    float out = -(k10 + k12 + k13), a = 1.0f, b = 0.0f, c = 0.0f, area = 0.0f;
    const float h = 0.05f;
#pragma unroll 1
    for (int step = 0; step < 96; ++step) {
        float a1 = fmaf(out, a, fmaf(k21, b, k31 * c)), b1 = fmaf(k12, a, -k21 * b), c1 = fmaf(k13, a, -k31 * c);
        float x = fmaf(0.5f * h, a1, a), y = fmaf(0.5f * h, b1, b), z = fmaf(0.5f * h, c1, c);
        float a2 = fmaf(out, x, fmaf(k21, y, k31 * z)), b2 = fmaf(k12, x, -k21 * y), c2 = fmaf(k13, x, -k31 * z);
        x = fmaf(0.5f * h, a2, a); y = fmaf(0.5f * h, b2, b); z = fmaf(0.5f * h, c2, c);
        float a3 = fmaf(out, x, fmaf(k21, y, k31 * z)), b3 = fmaf(k12, x, -k21 * y), c3 = fmaf(k13, x, -k31 * z);
        x = fmaf(h, a3, a); y = fmaf(h, b3, b); z = fmaf(h, c3, c);
        float a4 = fmaf(out, x, fmaf(k21, y, k31 * z)), b4 = fmaf(k12, x, -k21 * y), c4 = fmaf(k13, x, -k31 * z);
        area = fmaf(h, a, area);
        a = fmaf(h / 6.0f, a1 + 2.0f * (a2 + a3) + a4, a);
        b = fmaf(h / 6.0f, b1 + 2.0f * (b2 + b3) + b4, b);
        c = fmaf(h / 6.0f, c1 + 2.0f * (c2 + c3) + c4, c);
    }
    auc[i] = area;
}

__global__ void windy_thimble_bf2_a(const float* __restrict__ rates, float* __restrict__ auc, int n) { compartments(rates, auc, n); }

__global__ void windy_thimble_bf2_b(const float* __restrict__ rates, float* __restrict__ auc, int n) { compartments(rates, auc, n); }

// ---------------------------------------------------------------- envelope of radio channels
__device__ inline float magnitude(float2 v) {  // alpha max plus beta min
    float a = fabsf(v.x), b = fabsf(v.y);
    return 0.96043f * fmaxf(a, b) + 0.39782f * fminf(a, b);
}

__global__ void __launch_bounds__(256) olive_compass_bf2_a(const float2* __restrict__ iq, float* __restrict__ envelope, int samples) {
    const float2* in = iq + (size_t)blockIdx.x * samples;
    float* out = envelope + (size_t)blockIdx.x * samples;
    for (int i = threadIdx.x; i < samples; i += 256) {
        float2 v = in[i];
        out[i] = magnitude(v);
    }
}

__global__ void __launch_bounds__(256) olive_compass_bf2_b(const float2* __restrict__ iq, float* __restrict__ envelope, int samples) {
    const float2* in = iq + (size_t)blockIdx.y * samples;
    float* out = envelope + (size_t)blockIdx.y * samples;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < samples; i += gridDim.x * 256) {
        float2 v = in[i];
        out[i] = magnitude(v);
    }
}

// ---------------------------------------------------------------- electrostatic potential on a lattice
constexpr int kAtoms = 512, kAtomTile = 256, kPoints = 8;

template <int Threads>
__device__ inline void potential(const float4* __restrict__ atoms, float* __restrict__ phi) {
    __shared__ float4 tile[kAtomTile];
    const int base = blockIdx.x * Threads * kPoints + threadIdx.x;
    float x[kPoints], y[kPoints], z[kPoints], sum[kPoints];
#pragma unroll
    for (int k = 0; k < kPoints; ++k) {
        int i = base + k * Threads;
        x[k] = (i & 127) * 0.015f - 1.0f;
        y[k] = (i >> 7 & 127) * 0.015f - 1.0f;
        z[k] = (i >> 14) * 0.012f - 1.0f;
        sum[k] = 0.0f;
    }
    for (int first = 0; first < kAtoms; first += kAtomTile) {
        __syncthreads();
#pragma unroll 1
        for (int j = threadIdx.x; j < kAtomTile; j += Threads) {
            float4 a = atoms[first + j];
            a.w = 0.2f + fabsf(a.w);
            tile[j] = a;
        }
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < kAtomTile; ++j) {
            float4 a = tile[j];
#pragma unroll
            for (int k = 0; k < kPoints; ++k) {
                float dx = x[k] - a.x, dy = y[k] - a.y, dz = z[k] - a.z;
                sum[k] = fmaf(a.w, rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)))), sum[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < kPoints; ++k) phi[base + k * Threads] = sum[k];
}

__global__ void __launch_bounds__(1024) misty_ladder_bf2_a(const float4* __restrict__ atoms, float* __restrict__ phi) {
    potential<1024>(atoms, phi);
}

__global__ void __launch_bounds__(128) misty_ladder_bf2_b(const float4* __restrict__ atoms, float* __restrict__ phi) {
    potential<128>(atoms, phi);
}

// ---------------------------------------------------------------- vertices of many meshes into world space
__device__ inline float4 transform(const float4* __restrict__ m, float4 v) {
    float4 r0 = m[0], r1 = m[1], r2 = m[2];
    return make_float4(fmaf(r0.x, v.x, fmaf(r0.y, v.y, fmaf(r0.z, v.z, r0.w))), fmaf(r1.x, v.x, fmaf(r1.y, v.y, fmaf(r1.z, v.z, r1.w))),
                       fmaf(r2.x, v.x, fmaf(r2.y, v.y, fmaf(r2.z, v.z, r2.w))), v.w);
}

__global__ void __launch_bounds__(256) rusty_parade_bf2_a(const float4* __restrict__ vertex, const float4* __restrict__ matrix,
                                                          const int* __restrict__ first, float4* __restrict__ world) {
    const int mesh = blockIdx.x, end = first[mesh + 1];
    for (int v = first[mesh] + threadIdx.x; v < end; v += 256) world[v] = transform(matrix + 3 * mesh, vertex[v]);
}

__global__ void __launch_bounds__(256) rusty_parade_bf2_b(const float4* __restrict__ vertex, const float4* __restrict__ matrix,
                                                          const int4* __restrict__ piece, float4* __restrict__ world) {
    const int4 p = piece[blockIdx.x];  // mesh, first vertex, end
    for (int v = p.y + threadIdx.x; v < p.z; v += 256) world[v] = transform(matrix + 3 * p.x, vertex[v]);
}

// ---------------------------------------------------------------- revenue of a column scan
__device__ inline void revenue(const float* __restrict__ price, const float* __restrict__ amount, float* __restrict__ out, int n) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    float p[4], q[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = min(base + k * 256, n - 1);
        p[k] = price[i];
        q[k] = amount[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (base + k * 256 < n) out[base + k * 256] = fmaf(p[k], q[k], 2.0f);
}

__global__ void quiet_saddle_bf2_a(const float* __restrict__ price, const float* __restrict__ amount, float* __restrict__ out, int n) {
    revenue(price + 1, amount + 1, out, n);  // the first element of a column is its header
}

__global__ void quiet_saddle_bf2_b(const float* __restrict__ price, const float* __restrict__ amount, float* __restrict__ out, int n) {
    revenue(price, amount, out, n);
}

// ---------------------------------------------------------------- weighted norms of feature rows
__device__ inline void weighted_norm(const float4* __restrict__ x, const float4* __restrict__ weight, float* __restrict__ norm) {
    float4* w = reinterpret_cast<float4*>(dynamic_smem);
    if (threadIdx.x < 128) {
        float4 v = weight[threadIdx.x];
        w[threadIdx.x] = make_float4(v.x * v.x, v.y * v.y, v.z * v.z, v.w * v.w);
    }
    __syncthreads();
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        const unsigned row = blockIdx.x * 32 + r * 8 + warp;
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[row * 128 + k * 32 + lane];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float4 c = w[k * 32 + lane];
            sum += c.x * v[k].x * v[k].x + c.y * v[k].y * v[k].y + c.z * v[k].z * v[k].z + c.w * v[k].w * v[k].w;
        }
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) norm[row] = sum;
    }
}

__global__ void __launch_bounds__(256) gentle_pepper_bf2_a(const float4* __restrict__ x, const float4* __restrict__ weight, float* __restrict__ norm) {
    weighted_norm(x, weight, norm);
}

__global__ void __launch_bounds__(256) gentle_pepper_bf2_b(const float4* __restrict__ x, const float4* __restrict__ weight, float* __restrict__ norm) {
    weighted_norm(x, weight, norm);
}

// ---------------------------------------------------------------- row store to column store
template <int Pitch>
__device__ inline void pivot(const int* __restrict__ in, int* __restrict__ out, int n) {
    __shared__ int tile[32 * Pitch];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8)
        tile[(threadIdx.y + k) * Pitch + threadIdx.x] = in[(size_t)(y0 + threadIdx.y + k) * n + x0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8)
        out[(size_t)(x0 + threadIdx.y + k) * n + y0 + threadIdx.x] = tile[threadIdx.x * Pitch + threadIdx.y + k];
}

__global__ void __launch_bounds__(256) frozen_ticket_bf2_a(const int* __restrict__ in, int* __restrict__ out, int n) { pivot<34>(in, out, n); }

__global__ void __launch_bounds__(256) frozen_ticket_bf2_b(const int* __restrict__ in, int* __restrict__ out, int n) { pivot<33>(in, out, n); }

// ---------------------------------------------------------------- terrain height from value noise
__device__ inline float corner(unsigned x, unsigned y) {
    unsigned h = (x * 0x9e3779b1u) ^ (y * 0x85ebca77u);
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    return (h >> 9) * (1.0f / 8388608.0f);
}

template <int Each>
__device__ inline void terrain(float* __restrict__ height) {
    const int base = blockIdx.x * 256 * Each + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < Each; ++k) {
        const int i = base + k * 256;
        float px = (i & 4095) * 0.0131f, py = (i >> 12) * 0.0131f, sum = 0.0f, gain = 0.5f;
#pragma unroll 1
        for (int octave = 0; octave < 6; ++octave) {
            float fx = floorf(px), fy = floorf(py), u = px - fx, v = py - fy;
            unsigned x = (unsigned)(int)fx, y = (unsigned)(int)fy;
            u = u * u * (3.0f - 2.0f * u);
            v = v * v * (3.0f - 2.0f * v);
            float a = corner(x, y), b = corner(x + 1, y), c = corner(x, y + 1), d = corner(x + 1, y + 1);
            float top = fmaf(u, b - a, a), low = fmaf(u, d - c, c);
            sum = fmaf(gain, fmaf(v, low - top, top), sum);
            gain *= 0.5f;
            px = 2.0f * px + 17.3f;
            py = 2.0f * py + 9.7f;
        }
        height[i] = sum;
    }
}

__global__ void __launch_bounds__(256, 8) narrow_violin_bf2_a(float* __restrict__ height) { terrain<4>(height); }

__global__ void __launch_bounds__(256, 8) narrow_violin_bf2_b(float* __restrict__ height) { terrain<2>(height); }

// ---------------------------------------------------------------- embedding rows of a batch
__global__ void __launch_bounds__(256) hollow_basket_bf2_a(const float4* __restrict__ table, const int4* __restrict__ ids, float4* __restrict__ out) {
    const int lane = threadIdx.x & 31, group = blockIdx.x * 8 + (threadIdx.x >> 5);
    const int4 id = ids[group];
    float4 a = table[(size_t)id.x * 32 + lane], b = table[(size_t)id.y * 32 + lane];
    float4 c = table[(size_t)id.z * 32 + lane], d = table[(size_t)id.w * 32 + lane];
    float4* o = out + (size_t)group * 128 + lane;
    o[0] = a;
    o[32] = b;
    o[64] = c;
    o[96] = d;
}

// ---------------------------------------------------------------- polynomial of degree 256 at many points
constexpr int kTerms = 256, kEach = 32;

__global__ void __launch_bounds__(256, 3) golden_badger_bf2_a(const float* __restrict__ x, const float4* __restrict__ coef, float* __restrict__ y) {
    __shared__ float4 c[kTerms / 4];
    if (threadIdx.x < kTerms / 4) c[threadIdx.x] = coef[threadIdx.x];
    __syncthreads();
    const size_t base = (size_t)blockIdx.x * 256 * kEach + threadIdx.x;
    float p[kEach], s[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) { p[k] = x[base + k * 256]; s[k] = 1.0f; }
#pragma unroll 2
    for (int t = 0; t < kTerms / 4; ++t) {
        float4 q = c[t];
#pragma unroll
        for (int k = 0; k < kEach; ++k) s[k] = fmaf(s[k], p[k], q.x);
#pragma unroll
        for (int k = 0; k < kEach; ++k) s[k] = fmaf(s[k], p[k], q.y);
#pragma unroll
        for (int k = 0; k < kEach; ++k) s[k] = fmaf(s[k], p[k], q.z);
#pragma unroll
        for (int k = 0; k < kEach; ++k) s[k] = fmaf(s[k], p[k], q.w);
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) y[base + k * 256] = s[k];
}

// ---------------------------------------------------------------- energy of rigid bodies
struct __align__(16) Body { float4 place_mass, speed_radius; };

__global__ void __launch_bounds__(256) wooden_comet_bf2_a(const Body* __restrict__ body, float* __restrict__ energy) {
    const int base = blockIdx.x * 512 + threadIdx.x;
    float4 p[2], v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { p[k] = body[base + k * 256].place_mass; v[k] = body[base + k * 256].speed_radius; }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float mass = 1.5f + p[k].w, speed = v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z;
        energy[base + k * 256] = mass * (0.5f * speed + 9.81f * (2.0f + p[k].z) + 0.1f * v[k].w * (p[k].x * p[k].x + p[k].y * p[k].y));
    }
}

int main(int argc, char** argv) {
    const size_t kFloats = 1u << 27, kWords = 1u << 26;
    float* F = harness::filled<float>(kFloats, 11);
    int* W = harness::indices(kWords, 0x7fffffffu, 5);
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        const int n = 1 << 22;
        float* out = harness::empty<float>(n);
        add("amber_kettle_bf2_a", [=] { amber_kettle_bf2_a<<<n / 256, 256>>>(F, out, n); }, out, n);
        add("amber_kettle_bf2_b", [=] { amber_kettle_bf2_b<<<n / 32, 256>>>(F, out, n); }, out, n);
    }
    {
        const int images = 256;
        const size_t n = (size_t)images * kPix * kChan;
        float* out = harness::empty<float>(n);
        const float* scale = F + kFloats - 1024;
        const float* shift = F + kFloats - 2048;
        add("plain_otter_bf2_a", [=] { plain_otter_bf2_a<<<dim3(kPix * kChan / 1024, images), 256>>>(F, scale, shift, out); }, out, n);
        add("plain_otter_bf2_b", [=] { plain_otter_bf2_b<<<dim3(kPix / 32, images), 256>>>(F, scale, shift, out); }, out, n);
    }
    {
        const int n = 1 << 23;
        float *health = harness::empty<float>(n), *aggro = harness::empty<float>(n), *cooldown = harness::empty<float>(n);
        const Entity* e = reinterpret_cast<const Entity*>(F);
        setup_split<<<n / 256, 256>>>(e, health, aggro, cooldown, n);
        CHECK(cudaGetLastError());
        float* out = harness::empty<float>(n);
        add("velvet_anchor_bf2_a", [=] { velvet_anchor_bf2_a<<<n / 256, 256>>>(e, out, n); }, out, n);
        add("velvet_anchor_bf2_b", [=] { velvet_anchor_bf2_b<<<n / 256, 256>>>(health, aggro, cooldown, out, n); }, out, n);
    }
    {
        const int n = 1 << 24, cells = 1 << 25;
        std::vector<uint64_t> particle(n);
        for (int i = 0; i < n; ++i)
            particle[i] = (uint64_t)(harness::hash32(i + 99u) % (cells - 1)) << 32 | (harness::hash32(i * 3u + 7u) >> 8);
        std::vector<int> cell(n);
        std::vector<float> frac(n);
        auto unpack = [&] {
            for (int i = 0; i < n; ++i) { cell[i] = (int)(particle[i] >> 32); frac[i] = (uint32_t)particle[i] * (1.0f / 16777216.0f); }
        };
        unpack();
        int* cell_a = harness::uploaded(cell);
        float* frac_a = harness::uploaded(frac);
        std::sort(particle.begin(), particle.end());
        unpack();
        int* cell_b = harness::uploaded(cell);
        float* frac_b = harness::uploaded(frac);
        float* out = harness::empty<float>(n);
        add("copper_lantern_bf2_a", [=] { copper_lantern_bf2_a<<<n / 1024, 256>>>(F, cell_a, frac_a, out, n); }, out, n);
        add("copper_lantern_bf2_b", [=] { copper_lantern_bf2_b<<<n / 1024, 256>>>(F, cell_b, frac_b, out, n); }, out, n);
    }
    {
        const int n = 1 << 27;
        const uint8_t* a = reinterpret_cast<const uint8_t*>(W);
        const uint8_t* b = a + n;
        uint8_t* out = harness::empty<uint8_t>(n);
        add("silent_maple_bf2_a", [=] { silent_maple_bf2_a<<<n / 512, 512>>>(a, b, out, 150, n); }, out, n, Output::u8);
        add("silent_maple_bf2_b", [=] { silent_maple_bf2_b<<<n / 16 / 512, 512>>>(a, b, out, 150, n); }, out, n, Output::u8);
    }
    {
        const int blocks = 3168, n = blocks * 256;
        const unsigned long long* msg = reinterpret_cast<const unsigned long long*>(W);
        int* out = harness::empty<int>(2 * (size_t)n);
        add("bright_quarry_bf2_a", [=] { bright_quarry_bf2_a<<<blocks, 256>>>(msg, out, n); }, out, 2 * (size_t)n, Output::i32);
        add("bright_quarry_bf2_b", [=] { bright_quarry_bf2_b<<<blocks, 256>>>(msg, out, n); }, out, 2 * (size_t)n, Output::i32);
    }
    {
        const int n = 1 << 24;
        const unsigned* ends = reinterpret_cast<const unsigned*>(W);
        const uint2* codes = reinterpret_cast<const uint2*>(W + n);
        uint4* out = harness::empty<uint4>(n);
        add("dusty_harbor_bf2_a", [=] { dusty_harbor_bf2_a<<<n / 256, 256>>>(ends, codes, out, n); }, out, 16 * (size_t)n, Output::u8);
        add("dusty_harbor_bf2_b", [=] { dusty_harbor_bf2_b<<<n / 256, 256>>>(ends, codes, out, n); }, out, 16 * (size_t)n, Output::u8);
    }
    {
        const int rows = 1 << 16, cols = 1024;
        const size_t n = (size_t)rows * cols;
        float* out = harness::empty<float>(n);
        const int longest = 110 * 1024;  // room for rows of up to 28160 columns
        CHECK(cudaFuncSetAttribute(lucky_spindle_bf2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, longest));
        add("lucky_spindle_bf2_a", [=] { lucky_spindle_bf2_a<<<rows, 128, longest>>>(F, out, cols); }, out, n);
        add("lucky_spindle_bf2_b", [=] { lucky_spindle_bf2_b<<<rows, 128, cols * sizeof(float)>>>(F, out, cols); }, out, n);
    }
    {
        const int n = 1 << 20;
        float* out = harness::empty<float>(n);
        add("windy_thimble_bf2_a", [=] { windy_thimble_bf2_a<<<n / 16, 16>>>(F, out, n); }, out, n);
        add("windy_thimble_bf2_b", [=] { windy_thimble_bf2_b<<<n / 256, 256>>>(F, out, n); }, out, n);
    }
    {
        const int channels = 12, samples = 1 << 22;
        const size_t n = (size_t)channels * samples;
        const float2* iq = reinterpret_cast<const float2*>(F);
        float* out = harness::empty<float>(n);
        add("olive_compass_bf2_a", [=] { olive_compass_bf2_a<<<channels, 256>>>(iq, out, samples); }, out, n);
        add("olive_compass_bf2_b", [=] { olive_compass_bf2_b<<<dim3(704, channels), 256>>>(iq, out, samples); }, out, n);
    }
    {
        const int blocks = 2 * 132 + 18;
        const size_t n = (size_t)blocks * 1024 * kPoints;
        const float4* atoms = reinterpret_cast<const float4*>(F);
        float* out = harness::empty<float>(n);
        add("misty_ladder_bf2_a", [=] { misty_ladder_bf2_a<<<blocks, 1024>>>(atoms, out); }, out, n);
        add("misty_ladder_bf2_b", [=] { misty_ladder_bf2_b<<<blocks * 8, 128>>>(atoms, out); }, out, n);
    }
    {
        const int meshes = 4096;
        std::vector<int> first(1, 0);
        std::vector<int4> piece;
        for (int m = 0; m < meshes; ++m) {
            int size = m % 512 == 300 ? 500000 : 2000 + (int)(harness::hash32(m + 1u) % 2000);
            int begin = first.back(), end = begin + size;
            for (int v = begin; v < end; v += 2048) piece.push_back(make_int4(m, v, std::min(v + 2048, end), 0));
            first.push_back(end);
        }
        const size_t n = first.back();
        const int pieces = (int)piece.size();
        int* first_d = harness::uploaded(first);
        int4* piece_d = harness::uploaded(piece);
        const float4* vertex = reinterpret_cast<const float4*>(F);
        const float4* matrix = reinterpret_cast<const float4*>(F + 100000000);
        float4* out = harness::empty<float4>(n);
        add("rusty_parade_bf2_a", [=] { rusty_parade_bf2_a<<<meshes, 256>>>(vertex, matrix, first_d, out); }, out, 4 * n);
        add("rusty_parade_bf2_b", [=] { rusty_parade_bf2_b<<<pieces, 256>>>(vertex, matrix, piece_d, out); }, out, 4 * n);
    }
    {
        const int n = 48 << 20;
        const float *price = F, *amount = F + (1 << 26);
        float *price_b = harness::empty<float>(n), *amount_b = harness::empty<float>(n), *out = harness::empty<float>(n);
        CHECK(cudaMemcpy(price_b, price + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy(amount_b, amount + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
        add("quiet_saddle_bf2_a", [=] { quiet_saddle_bf2_a<<<n / 1024, 256>>>(price, amount, out, n); }, out, n);
        add("quiet_saddle_bf2_b", [=] { quiet_saddle_bf2_b<<<n / 1024, 256>>>(price_b, amount_b, out, n); }, out, n);
    }
    {
        const int rows = 1 << 18;
        const float4* x = reinterpret_cast<const float4*>(F);
        const float4* weight = reinterpret_cast<const float4*>(F + 77777 * 4);
        float* out = harness::empty<float>(rows);
        const int roomy = 52 * 1024;
        CHECK(cudaFuncSetAttribute(gentle_pepper_bf2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, roomy));
        add("gentle_pepper_bf2_a", [=] { gentle_pepper_bf2_a<<<rows / 32, 256, roomy>>>(x, weight, out); }, out, rows);
        add("gentle_pepper_bf2_b", [=] { gentle_pepper_bf2_b<<<rows / 32, 256, 2048>>>(x, weight, out); }, out, rows);
    }
    {
        const int n = 8192;
        int* out = harness::empty<int>((size_t)n * n);
        add("frozen_ticket_bf2_a", [=] { frozen_ticket_bf2_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(W, out, n); }, out, (size_t)n * n, Output::i32);
        add("frozen_ticket_bf2_b", [=] { frozen_ticket_bf2_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(W, out, n); }, out, (size_t)n * n, Output::i32);
    }
    {
        const int blocks = 20 * 1056 + 40;
        const size_t n = (size_t)blocks * 1024;
        float* out = harness::empty<float>(n);
        add("narrow_violin_bf2_a", [=] { narrow_violin_bf2_a<<<blocks, 256>>>(out); }, out, n);
        add("narrow_violin_bf2_b", [=] { narrow_violin_bf2_b<<<blocks * 2, 256>>>(out); }, out, n);
    }
    {
        const int rows = 1 << 20, lookups = 1 << 19;
        std::vector<int> id(rows);
        for (int i = 0; i < rows; ++i) id[i] = i;
        std::mt19937 random(3);
        std::shuffle(id.begin(), id.end(), random);
        id.resize(lookups);
        const int4* ids = reinterpret_cast<const int4*>(harness::uploaded(id));
        const float4* table = reinterpret_cast<const float4*>(F);
        float4* out = harness::empty<float4>((size_t)lookups * 32);
        add("hollow_basket_bf2_a", [=] { hollow_basket_bf2_a<<<lookups / 32, 256>>>(table, ids, out); }, out, (size_t)lookups * 128);
    }
    {
        const int blocks = 396 * 6;
        const size_t n = (size_t)blocks * 256 * kEach;
        const float4* coef = reinterpret_cast<const float4*>(F + kFloats - 4096);
        float* out = harness::empty<float>(n);
        add("golden_badger_bf2_a", [=] { golden_badger_bf2_a<<<blocks, 256>>>(F, coef, out); }, out, n);
    }
    {
        const int n = 1 << 24;
        const Body* body = reinterpret_cast<const Body*>(F);
        float* out = harness::empty<float>(n);
        add("wooden_comet_bf2_a", [=] { wooden_comet_bf2_a<<<n / 512, 256>>>(body, out); }, out, n);
    }
    return harness::run(argc, argv, cases);
}
