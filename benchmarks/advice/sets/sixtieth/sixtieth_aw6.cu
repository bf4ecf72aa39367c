// Eight measured cases on arithmetic and latency: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Softened attraction of each point of a line to eight fixed masses: sum of w / (1 + d*d)^1.5, two points a thread.
constexpr int kPoints = 2949120;  // floats

__device__ __forceinline__ float pull_power(float x) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float d = x - (0.27f * k - 0.9f);
        sum = fmaf(0.4f + 0.1f * k, powf(fmaf(d, d, 1.0f), -1.5f), sum);
    }
    return sum;
}
__device__ __forceinline__ float pull_root(float x) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float d = x - (0.27f * k - 0.9f), r = rsqrtf(fmaf(d, d, 1.0f));
        sum = fmaf((0.4f + 0.1f * k) * r, r * r, sum);
    }
    return sum;
}

__global__ void __launch_bounds__(128) amber_thistle_aw6_a(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(pull_power(v.x), pull_power(v.y));
}
__global__ void __launch_bounds__(128) amber_thistle_aw6_b(const float2* __restrict__ in, float2* __restrict__ out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 v = in[i];
    out[i] = make_float2(pull_root(v.x), pull_root(v.y));
}

// ---- Cyclic shift of a volume along its three axes, three elements a thread.
constexpr int kX = 960, kY = 210, kZ = 100;

__global__ void __launch_bounds__(320) kettle_heron_aw6_a(const float* __restrict__ in, float* __restrict__ out, long long nx, long long ny, long long nz,
                                                          long long sx, long long sy, long long sz) {
    long long from = blockIdx.x * 960LL + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        long long i = from + j * 320;
        long long x = i % nx, y = (i / nx) % ny, z = i / (nx * ny);
        long long ox = (x + sx) % nx, oy = (y + sy) % ny, oz = (z + sz) % nz;
        out[i] = in[(oz * ny + oy) * nx + ox];
    }
}
__global__ void __launch_bounds__(320) kettle_heron_aw6_b(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz, int sx, int sy,
                                                          int sz) {
    int y = blockIdx.x, z = blockIdx.y;
    int oy = y + sy, oz = z + sz;
    if (oy >= ny) oy -= ny;
    if (oz >= nz) oz -= nz;
    const float* source = in + (oz * ny + oy) * nx;
    float* target = out + (z * ny + y) * nx;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        int x = threadIdx.x + j * 320, ox = x + sx;
        if (ox >= nx) ox -= nx;
        target[x] = source[ox];
    }
}

// ---- Sum of 600 generations of a logistic population for each growth rate, twelve rates a thread.
constexpr int kEach = 12, kRates = 132 * 128 * kEach, kGenerations = 600;

__global__ void __launch_bounds__(128) willow_pepper_aw6_a(const float* __restrict__ rates, float* __restrict__ total) {
    int first = blockIdx.x * 128 * kEach + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kEach; ++j) {
        float r = fmaf(0.4f, rates[first + j * 128], 3.0f), x = 0.31f, sum = 0.0f;
#pragma unroll 8
        for (int g = 0; g < kGenerations; ++g) {
            x = r * fmaf(-x, x, x);
            sum += x;
        }
        total[first + j * 128] = sum;
    }
}
__global__ void __launch_bounds__(128) willow_pepper_aw6_b(const float* __restrict__ rates, float* __restrict__ total) {
    int first = blockIdx.x * 128 * kEach + threadIdx.x;
#pragma unroll 1
    for (int j = 0; j < kEach; j += 6) {
        float r[6], x[6], sum[6];
#pragma unroll
        for (int m = 0; m < 6; ++m) {
            r[m] = fmaf(0.4f, rates[first + (j + m) * 128], 3.0f);
            x[m] = 0.31f; sum[m] = 0.0f;
        }
#pragma unroll 8
        for (int g = 0; g < kGenerations; ++g)
#pragma unroll
            for (int m = 0; m < 6; ++m) {
                x[m] = r[m] * fmaf(-x[m], x[m], x[m]);
                sum[m] += x[m];
            }
#pragma unroll
        for (int m = 0; m < 6; ++m) total[first + (j + m) * 128] = sum[m];
    }
}

// ---- Polynomial of degree 240 in double by Horner's rule, four points a thread.
constexpr int kDegree = 240, kAbscissae = 768 * 26000;
__constant__ double coefficients[kDegree + 1];

__global__ void __launch_bounds__(192) copper_finch_aw6_a(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    double x[4], p[4];
#pragma unroll
    for (int m = 0; m < 4; ++m) { x[m] = in[i + m * 192]; p[m] = coefficients[kDegree]; }
#pragma unroll 16
    for (int k = kDegree - 1; k >= 0; --k)
#pragma unroll
        for (int m = 0; m < 4; ++m) p[m] = __dadd_rn(__dmul_rn(p[m], x[m]), coefficients[k]);
#pragma unroll
    for (int m = 0; m < 4; ++m) out[i + m * 192] = p[m];
}
__global__ void __launch_bounds__(192) copper_finch_aw6_b(const double* __restrict__ in, double* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    double x[4], p[4];
#pragma unroll
    for (int m = 0; m < 4; ++m) { x[m] = in[i + m * 192]; p[m] = coefficients[kDegree]; }
#pragma unroll 16
    for (int k = kDegree - 1; k >= 0; --k)
#pragma unroll
        for (int m = 0; m < 4; ++m) p[m] = fma(p[m], x[m], coefficients[k]);
#pragma unroll
    for (int m = 0; m < 4; ++m) out[i + m * 192] = p[m];
}

// ---- Linked lists of 128-byte nodes (word 0 is the next node, 31 words of payload): sums along 90 nodes, eight lists a warp.
constexpr int kNodes = 1200000, kWalk = 90, kListsAWarp = 8, kLists = 132 * 8 * kListsAWarp;

__global__ void __launch_bounds__(256) saddle_orchid_aw6_a(const uint32_t* __restrict__ pool, const int* __restrict__ start, uint32_t* __restrict__ out) {
    int lane = threadIdx.x % 32, list = (blockIdx.x * 8 + threadIdx.x / 32) * kListsAWarp;
#pragma unroll 1
    for (int m = 0; m < kListsAWarp; ++m) {
        int node = start[list + m];
        uint32_t sum = 0;
#pragma unroll 2
        for (int step = 0; step < kWalk; ++step) {
            uint32_t word = pool[node * 32 + lane];
            node = (int)__shfl_sync(0xffffffffu, word, 0);
            sum += lane ? word : 1u;
        }
        out[(list + m) * 32 + lane] = sum;
    }
}
__global__ void __launch_bounds__(256) saddle_orchid_aw6_b(const uint32_t* __restrict__ pool, const int* __restrict__ start, uint32_t* __restrict__ out) {
    int lane = threadIdx.x % 32, list = (blockIdx.x * 8 + threadIdx.x / 32) * kListsAWarp;
    int node[kListsAWarp];
    uint32_t sum[kListsAWarp], word[kListsAWarp];
#pragma unroll
    for (int m = 0; m < kListsAWarp; ++m) { node[m] = start[list + m]; sum[m] = 0; }
#pragma unroll 1
    for (int step = 0; step < kWalk; ++step) {
#pragma unroll
        for (int m = 0; m < kListsAWarp; ++m) word[m] = pool[node[m] * 32 + lane];
#pragma unroll
        for (int m = 0; m < kListsAWarp; ++m) {
            node[m] = (int)__shfl_sync(0xffffffffu, word[m], 0);
            sum[m] += lane ? word[m] : 1u;
        }
    }
#pragma unroll
    for (int m = 0; m < kListsAWarp; ++m) out[(list + m) * 32 + lane] = sum[m];
}

// ---- Bags of 28 rows of 64 halves, summed in float, a warp a bag.
constexpr int kRows = 1500000, kBag = 28, kBags = 80000;

__global__ void __launch_bounds__(256) linen_badger_aw6_a(const __half2* __restrict__ table, const int* __restrict__ ids, float2* __restrict__ out) {
    int lane = threadIdx.x % 32, bag = blockIdx.x * 8 + threadIdx.x / 32;
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int j = 0; j < kBag; ++j) {
        int row = ids[bag * kBag + j];
        float2 v = __half22float2(table[row * 32 + lane]);
        sum.x += v.x; sum.y += v.y;
    }
    out[bag * 32 + lane] = sum;
}
__global__ void __launch_bounds__(256, 8) linen_badger_aw6_b(const __half2* __restrict__ table, const int* __restrict__ ids, float2* __restrict__ out) {
    int lane = threadIdx.x % 32, bag = blockIdx.x * 8 + threadIdx.x / 32;
    int mine = lane < kBag ? ids[bag * kBag + lane] : 0;
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 1
    for (int j = 0; j < kBag; j += 7) {
        __half2 part[7];
#pragma unroll
        for (int m = 0; m < 7; ++m) part[m] = table[__shfl_sync(0xffffffffu, mine, j + m) * 32 + lane];
#pragma unroll
        for (int m = 0; m < 7; ++m) {
            float2 v = __half22float2(part[m]);
            sum.x += v.x; sum.y += v.y;
        }
    }
    out[bag * 32 + lane] = sum;
}

// ---- Square of one stream over the length of another: a*a / sqrt(1 + b*b), two float4 a thread.
constexpr int kQuads = 768 * 48000;

__device__ __forceinline__ float ratio_precise(float a, float b) { return a * a / sqrtf(fmaf(b, b, 1.0f)); }
__device__ __forceinline__ float ratio_quick(float a, float b) { return a * a * rsqrtf(fmaf(b, b, 1.0f)); }

__global__ void __launch_bounds__(384) marble_otter_aw6_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    float4 u[2], v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { u[j] = a[i + j * 384]; v[j] = b[i + j * 384]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[i + j * 384] = make_float4(ratio_precise(u[j].x, v[j].x), ratio_precise(u[j].y, v[j].y), ratio_precise(u[j].z, v[j].z),
                                       ratio_precise(u[j].w, v[j].w));
}
__global__ void __launch_bounds__(384) marble_otter_aw6_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out) {
    int i = blockIdx.x * 768 + threadIdx.x;
    float4 u[2], v[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { u[j] = a[i + j * 384]; v[j] = b[i + j * 384]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[i + j * 384] = make_float4(ratio_quick(u[j].x, v[j].x), ratio_quick(u[j].y, v[j].y), ratio_quick(u[j].z, v[j].z), ratio_quick(u[j].w, v[j].w));
}

// ---- 700 steps of an affine map of the plane for each particle, four particles a thread.
constexpr int kSteps = 700, kSwarmBlocks = 132 * 8 * 5, kParticles = kSwarmBlocks * 1024;

__global__ void __launch_bounds__(256, 8) velvet_gull_aw6_a(const float4* __restrict__ in, float4* __restrict__ out, float a, float b, float e, float f) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 first = in[i], second = in[i + 256];
    float u[4] = {first.x, first.z, second.x, second.z}, v[4] = {first.y, first.w, second.y, second.w};
#pragma unroll 10
    for (int step = 0; step < kSteps; ++step)
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float right = fmaf(a, u[m], fmaf(b, v[m], e)), up = fmaf(a, v[m], fmaf(-b, u[m], f));
            u[m] = right; v[m] = up;
        }
    out[i] = make_float4(u[0], v[0], u[1], v[1]);
    out[i + 256] = make_float4(u[2], v[2], u[3], v[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        const float2* in = reinterpret_cast<const float2*>(filled<float>(kPoints, 11));
        float* out = empty<float>(kPoints); float2* out2 = reinterpret_cast<float2*>(out);
        add("amber_thistle_aw6_a", out, kPoints, Output::f32, [=] { amber_thistle_aw6_a<<<kPoints / 256, 128>>>(in, out2); });
        add("amber_thistle_aw6_b", out, kPoints, Output::f32, [=] { amber_thistle_aw6_b<<<kPoints / 256, 128>>>(in, out2); });
    }
    {
        const size_t n = (size_t)kX * kY * kZ;
        const float* in = filled<float>(n, 12);
        float* out = empty<float>(n);
        add("kettle_heron_aw6_a", out, n, Output::f32, [=] { kettle_heron_aw6_a<<<kY * kZ, 320>>>(in, out, kX, kY, kZ, 352, 77, 41); });
        add("kettle_heron_aw6_b", out, n, Output::f32, [=] { kettle_heron_aw6_b<<<dim3(kY, kZ), 320>>>(in, out, kX, kY, kZ, 352, 77, 41); });
    }
    {
        const float* in = filled<float>(kRates, 13);
        float* out = empty<float>(kRates);
        add("willow_pepper_aw6_a", out, kRates, Output::f32, [=] { willow_pepper_aw6_a<<<132, 128>>>(in, out); });
        add("willow_pepper_aw6_b", out, kRates, Output::f32, [=] { willow_pepper_aw6_b<<<132, 128>>>(in, out); });
    }
    {
        std::vector<double> c(kDegree + 1);
        for (int k = 0; k <= kDegree; ++k) c[k] = 0.7 + 0.3 * harness::unit(k + 99);
        CHECK(cudaMemcpyToSymbol(coefficients, c.data(), c.size() * sizeof(double)));
        const double* in = filled<double>(kAbscissae, 14);
        double* out = empty<double>(kAbscissae);
        add("copper_finch_aw6_a", out, kAbscissae, Output::f64, [=] { copper_finch_aw6_a<<<kAbscissae / 768, 192>>>(in, out); });
        add("copper_finch_aw6_b", out, kAbscissae, Output::f64, [=] { copper_finch_aw6_b<<<kAbscissae / 768, 192>>>(in, out); });
    }
    {
        std::vector<uint32_t> nodes((size_t)kNodes * 32);
        for (uint32_t i = 0; i < (uint32_t)kNodes; ++i) {
            nodes[(size_t)i * 32] = (uint32_t)((i * 444661ull + 7919ull) % kNodes);  // one cycle through all nodes
            for (uint32_t w = 1; w < 32; ++w) nodes[(size_t)i * 32 + w] = harness::hash32(i * 32 + w) & 1023;
        }
        const uint32_t* pool = harness::uploaded(nodes);
        const int* start = harness::indices(kLists, kNodes, 15);
        uint32_t* out = empty<uint32_t>(kLists * 32);
        add("saddle_orchid_aw6_a", out, kLists * 32, Output::i32, [=] { saddle_orchid_aw6_a<<<132, 256>>>(pool, start, out); });
        add("saddle_orchid_aw6_b", out, kLists * 32, Output::i32, [=] { saddle_orchid_aw6_b<<<132, 256>>>(pool, start, out); });
    }
    {
        const __half2* table = reinterpret_cast<const __half2*>(filled<__half>((size_t)kRows * 64, 16));
        const int* ids = harness::indices((size_t)kBags * kBag, kRows, 17);
        float* out = empty<float>((size_t)kBags * 64); float2* out2 = reinterpret_cast<float2*>(out);
        add("linen_badger_aw6_a", out, (size_t)kBags * 64, Output::f32, [=] { linen_badger_aw6_a<<<kBags / 8, 256>>>(table, ids, out2); });
        add("linen_badger_aw6_b", out, (size_t)kBags * 64, Output::f32, [=] { linen_badger_aw6_b<<<kBags / 8, 256>>>(table, ids, out2); });
    }
    {
        const size_t n = (size_t)kQuads * 4;
        const float4 *a = reinterpret_cast<const float4*>(filled<float>(n, 18)), *b = reinterpret_cast<const float4*>(filled<float>(n, 19));
        float* out = empty<float>(n); float4* out4 = reinterpret_cast<float4*>(out);
        add("marble_otter_aw6_a", out, n, Output::f32, [=] { marble_otter_aw6_a<<<kQuads / 768, 384>>>(a, b, out4); });
        add("marble_otter_aw6_b", out, n, Output::f32, [=] { marble_otter_aw6_b<<<kQuads / 768, 384>>>(a, b, out4); });
    }
    {
        const size_t n = (size_t)kParticles * 2;
        const float4* in = reinterpret_cast<const float4*>(filled<float>(n, 20));
        float* out = empty<float>(n); float4* out4 = reinterpret_cast<float4*>(out);
        add("velvet_gull_aw6_a", out, n, Output::f32, [=] { velvet_gull_aw6_a<<<kSwarmBlocks, 256>>>(in, out4, 0.9921f, 0.1245f, 0.013f, -0.021f); });
    }
    return harness::run(argc, argv, cases);
}
