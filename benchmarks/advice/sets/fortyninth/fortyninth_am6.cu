// Eight measured cases from antennas, climate, finance, robotics, databases, insurance, machine learning and mechanics: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Antennas: power that a line of 64 fed elements radiates towards each direction (array factor), two directions a thread one after the other.
constexpr int kElements = 64, kLobeGrid = 132 * 6, kDirections = kLobeGrid * 256 * 2;

__global__ void __launch_bounds__(256, 6) walnut_beacon_am6_a(const float* __restrict__ cosine, const float4* __restrict__ feed, float* __restrict__ power) {
    __shared__ float4 drive[kElements / 2];  // two complex feeds each
    if (threadIdx.x < kElements / 2) drive[threadIdx.x] = feed[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDirections; i += kLobeGrid * 256) {
        float psi = 3.14159265f * cosine[i], re = 0.0f, im = 0.0f;
#pragma unroll 2
        for (int n = 0; n < kElements / 2; ++n) {
            float4 w = drive[n];
            float s0, c0, s1, c1;
            sincosf((2 * n) * psi, &s0, &c0);
            sincosf((2 * n + 1) * psi, &s1, &c1);
            re = fmaf(w.x, c0, fmaf(-w.y, s0, re)); im = fmaf(w.x, s0, fmaf(w.y, c0, im));
            re = fmaf(w.z, c1, fmaf(-w.w, s1, re)); im = fmaf(w.z, s1, fmaf(w.w, c1, im));
        }
        power[i] = fmaf(re, re, im * im);
    }
}

__global__ void __launch_bounds__(256, 6) walnut_beacon_am6_b(const float* __restrict__ cosine, const float4* __restrict__ feed, float* __restrict__ power) {
    __shared__ float4 drive[kElements / 2];
    if (threadIdx.x < kElements / 2) drive[threadIdx.x] = feed[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kDirections; i += kLobeGrid * 256) {
        float psi = 3.14159265f * cosine[i], re = 0.0f, im = 0.0f, turn_s, turn_c;
        sincosf(psi, &turn_s, &turn_c);
        float twice_c = fmaf(turn_c, turn_c, -turn_s * turn_s), twice_s = 2.0f * turn_c * turn_s;
        float c0 = 1.0f, s0 = 0.0f, c1 = turn_c, s1 = turn_s;  // phasors of the even and the odd element
#pragma unroll 4
        for (int n = 0; n < kElements / 2; ++n) {
            float4 w = drive[n];
            re = fmaf(w.x, c0, fmaf(-w.y, s0, re)); im = fmaf(w.x, s0, fmaf(w.y, c0, im));
            re = fmaf(w.z, c1, fmaf(-w.w, s1, re)); im = fmaf(w.z, s1, fmaf(w.w, c1, im));
            float c = fmaf(c0, twice_c, -s0 * twice_s), d = fmaf(c1, twice_c, -s1 * twice_s);
            s0 = fmaf(s0, twice_c, c0 * twice_s); s1 = fmaf(s1, twice_c, c1 * twice_s);
            c0 = c; c1 = d;
        }
        power[i] = fmaf(re, re, im * im);
    }
}

// ---- Climate: temperatures [member][time][level][lat][lon] reordered to [lat][level][time][member][lon] and turned into anomalies.
struct Extent { long long members, times, levels, lats, lons; };

__device__ __forceinline__ float anomaly(float kelvin) { return fmaf(1.8f, kelvin, -0.32f); }

__global__ void __launch_bounds__(256) marsh_almanac_am6_a(const float* __restrict__ field, float* __restrict__ sorted, Extent e) {
    long long first = blockIdx.x * 1024LL + threadIdx.x;  // four elements a thread; the whole is a multiple of 1024
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        long long rest = first + k * 256, lon = rest % e.lons;
        rest /= e.lons;
        long long member = rest % e.members; rest /= e.members;
        long long time = rest % e.times; rest /= e.times;
        long long level = rest % e.levels, lat = rest / e.levels;
        v[k] = field[(((member * e.times + time) * e.levels + level) * e.lats + lat) * e.lons + lon];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) sorted[first + k * 256] = anomaly(v[k]);
}

struct Divider {  // exact quotient of numbers below 2^31
    unsigned by, magic, shift;
    Divider() = default;
    explicit Divider(unsigned d) : by(d), magic(0), shift(0) {
        while ((1ull << shift) < d) ++shift;
        magic = (unsigned)(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
    }
    __device__ __forceinline__ unsigned split(unsigned n, unsigned& left) const {
        unsigned q = (__umulhi(n, magic) + n) >> shift;
        left = n - q * by;
        return q;
    }
};
struct Splits { Divider members, times, levels, lons; unsigned lats; };

__global__ void __launch_bounds__(256) marsh_almanac_am6_b(const float* __restrict__ field, float* __restrict__ sorted, Splits e) {
    unsigned first = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned lon, member, time, level;
        unsigned rest = e.lons.split(first + k * 256, lon);
        rest = e.members.split(rest, member);
        rest = e.times.split(rest, time);
        unsigned lat = e.levels.split(rest, level);
        v[k] = field[(((member * e.times.by + time) * e.levels.by + level) * e.lats + lat) * e.lons.by + lon];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) sorted[first + k * 256] = anomaly(v[k]);
}

// ---- Finance: present value of 8192 daily cash flows (last day first) under each of 16896 discount scenarios.
constexpr int kFlows = 8192, kScenarios = 132 * 128;

__device__ __forceinline__ void stage_flows(const float4* __restrict__ flow, float4* flows) {
#pragma unroll 8
    for (int k = threadIdx.x; k < kFlows / 4; k += 128) {
        float4 f = flow[k];
        flows[k] = make_float4(1.2f + f.x, 1.2f + f.y, 1.2f + f.z, 1.2f + f.w);
    }
    __syncthreads();
}

__global__ void __launch_bounds__(128) copper_ledger_am6_a(const float4* __restrict__ flow, const float* __restrict__ rate, float* __restrict__ value) {
    __shared__ float4 flows[kFlows / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = 1.0f - 1e-4f * (1.5f + rate[i]), worth = 0.0f;
    stage_flows(flow, flows);
#pragma unroll 8
    for (int k = 0; k < kFlows / 4; k += 2) {
        float4 f = flows[k], g = flows[k + 1];
        worth = fmaf(worth, v, f.x); worth = fmaf(worth, v, f.y); worth = fmaf(worth, v, f.z); worth = fmaf(worth, v, f.w);
        worth = fmaf(worth, v, g.x); worth = fmaf(worth, v, g.y); worth = fmaf(worth, v, g.z); worth = fmaf(worth, v, g.w);
    }
    value[i] = worth;
}

__global__ void __launch_bounds__(128) copper_ledger_am6_b(const float4* __restrict__ flow, const float* __restrict__ rate, float* __restrict__ value) {
    __shared__ float4 flows[kFlows / 4];
    int i = blockIdx.x * 128 + threadIdx.x;
    float v = 1.0f - 1e-4f * (1.5f + rate[i]), v2 = v * v, v4 = v2 * v2, v8 = v4 * v4, part[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) part[j] = 0.0f;
    stage_flows(flow, flows);
#pragma unroll 8
    for (int k = 0; k < kFlows / 4; k += 2) {
        float4 f = flows[k], g = flows[k + 1];
        part[0] = fmaf(part[0], v8, f.x); part[1] = fmaf(part[1], v8, f.y); part[2] = fmaf(part[2], v8, f.z); part[3] = fmaf(part[3], v8, f.w);
        part[4] = fmaf(part[4], v8, g.x); part[5] = fmaf(part[5], v8, g.y); part[6] = fmaf(part[6], v8, g.z); part[7] = fmaf(part[7], v8, g.w);
    }
    float worth = part[0];
#pragma unroll
    for (int j = 1; j < 8; ++j) worth = fmaf(worth, v, part[j]);
    value[i] = worth;
}

// ---- Robotics: how far each point lies outside a convex obstacle of 1024 half-spaces, eight points a thread.
constexpr int kPlanes = 1024, kPerThread = 8, kHullBlocks = 132 * 4 * 4, kPoints = kHullBlocks * 256 * kPerThread;

template <bool kReference>
__device__ __forceinline__ float height_over(float4 n, float x, float y, float z) {
    if (kReference)  // the rounding of the controller's reference library
        return __fadd_rn(__fadd_rn(__fadd_rn(__fmul_rn(n.x, x), __fmul_rn(n.y, y)), __fmul_rn(n.z, z)), n.w);
    return fmaf(n.x, x, fmaf(n.y, y, fmaf(n.z, z, n.w)));
}

template <bool kReference>
__device__ __forceinline__ void hull_distance(const float4* __restrict__ plane, const float* __restrict__ px, const float* __restrict__ py,
                                              const float* __restrict__ pz, float* __restrict__ outside) {
    __shared__ float4 planes[kPlanes];
    int t = threadIdx.x, first = blockIdx.x * (256 * kPerThread) + t;
    float x[kPerThread], y[kPerThread], z[kPerThread], far[kPerThread];
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) {
        x[j] = px[first + j * 256]; y[j] = py[first + j * 256]; z[j] = pz[first + j * 256];
        far[j] = -1e30f;
    }
#pragma unroll
    for (int k = 0; k < kPlanes; k += 256) planes[k + t] = plane[k + t];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kPlanes; ++k) {
        float4 n = planes[k];
#pragma unroll
        for (int j = 0; j < kPerThread; ++j) far[j] = fmaxf(far[j], height_over<kReference>(n, x[j], y[j], z[j]));
    }
#pragma unroll
    for (int j = 0; j < kPerThread; ++j) outside[first + j * 256] = far[j];
}

__global__ void __launch_bounds__(256, 4) pebble_canopy_am6_a(const float4* __restrict__ plane, const float* __restrict__ px, const float* __restrict__ py,
                                                              const float* __restrict__ pz, float* __restrict__ outside) {
    hull_distance<true>(plane, px, py, pz, outside);
}
__global__ void __launch_bounds__(256, 4) pebble_canopy_am6_b(const float4* __restrict__ plane, const float* __restrict__ px, const float* __restrict__ py,
                                                              const float* __restrict__ pz, float* __restrict__ outside) {
    hull_distance<false>(plane, px, py, pz, outside);
}

// ---- Databases: point look-ups in a clustered index. The upper three levels of the tree (fan-out 32) lie in shared memory, the lowest level and the
//      rows of 32 columns in global memory; a warp compares the 32 keys of a node at once and returns the row times the quantity asked for.
constexpr int kFan = 32, kTopNodes = 1 + 32 + 1024, kLowNodes = 32768, kRows = kLowNodes * kFan;
constexpr int kIndexThreads = 512, kIndexWarps = 132 * kIndexThreads / 32, kLookups = kIndexWarps * 32 * 8;
constexpr int kTopBytes = kTopNodes * kFan * 4;

__device__ __forceinline__ int child_of(float key, float wanted) { return min(__popc(__ballot_sync(0xffffffffu, key < wanted)), kFan - 1); }

template <int kTogether>
__device__ __forceinline__ void look_up(const float4* __restrict__ top, const float* __restrict__ low, const float* __restrict__ rows,
                                        const float* __restrict__ asked, float* __restrict__ found) {
    extern __shared__ float4 upper4[];
    const float* upper = reinterpret_cast<const float*>(upper4);
#pragma unroll 4
    for (int k = threadIdx.x; k < kTopNodes * kFan / 4; k += kIndexThreads) upper4[k] = top[k];
    __syncthreads();
    int lane = threadIdx.x % 32, warp = blockIdx.x * (kIndexThreads / 32) + threadIdx.x / 32;
#pragma unroll 1
    for (int batch = warp; batch < kLookups / 32; batch += kIndexWarps) {
        float mine = asked[batch * 32 + lane];
#pragma unroll 1
        for (int j = 0; j < 32; j += kTogether) {
            float wanted[kTogether], key[kTogether];
            int node[kTogether];
#pragma unroll
            for (int a = 0; a < kTogether; ++a) {
                wanted[a] = __shfl_sync(0xffffffffu, mine, j + a);
                node[a] = child_of(upper[lane], wanted[a]);
            }
#pragma unroll
            for (int a = 0; a < kTogether; ++a) key[a] = upper[(1 + node[a]) * kFan + lane];
#pragma unroll
            for (int a = 0; a < kTogether; ++a) node[a] = node[a] * kFan + child_of(key[a], wanted[a]);
#pragma unroll
            for (int a = 0; a < kTogether; ++a) key[a] = upper[(33 + node[a]) * kFan + lane];
#pragma unroll
            for (int a = 0; a < kTogether; ++a) node[a] = node[a] * kFan + child_of(key[a], wanted[a]);
#pragma unroll
            for (int a = 0; a < kTogether; ++a) key[a] = low[node[a] * kFan + lane];
#pragma unroll
            for (int a = 0; a < kTogether; ++a) node[a] = node[a] * kFan + child_of(key[a], wanted[a]);
#pragma unroll
            for (int a = 0; a < kTogether; ++a) key[a] = rows[node[a] * kFan + lane];
#pragma unroll
            for (int a = 0; a < kTogether; ++a) found[(batch * 32 + j + a) * kFan + lane] = key[a] * (2.0f + wanted[a]);
        }
    }
}

__global__ void __launch_bounds__(kIndexThreads, 1) thistle_archive_am6_a(const float4* __restrict__ top, const float* __restrict__ low, const float* __restrict__ rows,
                                                                       const float* __restrict__ asked, float* __restrict__ found) {
    look_up<1>(top, low, rows, asked, found);
}
__global__ void __launch_bounds__(kIndexThreads, 1) thistle_archive_am6_b(const float4* __restrict__ top, const float* __restrict__ low, const float* __restrict__ rows,
                                                                       const float* __restrict__ asked, float* __restrict__ found) {
    look_up<8>(top, low, rows, asked, found);
}

// ---- Insurance: day of ruin and capital of each of 67584 simulated portfolios over 1024 days of results [day][portfolio].
constexpr int kPortfolios = 132 * 4 * 128, kDays = 1024, kAhead = 16;
constexpr float kPremium = 0.02f;

__global__ void __launch_bounds__(128) otter_premium_am6_a(const float* __restrict__ start, const float* __restrict__ result, float2* __restrict__ fate) {
    int i = blockIdx.x * 128 + threadIdx.x, day = 0;
    float capital = fmaf(20.0f, start[i], 45.0f);
    for (; day < kDays; ++day) {
        capital += kPremium + result[(size_t)day * kPortfolios + i];
        if (capital < 0.0f) break;
    }
    fate[i] = make_float2((float)day, capital);
}

__global__ void __launch_bounds__(128) otter_premium_am6_b(const float* __restrict__ start, const float* __restrict__ result, float2* __restrict__ fate) {
    int i = blockIdx.x * 128 + threadIdx.x, day = 0;
    float capital = fmaf(20.0f, start[i], 45.0f);
#pragma unroll 1
    for (int from = 0; from < kDays && capital >= 0.0f; from += kAhead) {
        float r[kAhead];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) r[k] = result[(size_t)(from + k) * kPortfolios + i];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
            capital = capital >= 0.0f ? capital + (kPremium + r[k]) : capital;
            day += capital >= 0.0f;
        }
    }
    fate[i] = make_float2((float)day, capital);
}

// ---- Machine learning: gated unit of a feed-forward layer with its residual, out = residual + up * gate * sigmoid(gate).
constexpr int kUnits = 132 * 8 * 256 * 48;  // quadruples

template <bool kFast>
__device__ __forceinline__ float gated(float gate, float up, float residual) {
    float open = kFast ? __fdividef(gate, 1.0f + __expf(-gate)) : gate / (1.0f + expf(-gate));
    return fmaf(up, open, residual);
}

template <bool kFast>
__device__ __forceinline__ void gate_layer(const float4* __restrict__ gate, const float4* __restrict__ up, const float4* __restrict__ residual,
                                           float4* __restrict__ next) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 g = gate[i], u = up[i], r = residual[i];
    next[i] = make_float4(gated<kFast>(g.x, u.x, r.x), gated<kFast>(g.y, u.y, r.y), gated<kFast>(g.z, u.z, r.z), gated<kFast>(g.w, u.w, r.w));
}

__global__ void __launch_bounds__(256) saffron_veil_am6_a(const float4* __restrict__ gate, const float4* __restrict__ up, const float4* __restrict__ residual,
                                                          float4* __restrict__ next) {
    gate_layer<false>(gate, up, residual, next);
}
__global__ void __launch_bounds__(256) saffron_veil_am6_b(const float4* __restrict__ gate, const float4* __restrict__ up, const float4* __restrict__ residual,
                                                          float4* __restrict__ next) {
    gate_layer<true>(gate, up, residual, next);
}

// ---- Mechanics: 4096 steps of damped Duffing oscillators (stiffening springs), four a thread; their energies at the end.
constexpr int kSprings = 132 * 8 * 256 * 4;

__global__ void __launch_bounds__(256, 8) quartz_pendulum_am6_a(const float4* __restrict__ place, const float4* __restrict__ speed, float4* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 p = place[i], s = speed[i];
    float x[4] = {p.x, p.y, p.z, p.w}, v[4] = {s.x, s.y, s.z, s.w};
#pragma unroll 8
    for (int step = 0; step < 4096; ++step) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float pull = fmaf(-0.008f, x[j] * x[j], -0.01f);
            v[j] = fmaf(pull, x[j], 0.9999f * v[j]);
            x[j] = fmaf(0.01f, v[j], x[j]);
        }
    }
    float e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { float q = x[j] * x[j]; e[j] = fmaf(0.5f * v[j], v[j], fmaf(0.2f * q, q, 0.5f * q)); }
    energy[i] = make_float4(e[0], e[1], e[2], e[3]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch) { cases.push_back({name, launch, out, count, Output::f32}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    {
        float *cosine = filled<float>(kDirections, 61), *power = empty<float>(kDirections);
        float4* feed = f4(filled<float>(kElements * 2, 62));
        add("walnut_beacon_am6_a", power, kDirections, [=] { walnut_beacon_am6_a<<<kLobeGrid, 256>>>(cosine, feed, power); });
        add("walnut_beacon_am6_b", power, kDirections, [=] { walnut_beacon_am6_b<<<kLobeGrid, 256>>>(cosine, feed, power); });
    }
    {
        Extent e{2, 6, 18, 192, 384};
        size_t all = (size_t)(e.members * e.times * e.levels * e.lats * e.lons);  // 15552 * 1024
        Splits s;
        s.members = Divider((unsigned)e.members); s.times = Divider((unsigned)e.times); s.levels = Divider((unsigned)e.levels);
        s.lons = Divider((unsigned)e.lons); s.lats = (unsigned)e.lats;
        int blocks = (int)(all / 1024);
        float *field = filled<float>(all, 63), *sorted = empty<float>(all);
        add("marsh_almanac_am6_a", sorted, all, [=] { marsh_almanac_am6_a<<<blocks, 256>>>(field, sorted, e); });
        add("marsh_almanac_am6_b", sorted, all, [=] { marsh_almanac_am6_b<<<blocks, 256>>>(field, sorted, s); });
    }
    {
        float4* flow = f4(filled<float>(kFlows, 64));
        float *rate = filled<float>(kScenarios, 65), *value = empty<float>(kScenarios);
        add("copper_ledger_am6_a", value, kScenarios, [=] { copper_ledger_am6_a<<<kScenarios / 128, 128>>>(flow, rate, value); });
        add("copper_ledger_am6_b", value, kScenarios, [=] { copper_ledger_am6_b<<<kScenarios / 128, 128>>>(flow, rate, value); });
    }
    {
        float4* plane = f4(filled<float>(kPlanes * 4, 66));
        float *px = filled<float>(kPoints, 67), *py = filled<float>(kPoints, 68), *pz = filled<float>(kPoints, 69), *outside = empty<float>(kPoints);
        add("pebble_canopy_am6_a", outside, kPoints, [=] { pebble_canopy_am6_a<<<kHullBlocks, 256>>>(plane, px, py, pz, outside); });
        add("pebble_canopy_am6_b", outside, kPoints, [=] { pebble_canopy_am6_b<<<kHullBlocks, 256>>>(plane, px, py, pz, outside); });
    }
    {
        // Keys of a tree over [-1, 1): key i of a node is the upper end of child i, moved down by up to 0.3 of a child's width.
        std::vector<float> upper(kTopNodes * kFan), lowest((size_t)kLowNodes * kFan);
        auto fill_level = [](float* keys, int nodes) {
            double width = 2.0 / ((double)nodes * kFan);  // of a child
            for (int k = 0; k < nodes * kFan; ++k)
                keys[k] = (float)(-1.0 + (k + 1) * width - 0.15 * width * (1.0 + harness::unit((uint32_t)(k + nodes))));
        };
        fill_level(upper.data(), 1); fill_level(upper.data() + kFan, 32); fill_level(upper.data() + 33 * kFan, 1024); fill_level(lowest.data(), kLowNodes);
        float4* top = f4(uploaded(upper));
        float *low = uploaded(lowest), *rows = filled<float>((size_t)kRows * kFan, 70), *asked = filled<float>(kLookups, 71),
              *found = empty<float>((size_t)kLookups * kFan);
        CHECK(cudaFuncSetAttribute(thistle_archive_am6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kTopBytes));
        CHECK(cudaFuncSetAttribute(thistle_archive_am6_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kTopBytes));
        add("thistle_archive_am6_a", found, (size_t)kLookups * kFan, [=] { thistle_archive_am6_a<<<132, kIndexThreads, kTopBytes>>>(top, low, rows, asked, found); });
        add("thistle_archive_am6_b", found, (size_t)kLookups * kFan, [=] { thistle_archive_am6_b<<<132, kIndexThreads, kTopBytes>>>(top, low, rows, asked, found); });
    }
    {
        float *start = filled<float>(kPortfolios, 72), *result = filled<float>((size_t)kDays * kPortfolios, 73);
        float2* fate = reinterpret_cast<float2*>(empty<float>((size_t)kPortfolios * 2));
        add("otter_premium_am6_a", fate, (size_t)kPortfolios * 2, [=] { otter_premium_am6_a<<<kPortfolios / 128, 128>>>(start, result, fate); });
        add("otter_premium_am6_b", fate, (size_t)kPortfolios * 2, [=] { otter_premium_am6_b<<<kPortfolios / 128, 128>>>(start, result, fate); });
    }
    {
        constexpr size_t all = (size_t)kUnits * 4;
        float4 *gate = f4(filled<float>(all, 74)), *up = f4(filled<float>(all, 75)), *residual = f4(filled<float>(all, 76)), *next = f4(empty<float>(all));
        add("saffron_veil_am6_a", next, all, [=] { saffron_veil_am6_a<<<kUnits / 256, 256>>>(gate, up, residual, next); });
        add("saffron_veil_am6_b", next, all, [=] { saffron_veil_am6_b<<<kUnits / 256, 256>>>(gate, up, residual, next); });
    }
    {
        float4 *place = f4(filled<float>(kSprings, 77)), *speed = f4(filled<float>(kSprings, 78)), *energy = f4(empty<float>(kSprings));
        add("quartz_pendulum_am6_a", energy, kSprings, [=] { quartz_pendulum_am6_a<<<kSprings / 1024, 256>>>(place, speed, energy); });
    }

    return harness::run(argc, argv, cases);
}
