// A sweep of single decisions over ten works: one kernel template each, one good configuration and several that differ from it in one thing.
#include "harness.cuh"

#include <cuda_fp16.h>

#include <type_traits>

using Cases = std::vector<harness::Case>;

// ---------------------------------------------------------------- work 1: float matrix product, the left factor stored by columns
constexpr int kMatM = 4096, kMatN = 4096, kMatK = 1024;

template <int T, bool AHEAD, bool APART>
__device__ __forceinline__ void product_body(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    constexpr int BM = 16 * T, BK = 16, V = BM * BK / 4 / 256, STAGES = AHEAD ? 2 : 1;
    __shared__ __align__(16) float sa[STAGES][BK][BM];
    __shared__ __align__(16) float sb[STAGES][BK][BM];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, m0 = blockIdx.y * BM, n0 = blockIdx.x * BM;
    float4 ra[V], rb[V];
    auto fetch = [&](int k0) {
        #pragma unroll
        for (int v = 0; v < V; ++v) {
            const int i = tid + v * 256, k = k0 + i / (BM / 4), x = i % (BM / 4) * 4;
            ra[v] = *reinterpret_cast<const float4*>(a + (size_t)k * kMatM + m0 + x);
            rb[v] = *reinterpret_cast<const float4*>(b + (size_t)k * kMatN + n0 + x);
        }
    };
    auto place = [&](int s) {
        #pragma unroll
        for (int v = 0; v < V; ++v) {
            const int i = tid + v * 256, k = i / (BM / 4), x = i % (BM / 4) * 4;
            *reinterpret_cast<float4*>(&sa[s][k][x]) = ra[v];
            *reinterpret_cast<float4*>(&sb[s][k][x]) = rb[v];
        }
    };
    auto at = [](int t, int q) { return APART ? t * 4 + q * 64 : t * T + q * 4; };
    float acc[T][T];
    #pragma unroll
    for (int i = 0; i < T; ++i)
        #pragma unroll
        for (int j = 0; j < T; ++j) acc[i][j] = 0.f;
    auto multiply = [&](int s) {
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            float x[T], y[T];
            #pragma unroll
            for (int q = 0; q < T / 4; ++q) {
                const float4 u = *reinterpret_cast<const float4*>(&sa[s][k][at(ty, q)]), w = *reinterpret_cast<const float4*>(&sb[s][k][at(tx, q)]);
                x[q * 4] = u.x; x[q * 4 + 1] = u.y; x[q * 4 + 2] = u.z; x[q * 4 + 3] = u.w;
                y[q * 4] = w.x; y[q * 4 + 1] = w.y; y[q * 4 + 2] = w.z; y[q * 4 + 3] = w.w;
            }
            #pragma unroll
            for (int i = 0; i < T; ++i)
                #pragma unroll
                for (int j = 0; j < T; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
    };
    if constexpr (AHEAD) {
        fetch(0);
        place(0);
        __syncthreads();
        #pragma unroll 1
        for (int k0 = 0, s = 0; k0 < kMatK; k0 += BK, s ^= 1) {
            const bool more = k0 + BK < kMatK;
            if (more) fetch(k0 + BK);
            multiply(s);
            if (more) place(s ^ 1);
            __syncthreads();
        }
    } else {
        #pragma unroll 1
        for (int k0 = 0; k0 < kMatK; k0 += BK) {
            fetch(k0);
            place(0);
            __syncthreads();
            multiply(0);
            __syncthreads();
        }
    }
    #pragma unroll
    for (int i = 0; i < T; ++i)
        #pragma unroll
        for (int q = 0; q < T / 4; ++q)
            *reinterpret_cast<float4*>(c + (size_t)(m0 + at(ty, i / 4) + i % 4) * kMatN + n0 + at(tx, q)) =
                make_float4(acc[i][q * 4], acc[i][q * 4 + 1], acc[i][q * 4 + 2], acc[i][q * 4 + 3]);
}
#define PRODUCT(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) { product_body<__VA_ARGS__>(a, b, c); }
PRODUCT(pebble_lantern_by4_b, (256, 2), 8, true, true)
PRODUCT(marble_otter_by4_a, (256, 2), 4, true, true)
PRODUCT(cedar_trumpet_by4_a, (256, 2), 8, false, true)
PRODUCT(falcon_basket_by4_a, (256, 2), 8, true, false)
PRODUCT(ginger_anvil_by4_a, (256, 4), 8, true, true)

static void add_product(Cases& v) {
    const size_t n = (size_t)kMatM * kMatN;
    float* a = harness::filled<float>((size_t)kMatM * kMatK, 11);
    float* b = harness::filled<float>((size_t)kMatN * kMatK, 12);
    float* c = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int tile) {
        v.push_back({name, [=] { f<<<dim3(kMatN / tile, kMatM / tile), 256>>>(a, b, c); }, c, n, harness::Output::f32});
    };
    add("pebble_lantern_by4_b", pebble_lantern_by4_b, 128);
    add("marble_otter_by4_a", marble_otter_by4_a, 64);
    add("cedar_trumpet_by4_a", cedar_trumpet_by4_a, 128);
    add("falcon_basket_by4_a", falcon_basket_by4_a, 128);
    add("ginger_anvil_by4_a", ginger_anvil_by4_a, 128);
}

// ---------------------------------------------------------------- work 2: softmax of rows of 4096
constexpr int kSoftRows = 32768, kSoftCols = 4096;

__device__ __forceinline__ float4 again(const float4* p) {
    float4 r;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(p));
    return r;
}
template <int BS, bool HELD, typename T>
__device__ __forceinline__ void soften_body(const float* __restrict__ in, float* __restrict__ out, float scale) {
    constexpr int V = kSoftCols / 4 / BS, WARPS = BS / 32;
    __shared__ T parts[2][WARPS];
    const int tid = threadIdx.x;
    const float4* src = reinterpret_cast<const float4*>(in) + (size_t)blockIdx.x * (kSoftCols / 4) + tid;
    float4* dst = reinterpret_cast<float4*>(out) + (size_t)blockIdx.x * (kSoftCols / 4) + tid;
    float4 x[V];
    auto power = [](float d) -> T {
        if constexpr (std::is_same<T, double>::value) return exp((double)d);
        else return __expf(d);
    };
    float top = -3.0e38f;
    #pragma unroll
    for (int i = 0; i < V; ++i) x[i] = again(src + i * BS);
    #pragma unroll
    for (int i = 0; i < V; ++i) top = fmaxf(top, fmaxf(fmaxf(x[i].x, x[i].y), fmaxf(x[i].z, x[i].w)));
    #pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
    if constexpr (WARPS > 1) {
        if (tid % 32 == 0) parts[0][tid / 32] = top;
        __syncthreads();
        top = (float)parts[0][tid % WARPS];
        #pragma unroll
        for (int o = WARPS / 2; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
    }
    if constexpr (!HELD) {
        #pragma unroll
        for (int i = 0; i < V; ++i) x[i] = again(src + i * BS);
    }
    T sum = 0, y[V][4];
    #pragma unroll
    for (int i = 0; i < V; ++i) {
        y[i][0] = power((x[i].x - top) * scale); y[i][1] = power((x[i].y - top) * scale);
        y[i][2] = power((x[i].z - top) * scale); y[i][3] = power((x[i].w - top) * scale);
        sum += (y[i][0] + y[i][1]) + (y[i][2] + y[i][3]);
    }
    #pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if constexpr (WARPS > 1) {
        if (tid % 32 == 0) parts[1][tid / 32] = sum;
        __syncthreads();
        sum = parts[1][tid % WARPS];
        #pragma unroll
        for (int o = WARPS / 2; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    }
    const T by = T(1) / sum;
    if constexpr (!HELD) {
        #pragma unroll
        for (int i = 0; i < V; ++i) x[i] = again(src + i * BS);
        #pragma unroll
        for (int i = 0; i < V; ++i) {
            y[i][0] = power((x[i].x - top) * scale); y[i][1] = power((x[i].y - top) * scale);
            y[i][2] = power((x[i].z - top) * scale); y[i][3] = power((x[i].w - top) * scale);
        }
    }
    #pragma unroll
    for (int i = 0; i < V; ++i) dst[i * BS] = make_float4((float)(y[i][0] * by), (float)(y[i][1] * by), (float)(y[i][2] * by), (float)(y[i][3] * by));
}
#define SOFTEN(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ in, float* __restrict__ out, float scale) { soften_body<BS, __VA_ARGS__>(in, out, scale); }
SOFTEN(walnut_kettle_by4_b, 256, true, float)
SOFTEN(parsley_rocket_by4_a, 256, false, float)
SOFTEN(saffron_ladder_by4_a, 1024, true, float)
SOFTEN(turtle_violin_by4_a, 256, true, double)
SOFTEN(mustard_compass_by4_a, 32, true, float)

static void add_soften(Cases& v) {
    const size_t n = (size_t)kSoftRows * kSoftCols;
    float* in = harness::filled<float>(n, 21);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int threads) {
        v.push_back({name, [=] { f<<<kSoftRows, threads>>>(in, out, 4.0f); }, out, n, harness::Output::f32});
    };
    add("walnut_kettle_by4_b", walnut_kettle_by4_b, 256);
    add("parsley_rocket_by4_a", parsley_rocket_by4_a, 256);
    add("saffron_ladder_by4_a", saffron_ladder_by4_a, 1024);
    add("turtle_violin_by4_a", turtle_violin_by4_a, 256);
    add("mustard_compass_by4_a", mustard_compass_by4_a, 32);
}

// ---------------------------------------------------------------- work 3: star of radius 3 on a plane
constexpr int kPlane = 8192, kPlanePitch = 8192 + 64, kPlaneRows = 8192 + 6;

template <int W>
__device__ __forceinline__ void take(const float* __restrict__ p, float (&v)[W]) {
    if constexpr (W == 4) {
        const float4 q = *reinterpret_cast<const float4*>(p);
        v[0] = q.x; v[1] = q.y; v[2] = q.z; v[3] = q.w;
    } else {
        v[0] = p[0];
    }
}
template <int W, int R, bool LANES_DOWN, typename T>
__device__ __forceinline__ void star_body(const float* __restrict__ in, float* __restrict__ out) {
    const int tx = LANES_DOWN ? threadIdx.x / 8 : threadIdx.x % 32, ty = LANES_DOWN ? threadIdx.x % 8 : threadIdx.x / 32;
    const int x = (blockIdx.x * 32 + tx) * W, y0 = (blockIdx.y * 8 + ty) * R;
    const float* src = in + (size_t)y0 * kPlanePitch + 32 + x;
    float* dst = out + (size_t)y0 * kPlane + x;
    float q[7][W];
    #pragma unroll
    for (int r = 0; r < 6; ++r) take<W>(src + (size_t)r * kPlanePitch, q[r]);
    #pragma unroll
    for (int r = 0; r < R; ++r) {
        const float* row = src + (size_t)(r + 3) * kPlanePitch;
        take<W>(row + 3 * kPlanePitch, q[(r + 6) % 7]);
        float w[W + 6];
        if constexpr (W == 4) {
            float left[4], right[4];
            take<4>(row - 4, left);
            take<4>(row + 4, right);
            #pragma unroll
            for (int i = 0; i < 3; ++i) { w[i] = left[i + 1]; w[W + 3 + i] = right[i]; }
        } else {
            #pragma unroll
            for (int i = 0; i < 3; ++i) { w[i] = row[i - 3]; w[W + 3 + i] = row[W + i]; }
        }
        #pragma unroll
        for (int i = 0; i < W; ++i) w[3 + i] = q[(r + 3) % 7][i];
        float o[W];
        #pragma unroll
        for (int i = 0; i < W; ++i) {
            T sum = T(0.52) * T(w[i + 3]);
            sum += T(0.07) * (T(w[i + 2]) + T(w[i + 4]) + T(q[(r + 2) % 7][i]) + T(q[(r + 4) % 7][i]));
            sum += T(0.03) * (T(w[i + 1]) + T(w[i + 5]) + T(q[(r + 1) % 7][i]) + T(q[(r + 5) % 7][i]));
            sum += T(0.02) * (T(w[i]) + T(w[i + 6]) + T(q[r % 7][i]) + T(q[(r + 6) % 7][i]));
            o[i] = (float)sum;
        }
        if constexpr (W == 4) *reinterpret_cast<float4*>(dst + (size_t)r * kPlane) = make_float4(o[0], o[1], o[2], o[3]);
        else dst[(size_t)r * kPlane] = o[0];
    }
}
#define STAR(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ in, float* __restrict__ out) { star_body<__VA_ARGS__>(in, out); }
STAR(cobalt_hammock_by4_b, 4, 8, false, float)
STAR(orchid_bucket_by4_a, 1, 8, false, float)
STAR(puffin_mirror_by4_a, 4, 8, true, float)
STAR(tulip_whistle_by4_a, 4, 1, false, float)
STAR(beaver_candle_by4_a, 4, 8, false, double)

static void add_star(Cases& v) {
    const size_t n = (size_t)kPlane * kPlane;
    float* in = harness::filled<float>((size_t)kPlanePitch * kPlaneRows, 31);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int width, int rows) {
        v.push_back({name, [=] { f<<<dim3(kPlane / (32 * width), kPlane / (8 * rows)), 256>>>(in, out); }, out, n, harness::Output::f32});
    };
    add("cobalt_hammock_by4_b", cobalt_hammock_by4_b, 4, 8);
    add("orchid_bucket_by4_a", orchid_bucket_by4_a, 1, 8);
    add("puffin_mirror_by4_a", puffin_mirror_by4_a, 4, 8);
    add("tulip_whistle_by4_a", tulip_whistle_by4_a, 4, 1);
    add("beaver_candle_by4_a", beaver_candle_by4_a, 4, 8);
}

// ---------------------------------------------------------------- work 4: counts of the 256 values of bytes
constexpr int kTallyTiles = 32768, kTallyTile = 16384;

__global__ void harness_bytes(uint32_t* p, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + 41u);
}
template <int COPIES, int W>
__device__ __forceinline__ void tally_body(const uint8_t* __restrict__ in, int* __restrict__ out) {
    __shared__ int bins[256 * COPIES];
    const int tid = threadIdx.x, mine = tid % COPIES;
    for (int i = tid; i < 256 * COPIES; i += 256) bins[i] = 0;
    __syncthreads();
    auto count = [&](uint32_t b) { atomicAdd(&bins[b * COPIES + mine], 1); };
    #pragma unroll 1
    for (int tile = blockIdx.x; tile < kTallyTiles; tile += gridDim.x) {
        const uint8_t* p = in + (size_t)tile * kTallyTile;
        if constexpr (W == 16) {
            uint4 q[4];
            #pragma unroll
            for (int u = 0; u < 4; ++u) q[u] = reinterpret_cast<const uint4*>(p)[u * 256 + tid];
            #pragma unroll
            for (int u = 0; u < 4; ++u) {
                const uint32_t w[4] = {q[u].x, q[u].y, q[u].z, q[u].w};
                #pragma unroll
                for (int j = 0; j < 4; ++j) { count(w[j] & 255u); count((w[j] >> 8) & 255u); count((w[j] >> 16) & 255u); count(w[j] >> 24); }
            }
        } else {
            #pragma unroll 1
            for (int s = 0; s < 4; ++s) {
                uint32_t b[16];
                #pragma unroll
                for (int u = 0; u < 16; ++u) b[u] = p[(s * 16 + u) * 256 + tid];
                #pragma unroll
                for (int u = 0; u < 16; ++u) count(b[u]);
            }
        }
    }
    __syncthreads();
    int sum = 0;
    #pragma unroll 8
    for (int k = 0; k < COPIES; ++k) sum += bins[tid * COPIES + (k + tid) % COPIES];
    atomicAdd(&out[tid], sum);
}
#define TALLY(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const uint8_t* __restrict__ in, int* __restrict__ out) { tally_body<__VA_ARGS__>(in, out); }
TALLY(sparrow_teapot_by4_b, 32, 16)
TALLY(willow_drum_by4_a, 1, 16)
TALLY(lobster_ribbon_by4_a, 32, 16)
TALLY(crimson_pillow_by4_a, 32, 1)
TALLY(hickory_spoon_by4_a, 32, 16)

static void add_tally(Cases& v) {
    const size_t n = (size_t)kTallyTiles * kTallyTile;
    uint8_t* in = harness::empty<uint8_t>(n);
    harness_bytes<<<2048, 256>>>(reinterpret_cast<uint32_t*>(in), n / 4); CHECK(cudaGetLastError());
    int* out = harness::empty<int>(256);
    CHECK(cudaMemset(out, 0, 256 * sizeof(int)));
    auto add = [&](const char* name, auto f, int grid) {
        v.push_back({name, [=] { f<<<grid, 256>>>(in, out); }, out, (size_t)256, harness::Output::i32});
    };
    add("sparrow_teapot_by4_b", sparrow_teapot_by4_b, 792);
    add("willow_drum_by4_a", willow_drum_by4_a, 792);
    add("lobster_ribbon_by4_a", lobster_ribbon_by4_a, kTallyTiles);
    add("crimson_pillow_by4_a", crimson_pillow_by4_a, 792);
    add("hickory_spoon_by4_a", hickory_spoon_by4_a, 132);
}

// ---------------------------------------------------------------- work 5: running sums along rows of 8192
constexpr int kRunRows = 16384, kRunCols = 8192;

template <int W>
__device__ __forceinline__ void gather(const float* __restrict__ p, float (&v)[W]) {
    if constexpr (W % 4 == 0) {
        #pragma unroll
        for (int i = 0; i < W; i += 4) {
            const float4 q = *reinterpret_cast<const float4*>(p + i);
            v[i] = q.x; v[i + 1] = q.y; v[i + 2] = q.z; v[i + 3] = q.w;
        }
    } else {
        #pragma unroll
        for (int i = 0; i < W; ++i) v[i] = p[i];
    }
}
template <int W, typename T>
__device__ __forceinline__ void emit(float* __restrict__ p, const float (&v)[W], T run) {
    float o[W];
    #pragma unroll
    for (int i = 0; i < W; ++i) { run += T(v[i]); o[i] = (float)run; }
    if constexpr (W % 4 == 0) {
        #pragma unroll
        for (int i = 0; i < W; i += 4) *reinterpret_cast<float4*>(p + i) = make_float4(o[i], o[i + 1], o[i + 2], o[i + 3]);
    } else {
        #pragma unroll
        for (int i = 0; i < W; ++i) p[i] = o[i];
    }
}
template <int W, typename T>
__device__ __forceinline__ T before_me(const float (&v)[W], T& whole) {  // exclusive in the warp; the last lane's `whole` is the warp's sum
    T own = 0;
    #pragma unroll
    for (int i = 0; i < W; ++i) own += T(v[i]);
    whole = own;
    #pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        const T up = __shfl_up_sync(~0u, whole, o);
        if (threadIdx.x % 32 >= o) whole += up;
    }
    return whole - own;
}
template <int W, bool TOGETHER, typename T>
__device__ __forceinline__ void accrue_body(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int BS = 256, WARPS = BS / 32, TILES = kRunCols / (BS * W), N = TILES * WARPS;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const float* src = in + (size_t)blockIdx.x * kRunCols + tid * W;
    float* dst = out + (size_t)blockIdx.x * kRunCols + tid * W;
    if constexpr (TOGETHER) {
        __shared__ T sums[N];
        float x[TILES][W];
        T ahead[TILES];
        #pragma unroll
        for (int t = 0; t < TILES; ++t) gather<W>(src + t * BS * W, x[t]);
        #pragma unroll
        for (int t = 0; t < TILES; ++t) {
            T whole;
            ahead[t] = before_me<W, T>(x[t], whole);
            if (lane == 31) sums[t * WARPS + warp] = whole;
        }
        __syncthreads();
        if (warp == 0) {
            constexpr int E = (N + 31) / 32;
            T s[E], own = 0;
            #pragma unroll
            for (int e = 0; e < E; ++e) { s[e] = lane * E + e < N ? sums[lane * E + e] : T(0); own += s[e]; }
            T whole = own;
            #pragma unroll
            for (int o = 1; o < 32; o *= 2) {
                const T up = __shfl_up_sync(~0u, whole, o);
                if (lane >= o) whole += up;
            }
            T run = whole - own;
            #pragma unroll
            for (int e = 0; e < E; ++e) { if (lane * E + e < N) sums[lane * E + e] = run; run += s[e]; }
        }
        __syncthreads();
        #pragma unroll
        for (int t = 0; t < TILES; ++t) emit<W, T>(dst + t * BS * W, x[t], sums[t * WARPS + warp] + ahead[t]);
    } else {
        __shared__ T sums[2][WARPS];
        T carry = 0;
        #pragma unroll 1
        for (int t = 0; t < TILES; ++t) {
            float x[W];
            gather<W>(src + t * BS * W, x);
            T whole;
            const T ahead = before_me<W, T>(x, whole);
            if (lane == 31) sums[t % 2][warp] = whole;
            __syncthreads();
            T base = carry;
            #pragma unroll
            for (int k = 0; k < WARPS; ++k) {
                const T s = sums[t % 2][k];
                if (k < warp) base += s;
                carry += s;
            }
            emit<W, T>(dst + t * BS * W, x, base + ahead);
        }
    }
}
#define ACCRUE(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ in, float* __restrict__ out) { accrue_body<__VA_ARGS__>(in, out); }
ACCRUE(magnet_daisy_by4_b, 4, true, float)
ACCRUE(panther_flute_by4_a, 4, false, float)
ACCRUE(thistle_jar_by4_a, 32, true, float)
ACCRUE(rooster_hinge_by4_a, 4, true, double)
ACCRUE(lavender_boat_by4_a, 1, true, float)

static void add_accrue(Cases& v) {
    const size_t n = (size_t)kRunRows * kRunCols;
    float* in = harness::filled<float>(n, 51);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f) {
        v.push_back({name, [=] { f<<<kRunRows, 256>>>(in, out); }, out, n, harness::Output::f32});
    };
    add("magnet_daisy_by4_b", magnet_daisy_by4_b);
    add("panther_flute_by4_a", panther_flute_by4_a);
    add("thistle_jar_by4_a", thistle_jar_by4_a);
    add("rooster_hinge_by4_a", rooster_hinge_by4_a);
    add("lavender_boat_by4_a", lavender_boat_by4_a);
}

// ---------------------------------------------------------------- work 6: products of many pairs of 16 by 16 matrices
constexpr int kPairBatch = 262144, kPairPitch = 20, kPairRoom = 16 * kPairPitch + 16;

template <int EACH, bool STAGED, typename T>
__device__ __forceinline__ void couple_body(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
    constexpr int THREADS = EACH * 16;
    extern __shared__ __align__(16) float room[];
    const int tid = threadIdx.x, m = tid / 16, tx = tid % 4, ty = tid / 4 % 4;
    const size_t first = (size_t)blockIdx.x * EACH * 256;
    float* sa = room;
    float* sb = room + EACH * kPairRoom;
    if constexpr (STAGED) {
        float4 ra[4], rb[4];
        #pragma unroll
        for (int v = 0; v < 4; ++v) {
            ra[v] = reinterpret_cast<const float4*>(a + first)[tid + v * THREADS];
            rb[v] = reinterpret_cast<const float4*>(b + first)[tid + v * THREADS];
        }
        #pragma unroll
        for (int v = 0; v < 4; ++v) {
            const int i = tid + v * THREADS, to = i / 64 * kPairRoom + i % 64 / 4 * kPairPitch + i % 4 * 4;
            *reinterpret_cast<float4*>(sa + to) = ra[v];
            *reinterpret_cast<float4*>(sb + to) = rb[v];
        }
        __syncthreads();
    }
    const float* pa = STAGED ? sa + m * kPairRoom : a + first + m * 256;
    const float* pb = STAGED ? sb + m * kPairRoom : b + first + m * 256;
    constexpr int PITCH = STAGED ? kPairPitch : 16;
    T acc[4][4];
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        #pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] = T(0);
    #pragma unroll
    for (int k = 0; k < 16; k += 4) {
        float x[4][4], y[4][4];
        #pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float4 u = *reinterpret_cast<const float4*>(pa + (ty + 4 * i) * PITCH + k), w = *reinterpret_cast<const float4*>(pb + (k + i) * PITCH + tx * 4);
            x[i][0] = u.x; x[i][1] = u.y; x[i][2] = u.z; x[i][3] = u.w;
            y[i][0] = w.x; y[i][1] = w.y; y[i][2] = w.z; y[i][3] = w.w;
        }
        #pragma unroll
        for (int e = 0; e < 4; ++e)
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fma(T(x[i][e]), T(y[e][j]), acc[i][j]);
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(c + first + m * 256 + (ty + 4 * i) * 16 + tx * 4) = make_float4((float)acc[i][0], (float)acc[i][1], (float)acc[i][2], (float)acc[i][3]);
}
#define COUPLE(NAME, EACH, ...) \
    __global__ void __launch_bounds__(EACH * 16) NAME(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) { couple_body<EACH, __VA_ARGS__>(a, b, c); }
COUPLE(copper_finch_by4_b, 16, true, float)
COUPLE(mango_stool_by4_a, 16, false, float)
COUPLE(otter_plaid_by4_a, 1, true, float)
COUPLE(bramble_vase_by4_a, 64, true, float)
COUPLE(dolphin_crate_by4_a, 16, true, double)

static void add_couple(Cases& v) {
    const size_t n = (size_t)kPairBatch * 256;
    float* a = harness::filled<float>(n, 61);
    float* b = harness::filled<float>(n, 62);
    float* c = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int each, bool staged) {
        const int bytes = staged ? each * 2 * kPairRoom * (int)sizeof(float) : 0;
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        v.push_back({name, [=] { f<<<kPairBatch / each, each * 16, bytes>>>(a, b, c); }, c, n, harness::Output::f32});
    };
    add("copper_finch_by4_b", copper_finch_by4_b, 16, true);
    add("mango_stool_by4_a", mango_stool_by4_a, 16, false);
    add("otter_plaid_by4_a", otter_plaid_by4_a, 1, true);
    add("bramble_vase_by4_a", bramble_vase_by4_a, 64, true);
    add("dolphin_crate_by4_a", dolphin_crate_by4_a, 16, true);
}

// ---------------------------------------------------------------- work 7: sparse matrix by rows times a vector
constexpr int kCsrRows = 1572864, kCsrMean = 32, kCsrBand = 1024;

__global__ void harness_columns(const int* starts, int* cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < kCsrRows; row += gridDim.x * blockDim.x)
        for (int k = starts[row]; k < starts[row + 1]; ++k) {
            const int at = row - kCsrBand / 2 + (int)(harness::hash32((uint32_t)k + 71u) % kCsrBand);
            cols[k] = at < 0 ? at + kCsrBand : at >= kCsrRows ? at - kCsrBand : at;
        }
}
template <int BS, int LANES, int U, typename T>
__device__ __forceinline__ void weigh_body(const int* __restrict__ starts, const int* __restrict__ cols, const float* __restrict__ vals,
                                           const float* __restrict__ x, float* __restrict__ y) {
    const int lane = threadIdx.x % LANES, row = blockIdx.x * (BS / LANES) + threadIdx.x / LANES, end = starts[row + 1];
    T acc = 0;
    #pragma unroll 1
    for (int k = starts[row] + lane; k < end; k += LANES * U) {
        int at[U];
        float w[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) {
            const int i = k + u * LANES;
            at[u] = i < end ? cols[i] : row;
            w[u] = i < end ? vals[i] : 0.f;
        }
        #pragma unroll
        for (int u = 0; u < U; ++u) acc += T(w[u]) * T(x[at[u]]);
    }
    #pragma unroll
    for (int o = LANES / 2; o; o >>= 1) acc += __shfl_xor_sync(~0u, acc, o);
    if (lane == 0) y[row] = (float)acc;
}
#define WEIGH(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const int* __restrict__ s, const int* __restrict__ c, const float* __restrict__ val, const float* __restrict__ x, float* __restrict__ y) { weigh_body<BS, __VA_ARGS__>(s, c, val, x, y); }
WEIGH(granite_peach_by4_b, 256, 8, 4, float)
WEIGH(heather_bugle_by4_a, 256, 1, 4, float)
WEIGH(moose_curtain_by4_a, 256, 32, 4, float)
WEIGH(plum_ferry_by4_a, 32, 8, 4, float)
WEIGH(raven_shovel_by4_a, 256, 8, 4, double)

static void add_weigh(Cases& v) {
    std::vector<int> host(kCsrRows + 1);
    host[0] = 0;
    for (int i = 0; i < kCsrRows; ++i) host[i + 1] = host[i] + kCsrMean / 2 + (int)(harness::hash32((uint32_t)i + 70u) % (kCsrMean + 1));
    const size_t entries = (size_t)host[kCsrRows];
    int* starts = harness::uploaded(host);
    int* cols = harness::empty<int>(entries);
    harness_columns<<<2048, 256>>>(starts, cols); CHECK(cudaGetLastError());
    float* vals = harness::filled<float>(entries, 72);
    float* x = harness::filled<float>(kCsrRows, 73);
    float* y = harness::empty<float>(kCsrRows);
    auto add = [&](const char* name, auto f, int threads, int lanes) {
        v.push_back({name, [=] { f<<<kCsrRows / (threads / lanes), threads>>>(starts, cols, vals, x, y); }, y, (size_t)kCsrRows, harness::Output::f32});
    };
    add("granite_peach_by4_b", granite_peach_by4_b, 256, 8);
    add("heather_bugle_by4_a", heather_bugle_by4_a, 256, 1);
    add("moose_curtain_by4_a", moose_curtain_by4_a, 256, 32);
    add("plum_ferry_by4_a", plum_ferry_by4_a, 32, 8);
    add("raven_shovel_by4_a", raven_shovel_by4_a, 256, 8);
}

// ---------------------------------------------------------------- work 8: pull and potential of 12288 bodies at 135168 places
constexpr int kPlaces = 135168, kBodies = 12288;

__global__ void harness_bodies(float4* p, int n, uint32_t seed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = make_float4(harness::unit(i * 4u + seed), harness::unit(i * 4u + 1u + seed), harness::unit(i * 4u + 2u + seed), 0.75f + 0.25f * harness::unit(i * 4u + 3u + seed));
}
template <int BS, bool STAGED, bool EXACT, typename T>
__device__ __forceinline__ void pull_body(const float4* __restrict__ places, const float4* __restrict__ bodies, float4* __restrict__ out) {
    constexpr int TILE = 1024;
    __shared__ float4 tile[STAGED ? TILE : 1];
    const int tid = threadIdx.x, first = blockIdx.x * (BS * 2) + tid;
    float4 at[2], acc[2];
    #pragma unroll
    for (int p = 0; p < 2; ++p) { at[p] = places[first + p * BS]; acc[p] = make_float4(0.f, 0.f, 0.f, 0.f); }
    #pragma unroll 1
    for (int j0 = 0; j0 < kBodies; j0 += TILE) {
        if (STAGED) {
            __syncthreads();
            #pragma unroll
            for (int i = 0; i < TILE; i += BS) tile[i + tid] = bodies[j0 + i + tid];
            __syncthreads();
        }
        const float4* from = STAGED ? tile : bodies + j0;
        #pragma unroll 8
        for (int j = 0; j < TILE; ++j) {
            const float4 b = from[j];
            #pragma unroll
            for (int p = 0; p < 2; ++p) {
                const float dx = b.x - at[p].x, dy = b.y - at[p].y, dz = b.z - at[p].z;
                const float d = (float)(T(fmaf(dx, dx, fmaf(dy, dy, dz * dz))) + T(0.01));
                float r;
                if constexpr (EXACT) r = 1.0f / sqrtf(d);
                else r = rsqrtf(d);
                const float s = b.w * r, g = s * r * r;
                acc[p].x = fmaf(g, dx, acc[p].x);
                acc[p].y = fmaf(g, dy, acc[p].y);
                acc[p].z = fmaf(g, dz, acc[p].z);
                acc[p].w += s;
            }
        }
    }
    #pragma unroll
    for (int p = 0; p < 2; ++p) out[first + p * BS] = acc[p];
}
#define PULL(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float4* __restrict__ p, const float4* __restrict__ b, float4* __restrict__ o) { pull_body<BS, __VA_ARGS__>(p, b, o); }
PULL(silver_radish_by4_b, 128, true, false, float)
PULL(toffee_bench_by4_a, 128, true, true, float)
PULL(oyster_scarf_by4_a, 128, true, false, double)
PULL(maple_hatchet_by4_a, 128, false, false, float)
PULL(gopher_locket_by4_a, 1024, true, false, float)

static void add_pull(Cases& v) {
    float4* places = harness::empty<float4>(kPlaces);
    float4* bodies = harness::empty<float4>(kBodies);
    harness_bodies<<<512, 256>>>(places, kPlaces, 81u); CHECK(cudaGetLastError());
    harness_bodies<<<512, 256>>>(bodies, kBodies, 8100001u); CHECK(cudaGetLastError());
    float4* out = harness::empty<float4>(kPlaces);
    auto add = [&](const char* name, auto f, int threads) {
        v.push_back({name, [=] { f<<<kPlaces / (threads * 2), threads>>>(places, bodies, out); }, out, (size_t)kPlaces * 4, harness::Output::f32});
    };
    add("silver_radish_by4_b", silver_radish_by4_b, 128);
    add("toffee_bench_by4_a", toffee_bench_by4_a, 128);
    add("oyster_scarf_by4_a", oyster_scarf_by4_a, 128);
    add("maple_hatchet_by4_a", maple_hatchet_by4_a, 128);
    add("gopher_locket_by4_a", gopher_locket_by4_a, 1024);
}

// ---------------------------------------------------------------- work 9: floats turned over and narrowed to halves
constexpr int kTurnRows = 16384, kTurnCols = 8192;

template <int MODE, int PITCH, bool PAIRS, int AHEAD>
__device__ __forceinline__ void turn_body(const float* __restrict__ in, __half* __restrict__ out) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    const float* src = in + (size_t)r0 * kTurnCols + c0;
    __half* dst = out + (size_t)c0 * kTurnRows + r0;
    if constexpr (MODE == 1) {
        float x[16];
        #pragma unroll
        for (int i = 0; i < 16; ++i) x[i] = src[(size_t)(warp + i / 2 * 8) * kTurnCols + lane + i % 2 * 32];
        #pragma unroll
        for (int i = 0; i < 16; ++i) dst[(size_t)(lane + i % 2 * 32) * kTurnRows + warp + i / 2 * 8] = __float2half_rn(x[i]);
    } else {
        __shared__ float tile[64 * PITCH];  // of pairs, row r lies at place r / 2 + r % 2 * 32
        auto place = [](int r) { return PAIRS ? r / 2 + r % 2 * 32 : r; };
        #pragma unroll 1
        for (int s = 0; s < 16; s += AHEAD) {
            float x[AHEAD];
            #pragma unroll
            for (int u = 0; u < AHEAD; ++u) x[u] = src[(size_t)(warp + (s + u) / 2 * 8) * kTurnCols + lane + (s + u) % 2 * 32];
            #pragma unroll
            for (int u = 0; u < AHEAD; ++u) {
                const int r = warp + (s + u) / 2 * 8;
                tile[place(r) * PITCH + lane + (s + u) % 2 * 32] = x[u];
            }
        }
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 8; ++i) {
            const int c = warp + i * 8;
            if constexpr (PAIRS) {
                reinterpret_cast<__half2*>(dst + (size_t)c * kTurnRows)[lane] = __floats2half2_rn(tile[lane * PITCH + c], tile[(lane + 32) * PITCH + c]);
            } else {
                #pragma unroll
                for (int h = 0; h < 2; ++h) {
                    const int r = lane + h * 32;
                    dst[(size_t)c * kTurnRows + r] = __float2half_rn(tile[place(r) * PITCH + c]);
                }
            }
        }
    }
}
#define TURN(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ in, __half* __restrict__ out) { turn_body<__VA_ARGS__>(in, out); }
TURN(amber_pigeon_by4_b, 0, 65, true, 16)
TURN(cherry_mast_by4_a, 0, 64, true, 16)
TURN(lemur_plate_by4_a, 1, 65, true, 16)
TURN(poppy_anchor_by4_a, 0, 65, false, 16)
TURN(badger_cello_by4_a, 0, 65, true, 1)

static void add_turn(Cases& v) {
    const size_t n = (size_t)kTurnRows * kTurnCols;
    float* in = harness::filled<float>(n, 91);
    __half* out = harness::empty<__half>(n);
    auto add = [&](const char* name, auto f) {
        v.push_back({name, [=] { f<<<dim3(kTurnCols / 64, kTurnRows / 64), 256>>>(in, out); }, out, n, harness::Output::f16});
    };
    add("amber_pigeon_by4_b", amber_pigeon_by4_b);
    add("cherry_mast_by4_a", cherry_mast_by4_a);
    add("lemur_plate_by4_a", lemur_plate_by4_a);
    add("poppy_anchor_by4_a", poppy_anchor_by4_a);
    add("badger_cello_by4_a", badger_cello_by4_a);
}

// ---------------------------------------------------------------- work 10: product of halves on the tensor cores, the right factor stored by columns
constexpr int kHalfM = 4096, kHalfN = 4096, kHalfK = 4096;

__device__ __forceinline__ uint32_t shared_at(const void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(uint32_t to, const void* from) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory"); }
template <int N>
__device__ __forceinline__ void await() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__device__ __forceinline__ void fragment(uint32_t (&r)[4], uint32_t from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}
__device__ __forceinline__ void fuse(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
template <int BM, int BK, int STAGES, int PAD>
__device__ __forceinline__ void weave_body(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) {
    constexpr int PITCH = BK + PAD, ROOM = BM * PITCH, MT = BM / 32, NT = BM / 32, STEPS = kHalfK / BK, CHUNKS = BM * BK / 8;
    extern __shared__ __align__(16) __half store[];
    __half* sa = store;
    __half* sb = store + STAGES * ROOM;
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, wm = warp / 4 * (BM / 2), wn = warp % 4 * (BM / 4);
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BM;
    auto issue = [&](int step) {
        const int s = step % STAGES;
        #pragma unroll
        for (int v = 0; v < CHUNKS / 256; ++v) {
            const int i = tid + v * 256, r = i / (BK / 8), k = i % (BK / 8) * 8;
            copy16(shared_at(sa + s * ROOM + r * PITCH + k), a + (size_t)(m0 + r) * kHalfK + step * BK + k);
            copy16(shared_at(sb + s * ROOM + r * PITCH + k), b + (size_t)(n0 + r) * kHalfK + step * BK + k);
        }
    };
    float acc[MT][NT][4];
    #pragma unroll
    for (int i = 0; i < MT; ++i)
        #pragma unroll
        for (int j = 0; j < NT; ++j)
            #pragma unroll
            for (int e = 0; e < 4; ++e) acc[i][j][e] = 0.f;
    auto multiply = [&](int s) {
        #pragma unroll
        for (int k = 0; k < BK; k += 16) {
            uint32_t fa[MT][4], fb[NT / 2][4];
            #pragma unroll
            for (int i = 0; i < MT; ++i) fragment(fa[i], shared_at(sa + s * ROOM + (wm + i * 16 + lane % 16) * PITCH + k + lane / 16 * 8));
            #pragma unroll
            for (int j = 0; j < NT / 2; ++j) fragment(fb[j], shared_at(sb + s * ROOM + (wn + j * 16 + lane / 16 * 8 + lane % 8) * PITCH + k + lane / 8 % 2 * 8));
            #pragma unroll
            for (int i = 0; i < MT; ++i)
                #pragma unroll
                for (int j = 0; j < NT; ++j) fuse(acc[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1]);
        }
    };
    if constexpr (STAGES == 1) {
        #pragma unroll 1
        for (int step = 0; step < STEPS; ++step) {
            issue(step);
            commit();
            await<0>();
            __syncthreads();
            multiply(0);
            __syncthreads();
        }
    } else {
        #pragma unroll
        for (int s = 0; s < STAGES - 1; ++s) { issue(s); commit(); }
        #pragma unroll 1
        for (int step = 0; step < STEPS; ++step) {
            await<STAGES - 2>();
            __syncthreads();
            if (step + STAGES - 1 < STEPS) issue(step + STAGES - 1);
            commit();
            multiply(step % STAGES);
        }
    }
    #pragma unroll
    for (int i = 0; i < MT; ++i)
        #pragma unroll
        for (int j = 0; j < NT; ++j)
            #pragma unroll
            for (int h = 0; h < 2; ++h)
                *reinterpret_cast<float2*>(c + (size_t)(m0 + wm + i * 16 + h * 8 + lane / 4) * kHalfN + n0 + wn + j * 8 + lane % 4 * 2) =
                    make_float2(acc[i][j][h * 2], acc[i][j][h * 2 + 1]);
}
#define WEAVE(NAME, ...) \
    __global__ void __launch_bounds__(256, 2) NAME(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c) { weave_body<__VA_ARGS__>(a, b, c); }
WEAVE(velvet_turnip_by4_b, 128, 32, 4, 8)
WEAVE(hazel_tractor_by4_a, 128, 32, 1, 8)
WEAVE(squid_blanket_by4_a, 128, 32, 4, 0)
WEAVE(ivory_mallet_by4_a, 64, 32, 4, 8)
WEAVE(clover_pulley_by4_a, 128, 16, 4, 8)

static void add_weave(Cases& v) {
    const size_t n = (size_t)kHalfM * kHalfN;
    __half* a = harness::filled<__half>((size_t)kHalfM * kHalfK, 101);
    __half* b = harness::filled<__half>((size_t)kHalfN * kHalfK, 102);
    float* c = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int tile, int depth, int stages, int pad) {
        const int bytes = stages * 2 * tile * (depth + pad) * (int)sizeof(__half);
        CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        v.push_back({name, [=] { f<<<dim3(kHalfN / tile, kHalfM / tile), 256, bytes>>>(a, b, c); }, c, n, harness::Output::f32});
    };
    add("velvet_turnip_by4_b", velvet_turnip_by4_b, 128, 32, 4, 8);
    add("hazel_tractor_by4_a", hazel_tractor_by4_a, 128, 32, 1, 8);
    add("squid_blanket_by4_a", squid_blanket_by4_a, 128, 32, 4, 0);
    add("ivory_mallet_by4_a", ivory_mallet_by4_a, 64, 32, 4, 8);
    add("clover_pulley_by4_a", clover_pulley_by4_a, 128, 16, 4, 8);
}

int main(int argc, char** argv) {
    Cases v;
    add_product(v); add_soften(v); add_star(v); add_tally(v); add_accrue(v);
    add_couple(v); add_weigh(v); add_pull(v); add_turn(v); add_weave(v);
    return harness::run(argc, argv, v);
}
