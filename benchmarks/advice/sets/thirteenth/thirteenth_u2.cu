// Ten measured pairs: soils, ice charts, cycling, spinning mills, oceanography, olfaction, plant physiology, railways, ion traps, conservation.
#include "harness.cuh"

#include <cuda_fp16.h>
#include <mma.h>

using namespace harness;

// ---- Peat: vertical resistance of a soil column; eight layers, each a 16-bit word (flag in the top 4 bits, soil unit below) -------------------
constexpr int kUnits = 4096;
constexpr int kColumns = 16 << 20;

__global__ void __launch_bounds__(256) peat_resistance_u2_a(const uint4* __restrict__ layers, const float* __restrict__ unit_resistance,
                                                            float* __restrict__ out, int columns) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < columns; i += gridDim.x * 256) {
        uint4 w = layers[i];
        float r = unit_resistance[w.x & 4095] + unit_resistance[(w.x >> 16) & 4095];
        r += unit_resistance[w.y & 4095] + unit_resistance[(w.y >> 16) & 4095];
        r += unit_resistance[w.z & 4095] + unit_resistance[(w.z >> 16) & 4095];
        r += unit_resistance[w.w & 4095] + unit_resistance[(w.w >> 16) & 4095];
        out[i] = r;
    }
}

__global__ void __launch_bounds__(256) peat_resistance_u2_b(const uint4* __restrict__ layers, const float* __restrict__ unit_resistance,
                                                            float* __restrict__ out, int columns) {
    __shared__ float unit[kUnits];
    for (int u = threadIdx.x; u < kUnits; u += 256) unit[u] = unit_resistance[u];
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < columns; i += gridDim.x * 256) {
        uint4 w = layers[i];
        float r = unit[w.x & 4095] + unit[(w.x >> 16) & 4095];
        r += unit[w.y & 4095] + unit[(w.y >> 16) & 4095];
        r += unit[w.z & 4095] + unit[(w.z >> 16) & 4095];
        r += unit[w.w & 4095] + unit[(w.w >> 16) & 4095];
        out[i] = r;
    }
}

// ---- Sea ice: change code between two weekly ice charts of 8-bit stage-of-development classes -------------------------------------------------
constexpr int kChart = 192 << 20;

__device__ __forceinline__ unsigned ice_change(unsigned before, unsigned now) {
    unsigned step = before > now ? before - now : now - before;
    return before == now ? 0u : (min(step, 15u) << 4) | (now & 15u);
}

__global__ void __launch_bounds__(512) ice_chart_change_u2_a(const uint8_t* __restrict__ before, const uint8_t* __restrict__ now,
                                                             uint8_t* __restrict__ change, int cells) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < cells) change[i] = (uint8_t)ice_change(before[i], now[i]);
}

__device__ __forceinline__ unsigned ice_change_word(unsigned before, unsigned now) {
    unsigned word = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) word |= ice_change((before >> s) & 255u, (now >> s) & 255u) << s;
    return word;
}

__global__ void __launch_bounds__(512) ice_chart_change_u2_b(const uint4* __restrict__ before, const uint4* __restrict__ now,
                                                             uint4* __restrict__ change, int groups) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i >= groups) return;
    uint4 p = before[i], n = now[i];
    change[i] = make_uint4(ice_change_word(p.x, n.x), ice_change_word(p.y, n.y), ice_change_word(p.z, n.z), ice_change_word(p.w, n.w));
}

// ---- Cycling: work done in each of 24 gears of a ride and how concentrated it is; logger words carry gear (low byte) and power ----------------
constexpr int kGears = 24;
constexpr int kRides = 2112 * 128;
constexpr int kTicks = 240;

__global__ void __launch_bounds__(128) derailleur_work_u2_a(const uint32_t* __restrict__ log, float* __restrict__ focus, int rides, int ticks) {
    int ride = blockIdx.x * 128 + threadIdx.x;
    float work[kGears];
#pragma unroll
    for (int g = 0; g < kGears; ++g) work[g] = 0.0f;
#pragma unroll 4
    for (int t = 0; t < ticks; ++t) {
        uint32_t word = log[(size_t)t * rides + ride];
        int gear = ((word & 255u) * kGears) >> 8;
        work[gear] += (float)(word >> 8) * 1e-6f;
    }
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int g = 0; g < kGears; ++g) { sum += work[g]; squares += work[g] * work[g]; }
    focus[ride] = squares / (sum * sum);
}

__global__ void __launch_bounds__(128) derailleur_work_u2_b(const uint32_t* __restrict__ log, float* __restrict__ focus, int rides, int ticks) {
    __shared__ float work[kGears][128];
    int me = threadIdx.x, ride = blockIdx.x * 128 + me;
#pragma unroll
    for (int g = 0; g < kGears; ++g) work[g][me] = 0.0f;
#pragma unroll 4
    for (int t = 0; t < ticks; ++t) {
        uint32_t word = log[(size_t)t * rides + ride];
        int gear = ((word & 255u) * kGears) >> 8;
        work[gear][me] += (float)(word >> 8) * 1e-6f;
    }
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int g = 0; g < kGears; ++g) { sum += work[g][me]; squares += work[g][me] * work[g][me]; }
    focus[ride] = squares / (sum * sum);
}

// ---- Spinning mill: variance of yarn tension about its set point, one figure for each of 16 bobbins -------------------------------------------
constexpr int kBobbins = 16;
constexpr int kTension = 1 << 20;  // float4 groups a bobbin

__device__ __forceinline__ float off_set(float4 t) {
    float x = t.x - 0.1f, y = t.y - 0.1f, z = t.z - 0.1f, w = t.w - 0.1f;
    return x * x + y * y + z * z + w * w;
}

// Sums groups first, first + step, ... of one bobbin over the block and adds the total to *total.
__device__ __forceinline__ void tension_sum(const float4* __restrict__ bobbin, int first, int step, int groups, float scale, float* total) {
    __shared__ float part[16];
    float s = 0.0f;
#pragma unroll 4
    for (int i = first; i < groups; i += step) s += off_set(bobbin[i]);
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    s = threadIdx.x < 16 ? part[threadIdx.x] : 0.0f;
    for (int d = 8; d; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x == 0) atomicAdd(total, s * scale);
}

__global__ void __launch_bounds__(512) bobbin_tension_u2_a(const float4* __restrict__ tension, float* variance, int groups, float scale) {
    int bobbin = blockIdx.x;
    tension_sum(tension + (size_t)bobbin * groups, threadIdx.x, 512, groups, scale, variance + bobbin);
}

__global__ void __launch_bounds__(512) bobbin_tension_u2_b(const float4* __restrict__ tension, float* variance, int groups, float scale) {
    int bobbin = blockIdx.y;
    tension_sum(tension + (size_t)bobbin * groups, blockIdx.x * 512 + threadIdx.x, gridDim.x * 512, groups, scale, variance + bobbin);
}

// ---- Oceanography: CTD rosette telemetry; words of four sensors take turns and each has its own calibration inversion -------------------------
constexpr int kWords = 32 << 20;

__device__ __forceinline__ float conductivity(float r) {  // fixed point of x = r - x^2 (0.08 + 0.03 x)
    float x = r;
#pragma unroll
    for (int k = 0; k < 24; ++k) x = fmaf(-x * x, fmaf(0.03f, x, 0.08f), r);
    return x;
}
__device__ __forceinline__ float thermistor(float r) {  // self-heating: the reading drives the current that warms the bead
    float x = 0.5f * r;
#pragma unroll
    for (int k = 0; k < 26; ++k) { float heat = fmaf(0.11f, x, 0.2f); x = fmaf(heat, r - x, 0.9f * r); }
    return x;
}
__device__ __forceinline__ float pressure(float r) {  // quartz crystal: period corrected by its own temperature polynomial
    float x = r, t = 1.0f;
#pragma unroll
    for (int k = 0; k < 24; ++k) { t = fmaf(-0.25f, x * t, 1.0f); x = fmaf(0.125f, t, 0.75f * r); }
    return x + t;
}
__device__ __forceinline__ float oxygen(float r) {  // optode: Stern-Volmer with two quenching sites; relaxed
    float x = r, y = 0.3f;
#pragma unroll
    for (int k = 0; k < 20; ++k) { x = fmaf(0.2f, y - x, r); y = fmaf(-0.15f, x * x, 0.4f * y + 0.3f); }
    return x * y;
}

__global__ void __launch_bounds__(256) ctd_rosette_u2_a(const float* __restrict__ raw, float* __restrict__ out, int words) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= words) return;
    float r = raw[i], v;
    switch (i & 3) {
        case 0: v = conductivity(r); break;
        case 1: v = thermistor(r); break;
        case 2: v = pressure(r); break;
        default: v = oxygen(r); break;
    }
    out[i] = v;
}

__global__ void __launch_bounds__(256) ctd_rosette_u2_b(const float4* __restrict__ raw, float4* __restrict__ out, int scans) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= scans) return;
    float4 r = raw[i];
    out[i] = make_float4(conductivity(r.x), thermistor(r.y), pressure(r.z), oxygen(r.w));
}

// ---- Olfaction: response of 2048 receptors to 8192 odour samples; mass-spectral channels in half precision; firing above a threshold ----------
constexpr int kSamples = 8192, kReceptors = 2048, kChannels = 1024;

__global__ void __launch_bounds__(256) odour_panel_u2_a(const __half* __restrict__ odour, const __half* __restrict__ affinity,
                                                        float* __restrict__ firing, int receptors, int channels) {
    __shared__ __align__(16) __half o[32][68], w[32][72];  // odour transposed: channel by sample
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < channels; k0 += 32) {
        uint4 from = *(const uint4*)&odour[(size_t)(row0 + t / 4) * channels + k0 + t % 4 * 8];
        const __half* h = (const __half*)&from;
#pragma unroll
        for (int j = 0; j < 8; ++j) o[t % 4 * 8 + j][t / 4] = h[j];
        *(uint4*)&w[t / 8][t % 8 * 8] = *(const uint4*)&affinity[(size_t)(k0 + t / 8) * receptors + col0 + t % 8 * 8];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 32; ++k) {
            float2 a01 = __half22float2(*(const __half2*)&o[k][ty * 4]), a23 = __half22float2(*(const __half2*)&o[k][ty * 4 + 2]);
            float2 b01 = __half22float2(*(const __half2*)&w[k][tx * 4]), b23 = __half22float2(*(const __half2*)&w[k][tx * 4 + 2]);
            float a[4] = {a01.x, a01.y, a23.x, a23.y}, b[4] = {b01.x, b01.y, b23.x, b23.y};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&firing[(size_t)(row0 + ty * 4 + i) * receptors + col0 + tx * 4] =
            make_float4(fmaxf(acc[i][0] - 2.0f, 0.0f), fmaxf(acc[i][1] - 2.0f, 0.0f), fmaxf(acc[i][2] - 2.0f, 0.0f), fmaxf(acc[i][3] - 2.0f, 0.0f));
}

__global__ void __launch_bounds__(256) odour_panel_u2_b(const __half* __restrict__ odour, const __half* __restrict__ affinity,
                                                        float* __restrict__ firing, int receptors, int channels) {
    using namespace nvcuda;
    __shared__ __align__(32) __half o[64][40], w[32][72];  // sixteen rows are a multiple of 32 bytes: so fragments begin
    int t = threadIdx.x, warp = t / 32, wm = warp % 4 * 16, wn = warp / 4 * 32, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2];
    wmma::fill_fragment(acc[0], 0.0f);
    wmma::fill_fragment(acc[1], 0.0f);
#pragma unroll 2
    for (int k0 = 0; k0 < channels; k0 += 32) {
        *(uint4*)&o[t / 4][t % 4 * 8] = *(const uint4*)&odour[(size_t)(row0 + t / 4) * channels + k0 + t % 4 * 8];
        *(uint4*)&w[t / 8][t % 8 * 8] = *(const uint4*)&affinity[(size_t)(k0 + t / 8) * receptors + col0 + t % 8 * 8];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
            wmma::load_matrix_sync(a, &o[wm][k], 40);
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
                wmma::load_matrix_sync(b, &w[k][wn + 16 * j], 72);
                wmma::mma_sync(acc[j], a, b, acc[j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) {
#pragma unroll
        for (int e = 0; e < acc[j].num_elements; ++e) acc[j].x[e] = fmaxf(acc[j].x[e] - 2.0f, 0.0f);
        wmma::store_matrix_sync(&firing[(size_t)(row0 + wm) * receptors + col0 + wn + 16 * j], acc[j], receptors, wmma::mem_row_major);
    }
}

// ---- Plant physiology: sap-flow probes report packets of 32 readings; each packet goes through the probe's thermal lag, one lane a packet ------
constexpr int kPackets = 2 << 20;

__global__ void __launch_bounds__(128) sap_flux_u2_a(const float* __restrict__ reading, float* __restrict__ flux) {
    __shared__ float tile[4][32][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t base = ((size_t)blockIdx.x * 4 + warp) * 1024 + lane;
#pragma unroll
    for (int p = 0; p < 32; ++p) tile[warp][p][lane] = reading[base + p * 32];
    __syncwarp();
    float lag = 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        lag = fmaf(0.8f, lag, 0.2f * tile[warp][lane][k]);
        tile[warp][lane][k] = lag;
    }
    __syncwarp();
#pragma unroll
    for (int p = 0; p < 32; ++p) flux[base + p * 32] = tile[warp][p][lane];
}

__global__ void __launch_bounds__(128) sap_flux_u2_b(const float* __restrict__ reading, float* __restrict__ flux) {
    __shared__ float tile[4][32][33];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t base = ((size_t)blockIdx.x * 4 + warp) * 1024 + lane;
#pragma unroll
    for (int p = 0; p < 32; ++p) tile[warp][p][lane] = reading[base + p * 32];
    __syncwarp();
    float lag = 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        lag = fmaf(0.8f, lag, 0.2f * tile[warp][lane][k]);
        tile[warp][lane][k] = lag;
    }
    __syncwarp();
#pragma unroll
    for (int p = 0; p < 32; ++p) flux[base + p * 32] = tile[warp][p][lane];
}

// ---- Railways: settlement of the track from the raw counts of a levelling run; the record opens with one header word --------------------------
constexpr int kSleepers = 96 << 20;

__device__ __forceinline__ float settlement(float count) { return fmaf(fmaf(0.02f, count, 1.7f), count, 2.5f); }

__global__ void __launch_bounds__(256) track_settlement_u2_a(const float* __restrict__ record, float* __restrict__ level) {
    int i = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 8; ++j) level[i + j * 256] = settlement(record[1 + i + j * 256]);
}

__global__ void __launch_bounds__(256) track_settlement_u2_b(const float* __restrict__ count, float* __restrict__ level) {
    int i = blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 8; ++j) level[i + j * 256] = settlement(count[i + j * 256]);
}

// ---- Ion traps: stability of a Paul trap; trace of the Mathieu equation's monodromy matrix over one drive period for each (a; q) ---------------
constexpr int kPhases = 96;
constexpr int kTrapPoints = (90 * 1056 + 60) * 256;
__constant__ float drive[kPhases];

__device__ __forceinline__ void paul_trap_point(int i, float* __restrict__ trace) {
    const float h = 3.14159265f / kPhases;
    float a = (i & 4095) * (0.5f / 4096.0f), q = (i >> 12) * (1.0f / 6144.0f);
    float u = 1.0f, du = 0.0f, v = 0.0f, dv = 1.0f, ha = -h * a, hq = 2.0f * h * q;
#pragma unroll
    for (int k = 0; k < kPhases; ++k) {
        float force = fmaf(hq, drive[k], ha);
        du = fmaf(force, u, du);
        dv = fmaf(force, v, dv);
        u = fmaf(h, du, u);
        v = fmaf(h, dv, v);
    }
    trace[i] = fabsf(u + dv);
}

__global__ void __launch_bounds__(256) paul_trap_u2_a(float* __restrict__ trace) { paul_trap_point(blockIdx.x * 256 + threadIdx.x, trace); }

__global__ void __launch_bounds__(128) paul_trap_u2_b(float* __restrict__ trace) { paul_trap_point(blockIdx.x * 128 + threadIdx.x, trace); }

// ---- Conservation: warmth spreading through a fresco between two infrared frames; nine-point Laplacian with clamped rims ----------------------
constexpr int kWallWidth = 8192, kWallRows = 16 * 495;

struct Strip { float4 m; float l, r; };    // four neighbouring columns and the one on either side
struct Loaded { float4 m; float rim; };    // as loaded: the outer lanes of a warp fetch the column beyond it

__device__ __forceinline__ Loaded load_row(const float* __restrict__ wall, int y, int x, int rim, int lane) {
    const float* row = wall + min(max(y, 0), kWallRows - 1) * kWallWidth;
    Loaded d{*(const float4*)(row + x), 0.0f};
    if (lane == 0 || lane == 31) d.rim = row[rim];
    return d;
}
__device__ __forceinline__ Strip widen(Loaded d, int lane) {
    float l = __shfl_up_sync(~0u, d.m.w, 1), r = __shfl_down_sync(~0u, d.m.x, 1);
    return Strip{d.m, lane == 0 ? d.rim : l, lane == 31 ? d.rim : r};
}
__device__ __forceinline__ float nine(float a, float b, float c, float d, float e, float f, float g, float h, float i) {
    return fmaf(0.64f, e, fmaf(0.07f, (b + h) + (d + f), 0.02f * ((a + c) + (g + i))));
}

__global__ void __launch_bounds__(256, 6) fresco_warmth_u2_a(const float* __restrict__ wall, float* __restrict__ next) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * 16;
    int rim = lane == 0 ? max(x - 1, 0) : min(x + 4, kWallWidth - 1);
    Loaded up = load_row(wall, y0 - 1, x, rim, lane), mid = load_row(wall, y0, x, rim, lane), ahead = load_row(wall, y0 + 1, x, rim, lane);
    Strip n = widen(up, lane), c = widen(mid, lane);
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        Strip s = widen(ahead, lane);
        if (j < 15) ahead = load_row(wall, y0 + j + 2, x, rim, lane);
        *(float4*)(next + (y0 + j) * kWallWidth + x) =
            make_float4(nine(n.l, n.m.x, n.m.y, c.l, c.m.x, c.m.y, s.l, s.m.x, s.m.y), nine(n.m.x, n.m.y, n.m.z, c.m.x, c.m.y, c.m.z, s.m.x, s.m.y, s.m.z),
                        nine(n.m.y, n.m.z, n.m.w, c.m.y, c.m.z, c.m.w, s.m.y, s.m.z, s.m.w), nine(n.m.z, n.m.w, n.r, c.m.z, c.m.w, c.r, s.m.z, s.m.w, s.r));
        n = c;
        c = s;
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    std::vector<float> resistance(kUnits);
    for (int u = 0; u < kUnits; ++u) resistance[u] = 1.5f + unit(u);
    const uint4* layers = (const uint4*)indices((size_t)kColumns * 4, 0xffffffffu, 11);
    const float* units = uploaded(resistance);
    float* columns = empty<float>(kColumns);
    cases.push_back({"peat_resistance_u2_a", [=] { peat_resistance_u2_a<<<1056, 256>>>(layers, units, columns, kColumns); }, columns, kColumns});
    cases.push_back({"peat_resistance_u2_b", [=] { peat_resistance_u2_b<<<1056, 256>>>(layers, units, columns, kColumns); }, columns, kColumns});

    const int* last_week = indices(kChart / 4, 0xffffffffu, 21);
    const int* this_week = indices(kChart / 4, 0xffffffffu, 1234567);
    uint8_t* change = empty<uint8_t>(kChart);
    cases.push_back({"ice_chart_change_u2_a", [=] { ice_chart_change_u2_a<<<kChart / 512, 512>>>((const uint8_t*)last_week, (const uint8_t*)this_week, change, kChart); },
                     change, kChart, Output::u8});
    cases.push_back({"ice_chart_change_u2_b", [=] { ice_chart_change_u2_b<<<kChart / 16 / 512, 512>>>((const uint4*)last_week, (const uint4*)this_week, (uint4*)change, kChart / 16); },
                     change, kChart, Output::u8});

    const uint32_t* log = (const uint32_t*)indices((size_t)kRides * kTicks, 0xffffffffu, 31);
    float* focus = empty<float>(kRides);
    cases.push_back({"derailleur_work_u2_a", [=] { derailleur_work_u2_a<<<kRides / 128, 128>>>(log, focus, kRides, kTicks); }, focus, kRides});
    cases.push_back({"derailleur_work_u2_b", [=] { derailleur_work_u2_b<<<kRides / 128, 128>>>(log, focus, kRides, kTicks); }, focus, kRides});

    const float4* tension = (const float4*)filled<float>((size_t)kBobbins * kTension * 4, 41);
    float* variance = empty<float>(kBobbins);
    cases.push_back({"bobbin_tension_u2_a", [=] {
        cudaMemsetAsync(variance, 0, kBobbins * sizeof(float));
        bobbin_tension_u2_a<<<kBobbins, 512>>>(tension, variance, kTension, 0.25f / kTension); }, variance, kBobbins});
    cases.push_back({"bobbin_tension_u2_b", [=] {
        cudaMemsetAsync(variance, 0, kBobbins * sizeof(float));
        bobbin_tension_u2_b<<<dim3(33, kBobbins), 512>>>(tension, variance, kTension, 0.25f / kTension); }, variance, kBobbins});

    const float* words = filled<float>(kWords, 51);
    float* calibrated = empty<float>(kWords);
    cases.push_back({"ctd_rosette_u2_a", [=] { ctd_rosette_u2_a<<<kWords / 256, 256>>>(words, calibrated, kWords); }, calibrated, kWords});
    cases.push_back({"ctd_rosette_u2_b", [=] { ctd_rosette_u2_b<<<kWords / 1024, 256>>>((const float4*)words, (float4*)calibrated, kWords / 4); }, calibrated, kWords});

    const __half* odour = filled<__half>((size_t)kSamples * kChannels, 61);
    const __half* affinity = filled<__half>((size_t)kChannels * kReceptors, 62);
    float* firing = empty<float>((size_t)kSamples * kReceptors);
    cases.push_back({"odour_panel_u2_a", [=] { odour_panel_u2_a<<<dim3(kReceptors / 64, kSamples / 64), 256>>>(odour, affinity, firing, kReceptors, kChannels); },
                     firing, (size_t)kSamples * kReceptors});
    cases.push_back({"odour_panel_u2_b", [=] { odour_panel_u2_b<<<dim3(kReceptors / 64, kSamples / 64), 256>>>(odour, affinity, firing, kReceptors, kChannels); },
                     firing, (size_t)kSamples * kReceptors});

    const float* reading = filled<float>((size_t)kPackets * 32, 71);
    float* flux = empty<float>((size_t)kPackets * 32);
    cases.push_back({"sap_flux_u2_a", [=] { sap_flux_u2_a<<<kPackets / 128, 128>>>(reading, flux); }, flux, (size_t)kPackets * 32});
    cases.push_back({"sap_flux_u2_b", [=] { sap_flux_u2_b<<<kPackets / 128, 128>>>(reading, flux); }, flux, (size_t)kPackets * 32});

    float* record = filled<float>((size_t)kSleepers + 1, 81);
    float* counts = empty<float>(kSleepers);
    CHECK(cudaMemcpy(counts, record + 1, (size_t)kSleepers * 4, cudaMemcpyDeviceToDevice));
    float* level = empty<float>(kSleepers);
    cases.push_back({"track_settlement_u2_a", [=] { track_settlement_u2_a<<<kSleepers / 2048, 256>>>(record, level); }, level, kSleepers});
    cases.push_back({"track_settlement_u2_b", [=] { track_settlement_u2_b<<<kSleepers / 2048, 256>>>(counts, level); }, level, kSleepers});

    float cosines[kPhases];
    for (int k = 0; k < kPhases; ++k) cosines[k] = (float)std::cos(2.0 * 3.14159265358979 * (k + 0.5) / kPhases);
    CHECK(cudaMemcpyToSymbol(drive, cosines, sizeof cosines));
    float* trace = empty<float>(kTrapPoints);
    cases.push_back({"paul_trap_u2_a", [=] { paul_trap_u2_a<<<kTrapPoints / 256, 256>>>(trace); }, trace, kTrapPoints});
    cases.push_back({"paul_trap_u2_b", [=] { paul_trap_u2_b<<<kTrapPoints / 128, 128>>>(trace); }, trace, kTrapPoints});

    const float* wall = filled<float>((size_t)kWallWidth * kWallRows, 91);
    float* next = empty<float>((size_t)kWallWidth * kWallRows);
    cases.push_back({"fresco_warmth_u2_a", [=] { fresco_warmth_u2_a<<<dim3(kWallWidth / 1024, kWallRows / 16), 256>>>(wall, next); }, next, (size_t)kWallWidth * kWallRows});

    return run(argc, argv, cases);
}
