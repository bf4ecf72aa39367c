// Measured pairs: spills, local arrays, shared memory over-allocation, one-warp blocks, and a mild occupancy case.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

constexpr int channels = 270336;          // 132 * 8 * 256
constexpr int frames = 192;               // of the shared input: frames x channels floats, 207 MB

// ---- eye tracking: all moments up to degree 7 of a gaze trace, one trace per thread ------------------------------------------
__device__ __forceinline__ void gaze_body(const float* __restrict__ sx, const float* __restrict__ sy, float* __restrict__ out, int steps) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float m[36];
#pragma unroll
    for (int i = 0; i < 36; ++i) m[i] = 0.f;
    float nx = sx[c], ny = sy[c];
#pragma unroll 1
    for (int t = 1; t <= steps; ++t) {
        float x = nx, y = ny;
        if (t < steps) { nx = sx[(size_t)t * channels + c]; ny = sy[(size_t)t * channels + c]; }
        float px = 1.f; int k = 0;
#pragma unroll
        for (int i = 0; i <= 7; ++i) {
            float v = px;
#pragma unroll
            for (int j = 0; j <= 7 - i; ++j) { m[k++] += v; v *= y; }
            px *= x;
        }
    }
#pragma unroll
    for (int i = 0; i < 36; ++i) out[(size_t)i * channels + c] = m[i];
}
__global__ void __launch_bounds__(256, 8) gaze_moments_a(const float* sx, const float* sy, float* out, int steps) { gaze_body(sx, sy, out, steps); }
__global__ void __launch_bounds__(256, 4) gaze_moments_b(const float* sx, const float* sy, float* out, int steps) { gaze_body(sx, sy, out, steps); }

// ---- celestial mechanics: acceleration and jerk of 4 asteroids per thread under a swarm of perturbers -------------------------
constexpr int asteroids = 132 * 2 * 768 * 4;
__device__ __forceinline__ void jerk_body(const float* __restrict__ s, const float4* __restrict__ pert, float* __restrict__ out, int perturbers) {
    __shared__ float4 pos[256], vel[256];
    int base = blockIdx.x * 768 * 4 + threadIdx.x;
    float x[4], y[4], z[4], u[4], v[4], w[4], ax[4], ay[4], az[4], jx[4], jy[4], jz[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        int i = base + q * 768;
        x[q] = s[i]; y[q] = s[i + asteroids]; z[q] = s[i + 2 * asteroids];
        u[q] = s[i + 3 * asteroids]; v[q] = s[i + 4 * asteroids]; w[q] = s[i + 5 * asteroids];
        ax[q] = ay[q] = az[q] = jx[q] = jy[q] = jz[q] = 0.f;
    }
    for (int t = 0; t < perturbers; t += 256) {
        __syncthreads();
        if (threadIdx.x < 256) { pos[threadIdx.x] = pert[2 * (t + threadIdx.x)]; vel[threadIdx.x] = pert[2 * (t + threadIdx.x) + 1]; }
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < 256; ++k) {
            float4 p = pos[k], pv = vel[k];
#pragma unroll
            for (int q = 0; q < 4; ++q) {
                float dx = p.x - x[q], dy = p.y - y[q], dz = p.z - z[q];
                float du = pv.x - u[q], dv = pv.y - v[q], dw = pv.z - w[q];
                float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-2f)));
                float ri = rsqrtf(r2), ri2 = ri * ri, g = (fabsf(p.w) * ri) * ri2;
                float a = -3.f * ri2 * fmaf(dx, du, fmaf(dy, dv, dz * dw));
                ax[q] = fmaf(g, dx, ax[q]); ay[q] = fmaf(g, dy, ay[q]); az[q] = fmaf(g, dz, az[q]);
                jx[q] = fmaf(g, fmaf(a, dx, du), jx[q]); jy[q] = fmaf(g, fmaf(a, dy, dv), jy[q]); jz[q] = fmaf(g, fmaf(a, dz, dw), jz[q]);
            }
        }
    }
#pragma unroll
    for (int q = 0; q < 4; ++q) {
        int i = base + q * 768;
        out[i] = ax[q]; out[i + asteroids] = ay[q]; out[i + 2 * asteroids] = az[q];
        out[i + 3 * asteroids] = jx[q]; out[i + 4 * asteroids] = jy[q]; out[i + 5 * asteroids] = jz[q];
    }
}
__global__ void __launch_bounds__(768, 2) asteroid_jerk_a(const float* s, const float4* pert, float* out, int n) { jerk_body(s, pert, out, n); }
__global__ void __launch_bounds__(768, 1) asteroid_jerk_b(const float* s, const float4* pert, float* out, int n) { jerk_body(s, pert, out, n); }

// ---- botany: weighted vote of 32 neighbours' species, one specimen per thread --------------------------------------------------
constexpr int specimens = 132 * 8 * 1024;
__global__ void seed_labels(uint32_t* lab) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= specimens * 8) return;
    uint32_t q = i % specimens, w = 0;
    for (int b = 0; b < 4; ++b) { uint32_t h = hash32(i * 4u + b); uint32_t l = (h & 1) ? hash32(q) & 15 : (h >> 8) & 15; w |= l << (8 * b); }
    lab[i] = w;
}
__global__ void __launch_bounds__(256) orchid_vote_a(const uint32_t* __restrict__ lab, const float* __restrict__ wt, float* __restrict__ out) {
    int q = blockIdx.x * 256 + threadIdx.x;
    float votes[16];
#pragma unroll
    for (int c = 0; c < 16; ++c) votes[c] = 0.f;
#pragma unroll 1
    for (int g = 0; g < 8; ++g) {
        uint32_t l = lab[(size_t)g * specimens + q];
        float w[4];
#pragma unroll
        for (int b = 0; b < 4; ++b) w[b] = wt[(size_t)(g * 4 + b) * specimens + q];
#pragma unroll
        for (int b = 0; b < 4; ++b) votes[(l >> (8 * b)) & 15] += fabsf(w[b]);
    }
    float best = votes[0], total = 0.f; int who = 0;
#pragma unroll
    for (int c = 0; c < 16; ++c) { total += votes[c]; if (votes[c] > best) { best = votes[c]; who = c; } }
    out[q] = who + best / total;
}
__global__ void __launch_bounds__(256) orchid_vote_b(const uint32_t* __restrict__ lab, const float* __restrict__ wt, float* __restrict__ out) {
    __shared__ float votes[16][256];
    int q = blockIdx.x * 256 + threadIdx.x, me = threadIdx.x;
#pragma unroll
    for (int c = 0; c < 16; ++c) votes[c][me] = 0.f;
#pragma unroll 1
    for (int g = 0; g < 8; ++g) {
        uint32_t l = lab[(size_t)g * specimens + q];
        float w[4];
#pragma unroll
        for (int b = 0; b < 4; ++b) w[b] = wt[(size_t)(g * 4 + b) * specimens + q];
#pragma unroll
        for (int b = 0; b < 4; ++b) votes[(l >> (8 * b)) & 15][me] += fabsf(w[b]);
    }
    float best = votes[0][me], total = 0.f; int who = 0;
#pragma unroll
    for (int c = 0; c < 16; ++c) { float v = votes[c][me]; total += v; if (v > best) { best = v; who = c; } }
    out[q] = who + best / total;
}

// ---- underwater acoustics: 16-tap whitening filter, one hydrophone channel per thread ------------------------------------------
__constant__ float whitener[16];
constexpr int hydrophones = 202752;       // 132 * 6 * 256
__global__ void __launch_bounds__(256) hydrophone_whiten_a(const float* __restrict__ in, float* __restrict__ out, int steps) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float line[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) line[k] = 0.f;
    int head = 0;
    float next = in[c];
#pragma unroll 1
    for (int t = 0; t < steps; ++t) {
        line[head] = next;
        if (t + 1 < steps) next = in[(size_t)(t + 1) * hydrophones + c];
        float y = 0.f;
#pragma unroll
        for (int k = 0; k < 16; ++k) y = fmaf(whitener[k], line[(head - k) & 15], y);
        out[(size_t)t * hydrophones + c] = y;
        head = (head + 1) & 15;
    }
}
__global__ void __launch_bounds__(256, 6) hydrophone_whiten_b(const float* __restrict__ in, float* __restrict__ out, int steps) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float line[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) line[k] = 0.f;
    float next = in[c];
#pragma unroll 1
    for (int t0 = 0; t0 < steps; t0 += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            int t = t0 + j;
            line[j] = next;
            if (t + 1 < steps) next = in[(size_t)(t + 1) * hydrophones + c];
            float y = 0.f;
#pragma unroll
            for (int k = 0; k < 16; ++k) y = fmaf(whitener[k], line[(j - k) & 15], y);
            out[(size_t)t * hydrophones + c] = y;
        }
    }
}

// ---- market data: a warp descends a 32-way tree of quote keys (one 128-byte node a level) per query ----------------------------
constexpr int node_levels = 4;
constexpr int batch = 128;                // queries per warp
__global__ void plant_tree(uint32_t* keys) {
    int n = blockIdx.x, j = threadIdx.x, l = n < 1 ? 0 : n < 33 ? 1 : n < 1057 ? 2 : 3;
    uint32_t i = n - (l == 0 ? 0 : l == 1 ? 1 : l == 2 ? 33 : 1057);
    keys[n * 32 + j] = (i * 32 + j) << (32 - 5 * (l + 1));
}
__device__ __forceinline__ void descend_body(const uint32_t* __restrict__ keys, const float* __restrict__ price, float* __restrict__ out) {
    extern __shared__ __align__(16) float answers[];    // 8 warps x 128 answers, written out coalesced at the end
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    uint32_t id = (blockIdx.x * 8 + warp) * batch;
#pragma unroll 1
    for (int q = 0; q < batch; ++q) {
        uint32_t key = hash32(id + q), node = 0, first = 0;
#pragma unroll
        for (int l = 0; l < node_levels; ++l) {
            uint32_t k = keys[(size_t)(first + node) * 32 + lane];
            int at = __popc(__ballot_sync(~0u, k <= key)) - 1;
            node = node * 32 + at;
            first = first * 32 + 1;
        }
        float p = price[(size_t)node * 32 + lane];
        if (lane == (int)(key & 31)) answers[warp * batch + q] = p;
    }
    __syncwarp();
    for (int q = lane; q < batch; q += 32) out[id + q] = answers[warp * batch + q];
}
__global__ void __launch_bounds__(256) quote_descend_a(const uint32_t* k, const float* p, float* out) { descend_body(k, p, out); }
__global__ void __launch_bounds__(256) quote_descend_b(const uint32_t* k, const float* p, float* out) { descend_body(k, p, out); }

// ---- phonocardiography: scale each frame of 1024 samples by its peak -------------------------------------------------------------
constexpr int heart_frames = 132 * 8 * 24;
__device__ __forceinline__ void agc_body(const float4* __restrict__ in, float4* __restrict__ out) {
    extern __shared__ __align__(16) float peak[];       // 2 x 8 warp peaks
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        size_t i = ((size_t)blockIdx.x * 4 + r) * 256 + threadIdx.x;
        float4 v = in[i];
        float m = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
#pragma unroll
        for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
        float* slot = peak + (r & 1) * 8;
        if ((threadIdx.x & 31) == 0) slot[threadIdx.x >> 5] = m;
        __syncthreads();
        float4 p = *(float4*)slot, s = *(float4*)(slot + 4);
        m = fmaxf(fmaxf(fmaxf(p.x, p.y), fmaxf(p.z, p.w)), fmaxf(fmaxf(s.x, s.y), fmaxf(s.z, s.w)));
        float g = __fdividef(0.9f, m + 1e-6f);
        out[i] = make_float4(v.x * g, v.y * g, v.z * g, v.w * g);
    }
}
__global__ void __launch_bounds__(256) stethoscope_agc_a(const float4* in, float4* out) { agc_body(in, out); }
__global__ void __launch_bounds__(256) stethoscope_agc_b(const float4* in, float4* out) { agc_body(in, out); }

// ---- supply chains: a warp follows a chain of 128-byte custody records and accumulates their 31 fields ------------------------
constexpr int records = 1 << 20, hops = 48, lots = 132 * 32 * 8;
__global__ void link_records(float* pool) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records) return;
    uint32_t x = i; x ^= x >> 9; x = x * 0x9e375u & (records - 1); x ^= x >> 11; x = x * 0x5bd1fu & (records - 1); x ^= x >> 8;
    pool[(size_t)i * 32 + 31] = __uint_as_float(x);
}
__device__ __forceinline__ void chain_body(const float* __restrict__ pool, float* __restrict__ out, uint32_t lot) {
    int lane = threadIdx.x & 31;
    uint32_t at = hash32(lot) & (records - 1);
    float sum = 0.f;
#pragma unroll 1
    for (int h = 0; h < hops; ++h) {
        float v = pool[(size_t)at * 32 + lane];
        at = __float_as_uint(__shfl_sync(~0u, v, 31));
        sum = fmaf(sum, 0.75f, v);
    }
    out[(size_t)lot * 32 + lane] = lane == 31 ? 0.f : sum;
}
__global__ void __launch_bounds__(32) custody_chain_a(const float* pool, float* out) { chain_body(pool, out, blockIdx.x); }
__global__ void __launch_bounds__(256) custody_chain_b(const float* pool, float* out) { chain_body(pool, out, blockIdx.x * 8 + (threadIdx.x >> 5)); }

// ---- transformer inference: RMS-rescale each head row of 64 f32 into f16, a warp per row -----------------------------------------
constexpr int head_rows = channels * 3;
__device__ __forceinline__ void headwise_body(const float2* __restrict__ in, __half2* __restrict__ out, int warp, int warps) {
    int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int r = warp; r < head_rows; r += warps) {
        float2 v = in[(size_t)r * 32 + lane];
        float s = fmaf(v.x, v.x, v.y * v.y);
#pragma unroll
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        float g = rsqrtf(fmaf(s, 1.f / 64.f, 1e-5f));
        out[(size_t)r * 32 + lane] = __floats2half2_rn(v.x * g, v.y * g);
    }
}
__global__ void __launch_bounds__(32) headwise_rescale_a(const float2* in, __half2* out) { headwise_body(in, out, blockIdx.x, gridDim.x); }
__global__ void __launch_bounds__(256) headwise_rescale_b(const float2* in, __half2* out) { headwise_body(in, out, blockIdx.x * 8 + (threadIdx.x >> 5), gridDim.x * 8); }

// ---- mild: wetland mapping, normalised difference of two bands with a table of gains in shared memory --------------------------
__device__ __forceinline__ float wet(float a, float b, float g) { return g * __fdividef(a - b, fabsf(a) + fabsf(b) + 0.1f); }
__device__ __forceinline__ void marsh_body(const float4* __restrict__ red, const float4* __restrict__ nir, float4* __restrict__ out, const float* __restrict__ gains) {
    extern __shared__ __align__(16) float gain[];
    gain[threadIdx.x] = gains[threadIdx.x];
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 r0 = __ldcs(red + i), r1 = __ldcs(red + i + 256), n0 = __ldcs(nir + i), n1 = __ldcs(nir + i + 256);
    __syncthreads();
    float g0 = gain[threadIdx.x], g1 = gain[threadIdx.x ^ 128];
    __stcs(out + i, make_float4(wet(n0.x, r0.x, g0), wet(n0.y, r0.y, g0), wet(n0.z, r0.z, g0), wet(n0.w, r0.w, g0)));
    __stcs(out + i + 256, make_float4(wet(n1.x, r1.x, g1), wet(n1.y, r1.y, g1), wet(n1.z, r1.z, g1), wet(n1.w, r1.w, g1)));
}
__global__ void __launch_bounds__(256) marsh_index_a(const float4* r, const float4* n, float4* out, const float* g) { marsh_body(r, n, out, g); }
__global__ void __launch_bounds__(256) marsh_index_b(const float4* r, const float4* n, float4* out, const float* g) { marsh_body(r, n, out, g); }

int main(int argc, char** argv) {
    float* in = filled<float>((size_t)channels * frames, 3);                 // 207.6 MB
    float* out = empty<float>((size_t)channels * frames / 2);                // 103.8 MB
    float* pool = filled<float>((size_t)records * 32, 11);                   // 134.2 MB
    link_records<<<records / 256, 256>>>(pool);
    uint32_t* labels = empty<uint32_t>((size_t)specimens * 8);               // 34.6 MB
    seed_labels<<<specimens * 8 / 256, 256>>>(labels);
    uint32_t* tree = empty<uint32_t>((size_t)33825 * 32);                    // 4.3 MB
    plant_tree<<<33825, 32>>>(tree);
    float taps[16]; for (int k = 0; k < 16; ++k) taps[k] = 0.3f * std::cos(0.7f * k) / (1 + 0.2f * k);
    CHECK(cudaMemcpyToSymbol(whitener, taps, sizeof taps));
    auto allow = [](const void* f, int bytes) { CHECK(cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)); };
    const int tree_big = 100 * 1024, tree_fit = 8 * batch * 4, agc_big = 72 * 1024, agc_fit = 64, marsh_big = 55 * 1024, marsh_fit = 1024;
    allow((const void*)quote_descend_a, tree_big); allow((const void*)stethoscope_agc_a, agc_big); allow((const void*)marsh_index_a, marsh_big);
    const float* nir = in + (size_t)channels * frames / 2;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> f, size_t n, Output o = Output::f32) { cases.push_back({name, f, out, n, o}); };

    add("gaze_moments_a", [=] { gaze_moments_a<<<channels / 256, 256>>>(in, nir, out, 96); }, (size_t)channels * 36);
    add("gaze_moments_b", [=] { gaze_moments_b<<<channels / 256, 256>>>(in, nir, out, 96); }, (size_t)channels * 36);
    add("asteroid_jerk_a", [=] { asteroid_jerk_a<<<264, 768>>>(in, (const float4*)nir, out, 256); }, (size_t)asteroids * 6);
    add("asteroid_jerk_b", [=] { asteroid_jerk_b<<<264, 768>>>(in, (const float4*)nir, out, 256); }, (size_t)asteroids * 6);
    add("orchid_vote_a", [=] { orchid_vote_a<<<specimens / 256, 256>>>(labels, in, out); }, specimens);
    add("orchid_vote_b", [=] { orchid_vote_b<<<specimens / 256, 256>>>(labels, in, out); }, specimens);
    add("hydrophone_whiten_a", [=] { hydrophone_whiten_a<<<hydrophones / 256, 256>>>(in, out, 128); }, (size_t)hydrophones * 128);
    add("hydrophone_whiten_b", [=] { hydrophone_whiten_b<<<hydrophones / 256, 256>>>(in, out, 128); }, (size_t)hydrophones * 128);
    add("quote_descend_a", [=] { quote_descend_a<<<1056, 256, tree_big>>>(tree, in, out); }, (size_t)1056 * 8 * batch);
    add("quote_descend_b", [=] { quote_descend_b<<<1056, 256, tree_fit>>>(tree, in, out); }, (size_t)1056 * 8 * batch);
    add("stethoscope_agc_a", [=] { stethoscope_agc_a<<<heart_frames / 4, 256, agc_big>>>((const float4*)in, (float4*)out); }, (size_t)heart_frames * 1024);
    add("stethoscope_agc_b", [=] { stethoscope_agc_b<<<heart_frames / 4, 256, agc_fit>>>((const float4*)in, (float4*)out); }, (size_t)heart_frames * 1024);
    add("custody_chain_a", [=] { custody_chain_a<<<lots, 32>>>(pool, out); }, (size_t)lots * 32);
    add("custody_chain_b", [=] { custody_chain_b<<<lots / 8, 256>>>(pool, out); }, (size_t)lots * 32);
    add("headwise_rescale_a", [=] { headwise_rescale_a<<<132 * 32, 32>>>((const float2*)in, (__half2*)out); }, (size_t)head_rows * 64, Output::f16);
    add("headwise_rescale_b", [=] { headwise_rescale_b<<<132 * 8, 256>>>((const float2*)in, (__half2*)out); }, (size_t)head_rows * 64, Output::f16);
    add("marsh_index_a", [=] { marsh_index_a<<<12672, 256, marsh_big>>>((const float4*)in, (const float4*)nir, (float4*)out, in); }, (size_t)channels * 96);
    add("marsh_index_b", [=] { marsh_index_b<<<12672, 256, marsh_fit>>>((const float4*)in, (const float4*)nir, (float4*)out, in); }, (size_t)channels * 96);
    return run(argc, argv, cases);
}
