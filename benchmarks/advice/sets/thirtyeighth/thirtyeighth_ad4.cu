// Eight measured cases from robotics, insurance, remote sensing, seismology, mining, distilling, audio and surveying: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Robotics: relaxes every joint of a swarm of walking machines; a joint is a hinge, a slider, a ball or a cable stop.
constexpr int kHinges = 132 * 4 * 512 * 4, kRelax = 160;

struct Hinges {
    const float4* __restrict__ state;  // place, speed, stiffness, load
    const int* __restrict__ kind;
    float2* __restrict__ settled;
};

__device__ __forceinline__ float2 settle_hinge(float4 s) {
    float x = s.x, v = s.y, k = fmaf(0.2f, s.z, 0.5f);
#pragma unroll 4
    for (int i = 0; i < kRelax; ++i) {
        float sine = x * fmaf(x * x, fmaf(x * x, 0.0083f, -0.1666f), 1.0f);
        v = fmaf(0.02f, fmaf(-k, sine, fmaf(-0.3f, v, s.w)), v);
        x = fmaf(0.02f, v, x);
    }
    return make_float2(x, v);
}
__device__ __forceinline__ float2 settle_slider(float4 s) {
    float x = s.x, v = s.y, k = fmaf(0.3f, s.z, 0.6f);
#pragma unroll 4
    for (int i = 0; i < kRelax; ++i) {
        float rub = fminf(fmaxf(3.0f * v, -0.4f), 0.4f);
        float push = fmaf(-k, x, s.w) - rub;
        v = fmaf(0.03f, push, v);
        x = fminf(fmaf(0.03f, v, x), 1.5f);
    }
    return make_float2(x, v);
}
__device__ __forceinline__ float2 settle_ball(float4 s) {
    float x = s.x, y = s.y, w = fmaf(0.25f, s.z, 0.8f);
#pragma unroll 4
    for (int i = 0; i < kRelax; ++i) {
        float r = fmaf(x, x, y * y), turn = fmaf(-0.1f, r, w), damp = fmaf(-0.01f, r, 0.998f);
        float u = fmaf(-0.02f * turn, y, damp * x);
        y = fmaf(0.02f * turn, x, damp * y);
        x = fmaf(0.001f, s.w, u);
    }
    return make_float2(x, y);
}
__device__ __forceinline__ float2 settle_cable(float4 s) {
    float x = s.x, v = s.y, k = fmaf(2.0f, s.z, 6.0f);
#pragma unroll 4
    for (int i = 0; i < kRelax; ++i) {
        float taut = fmaxf(x - 0.2f, 0.0f), slack = fminf(x + 0.6f, 0.0f);
        float pull = fmaf(-k, taut, fmaf(-0.5f, v, s.w));
        v = fmaf(0.01f, fmaf(-1.5f, slack, pull), v);
        x = fmaf(0.01f, v, x);
    }
    return make_float2(x, v);
}
__device__ __forceinline__ float2 settle_joint(int kind, float4 s) {
    switch (kind) {
        case 0: return settle_hinge(s);
        case 1: return settle_slider(s);
        case 2: return settle_ball(s);
        default: return settle_cable(s);
    }
}

__global__ void __launch_bounds__(512, 4) quillwort_hinges_ad4_a(Hinges h) {
    int i = blockIdx.x * 512 + threadIdx.x;
    h.settled[i] = settle_joint(h.kind[i], h.state[i]);
}

__global__ void __launch_bounds__(512, 4) quillwort_hinges_ad4_b(Hinges h) {
    __shared__ int start[4][16];
    __shared__ int slot[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * 512, kind = h.kind[first + t], rank = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {  // where each joint stands among those of its kind
        unsigned same = __ballot_sync(0xffffffffu, kind == k);
        if (kind == k) rank = __popc(same & ((1u << lane) - 1));
        if (lane == 0) start[k][warp] = __popc(same);
    }
    __syncthreads();
    if (warp == 0) {
        int* all = &start[0][0];
        int one = all[2 * lane], two = all[2 * lane + 1], sum = one + two;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) { int from = __shfl_up_sync(0xffffffffu, sum, o); if (lane >= o) sum += from; }
        all[2 * lane] = sum - one - two;
        all[2 * lane + 1] = sum - two;
    }
    __syncthreads();
    slot[start[kind][warp] + rank] = t | kind << 16;
    __syncthreads();
    int mine = slot[t], i = first + (mine & 0xffff);
    h.settled[i] = settle_joint(mine >> 16, h.state[i]);
}

// ---- Insurance: present value of each annuity, month by month to the end of its own term.
constexpr int kPolicies = 1 << 23;

__device__ __forceinline__ float present_value(float4 p) {  // discount, hazard, benefit, term
    float alive = 1.0f, worth = 1.0f, hazard = p.y, benefit = p.z, reserve = 0.0f, sum = 0.0f;
    int term = __float_as_int(p.w);
#pragma unroll 4
    for (int month = 0; month < term; ++month) {
        alive = fmaf(-hazard, alive, alive);
        hazard *= 1.0021f;
        worth *= p.x;
        float due = alive * worth;
        sum = fmaf(due, benefit, sum);
        reserve = fmaf(0.998f, reserve, fmaf(0.01f, benefit, -due));
        benefit = fmaf(0.0004f, benefit, benefit);
        sum = fmaf(-0.001f, fmaxf(reserve, 0.0f), sum);
    }
    return sum;
}

__global__ void __launch_bounds__(256) sainfoin_terms_ad4_a(const float4* __restrict__ policy, float* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    value[i] = present_value(policy[i]);
}

__global__ void __launch_bounds__(256) sainfoin_terms_ad4_b(const float4* __restrict__ policy, const int* __restrict__ by_term, float* __restrict__ value) {
    int i = by_term[blockIdx.x * 256 + threadIdx.x];  // longest terms first
    value[i] = present_value(policy[i]);
}

// ---- Remote sensing: mends the 256 endmember shares of a pixel to be positive and to sum to one (projection by bisection).
constexpr int kPixels = 132 * 8 * 6, kShares = 256, kHalvings = 10;

__global__ void __launch_bounds__(256) teasel_mixture_ad4_a(const float* __restrict__ raw, float* __restrict__ share) {
    __shared__ float part[kShares];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kShares + t;
    float x = raw[at], low = -1.0f, high = 1.0f;
#pragma unroll 1
    for (int turn = 0; turn < kHalvings; ++turn) {
        float tau = 0.5f * (low + high);
        part[t] = fmaxf(x - tau, 0.0f);
        __syncthreads();
#pragma unroll
        for (int s = kShares / 2; s > 0; s /= 2) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
        float total = part[0];
        __syncthreads();
        if (total > 1.0f) low = tau; else high = tau;
    }
    share[at] = fmaxf(x - high, 0.0f);
}

__global__ void __launch_bounds__(256) teasel_mixture_ad4_b(const float4* __restrict__ raw, float4* __restrict__ share) {
    int pixel = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t at = (size_t)pixel * (kShares / 4) + lane;
    float4 x = raw[at], y = raw[at + 32];
    float low = -1.0f, high = 1.0f;
#pragma unroll 1
    for (int turn = 0; turn < kHalvings; ++turn) {
        float tau = 0.5f * (low + high);
        float total = ((fmaxf(x.x - tau, 0.0f) + fmaxf(x.y - tau, 0.0f)) + (fmaxf(x.z - tau, 0.0f) + fmaxf(x.w - tau, 0.0f))) +
                      ((fmaxf(y.x - tau, 0.0f) + fmaxf(y.y - tau, 0.0f)) + (fmaxf(y.z - tau, 0.0f) + fmaxf(y.w - tau, 0.0f)));
#pragma unroll
        for (int o = 16; o; o >>= 1) total += __shfl_xor_sync(0xffffffffu, total, o);
        if (total > 1.0f) low = tau; else high = tau;
    }
    share[at] = make_float4(fmaxf(x.x - high, 0.0f), fmaxf(x.y - high, 0.0f), fmaxf(x.z - high, 0.0f), fmaxf(x.w - high, 0.0f));
    share[at + 32] = make_float4(fmaxf(y.x - high, 0.0f), fmaxf(y.y - high, 0.0f), fmaxf(y.z - high, 0.0f), fmaxf(y.w - high, 0.0f));
}

// ---- Seismology: energy that each of eight stations recorded; the record holds windows of 4096 samples, station after station.
constexpr int kWindows = 16384, kStations = 8;

__device__ __forceinline__ float window_energy(const float4* __restrict__ record) {
    const float4* mine = record + (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = mine[j * 256];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float a = v[j].x - 0.01f, b = v[j].y - 0.01f, c = v[j].z - 0.01f, d = v[j].w - 0.01f;
        sum += fmaf(a, a, b * b) + fmaf(c, c, d * d);
    }
    return sum;
}

__global__ void __launch_bounds__(256) bodkin_tremor_ad4_a(const float4* __restrict__ record, float* __restrict__ energy) {
    atomicAdd(energy + blockIdx.x % kStations, window_energy(record));
}

__global__ void __launch_bounds__(256) bodkin_tremor_ad4_b(const float4* __restrict__ record, float* __restrict__ energy) {
    __shared__ float part[8];
    float sum = window_energy(record);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
        atomicAdd(energy + blockIdx.x % kStations, sum);
    }
}

// ---- Mining: mass of each of four ore grades in a drill core scan; a byte holds the grade (two bits) and the mass (six bits).
constexpr int kScanBlocks = 132 * 8, kScanTurns = 32;

__device__ __forceinline__ unsigned byte_of(unsigned word, int b) { return (word >> (8 * b)) & 255u; }

__global__ void __launch_bounds__(256) adze_grades_ad4_a(const uint4* __restrict__ scan, unsigned* __restrict__ mass) {
    __shared__ unsigned bin[4];
    if (threadIdx.x < 4) bin[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int turn = 0; turn < kScanTurns; ++turn) {
        uint4 q = scan[(size_t)turn * (kScanBlocks * 256) + blockIdx.x * 256 + threadIdx.x];
        unsigned word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) {
                unsigned v = byte_of(word[w], b);
                atomicAdd(bin + (v >> 6), v & 63u);
            }
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(mass + threadIdx.x, bin[threadIdx.x]);
}

__global__ void __launch_bounds__(256) adze_grades_ad4_b(const uint4* __restrict__ scan, unsigned* __restrict__ mass) {
    __shared__ unsigned bin[4][256];  // a column of four bins for each thread
    int t = threadIdx.x, lane = t % 32, grade = t / 32;
#pragma unroll
    for (int g = 0; g < 4; ++g) bin[g][t] = 0;
#pragma unroll 2
    for (int turn = 0; turn < kScanTurns; ++turn) {
        uint4 q = scan[(size_t)turn * (kScanBlocks * 256) + blockIdx.x * 256 + t];
        unsigned word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) {
                unsigned v = byte_of(word[w], b);
                bin[v >> 6][t] += v & 63u;
            }
    }
    __syncthreads();
    if (grade < 4) {
        unsigned sum = 0;
#pragma unroll
        for (int k = 0; k < 8; ++k) sum += bin[grade][k * 32 + lane];
        sum = __reduce_add_sync(0xffffffffu, sum);
        if (lane == 0) atomicAdd(mass + grade, sum);
    }
}

// ---- Distilling: sixteen time steps of the temperature and vapour share in every cell of a still, as the process model writes them.
constexpr int kStillCells = 132 * 8 * 256 * 4, kStillSteps = 16;

struct Still {
    const float2* __restrict__ before;  // temperature, vapour share
    const float* __restrict__ flux;
    float2* __restrict__ after;
};

__global__ void __launch_bounds__(256) alembic_vapour_ad4_a(Still still) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 cell = still.before[i];
    float temp = cell.x, vapour = cell.y, flux = still.flux[i];
#pragma unroll 4
    for (int step = 0; step < kStillSteps; ++step) {
        float heat = flux - 0.35 * (temp - 0.12);
        temp += 0.013 * heat;
        float boil = temp * (1.0 - 0.7 * vapour);
        vapour += 0.021 * boil;
    }
    still.after[i] = make_float2(temp, vapour);
}

__global__ void __launch_bounds__(256) alembic_vapour_ad4_b(Still still) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 cell = still.before[i];
    float temp = cell.x, vapour = cell.y, flux = still.flux[i];
#pragma unroll 4
    for (int step = 0; step < kStillSteps; ++step) {
        float heat = flux - 0.35f * (temp - 0.12f);
        temp += 0.013f * heat;
        float boil = temp * (1.0f - 0.7f * vapour);
        vapour += 0.021f * boil;
    }
    still.after[i] = make_float2(temp, vapour);
}

// ---- Audio: limiter; samples above the threshold go through a soft knee (k + k^3 = excess, by iteration).
constexpr int kSamples4 = 132 * 8 * 512 * 32;  // quadruples

__device__ __forceinline__ float knee_of(float excess) {
    float k = excess;
#pragma unroll
    for (int i = 0; i < 4; ++i) k = fmaf(-k * k, k, excess);
    return k;
}
__device__ __forceinline__ float limit_branch(float v) {
    float loud = fabsf(v);
    if (loud > 0.97f) v = copysignf(0.97f + knee_of(loud - 0.97f), v);
    return v;
}
__device__ __forceinline__ float limit_all(float v) {
    float loud = fabsf(v);
    return copysignf(fminf(loud, 0.97f) + knee_of(fmaxf(loud - 0.97f, 0.0f)), v);
}

__global__ void __launch_bounds__(256) bullroarer_peaks_ad4_a(const float4* __restrict__ sound, float4* __restrict__ limited) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v[2] = {sound[i], sound[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        limited[i + j * 256] = make_float4(limit_branch(v[j].x), limit_branch(v[j].y), limit_branch(v[j].z), limit_branch(v[j].w));
}

__global__ void __launch_bounds__(256) bullroarer_peaks_ad4_b(const float4* __restrict__ sound, float4* __restrict__ limited) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v[2] = {sound[i], sound[i + 256]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        limited[i + j * 256] = make_float4(limit_all(v[j].x), limit_all(v[j].y), limit_all(v[j].z), limit_all(v[j].w));
}

// ---- Surveying: how many laser echoes of a scrubland flight fall into each of 256 classes of distance and brightness.
constexpr int kEchoBlocks = 132 * 3, kEchoTurns = 80, kClasses = 256, kEchoes = kEchoBlocks * 512 * 4 * kEchoTurns;

__device__ __forceinline__ int echo_class(float4 e) {
    float d = fmaf(e.x, e.x, fmaf(e.y, e.y, e.z * e.z)), score = fmaf(0.3f, e.w, d);
    return min(max((int)fmaf(score, 75.0f, 24.0f), 0), kClasses - 1);
}

__global__ void __launch_bounds__(512, 3) garigue_heights_ad4_a(const float4* __restrict__ echo, int* __restrict__ found) {
    __shared__ int mine[kClasses];
    int t = threadIdx.x;
    if (t < kClasses) mine[t] = 0;
    __syncthreads();
    for (int turn = 0; turn < kEchoTurns; ++turn) {
        const float4* from = echo + ((size_t)turn * kEchoBlocks + blockIdx.x) * 2048 + t;
        float4 e[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) e[j] = __ldcs(from + j * 512);
#pragma unroll
        for (int j = 0; j < 4; ++j) atomicAdd(mine + echo_class(e[j]), 1);
    }
    __syncthreads();
    if (t < kClasses) atomicAdd(found + t, mine[t]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one long field of random floats and one result.
    constexpr size_t kField = (size_t)kEchoes * 4;
    static_assert((size_t)kSamples4 * 4 <= kField && (size_t)kWindows * 4096 <= kField && (size_t)kHinges * 4 <= kField, "field is too short");
    float *field = filled<float>(kField, 381), *out = empty<float>((size_t)kSamples4 * 4);
    const float2* field2 = reinterpret_cast<const float2*>(field);
    const float4* field4 = reinterpret_cast<const float4*>(field);
    float2* out2 = reinterpret_cast<float2*>(out);
    float4* out4 = reinterpret_cast<float4*>(out);
    int* outi = reinterpret_cast<int*>(out);
    unsigned* outu = reinterpret_cast<unsigned*>(out);

    Hinges hinges{field4, harness::indices(kHinges, 4, 382), out2};
    add("quillwort_hinges_ad4_a", out, (size_t)kHinges * 2, Output::f32, [=] { quillwort_hinges_ad4_a<<<kHinges / 512, 512>>>(hinges); });
    add("quillwort_hinges_ad4_b", out, (size_t)kHinges * 2, Output::f32, [=] { quillwort_hinges_ad4_b<<<kHinges / 512, 512>>>(hinges); });

    std::vector<float4> policies(kPolicies);
    std::vector<int> order(kPolicies), terms(kPolicies), first(512, 0);
    for (int i = 0; i < kPolicies; ++i) {
        float u = 0.5f + 0.5f * harness::unit(i * 3u + 383u);
        terms[i] = 12 + (int)(468.0f * u * u * u);  // many short terms, few long ones
        float bits; std::memcpy(&bits, &terms[i], 4);
        policies[i] = make_float4(0.996f + 0.002f * harness::unit(i * 5u + 384u), 0.0015f + 0.001f * harness::unit(i * 7u + 385u), 1.0f + 0.3f * harness::unit(i * 11u + 386u), bits);
        ++first[terms[i]];
    }
    for (int term = 511, from = 0; term >= 0; --term) { int n = first[term]; first[term] = from; from += n; }
    for (int i = 0; i < kPolicies; ++i) order[first[terms[i]]++] = i;
    float4* policy = harness::uploaded(policies);
    int* by_term = harness::uploaded(order);
    add("sainfoin_terms_ad4_a", out, kPolicies, Output::f32, [=] { sainfoin_terms_ad4_a<<<kPolicies / 256, 256>>>(policy, out); });
    add("sainfoin_terms_ad4_b", out, kPolicies, Output::f32, [=] { sainfoin_terms_ad4_b<<<kPolicies / 256, 256>>>(policy, by_term, out); });

    add("teasel_mixture_ad4_a", out, (size_t)kPixels * kShares, Output::f32, [=] { teasel_mixture_ad4_a<<<kPixels, 256>>>(field, out); });
    add("teasel_mixture_ad4_b", out, (size_t)kPixels * kShares, Output::f32, [=] { teasel_mixture_ad4_b<<<kPixels / 8, 256>>>(field4, out4); });

    add("bodkin_tremor_ad4_a", out, kStations, Output::f32, [=] { bodkin_tremor_ad4_a<<<kWindows, 256>>>(field4, out); });
    add("bodkin_tremor_ad4_b", out, kStations, Output::f32, [=] { bodkin_tremor_ad4_b<<<kWindows, 256>>>(field4, out); });

    const uint4* scan = reinterpret_cast<const uint4*>(harness::indices((size_t)kScanBlocks * 256 * 4 * kScanTurns, 0xffffffffu, 387));
    add("adze_grades_ad4_a", out, 4, Output::i32, [=] { adze_grades_ad4_a<<<kScanBlocks, 256>>>(scan, outu); });
    add("adze_grades_ad4_b", out, 4, Output::i32, [=] { adze_grades_ad4_b<<<kScanBlocks, 256>>>(scan, outu); });

    Still still{field2, filled<float>(kStillCells, 388), out2};
    add("alembic_vapour_ad4_a", out, (size_t)kStillCells * 2, Output::f32, [=] { alembic_vapour_ad4_a<<<kStillCells / 256, 256>>>(still); });
    add("alembic_vapour_ad4_b", out, (size_t)kStillCells * 2, Output::f32, [=] { alembic_vapour_ad4_b<<<kStillCells / 256, 256>>>(still); });

    add("bullroarer_peaks_ad4_a", out, (size_t)kSamples4 * 4, Output::f32, [=] { bullroarer_peaks_ad4_a<<<kSamples4 / 512, 256>>>(field4, out4); });
    add("bullroarer_peaks_ad4_b", out, (size_t)kSamples4 * 4, Output::f32, [=] { bullroarer_peaks_ad4_b<<<kSamples4 / 512, 256>>>(field4, out4); });

    add("garigue_heights_ad4_a", out, kClasses, Output::i32, [=] { garigue_heights_ad4_a<<<kEchoBlocks, 512>>>(field4, outi); });

    return harness::run(argc, argv, cases);
}
