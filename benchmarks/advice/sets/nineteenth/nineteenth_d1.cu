// Nineteenth set, author 1: nine measured pairs, a mild one and a sound kernel.
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Monte Carlo: knock-out payoff on the mean of each simulated path of 256 moves.
constexpr int kVoyages = 132 * 2048 * 4, kLegs = 256;

__global__ void harness_turn(const float* __restrict__ from, float* __restrict__ to, int rows, int columns) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = from[(size_t)(y + j) * columns + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) to[(size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <int kAcross, int kAlong>  // words from one path and from one move to the next
__device__ __forceinline__ void voyage(const float* __restrict__ move, float* __restrict__ pay) {
    int p = blockIdx.x * 256 + threadIdx.x;
    const float* leg = move + (size_t)p * kAcross;
    float level = 0.0f, total = 0.0f, low = 0.0f;
#pragma unroll 8
    for (int s = 0; s < kLegs; ++s) {
        level = fmaf(0.05f, leg[(size_t)s * kAlong], level);
        total += level;
        low = fminf(low, level);
    }
    pay[p] = low > -0.6f ? fmaxf(total * (1.0f / kLegs) + 0.1f, 0.0f) : -0.05f;
}

__global__ void __launch_bounds__(256) ferry_voyages_d1_a(const float* __restrict__ move, float* __restrict__ pay) { voyage<kLegs, 1>(move, pay); }
__global__ void __launch_bounds__(256) ferry_voyages_d1_b(const float* __restrict__ move, float* __restrict__ pay) { voyage<1, kVoyages>(move, pay); }

// ---- Convolutional network: batch norm and ReLU that hand planes (NCHW) on as interleaved channels (NHWC).
constexpr int kImages = 192, kChannels = 64, kPixels = 64 * 64;

__device__ __forceinline__ float stitched(float v, float scale, float shift) { return fmaxf(fmaf(v, scale, shift), 0.0f); }

__global__ void __launch_bounds__(256) quilt_squares_d1_a(const float* __restrict__ plane, const float* __restrict__ scale, const float* __restrict__ shift, float* __restrict__ woven) {
    int channel = blockIdx.y, pixel = blockIdx.x * 1024 + threadIdx.x;
    float g = 1.0f + scale[channel], h = shift[channel], v[4];
    const float* from = plane + ((size_t)blockIdx.z * kChannels + channel) * kPixels + pixel;
    float* to = woven + ((size_t)blockIdx.z * kPixels + pixel) * kChannels + channel;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = from[256 * j];
#pragma unroll
    for (int j = 0; j < 4; ++j) to[256 * j * kChannels] = stitched(v[j], g, h);
}

__global__ void __launch_bounds__(256) quilt_squares_d1_b(const float* __restrict__ plane, const float* __restrict__ scale, const float* __restrict__ shift, float* __restrict__ woven) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, pixel = blockIdx.x * 32, channel = blockIdx.y * 32;
    const float* from = plane + ((size_t)blockIdx.z * kChannels + channel + y) * kPixels + pixel + x;
    float* to = woven + ((size_t)blockIdx.z * kPixels + pixel + y) * kChannels + channel + x;
    float g = 1.0f + scale[channel + x], h = shift[channel + x], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = from[8 * j * kPixels];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[y + 8 * j][x] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) to[8 * j * kChannels] = stitched(tile[x][y + 8 * j], g, h);
}

// ---- Particle in cell: power that the field spends on each macro-particle.
struct Parcel { float x, y, z, ux, uy, uz, weight, charge, ex, ey, ez, bx, by, bz; int cell, tag; };
constexpr int kParcels = 132 * 1024 * 128;

__global__ void harness_parcels(Parcel* __restrict__ parcels, float* __restrict__ lists) {
    using harness::unit;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t s = i * 16u;
    Parcel p = {unit(s), unit(s + 1), unit(s + 2), unit(s + 3), unit(s + 4), unit(s + 5), unit(s + 6), unit(s + 7),
                unit(s + 8), unit(s + 9), unit(s + 10), unit(s + 11), unit(s + 12), unit(s + 13), (int)(s >> 4), (int)s};
    parcels[i] = p;
    float kept[6] = {p.ux, p.uy, p.uz, p.ex, p.ey, p.ez};
    for (int k = 0; k < 6; ++k) lists[(size_t)k * kParcels + i] = kept[k];
}

__device__ __forceinline__ float toll(float ux, float uy, float uz, float ex, float ey, float ez) {
    float dot = fmaf(ux, ex, fmaf(uy, ey, uz * ez)), square = fmaf(ux, ux, fmaf(uy, uy, fmaf(uz, uz, 1.0f)));
    return dot * rsqrtf(square);
}

__global__ void __launch_bounds__(256) caravan_ledger_d1_a(const Parcel* __restrict__ parcels, float* __restrict__ power) {
    int i = blockIdx.x * 256 + threadIdx.x;
    power[i] = toll(parcels[i].ux, parcels[i].uy, parcels[i].uz, parcels[i].ex, parcels[i].ey, parcels[i].ez);
}

__global__ void __launch_bounds__(256) caravan_ledger_d1_b(const float* __restrict__ ux, const float* __restrict__ uy, const float* __restrict__ uz,
                                                           const float* __restrict__ ex, const float* __restrict__ ey, const float* __restrict__ ez, float* __restrict__ power) {
    int i = blockIdx.x * 256 + threadIdx.x;
    power[i] = toll(ux[i], uy[i], uz[i], ex[i], ey[i], ez[i]);
}

// ---- Film: two frames of bytes cross-faded through a matte.
constexpr int kPanes = 132 * 1024 * 1024;

__device__ __forceinline__ uint32_t leaded(uint32_t front, uint32_t back, uint32_t matte) { return ((front * matte + back * (255u - matte) + 128u) * 257u) >> 16; }

__global__ void __launch_bounds__(256) stained_glass_d1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back, const uint8_t* __restrict__ matte, uint8_t* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    shown[i] = (uint8_t)leaded(front[i], back[i], matte[i]);
}

__global__ void __launch_bounds__(256) stained_glass_d1_b(const uint4* __restrict__ front, const uint4* __restrict__ back, const uint4* __restrict__ matte, uint4* __restrict__ shown) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f4 = front[i], b4 = back[i], m4 = matte[i];
    uint32_t f[4] = {f4.x, f4.y, f4.z, f4.w}, b[4] = {b4.x, b4.y, b4.z, b4.w}, m[4] = {m4.x, m4.y, m4.z, m4.w}, r[4];
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        r[w] = 0;
#pragma unroll
        for (int k = 0; k < 32; k += 8) r[w] |= leaded(f[w] >> k & 255u, b[w] >> k & 255u, m[w] >> k & 255u) << k;
    }
    shown[i] = make_uint4(r[0], r[1], r[2], r[3]);
}

// ---- Genomics: best edit distance of a seed of 16 bases anywhere in a window of 32, a pair a thread, a row of the table in shared memory.
constexpr int kSeeds = 132 * 48 * 128, kSeed = 16;

template <int kPitch>
__device__ __forceinline__ void pilgrim(const uint32_t* __restrict__ seed, const unsigned long long* __restrict__ window, int* __restrict__ best) {
    __shared__ int table[128 * kPitch];
    int i = blockIdx.x * 128 + threadIdx.x, *row = table + threadIdx.x * kPitch;
    uint32_t bases = seed[i];
    unsigned long long text = window[i];
#pragma unroll 1
    for (int j = 0; j < kSeed; ++j) row[j] = j + 1;
    int least = kSeed;
#pragma unroll 1
    for (int t = 0; t < 32; ++t) {
        uint32_t here = (uint32_t)(text & 3), rest = bases;
        text >>= 2;
        int left = 0, corner = 0;
#pragma unroll 4
        for (int j = 0; j < kSeed; ++j) {
            int above = row[j], step = corner + ((rest & 3u) != here);
            rest >>= 2;
            left = min(min(above, left) + 1, step);
            row[j] = left;
            corner = above;
        }
        least = min(least, left);
    }
    best[i] = least;
}

__global__ void __launch_bounds__(128) pilgrim_routes_d1_a(const uint32_t* __restrict__ seed, const unsigned long long* __restrict__ window, int* __restrict__ best) { pilgrim<kSeed>(seed, window, best); }
__global__ void __launch_bounds__(128) pilgrim_routes_d1_b(const uint32_t* __restrict__ seed, const unsigned long long* __restrict__ window, int* __restrict__ best) { pilgrim<kSeed + 1>(seed, window, best); }

// ---- Electrostatics: field of 128 charges at each probe, sixteen probes a thread.
constexpr int kProbes = 132 * 18 * 256 * 16, kCharges = 128, kEach = 16;

__device__ __forceinline__ void lantern(const float* __restrict__ place, const float4* __restrict__ charge, float* __restrict__ field) {
    __shared__ float4 lit[kCharges];
    if (threadIdx.x < kCharges) lit[threadIdx.x] = charge[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * (256 * kEach) + threadIdx.x;
    float x[kEach], y[kEach], z[kEach], u[kEach], v[kEach], w[kEach];
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
        x[j] = place[i + 256 * j]; y[j] = place[kProbes + i + 256 * j]; z[j] = place[2 * kProbes + i + 256 * j];
        u[j] = v[j] = w[j] = 0.0f;
    }
#pragma unroll 1
    for (int c = 0; c < kCharges; ++c) {
        float4 q = lit[c];
#pragma unroll
        for (int j = 0; j < kEach; ++j) {
            float dx = x[j] - q.x, dy = y[j] - q.y, dz = z[j] - q.z;
            float r = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)))), s = q.w * r * r * r;
            u[j] = fmaf(s, dx, u[j]); v[j] = fmaf(s, dy, v[j]); w[j] = fmaf(s, dz, w[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < kEach; ++j) { field[i + 256 * j] = u[j]; field[kProbes + i + 256 * j] = v[j]; field[2 * kProbes + i + 256 * j] = w[j]; }
}

__global__ void __launch_bounds__(256, 6) lantern_festival_d1_a(const float* __restrict__ place, const float4* __restrict__ charge, float* __restrict__ field) { lantern(place, charge, field); }
__global__ void __launch_bounds__(256) lantern_festival_d1_b(const float* __restrict__ place, const float4* __restrict__ charge, float* __restrict__ field) { lantern(place, charge, field); }

// ---- Data frame: turnover by shop (sixteen) of the sales on days below a bound.
constexpr int kSales = 132 * 2048 * 128, kStalls = 16, kLastDay = 128;

__global__ void __launch_bounds__(256) market_stalls_d1_a(const int4* __restrict__ day, const int4* __restrict__ stall, const int4* __restrict__ price, int* __restrict__ takings) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSales / 4; i += gridDim.x * 256) {
        int4 d = day[i], s = stall[i], p = price[i];
        if (d.x < kLastDay) atomicAdd(&takings[s.x], p.x);
        if (d.y < kLastDay) atomicAdd(&takings[s.y], p.y);
        if (d.z < kLastDay) atomicAdd(&takings[s.z], p.z);
        if (d.w < kLastDay) atomicAdd(&takings[s.w], p.w);
    }
}

__global__ void __launch_bounds__(256) market_stalls_d1_b(const int4* __restrict__ day, const int4* __restrict__ stall, const int4* __restrict__ price, int* __restrict__ takings) {
    __shared__ int till[kStalls];
    if (threadIdx.x < kStalls) till[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSales / 4; i += gridDim.x * 256) {
        int4 d = day[i], s = stall[i], p = price[i];
        if (d.x < kLastDay) atomicAdd(&till[s.x], p.x);
        if (d.y < kLastDay) atomicAdd(&till[s.y], p.y);
        if (d.z < kLastDay) atomicAdd(&till[s.z], p.z);
        if (d.w < kLastDay) atomicAdd(&till[s.w], p.w);
    }
    __syncthreads();
    if (threadIdx.x < kStalls) atomicAdd(&takings[threadIdx.x], till[threadIdx.x]);
}

// ---- Pointwise (1x1) convolution in half precision: 16896 pixels, 1024 channels to 1024, sums in FP32.
constexpr int kThreads = 132 * 128, kDeep = 1024, kWide = 1024;

__device__ __forceinline__ void unravel(uint4 v, float (*tile)[132], int k, int row, bool odd) {  // eight halves to eight rows; odd lanes begin at the fourth
    uint32_t w[4] = {odd ? v.z : v.x, odd ? v.w : v.y, odd ? v.x : v.z, odd ? v.y : v.w};
    float (*first)[132] = tile + k + (odd ? 4 : 0), (*second)[132] = tile + k + (odd ? 0 : 4);
#pragma unroll
    for (int q = 0; q < 2; ++q) {
        float2 lower = __half22float2(*reinterpret_cast<__half2*>(&w[q])), upper = __half22float2(*reinterpret_cast<__half2*>(&w[q + 2]));
        first[2 * q][row] = lower.x; first[2 * q + 1][row] = lower.y;
        second[2 * q][row] = upper.x; second[2 * q + 1][row] = upper.y;
    }
}

__global__ void __launch_bounds__(256, 2) loom_patterns_d1_a(const __half* __restrict__ warp, const __half* __restrict__ weft, __half* __restrict__ cloth) {
    __shared__ __align__(16) float a[2][16][132], b[2][16][132];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = t / 2, k = t % 2 * 8;
    bool odd = t % 2;
    const __half *pa = warp + (size_t)(blockIdx.y * 128 + row) * kDeep + k, *pb = weft + (size_t)(blockIdx.x * 128 + row) * kDeep + k;
    uint4 va = *reinterpret_cast<const uint4*>(pa), vb = *reinterpret_cast<const uint4*>(pb);
    unravel(va, a[0], k, row, odd);
    unravel(vb, b[0], k, row, odd);
    __syncthreads();
    float sum[8][8] = {};
#pragma unroll 1
    for (int step = 0; step < kDeep / 16; ++step) {
        int now = step % 2;
        if (step + 1 < kDeep / 16) {
            va = *reinterpret_cast<const uint4*>(pa + (step + 1) * 16);
            vb = *reinterpret_cast<const uint4*>(pb + (step + 1) * 16);
        }
#pragma unroll
        for (int d = 0; d < 16; ++d) {
            float x[8], y[8];
            *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(&a[now][d][ty * 4]);
            *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(&a[now][d][64 + ty * 4]);
            *reinterpret_cast<float4*>(y) = *reinterpret_cast<const float4*>(&b[now][d][tx * 4]);
            *reinterpret_cast<float4*>(y + 4) = *reinterpret_cast<const float4*>(&b[now][d][64 + tx * 4]);
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
        }
        if (step + 1 < kDeep / 16) {
            unravel(va, a[now ^ 1], k, row, odd);
            unravel(vb, b[now ^ 1], k, row, odd);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        __half* out = cloth + (size_t)(blockIdx.y * 128 + i / 4 * 64 + ty * 4 + i % 4) * kWide + blockIdx.x * 128 + tx * 4;
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            __half2 p[2] = {__floats2half2_rn(sum[i][4 * h], sum[i][4 * h + 1]), __floats2half2_rn(sum[i][4 * h + 2], sum[i][4 * h + 3])};
            *reinterpret_cast<uint2*>(out + 64 * h) = *reinterpret_cast<uint2*>(p);
        }
    }
}

__device__ __forceinline__ void quad(uint32_t* r, const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"((uint32_t)__cvta_generic_to_shared(p)));
}

__global__ void __launch_bounds__(256, 2) loom_patterns_d1_b(const __half* __restrict__ warp, const __half* __restrict__ weft, __half* __restrict__ cloth) {
    __shared__ __align__(16) __half a[2][128][40], b[2][128][40];
    int t = threadIdx.x, lane = t % 32, wm = t / 32 % 2 * 64, wn = t / 64 * 32, row = t / 4, k = t % 4 * 8;
    const __half *pa = warp + (size_t)(blockIdx.y * 128 + row) * kDeep + k, *pb = weft + (size_t)(blockIdx.x * 128 + row) * kDeep + k;
    uint4 va[2], vb[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        *reinterpret_cast<uint4*>(&a[0][row + 64 * h][k]) = *reinterpret_cast<const uint4*>(pa + 64 * h * kDeep);
        *reinterpret_cast<uint4*>(&b[0][row + 64 * h][k]) = *reinterpret_cast<const uint4*>(pb + 64 * h * kDeep);
    }
    __syncthreads();
    float sum[4][4][4] = {};
#pragma unroll 1
    for (int step = 0; step < kDeep / 32; ++step) {
        int now = step % 2;
        if (step + 1 < kDeep / 32) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                va[h] = *reinterpret_cast<const uint4*>(pa + 64 * h * kDeep + (step + 1) * 32);
                vb[h] = *reinterpret_cast<const uint4*>(pb + 64 * h * kDeep + (step + 1) * 32);
            }
        }
#pragma unroll
        for (int d = 0; d < 32; d += 16) {
            uint32_t x[4][4], y[2][4];
#pragma unroll
            for (int i = 0; i < 4; ++i) quad(x[i], &a[now][wm + 16 * i + lane % 16][d + lane / 16 * 8]);
#pragma unroll
            for (int j = 0; j < 2; ++j) quad(y[j], &b[now][wn + 16 * j + lane / 16 * 8 + lane % 8][d + lane / 8 % 2 * 8]);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float* s = sum[i][j];
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                                 : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]), "r"(y[j / 2][j % 2 * 2]), "r"(y[j / 2][j % 2 * 2 + 1]));
                }
        }
        if (step + 1 < kDeep / 32) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                *reinterpret_cast<uint4*>(&a[now ^ 1][row + 64 * h][k]) = va[h];
                *reinterpret_cast<uint4*>(&b[now ^ 1][row + 64 * h][k]) = vb[h];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            __half* out = cloth + (size_t)(blockIdx.y * 128 + wm + 16 * i + lane / 4) * kWide + blockIdx.x * 128 + wn + 8 * j + lane % 4 * 2;
            *reinterpret_cast<__half2*>(out) = __floats2half2_rn(sum[i][j][0], sum[i][j][1]);
            *reinterpret_cast<__half2*>(out + 8 * kWide) = __floats2half2_rn(sum[i][j][2], sum[i][j][3]);
        }
}

// ---- Finite elements: skyline matrix times vector; the last sixteenth of the rows couples to the contact surface and is long. A row a warp, 32 rows each.
constexpr int kRows = 132 * 2048, kTrains = 132 * 8 * 8, kLoads = kRows / kTrains;

template <int kFirst, int kNext>  // rows between the first rows of two warps and between the rows of one
__device__ __forceinline__ void mules(const int* __restrict__ start, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    int w = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll 1
    for (int n = 0; n < kLoads; ++n) {
        int row = w * kFirst + n * kNext, from = start[row], many = start[row + 1] - from;
        const float *v = value + from + lane, *u = x + column[row] + lane;
        float sum = 0.0f;
#pragma unroll 4
        for (int e = 0; e < many; e += 32) sum = fmaf(v[e], u[e], sum);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) y[row] = sum;
    }
}

__global__ void __launch_bounds__(256) mule_train_d1_a(const int* __restrict__ start, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    mules<kLoads, 1>(start, column, value, x, y);
}
__global__ void __launch_bounds__(256) mule_train_d1_b(const int* __restrict__ start, const int* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    mules<1, kTrains>(start, column, value, x, y);
}

// ---- Camera: radius before the lens bent it, by 48 fixed-point steps; the recording begins behind one word of header.
constexpr int kRays = 132 * 1024 * 256;

__device__ __forceinline__ void unbend(const float* __restrict__ bent, float* __restrict__ straight) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float d[4], r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = d[j] = bent[i + 256 * j];
#pragma unroll 8
    for (int step = 0; step < 48; ++step) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float s = r[j] * r[j];
            r[j] = fmaf(-s * fmaf(0.03f, s, 0.11f), r[j], d[j]);
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) straight[i + 256 * j] = r[j];
}

__global__ void __launch_bounds__(256) old_mirrors_d1_a(const float* __restrict__ bent, float* __restrict__ straight) { unbend(bent, straight); }
__global__ void __launch_bounds__(256) old_mirrors_d1_b(const float* __restrict__ bent, float* __restrict__ straight) { unbend(bent, straight); }

// ---- Transformer: RMS norm of tokens of 4096 halves, a token a block, held in registers between its two uses.
constexpr int kSingers = 132 * 256, kNotes = 4096;

__global__ void harness_halves(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

__global__ void __launch_bounds__(256, 8) choir_practice_d1_a(const uint4* __restrict__ song, const uint4* __restrict__ weight, uint4* __restrict__ tuned) {
    __shared__ float part[8];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * (kNotes / 8) + t;
    uint4 v[2] = {__ldcs(song + at), __ldcs(song + at + 256)};
    float sum = 0.0f;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        const __half2* p = reinterpret_cast<const __half2*>(&v[h]);
#pragma unroll
        for (int q = 0; q < 4; ++q) { float2 f = __half22float2(p[q]); sum = fmaf(f.x, f.x, fmaf(f.y, f.y, sum)); }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) sum += part[w];
    float scale = rsqrtf(sum * (1.0f / kNotes) + 1e-5f);
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        uint4 g4 = weight[t + 256 * h], r4;
        const __half2 *p = reinterpret_cast<const __half2*>(&v[h]), *g = reinterpret_cast<const __half2*>(&g4);
        __half2* r = reinterpret_cast<__half2*>(&r4);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float2 f = __half22float2(p[q]), k = __half22float2(g[q]);
            r[q] = __floats2half2_rn(f.x * scale * k.x, f.y * scale * k.y);
        }
        __stcs(tuned + at + 256 * h, r4);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kVoyages * kLegs;  // the largest number of floats that a case reads
    static_assert(pool > (size_t)kProbes * 3 && pool > (size_t)kRays && pool > (size_t)kImages * kChannels * kPixels, "shared");
    static_assert(pool / 2 == (size_t)kSingers * kNotes, "shared");
    const float* sea = filled<float>(pool, 81);

    float *turned = empty<float>(pool), *pay = empty<float>(kVoyages);
    harness_turn<<<dim3(kLegs / 32, kVoyages / 32), dim3(32, 8)>>>(sea, turned, kVoyages, kLegs); CHECK(cudaGetLastError());
    add("ferry_voyages_d1_a", pay, kVoyages, Output::f32, [=] { ferry_voyages_d1_a<<<kVoyages / 256, 256>>>(sea, pay); });
    add("ferry_voyages_d1_b", pay, kVoyages, Output::f32, [=] { ferry_voyages_d1_b<<<kVoyages / 256, 256>>>(turned, pay); });

    constexpr size_t squares = (size_t)kImages * kChannels * kPixels;
    float *scale = filled<float>(kChannels, 82), *shift = filled<float>(kChannels, 83), *woven = empty<float>(squares);
    add("quilt_squares_d1_a", woven, squares, Output::f32, [=] { quilt_squares_d1_a<<<dim3(kPixels / 1024, kChannels, kImages), 256>>>(sea, scale, shift, woven); });
    add("quilt_squares_d1_b", woven, squares, Output::f32, [=] { quilt_squares_d1_b<<<dim3(kPixels / 32, kChannels / 32, kImages), dim3(32, 8)>>>(sea, scale, shift, woven); });

    static_assert(sizeof(Parcel) == 64, "layout");
    Parcel* parcels = reinterpret_cast<Parcel*>(empty<float>((size_t)kParcels * 16));
    float *lists = empty<float>((size_t)kParcels * 6), *power = empty<float>(kParcels);
    harness_parcels<<<kParcels / 256, 256>>>(parcels, lists); CHECK(cudaGetLastError());
    constexpr size_t pc = kParcels;
    add("caravan_ledger_d1_a", power, kParcels, Output::f32, [=] { caravan_ledger_d1_a<<<kParcels / 256, 256>>>(parcels, power); });
    add("caravan_ledger_d1_b", power, kParcels, Output::f32, [=] {
        caravan_ledger_d1_b<<<kParcels / 256, 256>>>(lists, lists + pc, lists + 2 * pc, lists + 3 * pc, lists + 4 * pc, lists + 5 * pc, power); });

    const int *front = indices(kPanes / 4, 0xffffffffu, 84), *back = indices(kPanes / 4, 0xffffffffu, 850000084u), *matte = indices(kPanes / 4, 0xffffffffu, 1700000084u);
    uint8_t* shown = empty<uint8_t>(kPanes);
    auto bytes = [](const int* p) { return reinterpret_cast<const uint8_t*>(p); };
    auto sixteen = [](const int* p) { return reinterpret_cast<const uint4*>(p); };
    add("stained_glass_d1_a", shown, kPanes, Output::u8, [=] { stained_glass_d1_a<<<kPanes / 256, 256>>>(bytes(front), bytes(back), bytes(matte), shown); });
    add("stained_glass_d1_b", shown, kPanes, Output::u8, [=] {
        stained_glass_d1_b<<<kPanes / 4096, 256>>>(sixteen(front), sixteen(back), sixteen(matte), reinterpret_cast<uint4*>(shown)); });

    const uint32_t* seed = reinterpret_cast<const uint32_t*>(front);
    const unsigned long long* window = reinterpret_cast<const unsigned long long*>(back);
    int* best = empty<int>(kSeeds);
    add("pilgrim_routes_d1_a", best, kSeeds, Output::i32, [=] { pilgrim_routes_d1_a<<<kSeeds / 128, 128>>>(seed, window, best); });
    add("pilgrim_routes_d1_b", best, kSeeds, Output::i32, [=] { pilgrim_routes_d1_b<<<kSeeds / 128, 128>>>(seed, window, best); });

    const float4* charge = reinterpret_cast<const float4*>(filled<float>(kCharges * 4, 85));
    float* field = empty<float>((size_t)kProbes * 3);
    add("lantern_festival_d1_a", field, (size_t)kProbes * 3, Output::f32, [=] { lantern_festival_d1_a<<<kProbes / (256 * kEach), 256>>>(sea, charge, field); });
    add("lantern_festival_d1_b", field, (size_t)kProbes * 3, Output::f32, [=] { lantern_festival_d1_b<<<kProbes / (256 * kEach), 256>>>(sea, charge, field); });

    auto four = [](const int* p) { return reinterpret_cast<const int4*>(p); };
    const int4 *day = four(indices(kSales, 1024, 86)), *stall = four(indices(kSales, kStalls, 900000086u)), *price = four(indices(kSales, 1000, 1800000086u));
    int* takings = empty<int>(kStalls);
    add("market_stalls_d1_a", takings, kStalls, Output::i32, [=] { market_stalls_d1_a<<<132 * 8, 256>>>(day, stall, price, takings); });
    add("market_stalls_d1_b", takings, kStalls, Output::i32, [=] { market_stalls_d1_b<<<132 * 8, 256>>>(day, stall, price, takings); });

    __half *song = reinterpret_cast<__half*>(empty<uint16_t>(pool / 2)), *tuned = reinterpret_cast<__half*>(empty<uint16_t>(pool / 2));
    harness_halves<<<2048, 256>>>(sea, song, pool / 2); CHECK(cudaGetLastError());
    __half *weft = song + (size_t)kThreads * kDeep, *cloth = reinterpret_cast<__half*>(empty<uint16_t>((size_t)kThreads * kWide));
    add("loom_patterns_d1_a", cloth, (size_t)kThreads * kWide, Output::f16, [=] { loom_patterns_d1_a<<<dim3(kWide / 128, kThreads / 128), 256>>>(song, weft, cloth); });
    add("loom_patterns_d1_b", cloth, (size_t)kThreads * kWide, Output::f16, [=] { loom_patterns_d1_b<<<dim3(kWide / 128, kThreads / 128), 256>>>(song, weft, cloth); });

    std::vector<int> starts(kRows + 1), columns(kRows);
    for (int r = 0; r < kRows; ++r) {
        uint32_t h = harness::hash32((uint32_t)r + 87u);
        int many = r < kRows / 16 * 15 ? 64 + 32 * (int)(h % 5u) : 5120 + 32 * (int)(h % 73u);
        starts[r + 1] = starts[r] + many;
        columns[r] = (int)(harness::hash32(h) % (uint32_t)((kRows - many) / 32)) * 32;
    }
    if ((size_t)starts[kRows] > pool) { std::fprintf(stderr, "too many entries\n"); return 2; }
    int *start = uploaded(starts), *column = uploaded(columns);
    float *known = filled<float>(kRows, 88), *product = empty<float>(kRows);
    add("mule_train_d1_a", product, kRows, Output::f32, [=] { mule_train_d1_a<<<kTrains / 8, 256>>>(start, column, sea, known, product); });
    add("mule_train_d1_b", product, kRows, Output::f32, [=] { mule_train_d1_b<<<kTrains / 8, 256>>>(start, column, sea, known, product); });

    float *even = empty<float>(kRays), *straight = empty<float>(kRays);
    CHECK(cudaMemcpy(even, sea + 1, kRays * sizeof(float), cudaMemcpyDeviceToDevice));
    add("old_mirrors_d1_a", straight, kRays, Output::f32, [=] { old_mirrors_d1_a<<<kRays / 1024, 256>>>(sea + 1, straight); });
    add("old_mirrors_d1_b", straight, kRays, Output::f32, [=] { old_mirrors_d1_b<<<kRays / 1024, 256>>>(even, straight); });

    add("choir_practice_d1_a", tuned, pool / 2, Output::f16, [=] {
        choir_practice_d1_a<<<kSingers, 256>>>(reinterpret_cast<const uint4*>(song), reinterpret_cast<const uint4*>(song), reinterpret_cast<uint4*>(tuned)); });

    return harness::run(argc, argv, cases);
}
