// Blocks that work together: auctions, counters, products, packing, settlement.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

// ---------------------------------------------------------------- auction rounds: lots of 32 bidders; in each round one lot's bidders reprice in full
constexpr int kRounds = 32;
template <bool kBlockWide>
__device__ __forceinline__ void auction_body(const float* __restrict__ bid, float* __restrict__ settled) {
    __shared__ float board[1024];
    const int tid = threadIdx.x, lot = tid >> 5;
    float q = bid[blockIdx.x * 1024 + tid], p = q;
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        int steps = ((r + blockIdx.x) & 31) == lot ? 256 : 4;
#pragma unroll 4
        for (int k = 0; k < steps; ++k) p = fmaf(p, 0.98f, 0.01f * q);
        board[tid] = p;
        if (kBlockWide) __syncthreads(); else __syncwarp();
        float rival = board[tid ^ (1 << (r % 5))];
        if (kBlockWide) __syncthreads(); else __syncwarp();
        p = 0.5f * (p + rival);
    }
    settled[blockIdx.x * 1024 + tid] = p;
}
__global__ void __launch_bounds__(1024) auction_rounds_a(const float* __restrict__ bid, float* __restrict__ settled) { auction_body<true>(bid, settled); }
__global__ void __launch_bounds__(1024) auction_rounds_b(const float* __restrict__ bid, float* __restrict__ settled) { auction_body<false>(bid, settled); }

// ---------------------------------------------------------------- haulier tally: cents billed by each of 11 hauliers
constexpr int kHauliers = 11;
__global__ void haulier_tally_a(const int* __restrict__ haulier, const int* __restrict__ cents, int* __restrict__ total, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&total[haulier[i]], cents[i]);
}
__global__ void haulier_tally_b(const int* __restrict__ haulier, const int* __restrict__ cents, int* __restrict__ total, int n) {
    __shared__ int mine[kHauliers];
    if (threadIdx.x < kHauliers) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[haulier[i]], cents[i]);
    __syncthreads();
    if (threadIdx.x < kHauliers) atomicAdd(&total[threadIdx.x], mine[threadIdx.x]);
}

// ---------------------------------------------------------------- rtt bands: weight of round-trip times by magnitude, 8 bands, nearly all in one
__device__ __forceinline__ int band_of(int v) { return (32 - __clz(v)) >> 2; }
__device__ __forceinline__ int weight_of(int v) { return 1 + (v >> 13); }
__global__ void __launch_bounds__(256) rtt_bands_a(const int4* __restrict__ rtt, int* __restrict__ bands, int quads) {
    __shared__ int band[8];
    if (threadIdx.x < 8) band[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        int4 v = rtt[i];
        atomicAdd(&band[band_of(v.x)], weight_of(v.x)); atomicAdd(&band[band_of(v.y)], weight_of(v.y));
        atomicAdd(&band[band_of(v.z)], weight_of(v.z)); atomicAdd(&band[band_of(v.w)], weight_of(v.w));
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&bands[threadIdx.x], band[threadIdx.x]);
}
__global__ void __launch_bounds__(256) rtt_bands_b(const int4* __restrict__ rtt, int* __restrict__ bands, int quads) {
    __shared__ int band[8 * 32];   // a copy for each lane
    band[threadIdx.x] = 0;
    __syncthreads();
    const int lane = threadIdx.x & 31;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < quads; i += gridDim.x * 256) {
        int4 v = rtt[i];
        atomicAdd(&band[band_of(v.x) * 32 + lane], weight_of(v.x)); atomicAdd(&band[band_of(v.y) * 32 + lane], weight_of(v.y));
        atomicAdd(&band[band_of(v.z) * 32 + lane], weight_of(v.z)); atomicAdd(&band[band_of(v.w) * 32 + lane], weight_of(v.w));
    }
    __syncthreads();
    int sum = __reduce_add_sync(0xffffffffu, band[threadIdx.x]);
    if (lane == 0) atomicAdd(&bands[threadIdx.x >> 5], sum);
}

// ---------------------------------------------------------------- pnl scenarios: scenario moves (half) times sensitivities (half), 64 x 64 tiles
constexpr int kTm = 64, kTn = 64, kTk = 32, kLa = kTk + 8, kLb = kTn + 8;
__device__ __forceinline__ void load_tiles(const __half* __restrict__ a, const __half* __restrict__ b, __half (*as)[kLa], __half (*bs)[kLb], int row, int col, int k0, int n, int k) {
    for (int c = threadIdx.x; c < kTm * kTk / 8; c += 128) {
        int r = c / (kTk / 8), q = (c % (kTk / 8)) * 8;
        *reinterpret_cast<uint4*>(&as[r][q]) = *reinterpret_cast<const uint4*>(a + (size_t)(row + r) * k + k0 + q);
    }
    for (int c = threadIdx.x; c < kTk * kTn / 8; c += 128) {
        int r = c / (kTn / 8), q = (c % (kTn / 8)) * 8;
        *reinterpret_cast<uint4*>(&bs[r][q]) = *reinterpret_cast<const uint4*>(b + (size_t)(k0 + r) * n + col + q);
    }
}
__global__ void __launch_bounds__(128) pnl_scenarios_a(const __half* __restrict__ moves, const __half* __restrict__ sens, float* __restrict__ pnl, int m, int n, int k) {
    __shared__ __align__(128) __half as[kTm][kLa];
    __shared__ __align__(128) __half bs[kTk][kLb];
    const int row = blockIdx.y * kTm, col = blockIdx.x * kTn;
    const int ty = threadIdx.x / 16, tx = (threadIdx.x % 16) * 4;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < k; k0 += kTk) {
        load_tiles(moves, sens, as, bs, row, col, k0, n, k);
        __syncthreads();
#pragma unroll 4
        for (int kk = 0; kk < kTk; kk += 2) {
            float b0[4], b1[4];
            {
                float2 u = __half22float2(*reinterpret_cast<const __half2*>(&bs[kk][tx])), v = __half22float2(*reinterpret_cast<const __half2*>(&bs[kk][tx + 2]));
                b0[0] = u.x; b0[1] = u.y; b0[2] = v.x; b0[3] = v.y;
                u = __half22float2(*reinterpret_cast<const __half2*>(&bs[kk + 1][tx])); v = __half22float2(*reinterpret_cast<const __half2*>(&bs[kk + 1][tx + 2]));
                b1[0] = u.x; b1[1] = u.y; b1[2] = v.x; b1[3] = v.y;
            }
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                float2 av = __half22float2(*reinterpret_cast<const __half2*>(&as[ty + r * 8][kk]));
#pragma unroll
                for (int c = 0; c < 4; ++c) acc[r][c] = fmaf(av.y, b1[c], fmaf(av.x, b0[c], acc[r][c]));
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; ++r)
        *reinterpret_cast<float4*>(pnl + (size_t)(row + ty + r * 8) * n + col + tx) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}
__global__ void __launch_bounds__(128) pnl_scenarios_b(const __half* __restrict__ moves, const __half* __restrict__ sens, float* __restrict__ pnl, int m, int n, int k) {
    using namespace nvcuda;
    __shared__ __align__(128) __half as[kTm][kLa];
    __shared__ __align__(128) __half bs[kTk][kLb];
    const int row = blockIdx.y * kTm, col = blockIdx.x * kTn;
    const int wr = (threadIdx.x / 64) * 32, wc = (threadIdx.x / 32 % 2) * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int c = 0; c < 2; ++c) wmma::fill_fragment(acc[r][c], 0.f);
    for (int k0 = 0; k0 < k; k0 += kTk) {
        load_tiles(moves, sens, as, bs, row, col, k0, n, k);
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < kTk; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb[2];
#pragma unroll
            for (int r = 0; r < 2; ++r) { wmma::load_matrix_sync(fa[r], &as[wr + r * 16][kk], kLa); wmma::load_matrix_sync(fb[r], &bs[kk][wc + r * 16], kLb); }
#pragma unroll
            for (int r = 0; r < 2; ++r)
#pragma unroll
                for (int c = 0; c < 2; ++c) wmma::mma_sync(acc[r][c], fa[r], fb[c], acc[r][c]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int c = 0; c < 2; ++c) wmma::store_matrix_sync(pnl + (size_t)(row + wr + r * 16) * n + col + wc + c * 16, acc[r][c], n, wmma::mem_row_major);
}

// ---------------------------------------------------------------- container fill: best value of 12 parcels in a container of 32 units, one container a thread
constexpr int kParcels = 12, kUnits = 32;
template <int kContainerStride, int kUnitStride>
__device__ __forceinline__ void fill_body(const int* __restrict__ parcels, int* __restrict__ best, int n, int* dp) {
    const int t = blockIdx.x * 128 + threadIdx.x;
    int* mine = dp + threadIdx.x * kContainerStride;
    for (int c = 0; c < kUnits; ++c) mine[c * kUnitStride] = 0;
    for (int p = 0; p < kParcels; ++p) {
        int parcel = parcels[(size_t)p * n + t];
        int size = (parcel & 7) + 1, worth = (parcel >> 3) & 1023;
#pragma unroll 1
        for (int c = kUnits - 1; c >= size; --c) {
            int with = mine[(c - size) * kUnitStride] + worth;
            if (with > mine[c * kUnitStride]) mine[c * kUnitStride] = with;
        }
    }
    best[t] = mine[(kUnits - 1) * kUnitStride];
}
__global__ void __launch_bounds__(128) container_fill_a(const int* __restrict__ parcels, int* __restrict__ best, int n) {
    __shared__ int dp[kUnits * 128];
    fill_body<kUnits, 1>(parcels, best, n, dp);
}
__global__ void __launch_bounds__(128) container_fill_b(const int* __restrict__ parcels, int* __restrict__ best, int n) {
    __shared__ int dp[kUnits * 128];
    fill_body<1, 128>(parcels, best, n, dp);
}

// ---------------------------------------------------------------- settlement of payments: currency, then fee, then cap
__device__ __forceinline__ float to_home(float amount, float fx) { return amount * (1.f + 0.3f * fx); }
__device__ __forceinline__ float less_fee(float v) { return v - fmaxf(0.002f * fabsf(v), 0.001f); }
__device__ __forceinline__ float capped(float v) { return fminf(fmaxf(rintf(v * 10000.f) * 0.0001f, -0.8f), 0.8f); }
__global__ void settle_fx_a(const float4* __restrict__ amount, const float4* __restrict__ fx, float4* __restrict__ home, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = amount[i], f = fx[i];
    home[i] = make_float4(to_home(a.x, f.x), to_home(a.y, f.y), to_home(a.z, f.z), to_home(a.w, f.w));
}
__global__ void settle_fee_a(const float4* __restrict__ home, float4* __restrict__ net, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = home[i];
    net[i] = make_float4(less_fee(v.x), less_fee(v.y), less_fee(v.z), less_fee(v.w));
}
__global__ void settle_cap_a(const float4* __restrict__ net, float4* __restrict__ paid, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = net[i];
    paid[i] = make_float4(capped(v.x), capped(v.y), capped(v.z), capped(v.w));
}
__global__ void settle_fx_b(const float4* __restrict__ amount, const float4* __restrict__ fx, float4* __restrict__ paid, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = amount[i], f = fx[i];
    paid[i] = make_float4(capped(less_fee(to_home(a.x, f.x))), capped(less_fee(to_home(a.y, f.y))), capped(less_fee(to_home(a.z, f.z))), capped(less_fee(to_home(a.w, f.w))));
}

// ---------------------------------------------------------------- itinerary gap: city-block distance of every trip to every template, 320 features
constexpr int kFeatures = 320;
__global__ void __launch_bounds__(256) itinerary_gap_a(const float* __restrict__ trips, const float* __restrict__ templates, float* __restrict__ gap, int columns) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.f;
#pragma unroll 8
    for (int k = 0; k < kFeatures; ++k) sum += fabsf(trips[i * kFeatures + k] - templates[k * columns + j]);
    gap[(size_t)i * columns + j] = sum;
}
__global__ void __launch_bounds__(256) itinerary_gap_b(const float* __restrict__ trips, const float* __restrict__ templates, float* __restrict__ gap, int columns) {
    __shared__ __align__(16) float a[16][64 + 4];   // [feature][trip]
    __shared__ __align__(16) float b[16][64];       // [feature][template]
    const int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    const int t = threadIdx.x, ty = (t / 16) * 4, tx = (t % 16) * 4;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < kFeatures; k0 += 16) {
        float4 v = *reinterpret_cast<const float4*>(trips + (i0 + t / 4) * kFeatures + k0 + (t % 4) * 4);
        float4 w = *reinterpret_cast<const float4*>(templates + (k0 + t / 16) * columns + j0 + tx);
        __syncthreads();
        int f = (t % 4) * 4, r = t / 4;
        a[f][r] = v.x; a[f + 1][r] = v.y; a[f + 2][r] = v.z; a[f + 3][r] = v.w;
        *reinterpret_cast<float4*>(&b[t / 16][tx]) = w;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float4 x = *reinterpret_cast<const float4*>(&a[k][ty]), y = *reinterpret_cast<const float4*>(&b[k][tx]);
            float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int r2 = 0; r2 < 4; ++r2)
#pragma unroll
                for (int c = 0; c < 4; ++c) acc[r2][c] += fabsf(xs[r2] - ys[c]);
        }
    }
#pragma unroll
    for (int r = 0; r < 4; ++r)
        *reinterpret_cast<float4*>(gap + (size_t)(i0 + ty + r) * columns + j0 + tx) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
}

// ---------------------------------------------------------------- quota share (healthy): each reinsurer's part of a treaty's total, rows of 4096
__global__ void __launch_bounds__(256, 6) quota_share_a(const float4* __restrict__ line, float4* __restrict__ share) {
    __shared__ float part[8];
    const float4* src = line + (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4* dst = share + (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) v[u] = __ldcs(src + u * 256);
    float s = 0.f;
#pragma unroll
    for (int u = 0; u < 4; ++u) s += (fabsf(v[u].x) + fabsf(v[u].y)) + (fabsf(v[u].z) + fabsf(v[u].w));
#pragma unroll
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    float total = 0.f;
#pragma unroll
    for (int w = 0; w < 8; ++w) total += part[w];
    float scale = __fdividef(1.f, total);
#pragma unroll
    for (int u = 0; u < 4; ++u) __stcs(dst + u * 256, make_float4(v[u].x * scale, v[u].y * scale, v[u].z * scale, v[u].w * scale));
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const size_t kRows = 16896, kBig = kRows * 4096;   // 264 MiB of floats
    float* in1 = filled<float>(kBig, 501);
    float* in2 = filled<float>(kBig / 2, 502);
    float* out = empty<float>(kBig);
    {   const int blocks = 1056;
        cases.push_back({"auction_rounds_a", [=] { auction_rounds_a<<<blocks, 1024>>>(in1, out); }, out, (size_t)blocks * 1024});
        cases.push_back({"auction_rounds_b", [=] { auction_rounds_b<<<blocks, 1024>>>(in1, out); }, out, (size_t)blocks * 1024});
    }
    {   const int n = 3000000;
        const int *h = indices(n, kHauliers, 31), *c = indices(n, 1200, 32);
        cases.push_back({"haulier_tally_a", [=] { haulier_tally_a<<<132 * 4, 512>>>(h, c, (int*)out, n); }, out, kHauliers, Output::i32});
        cases.push_back({"haulier_tally_b", [=] { haulier_tally_b<<<132 * 4, 512>>>(h, c, (int*)out, n); }, out, kHauliers, Output::i32});
    }
    {   const int n = 40000000;
        const int4* rtt = (const int4*)indices(n, 1u << 19, 41);
        cases.push_back({"rtt_bands_a", [=] { rtt_bands_a<<<132 * 8, 256>>>(rtt, (int*)out, n / 4); }, out, 8, Output::i32});
        cases.push_back({"rtt_bands_b", [=] { rtt_bands_b<<<132 * 8, 256>>>(rtt, (int*)out, n / 4); }, out, 8, Output::i32});
    }
    {   const int m = 4096, n = 2048, k = 1024;
        const __half *a = filled<__half>((size_t)m * k, 51), *b = filled<__half>((size_t)k * n, 52);
        dim3 grid(n / kTn, m / kTm);
        cases.push_back({"pnl_scenarios_a", [=] { pnl_scenarios_a<<<grid, 128>>>(a, b, out, m, n, k); }, out, (size_t)m * n});
        cases.push_back({"pnl_scenarios_b", [=] { pnl_scenarios_b<<<grid, 128>>>(a, b, out, m, n, k); }, out, (size_t)m * n});
    }
    {   const int n = 1716 * 128;
        const int* parcels = indices((size_t)n * kParcels, 8192, 61);
        cases.push_back({"container_fill_a", [=] { container_fill_a<<<n / 128, 128>>>(parcels, (int*)out, n); }, out, (size_t)n, Output::i32});
        cases.push_back({"container_fill_b", [=] { container_fill_b<<<n / 128, 128>>>(parcels, (int*)out, n); }, out, (size_t)n, Output::i32});
    }
    {   const int quads = 6000000;   // 96 MB
        float4 *t1 = (float4*)empty<float>(quads * 4ull), *t2 = (float4*)empty<float>(quads * 4ull), *o = (float4*)out;
        const float4 *a = (const float4*)in1, *f = (const float4*)in2;
        const int blocks = (quads + 319) / 320;
        cases.push_back({"settle_fx_a", [=] {
            settle_fx_a<<<blocks, 320>>>(a, f, t1, quads);
            settle_fee_a<<<blocks, 320>>>(t1, t2, quads);
            settle_cap_a<<<blocks, 320>>>(t2, o, quads); }, out, (size_t)quads * 4});
        cases.push_back({"settle_fx_b", [=] { settle_fx_b<<<blocks, 320>>>(a, f, o, quads); }, out, (size_t)quads * 4});
    }
    {   const int rows = 2048, columns = 1536;
        cases.push_back({"itinerary_gap_a", [=] { itinerary_gap_a<<<dim3(columns / 32, rows / 8), dim3(32, 8)>>>(in1, in2, out, columns); }, out, (size_t)rows * columns});
        cases.push_back({"itinerary_gap_b", [=] { itinerary_gap_b<<<dim3(columns / 64, rows / 64), 256>>>(in1, in2, out, columns); }, out, (size_t)rows * columns});
    }
    {   cases.push_back({"quota_share_a", [=] { quota_share_a<<<(int)kRows, 256>>>((const float4*)in1, (float4*)out); }, out, kBig}); }
    return run(argc, argv, cases);
}
