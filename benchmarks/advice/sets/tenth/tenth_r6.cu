// Before/after pairs of a free mixture (blind test, r6). Build: nvcc -arch=sm_90a -O3 -std=c++17 -lineinfo -I/work/tenth -o tenth_r6 tenth_r6.cu
#include "harness.cuh"

#include <cstdint>
#include <vector>

// ---- electricity retail: bill of a week (168 hours) of every customer's meter --------------------------------------------------------
static const int HOURS = 168;

__global__ void tariff_week_r6_a(const float* __restrict__ meter, const float* __restrict__ price, const float* __restrict__ cap,
                                 float* __restrict__ bill, int customers) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= customers) return;
    const float* mine = meter + (size_t)c * HOURS;
    float due = 0;
    for (int h = 0; h < HOURS; ++h) {
        float v = mine[h] + 1.0f;
        due += v * price[h] + 0.35f * fmaxf(v - cap[h], 0.0f);
    }
    bill[c] = due;
}

__global__ void tariff_week_r6_b(const float* __restrict__ meter, const float* __restrict__ price, const float* __restrict__ cap,
                                 float* __restrict__ bill, int customers) {
    int c = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (c >= customers) return;
    const float* mine = meter + (size_t)c * HOURS;
    float due = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        int h = k * 32 + lane;
        if (h < HOURS) {
            float v = mine[h] + 1.0f;
            due += v * price[h] + 0.35f * fmaxf(v - cap[h], 0.0f);
        }
    }
    for (int s = 16; s > 0; s >>= 1) due += __shfl_xor_sync(~0u, due, s);
    if (lane == 0) bill[c] = due;
}

// ---- functional MRI: axes of a five-dimensional series put into another order, innermost axis kept -------------------------------------
struct Axes {
    long long size[5];    // of the output, outermost first
    long long stride[5];  // in the input, for each axis of the output
};

__global__ void fmri_axes_r6_a(const float* __restrict__ in, float* __restrict__ out, Axes axes, long long count, float gain) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= count) return;
    long long rest = i, at = 0;
#pragma unroll
    for (int d = 4; d >= 0; --d) {
        at += (rest % axes.size[d]) * axes.stride[d];
        rest /= axes.size[d];
    }
    out[i] = in[at] * gain;
}

struct AxesMagic {
    unsigned size[5], stride[5], magic[5], shift[5];
};

__global__ void fmri_axes_r6_b(const float* __restrict__ in, float* __restrict__ out, AxesMagic axes, unsigned count, float gain) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned rest = i, at = 0;
#pragma unroll
    for (int d = 4; d >= 1; --d) {
        unsigned q = (__umulhi(rest, axes.magic[d]) + rest) >> axes.shift[d];
        at += (rest - q * axes.size[d]) * axes.stride[d];
        rest = q;
    }
    out[i] = in[at + rest * axes.stride[0]] * gain;
}

// ---- oceanography: depth at which the water is a given amount colder than at the surface ------------------------------------------------
static const int LEVELS = 64;

__global__ void harness_ocean(float* t, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    for (int k = 0; k < LEVELS; ++k)
        t[(size_t)k * columns + c] = 18.0f - 0.02f * k + 0.005f * harness::unit((uint32_t)k * 7919u + (uint32_t)c * 2654435761u);
}

__global__ void mixed_layer_r6_a(const float* __restrict__ t, const float* __restrict__ drop, float* __restrict__ depth, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float above = t[c], limit = above - (0.95f + 0.1f * drop[c]), here = above;
    int k = 1;
    for (; k < LEVELS; ++k) {
        here = t[(size_t)k * columns + c];
        if (here < limit) break;
        above = here;
    }
    depth[c] = k < LEVELS ? 2.5f * (k - __fdividef(limit - here, above - here)) : 2.5f * LEVELS;
}

__global__ void mixed_layer_r6_b(const float* __restrict__ t, const float* __restrict__ drop, float* __restrict__ depth, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float above = t[c], limit = above - (0.95f + 0.1f * drop[c]), here = above;
    int k = 1;
    for (bool open = true; open && k < LEVELS;) {
        float w[9];  // nine levels asked for at once: 63 levels in seven steps
#pragma unroll
        for (int j = 0; j < 9; ++j) w[j] = t[(size_t)(k + j) * columns + c];
#pragma unroll
        for (int j = 0; j < 9; ++j) {
            above = open ? here : above;
            here = open ? w[j] : here;
            open = open && w[j] >= limit;
            k += open;
        }
    }
    depth[c] = k < LEVELS ? 2.5f * (k - __fdividef(limit - here, above - here)) : 2.5f * LEVELS;
}

// ---- seismic reflection: slow drift of every trace taken off by a leaky average; a warp stages 32 traces x 32 samples ------------------
static const int LEAK_STEPS = 19, LEAK_SAMPLES = 32 * LEAK_STEPS;

__global__ void __launch_bounds__(128) trace_leak_r6_a(const float* __restrict__ in, float* __restrict__ out, float keep) {
    __shared__ float tile[128][32];
    int warp = threadIdx.x & ~31, lane = threadIdx.x & 31;
    size_t first = ((size_t)blockIdx.x * 128 + warp) * LEAK_SAMPLES + lane;
    float level = 0;
    for (int s = 0; s < LEAK_STEPS; ++s) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[warp + r][lane] = in[first + (size_t)r * LEAK_SAMPLES + s * 32];
        __syncwarp();
        for (int k = 0; k < 32; ++k) {
            float v = tile[threadIdx.x][k];
            level = keep * level + (1.0f - keep) * v;
            tile[threadIdx.x][k] = v - level;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[first + (size_t)r * LEAK_SAMPLES + s * 32] = tile[warp + r][lane];
        __syncwarp();
    }
}

__global__ void __launch_bounds__(128) trace_leak_r6_b(const float* __restrict__ in, float* __restrict__ out, float keep) {
    __shared__ float tile[128][33];
    int warp = threadIdx.x & ~31, lane = threadIdx.x & 31;
    size_t first = ((size_t)blockIdx.x * 128 + warp) * LEAK_SAMPLES + lane;
    float level = 0;
    for (int s = 0; s < LEAK_STEPS; ++s) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[warp + r][lane] = in[first + (size_t)r * LEAK_SAMPLES + s * 32];
        __syncwarp();
        for (int k = 0; k < 32; ++k) {
            float v = tile[threadIdx.x][k];
            level = keep * level + (1.0f - keep) * v;
            tile[threadIdx.x][k] = v - level;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) out[first + (size_t)r * LEAK_SAMPLES + s * 32] = tile[warp + r][lane];
        __syncwarp();
    }
}

// ---- sequencing: most frequent quality class (of 16) of every read; four codes in a word, words of one cycle side by side --------------
static const int CODE_WORDS = 50;

__global__ void harness_codes(uint32_t* w, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t a = harness::hash32((uint32_t)i + 17u), b = harness::hash32((uint32_t)i * 3u + 5u);
        w[i] = (a | (b & 0x01010101u)) & 0x0f0f0f0fu;
    }
}

__global__ void basecall_mode_r6_a(const uint32_t* __restrict__ codes, int* __restrict__ mode, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    int counts[16];
#pragma unroll
    for (int q = 0; q < 16; ++q) counts[q] = 0;
    for (int k = 0; k < CODE_WORDS; ++k) {
        uint32_t w = codes[(size_t)k * reads + r];
#pragma unroll
        for (int j = 0; j < 4; ++j) ++counts[(w >> (8 * j)) & 15];
    }
    int best = 0;
#pragma unroll
    for (int q = 0; q < 16; ++q) best = max(best, counts[q] * 16 + (15 - q));
    mode[r] = best;
}

__global__ void basecall_mode_r6_b(const uint32_t* __restrict__ codes, int* __restrict__ mode, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    uint32_t counts[4] = {0, 0, 0, 0};  // sixteen counters of eight bits: 200 codes fit
#pragma unroll 5
    for (int k = 0; k < CODE_WORDS; ++k) {
        uint32_t w = codes[(size_t)k * reads + r];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            uint32_t code = (w >> (8 * j)) & 15, one = 1u << ((code & 3) * 8), group = code >> 2;
#pragma unroll
            for (int g = 0; g < 4; ++g) counts[g] += group == g ? one : 0u;
        }
    }
    int best = 0;
#pragma unroll
    for (int q = 0; q < 16; ++q) best = max(best, (int)((counts[q >> 2] >> ((q & 3) * 8)) & 255) * 16 + (15 - q));
    mode[r] = best;
}

// ---- photometry: samples of a four-filter wheel lie interleaved; each filter has its own response to be undone --------------------------
__device__ __forceinline__ float wheel_response(float x, int filter) {
    float v = x + 1.5f;
    if (filter == 0) {  // cube root by Newton's steps
        float y = 1.1f;
#pragma unroll
        for (int k = 0; k < 14; ++k) y = y - __fdividef(y * y * y - v, 3.0f * y * y);
        return y;
    }
    if (filter == 1) {  // saturation curve, fixed-point steps
        float y = v;
#pragma unroll
        for (int k = 0; k < 24; ++k) y = v - 0.21f * y * __expf(-0.5f * y);
        return y;
    }
    if (filter == 2) {  // long polynomial of the blue filter
        float y = 0.013f, z = 0.5f * x;
#pragma unroll
        for (int k = 0; k < 60; ++k) y = fmaf(fmaf(y, z, 0.37f), z, -0.11f);
        return y;
    }
    float y = 0.4f, z = v;  // dark filter: relaxation of two coupled levels
#pragma unroll
    for (int k = 0; k < 40; ++k) {
        float d = 0.05f * (z - y);
        y = fmaf(0.9f, d, y);
        z = fmaf(-d, y, z);
    }
    return y + z;
}

__global__ void filterwheel_r6_a(const float* __restrict__ sample, const float* __restrict__ dark, float* __restrict__ flux, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    flux[i] = wheel_response(sample[i] - 0.1f * dark[i >> 2], i & 3);
}

__global__ void filterwheel_r6_b(const float* __restrict__ sample, const float* __restrict__ dark, float* __restrict__ flux, int count) {
    int filter = threadIdx.x / 64, place = threadIdx.x % 64;  // blocks of 256: every warp takes one filter
    int i = blockIdx.x * 256 + place * 4 + filter;
    if (i >= count) return;
    flux[i] = wheel_response(sample[i] - 0.1f * dark[i >> 2], filter);
}

// ---- remote sensing: mask of open water from three byte layers -------------------------------------------------------------------------
__device__ __forceinline__ uint32_t water_class(uint32_t index, uint32_t slope, uint32_t cloud) {
    uint32_t score = index + (255u - slope);
    return cloud > 200u ? 255u : score > 280u ? 1u : 0u;
}

__global__ void watermask_r6_a(const uint8_t* __restrict__ index, const uint8_t* __restrict__ slope, const uint8_t* __restrict__ cloud,
                               uint8_t* __restrict__ mask, int pixels) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += gridDim.x * blockDim.x)
        mask[i] = (uint8_t)water_class(index[i], slope[i], cloud[i]);
}

__device__ __forceinline__ uint32_t water_word(uint32_t index, uint32_t slope, uint32_t cloud) {
    uint32_t r = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8) r |= water_class((index >> b) & 255u, (slope >> b) & 255u, (cloud >> b) & 255u) << b;
    return r;
}

__global__ void watermask_r6_b(const uint4* __restrict__ index, const uint4* __restrict__ slope, const uint4* __restrict__ cloud,
                               uint4* __restrict__ mask, int groups) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < groups; i += gridDim.x * blockDim.x) {
        uint4 a = index[i], s = slope[i], c = cloud[i];
        mask[i] = make_uint4(water_word(a.x, s.x, c.x), water_word(a.y, s.y, c.y), water_word(a.z, s.z, c.z), water_word(a.w, s.w, c.w));
    }
}

// ---- levelling: staff readings freed of the earth's curvature and refraction ------------------------------------------------------------
__device__ __forceinline__ float staff_wide(float reading, float sight) { return reading - 6.79e-2 * sight * sight; }
__device__ __forceinline__ float staff_single(float reading, float sight) { return reading - 6.79e-2f * sight * sight; }

__global__ void staff_refraction_r6_a(const float4* __restrict__ reading, const float4* __restrict__ sight, float4* __restrict__ height,
                                      int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups) return;
    float4 r = reading[i], s = sight[i];
    height[i] = make_float4(staff_wide(r.x, s.x), staff_wide(r.y, s.y), staff_wide(r.z, s.z), staff_wide(r.w, s.w));
}

__global__ void staff_refraction_r6_b(const float4* __restrict__ reading, const float4* __restrict__ sight, float4* __restrict__ height,
                                      int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups) return;
    float4 r = reading[i], s = sight[i];
    height[i] = make_float4(staff_single(r.x, s.x), staff_single(r.y, s.y), staff_single(r.z, s.z), staff_single(r.w, s.w));
}

// ---- healthy: squared contrast of two thermal frames, a partial sum a block --------------------------------------------------------------
__global__ void __launch_bounds__(256) thermal_contrast_r6_a(const float4* __restrict__ now, const float4* __restrict__ then,
                                                             float* __restrict__ partial, int groups) {
    __shared__ float warps[8];
    float sum = 0;
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < groups; i += step) {
        float4 a = now[i], b = then[i];
        float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
        sum += (x * x + y * y) + (z * z + w * w);
    }
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(~0u, sum, s);
    if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = warps[threadIdx.x];
        for (int s = 4; s > 0; s >>= 1) sum += __shfl_down_sync(0xffu, sum, s);
        if (threadIdx.x == 0) partial[blockIdx.x] = sum;
    }
}

// ---- healthy: smoothed density of probe points among gas particles, Wendland's kernel; four probes a thread, sources through shared memory -
__global__ void __launch_bounds__(256) gas_wendland_r6_a(const float4* __restrict__ probe, const float4* __restrict__ gas,
                                                         float* __restrict__ density, int sources) {
    __shared__ float4 tile[256];
    int first = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
    float sum[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < 4; ++k) p[k] = probe[first + k * 256];
    for (int s = 0; s < sources; s += 256) {
        __syncthreads();
        tile[threadIdx.x] = gas[s + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; ++j) {
            float4 g = tile[j];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float x = p[k].x - g.x, y = p[k].y - g.y, z = p[k].z - g.z;
                float q = fmaxf(fmaf(x, x, fmaf(y, y, fmaf(z, z, -2.0f))) * -0.5f, 0.0f);
                float q2 = q * q;
                sum[k] = fmaf(q2 * q2, g.w + 1.25f, sum[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) density[first + k * 256] = sum[k];
}

// ---- cases ---------------------------------------------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type});
    };
    auto bytes = [](size_t n, uint32_t seed) { return (uint8_t*)harness::indices(n / 4, 0xffffffffu, seed); };

    {   // 202 MB
        int n = 300007;
        float *meter = harness::filled<float>((size_t)n * HOURS, 1), *price = harness::filled<float>(HOURS, 2);
        float *cap = harness::filled<float>(HOURS, 3), *bill = harness::empty<float>(n);
        add("tariff_week_r6_a", [=] { tariff_week_r6_a<<<(n + 255) / 256, 256>>>(meter, price, cap, bill, n); }, bill, n);
        add("tariff_week_r6_b", [=] { tariff_week_r6_b<<<(n + 7) / 8, 256>>>(meter, price, cap, bill, n); }, bill, n);
    }
    {   // in [time 61][coil 12][slice 47][y 13][x 101], out [slice][coil][time][y][x]: 181 MB each
        long long t = 61, c = 12, z = 47, y = 13, x = 101, n = t * c * z * y * x;
        float *in = harness::filled<float>(n, 4), *out = harness::empty<float>(n);
        Axes axes = {{z, c, t, y, x}, {y * x, z * y * x, c * z * y * x, x, 1}};
        AxesMagic quick = {};
        for (int d = 0; d < 5; ++d) {
            unsigned size = (unsigned)axes.size[d], shift = 0;
            while ((1ull << shift) < size) ++shift;
            quick.size[d] = size;
            quick.stride[d] = (unsigned)axes.stride[d];
            quick.shift[d] = shift;
            quick.magic[d] = (unsigned)(((1ull << 32) * ((1ull << shift) - size)) / size + 1);
        }
        int blocks = (int)((n + 255) / 256);
        add("fmri_axes_r6_a", [=] { fmri_axes_r6_a<<<blocks, 256>>>(in, out, axes, n, 1.25f); }, out, n);
        add("fmri_axes_r6_b", [=] { fmri_axes_r6_b<<<blocks, 256>>>(in, out, quick, (unsigned)n, 1.25f); }, out, n);
    }
    {   // 302 MB
        int n = 1179001;
        float *t = harness::empty<float>((size_t)n * LEVELS), *drop = harness::filled<float>(n, 5), *depth = harness::empty<float>(n);
        harness_ocean<<<(n + 255) / 256, 256>>>(t, n);
        CHECK(cudaGetLastError());
        add("mixed_layer_r6_a", [=] { mixed_layer_r6_a<<<(n + 255) / 256, 256>>>(t, drop, depth, n); }, depth, n);
        add("mixed_layer_r6_b", [=] { mixed_layer_r6_b<<<(n + 255) / 256, 256>>>(t, drop, depth, n); }, depth, n);
    }
    {   // 67584 traces of 608 samples: 164 MB each
        size_t n = (size_t)528 * 128 * LEAK_SAMPLES;
        float *in = harness::filled<float>(n, 6), *out = harness::empty<float>(n);
        add("trace_leak_r6_a", [=] { trace_leak_r6_a<<<528, 128>>>(in, out, 0.96f); }, out, n);
        add("trace_leak_r6_b", [=] { trace_leak_r6_b<<<528, 128>>>(in, out, 0.96f); }, out, n);
    }
    {   // 200 MB
        int n = 1000003;
        uint32_t* codes = harness::empty<uint32_t>((size_t)n * CODE_WORDS);
        harness_codes<<<2048, 256>>>(codes, (size_t)n * CODE_WORDS);
        CHECK(cudaGetLastError());
        int* mode = harness::empty<int>(n);
        add("basecall_mode_r6_a", [=] { basecall_mode_r6_a<<<(n + 255) / 256, 256>>>(codes, mode, n); }, mode, n, Output::i32);
        add("basecall_mode_r6_b", [=] { basecall_mode_r6_b<<<(n + 255) / 256, 256>>>(codes, mode, n); }, mode, n, Output::i32);
    }
    {   // 160 MB each
        int n = 39999996;
        float *sample = harness::filled<float>(n, 7), *dark = harness::filled<float>(n / 4, 8), *flux = harness::empty<float>(n);
        add("filterwheel_r6_a", [=] { filterwheel_r6_a<<<(n + 255) / 256, 256>>>(sample, dark, flux, n); }, flux, n);
        add("filterwheel_r6_b", [=] { filterwheel_r6_b<<<(n + 255) / 256, 256>>>(sample, dark, flux, n); }, flux, n);
    }
    {   // three layers of 151 MB
        int n = 12288 * 12288;
        uint8_t *index = bytes(n, 11), *slope = bytes(n, 12), *cloud = bytes(n, 13), *mask = harness::empty<uint8_t>(n);
        add("watermask_r6_a", [=] { watermask_r6_a<<<132 * 8, 256>>>(index, slope, cloud, mask, n); }, mask, n, Output::u8);
        add("watermask_r6_b", [=] {
            watermask_r6_b<<<132 * 8, 256>>>((const uint4*)index, (const uint4*)slope, (const uint4*)cloud, (uint4*)mask, n / 16);
        }, mask, n, Output::u8);
    }
    {   // 160 MB each
        int n = 40000000;
        float4 *reading = (float4*)harness::filled<float>(n, 14), *sight = (float4*)harness::filled<float>(n, 15);
        float4* height = (float4*)harness::empty<float>(n);
        int blocks = (n / 4 + 255) / 256;
        add("staff_refraction_r6_a", [=] { staff_refraction_r6_a<<<blocks, 256>>>(reading, sight, height, n / 4); }, height, n);
        add("staff_refraction_r6_b", [=] { staff_refraction_r6_b<<<blocks, 256>>>(reading, sight, height, n / 4); }, height, n);

        float* partial = harness::empty<float>(132 * 8);
        add("thermal_contrast_r6_a", [=] { thermal_contrast_r6_a<<<132 * 8, 256>>>(reading, sight, partial, n / 4); }, partial, 132 * 8);
    }
    {   // 528 blocks of 1024 probes among 2048 particles
        int probes = 528 * 1024, sources = 2048;
        float4 *probe = (float4*)harness::filled<float>((size_t)probes * 4, 16), *gas = (float4*)harness::filled<float>((size_t)sources * 4, 17);
        float* density = harness::empty<float>(probes);
        add("gas_wendland_r6_a", [=] { gas_wendland_r6_a<<<528, 256>>>(probe, gas, density, sources); }, density, probes);
    }
    return harness::run(argc, argv, cases);
}
