// Eleven measured cases of arithmetic in code of real projects: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Grain futures: average price along paths of 96 half-steps, normals by Box and Muller, one path a thread.
constexpr int kFutures = 132 * 2048 * 4, kHalves = 48;

__device__ __forceinline__ unsigned draw(unsigned& seed) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }

template <bool kQuick>
__device__ __forceinline__ void harvest(const float2* __restrict__ market, float* __restrict__ average) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 m = market[i];
    float vol = 0.02f + 0.008f * m.y, drift = -0.5f * vol * vol, price = 0.1f * m.x, sum = 0.0f;
    unsigned seed = harness::hash32(i + 4321) | 1u;
#pragma unroll 1
    for (int step = 0; step < kHalves; ++step) {
        float u = ((draw(seed) >> 9) + 0.5f) * (1.0f / 8388608.0f), turn = (draw(seed) >> 8) * (6.2831853f / 16777216.0f), s, c;
        float far = sqrtf(fmaxf(-2.0f * (kQuick ? __logf(u) : logf(u)), 0.0f));
        if (kQuick) __sincosf(turn, &s, &c);
        else sincosf(turn, &s, &c);
        price += fmaf(vol * far, s, drift);
        sum += kQuick ? __expf(price) : expf(price);
        price += fmaf(vol * far, c, drift);
        sum += kQuick ? __expf(price) : expf(price);
    }
    average[i] = sum * (0.5f / kHalves);
}
__global__ void __launch_bounds__(256) grain_futures_l6_a(const float2* __restrict__ market, float* __restrict__ average) { harvest<false>(market, average); }
__global__ void __launch_bounds__(256) grain_futures_l6_b(const float2* __restrict__ market, float* __restrict__ average) { harvest<true>(market, average); }

// ---- Bundle adjustment: how firmly each scene point is held by the 128 cameras of a rig (robust weight over squared depth).
constexpr int kScene = 132 * 2048 * 2, kRig = 128;
__constant__ float4 c_rig[kRig * 4];  // three rows of the pose, then focal length, centre and distortion

__global__ void __launch_bounds__(128) camera_rig_l6_a(const float4* __restrict__ scene, float* __restrict__ hold) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = scene[i];
    float sum = 0.0f;
#pragma unroll 2
    for (int c = 0; c < kRig; ++c) {
        float4 a = c_rig[4 * c], b = c_rig[4 * c + 1], d = c_rig[4 * c + 2], lens = c_rig[4 * c + 3];
        float x = fmaf(a.x, p.x, fmaf(a.y, p.y, fmaf(a.z, p.z, a.w)));
        float y = fmaf(b.x, p.x, fmaf(b.y, p.y, fmaf(b.z, p.z, b.w)));
        float z = fmaf(d.x, p.x, fmaf(d.y, p.y, fmaf(d.z, p.z, d.w)));
        float u = x / z, v = y / z, r2 = fmaf(u, u, v * v), bend = fmaf(lens.w, r2, 1.0f);
        float eu = fmaf(u, bend, -lens.y), ev = fmaf(v, bend, -lens.z), e2 = fmaf(eu, eu, ev * ev);
        sum += lens.x / (z * z) / (1.0f + e2);
    }
    hold[i] = sum;
}

__global__ void __launch_bounds__(128) camera_rig_l6_b(const float4* __restrict__ scene, float* __restrict__ hold) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 p = scene[i];
    float sum = 0.0f;
#pragma unroll 2
    for (int c = 0; c < kRig; ++c) {
        float4 a = c_rig[4 * c], b = c_rig[4 * c + 1], d = c_rig[4 * c + 2], lens = c_rig[4 * c + 3];
        float x = fmaf(a.x, p.x, fmaf(a.y, p.y, fmaf(a.z, p.z, a.w)));
        float y = fmaf(b.x, p.x, fmaf(b.y, p.y, fmaf(b.z, p.z, b.w)));
        float z = fmaf(d.x, p.x, fmaf(d.y, p.y, fmaf(d.z, p.z, d.w)));
        float near = __fdividef(1.0f, z);
        float u = x * near, v = y * near, r2 = fmaf(u, u, v * v), bend = fmaf(lens.w, r2, 1.0f);
        float eu = fmaf(u, bend, -lens.y), ev = fmaf(v, bend, -lens.z), e2 = fmaf(eu, eu, ev * ev);
        sum += __fdividef(lens.x * near * near, 1.0f + e2);
    }
    hold[i] = sum;
}

// ---- Column store: composite 64-bit keys of a sales table unpacked into five attributes and laid into another order.
constexpr int kSales = 132 * 2048 * 128;

struct Radix { unsigned long long magic; unsigned size; };  // magic = floor((2^64 - 1) / size)
struct Cube { Radix article, shop, day, tariff; };

__device__ __forceinline__ unsigned split_plain(unsigned long long& key, Radix r) {
    unsigned digit = (unsigned)(key % (unsigned long long)r.size);
    key /= (unsigned long long)r.size;
    return digit;
}
__device__ __forceinline__ unsigned split_magic(unsigned long long& key, Radix r) {
    unsigned long long q = __umul64hi(key, r.magic), rest = key - q * r.size;
    bool more = rest >= r.size;
    key = more ? q + 1 : q;
    return (unsigned)rest - (more ? r.size : 0u);
}
__device__ __forceinline__ int shelf_of(unsigned article, unsigned shop, unsigned day, unsigned tariff, unsigned promo) {
    return (int)(((day * 4096u + shop) ^ (promo * 65599u + tariff * 31u) ^ (article << 9)) & 0x7fffffffu);
}
__global__ void __launch_bounds__(256) sales_table_l6_a(const unsigned long long* __restrict__ keys, int* __restrict__ shelf, Cube cube) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long key = keys[i] >> 2;
    unsigned article = split_plain(key, cube.article), shop = split_plain(key, cube.shop), day = split_plain(key, cube.day), tariff = split_plain(key, cube.tariff);
    shelf[i] = shelf_of(article, shop, day, tariff, (unsigned)key);
}
__global__ void __launch_bounds__(256) sales_table_l6_b(const unsigned long long* __restrict__ keys, int* __restrict__ shelf, Cube cube) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned long long key = keys[i] >> 2;
    unsigned article = split_magic(key, cube.article), shop = split_magic(key, cube.shop), day = split_magic(key, cube.day), tariff = split_magic(key, cube.tariff);
    shelf[i] = shelf_of(article, shop, day, tariff, (unsigned)key);
}

// ---- Threshold signatures: shares of a secret, a polynomial of degree 63 over a prime field whose modulus is a parameter.
constexpr int kShares = 132 * 2048 * 4, kQuorum = 64;
__constant__ unsigned c_secret[kQuorum];

__global__ void __launch_bounds__(128) vault_shares_l6_a(const int* __restrict__ holder, int* __restrict__ share, unsigned q) {
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned long long x = holder[i], sum = 0;
#pragma unroll 1
    for (int k = kQuorum - 1; k >= 0; --k) sum = (sum * x + c_secret[k]) % q;
    share[i] = (int)sum;
}
__global__ void __launch_bounds__(128) vault_shares_l6_b(const int* __restrict__ holder, int* __restrict__ share, unsigned q, unsigned long long mu) {
    int i = blockIdx.x * 128 + threadIdx.x;
    unsigned x = holder[i], sum = 0;
#pragma unroll 1
    for (int k = kQuorum - 1; k >= 0; --k) {
        unsigned long long v = (unsigned long long)sum * x + c_secret[k];
        unsigned rest = (unsigned)v - (unsigned)__umul64hi(v, mu) * q;  // Barrett: below 2q
        sum = rest >= q ? rest - q : rest;
    }
    share[i] = (int)sum;
}

// ---- Library catalogue: point look-ups in a search tree of five levels with 32 keys a node, a warp a look-up, four look-ups each.
constexpr int kBooks = 1 << 25, kAsked = 132 * 64 * 32 * 4;
constexpr int kTreeKeys = 32 + 1024 + 32768 + 1048576 + kBooks;

__global__ void harness_catalogue(unsigned* __restrict__ tree) {
    int base = 0;
    for (int level = 1; level <= 5; ++level) {
        int keys = 1 << (5 * level), under = kBooks / keys;
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < keys; j += gridDim.x * blockDim.x) {
            unsigned leaf = (unsigned)(j + 1) * under - 1;
            tree[base + j] = leaf * 128 + harness::hash32(leaf) % 128;
        }
        base += keys;
    }
}

template <int kTogether>
__device__ __forceinline__ void look_up(const unsigned* __restrict__ tree, const float* __restrict__ place, const int* __restrict__ asked, float* __restrict__ found) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 4;
#pragma unroll 1
    for (int from = first; from < first + 4; from += kTogether) {
        unsigned want[kTogether];
        int node[kTogether];
#pragma unroll
        for (int v = 0; v < kTogether; ++v) { want[v] = (unsigned)asked[from + v]; node[v] = 0; }
        const unsigned* level = tree;
#pragma unroll
        for (int l = 1; l <= 5; ++l) {
            unsigned key[kTogether];
#pragma unroll
            for (int v = 0; v < kTogether; ++v) key[v] = level[node[v] * 32 + lane];
#pragma unroll
            for (int v = 0; v < kTogether; ++v) node[v] = node[v] * 32 + min(__popc(__ballot_sync(0xffffffffu, key[v] < want[v])), 31);
            level += 1 << (5 * l);
        }
        float shelf[kTogether];
#pragma unroll
        for (int v = 0; v < kTogether; ++v) shelf[v] = place[node[v]];
#pragma unroll
        for (int v = 0; v < kTogether; ++v)
            if (lane == 0) found[from + v] = shelf[v];
    }
}
__global__ void __launch_bounds__(256, 8) book_catalogue_l6_a(const unsigned* __restrict__ tree, const float* __restrict__ place, const int* __restrict__ asked, float* __restrict__ found) { look_up<1>(tree, place, asked, found); }
__global__ void __launch_bounds__(256, 8) book_catalogue_l6_b(const unsigned* __restrict__ tree, const float* __restrict__ place, const int* __restrict__ asked, float* __restrict__ found) { look_up<4>(tree, place, asked, found); }

// ---- Seismic first breaks: the sample at which each trace first passes the threshold; samples lie time by time.
constexpr int kTraces = 132 * 2048 * 2, kSamples = 512;

__global__ void harness_quarry(float* __restrict__ echo) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int arrival = 200 + harness::hash32(i / 256 + 99) % 112 + harness::hash32(i) % 8;
    for (int t = 0; t < kSamples; ++t) {
        float noise = harness::unit(i * 512u + t);
        echo[(size_t)t * kTraces + i] = t < arrival ? 0.3f * noise : 0.8f + 0.2f * noise;
    }
}

__global__ void __launch_bounds__(256, 8) quarry_echoes_l6_a(const float* __restrict__ echo, float threshold, float2* __restrict__ onset) {
    int i = blockIdx.x * 256 + threadIdx.x, t = 0;
    const float* p = echo + i;
    float last = 0.0f;
    for (; t < kSamples; ++t, p += kTraces) {
        float now = *p;
        if (fabsf(now) > threshold) { last = now; break; }
    }
    onset[i] = make_float2((float)t, last);
}
__global__ void __launch_bounds__(256, 8) quarry_echoes_l6_b(const float* __restrict__ echo, float threshold, float2* __restrict__ onset) {
    int i = blockIdx.x * 256 + threadIdx.x, t = 0;
    const float* p = echo + i;
    float last = 0.0f;
    for (; t < kSamples; t += 8, p += 8 * (size_t)kTraces) {
        float now[8];
        unsigned passed = 0;
#pragma unroll
        for (int j = 0; j < 8; ++j) now[j] = p[j * (size_t)kTraces];
#pragma unroll
        for (int j = 0; j < 8; ++j) passed |= fabsf(now[j]) > threshold ? 1u << j : 0u;
        if (passed) {
            int first = __ffs(passed) - 1;
            t += first;
#pragma unroll
            for (int j = 0; j < 8; ++j) last = j == first ? now[j] : last;
            break;
        }
    }
    onset[i] = make_float2((float)t, last);
}

// ---- Time service: phase of each of 16896 stations as the sum of 16384 corrections, kept in pairs of floats.
constexpr int kStations = 132 * 128, kCorrections = 16384, kSheet = 4096;

struct Pair { float hi, lo; };
__device__ __forceinline__ void add_to(Pair& p, float t) {
    float s = __fadd_rn(p.hi, t), back = __fsub_rn(s, p.hi);
    float slip = __fadd_rn(__fsub_rn(p.hi, __fsub_rn(s, back)), __fsub_rn(t, back)), lo = __fadd_rn(p.lo, slip);
    p.hi = __fadd_rn(s, lo);
    p.lo = __fsub_rn(lo, __fsub_rn(p.hi, s));
}

template <int kSums>
__device__ __forceinline__ void sum_phase(const float* __restrict__ station, const float2* __restrict__ corrections, float* __restrict__ phase) {
    __shared__ float2 sheet[kSheet];
    int i = blockIdx.x * 128 + threadIdx.x;
    float rate = station[i];
    Pair sum[kSums];
#pragma unroll
    for (int s = 0; s < kSums; ++s) sum[s] = {0.0f, 0.0f};
    for (int from = 0; from < kCorrections; from += kSheet) {
        __syncthreads();
#pragma unroll 8
        for (int j = threadIdx.x; j < kSheet; j += 128) sheet[j] = corrections[from + j];
        __syncthreads();
#pragma unroll 2
        for (int k = 0; k < kSheet; k += 4) {
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float2 c = sheet[k + j];
                add_to(sum[j % kSums], fmaf(rate, c.x, c.y));
            }
        }
    }
#pragma unroll
    for (int s = 1; s < kSums; ++s) { add_to(sum[0], sum[s].hi); add_to(sum[0], sum[s].lo); }
    phase[i] = sum[0].hi;
}
__global__ void __launch_bounds__(128) time_service_l6_a(const float* __restrict__ station, const float2* __restrict__ corrections, float* __restrict__ phase) { sum_phase<1>(station, corrections, phase); }
__global__ void __launch_bounds__(128) time_service_l6_b(const float* __restrict__ station, const float2* __restrict__ corrections, float* __restrict__ phase) { sum_phase<4>(station, corrections, phase); }

// ---- Lockstep game: gliders turn freely for 128 ticks; numbers of class Strict round after each operation as the server does.
constexpr int kGliders = 132 * 2048 * 2, kTicks = 128;

struct Strict {
    float v;
    __device__ Strict() {}
    __device__ Strict(float f) : v(f) {}
    __device__ operator float() const { return v; }
};
__device__ __forceinline__ Strict operator*(Strict a, Strict b) { return __fmul_rn(a.v, b.v); }
__device__ __forceinline__ Strict operator+(Strict a, Strict b) { return __fadd_rn(a.v, b.v); }
__device__ __forceinline__ Strict operator-(Strict a, Strict b) { return __fsub_rn(a.v, b.v); }

template <typename Real>
__device__ __forceinline__ void soar(const float* __restrict__ spin, float4* __restrict__ attitude) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Real x = spin[i], y = spin[kGliders + i], z = spin[2 * kGliders + i], a = 1.0f, b = 0.0f, c = 0.0f, d = 0.0f;
    const Real h = 0.01f, half = 0.005f, ix = 0.0041f, iy = -0.0062f, iz = 0.0023f, drag = 0.0004f;
#pragma unroll 1
    for (int tick = 0; tick < kTicks; ++tick) {
        Real nx = x + ix * (y * z) - drag * x, ny = y + iy * (z * x) - drag * y, nz = z + iz * (x * y) - drag * z;
        x = nx; y = ny; z = nz;
        Real p = half * x, q = half * y, r = half * z;
        Real na = a - b * p - c * q - d * r, nb = b + a * p + c * r - d * q, nc = c + a * q + d * p - b * r, nd = d + a * r + b * q - c * p;
        Real scale = Real(1.5f) - Real(0.5f) * (na * na + nb * nb + nc * nc + nd * nd);
        a = na * scale; b = nb * scale; c = nc * scale; d = nd * scale;
    }
    attitude[i] = make_float4(a + h * x, b + h * y, c + h * z, d);
}
__global__ void __launch_bounds__(256) glider_lockstep_l6_a(const float* __restrict__ spin, float4* __restrict__ attitude) { soar<Strict>(spin, attitude); }
__global__ void __launch_bounds__(256) glider_lockstep_l6_b(const float* __restrict__ spin, float4* __restrict__ attitude) { soar<float>(spin, attitude); }

// ---- Renderer of pottery: 64 glazes, each a shader of 96 layers that the exporter writes out; every warp shades twelve sorted batches.
constexpr int kPots = 132 * 64 * 2, kFirings = 12, kLayers = 96;

__host__ __device__ constexpr float glaze(int m, int which) { return which == 0 ? 0.25f + 0.0051f * m : which == 1 ? 0.31f - 0.0037f * m : which == 2 ? 0.45f - 0.0043f * m : 0.07f + 0.0029f * m; }
__constant__ float4 c_glaze[64];

__device__ __forceinline__ void layers(float& u, float& v, float& light, float a, float b, float c, float d) {
#pragma unroll
    for (int l = 0; l < kLayers; ++l) {
        float t = fmaf(u, a, v);
        u = fmaf(t, b, d);
        v = fmaf(u, c, -t);
        light = fmaf(fabsf(t), d, light);
    }
}
template <int kGlaze>
__device__ __forceinline__ void shade(float& u, float& v, float& light) {
    constexpr float a = glaze(kGlaze, 0), b = glaze(kGlaze, 1), c = glaze(kGlaze, 2), d = glaze(kGlaze, 3);
    layers(u, v, light, a, b, c, d);
}
#define GLAZE(n) case n: shade<n>(u, v, light); break;
#define GLAZES(n) GLAZE(n) GLAZE(n + 1) GLAZE(n + 2) GLAZE(n + 3) GLAZE(n + 4) GLAZE(n + 5) GLAZE(n + 6) GLAZE(n + 7)

__global__ void __launch_bounds__(256) pottery_glazes_l6_a(const int* __restrict__ batch, const float2* __restrict__ clay, float* __restrict__ fired) {
    int i = blockIdx.x * 256 + threadIdx.x, warp = i / 32;
    float2 p = clay[i];
    float u = p.x, v = p.y, light = 0.0f;
#pragma unroll 1
    for (int f = 0; f < kFirings; ++f) {
        switch (__shfl_sync(0xffffffffu, batch[warp * kFirings + f], 0)) {
            GLAZES(0) GLAZES(8) GLAZES(16) GLAZES(24) GLAZES(32) GLAZES(40) GLAZES(48) GLAZES(56)
        }
        u += p.y; v += p.x;
    }
    fired[i] = light;
}
__global__ void __launch_bounds__(256) pottery_glazes_l6_b(const int* __restrict__ batch, const float2* __restrict__ clay, float* __restrict__ fired) {
    int i = blockIdx.x * 256 + threadIdx.x, warp = i / 32;
    float2 p = clay[i];
    float u = p.x, v = p.y, light = 0.0f;
#pragma unroll 1
    for (int f = 0; f < kFirings; ++f) {
        float4 g = c_glaze[__shfl_sync(0xffffffffu, batch[warp * kFirings + f], 0)];
        layers(u, v, light, g.x, g.y, g.z, g.w);
        u += p.y; v += p.x;
    }
    fired[i] = light;
}

// ---- Tomograph: gain by detector row and offset by column over a long stack of slices.
__global__ void __launch_bounds__(256) detector_rows_l6_a(const float4* __restrict__ raw, const float* __restrict__ gain, const float4* __restrict__ offset,
                                                          float4* __restrict__ clean, unsigned wide) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, row = i / wide, column = i % wide;
    float g = 1.0f + 0.1f * gain[row];
    float4 v = raw[i], o = offset[column];
    clean[i] = make_float4(fmaf(v.x, g, o.x), fmaf(v.y, g, o.y), fmaf(v.z, g, o.z), fmaf(v.w, g, o.w));
}
__global__ void __launch_bounds__(256) detector_rows_l6_b(const float4* __restrict__ raw, const float* __restrict__ gain, const float4* __restrict__ offset,
                                                          float4* __restrict__ clean, unsigned wide) {
    unsigned row = blockIdx.y, column = blockIdx.x * 256 + threadIdx.x, i = row * wide + column;
    float g = 1.0f + 0.1f * gain[row];
    float4 v = raw[i], o = offset[column];
    clean[i] = make_float4(fmaf(v.x, g, o.x), fmaf(v.y, g, o.y), fmaf(v.z, g, o.z), fmaf(v.w, g, o.w));
}

// ---- Video stream: key stream of ChaCha20, one block of 16 words a thread, word by word over all blocks.
constexpr int kStream = 132 * 2048 * 8;

__device__ __forceinline__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}
__global__ void __launch_bounds__(256) video_stream_l6_a(const unsigned* __restrict__ key, unsigned* __restrict__ stream) {
    unsigned i = blockIdx.x * 256 + threadIdx.x, start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u}, x[16];
#pragma unroll
    for (int k = 0; k < 8; ++k) start[4 + k] = key[k];
    start[12] = i; start[13] = key[8]; start[14] = key[9]; start[15] = key[10];
#pragma unroll
    for (int k = 0; k < 16; ++k) x[k] = start[k];
#pragma unroll 2
    for (int round = 0; round < 10; ++round) {
        quarter(x[0], x[4], x[8], x[12]); quarter(x[1], x[5], x[9], x[13]); quarter(x[2], x[6], x[10], x[14]); quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]); quarter(x[1], x[6], x[11], x[12]); quarter(x[2], x[7], x[8], x[13]); quarter(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) stream[(size_t)k * kStream + i] = x[k] + start[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::unit;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    const float2* market = reinterpret_cast<const float2*>(filled<float>((size_t)kFutures * 2, 51));
    float* average = empty<float>(kFutures);
    add("grain_futures_l6_a", average, kFutures, Output::f32, [=] { grain_futures_l6_a<<<kFutures / 256, 256>>>(market, average); });
    add("grain_futures_l6_b", average, kFutures, Output::f32, [=] { grain_futures_l6_b<<<kFutures / 256, 256>>>(market, average); });

    std::vector<float4> rig(kRig * 4);
    for (int c = 0; c < kRig; ++c) {
        float n[16];
        for (int k = 0; k < 16; ++k) n[k] = unit(16 * c + k + 5000);
        rig[4 * c] = make_float4(1.0f + 0.1f * n[0], 0.2f * n[1], 0.2f * n[2], 0.5f * n[3]);
        rig[4 * c + 1] = make_float4(0.2f * n[4], 1.0f + 0.1f * n[5], 0.2f * n[6], 0.5f * n[7]);
        rig[4 * c + 2] = make_float4(0.2f * n[8], 0.2f * n[9], 1.0f + 0.1f * n[10], 4.0f + n[11]);
        rig[4 * c + 3] = make_float4(2.0f + n[12], 0.1f * n[13], 0.1f * n[14], 0.1f * n[15]);
    }
    CHECK(cudaMemcpyToSymbol(c_rig, rig.data(), sizeof(float4) * rig.size()));
    const float4* scene = reinterpret_cast<const float4*>(filled<float>((size_t)kScene * 4, 52));
    float* hold = empty<float>(kScene);
    add("camera_rig_l6_a", hold, kScene, Output::f32, [=] { camera_rig_l6_a<<<kScene / 128, 128>>>(scene, hold); });
    add("camera_rig_l6_b", hold, kScene, Output::f32, [=] { camera_rig_l6_b<<<kScene / 128, 128>>>(scene, hold); });

    auto radix = [](unsigned size) { return Radix{~0ull / size, size}; };
    Cube cube{radix(50021), radix(3517), radix(3653), radix(211)};
    const unsigned long long* keys = reinterpret_cast<const unsigned long long*>(indices((size_t)kSales * 2, 0xffffffffu, 53));
    int* shelf = empty<int>(kSales);
    add("sales_table_l6_a", shelf, kSales, Output::i32, [=] { sales_table_l6_a<<<kSales / 256, 256>>>(keys, shelf, cube); });
    add("sales_table_l6_b", shelf, kSales, Output::i32, [=] { sales_table_l6_b<<<kSales / 256, 256>>>(keys, shelf, cube); });

    constexpr unsigned prime = 2147483629u;
    std::vector<unsigned> secret(kQuorum);
    for (int k = 0; k < kQuorum; ++k) secret[k] = harness::hash32(k + 6000) % prime;
    CHECK(cudaMemcpyToSymbol(c_secret, secret.data(), sizeof(unsigned) * kQuorum));
    int *holder = indices(kShares, prime, 54), *share = empty<int>(kShares);
    add("vault_shares_l6_a", share, kShares, Output::i32, [=] { vault_shares_l6_a<<<kShares / 128, 128>>>(holder, share, prime); });
    add("vault_shares_l6_b", share, kShares, Output::i32, [=] { vault_shares_l6_b<<<kShares / 128, 128>>>(holder, share, prime, ~0ull / prime); });

    unsigned* tree;
    CHECK(cudaMalloc(&tree, sizeof(unsigned) * kTreeKeys));
    harness_catalogue<<<2048, 256>>>(tree); CHECK(cudaGetLastError());
    float *place = filled<float>(kBooks, 55), *found = empty<float>(kAsked);
    int* asked = indices(kAsked, 0xffffff00u, 56);
    add("book_catalogue_l6_a", found, kAsked, Output::f32, [=] { book_catalogue_l6_a<<<kAsked / 32, 256>>>(tree, place, asked, found); });
    add("book_catalogue_l6_b", found, kAsked, Output::f32, [=] { book_catalogue_l6_b<<<kAsked / 32, 256>>>(tree, place, asked, found); });

    float *echo = empty<float>((size_t)kTraces * kSamples);
    harness_quarry<<<kTraces / 256, 256>>>(echo); CHECK(cudaGetLastError());
    float2* onset = reinterpret_cast<float2*>(empty<float>((size_t)kTraces * 2));
    add("quarry_echoes_l6_a", onset, (size_t)kTraces * 2, Output::f32, [=] { quarry_echoes_l6_a<<<kTraces / 256, 256>>>(echo, 0.5f, onset); });
    add("quarry_echoes_l6_b", onset, (size_t)kTraces * 2, Output::f32, [=] { quarry_echoes_l6_b<<<kTraces / 256, 256>>>(echo, 0.5f, onset); });

    float *station = filled<float>(kStations, 57), *phase = empty<float>(kStations);
    const float2* corrections = reinterpret_cast<const float2*>(filled<float>(kCorrections * 2, 58));
    add("time_service_l6_a", phase, kStations, Output::f32, [=] { time_service_l6_a<<<kStations / 128, 128>>>(station, corrections, phase); });
    add("time_service_l6_b", phase, kStations, Output::f32, [=] { time_service_l6_b<<<kStations / 128, 128>>>(station, corrections, phase); });

    float* spin = filled<float>((size_t)kGliders * 3, 59);
    float4* attitude = reinterpret_cast<float4*>(empty<float>((size_t)kGliders * 4));
    add("glider_lockstep_l6_a", attitude, (size_t)kGliders * 4, Output::f32, [=] { glider_lockstep_l6_a<<<kGliders / 256, 256>>>(spin, attitude); });
    add("glider_lockstep_l6_b", attitude, (size_t)kGliders * 4, Output::f32, [=] { glider_lockstep_l6_b<<<kGliders / 256, 256>>>(spin, attitude); });

    std::vector<float4> glazes(64);
    for (int m = 0; m < 64; ++m) glazes[m] = make_float4(glaze(m, 0), glaze(m, 1), glaze(m, 2), glaze(m, 3));
    CHECK(cudaMemcpyToSymbol(c_glaze, glazes.data(), sizeof(float4) * 64));
    int* batch = indices((size_t)kPots * kFirings, 64, 60);
    const float2* clay = reinterpret_cast<const float2*>(filled<float>((size_t)kPots * 64, 61));
    float* fired = empty<float>((size_t)kPots * 32);
    add("pottery_glazes_l6_a", fired, (size_t)kPots * 32, Output::f32, [=] { pottery_glazes_l6_a<<<kPots / 8, 256>>>(batch, clay, fired); });
    add("pottery_glazes_l6_b", fired, (size_t)kPots * 32, Output::f32, [=] { pottery_glazes_l6_b<<<kPots / 8, 256>>>(batch, clay, fired); });

    constexpr unsigned wide = 1024, high = 33792;
    const float4 *raw = reinterpret_cast<const float4*>(filled<float>((size_t)wide * high * 4, 62)), *offset = reinterpret_cast<const float4*>(filled<float>(wide * 4, 63));
    float* gain = filled<float>(high, 64);
    float4* clean = reinterpret_cast<float4*>(empty<float>((size_t)wide * high * 4));
    add("detector_rows_l6_a", clean, (size_t)wide * high * 4, Output::f32, [=] { detector_rows_l6_a<<<wide * high / 256, 256>>>(raw, gain, offset, clean, wide); });
    add("detector_rows_l6_b", clean, (size_t)wide * high * 4, Output::f32, [=] { detector_rows_l6_b<<<dim3(wide / 256, high), 256>>>(raw, gain, offset, clean, wide); });

    const unsigned* key = reinterpret_cast<const unsigned*>(indices(16, 0xffffffffu, 65));
    unsigned* stream = reinterpret_cast<unsigned*>(empty<int>((size_t)kStream * 16));
    add("video_stream_l6_a", stream, (size_t)kStream * 16, Output::i32, [=] { video_stream_l6_a<<<kStream / 256, 256>>>(key, stream); });

    return harness::run(argc, argv, cases);
}
