#include "harness.cuh"

using u64 = unsigned long long;
using harness::hash32;
using harness::unit;

__device__ inline float warp_sum(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// ---- Near-infrared spectra of malt: sum of |absorbance| and of its square for each of 1024 wavelengths over 65536 samples (row = sample).
constexpr int MaltRows = 65536, MaltWaves = 1024;

__global__ void __launch_bounds__(256) malt_spectra_u4_a(const float* __restrict__ table, float* __restrict__ out) {
    __shared__ float part[2][8];
    const int wave = blockIdx.x, t = threadIdx.x;
    float s1 = 0, s2 = 0;
#pragma unroll 8
    for (int row = t; row < MaltRows; row += 256) {
        float v = table[(size_t)row * MaltWaves + wave];
        s1 += fabsf(v);
        s2 += v * v;
    }
    s1 = warp_sum(s1);
    s2 = warp_sum(s2);
    if (t % 32 == 0) { part[0][t / 32] = s1; part[1][t / 32] = s2; }
    __syncthreads();
    if (t < 2) {
        float s = 0;
        for (int w = 0; w < 8; ++w) s += part[t][w];
        out[t * MaltWaves + wave] = s;
    }
}

__global__ void __launch_bounds__(256) malt_spectra_u4_b(const float* __restrict__ table, float* __restrict__ out) {
    __shared__ float part[2][8][32];
    const int x = threadIdx.x % 32, y = threadIdx.x / 32, wave = blockIdx.x * 32 + x;
    float s1 = 0, s2 = 0;
#pragma unroll 8
    for (int row = blockIdx.y * 8 + y; row < MaltRows; row += gridDim.y * 8) {
        float v = table[(size_t)row * MaltWaves + wave];
        s1 += fabsf(v);
        s2 += v * v;
    }
    part[0][y][x] = s1;
    part[1][y][x] = s2;
    __syncthreads();
    if (y < 2) {
        float s = 0;
        for (int w = 0; w < 8; ++w) s += part[y][w][x];
        atomicAdd(&out[y * MaltWaves + wave], s);
    }
}

// ---- Modal assurance: squared projections of 2048 computed on 2112 measured mode shapes, 2048 degrees of freedom, in double precision.
constexpr int AssureM = 2048, AssureN = 2112, AssureK = 2048;
constexpr int PitchP = 132, PitchQ = 68, AssureStages = 3;

struct AssureTiles {
    double p[AssureStages][8][PitchP];
    double q[AssureStages][8][PitchQ];
};

__device__ inline void copy16(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

// A slice of eight degrees of freedom: 128 computed and 64 measured shapes.
__device__ inline void assure_fetch(AssureTiles& s, const double* p, const double* q, int slice, int m0, int n0) {
    const int t = threadIdx.x, stage = slice % AssureStages, k0 = slice * 8;
    if (k0 < AssureK) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            int c = t + 128 * i, k = c / 64, m = c % 64 * 2;
            copy16(&s.p[stage][k][m], &p[(size_t)(k0 + k) * AssureM + m0 + m]);
        }
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            int c = t + 128 * i, k = c / 32, n = c % 32 * 2;
            copy16(&s.q[stage][k][n], &q[(size_t)(k0 + k) * AssureN + n0 + n]);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ inline void assure_arrived() {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
}

__global__ void __launch_bounds__(128) assurance_matrix_u4_a(const double* __restrict__ p, const double* __restrict__ q, double* __restrict__ out) {
    __shared__ __align__(16) AssureTiles s;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 64, tx = threadIdx.x % 8, ty = threadIdx.x / 8;
    double acc[8][8] = {};
    assure_fetch(s, p, q, 0, m0, n0);
    assure_fetch(s, p, q, 1, m0, n0);
    for (int slice = 0; slice < AssureK / 8; ++slice) {
        assure_arrived();
        assure_fetch(s, p, q, slice + 2, m0, n0);
        const int stage = slice % AssureStages;
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            double2 a[4], b[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) a[i] = *(const double2*)&s.p[stage][k][ty * 2 + 32 * i];
#pragma unroll
            for (int j = 0; j < 4; ++j) b[j] = *(const double2*)&s.q[stage][k][tx * 2 + 16 * j];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) {
                    acc[2 * i][2 * j] += a[i].x * b[j].x;
                    acc[2 * i][2 * j + 1] += a[i].x * b[j].y;
                    acc[2 * i + 1][2 * j] += a[i].y * b[j].x;
                    acc[2 * i + 1][2 * j + 1] += a[i].y * b[j].y;
                }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int m = m0 + ty * 2 + i / 2 * 32 + i % 2, n = n0 + tx * 2 + 16 * j;
            double x = acc[i][2 * j], y = acc[i][2 * j + 1];
            *(double2*)&out[(size_t)m * AssureN + n] = make_double2(x * x, y * y);
        }
}

__global__ void __launch_bounds__(128) assurance_matrix_u4_b(const double* __restrict__ p, const double* __restrict__ q, double* __restrict__ out) {
    __shared__ __align__(16) AssureTiles s;
    const int m0 = blockIdx.y * 128, n0 = blockIdx.x * 64, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int g = lane / 4, t = lane % 4, wm = warp / 2 * 64, wn = warp % 2 * 32;
    double acc[4][4][4] = {};
    assure_fetch(s, p, q, 0, m0, n0);
    assure_fetch(s, p, q, 1, m0, n0);
    for (int slice = 0; slice < AssureK / 8; ++slice) {
        assure_arrived();
        assure_fetch(s, p, q, slice + 2, m0, n0);
        const int stage = slice % AssureStages;
        double a[4][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int v = 0; v < 4; ++v) a[i][v] = s.p[stage][t + v / 2 * 4][wm + i * 16 + g + v % 2 * 8];
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int v = 0; v < 2; ++v) b[j][v] = s.q[stage][t + v * 4][wn + j * 8 + g];
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j)
                asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                    : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]), "+d"(acc[i][j][2]), "+d"(acc[i][j][3])
                    : "d"(a[i][0]), "d"(a[i][1]), "d"(a[i][2]), "d"(a[i][3]), "d"(b[j][0]), "d"(b[j][1]));
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                int m = m0 + wm + i * 16 + h * 8 + g, n = n0 + wn + j * 8 + t * 2;
                double x = acc[i][j][2 * h], y = acc[i][j][2 * h + 1];
                *(double2*)&out[(size_t)m * AssureN + n] = make_double2(x * x, y * y);
            }
}

// ---- A flock of 32 birds (one a lane) with a small neural policy; the vote of the flock decides the next of four million feeding grounds.
constexpr int FlockSteps = 32, FlockUnits = 16, FlockWeights = FlockUnits * 6;
constexpr unsigned FlockGrounds = 1u << 22;
__constant__ float flock_policy[FlockWeights];

__device__ inline float flock_answer(const float (&w)[FlockWeights], float food, float energy, float trait, float last) {
    float sum = 0;
#pragma unroll
    for (int u = 0; u < FlockUnits; ++u) {
        float h = fmaf(w[6 * u], food, w[6 * u + 1]);
        h = fmaf(w[6 * u + 2], energy, h);
        h = fmaf(w[6 * u + 3], trait, h);
        h = fmaf(w[6 * u + 4], last, h);
        sum = fmaf(w[6 * u + 5], fmaxf(h, 0.0f), sum);
    }
    return __fdividef(sum, 1.0f + fabsf(sum));
}

__global__ void __launch_bounds__(128) flock_policy_u4_a(const float* __restrict__ ground, const float* __restrict__ policy, float* __restrict__ out) {
    const unsigned bird = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32;
    float w[FlockWeights];
#pragma unroll
    for (int i = 0; i < FlockWeights; ++i) w[i] = policy[i];
    float energy = 0.5f, last = 0.0f;
    const float trait = unit(bird);
    unsigned at = hash32(bird / 32) % FlockGrounds;
#pragma unroll 1
    for (int step = 0; step < FlockSteps; ++step) {
        float food = ground[(size_t)at * 32 + lane];
        last = flock_answer(w, food, energy, trait, last);
        energy = 0.9f * energy + 0.1f * fabsf(last);
        at = hash32(__ballot_sync(~0u, last > 0.0f) + at) % FlockGrounds;
    }
    out[bird] = energy;
}

__global__ void __launch_bounds__(128) flock_policy_u4_b(const float* __restrict__ ground, float* __restrict__ out) {
    const unsigned bird = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32;
    float energy = 0.5f, last = 0.0f;
    const float trait = unit(bird);
    unsigned at = hash32(bird / 32) % FlockGrounds;
#pragma unroll 1
    for (int step = 0; step < FlockSteps; ++step) {
        float food = ground[(size_t)at * 32 + lane];
        last = flock_answer(flock_policy, food, energy, trait, last);
        energy = 0.9f * energy + 0.1f * fabsf(last);
        at = hash32(__ballot_sync(~0u, last > 0.0f) + at) % FlockGrounds;
    }
    out[bird] = energy;
}

// ---- Discrete multitone line: power over 512 carriers by water-filling, the water level found by 24 halvings; one block a line.
constexpr int DmtLines = 8192, DmtCarriers = 512, DmtHalvings = 24;
constexpr float DmtBudget = 100.0f;

__global__ void __launch_bounds__(512) dmt_waterfill_u4_a(const float* __restrict__ noise, float* __restrict__ power) {
    __shared__ float s[DmtCarriers];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * DmtCarriers + t;
    const float floor = fabsf(noise[at]) + 0.05f;
    float low = 0.0f, high = 1.3f;
    for (int i = 0; i < DmtHalvings; ++i) {
        float level = 0.5f * (low + high);
        s[t] = fmaxf(level - floor, 0.0f);
        __syncthreads();
        for (int half = DmtCarriers / 2; half > 0; half /= 2) {
            if (t < half) s[t] += s[t + half];
            __syncthreads();
        }
        float used = s[0];
        __syncthreads();
        if (used > DmtBudget) high = level; else low = level;
    }
    power[at] = fmaxf(low - floor, 0.0f);
}

__global__ void __launch_bounds__(512) dmt_waterfill_u4_b(const float* __restrict__ noise, float* __restrict__ power) {
    __shared__ float4 s[2][4];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * DmtCarriers + t;
    const float floor = fabsf(noise[at]) + 0.05f;
    float low = 0.0f, high = 1.3f;
    for (int i = 0; i < DmtHalvings; ++i) {
        float level = 0.5f * (low + high);
        float mine = warp_sum(fmaxf(level - floor, 0.0f));
        if (t % 32 == 0) ((float*)s[i % 2])[t / 32] = mine;
        __syncthreads();
        float used = 0;
        for (int k = 0; k < 4; ++k) { float4 v = s[i % 2][k]; used += (v.x + v.y) + (v.z + v.w); }
        if (used > DmtBudget) high = level; else low = level;
    }
    power[at] = fmaxf(low - floor, 0.0f);
}

// ---- Bat detectors: energy of each call (128 bands) is booked to one of 1024 roosts; a word holds the count of calls above and the energy below.
constexpr int BatCalls = 1 << 18, BatRoosts = 1024, BatBands = 128;

__device__ inline u64 bat_entry(const float* bands, int call) {
    float e = 0;
#pragma unroll 16
    for (int b = 0; b < BatBands; ++b) { float v = bands[(size_t)b * BatCalls + call]; e += v * v; }
    return (1ull << 32) + (unsigned)(e * 1000.0f);
}

__global__ void __launch_bounds__(256) bat_roost_u4_a(const float* __restrict__ bands, const int* __restrict__ roost, u64* __restrict__ book) {
    const int call = blockIdx.x * 256 + threadIdx.x;
    u64* place = &book[roost[call]];
    const u64 entry = bat_entry(bands, call);
    u64 seen = *(volatile u64*)place, expected;
    do {
        expected = seen;
        unsigned count = (unsigned)(expected >> 32) + (unsigned)(entry >> 32), energy = (unsigned)expected + (unsigned)entry;
        seen = atomicCAS(place, expected, (u64)count << 32 | energy);
    } while (seen != expected);
}

__global__ void __launch_bounds__(256) bat_roost_u4_b(const float* __restrict__ bands, const int* __restrict__ roost, u64* __restrict__ book) {
    const int call = blockIdx.x * 256 + threadIdx.x;
    atomicAdd(&book[roost[call]], bat_entry(bands, call));
}

// ---- Neutron chopper: an event word holds the detector (20 bits) and the time in ticks; frame number and one of 1024 channels of the frame.
constexpr size_t ChopperEvents = 1 << 24;

__device__ inline int chopper_slot(u64 word, u64 period) {
    u64 ticks = word >> 20;
    u64 frame = ticks / period;
    u64 channel = (ticks - frame * period) * 1024 / period;
    return (int)(frame * 1024 + channel);
}

__global__ void __launch_bounds__(256) chopper_frame_u4_a(const ulonglong2* __restrict__ event, u64 period, int2* __restrict__ slot) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    ulonglong2 e = event[i];
    slot[i] = make_int2(chopper_slot(e.x, period), chopper_slot(e.y, period));
}

// Quotient by the reciprocal floor(2^64 / period): at most one too small.
__device__ inline u64 chopper_quotient(u64 a, u64 period, u64 reciprocal) {
    u64 q = __umul64hi(a, reciprocal);
    return a - q * period >= period ? q + 1 : q;
}
__device__ inline int chopper_slot(u64 word, u64 period, u64 reciprocal) {
    u64 ticks = word >> 20;
    u64 frame = chopper_quotient(ticks, period, reciprocal);
    u64 channel = chopper_quotient((ticks - frame * period) * 1024, period, reciprocal);
    return (int)(frame * 1024 + channel);
}

__global__ void __launch_bounds__(256) chopper_frame_u4_b(const ulonglong2* __restrict__ event, u64 period, u64 reciprocal, int2* __restrict__ slot) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    ulonglong2 e = event[i];
    slot[i] = make_int2(chopper_slot(e.x, period, reciprocal), chopper_slot(e.y, period, reciprocal));
}

// ---- Portal imaging: scatter of a 4096 x 4096 image by a measured 17 x 17 kernel (no symmetry), subtracted from the primary.
constexpr int PortalSide = 4096, PortalTaps = 17, PortalPitch = PortalSide + 32;
__constant__ float portal_kernel[PortalTaps * PortalTaps];

__global__ void __launch_bounds__(256) portal_scatter_u4_a(const float* __restrict__ image, float* __restrict__ out) {
    const int x = blockIdx.x * 32 + threadIdx.x % 32, y = blockIdx.y * 8 + threadIdx.x / 32;
    const float* corner = image + (size_t)y * PortalPitch + x;
    float scatter = 0;
#pragma unroll 1
    for (int dy = 0; dy < PortalTaps; ++dy)
#pragma unroll
        for (int dx = 0; dx < PortalTaps; ++dx) scatter += portal_kernel[dx * PortalTaps + dy] * corner[dy * PortalPitch + dx];
    out[(size_t)y * PortalSide + x] = corner[8 * PortalPitch + 8] - 0.01f * scatter;
}

__global__ void __launch_bounds__(256) portal_scatter_u4_b(const float* __restrict__ image, float* __restrict__ out) {
    __shared__ float tile[64 + PortalTaps - 1][32 + PortalTaps - 1];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 64, tx = threadIdx.x % 32, ty = threadIdx.x / 32 * 8;
    for (int i = threadIdx.x; i < 80 * 48; i += 256) tile[i / 48][i % 48] = image[(size_t)(y0 + i / 48) * PortalPitch + x0 + i % 48];
    __syncthreads();
    float scatter[8] = {};
#pragma unroll 1
    for (int dx = 0; dx < PortalTaps; ++dx) {
        float v[8 + PortalTaps - 1];
#pragma unroll
        for (int i = 0; i < 8 + PortalTaps - 1; ++i) v[i] = tile[ty + i][tx + dx];
#pragma unroll
        for (int dy = 0; dy < PortalTaps; ++dy) {
            float w = portal_kernel[dx * PortalTaps + dy];
#pragma unroll
            for (int r = 0; r < 8; ++r) scatter[r] += w * v[r + dy];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; ++r) out[(size_t)(y0 + ty + r) * PortalSide + x0 + tx] = tile[ty + r + 8][tx + 8] - 0.01f * scatter[r];
}

// ---- Glaze of tiles: thickness from four optical readings a spot.
constexpr int GlazeSpots = 1 << 24;

__device__ inline float glaze(float red, float green, float blue, float gloss) {
    return fmaf(0.31f, red, fmaf(0.52f, green, 0.17f * blue)) * fmaf(0.2f, gloss, 1.0f);
}

__global__ void __launch_bounds__(256) glaze_thickness_u4_a(const float* __restrict__ red, const float* __restrict__ green,
                                                            const float* __restrict__ blue, const float* __restrict__ gloss, float* __restrict__ out) {
    const int first = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = first + 256 * k;
        out[i] = glaze(red[i], green[i], blue[i], gloss[i]);
    }
}

__global__ void __launch_bounds__(256) glaze_thickness_u4_b(const float4* __restrict__ red, const float4* __restrict__ green,
                                                            const float4* __restrict__ blue, const float4* __restrict__ gloss, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 r = red[i], g = green[i], b = blue[i], s = gloss[i];
    out[i] = make_float4(glaze(r.x, g.x, b.x, s.x), glaze(r.y, g.y, b.y, s.y), glaze(r.z, g.z, b.z, s.z), glaze(r.w, g.w, b.w, s.w));
}

// ---- Flow over sharp-crested weirs with two end contractions (Francis), from head and width.
constexpr int WeirReadings = 1 << 25;

__device__ inline float weir_double(float head, float width) {
    float h = fabsf(head), w = fabsf(width);
    float effective = w + 1.0 - 0.2 * h;
    return 1.84f * effective * h * sqrtf(h);
}
__device__ inline float weir_single(float head, float width) {
    float h = fabsf(head), w = fabsf(width);
    float effective = w + 1.0f - 0.2f * h;
    return 1.84f * effective * h * sqrtf(h);
}

__global__ void __launch_bounds__(256) weir_flow_u4_a(const float4* __restrict__ head, const float4* __restrict__ width, float4* __restrict__ flow) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = head[i], w = width[i];
    flow[i] = make_float4(weir_double(h.x, w.x), weir_double(h.y, w.y), weir_double(h.z, w.z), weir_double(h.w, w.w));
}

__global__ void __launch_bounds__(256) weir_flow_u4_b(const float4* __restrict__ head, const float4* __restrict__ width, float4* __restrict__ flow) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = head[i], w = width[i];
    flow[i] = make_float4(weir_single(h.x, w.x), weir_single(h.y, w.y), weir_single(h.z, w.z), weir_single(h.w, w.w));
}

// ---- Degree days: running sum of the warmth above a base over 512 days for each of 131072 cells; a warp a cell.
constexpr int DegreeCells = 131072, DegreeQuads = 512 / 4;

__global__ void __launch_bounds__(256) degree_days_u4_a(const float4* __restrict__ warmth, float4* __restrict__ sum) {
    const int lane = threadIdx.x % 32;
    const size_t first = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * DegreeQuads + lane;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = warmth[first + 32 * k];
    float before = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float4& d = v[k];
        d.x = fmaxf(d.x + 0.2f, 0.0f);
        d.y = fmaxf(d.y + 0.2f, 0.0f) + d.x;
        d.z = fmaxf(d.z + 0.2f, 0.0f) + d.y;
        d.w = fmaxf(d.w + 0.2f, 0.0f) + d.z;
        float scan = d.w;
#pragma unroll
        for (int far = 1; far < 32; far *= 2) {
            float other = __shfl_up_sync(~0u, scan, far);
            if (lane >= far) scan += other;
        }
        float mine = before + scan - d.w;
        before += __shfl_sync(~0u, scan, 31);
        __stcs(&sum[first + 32 * k], make_float4(d.x + mine, d.y + mine, d.z + mine, d.w + mine));
    }
}

int main(int argc, char** argv) {
    using harness::Output;
    const float* malt = harness::filled<float>((size_t)MaltRows * MaltWaves, 11);
    float* malt_out = harness::empty<float>(2 * MaltWaves);

    const double* computed = harness::filled<double>((size_t)AssureK * AssureM, 21);
    const double* measured = harness::filled<double>((size_t)AssureK * AssureN, 22);
    const size_t assured = (size_t)AssureM * AssureN;
    double* assurance = harness::empty<double>(assured);

    const float* ground = harness::filled<float>((size_t)FlockGrounds * 32, 31);
    std::vector<float> weights(FlockWeights);
    for (int i = 0; i < FlockWeights; ++i) weights[i] = harness::unit(500 + i);
    const float* policy = harness::uploaded(weights);
    CHECK(cudaMemcpyToSymbol(flock_policy, weights.data(), FlockWeights * sizeof(float)));
    const int birds = 132 * 16 * 2 * 128;
    float* energy = harness::empty<float>(birds);

    const size_t carriers = (size_t)DmtLines * DmtCarriers;
    const float* noise = harness::filled<float>(carriers, 41);
    float* power = harness::empty<float>(carriers);

    const float* bands = harness::filled<float>((size_t)BatBands * BatCalls, 51);
    const int* roost = harness::indices(BatCalls, BatRoosts, 52);
    u64* book = harness::empty<u64>(BatRoosts);

    const auto* events = (const ulonglong2*)harness::indices(2 * ChopperEvents, 0x7fffffffu, 61);
    int2* slots = harness::empty<int2>(ChopperEvents / 2);
    const u64 period = 166666667, reciprocal = ~0ull / period;  // an odd period: floor((2^64 - 1) / p) = floor(2^64 / p)

    const float* image = harness::filled<float>((size_t)(PortalSide + 32) * PortalPitch, 71);
    std::vector<float> taps(PortalTaps * PortalTaps);
    for (size_t i = 0; i < taps.size(); ++i) taps[i] = harness::unit(900 + (uint32_t)i);
    CHECK(cudaMemcpyToSymbol(portal_kernel, taps.data(), taps.size() * sizeof(float)));
    const size_t pixels = (size_t)PortalSide * PortalSide;
    float* primary = harness::empty<float>(pixels);

    const float *red = harness::filled<float>(GlazeSpots, 81), *green = harness::filled<float>(GlazeSpots, 82);
    const float *blue = harness::filled<float>(GlazeSpots, 83), *gloss = harness::filled<float>(GlazeSpots, 84);
    float* thickness = harness::empty<float>(GlazeSpots);

    const auto* head = (const float4*)harness::filled<float>(WeirReadings, 91);
    const auto* width = (const float4*)harness::filled<float>(WeirReadings, 92);
    float4* flow = (float4*)harness::empty<float>(WeirReadings);

    const size_t days = (size_t)DegreeCells * DegreeQuads * 4;
    const auto* warmth = (const float4*)harness::filled<float>(days, 101);
    float4* degree = (float4*)harness::empty<float>(days);

    std::vector<harness::Case> cases;
    cases.push_back({"malt_spectra_u4_a", [=] { malt_spectra_u4_a<<<MaltWaves, 256>>>(malt, malt_out); }, malt_out, 2 * MaltWaves, Output::f32});
    cases.push_back({"malt_spectra_u4_b", [=] {
        CHECK(cudaMemsetAsync(malt_out, 0, 2 * MaltWaves * sizeof(float)));
        malt_spectra_u4_b<<<dim3(MaltWaves / 32, 128), 256>>>(malt, malt_out); }, malt_out, 2 * MaltWaves, Output::f32});
    const dim3 tiles(AssureN / 64, AssureM / 128);
    cases.push_back({"assurance_matrix_u4_a", [=] { assurance_matrix_u4_a<<<tiles, 128>>>(computed, measured, assurance); }, assurance, assured, Output::f64});
    cases.push_back({"assurance_matrix_u4_b", [=] { assurance_matrix_u4_b<<<tiles, 128>>>(computed, measured, assurance); }, assurance, assured, Output::f64});
    cases.push_back({"flock_policy_u4_a", [=] { flock_policy_u4_a<<<birds / 128, 128>>>(ground, policy, energy); }, energy, birds, Output::f32});
    cases.push_back({"flock_policy_u4_b", [=] { flock_policy_u4_b<<<birds / 128, 128>>>(ground, energy); }, energy, birds, Output::f32});
    cases.push_back({"dmt_waterfill_u4_a", [=] { dmt_waterfill_u4_a<<<DmtLines, DmtCarriers>>>(noise, power); }, power, carriers, Output::f32});
    cases.push_back({"dmt_waterfill_u4_b", [=] { dmt_waterfill_u4_b<<<DmtLines, DmtCarriers>>>(noise, power); }, power, carriers, Output::f32});
    cases.push_back({"bat_roost_u4_a", [=] {
        CHECK(cudaMemsetAsync(book, 0, BatRoosts * sizeof(u64)));
        bat_roost_u4_a<<<BatCalls / 256, 256>>>(bands, roost, book); }, book, 2 * BatRoosts, Output::i32});
    cases.push_back({"bat_roost_u4_b", [=] {
        CHECK(cudaMemsetAsync(book, 0, BatRoosts * sizeof(u64)));
        bat_roost_u4_b<<<BatCalls / 256, 256>>>(bands, roost, book); }, book, 2 * BatRoosts, Output::i32});
    cases.push_back({"chopper_frame_u4_a", [=] { chopper_frame_u4_a<<<ChopperEvents / 512, 256>>>(events, period, slots); }, slots, ChopperEvents, Output::i32});
    cases.push_back({"chopper_frame_u4_b", [=] { chopper_frame_u4_b<<<ChopperEvents / 512, 256>>>(events, period, reciprocal, slots); }, slots, ChopperEvents, Output::i32});
    cases.push_back({"portal_scatter_u4_a", [=] { portal_scatter_u4_a<<<dim3(PortalSide / 32, PortalSide / 8), 256>>>(image, primary); }, primary, pixels, Output::f32});
    cases.push_back({"portal_scatter_u4_b", [=] { portal_scatter_u4_b<<<dim3(PortalSide / 32, PortalSide / 64), 256>>>(image, primary); }, primary, pixels, Output::f32});
    cases.push_back({"glaze_thickness_u4_a", [=] { glaze_thickness_u4_a<<<GlazeSpots / 1024, 256>>>(red, green, blue, gloss, thickness); }, thickness, GlazeSpots, Output::f32});
    cases.push_back({"glaze_thickness_u4_b", [=] {
        glaze_thickness_u4_b<<<GlazeSpots / 1024, 256>>>((const float4*)red, (const float4*)green, (const float4*)blue, (const float4*)gloss, (float4*)thickness); },
        thickness, GlazeSpots, Output::f32});
    cases.push_back({"weir_flow_u4_a", [=] { weir_flow_u4_a<<<WeirReadings / 1024, 256>>>(head, width, flow); }, flow, WeirReadings, Output::f32});
    cases.push_back({"weir_flow_u4_b", [=] { weir_flow_u4_b<<<WeirReadings / 1024, 256>>>(head, width, flow); }, flow, WeirReadings, Output::f32});
    cases.push_back({"degree_days_u4_a", [=] { degree_days_u4_a<<<DegreeCells / 8, 256>>>(warmth, degree); }, degree, days, Output::f32});
    return harness::run(argc, argv, cases);
}
