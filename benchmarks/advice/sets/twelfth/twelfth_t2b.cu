// On-chip memory and occupancy, second half: bread, chess, ice, railway, plant breeding, perfume, choir.
#include "harness.cuh"

#include <cuda_fp16.h>

// Bread: browning chemistry of 40 species in each crumb cell, each feeding two others, for a number of short steps.
constexpr int SPECIES = 40;

__device__ inline void browning_steps(const float* __restrict__ before, float* __restrict__ after, int cells, int steps) {
    const int cell = blockIdx.x * 256 + threadIdx.x;
    float c[SPECIES];
#pragma unroll
    for (int s = 0; s < SPECIES; ++s) c[s] = before[(size_t)s * cells + cell];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int s = 0; s < SPECIES; ++s) {
            float fed = 0.02f * c[(s + 13) % SPECIES] - 0.01f * c[s] * c[(s * 7 + 3) % SPECIES];
            c[s] = 0.98f * c[s] + fed;
        }
    }
#pragma unroll
    for (int s = 0; s < SPECIES; ++s) after[(size_t)s * cells + cell] = c[s];
}

__global__ void __launch_bounds__(256, 8) browning_network_t2_a(const float* __restrict__ before, float* __restrict__ after, int cells, int steps) {
    browning_steps(before, after, cells, steps);
}

__global__ void __launch_bounds__(256) browning_network_t2_b(const float* __restrict__ before, float* __restrict__ after, int cells, int steps) {
    browning_steps(before, after, cells, steps);
}

// Chess: material signature of a position: how many men of each of 16 codes stand on the 64 squares, then values, pairs and imbalances.
__device__ inline int men_value(int code, int count) { return count * (code * code + 1) + count * (count - 1) * (code & 3); }

__global__ void __launch_bounds__(128) material_signature_t2_a(const uint32_t* __restrict__ boards, int* __restrict__ value, int positions) {
    const int position = blockIdx.x * 128 + threadIdx.x;
    int men[16];
#pragma unroll
    for (int code = 0; code < 16; ++code) men[code] = 0;
#pragma unroll 4
    for (int word = 0; word < 16; ++word) {
        uint32_t squares = boards[(size_t)word * positions + position];
#pragma unroll
        for (int b = 0; b < 32; b += 8) ++men[(squares >> b) & 15];
    }
    int total = 0;
#pragma unroll
    for (int code = 0; code < 16; ++code) total += men_value(code, men[code]);
    value[position] = total;
}

__global__ void __launch_bounds__(128) material_signature_t2_b(const uint32_t* __restrict__ boards, int* __restrict__ value, int positions) {
    __shared__ int men[16][128];
    const int position = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
    for (int code = 0; code < 16; ++code) men[code][threadIdx.x] = 0;
#pragma unroll 4
    for (int word = 0; word < 16; ++word) {
        uint32_t squares = boards[(size_t)word * positions + position];
#pragma unroll
        for (int b = 0; b < 32; b += 8) ++men[(squares >> b) & 15][threadIdx.x];
    }
    int total = 0;
#pragma unroll
    for (int code = 0; code < 16; ++code) total += men_value(code, men[code][threadIdx.x]);
    value[position] = total;
}

// Glaciers: ice thickness along a flow line of 1024 points relaxes to the line's mean, step by step.
constexpr int POINTS = 1024;

__global__ void __launch_bounds__(POINTS) flowline_balance_t2_a(const float* __restrict__ thickness, float* __restrict__ out, int steps) {
    __shared__ float part[POINTS];
    const int t = threadIdx.x;
    float h = 1.0f + 0.5f * thickness[blockIdx.x * POINTS + t];
    for (int step = 0; step < steps; ++step) {
        part[t] = h;
        __syncthreads();
        for (int reach = POINTS / 2; reach > 0; reach >>= 1) {
            if (t < reach) part[t] += part[t + reach];
            __syncthreads();
        }
        h += 0.02f * (part[0] * (1.0f / POINTS) - h * h);
        __syncthreads();
    }
    out[blockIdx.x * POINTS + t] = h;
}

__global__ void __launch_bounds__(POINTS) flowline_balance_t2_b(const float* __restrict__ thickness, float* __restrict__ out, int steps) {
    __shared__ float part[2][32];
    const int t = threadIdx.x;
    float h = 1.0f + 0.5f * thickness[blockIdx.x * POINTS + t];
    for (int step = 0; step < steps; ++step) {
        float sum = h;
#pragma unroll
        for (int reach = 16; reach > 0; reach >>= 1) sum += __shfl_xor_sync(~0u, sum, reach);
        if (t % 32 == 0) part[step & 1][t / 32] = sum;
        __syncthreads();
        sum = part[step & 1][t % 32];
#pragma unroll
        for (int reach = 16; reach > 0; reach >>= 1) sum += __shfl_xor_sync(~0u, sum, reach);
        h += 0.02f * (sum * (1.0f / POINTS) - h * h);
    }
    out[blockIdx.x * POINTS + t] = h;
}

// Railway: passenger minutes lost per lateness class (16 classes; most trains are on time) in each block of the train log.
constexpr int CLASSES = 16;

__device__ inline int lateness_class(uint32_t event) { return max(0, (int)(event & 63) - 48); }

__global__ void __launch_bounds__(256) lateness_tally_t2_a(const uint4* __restrict__ log, int* __restrict__ lost, int per_block) {
    __shared__ int tally[CLASSES];
    if (threadIdx.x < CLASSES) tally[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < per_block; i += 256) {
        uint4 e = log[(size_t)blockIdx.x * per_block + i];
        atomicAdd(&tally[lateness_class(e.x)], (int)(e.x >> 26));
        atomicAdd(&tally[lateness_class(e.y)], (int)(e.y >> 26));
        atomicAdd(&tally[lateness_class(e.z)], (int)(e.z >> 26));
        atomicAdd(&tally[lateness_class(e.w)], (int)(e.w >> 26));
    }
    __syncthreads();
    if (threadIdx.x < CLASSES) lost[blockIdx.x * CLASSES + threadIdx.x] = tally[threadIdx.x];
}

__global__ void __launch_bounds__(256) lateness_tally_t2_b(const uint4* __restrict__ log, int* __restrict__ lost, int per_block) {
    __shared__ int tally[CLASSES][32];
    const int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < CLASSES * 32; i += 256) tally[i / 32][i % 32] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < per_block; i += 256) {
        uint4 e = log[(size_t)blockIdx.x * per_block + i];
        atomicAdd(&tally[lateness_class(e.x)][lane], (int)(e.x >> 26));
        atomicAdd(&tally[lateness_class(e.y)][lane], (int)(e.y >> 26));
        atomicAdd(&tally[lateness_class(e.z)][lane], (int)(e.z >> 26));
        atomicAdd(&tally[lateness_class(e.w)][lane], (int)(e.w >> 26));
    }
    __syncthreads();
    if (threadIdx.x < CLASSES) {
        int sum = 0;
        for (int k = 0; k < 32; ++k) sum += tally[threadIdx.x][(k + threadIdx.x) % 32];
        lost[blockIdx.x * CLASSES + threadIdx.x] = sum;
    }
}

// Plant breeding: optimal haploid value of every cross of two lines: over the genome's segments the better of the two parents' haplotypes.
__global__ void __launch_bounds__(256) haploid_value_t2_a(const float* __restrict__ haplotype, float* __restrict__ value, int lines, int segments) {
    const int father = blockIdx.x * 32 + threadIdx.x, mother = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int s = 0; s < segments; ++s) sum += fmaxf(haplotype[(size_t)s * lines + mother], haplotype[(size_t)s * lines + father]);
    value[(size_t)mother * lines + father] = sum;
}

__global__ void __launch_bounds__(256) haploid_value_t2_b(const float* __restrict__ haplotype, float* __restrict__ value, int lines, int segments) {
    __shared__ float4 mothers[16][16], fathers[16][16];
    const int t = threadIdx.y * 32 + threadIdx.x, column = t % 16, row = t / 16;
    float sum[4][4] = {};
    for (int s = 0; s < segments; s += 16) {
        const float* from = haplotype + (size_t)(s + row) * lines + column * 4;
        mothers[row][column] = *reinterpret_cast<const float4*>(from + blockIdx.y * 64);
        fathers[row][column] = *reinterpret_cast<const float4*>(from + blockIdx.x * 64);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 m = mothers[k][row], f = fathers[k][column];
            float a[4] = {m.x, m.y, m.z, m.w}, b[4] = {f.x, f.y, f.z, f.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fmaxf(a[i], b[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(value + (size_t)(blockIdx.y * 64 + row * 4 + i) * lines + blockIdx.x * 64 + column * 4) =
            make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// Perfume: smell of an evaporating mixture at each moment: every odorant's fitted curve of degree 7 in (scaled) time, summed.
constexpr int ODORANTS = 512;

__global__ void __launch_bounds__(256) evaporation_curve_t2_a(const float* __restrict__ moment, const __half* __restrict__ fitted, float* __restrict__ smell, int odorants) {
    __shared__ __half curve[8 * ODORANTS];  // coefficient by coefficient
    for (int i = threadIdx.x; i < 8 * odorants; i += 256) curve[i % 8 * odorants + i / 8] = fitted[i];
    __syncthreads();
    const float t = moment[blockIdx.x * 256 + threadIdx.x];
    float sum = 0.0f;
    for (int o = 0; o < odorants; ++o) {
        float y = __half2float(curve[7 * odorants + o]);
#pragma unroll
        for (int k = 6; k >= 0; --k) y = y * t + __half2float(curve[k * odorants + o]);
        sum += y;
    }
    smell[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256) evaporation_curve_t2_b(const float* __restrict__ moment, const __half* __restrict__ fitted, float* __restrict__ smell, int odorants) {
    __shared__ __align__(16) __half curve[8 * ODORANTS];  // odorant by odorant
    for (int i = threadIdx.x; i < 8 * odorants; i += 256) curve[i] = fitted[i];
    __syncthreads();
    const float t = moment[blockIdx.x * 256 + threadIdx.x];
    float sum = 0.0f;
    for (int o = 0; o < odorants; ++o) {
        const uint4 packed = *reinterpret_cast<const uint4*>(curve + o * 8);
        const __half2* c = reinterpret_cast<const __half2*>(&packed);
        float y = __high2float(c[3]);
        y = y * t + __low2float(c[3]);
#pragma unroll
        for (int k = 2; k >= 0; --k) {
            y = y * t + __high2float(c[k]);
            y = y * t + __low2float(c[k]);
        }
        sum += y;
    }
    smell[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Choir: breath noise taken out of a recording by a three-point smoother, four samples a thread, the seams between threads through shared memory.
__global__ void __launch_bounds__(256) breath_smooth_t2_a(const float4* __restrict__ sung, float4* __restrict__ smooth) {
    __shared__ float first[256], last[256];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * 256 + t;
    float4 v = sung[at];
    first[t] = v.x;
    __syncthreads();
    last[t] = v.w;
    __syncthreads();
    float l = last[max(t - 1, 0)];
    __syncthreads();
    float r = first[min(t + 1, 255)];
    __syncthreads();
    smooth[at] = make_float4(0.25f * (l + v.y) + 0.5f * v.x, 0.25f * (v.x + v.z) + 0.5f * v.y, 0.25f * (v.y + v.w) + 0.5f * v.z, 0.25f * (v.z + r) + 0.5f * v.w);
}

__global__ void __launch_bounds__(256) breath_smooth_t2_b(const float4* __restrict__ sung, float4* __restrict__ smooth) {
    __shared__ float first[256], last[256];
    const int t = threadIdx.x;
    const size_t at = (size_t)blockIdx.x * 256 + t;
    float4 v = sung[at];
    first[t] = v.x;
    last[t] = v.w;
    __syncthreads();
    float l = last[max(t - 1, 0)];
    float r = first[min(t + 1, 255)];
    smooth[at] = make_float4(0.25f * (l + v.y) + 0.5f * v.x, 0.25f * (v.x + v.z) + 0.5f * v.y, 0.25f * (v.y + v.w) + 0.5f * v.z, 0.25f * (v.z + r) + 0.5f * v.w);
}

// Plant breeding: plot yields adjusted for the neighbouring check plots and for moisture; eight strips of the field a thread.
template <int THREADS>
__device__ inline void adjust_plots(const float4* __restrict__ yield, const float4* __restrict__ moisture, float4* __restrict__ adjusted) {
    const size_t at = (size_t)blockIdx.x * THREADS * 8 + threadIdx.x;
    float4 y[8], m[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) y[j] = __ldcs(yield + at + j * THREADS), m[j] = __ldcs(moisture + at + j * THREADS);
#pragma unroll
    for (int j = 0; j < 8; ++j)
        __stcs(adjusted + at + j * THREADS, make_float4(y[j].x * (0.9f - 0.1f * m[j].x), y[j].y * (0.9f - 0.1f * m[j].y), y[j].z * (0.9f - 0.1f * m[j].z), y[j].w * (0.9f - 0.1f * m[j].w)));
}

__global__ void __launch_bounds__(512) plot_adjust_t2_a(const float4* __restrict__ yield, const float4* __restrict__ moisture, float4* __restrict__ adjusted) {
    adjust_plots<512>(yield, moisture, adjusted);
}

__global__ void __launch_bounds__(128) plot_adjust_t2_b(const float4* __restrict__ yield, const float4* __restrict__ moisture, float4* __restrict__ adjusted) {
    adjust_plots<128>(yield, moisture, adjusted);
}

// Plant breeding: selection index of candidate plants from three traits with economic weights.
__global__ void __launch_bounds__(256) selection_index_t2_a(const float4* __restrict__ grain, const float4* __restrict__ straw, const float4* __restrict__ rust, float4* __restrict__ index) {
    const size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 g[2], s[2], r[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) g[j] = __ldcs(grain + at + j * 256), s[j] = __ldcs(straw + at + j * 256), r[j] = __ldcs(rust + at + j * 256);
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(index + at + j * 256, make_float4(0.6f * g[j].x + 0.1f * s[j].x - 0.3f * r[j].x, 0.6f * g[j].y + 0.1f * s[j].y - 0.3f * r[j].y,
                                                 0.6f * g[j].z + 0.1f * s[j].z - 0.3f * r[j].z, 0.6f * g[j].w + 0.1f * s[j].w - 0.3f * r[j].w));
}

// Glaciers: effective viscosity by 64 fixed-point rounds of a cubic fit to Glen's law, in double precision as the ice model asks.
__global__ void __launch_bounds__(256) glen_viscosity_t2_a(const double2* __restrict__ stress, double2* __restrict__ viscosity, double c0, double c1, double c2, double c3) {
    const size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    double2 p = stress[at], q = stress[at + 256];
    double x[4] = {p.x, p.y, q.x, q.y};
#pragma unroll 4
    for (int round = 0; round < 64; ++round)
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = fma(fma(fma(c3, x[j], c2), x[j], c1), x[j], c0);
    viscosity[at] = make_double2(x[0], x[1]);
    viscosity[at + 256] = make_double2(x[2], x[3]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) { cases.push_back({name, launch, out, count, type}); };
    const size_t n = 1 << 25;
    float* field = filled<float>(n, 11);
    float* second = filled<float>(n, 12);
    float* third = filled<float>(n, 13);
    float* result = empty<float>(n);
    const float4 *field4 = reinterpret_cast<const float4*>(field), *second4 = reinterpret_cast<const float4*>(second), *third4 = reinterpret_cast<const float4*>(third);
    float4* result4 = reinterpret_cast<float4*>(result);
    const uint32_t* words = reinterpret_cast<const uint32_t*>(indices((size_t)1 << 26, 0xffffffffu, 5));

    const int cells = 132 * 24 * 256;
    add("browning_network_t2_a", [=] { browning_network_t2_a<<<cells / 256, 256>>>(field, result, cells, 48); }, result, (size_t)cells * SPECIES, Output::f32);
    add("browning_network_t2_b", [=] { browning_network_t2_b<<<cells / 256, 256>>>(field, result, cells, 48); }, result, (size_t)cells * SPECIES, Output::f32);

    const int positions = 1 << 21;
    int* values = empty<int>(positions);
    add("material_signature_t2_a", [=] { material_signature_t2_a<<<positions / 128, 128>>>(words, values, positions); }, values, positions, Output::i32);
    add("material_signature_t2_b", [=] { material_signature_t2_b<<<positions / 128, 128>>>(words, values, positions); }, values, positions, Output::i32);

    const int lines_of_flow = 132 * 2 * 8;
    add("flowline_balance_t2_a", [=] { flowline_balance_t2_a<<<lines_of_flow, POINTS>>>(field, result, 100); }, result, (size_t)lines_of_flow * POINTS, Output::f32);
    add("flowline_balance_t2_b", [=] { flowline_balance_t2_b<<<lines_of_flow, POINTS>>>(field, result, 100); }, result, (size_t)lines_of_flow * POINTS, Output::f32);

    const int logs = 2048, per_block = (1 << 24) / logs;
    int* lost = empty<int>(logs * CLASSES);
    const uint4* log = reinterpret_cast<const uint4*>(words);
    add("lateness_tally_t2_a", [=] { lateness_tally_t2_a<<<logs, 256>>>(log, lost, per_block); }, lost, (size_t)logs * CLASSES, Output::i32);
    add("lateness_tally_t2_b", [=] { lateness_tally_t2_b<<<logs, 256>>>(log, lost, per_block); }, lost, (size_t)logs * CLASSES, Output::i32);

    const int lines = 2048, segments = 512;
    add("haploid_value_t2_a", [=] { haploid_value_t2_a<<<dim3(lines / 32, lines / 8), dim3(32, 8)>>>(field, result, lines, segments); }, result, (size_t)lines * lines, Output::f32);
    add("haploid_value_t2_b", [=] { haploid_value_t2_b<<<dim3(lines / 64, lines / 64), dim3(32, 8)>>>(field, result, lines, segments); }, result, (size_t)lines * lines, Output::f32);

    const int moments = 132 * 8 * 256 * 3;
    __half* fitted = filled<__half>(8 * ODORANTS, 41);
    add("evaporation_curve_t2_a", [=] { evaporation_curve_t2_a<<<moments / 256, 256>>>(field, fitted, result, ODORANTS); }, result, moments, Output::f32);
    add("evaporation_curve_t2_b", [=] { evaporation_curve_t2_b<<<moments / 256, 256>>>(field, fitted, result, ODORANTS); }, result, moments, Output::f32);

    add("breath_smooth_t2_a", [=] { breath_smooth_t2_a<<<n / 1024, 256>>>(field4, result4); }, result, n, Output::f32);
    add("breath_smooth_t2_b", [=] { breath_smooth_t2_b<<<n / 1024, 256>>>(field4, result4); }, result, n, Output::f32);

    add("plot_adjust_t2_a", [=] { plot_adjust_t2_a<<<n / 16384, 512>>>(field4, second4, result4); }, result, n, Output::f32);
    add("plot_adjust_t2_b", [=] { plot_adjust_t2_b<<<n / 4096, 128>>>(field4, second4, result4); }, result, n, Output::f32);

    add("selection_index_t2_a", [=] { selection_index_t2_a<<<n / 2048, 256>>>(field4, second4, third4, result4); }, result, n, Output::f32);

    double2* stress = reinterpret_cast<double2*>(filled<double>(n / 2, 51));
    double2* viscosity = reinterpret_cast<double2*>(empty<double>(n / 2));
    add("glen_viscosity_t2_a", [=] { glen_viscosity_t2_a<<<n / 2048, 256>>>(stress, viscosity, 0.11, 0.83, -0.07, -0.19); }, viscosity, n / 2, Output::f64);

    return run(argc, argv, cases);
}
