// Eight measured cases about the shape of launches: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Chebyshev series of 72 terms in double (Clenshaw), tiles of 6 x 1024 points.
constexpr int kTerms = 72, kTile = 6144, kTilesEach = 8, kKettles = 139, kTiles = kKettles * kTilesEach;
__constant__ double series[kTerms];

__device__ __forceinline__ void amber_tile(const double* __restrict__ point, double* __restrict__ value, int tile) {
    int at = tile * kTile + threadIdx.x;
    double twice[6], one[6], two[6];
#pragma unroll
    for (int j = 0; j < 6; ++j) { twice[j] = 2.0 * point[at + j * 1024]; one[j] = 0.0; two[j] = 0.0; }
#pragma unroll 8
    for (int k = kTerms - 1; k >= 0; --k) {
        double c = series[k];
#pragma unroll
        for (int j = 0; j < 6; ++j) {
            double next = fma(twice[j], one[j], c - two[j]);
            two[j] = one[j];
            one[j] = next;
        }
    }
#pragma unroll
    for (int j = 0; j < 6; ++j) value[at + j * 1024] = fma(-0.5 * twice[j], two[j], one[j]);
}

__global__ void __launch_bounds__(1024) amber_kettle_am3_a(const double* __restrict__ point, double* __restrict__ value) {
    int first = blockIdx.x * kTilesEach;
    for (int tile = first; tile < first + kTilesEach; ++tile) amber_tile(point, value, tile);
}

__global__ void __launch_bounds__(1024) amber_kettle_am3_b(const double* __restrict__ point, double* __restrict__ value) {
    for (int tile = blockIdx.x; tile < kTiles; tile += gridDim.x) amber_tile(point, value, tile);
}

// ---- Density at each particle from all particles of its own cell, tiled through shared memory.
constexpr int kFlock = 192, kSmall = 384, kBig = 2304, kSmallCells = 3960, kBigCells = 8;
constexpr int kHerons = kSmallCells * kSmall + kBigCells * kBig;

// task: x first particle of the cell, y particles in the cell, [z, w) those that this block does
__device__ __forceinline__ void heron_task(const float4* __restrict__ place, float* __restrict__ dense, int4 task) {
    __shared__ float4 tile[kFlock];
    int t = threadIdx.x;
    for (int c = task.z; c < task.w; c += kFlock) {
        float4 me = place[task.x + c + t];
        float sum = 0.0f;
        for (int from = 0; from < task.y; from += kFlock) {
            __syncthreads();
            tile[t] = place[task.x + from + t];
            __syncthreads();
#pragma unroll 8
            for (int k = 0; k < kFlock; ++k) {
                float4 other = tile[k];
                float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
                float near = __saturatef(fmaf(-3.0f, fmaf(dx, dx, fmaf(dy, dy, dz * dz)), other.w));
                sum = fmaf(near, near, sum);
            }
        }
        dense[task.x + c + t] = sum;
    }
}

__global__ void __launch_bounds__(192, 10) pocket_heron_am3_a(const float4* __restrict__ place, const int4* __restrict__ tasks, float* __restrict__ dense) {
    heron_task(place, dense, tasks[blockIdx.x]);
}

__global__ void __launch_bounds__(192, 10) pocket_heron_am3_b(const float4* __restrict__ place, const int4* __restrict__ tasks, float* __restrict__ dense) {
    heron_task(place, dense, tasks[blockIdx.x]);
}

// ---- Half precision: scale and shift, gate with a second array, shift and rectify.
constexpr int kAnchorBlocks = 39600, kAnchor8 = kAnchorBlocks * 320 * 2;  // groups of eight halves

__device__ __forceinline__ __half2 as_half2(unsigned v) { return *reinterpret_cast<__half2*>(&v); }
__device__ __forceinline__ unsigned as_bits(__half2 v) { return *reinterpret_cast<unsigned*>(&v); }
__device__ __forceinline__ unsigned shift_of(unsigned x) {
    return as_bits(__hfma2(as_half2(x), __float2half2_rn(0.75f), __float2half2_rn(0.5f)));
}
__device__ __forceinline__ unsigned gate_of(unsigned t, unsigned y) { return as_bits(__hfma2(as_half2(t), as_half2(y), as_half2(t))); }
__device__ __forceinline__ unsigned rectify_of(unsigned u) {
    return as_bits(__hmax2(__hfma2(as_half2(u), __float2half2_rn(0.5f), __float2half2_rn(-0.1f)), __float2half2_rn(0.0f)));
}

__global__ void __launch_bounds__(320) velvet_anchor_am3_a0(const uint4* __restrict__ x, uint4* __restrict__ t) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 v[2] = {x[i], x[i + 320]};
#pragma unroll
    for (int j = 0; j < 2; ++j) t[i + j * 320] = make_uint4(shift_of(v[j].x), shift_of(v[j].y), shift_of(v[j].z), shift_of(v[j].w));
}

__global__ void __launch_bounds__(320) velvet_anchor_am3_a1(const uint4* __restrict__ t, const uint4* __restrict__ y, uint4* __restrict__ u) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 v[2] = {t[i], t[i + 320]}, g[2] = {y[i], y[i + 320]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        u[i + j * 320] = make_uint4(gate_of(v[j].x, g[j].x), gate_of(v[j].y, g[j].y), gate_of(v[j].z, g[j].z), gate_of(v[j].w, g[j].w));
}

__global__ void __launch_bounds__(320) velvet_anchor_am3_a2(const uint4* __restrict__ u, uint4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 v[2] = {u[i], u[i + 320]};
#pragma unroll
    for (int j = 0; j < 2; ++j) out[i + j * 320] = make_uint4(rectify_of(v[j].x), rectify_of(v[j].y), rectify_of(v[j].z), rectify_of(v[j].w));
}

__global__ void __launch_bounds__(320) velvet_anchor_am3_b(const uint4* __restrict__ x, const uint4* __restrict__ y, uint4* __restrict__ out) {
    int i = blockIdx.x * 640 + threadIdx.x;
    uint4 v[2] = {x[i], x[i + 320]}, g[2] = {y[i], y[i + 320]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[i + j * 320] = make_uint4(rectify_of(gate_of(shift_of(v[j].x), g[j].x)), rectify_of(gate_of(shift_of(v[j].y), g[j].y)),
                                      rectify_of(gate_of(shift_of(v[j].z), g[j].z)), rectify_of(gate_of(shift_of(v[j].w), g[j].w)));
}

// ---- Walsh-Hadamard transforms of 132 rows of 4096 integers.
constexpr int kRow = 4096, kThistles = 132;

__global__ void __launch_bounds__(256) marble_thistle_am3_a0(const int* in, int* out, int half) {
    int k = blockIdx.x * 256 + threadIdx.x;
    int i = ((k & ~(half - 1)) << 1) | (k & (half - 1));
    int p = in[i], q = in[i + half];
    out[i] = p + q;
    out[i + half] = p - q;
}

__global__ void __launch_bounds__(512) marble_thistle_am3_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int row[2][kRow];
    int t = threadIdx.x, base = blockIdx.x * kRow + t, v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = in[base + j * 512];
#pragma unroll
    for (int h = 1; h < 8; h <<= 1)
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (!(j & h)) { int p = v[j], q = v[j + h]; v[j] = p + q; v[j + h] = p - q; }
#pragma unroll
    for (int h = 1; h < 32; h <<= 1)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int other = __shfl_xor_sync(0xffffffffu, v[j], h);
            v[j] = (t & h) ? other - v[j] : other + v[j];
        }
#pragma unroll
    for (int s = 0; s < 4; ++s) {
        int h = 32 << s, *now = row[s % 2];
#pragma unroll
        for (int j = 0; j < 8; ++j) now[j * 512 + t] = v[j];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int other = now[j * 512 + (t ^ h)];
            v[j] = (t & h) ? other - v[j] : other + v[j];
        }
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) out[base + j * 512] = v[j];
}

// ---- Product of an 8-bit matrix with an 8-bit vector, a warp a row.
constexpr int kLanternRows = 4752, kLantern16 = 384;  // 384 groups of 16 bytes a row

__device__ __forceinline__ void lantern_rows(const int4* __restrict__ matrix, const int4* __restrict__ vec, int* __restrict__ out) {
    __shared__ int4 held[kLantern16];
    held[threadIdx.x] = vec[threadIdx.x];
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int row = blockIdx.x * 12 + threadIdx.x / 32; row < kLanternRows; row += gridDim.x * 12) {
        const int4* mine = matrix + row * kLantern16 + lane;
        int sum = 0;
#pragma unroll 1
        for (int from = 0; from < 12; from += 6) {
            int4 m[6];
#pragma unroll
            for (int j = 0; j < 6; ++j) m[j] = mine[(from + j) * 32];
#pragma unroll
            for (int j = 0; j < 6; ++j) {
                int4 v = held[(from + j) * 32 + lane];
                sum = __dp4a(m[j].x, v.x, sum); sum = __dp4a(m[j].y, v.y, sum);
                sum = __dp4a(m[j].z, v.z, sum); sum = __dp4a(m[j].w, v.w, sum);
            }
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) out[row] = sum;
    }
}

__global__ void __launch_bounds__(384, 3) copper_lantern_am3_a(const int4* __restrict__ matrix, const int4* __restrict__ vec, int* __restrict__ out) {
    lantern_rows(matrix, vec, out);
}

__global__ void __launch_bounds__(384, 3) copper_lantern_am3_b(const int4* __restrict__ matrix, const int4* __restrict__ vec, int* __restrict__ out) {
    lantern_rows(matrix, vec, out);
}

// ---- 600 steps of a van der Pol oscillator a thread; patches of 6 x 6 or blocks of 256.
constexpr int kBiscuits = 132 * 2048 * 9;  // = 67584 patches of 36 = 9504 blocks of 256

__device__ __forceinline__ void biscuit_swing(const float2* __restrict__ start, float* __restrict__ energy, int i) {
    float2 s = start[i];
    float x = s.x, v = s.y;
#pragma unroll 8
    for (int step = 0; step < 600; ++step) {
        float pull = fmaf(0.8f, fmaf(-x, x, 1.0f) * v, -x);
        v = fmaf(0.01f, pull, v);
        x = fmaf(0.01f, v, x);
    }
    energy[i] = fmaf(x, x, v * v);
}

__global__ void __launch_bounds__(36) willow_biscuit_am3_a(const float2* __restrict__ start, float* __restrict__ energy) {
    biscuit_swing(start, energy, blockIdx.x * 36 + threadIdx.y * 6 + threadIdx.x);
}

__global__ void __launch_bounds__(256) willow_biscuit_am3_b(const float2* __restrict__ start, float* __restrict__ energy) {
    biscuit_swing(start, energy, blockIdx.x * 256 + threadIdx.x);
}

// ---- 32 generations of eight logistic populations a thread, growth rates in bfloat16.
constexpr int kGates = 1024 * (60 * 264 + 5);  // groups of eight

__device__ __forceinline__ void gate_growth(const uint4* __restrict__ rate, float* __restrict__ people, int i) {
    uint4 raw = rate[i];
    unsigned words[4] = {raw.x, raw.y, raw.z, raw.w};
    float r[8], x[8];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        r[2 * j] = fmaf(0.9f, __uint_as_float(words[j] << 16), 1.9f);  // a bfloat16 is the upper half of a float
        r[2 * j + 1] = fmaf(0.9f, __uint_as_float(words[j] & 0xffff0000u), 1.9f);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) x[j] = 0.15f * r[j];
#pragma unroll 4
    for (int age = 0; age < 32; ++age)
#pragma unroll
        for (int j = 0; j < 8; ++j) x[j] = r[j] * fmaf(-x[j], x[j], x[j]);
    people[i] = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

__global__ void __launch_bounds__(1024, 2) saffron_gate_am3_a(const uint4* __restrict__ rate, float* __restrict__ people) {
    gate_growth(rate, people, blockIdx.x * 1024 + threadIdx.x);
}

__global__ void __launch_bounds__(256, 8) saffron_gate_am3_b(const uint4* __restrict__ rate, float* __restrict__ people) {
    gate_growth(rate, people, blockIdx.x * 256 + threadIdx.x);
}

// ---- Double precision z = x + 0.7 y, one wave of blocks that walk over all pairs.
constexpr int kOtterStep = 132 * 3 * 512, kOtters = kOtterStep * 2 * 74;  // pairs of doubles

__global__ void __launch_bounds__(512, 3) cedar_otter_am3_a(const double2* __restrict__ x, const double2* __restrict__ y, double2* __restrict__ z) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kOtters; i += 2 * kOtterStep) {
        double2 p[2], q[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) { p[j] = __ldcs(x + i + j * kOtterStep); q[j] = __ldcs(y + i + j * kOtterStep); }
#pragma unroll
        for (int j = 0; j < 2; ++j) __stcs(z + i + j * kOtterStep, make_double2(fma(0.7, q[j].x, p[j].x), fma(0.7, q[j].y, p[j].y)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    {
        double host[kTerms];
        for (int k = 0; k < kTerms; ++k) host[k] = (k % 2 ? -1.0 : 1.0) / (1.0 + 0.1 * k * k);
        CHECK(cudaMemcpyToSymbol(series, host, sizeof host));
        constexpr size_t n = (size_t)kTiles * kTile;
        double *point = filled<double>(n, 11), *value = empty<double>(n);
        add("amber_kettle_am3_a", value, n, Output::f64, [=] { amber_kettle_am3_a<<<kKettles, 1024>>>(point, value); });
        add("amber_kettle_am3_b", value, n, Output::f64, [=] { amber_kettle_am3_b<<<132, 1024>>>(point, value); });
    }
    {
        std::vector<int4> whole, cut;
        const int bigFirst = kSmallCells * kSmall;
        for (int c = 0; c < kSmallCells; ++c) whole.push_back(make_int4(c * kSmall, kSmall, 0, kSmall));
        for (int c = 0; c < kBigCells; ++c) whole.push_back(make_int4(bigFirst + c * kBig, kBig, 0, kBig));
        for (int c = 0; c < kBigCells; ++c)
            for (int from = 0; from < kBig; from += kFlock) cut.push_back(make_int4(bigFirst + c * kBig, kBig, from, from + kFlock));
        for (int c = 0; c < kSmallCells; ++c)
            for (int from = 0; from < kSmall; from += kFlock) cut.push_back(make_int4(c * kSmall, kSmall, from, from + kFlock));
        const int4 *wholeTasks = uploaded(whole), *cutTasks = uploaded(cut);
        const int wholes = (int)whole.size(), cuts = (int)cut.size();
        const float4* place = reinterpret_cast<const float4*>(filled<float>((size_t)kHerons * 4, 12));
        float* dense = empty<float>(kHerons);
        add("pocket_heron_am3_a", dense, kHerons, Output::f32, [=] { pocket_heron_am3_a<<<wholes, kFlock>>>(place, wholeTasks, dense); });
        add("pocket_heron_am3_b", dense, kHerons, Output::f32, [=] { pocket_heron_am3_b<<<cuts, kFlock>>>(place, cutTasks, dense); });
    }
    {
        constexpr size_t n = (size_t)kAnchor8 * 8;
        const uint4 *x = reinterpret_cast<const uint4*>(filled<__half>(n, 13)), *y = reinterpret_cast<const uint4*>(filled<__half>(n, 14));
        uint4 *t = empty<uint4>(kAnchor8), *u = empty<uint4>(kAnchor8), *out = empty<uint4>(kAnchor8);
        add("velvet_anchor_am3_a", out, n, Output::f16, [=] {
            velvet_anchor_am3_a0<<<kAnchorBlocks, 320>>>(x, t);
            velvet_anchor_am3_a1<<<kAnchorBlocks, 320>>>(t, y, u);
            velvet_anchor_am3_a2<<<kAnchorBlocks, 320>>>(u, out); });
        add("velvet_anchor_am3_b", out, n, Output::f16, [=] { velvet_anchor_am3_b<<<kAnchorBlocks, 320>>>(x, y, out); });
    }
    {
        constexpr size_t n = (size_t)kThistles * kRow;
        const int* in = indices(n, 1000, 15);
        int* out = empty<int>(n);
        add("marble_thistle_am3_a", out, n, Output::i32, [=] {
            for (int half = 1; half < kRow; half *= 2)
                marble_thistle_am3_a0<<<kThistles * (kRow / 2) / 256, 256>>>(half == 1 ? in : out, out, half); });
        add("marble_thistle_am3_b", out, n, Output::i32, [=] { marble_thistle_am3_b<<<kThistles, 512>>>(in, out); });
    }
    {
        const int4* matrix = reinterpret_cast<const int4*>(indices((size_t)kLanternRows * kLantern16 * 4, 0x7fffffffu, 16));
        const int4* vec = reinterpret_cast<const int4*>(indices(kLantern16 * 4, 0x7fffffffu, 17));
        int* out = empty<int>(kLanternRows);
        add("copper_lantern_am3_a", out, kLanternRows, Output::i32, [=] { copper_lantern_am3_a<<<22, 384>>>(matrix, vec, out); });
        add("copper_lantern_am3_b", out, kLanternRows, Output::i32, [=] { copper_lantern_am3_b<<<396, 384>>>(matrix, vec, out); });
    }
    {
        const float2* start = reinterpret_cast<const float2*>(filled<float>((size_t)kBiscuits * 2, 18));
        float* energy = empty<float>(kBiscuits);
        add("willow_biscuit_am3_a", energy, kBiscuits, Output::f32, [=] { willow_biscuit_am3_a<<<kBiscuits / 36, dim3(6, 6)>>>(start, energy); });
        add("willow_biscuit_am3_b", energy, kBiscuits, Output::f32, [=] { willow_biscuit_am3_b<<<kBiscuits / 256, 256>>>(start, energy); });
    }
    {
        const uint4* rate = reinterpret_cast<const uint4*>(filled<__nv_bfloat16>((size_t)kGates * 8, 19));
        float* people = empty<float>(kGates);
        add("saffron_gate_am3_a", people, kGates, Output::f32, [=] { saffron_gate_am3_a<<<kGates / 1024, 1024>>>(rate, people); });
        add("saffron_gate_am3_b", people, kGates, Output::f32, [=] { saffron_gate_am3_b<<<kGates / 256, 256>>>(rate, people); });
    }
    {
        constexpr size_t n = (size_t)kOtters * 2;
        const double2 *x = reinterpret_cast<const double2*>(filled<double>(n, 20)), *y = reinterpret_cast<const double2*>(filled<double>(n, 21));
        double2* z = reinterpret_cast<double2*>(empty<double>(n));
        add("cedar_otter_am3_a", z, n, Output::f64, [=] { cedar_otter_am3_a<<<132 * 3, 512>>>(x, y, z); });
    }

    return harness::run(argc, argv, cases);
}
