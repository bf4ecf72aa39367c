// Pairs of m5, second file: access patterns, spills, contention, grids; mild and healthy ones.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

constexpr size_t N = 132u * 2048 * 128;  // floats a pool (138 MB)

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    return v;
}

// ---------------------------------------------------------------- largest drawdown of every price series (order of time matters, so a thread walks a series)
constexpr int SERIES = 132 * 2048, DAYS = 128;
static __global__ void turn_series(const float* __restrict__ rows, float* __restrict__ columns) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    for (int d = 0; d < DAYS; ++d) columns[(size_t)d * SERIES + s] = rows[(size_t)s * DAYS + d];
}
__global__ void __launch_bounds__(256) drawdown_series_a(const float* __restrict__ returns, float* __restrict__ worst) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float level = 0, peak = 0, dd = 0;
#pragma unroll 8
    for (int d = 0; d < DAYS; ++d) { level += returns[(size_t)s * DAYS + d]; peak = fmaxf(peak, level); dd = fmaxf(dd, peak - level); }
    worst[s] = dd;
}
__global__ void __launch_bounds__(256) drawdown_series_b(const float* __restrict__ returns, float* __restrict__ worst) {
    int s = blockIdx.x * 256 + threadIdx.x;
    float level = 0, peak = 0, dd = 0;
#pragma unroll 8
    for (int d = 0; d < DAYS; ++d) { level += returns[(size_t)d * SERIES + s]; peak = fmaxf(peak, level); dd = fmaxf(dd, peak - level); }
    worst[s] = dd;
}

// ---------------------------------------------------------------- mesh smoothing over four neighbours: numbering of the mesh generator against a renumbered mesh
constexpr uint32_t NODES = 1u << 21;
__device__ __forceinline__ uint32_t shuffled(uint32_t i) {  // a bijection of [0, NODES)
    i ^= i >> 11; i = i * 0x9E3779B1u & (NODES - 1); i ^= i >> 9; i = i * 0x85EBCA6Bu & (NODES - 1); i ^= i >> 12;
    return i;
}
static __global__ void build_mesh(const float* __restrict__ value, float* __restrict__ value_a, int* __restrict__ near_a, int* __restrict__ near_b) {
    const int offset[4] = {-1, 1, -1024, 1024};
    uint32_t j = blockIdx.x * blockDim.x + threadIdx.x, p = shuffled(j);
    value_a[p] = value[j];
    for (int k = 0; k < 4; ++k) {
        uint32_t n = (j + offset[k]) & (NODES - 1);
        near_b[k * NODES + j] = n; near_a[k * NODES + p] = shuffled(n);
    }
}
__device__ __forceinline__ void average_body(const float* __restrict__ value, const int* __restrict__ near, float* __restrict__ out) {
    uint32_t i = blockIdx.x * 256 + threadIdx.x;
    int n[4]; float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) n[k] = near[k * NODES + i];
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += value[n[k]];
    out[i] = 0.5f * value[i] + sum * (0.5f / 4);
}
__global__ void __launch_bounds__(256) mesh_average_a(const float* __restrict__ value, const int* __restrict__ near, float* __restrict__ out) { average_body(value, near, out); }
__global__ void __launch_bounds__(256) mesh_average_b(const float* __restrict__ value, const int* __restrict__ near, float* __restrict__ out) { average_body(value, near, out); }

// ---------------------------------------------------------------- radiograph: window and level of 8-bit pixels
struct Window { float centre, gain; };
__device__ __forceinline__ uint32_t window_of(uint32_t px, Window w) { return __float2uint_rn(__saturatef(fmaf((float)px - w.centre, w.gain, 0.5f)) * 255.0f); }
__global__ void __launch_bounds__(256) xray_window_a(const uint8_t* pixels, uint8_t* out, size_t n, Window w) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) out[i] = (uint8_t)window_of(pixels[i], w);
}
__device__ __forceinline__ uint32_t window_word(uint32_t v, Window w) {
    return window_of(v & 255, w) | window_of(v >> 8 & 255, w) << 8 | window_of(v >> 16 & 255, w) << 16 | window_of(v >> 24, w) << 24;
}
__global__ void __launch_bounds__(256) xray_window_b(const uint4* pixels, uint4* out, size_t n, Window w) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) {
        uint4 v = pixels[i];
        out[i] = make_uint4(window_word(v.x, w), window_word(v.y, w), window_word(v.z, w), window_word(v.w, w));
    }
}

// ---------------------------------------------------------------- pulse oximetry: moving mean over the last 16 samples of each patient, ring in shared memory
constexpr int PATIENTS = 132 * 2048, SAMPLES = 128, RING = 16;
template <int PATIENT_STRIDE, int SLOT_STRIDE>
__device__ __forceinline__ void pulse_body(const float* __restrict__ in, float* __restrict__ out, float* ring) {
    int p = blockIdx.x * 128 + threadIdx.x;
    float* mine = ring + threadIdx.x * PATIENT_STRIDE;
    for (int k = 0; k < RING; ++k) mine[k * SLOT_STRIDE] = 0;
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < SAMPLES; t += 4) {
        float x[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) x[k] = in[(size_t)(t + k) * PATIENTS + p];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int slot = ((t + k) & (RING - 1)) * SLOT_STRIDE;
            sum += x[k] - mine[slot];
            mine[slot] = x[k];
            out[(size_t)(t + k) * PATIENTS + p] = sum * (1.0f / RING);
        }
    }
}
__global__ void __launch_bounds__(128) pulse_ring_a(const float* __restrict__ in, float* __restrict__ out) { __shared__ float ring[128 * RING]; pulse_body<RING, 1>(in, out, ring); }
__global__ void __launch_bounds__(128) pulse_ring_b(const float* __restrict__ in, float* __restrict__ out) { __shared__ float ring[128 * RING]; pulse_body<1, 128>(in, out, ring); }

// ---------------------------------------------------------------- light probes: projection of 96 rays on nine spherical harmonics, three colours
constexpr int PROBES = 132 * 1024, RAYS = 96;
__device__ __forceinline__ void irradiance_body(const float4* __restrict__ rays, const float4* __restrict__ sky, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float acc[27];
#pragma unroll
    for (int k = 0; k < 27; ++k) acc[k] = 0;
    float4 turn = sky[i];
#pragma unroll 1
    for (int r = 0; r < RAYS; ++r) {
        float4 d = rays[r];
        float x = d.x + 0.1f * turn.x, y = d.y + 0.1f * turn.y, z = d.z + 0.1f * turn.z;
        float light = d.w + turn.w, red = light * (1.0f + 0.3f * x), green = light * (1.0f + 0.2f * y), blue = light * (1.0f + 0.4f * z);
        float sh[9] = {0.2821f, 0.4886f * y, 0.4886f * z, 0.4886f * x, 1.0925f * x * y, 1.0925f * y * z, 0.3154f * (3 * z * z - 1), 1.0925f * x * z, 0.5463f * (x * x - y * y)};
#pragma unroll
        for (int k = 0; k < 9; ++k) { acc[3 * k] += sh[k] * red; acc[3 * k + 1] += sh[k] * green; acc[3 * k + 2] += sh[k] * blue; }
    }
#pragma unroll
    for (int k = 0; k < 27; ++k) out[(size_t)k * PROBES + i] = acc[k];
}
__global__ void __launch_bounds__(256, 8) probe_irradiance_a(const float4* __restrict__ rays, const float4* __restrict__ sky, float* __restrict__ out) { irradiance_body(rays, sky, out); }
__global__ void __launch_bounds__(256, 4) probe_irradiance_b(const float4* __restrict__ rays, const float4* __restrict__ sky, float* __restrict__ out) { irradiance_body(rays, sky, out); }

// ---------------------------------------------------------------- electricity meters: consumption by tariff zone and half day
constexpr int METERS = 132 * 2048 * 4, HOURS = 32, ZONES = 12;
template <typename Add> __device__ __forceinline__ void meter_body(const float4* __restrict__ readings, const int4* __restrict__ zone, Add add) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 z = zone[i];
    for (int shift = 0; shift < 2; ++shift) {
        int a = 0, b = 0, c = 0, d = 0;
#pragma unroll 8
        for (int h = 0; h < HOURS / 2; ++h) {
            float4 v = readings[(size_t)(shift * (HOURS / 2) + h) * (METERS / 4) + i];
            a += __float2int_rn(500 + 400 * v.x); b += __float2int_rn(500 + 400 * v.y); c += __float2int_rn(500 + 400 * v.z); d += __float2int_rn(500 + 400 * v.w);
        }
        int base = shift * ZONES;
        add(base + z.x, a >> 4); add(base + z.y, b >> 4); add(base + z.z, c >> 4); add(base + z.w, d >> 4);
    }
}
__global__ void __launch_bounds__(256) meter_zone_a(const float4* __restrict__ readings, const int4* __restrict__ zone, int* total) {
    meter_body(readings, zone, [=](int k, int v) { atomicAdd(total + k, v); });
}
__global__ void __launch_bounds__(256) meter_zone_b(const float4* __restrict__ readings, const int4* __restrict__ zone, int* total) {
    __shared__ int part[2 * ZONES];
    if (threadIdx.x < 2 * ZONES) part[threadIdx.x] = 0;
    __syncthreads();
    meter_body(readings, zone, [&](int k, int v) { atomicAdd(part + k, v); });
    __syncthreads();
    if (threadIdx.x < 2 * ZONES) atomicAdd(total + threadIdx.x, part[threadIdx.x]);
}

// ---------------------------------------------------------------- hyperspectral bands: mean magnitude and power of 24 bands
constexpr int BANDS = 24, PARTS = 22, BAND_QUADS = 512 * 4 * PARTS * 8;
__global__ void __launch_bounds__(512) band_stats_a(const float4* __restrict__ cube, float2* __restrict__ stats) {
    __shared__ float2 part[16];
    const float4* band = cube + (size_t)blockIdx.x * BAND_QUADS;
    float m = 0, p = 0;
    for (int i = threadIdx.x; i < BAND_QUADS; i += 512 * 4) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = band[i + k * 512];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            m += fabsf(v[k].x) + fabsf(v[k].y) + fabsf(v[k].z) + fabsf(v[k].w);
            p += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
        }
    }
    m = warp_sum(m); p = warp_sum(p);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(m, p);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 16; ++w) { m += part[w].x; p += part[w].y; }
        stats[blockIdx.x] = make_float2(m / (4.0f * BAND_QUADS), p / (4.0f * BAND_QUADS));
    }
}
__global__ void __launch_bounds__(512) band_stats_b(const float4* __restrict__ cube, float2* __restrict__ stats) {
    __shared__ float2 part[16];
    const float4* band = cube + (size_t)blockIdx.y * BAND_QUADS + (size_t)blockIdx.x * (BAND_QUADS / PARTS);
    float m = 0, p = 0;
    for (int i = threadIdx.x; i < BAND_QUADS / PARTS; i += 512 * 4) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = band[i + k * 512];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            m += fabsf(v[k].x) + fabsf(v[k].y) + fabsf(v[k].z) + fabsf(v[k].w);
            p += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
        }
    }
    m = warp_sum(m); p = warp_sum(p);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(m, p);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 16; ++w) { m += part[w].x; p += part[w].y; }
        atomicAdd(&stats[blockIdx.y].x, m / (4.0f * BAND_QUADS)); atomicAdd(&stats[blockIdx.y].y, p / (4.0f * BAND_QUADS));
    }
}

// ---------------------------------------------------------------- mild: quarter turn of a raster by tiles; two lanes share a bank on the way out
constexpr int RASTER_W = 5856, RASTER_H = 5856;
template <int PITCH> __device__ __forceinline__ void turn_body(const float* __restrict__ in, float* __restrict__ out, float* tile) {
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[(threadIdx.y + k) * PITCH + threadIdx.x] = in[(size_t)(y0 + threadIdx.y + k) * RASTER_W + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(blockIdx.x * 32 + threadIdx.y + k) * RASTER_H + (RASTER_H - 32 - y0) + threadIdx.x] = tile[(31 - threadIdx.x) * PITCH + threadIdx.y + k];
}
__global__ void __launch_bounds__(256) raster_quarter_turn_a(const float* __restrict__ in, float* __restrict__ out) { __shared__ float tile[32 * 34]; turn_body<34>(in, out, tile); }
__global__ void __launch_bounds__(256) raster_quarter_turn_b(const float* __restrict__ in, float* __restrict__ out) { __shared__ float tile[32 * 33]; turn_body<33>(in, out, tile); }

// ---------------------------------------------------------------- mild: photosynthesis rate of leaves, exact exponential and division in a streaming kernel
__device__ __forceinline__ float rate_exact(float t) { float k = expf(1.8f * t); return 3.0f * k / (1.4f + k + 0.2f * t); }
__device__ __forceinline__ float rate_fast(float t) { float k = __expf(1.8f * t); return __fdividef(3.0f * k, 1.4f + k + 0.2f * t); }
__global__ void __launch_bounds__(384) photosynth_rate_a(const float4* __restrict__ leaf, float4* __restrict__ out) {
    size_t i = blockIdx.x * 384ull + threadIdx.x;
    float4 v = leaf[i];
    out[i] = make_float4(rate_exact(v.x), rate_exact(v.y), rate_exact(v.z), rate_exact(v.w));
}
__global__ void __launch_bounds__(384) photosynth_rate_b(const float4* __restrict__ leaf, float4* __restrict__ out) {
    size_t i = blockIdx.x * 384ull + threadIdx.x;
    float4 v = leaf[i];
    out[i] = make_float4(rate_fast(v.x), rate_fast(v.y), rate_fast(v.z), rate_fast(v.w));
}

// ---------------------------------------------------------------- healthy: AdamW step of a shard (four streams in, three out)
__device__ __forceinline__ void adamw(float& p, float g, float& m, float& v) {
    m = 0.9f * m + 0.1f * g; v = 0.999f * fabsf(v) + 0.001f * g * g;
    p = p * (1.0f - 1e-5f) - __fdividef(1e-3f * 1.05f * m, sqrtf(v * 1.01f) + 1e-8f);
}
__global__ void __launch_bounds__(256) adamw_shard_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ m, const float4* __restrict__ v,
                                                     float4* __restrict__ np, float4* __restrict__ nm, float4* __restrict__ nv) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    float4 a = p[i], b = g[i], c = m[i], d = v[i];
    adamw(a.x, b.x, c.x, d.x); adamw(a.y, b.y, c.y, d.y); adamw(a.z, b.z, c.z, d.z); adamw(a.w, b.w, c.w, d.w);
    np[i] = a; nm[i] = c; nv[i] = d;
}

// ---------------------------------------------------------------- healthy: softmax of rows of 1024, a warp a row, all in registers
__global__ void __launch_bounds__(256) reply_softmax_a(const float4* __restrict__ logits, float4* __restrict__ out) {
    size_t row = blockIdx.x * 8ull + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = logits[row * 256 + k * 32 + lane];
    float top = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) top = fmaxf(top, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
#pragma unroll
    for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = make_float4(__expf(v[k].x - top), __expf(v[k].y - top), __expf(v[k].z - top), __expf(v[k].w - top));
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    float r = __fdividef(1.0f, warp_sum(sum));
#pragma unroll
    for (int k = 0; k < 8; ++k) out[row * 256 + k * 32 + lane] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}

// ---------------------------------------------------------------- healthy: running total of a river's inflow, rows of 1024 readings, a warp a row
__global__ void __launch_bounds__(256) cumulative_inflow_a(const float4* __restrict__ inflow, float4* __restrict__ total) {
    size_t row = blockIdx.x * 8ull + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float4 v[8]; float s[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = inflow[row * 256 + k * 32 + lane];
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k].y += v[k].x; v[k].z += v[k].y; v[k].w += v[k].z; s[k] = v[k].w; }
#pragma unroll
    for (int o = 1; o < 32; o <<= 1)
#pragma unroll
        for (int k = 0; k < 8; ++k) { float u = __shfl_up_sync(~0u, s[k], o); if (lane >= o) s[k] += u; }
    float carry = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float before = carry + s[k] - v[k].w;
        carry += __shfl_sync(~0u, s[k], 31);
        total[row * 256 + k * 32 + lane] = make_float4(v[k].x + before, v[k].y + before, v[k].z + before, v[k].w + before);
    }
}

int main(int argc, char** argv) {
    float *P0 = filled<float>(N, 5), *P1 = empty<float>(N), *P2 = empty<float>(N);
    turn_series<<<SERIES / 256, 256>>>(P0, P1);
    int *near_a; CHECK(cudaMalloc(&near_a, 8ull * NODES * sizeof(int))); int* near_b = near_a + 4ull * NODES;
    float* value_a = empty<float>(NODES);
    build_mesh<<<NODES / 256, 256>>>(P0, value_a, near_a, near_b);
    std::vector<int> z(METERS); for (int i = 0; i < METERS; ++i) z[i] = hash32(i * 2654435761u + 9) % ZONES;
    int* zones = uploaded(z);
    int* totals = empty<int>(2 * ZONES); float* stats = empty<float>(2 * BANDS);
    CHECK(cudaMemset(totals, 0, 8 * ZONES)); CHECK(cudaMemset(stats, 0, 8 * BANDS));
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    auto z4 = reinterpret_cast<int4*>(zones); auto s2 = reinterpret_cast<float2*>(stats);
    Window w{110.0f, 1.0f / 180};
    size_t Q = N / 4, A = N / 3, px = N * 4;
    std::vector<Case> c;
    c.push_back({"drawdown_series_a", [=] { drawdown_series_a<<<SERIES / 256, 256>>>(P0, P2); }, P2, (size_t)SERIES, Output::f32});
    c.push_back({"drawdown_series_b", [=] { drawdown_series_b<<<SERIES / 256, 256>>>(P1, P2); }, P2, (size_t)SERIES, Output::f32});
    c.push_back({"mesh_average_a", [=] { mesh_average_a<<<NODES / 256, 256>>>(value_a, near_a, P2); }, P2, (size_t)NODES, Output::f32});
    c.push_back({"mesh_average_b", [=] { mesh_average_b<<<NODES / 256, 256>>>(P0, near_b, P2); }, P2, (size_t)NODES, Output::f32});
    c.push_back({"xray_window_a", [=] { xray_window_a<<<132 * 8, 256>>>((uint8_t*)P0, (uint8_t*)P2, px, w); }, P2, px, Output::u8});
    c.push_back({"xray_window_b", [=] { xray_window_b<<<132 * 8, 256>>>((uint4*)P0, (uint4*)P2, px / 16, w); }, P2, px, Output::u8});
    c.push_back({"pulse_ring_a", [=] { pulse_ring_a<<<PATIENTS / 128, 128>>>(P0, P2); }, P2, (size_t)PATIENTS * SAMPLES, Output::f32});
    c.push_back({"pulse_ring_b", [=] { pulse_ring_b<<<PATIENTS / 128, 128>>>(P0, P2); }, P2, (size_t)PATIENTS * SAMPLES, Output::f32});
    c.push_back({"probe_irradiance_a", [=] { probe_irradiance_a<<<PROBES / 256, 256>>>(f4(P0), f4(P0) + 4096, P2); }, P2, 27ull * PROBES, Output::f32});
    c.push_back({"probe_irradiance_b", [=] { probe_irradiance_b<<<PROBES / 256, 256>>>(f4(P0), f4(P0) + 4096, P2); }, P2, 27ull * PROBES, Output::f32});
    c.push_back({"meter_zone_a", [=] { meter_zone_a<<<METERS / 4 / 256, 256>>>(f4(P0), z4, totals); }, totals, (size_t)2 * ZONES, Output::i32});
    c.push_back({"meter_zone_b", [=] { meter_zone_b<<<METERS / 4 / 256, 256>>>(f4(P0), z4, totals); }, totals, (size_t)2 * ZONES, Output::i32});
    c.push_back({"band_stats_a", [=] { band_stats_a<<<BANDS, 512>>>(f4(P0), s2); }, stats, (size_t)2 * BANDS, Output::f32});
    c.push_back({"band_stats_b", [=] { band_stats_b<<<dim3(PARTS, BANDS), 512>>>(f4(P0), s2); }, stats, (size_t)2 * BANDS, Output::f32});
    c.push_back({"raster_quarter_turn_a", [=] { raster_quarter_turn_a<<<dim3(RASTER_W / 32, RASTER_H / 32), dim3(32, 8)>>>(P0, P2); }, P2, (size_t)RASTER_W * RASTER_H, Output::f32});
    c.push_back({"raster_quarter_turn_b", [=] { raster_quarter_turn_b<<<dim3(RASTER_W / 32, RASTER_H / 32), dim3(32, 8)>>>(P0, P2); }, P2, (size_t)RASTER_W * RASTER_H, Output::f32});
    c.push_back({"photosynth_rate_a", [=] { photosynth_rate_a<<<Q / 384, 384>>>(f4(P0), f4(P2)); }, P2, N, Output::f32});
    c.push_back({"photosynth_rate_b", [=] { photosynth_rate_b<<<Q / 384, 384>>>(f4(P0), f4(P2)); }, P2, N, Output::f32});
    c.push_back({"adamw_shard_a", [=] { adamw_shard_a<<<A / 4 / 256, 256>>>(f4(P0), f4(P0 + A), f4(P0 + 2 * A), f4(P1), f4(P2), f4(P2 + A), f4(P2 + 2 * A)); }, P2, N, Output::f32});
    c.push_back({"reply_softmax_a", [=] { reply_softmax_a<<<N / 1024 / 8, 256>>>(f4(P0), f4(P2)); }, P2, N, Output::f32});
    c.push_back({"cumulative_inflow_a", [=] { cumulative_inflow_a<<<N / 1024 / 8, 256>>>(f4(P0), f4(P2)); }, P2, N, Output::f32});
    return run(argc, argv, c);
}
