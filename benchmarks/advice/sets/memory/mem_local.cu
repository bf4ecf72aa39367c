// Local memory traffic: register-spill (a launch bound that leaves 32 registers) and local-array (indices the compiler cannot fold).
//   fput    RK4 on 270,336 chains of 16 coupled oscillators, about 100 live words a thread. a: 8 blocks of 256 demanded, so 32 registers and a
//           400-byte spill frame; 2,048 threads x 400 B = 820 KB an SM, L1 has 256. b: no minimum of blocks, 120 registers, no spill.
//   sponge  Keccak-f[1600] of 524,288 nonces, 25 64-bit lanes = 50 registers of state. a: 8 blocks of 256 demanded, 304-byte frame, 247 spill
//           accesses a round against 180 logic operations. b: no minimum of blocks, 71 registers, no spill.
//   digits  radix-sort upsweep, 16 counters a thread over 67 M keys. a: counters in a dynamically indexed array: each increment a local load and
//           store on about 14 lines, 28 tag cycles a warp x 15.9 k warp keys an SM = 250 us. b: a shared column for each thread; DRAM, 78 us.
//   eight   2 M systems 8 x 8 by elimination. a: the size is an argument, so the matrix lives in local memory (over 500 accesses a thread,
//           590 KB an SM). b: the size is a constant, loops unroll, the matrix lives in registers; DRAM, 640 MB = 150 us.
//   ties    (mild) 2 M threads count equal levels among the sums of their 8 runs of 8 (537 MB, 125 us). a: counters in a dynamically indexed
//           array, 20 local accesses for 64 loaded words. b: counters as nibbles of a register pair. DRAM binds both.
#include "harness.cuh"

constexpr int kMass = 16;  // oscillators a chain
struct Chain { float q[kMass], p[kMass]; };
__device__ __forceinline__ void slope(const Chain& s, Chain& d) {
    float left = s.q[0];
#pragma unroll
    for (int i = 0; i < kMass; ++i) {
        float right = (i + 1 < kMass ? s.q[(i + 1) % kMass] : 0.0f) - s.q[i];
        d.q[i] = s.p[i];
        d.p[i] = right - left + 0.25f * (right * right - left * left);
        left = right;
    }
}
__device__ __forceinline__ void step(Chain& s, float h) {
    Chain sum = s, k, at = s;
#pragma unroll
    for (int stage = 0; stage < 4; ++stage) {
        slope(at, k);
        float w = h * (stage == 0 || stage == 3 ? 1.0f / 6 : 1.0f / 3), ahead = stage == 2 ? h : 0.5f * h;
#pragma unroll
        for (int i = 0; i < kMass; ++i) {
            sum.q[i] += w * k.q[i]; at.q[i] = s.q[i] + ahead * k.q[i];
            sum.p[i] += w * k.p[i]; at.p[i] = s.p[i] + ahead * k.p[i];
        }
    }
    s = sum;
}
__device__ __forceinline__ void fput(const float* __restrict__ in, float* __restrict__ out, int n, int steps, float h) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    Chain s;
#pragma unroll
    for (int i = 0; i < kMass; ++i) s.q[i] = in[(size_t)i * n + t], s.p[i] = in[(size_t)(kMass + i) * n + t];
#pragma unroll 1
    for (int k = 0; k < steps; ++k) step(s, h);
#pragma unroll
    for (int i = 0; i < kMass; ++i) out[(size_t)i * n + t] = s.q[i], out[(size_t)(kMass + i) * n + t] = s.p[i];
}
__global__ void __launch_bounds__(256, 8) fput_a(const float* __restrict__ in, float* __restrict__ out, int n, int steps, float h) { fput(in, out, n, steps, h); }
__global__ void __launch_bounds__(256) fput_b(const float* __restrict__ in, float* __restrict__ out, int n, int steps, float h) { fput(in, out, n, steps, h); }

__constant__ uint64_t kRound[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
__device__ __forceinline__ uint64_t turn(uint64_t v, int k) { return k ? v << k | v >> (64 - k) : v; }
__device__ __forceinline__ void sponge(int* __restrict__ out, uint64_t salt) {
    constexpr int rho[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    uint64_t a[25] = {};
    a[0] = t; a[1] = salt; a[2] = 1; a[16] = 0x8000000000000000;
#pragma unroll 1
    for (int round = 0; round < 24; ++round) {
        uint64_t c[5], b[25];
#pragma unroll
        for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
        for (int i = 0; i < 25; ++i) {
            int x = i % 5, y = i / 5;
            b[y + 5 * ((2 * x + 3 * y) % 5)] = turn(a[i] ^ c[(x + 4) % 5] ^ turn(c[(x + 1) % 5], 1), rho[i]);
        }
#pragma unroll
        for (int i = 0; i < 25; ++i) a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
        a[0] ^= kRound[round];
    }
    out[t] = (int)(a[0] ^ a[1] >> 32);
}
__global__ void __launch_bounds__(256, 8) sponge_a(int* __restrict__ out, uint64_t salt) { sponge(out, salt); }
__global__ void __launch_bounds__(256) sponge_b(int* __restrict__ out, uint64_t salt) { sponge(out, salt); }

constexpr int kKeys = 64;  // a thread
__global__ void __launch_bounds__(256) digits_a(const int* __restrict__ key, int* __restrict__ count, int threads, int shift) {
    int t = blockIdx.x * 256 + threadIdx.x, mine[16];
#pragma unroll
    for (int d = 0; d < 16; ++d) mine[d] = 0;
#pragma unroll 8
    for (int k = 0; k < kKeys; ++k) ++mine[key[(size_t)k * threads + t] >> shift & 15];
#pragma unroll
    for (int d = 0; d < 16; ++d) count[(size_t)d * threads + t] = mine[d];
}
__global__ void __launch_bounds__(256) digits_b(const int* __restrict__ key, int* __restrict__ count, int threads, int shift) {
    __shared__ int column[16][256];
    int t = blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int d = 0; d < 16; ++d) column[d][threadIdx.x] = 0;
#pragma unroll 8
    for (int k = 0; k < kKeys; ++k) ++column[key[(size_t)k * threads + t] >> shift & 15][threadIdx.x];
#pragma unroll
    for (int d = 0; d < 16; ++d) count[(size_t)d * threads + t] = column[d][threadIdx.x];
}

// m[(row * 8 + col) * systems + s], b and x [row * systems + s]; the diagonal is lifted by 8, so no pivoting
__global__ void __launch_bounds__(128) eight_a(const float* __restrict__ m, const float* __restrict__ b, float* __restrict__ x, int systems, int n) {
    int s = blockIdx.x * 128 + threadIdx.x;
    float a[8][9];
    for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) a[r][c] = m[(size_t)(r * n + c) * systems + s] + (r == c ? 8.0f : 0.0f);
        a[r][8] = b[(size_t)r * systems + s];
    }
    for (int k = 0; k < n; ++k) {
        float inverse = 1.0f / a[k][k];
        for (int r = k + 1; r < n; ++r) {
            float f = a[r][k] * inverse;
            for (int c = k + 1; c < n; ++c) a[r][c] -= f * a[k][c];
            a[r][8] -= f * a[k][8];
        }
    }
    for (int r = n - 1; r >= 0; --r) {
        float v = a[r][8];
        for (int c = r + 1; c < n; ++c) v -= a[r][c] * a[c][8];
        x[(size_t)r * systems + s] = a[r][8] = v / a[r][r];
    }
}
__global__ void __launch_bounds__(128) eight_b(const float* __restrict__ m, const float* __restrict__ b, float* __restrict__ x, int systems) {
    constexpr int n = 8;
    int s = blockIdx.x * 128 + threadIdx.x;
    float a[n][n + 1];
#pragma unroll
    for (int r = 0; r < n; ++r) {
#pragma unroll
        for (int c = 0; c < n; ++c) a[r][c] = m[(size_t)(r * n + c) * systems + s] + (r == c ? 8.0f : 0.0f);
        a[r][n] = b[(size_t)r * systems + s];
    }
#pragma unroll
    for (int k = 0; k < n; ++k) {
        float inverse = 1.0f / a[k][k];
#pragma unroll
        for (int r = k + 1; r < n; ++r) {
            float f = a[r][k] * inverse;
#pragma unroll
            for (int c = k + 1; c <= n; ++c) a[r][c] -= f * a[k][c];
        }
    }
#pragma unroll
    for (int r = n - 1; r >= 0; --r) {
        float v = a[r][n];
#pragma unroll
        for (int c = r + 1; c < n; ++c) v -= a[r][c] * a[c][n];
        x[(size_t)r * systems + s] = a[r][n] = v / a[r][r];
    }
}

// level of the sum of a thread's run r of two float4; the sum spreads by about 1.6
__device__ __forceinline__ int level(const float4* __restrict__ x, int threads, int t, int r) {
    float4 v[2]; float s = 0;
#pragma unroll
    for (int k = 0; k < 2; ++k) v[k] = x[(size_t)(2 * r + k) * threads + t];
#pragma unroll
    for (int k = 0; k < 2; ++k) s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    return min(max((int)(3 * s + 8), 0), 15);
}
__global__ void __launch_bounds__(256) ties_a(const float4* __restrict__ x, int* __restrict__ out, int threads) {
    int t = blockIdx.x * 256 + threadIdx.x, ties = 0, seen[16] = {};
#pragma unroll 4
    for (int r = 0; r < 8; ++r) ties += seen[level(x, threads, t, r)]++;
    out[t] = ties;
}
__global__ void __launch_bounds__(256) ties_b(const float4* __restrict__ x, int* __restrict__ out, int threads) {
    int t = blockIdx.x * 256 + threadIdx.x, ties = 0;
    uint64_t seen = 0;
#pragma unroll 4
    for (int r = 0; r < 8; ++r) {
        int at = 4 * level(x, threads, t, r);
        ties += (int)(seen >> at) & 15;
        seen += 1ull << at;
    }
    out[t] = ties;
}

int main(int argc, char** argv) {
    using namespace harness;
    int chains = 132 * 2048, steps = 16;
    size_t state = (size_t)chains * 2 * kMass;
    float *y = filled<float>(state), *fa = empty<float>(state), *fb = empty<float>(state);
    int nonces = 1 << 19;
    int *ka = empty<int>(nonces), *kb = empty<int>(nonces);
    int counters = 1 << 20;
    size_t counts = (size_t)counters * 16;
    int *key = indices((size_t)counters * kKeys, 0x7fffffffu), *da = empty<int>(counts), *db = empty<int>(counts);
    int systems = 1 << 21;
    size_t unknowns = (size_t)systems * 8;
    float *m = filled<float>(unknowns * 8, 3), *b = filled<float>(unknowns, 4), *xa = empty<float>(unknowns), *xb = empty<float>(unknowns);
    int runs = 1 << 21;
    float4* v = (float4*)filled<float>((size_t)runs * 64, 5);
    int *ia = empty<int>(runs), *ib = empty<int>(runs);
    return run(argc, argv, {
        {"fput_a", [=] { fput_a<<<chains / 256, 256>>>(y, fa, chains, steps, 0.01f); }, fa, state},
        {"fput_b", [=] { fput_b<<<chains / 256, 256>>>(y, fb, chains, steps, 0.01f); }, fb, state},
        {"sponge_a", [=] { sponge_a<<<nonces / 256, 256>>>(ka, 0x1234567); }, ka, (size_t)nonces, Output::i32},
        {"sponge_b", [=] { sponge_b<<<nonces / 256, 256>>>(kb, 0x1234567); }, kb, (size_t)nonces, Output::i32},
        {"digits_a", [=] { digits_a<<<counters / 256, 256>>>(key, da, counters, 12); }, da, counts, Output::i32},
        {"digits_b", [=] { digits_b<<<counters / 256, 256>>>(key, db, counters, 12); }, db, counts, Output::i32},
        {"eight_a", [=] { eight_a<<<systems / 128, 128>>>(m, b, xa, systems, 8); }, xa, unknowns},
        {"eight_b", [=] { eight_b<<<systems / 128, 128>>>(m, b, xb, systems); }, xb, unknowns},
        {"ties_a", [=] { ties_a<<<runs / 256, 256>>>(v, ia, runs); }, ia, (size_t)runs, Output::i32},
        {"ties_b", [=] { ties_b<<<runs / 256, 256>>>(v, ib, runs); }, ib, (size_t)runs, Output::i32},
    });
}
