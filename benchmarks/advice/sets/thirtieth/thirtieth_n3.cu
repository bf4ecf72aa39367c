// Eleven measured cases from medicine, soil, geodesy, trade, learning, radio, language, sound, robots and physics: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Brain scan: sum and energy of the time series of each voxel of six slices of 64 x 64 (16-bit samples, two voxels a thread).
constexpr int kPairsOfVoxels = 6 * 64 * 64 / 2, kVolumes = 8448, kScanParts = 22;

__device__ __forceinline__ float4 voxel_series(const short2* __restrict__ scan, int pair, int from, int count) {
    float4 s = make_float4(0.0f, 0.0f, 0.0f, 0.0f);  // sums of two voxels, energies of two voxels
    const short2* p = scan + (size_t)from * kPairsOfVoxels + pair;
#pragma unroll 8
    for (int v = 0; v < count; ++v) {
        short2 q = p[(size_t)v * kPairsOfVoxels];
        float x = q.x * (1.0f / 4096), y = q.y * (1.0f / 4096);
        s.x += x; s.y += y;
        s.z = fmaf(x, x, s.z); s.w = fmaf(y, y, s.w);
    }
    return s;
}

__global__ void __launch_bounds__(256) brain_slices_n3_a(const short2* __restrict__ scan, float4* __restrict__ stat) {
    int pair = blockIdx.x * 256 + threadIdx.x;
    stat[pair] = voxel_series(scan, pair, 0, kVolumes);
}

__global__ void __launch_bounds__(256) brain_slices_n3_b(const short2* __restrict__ scan, float4* __restrict__ stat) {
    int pair = blockIdx.x * 256 + threadIdx.x;
    float4 s = voxel_series(scan, pair, blockIdx.y * (kVolumes / kScanParts), kVolumes / kScanParts);
    float* to = reinterpret_cast<float*>(stat + pair);
    atomicAdd(to, s.x); atomicAdd(to + 1, s.y); atomicAdd(to + 2, s.z); atomicAdd(to + 3, s.w);
}

// ---- Soil survey: cross products of 256 chemical with 256 spectral traits over 32768 samples in double precision (tensor cores, 64 x 64 tiles).
constexpr int kTraits = 256, kSamples = 32768, kTileEdge = 64, kDeep = 16, kPitch = kTileEdge + 4, kStages = 4, kSoilParts = 16;
constexpr int kStageDoubles = 2 * kDeep * kPitch, kSoilShared = kStages * kStageDoubles * 8;

__device__ __forceinline__ void copy16(double* to, const double* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}

// Copies 16 samples of both tiles; the thread's own first element of each is at `chem`, `spec` and `stage`, its others four samples further on.
__device__ __forceinline__ void soil_stage(double* stage, const double* chem, const double* spec) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        copy16(stage + j * 4 * kPitch, chem + j * 4 * kTraits);
        copy16(stage + (kDeep + j * 4) * kPitch, spec + j * 4 * kTraits);
    }
}

// Leaves in sum[m][n] the warp's 32 x 32 part of the block's tile over the samples [from, from + count).
__device__ __forceinline__ void soil_tile(const double* chem, const double* spec, int row, int col, int from, int count,
                                          double (&sum)[2][4][4]) {
    extern __shared__ __align__(16) double soil[];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, t = lane % 4, m0 = warp / 2 * 32, n0 = warp % 2 * 32;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) sum[m][n][i] = 0.0;
    int steps = count / kDeep;
    chem += (size_t)(from + warp) * kTraits + row + lane * 2;
    spec += (size_t)(from + warp) * kTraits + col + lane * 2;
    double* mine = soil + warp * kPitch + lane * 2;
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) {
        soil_stage(mine + s * kStageDoubles, chem, spec);
        chem += kDeep * kTraits; spec += kDeep * kTraits;
        asm volatile("cp.async.commit_group;");
    }
    int now = 0, ahead = kStages - 1;
    for (int step = 0; step < steps; ++step) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2));
        __syncthreads();
        if (step + kStages - 1 < steps) soil_stage(mine + ahead * kStageDoubles, chem, spec);
        chem += kDeep * kTraits; spec += kDeep * kTraits;
        asm volatile("cp.async.commit_group;");
        const double *a = soil + now * kStageDoubles + m0 + g, *b = soil + now * kStageDoubles + kDeep * kPitch + n0 + g;
#pragma unroll
        for (int k = 0; k < kDeep; k += 8) {
            double fa[2][4], fb[4][2];
#pragma unroll
            for (int m = 0; m < 2; ++m) {
                fa[m][0] = a[(k + t) * kPitch + m * 16];
                fa[m][1] = a[(k + t) * kPitch + m * 16 + 8];
                fa[m][2] = a[(k + t + 4) * kPitch + m * 16];
                fa[m][3] = a[(k + t + 4) * kPitch + m * 16 + 8];
            }
#pragma unroll
            for (int n = 0; n < 4; ++n) {
                fb[n][0] = b[(k + t) * kPitch + n * 8];
                fb[n][1] = b[(k + t + 4) * kPitch + n * 8];
            }
#pragma unroll
            for (int m = 0; m < 2; ++m)
#pragma unroll
                for (int n = 0; n < 4; ++n)
                    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+d"(sum[m][n][0]), "+d"(sum[m][n][1]), "+d"(sum[m][n][2]), "+d"(sum[m][n][3])
                                 : "d"(fa[m][0]), "d"(fa[m][1]), "d"(fa[m][2]), "d"(fa[m][3]), "d"(fb[n][0]), "d"(fb[n][1]));
        }
        now = now + 1 == kStages ? 0 : now + 1;
        ahead = ahead + 1 == kStages ? 0 : ahead + 1;
    }
}

__global__ void __launch_bounds__(128) soil_traits_n3_a(const double* __restrict__ chem, const double* __restrict__ spec, double* __restrict__ cross) {
    double sum[2][4][4];
    int row = blockIdx.x / 4 * kTileEdge, col = blockIdx.x % 4 * kTileEdge;
    soil_tile(chem, spec, row, col, 0, kSamples, sum);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    double* to = cross + (row + warp / 2 * 32 + lane / 4) * kTraits + col + warp % 2 * 32 + lane % 4 * 2;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            *reinterpret_cast<double2*>(to + (m * 16) * kTraits + n * 8) = make_double2(sum[m][n][0], sum[m][n][1]);
            *reinterpret_cast<double2*>(to + (m * 16 + 8) * kTraits + n * 8) = make_double2(sum[m][n][2], sum[m][n][3]);
        }
}

__global__ void __launch_bounds__(128) soil_traits_n3_b(const double* __restrict__ chem, const double* __restrict__ spec, double* __restrict__ cross) {
    double sum[2][4][4];
    int row = blockIdx.x / 4 * kTileEdge, col = blockIdx.x % 4 * kTileEdge;
    soil_tile(chem, spec, row, col, blockIdx.y * (kSamples / kSoilParts), kSamples / kSoilParts, sum);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    double* to = cross + (row + warp / 2 * 32 + lane / 4) * kTraits + col + warp % 2 * 32 + lane % 4 * 2;
#pragma unroll
    for (int m = 0; m < 2; ++m)
#pragma unroll
        for (int n = 0; n < 4; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) atomicAdd(to + (m * 16 + i / 2 * 8) * kTraits + n * 8 + i % 2, sum[m][n][i]);
}

// ---- Geoid: four Chebyshev series of degree 255 (height, two deflections, gravity) at every survey point, four points a thread (Clenshaw).
constexpr int kDegrees = 256, kGeoidBlocks = 2 * 132 + 13, kGeoidRounds = 8, kGeoidQuads = kGeoidBlocks * kGeoidRounds * 1024;

template <int kRounds>
__device__ __forceinline__ void geoid_points(const float4* __restrict__ series, const float4* __restrict__ place, float4* __restrict__ field) {
    __shared__ float4 degree[kDegrees];
    if (threadIdx.x < kDegrees) degree[threadIdx.x] = series[threadIdx.x];
    __syncthreads();
    for (int round = 0; round < kRounds; ++round) {
        int at = (blockIdx.x * kRounds + round) * 1024 + threadIdx.x;
        float4 p = place[at];
        float x2[4] = {2.0f * p.x, 2.0f * p.y, 2.0f * p.z, 2.0f * p.w};
        float4 one[4], two[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) one[j] = two[j] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
        for (int k = kDegrees - 1; k > 0; --k) {
            float4 c = degree[k];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float4 next = make_float4(fmaf(x2[j], one[j].x, c.x - two[j].x), fmaf(x2[j], one[j].y, c.y - two[j].y),
                                          fmaf(x2[j], one[j].z, c.z - two[j].z), fmaf(x2[j], one[j].w, c.w - two[j].w));
                two[j] = one[j];
                one[j] = next;
            }
        }
        float4 c = degree[0];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            field[(size_t)j * kGeoidQuads + at] =
                make_float4(fmaf(0.5f * x2[j], one[j].x, c.x - two[j].x), fmaf(0.5f * x2[j], one[j].y, c.y - two[j].y),
                            fmaf(0.5f * x2[j], one[j].z, c.z - two[j].z), fmaf(0.5f * x2[j], one[j].w, c.w - two[j].w));
    }
}

__global__ void __launch_bounds__(1024) geoid_ripples_n3_a(const float4* __restrict__ series, const float4* __restrict__ place, float4* __restrict__ field) {
    geoid_points<kGeoidRounds>(series, place, field);
}
__global__ void __launch_bounds__(1024) geoid_ripples_n3_b(const float4* __restrict__ series, const float4* __restrict__ place, float4* __restrict__ field) {
    geoid_points<1>(series, place, field);
}

// ---- Market hall: turnover of every customer from the receipts, which lie sorted by customer (price, amount, discount, tax).
constexpr int kCustomers = 20000, kReceiptsAtOnce = 4096;

__device__ __forceinline__ float turnover(const float4* __restrict__ receipts, int first, int last) {
    __shared__ float parts[8];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int i = first + threadIdx.x;
    for (; i + 768 < last; i += 1024) {
        float4 r[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) r[j] = receipts[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf((1.5f + r[j].x) * (1.5f + r[j].y), fmaf(0.1f, r[j].w, 1.1f - 0.2f * r[j].z), sum[j]);
    }
    for (; i < last; i += 256) {
        float4 r = receipts[i];
        sum[0] = fmaf((1.5f + r.x) * (1.5f + r.y), fmaf(0.1f, r.w, 1.1f - 0.2f * r.z), sum[0]);
    }
    float total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) total += __shfl_xor_sync(0xffffffffu, total, o);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = total;
    __syncthreads();
    total = 0.0f;
    if (threadIdx.x == 0)
#pragma unroll
        for (int w = 0; w < 8; ++w) total += parts[w];
    return total;
}

__global__ void __launch_bounds__(256) market_receipts_n3_a(const float4* __restrict__ receipts, const int* __restrict__ starts, float* __restrict__ spent) {
    float sum = turnover(receipts, starts[blockIdx.x], starts[blockIdx.x + 1]);
    if (threadIdx.x == 0) spent[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(256) market_receipts_n3_b(const float4* __restrict__ receipts, const int4* __restrict__ pieces, float* __restrict__ spent) {
    int4 piece = pieces[blockIdx.x];  // first, last, customer
    float sum = turnover(receipts, piece.x, piece.y);
    if (threadIdx.x == 0) atomicAdd(spent + piece.z, sum);
}

// ---- Bakery: momentum step of the thirty weight tensors of a small network that predicts the sale of bread.
constexpr int kTensors = 30;

__device__ __forceinline__ void bread_step(const float4* __restrict__ weight, const float4* __restrict__ slope, const float4* __restrict__ drive,
                                           float4* __restrict__ weight2, float4* __restrict__ drive2, int i, float rate) {
    float4 w = weight[i], g = slope[i], m = drive[i];
    m = make_float4(fmaf(0.9f, m.x, g.x), fmaf(0.9f, m.y, g.y), fmaf(0.9f, m.z, g.z), fmaf(0.9f, m.w, g.w));
    drive2[i] = m;
    weight2[i] = make_float4(fmaf(-rate, m.x, w.x), fmaf(-rate, m.y, w.y), fmaf(-rate, m.z, w.z), fmaf(-rate, m.w, w.w));
}

__global__ void __launch_bounds__(256) bakery_orders_n3_a0(const float4* __restrict__ weight, const float4* __restrict__ slope, const float4* __restrict__ drive,
                                                           float4* __restrict__ weight2, float4* __restrict__ drive2, float rate) {
    bread_step(weight, slope, drive, weight2, drive2, blockIdx.x * 256 + threadIdx.x, rate);
}

__global__ void __launch_bounds__(256) bakery_orders_n3_b(const float4* __restrict__ weight, const float4* __restrict__ slope, const float4* __restrict__ drive,
                                                          float4* __restrict__ weight2, float4* __restrict__ drive2, const float* __restrict__ rates) {
    bread_step(weight, slope, drive, weight2, drive2, blockIdx.x * 256 + threadIdx.x, rates[blockIdx.x]);
}

// ---- Harbour radio: complex baseband is turned to the channel's middle, levelled and limited to 16-bit floats.
constexpr int kRadioPairs = 1 << 24, kPhasors = 1024;  // pairs of complex samples

__device__ __forceinline__ float4 turned(float4 s, float4 p) {
    return make_float4(fmaf(s.x, p.x, -s.y * p.y), fmaf(s.x, p.y, s.y * p.x), fmaf(s.z, p.z, -s.w * p.w), fmaf(s.z, p.w, s.w * p.z));
}
__device__ __forceinline__ float4 levelled(float4 s, float2 g) {
    float a = 1.5f + g.x, b = 1.5f + g.y;
    return make_float4(s.x * a, s.y * a, s.z * b, s.w * b);
}
__device__ __forceinline__ float limit(float v) { return fminf(fmaxf(v, -0.8f), 0.8f); }
__device__ __forceinline__ uint2 limited(float4 s) {
    __half2 a = __floats2half2_rn(limit(s.x), limit(s.y)), b = __floats2half2_rn(limit(s.z), limit(s.w));
    return make_uint2(*reinterpret_cast<unsigned*>(&a), *reinterpret_cast<unsigned*>(&b));
}

__global__ void __launch_bounds__(512) harbour_radio_n3_a0(const float4* __restrict__ band, const float4* __restrict__ phasor, float4* __restrict__ middle) {
    int i = blockIdx.x * 512 + threadIdx.x;
    middle[i] = turned(band[i], phasor[i % (kPhasors / 2)]);
}
__global__ void __launch_bounds__(512) harbour_radio_n3_a1(const float4* __restrict__ middle, const float2* __restrict__ gain, float4* __restrict__ level) {
    int i = blockIdx.x * 512 + threadIdx.x;
    level[i] = levelled(middle[i], gain[i]);
}
__global__ void __launch_bounds__(512) harbour_radio_n3_a2(const float4* __restrict__ level, uint2* __restrict__ voice) {
    int i = blockIdx.x * 512 + threadIdx.x;
    voice[i] = limited(level[i]);
}
__global__ void __launch_bounds__(512) harbour_radio_n3_b(const float4* __restrict__ band, const float4* __restrict__ phasor, const float2* __restrict__ gain,
                                                          uint2* __restrict__ voice) {
    int i = blockIdx.x * 512 + threadIdx.x;
    voice[i] = limited(levelled(turned(band[i], phasor[i % (kPhasors / 2)]), gain[i]));
}

// ---- Poems: hidden states of a language model: residual added, root mean square of each word's 4096 features, scaled (16-bit floats).
constexpr int kWords = 16384, kFeatures = 4096, kOcts = kFeatures / 8;  // eight features are one 16-byte access

struct alignas(16) Oct { __half2 h[4]; };

__device__ __forceinline__ Oct oct_at(const Oct* __restrict__ p) {
    uint4 v = *reinterpret_cast<const uint4*>(p);
    return *reinterpret_cast<Oct*>(&v);
}
__device__ __forceinline__ void oct_to(Oct* __restrict__ p, Oct x) { *reinterpret_cast<uint4*>(p) = *reinterpret_cast<uint4*>(&x); }

__device__ __forceinline__ Oct joined(Oct x, Oct r) {
#pragma unroll
    for (int j = 0; j < 4; ++j) x.h[j] = __hadd2(x.h[j], r.h[j]);
    return x;
}
__device__ __forceinline__ float energy(Oct x) {
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 f = __half22float2(x.h[j]); s = fmaf(f.x, f.x, fmaf(f.y, f.y, s)); }
    return s;
}
__device__ __forceinline__ Oct scaled(Oct x, Oct w, float scale) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 f = __half22float2(x.h[j]), g = __half22float2(w.h[j]);
        x.h[j] = __floats2half2_rn(f.x * scale * g.x, f.y * scale * g.y);
    }
    return x;
}
__device__ __forceinline__ float line_scale(float s) {  // of a block of 512 threads, known to all of them
    __shared__ float parts[16];
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = s;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int w = 0; w < 16; ++w) sum += parts[w];
    return rsqrtf(fmaf(sum, 1.0f / kFeatures, 1e-5f));
}

__global__ void __launch_bounds__(256) poem_lines_n3_a0(const Oct* __restrict__ state, const Oct* __restrict__ residual, Oct* __restrict__ hidden) {
    int i = blockIdx.x * 256 + threadIdx.x;
    oct_to(hidden + i, joined(oct_at(state + i), oct_at(residual + i)));
}
__global__ void __launch_bounds__(512) poem_lines_n3_a1(const Oct* __restrict__ hidden, float* __restrict__ scale) {
    float s = line_scale(energy(oct_at(hidden + blockIdx.x * kOcts + threadIdx.x)));
    if (threadIdx.x == 0) scale[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) poem_lines_n3_a2(const Oct* __restrict__ hidden, const Oct* __restrict__ weight, const float* __restrict__ scale, Oct* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    oct_to(out + i, scaled(oct_at(hidden + i), oct_at(weight + i % kOcts), scale[i / kOcts]));
}
__global__ void __launch_bounds__(512) poem_lines_n3_b(const Oct* __restrict__ state, const Oct* __restrict__ residual, const Oct* __restrict__ weight, Oct* __restrict__ out) {
    int i = blockIdx.x * kOcts + threadIdx.x;
    Oct h = joined(oct_at(state + i), oct_at(residual + i)), w = oct_at(weight + threadIdx.x);
    oct_to(out + i, scaled(h, w, line_scale(energy(h))));
}

// ---- Cassette: coefficients of an audio codec back to amplitudes: frames of 128 16-bit values, each with the number of its gain in a table; a weight per bin.
constexpr int kTapeFrames = 1 << 20, kFramesAtOnce = 32;

__device__ __forceinline__ float2 tape_bin(short2 q, float gain, float2 weight) { return make_float2(q.x * (gain * weight.x), q.y * (gain * weight.y)); }

__global__ void __launch_bounds__(64) cassette_tape_n3_a(const short2* __restrict__ code, const int* __restrict__ level, const float* __restrict__ gain,
                                                         const float2* __restrict__ weight, float2* __restrict__ bins) {
    int frame = blockIdx.x, t = threadIdx.x;
    bins[frame * 64 + t] = tape_bin(code[frame * 64 + t], gain[level[frame]], weight[t]);
}

__global__ void __launch_bounds__(256) cassette_tape_n3_b(const short2* __restrict__ code, const int* __restrict__ level, const float* __restrict__ gain,
                                                          const float2* __restrict__ weight, float2* __restrict__ bins) {
    int t = threadIdx.x % 64;
    float2 w = weight[t];
#pragma unroll
    for (int from = 0; from < kFramesAtOnce; from += 16) {
        short2 q[4];
        float g[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int frame = blockIdx.x * kFramesAtOnce + from + j * 4 + threadIdx.x / 64;
            q[j] = code[frame * 64 + t];
            g[j] = gain[level[frame]];
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) bins[(blockIdx.x * kFramesAtOnce + from + j * 4 + threadIdx.x / 64) * 64 + t] = tape_bin(q[j], g[j], w);
    }
}

// ---- Museum robots: clearance of each of 36 beams of a robot from the 64 columns of the hall, at four poses of its planned path.
constexpr int kRobots = 96000, kBeams = 36, kColumns = 64;
__constant__ float4 hall_columns[kColumns];  // x, y, radius squared

__device__ __forceinline__ void robot_beam(const float4* __restrict__ pose, const float2* __restrict__ beams, float4* __restrict__ clearance, int robot, int beam) {
    float2 d = beams[beam];
    float x[4], y[4], cx[4], cy[4], best[4];
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        float4 at = pose[robot * 4 + p];
        x[p] = at.x; y[p] = at.y;
        cx[p] = fmaf(at.z, d.x, -at.w * d.y); cy[p] = fmaf(at.z, d.y, at.w * d.x);
        best[p] = 1e6f;
    }
#pragma unroll 8
    for (int c = 0; c < kColumns; ++c) {
        float4 column = hall_columns[c];
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            float dx = column.x - x[p], dy = column.y - y[p];
            float along = fmaf(dx, cx[p], dy * cy[p]), across = fmaf(dx, cy[p], -dy * cx[p]);
            float gap = fmaf(across, across, -column.z);
            best[p] = fminf(best[p], along > 0.0f ? gap : 1e6f);
        }
    }
    clearance[robot * kBeams + beam] = make_float4(best[0], best[1], best[2], best[3]);
}

__global__ void __launch_bounds__(36) museum_robots_n3_a(const float4* __restrict__ pose, const float2* __restrict__ beams, float4* __restrict__ clearance) {
    robot_beam(pose, beams, clearance, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(288) museum_robots_n3_b(const float4* __restrict__ pose, const float2* __restrict__ beams, float4* __restrict__ clearance) {
    int i = blockIdx.x * 288 + threadIdx.x;
    robot_beam(pose, beams, clearance, i / kBeams, i % kBeams);
}

// ---- Pendulum wall: 320 time steps of magnetic pendulums with two wells (Duffing), two of them a thread.
constexpr int kWallBlocks = 132 * 8 * 12 + 100;  // of 256 threads

template <int kThreads>
__device__ __forceinline__ void pendulums(const float4* __restrict__ start, float4* __restrict__ end) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 s = start[i];  // place and speed of two pendulums
#pragma unroll 8
    for (int step = 0; step < 320; ++step) {
        float pull = s.x * fmaf(-s.x, s.x, 1.0f), pull2 = s.z * fmaf(-s.z, s.z, 1.0f);
        s.y = fmaf(0.02f, pull, 0.999f * s.y);
        s.w = fmaf(0.02f, pull2, 0.999f * s.w);
        s.x = fmaf(0.02f, s.y, s.x);
        s.z = fmaf(0.02f, s.w, s.z);
    }
    end[i] = s;
}

__global__ void __launch_bounds__(256) pendulum_wall_n3_a(const float4* __restrict__ start, float4* __restrict__ end) { pendulums<256>(start, end); }
__global__ void __launch_bounds__(128) pendulum_wall_n3_b(const float4* __restrict__ start, float4* __restrict__ end) { pendulums<128>(start, end); }

// ---- Duet: two voices in 16-bit floats are mixed; as many blocks as fit on the GPU at once walk over pieces of 16 KB.
constexpr int kDuetBlocks = 132 * 4, kDuetPieces = kDuetBlocks * 32;

__global__ void __launch_bounds__(256, 4) duet_mixer_n3_a(const Oct* __restrict__ alto, const Oct* __restrict__ bass, Oct* __restrict__ mix) {
    const __half2 share = __floats2half2_rn(0.6f, 0.6f), rest = __floats2half2_rn(0.4f, 0.4f);
    for (int piece = blockIdx.x; piece < kDuetPieces; piece += kDuetBlocks) {
        int i = piece * 1024 + threadIdx.x;
        uint4 a[4], b[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            a[j] = __ldcs(reinterpret_cast<const uint4*>(alto) + i + j * 256);
            b[j] = __ldcs(reinterpret_cast<const uint4*>(bass) + i + j * 256);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            Oct x = *reinterpret_cast<Oct*>(&a[j]), y = *reinterpret_cast<Oct*>(&b[j]);
#pragma unroll
            for (int k = 0; k < 4; ++k) x.h[k] = __hfma2(share, x.h[k], __hmul2(rest, y.h[k]));
            __stcs(reinterpret_cast<uint4*>(mix) + i + j * 256, *reinterpret_cast<uint4*>(&x));
        }
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {  // brain slices
        short2* scan = reinterpret_cast<short2*>(harness::indices((size_t)kPairsOfVoxels * kVolumes, 0x7fffffffu, 11));
        float4* stat = empty<float4>(kPairsOfVoxels);
        add("brain_slices_n3_a", stat, kPairsOfVoxels * 4, Output::f32, [=] { brain_slices_n3_a<<<kPairsOfVoxels / 256, 256>>>(scan, stat); });
        add("brain_slices_n3_b", stat, kPairsOfVoxels * 4, Output::f32, [=] {
            CHECK(cudaMemsetAsync(stat, 0, kPairsOfVoxels * sizeof(float4)));
            brain_slices_n3_b<<<dim3(kPairsOfVoxels / 256, kScanParts), 256>>>(scan, stat); });
    }
    {  // soil traits
        double *chem = filled<double>((size_t)kSamples * kTraits, 12), *spec = filled<double>((size_t)kSamples * kTraits, 13), *cross = empty<double>(kTraits * kTraits);
        CHECK(cudaFuncSetAttribute(soil_traits_n3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSoilShared));
        CHECK(cudaFuncSetAttribute(soil_traits_n3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kSoilShared));
        add("soil_traits_n3_a", cross, kTraits * kTraits, Output::f64, [=] { soil_traits_n3_a<<<16, 128, kSoilShared>>>(chem, spec, cross); });
        add("soil_traits_n3_b", cross, kTraits * kTraits, Output::f64, [=] {
            CHECK(cudaMemsetAsync(cross, 0, kTraits * kTraits * sizeof(double)));
            soil_traits_n3_b<<<dim3(16, kSoilParts), 128, kSoilShared>>>(chem, spec, cross); });
    }
    {  // geoid ripples
        float4 *series = reinterpret_cast<float4*>(filled<float>(kDegrees * 4, 14)), *place = reinterpret_cast<float4*>(filled<float>((size_t)kGeoidQuads * 4, 15));
        float4* field = empty<float4>((size_t)kGeoidQuads * 4);
        add("geoid_ripples_n3_a", field, (size_t)kGeoidQuads * 16, Output::f32, [=] { geoid_ripples_n3_a<<<kGeoidBlocks, 1024>>>(series, place, field); });
        add("geoid_ripples_n3_b", field, (size_t)kGeoidQuads * 16, Output::f32, [=] { geoid_ripples_n3_b<<<kGeoidBlocks * kGeoidRounds, 1024>>>(series, place, field); });
    }
    {  // market receipts: most customers have some hundred receipts, five restaurants have half a million
        std::vector<int> starts(1, 0);
        std::vector<int4> pieces;
        for (int c = 0; c < kCustomers; ++c) {
            bool restaurant = c == 2500 || c == 6001 || c == 9003 || c == 12007 || c == 15013;
            int first = starts.back(), last = first + (restaurant ? 524288 : 512 + (int)(harness::hash32(c + 99) % 65) * 16);
            starts.push_back(last);
            for (int p = first; p < last; p += kReceiptsAtOnce) pieces.push_back(make_int4(p, std::min(p + kReceiptsAtOnce, last), c, 0));
        }
        int *from = uploaded(starts), many = (int)pieces.size();
        int4* piece = uploaded(pieces);
        float4* receipts = reinterpret_cast<float4*>(filled<float>((size_t)starts.back() * 4, 16));
        float* spent = empty<float>(kCustomers);
        add("market_receipts_n3_a", spent, kCustomers, Output::f32, [=] { market_receipts_n3_a<<<kCustomers, 256>>>(receipts, from, spent); });
        add("market_receipts_n3_b", spent, kCustomers, Output::f32, [=] {
            CHECK(cudaMemsetAsync(spent, 0, kCustomers * sizeof(float)));
            market_receipts_n3_b<<<many, 256>>>(receipts, piece, spent); });
    }
    {  // bakery orders: tensors of 8 to 63 blocks, which lie one behind the other
        std::vector<int> blocks;
        std::vector<float> tensor_rates, rates;
        int total = 0;
        for (int t = 0; t < kTensors; ++t) {
            int n = 8 + (int)(harness::hash32(t + 5) % 56);
            blocks.push_back(n); tensor_rates.push_back(0.001f * (t + 1));
            for (int b = 0; b < n; ++b) rates.push_back(tensor_rates.back());
            total += n;
        }
        size_t n = (size_t)total * 256;
        float4 *weight = reinterpret_cast<float4*>(filled<float>(n * 4, 17)), *slope = reinterpret_cast<float4*>(filled<float>(n * 4, 18)),
               *drive = reinterpret_cast<float4*>(filled<float>(n * 4, 19)), *weight2 = empty<float4>(n), *drive2 = empty<float4>(n);
        float* rate = uploaded(rates);
        add("bakery_orders_n3_a", weight2, n * 4, Output::f32, [=] {
            size_t at = 0;
            for (int t = 0; t < kTensors; ++t) {
                bakery_orders_n3_a0<<<blocks[t], 256>>>(weight + at, slope + at, drive + at, weight2 + at, drive2 + at, tensor_rates[t]);
                at += (size_t)blocks[t] * 256;
            } });
        add("bakery_orders_n3_b", weight2, n * 4, Output::f32, [=] { bakery_orders_n3_b<<<total, 256>>>(weight, slope, drive, weight2, drive2, rate); });
    }
    {  // harbour radio
        std::vector<float2> turn;
        for (int i = 0; i < kPhasors; ++i) turn.push_back(make_float2((float)std::cos(i * 37 * 6.283185307179586 / kPhasors), (float)std::sin(i * 37 * 6.283185307179586 / kPhasors)));
        float4 *phasor = reinterpret_cast<float4*>(uploaded(turn)), *band = reinterpret_cast<float4*>(filled<float>((size_t)kRadioPairs * 4, 20)),
               *middle = empty<float4>(kRadioPairs), *level = empty<float4>(kRadioPairs);
        float2* gain = reinterpret_cast<float2*>(filled<float>((size_t)kRadioPairs * 2, 21));
        uint2* voice = empty<uint2>(kRadioPairs);
        add("harbour_radio_n3_a", voice, (size_t)kRadioPairs * 4, Output::f16, [=] {
            harbour_radio_n3_a0<<<kRadioPairs / 512, 512>>>(band, phasor, middle);
            harbour_radio_n3_a1<<<kRadioPairs / 512, 512>>>(middle, gain, level);
            harbour_radio_n3_a2<<<kRadioPairs / 512, 512>>>(level, voice); });
        add("harbour_radio_n3_b", voice, (size_t)kRadioPairs * 4, Output::f16, [=] { harbour_radio_n3_b<<<kRadioPairs / 512, 512>>>(band, phasor, gain, voice); });
    }
    {  // poem lines
        constexpr size_t n = (size_t)kWords * kFeatures;
        Oct *state = reinterpret_cast<Oct*>(filled<__half>(n, 22)), *residual = reinterpret_cast<Oct*>(filled<__half>(n, 23)),
            *weight = reinterpret_cast<Oct*>(filled<__half>(kFeatures, 24)), *hidden = reinterpret_cast<Oct*>(empty<__half>(n)), *out = reinterpret_cast<Oct*>(empty<__half>(n));
        float* scale = empty<float>(kWords);
        add("poem_lines_n3_a", out, n, Output::f16, [=] {
            poem_lines_n3_a0<<<kWords * kOcts / 256, 256>>>(state, residual, hidden);
            poem_lines_n3_a1<<<kWords, 512>>>(hidden, scale);
            poem_lines_n3_a2<<<kWords * kOcts / 256, 256>>>(hidden, weight, scale, out); });
        add("poem_lines_n3_b", out, n, Output::f16, [=] { poem_lines_n3_b<<<kWords, 512>>>(state, residual, weight, out); });
    }
    {  // cassette tape
        short2* code = reinterpret_cast<short2*>(harness::indices((size_t)kTapeFrames * 64, 0x7fffffffu, 25));
        int* level = harness::indices(kTapeFrames, 256, 26);
        float* gain = filled<float>(256, 34);
        float2 *weight = reinterpret_cast<float2*>(filled<float>(128, 27)), *bins = empty<float2>((size_t)kTapeFrames * 64);
        add("cassette_tape_n3_a", bins, (size_t)kTapeFrames * 128, Output::f32, [=] { cassette_tape_n3_a<<<kTapeFrames, 64>>>(code, level, gain, weight, bins); });
        add("cassette_tape_n3_b", bins, (size_t)kTapeFrames * 128, Output::f32, [=] { cassette_tape_n3_b<<<kTapeFrames / kFramesAtOnce, 256>>>(code, level, gain, weight, bins); });
    }
    {  // museum robots
        std::vector<float4> columns;
        for (int c = 0; c < kColumns; ++c) columns.push_back(make_float4(2.0f * harness::unit(c + 31), 2.0f * harness::unit(c + 777), 0.01f + 0.0005f * c, 0.0f));
        CHECK(cudaMemcpyToSymbol(hall_columns, columns.data(), kColumns * sizeof(float4)));
        std::vector<float2> rays;
        for (int b = 0; b < kBeams; ++b) rays.push_back(make_float2((float)std::cos(b * 0.17453292519943295), (float)std::sin(b * 0.17453292519943295)));
        float2* beams = uploaded(rays);
        float4 *pose = reinterpret_cast<float4*>(filled<float>((size_t)kRobots * 16, 28)), *clearance = empty<float4>((size_t)kRobots * kBeams);
        add("museum_robots_n3_a", clearance, (size_t)kRobots * kBeams * 4, Output::f32, [=] { museum_robots_n3_a<<<kRobots, kBeams>>>(pose, beams, clearance); });
        add("museum_robots_n3_b", clearance, (size_t)kRobots * kBeams * 4, Output::f32, [=] { museum_robots_n3_b<<<kRobots / 8, 288>>>(pose, beams, clearance); });
    }
    {  // pendulum wall
        constexpr size_t n = (size_t)kWallBlocks * 256;
        float4 *start = reinterpret_cast<float4*>(filled<float>(n * 4, 29)), *end = empty<float4>(n);
        add("pendulum_wall_n3_a", end, n * 4, Output::f32, [=] { pendulum_wall_n3_a<<<kWallBlocks, 256>>>(start, end); });
        add("pendulum_wall_n3_b", end, n * 4, Output::f32, [=] { pendulum_wall_n3_b<<<kWallBlocks * 2, 128>>>(start, end); });
    }
    {  // duet mixer
        constexpr size_t n = (size_t)kDuetPieces * 1024 * 8;
        Oct *alto = reinterpret_cast<Oct*>(filled<__half>(n, 30)), *bass = reinterpret_cast<Oct*>(filled<__half>(n, 33)), *mix = reinterpret_cast<Oct*>(empty<__half>(n));
        add("duet_mixer_n3_a", mix, n, Output::f16, [=] { duet_mixer_n3_a<<<kDuetBlocks, 256>>>(alto, bass, mix); });
    }
    return harness::run(argc, argv, cases);
}
