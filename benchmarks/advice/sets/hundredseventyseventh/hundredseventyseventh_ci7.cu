// One program of measured pairs, set hundredseventyseventh, suffix ci7: nine works and variants of each.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "harness.cuh"
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }

// ---- 1: acoustic wave in 3D, 25 points, marching along z -------------------------------------------------------------------
constexpr int WNX = 512, WNY = 512, WNZ = 256, WPX = 576, WPY = WNY + 8, WPZ = WNZ + 8;
constexpr size_t WPL = (size_t)WPX * WPY;
template <class R> struct WaveCoef { static __device__ __forceinline__ R c(int i) {
    return i == 0 ? R(-2.847222222) : i == 1 ? R(1.6) : i == 2 ? R(-0.2) : i == 3 ? R(0.02539682539) : R(-0.001785714285); } };

template <int BX, int BY, int ZC, class R>
__device__ __forceinline__ void wave_march(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    __shared__ float t[BY + 8][BX + 8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    size_t p = (size_t)(blockIdx.z * ZC + 4) * WPL + (size_t)(blockIdx.y * BY + ty + 4) * WPX + blockIdx.x * BX + tx + 32;
    float q[9];
#pragma unroll
    for (int i = 0; i < 8; ++i) q[i] = u[p + (i - 4) * (ptrdiff_t)WPL];
    for (int z = 0; z < ZC; ++z, p += WPL) {
        q[8] = u[p + 4 * WPL];
        const float pv = prev[p], v = vel[p];
        __syncthreads();
        t[ty + 4][tx + 4] = q[4];
        if (ty < 4) { t[ty][tx + 4] = u[p - 4 * WPX]; t[ty + BY + 4][tx + 4] = u[p + (size_t)BY * WPX]; }
        if (tx < 4) { t[ty + 4][tx] = u[p - 4]; t[ty + 4][tx + BX + 4] = u[p + BX]; }
        __syncthreads();
        R l = R(3) * WaveCoef<R>::c(0) * q[4];
#pragma unroll
        for (int i = 1; i <= 4; ++i)
            l += WaveCoef<R>::c(i) * (t[ty + 4][tx + 4 - i] + t[ty + 4][tx + 4 + i] + t[ty + 4 - i][tx + 4] + t[ty + 4 + i][tx + 4] + q[4 - i] + q[4 + i]);
        out[p] = 2.0f * q[4] - pv + (float)(v * l);
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
    }
}
__global__ void __launch_bounds__(512) maple_lantern_ci7_b(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    wave_march<32, 16, 64, float>(u, prev, vel, out);
}
__global__ void __launch_bounds__(512) copper_meadow_ci7_a(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    wave_march<8, 64, 64, float>(u, prev, vel, out);
}
__global__ void __launch_bounds__(512) silver_harbor_ci7_a(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    wave_march<32, 16, 8, float>(u, prev, vel, out);
}
__global__ void __launch_bounds__(512) quiet_thistle_ci7_a(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    __shared__ float t[24][40];
    const int tx = threadIdx.x, ty = threadIdx.y;
    size_t p = (size_t)(blockIdx.z * 64 + 4) * WPL + (size_t)(blockIdx.y * 16 + ty + 4) * WPX + blockIdx.x * 32 + tx + 32;
    float q[9];
#pragma unroll
    for (int i = 0; i < 8; ++i) q[i] = u[p + (i - 4) * (ptrdiff_t)WPL];
    for (int z = 0; z < 64; ++z, p += WPL) {
        q[8] = u[p + 4 * WPL];
        const float pv = prev[p], v = vel[p];
        __syncthreads();
        t[ty + 4][tx + 4] = q[4];
        if (ty < 4) { t[ty][tx + 4] = u[p - 4 * WPX]; t[ty + 20][tx + 4] = u[p + (size_t)16 * WPX]; }
        if (tx < 4) { t[ty + 4][tx] = u[p - 4]; t[ty + 4][tx + 36] = u[p + 32]; }
        __syncthreads();
        float l = 3.0 * -2.847222222 * q[4];
        l += 1.6 * (t[ty + 4][tx + 3] + t[ty + 4][tx + 5] + t[ty + 3][tx + 4] + t[ty + 5][tx + 4] + q[3] + q[5]);
        l += -0.2 * (t[ty + 4][tx + 2] + t[ty + 4][tx + 6] + t[ty + 2][tx + 4] + t[ty + 6][tx + 4] + q[2] + q[6]);
        l += 0.02539682539 * (t[ty + 4][tx + 1] + t[ty + 4][tx + 7] + t[ty + 1][tx + 4] + t[ty + 7][tx + 4] + q[1] + q[7]);
        l += -0.001785714285 * (t[ty + 4][tx] + t[ty + 4][tx + 8] + t[ty][tx + 4] + t[ty + 8][tx + 4] + q[0] + q[8]);
        out[p] = 2.0 * q[4] - pv + v * l;
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
    }
}
__global__ void __launch_bounds__(512) amber_canyon_ci7_a(const float* __restrict__ u, const float* __restrict__ prev, const float* __restrict__ vel, float* __restrict__ out) {
    size_t p = (size_t)(blockIdx.z * 64 + 4) * WPL + (size_t)(blockIdx.y * 16 + threadIdx.y + 4) * WPX + blockIdx.x * 32 + threadIdx.x + 32;
    float q[9];
#pragma unroll
    for (int i = 0; i < 8; ++i) q[i] = u[p + (i - 4) * (ptrdiff_t)WPL];
    for (int z = 0; z < 64; ++z, p += WPL) {
        q[8] = u[p + 4 * WPL];
        float l = 3.0f * WaveCoef<float>::c(0) * q[4];
#pragma unroll
        for (int i = 1; i <= 4; ++i)
            l += WaveCoef<float>::c(i) * (u[p - i] + u[p + i] + u[p - i * WPX] + u[p + i * WPX] + q[4 - i] + q[4 + i]);
        out[p] = 2.0f * q[4] - prev[p] + vel[p] * l;
#pragma unroll
        for (int i = 0; i < 8; ++i) q[i] = q[i + 1];
    }
}
static void r01() {
    size_t n = WPL * WPZ;
    float *u = harness::filled<float>(n, 3), *prev = harness::filled<float>(n, 5), *vel = harness::filled<float>(n, 9), *o = harness::empty<float>(n);
    dim3 b(32, 16), g(WNX / 32, WNY / 16, WNZ / 64);
    add("maple_lantern_ci7_b", [=] { maple_lantern_ci7_b<<<g, b>>>(u, prev, vel, o); }, o, n);
    add("copper_meadow_ci7_a", [=] { copper_meadow_ci7_a<<<dim3(WNX / 8, WNY / 64, WNZ / 64), dim3(8, 64)>>>(u, prev, vel, o); }, o, n);
    add("silver_harbor_ci7_a", [=] { silver_harbor_ci7_a<<<dim3(WNX / 32, WNY / 16, WNZ / 8), b>>>(u, prev, vel, o); }, o, n);
    add("quiet_thistle_ci7_a", [=] { quiet_thistle_ci7_a<<<g, b>>>(u, prev, vel, o); }, o, n);
    add("amber_canyon_ci7_a", [=] { amber_canyon_ci7_a<<<g, b>>>(u, prev, vel, o); }, o, n);
}

// ---- 2: matrix of Manhattan distances between two sets of descriptors --------------------------------------------------------
constexpr int MM = 4096, MN = 4096, MK = 128, MKT = 8;
// block: (16 T) x (16 T) distances, 256 threads, T x T a thread; fragments in groups of four columns
template <int T, bool SPLIT, bool AHEAD>
__device__ __forceinline__ void cityblock(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    constexpr int S = 16 * T, P = S + 4, L = (S * MKT / 4 + 255) / 256, ST = AHEAD ? 2 : 1;
    __shared__ __align__(16) float sa[ST][MKT][P], sb[ST][MKT][P];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, kq = tid % 2, r0 = tid / 2;
    const float* a = A + (size_t)blockIdx.y * S * MK;
    const float* b = B + (size_t)blockIdx.x * S * MK;
    float4 fa[L], fb[L];
    float acc[T][T];
#pragma unroll
    for (int i = 0; i < T; ++i)
#pragma unroll
        for (int j = 0; j < T; ++j) acc[i][j] = 0.0f;
    auto fetch = [&](int k0) {
        if (r0 >= S) return;
#pragma unroll
        for (int l = 0; l < L; ++l) {
            fa[l] = *(const float4*)(a + (size_t)(r0 + 128 * l) * MK + k0 + kq * 4);
            fb[l] = *(const float4*)(b + (size_t)(r0 + 128 * l) * MK + k0 + kq * 4);
        }
    };
    auto keep = [&](int s) {
        if (r0 >= S) return;
#pragma unroll
        for (int l = 0; l < L; ++l) {
            int r = r0 + 128 * l;
            sa[s][kq * 4][r] = fa[l].x; sa[s][kq * 4 + 1][r] = fa[l].y; sa[s][kq * 4 + 2][r] = fa[l].z; sa[s][kq * 4 + 3][r] = fa[l].w;
            sb[s][kq * 4][r] = fb[l].x; sb[s][kq * 4 + 1][r] = fb[l].y; sb[s][kq * 4 + 2][r] = fb[l].z; sb[s][kq * 4 + 3][r] = fb[l].w;
        }
    };
    auto at = [](int t, int g) { return SPLIT ? g * 64 + t * 4 : t * T + g * 4; };
    fetch(0);
    if (AHEAD) { keep(0); __syncthreads(); }
#pragma unroll 1
    for (int k0 = 0, s = 0; k0 < MK; k0 += MKT) {
        if (AHEAD) { if (k0 + MKT < MK) fetch(k0 + MKT); }
        else { if (k0) fetch(k0); __syncthreads(); keep(0); __syncthreads(); }
#pragma unroll
        for (int k = 0; k < MKT; ++k) {
            float va[T], vb[T];
#pragma unroll
            for (int g = 0; g < T / 4; ++g) {
                *(float4*)(va + 4 * g) = *(const float4*)&sa[s][k][at(ty, g)];
                *(float4*)(vb + 4 * g) = *(const float4*)&sb[s][k][at(tx, g)];
            }
#pragma unroll
            for (int i = 0; i < T; ++i)
#pragma unroll
                for (int j = 0; j < T; ++j) acc[i][j] += fabsf(va[i] - vb[j]);
        }
        if (AHEAD) { if (k0 + MKT < MK) keep(s ^ 1); __syncthreads(); s ^= 1; }
    }
#pragma unroll
    for (int i = 0; i < T; ++i)
#pragma unroll
        for (int g = 0; g < T / 4; ++g)
            *(float4*)(D + (size_t)(blockIdx.y * S + at(ty, i / 4) + i % 4) * MN + blockIdx.x * S + at(tx, g)) =
                make_float4(acc[i][4 * g], acc[i][4 * g + 1], acc[i][4 * g + 2], acc[i][4 * g + 3]);
}
__global__ void __launch_bounds__(256, 2) velvet_anchor_ci7_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    cityblock<8, true, true>(A, B, D);
}
__global__ void __launch_bounds__(256, 3) ruby_orchard_ci7_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    cityblock<4, true, true>(A, B, D);
}
__global__ void __launch_bounds__(256, 2) hollow_pepper_ci7_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    cityblock<8, true, false>(A, B, D);
}
__global__ void __launch_bounds__(256, 3) misty_saddle_ci7_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    cityblock<8, true, true>(A, B, D);
}
__global__ void __launch_bounds__(256, 2) granite_feather_ci7_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ D) {
    cityblock<8, false, true>(A, B, D);
}
static void r02() {
    float *A = harness::filled<float>((size_t)MM * MK, 11), *B = harness::filled<float>((size_t)MN * MK, 13), *D = harness::empty<float>((size_t)MM * MN);
    dim3 g(MN / 128, MM / 128);
    size_t n = (size_t)MM * MN;
    add("velvet_anchor_ci7_b", [=] { velvet_anchor_ci7_b<<<g, 256>>>(A, B, D); }, D, n);
    add("ruby_orchard_ci7_a", [=] { ruby_orchard_ci7_a<<<dim3(MN / 64, MM / 64), 256>>>(A, B, D); }, D, n);
    add("hollow_pepper_ci7_a", [=] { hollow_pepper_ci7_a<<<g, 256>>>(A, B, D); }, D, n);
    add("misty_saddle_ci7_a", [=] { misty_saddle_ci7_a<<<g, 256>>>(A, B, D); }, D, n);
    add("granite_feather_ci7_a", [=] { granite_feather_ci7_a<<<g, 256>>>(A, B, D); }, D, n);
}

// ---- 3: histogram of the grey values of a long exposure ----------------------------------------------------------------------
constexpr size_t HN = (size_t)1 << 28;
constexpr int HT = 512, HW = HN / 16;
__global__ void harness_grey(uint8_t* x, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i + 77u);
        x[i] = (uint8_t)((((h & 63) + ((h >> 6) & 63) + ((h >> 12) & 63) + ((h >> 18) & 31)) >> 1) + 40);
    }
}
__device__ __forceinline__ void tally4(uint32_t w, int* h, int step) {
    atomicAdd(h + (w & 255) * step, 1); atomicAdd(h + ((w >> 8) & 255) * step, 1);
    atomicAdd(h + ((w >> 16) & 255) * step, 1); atomicAdd(h + (w >> 24) * step, 1);
}
__device__ __forceinline__ void tally16(uint4 v, int* h, int step) { tally4(v.x, h, step); tally4(v.y, h, step); tally4(v.z, h, step); tally4(v.w, h, step); }
__device__ __forceinline__ void lanes_to_bins(const int* h, int* __restrict__ out) {
    const int lane = threadIdx.x % 32;
    for (int b = threadIdx.x / 32; b < 256; b += HT / 32) {
        int s = __reduce_add_sync(0xffffffffu, h[b * 32 + lane]);
        if (lane == 0 && s) atomicAdd(out + b, s);
    }
}
__global__ void __launch_bounds__(HT) cobalt_willow_ci7_b(const uint4* __restrict__ x, int* __restrict__ out) {
    __shared__ int h[256 * 32];
    for (int i = threadIdx.x; i < 256 * 32; i += HT) h[i] = 0;
    __syncthreads();
    int* mine = h + threadIdx.x % 32;
    const int stride = gridDim.x * HT;
    int i = blockIdx.x * HT + threadIdx.x;
    for (; i + stride < HW; i += 2 * stride) {
        uint4 v = x[i], w = x[i + stride];
        tally16(v, mine, 32); tally16(w, mine, 32);
    }
    if (i < HW) tally16(x[i], mine, 32);
    __syncthreads();
    lanes_to_bins(h, out);
}
__global__ void __launch_bounds__(HT) sunny_kettle_ci7_a(const uint4* __restrict__ x, int* __restrict__ out) {
    __shared__ int h[256];
    if (threadIdx.x < 256) h[threadIdx.x] = 0;
    __syncthreads();
    const int stride = gridDim.x * HT;
    int i = blockIdx.x * HT + threadIdx.x;
    for (; i + stride < HW; i += 2 * stride) {
        uint4 v = x[i], w = x[i + stride];
        tally16(v, h, 1); tally16(w, h, 1);
    }
    if (i < HW) tally16(x[i], h, 1);
    __syncthreads();
    if (threadIdx.x < 256 && h[threadIdx.x]) atomicAdd(out + threadIdx.x, h[threadIdx.x]);
}
__global__ void __launch_bounds__(HT) rustic_beacon_ci7_a(const uint4* __restrict__ x, int* __restrict__ out) {
    __shared__ int h[32 * 256];
    for (int i = threadIdx.x; i < 256 * 32; i += HT) h[i] = 0;
    __syncthreads();
    int* mine = h + threadIdx.x % 32 * 256;
    const int stride = gridDim.x * HT;
    int i = blockIdx.x * HT + threadIdx.x;
    for (; i + stride < HW; i += 2 * stride) {
        uint4 v = x[i], w = x[i + stride];
        tally16(v, mine, 1); tally16(w, mine, 1);
    }
    if (i < HW) tally16(x[i], mine, 1);
    __syncthreads();
    if (threadIdx.x < 256) {
        int s = 0;
#pragma unroll 8
        for (int c = 0; c < 32; ++c) s += h[c * 256 + threadIdx.x];
        if (s) atomicAdd(out + threadIdx.x, s);
    }
}
__global__ void __launch_bounds__(HT) ivory_marble_ci7_a(const uint8_t* __restrict__ x, int* __restrict__ out) {
    __shared__ int h[256 * 32];
    for (int i = threadIdx.x; i < 256 * 32; i += HT) h[i] = 0;
    __syncthreads();
    int* mine = h + threadIdx.x % 32;
    const size_t stride = (size_t)gridDim.x * HT;
#pragma unroll 8
    for (size_t i = blockIdx.x * HT + threadIdx.x; i < HN; i += stride) atomicAdd(mine + x[i] * 32, 1);
    __syncthreads();
    lanes_to_bins(h, out);
}
__global__ void __launch_bounds__(HT) crimson_basket_ci7_a(const uint4* __restrict__ x, int* __restrict__ out) {
    __shared__ int h[256 * 32];
    for (int i = threadIdx.x; i < 256 * 32; i += HT) h[i] = 0;
    __syncthreads();
    int* mine = h + threadIdx.x % 32;
    const int i = blockIdx.x * 2 * HT + threadIdx.x;
    uint4 v = x[i], w = x[i + HT];
    tally16(v, mine, 32); tally16(w, mine, 32);
    __syncthreads();
    lanes_to_bins(h, out);
}
static void r03() {
    uint8_t* x = harness::empty<uint8_t>(HN);
    harness_grey<<<2048, 256>>>(x, HN);
    int* o = harness::empty<int>(256);
    const uint4* v = (const uint4*)x;
    add("cobalt_willow_ci7_b", [=] { cobalt_willow_ci7_b<<<528, HT>>>(v, o); }, o, 256, Output::i32);
    add("sunny_kettle_ci7_a", [=] { sunny_kettle_ci7_a<<<528, HT>>>(v, o); }, o, 256, Output::i32);
    add("rustic_beacon_ci7_a", [=] { rustic_beacon_ci7_a<<<528, HT>>>(v, o); }, o, 256, Output::i32);
    add("ivory_marble_ci7_a", [=] { ivory_marble_ci7_a<<<528, HT>>>(x, o); }, o, 256, Output::i32);
    add("crimson_basket_ci7_a", [=] { crimson_basket_ci7_a<<<HW / (2 * HT), HT>>>(v, o); }, o, 256, Output::i32);
}

// ---- 4: softmax of rows of scores with a bias, bf16 ---------------------------------------------------------------------------
constexpr int SR = 32768, SC = 4096;
using bf = __nv_bfloat16;
__device__ __forceinline__ float2 pairof(uint32_t w) { return make_float2(__uint_as_float(w << 16), __uint_as_float(w & 0xffff0000u)); }
__device__ __forceinline__ uint32_t packed(float a, float b) { __nv_bfloat162 v = __floats2bfloat162_rn(a, b); return *(uint32_t*)&v; }
template <int W, bool MAX>
__device__ __forceinline__ float overblock(float v) {
    __shared__ float part[W];
#pragma unroll
    for (int d = 16; d; d >>= 1) { float w = __shfl_xor_sync(0xffffffffu, v, d); v = MAX ? fmaxf(v, w) : v + w; }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[threadIdx.x % W];
#pragma unroll
    for (int d = W / 2; d; d >>= 1) { float w = __shfl_xor_sync(0xffffffffu, v, d); v = MAX ? fmaxf(v, w) : v + w; }
    return v;
}
// T threads a row, V vectors of U (uint2 or uint4) a thread
template <int T, int V, class U>
__device__ __forceinline__ void softrow(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    constexpr int H = sizeof(U) / 4;
    const U* xr = (const U*)(x + (size_t)blockIdx.x * SC);
    const U* br = (const U*)bias;
    U* orow = (U*)(o + (size_t)blockIdx.x * SC);
    float f[V][2 * H];
    union { U u; uint32_t w[H]; } a[V], b;
#pragma unroll
    for (int i = 0; i < V; ++i) a[i].u = xr[threadIdx.x + i * T];
    float m = -1e30f, s = 0;
#pragma unroll
    for (int i = 0; i < V; ++i) {
        b.u = __ldg(br + threadIdx.x + i * T);
#pragma unroll
        for (int k = 0; k < H; ++k) {
            float2 p = pairof(a[i].w[k]), q = pairof(b.w[k]);
            f[i][2 * k] = p.x * scale + q.x; f[i][2 * k + 1] = p.y * scale + q.y;
            m = fmaxf(m, fmaxf(f[i][2 * k], f[i][2 * k + 1]));
        }
    }
    m = overblock<T / 32, true>(m);
#pragma unroll
    for (int i = 0; i < V; ++i)
#pragma unroll
        for (int k = 0; k < 2 * H; ++k) { f[i][k] = __expf(f[i][k] - m); s += f[i][k]; }
    const float r = 1.0f / overblock<T / 32, false>(s);
#pragma unroll
    for (int i = 0; i < V; ++i) {
#pragma unroll
        for (int k = 0; k < H; ++k) b.w[k] = packed(f[i][2 * k] * r, f[i][2 * k + 1] * r);
        orow[threadIdx.x + i * T] = b.u;
    }
}
__global__ void __launch_bounds__(256) gentle_quarry_ci7_b(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    softrow<256, 2, uint4>(x, bias, o, scale);
}
__global__ void __launch_bounds__(1024) dusty_mirror_ci7_a(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    softrow<1024, 1, uint2>(x, bias, o, scale);
}
__global__ void __launch_bounds__(256) lunar_cricket_ci7_a(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    const bf* xr = x + (size_t)blockIdx.x * SC;
    bf* orow = o + (size_t)blockIdx.x * SC;
    float f[16], m = -1e30f, s = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) f[i] = __bfloat162float(xr[threadIdx.x + i * 256]);
#pragma unroll
    for (int i = 0; i < 16; ++i) { f[i] = f[i] * scale + __bfloat162float(bias[threadIdx.x + i * 256]); m = fmaxf(m, f[i]); }
    m = overblock<8, true>(m);
#pragma unroll
    for (int i = 0; i < 16; ++i) { f[i] = __expf(f[i] - m); s += f[i]; }
    const float r = 1.0f / overblock<8, false>(s);
#pragma unroll
    for (int i = 0; i < 16; ++i) orow[threadIdx.x + i * 256] = __float2bfloat16(f[i] * r);
}
__global__ void __launch_bounds__(256) wooden_sparrow_ci7_a(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    const uint4* xr = (const uint4*)(x + (size_t)blockIdx.x * SC);
    const uint4* br = (const uint4*)bias;
    uint4* orow = (uint4*)(o + (size_t)blockIdx.x * SC);
    float m = -1e30f, s = 0;
    for (int i = threadIdx.x; i < SC / 8; i += 256) {
        uint4 a = xr[i], b = br[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 p = pairof((&a.x)[k]), q = pairof((&b.x)[k]);
            m = fmaxf(m, fmaxf(p.x * scale + q.x, p.y * scale + q.y));
        }
    }
    m = overblock<8, true>(m);
    for (int i = threadIdx.x; i < SC / 8; i += 256) {
        uint4 a = xr[i], b = br[i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 p = pairof((&a.x)[k]), q = pairof((&b.x)[k]);
            s += __expf(p.x * scale + q.x - m) + __expf(p.y * scale + q.y - m);
        }
    }
    const float r = 1.0f / overblock<8, false>(s);
    for (int i = threadIdx.x; i < SC / 8; i += 256) {
        uint4 a = xr[i], b = br[i], c;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 p = pairof((&a.x)[k]), q = pairof((&b.x)[k]);
            (&c.x)[k] = packed(__expf(p.x * scale + q.x - m) * r, __expf(p.y * scale + q.y - m) * r);
        }
        orow[i] = c;
    }
}
__global__ void __launch_bounds__(256) frosty_button_ci7_a(const bf* __restrict__ x, const bf* __restrict__ bias, bf* __restrict__ o, float scale) {
    __shared__ float part[256];
    const int t = threadIdx.x;
    const uint4* xr = (const uint4*)(x + (size_t)blockIdx.x * SC);
    const uint4* br = (const uint4*)bias;
    uint4* orow = (uint4*)(o + (size_t)blockIdx.x * SC);
    uint4 a[2] = {xr[t], xr[t + 256]};
    float f[16], m = -1e30f, s = 0;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        uint4 b = __ldg(br + t + i * 256);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 p = pairof((&a[i].x)[k]), q = pairof((&b.x)[k]);
            f[8 * i + 2 * k] = p.x * scale + q.x; f[8 * i + 2 * k + 1] = p.y * scale + q.y;
            m = fmaxf(m, fmaxf(f[8 * i + 2 * k], f[8 * i + 2 * k + 1]));
        }
    }
    part[t] = m;
    __syncthreads();
    for (int d = 128; d; d >>= 1) { if (t < d) part[t] = fmaxf(part[t], part[t + d]); __syncthreads(); }
    m = part[0];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) { f[k] = __expf(f[k] - m); s += f[k]; }
    part[t] = s;
    __syncthreads();
    for (int d = 128; d; d >>= 1) { if (t < d) part[t] += part[t + d]; __syncthreads(); }
    const float r = 1.0f / part[0];
#pragma unroll
    for (int i = 0; i < 2; ++i)
        orow[t + i * 256] = make_uint4(packed(f[8 * i] * r, f[8 * i + 1] * r), packed(f[8 * i + 2] * r, f[8 * i + 3] * r),
                                       packed(f[8 * i + 4] * r, f[8 * i + 5] * r), packed(f[8 * i + 6] * r, f[8 * i + 7] * r));
}
static void r04() {
    size_t n = (size_t)SR * SC;
    bf *x = harness::filled<bf>(n, 21), *bias = harness::filled<bf>(SC, 23), *o = harness::empty<bf>(n);
    // read back as f16 bits: the same map of both versions' bits
    add("gentle_quarry_ci7_b", [=] { gentle_quarry_ci7_b<<<SR, 256>>>(x, bias, o, 4.0f); }, o, n, Output::f16);
    add("lunar_cricket_ci7_a", [=] { lunar_cricket_ci7_a<<<SR, 256>>>(x, bias, o, 4.0f); }, o, n, Output::f16);
    add("wooden_sparrow_ci7_a", [=] { wooden_sparrow_ci7_a<<<SR, 256>>>(x, bias, o, 4.0f); }, o, n, Output::f16);
    add("frosty_button_ci7_a", [=] { frosty_button_ci7_a<<<SR, 256>>>(x, bias, o, 4.0f); }, o, n, Output::f16);
    add("dusty_mirror_ci7_a", [=] { dusty_mirror_ci7_a<<<SR, 1024>>>(x, bias, o, 4.0f); }, o, n, Output::f16);
}

// ---- 5: lattice Boltzmann D2Q9, pull scheme, periodic -------------------------------------------------------------------------
constexpr int LX = 4096, LY = 2048, LN = LX * LY;
__device__ __forceinline__ void relax(float (&f)[9], float omega) {
    const float rho = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8], inv = __fdividef(1.0f, rho);
    const float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inv, uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inv;
    const float q = 1.0f - 1.5f * (ux * ux + uy * uy), w0 = rho * (4.0f / 9), w1 = rho * (1.0f / 9), w2 = rho * (1.0f / 36), s = ux + uy, d = ux - uy;
    f[0] += omega * (w0 * q - f[0]);
    f[1] += omega * (w1 * (q + 3.0f * ux + 4.5f * ux * ux) - f[1]);
    f[2] += omega * (w1 * (q + 3.0f * uy + 4.5f * uy * uy) - f[2]);
    f[3] += omega * (w1 * (q - 3.0f * ux + 4.5f * ux * ux) - f[3]);
    f[4] += omega * (w1 * (q - 3.0f * uy + 4.5f * uy * uy) - f[4]);
    f[5] += omega * (w2 * (q + 3.0f * s + 4.5f * s * s) - f[5]);
    f[6] += omega * (w2 * (q - 3.0f * d + 4.5f * d * d) - f[6]);
    f[7] += omega * (w2 * (q - 3.0f * s + 4.5f * s * s) - f[7]);
    f[8] += omega * (w2 * (q + 3.0f * d + 4.5f * d * d) - f[8]);
}
template <int T, int SC_, int SD>  // block, stride of a cell, stride of a direction
__device__ __forceinline__ void pull_collide(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y;
    const int xm = x == 0 ? LX - 1 : x - 1, xp = x == LX - 1 ? 0 : x + 1;
    const int r = y * LX, rm = (y == 0 ? LY - 1 : y - 1) * LX, rp = (y == LY - 1 ? 0 : y + 1) * LX;
    float f[9] = {src[(size_t)(r + x) * SC_], src[(size_t)(r + xm) * SC_ + SD], src[(size_t)(rm + x) * SC_ + 2 * (size_t)SD],
                  src[(size_t)(r + xp) * SC_ + 3 * (size_t)SD], src[(size_t)(rp + x) * SC_ + 4 * (size_t)SD], src[(size_t)(rm + xm) * SC_ + 5 * (size_t)SD],
                  src[(size_t)(rm + xp) * SC_ + 6 * (size_t)SD], src[(size_t)(rp + xp) * SC_ + 7 * (size_t)SD], src[(size_t)(rp + xm) * SC_ + 8 * (size_t)SD]};
    relax(f, omega);
#pragma unroll
    for (int k = 0; k < 9; ++k) dst[(size_t)(r + x) * SC_ + k * (size_t)SD] = f[k];
}
__global__ void __launch_bounds__(256) golden_ferry_ci7_b(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    pull_collide<256, 1, LN>(src, dst, omega);
}
__global__ void __launch_bounds__(256) brisk_pillow_ci7_a(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    pull_collide<256, 9, 1>(src, dst, omega);
}
__global__ void __launch_bounds__(32) tawny_compass_ci7_a(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    pull_collide<32, 1, LN>(src, dst, omega);
}
__constant__ int dirx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, diry[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__global__ void __launch_bounds__(256) marine_candle_ci7_a(const float* __restrict__ src, float* __restrict__ dst, float omega, int nx, int ny) {
    const int c = blockIdx.x * 256 + threadIdx.x, n = nx * ny;
    const int x = c % nx, y = c / nx;
    float f[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) f[k] = src[(size_t)k * n + (y - diry[k] + ny) % ny * nx + (x - dirx[k] + nx) % nx];
    relax(f, omega);
#pragma unroll
    for (int k = 0; k < 9; ++k) dst[(size_t)k * n + c] = f[k];
}
__global__ void __launch_bounds__(256) scarlet_bramble_ci7_a(const float* __restrict__ src, float* __restrict__ dst, float omega) {
    for (int c = blockIdx.x * 256 + threadIdx.x; c < LN; c += gridDim.x * 256) {
        const int x = c & (LX - 1), y = c / LX;
        const int xm = x == 0 ? LX - 1 : x - 1, xp = x == LX - 1 ? 0 : x + 1;
        const int r = y * LX, rm = (y == 0 ? LY - 1 : y - 1) * LX, rp = (y == LY - 1 ? 0 : y + 1) * LX;
        float f[9] = {src[r + x], src[r + xm + (size_t)LN], src[rm + x + 2 * (size_t)LN], src[r + xp + 3 * (size_t)LN], src[rp + x + 4 * (size_t)LN],
                      src[rm + xm + 5 * (size_t)LN], src[rm + xp + 6 * (size_t)LN], src[rp + xp + 7 * (size_t)LN], src[rp + xm + 8 * (size_t)LN]};
        relax(f, omega);
#pragma unroll
        for (int k = 0; k < 9; ++k) dst[c + k * (size_t)LN] = f[k];
    }
}
__global__ void harness_populations(float* f, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        size_t c = i % LN; int k = i / LN;
        float w = k == 0 ? 4.0f / 9 : k < 5 ? 1.0f / 9 : 1.0f / 36;
        f[i] = w * (1.0f + 0.2f * harness::unit((uint32_t)(c * 9 + k)));
    }
}
__global__ void harness_interleave(const float* f, float* g, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) g[i % LN * 9 + i / LN] = f[i];
}
static void r05() {
    size_t n = (size_t)LN * 9;
    float *s = harness::empty<float>(n), *t = harness::empty<float>(n), *o = harness::empty<float>(n);
    harness_populations<<<2048, 256>>>(s, n);
    harness_interleave<<<2048, 256>>>(s, t, n);
    add("golden_ferry_ci7_b", [=] { golden_ferry_ci7_b<<<dim3(LX / 256, LY), 256>>>(s, o, 1.2f); }, o, n);
    add("brisk_pillow_ci7_a", [=] { brisk_pillow_ci7_a<<<dim3(LX / 256, LY), 256>>>(t, o, 1.2f); }, o, n);
    add("tawny_compass_ci7_a", [=] { tawny_compass_ci7_a<<<dim3(LX / 32, LY), 32>>>(s, o, 1.2f); }, o, n);
    add("marine_candle_ci7_a", [=] { marine_candle_ci7_a<<<LN / 256, 256>>>(s, o, 1.2f, LX, LY); }, o, n);
    add("scarlet_bramble_ci7_a", [=] { scarlet_bramble_ci7_a<<<132, 256>>>(s, o, 1.2f); }, o, n);
}

// ---- 6: arithmetic Asian calls by Monte Carlo, four strikes, Philox 4x32-10 ---------------------------------------------------
constexpr int AB = 1056, AP = AB * 256 * 4, AS = 64;
struct Market { float s0, drift, vol, strike[4]; };
__device__ __forceinline__ uint4 philox(uint32_t a, uint32_t b, uint32_t seed) {
    uint4 c = make_uint4(a, b, 0x243f6a88u, 0x85a308d3u);
    uint32_t k0 = seed, k1 = 0xa4093822u;
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        uint32_t h0 = __umulhi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x, h1 = __umulhi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9e3779b9u; k1 += 0xbb67ae85u;
    }
    return c;
}
__device__ __forceinline__ float u01(uint32_t x) { return ((x >> 9) + 0.5f) * (1.0f / 8388608.0f); }
__device__ __forceinline__ float2 normals(uint32_t x, uint32_t y) {
    float t = fmaxf(-2.0f * __logf(u01(x)), 1e-12f), r = t * rsqrtf(t), s, c;
    __sincosf(6.2831853f * u01(y), &s, &c);
    return make_float2(r * c, r * s);
}
__device__ __forceinline__ float walk(int path, const Market& m) {
    float x = 0, sum = 0;
#pragma unroll 1
    for (int t = 0; t < AS / 4; ++t) {
        uint4 u = philox(path, t, 1234u);
        float2 a = normals(u.x, u.y), b = normals(u.z, u.w);
        x += m.drift + m.vol * a.x; sum += __expf(x);
        x += m.drift + m.vol * a.y; sum += __expf(x);
        x += m.drift + m.vol * b.x; sum += __expf(x);
        x += m.drift + m.vol * b.y; sum += __expf(x);
    }
    return m.s0 * sum * (1.0f / AS);
}
__device__ __forceinline__ void hand_in(float (&v)[4], float* __restrict__ out) {
    __shared__ float part[8][4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int d = 16; d; d >>= 1) v[k] += __shfl_xor_sync(0xffffffffu, v[k], d);
    if (threadIdx.x % 32 == 0)
#pragma unroll
        for (int k = 0; k < 4; ++k) part[threadIdx.x / 32][k] = v[k];
    __syncthreads();
    if (threadIdx.x < 4) {
        float s = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += part[w][threadIdx.x];
        atomicAdd(out + threadIdx.x, s * (1.0f / AP));
    }
}
__global__ void __launch_bounds__(256) nimble_garden_ci7_b(Market m, float* __restrict__ out) {
    float v[4] = {0, 0, 0, 0};
    for (int p = blockIdx.x * 256 + threadIdx.x; p < AP; p += gridDim.x * 256) {
        float a = walk(p, m);
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] += fmaxf(a - m.strike[k], 0.0f);
    }
    hand_in(v, out);
}
__global__ void __launch_bounds__(256) cedar_whistle_ci7_a(Market m, float* __restrict__ out) {
    float v[4] = {0, 0, 0, 0};
    for (int p = blockIdx.x * 256 + threadIdx.x; p < AP; p += gridDim.x * 256) {
        float x = 0, sum = 0;
#pragma unroll 1
        for (int t = 0; t < AS / 4; ++t) {
            uint4 u = philox(p, t, 1234u);
            float r = sqrtf(-2.0f * logf(u01(u.x))), q = sqrtf(-2.0f * logf(u01(u.z))), s, c;
            sincosf(6.2831853f * u01(u.y), &s, &c);
            x += m.drift + m.vol * r * c; sum += expf(x);
            x += m.drift + m.vol * r * s; sum += expf(x);
            sincosf(6.2831853f * u01(u.w), &s, &c);
            x += m.drift + m.vol * q * c; sum += expf(x);
            x += m.drift + m.vol * q * s; sum += expf(x);
        }
        float a = m.s0 * sum / AS;
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] += fmaxf(a - m.strike[k], 0.0f);
    }
    hand_in(v, out);
}
__global__ void __launch_bounds__(256) humble_glacier_ci7_a(Market m, float* __restrict__ out) {
    float v[4] = {0, 0, 0, 0};
    const int each = AP / (gridDim.x * 256);
    for (int i = 0; i < each; ++i) {
        float a = walk((blockIdx.x * 256 + threadIdx.x) * each + i, m);
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] += fmaxf(a - m.strike[k], 0.0f);
    }
    hand_in(v, out);
}
__global__ void __launch_bounds__(256) polar_ribbon_ci7_a(Market m, float* __restrict__ out) {
    for (int p = blockIdx.x * 256 + threadIdx.x; p < AP; p += gridDim.x * 256) {
        float a = walk(p, m);
#pragma unroll
        for (int k = 0; k < 4; ++k) atomicAdd(out + k, fmaxf(a - m.strike[k], 0.0f) * (1.0f / AP));
    }
}
__global__ void __launch_bounds__(256) vivid_barrel_ci7_a(Market m, float* __restrict__ out, int steps) {
    float v[4] = {0, 0, 0, 0};
    for (int p = blockIdx.x * 256 + threadIdx.x; p < AP; p += gridDim.x * 256) {
        float z[AS], x = 0, sum = 0;
#pragma unroll 1
        for (int t = 0; t < steps; t += 4) {
            uint4 u = philox(p, t / 4, 1234u);
            float2 a = normals(u.x, u.y), b = normals(u.z, u.w);
            z[t] = a.x; z[t + 1] = a.y; z[t + 2] = b.x; z[t + 3] = b.y;
        }
#pragma unroll 4
        for (int t = 0; t < steps; ++t) {
            x += m.drift + m.vol * z[t];
            sum += __expf(x);
        }
        float a = m.s0 * sum / steps;
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] += fmaxf(a - m.strike[k], 0.0f);
    }
    hand_in(v, out);
}
static void r06() {
    float* o = harness::empty<float>(4);
    Market m{100.0f, 0.0004f, 0.025f, {90.0f, 100.0f, 105.0f, 110.0f}};
    add("nimble_garden_ci7_b", [=] { nimble_garden_ci7_b<<<AB, 256>>>(m, o); }, o, 4);
    add("cedar_whistle_ci7_a", [=] { cedar_whistle_ci7_a<<<AB, 256>>>(m, o); }, o, 4);
    add("humble_glacier_ci7_a", [=] { humble_glacier_ci7_a<<<66, 256>>>(m, o); }, o, 4);
    add("polar_ribbon_ci7_a", [=] { polar_ribbon_ci7_a<<<AB, 256>>>(m, o); }, o, 4);
    add("vivid_barrel_ci7_a", [=] { vivid_barrel_ci7_a<<<AB, 256>>>(m, o, AS); }, o, 4);
}

// ---- 7: sparse matrix times vector, sliced ELL (slices of 32 rows) ------------------------------------------------------------
constexpr int VR = 1 << 21, VS = VR / 32, VB = 4096;
__global__ void harness_slices(const int* off, int* col, int* rowcol, long long* wide, float* val, float* rowval) {
    const int s = blockIdx.x, w = (off[s + 1] - off[s]) / 32;
    for (int i = threadIdx.x; i < w * 32; i += blockDim.x) {
        int j = i / 32, l = i % 32, r = s * 32 + l;
        int c = r + (int)(harness::hash32(r * 40u + j) % VB) - VB / 2;
        c = c < 0 ? c + VB : c >= VR ? c - VB : c;
        float v = harness::unit(r * 64u + j + 5u);
        col[off[s] + i] = c; wide[off[s] + i] = c; val[off[s] + i] = v;
        rowcol[off[s] + l * w + j] = c; rowval[off[s] + l * w + j] = v;
    }
}
template <class I, class R>
__device__ __forceinline__ void sliced(const int* __restrict__ off, const I* __restrict__ col, const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y) {
    const int row = blockIdx.x * 256 + threadIdx.x, s = row / 32, end = off[s + 1];
    int p = off[s] + row % 32;
    R sum = 0;
    for (; p + 96 < end; p += 128) {
        I c0 = col[p], c1 = col[p + 32], c2 = col[p + 64], c3 = col[p + 96];
        float v0 = val[p], v1 = val[p + 32], v2 = val[p + 64], v3 = val[p + 96];
        sum += (R)v0 * (R)__ldg(x + c0); sum += (R)v1 * (R)__ldg(x + c1); sum += (R)v2 * (R)__ldg(x + c2); sum += (R)v3 * (R)__ldg(x + c3);
    }
    for (; p < end; p += 32) sum += (R)val[p] * (R)__ldg(x + col[p]);
    y[row] = (float)sum;
}
__global__ void __launch_bounds__(256, 6) azure_hammer_ci7_b(const int* __restrict__ off, const int* __restrict__ col, const float* __restrict__ val,
                                                          const float* __restrict__ x, float* __restrict__ y) {
    sliced<int, float>(off, col, val, x, y);
}
__global__ void __launch_bounds__(256, 6) linen_falcon_ci7_a(const int* __restrict__ off, const long long* __restrict__ col, const float* __restrict__ val,
                                                          const float* __restrict__ x, float* __restrict__ y) {
    sliced<long long, float>(off, col, val, x, y);
}
__global__ void __launch_bounds__(256, 6) stormy_clover_ci7_a(const int* __restrict__ off, const int* __restrict__ col, const float* __restrict__ val,
                                                           const float* __restrict__ x, float* __restrict__ y) {
    sliced<int, double>(off, col, val, x, y);
}
__global__ void __launch_bounds__(256, 6) salty_violin_ci7_a(const int* __restrict__ off, const int* __restrict__ col, const float* __restrict__ val,
                                                          const float* __restrict__ x, float* __restrict__ y) {
    const int row = blockIdx.x * 256 + threadIdx.x, s = row / 32, w = (off[s + 1] - off[s]) / 32;
    const int p = off[s] + row % 32 * w;
    float sum = 0;
    int j = 0;
    for (; j + 3 < w; j += 4) {
        int c0 = col[p + j], c1 = col[p + j + 1], c2 = col[p + j + 2], c3 = col[p + j + 3];
        float v0 = val[p + j], v1 = val[p + j + 1], v2 = val[p + j + 2], v3 = val[p + j + 3];
        sum += v0 * __ldg(x + c0); sum += v1 * __ldg(x + c1); sum += v2 * __ldg(x + c2); sum += v3 * __ldg(x + c3);
    }
    for (; j < w; ++j) sum += val[p + j] * __ldg(x + col[p + j]);
    y[row] = sum;
}
__global__ void __launch_bounds__(256, 6) pebble_tower_ci7_a(const int* __restrict__ off, const int* __restrict__ col, const float* __restrict__ val,
                                                          const float* __restrict__ x, float* __restrict__ y) {
    const int row = blockIdx.x * 256 + threadIdx.x, s = row / 32, end = off[s + 1];
    float sum = 0;
#pragma unroll 1
    for (int p = off[s] + row % 32; p < end; p += 32) sum += val[p] * __ldg(x + col[p]);
    y[row] = sum;
}
static void r07() {
    std::vector<int> off(VS + 1);
    for (int s = 0; s < VS; ++s) off[s + 1] = off[s] + 32 * (16 + (int)(harness::hash32(s + 3u) % 17));
    const size_t nz = off[VS];
    int *d = harness::uploaded(off), *col = harness::empty<int>(nz), *rc = harness::empty<int>(nz);
    long long* wide = harness::empty<long long>(nz);
    float *val = harness::empty<float>(nz), *rv = harness::empty<float>(nz), *x = harness::filled<float>(VR, 31), *y = harness::empty<float>(VR);
    harness_slices<<<VS, 128>>>(d, col, rc, wide, val, rv);
    add("azure_hammer_ci7_b", [=] { azure_hammer_ci7_b<<<VR / 256, 256>>>(d, col, val, x, y); }, y, VR);
    add("salty_violin_ci7_a", [=] { salty_violin_ci7_a<<<VR / 256, 256>>>(d, rc, rv, x, y); }, y, VR);
    add("linen_falcon_ci7_a", [=] { linen_falcon_ci7_a<<<VR / 256, 256>>>(d, wide, val, x, y); }, y, VR);
    add("pebble_tower_ci7_a", [=] { pebble_tower_ci7_a<<<VR / 256, 256>>>(d, col, val, x, y); }, y, VR);
    add("stormy_clover_ci7_a", [=] { stormy_clover_ci7_a<<<VR / 256, 256>>>(d, col, val, x, y); }, y, VR);
}

// ---- 8: smallest canonical 16-mer hash of every window of 16, two bits a base ----------------------------------------------------
constexpr int GN = 1 << 26, GW = 16;
__device__ __forceinline__ uint32_t kmer_hash(uint32_t lo, uint32_t hi, int at) {
    uint32_t f = __funnelshift_r(lo, hi, 2 * at), b = __brev(~f);
    b = ((b >> 1) & 0x55555555u) | ((b & 0x55555555u) << 1);
    uint32_t x = min(f, b);
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}
__device__ __forceinline__ uint32_t hash_at(const uint32_t* __restrict__ g, int i) { return kmer_hash(__ldg(g + i / 16), __ldg(g + i / 16 + 1), i % 16); }
__device__ __forceinline__ uint4 windows4(const uint32_t (&h)[20]) {
    uint32_t a[18], b[16], c[12];
#pragma unroll
    for (int i = 0; i < 18; ++i) a[i] = min(h[i], h[i + 1]);
#pragma unroll
    for (int i = 0; i < 16; ++i) b[i] = min(a[i], a[i + 2]);
#pragma unroll
    for (int i = 0; i < 12; ++i) c[i] = min(b[i], b[i + 4]);
    return make_uint4(min(c[0], c[8]), min(c[1], c[9]), min(c[2], c[10]), min(c[3], c[11]));
}
template <int T>
__device__ __forceinline__ void windows_of_block(const uint32_t* __restrict__ g, uint32_t* __restrict__ out) {
    __shared__ __align__(16) uint32_t s[4 * T + GW];
    const int base = blockIdx.x * 4 * T;
#pragma unroll
    for (int j = 0; j < 4; ++j) s[threadIdx.x + j * T] = hash_at(g, base + threadIdx.x + j * T);
    if (threadIdx.x < GW) s[4 * T + threadIdx.x] = hash_at(g, base + 4 * T + threadIdx.x);
    __syncthreads();
    uint32_t h[20];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        uint4 v = *(const uint4*)(s + 4 * threadIdx.x + 4 * j);
        h[4 * j] = v.x; h[4 * j + 1] = v.y; h[4 * j + 2] = v.z; h[4 * j + 3] = v.w;
    }
    *(uint4*)(out + base + 4 * threadIdx.x) = windows4(h);
}
__global__ void __launch_bounds__(256) olive_bridge_ci7_b(const uint32_t* __restrict__ g, uint32_t* __restrict__ out) { windows_of_block<256>(g, out); }
__global__ void __launch_bounds__(64) jolly_magnet_ci7_a(const uint32_t* __restrict__ g, uint32_t* __restrict__ out) { windows_of_block<64>(g, out); }
__global__ void __launch_bounds__(256) ashen_ladder_ci7_a(const uint32_t* __restrict__ g, uint32_t* __restrict__ out) {
    const int i = (blockIdx.x * 256 + threadIdx.x) * 4, w = i / 16;
    const uint32_t p = __ldg(g + w), q = __ldg(g + w + 1), r = __ldg(g + w + 2);
    uint32_t h[20];
#pragma unroll
    for (int j = 0; j < 20; ++j) {
        int at = i % 16 + j;
        h[j] = at < 16 ? kmer_hash(p, q, at) : kmer_hash(q, r, at - 16);
    }
    *(uint4*)(out + i) = windows4(h);
}
__global__ void __launch_bounds__(256) plaid_walnut_ci7_a(const uint32_t* __restrict__ g, uint32_t* __restrict__ out) {
    __shared__ uint32_t s[1024 + GW];
    const int base = blockIdx.x * 1024;
#pragma unroll
    for (int j = 0; j < 4; ++j) s[threadIdx.x + j * 256] = hash_at(g, base + threadIdx.x + j * 256);
    if (threadIdx.x < GW) s[1024 + threadIdx.x] = hash_at(g, base + 1024 + threadIdx.x);
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        uint32_t m = 0xffffffffu;
#pragma unroll
        for (int k = 0; k < GW; ++k) m = min(m, s[threadIdx.x + j * 256 + k]);
        out[base + threadIdx.x + j * 256] = m;
    }
}
__global__ void __launch_bounds__(256) tender_rocket_ci7_a(const uint32_t* __restrict__ g, uint32_t* __restrict__ out, int window) {
    __shared__ __align__(16) uint32_t s[1024 + GW];
    const int base = blockIdx.x * 1024;
#pragma unroll
    for (int j = 0; j < 4; ++j) s[threadIdx.x + j * 256] = hash_at(g, base + threadIdx.x + j * 256);
    if (threadIdx.x < GW) s[1024 + threadIdx.x] = hash_at(g, base + 1024 + threadIdx.x);
    __syncthreads();
    uint32_t h[20], r[4];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        uint4 v = *(const uint4*)(s + 4 * threadIdx.x + 4 * j);
        h[4 * j] = v.x; h[4 * j + 1] = v.y; h[4 * j + 2] = v.z; h[4 * j + 3] = v.w;
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint32_t m = 0xffffffffu;
        for (int k = 0; k < window; ++k) m = min(m, h[j + k]);
        r[j] = m;
    }
    *(uint4*)(out + base + 4 * threadIdx.x) = make_uint4(r[0], r[1], r[2], r[3]);
}
__global__ void harness_bases(uint32_t* g, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) g[i] = harness::hash32(i + 99u);
}
static void r08() {
    uint32_t *g = harness::empty<uint32_t>(GN / 16 + 8), *o = harness::empty<uint32_t>(GN);
    harness_bases<<<1024, 256>>>(g, GN / 16 + 8);
    add("olive_bridge_ci7_b", [=] { olive_bridge_ci7_b<<<GN / 1024, 256>>>(g, o); }, o, GN, Output::i32);
    add("plaid_walnut_ci7_a", [=] { plaid_walnut_ci7_a<<<GN / 1024, 256>>>(g, o); }, o, GN, Output::i32);
    add("tender_rocket_ci7_a", [=] { tender_rocket_ci7_a<<<GN / 1024, 256>>>(g, o, GW); }, o, GN, Output::i32);
    add("ashen_ladder_ci7_a", [=] { ashen_ladder_ci7_a<<<GN / 1024, 256>>>(g, o); }, o, GN, Output::i32);
    add("jolly_magnet_ci7_a", [=] { jolly_magnet_ci7_a<<<GN / 256, 64>>>(g, o); }, o, GN, Output::i32);
}

// ---- 9: electrostatic potential of a slice by direct summation over atoms -----------------------------------------------------
constexpr int EX = 512, EY = 528, EA = 4096;
// four (P) grid points a thread in a column of rows, atoms staged in tiles of A
template <int T, int P, int A, bool FAST>
__device__ __forceinline__ void potential(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    __shared__ float4 s[A];
    const int x = blockIdx.x % (EX / 64) * 64 + threadIdx.x % 64, y = blockIdx.x / (EX / 64) * (T / 64 * P) + threadIdx.x / 64;
    const float px = x * 0.25f, py = y * 0.25f;
    float v[P];
#pragma unroll
    for (int i = 0; i < P; ++i) v[i] = 0.0f;
    for (int a0 = 0; a0 < EA; a0 += A) {
        __syncthreads();
        for (int i = threadIdx.x; i < A; i += T) { float4 a = atoms[a0 + i]; a.z = (a.z - z) * (a.z - z) + 0.01f; s[i] = a; }
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < A; ++j) {
            const float4 a = s[j];
            const float dx = px - a.x, b = dx * dx + a.z;
#pragma unroll
            for (int i = 0; i < P; ++i) {
                const float dy = py + i * (T / 64) * 0.25f - a.y, r2 = dy * dy + b;
                v[i] += FAST ? a.w * rsqrtf(r2) : a.w / sqrtf(r2);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < P; ++i) out[(y + i * (T / 64)) * EX + x] = v[i];
}
__global__ void __launch_bounds__(256) indigo_spruce_ci7_b(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    potential<256, 4, 256, true>(atoms, out, z);
}
__global__ void __launch_bounds__(256) breezy_cobbler_ci7_a(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    potential<256, 4, 256, false>(atoms, out, z);
}
__global__ void __launch_bounds__(256) rapid_lichen_ci7_a(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    potential<256, 1, 256, true>(atoms, out, z);
}
__global__ void __launch_bounds__(512) mellow_gutter_ci7_a(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    potential<512, 6, 512, true>(atoms, out, z);
}
__global__ void __launch_bounds__(256) faded_trumpet_ci7_a(const float4* __restrict__ atoms, float* __restrict__ out, float z) {
    potential<256, 4, 16, true>(atoms, out, z);
}
__global__ void harness_atoms(float4* a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = make_float4(64 + 64 * harness::unit(4 * i), 66 + 66 * harness::unit(4 * i + 1), 10 * harness::unit(4 * i + 2), 1.0f + 0.5f * harness::unit(4 * i + 3));
}
static void r09() {
    float4* a = harness::empty<float4>(EA);
    harness_atoms<<<16, 256>>>(a, EA);
    size_t n = (size_t)EX * EY;
    float* o = harness::empty<float>(n);
    add("indigo_spruce_ci7_b", [=] { indigo_spruce_ci7_b<<<EX * EY / 1024, 256>>>(a, o, 0.5f); }, o, n);
    add("breezy_cobbler_ci7_a", [=] { breezy_cobbler_ci7_a<<<EX * EY / 1024, 256>>>(a, o, 0.5f); }, o, n);
    add("rapid_lichen_ci7_a", [=] { rapid_lichen_ci7_a<<<EX * EY / 256, 256>>>(a, o, 0.5f); }, o, n);
    add("mellow_gutter_ci7_a", [=] { mellow_gutter_ci7_a<<<EX * EY / 3072, 512>>>(a, o, 0.5f); }, o, n);
    add("faded_trumpet_ci7_a", [=] { faded_trumpet_ci7_a<<<EX * EY / 1024, 256>>>(a, o, 0.5f); }, o, n);
}
int main(int argc, char** argv) {
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); 
    return harness::run(argc, argv, cases);
}
