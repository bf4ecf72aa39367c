// Warps whose lanes go different ways, against the same items regrouped so that a warp agrees. Bodies long, memory light: issue slots bind.
//
// lattice_mix_a -> lattice_mix_b   thread-divergence: sites of two kinds alternate (even fluid, odd solid); every warp runs both bodies with 16 lanes.
//   16.8 M sites / 32 * (2 * ~390) issue slots / (528 per cycle * 1.98 GHz) = 0.4 ms, mended (kinds stored apart) half; bytes 134 MB = 0.03 ms.
// track_life_a -> track_life_b     thread-divergence: a track runs 8 + exponential(64) <= 512 steps; the longest of 32 has about 4 times the mean, so lanes
//   idle three quarters of the time: 131,072 warps * ~265 steps * 12 slots = 0.4 ms against 0.1 ms when the tracks come sorted, longest first.
// escape_time_a -> escape_time_b   thread-divergence: samples of the Mandelbrot set in a scattered order: nearly every warp holds one of the 23% that never
//   escape and runs all 512 rounds: 131,072 warps * 512 * ~8 slots = 0.5 ms. Mended: the same samples in 8 x 4 tiles, one tile per warp.
#include "harness.cuh"

__device__ __forceinline__ float fluid(float x) {
    float a = x, b = 0.5f * x + 0.1f, c = 0.25f - x;
    #pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        float q = fmaf(a, b, -c);
        a = fmaf(q, 0.011f, a); b = fmaf(q, -0.013f, b); c = fmaf(a, 0.007f, c * 0.99f); a = fmaf(-0.02f * a, fabsf(a), a);
    }
    return a + b + c;
}
__device__ __forceinline__ float solid(float x) {
    float u = x, v = -x, w = 0.3f;
    #pragma unroll 8
    for (int k = 0; k < 64; ++k) {
        v = fmaf(-0.05f, u, v); u = fmaf(0.05f, v, u); w = fmaf(u * v, 0.02f, w); v = fmaf(w, -0.01f, v); w = fmaf(w * w, -0.03f, w);
    }
    return u * w - v;
}
__global__ void __launch_bounds__(256) lattice_mix_a(const float* __restrict__ in, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i];
    if (i & 1) out[i] = solid(x); else out[i] = fluid(x);
}
__global__ void __launch_bounds__(256) lattice_mix_b(const float* __restrict__ in, float* __restrict__ out, int fluids) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = in[i];
    if (i >= fluids) out[i] = solid(x); else out[i] = fluid(x);
}
__global__ void harness_part(const float* in, float* out, int half) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[2 * i]; out[half + i] = in[2 * i + 1];
}

// A charged particle in a field that bends with its position; `life` steps each.
__device__ __forceinline__ float track(float x, float y, int life) {
    float u = 0.01f * y, v = 0.01f - 0.01f * x;
    #pragma unroll 1
    for (int k = 0; k < life; ++k) {
        float b = fmaf(0.02f * x, x, 0.01f), e = fmaf(-0.001f, y, 0.0005f);
        float s = fmaf(b, v, u) + e, t = fmaf(-b, u, v);
        u = fmaf(s, 0.999f, -0.0001f * x); v = t * 0.999f;
        x += u; y += v;
    }
    return x + 0.5f * y;
}
__global__ void __launch_bounds__(256) track_life_a(const float2* __restrict__ start, const int* __restrict__ life, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = start[i];
    out[i] = track(p.x, p.y, life[i]);
}
__global__ void __launch_bounds__(256) track_life_b(const float2* __restrict__ start, const int* __restrict__ life, float* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = start[i];
    out[i] = track(p.x, p.y, life[i]);
}

__device__ __forceinline__ int escape(int px, int py) {  // of a 2048 x 2048 grid over [-2, 0.6] x [-1.3, 1.3]
    float cx = px * (2.6f / 2048) - 2, cy = py * (2.6f / 2048) - 1.3f, x = 0, y = 0;
    int k = 0;
    #pragma unroll 1
    for (; k < 512; ++k) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4) break;
        y = fmaf(x + x, y, cy); x = xx - yy + cx;
    }
    return k;
}
__global__ void __launch_bounds__(256) escape_time_a(int* __restrict__ out) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, p = i * 0x9e3779b1u & 0x3fffffu;  // odd factor: a permutation of the samples
    p ^= p >> 11;
    out[i] = escape(p & 2047, p >> 11);
}
__global__ void __launch_bounds__(256) escape_time_b(int* __restrict__ out) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, tile = i >> 5, lane = i & 31;
    out[i] = escape((tile & 255) * 8 + (lane & 7), (tile >> 8) * 4 + (lane >> 3));
}

int main(int argc, char** argv) {
    const int sites = 1 << 24, tracks = 1 << 22, samples = 1 << 22;
    float* mixed = harness::filled<float>(sites);
    float *apart = harness::empty<float>(sites), *la = harness::empty<float>(sites), *lb = harness::empty<float>(sites);
    harness_part<<<sites / 512, 256>>>(mixed, apart, sites / 2);

    std::vector<float2> start(tracks), start_sorted(tracks);
    std::vector<int> life(tracks), life_sorted(tracks), place(514, 0);
    for (int i = 0; i < tracks; ++i) {
        start[i] = {harness::unit(2 * i), harness::unit(2 * i + 1)};
        life[i] = std::min(512, 8 + int(-64 * std::log(0.5 * (1.0000001 + harness::unit(i + 77777777u)))));
        ++place[513 - life[i]];
    }
    for (int l = 1; l < 514; ++l) place[l] += place[l - 1];
    for (int i = 0; i < tracks; ++i) { int to = place[512 - life[i]]++; start_sorted[to] = start[i]; life_sorted[to] = life[i]; }
    float2 *sa = harness::uploaded(start), *sb = harness::uploaded(start_sorted);
    int *ka = harness::uploaded(life), *kb = harness::uploaded(life_sorted);
    float *ta = harness::empty<float>(tracks), *tb = harness::empty<float>(tracks);
    int *ea = harness::empty<int>(samples), *eb = harness::empty<int>(samples);
    return harness::run(argc, argv, {
        {"lattice_mix_a", [=] { lattice_mix_a<<<sites / 256, 256>>>(mixed, la); }, la, (size_t)sites},
        {"lattice_mix_b", [=] { lattice_mix_b<<<sites / 256, 256>>>(apart, lb, sites / 2); }, lb, (size_t)sites},
        {"track_life_a", [=] { track_life_a<<<tracks / 256, 256>>>(sa, ka, ta); }, ta, (size_t)tracks},
        {"track_life_b", [=] { track_life_b<<<tracks / 256, 256>>>(sb, kb, tb); }, tb, (size_t)tracks},
        {"escape_time_a", [=] { escape_time_a<<<samples / 256, 256>>>(ea); }, ea, (size_t)samples, harness::Output::i32},
        {"escape_time_b", [=] { escape_time_b<<<samples / 256, 256>>>(eb); }, eb, (size_t)samples, harness::Output::i32},
    });
}
