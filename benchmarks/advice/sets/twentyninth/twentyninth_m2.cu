// Eleven measured cases from weather, medicine, sound, accounts, seismics, archives, smoke, speech and pictures: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Valley weather: an ensemble of small atmospheres (Lorenz 96, 36 sectors), one member a thread, Runge-Kutta steps.
constexpr int kSectors = 36, kMembers = 132 * 8 * 256, kHours = 12;

__device__ __forceinline__ float trend(const float* x, int i, float force) {
    return fmaf(x[(i + 1) % kSectors] - x[(i + kSectors - 2) % kSectors], x[(i + kSectors - 1) % kSectors], force - x[i]);
}

__device__ __forceinline__ void valley_weather(const float* __restrict__ start, float* __restrict__ end, float force, float h) {
    int m = blockIdx.x * 256 + threadIdx.x;
    float x[kSectors], now[kSectors], slope[kSectors], sum[kSectors];
#pragma unroll
    for (int i = 0; i < kSectors; ++i) x[i] = start[(size_t)i * kMembers + m];
#pragma unroll 1
    for (int hour = 0; hour < kHours; ++hour) {
#pragma unroll
        for (int i = 0; i < kSectors; ++i) { slope[i] = trend(x, i, force); sum[i] = slope[i]; }
#pragma unroll
        for (int stage = 0; stage < 3; ++stage) {
#pragma unroll
            for (int i = 0; i < kSectors; ++i) now[i] = fmaf(stage == 2 ? h : 0.5f * h, slope[i], x[i]);
#pragma unroll
            for (int i = 0; i < kSectors; ++i) { slope[i] = trend(now, i, force); sum[i] += (stage == 2 ? 1.0f : 2.0f) * slope[i]; }
        }
#pragma unroll
        for (int i = 0; i < kSectors; ++i) x[i] = fmaf(h * (1.0f / 6.0f), sum[i], x[i]);
    }
#pragma unroll
    for (int i = 0; i < kSectors; ++i) end[(size_t)i * kMembers + m] = x[i];
}

__global__ void __launch_bounds__(256, 4) valley_weather_m2_a(const float* __restrict__ start, float* __restrict__ end, float force, float h) {
    valley_weather(start, end, force, h);
}
__global__ void __launch_bounds__(256) valley_weather_m2_b(const float* __restrict__ start, float* __restrict__ end, float force, float h) {
    valley_weather(start, end, force, h);
}

// ---- Medical imaging: signal dictionary of a multi-echo sequence (extended phase graph of 20 orders, one tissue a thread).
constexpr int kOrders = 20, kTissues = 132 * 24 * 128, kPulses = 48;

__device__ __forceinline__ void bell_echoes(const float2* __restrict__ decay, const float4* __restrict__ pulse, float* __restrict__ signal, int pulses) {
    int v = blockIdx.x * 128 + threadIdx.x;
    float2 d = decay[v];
    float e1 = fmaf(0.04f, d.x, 0.95f), e2 = fmaf(0.08f, d.y, 0.88f);  // longitudinal and transverse decay between pulses
    float up[kOrders], down[kOrders], along[kOrders];
#pragma unroll
    for (int k = 0; k < kOrders; ++k) up[k] = down[k] = along[k] = 0.0f;
    along[0] = 1.0f;
    for (int p = 0; p < pulses; ++p) {
        float4 q = __ldg(pulse + p);  // cos^2, sin^2, sin, cos of the flip
#pragma unroll
        for (int k = 0; k < kOrders; ++k) {
            float a = up[k], b = down[k], c = along[k];
            up[k] = e2 * fmaf(q.x, a, fmaf(q.y, b, q.z * c));
            down[k] = e2 * fmaf(q.y, a, fmaf(q.x, b, -q.z * c));
            along[k] = e1 * fmaf(0.5f * q.z, b - a, q.w * c);
        }
        along[0] += 1.0f - e1;
        float front = down[1];
#pragma unroll
        for (int k = kOrders - 1; k > 0; --k) up[k] = up[k - 1];
#pragma unroll
        for (int k = 0; k < kOrders - 1; ++k) down[k] = down[k + 1];
        down[kOrders - 1] = 0.0f;
        up[0] = front;
        signal[(size_t)p * kTissues + v] = front;
    }
}

__global__ void __launch_bounds__(128, 12) bell_echoes_m2_a(const float2* __restrict__ decay, const float4* __restrict__ pulse, float* __restrict__ signal, int pulses) {
    bell_echoes(decay, pulse, signal, pulses);
}
__global__ void __launch_bounds__(128) bell_echoes_m2_b(const float2* __restrict__ decay, const float4* __restrict__ pulse, float* __restrict__ signal, int pulses) {
    bell_echoes(decay, pulse, signal, pulses);
}

// ---- Harbour sound: a 32-tap filter over each of 270336 hydrophone channels (sample-major), one channel a thread.
constexpr int kTaps = 32, kChannels = 132 * 8 * 256, kSamples = 256;
struct Taps { float c[kTaps]; };

__global__ void __launch_bounds__(256) harbour_sound_m2_a(const float* __restrict__ wave, float* __restrict__ clean, Taps taps, int samples) {
    size_t ch = blockIdx.x * 256 + threadIdx.x;
    float line[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) line[k] = 0.0f;
    int head = 0;
    for (int s = 0; s < samples; ++s) {
        line[head] = wave[(size_t)s * kChannels + ch];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) sum = fmaf(taps.c[k], line[(head - k) & (kTaps - 1)], sum);
        clean[(size_t)s * kChannels + ch] = sum;
        head = (head + 1) & (kTaps - 1);
    }
}
__global__ void __launch_bounds__(256) harbour_sound_m2_b(const float* __restrict__ wave, float* __restrict__ clean, Taps taps, int samples) {
    size_t ch = blockIdx.x * 256 + threadIdx.x;
    float line[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) line[k] = 0.0f;
    for (int s0 = 0; s0 < samples; s0 += kTaps) {
#pragma unroll
        for (int head = 0; head < kTaps; ++head) {
            line[head] = wave[(size_t)(s0 + head) * kChannels + ch];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum = fmaf(taps.c[k], line[(head - k) & (kTaps - 1)], sum);
            clean[(size_t)(s0 + head) * kChannels + ch] = sum;
        }
    }
}

// ---- Ledger: how often each hexadecimal digit occurs at one place of the account numbers (first pass of a radix sort), counts a warp.
constexpr int kLedgerBlocks = 132 * 8 * 8, kQuads = 16;  // 16 x 4 keys a thread

__global__ void __launch_bounds__(256) ledger_digits_m2_a(const uint4* __restrict__ keys, int* __restrict__ counts, int shift) {
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * (256 * kQuads) + t;
    int seen[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) seen[d] = 0;
#pragma unroll 4
    for (int j = 0; j < kQuads; ++j) {
        uint4 k = keys[base + j * 256];
        ++seen[(k.x >> shift) & 15]; ++seen[(k.y >> shift) & 15]; ++seen[(k.z >> shift) & 15]; ++seen[(k.w >> shift) & 15];
    }
    int lane = t % 32, mine = 0;
#pragma unroll
    for (int d = 0; d < 16; ++d) {
        int all = __reduce_add_sync(0xffffffffu, seen[d]);
        if (lane == d) mine = all;
    }
    if (lane < 16) counts[(blockIdx.x * 8 + t / 32) * 16 + lane] = mine;
}
__global__ void __launch_bounds__(256) ledger_digits_m2_b(const uint4* __restrict__ keys, int* __restrict__ counts, int shift) {
    __shared__ int seen[16][256];  // a column a thread
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * (256 * kQuads) + t;
#pragma unroll
    for (int d = 0; d < 16; ++d) seen[d][t] = 0;
#pragma unroll 4
    for (int j = 0; j < kQuads; ++j) {
        uint4 k = keys[base + j * 256];
        ++seen[(k.x >> shift) & 15][t]; ++seen[(k.y >> shift) & 15][t]; ++seen[(k.z >> shift) & 15][t]; ++seen[(k.w >> shift) & 15][t];
    }
    int lane = t % 32, mine = 0;
#pragma unroll
    for (int d = 0; d < 16; ++d) {
        int all = __reduce_add_sync(0xffffffffu, seen[d][t]);
        if (lane == d) mine = all;
    }
    if (lane < 16) counts[(blockIdx.x * 8 + t / 32) * 16 + lane] = mine;
}

// ---- Seismics: five-point smoothing of complex traces; the block's scratch holds a piece of 256 samples and its two neighbours at both sides.
constexpr int kPieces = 16, kTraceBlocks = 132 * 8 * 8, kLongestPiece = 13312;  // complex samples: the largest piece that any survey asks for

__device__ __forceinline__ void gravel_traces(const float2* __restrict__ trace, float2* __restrict__ smooth) {
    extern __shared__ float2 piece[];
    int t = threadIdx.x, total = kTraceBlocks * kPieces * 256;
    for (int p = 0; p < kPieces; ++p) {
        int at = (blockIdx.x * kPieces + p) * 256 + t;
        piece[t + 2] = trace[at];
        if (t < 2) piece[t] = trace[max(at - 2, 0)];
        else if (t >= 254) piece[t + 4] = trace[min(at + 2, total - 1)];
        __syncthreads();
        float2 a = piece[t], b = piece[t + 1], c = piece[t + 2], d = piece[t + 3], e = piece[t + 4];
        smooth[at] = make_float2(fmaf(0.4f, c.x, fmaf(0.2f, b.x + d.x, 0.1f * (a.x + e.x))), fmaf(0.4f, c.y, fmaf(0.2f, b.y + d.y, 0.1f * (a.y + e.y))));
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256) gravel_traces_m2_a(const float2* __restrict__ trace, float2* __restrict__ smooth) { gravel_traces(trace, smooth); }
__global__ void __launch_bounds__(256) gravel_traces_m2_b(const float2* __restrict__ trace, float2* __restrict__ smooth) { gravel_traces(trace, smooth); }

// ---- Archive: a hash table whose buckets are lists of 128-byte boxes (31 entries and the next box); a warp walks one bucket and counts entries.
constexpr int kBoxes = 1 << 21, kDepth = 16, kShelves = kBoxes / kDepth;

__host__ __device__ inline unsigned box_at(unsigned i) {  // a bijection of [0, 2^21)
    i = i * 0x9e3779b1u & (kBoxes - 1); i ^= i >> 11;
    i = i * 0x85ebca6bu & (kBoxes - 1); i ^= i >> 10;
    return i;
}
__global__ void harness_boxes(int* pool, int* head) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    pool[box_at(i) * 32 + 31] = i % kDepth == kDepth - 1 ? -1 : (int)box_at(i + 1);
    if (i % kDepth == 0) head[i / kDepth] = (int)box_at(i);
}

template <int kThreads>
__device__ __forceinline__ void archive_boxes(const int* __restrict__ pool, const int* __restrict__ head, const int* __restrict__ wanted, int* __restrict__ found) {
    int shelf = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    int box = head[shelf], limit = wanted[shelf], hits = 0;
    while (box >= 0) {
        int entry = pool[(size_t)box * 32 + lane];
        hits += lane < 31 && entry < limit;
        box = __shfl_sync(0xffffffffu, entry, 31);
    }
    hits = __reduce_add_sync(0xffffffffu, hits);
    if (lane == 0) found[shelf] = hits;
}

__global__ void __launch_bounds__(32) archive_boxes_m2_a(const int* __restrict__ pool, const int* __restrict__ head, const int* __restrict__ wanted,
                                                          int* __restrict__ found) { archive_boxes<32>(pool, head, wanted, found); }
__global__ void __launch_bounds__(256) archive_boxes_m2_b(const int* __restrict__ pool, const int* __restrict__ head, const int* __restrict__ wanted,
                                                           int* __restrict__ found) { archive_boxes<256>(pool, head, wanted, found); }

// ---- Smoke: particles drift over a wide map of wind; a small learned model (40 hidden units) turns the wind at a particle into its next move.
constexpr int kMapWide = 16384, kHidden = 40, kSmokeBlocks = 132 * 48, kParticles = kSmokeBlocks * 128, kMoves = 48;
struct Net { float in[kHidden], shift[kHidden], out[kHidden]; };

__global__ void __launch_bounds__(128) smoke_drift_m2_a(const float* __restrict__ wind, const Net* __restrict__ net, float2* __restrict__ rest, int moves) {
    int p = blockIdx.x * 128 + threadIdx.x;
    float x = p % kMapWide + 0.5f, y = p / kMapWide * 160 + 0.5f;
    for (int m = 0; m < moves; ++m) {
        float w = wind[(int)y * kMapWide + ((int)x & (kMapWide - 1))], move = 0.0f;
#pragma unroll
        for (int k = 0; k < kHidden; ++k) move = fmaf(net->out[k], fmaxf(fmaf(net->in[k], w, net->shift[k]), 0.0f), move);
        x = fmaf(0.0004f, move, x);
        y = fmaf(0.0002f, move, y + 3.0f);
    }
    rest[p] = make_float2(x, y);
}
__global__ void __launch_bounds__(128) smoke_drift_m2_b(const float* __restrict__ wind, const __grid_constant__ Net net, float2* __restrict__ rest, int moves) {
    int p = blockIdx.x * 128 + threadIdx.x;
    float x = p % kMapWide + 0.5f, y = p / kMapWide * 160 + 0.5f;
    for (int m = 0; m < moves; ++m) {
        float w = wind[(int)y * kMapWide + ((int)x & (kMapWide - 1))], move = 0.0f;
#pragma unroll
        for (int k = 0; k < kHidden; ++k) move = fmaf(net.out[k], fmaxf(fmaf(net.in[k], w, net.shift[k]), 0.0f), move);
        x = fmaf(0.0004f, move, x);
        y = fmaf(0.0002f, move, y + 3.0f);
    }
    rest[p] = make_float2(x, y);
}

// ---- Postcards: a picture of 16384 x 8192 RGBA pixels turned by a quarter.
constexpr int kCardWide = 16384, kCardHigh = 8192;

template <int kRow>
__device__ __forceinline__ void postcard_turn(const unsigned* __restrict__ card, unsigned* __restrict__ turned) {
    __shared__ unsigned tile[32][kRow];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = card[(size_t)(y0 + ty + j) * kCardWide + x0 + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(x0 + ty + j) * kCardHigh + kCardHigh - 1 - y0 - tx] = tile[tx][ty + j];
}

__global__ void __launch_bounds__(256) postcard_turn_m2_a(const unsigned* __restrict__ card, unsigned* __restrict__ turned) { postcard_turn<32>(card, turned); }
__global__ void __launch_bounds__(256) postcard_turn_m2_b(const unsigned* __restrict__ card, unsigned* __restrict__ turned) { postcard_turn<33>(card, turned); }

// ---- Dialects: time-warping distance of each spoken word to a template of 16 sounds, a word a thread, its row of costs in shared memory.
constexpr int kWordBlocks = 132 * 16 * 2, kWords = kWordBlocks * 128, kSounds = 32, kModel = 16;
struct TrackPlain { int cost[kModel]; };
struct TrackPadded { int cost[kModel]; int pad; };

template <typename Track>
__device__ __forceinline__ void dialect_words(const int* __restrict__ word, const int* __restrict__ model, int* __restrict__ distance, int sounds, int length) {
    __shared__ Track track[128];
    __shared__ int voice[kModel];
    int t = threadIdx.x, w = blockIdx.x * 128 + t;
    if (t < kModel) voice[t] = model[t];
    __syncthreads();
    int* row = track[t].cost;
    for (int j = 0; j < length; ++j) row[j] = 1 << 20;
    int corner = 0, left = 0;
    for (int i = 0; i < sounds; ++i) {
        int sound = word[(size_t)i * kWords + w];
        left = 1 << 20;
        for (int j = 0; j < length; ++j) {
            int above = row[j];
            left = abs(sound - voice[j]) + min(min(left, above), corner);
            corner = above;
            row[j] = left;
        }
        corner = 1 << 20;
    }
    distance[w] = left;
}

__global__ void __launch_bounds__(128, 16) dialect_words_m2_a(const int* __restrict__ word, const int* __restrict__ model, int* __restrict__ distance, int sounds,
                                                               int length) { dialect_words<TrackPlain>(word, model, distance, sounds, length); }
__global__ void __launch_bounds__(128, 16) dialect_words_m2_b(const int* __restrict__ word, const int* __restrict__ model, int* __restrict__ distance, int sounds,
                                                               int length) { dialect_words<TrackPadded>(word, model, distance, sounds, length); }

// ---- Glacier: two satellite maps of ice height blended, and the greatest height of every piece.
constexpr int kIceBlocks = 132 * 8 * 20;  // pieces of 256 x 4 quadruples

__device__ __forceinline__ void glacier_blend(const float4* __restrict__ old, const float4* __restrict__ fresh, float4* __restrict__ blend, float* __restrict__ peak) {
    extern __shared__ float tops[];
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * 1024 + t;
    float4 o[4], f[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { o[j] = old[base + j * 256]; f[j] = fresh[base + j * 256]; }
    float top = -1e30f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float4 b = make_float4(fmaf(0.3f, o[j].x, 0.7f * f[j].x), fmaf(0.3f, o[j].y, 0.7f * f[j].y), fmaf(0.3f, o[j].z, 0.7f * f[j].z),
                               fmaf(0.3f, o[j].w, 0.7f * f[j].w));
        blend[base + j * 256] = b;
        top = fmaxf(top, fmaxf(fmaxf(b.x, b.y), fmaxf(b.z, b.w)));
    }
#pragma unroll
    for (int s = 16; s; s >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, s));
    if (t % 32 == 0) tops[t / 32] = top;
    __syncthreads();
    if (t < 8) {
        top = tops[t];
#pragma unroll
        for (int s = 4; s; s >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffu, top, s));
        if (t == 0) peak[blockIdx.x] = top;
    }
}

__global__ void __launch_bounds__(256) glacier_blend_m2_a(const float4* __restrict__ old, const float4* __restrict__ fresh, float4* __restrict__ blend,
                                                           float* __restrict__ peak) { glacier_blend(old, fresh, blend, peak); }
__global__ void __launch_bounds__(256) glacier_blend_m2_b(const float4* __restrict__ old, const float4* __restrict__ fresh, float4* __restrict__ blend,
                                                           float* __restrict__ peak) { glacier_blend(old, fresh, blend, peak); }

// ---- Tapestry: energy of the colour of a very long weave, a partial sum a block (folded by the host), one wave of blocks.
constexpr int kLooms = 132 * 8, kThreads4 = kLooms * 256 * 4 * 60;  // quadruples

__global__ void __launch_bounds__(256, 8) tapestry_energy_m2_a(const float4* __restrict__ weave, float* __restrict__ energy) {
    __shared__ float warps[8];
    int t = threadIdx.x;
    float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
    for (int i = blockIdx.x * 1024 + t; i < kThreads4; i += kLooms * 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(weave + i + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) { a = fmaf(v[j].x, v[j].x, a); b = fmaf(v[j].y, v[j].y, b); c = fmaf(v[j].z, v[j].z, c); d = fmaf(v[j].w, v[j].w, d); }
    }
    float sum = (a + b) + (c + d);
#pragma unroll
    for (int s = 16; s; s >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, s);
    if (t % 32 == 0) warps[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = warps[t];
#pragma unroll
        for (int s = 4; s; s >>= 1) sum += __shfl_xor_sync(0xffu, sum, s);
        if (t == 0) energy[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kOut = (size_t)kCardWide * kCardHigh;
    float *one = filled<float>((size_t)kThreads4 * 4, 231), *two = filled<float>((size_t)kIceBlocks * 4096, 232), *out = empty<float>(kOut), *peak = empty<float>(kIceBlocks);
    static_assert((size_t)kIceBlocks * 4096 <= kOut && (size_t)kChannels * kSamples <= kOut && (size_t)kTraceBlocks * kPieces * 512 <= kOut, "result is too short");
    static_assert((size_t)kSectors * kMembers <= kOut && (size_t)kPulses * kTissues <= kOut && (size_t)kParticles * 2 <= kOut, "result is too short");
    int* outi = reinterpret_cast<int*>(out);
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *out4 = reinterpret_cast<float4*>(out);

    constexpr size_t kMem = (size_t)kSectors * kMembers;
    add("valley_weather_m2_a", out, kMem, Output::f32, [=] { valley_weather_m2_a<<<kMembers / 256, 256>>>(one, out, 8.0f, 0.01f); });
    add("valley_weather_m2_b", out, kMem, Output::f32, [=] { valley_weather_m2_b<<<kMembers / 256, 256>>>(one, out, 8.0f, 0.01f); });

    std::vector<float4> flips(kPulses);
    for (int p = 0; p < kPulses; ++p) {
        float angle = p == 0 ? 1.5708f : 2.4f + 0.6f * std::sin(0.3f * p), half = 0.5f * angle;
        flips[p] = make_float4(std::cos(half) * std::cos(half), std::sin(half) * std::sin(half), std::sin(angle), std::cos(angle));
    }
    float4* pulse = harness::uploaded(flips);
    constexpr size_t kSig = (size_t)kPulses * kTissues;
    add("bell_echoes_m2_a", out, kSig, Output::f32, [=] { bell_echoes_m2_a<<<kTissues / 128, 128>>>(one2, pulse, out, kPulses); });
    add("bell_echoes_m2_b", out, kSig, Output::f32, [=] { bell_echoes_m2_b<<<kTissues / 128, 128>>>(one2, pulse, out, kPulses); });

    Taps taps;
    for (int k = 0; k < kTaps; ++k) taps.c[k] = std::sin(0.4f * (k + 1)) / (k + 2);
    constexpr size_t kWave = (size_t)kChannels * kSamples;
    add("harbour_sound_m2_a", out, kWave, Output::f32, [=] { harbour_sound_m2_a<<<kChannels / 256, 256>>>(one, out, taps, kSamples); });
    add("harbour_sound_m2_b", out, kWave, Output::f32, [=] { harbour_sound_m2_b<<<kChannels / 256, 256>>>(one, out, taps, kSamples); });

    uint4* keys = reinterpret_cast<uint4*>(harness::indices((size_t)kLedgerBlocks * 256 * kQuads * 4, 1u << 30, 233));
    constexpr size_t kCounts = (size_t)kLedgerBlocks * 8 * 16;
    add("ledger_digits_m2_a", outi, kCounts, Output::i32, [=] { ledger_digits_m2_a<<<kLedgerBlocks, 256>>>(keys, outi, 12); });
    add("ledger_digits_m2_b", outi, kCounts, Output::i32, [=] { ledger_digits_m2_b<<<kLedgerBlocks, 256>>>(keys, outi, 12); });

    constexpr size_t kTrace = (size_t)kTraceBlocks * kPieces * 512;
    constexpr int kScratch = kLongestPiece * sizeof(float2);
    CHECK(cudaFuncSetAttribute(gravel_traces_m2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kScratch));
    add("gravel_traces_m2_a", out, kTrace, Output::f32, [=] { gravel_traces_m2_a<<<kTraceBlocks, 256, kScratch>>>(one2, out2); });
    add("gravel_traces_m2_b", out, kTrace, Output::f32, [=] { gravel_traces_m2_b<<<kTraceBlocks, 256, 260 * sizeof(float2)>>>(one2, out2); });

    int *pool = harness::indices((size_t)kBoxes * 32, 1u << 20, 234), *head = empty<int>(kShelves), *wanted = harness::indices(kShelves, 1u << 20, 235);
    harness_boxes<<<kBoxes / 256, 256>>>(pool, head); CHECK(cudaGetLastError());
    add("archive_boxes_m2_a", outi, kShelves, Output::i32, [=] { archive_boxes_m2_a<<<kShelves, 32>>>(pool, head, wanted, outi); });
    add("archive_boxes_m2_b", outi, kShelves, Output::i32, [=] { archive_boxes_m2_b<<<kShelves / 8, 256>>>(pool, head, wanted, outi); });

    std::vector<Net> nets(1);
    for (int k = 0; k < kHidden; ++k) {
        nets[0].in[k] = harness::unit(3 * k + 1); nets[0].shift[k] = 0.5f * harness::unit(3 * k + 2); nets[0].out[k] = harness::unit(3 * k + 3);
    }
    Net *net = harness::uploaded(nets), small = nets[0];
    add("smoke_drift_m2_a", out, (size_t)kParticles * 2, Output::f32, [=] { smoke_drift_m2_a<<<kSmokeBlocks, 128>>>(one, net, out2, kMoves); });
    add("smoke_drift_m2_b", out, (size_t)kParticles * 2, Output::f32, [=] { smoke_drift_m2_b<<<kSmokeBlocks, 128>>>(one, small, out2, kMoves); });

    unsigned *card = reinterpret_cast<unsigned*>(harness::indices(kOut, 1u << 31, 237)), *outu = reinterpret_cast<unsigned*>(out);
    dim3 cards(kCardWide / 32, kCardHigh / 32), corner(32, 8);
    add("postcard_turn_m2_a", outi, kOut, Output::i32, [=] { postcard_turn_m2_a<<<cards, corner>>>(card, outu); });
    add("postcard_turn_m2_b", outi, kOut, Output::i32, [=] { postcard_turn_m2_b<<<cards, corner>>>(card, outu); });

    int *word = harness::indices((size_t)kWords * kSounds, 256, 238), *model = harness::indices(kModel, 256, 239);
    add("dialect_words_m2_a", outi, kWords, Output::i32, [=] { dialect_words_m2_a<<<kWordBlocks, 128>>>(word, model, outi, kSounds, kModel); });
    add("dialect_words_m2_b", outi, kWords, Output::i32, [=] { dialect_words_m2_b<<<kWordBlocks, 128>>>(word, model, outi, kSounds, kModel); });

    constexpr size_t kIce = (size_t)kIceBlocks * 4096;
    add("glacier_blend_m2_a", out, kIce, Output::f32, [=] { glacier_blend_m2_a<<<kIceBlocks, 256, 48 * 256 * sizeof(float)>>>(one4, two4, out4, peak); });
    add("glacier_blend_m2_b", out, kIce, Output::f32, [=] { glacier_blend_m2_b<<<kIceBlocks, 256, 8 * sizeof(float)>>>(one4, two4, out4, peak); });

    add("tapestry_energy_m2_a", out, kLooms, Output::f32, [=] { tapestry_energy_m2_a<<<kLooms, 256>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
