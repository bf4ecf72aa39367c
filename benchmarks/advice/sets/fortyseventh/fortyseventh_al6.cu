// Eight measured cases around arithmetic and latency: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Acoustics: power that a line array of 64 microphones hears from each of 256 directions, a block a snapshot.
constexpr int kMics = 64, kAngles = 256, kSnapshots = 8192;

__global__ void __launch_bounds__(256) lantern_otter_al6_a(const float2* __restrict__ signal, const float* __restrict__ look, float* __restrict__ power) {
    __shared__ float2 mic[kMics];
    int t = threadIdx.x;
    if (t < kMics) mic[t] = signal[blockIdx.x * kMics + t];
    float phi = 3.14159265f * look[t], place = 0.0f, re = 0.0f, im = 0.0f;
    __syncthreads();
#pragma unroll 4
    for (int m = 0; m < kMics; ++m) {
        float s, c;
        sincosf(phi * place, &s, &c);
        place += 1.0f;
        float2 x = mic[m];
        re = fmaf(x.x, c, re); re = fmaf(-x.y, s, re);
        im = fmaf(x.x, s, im); im = fmaf(x.y, c, im);
    }
    power[blockIdx.x * kAngles + t] = fmaf(re, re, im * im);
}

__global__ void __launch_bounds__(256) lantern_otter_al6_b(const float2* __restrict__ signal, const float* __restrict__ look, float* __restrict__ power) {
    __shared__ float2 mic[kMics];
    int t = threadIdx.x;
    if (t < kMics) mic[t] = signal[blockIdx.x * kMics + t];
    float phi = 3.14159265f * look[t], re = 0.0f, im = 0.0f, turn_s, turn_c, s = 0.0f, c = 1.0f;
    sincosf(phi, &turn_s, &turn_c);
    __syncthreads();
#pragma unroll 4
    for (int m = 0; m < kMics; ++m) {
        float2 x = mic[m];
        re = fmaf(x.x, c, re); re = fmaf(-x.y, s, re);
        im = fmaf(x.x, s, im); im = fmaf(x.y, c, im);
        float next = fmaf(c, turn_c, -s * turn_s);  // the next microphone: one rotation on
        s = fmaf(s, turn_c, c * turn_s);
        c = next;
    }
    power[blockIdx.x * kAngles + t] = fmaf(re, re, im * im);
}

// ---- Linear algebra: a row-major matrix dealt out block-cyclically to a grid of processes.
constexpr int kOrder = 2048, kTile = 64, kProcRows = 4, kProcCols = 2, kDealt = kOrder * kOrder;

__global__ void __launch_bounds__(256) quill_harbor_al6_a(const float* __restrict__ matrix, float* __restrict__ parts, long long n, long long nb,
                                                          long long proc_rows, long long proc_cols, long long local_rows, long long local_cols) {
    long long first = (long long)blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) v[u] = matrix[first + u * 256];
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        long long at = first + u * 256;
        long long row = at / n, col = at - row * n;
        long long rb = row / nb, ri = row - rb * nb, lr = rb / proc_rows, pr = rb - lr * proc_rows;
        long long cb = col / nb, ci = col - cb * nb, lc = cb / proc_cols, pc = cb - lc * proc_cols;
        parts[((pr * proc_cols + pc) * local_rows + lr * nb + ri) * local_cols + lc * nb + ci] = v[u];
    }
}

struct Divider {  // of numbers below 2^31
    unsigned by, times, shift;
    __device__ __forceinline__ unsigned of(unsigned a) const { return (__umulhi(a, times) + a) >> shift; }
};
static Divider divider(unsigned d) {
    unsigned s = 0;
    while ((1ull << s) < d) ++s;
    return {d, (unsigned)(((1ull << 32) * ((1ull << s) - d)) / d + 1), s};
}

__global__ void __launch_bounds__(256) quill_harbor_al6_b(const float* __restrict__ matrix, float* __restrict__ parts, Divider n, Divider nb,
                                                          Divider proc_rows, Divider proc_cols, unsigned local_rows, unsigned local_cols) {
    unsigned first = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) v[u] = matrix[first + u * 256];
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        unsigned at = first + u * 256;
        unsigned row = n.of(at), col = at - row * n.by;
        unsigned rb = nb.of(row), ri = row - rb * nb.by, lr = proc_rows.of(rb), pr = rb - lr * proc_rows.by;
        unsigned cb = nb.of(col), ci = col - cb * nb.by, lc = proc_cols.of(cb), pc = cb - lc * proc_cols.by;
        parts[((pr * proc_cols.by + pc) * local_rows + lr * nb.by + ri) * local_cols + lc * nb.by + ci] = v[u];
    }
}

// ---- Neuroscience: energy of bistable membranes after 2048 steps of a cubic map, four membranes a thread.
constexpr int kLanes = 132 * 128, kEach = 4, kSteps = 2048;

__global__ void __launch_bounds__(128) mossy_kettle_al6_a(const float* __restrict__ start, const float* __restrict__ current, float* __restrict__ energy) {
    int lane = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int e = 0; e < kEach; ++e) {
        float v = start[lane + e * kLanes], drive = 0.01f * current[lane + e * kLanes], sum = 0.0f;
#pragma unroll 8
        for (int step = 0; step < kSteps; ++step) {
            float gain = fmaf(v * v, -0.01f, 1.03f);
            v = fmaf(v, gain, drive);
            sum = fmaf(v, v, sum);
        }
        energy[lane + e * kLanes] = sum;
    }
}

__global__ void __launch_bounds__(128) mossy_kettle_al6_b(const float* __restrict__ start, const float* __restrict__ current, float* __restrict__ energy) {
    int lane = blockIdx.x * 128 + threadIdx.x;
    float v[kEach], drive[kEach], sum[kEach];
#pragma unroll
    for (int e = 0; e < kEach; ++e) { v[e] = start[lane + e * kLanes]; drive[e] = 0.01f * current[lane + e * kLanes]; sum[e] = 0.0f; }
#pragma unroll 8
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
        for (int e = 0; e < kEach; ++e) {
            float gain = fmaf(v[e] * v[e], -0.01f, 1.03f);
            v[e] = fmaf(v[e], gain, drive[e]);
            sum[e] = fmaf(v[e], v[e], sum[e]);
        }
    }
#pragma unroll
    for (int e = 0; e < kEach; ++e) energy[lane + e * kLanes] = sum[e];
}

// ---- Insurance: present value of 360 monthly payments (latest first) of each contract under 2048 rates, a block a contract.
constexpr int kContracts = 16384, kMonths = 360, kRates = 2048, kPer = kRates / 256;

template <bool kLedger>
__device__ __forceinline__ void present_value(const float* __restrict__ flows, const float* __restrict__ rate, float* __restrict__ value) {
    __shared__ __align__(16) float pay[kMonths];
    int t = threadIdx.x;
    for (int k = t; k < kMonths; k += 256) pay[k] = fmaf(0.5f, flows[(size_t)blockIdx.x * kMonths + k], 1.0f);
    float discount[kPer], sum[kPer];
#pragma unroll
    for (int j = 0; j < kPer; ++j) { discount[j] = fmaf(0.008f, rate[j * 256 + t], 0.99f); sum[j] = 0.0f; }
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kMonths; k += 4) {
        float4 p = *reinterpret_cast<const float4*>(pay + k);
#pragma unroll
        for (int j = 0; j < kPer; ++j) {
            if (kLedger) {  // each product and each sum rounded by itself, as in the ledger
                sum[j] = __fadd_rn(__fmul_rn(sum[j], discount[j]), p.x);
                sum[j] = __fadd_rn(__fmul_rn(sum[j], discount[j]), p.y);
                sum[j] = __fadd_rn(__fmul_rn(sum[j], discount[j]), p.z);
                sum[j] = __fadd_rn(__fmul_rn(sum[j], discount[j]), p.w);
            } else {
                sum[j] = fmaf(sum[j], discount[j], p.x);
                sum[j] = fmaf(sum[j], discount[j], p.y);
                sum[j] = fmaf(sum[j], discount[j], p.z);
                sum[j] = fmaf(sum[j], discount[j], p.w);
            }
        }
    }
#pragma unroll
    for (int j = 0; j < kPer; ++j) value[(size_t)blockIdx.x * kRates + j * 256 + t] = sum[j];
}

__global__ void __launch_bounds__(256) amber_walnut_al6_a(const float* __restrict__ flows, const float* __restrict__ rate, float* __restrict__ value) {
    present_value<true>(flows, rate, value);
}
__global__ void __launch_bounds__(256) amber_walnut_al6_b(const float* __restrict__ flows, const float* __restrict__ rate, float* __restrict__ value) {
    present_value<false>(flows, rate, value);
}

// ---- Genomics: letters before each of four reads a thread, by 192 steps through the last-to-first map of a sorted text.
constexpr int kText = 1 << 22, kWalkers = 132 * 64, kReads = 4, kHops = 192;

__global__ void __launch_bounds__(64) pigeon_thimble_al6_a(const unsigned* __restrict__ last_first, const int* __restrict__ read, int* __restrict__ letters) {
    int w = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < kReads; ++r) {
        unsigned pos = read[w + r * kWalkers], code = 0;
#pragma unroll 4
        for (int hop = 0; hop < kHops; ++hop) {
            pos = last_first[pos];
            code = code * 5 + (pos & 3);
        }
        letters[w + r * kWalkers] = code & 0x7fffff;
    }
}

__global__ void __launch_bounds__(64) pigeon_thimble_al6_b(const unsigned* __restrict__ last_first, const int* __restrict__ read, int* __restrict__ letters) {
    int w = blockIdx.x * 64 + threadIdx.x;
    unsigned pos[kReads], code[kReads];
#pragma unroll
    for (int r = 0; r < kReads; ++r) { pos[r] = read[w + r * kWalkers]; code[r] = 0; }
#pragma unroll 4
    for (int hop = 0; hop < kHops; ++hop) {
#pragma unroll
        for (int r = 0; r < kReads; ++r) pos[r] = last_first[pos[r]];
#pragma unroll
        for (int r = 0; r < kReads; ++r) code[r] = code[r] * 5 + (pos[r] & 3);
    }
#pragma unroll
    for (int r = 0; r < kReads; ++r) letters[w + r * kWalkers] = code[r] & 0x7fffff;
}

// ---- Trading: cost of one market order in each of 135168 order books, level by level until it is filled.
constexpr int kBooks = 132 * 4 * 256, kLevels = 256;

__global__ void __launch_bounds__(256) velvet_anchor_al6_a(const float* __restrict__ depth, const float* __restrict__ size, float* __restrict__ paid) {
    int b = blockIdx.x * 256 + threadIdx.x;
    float want = fmaf(4.0f, size[b], 120.0f), price = 1.0f, cost = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kLevels; ++k) {
        float offered = fabsf(depth[k * kBooks + b]) + 0.1f, take = fminf(offered, want);
        cost = fmaf(take, price, cost);
        price += 0.01f;
        want -= take;
        if (want <= 0.0f) break;
    }
    paid[b] = cost;
}

__global__ void __launch_bounds__(256) velvet_anchor_al6_b(const float* __restrict__ depth, const float* __restrict__ size, float* __restrict__ paid) {
    int b = blockIdx.x * 256 + threadIdx.x;
    float want = fmaf(4.0f, size[b], 120.0f), price = 1.0f, cost = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kLevels; k += 8) {
        float level[8];
#pragma unroll
        for (int u = 0; u < 8; ++u) level[u] = depth[(k + u) * kBooks + b];
#pragma unroll
        for (int u = 0; u < 8; ++u) {
            float take = fminf(fabsf(level[u]) + 0.1f, want);  // 0 once the order is filled
            cost = fmaf(take, price, cost);
            price += 0.01f;
            want -= take;
        }
        if (want <= 0.0f) break;
    }
    paid[b] = cost;
}

// ---- Photography: tone curve sqrt(v / (v + white)) of a strip of high-range pixels, four quadruples a thread.
constexpr int kPixels = 1 << 27;

__device__ __forceinline__ float tone_exact(float x) { float v = fabsf(x) + 0.05f; return sqrtf(v / (v + 0.6f)); }
__device__ __forceinline__ float tone_quick(float x) { float v = fabsf(x) + 0.05f; return v * rsqrtf(v * (v + 0.6f)); }

__global__ void __launch_bounds__(256) cedar_biscuit_al6_a(const float4* __restrict__ scene, float4* __restrict__ print) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = __ldcs(scene + i + j * 256);
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(print + i + j * 256, make_float4(tone_exact(p[j].x), tone_exact(p[j].y), tone_exact(p[j].z), tone_exact(p[j].w)));
}

__global__ void __launch_bounds__(256) cedar_biscuit_al6_b(const float4* __restrict__ scene, float4* __restrict__ print) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) p[j] = __ldcs(scene + i + j * 256);
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(print + i + j * 256, make_float4(tone_quick(p[j].x), tone_quick(p[j].y), tone_quick(p[j].z), tone_quick(p[j].w)));
}

// ---- Ion traps: quartic potential of 1024 charges at 1.6 million sites in double precision, four sites a thread.
constexpr int kTrapBlocks = 132 * 12, kCharges = 1024, kPart = 256, kSites = kTrapBlocks * 1024;

__global__ void __launch_bounds__(256, 3) marble_heron_al6_a(const double* __restrict__ sites, const double2* __restrict__ charges, double* __restrict__ potential) {
    __shared__ double2 part[kPart * 2];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    double x[4], y[4], z[4], sum[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        x[j] = sites[i + j * 256]; y[j] = sites[kSites + i + j * 256]; z[j] = sites[2 * kSites + i + j * 256];
        sum[j] = 0.0;
    }
    for (int from = 0; from < kCharges; from += kPart) {
        __syncthreads();
        part[t] = charges[from * 2 + t];
        part[t + 256] = charges[from * 2 + t + 256];
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < kPart; ++s) {
            double2 xy = part[2 * s], zq = part[2 * s + 1];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                double dx = x[j] - xy.x, dy = y[j] - xy.y, dz = z[j] - zq.x;
                double r2 = fma(dx, dx, fma(dy, dy, dz * dz));
                sum[j] = fma(zq.y, fma(r2, fma(r2, 0.125, -0.75), 1.0), sum[j]);
            }
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) potential[i + j * 256] = sum[j];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type}); };

    {
        const float2* signal = reinterpret_cast<const float2*>(filled<float>((size_t)kSnapshots * kMics * 2, 471));
        const float* look = filled<float>(kAngles, 472);
        float* power = empty<float>((size_t)kSnapshots * kAngles);
        add("lantern_otter_al6_a", power, (size_t)kSnapshots * kAngles, Output::f32, [=] { lantern_otter_al6_a<<<kSnapshots, 256>>>(signal, look, power); });
        add("lantern_otter_al6_b", power, (size_t)kSnapshots * kAngles, Output::f32, [=] { lantern_otter_al6_b<<<kSnapshots, 256>>>(signal, look, power); });
    }
    {
        const float* matrix = filled<float>(kDealt, 473);
        float* parts = empty<float>(kDealt);
        Divider n = divider(kOrder), nb = divider(kTile), rows = divider(kProcRows), cols = divider(kProcCols);
        add("quill_harbor_al6_a", parts, kDealt, Output::f32, [=] {
            quill_harbor_al6_a<<<kDealt / 1024, 256>>>(matrix, parts, kOrder, kTile, kProcRows, kProcCols, kOrder / kProcRows, kOrder / kProcCols); });
        add("quill_harbor_al6_b", parts, kDealt, Output::f32, [=] {
            quill_harbor_al6_b<<<kDealt / 1024, 256>>>(matrix, parts, n, nb, rows, cols, kOrder / kProcRows, kOrder / kProcCols); });
    }
    {
        const float *start = filled<float>(kLanes * kEach, 474), *current = filled<float>(kLanes * kEach, 475);
        float* energy = empty<float>(kLanes * kEach);
        add("mossy_kettle_al6_a", energy, kLanes * kEach, Output::f32, [=] { mossy_kettle_al6_a<<<132, 128>>>(start, current, energy); });
        add("mossy_kettle_al6_b", energy, kLanes * kEach, Output::f32, [=] { mossy_kettle_al6_b<<<132, 128>>>(start, current, energy); });
    }
    {
        const float *flows = filled<float>((size_t)kContracts * kMonths, 476), *rate = filled<float>(kRates, 477);
        float* value = empty<float>((size_t)kContracts * kRates);
        add("amber_walnut_al6_a", value, (size_t)kContracts * kRates, Output::f32, [=] { amber_walnut_al6_a<<<kContracts, 256>>>(flows, rate, value); });
        add("amber_walnut_al6_b", value, (size_t)kContracts * kRates, Output::f32, [=] { amber_walnut_al6_b<<<kContracts, 256>>>(flows, rate, value); });
    }
    {
        std::vector<unsigned> map(kText);
        for (unsigned p = 0; p < (unsigned)kText; ++p) {  // a scrambled permutation
            unsigned x = p;
            x = (x * 0x2c1b3c6du + 12345u) & (kText - 1); x ^= x >> 11;
            x = (x * 0x297a2d39u + 777u) & (kText - 1); x ^= x >> 13;
            map[p] = x;
        }
        const unsigned* last_first = harness::uploaded(map);
        const int* read = harness::indices(kWalkers * kReads, kText, 478);
        int* letters = empty<int>(kWalkers * kReads);
        add("pigeon_thimble_al6_a", letters, kWalkers * kReads, Output::i32, [=] { pigeon_thimble_al6_a<<<132, 64>>>(last_first, read, letters); });
        add("pigeon_thimble_al6_b", letters, kWalkers * kReads, Output::i32, [=] { pigeon_thimble_al6_b<<<132, 64>>>(last_first, read, letters); });
    }
    {
        const float *depth = filled<float>((size_t)kBooks * kLevels, 479), *size = filled<float>(kBooks, 480);
        float* paid = empty<float>(kBooks);
        add("velvet_anchor_al6_a", paid, kBooks, Output::f32, [=] { velvet_anchor_al6_a<<<kBooks / 256, 256>>>(depth, size, paid); });
        add("velvet_anchor_al6_b", paid, kBooks, Output::f32, [=] { velvet_anchor_al6_b<<<kBooks / 256, 256>>>(depth, size, paid); });
    }
    {
        const float4* scene = reinterpret_cast<const float4*>(filled<float>(kPixels, 481));
        float* print = empty<float>(kPixels);
        float4* print4 = reinterpret_cast<float4*>(print);
        add("cedar_biscuit_al6_a", print, kPixels, Output::f32, [=] { cedar_biscuit_al6_a<<<kPixels / 4096, 256>>>(scene, print4); });
        add("cedar_biscuit_al6_b", print, kPixels, Output::f32, [=] { cedar_biscuit_al6_b<<<kPixels / 4096, 256>>>(scene, print4); });
    }
    {
        const double* sites = filled<double>((size_t)kSites * 3, 482);
        const double2* charges = reinterpret_cast<const double2*>(filled<double>(kCharges * 4, 483));
        double* potential = empty<double>(kSites);
        add("marble_heron_al6_a", potential, kSites, Output::f64, [=] { marble_heron_al6_a<<<kTrapBlocks, 256>>>(sites, charges, potential); });
    }
    return harness::run(argc, argv, cases);
}
