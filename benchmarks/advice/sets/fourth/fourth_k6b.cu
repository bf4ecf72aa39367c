// Atomic-contention pairs and healthy controls.
#include "harness.cuh"
using harness::Case; using harness::Output; using harness::hash32; using harness::unit;

// ---------------------------------------------------------------------------------------------------------------------------------
// fare_by_zone: sums taxi fares (cents) over 512 pick-up zones, a skewed distribution; 28.8 million trips.
// a: every trip adds to the global sum of its zone.  b: sums of the block in shared memory, one global add a zone and block at the end.
constexpr int FAR_ZONES = 512, FAR_THREADS = 1024, FAR_BLOCKS = 264;
constexpr int FAR_GROUPS = 3604480;  // of 8 trips
template <bool BLOCK>
__device__ __forceinline__ void fares(const uint4* __restrict__ zone, const uint4* __restrict__ cents, unsigned* __restrict__ revenue) {
    __shared__ unsigned local[BLOCK ? FAR_ZONES : 1];
    if (BLOCK) { if (threadIdx.x < FAR_ZONES) local[threadIdx.x] = 0; __syncthreads(); }
    unsigned* const sum = BLOCK ? local : revenue;
    for (int g = blockIdx.x * FAR_THREADS + threadIdx.x; g < FAR_GROUPS; g += FAR_BLOCKS * FAR_THREADS) {
        const uint4 z = zone[g], lo = cents[2 * g], hi = cents[2 * g + 1];
        atomicAdd(&sum[z.x & 0xffff], lo.x); atomicAdd(&sum[z.x >> 16], lo.y);
        atomicAdd(&sum[z.y & 0xffff], lo.z); atomicAdd(&sum[z.y >> 16], lo.w);
        atomicAdd(&sum[z.z & 0xffff], hi.x); atomicAdd(&sum[z.z >> 16], hi.y);
        atomicAdd(&sum[z.w & 0xffff], hi.z); atomicAdd(&sum[z.w >> 16], hi.w);
    }
    if (BLOCK) { __syncthreads(); if (threadIdx.x < FAR_ZONES) atomicAdd(&revenue[threadIdx.x], local[threadIdx.x]); }
}
__global__ void __launch_bounds__(FAR_THREADS, 2) fare_by_zone_a(const uint4* __restrict__ zone, const uint4* __restrict__ cents, unsigned* __restrict__ revenue) { fares<false>(zone, cents, revenue); }
__global__ void __launch_bounds__(FAR_THREADS, 2) fare_by_zone_b(const uint4* __restrict__ zone, const uint4* __restrict__ cents, unsigned* __restrict__ revenue) { fares<true>(zone, cents, revenue); }

// ---------------------------------------------------------------------------------------------------------------------------------
// isosurface_emit: marches over the cells of a 256^3 field and appends, for every cell that the surface cuts, one header to a ring of
// headers and 1 to 4 vertex records to a ring of records; one 64-bit cursor holds both ends (headers in the upper half). The cursor
// runs on from launch to launch; the order of the records differs.
// a: every cutting cell reserves its room with its own atomic on the cursor.  b: a warp scans its needs and reserves once.
constexpr int ISO_N = 256, ISO_DEPTH = 16;
constexpr unsigned ISO_RING = 1u << 23, ISO_HEADERS = 1u << 22;
template <bool WARP>
__device__ __forceinline__ void isosurface(const float* __restrict__ field, unsigned* __restrict__ ring, unsigned* __restrict__ header, unsigned long long* __restrict__ cursor) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * ISO_DEPTH, lane = threadIdx.x;
    const int x1 = min(x + 1, ISO_N - 1), y1 = min(y + 1, ISO_N - 1);
    auto corners = [&](int z) {
        const float* p = field + (size_t)min(z, ISO_N - 1) * ISO_N * ISO_N;
        return (unsigned)(p[y * ISO_N + x] > 0.0f) | (unsigned)(p[y * ISO_N + x1] > 0.0f) << 1 | (unsigned)(p[y1 * ISO_N + x] > 0.0f) << 2 | (unsigned)(p[y1 * ISO_N + x1] > 0.0f) << 3;
    };
    unsigned below = corners(z0);
#pragma unroll 4
    for (int k = 0; k < ISO_DEPTH; ++k) {
        const unsigned above = corners(z0 + k + 1), mask = below | above << 4;
        const int inside = __popc(mask), need = min(inside, 8 - inside);
        const unsigned cell = ((unsigned)(z0 + k) * ISO_N + y) * ISO_N + x;
        unsigned long long at = 0;
        if (!WARP) {
            if (need) at = atomicAdd(cursor, 1ull << 32 | (unsigned)need);
        } else {
            const unsigned cut = __ballot_sync(~0u, need);
            if (cut) {
                int through = need;
#pragma unroll
                for (int d = 1; d < 32; d <<= 1) { const int v = __shfl_up_sync(~0u, through, d); if (lane >= d) through += v; }
                if (lane == 31) at = atomicAdd(cursor, (unsigned long long)__popc(cut) << 32 | (unsigned)through);
                at = __shfl_sync(~0u, at, 31) + ((unsigned long long)__popc(cut & ((1u << lane) - 1)) << 32) + (unsigned)(through - need);
            }
        }
        if (need) {
            header[(unsigned)(at >> 32) & (ISO_HEADERS - 1)] = (unsigned)at & (ISO_RING - 1);
            for (int e = 0; e < need; ++e) ring[((unsigned)at + e) & (ISO_RING - 1)] = cell * 4 + e;
        }
        below = above;
    }
}
__global__ void __launch_bounds__(256) isosurface_emit_a(const float* __restrict__ field, unsigned* __restrict__ ring, unsigned* __restrict__ header, unsigned long long* __restrict__ cursor) { isosurface<false>(field, ring, header, cursor); }
__global__ void __launch_bounds__(256) isosurface_emit_b(const float* __restrict__ field, unsigned* __restrict__ ring, unsigned* __restrict__ header, unsigned long long* __restrict__ cursor) { isosurface<true>(field, ring, header, cursor); }

// ---------------------------------------------------------------------------------------------------------------------------------
// detector_charge: sums the charge (8 bits) of detector hits over 96 anodes; seven hits in ten belong to the guard anode 0.
// a: one histogram a block: the lanes of a warp queue at the hot anode.
// b: one copy a lane (bank = lane): no two lanes of a warp ever meet.
constexpr int DET_ANODES = 96, DET_THREADS = 512, DET_BLOCKS = 132 * 4;
constexpr int DET_GROUPS = 12 << 20;  // of 8 hits: charge << 8 | anode
template <bool LANES>
__device__ __forceinline__ void charges(const uint4* __restrict__ hit, unsigned* __restrict__ charge) {
    constexpr int COPIES = LANES ? 32 : 1;
    __shared__ unsigned bin[DET_ANODES * COPIES];
    for (int i = threadIdx.x; i < DET_ANODES * COPIES; i += DET_THREADS) bin[i] = 0;
    __syncthreads();
    const int lane = LANES ? threadIdx.x & 31 : 0;
    auto add = [&](unsigned h) { atomicAdd(&bin[(h & 0xff) * COPIES + lane], h >> 8 & 0xff); atomicAdd(&bin[(h >> 16 & 0xff) * COPIES + lane], h >> 24); };
    constexpr int STRIDE = DET_BLOCKS * DET_THREADS;
    uint4 next = hit[blockIdx.x * DET_THREADS + threadIdx.x];
    for (int g = blockIdx.x * DET_THREADS + threadIdx.x; g < DET_GROUPS; g += STRIDE) {
        const uint4 h = next;
        if (g + STRIDE < DET_GROUPS) next = hit[g + STRIDE];
        add(h.x); add(h.y); add(h.z); add(h.w);
    }
    __syncthreads();
    if (!LANES) {
        if (threadIdx.x < DET_ANODES) atomicAdd(&charge[threadIdx.x], bin[threadIdx.x]);
    } else {
        for (int a = threadIdx.x >> 5; a < DET_ANODES; a += DET_THREADS / 32) {
            unsigned s = bin[a * 32 + lane];
            for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
            if (lane == 0) atomicAdd(&charge[a], s);
        }
    }
}
__global__ void __launch_bounds__(DET_THREADS) detector_charge_a(const uint4* __restrict__ hit, unsigned* __restrict__ charge) { charges<false>(hit, charge); }
__global__ void __launch_bounds__(DET_THREADS) detector_charge_b(const uint4* __restrict__ hit, unsigned* __restrict__ charge) { charges<true>(hit, charge); }

// ---------------------------------------------------------------------------------------------------------------------------------
// stiffness_apply: y += A x with A as sorted coordinate triples (assembled elements), 8 to 40 entries a row, runs of 8 columns.
// a: every entry adds to y by a float atomic.  b: runs of equal rows are summed in the thread and across the warp first.
constexpr int STI_ROWS = 1000000, STI_THREADS = 256;
__global__ void __launch_bounds__(STI_THREADS) stiffness_apply_a(const int4* __restrict__ row, const int4* __restrict__ column, const float4* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    const int i = blockIdx.x * STI_THREADS + threadIdx.x;
    const int4 r = row[i], c = column[i];
    const float4 v = value[i];
    const float p0 = v.x * __ldg(x + c.x), p1 = v.y * __ldg(x + c.y), p2 = v.z * __ldg(x + c.z), p3 = v.w * __ldg(x + c.w);
    atomicAdd(y + r.x, p0); atomicAdd(y + r.y, p1); atomicAdd(y + r.z, p2); atomicAdd(y + r.w, p3);
}
__global__ void __launch_bounds__(STI_THREADS) stiffness_apply_b(const int4* __restrict__ row, const int4* __restrict__ column, const float4* __restrict__ value, const float* __restrict__ x, float* __restrict__ y) {
    const int i = blockIdx.x * STI_THREADS + threadIdx.x, lane = threadIdx.x & 31;
    const int4 r = row[i], c = column[i];
    const float4 v = value[i];
    const float p0 = v.x * __ldg(x + c.x), p1 = v.y * __ldg(x + c.y), p2 = v.z * __ldg(x + c.z), p3 = v.w * __ldg(x + c.w);
    float s = p0;
    int at = r.x;
    auto take = [&](int to, float p) { if (to == at) s += p; else { atomicAdd(y + at, s); at = to; s = p; } };  // rows change about every 24 entries
    take(r.y, p1); take(r.z, p2); take(r.w, p3);
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const float before = __shfl_up_sync(~0u, s, d);
        const int whose = __shfl_up_sync(~0u, at, d);
        if (lane >= d && whose == at) s += before;
    }
    const int following = __shfl_down_sync(~0u, at, 1);
    if (lane == 31 || following != at) atomicAdd(y + at, s);
}

// ---------------------------------------------------------------------------------------------------------------------------------
// stencil_spmv (healthy): 27 entries a row, sliced ELLPACK of 32 rows, 16-bit column offsets, float values; DRAM-bound.
constexpr int SPM_ROWS = 132 * 16384, SPM_WIDTH = 27, SPM_THREADS = 128;
__global__ void __launch_bounds__(SPM_THREADS) stencil_spmv_a(const float* __restrict__ value, const short* __restrict__ offset, const float* __restrict__ x, float* __restrict__ y) {
    const int row = blockIdx.x * SPM_THREADS + threadIdx.x;
    const size_t slice = (size_t)(row >> 5) * (SPM_WIDTH * 32) + (row & 31);
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < SPM_WIDTH; j += 9) {
        float v[9]; int c[9];
#pragma unroll
        for (int k = 0; k < 9; ++k) { v[k] = __ldcs(value + slice + (j + k) * 32); c[k] = __ldcs(offset + slice + (j + k) * 32); }
#pragma unroll
        for (int k = 0; k < 9; ++k) sum = fmaf(v[k], __ldg(x + row + c[k]), sum);
    }
    y[row] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// keyed_digest (healthy): ChaCha permutation of 20 rounds as a keyed hash of a counter, four blocks chained; integer units at their roof.
__device__ __forceinline__ void dig_quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
    a += b; d = __byte_perm(d ^ a, 0, 0x1032); c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __byte_perm(d ^ a, 0, 0x2103); c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
}
__global__ void __launch_bounds__(256) keyed_digest_a(uint4* __restrict__ digest, uint4 key, uint4 nonce) {
    const unsigned id = blockIdx.x * 256 + threadIdx.x;
    uint4 sum = make_uint4(id, key.y, nonce.z, 1u);
#pragma unroll 1
    for (int block = 0; block < 4; ++block) {
        unsigned s[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u, key.x, key.y, key.z, key.w, nonce.x, nonce.y, nonce.z, nonce.w, sum.x, sum.y, sum.z, sum.w};
#pragma unroll 2
        for (int r = 0; r < 10; ++r) {
            dig_quarter(s[0], s[4], s[8], s[12]); dig_quarter(s[1], s[5], s[9], s[13]); dig_quarter(s[2], s[6], s[10], s[14]); dig_quarter(s[3], s[7], s[11], s[15]);
            dig_quarter(s[0], s[5], s[10], s[15]); dig_quarter(s[1], s[6], s[11], s[12]); dig_quarter(s[2], s[7], s[8], s[13]); dig_quarter(s[3], s[4], s[9], s[14]);
        }
        sum.x += s[0] ^ s[4] ^ s[8] ^ s[12]; sum.y += s[1] ^ s[5] ^ s[9] ^ s[13]; sum.z += s[2] ^ s[6] ^ s[10] ^ s[14]; sum.w += s[3] ^ s[7] ^ s[11] ^ s[15];
    }
    digest[id] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// exposure_histogram (healthy): 256 bins of the luminance of an HDR sequence, float4 loads with several in flight, one histogram for
// every two warps in shared memory, one flush a block; DRAM-bound.
constexpr int EXP_THREADS = 512, EXP_BLOCKS = 132 * 4, EXP_BINS = 256, EXP_COPIES = 8, EXP_COUNT4 = SPM_ROWS / 4 * SPM_WIDTH;
__global__ void __launch_bounds__(EXP_THREADS) exposure_histogram_a(const float4* __restrict__ luminance, int* __restrict__ histogram) {
    __shared__ int bins[EXP_COPIES][EXP_BINS + 1];
    for (int i = threadIdx.x; i < EXP_COPIES * (EXP_BINS + 1); i += EXP_THREADS) (&bins[0][0])[i] = 0;
    __syncthreads();
    int* mine = bins[(threadIdx.x >> 5) % EXP_COPIES];
    auto count = [&](float v) { atomicAdd(&mine[__float2uint_rz(fminf(fmaxf(fmaf(v, 128.0f, 128.0f), 0.0f), 255.0f))], 1); };
    constexpr int STRIDE = EXP_BLOCKS * EXP_THREADS;
    int i = blockIdx.x * EXP_THREADS + threadIdx.x;
    for (; i + STRIDE < EXP_COUNT4; i += 2 * STRIDE) {
        const float4 v = __ldcs(luminance + i), w = __ldcs(luminance + i + STRIDE);
        count(v.x); count(v.y); count(v.z); count(v.w); count(w.x); count(w.y); count(w.z); count(w.w);
    }
    if (i < EXP_COUNT4) { const float4 v = __ldcs(luminance + i); count(v.x); count(v.y); count(v.z); count(v.w); }
    __syncthreads();
    if (threadIdx.x < EXP_BINS) {
        int s = 0;
#pragma unroll
        for (int c = 0; c < EXP_COPIES; ++c) s += bins[c][threadIdx.x];
        atomicAdd(&histogram[threadIdx.x], s);
    }
}

// ---------------------------------------------------------------------------------------------------------------------------------
int main(int argc, char** argv) {
    std::vector<Case> cases;
    unsigned* const ring = (unsigned*)harness::empty<int>(ISO_RING);  // also the output of the digest
    int* const small = harness::empty<int>(1024);
    CHECK(cudaMemset(small, 0, 4096));
    {
        std::vector<uint16_t> z((size_t)FAR_GROUPS * 8); std::vector<unsigned> c(z.size());
        for (size_t i = 0; i < z.size(); ++i) {
            const unsigned h = hash32((uint32_t)i + 9001u); const float u = (h >> 8) * (1.0f / 16777216.0f);
            z[i] = (uint16_t)std::min(511, (int)(512.0f * u * (0.15f + 0.85f * u)) * 37 % 512);  // the busiest zones take about 1% each
            c[i] = 250 + hash32(h) % 4000;
        }
        const uint4* zone = (const uint4*)harness::uploaded(z); const uint4* cents = (const uint4*)harness::uploaded(c);
        unsigned* out = (unsigned*)small;
        cases.push_back({"fare_by_zone_a", [=] { fare_by_zone_a<<<FAR_BLOCKS, FAR_THREADS>>>(zone, cents, out); }, out, (size_t)FAR_ZONES, Output::i32});
        cases.push_back({"fare_by_zone_b", [=] { fare_by_zone_b<<<FAR_BLOCKS, FAR_THREADS>>>(zone, cents, out); }, out, (size_t)FAR_ZONES, Output::i32});
    }
    {
        std::vector<float> f((size_t)ISO_N * ISO_N * ISO_N), sine(ISO_N), cosine(ISO_N);
        for (int i = 0; i < ISO_N; ++i) { sine[i] = std::sin(i * 0.157f); cosine[i] = std::cos(i * 0.157f); }
        for (size_t i = 0; i < f.size(); ++i) {
            const int x = i % ISO_N, y = i / ISO_N % ISO_N, z = (int)(i / ISO_N / ISO_N);
            f[i] = sine[x] * cosine[y] + sine[y] * cosine[z] + sine[z] * cosine[x] + 0.02f * unit((uint32_t)i);
        }
        const float* field = harness::uploaded(f);
        unsigned long long* cursor = (unsigned long long*)(small + 1020); unsigned* header = (unsigned*)harness::empty<int>(ISO_HEADERS);
        const dim3 grid(ISO_N / 32, ISO_N / 8, ISO_N / ISO_DEPTH), block(32, 8);
        cases.push_back({"isosurface_emit_a", [=] { isosurface_emit_a<<<grid, block>>>(field, ring, header, cursor); }, ring, (size_t)ISO_RING, Output::i32});
        cases.push_back({"isosurface_emit_b", [=] { isosurface_emit_b<<<grid, block>>>(field, ring, header, cursor); }, ring, (size_t)ISO_RING, Output::i32});
    }
    {
        std::vector<uint16_t> h((size_t)DET_GROUPS * 8);
        for (size_t i = 0; i < h.size(); ++i) {
            const unsigned r = hash32((uint32_t)i + 31337u), anode = r % 10 < 7 ? 0 : 1 + (r >> 4) % 95;
            h[i] = (uint16_t)((1 + (r >> 20) % 255) << 8 | anode);
        }
        const uint4* hit = (const uint4*)harness::uploaded(h);
        unsigned* out = (unsigned*)small;
        cases.push_back({"detector_charge_a", [=] { detector_charge_a<<<DET_BLOCKS, DET_THREADS>>>(hit, out); }, out, (size_t)DET_ANODES, Output::i32});
        cases.push_back({"detector_charge_b", [=] { detector_charge_b<<<DET_BLOCKS, DET_THREADS>>>(hit, out); }, out, (size_t)DET_ANODES, Output::i32});
    }
    float* const entries = harness::filled<float>((size_t)SPM_ROWS * SPM_WIDTH, 61);  // values of both matrices, and the luminance
    float* const x = harness::filled<float>(SPM_ROWS + 32768, 62);
    float* const y = harness::empty<float>(SPM_ROWS);
    {
        std::vector<int> rows, columns; rows.reserve(25000000); columns.reserve(25000000);
        for (int r = 0; r < STI_ROWS; ++r) {
            const int n = 8 + hash32(r + 5u) % 33;
            for (int k = 0; k < n; ++k) { rows.push_back(r); columns.push_back((r + k / 8 * 1187 + k % 8) % STI_ROWS); }
        }
        const int blocks = (int)(rows.size() / (STI_THREADS * 4));  // the last partial block is left out
        rows.resize((size_t)blocks * STI_THREADS * 4); columns.resize(rows.size());
        const int4* row = (const int4*)harness::uploaded(rows); const int4* column = (const int4*)harness::uploaded(columns);
        const float4* value = (const float4*)entries;
        CHECK(cudaMemset(y, 0, SPM_ROWS * sizeof(float)));
        cases.push_back({"stiffness_apply_a", [=] { stiffness_apply_a<<<blocks, STI_THREADS>>>(row, column, value, x, y); }, y, (size_t)STI_ROWS, Output::f32});
        cases.push_back({"stiffness_apply_b", [=] { stiffness_apply_b<<<blocks, STI_THREADS>>>(row, column, value, x, y); }, y, (size_t)STI_ROWS, Output::f32});
    }
    {
        std::vector<short> offset((size_t)SPM_ROWS * SPM_WIDTH);
        for (size_t i = 0; i < offset.size(); ++i) { const int j = i / 32 % SPM_WIDTH; offset[i] = (short)((j / 9 - 1) * 12321 + (j / 3 % 3 - 1) * 111 + j % 3 - 1); }
        const short* offsets = harness::uploaded(offset);
        const float* x0 = x + 16384;
        cases.push_back({"stencil_spmv_a", [=] { stencil_spmv_a<<<SPM_ROWS / SPM_THREADS, SPM_THREADS>>>(entries, offsets, x0, y); }, y, (size_t)SPM_ROWS, Output::f32});
        const uint4 key = make_uint4(0x8f1bbcdcu, 0x5a827999u, 0x6ed9eba1u, 0xca62c1d6u), nonce = make_uint4(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u);
        const int blocks = 132 * 48;
        cases.push_back({"keyed_digest_a", [=] { keyed_digest_a<<<blocks, 256>>>((uint4*)ring, key, nonce); }, ring, (size_t)blocks * 256 * 4, Output::i32});
        cases.push_back({"exposure_histogram_a", [=] { exposure_histogram_a<<<EXP_BLOCKS, EXP_THREADS>>>((const float4*)entries, small); }, small, (size_t)EXP_BINS, Output::i32});
    }
    return harness::run(argc, argv, cases);
}
