// Measured before/after pairs, part 2: instruction counts, reuse, latency, host memory.
#include "harness.cuh"
#include <cuda_fp16.h>
using harness::Case; using harness::Output;

// ---------------------------------------------------------------- mesh_edge_flux: unstructured edges, vertex numbering
constexpr int MV = 5 << 19, ME = MV * 3;   // vertices, edges
__host__ __device__ inline int mesh_number(int v) {   // the mesh generator's numbering: shuffled inside parts of 2^19 vertices
    unsigned lo = v & 0x7ffff; lo = (lo * 0x2545fu + 0x1234u) & 0x7ffff; lo ^= lo >> 9; lo = (lo * 0x5bd1eu + lo) & 0x7ffff; lo ^= lo >> 11; lo = (lo * 0x1b873u) & 0x7ffff;
    return (v & ~0x7ffff) | (int)lo;
}
__device__ __forceinline__ float4 flux(float4 l, float4 r) {
    float c = 0.5f * (fabsf(l.y) + fabsf(r.y)) + 0.3f * fabsf(l.w - r.w);
    return make_float4(0.5f * (l.x * l.y + r.x * r.y) - c * (r.x - l.x), 0.5f * (l.y * l.y + l.w + r.y * r.y + r.w) - c * (r.y - l.y),
                       0.5f * (l.z * l.y + r.z * r.y) - c * (r.z - l.z), 0.5f * (l.w + r.w) * (l.y + r.y) - c * (r.w - l.w));
}
__global__ void __launch_bounds__(256) mesh_edge_flux_a(const int2* __restrict__ edge, const float4* __restrict__ state, float4* __restrict__ out) {
    int e = blockIdx.x * 256 + threadIdx.x; int2 v = edge[e]; out[e] = flux(state[v.x], state[v.y]);
}
__global__ void __launch_bounds__(256) mesh_edge_flux_b(const int2* __restrict__ edge, const float4* __restrict__ state, float4* __restrict__ out) {   // vertices renumbered along the mesh
    int e = blockIdx.x * 256 + threadIdx.x; int2 v = edge[e]; out[e] = flux(state[v.x], state[v.y]);
}
__global__ void mesh_init(const float4* generated, float4* ordered, int2* eg, int2* eo) {
    int v = blockIdx.x * 256 + threadIdx.x; ordered[v] = generated[mesh_number(v)];
    const int step[3] = {1, 1024, 1025};
    for (int k = 0; k < 3; ++k) { int u = v + step[k]; if (u >= MV) u -= MV; eo[k * MV + v] = make_int2(v, u); eg[k * MV + v] = make_int2(mesh_number(v), mesh_number(u)); }
}

// ---------------------------------------------------------------- profile_score: residues against a 16-channel score profile
constexpr int PT = 132 * 8 * 192 * 3, PR = 64;   // threads, residues a thread
template <bool wide>
__device__ __forceinline__ void profile_body(const uint4* seq, const signed char* profile, int* out) {
    int i = blockIdx.x * 192 + threadIdx.x; int acc[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) acc[k] = 0;
#pragma unroll 1
    for (int c = 0; c < PR / 16; ++c) {
        uint4 s = seq[(size_t)c * PT + i]; unsigned word[4] = {s.x, s.y, s.z, s.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) {
                const signed char* row = profile + ((word[w] >> (8 * b)) & 31) * 16;
                if (wide) {
                    int4 v = *(const int4*)row; int q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
                    for (int k = 0; k < 16; ++k) acc[k] = __dp4a(q[k >> 2], 1 << (8 * (k & 3)), acc[k]);
                } else {
#pragma unroll
                    for (int k = 0; k < 16; ++k) acc[k] += row[k];
                }
            }
    }
    int best = -100000;
#pragma unroll
    for (int k = 0; k < 16; ++k) best = max(best, acc[k] * 16 + k);
    out[i] = best;
}
__global__ void __launch_bounds__(192) profile_score_a(const uint4* __restrict__ seq, const signed char* __restrict__ profile, int* __restrict__ out) { profile_body<false>(seq, profile, out); }
__global__ void __launch_bounds__(192) profile_score_b(const uint4* __restrict__ seq, const signed char* __restrict__ profile, int* __restrict__ out) { profile_body<true>(seq, profile, out); }

// ---------------------------------------------------------------- deform_field: compact radial basis over control points
constexpr int DC = 512, DQ = 660 * 4 * 384;
__constant__ float4 control[DC];
__global__ void __launch_bounds__(384) deform_field_a(const float* __restrict__ qx, const float* __restrict__ qy, const float* __restrict__ qz, const float* __restrict__ cx, const float* __restrict__ cy,
                                                      const float* __restrict__ cz, const float* __restrict__ cw, float* __restrict__ out) {
    int i = blockIdx.x * 384 + threadIdx.x; float x = qx[i], y = qy[i], z = qz[i], acc = 0.f;
#pragma unroll 8
    for (int c = 0; c < DC; ++c) {
        float dx = x - cx[c], dy = y - cy[c], dz = z - cz[c];
        float t = __saturatef(fmaf(-0.8f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.f));
        acc = fmaf(t * t, cw[c], acc);
    }
    out[i] = acc;
}
__global__ void __launch_bounds__(384) deform_field_b(const float* __restrict__ qx, const float* __restrict__ qy, const float* __restrict__ qz, float* __restrict__ out) {   // control points in constant memory
    int i = blockIdx.x * 384 + threadIdx.x; float x = qx[i], y = qy[i], z = qz[i], acc = 0.f;
#pragma unroll 8
    for (int c = 0; c < DC; ++c) {
        float4 p = control[c];
        float dx = x - p.x, dy = y - p.y, dz = z - p.z;
        float t = __saturatef(fmaf(-0.8f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 1.f));
        acc = fmaf(t * t, p.w, acc);
    }
    out[i] = acc;
}

// ---------------------------------------------------------------- detector_flatfield: frames of 8.4 Mpixel u16, gain and dark maps f32
constexpr int FP = 1 << 23, FN = 11;
__device__ __forceinline__ void flatfield(const uint4* raw, const float4* gain, const float4* dark, uint4* out, int tile, int frame) {
    int i = tile * 256 + threadIdx.x;   // eight pixels
    uint4 r = raw[(size_t)frame * (FP / 8) + i]; float4 g0 = gain[2 * i], g1 = gain[2 * i + 1], d0 = dark[2 * i], d1 = dark[2 * i + 1];
    auto px = [](unsigned w, float ga, float da, float gb, float db) {
        __half2 h = __floats2half2_rn(((float)(w & 0xffff) * (1.f / 65536.f) - 0.1f * da) * (1.f + 0.2f * ga), ((float)(w >> 16) * (1.f / 65536.f) - 0.1f * db) * (1.f + 0.2f * gb));
        return *(unsigned*)&h;
    };
    uint4 o = make_uint4(px(r.x, g0.x, d0.x, g0.y, d0.y), px(r.y, g0.z, d0.z, g0.w, d0.w), px(r.z, g1.x, d1.x, g1.y, d1.y), px(r.w, g1.z, d1.z, g1.w, d1.w));
    out[(size_t)frame * (FP / 8) + i] = o;
}
__global__ void __launch_bounds__(256) detector_flatfield_a(const uint4* __restrict__ raw, const float4* __restrict__ gain, const float4* __restrict__ dark, uint4* __restrict__ out) { flatfield(raw, gain, dark, out, blockIdx.x, blockIdx.y); }
__global__ void __launch_bounds__(256) detector_flatfield_b(const uint4* __restrict__ raw, const float4* __restrict__ gain, const float4* __restrict__ dark, uint4* __restrict__ out) { flatfield(raw, gain, dark, out, blockIdx.y, blockIdx.x); }

// ---------------------------------------------------------------- ocean_layer_mixing: vertical diffusion between the layers of an f64 ocean
constexpr int OP = 1 << 22, OL = 5;   // points a layer, layers
__device__ __forceinline__ void mix_layers(const double2* t, double2* out, int z, int p) {
    const int L = OP / 2; int i = p * 256 + threadIdx.x;
    const double2* c = t + (size_t)z * L + i;
    double2 m = c[0], u = c[z + 1 < OL ? L : 0], d = c[z > 0 ? -L : 0];
    out[(size_t)z * L + i] = make_double2(m.x + 0.11 * (u.x - 2.0 * m.x + d.x), m.y + 0.11 * (u.y - 2.0 * m.y + d.y));
}
__global__ void __launch_bounds__(256) ocean_layer_mixing_a(const double2* __restrict__ t, double2* __restrict__ out) { mix_layers(t, out, blockIdx.x / (OP / 512), blockIdx.x % (OP / 512)); }   // layer after layer
__global__ void __launch_bounds__(256) ocean_layer_mixing_b(const double2* __restrict__ t, double2* __restrict__ out) {   // strips of 256 tiles through all layers
    int b = blockIdx.x; mix_layers(t, out, b / 256 % OL, b / (256 * OL) * 256 + b % 256);
}

// ---------------------------------------------------------------- bloom_screen: 16-byte records against a Bloom filter resident in shared memory
constexpr int BT = 768, BW = 40960, BR = 132 * BT * 120;   // threads, filter words (160 KB), records
__device__ __forceinline__ void screen(uint4 r, const unsigned* filter, float& sum, int& hits) {
    unsigned h = (r.x ^ (r.y * 0x9e3779b1u)) * 0x85ebca6bu; h ^= h >> 15; unsigned g = (h ^ r.y) * 0xc2b2ae35u; g ^= g >> 13;
    unsigned p = __umulhi(h, BW), q = __umulhi(g, BW);
    if ((filter[p] >> (h & 31)) & (filter[q] >> (g & 31)) & 1) { sum += __uint_as_float(r.z); ++hits; }
}
__device__ __forceinline__ void screen_end(float sum, int hits, float* out) {
    for (int d = 16; d; d >>= 1) { sum += __shfl_xor_sync(~0u, sum, d); hits += __shfl_xor_sync(~0u, hits, d); }
    if ((threadIdx.x & 31) == 0) { int w = (blockIdx.x * BT + threadIdx.x) >> 5; out[2 * w] = sum; out[2 * w + 1] = (float)hits; }
}
__global__ void __launch_bounds__(BT) bloom_screen_a(const uint4* __restrict__ rec, const uint4* __restrict__ bits, float* __restrict__ out) {
    extern __shared__ unsigned filter[];
    for (int i = threadIdx.x; i < BW / 4; i += BT) ((uint4*)filter)[i] = bits[i];
    __syncthreads();
    float sum = 0; int hits = 0; int stride = 132 * BT;
#pragma unroll 1
    for (int i = blockIdx.x * BT + threadIdx.x; i < BR; i += stride) screen(rec[i], filter, sum, hits);
    screen_end(sum, hits, out);
}
__global__ void __launch_bounds__(BT) bloom_screen_b(const uint4* __restrict__ rec, const uint4* __restrict__ bits, float* __restrict__ out) {
    extern __shared__ unsigned filter[];
    for (int i = threadIdx.x; i < BW / 4; i += BT) ((uint4*)filter)[i] = bits[i];
    __syncthreads();
    float sum = 0; int hits = 0; int stride = 132 * BT;
#pragma unroll 1
    for (int i = blockIdx.x * BT + threadIdx.x; i < BR; i += 6 * stride) {
        uint4 r[6];
#pragma unroll
        for (int j = 0; j < 6; ++j) r[j] = rec[i + j * stride];
#pragma unroll
        for (int j = 0; j < 6; ++j) screen(r[j], filter, sum, hits);
    }
    screen_end(sum, hits, out);
}

// ---------------------------------------------------------------- posting_walk: inverted index, 128-byte posting blocks chained by their last word
constexpr int WL = 8448 * 8, WB = 20, WM = WL * WB;   // lists, block slots a list, blocks
__host__ __device__ inline unsigned posting_slot(unsigned i) { return (unsigned)((unsigned long long)i * 1000003ull % WM); }
__global__ void posting_init(int* blocks) {
    int lane = threadIdx.x & 31;
    for (int i = (blockIdx.x * 256 + threadIdx.x) >> 5; i < WM; i += gridDim.x * 8) {
        int l = i / WB, j = i % WB, len = 17 + harness::hash32(l + 3u) % 4;
        blocks[(size_t)posting_slot(i) * 32 + lane] = lane < 31 ? (int)(harness::hash32(i * 31u + lane) & 0xffffff) : j + 1 < len ? (int)posting_slot(i + 1) : -1;
    }
}
__device__ __forceinline__ float posting_gain(int v, int lane) { return lane < 31 ? __int_as_float(0x3f800000 | (v & 0x7fffff)) - 1.f : 0.f; }
__device__ __forceinline__ float lanes_sum(float a) { for (int d = 16; d; d >>= 1) a += __shfl_xor_sync(~0u, a, d); return a; }
__global__ void __launch_bounds__(256, 8) posting_walk_a(const int* __restrict__ blocks, const int* __restrict__ head, float* __restrict__ score) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * 256 + threadIdx.x) >> 5;
#pragma unroll 1
    for (int k = 0; k < 8; ++k) {
        int l = k * 8448 + warp, cur = head[l]; float acc = 0.f;
#pragma unroll 1
        while (cur >= 0) { int v = blocks[(size_t)cur * 32 + lane]; cur = __shfl_sync(~0u, v, 31); acc += posting_gain(v, lane); }
        acc = lanes_sum(acc); if (lane == 0) score[l] = acc;
    }
}
__global__ void __launch_bounds__(256, 8) posting_walk_b(const int* __restrict__ blocks, const int* __restrict__ head, float* __restrict__ score) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * 256 + threadIdx.x) >> 5;
#pragma unroll 1
    for (int k = 0; k < 8; k += 4) {
        int cur[4]; float acc[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) { cur[q] = head[(k + q) * 8448 + warp]; acc[q] = 0.f; }
        while ((cur[0] & cur[1] & cur[2] & cur[3]) >= 0) {   // until all four are -1
            int v[4];
#pragma unroll
            for (int q = 0; q < 4; ++q) v[q] = cur[q] >= 0 ? blocks[(size_t)cur[q] * 32 + lane] : -1;
#pragma unroll
            for (int q = 0; q < 4; ++q) { if (cur[q] >= 0) acc[q] += posting_gain(v[q], lane); cur[q] = __shfl_sync(~0u, v[q], 31); }
        }
#pragma unroll
        for (int q = 0; q < 4; ++q) { float a = lanes_sum(acc[q]); if (lane == 0) score[(k + q) * 8448 + warp] = a; }
    }
}

// ---------------------------------------------------------------- track_kalman: constant-velocity filter, three axes, 120 scans
constexpr int KN = 264 * 512, KT = 120;
struct Axis { float p, v, a, b, c; };   // position, velocity, covariance
__device__ __forceinline__ float track_step(Axis& s, float z) {
    const float dt = 0.1f, q = 1e-3f, r = 0.25f;
    s.p = fmaf(dt, s.v, s.p); s.a += dt * (2.f * s.b + dt * s.c) + q * 1e-2f; s.b = fmaf(dt, s.c, s.b); s.c += q;
    float inv = __fdividef(1.f, s.a + r), ka = s.a * inv, kb = s.b * inv, e = z - s.p;
    s.p = fmaf(ka, e, s.p); s.v = fmaf(kb, e, s.v);
    s.c = fmaf(-kb, s.b, s.c); s.b = fmaf(-ka, s.b, s.b); s.a = fmaf(-ka, s.a, s.a);
    return e * e * inv;
}
__device__ __forceinline__ void track_init(Axis* s, int i) { for (int k = 0; k < 3; ++k) s[k] = Axis{0.f, 0.1f * k, 1.f + 1e-6f * i, 0.f, 1.f}; }
__global__ void __launch_bounds__(512, 2) track_kalman_a(const float* __restrict__ z, float* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x; Axis s[3]; track_init(s, i); float chi = 0.f;
#pragma unroll 1
    for (int t = 0; t < KT; ++t) {
        const float* m = z + (size_t)t * 3 * KN + i;
        float z0 = m[0], z1 = m[KN], z2 = m[2 * KN];
        chi += track_step(s[0], z0) + track_step(s[1], z1) + track_step(s[2], z2);
    }
    out[i] = s[0].p + s[1].p + s[2].p + s[0].v + chi;
}
__global__ void __launch_bounds__(512, 2) track_kalman_b(const float* __restrict__ z, float* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x; Axis s[3]; track_init(s, i); float chi = 0.f;
    float n[4][3];
#pragma unroll
    for (int u = 0; u < 4; ++u)
#pragma unroll
        for (int k = 0; k < 3; ++k) n[u][k] = z[(size_t)(u * 3 + k) * KN + i];
#pragma unroll 1
    for (int t = 0; t < KT; t += 4) {
        const float* m = z + (size_t)min(t + 4, KT - 4) * 3 * KN + i;
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float z0 = n[u][0], z1 = n[u][1], z2 = n[u][2];
#pragma unroll
            for (int k = 0; k < 3; ++k) n[u][k] = m[(u * 3 + k) * KN];
            chi += track_step(s[0], z0) + track_step(s[1], z1) + track_step(s[2], z2);
        }
    }
    out[i] = s[0].p + s[1].p + s[2].p + s[0].v + chi;
}

// ---------------------------------------------------------------- seismic_matched: 64-tap matched filter
constexpr int SN = 132 * 240 * 1024;
__constant__ float wavelet[64];
__global__ void __launch_bounds__(256) seismic_matched_a(const float* __restrict__ x, float* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x; float acc = 0.f;
#pragma unroll
    for (int k = 0; k < 64; ++k) acc = fmaf(wavelet[k], x[i + k], acc);
    y[i] = acc;
}
__global__ void __launch_bounds__(256) seismic_matched_b(const float4* __restrict__ x, float4* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x; float acc[4] = {0.f, 0.f, 0.f, 0.f};
    float4 cur = x[i];
#pragma unroll
    for (int c = 0; c < 16; ++c) {
        float4 nxt = x[i + c + 1]; float w[8] = {cur.x, cur.y, cur.z, cur.w, nxt.x, nxt.y, nxt.z, nxt.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[j] = fmaf(wavelet[4 * c + k], w[k + j], acc[j]);
        cur = nxt;
    }
    y[i] = make_float4(acc[0], acc[1], acc[2], acc[3]);
}

// ---------------------------------------------------------------- tissue_smooth: 27-point smoothing of a padded CT volume
constexpr int TX = 384, TY = 384, TZ = 192, TP = 388, TQ = 386 * TP;   // pitch, plane
__global__ void __launch_bounds__(256) tissue_smooth_a(const float* __restrict__ v, float* __restrict__ out) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z;
    const float* c = v + (size_t)(z + 1) * TQ + (y + 1) * TP + x + 1; float s[4] = {0.f, 0.f, 0.f, 0.f};
#pragma unroll
    for (int dz = -1; dz <= 1; ++dz)
#pragma unroll
        for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
            for (int dx = -1; dx <= 1; ++dx) s[dz * dz + dy * dy + dx * dx] += c[dz * TQ + dy * TP + dx];
    out[((size_t)z * TY + y) * TX + x] = 0.3f * s[0] + 0.06f * s[1] + 0.02f * s[2] + 0.0125f * s[3];
}
__device__ __forceinline__ void plane_sums(const float* c, float& a, float& b, float& d) {
    a = c[0]; b = c[-1] + c[1] + c[-TP] + c[TP]; d = c[-TP - 1] + c[-TP + 1] + c[TP - 1] + c[TP + 1];
}
__global__ void __launch_bounds__(256) tissue_smooth_b(const float* __restrict__ v, float* __restrict__ out) {   // marches 24 planes, keeps the sums of three
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * 24;
    const float* c = v + (size_t)z0 * TQ + (y + 1) * TP + x + 1; float* o = out + ((size_t)z0 * TY + y) * TX + x;
    float a0, b0, d0, a1, b1, d1, a2, b2, d2;
    plane_sums(c, a0, b0, d0); plane_sums(c + TQ, a1, b1, d1); c += 2 * TQ;
#pragma unroll 6
    for (int z = 0; z < 24; ++z) {
        plane_sums(c, a2, b2, d2);
        *o = 0.3f * a1 + 0.06f * (b1 + a0 + a2) + 0.02f * (d1 + b0 + b2) + 0.0125f * (d0 + d2);
        a0 = a1; b0 = b1; d0 = d1; a1 = a2; b1 = b2; d1 = d2; c += TQ; o += TX * TY;
    }
}

// ---------------------------------------------------------------- book_reprice: six books of positions, one stream of quotes
constexpr int QN = 1 << 23;
__device__ __forceinline__ void reprice(const float4* quote, const float4* pos, float4* out) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 q = quote[i], acc = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int k = 0; k < 6; ++k) { float4 p = pos[(size_t)k * (QN / 4) + i]; float h = 1.f - 0.05f * k; acc.x = fmaf(fabsf(p.x), h, acc.x); acc.y = fmaf(fabsf(p.y), h, acc.y); acc.z = fmaf(fabsf(p.z), h, acc.z); acc.w = fmaf(fabsf(p.w), h, acc.w); }
    out[i] = make_float4(acc.x * q.x, acc.y * q.y, acc.z * q.z, acc.w * q.w);
}
__global__ void __launch_bounds__(256) book_reprice_a(const float4* __restrict__ quote, const float4* __restrict__ pos, float4* __restrict__ out) { reprice(quote, pos, out); }   // quotes in pinned host memory
__global__ void __launch_bounds__(256) book_reprice_b(const float4* __restrict__ quote, const float4* __restrict__ pos, float4* __restrict__ out) { reprice(quote, pos, out); }   // quotes on the device

// ---------------------------------------------------------------- contact_rows (healthy): weighted sums of whole 512-byte rows
constexpr int EB = 132 * 512, ER = 390000;   // bags, rows
__global__ void __launch_bounds__(128) contact_rows_a(const float4* __restrict__ rows, const int* __restrict__ id, const float* __restrict__ weight, float4* __restrict__ out) {
    int lane = threadIdx.x & 31, bag = (blockIdx.x * 128 + threadIdx.x) >> 5;
    int mine = lane < 8 ? id[bag * 8 + lane] : 0; float wm = lane < 8 ? weight[bag * 8 + lane] : 0.f;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = rows[(size_t)__shfl_sync(~0u, mine, k) * 32 + lane];
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int k = 0; k < 8; ++k) { float w = __shfl_sync(~0u, wm, k); acc.x = fmaf(w, v[k].x, acc.x); acc.y = fmaf(w, v[k].y, acc.y); acc.z = fmaf(w, v[k].z, acc.z); acc.w = fmaf(w, v[k].w, acc.w); }
    out[(size_t)bag * 32 + lane] = acc;
}

// ---------------------------------------------------------------- cdf_rows (healthy): cumulative distribution of every 2048-bin histogram
constexpr int HR = 132 * 170;
__global__ void __launch_bounds__(256) cdf_rows_a(const float4* __restrict__ hist, float4* __restrict__ cdf) {
    __shared__ float part[2][8];
    int t = threadIdx.x, lane = t & 31, w = t >> 5; const float4* h = hist + (size_t)blockIdx.x * 512; float4* o = cdf + (size_t)blockIdx.x * 512;
    float4 v[2] = {h[t], h[t + 256]}; float own[2], inc[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        v[k].x = fabsf(v[k].x); v[k].y = v[k].x + fabsf(v[k].y); v[k].z = v[k].y + fabsf(v[k].z); v[k].w = v[k].z + fabsf(v[k].w);
        own[k] = inc[k] = v[k].w;
    }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
#pragma unroll
        for (int k = 0; k < 2; ++k) { float n = __shfl_up_sync(~0u, inc[k], d); if (lane >= d) inc[k] += n; }
    if (lane == 31) { part[0][w] = inc[0]; part[1][w] = inc[1]; }
    __syncthreads();
    float base[2] = {0.f, 0.f}, total = 0.f;
#pragma unroll
    for (int j = 0; j < 16; ++j) { if (j == w) base[0] = total; if (j == 8 + w) base[1] = total; total += part[j >> 3][j & 7]; }
    float r = __fdividef(1.f, total);
#pragma unroll
    for (int k = 0; k < 2; ++k) { float b = base[k] + inc[k] - own[k]; o[t + 256 * k] = make_float4((b + v[k].x) * r, (b + v[k].y) * r, (b + v[k].z) * r, (b + v[k].w) * r); }
}

__global__ void seq_init(unsigned* s, int n) {   // residue codes 0..23 in bytes
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) { unsigned h = harness::hash32(i + 41u), r = 0; for (int k = 0; k < 4; ++k) r |= ((h >> (8 * k)) & 255) * 24 / 256 << (8 * k); s[i] = r; }
}

int main(int argc, char** argv) {
    constexpr size_t FF = 50400000, OF = 46200000;
    float* pool = harness::filled<float>(FF, 21); float* out = harness::empty<float>(OF); double* ocean = harness::filled<double>((size_t)OP * OL, 5);
    std::vector<Case> cs;
    auto add = [&](const char* n, std::function<void()> f, size_t count, Output t = Output::f32) { cs.push_back({n, std::move(f), out, count, t}); };

    const float4* mg = (const float4*)pool; float4* mo = harness::empty<float4>(MV); int2 *eg = harness::empty<int2>(ME), *eo = harness::empty<int2>(ME);
    mesh_init<<<MV / 256, 256>>>(mg, mo, eg, eo); CHECK(cudaGetLastError());
    add("mesh_edge_flux_a", [=] { mesh_edge_flux_a<<<ME / 256, 256>>>(eg, mg, (float4*)out); }, (size_t)ME * 4);
    add("mesh_edge_flux_b", [=] { mesh_edge_flux_b<<<ME / 256, 256>>>(eo, mo, (float4*)out); }, (size_t)ME * 4);

    std::vector<signed char> prof(32 * 16); for (int i = 0; i < 512; ++i) prof[i] = (signed char)((int)(harness::hash32(i + 9u) % 24) - 12);
    signed char* pp = harness::uploaded(prof); unsigned* seq = (unsigned*)harness::empty<uint4>((size_t)PT * PR / 16);
    seq_init<<<2048, 256>>>(seq, PT * PR / 4); CHECK(cudaGetLastError());
    add("profile_score_a", [=] { profile_score_a<<<PT / 192, 192>>>((const uint4*)seq, pp, (int*)out); }, PT, Output::i32);
    add("profile_score_b", [=] { profile_score_b<<<PT / 192, 192>>>((const uint4*)seq, pp, (int*)out); }, PT, Output::i32);

    std::vector<float> cc[4]; std::vector<float4> c4(DC);
    for (int k = 0; k < 4; ++k) { cc[k].resize(DC); for (int i = 0; i < DC; ++i) cc[k][i] = harness::unit(i * 4u + k + 17u); }
    for (int i = 0; i < DC; ++i) c4[i] = make_float4(cc[0][i], cc[1][i], cc[2][i], cc[3][i]);
    float *c0 = harness::uploaded(cc[0]), *c1 = harness::uploaded(cc[1]), *c2 = harness::uploaded(cc[2]), *c3 = harness::uploaded(cc[3]); CHECK(cudaMemcpyToSymbol(control, c4.data(), sizeof(float4) * DC));
    const float *q0 = pool, *q1 = pool + DQ, *q2 = pool + 2 * DQ;
    add("deform_field_a", [=] { deform_field_a<<<DQ / 384, 384>>>(q0, q1, q2, c0, c1, c2, c3, out); }, DQ);
    add("deform_field_b", [=] { deform_field_b<<<DQ / 384, 384>>>(q0, q1, q2, out); }, DQ);

    const float4 *gain = mo, *dark = (const float4*)harness::filled<float>(FP, 67);
    add("detector_flatfield_a", [=] { detector_flatfield_a<<<dim3(FP / 2048, FN), 256>>>((const uint4*)pool, gain, dark, (uint4*)out); }, (size_t)FP * FN, Output::f16);
    add("detector_flatfield_b", [=] { detector_flatfield_b<<<dim3(FN, FP / 2048), 256>>>((const uint4*)pool, gain, dark, (uint4*)out); }, (size_t)FP * FN, Output::f16);
    add("ocean_layer_mixing_a", [=] { ocean_layer_mixing_a<<<OP / 512 * OL, 256>>>((const double2*)ocean, (double2*)out); }, (size_t)OP * OL, Output::f64);
    add("ocean_layer_mixing_b", [=] { ocean_layer_mixing_b<<<OP / 512 * OL, 256>>>((const double2*)ocean, (double2*)out); }, (size_t)OP * OL, Output::f64);

    std::vector<unsigned> bits(BW); for (int i = 0; i < BW; ++i) bits[i] = harness::hash32(i + 1u) & harness::hash32(i + 90001u);
    unsigned* bl = harness::uploaded(bits);
    CHECK(cudaFuncSetAttribute(bloom_screen_a, cudaFuncAttributeMaxDynamicSharedMemorySize, BW * 4)); CHECK(cudaFuncSetAttribute(bloom_screen_b, cudaFuncAttributeMaxDynamicSharedMemorySize, BW * 4));
    add("bloom_screen_a", [=] { bloom_screen_a<<<132, BT, BW * 4>>>((const uint4*)pool, (const uint4*)bl, out); }, 132 * BT / 32 * 2);
    add("bloom_screen_b", [=] { bloom_screen_b<<<132, BT, BW * 4>>>((const uint4*)pool, (const uint4*)bl, out); }, 132 * BT / 32 * 2);

    int* post = harness::empty<int>((size_t)WM * 32); posting_init<<<2048, 256>>>(post); CHECK(cudaGetLastError());
    std::vector<int> heads(WL); for (int l = 0; l < WL; ++l) heads[l] = (int)posting_slot((unsigned)l * WB);
    int* hd = harness::uploaded(heads);
    add("posting_walk_a", [=] { posting_walk_a<<<1056, 256>>>(post, hd, out); }, WL);
    add("posting_walk_b", [=] { posting_walk_b<<<1056, 256>>>(post, hd, out); }, WL);

    add("track_kalman_a", [=] { track_kalman_a<<<264, 512>>>(pool, out); }, KN);
    add("track_kalman_b", [=] { track_kalman_b<<<264, 512>>>(pool, out); }, KN);

    float taps[64]; for (int k = 0; k < 64; ++k) { float u = (k - 31.5f) * 0.1f; taps[k] = (1.f - 2.f * u * u) * std::exp(-u * u) + 1e-3f; }
    CHECK(cudaMemcpyToSymbol(wavelet, taps, sizeof taps));
    add("seismic_matched_a", [=] { seismic_matched_a<<<SN / 256, 256>>>(pool, out); }, SN);
    add("seismic_matched_b", [=] { seismic_matched_b<<<SN / 1024, 256>>>((const float4*)pool, (float4*)out); }, SN);
    add("tissue_smooth_a", [=] { tissue_smooth_a<<<dim3(TX / 64, TY / 4, TZ), dim3(64, 4)>>>(pool, out); }, (size_t)TX * TY * TZ);
    add("tissue_smooth_b", [=] { tissue_smooth_b<<<dim3(TX / 64, TY / 4, TZ / 24), dim3(64, 4)>>>(pool, out); }, (size_t)TX * TY * TZ);

    float* hq; CHECK(cudaHostAlloc(&hq, (size_t)QN * 4, cudaHostAllocMapped)); for (int i = 0; i < QN; ++i) hq[i] = 50.f + 45.f * harness::unit(i + 71u);
    float* dq = harness::empty<float>(QN); CHECK(cudaMemcpy(dq, hq, (size_t)QN * 4, cudaMemcpyHostToDevice));
    add("book_reprice_a", [=] { book_reprice_a<<<QN / 1024, 256>>>((const float4*)hq, (const float4*)pool, (float4*)out); }, QN);
    add("book_reprice_b", [=] { book_reprice_b<<<QN / 1024, 256>>>((const float4*)dq, (const float4*)pool, (float4*)out); }, QN);

    int* ids = harness::indices((size_t)EB * 8, ER, 301); const float* ew = pool + 1000;
    add("contact_rows_a", [=] { contact_rows_a<<<EB / 4, 128>>>((const float4*)pool, ids, ew, (float4*)out); }, (size_t)EB * 128);
    add("cdf_rows_a", [=] { cdf_rows_a<<<HR, 256>>>((const float4*)pool, (float4*)out); }, (size_t)HR * 2048);
    return harness::run(argc, argv, cs);
}
