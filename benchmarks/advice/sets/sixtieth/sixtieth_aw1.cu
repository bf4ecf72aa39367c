// Measured pairs of global-memory kernels: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Two columns of a row-major table of 13 doubles a row, combined with two dense vectors.
constexpr int kRows = 5000000, kCols = 13, kColP = 2, kColQ = 9;

__global__ void __launch_bounds__(192) copper_lantern_aw1_a(const double* __restrict__ table, const double* __restrict__ x, const double* __restrict__ w,
                                                            double* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= kRows) return;
    const double* row = table + (size_t)i * kCols;
    double p = row[kColP], q = row[kColQ];
    out[i] = fma(x[i], p, fma(w[i], q, 1.5));
}

__global__ void __launch_bounds__(192) copper_lantern_aw1_b(const double* __restrict__ colp, const double* __restrict__ colq, const double* __restrict__ x,
                                                            const double* __restrict__ w, double* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= kRows) return;
    double p = colp[i], q = colq[i];
    out[i] = fma(x[i], p, fma(w[i], q, 1.5));
}

// ---- Transposition of an int matrix with a quadratic applied to each element, 32 x 32 elements a block of 256 threads.
constexpr int kHigh = 1504, kWide = 1888;

__device__ __forceinline__ int quadratic(int v) { return (3 * v + 2) * v + 7; }

__global__ void __launch_bounds__(256) willow_ferry_aw1_a(const int* __restrict__ in, int* __restrict__ out) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    int v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(r + 8 * k) * kWide + c];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[c * kHigh + r + 8 * k] = quadratic(v[k]);
}

__global__ void __launch_bounds__(256) willow_ferry_aw1_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    int v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(r + 8 * k) * kWide + c];
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[threadIdx.y + 8 * k][threadIdx.x] = quadratic(v[k]);
    __syncthreads();
    int oc = blockIdx.x * 32 + threadIdx.y, orow = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(oc + 8 * k) * kHigh + orow] = tile[threadIdx.x][threadIdx.y + 8 * k];
}

// ---- Energy of particles kept as records of 20 floats, four of which are used.
constexpr int kGrains = 22000000;

struct Grain {
    float charge, px, py, pz, vx, vy, tilt, ax, ay, az, age, spin, tx, ty, tz, red, green, mass, blue, glow;
};
static_assert(sizeof(Grain) == 80, "records of 20 floats");

__device__ __forceinline__ float grain_energy(float charge, float tilt, float spin, float mass) {
    return fmaf(0.5f * (1.5f + mass), spin * spin, charge * tilt);
}

__global__ void __launch_bounds__(128) pebble_orchard_aw1_a(const Grain* __restrict__ grains, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    const Grain& g = grains[i];
    energy[i] = grain_energy(g.charge, g.tilt, g.spin, g.mass);
}

__global__ void __launch_bounds__(128) pebble_orchard_aw1_b(const float* __restrict__ charge, const float* __restrict__ tilt, const float* __restrict__ spin,
                                                            const float* __restrict__ mass, float* __restrict__ energy) {
    int i = blockIdx.x * 128 + threadIdx.x;
    energy[i] = grain_energy(charge[i], tilt[i], spin[i], mass[i]);
}

// ---- Blend of two 8-bit pictures, 3 : 5 with rounding.
constexpr int kPixels = 4096 * 3200;

__global__ void __launch_bounds__(256) thistle_anchor_aw1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    unsigned f0 = front[i], b0 = back[i], f1 = front[i + 256], b1 = back[i + 256];
    out[i] = (uint8_t)((f0 * 3 + b0 * 5 + 4) >> 3);
    out[i + 256] = (uint8_t)((f1 * 3 + b1 * 5 + 4) >> 3);
}

__device__ __forceinline__ unsigned blend4(unsigned f, unsigned b) {  // four bytes in two pairs of 16-bit lanes
    unsigned even = ((f & 0x00ff00ffu) * 3 + (b & 0x00ff00ffu) * 5 + 0x00040004u) >> 3;
    unsigned odd = (((f >> 8) & 0x00ff00ffu) * 3 + ((b >> 8) & 0x00ff00ffu) * 5 + 0x00040004u) >> 3;
    return (even & 0x00ff00ffu) | ((odd & 0x00ff00ffu) << 8);
}

__global__ void __launch_bounds__(256) thistle_anchor_aw1_b(const uint4* __restrict__ front, const uint4* __restrict__ back, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 f = front[i], b = back[i];
    out[i] = make_uint4(blend4(f.x, b.x), blend4(f.y, b.y), blend4(f.z, b.z), blend4(f.w, b.w));
}

// ---- Scaled sum with a square in double, the first stream read one element further on.
constexpr int kSpan = 1024 * 70400;

__global__ void __launch_bounds__(512) harvest_clock_aw1_a(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    double x0 = x[i + 1], y0 = y[i], x1 = x[i + 513], y1 = y[i + 512];
    out[i] = fma(0.75, x0, y0 * y0);
    out[i + 512] = fma(0.75, x1, y1 * y1);
}

__global__ void __launch_bounds__(512) harvest_clock_aw1_b(const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ out) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    double x0 = x[i], y0 = y[i], x1 = x[i + 512], y1 = y[i + 512];
    out[i] = fma(0.75, x0, y0 * y0);
    out[i + 512] = fma(0.75, x1, y1 * y1);
}

// ---- Cubic of each half of a long stream, sixteen a thread.
constexpr int kPacks = 512 * 50000;  // of eight halves

__device__ __forceinline__ unsigned cubic2(unsigned bits) {
    __half2 v = *reinterpret_cast<__half2*>(&bits);
    __half2 r = __hfma2(__float2half2_rn(0.125f), v, __float2half2_rn(0.5f));
    r = __hfma2(r, v, __float2half2_rn(-0.25f));
    r = __hfma2(r, v, __float2half2_rn(1.25f));
    return *reinterpret_cast<unsigned*>(&r);
}

__global__ void __launch_bounds__(256) velvet_harbor_aw1_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 v[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) v[k] = __ldcs(in + i + 256 * k);
#pragma unroll
    for (int k = 0; k < 2; ++k) __stcs(out + i + 256 * k, make_uint4(cubic2(v[k].x), cubic2(v[k].y), cubic2(v[k].z), cubic2(v[k].w)));
}

// One field of records, packed (set-up only; a copy, no kernel of ours).
template <typename T>
T* packed(const T* records, int width, int field, size_t count) {
    T* p; CHECK(cudaMalloc(&p, count * sizeof(T)));
    CHECK(cudaMemcpy2D(p, sizeof(T), records + field, width * sizeof(T), sizeof(T), count, cudaMemcpyDeviceToDevice));
    return p;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    double* wide = empty<double>(kSpan);  // result of the long cases
    float* widef = reinterpret_cast<float*>(wide);
    uint4* wide4 = reinterpret_cast<uint4*>(wide);
    static_assert(kRows <= kSpan && (size_t)kGrains * 4 <= (size_t)kSpan * 8 && (size_t)kPacks * 16 <= (size_t)kSpan * 8, "result is too short");

    double *table = filled<double>((size_t)kRows * kCols, 11), *tx = filled<double>(kRows, 12), *tw = filled<double>(kRows, 13);
    double *colp = packed(table, kCols, kColP, kRows), *colq = packed(table, kCols, kColQ, kRows);
    add("copper_lantern_aw1_a", wide, kRows, Output::f64, [=] { copper_lantern_aw1_a<<<(kRows + 191) / 192, 192>>>(table, tx, tw, wide); });
    add("copper_lantern_aw1_b", wide, kRows, Output::f64, [=] { copper_lantern_aw1_b<<<(kRows + 191) / 192, 192>>>(colp, colq, tx, tw, wide); });

    int *matrix = harness::indices((size_t)kHigh * kWide, 1000, 14), *turned = empty<int>((size_t)kHigh * kWide);
    add("willow_ferry_aw1_a", turned, (size_t)kHigh * kWide, Output::i32, [=] {
        willow_ferry_aw1_a<<<dim3(kWide / 32, kHigh / 32), dim3(32, 8)>>>(matrix, turned); });
    add("willow_ferry_aw1_b", turned, (size_t)kHigh * kWide, Output::i32, [=] {
        willow_ferry_aw1_b<<<dim3(kWide / 32, kHigh / 32), dim3(32, 8)>>>(matrix, turned); });

    float* grainf = filled<float>((size_t)kGrains * 20, 15);
    const Grain* grains = reinterpret_cast<const Grain*>(grainf);
    float *charge = packed(grainf, 20, 0, kGrains), *tilt = packed(grainf, 20, 6, kGrains), *spin = packed(grainf, 20, 11, kGrains),
          *mass = packed(grainf, 20, 17, kGrains);
    add("pebble_orchard_aw1_a", widef, kGrains, Output::f32, [=] { pebble_orchard_aw1_a<<<kGrains / 128, 128>>>(grains, widef); });
    add("pebble_orchard_aw1_b", widef, kGrains, Output::f32, [=] { pebble_orchard_aw1_b<<<kGrains / 128, 128>>>(charge, tilt, spin, mass, widef); });

    uint8_t *front = reinterpret_cast<uint8_t*>(filled<float>(kPixels / 4, 16)), *back = reinterpret_cast<uint8_t*>(filled<float>(kPixels / 4, 17)),
            *mixed = empty<uint8_t>(kPixels);
    const uint4 *front4 = reinterpret_cast<const uint4*>(front), *back4 = reinterpret_cast<const uint4*>(back);
    uint4* mixed4 = reinterpret_cast<uint4*>(mixed);
    add("thistle_anchor_aw1_a", mixed, kPixels, Output::u8, [=] { thistle_anchor_aw1_a<<<kPixels / 512, 256>>>(front, back, mixed); });
    add("thistle_anchor_aw1_b", mixed, kPixels, Output::u8, [=] { thistle_anchor_aw1_b<<<kPixels / 4096, 256>>>(front4, back4, mixed4); });

    double *sx = filled<double>((size_t)kSpan + 1, 18), *sy = filled<double>(kSpan, 19), *sa = empty<double>(kSpan);
    CHECK(cudaMemcpy(sa, sx + 1, (size_t)kSpan * sizeof(double), cudaMemcpyDeviceToDevice));
    add("harvest_clock_aw1_a", wide, kSpan, Output::f64, [=] { harvest_clock_aw1_a<<<kSpan / 1024, 512>>>(sx, sy, wide); });
    add("harvest_clock_aw1_b", wide, kSpan, Output::f64, [=] { harvest_clock_aw1_b<<<kSpan / 1024, 512>>>(sa, sy, wide); });

    const uint4* halves = reinterpret_cast<const uint4*>(filled<__half>((size_t)kPacks * 8, 20));
    add("velvet_harbor_aw1_a", wide, (size_t)kPacks * 8, Output::f16, [=] { velvet_harbor_aw1_a<<<kPacks / 512, 256>>>(halves, wide4); });

    return harness::run(argc, argv, cases);
}
