// A sweep of launch and template parameters over a dozen works: one kernel template each, several configurations.
#include "harness.cuh"

using Cases = std::vector<harness::Case>;

// ---------------------------------------------------------------- work 1: 3x3 convolution of images with 32 channels to 64 channels
constexpr int kConvN = 32, kConvC = 32, kConvK = 64, kConvS = 128, kConvRows = 130, kConvPitch = 132;

template <int TK, int CB, bool ACROSS>
__device__ __forceinline__ void convolve_body(const float* __restrict__ in, const float* __restrict__ weights, float* __restrict__ out) {
    constexpr int KB = TK * 4, W0 = ACROSS ? KB : CB * 9, W1 = ACROSS ? CB * 9 + 1 : KB;
    __shared__ float tile[CB][10][37];
    __shared__ __align__(16) float wt[W0][W1];
    const int tid = threadIdx.x, tx = tid % 8, ty = tid / 8 % 8, g = tid / 64;
    const int n = blockIdx.z / (kConvK / KB), k0 = blockIdx.z % (kConvK / KB) * KB, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    const float* src = in + ((size_t)n * kConvC * kConvRows + y0) * kConvPitch + x0;
    float acc[TK][4];
    #pragma unroll
    for (int k = 0; k < TK; ++k)
        #pragma unroll
        for (int p = 0; p < 4; ++p) acc[k][p] = 0.f;
    #pragma unroll 1
    for (int c0 = 0; c0 < kConvC; c0 += CB) {
        __syncthreads();
        for (int i = tid; i < CB * 340; i += 256) {
            int c = i / 340, r = i % 340 / 34, x = i % 34;
            tile[c][r][x] = src[((c0 + c) * kConvRows + r) * kConvPitch + x];
        }
        for (int i = tid; i < CB * 9 * KB; i += 256) {
            const int row = i / KB, k = i % KB;
            wt[ACROSS ? k : row][ACROSS ? row : k] = weights[(c0 * 9 + row) * kConvK + k0 + k];
        }
        __syncthreads();
        #pragma unroll 1
        for (int c = 0; c < CB; ++c) {
            #pragma unroll
            for (int ky = 0; ky < 3; ++ky) {
                float v[6];
                #pragma unroll
                for (int j = 0; j < 6; ++j) v[j] = tile[c][ty + ky][tx * 4 + j];
                #pragma unroll
                for (int kx = 0; kx < 3; ++kx) {
                    float w[TK];
                    const int tap = c * 9 + ky * 3 + kx;
                    const float* row = &wt[ACROSS ? 0 : tap][ACROSS ? 0 : g * TK];
                    if constexpr (ACROSS) {
                        #pragma unroll
                        for (int k = 0; k < TK; ++k) w[k] = wt[g * TK + k][tap];
                    } else if constexpr (TK % 4 == 0) {
                        #pragma unroll
                        for (int k = 0; k < TK; k += 4) {
                            float4 q = *reinterpret_cast<const float4*>(row + k);
                            w[k] = q.x; w[k + 1] = q.y; w[k + 2] = q.z; w[k + 3] = q.w;
                        }
                    } else {
                        #pragma unroll
                        for (int k = 0; k < TK; k += 2) { float2 q = *reinterpret_cast<const float2*>(row + k); w[k] = q.x; w[k + 1] = q.y; }
                    }
                    #pragma unroll
                    for (int k = 0; k < TK; ++k)
                        #pragma unroll
                        for (int p = 0; p < 4; ++p) acc[k][p] = fmaf(w[k], v[p + kx], acc[k][p]);
                }
            }
        }
    }
    #pragma unroll
    for (int k = 0; k < TK; ++k)
        *reinterpret_cast<float4*>(out + (((size_t)n * kConvK + k0 + g * TK + k) * kConvS + y0 + ty) * kConvS + x0 + tx * 4) =
            make_float4(acc[k][0], acc[k][1], acc[k][2], acc[k][3]);
}
#define CONVOLVE(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float* __restrict__ in, const float* __restrict__ w, float* __restrict__ out) { convolve_body<__VA_ARGS__>(in, w, out); }
CONVOLVE(almond_tower_bu1_b, (256, 3), 8, 8, false)
CONVOLVE(badger_quilt_bu1_a, (256, 3), 2, 8, false)
CONVOLVE(cactus_ferret_bu1_a, (256, 3), 8, 1, false)
CONVOLVE(donkey_saucer_bu1_a, (256, 6), 8, 8, false)
CONVOLVE(easel_pumpkin_bu1_a, (256, 3), 8, 8, true)

static void add_convolve(Cases& v) {
    const size_t n = (size_t)kConvN * kConvK * kConvS * kConvS;
    float* in = harness::filled<float>((size_t)kConvN * kConvC * kConvRows * kConvPitch, 11);
    float* w = harness::filled<float>((size_t)kConvC * 9 * kConvK, 12);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int channels) {
        const dim3 grid(kConvS / 32, kConvS / 8, kConvN * (kConvK / channels));
        v.push_back({name, [=] { f<<<grid, 256>>>(in, w, out); }, out, n, harness::Output::f32});
    };
    add("almond_tower_bu1_b", almond_tower_bu1_b, 32);
    add("badger_quilt_bu1_a", badger_quilt_bu1_a, 8);
    add("cactus_ferret_bu1_a", cactus_ferret_bu1_a, 32);
    add("donkey_saucer_bu1_a", donkey_saucer_bu1_a, 32);
    add("easel_pumpkin_bu1_a", easel_pumpkin_bu1_a, 32);
}

// ---------------------------------------------------------------- work 2: Cholesky factors of many symmetric matrices of order 8
constexpr int kCholBatch = 2097152, kCholSize = 36;

__global__ void harness_positive(float* p, bool contiguous) {
    for (size_t m = blockIdx.x * (size_t)blockDim.x + threadIdx.x; m < kCholBatch; m += (size_t)gridDim.x * blockDim.x) {
        int e = 0;
        for (int r = 0; r < 8; ++r)
            for (int c = 0; c <= r; ++c, ++e) {
                float x = harness::unit((uint32_t)m * 37u + e + 21u);
                p[contiguous ? m * kCholSize + e : (size_t)e * kCholBatch + m] = r == c ? 9.0f + x : x;
            }
    }
}
template <bool CONTIGUOUS, bool ROLLED, typename T>
__device__ __forceinline__ void factor_body(const float* __restrict__ in, float* __restrict__ out, int order) {
    constexpr int U = ROLLED ? 1 : 8;
    const size_t m = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const int n = ROLLED ? order : 8;
    T l[kCholSize];
    #pragma unroll
    for (int e = 0; e < kCholSize; ++e) l[e] = in[CONTIGUOUS ? m * kCholSize + e : (size_t)e * kCholBatch + m];
    #pragma unroll U
    for (int j = 0; j < n; ++j) {
        T d = l[j * (j + 1) / 2 + j];
        #pragma unroll U
        for (int k = 0; k < (ROLLED ? j : 8); ++k)
            if (ROLLED || k < j) { T q = l[j * (j + 1) / 2 + k]; d = fma(-q, q, d); }
        const T r = rsqrt(d);
        l[j * (j + 1) / 2 + j] = d * r;
        #pragma unroll U
        for (int i = ROLLED ? j + 1 : 0; i < n; ++i)
            if (ROLLED || i > j) {
                T s = l[i * (i + 1) / 2 + j];
                #pragma unroll U
                for (int k = 0; k < (ROLLED ? j : 8); ++k)
                    if (ROLLED || k < j) s = fma(-l[i * (i + 1) / 2 + k], l[j * (j + 1) / 2 + k], s);
                l[i * (i + 1) / 2 + j] = s * r;
            }
    }
    #pragma unroll
    for (int e = 0; e < kCholSize; ++e) out[CONTIGUOUS ? m * kCholSize + e : (size_t)e * kCholBatch + m] = (float)l[e];
}
#define FACTOR(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float* __restrict__ in, float* __restrict__ out, int order) { factor_body<__VA_ARGS__>(in, out, order); }
FACTOR(fiddle_walrus_bu1_b, (256), false, false, float)
FACTOR(gazelle_napkin_bu1_a, (256), true, false, float)
FACTOR(heron_goblet_bu1_a, (256), false, false, double)
FACTOR(iguana_stapler_bu1_a, (256), false, true, float)

static void add_factor(Cases& v) {
    const size_t n = (size_t)kCholBatch * kCholSize;
    float* spread = harness::empty<float>(n);
    float* packed = harness::empty<float>(n);
    harness_positive<<<2048, 256>>>(spread, false); CHECK(cudaGetLastError());
    harness_positive<<<2048, 256>>>(packed, true); CHECK(cudaGetLastError());
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, const float* in) {
        v.push_back({name, [=] { f<<<kCholBatch / 256, 256>>>(in, out, 8); }, out, n, harness::Output::f32});
    };
    add("fiddle_walrus_bu1_b", fiddle_walrus_bu1_b, spread);
    add("gazelle_napkin_bu1_a", gazelle_napkin_bu1_a, packed);
    add("heron_goblet_bu1_a", heron_goblet_bu1_a, spread);
    add("iguana_stapler_bu1_a", iguana_stapler_bu1_a, spread);
}

// ---------------------------------------------------------------- work 3: charge of particles, sorted by tile, on the corners of their cells
constexpr int kTiles = 4096, kPerTile = 8192, kTileCells = 33 * 33;

template <int MODE, typename T, int U>
__device__ __forceinline__ void deposit_body(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ charge, float* __restrict__ out) {
    constexpr int BS = 256;
    __shared__ int whole[MODE == 0 ? kTileCells : 1];
    __shared__ float real[MODE == 1 ? kTileCells : 1];
    float* mine = out + (size_t)blockIdx.x * kTileCells;
    for (int i = threadIdx.x; i < kTileCells; i += BS) {
        if (MODE == 0) whole[i] = 0;
        if (MODE == 1) real[i] = 0.f;
        if (MODE == 2) mine[i] = 0.f;
    }
    __syncthreads();
    auto put = [&](int cell, T q) {
        if (MODE == 0) atomicAdd(&whole[cell], __float2int_rn((float)(q * T(65536))));
        if (MODE == 1) atomicAdd(&real[cell], (float)q);
        if (MODE == 2) atomicAdd(&mine[cell], (float)q);
    };
    const size_t first = (size_t)blockIdx.x * kPerTile + threadIdx.x;
    #pragma unroll 1
    for (int i = 0; i < kPerTile; i += BS * U) {
        float x[U], y[U], q[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) { x[u] = px[first + i + u * BS]; y[u] = py[first + i + u * BS]; q[u] = charge[first + i + u * BS]; }
        #pragma unroll
        for (int u = 0; u < U; ++u) {
            const T gx = (T(x[u]) + T(1)) * T(15.999), gy = (T(y[u]) + T(1)) * T(15.999), w = T(q[u]) * T(0.5) + T(0.5);
            const int ix = (int)gx, iy = (int)gy, cell = iy * 33 + ix;
            const T fx = gx - T(ix), fy = gy - T(iy);
            put(cell, (T(1) - fx) * (T(1) - fy) * w);
            put(cell + 1, fx * (T(1) - fy) * w);
            put(cell + 33, (T(1) - fx) * fy * w);
            put(cell + 34, fx * fy * w);
        }
    }
    if (MODE == 2) return;
    __syncthreads();
    for (int i = threadIdx.x; i < kTileCells; i += BS) mine[i] = MODE == 0 ? whole[i] * (1.0f / 65536.0f) : real[i];
}
#define DEPOSIT(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ q, float* __restrict__ out) { deposit_body<__VA_ARGS__>(x, y, q, out); }
DEPOSIT(jackal_ottoman_bu1_b, 0, float, 4)
DEPOSIT(kayak_thimble_bu1_a, 1, float, 4)
DEPOSIT(lizard_banner_bu1_a, 2, float, 4)
DEPOSIT(magpie_trowel_bu1_a, 0, double, 4)
DEPOSIT(newt_scarf_bu1_a, 0, float, 1)

static void add_deposit(Cases& v) {
    const size_t n = (size_t)kTiles * kPerTile, cells = (size_t)kTiles * kTileCells;
    float* x = harness::filled<float>(n, 31);
    float* y = harness::filled<float>(n, 32);
    float* q = harness::filled<float>(n, 33);
    float* out = harness::empty<float>(cells);
    auto add = [&](const char* name, auto f) {
        v.push_back({name, [=] { f<<<kTiles, 256>>>(x, y, q, out); }, out, cells, harness::Output::f32});
    };
    add("jackal_ottoman_bu1_b", jackal_ottoman_bu1_b);
    add("kayak_thimble_bu1_a", kayak_thimble_bu1_a);
    add("lizard_banner_bu1_a", lizard_banner_bu1_a);
    add("magpie_trowel_bu1_a", magpie_trowel_bu1_a);
    add("newt_scarf_bu1_a", newt_scarf_bu1_a);
}

// ---------------------------------------------------------------- work 4: occurrences of four letters in each 64 KB of a text
constexpr int kChunks = 9216, kChunk = 65536;

__global__ void harness_letters(uint32_t* p, size_t words) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i + 41u);
        p[i] = 0x61616161u + (h & 0x03030303u);
    }
}
template <int W> struct Letters;
template <> struct Letters<16> { using type = uint4; };
template <> struct Letters<4> { using type = uint32_t; };

template <int W, bool EARLY>
__device__ __forceinline__ void search_body(const uint8_t* __restrict__ text, int* __restrict__ out, uint32_t wanted) {
    constexpr int BS = 256;
    __shared__ int parts[BS / 32];
    const int tid = threadIdx.x;
    auto same = [&](uint32_t w) -> int {
        if (!EARLY) return w == wanted;
        int k = 0;
        #pragma unroll 1
        for (; k < 4; ++k)
            if (((w >> (8 * k)) & 255u) != ((wanted >> (8 * k)) & 255u)) break;
        return k == 4;
    };
    for (int chunk = blockIdx.x; chunk < kChunks; chunk += gridDim.x) {
        const uint8_t* p = text + (size_t)chunk * kChunk + tid * W;
        int count = 0;
        #pragma unroll 4
        for (int i = 0; i < kChunk / (BS * W); ++i, p += BS * W) {
            if constexpr (W == 1) {
                count += same(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
            } else {
                union { typename Letters<W>::type whole; uint32_t w[W / 4]; } v;
                v.whole = *reinterpret_cast<const typename Letters<W>::type*>(p);
                const uint32_t next = *reinterpret_cast<const uint32_t*>(p + W);
                #pragma unroll
                for (int j = 0; j < W; ++j) {
                    const uint32_t low = v.w[j / 4], high = j / 4 + 1 < W / 4 ? v.w[(j / 4 + 1) % (W / 4)] : next;
                    count += same(j % 4 ? __funnelshift_r(low, high, 8 * (j % 4)) : low);
                }
            }
        }
        #pragma unroll
        for (int o = 16; o; o >>= 1) count += __shfl_xor_sync(~0u, count, o);
        if (tid % 32 == 0) parts[tid / 32] = count;
        __syncthreads();
        if (tid == 0) {
            int sum = 0;
            for (int i = 0; i < BS / 32; ++i) sum += parts[i];
            out[chunk] = sum;
        }
        __syncthreads();
    }
}
#define SEARCH(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const uint8_t* __restrict__ text, int* __restrict__ out, uint32_t wanted) { search_body<__VA_ARGS__>(text, out, wanted); }
SEARCH(otter_marquee_bu1_b, 16, false)
SEARCH(parrot_bobbin_bu1_a, 1, false)
SEARCH(quokka_lectern_bu1_a, 16, true)
SEARCH(raccoon_spindle_bu1_a, 4, false)
SEARCH(salmon_chimney_bu1_a, 16, false)

static void add_search(Cases& v) {
    const size_t n = (size_t)kChunks * kChunk + 64;
    uint8_t* text = harness::empty<uint8_t>(n);
    harness_letters<<<2048, 256>>>(reinterpret_cast<uint32_t*>(text), n / 4); CHECK(cudaGetLastError());
    int* out = harness::empty<int>(kChunks);
    auto add = [&](const char* name, auto f, int grid) {
        v.push_back({name, [=] { f<<<grid, 256>>>(text, out, 0x64616362u); }, out, (size_t)kChunks, harness::Output::i32});
    };
    add("otter_marquee_bu1_b", otter_marquee_bu1_b, kChunks);
    add("parrot_bobbin_bu1_a", parrot_bobbin_bu1_a, kChunks);
    add("quokka_lectern_bu1_a", quokka_lectern_bu1_a, kChunks);
    add("raccoon_spindle_bu1_a", raccoon_spindle_bu1_a, kChunks);
    add("salmon_chimney_bu1_a", salmon_chimney_bu1_a, 72);
}

// ---------------------------------------------------------------- work 5: bilinear enlargement of images
constexpr int kImages = 8, kSmall = 3072, kLarge = 4096;

template <int BX, int BY, int MODE>
__device__ __forceinline__ void enlarge_body(const float* __restrict__ in, float* __restrict__ out, int small, int large) {
    using T = typename std::conditional<MODE == 1, double, float>::type;
    const int x = blockIdx.x * BX + threadIdx.x % BX, yb = blockIdx.y * (BY * 4) + threadIdx.x / BX;
    const float* src = in + (size_t)blockIdx.z * kSmall * kSmall;
    float* dst = out + (size_t)blockIdx.z * kLarge * kLarge;
    auto place = [&](int i, int& at, T& part) {
        if (MODE == 2) {
            const int q = i * small;
            at = q / large;
            part = T(q % large) / T(large);
        } else {
            const T s = T(i) * T(0.75);
            at = (int)s;
            part = s - T(at);
        }
    };
    #pragma unroll
    for (int r = 0; r < 4; ++r) {
        const int y = yb + r * BY;
        int ix, iy;
        T fx, fy;
        place(x, ix, fx);
        place(y, iy, fy);
        const int jx = min(ix + 1, kSmall - 1), jy = min(iy + 1, kSmall - 1);
        const T a = T(src[iy * kSmall + ix]), b = T(src[iy * kSmall + jx]), c = T(src[jy * kSmall + ix]), d = T(src[jy * kSmall + jx]);
        const T top = a + fx * (b - a), low = c + fx * (d - c);
        dst[(size_t)y * kLarge + x] = (float)(top + fy * (low - top));
    }
}
#define ENLARGE(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ in, float* __restrict__ out, int small, int large) { enlarge_body<__VA_ARGS__>(in, out, small, large); }
ENLARGE(toucan_bracket_bu1_b, 32, 8, 0)
ENLARGE(urial_pitcher_bu1_a, 4, 64, 0)
ENLARGE(vulture_mitten_bu1_a, 32, 8, 1)
ENLARGE(weasel_locker_bu1_a, 32, 8, 2)

static void add_enlarge(Cases& v) {
    const size_t n = (size_t)kImages * kLarge * kLarge;
    float* in = harness::filled<float>((size_t)kImages * kSmall * kSmall, 51);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int bx) {
        const dim3 grid(kLarge / bx, kLarge / (256 / bx * 4), kImages);
        v.push_back({name, [=] { f<<<grid, 256>>>(in, out, kSmall, kLarge); }, out, n, harness::Output::f32});
    };
    add("toucan_bracket_bu1_b", toucan_bracket_bu1_b, 32);
    add("urial_pitcher_bu1_a", urial_pitcher_bu1_a, 4);
    add("vulture_mitten_bu1_a", vulture_mitten_bu1_a, 32);
    add("weasel_locker_bu1_a", weasel_locker_bu1_a, 32);
}

// ---------------------------------------------------------------- work 6: sparse matrix times 64 dense columns
constexpr int kSparseRows = 524288, kLongRows = 32768, kLongLength = 128, kShortLength = 8, kColumns = 64;

template <int W, int U>
__device__ __forceinline__ void spread_body(const int* __restrict__ starts, const int* __restrict__ cols, const float* __restrict__ vals,
                                            const float* __restrict__ dense, float* __restrict__ out, int rows_a_block) {
    constexpr int F = 4 / W;
    using P = typename std::conditional<W == 4, float4, float>::type;
    const int lane = threadIdx.x % 16, team = threadIdx.x / 16;
    for (int r = team; r < rows_a_block; r += 16) {
        const int row = blockIdx.x * rows_a_block + r, end = starts[row + 1];
        float acc[4] = {0.f, 0.f, 0.f, 0.f};
        #pragma unroll 1
        for (int k = starts[row]; k < end; k += U) {
            int at[U];
            float w[U];
            union { P p[F]; float f[4]; } x[U];
            #pragma unroll
            for (int u = 0; u < U; ++u) { at[u] = cols[k + u]; w[u] = vals[k + u]; }
            #pragma unroll
            for (int u = 0; u < U; ++u)
                #pragma unroll
                for (int i = 0; i < F; ++i) x[u].p[i] = reinterpret_cast<const P*>(dense + (size_t)at[u] * kColumns + lane * 4)[i];
            #pragma unroll
            for (int u = 0; u < U; ++u)
                #pragma unroll
                for (int i = 0; i < 4; ++i) acc[i] = fmaf(w[u], x[u].f[i], acc[i]);
        }
        reinterpret_cast<float4*>(out)[(size_t)row * (kColumns / 4) + lane] = make_float4(acc[0], acc[1], acc[2], acc[3]);
    }
}
#define SPREAD(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const int* __restrict__ s, const int* __restrict__ c, const float* __restrict__ val, const float* __restrict__ d, float* __restrict__ out, int rows) { spread_body<__VA_ARGS__>(s, c, val, d, out, rows); }
SPREAD(yak_cupboard_bu1_b, 4, 4)
SPREAD(zebra_trellis_bu1_a, 4, 1)
SPREAD(apricot_canoe_bu1_a, 1, 4)
SPREAD(bagel_sundial_bu1_a, 4, 4)

static void add_spread(Cases& v) {
    std::vector<int> host(kSparseRows + 1);
    host[0] = 0;
    for (int i = 0; i < kSparseRows; ++i) host[i + 1] = host[i] + (i < kLongRows ? kLongLength : kShortLength);
    const size_t entries = (size_t)host[kSparseRows], n = (size_t)kSparseRows * kColumns;
    int* starts = harness::uploaded(host);
    int* cols = harness::indices(entries, kSparseRows, 61);
    float* vals = harness::filled<float>(entries, 62);
    float* dense = harness::filled<float>(n, 63);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, int rows) {
        v.push_back({name, [=] { f<<<kSparseRows / rows, 256>>>(starts, cols, vals, dense, out, rows); }, out, n, harness::Output::f32});
    };
    add("yak_cupboard_bu1_b", yak_cupboard_bu1_b, 16);
    add("zebra_trellis_bu1_a", zebra_trellis_bu1_a, 16);
    add("apricot_canoe_bu1_a", apricot_canoe_bu1_a, 16);
    add("bagel_sundial_bu1_a", bagel_sundial_bu1_a, 1024);
}

// ---------------------------------------------------------------- work 7: Fourier transforms of 256 points
constexpr int kFourierBatch = 262144;

__device__ __forceinline__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ void fourier4(float2& a, float2& b, float2& c, float2& d) {
    const float2 s0 = make_float2(a.x + c.x, a.y + c.y), s1 = make_float2(a.x - c.x, a.y - c.y);
    const float2 s2 = make_float2(b.x + d.x, b.y + d.y), s3 = make_float2(b.x - d.x, b.y - d.y);
    a = make_float2(s0.x + s2.x, s0.y + s2.y);
    b = make_float2(s1.x + s3.y, s1.y - s3.x);
    c = make_float2(s0.x - s2.x, s0.y - s2.y);
    d = make_float2(s1.x - s3.y, s1.y + s3.x);
}
// Result k lies in v[k % 4 * 4 + k / 4].
__device__ __forceinline__ void fourier16(float2 (&v)[16]) {
    constexpr float co[10] = {1.f, 0.92387953f, 0.70710678f, 0.38268343f, 0.f, -0.38268343f, -0.70710678f, -0.92387953f, -1.f, -0.92387953f};
    constexpr float si[10] = {0.f, -0.38268343f, -0.70710678f, -0.92387953f, -1.f, -0.92387953f, -0.70710678f, -0.38268343f, 0.f, 0.38268343f};
    #pragma unroll
    for (int b = 0; b < 4; ++b) fourier4(v[b], v[4 + b], v[8 + b], v[12 + b]);
    #pragma unroll
    for (int c = 1; c < 4; ++c)
        #pragma unroll
        for (int b = 1; b < 4; ++b) v[4 * c + b] = times(v[4 * c + b], make_float2(co[b * c], si[b * c]));
    #pragma unroll
    for (int c = 0; c < 4; ++c) fourier4(v[4 * c], v[4 * c + 1], v[4 * c + 2], v[4 * c + 3]);
}
template <int BS, int PITCH, typename T>
__device__ __forceinline__ void fourier_body(const float2* __restrict__ in, float2* __restrict__ out) {
    __shared__ float2 exchange[BS / 16][16 * PITCH];
    const int t = threadIdx.x % 16, sub = threadIdx.x / 16;
    const size_t base = ((size_t)blockIdx.x * (BS / 16) + sub) * 256 + t;
    float2 v[16];
    #pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = in[base + j * 16];
    fourier16(v);
    float2 step = make_float2(1.f, 0.f), w = step;
    if (sizeof(T) == 4) __sincosf(-0.0245436926f * t, &step.y, &step.x);
    #pragma unroll
    for (int k = 0; k < 16; ++k) {
        if (sizeof(T) == 8) {
            double s, c;
            sincospi(-(double)(t * k) / 128.0, &s, &c);
            w = make_float2((float)c, (float)s);
        }
        exchange[sub][k * PITCH + t] = times(v[k % 4 * 4 + k / 4], w);
        if (sizeof(T) == 4) w = times(w, step);
    }
    __syncthreads();
    #pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = exchange[sub][t * PITCH + j];
    fourier16(v);
    #pragma unroll
    for (int m = 0; m < 16; ++m) out[base + m * 16] = v[m % 4 * 4 + m / 4];
}
#define FOURIER(NAME, BOUNDS, ...) \
    __global__ void __launch_bounds__ BOUNDS NAME(const float2* __restrict__ in, float2* __restrict__ out) { fourier_body<__VA_ARGS__>(in, out); }
FOURIER(cobbler_antler_bu1_b, (256, 4), 256, 17, float)
FOURIER(dumpling_gutter_bu1_a, (256, 4), 256, 16, float)
FOURIER(eggplant_ribcage_bu1_a, (256, 4), 256, 17, double)
FOURIER(fritter_bonnet_bu1_a, (16), 16, 17, float)
FOURIER(ginseng_latch_bu1_a, (256, 8), 256, 17, float)

static void add_fourier(Cases& v) {
    const size_t n = (size_t)kFourierBatch * 512;
    float2* in = reinterpret_cast<float2*>(harness::filled<float>(n, 71));
    float2* out = reinterpret_cast<float2*>(harness::empty<float>(n));
    auto add = [&](const char* name, auto f, int block) {
        v.push_back({name, [=] { f<<<kFourierBatch / (block / 16), block>>>(in, out); }, out, n, harness::Output::f32});
    };
    add("cobbler_antler_bu1_b", cobbler_antler_bu1_b, 256);
    add("dumpling_gutter_bu1_a", dumpling_gutter_bu1_a, 256);
    add("eggplant_ribcage_bu1_a", eggplant_ribcage_bu1_a, 256);
    add("fritter_bonnet_bu1_a", fritter_bonnet_bu1_a, 16);
    add("ginseng_latch_bu1_a", ginseng_latch_bu1_a, 256);
}

// ---------------------------------------------------------------- work 8: nearest of 128 centres for points of 16 dimensions
constexpr int kPoints = 4325376, kCentres = 128, kDims = 16;

__global__ void harness_points(float* p, bool contiguous) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kPoints; i += (size_t)gridDim.x * blockDim.x)
        for (int d = 0; d < kDims; ++d) p[contiguous ? i * kDims + d : (size_t)d * kPoints + i] = harness::unit((uint32_t)i * 16u + d + 81u);
}
template <int PT, int L, typename T, bool CONTIGUOUS>
__device__ __forceinline__ void nearest_body(const float* __restrict__ points, const float* __restrict__ centres, int* __restrict__ out) {
    constexpr int BS = 128;
    __shared__ float4 centre[kCentres][kDims / 4];
    __shared__ float norm[kCentres];
    const int tid = threadIdx.x;
    for (int i = tid; i < kCentres; i += BS) {
        float s = 0.f;
        #pragma unroll
        for (int d = 0; d < kDims / 4; ++d) {
            float4 c = reinterpret_cast<const float4*>(centres)[i * (kDims / 4) + d];
            s += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
            centre[i][d] = make_float4(-c.x, -c.y, -c.z, -c.w);
        }
        norm[i] = 0.5f * s;
    }
    __syncthreads();
    #pragma unroll 1
    for (int l = 0; l < L; ++l) {
        const size_t first = ((size_t)blockIdx.x * L + l) * (BS * PT) + tid;
        T x[PT][kDims], best[PT];
        int which[PT];
        #pragma unroll
        for (int p = 0; p < PT; ++p) {
            best[p] = T(1e30f); which[p] = 0;
            #pragma unroll
            for (int d = 0; d < kDims; ++d) x[p][d] = T(points[CONTIGUOUS ? (first + p * BS) * kDims + d : (size_t)d * kPoints + first + p * BS]);
        }
        #pragma unroll 2
        for (int c = 0; c < kCentres; ++c) {
            T sum[PT];
            #pragma unroll
            for (int p = 0; p < PT; ++p) sum[p] = T(norm[c]);
            #pragma unroll
            for (int d = 0; d < kDims / 4; ++d) {
                const float4 q = centre[c][d];
                #pragma unroll
                for (int p = 0; p < PT; ++p) {
                    sum[p] += x[p][d * 4] * T(q.x);
                    sum[p] += x[p][d * 4 + 1] * T(q.y);
                    sum[p] += x[p][d * 4 + 2] * T(q.z);
                    sum[p] += x[p][d * 4 + 3] * T(q.w);
                }
            }
            #pragma unroll
            for (int p = 0; p < PT; ++p)
                if (sum[p] < best[p]) { best[p] = sum[p]; which[p] = c; }
        }
        #pragma unroll
        for (int p = 0; p < PT; ++p) out[first + p * BS] = which[p];
    }
}
#define NEAREST(NAME, ...) \
    __global__ void __launch_bounds__(128) NAME(const float* __restrict__ p, const float* __restrict__ c, int* __restrict__ out) { nearest_body<__VA_ARGS__>(p, c, out); }
NEAREST(hazelnut_cymbal_bu1_b, 4, 2, float, false)
NEAREST(juniper_paddle_bu1_a, 1, 2, float, false)
NEAREST(kumquat_steeple_bu1_a, 4, 12, float, false)
NEAREST(lychee_tripod_bu1_a, 4, 2, double, false)
NEAREST(muffin_garland_bu1_a, 4, 2, float, true)

static void add_nearest(Cases& v) {
    float* spread = harness::empty<float>((size_t)kPoints * kDims);
    float* packed = harness::empty<float>((size_t)kPoints * kDims);
    harness_points<<<2048, 256>>>(spread, false); CHECK(cudaGetLastError());
    harness_points<<<2048, 256>>>(packed, true); CHECK(cudaGetLastError());
    float* centres = harness::filled<float>(kCentres * kDims, 82);
    int* out = harness::empty<int>(kPoints);
    auto add = [&](const char* name, auto f, const float* p, int points) {
        v.push_back({name, [=] { f<<<kPoints / points, 128>>>(p, centres, out); }, out, (size_t)kPoints, harness::Output::i32});
    };
    add("hazelnut_cymbal_bu1_b", hazelnut_cymbal_bu1_b, spread, 1024);
    add("juniper_paddle_bu1_a", juniper_paddle_bu1_a, spread, 256);
    add("kumquat_steeple_bu1_a", kumquat_steeple_bu1_a, spread, 6144);
    add("lychee_tripod_bu1_a", lychee_tripod_bu1_a, spread, 1024);
    add("muffin_garland_bu1_a", muffin_garland_bu1_a, packed, 1024);
}

// ---------------------------------------------------------------- work 9: gradients through a normalisation of rows of 1024
constexpr int kGradRows = 32768, kGradCols = 1024;

template <int V> struct Floats;
template <> struct Floats<1> { using type = float; };
template <> struct Floats<4> { using type = float4; };
template <int V> union Group { typename Floats<V>::type whole; float f[V]; };

template <int V, int R, bool MEET>
__device__ __forceinline__ void gradient_body(const float* __restrict__ x, const float* __restrict__ dy, const float* __restrict__ gain, const float2* __restrict__ stats,
                                              float* __restrict__ dx, float* __restrict__ dgain, float* __restrict__ dbias) {
    using P = typename Floats<V>::type;
    constexpr int BS = kGradCols / V;
    __shared__ float2 part[2][BS / 32];
    __shared__ float total[3][2];
    const int tid = threadIdx.x;
    Group<V> g;
    g.whole = reinterpret_cast<const P*>(gain)[tid];
    float dg[V], db[V];
    #pragma unroll
    for (int i = 0; i < V; ++i) dg[i] = db[i] = 0.f;
    if (MEET) {
        if (tid < 6) total[tid / 2][tid % 2] = 0.f;
        __syncthreads();
    }
    #pragma unroll 1
    for (int r = 0; r < R; ++r) {
        const size_t row = (size_t)blockIdx.x * R + r;
        Group<V> a, b;
        a.whole = reinterpret_cast<const P*>(x + row * kGradCols)[tid];
        b.whole = reinterpret_cast<const P*>(dy + row * kGradCols)[tid];
        const float2 st = stats[row];
        const float mean = st.x * 0.1f, rs = 1.0f + 0.5f * st.y;
        float s1 = 0.f, s2 = 0.f;
        #pragma unroll
        for (int i = 0; i < V; ++i) {
            a.f[i] = (a.f[i] - mean) * rs;
            dg[i] = fmaf(b.f[i], a.f[i], dg[i]);
            db[i] += b.f[i];
            b.f[i] *= g.f[i];
            s1 += b.f[i];
            s2 = fmaf(b.f[i], a.f[i], s2);
        }
        if (MEET) {
            float* now = total[r % 3];
            if (tid < 2) total[(r + 1) % 3][tid] = 0.f;
            atomicAdd(now, s1);
            atomicAdd(now + 1, s2);
            __syncthreads();
            s1 = now[0]; s2 = now[1];
        } else {
            #pragma unroll
            for (int o = 16; o; o >>= 1) { s1 += __shfl_xor_sync(~0u, s1, o); s2 += __shfl_xor_sync(~0u, s2, o); }
            if (tid % 32 == 0) part[r & 1][tid / 32] = make_float2(s1, s2);
            __syncthreads();
            s1 = s2 = 0.f;
            #pragma unroll
            for (int i = 0; i < BS / 32; ++i) { float2 q = part[r & 1][i]; s1 += q.x; s2 += q.y; }
        }
        s1 *= 1.0f / kGradCols; s2 *= 1.0f / kGradCols;
        #pragma unroll
        for (int i = 0; i < V; ++i) a.f[i] = rs * (b.f[i] - s1 - a.f[i] * s2);
        reinterpret_cast<P*>(dx + row * kGradCols)[tid] = a.whole;
    }
    #pragma unroll
    for (int i = 0; i < V; ++i) { atomicAdd(dgain + tid * V + i, dg[i]); atomicAdd(dbias + tid * V + i, db[i]); }
}
#define GRADIENT(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ x, const float* __restrict__ dy, const float* __restrict__ gain, const float2* __restrict__ stats, \
                                               float* __restrict__ dx, float* __restrict__ dgain, float* __restrict__ dbias) { gradient_body<__VA_ARGS__>(x, dy, gain, stats, dx, dgain, dbias); }
GRADIENT(nougat_beetle_bu1_b, 256, 4, 8, false)
GRADIENT(oatmeal_turnip_bu1_a, 256, 4, 1, false)
GRADIENT(parsnip_cobweb_bu1_a, 1024, 1, 8, false)
GRADIENT(quince_mallet_bu1_a, 256, 4, 8, true)

static void add_gradient(Cases& v) {
    const size_t n = (size_t)kGradRows * kGradCols;
    float* x = harness::filled<float>(n, 91);
    float* dy = harness::filled<float>(n, 92);
    float* gain = harness::filled<float>(kGradCols, 93);
    float2* stats = reinterpret_cast<float2*>(harness::filled<float>((size_t)kGradRows * 2, 94));
    float* dx = harness::empty<float>(n);
    float* sums = harness::filled<float>(kGradCols * 2, 95);
    auto add = [&](const char* name, auto f, int block, int rows) {
        v.push_back({name, [=] { f<<<kGradRows / rows, block>>>(x, dy, gain, stats, dx, sums, sums + kGradCols); }, dx, n, harness::Output::f32});
    };
    add("nougat_beetle_bu1_b", nougat_beetle_bu1_b, 256, 8);
    add("oatmeal_turnip_bu1_a", oatmeal_turnip_bu1_a, 256, 1);
    add("parsnip_cobweb_bu1_a", parsnip_cobweb_bu1_a, 1024, 8);
    add("quince_mallet_bu1_a", quince_mallet_bu1_a, 256, 8);
}

// ---------------------------------------------------------------- work 10: many tridiagonal systems of 512 unknowns by elimination
constexpr int kUnknowns = 512, kSystems = 33792;

__global__ void harness_bands(float* p, bool contiguous, uint32_t seed) {
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < kSystems; s += (size_t)gridDim.x * blockDim.x)
        for (int i = 0; i < kUnknowns; ++i) p[contiguous ? s * kUnknowns + i : (size_t)i * kSystems + s] = harness::unit((uint32_t)s * kUnknowns + i + seed * 40503u);
}
template <int U, bool CONTIGUOUS, typename T>
__device__ __forceinline__ void bands_body(const float* __restrict__ lower, const float* __restrict__ middle, const float* __restrict__ upper, const float* __restrict__ right,
                                           float* __restrict__ c1, float* __restrict__ d1, float* __restrict__ out) {
    const size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    auto at = [&](int i) -> size_t { return CONTIGUOUS ? s * kUnknowns + i : (size_t)i * kSystems + s; };
    T cp = T(0), dp = T(0), x = T(0);
    #pragma unroll 1
    for (int i = 0; i < kUnknowns; i += U) {
        float a[U], b[U], c[U], d[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) { a[u] = lower[at(i + u)]; b[u] = middle[at(i + u)]; c[u] = upper[at(i + u)]; d[u] = right[at(i + u)]; }
        #pragma unroll
        for (int u = 0; u < U; ++u) {
            const T den = (T(b[u]) + T(3)) - T(a[u]) * cp;
            T r;
            if constexpr (sizeof(T) == 4) r = __fdividef(1.0f, den); else r = 1.0 / den;
            cp = T(c[u]) * r;
            dp = (T(d[u]) - T(a[u]) * dp) * r;
            c1[at(i + u)] = (float)cp;
            d1[at(i + u)] = (float)dp;
        }
    }
    #pragma unroll 1
    for (int i = kUnknowns - U; i >= 0; i -= U) {
        float c[U], d[U];
        #pragma unroll
        for (int u = 0; u < U; ++u) { c[u] = c1[at(i + u)]; d[u] = d1[at(i + u)]; }
        #pragma unroll
        for (int u = U - 1; u >= 0; --u) { x = T(d[u]) - T(c[u]) * x; out[at(i + u)] = (float)x; }
    }
}
#define BANDS(NAME, BS, ...) \
    __global__ void __launch_bounds__(BS) NAME(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c, const float* __restrict__ d, \
                                               float* __restrict__ c1, float* __restrict__ d1, float* __restrict__ out) { bands_body<__VA_ARGS__>(a, b, c, d, c1, d1, out); }
BANDS(rhubarb_helm_bu1_b, 64, 8, false, float)
BANDS(sesame_barge_bu1_a, 64, 8, true, float)
BANDS(truffle_wicket_bu1_a, 64, 1, false, float)
BANDS(ugli_cistern_bu1_a, 1024, 8, false, float)
BANDS(vanilla_rattle_bu1_a, 64, 8, false, double)

static void add_bands(Cases& v) {
    const size_t n = (size_t)kUnknowns * kSystems;
    struct Sets { float* p[4]; } spread, packed;
    for (int i = 0; i < 4; ++i) {
        spread.p[i] = harness::empty<float>(n); packed.p[i] = harness::empty<float>(n);
        harness_bands<<<528, 64>>>(spread.p[i], false, 101 + i); CHECK(cudaGetLastError());
        harness_bands<<<528, 64>>>(packed.p[i], true, 101 + i); CHECK(cudaGetLastError());
    }
    float* c1 = harness::empty<float>(n);
    float* d1 = harness::empty<float>(n);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, Sets in, int block) {
        v.push_back({name, [=] { f<<<kSystems / block, block>>>(in.p[0], in.p[1], in.p[2], in.p[3], c1, d1, out); }, out, n, harness::Output::f32});
    };
    add("rhubarb_helm_bu1_b", rhubarb_helm_bu1_b, spread, 64);
    add("sesame_barge_bu1_a", sesame_barge_bu1_a, packed, 64);
    add("truffle_wicket_bu1_a", truffle_wicket_bu1_a, spread, 64);
    add("ugli_cistern_bu1_a", ugli_cistern_bu1_a, spread, 1024);
    add("vanilla_rattle_bu1_a", vanilla_rattle_bu1_a, spread, 64);
}

// ---------------------------------------------------------------- work 11: one step of a lattice gas with nine directions on a torus
constexpr int kFlowX = 4096, kFlowY = 2048;
constexpr size_t kFlowCells = (size_t)kFlowX * kFlowY;

template <bool CONTIGUOUS> __host__ __device__ __forceinline__ size_t flow_at(size_t cell, int q) { return CONTIGUOUS ? cell * 9 + q : q * kFlowCells + cell; }

__global__ void harness_flow(float* p, bool contiguous) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kFlowCells; i += (size_t)gridDim.x * blockDim.x)
        for (int q = 0; q < 9; ++q) {
            float w = q == 0 ? 4.0f / 9 : q < 5 ? 1.0f / 9 : 1.0f / 36;
            p[contiguous ? flow_at<true>(i, q) : flow_at<false>(i, q)] = w * (1.0f + 0.2f * harness::unit((uint32_t)i * 9u + q + 111u));
        }
}
template <int BX, int BY, bool CONTIGUOUS, typename R, bool MOVE, bool MEET>
__device__ __forceinline__ void flow_body(const float* __restrict__ in, float* __restrict__ out) {
    constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    constexpr R weight[9] = {R(4) / 9, R(1) / 9, R(1) / 9, R(1) / 9, R(1) / 9, R(1) / 36, R(1) / 36, R(1) / 36, R(1) / 36};
    const int x = blockIdx.x * BX + threadIdx.x % BX, y = blockIdx.y * BY + threadIdx.x / BX;
    const size_t cell = (size_t)y * kFlowX + x;
    float f[9];
    #pragma unroll
    for (int q = 0; q < 9; ++q) {
        const int sx = MOVE ? (x - cx[q]) & (kFlowX - 1) : x, sy = MOVE ? (y - cy[q]) & (kFlowY - 1) : y;
        f[q] = in[flow_at<CONTIGUOUS>((size_t)sy * kFlowX + sx, q)];
    }
    if (MEET) {
        const float rho = ((f[0] + f[1]) + (f[2] + f[3])) + ((f[4] + f[5]) + (f[6] + f[7])) + f[8];
        const float inverse = __fdividef(1.0f, rho);
        const float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inverse, uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inverse;
        const float square = ux * ux + uy * uy;
        #pragma unroll
        for (int q = 0; q < 9; ++q) {
            const float along = cx[q] * ux + cy[q] * uy;
            const float rest = (float)(weight[q] * rho * (R(1.0) + R(3.0) * along + R(4.5) * along * along - R(1.5) * square));
            f[q] = (float)(f[q] + R(1.2) * (rest - f[q]));
        }
    }
    #pragma unroll
    for (int q = 0; q < 9; ++q) out[flow_at<CONTIGUOUS>(cell, q)] = f[q];
}
#define FLOW(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ in, float* __restrict__ out) { flow_body<__VA_ARGS__>(in, out); }
FLOW(waffle_dinghy_bu1_b, 64, 4, false, float, true, true)
FLOW(yam_plough_bu1_a, 64, 4, true, float, true, true)
FLOW(zucchini_lasso_bu1_a, 64, 4, false, float, true, false)
FLOW(zucchini_lasso_bu1_a2, 64, 4, false, float, false, true)
FLOW(aspen_gong_bu1_a, 64, 4, false, double, true, true)
FLOW(balsam_yoke_bu1_a, 4, 64, false, float, true, true)

static void add_flow(Cases& v) {
    const size_t n = kFlowCells * 9;
    float* spread = harness::empty<float>(n);
    float* packed = harness::empty<float>(n);
    harness_flow<<<2048, 256>>>(spread, false); CHECK(cudaGetLastError());
    harness_flow<<<2048, 256>>>(packed, true); CHECK(cudaGetLastError());
    float* between = harness::empty<float>(n);
    float* out = harness::empty<float>(n);
    auto add = [&](const char* name, auto f, const float* in, int bx) {
        const dim3 grid(kFlowX / bx, kFlowY / (256 / bx));
        v.push_back({name, [=] { f<<<grid, 256>>>(in, out); }, out, n, harness::Output::f32});
    };
    add("waffle_dinghy_bu1_b", waffle_dinghy_bu1_b, spread, 64);
    add("yam_plough_bu1_a", yam_plough_bu1_a, packed, 64);
    const dim3 grid(kFlowX / 64, kFlowY / 4);
    v.push_back({"zucchini_lasso_bu1_a", [=] {
        zucchini_lasso_bu1_a<<<grid, 256>>>(spread, between);
        zucchini_lasso_bu1_a2<<<grid, 256>>>(between, out);
    }, out, n, harness::Output::f32});
    add("aspen_gong_bu1_a", aspen_gong_bu1_a, spread, 64);
    add("balsam_yoke_bu1_a", balsam_yoke_bu1_a, spread, 4);
}

// ---------------------------------------------------------------- work 12: filter of 512 taps over a signal
constexpr int kTaps = 512, kSignal = 4096 * 2112;

template <int OT, bool PAD, int UNROLL>
__device__ __forceinline__ void filter_body(const float* __restrict__ signal, const float* __restrict__ taps, float* __restrict__ out) {
    constexpr int BS = 256, N = BS * OT + kTaps;
    __shared__ float s[N + (PAD ? N / 32 : 0)];
    __shared__ float4 h[kTaps / 4];
    auto place = [](int i) -> int { return PAD ? i + (i >> 5) : i; };
    const int tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * (BS * OT);
    for (int i = tid; i < N; i += BS) s[place(i)] = signal[first + i];
    for (int i = tid; i < kTaps / 4; i += BS) h[i] = reinterpret_cast<const float4*>(taps)[i];
    __syncthreads();
    float acc[OT], w[OT + 8];
    #pragma unroll
    for (int o = 0; o < OT; ++o) { acc[o] = 0.f; w[o] = s[place(tid * OT + o)]; }
    #pragma unroll UNROLL
    for (int j = 0; j < kTaps / 8; ++j) {
        const int next = tid * OT + j * 8 + OT;
        if constexpr (OT % 8 == 0) {
            const float* p = s + place(next);
            #pragma unroll
            for (int e = 0; e < 8; ++e) w[OT + e] = p[e];
        } else {
            #pragma unroll
            for (int e = 0; e < 8; ++e) w[OT + e] = s[place(next + e)];
        }
        #pragma unroll
        for (int e = 0; e < 8; e += 4) {
            const float4 t = h[j * 2 + e / 4];
            #pragma unroll
            for (int o = 0; o < OT; ++o) {
                acc[o] = fmaf(t.x, w[o + e], acc[o]);
                acc[o] = fmaf(t.y, w[o + e + 1], acc[o]);
                acc[o] = fmaf(t.z, w[o + e + 2], acc[o]);
                acc[o] = fmaf(t.w, w[o + e + 3], acc[o]);
            }
        }
        #pragma unroll
        for (int o = 0; o < OT; ++o) w[o] = w[o + 8];
    }
    #pragma unroll
    for (int o = 0; o < OT; o += 2) *reinterpret_cast<float2*>(out + first + tid * OT + o) = make_float2(acc[o], acc[o + 1]);
}
#define FILTER(NAME, ...) \
    __global__ void __launch_bounds__(256) NAME(const float* __restrict__ signal, const float* __restrict__ taps, float* __restrict__ out) { filter_body<__VA_ARGS__>(signal, taps, out); }
FILTER(catalpa_wrench_bu1_b, 16, true, 4)
FILTER(dogwood_pestle_bu1_a, 16, false, 4)
FILTER(ebony_tassel_bu1_a, 2, true, 4)
FILTER(figtree_buckle_bu1_a, 16, true, 64)

static void add_filter(Cases& v) {
    float* signal = harness::filled<float>(kSignal + kTaps, 121);
    float* taps = harness::filled<float>(kTaps, 122);
    float* out = harness::empty<float>(kSignal);
    auto add = [&](const char* name, auto f, int each) {
        v.push_back({name, [=] { f<<<kSignal / (256 * each), 256>>>(signal, taps, out); }, out, (size_t)kSignal, harness::Output::f32});
    };
    add("catalpa_wrench_bu1_b", catalpa_wrench_bu1_b, 16);
    add("dogwood_pestle_bu1_a", dogwood_pestle_bu1_a, 16);
    add("ebony_tassel_bu1_a", ebony_tassel_bu1_a, 2);
    add("figtree_buckle_bu1_a", figtree_buckle_bu1_a, 16);
}

int main(int argc, char** argv) {
    Cases v;
    add_convolve(v); add_factor(v); add_deposit(v); add_search(v); add_enlarge(v); add_spread(v);
    add_fourier(v); add_nearest(v); add_gradient(v); add_bands(v); add_flow(v); add_filter(v);
    return harness::run(argc, argv, v);
}
