// Arithmetic and sequences of launches, first half.
#include "harness.cuh"
#include <cuda_fp16.h>

// ---------------------------------------------------------------- lens_shear: deflection field of a cluster of point lenses
constexpr int LENSES = 256, SKY = 1024;
__global__ void harness_lenses(float4* l, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) l[i] = make_float4(harness::unit(i * 4), harness::unit(i * 4 + 1), 0.6f + 0.5f * harness::unit(i * 4 + 2), 1.0f);
}
__global__ void __launch_bounds__(256) lens_shear_q4_a(const float4* __restrict__ lens, float2* __restrict__ out) {
    __shared__ float4 tile[LENSES];
    int t = threadIdx.y * 16 + threadIdx.x;
    tile[t] = lens[t];
    __syncthreads();
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float px = (x - SKY / 2) * (1.0f / 400.0f), py = (y - SKY / 2) * (1.0f / 400.0f), ax = 0.0f, ay = 0.0f;
#pragma unroll 4
    for (int k = 0; k < LENSES; ++k) {
        float4 l = tile[k];
        float dx = px - l.x, dy = py - l.y;
        float r2 = dx * dx + dy * dy + 1.0e-3;
        float g = __fdividef(l.z, r2);
        ax += 1.75 * g * dx;
        ay += 1.75 * g * dy;
    }
    out[y * SKY + x] = make_float2(ax, ay);
}
__global__ void __launch_bounds__(256) lens_shear_q4_b(const float4* __restrict__ lens, float2* __restrict__ out) {
    __shared__ float4 tile[LENSES];
    int t = threadIdx.y * 16 + threadIdx.x;
    tile[t] = lens[t];
    __syncthreads();
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float px = (x - SKY / 2) * (1.0f / 400.0f), py = (y - SKY / 2) * (1.0f / 400.0f), ax = 0.0f, ay = 0.0f;
#pragma unroll 4
    for (int k = 0; k < LENSES; ++k) {
        float4 l = tile[k];
        float dx = px - l.x, dy = py - l.y;
        float r2 = dx * dx + dy * dy + 1.0e-3f;
        float g = __fdividef(l.z, r2) * 1.75f;
        ax += g * dx;
        ay += g * dy;
    }
    out[y * SKY + x] = make_float2(ax, ay);
}

// ---------------------------------------------------------------- lj_argon: pair energies and virials of a noble gas, all pairs in splits
constexpr int ATOMS = 16384, SPLITS = 16;
__global__ void harness_atoms(float4* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = make_float4(14 * harness::unit(i * 4), 14 * harness::unit(i * 4 + 1), 14 * harness::unit(i * 4 + 2), 1.0f);
}
template <bool POWERS>
__device__ __forceinline__ void lj_body(const float4* atoms, float2* out, float sigma, float epsilon) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = atoms[i];
    float energy = 0, virial = 0;
    int first = blockIdx.y * (ATOMS / SPLITS);
    for (int base = first; base < first + ATOMS / SPLITS; base += 256) {
        __syncthreads();
        tile[threadIdx.x] = atoms[base + threadIdx.x];
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < 256; ++j) {
            float4 o = tile[j];
            float dx = me.x - o.x, dy = me.y - o.y, dz = me.z - o.z;
            float r2 = fmaxf(dx * dx + dy * dy + dz * dz, 0.7f);
            float s6, s12;
            if (POWERS) {
                float r = sqrtf(r2);
                s12 = powf(sigma / r, 12.0f);
                s6 = powf(sigma / r, 6.0f);
            } else {
                float s2 = __fdividef(sigma * sigma, r2);
                s6 = s2 * s2 * s2;
                s12 = s6 * s6;
            }
            if (base + j != i) {
                energy += s12 - s6;
                virial += 2.0f * s12 - s6;
            }
        }
    }
    out[blockIdx.y * ATOMS + i] = make_float2(4 * epsilon * energy, 24 * epsilon * virial);
}
__global__ void __launch_bounds__(256) lj_argon_q4_a(const float4* __restrict__ atoms, float2* __restrict__ out, float sigma, float epsilon) {
    lj_body<true>(atoms, out, sigma, epsilon);
}
__global__ void __launch_bounds__(256) lj_argon_q4_b(const float4* __restrict__ atoms, float2* __restrict__ out, float sigma, float epsilon) {
    lj_body<false>(atoms, out, sigma, epsilon);
}

// ---------------------------------------------------------------- unfold3: 3x3 patches of feature maps laid out for a matrix product
struct Shape { long long n, c, h, w, kh, kw; };
__global__ void __launch_bounds__(256) unfold3_q4_a(const float* __restrict__ in, float* __restrict__ out, Shape s, long long total) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= total) return;
    long long ox = i % s.w, rest = i / s.w;
    long long oy = rest % s.h; rest /= s.h;
    long long kx = rest % s.kw; rest /= s.kw;
    long long ky = rest % s.kh; rest /= s.kh;
    long long ch = rest % s.c, img = rest / s.c;
    long long x = ox + kx - 1, y = oy + ky - 1;
    float v = 0.0f;
    if (x >= 0 && x < s.w && y >= 0 && y < s.h) v = in[((img * s.c + ch) * s.h + y) * s.w + x];
    out[i] = v;
}
__global__ void __launch_bounds__(256) unfold3_q4_b(const float* __restrict__ in, float* __restrict__ out, int c, int h, int w) {
    int ox = threadIdx.x, oy = blockIdx.x * blockDim.y + threadIdx.y;   // one map is as wide as the block
    int plane = blockIdx.z * c + blockIdx.y, area = h * w;
    const float* src = in + (size_t)plane * area;
    float* dst = out + (size_t)plane * 9 * area + oy * w + ox;
#pragma unroll
    for (int ky = 0; ky < 3; ++ky)
#pragma unroll
        for (int kx = 0; kx < 3; ++kx) {
            int x = ox + kx - 1, y = oy + ky - 1;
            float v = 0.0f;
            if (x >= 0 && x < w && y >= 0 && y < h) v = src[y * w + x];
            dst[(ky * 3 + kx) * area] = v;
        }
}

// ---------------------------------------------------------------- ortho_warp: pushbroom image geometry, two bivariate polynomials of degree 9
constexpr int DEG = 10;
__constant__ float warp_u[DEG * DEG], warp_v[DEG * DEG];
struct Strict {   // "bit for bit like the reference on the CPU"
    float v;
    __device__ __forceinline__ Strict(float f) : v(f) {}
};
__device__ __forceinline__ Strict operator*(Strict a, Strict b) { return Strict(__fmul_rn(a.v, b.v)); }
__device__ __forceinline__ Strict operator+(Strict a, Strict b) { return Strict(__fadd_rn(a.v, b.v)); }
struct Plain {
    float v;
    __device__ __forceinline__ Plain(float f) : v(f) {}
};
__device__ __forceinline__ Plain operator*(Plain a, Plain b) { return Plain(a.v * b.v); }
__device__ __forceinline__ Plain operator+(Plain a, Plain b) { return Plain(a.v + b.v); }
template <typename N>
__device__ __forceinline__ float bivariate(const float* c, float x, float y) {
    N sum(0.0f);
#pragma unroll
    for (int r = DEG - 1; r >= 0; --r) {
        N row(c[r * DEG + DEG - 1]);
#pragma unroll
        for (int k = DEG - 2; k >= 0; --k) row = row * N(x) + N(c[r * DEG + k]);
        sum = r == DEG - 1 ? row : sum * N(y) + row;
    }
    return sum.v;
}
__global__ void __launch_bounds__(256) ortho_warp_q4_a(const float4* __restrict__ at, float4* __restrict__ to, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = at[i];
        to[i] = make_float4(bivariate<Strict>(warp_u, p.x, p.y), bivariate<Strict>(warp_v, p.x, p.y),
                            bivariate<Strict>(warp_u, p.z, p.w), bivariate<Strict>(warp_v, p.z, p.w));
    }
}
__global__ void __launch_bounds__(256) ortho_warp_q4_b(const float4* __restrict__ at, float4* __restrict__ to, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 p = at[i];
        to[i] = make_float4(bivariate<Plain>(warp_u, p.x, p.y), bivariate<Plain>(warp_v, p.x, p.y),
                            bivariate<Plain>(warp_u, p.z, p.w), bivariate<Plain>(warp_v, p.z, p.w));
    }
}

// ---------------------------------------------------------------- lpc_voice: code-excited linear prediction, one voice channel a thread
constexpr int ORDER = 20, VOICES = 132 * 128, SUBFRAMES = 64, CODES = 1024;
template <bool SPLIT>
__device__ __forceinline__ void lpc_body(const float* lpc, const float* codebook, const int* code, const float* gain, __half* out) {
    __shared__ float book[CODES + ORDER];
    for (int i = threadIdx.x; i < CODES + ORDER; i += blockDim.x) book[i] = codebook[i];
    __syncthreads();
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    float a[ORDER], y[ORDER];
#pragma unroll
    for (int k = 0; k < ORDER; ++k) { a[k] = 0.045f * lpc[k * VOICES + ch]; y[k] = 0.0f; }
    int index = code[ch];
    float g = gain[ch];
    __half* o = out + ch;
#pragma unroll 1
    for (int f = 0; f < SUBFRAMES; ++f) {
        int next = f + 1 < SUBFRAMES ? f + 1 : f;
        int index_next = code[next * VOICES + ch];
        float g_next = gain[next * VOICES + ch];
#pragma unroll
        for (int t = 0; t < ORDER; ++t) {
            float e = g * book[index + t], s;
            if (!SPLIT) {
                s = e;
#pragma unroll
                for (int k = 0; k < ORDER; ++k) s = fmaf(a[k], y[(t - 1 - k + 2 * ORDER) % ORDER], s);
            } else {      // old samples in four sums, the newest sample last
                float p[4] = {e, 0, 0, 0};
#pragma unroll
                for (int q = 0; q < 4; ++q)
#pragma unroll
                    for (int k = 0; k < 4; ++k) {
                        float v = y[(t - 1 - (ORDER - 1 - q * 4 - k) + 2 * ORDER) % ORDER], w = a[ORDER - 1 - q * 4 - k];
                        p[q] = (q && !k) ? w * v : fmaf(w, v, p[q]);
                    }
                s = (p[0] + p[1]) + (p[2] + p[3]);
#pragma unroll
                for (int k = 3; k >= 0; --k) s = fmaf(a[k], y[(t - 1 - k + 2 * ORDER) % ORDER], s);
            }
            y[t] = s;
            o[t * VOICES] = __float2half_rn(s);
        }
        o += ORDER * VOICES;
        index = index_next;
        g = g_next;
    }
}
__global__ void __launch_bounds__(128) lpc_voice_q4_a(const float* __restrict__ lpc, const float* __restrict__ codebook, const int* __restrict__ code,
                                                     const float* __restrict__ gain, __half* __restrict__ out) {
    lpc_body<false>(lpc, codebook, code, gain, out);
}
__global__ void __launch_bounds__(128) lpc_voice_q4_b(const float* __restrict__ lpc, const float* __restrict__ codebook, const int* __restrict__ code,
                                                     const float* __restrict__ gain, __half* __restrict__ out) {
    lpc_body<true>(lpc, codebook, code, gain, out);
}

// ---------------------------------------------------------------- camera_isp: sensor values to display pixels
__global__ void harness_raw(ushort4* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t a = harness::hash32(i), b = harness::hash32(a + 77);
        p[i] = make_ushort4((a & 4095) + 64, ((a >> 16) & 4095) + 64, (b & 4095) + 64, ((b >> 16) & 4095) + 64);
    }
}
struct Colour { float m[9]; float gain[3]; float black; };
__device__ __forceinline__ float3 isp_ccm(const Colour& c, float r, float g, float b) {
    return make_float3(c.m[0] * r + c.m[1] * g + c.m[2] * b, c.m[3] * r + c.m[4] * g + c.m[5] * b, c.m[6] * r + c.m[7] * g + c.m[8] * b);
}
__device__ __forceinline__ float isp_gamma(float x) { return __powf(fminf(fmaxf(x, 1e-5f), 1.0f), 1.0f / 2.2f); }
__global__ void __launch_bounds__(256) camera_isp_q4_a(const ushort4* __restrict__ raw, float4* __restrict__ o, Colour c, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    ushort4 v = raw[i];
    float s = 1.0f / 4095.0f;
    o[i] = make_float4((v.x - c.black) * s, (v.y - c.black) * s, (v.z - c.black) * s, (v.w - c.black) * s);
}
__global__ void __launch_bounds__(256) camera_isp_q4_a_2(const float4* __restrict__ in, float4* __restrict__ o, Colour c, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    o[i] = make_float4(v.x * c.gain[0], v.y * c.gain[1], v.z * c.gain[2], v.w);
}
__global__ void __launch_bounds__(256) camera_isp_q4_a_3(const float4* __restrict__ in, float4* __restrict__ o, Colour c, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    float3 k = isp_ccm(c, v.x, v.y, v.z);
    o[i] = make_float4(k.x, k.y, k.z, v.w);
}
__global__ void __launch_bounds__(256) camera_isp_q4_a_4(const float4* __restrict__ in, float4* __restrict__ o, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    o[i] = make_float4(isp_gamma(v.x), isp_gamma(v.y), isp_gamma(v.z), fminf(v.w, 1.0f));
}
__global__ void __launch_bounds__(256) camera_isp_q4_a_5(const float4* __restrict__ in, uchar4* __restrict__ o, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = in[i];
    o[i] = make_uchar4(v.x * 255.0f + 0.5f, v.y * 255.0f + 0.5f, v.z * 255.0f + 0.5f, v.w * 255.0f + 0.5f);
}
__global__ void __launch_bounds__(256) camera_isp_q4_b(const ushort4* __restrict__ raw, uchar4* __restrict__ o, Colour c, int n) {
    int i = (blockIdx.x * 256 + threadIdx.x) * 2;
    if (i >= n) return;
    uint4 two = *reinterpret_cast<const uint4*>(raw + i);
    uchar4 done[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        unsigned lo = k ? two.z : two.x, hi = k ? two.w : two.y;
        float s = 1.0f / 4095.0f;
        float r = (float(lo & 0xffff) - c.black) * s * c.gain[0], g = (float(lo >> 16) - c.black) * s * c.gain[1];
        float b = (float(hi & 0xffff) - c.black) * s * c.gain[2], w = (float(hi >> 16) - c.black) * s;
        float3 m = isp_ccm(c, r, g, b);
        done[k] = make_uchar4(isp_gamma(m.x) * 255.0f + 0.5f, isp_gamma(m.y) * 255.0f + 0.5f, isp_gamma(m.z) * 255.0f + 0.5f,
                              fminf(w, 1.0f) * 255.0f + 0.5f);
    }
    *reinterpret_cast<uint2*>(o + i) = *reinterpret_cast<uint2*>(done);
}

// ---------------------------------------------------------------- basin_wave: standing waves in a small harbour basin, 24 leapfrog steps
constexpr int BASIN = 64, STEPS = 24;
__global__ void __launch_bounds__(256) basin_wave_q4_a(const float* __restrict__ before, const float* __restrict__ now, float* __restrict__ next, float c2, float damp) {
    int x = threadIdx.x, y = blockIdx.x * 4 + threadIdx.y, i = y * BASIN + x;
    float u = now[i];
    float w = x > 0 ? now[i - 1] : u, e = x < BASIN - 1 ? now[i + 1] : u;
    float n = y > 0 ? now[i - BASIN] : u, s = y < BASIN - 1 ? now[i + BASIN] : u;
    next[i] = (2.0f * u - before[i] + c2 * (w + e + n + s - 4.0f * u)) * damp;
}
__global__ void __launch_bounds__(1024) basin_wave_q4_b(const float* __restrict__ before, const float* __restrict__ now, float* __restrict__ out, float c2, float damp) {
    __shared__ float field[2][BASIN * BASIN];
    float old[4], u[4];
    int x = threadIdx.x & 63, y0 = threadIdx.x >> 6;   // rows y0, y0+16, ...
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = (y0 + 16 * k) * BASIN + x;
        old[k] = before[i];
        u[k] = now[i];
        field[0][i] = u[k];
    }
    __syncthreads();
    for (int step = 0; step < STEPS; ++step) {
        const float* f = field[step & 1];
        float* g = field[~step & 1];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            int y = y0 + 16 * k, i = y * BASIN + x;
            float w = x > 0 ? f[i - 1] : u[k], e = x < BASIN - 1 ? f[i + 1] : u[k];
            float n = y > 0 ? f[i - BASIN] : u[k], s = y < BASIN - 1 ? f[i + BASIN] : u[k];
            float v = (2.0f * u[k] - old[k] + c2 * (w + e + n + s - 4.0f * u[k])) * damp;
            old[k] = u[k];
            u[k] = v;
            g[i] = v;
        }
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[(y0 + 16 * k) * BASIN + x] = u[k];
}

// ---------------------------------------------------------------- thermal_counts (mild): bolometer counts to kelvin
__global__ void __launch_bounds__(256) thermal_counts_q4_a(const float4* __restrict__ counts, float4* __restrict__ kelvin, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = counts[i];
    v.x = v.x * 0.0439453 + 273.15;
    v.y = v.y * 0.0439453 + 273.15;
    v.z = v.z * 0.0439453 + 273.15;
    v.w = v.w * 0.0439453 + 273.15;
    kelvin[i] = v;
}
__global__ void __launch_bounds__(256) thermal_counts_q4_b(const float4* __restrict__ counts, float4* __restrict__ kelvin, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    float4 v = counts[i];
    v.x = v.x * 0.0439453f + 273.15f;
    v.y = v.y * 0.0439453f + 273.15f;
    v.z = v.z * 0.0439453f + 273.15f;
    v.w = v.w * 0.0439453f + 273.15f;
    kelvin[i] = v;
}

// ---------------------------------------------------------------- shot_taper (mild): gain a trace and taper a sample of a seismic gather
__global__ void __launch_bounds__(256) shot_taper_q4_a(const float4* __restrict__ shot, const float4* __restrict__ taper, const float* __restrict__ gain,
                                                      float4* __restrict__ out, unsigned samples4, unsigned n) {
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    unsigned trace = i / samples4, s = i % samples4;
    float4 v = shot[i], t = taper[s];
    float g = gain[trace];
    out[i] = make_float4(v.x * t.x * g, v.y * t.y * g, v.z * t.z * g, v.w * t.w * g);
}
__global__ void __launch_bounds__(256) shot_taper_q4_b(const float4* __restrict__ shot, const float4* __restrict__ taper, const float* __restrict__ gain,
                                                      float4* __restrict__ out, unsigned samples4) {
    unsigned s = blockIdx.x * 256 + threadIdx.x;
    if (s >= samples4) return;
    unsigned i = blockIdx.y * samples4 + s;
    float4 v = shot[i], t = taper[s];
    float g = gain[blockIdx.y];
    out[i] = make_float4(v.x * t.x * g, v.y * t.y * g, v.z * t.z * g, v.w * t.w * g);
}

// ---------------------------------------------------------------- orbit_poly (healthy): satellite positions and clocks in double precision, by long polynomials
constexpr int TERMS = 60;
__constant__ double orbit[4][TERMS];
__global__ void __launch_bounds__(256) orbit_poly_q4_h(const double2* __restrict__ epoch, double2* __restrict__ out, int n2) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n2) return;
    double2 t = epoch[i], s[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) s[c] = make_double2(orbit[c][TERMS - 1], orbit[c][TERMS - 1]);
#pragma unroll
    for (int k = TERMS - 2; k >= 0; --k)
#pragma unroll
        for (int c = 0; c < 4; ++c) {
            double a = orbit[c][k];
            s[c].x = fma(s[c].x, t.x, a);
            s[c].y = fma(s[c].y, t.y, a);
        }
#pragma unroll
    for (int c = 0; c < 4; ++c) out[(size_t)c * n2 + i] = s[c];
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;

    float4* lenses; CHECK(cudaMalloc(&lenses, LENSES * 16));
    harness_lenses<<<1, 256>>>(lenses, LENSES);
    float* bend = harness::empty<float>(2 * SKY * SKY);
    cases.push_back({"lens_shear_q4_a", [=] { lens_shear_q4_a<<<dim3(64, 64), dim3(16, 16)>>>(lenses, (float2*)bend); }, bend, 2 * SKY * SKY, Output::f32});
    cases.push_back({"lens_shear_q4_b", [=] { lens_shear_q4_b<<<dim3(64, 64), dim3(16, 16)>>>(lenses, (float2*)bend); }, bend, 2 * SKY * SKY, Output::f32});

    float4* atoms; CHECK(cudaMalloc(&atoms, ATOMS * 16));
    harness_atoms<<<ATOMS / 256, 256>>>(atoms, ATOMS);
    float* pairs = harness::empty<float>(2 * ATOMS * SPLITS);
    cases.push_back({"lj_argon_q4_a", [=] { lj_argon_q4_a<<<dim3(ATOMS / 256, SPLITS), 256>>>(atoms, (float2*)pairs, 1.05f, 0.9f); }, pairs, 2 * ATOMS * SPLITS, Output::f32});
    cases.push_back({"lj_argon_q4_b", [=] { lj_argon_q4_b<<<dim3(ATOMS / 256, SPLITS), 256>>>(atoms, (float2*)pairs, 1.05f, 0.9f); }, pairs, 2 * ATOMS * SPLITS, Output::f32});

    Shape shape{32, 64, 64, 64, 3, 3};
    size_t maps = 32 * 64 * 64 * 64, patches = maps * 9;
    float* features = harness::filled<float>(maps, 11);
    float* unfolded = harness::empty<float>(patches);
    cases.push_back({"unfold3_q4_a", [=] { unfold3_q4_a<<<unsigned(patches / 256), 256>>>(features, unfolded, shape, (long long)patches); }, unfolded, patches, Output::f32});
    cases.push_back({"unfold3_q4_b", [=] { unfold3_q4_b<<<dim3(16, 64, 32), dim3(64, 4)>>>(features, unfolded, 64, 64, 64); }, unfolded, patches, Output::f32});

    std::vector<float> cu(DEG * DEG), cv(DEG * DEG);
    for (int i = 0; i < DEG * DEG; ++i) { cu[i] = harness::unit(i + 900) * 0.5f; cv[i] = harness::unit(i + 1900) * 0.5f; }
    CHECK(cudaMemcpyToSymbol(warp_u, cu.data(), cu.size() * 4));
    CHECK(cudaMemcpyToSymbol(warp_v, cv.data(), cv.size() * 4));
    int points = 8 << 20;   // pairs of image points
    float* at = harness::filled<float>((size_t)points * 4, 21);
    float* to = harness::empty<float>((size_t)points * 4);
    cases.push_back({"ortho_warp_q4_a", [=] { ortho_warp_q4_a<<<132 * 8 * 4, 256>>>((float4*)at, (float4*)to, points); }, to, (size_t)points * 4, Output::f32});
    cases.push_back({"ortho_warp_q4_b", [=] { ortho_warp_q4_b<<<132 * 8 * 4, 256>>>((float4*)at, (float4*)to, points); }, to, (size_t)points * 4, Output::f32});

    float* lpc = harness::filled<float>(ORDER * VOICES, 31);
    float* book = harness::filled<float>(CODES + ORDER, 32);
    int* code = harness::indices(SUBFRAMES * VOICES, CODES, 33);
    float* gain = harness::filled<float>(SUBFRAMES * VOICES, 34);
    size_t speech = (size_t)SUBFRAMES * ORDER * VOICES;
    __half* voice = harness::empty<__half>(speech);
    cases.push_back({"lpc_voice_q4_a", [=] { lpc_voice_q4_a<<<VOICES / 128, 128>>>(lpc, book, code, gain, voice); }, voice, speech, Output::f16});
    cases.push_back({"lpc_voice_q4_b", [=] { lpc_voice_q4_b<<<VOICES / 128, 128>>>(lpc, book, code, gain, voice); }, voice, speech, Output::f16});

    int pixels = 4096 * 3072;
    ushort4* raw; CHECK(cudaMalloc(&raw, (size_t)pixels * 8));
    harness_raw<<<2048, 256>>>(raw, pixels);
    float4* stage1; CHECK(cudaMalloc(&stage1, (size_t)pixels * 16));
    float4* stage2; CHECK(cudaMalloc(&stage2, (size_t)pixels * 16));
    uint8_t* display = harness::empty<uint8_t>((size_t)pixels * 4);
    Colour colour{{1.60f, -0.45f, -0.15f, -0.25f, 1.45f, -0.20f, 0.02f, -0.55f, 1.53f}, {0.9f, 0.7f, 0.8f}, 60.0f};
    cases.push_back({"camera_isp_q4_a", [=] {
        int blocks = pixels / 256;
        camera_isp_q4_a<<<blocks, 256>>>(raw, stage1, colour, pixels);
        camera_isp_q4_a_2<<<blocks, 256>>>(stage1, stage2, colour, pixels);
        camera_isp_q4_a_3<<<blocks, 256>>>(stage2, stage1, colour, pixels);
        camera_isp_q4_a_4<<<blocks, 256>>>(stage1, stage2, pixels);
        camera_isp_q4_a_5<<<blocks, 256>>>(stage2, (uchar4*)display, pixels);
    }, display, (size_t)pixels * 4, Output::u8});
    cases.push_back({"camera_isp_q4_b", [=] { camera_isp_q4_b<<<pixels / 512, 256>>>(raw, (uchar4*)display, colour, pixels); }, display, (size_t)pixels * 4, Output::u8});

    int cells = BASIN * BASIN;
    float* level0 = harness::filled<float>(cells, 41);
    float* level1 = harness::filled<float>(cells, 42);
    float* ring[3];
    for (float*& r : ring) r = harness::empty<float>(cells);
    float* r0 = ring[0]; float* r1 = ring[1]; float* r2 = ring[2];
    float* calm = harness::empty<float>(cells);
    cases.push_back({"basin_wave_q4_a", [=] {
        float* work[3] = {r0, r1, r2};
        const float *before = level0, *now = level1;
        for (int s = 0; s < STEPS; ++s) {
            float* next = s == STEPS - 1 ? calm : work[s % 3];
            basin_wave_q4_a<<<BASIN / 4, dim3(64, 4)>>>(before, now, next, 0.2f, 0.98f);
            before = now;
            now = next;
        }
    }, calm, (size_t)cells, Output::f32});
    cases.push_back({"basin_wave_q4_b", [=] { basin_wave_q4_b<<<1, 1024>>>(level0, level1, calm, 0.2f, 0.98f); }, calm, (size_t)cells, Output::f32});

    int quads = 16 << 20;
    float* counts = harness::filled<float>((size_t)quads * 4, 51);
    float* kelvin = harness::empty<float>((size_t)quads * 4);
    cases.push_back({"thermal_counts_q4_a", [=] { thermal_counts_q4_a<<<quads / 256, 256>>>((float4*)counts, (float4*)kelvin, quads); }, kelvin, (size_t)quads * 4, Output::f32});
    cases.push_back({"thermal_counts_q4_b", [=] { thermal_counts_q4_b<<<quads / 256, 256>>>((float4*)counts, (float4*)kelvin, quads); }, kelvin, (size_t)quads * 4, Output::f32});

    unsigned samples4 = 768, traces = 20000, all4 = samples4 * traces;
    float* taper = harness::filled<float>(samples4 * 4, 61);
    float* tgain = harness::filled<float>(traces, 62);
    cases.push_back({"shot_taper_q4_a", [=] { shot_taper_q4_a<<<all4 / 256, 256>>>((float4*)counts, (float4*)taper, tgain, (float4*)kelvin, samples4, all4); }, kelvin, (size_t)all4 * 4, Output::f32});
    cases.push_back({"shot_taper_q4_b", [=] { shot_taper_q4_b<<<dim3(samples4 / 256, traces), 256>>>((float4*)counts, (float4*)taper, tgain, (float4*)kelvin, samples4); }, kelvin, (size_t)all4 * 4, Output::f32});

    std::vector<double> oc(4 * TERMS);
    for (int i = 0; i < 4 * TERMS; ++i) oc[i] = harness::unit(i + 3000);
    CHECK(cudaMemcpyToSymbol(orbit, oc.data(), oc.size() * 8));
    int epochs = 8 << 20;
    double* epoch = harness::filled<double>(epochs, 71);
    double* where = harness::empty<double>((size_t)epochs * 4);
    cases.push_back({"orbit_poly_q4_h", [=] { orbit_poly_q4_h<<<epochs / 512, 256>>>((double2*)epoch, (double2*)where, epochs / 2); }, where, (size_t)epochs * 4, Output::f64});

    return harness::run(argc, argv, cases);
}
