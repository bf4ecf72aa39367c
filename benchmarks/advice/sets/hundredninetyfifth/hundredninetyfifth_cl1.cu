// Measured before/after pairs. hundredninetyfifth_cl1.cu
#include "harness.cuh"
using namespace harness;

static std::vector<Case> cases;
static std::vector<std::function<void()>>& works() { static std::vector<std::function<void()>> w; return w; }
struct Work { Work(std::function<void()> f) { works().push_back(f); } };
int main(int argc, char** argv) {
    for (auto& w : works()) w();
    return run(argc, argv, cases);
}

// ---- weighted score of each row of a table
__global__ void amber_thicket_cl1_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int c = 0; c < cols; ++c) s += x[(size_t)r * cols + c] * w[c];
    y[r] = s;
}
__global__ void amber_thicket_cl1_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int rows, int cols) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (r >= rows) return;
    float s = 0;
#pragma unroll 8
    for (int c = lane; c < cols; c += 32) s += x[(size_t)r * cols + c] * w[c];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) y[r] = s;
}
static Work w1([] {
    int rows = 1 << 18, cols = 512;
    float *x = filled<float>((size_t)rows * cols, 3), *w = filled<float>(cols, 4), *y = empty<float>(rows);
    cases.push_back({"amber_thicket_cl1_a", [=] { amber_thicket_cl1_a<<<rows / 256, 256>>>(x, w, y, rows, cols); }, y, (size_t)rows});
    float* z = empty<float>(rows);
    cases.push_back({"amber_thicket_cl1_b", [=] { amber_thicket_cl1_b<<<rows / 8, 256>>>(x, w, z, rows, cols); }, z, (size_t)rows});
});

// ---- corner turn of a radar matrix with a window
template <int PITCH>
__device__ __forceinline__ void corner_turn(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int n) {
    __shared__ float t[32 * PITCH];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) t[(threadIdx.y + j) * PITCH + threadIdx.x] = x[(size_t)(by + threadIdx.y + j) * n + bx + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) y[(size_t)(bx + threadIdx.y + j) * n + by + threadIdx.x] = t[threadIdx.x * PITCH + threadIdx.y + j] * w[by + threadIdx.x];
}
__global__ void hollow_ember_cl1_a(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int n) { corner_turn<32>(x, w, y, n); }
__global__ void hollow_ember_cl1_b(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int n) { corner_turn<33>(x, w, y, n); }
static Work w2([] {
    int n = 8192;
    size_t m = (size_t)n * n;
    float *x = filled<float>(m, 5), *w = filled<float>(n, 6), *y = empty<float>(m);
    cases.push_back({"hollow_ember_cl1_a", [=] { hollow_ember_cl1_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, w, y, n); }, y, m});
    cases.push_back({"hollow_ember_cl1_b", [=] { hollow_ember_cl1_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, w, y, n); }, y, m});
});

// ---- damped oscillators, many steps each
__global__ void quartz_meadow_cl1_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x[i], v = x[i] * 0.5f;
    for (int s = 0; s < 200; ++s) {
        float a = -1.3 * p - 0.21 * v + 0.05 * p * p;
        v += 0.01 * a;
        p += 0.01 * v;
    }
    y[i] = p + v;
}
__global__ void quartz_meadow_cl1_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x[i], v = x[i] * 0.5f;
    for (int s = 0; s < 200; ++s) {
        float a = -1.3f * p - 0.21f * v + 0.05f * p * p;
        v += 0.01f * a;
        p += 0.01f * v;
    }
    y[i] = p + v;
}
static Work w3([] {
    int n = 1 << 21;
    float *x = filled<float>(n, 8), *y = empty<float>(n);
    cases.push_back({"quartz_meadow_cl1_a", [=] { quartz_meadow_cl1_a<<<n / 256, 256>>>(x, y, n); }, y, (size_t)n});
    cases.push_back({"quartz_meadow_cl1_b", [=] { quartz_meadow_cl1_b<<<n / 256, 256>>>(x, y, n); }, y, (size_t)n});
});

// ---- gravitational potential gradient of all pairs (x component and y component)
template <bool POW>
__device__ __forceinline__ void pull(const float4* __restrict__ b, float2* __restrict__ f, int n) {
    __shared__ float4 s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = b[i];
    float ax = 0, ay = 0;
    int share = n / gridDim.y;
    for (int j = blockIdx.y * share; j < (blockIdx.y + 1) * share; j += 256) {
        __syncthreads();
        s[threadIdx.x] = b[j + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            float d = dx * dx + dy * dy + dz * dz + 0.01f, g;
            if (POW) g = s[k].w / powf(d, 1.5f);
            else { float r = rsqrtf(d); g = s[k].w * r * r * r; }
            ax += g * dx; ay += g * dy;
        }
    }
    f[(size_t)blockIdx.y * n + i] = make_float2(ax, ay);
}
__global__ void __launch_bounds__(256) sable_harbor_cl1_a(const float4* __restrict__ b, float2* __restrict__ f, int n) { pull<true>(b, f, n); }
__global__ void __launch_bounds__(256) sable_harbor_cl1_b(const float4* __restrict__ b, float2* __restrict__ f, int n) { pull<false>(b, f, n); }
static Work w4([] {
    int n = 32768;
    float4* b = (float4*)filled<float>(4 * n, 9);
    float2* f = (float2*)empty<float>(2 * n * 16);
    cases.push_back({"sable_harbor_cl1_a", [=] { sable_harbor_cl1_a<<<dim3(n / 256, 16), 256>>>(b, f, n); }, f, (size_t)n * 32});
    cases.push_back({"sable_harbor_cl1_b", [=] { sable_harbor_cl1_b<<<dim3(n / 256, 16), 256>>>(b, f, n); }, f, (size_t)n * 32});
});

// ---- permutation of a 4-d field (d0 d1 d2 d3 -> d2 d0 d1 d3)
__global__ void velvet_anchor_cl1_a(const float* __restrict__ x, float* __restrict__ y, long long d0, long long d1, long long d2, long long d3) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= d0 * d1 * d2 * d3) return;
    long long c3 = i % d3, c2 = i / d3 % d2, c1 = i / (d3 * d2) % d1, c0 = i / (d3 * d2 * d1);
    y[((c2 * d0 + c0) * d1 + c1) * d3 + c3] = x[i];
}
__global__ void velvet_anchor_cl1_b(const float* __restrict__ x, float* __restrict__ y, int d0, int d1, int d2, int d3) {
    int c3 = threadIdx.x, c2 = blockIdx.x * blockDim.y + threadIdx.y, c1 = blockIdx.y, c0 = blockIdx.z;
    if (c2 >= d2) return;
    y[((size_t)(c2 * d0 + c0) * d1 + c1) * d3 + c3] = x[((size_t)(c0 * d1 + c1) * d2 + c2) * d3 + c3];
}
static Work w5([] {
    int d0 = 48, d1 = 60, d2 = 200, d3 = 64;
    size_t m = (size_t)d0 * d1 * d2 * d3;
    float *x = filled<float>(m, 10), *y = empty<float>(m);
    cases.push_back({"velvet_anchor_cl1_a", [=] { velvet_anchor_cl1_a<<<(m + 255) / 256, 256>>>(x, y, d0, d1, d2, d3); }, y, m});
    cases.push_back({"velvet_anchor_cl1_b", [=] { velvet_anchor_cl1_b<<<dim3(d2 / 4, d1, d0), dim3(64, 4)>>>(x, y, d0, d1, d2, d3); }, y, m});
});

// ---- histogram of grey levels
__global__ void gentle_furnace_cl1_a(const uint4* __restrict__ x, int* __restrict__ h, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = x[i];
        uint32_t q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) for (int b = 0; b < 32; b += 8) atomicAdd(&h[(q[k] >> b) & 255], 1);
    }
}
__global__ void gentle_furnace_cl1_b(const uint4* __restrict__ x, int* __restrict__ h, int n) {
    __shared__ int s[8][257];
    for (int k = threadIdx.x; k < 8 * 257; k += blockDim.x) (&s[0][0])[k] = 0;
    __syncthreads();
    int* mine = s[threadIdx.x / 32];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = x[i];
        uint32_t q[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) for (int b = 0; b < 32; b += 8) atomicAdd(&mine[(q[k] >> b) & 255], 1);
    }
    __syncthreads();
    int t = 0;
    for (int k = 0; k < 8; ++k) t += s[k][threadIdx.x];
    atomicAdd(&h[threadIdx.x], t);
}
static Work w6([] {
    int n = 1 << 20;
    std::vector<uint32_t> bits(4 * n);
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = hash32((uint32_t)i + 77);
    uint4* x = (uint4*)uploaded(bits);
    int *h = (int*)empty<int>(256), *g = (int*)empty<int>(256);
    cases.push_back({"gentle_furnace_cl1_a", [=] { gentle_furnace_cl1_a<<<1056, 256>>>(x, h, n); }, h, 256, Output::i32});
    cases.push_back({"gentle_furnace_cl1_b", [=] { gentle_furnace_cl1_b<<<1056, 256>>>(x, g, n); }, g, 256, Output::i32});
});

// ---- a bank of sixteen tap filters, a channel a thread, samples interleaved by channel
__global__ void __launch_bounds__(128) ivory_canyon_cl1_a(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ y, int channels, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float ring[16], h[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) { ring[k] = 0; h[k] = taps[k * channels + c]; }
    int head = 0;
#pragma unroll 1
    for (int t = 0; t < steps; ++t) {
        ring[head] = x[(size_t)t * channels + c];
        float s = 0;
#pragma unroll
        for (int k = 0; k < 16; ++k) s += h[k] * ring[(head - k) & 15];
        y[(size_t)t * channels + c] = s;
        head = (head + 1) & 15;
    }
}
__global__ void __launch_bounds__(128) ivory_canyon_cl1_b(const float* __restrict__ x, const float* __restrict__ taps, float* __restrict__ y, int channels, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    float ring[16], h[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) { ring[k] = 0; h[k] = taps[k * channels + c]; }
#pragma unroll 1
    for (int t = 0; t < steps; t += 16) {
#pragma unroll
        for (int head = 0; head < 16; ++head) {
            ring[head] = x[(size_t)(t + head) * channels + c];
            float s = 0;
#pragma unroll
            for (int k = 0; k < 16; ++k) s += h[k] * ring[(head - k) & 15];
            y[(size_t)(t + head) * channels + c] = s;
        }
    }
}
static Work w7([] {
    int channels = 132 * 1024, steps = 320;
    size_t m = (size_t)channels * steps;
    float *x = filled<float>(m, 11), *h = filled<float>(16 * channels, 12), *y = empty<float>(m);
    cases.push_back({"ivory_canyon_cl1_a", [=] { ivory_canyon_cl1_a<<<channels / 128, 128>>>(x, h, y, channels, steps); }, y, m});
    cases.push_back({"ivory_canyon_cl1_b", [=] { ivory_canyon_cl1_b<<<channels / 128, 128>>>(x, h, y, channels, steps); }, y, m});
});

// ---- coupled chain of 56 cells a thread, relaxed in registers
__device__ __forceinline__ void relax(const float* __restrict__ x, float* __restrict__ y, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float u[56];
#pragma unroll
    for (int k = 0; k < 56; ++k) u[k] = x[(size_t)k * n + i];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float last = u[55];
#pragma unroll
        for (int k = 0; k < 56; ++k) {
            float old = u[k];
            u[k] = 0.5f * old + 0.25f * last + 0.2f * u[(k + 1) % 56];
            last = old;
        }
    }
#pragma unroll
    for (int k = 0; k < 56; ++k) y[(size_t)k * n + i] = u[k];
}
__global__ void __launch_bounds__(256, 6) russet_lagoon_cl1_a(const float* __restrict__ x, float* __restrict__ y, int n, int steps) { relax(x, y, n, steps); }
__global__ void __launch_bounds__(256, 2) russet_lagoon_cl1_b(const float* __restrict__ x, float* __restrict__ y, int n, int steps) { relax(x, y, n, steps); }
static Work w8([] {
    int n = 132 * 256 * 12, steps = 100;
    float *x = filled<float>((size_t)56 * n, 13), *y = empty<float>((size_t)56 * n);
    cases.push_back({"russet_lagoon_cl1_a", [=] { russet_lagoon_cl1_a<<<n / 256, 256>>>(x, y, n, steps); }, y, (size_t)56 * n});
    cases.push_back({"russet_lagoon_cl1_b", [=] { russet_lagoon_cl1_b<<<n / 256, 256>>>(x, y, n, steps); }, y, (size_t)56 * n});
});

// ---- hash of many candidate keys (proof of work), the best of each slot kept
__device__ __forceinline__ void mine_slots(const uint32_t* __restrict__ seed, int* __restrict__ y, int slots, int rounds) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < slots; i += gridDim.x * blockDim.x) {
        uint32_t s = seed[i], best = ~0u;
#pragma unroll 4
        for (int r = 0; r < rounds; ++r) best = min(best, hash32(s + r * 0x9e3779b9u));
        y[i] = (int)(best & 0xffff);
    }
}
__global__ void pewter_orchard_cl1_a(const uint32_t* __restrict__ seed, int* __restrict__ y, int slots, int rounds) { mine_slots(seed, y, slots, rounds); }
__global__ void pewter_orchard_cl1_b(const uint32_t* __restrict__ seed, int* __restrict__ y, int slots, int rounds) { mine_slots(seed, y, slots, rounds); }
static Work w9([] {
    int slots = 132 * 2048, rounds = 256;
    uint32_t* s = (uint32_t*)indices(slots, 1u << 30, 14);
    int* y = empty<int>(slots);
    cases.push_back({"pewter_orchard_cl1_a", [=] { pewter_orchard_cl1_a<<<48, 256>>>(s, y, slots, rounds); }, y, (size_t)slots, Output::i32});
    cases.push_back({"pewter_orchard_cl1_b", [=] { pewter_orchard_cl1_b<<<132 * 8, 256>>>(s, y, slots, rounds); }, y, (size_t)slots, Output::i32});
});

// ---- correlation of each series with all later ones (upper triangle), a block per series
__device__ __forceinline__ void later_ones(const float* __restrict__ x, float* __restrict__ y, int i, int n) {
    float a[16], s = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) a[k] = x[k * n + i];
#pragma unroll 2
    for (int j = i + threadIdx.x; j < n; j += 1024) {
        float d = 0;
#pragma unroll
        for (int k = 0; k < 16; ++k) d += a[k] * x[k * n + j];
        s += d * d;
    }
    y[i * 1024 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(1024) walnut_beacon_cl1_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int each = n / gridDim.x;
    for (int k = 0; k < each; ++k) later_ones(x, y, blockIdx.x * each + k, n);
}
__global__ void __launch_bounds__(1024) walnut_beacon_cl1_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int each = n / gridDim.x;
    for (int k = 0; k < each; k += 2) {
        int p = blockIdx.x * (each / 2) + k / 2;
        later_ones(x, y, p, n);
        later_ones(x, y, n - 1 - p, n);
    }
}
static Work w10([] {
    int n = 132 * 64;
    float *x = filled<float>(16 * n, 15), *y = empty<float>(1024 * n);
    cases.push_back({"walnut_beacon_cl1_a", [=] { walnut_beacon_cl1_a<<<132, 1024>>>(x, y, n); }, y, (size_t)1024 * n});
    cases.push_back({"walnut_beacon_cl1_b", [=] { walnut_beacon_cl1_b<<<132, 1024>>>(x, y, n); }, y, (size_t)1024 * n});
});

// ---- shading of hits by material
__device__ __forceinline__ float shade(int m, float v) {
    float r = v;
    if (m == 0) { for (int k = 0; k < 60; ++k) r = r * 0.9f + 0.1f * r * r; }
    else if (m == 1) { for (int k = 0; k < 30; ++k) r = __sinf(r) + 0.1f * v; }
    else if (m == 2) { for (int k = 0; k < 30; ++k) r = sqrtf(r * r + 0.2f) * 0.7f; }
    else { for (int k = 0; k < 30; ++k) r = __expf(-r * r) - 0.3f * v; }
    return r;
}
__global__ void crimson_ferry_cl1_a(const int* __restrict__ mat, const float* __restrict__ v, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = shade(mat[i], v[i]);
}
__global__ void crimson_ferry_cl1_b(const int* __restrict__ order, const int* __restrict__ mat, const float* __restrict__ v, float* __restrict__ y, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) { int i = order[j]; y[i] = shade(mat[i], v[i]); }
}
static Work w11([] {
    int n = 1 << 22;
    std::vector<int> mat(n), order;
    for (int i = 0; i < n; ++i) mat[i] = hash32(i + 5) & 3;
    for (int g = 0; g < n; g += 4096) for (int m = 0; m < 4; ++m) for (int i = g; i < g + 4096; ++i) if (mat[i] == m) order.push_back(i);
    int *dm = uploaded(mat), *od = uploaded(order);
    float *v = filled<float>(n, 16), *y = empty<float>(n);
    cases.push_back({"crimson_ferry_cl1_a", [=] { crimson_ferry_cl1_a<<<n / 256, 256>>>(dm, v, y, n); }, y, (size_t)n});
    cases.push_back({"crimson_ferry_cl1_b", [=] { crimson_ferry_cl1_b<<<n / 256, 256>>>(od, dm, v, y, n); }, y, (size_t)n});
});

// ---- matrix product, single precision
__global__ void __launch_bounds__(256) opal_trellis_cl1_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    __shared__ float sa[16][16], sb[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float s = 0;
    for (int k = 0; k < n; k += 16) {
        sa[ty][tx] = a[row * n + k + tx];
        sb[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 16; ++q) s += sa[ty][q] * sb[q][tx];
        __syncthreads();
    }
    c[row * n + col] = s;
}
__global__ void __launch_bounds__(256) opal_trellis_cl1_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
    __shared__ __align__(16) float sa[16][132], sb[16][128];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4, row = blockIdx.y * 128, col = blockIdx.x * 128;
    float s[8][8] = {};
    float4 ra[2], rb[2];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
        int e = t + 256 * h;
        ra[h] = *(const float4*)&a[(row + e / 4) * n + e % 4 * 4];
        rb[h] = *(const float4*)&b[(e / 32) * n + col + e % 32 * 4];
    }
    for (int k = 0; k < n; k += 16) {
        __syncthreads();
#pragma unroll
        for (int h = 0; h < 2; ++h) {
            int e = t + 256 * h, q = e % 4 * 4, m = e / 4;
            sa[q][m] = ra[h].x; sa[q + 1][m] = ra[h].y; sa[q + 2][m] = ra[h].z; sa[q + 3][m] = ra[h].w;
            *(float4*)&sb[e / 32][e % 32 * 4] = rb[h];
        }
        __syncthreads();
        if (k + 16 < n)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                int e = t + 256 * h;
                ra[h] = *(const float4*)&a[(row + e / 4) * n + k + 16 + e % 4 * 4];
                rb[h] = *(const float4*)&b[(k + 16 + e / 32) * n + col + e % 32 * 4];
            }
#pragma unroll
        for (int q = 0; q < 16; ++q) {
            float4 a0 = *(float4*)&sa[q][ty * 4], a1 = *(float4*)&sa[q][64 + ty * 4], b0 = *(float4*)&sb[q][tx * 4], b1 = *(float4*)&sb[q][64 + tx * 4];
            float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) s[i][j] += av[i] * bv[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int r = row + (i < 4 ? 0 : 60) + ty * 4 + i;
        *(float4*)&c[r * n + col + tx * 4] = make_float4(s[i][0], s[i][1], s[i][2], s[i][3]);
        *(float4*)&c[r * n + col + 64 + tx * 4] = make_float4(s[i][4], s[i][5], s[i][6], s[i][7]);
    }
}
static Work w12([] {
    int n = 2048;
    size_t m = (size_t)n * n;
    float *a = filled<float>(m, 17), *b = filled<float>(m, 18), *c = empty<float>(m);
    cases.push_back({"opal_trellis_cl1_a", [=] { opal_trellis_cl1_a<<<dim3(n / 16, n / 16), 256>>>(a, b, c, n); }, c, m});
    cases.push_back({"opal_trellis_cl1_b", [=] { opal_trellis_cl1_b<<<dim3(n / 128, n / 128), 256>>>(a, b, c, n); }, c, m});
});

// ---- photo finishing: exposure, tone curve, vignette, blend
__global__ void linen_glacier_cl1_a1(const float4* __restrict__ x, float4* __restrict__ t, float gain, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = x[i]; t[i] = make_float4(v.x * gain + 0.1f, v.y * gain + 0.1f, v.z * gain + 0.1f, v.w * gain + 0.1f); }
}
__device__ __forceinline__ float tone(float v) { return v / (1.0f + fabsf(v)); }
__global__ void linen_glacier_cl1_a2(const float4* __restrict__ x, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = x[i]; t[i] = make_float4(tone(v.x), tone(v.y), tone(v.z), tone(v.w)); }
}
__global__ void linen_glacier_cl1_a3(const float4* __restrict__ x, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = x[i]; float g = 1.0f - 0.0001f * (i & 2047); t[i] = make_float4(v.x * g, v.y * g, v.z * g, v.w * g); }
}
__global__ void linen_glacier_cl1_a4(const float4* __restrict__ x, const float4* __restrict__ o, float4* __restrict__ t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = x[i], w = o[i]; t[i] = make_float4(0.7f * v.x + 0.3f * w.x, 0.7f * v.y + 0.3f * w.y, 0.7f * v.z + 0.3f * w.z, 0.7f * v.w + 0.3f * w.w); }
}
__global__ void linen_glacier_cl1_b(const float4* __restrict__ x, float4* __restrict__ t, float gain, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i];
    float g = 1.0f - 0.0001f * (i & 2047);
    t[i] = make_float4(0.7f * (tone(v.x * gain + 0.1f) * g) + 0.3f * v.x, 0.7f * (tone(v.y * gain + 0.1f) * g) + 0.3f * v.y,
                       0.7f * (tone(v.z * gain + 0.1f) * g) + 0.3f * v.z, 0.7f * (tone(v.w * gain + 0.1f) * g) + 0.3f * v.w);
}
static Work w13([] {
    int n = 1 << 24, g = n / 256;
    float4 *x = (float4*)filled<float>(4 * (size_t)n, 19), *t = (float4*)empty<float>(4 * (size_t)n), *u = (float4*)empty<float>(4 * (size_t)n);
    cases.push_back({"linen_glacier_cl1_a", [=] {
        linen_glacier_cl1_a1<<<g, 256>>>(x, t, 1.7f, n); linen_glacier_cl1_a2<<<g, 256>>>(t, u, n);
        linen_glacier_cl1_a3<<<g, 256>>>(u, t, n); linen_glacier_cl1_a4<<<g, 256>>>(t, x, u, n); }, u, 4 * (size_t)n});
    cases.push_back({"linen_glacier_cl1_b", [=] { linen_glacier_cl1_b<<<g, 256>>>(x, u, 1.7f, n); }, u, 4 * (size_t)n});
});

// ---- spectra of 24 small sensors, a launch for each
__global__ void marble_sparrow_cl1_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x += (size_t)blockIdx.y * n; y += (size_t)blockIdx.y * n;
    float s = 0;
    for (int k = 0; k < 256; ++k) s += x[k] * __cosf(0.002f * (i & 511) * k);
    y[i] = s;
}
__global__ void marble_sparrow_cl1_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x += (size_t)blockIdx.y * n; y += (size_t)blockIdx.y * n;
    float s = 0;
    for (int k = 0; k < 256; ++k) s += x[k] * __cosf(0.002f * (i & 511) * k);
    y[i] = s;
}
static Work w14([] {
    int n = 4096, many = 24;
    float *x = filled<float>(n * many, 20), *y = empty<float>(n * many);
    cases.push_back({"marble_sparrow_cl1_a", [=] { for (int k = 0; k < many; ++k) marble_sparrow_cl1_a<<<n / 128, 128>>>(x + k * n, y + k * n, n); }, y, (size_t)n * many});
    cases.push_back({"marble_sparrow_cl1_b", [=] { marble_sparrow_cl1_b<<<dim3(n / 128, many), 128>>>(x, y, n); }, y, (size_t)n * many});
});

// ---- mild: a price list in foreign money, one double literal
template <typename T>
__device__ __forceinline__ void convert(const float4* x, float4* y, int n, T rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float4 v = x[i]; v.x = v.x * rate; v.y += v.x; v.z -= v.x; y[i] = v; }
}
__global__ void cobalt_pasture_cl1_a(const float4* __restrict__ x, float4* __restrict__ y, int n) { convert(x, y, n, 1.0837); }
__global__ void cobalt_pasture_cl1_b(const float4* __restrict__ x, float4* __restrict__ y, int n) { convert(x, y, n, 1.0837f); }
static Work w15([] {
    int n = 1 << 24;
    float4 *x = (float4*)filled<float>(4 * (size_t)n, 21), *y = (float4*)empty<float>(4 * (size_t)n);
    cases.push_back({"cobalt_pasture_cl1_a", [=] { cobalt_pasture_cl1_a<<<n / 256, 256>>>(x, y, n); }, y, 4 * (size_t)n});
    cases.push_back({"cobalt_pasture_cl1_b", [=] { cobalt_pasture_cl1_b<<<n / 256, 256>>>(x, y, n); }, y, 4 * (size_t)n});
});

// ---- mild: ghost-zone tagging of 16-byte records, position by one division
__global__ void tawny_cistern_cl1_a(const double2* __restrict__ x, double2* __restrict__ y, int n, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { double2 v = x[i]; int r = i / width; v.x += r & 1; v.y -= (i - r * width) & 1; y[i] = v; }
}
__global__ void tawny_cistern_cl1_b(const double2* __restrict__ x, double2* __restrict__ y, int width) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y, i = r * width + c;
    double2 v = x[i]; v.x += r & 1; v.y -= c & 1; y[i] = v;
}
static Work w16([] {
    int width = 4096, rows = 4000, n = width * rows;
    double2 *x = (double2*)filled<double>(2 * (size_t)n, 22), *y = (double2*)empty<double>(2 * (size_t)n);
    cases.push_back({"tawny_cistern_cl1_a", [=] { tawny_cistern_cl1_a<<<n / 256, 256>>>(x, y, n, width); }, y, 2 * (size_t)n, Output::f64});
    cases.push_back({"tawny_cistern_cl1_b", [=] { tawny_cistern_cl1_b<<<dim3(width / 256, rows), 256>>>(x, y, width); }, y, 2 * (size_t)n, Output::f64});
});

// ---- mild: one level of a wavelet over blocks of 512 samples
template <bool PAIR>
__device__ __forceinline__ void wavelet(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ __align__(8) float s[512];
    size_t base = (size_t)blockIdx.x * 512;
    int t = threadIdx.x;
    s[t] = x[base + t]; s[t + 256] = x[base + t + 256];
    __syncthreads();
    float a, b;
    if (PAIR) { float2 v = *(const float2*)&s[2 * t]; a = v.x; b = v.y; }
    else { const volatile float* q = s; a = q[2 * t]; b = q[2 * t + 1]; }
    y[base + t] = 0.70710678f * (a + b); y[base + 256 + t] = 0.70710678f * (a - b);
}
__global__ void __launch_bounds__(256) dusky_pavilion_cl1_a(const float* __restrict__ x, float* __restrict__ y) { wavelet<false>(x, y); }
__global__ void __launch_bounds__(256) dusky_pavilion_cl1_b(const float* __restrict__ x, float* __restrict__ y) { wavelet<true>(x, y); }
static Work w17([] {
    size_t m = 1u << 26;
    float *x = filled<float>(m, 23), *y = empty<float>(m);
    cases.push_back({"dusky_pavilion_cl1_a", [=] { dusky_pavilion_cl1_a<<<m / 512, 256>>>(x, y); }, y, m});
    cases.push_back({"dusky_pavilion_cl1_b", [=] { dusky_pavilion_cl1_b<<<m / 512, 256>>>(x, y); }, y, m});
});

// ---- mild: population growth of four strains a thread
__device__ __forceinline__ float4 grow(float4 v) {
#pragma unroll 4
    for (int k = 0; k < 400; ++k) {
        v.x = 0.8f * v.x + 0.15f * v.x * v.x; v.y = 0.8f * v.y + 0.15f * v.y * v.y;
        v.z = 0.8f * v.z + 0.15f * v.z * v.z; v.w = 0.8f * v.w + 0.15f * v.w * v.w;
        v.x += 0.01f; v.y += 0.01f; v.z += 0.01f; v.w += 0.01f;
    }
    return v;
}
__global__ void birch_compass_cl1_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = grow(make_float4(x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]));
    y[4 * i] = v.x; y[4 * i + 1] = v.y; y[4 * i + 2] = v.z; y[4 * i + 3] = v.w;
}
__global__ void birch_compass_cl1_b(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ((float4*)y)[i] = grow(((const float4*)x)[i]);
}
static Work w18([] {
    int n = 132 * 2048 * 4;
    float *x = filled<float>(4 * (size_t)n, 24), *y = empty<float>(4 * (size_t)n);
    cases.push_back({"birch_compass_cl1_a", [=] { birch_compass_cl1_a<<<n / 256, 256>>>(x, y, n); }, y, 4 * (size_t)n});
    cases.push_back({"birch_compass_cl1_b", [=] { birch_compass_cl1_b<<<n / 256, 256>>>(x, y, n); }, y, 4 * (size_t)n});
});

// ---- healthy: and-not of two bitmaps (database filter), 16 bytes a load
__global__ void silver_hamlet_cl1_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { uint4 p = a[i], q = b[i]; y[i] = make_uint4(p.x & ~q.x, p.y & ~q.y, p.z & ~q.z, p.w & ~q.w); }
}
static Work w19([] {
    int n = 1 << 24;
    uint4 *a = (uint4*)indices(4 * (size_t)n, 1u << 31, 25), *b = (uint4*)indices(4 * (size_t)n, 1u << 31, 26), *y = (uint4*)empty<int>(4 * (size_t)n);
    cases.push_back({"silver_hamlet_cl1_a", [=] { silver_hamlet_cl1_a<<<n / 256, 256>>>(a, b, y, n); }, y, 4 * (size_t)n, Output::i32});
});

// ---- healthy: orbit of eight points a thread under an affine map with curvature, FMA only
__global__ void __launch_bounds__(256) maple_turret_cl1_a(const float4* __restrict__ x, float4* __restrict__ y, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = x[i], q = x[i + n];
    float v[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
#pragma unroll 8
    for (int k = 0; k < 512; ++k)
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = fmaf(fmaf(v[j], 0.11f, 0.7f), v[j], 0.013f);
    y[i] = make_float4(v[0], v[1], v[2], v[3]); y[i + n] = make_float4(v[4], v[5], v[6], v[7]);
}
static Work w20([] {
    int n = 132 * 2048 * 4;
    float4 *x = (float4*)filled<float>(8 * (size_t)n, 27), *y = (float4*)empty<float>(8 * (size_t)n);
    cases.push_back({"maple_turret_cl1_a", [=] { maple_turret_cl1_a<<<n / 256, 256>>>(x, y, n); }, y, 8 * (size_t)n});
});

// ---- healthy: series of a special function where double is called for
__global__ void __launch_bounds__(256) onyx_vineyard_cl1_a(const double2* __restrict__ x, double2* __restrict__ y) {
    int i = blockIdx.x * 256 + threadIdx.x;
    double2 v = x[i];
    double a = 1, b = 1, c = 0.5, d = 0.5;
#pragma unroll 8
    for (int k = 0; k < 256; ++k) { a = fma(a, v.x * 0.5, 1.0); b = fma(b, v.y * 0.5, 1.0); c = fma(c, v.x * 0.25, 0.3); d = fma(d, v.y * 0.25, 0.3); }
    y[i] = make_double2(a * c, b * d);
}
static Work w21([] {
    int n = 132 * 2048 * 8;
    double2 *x = (double2*)filled<double>(2 * (size_t)n, 28), *y = (double2*)empty<double>(2 * (size_t)n);
    cases.push_back({"onyx_vineyard_cl1_a", [=] { onyx_vineyard_cl1_a<<<n / 256, 256>>>(x, y); }, y, 2 * (size_t)n, Output::f64});
});

// ---- healthy: heat step on a plane, rows of float4
__global__ void __launch_bounds__(256) copper_willow_cl1_a(const float* __restrict__ x, float* __restrict__ y, int w, int h) {
    int c = (blockIdx.x * 64 + threadIdx.x) * 4, r = blockIdx.y * 4 + threadIdx.y;
    const float* p = x + (size_t)r * w + c;
    float4 m = *(const float4*)p, u = r ? *(const float4*)(p - w) : m, d = r + 1 < h ? *(const float4*)(p + w) : m;
    float l = c ? p[-1] : m.x, e = c + 4 < w ? p[4] : m.w;
    *(float4*)(y + (size_t)r * w + c) = make_float4(0.6f * m.x + 0.1f * (l + m.y + u.x + d.x), 0.6f * m.y + 0.1f * (m.x + m.z + u.y + d.y),
                                                    0.6f * m.z + 0.1f * (m.y + m.w + u.z + d.z), 0.6f * m.w + 0.1f * (m.z + e + u.w + d.w));
}
static Work w22([] {
    int w = 8192, h = 8192;
    float *x = filled<float>((size_t)w * h, 29), *y = empty<float>((size_t)w * h);
    cases.push_back({"copper_willow_cl1_a", [=] { copper_willow_cl1_a<<<dim3(w / 256, h / 4), dim3(64, 4)>>>(x, y, w, h); }, y, (size_t)w * h});
});

// ---- healthy: energy of a long signal, a partial sum a block
__global__ void __launch_bounds__(256) plum_causeway_cl1_a(const float4* __restrict__ x, float* __restrict__ y, int n) {
    float s = 0;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) { float4 v = x[i]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    __shared__ float t[8];
    if (threadIdx.x % 32 == 0) t[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) { float q = 0; for (int k = 0; k < 8; ++k) q += t[k]; y[blockIdx.x] = q; }
}
static Work w23([] {
    int n = 132 * 8 * 256 * 256, g = 132 * 8;
    float4* x = (float4*)filled<float>(4 * (size_t)n, 30);
    float* y = empty<float>(g);
    cases.push_back({"plum_causeway_cl1_a", [=] { plum_causeway_cl1_a<<<g, 256>>>(x, y, n); }, y, (size_t)g});
});
