// Eleven measured cases of arithmetic and of waiting: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Stage lighting (deferred renderer): wrapped half-Lambert highlight of 24 lamps at each pixel.
constexpr int kLamps = 24, kStagePixels = 132 * 120 * 256;

template <bool kQuick>
__device__ __forceinline__ void stage_lamps(const float4* __restrict__ surface, const float4* __restrict__ lamps, float* __restrict__ shine) {
    __shared__ float4 lamp[kLamps];
    if (threadIdx.x < kLamps) lamp[threadIdx.x] = lamps[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = surface[i];
    float hard = fmaf(7.0f, s.w, 9.0f), sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kLamps; ++k) {
        float4 l = lamp[k];
        float facing = fmaf(0.16f, fmaf(s.x, l.x, fmaf(s.y, l.y, s.z * l.z)), 0.5f);
        sum = fmaf(l.w, kQuick ? __powf(facing, hard) : powf(facing, hard), sum);
    }
    shine[i] = sum;
}

__global__ void __launch_bounds__(256) stage_lamps_p6_a(const float4* __restrict__ surface, const float4* __restrict__ lamps, float* __restrict__ shine) { stage_lamps<false>(surface, lamps, shine); }
__global__ void __launch_bounds__(256) stage_lamps_p6_b(const float4* __restrict__ surface, const float4* __restrict__ lamps, float* __restrict__ shine) { stage_lamps<true>(surface, lamps, shine); }

// ---- Pollen: softened electrostatic potential of 1024 charged grains at many places of the air.
constexpr int kGrains = 1024, kAirBlocks = 132 * 24;

__global__ void __launch_bounds__(256) pollen_charge_p6_a(const float4* __restrict__ place, const float4* __restrict__ grains, float* __restrict__ potential) {
    __shared__ float4 grain[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = place[i];
    float sum = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        __syncthreads();
        grain[threadIdx.x] = grains[from + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 g = grain[k];
            float dx = p.x - g.x, dy = p.y - g.y, dz = p.z - g.z;
            float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            sum += g.w / r;
        }
    }
    potential[i] = sum;
}

__global__ void __launch_bounds__(256) pollen_charge_p6_b(const float4* __restrict__ place, const float4* __restrict__ grains, float* __restrict__ potential) {
    __shared__ float4 grain[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = place[i];
    float sum = 0.0f;
    for (int from = 0; from < kGrains; from += 256) {
        __syncthreads();
        grain[threadIdx.x] = grains[from + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 256; ++k) {
            float4 g = grain[k];
            float dx = p.x - g.x, dy = p.y - g.y, dz = p.z - g.z;
            sum += g.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        }
    }
    potential[i] = sum;
}

// ---- Mosaic (vision transformer): cut a channels-last picture batch into windows; [B][nH][h][nW][w][C] -> [B][nH][nW][h][w][C].
struct MosaicShape { uint32_t rows, cols, high, wide, channels; };  // windows down and across, size of a window, channels
struct Divider {
    uint32_t by, magic, shift;
    __host__ Divider(uint32_t d) : by(d) {
        for (shift = 0; shift < 32; ++shift) if ((1u << shift) >= d) break;
        magic = (uint32_t)(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
    }
    __device__ __forceinline__ uint32_t div(uint32_t n) const { return (__umulhi(n, magic) + n) >> shift; }
};
struct MosaicDividers { Divider rows, cols, high, wide, channels; };

__global__ void __launch_bounds__(256) mosaic_cut_p6_a(const float* __restrict__ picture, float* __restrict__ windows, MosaicShape s, uint32_t n) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    uint32_t c = i % s.channels, rest = i / s.channels;
    uint32_t x = rest % s.wide; rest /= s.wide;
    uint32_t y = rest % s.high; rest /= s.high;
    uint32_t col = rest % s.cols; rest /= s.cols;
    uint32_t row = rest % s.rows, image = rest / s.rows;
    uint32_t from = ((((image * s.rows + row) * s.high + y) * s.cols + col) * s.wide + x) * s.channels + c;
    windows[i] = picture[from];
}

__global__ void __launch_bounds__(256) mosaic_cut_p6_b(const float* __restrict__ picture, float* __restrict__ windows, MosaicDividers s, uint32_t n) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    uint32_t q = s.channels.div(i), c = i - q * s.channels.by, rest = q;
    q = s.wide.div(rest); uint32_t x = rest - q * s.wide.by; rest = q;
    q = s.high.div(rest); uint32_t y = rest - q * s.high.by; rest = q;
    q = s.cols.div(rest); uint32_t col = rest - q * s.cols.by; rest = q;
    q = s.rows.div(rest); uint32_t row = rest - q * s.rows.by, image = q;
    uint32_t from = ((((image * s.rows.by + row) * s.high.by + y) * s.cols.by + col) * s.wide.by + x) * s.channels.by + c;
    windows[i] = picture[from];
}

// ---- Lidar: octree key (63 bits) of each return of an airborne scan.
constexpr int kReturns = 132 * 2048 * 64;

__device__ __forceinline__ uint32_t lidar_cell(float v) { return (uint32_t)fminf(fmaxf(fmaf(v, 1048576.0f, 1048576.0f), 0.0f), 2097151.0f); }

__global__ void __launch_bounds__(256) lidar_key_p6_a(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs, unsigned long long* __restrict__ keys) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = lidar_cell(xs[i]), y = lidar_cell(ys[i]), z = lidar_cell(zs[i]);
    unsigned long long key = 0;
    for (int level = 20; level >= 0; --level) {
        uint32_t octant = ((x >> level) & 1) | (((y >> level) & 1) << 1) | (((z >> level) & 1) << 2);
        key = (key << 3) | octant;
    }
    keys[i] = key;
}

__device__ __forceinline__ unsigned long long lidar_spread(unsigned long long v) {
    v = (v | v << 32) & 0x1f00000000ffffull;
    v = (v | v << 16) & 0x1f0000ff0000ffull;
    v = (v | v << 8) & 0x100f00f00f00f00full;
    v = (v | v << 4) & 0x10c30c30c30c30c3ull;
    return (v | v << 2) & 0x1249249249249249ull;
}

__global__ void __launch_bounds__(256) lidar_key_p6_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs, unsigned long long* __restrict__ keys) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint32_t x = lidar_cell(xs[i]), y = lidar_cell(ys[i]), z = lidar_cell(zs[i]);
    keys[i] = lidar_spread(x) | lidar_spread(y) << 1 | lidar_spread(z) << 2;
}

// ---- Credit losses: probability generating function of 131072 loss buckets at 16896 points (Horner, highest bucket first).
constexpr int kLossBuckets = 131072, kLossTile = 4096, kLossPoints = 132 * 128;

__device__ __forceinline__ void loss_tile(float4* tile, const float4* __restrict__ bucket, int from) {
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kLossTile / 4; k += 128) tile[k + threadIdx.x] = bucket[from / 4 + k + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) loss_curve_p6_a(const float4* __restrict__ bucket, const float* __restrict__ point, float* __restrict__ curve) {
    __shared__ float4 tile[kLossTile / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float z = 0.9995f * fabsf(point[i]), sum = 0.0f;
    for (int from = 0; from < kLossBuckets; from += kLossTile) {
        loss_tile(tile, bucket, from);
#pragma unroll 16
        for (int k = 0; k < kLossTile / 4; ++k) {
            float4 b = tile[k];
            sum = fmaf(sum, z, b.x);
            sum = fmaf(sum, z, b.y);
            sum = fmaf(sum, z, b.z);
            sum = fmaf(sum, z, b.w);
        }
    }
    curve[i] = sum;
}

__global__ void __launch_bounds__(128) loss_curve_p6_b(const float4* __restrict__ bucket, const float* __restrict__ point, float* __restrict__ curve) {
    __shared__ float4 tile[kLossTile / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float z = 0.9995f * fabsf(point[i]), z4 = z * z * z * z;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int from = 0; from < kLossBuckets; from += kLossTile) {
        loss_tile(tile, bucket, from);
#pragma unroll 16
        for (int k = 0; k < kLossTile / 4; ++k) {
            float4 b = tile[k];
            sum.x = fmaf(sum.x, z4, b.x);
            sum.y = fmaf(sum.y, z4, b.y);
            sum.z = fmaf(sum.z, z4, b.z);
            sum.w = fmaf(sum.w, z4, b.w);
        }
    }
    curve[i] = fmaf(fmaf(fmaf(sum.x, z, sum.y), z, sum.z), z, sum.w);
}

// ---- Meadow: three competing species on each plot, 64 Runge-Kutta steps of the generalised Lotka-Volterra equations.
constexpr int kPlots = 132 * 2048 * 4, kSeasons = 64;
struct MeadowRates { float grow[3], rival[3][3]; };

struct ReplayFloat {  // arithmetic of the scalar reference, one rounding an operation
    float v;
    __device__ __forceinline__ ReplayFloat() {}
    __device__ __forceinline__ ReplayFloat(float f) : v(f) {}
    __device__ __forceinline__ friend ReplayFloat operator*(ReplayFloat a, ReplayFloat b) { return __fmul_rn(a.v, b.v); }
    __device__ __forceinline__ friend ReplayFloat operator+(ReplayFloat a, ReplayFloat b) { return __fadd_rn(a.v, b.v); }
    __device__ __forceinline__ explicit operator float() const { return v; }
};

template <typename Real>
__device__ __forceinline__ void meadow_slope(const MeadowRates& r, const Real (&n)[3], Real (&slope)[3]) {
#pragma unroll
    for (int s = 0; s < 3; ++s)
        slope[s] = n[s] * (Real(r.grow[s]) + Real(r.rival[s][0]) * n[0] + Real(r.rival[s][1]) * n[1] + Real(r.rival[s][2]) * n[2]);
}

template <typename Real>
__device__ __forceinline__ void meadow_years(const float4* __restrict__ before, float4* __restrict__ after, const MeadowRates& rates) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 start = before[i];
    Real n[3] = {Real(1.0f + 0.5f * start.x), Real(1.0f + 0.5f * start.y), Real(1.0f + 0.5f * start.z)};
    const Real half = 0.025f, full = 0.05f, sixth = 0.05f / 6, third = 0.05f / 3;
#pragma unroll 2
    for (int season = 0; season < kSeasons; ++season) {
        Real k[3], at[3], next[3];
        meadow_slope(rates, n, k);
#pragma unroll
        for (int s = 0; s < 3; ++s) { next[s] = n[s] + sixth * k[s]; at[s] = n[s] + half * k[s]; }
        meadow_slope(rates, at, k);
#pragma unroll
        for (int s = 0; s < 3; ++s) { next[s] = next[s] + third * k[s]; at[s] = n[s] + half * k[s]; }
        meadow_slope(rates, at, k);
#pragma unroll
        for (int s = 0; s < 3; ++s) { next[s] = next[s] + third * k[s]; at[s] = n[s] + full * k[s]; }
        meadow_slope(rates, at, k);
#pragma unroll
        for (int s = 0; s < 3; ++s) n[s] = next[s] + sixth * k[s];
    }
    after[i] = make_float4((float)n[0], (float)n[1], (float)n[2], start.w);
}

__global__ void __launch_bounds__(256) meadow_years_p6_a(const float4* __restrict__ before, float4* __restrict__ after, const __grid_constant__ MeadowRates rates) { meadow_years<ReplayFloat>(before, after, rates); }
__global__ void __launch_bounds__(256) meadow_years_p6_b(const float4* __restrict__ before, float4* __restrict__ after, const __grid_constant__ MeadowRates rates) { meadow_years<float>(before, after, rates); }

// ---- Market ticks: exponential moving average over 2048 ticks of 33792 instruments (a row a tick).
constexpr int kShares = 132 * 256, kTicks = 2048;

__global__ void __launch_bounds__(256) market_smooth_p6_a(const float* price, float* smooth, float alpha) {
    size_t at = blockIdx.x * 256 + threadIdx.x;
    float level = price[at];
    for (int tick = 0; tick < kTicks; ++tick, at += kShares) {
        level += alpha * (price[at] - level);
        smooth[at] = level;
    }
}

__global__ void __launch_bounds__(256) market_smooth_p6_b(const float* price, float* smooth, float alpha) {
    size_t at = blockIdx.x * 256 + threadIdx.x;
    float level = price[at];
    for (int tick = 0; tick < kTicks; tick += 32, at += (size_t)32 * kShares) {
        float p[32];
#pragma unroll
        for (int k = 0; k < 32; ++k) p[k] = price[at + (size_t)k * kShares];
#pragma unroll
        for (int k = 0; k < 32; ++k) {
            level += alpha * (p[k] - level);
            smooth[at + (size_t)k * kShares] = level;
        }
    }
}

// ---- Bridge deck (finite elements): matrix in ELLPACK form times a vector, a thread a row; column -1 ends a row.
constexpr int kNodes = 132 * 4 * 128, kLinks = 512, kUsedLinks = 505;

__global__ void harness_bridge_links(int* column) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kNodes * kLinks; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t k = i / kNodes, row = i % kNodes;
        column[i] = k < kUsedLinks ? (int)((row + harness::hash32(k) % 4096 + harness::hash32((uint32_t)i) % 4) % kNodes) : -1;
    }
}

__global__ void __launch_bounds__(128) bridge_load_p6_a(const int* __restrict__ column, const float* __restrict__ stiff, const float* __restrict__ shift, float* __restrict__ force) {
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < kLinks; ++k) {
        int c = column[(size_t)k * kNodes + row];
        if (c < 0) break;
        sum += stiff[(size_t)k * kNodes + row] * shift[c];
    }
    force[row] = sum;
}

__global__ void __launch_bounds__(128) bridge_load_p6_b(const int* __restrict__ column, const float* __restrict__ stiff, const float* __restrict__ shift, float* __restrict__ force) {
    int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < kLinks; k += 16) {
        int c[16];
        float s[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            c[j] = column[(size_t)(k + j) * kNodes + row];
            s[j] = stiff[(size_t)(k + j) * kNodes + row];
        }
        float x[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) x[j] = c[j] < 0 ? 0.0f : shift[c[j]];
#pragma unroll
        for (int j = 0; j < 16; ++j) sum += s[j] * x[j];
        if (c[15] < 0) break;
    }
    force[row] = sum;
}

// ---- Protein map: density of 1024 soft atoms at columns of six heights.
constexpr int kAtoms = 1024, kAtomTile = 512, kHeights = 6, kMapBlocks = 132 * 32;

template <int kUnroll>
__device__ __forceinline__ void protein_map(const float4* __restrict__ columns, const float4* __restrict__ atoms, float* __restrict__ density) {
    __shared__ float4 atom[kAtomTile];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = columns[i];
    float sum[kHeights];
#pragma unroll
    for (int h = 0; h < kHeights; ++h) sum[h] = 0.0f;
#pragma unroll 1
    for (int from = 0; from < kAtoms; from += kAtomTile) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kAtomTile; k += 128) atom[k + threadIdx.x] = atoms[from + k + threadIdx.x];
        __syncthreads();
#pragma unroll kUnroll
        for (int k = 0; k < kAtomTile; ++k) {
            float4 a = atom[k];
            float dx = p.x - a.x, dy = p.y - a.y, flat = fmaf(dx, dx, dy * dy), dz = p.z - a.z;
#pragma unroll
            for (int h = 0; h < kHeights; ++h) {
                float up = dz + 0.125f * h, near = __saturatef(fmaf(-0.5f, fmaf(up, up, flat), 1.0f));
                sum[h] = fmaf(near * near, a.w, sum[h]);
            }
        }
    }
#pragma unroll
    for (int h = 0; h < kHeights; ++h) density[(size_t)h * kMapBlocks * 128 + i] = sum[h];
}

__global__ void __launch_bounds__(128) protein_map_p6_a(const float4* __restrict__ columns, const float4* __restrict__ atoms, float* __restrict__ density) { protein_map<kAtomTile>(columns, atoms, density); }
__global__ void __launch_bounds__(128) protein_map_p6_b(const float4* __restrict__ columns, const float4* __restrict__ atoms, float* __restrict__ density) { protein_map<8>(columns, atoms, density); }

// ---- Tomograph: weighted line integrals from the transmission of each ray, a quadruple a thread.
constexpr int kRays = 132 * 2048 * 64;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float ray_line(float t, float w) {
    float through = fmaf(0.4f, t, 0.5f);
    return w * (kQuick ? __logf(through) : logf(through));
}
template <bool kQuick>
__device__ __forceinline__ void ray_lines(const float4* __restrict__ through, const float4* __restrict__ weight, float4* __restrict__ line) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 t = through[i], w = weight[i];
    line[i] = make_float4(ray_line<kQuick>(t.x, w.x), ray_line<kQuick>(t.y, w.y), ray_line<kQuick>(t.z, w.z), ray_line<kQuick>(t.w, w.w));
}

__global__ void __launch_bounds__(256) ray_lines_p6_a(const float4* __restrict__ through, const float4* __restrict__ weight, float4* __restrict__ line) { ray_lines<false>(through, weight, line); }
__global__ void __launch_bounds__(256) ray_lines_p6_b(const float4* __restrict__ through, const float4* __restrict__ weight, float4* __restrict__ line) { ray_lines<true>(through, weight, line); }

// ---- Glass lens: ray heights after 32 surfaces, each a polynomial of degree 11, four rays a thread.
constexpr int kLensBlocks = 132 * 64;
struct LensShape { float c[12]; };

__global__ void __launch_bounds__(256) lens_train_p6_a(const float4* __restrict__ enter, float4* __restrict__ leave, const __grid_constant__ LensShape shape) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = enter[i];
    float c[12];
#pragma unroll
    for (int k = 0; k < 12; ++k) c[k] = shape.c[k];
#pragma unroll 4
    for (int surface = 0; surface < 32; ++surface) {
        float4 v = make_float4(c[11], c[11], c[11], c[11]);
#pragma unroll
        for (int k = 10; k >= 0; --k) v = make_float4(fmaf(v.x, r.x, c[k]), fmaf(v.y, r.y, c[k]), fmaf(v.z, r.z, c[k]), fmaf(v.w, r.w, c[k]));
        r = v;
    }
    leave[i] = r;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: three input fields and one result.
    constexpr size_t kMost = (size_t)kRays * 4;
    constexpr uint32_t kImages = 8, kMosaic = kImages * 224 * 224 * 96;
    float *one = filled<float>(kMost, 61), *two = filled<float>(kMost, 62), *three = filled<float>(kReturns, 63), *out = empty<float>(kMost);
    int* links = empty<int>((size_t)kNodes * kLinks);
    harness_bridge_links<<<2048, 256>>>(links); CHECK(cudaGetLastError());
    static_assert(kMosaic <= kMost && (size_t)kShares * kTicks <= kMost && (size_t)kNodes * kLinks <= kMost && (size_t)kReturns * 2 <= kMost, "fields are too short");
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);
    auto* keys = reinterpret_cast<unsigned long long*>(out);

    add("stage_lamps_p6_a", out, kStagePixels, [=] { stage_lamps_p6_a<<<kStagePixels / 256, 256>>>(one4, two4, out); });
    add("stage_lamps_p6_b", out, kStagePixels, [=] { stage_lamps_p6_b<<<kStagePixels / 256, 256>>>(one4, two4, out); });

    add("pollen_charge_p6_a", out, kAirBlocks * 256, [=] { pollen_charge_p6_a<<<kAirBlocks, 256>>>(one4, two4, out); });
    add("pollen_charge_p6_b", out, kAirBlocks * 256, [=] { pollen_charge_p6_b<<<kAirBlocks, 256>>>(one4, two4, out); });

    MosaicShape shape{32, 32, 7, 7, 96};
    MosaicDividers dividers{Divider(32), Divider(32), Divider(7), Divider(7), Divider(96)};
    add("mosaic_cut_p6_a", out, kMosaic, [=] { mosaic_cut_p6_a<<<kMosaic / 256, 256>>>(one, out, shape, kMosaic); });
    add("mosaic_cut_p6_b", out, kMosaic, [=] { mosaic_cut_p6_b<<<kMosaic / 256, 256>>>(one, out, dividers, kMosaic); });

    add("lidar_key_p6_a", out, (size_t)kReturns * 2, [=] { lidar_key_p6_a<<<kReturns / 256, 256>>>(one, two, three, keys); }, Output::i32);
    add("lidar_key_p6_b", out, (size_t)kReturns * 2, [=] { lidar_key_p6_b<<<kReturns / 256, 256>>>(one, two, three, keys); }, Output::i32);

    add("loss_curve_p6_a", out, kLossPoints, [=] { loss_curve_p6_a<<<kLossPoints / 128, 128>>>(one4, two, out); });
    add("loss_curve_p6_b", out, kLossPoints, [=] { loss_curve_p6_b<<<kLossPoints / 128, 128>>>(one4, two, out); });

    MeadowRates rates{{1.0f, 0.8f, 0.9f}, {{-1.0f, -0.3f, -0.2f}, {-0.2f, -1.1f, -0.3f}, {-0.3f, -0.1f, -0.9f}}};
    add("meadow_years_p6_a", out, (size_t)kPlots * 4, [=] { meadow_years_p6_a<<<kPlots / 256, 256>>>(one4, out4, rates); });
    add("meadow_years_p6_b", out, (size_t)kPlots * 4, [=] { meadow_years_p6_b<<<kPlots / 256, 256>>>(one4, out4, rates); });

    add("market_smooth_p6_a", out, (size_t)kShares * kTicks, [=] { market_smooth_p6_a<<<kShares / 256, 256>>>(one, out, 0.08f); });
    add("market_smooth_p6_b", out, (size_t)kShares * kTicks, [=] { market_smooth_p6_b<<<kShares / 256, 256>>>(one, out, 0.08f); });

    add("bridge_load_p6_a", out, kNodes, [=] { bridge_load_p6_a<<<kNodes / 128, 128>>>(links, one, two, out); });
    add("bridge_load_p6_b", out, kNodes, [=] { bridge_load_p6_b<<<kNodes / 128, 128>>>(links, one, two, out); });

    add("protein_map_p6_a", out, (size_t)kMapBlocks * 128 * kHeights, [=] { protein_map_p6_a<<<kMapBlocks, 128>>>(one4, two4, out); });
    add("protein_map_p6_b", out, (size_t)kMapBlocks * 128 * kHeights, [=] { protein_map_p6_b<<<kMapBlocks, 128>>>(one4, two4, out); });

    add("ray_lines_p6_a", out, kMost, [=] { ray_lines_p6_a<<<kRays / 256, 256>>>(one4, two4, out4); });
    add("ray_lines_p6_b", out, kMost, [=] { ray_lines_p6_b<<<kRays / 256, 256>>>(one4, two4, out4); });

    LensShape lens{{0.02f, 0.7f, 0.11f, -0.21f, 0.05f, 0.13f, -0.07f, 0.04f, 0.06f, -0.03f, 0.02f, 0.01f}};
    add("lens_train_p6_a", out, (size_t)kLensBlocks * 1024, [=] { lens_train_p6_a<<<kLensBlocks, 256>>>(one4, out4, lens); });

    return harness::run(argc, argv, cases);
}
