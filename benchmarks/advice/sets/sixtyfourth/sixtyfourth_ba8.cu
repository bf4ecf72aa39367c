#include "harness.cuh"
#include <cuda_fp16.h>
#include <memory>
using harness::Case; using harness::Output; using harness::filled; using harness::empty; using harness::indices;

// ================= healthy 1: city-block distance of all pairs of descriptors, both K-major =================
__device__ __forceinline__ void cp16(void* s, const void* g) {
    unsigned a = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(g));
}
constexpr int kDistM = 4224, kDistN = 4096, kDistK = 256;
__global__ void __launch_bounds__(256, 2) lantern_gravel_ba8_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float sa[4][8][128], sb[4][8][128];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4, lk = tid >> 5, lc = (tid & 31) * 4;
    const float* pa = A + (size_t)lk * kDistM + blockIdx.x * 128 + lc;
    const float* pb = B + (size_t)lk * kDistN + blockIdx.y * 128 + lc;
    float acc[8][8] = {};
    #pragma unroll
    for (int s = 0; s < 2; ++s) {
        cp16(&sa[s][lk][lc], pa); cp16(&sb[s][lk][lc], pb);
        asm volatile("cp.async.commit_group;");
        pa += 8 * kDistM; pb += 8 * kDistN;
    }
    #pragma unroll 1
    for (int k = 0; k < kDistK / 8; ++k) {
        const int cur = k & 3, nxt = (k + 2) & 3;
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        if (k + 2 < kDistK / 8) {
            cp16(&sa[nxt][lk][lc], pa); cp16(&sb[nxt][lk][lc], pb);
            pa += 8 * kDistM; pb += 8 * kDistN;
        }
        asm volatile("cp.async.commit_group;");
        #pragma unroll
        for (int kk = 0; kk < 8; ++kk) {
            float a[8], b[8];
            *(float4*)&a[0] = *(const float4*)&sa[cur][kk][ty * 4];
            *(float4*)&a[4] = *(const float4*)&sa[cur][kk][64 + ty * 4];
            *(float4*)&b[0] = *(const float4*)&sb[cur][kk][tx * 4];
            *(float4*)&b[4] = *(const float4*)&sb[cur][kk][64 + tx * 4];
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                #pragma unroll
                for (int j = 0; j < 8; ++j) acc[i][j] += fabsf(a[i] - b[j]);
        }
    }
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* row = C + (size_t)(blockIdx.x * 128 + (i >> 2) * 64 + ty * 4 + (i & 3)) * kDistN + blockIdx.y * 128 + tx * 4;
        *(float4*)row = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *(float4*)(row + 64) = make_float4(acc[i][4], acc[i][5], acc[i][6], acc[i][7]);
    }
}

// ================= healthy 2: partition sizes of 64-bit keys, private table for each warp =================
__device__ __forceinline__ unsigned part(unsigned lo, unsigned hi) { return ((lo ^ hi * 0x9e3779b9u) * 0x85ebca6bu) >> 24; }
__global__ void __launch_bounds__(256) walnut_harbor_ba8_a(const uint4* __restrict__ keys, int* __restrict__ out, int n2) {
    __shared__ unsigned table[8][256];
    for (int i = threadIdx.x; i < 2048; i += 256) (&table[0][0])[i] = 0;
    __syncthreads();
    unsigned* mine = table[threadIdx.x >> 5];
    const int stride = gridDim.x * 1024;
    for (int base = blockIdx.x * 1024 + threadIdx.x; base < n2; base += stride) {
        uint4 v[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(keys + base + j * 256);
        #pragma unroll
        for (int j = 0; j < 4; ++j) { atomicAdd(mine + part(v[j].x, v[j].y), 1u); atomicAdd(mine + part(v[j].z, v[j].w), 1u); }
    }
    __syncthreads();
    unsigned s = 0;
    #pragma unroll
    for (int w = 0; w < 8; ++w) s += table[w][threadIdx.x];
    out[blockIdx.x * 256 + threadIdx.x] = (int)s;
}

// ================= healthy 3: heat step on a 512^3 lattice, marching along z =================
constexpr int kG = 512;
__global__ void __launch_bounds__(256) copper_meadow_ba8_a(const float* __restrict__ u, float* __restrict__ w, float c0, float c1) {
    const int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * 64;
    const int ym = y > 0 ? y - 1 : 0, yp = y < kG - 1 ? y + 1 : kG - 1;
    const int xm = x > 0 ? x - 1 : 0, xp = x + 4 < kG ? x + 4 : kG - 1;
    auto at = [&](int z, int yy, int xx) { return u + ((size_t)z * kG + yy) * kG + xx; };
    float4 below = *(const float4*)at(z0 > 0 ? z0 - 1 : 0, y, x), here = *(const float4*)at(z0, y, x);
    #pragma unroll 2
    for (int z = z0; z < z0 + 64; ++z) {
        float4 above = *(const float4*)at(z < kG - 1 ? z + 1 : z, y, x);
        float4 s = *(const float4*)at(z, ym, x), n = *(const float4*)at(z, yp, x);
        float l = *at(z, y, xm), r = *at(z, y, xp);
        float4 o;
        o.x = c0 * here.x + c1 * (l + here.y + s.x + n.x + below.x + above.x);
        o.y = c0 * here.y + c1 * (here.x + here.z + s.y + n.y + below.y + above.y);
        o.z = c0 * here.z + c1 * (here.y + here.w + s.z + n.z + below.z + above.z);
        o.w = c0 * here.w + c1 * (here.z + r + s.w + n.w + below.w + above.w);
        __stcs((float4*)(w + ((size_t)z * kG + y) * kG + x), o);
        below = here; here = above;
    }
}

// ================= healthy 4: int8 weights times 16 int8 activations =================
constexpr int kQK = 8192, kQPitch = kQK + 64, kQTasks = 4, kQM = 132 * 16 * 16 * kQTasks;
__device__ __forceinline__ void imma(int (&c)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
__global__ void __launch_bounds__(512, 1) pepper_violin_ba8_a(const char* __restrict__ W, const char* __restrict__ X, int* __restrict__ Y) {
    extern __shared__ __align__(16) char sx[];
    for (int i = threadIdx.x; i < 16 * kQK / 16; i += 512) {
        int row = i / (kQK / 16), col = i % (kQK / 16);
        *(uint4*)(sx + row * kQPitch + col * 16) = *(const uint4*)(X + row * kQK + col * 16);
    }
    __syncthreads();
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, g = lane >> 2, t = lane & 3;
    for (int task = 0; task < kQTasks; ++task) {
        const int row0 = ((task * 132 + blockIdx.x) * 16 + warp) * 16;
        const char* w0 = W + (size_t)(row0 + g) * kQK + t * 16;
        const char* w1 = w0 + (size_t)8 * kQK;
        const char* x0 = sx + g * kQPitch + t * 16;
        const char* x1 = x0 + 8 * kQPitch;
        int c0[4] = {}, c1[4] = {};
        for (int k = 0; k < kQK; k += 256) {
            uint4 a[4], b[4];
            #pragma unroll
            for (int j = 0; j < 4; ++j) { a[j] = __ldcs((const uint4*)(w0 + k + j * 64)); b[j] = __ldcs((const uint4*)(w1 + k + j * 64)); }
            #pragma unroll
            for (int j = 0; j < 4; ++j) {
                uint4 p = *(const uint4*)(x0 + k + j * 64), q = *(const uint4*)(x1 + k + j * 64);
                imma(c0, a[j].x, b[j].x, a[j].y, b[j].y, p.x, p.y);
                imma(c1, a[j].x, b[j].x, a[j].y, b[j].y, q.x, q.y);
                imma(c0, a[j].z, b[j].z, a[j].w, b[j].w, p.z, p.w);
                imma(c1, a[j].z, b[j].z, a[j].w, b[j].w, q.z, q.w);
            }
        }
        int* y = Y + (size_t)(row0 + g) * 16 + t * 2;
        *(int2*)y = make_int2(c0[0], c0[1]); *(int2*)(y + 8) = make_int2(c1[0], c1[1]);
        y += 8 * 16;
        *(int2*)y = make_int2(c0[2], c0[3]); *(int2*)(y + 8) = make_int2(c1[2], c1[3]);
    }
}

// ================= healthy 5: 256-point complex transforms, 16 lanes each =================
__device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ void fft4(float2& a, float2& b, float2& c, float2& d) {
    float2 s = make_float2(a.x + c.x, a.y + c.y), m = make_float2(a.x - c.x, a.y - c.y);
    float2 p = make_float2(b.x + d.x, b.y + d.y), q = make_float2(b.y - d.y, d.x - b.x);  // -i (b - d)
    a = make_float2(s.x + p.x, s.y + p.y); b = make_float2(m.x + q.x, m.y + q.y);
    c = make_float2(s.x - p.x, s.y - p.y); d = make_float2(m.x - q.x, m.y - q.y);
}
__device__ __forceinline__ void fft16(float2 (&x)[16]) {  // bin k2 + 4 k1 comes to lie at 4 k2 + k1
    const float C = 0.92387953f, S = 0.38268343f, R = 0.70710678f;
    #pragma unroll
    for (int i = 0; i < 4; ++i) fft4(x[i], x[i + 4], x[i + 8], x[i + 12]);
    x[5] = cmul(x[5], make_float2(C, -S));  x[9] = cmul(x[9], make_float2(R, -R));    x[13] = cmul(x[13], make_float2(S, -C));
    x[6] = cmul(x[6], make_float2(R, -R));  x[10] = make_float2(x[10].y, -x[10].x);   x[14] = cmul(x[14], make_float2(-R, -R));
    x[7] = cmul(x[7], make_float2(S, -C));  x[11] = cmul(x[11], make_float2(-R, -R)); x[15] = cmul(x[15], make_float2(-C, S));
    #pragma unroll
    for (int i = 0; i < 4; ++i) fft4(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]);
}
__global__ void __launch_bounds__(256) saddle_orchid_ba8_a(const float2* __restrict__ in, float2* __restrict__ out) {
    __shared__ float2 s[16][16 * 17];
    const int f = threadIdx.x >> 4, t = threadIdx.x & 15;
    const size_t base = ((size_t)blockIdx.x * 16 + f) * 256 + t;
    float2 x[16];
    #pragma unroll
    for (int j = 0; j < 16; ++j) x[j] = __ldcs(in + base + j * 16);
    fft16(x);
    float2 w[16];
    sincospif(-(float)t * (1.0f / 128.0f), &w[1].y, &w[1].x);
    #pragma unroll
    for (int k = 2; k < 16; ++k) w[k] = cmul(w[k / 2], w[k - k / 2]);
    #pragma unroll
    for (int p = 0; p < 16; ++p) {
        const int k = (p >> 2) + 4 * (p & 3);
        s[f][t * 17 + k] = k ? cmul(x[p], w[k]) : x[p];
    }
    __syncwarp();
    #pragma unroll
    for (int j = 0; j < 16; ++j) x[j] = s[f][j * 17 + t];
    fft16(x);
    #pragma unroll
    for (int p = 0; p < 16; ++p) __stcs(out + base + ((p >> 2) + 4 * (p & 3)) * 16, x[p]);
}

// ================= healthy 6: merge of two sorted lists, tile borders given =================
constexpr int kMT = 256, kMI = 15, kMTile = kMT * kMI, kMTiles = 16896, kMN = kMTile * kMTiles / 2;
__global__ void ba8_sorted(int* p, int n, unsigned seed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = i * 16 + (int)(harness::hash32(i + seed) & 15);
}
__device__ __forceinline__ int split(const int* a, int na, const int* b, int nb, int d) {
    int lo = max(0, d - nb), hi = min(d, na);
    while (lo < hi) { int m = (lo + hi) >> 1; if (a[m] <= b[d - 1 - m]) lo = m + 1; else hi = m; }
    return lo;
}
__global__ void ba8_borders(const int* a, const int* b, int* border) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= kMTiles) border[i] = split(a, kMN, b, kMN, i * kMTile);
}
__global__ void __launch_bounds__(kMT) quartz_ribbon_ba8_a(const int* __restrict__ a, const int* __restrict__ b, const int* __restrict__ border, int* __restrict__ out) {
    __shared__ int s[kMTile + 1];
    const int d0 = blockIdx.x * kMTile, a0 = border[blockIdx.x], a1 = border[blockIdx.x + 1];
    const int b0 = d0 - a0, na = a1 - a0, nb = kMTile - na;
    int v[kMI];
    #pragma unroll
    for (int i = 0; i < kMI; ++i) {
        int p = i * kMT + threadIdx.x;
        v[i] = __ldcs(p < na ? a + a0 + p : b + b0 + p - na);
    }
    #pragma unroll
    for (int i = 0; i < kMI; ++i) s[i * kMT + threadIdx.x] = v[i];
    __syncthreads();
    const int d = threadIdx.x * kMI;
    int i = split(s, na, s + na, nb, d), j = na + d - i;
    int x = s[i], y = s[j];
    #pragma unroll
    for (int q = 0; q < kMI; ++q) {
        bool left = j >= kMTile || (i < na && x <= y);
        v[q] = left ? x : y;
        int next = left ? ++i : ++j;
        int got = s[next];
        if (left) x = got; else y = got;
    }
    __syncthreads();
    #pragma unroll
    for (int q = 0; q < kMI; ++q) s[d + q] = v[q];
    __syncthreads();
    #pragma unroll
    for (int q = 0; q < kMI; ++q) __stcs(out + d0 + q * kMT + threadIdx.x, s[q * kMT + threadIdx.x]);
}

// ================= healthy 7: running total in one pass =================
constexpr int kSTiles = 16384, kSTile = 8192;
__global__ void __launch_bounds__(512) thimble_canyon_ba8_a(const int4* __restrict__ in, int4* __restrict__ out, volatile unsigned long long* state,
                                                            unsigned* ticket, unsigned base, unsigned epoch) {
    __shared__ int warp_sum[16], s_prefix;
    __shared__ unsigned s_tile;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x == 0) s_tile = atomicAdd(ticket, 1u) - base;
    __syncthreads();
    const unsigned tile = s_tile;
    const size_t at = (size_t)tile * (kSTile / 4) + warp * 128 + lane;
    int4 v[4];
    #pragma unroll
    for (int r = 0; r < 4; ++r) v[r] = __ldcs(in + at + r * 32);
    int carry = 0;
    #pragma unroll
    for (int r = 0; r < 4; ++r) {
        v[r].y += v[r].x; v[r].z += v[r].y; v[r].w += v[r].z;
        int t = v[r].w;
        #pragma unroll
        for (int o = 1; o < 32; o *= 2) { int n = __shfl_up_sync(~0u, t, o); if (lane >= o) t += n; }
        int add = carry + t - v[r].w;
        carry += __shfl_sync(~0u, t, 31);
        v[r].x += add; v[r].y += add; v[r].z += add; v[r].w += add;
    }
    if (lane == 0) warp_sum[warp] = carry;
    __syncthreads();
    if (warp == 0) {
        int own = lane < 16 ? warp_sum[lane] : 0, t = own;
        #pragma unroll
        for (int o = 1; o < 16; o *= 2) { int n = __shfl_up_sync(~0u, t, o); if (lane >= o) t += n; }
        const int total = __shfl_sync(~0u, t, 15);
        if (lane < 16) warp_sum[lane] = t - own;
        const unsigned long long one = (unsigned long long)(epoch * 4 + 1) << 32, two = (unsigned long long)(epoch * 4 + 2) << 32;
        if (lane == 0) state[tile] = (tile == 0 ? two : one) | (unsigned)total;
        int prefix = 0;
        for (int idx = (int)tile - 1 - lane; tile > 0; idx -= 32) {
            unsigned long long w;
            do { w = idx >= 0 ? state[idx] : two; } while (__any_sync(~0u, (unsigned)(w >> 34) != epoch));
            unsigned done = __ballot_sync(~0u, ((w >> 32) & 3) == 2);
            int first = done ? __ffs(done) - 1 : 31;
            prefix += __reduce_add_sync(~0u, lane <= first ? (int)(unsigned)w : 0);
            if (done) break;
        }
        if (lane == 0) { if (tile) state[tile] = two | (unsigned)(prefix + total); s_prefix = prefix; }
    }
    __syncthreads();
    const int add = s_prefix + warp_sum[warp];
    #pragma unroll
    for (int r = 0; r < 4; ++r) { v[r].x += add; v[r].y += add; v[r].z += add; v[r].w += add; __stcs(out + at + r * 32, v[r]); }
}

// ================= healthy 8: softmax of rows of 4096, the row kept in registers =================
__global__ void __launch_bounds__(256) falcon_pantry_ba8_a(const float4* __restrict__ in, float4* __restrict__ out, float scale) {
    __shared__ float red[2][8];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(in + at + j * 256);
    float m = -3.0e38f;
    #pragma unroll
    for (int j = 0; j < 4; ++j) m = fmaxf(m, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
    #pragma unroll
    for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    if (lane == 0) red[0][warp] = m;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, red[0][k]);
    float s = 0;
    #pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j].x = exp2f((v[j].x - m) * scale); v[j].y = exp2f((v[j].y - m) * scale);
        v[j].z = exp2f((v[j].z - m) * scale); v[j].w = exp2f((v[j].w - m) * scale);
        s += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
    #pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) red[1][warp] = s;
    __syncthreads();
    s = 0;
    #pragma unroll
    for (int k = 0; k < 8; ++k) s += red[1][k];
    const float r = 1.0f / s;
    #pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(out + at + j * 256, make_float4(v[j].x * r, v[j].y * r, v[j].z * r, v[j].w * r));
}

// ================= healthy 9: all-pairs attraction, two bodies a thread, twelve slices =================
constexpr int kBodies = 33792, kSlices = 12;
__global__ void __launch_bounds__(256, 6) bramble_socket_ba8_a(const float4* __restrict__ body, float4* __restrict__ out) {
    __shared__ float4 s[256];
    const int i = blockIdx.x * 512 + threadIdx.x, j0 = blockIdx.y * (kBodies / kSlices);
    const float4 p = body[i], q = body[i + 256];
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (int t = 0; t < kBodies / kSlices; t += 256) {
        float4 mine = body[j0 + t + threadIdx.x];
        __syncthreads();
        s[threadIdx.x] = mine;
        __syncthreads();
        #pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            const float4 o = s[k];
            float dx = o.x - p.x, dy = o.y - p.y, dz = o.z - p.z, r = dx * dx + (dy * dy + (dz * dz + 0.01f)), e;
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(r));
            float g = o.w * e * (e * e);
            ax += dx * g; ay += dy * g; az += dz * g;
            dx = o.x - q.x; dy = o.y - q.y; dz = o.z - q.z; r = dx * dx + (dy * dy + (dz * dz + 0.01f));
            asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(r));
            g = o.w * e * (e * e);
            bx += dx * g; by += dy * g; bz += dz * g;
        }
    }
    out[blockIdx.y * kBodies + i] = make_float4(ax, ay, az, 0.0f);
    out[blockIdx.y * kBodies + i + 256] = make_float4(bx, by, bz, 0.0f);
}

// ================= healthy 10: bags of 32 random rows of 128 bytes, summed =================
constexpr int kBags = 147456;
__global__ void __launch_bounds__(256) cobalt_ferry_ba8_a(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ out) {
    const int bag = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31, part = lane & 7, sub = lane >> 3;
    const int id = __ldcs(ids + bag * 32 + lane);
    float4 v[8];
    #pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = __ldg(table + (size_t)__shfl_sync(~0u, id, j * 4 + sub) * 8 + part);
    float4 s = v[0];
    #pragma unroll
    for (int j = 1; j < 8; ++j) { s.x += v[j].x; s.y += v[j].y; s.z += v[j].z; s.w += v[j].w; }
    #pragma unroll
    for (int o = 8; o < 32; o *= 2) {
        s.x += __shfl_xor_sync(~0u, s.x, o); s.y += __shfl_xor_sync(~0u, s.y, o);
        s.z += __shfl_xor_sync(~0u, s.z, o); s.w += __shfl_xor_sync(~0u, s.w, o);
    }
    if (sub == 0) __stcs(out + bag * 8 + part, s);
}

// ================= mild 1: window times signal, signal begins one element late =================
__device__ __forceinline__ void windowed(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) {
    const size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float a[4], b[4];
    #pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = x[i + j * 256]; b[j] = w[i + j * 256]; }
    #pragma unroll
    for (int j = 0; j < 4; ++j) y[i + j * 256] = a[j] * (1.0f + 0.5f * b[j]);
}
__global__ void __launch_bounds__(256) turnip_ladder_ba8_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) { windowed(x + 1, w, y); }
__global__ void __launch_bounds__(256) turnip_ladder_ba8_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) { windowed(x, w, y); }

// ================= mild 2: tone curve of 12-bit pixels =================
__device__ __forceinline__ void tone(const uint2* __restrict__ px, const float* __restrict__ curve, float4* __restrict__ out, int n4) {
    extern __shared__ __align__(16) float lut[];
    for (int i = threadIdx.x; i < 4096; i += 512) lut[i] = curve[i];
    __syncthreads();
    for (int base = blockIdx.x * 2048 + threadIdx.x; base < n4; base += gridDim.x * 2048) {
        uint2 v[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(px + base + j * 512);
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(out + base + j * 512, make_float4(lut[v[j].x & 4095], lut[v[j].x >> 16 & 4095], lut[v[j].y & 4095], lut[v[j].y >> 16 & 4095]));
    }
}
__global__ void __launch_bounds__(512, 4) mosaic_kettle_ba8_a(const uint2* __restrict__ px, const float* __restrict__ curve, float4* __restrict__ out, int n4) { tone(px, curve, out, n4); }
__global__ void __launch_bounds__(512, 4) mosaic_kettle_ba8_b(const uint2* __restrict__ px, const float* __restrict__ curve, float4* __restrict__ out, int n4) { tone(px, curve, out, n4); }

// ================= mild 3: transposition =================
template <int P>
__device__ __forceinline__ void turned(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[32][P];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = __ldcs(in + (size_t)(y + j) * n + x);
    __syncthreads();
    const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < 32; j += 8) out[(size_t)(v + j) * n + u] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void __launch_bounds__(256) anchor_thistle_ba8_a(const float* __restrict__ in, float* __restrict__ out, int n) { turned<34>(in, out, n); }
__global__ void __launch_bounds__(256) anchor_thistle_ba8_b(const float* __restrict__ in, float* __restrict__ out, int n) { turned<33>(in, out, n); }

// ================= mild 4: foxes and hares, Euler steps =================
constexpr int kPop = (264 * 40 + 8) * 1024;
__device__ __forceinline__ void foxes(const float2* __restrict__ in, float2* __restrict__ out, float h) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = in[i];
    float a = 1.0f + 0.3f * v.x, b = 1.0f + 0.3f * v.y;
    #pragma unroll 8
    for (int k = 0; k < 1200; ++k) {
        float p = fmaf(-b, h, h), q = fmaf(a, h, -h);
        a = fmaf(a, p, a); b = fmaf(b, q, b);
    }
    out[i] = make_float2(a, b);
}
__global__ void __launch_bounds__(1024, 2) basalt_cricket_ba8_a(const float2* __restrict__ in, float2* __restrict__ out, float h) { foxes(in, out, h); }
__global__ void __launch_bounds__(256, 8) basalt_cricket_ba8_b(const float2* __restrict__ in, float2* __restrict__ out, float h) { foxes(in, out, h); }

// ================= mild 5: four tariffs =================
__global__ void __launch_bounds__(256) velvet_marble_ba8_a(const float* __restrict__ x, const float* __restrict__ y, const int* __restrict__ kind, float* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float a[2], b[2]; int k[2];
    #pragma unroll
    for (int j = 0; j < 2; ++j) { a[j] = __ldcs(x + i + j * 256); b[j] = __ldcs(y + i + j * 256); k[j] = __ldcs(kind + i + j * 256); }
    #pragma unroll
    for (int j = 0; j < 2; ++j) {
        float r = 0.25f * a[j];
        const int steps = (k[j] & 3) + 1;
        #pragma unroll 1
        for (int s = 0; s < steps; ++s) r = fmaf(r, b[j], 0.5f * a[j]);
        out[i + j * 256] = r;
    }
}
__global__ void __launch_bounds__(256) velvet_marble_ba8_b(const float* __restrict__ x, const float* __restrict__ y, const int* __restrict__ kind, float* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float a[2], b[2]; int k[2];
    #pragma unroll
    for (int j = 0; j < 2; ++j) { a[j] = __ldcs(x + i + j * 256); b[j] = __ldcs(y + i + j * 256); k[j] = __ldcs(kind + i + j * 256); }
    #pragma unroll
    for (int j = 0; j < 2; ++j) {
        float r = 0.25f * a[j];
        const int steps = (k[j] & 3) + 1;
        #pragma unroll
        for (int s = 0; s < 4; ++s) { float n = fmaf(r, b[j], 0.5f * a[j]); r = s < steps ? n : r; }
        out[i + j * 256] = r;
    }
}

// ================= mild 6: calibration of detector readings =================
__global__ void __launch_bounds__(256) juniper_cannon_ba8_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 v[2];
    #pragma unroll
    for (int j = 0; j < 2; ++j) v[j] = __ldcs(in + i + j * 256);
    #pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(out + i + j * 256, make_float4(v[j].x * 1.0123 + 0.051, v[j].y * 1.0123 + 0.051, v[j].z * 1.0123 + 0.051, v[j].w * 1.0123 + 0.051));
}
__global__ void __launch_bounds__(256) juniper_cannon_ba8_b(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 v[2];
    #pragma unroll
    for (int j = 0; j < 2; ++j) v[j] = __ldcs(in + i + j * 256);
    #pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(out + i + j * 256, make_float4(v[j].x * 1.0123f + 0.051f, v[j].y * 1.0123f + 0.051f, v[j].z * 1.0123f + 0.051f, v[j].w * 1.0123f + 0.051f));
}

// ================= mild 7: momentum step of an optimiser =================
__global__ void __launch_bounds__(256) pebble_trumpet_ba8_a(const float* __restrict__ g, const float* __restrict__ m, float* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float a[8], b[8];
    #pragma unroll
    for (int j = 0; j < 8; ++j) { a[j] = __ldcs(g + i + j * 256); b[j] = __ldcs(m + i + j * 256); }
    #pragma unroll
    for (int j = 0; j < 8; ++j) __stcs(out + i + j * 256, 0.9f * b[j] + 0.1f * a[j]);
}
__global__ void __launch_bounds__(256) pebble_trumpet_ba8_b(const float4* __restrict__ g, const float4* __restrict__ m, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 a[2], b[2];
    #pragma unroll
    for (int j = 0; j < 2; ++j) { a[j] = __ldcs(g + i + j * 256); b[j] = __ldcs(m + i + j * 256); }
    #pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(out + i + j * 256, make_float4(0.9f * b[j].x + 0.1f * a[j].x, 0.9f * b[j].y + 0.1f * a[j].y, 0.9f * b[j].z + 0.1f * a[j].z, 0.9f * b[j].w + 0.1f * a[j].w));
}

// ================= mild 8: damped oscillators, then a read-out by weights taken before =================
constexpr int kOsc = 132 * 256 * 30;
__device__ __forceinline__ void oscillators(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ out, float h) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float p[24], a[16];
    #pragma unroll
    for (int j = 0; j < 24; ++j) { p[j] = w[(size_t)j * kOsc + i] + 0.5f; asm volatile("" : "+f"(p[j])); }
    #pragma unroll
    for (int j = 0; j < 16; ++j) a[j] = x[i] * (0.1f * (j + 1));
    #pragma unroll 4
    for (int k = 0; k < 512; ++k) {
        #pragma unroll
        for (int j = 0; j < 16; j += 2) { a[j] = fmaf(a[j + 1], h, a[j]); a[j + 1] = fmaf(a[j], -h, a[j + 1]); }
    }
    float r = 1.0f;
    #pragma unroll
    for (int j = 0; j < 24; ++j) r = fmaf(p[j], a[j & 15], r * 0.5f);
    out[i] = r;
}
__global__ void __launch_bounds__(256, 6) nutmeg_glacier_ba8_a(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ out, float h) { oscillators(w, x, out, h); }
__global__ void __launch_bounds__(256, 5) nutmeg_glacier_ba8_b(const float* __restrict__ w, const float* __restrict__ x, float* __restrict__ out, float h) { oscillators(w, x, out, h); }

int main(int argc, char** argv) {
    std::vector<Case> cases;
    const size_t big = (size_t)1 << 27;                      // 134 million floats, 537 MB
    float* f1 = filled<float>(big, 11); float* f2 = filled<float>(big, 12); float* o1 = empty<float>(big);
    int* k1 = indices(big, 0xffffffffu, 5);

    float* da = filled<float>((size_t)kDistM * kDistK, 1); float* db = filled<float>((size_t)kDistN * kDistK, 2);
    cases.push_back({"lantern_gravel_ba8_a", [=] { lantern_gravel_ba8_a<<<dim3(kDistM / 128, kDistN / 128), 256>>>(da, db, o1); }, o1, (size_t)kDistM * kDistN});

    int* hist = empty<int>(1056 * 256);
    cases.push_back({"walnut_harbor_ba8_a", [=] { walnut_harbor_ba8_a<<<1056, 256>>>((const uint4*)k1, hist, 1056 * 31 * 1024); }, hist, 1056 * 256, Output::i32});

    cases.push_back({"copper_meadow_ba8_a", [=] { copper_meadow_ba8_a<<<dim3(4, 64, 8), dim3(32, 8)>>>(f1, o1, 0.4f, 0.1f); }, o1, big});

    int* qw = indices((size_t)kQM * kQK / 4, 0xffffffffu, 6); int* qx = indices(16 * kQK / 4, 0xffffffffu, 9); int* qy = empty<int>((size_t)kQM * 16);
    CHECK(cudaFuncSetAttribute(pepper_violin_ba8_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 16 * kQPitch));
    cases.push_back({"pepper_violin_ba8_a", [=] { pepper_violin_ba8_a<<<132, 512, 16 * kQPitch>>>((const char*)qw, (const char*)qx, qy); }, qy, (size_t)kQM * 16, Output::i32});

    cases.push_back({"saddle_orchid_ba8_a", [=] { saddle_orchid_ba8_a<<<(unsigned)(big / 2 / 4096), 256>>>((const float2*)f1, (float2*)o1); }, o1, big});

    int* ma = empty<int>(kMN + 16); int* mb = empty<int>(kMN + 16); int* border = empty<int>(kMTiles + 1); int* mo = empty<int>((size_t)2 * kMN);
    ba8_sorted<<<2048, 256>>>(ma, kMN, 77); ba8_sorted<<<2048, 256>>>(mb, kMN, 991);
    ba8_borders<<<(kMTiles + 256) / 256, 256>>>(ma, mb, border); CHECK(cudaGetLastError());
    cases.push_back({"quartz_ribbon_ba8_a", [=] { quartz_ribbon_ba8_a<<<kMTiles, kMT>>>(ma, mb, border, mo); }, mo, (size_t)2 * kMN, Output::i32});

    int* si = indices(big, 15, 3); int* so = (int*)o1;
    unsigned long long* state; unsigned* ticket;
    CHECK(cudaMalloc(&state, kSTiles * 8)); CHECK(cudaMemset(state, 0, kSTiles * 8)); CHECK(cudaMalloc(&ticket, 4)); CHECK(cudaMemset(ticket, 0, 4));
    auto runs = std::make_shared<unsigned>(0);
    cases.push_back({"thimble_canyon_ba8_a", [=] { unsigned r = (*runs)++; thimble_canyon_ba8_a<<<kSTiles, 512>>>((const int4*)si, (int4*)so, state, ticket, r * kSTiles, r + 1); }, so, big, Output::i32});

    cases.push_back({"falcon_pantry_ba8_a", [=] { falcon_pantry_ba8_a<<<(unsigned)(big / 4096), 256>>>((const float4*)f1, (float4*)o1, 1.442695f); }, o1, big});

    float* bodies = filled<float>((size_t)kBodies * 4, 21); float* acc = empty<float>((size_t)kBodies * kSlices * 4);
    cases.push_back({"bramble_socket_ba8_a", [=] { bramble_socket_ba8_a<<<dim3(kBodies / 512, kSlices), 256>>>((const float4*)bodies, (float4*)acc); }, acc, (size_t)kBodies * kSlices * 4});

    float* table = filled<float>(big * 2, 31); int* ids = indices((size_t)kBags * 32, (unsigned)(big * 2 / 32), 13); float* bag = empty<float>((size_t)kBags * 32);
    cases.push_back({"cobalt_ferry_ba8_a", [=] { cobalt_ferry_ba8_a<<<kBags / 8, 256>>>((const float4*)table, ids, (float4*)bag); }, bag, (size_t)kBags * 32});

    const size_t n26 = (size_t)1 << 26;
    float* xs = empty<float>(n26); CHECK(cudaMemcpy(xs, f1 + 1, n26 * 4, cudaMemcpyDeviceToDevice));
    float* ya = o1; float* yb = o1 + n26;
    cases.push_back({"turnip_ladder_ba8_a", [=] { turnip_ladder_ba8_a<<<(unsigned)(n26 / 1024), 256>>>(f1, f2, ya); }, ya, n26});
    cases.push_back({"turnip_ladder_ba8_b", [=] { turnip_ladder_ba8_b<<<(unsigned)(n26 / 1024), 256>>>(xs, f2, yb); }, yb, n26});

    float* curve = filled<float>(4096, 41);
    CHECK(cudaFuncSetAttribute(mosaic_kettle_ba8_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304));
    CHECK(cudaFuncSetAttribute(mosaic_kettle_ba8_a, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    cases.push_back({"mosaic_kettle_ba8_a", [=] { mosaic_kettle_ba8_a<<<264, 512, 98304>>>((const uint2*)k1, curve, (float4*)o1, 528 * 31 * 2048); }, o1, (size_t)528 * 31 * 8192});
    cases.push_back({"mosaic_kettle_ba8_b", [=] { mosaic_kettle_ba8_b<<<528, 512, 16384>>>((const uint2*)k1, curve, (float4*)o1, 528 * 31 * 2048); }, o1, (size_t)528 * 31 * 8192});

    cases.push_back({"anchor_thistle_ba8_a", [=] { anchor_thistle_ba8_a<<<dim3(256, 256), dim3(32, 8)>>>(f1, o1, 8192); }, o1, n26});
    cases.push_back({"anchor_thistle_ba8_b", [=] { anchor_thistle_ba8_b<<<dim3(256, 256), dim3(32, 8)>>>(f1, o1, 8192); }, o1, n26});

    cases.push_back({"basalt_cricket_ba8_a", [=] { basalt_cricket_ba8_a<<<kPop / 1024, 1024>>>((const float2*)f1, (float2*)o1, 0.01f); }, o1, (size_t)kPop * 2});
    cases.push_back({"basalt_cricket_ba8_b", [=] { basalt_cricket_ba8_b<<<kPop / 256, 256>>>((const float2*)f1, (float2*)o1, 0.01f); }, o1, (size_t)kPop * 2});

    cases.push_back({"velvet_marble_ba8_a", [=] { velvet_marble_ba8_a<<<(unsigned)(n26 / 512), 256>>>(f1, f2, k1, o1); }, o1, n26});
    cases.push_back({"velvet_marble_ba8_b", [=] { velvet_marble_ba8_b<<<(unsigned)(n26 / 512), 256>>>(f1, f2, k1, o1); }, o1, n26});

    cases.push_back({"juniper_cannon_ba8_a", [=] { juniper_cannon_ba8_a<<<(unsigned)(big / 2048), 256>>>((const float4*)f1, (float4*)o1); }, o1, big});
    cases.push_back({"juniper_cannon_ba8_b", [=] { juniper_cannon_ba8_b<<<(unsigned)(big / 2048), 256>>>((const float4*)f1, (float4*)o1); }, o1, big});

    cases.push_back({"pebble_trumpet_ba8_a", [=] { pebble_trumpet_ba8_a<<<(unsigned)(big / 2048), 256>>>(f1, f2, o1); }, o1, big});
    cases.push_back({"pebble_trumpet_ba8_b", [=] { pebble_trumpet_ba8_b<<<(unsigned)(big / 2048), 256>>>((const float4*)f1, (const float4*)f2, (float4*)o1); }, o1, big});

    float* ow = filled<float>((size_t)kOsc * 24, 51);
    cases.push_back({"nutmeg_glacier_ba8_a", [=] { nutmeg_glacier_ba8_a<<<kOsc / 256, 256>>>(ow, f1, o1, 0.01f); }, o1, (size_t)kOsc});
    cases.push_back({"nutmeg_glacier_ba8_b", [=] { nutmeg_glacier_ba8_b<<<kOsc / 256, 256>>>(ow, f1, o1, 0.01f); }, o1, (size_t)kOsc});
    return harness::run(argc, argv, cases);
}
