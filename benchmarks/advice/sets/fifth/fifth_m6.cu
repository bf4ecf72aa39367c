// Fourth set, share k3, third file: two more integer pairs, unfused arithmetic, and controls.
#include "harness.cuh"

using namespace harness;

// ---------------------------------------------------------------------------------------------------------------------------------------
// 1. Spatial database: Hilbert-curve key (16 bits an axis) of every event, written with a packed payload for the sort that follows.
//    a: the curve is walked level by level, bit by bit.  b: all levels at once by a prefix scan over the bits of a word.
// ---------------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ uint32_t hilbert_walk(uint32_t x, uint32_t y) {
    uint32_t d = 0;
    for (int b = 15; b >= 0; --b) {
        const uint32_t rx = x >> b & 1u, ry = y >> b & 1u;
        d = d << 2 | (3u * rx ^ ry);
        if (ry == 0u) {
            if (rx == 1u) { x = ~x; y = ~y; }
            const uint32_t t = x; x = y; y = t;
        }
    }
    return d;
}
__device__ __forceinline__ uint32_t apart(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ffu; x = (x | x << 4) & 0x0f0f0f0fu; x = (x | x << 2) & 0x33333333u;
    return (x | x << 1) & 0x55555555u;
}
__device__ __forceinline__ uint32_t hilbert_scan(uint32_t x, uint32_t y) {
    uint32_t a = x ^ y, b = 0xffffu ^ a, c = 0xffffu ^ (x | y), d = x & (y ^ 0xffffu);
    uint32_t A = a | (b >> 1), B = (a >> 1) ^ a, C = ((c >> 1) ^ (b & (d >> 1))) ^ c, D = ((a & (c >> 1)) ^ (d >> 1)) ^ d;
#pragma unroll
    for (int s = 2; s <= 4; s *= 2) {
        a = A; b = B; c = C; d = D;
        A = (a & (a >> s)) ^ (b & (b >> s));
        B = (a & (b >> s)) ^ (b & ((a ^ b) >> s));
        C ^= (a & (c >> s)) ^ (b & (d >> s));
        D ^= (b & (c >> s)) ^ ((a ^ b) & (d >> s));
    }
    a = A; b = B; c = C; d = D;
    C ^= (a & (c >> 8)) ^ (b & (d >> 8));
    D ^= (b & (c >> 8)) ^ ((a ^ b) & (d >> 8));
    a = C ^ (C >> 1); b = D ^ (D >> 1);
    const uint32_t low = x ^ y, high = b | (0xffffu ^ (low | a));
    return apart(high) << 1 | apart(low);
}
__device__ __forceinline__ uint32_t grid16(float v) { return (uint32_t)fminf(fmaf(v, 32768.0f, 32768.0f), 65535.0f); }
__device__ __forceinline__ uint32_t payload(float4 e) { return __float_as_uint(e.z) & 0xffff0000u | __float_as_uint(e.w) >> 16; }

__global__ void __launch_bounds__(192) event_cluster_key_a(const float4* __restrict__ event, uint2* __restrict__ record) {
    const size_t i = blockIdx.x * (size_t)192 + threadIdx.x;
    const float4 e = event[i];
    record[i] = make_uint2(hilbert_walk(grid16(e.x), grid16(e.y)), payload(e));
}
__global__ void __launch_bounds__(192) event_cluster_key_b(const float4* __restrict__ event, uint2* __restrict__ record) {
    const size_t i = blockIdx.x * (size_t)192 + threadIdx.x;
    const float4 e = event[i];
    record[i] = make_uint2(hilbert_scan(grid16(e.x), grid16(e.y)), payload(e));
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 2. Inspection camera: 36 contrast features (outer minus inner box of an integral image, cut off at the border) around every pixel.
//    a: coordinates, clamping and offsets in 64 bits.  b: the same in 32 bits (the image has 2.6 million pixels).
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kProbes = 36;
struct Probe { int4 outer, inner; float threshold, weight, pad[2]; };

template <typename Index>
__device__ __forceinline__ Index within(Index v, Index limit) { return v < 0 ? (Index)0 : v > limit ? limit : v; }

template <typename Index>
__device__ __forceinline__ int box_sum(const int* __restrict__ integral, Index x, Index y, Index width, Index height, int4 r) {
    const Index left = within<Index>(x + r.x, width - 1), right = within<Index>(x + r.z, width - 1);
    const Index top = within<Index>(y + r.y, height - 1) * width, bottom = within<Index>(y + r.w, height - 1) * width;
    return integral[bottom + right] - integral[bottom + left] - integral[top + right] + integral[top + left];
}

template <typename Index>
__device__ __forceinline__ void probe_all(const int* __restrict__ integral, const Probe* __restrict__ probes, float* __restrict__ blemish,
                                          Index width, Index height) {
    __shared__ Probe probe[kProbes];
    for (int k = threadIdx.x; k < (int)sizeof(probe) / 4; k += 128) ((int*)probe)[k] = ((const int*)probes)[k];
    __syncthreads();
    const Index x = (Index)blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
    float votes = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kProbes; ++k) {
        const Probe p = probe[k];
        const int contrast = box_sum<Index>(integral, x, y, width, height, p.outer) - 3 * box_sum<Index>(integral, x, y, width, height, p.inner);
        votes += (float)contrast < p.threshold ? p.weight : 0.0f;
    }
    blemish[y * width + x] = votes;
}

__global__ void __launch_bounds__(128) blemish_contrast_a(const int* __restrict__ integral, const Probe* __restrict__ probes,
                                                          float* __restrict__ blemish, long long width, long long height) {
    probe_all<long long>(integral, probes, blemish, width, height);
}
__global__ void __launch_bounds__(128) blemish_contrast_b(const int* __restrict__ integral, const Probe* __restrict__ probes,
                                                          float* __restrict__ blemish, int width, int height) {
    probe_all<int>(integral, probes, blemish, width, height);
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 3. Neuroscience: an ensemble of Hindmarsh-Rose neurons, one a thread, 280 Runge-Kutta steps.
//    a: products and sums rounded one by one (__fmul_rn, __fadd_rn, to follow a reference on the CPU).  b: fused multiply-add.
// ---------------------------------------------------------------------------------------------------------------------------------------
struct Stepwise { static __device__ __forceinline__ float mad(float a, float b, float c) { return __fadd_rn(__fmul_rn(a, b), c); } };
struct Fused { static __device__ __forceinline__ float mad(float a, float b, float c) { return fmaf(a, b, c); } };

template <class M>
__device__ __forceinline__ float3 membrane(float3 s, float drive, float recovery) {
    const float x2 = __fmul_rn(s.x, s.x);
    const float3 d = {M::mad(x2, M::mad(-1.01f, s.x, 3.02f), __fadd_rn(__fadd_rn(s.y, -s.z), drive)),
                      M::mad(-4.98f, x2, __fadd_rn(1.0f, -s.y)),
                      __fmul_rn(recovery, M::mad(3.97f, s.x, __fadd_rn(6.4f, -s.z)))};
    return d;
}
template <class M>
__device__ __forceinline__ float3 moved(float3 s, float h, float3 d) { return {M::mad(h, d.x, s.x), M::mad(h, d.y, s.y), M::mad(h, d.z, s.z)}; }

template <class M>
__device__ __forceinline__ void ensemble(const float4* __restrict__ initial, float4* __restrict__ state, float h, int steps) {
    const int i = blockIdx.x * 384 + threadIdx.x;
    const float4 seed = initial[i];
    float3 s = {seed.x, seed.y, 2.0f + seed.z};
    const float drive = fmaf(0.8f, seed.w, 2.4f), recovery = fmaf(0.002f, seed.z, 0.006f), half = 0.5f * h, sixth = h / 6.0f;
#pragma unroll 2
    for (int n = 0; n < steps; ++n) {
        const float3 k1 = membrane<M>(s, drive, recovery), k2 = membrane<M>(moved<M>(s, half, k1), drive, recovery);
        const float3 k3 = membrane<M>(moved<M>(s, half, k2), drive, recovery), k4 = membrane<M>(moved<M>(s, h, k3), drive, recovery);
        const float3 k = moved<M>(moved<M>(k1, 2.0f, k2), 2.0f, k3);
        s = moved<M>(s, sixth, make_float3(__fadd_rn(k.x, k4.x), __fadd_rn(k.y, k4.y), __fadd_rn(k.z, k4.z)));
    }
    state[i] = make_float4(s.x, s.y, s.z, drive);
}
__global__ void __launch_bounds__(384) bursting_neurons_a(const float4* __restrict__ initial, float4* __restrict__ state, float h, int steps) {
    ensemble<Stepwise>(initial, state, h, steps);
}
__global__ void __launch_bounds__(384) bursting_neurons_b(const float4* __restrict__ initial, float4* __restrict__ state, float h, int steps) {
    ensemble<Fused>(initial, state, h, steps);
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 4. (mild) Cardiac tissue, FitzHugh-Nagumo: one explicit step of a 2D sheet, four cells a thread, bound by DRAM.
//    a: the reaction is written with double literals.  b: float literals.
// ---------------------------------------------------------------------------------------------------------------------------------------
struct Doubles {
    static __device__ __forceinline__ void react(float u, float v, float lap, float& un, float& vn) {
        const float rate = u * (1.0 - u) * (u - 0.13) - v;
        un = fmaf(0.02f, fmaf(0.8f, lap, rate), u);
        vn = v + 0.0021 * (0.47 * u - v);
    }
};
struct Floats {
    static __device__ __forceinline__ void react(float u, float v, float lap, float& un, float& vn) {
        const float rate = u * (1.0f - u) * (u - 0.13f) - v;
        un = fmaf(0.02f, fmaf(0.8f, lap, rate), u);
        vn = v + 0.0021f * (0.47f * u - v);
    }
};
template <class R>
__device__ __forceinline__ void sheet(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ un, float* __restrict__ vn,
                                      int width, int height) {
    const int x = (blockIdx.x * 64 + threadIdx.x) * 4, y = blockIdx.y * 4 + threadIdx.y;
    const size_t at = (size_t)y * width + x;
    const float4 c = *(const float4*)(u + at), w = *(const float4*)(v + at);
    const float4 n = *(const float4*)(u + (y > 0 ? at - width : at)), s = *(const float4*)(u + (y + 1 < height ? at + width : at));
    const float l = u[x > 0 ? at - 1 : at], r = u[x + 4 < width ? at + 4 : at + 3];
    float4 a, b;
    R::react(c.x, w.x, fmaf(-4.0f, c.x, (n.x + s.x) + (l + c.y)), a.x, b.x);
    R::react(c.y, w.y, fmaf(-4.0f, c.y, (n.y + s.y) + (c.x + c.z)), a.y, b.y);
    R::react(c.z, w.z, fmaf(-4.0f, c.z, (n.z + s.z) + (c.y + c.w)), a.z, b.z);
    R::react(c.w, w.w, fmaf(-4.0f, c.w, (n.w + s.w) + (c.z + r)), a.w, b.w);
    *(float4*)(un + at) = a;
    *(float4*)(vn + at) = b;
}
__global__ void __launch_bounds__(256) excitable_tissue_a(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ un,
                                                          float* __restrict__ vn, int width, int height) { sheet<Doubles>(u, v, un, vn, width, height); }
__global__ void __launch_bounds__(256) excitable_tissue_b(const float* __restrict__ u, const float* __restrict__ v, float* __restrict__ un,
                                                          float* __restrict__ vn, int width, int height) { sheet<Floats>(u, v, un, vn, width, height); }

// ---------------------------------------------------------------------------------------------------------------------------------------
// 5. (mild) Radar: level in decibels of every cell of a range-Doppler map over the noise of its row, bound by DRAM.
//    a: the accurate log10f.  b: the hardware logarithm.
// ---------------------------------------------------------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) doppler_level_a(const float4* __restrict__ map, const float* __restrict__ noise, float2* __restrict__ level) {
    const float inverse = __fdividef(1.0f, 1.5f + noise[blockIdx.x]);
    float4 z[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) z[k] = map[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        level[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x] =
            make_float2(10.0f * log10f(fmaf(fmaf(z[k].x, z[k].x, z[k].y * z[k].y), inverse, 1e-6f)),
                        10.0f * log10f(fmaf(fmaf(z[k].z, z[k].z, z[k].w * z[k].w), inverse, 1e-6f)));
}
__global__ void __launch_bounds__(256) doppler_level_b(const float4* __restrict__ map, const float* __restrict__ noise, float2* __restrict__ level) {
    const float inverse = __fdividef(1.0f, 1.5f + noise[blockIdx.x]);
    float4 z[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) z[k] = map[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        level[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x] =
            make_float2(3.01029996f * __log2f(fmaf(fmaf(z[k].x, z[k].x, z[k].y * z[k].y), inverse, 1e-6f)),
                        3.01029996f * __log2f(fmaf(fmaf(z[k].z, z[k].z, z[k].w * z[k].w), inverse, 1e-6f)));
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 6. (healthy) Machine monitoring: 20 second-order sections in a row on every vibration channel, states in registers, one wave.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kSections = 20, kSensorBlocks = 132 * 3;
__constant__ float kBiquad[kSections][5];                                       // b0 b1 b2 -a1 -a2

__global__ void __launch_bounds__(256, 3) bearing_filterbank_a(const float* __restrict__ sample, float* __restrict__ filtered, int channels, int batches) {
    const int channel = blockIdx.x * 256 + threadIdx.x;
    const float* in = sample + channel;
    float* out = filtered + channel;
    float s1[kSections] = {}, s2[kSections] = {}, next[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) next[k] = in[(size_t)k * channels];
#pragma unroll 1
    for (int batch = 0; batch < batches; ++batch) {
        float x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) x[k] = next[k];
        in += batch + 1 < batches ? (size_t)4 * channels : 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) next[k] = in[(size_t)k * channels];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float v = x[k];
#pragma unroll
            for (int s = 0; s < kSections; ++s) {
                const float y = fmaf(kBiquad[s][0], v, s1[s]);
                s1[s] = fmaf(kBiquad[s][3], y, fmaf(kBiquad[s][1], v, s2[s]));
                s2[s] = fmaf(kBiquad[s][4], y, kBiquad[s][2] * v);
                v = y;
            }
            out[(size_t)k * channels] = v;
        }
        out += (size_t)4 * channels;
    }
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    const size_t events = 192u * 132 * 384;
    auto event = (const float4*)filled<float>(events * 4, 3);
    auto record = (uint2*)harness::empty<int>(events * 2);
    cases.push_back({"event_cluster_key_a", [=] { event_cluster_key_a<<<events / 192, 192>>>(event, record); }, record, events * 2, Output::i32});
    cases.push_back({"event_cluster_key_b", [=] { event_cluster_key_b<<<events / 192, 192>>>(event, record); }, record, events * 2, Output::i32});

    const int width = 2048, height = 1280;
    std::vector<int> table((size_t)width * height);                              // of a textured 8-bit image with slow shading
    for (int y = 0; y < height; ++y) {
        int row = 0;
        for (int x = 0; x < width; ++x) {
            row += (int)(96 + 50 * std::sin(x * 0.011 + y * 0.007)) + (int)(hash32(y * width + x) % 60u);
            table[(size_t)y * width + x] = row + (y ? table[(size_t)(y - 1) * width + x] : 0);
        }
    }
    std::vector<Probe> probe(kProbes);
    for (int k = 0; k < kProbes; ++k) {
        const int w = 5 + k % 12, h = 4 + k % 9, dx = k % 7 - 3, dy = k % 5 - 2;
        probe[k] = {{dx - w, dy - h, dx + w, dy + h}, {dx - w / 3, dy - h, dx + w / 3, dy + h}, (k - 18) * 400.0f, 0.25f + 0.01f * k, {0, 0}};
    }
    int* integral = uploaded(table);
    Probe* probes = uploaded(probe);
    float* blemish = harness::empty<float>((size_t)width * height);
    cases.push_back({"blemish_contrast_a", [=] { blemish_contrast_a<<<dim3(width / 128, height), 128>>>(integral, probes, blemish, width, height); }, blemish, (size_t)width * height, Output::f32});
    cases.push_back({"blemish_contrast_b", [=] { blemish_contrast_b<<<dim3(width / 128, height), 128>>>(integral, probes, blemish, width, height); }, blemish, (size_t)width * height, Output::f32});

    const int neurons = 528 * 384;
    auto initial = (const float4*)filled<float>((size_t)neurons * 4, 4);
    auto state = (float4*)harness::empty<float>((size_t)neurons * 4);
    cases.push_back({"bursting_neurons_a", [=] { bursting_neurons_a<<<528, 384>>>(initial, state, 0.005f, 280); }, state, (size_t)neurons * 4, Output::f32});
    cases.push_back({"bursting_neurons_b", [=] { bursting_neurons_b<<<528, 384>>>(initial, state, 0.005f, 280); }, state, (size_t)neurons * 4, Output::f32});

    const int across = 8192, down = 2640;
    float* u = filled<float>((size_t)across * down, 5); float* v = filled<float>((size_t)across * down, 6);
    float* un = harness::empty<float>((size_t)across * down); float* vn = harness::empty<float>((size_t)across * down);
    cases.push_back({"excitable_tissue_a", [=] { excitable_tissue_a<<<dim3(across / 256, down / 4), dim3(64, 4)>>>(u, v, un, vn, across, down); }, un, (size_t)across * down, Output::f32});
    cases.push_back({"excitable_tissue_b", [=] { excitable_tissue_b<<<dim3(across / 256, down / 4), dim3(64, 4)>>>(u, v, un, vn, across, down); }, un, (size_t)across * down, Output::f32});

    const int rows = 132 * 80;
    float* map = filled<float>((size_t)rows * 4096, 8); float* noise = filled<float>(rows, 9);
    auto level = (float2*)harness::empty<float>((size_t)rows * 2048);
    cases.push_back({"doppler_level_a", [=] { doppler_level_a<<<rows, 256>>>((const float4*)map, noise, level); }, level, (size_t)rows * 2048, Output::f32});
    cases.push_back({"doppler_level_b", [=] { doppler_level_b<<<rows, 256>>>((const float4*)map, noise, level); }, level, (size_t)rows * 2048, Output::f32});

    float biquad[kSections][5];                                                  // peaking sections: poles inside the circle, zeros near them
    for (int s = 0; s < kSections; ++s) {
        const float angle = 0.12f + 0.14f * s, pole = 0.80f, zero = 0.76f + 0.004f * s;
        const float b[5] = {1.0f, -2.0f * zero * std::cos(angle), zero * zero, 2.0f * pole * std::cos(angle), -pole * pole};
        std::memcpy(biquad[s], b, sizeof b);
    }
    CHECK(cudaMemcpyToSymbol(kBiquad, biquad, sizeof biquad));
    const int channels = kSensorBlocks * 256, batches = 64;                      // the map of case 5 serves as samples: channels * 256 values of it
    float* filtered = harness::empty<float>((size_t)channels * batches * 4);
    cases.push_back({"bearing_filterbank_a", [=] { bearing_filterbank_a<<<kSensorBlocks, 256>>>(map, filtered, channels, batches); }, filtered, (size_t)channels * batches * 4, Output::f32});

    return run(argc, argv, cases);
}
