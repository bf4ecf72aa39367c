// Simulation and rendering kernels, second mixed set.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---------------------------------------------------------------- fog over ray hits
struct Hit {
    float px, py, pz, t;
    float nx, ny, nz, cosine;
    float u, v, lod, thickness;
    float r, g, b, pad;
};
__global__ void copper_lagoon_bd3_a(const Hit* __restrict__ hits, float* __restrict__ out, int n, float density) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = fabsf(hits[i].t);
    float w = hits[i].thickness;
    out[i] = w * w * __expf(-density * t);
}
__global__ void copper_lagoon_bd3_b(const float* __restrict__ ts, const float* __restrict__ thickness, float* __restrict__ out, int n, float density) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = fabsf(ts[i]);
    float w = thickness[i];
    out[i] = w * w * __expf(-density * t);
}
__global__ void split_hits(const Hit* hits, float* ts, float* thickness, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { ts[i] = hits[i].t; thickness[i] = hits[i].thickness; }
}

// ---------------------------------------------------------------- light probes, 16 coefficients each
__global__ void violet_anchor_bd3_a(const float* __restrict__ probes, const int4* __restrict__ near_probes, float* __restrict__ out, int points) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int point = t >> 4, c = t & 15;
    if (point >= points) return;
    int4 p = near_probes[2 * point], q = near_probes[2 * point + 1];
    const float* coef = probes + 1 + c;
    float v0 = coef[(size_t)p.x * 17], v1 = coef[(size_t)p.y * 17], v2 = coef[(size_t)p.z * 17], v3 = coef[(size_t)p.w * 17];
    float v4 = coef[(size_t)q.x * 17], v5 = coef[(size_t)q.y * 17], v6 = coef[(size_t)q.z * 17], v7 = coef[(size_t)q.w * 17];
    float s = 0.30f * v0 + 0.20f * v1 + 0.15f * v2 + 0.10f * v3 + 0.10f * v4 + 0.05f * v5 + 0.05f * v6 + 0.05f * v7;
    out[t] = s + 1.0f;
}
__global__ void violet_anchor_bd3_b(const float* __restrict__ coefficients, const int4* __restrict__ near_probes, float* __restrict__ out, int points) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int point = t >> 4, c = t & 15;
    if (point >= points) return;
    int4 p = near_probes[2 * point], q = near_probes[2 * point + 1];
    const float* coef = coefficients + c;
    float v0 = coef[(size_t)p.x * 16], v1 = coef[(size_t)p.y * 16], v2 = coef[(size_t)p.z * 16], v3 = coef[(size_t)p.w * 16];
    float v4 = coef[(size_t)q.x * 16], v5 = coef[(size_t)q.y * 16], v6 = coef[(size_t)q.z * 16], v7 = coef[(size_t)q.w * 16];
    float s = 0.30f * v0 + 0.20f * v1 + 0.15f * v2 + 0.10f * v3 + 0.10f * v4 + 0.05f * v5 + 0.05f * v6 + 0.05f * v7;
    out[t] = s + 1.0f;
}
__global__ void split_probes(const float* probes, float* coefficients, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n * 16; i += (size_t)gridDim.x * blockDim.x)
        coefficients[i] = probes[(i >> 4) * 17 + 1 + (i & 15)];
}

// ---------------------------------------------------------------- temporal blend of two grey frames
__device__ __forceinline__ int mix8(int a, int b, int w) { return a + (((b - a) * w + 128) >> 8); }
__global__ void maple_signal_bd3_a(const uint8_t* __restrict__ history, const uint8_t* __restrict__ frame, uint8_t* __restrict__ out, int n, int weight) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)mix8(history[i], frame[i], weight);
}
__device__ __forceinline__ uint32_t mix8x4(uint32_t a, uint32_t b, int w) {
    uint32_t r = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) r |= (uint32_t)(mix8((a >> k) & 255, (b >> k) & 255, w) & 255) << k;
    return r;
}
__global__ void maple_signal_bd3_b(const uint4* __restrict__ history, const uint4* __restrict__ frame, uint4* __restrict__ out, int n16, int weight) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 a = history[i], b = frame[i];
    out[i] = make_uint4(mix8x4(a.x, b.x, weight), mix8x4(a.y, b.y, weight), mix8x4(a.z, b.z, weight), mix8x4(a.w, b.w, weight));
}

// ---------------------------------------------------------------- resonator over short windows
template <int PITCH>
__device__ __forceinline__ void resonate(const float* __restrict__ in, float* __restrict__ out, float a1, float a2) {
    __shared__ float tile[128 * PITCH];
    const size_t base = (size_t)blockIdx.x * 128 * 32;
    const int t = threadIdx.x;
#pragma unroll 16
    for (int k = 0; k < 32; ++k) {
        int e = k * 128 + t;
        tile[(e >> 5) * PITCH + (e & 31)] = in[base + e];
    }
    __syncthreads();
    float y1 = 0.0f, y2 = 0.0f;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        float y = tile[t * PITCH + k] + a1 * y1 + a2 * y2;
        tile[t * PITCH + k] = y;
        y2 = y1;
        y1 = y;
    }
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < 32; ++k) {
        int e = k * 128 + t;
        out[base + e] = tile[(e >> 5) * PITCH + (e & 31)];
    }
}
__global__ void __launch_bounds__(128) thistle_orbit_bd3_a(const float* __restrict__ in, float* __restrict__ out, float a1, float a2) { resonate<32>(in, out, a1, a2); }
__global__ void __launch_bounds__(128) thistle_orbit_bd3_b(const float* __restrict__ in, float* __restrict__ out, float a1, float a2) { resonate<33>(in, out, a1, a2); }

// ---------------------------------------------------------------- median grain class of a core sample
__global__ void __launch_bounds__(128) pebble_window_bd3_a(const float* __restrict__ grains, float* __restrict__ out, int cores, int per_core) {
    int core = blockIdx.x * 128 + threadIdx.x;
    int bins[16];
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b] = 0;
#pragma unroll 8
    for (int k = 0; k < per_core; ++k) {
        float v = grains[(size_t)k * cores + core];
        bins[min(15, (int)((v + 1.0f) * 8.0f))]++;
    }
    int below = 0, median = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) {
        below += bins[b];
        if (2 * below < per_core) median = b + 1;
    }
    out[core] = 0.125f * median;
}
__global__ void __launch_bounds__(128) pebble_window_bd3_b(const float* __restrict__ grains, float* __restrict__ out, int cores, int per_core) {
    __shared__ int bins[16][128];
    int core = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
    for (int b = 0; b < 16; ++b) bins[b][threadIdx.x] = 0;
#pragma unroll 8
    for (int k = 0; k < per_core; ++k) {
        float v = grains[(size_t)k * cores + core];
        bins[min(15, (int)((v + 1.0f) * 8.0f))][threadIdx.x]++;
    }
    int below = 0, median = 0;
#pragma unroll
    for (int b = 0; b < 16; ++b) {
        below += bins[b][threadIdx.x];
        if (2 * below < per_core) median = b + 1;
    }
    out[core] = 0.125f * median;
}

// ---------------------------------------------------------------- 7x7 smoothing of a weather field
__constant__ float c_kernel[49];
__global__ void __launch_bounds__(256) harbor_quilt_bd3_a(const float* __restrict__ field, float* __restrict__ out, int width, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 7; ++j)
#pragma unroll
        for (int i = 0; i < 7; ++i) s += c_kernel[j * 7 + i] * field[(size_t)(y + j) * pitch + x + i];
    out[(size_t)y * width + x] = s;
}
__global__ void __launch_bounds__(256) harbor_quilt_bd3_b(const float* __restrict__ field, float* __restrict__ out, int width, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * 8;
    const float* p = field + (size_t)y * pitch + x;
    float s[8] = {};
#pragma unroll
    for (int r = 0; r < 14; ++r) {
        float v[7];
#pragma unroll
        for (int i = 0; i < 7; ++i) v[i] = p[(size_t)r * pitch + i];
#pragma unroll
        for (int o = 0; o < 8; ++o)
            if (r - o >= 0 && r - o < 7) {
#pragma unroll
                for (int i = 0; i < 7; ++i) s[o] += c_kernel[(r - o) * 7 + i] * v[i];
            }
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) out[(size_t)(y + o) * width + x] = s[o];
}

// ---------------------------------------------------------------- energy tally of transported photons
__device__ __forceinline__ void tally_one(int* bins, float x) {
    int cell = min(255, (int)(x * x * 256.0f));
    atomicAdd(&bins[cell], 1 + (int)(fabsf(x) * 15.0f));
}
__global__ void lantern_fjord_bd3_a(const float4* __restrict__ path, int* __restrict__ tally, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 p = path[i];
        tally_one(tally, p.x);
        tally_one(tally, p.y);
        tally_one(tally, p.z);
        tally_one(tally, p.w);
    }
}
__global__ void lantern_fjord_bd3_b(const float4* __restrict__ path, int* __restrict__ tally, int n4) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 p = path[i];
        tally_one(mine, p.x);
        tally_one(mine, p.y);
        tally_one(mine, p.z);
        tally_one(mine, p.w);
    }
    __syncthreads();
    atomicAdd(&tally[threadIdx.x], mine[threadIdx.x]);
}

// ---------------------------------------------------------------- European calls
__device__ __forceinline__ float normal_cdf_a(float d) {
    float k = 1.0 / (1.0 + 0.2316419 * fabsf(d));
    float c = 0.39894228 * __expf(-0.5f * d * d) * k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    return d > 0 ? 1.0 - c : c;
}
__global__ void walnut_ridge_bd3_a(const float* __restrict__ spot, const float* __restrict__ strike, const float* __restrict__ years, float* __restrict__ call, int n, float r, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 30.0 + 10.0 * spot[i], x = 35.0 + 15.0 * strike[i], t = 1.6 + 1.4 * years[i];
    float root = sqrtf(t);
    float d1 = __fdividef(__logf(__fdividef(s, x)) + (r + 0.5 * v * v) * t, v * root);
    float d2 = d1 - v * root;
    call[i] = s * normal_cdf_a(d1) - x * __expf(-r * t) * normal_cdf_a(d2);
}
__device__ __forceinline__ float normal_cdf_b(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * __expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1.0f - c : c;
}
__global__ void walnut_ridge_bd3_b(const float* __restrict__ spot, const float* __restrict__ strike, const float* __restrict__ years, float* __restrict__ call, int n, float r, float v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 30.0f + 10.0f * spot[i], x = 35.0f + 15.0f * strike[i], t = 1.6f + 1.4f * years[i];
    float root = sqrtf(t);
    float d1 = __fdividef(__logf(__fdividef(s, x)) + (r + 0.5f * v * v) * t, v * root);
    float d2 = d1 - v * root;
    call[i] = s * normal_cdf_b(d1) - x * __expf(-r * t) * normal_cdf_b(d2);
}

// ---------------------------------------------------------------- far field of a line of 64 antennas
__constant__ float c_amplitude[64];
__global__ void saffron_wheel_bd3_a(const float* __restrict__ sine, float* __restrict__ power, int n, float spacing) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float step = spacing * sine[i];
    float re = 0.0f, im = 0.0f;
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        float phase = step * k;
        re += c_amplitude[k] * __cosf(phase);
        im += c_amplitude[k] * __sinf(phase);
    }
    power[i] = re * re + im * im;
}
__global__ void saffron_wheel_bd3_b(const float* __restrict__ sine, float* __restrict__ power, int n, float spacing) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float cs, sn;
    sincosf(spacing * sine[i], &sn, &cs);
    float re = 0.0f, im = 0.0f, c = 1.0f, s = 0.0f;
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        re += c_amplitude[k] * c;
        im += c_amplitude[k] * s;
        float next = c * cs - s * sn;
        s = s * cs + c * sn;
        c = next;
    }
    power[i] = re * re + im * im;
}

// ---------------------------------------------------------------- heat in a periodic box
__global__ void juniper_cellar_bd3_a(const float* __restrict__ u, float* __restrict__ out, int nx, int ny, int nz, float k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    int x = i % nx, y = (i / nx) % ny, z = i / (nx * ny);
    int xm = (x + nx - 1) % nx, xp = (x + 1) % nx;
    int ym = (y + ny - 1) % ny, yp = (y + 1) % ny;
    int zm = (z + nz - 1) % nz, zp = (z + 1) % nz;
    float c = u[i];
    float around = u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x] + u[(z * ny + yp) * nx + x] +
                   u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x];
    out[i] = c + k * (around - 6.0f * c);
}
__global__ void juniper_cellar_bd3_b(const float* __restrict__ u, float* __restrict__ out, int nx, int ny, int nz, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= nx) return;
    int xm = x == 0 ? nx - 1 : x - 1, xp = x == nx - 1 ? 0 : x + 1;
    int ym = y == 0 ? ny - 1 : y - 1, yp = y == ny - 1 ? 0 : y + 1;
    int zm = z == 0 ? nz - 1 : z - 1, zp = z == nz - 1 ? 0 : z + 1;
    int i = (z * ny + y) * nx + x;
    float c = u[i];
    float around = u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x] + u[(z * ny + yp) * nx + x] +
                   u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x];
    out[i] = c + k * (around - 6.0f * c);
}

// ---------------------------------------------------------------- developing a rendered film
__device__ __forceinline__ float expose(float v, float gain) { return fabsf(v) * gain + 0.01f; }
__device__ __forceinline__ float curve(float v) { return __fdividef(v * (2.51f * v + 0.03f), v * (2.43f * v + 0.59f) + 0.14f); }
__device__ __forceinline__ float lift(float v, float floor_level) { return sqrtf(v) * (1.0f - floor_level) + floor_level; }
__global__ void marble_falcon_bd3_a0(const float4* __restrict__ film, float4* __restrict__ out, int n4, float gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = film[i];
    out[i] = make_float4(expose(v.x, gain), expose(v.y, gain), expose(v.z, gain), expose(v.w, gain));
}
__global__ void marble_falcon_bd3_a1(const float4* __restrict__ film, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = film[i];
    out[i] = make_float4(curve(v.x), curve(v.y), curve(v.z), curve(v.w));
}
__global__ void marble_falcon_bd3_a2(const float4* __restrict__ film, float4* __restrict__ out, int n4, float black) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = film[i];
    out[i] = make_float4(lift(v.x, black), lift(v.y, black), lift(v.z, black), lift(v.w, black));
}
__global__ void marble_falcon_bd3_b(const float4* __restrict__ film, float4* __restrict__ out, int n4, float gain, float black) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = film[i];
    out[i] = make_float4(lift(curve(expose(v.x, gain)), black), lift(curve(expose(v.y, gain)), black), lift(curve(expose(v.z, gain)), black),
                         lift(curve(expose(v.w, gain)), black));
}

// ---------------------------------------------------------------- gravity inside the cells of a particle grid
__device__ __forceinline__ float4 pull(const float4* __restrict__ body, int first, int last, int target, float4* tile) {
    float4 me = body[min(target, last - 1)];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int base = first; base < last; base += 256) {
        __syncthreads();
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < last ? body[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 o = tile[k];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float f = fabsf(o.w) * inv * inv * inv;
            ax += f * dx;
            ay += f * dy;
            az += f * dz;
        }
    }
    return make_float4(ax, ay, az, sqrtf(ax * ax + ay * ay + az * az));
}
__global__ void __launch_bounds__(256) tundra_ribbon_bd3_a(const float4* __restrict__ body, const int* __restrict__ start, float4* __restrict__ force) {
    __shared__ float4 tile[256];
    int first = start[blockIdx.x], last = start[blockIdx.x + 1];
    for (int base = first; base < last; base += 256) {
        int target = base + threadIdx.x;
        float4 f = pull(body, first, last, target, tile);
        if (target < last) force[target] = f;
    }
}
__global__ void __launch_bounds__(256) tundra_ribbon_bd3_b(const float4* __restrict__ body, const int* __restrict__ start, const int2* __restrict__ work, float4* __restrict__ force) {
    __shared__ float4 tile[256];
    int2 w = work[blockIdx.x];
    int first = start[w.x], last = start[w.x + 1];
    int target = first + w.y + threadIdx.x;
    float4 f = pull(body, first, last, target, tile);
    if (target < last) force[target] = f;
}

// ---------------------------------------------------------------- turning a spectrogram
template <int PITCH>
__device__ __forceinline__ void turn(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[32 * PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[(threadIdx.y + k) * PITCH + threadIdx.x] = in[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * n + x] = tile[threadIdx.x * PITCH + threadIdx.y + k];
}
__global__ void __launch_bounds__(256) cobalt_meadow_bd3_a(const float* __restrict__ in, float* __restrict__ out, int n) { turn<34>(in, out, n); }
__global__ void __launch_bounds__(256) cobalt_meadow_bd3_b(const float* __restrict__ in, float* __restrict__ out, int n) { turn<33>(in, out, n); }

// ---------------------------------------------------------------- blending two forecasts
__global__ void ginger_turret_bd3_a(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 p = a[i], q = b[i];
    out[i] = make_float4(p.x + 0.37 * (q.x - p.x), p.y + 0.37f * (q.y - p.y), p.z + 0.37f * (q.z - p.z), p.w + 0.37 * (q.w - p.w));
}
__global__ void ginger_turret_bd3_b(const float4* __restrict__ a, const float4* __restrict__ b, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 p = a[i], q = b[i];
    out[i] = make_float4(p.x + 0.37f * (q.x - p.x), p.y + 0.37f * (q.y - p.y), p.z + 0.37f * (q.z - p.z), p.w + 0.37f * (q.w - p.w));
}

// ---------------------------------------------------------------- particle drift
__global__ void willow_beacon_bd3_a(const float4* __restrict__ position, const float4* __restrict__ velocity, float4* __restrict__ out, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = position[i], v = velocity[i];
    float drag = 1.0f - dt * fabsf(v.w);
    out[i] = make_float4(p.x + dt * drag * v.x, p.y + dt * drag * v.y, p.z + dt * drag * v.z, p.w);
}

// ---------------------------------------------------------------- total energy of a field
__global__ void __launch_bounds__(256) onyx_prairie_bd3_a(const float4* __restrict__ field, float* __restrict__ total, int n4) {
    __shared__ float part[8];
    float s = 0.0f;
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + 3 * stride < n4; i += 4 * stride) {
        float4 a = field[i], b = field[i + stride], c = field[i + 2 * stride], d = field[i + 3 * stride];
        s += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
        s += b.x * b.x + b.y * b.y + b.z * b.z + b.w * b.w;
        s += c.x * c.x + c.y * c.y + c.z * c.z + c.w * c.w;
        s += d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
    }
    for (; i < n4; i += stride) {
        float4 a = field[i];
        s += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
    }
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 8) {
        s = part[threadIdx.x];
        for (int d = 4; d > 0; d >>= 1) s += __shfl_xor_sync(0xffu, s, d);
        if (threadIdx.x == 0) atomicAdd(total, s * 1e-3f);
    }
}

// ---------------------------------------------------------------- acoustic wave step
__global__ void __launch_bounds__(256) hazel_canyon_bd3_a(const float* __restrict__ now, const float* __restrict__ before, float* __restrict__ next, int pitch, float c2) {
    int x = (blockIdx.x * 64 + threadIdx.x) * 4 + 32, y = blockIdx.y * 4 + threadIdx.y + 1;
    size_t i = (size_t)y * pitch + x;
    float4 c = *reinterpret_cast<const float4*>(now + i);
    float4 n = *reinterpret_cast<const float4*>(now + i - pitch);
    float4 s = *reinterpret_cast<const float4*>(now + i + pitch);
    float4 o = *reinterpret_cast<const float4*>(before + i);
    float w = now[i - 1], e = now[i + 4];
    float4 r;
    r.x = 2.0f * c.x - o.x + c2 * (w + c.y + n.x + s.x - 4.0f * c.x);
    r.y = 2.0f * c.y - o.y + c2 * (c.x + c.z + n.y + s.y - 4.0f * c.y);
    r.z = 2.0f * c.z - o.z + c2 * (c.y + c.w + n.z + s.z - 4.0f * c.z);
    r.w = 2.0f * c.w - o.w + c2 * (c.z + e + n.w + s.w - 4.0f * c.w);
    *reinterpret_cast<float4*>(next + i) = r;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        Case c; c.name = name; c.launch = std::move(launch); c.out = out; c.count = count; c.type = type; cases.push_back(c);
    };
    const size_t M = 1 << 20;

    {   // hits
        const int n = 16 * M;
        Hit* hits = reinterpret_cast<Hit*>(harness::filled<float>((size_t)n * 16, 11));
        float* ts = harness::empty<float>(n); float* thickness = harness::empty<float>(n); float* out = harness::empty<float>(n);
        split_hits<<<n / 256, 256>>>(hits, ts, thickness, n); CHECK(cudaGetLastError());
        add("copper_lagoon_bd3_a", out, n, Output::f32, [=] { copper_lagoon_bd3_a<<<n / 256, 256>>>(hits, out, n, 1.7f); });
        add("copper_lagoon_bd3_b", out, n, Output::f32, [=] { copper_lagoon_bd3_b<<<n / 256, 256>>>(ts, thickness, out, n, 1.7f); });
    }
    {   // probes
        const size_t probes = 8 * M; const int points = 512 * 1024;
        float* table = harness::filled<float>(probes * 17, 21); float* coefficients = harness::empty<float>(probes * 16);
        split_probes<<<4096, 256>>>(table, coefficients, probes); CHECK(cudaGetLastError());
        int4* near_probes = reinterpret_cast<int4*>(harness::indices((size_t)points * 8, (uint32_t)probes, 22));
        float* out = harness::empty<float>((size_t)points * 16);
        add("violet_anchor_bd3_a", out, (size_t)points * 16, Output::f32, [=] { violet_anchor_bd3_a<<<points * 16 / 256, 256>>>(table, near_probes, out, points); });
        add("violet_anchor_bd3_b", out, (size_t)points * 16, Output::f32, [=] { violet_anchor_bd3_b<<<points * 16 / 256, 256>>>(coefficients, near_probes, out, points); });
    }
    {   // frames
        const int n = 64 * M;
        uint8_t* history = reinterpret_cast<uint8_t*>(harness::indices(n / 4, 0xffffffffu, 31));
        uint8_t* frame = reinterpret_cast<uint8_t*>(harness::indices(n / 4, 0xffffffffu, 32000017));
        uint8_t* out = harness::empty<uint8_t>(n);
        add("maple_signal_bd3_a", out, n, Output::u8, [=] { maple_signal_bd3_a<<<n / 256, 256>>>(history, frame, out, n, 51); });
        add("maple_signal_bd3_b", out, n, Output::u8, [=] {
            maple_signal_bd3_b<<<n / 16 / 256, 256>>>((const uint4*)history, (const uint4*)frame, (uint4*)out, n / 16, 51); });
    }
    {   // windows
        const size_t n = 32 * M;
        float* in = harness::filled<float>(n, 41); float* out = harness::empty<float>(n);
        const int blocks = n / (128 * 32);
        add("thistle_orbit_bd3_a", out, n, Output::f32, [=] { thistle_orbit_bd3_a<<<blocks, 128>>>(in, out, 1.2f, -0.5f); });
        add("thistle_orbit_bd3_b", out, n, Output::f32, [=] { thistle_orbit_bd3_b<<<blocks, 128>>>(in, out, 1.2f, -0.5f); });
    }
    {   // cores
        const int n = 512 * 1024, per = 64;
        float* grains = harness::filled<float>((size_t)n * per, 51); float* out = harness::empty<float>(n);
        add("pebble_window_bd3_a", out, n, Output::f32, [=] { pebble_window_bd3_a<<<n / 128, 128>>>(grains, out, n, per); });
        add("pebble_window_bd3_b", out, n, Output::f32, [=] { pebble_window_bd3_b<<<n / 128, 128>>>(grains, out, n, per); });
    }
    {   // smoothing
        const int w = 4096, h = 4096, pitch = w + 32;
        std::vector<float> k(49);
        for (int j = 0; j < 7; ++j) for (int i = 0; i < 7; ++i) k[j * 7 + i] = 0.05f * std::exp(-0.15f * ((i - 3) * (i - 3) + (j - 3) * (j - 3) + 0.3f * (i - 3) * (j - 3)));
        CHECK(cudaMemcpyToSymbol(c_kernel, k.data(), 49 * sizeof(float)));
        float* field = harness::filled<float>((size_t)pitch * (h + 8), 61); float* out = harness::empty<float>((size_t)w * h);
        add("harbor_quilt_bd3_a", out, (size_t)w * h, Output::f32, [=] { harbor_quilt_bd3_a<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(field, out, w, pitch); });
        add("harbor_quilt_bd3_b", out, (size_t)w * h, Output::f32, [=] { harbor_quilt_bd3_b<<<dim3(w / 32, h / 64), dim3(32, 8)>>>(field, out, w, pitch); });
    }
    {   // tally
        const int n4 = 4 * M;
        float4* path = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 71)); int* tally = harness::empty<int>(256);
        add("lantern_fjord_bd3_a", tally, 256, Output::i32, [=] { lantern_fjord_bd3_a<<<132 * 8, 256>>>(path, tally, n4); });
        add("lantern_fjord_bd3_b", tally, 256, Output::i32, [=] { lantern_fjord_bd3_b<<<132 * 8, 256>>>(path, tally, n4); });
    }
    {   // options
        const int n = 16 * M;
        float* s = harness::filled<float>(n, 81); float* x = harness::filled<float>(n, 82000003); float* t = harness::filled<float>(n, 83000029); float* out = harness::empty<float>(n);
        add("walnut_ridge_bd3_a", out, n, Output::f32, [=] { walnut_ridge_bd3_a<<<n / 256, 256>>>(s, x, t, out, n, 0.03f, 0.25f); });
        add("walnut_ridge_bd3_b", out, n, Output::f32, [=] { walnut_ridge_bd3_b<<<n / 256, 256>>>(s, x, t, out, n, 0.03f, 0.25f); });
    }
    {   // antennas
        const int n = 4 * M;
        std::vector<float> a(64);
        for (int k = 0; k < 64; ++k) a[k] = 0.54f - 0.46f * std::cos(6.2831853f * k / 63.0f);
        CHECK(cudaMemcpyToSymbol(c_amplitude, a.data(), 64 * sizeof(float)));
        float* sine = harness::filled<float>(n, 91); float* out = harness::empty<float>(n);
        add("saffron_wheel_bd3_a", out, n, Output::f32, [=] { saffron_wheel_bd3_a<<<n / 256, 256>>>(sine, out, n, 3.1f); });
        add("saffron_wheel_bd3_b", out, n, Output::f32, [=] { saffron_wheel_bd3_b<<<n / 256, 256>>>(sine, out, n, 3.1f); });
    }
    {   // heat
        const int nx = 256, ny = 256, nz = 384; const size_t n = (size_t)nx * ny * nz;
        float* u = harness::filled<float>(n, 101); float* out = harness::empty<float>(n);
        add("juniper_cellar_bd3_a", out, n, Output::f32, [=] { juniper_cellar_bd3_a<<<(unsigned)(n / 256), 256>>>(u, out, nx, ny, nz, 0.1f); });
        add("juniper_cellar_bd3_b", out, n, Output::f32, [=] { juniper_cellar_bd3_b<<<dim3(1, ny, nz), 256>>>(u, out, nx, ny, nz, 0.1f); });
    }
    {   // film
        const int n4 = 12 * M;
        float4* film = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 111));
        float4* one = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        float4* two = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        add("marble_falcon_bd3_a", out, (size_t)n4 * 4, Output::f32, [=] {
            marble_falcon_bd3_a0<<<n4 / 256, 256>>>(film, one, n4, 1.8f);
            marble_falcon_bd3_a1<<<n4 / 256, 256>>>(one, two, n4);
            marble_falcon_bd3_a2<<<n4 / 256, 256>>>(two, out, n4, 0.02f); });
        add("marble_falcon_bd3_b", out, (size_t)n4 * 4, Output::f32, [=] { marble_falcon_bd3_b<<<n4 / 256, 256>>>(film, out, n4, 1.8f, 0.02f); });
    }
    {   // cells
        std::vector<int> start{0}; std::vector<int2> heavy, light;
        const int cells = 2006;
        for (int c = 0; c < cells; ++c) {
            bool dense = c == 301 || c == 640 || c == 1017 || c == 1260 || c == 1533 || c == 1777;
            int n = dense ? 2048 : 256;
            for (int t = 0; t < n; t += 256) (dense ? heavy : light).push_back(make_int2(c, t));
            start.push_back(start.back() + n);
        }
        heavy.insert(heavy.end(), light.begin(), light.end());
        const int bodies = start.back(), chunks = (int)heavy.size();
        float4* body = reinterpret_cast<float4*>(harness::filled<float>((size_t)bodies * 4, 121));
        int* begin = harness::uploaded(start); int2* work = harness::uploaded(heavy);
        float4* force = reinterpret_cast<float4*>(harness::empty<float>((size_t)bodies * 4));
        add("tundra_ribbon_bd3_a", force, (size_t)bodies * 4, Output::f32, [=] { tundra_ribbon_bd3_a<<<cells, 256>>>(body, begin, force); });
        add("tundra_ribbon_bd3_b", force, (size_t)bodies * 4, Output::f32, [=] { tundra_ribbon_bd3_b<<<chunks, 256>>>(body, begin, work, force); });
    }
    {   // spectrogram
        const int n = 4096;
        float* in = harness::filled<float>((size_t)n * n, 131); float* out = harness::empty<float>((size_t)n * n);
        add("cobalt_meadow_bd3_a", out, (size_t)n * n, Output::f32, [=] { cobalt_meadow_bd3_a<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); });
        add("cobalt_meadow_bd3_b", out, (size_t)n * n, Output::f32, [=] { cobalt_meadow_bd3_b<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); });
    }
    {   // forecasts
        const int n4 = 8 * M;
        float4* a = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 141));
        float4* b = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 142000013));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>((size_t)n4 * 4));
        add("ginger_turret_bd3_a", out, (size_t)n4 * 4, Output::f32, [=] { ginger_turret_bd3_a<<<n4 / 256, 256>>>(a, b, out, n4); });
        add("ginger_turret_bd3_b", out, (size_t)n4 * 4, Output::f32, [=] { ginger_turret_bd3_b<<<n4 / 256, 256>>>(a, b, out, n4); });
    }
    {   // drift
        const int n = 8 * M;
        float4* p = reinterpret_cast<float4*>(harness::filled<float>((size_t)n * 4, 151));
        float4* v = reinterpret_cast<float4*>(harness::filled<float>((size_t)n * 4, 152000021));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>((size_t)n * 4));
        add("willow_beacon_bd3_a", out, (size_t)n * 4, Output::f32, [=] { willow_beacon_bd3_a<<<n / 256, 256>>>(p, v, out, n, 0.01f); });
    }
    {   // energy
        const int n4 = 24 * M;
        float4* field = reinterpret_cast<float4*>(harness::filled<float>((size_t)n4 * 4, 161)); float* total = harness::empty<float>(1);
        CHECK(cudaMemset(total, 0, 4));
        add("onyx_prairie_bd3_a", total, 1, Output::f32, [=] { onyx_prairie_bd3_a<<<132 * 8, 256>>>(field, total, n4); });
    }
    {   // wave
        const int w = 8192, h = 4096, pitch = w + 64; const size_t n = (size_t)pitch * (h + 2);
        float* now = harness::filled<float>(n, 171); float* before = harness::filled<float>(n, 172000033); float* next = harness::empty<float>(n);
        CHECK(cudaMemset(next, 0, n * sizeof(float)));
        add("hazel_canyon_bd3_a", next, n, Output::f32, [=] { hazel_canyon_bd3_a<<<dim3(w / 256, h / 4), dim3(64, 4)>>>(now, before, next, pitch, 0.2f); });
    }
    return harness::run(argc, argv, cases);
}
