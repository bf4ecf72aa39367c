// A sweep of launch and template parameters over a dozen works: one kernel template each, several configurations.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>

using Cases = std::vector<harness::Case>;

__device__ __forceinline__ void copy16(void* s, const void* g) {
    unsigned a = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(g) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
template <typename F> static void allow_shared(F f, int bytes) {
    CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}
template <int V> struct Pack;
template <> struct Pack<1> { using type = float; };
template <> struct Pack<2> { using type = float2; };
template <> struct Pack<4> { using type = float4; };
template <int V> union Vec { typename Pack<V>::type p; float f[V]; };

// ---------------------------------------------------------------- work 1: matrix of L1 distances between two sets of points
constexpr int kDistM = 4224, kDistN = 4096, kDistK = 512;

template <int BM, int BN, int BK, int TM, int TN, int ST>
__device__ __forceinline__ void distance_body(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
    constexpr int TX = BN / TN, T = (BM / TM) * TX, STAGE = (BM + BN) * BK, KT = kDistK / BK;
    constexpr int VM = TM < 4 ? TM : 4, VN = TN < 4 ? TN : 4, GM = TM / VM, GN = TN / VN;
    extern __shared__ float4 shared_raw[];
    float* s = reinterpret_cast<float*>(shared_raw);
    const int tid = threadIdx.x, tx = tid % TX, ty = tid / TX, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    auto load = [&](int stage, int kt) {
        float* sa = s + stage * STAGE; float* sb = sa + BM * BK;
        #pragma unroll
        for (int i = tid; i < BK * BM / 4; i += T) {
            int r = i / (BM / 4), c = i % (BM / 4) * 4;
            copy16(sa + r * BM + c, a + (size_t)(kt * BK + r) * kDistM + m0 + c);
        }
        #pragma unroll
        for (int i = tid; i < BK * BN / 4; i += T) {
            int r = i / (BN / 4), c = i % (BN / 4) * 4;
            copy16(sb + r * BN + c, b + (size_t)(kt * BK + r) * kDistN + n0 + c);
        }
    };
    float acc[TM][TN];
    #pragma unroll
    for (int i = 0; i < TM; ++i)
        #pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = 0.f;
    auto compute = [&](int stage) {
        const float* sa = s + stage * STAGE; const float* sb = sa + BM * BK;
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            Vec<VM> fa[GM]; Vec<VN> fb[GN];
            #pragma unroll
            for (int g = 0; g < GM; ++g) fa[g].p = *reinterpret_cast<const typename Pack<VM>::type*>(sa + k * BM + g * (BM / GM) + ty * VM);
            #pragma unroll
            for (int g = 0; g < GN; ++g) fb[g].p = *reinterpret_cast<const typename Pack<VN>::type*>(sb + k * BN + g * (BN / GN) + tx * VN);
            #pragma unroll
            for (int i = 0; i < TM; ++i)
                #pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += fabsf(fa[i / VM].f[i % VM] - fb[j / VN].f[j % VN]);
        }
    };
    if (ST == 1) {
        for (int kt = 0; kt < KT; ++kt) {
            load(0, kt); copy_commit(); copy_wait<0>(); __syncthreads();
            compute(0);
            __syncthreads();
        }
    } else {
        #pragma unroll
        for (int p = 0; p < ST - 1; ++p) { load(p, p); copy_commit(); }
        int rd = 0, wr = ST - 1;
        #pragma unroll 1
        for (int kt = 0; kt < KT; ++kt) {
            copy_wait<(ST > 1 ? ST - 2 : 0)>(); __syncthreads();
            if (kt + ST - 1 < KT) load(wr, kt + ST - 1);
            copy_commit();
            compute(rd);
            rd = rd + 1 == ST ? 0 : rd + 1; wr = wr + 1 == ST ? 0 : wr + 1;
        }
    }
    #pragma unroll
    for (int i = 0; i < TM; ++i) {
        size_t row = m0 + (i / VM) * (BM / GM) + ty * VM + i % VM;
        #pragma unroll
        for (int g = 0; g < GN; ++g) {
            float* q = out + row * kDistN + n0 + g * (BN / GN) + tx * VN;
            if constexpr (VN == 4)
                asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(q), "f"(acc[i][g * 4]), "f"(acc[i][g * 4 + 1]), "f"(acc[i][g * 4 + 2]), "f"(acc[i][g * 4 + 3]) : "memory");
            else *reinterpret_cast<float2*>(q) = make_float2(acc[i][g * 2], acc[i][g * 2 + 1]);
        }
    }
}
#define DISTANCE(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) { distance_body<__VA_ARGS__>(a, b, out); }
DISTANCE(amber_lantern_bt1_b, (256, 2), 128, 128, 16, 8, 8, 3)
DISTANCE(birch_compass_bt1_a, (256, 2), 32, 32, 16, 2, 2, 3)
DISTANCE(cedar_trumpet_bt1_a, (256, 2), 128, 128, 2, 8, 8, 3)
DISTANCE(delta_orchard_bt1_a, (256, 4), 128, 128, 16, 8, 8, 3)
DISTANCE(ember_saddle_bt1_a, (256, 2), 128, 128, 16, 8, 8, 1)
DISTANCE(fable_harbor_bt1_a, (256, 2), 128, 128, 16, 8, 8, 3)

static void add_distance(Cases& v) {
    float* a = harness::filled<float>((size_t)kDistM * kDistK, 11);
    float* b = harness::filled<float>((size_t)kDistN * kDistK, 12);
    float* out = harness::empty<float>((size_t)kDistM * kDistN);
    auto add = [&](const char* name, auto f, int bm, int bn, int bytes) {
        allow_shared(f, bytes);
        dim3 grid(kDistN / bn, kDistM / bm);
        v.push_back({name, [=] { f<<<grid, 256, bytes>>>(a, b, out); }, out, (size_t)kDistM * kDistN, harness::Output::f32});
    };
    add("amber_lantern_bt1_b", amber_lantern_bt1_b, 128, 128, 256 * 16 * 4 * 3);
    add("birch_compass_bt1_a", birch_compass_bt1_a, 32, 32, 64 * 16 * 4 * 3);
    add("cedar_trumpet_bt1_a", cedar_trumpet_bt1_a, 128, 128, 256 * 2 * 4 * 3);
    add("delta_orchard_bt1_a", delta_orchard_bt1_a, 128, 128, 256 * 16 * 4 * 3);
    add("ember_saddle_bt1_a", ember_saddle_bt1_a, 128, 128, 256 * 16 * 4);
    add("fable_harbor_bt1_a", fable_harbor_bt1_a, 128, 128, 120 * 1024);
}

// ---------------------------------------------------------------- work 2: half-precision matrix product, float result
constexpr int kProdM = 4224, kProdN = 4096, kProdK = 4096;

template <int BM, int BN, int BK, int WM, int WN, int ST, int PAD>
__device__ __forceinline__ void product_body(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ out) {
    using namespace nvcuda;
    constexpr int T = (BM / WM) * (BN / WN) * 32, LA = BK + PAD, LB = BN + PAD, SA = BM * LA, STAGE = SA + BK * LB, KT = kProdK / BK;
    constexpr int FM = WM / 16, FN = WN / 16;
    extern __shared__ float4 shared_raw[];
    __half* s = reinterpret_cast<__half*>(shared_raw);
    const int tid = threadIdx.x, warp = tid / 32, wm = warp / (BN / WN) * WM, wn = warp % (BN / WN) * WN;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    auto load = [&](int stage, int kt) {
        __half* sa = s + stage * STAGE; __half* sb = sa + SA;
        #pragma unroll
        for (int i = tid; i < BM * BK / 8; i += T) {
            int r = i / (BK / 8), c = i % (BK / 8) * 8;
            copy16(sa + r * LA + c, a + (size_t)(m0 + r) * kProdK + kt * BK + c);
        }
        #pragma unroll
        for (int i = tid; i < BN * BK / 8; i += T) {
            int r = i / (BN / 8), c = i % (BN / 8) * 8;
            copy16(sb + r * LB + c, b + (size_t)(kt * BK + r) * kProdN + n0 + c);
        }
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[FM][FN];
    #pragma unroll
    for (int i = 0; i < FM; ++i)
        #pragma unroll
        for (int j = 0; j < FN; ++j) wmma::fill_fragment(acc[i][j], 0.f);
    auto compute = [&](int stage) {
        const __half* sa = s + stage * STAGE; const __half* sb = sa + SA;
        #pragma unroll
        for (int k = 0; k < BK; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[FM];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[FN];
            #pragma unroll
            for (int i = 0; i < FM; ++i) wmma::load_matrix_sync(fa[i], sa + (wm + i * 16) * LA + k, LA);
            #pragma unroll
            for (int j = 0; j < FN; ++j) wmma::load_matrix_sync(fb[j], sb + k * LB + wn + j * 16, LB);
            #pragma unroll
            for (int i = 0; i < FM; ++i)
                #pragma unroll
                for (int j = 0; j < FN; ++j) wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
        }
    };
    if (ST == 1) {
        for (int kt = 0; kt < KT; ++kt) {
            load(0, kt); copy_commit(); copy_wait<0>(); __syncthreads();
            compute(0);
            __syncthreads();
        }
    } else {
        #pragma unroll
        for (int p = 0; p < ST - 1; ++p) { load(p, p); copy_commit(); }
        int rd = 0, wr = ST - 1;
        #pragma unroll 1
        for (int kt = 0; kt < KT; ++kt) {
            copy_wait<(ST > 1 ? ST - 2 : 0)>(); __syncthreads();
            if (kt + ST - 1 < KT) load(wr, kt + ST - 1);
            copy_commit();
            compute(rd);
            rd = rd + 1 == ST ? 0 : rd + 1; wr = wr + 1 == ST ? 0 : wr + 1;
        }
    }
    #pragma unroll
    for (int i = 0; i < FM; ++i)
        #pragma unroll
        for (int j = 0; j < FN; ++j)
            wmma::store_matrix_sync(out + (size_t)(m0 + wm + i * 16) * kProdN + n0 + wn + j * 16, acc[i][j], kProdN, wmma::mem_row_major);
}
#define PRODUCT(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ out) { product_body<__VA_ARGS__>(a, b, out); }
PRODUCT(garnet_willow_bt1_b, (256, 2), 128, 128, 32, 64, 32, 4, 8)
PRODUCT(hazel_beacon_bt1_a, (256, 2), 128, 128, 32, 64, 32, 4, 0)
PRODUCT(indigo_kettle_bt1_a, (256, 2), 128, 128, 32, 64, 32, 1, 8)
PRODUCT(jasper_meadow_bt1_a, (256, 2), 64, 64, 32, 32, 16, 4, 8)
PRODUCT(kindle_falcon_bt1_a, (256, 4), 128, 128, 32, 64, 32, 4, 8)

static void add_product(Cases& v) {
    __half* a = harness::filled<__half>((size_t)kProdM * kProdK, 21);
    __half* b = harness::filled<__half>((size_t)kProdK * kProdN, 22);
    float* out = harness::empty<float>((size_t)kProdM * kProdN);
    auto add = [&](const char* name, auto f, int bm, int bn, int pad, int stages) {
        int bytes = (bm * (32 + pad) + 32 * (bn + pad)) * 2 * stages;
        allow_shared(f, bytes);
        dim3 grid(kProdN / bn, kProdM / bm);
        v.push_back({name, [=] { f<<<grid, 256, bytes>>>(a, b, out); }, out, (size_t)kProdM * kProdN, harness::Output::f32});
    };
    add("garnet_willow_bt1_b", garnet_willow_bt1_b, 128, 128, 8, 4);
    add("hazel_beacon_bt1_a", hazel_beacon_bt1_a, 128, 128, 0, 4);
    add("indigo_kettle_bt1_a", indigo_kettle_bt1_a, 128, 128, 8, 1);
    add("jasper_meadow_bt1_a", jasper_meadow_bt1_a, 64, 64, 8, 4);
    add("kindle_falcon_bt1_a", kindle_falcon_bt1_a, 128, 128, 8, 4);
}

// ---------------------------------------------------------------- work 3: normalisation of rows by their mean square
constexpr int kNormRows = 32768, kNormRow = 4096;

template <int BS, int V>
__device__ __forceinline__ void norm_body(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) {
    constexpr int I = kNormRow / BS / V;
    using P = typename Pack<V>::type;
    __shared__ float part[2][32];
    int flip = 0;
    for (int row = blockIdx.x; row < kNormRows; row += gridDim.x, flip ^= 1) {
        const P* xr = reinterpret_cast<const P*>(x + (size_t)row * kNormRow);
        P* yr = reinterpret_cast<P*>(y + (size_t)row * kNormRow);
        Vec<V> r[I];
        float sum = 0.f;
        #pragma unroll
        for (int i = 0; i < I; ++i) r[i].p = xr[i * BS + threadIdx.x];
        #pragma unroll
        for (int i = 0; i < I; ++i)
            #pragma unroll
            for (int j = 0; j < V; ++j) sum = fmaf(r[i].f[j], r[i].f[j], sum);
        #pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
        if (threadIdx.x % 32 == 0) part[flip][threadIdx.x / 32] = sum;
        __syncthreads();
        float total = 0.f;
        #pragma unroll
        for (int i = 0; i < BS / 32; ++i) total += part[flip][i];
        float scale = rsqrtf(total / kNormRow + 1e-5f);
        #pragma unroll
        for (int i = 0; i < I; ++i) {
            Vec<V> g; g.p = __ldg(reinterpret_cast<const P*>(w) + i * BS + threadIdx.x);
            #pragma unroll
            for (int j = 0; j < V; ++j) g.f[j] *= r[i].f[j] * scale;
            yr[i * BS + threadIdx.x] = g.p;
        }
    }
}
#define NORM(NAME, BS, V) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y) { norm_body<BS, V>(x, w, y); }
NORM(linen_rocket_bt1_b, 256, 4)
NORM(maple_anchor_bt1_a, 256, 4)
NORM(nectar_window_bt1_a, 256, 4)
NORM(opal_ladder_bt1_a, 256, 1)
NORM(pebble_violin_bt1_a, 1024, 4)

static void add_norm(Cases& v) {
    const size_t n = (size_t)kNormRows * kNormRow;
    float* x = harness::filled<float>(n, 31);
    float* w = harness::filled<float>(kNormRow, 32);
    float* y = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int grid, int block, int bytes) {
        if (bytes) allow_shared(f, bytes);
        v.push_back({name, [=] { f<<<grid, block, bytes>>>(x, w, y); }, y, n, harness::Output::f32});
    };
    add("linen_rocket_bt1_b", linen_rocket_bt1_b, kNormRows, 256, 0);
    add("maple_anchor_bt1_a", maple_anchor_bt1_a, kNormRows, 256, 110 * 1024);
    add("nectar_window_bt1_a", nectar_window_bt1_a, 96, 256, 0);
    add("opal_ladder_bt1_a", opal_ladder_bt1_a, kNormRows, 256, 0);
    add("pebble_violin_bt1_a", pebble_violin_bt1_a, kNormRows, 1024, 0);
}

// ---------------------------------------------------------------- work 4: transposition of a square float matrix
constexpr int kTransN = 12288;

template <int TILE, int ROWS, int PAD, bool STAGED>
__device__ __forceinline__ void transpose_body(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int I = TILE / ROWS;
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    float r[I];
    #pragma unroll
    for (int i = 0; i < I; ++i) r[i] = in[(size_t)(y0 + ty + i * ROWS) * kTransN + x0 + tx];
    if (STAGED) {
        __shared__ float tile[TILE][TILE + PAD];
        #pragma unroll
        for (int i = 0; i < I; ++i) tile[ty + i * ROWS][tx] = r[i];
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < I; ++i) out[(size_t)(x0 + ty + i * ROWS) * kTransN + y0 + tx] = tile[tx][ty + i * ROWS];
    } else {
        #pragma unroll
        for (int i = 0; i < I; ++i) out[(size_t)(x0 + tx) * kTransN + y0 + ty + i * ROWS] = r[i];
    }
}
#define TRANSPOSE(NAME, TILE, ROWS, PAD, STAGED) \
    __global__ void __launch_bounds__(TILE * ROWS) NAME(const float* __restrict__ in, float* __restrict__ out) { transpose_body<TILE, ROWS, PAD, STAGED>(in, out); }
TRANSPOSE(quartz_lagoon_bt1_b, 32, 8, 1, true)
TRANSPOSE(raven_pillow_bt1_a, 32, 8, 0, true)
TRANSPOSE(silver_basket_bt1_a, 32, 8, 1, false)
TRANSPOSE(tulip_hammer_bt1_a, 32, 8, 1, true)
TRANSPOSE(umber_candle_bt1_a, 8, 8, 1, true)

static void add_transpose(Cases& v) {
    const size_t n = (size_t)kTransN * kTransN;
    float* in = harness::filled<float>(n, 41);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int tile, int rows, int bytes) {
        if (bytes) allow_shared(f, bytes);
        dim3 grid(kTransN / tile, kTransN / tile), block(tile, rows);
        v.push_back({name, [=] { f<<<grid, block, bytes>>>(in, out); }, out, n, harness::Output::f32});
    };
    add("quartz_lagoon_bt1_b", quartz_lagoon_bt1_b, 32, 8, 0);
    add("raven_pillow_bt1_a", raven_pillow_bt1_a, 32, 8, 0);
    add("silver_basket_bt1_a", silver_basket_bt1_a, 32, 8, 0);
    add("tulip_hammer_bt1_a", tulip_hammer_bt1_a, 32, 8, 100 * 1024);
    add("umber_candle_bt1_a", umber_candle_bt1_a, 8, 8, 0);
}

// ---------------------------------------------------------------- work 5: seven-point stencil on a cube
constexpr int kCube = 512;

template <int BX, int BY, int ZC, typename T>
__device__ __forceinline__ void stencil_body(const float* __restrict__ in, float* __restrict__ out) {
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, z0 = blockIdx.z * ZC;
    constexpr int PL = kCube * kCube;
    const int xm = max(x - 1, 0) - x, xp = min(x + 1, kCube - 1) - x;
    const int ym = (max(y - 1, 0) - y) * kCube, yp = (min(y + 1, kCube - 1) - y) * kCube;
    const float* p = in + z0 * PL + y * kCube + x;
    float* q = out + z0 * PL + y * kCube + x;
    float below = z0 ? p[-PL] : p[0], here = p[0];
    const T c0 = T(0.4), c1 = T(0.09), c2 = T(0.11), c3 = T(0.1);
    #pragma unroll 4
    for (int z = 0; z < ZC; ++z) {
        float above = z0 + z + 1 < kCube ? p[PL] : here;
        T s = c0 * T(here);
        s += c1 * (T(p[xm]) + T(p[xp]));
        s += c2 * (T(p[ym]) + T(p[yp]));
        s += c3 * (T(below) + T(above));
        *q = float(s);
        below = here; here = above;
        p += PL; q += PL;
    }
}
#define STENCIL(NAME, BX, BY, ZC, T) \
    __global__ void __launch_bounds__(BX * BY) NAME(const float* __restrict__ in, float* __restrict__ out) { stencil_body<BX, BY, ZC, T>(in, out); }
STENCIL(velvet_garden_bt1_b, 64, 4, 32, float)
STENCIL(walnut_mirror_bt1_a, 4, 64, 32, float)
STENCIL(yellow_parcel_bt1_a, 64, 4, 32, double)
STENCIL(zephyr_copper_bt1_a, 32, 1, 32, float)
STENCIL(acorn_bridge_bt1_a, 64, 4, 32, float)

static void add_stencil(Cases& v) {
    const size_t n = (size_t)kCube * kCube * kCube;
    float* in = harness::filled<float>(n, 51);
    float* shifted; CHECK(cudaMalloc(&shifted, (n + 64) * sizeof(float)));
    harness::harness_fill<float><<<2048, 256>>>(shifted + 1, n, 51u); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int bx, int by, const float* src) {
        dim3 grid(kCube / bx, kCube / by, kCube / 32), block(bx, by);
        v.push_back({name, [=] { f<<<grid, block>>>(src, out); }, out, n, harness::Output::f32});
    };
    add("velvet_garden_bt1_b", velvet_garden_bt1_b, 64, 4, in);
    add("walnut_mirror_bt1_a", walnut_mirror_bt1_a, 4, 64, in);
    add("yellow_parcel_bt1_a", yellow_parcel_bt1_a, 64, 4, in);
    add("zephyr_copper_bt1_a", zephyr_copper_bt1_a, 32, 1, in);
    add("acorn_bridge_bt1_a", acorn_bridge_bt1_a, 64, 4, shifted + 1);
}

// ---------------------------------------------------------------- work 6: one histogram of 256 bins for each of many images
constexpr int kHistImages = 2048, kHistPixels = 65536, kHistBins = 256;

template <int BS, int COPIES, bool LANE_INNER, int V, bool POWER>
__device__ __forceinline__ void histogram_body(const float* __restrict__ in, int* __restrict__ out, float e) {
    __shared__ int h[kHistBins * COPIES];
    for (int i = threadIdx.x; i < kHistBins * COPIES; i += BS) h[i] = 0;
    __syncthreads();
    using P = typename Pack<V>::type;
    const P* p = reinterpret_cast<const P*>(in + (size_t)blockIdx.x * kHistPixels);
    const int copy = threadIdx.x % COPIES;
    constexpr int U = 16 / V;
    #pragma unroll 1
    for (int i = threadIdx.x; i < kHistPixels / V; i += BS * U) {
        Vec<V> r[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) r[u].p = p[i + u * BS];
        #pragma unroll
        for (int u = 0; u < U; ++u)
            #pragma unroll
            for (int j = 0; j < V; ++j) {
                float x = fabsf(r[u].f[j]), w;
                if (POWER) w = powf(x, e);
                else { w = x * x; w *= w; w *= w; }
                int bin = min((int)(w * kHistBins), kHistBins - 1);
                atomicAdd(&h[LANE_INNER ? bin * COPIES + copy : copy * kHistBins + bin], 1);
            }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < kHistBins; b += BS) {
        int sum = 0;
        #pragma unroll 8
        for (int c = 0; c < COPIES; ++c) { int k = (c + b) % COPIES; sum += h[LANE_INNER ? b * COPIES + k : k * kHistBins + b]; }
        out[blockIdx.x * kHistBins + b] = sum;
    }
}
#define HISTOGRAM(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ in, int* __restrict__ out, float e) { histogram_body<BS, __VA_ARGS__>(in, out, e); }
HISTOGRAM(bronze_teapot_bt1_b, 256, 32, true, 4, false)
HISTOGRAM(cobalt_feather_bt1_a, 256, 1, true, 4, false)
HISTOGRAM(dahlia_engine_bt1_a, 256, 32, false, 4, false)
HISTOGRAM(elder_marble_bt1_a, 64, 32, true, 4, false)
HISTOGRAM(ferry_blanket_bt1_a, 256, 32, true, 4, true)

static void add_histogram(Cases& v) {
    float* in = harness::filled<float>((size_t)kHistImages * kHistPixels, 61);
    int* out = harness::empty<int>((size_t)kHistImages * kHistBins);
    auto add = [&](const char* name, auto f, int block) {
        v.push_back({name, [=] { f<<<kHistImages, block>>>(in, out, 8.0f); }, out, (size_t)kHistImages * kHistBins, harness::Output::i32});
    };
    add("bronze_teapot_bt1_b", bronze_teapot_bt1_b, 256);
    add("cobalt_feather_bt1_a", cobalt_feather_bt1_a, 256);
    add("dahlia_engine_bt1_a", dahlia_engine_bt1_a, 256);
    add("elder_marble_bt1_a", elder_marble_bt1_a, 64);
    add("ferry_blanket_bt1_a", ferry_blanket_bt1_a, 256);
}

// ---------------------------------------------------------------- work 7: column sums of groups of 512 rows
constexpr int kPoolGroups = 128, kPoolRows = 512, kPoolCols = 2048;

template <int X, int Y, int V, int U, typename T>
__device__ __forceinline__ void pool_body(const float* __restrict__ in, float* __restrict__ out) {
    using P = typename Pack<V>::type;
    __shared__ T part[Y][X * V];
    const int tx = threadIdx.x % X, ty = threadIdx.x / X, c0 = blockIdx.x * X * V;
    for (int g = blockIdx.y; g < kPoolGroups; g += gridDim.y) {
        const P* p = reinterpret_cast<const P*>(in + ((size_t)g * kPoolRows + ty) * kPoolCols + c0) + tx;
        T acc[V];
        #pragma unroll
        for (int j = 0; j < V; ++j) acc[j] = T(0);
        #pragma unroll 1
        for (int r = 0; r < kPoolRows; r += Y * U) {
            Vec<V> x[U];
            #pragma unroll
            for (int u = 0; u < U; ++u) x[u].p = p[(size_t)(r + u * Y) * (kPoolCols / V)];
            #pragma unroll
            for (int u = 0; u < U; ++u)
                #pragma unroll
                for (int j = 0; j < V; ++j) acc[j] += T(x[u].f[j]);
        }
        #pragma unroll
        for (int j = 0; j < V; ++j) part[ty][tx * V + j] = acc[j];
        __syncthreads();
        if (threadIdx.x < X * V) {
            T sum = T(0);
            #pragma unroll
            for (int i = 0; i < Y; ++i) sum += part[i][threadIdx.x];
            out[(size_t)g * kPoolCols + c0 + threadIdx.x] = float(sum);
        }
        __syncthreads();
    }
}
#define POOL(NAME, X, Y, V, U, T) \
    __global__ void __launch_bounds__(X * Y) NAME(const float* __restrict__ in, float* __restrict__ out) { pool_body<X, Y, V, U, T>(in, out); }
POOL(gravel_satin_bt1_b, 32, 8, 4, 8, float)
POOL(hollow_ribbon_bt1_a, 4, 64, 1, 8, float)
POOL(island_button_bt1_a, 32, 8, 4, 1, float)
POOL(jungle_carpet_bt1_a, 32, 8, 4, 8, float)
POOL(koala_pepper_bt1_a, 32, 8, 4, 8, double)

static void add_pool(Cases& v) {
    float* in = harness::filled<float>((size_t)kPoolGroups * kPoolRows * kPoolCols, 71);
    float* out = harness::empty<float>((size_t)kPoolGroups * kPoolCols);
    auto add = [&](const char* name, auto f, int columns, int gy) {
        dim3 grid(kPoolCols / columns, gy);
        v.push_back({name, [=] { f<<<grid, 256>>>(in, out); }, out, (size_t)kPoolGroups * kPoolCols, harness::Output::f32});
    };
    add("gravel_satin_bt1_b", gravel_satin_bt1_b, 128, kPoolGroups);
    add("hollow_ribbon_bt1_a", hollow_ribbon_bt1_a, 4, kPoolGroups);
    add("island_button_bt1_a", island_button_bt1_a, 128, kPoolGroups);
    add("jungle_carpet_bt1_a", jungle_carpet_bt1_a, 128, 4);
    add("koala_pepper_bt1_a", koala_pepper_bt1_a, 128, kPoolGroups);
}

// ---------------------------------------------------------------- work 8: inclusive scan of every row
constexpr int kScanRows = 32768, kScanRow = 4096;

template <int BS, int ITEMS, bool STAGED>
__device__ __forceinline__ void scan_body(const float* __restrict__ in, float* __restrict__ out, int pad) {
    constexpr int CHUNK = BS * ITEMS, V = ITEMS < 4 ? ITEMS : 4, I = ITEMS / V;
    using P = typename Pack<V>::type;
    __shared__ float buf[STAGED ? CHUNK + CHUNK / 32 : 1];
    __shared__ float warps[BS / 32];
    auto at = [&](int i) { return i + (int)((unsigned)i / 32u) * pad; };
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const size_t base = (size_t)blockIdx.x * kScanRow;
    float carry = 0.f;
    #pragma unroll 1
    for (int c = 0; c < kScanRow; c += CHUNK) {
        float x[ITEMS];
        if (STAGED) {
            const P* p = reinterpret_cast<const P*>(in + base + c);
            Vec<V> r[I];
            #pragma unroll
            for (int i = 0; i < I; ++i) r[i].p = p[i * BS + t];
            #pragma unroll
            for (int i = 0; i < I; ++i)
                #pragma unroll
                for (int j = 0; j < V; ++j) buf[at((i * BS + t) * V + j)] = r[i].f[j];
            __syncthreads();
            #pragma unroll
            for (int j = 0; j < ITEMS; ++j) x[j] = buf[at(t * ITEMS + j)];
        } else {
            #pragma unroll
            for (int j = 0; j < ITEMS; ++j) x[j] = in[base + c + t * ITEMS + j];
        }
        #pragma unroll
        for (int j = 1; j < ITEMS; ++j) x[j] += x[j - 1];
        float s = x[ITEMS - 1];
        #pragma unroll
        for (int o = 1; o < 32; o <<= 1) { float q = __shfl_up_sync(~0u, s, o); if (lane >= o) s += q; }
        if (lane == 31) warps[warp] = s;
        __syncthreads();
        float before = carry + s - x[ITEMS - 1];
        #pragma unroll
        for (int w = 0; w < BS / 32; ++w) { float q = warps[w]; if (w < warp) before += q; carry += q; }
        #pragma unroll
        for (int j = 0; j < ITEMS; ++j) x[j] += before;
        if (STAGED) {
            #pragma unroll
            for (int j = 0; j < ITEMS; ++j) buf[at(t * ITEMS + j)] = x[j];
            __syncthreads();
            P* p = reinterpret_cast<P*>(out + base + c);
            #pragma unroll
            for (int i = 0; i < I; ++i) {
                Vec<V> r;
                #pragma unroll
                for (int j = 0; j < V; ++j) r.f[j] = buf[at((i * BS + t) * V + j)];
                p[i * BS + t] = r.p;
            }
        } else {
            #pragma unroll
            for (int j = 0; j < ITEMS; ++j) out[base + c + t * ITEMS + j] = x[j];
        }
        if (c + CHUNK < kScanRow) __syncthreads();
    }
}
#define SCAN(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ in, float* __restrict__ out, int pad) { scan_body<BS, __VA_ARGS__>(in, out, pad); }
SCAN(lemon_thunder_bt1_b, 256, 16, true)
SCAN(mango_bucket_bt1_a, 256, 16, true)
SCAN(noble_spiral_bt1_a, 256, 16, false)
SCAN(onyx_cradle_bt1_a, 256, 2, true)
SCAN(plume_socket_bt1_a, 1024, 4, true)

static void add_scan(Cases& v) {
    const size_t n = (size_t)kScanRows * kScanRow;
    float* in = harness::filled<float>(n, 81);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int block, int pad) {
        v.push_back({name, [=] { f<<<kScanRows, block>>>(in, out, pad); }, out, n, harness::Output::f32});
    };
    add("lemon_thunder_bt1_b", lemon_thunder_bt1_b, 256, 1);
    add("mango_bucket_bt1_a", mango_bucket_bt1_a, 256, 0);
    add("noble_spiral_bt1_a", noble_spiral_bt1_a, 256, 1);
    add("onyx_cradle_bt1_a", onyx_cradle_bt1_a, 256, 1);
    add("plume_socket_bt1_a", plume_socket_bt1_a, 1024, 1);
}

// ---------------------------------------------------------------- work 9: sparse matrix in rows times a vector
constexpr int kSparseRows = 2500000;

template <int LANES>
__device__ __forceinline__ void sparse_body(const int* __restrict__ start, const int* __restrict__ cols, const float* __restrict__ vals,
                                            const float* __restrict__ x, float* __restrict__ y) {
    const int lane = threadIdx.x % LANES, per = blockDim.x / LANES;
    const unsigned mask = (threadIdx.x / 32 + 1) * 32 <= blockDim.x ? ~0u : (1u << blockDim.x % 32) - 1u;
    for (int row0 = blockIdx.x * per; row0 < kSparseRows; row0 += gridDim.x * per) {
        int row = row0 + threadIdx.x / LANES;
        float sum = 0.f;
        if (row < kSparseRows) {
            int end = start[row + 1];
            #pragma unroll 4
            for (int k = start[row] + lane; k < end; k += LANES) sum = fmaf(vals[k], x[cols[k]], sum);
        }
        #pragma unroll
        for (int o = LANES / 2; o; o >>= 1) sum += __shfl_xor_sync(mask, sum, o);
        if (lane == 0 && row < kSparseRows) y[row] = sum;
    }
}
#define SPARSE(NAME, BS, LANES) \
    __global__ void __launch_bounds__(BS) NAME(const int* __restrict__ start, const int* __restrict__ cols, const float* __restrict__ vals, \
                                               const float* __restrict__ x, float* __restrict__ y) { sparse_body<LANES>(start, cols, vals, x, y); }
SPARSE(quiver_tablet_bt1_b, 256, 8)
SPARSE(ripple_helmet_bt1_a, 256, 1)
SPARSE(saffron_pulley_bt1_a, 256, 32)
SPARSE(thistle_drawer_bt1_a, 40, 8)
SPARSE(urchin_magnet_bt1_a, 256, 8)

static __global__ void harness_sparse_columns(const int* start, int* cols) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < kSparseRows; row += gridDim.x * blockDim.x)
        for (int k = start[row]; k < start[row + 1]; ++k) cols[k] = row + (int)(harness::hash32((uint32_t)k + 91u) % 512u);
}
static void add_sparse(Cases& v) {
    std::vector<int> host(kSparseRows + 1);
    host[0] = 0;
    for (int r = 0; r < kSparseRows; ++r) host[r + 1] = host[r] + 8 + (int)(harness::hash32((uint32_t)r + 17u) % 33u);
    const size_t nnz = host[kSparseRows];
    int* start = harness::uploaded(host);
    int* cols; CHECK(cudaMalloc(&cols, nnz * sizeof(int)));
    harness_sparse_columns<<<2048, 256>>>(start, cols); CHECK(cudaGetLastError());
    float* vals = harness::filled<float>(nnz, 92);
    float* x = harness::filled<float>(kSparseRows + 512, 93);
    float* y = harness::empty<float>(kSparseRows);
    auto add = [&](const char* name, auto f, int block, int lanes, int grid) {
        const int per = block / lanes, g = grid ? grid : (kSparseRows + per - 1) / per;
        v.push_back({name, [=] { f<<<g, block>>>(start, cols, vals, x, y); }, y, (size_t)kSparseRows, harness::Output::f32});
    };
    add("quiver_tablet_bt1_b", quiver_tablet_bt1_b, 256, 8, 0);
    add("ripple_helmet_bt1_a", ripple_helmet_bt1_a, 256, 1, 0);
    add("saffron_pulley_bt1_a", saffron_pulley_bt1_a, 256, 32, 0);
    add("thistle_drawer_bt1_a", thistle_drawer_bt1_a, 40, 8, 0);
    add("urchin_magnet_bt1_a", urchin_magnet_bt1_a, 256, 8, 100);
}

// ---------------------------------------------------------------- work 10: gravity of many sources on many targets
constexpr int kBodyTargets = 135168, kBodySources = 8192;

template <int BS, int TPT, bool PRECISE, typename T>
__device__ __forceinline__ void gravity_body(const float4* __restrict__ targets, const float4* __restrict__ sources, float4* __restrict__ out) {
    constexpr int TILE = 256;
    __shared__ float4 tile[TILE];
    const int first = blockIdx.x * BS * TPT + threadIdx.x;
    float4 me[TPT]; T ax[TPT], ay[TPT], az[TPT];
    #pragma unroll
    for (int t = 0; t < TPT; ++t) { me[t] = targets[first + t * BS]; ax[t] = ay[t] = az[t] = T(0); }
    #pragma unroll 1
    for (int s = 0; s < kBodySources; s += TILE) {
        for (int i = threadIdx.x; i < TILE; i += BS) tile[i] = sources[s + i];
        __syncthreads();
        #pragma unroll 8
        for (int i = 0; i < TILE; ++i) {
            float4 o = tile[i];
            #pragma unroll
            for (int t = 0; t < TPT; ++t) {
                float dx = o.x - me[t].x, dy = o.y - me[t].y, dz = o.z - me[t].z;
                float d = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
                float inv = PRECISE ? 1.0f / sqrtf(d) : rsqrtf(d);
                float w = o.w * inv * inv * inv;
                ax[t] += T(w * dx); ay[t] += T(w * dy); az[t] += T(w * dz);
            }
        }
        __syncthreads();
    }
    #pragma unroll
    for (int t = 0; t < TPT; ++t) out[first + t * BS] = make_float4((float)ax[t], (float)ay[t], (float)az[t], me[t].w);
}
#define GRAVITY(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) { gravity_body<BS, __VA_ARGS__>(a, b, out); }
GRAVITY(violet_hinge_bt1_b, 128, 2, false, float)
GRAVITY(wicker_cloud_bt1_a, 128, 2, true, float)
GRAVITY(yonder_barrel_bt1_a, 128, 2, false, double)
GRAVITY(zinc_pigeon_bt1_a, 1024, 2, false, float)
GRAVITY(alpine_tunnel_bt1_a, 128, 2, false, float)

static void add_gravity(Cases& v) {
    float4* a = reinterpret_cast<float4*>(harness::filled<float>((size_t)kBodyTargets * 4, 101));
    float4* b = reinterpret_cast<float4*>(harness::filled<float>((size_t)kBodySources * 4, 102));
    float4* out = reinterpret_cast<float4*>(harness::empty<float>((size_t)kBodyTargets * 4));
    auto add = [&](const char* name, auto f, int block, int bytes) {
        if (bytes) allow_shared(f, bytes);
        v.push_back({name, [=] { f<<<kBodyTargets / (block * 2), block, bytes>>>(a, b, out); }, out, (size_t)kBodyTargets * 4, harness::Output::f32});
    };
    add("violet_hinge_bt1_b", violet_hinge_bt1_b, 128, 0);
    add("wicker_cloud_bt1_a", wicker_cloud_bt1_a, 128, 0);
    add("yonder_barrel_bt1_a", yonder_barrel_bt1_a, 128, 0);
    add("zinc_pigeon_bt1_a", zinc_pigeon_bt1_a, 1024, 0);
    add("alpine_tunnel_bt1_a", alpine_tunnel_bt1_a, 128, 200 * 1024);
}

// ---------------------------------------------------------------- work 11: attention of one query per head over a cache of keys and values
constexpr int kHeads = 512, kCached = 4096, kHeadDim = 128;

template <int W> struct HalfPack;
template <> struct HalfPack<8> { using type = uint4; };
template <> struct HalfPack<2> { using type = uint32_t; };
template <int W> union Halves { typename HalfPack<W>::type p[8 / W]; __half h[8]; };

template <int BS, int W, int U>
__device__ __forceinline__ void decode_body(const float* __restrict__ query, const __half* __restrict__ keys, const __half* __restrict__ values, float* __restrict__ out) {
    using P = typename HalfPack<W>::type;
    constexpr int SUBS = BS / 16, N = 8 / W;
    __shared__ float part[SUBS][kHeadDim], maxima[SUBS], totals[SUBS];
    const int lane = threadIdx.x % 16, sub = threadIdx.x / 16;
    for (int head = blockIdx.x; head < kHeads; head += gridDim.x) {
        const P* k = reinterpret_cast<const P*>(keys + (size_t)head * kCached * kHeadDim) + lane;
        const P* val = reinterpret_cast<const P*>(values + (size_t)head * kCached * kHeadDim) + lane;
        float q[8], acc[8], m = -1e30f, total = 0.f;
        #pragma unroll
        for (int i = 0; i < 8; ++i) { q[i] = query[head * kHeadDim + (i / W * 16 + lane) * W + i % W] * 0.1275174f; acc[i] = 0.f; }
        #pragma unroll 1
        for (int s = sub; s < kCached; s += SUBS * U) {
            Halves<W> kk[U], vv[U];
            #pragma unroll
            for (int u = 0; u < U; ++u)
                #pragma unroll
                for (int i = 0; i < N; ++i) kk[u].p[i] = k[(size_t)(s + u * SUBS) * (kHeadDim / W) + i * 16];
            #pragma unroll
            for (int u = 0; u < U; ++u)
                #pragma unroll
                for (int i = 0; i < N; ++i) vv[u].p[i] = val[(size_t)(s + u * SUBS) * (kHeadDim / W) + i * 16];
            float d[U], top = m;
            #pragma unroll
            for (int u = 0; u < U; ++u) {
                d[u] = 0.f;
                #pragma unroll
                for (int i = 0; i < 8; ++i) d[u] = fmaf(q[i], __half2float(kk[u].h[i]), d[u]);
                #pragma unroll
                for (int o = 8; o; o >>= 1) d[u] += __shfl_xor_sync(~0u, d[u], o);
                top = fmaxf(top, d[u]);
            }
            float scale = exp2f(m - top);
            m = top; total *= scale;
            #pragma unroll
            for (int i = 0; i < 8; ++i) acc[i] *= scale;
            #pragma unroll
            for (int u = 0; u < U; ++u) {
                float e = exp2f(d[u] - m);
                total += e;
                #pragma unroll
                for (int i = 0; i < 8; ++i) acc[i] = fmaf(e, __half2float(vv[u].h[i]), acc[i]);
            }
        }
        #pragma unroll
        for (int i = 0; i < 8; ++i) part[sub][(i / W * 16 + lane) * W + i % W] = acc[i];
        if (lane == 0) { maxima[sub] = m; totals[sub] = total; }
        __syncthreads();
        for (int c = threadIdx.x; c < kHeadDim; c += BS) {
            float top = -1e30f, num = 0.f, den = 0.f;
            for (int i = 0; i < SUBS; ++i) top = fmaxf(top, maxima[i]);
            for (int i = 0; i < SUBS; ++i) { float e = exp2f(maxima[i] - top); num = fmaf(e, part[i][c], num); den = fmaf(e, totals[i], den); }
            out[head * kHeadDim + c] = num / den;
        }
        __syncthreads();
    }
}
#define DECODE(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float* __restrict__ q, const __half* __restrict__ k, const __half* __restrict__ val, float* __restrict__ out) { decode_body<__VA_ARGS__>(q, k, val, out); }
DECODE(bramble_needle_bt1_b, (256, 4), 256, 8, 4)
DECODE(clover_rudder_bt1_a, (256, 4), 256, 8, 1)
DECODE(dapple_pantry_bt1_a, (256, 4), 256, 2, 4)
DECODE(elm_gondola_bt1_a, (32), 32, 8, 4)
DECODE(fennel_turret_bt1_a, (256, 4), 256, 8, 4)

static void add_decode(Cases& v) {
    const size_t n = (size_t)kHeads * kCached * kHeadDim;
    float* q = harness::filled<float>(kHeads * kHeadDim, 111);
    __half* k = harness::filled<__half>(n, 112);
    __half* val = harness::filled<__half>(n, 113);
    float* out = harness::empty<float>(kHeads * kHeadDim);
    auto add = [&](const char* name, auto f, int block, int grid) {
        v.push_back({name, [=] { f<<<grid, block>>>(q, k, val, out); }, out, (size_t)kHeads * kHeadDim, harness::Output::f32});
    };
    add("bramble_needle_bt1_b", bramble_needle_bt1_b, 256, kHeads);
    add("clover_rudder_bt1_a", clover_rudder_bt1_a, 256, kHeads);
    add("dapple_pantry_bt1_a", dapple_pantry_bt1_a, 256, kHeads);
    add("elm_gondola_bt1_a", elm_gondola_bt1_a, 32, kHeads);
    add("fennel_turret_bt1_a", fennel_turret_bt1_a, 256, 64);
}

// ---------------------------------------------------------------- work 12: quantisation of groups of 128 floats to bytes with a scale each
constexpr int kQuantGroups = 1048576;

template <int BS, int LANES, int IT, typename T>
__device__ __forceinline__ void quantise_body(const float4* __restrict__ in, uint32_t* __restrict__ out, float* __restrict__ scales) {
    constexpr int TEAMS = BS / LANES, F = 32 / LANES;
    const int lane = threadIdx.x % LANES, team = threadIdx.x / LANES;
    for (int g0 = blockIdx.x * TEAMS * IT; g0 < kQuantGroups; g0 += gridDim.x * TEAMS * IT) {
        float4 x[IT][F];
        #pragma unroll
        for (int i = 0; i < IT; ++i)
            #pragma unroll
            for (int f = 0; f < F; ++f) x[i][f] = in[(size_t)(g0 + i * TEAMS + team) * 32 + lane * F + f];
        #pragma unroll
        for (int i = 0; i < IT; ++i) {
            const int g = g0 + i * TEAMS + team;
            float top = 1e-20f;
            #pragma unroll
            for (int f = 0; f < F; ++f)
                top = fmaxf(fmaxf(fmaxf(top, fabsf(x[i][f].x)), fmaxf(fabsf(x[i][f].y), fabsf(x[i][f].z))), fabsf(x[i][f].w));
            #pragma unroll
            for (int o = LANES / 2; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
            const float s = top / 127.0f;
            const float r = 1.0f / s;
            auto code = [&](float a) -> uint32_t {
                if (sizeof(T) == 8) return (uint32_t)(__double2int_rn((double)a / (double)s) + 128);
                return (uint32_t)(__float2int_rn(a * r) + 128);
            };
            #pragma unroll
            for (int f = 0; f < F; ++f)
                out[(size_t)g * 32 + lane * F + f] = code(x[i][f].x) | code(x[i][f].y) << 8 | code(x[i][f].z) << 16 | code(x[i][f].w) << 24;
            if (lane == 0) scales[g] = s;
        }
    }
}
#define QUANTISE(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float4* __restrict__ in, uint32_t* __restrict__ out, float* __restrict__ scales) { quantise_body<BS, __VA_ARGS__>(in, out, scales); }
QUANTISE(ginger_pylon_bt1_b, 256, 32, 4, float)
QUANTISE(hickory_flute_bt1_a, 256, 4, 1, float)
QUANTISE(ivory_wagon_bt1_a, 256, 32, 4, double)
QUANTISE(juniper_dial_bt1_a, 32, 32, 4, float)
QUANTISE(kelp_cornet_bt1_a, 256, 32, 4, float)

static void add_quantise(Cases& v) {
    const size_t n = (size_t)kQuantGroups * 128;
    float4* in = reinterpret_cast<float4*>(harness::filled<float>(n, 121));
    uint8_t* out = harness::empty<uint8_t>(n);
    float* scales = harness::empty<float>(kQuantGroups);
    auto add = [&](const char* name, auto f, int block, int groups, int grid) {
        const int g = grid ? grid : kQuantGroups / groups;
        v.push_back({name, [=] { f<<<g, block>>>(in, reinterpret_cast<uint32_t*>(out), scales); }, out, n, harness::Output::u8});
    };
    add("ginger_pylon_bt1_b", ginger_pylon_bt1_b, 256, 32, 0);
    add("hickory_flute_bt1_a", hickory_flute_bt1_a, 256, 64, 0);
    add("ivory_wagon_bt1_a", ivory_wagon_bt1_a, 256, 32, 0);
    add("juniper_dial_bt1_a", juniper_dial_bt1_a, 32, 4, 0);
    add("kelp_cornet_bt1_a", kelp_cornet_bt1_a, 256, 32, 64);
}

// ---------------------------------------------------------------- work 13: simulated paths of a price and the payoff of its mean
constexpr int kPaths = 1081344, kSteps = 256;

template <int BS, bool EXACT, bool MODULO, typename T>
__device__ __forceinline__ void paths_body(float* __restrict__ out, unsigned long long modulus) {
    const unsigned M = 2147483647u;
    for (int path = blockIdx.x * BS + threadIdx.x; path < kPaths; path += gridDim.x * BS) {
        unsigned s = harness::hash32((unsigned)path + 131u) % 2147483646u + 1u;
        auto next = [&]() -> float {
            unsigned long long p = (unsigned long long)s * 48271u;
            if (MODULO) s = (unsigned)(p % modulus);
            else { s = (unsigned)(p & M) + (unsigned)(p >> 31); if (s >= M) s -= M; }
            return (float)s * 4.6566129e-10f;
        };
        T level = T(0), sum = T(0);
        const T drift = T(-2e-5), vol = T(0.02);
        #pragma unroll 1
        for (int i = 0; i < kSteps; i += 2) {
            float u = fmaxf(next(), 1e-9f), w = next() * 6.2831853f - 3.14159265f, r, c, d;
            if (EXACT) { r = sqrtf(-2.0f * logf(u)); c = cosf(w); d = sinf(w); }
            else { float q = fmaxf(-2.0f * __logf(u), 1e-12f); r = q * rsqrtf(q); c = __cosf(w); d = __sinf(w); }
            level += drift + vol * T(r * c);
            sum += T(EXACT ? expf((float)level) : __expf((float)level));
            level += drift + vol * T(r * d);
            sum += T(EXACT ? expf((float)level) : __expf((float)level));
        }
        out[path] = fmaxf((float)sum * (1.0f / kSteps) - 0.95f, 0.0f);
    }
}
#define PATHS(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(float* __restrict__ out, unsigned long long modulus) { paths_body<256, __VA_ARGS__>(out, modulus); }
PATHS(laurel_hatchet_bt1_b, false, false, float)
PATHS(mulberry_clock_bt1_a, true, false, float)
PATHS(nimbus_pulpit_bt1_a, false, true, float)
PATHS(osprey_cushion_bt1_a, false, false, double)
PATHS(poplar_trolley_bt1_a, false, false, float)

static void add_paths(Cases& v) {
    float* out = harness::empty<float>(kPaths);
    auto add = [&](const char* name, auto f, int grid) {
        v.push_back({name, [=] { f<<<grid, 256>>>(out, 2147483647ull); }, out, (size_t)kPaths, harness::Output::f32});
    };
    add("laurel_hatchet_bt1_b", laurel_hatchet_bt1_b, kPaths / 256);
    add("mulberry_clock_bt1_a", mulberry_clock_bt1_a, kPaths / 256);
    add("nimbus_pulpit_bt1_a", nimbus_pulpit_bt1_a, kPaths / 256);
    add("osprey_cushion_bt1_a", osprey_cushion_bt1_a, kPaths / 256);
    add("poplar_trolley_bt1_a", poplar_trolley_bt1_a, 140);
}

// ---------------------------------------------------------------- work 14: softmax of rows of 1024
constexpr int kSoftRows = 131072, kSoftRow = 1024;

template <int BS, bool ROLLED, typename T>
__device__ __forceinline__ void softmax_body(const float4* __restrict__ in, float4* __restrict__ out, int vectors) {
    constexpr int I = kSoftRow / 128;
    const int lane = threadIdx.x % 32, row = blockIdx.x * (BS / 32) + threadIdx.x / 32, n = ROLLED ? vectors : I;
    const float4* p = in + (size_t)row * (kSoftRow / 4) + lane;
    float4* q = out + (size_t)row * (kSoftRow / 4) + lane;
    float4 x[I];
    float top = -1e30f, sum = 0.f;
    auto power = [&](float a) -> float { return sizeof(T) == 8 ? (float)exp((double)a - (double)top) : __expf(a - top); };
    auto each = [&](auto body) {
        if (ROLLED) {
            #pragma unroll 1
            for (int i = 0; i < n; ++i) body(i);
        } else {
            #pragma unroll
            for (int i = 0; i < I; ++i) body(i);
        }
    };
    #pragma unroll
    for (int i = 0; i < I; ++i) x[i] = p[i * 32];
    each([&](int i) { top = fmaxf(fmaxf(fmaxf(top, x[i].x), fmaxf(x[i].y, x[i].z)), x[i].w); });
    #pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
    each([&](int i) {
        x[i].x = power(x[i].x); x[i].y = power(x[i].y); x[i].z = power(x[i].z); x[i].w = power(x[i].w);
        sum += (x[i].x + x[i].y) + (x[i].z + x[i].w);
    });
    #pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    const float r = 1.0f / sum;
    each([&](int i) { q[i * 32] = make_float4(x[i].x * r, x[i].y * r, x[i].z * r, x[i].w * r); });
}
#define SOFTMAX(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float4* __restrict__ in, float4* __restrict__ out, int vectors) { softmax_body<__VA_ARGS__>(in, out, vectors); }
SOFTMAX(russet_gazebo_bt1_b, (256), 256, false, float)
SOFTMAX(sorrel_fiddle_bt1_a, (256), 256, true, float)
SOFTMAX(tundra_locket_bt1_a, (256), 256, false, double)
SOFTMAX(vesper_awning_bt1_a, (256, 8), 256, false, float)

static void add_softmax(Cases& v) {
    const size_t n = (size_t)kSoftRows * kSoftRow;
    float4* in = reinterpret_cast<float4*>(harness::filled<float>(n, 141));
    float4* out = reinterpret_cast<float4*>(harness::empty<float>(n));
    auto add = [&](const char* name, auto f, int block) {
        v.push_back({name, [=] { f<<<kSoftRows / (block / 32), block>>>(in, out, kSoftRow / 128); }, out, n, harness::Output::f32});
    };
    add("russet_gazebo_bt1_b", russet_gazebo_bt1_b, 256);
    add("sorrel_fiddle_bt1_a", sorrel_fiddle_bt1_a, 256);
    add("tundra_locket_bt1_a", tundra_locket_bt1_a, 256);
    add("vesper_awning_bt1_a", vesper_awning_bt1_a, 256);
}

int main(int argc, char** argv) {
    Cases v;
    add_distance(v); add_product(v); add_norm(v); add_transpose(v); add_stencil(v); add_histogram(v); add_pool(v);
    add_scan(v); add_sparse(v); add_gravity(v); add_decode(v); add_quantise(v); add_paths(v); add_softmax(v);
    return harness::run(argc, argv, v);
}
