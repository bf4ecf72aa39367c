// Ten measured cases about launch geometry: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Tomography: back projection of 720 views onto a slice of 128 x 128 pixels.
constexpr int kSlice = 128, kViews = 720, kBins = 192, kViewGroups = 16;

__device__ __forceinline__ float seen_by(const float* __restrict__ sinogram, const float2* __restrict__ turn, float x, float y, int view) {
    float2 cs = __ldg(turn + view);
    float at = fmaf(x, cs.x, fmaf(y, cs.y, 0.5f * kBins));
    int bin = (int)at;
    float part = at - (float)bin;
    const float* row = sinogram + view * kBins + bin;
    float low = __ldg(row), high = __ldg(row + 1);
    return fmaf(part, high - low, low);
}

__global__ void __launch_bounds__(256) lantern_plum_az5_a(const float* __restrict__ sinogram, const float2* __restrict__ turn, float* __restrict__ slice) {
    int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
    float x = px - 63.5f, y = py - 63.5f, sum = 0.0f;
#pragma unroll 4
    for (int view = 0; view < kViews; ++view) sum += seen_by(sinogram, turn, x, y, view);
    slice[py * kSlice + px] = sum * (3.14159265f / kViews);
}

__global__ void __launch_bounds__(512) lantern_plum_az5_b(const float* __restrict__ sinogram, const float2* __restrict__ turn, float* __restrict__ slice) {
    __shared__ float parts[kViewGroups][32];
    int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y, group = threadIdx.y;
    float x = px - 63.5f, y = py - 63.5f, sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kViews / kViewGroups; ++k) sum += seen_by(sinogram, turn, x, y, group * (kViews / kViewGroups) + k);
    parts[group][threadIdx.x] = sum;
    __syncthreads();
    if (group == 0) {
#pragma unroll
        for (int g = 1; g < kViewGroups; ++g) sum += parts[g][threadIdx.x];
        slice[py * kSlice + px] = sum * (3.14159265f / kViews);
    }
}

// ---- Seismology: energy and peak of each of 14 seismometers' traces (12 bits in the upper part of a 16-bit word).
constexpr int kTraces = 14, kTraceQuads = 1 << 20, kTraceParts = 72;  // a quad is eight samples

struct Tremor { unsigned long long energy; int peak; };

__device__ __forceinline__ void take_word(int word, unsigned& squares, int& peak) {
    int low = (word << 16) >> 20, high = word >> 20;
    squares += (unsigned)(low * low); squares += (unsigned)(high * high);
    peak = max(peak, max(low, high));
}
__device__ __forceinline__ void take_quad(int4 q, Tremor& sum) {
    unsigned squares = 0;
    take_word(q.x, squares, sum.peak); take_word(q.y, squares, sum.peak);
    take_word(q.z, squares, sum.peak); take_word(q.w, squares, sum.peak);
    sum.energy += squares;
}
template <int kThreads>
__device__ __forceinline__ Tremor block_tremor(Tremor mine) {
    __shared__ unsigned long long energies[kThreads / 32];
    __shared__ int peaks[kThreads / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        mine.energy += __shfl_xor_sync(0xffffffffu, mine.energy, o);
        mine.peak = max(mine.peak, __shfl_xor_sync(0xffffffffu, mine.peak, o));
    }
    if (lane == 0) { energies[warp] = mine.energy; peaks[warp] = mine.peak; }
    __syncthreads();
    mine.energy = 0; mine.peak = -32768;
    if (threadIdx.x == 0)
        for (int w = 0; w < kThreads / 32; ++w) { mine.energy += energies[w]; mine.peak = max(mine.peak, peaks[w]); }
    return mine;  // of use in thread 0 only
}

__global__ void __launch_bounds__(1024) thistle_ferry_az5_a(const int4* __restrict__ traces, float2* __restrict__ report) {
    const int4* trace = traces + (size_t)blockIdx.x * kTraceQuads;
    Tremor sum = {0, -32768};
    for (int i = threadIdx.x; i < kTraceQuads; i += 4 * 1024) {
        int4 q[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) q[j] = __ldg(trace + i + j * 1024);
#pragma unroll
        for (int j = 0; j < 4; ++j) take_quad(q[j], sum);
    }
    sum = block_tremor<1024>(sum);
    if (threadIdx.x == 0) report[blockIdx.x] = make_float2((float)((double)sum.energy / (8.0 * kTraceQuads)), (float)sum.peak);
}

__global__ void __launch_bounds__(256) thistle_ferry_az5_b(const int4* __restrict__ traces, Tremor* __restrict__ parts, unsigned* __restrict__ tickets,
                                                           float2* __restrict__ report) {
    const int4* trace = traces + (size_t)blockIdx.y * kTraceQuads;
    Tremor sum = {0, -32768};
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < kTraceQuads; i += kTraceParts * 1024) {
        int4 q[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) q[j] = __ldg(trace + i + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) take_quad(q[j], sum);
    }
    sum = block_tremor<256>(sum);
    if (threadIdx.x == 0) {
        Tremor* mine = parts + blockIdx.y * kTraceParts;
        mine[blockIdx.x] = sum;
        __threadfence();
        if (atomicInc(tickets + blockIdx.y, kTraceParts - 1) == kTraceParts - 1) {  // the last part of this trace
            __threadfence();
            Tremor all = {0, -32768};
#pragma unroll 8
            for (int p = 0; p < kTraceParts; ++p) { all.energy += __ldcg(&mine[p].energy); all.peak = max(all.peak, __ldcg(&mine[p].peak)); }
            report[blockIdx.y] = make_float2((float)((double)all.energy / (8.0 * kTraceQuads)), (float)all.peak);
        }
    }
}

// ---- Film: grading of 12-bit pixels with a tone curve of 4096 entries, kept in shared memory, to 16-bit floats.
constexpr int kCurve = 4096, kGradeBlocks = 132 * 8, kFilmQuads = kGradeBlocks * 256 * 32;

__device__ __forceinline__ void load_curve(float* lut, const float* __restrict__ curve) {
#pragma unroll
    for (int k = 0; k < kCurve / 1024; ++k)
        reinterpret_cast<float4*>(lut)[k * 256 + threadIdx.x] = __ldg(reinterpret_cast<const float4*>(curve) + k * 256 + threadIdx.x);
    __syncthreads();
}
__device__ __forceinline__ unsigned graded(const float* lut, unsigned two) {
    __half2 h = __floats2half2_rn(lut[two & 4095u], lut[(two >> 16) & 4095u]);
    return *reinterpret_cast<unsigned*>(&h);
}

__global__ void __launch_bounds__(256) velvet_oar_az5_a(const uint2* __restrict__ film, const float* __restrict__ curve, uint2* __restrict__ print) {
    __shared__ __align__(16) float lut[kCurve];
    load_curve(lut, curve);
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = film[i];
    print[i] = make_uint2(graded(lut, p.x), graded(lut, p.y));
}

__global__ void __launch_bounds__(256) velvet_oar_az5_b(const uint2* __restrict__ film, const float* __restrict__ curve, uint2* __restrict__ print) {
    __shared__ __align__(16) float lut[kCurve];
    load_curve(lut, curve);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kFilmQuads; i += 4 * kGradeBlocks * 256) {
        uint2 p[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) p[j] = film[i + j * kGradeBlocks * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) print[i + j * kGradeBlocks * 256] = make_uint2(graded(lut, p[j].x), graded(lut, p[j].y));
    }
}

// ---- Heat conduction: 6 x 6 stiffness matrices of quadratic triangles, conductivity interpolated at 16 quadrature points.
constexpr int kElements = 204800, kGauss = 16;
__constant__ double kShape[kGauss][6];  // times the weight of the point

__device__ __forceinline__ double stiffness(const double2* __restrict__ shift, const double2* __restrict__ conduct, const double2* __restrict__ slope,
                                            int element, int i, int j) {
    const double2* s = shift + element * 3;
    double2 a = __ldg(s), b = __ldg(s + 1), c = __ldg(s + 2);
    double2 k01 = __ldg(conduct + element * 3), k23 = __ldg(conduct + element * 3 + 1), k45 = __ldg(conduct + element * 3 + 2);
    double ux = 1.0 + 0.2 * (b.x - a.x), uy = 0.2 * (b.y - a.y), vx = 0.2 * (c.x - a.x), vy = 1.0 + 0.2 * (c.y - a.y);
    double inverse = 1.0 / (ux * vy - uy * vx);
    double gxx = (vx * vx + vy * vy) * inverse, gxy = -(ux * vx + uy * vy) * inverse, gyy = (ux * ux + uy * uy) * inverse;
    double sum = 0.0;
#pragma unroll 4
    for (int q = 0; q < kGauss; ++q) {
        double k = kShape[q][0] * k01.x + kShape[q][1] * k01.y + kShape[q][2] * k23.x + kShape[q][3] * k23.y + kShape[q][4] * k45.x + kShape[q][5] * k45.y;
        double2 di = __ldg(slope + q * 6 + i), dj = __ldg(slope + q * 6 + j);
        double flux = gxx * (di.x * dj.x) + gxy * (di.x * dj.y + di.y * dj.x) + gyy * (di.y * dj.y);
        sum += (k + 2.0) * flux;
    }
    return sum;
}

__global__ void __launch_bounds__(36) copper_wren_az5_a(const double2* __restrict__ shift, const double2* __restrict__ conduct,
                                                        const double2* __restrict__ slope, double* __restrict__ matrix) {
    matrix[blockIdx.x * 36 + threadIdx.y * 6 + threadIdx.x] = stiffness(shift, conduct, slope, blockIdx.x, threadIdx.y, threadIdx.x);
}

__global__ void __launch_bounds__(256) copper_wren_az5_b(const double2* __restrict__ shift, const double2* __restrict__ conduct,
                                                         const double2* __restrict__ slope, double* __restrict__ matrix) {
    int at = blockIdx.x * 256 + threadIdx.x, element = at / 36, entry = at - element * 36, i = entry / 6;
    matrix[at] = stiffness(shift, conduct, slope, element, i, entry - i * 6);
}

// ---- Chemistry: for each of 8448 molecules the best Tanimoto likeness to any later one, from fingerprints of 512 bits.
constexpr int kMolecules = 8448, kWords = 16, kQuads = kMolecules / 4, kChemBlocks = 132, kChemTurns = kQuads / kChemBlocks, kChemThreads = 512;

__device__ __forceinline__ void likeness(const unsigned* __restrict__ prints, const int* __restrict__ bits, float* __restrict__ best, int quad) {
    __shared__ __align__(16) unsigned mine[kWords][4];
    __shared__ int top[4];
    int t = threadIdx.x, first = quad * 4;
    __syncthreads();
    if (t < kWords * 4) mine[t / 4][t % 4] = prints[(t / 4) * kMolecules + first + t % 4];
    if (t < 4) top[t] = 0;
    __syncthreads();
    int own[4];
    float high[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int r = 0; r < 4; ++r) own[r] = __ldg(bits + first + r);
    for (int j = first + 1 + t; j < kMolecules; j += kChemThreads) {
        int common[4] = {0, 0, 0, 0};
#pragma unroll
        for (int w = 0; w < kWords; ++w) {
            unsigned other = __ldg(prints + w * kMolecules + j);
            uint4 m = *reinterpret_cast<const uint4*>(mine[w]);
            common[0] += __popc(m.x & other); common[1] += __popc(m.y & other);
            common[2] += __popc(m.z & other); common[3] += __popc(m.w & other);
        }
        int theirs = __ldg(bits + j);
#pragma unroll
        for (int r = 0; r < 4; ++r)
            if (j > first + r) high[r] = fmaxf(high[r], __fdividef((float)common[r], (float)(own[r] + theirs - common[r])));
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        int h = __reduce_max_sync(0xffffffffu, __float_as_int(high[r]));  // never negative, so the bits order as the values
        if (t % 32 == 0) atomicMax(top + r, h);
    }
    __syncthreads();
    if (t < 4) best[first + t] = __int_as_float(top[t]);
}

__global__ void __launch_bounds__(kChemThreads) saffron_gate_az5_a(const unsigned* __restrict__ prints, const int* __restrict__ bits, float* __restrict__ best) {
    for (int k = 0; k < kChemTurns; ++k) likeness(prints, bits, best, blockIdx.x * kChemTurns + k);
}

__global__ void __launch_bounds__(kChemThreads) saffron_gate_az5_b(const unsigned* __restrict__ prints, const int* __restrict__ bits, float* __restrict__ best) {
    int b = blockIdx.x;
    for (int k = 0; k < kChemTurns; ++k) likeness(prints, bits, best, k * kChemBlocks + (k % 2 ? kChemBlocks - 1 - b : b));
}

// ---- Hydrology: an hour of rain through soil columns of eight layers; the wetter a column, the more substeps it takes.
constexpr int kSoilBlocks = 132 * 8, kSoilTiles = 16, kTileCount = kSoilBlocks * kSoilTiles, kColumns = kTileCount * 128, kLayers = 8;

__device__ __forceinline__ void soil_tile(const float* __restrict__ wet, const float* __restrict__ rain, float* __restrict__ drained, int tile) {
    int column = tile * 128 + threadIdx.x;
    float w[kLayers], fall = rain[column], out = 0.0f;
#pragma unroll
    for (int l = 0; l < kLayers; ++l) w[l] = fmaf(0.1f, wet[(size_t)l * kColumns + column], 0.3f);
    int steps = 6 + (int)(210.0f * fall);
    float dt = __fdividef(1.0f, (float)steps), in = fmaf(0.1f, fall, 0.02f);
    for (int s = 0; s < steps; ++s) {
        float from = in;
#pragma unroll
        for (int l = 0; l < kLayers; ++l) {
            float below = l + 1 < kLayers ? w[l + 1] : 0.3f;
            float flow = w[l] * w[l] * w[l] * fmaf(0.5f, w[l] - below, 1.0f);
            w[l] = fmaf(dt, from - flow, w[l]);
            from = flow;
        }
        out = fmaf(dt, from, out);
    }
    float left = 0.0f;
#pragma unroll
    for (int l = 0; l < kLayers; ++l) left += w[l];
    drained[column] = fmaf(0.1f, left, out);
}

__global__ void __launch_bounds__(128) marble_heron_az5_a(const float* __restrict__ wet, const float* __restrict__ rain, float* __restrict__ drained) {
    for (int k = 0; k < kSoilTiles; ++k) soil_tile(wet, rain, drained, blockIdx.x * kSoilTiles + k);
}

__global__ void __launch_bounds__(128) marble_heron_az5_b(const float* __restrict__ wet, const float* __restrict__ rain, float* __restrict__ drained,
                                                          unsigned* __restrict__ queue) {
    __shared__ int next;
    for (;;) {
        if (threadIdx.x == 0) next = (int)atomicAdd(queue, 1u);
        __syncthreads();
        int tile = next;
        __syncthreads();
        if (tile >= kTileCount) break;
        soil_tile(wet, rain, drained, tile);
    }
    if (threadIdx.x == 0 && atomicInc(queue + 1, gridDim.x - 1) == gridDim.x - 1) atomicExch(queue, 0u);  // the last block leaves the queue as it was
}

// ---- Speech coding: nearest of 256 codewords for each vector of 16 coefficients, four vectors a thread.
constexpr int kCodes = 256, kPassVectors = 2048, kPasses = 148 * 8, kVectors = kPasses * kPassVectors;

__device__ __forceinline__ void load_book(float4 (*book)[4], float* norm, const float4* __restrict__ codes) {
    for (int i = threadIdx.x; i < kCodes * 4; i += 512) book[i / 4][i % 4] = __ldg(codes + i);
    __syncthreads();
    if (threadIdx.x < kCodes) {
        float n = 0.0f;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 c = book[threadIdx.x][q];
            n += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
        }
        norm[threadIdx.x] = -0.5f * n;
    }
    __syncthreads();
}
__device__ __forceinline__ void encode_pass(const float4 (*book)[4], const float* norm, const float4* __restrict__ speech, unsigned char* __restrict__ code, int pass) {
    int first = pass * kPassVectors + threadIdx.x, chosen[4] = {0, 0, 0, 0};
    float4 x[4][4];
    float best[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
        for (int q = 0; q < 4; ++q) x[r][q] = __ldg(speech + (size_t)q * kVectors + first + r * 512);
#pragma unroll 2
    for (int c = 0; c < kCodes; ++c) {
        float s[4];
        float n = norm[c];
#pragma unroll
        for (int r = 0; r < 4; ++r) s[r] = n;
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float4 b = book[c][q];
#pragma unroll
            for (int r = 0; r < 4; ++r)
                s[r] = fmaf(x[r][q].x, b.x, fmaf(x[r][q].y, b.y, fmaf(x[r][q].z, b.z, fmaf(x[r][q].w, b.w, s[r]))));
        }
#pragma unroll
        for (int r = 0; r < 4; ++r)
            if (s[r] > best[r]) { best[r] = s[r]; chosen[r] = c; }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) code[first + r * 512] = (unsigned char)chosen[r];
}

__global__ void __launch_bounds__(512, 1) juniper_bell_az5_a(const float4* __restrict__ speech, const float4* __restrict__ codes, unsigned char* __restrict__ code) {
    __shared__ float4 book[kCodes][4];
    __shared__ float norm[kCodes];
    load_book(book, norm, codes);
    for (int k = 0; k < 8; ++k) encode_pass(book, norm, speech, code, blockIdx.x * 8 + k);
}

__global__ void __launch_bounds__(512, 1) juniper_bell_az5_b(const float4* __restrict__ speech, const float4* __restrict__ codes, unsigned char* __restrict__ code) {
    __shared__ float4 book[kCodes][4];
    __shared__ float norm[kCodes];
    load_book(book, norm, codes);
    for (int pass = blockIdx.x; pass < kPasses; pass += gridDim.x) encode_pass(book, norm, speech, code, pass);
}

// ---- Power grid: apparent power of each minute from voltage and current, hours of 60 minutes.
constexpr int kGridBlocks = 65536, kMinutes = kGridBlocks * 720;

template <int kThreads>
__device__ __forceinline__ void apparent(const double* __restrict__ volt, const double* __restrict__ ampere, double* __restrict__ power, int t) {
    int i = blockIdx.x * (kThreads * 4) + t;
    double v[4], a[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = __ldcs(volt + i + j * kThreads); a[j] = __ldcs(ampere + i + j * kThreads); }
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(power + i + j * kThreads, (230.0 + v[j]) * (16.0 + a[j]));
}

__global__ void __launch_bounds__(180) nettle_crown_az5_a(const double* __restrict__ volt, const double* __restrict__ ampere, double* __restrict__ power) {
    apparent<180>(volt, ampere, power, threadIdx.y * 60 + threadIdx.x);
}
__global__ void __launch_bounds__(256) nettle_crown_az5_b(const double* __restrict__ volt, const double* __restrict__ ampere, double* __restrict__ power) {
    apparent<256>(volt, ampere, power, threadIdx.x);
}

// ---- Neuroscience: eligibility traces of synapses with a decay of their own, all driven by one spike train of 4096 ticks.
constexpr int kTicks = 4096, kSynBlocks = 132, kSynEach = 16, kSynapses = kSynBlocks * 256 * kSynEach;

__global__ void __launch_bounds__(256) pigeon_quartz_az5_a(const float* __restrict__ spikes, const float* __restrict__ decay, float* __restrict__ trace) {
    __shared__ __align__(16) float train[kTicks];
    for (int k = threadIdx.x; k < kTicks; k += 256) train[k] = spikes[k];
    __syncthreads();
    int first = blockIdx.x * (256 * kSynEach) + threadIdx.x;
    float d[kSynEach], e[kSynEach];
#pragma unroll
    for (int s = 0; s < kSynEach; ++s) { d[s] = fmaf(0.04f, decay[first + s * 256], 0.95f); e[s] = 0.0f; }
#pragma unroll 4
    for (int k = 0; k < kTicks; k += 4) {
        float4 x = *reinterpret_cast<const float4*>(train + k);
#pragma unroll
        for (int s = 0; s < kSynEach; ++s) e[s] = fmaf(d[s], e[s], x.x);
#pragma unroll
        for (int s = 0; s < kSynEach; ++s) e[s] = fmaf(d[s], e[s], x.y);
#pragma unroll
        for (int s = 0; s < kSynEach; ++s) e[s] = fmaf(d[s], e[s], x.z);
#pragma unroll
        for (int s = 0; s < kSynEach; ++s) e[s] = fmaf(d[s], e[s], x.w);
    }
#pragma unroll
    for (int s = 0; s < kSynEach; ++s) trace[first + s * 256] = e[s];
}

// ---- Auctions: strength and highest bid of each auction, whose numbers of bids differ up to fifteen times; a block an auction.
constexpr int kAuctions = 20000;

__global__ void __launch_bounds__(256) walnut_sleet_az5_a(const float4* __restrict__ bids, const int* __restrict__ begins, float2* __restrict__ result) {
    __shared__ float sums[8], highs[8];
    int t = threadIdx.x, last = begins[blockIdx.x + 1];
    float sum = 0.0f, high = -2.0f;
    for (int i = begins[blockIdx.x] + t; i < last; i += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(bids + i + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            sum = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum))));
            high = fmaxf(high, fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)));
        }
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
    }
    if (t % 32 == 0) { sums[t / 32] = sum; highs[t / 32] = high; }
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) { sum += sums[w]; high = fmaxf(high, highs[w]); }
        result[blockIdx.x] = make_float2(sum, high);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        std::vector<float2> turns(kViews);
        for (int v = 0; v < kViews; ++v) turns[v] = make_float2((float)std::cos(v * 3.14159265358979 / kViews), (float)std::sin(v * 3.14159265358979 / kViews));
        float2* turn = harness::uploaded(turns);
        float *sinogram = filled<float>(kViews * kBins, 11), *slice = empty<float>(kSlice * kSlice);
        add("lantern_plum_az5_a", slice, kSlice * kSlice, Output::f32, [=] { lantern_plum_az5_a<<<dim3(8, 8), dim3(16, 16)>>>(sinogram, turn, slice); });
        add("lantern_plum_az5_b", slice, kSlice * kSlice, Output::f32, [=] { lantern_plum_az5_b<<<dim3(4, 128), dim3(32, kViewGroups)>>>(sinogram, turn, slice); });
    }
    {
        int4* traces = reinterpret_cast<int4*>(harness::indices((size_t)kTraces * kTraceQuads * 4, 0x7fffffffu, 12));
        Tremor* parts; CHECK(cudaMalloc(&parts, kTraces * kTraceParts * sizeof(Tremor)));
        unsigned* tickets; CHECK(cudaMalloc(&tickets, kTraces * sizeof(unsigned))); CHECK(cudaMemset(tickets, 0, kTraces * sizeof(unsigned)));
        float2* report = reinterpret_cast<float2*>(empty<float>(kTraces * 2));
        add("thistle_ferry_az5_a", report, kTraces * 2, Output::f32, [=] { thistle_ferry_az5_a<<<kTraces, 1024>>>(traces, report); });
        add("thistle_ferry_az5_b", report, kTraces * 2, Output::f32, [=] { thistle_ferry_az5_b<<<dim3(kTraceParts, kTraces), 256>>>(traces, parts, tickets, report); });
    }
    {
        uint2* film = reinterpret_cast<uint2*>(harness::indices((size_t)kFilmQuads * 2, 0x7fffffffu, 13));
        float* curve = filled<float>(kCurve, 14);
        uint2* print = reinterpret_cast<uint2*>(empty<unsigned>((size_t)kFilmQuads * 2));
        add("velvet_oar_az5_a", print, (size_t)kFilmQuads * 4, Output::f16, [=] { velvet_oar_az5_a<<<kFilmQuads / 256, 256>>>(film, curve, print); });
        add("velvet_oar_az5_b", print, (size_t)kFilmQuads * 4, Output::f16, [=] { velvet_oar_az5_b<<<kGradeBlocks, 256>>>(film, curve, print); });
    }
    {
        double shape[kGauss][6];
        std::vector<double2> slopes(kGauss * 6);
        for (int q = 0; q < kGauss; ++q) {  // points of a 4 x 4 grid folded onto the triangle
            double x = (q % 4 + 0.5) / 4, y = (q / 4 + 0.5) / 4 * (1 - x), z = 1 - x - y, weight = (1 - x) / kGauss;
            double n[6] = {z * (2 * z - 1), x * (2 * x - 1), y * (2 * y - 1), 4 * x * z, 4 * x * y, 4 * y * z};
            for (int m = 0; m < 6; ++m) shape[q][m] = weight * n[m];
            double2 g[6] = {make_double2(1 - 4 * z, 1 - 4 * z), make_double2(4 * x - 1, 0), make_double2(0, 4 * y - 1),
                            make_double2(4 * (z - x), -4 * x), make_double2(4 * y, 4 * x), make_double2(-4 * y, 4 * (z - y))};
            for (int m = 0; m < 6; ++m) slopes[q * 6 + m] = g[m];
        }
        CHECK(cudaMemcpyToSymbol(kShape, shape, sizeof shape));
        double2 *slope = harness::uploaded(slopes), *shift = reinterpret_cast<double2*>(filled<double>((size_t)kElements * 6, 15)),
                *conduct = reinterpret_cast<double2*>(filled<double>((size_t)kElements * 6, 16));
        double* matrix = empty<double>((size_t)kElements * 36);
        add("copper_wren_az5_a", matrix, (size_t)kElements * 36, Output::f64, [=] { copper_wren_az5_a<<<kElements, dim3(6, 6)>>>(shift, conduct, slope, matrix); });
        add("copper_wren_az5_b", matrix, (size_t)kElements * 36, Output::f64, [=] { copper_wren_az5_b<<<kElements * 36 / 256, 256>>>(shift, conduct, slope, matrix); });
    }
    {
        std::vector<unsigned> host((size_t)kWords * kMolecules);
        std::vector<int> count(kMolecules, 0);
        for (int w = 0; w < kWords; ++w)
            for (int m = 0; m < kMolecules; ++m) {
                unsigned v = harness::hash32(w * kMolecules + m + 17) & harness::hash32(m * 31 + w + 1000003);
                host[(size_t)w * kMolecules + m] = v;
                count[m] += __builtin_popcount(v);
            }
        unsigned* prints = harness::uploaded(host);
        int* bits = harness::uploaded(count);
        float* best = empty<float>(kMolecules);
        add("saffron_gate_az5_a", best, kMolecules, Output::f32, [=] { saffron_gate_az5_a<<<kChemBlocks, kChemThreads>>>(prints, bits, best); });
        add("saffron_gate_az5_b", best, kMolecules, Output::f32, [=] { saffron_gate_az5_b<<<kChemBlocks, kChemThreads>>>(prints, bits, best); });
    }
    {
        std::vector<float> falls(kColumns);
        for (int c = 0; c < kColumns; ++c) {  // one storm over a strip of the map
            double off = ((double)(c / 128) / kTileCount - 0.6) / 0.02;
            falls[c] = (float)std::exp(-off * off);
        }
        float *rain = harness::uploaded(falls), *wet = filled<float>((size_t)kColumns * kLayers, 18), *drained = empty<float>(kColumns);
        unsigned* queue; CHECK(cudaMalloc(&queue, 2 * sizeof(unsigned))); CHECK(cudaMemset(queue, 0, 2 * sizeof(unsigned)));
        add("marble_heron_az5_a", drained, kColumns, Output::f32, [=] { marble_heron_az5_a<<<kSoilBlocks, 128>>>(wet, rain, drained); });
        add("marble_heron_az5_b", drained, kColumns, Output::f32, [=] { marble_heron_az5_b<<<kSoilBlocks, 128>>>(wet, rain, drained, queue); });
    }
    {
        float4 *speech = reinterpret_cast<float4*>(filled<float>((size_t)kVectors * 16, 19)), *codes = reinterpret_cast<float4*>(filled<float>(kCodes * 16, 20));
        unsigned char* code = empty<unsigned char>(kVectors);
        add("juniper_bell_az5_a", code, kVectors, Output::u8, [=] { juniper_bell_az5_a<<<kPasses / 8, 512>>>(speech, codes, code); });
        add("juniper_bell_az5_b", code, kVectors, Output::u8, [=] { juniper_bell_az5_b<<<132, 512>>>(speech, codes, code); });
    }
    {
        double *volt = filled<double>(kMinutes, 21), *ampere = filled<double>(kMinutes, 22), *power = empty<double>(kMinutes);
        add("nettle_crown_az5_a", power, kMinutes, Output::f64, [=] { nettle_crown_az5_a<<<kGridBlocks, dim3(60, 3)>>>(volt, ampere, power); });
        add("nettle_crown_az5_b", power, kMinutes, Output::f64, [=] { nettle_crown_az5_b<<<kMinutes / 1024, 256>>>(volt, ampere, power); });
    }
    {
        float *spikes = filled<float>(kTicks, 23), *decay = filled<float>(kSynapses, 24), *trace = empty<float>(kSynapses);
        add("pigeon_quartz_az5_a", trace, kSynapses, Output::f32, [=] { pigeon_quartz_az5_a<<<kSynBlocks, 256>>>(spikes, decay, trace); });
    }
    {
        std::vector<int> lengths(kAuctions), begin(kAuctions + 1, 0);
        for (int a = 0; a < kAuctions; ++a) {
            double u = (harness::hash32(a + 25) >> 8) / 16777216.0;
            lengths[a] = 1024 * (1 + (int)(15.0 * u * u * u * u));
        }
        std::sort(lengths.begin(), lengths.end(), std::greater<int>());
        for (int a = 0; a < kAuctions; ++a) begin[a + 1] = begin[a] + lengths[a];
        int* begins = harness::uploaded(begin);
        float4* bids = reinterpret_cast<float4*>(filled<float>((size_t)begin[kAuctions] * 4, 26));
        float2* result = reinterpret_cast<float2*>(empty<float>(kAuctions * 2));
        add("walnut_sleet_az5_a", result, kAuctions * 2, Output::f32, [=] { walnut_sleet_az5_a<<<kAuctions, 256>>>(bids, begins, result); });
    }
    return harness::run(argc, argv, cases);
}
