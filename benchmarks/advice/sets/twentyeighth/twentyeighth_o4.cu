// Eleven measured cases of blind author 4: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr unsigned kAll = 0xffffffffu;

// ---- Gallery: light that reaches the eye from each ray hit, of one of four materials, under 32 lamps.
constexpr int kHits = 1 << 22, kLamps = 32;

__device__ __forceinline__ float lamp_dot(float4 n, float4 l) { return fmaf(n.x, l.x, fmaf(n.y, l.y, n.z * l.z)); }

__device__ __forceinline__ float gallery_shade(float4 n, int kind, const float4* lamps) {
    float sum = 0.0f;
    switch (kind) {
        case 0:  // plaster
#pragma unroll 4
            for (int k = 0; k < kLamps; ++k) {
                float4 l = lamps[k];
                float c = __saturatef(lamp_dot(n, l)), wrap = fmaf(0.7f, c, 0.3f * c * c);
                sum = fmaf(fmaf(n.w, wrap, c), l.w * wrap, sum);
            }
            break;
        case 1:  // bronze
#pragma unroll 4
            for (int k = 0; k < kLamps; ++k) {
                float4 l = lamps[k];
                float c = __saturatef(fmaf(0.5f, lamp_dot(n, l), 0.5f)), c2 = c * c, c4 = c2 * c2, c8 = c4 * c4;
                sum = fmaf(fmaf(n.w, c8 * c8, c4), l.w, sum);
            }
            break;
        case 2:  // glass
#pragma unroll 4
            for (int k = 0; k < kLamps; ++k) {
                float4 l = lamps[k];
                float t = 1.0f - __saturatef(fabsf(lamp_dot(n, l))), t2 = t * t, f = fmaf(0.96f, t2 * t2 * t, 0.04f);
                sum = fmaf(f * fmaf(-n.w, f, 1.0f), l.w, sum);
            }
            break;
        default:  // velvet
#pragma unroll 4
            for (int k = 0; k < kLamps; ++k) {
                float4 l = lamps[k];
                float c = lamp_dot(n, l), s = __saturatef(fmaf(-c, c, 1.0f)), rim = fmaf(s, s, 0.05f * s);
                sum = fmaf(fmaf(n.w, rim, fmaxf(c, 0.0f)), l.w * rim, sum);
            }
    }
    return sum;
}

__global__ void __launch_bounds__(512) gallery_lights_o4_a(const float4* __restrict__ hit, const int* __restrict__ material, const float4* __restrict__ lamp,
                                                           float* __restrict__ light) {
    __shared__ float4 lamps[kLamps];
    if (threadIdx.x < kLamps) lamps[threadIdx.x] = lamp[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 512 + threadIdx.x;
    light[i] = gallery_shade(hit[i], material[i], lamps);
}

// The 512 hits of a block are put in the order of their material before they are shaded.
__global__ void __launch_bounds__(512) gallery_lights_o4_b(const float4* __restrict__ hit, const int* __restrict__ material, const float4* __restrict__ lamp,
                                                           float* __restrict__ light) {
    __shared__ float4 lamps[kLamps];
    __shared__ int first[64];            // [material][warp]
    __shared__ int who[512];             // place within the block * 4 + material
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * 512;
    if (t < kLamps) lamps[t] = lamp[t];
    int kind = material[base + t], rank = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned same = __ballot_sync(kAll, kind == k);
        if (kind == k) rank = __popc(same & ((1u << lane) - 1u));
        if (lane == k) first[k * 16 + warp] = __popc(same);
    }
    __syncthreads();
    if (warp == 0) {
        int a = first[2 * lane], b = first[2 * lane + 1], both = a + b, upto = both;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int before = __shfl_up_sync(kAll, upto, o);
            if (lane >= o) upto += before;
        }
        first[2 * lane] = upto - both;
        first[2 * lane + 1] = upto - b;
    }
    __syncthreads();
    who[first[kind * 16 + warp] + rank] = t * 4 + kind;
    __syncthreads();
    int mine = who[t], i = base + (mine >> 2);
    light[i] = gallery_shade(hit[i], mine & 3, lamps);
}

// ---- Moor: path of each boulder down a slope, for as many steps as its flood lasted (32 to 2048).
constexpr int kBoulders = 132 * 8 * 256 * 4;

__device__ __forceinline__ float2 boulder_path(float4 s, int steps) {
    float x = s.x, y = s.y, u = s.z, v = s.w;
#pragma unroll 4
    for (int k = 0; k < steps; ++k) {
        float drag = fmaf(0.02f, fmaf(u, u, v * v), 0.01f);
        u = fmaf(-drag, u, fmaf(-0.010f, x, u));
        v = fmaf(-drag, v, fmaf(-0.012f, y, v));
        x = fmaf(0.05f, u, x);
        y = fmaf(0.05f, v, y);
    }
    return make_float2(x, y);
}

__global__ void __launch_bounds__(256) moor_boulders_o4_a(const float4* __restrict__ start, const int* __restrict__ steps, float2* __restrict__ rest) {
    int i = blockIdx.x * 256 + threadIdx.x;
    rest[i] = boulder_path(start[i], steps[i]);
}

__global__ void __launch_bounds__(256) moor_boulders_o4_b(const float4* __restrict__ start, const int* __restrict__ steps, const int* __restrict__ longest_first,
                                                          float2* __restrict__ rest) {
    int i = longest_first[blockIdx.x * 256 + threadIdx.x];
    rest[i] = boulder_path(start[i], steps[i]);
}

// ---- Cello: autocorrelation of each frame of 1024 samples at lags 0 to 12 (for linear prediction).
constexpr int kFrames = 132 * 2 * 40, kLags = 13;

__global__ void __launch_bounds__(1024) cello_frames_o4_a(const float* __restrict__ sound, float* __restrict__ lagged) {
    __shared__ float x[1024 + 16], part[1024];
    int t = threadIdx.x;
    x[t] = sound[(size_t)blockIdx.x * 1024 + t];
    if (t < 16) x[1024 + t] = 0.0f;
    __syncthreads();
#pragma unroll 1
    for (int lag = 0; lag < kLags; ++lag) {
        part[t] = x[t] * x[t + lag];
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) part[t] += part[t + s];
            __syncthreads();
        }
        if (t == 0) lagged[blockIdx.x * kLags + lag] = part[0];
    }
}

__global__ void __launch_bounds__(1024) cello_frames_o4_b(const float* __restrict__ sound, float* __restrict__ lagged) {
    __shared__ float x[1024 + 16], part[kLags][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    x[t] = sound[(size_t)blockIdx.x * 1024 + t];
    if (t < 16) x[1024 + t] = 0.0f;
    __syncthreads();
#pragma unroll
    for (int lag = 0; lag < kLags; ++lag) {
        float sum = x[t] * x[t + lag];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(kAll, sum, o);
        if (lane == 0) part[lag][warp] = sum;
    }
    __syncthreads();
    if (warp < kLags) {
        float sum = part[warp][lane];
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(kAll, sum, o);
        if (lane == 0) lagged[blockIdx.x * kLags + warp] = sum;
    }
}

// ---- Tugboats: inverse of the 32 x 32 thrust matrix of each manoeuvre (Gauss-Jordan in place, heavy diagonal).
constexpr int kTugs = 132 * 2 * 60;

__global__ void __launch_bounds__(1024) tugboat_gains_o4_a(const float* __restrict__ thrust, float* __restrict__ gain) {
    __shared__ float m[32][32];
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float v = thrust[at] + (i == j ? 40.0f : 0.0f);
    m[i][j] = v;
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < 32; ++k) {
        float p = __fdividef(1.0f, m[k][k]), c = m[i][k], r = m[k][j];
        __syncthreads();
        float row = j == k ? p : r * p;
        v = i == k ? row : fmaf(-c, row, j == k ? 0.0f : v);
        m[i][j] = v;
        __syncthreads();
    }
    gain[at] = v;
}

// One warp a matrix, a column a lane; the rows rotate so that the pivot row is always v[0].
__global__ void __launch_bounds__(128) tugboat_gains_o4_b(const float* __restrict__ thrust, float* __restrict__ gain) {
    int j = threadIdx.x % 32;
    size_t at = ((size_t)blockIdx.x * 4 + threadIdx.x / 32) * 1024 + j;
    float v[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) v[i] = thrust[at + i * 32] + (i == j ? 40.0f : 0.0f);
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        float p = __fdividef(1.0f, __shfl_sync(kAll, v[0], k)), row = j == k ? p : v[0] * p;
#pragma unroll
        for (int i = 1; i < 32; ++i) {
            float c = __shfl_sync(kAll, v[i], k);
            v[i - 1] = fmaf(-c, row, j == k ? 0.0f : v[i]);
        }
        v[31] = row;
    }
#pragma unroll
    for (int i = 0; i < 32; ++i) gain[at + i * 32] = v[i];
}

// ---- Market: takings of eight kinds of stall over all sales of a season.
constexpr int kSweep = 132 * 6 * 256, kSales = kSweep * 22;

__device__ __forceinline__ int stall_taking(int4 a, int4 b) {
    return ((a.x * (100 - a.y) + a.z * a.w) >> 6) + b.x - b.y + min(b.z, b.w);
}

__global__ void __launch_bounds__(256, 6) market_stalls_o4_a(const int4* __restrict__ sale, const int4* __restrict__ extra, const int* __restrict__ stall,
                                                             int* __restrict__ takings) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSales; i += kSweep) atomicAdd(takings + stall[i], stall_taking(sale[i], extra[i]));
}

__global__ void __launch_bounds__(256, 6) market_stalls_o4_b(const int4* __restrict__ sale, const int4* __restrict__ extra, const int* __restrict__ stall,
                                                             int* __restrict__ takings) {
    __shared__ int part[8];
    int sum[8] = {};
    if (threadIdx.x < 8) part[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSales; i += kSweep) {
        int s = stall[i], v = stall_taking(sale[i], extra[i]);
#pragma unroll
        for (int k = 0; k < 8; ++k) sum[k] += s == k ? v : 0;
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int all = __reduce_add_sync(kAll, sum[k]);
        if (threadIdx.x % 32 == 0) atomicAdd(part + k, all);
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(takings + threadIdx.x, part[threadIdx.x]);
}

// ---- Orchard: sums of position and brightness of the laser points in each voxel; the scan comes in voxel order, runs of 16 to 64 points.
constexpr int kPoints = 1 << 23;

__global__ void __launch_bounds__(512) orchard_scan_o4_a(const float4* __restrict__ point, const int* __restrict__ voxel, float* __restrict__ cell) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = point[i];
    float* c = cell + 4 * voxel[i];
    atomicAdd(c, p.x);
    atomicAdd(c + 1, p.y);
    atomicAdd(c + 2, p.z);
    atomicAdd(c + 3, p.w);
}

__global__ void __launch_bounds__(512) orchard_scan_o4_b(const float4* __restrict__ point, const int* __restrict__ voxel, float* __restrict__ cell) {
    int i = blockIdx.x * 512 + threadIdx.x, lane = threadIdx.x % 32;
    float4 p = point[i];
    int v = voxel[i], before = __shfl_up_sync(kAll, v, 1);
    bool head = lane == 0 || before != v;
    unsigned heads = __ballot_sync(kAll, head);
    unsigned later = heads & ~((2u << lane) - 1u);          // heads behind this lane
    int last = later ? __ffs(later) - 2 : 31;               // last lane of this run
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        float x = __shfl_down_sync(kAll, p.x, o), y = __shfl_down_sync(kAll, p.y, o), z = __shfl_down_sync(kAll, p.z, o), w = __shfl_down_sync(kAll, p.w, o);
        if (lane + o <= last) { p.x += x; p.y += y; p.z += z; p.w += w; }
    }
    if (head) {
        float* c = cell + 4 * v;
        atomicAdd(c, p.x);
        atomicAdd(c + 1, p.y);
        atomicAdd(c + 2, p.z);
        atomicAdd(c + 3, p.w);
    }
}

// ---- Seeds: sum of the reading qualities of each of the four letters of 131 million sequenced letters (ASCII, (c >> 1) & 3 tells A, C, T, G apart).
constexpr int kTurn = 132 * 8 * 256, kLetters16 = kTurn * 31;  // groups of 16 letters

__global__ void __launch_bounds__(256, 8) seed_letters_o4_a(const uint4* __restrict__ text, const uint4* __restrict__ quality, int* __restrict__ total) {
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLetters16; i += kTurn) {
        uint4 c = text[i], q = quality[i];
        unsigned word[4] = {c.x, c.y, c.z, c.w}, good[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b) atomicAdd(bins + ((word[w] >> (8 * b + 1)) & 3), (int)((good[w] >> (8 * b)) & 255));
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(total + threadIdx.x, bins[threadIdx.x]);
}

__global__ void __launch_bounds__(256, 8) seed_letters_o4_b(const uint4* __restrict__ text, const uint4* __restrict__ quality, int* __restrict__ total) {
    __shared__ int bins[4];
    if (threadIdx.x < 4) bins[threadIdx.x] = 0;
    __syncthreads();
    int mine[4] = {};
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLetters16; i += kTurn) {
        uint4 c = text[i], q = quality[i];
        unsigned word[4] = {c.x, c.y, c.z, c.w}, good[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            // One bit a letter says yes (0x01 in its byte); times 255 it is a mask of the letter's quality.
            unsigned high = (word[w] >> 2) & 0x01010101u, low = (word[w] >> 1) & 0x01010101u;
            unsigned both = (high & low) * 255u, only_high = (high & ~low) * 255u, only_low = (low & ~high) * 255u, none = ~(both | only_high | only_low);
            mine[0] = __dp4a(good[w] & none, 0x01010101u, (unsigned)mine[0]);
            mine[1] = __dp4a(good[w] & only_low, 0x01010101u, (unsigned)mine[1]);
            mine[2] = __dp4a(good[w] & only_high, 0x01010101u, (unsigned)mine[2]);
            mine[3] = __dp4a(good[w] & both, 0x01010101u, (unsigned)mine[3]);
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int all = __reduce_add_sync(kAll, mine[k]);
        if (threadIdx.x % 32 == 0) atomicAdd(bins + k, all);
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(total + threadIdx.x, bins[threadIdx.x]);
}

// ---- Meadow: hares and foxes of each meadow after 64 days.
constexpr int kMeadows = 192 * 132 * 10 * 32;

__global__ void __launch_bounds__(192) hare_meadow_o4_a(const float2* __restrict__ before, float2* __restrict__ after) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 b = before[i];
    float hare = 2.0 + b.x, fox = 1.5 + b.y;
#pragma unroll 4
    for (int day = 0; day < 64; ++day) {
        float born = hare * (1.1 - 0.4 * fox);
        float raised = fox * (0.1 * hare - 0.4);
        hare += 0.02 * born;
        fox += 0.02 * raised;
    }
    after[i] = make_float2(hare, fox);
}

__global__ void __launch_bounds__(192) hare_meadow_o4_b(const float2* __restrict__ before, float2* __restrict__ after) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float2 b = before[i];
    float hare = 2.0f + b.x, fox = 1.5f + b.y;
#pragma unroll 4
    for (int day = 0; day < 64; ++day) {
        float born = hare * (1.1f - 0.4f * fox);
        float raised = fox * (0.1f * hare - 0.4f);
        hare += 0.02f * born;
        fox += 0.02f * raised;
    }
    after[i] = make_float2(hare, fox);
}

// ---- Lake: logarithm of the concentration that 64 plumes leave at each sampling place.
constexpr int kPlumes = 64, kSamples = 384 * 132 * 5 * 16;

__device__ __forceinline__ void lake_load(float4* plumes, const float4* __restrict__ plume) {
    if (threadIdx.x < kPlumes) {
        float4 g = plume[threadIdx.x];
        plumes[threadIdx.x] = make_float4(g.x, g.y, 2.0f + g.z, 0.1f + fabsf(g.w));
    }
    __syncthreads();
}

__global__ void __launch_bounds__(384) lake_plumes_o4_a(const float2* __restrict__ place, const float4* __restrict__ plume, float* __restrict__ level) {
    __shared__ float4 plumes[kPlumes];
    lake_load(plumes, plume);
    int i = blockIdx.x * 384 + threadIdx.x;
    float2 at = place[i];
    double sum = 0;
#pragma unroll 2
    for (int k = 0; k < kPlumes; ++k) {
        float4 g = plumes[k];
        float dx = at.x - g.x, dy = at.y - g.y;
        sum += g.w * exp(-0.5 * (g.z * (dx * dx + dy * dy)));
    }
    level[i] = log(sum);
}

__global__ void __launch_bounds__(384) lake_plumes_o4_b(const float2* __restrict__ place, const float4* __restrict__ plume, float* __restrict__ level) {
    __shared__ float4 plumes[kPlumes];
    lake_load(plumes, plume);
    int i = blockIdx.x * 384 + threadIdx.x;
    float2 at = place[i];
    float sum = 0;
#pragma unroll 2
    for (int k = 0; k < kPlumes; ++k) {
        float4 g = plumes[k];
        float dx = at.x - g.x, dy = at.y - g.y;
        sum += g.w * expf(-0.5f * (g.z * (dx * dx + dy * dy)));
    }
    level[i] = logf(sum);
}

// ---- Organ: recording whose rare peaks (one sample in 200) are bent softly below full scale.
constexpr int kOrgan = 1 << 24;  // quadruples

__device__ __forceinline__ float organ_knee(float s, float a) {
    float over = (a - 0.995f) * 200.0f, soft = 1.0f - __expf(-over), bend = fmaf(soft, fmaf(soft, -0.25f, 0.75f), 0.1f * __logf(1.0f + over));
    return copysignf(fmaf(0.004f, bend, 0.995f), s);
}
__device__ __forceinline__ float organ_branch(float s) {
    float a = fabsf(s);
    if (a > 0.995f) s = organ_knee(s, a);
    return s * 0.9f;
}
__device__ __forceinline__ float organ_select(float s) {
    float a = fabsf(s), bent = organ_knee(s, fmaxf(a, 0.995f));
    return (a > 0.995f ? bent : s) * 0.9f;
}

__global__ void __launch_bounds__(256) organ_peaks_o4_a(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(organ_branch(v.x), organ_branch(v.y), organ_branch(v.z), organ_branch(v.w));
}

__global__ void __launch_bounds__(256) organ_peaks_o4_b(const float4* __restrict__ in, float4* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(organ_select(v.x), organ_select(v.y), organ_select(v.z), organ_select(v.w));
}

// ---- Harbour: histogram of the distances of sonar echoes, 256 rings.
constexpr int kPing = 132 * 8 * 256, kPings = kPing * 4 * 31;

__global__ void __launch_bounds__(256, 8) harbour_pings_o4_a(const float4* __restrict__ echo, int* __restrict__ rings) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPings; i += 4 * kPing) {
        float4 e[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) e[j] = __ldcs(echo + i + j * kPing);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float far = fmaf(e[j].x, e[j].x, fmaf(e[j].y, e[j].y, fmaf(e[j].z, e[j].z, 0.1f * fabsf(e[j].w))));
            atomicAdd(mine + min((int)(far * 82.0f), 255), 1);
        }
    }
    __syncthreads();
    atomicAdd(rings + threadIdx.x, mine[threadIdx.x]);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Shared by all: one field of floats and one result; counters of their own for what accumulates.
    constexpr size_t kMost = (size_t)kPings * 4;
    static_assert((size_t)kOrgan * 4 <= kMost && (size_t)kTugs * 1024 <= kMost && (size_t)kMeadows * 2 <= kMost && (size_t)kPoints * 4 <= kMost, "field is too short");
    float *one = filled<float>(kMost, 41), *few = filled<float>(4096, 42), *out = empty<float>((size_t)kOrgan * 4);
    static_assert((size_t)kMeadows * 2 <= (size_t)kOrgan * 4 && kTugs * 1024 <= kOrgan * 4 && kSamples <= kOrgan * 4, "result is too short");
    float2 *one2 = f2(one), *out2 = f2(out);
    float4 *one4 = f4(one), *few4 = f4(few), *out4 = f4(out);

    int* material = indices(kHits, 4, 43);
    add("gallery_lights_o4_a", out, kHits, Output::f32, [=] { gallery_lights_o4_a<<<kHits / 512, 512>>>(one4, material, few4, out); });
    add("gallery_lights_o4_b", out, kHits, Output::f32, [=] { gallery_lights_o4_b<<<kHits / 512, 512>>>(one4, material, few4, out); });

    std::vector<int> steps(kBoulders), order(kBoulders);
    for (int i = 0; i < kBoulders; ++i) { steps[i] = (int)(32.0f * exp2f(3.0f + 3.0f * harness::unit(i + 44))); order[i] = i; }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return steps[a] > steps[b]; });
    int *flood = uploaded(steps), *longest = uploaded(order);
    add("moor_boulders_o4_a", out, (size_t)kBoulders * 2, Output::f32, [=] { moor_boulders_o4_a<<<kBoulders / 256, 256>>>(one4, flood, out2); });
    add("moor_boulders_o4_b", out, (size_t)kBoulders * 2, Output::f32, [=] { moor_boulders_o4_b<<<kBoulders / 256, 256>>>(one4, flood, longest, out2); });

    add("cello_frames_o4_a", out, kFrames * kLags, Output::f32, [=] { cello_frames_o4_a<<<kFrames, 1024>>>(one, out); });
    add("cello_frames_o4_b", out, kFrames * kLags, Output::f32, [=] { cello_frames_o4_b<<<kFrames, 1024>>>(one, out); });

    add("tugboat_gains_o4_a", out, (size_t)kTugs * 1024, Output::f32, [=] { tugboat_gains_o4_a<<<kTugs, 1024>>>(one, out); });
    add("tugboat_gains_o4_b", out, (size_t)kTugs * 1024, Output::f32, [=] { tugboat_gains_o4_b<<<kTugs / 4, 128>>>(one, out); });

    int4 *sale = reinterpret_cast<int4*>(indices((size_t)kSales * 4, 100, 45)), *extra = reinterpret_cast<int4*>(indices((size_t)kSales * 4, 100, 46));
    int *stall = indices(kSales, 8, 47), *takings = empty<int>(8);
    add("market_stalls_o4_a", takings, 8, Output::i32, [=] { market_stalls_o4_a<<<132 * 6, 256>>>(sale, extra, stall, takings); });
    add("market_stalls_o4_b", takings, 8, Output::i32, [=] { market_stalls_o4_b<<<132 * 6, 256>>>(sale, extra, stall, takings); });

    std::vector<int> run(kPoints);
    int cells = 0;
    for (int i = 0; i < kPoints; ++cells)
        for (int left = 16 + (int)(harness::hash32(cells + 48) % 49); left > 0 && i < kPoints; --left) run[i++] = cells;
    int* voxel = uploaded(run);
    float* cell = empty<float>((size_t)cells * 4);
    add("orchard_scan_o4_a", cell, (size_t)cells * 4, Output::f32, [=] { orchard_scan_o4_a<<<kPoints / 512, 512>>>(one4, voxel, cell); });
    add("orchard_scan_o4_b", cell, (size_t)cells * 4, Output::f32, [=] { orchard_scan_o4_b<<<kPoints / 512, 512>>>(one4, voxel, cell); });

    uint4* text = reinterpret_cast<uint4*>(indices((size_t)kLetters16 * 4, 0xffffffffu, 49));
    uint4* quality = reinterpret_cast<uint4*>(indices((size_t)kLetters16 * 4, 0xffffffffu, 0x5eed));
    int* letters = empty<int>(4);
    add("seed_letters_o4_a", letters, 4, Output::i32, [=] { seed_letters_o4_a<<<132 * 8, 256>>>(text, quality, letters); });
    add("seed_letters_o4_b", letters, 4, Output::i32, [=] { seed_letters_o4_b<<<132 * 8, 256>>>(text, quality, letters); });

    add("hare_meadow_o4_a", out, (size_t)kMeadows * 2, Output::f32, [=] { hare_meadow_o4_a<<<kMeadows / 192, 192>>>(one2, out2); });
    add("hare_meadow_o4_b", out, (size_t)kMeadows * 2, Output::f32, [=] { hare_meadow_o4_b<<<kMeadows / 192, 192>>>(one2, out2); });

    add("lake_plumes_o4_a", out, kSamples, Output::f32, [=] { lake_plumes_o4_a<<<kSamples / 384, 384>>>(one2, few4, out); });
    add("lake_plumes_o4_b", out, kSamples, Output::f32, [=] { lake_plumes_o4_b<<<kSamples / 384, 384>>>(one2, few4, out); });

    add("organ_peaks_o4_a", out, (size_t)kOrgan * 4, Output::f32, [=] { organ_peaks_o4_a<<<kOrgan / 256, 256>>>(one4, out4); });
    add("organ_peaks_o4_b", out, (size_t)kOrgan * 4, Output::f32, [=] { organ_peaks_o4_b<<<kOrgan / 256, 256>>>(one4, out4); });

    int* rings = empty<int>(256);
    add("harbour_pings_o4_a", rings, 256, Output::i32, [=] { harbour_pings_o4_a<<<132 * 8, 256>>>(one4, rings); });

    return harness::run(argc, argv, cases);
}
