// Eight measured cases from science, finance, learning and signal processing: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- X-ray scattering: Debye intensity of each of 2112 molecular snapshots at 4096 momentum transfers, from a list of 512 distances.
constexpr int kSnapshots = 132 * 16, kBins = 512, kAngles = 16, kCurve = 256 * kAngles;
constexpr float kFirstQ = 0.2f, kStepQ = 0.004f;

__global__ void __launch_bounds__(256, 4) lantern_moss_ap6_a(const float2* __restrict__ pairs, float* __restrict__ intensity) {
    __shared__ float2 bin[kBins];
    int t = threadIdx.x;
    const float2* mine = pairs + (size_t)blockIdx.x * kBins;
#pragma unroll
    for (int s = t; s < kBins; s += 256) {
        float2 p = mine[s];
        float r = 1.5f + p.x;
        bin[s] = make_float2(r, __fdividef(0.02f * (1.0f + p.y), r));
    }
    __syncthreads();
    float q[kAngles], sum[kAngles];
#pragma unroll
    for (int k = 0; k < kAngles; ++k) { q[k] = fmaf(kStepQ, (float)(t + 256 * k), kFirstQ); sum[k] = 0.0f; }
#pragma unroll 2
    for (int s = 0; s < kBins; ++s) {
        float2 b = bin[s];
#pragma unroll
        for (int k = 0; k < kAngles; ++k) sum[k] = fmaf(b.y, __sinf(q[k] * b.x), sum[k]);
    }
    float* curve = intensity + (size_t)blockIdx.x * kCurve + t;
#pragma unroll
    for (int k = 0; k < kAngles; ++k) curve[k * 256] = 1.0f + __fdividef(sum[k], q[k]);
}

__global__ void __launch_bounds__(256, 4) lantern_moss_ap6_b(const float2* __restrict__ pairs, float* __restrict__ intensity) {
    __shared__ float4 bin[kBins];
    int t = threadIdx.x;
    const float2* mine = pairs + (size_t)blockIdx.x * kBins;
#pragma unroll
    for (int s = t; s < kBins; s += 256) {
        float2 p = mine[s];
        float r = 1.5f + p.x;
        bin[s] = make_float4(r, __fdividef(0.02f * (1.0f + p.y), r), 2.0f * __cosf(256.0f * kStepQ * r), 0.0f);
    }
    __syncthreads();
    float first = fmaf(kStepQ, (float)t, kFirstQ), second = fmaf(kStepQ, (float)(t + 256), kFirstQ), sum[kAngles];
#pragma unroll
    for (int k = 0; k < kAngles; ++k) sum[k] = 0.0f;
#pragma unroll 2
    for (int s = 0; s < kBins; ++s) {
        float4 b = bin[s];
        float last = __sinf(first * b.x), now = __sinf(second * b.x);
        sum[0] = fmaf(b.y, last, sum[0]);
        sum[1] = fmaf(b.y, now, sum[1]);
#pragma unroll
        for (int k = 2; k < kAngles; ++k) {  // sin(a + 2d) = 2 cos(d) sin(a + d) - sin(a)
            float next = fmaf(b.z, now, -last);
            last = now; now = next;
            sum[k] = fmaf(b.y, now, sum[k]);
        }
    }
    float* curve = intensity + (size_t)blockIdx.x * kCurve + t;
#pragma unroll
    for (int k = 0; k < kAngles; ++k) curve[k * 256] = 1.0f + __fdividef(sum[k], fmaf(kStepQ, (float)(t + 256 * k), kFirstQ));
}

// ---- Climate archive: 32 levels of a 721 x 1440 field turned north side up, longitudes from 0..360 to -180..180, kelvin to celsius.
constexpr int kLevels = 32, kLat = 721, kLon = 1440;
constexpr size_t kGrid = (size_t)kLevels * kLat * kLon;

__global__ void __launch_bounds__(256) walnut_ferry_ap6_a(const float* __restrict__ field, float* __restrict__ chart, long long lat, long long lon,
                                                          long long shift, float scale, float offset) {
    long long first = (long long)blockIdx.x * 1280 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        long long i = first + j * 256;
        long long x = i % lon, row = i / lon;
        long long y = row % lat, level = row / lat;
        long long from = (level * lat + (lat - 1 - y)) * lon + (x + shift) % lon;
        chart[i] = fmaf(scale, field[from], offset);
    }
}

__global__ void __launch_bounds__(288) walnut_ferry_ap6_b(const float* __restrict__ field, float* __restrict__ chart, int lat, int lon, int shift,
                                                          float scale, float offset) {
    int y = blockIdx.x, level = blockIdx.y;
    const float* from = field + (level * lat + (lat - 1 - y)) * lon;
    float* to = chart + (level * lat + y) * lon;
    float v[5];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
        int x = threadIdx.x + j * 288 + shift;
        v[j] = from[x < lon ? x : x - lon];
    }
#pragma unroll
    for (int j = 0; j < 5; ++j) to[threadIdx.x + j * 288] = fmaf(scale, v[j], offset);
}

// ---- Pensions: present value of 24 liabilities of 240 quarterly payments (and a monthly fee) each under 16896 interest scenarios, month by month.
constexpr int kScenarios = 132 * 128, kPlans = 24, kYears = 60;

__device__ __forceinline__ void load_payments(float4* book, const float4* __restrict__ payments) {
#pragma unroll 4
    for (int s = threadIdx.x; s < kPlans * kYears; s += 128) {
        float4 p = payments[s];
        book[s] = make_float4(1.2f + p.x, 1.2f + p.y, 1.2f + p.z, 1.2f + p.w);
    }
    __syncthreads();
}

__global__ void __launch_bounds__(128) pebble_choir_ap6_a(const float4* __restrict__ payments, const float* __restrict__ rates, float* __restrict__ values,
                                                          float fee) {
    __shared__ float4 book[kPlans * kYears];
    load_payments(book, payments);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 0.995f + 0.004f * rates[i];
#pragma unroll 1
    for (int plan = 0; plan < kPlans; ++plan) {
        const float4* flow = book + plan * kYears;
        float v = 0.0f;
#pragma unroll 4
        for (int year = kYears - 1; year >= 0; --year) {
            float4 f = flow[year];
            v = fmaf(v, d, f.w); v = fmaf(v, d, fee); v = fmaf(v, d, fee);
            v = fmaf(v, d, f.z); v = fmaf(v, d, fee); v = fmaf(v, d, fee);
            v = fmaf(v, d, f.y); v = fmaf(v, d, fee); v = fmaf(v, d, fee);
            v = fmaf(v, d, f.x); v = fmaf(v, d, fee); v = fmaf(v, d, fee);
        }
        values[plan * kScenarios + i] = v;
    }
}

__device__ __forceinline__ void quarter(float (&v)[8], float d, const float (&pay)[8], float fee) {
#pragma unroll
    for (int p = 0; p < 8; ++p) v[p] = fmaf(v[p], d, pay[p]);
#pragma unroll
    for (int p = 0; p < 8; ++p) v[p] = fmaf(v[p], d, fee);
#pragma unroll
    for (int p = 0; p < 8; ++p) v[p] = fmaf(v[p], d, fee);
}

__global__ void __launch_bounds__(128) pebble_choir_ap6_b(const float4* __restrict__ payments, const float* __restrict__ rates, float* __restrict__ values,
                                                          float fee) {
    __shared__ float4 book[kPlans * kYears];
    load_payments(book, payments);
    int i = blockIdx.x * 128 + threadIdx.x;
    float d = 0.995f + 0.004f * rates[i];
#pragma unroll 1
    for (int plan = 0; plan < kPlans; plan += 8) {
        const float4* flow = book + plan * kYears;
        float v[8];
#pragma unroll
        for (int p = 0; p < 8; ++p) v[p] = 0.0f;
#pragma unroll 2
        for (int year = kYears - 1; year >= 0; --year) {
            float one[8], two[8], three[8], four[8];
#pragma unroll
            for (int p = 0; p < 8; ++p) {
                float4 f = flow[p * kYears + year];
                one[p] = f.x; two[p] = f.y; three[p] = f.z; four[p] = f.w;
            }
            quarter(v, d, four, fee); quarter(v, d, three, fee); quarter(v, d, two, fee); quarter(v, d, one, fee);
        }
#pragma unroll
        for (int p = 0; p < 8; ++p) values[(plan + p) * kScenarios + i] = v[p];
    }
}

// ---- Reservoir computing: 12 turns of an echo network of 16 units with a common weight matrix, one network a thread.
constexpr int kUnits = 16, kNets = 132 * 4 * 256 * 16;
struct Reservoir { float weight[kUnits][kUnits], bias[kUnits]; };
__constant__ Reservoir network;

struct Fused { static __device__ __forceinline__ float mad(float w, float x, float s) { return fmaf(w, x, s); } };
struct Rounded { static __device__ __forceinline__ float mad(float w, float x, float s) { return __fadd_rn(s, __fmul_rn(w, x)); } };

template <typename Op>
__device__ __forceinline__ void echo_turns(const float4* __restrict__ drive, float4* __restrict__ state) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float u[kUnits], x[kUnits];
#pragma unroll
    for (int g = 0; g < kUnits / 4; ++g) {
        float4 d = drive[(size_t)g * kNets + i];
        u[4 * g] = Op::mad(0.2f, d.x, network.bias[4 * g]); u[4 * g + 1] = Op::mad(0.2f, d.y, network.bias[4 * g + 1]);
        u[4 * g + 2] = Op::mad(0.2f, d.z, network.bias[4 * g + 2]); u[4 * g + 3] = Op::mad(0.2f, d.w, network.bias[4 * g + 3]);
    }
#pragma unroll
    for (int k = 0; k < kUnits; ++k) x[k] = __saturatef(u[k]);
#pragma unroll 1
    for (int turn = 0; turn < 12; ++turn) {
        float y[kUnits];
#pragma unroll
        for (int k = 0; k < kUnits; ++k) y[k] = u[k];
#pragma unroll
        for (int j = 0; j < kUnits; ++j)
#pragma unroll
            for (int k = 0; k < kUnits; ++k) y[k] = Op::mad(network.weight[k][j], x[j], y[k]);
#pragma unroll
        for (int k = 0; k < kUnits; ++k) x[k] = __saturatef(y[k]);
    }
#pragma unroll
    for (int g = 0; g < kUnits / 4; ++g) state[(size_t)g * kNets + i] = make_float4(x[4 * g], x[4 * g + 1], x[4 * g + 2], x[4 * g + 3]);
}

__global__ void __launch_bounds__(256, 4) saffron_gate_ap6_a(const float4* __restrict__ drive, float4* __restrict__ state) {
    echo_turns<Rounded>(drive, state);
}
__global__ void __launch_bounds__(256, 4) saffron_gate_ap6_b(const float4* __restrict__ drive, float4* __restrict__ state) {
    echo_turns<Fused>(drive, state);
}

// ---- Credit scoring: 16 boosted trees of depth 12 over 32 features for a batch of 16896 applicants.
constexpr int kApplicants = 132 * 128, kTrees = 16, kDepth = 12, kNodes = (1 << kDepth) - 1, kLeaves = 1 << kDepth, kFeatures = 32;

__device__ __forceinline__ void load_features(float* trait, const float* __restrict__ features) {
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 8
    for (int f = 0; f < kFeatures; ++f) trait[f * 128 + threadIdx.x] = features[f * kApplicants + i];  // own column only: no barrier
}

__global__ void __launch_bounds__(128) otter_mitten_ap6_a(const int2* __restrict__ nodes, const float* __restrict__ leaves, const float* __restrict__ features,
                                                          float* __restrict__ score) {
    __shared__ float trait[kFeatures * 128];
    load_features(trait, features);
    int t = threadIdx.x;
    float sum = 0.5f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; ++tree) {
        const int2* root = nodes + tree * kNodes;
        int at = 0;
#pragma unroll
        for (int level = 0; level < kDepth; ++level) {
            int2 node = root[at];
            at = 2 * at + (trait[node.x * 128 + t] > __int_as_float(node.y) ? 2 : 1);
        }
        sum += leaves[tree * kLeaves + at - kNodes];
    }
    score[blockIdx.x * 128 + t] = sum;
}

__global__ void __launch_bounds__(128) otter_mitten_ap6_b(const int2* __restrict__ nodes, const float* __restrict__ leaves, const float* __restrict__ features,
                                                          float* __restrict__ score) {
    __shared__ float trait[kFeatures * 128];
    load_features(trait, features);
    int t = threadIdx.x;
    float sum = 0.5f;
#pragma unroll 1
    for (int tree = 0; tree < kTrees; tree += 8) {
        const int2* root = nodes + tree * kNodes;
        int at[8];
#pragma unroll
        for (int w = 0; w < 8; ++w) at[w] = 0;
#pragma unroll
        for (int level = 0; level < kDepth; ++level) {
            int2 node[8];
#pragma unroll
            for (int w = 0; w < 8; ++w) node[w] = root[w * kNodes + at[w]];
#pragma unroll
            for (int w = 0; w < 8; ++w) at[w] = 2 * at[w] + (trait[node[w].x * 128 + t] > __int_as_float(node[w].y) ? 2 : 1);
        }
        float leaf[8];
#pragma unroll
        for (int w = 0; w < 8; ++w) leaf[w] = leaves[(tree + w) * kLeaves + at[w] - kNodes];
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += leaf[w];
    }
    score[blockIdx.x * 128 + t] = sum;
}

// ---- Land survey from orbit: Holt's level and trend of the vegetation index of 135168 pixels over 1024 passes, a thread a pixel.
constexpr int kPixels = 132 * 1024, kPasses = 1024, kAhead = 16;
constexpr float kAlpha = 0.3f, kBeta = 0.1f;

__device__ __forceinline__ void holt(float seen, float& level, float& trend) {
    float guess = level + trend, next = fmaf(kAlpha, seen - guess, guess);
    trend = fmaf(kBeta, next - level - trend, trend);
    level = next;
}

__global__ void __launch_bounds__(256) quarry_plume_ap6_a(const float* seen, float* smooth) {
    int pixel = blockIdx.x * 256 + threadIdx.x;
    float level = 0.5f, trend = 0.0f;
    for (int pass = 0; pass < kPasses; ++pass) {
        holt(1.0f + seen[pass * kPixels + pixel], level, trend);
        smooth[pass * kPixels + pixel] = level;
    }
}

__global__ void __launch_bounds__(256) quarry_plume_ap6_b(const float* __restrict__ seen, float* __restrict__ smooth) {
    int pixel = blockIdx.x * 256 + threadIdx.x;
    float level = 0.5f, trend = 0.0f;
#pragma unroll 1
    for (int pass = 0; pass < kPasses; pass += kAhead) {
        float v[kAhead];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) v[j] = seen[(pass + j) * kPixels + pixel];
#pragma unroll
        for (int j = 0; j < kAhead; ++j) {
            holt(1.0f + v[j], level, trend);
            smooth[(pass + j) * kPixels + pixel] = level;
        }
    }
}

// ---- Seismology: envelope of the analytic signal over the local noise floor, a quadruple of samples a thread.
constexpr int kQuads = 132 * 8 * 256 * 32;

struct Exact { static __device__ __forceinline__ float ratio(float e, float n) { return sqrtf(e) / n; } };
struct Quick {
    static __device__ __forceinline__ float ratio(float e, float n) { return __fdividef(e * rsqrtf(fmaxf(e, 1e-30f)), n); }
};

template <typename Op>
__device__ __forceinline__ void envelope(const float4* __restrict__ re, const float4* __restrict__ im, const float4* __restrict__ noise, float4* __restrict__ ratio) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 a = __ldcs(re + i), b = __ldcs(im + i), n = __ldcs(noise + i);
    __stcs(ratio + i, make_float4(Op::ratio(fmaf(a.x, a.x, b.x * b.x), 1.25f + n.x), Op::ratio(fmaf(a.y, a.y, b.y * b.y), 1.25f + n.y),
                                  Op::ratio(fmaf(a.z, a.z, b.z * b.z), 1.25f + n.z), Op::ratio(fmaf(a.w, a.w, b.w * b.w), 1.25f + n.w)));
}

__global__ void __launch_bounds__(256, 8) thimble_heron_ap6_a(const float4* __restrict__ re, const float4* __restrict__ im, const float4* __restrict__ noise,
                                                              float4* __restrict__ ratio) { envelope<Exact>(re, im, noise, ratio); }
__global__ void __launch_bounds__(256, 8) thimble_heron_ap6_b(const float4* __restrict__ re, const float4* __restrict__ im, const float4* __restrict__ noise,
                                                              float4* __restrict__ ratio) { envelope<Quick>(re, im, noise, ratio); }

// ---- Storage ring: 128 cells (focus with sextupole, drift, defocus, drift) of two particles a thread; mean square displacement.
constexpr int kBeam = 132 * 8 * 256 * 8, kCells = 128;  // threads

__global__ void __launch_bounds__(256, 8) cobalt_wicker_ap6_a(const float4* __restrict__ start, float* __restrict__ spread, float lens, float drift, float sextupole) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p[2];
    float sum[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        float4 s = start[j * kBeam + i];
        p[j] = make_float4(0.05f * s.x, 0.01f * s.y, 0.05f * s.z, 0.01f * s.w);  // x, px, y, py
        sum[j] = 0.0f;
    }
#pragma unroll 4
    for (int cell = 0; cell < kCells; ++cell) {
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            float x = p[j].x, px = p[j].y, y = p[j].z, py = p[j].w;
            float bend = fmaf(-sextupole, x, -lens), tilt = sextupole * y;  // px -= lens x + s (x x - y y), py += lens y + 2 s x y
            px = fmaf(bend, x, px); px = fmaf(tilt, y, px);
            py = fmaf(lens, y, py); py = fmaf(tilt + tilt, x, py);
            x = fmaf(drift, px, x); y = fmaf(drift, py, y);
            px = fmaf(lens, x, px); py = fmaf(-lens, y, py);
            x = fmaf(drift, px, x); y = fmaf(drift, py, y);
            sum[j] = fmaf(x, x, sum[j]); sum[j] = fmaf(y, y, sum[j]);
            p[j] = make_float4(x, px, y, py);
        }
    }
#pragma unroll
    for (int j = 0; j < 2; ++j) spread[j * kBeam + i] = sum[j] * (1.0f / kCells);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };

    constexpr size_t kMost = (size_t)kPixels * kPasses, kWave = (size_t)kQuads * 4;
    float *one = filled<float>(kMost, 61), *two = filled<float>(kWave, 62), *three = filled<float>(kWave, 63), *out = empty<float>(kMost);
    static_assert(kWave <= kMost && kGrid <= kMost && (size_t)kSnapshots * kCurve <= kMost && (size_t)kNets * kUnits <= kMost && (size_t)kBeam * 8 <= kMost &&
                  kMost < 0x7fffffff && kGrid % 1280 == 0 && kLon == 288 * 5, "sizes do not fit");
    float2* one2 = reinterpret_cast<float2*>(one);
    float4 *one4 = reinterpret_cast<float4*>(one), *two4 = reinterpret_cast<float4*>(two), *three4 = reinterpret_cast<float4*>(three);
    float4* out4 = reinterpret_cast<float4*>(out);

    add("lantern_moss_ap6_a", out, (size_t)kSnapshots * kCurve, [=] { lantern_moss_ap6_a<<<kSnapshots, 256>>>(one2, out); });
    add("lantern_moss_ap6_b", out, (size_t)kSnapshots * kCurve, [=] { lantern_moss_ap6_b<<<kSnapshots, 256>>>(one2, out); });

    add("walnut_ferry_ap6_a", out, kGrid, [=] { walnut_ferry_ap6_a<<<(int)(kGrid / 1280), 256>>>(one, out, kLat, kLon, kLon / 2, 30.0f, 15.0f); });
    add("walnut_ferry_ap6_b", out, kGrid, [=] { walnut_ferry_ap6_b<<<dim3(kLat, kLevels), 288>>>(one, out, kLat, kLon, kLon / 2, 30.0f, 15.0f); });

    add("pebble_choir_ap6_a", out, (size_t)kPlans * kScenarios, [=] { pebble_choir_ap6_a<<<kScenarios / 128, 128>>>(one4, two, out, 0.05f); });
    add("pebble_choir_ap6_b", out, (size_t)kPlans * kScenarios, [=] { pebble_choir_ap6_b<<<kScenarios / 128, 128>>>(one4, two, out, 0.05f); });

    Reservoir net;
    for (int k = 0; k < kUnits; ++k) {
        net.bias[k] = 0.5f + 0.2f * unit(900 + k);
        for (int j = 0; j < kUnits; ++j) net.weight[k][j] = 0.2f * unit(1000 + k * kUnits + j);
    }
    CHECK(cudaMemcpyToSymbol(network, &net, sizeof(net)));
    add("saffron_gate_ap6_a", out, (size_t)kNets * kUnits, [=] { saffron_gate_ap6_a<<<kNets / 256, 256>>>(one4, out4); });
    add("saffron_gate_ap6_b", out, (size_t)kNets * kUnits, [=] { saffron_gate_ap6_b<<<kNets / 256, 256>>>(one4, out4); });

    std::vector<int2> forest((size_t)kTrees * kNodes);
    std::vector<float> leaf((size_t)kTrees * kLeaves);
    for (size_t k = 0; k < forest.size(); ++k) {
        float cut = 0.3f * unit((uint32_t)k + 50000u);
        int bits;
        std::memcpy(&bits, &cut, 4);
        forest[k] = make_int2((int)(hash32((uint32_t)k + 7u) % kFeatures), bits);
    }
    for (size_t k = 0; k < leaf.size(); ++k) leaf[k] = 0.3f + 0.2f * unit((uint32_t)k + 900000u);
    int2* nodes = uploaded(forest);
    float* leaves = uploaded(leaf);
    add("otter_mitten_ap6_a", out, kApplicants, [=] { otter_mitten_ap6_a<<<kApplicants / 128, 128>>>(nodes, leaves, one, out); });
    add("otter_mitten_ap6_b", out, kApplicants, [=] { otter_mitten_ap6_b<<<kApplicants / 128, 128>>>(nodes, leaves, one, out); });

    add("quarry_plume_ap6_a", out, kMost, [=] { quarry_plume_ap6_a<<<kPixels / 256, 256>>>(one, out); });
    add("quarry_plume_ap6_b", out, kMost, [=] { quarry_plume_ap6_b<<<kPixels / 256, 256>>>(one, out); });

    add("thimble_heron_ap6_a", out, kWave, [=] { thimble_heron_ap6_a<<<kQuads / 256, 256>>>(one4, two4, three4, out4); });
    add("thimble_heron_ap6_b", out, kWave, [=] { thimble_heron_ap6_b<<<kQuads / 256, 256>>>(one4, two4, three4, out4); });

    add("cobalt_wicker_ap6_a", out, (size_t)kBeam * 2, [=] { cobalt_wicker_ap6_a<<<kBeam / 256, 256>>>(one4, out, 0.5f, 1.0f, 0.05f); });

    return harness::run(argc, argv, cases);
}
