// Kernels in pairs, topic global memory, first half.
#include "harness.cuh"

using harness::Output;

static __global__ void harness_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}
template <typename T>
static T* random_bytes(size_t bytes, uint32_t seed) {
    void* p; CHECK(cudaMalloc(&p, bytes));
    harness_words<<<2048, 256>>>((uint32_t*)p, bytes / 4, seed); CHECK(cudaGetLastError());
    return (T*)p;
}

// ---------------------------------------------------------------- Holter ECG: level, peak and total variation of each beat window
__global__ void __launch_bounds__(256) holter_beat_q1_a(const float* __restrict__ x, float2* __restrict__ out, int windows, int samples) {
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= windows) return;
    const float* row = x + (size_t)w * samples;
    float energy = 0.f, variation = 0.f, peak = 0.f, previous = row[0];
    for (int k = 0; k < samples; ++k) {
        float v = row[k];
        energy = fmaf(v, v, energy);
        variation += fabsf(v - previous);
        peak = fmaxf(peak, fabsf(v));
        previous = v;
    }
    out[w] = make_float2(sqrtf(energy / samples) + peak, variation);
}
__global__ void __launch_bounds__(256) holter_beat_q1_b(const float* __restrict__ x, float2* __restrict__ out, int windows, int samples) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= windows) return;
    const float4* row = reinterpret_cast<const float4*>(x + (size_t)w * samples);
    float energy = 0.f, variation = 0.f, peak = 0.f, carried = 0.f;
    bool first = true;
#pragma unroll 2
    for (int k = lane; k < samples / 4; k += 32) {
        float4 v = row[k];
        float before = __shfl_up_sync(0xffffffffu, v.w, 1);
        float last = __shfl_sync(0xffffffffu, v.w, 31);
        if (lane == 0) before = first ? v.x : carried;
        energy = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, energy))));
        variation += fabsf(v.x - before) + fabsf(v.y - v.x) + fabsf(v.z - v.y) + fabsf(v.w - v.z);
        peak = fmaxf(peak, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
        carried = last; first = false;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        energy += __shfl_xor_sync(0xffffffffu, energy, d);
        variation += __shfl_xor_sync(0xffffffffu, variation, d);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    }
    if (lane == 0) out[w] = make_float2(sqrtf(energy / samples) + peak, variation);
}

// ---------------------------------------------------------------- genomics: backward search in an FM index (rank by popcount in blocks of 64 bases)
constexpr int kLogBlocks = 23;
constexpr uint32_t kBases = 1u << (kLogBlocks + 6);
struct __align__(32) OccBlock { uint32_t count[4]; unsigned long long low, high; };

static __global__ void harness_fm_index(uint32_t* count, unsigned long long* low, unsigned long long* high, OccBlock* blocks) {
    uint32_t n = 1u << kLogBlocks;
    for (uint32_t b = blockIdx.x * blockDim.x + threadIdx.x; b < n; b += gridDim.x * blockDim.x) {
        OccBlock o;
        for (uint32_t c = 0; c < 4; ++c) count[(size_t)c * n + b] = o.count[c] = b * 16u + (harness::hash32(b * 4u + c) & 7u);
        low[b] = o.low = ((unsigned long long)harness::hash32(b ^ 0x1234567u) << 32) | harness::hash32(b ^ 0x2345678u);
        high[b] = o.high = ((unsigned long long)harness::hash32(b ^ 0x3456789u) << 32) | harness::hash32(b ^ 0x456789au);
        blocks[b] = o;
    }
}
__device__ __forceinline__ uint32_t occ_within(unsigned long long low, unsigned long long high, uint32_t c, uint32_t offset) {
    unsigned long long m = ((c & 1) ? low : ~low) & ((c & 2) ? high : ~high);
    return (uint32_t)__popcll(m & ((1ull << offset) - 1ull));
}
__device__ __forceinline__ uint32_t rank_planes(const uint32_t* __restrict__ count, const unsigned long long* __restrict__ low,
                                                const unsigned long long* __restrict__ high, uint32_t c, uint32_t i) {
    uint32_t b = i >> 6;
    uint32_t base = __ldg(count + ((size_t)c << kLogBlocks) + b);
    return base + occ_within(__ldg(low + b), __ldg(high + b), c, i & 63);
}
__device__ __forceinline__ uint32_t rank_block(const OccBlock* __restrict__ blocks, uint32_t c, uint32_t i) {
    const OccBlock* o = blocks + (i >> 6);
    uint32_t base = __ldg(&o->count[c]);
    ulonglong2 planes = __ldg(reinterpret_cast<const ulonglong2*>(&o->low));
    return base + occ_within(planes.x, planes.y, c, i & 63);
}
__global__ void __launch_bounds__(256) fm_seed_count_q1_a(const unsigned long long* __restrict__ seeds, const uint32_t* __restrict__ count,
                                                          const unsigned long long* __restrict__ low, const unsigned long long* __restrict__ high,
                                                          int* __restrict__ out, int n, int length) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n) return;
    unsigned long long s = seeds[q];
    uint32_t from = 0, to = kBases - 1;
    for (int k = 0; k < length; ++k, s >>= 2) {
        uint32_t c = (uint32_t)s & 3u, start = c << (kLogBlocks + 4);
        from = (start + rank_planes(count, low, high, c, from)) & (kBases - 1);
        to = (start + rank_planes(count, low, high, c, to)) & (kBases - 1);
    }
    out[q] = (int)((from >> 1) + (to >> 2));
}
__global__ void __launch_bounds__(256) fm_seed_count_q1_b(const unsigned long long* __restrict__ seeds, const OccBlock* __restrict__ blocks,
                                                          int* __restrict__ out, int n, int length) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n) return;
    unsigned long long s = seeds[q];
    uint32_t from = 0, to = kBases - 1;
    for (int k = 0; k < length; ++k, s >>= 2) {
        uint32_t c = (uint32_t)s & 3u, start = c << (kLogBlocks + 4);
        from = (start + rank_block(blocks, c, from)) & (kBases - 1);
        to = (start + rank_block(blocks, c, to)) & (kBases - 1);
    }
    out[q] = (int)((from >> 1) + (to >> 2));
}

// ---------------------------------------------------------------- text retrieval: bags of word vectors read straight out of a mapped file image
// The table of _a begins behind the file's 16-byte header; that of _b was uploaded to an address of its own.
__device__ __forceinline__ void word_bag(const float4* __restrict__ table, const int* __restrict__ words, float4* __restrict__ out, int bags) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, bag = t >> 2, part = t & 3;
    if (bag >= bags) return;
    const int4* list = reinterpret_cast<const int4*>(words + (size_t)bag * 16);
    int4 id[4];
#pragma unroll
    for (int g = 0; g < 4; ++g) id[g] = __ldg(list + g);
    float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        float4 v[8];
#pragma unroll
        for (int g = 0; g < 2; ++g) {
            int4 i = id[half * 2 + g];
            v[g * 4 + 0] = __ldg(table + (size_t)i.x * 4 + part);
            v[g * 4 + 1] = __ldg(table + (size_t)i.y * 4 + part);
            v[g * 4 + 2] = __ldg(table + (size_t)i.z * 4 + part);
            v[g * 4 + 3] = __ldg(table + (size_t)i.w * 4 + part);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) { sum.x += v[k].x; sum.y += v[k].y; sum.z += v[k].z; sum.w += v[k].w; }
    }
    out[t] = make_float4(sum.x * 0.0625f, sum.y * 0.0625f, sum.z * 0.0625f, sum.w * 0.0625f);
}
__global__ void __launch_bounds__(256) word_bag_q1_a(const char* __restrict__ file, const int* __restrict__ words, float4* __restrict__ out, int bags) {
    word_bag(reinterpret_cast<const float4*>(file + 16), words, out, bags);
}
__global__ void __launch_bounds__(256) word_bag_q1_b(const float4* __restrict__ table, const int* __restrict__ words, float4* __restrict__ out, int bags) {
    word_bag(table, words, out, bags);
}

// ---------------------------------------------------------------- video: packed 24-bit RGB to packed YCbCr
__device__ __forceinline__ void ycc(int r, int g, int b, int& y, int& cb, int& cr) {
    y = (77 * r + 150 * g + 29 * b + 128) >> 8;
    cb = min(255, ((-43 * r - 85 * g + 128 * b + 128) >> 8) + 128);
    cr = min(255, ((128 * r - 107 * g - 21 * b + 128) >> 8) + 128);
}
__global__ void __launch_bounds__(256) rgb24_ycc_q1_a(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ out, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    int y, cb, cr;
    ycc(rgb[3 * (size_t)i], rgb[3 * (size_t)i + 1], rgb[3 * (size_t)i + 2], y, cb, cr);
    out[3 * (size_t)i] = (uint8_t)y; out[3 * (size_t)i + 1] = (uint8_t)cb; out[3 * (size_t)i + 2] = (uint8_t)cr;
}
__global__ void __launch_bounds__(256) rgb24_ycc_q1_b(const uint4* __restrict__ rgb, uint4* __restrict__ out, int pixels) {
    __shared__ uint4 stage[768];  // 4096 pixels
    uint32_t* word = reinterpret_cast<uint32_t*>(stage);
    const size_t base = (size_t)blockIdx.x * 768;
    uint4 v[3];
#pragma unroll
    for (int j = 0; j < 3; ++j) v[j] = rgb[base + j * 256 + threadIdx.x];
#pragma unroll
    for (int j = 0; j < 3; ++j) stage[j * 256 + threadIdx.x] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int g = 3 * (j * 256 + threadIdx.x);
        uint32_t w0 = word[g], w1 = word[g + 1], w2 = word[g + 2];
        int y[4], cb[4], cr[4];
        ycc(w0 & 255, (w0 >> 8) & 255, (w0 >> 16) & 255, y[0], cb[0], cr[0]);
        ycc(w0 >> 24, w1 & 255, (w1 >> 8) & 255, y[1], cb[1], cr[1]);
        ycc((w1 >> 16) & 255, w1 >> 24, w2 & 255, y[2], cb[2], cr[2]);
        ycc((w2 >> 8) & 255, (w2 >> 16) & 255, w2 >> 24, y[3], cb[3], cr[3]);
        word[g] = y[0] | cb[0] << 8 | cr[0] << 16 | (uint32_t)y[1] << 24;
        word[g + 1] = cb[1] | cr[1] << 8 | y[2] << 16 | (uint32_t)cb[2] << 24;
        word[g + 2] = cr[2] | y[3] << 8 | cb[3] << 16 | (uint32_t)cr[3] << 24;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 3; ++j) out[base + j * 256 + threadIdx.x] = stage[j * 256 + threadIdx.x];
}

// ---------------------------------------------------------------- oceanography: explicit heat step on 4096 x 4096 x 16 layers
constexpr int kSeaX = 4096, kSeaY = 4096, kSeaZ = 16;
struct Layers { float k[kSeaZ]; };
__device__ __forceinline__ void thermocline(const float* __restrict__ t, float4* __restrict__ out, const Layers& layers, int xt, int yt, int z) {
    const int x = (xt * 32 + threadIdx.x) * 4, y = yt * 8 + threadIdx.y;
    const size_t plane = (size_t)kSeaX * kSeaY, at = z * plane + (size_t)y * kSeaX + x;
    const float4 c = *reinterpret_cast<const float4*>(t + at);
    const float4 up = *reinterpret_cast<const float4*>(t + (z > 0 ? at - plane : at));
    const float4 down = *reinterpret_cast<const float4*>(t + (z < kSeaZ - 1 ? at + plane : at));
    const float4 north = *reinterpret_cast<const float4*>(t + (y > 0 ? at - kSeaX : at));
    const float4 south = *reinterpret_cast<const float4*>(t + (y < kSeaY - 1 ? at + kSeaX : at));
    const float west = x > 0 ? t[at - 1] : c.x, east = x < kSeaX - 4 ? t[at + 4] : c.w;
    const float k = layers.k[z];
    float4 r;
    r.x = c.x + 0.1f * (west + c.y + north.x + south.x - 4.f * c.x) + k * (up.x + down.x - 2.f * c.x);
    r.y = c.y + 0.1f * (c.x + c.z + north.y + south.y - 4.f * c.y) + k * (up.y + down.y - 2.f * c.y);
    r.z = c.z + 0.1f * (c.y + c.w + north.z + south.z - 4.f * c.z) + k * (up.z + down.z - 2.f * c.z);
    r.w = c.w + 0.1f * (c.z + east + north.w + south.w - 4.f * c.w) + k * (up.w + down.w - 2.f * c.w);
    out[at >> 2] = r;
}
__global__ void __launch_bounds__(256) thermocline_q1_a(const float* __restrict__ t, float4* __restrict__ out, Layers layers) {
    int b = blockIdx.x;  // a whole layer after the other
    thermocline(t, out, layers, b & 31, (b >> 5) & 511, b >> 14);
}
__global__ void __launch_bounds__(256) thermocline_q1_b(const float* __restrict__ t, float4* __restrict__ out, Layers layers) {
    int b = blockIdx.x;  // all layers of a tile after each other
    thermocline(t, out, layers, (b >> 4) & 31, b >> 9, b & 15);
}

// ---------------------------------------------------------------- spectroscopy: smear of a slit image along its columns, 49 taps
constexpr int kTaps = 49, kSlitW = 8192, kSlitH = 2048;
__constant__ float slit_profile[kTaps];
__global__ void __launch_bounds__(256) slit_smear_q1_a(const float* __restrict__ image, float* __restrict__ out) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    const float* column = image + (size_t)y * kSlitW + x;
    float sum = 0.f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) sum = fmaf(slit_profile[k], column[(size_t)k * kSlitW], sum);
    out[(size_t)y * kSlitW + x] = sum;
}
__global__ void __launch_bounds__(256) slit_smear_q1_b(const float* __restrict__ image, float* __restrict__ out) {
    __shared__ float tile[128 + kTaps - 1][32];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y0 = blockIdx.y * 128;
#pragma unroll
    for (int j = 0; j < (128 + kTaps - 1) / 8; ++j) tile[j * 8 + ty][tx] = image[(size_t)(y0 + j * 8 + ty) * kSlitW + x];
    __syncthreads();
    float sum[16];
#pragma unroll
    for (int o = 0; o < 16; ++o) sum[o] = 0.f;
#pragma unroll
    for (int r = 0; r < 16 + kTaps - 1; ++r) {
        float v = tile[ty * 16 + r][tx];
#pragma unroll
        for (int o = 0; o < 16; ++o)
            if (r - o >= 0 && r - o < kTaps) sum[o] = fmaf(slit_profile[r - o], v, sum[o]);
    }
#pragma unroll
    for (int o = 0; o < 16; ++o) out[(size_t)(y0 + ty * 16 + o) * kSlitW + x] = sum[o];
}

// ---------------------------------------------------------------- finance: draw-down and smoothed variance along simulated price paths
__global__ void __launch_bounds__(256) drawdown_path_q1_a(const float* __restrict__ price, float2* __restrict__ out, int paths, int steps) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float top = -1e30f, fall = 0.f, variance = 0.f, previous = 0.f;
    const float* s = price + p;
#pragma unroll 1
    for (int t = 0; t < steps; ++t, s += paths) {
        float v = *s;
        top = fmaxf(top, v);
        fall = fmaxf(fall, top - v);
        float r = v - previous;
        variance = fmaf(0.94f, variance, 0.06f * r * r);
        previous = v;
    }
    out[p] = make_float2(fall, variance);
}
__global__ void __launch_bounds__(256) drawdown_path_q1_b(const float* __restrict__ price, float2* __restrict__ out, int paths, int steps) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) return;
    float top = -1e30f, fall = 0.f, variance = 0.f, previous = 0.f;
    const float* s = price + p;
#pragma unroll 1
    for (int t = 0; t < steps; t += 16, s += (size_t)16 * paths) {
        float v[16];
#pragma unroll
        for (int u = 0; u < 16; ++u) v[u] = s[(size_t)u * paths];
#pragma unroll
        for (int u = 0; u < 16; ++u) {
            top = fmaxf(top, v[u]);
            fall = fmaxf(fall, top - v[u]);
            float r = v[u] - previous;
            variance = fmaf(0.94f, variance, 0.06f * r * r);
            previous = v[u];
        }
    }
    out[p] = make_float2(fall, variance);
}

// ---------------------------------------------------------------- acoustics: gain and soft limit on a hydrophone recording; _a begins three samples into it
__device__ __forceinline__ void hydrophone(const float* __restrict__ in, float* __restrict__ out, float gain) {
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = in[base + j * 256];
#pragma unroll
    for (int j = 0; j < 8; ++j) { float g = v[j] * gain; out[base + j * 256] = g - 0.15f * g * g * g; }
}
__global__ void __launch_bounds__(256) hydrophone_gain_q1_a(const float* __restrict__ tape, float* __restrict__ out, float gain) { hydrophone(tape + 3, out, gain); }
__global__ void __launch_bounds__(256) hydrophone_gain_q1_b(const float* __restrict__ tape, float* __restrict__ out, float gain) { hydrophone(tape, out, gain); }

// ---------------------------------------------------------------- radio: squared envelope of an IQ stream
__global__ void __launch_bounds__(256) iq_envelope_q1_h(const float4* __restrict__ iq, float2* __restrict__ out, size_t n, float offset) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += 4 * stride) {
        float4 v[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) v[u] = i + u * stride < n ? __ldcs(iq + i + u * stride) : make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            float a = v[u].x - offset, b = v[u].y - offset, c = v[u].z - offset, d = v[u].w - offset;
            if (i + u * stride < n) __stcs(out + i + u * stride, make_float2(fmaf(a, a, b * b), fmaf(c, c, d * d)));
        }
    }
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, f, out, count, type});
    };
    {
        const int windows = 262144, samples = 256;
        const float* x = harness::filled<float>((size_t)windows * samples, 11);
        float2* out = (float2*)harness::empty<float>((size_t)windows * 2);
        add("holter_beat_q1_a", [=] { holter_beat_q1_a<<<windows / 256, 256>>>(x, out, windows, samples); }, out, (size_t)windows * 2);
        add("holter_beat_q1_b", [=] { holter_beat_q1_b<<<windows / 8, 256>>>(x, out, windows, samples); }, out, (size_t)windows * 2);
    }
    {
        const size_t blocks = (size_t)1 << kLogBlocks;
        const int n = 1 << 20, length = 31;
        uint32_t* count; unsigned long long *low, *high; OccBlock* occ;
        CHECK(cudaMalloc(&count, blocks * 16)); CHECK(cudaMalloc(&low, blocks * 8)); CHECK(cudaMalloc(&high, blocks * 8)); CHECK(cudaMalloc(&occ, blocks * 32));
        harness_fm_index<<<2048, 256>>>(count, low, high, occ); CHECK(cudaGetLastError());
        const unsigned long long* seeds = random_bytes<unsigned long long>((size_t)n * 8, 12);
        int* out = harness::empty<int>(n);
        add("fm_seed_count_q1_a", [=] { fm_seed_count_q1_a<<<n / 256, 256>>>(seeds, count, low, high, out, n, length); }, out, n, Output::i32);
        add("fm_seed_count_q1_b", [=] { fm_seed_count_q1_b<<<n / 256, 256>>>(seeds, occ, out, n, length); }, out, n, Output::i32);
    }
    {
        const size_t rows = (size_t)1 << 24; const int bags = 1 << 19;
        float* file; CHECK(cudaMalloc(&file, rows * 64 + 64));
        harness::harness_fill<float><<<2048, 256>>>(file, 4, 3u); CHECK(cudaGetLastError());
        harness::harness_fill<float><<<2048, 256>>>(file + 4, rows * 16, 13u); CHECK(cudaGetLastError());
        const float* table = harness::filled<float>(rows * 16, 13);
        const int* words = harness::indices((size_t)bags * 16, (uint32_t)rows, 14);
        float* out = harness::empty<float>((size_t)bags * 16);
        add("word_bag_q1_a", [=] { word_bag_q1_a<<<bags * 4 / 256, 256>>>((const char*)file, words, (float4*)out, bags); }, out, (size_t)bags * 16);
        add("word_bag_q1_b", [=] { word_bag_q1_b<<<bags * 4 / 256, 256>>>((const float4*)table, words, (float4*)out, bags); }, out, (size_t)bags * 16);
    }
    {
        const int pixels = 8192 * 8192;
        const uint8_t* rgb = random_bytes<uint8_t>((size_t)pixels * 3, 15);
        uint8_t* out = harness::empty<uint8_t>((size_t)pixels * 3);
        add("rgb24_ycc_q1_a", [=] { rgb24_ycc_q1_a<<<pixels / 256, 256>>>(rgb, out, pixels); }, out, (size_t)pixels * 3, Output::u8);
        add("rgb24_ycc_q1_b", [=] { rgb24_ycc_q1_b<<<pixels / 4096, 256>>>((const uint4*)rgb, (uint4*)out, pixels); }, out, (size_t)pixels * 3, Output::u8);
    }
    {
        const size_t n = (size_t)kSeaX * kSeaY * kSeaZ;
        const float* t = harness::filled<float>(n, 16);
        float* out = harness::empty<float>(n);
        Layers layers; for (int z = 0; z < kSeaZ; ++z) layers.k[z] = 0.02f + 0.01f * z;
        const int blocks = (kSeaX / 128) * (kSeaY / 8) * kSeaZ;
        add("thermocline_q1_a", [=] { thermocline_q1_a<<<blocks, dim3(32, 8)>>>(t, (float4*)out, layers); }, out, n / 4);
        add("thermocline_q1_b", [=] { thermocline_q1_b<<<blocks, dim3(32, 8)>>>(t, (float4*)out, layers); }, out, n / 4);
    }
    {
        const float* image = harness::filled<float>((size_t)kSlitW * (kSlitH + kTaps - 1), 17);
        float* out = harness::empty<float>((size_t)kSlitW * kSlitH);
        std::vector<float> taps(kTaps); for (int k = 0; k < kTaps; ++k) taps[k] = std::exp(-0.005f * (k - 24) * (k - 24)) / 25.f;
        CHECK(cudaMemcpyToSymbol(slit_profile, taps.data(), kTaps * sizeof(float)));
        add("slit_smear_q1_a", [=] { slit_smear_q1_a<<<dim3(kSlitW / 256, kSlitH), 256>>>(image, out); }, out, (size_t)kSlitW * kSlitH);
        add("slit_smear_q1_b", [=] { slit_smear_q1_b<<<dim3(kSlitW / 32, kSlitH / 128), dim3(32, 8)>>>(image, out); }, out, (size_t)kSlitW * kSlitH);
    }
    {
        const int paths = 2048 * 132 * 2, steps = 128;
        const float* price = harness::filled<float>((size_t)paths * steps, 18);
        float2* out = (float2*)harness::empty<float>((size_t)paths * 2);
        add("drawdown_path_q1_a", [=] { drawdown_path_q1_a<<<paths / 256, 256>>>(price, out, paths, steps); }, out, (size_t)paths * 2);
        add("drawdown_path_q1_b", [=] { drawdown_path_q1_b<<<paths / 256, 256>>>(price, out, paths, steps); }, out, (size_t)paths * 2);
    }
    {
        const size_t n = (size_t)1 << 26;
        float* tape; CHECK(cudaMalloc(&tape, (n + 32) * sizeof(float)));
        harness::harness_fill<float><<<2048, 256>>>(tape, 3, 4u); CHECK(cudaGetLastError());
        harness::harness_fill<float><<<2048, 256>>>(tape + 3, n, 19u); CHECK(cudaGetLastError());
        const float* cut = harness::filled<float>(n, 19);
        float* out = harness::empty<float>(n);
        add("hydrophone_gain_q1_a", [=] { hydrophone_gain_q1_a<<<(unsigned)(n / 2048), 256>>>(tape, out, 0.8f); }, out, n);
        add("hydrophone_gain_q1_b", [=] { hydrophone_gain_q1_b<<<(unsigned)(n / 2048), 256>>>(cut, out, 0.8f); }, out, n);
    }
    {
        const size_t n = (size_t)1 << 25;  // float4
        const float4* iq = (const float4*)harness::filled<float>(n * 4, 20);
        float2* out = (float2*)harness::empty<float>(n * 2);
        add("iq_envelope_q1_h", [=] { iq_envelope_q1_h<<<132 * 8, 256>>>(iq, out, n, 0.05f); }, out, n * 2);
    }
    return harness::run(argc, argv, cases);
}
