// Ten measured cases from games, finance, networks, pictures, learning, sound and mechanics: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;

__device__ __forceinline__ float2 block_sum2(float2 v) {  // of 256 threads, to all of them; once a kernel
    __shared__ float2 part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) { v.x += __shfl_xor_sync(kAll, v.x, o); v.y += __shfl_xor_sync(kAll, v.y, o); }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float2 s = part[0];
#pragma unroll
    for (int w = 1; w < 8; ++w) { s.x += part[w].x; s.y += part[w].y; }
    return s;
}

// ---- Game: ten emitters of sparks, each with its own wind and number of particles, one frame of eight substeps.
constexpr int kEmitters = 10, kSparks = 12288;  // most particles of an emitter

struct Emitter { float windx, windy, windz, drag, bounce; int first, count; };
struct Emitters { Emitter e[kEmitters]; };

__device__ __forceinline__ void spark_step(const Emitter& e, int i, const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ next) {
    if (i >= e.count) return;
    float4 p = place[e.first + i], v = speed[e.first + i];
#pragma unroll
    for (int s = 0; s < 8; ++s) {
        v.x = fmaf(e.drag, e.windx - v.x, v.x);
        v.y = fmaf(e.drag, e.windy - v.y, v.y) - 0.0098f;
        v.z = fmaf(e.drag, e.windz - v.z, v.z);
        p.x = fmaf(0.002f, v.x, p.x); p.y = fmaf(0.002f, v.y, p.y); p.z = fmaf(0.002f, v.z, p.z);
        if (p.y < -1.0f) { p.y = -2.0f - p.y; v.y *= -e.bounce; }
        p.w = fmaf(0.01f, v.w, p.w);
    }
    next[e.first + i] = p;
}

__global__ void __launch_bounds__(128) marble_otter_az1_a0(Emitter e, const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ next) {
    spark_step(e, blockIdx.x * 128 + threadIdx.x, place, speed, next);
}

__global__ void __launch_bounds__(128) marble_otter_az1_b(const __grid_constant__ Emitters all, const float4* __restrict__ place, const float4* __restrict__ speed,
                                                          float4* __restrict__ next) {
    spark_step(all.e[blockIdx.y], blockIdx.x * 128 + threadIdx.x, place, speed, next);
}

// ---- Finance: fading average of 4096 trades, y = a*y + b, as a scan of the pairs (a, b) in double precision.
constexpr int kTrades = 4096;

__device__ __forceinline__ double2 weigh(double2 raw) { return make_double2(0.9 + 0.05 * raw.x, 2.0 + raw.y); }
__device__ __forceinline__ double2 follow(double2 early, double2 late) { return make_double2(early.x * late.x, fma(late.x, early.y, late.y)); }
__device__ __forceinline__ double2 from_below(double2 v, int o) { return make_double2(__shfl_up_sync(kAll, v.x, o), __shfl_up_sync(kAll, v.y, o)); }

__global__ void __launch_bounds__(256) velvet_tundra_az1_a0(const double2* __restrict__ from, double2* __restrict__ to, int reach) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 mine = from[i];
    if (reach == 1) mine = weigh(mine);
    if (i >= reach) {
        double2 other = from[i - reach];
        if (reach == 1) other = weigh(other);
        mine = follow(other, mine);
    }
    to[i] = mine;
}

__global__ void __launch_bounds__(1024) velvet_tundra_az1_b(const double2* __restrict__ trade, double2* __restrict__ mean) {
    __shared__ double2 part[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    double2 own[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) own[k] = weigh(trade[4 * t + k]);
#pragma unroll
    for (int k = 1; k < 4; ++k) own[k] = follow(own[k - 1], own[k]);
    double2 total = own[3];
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        double2 p = from_below(total, o);
        if (lane >= o) total = follow(p, total);
    }
    if (lane == 31) part[warp] = total;
    __syncthreads();
    if (warp == 0) {
        double2 sum = part[lane];
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) {
            double2 p = from_below(sum, o);
            if (lane >= o) sum = follow(p, sum);
        }
        part[lane] = sum;
    }
    __syncthreads();
    double2 ahead = warp ? part[warp - 1] : make_double2(1.0, 0.0), p = from_below(total, 1);
    if (lane) ahead = follow(ahead, p);
#pragma unroll
    for (int k = 0; k < 4; ++k) mean[4 * t + k] = follow(ahead, own[k]);
}

// ---- Networks: standing of the 64 members of each of 528 clubs, four rounds of a ranking with restart.
constexpr int kClubs = 528, kMembers = 64, kRounds = 4;

struct Ties { uint4 lo, hi; };  // sixteen halves

__device__ __forceinline__ float pair_dot(unsigned bits, float x, float y, float sum) {
    float2 w = __half22float2(__habs2(*reinterpret_cast<const __half2*>(&bits)));
    return fmaf(w.y, y, fmaf(w.x, x, sum));
}
__device__ __forceinline__ float ties_dot(const Ties& m, const float4* v) {
    float s = 0.0f;
    s = pair_dot(m.lo.x, v[0].x, v[0].y, s); s = pair_dot(m.lo.y, v[0].z, v[0].w, s);
    s = pair_dot(m.lo.z, v[1].x, v[1].y, s); s = pair_dot(m.lo.w, v[1].z, v[1].w, s);
    s = pair_dot(m.hi.x, v[2].x, v[2].y, s); s = pair_dot(m.hi.y, v[2].z, v[2].w, s);
    s = pair_dot(m.hi.z, v[3].x, v[3].y, s); s = pair_dot(m.hi.w, v[3].z, v[3].w, s);
    s += __shfl_xor_sync(kAll, s, 1);
    s += __shfl_xor_sync(kAll, s, 2);
    return s;
}

__global__ void __launch_bounds__(256) copper_lantern_az1_a0(const uint4* __restrict__ ties, const float4* __restrict__ rank, float* __restrict__ raw) {
    int t = threadIdx.x, member = t / 4, quarter = t % 4;
    const uint4* m = ties + (size_t)blockIdx.x * 512 + t * 2;
    Ties mine{m[0], m[1]};
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = rank[blockIdx.x * 16 + quarter * 4 + k];
    float s = ties_dot(mine, v);
    if (quarter == 0) raw[blockIdx.x * kMembers + member] = s;
}

__global__ void __launch_bounds__(256) copper_lantern_az1_a1(const float2* __restrict__ raw, float2* __restrict__ rank) {
    int i = blockIdx.x * 256 + threadIdx.x;  // a warp a club
    float2 r = raw[i];
    float s = r.x + r.y;
#pragma unroll
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(kAll, s, o);
    float scale = 0.85f / s;
    rank[i] = make_float2(fmaf(scale, r.x, 0.15f / kMembers), fmaf(scale, r.y, 0.15f / kMembers));
}

__global__ void __launch_bounds__(256) copper_lantern_az1_b(const uint4* __restrict__ ties, const float* __restrict__ start, float* __restrict__ rank) {
    __shared__ __align__(16) float now[kMembers];
    __shared__ float part[8];
    int t = threadIdx.x, member = t / 4, quarter = t % 4;
    const uint4* m = ties + (size_t)blockIdx.x * 512 + t * 2;
    Ties mine{m[0], m[1]};
    if (t < kMembers) now[t] = start[blockIdx.x * kMembers + t];
    float r = 0.0f;
    for (int round = 0; round < kRounds; ++round) {
        __syncthreads();
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = *reinterpret_cast<const float4*>(now + quarter * 16 + k * 4);
        float s = ties_dot(mine, v), sum = s;
#pragma unroll
        for (int o = 4; o < 32; o <<= 1) sum += __shfl_xor_sync(kAll, sum, o);
        if (t % 32 == 0) part[t / 32] = sum;
        __syncthreads();
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) all += part[w];
        r = fmaf(0.85f / all, s, 0.15f / kMembers);
        if (quarter == 0) now[member] = r;
    }
    if (quarter == 0) rank[blockIdx.x * kMembers + member] = r;
}

// ---- Pictures: a full-HD frame made linear, graded through a colour matrix and a film curve, and coded again.
constexpr int kWide = 1920, kHigh = 1080;

__device__ __forceinline__ float to_light(unsigned char c) { float x = c * (1.0f / 255); return x * fmaf(x, fmaf(x, 0.305306f, 0.682171f), 0.012523f); }
__device__ __forceinline__ float film(float x) { x = fmaxf(x, 0.0f); return __saturatef(__fdividef(x * fmaf(2.51f, x, 0.03f), fmaf(x, fmaf(2.43f, x, 0.59f), 0.14f))); }
__device__ __forceinline__ float4 light_of(uchar4 c) { return make_float4(to_light(c.x), to_light(c.y), to_light(c.z), c.w * (1.0f / 255)); }
__device__ __forceinline__ float4 grade(float4 c, float gain) {
    float r = gain * fmaf(0.66f, c.x, fmaf(0.30f, c.y, 0.04f * c.z)), g = gain * fmaf(0.09f, c.x, fmaf(0.88f, c.y, 0.03f * c.z)),
          b = gain * fmaf(0.02f, c.x, fmaf(0.11f, c.y, 0.87f * c.z));
    return make_float4(film(r), film(g), film(b), c.w);
}
__device__ __forceinline__ unsigned char code_of(float x) { return (unsigned char)__float2uint_rn(255.0f * __saturatef(fmaf(1.055f, __powf(x, 0.41667f), -0.055f))); }
__device__ __forceinline__ uchar4 coded(float4 c) { return make_uchar4(code_of(c.x), code_of(c.y), code_of(c.z), (unsigned char)__float2uint_rn(255.0f * c.w)); }
__device__ __forceinline__ int pixel() { return (blockIdx.y * 8 + threadIdx.y) * kWide + blockIdx.x * 32 + threadIdx.x; }

__global__ void __launch_bounds__(256) saffron_kite_az1_a0(const uchar4* __restrict__ frame, float4* __restrict__ light) {
    int i = pixel();
    light[i] = light_of(frame[i]);
}
__global__ void __launch_bounds__(256) saffron_kite_az1_a1(const float4* __restrict__ light, float4* __restrict__ graded, float gain) {
    int i = pixel();
    graded[i] = grade(light[i], gain);
}
__global__ void __launch_bounds__(256) saffron_kite_az1_a2(const float4* __restrict__ graded, uchar4* __restrict__ shown) {
    int i = pixel();
    shown[i] = coded(graded[i]);
}
__global__ void __launch_bounds__(256) saffron_kite_az1_b(const uchar4* __restrict__ frame, uchar4* __restrict__ shown, float gain) {
    int i = pixel();
    shown[i] = coded(grade(light_of(frame[i]), gain));
}

// ---- Learning: one step of Adam with decay over 16 million weights whose gradients come in half precision.
constexpr int kQuads = 1 << 22;

__device__ __forceinline__ float4 unscaled(uint2 g, float scale) {
    float2 a = __half22float2(*reinterpret_cast<const __half2*>(&g.x)), b = __half22float2(*reinterpret_cast<const __half2*>(&g.y));
    return make_float4(a.x * scale, a.y * scale, b.x * scale, b.y * scale);
}
__device__ __forceinline__ float4 decayed(float4 u, float4 p) {
    return make_float4(fmaf(0.01f, p.x, u.x), fmaf(0.01f, p.y, u.y), fmaf(0.01f, p.z, u.z), fmaf(0.01f, p.w, u.w));
}
__device__ __forceinline__ float moved(float u, float& m, float& v) {
    m = fmaf(0.9f, m, 0.1f * u);
    v = fmaf(0.999f, fabsf(v), 0.001f * u * u);
    return m * rsqrtf(v + 1e-8f);
}
__device__ __forceinline__ float4 moved4(float4 u, float4& m, float4& v) {
    return make_float4(moved(u.x, m.x, v.x), moved(u.y, m.y, v.y), moved(u.z, m.z, v.z), moved(u.w, m.w, v.w));
}
__device__ __forceinline__ float4 stepped(float4 p, float4 s, float rate) {
    return make_float4(fmaf(-rate, s.x, p.x), fmaf(-rate, s.y, p.y), fmaf(-rate, s.z, p.z), fmaf(-rate, s.w, p.w));
}

__global__ void __launch_bounds__(256) walnut_comet_az1_a0(const uint2* __restrict__ slope, float4* __restrict__ move, float scale) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += gridDim.x * 256) move[i] = unscaled(slope[i], scale);
}
__global__ void __launch_bounds__(256) walnut_comet_az1_a1(float4* __restrict__ move, const float4* __restrict__ weight) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += gridDim.x * 256) move[i] = decayed(move[i], weight[i]);
}
__global__ void __launch_bounds__(256) walnut_comet_az1_a2(float4* __restrict__ move, float4* __restrict__ first, float4* __restrict__ second) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += gridDim.x * 256) {
        float4 m = first[i], v = second[i];
        move[i] = moved4(move[i], m, v);
        first[i] = m; second[i] = v;
    }
}
__global__ void __launch_bounds__(256) walnut_comet_az1_a3(const float4* __restrict__ move, const float4* __restrict__ weight, float4* __restrict__ next, float rate) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += gridDim.x * 256) next[i] = stepped(weight[i], move[i], rate);
}
__global__ void __launch_bounds__(256, 6) walnut_comet_az1_b(const uint2* __restrict__ slope, const float4* __restrict__ weight, float4* __restrict__ first,
                                                             float4* __restrict__ second, float4* __restrict__ next, float scale, float rate) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += gridDim.x * 256) {
        uint2 g = slope[i];
        float4 p = weight[i], m = first[i], v = second[i];
        float4 s = moved4(decayed(unscaled(g, scale), p), m, v);
        first[i] = m; second[i] = v;
        next[i] = stepped(p, s, rate);
    }
}

// ---- Retrieval: an 8192 x 8192 layer stored as bytes with a scale and an offset a row, times one query.
constexpr int kRows = 8192, kColumnQuads = 2048;

__device__ __forceinline__ float byte_of(unsigned w, int k, float scale, float zero) {
    float q = __uint_as_float(__byte_perm(w, 0x4b000000u, 0x7540u | k)) - 8388736.0f;  // byte - 128
    return fmaf(q, scale, zero);
}
__device__ __forceinline__ float4 bytes_of(unsigned w, float scale, float zero) {
    return make_float4(byte_of(w, 0, scale, zero), byte_of(w, 1, scale, zero), byte_of(w, 2, scale, zero), byte_of(w, 3, scale, zero));
}
__device__ __forceinline__ float dot4(float4 w, float4 x, float s) { return fmaf(w.w, x.w, fmaf(w.z, x.z, fmaf(w.y, x.y, fmaf(w.x, x.x, s)))); }

__device__ __forceinline__ void eight_rows(float (&sum)[8], float* __restrict__ answer) {
    __shared__ float part[8][8];
    int t = threadIdx.x;
#pragma unroll
    for (int r = 0; r < 8; ++r) {
#pragma unroll
        for (int o = 16; o; o >>= 1) sum[r] += __shfl_xor_sync(kAll, sum[r], o);
        if (t % 32 == 0) part[t / 32][r] = sum[r];
    }
    __syncthreads();
    if (t < 8) {
        float s = 0.0f;
#pragma unroll
        for (int w = 0; w < 8; ++w) s += part[w][t];
        answer[blockIdx.x * 8 + t] = fmaxf(s, 0.0f);
    }
}

__global__ void __launch_bounds__(256) heron_button_az1_a0(const unsigned* __restrict__ packed, const float* __restrict__ scale, const float* __restrict__ zero,
                                                           float4* __restrict__ plain) {
    size_t row = blockIdx.x;
    float s = 0.01f + 0.005f * scale[row], z = 0.02f * zero[row];
    unsigned w[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) w[k] = packed[row * kColumnQuads + k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 8; ++k) plain[row * kColumnQuads + k * 256 + threadIdx.x] = bytes_of(w[k], s, z);
}

__global__ void __launch_bounds__(256, 4) heron_button_az1_a1(const float4* __restrict__ plain, const float4* __restrict__ query, float* __restrict__ answer) {
    float sum[8] = {};
    const float4* from = plain + (size_t)blockIdx.x * 8 * kColumnQuads + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kColumnQuads; k += 256) {
        float4 x = query[k + threadIdx.x], w[8];
#pragma unroll
        for (int r = 0; r < 8; ++r) w[r] = __ldcs(from + k + r * kColumnQuads);
#pragma unroll
        for (int r = 0; r < 8; ++r) sum[r] = dot4(w[r], x, sum[r]);
    }
    eight_rows(sum, answer);
}

__global__ void __launch_bounds__(256, 4) heron_button_az1_b(const unsigned* __restrict__ packed, const float* __restrict__ scale, const float* __restrict__ zero,
                                                             const float4* __restrict__ query, float* __restrict__ answer) {
    float sum[8] = {}, s[8], z[8];
#pragma unroll
    for (int r = 0; r < 8; ++r) { s[r] = 0.01f + 0.005f * scale[blockIdx.x * 8 + r]; z[r] = 0.02f * zero[blockIdx.x * 8 + r]; }
    const unsigned* from = packed + (size_t)blockIdx.x * 8 * kColumnQuads + threadIdx.x;
#pragma unroll 2
    for (int k = 0; k < kColumnQuads; k += 256) {
        float4 x = query[k + threadIdx.x];
        unsigned w[8];
#pragma unroll
        for (int r = 0; r < 8; ++r) w[r] = from[k + r * kColumnQuads];
#pragma unroll
        for (int r = 0; r < 8; ++r) sum[r] = dot4(bytes_of(w[r], s[r], z[r]), x, sum[r]);
    }
    eight_rows(sum, answer);
}

// ---- Sound: a long recording of 16-bit samples expanded, brought to mean and spread of the whole, and kept in half precision.
constexpr int kSamples = 192 << 20, kWide8 = 132 * 8, kWide6 = 132 * 6;

__device__ __forceinline__ float expanded(int s) {
    float x = s * (1.0f / 32768), a = fabsf(x);
    return x * fmaf(a, fmaf(a, 0.55f, 0.3f), 0.15f) + 0.1f * a;
}
__device__ __forceinline__ float2 expanded2(unsigned w) { return make_float2(expanded((short)(w & 0xffff)), expanded((short)(w >> 16))); }
__device__ __forceinline__ float2 gathered(float2 s, float a) { return make_float2(s.x + a, fmaf(a, a, s.y)); }
__device__ __forceinline__ float2 level(const float2* __restrict__ parts, int count, float all) {  // factor and shift
    float2 s = make_float2(0.0f, 0.0f);
    for (int i = threadIdx.x; i < count; i += 256) { float2 p = parts[i]; s.x += p.x; s.y += p.y; }
    s = block_sum2(s);
    float mean = s.x / all, factor = rsqrtf(fmaxf(s.y / all - mean * mean, 1e-6f));
    return make_float2(factor, -mean * factor);
}
__device__ __forceinline__ unsigned kept2(float2 a, float2 l) {
    __half2 h = __floats2half2_rn(fmaf(0.25f, fmaf(a.x, l.x, l.y), 0.5f), fmaf(0.25f, fmaf(a.y, l.x, l.y), 0.5f));
    return *reinterpret_cast<unsigned*>(&h);
}

__global__ void __launch_bounds__(256) cedar_trumpet_az1_a0(const uint2* __restrict__ tape, float4* __restrict__ wave) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    uint2 w[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) w[k] = tape[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 a = expanded2(w[k].x), b = expanded2(w[k].y);
        wave[i + k * 256] = make_float4(a.x, a.y, b.x, b.y);
    }
}
__global__ void __launch_bounds__(256) cedar_trumpet_az1_a1(const float4* __restrict__ wave, float2* __restrict__ parts) {
    float2 s = make_float2(0.0f, 0.0f);
    for (int chunk = blockIdx.x; chunk < kSamples / 4096; chunk += gridDim.x) {
        float4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = wave[chunk * 1024 + k * 256 + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 4; ++k) s = gathered(gathered(gathered(gathered(s, w[k].x), w[k].y), w[k].z), w[k].w);
    }
    s = block_sum2(s);
    if (threadIdx.x == 0) parts[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) cedar_trumpet_az1_a2(const float4* __restrict__ wave, const float2* __restrict__ parts, int count, uint2* __restrict__ kept) {
    float2 l = level(parts, count, (float)kSamples);
    for (int chunk = blockIdx.x; chunk < kSamples / 4096; chunk += gridDim.x) {
        float4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = wave[chunk * 1024 + k * 256 + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            kept[chunk * 1024 + k * 256 + threadIdx.x] = make_uint2(kept2(make_float2(w[k].x, w[k].y), l), kept2(make_float2(w[k].z, w[k].w), l));
    }
}

__global__ void __launch_bounds__(256, 6) cedar_trumpet_az1_b0(const uint4* __restrict__ tape, float2* __restrict__ parts) {
    float2 s = make_float2(0.0f, 0.0f);
    for (int chunk = blockIdx.x; chunk < kSamples / 8192; chunk += gridDim.x) {
        uint4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = tape[chunk * 1024 + k * 256 + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 a = expanded2(w[k].x), b = expanded2(w[k].y), c = expanded2(w[k].z), d = expanded2(w[k].w);
            s = gathered(gathered(gathered(gathered(s, a.x), a.y), b.x), b.y);
            s = gathered(gathered(gathered(gathered(s, c.x), c.y), d.x), d.y);
        }
    }
    s = block_sum2(s);
    if (threadIdx.x == 0) parts[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256, 6) cedar_trumpet_az1_b1(const uint4* __restrict__ tape, const float2* __restrict__ parts, int count, uint4* __restrict__ kept) {
    float2 l = level(parts, count, (float)kSamples);
    for (int chunk = blockIdx.x; chunk < kSamples / 8192; chunk += gridDim.x) {
        uint4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = tape[chunk * 1024 + k * 256 + threadIdx.x];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            kept[chunk * 1024 + k * 256 + threadIdx.x] = make_uint4(kept2(expanded2(w[k].x), l), kept2(expanded2(w[k].y), l), kept2(expanded2(w[k].z), l),
                                                                    kept2(expanded2(w[k].w), l));
    }
}

// ---- Mechanics: a map of two million damped pendulums: energy over 1024 time steps, shown as a grey picture.
constexpr int kSwings = 1 << 21;

__device__ __forceinline__ float swung(float2 s) {
    float x = s.x, v = s.y, e = 0.0f;
#pragma unroll 16
    for (int step = 0; step < 1024; ++step) {
        float pull = x * fmaf(-0.16667f * x, x, 1.0f);
        v = fmaf(-0.05f, pull, 0.999f * v);
        x = fmaf(0.05f, v, x);
        e = fmaf(v, v, e);
    }
    return e;
}
__device__ __forceinline__ unsigned char grey(float e) { return (unsigned char)__float2uint_rn(__fdividef(255.0f * e, e + 120.0f)); }

__global__ void __launch_bounds__(256) plum_anchor_az1_a0(const float2* __restrict__ start, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    energy[i] = swung(start[i]);
}
__global__ void __launch_bounds__(256) plum_anchor_az1_a1(const float4* __restrict__ energy, uchar4* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 e = energy[i];
    picture[i] = make_uchar4(grey(e.x), grey(e.y), grey(e.z), grey(e.w));
}
__global__ void __launch_bounds__(256) plum_anchor_az1_b(const float2* __restrict__ start, unsigned char* __restrict__ picture) {
    int i = blockIdx.x * 256 + threadIdx.x;
    picture[i] = grey(swung(start[i]));
}

// ---- Seismology: one gigabyte of a recorded trace brought to mean and spread of the whole.
constexpr int kTraceQuads = 64 << 20;

__global__ void __launch_bounds__(256, 8) quartz_mitten_az1_a0(const float4* __restrict__ trace, float2* __restrict__ parts) {
    float2 s = make_float2(0.0f, 0.0f);
    for (int chunk = blockIdx.x; chunk < kTraceQuads / 1024; chunk += gridDim.x) {
        float4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = __ldcs(trace + chunk * 1024 + k * 256 + threadIdx.x);
#pragma unroll
        for (int k = 0; k < 4; ++k) s = gathered(gathered(gathered(gathered(s, w[k].x), w[k].y), w[k].z), w[k].w);
    }
    s = block_sum2(s);
    if (threadIdx.x == 0) parts[blockIdx.x] = s;
}
__global__ void __launch_bounds__(256) quartz_mitten_az1_a1(const float4* __restrict__ trace, const float2* __restrict__ parts, int count, float4* __restrict__ even) {
    float2 l = level(parts, count, 4.0f * kTraceQuads);
    for (int chunk = blockIdx.x; chunk < kTraceQuads / 1024; chunk += gridDim.x) {
        float4 w[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) w[k] = __ldcs(trace + chunk * 1024 + k * 256 + threadIdx.x);
#pragma unroll
        for (int k = 0; k < 4; ++k)
            __stcs(even + chunk * 1024 + k * 256 + threadIdx.x,
                   make_float4(fmaf(w[k].x, l.x, l.y), fmaf(w[k].y, l.x, l.y), fmaf(w[k].z, l.x, l.y), fmaf(w[k].w, l.x, l.y)));
    }
}

// ---- Learning: momentum step of three large tables of an embedding, one launch a table.
constexpr int kTable0 = 10 << 20, kTable1 = 12 << 20, kTable2 = 14 << 20;  // quadruples

__global__ void __launch_bounds__(256) fennel_harbor_az1_a0(const float4* __restrict__ weight, const float4* __restrict__ slope, float4* __restrict__ drive,
                                                            float4* __restrict__ next, float rate) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p[2], g[2], m[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { p[k] = __ldcs(weight + i + k * 256); g[k] = __ldcs(slope + i + k * 256); m[k] = __ldcs(drive + i + k * 256); }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        m[k] = make_float4(fmaf(0.9f, m[k].x, g[k].x), fmaf(0.9f, m[k].y, g[k].y), fmaf(0.9f, m[k].z, g[k].z), fmaf(0.9f, m[k].w, g[k].w));
        __stcs(drive + i + k * 256, m[k]);
        __stcs(next + i + k * 256, stepped(p[k], m[k], rate));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one gigabyte of floats, random bits, a field for what lies between, one result.
    constexpr size_t kMost = (size_t)kTraceQuads * 4, kTables = (size_t)(kTable0 + kTable1 + kTable2) * 4, kLow = kMost - kTables;
    float *one = filled<float>(kMost, 31), *out = empty<float>(kMost), *mid = empty<float>(kSamples);
    int* bits = harness::indices(kSamples / 2, 0xffffffffu, 5);
    float2* parts = empty<float2>(kWide8);
    float2 *one2 = reinterpret_cast<float2*>(one);
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out), *mid4 = reinterpret_cast<float4*>(mid);

    Emitters all;
    const int counts[kEmitters] = {12288, 9000, 6144, 11111, 8192, 7300, 12000, 10240, 6500, 9900};
    int sparks = 0;
    for (int k = 0; k < kEmitters; ++k) {
        all.e[k] = {0.1f * k - 0.4f, 0.02f * k, 0.3f - 0.05f * k, 0.01f + 0.002f * k, 0.5f + 0.03f * k, sparks, counts[k]};
        sparks += counts[k];
    }
    float4* speed4 = one4 + (1 << 20);
    add("marble_otter_az1_a", out, (size_t)sparks * 4, Output::f32, [=] {
        for (int k = 0; k < kEmitters; ++k) marble_otter_az1_a0<<<(all.e[k].count + 127) / 128, 128>>>(all.e[k], one4, speed4, out4); });
    add("marble_otter_az1_b", out, (size_t)sparks * 4, Output::f32, [=] { marble_otter_az1_b<<<dim3(kSparks / 128, kEmitters), 128>>>(all, one4, speed4, out4); });

    double2 *trade = reinterpret_cast<double2*>(filled<double>(kTrades * 2, 33)), *ping = reinterpret_cast<double2*>(empty<double>(kTrades * 2)),
            *mean = reinterpret_cast<double2*>(out);
    add("velvet_tundra_az1_a", out, kTrades * 2, Output::f64, [=] {
        for (int k = 0; k < 12; ++k) velvet_tundra_az1_a0<<<kTrades / 256, 256>>>(k == 0 ? trade : k % 2 ? ping : mean, k % 2 ? mean : ping, 1 << k); });
    add("velvet_tundra_az1_b", out, kTrades * 2, Output::f64, [=] { velvet_tundra_az1_b<<<1, 1024>>>(trade, mean); });

    const uint4* ties = reinterpret_cast<const uint4*>(filled<__half>((size_t)kClubs * kMembers * kMembers, 34));
    std::vector<float> even(kClubs * kMembers);
    for (size_t i = 0; i < even.size(); ++i) even[i] = 1.2f + harness::unit((uint32_t)i);
    float *start = harness::uploaded(even), *raw = empty<float>(kClubs * kMembers);
    add("copper_lantern_az1_a", out, kClubs * kMembers, Output::f32, [=] {
        for (int k = 0; k < kRounds; ++k) {
            copper_lantern_az1_a0<<<kClubs, 256>>>(ties, reinterpret_cast<const float4*>(k == 0 ? start : out), raw);
            copper_lantern_az1_a1<<<kClubs / 8, 256>>>(reinterpret_cast<const float2*>(raw), reinterpret_cast<float2*>(out));
        } });
    add("copper_lantern_az1_b", out, kClubs * kMembers, Output::f32, [=] { copper_lantern_az1_b<<<kClubs, 256>>>(ties, start, out); });

    const uchar4* frame = reinterpret_cast<const uchar4*>(bits);
    uchar4* shown = reinterpret_cast<uchar4*>(out);
    float4* graded = mid4 + kWide * kHigh;
    dim3 tiles(kWide / 32, kHigh / 8), tile(32, 8);
    add("saffron_kite_az1_a", out, (size_t)kWide * kHigh * 4, Output::u8, [=] {
        saffron_kite_az1_a0<<<tiles, tile>>>(frame, mid4);
        saffron_kite_az1_a1<<<tiles, tile>>>(mid4, graded, 0.8f);
        saffron_kite_az1_a2<<<tiles, tile>>>(graded, shown); });
    add("saffron_kite_az1_b", out, (size_t)kWide * kHigh * 4, Output::u8, [=] { saffron_kite_az1_b<<<tiles, tile>>>(frame, shown, 0.8f); });

    const uint2* slope = reinterpret_cast<const uint2*>(filled<__half>((size_t)kQuads * 4, 35));
    float4 *first[2], *second[2];
    for (int k = 0; k < 2; ++k) {
        first[k] = reinterpret_cast<float4*>(filled<float>((size_t)kQuads * 4, 36));
        second[k] = reinterpret_cast<float4*>(filled<float>((size_t)kQuads * 4, 37));
    }
    float4 *fa = first[0], *sa = second[0], *fb = first[1], *sb = second[1];
    add("walnut_comet_az1_a", out, (size_t)kQuads * 4, Output::f32, [=] {
        walnut_comet_az1_a0<<<kWide8, 256>>>(slope, mid4, 0.125f);
        walnut_comet_az1_a1<<<kWide8, 256>>>(mid4, one4);
        walnut_comet_az1_a2<<<kWide8, 256>>>(mid4, fa, sa);
        walnut_comet_az1_a3<<<kWide8, 256>>>(mid4, one4, out4, 0.01f); });
    add("walnut_comet_az1_b", out, (size_t)kQuads * 4, Output::f32, [=] { walnut_comet_az1_b<<<kWide6, 256>>>(slope, one4, fb, sb, out4, 0.125f, 0.01f); });

    const unsigned* packed = reinterpret_cast<const unsigned*>(bits);
    const float *scale = one + 65536, *zero = one + 131072;
    add("heron_button_az1_a", out, kRows, Output::f32, [=] {
        heron_button_az1_a0<<<kRows, 256>>>(packed, scale, zero, mid4);
        heron_button_az1_a1<<<kRows / 8, 256>>>(mid4, one4, out); });
    add("heron_button_az1_b", out, kRows, Output::f32, [=] { heron_button_az1_b<<<kRows / 8, 256>>>(packed, scale, zero, one4, out); });

    const uint2* tape2 = reinterpret_cast<const uint2*>(bits);
    const uint4* tape4 = reinterpret_cast<const uint4*>(bits);
    uint2* kept = reinterpret_cast<uint2*>(out);
    uint4* kept4 = reinterpret_cast<uint4*>(out);
    add("cedar_trumpet_az1_a", out, kSamples, Output::f16, [=] {
        cedar_trumpet_az1_a0<<<kSamples / 4096, 256>>>(tape2, mid4);
        cedar_trumpet_az1_a1<<<kWide8, 256>>>(mid4, parts);
        cedar_trumpet_az1_a2<<<kWide8, 256>>>(mid4, parts, kWide8, kept); });
    add("cedar_trumpet_az1_b", out, kSamples, Output::f16, [=] {
        cedar_trumpet_az1_b0<<<kWide6, 256>>>(tape4, parts);
        cedar_trumpet_az1_b1<<<kWide6, 256>>>(tape4, parts, kWide6, kept4); });

    unsigned char* picture = reinterpret_cast<unsigned char*>(out);
    uchar4* picture4 = reinterpret_cast<uchar4*>(out);
    add("plum_anchor_az1_a", out, kSwings, Output::u8, [=] {
        plum_anchor_az1_a0<<<kSwings / 256, 256>>>(one2, mid);
        plum_anchor_az1_a1<<<kSwings / 1024, 256>>>(mid4, picture4); });
    add("plum_anchor_az1_b", out, kSwings, Output::u8, [=] { plum_anchor_az1_b<<<kSwings / 256, 256>>>(one2, picture); });

    add("quartz_mitten_az1_a", out, kMost, Output::f32, [=] {
        quartz_mitten_az1_a0<<<kWide8, 256>>>(one4, parts);
        quartz_mitten_az1_a1<<<kWide8, 256>>>(one4, parts, kWide8, out4); });

    float4 *drive = reinterpret_cast<float4*>(filled<float>(kTables, 38)), *slope4 = reinterpret_cast<float4*>(one + kLow);
    add("fennel_harbor_az1_a", out, kTables, Output::f32, [=] {
        const int size[3] = {kTable0, kTable1, kTable2};
        size_t at = 0;
        for (int k = 0; k < 3; ++k) {
            fennel_harbor_az1_a0<<<size[k] / 512, 256>>>(one4 + at, slope4 + at, drive + at, out4 + at, 0.01f);
            at += size[k];
        } });

    return harness::run(argc, argv, cases);
}
