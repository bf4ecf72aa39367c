// Before/after pairs from data analytics, databases, strings, genomics and graphs.
#include "harness.cuh"

using u32 = unsigned int;
using u64 = unsigned long long;

__global__ void harness_uniform_s3(float* p, size_t n, float lo, float hi, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = lo + (hi - lo) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f);
}
static float* uniform(size_t n, float lo, float hi, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_uniform_s3<<<2048, 256>>>(p, n, lo, hi, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Dinucleotide composition of 2-bit packed contigs: 16 counters per thread in shared memory, one spectrum per block of sequence.
constexpr int DI_THREADS = 256, DI_WORDS = 8;

__global__ void __launch_bounds__(DI_THREADS) dinucleotide_spectrum_s3_a(const uint4* __restrict__ packed, int n, int* __restrict__ spectrum) {
    __shared__ u32 counts[DI_THREADS * 16];
    u32* mine = counts + threadIdx.x * 16;
    for (int d = 0; d < 16; ++d) mine[d] = 0;
    int base = blockIdx.x * DI_THREADS * DI_WORDS + threadIdx.x;
    for (int w = 0; w < DI_WORDS; ++w) {
        int i = base + w * DI_THREADS;
        if (i >= n) break;
        uint4 q = packed[i];
        u32 word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 15; ++j) ++mine[(word[k] >> (2 * j)) & 15];
    }
    __syncthreads();
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int d = warp * 2; d < warp * 2 + 2; ++d) {
        u32 total = 0;
        for (int t = lane; t < DI_THREADS; t += 32) total += counts[t * 16 + d];
        total = __reduce_add_sync(0xffffffffu, total);
        if (lane == 0) spectrum[blockIdx.x * 16 + d] = (int)total;
    }
}
__global__ void __launch_bounds__(DI_THREADS) dinucleotide_spectrum_s3_b(const uint4* __restrict__ packed, int n, int* __restrict__ spectrum) {
    __shared__ u32 counts[16 * DI_THREADS];
    u32* mine = counts + threadIdx.x;
    for (int d = 0; d < 16; ++d) mine[d * DI_THREADS] = 0;
    int base = blockIdx.x * DI_THREADS * DI_WORDS + threadIdx.x;
    for (int w = 0; w < DI_WORDS; ++w) {
        int i = base + w * DI_THREADS;
        if (i >= n) break;
        uint4 q = packed[i];
        u32 word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int j = 0; j < 15; ++j) ++mine[((word[k] >> (2 * j)) & 15) * DI_THREADS];
    }
    __syncthreads();
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int d = warp * 2; d < warp * 2 + 2; ++d) {
        u32 total = 0;
        for (int t = lane; t < DI_THREADS; t += 32) total += counts[d * DI_THREADS + t];
        total = __reduce_add_sync(0xffffffffu, total);
        if (lane == 0) spectrum[blockIdx.x * 16 + d] = (int)total;
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// SELECT store, SUM(qty * cents) GROUP BY store: 1000 stores, columns of receipts.
constexpr int STORES = 1000;

__global__ void __launch_bounds__(1024) store_revenue_s3_a(const int* __restrict__ store, const int* __restrict__ qty,
                                                          const int* __restrict__ cents, int n, int* __restrict__ revenue) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&revenue[store[i]], (qty[i] + 1) * cents[i]);
}
__global__ void __launch_bounds__(1024) store_revenue_s3_b(const int* __restrict__ store, const int* __restrict__ qty,
                                                          const int* __restrict__ cents, int n, int* __restrict__ revenue) {
    __shared__ int local[STORES];
    for (int s = threadIdx.x; s < STORES; s += blockDim.x) local[s] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[store[i]], (qty[i] + 1) * cents[i]);
    __syncthreads();
    for (int s = threadIdx.x; s < STORES; s += blockDim.x) atomicAdd(&revenue[s], local[s]);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// MinHash signatures of documents for near-duplicate search: h_j(x) = (a_j x + b_j) mod p, warp per document.
constexpr int MH_SHINGLES = 160, MH_HASHES = 16;

__global__ void __launch_bounds__(256) minhash_signature_s3_a(const u32* __restrict__ shingles, const u32* __restrict__ mult,
                                                             const u32* __restrict__ add, u64 prime, int docs, int* __restrict__ signature) {
    int doc = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (doc >= docs) return;
    u32 x[MH_SHINGLES / 32];
#pragma unroll
    for (int s = 0; s < MH_SHINGLES / 32; ++s) x[s] = shingles[(size_t)doc * MH_SHINGLES + s * 32 + lane];
#pragma unroll 1
    for (int j = 0; j < MH_HASHES; ++j) {
        u64 a = mult[j] | 0x40000000u, b = add[j];
        u32 best = 0xffffffffu;
#pragma unroll
        for (int s = 0; s < MH_SHINGLES / 32; ++s) {
            u32 h = (u32)((a * x[s] + b) % prime);
            best = min(best, h);
        }
        best = __reduce_min_sync(0xffffffffu, best);
        if (lane == 0) signature[doc * MH_HASHES + j] = (int)best;
    }
}
__global__ void __launch_bounds__(256) minhash_signature_s3_b(const u32* __restrict__ shingles, const u32* __restrict__ mult,
                                                             const u32* __restrict__ add, u64 prime, int docs, int* __restrict__ signature) {
    int doc = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (doc >= docs) return;
    u32 x[MH_SHINGLES / 32];
#pragma unroll
    for (int s = 0; s < MH_SHINGLES / 32; ++s) x[s] = shingles[(size_t)doc * MH_SHINGLES + s * 32 + lane];
    u32 p = (u32)prime;  // 2^31 - 1: 2^31 = 1 (mod p), so the high bits fold onto the low ones
#pragma unroll 1
    for (int j = 0; j < MH_HASHES; ++j) {
        u64 a = mult[j] | 0x40000000u, b = add[j];
        u32 best = 0xffffffffu;
#pragma unroll
        for (int s = 0; s < MH_SHINGLES / 32; ++s) {
            u64 v = a * x[s] + b;
            v = (v & p) + (v >> 31);
            u32 h = ((u32)v & p) + (u32)(v >> 31);
            if (h >= p) h -= p;
            best = min(best, h);
        }
        best = __reduce_min_sync(0xffffffffu, best);
        if (lane == 0) signature[doc * MH_HASHES + j] = (int)best;
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Adapter matching: bit-parallel edit distance of four 32-base adapters against reads of 8 to 64 bases (2 bits each, 16 bytes a read).
// Few reads are long, so a warp of reads in file order waits for its longest; the other way takes them in an order sorted by length.
__device__ __forceinline__ int adapter_scan(uint4 r, int length, const uint4* table) {
    u32 pv[4], mv[4]; int score[4], best[4];
#pragma unroll
    for (int p = 0; p < 4; ++p) pv[p] = 0xffffffffu, mv[p] = 0, score[p] = best[p] = 32;
#pragma unroll 1
    for (int j = 0; j < length; ++j) {
        uint4 e = table[r.x & 3];
        r.x = __funnelshift_r(r.x, r.y, 2); r.y = __funnelshift_r(r.y, r.z, 2);
        r.z = __funnelshift_r(r.z, r.w, 2); r.w >>= 2;
        u32 eq[4] = {e.x, e.y, e.z, e.w};
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            u32 xv = eq[p] | mv[p];
            u32 xh = (((eq[p] & pv[p]) + pv[p]) ^ pv[p]) | eq[p];
            u32 ph = mv[p] | ~(xh | pv[p]), mh = pv[p] & xh;
            score[p] += (int)(ph >> 31) - (int)(mh >> 31);
            ph <<= 1; mh <<= 1;
            pv[p] = mh | ~(xv | ph); mv[p] = ph & xv;
            best[p] = min(best[p], score[p]);
        }
    }
    return best[0] + best[1] * 64 + best[2] * 4096 + best[3] * 262144;
}
__global__ void __launch_bounds__(256) adapter_match_s3_a(const uint4* __restrict__ reads, const int* __restrict__ lengths,
                                                         const uint4* __restrict__ masks, int n, int* __restrict__ distance) {
    __shared__ uint4 table[4];
    if (threadIdx.x < 4) table[threadIdx.x] = masks[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    distance[i] = adapter_scan(reads[i], lengths[i], table);
}
__global__ void __launch_bounds__(256) adapter_match_s3_b(const uint4* __restrict__ reads, const int* __restrict__ lengths,
                                                         const uint4* __restrict__ masks, const int* __restrict__ by_length,
                                                         int n, int* __restrict__ distance) {
    __shared__ uint4 table[4];
    if (threadIdx.x < 4) table[threadIdx.x] = masks[threadIdx.x];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = by_length[t];
    distance[i] = adapter_scan(reads[i], lengths[i], table);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Totals of the selected orders: selection vector -> offsets -> line items (qty, price), a warp per order.
__global__ void __launch_bounds__(256, 8) order_lineitems_s3_a(const int* __restrict__ selected, const int* __restrict__ offset,
                                                              const int* __restrict__ qty, const float* __restrict__ price,
                                                              int n, float* __restrict__ total) {
    int lane = threadIdx.x & 31, warps = (gridDim.x * blockDim.x) >> 5;
#pragma unroll 1
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; i < n; i += warps) {
        int order = selected[i];
        int begin = offset[order], end = offset[order + 1];
        float sum = 0;
        for (int k = begin + lane; k < end; k += 32) sum += (float)qty[k] * price[k];
        for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
        if (lane == 0) total[i] = sum;
    }
}
__global__ void __launch_bounds__(256, 8) order_lineitems_s3_b(const int* __restrict__ selected, const int* __restrict__ offset,
                                                              const int* __restrict__ qty, const float* __restrict__ price,
                                                              int n, float* __restrict__ total) {
    int lane = threadIdx.x & 31, warps = (gridDim.x * blockDim.x) >> 5;
#pragma unroll 1
    for (int i = ((blockIdx.x * blockDim.x + threadIdx.x) >> 5) * 4; i < n; i += warps * 4) {
        int begin[4], end[4], q[4]; float p[4], sum[4];
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            int order = selected[min(i + u, n - 1)];
            begin[u] = offset[order] + lane; end[u] = offset[order + 1];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            bool live = begin[u] < end[u];
            q[u] = live ? qty[begin[u]] : 0; p[u] = live ? price[begin[u]] : 0.0f;
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            sum[u] = (float)q[u] * p[u];
#pragma unroll 1
            for (int k = begin[u] + 32; k < end[u]; k += 32) sum[u] += (float)qty[k] * price[k];
        }
#pragma unroll
        for (int u = 0; u < 4; ++u) {
            for (int d = 16; d; d >>= 1) sum[u] += __shfl_xor_sync(0xffffffffu, sum[u], d);
            if (lane == 0 && i + u < n) total[i + u] = sum[u];
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Running traded volume of every instrument's session: a block scans one session of 4000 ticks in chunks of its width.
constexpr int SESSION = 4000;

__global__ void __launch_bounds__(1024) running_volume_s3_a(const int* __restrict__ volume, int* __restrict__ running) {
    __shared__ int line[1024];
    const int* in = volume + (size_t)blockIdx.x * SESSION;
    int* out = running + (size_t)blockIdx.x * SESSION;
    int t = threadIdx.x, carry = 0;
#pragma unroll 1
    for (int base = 0; base < SESSION; base += 1024) {
        int i = base + t;
        int v = i < SESSION ? in[i] : 0;
        line[t] = v;
        __syncthreads();
#pragma unroll 1
        for (int d = 1; d < 1024; d <<= 1) {
            int left = t >= d ? line[t - d] : 0;
            __syncthreads();
            v += left;
            line[t] = v;
            __syncthreads();
        }
        if (i < SESSION) out[i] = carry + v;
        carry += line[1023];
        __syncthreads();
    }
}
__global__ void __launch_bounds__(1024) running_volume_s3_b(const int* __restrict__ volume, int* __restrict__ running) {
    __shared__ int sums[2][32];
    const int* in = volume + (size_t)blockIdx.x * SESSION;
    int* out = running + (size_t)blockIdx.x * SESSION;
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, carry = 0, side = 0;
#pragma unroll 1
    for (int base = 0; base < SESSION; base += 1024, side ^= 1) {
        int i = base + t;
        int v = i < SESSION ? in[i] : 0;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) {
            int left = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d) v += left;
        }
        if (lane == 31) sums[side][warp] = v;
        __syncthreads();
        int s = sums[side][lane];
        int before = __reduce_add_sync(0xffffffffu, lane < warp ? s : 0);
        if (i < SESSION) out[i] = carry + before + v;
        carry += __reduce_add_sync(0xffffffffu, s);
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Decayed turnover per account over its transactions (CSR, accounts relabelled by falling activity): persistent blocks, a warp an account.
__device__ __forceinline__ void turnover_of(int account, int lane, const int* __restrict__ offset, const int* __restrict__ age,
                                            const float* __restrict__ amount, float* __restrict__ turnover) {
    int begin = offset[account], end = offset[account + 1];
    float sum = 0;
#pragma unroll 4
    for (int k = begin + lane; k < end; k += 32) sum += amount[k] * __expf(-0.002f * (float)age[k]);
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) turnover[account] = sum;
}
__global__ void __launch_bounds__(256) account_turnover_s3_a(const int* __restrict__ offset, const int* __restrict__ age,
                                                            const float* __restrict__ amount, int accounts, float* __restrict__ turnover) {
    int per_block = (accounts + gridDim.x - 1) / gridDim.x;
    int first = blockIdx.x * per_block, last = min(first + per_block, accounts);
    for (int v = first + (threadIdx.x >> 5); v < last; v += blockDim.x >> 5)
        turnover_of(v, threadIdx.x & 31, offset, age, amount, turnover);
}
__global__ void __launch_bounds__(256) account_turnover_s3_b(const int* __restrict__ offset, const int* __restrict__ age,
                                                            const float* __restrict__ amount, int accounts, float* __restrict__ turnover) {
    int warps_in_block = blockDim.x >> 5;
    for (int v = (threadIdx.x >> 5) * gridDim.x + blockIdx.x; v < accounts; v += gridDim.x * warps_in_block)
        turnover_of(v, threadIdx.x & 31, offset, age, amount, turnover);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Charged price of line items: price * (1 - discount) * (1 + tax), columns of float.
__global__ void __launch_bounds__(256) charge_column_s3_a(const float4* __restrict__ price, const float4* __restrict__ discount,
                                                         const float4* __restrict__ tax, int n, float4* __restrict__ charge) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = price[i], d = discount[i], t = tax[i], c;
    c.x = p.x * (1.0 - d.x) * (1.0 + t.x);
    c.y = p.y * (1.0 - d.y) * (1.0 + t.y);
    c.z = p.z * (1.0 - d.z) * (1.0 + t.z);
    c.w = p.w * (1.0 - d.w) * (1.0 + t.w);
    charge[i] = c;
}
__global__ void __launch_bounds__(256) charge_column_s3_b(const float4* __restrict__ price, const float4* __restrict__ discount,
                                                         const float4* __restrict__ tax, int n, float4* __restrict__ charge) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = price[i], d = discount[i], t = tax[i], c;
    c.x = p.x * (1.0f - d.x) * (1.0f + t.x);
    c.y = p.y * (1.0f - d.y) * (1.0f + t.y);
    c.z = p.z * (1.0f - d.z) * (1.0f + t.z);
    c.w = p.w * (1.0f - d.w) * (1.0f + t.w);
    charge[i] = c;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Bottom-k sketch of visitor records: 64 seeded 64-bit mixes of (id, page, day), the smallest and its seed kept.
struct Visit { u32 id, page, day, agent, referrer; float dwell; u32 flags, region, session; };  // 36 bytes

__device__ __forceinline__ int sketch_of(u32 id, u32 page, u32 day) {
    u64 key = ((u64)id << 32 | page) ^ (u64)day * 0x9e3779b97f4a7c15ull, best = ~0ull;
    int seed = 0;
#pragma unroll 8
    for (int s = 0; s < 64; ++s) {
        u64 h = key + (u64)(s + 1) * 0xd1b54a32d192ed03ull;
        h ^= h >> 33; h *= 0xff51afd7ed558ccdull;
        h ^= h >> 29; h *= 0xc4ceb9fe1a85ec53ull;
        h ^= h >> 32;
        if (h < best) best = h, seed = s;
    }
    return (int)((u32)(best >> 40) & 0xffffff) << 6 | seed;
}
__global__ void __launch_bounds__(256) visit_sketch_s3_a(const Visit* __restrict__ visits, int n, int* __restrict__ sketch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    sketch[i] = sketch_of(visits[i].id, visits[i].page, visits[i].day);
}
__global__ void __launch_bounds__(256) visit_sketch_s3_b(const u32* __restrict__ id, const u32* __restrict__ page,
                                                        const u32* __restrict__ day, int n, int* __restrict__ sketch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    sketch[i] = sketch_of(id[i], page[i], day[i]);
}
__global__ void harness_columns_s3(const Visit* visits, int n, u32* id, u32* page, u32* day) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) id[i] = visits[i].id, page[i] = visits[i].page, day[i] = visits[i].day;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// Filtered revenue: SUM(price * discount) WHERE day in range AND discount in range AND qty < 24; a partial sum per block.
__device__ __forceinline__ float row_revenue(int day, int qty, float discount, float price, int from, int to) {
    return day >= from && day < to && discount >= 0.05f && discount <= 0.07f && qty < 24 ? price * discount : 0.0f;
}
__global__ void __launch_bounds__(256) shipment_filter_s3_a(const int4* __restrict__ day, const int4* __restrict__ qty,
                                                           const float4* __restrict__ discount, const float4* __restrict__ price,
                                                           int n, int from, int to, float* __restrict__ partial) {
    __shared__ float sums[8];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int4 a = day[i], q = qty[i]; float4 d = discount[i], p = price[i];
        sum += row_revenue(a.x, q.x, d.x, p.x, from, to) + row_revenue(a.y, q.y, d.y, p.y, from, to)
             + row_revenue(a.z, q.z, d.z, p.z, from, to) + row_revenue(a.w, q.w, d.w, p.w, from, to);
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0) sums[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += sums[w];
        partial[blockIdx.x] = sum;
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    {
        const int n = 10000019, blocks = (n + DI_THREADS * DI_WORDS - 1) / (DI_THREADS * DI_WORDS);
        uint4* packed = (uint4*)indices((size_t)n * 4, 0xffffffffu, 11);
        int *oa = empty<int>(blocks * 16), *ob = empty<int>(blocks * 16);
        cases.push_back({"dinucleotide_spectrum_s3_a", [=] { dinucleotide_spectrum_s3_a<<<blocks, DI_THREADS>>>(packed, n, oa); },
                         oa, (size_t)blocks * 16, Output::i32});
        cases.push_back({"dinucleotide_spectrum_s3_b", [=] { dinucleotide_spectrum_s3_b<<<blocks, DI_THREADS>>>(packed, n, ob); },
                         ob, (size_t)blocks * 16, Output::i32});
    }
    {
        const int n = 16000057;
        int *store = indices(n, STORES, 21), *qty = indices(n, 8, 22), *cents = indices(n, 5000, 23);
        int *oa = empty<int>(STORES), *ob = empty<int>(STORES);
        cases.push_back({"store_revenue_s3_a", [=] { store_revenue_s3_a<<<264, 1024>>>(store, qty, cents, n, oa); }, oa, STORES, Output::i32});
        cases.push_back({"store_revenue_s3_b", [=] { store_revenue_s3_b<<<264, 1024>>>(store, qty, cents, n, ob); }, ob, STORES, Output::i32});
    }
    {
        const int docs = 60013, blocks = (docs + 7) / 8;
        const u64 prime = 2147483647ull;
        u32* shingles = (u32*)indices((size_t)docs * MH_SHINGLES, 0xffffffffu, 31);
        u32 *mult = (u32*)indices(MH_HASHES, 0x7fffffffu, 32), *add = (u32*)indices(MH_HASHES, 0x7fffffffu, 33);
        size_t count = (size_t)docs * MH_HASHES;
        int *oa = empty<int>(count), *ob = empty<int>(count);
        cases.push_back({"minhash_signature_s3_a", [=] { minhash_signature_s3_a<<<blocks, 256>>>(shingles, mult, add, prime, docs, oa); },
                         oa, count, Output::i32});
        cases.push_back({"minhash_signature_s3_b", [=] { minhash_signature_s3_b<<<blocks, 256>>>(shingles, mult, add, prime, docs, ob); },
                         ob, count, Output::i32});
    }
    {
        const int n = 3000017, blocks = (n + 255) / 256;
        uint4* reads = (uint4*)indices((size_t)n * 4, 0xffffffffu, 41);
        std::vector<int> length(n), order(n), start(66, 0);
        for (int i = 0; i < n; ++i) {
            uint32_t h = hash32(i + 77u);
            length[i] = h % 100 < 12 ? 56 + (h >> 16) % 9 : 8 + (h >> 16) % 11;
            ++start[64 - length[i] + 1];
        }
        for (int l = 1; l < 66; ++l) start[l] += start[l - 1];
        for (int i = 0; i < n; ++i) order[start[64 - length[i]]++] = i;
        std::vector<uint4> masks(4);
        for (int p = 0; p < 4; ++p)
            for (int j = 0; j < 32; ++j) (&masks[hash32(p * 32 + j + 5u) & 3].x)[p] |= 1u << j;
        int *lengths = uploaded(length), *by_length = uploaded(order), *oa = empty<int>(n), *ob = empty<int>(n);
        uint4* table = uploaded(masks);
        cases.push_back({"adapter_match_s3_a", [=] { adapter_match_s3_a<<<blocks, 256>>>(reads, lengths, table, n, oa); },
                         oa, (size_t)n, Output::i32});
        cases.push_back({"adapter_match_s3_b", [=] { adapter_match_s3_b<<<blocks, 256>>>(reads, lengths, table, by_length, n, ob); },
                         ob, (size_t)n, Output::i32});
    }
    {
        const int orders = 3000000;
        std::vector<int> offset(orders + 1, 0), chosen;
        for (int i = 0; i < orders; ++i) {
            offset[i + 1] = offset[i] + 12 + (int)(hash32(i + 501u) % 21);
            if (hash32(i + 99u) % 5 < 2) chosen.push_back(i);
        }
        const int n = (int)chosen.size(); const size_t items = offset[orders];
        int *selected = uploaded(chosen), *begin = uploaded(offset), *qty = indices(items, 50, 52);
        float *price = uniform(items, 1.0f, 90.0f, 53), *oa = empty<float>(n), *ob = empty<float>(n);
        cases.push_back({"order_lineitems_s3_a", [=] { order_lineitems_s3_a<<<132 * 8, 256>>>(selected, begin, qty, price, n, oa); },
                         oa, (size_t)n, Output::f32});
        cases.push_back({"order_lineitems_s3_b", [=] { order_lineitems_s3_b<<<132 * 8, 256>>>(selected, begin, qty, price, n, ob); },
                         ob, (size_t)n, Output::f32});
    }
    {
        const int sessions = 12011; const size_t n = (size_t)sessions * SESSION;
        int *volume = indices(n, 997, 61), *oa = empty<int>(n), *ob = empty<int>(n);
        cases.push_back({"running_volume_s3_a", [=] { running_volume_s3_a<<<sessions, 1024>>>(volume, oa); }, oa, n, Output::i32});
        cases.push_back({"running_volume_s3_b", [=] { running_volume_s3_b<<<sessions, 1024>>>(volume, ob); }, ob, n, Output::i32});
    }
    {
        const int accounts = 1000003;
        std::vector<int> offset(accounts + 1, 0);
        for (int v = 0; v < accounts; ++v) offset[v + 1] = offset[v] + (int)(800.0 / std::pow(1.0 + v / 5000.0, 0.7) + hash32(v) % 4);
        const size_t entries = offset[accounts];
        int *begin = uploaded(offset), *age = indices(entries, 720, 71);
        float *amount = uniform(entries, 0.5f, 400.0f, 72), *oa = empty<float>(accounts), *ob = empty<float>(accounts);
        cases.push_back({"account_turnover_s3_a", [=] { account_turnover_s3_a<<<132 * 8, 256>>>(begin, age, amount, accounts, oa); },
                         oa, (size_t)accounts, Output::f32});
        cases.push_back({"account_turnover_s3_b", [=] { account_turnover_s3_b<<<132 * 8, 256>>>(begin, age, amount, accounts, ob); },
                         ob, (size_t)accounts, Output::f32});
    }
    {
        const int n = 5000011, blocks = (n + 255) / 256; const size_t rows = (size_t)n * 4;
        float *price = uniform(rows, 1.0f, 900.0f, 81), *discount = uniform(rows, 0.0f, 0.1f, 82), *tax = uniform(rows, 0.0f, 0.2f, 83);
        float *oa = empty<float>(rows), *ob = empty<float>(rows);
        cases.push_back({"charge_column_s3_a", [=] { charge_column_s3_a<<<blocks, 256>>>(
                         (float4*)price, (float4*)discount, (float4*)tax, n, (float4*)oa); }, oa, rows, Output::f32});
        cases.push_back({"charge_column_s3_b", [=] { charge_column_s3_b<<<blocks, 256>>>(
                         (float4*)price, (float4*)discount, (float4*)tax, n, (float4*)ob); }, ob, rows, Output::f32});
    }
    {
        const int n = 5000033, blocks = (n + 255) / 256;
        Visit* visits = (Visit*)indices((size_t)n * (sizeof(Visit) / 4), 0xffffffffu, 91);
        u32 *id = empty<u32>(n), *page = empty<u32>(n), *day = empty<u32>(n);
        harness_columns_s3<<<blocks, 256>>>(visits, n, id, page, day); CHECK(cudaGetLastError());
        int *oa = empty<int>(n), *ob = empty<int>(n);
        cases.push_back({"visit_sketch_s3_a", [=] { visit_sketch_s3_a<<<blocks, 256>>>(visits, n, oa); }, oa, (size_t)n, Output::i32});
        cases.push_back({"visit_sketch_s3_b", [=] { visit_sketch_s3_b<<<blocks, 256>>>(id, page, day, n, ob); }, ob, (size_t)n, Output::i32});
    }
    {
        const int n = 9000013, blocks = 132 * 8; const size_t rows = (size_t)n * 4;
        int *day = indices(rows, 2556, 101), *qty = indices(rows, 50, 102);
        float *discount = uniform(rows, 0.0f, 0.1f, 103), *price = uniform(rows, 1.0f, 900.0f, 104), *oa = empty<float>(blocks);
        cases.push_back({"shipment_filter_s3_a", [=] { shipment_filter_s3_a<<<blocks, 256>>>(
                         (int4*)day, (int4*)qty, (float4*)discount, (float4*)price, n, 730, 1095, oa); }, oa, (size_t)blocks, Output::f32});
    }
    return run(argc, argv, cases);
}
