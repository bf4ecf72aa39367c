// Eight measured cases from graphics, lattice physics, neuroscience, filter design, graphs, materials and machine learning: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Graphics: Blinn-Phong highlights of 16 lights on each texel of a normal map.
constexpr int kTexels = 1 << 20, kLights = 16;

template <bool kIntrinsic>
__device__ __forceinline__ void highlights(const float4* __restrict__ surface, const float4* __restrict__ halfway, const float* __restrict__ shine,
                                           float* __restrict__ glow) {
    __shared__ float4 light[kLights];
    __shared__ float gloss[kLights];
    if (threadIdx.x < kLights) { light[threadIdx.x] = halfway[threadIdx.x]; gloss[threadIdx.x] = shine[threadIdx.x]; }
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = surface[i];
    float scale = rsqrtf(fmaf(s.x, s.x, fmaf(s.y, s.y, fmaf(s.z, s.z, 1e-6f))));
    float nx = s.x * scale, ny = s.y * scale, nz = s.z * scale, albedo = fmaf(0.4f, s.w, 0.6f), sum = 0.02f;
    __syncthreads();
#pragma unroll 4
    for (int l = 0; l < kLights; ++l) {
        float4 h = light[l];
        float facing = fmaxf(fmaf(nx, h.x, fmaf(ny, h.y, nz * h.z)), 0.01f);
        float lobe = kIntrinsic ? __powf(facing, gloss[l]) : powf(facing, gloss[l]);
        sum = fmaf(lobe, h.w, sum);
    }
    glow[i] = sum * albedo;
}

__global__ void __launch_bounds__(256) amber_lantern_ai6_a(const float4* __restrict__ surface, const float4* __restrict__ halfway,
                                                           const float* __restrict__ shine, float* __restrict__ glow) {
    highlights<false>(surface, halfway, shine, glow);
}
__global__ void __launch_bounds__(256) amber_lantern_ai6_b(const float4* __restrict__ surface, const float4* __restrict__ halfway,
                                                           const float* __restrict__ shine, float* __restrict__ glow) {
    highlights<true>(surface, halfway, shine, glow);
}

// ---- Lattice field theory: action density of a scalar field on a periodic lattice of four dimensions.
constexpr int kLx = 48, kLy = 48, kLz = 40, kLt = 24, kSites = kLx * kLy * kLz * kLt;  // 2211840, a multiple of 256

__device__ __forceinline__ float bond(float here, float there, float sum) {
    float d = here - there;
    return fmaf(d, d, sum);
}

__global__ void __launch_bounds__(256) quilt_saffron_ai6_a(const float* __restrict__ field, float* __restrict__ action, long long nx, long long ny,
                                                           long long nz, long long nt, float mass) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz * nt) return;
    long long x = i % nx, y = i / nx % ny, z = i / (nx * ny) % nz, t = i / (nx * ny * nz);
    auto at = [&](long long px, long long py, long long pz, long long pt) { return field[((pt * nz + pz) * ny + py) * nx + px]; };
    float here = field[i], sum = mass * here * here;
    sum = bond(here, at((x + 1) % nx, y, z, t), sum);
    sum = bond(here, at((x + nx - 1) % nx, y, z, t), sum);
    sum = bond(here, at(x, (y + 1) % ny, z, t), sum);
    sum = bond(here, at(x, (y + ny - 1) % ny, z, t), sum);
    sum = bond(here, at(x, y, (z + 1) % nz, t), sum);
    sum = bond(here, at(x, y, (z + nz - 1) % nz, t), sum);
    sum = bond(here, at(x, y, z, (t + 1) % nt), sum);
    sum = bond(here, at(x, y, z, (t + nt - 1) % nt), sum);
    action[i] = sum;
}

struct Split {  // quotient of a number below 2^31 by an extent of at least 2
    unsigned extent, mul, shift;
    static Split of(unsigned extent) {
        unsigned bits = 0;
        while ((1u << bits) < extent) ++bits;
        unsigned long long mul = ((1ull << (31 + bits)) + extent - 1) / extent;
        return {extent, (unsigned)mul, bits - 1};
    }
    __device__ __forceinline__ unsigned over(unsigned n) const { return __umulhi(n, mul) >> shift; }
};

__global__ void __launch_bounds__(256) quilt_saffron_ai6_b(const float* __restrict__ field, float* __restrict__ action, Split sx, Split sy, Split sz, int nt,
                                                           float mass) {
    int i = blockIdx.x * 256 + threadIdx.x, nx = sx.extent, ny = sy.extent, nz = sz.extent;
    int layer = nx * ny, volume = layer * nz;
    if (i >= volume * nt) return;
    int row = sx.over(i), x = i - row * nx, sheet = sy.over(row), y = row - sheet * ny, t = sz.over(sheet), z = sheet - t * nz;
    float here = field[i], sum = mass * here * here;
    sum = bond(here, field[x + 1 == nx ? i + 1 - nx : i + 1], sum);
    sum = bond(here, field[x == 0 ? i + nx - 1 : i - 1], sum);
    sum = bond(here, field[y + 1 == ny ? i + nx - layer : i + nx], sum);
    sum = bond(here, field[y == 0 ? i + layer - nx : i - nx], sum);
    sum = bond(here, field[z + 1 == nz ? i + layer - volume : i + layer], sum);
    sum = bond(here, field[z == 0 ? i + volume - layer : i - layer], sum);
    sum = bond(here, field[t + 1 == nt ? i + volume - volume * nt : i + volume], sum);
    sum = bond(here, field[t == 0 ? i + volume * nt - volume : i - volume], sum);
    action[i] = sum;
}

// ---- Neuroscience: spikes of Izhikevich neurons under a common drive of 2048 samples, four neurons a thread.
constexpr int kNeuronThreads = 132 * 128, kCellsEach = 4, kNeurons = kNeuronThreads * kCellsEach, kSamples = 2048;

struct Neuron {
    float v, u, gain, fast, spikes;
    __device__ __forceinline__ void begin(float p) { v = fmaf(3.0f, p, -65.0f); u = -13.0f; gain = fmaf(2.0f, p, 5.0f); fast = fmaf(0.02f, p, 0.03f); spikes = 0.0f; }
    __device__ __forceinline__ void advance(float drive) {
        float rest = fmaf(gain, drive, 150.0f) - u, lift = fmaf(fmaf(0.04f, v, 5.0f), v, rest);
        float next = fmaf(0.5f, lift, v), slow = fmaf(fast, fmaf(0.2f, v, -u), u);
        bool fires = next >= 30.0f;
        v = fires ? -65.0f : next;
        u = fires ? slow + 8.0f : slow;
        spikes += fires ? 1.0f : 0.0f;
    }
    __device__ __forceinline__ float rate() const { return fmaf(0.01f, v + 100.0f, spikes); }
};

__device__ __forceinline__ void take_drive(float4* drive, const float4* __restrict__ signal) {
#pragma unroll
    for (int s = threadIdx.x; s < kSamples / 4; s += 128) drive[s] = signal[s];
    __syncthreads();
}

__global__ void __launch_bounds__(128) marsh_heron_ai6_a(const float4* __restrict__ signal, const float* __restrict__ kind, float* __restrict__ rate) {
    __shared__ float4 drive[kSamples / 4];
    take_drive(drive, signal);
    int first = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kCellsEach; ++k) {
        Neuron cell;
        cell.begin(kind[first + k * kNeuronThreads]);
#pragma unroll 4
        for (int s = 0; s < kSamples / 4; ++s) {
            float4 d = drive[s];
            cell.advance(d.x); cell.advance(d.y); cell.advance(d.z); cell.advance(d.w);
        }
        rate[first + k * kNeuronThreads] = cell.rate();
    }
}

__global__ void __launch_bounds__(128) marsh_heron_ai6_b(const float4* __restrict__ signal, const float* __restrict__ kind, float* __restrict__ rate) {
    __shared__ float4 drive[kSamples / 4];
    take_drive(drive, signal);
    int first = blockIdx.x * 128 + threadIdx.x;
    Neuron cell[kCellsEach];
#pragma unroll
    for (int k = 0; k < kCellsEach; ++k) cell[k].begin(kind[first + k * kNeuronThreads]);
#pragma unroll 2
    for (int s = 0; s < kSamples / 4; ++s) {
        float4 d = drive[s];
#pragma unroll
        for (int k = 0; k < kCellsEach; ++k) cell[k].advance(d.x);
#pragma unroll
        for (int k = 0; k < kCellsEach; ++k) cell[k].advance(d.y);
#pragma unroll
        for (int k = 0; k < kCellsEach; ++k) cell[k].advance(d.z);
#pragma unroll
        for (int k = 0; k < kCellsEach; ++k) cell[k].advance(d.w);
    }
#pragma unroll
    for (int k = 0; k < kCellsEach; ++k) rate[first + k * kNeuronThreads] = cell[k].rate();
}

// ---- Filter design: power response of a filter of 96 taps at 16 million frequencies (complex Horner), four frequencies a thread.
constexpr int kTaps = 96, kTones = 1 << 24;

template <bool kFused>
__device__ __forceinline__ void response(const float4* __restrict__ taps, const float4* __restrict__ tone, float4* __restrict__ power) {
    __shared__ float4 tap[kTaps / 4];
    if (threadIdx.x < kTaps / 4) tap[threadIdx.x] = taps[threadIdx.x];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 w = tone[i];
    float angle[4] = {w.x, w.y, w.z, w.w}, zr[4], zi[4], re[4], im[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        __sincosf(3.1415926f * angle[k], &zi[k], &zr[k]);
        re[k] = 0.0f; im[k] = 0.0f;
    }
    __syncthreads();
#pragma unroll 4
    for (int s = 0; s < kTaps / 4; ++s) {
        float4 four = tap[s];
        float c[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                float r = re[k], m = im[k];
                if (kFused) {
                    re[k] = fmaf(r, zr[k], fmaf(-m, zi[k], c[j]));
                    im[k] = fmaf(r, zi[k], m * zr[k]);
                } else {
                    re[k] = __fadd_rn(__fsub_rn(__fmul_rn(r, zr[k]), __fmul_rn(m, zi[k])), c[j]);
                    im[k] = __fadd_rn(__fmul_rn(r, zi[k]), __fmul_rn(m, zr[k]));
                }
            }
        }
    }
    power[i] = make_float4(fmaf(re[0], re[0], im[0] * im[0]), fmaf(re[1], re[1], im[1] * im[1]), fmaf(re[2], re[2], im[2] * im[2]),
                           fmaf(re[3], re[3], im[3] * im[3]));
}

__global__ void __launch_bounds__(256) copper_whistle_ai6_a(const float4* __restrict__ taps, const float4* __restrict__ tone, float4* __restrict__ power) {
    response<false>(taps, tone, power);
}
__global__ void __launch_bounds__(256) copper_whistle_ai6_b(const float4* __restrict__ taps, const float4* __restrict__ tone, float4* __restrict__ power) {
    response<true>(taps, tone, power);
}

// ---- Graphs: discounted reward of walks of 32 hops over the links of two million pages, eight walks a thread.
constexpr int kPages = 1 << 21, kWalkThreads = 132 * 128, kWalksEach = 8, kWalks = kWalkThreads * kWalksEach, kHops = 32;

__global__ void __launch_bounds__(128) thistle_ferry_ai6_a(const int2* __restrict__ page, const int* __restrict__ start, float* __restrict__ reward) {
    int first = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < kWalksEach; ++k) {
        int node = start[first + k * kWalkThreads];
        float sum = 0.0f, weight = 1.0f;
#pragma unroll 8
        for (int hop = 0; hop < kHops; ++hop) {
            int2 p = page[node];
            sum = fmaf(weight, __int_as_float(p.y), sum);
            weight *= 0.9f;
            node = p.x;
        }
        reward[first + k * kWalkThreads] = sum;
    }
}

__global__ void __launch_bounds__(128) thistle_ferry_ai6_b(const int2* __restrict__ page, const int* __restrict__ start, float* __restrict__ reward) {
    int first = blockIdx.x * 128 + threadIdx.x, node[kWalksEach];
    float sum[kWalksEach], weight = 1.0f;
#pragma unroll
    for (int k = 0; k < kWalksEach; ++k) { node[k] = start[first + k * kWalkThreads]; sum[k] = 0.0f; }
#pragma unroll 2
    for (int hop = 0; hop < kHops; ++hop) {
        int2 p[kWalksEach];
#pragma unroll
        for (int k = 0; k < kWalksEach; ++k) p[k] = page[node[k]];
#pragma unroll
        for (int k = 0; k < kWalksEach; ++k) { sum[k] = fmaf(weight, __int_as_float(p[k].y), sum[k]); node[k] = p[k].x; }
        weight *= 0.9f;
    }
#pragma unroll
    for (int k = 0; k < kWalksEach; ++k) reward[first + k * kWalkThreads] = sum[k];
}

// ---- Materials: load cycle (with fraction) at which the damage of each specimen reaches its strength.
constexpr int kSpecimens = 132 * 4 * 128, kCycles = 1024;  // load is stored cycle by cycle

__global__ void __launch_bounds__(128) bramble_anvil_ai6_a(const float* __restrict__ load, const float* __restrict__ grade, float* __restrict__ life) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float strength = fmaf(30.0f, grade[i], 240.0f), damage = 0.0f, end = kCycles;
    for (int c = 0; c < kCycles; ++c) {
        float f = load[(size_t)c * kSpecimens + i], more = fmaf(f, f, damage);
        if (more >= strength) { end = c + __fdividef(strength - damage, more - damage); break; }
        damage = more;
    }
    life[i] = end;
}

__global__ void __launch_bounds__(128) bramble_anvil_ai6_b(const float* __restrict__ load, const float* __restrict__ grade, float* __restrict__ life) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float strength = fmaf(30.0f, grade[i], 240.0f), damage = 0.0f, low = 0.0f, high = 1.0f;
    int end = kCycles;
#pragma unroll 1
    for (int c = 0; c < kCycles && end == kCycles; c += 16) {
        float f[16];
#pragma unroll
        for (int j = 0; j < 16; ++j) f[j] = load[(size_t)(c + j) * kSpecimens + i];
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            float more = fmaf(f[j], f[j], damage);
            bool breaks = end == kCycles && more >= strength;
            end = breaks ? c + j : end; low = breaks ? damage : low; high = breaks ? more : high;
            damage = more;
        }
    }
    life[i] = end == kCycles ? (float)kCycles : end + __fdividef(strength - low, high - low);
}

// ---- Machine learning: gated units of a feed-forward layer, (1 + up) times the logistic function of the gate.
constexpr int kUnits = 1 << 24;  // quadruples

template <bool kIntrinsic>
__device__ __forceinline__ float gated(float gate, float up) {
    return kIntrinsic ? __fdividef(1.0f + up, 1.0f + __expf(-gate)) : (1.0f + up) / (1.0f + expf(-gate));
}

template <bool kIntrinsic>
__device__ __forceinline__ void gate_units(const float4* __restrict__ gate, const float4* __restrict__ up, float4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 g[2], u[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { g[j] = __ldcs(gate + i + j * 256); u[j] = __ldcs(up + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(out + i + j * 256, make_float4(gated<kIntrinsic>(g[j].x, u[j].x), gated<kIntrinsic>(g[j].y, u[j].y), gated<kIntrinsic>(g[j].z, u[j].z),
                                              gated<kIntrinsic>(g[j].w, u[j].w)));
}

__global__ void __launch_bounds__(256) velvet_orchard_ai6_a(const float4* __restrict__ gate, const float4* __restrict__ up, float4* __restrict__ out) {
    gate_units<false>(gate, up, out);
}
__global__ void __launch_bounds__(256) velvet_orchard_ai6_b(const float4* __restrict__ gate, const float4* __restrict__ up, float4* __restrict__ out) {
    gate_units<true>(gate, up, out);
}

// ---- Mechanics: kinetic energy over 2048 steps of damped double-well oscillators, four a thread, one full wave of blocks.
constexpr int kWells = 132 * 8 * 256;  // quadruples

__global__ void __launch_bounds__(256, 8) pewter_swallow_ai6_a(const float4* __restrict__ start, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 s = start[i];
    float x[4] = {s.x, s.y, s.z, s.w}, v[4] = {0.5f, 0.5f, 0.5f, 0.5f}, e[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 8
    for (int step = 0; step < 2048; ++step) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float pull = fmaf(-0.02f, x[k] * x[k], 0.02f);
            v[k] = fmaf(x[k], pull, 0.9995f * v[k]);
            x[k] = fmaf(0.02f, v[k], x[k]);
            e[k] = fmaf(v[k], v[k], e[k]);
        }
    }
    energy[i] = make_float4(e[0], e[1], e[2], e[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    // Shared by all: two input fields and one result.
    constexpr size_t kMost = (size_t)kSpecimens * kCycles;
    static_assert(kMost >= (size_t)kUnits * 4 && kMost >= (size_t)kTones, "fields are too short");
    float *one = filled<float>(kMost, 61), *two = filled<float>((size_t)kUnits * 4, 62), *out = empty<float>((size_t)kUnits * 4);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);

    std::vector<float4> halfway(kLights);
    std::vector<float> shine(kLights);
    for (int l = 0; l < kLights; ++l) {
        float x = std::cos(0.7f * l), y = std::sin(1.1f * l), z = 0.8f, r = 1.0f / std::sqrt(x * x + y * y + z * z);
        halfway[l] = make_float4(x * r, y * r, z * r, 0.3f + 0.05f * l);
        shine[l] = 4.5f + 1.9f * l;
    }
    float4* lights = harness::uploaded(halfway);
    float* gloss = harness::uploaded(shine);
    add("amber_lantern_ai6_a", out, kTexels, [=] { amber_lantern_ai6_a<<<kTexels / 256, 256>>>(one4, lights, gloss, out); });
    add("amber_lantern_ai6_b", out, kTexels, [=] { amber_lantern_ai6_b<<<kTexels / 256, 256>>>(one4, lights, gloss, out); });

    Split sx = Split::of(kLx), sy = Split::of(kLy), sz = Split::of(kLz);
    add("quilt_saffron_ai6_a", out, kSites, [=] { quilt_saffron_ai6_a<<<kSites / 256, 256>>>(one, out, kLx, kLy, kLz, kLt, 0.25f); });
    add("quilt_saffron_ai6_b", out, kSites, [=] { quilt_saffron_ai6_b<<<kSites / 256, 256>>>(one, out, sx, sy, sz, kLt, 0.25f); });

    add("marsh_heron_ai6_a", out, kNeurons, [=] { marsh_heron_ai6_a<<<132, 128>>>(two4, one, out); });
    add("marsh_heron_ai6_b", out, kNeurons, [=] { marsh_heron_ai6_b<<<132, 128>>>(two4, one, out); });

    add("copper_whistle_ai6_a", out, kTones, [=] { copper_whistle_ai6_a<<<kTones / 1024, 256>>>(two4, one4, out4); });
    add("copper_whistle_ai6_b", out, kTones, [=] { copper_whistle_ai6_b<<<kTones / 1024, 256>>>(two4, one4, out4); });

    std::vector<int2> web(kPages);
    for (int i = 0; i < kPages; ++i) {
        float gain = 0.6f + 0.4f * harness::unit(i + 99);
        int bits; std::memcpy(&bits, &gain, 4);
        web[i] = make_int2((int)(harness::hash32(i + 12345u) & (kPages - 1)), bits);
    }
    int2* pages = harness::uploaded(web);
    int* starts = harness::indices(kWalks, kPages, 63);
    add("thistle_ferry_ai6_a", out, kWalks, [=] { thistle_ferry_ai6_a<<<132, 128>>>(pages, starts, out); });
    add("thistle_ferry_ai6_b", out, kWalks, [=] { thistle_ferry_ai6_b<<<132, 128>>>(pages, starts, out); });

    add("bramble_anvil_ai6_a", out, kSpecimens, [=] { bramble_anvil_ai6_a<<<kSpecimens / 128, 128>>>(one, two, out); });
    add("bramble_anvil_ai6_b", out, kSpecimens, [=] { bramble_anvil_ai6_b<<<kSpecimens / 128, 128>>>(one, two, out); });

    add("velvet_orchard_ai6_a", out, (size_t)kUnits * 4, [=] { velvet_orchard_ai6_a<<<kUnits / 512, 256>>>(one4, two4, out4); });
    add("velvet_orchard_ai6_b", out, (size_t)kUnits * 4, [=] { velvet_orchard_ai6_b<<<kUnits / 512, 256>>>(one4, two4, out4); });

    add("pewter_swallow_ai6_a", out, (size_t)kWells * 4, [=] { pewter_swallow_ai6_a<<<132 * 8, 256>>>(one4, out4); });

    return harness::run(argc, argv, cases);
}
