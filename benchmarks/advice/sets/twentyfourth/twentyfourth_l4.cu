// Eleven cases as projects have them: nine pairs and a mild one, before (_a) and after (_b), and one that is well as it is.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Space debris: time and distance of closest approach of the pairs that a coarse test lets through; 1024 pairs a block.
constexpr int kMeetings = 132 * 8 * 16 * 1024;

__device__ __forceinline__ bool may_meet(float4 gap) { return fabsf(gap.x) < 0.15f; }

__device__ __forceinline__ float closest(float4 gap, float4 drift) {
    float t = 0.1f * gap.w, x = 0.0f, y = 0.0f, z = 0.0f;
#pragma unroll 2
    for (int k = 0; k < 40; ++k) {
        float bend = -0.02f * t;
        x = fmaf(fmaf(bend, gap.x, drift.x), t, gap.x); y = fmaf(fmaf(bend, gap.y, drift.y), t, gap.y); z = fmaf(fmaf(bend, gap.z, drift.z), t, gap.z);
        float u = fmaf(2.0f * bend, gap.x, drift.x), v = fmaf(2.0f * bend, gap.y, drift.y), w = fmaf(2.0f * bend, gap.z, drift.z);
        float slope = x * u + y * v + z * w, steep = u * u + v * v + w * w + 0.5f;
        t = fmaf(-0.7f * slope, __fdividef(1.0f, steep), t);
    }
    return x * x + y * y + z * z;
}

__global__ void __launch_bounds__(256) kite_meetings_l4_a(const float4* __restrict__ gaps, const float4* __restrict__ drifts, float* __restrict__ miss) {
    for (int k = 0; k < 4; ++k) {
        int i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        float4 gap = gaps[i];
        float best = 9.0f;
        if (may_meet(gap)) best = closest(gap, drifts[i]);
        miss[i] = best;
    }
}

__global__ void __launch_bounds__(256) kite_meetings_l4_b(const float4* __restrict__ gaps, const float4* __restrict__ drifts, float* __restrict__ miss) {
    __shared__ int queue[1024];
    __shared__ int waiting;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) waiting = 0;
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
        int i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        bool go = may_meet(gaps[i]);
        if (!go) miss[i] = 9.0f;
        unsigned all = __ballot_sync(0xffffffffu, go);
        int from = 0;
        if (lane == 0) from = atomicAdd(&waiting, __popc(all));
        from = __shfl_sync(0xffffffffu, from, 0);
        if (go) queue[from + __popc(all & ((1u << lane) - 1))] = i;
    }
    __syncthreads();
    for (int q = threadIdx.x; q < waiting; q += 256) {
        int i = queue[q];
        miss[i] = closest(gaps[i], drifts[i]);
    }
}

// ---- Genetic programming: squared error of bred formulas (twelve steps of eight kinds) over 32 samples.
constexpr int kRecipes = 132 * 4096, kTastes = 32, kSteps = 12;

__device__ __forceinline__ float cook(unsigned long long recipe, const float* __restrict__ taste) {
    float a = 0.5f;
#pragma unroll 1
    for (int s = 0; s < kSteps; ++s) {
        unsigned code = (unsigned)recipe & 31u;
        recipe >>= 5;
        float x = taste[(code >> 3) * 33];
        switch (code & 7u) {
            case 0: a = fmaf(0.9f, x, a); break;
            case 1: a = a * x + 0.25f; break;
            case 2: a = a / (1.0f + x * x); break;
            case 3: a = sinpif(a + x); break;
            case 4: a = expf(-fabsf(a)) + x; break;
            case 5: a = logf(1.0f + fabsf(a)) - x; break;
            case 6: a = atanf(a - x); break;
            default: a = tanhf(a + 0.5f * x);
        }
    }
    return a;
}

__device__ __forceinline__ void lay_table(const float* __restrict__ tastes, float* table) {
    if (threadIdx.x < 160) table[threadIdx.x / 32 * 33 + threadIdx.x % 32] = tastes[threadIdx.x];
    __syncthreads();
}

__global__ void __launch_bounds__(256) recipe_breeding_l4_a(const unsigned long long* __restrict__ recipes, const float* __restrict__ tastes, float* __restrict__ error) {
    __shared__ float table[5 * 33];
    lay_table(tastes, table);
    int r = blockIdx.x * 256 + threadIdx.x;
    unsigned long long recipe = recipes[r];
    float sum = 0.0f;
#pragma unroll 1
    for (int s = 0; s < kTastes; ++s) { float d = cook(recipe, table + s) - table[4 * 33 + s]; sum = fmaf(d, d, sum); }
    error[r] = sum;
}

__global__ void __launch_bounds__(256) recipe_breeding_l4_b(const unsigned long long* __restrict__ recipes, const float* __restrict__ tastes, float* __restrict__ error) {
    __shared__ float table[5 * 33];
    lay_table(tastes, table);
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 32;
    unsigned long long mine = recipes[first + lane];
    float kept = 0.0f;
#pragma unroll 1
    for (int r = 0; r < 32; ++r) {
        float d = cook(__shfl_sync(0xffffffffu, mine, r), table + lane) - table[4 * 33 + lane], sum = d * d;
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == r) kept = sum;
    }
    error[first + lane] = kept;
}

// ---- Medical optics: depth in the tissue at which each photon is absorbed; 32 photons a thread, one after another.
constexpr int kMothBlocks = 132 * 8 * 2, kMothsEach = 32, kMoths = kMothBlocks * 256 * kMothsEach;

struct Moth { uint32_t seed; float depth, tilt; };

__device__ __forceinline__ Moth let_go(int i, const float* fibre) {
    uint32_t seed = (uint32_t)i * 747796405u + 2891336453u;
    seed = (seed ^ (seed >> 15)) * 277803737u;
    return {seed ^ (seed >> 13), 0.05f, 0.8f + 0.2f * fibre[i & 255]};
}

__device__ __forceinline__ bool flutter(Moth& m) {  // true while it lives
    m.seed = m.seed * 1664525u + 1013904223u;
    float u = fmaf((float)(m.seed >> 8), 1.0f / 16777216.0f, 1e-7f);
    m.seed = m.seed * 1664525u + 1013904223u;
    float v = (float)(m.seed >> 8) * (1.0f / 16777216.0f);
    float path = -__logf(u) * fmaf(0.02f, m.depth, 0.1f);
    m.depth = fabsf(fmaf(path, m.tilt, m.depth));
    m.tilt = fmaf(0.85f, m.tilt, 0.3f * v - 0.15f);
    m.seed = m.seed * 1664525u + 1013904223u;
    return (m.seed >> 8) > (unsigned)(0.055f * 16777216.0f);
}

__global__ void __launch_bounds__(256) moth_flights_l4_a(const float* __restrict__ fibres, float* __restrict__ depth) {
    __shared__ float fibre[256];
    int i = blockIdx.x * (256 * kMothsEach) + threadIdx.x;
    fibre[threadIdx.x] = fibres[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < kMothsEach; ++k, i += 256) {
        Moth m = let_go(i, fibre);
#pragma unroll 1
        while (flutter(m)) {}
        depth[i] = m.depth;
    }
}

__global__ void __launch_bounds__(256) moth_flights_l4_b(const float* __restrict__ fibres, float* __restrict__ depth) {
    __shared__ float fibre[256];
    int i = blockIdx.x * (256 * kMothsEach) + threadIdx.x, end = i + 256 * kMothsEach;
    fibre[threadIdx.x] = fibres[threadIdx.x];
    __syncthreads();
    Moth m = let_go(i, fibre);
#pragma unroll 1
    while (i < end) {
        if (!flutter(m)) {
            depth[i] = m.depth;
            i += 256;
            m = let_go(i, fibre);
        }
    }
}

// ---- Robotics: farthest-point sampling, 64 of the 1024 points of each cloud, a block of 512 a cloud.
constexpr int kScouts = 132 * 4 * 16, kGround = 1024, kPosts = 64;

__device__ __forceinline__ float nearer(float had, float x, float y, float z, float u, float v, float w) {
    float dx = x - u, dy = y - v, dz = z - w;
    return fminf(had, fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
}

__global__ void __launch_bounds__(512) scout_posts_l4_a(const float* __restrict__ east, const float* __restrict__ north, const float* __restrict__ up, int* __restrict__ post) {
    __shared__ float px[kGround], py[kGround], pz[kGround], far[512];
    __shared__ int who[512];
    int t = threadIdx.x, base = blockIdx.x * kGround, last = 0;
    float x0 = px[t] = east[base + t], y0 = py[t] = north[base + t], z0 = pz[t] = up[base + t];
    float x1 = px[t + 512] = east[base + t + 512], y1 = py[t + 512] = north[base + t + 512], z1 = pz[t + 512] = up[base + t + 512];
    float d0 = 1e10f, d1 = 1e10f;
    __syncthreads();
    for (int s = 0; s < kPosts; ++s) {
        if (t == 0) post[blockIdx.x * kPosts + s] = last;
        float u = px[last], v = py[last], w = pz[last];
        d0 = nearer(d0, x0, y0, z0, u, v, w);
        d1 = nearer(d1, x1, y1, z1, u, v, w);
        far[t] = fmaxf(d0, d1);
        who[t] = d1 > d0 ? t + 512 : t;
        __syncthreads();
        for (int h = 256; h > 0; h >>= 1) {
            if (t < h) {
                float a = far[t], b = far[t + h];
                int i = who[t], j = who[t + h];
                if (b > a || (b == a && j < i)) { far[t] = b; who[t] = j; }
            }
            __syncthreads();
        }
        last = who[0];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(512) scout_posts_l4_b(const float* __restrict__ east, const float* __restrict__ north, const float* __restrict__ up, int* __restrict__ post) {
    __shared__ float px[kGround], py[kGround], pz[kGround];
    __shared__ unsigned far[2][16], who[2][16];
    int t = threadIdx.x, base = blockIdx.x * kGround, last = 0;
    float x0 = px[t] = east[base + t], y0 = py[t] = north[base + t], z0 = pz[t] = up[base + t];
    float x1 = px[t + 512] = east[base + t + 512], y1 = py[t + 512] = north[base + t + 512], z1 = pz[t + 512] = up[base + t + 512];
    float d0 = 1e10f, d1 = 1e10f;
    __syncthreads();
    for (int s = 0; s < kPosts; ++s) {
        if (t == 0) post[blockIdx.x * kPosts + s] = last;
        float u = px[last], v = py[last], w = pz[last];
        d0 = nearer(d0, x0, y0, z0, u, v, w);
        d1 = nearer(d1, x1, y1, z1, u, v, w);
        unsigned a = __float_as_uint(fmaxf(d0, d1)), i = d1 > d0 ? t + 512 : t;  // not negative: ordered like their bits
        unsigned top = __reduce_max_sync(0xffffffffu, a), first = __reduce_min_sync(0xffffffffu, a == top ? i : ~0u);
        if (t % 32 == 0) { far[s & 1][t / 32] = top; who[s & 1][t / 32] = first; }
        __syncthreads();
        a = far[s & 1][t % 16];
        i = who[s & 1][t % 16];
        top = __reduce_max_sync(0xffffffffu, a);
        last = __reduce_min_sync(0xffffffffu, a == top ? i : ~0u);
    }
}

// ---- Tracking: inverses of covariance matrices of 32 x 32 by Gauss and Jordan.
constexpr int kTracks = 132 * 256;

__global__ void __launch_bounds__(1024) radar_tracks_l4_a(const float* __restrict__ spread, float* __restrict__ inverse) {
    __shared__ float m[32][32];
    int j = threadIdx.x, i = threadIdx.y;
    size_t at = (size_t)blockIdx.x * 1024 + i * 32 + j;
    float v = spread[at] + (i == j ? 20.0f : 0.0f);
    for (int k = 0; k < 32; ++k) {
        m[i][j] = v;
        __syncthreads();
        float factor = m[i][k], row = (j == k ? 1.0f : m[k][j]) * __fdividef(1.0f, m[k][k]);
        v = i == k ? row : fmaf(-factor, row, j == k ? 0.0f : v);
        __syncthreads();
    }
    inverse[at] = v;
}

__global__ void __launch_bounds__(256) radar_tracks_l4_b(const float* __restrict__ spread, float* __restrict__ inverse) {
    int j = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * 1024 + j;
    float m[32];  // column j; the rows go round so that row k comes first
#pragma unroll
    for (int i = 0; i < 32; ++i) m[i] = spread[at + i * 32] + (i == j ? 20.0f : 0.0f);
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        float row = (j == k ? 1.0f : m[0]) * __fdividef(1.0f, __shfl_sync(0xffffffffu, m[0], k));
#pragma unroll
        for (int i = 1; i < 32; ++i) m[i - 1] = fmaf(-__shfl_sync(0xffffffffu, m[i], k), row, j == k ? 0.0f : m[i]);
        m[31] = row;
    }
#pragma unroll
    for (int i = 0; i < 32; ++i) inverse[at + i * 32] = m[i];
}

// ---- Firewall: dropped packets counted by one of sixteen reasons.
constexpr int kGates = 132 * 8, kTravellers = kGates * 256 * 64;

__global__ void __launch_bounds__(256) customs_gate_l4_a(const uint4* __restrict__ packet, int* __restrict__ drops) {
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kTravellers; i += kGates * 256) {
        uint4 p = packet[i];
        if (((p.x ^ p.y) & 3u) == 0 && p.w > 1000u) atomicAdd(&drops[p.z & 15u], 1);
    }
}

__global__ void __launch_bounds__(256) customs_gate_l4_b(const uint4* __restrict__ packet, int* __restrict__ drops) {
    __shared__ int own[16];
    int t = threadIdx.x;
    if (t < 16) own[t] = 0;
    __syncthreads();
#pragma unroll 4
    for (int i = blockIdx.x * 256 + t; i < kTravellers; i += kGates * 256) {
        uint4 p = packet[i];
        if (((p.x ^ p.y) & 3u) == 0 && p.w > 1000u) atomicAdd(&own[p.z & 15u], 1);
    }
    __syncthreads();
    if (t < 16) atomicAdd(&drops[t], own[t]);
}

// ---- Database: tuples dealt to the rings of 256 partitions before a join, 4096 tuples a block.
constexpr int kLetters = 132 * 8 * 2 * 4096, kBags = 256, kBag = 1 << 16;

__global__ void __launch_bounds__(256) mail_sorting_l4_a(const uint2* __restrict__ letter, unsigned* __restrict__ cursor, uint2* __restrict__ bag) {
    const uint2* from = letter + (size_t)blockIdx.x * 4096 + threadIdx.x;
    uint2 v[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = from[k * 256];
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned b = v[k].x % kBags, at = atomicAdd(&cursor[b], 1u);
        bag[(size_t)b * kBag + at % kBag] = v[k];
    }
}

__global__ void __launch_bounds__(256) mail_sorting_l4_b(const uint2* __restrict__ letter, unsigned* __restrict__ cursor, uint2* __restrict__ bag) {
    __shared__ unsigned count[kBags], start[kBags];
    const uint2* from = letter + (size_t)blockIdx.x * 4096 + threadIdx.x;
    uint2 v[16];
    unsigned rank[16];
    count[threadIdx.x] = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = from[k * 256];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) rank[k] = atomicAdd(&count[v[k].x % kBags], 1u);
    __syncthreads();
    start[threadIdx.x] = atomicAdd(&cursor[threadIdx.x], count[threadIdx.x]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned b = v[k].x % kBags;
        bag[(size_t)b * kBag + (start[b] + rank[k]) % kBag] = v[k];
    }
}

// ---- Magnetic resonance: sums and sums of squares of the voxels of six tissues, totals of each block in a row of their own.
constexpr int kHeads = 132 * 8, kScan = kHeads * 256 * 4 * 32, kTissues = 6;

__global__ void harness_tissues(unsigned char* tissue) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kScan; i += gridDim.x * blockDim.x)
        tissue[i] = harness::hash32((uint32_t)i * 2654435761u + 201u) % kTissues;
}

__global__ void __launch_bounds__(256) head_scan_l4_a(const float4* __restrict__ scan, const uchar4* __restrict__ tissue, float* __restrict__ total) {
    __shared__ float sum[kTissues], squares[kTissues];
    int t = threadIdx.x;
    if (t < kTissues) sum[t] = squares[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kScan / 4; i += kHeads * 256) {
        float4 v = scan[i];
        uchar4 c = tissue[i];
        atomicAdd(&sum[c.x], v.x); atomicAdd(&squares[c.x], v.x * v.x);
        atomicAdd(&sum[c.y], v.y); atomicAdd(&squares[c.y], v.y * v.y);
        atomicAdd(&sum[c.z], v.z); atomicAdd(&squares[c.z], v.z * v.z);
        atomicAdd(&sum[c.w], v.w); atomicAdd(&squares[c.w], v.w * v.w);
    }
    __syncthreads();
    if (t < kTissues) { total[blockIdx.x * 12 + t] = sum[t]; total[blockIdx.x * 12 + 6 + t] = squares[t]; }
}

__global__ void __launch_bounds__(256) head_scan_l4_b(const float4* __restrict__ scan, const uchar4* __restrict__ tissue, float* __restrict__ total) {
    __shared__ float2 own[kTissues][256];
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < kTissues; ++k) own[k][t] = make_float2(0.0f, 0.0f);
    auto put = [&](int k, float v) { float2 s = own[k][t]; own[k][t] = make_float2(s.x + v, fmaf(v, v, s.y)); };
#pragma unroll 2
    for (int i = blockIdx.x * 256 + t; i < kScan / 4; i += kHeads * 256) {
        float4 v = scan[i];
        uchar4 c = tissue[i];
        put(c.x, v.x); put(c.y, v.y); put(c.z, v.z); put(c.w, v.w);
    }
    __syncthreads();
    if (t / 32 < kTissues) {
        float2 s = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int j = 0; j < 8; ++j) { float2 o = own[t / 32][t % 32 + 32 * j]; s.x += o.x; s.y += o.y; }
#pragma unroll
        for (int o = 16; o; o >>= 1) { s.x += __shfl_xor_sync(0xffffffffu, s.x, o); s.y += __shfl_xor_sync(0xffffffffu, s.y, o); }
        if (t % 32 == 0) { total[blockIdx.x * 12 + t / 32] = s.x; total[blockIdx.x * 12 + 6 + t / 32] = s.y; }
    }
}

// ---- Variable stars: light curve of 256 nights smoothed with a bell at each of half a million moments.
constexpr int kMoments = 132 * 16 * 256, kNights = 256;

__global__ void __launch_bounds__(256) star_seasons_l4_a(const float2* __restrict__ night, const float* __restrict__ when, float* __restrict__ light) {
    __shared__ float2 curve[kNights];
    int i = blockIdx.x * 256 + threadIdx.x;
    curve[threadIdx.x] = night[threadIdx.x];
    __syncthreads();
    double here = when[i], sum = 0.0, weight = 1e-6;
#pragma unroll 2
    for (int n = 0; n < kNights; ++n) {
        double away = here - curve[n].x, w = exp(-40.0 * away * away);
        sum += w * curve[n].y;
        weight += w;
    }
    light[i] = sum / weight;
}

__global__ void __launch_bounds__(256) star_seasons_l4_b(const float2* __restrict__ night, const float* __restrict__ when, float* __restrict__ light) {
    __shared__ float2 curve[kNights];
    int i = blockIdx.x * 256 + threadIdx.x;
    curve[threadIdx.x] = night[threadIdx.x];
    __syncthreads();
    float here = when[i], sum = 0.0f, weight = 1e-6f;
#pragma unroll 2
    for (int n = 0; n < kNights; ++n) {
        float away = here - curve[n].x, w = expf(-40.0f * away * away);
        sum += w * curve[n].y;
        weight += w;
    }
    light[i] = sum / weight;
}

// ---- Mastering: each stretch of 4096 samples is brought to its loudness, given in decibels.
constexpr int kTapes = 132 * 8 * 16;

template <typename Gain>
__device__ __forceinline__ void master(const float4* __restrict__ tape, float4* __restrict__ disc, Gain gain) {
    __shared__ float loud;
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = tape[at + k * 256];
    if (threadIdx.x == 0) loud = gain();
    __syncthreads();
    float g = loud;
#pragma unroll
    for (int k = 0; k < 4; ++k) disc[at + k * 256] = make_float4(g * v[k].x, g * v[k].y, g * v[k].z, g * v[k].w);
}

__global__ void __launch_bounds__(256) tape_master_l4_a(const float4* __restrict__ tape, const float* __restrict__ level, float4* __restrict__ disc) {
    master(tape, disc, [=] { return (float)exp(0.11512925464970228 * (6.0 * level[blockIdx.x])); });
}

__global__ void __launch_bounds__(256) tape_master_l4_b(const float4* __restrict__ tape, const float* __restrict__ level, float4* __restrict__ disc) {
    master(tape, disc, [=] { return expf(0.11512925f * (6.0f * level[blockIdx.x])); });
}

// ---- Toll roads: the receipts that need a second look (one in sixteen), gathered in a ring.
constexpr int kReceipts = 132 * 8 * 32 * 1024, kRing = 1 << 22;

__global__ void __launch_bounds__(256) toll_receipts_l4_a(const uint4* __restrict__ receipt, unsigned* __restrict__ cursor, uint4* __restrict__ ring) {
    __shared__ int before[8];
    __shared__ unsigned start;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, all = 0, mine[4];
    size_t at = (size_t)blockIdx.x * 1024 + t;
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(receipt + at + k * 256);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        bool odd = ((v[k].x ^ v[k].z) & 15u) == 0;
        unsigned m = __ballot_sync(0xffffffffu, odd);
        mine[k] = odd ? all + __popc(m & ((1u << lane) - 1)) : -1;
        all += __popc(m);
    }
    if (lane == 0) before[warp] = all;
    __syncthreads();
    if (t == 0) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) { int n = before[w]; before[w] = sum; sum += n; }
        start = atomicAdd(cursor, (unsigned)sum);
    }
    __syncthreads();
    unsigned from = start + before[warp];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (mine[k] >= 0) ring[(from + mine[k]) % kRing] = v[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto zeros = [](size_t n) { int* p = empty<int>(n); CHECK(cudaMemset(p, 0, n * sizeof(int))); return p; };

    const float4* gaps = reinterpret_cast<const float4*>(filled<float>((size_t)kMeetings * 4, 51));
    const float4* drifts = reinterpret_cast<const float4*>(filled<float>((size_t)kMeetings * 4, 52));
    float* miss = empty<float>(kMeetings);
    add("kite_meetings_l4_a", miss, kMeetings, Output::f32, [=] { kite_meetings_l4_a<<<kMeetings / 1024, 256>>>(gaps, drifts, miss); });
    add("kite_meetings_l4_b", miss, kMeetings, Output::f32, [=] { kite_meetings_l4_b<<<kMeetings / 1024, 256>>>(gaps, drifts, miss); });

    const unsigned long long* recipes = reinterpret_cast<const unsigned long long*>(indices((size_t)kRecipes * 2, 0xffffffffu, 53));
    float *tastes = filled<float>(160, 54), *error = empty<float>(kRecipes);
    add("recipe_breeding_l4_a", error, kRecipes, Output::f32, [=] { recipe_breeding_l4_a<<<kRecipes / 256, 256>>>(recipes, tastes, error); });
    add("recipe_breeding_l4_b", error, kRecipes, Output::f32, [=] { recipe_breeding_l4_b<<<kRecipes / 256, 256>>>(recipes, tastes, error); });

    float *fibres = filled<float>(256, 55), *depth = empty<float>(kMoths);
    add("moth_flights_l4_a", depth, kMoths, Output::f32, [=] { moth_flights_l4_a<<<kMothBlocks, 256>>>(fibres, depth); });
    add("moth_flights_l4_b", depth, kMoths, Output::f32, [=] { moth_flights_l4_b<<<kMothBlocks, 256>>>(fibres, depth); });

    constexpr size_t ground = (size_t)kScouts * kGround;
    float *east = filled<float>(ground, 56), *north = filled<float>(ground, 57000), *up = filled<float>(ground, 5800000);
    int* post = empty<int>(kScouts * kPosts);
    add("scout_posts_l4_a", post, kScouts * kPosts, Output::i32, [=] { scout_posts_l4_a<<<kScouts, 512>>>(east, north, up, post); });
    add("scout_posts_l4_b", post, kScouts * kPosts, Output::i32, [=] { scout_posts_l4_b<<<kScouts, 512>>>(east, north, up, post); });

    constexpr size_t cells = (size_t)kTracks * 1024;
    float *spread = filled<float>(cells, 59), *inverse = empty<float>(cells);
    add("radar_tracks_l4_a", inverse, cells, Output::f32, [=] { radar_tracks_l4_a<<<kTracks, dim3(32, 32)>>>(spread, inverse); });
    add("radar_tracks_l4_b", inverse, cells, Output::f32, [=] { radar_tracks_l4_b<<<kTracks / 8, 256>>>(spread, inverse); });

    const uint4* packet = reinterpret_cast<const uint4*>(indices((size_t)kTravellers * 4, 0xffffffffu, 60));
    int* drops = zeros(16);
    add("customs_gate_l4_a", drops, 16, Output::i32, [=] { customs_gate_l4_a<<<kGates, 256>>>(packet, drops); });
    add("customs_gate_l4_b", drops, 16, Output::i32, [=] { customs_gate_l4_b<<<kGates, 256>>>(packet, drops); });

    const uint2* letter = reinterpret_cast<const uint2*>(indices((size_t)kLetters * 2, 1u << 20, 61));
    unsigned* cursor = reinterpret_cast<unsigned*>(zeros(kBags));
    constexpr size_t bags = (size_t)kBags * kBag;
    int* bag = zeros(bags * 2);
    uint2* bag2 = reinterpret_cast<uint2*>(bag);
    add("mail_sorting_l4_a", bag, bags * 2, Output::i32, [=] { mail_sorting_l4_a<<<kLetters / 4096, 256>>>(letter, cursor, bag2); });
    add("mail_sorting_l4_b", bag, bags * 2, Output::i32, [=] { mail_sorting_l4_b<<<kLetters / 4096, 256>>>(letter, cursor, bag2); });

    const float4* scan = reinterpret_cast<const float4*>(filled<float>(kScan, 62));
    unsigned char* tissue = empty<unsigned char>(kScan);
    harness_tissues<<<2048, 256>>>(tissue); CHECK(cudaGetLastError());
    const uchar4* tissues = reinterpret_cast<const uchar4*>(tissue);
    float* total = empty<float>(kHeads * 12);
    add("head_scan_l4_a", total, kHeads * 12, Output::f32, [=] { head_scan_l4_a<<<kHeads, 256>>>(scan, tissues, total); });
    add("head_scan_l4_b", total, kHeads * 12, Output::f32, [=] { head_scan_l4_b<<<kHeads, 256>>>(scan, tissues, total); });

    const float2* night = reinterpret_cast<const float2*>(filled<float>(kNights * 2, 63));
    float *when = filled<float>(kMoments, 64), *light = empty<float>(kMoments);
    add("star_seasons_l4_a", light, kMoments, Output::f32, [=] { star_seasons_l4_a<<<kMoments / 256, 256>>>(night, when, light); });
    add("star_seasons_l4_b", light, kMoments, Output::f32, [=] { star_seasons_l4_b<<<kMoments / 256, 256>>>(night, when, light); });

    constexpr size_t samples = (size_t)kTapes * 4096;
    const float4* tape = reinterpret_cast<const float4*>(filled<float>(samples, 65));
    float *level = filled<float>(kTapes, 66), *disc = empty<float>(samples);
    float4* discs = reinterpret_cast<float4*>(disc);
    add("tape_master_l4_a", disc, samples, Output::f32, [=] { tape_master_l4_a<<<kTapes, 256>>>(tape, level, discs); });
    add("tape_master_l4_b", disc, samples, Output::f32, [=] { tape_master_l4_b<<<kTapes, 256>>>(tape, level, discs); });

    const uint4* receipt = reinterpret_cast<const uint4*>(indices((size_t)kReceipts * 4, 0x7fffffffu, 67));
    unsigned* place = reinterpret_cast<unsigned*>(zeros(1));
    int* ring = zeros((size_t)kRing * 4);
    uint4* rings = reinterpret_cast<uint4*>(ring);
    add("toll_receipts_l4_a", ring, (size_t)kRing * 4, Output::i32, [=] { toll_receipts_l4_a<<<kReceipts / 1024, 256>>>(receipt, place, rings); });

    return harness::run(argc, argv, cases);
}
