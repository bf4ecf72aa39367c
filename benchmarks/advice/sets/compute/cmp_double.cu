// Single-precision data on the FP64 pipe. An H200 SM does 64 FP64 operations a clock (16.7 T/s) and few float <-> double conversions; FP32 has twice
// the rate and needs none. Each pair is one source; only the type L of its literals, functions or sums differs.
//
// wet_bulb_a -> wet_bulb_b     accidental-fp64: double literals. 33.6 M elements, 6 Newton steps on a saturation-pressure polynomial: ~26 FP64 a step (a division
//   among them) = ~165 an element -> 0.33 ms and 30 conversions; the 403 MB need 0.09 ms.
// star_flux_a -> star_flux_b   accidental-fp64: pow, exp and sqrt called with doubles, ~170 FP64 an element, 33.6 M elements -> 0.34 ms against 0.09 ms of bytes.
// ssim_map_a -> ssim_map_b     accidental-fp64: FP32 products summed in doubles. 8.9 M pixels x 121 taps x 5 sums = 5.4 G DADD (0.32 ms) behind as many
//   conversions (0.3 to 1.3 ms); in FP32 ~9 operations a tap = 0.29 ms or less.
#include "harness.cuh"

template <class L>
__device__ __forceinline__ float wet_bulb(float air, float humidity) {
    auto pressure = [](float t) {  // Lowe's polynomial, hPa over degrees Celsius
        return L(6.107799961) + t * (L(0.4436518521) + t * (L(0.01428945805) + t * (L(2.650648471e-4) +
               t * (L(3.031240396e-6) + t * (L(2.034080948e-8) + t * L(6.136820929e-11))))));
    };
    auto slope = [](float t) {
        return L(0.4438099984) + t * (L(0.02857002636) + t * (L(7.938054040e-4) + t * (L(1.215215065e-5) +
               t * (L(1.036561403e-7) + t * (L(3.532421810e-10) - t * L(7.090244804e-13))))));
    };
    float vapour = humidity * pressure(air), wet = air;
    #pragma unroll
    for (int i = 0; i < 6; ++i) wet -= (pressure(wet) - vapour - L(0.66875) * (air - wet)) / (slope(wet) + L(0.66875));
    return wet;
}
__global__ void wet_bulb_a(const float* t, const float* h, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = wet_bulb<double>(15.0f + 20.0f * t[i], 0.55f + 0.4f * h[i]);
}
__global__ void wet_bulb_b(const float* t, const float* h, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = wet_bulb<float>(15.0f + 20.0f * t[i], 0.55f + 0.4f * h[i]);
}

template <class L>
__device__ __forceinline__ float signal_to_noise(float magnitude, float airmass) {
    float flux = L(1000.0) * pow(L(2.51188643150958), -L(magnitude));
    float sky = L(40.0) * exp(L(-0.35) * airmass);
    return flux / sqrt(L(2.5) * flux + sky + L(0.0009) * flux * flux);
}
__global__ void star_flux_a(const float* m, const float* x, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = signal_to_noise<double>(3.0f * m[i], 1.5f + 0.5f * x[i]);
}
__global__ void star_flux_b(const float* m, const float* x, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = signal_to_noise<float>(3.0f * m[i], 1.5f + 0.5f * x[i]);
}

// Structural similarity under an 11 x 11 Gaussian window; images carry a 5-pixel rim. A block owns 32 x 32 pixels, a thread 4 in a column.
constexpr int WIDTH = 4096, HEIGHT = 2176, RIM_PITCH = WIDTH + 10, SIDE = 42;
__constant__ float bell[11] = {0.00102838f, 0.00759876f, 0.03600077f, 0.10936069f, 0.21300554f, 0.26601172f, 0.21300554f, 0.10936069f, 0.03600077f, 0.00759876f, 0.00102838f};

template <class L>
__device__ __forceinline__ void similarity(const float* p, const float* q, float* out) {
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int y = threadIdx.y; y < SIDE; y += 8)
        for (int x = threadIdx.x; x < SIDE; x += 32) {
            a[y][x] = p[(size_t)(y0 + y) * RIM_PITCH + x0 + x];
            b[y][x] = q[(size_t)(y0 + y) * RIM_PITCH + x0 + x];
        }
    __syncthreads();
    L ma[4] = {}, mb[4] = {}, aa[4] = {}, bb[4] = {}, ab[4] = {};
    const int row = threadIdx.y * 4;
    #pragma unroll 1
    for (int x = 0; x < 11; ++x) {
        const float across = bell[x];
        #pragma unroll
        for (int y = 0; y < 14; ++y) {
            const float u = a[row + y][threadIdx.x + x], v = b[row + y][threadIdx.x + x];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                if (y - i >= 0 && y - i < 11) {
                    const float w = bell[y - i] * across, wu = w * u, wv = w * v;
                    ma[i] += wu, mb[i] += wv, aa[i] += wu * u, bb[i] += wv * v, ab[i] += wu * v;
                }
        }
    }
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float m = ma[i], n = mb[i], va = aa[i] - ma[i] * ma[i], vb = bb[i] - mb[i] * mb[i], c = ab[i] - ma[i] * mb[i];
        out[(size_t)(y0 + row + i) * WIDTH + x0 + threadIdx.x] = (2 * m * n + 4e-4f) * (2 * c + 3.6e-3f) / ((m * m + n * n + 4e-4f) * (va + vb + 3.6e-3f));
    }
}
__global__ void ssim_map_a(const float* p, const float* q, float* out) { similarity<double>(p, q, out); }
__global__ void ssim_map_b(const float* p, const float* q, float* out) { similarity<float>(p, q, out); }

int main(int argc, char** argv) {
    const int n = 1 << 25;
    const size_t pixels = (size_t)WIDTH * HEIGHT, rimmed = (size_t)RIM_PITCH * (HEIGHT + 10);
    float *x = harness::filled<float>(n), *y = harness::filled<float>(n, 2), *p = harness::filled<float>(rimmed, 3), *q = harness::filled<float>(rimmed, 4);
    float *wa = harness::empty<float>(n), *wb = harness::empty<float>(n), *fa = harness::empty<float>(n), *fb = harness::empty<float>(n);
    float *sa = harness::empty<float>(pixels), *sb = harness::empty<float>(pixels);
    dim3 grid(WIDTH / 32, HEIGHT / 32), block(32, 8);
    return harness::run(argc, argv, {
        {"wet_bulb_a", [=] { wet_bulb_a<<<n / 256, 256>>>(x, y, wa, n); }, wa, (size_t)n},
        {"wet_bulb_b", [=] { wet_bulb_b<<<n / 256, 256>>>(x, y, wb, n); }, wb, (size_t)n},
        {"star_flux_a", [=] { star_flux_a<<<n / 256, 256>>>(x, y, fa, n); }, fa, (size_t)n},
        {"star_flux_b", [=] { star_flux_b<<<n / 256, 256>>>(x, y, fb, n); }, fb, (size_t)n},
        {"ssim_map_a", [=] { ssim_map_a<<<grid, block>>>(p, q, sa); }, sa, pixels},
        {"ssim_map_b", [=] { ssim_map_b<<<grid, block>>>(p, q, sb); }, sb, pixels},
    });
}
