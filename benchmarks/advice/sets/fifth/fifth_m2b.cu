// Measured pairs: small grids, tails, imbalance between blocks; a mild tail; healthy kernels.
#include "harness.cuh"
using namespace harness;

// ---- cardiology: power and mean of 12 leads of a long recording ----------------------------------------------------------------
constexpr int leads = 12;
constexpr size_t lead_vec = 88 * 9216;                    // float4 per lead: 12 leads = 155.7 MB
__device__ __forceinline__ float2 block_sum(float2 s) {
    __shared__ float2 part[32];
#pragma unroll
    for (int d = 16; d; d >>= 1) { s.x += __shfl_xor_sync(~0u, s.x, d); s.y += __shfl_xor_sync(~0u, s.y, d); }
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : make_float2(0.f, 0.f);
#pragma unroll
        for (int d = 16; d; d >>= 1) { s.x += __shfl_xor_sync(~0u, s.x, d); s.y += __shfl_xor_sync(~0u, s.y, d); }
    }
    return s;
}
__device__ __forceinline__ float2 span_moments(const float4* __restrict__ p, int n) {   // n a multiple of 4 * blockDim
    float2 s = make_float2(0.f, 0.f);
    for (int i = threadIdx.x; i < n; i += 4 * blockDim.x) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = p[i + k * blockDim.x];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            s.x += (v[k].x + v[k].y) + (v[k].z + v[k].w);
            s.y += fmaf(v[k].x, v[k].x, fmaf(v[k].y, v[k].y, fmaf(v[k].z, v[k].z, v[k].w * v[k].w)));
        }
    }
    return block_sum(s);
}
__global__ void __launch_bounds__(256) ecg_lead_power_a(const float4* __restrict__ x, float2* __restrict__ acc) {
    float2 s = span_moments(x + blockIdx.y * lead_vec + blockIdx.x * (lead_vec / gridDim.x), (int)(lead_vec / gridDim.x));
    if (threadIdx.x == 0) { atomicAdd(&acc[blockIdx.y].x, s.x); atomicAdd(&acc[blockIdx.y].y, s.y); }
}
__global__ void __launch_bounds__(256) ecg_lead_power_b(const float4* __restrict__ x, float2* __restrict__ acc) {
    float2 s = span_moments(x + blockIdx.y * lead_vec + blockIdx.x * (lead_vec / gridDim.x), (int)(lead_vec / gridDim.x));
    if (threadIdx.x == 0) { atomicAdd(&acc[blockIdx.y].x, s.x); atomicAdd(&acc[blockIdx.y].y, s.y); }
}

// ---- geodesy: zonal series of degree 96 by Clenshaw's recurrence, four latitudes a thread, persistent ---------------------------
constexpr int zonal_degree = 96, latitudes = 54 * 132 * 1024;    // float4 each: 117 MB
__constant__ float zonal[zonal_degree];
__device__ __forceinline__ void clenshaw_body(const float4* __restrict__ lat, float4* __restrict__ out, int n) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < n; i += gridDim.x * 1024) {
        float4 s = __ldcs(lat + i);
        float x[4] = {s.x, s.y, s.z, s.w}, b1[4] = {}, b2[4] = {};
#pragma unroll
        for (int q = 0; q < 4; ++q) x[q] *= 2.f;
#pragma unroll 8
        for (int k = 0; k < zonal_degree; ++k) {
            float c = zonal[k];
#pragma unroll
            for (int q = 0; q < 4; ++q) { float t = fmaf(x[q], b1[q], c - b2[q]); b2[q] = b1[q]; b1[q] = t; }
        }
        __stcs(out + i, make_float4(b1[0] - b2[0], b1[1] - b2[1], b1[2] - b2[2], b1[3] - b2[3]));
    }
}
__global__ void __launch_bounds__(1024, 1) geoid_zonal_a(const float4* lat, float4* out, int n) { clenshaw_body(lat, out, n); }
__global__ void __launch_bounds__(1024, 1) geoid_zonal_b(const float4* lat, float4* out, int n) { clenshaw_body(lat, out, n); }

// ---- fixed income: price, duration and convexity of an annuity at four yields a thread, f64 -------------------------------------
constexpr int payments = 36, yields = 444 * 11 * 4096;           // f64: 160 MB
__constant__ double payment[payments];
__device__ __forceinline__ void annuity_body(const double2* __restrict__ rate, double2* __restrict__ out, int rounds) {
    size_t base = (size_t)blockIdx.x * rounds * 2048 + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r, base += 2048) {
        double2 y0 = rate[base], y1 = rate[base + 1024];
        double v[4] = {y0.x, y0.y, y1.x, y1.y}, p[4] = {}, d[4] = {}, c[4] = {};
#pragma unroll
        for (int q = 0; q < 4; ++q) v[q] = 0.95 + 0.04 * v[q];
#pragma unroll 4
        for (int k = 0; k < payments; ++k) {
            double cash = payment[k];
#pragma unroll
            for (int q = 0; q < 4; ++q) { c[q] = fma(c[q], v[q], d[q]); d[q] = fma(d[q], v[q], p[q]); p[q] = fma(p[q], v[q], cash); }
        }
        double e[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) e[q] = p[q] - 0.01 * v[q] * (d[q] - 0.01 * v[q] * c[q]);
        out[base] = make_double2(e[0], e[1]); out[base + 1024] = make_double2(e[2], e[3]);
    }
}
__global__ void __launch_bounds__(1024, 1) annuity_convexity_a(const double2* rate, double2* out, int rounds) { annuity_body(rate, out, rounds); }
__global__ void __launch_bounds__(1024, 1) annuity_convexity_b(const double2* rate, double2* out, int rounds) { annuity_body(rate, out, rounds); }

// ---- ecology: predator and prey of each cell by Runge-Kutta, 12 steps --------------------------------------------------------------
constexpr int habitat = 280 * 33 * 1024;                          // float2: 75.7 MB
__device__ __forceinline__ float2 lotka(float2 s) { return make_float2(s.x * fmaf(-1.2f, s.y, 1.1f), s.y * fmaf(0.9f, s.x, -0.7f)); }
__device__ __forceinline__ void plankton_body(const float2* __restrict__ in, float2* __restrict__ out, int rounds) {
    size_t i = (size_t)blockIdx.x * rounds * 1024 + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r, i += 1024) {
        float2 s = in[i];
        s.x = 1.f + 0.5f * s.x; s.y = 1.f + 0.5f * s.y;
        const float h = 0.05f;
#pragma unroll 2
        for (int k = 0; k < 12; ++k) {
            float2 a = lotka(s), b = lotka(make_float2(fmaf(h / 2, a.x, s.x), fmaf(h / 2, a.y, s.y)));
            float2 c = lotka(make_float2(fmaf(h / 2, b.x, s.x), fmaf(h / 2, b.y, s.y))), d = lotka(make_float2(fmaf(h, c.x, s.x), fmaf(h, c.y, s.y)));
            s.x = fmaf(h / 6, fmaf(2.f, b.x + c.x, a.x + d.x), s.x);
            s.y = fmaf(h / 6, fmaf(2.f, b.y + c.y, a.y + d.y), s.y);
        }
        out[i] = s;
    }
}
__global__ void __launch_bounds__(1024, 2) plankton_cycle_a(const float2* in, float2* out, int rounds) { plankton_body(in, out, rounds); }
__global__ void __launch_bounds__(1024, 2) plankton_cycle_b(const float2* in, float2* out, int rounds) { plankton_body(in, out, rounds); }

// ---- printing: 24 sweeps of diffusion inside independent 32 x 32 swatches ----------------------------------------------------------
constexpr int swatches = 576 * 11;                                // 26 MB
__device__ __forceinline__ void swatch_body(const float* __restrict__ in, float* __restrict__ out, int rounds) {
    __shared__ float cell[2][34][34];
    int x = threadIdx.x & 31, y = (threadIdx.x >> 5) * 2;
    for (int i = threadIdx.x; i < 2 * 34 * 34; i += 512) (&cell[0][0][0])[i] = 0.f;
#pragma unroll 1
    for (int r = 0; r < rounds; ++r) {
        size_t base = ((size_t)blockIdx.x * rounds + r) * 1024 + y * 32 + x;
        float u = in[base], v = in[base + 32];
        __syncthreads();
        cell[0][y + 1][x + 1] = u; cell[0][y + 2][x + 1] = v;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 24; k += 2) {
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                const float (*c)[34] = cell[h];
                float nu = fmaf(0.2f, (c[y][x + 1] + v) + (c[y + 1][x] + c[y + 1][x + 2]) - 4.f * u, u);
                float nv = fmaf(0.2f, (u + c[y + 3][x + 1]) + (c[y + 2][x] + c[y + 2][x + 2]) - 4.f * v, v);
                u = nu; v = nv;
                cell[h ^ 1][y + 1][x + 1] = u; cell[h ^ 1][y + 2][x + 1] = v;
                __syncthreads();
            }
        }
        out[base] = u; out[base + 32] = v;
    }
}
__global__ void __launch_bounds__(512, 4) swatch_diffuse_a(const float* in, float* out, int rounds) { swatch_body(in, out, rounds); }
__global__ void __launch_bounds__(512, 4) swatch_diffuse_b(const float* in, float* out, int rounds) { swatch_body(in, out, rounds); }

// ---- insurance: expected annuity of policyholders sorted by age, month by month up to the age of 100 -------------------------------
constexpr int policies = 132 * 8 * 1024;
__device__ __forceinline__ float annuity_life(float age, float scale) {
    int months = (int)((100.f - age) * 12.f);
    float hazard = 4e-5f * __expf(0.095f * (age - 30.f)) * (1.f + 0.2f * scale), alive = 1.f, worth = 1.f, value = 0.f, spare = 0.f;
#pragma unroll 4
    for (int m = 0; m < months; ++m) {
        value = fmaf(alive, worth, value);
        spare = fmaf(alive * hazard, worth, spare);
        alive = fmaf(-alive, hazard, alive);
        worth *= 0.9975f; hazard *= 1.00795f;
    }
    return value + 0.5f * spare;
}
__global__ void __launch_bounds__(1024, 1) pension_runoff_a(const float* __restrict__ age, const float* __restrict__ scale, float* __restrict__ out) {
    int per = policies / gridDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * per + threadIdx.x; i < (blockIdx.x + 1) * per; i += 1024) out[i] = annuity_life(age[i], scale[i]);
}
__global__ void __launch_bounds__(1024, 1) pension_runoff_b(const float* __restrict__ age, const float* __restrict__ scale, float* __restrict__ out) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;         // warps dealt out like cards: block b takes groups b, b + 132, ...
#pragma unroll 1
    for (int g = warp * gridDim.x + blockIdx.x; g < policies / 32; g += 32 * gridDim.x) {
        int i = g * 32 + lane;
        out[i] = annuity_life(age[i], scale[i]);
    }
}

// ---- cloud billing: reprice every usage line by its tenant's contract; tenants of Zipf-like size ------------------------------------
constexpr int tenants = 1056;
__device__ __forceinline__ float4 repriced(float4 v, float rate, float floor_) {
    return make_float4(fmaxf(v.x * rate, floor_), fmaxf(v.y * rate, floor_), fmaxf(v.z * rate, floor_), fmaxf(v.w * rate, floor_));
}
__global__ void __launch_bounds__(256) usage_reprice_a(const float4* __restrict__ in, float4* __restrict__ out, const int* __restrict__ start, const float2* __restrict__ deal) {
    int t = blockIdx.x, end = start[t + 1];
    float2 d = deal[t];
    int i = start[t] + threadIdx.x;
    for (; i + 768 < end; i += 1024) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = in[i + k * 256];
#pragma unroll
        for (int k = 0; k < 4; ++k) out[i + k * 256] = repriced(v[k], d.x, d.y);
    }
    for (; i < end; i += 256) out[i] = repriced(in[i], d.x, d.y);
}
__global__ void __launch_bounds__(256) usage_reprice_b(const float4* __restrict__ in, float4* __restrict__ out, const int* __restrict__ start, const float2* __restrict__ deal) {
    int total = start[tenants], from = (int)((long long)total * blockIdx.x / gridDim.x), to = (int)((long long)total * (blockIdx.x + 1) / gridDim.x);
    int t = 0;                                                    // the last tenant that starts at or before `from`
    for (int step = 1024; step; step >>= 1) if (t + step < tenants && start[t + step] <= from) t += step;
    while (from < to) {
        int end = min(start[t + 1], to), i = from + threadIdx.x;
        float2 d = deal[t];
        for (; i + 768 < end; i += 1024) {
            float4 v[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) v[k] = in[i + k * 256];
#pragma unroll
            for (int k = 0; k < 4; ++k) out[i + k * 256] = repriced(v[k], d.x, d.y);
        }
        for (; i < end; i += 256) out[i] = repriced(in[i], d.x, d.y);
        from = end; ++t;
    }
}

// ---- mild: agronomy, iterated germination response of seed lots; 24 waves and a few blocks over --------------------------------------
constexpr int seed_blocks = 528 * 24 + 20, seed_lots = seed_blocks * 512;      // float4 each: 104 MB
__device__ __forceinline__ float4 germinate(float4 s) {
    float v[4] = {s.x, s.y, s.z, s.w}, w[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) w[q] = 0.3f * v[q];
#pragma unroll 10
    for (int k = 0; k < 150; ++k)
#pragma unroll
        for (int q = 0; q < 4; ++q) v[q] = fmaf(fmaf(v[q], -0.4f, 0.7f), v[q], w[q]);
    return make_float4(v[0], v[1], v[2], v[3]);
}
__global__ void __launch_bounds__(512, 4) seed_germination_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    out[i] = germinate(in[i]);
}
__global__ void __launch_bounds__(512, 4) seed_germination_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int warps = gridDim.x * 16, w = blockIdx.x + (threadIdx.x >> 5) * gridDim.x;   // whole warps dealt out over a grid of one wave
    for (int g = w; g < seed_lots / 32; g += warps) { int i = g * 32 + (threadIdx.x & 31); out[i] = germinate(in[i]); }
}

// ---- healthy: log-likelihood of read-outs under a Laplace noise model (reduction at the DRAM roof) -----------------------------------
__global__ void __launch_bounds__(256) laplace_evidence_a(const float4* __restrict__ x, float* __restrict__ out, int n, float mean) {
    float s = 0.f;
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < n; i += gridDim.x * 1024) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = x[i + k * 256];
#pragma unroll
        for (int k = 0; k < 4; ++k) s += (fabsf(v[k].x - mean) + fabsf(v[k].y - mean)) + (fabsf(v[k].z - mean) + fabsf(v[k].w - mean));
    }
    float2 r = block_sum(make_float2(s, 0.f));
    if (threadIdx.x == 0) out[blockIdx.x] = r.x;
}

// ---- healthy: nine-point Laplacian of a height map marching down in registers -----------------------------------------------------------
constexpr int relief_w = 8192, relief_h = 4752;                   // 155.7 MB
__device__ __forceinline__ void relief_row(const float* __restrict__ in, int y, int x, float r[6]) {
    y = min(max(y, 0), relief_h - 1);
    const float* p = in + (size_t)y * relief_w;
    float4 v = *(const float4*)(p + x);
    float l = __shfl_up_sync(~0u, v.w, 1), h = __shfl_down_sync(~0u, v.x, 1);
    if ((threadIdx.x & 31) == 0) l = p[max(x - 1, 0)];
    if ((threadIdx.x & 31) == 31) h = p[min(x + 4, relief_w - 1)];
    r[0] = l; r[1] = v.x; r[2] = v.y; r[3] = v.z; r[4] = v.w; r[5] = h;
}
__global__ void __launch_bounds__(256, 4) relief_laplacian_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4, y0 = blockIdx.y * 36;
    float a[6], b[6], c[6];
    relief_row(in, y0 - 1, x, a); relief_row(in, y0, x, b);
#pragma unroll 3
    for (int k = 0; k < 36; ++k) {
        relief_row(in, y0 + k + 1, x, c);
        float o[4];
#pragma unroll
        for (int q = 0; q < 4; ++q)
            o[q] = fmaf(4.f, (a[q + 1] + c[q + 1]) + (b[q] + b[q + 2]), (a[q] + a[q + 2]) + (c[q] + c[q + 2])) - 20.f * b[q + 1];
        *(float4*)(out + (size_t)(y0 + k) * relief_w + x) = make_float4(o[0], o[1], o[2], o[3]);
#pragma unroll
        for (int q = 0; q < 6; ++q) { a[q] = b[q]; b[q] = c[q]; }
    }
}

// ---- healthy: light curve of a cepheid as a polynomial of degree 31 in the phase, two bands, grid-stride FMA ------------------------------
constexpr int pulses = 132 * 8 * 256 * 24;                        // float4: 104 MB
__constant__ float band_a[32], band_b[32];
__global__ void __launch_bounds__(256, 8) cepheid_curve_a(const float4* __restrict__ phase, float4* __restrict__ out) {
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < pulses; i += gridDim.x * 256) {
        float4 s = phase[i];
        float x[4] = {s.x, s.y, s.z, s.w}, u[4] = {}, v[4] = {};
#pragma unroll
        for (int rep = 0; rep < 3; ++rep) {
#pragma unroll
            for (int k = 0; k < 32; ++k)
#pragma unroll
                for (int q = 0; q < 4; ++q) { u[q] = fmaf(u[q], x[q], band_a[k]); v[q] = fmaf(v[q], x[q], band_b[k]); }
#pragma unroll
            for (int q = 0; q < 4; ++q) x[q] = 0.5f * x[q];
        }
        out[i] = make_float4(u[0] + v[0], u[1] + v[1], u[2] + v[2], u[3] + v[3]);
    }
}

int main(int argc, char** argv) {
    float* in = filled<float>(40000000, 5);                       // 160 MB
    double* rate = filled<double>(yields, 21);                    // 160 MB
    float* out = empty<float>((size_t)yields * 2);                // 160 MB
    std::vector<float> age(policies);
    for (int i = 0; i < policies; ++i) {                          // sorted by age from 22 to 88, denser in the middle
        double u = (i + 0.5) / policies;
        age[i] = (float)(22 + 66 * (0.6 * u + 0.4 * (u < 0.5 ? std::sqrt(u / 2) : 1 - std::sqrt((1 - u) / 2))));
    }
    float* ages = uploaded(age);
    std::vector<int> rank(tenants), start(tenants + 1); std::vector<float2> deal(tenants);
    for (int i = 0; i < tenants; ++i) rank[i] = i;
    for (int i = tenants - 1; i > 0; --i) std::swap(rank[i], rank[hash32(i + 99) % (i + 1)]);
    double norm = 0; for (int i = 0; i < tenants; ++i) norm += 1.0 / (rank[i] + 5);
    start[0] = 0;
    for (int i = 0; i < tenants; ++i) {
        start[i + 1] = start[i] + (int)(9.9e6 / norm / (rank[i] + 5)) + 1;     // in all about 9.9 million float4, 158 MB
        deal[i] = make_float2(1.f + 0.3f * unit(i + 7), 0.1f * unit(i + 5000));
    }
    int lines = start[tenants];
    int* starts = uploaded(start); float2* deals = uploaded(deal);
    float series[zonal_degree]; double cash[payments]; float ca[32], cb[32];
    for (int k = 0; k < zonal_degree; ++k) series[k] = unit(k + 40) / (1 + 0.1f * (zonal_degree - k));
    for (int k = 0; k < payments; ++k) cash[k] = 2.5 + 0.1 * unit(k + 80);
    for (int k = 0; k < 32; ++k) { ca[k] = unit(k + 300); cb[k] = unit(k + 400); }
    CHECK(cudaMemcpyToSymbol(zonal, series, sizeof series)); CHECK(cudaMemcpyToSymbol(payment, cash, sizeof cash));
    CHECK(cudaMemcpyToSymbol(band_a, ca, sizeof ca)); CHECK(cudaMemcpyToSymbol(band_b, cb, sizeof cb));
    const float4* in4 = (const float4*)in; float4* out4 = (float4*)out;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, size_t n, Output o = Output::f32) { cases.push_back({name, f, out, n, o}); };

    add("ecg_lead_power_a", [=] { cudaMemsetAsync(out, 0, leads * 8); ecg_lead_power_a<<<dim3(2, leads), 256>>>(in4, (float2*)out); }, leads * 2);
    add("ecg_lead_power_b", [=] { cudaMemsetAsync(out, 0, leads * 8); ecg_lead_power_b<<<dim3(88, leads), 256>>>(in4, (float2*)out); }, leads * 2);
    add("geoid_zonal_a", [=] { geoid_zonal_a<<<108, 1024>>>(in4, out4, latitudes); }, (size_t)latitudes * 4);
    add("geoid_zonal_b", [=] { geoid_zonal_b<<<132, 1024>>>(in4, out4, latitudes); }, (size_t)latitudes * 4);
    add("annuity_convexity_a", [=] { annuity_convexity_a<<<444, 1024>>>((const double2*)rate, (double2*)out, 11); }, yields, Output::f64);
    add("annuity_convexity_b", [=] { annuity_convexity_b<<<132, 1024>>>((const double2*)rate, (double2*)out, 37); }, yields, Output::f64);
    add("plankton_cycle_a", [=] { plankton_cycle_a<<<280, 1024>>>((const float2*)in, (float2*)out, 33); }, (size_t)habitat * 2);
    add("plankton_cycle_b", [=] { plankton_cycle_b<<<264, 1024>>>((const float2*)in, (float2*)out, 35); }, (size_t)habitat * 2);
    add("swatch_diffuse_a", [=] { swatch_diffuse_a<<<576, 512>>>(in, out, 11); }, (size_t)swatches * 1024);
    add("swatch_diffuse_b", [=] { swatch_diffuse_b<<<528, 512>>>(in, out, 12); }, (size_t)swatches * 1024);
    add("pension_runoff_a", [=] { pension_runoff_a<<<132, 1024>>>(ages, in, out); }, policies);
    add("pension_runoff_b", [=] { pension_runoff_b<<<132, 1024>>>(ages, in, out); }, policies);
    add("usage_reprice_a", [=] { usage_reprice_a<<<tenants, 256>>>(in4, out4, starts, deals); }, (size_t)lines * 4);
    add("usage_reprice_b", [=] { usage_reprice_b<<<3168, 256>>>(in4, out4, starts, deals); }, (size_t)lines * 4);
    add("seed_germination_a", [=] { seed_germination_a<<<seed_blocks, 512>>>(in4, out4); }, (size_t)seed_lots * 4);
    add("seed_germination_b", [=] { seed_germination_b<<<528, 512>>>(in4, out4); }, (size_t)seed_lots * 4);
    add("laplace_evidence_a", [=] { laplace_evidence_a<<<1056, 256>>>(in4, out, 1056 * 1024 * 9, 0.07f); }, 1056);
    add("relief_laplacian_a", [=] { relief_laplacian_a<<<dim3(relief_w / 1024, relief_h / 36), 256>>>(in, out); }, (size_t)relief_w * relief_h);
    add("cepheid_curve_a", [=] { cepheid_curve_a<<<132 * 8, 256>>>(in4, out4); }, (size_t)pulses * 4);
    return run(argc, argv, cases);
}
