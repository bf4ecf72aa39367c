// Ten measured pairs of everyday kernels: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Ecology: energy that reaches each species through a food web stored as compressed sparse rows.
constexpr int kSpecies = 512 << 10;

__global__ void harness_web(const int* __restrict__ start, int* __restrict__ prey, float* __restrict__ share, float* __restrict__ stock) {
    int s = blockIdx.x * blockDim.x + threadIdx.x, from = start[s], many = start[s + 1] - from;
    stock[s] = 1.5f + harness::unit(s);
    for (int j = 0; j < many; ++j) {
        prey[from + j] = (s + (j - many / 2) * 8 + (int)(harness::hash32(from + j) % 8)) & (kSpecies - 1);
        share[from + j] = 1.5f + harness::unit(from + j + 77);
    }
}

__global__ void __launch_bounds__(256) trophic_web_v4_a(const int* __restrict__ start, const int* __restrict__ prey, const float* __restrict__ share,
                                                        const float* __restrict__ stock, float* __restrict__ energy) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    int to = start[s + 1];
    for (int i = start[s]; i < to; ++i) sum += share[i] * stock[prey[i]];
    energy[s] = sum;
}

__global__ void __launch_bounds__(256) trophic_web_v4_b(const int* __restrict__ start, const int* __restrict__ prey, const float* __restrict__ share,
                                                        const float* __restrict__ stock, float* __restrict__ energy) {
    int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    int to = start[s + 1];
    for (int i = start[s] + lane; i < to; i += 32) sum += share[i] * stock[prey[i]];
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) energy[s] = sum;
}

// ---- Biologging: histogram of the squared activity of geese from the four channels of a tag.
constexpr int kGooseBlocks = 132 * 8, kGooseRounds = 8, kTagReadings = kGooseBlocks * 256 * 4 * kGooseRounds, kActivity = 128;

__device__ __forceinline__ int activity(float4 v) { return min(kActivity - 1, (int)(32.0f * (v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w))); }

__global__ void __launch_bounds__(256, 8) goose_activity_v4_a(const float4* __restrict__ tag, int* __restrict__ bins) {
    for (int round = 0; round < kGooseRounds; ++round) {
        int at = (round * kGooseBlocks + blockIdx.x) * 1024 + threadIdx.x;
        float4 v[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) v[q] = tag[at + q * 256];
#pragma unroll
        for (int q = 0; q < 4; ++q) atomicAdd(&bins[activity(v[q])], 1);
    }
}

__global__ void __launch_bounds__(256, 8) goose_activity_v4_b(const float4* __restrict__ tag, int* __restrict__ bins) {
    __shared__ int mine[kActivity];
    if (threadIdx.x < kActivity) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int round = 0; round < kGooseRounds; ++round) {
        int at = (round * kGooseBlocks + blockIdx.x) * 1024 + threadIdx.x;
        float4 v[4];
#pragma unroll
        for (int q = 0; q < 4; ++q) v[q] = tag[at + q * 256];
#pragma unroll
        for (int q = 0; q < 4; ++q) atomicAdd(&mine[activity(v[q])], 1);
    }
    __syncthreads();
    if (threadIdx.x < kActivity) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// ---- Parallel robots: forces in the six legs of a hexapod for each pose, by elimination with partial pivoting; one pose a thread.
constexpr int kPoses = 1 << 20;

__global__ void harness_jacobian(float* __restrict__ jacobian, float* __restrict__ load) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    int turn = harness::hash32(s) % 6;
    for (int r = 0; r < 6; ++r) {
        for (int c = 0; c < 6; ++c)
            jacobian[(r * 6 + c) * kPoses + s] = harness::unit(s * 42 + r * 6 + c) + (c == (r + turn) % 6 ? 6.0f : 0.0f);
        load[r * kPoses + s] = 2.5f + harness::unit(s * 42 + 36 + r);
    }
}

__device__ __forceinline__ void fetch_pose(float (&m)[6][7], const float* __restrict__ jacobian, const float* __restrict__ load, int s) {
#pragma unroll
    for (int r = 0; r < 6; ++r) {
#pragma unroll
        for (int c = 0; c < 6; ++c) m[r][c] = jacobian[(r * 6 + c) * kPoses + s];
        m[r][6] = load[r * kPoses + s];
    }
}
__device__ __forceinline__ void eliminate(float (&m)[6][7], int k) {
    float inverse = __frcp_rn(m[k][k]);
#pragma unroll
    for (int c = 0; c < 7; ++c) if (c > k) m[k][c] *= inverse;
#pragma unroll
    for (int r = 0; r < 6; ++r) {
        if (r > k) {
#pragma unroll
            for (int c = 0; c < 7; ++c) if (c > k) m[r][c] -= m[r][k] * m[k][c];
        }
    }
}
__device__ __forceinline__ void back_substitute(float (&m)[6][7], float* __restrict__ force, int s) {
#pragma unroll
    for (int k = 5; k >= 0; --k) {
#pragma unroll
        for (int c = 0; c < 6; ++c) if (c > k) m[k][6] -= m[k][c] * m[c][6];
        force[k * kPoses + s] = m[k][6];
    }
}

__global__ void __launch_bounds__(128) hexapod_legs_v4_a(const float* __restrict__ jacobian, const float* __restrict__ load, float* __restrict__ force) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float m[6][7];
    fetch_pose(m, jacobian, load, s);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        int pivot = k;
        float best = fabsf(m[k][k]);
#pragma unroll
        for (int r = k + 1; r < 6; ++r) if (fabsf(m[r][k]) > best) { best = fabsf(m[r][k]); pivot = r; }
#pragma unroll
        for (int c = k; c < 7; ++c) { float t = m[k][c]; m[k][c] = m[pivot][c]; m[pivot][c] = t; }
        eliminate(m, k);
    }
    back_substitute(m, force, s);
}

__global__ void __launch_bounds__(128) hexapod_legs_v4_b(const float* __restrict__ jacobian, const float* __restrict__ load, float* __restrict__ force) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float m[6][7];
    fetch_pose(m, jacobian, load, s);
#pragma unroll
    for (int k = 0; k < 6; ++k) {
#pragma unroll
        for (int r = k + 1; r < 6; ++r) {
            bool swap = fabsf(m[r][k]) > fabsf(m[k][k]);
#pragma unroll
            for (int c = k; c < 7; ++c) { float t = m[k][c]; m[k][c] = swap ? m[r][c] : t; m[r][c] = swap ? t : m[r][c]; }
        }
        eliminate(m, k);
    }
    back_substitute(m, force, s);
}

// ---- Aerosol retrieval: majority of the eight quality flags of three passes over each pixel.
constexpr int kFlagPixels = 48 << 20;

__global__ void __launch_bounds__(256) aerosol_flags_v4_a(const uint8_t* __restrict__ dawn, const uint8_t* __restrict__ noon,
                                                          const uint8_t* __restrict__ dusk, uint8_t* __restrict__ flags) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint8_t a = dawn[i], b = noon[i], c = dusk[i];
    flags[i] = (a & b) | (c & (a | b));
}

__global__ void __launch_bounds__(256) aerosol_flags_v4_b(const uint4* __restrict__ dawn, const uint4* __restrict__ noon,
                                                          const uint4* __restrict__ dusk, uint4* __restrict__ flags) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 a = dawn[i], b = noon[i], c = dusk[i];
    flags[i] = make_uint4((a.x & b.x) | (c.x & (a.x | b.x)), (a.y & b.y) | (c.y & (a.y | b.y)),
                          (a.z & b.z) | (c.z & (a.z | b.z)), (a.w & b.w) | (c.w & (a.w | b.w)));
}

// ---- Inequality: Lorenz curve (running share of the total) of the 1024 holdings of each parish, ordered by size beforehand.
constexpr int kParishes = 64 << 10;

__global__ void __launch_bounds__(1024) land_lorenz_v4_a(const float* __restrict__ holding, float* __restrict__ curve) {
    __shared__ float run[1024];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    run[t] = 1.5f + holding[at];
    __syncthreads();
    for (int o = 1; o < 1024; o *= 2) {
        float before = t >= o ? run[t - o] : 0.0f;
        __syncthreads();
        run[t] += before;
        __syncthreads();
    }
    curve[at] = run[t] / run[1023];
}

__global__ void __launch_bounds__(1024) land_lorenz_v4_b(const float* __restrict__ holding, float* __restrict__ curve) {
    __shared__ float run[32];
    int t = threadIdx.x, lane = t % 32, at = blockIdx.x * 1024 + t;
    float sum = 1.5f + holding[at];
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float before = __shfl_up_sync(0xffffffffu, sum, o);
        if (lane >= o) sum += before;
    }
    if (lane == 31) run[t / 32] = sum;
    __syncthreads();
    float warps = run[lane];
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float before = __shfl_up_sync(0xffffffffu, warps, o);
        if (lane >= o) warps += before;
    }
    float below = __shfl_sync(0xffffffffu, warps, (t / 32 + 31) % 32), total = __shfl_sync(0xffffffffu, warps, 31);
    curve[at] = (t >= 32 ? sum + below : sum) / total;
}

// ---- Marathon timing: merge the ascending and the descending half of each heat of 1024 finishing times.
constexpr int kFinishers = 16 << 20;

__global__ void harness_heats(int* __restrict__ time) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, p = i % 1024;
    time[i] = (p < 512 ? p : 1023 - p) * 40 + (int)(harness::hash32(i) % 40);
}

__global__ void __launch_bounds__(256) marathon_heats_v4_a(const int* __restrict__ in, int* __restrict__ out, int j) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = in[i], other = in[i ^ j];
    out[i] = i & j ? max(mine, other) : min(mine, other);
}

__global__ void __launch_bounds__(512) marathon_heats_v4_b(const int* __restrict__ in, int* __restrict__ out) {
    __shared__ int heat[1024];
    int t = threadIdx.x, at = blockIdx.x * 1024 + t;
    int p = in[at], q = in[at + 512];
    int a = min(p, q), b = max(p, q);
#pragma unroll
    for (int j = 256; j >= 32; j /= 2) {
        heat[t] = a;
        heat[t + 512] = b;
        __syncthreads();
        int c = heat[t ^ j], d = heat[(t ^ j) + 512];
        a = t & j ? max(a, c) : min(a, c);
        b = t & j ? max(b, d) : min(b, d);
        __syncthreads();
    }
#pragma unroll
    for (int j = 16; j; j /= 2) {
        int c = __shfl_xor_sync(0xffffffffu, a, j), d = __shfl_xor_sync(0xffffffffu, b, j);
        a = t & j ? max(a, c) : min(a, c);
        b = t & j ? max(b, d) : min(b, d);
    }
    out[at] = a;
    out[at + 512] = b;
}

// ---- Herbaria: response of a 9 x 9 vein filter on a scanned leaf, squared; the scan carries a margin of four pixels.
constexpr int kLeaf = 4096, kLeafPitch = kLeaf + 32, kLeafRows = kLeaf + 8;
__constant__ float kVein[81];

__global__ void __launch_bounds__(256) herbarium_veins_v4_a(const float* __restrict__ leaf, float* __restrict__ veins) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = leaf + y * kLeafPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 9; ++r) {
#pragma unroll
        for (int c = 0; c < 9; ++c) sum += kVein[r * 9 + c] * from[r * kLeafPitch + c];
    }
    veins[y * kLeaf + x] = sum * sum;
}

__global__ void __launch_bounds__(256) herbarium_veins_v4_b(const float* __restrict__ leaf, float* __restrict__ veins) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 8 + threadIdx.y) * 8;
    const float* from = leaf + y * kLeafPitch + x;
    float sum[8] = {};
#pragma unroll
    for (int r = 0; r < 16; ++r) {
        float w[9];
#pragma unroll
        for (int c = 0; c < 9; ++c) w[c] = from[r * kLeafPitch + c];
#pragma unroll
        for (int o = 0; o < 8; ++o) {
            if (r >= o && r < o + 9) {
#pragma unroll
                for (int c = 0; c < 9; ++c) sum[o] += kVein[(r - o) * 9 + c] * w[c];
            }
        }
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) veins[(y + o) * kLeaf + x] = sum[o] * sum[o];
}

// ---- Spinning mills: evenness traces of yarn, each row of 1024 thicknesses brought to a common mean and spread; a warp a row.
constexpr int kYarns = 64 << 10, kThickness = 1024;

template <typename Real>
__device__ __forceinline__ void even_out(const float4* __restrict__ trace, float4* __restrict__ out) {
    int at = (blockIdx.x * 8 + threadIdx.x / 32) * (kThickness / 4) + threadIdx.x % 32;
    float4 v[8];
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int q = 0; q < 8; ++q) v[q] = trace[at + q * 32];
#pragma unroll
    for (int q = 0; q < 8; ++q) {
        sum += (v[q].x + v[q].y) + (v[q].z + v[q].w);
        squares += (v[q].x * v[q].x + v[q].y * v[q].y) + (v[q].z * v[q].z + v[q].w * v[q].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    Real centre = (Real)sum / (Real)kThickness, spread = (Real)squares / (Real)kThickness - centre * centre;
    float gain = (float)((Real)0.2 / sqrt(spread + (Real)1e-5)), shift = (float)((Real)1.5 - centre * (Real)gain);
#pragma unroll
    for (int q = 0; q < 8; ++q)
        out[at + q * 32] = make_float4(v[q].x * gain + shift, v[q].y * gain + shift, v[q].z * gain + shift, v[q].w * gain + shift);
}

__global__ void __launch_bounds__(256) yarn_evenness_v4_a(const float4* __restrict__ trace, float4* __restrict__ out) { even_out<double>(trace, out); }
__global__ void __launch_bounds__(256) yarn_evenness_v4_b(const float4* __restrict__ trace, float4* __restrict__ out) { even_out<float>(trace, out); }

// ---- Emergency planning: cost of four ambulance depots, the sum of squared distances of incidents to the nearest one.
constexpr int kIncidents = 32 << 20;

__device__ __forceinline__ float nearest_depot(float x, float y) {
    float a = (x - 0.5f) * (x - 0.5f) + (y - 0.4f) * (y - 0.4f), b = (x + 0.6f) * (x + 0.6f) + (y - 0.3f) * (y - 0.3f);
    float c = (x - 0.2f) * (x - 0.2f) + (y + 0.7f) * (y + 0.7f), d = (x + 0.4f) * (x + 0.4f) + (y + 0.5f) * (y + 0.5f);
    return fminf(fminf(a, b), fminf(c, d));
}

template <int kTotals>
__device__ __forceinline__ void depot_cost(const float4* __restrict__ incidents, float* __restrict__ cost) {
    __shared__ float part[8];
    const float4* from = incidents + blockIdx.x * 2048 + threadIdx.x;
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int q = 0; q < 8; ++q) v[q] = from[q * 256];
#pragma unroll
    for (int q = 0; q < 8; ++q) sum += nearest_depot(v[q].x, v[q].y) + nearest_depot(v[q].z, v[q].w);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        atomicAdd(cost + blockIdx.x % kTotals * 8, sum);
    }
}

__global__ void __launch_bounds__(256) ambulance_depots_v4_a(const float4* __restrict__ incidents, float* __restrict__ cost) {
    depot_cost<1>(incidents, cost);
}
__global__ void __launch_bounds__(256) ambulance_depots_v4_b(const float4* __restrict__ incidents, float* __restrict__ cost) {
    depot_cost<64>(incidents, cost);
}

// ---- Libraries: taste of a borrower as the mean of the vectors (128 floats) of the last 16 books on loan; a warp a borrower.
constexpr int kBooks = 2 << 20, kBorrowers = 132 * 8 * 64;

__global__ void __launch_bounds__(256) borrower_shelf_v4_a(const float4* __restrict__ books, const int* __restrict__ loans, float4* __restrict__ taste) {
    int borrower = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int loan = loans[borrower * 16 + lane % 16];
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = books[__shfl_sync(0xffffffffu, loan, half * 8 + j) * 32 + lane];
#pragma unroll
        for (int j = 0; j < 8; ++j) { sum.x += v[j].x; sum.y += v[j].y; sum.z += v[j].z; sum.w += v[j].w; }
    }
    const float s = 1.0f / 16.0f;
    taste[borrower * 32 + lane] = make_float4(1.5f + s * sum.x, 1.5f + s * sum.y, 1.5f + s * sum.z, 1.5f + s * sum.w);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    std::vector<int> starts(kSpecies + 1, 0);
    for (int s = 0; s < kSpecies; ++s) starts[s + 1] = starts[s] + 48 + (int)(harness::hash32(s + 5) % 17);
    const int* start = uploaded(starts);
    int* prey = empty<int>(starts[kSpecies]);
    float *share = empty<float>(starts[kSpecies]), *stock = empty<float>(kSpecies), *energy = empty<float>(kSpecies);
    harness_web<<<kSpecies / 256, 256>>>(start, prey, share, stock); CHECK(cudaGetLastError());
    add("trophic_web_v4_a", energy, kSpecies, Output::f32, [=] { trophic_web_v4_a<<<kSpecies / 256, 256>>>(start, prey, share, stock, energy); });
    add("trophic_web_v4_b", energy, kSpecies, Output::f32, [=] { trophic_web_v4_b<<<kSpecies / 8, 256>>>(start, prey, share, stock, energy); });

    const float4* tag = reinterpret_cast<const float4*>(filled<float>((size_t)kTagReadings * 4, 41));
    int* bins = empty<int>(kActivity);
    CHECK(cudaMemset(bins, 0, kActivity * sizeof(int)));
    add("goose_activity_v4_a", bins, kActivity, Output::i32, [=] { goose_activity_v4_a<<<kGooseBlocks, 256>>>(tag, bins); });
    add("goose_activity_v4_b", bins, kActivity, Output::i32, [=] { goose_activity_v4_b<<<kGooseBlocks, 256>>>(tag, bins); });

    float *jacobian = empty<float>((size_t)kPoses * 36), *load = empty<float>(kPoses * 6), *force = empty<float>(kPoses * 6);
    harness_jacobian<<<kPoses / 256, 256>>>(jacobian, load); CHECK(cudaGetLastError());
    add("hexapod_legs_v4_a", force, kPoses * 6, Output::f32, [=] { hexapod_legs_v4_a<<<kPoses / 128, 128>>>(jacobian, load, force); });
    add("hexapod_legs_v4_b", force, kPoses * 6, Output::f32, [=] { hexapod_legs_v4_b<<<kPoses / 128, 128>>>(jacobian, load, force); });

    const int *dawn = indices(kFlagPixels / 4, 0xffffffffu, 42), *noon = indices(kFlagPixels / 4, 0xffffffffu, 40000043);
    const int* dusk = indices(kFlagPixels / 4, 0xffffffffu, 80000044);
    uint8_t* flags = empty<uint8_t>(kFlagPixels);
    add("aerosol_flags_v4_a", flags, kFlagPixels, Output::u8, [=] {
        aerosol_flags_v4_a<<<kFlagPixels / 256, 256>>>((const uint8_t*)dawn, (const uint8_t*)noon, (const uint8_t*)dusk, flags); });
    add("aerosol_flags_v4_b", flags, kFlagPixels, Output::u8, [=] {
        aerosol_flags_v4_b<<<kFlagPixels / 4096, 256>>>((const uint4*)dawn, (const uint4*)noon, (const uint4*)dusk, (uint4*)flags); });

    float *holding = filled<float>((size_t)kParishes * 1024, 45), *curve = empty<float>((size_t)kParishes * 1024);
    add("land_lorenz_v4_a", curve, (size_t)kParishes * 1024, Output::f32, [=] { land_lorenz_v4_a<<<kParishes, 1024>>>(holding, curve); });
    add("land_lorenz_v4_b", curve, (size_t)kParishes * 1024, Output::f32, [=] { land_lorenz_v4_b<<<kParishes, 1024>>>(holding, curve); });

    int *finish = empty<int>(kFinishers), *swap = empty<int>(kFinishers), *ranked = empty<int>(kFinishers);
    harness_heats<<<kFinishers / 256, 256>>>(finish); CHECK(cudaGetLastError());
    add("marathon_heats_v4_a", ranked, kFinishers, Output::i32, [=] {
        marathon_heats_v4_a<<<kFinishers / 256, 256>>>(finish, swap, 512);
        for (int j = 256; j; j /= 4) {
            marathon_heats_v4_a<<<kFinishers / 256, 256>>>(swap, ranked, j);
            if (j > 1) marathon_heats_v4_a<<<kFinishers / 256, 256>>>(ranked, swap, j / 2);
        } });
    add("marathon_heats_v4_b", ranked, kFinishers, Output::i32, [=] { marathon_heats_v4_b<<<kFinishers / 1024, 512>>>(finish, ranked); });

    float *leaf = filled<float>((size_t)kLeafPitch * kLeafRows, 46), *veins = empty<float>((size_t)kLeaf * kLeaf), taps[81];
    for (int k = 0; k < 81; ++k) taps[k] = 0.2f * std::cos(0.3f * (k % 9 - 4) + 0.5f * (k / 9 - 4)) + 0.01f * (k % 7);
    CHECK(cudaMemcpyToSymbol(kVein, taps, sizeof(taps)));
    add("herbarium_veins_v4_a", veins, (size_t)kLeaf * kLeaf, Output::f32, [=] {
        herbarium_veins_v4_a<<<dim3(kLeaf / 32, kLeaf / 8), dim3(32, 8)>>>(leaf, veins); });
    add("herbarium_veins_v4_b", veins, (size_t)kLeaf * kLeaf, Output::f32, [=] {
        herbarium_veins_v4_b<<<dim3(kLeaf / 32, kLeaf / 64), dim3(32, 8)>>>(leaf, veins); });

    constexpr size_t thickness = (size_t)kYarns * kThickness;
    const float4* yarn = reinterpret_cast<const float4*>(filled<float>(thickness, 47));
    float4* even = reinterpret_cast<float4*>(empty<float>(thickness));
    add("yarn_evenness_v4_a", even, thickness, Output::f32, [=] { yarn_evenness_v4_a<<<kYarns / 8, 256>>>(yarn, even); });
    add("yarn_evenness_v4_b", even, thickness, Output::f32, [=] { yarn_evenness_v4_b<<<kYarns / 8, 256>>>(yarn, even); });

    const float4* incidents = reinterpret_cast<const float4*>(filled<float>((size_t)kIncidents * 2, 48));
    float* cost = empty<float>(64 * 8);
    CHECK(cudaMemset(cost, 0, 64 * 8 * sizeof(float)));
    add("ambulance_depots_v4_a", cost, 64 * 8, Output::f32, [=] { ambulance_depots_v4_a<<<kIncidents / 4096, 256>>>(incidents, cost); });
    add("ambulance_depots_v4_b", cost, 64 * 8, Output::f32, [=] { ambulance_depots_v4_b<<<kIncidents / 4096, 256>>>(incidents, cost); });

    const float4* books = reinterpret_cast<const float4*>(filled<float>((size_t)kBooks * 128, 49));
    const int* loans = indices(kBorrowers * 16, kBooks, 50);
    float4* taste = reinterpret_cast<float4*>(empty<float>((size_t)kBorrowers * 128));
    add("borrower_shelf_v4_a", taste, (size_t)kBorrowers * 128, Output::f32, [=] { borrower_shelf_v4_a<<<kBorrowers / 8, 256>>>(books, loans, taste); });

    return harness::run(argc, argv, cases);
}
