// Ten measured pairs on the launch and parallelism side: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using harness::Case;
using harness::Output;

// ---- Geocryology: soil columns of 44 layers held in registers, warmed by a tabulated air temperature; calm spells are double steps and reach the deep layers.
constexpr int kColumns = 132 * 640 * 18, kWeeks = 64, kStrata = 44, kActive = 14;

__device__ __forceinline__ void thaw(const float* __restrict__ air, const float* __restrict__ start, float* __restrict__ heat) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float soil[kStrata], first = start[c];
#pragma unroll
    for (int l = 0; l < kStrata; ++l) soil[l] = first * (1.0f - 0.02f * l);
    int week = 0;
    while (week < kWeeks) {
        float pull = air[(size_t)week * kColumns + c] - soil[0];
        bool swift = __any_sync(0xffffffffu, fabsf(pull) > 1.10f);
        float pace = swift ? 0.20f : 0.36f, inward = 0.5f * pull;
#pragma unroll
        for (int l = 0; l < kStrata - 1; ++l) {
            if (l == kActive && swift) break;
            float onward = soil[l] - soil[l + 1];
            soil[l] += pace * (inward - onward);
            inward = onward;
        }
        week += swift ? 1 : 2;
    }
    float sum = 0.0f;
#pragma unroll
    for (int l = 0; l < kStrata; ++l) sum += soil[l] * soil[l];
    heat[c] = sum;
}

__global__ void __launch_bounds__(640) tundra_thaw_v3_a(const float* __restrict__ air, const float* __restrict__ start, float* __restrict__ heat) {
    thaw(air, start, heat);
}

__global__ void __launch_bounds__(128) tundra_thaw_v3_b(const float* __restrict__ air, const float* __restrict__ start, float* __restrict__ heat) {
    thaw(air, start, heat);
}

// ---- Optical genome mapping: places of the 512 nicks of a molecule from the lengths between them, weighed with the mirror place.
constexpr int kMolecules = 132 * 16 * 8 * 8, kPerBlock = 8, kNicks = 512;

__device__ __forceinline__ void ruler(const float4* __restrict__ gaps, float4* __restrict__ places) {
    extern __shared__ __align__(16) float4 line[];  // the places of one molecule, then the totals of the four warps
    float* total = reinterpret_cast<float*>(line + kNicks / 4);
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
#pragma unroll 1
    for (int m = 0; m < kPerBlock; ++m) {
        size_t at = ((size_t)blockIdx.x * kPerBlock + m) * (kNicks / 4) + t;
        float4 p = __ldcs(gaps + at);
        p.x += 1.5f; p.y += 1.5f + p.x; p.z += 1.5f + p.y; p.w += 1.5f + p.z;
        float upto = p.w;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            float left = __shfl_up_sync(0xffffffffu, upto, o);
            if (lane >= o) upto += left;
        }
        if (lane == 31) total[warp] = upto;
        __syncthreads();
        float before = upto - p.w, length = (total[0] + total[1]) + (total[2] + total[3]);
#pragma unroll
        for (int w = 0; w < 3; ++w) before += w < warp ? total[w] : 0.0f;
        p.x += before; p.y += before; p.z += before; p.w += before;
        line[t] = p;
        __syncthreads();
        float4 q = line[kNicks / 4 - 1 - t];
        float scale = __fdividef(1.0f, length);
        __stcs(places + at, make_float4(scale * p.x * (length - q.w), scale * p.y * (length - q.z),
                                        scale * p.z * (length - q.y), scale * p.w * (length - q.x)));
    }
}

__global__ void __launch_bounds__(128, 16) molecule_ruler_v3_a(const float4* __restrict__ gaps, float4* __restrict__ places) { ruler(gaps, places); }

__global__ void __launch_bounds__(128, 16) molecule_ruler_v3_b(const float4* __restrict__ gaps, float4* __restrict__ places) { ruler(gaps, places); }

// ---- Nonlinear circuits: mean square voltage of Chua oscillators over 96 steps, each with its own capacitor and coil.
constexpr int kChuaBlocks = 404, kBatches = 24, kCircuits = kChuaBlocks * kBatches * 1024;

__device__ __forceinline__ float chua(float2 part) {
    float alpha = 11.0f + 2.0f * part.x, beta = 18.0f + 3.0f * part.y, x = 0.7f, y = 0.1f, z = -0.3f, power = 0.0f;
#pragma unroll 4
    for (int s = 0; s < 96; ++s) {
        float diode = -0.714f * x - 0.2145f * (fabsf(x + 1.0f) - fabsf(x - 1.0f));
        float dx = alpha * (y - x - diode), dy = x - y + z;
        z -= 0.01f * beta * y;
        x += 0.01f * dx;
        y += 0.01f * dy;
        power += x * x;
    }
    return power * (1.0f / 96.0f);
}

__global__ void __launch_bounds__(1024, 2) chua_circuit_v3_a(const float2* __restrict__ parts, float* __restrict__ power) {
#pragma unroll 1
    for (int k = 0; k < kBatches; ++k) {
        int i = (blockIdx.x * kBatches + k) * 1024 + threadIdx.x;
        power[i] = chua(parts[i]);
    }
}

__global__ void __launch_bounds__(1024, 2) chua_circuit_v3_b(const float2* __restrict__ parts, float* __restrict__ power) {
#pragma unroll 1
    for (int k = blockIdx.x; k < kChuaBlocks * kBatches; k += gridDim.x) {
        int i = k * 1024 + threadIdx.x;
        power[i] = chua(parts[i]);
    }
}

// ---- Nonlinear dynamics: for each of 33792 states of an attractor (8 delays) the earlier states that it comes back to; 128 states a block.
constexpr int kReturnBlocks = 264, kStates = kReturnBlocks * 128;

template <bool kFolded>
__device__ __forceinline__ void returns(const float4* __restrict__ state, int* __restrict__ count) {
    __shared__ int found[128];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, b = blockIdx.x;
    if (threadIdx.x < 128) found[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        int group = kFolded ? k * kReturnBlocks + (k & 1 ? kReturnBlocks - 1 - b : b) : b * 4 + k;
        int i = group * 32 + lane, near = 0;
        float4 p = state[2 * i], q = state[2 * i + 1];
#pragma unroll 4
        for (int j = warp; j < i; j += 32) {
            float4 r = state[2 * j], s = state[2 * j + 1];
            float a = p.x - r.x, d = a * a;
            a = p.y - r.y; d += a * a;
            a = p.z - r.z; d += a * a;
            a = p.w - r.w; d += a * a;
            a = q.x - s.x; d += a * a;
            a = q.y - s.y; d += a * a;
            a = q.z - s.z; d += a * a;
            a = q.w - s.w; d += a * a;
            near += d < 3.0f;
        }
        atomicAdd(found + k * 32 + lane, near);
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        int k = threadIdx.x / 32, group = kFolded ? k * kReturnBlocks + (k & 1 ? kReturnBlocks - 1 - b : b) : b * 4 + k;
        count[group * 32 + lane] = found[threadIdx.x];
    }
}

__global__ void __launch_bounds__(1024, 2) attractor_returns_v3_a(const float4* __restrict__ state, int* __restrict__ count) {
    returns<false>(state, count);
}

__global__ void __launch_bounds__(1024, 2) attractor_returns_v3_b(const float4* __restrict__ state, int* __restrict__ count) {
    returns<true>(state, count);
}

// ---- Ghost imaging: image of each of 64 bucket detectors (1024 pixels) as the product of its signal with the patterns of 73728 shots.
constexpr int kShots = 73728, kBuckets = 64, kPixels = 1024, kStages = 4, kPitch = 72, kSplits = 24;
constexpr int kStageHalves = 2 * 64 * kPitch, kGhostBytes = kStages * kStageHalves * 2;

__global__ void harness_shots(half* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = __float2half(0.5f + 0.5f * harness::unit((uint32_t)i * 2654435761u + seed));
}

__device__ __forceinline__ void fetch_shots(half* stage, const half* __restrict__ bucket, const half* __restrict__ pattern, int shot) {
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        int chunk = c * 128 + threadIdx.x, row = chunk / 8, col = chunk % 8 * 8;
        __pipeline_memcpy_async(stage + row * kPitch + col, bucket + (size_t)row * kShots + shot + col, 16);
        __pipeline_memcpy_async(stage + (64 + row) * kPitch + col, pattern + (size_t)row * kShots + shot + col, 16);
    }
}

__device__ __forceinline__ void ghost(const half* __restrict__ bucket, const half* __restrict__ pattern, float* __restrict__ image,
                                      int first, int rounds, float scale) {
    using namespace nvcuda;
    extern __shared__ __align__(128) half stages[];
    int warp = threadIdx.x / 32, down = warp / 2 * 32, right = warp % 2 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) wmma::fill_fragment(acc[i / 2][i % 2], 0.0f);
    for (int s = 0; s < kStages - 1; ++s) {
        fetch_shots(stages + s * kStageHalves, bucket, pattern, (first + s) * 64);
        __pipeline_commit();
    }
    for (int r = 0; r < rounds; ++r) {
        __pipeline_wait_prior(kStages - 2);
        __syncthreads();
        int ahead = r + kStages - 1;
        if (ahead < rounds) fetch_shots(stages + ahead % kStages * kStageHalves, bucket, pattern, (first + ahead) * 64);
        __pipeline_commit();
        const half* a = stages + r % kStages * kStageHalves + down * kPitch;
        const half* b = stages + r % kStages * kStageHalves + (64 + right) * kPitch;
#pragma unroll
        for (int k = 0; k < 64; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y[2];
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(x[i], a + i * 16 * kPitch + k, kPitch);
                wmma::load_matrix_sync(y[i], b + i * 16 * kPitch + k, kPitch);
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i / 2][i % 2], x[i / 2], y[i % 2], acc[i / 2][i % 2]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int e = 0; e < acc[0][0].num_elements; ++e) acc[i / 2][i % 2].x[e] *= scale;
        wmma::store_matrix_sync(image + (down + i / 2 * 16) * kPixels + right + i % 2 * 16, acc[i / 2][i % 2], kPixels, wmma::mem_row_major);
    }
}

__global__ void __launch_bounds__(128) ghost_image_v3_a(const half* __restrict__ bucket, const half* __restrict__ pattern, float* __restrict__ image) {
    ghost(bucket, pattern + (size_t)blockIdx.x * 64 * kShots, image + blockIdx.x * 64, 0, kShots / 64, 1.0f / kShots);
}

__global__ void __launch_bounds__(128) ghost_image_v3_b(const half* __restrict__ bucket, const half* __restrict__ pattern, float* __restrict__ part) {
    constexpr int rounds = kShots / 64 / kSplits;
    ghost(bucket, pattern + (size_t)blockIdx.x * 64 * kShots, part + (size_t)blockIdx.y * kBuckets * kPixels + blockIdx.x * 64,
          blockIdx.y * rounds, rounds, 1.0f / kShots);
}
__global__ void __launch_bounds__(128) ghost_image_v3_b2(const float* __restrict__ part, float* __restrict__ image) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int s = 0; s < kSplits; ++s) sum += part[s * kBuckets * kPixels + i];
    image[i] = sum;
}

// ---- Crowd dynamics: the wave in 528 stadium rows of 256 seats: excitement and weariness (FitzHugh-Nagumo) passed on by neighbours, 96 beats.
constexpr int kRows = 132 * 4, kSeats = 256, kBeats = 96;

__device__ __forceinline__ float2 beat(float2 left, float2 here, float2 right) {
    float spread = 0.12f * (left.x + right.x - 2.0f * here.x);
    return make_float2(here.x + spread + 0.05f * (here.x - 0.33f * here.x * here.x * here.x - here.y), here.y + 0.004f * (here.x + 0.7f - 0.8f * here.y));
}

__global__ void __launch_bounds__(kSeats) stadium_wave_v3_a(const float2* __restrict__ now, float2* __restrict__ next) {
    int row = blockIdx.x * kSeats, s = threadIdx.x;
    next[row + s] = beat(now[row + (s + kSeats - 1) % kSeats], now[row + s], now[row + (s + 1) % kSeats]);
}

__global__ void __launch_bounds__(kSeats) stadium_wave_v3_b(const float2* __restrict__ now, float2* __restrict__ last) {
    __shared__ float2 seat[2][kSeats];
    int row = blockIdx.x * kSeats, s = threadIdx.x;
    float2 here = now[row + s];
    for (int b = 0; b < kBeats; ++b) {
        seat[b & 1][s] = here;
        __syncthreads();
        here = beat(seat[b & 1][(s + kSeats - 1) % kSeats], here, seat[b & 1][(s + 1) % kSeats]);
    }
    last[row + s] = here;
}

// ---- Imaging polarimetry: four exposures at turned wave plates to flat-fielded light, to Stokes parameters, to degree and direction.
constexpr int kGrains = 132 * 8 * 256 * 16;  // quads of pixels

struct Quad { float v[4]; };
__device__ __forceinline__ Quad quad(float4 f) { return {{f.x, f.y, f.z, f.w}}; }
__device__ __forceinline__ float4 packed(Quad q) { return make_float4(q.v[0], q.v[1], q.v[2], q.v[3]); }
__device__ __forceinline__ float levelled(float raw, float flat) { return __fdividef(1.6f + raw, 2.0f + flat); }
__device__ __forceinline__ float degree(float i, float q, float u) { return __fdividef(sqrtf(q * q + u * u), i); }
__device__ __forceinline__ float heading(float q, float u) { return 1.5f + q * rsqrtf(q * q + u * u + 1e-6f); }

__global__ void __launch_bounds__(256) polarimeter_map_v3_a(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad f = quad(flat[i]);
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        Quad r = quad(raw[(size_t)p * kGrains + i]);
#pragma unroll
        for (int e = 0; e < 4; ++e) r.v[e] = levelled(r.v[e], f.v[e]);
        light[(size_t)p * kGrains + i] = packed(r);
    }
}
__global__ void __launch_bounds__(256) polarimeter_map_v3_a2(const float4* __restrict__ light, float4* __restrict__ stokes) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad a = quad(light[i]), b = quad(light[(size_t)kGrains + i]), c = quad(light[2 * (size_t)kGrains + i]), d = quad(light[3 * (size_t)kGrains + i]), s, q, u;
#pragma unroll
    for (int e = 0; e < 4; ++e) { s.v[e] = 0.5f * (a.v[e] + b.v[e] + c.v[e] + d.v[e]); q.v[e] = a.v[e] - c.v[e]; u.v[e] = b.v[e] - d.v[e]; }
    stokes[i] = packed(s); stokes[(size_t)kGrains + i] = packed(q); stokes[2 * (size_t)kGrains + i] = packed(u);
}
__global__ void __launch_bounds__(256) polarimeter_map_v3_a3(const float4* __restrict__ stokes, float4* __restrict__ map) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad s = quad(stokes[i]), q = quad(stokes[(size_t)kGrains + i]), u = quad(stokes[2 * (size_t)kGrains + i]), d, h;
#pragma unroll
    for (int e = 0; e < 4; ++e) { d.v[e] = degree(s.v[e], q.v[e], u.v[e]); h.v[e] = heading(q.v[e], u.v[e]); }
    map[i] = packed(d); map[(size_t)kGrains + i] = packed(h);
}

__global__ void __launch_bounds__(256) polarimeter_map_v3_b(const float4* __restrict__ raw, const float4* __restrict__ flat, float4* __restrict__ map) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad f = quad(flat[i]), a = quad(raw[i]), b = quad(raw[(size_t)kGrains + i]), c = quad(raw[2 * (size_t)kGrains + i]), r = quad(raw[3 * (size_t)kGrains + i]), d, h;
#pragma unroll
    for (int e = 0; e < 4; ++e) {
        float w = levelled(a.v[e], f.v[e]), x = levelled(b.v[e], f.v[e]), y = levelled(c.v[e], f.v[e]), z = levelled(r.v[e], f.v[e]);
        d.v[e] = degree(0.5f * (w + x + y + z), w - y, x - z);
        h.v[e] = heading(w - y, x - z);
    }
    map[i] = packed(d); map[(size_t)kGrains + i] = packed(h);
}

// ---- Textile conservation: colour left in a tapestry scanned in rows of 1000 points, from its dye and the light that it has seen.
constexpr int kWeft = 64000, kRowQuads = 250;

__device__ __forceinline__ float4 faded(float4 dye, float4 light) {
    return make_float4((1.5f + dye.x) * exp2f(-0.4f * (1.2f + light.x)), (1.5f + dye.y) * exp2f(-0.4f * (1.2f + light.y)),
                       (1.5f + dye.z) * exp2f(-0.4f * (1.2f + light.z)), (1.5f + dye.w) * exp2f(-0.4f * (1.2f + light.w)));
}

__global__ void __launch_bounds__(kRowQuads) tapestry_fade_v3_a(const float4* __restrict__ dye, const float4* __restrict__ light, float4* __restrict__ left) {
    int i = blockIdx.x * kRowQuads + threadIdx.x;
    left[i] = faded(dye[i], light[i]);
}

__global__ void __launch_bounds__(256) tapestry_fade_v3_b(const float4* __restrict__ dye, const float4* __restrict__ light, float4* __restrict__ left) {
    int i = blockIdx.x * 256 + threadIdx.x;
    left[i] = faded(dye[i], light[i]);
}

// ---- Organology: vibrato of theremin takes: span of pitch over its root mean square in 4096 readings, a warp a take.
constexpr int kTakes = 132 * 64 * 6, kPitches = 4096;

__device__ __forceinline__ void vibrato(const float4* __restrict__ pitch, float* __restrict__ depth, int take, int lane) {
    const float4* row = pitch + (size_t)take * (kPitches / 4) + lane;
    float low = 1e30f, high = -1e30f, squares = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kPitches / 128; ++k) {
        float4 v = __ldcs(row + k * 32);
        low = fminf(low, fminf(fminf(v.x, v.y), fminf(v.z, v.w)));
        high = fmaxf(high, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        squares += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    if (lane == 0) depth[take] = (high - low) * rsqrtf(squares * (1.0f / kPitches));
}

__global__ void __launch_bounds__(32) theremin_vibrato_v3_a(const float4* __restrict__ pitch, float* __restrict__ depth) {
    vibrato(pitch, depth, blockIdx.x, threadIdx.x);
}

__global__ void __launch_bounds__(256) theremin_vibrato_v3_b(const float4* __restrict__ pitch, float* __restrict__ depth) {
    vibrato(pitch, depth, blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x % 32);
}

// ---- Computational photography: scene radiance from six bracketed exposures, each weighed by its distance from clipping.
constexpr int kBrackets = 6, kFrameQuads = 132 * 6 * 256 * 20;

__global__ void __launch_bounds__(256, 6) bracket_radiance_v3_a(const float4* __restrict__ shots, float4* __restrict__ scene) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Quad s[kBrackets], sum = {}, weight = {};
#pragma unroll
    for (int b = 0; b < kBrackets; ++b) s[b] = quad(__ldcs(shots + (size_t)b * kFrameQuads + i));
#pragma unroll
    for (int b = 0; b < kBrackets; ++b) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            float w = 1.05f - s[b].v[e] * s[b].v[e];
            sum.v[e] += w * (1.5f + s[b].v[e]) * (1.0f / (1 << b));
            weight.v[e] += w;
        }
    }
#pragma unroll
    for (int e = 0; e < 4; ++e) sum.v[e] = __fdividef(sum.v[e], weight.v[e]);
    __stcs(scene + i, packed(sum));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto quads = [](size_t n, uint32_t seed) { return reinterpret_cast<const float4*>(filled<float>(n * 4, seed)); };
    auto blank = [](size_t n) { return reinterpret_cast<float4*>(empty<float>(n * 4)); };

    float *air = filled<float>((size_t)kColumns * kWeeks, 41), *start = filled<float>(kColumns, 42), *heat = empty<float>(kColumns);
    add("tundra_thaw_v3_a", heat, kColumns, Output::f32, [=] { tundra_thaw_v3_a<<<kColumns / 640, 640>>>(air, start, heat); });
    add("tundra_thaw_v3_b", heat, kColumns, Output::f32, [=] { tundra_thaw_v3_b<<<kColumns / 128, 128>>>(air, start, heat); });

    constexpr size_t nicks = (size_t)kMolecules * kNicks;
    constexpr int longest = 72 << 10, used = kNicks * 4 + 16;  // bytes of shared memory
    const float4* gaps = quads(nicks / 4, 43);
    float4* places = blank(nicks / 4);
    CHECK(cudaFuncSetAttribute(molecule_ruler_v3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, longest));
    add("molecule_ruler_v3_a", places, nicks, Output::f32, [=] { molecule_ruler_v3_a<<<kMolecules / kPerBlock, 128, longest>>>(gaps, places); });
    add("molecule_ruler_v3_b", places, nicks, Output::f32, [=] { molecule_ruler_v3_b<<<kMolecules / kPerBlock, 128, used>>>(gaps, places); });

    const float2* parts = reinterpret_cast<const float2*>(filled<float>((size_t)kCircuits * 2, 44));
    float* power = empty<float>(kCircuits);
    add("chua_circuit_v3_a", power, kCircuits, Output::f32, [=] { chua_circuit_v3_a<<<kChuaBlocks, 1024>>>(parts, power); });
    add("chua_circuit_v3_b", power, kCircuits, Output::f32, [=] { chua_circuit_v3_b<<<132 * 2, 1024>>>(parts, power); });

    const float4* state = quads((size_t)kStates * 2, 45);
    int* count = empty<int>(kStates);
    add("attractor_returns_v3_a", count, kStates, Output::i32, [=] { attractor_returns_v3_a<<<kReturnBlocks, 1024>>>(state, count); });
    add("attractor_returns_v3_b", count, kStates, Output::i32, [=] { attractor_returns_v3_b<<<kReturnBlocks, 1024>>>(state, count); });

    half *bucket = empty<half>((size_t)kBuckets * kShots), *pattern = empty<half>((size_t)kPixels * kShots);
    harness_shots<<<2048, 256>>>(bucket, (size_t)kBuckets * kShots, 46); CHECK(cudaGetLastError());
    harness_shots<<<2048, 256>>>(pattern, (size_t)kPixels * kShots, 47); CHECK(cudaGetLastError());
    float *image = empty<float>(kBuckets * kPixels), *part = empty<float>(kBuckets * kPixels * kSplits);
    CHECK(cudaFuncSetAttribute(ghost_image_v3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kGhostBytes));
    CHECK(cudaFuncSetAttribute(ghost_image_v3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kGhostBytes));
    add("ghost_image_v3_a", image, kBuckets * kPixels, Output::f32, [=] {
        ghost_image_v3_a<<<kPixels / 64, 128, kGhostBytes>>>(bucket, pattern, image); });
    add("ghost_image_v3_b", image, kBuckets * kPixels, Output::f32, [=] {
        ghost_image_v3_b<<<dim3(kPixels / 64, kSplits), 128, kGhostBytes>>>(bucket, pattern, part);
        ghost_image_v3_b2<<<kBuckets * kPixels / 128, 128>>>(part, image); });

    const float2* seated = reinterpret_cast<const float2*>(filled<float>(kRows * kSeats * 2, 48));
    float2* mood[2];
    for (float2*& m : mood) m = reinterpret_cast<float2*>(empty<float>(kRows * kSeats * 2));
    float2 *even = mood[0], *odd = mood[1];  // an even number of beats ends in `odd`
    add("stadium_wave_v3_a", odd, kRows * kSeats * 2, Output::f32, [=] {
        stadium_wave_v3_a<<<kRows, kSeats>>>(seated, even);
        for (int b = 1; b < kBeats; ++b) stadium_wave_v3_a<<<kRows, kSeats>>>(b % 2 ? even : odd, b % 2 ? odd : even); });
    add("stadium_wave_v3_b", odd, kRows * kSeats * 2, Output::f32, [=] { stadium_wave_v3_b<<<kRows, kSeats>>>(seated, odd); });

    const float4 *raw = quads((size_t)kGrains * 4, 49), *flat = quads(kGrains, 50);
    float4 *light = blank((size_t)kGrains * 4), *stokes = blank((size_t)kGrains * 3), *map = blank((size_t)kGrains * 2);
    add("polarimeter_map_v3_a", map, (size_t)kGrains * 8, Output::f32, [=] {
        polarimeter_map_v3_a<<<kGrains / 256, 256>>>(raw, flat, light);
        polarimeter_map_v3_a2<<<kGrains / 256, 256>>>(light, stokes);
        polarimeter_map_v3_a3<<<kGrains / 256, 256>>>(stokes, map); });
    add("polarimeter_map_v3_b", map, (size_t)kGrains * 8, Output::f32, [=] { polarimeter_map_v3_b<<<kGrains / 256, 256>>>(raw, flat, map); });

    constexpr size_t weave = (size_t)kWeft * kRowQuads;
    const float4 *dye = quads(weave, 51), *seen = quads(weave, 52);
    float4* left = blank(weave);
    add("tapestry_fade_v3_a", left, weave * 4, Output::f32, [=] { tapestry_fade_v3_a<<<kWeft, kRowQuads>>>(dye, seen, left); });
    add("tapestry_fade_v3_b", left, weave * 4, Output::f32, [=] { tapestry_fade_v3_b<<<weave / 256, 256>>>(dye, seen, left); });

    const float4* pitch = quads((size_t)kTakes * kPitches / 4, 53);
    float* depth = empty<float>(kTakes);
    add("theremin_vibrato_v3_a", depth, kTakes, Output::f32, [=] { theremin_vibrato_v3_a<<<kTakes, 32>>>(pitch, depth); });
    add("theremin_vibrato_v3_b", depth, kTakes, Output::f32, [=] { theremin_vibrato_v3_b<<<kTakes / 8, 256>>>(pitch, depth); });

    const float4* brackets = quads((size_t)kFrameQuads * kBrackets, 54);
    float4* scene = blank(kFrameQuads);
    add("bracket_radiance_v3_a", scene, (size_t)kFrameQuads * 4, Output::f32, [=] { bracket_radiance_v3_a<<<kFrameQuads / 256, 256>>>(brackets, scene); });

    return harness::run(argc, argv, cases);
}
