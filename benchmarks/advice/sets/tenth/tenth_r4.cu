// Before/after pairs about arithmetic, first half: double precision by accident, special functions, conversions, integer work.
#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------- fill helpers
__global__ void harness_bytes_r4(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i + seed) >> 11);
}

// ------------------------------------------------------------------------------ 1. GNSS: slant tropospheric delay per observation
__global__ void tropo_delay_r4_a(const float* __restrict__ dp, const float* __restrict__ dt, const float* __restrict__ rh,
                                 const float* __restrict__ sinel, float* __restrict__ delay, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 1013.25 + 30.0 * dp[i];
    float t = 288.15 + 20.0 * dt[i];
    float h = 0.5 + 0.45 * rh[i];
    float s = 0.55 + 0.4 * sinel[i];
    float e = h * exp(-37.2465 + 0.213166 * t - 0.000256908 * t * t);
    float hydro = 0.0022768 * p / (1.0 - 0.00266 * 0.53 - 0.00000028 * 310.0);
    float wet = 0.002277 * (1255.0 / t + 0.05) * e;
    float mh = (1.0 + 0.00124 / (1.0 + 0.0029 / (1.0 + 0.0626))) / (s + 0.00124 / (s + 0.0029 / (s + 0.0626)));
    float mw = (1.0 + 0.00058 / (1.0 + 0.0014 / (1.0 + 0.0433))) / (s + 0.00058 / (s + 0.0014 / (s + 0.0433)));
    delay[i] = hydro * mh + wet * mw;
}
__global__ void tropo_delay_r4_b(const float* __restrict__ dp, const float* __restrict__ dt, const float* __restrict__ rh,
                                 const float* __restrict__ sinel, float* __restrict__ delay, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = 1013.25f + 30.0f * dp[i];
    float t = 288.15f + 20.0f * dt[i];
    float h = 0.5f + 0.45f * rh[i];
    float s = 0.55f + 0.4f * sinel[i];
    float e = h * expf(-37.2465f + 0.213166f * t - 0.000256908f * t * t);
    float hydro = 0.0022768f * p / (1.0f - 0.00266f * 0.53f - 0.00000028f * 310.0f);
    float wet = 0.002277f * (1255.0f / t + 0.05f) * e;
    float mh = (1.0f + 0.00124f / (1.0f + 0.0029f / (1.0f + 0.0626f))) / (s + 0.00124f / (s + 0.0029f / (s + 0.0626f)));
    float mw = (1.0f + 0.00058f / (1.0f + 0.0014f / (1.0f + 0.0433f))) / (s + 0.00058f / (s + 0.0014f / (s + 0.0433f)));
    delay[i] = hydro * mh + wet * mw;
}

// --------------------------------------------------------------- 2. imaging: rectification map of a lens, fixed-point undistortion
struct LensModelR4 { double fx, fy, cx, cy, k1, k2, k3, p1, p2; };
struct LensFloatR4 { float fx, fy, cx, cy, k1, k2, k3, p1, p2; };
__constant__ LensModelR4 lens_r4;
__constant__ LensFloatR4 lens_f_r4;

__global__ void lens_rectify_r4_a(float2* __restrict__ map, int width, int height) {
    int u = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y;
    if (u >= width) return;
    float x0 = (u - lens_r4.cx) / lens_r4.fx, y0 = (v - lens_r4.cy) / lens_r4.fy;
    float x = x0, y = y0;
    for (int it = 0; it < 8; ++it) {
        float r2 = x * x + y * y;
        float radial = 1.0f + r2 * (lens_r4.k1 + r2 * (lens_r4.k2 + r2 * lens_r4.k3));
        float dx = 2.0f * lens_r4.p1 * x * y + lens_r4.p2 * (r2 + 2.0f * x * x);
        float dy = lens_r4.p1 * (r2 + 2.0f * y * y) + 2.0f * lens_r4.p2 * x * y;
        float inv = __frcp_rn(radial);
        x = (x0 - dx) * inv;
        y = (y0 - dy) * inv;
    }
    map[(size_t)v * width + u] = make_float2(x * lens_r4.fx + lens_r4.cx, y * lens_r4.fy + lens_r4.cy);
}
__global__ void lens_rectify_r4_b(float2* __restrict__ map, int width, int height) {
    int u = blockIdx.x * blockDim.x + threadIdx.x, v = blockIdx.y;
    if (u >= width) return;
    float x0 = (u - lens_f_r4.cx) / lens_f_r4.fx, y0 = (v - lens_f_r4.cy) / lens_f_r4.fy;
    float x = x0, y = y0;
    for (int it = 0; it < 8; ++it) {
        float r2 = x * x + y * y;
        float radial = 1.0f + r2 * (lens_f_r4.k1 + r2 * (lens_f_r4.k2 + r2 * lens_f_r4.k3));
        float dx = 2.0f * lens_f_r4.p1 * x * y + lens_f_r4.p2 * (r2 + 2.0f * x * x);
        float dy = lens_f_r4.p1 * (r2 + 2.0f * y * y) + 2.0f * lens_f_r4.p2 * x * y;
        float inv = __frcp_rn(radial);
        x = (x0 - dx) * inv;
        y = (y0 - dy) * inv;
    }
    map[(size_t)v * width + u] = make_float2(x * lens_f_r4.fx + lens_f_r4.cx, y * lens_f_r4.fy + lens_f_r4.cy);
}

// ------------------------------------------------------------------ 3. astronomy: a field of galaxies with Sersic profiles, rendered
struct SersicR4 { float x, y, qxx, qxy, qyy, halfn, b, flux; };
__global__ void sersic_field_r4_a(const SersicR4* __restrict__ galaxies, int count, float* __restrict__ image, int width, int height) {
    __shared__ SersicR4 g[64];
    for (int k = threadIdx.x; k < count; k += blockDim.x) g[k] = galaxies[k];
    __syncthreads();
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y;
    if (px >= width) return;
    float sum = 0.0f;
    for (int k = 0; k < count; ++k) {
        float dx = px - g[k].x, dy = py - g[k].y;
        float r2 = g[k].qxx * dx * dx + g[k].qxy * dx * dy + g[k].qyy * dy * dy + 1e-6f;
        sum += g[k].flux * expf(-g[k].b * (powf(r2, g[k].halfn) - 1.0f));
    }
    image[(size_t)py * width + px] = sum;
}
__global__ void sersic_field_r4_b(const SersicR4* __restrict__ galaxies, int count, float* __restrict__ image, int width, int height) {
    __shared__ SersicR4 g[64];
    for (int k = threadIdx.x; k < count; k += blockDim.x) g[k] = galaxies[k];
    __syncthreads();
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y;
    if (px >= width) return;
    float sum = 0.0f;
    for (int k = 0; k < count; ++k) {
        float dx = px - g[k].x, dy = py - g[k].y;
        float r2 = g[k].qxx * dx * dx + g[k].qxy * dx * dy + g[k].qyy * dy * dy + 1e-6f;
        sum += g[k].flux * __expf(-g[k].b * (__powf(r2, g[k].halfn) - 1.0f));
    }
    image[(size_t)py * width + px] = sum;
}

// ------------------------------------------------------- 4. X-ray timing: Z^2_8 statistic of photon arrivals over trial frequencies
constexpr int kHarmonicsR4 = 8;
__global__ void timing_harmonics_r4_a(const float* __restrict__ arrivals, int events, float f0, float df, float* __restrict__ z2, int trials) {
    __shared__ float t[1024];
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float f = f0 + df * id;
    float c[kHarmonicsR4] = {}, s[kHarmonicsR4] = {};
    for (int base = 0; base < events; base += 1024) {
        __syncthreads();
        for (int k = threadIdx.x; k < 1024; k += blockDim.x) t[k] = 40.0f * arrivals[base + k];
        __syncthreads();
#pragma unroll 2
        for (int k = 0; k < 1024; ++k) {
            float turn = t[k] * f;
            float angle = 6.283185307f * (turn - rintf(turn));
#pragma unroll
            for (int m = 0; m < kHarmonicsR4; ++m) {
                c[m] += __cosf((m + 1) * angle);
                s[m] += __sinf((m + 1) * angle);
            }
        }
    }
    float z = 0.0f;
    for (int m = 0; m < kHarmonicsR4; ++m) z += c[m] * c[m] + s[m] * s[m];
    if (id < trials) z2[id] = 2.0f * z / events;
}
__global__ void timing_harmonics_r4_b(const float* __restrict__ arrivals, int events, float f0, float df, float* __restrict__ z2, int trials) {
    __shared__ float t[1024];
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    float f = f0 + df * id;
    float c[kHarmonicsR4] = {}, s[kHarmonicsR4] = {};
    for (int base = 0; base < events; base += 1024) {
        __syncthreads();
        for (int k = threadIdx.x; k < 1024; k += blockDim.x) t[k] = 40.0f * arrivals[base + k];
        __syncthreads();
#pragma unroll 2
        for (int k = 0; k < 1024; ++k) {
            float turn = t[k] * f;
            float angle = 6.283185307f * (turn - rintf(turn));
            float c1 = __cosf(angle), s1 = __sinf(angle), cm = c1, sm = s1;
            c[0] += cm; s[0] += sm;
#pragma unroll
            for (int m = 1; m < kHarmonicsR4; ++m) {
                float cn = cm * c1 - sm * s1;
                sm = sm * c1 + cm * s1;
                cm = cn;
                c[m] += cm;
                s[m] += sm;
            }
        }
    }
    float z = 0.0f;
    for (int m = 0; m < kHarmonicsR4; ++m) z += c[m] * c[m] + s[m] * s[m];
    if (id < trials) z2[id] = 2.0f * z / events;
}

// --------------------------------------------------- 5. robotics: scan registration, distance to the nearest of 16-bit reference points
__global__ void __launch_bounds__(256) scan_register_r4_a(const short4* __restrict__ reference, int points, const float* __restrict__ qx,
                                                          const float* __restrict__ qy, const float* __restrict__ qz,
                                                          float* __restrict__ nearest, int queries) {
    __shared__ short4 tile[512];
    int i = blockIdx.x * 256 + threadIdx.x, at = min(i, queries - 1);
    float x = 32000.0f * qx[at], y = 32000.0f * qy[at], z = 32000.0f * qz[at], best = 3e38f;
    for (int base = 0; base < points; base += 512) {
        __syncthreads();
#pragma unroll 2
        for (int k = threadIdx.x; k < 512; k += 256) tile[k] = reference[base + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            short4 p = tile[k];
            float dx = (float)p.x - x, dy = (float)p.y - y, dz = (float)p.z - z;
            best = fminf(best, dx * dx + dy * dy + dz * dz);
        }
    }
    if (i < queries) nearest[i] = sqrtf(best);
}
__global__ void __launch_bounds__(256) scan_register_r4_b(const short4* __restrict__ reference, int points, const float* __restrict__ qx,
                                                          const float* __restrict__ qy, const float* __restrict__ qz,
                                                          float* __restrict__ nearest, int queries) {
    __shared__ float4 tile[512];
    int i = blockIdx.x * 256 + threadIdx.x, at = min(i, queries - 1);
    float x = 32000.0f * qx[at], y = 32000.0f * qy[at], z = 32000.0f * qz[at], best = 3e38f;
    for (int base = 0; base < points; base += 512) {
        __syncthreads();
#pragma unroll 2
        for (int k = threadIdx.x; k < 512; k += 256) {
            short4 p = reference[base + k];
            tile[k] = make_float4((float)p.x, (float)p.y, (float)p.z, 0.0f);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            float4 p = tile[k];
            float dx = p.x - x, dy = p.y - y, dz = p.z - z;
            best = fminf(best, dx * dx + dy * dy + dz * dz);
        }
    }
    if (i < queries) nearest[i] = sqrtf(best);
}

// --------------------------------------------------------- 6. climate: ensemble anomalies against a climatology on a shifted longitude
__global__ void monsoon_anomaly_r4_a(const float* __restrict__ field, const float* __restrict__ clim, float* __restrict__ anomaly,
                                     int total, int nlon, int nlat, int nlev, int origin) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int lon = i % nlon;
    int lat = i / nlon % nlat;
    int lev = i / (nlon * nlat) % nlev;
    int member = i / (nlon * nlat * nlev);
    int shifted = (lon + origin + member) % nlon;
    anomaly[i] = field[i] - clim[(lev * nlat + lat) * nlon + shifted];
}
__global__ void monsoon_anomaly_r4_b(const float* __restrict__ field, const float* __restrict__ clim, float* __restrict__ anomaly,
                                     int nlon, int origin) {
    int lon = blockIdx.x * blockDim.x + threadIdx.x;
    if (lon >= nlon) return;
    int row = blockIdx.y, rows = gridDim.y, member = blockIdx.z;  // a row is one latitude of one level
    int shifted = lon + origin + member;
    if (shifted >= nlon) shifted -= nlon;
    int i = (member * rows + row) * nlon + lon;
    anomaly[i] = field[i] - clim[row * nlon + shifted];
}

// ------------------------------------------------------------------- 7. databases: four-wise independent signs for a join-size sketch
struct SignHashR4 { unsigned long long a, b, c, d; };
__global__ void join_sketch_r4_a(const unsigned* __restrict__ keys, const int* __restrict__ amounts, int rows,
                                 SignHashR4 h0, SignHashR4 h1, unsigned long long prime, int* __restrict__ partial) {
    int sum0 = 0, sum1 = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
        unsigned long long x = keys[i] >> 2;
        int w = amounts[i];
        unsigned long long u = (h0.a * x + h0.b) % prime;
        u = (u * x + h0.c) % prime;
        u = (u * x + h0.d) % prime;
        unsigned long long v = (h1.a * x + h1.b) % prime;
        v = (v * x + h1.c) % prime;
        v = (v * x + h1.d) % prime;
        sum0 += (u & 1) ? w : -w;
        sum1 += (v & 1) ? w : -w;
    }
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    partial[2 * t] = sum0;
    partial[2 * t + 1] = sum1;
}
__device__ __forceinline__ unsigned long long fold31_r4(unsigned long long t) {
    const unsigned long long p = 0x7fffffffull;
    t = (t & p) + (t >> 31);
    t = (t & p) + (t >> 31);
    return t >= p ? t - p : t;
}
__global__ void join_sketch_r4_b(const unsigned* __restrict__ keys, const int* __restrict__ amounts, int rows,
                                 SignHashR4 h0, SignHashR4 h1, int* __restrict__ partial) {
    int sum0 = 0, sum1 = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
        unsigned long long x = keys[i] >> 2;
        int w = amounts[i];
        unsigned long long u = fold31_r4(h0.a * x + h0.b);
        u = fold31_r4(u * x + h0.c);
        u = fold31_r4(u * x + h0.d);
        unsigned long long v = fold31_r4(h1.a * x + h1.b);
        v = fold31_r4(v * x + h1.c);
        v = fold31_r4(v * x + h1.d);
        sum0 += (u & 1) ? w : -w;
        sum1 += (v & 1) ? w : -w;
    }
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    partial[2 * t] = sum0;
    partial[2 * t + 1] = sum1;
}

// ------------------------------------------------------------------------------- 8. remote sensing: melt index out of three channels
__global__ void melt_index_r4_a(const float4* __restrict__ red, const float4* __restrict__ nir, const float4* __restrict__ swir,
                                float4* __restrict__ index, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 r = red[i], n = nir[i], s = swir[i], o;
    o.x = 0.356 * r.x + 0.13 * n.x - s.x;
    o.y = 0.356 * r.y + 0.13 * n.y - s.y;
    o.z = 0.356 * r.z + 0.13 * n.z - s.z;
    o.w = 0.356 * r.w + 0.13 * n.w - s.w;
    index[i] = o;
}
__global__ void melt_index_r4_b(const float4* __restrict__ red, const float4* __restrict__ nir, const float4* __restrict__ swir,
                                float4* __restrict__ index, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 r = red[i], n = nir[i], s = swir[i], o;
    o.x = 0.356f * r.x + 0.13f * n.x - s.x;
    o.y = 0.356f * r.y + 0.13f * n.y - s.y;
    o.z = 0.356f * r.z + 0.13f * n.z - s.z;
    o.w = 0.356f * r.w + 0.13f * n.w - s.w;
    index[i] = o;
}

// ----------------------------------------------------------------------- 9. audio: feedback mix of a long circular delay line, stereo
__global__ void echo_ring_r4_a(const float2* __restrict__ dry, const float2* __restrict__ ring, float2* __restrict__ wet,
                               unsigned frames, unsigned length, unsigned head, float gain) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frames) return;
    float2 d = dry[i], e = ring[(head + i) % length];
    wet[i] = make_float2(d.x + gain * e.x, d.y + gain * e.y);
}
__global__ void echo_ring_r4_b(const float2* __restrict__ dry, const float2* __restrict__ ring, float2* __restrict__ wet,
                               unsigned frames, unsigned length, unsigned head, float gain) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frames) return;
    unsigned at = head + i;
    if (at >= length) at -= length;
    float2 d = dry[i], e = ring[at];
    wet[i] = make_float2(d.x + gain * e.x, d.y + gain * e.y);
}

// ---------------------------------------------------------- 10. astrometry: distortion polynomials of 24 detectors summed on a fine grid
constexpr int kChipsR4 = 24;
__global__ void __launch_bounds__(256) plate_distortion_r4_a(const float4* __restrict__ coeff, float4* __restrict__ out, int width) {
    __shared__ float4 c[kChipsR4 * 9];  // 36 coefficients of a bivariate polynomial of degree 7 each
    for (int k = threadIdx.x; k < kChipsR4 * 9; k += 256) c[k] = coeff[k];
    __syncthreads();
    int q = blockIdx.x * 256 + threadIdx.x;
    if (q * 4 >= width) return;
    float y = blockIdx.y * (2.0f / 2048.0f) - 1.0f, x[4], total[4] = {};
    for (int k = 0; k < 4; ++k) x[k] = (q * 4 + k) * (2.0f / 4096.0f) - 1.0f;
#pragma unroll 1
    for (int chip = 0; chip < kChipsR4; ++chip) {
        float w[36];
#pragma unroll
        for (int k = 0; k < 9; ++k) {
            float4 v = c[chip * 9 + k];
            w[4 * k] = v.x; w[4 * k + 1] = v.y; w[4 * k + 2] = v.z; w[4 * k + 3] = v.w;
        }
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            float outer = 0.0f;
            int at = 0;
#pragma unroll
            for (int i = 7; i >= 0; --i) {  // coefficient of x^i: a polynomial of degree 7 - i in y
                float inner = w[at++] + total[p] * 1e-3f;
#pragma unroll
                for (int j = 1; j <= 7 - i; ++j) inner = inner * y + w[at++];
                outer = outer * x[p] + inner;
            }
            total[p] += outer;
        }
    }
    out[(size_t)blockIdx.y * (width / 4) + q] = make_float4(total[0], total[1], total[2], total[3]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto blocks = [](size_t n, int b) { return (unsigned)((n + b - 1) / b); };

    const int obs = 16000007;
    float *dp = filled<float>(obs, 1), *dt = filled<float>(obs, 2), *rh = filled<float>(obs, 3), *se = filled<float>(obs, 4);
    float *delay = empty<float>(obs);
    cases.push_back({"tropo_delay_r4_a", [=] { tropo_delay_r4_a<<<blocks(obs, 256), 256>>>(dp, dt, rh, se, delay, obs); }, delay, (size_t)obs});
    cases.push_back({"tropo_delay_r4_b", [=] { tropo_delay_r4_b<<<blocks(obs, 256), 256>>>(dp, dt, rh, se, delay, obs); }, delay, (size_t)obs});

    const int mw = 6016, mh = 4016;
    LensModelR4 lm{4102.5, 4099.75, 3007.2, 2009.9, -0.1821, 0.0713, -0.0091, 0.00043, -0.00027};
    LensFloatR4 lf{(float)lm.fx, (float)lm.fy, (float)lm.cx, (float)lm.cy, (float)lm.k1, (float)lm.k2, (float)lm.k3, (float)lm.p1, (float)lm.p2};
    CHECK(cudaMemcpyToSymbol(lens_r4, &lm, sizeof lm));
    CHECK(cudaMemcpyToSymbol(lens_f_r4, &lf, sizeof lf));
    float2* map = (float2*)empty<float>((size_t)mw * mh * 2);
    dim3 mapgrid(blocks(mw, 128), mh);
    cases.push_back({"lens_rectify_r4_a", [=] { lens_rectify_r4_a<<<mapgrid, 128>>>(map, mw, mh); }, map, (size_t)mw * mh * 2});
    cases.push_back({"lens_rectify_r4_b", [=] { lens_rectify_r4_b<<<mapgrid, 128>>>(map, mw, mh); }, map, (size_t)mw * mh * 2});

    const int gw = 2000, gh = 1800, gals = 57;
    std::vector<SersicR4> gal(gals);
    for (int k = 0; k < gals; ++k) {
        float n = 1.6f + 0.9f * unit(100 + k), re = 60.0f + 40.0f * unit(200 + k), q = 0.7f + 0.25f * unit(300 + k);
        float th = 3.14f * unit(400 + k), c = std::cos(th), s = std::sin(th), u = 1 / (re * re), v = u / (q * q);
        gal[k] = {1000.0f + 950.0f * unit(500 + k), 900.0f + 850.0f * unit(600 + k), u * c * c + v * s * s, 2 * c * s * (u - v),
                  u * s * s + v * c * c, 0.5f / n, 1.9992f * n - 0.3271f, 2.0f + unit(700 + k)};
    }
    SersicR4* galaxies = uploaded(gal);
    float* image = empty<float>((size_t)gw * gh);
    dim3 skygrid(blocks(gw, 256), gh);
    cases.push_back({"sersic_field_r4_a", [=] { sersic_field_r4_a<<<skygrid, 256>>>(galaxies, gals, image, gw, gh); }, image, (size_t)gw * gh});
    cases.push_back({"sersic_field_r4_b", [=] { sersic_field_r4_b<<<skygrid, 256>>>(galaxies, gals, image, gw, gh); }, image, (size_t)gw * gh});

    const int trials = 132 * 8 * 128, events = 2048;
    float *arrivals = filled<float>(events, 11), *z2 = empty<float>(trials);
    auto trialgrid = blocks(trials, 256);
    cases.push_back({"timing_harmonics_r4_a", [=] { timing_harmonics_r4_a<<<trialgrid, 256>>>(arrivals, events, 3.1f, 2.3e-4f, z2, trials); },
                     z2, (size_t)trials});
    cases.push_back({"timing_harmonics_r4_b", [=] { timing_harmonics_r4_b<<<trialgrid, 256>>>(arrivals, events, 3.1f, 2.3e-4f, z2, trials); },
                     z2, (size_t)trials});

    const int queries = 300007, refs = 4096;
    short4* reference; CHECK(cudaMalloc(&reference, refs * sizeof(short4)));
    harness_bytes_r4<<<64, 256>>>((uint8_t*)reference, refs * sizeof(short4), 5u);
    float *qx = filled<float>(queries, 15), *qy = filled<float>(queries, 16), *qz = filled<float>(queries, 17), *nearest = empty<float>(queries);
    cases.push_back({"scan_register_r4_a", [=] {
        scan_register_r4_a<<<blocks(queries, 256), 256>>>(reference, refs, qx, qy, qz, nearest, queries); }, nearest, (size_t)queries});
    cases.push_back({"scan_register_r4_b", [=] {
        scan_register_r4_b<<<blocks(queries, 256), 256>>>(reference, refs, qx, qy, qz, nearest, queries); }, nearest, (size_t)queries});

    const int nlon = 767, nlat = 361, nlev = 13, members = 12, total = nlon * nlat * nlev * members;
    float *field = filled<float>(total, 21), *clim = filled<float>(nlon * nlat * nlev, 22), *anomaly = empty<float>(total);
    cases.push_back({"monsoon_anomaly_r4_a", [=] {
        monsoon_anomaly_r4_a<<<blocks(total, 256), 256>>>(field, clim, anomaly, total, nlon, nlat, nlev, 381); }, anomaly, (size_t)total});
    dim3 climgrid(blocks(nlon, 256), nlat * nlev, members);
    cases.push_back({"monsoon_anomaly_r4_b", [=] {
        monsoon_anomaly_r4_b<<<climgrid, 256>>>(field, clim, anomaly, nlon, 381); }, anomaly, (size_t)total});

    const int rows = 20000003, sketchers = 132 * 8 * 256;
    unsigned* keys = (unsigned*)filled<float>(rows, 31);
    int *amounts = indices(rows, 1000, 32), *partial = empty<int>(2 * sketchers);
    SignHashR4 h0{1294712301ull, 77120331ull, 982213441ull, 2010011207ull}, h1{553120019ull, 1800120077ull, 40100329ull, 1400190037ull};
    cases.push_back({"join_sketch_r4_a", [=] { join_sketch_r4_a<<<132 * 8, 256>>>(keys, amounts, rows, h0, h1, 0x7fffffffull, partial); },
                     partial, (size_t)2 * sketchers, Output::i32});
    cases.push_back({"join_sketch_r4_b", [=] { join_sketch_r4_b<<<132 * 8, 256>>>(keys, amounts, rows, h0, h1, partial); },
                     partial, (size_t)2 * sketchers, Output::i32});

    const int quads = 12000017 / 2;
    float4 *red = (float4*)filled<float>(4 * (size_t)quads, 41), *nir = (float4*)filled<float>(4 * (size_t)quads, 42),
           *swir = (float4*)filled<float>(4 * (size_t)quads, 43), *melt = (float4*)empty<float>(4 * (size_t)quads);
    cases.push_back({"melt_index_r4_a", [=] { melt_index_r4_a<<<blocks(quads, 256), 256>>>(red, nir, swir, melt, quads); }, melt, 4 * (size_t)quads});
    cases.push_back({"melt_index_r4_b", [=] { melt_index_r4_b<<<blocks(quads, 256), 256>>>(red, nir, swir, melt, quads); }, melt, 4 * (size_t)quads});

    const unsigned frames = 21000013, ringlen = 22050007;
    float2 *dry = (float2*)filled<float>(2 * (size_t)frames, 51), *ring = (float2*)filled<float>(2 * (size_t)ringlen, 52),
           *wet = (float2*)empty<float>(2 * (size_t)frames);
    cases.push_back({"echo_ring_r4_a", [=] { echo_ring_r4_a<<<blocks(frames, 256), 256>>>(dry, ring, wet, frames, ringlen, 9000001u, 0.61f); },
                     wet, 2 * (size_t)frames});
    cases.push_back({"echo_ring_r4_b", [=] { echo_ring_r4_b<<<blocks(frames, 256), 256>>>(dry, ring, wet, frames, ringlen, 9000001u, 0.61f); },
                     wet, 2 * (size_t)frames});

    const int pw = 4096, ph = 2048;
    float4 *coeff = (float4*)filled<float>(kChipsR4 * 36, 61), *plate = (float4*)empty<float>((size_t)pw * ph);
    cases.push_back({"plate_distortion_r4_a", [=] { plate_distortion_r4_a<<<dim3(blocks(pw / 4, 256), ph), 256>>>(coeff, plate, pw); },
                     plate, (size_t)pw * ph});
    return run(argc, argv, cases);
}
