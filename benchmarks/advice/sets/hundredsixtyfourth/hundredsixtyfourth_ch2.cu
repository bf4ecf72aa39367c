// One program of measured pairs, set hundredsixtyfourth, suffix ch2.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
using harness::Output;
static std::vector<harness::Case> cases;
static void add(const char* n, std::function<void()> f, const void* out, size_t c, Output t = Output::f32) { cases.push_back({n, f, out, c, t}); }
static float *P, *O;            // shared pools: 1.25 GB of floats in [-1, 1), 1 GiB of output
constexpr size_t PN = 320u << 20, ON = 256u << 20;
static uint8_t* B;              // random bytes
constexpr size_t BN = 512u << 20;
static __global__ void harness_bytes(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + 77u);
}
static __global__ void harness_shift(const float* x, float* y, size_t n, int off) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) y[i + off] = x[i];
}

// 1. joint controllers of a robot fleet: fields of the state records
constexpr int J = 1 << 24;
struct JointState { float q, qd, qdd, tau, kp, kd, lo, hi, temp, current, target, volt, enc0, enc1, flags, stamp; };
__global__ void __launch_bounds__(256) amber_spindle_ch2_a(const JointState* __restrict__ s, float* __restrict__ cmd) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float e = s[i].target - s[i].q;
    cmd[i] = fminf(fmaxf(40.0f * e - 1.5f * s[i].qd, -12.0f), 12.0f);
}
__global__ void __launch_bounds__(256) amber_spindle_ch2_b(const float* __restrict__ q, const float* __restrict__ qd, const float* __restrict__ target,
        float* __restrict__ cmd) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float e = target[i] - q[i];
    cmd[i] = fminf(fmaxf(40.0f * e - 1.5f * qd[i], -12.0f), 12.0f);
}
static __global__ void harness_joints(const JointState* s, float* soa) {
    int i = blockIdx.x * 256 + threadIdx.x;
    soa[i] = s[i].q; soa[J + i] = s[i].qd; soa[2 * (size_t)J + i] = s[i].target;
}
static void r01() {
    const JointState* s = (const JointState*)P;
    float* soa = harness::empty<float>(3 * (size_t)J);
    harness_joints<<<J / 256, 256>>>(s, soa);
    add("amber_spindle_ch2_a", [=] { amber_spindle_ch2_a<<<J / 256, 256>>>(s, O); }, O, J);
    add("amber_spindle_ch2_b", [=] { amber_spindle_ch2_b<<<J / 256, 256>>>(soa, soa + J, soa + 2 * (size_t)J, O); }, O, J);
}

// 2. neighbourhood descriptors of a lidar map: gathered records of 32 bytes (the map's header of 16 bytes before them)
constexpr int MAPROWS = 1 << 19, PTS = 1 << 20, KNN = 16;
__device__ __forceinline__ void neighbourhood(const float4* __restrict__ rec, const int* __restrict__ nb, const float4* __restrict__ own, float* __restrict__ o) {
    int g = blockIdx.x * 192 + threadIdx.x, p = g >> 1, h = g & 1;
    if (p >= PTS) return;
    float4 c = own[g];
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < KNN; ++k) {
        int r = nb[(size_t)k * PTS + p];
        float4 v = __ldg(rec + 2 * (size_t)r + h);
        float a = v.x - c.x, b = v.y - c.y, d = v.z - c.z, e = v.w - c.w;
        sum += a * a + b * b + d * d + e * e;
    }
    sum += __shfl_xor_sync(~0u, sum, 1);
    if (!h) o[p] = sum * (1.0f / KNN);
}
__global__ void __launch_bounds__(192) willow_anchor_ch2_a(const float4* __restrict__ map, const int* __restrict__ nb, const float4* __restrict__ own, float* __restrict__ o) {
    neighbourhood(map + 1, nb, own, o);
}
__global__ void __launch_bounds__(192) willow_anchor_ch2_b(const float4* __restrict__ map, const int* __restrict__ nb, const float4* __restrict__ own, float* __restrict__ o) {
    neighbourhood(map, nb, own, o);
}
static void r02() {
    float* m = harness::empty<float>((size_t)MAPROWS * 8 + 8);
    harness_shift<<<2048, 256>>>(P + 1024, m, (size_t)MAPROWS * 8, 4);
    int* nb = harness::indices((size_t)KNN * PTS, MAPROWS, 11);
    const float4 *map = (const float4*)m, *al = (const float4*)(P + 1024), *own = (const float4*)(P + (64u << 20));
    int g = (PTS * 2 + 191) / 192;
    add("willow_anchor_ch2_a", [=] { willow_anchor_ch2_a<<<g, 192>>>(map, nb, own, O); }, O, PTS);
    add("willow_anchor_ch2_b", [=] { willow_anchor_ch2_b<<<g, 192>>>(al, nb, own, O); }, O, PTS);
}

// 3. temporal denoising of video: two frames of bytes blended where the change is small
constexpr size_t VPX = 1u << 27;
__device__ __forceinline__ unsigned blend1(unsigned c, unsigned p) { unsigned d = c > p ? c - p : p - c; return d < 48 ? (3 * c + p + 2) >> 2 : c; }
__global__ void __launch_bounds__(512) pebble_lagoon_ch2_a(const uint8_t* __restrict__ cur, const uint8_t* __restrict__ prev, uint8_t* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    o[i] = (uint8_t)blend1(cur[i], prev[i]);
}
__device__ __forceinline__ unsigned blend4(unsigned c, unsigned p) {
    unsigned m = __vcmpltu4(__vabsdiffu4(c, p), 0x30303030u);
    unsigned e = ((3 * (c & 0xff00ffu) + (p & 0xff00ffu) + 0x20002u) >> 2) & 0xff00ffu;
    unsigned d = ((3 * ((c >> 8) & 0xff00ffu) + ((p >> 8) & 0xff00ffu) + 0x20002u) >> 2) & 0xff00ffu;
    return (m & (e | (d << 8))) | (~m & c);
}
__global__ void __launch_bounds__(512) pebble_lagoon_ch2_b(const uint4* __restrict__ cur, const uint4* __restrict__ prev, uint4* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    uint4 c = cur[i], p = prev[i];
    o[i] = make_uint4(blend4(c.x, p.x), blend4(c.y, p.y), blend4(c.z, p.z), blend4(c.w, p.w));
}
static void r03() {
    uint8_t* o = (uint8_t*)O; const uint8_t *c = B, *p = B + VPX;
    add("pebble_lagoon_ch2_a", [=] { pebble_lagoon_ch2_a<<<VPX / 512, 512>>>(c, p, o); }, o, VPX, Output::u8);
    add("pebble_lagoon_ch2_b", [=] { pebble_lagoon_ch2_b<<<VPX / 8192, 512>>>((const uint4*)c, (const uint4*)p, (uint4*)o); }, o, VPX, Output::u8);
}

// 4. Keccak-f[1600] of derived keys, one state a thread
constexpr int KECN = 1 << 20;
__constant__ uint64_t keccak_rc[24] = {
    0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, 0x000000000000808bull, 0x0000000080000001ull,
    0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008aull, 0x0000000000000088ull, 0x0000000080008009ull, 0x000000008000000aull,
    0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull, 0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull,
    0x000000000000800aull, 0x800000008000000aull, 0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};
__device__ __forceinline__ uint64_t rol64(uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }
__device__ __forceinline__ void keccak_key(const uint4* __restrict__ seed, int* __restrict__ o) {
    int i = blockIdx.x * 128 + threadIdx.x;
    uint4 s0 = seed[2 * (size_t)i], s1 = seed[2 * (size_t)i + 1];
    uint64_t a[25] = {};
    a[0] = ((uint64_t)s0.x << 32) | s0.y; a[1] = ((uint64_t)s0.z << 32) | s0.w; a[2] = ((uint64_t)s1.x << 32) | s1.y; a[3] = ((uint64_t)s1.z << 32) | s1.w;
    a[4] = 6; a[16] = 0x8000000000000000ull;
    constexpr int rot[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
    constexpr int pil[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
#pragma unroll 1
    for (int r = 0; r < 24; ++r) {
        uint64_t c[5];
#pragma unroll
        for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
        for (int x = 0; x < 5; ++x) {
            uint64_t d = c[(x + 4) % 5] ^ rol64(c[(x + 1) % 5], 1);
#pragma unroll
            for (int y = 0; y < 25; y += 5) a[y + x] ^= d;
        }
        uint64_t t = a[1];
#pragma unroll
        for (int k = 0; k < 24; ++k) { uint64_t u = a[pil[k]]; a[pil[k]] = rol64(t, rot[k]); t = u; }
#pragma unroll
        for (int y = 0; y < 25; y += 5) {
            uint64_t b0 = a[y], b1 = a[y + 1];
            a[y] ^= ~b1 & a[y + 2]; a[y + 1] ^= ~a[y + 2] & a[y + 3]; a[y + 2] ^= ~a[y + 3] & a[y + 4]; a[y + 3] ^= ~a[y + 4] & b0; a[y + 4] ^= ~b0 & b1;
        }
        a[0] ^= keccak_rc[r];
    }
    o[i] = (int)(a[0] ^ (a[1] >> 32) ^ a[2] ^ (a[3] >> 32));
}
__global__ void __launch_bounds__(128, 12) thunder_basket_ch2_a(const uint4* __restrict__ seed, int* __restrict__ o) { keccak_key(seed, o); }
__global__ void __launch_bounds__(128) thunder_basket_ch2_b(const uint4* __restrict__ seed, int* __restrict__ o) { keccak_key(seed, o); }
static void r04() {
    int* o = (int*)O; const uint4* s = (const uint4*)B;
    add("thunder_basket_ch2_a", [=] { thunder_basket_ch2_a<<<KECN / 128, 128>>>(s, o); }, o, KECN, Output::i32);
    add("thunder_basket_ch2_b", [=] { thunder_basket_ch2_b<<<KECN / 128, 128>>>(s, o); }, o, KECN, Output::i32);
}

// 5. memory-hard proof of work: a warp mixes 64 pages of 128 bytes, each chosen by the mix so far
constexpr int POW = 1 << 15; constexpr unsigned PAGES = BN / 128;
template <int BS> __device__ __forceinline__ void proof(const unsigned* __restrict__ dag, int* __restrict__ o) {
    unsigned lane = threadIdx.x % 32, w = blockIdx.x * (BS / 32) + threadIdx.x / 32;
    unsigned mix = harness::hash32(w * 2654435761u + lane * 97u);
#pragma unroll 1
    for (int i = 0; i < 64; ++i) {
        unsigned page = ((i ^ w) * 0x01000193u ^ __shfl_sync(~0u, mix, i & 31)) % PAGES;
        mix = mix * 0x01000193u ^ __ldg(dag + (size_t)page * 32 + lane);
    }
    o[(size_t)w * 32 + lane] = (int)mix;
}
__global__ void __launch_bounds__(32) cedar_trumpet_ch2_a(const unsigned* __restrict__ dag, int* __restrict__ o) { proof<32>(dag, o); }
__global__ void __launch_bounds__(256) cedar_trumpet_ch2_b(const unsigned* __restrict__ dag, int* __restrict__ o) { proof<256>(dag, o); }
static void r05() {
    int* o = (int*)O; const unsigned* d = (const unsigned*)B;
    add("cedar_trumpet_ch2_a", [=] { cedar_trumpet_ch2_a<<<POW, 32>>>(d, o); }, o, (size_t)POW * 32, Output::i32);
    add("cedar_trumpet_ch2_b", [=] { cedar_trumpet_ch2_b<<<POW / 8, 256>>>(d, o); }, o, (size_t)POW * 32, Output::i32);
}

// 6. vertical integration of an atmosphere's columns: 40 levels, level fastest, a column a thread from shared memory
constexpr int COLS = 1 << 20, LEV = 40;
template <int ST> __device__ __forceinline__ void columns(const float* __restrict__ q, float* __restrict__ o) {
    __shared__ float t[128 * ST];
    const float* src = q + (size_t)blockIdx.x * 128 * LEV;
    float* dst = o + (size_t)blockIdx.x * 128 * LEV;
#pragma unroll 20
    for (int k = 0; k < LEV; ++k) { int e = k * 128 + threadIdx.x; t[e / LEV * ST + e % LEV] = src[e]; }
    __syncthreads();
    float* mine = t + threadIdx.x * ST;
    float s = 0, m = -1e30f;
#pragma unroll 8
    for (int l = 0; l < LEV; ++l) m = fmaxf(m, mine[l]);
#pragma unroll 8
    for (int l = 0; l < LEV; ++l) { s = fmaf(s, 0.98f, mine[l] - 0.1f * m); mine[l] = s; }
#pragma unroll 8
    for (int l = LEV - 1; l >= 0; --l) { s = 0.5f * s + 0.25f * mine[l]; mine[l] = s; }
    __syncthreads();
#pragma unroll 20
    for (int k = 0; k < LEV; ++k) { int e = k * 128 + threadIdx.x; dst[e] = t[e / LEV * ST + e % LEV]; }
}
__global__ void __launch_bounds__(128) marble_heron_ch2_a(const float* __restrict__ q, float* __restrict__ o) { columns<40>(q, o); }
__global__ void __launch_bounds__(128) marble_heron_ch2_b(const float* __restrict__ q, float* __restrict__ o) { columns<41>(q, o); }
static void r06() {
    const float* q = P;
    add("marble_heron_ch2_a", [=] { marble_heron_ch2_a<<<COLS / 128, 128>>>(q, O); }, O, (size_t)COLS * LEV);
    add("marble_heron_ch2_b", [=] { marble_heron_ch2_b<<<COLS / 128, 128>>>(q, O); }, O, (size_t)COLS * LEV);
}

// 7. Monte Carlo of an Asian option under local volatility, the surface (120 steps x 256 moneyness) in shared memory
constexpr int STEPS = 120, MON = 256, MCB = 406, MCP = MCB * 512 * 8;
__device__ __forceinline__ void surface(const float* __restrict__ vol, float* sh) {
    for (int i = threadIdx.x; i < STEPS * MON / 4; i += 512) ((float4*)sh)[i] = ((const float4*)vol)[i];
    __syncthreads();
}
__device__ __forceinline__ float asian(const float* sh, unsigned path) {
    unsigned r = harness::hash32(path * 2654435761u + 99u);
    float x = 0, avg = 0;
#pragma unroll 4
    for (int s = 0; s < STEPS; ++s) {
        r = r * 1664525u + 1013904223u;
        unsigned h = r ^ (r >> 15);
        float z = ((float)(h & 0xffff) + (float)(h >> 16)) * (2.449f / 65536.0f) - 2.449f;      // of unit variance, triangular
        int m = min(max((int)(x * 96.0f + 128.0f), 0), MON - 1);
        float v = 0.2f + 0.1f * sh[s * MON + m];
        x = fmaf(v * 0.0913f, z, x - 0.00417f * v * v);
        avg += __expf(x);
    }
    return fmaxf(avg * (1.0f / STEPS) - 1.0f, 0.0f);
}
__global__ void __launch_bounds__(512) velvet_compass_ch2_a(const float* __restrict__ vol, float* __restrict__ o) {
    extern __shared__ float sh[];
    surface(vol, sh);
    unsigned first = blockIdx.x * 4096 + threadIdx.x;
#pragma unroll 1
    for (unsigned k = 0; k < 8; ++k) o[first + k * 512] = asian(sh, first + k * 512);
}
__global__ void __launch_bounds__(512) velvet_compass_ch2_b(const float* __restrict__ vol, float* __restrict__ o) {
    extern __shared__ float sh[];
    surface(vol, sh);
#pragma unroll 1
    for (unsigned p = blockIdx.x * 512 + threadIdx.x; p < MCP; p += gridDim.x * 512) o[p] = asian(sh, p);
}
static void r07() {
    const float* v = P + (128u << 20); int bytes = STEPS * MON * 4;
    CHECK(cudaFuncSetAttribute(velvet_compass_ch2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(velvet_compass_ch2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("velvet_compass_ch2_a", [=] { velvet_compass_ch2_a<<<MCB, 512, bytes>>>(v, O); }, O, MCP);
    add("velvet_compass_ch2_b", [=] { velvet_compass_ch2_b<<<132, 512, bytes>>>(v, O); }, O, MCP);
}

// 8. gated pooling of ragged documents: token vectors of 64 floats, a gate from the product with a query
constexpr int DOCS = 1320;
__device__ __forceinline__ float4 pooled(const float4* __restrict__ tok, const float4* __restrict__ query, int from, int to, float4* sh) {
    int lane = threadIdx.x & 15, row = threadIdx.x >> 4;
    float4 qv = query[lane], s = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int t = from + row; t < to; t += 16) {
        float4 v = tok[(size_t)t * 16 + lane];
        float d = v.x * qv.x + v.y * qv.y + v.z * qv.z + v.w * qv.w;
        unsigned mask = 0xffffu << (threadIdx.x & 16);
        d += __shfl_xor_sync(mask, d, 8); d += __shfl_xor_sync(mask, d, 4); d += __shfl_xor_sync(mask, d, 2); d += __shfl_xor_sync(mask, d, 1);
        float g = __fdividef(1.0f, 1.0f + __expf(-d));
        s.x = fmaf(g, v.x, s.x); s.y = fmaf(g, v.y, s.y); s.z = fmaf(g, v.z, s.z); s.w = fmaf(g, v.w, s.w);
    }
    sh[threadIdx.x] = s;
    __syncthreads();
    if (row) return s;
    for (int r = 1; r < 16; ++r) { float4 v = sh[r * 16 + lane]; s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; }
    return s;
}
__global__ void __launch_bounds__(256) harbor_clover_ch2_a(const float4* __restrict__ tok, const float4* __restrict__ q, const int* __restrict__ start,
        float4* __restrict__ o) {
    __shared__ float4 sh[256];
    float4 s = pooled(tok, q, start[blockIdx.x], start[blockIdx.x + 1], sh);
    if (threadIdx.x < 16) o[blockIdx.x * 16 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(256) harbor_clover_ch2_b(const float4* __restrict__ tok, const float4* __restrict__ q, const int2* __restrict__ chunk,
        float4* __restrict__ part) {
    __shared__ float4 sh[256];
    int2 c = chunk[blockIdx.x];
    float4 s = pooled(tok, q, c.x, c.y, sh);
    if (threadIdx.x < 16) part[blockIdx.x * 16 + threadIdx.x] = s;
}
__global__ void __launch_bounds__(64) harbor_clover_ch2_b_fold(const float* __restrict__ part, const int* __restrict__ first, float* __restrict__ o) {
    float s = 0;
    for (int c = first[blockIdx.x]; c < first[blockIdx.x + 1]; ++c) s += part[(size_t)c * 64 + threadIdx.x];
    o[blockIdx.x * 64 + threadIdx.x] = s;
}
static void r08() {
    std::vector<int> start{0}, first; std::vector<int2> chunk;
    for (int d = 0; d < DOCS; ++d) {
        int len = d % 132 == 71 ? 20000 + 400 * (d / 132) : 400 + harness::hash32(d + 5) % 1000;
        int s = start.back(); first.push_back((int)chunk.size());
        for (int f = s; f < s + len; f += 1024) chunk.push_back(make_int2(f, std::min(f + 1024, s + len)));
        start.push_back(s + len);
    }
    first.push_back((int)chunk.size());
    int *ds = harness::uploaded(start), *df = harness::uploaded(first); int2* dc = harness::uploaded(chunk); int nc = (int)chunk.size();
    const float4 *tok = (const float4*)P, *q = (const float4*)(P + (300u << 20)); float4* o = (float4*)O; float* part = harness::empty<float>((size_t)nc * 64);
    add("harbor_clover_ch2_a", [=] { harbor_clover_ch2_a<<<DOCS, 256>>>(tok, q, ds, o); }, o, DOCS * 64);
    add("harbor_clover_ch2_b", [=] { harbor_clover_ch2_b<<<nc, 256>>>(tok, q, dc, (float4*)part); harbor_clover_ch2_b_fold<<<DOCS, 64>>>(part, df, O); }, o, DOCS * 64);
}

// 9. book of four kinds of instruments in the order of their trades
constexpr int INST = 1 << 23;
__device__ __forceinline__ float price(int kind, float4 v) {
    float s = 1.0f + 0.3f * v.x, k = 1.0f + 0.2f * v.y, vol = 0.25f + 0.1f * v.z, t = 1.5f + v.w;
    float r = 0;
    if (kind == 0) {                 // coupon bond: discounted flows
        float d = __expf(-0.03f * s * 0.25f), f = 1;
#pragma unroll 1
        for (int i = 0; i < 64; ++i) { f *= d; r = fmaf(f, 0.01f * k, r); d = fmaf(d, 0.9999f, 1e-5f * t); }
        r += f;
    } else if (kind == 1) {          // implied rate by damped steps
        float y = 0.05f;
#pragma unroll 1
        for (int i = 0; i < 48; ++i) { float p = fmaf(y, fmaf(y, s, -t), k), g = fmaf(2.0f * s, y, -t); y -= 0.3f * p * __fdividef(g, 1.0f + g * g); }
        r = y;
    } else if (kind == 2) {          // average-rate option by quadrature
#pragma unroll 1
        for (int i = 0; i < 40; ++i) { float x = -2.0f + 0.1f * i; r += __expf(-0.5f * x * x) * fmaxf(s * __expf(vol * x) - k, 0.0f); }
        r *= 0.03989f;
    } else {                         // knock-out note by a recurrence over the fixings
        float a = s, alive = 1;
#pragma unroll 1
        for (int i = 0; i < 60; ++i) { a = fmaf(a, 1.0f + 0.02f * vol, -0.01f * t * vol * a * a); alive *= 1.0f - 0.02f * __fdividef(a, a + k); r = fmaf(alive, 0.01f, r); }
    }
    return r;
}
__global__ void __launch_bounds__(256) copper_swallow_ch2_a(const float4* __restrict__ terms, const uint8_t* __restrict__ kind, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = price(kind[i] & 3, terms[i]);
}
__global__ void __launch_bounds__(256) copper_swallow_ch2_b(const float4* __restrict__ terms, const uint8_t* __restrict__ kind, float* __restrict__ o) {
    __shared__ int count[4], base[4]; __shared__ unsigned short order[1024];     // 1024 instruments a block, sorted by kind
    if (threadIdx.x < 4) count[threadIdx.x] = 0;
    __syncthreads();
    int k[4], at[4], first = blockIdx.x * 1024;
#pragma unroll
    for (int j = 0; j < 4; ++j) { k[j] = kind[first + j * 256 + threadIdx.x] & 3; at[j] = atomicAdd(&count[k[j]], 1); }
    __syncthreads();
    if (threadIdx.x == 0) { base[0] = 0; base[1] = count[0]; base[2] = base[1] + count[1]; base[3] = base[2] + count[2]; }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) order[base[k[j]] + at[j]] = (unsigned short)(j * 256 + threadIdx.x | k[j] << 10);
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) { int e = order[j * 256 + threadIdx.x], i = first + (e & 1023); o[i] = price(e >> 10, terms[i]); }
}
static void r09() {
    const float4* t = (const float4*)P; const uint8_t* k = B + 4096;
    add("copper_swallow_ch2_a", [=] { copper_swallow_ch2_a<<<INST / 256, 256>>>(t, k, O); }, O, INST);
    add("copper_swallow_ch2_b", [=] { copper_swallow_ch2_b<<<INST / 1024, 256>>>(t, k, O); }, O, INST);
}

// 10. layer normalisation of a sequence model's activations, rows of 1024
constexpr int LNR = 1 << 16;
__global__ void __launch_bounds__(1024) silver_bramble_ch2_a(const float* __restrict__ x, const float* __restrict__ gain, const float* __restrict__ bias,
        float* __restrict__ o) {
    __shared__ float sh[1024];
    int t = threadIdx.x; size_t at = (size_t)blockIdx.x * 1024 + t;
    float v = x[at];
    sh[t] = v;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) sh[t] += sh[t + s]; __syncthreads(); }
    float mean = sh[0] * (1.0f / 1024);
    __syncthreads();
    float d = v - mean;
    sh[t] = d * d;
    __syncthreads();
    for (int s = 512; s > 0; s >>= 1) { if (t < s) sh[t] += sh[t + s]; __syncthreads(); }
    o[at] = d * rsqrtf(sh[0] * (1.0f / 1024) + 1e-5f) * gain[t] + bias[t];
}
__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int s = 16; s; s >>= 1) v += __shfl_xor_sync(~0u, v, s);
    return v;
}
__global__ void __launch_bounds__(256) silver_bramble_ch2_b(const float4* __restrict__ x, const float4* __restrict__ gain, const float4* __restrict__ bias,
        float4* __restrict__ o) {
    int lane = threadIdx.x & 31; size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 256 + lane;
    float4 v[8]; float s = 0, q = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] = x[at + k * 32]; s += v[k].x + v[k].y + v[k].z + v[k].w; }
    float mean = warp_sum(s) * (1.0f / 1024);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k].x -= mean; v[k].y -= mean; v[k].z -= mean; v[k].w -= mean;
        q += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float r = rsqrtf(warp_sum(q) * (1.0f / 1024) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float4 g = gain[lane + k * 32], b = bias[lane + k * 32];
        o[at + k * 32] = make_float4(v[k].x * r * g.x + b.x, v[k].y * r * g.y + b.y, v[k].z * r * g.z + b.z, v[k].w * r * g.w + b.w);
    }
}
static void r10() {
    const float *x = P, *g = P + (200u << 20), *b = g + 4096;
    add("silver_bramble_ch2_a", [=] { silver_bramble_ch2_a<<<LNR, 1024>>>(x, g, b, O); }, O, (size_t)LNR * 1024);
    add("silver_bramble_ch2_b", [=] { silver_bramble_ch2_b<<<LNR / 8, 256>>>((const float4*)x, (const float4*)g, (const float4*)b, (float4*)O); }, O, (size_t)LNR * 1024);
}

// 11. scenario values of portfolios in double: positions [1536 x 1024] times shocked prices [1024 x 1536]
constexpr int GM = 1536, GN = 1536, GK = 1024;
__global__ void __launch_bounds__(256) walnut_ferry_ch2_a(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    double s = 0;
#pragma unroll 8
    for (int k = 0; k < GK; ++k) s = fma(a[(size_t)row * GK + k], b[(size_t)k * GN + col], s);
    c[(size_t)row * GN + col] = s;
}
__global__ void __launch_bounds__(256, 2) walnut_ferry_ch2_b(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c) {
    __shared__ double As[2][16][66], Bs[2][16][64];
    int t = threadIdx.x, tx = t & 15, ty = t >> 4;
    const double* ap = a + (size_t)(blockIdx.y * 64 + (t >> 2)) * GK + (t & 3) * 4;       // 64 rows, four doubles a thread
    const double* bp = b + (size_t)(t >> 4) * GN + blockIdx.x * 64 + (t & 15) * 2;        // 16 rows, two pairs a thread
    double2 a0, a1, b0, b1; double s[4][4] = {};
    auto load = [&](int k) {
        a0 = *(const double2*)(ap + k); a1 = *(const double2*)(ap + k + 2);
        b0 = *(const double2*)(bp + (size_t)k * GN); b1 = *(const double2*)(bp + (size_t)k * GN + 32);
    };
    auto store = [&](int w) {
        int r = t >> 2, k = (t & 3) * 4;
        As[w][k][r] = a0.x; As[w][k + 1][r] = a0.y; As[w][k + 2][r] = a1.x; As[w][k + 3][r] = a1.y;
        *(double2*)&Bs[w][t >> 4][(t & 15) * 2] = b0; *(double2*)&Bs[w][t >> 4][(t & 15) * 2 + 32] = b1;
    };
    load(0); store(0);
    __syncthreads();
    for (int k = 0, w = 0; k < GK; k += 16, w ^= 1) {
        bool more = k + 16 < GK;
        if (more) load(k + 16);
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            double2 x0 = *(double2*)&As[w][j][ty * 4], x1 = *(double2*)&As[w][j][ty * 4 + 2];
            double2 y0 = *(double2*)&Bs[w][j][tx * 2], y1 = *(double2*)&Bs[w][j][tx * 2 + 32];
            double x[4] = {x0.x, x0.y, x1.x, x1.y}, y[4] = {y0.x, y0.y, y1.x, y1.y};
#pragma unroll
            for (int m = 0; m < 4; ++m)
#pragma unroll
                for (int n = 0; n < 4; ++n) s[m][n] = fma(x[m], y[n], s[m][n]);
        }
        if (more) store(w ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int m = 0; m < 4; ++m) {
        double* p = c + (size_t)(blockIdx.y * 64 + ty * 4 + m) * GN + blockIdx.x * 64 + tx * 2;
        *(double2*)p = make_double2(s[m][0], s[m][1]); *(double2*)(p + 32) = make_double2(s[m][2], s[m][3]);
    }
}
static void r11() {
    double *a = harness::filled<double>((size_t)GM * GK, 21), *b = harness::filled<double>((size_t)GK * GN, 22), *c = (double*)O;
    add("walnut_ferry_ch2_a", [=] { walnut_ferry_ch2_a<<<dim3(GN / 32, GM / 8), dim3(32, 8)>>>(a, b, c); }, c, (size_t)GM * GN, Output::f64);
    add("walnut_ferry_ch2_b", [=] { walnut_ferry_ch2_b<<<dim3(GN / 64, GM / 64), 256>>>(a, b, c); }, c, (size_t)GM * GN, Output::f64);
}

// 12. equivalent potential temperature from temperature, pressure and humidity
constexpr int AIR = 1 << 24;
__global__ void __launch_bounds__(256) glass_orchid_ch2_a(const float* __restrict__ tc, const float* __restrict__ pr, const float* __restrict__ rh, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = 10.0f + 25.0f * tc[i], p = 800.0f + 200.0f * pr[i], h = 0.5f + 0.45f * rh[i];
    float es = 6.112 * exp(17.67 * t / (t + 243.5));
    float e = h * es, w = 0.622 * e / (p - e), k = t + 273.15;
    float theta = k * pow(1000.0 / p, 0.2854 * (1.0 - 0.28 * w));
    o[i] = theta * exp((3.376 / (k - 20.0) * 10.0 - 0.00254) * w * 60.0 * (1.0 + 0.81 * w));
}
__global__ void __launch_bounds__(256) glass_orchid_ch2_b(const float* __restrict__ tc, const float* __restrict__ pr, const float* __restrict__ rh, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float t = 10.0f + 25.0f * tc[i], p = 800.0f + 200.0f * pr[i], h = 0.5f + 0.45f * rh[i];
    float es = 6.112f * __expf(17.67f * __fdividef(t, t + 243.5f));
    float e = h * es, w = 0.622f * __fdividef(e, p - e), k = t + 273.15f;
    float theta = k * exp2f(0.2854f * (1.0f - 0.28f * w) * __log2f(__fdividef(1000.0f, p)));
    o[i] = theta * __expf((__fdividef(33.76f, k - 20.0f) - 0.00254f) * w * 60.0f * (1.0f + 0.81f * w));
}
static void r12() {
    const float *t = P, *p = P + (32u << 20), *h = P + (64u << 20);
    add("glass_orchid_ch2_a", [=] { glass_orchid_ch2_a<<<AIR / 256, 256>>>(t, p, h, O); }, O, AIR);
    add("glass_orchid_ch2_b", [=] { glass_orchid_ch2_b<<<AIR / 256, 256>>>(t, p, h, O); }, O, AIR);
}

// 13. transform of video frames in blocks of 8 x 8 (DCT-II): rows from bytes, then columns through shared memory
constexpr int FW = 8192, FH = 4096;
__constant__ float dct_table[64];
template <bool TABLE> __device__ __forceinline__ float dct_sum(const float (&v)[8], int u) {
    float s = 0;
#pragma unroll
    for (int x = 0; x < 8; ++x) s = fmaf(v[x], TABLE ? dct_table[u * 8 + x] : __cosf((2 * x + 1) * u * 0.19634954f), s);
    return s * (u ? 0.5f : 0.35355339f);
}
template <bool TABLE> __device__ __forceinline__ void dct(const uint2* __restrict__ in, float* __restrict__ out) {
    __shared__ float sh[8][288];
    int t = threadIdx.x, blk = t & 31, y = t >> 5;
    uint2 px = in[(size_t)(blockIdx.y * 8 + y) * (FW / 8) + blockIdx.x * 32 + blk];
    float v[8];
#pragma unroll
    for (int x = 0; x < 4; ++x) { v[x] = (float)(px.x >> 8 * x & 255) - 128.0f; v[x + 4] = (float)(px.y >> 8 * x & 255) - 128.0f; }
#pragma unroll 1
    for (int u = 0; u < 8; ++u) sh[y][blk * 9 + u] = dct_sum<TABLE>(v, u);
    __syncthreads();
#pragma unroll
    for (int x = 0; x < 8; ++x) v[x] = sh[x][t / 8 * 9 + t % 8];
#pragma unroll 1
    for (int u = 0; u < 8; ++u) out[(size_t)(blockIdx.y * 8 + u) * FW + blockIdx.x * 256 + t] = dct_sum<TABLE>(v, u);
}
__global__ void __launch_bounds__(256) onyx_meadow_ch2_a(const uint2* __restrict__ in, float* __restrict__ out) { dct<false>(in, out); }
__global__ void __launch_bounds__(256) onyx_meadow_ch2_b(const uint2* __restrict__ in, float* __restrict__ out) { dct<true>(in, out); }
static void r13() {
    float h[64];
    for (int u = 0; u < 8; ++u) for (int x = 0; x < 8; ++x) h[u * 8 + x] = (float)std::cos((2 * x + 1) * u * 3.14159265358979 / 16);
    CHECK(cudaMemcpyToSymbol(dct_table, h, sizeof h));
    const uint2* in = (const uint2*)B;
    add("onyx_meadow_ch2_a", [=] { onyx_meadow_ch2_a<<<dim3(FW / 256, FH / 8), 256>>>(in, O); }, O, (size_t)FW * FH);
    add("onyx_meadow_ch2_b", [=] { onyx_meadow_ch2_b<<<dim3(FW / 256, FH / 8), 256>>>(in, O); }, O, (size_t)FW * FH);
}

// 14. best match of image features (32 floats, in registers) against a vocabulary read in tiles of 16
constexpr int FEAT = 132 * 256, VOCAB = 8192;
__device__ __forceinline__ float best_of(const float4* tile, const float4 (&q)[8], float best) {
#pragma unroll 4
    for (int r = 0; r < 16; ++r) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll
        for (int d = 0; d < 8; ++d) { float4 v = tile[r * 8 + d]; s0 = fmaf(q[d].x, v.x, s0); s1 = fmaf(q[d].y, v.y, s1); s2 = fmaf(q[d].z, v.z,
                s2); s3 = fmaf(q[d].w, v.w, s3); }
        best = fmaxf(best, (s0 + s1) + (s2 + s3));
    }
    return best;
}
__global__ void __launch_bounds__(256) lemon_quarry_ch2_a(const float4* __restrict__ feat, const float4* __restrict__ vocab, float* __restrict__ o) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q[8]; float best = -1e30f;
#pragma unroll
    for (int d = 0; d < 8; ++d) q[d] = feat[(size_t)d * FEAT + i];
#pragma unroll 1
    for (int k = 0; k < VOCAB / 16; ++k) {
        if (threadIdx.x < 128) tile[threadIdx.x] = vocab[k * 128 + threadIdx.x];
        __syncthreads();
        best = best_of(tile, q, best);
        __syncthreads();
    }
    o[i] = best;
}
__global__ void __launch_bounds__(256) lemon_quarry_ch2_b(const float4* __restrict__ feat, const float4* __restrict__ vocab, float* __restrict__ o) {
    __shared__ float4 tile[4][128];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q[8]; float best = -1e30f;
#pragma unroll
    for (int d = 0; d < 8; ++d) q[d] = feat[(size_t)d * FEAT + i];
    auto fetch = [&](int k) {
        if (k < VOCAB / 16 && threadIdx.x < 128) __pipeline_memcpy_async(&tile[k & 3][threadIdx.x], vocab + k * 128 + threadIdx.x, 16);
        __pipeline_commit();
    };
    fetch(0); fetch(1); fetch(2);
#pragma unroll 1
    for (int k = 0; k < VOCAB / 16; ++k) {
        __pipeline_wait_prior(2);
        __syncthreads();
        fetch(k + 3);
        best = best_of(tile[k & 3], q, best);
    }
    o[i] = best;
}
static void r14() {
    const float4 *f = (const float4*)P, *v = (const float4*)(P + (16u << 20));
    add("lemon_quarry_ch2_a", [=] { lemon_quarry_ch2_a<<<FEAT / 256, 256>>>(f, v, O); }, O, FEAT);
    add("lemon_quarry_ch2_b", [=] { lemon_quarry_ch2_b<<<FEAT / 256, 256>>>(f, v, O); }, O, FEAT);
}

// 15. development of a raw picture: white balance, colour matrix, tone curve, a launch each
constexpr int RAW = 1 << 23;
struct Wb { float r, g, b, black; };
__device__ __forceinline__ float4 balance(float4 p, Wb w) { return make_float4(fmaxf(p.x - w.black, 0.0f) * w.r, fmaxf(p.y - w.black, 0.0f) * w.g,
        fmaxf(p.z - w.black, 0.0f) * w.b, p.w); }
__device__ __forceinline__ float4 matrix(float4 p) {
    return make_float4(1.66f * p.x - 0.59f * p.y - 0.07f * p.z, -0.12f * p.x + 1.13f * p.y - 0.01f * p.z, -0.02f * p.x - 0.1f * p.y + 1.12f * p.z, p.w);
}
__device__ __forceinline__ float curve(float x) { x = fmaxf(x, 0.0f); return __fdividef(x * (2.51f * x + 0.03f), x * (2.43f * x + 0.59f) + 0.14f); }
__global__ void __launch_bounds__(256) ruby_estuary_ch2_a(const float4* __restrict__ in, float4* __restrict__ o, Wb w) {
    int i = blockIdx.x * 256 + threadIdx.x; o[i] = balance(in[i], w);
}
__global__ void __launch_bounds__(256) ruby_estuary_ch2_a_mid(const float4* __restrict__ in, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; o[i] = matrix(in[i]);
}
__global__ void __launch_bounds__(256) ruby_estuary_ch2_a_end(const float4* __restrict__ in, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 p = in[i]; o[i] = make_float4(curve(p.x), curve(p.y), curve(p.z), p.w);
}
__global__ void __launch_bounds__(256) ruby_estuary_ch2_b(const float4* __restrict__ in, float4* __restrict__ o, Wb w) {
    int i = blockIdx.x * 256 + threadIdx.x; float4 p = matrix(balance(in[i], w)); o[i] = make_float4(curve(p.x), curve(p.y), curve(p.z), p.w);
}
static void r15() {
    const float4* in = (const float4*)P; float4 *o = (float4*)O, *t1 = o + RAW, *t2 = t1 + RAW; Wb w{2.1f, 1.0f, 1.6f, 0.06f};
    add("ruby_estuary_ch2_a", [=] {
        ruby_estuary_ch2_a<<<RAW / 256, 256>>>(in, t1, w); ruby_estuary_ch2_a_mid<<<RAW / 256, 256>>>(t1, t2); ruby_estuary_ch2_a_end<<<RAW / 256, 256>>>(t2, o);
    }, o, (size_t)RAW * 4);
    add("ruby_estuary_ch2_b", [=] { ruby_estuary_ch2_b<<<RAW / 256, 256>>>(in, o, w); }, o, (size_t)RAW * 4);
}

// 16. relaxation of a pose graph of 1024 poses (chain and one loop closure each), 32 sweeps
constexpr int POSES = 1024, SWEEPS = 32;
__device__ __forceinline__ float4 relax(const float4* __restrict__ x, float4 odo, int i, int loop) {
    float4 l = x[(i + POSES - 1) & (POSES - 1)], r = x[(i + 1) & (POSES - 1)], c = x[loop], s = x[i];
    return make_float4(0.3f * (l.x + odo.x) + 0.3f * (r.x - odo.x) + 0.1f * c.x + 0.3f * s.x, 0.3f * (l.y + odo.y) + 0.3f * (r.y - odo.y) + 0.1f * c.y + 0.3f * s.y,
                       0.3f * (l.z + odo.z) + 0.3f * (r.z - odo.z) + 0.1f * c.z + 0.3f * s.z, 0.9f * s.w + 0.1f * odo.w);
}
__global__ void __launch_bounds__(128) nimble_chapel_ch2_a(const float4* __restrict__ x, const float4* __restrict__ odo, const int* __restrict__ loop,
        float4* __restrict__ y) {
    int i = blockIdx.x * 128 + threadIdx.x;
    y[i] = relax(x, odo[i], i, loop[i]);
}
__global__ void __launch_bounds__(1024) nimble_chapel_ch2_b(const float4* __restrict__ x, const float4* __restrict__ odo, const int* __restrict__ loop,
        float4* __restrict__ y) {
    extern __shared__ float4 ps[];                 // two sets of poses
    int i = threadIdx.x, lp = loop[i]; float4 od = odo[i];
    ps[i] = x[i];
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < SWEEPS; ++s) {
        ps[(~s & 1) * POSES + i] = relax(ps + (s & 1) * POSES, od, i, lp);
        __syncthreads();
    }
    y[i] = ps[i];
}
static void r16() {
    const float4 *x = (const float4*)(P + (3u << 20)), *od = (const float4*)(P + (9u << 20)); int* lp = harness::indices(POSES, POSES, 31);
    float4 *u = (float4*)harness::empty<float>(POSES * 4), *v = (float4*)harness::empty<float>(POSES * 4);
    int bytes = 2 * POSES * 16;
    CHECK(cudaFuncSetAttribute(nimble_chapel_ch2_b, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("nimble_chapel_ch2_a", [=] { for (int s = 0; s < SWEEPS; ++s) nimble_chapel_ch2_a<<<POSES / 128, 128>>>(s == 0 ? x : s & 1 ? u : v, od, lp,
            s & 1 ? v : u); }, v, POSES * 4);
    add("nimble_chapel_ch2_b", [=] { nimble_chapel_ch2_b<<<1, 1024, bytes>>>(x, od, lp, v); }, v, POSES * 4);
}

// 17. mild: signal line of a price series; one operand begins one element off
constexpr int TICKS = 1 << 26;
__device__ __forceinline__ void signal_line(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) {
    int i = blockIdx.x * 1024 + threadIdx.x; float a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = x[i + k * 256]; b[k] = y[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[i + k * 256] = fmaf(0.154f, a[k] - b[k], b[k]);
}
__global__ void __launch_bounds__(256) frosty_ledger_ch2_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) { signal_line(x + 1, y, o); }
__global__ void __launch_bounds__(256) frosty_ledger_ch2_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ o) { signal_line(x, y, o); }
static void r17() {
    float* s = harness::empty<float>((size_t)TICKS + 64); const float *x = P, *y = P + (100u << 20);
    harness_shift<<<2048, 256>>>(x, s, TICKS, 1);
    add("frosty_ledger_ch2_a", [=] { frosty_ledger_ch2_a<<<TICKS / 1024, 256>>>(s, y, O); }, O, TICKS);
    add("frosty_ledger_ch2_b", [=] { frosty_ledger_ch2_b<<<TICKS / 1024, 256>>>(x, y, O); }, O, TICKS);
}

// 18. mild: nudging of a forecast field towards observations; far more shared memory asked for than the table of levels takes
constexpr int FIELD = 1 << 26;
__device__ __forceinline__ void nudge(const float4* __restrict__ f, const float4* __restrict__ obs, const float* __restrict__ rate, float4* __restrict__ o) {
    extern __shared__ float lev[];
    if (threadIdx.x < 64) lev[threadIdx.x] = 0.05f + 0.01f * rate[threadIdx.x];
    int i = blockIdx.x * 2048 + threadIdx.x; float4 a[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { a[k] = f[i + k * 512]; b[k] = obs[i + k * 512]; }
    __syncthreads();
    float r = lev[blockIdx.x & 63];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        o[i + k * 512] = make_float4(a[k].x + r * (b[k].x - a[k].x), a[k].y + r * (b[k].y - a[k].y), a[k].z + r * (b[k].z - a[k].z), a[k].w + r * (b[k].w - a[k].w));
}
__global__ void __launch_bounds__(512) tidal_beacon_ch2_a(const float4* __restrict__ f, const float4* __restrict__ obs, const float* __restrict__ rate,
        float4* __restrict__ o) { nudge(f, obs, rate, o); }
__global__ void __launch_bounds__(512) tidal_beacon_ch2_b(const float4* __restrict__ f, const float4* __restrict__ obs, const float* __restrict__ rate,
        float4* __restrict__ o) { nudge(f, obs, rate, o); }
static void r18() {
    const float4 *f = (const float4*)P, *ob = (const float4*)(P + (128u << 20)); const float* r = P + 555; float4* o = (float4*)O; int bytes = 100 << 10;
    CHECK(cudaFuncSetAttribute(tidal_beacon_ch2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    add("tidal_beacon_ch2_a", [=] { tidal_beacon_ch2_a<<<FIELD / 8192, 512, bytes>>>(f, ob, r, o); }, o, FIELD);
    add("tidal_beacon_ch2_b", [=] { tidal_beacon_ch2_b<<<FIELD / 8192, 512, 256>>>(f, ob, r, o); }, o, FIELD);
}

// 19. mild: quarter turn of a picture of floats through tiles of 32 x 32
constexpr int SIDE = 8192;
template <int PITCH> __device__ __forceinline__ void quarter_turn(const float* __restrict__ in, float* __restrict__ o) {
    __shared__ float t[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * SIDE + x];
    __syncthreads();
    int ox = SIDE - 1 - (blockIdx.y * 32 + 31 - threadIdx.x);
    int oy = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) o[(size_t)(oy + k) * SIDE + ox] = t[31 - threadIdx.x][threadIdx.y + k];
}
__global__ void __launch_bounds__(256) plaid_turnip_ch2_a(const float* __restrict__ in, float* __restrict__ o) { quarter_turn<34>(in, o); }
__global__ void __launch_bounds__(256) plaid_turnip_ch2_b(const float* __restrict__ in, float* __restrict__ o) { quarter_turn<33>(in, o); }
static void r19() {
    const float* in = P;
    add("plaid_turnip_ch2_a", [=] { plaid_turnip_ch2_a<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 8)>>>(in, O); }, O, (size_t)SIDE * SIDE);
    add("plaid_turnip_ch2_b", [=] { plaid_turnip_ch2_b<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 8)>>>(in, O); }, O, (size_t)SIDE * SIDE);
}

// 20. mild: clearance of robot links from 96 obstacles (spheres in constant memory), 40 waves and a little
constexpr int LBLOCKS = 1056 * 40 + 40, LINKS = LBLOCKS * 256;
__constant__ float4 obstacles[96];
__device__ __forceinline__ float clearance(const float* __restrict__ link, int i) {
    float px = link[i], py = link[LINKS + i], pz = link[2 * (size_t)LINKS + i], best = 1e30f;
#pragma unroll 8
    for (int k = 0; k < 96; ++k) {
        float4 s = obstacles[k];
        float x = px - s.x, y = py - s.y, z = pz - s.z;
        best = fminf(best, fmaf(x, x, fmaf(y, y, fmaf(z, z, s.w))));
    }
    return best;
}
__global__ void __launch_bounds__(256, 8) cobalt_pigeon_ch2_a(const float* __restrict__ link, float* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    o[i] = clearance(link, i);
}
__global__ void __launch_bounds__(256, 8) cobalt_pigeon_ch2_b(const float* __restrict__ link, float* __restrict__ o) {
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < LINKS; i += 1056 * 256) o[i] = clearance(link, i);
}
static void r20() {
    float h[384];
    for (int i = 0; i < 384; ++i) h[i] = harness::unit(i * 3 + 1);
    CHECK(cudaMemcpyToSymbol(obstacles, h, sizeof h));
    const float* l = P + (40u << 20);
    add("cobalt_pigeon_ch2_a", [=] { cobalt_pigeon_ch2_a<<<LBLOCKS, 256>>>(l, O); }, O, LINKS);
    add("cobalt_pigeon_ch2_b", [=] { cobalt_pigeon_ch2_b<<<1056, 256>>>(l, O); }, O, LINKS);
}

// 21. mild: vignette correction of frames; row and column from the index by a runtime width
constexpr int VW = 7680, VH = 4320;
__global__ void __launch_bounds__(256) rustic_pelican_ch2_a(const float* __restrict__ in, const float* __restrict__ gx, const float* __restrict__ gy,
        float* __restrict__ o, int w) {
    int i = blockIdx.x * 1024 + threadIdx.x; float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[i + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) { int e = i + k * 256, y = e / w, x = e - y * w; o[e] = v[k] * (1.0f + 0.1f * gx[x]) * (1.0f + 0.1f * gy[y]); }
}
__global__ void __launch_bounds__(256) rustic_pelican_ch2_b(const float* __restrict__ in, const float* __restrict__ gx, const float* __restrict__ gy,
        float* __restrict__ o, int w) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y * 4; float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = in[(y + k) * w + x];
    float g = 1.0f + 0.1f * gx[x];
#pragma unroll
    for (int k = 0; k < 4; ++k) o[(y + k) * w + x] = v[k] * g * (1.0f + 0.1f * gy[y + k]);
}
static void r21() {
    const float *in = P, *gx = P + (70u << 20), *gy = gx + 8192;
    add("rustic_pelican_ch2_a", [=] { rustic_pelican_ch2_a<<<VW * VH / 1024, 256>>>(in, gx, gy, O, VW); }, O, (size_t)VW * VH);
    add("rustic_pelican_ch2_b", [=] { rustic_pelican_ch2_b<<<dim3(VW / 256, VH / 4), 256>>>(in, gx, gy, O, VW); }, O, (size_t)VW * VH);
}

// 22. mild: squared norms of gradient slabs (sequence model), a tree of barriers once at the end of each slab of 65536
constexpr int SLABS = 4096;
__device__ __forceinline__ float slab_sum(const float4* __restrict__ g) {
    const float4* p = g + (size_t)blockIdx.x * 16384 + threadIdx.x; float s[4] = {};
#pragma unroll 2
    for (int k = 0; k < 16384; k += 2048) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = p[k + j * 512];
#pragma unroll
        for (int j = 0; j < 4; ++j) s[j] += v[j].x * v[j].x + v[j].y * v[j].y + v[j].z * v[j].z + v[j].w * v[j].w;
    }
    return (s[0] + s[1]) + (s[2] + s[3]);
}
__global__ void __launch_bounds__(512) humble_cactus_ch2_a(const float4* __restrict__ g, float* __restrict__ o) {
    __shared__ float sh[512];
    int t = threadIdx.x;
    sh[t] = slab_sum(g);
    __syncthreads();
    for (int s = 256; s > 0; s >>= 1) { if (t < s) sh[t] += sh[t + s]; __syncthreads(); }
    if (t == 0) o[blockIdx.x] = sh[0];
}
__global__ void __launch_bounds__(512) humble_cactus_ch2_b(const float4* __restrict__ g, float* __restrict__ o) {
    __shared__ float sh[16];
    int t = threadIdx.x;
    float s = warp_sum(slab_sum(g));
    if (t % 32 == 0) sh[t / 32] = s;
    __syncthreads();
    if (t < 32) { s = warp_sum(t < 16 ? sh[t] : 0.0f); if (t == 0) o[blockIdx.x] = s; }
}
static void r22() {
    const float4* g = (const float4*)P;
    add("humble_cactus_ch2_a", [=] { humble_cactus_ch2_a<<<SLABS, 512>>>(g, O); }, O, SLABS);
    add("humble_cactus_ch2_b", [=] { humble_cactus_ch2_b<<<SLABS, 512>>>(g, O); }, O, SLABS);
}

// 23. healthy: mixing of an overlay into RGBA frames, 16 bytes a load
constexpr size_t OVL = 1u << 24;   // of four pixels
__device__ __forceinline__ unsigned over(unsigned a, unsigned b) {
    unsigned al = b >> 24, e = ((a & 0xff00ffu) * (255 - al) + (b & 0xff00ffu) * al + 0x800080u) >> 8 & 0xff00ffu;
    unsigned d = ((a >> 8 & 0xff00ffu) * (255 - al) + (b >> 8 & 0xff00ffu) * al + 0x800080u) & 0xff00ff00u;
    return e | d;
}
__global__ void __launch_bounds__(256) dapper_mango_ch2_a(const uint4* __restrict__ a, const uint4* __restrict__ b, uint4* __restrict__ o) {
    size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    uint4 x[2], y[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) { x[k] = a[i + k * 256]; y[k] = b[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 2; ++k) o[i + k * 256] = make_uint4(over(x[k].x, y[k].x), over(x[k].y, y[k].y), over(x[k].z, y[k].z), over(x[k].w, y[k].w));
}
static void r23() {
    const uint4 *a = (const uint4*)B, *b = a + OVL - 64; uint4* o = (uint4*)O;
    add("dapper_mango_ch2_a", [=] { dapper_mango_ch2_a<<<OVL / 512, 256>>>(a, b, o); }, o, OVL * 4, Output::i32);
}

// 24. healthy: parities of ChaCha20 key streams, eight counters a thread, all in registers
constexpr int CHA = 1 << 19;
__device__ __forceinline__ void qr(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16); c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8); c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}
__global__ void __launch_bounds__(128) brisk_tulip_ch2_a(const uint4* __restrict__ key, int* __restrict__ o) {
    int i = blockIdx.x * 128 + threadIdx.x; uint4 k0 = key[i], k1 = key[CHA + i]; unsigned acc = 0;
#pragma unroll 1
    for (unsigned n = 0; n < 8; ++n) {
        unsigned x[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, k0.x, k0.y, k0.z, k0.w, k1.x, k1.y, k1.z, k1.w, n, 0, (unsigned)i, 7};
#pragma unroll 2
        for (int r = 0; r < 10; ++r) {
            qr(x[0], x[4], x[8], x[12]); qr(x[1], x[5], x[9], x[13]); qr(x[2], x[6], x[10], x[14]); qr(x[3], x[7], x[11], x[15]);
            qr(x[0], x[5], x[10], x[15]); qr(x[1], x[6], x[11], x[12]); qr(x[2], x[7], x[8], x[13]); qr(x[3], x[4], x[9], x[14]);
        }
#pragma unroll
        for (int j = 0; j < 16; ++j) acc = acc * 5 + x[j];
    }
    o[i] = (int)acc;
}
static void r24() {
    const uint4* k = (const uint4*)B; int* o = (int*)O;
    add("brisk_tulip_ch2_a", [=] { brisk_tulip_ch2_a<<<CHA / 128, 128>>>(k, o); }, o, CHA, Output::i32);
}

// 25. healthy: forward curves as Chebyshev series of 128 terms (Clenshaw), four points a thread
constexpr int CURVE = 1 << 22;    // threads
__constant__ float cheb[128];
__global__ void __launch_bounds__(256) ivory_badger_ch2_a(const float4* __restrict__ x, float4* __restrict__ o) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = x[i]; float p[4] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}, b1[4] = {}, b2[4] = {};
#pragma unroll 16
    for (int k = 127; k > 0; --k) {
        float c = cheb[k];
#pragma unroll
        for (int j = 0; j < 4; ++j) { float b = fmaf(p[j], b1[j], c - b2[j]); b2[j] = b1[j]; b1[j] = b; }
    }
    float c = cheb[0];
    o[i] = make_float4(fmaf(v.x, b1[0], c - b2[0]), fmaf(v.y, b1[1], c - b2[1]), fmaf(v.z, b1[2], c - b2[2]), fmaf(v.w, b1[3], c - b2[3]));
}
static void r25() {
    float h[128];
    for (int i = 0; i < 128; ++i) h[i] = harness::unit(i + 900) / (1 + i) + (i == 0 ? 2.0f : 0.0f);
    CHECK(cudaMemcpyToSymbol(cheb, h, sizeof h));
    const float4* x = (const float4*)(P + (7u << 20)); float4* o = (float4*)O;
    add("ivory_badger_ch2_a", [=] { ivory_badger_ch2_a<<<CURVE / 256, 256>>>(x, o); }, o, (size_t)CURVE * 4);
}

// 26. healthy: softmax of attention scores in half precision, rows of 1024, a warp a row
constexpr int SMR = 1 << 17;
__global__ void __launch_bounds__(256) quaint_falcon_ch2_a(const uint4* __restrict__ x, uint4* __restrict__ o) {
    size_t at = ((size_t)blockIdx.x * 8 + threadIdx.x / 32) * 128 + (threadIdx.x & 31);
    uint4 v[4]; float m = -1e30f, s = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = x[at + k * 32];
    __half2* h = (__half2*)v; float2 f[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) { f[k] = __half22float2(h[k]); m = fmaxf(m, fmaxf(f[k].x, f[k].y)); }
#pragma unroll
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
    for (int k = 0; k < 16; ++k) { f[k].x = __expf(f[k].x - m); f[k].y = __expf(f[k].y - m); s += f[k].x + f[k].y; }
    float r = __fdividef(1.0f, warp_sum(s));
#pragma unroll
    for (int k = 0; k < 16; ++k) h[k] = __floats2half2_rn(f[k].x * r, f[k].y * r);
#pragma unroll
    for (int k = 0; k < 4; ++k) o[at + k * 32] = v[k];
}
static void r26() {
    __half* x = harness::filled<__half>((size_t)SMR * 1024, 41);
    add("quaint_falcon_ch2_a", [=] { quaint_falcon_ch2_a<<<SMR / 8, 256>>>((const uint4*)x, (uint4*)O); }, O, (size_t)SMR * 1024, Output::f16);
}

// 27. healthy: diffusion of heat in a model atmosphere of 512 x 512 x 256, marching upwards with the levels in registers
constexpr int NX = 512, NY = 512, NZ = 256;
__global__ void __launch_bounds__(256) gentle_parsnip_ch2_a(const float* __restrict__ t, float* __restrict__ o) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z0 = blockIdx.z * 32;
    int w = (x + NX - 1 & NX - 1) - x, e = (x + 1 & NX - 1) - x, n = ((y + NY - 1 & NY - 1) - y) * NX, s = ((y + 1 & NY - 1) - y) * NX;
    constexpr int PL = NX * NY;
    const float* p = t + (size_t)z0 * PL + y * NX + x; float* q = o + (size_t)z0 * PL + y * NX + x;
    float below = z0 ? p[-PL] : p[0], here = p[0];
#pragma unroll 8
    for (int k = 0; k < 32; ++k) {
        float above = z0 + k + 1 < NZ ? p[PL] : here;
        float ring = p[w] + p[e] + p[n] + p[s];
        *q = 0.52f * here + 0.08f * ring + 0.09f * below + 0.07f * above;
        below = here; here = above; p += PL; q += PL;
    }
}
static void r27() {
    const float* t = P;
    add("gentle_parsnip_ch2_a", [=] { gentle_parsnip_ch2_a<<<dim3(NX / 64, NY / 4, NZ / 32), dim3(64, 4)>>>(t, O); }, O, (size_t)NX * NY * NZ);
}

// 28. healthy: attitudes of a drone swarm, quaternions turned by their rates, two drones a thread
constexpr int DRONES = 1 << 21;   // threads
__device__ __forceinline__ float4 turned(float4 q, float4 w) {
    return make_float4(fmaf(w.x, q.w, fmaf(w.y, q.z, fmaf(-w.z, q.y, q.x))), fmaf(w.y, q.w, fmaf(w.z, q.x, fmaf(-w.x, q.z, q.y))),
                       fmaf(w.z, q.w, fmaf(w.x, q.y, fmaf(-w.y, q.x, q.z))), fmaf(-w.x, q.x, fmaf(-w.y, q.y, fmaf(-w.z, q.z, q.w))));
}
__device__ __forceinline__ float4 normal(float4 q) {
    float f = rsqrtf(fmaf(q.x, q.x, fmaf(q.y, q.y, fmaf(q.z, q.z, fmaf(q.w, q.w, 1e-9f)))));
    return make_float4(q.x * f, q.y * f, q.z * f, q.w * f);
}
__global__ void __launch_bounds__(192) sturdy_violet_ch2_a(const float4* __restrict__ q, const float4* __restrict__ rate, float4* __restrict__ o) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= DRONES) return;
    float4 a = normal(q[i]), b = normal(q[DRONES + i]), u = rate[i], v = rate[DRONES + i];
    u = make_float4(0.01f * u.x, 0.01f * u.y, 0.01f * u.z, 0); v = make_float4(0.01f * v.x, 0.01f * v.y, 0.01f * v.z, 0);
#pragma unroll 1
    for (int s = 0; s < 8; ++s) {
#pragma unroll
        for (int k = 0; k < 8; ++k) { a = turned(a, u); b = turned(b, v); u.z = fmaf(0.002f, u.x, u.z); v.z = fmaf(0.002f, v.x, v.z); }
        a = normal(a); b = normal(b);
    }
    o[i] = a; o[DRONES + i] = b;
}
static void r28() {
    const float4 *q = (const float4*)P, *r = (const float4*)(P + (64u << 20)); float4* o = (float4*)O;
    add("sturdy_violet_ch2_a", [=] { sturdy_violet_ch2_a<<<(DRONES + 191) / 192, 192>>>(q, r, o); }, o, (size_t)DRONES * 8);
}

// 29. healthy: bags of 32 word vectors (128 floats) from a vocabulary of 16 MB that stays in L2
constexpr int BAGS = 1 << 17, WORDS = 32768;
__global__ void __launch_bounds__(256) modest_raven_ch2_a(const float4* __restrict__ table, const int* __restrict__ words, float4* __restrict__ o) {
    int lane = threadIdx.x & 31, bag = blockIdx.x * 8 + threadIdx.x / 32;
    int mine = words[bag * 32 + lane];
    float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldg(table + (size_t)__shfl_sync(~0u, mine, k + j) * 32 + lane);
#pragma unroll
        for (int j = 0; j < 8; ++j) { s.x += v[j].x; s.y += v[j].y; s.z += v[j].z; s.w += v[j].w; }
    }
    o[(size_t)bag * 32 + lane] = s;
}
static void r29() {
    const float4* t = (const float4*)(P + (50u << 20)); int* w = harness::indices((size_t)BAGS * 32, WORDS, 61); float4* o = (float4*)O;
    add("modest_raven_ch2_a", [=] { modest_raven_ch2_a<<<BAGS / 8, 256>>>(t, w, o); }, o, (size_t)BAGS * 128);
}

int main(int argc, char** argv) {
    P = harness::filled<float>(PN, 3); O = harness::empty<float>(ON);
    CHECK(cudaMalloc(&B, BN + 65536));
    harness_bytes<<<2048, 256>>>((uint32_t*)B, (BN + 65536) / 4); CHECK(cudaGetLastError());
    r01(); r02(); r03(); r04(); r05(); r06(); r07(); r08(); r09(); r10(); r11(); r12(); r13(); r14(); r15(); r16();
    r17(); r18(); r19(); r20(); r21(); r22(); r23(); r24(); r25(); r26(); r27(); r28(); r29();
    return harness::run(argc, argv, cases);
}
