// Eleven measured cases from forests, sports, medicine and workshops: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;

// ---- Forestry: size of each tree after 40 years; four species, each with a growth law of its own.
constexpr int kYears = 40, kPlot = 2048, kPlots = 132 * 8 * 6, kTrees = kPlot * kPlots;

__device__ __forceinline__ float grow_logistic(float h) {
#pragma unroll 4
    for (int y = 0; y < kYears; ++y) {
        float room = fmaf(-0.8f, h, 1.0f), shade = fmaf(0.21f, h, 0.11f);
        h = fmaf(shade * h, room, h);
        h = fmaf(0.003f * room, fmaf(-h, h, 0.7f), h);
        h = fmaf(-0.004f * h, fmaf(h, shade, 0.3f), h);
    }
    return h;
}
__device__ __forceinline__ float grow_gompertz(float h) {
#pragma unroll 4
    for (int y = 0; y < kYears; ++y) {
        float drive = 0.09f * __logf(fmaf(0.02f, h, h));
        h = fmaf(-drive, h, h);
        h = fmaf(fmaf(-0.011f, h, 0.002f), h, h);
    }
    return h;
}
__device__ __forceinline__ float grow_surface(float h) {
#pragma unroll 4
    for (int y = 0; y < kYears; ++y) {
        float leaf = h * rsqrtf(h + 0.01f);
        h = fmaf(0.12f, leaf, h);
        h = fmaf(-0.1f * h, fmaf(0.25f, h, 0.9f), h);
    }
    return h;
}
__device__ __forceinline__ float grow_cubic(float h) {
#pragma unroll 4
    for (int y = 0; y < kYears; ++y) {
        float square = h * h, crowd = fmaf(square, h, 0.05f);
        float light = fmaf(-0.35f, crowd, fmaf(0.12f, square, 0.4f));
        h = fmaf(0.1f * light, h, h);
        h = fmaf(-0.02f, crowd * square, h);
        h = fmaxf(h, 0.02f);
    }
    return h;
}
__device__ __forceinline__ float grow_tree(int kind, float h) {
    switch (kind) {
        case 0: return grow_logistic(h);
        case 1: return grow_gompertz(h);
        case 2: return grow_surface(h);
        default: return grow_cubic(h);
    }
}

__global__ void __launch_bounds__(256) spruce_years_g4_a(const int* __restrict__ species, const float* __restrict__ height, float* __restrict__ grown) {
    int first = blockIdx.x * kPlot;
#pragma unroll 1
    for (int s = threadIdx.x; s < kPlot; s += 256)
        grown[first + s] = grow_tree(species[first + s], fmaf(0.3f, height[first + s], 0.5f));
}

__global__ void __launch_bounds__(256) spruce_years_g4_b(const int* __restrict__ species, const float* __restrict__ height, float* __restrict__ grown) {
    __shared__ int count[4], next[4];
    __shared__ unsigned short order[kPlot];
    __shared__ unsigned char label[kPlot];
    __shared__ float size[kPlot];
    int first = blockIdx.x * kPlot, t = threadIdx.x, lane = t % 32;
    if (t < 4) count[t] = 0;
    __syncthreads();
    int tally[4] = {0, 0, 0, 0};
#pragma unroll
    for (int j = 0; j < kPlot / 256; ++j) {
        int s = j * 256 + t, kind = species[first + s];
        label[s] = (unsigned char)kind;
        size[s] = height[first + s];
#pragma unroll
        for (int k = 0; k < 4; ++k) tally[k] += __popc(__ballot_sync(kAll, kind == k));
    }
    if (lane == 0) {
#pragma unroll
        for (int k = 0; k < 4; ++k) atomicAdd(count + k, tally[k]);
    }
    __syncthreads();
    if (t < 4) {
        int before = 0;
        for (int k = 0; k < t; ++k) before += count[k];
        next[t] = before;
    }
    __syncthreads();
    int begin = 0;
    if (lane < 4) begin = atomicAdd(next + lane, lane == 0 ? tally[0] : lane == 1 ? tally[1] : lane == 2 ? tally[2] : tally[3]);
#pragma unroll
    for (int j = 0; j < kPlot / 256; ++j) {
        int s = j * 256 + t, kind = label[s];
        unsigned same = 0;
        int step = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned votes = __ballot_sync(kAll, kind == k);
            if (kind == k) same = votes;
            if (lane == k) step = __popc(votes);
        }
        int at = __shfl_sync(kAll, begin, kind) + __popc(same & ((1u << lane) - 1));
        order[at] = (unsigned short)s;
        begin += step;
    }
    __syncthreads();
#pragma unroll 1
    for (int j = t; j < kPlot; j += 256) {
        int s = order[j];
        size[s] = grow_tree(label[s], fmaf(0.3f, size[s], 0.5f));
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kPlot / 256; ++j) grown[first + j * 256 + t] = size[j * 256 + t];
}

// ---- Tennis: where a served ball is after 96 instants; top spin and slice feel the air differently.
constexpr int kServes = 132 * 8 * 256 * 12, kInstants = 96;

struct Air { float drag, lift, fade, sink; };

__device__ __forceinline__ float2 fly(float2 v, float spin, Air air) {
    float2 at = make_float2(0.0f, 2.5f);
#pragma unroll 4
    for (int n = 0; n < kInstants; ++n) {
        float square = fmaf(v.x, v.x, fmaf(v.y, v.y, 1e-6f)), speed = square * rsqrtf(square);
        float brake = -air.drag * speed, curve = air.lift * spin * speed;
        float ax = fmaf(brake, v.x, -curve * v.y), ay = fmaf(brake, v.y, fmaf(curve, v.x, -air.sink));
        at.x = fmaf(0.01f, v.x, at.x); at.y = fmaf(0.01f, v.y, at.y);
        v.x = fmaf(0.01f, ax, v.x); v.y = fmaf(0.01f, ay, v.y);
        spin *= air.fade;
    }
    return at;
}

__global__ void __launch_bounds__(256) tennis_serves_g4_a(const float4* __restrict__ serve, float2* __restrict__ spot, Air top, Air slice) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = serve[i];
    float2 v = make_float2(fmaf(10.0f, s.x, 30.0f), 4.0f * s.y);
    if (s.z > 0.0f) spot[i] = fly(v, s.z, top);
    else spot[i] = fly(v, s.z, slice);
}

__global__ void __launch_bounds__(256) tennis_serves_g4_b(const float4* __restrict__ serve, float2* __restrict__ spot, Air top, Air slice) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = serve[i];
    float2 v = make_float2(fmaf(10.0f, s.x, 30.0f), 4.0f * s.y);
    bool over = s.z > 0.0f;
    Air air = {over ? top.drag : slice.drag, over ? top.lift : slice.lift, over ? top.fade : slice.fade, over ? top.sink : slice.sink};
    spot[i] = fly(v, s.z, air);
}

// ---- Dermatology: depth at which each packet of light leaves or fades in a slab of skin (Henyey-Greenstein scattering).
constexpr int kPackets = 32, kLamps = 132 * 8 * 3 * 256;  // packets a thread, threads

struct Light { uint32_t seed; float depth, slope, weight; };

__device__ __forceinline__ Light shine(uint32_t key) {
    return {(key ^ (key >> 16)) * 0x7feb352du, 0.0f, 0.95f, 1.0f};
}
__device__ __forceinline__ float chance(uint32_t& seed) {
    seed = seed * 1664525u + 1013904223u;
    return fmaf((float)(seed >> 9), 1.0f / 8388608.0f, 0.5f / 8388608.0f);
}
__device__ __forceinline__ bool scatter(Light& p) {  // true when the packet has ended
    p.depth = fmaf(-p.slope, __logf(chance(p.seed)), p.depth);
    float f = __fdividef(0.36f, fmaf(1.6f, chance(p.seed), 0.2f)), bend = fmaf(-0.625f * f, f, 1.025f);
    float side = fmaxf(fmaf(-p.slope, p.slope, 1.0f), 0.0f) * fmaxf(fmaf(-bend, bend, 1.0f), 0.0f) + 1e-12f;
    p.slope = fmaf(p.slope, bend, side * rsqrtf(side) * __cosf(6.2831853f * chance(p.seed)));
    p.weight *= 0.95f;
    return p.depth < 0.0f || p.depth > 4.0f || p.weight < 0.01f;
}

__global__ void __launch_bounds__(256) skin_lantern_g4_a(const int* __restrict__ keys, float* __restrict__ depth) {
    int at = blockIdx.x * 256 * kPackets + threadIdx.x, end = at + 256 * kPackets;
    uint32_t key = keys[blockIdx.x * 256 + threadIdx.x];
#pragma unroll 1
    for (; at < end; at += 256) {
        Light p = shine(key);
        while (!scatter(p)) {}
        depth[at] = p.depth;
        key += 0x9e3779b9u;
    }
}

__global__ void __launch_bounds__(256) skin_lantern_g4_b(const int* __restrict__ keys, float* __restrict__ depth) {
    int at = blockIdx.x * 256 * kPackets + threadIdx.x, end = at + 256 * kPackets;
    uint32_t key = keys[blockIdx.x * 256 + threadIdx.x];
    Light p = shine(key);
    do {  // a lane whose packet has ended goes on with its next one at once
        if (scatter(p) && at < end) {
            depth[at] = p.depth;
            at += 256;
            key += 0x9e3779b9u;
            p = shine(key);
        }
    } while (__any_sync(kAll, at < end));
}

// ---- Tents: rest position of 1024 knots of a rope under load, 20 turns of conjugate gradients, a block a rope.
constexpr int kKnots = 1024, kRopes = 132 * 2 * 12, kTurns = 20;

__device__ __forceinline__ float knots_tree(float v, float* part) {
    int t = threadIdx.x;
    part[t] = v;
    __syncthreads();
#pragma unroll
    for (int s = kKnots / 2; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    return part[0];
}
__device__ __forceinline__ float knots_fold(float v, float* part) {
    int t = threadIdx.x;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(kAll, v, o);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    v = part[t % 32];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(kAll, v, o);
    return v;
}

template <bool kFold>
__device__ __forceinline__ void tent_rest(const float* __restrict__ load, const float* __restrict__ stiff, float* __restrict__ rest) {
    __shared__ float line[kKnots + 2], one[kKnots], two[kKnots];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * kKnots + t;
    auto sum = [&](float v, float* part) { return kFold ? knots_fold(v, part) : knots_tree(v, part); };
    if (t < 2) line[t * (kKnots + 1)] = 0.0f;
    float r = load[i], spring = fmaf(0.1f, stiff[i], 2.3f), x = 0.0f, p = r;
    float left = sum(r * r, two);
#pragma unroll 1
    for (int n = 0; n < kTurns; ++n) {
        line[t + 1] = p;
        __syncthreads();
        float q = fmaf(spring, p, -line[t] - line[t + 2]);
        float step = __fdividef(left, sum(p * q, one));
        x = fmaf(step, p, x);
        r = fmaf(-step, q, r);
        float now = sum(r * r, two);
        p = fmaf(__fdividef(now, left), p, r);
        left = now;
    }
    rest[i] = x;
}

__global__ void __launch_bounds__(1024) tent_ropes_g4_a(const float* __restrict__ load, const float* __restrict__ stiff, float* __restrict__ rest) { tent_rest<false>(load, stiff, rest); }
__global__ void __launch_bounds__(1024) tent_ropes_g4_b(const float* __restrict__ load, const float* __restrict__ stiff, float* __restrict__ rest) { tent_rest<true>(load, stiff, rest); }

// ---- Quilts: triangular factors of many 32 x 32 matrices (columns one after another, strong diagonal, no pivoting).
constexpr int kQuilts = 132 * 2 * 160;

__global__ void __launch_bounds__(1024) quilt_patches_g4_a(const float* __restrict__ cloth, float* __restrict__ factor) {
    __shared__ float m[32][32];
    int row = threadIdx.x, col = threadIdx.y;
    size_t i = (size_t)blockIdx.x * 1024 + col * 32 + row;
    m[col][row] = cloth[i] + (row == col ? 24.0f : 0.0f);
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        if (col == k && row > k) m[k][row] = __fdividef(m[k][row], m[k][k]);
        __syncthreads();
        if (col > k && row > k) m[col][row] = fmaf(-m[k][row], m[col][k], m[col][row]);
        __syncthreads();
    }
    factor[i] = m[col][row];
}

__global__ void __launch_bounds__(256) quilt_patches_g4_b(const float* __restrict__ cloth, float* __restrict__ factor) {
    int row = threadIdx.x % 32;  // a warp a matrix, a row a lane
    size_t base = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * 1024 + row;
    float a[32];
#pragma unroll
    for (int c = 0; c < 32; ++c) a[c] = cloth[base + c * 32];
#pragma unroll
    for (int c = 0; c < 32; ++c) a[c] += row == c ? 24.0f : 0.0f;
#pragma unroll
    for (int k = 0; k < 32; ++k) {
        float pivot = __shfl_sync(kAll, a[k], k), l = row > k ? __fdividef(a[k], pivot) : 0.0f;
        if (row > k) a[k] = l;
#pragma unroll
        for (int c = k + 1; c < 32; ++c) a[c] = fmaf(-l, __shfl_sync(kAll, a[c], k), a[c]);
    }
#pragma unroll
    for (int c = 0; c < 32; ++c) factor[base + c * 32] = a[c];
}

// ---- Carillon: loudness of each strike from eight microphones, and the total of each of 32 bells.
constexpr int kStrikes = 16384 * 256, kBells = 32, kMicrophones = 8;

__device__ __forceinline__ float strike_loudness(const float* __restrict__ heard, int i) {
    float s[kMicrophones], sum = 0.0f;
#pragma unroll
    for (int m = 0; m < kMicrophones; ++m) s[m] = heard[(size_t)m * kStrikes + i];
#pragma unroll
    for (int m = 0; m < kMicrophones; ++m) sum = fmaf(0.05f + 0.02f * m, fabsf(s[m]), sum);
    return sum;
}

__global__ void __launch_bounds__(256) bell_chimes_g4_a(const float* __restrict__ heard, float* __restrict__ loud, float* __restrict__ total) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = strike_loudness(heard, i);
    loud[i] = v;
    atomicAdd(total + blockIdx.x / (16384 / kBells), v);
}

__global__ void __launch_bounds__(256) bell_chimes_g4_b(const float* __restrict__ heard, float* __restrict__ loud, float* __restrict__ total) {
    __shared__ float part[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = strike_loudness(heard, i);
    loud[i] = v;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(kAll, v, o);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t == 0) {
#pragma unroll
        for (int w = 1; w < 8; ++w) v += part[w];
        atomicAdd(total + blockIdx.x / (16384 / kBells), v);
    }
}

// ---- Speleology: dose that muons leave in each cell of 128 x 128 x 128 of rock, 64 short steps a track.
constexpr int kTracks = 132 * 8 * 256 * 4, kSteps = 64, kRock = 128 * 128 * 128;

__device__ __forceinline__ int rock_cell(float4 from, float4 way, int s) {
    int x = (int)fmaf((float)s, way.x, from.x), y = (int)fmaf((float)s, way.y, from.y), z = (int)fmaf((float)s, way.z, from.z);
    return (z & 127) * 16384 + (y & 127) * 128 + (x & 127);
}
__device__ __forceinline__ void track_of(const float4* __restrict__ start, const float4* __restrict__ heading, float4& from, float4& way, int& charge) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = start[i], b = heading[i];
    from = make_float4(fmaf(55.0f, a.x, 64.0f), fmaf(55.0f, a.y, 64.0f), fmaf(55.0f, a.z, 64.0f), 0.0f);
    way = make_float4(0.08f * b.x, 0.08f * b.y, 0.08f * b.z, 0.0f);
    charge = (int)fmaf(8.0f, a.w, 9.0f);
}

__global__ void __launch_bounds__(256) cavern_tracks_g4_a(const float4* __restrict__ start, const float4* __restrict__ heading, int* __restrict__ dose) {
    float4 from, way; int charge;
    track_of(start, heading, from, way, charge);
#pragma unroll 4
    for (int s = 0; s < kSteps; ++s) atomicAdd(dose + rock_cell(from, way, s), charge);
}

__global__ void __launch_bounds__(256) cavern_tracks_g4_b(const float4* __restrict__ start, const float4* __restrict__ heading, int* __restrict__ dose) {
    float4 from, way; int charge;
    track_of(start, heading, from, way, charge);
    int cell = rock_cell(from, way, 0), left = charge;
#pragma unroll 4
    for (int s = 1; s < kSteps; ++s) {
        int here = rock_cell(from, way, s);
        if (here != cell) { atomicAdd(dose + cell, left); cell = here; left = 0; }
        left += charge;
    }
    atomicAdd(dose + cell, left);
}

// ---- Sequencing: sum of the quality (upper six bits) of the calls of each letter (lower two bits) in each strip of a flow cell.
constexpr int kStrip = 256 * 16, kStrips = 132 * 8 * 2;  // uint4 a strip, strips

template <typename Add>
__device__ __forceinline__ void letters_of(const uint4* __restrict__ calls, Add add) {
    const uint4* strip = calls + (size_t)blockIdx.x * kStrip;
#pragma unroll 2
    for (int s = threadIdx.x; s < kStrip; s += 256) {
        uint4 v = strip[s];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 32; b += 8) add((word[w] >> b) & 3u, (word[w] >> (b + 2)) & 63u);
    }
}

__global__ void __launch_bounds__(256) letter_press_g4_a(const uint4* __restrict__ calls, int* __restrict__ quality) {
    __shared__ int sum[4];
    int t = threadIdx.x;
    if (t < 4) sum[t] = 0;
    __syncthreads();
    letters_of(calls, [&](uint32_t letter, uint32_t grade) { atomicAdd(sum + letter, (int)grade); });
    __syncthreads();
    if (t < 4) quality[blockIdx.x * 4 + t] = sum[t];
}

__global__ void __launch_bounds__(256) letter_press_g4_b(const uint4* __restrict__ calls, int* __restrict__ quality) {
    __shared__ int sum[4 * 32];  // a copy a lane
    int t = threadIdx.x, lane = t % 32;
    if (t < 128) sum[t] = 0;
    __syncthreads();
    letters_of(calls, [&](uint32_t letter, uint32_t grade) { atomicAdd(sum + letter * 32 + lane, (int)grade); });
    __syncthreads();
    if (t < 128) {
        int all = __reduce_add_sync(kAll, sum[t]);
        if (lane == 0) quality[blockIdx.x * 4 + t / 32] = all;
    }
}

// ---- Pharmacy: drug in gut, blood and tissue of each patient after 96 quarter hours.
constexpr int kPatients = 132 * 8 * 256 * 8, kQuarters = 96;

__global__ void __launch_bounds__(256) clinic_doses_g4_a(const float4* __restrict__ patient, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = patient[i];
    float gut = 1.5f + p.x, blood = 0.2f + 0.1f * p.y, tissue = 0.3f + 0.1f * p.z, uptake = 0.12f + 0.05f * p.w;
#pragma unroll 4
    for (int q = 0; q < kQuarters; ++q) {
        float taken = uptake * gut;
        float moved = 0.08 * blood - 0.045 * tissue;
        gut = gut - 0.95 * taken + 0.002;
        blood = blood + 0.6 * taken - moved - 0.11 * blood;
        tissue = tissue + 0.85 * moved - 0.01 * tissue;
    }
    level[i] = blood + 0.5f * tissue + 0.1f * gut;
}

__global__ void __launch_bounds__(256) clinic_doses_g4_b(const float4* __restrict__ patient, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = patient[i];
    float gut = 1.5f + p.x, blood = 0.2f + 0.1f * p.y, tissue = 0.3f + 0.1f * p.z, uptake = 0.12f + 0.05f * p.w;
#pragma unroll 4
    for (int q = 0; q < kQuarters; ++q) {
        float taken = uptake * gut;
        float moved = 0.08f * blood - 0.045f * tissue;
        gut = gut - 0.95f * taken + 0.002f;
        blood = blood + 0.6f * taken - moved - 0.11f * blood;
        tissue = tissue + 0.85f * moved - 0.01f * tissue;
    }
    level[i] = blood + 0.5f * tissue + 0.1f * gut;
}

// ---- Harbour watch: infrared plates of 4096 points, each put right with its own gain and offset from the camera's warmth.
constexpr int kPlates = 132 * 8 * 24;

template <typename Real>
__device__ __forceinline__ void plate_right(const float4* __restrict__ raw, const float* __restrict__ warmth, float4* __restrict__ image) {
    __shared__ float gain, offset;
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[base + j * 256];
    if (threadIdx.x == 0) {
        Real w = warmth[blockIdx.x], g = exp(Real(-0.7) * w) * (Real(1.0) + Real(0.02) * w * w);
        gain = (float)g;
        offset = (float)(Real(0.05) - Real(0.3) * w * g);
    }
    __syncthreads();
    float g = gain, o = offset;
#pragma unroll
    for (int j = 0; j < 4; ++j) image[base + j * 256] = make_float4(fmaf(g, v[j].x, o), fmaf(g, v[j].y, o), fmaf(g, v[j].z, o), fmaf(g, v[j].w, o));
}

__global__ void __launch_bounds__(256) harbour_plates_g4_a(const float4* __restrict__ raw, const float* __restrict__ warmth, float4* __restrict__ image) { plate_right<double>(raw, warmth, image); }
__global__ void __launch_bounds__(256) harbour_plates_g4_b(const float4* __restrict__ raw, const float* __restrict__ warmth, float4* __restrict__ image) { plate_right<float>(raw, warmth, image); }

// ---- Night sky: list of the bright points of each field of 16384 points (at most 2048 kept), with their number.
constexpr int kField = 16384, kFields = 132 * 8 * 16, kListed = 2048;

__global__ void __launch_bounds__(256) night_sparks_g4_a(const float4* __restrict__ sky, int* __restrict__ sparks, int* __restrict__ found) {
    __shared__ int used;
    int t = threadIdx.x, lane = t % 32;
    if (t == 0) used = 0;
    __syncthreads();
    const float4* field = sky + (size_t)blockIdx.x * (kField / 4);
    int* list = sparks + (size_t)blockIdx.x * kListed;
#pragma unroll 1
    for (int from = 0; from < kField / 4; from += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(field + from + j * 256 + t);
        unsigned bright = 0;
#pragma unroll
        for (int j = 0; j < 4; ++j)
            bright |= (v[j].x > 0.96f ? 1u << (4 * j) : 0u) | (v[j].y > 0.96f ? 2u << (4 * j) : 0u) | (v[j].z > 0.96f ? 4u << (4 * j) : 0u) | (v[j].w > 0.96f ? 8u << (4 * j) : 0u);
        int mine = __popc(bright), upto = mine;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            int below = __shfl_up_sync(kAll, upto, o);
            if (lane >= o) upto += below;
        }
        int begin = 0;
        if (lane == 31) begin = atomicAdd(&used, upto);  // one for the whole warp
        int at = __shfl_sync(kAll, begin, 31) + upto - mine;
        while (bright) {
            int b = __ffs(bright) - 1;
            bright &= bright - 1;
            if (at < kListed) list[at] = (from + (b / 4) * 256 + t) * 4 + b % 4;
            ++at;
        }
    }
    __syncthreads();
    if (t == 0) found[blockIdx.x] = used;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one long field, one short field, codes, keys, letters, and results of floats and of integers.
    constexpr size_t kLong = (size_t)kFields * kField, kShort = (size_t)kQuilts * 1024, kWords = (size_t)kStrips * kStrip * 4;
    static_assert((size_t)kPlates * 4096 <= kLong && (size_t)kMicrophones * kStrikes <= kLong && kWords >= (size_t)kTrees, "fields are too short");
    static_assert((size_t)kServes * 4 <= kLong && (size_t)kTracks * 4 <= kShort && (size_t)kPatients * 4 <= kLong && (size_t)kRopes * kKnots <= kShort, "fields are too short");
    float *sky = filled<float>(kLong, 41), *field = filled<float>(kShort, 42), *out = empty<float>((size_t)kPlates * 4096), *total = empty<float>(kBells);
    int *species = indices(kTrees, 4, 43), *keys = indices(kLamps, 0xffffffffu, 44), *letters = indices(kWords, 0xffffffffu, 45);
    int *dose = empty<int>(kRock), *quality = empty<int>(kStrips * 4), *sparks = empty<int>((size_t)kFields * kListed), *found = empty<int>(kFields);
    CHECK(cudaMemset(total, 0, kBells * sizeof(float)));
    CHECK(cudaMemset(dose, 0, kRock * sizeof(int)));
    auto *sky4 = reinterpret_cast<float4*>(sky), *field4 = reinterpret_cast<float4*>(field), *out4 = reinterpret_cast<float4*>(out);
    auto *out2 = reinterpret_cast<float2*>(out);
    auto *letters4 = reinterpret_cast<uint4*>(letters);
    Air top = {0.0052f, 0.0011f, 0.998f, 9.81f}, slice = {0.0061f, 0.0008f, 0.996f, 9.79f};

    add("spruce_years_g4_a", out, kTrees, Output::f32, [=] { spruce_years_g4_a<<<kPlots, 256>>>(species, sky, out); });
    add("spruce_years_g4_b", out, kTrees, Output::f32, [=] { spruce_years_g4_b<<<kPlots, 256>>>(species, sky, out); });

    add("tennis_serves_g4_a", out, (size_t)kServes * 2, Output::f32, [=] { tennis_serves_g4_a<<<kServes / 256, 256>>>(sky4, out2, top, slice); });
    add("tennis_serves_g4_b", out, (size_t)kServes * 2, Output::f32, [=] { tennis_serves_g4_b<<<kServes / 256, 256>>>(sky4, out2, top, slice); });

    add("skin_lantern_g4_a", out, (size_t)kLamps * kPackets, Output::f32, [=] { skin_lantern_g4_a<<<kLamps / 256, 256>>>(keys, out); });
    add("skin_lantern_g4_b", out, (size_t)kLamps * kPackets, Output::f32, [=] { skin_lantern_g4_b<<<kLamps / 256, 256>>>(keys, out); });

    add("tent_ropes_g4_a", out, (size_t)kRopes * kKnots, Output::f32, [=] { tent_ropes_g4_a<<<kRopes, kKnots>>>(sky, field, out); });
    add("tent_ropes_g4_b", out, (size_t)kRopes * kKnots, Output::f32, [=] { tent_ropes_g4_b<<<kRopes, kKnots>>>(sky, field, out); });

    add("quilt_patches_g4_a", out, (size_t)kQuilts * 1024, Output::f32, [=] { quilt_patches_g4_a<<<kQuilts, dim3(32, 32)>>>(field, out); });
    add("quilt_patches_g4_b", out, (size_t)kQuilts * 1024, Output::f32, [=] { quilt_patches_g4_b<<<kQuilts / 8, 256>>>(field, out); });

    add("bell_chimes_g4_a", total, kBells, Output::f32, [=] { bell_chimes_g4_a<<<16384, 256>>>(sky, out, total); });
    add("bell_chimes_g4_b", total, kBells, Output::f32, [=] { bell_chimes_g4_b<<<16384, 256>>>(sky, out, total); });

    add("cavern_tracks_g4_a", dose, kRock, Output::i32, [=] { cavern_tracks_g4_a<<<kTracks / 256, 256>>>(sky4, field4, dose); });
    add("cavern_tracks_g4_b", dose, kRock, Output::i32, [=] { cavern_tracks_g4_b<<<kTracks / 256, 256>>>(sky4, field4, dose); });

    add("letter_press_g4_a", quality, kStrips * 4, Output::i32, [=] { letter_press_g4_a<<<kStrips, 256>>>(letters4, quality); });
    add("letter_press_g4_b", quality, kStrips * 4, Output::i32, [=] { letter_press_g4_b<<<kStrips, 256>>>(letters4, quality); });

    add("clinic_doses_g4_a", out, kPatients, Output::f32, [=] { clinic_doses_g4_a<<<kPatients / 256, 256>>>(sky4, out); });
    add("clinic_doses_g4_b", out, kPatients, Output::f32, [=] { clinic_doses_g4_b<<<kPatients / 256, 256>>>(sky4, out); });

    add("harbour_plates_g4_a", out, (size_t)kPlates * 4096, Output::f32, [=] { harbour_plates_g4_a<<<kPlates, 256>>>(sky4, field, out4); });
    add("harbour_plates_g4_b", out, (size_t)kPlates * 4096, Output::f32, [=] { harbour_plates_g4_b<<<kPlates, 256>>>(sky4, field, out4); });

    add("night_sparks_g4_a", found, kFields, Output::i32, [=] { night_sparks_g4_a<<<kFields, 256>>>(sky4, sparks, found); });

    return harness::run(argc, argv, cases);
}
