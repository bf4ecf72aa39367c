// Eight measured cases of global-memory access: before (_a) and after (_b).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "harness.cuh"

using harness::Case;
using harness::Output;

// Set-up only: column `at` of a row-major table of `width` columns as an array of its own.
template <typename T>
__global__ void harness_lay(const T* from, T* to, int n, int width, int at) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[(size_t)i * width + at];
}

// ---- Two double streams weighted by one column of a table of seven columns, two elements a thread.
constexpr int kAmber = 320 * 2 * 14080, kAmberWide = 7, kAmberColumn = 2;

__device__ __forceinline__ double amber(double x, double t, double y) { return fabs(fma(x, t, y)); }

__global__ void __launch_bounds__(320) amber_kettle_as1_a(const double2* __restrict__ x, const double2* __restrict__ y, const double* __restrict__ table,
                                                          double2* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    const double* row = table + (size_t)i * (2 * kAmberWide) + kAmberColumn;
    double2 u = x[i], v = y[i];
    double t0 = row[0], t1 = row[kAmberWide];
    out[i] = make_double2(amber(u.x, t0, v.x), amber(u.y, t1, v.y));
}

__global__ void __launch_bounds__(320) amber_kettle_as1_b(const double2* __restrict__ x, const double2* __restrict__ y, const double2* __restrict__ column,
                                                          double2* __restrict__ out) {
    int i = blockIdx.x * 320 + threadIdx.x;
    double2 u = x[i], v = y[i], t = column[i];
    out[i] = make_double2(amber(u.x, t.x, v.x), amber(u.y, t.y, v.y));
}

// ---- Transposition of a 1600 x 2400 float matrix whose columns are scaled on the way, a block of 32 x 8 threads a tile of 32 x 32.
constexpr int kMossRows = 1600, kMossCols = 2400;

__global__ void __launch_bounds__(256) lantern_moss_as1_a(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    float s = scale[c], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(r + 8 * j) * kMossCols + c];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[c * kMossRows + r + 8 * j] = fmaf(s, v[j], 1.0f);
}

__global__ void __launch_bounds__(256) lantern_moss_as1_b(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
    float s = scale[c], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = in[(r + 8 * j) * kMossCols + c];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[ty + 8 * j][tx] = fmaf(s, v[j], 1.0f);
    __syncthreads();
    int to = (blockIdx.x * 32 + ty) * kMossRows + blockIdx.y * 32 + tx;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[to + 8 * j * kMossRows] = tile[tx][ty + 8 * j];
}

// ---- Kinetic energy of 28 million particles of sixteen floats, two particles a thread.
struct Walrus {
    float px, py, pz, vx, vy, vz, spin, charge, age, mass, fx, fy, fz, tone, heat, id;
};
constexpr int kWalrus = 128 * 2 * 109375;

__device__ __forceinline__ float energy(float vx, float vy, float vz, float mass) { return 0.5f * (1.0f + mass) * fmaf(vx, vx, fmaf(vy, vy, vz * vz)); }

__global__ void __launch_bounds__(128) walrus_teapot_as1_a(const Walrus* __restrict__ all, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float vx[2], vy[2], vz[2], m[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const Walrus& w = all[i + 128 * j];
        vx[j] = w.vx; vy[j] = w.vy; vz[j] = w.vz; m[j] = w.mass;
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + 128 * j] = energy(vx[j], vy[j], vz[j], m[j]);
}

__global__ void __launch_bounds__(128) walrus_teapot_as1_b(const float* __restrict__ vxs, const float* __restrict__ vys, const float* __restrict__ vzs,
                                                           const float* __restrict__ masses, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float vx[2], vy[2], vz[2], m[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        int k = i + 128 * j;
        vx[j] = vxs[k]; vy[j] = vys[k]; vz[j] = vzs[k]; m[j] = masses[k];
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + 128 * j] = energy(vx[j], vy[j], vz[j], m[j]);
}

// ---- Look-up of 30 million cells in a table of 20 million float pairs: list of cells in random order, then the same list sorted.
constexpr int kClockStep = 132 * 4 * 512, kClock = kClockStep * 112, kClockTable = 20000000;

__device__ __forceinline__ void clock_lookup(const int* __restrict__ cell, const float2* __restrict__ table, float* __restrict__ out) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kClock; i += 4 * kClockStep) {
        int at[4];
        float2 pair[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) at[j] = cell[i + j * kClockStep];
#pragma unroll
        for (int j = 0; j < 4; ++j) pair[j] = table[at[j]];
#pragma unroll
        for (int j = 0; j < 4; ++j) out[i + j * kClockStep] = fmaf(pair[j].x, pair[j].x, 0.5f * pair[j].y);
    }
}

__global__ void __launch_bounds__(512, 4) juniper_clock_as1_a(const int* __restrict__ cell, const float2* __restrict__ table, float* __restrict__ out) {
    clock_lookup(cell, table, out);
}
__global__ void __launch_bounds__(512, 4) juniper_clock_as1_b(const int* __restrict__ cell, const float2* __restrict__ table, float* __restrict__ out) {
    clock_lookup(cell, table, out);
}

// ---- Blend of two 8-bit images with fixed weights.
constexpr int kOtter = 256 * 16 * 2250;

__device__ __forceinline__ uint32_t blend(uint32_t a, uint32_t b) { return (a * 77u + b * 179u + 128u) >> 8; }

__global__ void __launch_bounds__(256) velvet_otter_as1_a(const uint8_t* __restrict__ a, const uint8_t* __restrict__ b, uint8_t* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = (uint8_t)blend(a[i], b[i]);
}

__device__ __forceinline__ uint32_t blend4(uint32_t a, uint32_t b) {
    uint32_t low = blend(a & 255u, b & 255u), next = blend((a >> 8) & 255u, (b >> 8) & 255u);
    uint32_t third = blend((a >> 16) & 255u, (b >> 16) & 255u), top = blend(a >> 24, b >> 24);
    return low | next << 8 | third << 16 | top << 24;
}

__global__ void __launch_bounds__(256) velvet_otter_as1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 u = a[i], v = b[i];
    out[i] = make_uint4(blend4(u.x, v.x), blend4(u.y, v.y), blend4(u.z, v.z), blend4(u.w, v.w));
}

// ---- Mean square of eight random rows of 32 bfloat16 a bag, four lanes a row: table behind a header of 16 bytes, then at its own start.
constexpr int kBags = 48 * 12500, kBagRows = 2400000, kHeader = 8;  // header in elements

__device__ __forceinline__ void square_into(float* sum, uint32_t bits) {
    float low = __uint_as_float(bits << 16), high = __uint_as_float(bits & 0xffff0000u);
    sum[0] = fmaf(low, low, sum[0]);
    sum[1] = fmaf(high, high, sum[1]);
}
__device__ __forceinline__ uint32_t halves(float x, float y) {
    __half2 h = __floats2half2_rn(0.125f * x, 0.125f * y);
    return *reinterpret_cast<uint32_t*>(&h);
}

__device__ __forceinline__ void bag_squares(const int4* __restrict__ rows, const __nv_bfloat16* __restrict__ table, uint4* __restrict__ out) {
    int lane = threadIdx.x % 4, bag = blockIdx.x * 48 + threadIdx.x / 4;
    int4 p = rows[2 * bag], q = rows[2 * bag + 1];
    int row[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
    uint4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = *reinterpret_cast<const uint4*>(table + row[j] * 32 + lane * 8);
    float sum[8] = {};
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        square_into(sum, v[j].x); square_into(sum + 2, v[j].y); square_into(sum + 4, v[j].z); square_into(sum + 6, v[j].w);
    }
    out[bag * 4 + lane] = make_uint4(halves(sum[0], sum[1]), halves(sum[2], sum[3]), halves(sum[4], sum[5]), halves(sum[6], sum[7]));
}

__global__ void __launch_bounds__(192) saffron_anchor_as1_a(const int4* __restrict__ rows, const __nv_bfloat16* __restrict__ table, uint4* __restrict__ out) {
    bag_squares(rows, table, out);
}
__global__ void __launch_bounds__(192) saffron_anchor_as1_b(const int4* __restrict__ rows, const __nv_bfloat16* __restrict__ table, uint4* __restrict__ out) {
    bag_squares(rows, table, out);
}

// ---- Distance of two float streams, four elements a thread: the first one element off, then aligned.
constexpr int kPebble = 512 * 4 * 73000;

__device__ __forceinline__ void pebble(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) {
    int i = blockIdx.x * 2048 + threadIdx.x;
    float u[4], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { u[j] = x[i + 512 * j]; v[j] = y[i + 512 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + 512 * j] = fmaf(0.25f, fabsf(u[j] - v[j]), 0.1f);
}

__global__ void __launch_bounds__(512) pebble_organ_as1_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { pebble(x, y, out); }
__global__ void __launch_bounds__(512) pebble_organ_as1_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out) { pebble(x, y, out); }

// ---- Products of two half streams plus a constant, two vectors of eight a thread.
constexpr int kQuince = 1024 * 2 * 6000;  // vectors of eight

__device__ __forceinline__ uint32_t quince(uint32_t a, uint32_t b) {
    __half2 r = __hfma2(*reinterpret_cast<__half2*>(&a), *reinterpret_cast<__half2*>(&b), __float2half2_rn(0.75f));
    return *reinterpret_cast<uint32_t*>(&r);
}

__global__ void __launch_bounds__(1024) quince_harbor_as1_a(const uint4* __restrict__ x, const uint4* __restrict__ y, uint4* __restrict__ out) {
    int i = blockIdx.x * 2048 + threadIdx.x;
    uint4 u[2], v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { u[j] = x[i + 1024 * j]; v[j] = y[i + 1024 * j]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[i + 1024 * j] = make_uint4(quince(u[j].x, v[j].x), quince(u[j].y, v[j].y), quince(u[j].z, v[j].z), quince(u[j].w, v[j].w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    float* out = empty<float>(kPebble);  // 598 MB, the result of every case
    static_assert((size_t)kQuince * 16 <= (size_t)kPebble * 4 && (size_t)kAmber * 8 <= (size_t)kPebble * 4 && kClock <= kPebble && kWalrus <= kPebble, "result is too short");

    double *ax = filled<double>(kAmber, 11), *ay = filled<double>(kAmber, 12), *atable = filled<double>((size_t)kAmber * kAmberWide, 13), *acolumn = empty<double>(kAmber);
    harness_lay<double><<<2048, 256>>>(atable, acolumn, kAmber, kAmberWide, kAmberColumn); CHECK(cudaGetLastError());
    double2 *ax2 = reinterpret_cast<double2*>(ax), *ay2 = reinterpret_cast<double2*>(ay), *acolumn2 = reinterpret_cast<double2*>(acolumn), *aout = reinterpret_cast<double2*>(out);
    add("amber_kettle_as1_a", out, kAmber, Output::f64, [=] { amber_kettle_as1_a<<<kAmber / 640, 320>>>(ax2, ay2, atable, aout); });
    add("amber_kettle_as1_b", out, kAmber, Output::f64, [=] { amber_kettle_as1_b<<<kAmber / 640, 320>>>(ax2, ay2, acolumn2, aout); });

    float *min = filled<float>((size_t)kMossRows * kMossCols, 21), *mscale = filled<float>(kMossCols, 22);
    dim3 mgrid(kMossCols / 32, kMossRows / 32), mblock(32, 8);
    add("lantern_moss_as1_a", out, (size_t)kMossRows * kMossCols, Output::f32, [=] { lantern_moss_as1_a<<<mgrid, mblock>>>(min, mscale, out); });
    add("lantern_moss_as1_b", out, (size_t)kMossRows * kMossCols, Output::f32, [=] { lantern_moss_as1_b<<<mgrid, mblock>>>(min, mscale, out); });

    float *records = filled<float>((size_t)kWalrus * 16, 31), *vx = empty<float>(kWalrus), *vy = empty<float>(kWalrus), *vz = empty<float>(kWalrus), *mass = empty<float>(kWalrus);
    harness_lay<float><<<2048, 256>>>(records, vx, kWalrus, 16, 3); CHECK(cudaGetLastError());
    harness_lay<float><<<2048, 256>>>(records, vy, kWalrus, 16, 4); CHECK(cudaGetLastError());
    harness_lay<float><<<2048, 256>>>(records, vz, kWalrus, 16, 5); CHECK(cudaGetLastError());
    harness_lay<float><<<2048, 256>>>(records, mass, kWalrus, 16, 9); CHECK(cudaGetLastError());
    const Walrus* all = reinterpret_cast<const Walrus*>(records);
    add("walrus_teapot_as1_a", out, kWalrus, Output::f32, [=] { walrus_teapot_as1_a<<<kWalrus / 256, 128>>>(all, out); });
    add("walrus_teapot_as1_b", out, kWalrus, Output::f32, [=] { walrus_teapot_as1_b<<<kWalrus / 256, 128>>>(vx, vy, vz, mass, out); });

    float2* pairs = reinterpret_cast<float2*>(filled<float>((size_t)kClockTable * 2, 41));
    int *cells = indices(kClock, kClockTable, 42), *ordered = nullptr;
    {
        std::vector<int> list(kClock);
        CHECK(cudaMemcpy(list.data(), cells, (size_t)kClock * sizeof(int), cudaMemcpyDeviceToHost));
        std::vector<int> often(kClockTable, 0);
        for (int c : list) ++often[c];
        size_t to = 0;
        for (int c = 0; c < kClockTable; ++c)
            for (int k = 0; k < often[c]; ++k) list[to++] = c;
        ordered = harness::uploaded(list);
    }
    add("juniper_clock_as1_a", out, kClock, Output::f32, [=] { juniper_clock_as1_a<<<132 * 4, 512>>>(cells, pairs, out); });
    add("juniper_clock_as1_b", out, kClock, Output::f32, [=] { juniper_clock_as1_b<<<132 * 4, 512>>>(ordered, pairs, out); });

    // Random bytes: the indices are below 2^31, so that every fourth byte is below 128.
    int *oa = indices(kOtter / 4, 0x7fffffffu, 51), *ob = indices(kOtter / 4, 0x7fffffffu, 52 + kOtter);
    uint8_t *oa1 = reinterpret_cast<uint8_t*>(oa), *ob1 = reinterpret_cast<uint8_t*>(ob), *oout1 = reinterpret_cast<uint8_t*>(out);
    uint4 *oa16 = reinterpret_cast<uint4*>(oa), *ob16 = reinterpret_cast<uint4*>(ob), *oout16 = reinterpret_cast<uint4*>(out);
    add("velvet_otter_as1_a", out, kOtter, Output::u8, [=] { velvet_otter_as1_a<<<kOtter / 256, 256>>>(oa1, ob1, oout1); });
    add("velvet_otter_as1_b", out, kOtter, Output::u8, [=] { velvet_otter_as1_b<<<kOtter / 4096, 256>>>(oa16, ob16, oout16); });

    int4* brows = reinterpret_cast<int4*>(indices((size_t)kBags * 8, kBagRows, 61));
    __nv_bfloat16 *behind = filled<__nv_bfloat16>((size_t)kBagRows * 32 + kHeader, 62) + kHeader, *level = empty<__nv_bfloat16>((size_t)kBagRows * 32);
    CHECK(cudaMemcpy(level, behind, (size_t)kBagRows * 32 * sizeof(__nv_bfloat16), cudaMemcpyDeviceToDevice));
    add("saffron_anchor_as1_a", out, (size_t)kBags * 32, Output::f16, [=] { saffron_anchor_as1_a<<<kBags / 48, 192>>>(brows, behind, oout16); });
    add("saffron_anchor_as1_b", out, (size_t)kBags * 32, Output::f16, [=] { saffron_anchor_as1_b<<<kBags / 48, 192>>>(brows, level, oout16); });

    // The two streams lie in the (larger) particle records.
    static_assert((size_t)160000000 + kPebble <= (size_t)kWalrus * 16, "records are too short");
    float *off = records + 1, *other = records + 160000000, *even = empty<float>(kPebble);
    CHECK(cudaMemcpy(even, off, (size_t)kPebble * sizeof(float), cudaMemcpyDeviceToDevice));
    add("pebble_organ_as1_a", out, kPebble, Output::f32, [=] { pebble_organ_as1_a<<<kPebble / 2048, 512>>>(off, other, out); });
    add("pebble_organ_as1_b", out, kPebble, Output::f32, [=] { pebble_organ_as1_b<<<kPebble / 2048, 512>>>(even, other, out); });

    uint4 *qx = reinterpret_cast<uint4*>(filled<__half>((size_t)kQuince * 8, 81)), *qy = reinterpret_cast<uint4*>(filled<__half>((size_t)kQuince * 8, 82));
    add("quince_harbor_as1_a", out, (size_t)kQuince * 8, Output::f16, [=] { quince_harbor_as1_a<<<kQuince / 2048, 1024>>>(qx, qy, oout16); });

    return harness::run(argc, argv, cases);
}
