// Measured before/after pairs: three of three families, one mild case, two healthy ones.
#include "harness.cuh"

using u32 = unsigned;
using u64 = unsigned long long;

// ---- walnut_ferry: photons walk in a scattering medium until their weight is spent; 32 photons a lane ------------------------------------
constexpr int kPhotons = 32;
struct Photon { float x, y, u, v, w, tally, c, s, att; };
__device__ __forceinline__ void emit(Photon& p, float2 item) {
    p.x = 0.f; p.y = 0.f; p.u = 1.f; p.v = 0.f; p.w = 1.f; p.tally = 0.f;
    p.att = item.x; p.s = item.y; p.c = 1.f - 0.5f * item.y * item.y;
}
__device__ __forceinline__ void walk(Photon& p) {
    float u = p.c * p.u - p.s * p.v, v = p.s * p.u + p.c * p.v;
    float n = 1.5f - 0.5f * (u * u + v * v);
    p.u = u * n; p.v = v * n;
    p.x = fmaf(p.u, p.w, p.x); p.y = fmaf(p.v, p.w, p.y);
    const float r = p.x * p.x + p.y * p.y, g = fmaf(r, fmaf(r, fmaf(r, 1e-6f, -1e-4f), 0.02f), 0.5f);
    p.tally = fmaf(p.w * g, r + 0.25f, p.tally);
    p.w *= p.att;
}
__global__ void __launch_bounds__(128) walnut_ferry_ba4_a(const float2* __restrict__ items, float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const int base = (blockIdx.x * 4 + (threadIdx.x >> 5)) * (32 * kPhotons) + lane;
    for (int j = 0; j < kPhotons; ++j) {
        Photon p;
        emit(p, items[base + j * 32]);
#pragma unroll 1
        do walk(p); while (p.w > 1e-3f);
        out[base + j * 32] = p.tally;
    }
}
__global__ void __launch_bounds__(128) walnut_ferry_ba4_b(const float2* __restrict__ items, float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const int base = (blockIdx.x * 4 + (threadIdx.x >> 5)) * (32 * kPhotons) + lane;
    int at = base;
    const int end = base + kPhotons * 32;
    Photon p;
    emit(p, items[at]);
#pragma unroll 1
    while (__any_sync(0xffffffffu, at < end)) {
        walk(p);
        if (p.w <= 1e-3f && at < end) {
            out[at] = p.tally;
            at += 32;
            if (at < end) emit(p, items[at]);
        }
    }
}

// ---- copper_lantern: spectral response by sixteen bands, each a polynomial of degree ten --------------------------------------------------
constexpr int kBands = 16, kTerms = 11;
__host__ __device__ constexpr float term(int band, int k) {
    return 0.05f + 0.9f * (float)((band * 2711 + k * 1237 + band * k * 89 + 401) % 1009) / 1009.0f;
}
template <int S>
__device__ __noinline__ float band(float x) {
    float r = term(S, kTerms - 1);
#pragma unroll
    for (int k = kTerms - 2; k >= 0; --k) r = fmaf(r, x, term(S, k));
    return r;
}
__global__ void __launch_bounds__(256) copper_lantern_ba4_a(const float* __restrict__ in, float* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float v = in[i], f = (v + 1.0f) * 8.0f;
    const int s = min(15, (int)f);
    const float x = f - (float)s;
    float r = 0.f;
    switch (s) {
        case 0: r = band<0>(x); break;   case 1: r = band<1>(x); break;
        case 2: r = band<2>(x); break;   case 3: r = band<3>(x); break;
        case 4: r = band<4>(x); break;   case 5: r = band<5>(x); break;
        case 6: r = band<6>(x); break;   case 7: r = band<7>(x); break;
        case 8: r = band<8>(x); break;   case 9: r = band<9>(x); break;
        case 10: r = band<10>(x); break; case 11: r = band<11>(x); break;
        case 12: r = band<12>(x); break; case 13: r = band<13>(x); break;
        case 14: r = band<14>(x); break; default: r = band<15>(x); break;
    }
    out[i] = r;
}
__global__ void __launch_bounds__(256) copper_lantern_ba4_b(const float* __restrict__ in, float* __restrict__ out, const float* __restrict__ terms) {
    __shared__ float t[kBands * kTerms];
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float v = in[i];
    if (threadIdx.x < kBands * kTerms) t[threadIdx.x] = terms[threadIdx.x];
    __syncthreads();
    const float f = (v + 1.0f) * 8.0f;
    const int s = min(15, (int)f);
    const float x = f - (float)s;
    float r = t[(kTerms - 1) * kBands + s];
#pragma unroll
    for (int k = kTerms - 2; k >= 0; --k) r = fmaf(r, x, t[k * kBands + s]);
    out[i] = r;
}

// ---- meadow_anvil: robust centre (biweight) of windows of 32 readings, absolute residuals out -------------------------------------------
constexpr int kWindows = 4;
__global__ void __launch_bounds__(256) meadow_anvil_ba4_a(const float* __restrict__ in, float* __restrict__ out) {
    __shared__ __align__(16) float row[8][32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t first = ((size_t)blockIdx.x * 8 + w) * kWindows;
#pragma unroll 1
    for (int q = 0; q < kWindows; ++q) {
        const float x = in[(first + q) * 32 + lane];
        row[w][lane] = x;
        __syncwarp();
        float c = 0.f;
        if (lane == 0) {
            for (int k = 0; k < 32; ++k) c += row[w][k];
            c *= 1.0f / 32;
#pragma unroll 1
            for (int it = 0; it < 4; ++it) {
                float sw = 1e-6f, sx = 0.f;
#pragma unroll 8
                for (int k = 0; k < 32; ++k) {
                    const float y = row[w][k], r = y - c;
                    const float t = fmaxf(fmaf(-0.9f * r, r, 1.0f), 0.f), g = t * t;
                    sw += g; sx = fmaf(g, y, sx);
                }
                c = __fdividef(sx, sw);
            }
        }
        c = __shfl_sync(0xffffffffu, c, 0);
        out[(first + q) * 32 + lane] = fabsf(x - c);
    }
}
__device__ __forceinline__ float total(float v) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__global__ void __launch_bounds__(256) meadow_anvil_ba4_b(const float* __restrict__ in, float* __restrict__ out) {
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const size_t first = ((size_t)blockIdx.x * 8 + w) * kWindows;
#pragma unroll 1
    for (int q = 0; q < kWindows; ++q) {
        const float x = in[(first + q) * 32 + lane];
        float c = total(x) * (1.0f / 32);
#pragma unroll 1
        for (int it = 0; it < 4; ++it) {
            const float r = x - c;
            const float t = fmaxf(fmaf(-0.9f * r, r, 1.0f), 0.f), g = t * t;
            c = __fdividef(total(g * x), total(g) + 1e-6f);
        }
        out[(first + q) * 32 + lane] = fabsf(x - c);
    }
}

// ---- pebble_trumpet: sea surface, six long-running wave trains ------------------------------------------------------------------------------
struct Waves { float k[6], amp[6]; };
__global__ void __launch_bounds__(256) pebble_trumpet_ba4_a(const float* __restrict__ where, float* __restrict__ out, const __grid_constant__ Waves s) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float x = where[i] + 2.0f;
    float h = 4.0f;
#pragma unroll 1
    for (int j = 0; j < 6; ++j) h = fmaf(s.amp[j], sinf(x * s.k[j]), h);
    out[i] = h;
}
__global__ void __launch_bounds__(256) pebble_trumpet_ba4_b(const float* __restrict__ where, float* __restrict__ out, const __grid_constant__ Waves s) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float x = where[i] + 2.0f;
    float h = 4.0f;
#pragma unroll
    for (int j = 0; j < 6; ++j) {
        const float a = __fmul_rn(x, s.k[j]), n = rintf(a * 0.15915494f);
        float r = fmaf(-n, 6.2831855f, a);
        r = fmaf(-n, -1.7484555e-7f, r);
        h = fmaf(s.amp[j], __sinf(r), h);
    }
    out[i] = h;
}

// ---- velvet_harbor: linear-light luminance of RGBA8 pixels -----------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) velvet_harbor_ba4_a(const uint4* __restrict__ in, float4* __restrict__ out, int n, float gamma) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const uint4 q = in[i];
        const u32 p[4] = {q.x, q.y, q.z, q.w};
        float y[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const float r = powf((float)(p[k] & 255) * (1.0f / 255), gamma);
            const float g = powf((float)(p[k] >> 8 & 255) * (1.0f / 255), gamma);
            const float b = powf((float)(p[k] >> 16 & 255) * (1.0f / 255), gamma);
            y[k] = 0.2126f * r + 0.7152f * g + 0.0722f * b;
        }
        out[i] = make_float4(y[0], y[1], y[2], y[3]);
    }
}
__global__ void __launch_bounds__(256) velvet_harbor_ba4_b(const uint4* __restrict__ in, float4* __restrict__ out, int n, float gamma) {
    __shared__ float lin[256];
    lin[threadIdx.x] = powf((float)threadIdx.x * (1.0f / 255), gamma);
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const uint4 q = in[i];
        const u32 p[4] = {q.x, q.y, q.z, q.w};
        float y[4];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            y[k] = 0.2126f * lin[p[k] & 255] + 0.7152f * lin[p[k] >> 8 & 255] + 0.0722f * lin[p[k] >> 16 & 255];
        out[i] = make_float4(y[0], y[1], y[2], y[3]);
    }
}

// ---- cactus_bishop: log-likelihood of each lineage against 1024 sites ------------------------------------------------------------------------
constexpr int kSites = 1024, kTile = 256;
__global__ void __launch_bounds__(128) cactus_bishop_ba4_a(const float* __restrict__ lineage, const float* __restrict__ site, float* __restrict__ out) {
    __shared__ __align__(16) float t[kTile];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float a = 0.9f * lineage[i];
    float sum = 0.f;
    for (int base = 0; base < kSites; base += kTile) {
        __syncthreads();
        t[threadIdx.x] = site[base + threadIdx.x];
        t[threadIdx.x + 128] = site[base + 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < kTile; ++j) sum += __logf(fmaf(a, t[j], 1.0f));
    }
    out[i] = sum;
}
__global__ void __launch_bounds__(128) cactus_bishop_ba4_b(const float* __restrict__ lineage, const float* __restrict__ site, float* __restrict__ out) {
    __shared__ __align__(16) float t[kTile];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float a = 0.9f * lineage[i];
    float sum = 0.f;
    for (int base = 0; base < kSites; base += kTile) {
        __syncthreads();
        t[threadIdx.x] = site[base + threadIdx.x];
        t[threadIdx.x + 128] = site[base + 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 2
        for (int j = 0; j < kTile; j += 8) {
            float even = 1.0f, odd = 1.0f;
#pragma unroll
            for (int k = 0; k < 8; k += 2) {
                even *= fmaf(a, t[j + k], 1.0f);
                odd *= fmaf(a, t[j + k + 1], 1.0f);
            }
            sum += __logf(even * odd);
        }
    }
    out[i] = sum;
}

// ---- marble_otter: fingerprints of 16-byte words of text ---------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) marble_otter_ba4_a(const uint4* __restrict__ text, int* __restrict__ out, u64 radix, u64 prime) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint4 q = text[i];
    const u32 p[4] = {q.x, q.y, q.z, q.w};
    u64 h = 1234567891ull;
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll 1
        for (int b = 0; b < 32; b += 8) h = (h * radix + (p[k] >> b & 255)) % prime;
    out[i] = (int)h;
}
__global__ void __launch_bounds__(256) marble_otter_ba4_b(const uint4* __restrict__ text, int* __restrict__ out, u32 radix, u32 prime, u64 inverse) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const uint4 q = text[i];
    const u32 p[4] = {q.x, q.y, q.z, q.w};
    u32 h = 1234567891u;
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int b = 0; b < 32; b += 8) {
            const u64 x = (u64)h * radix + (p[k] >> b & 255);
            u32 r = (u32)x - (u32)__umul64hi(x, inverse) * prime;
            h = r >= prime ? r - prime : r;
        }
    out[i] = (int)h;
}

// ---- saddle_comet: expansion and permutation of a tensor of six axes -----------------------------------------------------------------------------
struct Axes { u32 dim[6], stride[6], magic[6], shift[6]; };
__global__ void __launch_bounds__(256) saddle_comet_ba4_a(const float* __restrict__ in, float* __restrict__ out, Axes s) {
    const u32 i = blockIdx.x * 256 + threadIdx.x;
    u32 rest = i, from = 0;
#pragma unroll
    for (int d = 0; d < 5; ++d) {
        from += rest % s.dim[d] * s.stride[d];
        rest /= s.dim[d];
    }
    out[i] = fmaf(0.5f, in[from + rest * s.stride[5]], 1.0f);
}
__global__ void __launch_bounds__(256) saddle_comet_ba4_b(const float* __restrict__ in, float* __restrict__ out, Axes s) {
    const u32 i = blockIdx.x * 256 + threadIdx.x;
    u32 rest = i, from = 0;
#pragma unroll
    for (int d = 0; d < 5; ++d) {
        const u32 q = (__umulhi(rest, s.magic[d]) + rest) >> s.shift[d];
        from += (rest - q * s.dim[d]) * s.stride[d];
        rest = q;
    }
    out[i] = fmaf(0.5f, in[from + rest * s.stride[5]], 1.0f);
}

// ---- ginger_piston: second parity of eight disks over GF(256) --------------------------------------------------------------------------------------
struct Weights { u32 g[8]; };
__device__ __forceinline__ u32 product(u32 a, u32 g) {
    u32 r = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        r ^= a & (0u - (g >> k & 1));
        a = (a << 1) ^ ((0u - (a >> 7 & 1)) & 0x11du);
    }
    return r;
}
__global__ void __launch_bounds__(256) ginger_piston_ba4_a(const u32* __restrict__ disk, int* __restrict__ parity, int words, const __grid_constant__ Weights s) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    u32 acc = 0;
#pragma unroll 1
    for (int d = 0; d < 8; ++d) {
        const u32 v = disk[(size_t)d * words + i], g = s.g[d];
#pragma unroll
        for (int b = 0; b < 32; b += 8) acc ^= product(v >> b & 255, g) << b;
    }
    parity[i] = (int)acc;
}
__global__ void __launch_bounds__(256) ginger_piston_ba4_b(const u32* __restrict__ disk, int* __restrict__ parity, int words, const __grid_constant__ Weights s) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    u32 acc = 0;
#pragma unroll
    for (int d = 0; d < 8; ++d) {
        u32 a = disk[(size_t)d * words + i];
        const u32 g = s.g[d];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            acc ^= a & (0u - (g >> k & 1));
            a = (a << 1 & 0xfefefefeu) ^ ((a >> 7 & 0x01010101u) * 0x1du);
        }
    }
    parity[i] = (int)acc;
}

// ---- ribbon_falcon: first component of normalised gradients -----------------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) ribbon_falcon_ba4_a(const float4* __restrict__ gx, const float4* __restrict__ gy, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 a = gx[i], b = gy[i];
    float4 r;
    r.x = fabsf(a.x) / sqrtf(a.x * a.x + b.x * b.x + 1e-4f);
    r.y = fabsf(a.y) / sqrtf(a.y * a.y + b.y * b.y + 1e-4f);
    r.z = fabsf(a.z) / sqrtf(a.z * a.z + b.z * b.z + 1e-4f);
    r.w = fabsf(a.w) / sqrtf(a.w * a.w + b.w * b.w + 1e-4f);
    out[i] = r;
}
__global__ void __launch_bounds__(256) ribbon_falcon_ba4_b(const float4* __restrict__ gx, const float4* __restrict__ gy, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 a = gx[i], b = gy[i];
    float4 r;
    r.x = fabsf(a.x) * rsqrtf(a.x * a.x + b.x * b.x + 1e-4f);
    r.y = fabsf(a.y) * rsqrtf(a.y * a.y + b.y * b.y + 1e-4f);
    r.z = fabsf(a.z) * rsqrtf(a.z * a.z + b.z * b.z + 1e-4f);
    r.w = fabsf(a.w) * rsqrtf(a.w * a.w + b.w * b.w + 1e-4f);
    out[i] = r;
}

// ---- tunnel_clover: counter-based random words (Philox 4x32, ten rounds) --------------------------------------------------------------------------------
__global__ void __launch_bounds__(256) tunnel_clover_ba4_a(int4* __restrict__ out, u32 key0, u32 key1) {
    const u32 i = blockIdx.x * 256 + threadIdx.x;
    u32 c0 = i, c1 = 0, c2 = 17, c3 = 0;
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        const u64 a = (u64)c0 * 0xD2511F53u, b = (u64)c2 * 0xCD9E8D57u;
        c0 = (u32)(b >> 32) ^ c1 ^ key0; c1 = (u32)b;
        c2 = (u32)(a >> 32) ^ c3 ^ key1; c3 = (u32)a;
        key0 += 0x9E3779B9u; key1 += 0xBB67AE85u;
    }
    out[i] = make_int4((int)c0, (int)c1, (int)c2, (int)c3);
}

// ---- magnet_biscuit: gated activation with a leaky lower arm ----------------------------------------------------------------------------------------------
__device__ __forceinline__ float gated(float v) {
    if (v < -0.5f) return 0.01f * v;
    return __fdividef(v, 1.0f + __expf(-4.0f * v));
}
__global__ void __launch_bounds__(256) magnet_biscuit_ba4_a(const float4* __restrict__ in, float4* __restrict__ out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 v = in[i];
    out[i] = make_float4(gated(v.x), gated(v.y), gated(v.z), gated(v.w));
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> f) { cases.push_back({name, f, out, count, type}); };

    {   // walnut_ferry
        const int blocks = 3168, n = blocks * 128 * kPhotons;
        std::vector<float2> host(n);
        for (int i = 0; i < n; ++i) {
            const float r = (harness::hash32(i * 2u + 11) >> 8) * (1.0f / 16777216.0f) + 1e-7f;
            const float length = std::min(600.0f, std::max(4.0f, -80.0f * std::log(r)));
            host[i] = {std::exp(-6.9077553f / length), 0.2f * harness::unit(i * 2u + 12)};
        }
        float2* items = harness::uploaded(host);
        float* out = harness::empty<float>(n);
        add("walnut_ferry_ba4_a", out, n, Output::f32, [=] { walnut_ferry_ba4_a<<<blocks, 128>>>(items, out); });
        add("walnut_ferry_ba4_b", out, n, Output::f32, [=] { walnut_ferry_ba4_b<<<blocks, 128>>>(items, out); });
    }
    {   // copper_lantern
        const int n = 1 << 25;
        std::vector<float> host(kBands * kTerms);
        for (int k = 0; k < kTerms; ++k) for (int s = 0; s < kBands; ++s) host[k * kBands + s] = term(s, k);
        float *in = harness::filled<float>(n, 3), *out = harness::empty<float>(n), *terms = harness::uploaded(host);
        add("copper_lantern_ba4_a", out, n, Output::f32, [=] { copper_lantern_ba4_a<<<n / 256, 256>>>(in, out); });
        add("copper_lantern_ba4_b", out, n, Output::f32, [=] { copper_lantern_ba4_b<<<n / 256, 256>>>(in, out, terms); });
    }
    {   // meadow_anvil
        const int rows = 1 << 20, n = rows * 32, blocks = rows / (8 * kWindows);
        float *in = harness::filled<float>(n, 4), *out = harness::empty<float>(n);
        add("meadow_anvil_ba4_a", out, n, Output::f32, [=] { meadow_anvil_ba4_a<<<blocks, 256>>>(in, out); });
        add("meadow_anvil_ba4_b", out, n, Output::f32, [=] { meadow_anvil_ba4_b<<<blocks, 256>>>(in, out); });
    }
    {   // pebble_trumpet
        const int n = 1 << 23;
        Waves s;
        for (int j = 0; j < 6; ++j) { s.k[j] = 310000.0f + 97013.0f * j; s.amp[j] = 0.6f - 0.07f * j; }
        float *in = harness::filled<float>(n, 5), *out = harness::empty<float>(n);
        add("pebble_trumpet_ba4_a", out, n, Output::f32, [=] { pebble_trumpet_ba4_a<<<n / 256, 256>>>(in, out, s); });
        add("pebble_trumpet_ba4_b", out, n, Output::f32, [=] { pebble_trumpet_ba4_b<<<n / 256, 256>>>(in, out, s); });
    }
    {   // velvet_harbor
        const int n = 1 << 25, blocks = 132 * 8;
        const uint4* in = (const uint4*)harness::indices(n, 0xffffffffu, 6);
        float* out = harness::empty<float>(n);
        add("velvet_harbor_ba4_a", out, n, Output::f32, [=] { velvet_harbor_ba4_a<<<blocks, 256>>>(in, (float4*)out, n / 4, 2.2f); });
        add("velvet_harbor_ba4_b", out, n, Output::f32, [=] { velvet_harbor_ba4_b<<<blocks, 256>>>(in, (float4*)out, n / 4, 2.2f); });
    }
    {   // cactus_bishop
        const int n = 1 << 20;
        float *lineage = harness::filled<float>(n, 7), *site = harness::filled<float>(kSites, 8), *out = harness::empty<float>(n);
        add("cactus_bishop_ba4_a", out, n, Output::f32, [=] { cactus_bishop_ba4_a<<<n / 128, 128>>>(lineage, site, out); });
        add("cactus_bishop_ba4_b", out, n, Output::f32, [=] { cactus_bishop_ba4_b<<<n / 128, 128>>>(lineage, site, out); });
    }
    {   // marble_otter
        const int n = 1 << 22;
        const u32 radix = 1000003u, prime = 2147483629u;
        const u64 inverse = ~0ull / prime;
        const uint4* text = (const uint4*)harness::indices((size_t)n * 4, 0xffffffffu, 9);
        int* out = harness::empty<int>(n);
        add("marble_otter_ba4_a", out, n, Output::i32, [=] { marble_otter_ba4_a<<<n / 256, 256>>>(text, out, radix, prime); });
        add("marble_otter_ba4_b", out, n, Output::i32, [=] { marble_otter_ba4_b<<<n / 256, 256>>>(text, out, radix, prime, inverse); });
    }
    {   // saddle_comet
        Axes s;
        const u32 dim[6] = {40, 12, 18, 14, 20, 25};
        const u32 stride[6] = {1, 40 * 18, 40, 40 * 18 * 12 * 25, 0, 40 * 18 * 12};
        u32 n = 1;
        for (int d = 0; d < 6; ++d) {
            u32 shift = 0;
            while ((1u << shift) < dim[d]) ++shift;
            s.dim[d] = dim[d]; s.stride[d] = stride[d]; s.shift[d] = shift;
            s.magic[d] = (u32)(((1ull << 32) * ((1ull << shift) - dim[d])) / dim[d] + 1);
            n *= dim[d];
        }
        float *in = harness::filled<float>(40 * 12 * 18 * 14 * 25, 10), *out = harness::empty<float>(n);
        add("saddle_comet_ba4_a", out, n, Output::f32, [=] { saddle_comet_ba4_a<<<n / 256, 256>>>(in, out, s); });
        add("saddle_comet_ba4_b", out, n, Output::f32, [=] { saddle_comet_ba4_b<<<n / 256, 256>>>(in, out, s); });
    }
    {   // ginger_piston
        const int words = 1 << 22;
        Weights s;
        for (int d = 0; d < 8; ++d) s.g[d] = (harness::hash32(d + 77) & 255) | 129;
        const u32* disk = (const u32*)harness::indices((size_t)words * 8, 0xffffffffu, 12);
        int* parity = harness::empty<int>(words);
        add("ginger_piston_ba4_a", parity, words, Output::i32, [=] { ginger_piston_ba4_a<<<words / 256, 256>>>(disk, parity, words, s); });
        add("ginger_piston_ba4_b", parity, words, Output::i32, [=] { ginger_piston_ba4_b<<<words / 256, 256>>>(disk, parity, words, s); });
    }
    {   // ribbon_falcon
        const int n = 1 << 26;
        float *gx = harness::filled<float>(n, 13), *gy = harness::filled<float>(n, 14), *out = harness::empty<float>(n);
        add("ribbon_falcon_ba4_a", out, n, Output::f32, [=] { ribbon_falcon_ba4_a<<<n / 1024, 256>>>((float4*)gx, (float4*)gy, (float4*)out); });
        add("ribbon_falcon_ba4_b", out, n, Output::f32, [=] { ribbon_falcon_ba4_b<<<n / 1024, 256>>>((float4*)gx, (float4*)gy, (float4*)out); });
    }
    {   // tunnel_clover
        const int n = 1 << 27;
        int* out = harness::empty<int>(n);
        add("tunnel_clover_ba4_a", out, n, Output::i32, [=] { tunnel_clover_ba4_a<<<n / 1024, 256>>>((int4*)out, 0x1234567u, 0x89abcdefu); });
    }
    {   // magnet_biscuit
        const int n = 1 << 26;
        float *in = harness::filled<float>(n, 15), *out = harness::empty<float>(n);
        add("magnet_biscuit_ba4_a", out, n, Output::f32, [=] { magnet_biscuit_ba4_a<<<n / 1024, 256>>>((float4*)in, (float4*)out); });
    }
    return harness::run(argc, argv, cases);
}
