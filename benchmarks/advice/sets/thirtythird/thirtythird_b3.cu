// Healthy kernels of tiles, windows and shared memory (only _a), and three pairs whose visible defect costs next to nothing (_a, _b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

__device__ __forceinline__ float4 f4(float a, float b, float c, float d) { return make_float4(a, b, c, d); }

// ---- Fog on lantern photographs: separable 7 x 7 blur. A warp owns 120 columns (its outer lanes only lend neighbours), marches down and keeps seven rows.
constexpr int kFogPitch = 15872, kFogTurns = 75, kFogRows = kFogTurns * 7 - 6, kFogStrips = 16;

__global__ void __launch_bounds__(128, 4) lantern_fog_b3_a(const float* __restrict__ photo, float* __restrict__ soft) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 4 + threadIdx.x / 32) * 120 + lane * 4, top = blockIdx.y * kFogRows;
    const float* from = photo + (size_t)top * kFogPitch + x;
    float* to = soft + (size_t)top * kFogPitch + x;
    constexpr float w0 = 0.31f, w1 = 0.21f, w2 = 0.10f, w3 = 0.035f;
    float4 ahead[7], row[7];
    bool inner = lane > 0 && lane < 31;
#pragma unroll
    for (int j = 0; j < 7; ++j) ahead[j] = *reinterpret_cast<const float4*>(from + j * kFogPitch);
    for (int turn = 0; turn < kFogTurns; ++turn) {
#pragma unroll
        for (int j = 0; j < 7; ++j) {
            float4 v = ahead[j];
            if (turn + 1 < kFogTurns) ahead[j] = *reinterpret_cast<const float4*>(from + (7 + j) * kFogPitch);
            float a = __shfl_up_sync(~0u, v.y, 1), b = __shfl_up_sync(~0u, v.z, 1), c = __shfl_up_sync(~0u, v.w, 1);
            float d = __shfl_down_sync(~0u, v.x, 1), e = __shfl_down_sync(~0u, v.y, 1), f = __shfl_down_sync(~0u, v.z, 1);
            row[j] = f4(fmaf(w3, a + v.w, fmaf(w2, b + v.z, fmaf(w1, c + v.y, w0 * v.x))), fmaf(w3, b + d, fmaf(w2, c + v.w, fmaf(w1, v.x + v.z, w0 * v.y))),
                        fmaf(w3, c + e, fmaf(w2, v.x + d, fmaf(w1, v.y + v.w, w0 * v.z))), fmaf(w3, v.x + f, fmaf(w2, v.y + e, fmaf(w1, v.z + d, w0 * v.w))));
            if ((j == 6 || turn > 0) && inner) {
                const float4 &p = row[(j + 1) % 7], &q = row[(j + 2) % 7], &r = row[(j + 3) % 7], &s = row[(j + 4) % 7], &t = row[(j + 5) % 7], &u = row[(j + 6) % 7], &z = row[j];
                *reinterpret_cast<float4*>(to + (j - 6) * kFogPitch) =
                    f4(fmaf(w3, p.x + z.x, fmaf(w2, q.x + u.x, fmaf(w1, r.x + t.x, w0 * s.x))), fmaf(w3, p.y + z.y, fmaf(w2, q.y + u.y, fmaf(w1, r.y + t.y, w0 * s.y))),
                       fmaf(w3, p.z + z.z, fmaf(w2, q.z + u.z, fmaf(w1, r.z + t.z, w0 * s.z))), fmaf(w3, p.w + z.w, fmaf(w2, q.w + u.w, fmaf(w1, r.w + t.w, w0 * s.w))));
            }
        }
        from += 7 * kFogPitch;
        to += 7 * kFogPitch;
    }
}

// ---- Oven: one step of heat in a brick of 512 x 528 x 512 cells; a block owns 512 x 8 columns and marches along z, two planes ahead (two more planes lie above the brick).
constexpr int kOvenX = 512, kOvenY = 528, kOvenZ = 512, kOvenSlab = 128;
constexpr size_t kOvenPlane = (size_t)kOvenX * kOvenY;

__device__ __forceinline__ float4 oven_cell(float4 c, float4 n, float4 s, float4 u, float4 d, float left, float right) {
    return f4(fmaf(0.1f, left + c.y + n.x + s.x + u.x + d.x, 0.4f * c.x), fmaf(0.1f, c.x + c.z + n.y + s.y + u.y + d.y, 0.4f * c.y),
              fmaf(0.1f, c.y + c.w + n.z + s.z + u.z + d.z, 0.4f * c.z), fmaf(0.1f, c.z + right + n.w + s.w + u.w + d.w, 0.4f * c.w));
}

__global__ void __launch_bounds__(512, 2) oven_heat_b3_a(const float* __restrict__ now, float* __restrict__ next) {
    __shared__ __align__(16) float plane[2][10][kOvenX];
    int tx = threadIdx.x % 128, ty = threadIdx.x / 128, lane = threadIdx.x % 32, x = tx * 4, y = blockIdx.x * 8 + ty * 2, z0 = blockIdx.y * kOvenSlab;
    bool edge = ty == 0 || ty == 3;
    int rim = ty == 0 ? max(y - 1, 0) : min(y + 2, kOvenY - 1), rimrow = ty == 0 ? 0 : 9, r = 1 + 2 * ty;
    size_t mine = (size_t)y * kOvenX + x, rims = (size_t)rim * kOvenX + x;
    auto cell = [&](size_t at, int z) { return *reinterpret_cast<const float4*>(now + (size_t)min(max(z, 0), kOvenZ - 1) * kOvenPlane + at); };
    float4 below0 = cell(mine, z0 - 1), below1 = cell(mine + kOvenX, z0 - 1), c0 = cell(mine, z0), c1 = cell(mine + kOvenX, z0);
    float4 above0 = cell(mine, z0 + 1), above1 = cell(mine + kOvenX, z0 + 1), h0 = f4(0, 0, 0, 0);
    if (edge) h0 = cell(rims, z0);
    const float* far = now + (z0 + 2) * kOvenPlane + mine;
    float* to = next + z0 * kOvenPlane + mine;
    int hop = (rim - y) * kOvenX - (int)kOvenPlane;
#pragma unroll 2
    for (int z = z0; z < z0 + kOvenSlab; ++z) {
        float4 far0 = *reinterpret_cast<const float4*>(far), far1 = *reinterpret_cast<const float4*>(far + kOvenX);
        float(*p)[kOvenX] = plane[z & 1];
        *reinterpret_cast<float4*>(&p[r][x]) = c0;
        *reinterpret_cast<float4*>(&p[r + 1][x]) = c1;
        if (edge) *reinterpret_cast<float4*>(&p[rimrow][x]) = h0;
        if (edge) h0 = *reinterpret_cast<const float4*>(far + hop);  // of the next plane
        far += kOvenPlane;
        __syncthreads();
        float4 north = *reinterpret_cast<const float4*>(&p[r - 1][x]), south = *reinterpret_cast<const float4*>(&p[r + 2][x]);
        float l0 = __shfl_up_sync(~0u, c0.w, 1), l1 = __shfl_up_sync(~0u, c1.w, 1), r0 = __shfl_down_sync(~0u, c0.x, 1), r1 = __shfl_down_sync(~0u, c1.x, 1);
        if (lane == 0) { int at = max(x - 1, 0); l0 = p[r][at]; l1 = p[r + 1][at]; }
        if (lane == 31) { int at = min(x + 4, kOvenX - 1); r0 = p[r][at]; r1 = p[r + 1][at]; }
        *reinterpret_cast<float4*>(to) = oven_cell(c0, north, c1, above0, below0, l0, r0);
        *reinterpret_cast<float4*>(to + kOvenX) = oven_cell(c1, c0, south, above1, below1, l1, r1);
        to += kOvenPlane;
        below0 = c0; below1 = c1; c0 = above0; c1 = above1; above0 = far0; above1 = far1;
    }
}

// ---- Postcards: 8 x 8 cosine transform and rounding to 16 bits. A lane owns four columns, then trades halves with its neighbour and owns four rows.
constexpr int kCardWide = 16384, kCardTall = 8448;

__device__ __forceinline__ void cosine8(float& a, float& b, float& c, float& d, float& e, float& f, float& g, float& h) {
    constexpr float c1 = 0.49039264f, c2 = 0.46193977f, c3 = 0.41573481f, c4 = 0.35355339f, c5 = 0.27778512f, c6 = 0.19134172f, c7 = 0.09754516f;
    float s0 = a + h, s1 = b + g, s2 = c + f, s3 = d + e, d0 = a - h, d1 = b - g, d2 = c - f, d3 = d - e;
    float t0 = s0 + s3, t1 = s1 + s2, t2 = s0 - s3, t3 = s1 - s2;
    a = (t0 + t1) * c4; e = (t0 - t1) * c4; c = fmaf(t2, c2, t3 * c6); g = fmaf(t2, c6, -t3 * c2);
    b = fmaf(d0, c1, fmaf(d1, c3, fmaf(d2, c5, d3 * c7)));
    d = fmaf(d0, c3, fmaf(-d1, c7, fmaf(-d2, c1, -d3 * c5)));
    f = fmaf(d0, c5, fmaf(-d1, c1, fmaf(d2, c7, d3 * c3)));
    h = fmaf(d0, c7, fmaf(-d1, c5, fmaf(d2, c3, -d3 * c1)));
}

__global__ void __launch_bounds__(256) postcard_codec_b3_a(const float* __restrict__ card, const float4* __restrict__ fine, short* __restrict__ code) {
    int lane = threadIdx.x % 32, odd = lane & 1, x = blockIdx.x * 1024 + threadIdx.x * 4, y = blockIdx.y * 8;
    float v[8][4], q[4][8];
#pragma unroll
    for (int r = 0; r < 8; ++r) {
        float4 p = __ldcs(reinterpret_cast<const float4*>(card + (size_t)(y + r) * kCardWide + x));
        v[r][0] = p.x; v[r][1] = p.y; v[r][2] = p.z; v[r][3] = p.w;
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) cosine8(v[0][c], v[1][c], v[2][c], v[3][c], v[4][c], v[5][c], v[6][c], v[7][c]);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            float keep = odd ? v[i + 4][c] : v[i][c], got = __shfl_xor_sync(~0u, odd ? v[i][c] : v[i + 4][c], 1);
            q[i][c] = odd ? got : keep; q[i][c + 4] = odd ? keep : got;
        }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        cosine8(q[i][0], q[i][1], q[i][2], q[i][3], q[i][4], q[i][5], q[i][6], q[i][7]);
        int row = i + 4 * odd;
        float4 m = __ldg(fine + row * 2), n = __ldg(fine + row * 2 + 1);
        float scale[8] = {m.x, m.y, m.z, m.w, n.x, n.y, n.z, n.w};
        uint32_t word[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            word[k] = __byte_perm(__float2int_rn(q[i][2 * k] * 500.0f * scale[2 * k]), __float2int_rn(q[i][2 * k + 1] * 500.0f * scale[2 * k + 1]), 0x5410);
        __stcs(reinterpret_cast<uint4*>(code + (size_t)(y + row) * kCardWide + (x & ~7)), make_uint4(word[0], word[1], word[2], word[3]));
    }
}

// ---- Whale song: spectra of 16896 records of 4096 complex samples, three passes of radix 16 in registers, two exchanges through shared memory.
constexpr int kSongs = 132 * 128;

__device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x)); }
__device__ __forceinline__ void fourier4(float2& a, float2& b, float2& c, float2& d) {
    float2 s = make_float2(a.x + c.x, a.y + c.y), t = make_float2(a.x - c.x, a.y - c.y), u = make_float2(b.x + d.x, b.y + d.y), v = make_float2(b.y - d.y, d.x - b.x);
    a = make_float2(s.x + u.x, s.y + u.y); c = make_float2(s.x - u.x, s.y - u.y);
    b = make_float2(t.x + v.x, t.y + v.y); d = make_float2(t.x - v.x, t.y - v.y);
}
// In place: element j of the input at v[j]; coefficient k = p + 4 q of the result at v[4 p + q].
__device__ __forceinline__ void fourier16(float2 (&v)[16]) {
    constexpr float c1 = 0.92387953f, s1 = 0.38268343f, h = 0.70710678f;
#pragma unroll
    for (int i = 0; i < 4; ++i) fourier4(v[i], v[i + 4], v[i + 8], v[i + 12]);  // over j / 4; coefficient p at v[i + 4 p]
    v[5] = cmul(v[5], make_float2(c1, -s1)); v[6] = cmul(v[6], make_float2(h, -h)); v[7] = cmul(v[7], make_float2(s1, -c1));
    v[9] = cmul(v[9], make_float2(h, -h)); v[10] = make_float2(v[10].y, -v[10].x); v[11] = cmul(v[11], make_float2(-h, -h));
    v[13] = cmul(v[13], make_float2(s1, -c1)); v[14] = cmul(v[14], make_float2(-h, -h)); v[15] = cmul(v[15], make_float2(-c1, s1));
#pragma unroll
    for (int p = 0; p < 4; ++p) fourier4(v[4 * p], v[4 * p + 1], v[4 * p + 2], v[4 * p + 3]);
}
// Multiplies coefficient k by the k-th power of e^(-i angle).
__device__ __forceinline__ void whale_turn(float2 (&v)[16], float angle) {
    float2 w[4], big;
    float s, c;
    __sincosf(angle, &s, &c);
    w[1] = make_float2(c, -s); w[2] = cmul(w[1], w[1]); w[3] = cmul(w[2], w[1]); w[0] = cmul(w[2], w[2]);
    v[4] = cmul(v[4], w[1]); v[8] = cmul(v[8], w[2]); v[12] = cmul(v[12], w[3]);
    big = w[0];
#pragma unroll
    for (int q = 1; q < 4; ++q) {
        v[q] = cmul(v[q], big);
#pragma unroll
        for (int p = 1; p < 4; ++p) v[4 * p + q] = cmul(v[4 * p + q], cmul(big, w[p]));
        big = cmul(big, w[0]);
    }
}

__global__ void __launch_bounds__(256, 3) whale_song_b3_a(const float2* __restrict__ song, float2* __restrict__ spectrum) {
    __shared__ float2 pool[16 * 273];
    int t = threadIdx.x, hi = t / 16, lo = t % 16;
    size_t base = (size_t)blockIdx.x * 4096 + t;
    float2 v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = __ldcs(song + base + j * 256);
    fourier16(v);
    whale_turn(v, t * (6.2831853f / 4096));
#pragma unroll
    for (int k = 0; k < 16; ++k) pool[k * 256 + t] = v[4 * (k % 4) + k / 4];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = pool[hi * 256 + lo + 16 * j];
    __syncthreads();
    fourier16(v);
    whale_turn(v, lo * (6.2831853f / 256));
#pragma unroll
    for (int k = 0; k < 16; ++k) pool[hi * 273 + lo * 17 + k] = v[4 * (k % 4) + k / 4];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = pool[lo * 273 + j * 17 + hi];
    fourier16(v);
#pragma unroll
    for (int k = 0; k < 16; ++k) __stcs(spectrum + base + k * 256, v[4 * (k % 4) + k / 4]);
}

// ---- Ferries: cheapest way from 4224 harbours to 2048 islands over one of 1024 ports (min-plus product, 128 x 128 tiles, 8 x 8 a thread).
constexpr int kHarbours = 4224, kIslands = 2048, kPorts = 1024, kFerryDeep = 16, kFerryStages = 3;

__device__ __forceinline__ void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int kLeft> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory"); }

__global__ void __launch_bounds__(256, 2) ferry_fares_b3_a(const float* __restrict__ out, const float* __restrict__ back, float* __restrict__ fare) {
    extern __shared__ __align__(16) float ferry_pool[];
    auto first = reinterpret_cast<float(*)[kFerryDeep][128]>(ferry_pool);
    auto second = first + kFerryStages;
    int t = threadIdx.x, warp = t / 32, lane = t % 32, ty = warp / 2 * 4 + lane / 8, tx = warp % 2 * 8 + lane % 8, m0 = blockIdx.y * 128, n0 = blockIdx.x * 128;
    auto fetch = [&](int step) {
        int s = step % kFerryStages;
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int k = t / 32 + i * 8, c = lane * 4;
            copy16(&first[s][k][c], out + (size_t)(step * kFerryDeep + k) * kHarbours + m0 + c);
            copy16(&second[s][k][c], back + (size_t)(step * kFerryDeep + k) * kIslands + n0 + c);
        }
    };
    float best[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) best[i][j] = 1e30f;
    fetch(0); copy_commit(); fetch(1); copy_commit();
    for (int step = 0; step < kPorts / kFerryDeep; ++step) {
        copy_wait<1>();
        __syncthreads();
        if (step + 2 < kPorts / kFerryDeep) fetch(step + 2);
        copy_commit();
        int s = step % kFerryStages;
#pragma unroll 8
        for (int k = 0; k < kFerryDeep; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&first[s][k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&first[s][k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&second[s][k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&second[s][k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) best[i][j] = fminf(best[i][j], a[i] + b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* to = fare + (size_t)(m0 + (i / 4) * 64 + ty * 4 + i % 4) * kIslands + n0 + tx * 4;
        *reinterpret_cast<float4*>(to) = f4(best[i][0], best[i][1], best[i][2], best[i][3]);
        *reinterpret_cast<float4*>(to + 64) = f4(best[i][4], best[i][5], best[i][6], best[i][7]);
    }
}

// ---- Bridges: six unknown displacements of each of 4.3 million joints from its symmetric stiffness matrix (doubles, a thread a joint, elimination in registers).
constexpr int kJoints = 132 * 8 * 256 * 16;

__global__ void __launch_bounds__(128) bridge_joints_b3_a(const double* __restrict__ stiff, const double* __restrict__ load, double* __restrict__ shift) {
    int i = blockIdx.x * 128 + threadIdx.x;
    double a[6][6], b[6], inv[6];
#pragma unroll
    for (int r = 0; r < 6; ++r)
#pragma unroll
        for (int c = 0; c <= r; ++c) a[r][c] = stiff[(size_t)(r * (r + 1) / 2 + c) * kJoints + i];
#pragma unroll
    for (int r = 0; r < 6; ++r) b[r] = load[(size_t)r * kJoints + i];
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        inv[k] = __drcp_rn(a[k][k] + 8.0);
#pragma unroll
        for (int r = k + 1; r < 6; ++r) {
            double f = a[r][k] * inv[k];
#pragma unroll
            for (int c = k + 1; c <= r; ++c) a[r][c] = fma(-f, a[c][k], a[r][c]);
            b[r] = fma(-f, b[k], b[r]);
        }
    }
#pragma unroll
    for (int k = 5; k >= 0; --k) {
        double s = b[k];
#pragma unroll
        for (int r = k + 1; r < 6; ++r) s = fma(-a[r][k], b[r], s);
        b[k] = s * inv[k];
        shift[(size_t)k * kJoints + i] = b[k];
    }
}

// ---- Satellite colours: 64 bands of each of 4.3 million ground points mixed into 64 features (tensor cores; each warp has a ring of four tiles of its own).
constexpr int kGround = 132 * 32768, kGroundWarps = 132 * 16, kGroundTurns = kGround / 16 / kGroundWarps, kGroundStages = 4;

__global__ void __launch_bounds__(256, 2) ground_bands_b3_a(const __half* __restrict__ bands, const __half* __restrict__ mix, const float* __restrict__ offset, __half* __restrict__ feature) {
    extern __shared__ __align__(128) unsigned char ground_pool[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, me = blockIdx.x * 8 + warp;
    unsigned char* ring = ground_pool + warp * (kGroundStages * 2048);
    uint32_t b[4][8][2];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int n = 0; n < 8; ++n)
#pragma unroll
            for (int h = 0; h < 2; ++h) b[k][n][h] = *reinterpret_cast<const uint32_t*>(mix + (n * 8 + lane / 4) * 64 + k * 16 + h * 8 + lane % 4 * 2);
    auto spot = [&](int row, int chunk) { return row * 128 + ((chunk ^ (row & 7)) << 4); };
    auto fetch = [&](int turn) {
        const unsigned char* from = reinterpret_cast<const unsigned char*>(bands) + ((size_t)turn * kGroundWarps + me) * 2048;
        unsigned char* to = ring + turn % kGroundStages * 2048;
#pragma unroll
        for (int i = 0; i < 4; ++i) { int p = i * 32 + lane; copy16(to + spot(p / 8, p % 8), from + p * 16); }
    };
#pragma unroll
    for (int s = 0; s < kGroundStages - 1; ++s) { fetch(s); copy_commit(); }
    for (int turn = 0; turn < kGroundTurns; ++turn) {
        copy_wait<kGroundStages - 2>();
        __syncwarp();
        if (turn + kGroundStages - 1 < kGroundTurns) fetch(turn + kGroundStages - 1);
        copy_commit();
        unsigned char* tile = ring + turn % kGroundStages * 2048;
        uint32_t a[4][4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            uint32_t at = (uint32_t)__cvta_generic_to_shared(tile + spot(lane & 15, k * 2 + lane / 16));
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[k][0]), "=r"(a[k][1]), "=r"(a[k][2]), "=r"(a[k][3]) : "r"(at) : "memory");
        }
        __syncwarp();
#pragma unroll
        for (int n = 0; n < 8; ++n) {
            float2 o = *reinterpret_cast<const float2*>(offset + n * 8 + lane % 4 * 2);
            float c0 = o.x, c1 = o.y, c2 = o.x, c3 = o.y;
#pragma unroll
            for (int k = 0; k < 4; ++k)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3) : "r"(a[k][0]), "r"(a[k][1]), "r"(a[k][2]), "r"(a[k][3]), "r"(b[k][n][0]), "r"(b[k][n][1]));
            *reinterpret_cast<__half2*>(tile + spot(lane / 4, n) + lane % 4 * 4) = __floats2half2_rn(fmaxf(c0, 0.0f), fmaxf(c1, 0.0f));
            *reinterpret_cast<__half2*>(tile + spot(lane / 4 + 8, n) + lane % 4 * 4) = __floats2half2_rn(fmaxf(c2, 0.0f), fmaxf(c3, 0.0f));
        }
        __syncwarp();
        unsigned char* to = reinterpret_cast<unsigned char*>(feature) + ((size_t)turn * kGroundWarps + me) * 2048;
#pragma unroll
        for (int i = 0; i < 4; ++i) { int p = i * 32 + lane; __stcs(reinterpret_cast<uint4*>(to + p * 16), *reinterpret_cast<const uint4*>(tile + spot(p / 8, p % 8))); }
    }
}

// ---- Coral reefs: 3 x 3 filter of each of 64 channels of 33 maps of 256 x 512 (halves); a thread owns eight channels of two columns and marches down 32 rows.
constexpr int kReefWide = 512, kReefTall = 256, kReefMaps = 33, kReefRows = 32;

__device__ __forceinline__ void reef_add(__half2 (&sum)[4], const uint4& v, const uint4& w) {
    const __half2 *p = reinterpret_cast<const __half2*>(&v), *q = reinterpret_cast<const __half2*>(&w);
#pragma unroll
    for (int i = 0; i < 4; ++i) sum[i] = __hfma2(p[i], q[i], sum[i]);
}

__global__ void __launch_bounds__(256, 2) coral_reef_b3_a(const uint4* __restrict__ map, const uint4* __restrict__ weight, uint4* __restrict__ result) {
    int chunk = threadIdx.x % 8, x = blockIdx.x * 64 + threadIdx.x / 8 * 2, y0 = blockIdx.y * kReefRows;
    size_t base = (size_t)blockIdx.z * kReefTall * kReefWide * 8 + chunk;
    uint4 w[3][3], in[2][4];
#pragma unroll
    for (int i = 0; i < 9; ++i) w[i / 3][i % 3] = __ldg(weight + i * 8 + chunk);
    auto fetch = [&](uint4 (&row)[4], int y) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            int at = x - 1 + c;
            row[c] = (unsigned)y < (unsigned)kReefTall && (unsigned)at < (unsigned)kReefWide ? map[base + ((size_t)y * kReefWide + at) * 8] : make_uint4(0, 0, 0, 0);
        }
    };
    __half2 zero = __floats2half2_rn(0.0f, 0.0f), sum[3][2][4];
#pragma unroll
    for (int i = 0; i < 24; ++i) sum[i / 8][i / 4 % 2][i % 4] = zero;
    fetch(in[0], y0 - 1); fetch(in[1], y0);
    for (int y = y0 - 1; y <= y0 + kReefRows; y += 2) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
#pragma unroll
            for (int c = 0; c < 2; ++c)
#pragma unroll
                for (int r = 0; r < 3; ++r)
#pragma unroll
                    for (int d = 0; d < 3; ++d) reef_add(sum[r][c], in[h][c + d], w[2 - r][d]);  // sum[0] ends here, sum[2] begins
            if (y + h + 2 <= y0 + kReefRows) fetch(in[h], y + h + 2);
            int done = y + h - 1;
#pragma unroll
            for (int c = 0; c < 2; ++c) {
                if (done >= y0) __stcs(result + base + ((size_t)done * kReefWide + x + c) * 8, *reinterpret_cast<uint4*>(sum[0][c]));
#pragma unroll
                for (int i = 0; i < 4; ++i) { sum[0][c][i] = sum[1][c][i]; sum[1][c][i] = sum[2][c][i]; sum[2][c][i] = zero; }
            }
        }
    }
}

// ---- Comet hunt: median of nine exposures of each sky pixel, network of minima and maxima in registers.
constexpr int kSky = 132 * 8 * 256 * 24;  // quadruples

__device__ __forceinline__ void order(float& a, float& b) { float l = fminf(a, b); b = fmaxf(a, b); a = l; }
__device__ __forceinline__ float middle9(float a, float b, float c, float d, float e, float f, float g, float h, float i) {
    order(b, c); order(e, f); order(h, i); order(a, b); order(d, e); order(g, h); order(b, c); order(e, f); order(h, i);
    float low = fmaxf(fmaxf(a, d), g), high = fminf(fminf(c, f), i);
    order(b, e); float mid = fmaxf(b, fminf(e, h));
    order(low, high);
    return fmaxf(low, fminf(high, mid));
}

__global__ void __launch_bounds__(256) comet_hunt_b3_a(const float4* __restrict__ shot, float4* __restrict__ still) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = __ldcs(shot + (size_t)k * kSky + i);
    __stcs(still + i, f4(middle9(v[0].x, v[1].x, v[2].x, v[3].x, v[4].x, v[5].x, v[6].x, v[7].x, v[8].x), middle9(v[0].y, v[1].y, v[2].y, v[3].y, v[4].y, v[5].y, v[6].y, v[7].y, v[8].y),
                         middle9(v[0].z, v[1].z, v[2].z, v[3].z, v[4].z, v[5].z, v[6].z, v[7].z, v[8].z), middle9(v[0].w, v[1].w, v[2].w, v[3].w, v[4].w, v[5].w, v[6].w, v[7].w, v[8].w)));
}

// ---- Fresco: edge-keeping 7 x 7 smoothing of a coloured picture of 4096 x 4096 points, tile in shared memory, four points a thread.
// The fourth channel of a point carries minus the squared length of its colour, so that a tap's likeness is a scalar product (the centre's own length cancels).
constexpr int kFresco = 4096, kFrescoPitch = 4104;

__global__ void __launch_bounds__(256, 4) fresco_clean_b3_a(const float4* __restrict__ paint, float4* __restrict__ clean) {
    __shared__ float4 tile[38][38];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int p = threadIdx.x; p < 38 * 38; p += 256) copy16(&tile[p / 38][p % 38], paint + (size_t)(y0 + p / 38) * kFrescoPitch + x0 + p % 38);
    copy_commit(); copy_wait<0>();
    __syncthreads();
    float4 mine[4], sum[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { float4 m = tile[ty * 4 + k + 3][tx + 3]; mine[k] = f4(2.0f * m.x, 2.0f * m.y, 2.0f * m.z, m.w); sum[k] = f4(0, 0, 0, 0); }
#pragma unroll
    for (int dx = 0; dx < 7; ++dx)
#pragma unroll
        for (int r = 0; r < 10; ++r) {
            float4 v = tile[ty * 4 + r][tx + dx];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                int dy = r - k;
                if (dy < 0 || dy > 6) continue;
                float far = -0.09f * ((dx - 3) * (dx - 3) + (dy - 3) * (dy - 3));
                float e = fmaf(v.x, mine[k].x, fmaf(v.y, mine[k].y, fmaf(v.z, mine[k].z, v.w + far))), w;
                asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(w) : "f"(e));
                sum[k].x = fmaf(w, v.x, sum[k].x); sum[k].y = fmaf(w, v.y, sum[k].y); sum[k].z = fmaf(w, v.z, sum[k].z); sum[k].w += w;
            }
        }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float s = __fdividef(1.0f, sum[k].w);
        __stcs(clean + (size_t)(y0 + ty * 4 + k) * kFresco + x0 + tx, f4(sum[k].x * s, sum[k].y * s, sum[k].z * s, mine[k].w));
    }
}

// ---- Atlas: three coarser scales of a height map in one reading; a thread reads 4 x 8 heights, neighbours meet by shuffle.
constexpr int kAtlasWide = 16384, kAtlasTall = 8448;

__global__ void __launch_bounds__(256) atlas_scales_b3_a(const float* __restrict__ height, float* __restrict__ half, float* __restrict__ quarter, float* __restrict__ eighth) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float4 v[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) v[r] = __ldcs(reinterpret_cast<const float4*>(height + (size_t)(y * 8 + r) * kAtlasWide) + x);
    float2 m[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        m[r] = make_float2(0.25f * (v[2 * r].x + v[2 * r].y + v[2 * r + 1].x + v[2 * r + 1].y), 0.25f * (v[2 * r].z + v[2 * r].w + v[2 * r + 1].z + v[2 * r + 1].w));
        __stcs(reinterpret_cast<float2*>(half + (size_t)(y * 4 + r) * (kAtlasWide / 2)) + x, m[r]);
    }
    float q0 = 0.25f * (m[0].x + m[0].y + m[1].x + m[1].y), q1 = 0.25f * (m[2].x + m[2].y + m[3].x + m[3].y);
    __stcs(quarter + (size_t)(y * 2) * (kAtlasWide / 4) + x, q0);
    __stcs(quarter + (size_t)(y * 2 + 1) * (kAtlasWide / 4) + x, q1);
    float e = q0 + q1;
    e = 0.25f * (e + __shfl_down_sync(~0u, e, 1));
    if (!(x & 1)) __stcs(eighth + (size_t)y * (kAtlasWide / 8) + x / 2, e);
}

// ---- Mummy scan: sums along slanted rays of equal length through a volume of 1024 x 528 x 512, the slant differs from slice to slice; 768 rays a slice.
constexpr int kScanX = 1024, kScanY = 528, kScanZ = 512, kScanRays = 768;

__global__ void __launch_bounds__(256, 4) mummy_scan_b3_a(const float* __restrict__ volume, const float* __restrict__ slant, float* __restrict__ shadow) {
    int x = threadIdx.x, y = blockIdx.x;
    float lean = 0.24f * __ldg(slant + y), sum[3] = {0.0f, 0.0f, 0.0f};
    const float* slice = volume + (size_t)y * kScanX + 128 + x;
    for (int z = 0; z < kScanZ; z += 8) {
        float a[8][3], b[8][3], part[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float move = lean * (z + i), whole = floorf(move);
            part[i] = move - whole;
            const float* row = slice + (z + i) * (kScanX * kScanY) + (int)whole;
#pragma unroll
            for (int k = 0; k < 3; ++k) { a[i][k] = row[k * 256]; b[i][k] = row[k * 256 + 1]; }
        }
#pragma unroll
        for (int i = 0; i < 8; ++i)
#pragma unroll
            for (int k = 0; k < 3; ++k) sum[k] += fmaf(part[i], b[i][k] - a[i][k], a[i][k]);
    }
#pragma unroll
    for (int k = 0; k < 3; ++k) shadow[y * kScanRays + x + k * 256] = sum[k];
}

// ---- Loom: pattern turned by a quarter and brightened, tiles of 64 x 64; rows of the tile 68 (before) or 65 floats long.
constexpr int kLoomWide = 16384, kLoomTall = 8448;

template <int kPitch>
__device__ __forceinline__ void loom_turn(const float* __restrict__ cloth, float* __restrict__ turned) {
    __shared__ float tile[64 * kPitch];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64;
    float v[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) v[i] = __ldcs(cloth + (size_t)(y0 + warp + i / 2 * 8) * kLoomWide + x0 + lane + i % 2 * 32);
#pragma unroll
    for (int i = 0; i < 16; ++i) tile[(warp + i / 2 * 8) * kPitch + lane + i % 2 * 32] = v[i] * fabsf(v[i]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) __stcs(turned + (size_t)(x0 + warp + i / 2 * 8) * kLoomTall + y0 + lane + i % 2 * 32, tile[(lane + i % 2 * 32) * kPitch + warp + i / 2 * 8]);
}
__global__ void __launch_bounds__(256) loom_turn_b3_a(const float* __restrict__ cloth, float* __restrict__ turned) { loom_turn<68>(cloth, turned); }
__global__ void __launch_bounds__(256) loom_turn_b3_b(const float* __restrict__ cloth, float* __restrict__ turned) { loom_turn<65>(cloth, turned); }

// ---- Theatre light: brightness of 2 x 2 points of three colour planes; the shares are written as doubles (before) or floats.
constexpr int kStageWide = 8192, kStageTall = 8448;
constexpr size_t kStagePlane = (size_t)kStageWide * kStageTall / 4;

template <typename T>
__device__ __forceinline__ void stage_light(const float4* __restrict__ colour, float2* __restrict__ light, T red, T green, T blue) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    size_t at = (size_t)y * 2 * (kStageWide / 4) + x;
    float4 c[3][2];
#pragma unroll
    for (int i = 0; i < 6; ++i) c[i / 2][i % 2] = __ldcs(colour + i / 2 * kStagePlane + at + i % 2 * (kStageWide / 4));
    auto shine = [&](float r, float g, float b) { return (float)(red * r + green * g + blue * b); };
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        sum.x += shine(c[0][h].x, c[1][h].x, c[2][h].x) + shine(c[0][h].y, c[1][h].y, c[2][h].y);
        sum.y += shine(c[0][h].z, c[1][h].z, c[2][h].z) + shine(c[0][h].w, c[1][h].w, c[2][h].w);
    }
    __stcs(light + (size_t)y * (kStageWide / 4) + x, make_float2(0.25f * sum.x, 0.25f * sum.y));
}
__global__ void __launch_bounds__(256) stage_light_b3_a(const float4* __restrict__ colour, float2* __restrict__ light) { stage_light<double>(colour, light, 0.299, 0.587, 0.114); }
__global__ void __launch_bounds__(256) stage_light_b3_b(const float4* __restrict__ colour, float2* __restrict__ light) { stage_light<float>(colour, light, 0.299f, 0.587f, 0.114f); }

// ---- Moth survey: camera frames freed of dark current and brought to equal sensitivity; eight points a thread, one by one (before) or by fours.
constexpr int kMoths = 132 * 256 * 2048;

__global__ void __launch_bounds__(256) moth_frames_b3_a(const float* __restrict__ raw, const float* __restrict__ dark, const float* __restrict__ gain, float* __restrict__ clear) {
    int i = blockIdx.x * 2048 + threadIdx.x;
    float r[8], d[8], g[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { r[k] = __ldcs(raw + i + k * 256); d[k] = __ldcs(dark + i + k * 256); g[k] = __ldcs(gain + i + k * 256); }
#pragma unroll
    for (int k = 0; k < 8; ++k) __stcs(clear + i + k * 256, (r[k] - d[k]) * g[k]);
}
__global__ void __launch_bounds__(256) moth_frames_b3_b(const float4* __restrict__ raw, const float4* __restrict__ dark, const float4* __restrict__ gain, float4* __restrict__ clear) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 r[2], d[2], g[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { r[k] = __ldcs(raw + i + k * 256); d[k] = __ldcs(dark + i + k * 256); g[k] = __ldcs(gain + i + k * 256); }
#pragma unroll
    for (int k = 0; k < 2; ++k) __stcs(clear + i + k * 256, f4((r[k].x - d[k].x) * g[k].x, (r[k].y - d[k].y) * g[k].y, (r[k].z - d[k].z) * g[k].z, (r[k].w - d[k].w) * g[k].w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    constexpr size_t kMost = (size_t)288 << 20, kResult = (size_t)144 << 20;
    static_assert((size_t)kSky * 36 <= kMost && (size_t)kScanX * kScanY * kScanZ <= kMost && kStagePlane * 12 <= kMost && (size_t)kSongs * 8192 <= kResult, "fields are too short");
    static_assert((size_t)kFogPitch * (kFogRows * kFogStrips + 7) <= kResult && kOvenPlane * kOvenZ <= kResult && (size_t)kAtlasWide * kAtlasTall <= kResult, "fields are too short");
    float *one = filled<float>(kMost, 331), *out = empty<float>(kResult), *out2 = empty<float>(kResult / 16), *out3 = empty<float>(kResult / 64);
    double *stiff = filled<double>((size_t)27 * kJoints, 332), *shift = empty<double>((size_t)6 * kJoints);
    __half *bands = filled<__half>((size_t)kGround * 64, 333), *mix = filled<__half>(64 * 64, 334), *feature = empty<__half>((size_t)kGround * 64);
    float *two = one + (size_t)kMoths, *three = two + (size_t)kMoths;
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *three4 = reinterpret_cast<float4*>(three), *out4 = reinterpret_cast<float4*>(out);
    float2 *one2 = reinterpret_cast<float2*>(one), *outpair = reinterpret_cast<float2*>(out);
    const uint4 *reef = reinterpret_cast<const uint4*>(bands), *tap = reinterpret_cast<const uint4*>(mix);
    uint4* reefout = reinterpret_cast<uint4*>(feature);
    constexpr int kFerryBytes = kFerryStages * kFerryDeep * 128 * 4 * 2, kGroundBytes = 8 * kGroundStages * 2048;
    CHECK(cudaFuncSetAttribute(ferry_fares_b3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kFerryBytes));
    CHECK(cudaFuncSetAttribute(ground_bands_b3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kGroundBytes));
    CHECK(cudaFuncSetAttribute(ground_bands_b3_a, cudaFuncAttributePreferredSharedMemoryCarveout, 100));

    add("lantern_fog_b3_a", out, (size_t)kFogPitch * kFogRows * kFogStrips, Output::f32, [=] { lantern_fog_b3_a<<<dim3(33, kFogStrips), 128>>>(one, out); });
    add("oven_heat_b3_a", out, kOvenPlane * kOvenZ, Output::f32, [=] { oven_heat_b3_a<<<dim3(kOvenY / 8, kOvenZ / kOvenSlab), 512>>>(one, out); });
    add("postcard_codec_b3_a", out, (size_t)kCardWide * kCardTall / 2, Output::i32, [=] { postcard_codec_b3_a<<<dim3(kCardWide / 1024, kCardTall / 8), 256>>>(one, one4, reinterpret_cast<short*>(out)); });
    add("whale_song_b3_a", out, (size_t)kSongs * 8192, Output::f32, [=] { whale_song_b3_a<<<kSongs, 256>>>(one2, outpair); });
    add("ferry_fares_b3_a", out, (size_t)kHarbours * kIslands, Output::f32, [=] { ferry_fares_b3_a<<<dim3(kIslands / 128, kHarbours / 128), 256, kFerryBytes>>>(one, two, out); });
    add("bridge_joints_b3_a", shift, (size_t)6 * kJoints, Output::f64, [=] { bridge_joints_b3_a<<<kJoints / 128, 128>>>(stiff, stiff + (size_t)21 * kJoints, shift); });
    add("ground_bands_b3_a", feature, (size_t)kGround * 64, Output::f16, [=] { ground_bands_b3_a<<<kGroundWarps / 8, 256, kGroundBytes>>>(bands, mix, one, feature); });
    add("coral_reef_b3_a", feature, (size_t)kGround * 64, Output::f16, [=] { coral_reef_b3_a<<<dim3(kReefWide / 64, kReefTall / kReefRows, kReefMaps), 256>>>(reef, tap, reefout); });
    add("comet_hunt_b3_a", out, (size_t)kSky * 4, Output::f32, [=] { comet_hunt_b3_a<<<kSky / 256, 256>>>(one4, out4); });
    add("fresco_clean_b3_a", out, (size_t)kFresco * kFresco * 4, Output::f32, [=] { fresco_clean_b3_a<<<dim3(kFresco / 32, kFresco / 32), 256>>>(one4, out4); });
    add("atlas_scales_b3_a", out, (size_t)kAtlasWide * kAtlasTall / 4, Output::f32, [=] { atlas_scales_b3_a<<<dim3(kAtlasWide / 1024, kAtlasTall / 8), 256>>>(one, out, out2, out3); });
    add("mummy_scan_b3_a", out, (size_t)kScanRays * kScanY, Output::f32, [=] { mummy_scan_b3_a<<<kScanY, 256>>>(one, two, out); });

    add("loom_turn_b3_a", out, (size_t)kLoomWide * kLoomTall, Output::f32, [=] { loom_turn_b3_a<<<dim3(kLoomWide / 64, kLoomTall / 64), 256>>>(one, out); });
    add("loom_turn_b3_b", out, (size_t)kLoomWide * kLoomTall, Output::f32, [=] { loom_turn_b3_b<<<dim3(kLoomWide / 64, kLoomTall / 64), 256>>>(one, out); });
    add("stage_light_b3_a", out, kStagePlane, Output::f32, [=] { stage_light_b3_a<<<dim3(kStageWide / 1024, kStageTall / 2), 256>>>(one4, outpair); });
    add("stage_light_b3_b", out, kStagePlane, Output::f32, [=] { stage_light_b3_b<<<dim3(kStageWide / 1024, kStageTall / 2), 256>>>(one4, outpair); });
    add("moth_frames_b3_a", out, kMoths, Output::f32, [=] { moth_frames_b3_a<<<kMoths / 2048, 256>>>(one, two, three, out); });
    add("moth_frames_b3_b", out, kMoths, Output::f32, [=] { moth_frames_b3_b<<<kMoths / 2048, 256>>>(one4, two4, three4, out4); });

    return harness::run(argc, argv, cases);
}
