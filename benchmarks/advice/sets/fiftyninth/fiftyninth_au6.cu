// Kernels of measured cost, set fiftyeighth, author au6: arithmetic, integers, chains and latency.
#include "harness.cuh"

#include <cstdint>
#include <cstdio>
#include <vector>

// ---------------------------------------------------------------- 1. graphics: Blinn-Phong highlights of 32 lights
constexpr int LIGHTS = 32;
constexpr int PIXELS = 1 << 20;

__global__ void __launch_bounds__(256) copper_lantern_au6_a(const float* __restrict__ nx, const float* __restrict__ ny,
                                                            const float* __restrict__ gloss,
                                                            const float4* __restrict__ lights,
                                                            float* __restrict__ out, int n) {
    __shared__ float4 lamp[LIGHTS];
    if (threadIdx.x < LIGHTS) lamp[threadIdx.x] = lights[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float ax = nx[i], ay = ny[i];
    const float inv = rsqrtf(ax * ax + ay * ay + 1.0f);
    const float x = ax * inv, y = ay * inv, z = inv;
    const float shine = 4.0f + 12.0f * fabsf(gloss[i]);
    float sum = 0.0f;
#pragma unroll 4
    for (int l = 0; l < LIGHTS; ++l) {
        const float4 h = lamp[l];
        const float d = fmaxf(x * h.x + y * h.y + z * h.z, 1e-4f);
        sum += h.w * powf(d, shine);
    }
    out[i] = sum;
}

__global__ void __launch_bounds__(256) copper_lantern_au6_b(const float* __restrict__ nx, const float* __restrict__ ny,
                                                            const float* __restrict__ gloss,
                                                            const float4* __restrict__ lights,
                                                            float* __restrict__ out, int n) {
    __shared__ float4 lamp[LIGHTS];
    if (threadIdx.x < LIGHTS) lamp[threadIdx.x] = lights[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float ax = nx[i], ay = ny[i];
    const float inv = rsqrtf(ax * ax + ay * ay + 1.0f);
    const float x = ax * inv, y = ay * inv, z = inv;
    const float shine = 4.0f + 12.0f * fabsf(gloss[i]);
    float sum = 0.0f;
#pragma unroll 4
    for (int l = 0; l < LIGHTS; ++l) {
        const float4 h = lamp[l];
        const float d = fmaxf(x * h.x + y * h.y + z * h.z, 1e-4f);
        sum += h.w * __powf(d, shine);
    }
    out[i] = sum;
}

// ---------------------------------------------------------------- 2. databases: places of keys on a ring of prime size
constexpr int KEYS = 1 << 20;

__device__ __forceinline__ uint64_t stir(uint64_t k, uint64_t salt) {
    k = (k ^ salt) * 0x9E3779B97F4A7C15ull;
    return k ^ (k >> 29);
}

__global__ void __launch_bounds__(256) walnut_ferry_au6_a(const uint64_t* __restrict__ keys, float4* __restrict__ place,
                                                          uint64_t ring, float scale, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint64_t k = keys[i];
    float4 p;
    p.x = scale * static_cast<float>(static_cast<uint32_t>(stir(k, 0x51ED270B7A1F39C5ull) % ring));
    p.y = scale * static_cast<float>(static_cast<uint32_t>(stir(k, 0xC2B2AE3D27D4EB4Full) % ring));
    p.z = scale * static_cast<float>(static_cast<uint32_t>(stir(k, 0x165667B19E3779F9ull) % ring));
    p.w = scale * static_cast<float>(static_cast<uint32_t>(stir(k, 0x27D4EB2F165667C5ull) % ring));
    place[i] = p;
}

// magic = floor(2^64 / ring): the quotient is at most one too small
__device__ __forceinline__ uint32_t remainder_of(uint64_t h, uint32_t ring, uint64_t magic) {
    const uint32_t q = static_cast<uint32_t>(__umul64hi(h, magic));   // low half is enough: the remainder is below 2*ring < 2^32
    const uint32_t r = static_cast<uint32_t>(h) - q * ring;
    return r >= ring ? r - ring : r;
}

__global__ void __launch_bounds__(256) walnut_ferry_au6_b(const uint64_t* __restrict__ keys, float4* __restrict__ place,
                                                          uint32_t ring, uint64_t magic, float scale, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint64_t k = keys[i];
    float4 p;
    p.x = scale * static_cast<float>(remainder_of(stir(k, 0x51ED270B7A1F39C5ull), ring, magic));
    p.y = scale * static_cast<float>(remainder_of(stir(k, 0xC2B2AE3D27D4EB4Full), ring, magic));
    p.z = scale * static_cast<float>(remainder_of(stir(k, 0x165667B19E3779F9ull), ring, magic));
    p.w = scale * static_cast<float>(remainder_of(stir(k, 0x27D4EB2F165667C5ull), ring, magic));
    place[i] = p;
}

// ---------------------------------------------------------------- 3. queueing: a generating function at many points
constexpr int POINTS = 132 * 128;
constexpr int TERMS = 16384;
constexpr int CHUNK = 4096;   // coefficients staged in shared memory at a time (16 KB)

__global__ void __launch_bounds__(128) amber_thistle_au6_a(const float* __restrict__ where,
                                                           const float4* __restrict__ coef, float* __restrict__ value) {
    __shared__ float4 c[CHUNK / 4];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float x = 0.5f + 0.49f * fabsf(where[i]);
    float acc = 0.0f;
    for (int base = 0; base < TERMS; base += CHUNK) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < CHUNK / 4; j += 128) c[j + threadIdx.x] = coef[base / 4 + j + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < CHUNK / 4; ++j) {
            const float4 v = c[j];
            acc = fmaf(acc, x, v.x);
            acc = fmaf(acc, x, v.y);
            acc = fmaf(acc, x, v.z);
            acc = fmaf(acc, x, v.w);
        }
    }
    value[i] = acc;
}

__global__ void __launch_bounds__(128) amber_thistle_au6_b(const float* __restrict__ where,
                                                           const float4* __restrict__ coef, float* __restrict__ value) {
    __shared__ float4 c[CHUNK / 4];
    const int i = blockIdx.x * 128 + threadIdx.x;
    const float x = 0.5f + 0.49f * fabsf(where[i]);
    const float x2 = x * x, x4 = x2 * x2;
    float a0 = 0.0f, a1 = 0.0f, a2 = 0.0f, a3 = 0.0f;   // four interleaved polynomials in x^4
    for (int base = 0; base < TERMS; base += CHUNK) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < CHUNK / 4; j += 128) c[j + threadIdx.x] = coef[base / 4 + j + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < CHUNK / 4; ++j) {
            const float4 v = c[j];
            a0 = fmaf(a0, x4, v.x);
            a1 = fmaf(a1, x4, v.y);
            a2 = fmaf(a2, x4, v.z);
            a3 = fmaf(a3, x4, v.w);
        }
    }
    value[i] = fmaf(fmaf(fmaf(a0, x, a1), x, a2), x, a3);
}

// ---------------------------------------------------------------- 4. graph learning: random walks over a weighted graph
constexpr int NODES = 1 << 22;       // four neighbours each, 8-byte records: 128 MB
constexpr int WALKERS = 132 * 128 * 4;
constexpr int STEPS = 192;

__device__ __forceinline__ uint32_t turn(uint32_t s) { return s * 1664525u + 1013904223u; }

__global__ void __launch_bounds__(128) heron_biscuit_au6_a(const uint2* __restrict__ edges, float* __restrict__ score) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int total = gridDim.x * 128;
#pragma unroll 1
    for (int w = 0; w < 4; ++w) {
        const uint32_t id = t + w * total;
        uint32_t node = (id * 2654435761u) & (NODES - 1);
        uint32_t s = id * 747796405u + 2891336453u;
        float sum = 0.0f;
#pragma unroll 4
        for (int k = 0; k < STEPS; ++k) {
            const uint2 e = __ldg(&edges[node * 4u + (s >> 30)]);
            s = turn(s);
            sum += __uint_as_float(e.y);
            node = e.x;
        }
        score[id] = sum;
    }
}

__global__ void __launch_bounds__(128) heron_biscuit_au6_b(const uint2* __restrict__ edges, float* __restrict__ score) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    const int total = gridDim.x * 128;
    uint32_t node[4], s[4];
    float sum[4];
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        const uint32_t id = t + w * total;
        node[w] = (id * 2654435761u) & (NODES - 1);
        s[w] = id * 747796405u + 2891336453u;
        sum[w] = 0.0f;
    }
#pragma unroll 4
    for (int k = 0; k < STEPS; ++k) {
        uint2 e[4];
#pragma unroll
        for (int w = 0; w < 4; ++w) e[w] = __ldg(&edges[node[w] * 4u + (s[w] >> 30)]);
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            s[w] = turn(s[w]);
            sum[w] += __uint_as_float(e[w].y);
            node[w] = e[w].x;
        }
    }
#pragma unroll
    for (int w = 0; w < 4; ++w) score[t + w * total] = sum[w];
}

// ---------------------------------------------------------------- 5. privacy: ChaCha20 noise upon gradients
constexpr int GRADS = 1 << 26;

__device__ __forceinline__ void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
    a += b; d ^= a; d = __byte_perm(d, d, 0x1032);
    c += d; b ^= c; b = __funnelshift_l(b, b, 12);
    a += b; d ^= a; d = __byte_perm(d, d, 0x2103);
    c += d; b ^= c; b = __funnelshift_l(b, b, 7);
}

__device__ __forceinline__ float veil(float g, uint32_t w, float sigma) {
    return fmaf(sigma, __uint_as_float((w & 0x7FFFFFu) | 0x3F800000u) - 1.5f, g);
}

__global__ void __launch_bounds__(256) velvet_orchard_au6_a(const float4* __restrict__ grad, float4* __restrict__ out,
                                                            uint4 key0, uint4 key1, uint2 nonce, float sigma) {
    const uint32_t counter = blockIdx.x * 256u + threadIdx.x;
    const uint32_t first[16] = {0x61707865u, 0x3320646Eu, 0x79622D32u, 0x6B206574u, key0.x, key0.y, key0.z, key0.w,
                                key1.x, key1.y, key1.z, key1.w, counter, 0u, nonce.x, nonce.y};
    uint32_t v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = first[j];
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        quarter(v[0], v[4], v[8], v[12]);
        quarter(v[1], v[5], v[9], v[13]);
        quarter(v[2], v[6], v[10], v[14]);
        quarter(v[3], v[7], v[11], v[15]);
        quarter(v[0], v[5], v[10], v[15]);
        quarter(v[1], v[6], v[11], v[12]);
        quarter(v[2], v[7], v[8], v[13]);
        quarter(v[3], v[4], v[9], v[14]);
    }
    // the words of a block go to four vectors a block's width apart, so that each access is coalesced
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const size_t at = (static_cast<size_t>(blockIdx.x) * 4 + k) * 256 + threadIdx.x;
        float4 g = grad[at];
        g.x = veil(g.x, v[4 * k] + first[4 * k], sigma);
        g.y = veil(g.y, v[4 * k + 1] + first[4 * k + 1], sigma);
        g.z = veil(g.z, v[4 * k + 2] + first[4 * k + 2], sigma);
        g.w = veil(g.w, v[4 * k + 3] + first[4 * k + 3], sigma);
        out[at] = g;
    }
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::empty;
    using harness::filled;
    using harness::hash32;
    using harness::Output;
    using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    const float* field = filled<float>(GRADS, 61);
    const float* field2 = filled<float>(PIXELS, 62);
    const float* field3 = filled<float>(PIXELS, 63);
    float* out = empty<float>(GRADS);
    float4* out4 = reinterpret_cast<float4*>(out);

    std::vector<float4> lights(LIGHTS);
    for (int l = 0; l < LIGHTS; ++l) {
        const float a = unit(900 + 2 * l), b = unit(901 + 2 * l), r = 1.0f / std::sqrt(a * a + b * b + 1.0f);
        lights[l] = make_float4(a * r, b * r, r, 0.2f + 0.1f * unit(2000 + l));
    }
    const float4* lamps = harness::uploaded(lights);
    add("copper_lantern_au6_a", out, PIXELS, [=] { copper_lantern_au6_a<<<PIXELS / 256, 256>>>(field, field2, field3, lamps, out, PIXELS); });
    add("copper_lantern_au6_b", out, PIXELS, [=] { copper_lantern_au6_b<<<PIXELS / 256, 256>>>(field, field2, field3, lamps, out, PIXELS); });

    std::vector<uint64_t> names(KEYS);
    for (int i = 0; i < KEYS; ++i) names[i] = (static_cast<uint64_t>(hash32(i + 17u)) << 32) | hash32(i + 0x5000000u);
    const uint64_t* keys = harness::uploaded(names);
    const uint32_t ring = 1000000007u;
    const uint64_t magic = ~0ull / ring;   // ring is odd and not 1: the same as floor(2^64 / ring)
    const float scale = 1.0f / 1000000007.0f;
    add("walnut_ferry_au6_a", out, static_cast<size_t>(KEYS) * 4, [=] { walnut_ferry_au6_a<<<KEYS / 256, 256>>>(keys, out4, ring, scale, KEYS); });
    add("walnut_ferry_au6_b", out, static_cast<size_t>(KEYS) * 4, [=] { walnut_ferry_au6_b<<<KEYS / 256, 256>>>(keys, out4, ring, magic, scale, KEYS); });

    std::vector<float> odds(TERMS);
    for (int i = 0; i < TERMS; ++i) odds[i] = 0.55f + 0.45f * unit(77000 + i);
    const float4* coef = reinterpret_cast<const float4*>(harness::uploaded(odds));
    add("amber_thistle_au6_a", out, POINTS, [=] { amber_thistle_au6_a<<<132, 128>>>(field, coef, out); });
    add("amber_thistle_au6_b", out, POINTS, [=] { amber_thistle_au6_b<<<132, 128>>>(field, coef, out); });

    std::vector<uint2> graph(static_cast<size_t>(NODES) * 4);
    for (size_t i = 0; i < graph.size(); ++i) {
        const float weight = 0.5f + 0.4f * unit(static_cast<uint32_t>(i) + 123456789u);
        uint32_t bits;
        std::memcpy(&bits, &weight, 4);
        graph[i] = make_uint2(hash32(static_cast<uint32_t>(i) + 31u) & (NODES - 1), bits);
    }
    const uint2* edges = harness::uploaded(graph);
    add("heron_biscuit_au6_a", out, WALKERS, [=] { heron_biscuit_au6_a<<<132, 128>>>(edges, out); });
    add("heron_biscuit_au6_b", out, WALKERS, [=] { heron_biscuit_au6_b<<<132, 128>>>(edges, out); });

    const float4* grad = reinterpret_cast<const float4*>(field);
    const uint4 key0 = make_uint4(0x03020100u, 0x07060504u, 0x0b0a0908u, 0x0f0e0d0cu);
    const uint4 key1 = make_uint4(0x13121110u, 0x17161514u, 0x1b1a1918u, 0x1f1e1d1cu);
    const uint2 nonce = make_uint2(0x4a000000u, 0x00000009u);
    add("velvet_orchard_au6_a", out, GRADS, [=] { velvet_orchard_au6_a<<<GRADS / 16 / 256, 256>>>(grad, out4, key0, key1, nonce, 0.25f); });

    return harness::run(argc, argv, cases);
}
