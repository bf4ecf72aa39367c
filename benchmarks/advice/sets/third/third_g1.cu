// Streams and tables: logistics, insurance, networks, databases.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// ---------------------------------------------------------------- port demand: sum over shipping lanes of demand[lane][day][port]
__device__ __forceinline__ void port_sum(const float* __restrict__ demand, float* __restrict__ out, int lanes, int days, int ports, int day, int port) {
    if (day >= days || port >= ports) return;
    const size_t plane = (size_t)days * ports;
    const float* p = demand + (size_t)day * ports + port;
    float total = 0.f;
#pragma unroll 4
    for (int l = 0; l < lanes; ++l) total += p[l * plane];
    out[(size_t)day * ports + port] = total;
}
__global__ void port_demand_a(const float* __restrict__ demand, float* __restrict__ out, int lanes, int days, int ports) {
    port_sum(demand, out, lanes, days, ports, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}
__global__ void port_demand_b(const float* __restrict__ demand, float* __restrict__ out, int lanes, int days, int ports) {
    port_sum(demand, out, lanes, days, ports, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

// ---------------------------------------------------------------- coupon grid: discounted coupon of every bond at every date
constexpr int kDates = 52;
__device__ __forceinline__ float coupon_value(const float* __restrict__ rate, const float* __restrict__ coupon, int bond, int date) {
    float r = 0.03f + 0.02f * rate[bond];
    float t = (date + 1) * (1.0f / 4.0f);
    return (1.5f + coupon[bond]) * __expf(-r * t);
}
__global__ void coupon_grid_a(const float* __restrict__ rate, const float* __restrict__ coupon, float* __restrict__ grid, int bonds) {
    int bond = blockIdx.x * blockDim.x + threadIdx.x;
    int date = blockIdx.y;
    if (bond < bonds) grid[(size_t)bond * kDates + date] = coupon_value(rate, coupon, bond, date);
}
__global__ void coupon_grid_b(const float* __restrict__ rate, const float* __restrict__ coupon, float* __restrict__ grid, int bonds) {
    unsigned cell = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bond = cell / kDates, date = cell % kDates;
    if (bond < (unsigned)bonds) grid[(size_t)bond * kDates + date] = coupon_value(rate, coupon, bond, date);
}

// ---------------------------------------------------------------- freight class: dimensional weight of a consignment
struct Consignment {
    int id, origin, destination, customer;
    float weight, declared, insured, tax;
    float length, width, height, temperature;
    int flags, slot;
    long long booked;
};
static_assert(sizeof(Consignment) == 64, "record of 64 bytes");
__device__ __forceinline__ float chargeable(float w, float l, float b, float h, int flags) {
    float volume = l * b * h * 250.f;
    float billed = fmaxf(w, volume);
    if (flags & 1) billed *= 1.15f;
    if (flags & 4) billed += 2.5f;
    return billed;
}
__global__ void __launch_bounds__(192) freight_class_a(const Consignment* __restrict__ list, float* __restrict__ billed, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= n) return;
    billed[i] = chargeable(list[i].weight, list[i].length, list[i].width, list[i].height, list[i].flags);
}
struct Consignments { const float *weight, *length, *width, *height; const int* flags; };
__global__ void __launch_bounds__(192) freight_class_b(Consignments list, float* __restrict__ billed, int n) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i >= n) return;
    billed[i] = chargeable(__ldg(list.weight + i), __ldg(list.length + i), __ldg(list.width + i), __ldg(list.height + i), __ldg(list.flags + i));
}

// ---------------------------------------------------------------- sku price: price of every order line
__device__ __forceinline__ void price_lines(const int* __restrict__ sku, const float* __restrict__ price, float* __restrict__ out, int n) {
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    int s[4]; float p[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { int i = base + u * blockDim.x; s[u] = i < n ? sku[i] : 0; }
#pragma unroll
    for (int u = 0; u < 4; ++u) p[u] = price[s[u]];
#pragma unroll
    for (int u = 0; u < 4; ++u) { int i = base + u * blockDim.x; if (i < n) out[i] = p[u] * (1.f + 0.01f * (s[u] & 7)); }
}
__global__ void sku_price_a(const int* __restrict__ sku, const float* __restrict__ price, float* __restrict__ out, int n) { price_lines(sku, price, out, n); }
__global__ void sku_price_b(const int* __restrict__ sku, const float* __restrict__ price, float* __restrict__ out, int n) { price_lines(sku, price, out, n); }

// ---------------------------------------------------------------- tos rewrite: keep the ECN bits, take the class bits of the policy
__global__ void tos_rewrite_a(const uint8_t* __restrict__ tos, const uint8_t* __restrict__ policy, uint8_t* __restrict__ out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (tos[i] & 0x03) | (policy[i] & 0xFC);
}
__global__ void tos_rewrite_b(const uint8_t* __restrict__ tos, const uint8_t* __restrict__ policy, uint8_t* __restrict__ out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 16) {
        uint4 t = ((const uint4*)tos)[i], p = ((const uint4*)policy)[i], o;
        o.x = (t.x & 0x03030303u) | (p.x & 0xFCFCFCFCu);
        o.y = (t.y & 0x03030303u) | (p.y & 0xFCFCFCFCu);
        o.z = (t.z & 0x03030303u) | (p.z & 0xFCFCFCFCu);
        o.w = (t.w & 0x03030303u) | (p.w & 0xFCFCFCFCu);
        ((uint4*)out)[i] = o;
    }
}

// ---------------------------------------------------------------- deductible pass: claim less the deductible of its band
constexpr int kBands = 512, kClaimsPerBlock = 4096;
__device__ __forceinline__ void deductible_body(const float* __restrict__ claim, const float* __restrict__ band, float* __restrict__ paid) {
    extern __shared__ float table[];
    for (int k = threadIdx.x; k < kBands; k += blockDim.x) table[k] = 0.1f * band[k] + 0.2f;
    __syncthreads();
    size_t first = (size_t)blockIdx.x * kClaimsPerBlock;
#pragma unroll 2
    for (int k = threadIdx.x; k < kClaimsPerBlock; k += blockDim.x) {
        float c = claim[first + k];
        int b = (int)((c + 1.f) * (kBands / 2)) & (kBands - 1);
        paid[first + k] = fmaxf(c - table[b], 0.f);
    }
}
__global__ void deductible_pass_a(const float* __restrict__ claim, const float* __restrict__ band, float* __restrict__ paid) { deductible_body(claim, band, paid); }
__global__ void deductible_pass_b(const float* __restrict__ claim, const float* __restrict__ band, float* __restrict__ paid) { deductible_body(claim, band, paid); }

// ---------------------------------------------------------------- page zone: smallest and largest key of a page of 512 keys, a warp a page
__device__ __forceinline__ void zone_of(const int* __restrict__ keys, int2* __restrict__ zone, int page, int lane) {
    const int* p = keys + (size_t)page * 512;
    int lo = INT_MAX, hi = INT_MIN;
#pragma unroll 1
    for (int k = lane; k < 512; k += 32) { int v = p[k]; lo = min(lo, v); hi = max(hi, v); }
    lo = __reduce_min_sync(0xffffffffu, lo);
    hi = __reduce_max_sync(0xffffffffu, hi);
    if (lane == 0) zone[page] = make_int2(lo, hi);
}
__global__ void page_zone_a(const int* __restrict__ keys, int2* __restrict__ zone, int pages) {
    int page = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (page < pages) zone_of(keys, zone, page, threadIdx.x & 31);
}
__global__ void page_zone_b(const int* __restrict__ keys, int2* __restrict__ zone, int pages) {
    int page = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (page < pages) zone_of(keys, zone, page, threadIdx.x & 31);
}

// ---------------------------------------------------------------- tariff apply: one block prices the usage records of one segment
struct Segment { int account, begin, end; };
__device__ __forceinline__ void tariff_body(const Segment* __restrict__ segments, const float* __restrict__ usage, const float* __restrict__ tariff, float* __restrict__ charge) {
    Segment s = segments[blockIdx.x];
    float rate = 0.2f + 0.05f * tariff[s.account];
#pragma unroll 4
    for (int i = s.begin + threadIdx.x; i < s.end; i += blockDim.x) {
        float u = usage[i];
        float peak = fmaxf(u - 0.5f, 0.f);
        charge[i] = fmaf(peak, 0.3f * rate, u * rate);
    }
}
__global__ void tariff_apply_a(const Segment* __restrict__ segments, const float* __restrict__ usage, const float* __restrict__ tariff, float* __restrict__ charge) { tariff_body(segments, usage, tariff, charge); }
__global__ void tariff_apply_b(const Segment* __restrict__ segments, const float* __restrict__ usage, const float* __restrict__ tariff, float* __restrict__ charge) { tariff_body(segments, usage, tariff, charge); }

// ---------------------------------------------------------------- spread roll (mild): weighted sum of two price series
__device__ __forceinline__ void roll_body(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ out, float w) {
    size_t i = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float a[4], b[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { a[u] = near[i + u * 256]; b[u] = far[i + u * 256]; }
#pragma unroll
    for (int u = 0; u < 4; ++u) out[i + u * 256] = fmaf(w, a[u] - b[u], b[u]);
}
__global__ void __launch_bounds__(256) spread_roll_a(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ out, float w) { roll_body(near, far, out, w); }
__global__ void __launch_bounds__(256) spread_roll_b(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ out, float w) { roll_body(near, far, out, w); }

// ---------------------------------------------------------------- reserve scale (mild): factor by accident year, held in shared memory
__device__ __forceinline__ void reserve_body(const float4* __restrict__ reserve, const float* __restrict__ factor, float4* __restrict__ out) {
    extern __shared__ float f[];
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) v[u] = __ldcs(reserve + i + u * 256);
    if (threadIdx.x < 64) f[threadIdx.x] = 1.f + 0.1f * factor[threadIdx.x];
    __syncthreads();
    float s = f[(blockIdx.x >> 3) & 63];
#pragma unroll
    for (int u = 0; u < 4; ++u) __stcs(out + i + u * 256, make_float4(v[u].x * s, v[u].y * s, v[u].z * s, v[u].w * s));
}
__global__ void __launch_bounds__(256) reserve_scale_a(const float4* __restrict__ reserve, const float* __restrict__ factor, float4* __restrict__ out) { reserve_body(reserve, factor, out); }
__global__ void __launch_bounds__(256) reserve_scale_b(const float4* __restrict__ reserve, const float* __restrict__ factor, float4* __restrict__ out) { reserve_body(reserve, factor, out); }

// ---------------------------------------------------------------- where count (healthy): rows that pass two predicates
__device__ __forceinline__ int pass(int d, int p) { return (d >= 1200 && d < 7300 && p < 600000) ? 1 : 0; }
__global__ void __launch_bounds__(256) where_count_a(const int4* __restrict__ date, const int4* __restrict__ price, int* __restrict__ hits, size_t quads) {
    int n = 0;
    const size_t stride = (size_t)gridDim.x * 256;
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < quads; i += 2 * stride) {
        int4 d0 = __ldcs(date + i), p0 = __ldcs(price + i), d1 = __ldcs(date + i + stride), p1 = __ldcs(price + i + stride);
        n += pass(d0.x, p0.x) + pass(d0.y, p0.y) + pass(d0.z, p0.z) + pass(d0.w, p0.w);
        n += pass(d1.x, p1.x) + pass(d1.y, p1.y) + pass(d1.z, p1.z) + pass(d1.w, p1.w);
    }
    __shared__ int part[8];
    n = __reduce_add_sync(0xffffffffu, n);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = n;
    __syncthreads();
    if (threadIdx.x == 0) hits[blockIdx.x] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7];
}

// ---------------------------------------------------------------- price codes (healthy): signed bytes with a scale per 64 become halves
__device__ __forceinline__ uint32_t to_half2(uint32_t biased, uint32_t pick, __half2 scale) {
    uint32_t raw = __byte_perm(biased, 0x64646464u, pick);           // 1024 + (code + 128) as half
    __half2 h = __hmul2(__hsub2(*reinterpret_cast<__half2*>(&raw), __float2half2_rn(1152.f)), scale);
    return *reinterpret_cast<uint32_t*>(&h);
}
__global__ void __launch_bounds__(256) price_codes_a(const uint2* __restrict__ codes, const __half* __restrict__ scales, uint4* __restrict__ prices) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    uint2 c[4]; __half s[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) { c[u] = __ldcs(codes + i + u * 256); s[u] = scales[(i + u * 256) >> 3]; }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
        __half2 sc = __half2half2(s[u]);
        uint32_t x = c[u].x ^ 0x80808080u, y = c[u].y ^ 0x80808080u;
        __stcs(prices + i + u * 256, make_uint4(to_half2(x, 0x4140, sc), to_half2(x, 0x4342, sc), to_half2(y, 0x4140, sc), to_half2(y, 0x4342, sc)));
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    // Shared inputs and outputs.
    const size_t kBig = (size_t)47185920;  // 180 MiB of floats
    float* in1 = filled<float>(kBig + 64, 11);
    float* in2 = filled<float>(kBig + 64, 23);
    float* out = empty<float>(kBig);

    {   const int lanes = 24, days = 736, ports = 1500;
        dim3 block(32, 4);
        cases.push_back({"port_demand_a", [=] { port_demand_a<<<dim3((days + 31) / 32, (ports + 3) / 4), block>>>(in1, out, lanes, days, ports); }, out, (size_t)days * ports});
        cases.push_back({"port_demand_b", [=] { port_demand_b<<<dim3((ports + 31) / 32, (days + 3) / 4), block>>>(in1, out, lanes, days, ports); }, out, (size_t)days * ports});
    }
    {   const int bonds = 393216;
        cases.push_back({"coupon_grid_a", [=] { coupon_grid_a<<<dim3(bonds / 256, kDates), 256>>>(in1, in2, out, bonds); }, out, (size_t)bonds * kDates});
        cases.push_back({"coupon_grid_b", [=] { coupon_grid_b<<<bonds * kDates / 256, 256>>>(in1, in2, out, bonds); }, out, (size_t)bonds * kDates});
    }
    {   const int n = 3000000;
        std::vector<Consignment> list(n);
        std::vector<float> w(n), l(n), b(n), h(n); std::vector<int> f(n);
        for (int i = 0; i < n; ++i) {
            Consignment& c = list[i];
            c.id = i; c.origin = hash32(i) % 900; c.destination = hash32(i + 77) % 900; c.customer = hash32(i * 3u) % 50000;
            c.weight = w[i] = 20.f + 18.f * unit(5u * i); c.declared = 100.f; c.insured = 90.f; c.tax = 0.19f;
            c.length = l[i] = 0.5f + 0.4f * unit(7u * i + 1); c.width = b[i] = 0.4f + 0.3f * unit(9u * i + 2); c.height = h[i] = 0.4f + 0.3f * unit(11u * i + 3);
            c.temperature = 5.f; c.flags = f[i] = hash32(i ^ 0x5555u) & 7; c.slot = i % 37; c.booked = 1700000000LL + i;
        }
        const Consignment* dl = uploaded(list);
        Consignments soa{uploaded(w), uploaded(l), uploaded(b), uploaded(h), uploaded(f)};
        cases.push_back({"freight_class_a", [=] { freight_class_a<<<(n + 191) / 192, 192>>>(dl, out, n); }, out, (size_t)n});
        cases.push_back({"freight_class_b", [=] { freight_class_b<<<(n + 191) / 192, 192>>>(soa, out, n); }, out, (size_t)n});
    }
    {   const int n = 12000000, skus = 24000000;
        std::vector<int> sku(n);
        for (int i = 0; i < n; ++i) sku[i] = hash32(i + 991u) % skus;
        const int* shuffled = uploaded(sku);
        std::sort(sku.begin(), sku.end());
        const int* sorted = uploaded(sku);
        cases.push_back({"sku_price_a", [=] { sku_price_a<<<(n + 511) / 512, 128>>>(shuffled, in2, out, n); }, out, (size_t)n});
        cases.push_back({"sku_price_b", [=] { sku_price_b<<<(n + 511) / 512, 128>>>(sorted, in2, out, n); }, out, (size_t)n});
    }
    int* words1 = indices(32440320 * 2ull, 0xfffffffbu, 3);   // random bits
    {   const unsigned n = 100000000;
        const uint8_t* tos = (const uint8_t*)words1; const uint8_t* policy = tos + 128000000; uint8_t* o = (uint8_t*)out;
        cases.push_back({"tos_rewrite_a", [=] { tos_rewrite_a<<<(n + 255) / 256, 256>>>(tos, policy, o, n); }, o, n, Output::u8});
        cases.push_back({"tos_rewrite_b", [=] { tos_rewrite_b<<<(n / 16 + 255) / 256, 256>>>(tos, policy, o, n); }, o, n, Output::u8});
    }
    {   const int blocks = (int)(kBig / kClaimsPerBlock);
        CHECK(cudaFuncSetAttribute(deductible_pass_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
        cases.push_back({"deductible_pass_a", [=] { deductible_pass_a<<<blocks, 128, 100 * 1024>>>(in1, in2, out); }, out, kBig});
        cases.push_back({"deductible_pass_b", [=] { deductible_pass_b<<<blocks, 128, kBands * sizeof(float)>>>(in1, in2, out); }, out, kBig});
    }
    {   const int pages = 65536;
        cases.push_back({"page_zone_a", [=] { page_zone_a<<<pages, 32>>>(words1, (int2*)out, pages); }, out, (size_t)pages * 2, Output::i32});
        cases.push_back({"page_zone_b", [=] { page_zone_b<<<pages / 8, 256>>>(words1, (int2*)out, pages); }, out, (size_t)pages * 2, Output::i32});
    }
    {   const int accounts = 6000;
        std::vector<Segment> whole, cut;
        int at = 0;
        for (int a = 0; a < accounts; ++a) {
            int length = a % 600 == 217 ? 900000 + a : 3000 + (int)(hash32(a) % 2000);
            whole.push_back({a, at, at + length});
            for (int b = at; b < at + length; b += 8192) cut.push_back({a, b, std::min(b + 8192, at + length)});
            at += length;
        }
        const Segment *w = uploaded(whole), *c = uploaded(cut);
        int nw = (int)whole.size(), nc = (int)cut.size();
        cases.push_back({"tariff_apply_a", [=] { tariff_apply_a<<<nw, 256>>>(w, in1, in2, out); }, out, (size_t)at});
        cases.push_back({"tariff_apply_b", [=] { tariff_apply_b<<<nc, 256>>>(c, in1, in2, out); }, out, (size_t)at});
    }
    {   const int n = 32 * 1024 * 1024;
        const float* a1 = filled<float>(n, 11u + 2654435761u);   // in1 shifted by one element
        const float* b1 = filled<float>(n, 23u + 2654435761u);   // in2 shifted by one element
        cases.push_back({"spread_roll_a", [=] { spread_roll_a<<<n / 1024, 256>>>(in1 + 1, in2 + 1, out, 0.35f); }, out, (size_t)n});
        cases.push_back({"spread_roll_b", [=] { spread_roll_b<<<n / 1024, 256>>>(a1, b1, out, 0.35f); }, out, (size_t)n});
    }
    {   const int blocks = (int)(kBig / 4096);
        CHECK(cudaFuncSetAttribute(reserve_scale_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 50 * 1024));
        cases.push_back({"reserve_scale_a", [=] { reserve_scale_a<<<blocks, 256, 50 * 1024>>>((const float4*)in1, in2, (float4*)out); }, out, kBig});
        cases.push_back({"reserve_scale_b", [=] { reserve_scale_b<<<blocks, 256, 256>>>((const float4*)in1, in2, (float4*)out); }, out, kBig});
    }
    {   const size_t n = 64880640;
        const int* date = indices(n, 9000, 101); const int* price = indices(n, 1000000, 202);
        cases.push_back({"where_count_a", [=] { where_count_a<<<1056, 256>>>((const int4*)date, (const int4*)price, (int*)out, n / 4); }, out, 1056, Output::i32});
    }
    {   const int blocks = 11520;                                 // 8192 codes each
        const size_t n = (size_t)blocks * 8192;
        const __half* scales = filled<__half>(n / 64, 77);
        cases.push_back({"price_codes_a", [=] { price_codes_a<<<blocks, 256>>>((const uint2*)words1, scales, (uint4*)out); }, out, n, Output::f16});
    }
    return run(argc, argv, cases);
}
