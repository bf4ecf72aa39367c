// Arithmetic (first half): doubles, slow functions, unfused multiply-add; one sequence of launches.
#include "harness.cuh"
using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- film_grade: HDR frame to display, colour matrix + filmic curve + gamma
__device__ __forceinline__ float grade_a(float r, float g, float b, double m0, double m1, double m2) {
    double x = 2.5 * fabs(m0 * r + m1 * g + m2 * b);
    double y = (x * (0.22 * x + 0.03) + 0.002) / (x * (0.22 * x + 0.30) + 0.06) - 0.0333;
    double s = sqrt(fmax(y, 0.0) + 0.0001);
    return (float)(s * (0.24 + s * (1.43 + s * (-1.02 + s * 0.35))));
}
__device__ __forceinline__ float grade_b(float r, float g, float b, float m0, float m1, float m2) {
    float x = 2.5f * fabsf(m0 * r + m1 * g + m2 * b);
    float y = (x * (0.22f * x + 0.03f) + 0.002f) / (x * (0.22f * x + 0.30f) + 0.06f) - 0.0333f;
    float s = sqrtf(fmaxf(y, 0.0f) + 0.0001f);
    return s * (0.24f + s * (1.43f + s * (-1.02f + s * 0.35f)));
}
__device__ __forceinline__ uchar4 to_bytes(float r, float g, float b) {
    return make_uchar4((unsigned char)(__saturatef(r) * 255.0f + 0.5f), (unsigned char)(__saturatef(g) * 255.0f + 0.5f),
                       (unsigned char)(__saturatef(b) * 255.0f + 0.5f), 255);
}
__global__ void film_grade_vii_a(const float4* __restrict__ in, uchar4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = in[i];
    out[i] = to_bytes(grade_a(p.x, p.y, p.z, 0.613, 0.339, 0.047), grade_a(p.x, p.y, p.z, 0.070, 0.916, 0.013),
                      grade_a(p.x, p.y, p.z, 0.020, 0.109, 0.869));
}
__global__ void film_grade_vii_b(const float4* __restrict__ in, uchar4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = in[i];
    out[i] = to_bytes(grade_b(p.x, p.y, p.z, 0.613f, 0.339f, 0.047f), grade_b(p.x, p.y, p.z, 0.070f, 0.916f, 0.013f),
                      grade_b(p.x, p.y, p.z, 0.020f, 0.109f, 0.869f));
}

// ---------------------------------------------------------------- particle_likelihood: range likelihood of a robot's particles
__constant__ float4 beacons[24];  // x, y, measured range, 1/variance
__global__ void particle_likelihood_a(const float4* __restrict__ particles, float* __restrict__ weight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = particles[i];
    float w = 0.5f + 0.25f * p.w;
#pragma unroll 4
    for (int l = 0; l < 24; ++l) {
        float4 m = beacons[l];
        float dx = p.x - m.x, dy = p.y - m.y, d2 = dx * dx + dy * dy + 1e-6f;
        float e = m.z - d2 * rsqrtf(d2);
        w *= 0.9 * exp(-0.5 * e * e * m.w) + 0.35;
    }
    weight[i] = w;
}
__global__ void particle_likelihood_b(const float4* __restrict__ particles, float* __restrict__ weight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = particles[i];
    float w = 0.5f + 0.25f * p.w;
#pragma unroll 4
    for (int l = 0; l < 24; ++l) {
        float4 m = beacons[l];
        float dx = p.x - m.x, dy = p.y - m.y, d2 = dx * dx + dy * dy + 1e-6f;
        float e = m.z - d2 * rsqrtf(d2);
        w *= 0.9f * expf(-0.5f * e * e * m.w) + 0.35f;
    }
    weight[i] = w;
}

// ---------------------------------------------------------------- kirchhoff_stack: prestack time migration of one gather
constexpr int kTraces = 96, kSamples = 2048, kDepths = 1024, kColumns = 512;
__constant__ float2 trace_place[kTraces];  // source and receiver coordinate
__global__ void __launch_bounds__(256) kirchhoff_stack_a(const float* __restrict__ traces, const float* __restrict__ slowness2, float* __restrict__ image) {
    int z = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y;
    float t0 = z * 0.5f, here = col * 0.02f - 5.12f, s2 = 1000.0f + 200.0f * slowness2[z], sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kTraces; ++k) {
        float2 c = trace_place[k];
        float a = c.x - here, b = c.y - here;
        float t = sqrt(0.25 * t0 * t0 + a * a * s2) + sqrt(0.25 * t0 * t0 + b * b * s2);
        t = fminf(t, kSamples - 2.0f);
        int j = (int)t;
        float f = t - j;
        const float* row = traces + k * kSamples + j;
        float lo = __ldg(row), hi = __ldg(row + 1);
        sum += lo + f * (hi - lo);
    }
    image[col * kDepths + z] = sum;
}
__global__ void __launch_bounds__(256) kirchhoff_stack_b(const float* __restrict__ traces, const float* __restrict__ slowness2, float* __restrict__ image) {
    int z = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y;
    float t0 = z * 0.5f, here = col * 0.02f - 5.12f, s2 = 1000.0f + 200.0f * slowness2[z], sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kTraces; ++k) {
        float2 c = trace_place[k];
        float a = c.x - here, b = c.y - here;
        float t = sqrtf(0.25f * t0 * t0 + a * a * s2) + sqrtf(0.25f * t0 * t0 + b * b * s2);
        t = fminf(t, kSamples - 2.0f);
        int j = (int)t;
        float f = t - j;
        const float* row = traces + k * kSamples + j;
        float lo = __ldg(row), hi = __ldg(row + 1);
        sum += lo + f * (hi - lo);
    }
    image[col * kDepths + z] = sum;
}

// ---------------------------------------------------------------- swap_legs: present value of coupon legs on one curve
constexpr int kTenors = 64;
__constant__ float2 curve[kTenors];  // time in years, rate
__global__ void __launch_bounds__(256) swap_legs_a(const float2* __restrict__ legs, float* __restrict__ value, int n) {
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 leg = legs[i];
        float maturity = 17.0f + 15.0f * leg.x, coupon = 0.03f + 0.02f * leg.y, v = 0.0f;
#pragma unroll 4
        for (int j = 0; j < kTenors; ++j) {
            float2 c = curve[j];
            float df = powf(1.0f + 0.5f * c.y, -2.0f * c.x);
            float flow = c.x <= maturity ? coupon : 0.0f;
            v += flow * df;
        }
        value[i] = v;
    }
}
__global__ void __launch_bounds__(256) swap_legs_b(const float2* __restrict__ legs, float* __restrict__ value, int n) {
    __shared__ float2 node[kTenors];  // time, discount factor
    if (threadIdx.x < kTenors) {
        float2 c = curve[threadIdx.x];
        node[threadIdx.x] = make_float2(c.x, powf(1.0f + 0.5f * c.y, -2.0f * c.x));
    }
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 leg = legs[i];
        float maturity = 17.0f + 15.0f * leg.x, coupon = 0.03f + 0.02f * leg.y, v = 0.0f;
#pragma unroll 8
        for (int j = 0; j < kTenors; ++j) {
            float2 c = node[j];
            float flow = c.x <= maturity ? coupon : 0.0f;
            v += flow * c.y;
        }
        value[i] = v;
    }
}

// ---------------------------------------------------------------- antenna_pattern: power pattern of a planar array
constexpr int kElements = 96;
__constant__ float4 elements[kElements];  // x, y (in radians per unit direction cosine), real and imaginary weight
template <bool Fast>
__device__ __forceinline__ float pattern(float2 dir) {
    float re = 0.0f, im = 0.0f;
#pragma unroll 4
    for (int e = 0; e < kElements; ++e) {
        float4 el = elements[e];
        float phase = el.x * dir.x + el.y * dir.y, s, c;
        if (Fast) __sincosf(phase, &s, &c);
        else sincosf(phase, &s, &c);
        re += el.z * c - el.w * s;
        im += el.z * s + el.w * c;
    }
    return re * re + im * im;
}
__global__ void antenna_pattern_a(const float2* __restrict__ dirs, float* __restrict__ power, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) power[i] = pattern<false>(dirs[i]);
}
__global__ void antenna_pattern_b(const float2* __restrict__ dirs, float* __restrict__ power, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) power[i] = pattern<true>(dirs[i]);
}

// ---------------------------------------------------------------- channel_energy: per-channel energy normalisation of a spectrogram
__device__ __forceinline__ float energy_a(float x, float m, float alpha, float delta, float r) {
    x = 1.0f + x; m = 1.0f + m;
    return powf(x / powf(1e-3f + m, alpha) + delta, r) - powf(delta, r);
}
__device__ __forceinline__ float energy_b(float x, float m, float alpha, float delta, float r, float delta_r) {
    x = 1.0f + x; m = 1.0f + m;
    return __powf(x * __powf(1e-3f + m, -alpha) + delta, r) - delta_r;
}
__global__ void channel_energy_a(const float4* __restrict__ e, const float4* __restrict__ smooth, float4* __restrict__ out, int n, float alpha, float delta, float r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 x = e[i], m = smooth[i], y;
        y.x = energy_a(x.x, m.x, alpha, delta, r); y.y = energy_a(x.y, m.y, alpha, delta, r);
        y.z = energy_a(x.z, m.z, alpha, delta, r); y.w = energy_a(x.w, m.w, alpha, delta, r);
        out[i] = y;
    }
}
__global__ void channel_energy_b(const float4* __restrict__ e, const float4* __restrict__ smooth, float4* __restrict__ out, int n, float alpha, float delta, float r) {
    float delta_r = __powf(delta, r);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 x = e[i], m = smooth[i], y;
        y.x = energy_b(x.x, m.x, alpha, delta, r, delta_r); y.y = energy_b(x.y, m.y, alpha, delta, r, delta_r);
        y.z = energy_b(x.z, m.z, alpha, delta, r, delta_r); y.w = energy_b(x.w, m.w, alpha, delta, r, delta_r);
        out[i] = y;
    }
}

// ---------------------------------------------------------------- enzyme_reactor: stirred-tank kinetics, one cell per thread
struct Tank { float vmax, km, ki, tau, volume, decay, dt; };
__global__ void __launch_bounds__(128) enzyme_reactor_a(const float2* __restrict__ start, float2* __restrict__ end, int n, int steps, Tank k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 c = start[i];
    float feed = 2.0f + 0.5f * c.y, s = 1.5f + c.x, p = 0.6f + 0.5f * c.y;
    for (int t = 0; t < steps; ++t) {
        float rate = k.vmax * s / (k.km + s) / (1.0f + p / k.ki) / k.volume;
        float ds = (feed - s) / k.tau - rate, dp = rate - p / k.decay;
        s += k.dt * ds;
        p += k.dt * dp;
    }
    end[i] = make_float2(s, p);
}
__global__ void __launch_bounds__(128) enzyme_reactor_b(const float2* __restrict__ start, float2* __restrict__ end, int n, int steps, Tank k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 c = start[i];
    float feed = 2.0f + 0.5f * c.y, s = 1.5f + c.x, p = 0.6f + 0.5f * c.y;
    float per_ki = 1.0f / k.ki, per_tau = 1.0f / k.tau, per_decay = 1.0f / k.decay, v = k.vmax / k.volume;
    for (int t = 0; t < steps; ++t) {
        float rate = __fdividef(v * s, (k.km + s) * (1.0f + p * per_ki));
        float ds = (feed - s) * per_tau - rate, dp = rate - p * per_decay;
        s += k.dt * ds;
        p += k.dt * dp;
    }
    end[i] = make_float2(s, p);
}

// ---------------------------------------------------------------- orbit_segments: position from a long polynomial segment
constexpr int kDegree = 48;
__constant__ float segment_x[kDegree], segment_y[kDegree];
template <bool Fused>
__device__ __forceinline__ float madd(float a, float b, float c) { return Fused ? __fmaf_rn(a, b, c) : __fadd_rn(__fmul_rn(a, b), c); }
template <bool Fused>
__device__ __forceinline__ float2 place(float t) {
    float x = segment_x[0], y = segment_y[0];
#pragma unroll
    for (int k = 1; k < kDegree; ++k) { x = madd<Fused>(x, t, segment_x[k]); y = madd<Fused>(y, t, segment_y[k]); }
    return make_float2(x, y);
}
template <bool Fused>
__device__ __forceinline__ void segments(const float2* times, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 t = times[i];
    float2 a = place<Fused>(t.x), b = place<Fused>(t.y);
    out[i] = make_float4(a.x, a.y, b.x, b.y);
}
__global__ void orbit_segments_a(const float2* __restrict__ times, float4* __restrict__ out, int n) { segments<false>(times, out, n); }
__global__ void orbit_segments_b(const float2* __restrict__ times, float4* __restrict__ out, int n) { segments<true>(times, out, n); }

// ---------------------------------------------------------------- neuron_ensemble: FitzHugh-Nagumo cells, classical Runge-Kutta
template <bool Fused>
__device__ __forceinline__ void slope(float v, float w, float drive, float& f, float& g) {
    float u = madd<Fused>(__fmul_rn(v, v), -0.33333333f, 1.0f);
    f = madd<Fused>(v, u, __fsub_rn(drive, w));
    g = __fmul_rn(0.08f, madd<Fused>(w, -0.8f, __fadd_rn(v, 0.7f)));
}
template <bool Fused>
__device__ __forceinline__ void ensemble(const float2* start, float2* end, int n, int steps, float h) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float2 c = start[i];
        float v = c.x, w = 0.3f * c.y, drive = 0.4f + 0.2f * c.y, f, g, sf, sg;
        float half = 0.5f * h, sixth = h / 6.0f;
#pragma unroll 2
        for (int t = 0; t < steps; ++t) {
            slope<Fused>(v, w, drive, f, g);
            sf = f; sg = g;
            slope<Fused>(madd<Fused>(half, f, v), madd<Fused>(half, g, w), drive, f, g);
            sf = madd<Fused>(2.0f, f, sf); sg = madd<Fused>(2.0f, g, sg);
            slope<Fused>(madd<Fused>(half, f, v), madd<Fused>(half, g, w), drive, f, g);
            sf = madd<Fused>(2.0f, f, sf); sg = madd<Fused>(2.0f, g, sg);
            slope<Fused>(madd<Fused>(h, f, v), madd<Fused>(h, g, w), drive, f, g);
            v = madd<Fused>(sixth, __fadd_rn(sf, f), v);
            w = madd<Fused>(sixth, __fadd_rn(sg, g), w);
        }
        end[i] = make_float2(v, w);
    }
}
__global__ void __launch_bounds__(192) neuron_ensemble_a(const float2* __restrict__ start, float2* __restrict__ end, int n, int steps, float h) {
    ensemble<false>(start, end, n, steps, h);
}
__global__ void __launch_bounds__(192) neuron_ensemble_b(const float2* __restrict__ start, float2* __restrict__ end, int n, int steps, float h) {
    ensemble<true>(start, end, n, steps, h);
}

// ---------------------------------------------------------------- weight_average: running average of many small parameter tensors
constexpr int kTensors = 30;
struct Tensor { int offset, count; float decay; };  // in float4
__constant__ Tensor tensors[kTensors];
__device__ __forceinline__ float4 blend(float4 e, float4 w, float d) {
    return make_float4(d * e.x + (1 - d) * w.x, d * e.y + (1 - d) * w.y, d * e.z + (1 - d) * w.z, d * e.w + (1 - d) * w.w);
}
__global__ void weight_average_a(const float4* __restrict__ average, const float4* __restrict__ weight, float4* __restrict__ out, int count, float decay) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = blend(average[i], weight[i], decay);
}
__global__ void weight_average_b(const float4* __restrict__ average, const float4* __restrict__ weight, float4* __restrict__ out) {
    Tensor t = tensors[blockIdx.y];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t.count) out[t.offset + i] = blend(average[t.offset + i], weight[t.offset + i], t.decay);
}

// ---------------------------------------------------------------- pose_unit (mild): normalise a stream of quaternions
__global__ void pose_unit_a(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 q = in[i];
    float norm = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-12f);
    out[i] = make_float4(q.x / norm, q.y / norm, q.z / norm, q.w / norm);
}
__global__ void pose_unit_b(const float4* __restrict__ in, float4* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 q = in[i];
    float r = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-12f);
    out[i] = make_float4(q.x * r, q.y * r, q.z * r, q.w * r);
}

// ---------------------------------------------------------------- keystream_words (healthy): ChaCha20 keystream in word-interleaved blocks
__device__ __forceinline__ uint32_t rotate(uint32_t x, int k) { return __funnelshift_l(x, x, k); }
#define QUARTER(a, b, c, d)                                        \
    a += b; d = rotate(d ^ a, 16); c += d; b = rotate(b ^ c, 12);  \
    a += b; d = rotate(d ^ a, 8);  c += d; b = rotate(b ^ c, 7);
struct Key { uint32_t k[8], nonce[3]; };
__global__ void __launch_bounds__(256) keystream_words_h(uint32_t* __restrict__ out, int blocks, Key key) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= blocks) return;
    uint32_t s[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.k[0], key.k[1], key.k[2], key.k[3],
                      key.k[4], key.k[5], key.k[6], key.k[7], (uint32_t)i, key.nonce[0], key.nonce[1], key.nonce[2]};
    uint32_t x[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) x[j] = s[j];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13]) QUARTER(x[2], x[6], x[10], x[14]) QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12]) QUARTER(x[2], x[7], x[8], x[13]) QUARTER(x[3], x[4], x[9], x[14])
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) out[(size_t)j * blocks + i] = x[j] + s[j];
}

// ---------------------------------------------------------------- tide_synthesis (healthy): Fourier series by rotation, four points a thread
constexpr int kModes = 160;
__constant__ float2 modes[kModes];
__global__ void __launch_bounds__(256) tide_synthesis_h(const float4* __restrict__ angle, float4* __restrict__ height, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a4 = angle[i];
    float a[4] = {a4.x, a4.y, a4.z, a4.w}, ca[4], sa[4], c[4], s[4], sum[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) { __sincosf(3.0f * a[q], &sa[q], &ca[q]); c[q] = 1.0f; s[q] = 0.0f; sum[q] = 0.0f; }
#pragma unroll 8
    for (int m = 0; m < kModes; ++m) {
        float2 w = modes[m];
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            sum[q] = fmaf(w.x, c[q], sum[q]);
            sum[q] = fmaf(w.y, s[q], sum[q]);
            float nc = fmaf(c[q], ca[q], -s[q] * sa[q]);
            s[q] = fmaf(s[q], ca[q], c[q] * sa[q]);
            c[q] = nc;
        }
    }
    height[i] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

int main(int argc, char** argv) {
    using harness::unit;
    std::vector<Case> cases;
    float* pool = harness::filled<float>(96u << 20, 3);  // 384 MB of input, shared by cases
    float* more = harness::filled<float>(32u << 20, 17);
    float* out_a = harness::empty<float>(64u << 20);     // 256 MB
    float* out_b = harness::empty<float>(64u << 20);

    {
        int n = 18 << 20;
        cases.push_back({"film_grade_vii_a", [=] { film_grade_vii_a<<<n / 256, 256>>>((const float4*)pool, (uchar4*)out_a, n); }, out_a, (size_t)n * 4, Output::u8});
        cases.push_back({"film_grade_vii_b", [=] { film_grade_vii_b<<<n / 256, 256>>>((const float4*)pool, (uchar4*)out_b, n); }, out_b, (size_t)n * 4, Output::u8});
    }
    {
        int n = 4 << 20;
        std::vector<float4> host(24);
        for (int i = 0; i < 24; ++i) host[i] = make_float4(3 * unit(10 * i), 3 * unit(10 * i + 1), 2.5f + unit(10 * i + 2), 1.5f + unit(10 * i + 3));
        CHECK(cudaMemcpyToSymbol(beacons, host.data(), sizeof(float4) * 24));
        cases.push_back({"particle_likelihood_a", [=] { particle_likelihood_a<<<n / 128, 128>>>((const float4*)pool, out_a, n); }, out_a, (size_t)n});
        cases.push_back({"particle_likelihood_b", [=] { particle_likelihood_b<<<n / 128, 128>>>((const float4*)pool, out_b, n); }, out_b, (size_t)n});
    }
    {
        std::vector<float2> host(kTraces);
        for (int i = 0; i < kTraces; ++i) host[i] = make_float2(6 * unit(7 * i + 500), 6 * unit(7 * i + 501));
        CHECK(cudaMemcpyToSymbol(trace_place, host.data(), sizeof(float2) * kTraces));
        dim3 grid(kDepths / 256, kColumns);
        cases.push_back({"kirchhoff_stack_a", [=] { kirchhoff_stack_a<<<grid, 256>>>(pool, more, out_a); }, out_a, (size_t)kDepths * kColumns});
        cases.push_back({"kirchhoff_stack_b", [=] { kirchhoff_stack_b<<<grid, 256>>>(pool, more, out_b); }, out_b, (size_t)kDepths * kColumns});
    }
    {
        std::vector<float2> host(kTenors);
        for (int i = 0; i < kTenors; ++i) host[i] = make_float2(0.5f * (i + 1), 0.03f + 0.01f * unit(i + 900));
        CHECK(cudaMemcpyToSymbol(curve, host.data(), sizeof(float2) * kTenors));
        int n = 132 * 8 * 256 * 8;
        cases.push_back({"swap_legs_a", [=] { swap_legs_a<<<132 * 8, 256>>>((const float2*)pool, out_a, n); }, out_a, (size_t)n});
        cases.push_back({"swap_legs_b", [=] { swap_legs_b<<<132 * 8, 256>>>((const float2*)pool, out_b, n); }, out_b, (size_t)n});
    }
    {
        std::vector<float4> host(kElements);
        for (int i = 0; i < kElements; ++i) host[i] = make_float4(9 * unit(4 * i + 60), 9 * unit(4 * i + 61), unit(4 * i + 62), unit(4 * i + 63));
        CHECK(cudaMemcpyToSymbol(elements, host.data(), sizeof(float4) * kElements));
        int n = 1 << 20;
        cases.push_back({"antenna_pattern_a", [=] { antenna_pattern_a<<<n / 256, 256>>>((const float2*)pool, out_a, n); }, out_a, (size_t)n});
        cases.push_back({"antenna_pattern_b", [=] { antenna_pattern_b<<<n / 256, 256>>>((const float2*)pool, out_b, n); }, out_b, (size_t)n});
    }
    {
        int n = 6 << 20;  // float4
        cases.push_back({"channel_energy_a", [=] { channel_energy_a<<<132 * 16, 256>>>((const float4*)pool, (const float4*)more, (float4*)out_a, n, 0.8f, 2.0f, 0.45f); }, out_a, (size_t)n * 4});
        cases.push_back({"channel_energy_b", [=] { channel_energy_b<<<132 * 16, 256>>>((const float4*)pool, (const float4*)more, (float4*)out_b, n, 0.8f, 2.0f, 0.45f); }, out_b, (size_t)n * 4});
    }
    {
        int n = 1 << 20, steps = 48;
        Tank k{1.3f, 0.7f, 1.9f, 2.3f, 1.1f, 3.7f, 0.05f};
        cases.push_back({"enzyme_reactor_a", [=] { enzyme_reactor_a<<<n / 128, 128>>>((const float2*)pool, (float2*)out_a, n, steps, k); }, out_a, (size_t)n * 2});
        cases.push_back({"enzyme_reactor_b", [=] { enzyme_reactor_b<<<n / 128, 128>>>((const float2*)pool, (float2*)out_b, n, steps, k); }, out_b, (size_t)n * 2});
    }
    {
        std::vector<float> x(kDegree), y(kDegree);
        for (int i = 0; i < kDegree; ++i) { x[i] = unit(3 * i + 70); y[i] = unit(3 * i + 71); }
        CHECK(cudaMemcpyToSymbol(segment_x, x.data(), sizeof(float) * kDegree));
        CHECK(cudaMemcpyToSymbol(segment_y, y.data(), sizeof(float) * kDegree));
        int n = 8 << 20;  // pairs of times
        cases.push_back({"orbit_segments_a", [=] { orbit_segments_a<<<n / 256, 256>>>((const float2*)pool, (float4*)out_a, n); }, out_a, (size_t)n * 4});
        cases.push_back({"orbit_segments_b", [=] { orbit_segments_b<<<n / 256, 256>>>((const float2*)pool, (float4*)out_b, n); }, out_b, (size_t)n * 4});
    }
    {
        int n = 132 * 10 * 192 * 4, steps = 40;
        cases.push_back({"neuron_ensemble_a", [=] { neuron_ensemble_a<<<132 * 10, 192>>>((const float2*)pool, (float2*)out_a, n, steps, 0.1f); }, out_a, (size_t)n * 2});
        cases.push_back({"neuron_ensemble_b", [=] { neuron_ensemble_b<<<132 * 10, 192>>>((const float2*)pool, (float2*)out_b, n, steps, 0.1f); }, out_b, (size_t)n * 2});
    }
    {
        std::vector<Tensor> host(kTensors);
        int offset = 0, largest = 0;
        for (int i = 0; i < kTensors; ++i) {
            int count = 256 + (int)(harness::hash32(i + 40) % 6000u);
            host[i] = {offset, count, 0.99f - 0.01f * (i % 7)};
            offset += count;
            largest = std::max(largest, count);
        }
        CHECK(cudaMemcpyToSymbol(tensors, host.data(), sizeof(Tensor) * kTensors));
        cases.push_back({"weight_average_a", [=] {
            for (const Tensor& t : host)
                weight_average_a<<<(t.count + 255) / 256, 256>>>((const float4*)pool + t.offset, (const float4*)more + t.offset, (float4*)out_a + t.offset, t.count, t.decay);
        }, out_a, (size_t)offset * 4});
        dim3 grid((largest + 255) / 256, kTensors);
        cases.push_back({"weight_average_b", [=] { weight_average_b<<<grid, 256>>>((const float4*)pool, (const float4*)more, (float4*)out_b); }, out_b, (size_t)offset * 4});
    }
    {
        int n = 16 << 20;
        cases.push_back({"pose_unit_a", [=] { pose_unit_a<<<n / 256, 256>>>((const float4*)pool, (float4*)out_a, n); }, out_a, (size_t)n * 4});
        cases.push_back({"pose_unit_b", [=] { pose_unit_b<<<n / 256, 256>>>((const float4*)pool, (float4*)out_b, n); }, out_b, (size_t)n * 4});
    }
    {
        int n = 2 << 20;
        Key key;
        for (int i = 0; i < 8; ++i) key.k[i] = harness::hash32(i + 1);
        for (int i = 0; i < 3; ++i) key.nonce[i] = harness::hash32(i + 100);
        cases.push_back({"keystream_words_h", [=] { keystream_words_h<<<n / 256, 256>>>((uint32_t*)out_a, n, key); }, out_a, (size_t)n * 16, Output::i32});
    }
    {
        std::vector<float2> host(kModes);
        for (int i = 0; i < kModes; ++i) host[i] = make_float2(unit(2 * i + 33) / (1 + 0.1f * i), unit(2 * i + 34) / (1 + 0.1f * i));
        CHECK(cudaMemcpyToSymbol(modes, host.data(), sizeof(float2) * kModes));
        int n = 1 << 20;
        cases.push_back({"tide_synthesis_h", [=] { tide_synthesis_h<<<n / 256, 256>>>((const float4*)pool, (float4*)out_a, n); }, out_a, (size_t)n * 4});
    }
    return harness::run(argc, argv, cases);
}
