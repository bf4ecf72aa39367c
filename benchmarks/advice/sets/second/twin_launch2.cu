#include "harness.cuh"

extern __shared__ float4 pool[];

// ---------------------------------------------------------------- databases: a warp descends a 32-ary index, one node of 32 keys at a level
struct SeekIndex { const uint32_t* level[5]; };
__device__ __forceinline__ void seek_keys(const SeekIndex& index, const uint32_t* __restrict__ wanted, int* __restrict__ slot) {
    int lane = threadIdx.x & 31;
    size_t base = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) & ~(size_t)31;
    uint32_t w = wanted[base + lane];
    int mine = 0;
#pragma unroll 1
    for (int it = 0; it < 32; ++it) {
        uint32_t q = __shfl_sync(~0u, w, it);
        int node = 0;
#pragma unroll
        for (int l = 4; l >= 0; --l) {
            uint32_t key = __ldg(index.level[l] + node * 32 + lane);
            int below = __popc(__ballot_sync(~0u, key <= q));
            node = node * 32 + max(below - 1, 0);
        }
        if (lane == it) mine = node;
    }
    slot[base + lane] = mine;
}
__global__ void ledger_seek_a(SeekIndex index, const uint32_t* __restrict__ wanted, int* __restrict__ slot) { seek_keys(index, wanted, slot); }
__global__ void ledger_seek_b(SeekIndex index, const uint32_t* __restrict__ wanted, int* __restrict__ slot) { seek_keys(index, wanted, slot); }

// ---------------------------------------------------------------- geo: follow a drill core from cell to cell; a broken cell is repaired by an 8 x 8 fit
__device__ __forceinline__ float repair_fit(const float* __restrict__ weight, int p, int mask) {
    float m[8][9];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 9; ++j) m[i][j] = weight[(p + i * 9 + j) & mask] + (i == j ? 12.f : 0.f);
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        float inv = 1.f / m[k][k];
#pragma unroll
        for (int i = k + 1; i < 8; ++i) {
            float f = m[i][k] * inv;
#pragma unroll
            for (int j = k + 1; j < 9; ++j) m[i][j] = fmaf(-f, m[k][j], m[i][j]);
        }
    }
    float x[8], sum = 0.f;
#pragma unroll
    for (int k = 7; k >= 0; --k) {
        float v = m[k][8];
#pragma unroll
        for (int j = k + 1; j < 8; ++j) v = fmaf(-m[k][j], x[j], v);
        x[k] = v / m[k][k];
        sum += x[k];
    }
    return sum;
}
__device__ __forceinline__ void follow_core(const int* __restrict__ below, const float* __restrict__ weight, float* __restrict__ grade, int groups, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int p = (int)(harness::hash32((uint32_t)i >> 5) % (uint32_t)groups) * 32 + (i & 31);
    float sum = 0.f;
#pragma unroll 1
    for (int d = 0; d < depth; ++d) {
        float w = weight[p];
        int next = below[p];
        if (w > 0.9999995f) w = repair_fit(weight, p, groups * 32 - 1);
        sum = fmaf(sum, 0.98f, w);
        p = next;
    }
    grade[i] = sum;
}
__global__ void core_sample_a(const int* __restrict__ below, const float* __restrict__ weight, float* __restrict__ grade, int groups, int depth) {
    follow_core(below, weight, grade, groups, depth);
}
__global__ void __launch_bounds__(256, 8) core_sample_b(const int* __restrict__ below, const float* __restrict__ weight, float* __restrict__ grade, int groups, int depth) {
    follow_core(below, weight, grade, groups, depth);
}

// ---------------------------------------------------------------- ocean: statistics of drifters that hop from cell to cell
__device__ __forceinline__ void drift_statistics(const int* __restrict__ next, const float* __restrict__ speed, float4* __restrict__ report, int groups, int hops) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int p = (int)(harness::hash32(((uint32_t)i >> 5) + 77u) % (uint32_t)groups) * 32 + (i & 31);
    float m1 = 0.f, m2 = 0.f, m3 = 0.f, m4 = 0.f, top = -9.f, low = 9.f;
    float l1 = 0.f, l2 = 0.f, l3 = 0.f, l4 = 0.f, l5 = 0.f, l6 = 0.f, l7 = 0.f, l8 = 0.f, l9 = 0.f, l10 = 0.f, l11 = 0.f, v1 = 0.f, v2 = 0.f, v3 = 0.f, v4 = 0.f, v5 = 0.f, v6 = 0.f, v7 = 0.f, v8 = 0.f, v9 = 0.f, v10 = 0.f, v11 = 0.f;
    int calm = 0, storm = 0;
#pragma unroll 1
    for (int h = 0; h < hops; ++h) {
        float v = speed[p];
        p = next[p];
        float s = v * v;
        m1 += v; m2 += s; m3 = fmaf(s, v, m3); m4 = fmaf(s, s, m4);
        top = fmaxf(top, v); low = fminf(low, v);
        l1 = fmaf(v, v1, l1); l2 = fmaf(v, v2, l2); l3 = fmaf(v, v3, l3); l4 = fmaf(v, v4, l4); l5 = fmaf(v, v5, l5); l6 = fmaf(v, v6, l6);
        l7 = fmaf(v, v7, l7); l8 = fmaf(v, v8, l8);
        l9 = fmaf(v, v9, l9); l10 = fmaf(v, v10, l10); l11 = fmaf(v, v11, l11);
        v11 = v10; v10 = v9; v9 = v8; v8 = v7; v7 = v6; v6 = v5; v5 = v4; v4 = v3; v3 = v2; v2 = v1; v1 = v;
        calm += v < -0.8f; storm += v > 0.8f;
    }
    float4 r;
    r.x = m1 + 0.5f * m2 + 0.25f * m3 + 0.125f * m4;
    r.y = top - low;
    r.z = (l1 + 0.5f * l2) + (l3 + 0.5f * l4) + (l5 + 0.5f * l6) + (l7 + 0.5f * l8) + (l9 + 0.5f * l10) + l11;
    r.w = (float)(storm - calm) + v1 - v11;
    report[i] = r;
}
__global__ void __launch_bounds__(1024) drifter_stats_a(const int* __restrict__ next, const float* __restrict__ speed, float4* __restrict__ report, int groups, int hops) {
    drift_statistics(next, speed, report, groups, hops);
}
__global__ void __launch_bounds__(128) drifter_stats_b(const int* __restrict__ next, const float* __restrict__ speed, float4* __restrict__ report, int groups, int hops) {
    drift_statistics(next, speed, report, groups, hops);
}

// ---------------------------------------------------------------- genomics: which annotated interval starts at or before a read
__device__ __forceinline__ void find_locus(const int* __restrict__ starts, int count, const int* __restrict__ reads, int* __restrict__ found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int q = reads[i], lo = 0;
#pragma unroll 1
    for (int half = count >> 1; half; half >>= 1)
        lo += starts[lo + half] <= q ? half : 0;
    found[i] = lo;
}
__global__ void locus_lookup_a(const int* __restrict__ starts, int count, const int* __restrict__ reads, int* __restrict__ found) { find_locus(starts, count, reads, found); }
__global__ void locus_lookup_b(const int* __restrict__ starts, int count, const int* __restrict__ reads, int* __restrict__ found) { find_locus(starts, count, reads, found); }

// ---------------------------------------------------------------- text search: walk posting lists (31 postings and a link a block), count by shard
__device__ __forceinline__ void scan_postings(const int* __restrict__ blocks, const int* __restrict__ heads, int4* __restrict__ shards, int length) {
    int* bins = reinterpret_cast<int*>(pool) + (threadIdx.x / 32) * 128;
    int lane = threadIdx.x & 31, list = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int k = lane; k < 128; k += 32) bins[k] = 0;
    __syncwarp();
    int at = heads[list];
#pragma unroll 1
    for (int b = 0; b < length; ++b) {
        int v = blocks[(size_t)at * 32 + lane];
        at = __shfl_sync(~0u, v, 31);
        if (lane < 31) atomicAdd(bins + (v & 127), 1 + (v & 1));
    }
    __syncwarp();
    shards[(size_t)list * 32 + lane] = reinterpret_cast<const int4*>(bins)[lane];
}
__global__ void posting_scan_a(const int* __restrict__ blocks, const int* __restrict__ heads, int4* __restrict__ shards, int length) { scan_postings(blocks, heads, shards, length); }
__global__ void posting_scan_b(const int* __restrict__ blocks, const int* __restrict__ heads, int4* __restrict__ shards, int length) { scan_postings(blocks, heads, shards, length); }

// ---------------------------------------------------------------- sensing: range offsets of the 32 beams of a lidar
__device__ __forceinline__ void shift_ranges(const float4* __restrict__ range, const float* __restrict__ beam, float4* __restrict__ out) {
    float* table = reinterpret_cast<float*>(pool);
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = range[i + k * 256];
    if (threadIdx.x < 32) table[threadIdx.x] = beam[threadIdx.x];
    __syncthreads();
    float4 b = pool[threadIdx.x % 8];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        v[k].x = fmaf(v[k].x, 1.01f, b.x); v[k].y = fmaf(v[k].y, 1.01f, b.y);
        v[k].z = fmaf(v[k].z, 1.01f, b.z); v[k].w = fmaf(v[k].w, 1.01f, b.w);
        out[i + k * 256] = v[k];
    }
}
__global__ void __launch_bounds__(256) lidar_shift_a(const float4* __restrict__ range, const float* __restrict__ beam, float4* __restrict__ out) { shift_ranges(range, beam, out); }
__global__ void __launch_bounds__(256) lidar_shift_b(const float4* __restrict__ range, const float* __restrict__ beam, float4* __restrict__ out) { shift_ranges(range, beam, out); }

// ---------------------------------------------------------------- geophysics: flow law of ice, one block an SM, eight columns a thread
__global__ void __launch_bounds__(512, 1) glacier_flow_a(const float4* __restrict__ stress, float4* __restrict__ rate, int n8, int cycles) {
    int i = blockIdx.x * 512 + threadIdx.x, step = gridDim.x * 512;
    if (i >= n8) return;
    float4 na = stress[2 * (size_t)i], nb = stress[2 * (size_t)i + 1];
    for (; i < n8; i += step) {
        float x[8] = {na.x, na.y, na.z, na.w, nb.x, nb.y, nb.z, nb.w}, y[8];
        size_t ahead = i + step < n8 ? i + step : i;
        na = stress[2 * ahead]; nb = stress[2 * ahead + 1];
#pragma unroll
        for (int k = 0; k < 8; ++k) y[k] = 0.5f + 0.1f * x[k];
#pragma unroll 1
        for (int c = 0; c < cycles; ++c) {
#pragma unroll
            for (int u = 0; u < 4; ++u) {
#pragma unroll
                for (int k = 0; k < 8; ++k) y[k] = fmaf(y[k], x[k], 0.3125f);
#pragma unroll
                for (int k = 0; k < 8; ++k) y[k] = fmaf(y[k], x[k], -0.21875f);
#pragma unroll
                for (int k = 0; k < 8; ++k) y[k] = fmaf(y[k], x[k], 0.171875f);
#pragma unroll
                for (int k = 0; k < 8; ++k) y[k] = fmaf(y[k], x[k], -0.140625f);
            }
        }
        rate[2 * (size_t)i] = make_float4(y[0], y[1], y[2], y[3]);
        rate[2 * (size_t)i + 1] = make_float4(y[4], y[5], y[6], y[7]);
    }
}

static std::vector<int> lane_links(int groups, uint32_t seed) {  // cell -> a cell of another group of 32, same lane
    std::vector<int> v((size_t)groups * 32);
    for (int g = 0; g < groups; ++g) {
        int t = (int)(harness::hash32((uint32_t)g + seed) % (uint32_t)groups);
        for (int l = 0; l < 32; ++l) v[(size_t)g * 32 + l] = t * 32 + l;
    }
    return v;
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {
        int n = 1 << 25;
        SeekIndex index;
        std::vector<uint32_t> keys(n);
        for (int i = 0; i < n; ++i) keys[i] = (uint32_t)i * 127u + harness::hash32(i) % 127u;
        for (int l = 0, stride = 1; l < 5; ++l, stride *= 32) {
            std::vector<uint32_t> level(n / stride);
            for (int i = 0; i < n / stride; ++i) level[i] = keys[(size_t)i * stride];
            index.level[l] = harness::uploaded(level);
        }
        int queries = 1 << 20;
        std::vector<uint32_t> wanted(queries);
        for (int i = 0; i < queries; ++i) wanted[i] = harness::hash32(i + 12345u);
        const uint32_t* w = harness::uploaded(wanted);
        int *sa = harness::empty<int>(queries), *sb = harness::empty<int>(queries);
        cases.push_back({"ledger_seek_a", [=] { ledger_seek_a<<<queries / 32, 32>>>(index, w, sa); }, sa, (size_t)queries, harness::Output::i32});
        cases.push_back({"ledger_seek_b", [=] { ledger_seek_b<<<queries / 256, 256>>>(index, w, sb); }, sb, (size_t)queries, harness::Output::i32});
    }
    {
        int groups = 1 << 19, n = 1 << 20;
        int* below = harness::uploaded(lane_links(groups, 5));
        float* weight = harness::filled<float>((size_t)groups * 32, 6);
        float *ga = harness::empty<float>(n), *gb = harness::empty<float>(n);
        cases.push_back({"core_sample_a", [=] { core_sample_a<<<n / 256, 256>>>(below, weight, ga, groups, 48); }, ga, (size_t)n});
        cases.push_back({"core_sample_b", [=] { core_sample_b<<<n / 256, 256>>>(below, weight, gb, groups, 48); }, gb, (size_t)n});
    }
    {
        int groups = 1 << 19, n = 132 * 1024 * 18;
        int* next = harness::uploaded(lane_links(groups, 9));
        float* speed = harness::filled<float>((size_t)groups * 32, 10);
        float *ra = harness::empty<float>((size_t)n * 4), *rb = harness::empty<float>((size_t)n * 4);
        cases.push_back({"drifter_stats_a", [=] { drifter_stats_a<<<n / 1024, 1024>>>(next, speed, (float4*)ra, groups, 48); }, ra, (size_t)n * 4});
        cases.push_back({"drifter_stats_b", [=] { drifter_stats_b<<<n / 128, 128>>>(next, speed, (float4*)rb, groups, 48); }, rb, (size_t)n * 4});
    }
    {
        int count = 1 << 22, n = 704 * 11264;
        std::vector<int> starts(count), reads(n);
        for (int i = 0; i < count; ++i) starts[i] = i * 400 + (int)(harness::hash32(i) % 400u);
        for (int i = 0; i < n; ++i) reads[i] = (int)(harness::hash32((i >> 5) + 99u) % 1600000000u) + (int)(harness::hash32(i) % 3000u);
        const int *s = harness::uploaded(starts), *r = harness::uploaded(reads);
        int *fa = harness::empty<int>(n), *fb = harness::empty<int>(n);
        cases.push_back({"locus_lookup_a", [=] { locus_lookup_a<<<n / 704, 704>>>(s, count, r, fa); }, fa, (size_t)n, harness::Output::i32});
        cases.push_back({"locus_lookup_b", [=] { locus_lookup_b<<<n / 512, 512>>>(s, count, r, fb); }, fb, (size_t)n, harness::Output::i32});
    }
    {
        int blocks = 1 << 20, lists = 1 << 15;
        std::vector<int> data((size_t)blocks * 32), heads(lists);
        for (int b = 0; b < blocks; ++b)
            for (int l = 0; l < 32; ++l) {
                uint32_t h = harness::hash32((uint32_t)b * 32u + l);
                data[(size_t)b * 32 + l] = l == 31 ? (int)(h % (uint32_t)blocks) : (int)(h & 0x3fffffff);
            }
        for (int i = 0; i < lists; ++i) heads[i] = (int)(harness::hash32(i + 4242u) % (uint32_t)blocks);
        const int *d = harness::uploaded(data), *h = harness::uploaded(heads);
        size_t n = (size_t)lists * 128;
        int *sa = harness::empty<int>(n), *sb = harness::empty<int>(n);
        cases.push_back({"posting_scan_a", [=] { posting_scan_a<<<lists / 4, 128, 48 * 1024>>>(d, h, (int4*)sa, 64); }, sa, n, harness::Output::i32});
        cases.push_back({"posting_scan_b", [=] { posting_scan_b<<<lists / 4, 128, 4 * 128 * sizeof(int)>>>(d, h, (int4*)sb, 64); }, sb, n, harness::Output::i32});
    }
    {
        size_t n = (size_t)1 << 26;
        float4* r = (float4*)harness::filled<float>(n, 31);
        float* b = harness::filled<float>(32, 32);
        float *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
        CHECK(cudaFuncSetAttribute(lidar_shift_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 54 * 1024));
        cases.push_back({"lidar_shift_a", [=] { lidar_shift_a<<<(int)(n / 4096), 256, 54 * 1024>>>(r, b, (float4*)oa); }, oa, n});
        cases.push_back({"lidar_shift_b", [=] { lidar_shift_b<<<(int)(n / 4096), 256, 128>>>(r, b, (float4*)ob); }, ob, n});
    }
    {
        int n8 = 132 * 512 * 8;
        size_t n = (size_t)n8 * 8;
        float4* s = (float4*)harness::filled<float>(n, 41);
        float* o = harness::empty<float>(n);
        cases.push_back({"glacier_flow_a", [=] { glacier_flow_a<<<132, 512>>>(s, (float4*)o, n8, 48); }, o, n});
    }
    return harness::run(argc, argv, cases);
}
