// Eleven measured cases from telecoms, ecology, geodesy, genomics, robotics, speech, seismology, astronomy and chemistry: before (_a), after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Antenna array: power radiated towards each of 8192 directions by 1024 phased elements.
constexpr int kDirections = 8192, kElements = 1024;

__device__ __forceinline__ void radiate(float4 e, float2 d, float& re, float& im) {
    float s, c;
    __sincosf(fmaf(40.0f * d.x, e.x, fmaf(40.0f * d.y, e.y, 3.14159265f * e.w)), &s, &c);
    re = fmaf(e.z, c, re); im = fmaf(e.z, s, im);
}

__global__ void __launch_bounds__(256) lighthouse_fan_aa3_a(const float4* __restrict__ element, const float2* __restrict__ direction, float* __restrict__ power) {
    int d = blockIdx.x * 256 + threadIdx.x;  // a thread a direction
    float2 way = direction[d];
    float re = 0.0f, im = 0.0f;
#pragma unroll 8
    for (int e = 0; e < kElements; ++e) radiate(element[e], way, re, im);
    power[d] = fmaf(re, re, im * im);
}

__global__ void __launch_bounds__(256) lighthouse_fan_aa3_b(const float4* __restrict__ element, const float2* __restrict__ direction, float* __restrict__ power) {
    int d = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;  // a warp a direction
    float2 way = direction[d];
    float re = 0.0f, im = 0.0f;
#pragma unroll 8
    for (int e = lane; e < kElements; e += 32) radiate(element[e], way, re, im);
#pragma unroll
    for (int o = 16; o; o >>= 1) { re += __shfl_xor_sync(0xffffffffu, re, o); im += __shfl_xor_sync(0xffffffffu, im, o); }
    if (lane == 0) power[d] = fmaf(re, re, im * im);
}

// ---- Ecology: city-block distance between 256 sampled sites and 256 reference sites over the abundance of 4096 species (species-major tables).
constexpr int kSites = 256, kSpecies = 4096, kTile = 64, kDeep = 16;

template <bool kShared>
__device__ __forceinline__ void site_distance(const float* __restrict__ sample, const float* __restrict__ reference, float* __restrict__ distance, int from, int to) {
    __shared__ __align__(16) float rows[2][kDeep][kTile], columns[2][kDeep][kTile];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    auto at = [&](int k, int base) { return (size_t)(k + ty) * kSites + base + tx * 4; };
    float sum[4][4] = {};
    float4 a = *reinterpret_cast<const float4*>(sample + at(from, row0)), b = *reinterpret_cast<const float4*>(reference + at(from, column0));
    int now = 0;
    *reinterpret_cast<float4*>(&rows[now][ty][tx * 4]) = a;
    *reinterpret_cast<float4*>(&columns[now][ty][tx * 4]) = b;
    __syncthreads();
    for (int k = from; k < to; k += kDeep) {
        bool more = k + kDeep < to;
        if (more) {
            a = *reinterpret_cast<const float4*>(sample + at(k + kDeep, row0));
            b = *reinterpret_cast<const float4*>(reference + at(k + kDeep, column0));
        }
#pragma unroll
        for (int s = 0; s < kDeep; ++s) {
            float4 r = *reinterpret_cast<const float4*>(&rows[now][s][ty * 4]), c = *reinterpret_cast<const float4*>(&columns[now][s][tx * 4]);
            float rs[4] = {r.x, r.y, r.z, r.w}, cs[4] = {c.x, c.y, c.z, c.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(rs[i] - cs[j]);
        }
        if (more) {
            *reinterpret_cast<float4*>(&rows[now ^ 1][ty][tx * 4]) = a;
            *reinterpret_cast<float4*>(&columns[now ^ 1][ty][tx * 4]) = b;
            __syncthreads();
            now ^= 1;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float* to_row = distance + (row0 + ty * 4 + i) * kSites + column0 + tx * 4;
        float4 v = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        if (kShared) atomicAdd(reinterpret_cast<float4*>(to_row), v);
        else *reinterpret_cast<float4*>(to_row) = v;
    }
}

__global__ void __launch_bounds__(256) spice_kinship_aa3_a(const float* __restrict__ sample, const float* __restrict__ reference, float* __restrict__ distance) {
    site_distance<false>(sample, reference, distance, 0, kSpecies);
}
__global__ void __launch_bounds__(256) spice_kinship_aa3_b(const float* __restrict__ sample, const float* __restrict__ reference, float* __restrict__ distance) {
    int share = kSpecies / gridDim.z;
    site_distance<true>(sample, reference, distance, blockIdx.z * share, blockIdx.z * share + share);
}

// ---- Geodesy: height of the geoid by spherical harmonics of degree 36, four latitudes of one meridian a thread.
constexpr int kDegree = 36, kTerms = (kDegree + 1) * (kDegree + 2) / 2, kSurveys = 148, kBatches = 12;

template <int kRounds>
__device__ __forceinline__ void geoid_height(const float4* __restrict__ terms, const float* __restrict__ longitude, const float4* __restrict__ sines,
                                             float4* __restrict__ height) {
    __shared__ float4 term[kTerms];
    for (int k = threadIdx.x; k < kTerms; k += 1024) term[k] = terms[k];
    __syncthreads();
    for (int round = 0; round < kRounds; ++round) {
        int i = (blockIdx.x * kRounds + round) * 1024 + threadIdx.x;
        float4 s = sines[i];
        float cos1, sin1, cosm = 1.0f, sinm = 0.0f;
        __sincosf(3.14159265f * longitude[i], &sin1, &cos1);
        float t[4] = {s.x, s.y, s.z, s.w}, u[4], top[4], sum[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { u[j] = sqrtf(1.0f - t[j] * t[j]); top[j] = 1.0f; sum[j] = 0.0f; }
        const float4* next = term;
        for (int m = 0; m <= kDegree; ++m) {
            float4 c = *next++;
            float tide = fmaf(c.z, cosm, c.w * sinm), p1[4], p2[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                if (m) top[j] *= c.x * u[j];
                p1[j] = top[j]; p2[j] = 0.0f; sum[j] = fmaf(tide, p1[j], sum[j]);
            }
#pragma unroll 4
            for (int n = m + 1; n <= kDegree; ++n) {
                c = *next++;
                tide = fmaf(c.z, cosm, c.w * sinm);
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    float p = fmaf(c.x * t[j], p1[j], -c.y * p2[j]);
                    p2[j] = p1[j]; p1[j] = p; sum[j] = fmaf(tide, p, sum[j]);
                }
            }
            float turned = fmaf(cosm, cos1, -sinm * sin1);
            sinm = fmaf(sinm, cos1, cosm * sin1); cosm = turned;
        }
        height[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    }
}

__global__ void __launch_bounds__(1024) meridian_swell_aa3_a(const float4* __restrict__ terms, const float* __restrict__ longitude,
                                                             const float4* __restrict__ sines, float4* __restrict__ height) {
    geoid_height<kBatches>(terms, longitude, sines, height);
}
__global__ void __launch_bounds__(1024) meridian_swell_aa3_b(const float4* __restrict__ terms, const float* __restrict__ longitude,
                                                             const float4* __restrict__ sines, float4* __restrict__ height) {
    geoid_height<1>(terms, longitude, sines, height);
}

// ---- Genomics: strongest linkage (r squared) of each marker with any earlier marker; 96 haplotypes as bits, the allele's frequency in .w.
constexpr int kOrchards = 132, kStrips = 4, kMarkers = kOrchards * kStrips * 32;

template <bool kZigzag>
__device__ __forceinline__ void linkage(const uint4* __restrict__ marker, const float* __restrict__ spread, float* __restrict__ strongest) {
    __shared__ float best[16][33];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int k = 0; k < kStrips; ++k) {
        int strip = !kZigzag ? blockIdx.x * kStrips + k : k * kOrchards + (k % 2 ? kOrchards - 1 - blockIdx.x : blockIdx.x);
        int i = strip * 32 + lane;
        uint4 mine = marker[i];
        float part = __uint_as_float(mine.w), scale = spread[i], most = 0.0f;
#pragma unroll 4
        for (int j = warp; j < strip * 32; j += 16) {
            uint4 other = marker[j];
            int both = __popc(mine.x & other.x) + __popc(mine.y & other.y) + __popc(mine.z & other.z);
            float r = fmaf(-part, __uint_as_float(other.w), (float)both * (1.0f / 96)) * spread[j];
            most = fmaxf(most, r * r);
        }
        best[warp][lane] = most * scale * scale;
        __syncthreads();
        if (warp == 0) {
#pragma unroll
            for (int w = 1; w < 16; ++w) most = fmaxf(most * (w == 1 ? scale * scale : 1.0f), best[w][lane]);
            strongest[i] = most;
        }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) orchard_lineage_aa3_a(const uint4* __restrict__ marker, const float* __restrict__ spread, float* __restrict__ strongest) {
    linkage<false>(marker, spread, strongest);
}
__global__ void __launch_bounds__(512) orchard_lineage_aa3_b(const uint4* __restrict__ marker, const float* __restrict__ spread, float* __restrict__ strongest) {
    linkage<true>(marker, spread, strongest);
}

// ---- Robotics: mean place and intensity of the lidar points of each of 6000 occupied voxels (points sorted by voxel).
constexpr int kVoxels = 6000, kPiece = 512;

__device__ __forceinline__ float4 point_sum(const float4* __restrict__ point, int from, int to) {  // valid in thread 0
    __shared__ float4 part[4];
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int i = from + threadIdx.x; i < to; i += 128) { float4 p = point[i]; sum.x += p.x; sum.y += p.y; sum.z += p.z; sum.w += p.w; }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum.x += __shfl_down_sync(0xffffffffu, sum.x, o); sum.y += __shfl_down_sync(0xffffffffu, sum.y, o);
        sum.z += __shfl_down_sync(0xffffffffu, sum.z, o); sum.w += __shfl_down_sync(0xffffffffu, sum.w, o);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < 4; ++w) { sum.x += part[w].x; sum.y += part[w].y; sum.z += part[w].z; sum.w += part[w].w; }
    return sum;
}

__global__ void __launch_bounds__(128) canyon_cells_aa3_a(const float4* __restrict__ point, const int* __restrict__ start, float4* __restrict__ mean) {
    int from = start[blockIdx.x], to = start[blockIdx.x + 1];
    float4 s = point_sum(point, from, to);
    if (threadIdx.x == 0) {
        float w = 1.0f / (to - from);
        mean[blockIdx.x] = make_float4(s.x * w, s.y * w, s.z * w, s.w * w);
    }
}

__global__ void __launch_bounds__(128) canyon_cells_aa3_b(const float4* __restrict__ point, const int4* __restrict__ piece, float4* __restrict__ mean) {
    int4 p = piece[blockIdx.x];  // from, to, voxel, points of the voxel
    float4 s = point_sum(point, p.x, p.y);
    if (threadIdx.x == 0) {
        float w = 1.0f / p.w;
        float4 m = make_float4(s.x * w, s.y * w, s.z * w, s.w * w);
        if (p.y - p.x == p.w) mean[p.z] = m;
        else atomicAdd(mean + p.z, m);
    }
}

// ---- Speech: forward scores of aligning 264 utterances with 512 label states each over 16 frames (CTC).
constexpr int kUtterances = 264, kStates = 512, kFrames = 16;
constexpr float kNever = -1e30f;

__device__ __forceinline__ float arrive(float stay, float step, float skip, float emit) {
    float m = fmaxf(stay, fmaxf(step, skip));
    return m + __logf(__expf(stay - m) + __expf(step - m) + __expf(skip - m)) + emit;
}

__global__ void __launch_bounds__(kStates) whisper_align_aa3_a0(const float* __restrict__ before, const float* __restrict__ emit, const int* __restrict__ may_skip,
                                                                float* __restrict__ after) {
    int s = threadIdx.x, at = blockIdx.x * kStates + s;
    float step = s >= 1 ? before[at - 1] : kNever, skip = s >= 2 && may_skip[at] ? before[at - 2] : kNever;
    after[at] = arrive(before[at], step, skip, emit[at]);
}

__global__ void __launch_bounds__(kStates) whisper_align_aa3_b(const float* __restrict__ before, const float* __restrict__ emit, const int* __restrict__ may_skip,
                                                               float* __restrict__ after) {
    __shared__ float score[2][kStates + 2];
    int s = threadIdx.x, at = blockIdx.x * kStates + s;
    if (s < 2) score[0][s] = score[1][s] = kNever;
    float mine = before[at];
    bool hop = may_skip[at];
#pragma unroll 4
    for (int f = 0; f < kFrames; ++f) {
        float* now = score[f % 2];
        now[s + 2] = mine;
        float e = emit[(size_t)f * kUtterances * kStates + at];
        __syncthreads();
        mine = arrive(mine, now[s + 1], hop ? now[s] : kNever, e);
    }
    after[at] = mine;
}

// ---- Seismology: every trace of 2048 samples brought to zero mean and unit variance, soft-clipped and laid over the model's trace.
constexpr int kTraces = 131072, kQuads = 512;  // quadruples a trace

__device__ __forceinline__ float2 trace_moments(float4 p, float4 q) {  // mean and 1/deviation, for all 256 threads
    __shared__ float2 part[8];
    float s = p.x + p.y + p.z + p.w + q.x + q.y + q.z + q.w;
    float z = p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w + q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
#pragma unroll
    for (int o = 16; o; o >>= 1) { s += __shfl_xor_sync(0xffffffffu, s, o); z += __shfl_xor_sync(0xffffffffu, z, o); }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = make_float2(s, z);
    __syncthreads();
    s = z = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) { s += part[w].x; z += part[w].y; }
    float mean = s * (1.0f / 2048);
    return make_float2(mean, rsqrtf(z * (1.0f / 2048) - mean * mean + 1e-6f));
}
__device__ __forceinline__ float4 centred(float4 v, float2 m) {
    return make_float4((v.x - m.x) * m.y, (v.y - m.x) * m.y, (v.z - m.x) * m.y, (v.w - m.x) * m.y);
}
__device__ __forceinline__ float clip_one(float v, float model) { return fmaf(0.5f, __fdividef(v, 1.0f + fabsf(v)), model); }
__device__ __forceinline__ float4 clipped(float4 v, float4 m) {
    return make_float4(clip_one(v.x, m.x), clip_one(v.y, m.y), clip_one(v.z, m.z), clip_one(v.w, m.w));
}

__global__ void __launch_bounds__(256) tremor_scale_aa3_a0(const float4* __restrict__ trace, float2* __restrict__ moments) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 p = trace[at], q = trace[at + 256];
    float2 m = trace_moments(p, q);
    if (threadIdx.x == 0) moments[blockIdx.x] = m;
}
__global__ void __launch_bounds__(256) tremor_scale_aa3_a1(const float4* __restrict__ trace, const float2* __restrict__ moments, float4* __restrict__ even) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float2 m = moments[blockIdx.x];
    float4 p = trace[at], q = trace[at + 256];
    even[at] = centred(p, m); even[at + 256] = centred(q, m);
}
__global__ void __launch_bounds__(256) tremor_scale_aa3_a2(const float4* __restrict__ even, const float4* __restrict__ model, float4* __restrict__ laid) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 p = even[at], q = even[at + 256], r = model[at], s = model[at + 256];
    laid[at] = clipped(p, r); laid[at + 256] = clipped(q, s);
}
__global__ void __launch_bounds__(256) tremor_scale_aa3_b(const float4* __restrict__ trace, const float4* __restrict__ model, float4* __restrict__ laid) {
    size_t at = (size_t)blockIdx.x * kQuads + threadIdx.x;
    float4 p = trace[at], q = trace[at + 256], r = model[at], s = model[at + 256];
    float2 m = trace_moments(p, q);
    laid[at] = clipped(centred(p, m), r); laid[at + 256] = clipped(centred(q, m), s);
}

// ---- Astronomy: every row of 4096 pixels of an infrared detector less the mean of its 64 dark reference pixels.
constexpr int kPixelRows = 65536, kRowPixels = 4096;

template <int kThreads, int kEach>
__device__ __forceinline__ void zero_point(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ clean) {
    constexpr int kParts = kRowPixels / (kThreads * kEach);
    int row = blockIdx.x / kParts, lane = threadIdx.x % 32;
    size_t at = (size_t)blockIdx.x * (kThreads * kEach) + threadIdx.x;
    float v[kEach];
#pragma unroll
    for (int j = 0; j < kEach; ++j) v[j] = raw[at + j * kThreads];
    float sum = dark[row * 64 + lane] + dark[row * 64 + 32 + lane];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
#pragma unroll
    for (int j = 0; j < kEach; ++j) clean[at + j * kThreads] = fmaf(sum, -1.0f / 64, v[j]);
}

__global__ void __launch_bounds__(64) starfield_zero_aa3_a(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ clean) {
    zero_point<64, 1>(raw, dark, clean);
}
__global__ void __launch_bounds__(256) starfield_zero_aa3_b(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ clean) {
    zero_point<256, 16>(raw, dark, clean);
}

// ---- Quantum chemistry: electron density at the 38 Lebedev points of every radial shell, from 64 Gaussians.
constexpr int kShells = 752 * 256, kLebedev = 38, kGaussians = 64;
__constant__ float4 gaussian_place[kGaussians];  // centre and -exponent * log2(e)
__constant__ float gaussian_weight[kGaussians];

__device__ __forceinline__ float shell_density(float4 shell, float4 way) {
    float x = fmaf(shell.w, way.x, shell.x), y = fmaf(shell.w, way.y, shell.y), z = fmaf(shell.w, way.z, shell.z), sum = 0.0f;
#pragma unroll 16
    for (int g = 0; g < kGaussians; ++g) {
        float4 c = gaussian_place[g];
        float dx = x - c.x, dy = y - c.y, dz = z - c.z, e;
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(c.w * fmaf(dx, dx, fmaf(dy, dy, dz * dz))));
        sum = fmaf(gaussian_weight[g], e, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(kLebedev) amber_cloud_aa3_a(const float4* __restrict__ shell, const float4* __restrict__ way, float* __restrict__ density) {
    density[blockIdx.x * kLebedev + threadIdx.x] = shell_density(shell[blockIdx.x], way[threadIdx.x]);  // a block a shell
}
__global__ void __launch_bounds__(256) amber_cloud_aa3_b(const float4* __restrict__ shell, const float4* __restrict__ way, float* __restrict__ density) {
    int i = blockIdx.x * 256 + threadIdx.x;
    density[i] = shell_density(shell[i / kLebedev], way[i % kLebedev]);
}

// ---- Farming: blend of two satellite takes of a field map, eight quadruples a thread (a) or two (b).
constexpr int kHarvestBlocks = 132 * 8 * 8 + 53;  // blocks of 2048 quadruples

template <int kSteps>
__device__ __forceinline__ void field_blend(const float4* __restrict__ first, const float4* __restrict__ second, float4* __restrict__ blend) {
    int base = blockIdx.x * (kSteps * 512) + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < kSteps; ++s) {
        int i = base + s * 512;
        float4 a = first[i], c = first[i + 256], b = second[i], d = second[i + 256];
        blend[i] = make_float4(fmaf(0.3f, b.x, 0.7f * a.x), fmaf(0.3f, b.y, 0.7f * a.y), fmaf(0.3f, b.z, 0.7f * a.z), fmaf(0.3f, b.w, 0.7f * a.w));
        blend[i + 256] = make_float4(fmaf(0.3f, d.x, 0.7f * c.x), fmaf(0.3f, d.y, 0.7f * c.y), fmaf(0.3f, d.z, 0.7f * c.z), fmaf(0.3f, d.w, 0.7f * c.w));
    }
}

__global__ void __launch_bounds__(256, 8) harvest_blend_aa3_a(const float4* __restrict__ first, const float4* __restrict__ second, float4* __restrict__ blend) {
    field_blend<4>(first, second, blend);
}
__global__ void __launch_bounds__(256, 8) harvest_blend_aa3_b(const float4* __restrict__ first, const float4* __restrict__ second, float4* __restrict__ blend) {
    field_blend<1>(first, second, blend);
}

// ---- Bank: profit of a portfolio of 1024 positions under each scenario; one wave of blocks whose warps walk over the scenarios.
constexpr int kDesks = 132 * 4, kScenarios = kDesks * 8 * 62;

__global__ void __launch_bounds__(256, 4) ledger_risk_aa3_a(const float4* __restrict__ shift, const float4* __restrict__ position, float* __restrict__ profit) {
    __shared__ float4 held[256];
    held[threadIdx.x] = position[threadIdx.x];
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int scenario = blockIdx.x * 8 + threadIdx.x / 32; scenario < kScenarios; scenario += kDesks * 8) {
        const float4* from = shift + (size_t)scenario * 256 + lane;
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldcs(from + j * 32);
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float4 h = held[j * 32 + lane];
            sum = fmaf(v[j].x, h.x, sum); sum = fmaf(v[j].y, h.y, sum); sum = fmaf(v[j].z, h.z, sum); sum = fmaf(v[j].w, h.w, sum);
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) profit[scenario] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Shared by all: two input fields, one field for what lies between, one result.
    constexpr size_t kMost = (size_t)kTraces * kQuads * 4;
    float *one = filled<float>(kMost, 51), *two = filled<float>(kMost, 52), *mid = empty<float>(kMost), *out = empty<float>(kMost);
    static_assert((size_t)kPixelRows * kRowPixels <= kMost && (size_t)kScenarios * 1024 <= kMost && (size_t)kHarvestBlocks * 8192 <= kMost, "fields are too short");
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *out4 = f4(out);

    // Legendre recursion of fully normalised functions: factors and the two coefficients, order by order.
    std::vector<float4> terms;
    for (int m = 0; m <= kDegree; ++m)
        for (int n = m; n <= kDegree; ++n) {
            double a = 1, b = 0, d = n * n - m * m;
            if (n == m) a = m == 0 ? 1 : m == 1 ? std::sqrt(3.0) : std::sqrt((2 * m + 1) / (2.0 * m));
            else { a = std::sqrt((4.0 * n * n - 1) / d); if (n > m + 1) b = std::sqrt((2.0 * n + 1) * (n + m - 1) * (n - m - 1) / ((2.0 * n - 3) * d)); }
            uint32_t k = (uint32_t)terms.size();
            terms.push_back(make_float4((float)a, (float)b, unit(k * 2 + 11) / (n + 1), unit(k * 2 + 12) / (n + 1)));
        }
    float4* term = uploaded(terms);

    // Markers of 96 haplotypes.
    std::vector<uint4> markers(kMarkers); std::vector<float> spreads(kMarkers);
    for (int i = 0; i < kMarkers; ++i) {
        uint32_t x = hash32(i * 4 + 1), y = hash32(i * 4 + 2), z = hash32(i * 4 + 3);
        if (i % 3 == 0) { x &= hash32(i * 4 + 77); y |= hash32(i * 4 + 78); }
        float p = (__builtin_popcount(x) + __builtin_popcount(y) + __builtin_popcount(z)) / 96.0f;
        uint32_t bits; std::memcpy(&bits, &p, 4);
        markers[i] = make_uint4(x, y, z, bits); spreads[i] = 1.0f / std::sqrt(p * (1.0f - p));
    }
    uint4* marker = uploaded(markers); float* spread = uploaded(spreads);

    // Voxels: 64 to 191 points each, twelve near the sensor 24000.
    std::vector<int> starts(1, 0); std::vector<int4> pieces;
    for (int v = 0; v < kVoxels; ++v) {
        int n = v % 500 == 123 ? 24000 : 64 + hash32(v + 5) % 128, from = starts.back();
        starts.push_back(from + n);
        for (int at = 0; at < n; at += kPiece) pieces.push_back(make_int4(from + at, from + std::min(n, at + kPiece), v, n));
    }
    int* start = uploaded(starts); int4* piece = uploaded(pieces); int piece_count = (int)pieces.size();

    int* may_skip = harness::indices(kUtterances * kStates, 2, 9);

    std::vector<float4> ways, places; std::vector<float> weights;
    for (int w = 0; w < kLebedev; ++w) {
        float x = unit(w * 3 + 1), y = unit(w * 3 + 2), z = unit(w * 3 + 3), n = 1.0f / std::sqrt(x * x + y * y + z * z);
        ways.push_back(make_float4(x * n, y * n, z * n, 1.0f));
    }
    for (int g = 0; g < kGaussians; ++g) {
        places.push_back(make_float4(unit(g * 5 + 901), unit(g * 5 + 902), unit(g * 5 + 903), -1.442695f * (1.5f + unit(g * 5 + 904))));
        weights.push_back(0.5f + 0.4f * unit(g * 5 + 905));
    }
    float4* way = uploaded(ways);
    CHECK(cudaMemcpyToSymbol(gaussian_place, places.data(), sizeof(float4) * kGaussians));
    CHECK(cudaMemcpyToSymbol(gaussian_weight, weights.data(), sizeof(float) * kGaussians));

    add("lighthouse_fan_aa3_a", out, kDirections, [=] { lighthouse_fan_aa3_a<<<kDirections / 256, 256>>>(one4, f2(two), out); });
    add("lighthouse_fan_aa3_b", out, kDirections, [=] { lighthouse_fan_aa3_b<<<kDirections / 8, 256>>>(one4, f2(two), out); });

    add("spice_kinship_aa3_a", out, kSites * kSites, [=] { spice_kinship_aa3_a<<<dim3(kSites / kTile, kSites / kTile), 256>>>(one, two, out); });
    add("spice_kinship_aa3_b", out, kSites * kSites, [=] {
        cudaMemsetAsync(out, 0, kSites * kSites * sizeof(float));
        spice_kinship_aa3_b<<<dim3(kSites / kTile, kSites / kTile, 16), 256>>>(one, two, out); });

    constexpr size_t kHeights = (size_t)kSurveys * kBatches * 1024 * 4;
    add("meridian_swell_aa3_a", out, kHeights, [=] { meridian_swell_aa3_a<<<kSurveys, 1024>>>(term, one, two4, out4); });
    add("meridian_swell_aa3_b", out, kHeights, [=] { meridian_swell_aa3_b<<<kSurveys * kBatches, 1024>>>(term, one, two4, out4); });

    add("orchard_lineage_aa3_a", out, kMarkers, [=] { orchard_lineage_aa3_a<<<kOrchards, 512>>>(marker, spread, out); });
    add("orchard_lineage_aa3_b", out, kMarkers, [=] { orchard_lineage_aa3_b<<<kOrchards, 512>>>(marker, spread, out); });

    add("canyon_cells_aa3_a", out, kVoxels * 4, [=] { canyon_cells_aa3_a<<<kVoxels, 128>>>(one4, start, out4); });
    add("canyon_cells_aa3_b", out, kVoxels * 4, [=] {
        cudaMemsetAsync(out, 0, kVoxels * sizeof(float4));
        canyon_cells_aa3_b<<<piece_count, 128>>>(one4, piece, out4); });

    add("whisper_align_aa3_a", out, kUtterances * kStates, [=] {
        for (int f = 0; f < kFrames; ++f)
            whisper_align_aa3_a0<<<kUtterances, kStates>>>(f == 0 ? one : f % 2 ? mid : out, two + (size_t)f * kUtterances * kStates, may_skip, f % 2 ? out : mid); });
    add("whisper_align_aa3_b", out, kUtterances * kStates, [=] { whisper_align_aa3_b<<<kUtterances, kStates>>>(one, two, may_skip, out); });

    float2* moments = reinterpret_cast<float2*>(empty<float>(kTraces * 2));
    add("tremor_scale_aa3_a", out, kMost, [=] {
        tremor_scale_aa3_a0<<<kTraces, 256>>>(one4, moments);
        tremor_scale_aa3_a1<<<kTraces, 256>>>(one4, moments, mid4);
        tremor_scale_aa3_a2<<<kTraces, 256>>>(mid4, two4, out4); });
    add("tremor_scale_aa3_b", out, kMost, [=] { tremor_scale_aa3_b<<<kTraces, 256>>>(one4, two4, out4); });

    add("starfield_zero_aa3_a", out, (size_t)kPixelRows * kRowPixels, [=] { starfield_zero_aa3_a<<<kPixelRows * (kRowPixels / 64), 64>>>(one, two, out); });
    add("starfield_zero_aa3_b", out, (size_t)kPixelRows * kRowPixels, [=] { starfield_zero_aa3_b<<<kPixelRows, 256>>>(one, two, out); });

    add("amber_cloud_aa3_a", out, kShells * kLebedev, [=] { amber_cloud_aa3_a<<<kShells, kLebedev>>>(one4, way, out); });
    add("amber_cloud_aa3_b", out, kShells * kLebedev, [=] { amber_cloud_aa3_b<<<kShells * kLebedev / 256, 256>>>(one4, way, out); });

    add("harvest_blend_aa3_a", out, (size_t)kHarvestBlocks * 8192, [=] { harvest_blend_aa3_a<<<kHarvestBlocks, 256>>>(one4, two4, out4); });
    add("harvest_blend_aa3_b", out, (size_t)kHarvestBlocks * 8192, [=] { harvest_blend_aa3_b<<<kHarvestBlocks * 4, 256>>>(one4, two4, out4); });

    add("ledger_risk_aa3_a", out, kScenarios, [=] { ledger_risk_aa3_a<<<kDesks, 256>>>(one4, two4, out); });

    return harness::run(argc, argv, cases);
}
