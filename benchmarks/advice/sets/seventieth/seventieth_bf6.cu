// Kernels of an analytics team: scans, sketches, pricing, genomics, graphs, codecs.
#include "harness.cuh"

using harness::hash32;
using harness::unit;
typedef unsigned long long u64;

// ---------------------------------------------------------------- revenue of a date range over the orders
struct Order {
    int id, customer, date, status;
    float tax, quantity, freight, weight;
    int clerk, region;
    float price, discount;
    int ship_mode, priority, comment_offset, comment_length;
};

__global__ void make_orders(Order* rows, int* date, float* quantity, float* price, float* discount, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Order o;
    o.id = i; o.customer = hash32(i) % 100000; o.date = hash32(i + 17) % 2500; o.status = i & 3;
    o.tax = 0.08f; o.quantity = 1.0f + hash32(i + 31) % 50; o.freight = unit(i); o.weight = unit(i + 5);
    o.clerk = i % 977; o.region = i % 25; o.price = 500.0f + 400.0f * unit(i + 71); o.discount = 0.05f + 0.05f * unit(i + 99);
    o.ship_mode = i % 7; o.priority = i % 5; o.comment_offset = i * 3; o.comment_length = i % 44;
    rows[i] = o;
    date[i] = o.date; quantity[i] = o.quantity; price[i] = o.price; discount[i] = o.discount;
}

__global__ void amber_trout_bf6_a(const Order* __restrict__ rows, float* __restrict__ out, int n, int from, int to) {
    int threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    float revenue = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int r = first + k * threads;
        int date = rows[r].date;
        float q = rows[r].quantity, p = rows[r].price, d = rows[r].discount;
        revenue += (date >= from && date < to && q < 40.0f) ? p * (1.0f - d) : 0.0f;
    }
    out[first] = revenue;
}

__global__ void amber_trout_bf6_b(const int* __restrict__ dates, const float* __restrict__ quantity, const float* __restrict__ price,
                                  const float* __restrict__ discount, float* __restrict__ out, int n, int from, int to) {
    int threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    float revenue = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int r = first + k * threads;
        int date = dates[r];
        float q = quantity[r], p = price[r], d = discount[r];
        revenue += (date >= from && date < to && q < 40.0f) ? p * (1.0f - d) : 0.0f;
    }
    out[first] = revenue;
}

// ---------------------------------------------------------------- histogram of base qualities, counters per thread
__global__ void velvet_anchor_bf6_a(const uint4* __restrict__ quality, int* __restrict__ out, int n16) {
    __shared__ int count[128][32];
    const int t = threadIdx.x;
    for (int i = t; i < 128 * 32; i += 128) (&count[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 128 + t; i < n16; i += gridDim.x * 128) {
        uint4 v = quality[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 16; ++k) count[t][(w[k / 4] >> (8 * (k % 4))) & 31]++;
    }
    __syncthreads();
    const int bin = t & 31, part = t >> 5;
    int sum = 0;
    for (int j = 0; j < 32; ++j) sum += count[part * 32 + j][bin];
    out[(blockIdx.x * 4 + part) * 32 + bin] = sum;
}

__global__ void velvet_anchor_bf6_b(const uint4* __restrict__ quality, int* __restrict__ out, int n16) {
    __shared__ int count[32][128];
    const int t = threadIdx.x;
    for (int i = t; i < 128 * 32; i += 128) (&count[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 128 + t; i < n16; i += gridDim.x * 128) {
        uint4 v = quality[i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 16; ++k) count[(w[k / 4] >> (8 * (k % 4))) & 31][t]++;
    }
    __syncthreads();
    const int bin = t & 31, part = t >> 5;
    int sum = 0;
    for (int j = 0; j < 32; ++j) sum += count[bin][part * 32 + ((j + bin) & 31)];
    out[(blockIdx.x * 4 + part) * 32 + bin] = sum;
}

// ---------------------------------------------------------------- HyperLogLog sketch of a key column
__device__ __forceinline__ void sketch_one(int* registers, unsigned key) {
    unsigned h = hash32(key);
    atomicMax(&registers[h >> 22], __clz((h << 10) | 512u) + 1);
}

__global__ void maple_comet_bf6_a(const uint4* __restrict__ keys, int* registers, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        uint4 k = keys[i];
        sketch_one(registers, k.x); sketch_one(registers, k.y); sketch_one(registers, k.z); sketch_one(registers, k.w);
    }
}

__global__ void maple_comet_bf6_b(const uint4* __restrict__ keys, int* registers, int n4) {
    __shared__ int local[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        uint4 k = keys[i];
        sketch_one(local, k.x); sketch_one(local, k.y); sketch_one(local, k.z); sketch_one(local, k.w);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        if (local[i]) atomicMax(&registers[i], local[i]);
}

// ---------------------------------------------------------------- knock-out Asian option over simulated paths, [step][path]
__global__ void silent_ferry_bf6_a(const float* __restrict__ moves, float* __restrict__ payoff, int paths, int steps, float barrier, float strike) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    float sum = 0.0f;
    bool alive = true;
    for (int t = 0; t < steps; ++t) {
        float x = moves[(size_t)t * paths + i];
        if (x < barrier) { alive = false; break; }
        sum += x;
    }
    payoff[i] = alive ? fmaxf(100.0f + 10.0f * sum / steps - strike, 0.0f) : 0.0f;
}

__global__ void silent_ferry_bf6_b(const float* __restrict__ moves, float* __restrict__ payoff, int paths, int steps, float barrier, float strike) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= paths) return;
    float sum = 0.0f;
    bool alive = true;
    for (int t = 0; t < steps && alive; t += 8) {
        float x[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) x[k] = moves[(size_t)(t + k) * paths + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) { alive = alive && x[k] >= barrier; sum += x[k]; }
    }
    payoff[i] = alive ? fmaxf(100.0f + 10.0f * sum / steps - strike, 0.0f) : 0.0f;
}

// ---------------------------------------------------------------- value, duration and convexity of a bond book
__device__ __forceinline__ float bond(int periods, float coupon, float rate) {
    float discount = 1.0f, pv = 0.0f, duration = 0.0f, convexity = 0.0f, t = 1.0f;
    float v = 1.0f - rate;
    for (int k = 0; k < periods; ++k) {
        discount *= v;
        v = fmaf(rate, -1e-4f, v);
        pv = fmaf(coupon, discount, pv);
        duration = fmaf(t, discount, duration);
        convexity = fmaf(t * t, discount, convexity);
        t += 1.0f;
    }
    pv += discount;
    return pv + 1e-3f * duration + 1e-5f * convexity;
}

__global__ void cobalt_acorn_bf6_a(const int* __restrict__ periods, const float* __restrict__ coupon, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = bond(periods[i], coupon[i], rate[i]);
}

// The same book, ordered by descending maturity when it was loaded.
__global__ void cobalt_acorn_bf6_b(const int* __restrict__ periods, const float* __restrict__ coupon, const float* __restrict__ rate, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = bond(periods[i], coupon[i], rate[i]);
}

// ---------------------------------------------------------------- distance of each customer to the nearest depot on the globe
constexpr int kDepots = 128;

__global__ void rusty_lantern_bf6_a(const float2* __restrict__ place, const float2* __restrict__ depots, float* __restrict__ out, int n) {
    __shared__ float2 depot[kDepots];
    if (threadIdx.x < kDepots) depot[threadIdx.x] = depots[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = place[i];
    float lat = 1.2f * p.x, lon = 3.1f * p.y;
    float sin_lat = __sinf(lat), cos_lat = __cosf(lat);
    float best = -1.0f;
    for (int j = 0; j < kDepots; ++j) {
        float dlat = 1.2f * depot[j].x, dlon = 3.1f * depot[j].y;
        float c = sin_lat * __sinf(dlat) + cos_lat * __cosf(dlat) * __cosf(lon - dlon);
        best = fmaxf(best, c);
    }
    out[i] = acosf(fminf(best, 1.0f)) * 6371.0f;
}

__global__ void rusty_lantern_bf6_b(const float2* __restrict__ place, const float2* __restrict__ depots, float* __restrict__ out, int n) {
    __shared__ float4 depot[kDepots];
    if (threadIdx.x < kDepots) {
        float2 d = depots[threadIdx.x];
        float lat = 1.2f * d.x, lon = 3.1f * d.y, c = __cosf(lat);
        depot[threadIdx.x] = make_float4(c * __cosf(lon), c * __sinf(lon), __sinf(lat), 0.0f);
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = place[i];
    float lat = 1.2f * p.x, lon = 3.1f * p.y, c = __cosf(lat);
    float x = c * __cosf(lon), y = c * __sinf(lon), z = __sinf(lat);
    float best = -1.0f;
    for (int j = 0; j < kDepots; ++j) {
        float4 d = depot[j];
        best = fmaxf(best, fmaf(x, d.x, fmaf(y, d.y, z * d.z)));
    }
    out[i] = acosf(fminf(best, 1.0f)) * 6371.0f;
}

// ---------------------------------------------------------------- positions of a key's probes in a Bloom filter
__device__ __forceinline__ u64 mix64(u64 x) {
    x ^= x >> 33; x *= 0xff51afd7ed558ccdull; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ull; x ^= x >> 33;
    return x;
}

__global__ void plaid_walrus_bf6_a(const unsigned* __restrict__ keys, int* __restrict__ out, int n, u64 slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 h = mix64(keys[i]), step = (h >> 17) | 1;
    u64 acc = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        acc += (h % slots) >> k;
        h += step * 0x9e3779b97f4a7c15ull;
    }
    out[i] = (int)(acc & 0xffffff);
}

__global__ void plaid_walrus_bf6_b(const unsigned* __restrict__ keys, int* __restrict__ out, int n, u64 slots, u64 inverse) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u64 h = mix64(keys[i]), step = (h >> 17) | 1;
    u64 acc = 0;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
        u64 r = h - __umul64hi(h, inverse) * slots;
        if (r >= slots) r -= slots;
        acc += r >> k;
        h += step * 0x9e3779b97f4a7c15ull;
    }
    out[i] = (int)(acc & 0xffffff);
}

// ---------------------------------------------------------------- genotype likelihoods of a pile-up, [read][site]
__global__ void humble_orchid_bf6_a(const uint8_t* __restrict__ reads, float* __restrict__ out, int sites, int depth) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sites) return;
    float ref = 0.0f, alt = 0.0f;
    for (int r = 0; r < depth; ++r) {
        int b = reads[(size_t)r * sites + s];
        int q = b & 63;
        float e = pow(10.0, -q / 10.0);
        float hit = log10(1.0 - e), miss = log10(e / 3.0);
        ref += b & 128 ? miss : hit;
        alt += b & 128 ? hit : miss;
    }
    out[s] = 0.7 * ref + 0.3 * alt;
}

__global__ void humble_orchid_bf6_b(const uint8_t* __restrict__ reads, float* __restrict__ out, int sites, int depth) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sites) return;
    float ref = 0.0f, alt = 0.0f;
    for (int r = 0; r < depth; ++r) {
        int b = reads[(size_t)r * sites + s];
        int q = b & 63;
        float e = exp2f(q * -0.332192809f);
        float hit = log10f(1.0f - e), miss = log10f(e * 0.333333333f);
        ref += b & 128 ? miss : hit;
        alt += b & 128 ? hit : miss;
    }
    out[s] = 0.7f * ref + 0.3f * alt;
}

// ---------------------------------------------------------------- base composition of windows of 256 two-bit bases
__global__ void brisk_pelican_bf6_a(const uint4* __restrict__ bases, int* __restrict__ out, int windows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= windows) return;
    int count[4] = {0, 0, 0, 0};
#pragma unroll
    for (int part = 0; part < 4; ++part) {
        uint4 v = bases[(size_t)part * windows + i];
        unsigned w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int b = 0; b < 16; ++b) count[(w[k] >> (2 * b)) & 3]++;
    }
    out[i] = max(max(count[0], count[1]), max(count[2], count[3])) * 256 + count[1] + count[2];
}

__global__ void brisk_pelican_bf6_b(const uint4* __restrict__ bases, int* __restrict__ out, int windows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= windows) return;
    int a = 0, c = 0, g = 0, t = 0;
#pragma unroll
    for (int part = 0; part < 4; ++part) {
        uint4 v = bases[(size_t)part * windows + i];
        unsigned w[4] = {v.x, v.y, v.z, v.w}, packed = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            packed = 0;
#pragma unroll
            for (int b = 0; b < 16; ++b) packed += 1u << (8 * ((w[k] >> (2 * b)) & 3));
            a += packed & 255; c += (packed >> 8) & 255; g += (packed >> 16) & 255; t += packed >> 24;
        }
    }
    out[i] = max(max(a, c), max(g, t)) * 256 + c + g;
}

// ---------------------------------------------------------------- decoding of delta-coded blocks of 1024 values
__global__ void tidy_volcano_bf6_a(const unsigned* __restrict__ deltas, const int* __restrict__ first, int* __restrict__ out) {
    __shared__ int s[1024];
    const int t = threadIdx.x;
    s[t] = deltas[blockIdx.x * 1024 + t] & 63;
    __syncthreads();
    for (int d = 1; d < 1024; d <<= 1) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = s[t] + first[blockIdx.x];
}

__global__ void tidy_volcano_bf6_b(const unsigned* __restrict__ deltas, const int* __restrict__ first, int* __restrict__ out) {
    __shared__ int total[32];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    int x = deltas[blockIdx.x * 1024 + t] & 63;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int v = __shfl_up_sync(~0u, x, d);
        if (lane >= d) x += v;
    }
    if (lane == 31) total[warp] = x;
    __syncthreads();
    int before = __reduce_add_sync(~0u, lane < warp ? total[lane] : 0);
    out[blockIdx.x * 1024 + t] = x + before + first[blockIdx.x];
}

// ---------------------------------------------------------------- Manhattan distance of all pairs of expression profiles, [gene][sample]
__global__ void frosty_banjo_bf6_a(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n, int genes) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < genes; ++k) sum += fabsf(a[k * n + i] - b[k * n + j]);
    out[(size_t)i * n + j] = sum;
}

__global__ void frosty_banjo_bf6_b(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n, int genes) {
    __shared__ float4 sa[16][16], sb[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < genes; k0 += 16) {
        float4 va = *(const float4*)&a[(k0 + ty) * n + row + 4 * tx];
        float4 vb = *(const float4*)&b[(k0 + ty) * n + col + 4 * tx];
        __syncthreads();
        sa[ty][tx] = va;
        sb[ty][tx] = vb;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 p = sa[k][ty], q = sb[k][tx];
            float pa[4] = {p.x, p.y, p.z, p.w}, qa[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sum[i][j] += fabsf(pa[i] - qa[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *(float4*)&out[(size_t)(row + 4 * ty + i) * n + col + 4 * tx] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// ---------------------------------------------------------------- one pull step of rank over a CSR graph
__global__ void lucky_granite_bf6_a(const int* __restrict__ offset, const int* __restrict__ neighbour, const float* __restrict__ rank,
                                    float* __restrict__ out, int vertices) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (v >= vertices) return;
    int end = offset[v + 1];
    float sum = 0.0f;
    for (int e = offset[v] + lane; e < end; e += 32) sum += rank[neighbour[e]];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) out[v] = 0.85f * sum;
}

// Work items of at most 256 edges; the items of one vertex add up.
__global__ void lucky_granite_bf6_b(const int4* __restrict__ items, const int* __restrict__ neighbour, const float* __restrict__ rank,
                                    float* __restrict__ out, int count) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (w >= count) return;
    int4 item = items[w];  // vertex, first edge, end edge, whole vertex?
    float sum = 0.0f;
    for (int e = item.y + lane; e < item.z; e += 32) sum += rank[neighbour[e]];
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) {
        if (item.w) out[item.x] = 0.85f * sum;
        else atomicAdd(&out[item.x], 0.85f * sum);
    }
}

// ---------------------------------------------------------------- qualities to FASTQ text, flagged ones to '!'
__device__ __forceinline__ unsigned fastq_branch(unsigned w) {
    if (w & 0x80808080u) {
        unsigned r = 0;
#pragma unroll 1
        for (int b = 0; b < 4; ++b) {
            unsigned q = (w >> (8 * b)) & 255;
            if (q & 128) q = 0;
            r |= (q + 33) << (8 * b);
        }
        return r;
    }
    return w + 0x21212121u;
}

__device__ __forceinline__ unsigned fastq_mask(unsigned w) {
    unsigned flagged = ((w >> 7) & 0x01010101u) * 255u;
    return (w & ~flagged) + 0x21212121u;
}

__global__ void mellow_thicket_bf6_a(const uint4* __restrict__ quality, uint4* __restrict__ out, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 v = quality[i];
    v.x = fastq_branch(v.x); v.y = fastq_branch(v.y); v.z = fastq_branch(v.z); v.w = fastq_branch(v.w);
    out[i] = v;
}

__global__ void mellow_thicket_bf6_b(const uint4* __restrict__ quality, uint4* __restrict__ out, int n16) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 v = quality[i];
    v.x = fastq_mask(v.x); v.y = fastq_mask(v.y); v.z = fastq_mask(v.z); v.w = fastq_mask(v.w);
    out[i] = v;
}

// ---------------------------------------------------------------- sixteen columns to rows
__global__ void dusty_kettle_bf6_a(const float* __restrict__ columns, float* __restrict__ rows, int n) {
    __shared__ float s[256 * 16];
    const int t = threadIdx.x, first = blockIdx.x * 256;
#pragma unroll
    for (int c = 0; c < 16; ++c) s[t * 16 + c] = columns[(size_t)c * n + first + t];
    __syncthreads();
#pragma unroll
    for (int c = 0; c < 16; ++c) rows[(size_t)first * 16 + c * 256 + t] = fabsf(s[c * 256 + t]);
}

__global__ void dusty_kettle_bf6_b(const float* __restrict__ columns, float* __restrict__ rows, int n) {
    __shared__ float s[256 * 17];
    const int t = threadIdx.x, first = blockIdx.x * 256;
#pragma unroll
    for (int c = 0; c < 16; ++c) s[t * 17 + c] = columns[(size_t)c * n + first + t];
    __syncthreads();
#pragma unroll
    for (int c = 0; c < 16; ++c) {
        int e = c * 256 + t;
        rows[(size_t)first * 16 + e] = fabsf(s[e + e / 16]);
    }
}

// ---------------------------------------------------------------- filter: the values above a limit, packed, in any order
__global__ void noble_sparrow_bf6_a(const float* __restrict__ values, float* __restrict__ out, int* counter, float limit) {
    __shared__ int warp_total[8];
    __shared__ int block_base;
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const float* mine = values + (size_t)blockIdx.x * 4096 + warp * 512 + lane;
    float x[16];
    unsigned votes[16];
    int total = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) x[k] = mine[k * 32];
#pragma unroll
    for (int k = 0; k < 16; ++k) { votes[k] = __ballot_sync(~0u, x[k] > limit); total += __popc(votes[k]); }
    if (lane == 0) warp_total[warp] = total;
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int w = 0; w < 8; ++w) { int c = warp_total[w]; warp_total[w] = sum; sum += c; }
        block_base = atomicAdd(counter, sum);
    }
    __syncthreads();
    float* to = out + block_base + warp_total[warp];
    const unsigned below = (1u << lane) - 1;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        if (x[k] > limit) to[__popc(votes[k] & below)] = x[k];
        to += __popc(votes[k]);
    }
}

// ---------------------------------------------------------------- pages of 4096 integers in four encodings
__global__ void windy_pebble_bf6_a(const uint8_t* __restrict__ stream, const int4* __restrict__ pages, int4* __restrict__ out) {
    const int t = threadIdx.x;
    const int4 page = pages[blockIdx.x];  // byte offset, encoding, reference
    int4* to = out + (size_t)blockIdx.x * 1024;
    const int r = page.z;
    if (page.y == 0) {
        const int4* from = (const int4*)(stream + page.x);
#pragma unroll
        for (int k = 0; k < 4; ++k) to[k * 256 + t] = from[k * 256 + t];
    } else if (page.y == 1) {
        const ushort4* from = (const ushort4*)(stream + page.x);
#pragma unroll
        for (int k = 0; k < 4; ++k) { ushort4 v = from[k * 256 + t]; to[k * 256 + t] = make_int4(r + v.x, r + v.y, r + v.z, r + v.w); }
    } else if (page.y == 2) {
        const uchar4* from = (const uchar4*)(stream + page.x);
#pragma unroll
        for (int k = 0; k < 4; ++k) { uchar4 v = from[k * 256 + t]; to[k * 256 + t] = make_int4(r + v.x, r + v.y, r + v.z, r + v.w); }
    } else {
#pragma unroll
        for (int k = 0; k < 4; ++k) to[k * 256 + t] = make_int4(r, r, r, r);
    }
}

// ---------------------------------------------------------------- a column through an ascending selection vector
__global__ void crimson_ladder_bf6_a(const float* __restrict__ column, const int* __restrict__ selected, float* __restrict__ out, int n) {
    const int first = blockIdx.x * 1024 + threadIdx.x;
    int at[4];
    float x[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) at[k] = selected[first + k * 256];
#pragma unroll
    for (int k = 0; k < 4; ++k) x[k] = column[at[k]];
#pragma unroll
    for (int k = 0; k < 4; ++k) out[first + k * 256] = 2.0f + x[k];
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    uint32_t seed = 12345;
    auto rnd = [&]() { seed = seed * 1664525u + 1013904223u; return harness::hash32(seed); };

    // Shared inputs
    const int paths = 132 * 8 * 256 * 4, steps = 128;
    float* moves = harness::filled<float>((size_t)paths * steps, 3);
    const int nkeys = 1 << 25;
    unsigned* keys = (unsigned*)harness::indices(nkeys, 0xffffffffu, 11);
    const size_t quality_bytes = 128u << 20;
    uint8_t* quality = harness::empty<uint8_t>(quality_bytes);
    {
        std::vector<uint8_t> part(16u << 20);
        for (auto& q : part) {
            uint32_t r = rnd(), p = r & 1023;
            q = p < 512 ? 30 : p < 720 ? 24 : p < 880 ? 12 : 2 + (r >> 12) % 29;
            if ((r >> 20) < 20) q |= 128;
        }
        for (size_t at = 0; at < quality_bytes; at += part.size()) CHECK(cudaMemcpy(quality + at, part.data(), part.size(), cudaMemcpyHostToDevice));
    }

    {   // orders
        const int n = 1 << 24, blocks = n / 8 / 256;
        Order* rows = harness::empty<Order>(n);
        int* date = harness::empty<int>(n);
        float *quantity = harness::empty<float>(n), *price = harness::empty<float>(n), *discount = harness::empty<float>(n);
        make_orders<<<n / 256, 256>>>(rows, date, quantity, price, discount, n);
        CHECK(cudaGetLastError());
        float* out = harness::empty<float>(n / 8);
        add("amber_trout_bf6_a", out, n / 8, Output::f32, [=] { amber_trout_bf6_a<<<blocks, 256>>>(rows, out, n, 700, 1800); });
        add("amber_trout_bf6_b", out, n / 8, Output::f32, [=] { amber_trout_bf6_b<<<blocks, 256>>>(date, quantity, price, discount, out, n, 700, 1800); });
    }
    {   // qualities
        const int blocks = 132 * 13, n16 = quality_bytes / 16;
        int* out = harness::empty<int>(blocks * 128);
        add("velvet_anchor_bf6_a", out, blocks * 128, Output::i32, [=] { velvet_anchor_bf6_a<<<blocks, 128>>>((const uint4*)quality, out, n16); });
        add("velvet_anchor_bf6_b", out, blocks * 128, Output::i32, [=] { velvet_anchor_bf6_b<<<blocks, 128>>>((const uint4*)quality, out, n16); });
    }
    {   // sketch
        int* out = harness::empty<int>(1024);
        CHECK(cudaMemset(out, 0, 4096));
        add("maple_comet_bf6_a", out, 1024, Output::i32, [=] { maple_comet_bf6_a<<<132 * 8, 256>>>((const uint4*)keys, out, nkeys / 4); });
        add("maple_comet_bf6_b", out, 1024, Output::i32, [=] { maple_comet_bf6_b<<<132 * 8, 256>>>((const uint4*)keys, out, nkeys / 4); });
    }
    {   // knock-out
        float* out = harness::empty<float>(paths);
        add("silent_ferry_bf6_a", out, paths, Output::f32, [=] { silent_ferry_bf6_a<<<paths / 256, 256>>>(moves, out, paths, steps, -0.9995f, 95.0f); });
        add("silent_ferry_bf6_b", out, paths, Output::f32, [=] { silent_ferry_bf6_b<<<paths / 256, 256>>>(moves, out, paths, steps, -0.9995f, 95.0f); });
    }
    {   // bonds
        const int n = 1 << 23;
        std::vector<int> periods(n), sorted(n);
        std::vector<float> coupon(n), rate(n), coupon2(n), rate2(n);
        std::vector<int> place(130, 0);
        for (int i = 0; i < n; ++i) {
            uint32_t r = rnd(), p = r % 100;
            periods[i] = p < 82 ? 4 + (r >> 8) % 16 : p < 97 ? 20 + (r >> 8) % 40 : 60 + (r >> 8) % 60;
            coupon[i] = 0.01f + 0.05f * ((r >> 16) / 65536.0f);
            rate[i] = 0.002f + 0.02f * ((rnd() >> 16) / 65536.0f);
            ++place[128 - periods[i]];
        }
        for (int k = 0, sum = 0; k < 130; ++k) { int c = place[k]; place[k] = sum; sum += c; }
        for (int i = 0; i < n; ++i) {
            int at = place[128 - periods[i]]++;
            sorted[at] = periods[i]; coupon2[at] = coupon[i]; rate2[at] = rate[i];
        }
        int *pa = harness::uploaded(periods), *pb = harness::uploaded(sorted);
        float *ca = harness::uploaded(coupon), *cb = harness::uploaded(coupon2), *ra = harness::uploaded(rate), *rb = harness::uploaded(rate2);
        float* out = harness::empty<float>(n);
        add("cobalt_acorn_bf6_a", out, n, Output::f32, [=] { cobalt_acorn_bf6_a<<<n / 256, 256>>>(pa, ca, ra, out, n); });
        add("cobalt_acorn_bf6_b", out, n, Output::f32, [=] { cobalt_acorn_bf6_b<<<n / 256, 256>>>(pb, cb, rb, out, n); });
    }
    {   // depots
        const int n = 1 << 22;
        const float2 *place = (const float2*)moves, *depots = (const float2*)(moves + (1 << 24));
        float* out = harness::empty<float>(n);
        add("rusty_lantern_bf6_a", out, n, Output::f32, [=] { rusty_lantern_bf6_a<<<n / 256, 256>>>(place, depots, out, n); });
        add("rusty_lantern_bf6_b", out, n, Output::f32, [=] { rusty_lantern_bf6_b<<<n / 256, 256>>>(place, depots, out, n); });
    }
    {   // Bloom
        const int n = 1 << 24;
        const u64 slots = 6000000011ull, inverse = ~0ull / slots;
        int* out = harness::empty<int>(n);
        add("plaid_walrus_bf6_a", out, n, Output::i32, [=] { plaid_walrus_bf6_a<<<n / 256, 256>>>(keys, out, n, slots); });
        add("plaid_walrus_bf6_b", out, n, Output::i32, [=] { plaid_walrus_bf6_b<<<n / 256, 256>>>(keys, out, n, slots, inverse); });
    }
    {   // genotypes
        const int sites = 1 << 21, depth = 16;
        float* out = harness::empty<float>(sites);
        add("humble_orchid_bf6_a", out, sites, Output::f32, [=] { humble_orchid_bf6_a<<<sites / 256, 256>>>(quality, out, sites, depth); });
        add("humble_orchid_bf6_b", out, sites, Output::f32, [=] { humble_orchid_bf6_b<<<sites / 256, 256>>>(quality, out, sites, depth); });
    }
    {   // composition
        const int windows = 1 << 21;
        int* out = harness::empty<int>(windows);
        add("brisk_pelican_bf6_a", out, windows, Output::i32, [=] { brisk_pelican_bf6_a<<<windows / 256, 256>>>((const uint4*)keys, out, windows); });
        add("brisk_pelican_bf6_b", out, windows, Output::i32, [=] { brisk_pelican_bf6_b<<<windows / 256, 256>>>((const uint4*)keys, out, windows); });
    }
    {   // deltas
        std::vector<int> host(nkeys / 1024);
        for (auto& f : host) f = rnd() % 1000000;
        int* first = harness::uploaded(host);
        int* out = harness::empty<int>(nkeys);
        add("tidy_volcano_bf6_a", out, nkeys, Output::i32, [=] { tidy_volcano_bf6_a<<<nkeys / 1024, 1024>>>(keys, first, out); });
        add("tidy_volcano_bf6_b", out, nkeys, Output::i32, [=] { tidy_volcano_bf6_b<<<nkeys / 1024, 1024>>>(keys, first, out); });
    }
    {   // profiles
        const int n = 2048, genes = 256;
        const float *a = moves, *b = moves + (1 << 22);
        float* out = harness::empty<float>((size_t)n * n);
        add("frosty_banjo_bf6_a", out, (size_t)n * n, Output::f32, [=] { frosty_banjo_bf6_a<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, out, n, genes); });
        add("frosty_banjo_bf6_b", out, (size_t)n * n, Output::f32, [=] { frosty_banjo_bf6_b<<<dim3(n / 64, n / 64), dim3(16, 16)>>>(a, b, out, n, genes); });
    }
    {   // graph
        const int vertices = 1 << 18;
        std::vector<int> offset(vertices + 1, 0);
        std::vector<int4> items;
        for (int v = 0; v < vertices; ++v) {
            uint32_t r = rnd();
            int degree = 32 + r % 33;
            if (v % 6553 == 3000) degree = 30000 + (r >> 8) % 90000;
            offset[v + 1] = offset[v] + degree;
            for (int e = offset[v]; e < offset[v + 1]; e += 256) items.push_back(make_int4(v, e, std::min(e + 256, offset[v + 1]), degree <= 256));
        }
        std::vector<float> host_rank(vertices);
        for (auto& x : host_rank) x = 0.5f + (rnd() >> 8) / 16777216.0f;
        const int edges = offset[vertices], count = (int)items.size();
        int* neighbour = harness::indices(edges, vertices, 23);
        int* off = harness::uploaded(offset);
        int4* work = harness::uploaded(items);
        float* rank = harness::uploaded(host_rank);
        float* out = harness::empty<float>(vertices);
        add("lucky_granite_bf6_a", out, vertices, Output::f32, [=] { lucky_granite_bf6_a<<<vertices / 8, 256>>>(off, neighbour, rank, out, vertices); });
        add("lucky_granite_bf6_b", out, vertices, Output::f32, [=] {
            cudaMemsetAsync(out, 0, vertices * sizeof(float));
            lucky_granite_bf6_b<<<(count + 7) / 8, 256>>>(work, neighbour, rank, out, count);
        });
    }
    {   // FASTQ
        const int n16 = quality_bytes / 16;
        uint4* out = (uint4*)harness::empty<uint8_t>(quality_bytes);
        add("mellow_thicket_bf6_a", out, quality_bytes, Output::u8, [=] { mellow_thicket_bf6_a<<<n16 / 256, 256>>>((const uint4*)quality, out, n16); });
        add("mellow_thicket_bf6_b", out, quality_bytes, Output::u8, [=] { mellow_thicket_bf6_b<<<n16 / 256, 256>>>((const uint4*)quality, out, n16); });
    }
    {   // rows
        const int n = 1 << 22;
        float* out = harness::empty<float>((size_t)n * 16);
        add("dusty_kettle_bf6_a", out, (size_t)n * 16, Output::f32, [=] { dusty_kettle_bf6_a<<<n / 256, 256>>>(moves, out, n); });
        add("dusty_kettle_bf6_b", out, (size_t)n * 16, Output::f32, [=] { dusty_kettle_bf6_b<<<n / 256, 256>>>(moves, out, n); });
    }
    {   // filter
        const int n = paths * steps;
        const size_t room = n / 3;
        float* out = harness::empty<float>(room);
        int* counter = harness::empty<int>(1);
        add("noble_sparrow_bf6_a", out, room, Output::f32, [=] {
            cudaMemsetAsync(counter, 0, sizeof(int));
            noble_sparrow_bf6_a<<<n / 4096, 256>>>(moves, out, counter, 0.5f);
        });
    }
    {   // pages
        const int pages = 16384;
        std::vector<int4> host(pages);
        int at = 0;
        for (auto& p : host) {
            uint32_t r = rnd();
            int encoding = r & 3;
            p = make_int4(at, encoding, (int)((r >> 8) & 0xffff), 0);
            at += encoding == 0 ? 16384 : encoding == 1 ? 8192 : encoding == 2 ? 4096 : 0;
        }
        if (at > nkeys * 4) { std::fprintf(stderr, "stream too long\n"); return 1; }
        int4* page = harness::uploaded(host);
        int* out = harness::empty<int>((size_t)pages * 4096);
        add("windy_pebble_bf6_a", out, (size_t)pages * 4096, Output::i32, [=] { windy_pebble_bf6_a<<<pages, 256>>>((const uint8_t*)keys, page, (int4*)out); });
    }
    {   // selection
        const int n = 1 << 25;
        std::vector<int> host(n);
        int at = 0;
        for (auto& x : host) { x = at; at += 1 + (rnd() % 10 == 0); }
        int* selected = harness::uploaded(host);
        float* out = harness::empty<float>(n);
        add("crimson_ladder_bf6_a", out, n, Output::f32, [=] { crimson_ladder_bf6_a<<<n / 1024, 256>>>(moves, selected, out, n); });
    }
    return harness::run(argc, argv, cases);
}
