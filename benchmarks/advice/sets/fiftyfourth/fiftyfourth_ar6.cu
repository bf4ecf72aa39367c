// Eight measured cases of arithmetic: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Damped harmonic series sum_k 0.8^k sin(k angle), 20 terms, eight half-precision angles a thread.
constexpr int kAngleBlocks = 132 * 40, kAngles = kAngleBlocks * 192 * 8, kHarmonics = 20;

__device__ __forceinline__ void angles_of(uint4 raw, float* angle) {
    const __half2* h = reinterpret_cast<const __half2*>(&raw);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 f = __half22float2(h[j]); angle[2 * j] = 1.0f + f.x; angle[2 * j + 1] = 1.0f + f.y; }
}
__device__ __forceinline__ uint4 packed_of(const float* v) {
    uint4 raw;
    __half2* h = reinterpret_cast<__half2*>(&raw);
#pragma unroll
    for (int j = 0; j < 4; ++j) h[j] = __floats2half2_rn(v[2 * j], v[2 * j + 1]);
    return raw;
}

__global__ void __launch_bounds__(192, 5) thistle_bell_ar6_a(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float angle[8], sum[8] = {}, weight = 1.0f, turn = 0.0f;
    angles_of(in[i], angle);
#pragma unroll 1
    for (int k = 0; k < kHarmonics; ++k) {
        weight *= 0.8f; turn += 1.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[j] = fmaf(weight, sinf(turn * angle[j]), sum[j]);
    }
    out[i] = packed_of(sum);
}

__global__ void __launch_bounds__(192, 5) thistle_bell_ar6_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float angle[8], sum[8] = {}, now[8], last[8], twice[8], weight = 1.0f;
    angles_of(in[i], angle);
#pragma unroll
    for (int j = 0; j < 8; ++j) { float c; __sincosf(angle[j], &now[j], &c); last[j] = 0.0f; twice[j] = 2.0f * c; }
#pragma unroll
    for (int k = 0; k < kHarmonics; ++k) {
        weight *= 0.8f;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            sum[j] = fmaf(weight, now[j], sum[j]);
            float next = fmaf(twice[j], now[j], -last[j]);
            last[j] = now[j]; now[j] = next;
        }
    }
    out[i] = packed_of(sum);
}

// ---- Cyclic shift of a single-precision volume along its three axes, with a scale and an offset, four elements a thread.
constexpr int kNx = 628, kNy = 250, kNz = 64, kVolume = kNx * kNy * kNz;
static_assert(kVolume % 640 == 0 && kNz % 4 == 0, "whole blocks");

__global__ void __launch_bounds__(160) barge_lantern_ar6_a(const float* __restrict__ in, float* __restrict__ out, long long nx, long long ny, long long nz,
                                                           long long sx, long long sy, long long sz) {
    long long first = (long long)blockIdx.x * 640 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        long long e = first + j * 160, x = e % nx, y = (e / nx) % ny, z = e / (nx * ny);
        v[j] = in[((z + sz) % nz * ny + (y + sy) % ny) * nx + (x + sx) % nx];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[first + j * 160] = fmaf(v[j], 0.75f, 2.0f);
}

__global__ void __launch_bounds__(160) barge_lantern_ar6_b(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz, int sx, int sy, int sz) {
    int x = blockIdx.x * 160 + threadIdx.x, y = blockIdx.y;
    if (x >= nx) return;
    int fx = x + sx < nx ? x + sx : x + sx - nx, fy = y + sy < ny ? y + sy : y + sy - ny;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int z = blockIdx.z * 4 + j, fz = z + sz < nz ? z + sz : z + sz - nz;
        v[j] = in[(fz * ny + fy) * nx + fx];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[((blockIdx.z * 4 + j) * ny + y) * nx + x] = fmaf(v[j], 0.75f, 2.0f);
}

// ---- One polynomial of 4096 double-precision coefficients at 16896 points, a point a thread.
constexpr int kPoints = 132 * 128, kTerms = 4096;

__device__ __forceinline__ void terms_in(const double2* __restrict__ from, double2* to) {
#pragma unroll
    for (int k = 0; k < kTerms / 2; k += 128) to[k + threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(128) quilt_heron_ar6_a(const double* __restrict__ points, const double2* __restrict__ terms, double* __restrict__ value) {
    __shared__ double2 held[kTerms / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    double x = points[i], y = 0.0;
    terms_in(terms, held);
#pragma unroll 8
    for (int k = 0; k < kTerms / 2; ++k) {
        double2 c = held[k];
        y = fma(y, x, c.x);
        y = fma(y, x, c.y);
    }
    value[i] = y;
}

__global__ void __launch_bounds__(128) quilt_heron_ar6_b(const double* __restrict__ points, const double2* __restrict__ terms, double* __restrict__ value) {
    __shared__ double2 held[kTerms / 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    double x = points[i], x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, part[8] = {};
    terms_in(terms, held);
#pragma unroll 4
    for (int k = 0; k < kTerms / 2; k += 4) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            double2 c = held[k + j];
            part[2 * j] = fma(part[2 * j], x8, c.x);
            part[2 * j + 1] = fma(part[2 * j + 1], x8, c.y);
        }
    }
    double y = part[0];
#pragma unroll
    for (int j = 1; j < 8; ++j) y = fma(y, x, part[j]);
    value[i] = y;
}

// ---- Forty affine maps of space one after another, two points a thread, maps in constant memory.
constexpr int kMaps = 40, kCloudBlocks = 132 * 16 * 20, kCloud = kCloudBlocks * 256;
__constant__ float g_maps[kMaps * 12];

template <bool kJoined>
__device__ __forceinline__ float mul_add(float a, float b, float c) { return kJoined ? fmaf(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }

template <bool kJoined>
__device__ __forceinline__ void mapped(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p[2] = {in[i], in[i + 128]};
#pragma unroll
    for (int m = 0; m < kMaps; ++m) {
        const float* c = g_maps + 12 * m;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float4 q = p[j];
            p[j].x = mul_add<kJoined>(c[0], q.x, mul_add<kJoined>(c[1], q.y, mul_add<kJoined>(c[2], q.z, c[3])));
            p[j].y = mul_add<kJoined>(c[4], q.x, mul_add<kJoined>(c[5], q.y, mul_add<kJoined>(c[6], q.z, c[7])));
            p[j].z = mul_add<kJoined>(c[8], q.x, mul_add<kJoined>(c[9], q.y, mul_add<kJoined>(c[10], q.z, c[11])));
        }
    }
    out[i] = p[0]; out[i + 128] = p[1];
}

__global__ void __launch_bounds__(128) copper_mitten_ar6_a(const float4* __restrict__ in, float4* __restrict__ out) { mapped<false>(in, out); }
__global__ void __launch_bounds__(128) copper_mitten_ar6_b(const float4* __restrict__ in, float4* __restrict__ out) { mapped<true>(in, out); }

// ---- Row at which the running total of each integer column reaches the column's own limit, a column a thread.
constexpr int kColumns = 132 * 128, kRows = 320;

__global__ void __launch_bounds__(64) willow_ferry_ar6_a(const int* __restrict__ table, const int* __restrict__ limits, int* __restrict__ reached) {
    int column = blockIdx.x * 64 + threadIdx.x, limit = 120000 + limits[column], total = 0, row = 0;
    for (; row < kRows; ++row) {
        total += table[row * kColumns + column];
        if (total >= limit) break;
    }
    reached[column] = row * 1024 + (total - limit);
}

__global__ void __launch_bounds__(64) willow_ferry_ar6_b(const int* __restrict__ table, const int* __restrict__ limits, int* __restrict__ reached) {
    int column = blockIdx.x * 64 + threadIdx.x, limit = 120000 + limits[column], total = 0, row = 0;
    for (int from = 0; from < kRows && total < limit; from += 16) {
        int v[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) v[j] = table[(from + j) * kColumns + column];
#pragma unroll
        for (int j = 0; j < 16; ++j)
            if (total < limit) { total += v[j]; row = total < limit ? from + j + 1 : from + j; }
    }
    reached[column] = row * 1024 + (total - limit);
}

// ---- 96 pairs of shears of the plane by one of 64 programs a tile: a tile of 64 points (float pairs) a warp.
constexpr int kPrograms = 64, kShears = 96, kTiles = 132 * 64 * 36;

__host__ __device__ __forceinline__ float shear_of(int program, int k) { return 0.1f * harness::unit((uint32_t)(program * 2 * kShears + k) * 747796405u + 17u); }

template <int kProgram>
__device__ __forceinline__ void sheared(float4& q) {
#pragma unroll
    for (int k = 0; k < 2 * kShears; k += 2) {
        float s = shear_of(kProgram, k), t = shear_of(kProgram, k + 1);
        q.y = fmaf(s, q.x, q.y); q.w = fmaf(s, q.z, q.w);
        q.x = fmaf(t, q.y, q.x); q.z = fmaf(t, q.w, q.z);
    }
}
template <int kFrom, int kCount>
__device__ __forceinline__ void chosen(int program, float4& q) {
    if constexpr (kCount == 1) sheared<kFrom>(q);
    else if (program < kFrom + kCount / 2) chosen<kFrom, kCount / 2>(program, q);
    else chosen<kFrom + kCount / 2, kCount / 2>(program, q);
}

__global__ void __launch_bounds__(256) pepper_gable_ar6_a(const int* __restrict__ program, const float4* __restrict__ in, float4* __restrict__ out) {
    int tile = blockIdx.x * 8 + threadIdx.x / 32, i = tile * 32 + threadIdx.x % 32;
    float4 q = in[i];
    chosen<0, kPrograms>(program[tile], q);
    out[i] = q;
}

__global__ void __launch_bounds__(256) pepper_gable_ar6_b(const int* __restrict__ program, const float4* __restrict__ shears, const float4* __restrict__ in,
                                                          float4* __restrict__ out) {
    int tile = blockIdx.x * 8 + threadIdx.x / 32, i = tile * 32 + threadIdx.x % 32;
    float4 q = in[i];
    const float4* mine = shears + program[tile] * (kShears / 2);
#pragma unroll 8
    for (int k = 0; k < kShears / 2; ++k) {
        float4 s = __ldg(mine + k);
        q.y = fmaf(s.x, q.x, q.y); q.w = fmaf(s.x, q.z, q.w);
        q.x = fmaf(s.y, q.y, q.x); q.z = fmaf(s.y, q.w, q.z);
        q.y = fmaf(s.z, q.x, q.y); q.w = fmaf(s.z, q.z, q.w);
        q.x = fmaf(s.w, q.y, q.x); q.z = fmaf(s.w, q.w, q.z);
    }
    out[i] = q;
}

// ---- Gate of one long field by the logistic function of another, a quadruple a thread.
constexpr int kGates = 84480 * 512;  // quadruples

template <bool kQuick>
__device__ __forceinline__ float gated(float a, float b) { return kQuick ? __fdividef(1.5f + b, 1.0f + __expf(-a)) : (1.5f + b) / (1.0f + expf(-a)); }

template <bool kQuick>
__device__ __forceinline__ void gate_field(const float4* __restrict__ gate, const float4* __restrict__ field, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 a = __ldcs(gate + i), b = __ldcs(field + i);
    __stcs(out + i, make_float4(gated<kQuick>(a.x, b.x), gated<kQuick>(a.y, b.y), gated<kQuick>(a.z, b.z), gated<kQuick>(a.w, b.w)));
}

__global__ void __launch_bounds__(512) saddle_plum_ar6_a(const float4* __restrict__ gate, const float4* __restrict__ field, float4* __restrict__ out) {
    gate_field<false>(gate, field, out);
}
__global__ void __launch_bounds__(512) saddle_plum_ar6_b(const float4* __restrict__ gate, const float4* __restrict__ field, float4* __restrict__ out) {
    gate_field<true>(gate, field, out);
}

// ---- Complex recurrence z = w z + c, 256 turns, two double-precision orbits a thread.
constexpr int kOrbitBlocks = 132 * 4 * 48, kOrbits = kOrbitBlocks * 512;

__global__ void __launch_bounds__(256) otter_bridge_ar6_a(const double2* __restrict__ factor, const double2* __restrict__ push, double2* __restrict__ end) {
    int i = blockIdx.x * 512 + threadIdx.x;
    double2 w[2], c[2], z[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        double2 f = factor[i + j * 256];
        w[j] = make_double2(0.69 * f.x, 0.69 * f.y);
        c[j] = push[i + j * 256];
        z[j] = c[j];
    }
#pragma unroll 8
    for (int turn = 0; turn < 256; ++turn) {
#pragma unroll
        for (int j = 0; j < 2; ++j)
            z[j] = make_double2(fma(w[j].x, z[j].x, fma(-w[j].y, z[j].y, c[j].x)), fma(w[j].x, z[j].y, fma(w[j].y, z[j].x, c[j].y)));
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) end[i + j * 256] = z[j];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    const uint4* angles = reinterpret_cast<const uint4*>(filled<__half>(kAngles, 61));
    uint4* series = reinterpret_cast<uint4*>(empty<__half>(kAngles));
    add("thistle_bell_ar6_a", series, kAngles, Output::f16, [=] { thistle_bell_ar6_a<<<kAngleBlocks, 192>>>(angles, series); });
    add("thistle_bell_ar6_b", series, kAngles, Output::f16, [=] { thistle_bell_ar6_b<<<kAngleBlocks, 192>>>(angles, series); });

    const float* volume = filled<float>(kVolume, 62);
    float* shifted = empty<float>(kVolume);
    add("barge_lantern_ar6_a", shifted, kVolume, Output::f32, [=] { barge_lantern_ar6_a<<<kVolume / 640, 160>>>(volume, shifted, kNx, kNy, kNz, 48, 31, 9); });
    add("barge_lantern_ar6_b", shifted, kVolume, Output::f32, [=] {
        barge_lantern_ar6_b<<<dim3((kNx + 159) / 160, kNy, kNz / 4), 160>>>(volume, shifted, kNx, kNy, kNz, 48, 31, 9); });

    const double* points = filled<double>(kPoints, 63);
    const double2* terms = reinterpret_cast<const double2*>(filled<double>(kTerms, 64));
    double* value = empty<double>(kPoints);
    add("quilt_heron_ar6_a", value, kPoints, Output::f64, [=] { quilt_heron_ar6_a<<<kPoints / 128, 128>>>(points, terms, value); });
    add("quilt_heron_ar6_b", value, kPoints, Output::f64, [=] { quilt_heron_ar6_b<<<kPoints / 128, 128>>>(points, terms, value); });

    // Small rotations about changing axes, each with a small shift.
    std::vector<float> maps(kMaps * 12);
    for (int m = 0; m < kMaps; ++m) {
        double angle = 0.05 + 0.01 * (m % 7), c = std::cos(angle), s = std::sin(angle);
        int a = m % 3, b = (m + 1) % 3, rest = (m + 2) % 3;
        double r[3][4] = {{0.011, 0.012, 0.013, 0.04}, {0.012, 0.013, 0.011, 0.05}, {0.013, 0.011, 0.012, 0.06}};
        r[a][a] = c; r[a][b] = -s; r[b][a] = s; r[b][b] = c; r[rest][rest] = 0.97;
        for (int k = 0; k < 12; ++k) maps[m * 12 + k] = (float)r[k / 4][k % 4];
    }
    CHECK(cudaMemcpyToSymbol(g_maps, maps.data(), maps.size() * sizeof(float)));
    const float4* cloud = reinterpret_cast<const float4*>(filled<float>((size_t)kCloud * 4, 65));
    float4* moved = reinterpret_cast<float4*>(empty<float>((size_t)kCloud * 4));
    add("copper_mitten_ar6_a", moved, (size_t)kCloud * 4, Output::f32, [=] { copper_mitten_ar6_a<<<kCloudBlocks, 128>>>(cloud, moved); });
    add("copper_mitten_ar6_b", moved, (size_t)kCloud * 4, Output::f32, [=] { copper_mitten_ar6_b<<<kCloudBlocks, 128>>>(cloud, moved); });

    const int *table = indices((size_t)kColumns * kRows, 1000, 66), *limits = indices(kColumns, 8000, 67);
    int* reached = empty<int>(kColumns);
    add("willow_ferry_ar6_a", reached, kColumns, Output::i32, [=] { willow_ferry_ar6_a<<<kColumns / 64, 64>>>(table, limits, reached); });
    add("willow_ferry_ar6_b", reached, kColumns, Output::i32, [=] { willow_ferry_ar6_b<<<kColumns / 64, 64>>>(table, limits, reached); });

    std::vector<float> shears(kPrograms * 2 * kShears);
    for (int k = 0; k < kPrograms * 2 * kShears; ++k) shears[k] = shear_of(k / (2 * kShears), k % (2 * kShears));
    const float4* shears4 = reinterpret_cast<const float4*>(uploaded(shears));
    const int* program = indices(kTiles, kPrograms, 68);
    const float4* plane = reinterpret_cast<const float4*>(filled<float>((size_t)kTiles * 128, 69));
    float4* bent = reinterpret_cast<float4*>(empty<float>((size_t)kTiles * 128));
    add("pepper_gable_ar6_a", bent, (size_t)kTiles * 128, Output::f32, [=] { pepper_gable_ar6_a<<<kTiles / 8, 256>>>(program, plane, bent); });
    add("pepper_gable_ar6_b", bent, (size_t)kTiles * 128, Output::f32, [=] { pepper_gable_ar6_b<<<kTiles / 8, 256>>>(program, shears4, plane, bent); });

    const float4 *gate = reinterpret_cast<const float4*>(filled<float>((size_t)kGates * 4, 70)), *field = reinterpret_cast<const float4*>(filled<float>((size_t)kGates * 4, 71));
    float4* passed = reinterpret_cast<float4*>(empty<float>((size_t)kGates * 4));
    add("saddle_plum_ar6_a", passed, (size_t)kGates * 4, Output::f32, [=] { saddle_plum_ar6_a<<<kGates / 512, 512>>>(gate, field, passed); });
    add("saddle_plum_ar6_b", passed, (size_t)kGates * 4, Output::f32, [=] { saddle_plum_ar6_b<<<kGates / 512, 512>>>(gate, field, passed); });

    const double2 *factor = reinterpret_cast<const double2*>(filled<double>((size_t)kOrbits * 2, 72)), *push = reinterpret_cast<const double2*>(filled<double>((size_t)kOrbits * 2, 73));
    double2* end = reinterpret_cast<double2*>(empty<double>((size_t)kOrbits * 2));
    add("otter_bridge_ar6_a", end, (size_t)kOrbits * 2, Output::f64, [=] { otter_bridge_ar6_a<<<kOrbitBlocks, 256>>>(factor, push, end); });

    return harness::run(argc, argv, cases);
}
