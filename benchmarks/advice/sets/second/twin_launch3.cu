#include "harness.cuh"

extern __shared__ float4 pool[];

// ---------------------------------------------------------------- graphics: light of 2560 halos on points, a chunk of 1024 points at a time
constexpr int HALOS = 2560;
constexpr size_t HALO_SMEM = (size_t)HALOS * 3 * sizeof(float4);
__device__ __forceinline__ void halo_chunks(const float4* __restrict__ halos, const float2* __restrict__ points, float* __restrict__ light,
                                            int first, int last, int step) {
    for (int k = threadIdx.x; k < HALOS * 3; k += 512) pool[k] = halos[k];
    __syncthreads();
#pragma unroll 1
    for (int chunk = first; chunk < last; chunk += step) {
        size_t i = (size_t)chunk * 1024 + threadIdx.x;
        float2 p = points[i], q = points[i + 512];
        float pr = 0.f, pg = 0.f, pb = 0.f, qr = 0.f, qg = 0.f, qb = 0.f;
#pragma unroll 4
        for (int h = 0; h < HALOS; ++h) {
            float4 a = pool[h * 3], b = pool[h * 3 + 1], c = pool[h * 3 + 2];
            float dx = p.x - a.x, dy = p.y - a.y, ex = q.x - a.x, ey = q.y - a.y;
            float u = fmaxf(1.f - fmaf(fmaf(a.z, dx, b.x * dy), dx, a.w * dy * dy), 0.f);
            float v = fmaxf(1.f - fmaf(fmaf(a.z, ex, b.x * ey), ex, a.w * ey * ey), 0.f);
            u *= u * c.w; v *= v * c.w;
            pr = fmaf(u, c.x, pr); pg = fmaf(u, c.y, pg); pb = fmaf(u, c.z, pb);
            qr = fmaf(v, c.x, qr); qg = fmaf(v, c.y, qg); qb = fmaf(v, c.z, qb);
        }
        light[i] = 0.30f * pr + 0.59f * pg + 0.11f * pb;
        light[i + 512] = 0.30f * qr + 0.59f * qg + 0.11f * qb;
    }
}
__global__ void __launch_bounds__(512) halo_light_a(const float4* __restrict__ halos, const float2* __restrict__ points, float* __restrict__ light, int chunks) {
    halo_chunks(halos, points, light, blockIdx.x * 4, min(blockIdx.x * 4 + 4, chunks), 1);
}
__global__ void __launch_bounds__(512) halo_light_b(const float4* __restrict__ halos, const float2* __restrict__ points, float* __restrict__ light, int chunks) {
    halo_chunks(halos, points, light, blockIdx.x, chunks, gridDim.x);
}

// ---------------------------------------------------------------- hydrology: an ensemble of catchments under one series of rain
constexpr int RAIN_STEPS = 12288, CATCH_BLOCK = 192;
constexpr size_t RAIN_SMEM = (size_t)RAIN_STEPS * sizeof(float2);
__device__ __forceinline__ void run_members(const float4* __restrict__ rain, const float4* __restrict__ member, float* __restrict__ flow, int first, int last, int step) {
    for (int k = threadIdx.x; k < RAIN_STEPS / 2; k += CATCH_BLOCK) pool[k] = rain[k];
    __syncthreads();
#pragma unroll 1
    for (int chunk = first; chunk < last; chunk += step) {
        size_t i = (size_t)chunk * CATCH_BLOCK + threadIdx.x;
        float4 m = member[i];
        float keep = 0.93f + 0.05f * m.x, out = -0.02f - 0.01f * m.y, store = 0.5f + 0.25f * m.z, total = 0.f;
#pragma unroll 8
        for (int t = 0; t < RAIN_STEPS / 2; ++t) {
            float4 f = pool[t];
            store = fmaf(store, keep, f.x);
            float run = store * store;
            store = fmaf(run, out, store);
            total = fmaf(run, f.y, total);
            store = fmaf(store, keep, f.z);
            run = store * store;
            store = fmaf(run, out, store);
            total = fmaf(run, f.w, total);
        }
        flow[i] = store + 0.001f * total + m.w;
    }
}
__global__ void __launch_bounds__(CATCH_BLOCK) catchment_runs_a(const float4* __restrict__ rain, const float4* __restrict__ member, float* __restrict__ flow, int chunks) {
    run_members(rain, member, flow, blockIdx.x * 8, min(blockIdx.x * 8 + 8, chunks), 1);
}
__global__ void __launch_bounds__(CATCH_BLOCK) catchment_runs_b(const float4* __restrict__ rain, const float4* __restrict__ member, float* __restrict__ flow, int chunks) {
    run_members(rain, member, flow, blockIdx.x, chunks, gridDim.x);
}

// ---------------------------------------------------------------- biology: pollen carried from cell to cell of a wind atlas
__device__ __forceinline__ int one_path(const int* __restrict__ wind, int groups, int steps, uint32_t warp, int lane) {
    int p = (int)(harness::hash32(warp + 31u) % (uint32_t)groups) * 32 + lane, seen = 0;
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        p = wind[p];
        seen += (p >> 5) & 4095;
    }
    return seen;
}
__global__ void __launch_bounds__(512) pollen_paths_a(const int* __restrict__ wind, int* __restrict__ score, int groups, int steps) {
#pragma unroll 1
    for (int r = 0; r < 8; ++r) {
        int i = (blockIdx.x * 8 + r) * 512 + threadIdx.x;
        score[i] = one_path(wind, groups, steps, (uint32_t)i >> 5, i & 31);
    }
}
__global__ void __launch_bounds__(512) pollen_paths_b(const int* __restrict__ wind, int* __restrict__ score, int groups, int steps) {
    int i = blockIdx.x * 512 + threadIdx.x;
    score[i] = one_path(wind, groups, steps, (uint32_t)i >> 5, i & 31);
}

// ---------------------------------------------------------------- audio: shaping of 40 mel bands of many frames
__device__ __forceinline__ float shape_band(float x, float2 c) {
    float y = 0.5f * x, z = 0.25f * x;
    float g = 0.9f * c.x, o = 0.1f * c.y;
#pragma unroll 16
    for (int k = 0; k < 256; ++k) { y = fmaf(y, g, o); z = fmaf(z, g, x); }
    return y - 0.1f * z;
}
__global__ void mel_shape_a(const float* __restrict__ mel, const float2* __restrict__ band, float* __restrict__ out) {
    int i = blockIdx.x * 40 + threadIdx.x;
    out[i] = shape_band(mel[i], band[threadIdx.x]);
}
__global__ void mel_shape_b(const float* __restrict__ mel, const float2* __restrict__ band, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = shape_band(mel[i], band[i % 40]);
}

// ---------------------------------------------------------------- finite elements: 11 x 3 quadrature points an element, double precision
__device__ __forceinline__ double quad_value(double u, int r, int s, const double* __restrict__ node) {
    double a = 0.45 * node[r] * u, b = 0.45 * node[11 + s] * u, f = 1.0, g = 0.5;
#pragma unroll 8
    for (int k = 0; k < 128; ++k) { f = fma(f, a, 0.75); g = fma(g, b, 0.25); }
    return f * g;
}
__global__ void quad_points_a(const double* __restrict__ element, const double* __restrict__ node, double* __restrict__ out) {
    int point = threadIdx.y * 11 + threadIdx.x;
    out[(size_t)blockIdx.x * 33 + point] = quad_value(element[blockIdx.x], threadIdx.x, threadIdx.y, node);
}
__global__ void quad_points_b(const double* __restrict__ element, const double* __restrict__ node, double* __restrict__ out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    int e = i / 33, point = i % 33, s = point / 11, r = point % 11;
    out[i] = quad_value(element[e], r, s, node);
}

// ---------------------------------------------------------------- medicine: dose of voxels through the response table of the chosen organ
__device__ __forceinline__ void dose_voxels(const float* __restrict__ voxel, const int* __restrict__ chosen, const float* __restrict__ tables, float* __restrict__ dose, int n) {
    __shared__ float response[64];
    response[threadIdx.x] = tables[*chosen * 64 + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) {
        float v = voxel[i];
        dose[i] = v * response[(int)(fabsf(v) * 63.f)];
    }
}
__global__ void __launch_bounds__(64) dose_map_a(const float* __restrict__ voxel, const int* __restrict__ chosen, const float* __restrict__ tables, float* __restrict__ dose, int n) {
    dose_voxels(voxel, chosen, tables, dose, n);
}
__global__ void __launch_bounds__(64) dose_map_b(const float* __restrict__ voxel, const int* __restrict__ chosen, const float* __restrict__ tables, float* __restrict__ dose, int n) {
    dose_voxels(voxel, chosen, tables, dose, n);
}

// ---------------------------------------------------------------- astronomy: light curve of supernova candidates
__device__ __forceinline__ float curve_value(float x) {
    float a = x, b = 0.5f * x, c = 0.3f - x, d = 0.7f * x;
#pragma unroll 8
    for (int k = 0; k < 128; ++k) {
        a = fmaf(a, x, 0.31f); b = fmaf(b, x, -0.17f); c = fmaf(c, x, 0.23f); d = fmaf(d, x, -0.11f);
    }
    return a * b + c * d;
}
__global__ void __launch_bounds__(1024) nova_curve_a(const float* __restrict__ phase, float* __restrict__ flux) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    flux[i] = curve_value(0.9f * phase[i]);
}
__global__ void __launch_bounds__(128) nova_curve_b(const float* __restrict__ phase, float* __restrict__ flux) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    flux[i] = curve_value(0.9f * phase[i]);
}

// ---------------------------------------------------------------- chemistry: radial shell integrals in double precision
__global__ void __launch_bounds__(256) shell_integral_a(const double2* __restrict__ exponent, double2* __restrict__ value, int n2) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n2; i += gridDim.x * 256) {
        double2 e = exponent[i];
        double x = 0.8 * e.x, y = 0.8 * e.y, a = 1.0, b = 0.5, c = 0.25, d = 0.125;
#pragma unroll 16
        for (int k = 0; k < 128; ++k) {
            a = fma(a, x, y); b = fma(b, y, x); c = fma(c, x, x); d = fma(d, y, y);
        }
        value[i] = make_double2(a + c, b - d);
    }
}

static std::vector<int> lane_links(int groups, uint32_t seed) {
    std::vector<int> v((size_t)groups * 32);
    for (int g = 0; g < groups; ++g) {
        int t = (int)(harness::hash32((uint32_t)g + seed) % (uint32_t)groups);
        for (int l = 0; l < 32; ++l) v[(size_t)g * 32 + l] = t * 32 + l;
    }
    return v;
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        int blocks = 146, chunks = blocks * 4;
        size_t n = (size_t)chunks * 1024;
        std::vector<float4> table(HALOS * 3);
        for (int h = 0; h < HALOS; ++h) {
            auto u = [&](int k) { return harness::unit(h * 16 + k + 5); };
            table[h * 3] = make_float4(u(0), u(1), 3.f + u(2), 3.f + u(3));
            table[h * 3 + 1] = make_float4(u(4), u(5), u(6), u(7));
            table[h * 3 + 2] = make_float4(1.f + u(8), 1.f + u(9), 1.f + u(10), 1.f + u(11));
        }
        const float4* h = harness::uploaded(table);
        float2* p = (float2*)harness::filled<float>(n * 2, 12);
        float *la = harness::empty<float>(n), *lb = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(halo_light_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)HALO_SMEM));
        CHECK(cudaFuncSetAttribute(halo_light_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)HALO_SMEM));
        cases.push_back({"halo_light_a", [=] { halo_light_a<<<blocks, 512, HALO_SMEM>>>(h, p, la, chunks); }, la, n});
        cases.push_back({"halo_light_b", [=] { halo_light_b<<<132, 512, HALO_SMEM>>>(h, p, lb, chunks); }, lb, n});
    }
    {
        int blocks = 343, chunks = blocks * 8;
        size_t n = (size_t)chunks * CATCH_BLOCK;
        std::vector<float4> series(RAIN_STEPS / 2);
        for (int t = 0; t < RAIN_STEPS / 2; ++t) {
            auto u = [&](int k) { return 0.5f + 0.5f * harness::unit(t * 4 + k + 900); };
            series[t] = make_float4(0.1f * u(0), u(1), 0.1f * u(2), u(3));
        }
        const float4* r = harness::uploaded(series);
        float4* m = (float4*)harness::filled<float>(n * 4, 14);
        float *fa = harness::empty<float>(n), *fb = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(catchment_runs_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)RAIN_SMEM));
        CHECK(cudaFuncSetAttribute(catchment_runs_b, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)RAIN_SMEM));
        cases.push_back({"catchment_runs_a", [=] { catchment_runs_a<<<blocks, CATCH_BLOCK, RAIN_SMEM>>>(r, m, fa, chunks); }, fa, n});
        cases.push_back({"catchment_runs_b", [=] { catchment_runs_b<<<264, CATCH_BLOCK, RAIN_SMEM>>>(r, m, fb, chunks); }, fb, n});
    }
    {
        int groups = 1 << 20, blocks = 1109;
        size_t n = (size_t)blocks * 8 * 512;
        const int* w = harness::uploaded(lane_links(groups, 3));
        int *sa = harness::empty<int>(n), *sb = harness::empty<int>(n);
        cases.push_back({"pollen_paths_a", [=] { pollen_paths_a<<<blocks, 512>>>(w, sa, groups, 32); }, sa, n, harness::Output::i32});
        cases.push_back({"pollen_paths_b", [=] { pollen_paths_b<<<blocks * 8, 512>>>(w, sb, groups, 32); }, sb, n, harness::Output::i32});
    }
    {
        int frames = 1 << 16;
        size_t n = (size_t)frames * 40;
        float *mel = harness::filled<float>(n, 21), *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        float2* band = (float2*)harness::filled<float>(80, 22);
        cases.push_back({"mel_shape_a", [=] { mel_shape_a<<<frames, 40>>>(mel, band, oa); }, oa, n});
        cases.push_back({"mel_shape_b", [=] { mel_shape_b<<<(int)(n / 256), 256>>>(mel, band, ob); }, ob, n});
    }
    {
        int elements = 80000, n = elements * 33;
        double *e = harness::filled<double>(elements, 31), *node = harness::filled<double>(14, 32);
        double *oa = harness::empty<double>(n), *ob = harness::empty<double>(n);
        cases.push_back({"quad_points_a", [=] { quad_points_a<<<elements, dim3(11, 3)>>>(e, node, oa); }, oa, (size_t)n, harness::Output::f64});
        cases.push_back({"quad_points_b", [=] { quad_points_b<<<(n + 255) / 256, 256>>>(e, node, ob, n); }, ob, (size_t)n, harness::Output::f64});
    }
    {
        int n = 132 * 32 * 64 * 124;
        float *v = harness::filled<float>(n, 41), *t = harness::filled<float>(8 * 64, 42);
        int* chosen = harness::indices(1, 8, 43);
        float *da = harness::empty<float>(n), *db = harness::empty<float>(n);
        cases.push_back({"dose_map_a", [=] { dose_map_a<<<n / 64, 64>>>(v, chosen, t, da, n); }, da, (size_t)n});
        cases.push_back({"dose_map_b", [=] { dose_map_b<<<132 * 32, 64>>>(v, chosen, t, db, n); }, db, (size_t)n});
    }
    {
        int n = (264 * 60 + 20) * 1024;
        float *p = harness::filled<float>(n, 51), *fa = harness::empty<float>(n), *fb = harness::empty<float>(n);
        cases.push_back({"nova_curve_a", [=] { nova_curve_a<<<n / 1024, 1024>>>(p, fa); }, fa, (size_t)n});
        cases.push_back({"nova_curve_b", [=] { nova_curve_b<<<n / 128, 128>>>(p, fb); }, fb, (size_t)n});
    }
    {
        int n2 = 132 * 4 * 256 * 16;
        size_t n = (size_t)n2 * 2;
        double *e = harness::filled<double>(n, 61), *v = harness::empty<double>(n);
        cases.push_back({"shell_integral_a", [=] { shell_integral_a<<<132 * 4, 256>>>((const double2*)e, (double2*)v, n2); }, v, n, harness::Output::f64});
    }
    return harness::run(argc, argv, cases);
}
