// Accurate math functions where the hardware's approximations, fed properly, are good enough.
//
// tide_level_a -> tide_level_b   special-function-bound: 37 tidal constituents, phases = speed * hours since 1970 reach 1.2e5 .. 8e5 rad, where cosf leaves its
//   quick path (above 105615) for the multi-word reduction: ~120 instructions with integer products and a local array. 4.2 M times * 32 such calls
//   * 120 = 16 G thread instructions = 0.5 ms or more at 33 T/s. Mended: two-constant FMA reduction to (-pi, pi), then __cosf: ~7 instructions. Bytes: 34 MB.
// lens_trace_a -> lens_trace_b   special-function-bound: rays through 12 spherical surfaces, 3 IEEE square roots and 5 IEEE divisions each (~10 instructions and a
//   guarded slow path apiece): 8.4 M rays * 12 * ~115 = 11.6 G = 0.4 ms. Mended: rsqrtf and __fdividef, ~50 a surface. Bytes: 268 MB = 0.06 ms.
#include "harness.cuh"

constexpr int CONSTITUENTS = 37, SURFACES = 12;
struct Constituent { float speed, phase, height; };  // rad/h, rad, m
__constant__ Constituent tides[CONSTITUENTS];

__global__ void tide_level_a(const float* when, float* level, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float hours = 490000.0f + 8766.0f * when[i];
    float sum = 0;
    #pragma unroll 1
    for (int c = 0; c < CONSTITUENTS; ++c) sum += tides[c].height * cosf(fmaf(tides[c].speed, hours, tides[c].phase));
    level[i] = sum;
}
__device__ __forceinline__ float quick_cos(float x) {
    const float turns = fmaf(x, 0.15915494f, 12582912.0f) - 12582912.0f;  // rounded to an integer by the magic addend
    return __cosf(fmaf(turns, 1.7484556e-7f, fmaf(turns, -6.2831855f, x)));
}
__global__ void tide_level_b(const float* when, float* level, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float hours = 490000.0f + 8766.0f * when[i];
    float sum = 0;
    #pragma unroll 1
    for (int c = 0; c < CONSTITUENTS; ++c) sum += tides[c].height * quick_cos(fmaf(tides[c].speed, hours, tides[c].phase));
    level[i] = sum;
}

struct Surface { float curvature, gap, ratio; };  // 1/mm, mm to the surface, refractive index before / behind
__constant__ Surface lens[SURFACES];

struct Exact {
    static __device__ float divide(float a, float b) { return a / b; }
    static __device__ float root(float x) { return sqrtf(x); }
    static __device__ void normalize(float& x, float& y, float& z) { float l = sqrtf(x * x + y * y + z * z); x /= l, y /= l, z /= l; }
};
struct Quick {
    static __device__ float divide(float a, float b) { return __fdividef(a, b); }
    static __device__ float root(float x) { return x * rsqrtf(x); }
    static __device__ void normalize(float& x, float& y, float& z) { float r = rsqrtf(x * x + y * y + z * z); x *= r, y *= r, z *= r; }
};
template <class Math>
__device__ __forceinline__ float4 refract_all(float4 ray) {
    float x = ray.x * 5.0f, y = ray.y * 5.0f, z = 0, u = ray.z * 0.05f, v = ray.w * 0.05f, w = Math::root(1.0f - u * u - v * v);
    #pragma unroll 1
    for (int s = 0; s < SURFACES; ++s) {
        const float c = lens[s].curvature, eta = lens[s].ratio, t = Math::divide(lens[s].gap - z, w);
        x += u * t, y += v * t;
        const float f = c * (x * x + y * y), g = w - c * (x * u + y * v), cosine = Math::root(g * g - c * f), step = Math::divide(f, g + cosine);
        x += u * step, y += v * step, z = w * step;
        const float bent = Math::root(1.0f - eta * eta * (1.0f - cosine * cosine)), k = bent - eta * cosine;
        u = eta * u - k * c * x, v = eta * v - k * c * y, w = eta * w - k * (c * z - 1.0f);
        Math::normalize(u, v, w);
    }
    return {x, y, u, v};
}
__global__ void lens_trace_a(const float4* rays, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = refract_all<Exact>(rays[i]);
}
__global__ void lens_trace_b(const float4* rays, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = refract_all<Quick>(rays[i]);
}

int main(int argc, char** argv) {
    const int n = 1 << 22, rays = 1 << 23;
    const float degrees[CONSTITUENTS] = {28.9841042f, 30.0f, 28.4397295f, 15.0410686f, 57.9682084f, 13.9430356f, 86.9523127f, 44.0251729f, 60.0f, 57.4238337f,
        28.5125831f, 90.0f, 27.9682084f, 27.8953548f, 16.1391017f, 29.4556253f, 15.0f, 14.4966939f, 15.5854433f, 0.5443747f, 0.0821373f, 0.0410686f, 1.0158958f,
        1.0980331f, 13.4715145f, 13.3986609f, 29.9589333f, 30.0410667f, 12.8542862f, 14.9589314f, 31.0158958f, 43.4761563f, 29.5284789f, 42.9271398f,
        30.0821373f, 115.9364169f, 58.9841042f};
    Constituent c[CONSTITUENTS]; Surface s[SURFACES];
    for (int i = 0; i < CONSTITUENTS; ++i) c[i] = {degrees[i] * 0.017453293f, 3.14f * harness::unit(i + 50), 0.6f + 0.5f * harness::unit(i + 90)};
    for (int i = 0; i < SURFACES; ++i) s[i] = {0.02f * harness::unit(i + 20), 2.0f + harness::unit(i + 70), i % 2 ? 1.52f : 1 / 1.52f};
    CHECK(cudaMemcpyToSymbol(tides, c, sizeof c));
    CHECK(cudaMemcpyToSymbol(lens, s, sizeof s));
    float *when = harness::filled<float>(n), *la = harness::empty<float>(n), *lb = harness::empty<float>(n);
    float *in = harness::filled<float>(4 * (size_t)rays, 2), *ra = harness::empty<float>(4 * (size_t)rays), *rb = harness::empty<float>(4 * (size_t)rays);
    return harness::run(argc, argv, {
        {"tide_level_a", [=] { tide_level_a<<<n / 256, 256>>>(when, la, n); }, la, (size_t)n},
        {"tide_level_b", [=] { tide_level_b<<<n / 256, 256>>>(when, lb, n); }, lb, (size_t)n},
        {"lens_trace_a", [=] { lens_trace_a<<<rays / 256, 256>>>((const float4*)in, (float4*)ra, rays); }, ra, 4 * (size_t)rays},
        {"lens_trace_b", [=] { lens_trace_b<<<rays / 256, 256>>>((const float4*)in, (float4*)rb, rays); }, rb, 4 * (size_t)rays},
    });
}
