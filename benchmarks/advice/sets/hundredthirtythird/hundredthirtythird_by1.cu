// Measured pairs, set hundredthirtythird, suffix by1.
#include "harness.cuh"

using harness::Case;
using harness::Output;
typedef std::vector<Case> Cases;

static float* pool_a() { static float* p = harness::filled<float>((size_t)1 << 27, 11); return p; }
static float* pool_b() { static float* p = harness::filled<float>((size_t)1 << 27, 770077); return p; }
static float* sink() { static float* p = harness::empty<float>((size_t)1 << 27); return p; }
// A permutation of [0, 2^bits).
__host__ __device__ inline uint32_t relabel(uint32_t j, int bits) {
    const uint32_t mask = (1u << bits) - 1;
    j = (j * 2654435761u) & mask; j ^= j >> (bits / 2);
    j = (j * 0x85ebca6bu) & mask; j ^= j >> (bits / 2 + 1);
    return (j * 0x2c1b3c6du) & mask;
}

// Attention keys [batch][token][head][dim] scaled, biased and handed on as [batch][head][dim][token].
constexpr int kB1 = 16, kS1 = 2048, kH1 = 32, kD1 = 64;
__global__ void amber_lantern_by1_a(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out) {
    const int d = blockIdx.y, bh = blockIdx.z, b = bh / kH1, h = bh % kH1;
    const int s0 = blockIdx.x * 1024 + threadIdx.x;
    const float add = bias[h * kD1 + d];
    const float* src = in + ((size_t)b * kS1 * kH1 + h) * kD1 + d;
    float* dst = out + ((size_t)bh * kD1 + d) * kS1;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = src[(size_t)(s0 + k * 256) * (kH1 * kD1)];
#pragma unroll
    for (int k = 0; k < 4; ++k) dst[s0 + k * 256] = fmaf(v[k], 0.125f, add);
}
__global__ void amber_lantern_by1_b(const float* __restrict__ in, const float* __restrict__ bias, float* __restrict__ out) {
    __shared__ float tile[64][65];
    const int bh = blockIdx.y, b = bh / kH1, h = bh % kH1, s0 = blockIdx.x * 64;
    const int c = threadIdx.x & 63, r = threadIdx.x >> 6;
    const float* src = in + (((size_t)b * kS1 + s0) * kH1 + h) * kD1;
    const float add = bias[h * kD1 + c];
#pragma unroll
    for (int k = 0; k < 64; k += 4) tile[r + k][c] = fmaf(src[(size_t)(r + k) * (kH1 * kD1) + c], 0.125f, add);
    __syncthreads();
    float* dst = out + (size_t)bh * kD1 * kS1 + s0;
#pragma unroll
    for (int k = 0; k < 64; k += 4) dst[(size_t)(r + k) * kS1 + c] = tile[c][r + k];
}
static void add01(Cases& v) {
    float *in = pool_a(), *bias = pool_b(), *out = sink();
    const size_t n = (size_t)kB1 * kS1 * kH1 * kD1;
    v.push_back({"amber_lantern_by1_a", [=] { amber_lantern_by1_a<<<dim3(kS1 / 1024, kD1, kB1 * kH1), 256>>>(in, bias, out); }, out, n, Output::f32});
    v.push_back({"amber_lantern_by1_b", [=] { amber_lantern_by1_b<<<dim3(kS1 / 64, kB1 * kH1), 256>>>(in, bias, out); }, out, n, Output::f32});
}

// Damped oscillators: 64 steps each, the whole path kept as [oscillator][step].
constexpr int kN2 = 1572864, kT2 = 64;
__device__ __forceinline__ void step2(float& x, float& u, float k) {
    u = fmaf(0.05f, fmaf(-k, x, -0.1f * u), u);
    x = fmaf(0.05f, u, x);
}
__global__ void copper_meadow_by1_a(const float* __restrict__ x0, const float* __restrict__ u0, float* __restrict__ path) {
    const int p = blockIdx.x * 256 + threadIdx.x;
    float x = x0[p], u = u0[p];
    const float k = 2.0f + x;
    float* mine = path + (size_t)p * kT2;
#pragma unroll 4
    for (int t = 0; t < kT2; ++t) { step2(x, u, k); mine[t] = x; }
}
__global__ void copper_meadow_by1_b(const float* __restrict__ x0, const float* __restrict__ u0, float* __restrict__ path) {
    __shared__ float stage[8][32][33];
    const int p = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    float x = x0[p], u = u0[p];
    const float k = 2.0f + x;
    float* rows = path + (size_t)(p - lane) * kT2;
    for (int t0 = 0; t0 < kT2; t0 += 32) {
#pragma unroll
        for (int t = 0; t < 32; ++t) { step2(x, u, k); stage[w][lane][t] = x; }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) rows[(size_t)r * kT2 + t0 + lane] = stage[w][r][lane];
        __syncwarp();
    }
}
static void add02(Cases& v) {
    float *x0 = pool_a(), *u0 = pool_b(), *out = sink();
    const size_t n = (size_t)kN2 * kT2;
    v.push_back({"copper_meadow_by1_a", [=] { copper_meadow_by1_a<<<kN2 / 256, 256>>>(x0, u0, out); }, out, n, Output::f32});
    v.push_back({"copper_meadow_by1_b", [=] { copper_meadow_by1_b<<<kN2 / 256, 256>>>(x0, u0, out); }, out, n, Output::f32});
}

// Kinetic energy of each body of a particle code.
constexpr size_t kN3 = (size_t)1 << 24;
struct Body3 { float x, y, z, mass, ax, ay, az, charge, vx, vy, vz, age, spin0, spin1, spin2, tag; };
__global__ void harness_bodies3(Body3* b, const float* m, const float* vx, const float* vy, const float* vz) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kN3; i += (size_t)gridDim.x * blockDim.x) {
        Body3 t;
        t.x = vy[i]; t.y = vz[i]; t.z = vx[i]; t.mass = m[i]; t.ax = vz[i]; t.ay = vx[i]; t.az = vy[i]; t.charge = 0.5f * vx[i];
        t.vx = vx[i]; t.vy = vy[i]; t.vz = vz[i]; t.age = 0.25f * vy[i]; t.spin0 = m[i]; t.spin1 = vx[i]; t.spin2 = vy[i]; t.tag = 3.0f;
        b[i] = t;
    }
}
__device__ __forceinline__ float energy3(float m, float x, float y, float z) { return 0.5f * (1.5f + m) * fmaf(x, x, fmaf(y, y, z * z)); }
__global__ void willow_harbor_by1_a(const Body3* __restrict__ b, float* __restrict__ out) {
    const size_t i0 = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const size_t i = i0 + k * 256;
        out[i] = energy3(b[i].mass, b[i].vx, b[i].vy, b[i].vz);
    }
}
__global__ void willow_harbor_by1_b(const float* __restrict__ m, const float* __restrict__ vx, const float* __restrict__ vy,
                                    const float* __restrict__ vz, float* __restrict__ out) {
    const size_t i0 = (size_t)blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const size_t i = i0 + k * 256;
        out[i] = energy3(m[i], vx[i], vy[i], vz[i]);
    }
}
static void add03(Cases& v) {
    float *m = pool_a(), *vx = pool_a() + kN3, *vy = pool_b(), *vz = pool_b() + kN3, *out = sink();
    Body3* b; CHECK(cudaMalloc(&b, kN3 * sizeof(Body3)));
    harness_bodies3<<<2048, 256>>>(b, m, vx, vy, vz); CHECK(cudaGetLastError());
    v.push_back({"willow_harbor_by1_a", [=] { willow_harbor_by1_a<<<kN3 / 1024, 256>>>(b, out); }, out, kN3, Output::f32});
    v.push_back({"willow_harbor_by1_b", [=] { willow_harbor_by1_b<<<kN3 / 1024, 256>>>(m, vx, vy, vz, out); }, out, kN3, Output::f32});
}

// Flux through each face of an unstructured mesh from its two nodes.
constexpr int kBits4 = 25;
constexpr size_t kN4 = (size_t)1 << kBits4;
__global__ void harness_mesh4(const float* plain, float* shuffled, int* la, int* ra, int* lb, int* rb) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < kN4; i += (size_t)gridDim.x * blockDim.x) {
        const uint32_t f = (uint32_t)i;
        const uint32_t l = (f & ~31u) | (harness::hash32(f) & 31u);
        const uint32_t r = (((f & ~63u) + 64u) & (uint32_t)(kN4 - 1)) | (harness::hash32(f + 0x51ed27u) & 63u);
        la[i] = (int)relabel(l, kBits4); ra[i] = (int)relabel(r, kBits4);
        lb[i] = (int)l; rb[i] = (int)r;
        shuffled[relabel(f, kBits4)] = plain[i];
    }
}
__device__ __forceinline__ void flux4(const float* __restrict__ node, const int* __restrict__ left, const int* __restrict__ right, float* __restrict__ out) {
    const size_t i0 = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = node[left[i0 + k * 256]]; b[k] = node[right[i0 + k * 256]]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[i0 + k * 256] = 0.5f * (a[k] + b[k]) - 0.3f * fabsf(b[k] - a[k]);
}
__global__ void cedar_whistle_by1_a(const float* __restrict__ node, const int* __restrict__ left, const int* __restrict__ right, float* __restrict__ out) {
    flux4(node, left, right, out);
}
__global__ void cedar_whistle_by1_b(const float* __restrict__ node, const int* __restrict__ left, const int* __restrict__ right, float* __restrict__ out) {
    flux4(node, left, right, out);
}
static void add04(Cases& v) {
    float *plain = pool_a(), *out = sink(), *shuffled;
    int *la, *ra, *lb, *rb;
    CHECK(cudaMalloc(&shuffled, kN4 * 4)); CHECK(cudaMalloc(&la, kN4 * 4)); CHECK(cudaMalloc(&ra, kN4 * 4));
    CHECK(cudaMalloc(&lb, kN4 * 4)); CHECK(cudaMalloc(&rb, kN4 * 4));
    harness_mesh4<<<2048, 256>>>(plain, shuffled, la, ra, lb, rb); CHECK(cudaGetLastError());
    v.push_back({"cedar_whistle_by1_a", [=] { cedar_whistle_by1_a<<<kN4 / 1024, 256>>>(shuffled, la, ra, out); }, out, kN4, Output::f32});
    v.push_back({"cedar_whistle_by1_b", [=] { cedar_whistle_by1_b<<<kN4 / 1024, 256>>>(plain, lb, rb, out); }, out, kN4, Output::f32});
}

// Rounded mean of two 8-bit video frames stacks.
constexpr size_t kN5 = (size_t)192 << 20;
constexpr int kChunk5 = 16384;
__global__ void maple_trumpet_by1_a(const uint8_t* a, const uint8_t* b, uint8_t* out) {
    const size_t base = (size_t)blockIdx.x * kChunk5;
    for (int k = threadIdx.x; k < kChunk5; k += 256) out[base + k] = (uint8_t)((a[base + k] + b[base + k] + 1) >> 1);
}
__device__ __forceinline__ uint32_t mean5(uint32_t a, uint32_t b) { return (a | b) - (((a ^ b) & 0xfefefefeu) >> 1); }
__global__ void maple_trumpet_by1_b(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ out) {
    const size_t base = (size_t)blockIdx.x * (kChunk5 / 16) + threadIdx.x;
    uint4 x[4], y[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { x[k] = a[base + k * 256]; y[k] = b[base + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        out[base + k * 256] = make_uint4(mean5(x[k].x, y[k].x), mean5(x[k].y, y[k].y), mean5(x[k].z, y[k].z), mean5(x[k].w, y[k].w));
}
static void add05(Cases& v) {
    const void *a = pool_a(), *b = pool_b();
    void* out = sink();
    v.push_back({"maple_trumpet_by1_a", [=] { maple_trumpet_by1_a<<<kN5 / kChunk5, 256>>>((const uint8_t*)a, (const uint8_t*)b, (uint8_t*)out); }, out, kN5, Output::u8});
    v.push_back({"maple_trumpet_by1_b", [=] { maple_trumpet_by1_b<<<kN5 / kChunk5, 256>>>((const uint4*)a, (const uint4*)b, (uint4*)out); }, out, kN5, Output::u8});
}

// Mean of 64 short embedding rows (8 floats) for each of many bags; the table stays in L2.
constexpr int kRows6 = 524288, kBags6 = 524288, kPer6 = 64;
__device__ __forceinline__ void bag6(const float* __restrict__ table, const int* __restrict__ idx, float* __restrict__ out) {
    const int g = blockIdx.x * 256 + threadIdx.x, bag = g >> 3, l = g & 7;
    const int* mine = idx + (size_t)bag * kPer6;
    float s0 = 0, s1 = 0;
#pragma unroll 2
    for (int k = 0; k < kPer6; k += 8) {
        const int row = __ldcs(mine + k + l);
        float v[8];
#pragma unroll
        for (int q = 0; q < 8; ++q) v[q] = table[(size_t)__shfl_sync(0xffffffffu, row, q, 8) * 8 + l];
#pragma unroll
        for (int q = 0; q < 8; q += 2) { s0 += v[q]; s1 += v[q + 1]; }
    }
    out[g] = (s0 + s1) * (1.0f / kPer6);
}
__global__ void olive_canyon_by1_a(const float* __restrict__ table, const int* __restrict__ idx, float* __restrict__ out) { bag6(table, idx, out); }
__global__ void olive_canyon_by1_b(const float* __restrict__ table, const int* __restrict__ idx, float* __restrict__ out) { bag6(table, idx, out); }
static void add06(Cases& v) {
    float *out = sink(), *aligned = pool_a(), *file;
    int* idx = harness::indices((size_t)kBags6 * kPer6, kRows6, 91);
    const size_t n = (size_t)kRows6 * 8;
    CHECK(cudaMalloc(&file, (n + 64) * 4)); CHECK(cudaMemset(file, 0, (n + 64) * 4));
    CHECK(cudaMemcpy(file + 1, aligned, n * 4, cudaMemcpyDeviceToDevice));
    const float* after_header = file + 1;
    const size_t count = (size_t)kBags6 * 8;
    v.push_back({"olive_canyon_by1_a", [=] { olive_canyon_by1_a<<<kBags6 * 8 / 256, 256>>>(after_header, idx, out); }, out, count, Output::f32});
    v.push_back({"olive_canyon_by1_b", [=] { olive_canyon_by1_b<<<kBags6 * 8 / 256, 256>>>(aligned, idx, out); }, out, count, Output::f32});
}

// Bank of 40 one-pole filters over 96 samples of every channel.
constexpr int kN7 = 1 << 20, kT7 = 96, kBank7 = 40;
__device__ __forceinline__ void bank7(const float* __restrict__ x, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    float s[kBank7];
#pragma unroll
    for (int k = 0; k < kBank7; ++k) s[k] = 0.0f;
    float next[2] = {x[i], x[kN7 + i]};
#pragma unroll 1
    for (int t = 2; t <= kT7; t += 2) {
        const float in[2] = {next[0], next[1]};
        const int u = min(t, kT7 - 2);
        next[0] = x[(size_t)u * kN7 + i];
        next[1] = x[(size_t)(u + 1) * kN7 + i];
#pragma unroll
        for (int q = 0; q < 2; ++q)
#pragma unroll
            for (int k = 0; k < kBank7; ++k) s[k] = fmaf(s[k], 0.30f + 0.0137f * k, in[q]);
    }
    float y = 0.0f;
#pragma unroll
    for (int k = 0; k < kBank7; ++k) y = fmaf(s[k], (k & 1) ? -0.21f - 0.01f * k : 0.33f + 0.02f * k, y);
    out[i] = y;
}
__global__ void __launch_bounds__(256, 6) crimson_teapot_by1_a(const float* __restrict__ x, float* __restrict__ out) { bank7(x, out); }
__global__ void __launch_bounds__(256) crimson_teapot_by1_b(const float* __restrict__ x, float* __restrict__ out) { bank7(x, out); }
static void add07(Cases& v) {
    float *x = pool_a(), *out = sink();
    v.push_back({"crimson_teapot_by1_a", [=] { crimson_teapot_by1_a<<<kN7 / 256, 256>>>(x, out); }, out, (size_t)kN7, Output::f32});
    v.push_back({"crimson_teapot_by1_b", [=] { crimson_teapot_by1_b<<<kN7 / 256, 256>>>(x, out); }, out, (size_t)kN7, Output::f32});
}

// Concentration index of the 16-level histogram of 64 readings of every sensor.
constexpr int kN8 = 1572864, kT8 = 64;
__device__ __forceinline__ int level8(float v) { return min(15, (int)fmaf(v, 8.0f, 8.0f)); }
__global__ void silver_badger_by1_a(const float* __restrict__ x, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    int h[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) h[k] = 0;
#pragma unroll 1
    for (int t = 0; t < kT8; t += 8) {
        float v[8];
#pragma unroll
        for (int q = 0; q < 8; ++q) v[q] = x[(size_t)(t + q) * kN8 + i];
#pragma unroll
        for (int q = 0; q < 8; ++q) h[level8(v[q])]++;
    }
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += h[k] * h[k];
    out[i] = (float)sum * (1.0f / (kT8 * kT8));
}
__global__ void silver_badger_by1_b(const float* __restrict__ x, float* __restrict__ out) {
    __shared__ int h[16][256];
    const int i = blockIdx.x * 256 + threadIdx.x, c = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 16; ++k) h[k][c] = 0;
#pragma unroll 1
    for (int t = 0; t < kT8; t += 8) {
        float v[8];
#pragma unroll
        for (int q = 0; q < 8; ++q) v[q] = x[(size_t)(t + q) * kN8 + i];
#pragma unroll
        for (int q = 0; q < 8; ++q) h[level8(v[q])][c]++;
    }
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += h[k][c] * h[k][c];
    out[i] = (float)sum * (1.0f / (kT8 * kT8));
}
static void add08(Cases& v) {
    float *x = pool_b(), *out = sink();
    v.push_back({"silver_badger_by1_a", [=] { silver_badger_by1_a<<<kN8 / 256, 256>>>(x, out); }, out, (size_t)kN8, Output::f32});
    v.push_back({"silver_badger_by1_b", [=] { silver_badger_by1_b<<<kN8 / 256, 256>>>(x, out); }, out, (size_t)kN8, Output::f32});
}

// Root-mean-square normalisation of rows of 512 floats with a learned gain.
constexpr int kRows9 = 131072, kW9 = 512, kPer9 = 8;
__device__ __forceinline__ void norm9(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ float4 dyn9[];
    float* part = (float*)(dyn9 + 128);
    const int c = threadIdx.x, lane = c & 31, w = c >> 5;
    dyn9[c] = gain[c];
    const size_t base = (size_t)blockIdx.x * kPer9 * 128 + c;
#pragma unroll 1
    for (int r = 0; r < kPer9; ++r) {
        const float4 v = in[base + r * 128];
        float s = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w)));
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
        float* slot = part + (r & 1) * 4;
        if (lane == 0) slot[w] = s;
        __syncthreads();
        const float k = rsqrtf((slot[0] + slot[1] + slot[2] + slot[3]) * (1.0f / kW9) + 1e-5f);
        const float4 g = dyn9[c];
        out[base + r * 128] = make_float4(v.x * k * g.x, v.y * k * g.y, v.z * k * g.z, v.w * k * g.w);
    }
}
__global__ void ivory_kettle_by1_a(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) { norm9(in, gain, out); }
__global__ void ivory_kettle_by1_b(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out) { norm9(in, gain, out); }
static void add09(Cases& v) {
    const float4 *in = (const float4*)pool_a(), *gain = (const float4*)pool_b();
    float4* out = (float4*)sink();
    const int big = 100 * 1024, small = 128 * 16 + 64;
    CHECK(cudaFuncSetAttribute(ivory_kettle_by1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
    const size_t n = (size_t)kRows9 * kW9;
    v.push_back({"ivory_kettle_by1_a", [=] { ivory_kettle_by1_a<<<kRows9 / kPer9, 128, big>>>(in, gain, out); }, out, n, Output::f32});
    v.push_back({"ivory_kettle_by1_b", [=] { ivory_kettle_by1_b<<<kRows9 / kPer9, 128, small>>>(in, gain, out); }, out, n, Output::f32});
}

// Sum over the linked 256-byte nodes of every chain (a warp walks a chain; the last word of a node names the next one).
constexpr int kBits10 = 21, kHops10 = 64, kChains10 = (1 << kBits10) / kHops10;
__global__ void harness_chains10(float* pool, int* head, uint32_t seed) {
    const size_t nodes = (size_t)1 << kBits10;
    for (size_t e = blockIdx.x * (size_t)blockDim.x + threadIdx.x; e < nodes * 64; e += (size_t)gridDim.x * blockDim.x) {
        const uint32_t j = (uint32_t)(e >> 6), q = (uint32_t)(e & 63), node = relabel(j, kBits10);
        const int next = (int)relabel((j + 1) & (uint32_t)(nodes - 1), kBits10);
        pool[(size_t)node * 64 + q] = q == 63 ? __int_as_float(next) : harness::unit((uint32_t)e * 2654435761u + seed) + 1.0f;
        if (q == 0 && j % kHops10 == 0) head[j / kHops10] = (int)node;
    }
}
__device__ __forceinline__ void walk10(const float2* __restrict__ pool, const int* __restrict__ head, float* __restrict__ out) {
    const int chain = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int node = head[chain];
    float sum = 0.0f;
#pragma unroll 1
    for (int h = 0; h < kHops10; ++h) {
        const float2 v = pool[(size_t)node * 32 + lane];
        node = __shfl_sync(0xffffffffu, __float_as_int(v.y), 31);
        sum += lane == 31 ? v.x : v.x + v.y;
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) out[chain] = sum;
}
__global__ void hazel_compass_by1_a(const float2* __restrict__ pool, const int* __restrict__ head, float* __restrict__ out) { walk10(pool, head, out); }
__global__ void hazel_compass_by1_b(const float2* __restrict__ pool, const int* __restrict__ head, float* __restrict__ out) { walk10(pool, head, out); }
static void add10(Cases& v) {
    float *raw, *out = sink();
    int* head;
    CHECK(cudaMalloc(&raw, ((size_t)1 << kBits10) * 256)); CHECK(cudaMalloc(&head, kChains10 * 4));
    harness_chains10<<<2048, 256>>>(raw, head, 5150); CHECK(cudaGetLastError());
    const float2* pool = (const float2*)raw;
    v.push_back({"hazel_compass_by1_a", [=] { hazel_compass_by1_a<<<kChains10, 32>>>(pool, head, out); }, out, (size_t)kChains10, Output::f32});
    v.push_back({"hazel_compass_by1_b", [=] { hazel_compass_by1_b<<<kChains10 / 8, 256>>>(pool, head, out); }, out, (size_t)kChains10, Output::f32});
}

// Gated activation g * sigmoid(g) * u of 16 long sequences.
constexpr int kB11 = 16, kLen11 = 2097152;
__device__ __forceinline__ float gate11(float g, float u) { return __fdividef(g, 1.0f + __expf(-g)) * u; }
__device__ __forceinline__ float4 gate11(float4 g, float4 u) { return make_float4(gate11(g.x, u.x), gate11(g.y, u.y), gate11(g.z, u.z), gate11(g.w, u.w)); }
__global__ void scarlet_pebble_by1_a(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ out) {
    const size_t base = (size_t)blockIdx.x * (kLen11 / 4);
#pragma unroll 4
    for (int k = threadIdx.x; k < kLen11 / 4; k += 512) out[base + k] = gate11(g[base + k], u[base + k]);
}
__global__ void scarlet_pebble_by1_b(const float4* __restrict__ g, const float4* __restrict__ u, float4* __restrict__ out) {
    const size_t base = (size_t)blockIdx.y * (kLen11 / 4) + (size_t)blockIdx.x * (kLen11 / 4 / 128);
#pragma unroll 4
    for (int k = threadIdx.x; k < kLen11 / 4 / 128; k += 512) out[base + k] = gate11(g[base + k], u[base + k]);
}
static void add11(Cases& v) {
    const float4 *g = (const float4*)pool_a(), *u = (const float4*)pool_b();
    float4* out = (float4*)sink();
    const size_t n = (size_t)kB11 * kLen11;
    v.push_back({"scarlet_pebble_by1_a", [=] { scarlet_pebble_by1_a<<<kB11, 512>>>(g, u, out); }, out, n, Output::f32});
    v.push_back({"scarlet_pebble_by1_b", [=] { scarlet_pebble_by1_b<<<dim3(128, kB11), 512>>>(g, u, out); }, out, n, Output::f32});
}

// Gravity of 1536 sources on 272 x 4096 test bodies.
constexpr int kN12 = 272 * 4096, kSrc12 = 1536, kTile12 = 512;
__device__ __forceinline__ float inverse_root12(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
template <int THREADS>
__device__ __forceinline__ void pull12(const float* __restrict__ pos, const float4* __restrict__ src, float* __restrict__ out) {
    __shared__ float4 tile[kTile12];
    const int i0 = blockIdx.x * THREADS * 4 + threadIdx.x;
    float x[4], y[4], z[4], ax[4], ay[4], az[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        const int i = i0 + q * THREADS;
        x[q] = pos[i]; y[q] = pos[kN12 + i]; z[q] = pos[2 * kN12 + i];
        ax[q] = ay[q] = az[q] = 0.0f;
    }
    for (int t = 0; t < kSrc12; t += kTile12) {
        __syncthreads();
        for (int k = threadIdx.x; k < kTile12; k += THREADS) tile[k] = src[t + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kTile12; ++k) {
            const float4 s = tile[k];
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                const float dx = s.x - x[q], dy = s.y - y[q], dz = s.z - z[q];
                const float inv = inverse_root12(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
                const float f = s.w * inv * (inv * inv);
                ax[q] = fmaf(f, dx, ax[q]); ay[q] = fmaf(f, dy, ay[q]); az[q] = fmaf(f, dz, az[q]);
            }
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) out[i0 + q * THREADS] = sqrtf(ax[q] * ax[q] + ay[q] * ay[q] + az[q] * az[q]);
}
__global__ void __launch_bounds__(1024, 1) coral_violin_by1_a(const float* __restrict__ pos, const float4* __restrict__ src, float* __restrict__ out) { pull12<1024>(pos, src, out); }
__global__ void __launch_bounds__(128, 8) coral_violin_by1_b(const float* __restrict__ pos, const float4* __restrict__ src, float* __restrict__ out) { pull12<128>(pos, src, out); }
static void add12(Cases& v) {
    const float *pos = pool_a();
    const float4* src = (const float4*)pool_b();
    float* out = sink();
    v.push_back({"coral_violin_by1_a", [=] { coral_violin_by1_a<<<kN12 / 4096, 1024>>>(pos, src, out); }, out, (size_t)kN12, Output::f32});
    v.push_back({"coral_violin_by1_b", [=] { coral_violin_by1_b<<<kN12 / 512, 128>>>(pos, src, out); }, out, (size_t)kN12, Output::f32});
}

// Runge-Kutta paths of 268 x 4096 excitable cells (two variables each), 200 steps.
constexpr int kThreads13 = 268 * 1024, kSteps13 = 200;
__device__ __forceinline__ float dv13(float v, float w, float drive) { return fmaf(v, fmaf(v * v, -0.33333334f, 1.0f), drive - w); }
__device__ __forceinline__ float dw13(float v, float w) { return fmaf(0.08f, v, fmaf(-0.064f, w, 0.056f)); }
__device__ __forceinline__ void cells13(const float* __restrict__ v0, const float* __restrict__ w0, float* __restrict__ out) {
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    float v[4], w[4], drive[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        v[q] = v0[g + q * kThreads13]; w[q] = w0[g + q * kThreads13];
        drive[q] = 0.5f + 0.2f * v[q];
    }
    const float h = 0.05f;
#pragma unroll 1
    for (int t = 0; t < kSteps13; ++t) {
        float av[4], aw[4], kv[4], kw[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) { kv[q] = dv13(v[q], w[q], drive[q]); kw[q] = dw13(v[q], w[q]); av[q] = kv[q]; aw[q] = kw[q]; }
#pragma unroll
        for (int s = 0; s < 3; ++s) {
            const float step = s == 2 ? h : 0.5f * h, weight = s == 2 ? 1.0f : 2.0f;
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                const float tv = fmaf(step, kv[q], v[q]), tw = fmaf(step, kw[q], w[q]);
                kv[q] = dv13(tv, tw, drive[q]); kw[q] = dw13(tv, tw);
                av[q] = fmaf(weight, kv[q], av[q]); aw[q] = fmaf(weight, kw[q], aw[q]);
            }
        }
#pragma unroll
        for (int q = 0; q < 4; ++q) { v[q] = fmaf(h / 6.0f, av[q], v[q]); w[q] = fmaf(h / 6.0f, aw[q], w[q]); }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) out[g + q * kThreads13] = v[q] + 0.5f * w[q];
}
__global__ void __launch_bounds__(1024, 1) indigo_saddle_by1_a(const float* __restrict__ v0, const float* __restrict__ w0, float* __restrict__ out) { cells13(v0, w0, out); }
__global__ void __launch_bounds__(128, 8) indigo_saddle_by1_b(const float* __restrict__ v0, const float* __restrict__ w0, float* __restrict__ out) { cells13(v0, w0, out); }
static void add13(Cases& v) {
    float *a = pool_a(), *b = pool_b(), *out = sink();
    const size_t n = (size_t)kThreads13 * 4;
    v.push_back({"indigo_saddle_by1_a", [=] { indigo_saddle_by1_a<<<kThreads13 / 1024, 1024>>>(a, b, out); }, out, n, Output::f32});
    v.push_back({"indigo_saddle_by1_b", [=] { indigo_saddle_by1_b<<<kThreads13 / 128, 128>>>(a, b, out); }, out, n, Output::f32});
}

// C = A B in single precision, 2048 x 1536 x 1536, row-major.
constexpr int kM14 = 2048, kN14 = 1536, kK14 = 1536;
__global__ void bronze_lilac_by1_a(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
    const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kK14; ++k) acc = fmaf(A[row * kK14 + k], B[k * kN14 + col], acc);
    C[row * kN14 + col] = acc;
}
__global__ void __launch_bounds__(256, 3) bronze_lilac_by1_b(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C) {
    __shared__ __align__(16) float As[2][16][132];
    __shared__ __align__(16) float Bs[2][16][64];
    const int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    const int row0 = blockIdx.y * 128, col0 = blockIdx.x * 64;
    const int ar = tid >> 1, ak = (tid & 1) * 8;
    const int bk = tid >> 4, bc = (tid & 15) * 4;
    const float* ap = A + (size_t)(row0 + ar) * kK14 + ak;
    const float* bp = B + (size_t)bk * kN14 + col0 + bc;
    float acc[8][4];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] = 0.0f;
    float4 a0 = *(const float4*)ap, a1 = *(const float4*)(ap + 4), b0 = *(const float4*)bp;
    int cur = 0;
    for (int k0 = 0; k0 < kK14; k0 += 16) {
        As[cur][ak + 0][ar] = a0.x; As[cur][ak + 1][ar] = a0.y; As[cur][ak + 2][ar] = a0.z; As[cur][ak + 3][ar] = a0.w;
        As[cur][ak + 4][ar] = a1.x; As[cur][ak + 5][ar] = a1.y; As[cur][ak + 6][ar] = a1.z; As[cur][ak + 7][ar] = a1.w;
        *(float4*)&Bs[cur][bk][bc] = b0;
        __syncthreads();
        if (k0 + 16 < kK14) {
            a0 = *(const float4*)(ap + k0 + 16); a1 = *(const float4*)(ap + k0 + 20);
            b0 = *(const float4*)(bp + (size_t)(k0 + 16) * kN14);
        }
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            float a[8], b[4];
            *(float4*)&a[0] = *(const float4*)&As[cur][k][ty * 8];
            *(float4*)&a[4] = *(const float4*)&As[cur][k][ty * 8 + 4];
            *(float4*)&b[0] = *(const float4*)&Bs[cur][k][tx * 4];
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        cur ^= 1;
    }
    float4* dst = reinterpret_cast<float4*>(C) + ((size_t)(row0 + ty * 8) * kN14 + col0) / 4 + tx;
#pragma unroll
    for (int i = 0; i < 8; ++i) dst[i * (kN14 / 4)] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
static void add14(Cases& v) {
    float *A = pool_a(), *B = pool_b(), *C = sink();
    const size_t n = (size_t)kM14 * kN14;
    v.push_back({"bronze_lilac_by1_a", [=] { bronze_lilac_by1_a<<<dim3(kN14 / 32, kM14 / 8), dim3(32, 8)>>>(A, B, C); }, C, n, Output::f32});
    v.push_back({"bronze_lilac_by1_b", [=] { bronze_lilac_by1_b<<<dim3(kN14 / 64, kM14 / 128), 256>>>(A, B, C); }, C, n, Output::f32});
}

// Tone curve over a long signal.
constexpr size_t kN15 = (size_t)1 << 26;
__device__ __forceinline__ void tone15(const float* __restrict__ in, float* __restrict__ out) {
    const size_t i0 = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = in[i0 + k * 256];
#pragma unroll
    for (int k = 0; k < 8; ++k) out[i0 + k * 256] = v[k] * fmaf(v[k], fmaf(v[k], -0.3f, 0.2f), 1.1f);
}
__global__ void russet_umbrella_by1_a(const float* __restrict__ in, float* __restrict__ out) { tone15(in, out); }
__global__ void russet_umbrella_by1_b(const float* __restrict__ in, float* __restrict__ out) { tone15(in, out); }
static void add15(Cases& v) {
    float *plain = pool_b(), *out = sink(), *file;
    CHECK(cudaMalloc(&file, (kN15 + 64) * 4)); CHECK(cudaMemset(file, 0, (kN15 + 64) * 4));
    CHECK(cudaMemcpy(file + 1, plain, kN15 * 4, cudaMemcpyDeviceToDevice));
    const float* body = file + 1;
    v.push_back({"russet_umbrella_by1_a", [=] { russet_umbrella_by1_a<<<kN15 / 2048, 256>>>(body, out); }, out, kN15, Output::f32});
    v.push_back({"russet_umbrella_by1_b", [=] { russet_umbrella_by1_b<<<kN15 / 2048, 256>>>(plain, out); }, out, kN15, Output::f32});
}

// Residual plus channel-scaled branch, 65536 rows of 1024 channels.
constexpr int kRows16 = 65536, kPer16 = 16;
__device__ __forceinline__ void residual16(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ scale, float4* __restrict__ out) {
    extern __shared__ float4 dyn16[];
    dyn16[threadIdx.x] = scale[threadIdx.x];
    __syncthreads();
    const float4 s = dyn16[threadIdx.x];
    const size_t base = (size_t)blockIdx.x * kPer16 * 256 + threadIdx.x;
#pragma unroll 4
    for (int r = 0; r < kPer16; ++r) {
        const float4 x = a[base + r * 256], y = b[base + r * 256];
        out[base + r * 256] = make_float4(fmaf(x.x, s.x, y.x), fmaf(x.y, s.y, y.y), fmaf(x.z, s.z, y.z), fmaf(x.w, s.w, y.w));
    }
}
__global__ void jade_parsnip_by1_a(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ scale, float4* __restrict__ out) { residual16(a, b, scale, out); }
__global__ void jade_parsnip_by1_b(const float4* __restrict__ a, const float4* __restrict__ b, const float4* __restrict__ scale, float4* __restrict__ out) { residual16(a, b, scale, out); }
static void add16(Cases& v) {
    const float4 *a = (const float4*)pool_a(), *b = (const float4*)pool_b(), *scale = (const float4*)(pool_a() + ((size_t)1 << 26));
    float4* out = (float4*)sink();
    const int big = 52 * 1024, small = 4096;
    CHECK(cudaFuncSetAttribute(jade_parsnip_by1_a, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
    const size_t n = (size_t)kRows16 * 1024;
    v.push_back({"jade_parsnip_by1_a", [=] { jade_parsnip_by1_a<<<kRows16 / kPer16, 256, big>>>(a, b, scale, out); }, out, n, Output::f32});
    v.push_back({"jade_parsnip_by1_b", [=] { jade_parsnip_by1_b<<<kRows16 / kPer16, 256, small>>>(a, b, scale, out); }, out, n, Output::f32});
}

// Momentum step of an optimiser: new weights and new momenta.
constexpr size_t kN17 = (size_t)1 << 25;
__global__ void golden_otter_by1_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, float4* __restrict__ np, float4* __restrict__ nm) {
    const size_t i0 = (size_t)blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const size_t i = i0 + k * 256;
        const float4 x = p[i], y = g[i], z = m[i];
        const float4 u = make_float4(fmaf(0.9f, z.x, y.x), fmaf(0.9f, z.y, y.y), fmaf(0.9f, z.z, y.z), fmaf(0.9f, z.w, y.w));
        nm[i] = u;
        np[i] = make_float4(fmaf(-0.01f, u.x, x.x), fmaf(-0.01f, u.y, x.y), fmaf(-0.01f, u.z, x.z), fmaf(-0.01f, u.w, x.w));
    }
}
static void add17(Cases& v) {
    const float4 *p = (const float4*)pool_a(), *g = (const float4*)pool_b(), *m = (const float4*)(pool_b() + kN17);
    float4 *np = (float4*)sink(), *nm = (float4*)(sink() + kN17);
    v.push_back({"golden_otter_by1_a", [=] { golden_otter_by1_a<<<kN17 / 2048, 256>>>(p, g, m, np, nm); }, np, 2 * kN17, Output::f32});
}

// A series of 128 terms at every point.
constexpr size_t kN18 = (size_t)1 << 26;
__global__ void pearl_walnut_by1_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    const float4 x = in[i], y = in[i + 256];
    float4 a = make_float4(0.1f, 0.1f, 0.1f, 0.1f), b = a;
#pragma unroll 1
    for (int r = 0; r < 8; ++r) {
#pragma unroll
        for (int k = 15; k >= 0; --k) {
            const float c = 1.0f / (1.0f + 0.37f * k);
            a.x = fmaf(a.x, x.x, c); a.y = fmaf(a.y, x.y, c); a.z = fmaf(a.z, x.z, c); a.w = fmaf(a.w, x.w, c);
            b.x = fmaf(b.x, y.x, c); b.y = fmaf(b.y, y.y, c); b.z = fmaf(b.z, y.z, c); b.w = fmaf(b.w, y.w, c);
        }
    }
    out[i] = a; out[i + 256] = b;
}
static void add18(Cases& v) {
    const float4* in = (const float4*)pool_a();
    float4* out = (float4*)sink();
    v.push_back({"pearl_walnut_by1_a", [=] { pearl_walnut_by1_a<<<kN18 / 2048, 256>>>(in, out); }, out, kN18, Output::f32});
}

// Five-point diffusion step on an 8192 x 8192 field.
constexpr int kSide19 = 8192, kRows19 = 16;
__global__ void azure_thimble_by1_a(const float* __restrict__ in, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, c = blockIdx.x * 1024 + threadIdx.x * 4, r0 = blockIdx.y * kRows19;
    const int edge = lane == 0 ? max(c - 1, 0) : min(c + 4, kSide19 - 1);
    const bool outer = lane == 0 || lane == 31;
    float4 up = *(const float4*)(in + (size_t)max(r0 - 1, 0) * kSide19 + c);
    float4 mid = *(const float4*)(in + (size_t)r0 * kSide19 + c);
#pragma unroll 4
    for (int r = r0; r < r0 + kRows19; ++r) {
        const float4 down = *(const float4*)(in + (size_t)min(r + 1, kSide19 - 1) * kSide19 + c);
        float far = 0.0f;
        if (outer) far = in[(size_t)r * kSide19 + edge];
        float left = __shfl_up_sync(0xffffffffu, mid.w, 1), right = __shfl_down_sync(0xffffffffu, mid.x, 1);
        if (lane == 0) left = far;
        if (lane == 31) right = far;
        float4 o;
        o.x = fmaf(0.2f, up.x + down.x + left + mid.y, 0.19f * mid.x);
        o.y = fmaf(0.2f, up.y + down.y + mid.x + mid.z, 0.19f * mid.y);
        o.z = fmaf(0.2f, up.z + down.z + mid.y + mid.w, 0.19f * mid.z);
        o.w = fmaf(0.2f, up.w + down.w + mid.z + right, 0.19f * mid.w);
        *(float4*)(out + (size_t)r * kSide19 + c) = o;
        up = mid; mid = down;
    }
}
static void add19(Cases& v) {
    float *in = pool_a(), *out = sink();
    v.push_back({"azure_thimble_by1_a", [=] { azure_thimble_by1_a<<<dim3(kSide19 / 1024, kSide19 / kRows19), 256>>>(in, out); }, out, (size_t)kSide19 * kSide19, Output::f32});
}

// Length of each of 65536 vectors of 2048 floats.
constexpr int kRows20 = 65536;
__global__ void ochre_falcon_by1_a(const float4* __restrict__ in, float* __restrict__ out) {
    const int row = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const float4* mine = in + (size_t)row * 512 + lane;
    float s = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 16; ++k) {
        const float4 v = mine[k * 32];
        s = fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, fmaf(v.w, v.w, s))));
    }
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane == 0) out[row] = sqrtf(s);
}
static void add20(Cases& v) {
    const float4* in = (const float4*)pool_a();
    float* out = sink();
    v.push_back({"ochre_falcon_by1_a", [=] { ochre_falcon_by1_a<<<kRows20 / 8, 256>>>(in, out); }, out, (size_t)kRows20, Output::f32});
}

int main(int argc, char** argv) {
    Cases v;
    add01(v); add02(v); add03(v); add04(v); add05(v); add06(v); add07(v); add08(v); add09(v); add10(v);
    add11(v); add12(v); add13(v); add14(v); add15(v); add16(v); add17(v); add18(v); add19(v); add20(v);
    return harness::run(argc, argv, v);
}
