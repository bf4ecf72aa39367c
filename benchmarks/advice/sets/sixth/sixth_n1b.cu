#include "harness.cuh"

#include <cuda_fp16.h>

static __global__ void harness_fill_bytes(uint32_t* p, size_t words, uint32_t seed) {  // any bytes, or any 16-bit samples
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
template <typename T>
static T* noise(size_t n, uint32_t seed) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_fill_bytes<<<2048, 256>>>((uint32_t*)p, n * sizeof(T) / 4, seed); CHECK(cudaGetLastError());
    return p;
}
static float* copied(const float* from, size_t n) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    CHECK(cudaMemcpy(p, from, n * sizeof(float), cudaMemcpyDeviceToDevice));
    return p;
}

// ---- 1. bag: weighted pooling of 32 rows of an embedding table per user history (a warp a bag, 32 features a row) --------
// a: the table is used where the file was read to, behind the 20 bytes of its header; b: it was copied to the start of an allocation.
constexpr int kRows = 1 << 22, kBags = 1 << 18;

__device__ __forceinline__ void pool_bag(const float* __restrict__ table, const int* __restrict__ row, const float* __restrict__ weight,
                                         float* __restrict__ pooled) {
    int bag = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int mine = row[bag * 32 + lane];
    float w = 0.5f + 0.5f * weight[bag * 32 + lane];
    float sum = 0.0f, total = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        int r = __shfl_sync(0xffffffffu, mine, k);
        float wk = __shfl_sync(0xffffffffu, w, k);
        sum = fmaf(wk, table[(size_t)r * 32 + lane], sum);
        total += wk;
    }
    pooled[bag * 32 + lane] = __fdividef(sum, total + 1e-6f);
}
__global__ void __launch_bounds__(256) history_pooling_a(const float* __restrict__ table, const int* __restrict__ row,
                                                         const float* __restrict__ weight, float* __restrict__ pooled) {
    pool_bag(table, row, weight, pooled);
}
__global__ void __launch_bounds__(256) history_pooling_b(const float* __restrict__ table, const int* __restrict__ row,
                                                         const float* __restrict__ weight, float* __restrict__ pooled) {
    pool_bag(table, row, weight, pooled);
}

// ---- 2. matte: 8-bit foreground and background plates composited through an 8-bit matte ------------------------------------
constexpr int kPixels = 192 << 20;

__device__ __forceinline__ unsigned composite(unsigned f, unsigned b, unsigned m) {
    unsigned v = f * m + b * (255u - m) + 128u;
    return (v + (v >> 8)) >> 8;
}
__global__ void __launch_bounds__(256) matte_composite_a(const uint8_t* foreground, const uint8_t* background, const uint8_t* matte,
                                                         uint8_t* frame, int pixels) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x)
        frame[i] = (uint8_t)composite(foreground[i], background[i], matte[i]);
}
__global__ void __launch_bounds__(256) matte_composite_b(const uint8_t* foreground, const uint8_t* background, const uint8_t* matte,
                                                         uint8_t* frame, int pixels) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels / 16; i += gridDim.x * blockDim.x) {
        uint4 f = ((const uint4*)foreground)[i], b = ((const uint4*)background)[i], m = ((const uint4*)matte)[i];
        unsigned fw[4] = {f.x, f.y, f.z, f.w}, bw[4] = {b.x, b.y, b.z, b.w}, mw[4] = {m.x, m.y, m.z, m.w}, ow[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            ow[k] = 0;
#pragma unroll
            for (int s = 0; s < 32; s += 8) ow[k] |= composite(fw[k] >> s & 255u, bw[k] >> s & 255u, mw[k] >> s & 255u) << s;
        }
        ((uint4*)frame)[i] = make_uint4(ow[0], ow[1], ow[2], ow[3]);
    }
}

// ---- 3. swiglu: gated activation of a transformer's feed-forward layer in half precision ------------------------------------
constexpr int kActivations = 128 << 20;

__device__ __forceinline__ __half gated(__half gate, __half up) {
    float g = 4.0f * __half2float(gate);
    return __float2half_rn(__fdividef(g, 1.0f + __expf(-g)) * __half2float(up));
}
__global__ void __launch_bounds__(256) swiglu_gate_a(const __half* gate, const __half* up, __half* hidden, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) hidden[i] = gated(gate[i], up[i]);
}
__global__ void __launch_bounds__(256) swiglu_gate_b(const __half* gate, const __half* up, __half* hidden, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 8; i += gridDim.x * blockDim.x) {
        uint4 g = ((const uint4*)gate)[i], u = ((const uint4*)up)[i], h;
        const __half *gh = (const __half*)&g, *uh = (const __half*)&u;
        __half* hh = (__half*)&h;
#pragma unroll
        for (int k = 0; k < 8; ++k) hh[k] = gated(gh[k], uh[k]);
        ((uint4*)hidden)[i] = h;
    }
}

// ---- 4. ducking: 16-bit PCM speech mixed over 16-bit music with Q15 gains per channel, saturating ---------------------------
constexpr int kPcm = 128 << 20;

__device__ __forceinline__ int mixed(int speech, int music, int speech_gain, int music_gain) {
    int v = (speech * speech_gain + music * music_gain + (1 << 14)) >> 15;
    return max(-32768, min(32767, v));
}
__global__ void __launch_bounds__(256) speech_ducking_a(const int16_t* speech, const int16_t* music, int16_t* mix, int samples, int gain_left,
                                                        int gain_right, int music_gain) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += gridDim.x * blockDim.x)
        mix[i] = (int16_t)mixed(speech[i], music[i], (i & 1) ? gain_right : gain_left, music_gain);
}
__global__ void __launch_bounds__(256) speech_ducking_b(const int16_t* speech, const int16_t* music, int16_t* mix, int samples, int gain_left,
                                                        int gain_right, int music_gain) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < samples / 8; i += gridDim.x * blockDim.x) {
        int4 s = ((const int4*)speech)[i], m = ((const int4*)music)[i];
        int sw[4] = {s.x, s.y, s.z, s.w}, mw[4] = {m.x, m.y, m.z, m.w}, ow[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int left = mixed((int16_t)sw[k], (int16_t)mw[k], gain_left, music_gain);
            int right = mixed(sw[k] >> 16, mw[k] >> 16, gain_right, music_gain);
            ow[k] = (left & 0xffff) | (right << 16);
        }
        ((int4*)mix)[i] = make_int4(ow[0], ow[1], ow[2], ow[3]);
    }
}

// ---- 5. vibration: RMS of a bearing's accelerometer trace in windows of 32 samples, over a threshold, as a severity index ---------------
constexpr int kTrace = 160 << 20;

__device__ __forceinline__ float severity(float energy) {
    float rms = energy * rsqrtf(32.0f * energy + 1e-12f);
    return rms > 0.3f ? 10.0f * (rms - 0.3f) : 0.0f;
}

__global__ void __launch_bounds__(256) bearing_severity_a(const float* trace, float* index, int windows) {
    int lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x / 32);
    for (int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; w < windows; w += warps) {
        float v = trace[(size_t)w * 32 + lane];
        float energy = v * v;
#pragma unroll
        for (int d = 16; d > 0; d >>= 1) energy += __shfl_xor_sync(0xffffffffu, energy, d);
        if (lane == 0) index[w] = severity(energy);
    }
}
__global__ void __launch_bounds__(256) bearing_severity_b(const float* trace, float* index, int windows) {
    int lane = threadIdx.x & 31, warps = gridDim.x * (blockDim.x / 32);
    for (int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; w < windows / 4; w += warps) {  // four windows at a time, eight lanes each
        float4 v = ((const float4*)trace)[(size_t)w * 32 + lane];
        float energy = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
#pragma unroll
        for (int d = 4; d > 0; d >>= 1) energy += __shfl_xor_sync(0xffffffffu, energy, d);
        if ((lane & 7) == 0) index[w * 4 + (lane >> 3)] = severity(energy);
    }
}

// ---- 6. electrocardiogram: baseline removed from a trace, soft limited; a: the trace still starts behind its one-word record header --
constexpr int kBeats = 1 << 26;

__device__ __forceinline__ void remove_baseline(const float* __restrict__ trace, const float* __restrict__ baseline, float* __restrict__ clean, float gain) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float t[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { t[k] = trace[first + k * 256]; b[k] = baseline[first + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float d = gain * (t[k] - 0.8f * b[k]);
        clean[first + k * 256] = __fdividef(d, 1.0f + fabsf(d));
    }
}
__global__ void __launch_bounds__(256) ecg_baseline_a(const float* __restrict__ trace, const float* __restrict__ baseline, float* __restrict__ clean, float gain) {
    remove_baseline(trace, baseline, clean, gain);
}
__global__ void __launch_bounds__(256) ecg_baseline_b(const float* __restrict__ trace, const float* __restrict__ baseline, float* __restrict__ clean, float gain) {
    remove_baseline(trace, baseline, clean, gain);
}

// ---- 7. latent: bulk formula of the ocean's latent heat flux from wind, humidity, temperature and pressure; a: a float at a time -----
constexpr int kOcean = 40 << 20;

__device__ __forceinline__ float latent_heat(float wind, float humidity, float celsius, float pressure) {
    float t = 15.0f + 14.0f * celsius, p = 1010.0f + 25.0f * pressure;
    float saturation = 6.112f * __expf(__fdividef(17.67f * t, t + 243.5f));
    float q_sea = 0.98f * 0.622f * __fdividef(saturation, p - 0.378f * saturation), q_air = 0.006f * (1.0f + humidity);
    return 1.2f * 2.5e6f * 1.3e-3f * (8.0f + 7.0f * wind) * (q_sea - q_air);
}
__global__ void __launch_bounds__(256) ocean_latent_heat_a(const float* __restrict__ wind, const float* __restrict__ humidity,
                                                           const float* __restrict__ celsius, const float* __restrict__ pressure, float* __restrict__ flux) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    float w[4], h[4], c[4], p[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = first + k * 256;
        w[k] = wind[i]; h[k] = humidity[i]; c[k] = celsius[i]; p[k] = pressure[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) flux[first + k * 256] = latent_heat(w[k], h[k], c[k], p[k]);
}
__global__ void __launch_bounds__(256) ocean_latent_heat_b(const float4* __restrict__ wind, const float4* __restrict__ humidity,
                                                           const float4* __restrict__ celsius, const float4* __restrict__ pressure, float4* __restrict__ flux) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 w = wind[i], h = humidity[i], c = celsius[i], p = pressure[i];
    flux[i] = make_float4(latent_heat(w.x, h.x, c.x, p.x), latent_heat(w.y, h.y, c.y, p.y), latent_heat(w.z, h.z, c.z, p.z),
                          latent_heat(w.w, h.w, c.w, p.w));
}

// ---- 8. adam: one optimizer step over a flat parameter buffer (a stream of four arrays in, three out) ----------------------------
constexpr int kParameters = 32 << 20;

__device__ __forceinline__ void adam_one(float& p, float g, float& m, float& v, float rate) {
    m = fmaf(0.9f, m, 0.1f * g);
    v = fmaf(0.999f, v, 0.001f * g * g);
    p -= rate * (m * rsqrtf(fabsf(v) + 1e-8f) + 0.01f * p);
}
__global__ void __launch_bounds__(256) adam_step_a(float4* __restrict__ parameter, const float4* __restrict__ gradient, float4* __restrict__ first,
                                                   float4* __restrict__ second, float rate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = parameter[i], g = gradient[i], m = first[i], v = second[i];
    adam_one(p.x, g.x, m.x, v.x, rate);
    adam_one(p.y, g.y, m.y, v.y, rate);
    adam_one(p.z, g.z, m.z, v.z, rate);
    adam_one(p.w, g.w, m.w, v.w, rate);
    parameter[i] = p; first[i] = m; second[i] = v;
}

// ---- 9. corner turn: radar pulses x range gates to range gates x pulses (complex samples), with a window over the pulses ----------
constexpr int kPulses = 8000, kGates = 8000;

__global__ void __launch_bounds__(256) radar_corner_turn_a(const float2* __restrict__ echoes, const float* __restrict__ taper, float2* __restrict__ turned) {
    __shared__ float2 tile[32][33];
    int gate = blockIdx.x * 32 + threadIdx.x, pulse = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        float2 e = echoes[(size_t)(pulse + k) * kGates + gate];
        float w = 0.54f + 0.46f * taper[pulse + k];
        tile[threadIdx.y + k][threadIdx.x] = make_float2(w * e.x, w * e.y);
    }
    __syncthreads();
    int out_pulse = blockIdx.y * 32 + threadIdx.x, out_gate = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) turned[(size_t)(out_gate + k) * kPulses + out_pulse] = tile[threadIdx.x][threadIdx.y + k];
}

int main(int argc, char** argv) {
    const int full = 132 * 8;  // blocks of 256 threads that the device holds at once

    const size_t table_size = (size_t)kRows * 32;
    float* file = harness::filled<float>(table_size + 8, 3);
    const float* table = file + 5;
    float* table_copy = copied(table, table_size);
    int* row = harness::indices((size_t)kBags * 32, kRows, 5);
    float* weight = harness::filled<float>((size_t)kBags * 32, 7);
    float* pooled = harness::empty<float>((size_t)kBags * 32);

    uint8_t *foreground = noise<uint8_t>(kPixels, 11), *background = noise<uint8_t>(kPixels, 13), *matte = noise<uint8_t>(kPixels, 17);
    uint8_t* frame = harness::empty<uint8_t>(kPixels);

    __half *gate = harness::filled<__half>(kActivations, 19), *up = harness::filled<__half>(kActivations, 23), *hidden = harness::empty<__half>(kActivations);

    int16_t *speech = noise<int16_t>(kPcm, 29), *music = noise<int16_t>(kPcm, 31), *mix = harness::empty<int16_t>(kPcm);

    float* trace = harness::filled<float>(kTrace, 37);
    const int windows = kTrace / 32;
    float* index = harness::empty<float>(windows);

    float* record = harness::filled<float>((size_t)kBeats + 4, 41);
    const float* beats = record + 1;
    float* beats_copy = copied(beats, kBeats);
    float *baseline = harness::filled<float>(kBeats, 43), *clean = harness::empty<float>(kBeats);

    float *wind = harness::filled<float>(kOcean, 47), *humidity = harness::filled<float>(kOcean, 53), *celsius = harness::filled<float>(kOcean, 59);
    float *pressure = harness::filled<float>(kOcean, 61), *flux = harness::empty<float>(kOcean);

    float4 *parameter = (float4*)harness::filled<float>(kParameters, 67), *gradient = (float4*)harness::filled<float>(kParameters, 71);
    float4 *first = (float4*)harness::filled<float>(kParameters, 73), *second = (float4*)harness::filled<float>(kParameters, 79);

    const size_t matrix = (size_t)kPulses * kGates;
    float2 *echoes = (float2*)harness::filled<float>(2 * matrix, 83), *turned = (float2*)harness::empty<float>(2 * matrix);
    float* taper = harness::filled<float>(kPulses, 89);

    std::vector<harness::Case> cases = {
        {"history_pooling_a", [=] { history_pooling_a<<<kBags / 8, 256>>>(table, row, weight, pooled); }, pooled, (size_t)kBags * 32},
        {"history_pooling_b", [=] { history_pooling_b<<<kBags / 8, 256>>>(table_copy, row, weight, pooled); }, pooled, (size_t)kBags * 32},
        {"matte_composite_a", [=] { matte_composite_a<<<full, 256>>>(foreground, background, matte, frame, kPixels); }, frame, (size_t)kPixels, harness::Output::u8},
        {"matte_composite_b", [=] { matte_composite_b<<<full, 256>>>(foreground, background, matte, frame, kPixels); }, frame, (size_t)kPixels, harness::Output::u8},
        {"swiglu_gate_a", [=] { swiglu_gate_a<<<full, 256>>>(gate, up, hidden, kActivations); }, hidden, (size_t)kActivations, harness::Output::f16},
        {"swiglu_gate_b", [=] { swiglu_gate_b<<<full, 256>>>(gate, up, hidden, kActivations); }, hidden, (size_t)kActivations, harness::Output::f16},
        {"speech_ducking_a", [=] { speech_ducking_a<<<full, 256>>>(speech, music, mix, kPcm, 29000, 24000, 9000); }, mix, (size_t)kPcm / 2, harness::Output::i32},  // pairs of samples as one int
        {"speech_ducking_b", [=] { speech_ducking_b<<<full, 256>>>(speech, music, mix, kPcm, 29000, 24000, 9000); }, mix, (size_t)kPcm / 2, harness::Output::i32},
        {"bearing_severity_a", [=] { bearing_severity_a<<<full, 256>>>(trace, index, windows); }, index, (size_t)windows},
        {"bearing_severity_b", [=] { bearing_severity_b<<<full, 256>>>(trace, index, windows); }, index, (size_t)windows},
        {"ecg_baseline_a", [=] { ecg_baseline_a<<<kBeats / 1024, 256>>>(beats, baseline, clean, 3.0f); }, clean, (size_t)kBeats},
        {"ecg_baseline_b", [=] { ecg_baseline_b<<<kBeats / 1024, 256>>>(beats_copy, baseline, clean, 3.0f); }, clean, (size_t)kBeats},
        {"ocean_latent_heat_a", [=] { ocean_latent_heat_a<<<kOcean / 1024, 256>>>(wind, humidity, celsius, pressure, flux); }, flux, (size_t)kOcean},
        {"ocean_latent_heat_b", [=] { ocean_latent_heat_b<<<kOcean / 1024, 256>>>((float4*)wind, (float4*)humidity, (float4*)celsius, (float4*)pressure, (float4*)flux); }, flux, (size_t)kOcean},
        {"adam_step_a", [=] { adam_step_a<<<kParameters / 1024, 256>>>(parameter, gradient, first, second, 1e-3f); }, first, (size_t)kParameters},
        {"radar_corner_turn_a", [=] { radar_corner_turn_a<<<dim3(kGates / 32, kPulses / 32), dim3(32, 8)>>>(echoes, taper, turned); }, turned, 2 * matrix},
    };
    return harness::run(argc, argv, cases);
}
