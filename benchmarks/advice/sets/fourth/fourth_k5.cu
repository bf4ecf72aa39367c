// Measured before/after pairs: spills, per-thread arrays, shared-memory banks, latency, special functions, integers. See fourth_k5.csv.
#include "harness.cuh"

using u32 = unsigned int;
using u64 = unsigned long long;

// ------------------------------------------------------------------------------------------------------------------------------------
// Combustion: 18 species, 24 bimolecular reactions, explicit midpoint substeps; one cell a thread, species-major storage.
constexpr int kSpecies = 18;
__device__ __forceinline__ void production(const float (&y)[kSpecies], float (&d)[kSpecies], float heat) {
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) d[s] = 0.002f - 0.01f * y[s];
#pragma unroll
    for (int r = 0; r < 24; ++r) {
        const int a = (3 * r + 1) % 18, b = (5 * r + 2 + (r & 1)) % 18, c = (7 * r + 4) % 18, e = (11 * r + 9 + r / 6) % 18;
        float rate = (0.05f + 0.013f * r) * heat * y[a] * y[b];
        d[a] -= rate; d[b] -= rate; d[c] += rate; d[e] += rate;
    }
}
__device__ __forceinline__ void flame(const float* conc, float* out, int cells, int substeps, float h) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    float y[kSpecies], mid[kSpecies], d[kSpecies];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = 0.5f + 0.4f * conc[(size_t)s * cells + cell];
    float heat = 0.6f + 0.3f * conc[(size_t)kSpecies * cells + cell];
#pragma unroll 1
    for (int k = 0; k < substeps; ++k) {
        production(y, d, heat);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) mid[s] = y[s] + 0.5f * h * d[s];
        production(mid, d, heat);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] += h * d[s];
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) out[(size_t)s * cells + cell] = y[s];
}
__global__ void __launch_bounds__(256, 5) flame_radicals_a(const float* c, float* o, int n, int k, float h) { flame(c, o, n, k, h); }
__global__ void __launch_bounds__(256, 2) flame_radicals_b(const float* c, float* o, int n, int k, float h) { flame(c, o, n, k, h); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Sponge hash (Keccak-f[1600], rate 136 bytes): one message a thread, words interleaved over messages.
__constant__ u64 kRound[24] = {
    0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808Aull, 0x8000000080008000ull, 0x000000000000808Bull, 0x0000000080000001ull,
    0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008Aull, 0x0000000000000088ull, 0x0000000080008009ull, 0x000000008000000Aull,
    0x000000008000808Bull, 0x800000000000008Bull, 0x8000000000008089ull, 0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull,
    0x000000000000800Aull, 0x800000008000000Aull, 0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};
__device__ __forceinline__ u64 rol(u64 v, int n) { return n ? (v << n) | (v >> (64 - n)) : v; }
__device__ __forceinline__ void sponge(const u64* words, u32* out, int messages, int blocks) {
    constexpr int rot[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    u64 a[25];
#pragma unroll
    for (int i = 0; i < 25; ++i) a[i] = 0;
#pragma unroll 1
    for (int blk = 0; blk < blocks; ++blk) {
#pragma unroll
        for (int i = 0; i < 17; ++i) a[i] ^= words[((size_t)blk * 17 + i) * messages + m];
#pragma unroll 1
        for (int round = 0; round < 24; ++round) {
            u64 c[5], b[25];
#pragma unroll
            for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
            for (int x = 0; x < 5; ++x) {
                u64 d = c[(x + 4) % 5] ^ rol(c[(x + 1) % 5], 1);
#pragma unroll
                for (int y = 0; y < 5; ++y) b[y + 5 * ((2 * x + 3 * y) % 5)] = rol(a[x + 5 * y] ^ d, rot[x + 5 * y]);
            }
#pragma unroll
            for (int y = 0; y < 5; ++y)
#pragma unroll
                for (int x = 0; x < 5; ++x) a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
            a[0] ^= kRound[round];
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        out[(2 * i) * (size_t)messages + m] = (u32)a[i] >> 1;
        out[(2 * i + 1) * (size_t)messages + m] = (u32)(a[i] >> 33);
    }
}
__global__ void __launch_bounds__(128, 12) sponge_digest_a(const u64* w, u32* o, int n, int k) { sponge(w, o, n, k); }
__global__ void __launch_bounds__(128, 4) sponge_digest_b(const u64* w, u32* o, int n, int k) { sponge(w, o, n, k); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Radar: constant-velocity Kalman filter (six states, f64) over a sequence of position fixes, one track a thread.
__device__ __forceinline__ constexpr int at(int i, int j) { return i <= j ? i * 6 - i * (i - 1) / 2 + j - i : j * 6 - j * (j - 1) / 2 + i - j; }
__device__ __forceinline__ void kalman(const float* fixes, double* out, int tracks, int steps, double dt, double q, double r) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    double x[6], p[21];
#pragma unroll
    for (int i = 0; i < 6; ++i) x[i] = 0;
#pragma unroll
    for (int i = 0; i < 6; ++i)
#pragma unroll
        for (int j = i; j < 6; ++j) p[at(i, j)] = i == j ? 10.0 : 0.0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float z[3];
#pragma unroll
        for (int m = 0; m < 3; ++m) z[m] = fixes[((size_t)s * 3 + m) * tracks + t];
#pragma unroll
        for (int i = 0; i < 3; ++i) x[i] += dt * x[i + 3];
#pragma unroll
        for (int i = 0; i < 3; ++i)
#pragma unroll
            for (int j = i; j < 3; ++j) p[at(i, j)] += dt * (p[at(i, j + 3)] + p[at(j, i + 3)] + dt * p[at(i + 3, j + 3)]);
#pragma unroll
        for (int i = 0; i < 3; ++i)
#pragma unroll
            for (int j = 0; j < 3; ++j) p[at(i, j + 3)] += dt * p[at(i + 3, j + 3)];
#pragma unroll
        for (int i = 0; i < 3; ++i) { p[at(i, i)] += q * dt; p[at(i + 3, i + 3)] += q; }
#pragma unroll
        for (int m = 0; m < 3; ++m) {
            double gain[6], row[6], inv = 1.0 / (p[at(m, m)] + r), innovation = (double)z[m] - x[m];
#pragma unroll
            for (int i = 0; i < 6; ++i) { row[i] = p[at(m, i)]; gain[i] = row[i] * inv; }
#pragma unroll
            for (int i = 0; i < 6; ++i) x[i] += gain[i] * innovation;
#pragma unroll
            for (int i = 0; i < 6; ++i)
#pragma unroll
                for (int j = i; j < 6; ++j) p[at(i, j)] -= gain[i] * row[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 6; ++i) out[(size_t)i * tracks + t] = x[i];
}
__global__ void __launch_bounds__(192, 5) radar_tracks_s_a(const float* f, double* o, int n, int k, double dt, double q, double r) { kalman(f, o, n, k, dt, q, r); }
__global__ void __launch_bounds__(192, 2) radar_tracks_s_b(const float* f, double* o, int n, int k, double dt, double q, double r) { kalman(f, o, n, k, dt, q, r); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Astronomy: trimmed mean over a stack of 16 exposures; a pixel a thread.
__global__ void __launch_bounds__(256) exposure_stack_a(const float* frames, float* out, int pixels) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    float v[16];
#pragma unroll
    for (int f = 0; f < 16; ++f) v[f] = frames[(size_t)f * pixels + px];
#pragma unroll 1
    for (int s = 1; s <= 4; ++s)
#pragma unroll 1
        for (int q = s - 1; q >= 0; --q) {
            int j = 1 << q, k = 1 << s;
#pragma unroll
            for (int p = 0; p < 8; ++p) {
                int i = ((p & -j) << 1) | (p & (j - 1)), l = i | j;
                float a = v[i], b = v[l], lo = fminf(a, b), hi = fmaxf(a, b);
                bool up = (i & k) == 0;
                v[i] = up ? lo : hi; v[l] = up ? hi : lo;
            }
        }
    float sum = 0;
#pragma unroll
    for (int f = 4; f < 12; ++f) sum += v[f];
    out[px] = sum * 0.125f;
}
__global__ void __launch_bounds__(256) exposure_stack_b(const float* frames, float* out, int pixels) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    float v[16];
#pragma unroll
    for (int f = 0; f < 16; ++f) v[f] = frames[(size_t)f * pixels + px];
#pragma unroll
    for (int s = 1; s <= 4; ++s)
#pragma unroll
        for (int q = s - 1; q >= 0; --q) {
            const int j = 1 << q, k = 1 << s;
#pragma unroll
            for (int p = 0; p < 8; ++p) {
                const int i = ((p & -j) << 1) | (p & (j - 1)), l = i | j;
                float a = v[i], b = v[l], lo = fminf(a, b), hi = fmaxf(a, b);
                const bool up = (i & k) == 0;
                v[i] = up ? lo : hi; v[l] = up ? hi : lo;
            }
        }
    float sum = 0;
#pragma unroll
    for (int f = 4; f < 12; ++f) sum += v[f];
    out[px] = sum * 0.125f;
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Spectroscopy: adaptive Simpson integral of a line profile times a continuum; a line a thread, a stack of pending intervals each.
constexpr int kDepth = 12;
struct Profile {
    float x0, gg, slope;
    __device__ __forceinline__ float operator()(float x) const {
        float u = x - x0;
        return __fdividef(gg, u * u + gg) * (1.0f + slope * x) + 0.1f * x;
    }
};
template <typename Push, typename Pop>
__device__ __forceinline__ float integrate(const Profile& f, float tolerance, Push push, Pop pop) {
    float a = 0, h = 1, fa = f(0.0f), fm = f(0.5f), fb = f(1.0f), total = 0;
    int sp = 0;
    for (;;) {
        float fl = f(a + 0.25f * h), fr = f(a + 0.75f * h);
        float halves = h * (1.0f / 12) * (fa + 4 * fl + 2 * fm + 4 * fr + fb);
        float error = halves - h * (1.0f / 6) * (fa + 4 * fm + fb);
        if (fabsf(error) < tolerance || sp == kDepth) {
            total += halves + error * (1.0f / 15);
            if (sp == 0) break;
            --sp;
            pop(sp, a, h, fa, fm, fb);
        } else {
            h *= 0.5f;
            push(sp, a + h, h, fm, fr, fb);
            ++sp;
            fb = fm; fm = fl;
        }
    }
    return total;
}
__device__ __forceinline__ Profile profile_of(const float* lines, int n, int i) {
    float g = 0.006f + 0.02f * fabsf(lines[n + i]);
    return {0.5f + 0.45f * lines[i], g * g, 0.3f * lines[2 * n + i]};
}
__global__ void __launch_bounds__(128) line_absorption_a(const float* lines, float* out, int n, float tolerance) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float st[kDepth][5];
    out[i] = integrate(profile_of(lines, n, i), tolerance,
        [&](int s, float a, float h, float x, float y, float z) { st[s][0] = a; st[s][1] = h; st[s][2] = x; st[s][3] = y; st[s][4] = z; },
        [&](int s, float& a, float& h, float& x, float& y, float& z) { a = st[s][0]; h = st[s][1]; x = st[s][2]; y = st[s][3]; z = st[s][4]; });
}
__global__ void __launch_bounds__(128) line_absorption_b(const float* lines, float* out, int n, float tolerance) {
    int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x;
    __shared__ float st[kDepth][5][128];
    out[i] = integrate(profile_of(lines, n, i), tolerance,
        [&](int s, float a, float h, float x, float y, float z) { st[s][0][t] = a; st[s][1][t] = h; st[s][2][t] = x; st[s][3][t] = y; st[s][4][t] = z; },
        [&](int s, float& a, float& h, float& x, float& y, float& z) { a = st[s][0][t]; h = st[s][1][t]; x = st[s][2][t]; y = st[s][3][t]; z = st[s][4][t]; });
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Sequencing quality control: census of the quality classes of each read (128 bytes, 16-byte chunks interleaved over reads).
__global__ void __launch_bounds__(256) read_quality_a(const uint4* chunks, uint2* out, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    u32 count[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) count[c] = 0;
#pragma unroll 2
    for (int k = 0; k < 8; ++k) {
        uint4 q = chunks[(size_t)k * reads + r];
        u32 w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int b = 0; b < 4; ++b) ++count[(w[i] >> (8 * b + 5)) & 7];
    }
    out[r] = make_uint2(count[0] | count[1] << 8 | count[2] << 16 | count[3] << 24, count[4] | count[5] << 8 | count[6] << 16 | count[7] << 24);
}
__global__ void __launch_bounds__(256) read_quality_b(const uint4* chunks, uint2* out, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    u64 count = 0;  // eight counters of a byte: at most 128 each
#pragma unroll 2
    for (int k = 0; k < 8; ++k) {
        uint4 q = chunks[(size_t)k * reads + r];
        u32 w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int b = 0; b < 4; ++b) count += 1ull << (((w[i] >> (8 * b + 5)) & 7) * 8);
    }
    out[r] = make_uint2((u32)count, (u32)(count >> 32));
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Statistics: permutation test per gene, 24 samples in two arms of 12; partial Fisher-Yates shuffles, a gene a thread.
__device__ __forceinline__ u32 xorshift(u32& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
template <typename Cell>
__device__ __forceinline__ int shuffles(Cell v, u32 seed, float observed, int rounds) {
    int beyond = 0;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        float arm = 0;
#pragma unroll 4
        for (int i = 0; i < 12; ++i) {
            int j = i + (int)__umulhi(xorshift(seed), (u32)(24 - i));
            float x = v(j);
            v(j) = v(i); v(i) = x;
            arm += x;
        }
        beyond += arm >= observed;
    }
    return beyond;
}
__global__ void __launch_bounds__(128) gene_permutation_a(const float* samples, int* out, int genes, int rounds) {
    int g = blockIdx.x * 128 + threadIdx.x;
    float v[24], observed = 0;
#pragma unroll
    for (int i = 0; i < 24; ++i) { v[i] = samples[(size_t)i * genes + g]; if (i < 12) observed += v[i]; }
    out[g] = shuffles([&](int i) -> float& { return v[i]; }, harness::hash32(g) | 1, observed, rounds);
}
__global__ void __launch_bounds__(128) gene_permutation_b(const float* samples, int* out, int genes, int rounds) {
    int g = blockIdx.x * 128 + threadIdx.x;
    __shared__ float v[24][128];
    float observed = 0;
#pragma unroll
    for (int i = 0; i < 24; ++i) { float x = samples[(size_t)i * genes + g]; v[i][threadIdx.x] = x; if (i < 12) observed += x; }
    out[g] = shuffles([&](int i) -> float& { return v[i][threadIdx.x]; }, harness::hash32(g) | 1, observed, rounds);
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Audio: a resonator (biquad) over many channels stored channel after channel; a warp stages 32 channels x 16 samples in shared memory.
template <bool kSwizzled>
__device__ __forceinline__ void resonator(const float* in, float* out, int samples, float b0, float b1, float a1, float a2) {
    __shared__ float stage[4][32 * 16];
    const int lane = threadIdx.x & 31;
    float* s = stage[threadIdx.x >> 5];
    auto place = [](int row, int col) { return row * 16 + (kSwizzled ? col ^ (row >> 1) : col); };
    size_t first = ((size_t)blockIdx.x * 4 + (threadIdx.x >> 5)) * 32;
    const float* from = in + (first + (lane >> 4)) * samples + (lane & 15);
    float* to = out + (first + (lane >> 4)) * samples + (lane & 15);
    float next[16], w1 = 0, w2 = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) next[k] = from[(size_t)2 * k * samples];
    for (int t = 0; t < samples; t += 16) {
#pragma unroll
        for (int k = 0; k < 16; ++k) s[place(2 * k + (lane >> 4), lane & 15)] = next[k];
        __syncwarp();
        if (t + 16 < samples) {
#pragma unroll
            for (int k = 0; k < 16; ++k) next[k] = from[(size_t)2 * k * samples + t + 16];
        }
#pragma unroll 1
        for (int i = 0; i < 16; ++i) {
            float x = s[place(lane, i)], y = b0 * x + w1;
            w1 = b1 * x - a1 * y + w2; w2 = -a2 * y;
            s[place(lane, i)] = y;
        }
        __syncwarp();
#pragma unroll
        for (int k = 0; k < 16; ++k) to[(size_t)2 * k * samples + t] = s[place(2 * k + (lane >> 4), lane & 15)];
        __syncwarp();
    }
}
__global__ void __launch_bounds__(128) channel_resonator_a(const float* i, float* o, int n, float b0, float b1, float a1, float a2) { resonator<false>(i, o, n, b0, b1, a1, a2); }
__global__ void __launch_bounds__(128) channel_resonator_b(const float* i, float* o, int n, float b0, float b1, float a1, float a2) { resonator<true>(i, o, n, b0, b1, a1, a2); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Games: hair strands of 192 knots, Jacobi relaxation of the two length constraints of a knot; a strand a block.
struct Knot { float4 pos, next, home, push; };
__device__ __forceinline__ float4 relax(float4 p, float4 l, float4 r, float4 push) {
    float lx = l.x - p.x, ly = l.y - p.y, lz = l.z - p.z, rx = r.x - p.x, ry = r.y - p.y, rz = r.z - p.z;
    float kl = 0.35f * (1.0f - l.w * rsqrtf(lx * lx + ly * ly + lz * lz + 1e-6f)), kr = 0.35f * (1.0f - p.w * rsqrtf(rx * rx + ry * ry + rz * rz + 1e-6f));
    return make_float4(p.x + kl * lx + kr * rx + push.x, p.y + kl * ly + kr * ry + push.y, p.z + kl * lz + kr * rz + push.z, p.w);
}
__global__ void __launch_bounds__(192) hair_relax_a(const float4* rest, const float4* wind, float4* out, int rounds) {
    __shared__ Knot knots[192];
    int i = threadIdx.x, l = i ? i - 1 : 191, r = i < 191 ? i + 1 : 0;
    size_t g = (size_t)blockIdx.x * 192 + i;
    float4 p = rest[g], w = wind[g];
    p.x += 0.02f * i; p.w = 0.02f + 0.005f * p.w;
    float4 push = make_float4(1e-4f * w.x, 1e-4f * w.y, 1e-4f * w.z, 0);
    knots[i].pos = p; knots[i].home = p; knots[i].push = push;
    __syncthreads();
    for (int k = 0; k < rounds; k += 2) {
        p = relax(p, knots[l].pos, knots[r].pos, push);
        knots[i].next = p;
        __syncthreads();
        p = relax(p, knots[l].next, knots[r].next, push);
        knots[i].pos = p;
        __syncthreads();
    }
    float4 h = knots[i].home, f = knots[l].push;
    out[g] = make_float4(p.x - h.x + f.x, p.y - h.y + f.y, p.z - h.z + f.z, h.w);
}
__global__ void __launch_bounds__(192) hair_relax_b(const float4* rest, const float4* wind, float4* out, int rounds) {
    __shared__ float4 pos[192], next[192], home[192], pushes[192];
    int i = threadIdx.x, l = i ? i - 1 : 191, r = i < 191 ? i + 1 : 0;
    size_t g = (size_t)blockIdx.x * 192 + i;
    float4 p = rest[g], w = wind[g];
    p.x += 0.02f * i; p.w = 0.02f + 0.005f * p.w;
    float4 push = make_float4(1e-4f * w.x, 1e-4f * w.y, 1e-4f * w.z, 0);
    pos[i] = p; home[i] = p; pushes[i] = push;
    __syncthreads();
    for (int k = 0; k < rounds; k += 2) {
        p = relax(p, pos[l], pos[r], push);
        next[i] = p;
        __syncthreads();
        p = relax(p, next[l], next[r], push);
        pos[i] = p;
        __syncthreads();
    }
    float4 h = home[i], f = pushes[l];
    out[g] = make_float4(p.x - h.x + f.x, p.y - h.y + f.y, p.z - h.z + f.z, h.w);
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Vision: summed-area table of every 32 x 32 tile, in double; a warp a tile.
template <int kPitch>
__device__ __forceinline__ void area_sums(const float* image, double* out, int width) {
    extern __shared__ double tiles[];
    const int lane = threadIdx.x & 31;
    double* s = tiles + (threadIdx.x >> 5) * 32 * kPitch;
    size_t corner = (size_t)blockIdx.y * 32 * width + (blockIdx.x * 4 + (threadIdx.x >> 5)) * 32 + lane;
    float v[32];
#pragma unroll
    for (int y = 0; y < 32; ++y) v[y] = image[corner + (size_t)y * width];
    double sum = 0;
#pragma unroll
    for (int y = 0; y < 32; ++y) { sum += (double)v[y]; s[y * kPitch + lane] = sum; }
    __syncwarp();
    sum = 0;
#pragma unroll 8
    for (int x = 0; x < 32; ++x) { sum += s[lane * kPitch + x]; s[lane * kPitch + x] = sum; }
    __syncwarp();
#pragma unroll 8
    for (int y = 0; y < 32; ++y) out[corner + (size_t)y * width] = s[y * kPitch + lane];
}
__global__ void __launch_bounds__(128) tile_area_sums_a(const float* i, double* o, int w) { area_sums<32>(i, o, w); }
__global__ void __launch_bounds__(128) tile_area_sums_b(const float* i, double* o, int w) { area_sums<33>(i, o, w); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Radio: Walsh-Hadamard despreading of 4096 chips; a block a symbol, eight chips a thread, four radix-8 passes through shared memory.
__device__ __forceinline__ void butterfly8(float (&v)[8]) {
#pragma unroll
    for (int h = 1; h < 8; h <<= 1)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            if (!(i & h)) { float a = v[i], b = v[i | h]; v[i] = a + b; v[i | h] = a - b; }
}
template <bool kPadded>
__device__ __forceinline__ void despread(const float* chips, float* out) {
    __shared__ float s[kPadded ? 4096 + 512 : 4096];
    auto place = [](int i) { return kPadded ? i + (i >> 3) : i; };
    const int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 4096;
    float v[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = chips[base + i * 512 + t];
    butterfly8(v);
#pragma unroll
    for (int i = 0; i < 8; ++i) s[place(i * 512 + t)] = v[i];
    __syncthreads();
#pragma unroll 1
    for (int log = 6; log >= 0; log -= 3) {
        const int first = ((t >> log) << (log + 3)) | (t & ((1 << log) - 1));
#pragma unroll
        for (int i = 0; i < 8; ++i) v[i] = s[place(first + (i << log))];
        butterfly8(v);
#pragma unroll
        for (int i = 0; i < 8; ++i) s[place(first + (i << log))] = v[i] * 0.25f;
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) out[base + i * 512 + t] = s[place(i * 512 + t)];
}
__global__ void __launch_bounds__(512) walsh_despread_a(const float* c, float* o) { despread<false>(c, o); }
__global__ void __launch_bounds__(512) walsh_despread_b(const float* c, float* o) { despread<true>(c, o); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Graphs: a warp walks a citation graph (the next node depends on the row just read) and gives the mean absolute deviation of each of the
// 32 features over the 128 rows of its walk.
__device__ __forceinline__ u32 next_node(float x, u32 k, u32 walk, u32 mask) {
    return harness::hash32(__float_as_uint(__shfl_sync(0xffffffffu, x, 0)) + k * 0x9e3779b9u + walk) & mask;
}
__global__ void __launch_bounds__(128) citation_walk_a(const float* rows, float* out, u32 mask) {
    u32 walk = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31, node = harness::hash32(walk) & mask;
    float v[128], sum = 0, spread = 0;
#pragma unroll
    for (int k = 0; k < 128; ++k) { v[k] = rows[(size_t)node * 32 + lane]; sum += v[k]; node = next_node(v[k], k, walk, mask); }
    float mean = sum * (1.0f / 128);
#pragma unroll
    for (int k = 0; k < 128; ++k) spread += fabsf(v[k] - mean);
    out[walk * 32 + lane] = spread;
}
__global__ void __launch_bounds__(128, 6) citation_walk_b(const float* rows, float* out, u32 mask) {
    __shared__ float kept[72][128];
    u32 walk = blockIdx.x * 4 + (threadIdx.x >> 5), lane = threadIdx.x & 31, node = harness::hash32(walk) & mask;
    float v[56], sum = 0, spread = 0;
#pragma unroll 4
    for (int k = 0; k < 72; ++k) {
        float x = rows[(size_t)node * 32 + lane];
        kept[k][threadIdx.x] = x; sum += x; node = next_node(x, k, walk, mask);
    }
#pragma unroll
    for (int k = 0; k < 56; ++k) { v[k] = rows[(size_t)node * 32 + lane]; sum += v[k]; node = next_node(v[k], 72 + k, walk, mask); }
    float mean = sum * (1.0f / 128);
#pragma unroll 8
    for (int k = 0; k < 72; ++k) spread += fabsf(kept[k][threadIdx.x] - mean);
#pragma unroll
    for (int k = 0; k < 56; ++k) spread += fabsf(v[k] - mean);
    out[walk * 32 + lane] = spread;
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Finance: cost of a market order against each order book; a level packs a quantity and a price tick, levels interleaved over books.
__device__ __forceinline__ void take_level(u32 level, float& left, float& cost) {
    float size = (float)((level & 1023) + 64), price = 100.0f + 0.01f * (float)((level >> 10) & 255);
    float taken = fminf(size, left);
    cost += taken * price;
    left -= taken;
}
__global__ void __launch_bounds__(512) book_fill_a(const u32* levels, float* out, int books, float order) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    float left = order + 2.0f * (float)(harness::hash32(b) & 511), cost = 0;
#pragma unroll 1
    for (int l = 0; l < 64 && left > 0; ++l) take_level(levels[(size_t)l * books + b], left, cost);
    out[b] = cost;
}
__global__ void __launch_bounds__(512) book_fill_b(const u32* levels, float* out, int books, float order) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    float left = order + 2.0f * (float)(harness::hash32(b) & 511), cost = 0;
#pragma unroll 1
    for (int l = 0; l < 64 && left > 0; l += 4) {
        u32 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = levels[(size_t)(l + k) * books + b];
#pragma unroll
        for (int k = 0; k < 4; ++k) take_level(v[k], left, cost);
    }
    out[b] = cost;
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Search engine: scores of posting lists kept as chains of 128-byte nodes (31 postings and the next node); a warp has four lists to score.
__global__ void harness_link_nodes(int* nodes, u32 mask) {
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i <= mask; i += gridDim.x * blockDim.x) nodes[(size_t)i * 32 + 31] = (i * 1664525u + 1013904223u) & mask;
}
__device__ __forceinline__ float posting(int word, int lane) { return lane < 31 ? (float)(word & 0xffff) * 0x1p-16f : 0.0f; }
__device__ __forceinline__ float over_warp(float v) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__global__ void __launch_bounds__(128) posting_scores_a(const int* nodes, float* out, int length, u32 mask) {
    u32 warp = blockIdx.x * 4 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
#pragma unroll 1
    for (u32 list = warp * 4; list < warp * 4 + 4; ++list) {
        u32 node = harness::hash32(list) & mask;
        float sum = 0;
#pragma unroll 1
        for (int k = 0; k < length; ++k) {
            int word = nodes[(size_t)node * 32 + lane];
            sum += posting(word, lane);
            node = __shfl_sync(0xffffffffu, word, 31);
        }
        sum = over_warp(sum);
        if (lane == 0) out[list] = sum;
    }
}
__global__ void __launch_bounds__(128) posting_scores_b(const int* nodes, float* out, int length, u32 mask) {
    u32 warp = blockIdx.x * 4 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    u32 node[4];
    float sum[4];
#pragma unroll
    for (int l = 0; l < 4; ++l) { node[l] = harness::hash32(warp * 4 + l) & mask; sum[l] = 0; }
#pragma unroll 1
    for (int k = 0; k < length; ++k) {
        int word[4];
#pragma unroll
        for (int l = 0; l < 4; ++l) word[l] = nodes[(size_t)node[l] * 32 + lane];
#pragma unroll
        for (int l = 0; l < 4; ++l) { sum[l] += posting(word[l], lane); node[l] = __shfl_sync(0xffffffffu, word[l], 31); }
    }
#pragma unroll
    for (int l = 0; l < 4; ++l) { sum[l] = over_warp(sum[l]); if (lane == 0) out[warp * 4 + l] = sum[l]; }
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Control: a nonlinear valve model; the next state is a polynomial of degree 15 of the last. The channels are as many as there are.
struct Valve { float c[16]; };
template <bool kTree>
__device__ __forceinline__ float respond(const Valve& m, float x) {
    if (!kTree) {
        float y = m.c[15];
#pragma unroll
        for (int i = 14; i >= 0; --i) y = fmaf(y, x, m.c[i]);
        return y;
    }
    float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, a[8], b[4], d[2];
#pragma unroll
    for (int i = 0; i < 8; ++i) a[i] = fmaf(m.c[2 * i + 1], x, m.c[2 * i]);
#pragma unroll
    for (int i = 0; i < 4; ++i) b[i] = fmaf(a[2 * i + 1], x2, a[2 * i]);
#pragma unroll
    for (int i = 0; i < 2; ++i) d[i] = fmaf(b[2 * i + 1], x4, b[2 * i]);
    return fmaf(d[1], x8, d[0]);
}
template <bool kTree>
__device__ __forceinline__ void valve(const float* drive, float* out, int channels, int samples, Valve m) {
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.1f, u[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) u[k] = drive[(size_t)k * channels + ch];
    for (int t = 0; t < samples; t += 4) {
        float now[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) now[k] = u[k];
        if (t + 4 < samples) {
#pragma unroll
            for (int k = 0; k < 4; ++k) u[k] = drive[(size_t)(t + 4 + k) * channels + ch];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float in = 0.2f * now[k];
#pragma unroll
            for (int r = 0; r < 4; ++r) x = fmaf(0.6f, respond<kTree>(m, x), in);
        }
    }
    out[ch] = x;
}
__global__ void __launch_bounds__(128) valve_response_a(const float* d, float* o, int n, int k, Valve m) { valve<false>(d, o, n, k, m); }
__global__ void __launch_bounds__(128) valve_response_b(const float* d, float* o, int n, int k, Valve m) { valve<true>(d, o, n, k, m); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Psychometrics: log-likelihood of a two-parameter response model, 512 items, one person a thread.
__device__ __forceinline__ float ex2(float x) { float y; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__device__ __forceinline__ float lg2(float x) { float y; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
template <bool kGrouped>
__device__ __forceinline__ void item_response(const float* ability, const float* score, const float2* items, float* out) {
    __shared__ float2 table[512];
    for (int j = threadIdx.x; j < 512; j += blockDim.x) {
        float2 it = items[j];
        float a = (1.0f + 0.5f * it.x) * 1.44269504f;
        table[j] = make_float2(a, -a * it.y);
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float theta = 2.5f * ability[i], sum = 0;
#pragma unroll 2
    for (int j = 0; j < 512; j += 8) {
        if (kGrouped) {
            float product = 1;
#pragma unroll
            for (int k = 0; k < 8; ++k) { float2 it = table[j + k]; product *= 1.0f + ex2(fmaf(it.x, theta, it.y)); }
            sum += lg2(product);
        } else {
#pragma unroll
            for (int k = 0; k < 8; ++k) { float2 it = table[j + k]; sum += lg2(1.0f + ex2(fmaf(it.x, theta, it.y))); }
        }
    }
    out[i] = score[i] * 256.0f - 0.693147181f * sum;
}
__global__ void __launch_bounds__(512) item_response_a(const float* a, const float* s, const float2* t, float* o) { item_response<false>(a, s, t, o); }
__global__ void __launch_bounds__(512) item_response_b(const float* a, const float* s, const float2* t, float* o) { item_response<true>(a, s, t, o); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Genomics: MinHash sketch (four hash functions modulo the prime 2^31 - 1) of the 112 16-mers of each read; a read a thread.
template <bool kMersenne>
__device__ __forceinline__ u32 reduce(u64 v, u64 prime) {
    if (!kMersenne) return (u32)(v % prime);
    u64 f = (v & 0x7fffffffull) + (v >> 31);
    u32 r = (u32)(f & 0x7fffffffull) + (u32)(f >> 31);
    return r >= 0x7fffffffu ? r - 0x7fffffffu : r;
}
template <bool kMersenne>
__device__ __forceinline__ void sketch(const u32* bases, int4* out, int reads, u64 prime, uint4 mul, uint4 add) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    u32 low[4] = {~0u, ~0u, ~0u, ~0u};
    const u32 a[4] = {mul.x, mul.y, mul.z, mul.w}, b[4] = {add.x, add.y, add.z, add.w};
    u32 here = bases[r];
#pragma unroll 1
    for (int w = 1; w < 8; ++w) {
        u32 there = bases[(size_t)w * reads + r];
#pragma unroll 2
        for (int k = 0; k < 16; ++k) {
            u32 kmer = __funnelshift_l(there, here, 2 * k);
#pragma unroll
            for (int h = 0; h < 4; ++h) low[h] = min(low[h], reduce<kMersenne>((u64)a[h] * kmer + b[h], prime));
        }
        here = there;
    }
    out[r] = make_int4(low[0], low[1], low[2], low[3]);
}
__global__ void __launch_bounds__(256) read_minhash_a(const u32* s, int4* o, int n, u64 p, uint4 m, uint4 a) { sketch<false>(s, o, n, p, m, a); }
__global__ void __launch_bounds__(256) read_minhash_b(const u32* s, int4* o, int n, u64 p, uint4 m, uint4 a) { sketch<true>(s, o, n, p, m, a); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Mechanics (mild): strain of every cell from its stiffness (6 x 6, symmetric) and stress.
__device__ __forceinline__ void strain(const float* k, const float* stress, float* out, int cells) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float a[21], x[6];
#pragma unroll
    for (int i = 0; i < 21; ++i) a[i] = k[(size_t)i * cells + c];
#pragma unroll
    for (int i = 0; i < 6; ++i) x[i] = stress[(size_t)i * cells + c];
#pragma unroll
    for (int i = 0; i < 6; ++i) a[at(i, i)] += 6.0f;
#pragma unroll
    for (int p = 0; p < 6; ++p) {
        float inv = __fdividef(1.0f, a[at(p, p)]);
#pragma unroll
        for (int i = p + 1; i < 6; ++i) {
            float f = a[at(p, i)] * inv;
            x[i] -= f * x[p];
#pragma unroll
            for (int j = i; j < 6; ++j) a[at(i, j)] -= f * a[at(p, j)];
        }
        a[at(p, p)] = inv;
    }
#pragma unroll
    for (int p = 5; p >= 0; --p) {
        float v = x[p];
#pragma unroll
        for (int j = p + 1; j < 6; ++j) v -= a[at(p, j)] * x[j];
        x[p] = v * a[at(p, p)];
    }
#pragma unroll
    for (int i = 0; i < 6; ++i) out[(size_t)i * cells + c] = x[i];
}
__global__ void __launch_bounds__(256, 8) cell_strain_a(const float* k, const float* s, float* o, int n) { strain(k, s, o, n); }
__global__ void __launch_bounds__(256, 4) cell_strain_b(const float* k, const float* s, float* o, int n) { strain(k, s, o, n); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Microscopy (mild): focus measure (variance over mean) of a pixel over the twelve planes of a focal stack; each plane that the
// camera flagged as hit by a cosmic ray is first replaced by the mean of its neighbours.
template <bool kSelect>
__device__ __forceinline__ void focus(const float* planes, const float* flags, float* out, int pixels, int hits) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    float v[12], sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < 12; ++k) v[k] = planes[(size_t)k * pixels + px] + 1.5f;
    float flag = (flags[px] + 1.0f) * 4.9999f;
#pragma unroll 1
    for (int r = 0; r < hits; ++r) {
        int hit = 1 + (int)flag;
        flag = (flag - (float)(hit - 1)) * 9.9999f;
        if (kSelect) {
            float left = v[0], right = v[2];
#pragma unroll
            for (int k = 2; k < 11; ++k) { left = hit == k ? v[k - 1] : left; right = hit == k ? v[k + 1] : right; }
#pragma unroll
            for (int k = 1; k < 11; ++k) v[k] = hit == k ? 0.5f * (left + right) : v[k];
        } else {
            v[hit] = 0.5f * (v[hit - 1] + v[hit + 1]);
        }
    }
#pragma unroll
    for (int k = 0; k < 12; ++k) { sum += v[k]; squares += v[k] * v[k]; }
    out[px] = __fdividef(squares - sum * sum * (1.0f / 12), sum);
}
__global__ void __launch_bounds__(192) focal_stack_a(const float* p, const float* d, float* o, int n, int h) { focus<false>(p, d, o, n, h); }
__global__ void __launch_bounds__(192) focal_stack_b(const float* p, const float* d, float* o, int n, int h) { focus<true>(p, d, o, n, h); }

// ------------------------------------------------------------------------------------------------------------------------------------
// Radar (mild): windowed corner turn of a pulse x range matrix, 32 x 32 tiles, 16 bytes a thread both ways.
__global__ void __launch_bounds__(256) corner_turn_s_a(const float* in, const float* window, float* out, int n) {
    __shared__ __align__(16) float tile[32][36];
    int y = threadIdx.x >> 3, x = (threadIdx.x & 7) * 4;
    size_t row = (size_t)blockIdx.y * 32 + y, col = (size_t)blockIdx.x * 32;
    float4 v = *(const float4*)(in + row * n + col + x);
    float w = window[row];
    *(float4*)&tile[y][x] = make_float4(v.x * w, v.y * w, v.z * w, v.w * w);
    __syncthreads();
    float4 turned = make_float4(tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]);
    __stcs((float4*)(out + (col + y) * n + (size_t)blockIdx.y * 32 + x), turned);
}
__global__ void __launch_bounds__(256) corner_turn_s_b(const float* in, const float* window, float* out, int n) {
    __shared__ float tile[32][33];
    int y = threadIdx.x >> 3, x = (threadIdx.x & 7) * 4;
    size_t row = (size_t)blockIdx.y * 32 + y, col = (size_t)blockIdx.x * 32;
    float4 v = *(const float4*)(in + row * n + col + x);
    float w = window[row];
    tile[y][x] = v.x * w; tile[y][x + 1] = v.y * w; tile[y][x + 2] = v.z * w; tile[y][x + 3] = v.w * w;
    __syncthreads();
    float4 turned = make_float4(tile[x][y], tile[x + 1][y], tile[x + 2][y], tile[x + 3][y]);
    __stcs((float4*)(out + (col + y) * n + (size_t)blockIdx.y * 32 + x), turned);
}

// ------------------------------------------------------------------------------------------------------------------------------------
// Healthy: geoid height, a series of 256 terms per station (arithmetic roof).
__constant__ float kSeries[256];
__global__ void __launch_bounds__(256) geoid_height_a(const float4* where, float4* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 x = where[i], y = make_float4(0.1f, 0.1f, 0.1f, 0.1f);
#pragma unroll 64
    for (int k = 0; k < 256; ++k) {
        float c = kSeries[k];
        y.x = fmaf(y.x, x.x, c); y.y = fmaf(y.y, x.y, c); y.z = fmaf(y.z, x.z, c); y.w = fmaf(y.w, x.w, c);
    }
    out[i] = y;
}
// Healthy: one step of a fused adaptive optimiser (memory roof).
__device__ __forceinline__ void adapt(float g, float m, float v, float p, float& nm, float& nv, float& np) {
    nm = 0.9f * m + 0.1f * g; nv = 0.999f * v * v + 0.001f * g * g;
    np = p - 0.01f * nm * rsqrtf(nv + 1e-8f);
}
__global__ void __launch_bounds__(256) optimiser_step_a(const float4* g, const float4* m, const float4* v, const float4* p, float4* nm, float4* nv, float4* np) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 G = g[i], M = m[i], V = v[i], P = p[i], a, b, c;
    adapt(G.x, M.x, V.x, P.x, a.x, b.x, c.x); adapt(G.y, M.y, V.y, P.y, a.y, b.y, c.y);
    adapt(G.z, M.z, V.z, P.z, a.z, b.z, c.z); adapt(G.w, M.w, V.w, P.w, a.w, b.w, c.w);
    nm[i] = a; nv[i] = b; np[i] = c;
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) { cases.push_back({name, launch, out, count, type}); };

    const size_t pool = 72u << 20;                       // 288 MB each: inputs in f32, inputs in i32, outputs
    float* f = harness::filled<float>(pool, 11);
    int* n = harness::indices(pool, 0x7fffffffu, 23);
    float* o = harness::empty<float>(pool);
    const u32 mask = (1u << 21) - 1;                     // rows of 32 words
    harness_link_nodes<<<1056, 256>>>(n, mask); CHECK(cudaGetLastError());

    {
        const int cells = 132 * 20 * 256;
        add("flame_radicals_a", [=] { flame_radicals_a<<<132 * 20, 256>>>(f, o, cells, 48, 0.01f); }, o, (size_t)cells * kSpecies, Output::f32);
        add("flame_radicals_b", [=] { flame_radicals_b<<<132 * 20, 256>>>(f, o, cells, 48, 0.01f); }, o, (size_t)cells * kSpecies, Output::f32);
    }
    {
        const int messages = 132 * 60 * 128;
        add("sponge_digest_a", [=] { sponge_digest_a<<<132 * 60, 128>>>((const u64*)n, (u32*)o, messages, 2); }, o, (size_t)messages * 8, Output::i32);
        add("sponge_digest_b", [=] { sponge_digest_b<<<132 * 60, 128>>>((const u64*)n, (u32*)o, messages, 2); }, o, (size_t)messages * 8, Output::i32);
    }
    {
        const int tracks = 132 * 15 * 192;
        add("radar_tracks_s_a", [=] { radar_tracks_s_a<<<132 * 15, 192>>>(f, (double*)o, tracks, 48, 0.1, 0.01, 0.25); }, o, (size_t)tracks * 6, Output::f64);
        add("radar_tracks_s_b", [=] { radar_tracks_s_b<<<132 * 15, 192>>>(f, (double*)o, tracks, 48, 0.1, 0.01, 0.25); }, o, (size_t)tracks * 6, Output::f64);
    }
    {
        const int pixels = 132 * 8 * 16 * 256;
        add("exposure_stack_a", [=] { exposure_stack_a<<<pixels / 256, 256>>>(f, o, pixels); }, o, pixels, Output::f32);
        add("exposure_stack_b", [=] { exposure_stack_b<<<pixels / 256, 256>>>(f, o, pixels); }, o, pixels, Output::f32);
    }
    {
        const int lines = 132 * 56 * 128;
        add("line_absorption_a", [=] { line_absorption_a<<<lines / 128, 128>>>(f, o, lines, 1e-7f); }, o, lines, Output::f32);
        add("line_absorption_b", [=] { line_absorption_b<<<lines / 128, 128>>>(f, o, lines, 1e-7f); }, o, lines, Output::f32);
    }
    {
        const int reads = 132 * 8 * 6 * 256;
        add("read_quality_a", [=] { read_quality_a<<<reads / 256, 256>>>((const uint4*)n, (uint2*)o, reads); }, o, (size_t)reads * 8, Output::u8);
        add("read_quality_b", [=] { read_quality_b<<<reads / 256, 256>>>((const uint4*)n, (uint2*)o, reads); }, o, (size_t)reads * 8, Output::u8);
    }
    {
        const int genes = 132 * 16 * 2 * 128;
        add("gene_permutation_a", [=] { gene_permutation_a<<<genes / 128, 128>>>(f, (int*)o, genes, 32); }, o, genes, Output::i32);
        add("gene_permutation_b", [=] { gene_permutation_b<<<genes / 128, 128>>>(f, (int*)o, genes, 32); }, o, genes, Output::i32);
    }
    {
        const int samples = 512, blocks = 132 * 4;
        add("channel_resonator_a", [=] { channel_resonator_a<<<blocks, 128>>>(f, o, samples, 0.2f, 0.1f, -1.2f, 0.5f); }, o, (size_t)blocks * 128 * samples, Output::f32);
        add("channel_resonator_b", [=] { channel_resonator_b<<<blocks, 128>>>(f, o, samples, 0.2f, 0.1f, -1.2f, 0.5f); }, o, (size_t)blocks * 128 * samples, Output::f32);
    }
    {
        const int strands = 132 * 40;
        const float4* wind = (const float4*)(f + (size_t)strands * 192 * 4);
        add("hair_relax_a", [=] { hair_relax_a<<<strands, 192>>>((const float4*)f, wind, (float4*)o, 64); }, o, (size_t)strands * 192 * 4, Output::f32);
        add("hair_relax_b", [=] { hair_relax_b<<<strands, 192>>>((const float4*)f, wind, (float4*)o, 64); }, o, (size_t)strands * 192 * 4, Output::f32);
    }
    {
        const int width = 4224, height = 4096;
        add("tile_area_sums_a", [=] { tile_area_sums_a<<<dim3(33, 128), 128, 4 * 32 * 32 * 8>>>(f, (double*)o, width); }, o, (size_t)width * height, Output::f64);
        add("tile_area_sums_b", [=] { tile_area_sums_b<<<dim3(33, 128), 128, 4 * 32 * 33 * 8>>>(f, (double*)o, width); }, o, (size_t)width * height, Output::f64);
    }
    {
        const int symbols = 132 * 4 * 16;
        add("walsh_despread_a", [=] { walsh_despread_a<<<symbols, 512>>>(f, o); }, o, (size_t)symbols * 4096, Output::f32);
        add("walsh_despread_b", [=] { walsh_despread_b<<<symbols, 512>>>(f, o); }, o, (size_t)symbols * 4096, Output::f32);
    }
    {
        const int blocks = 132 * 24;
        add("citation_walk_a", [=] { citation_walk_a<<<blocks, 128>>>(f, o, mask); }, o, (size_t)blocks * 128, Output::f32);
        add("citation_walk_b", [=] { citation_walk_b<<<blocks, 128>>>(f, o, mask); }, o, (size_t)blocks * 128, Output::f32);
    }
    {
        const int books = 132 * 4 * 4 * 512;
        add("book_fill_a", [=] { book_fill_a<<<books / 512, 512>>>((const u32*)n, o, books, 28000.0f); }, o, books, Output::f32);
        add("book_fill_b", [=] { book_fill_b<<<books / 512, 512>>>((const u32*)n, o, books, 28000.0f); }, o, books, Output::f32);
    }
    {
        const int blocks = 132 * 16 * 2;
        add("posting_scores_a", [=] { posting_scores_a<<<blocks, 128>>>(n, o, 32, mask); }, o, (size_t)blocks * 16, Output::f32);
        add("posting_scores_b", [=] { posting_scores_b<<<blocks, 128>>>(n, o, 32, mask); }, o, (size_t)blocks * 16, Output::f32);
    }
    {
        const int channels = 264 * 128;
        Valve m;
        for (int i = 0; i < 16; ++i) m.c[i] = (i == 1 ? 0.7f : 0.04f) * (i & 2 ? -1.0f : 1.0f) / (1.0f + 0.3f * i) * (i & 4 ? 0.8f : 1.1f);
        add("valve_response_a", [=] { valve_response_a<<<264, 128>>>(f, o, channels, 512, m); }, o, channels, Output::f32);
        add("valve_response_b", [=] { valve_response_b<<<264, 128>>>(f, o, channels, 512, m); }, o, channels, Output::f32);
    }
    {
        const int persons = 132 * 4 * 2 * 512;
        const float* score = f + persons;
        const float2* items = (const float2*)(f + 2 * (size_t)persons);
        add("item_response_a", [=] { item_response_a<<<persons / 512, 512>>>(f, score, items, o); }, o, persons, Output::f32);
        add("item_response_b", [=] { item_response_b<<<persons / 512, 512>>>(f, score, items, o); }, o, persons, Output::f32);
    }
    {
        const int reads = 132 * 8 * 256 * 2;
        const uint4 mul = make_uint4(1103515245u, 69069u * 31u, 1664525001u, 214748357u), plus = make_uint4(12345u, 1234567891u, 1013904223u, 7u);
        add("read_minhash_a", [=] { read_minhash_a<<<reads / 256, 256>>>((const u32*)n, (int4*)o, reads, 0x7fffffffull, mul, plus); }, o, (size_t)reads * 4, Output::i32);
        add("read_minhash_b", [=] { read_minhash_b<<<reads / 256, 256>>>((const u32*)n, (int4*)o, reads, 0x7fffffffull, mul, plus); }, o, (size_t)reads * 4, Output::i32);
    }
    {
        const int cells = 132 * 8 * 8 * 256;
        const float* stress = f + (size_t)21 * cells;
        add("cell_strain_a", [=] { cell_strain_a<<<cells / 256, 256>>>(f, stress, o, cells); }, o, (size_t)cells * 6, Output::f32);
        add("cell_strain_b", [=] { cell_strain_b<<<cells / 256, 256>>>(f, stress, o, cells); }, o, (size_t)cells * 6, Output::f32);
    }
    {
        const int pixels = 132 * 10 * 16 * 192;
        const float* flags = f + (size_t)12 * pixels;
        add("focal_stack_a", [=] { focal_stack_a<<<pixels / 192, 192>>>(f, flags, o, pixels, 1); }, o, pixels, Output::f32);
        add("focal_stack_b", [=] { focal_stack_b<<<pixels / 192, 192>>>(f, flags, o, pixels, 1); }, o, pixels, Output::f32);
    }
    {
        const int side = 6144;
        const float* window = f + (size_t)side * side;
        add("corner_turn_s_a", [=] { corner_turn_s_a<<<dim3(192, 192), 256>>>(f, window, o, side); }, o, (size_t)side * side, Output::f32);
        add("corner_turn_s_b", [=] { corner_turn_s_b<<<dim3(192, 192), 256>>>(f, window, o, side); }, o, (size_t)side * side, Output::f32);
    }
    {
        std::vector<float> series(256);
        for (int i = 0; i < 256; ++i) series[i] = harness::unit(i + 99) * 0.5f;
        CHECK(cudaMemcpyToSymbol(kSeries, series.data(), 256 * sizeof(float)));
        const int four = 132 * 8 * 8 * 256;
        add("geoid_height_a", [=] { geoid_height_a<<<four / 256, 256>>>((const float4*)f, (float4*)o); }, o, (size_t)four * 4, Output::f32);
    }
    {
        const int four = 132 * 8 * 8 * 256;
        const float4* g = (const float4*)f;
        float4* w = (float4*)o;
        add("optimiser_step_a", [=] { optimiser_step_a<<<four / 256, 256>>>(g, g + four, g + 2 * (size_t)four, g + 3 * (size_t)four, w, w + four, w + 2 * (size_t)four); }, o, (size_t)four * 12, Output::f32);
    }
    return harness::run(argc, argv, cases);
}
