// Eleven measured cases from many trades: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Orchard: a logger writes thermistor and strain gauge readings in turn; each kind is linearised by its own recurrence.
constexpr int kReadings = 132 * 16 * 128 * 8;

__device__ __forceinline__ float thermistor_of(float r) {
    float x = r;
#pragma unroll 4
    for (int k = 0; k < 32; ++k) {
        float p = fmaf(fmaf(fmaf(0.03f, x, -0.11f), x, 0.27f), x, r);
        x = fmaf(0.6f, p, 0.2f * x);
    }
    return x;
}
__device__ __forceinline__ float gauge_of(float r) {
    float load = r, creep = 0.1f;
#pragma unroll 4
    for (int k = 0; k < 36; ++k) {
        float bend = load * load;
        creep = fmaf(0.95f, creep, 0.02f * load);
        load = fmaf(-0.15f, bend, fmaf(0.7f, load, 0.1f * r)) - creep;
    }
    return load + 2.0f * creep;
}

__global__ void __launch_bounds__(128) orchard_scales_aa4_a(const float* __restrict__ raw, float* __restrict__ value) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float r = raw[i];
    if (i % 2 == 0) value[i] = thermistor_of(r);
    else value[i] = gauge_of(r);
}

__global__ void __launch_bounds__(128) orchard_scales_aa4_b(const float* __restrict__ raw, float* __restrict__ value) {
    int t = threadIdx.x, base = blockIdx.x * 128;  // the first two warps take the even readings, the others the odd ones
    if (t < 64) { int i = base + 2 * t; value[i] = thermistor_of(raw[i]); }
    else { int i = base + 2 * (t - 64) + 1; value[i] = gauge_of(raw[i]); }
}

// ---- Puppet theatre: radiance of each pixel under 24 stage lamps, by one of four materials.
constexpr int kPixels = 132 * 8 * 256 * 160, kLamps = 24;
__constant__ float4 stage_lamps[kLamps];

__device__ __forceinline__ float shade(int kind, float2 n) {
    float nz = 1.0f - 0.25f * (n.x * n.x + n.y * n.y), sum = 0.0f;
    if (kind == 0) {  // painted wood
#pragma unroll 4
        for (int k = 0; k < kLamps; ++k) {
            float4 l = stage_lamps[k];
            float c = __saturatef(fmaf(n.x, l.x, fmaf(n.y, l.y, nz * l.z))), rough = fmaf(c, fmaf(c, -0.31f, 0.83f), 0.21f);
            float warm = fmaf(rough, rough, 0.17f * c);
            sum = fmaf(l.w * warm, fmaf(c, 0.4f, 0.6f), sum);
        }
    } else if (kind == 1) {  // varnish: eighth power of the mirrored direction
#pragma unroll 4
        for (int k = 0; k < kLamps; ++k) {
            float4 l = stage_lamps[k];
            float d = fmaf(n.x, l.x, fmaf(n.y, l.y, nz * l.z)), h = fmaf(2.0f * d, nz, -l.z);
            h = __saturatef(h); h *= h; h *= h; h *= h;
            sum = fmaf(l.w, fmaf(0.7f, h, 0.1f * fmaxf(d, 0.0f)), sum);
        }
    } else if (kind == 2) {  // velvet: bright at the rim
#pragma unroll 4
        for (int k = 0; k < kLamps; ++k) {
            float4 l = stage_lamps[k];
            float d = fmaf(n.x, l.y, fmaf(n.y, -l.x, nz * l.z)), rim = 1.0f - fabsf(d);
            float fuzz = rim * rim * rim;
            sum += l.w * fuzz * fmaf(0.2f, rim, 0.5f) + 0.03f * fminf(d, rim);
        }
    } else {  // glass eye: Schlick's reflection
#pragma unroll 4
        for (int k = 0; k < kLamps; ++k) {
            float4 l = stage_lamps[k];
            float c = fminf(fabsf(fmaf(n.y, l.y, nz * l.z) - 0.2f * n.x), 1.0f), q = 1.0f - c, q2 = q * q;
            float mirror = fmaf(0.96f * q2, q2 * q, 0.04f);
            sum = fmaf(mirror, l.w, fmaf(1.0f - mirror, 0.02f * l.x, sum));
        }
    }
    return sum;
}

__global__ void __launch_bounds__(256) puppet_theatre_aa4_a(const unsigned char* __restrict__ material, const float2* __restrict__ normal, float* __restrict__ light) {
    int i = blockIdx.x * 256 + threadIdx.x;
    light[i] = shade(material[i], normal[i]);
}

__global__ void __launch_bounds__(256) puppet_theatre_aa4_b(const unsigned char* __restrict__ material, const float2* __restrict__ normal, float* __restrict__ light) {
    __shared__ int first[32];  // of material k and warp w at k * 8 + w
    __shared__ float2 sorted[256];
    __shared__ short ticket[256];
    __shared__ float result[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 256 + t, kind = material[i];
    float2 n = normal[i];
    unsigned mine = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned same = __ballot_sync(0xffffffffu, kind == k);
        if (kind == k) mine = same;
        if (lane == k) first[k * 8 + warp] = __popc(same);
    }
    __syncthreads();
    if (warp == 0) {
        int own = first[lane], upto = own;
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int below = __shfl_up_sync(0xffffffffu, upto, o); if (lane >= o) upto += below; }
        first[lane] = upto - own;
    }
    __syncthreads();
    int place = first[kind * 8 + warp] + __popc(mine & ((1u << lane) - 1));
    sorted[place] = n;
    ticket[place] = (short)(t | kind << 8);
    __syncthreads();
    int who = ticket[t];
    result[who & 255] = shade(who >> 8, sorted[t]);
    __syncthreads();
    light[i] = result[t];
}

// ---- Cottage loans: present value of the interest still due on each loan of a book; loans run for 12 to 480 more months.
constexpr int kLoans = 132 * 16 * 128 * 8;

__device__ __forceinline__ float loan_interest(float4 loan) {  // balance, monthly rate, payment, months
    float owed = loan.x, grow = 1.0f + loan.y, value = 0.0f, discount = 1.0f;
    int months = (int)loan.w;
    for (int m = 0; m < months; ++m) {
        value = fmaf(owed * loan.y, discount, value);
        owed = fmaf(owed, grow, -loan.z);
        discount *= 0.9975f;
    }
    return value;
}

__global__ void __launch_bounds__(128) cottage_loans_aa4_a(const float4* __restrict__ book, float* __restrict__ value) {
    int i = blockIdx.x * 128 + threadIdx.x;
    value[i] = loan_interest(book[i]);
}

__global__ void __launch_bounds__(128) cottage_loans_aa4_b(const float4* __restrict__ book, const int* __restrict__ by_months, float* __restrict__ value) {
    int i = by_months[blockIdx.x * 128 + threadIdx.x];
    value[i] = loan_interest(book[i]);
}

// ---- Parcel shelves: where each string of a column page begins, from the lengths of the page's 4096 strings (exclusive prefix sum).
constexpr int kPages = 264 * 5, kTiles = 4, kPage = kTiles * 1024;

__global__ void __launch_bounds__(1024) parcel_shelves_aa4_a(const unsigned short* __restrict__ length, int* __restrict__ begin) {
    __shared__ int sum[1024];
    int t = threadIdx.x, base = blockIdx.x * kPage + t, carry = 0, own[kTiles];
#pragma unroll
    for (int k = 0; k < kTiles; ++k) own[k] = length[base + k * 1024];
#pragma unroll
    for (int k = 0; k < kTiles; ++k) {
        sum[t] = own[k];
        __syncthreads();
#pragma unroll
        for (int o = 1; o < 1024; o <<= 1) {
            int below = t >= o ? sum[t - o] : 0;
            __syncthreads();
            sum[t] += below;
            __syncthreads();
        }
        begin[base + k * 1024] = carry + sum[t] - own[k];
        carry += sum[1023];
        __syncthreads();
    }
}

__global__ void __launch_bounds__(1024) parcel_shelves_aa4_b(const unsigned short* __restrict__ length, int* __restrict__ begin) {
    __shared__ int total[2][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * kPage + t, carry = 0, own[kTiles];
#pragma unroll
    for (int k = 0; k < kTiles; ++k) own[k] = length[base + k * 1024];
#pragma unroll
    for (int k = 0; k < kTiles; ++k) {
        int upto = own[k];
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int below = __shfl_up_sync(0xffffffffu, upto, o); if (lane >= o) upto += below; }
        if (lane == 31) total[k % 2][warp] = upto;
        __syncthreads();
        int all = total[k % 2][lane];
#pragma unroll
        for (int o = 1; o < 32; o <<= 1) { int below = __shfl_up_sync(0xffffffffu, all, o); if (lane >= o) all += below; }
        int before = __shfl_sync(0xffffffffu, all, (warp + 31) % 32);
        begin[base + k * 1024] = carry + (warp ? before : 0) + upto - own[k];
        carry += __shfl_sync(0xffffffffu, all, 31);
    }
}

// ---- Market stalls: goods sold in each of 64 quarters of a town, from the till receipts.
constexpr int kQuarters = 64, kStallThreads = 132 * 4 * 512, kReceipts = kStallThreads * 5;

__global__ void __launch_bounds__(512) market_stalls_aa4_a(const int* __restrict__ quarter, const int* __restrict__ goods, int* __restrict__ sold) {
    int i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 5; ++k) atomicAdd(&sold[quarter[i + k * kStallThreads]], goods[i + k * kStallThreads]);
}

__global__ void __launch_bounds__(512) market_stalls_aa4_b(const int* __restrict__ quarter, const int* __restrict__ goods, int* __restrict__ sold) {
    __shared__ int here[kQuarters];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    if (t < kQuarters) here[t] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 5; ++k) atomicAdd(&here[quarter[i + k * kStallThreads]], goods[i + k * kStallThreads]);
    __syncthreads();
    if (t < kQuarters) atomicAdd(&sold[t], here[t]);
}

// ---- Meadow drift: charge and current of each cell of a plasma grid, from particles kept in the order of their cells.
constexpr int kDrifters = 132 * 8 * 256 * 124, kCells = kDrifters / 24 + 1;

__global__ void __launch_bounds__(256) meadow_drift_aa4_a(const int* __restrict__ cell, const float4* __restrict__ particle, float* __restrict__ field) {
    int i = blockIdx.x * 256 + threadIdx.x, c = cell[i];
    float4 p = particle[i];  // velocity and charge
    atomicAdd(&field[c], p.w);
    atomicAdd(&field[c + kCells], p.w * p.x);
    atomicAdd(&field[c + 2 * kCells], p.w * p.y);
    atomicAdd(&field[c + 3 * kCells], p.w * p.z);
}

__global__ void __launch_bounds__(256) meadow_drift_aa4_b(const int* __restrict__ cell, const float4* __restrict__ particle, float* __restrict__ field) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, c = cell[i];
    float4 p = particle[i];
    float q = p.w, x = p.w * p.x, y = p.w * p.y, z = p.w * p.z;
    int left = __shfl_up_sync(0xffffffffu, c, 1);
    bool head = lane == 0 || left != c;
    unsigned later = __ballot_sync(0xffffffffu, head) & (0xfffffffeu << lane);
    int last = later ? __ffs(later) - 2 : 31;  // lane of the last particle of my cell in this warp
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float dq = __shfl_down_sync(0xffffffffu, q, o), dx = __shfl_down_sync(0xffffffffu, x, o);
        float dy = __shfl_down_sync(0xffffffffu, y, o), dz = __shfl_down_sync(0xffffffffu, z, o);
        if (lane + o <= last) { q += dq; x += dx; y += dy; z += dz; }
    }
    if (head) {
        atomicAdd(&field[c], q);
        atomicAdd(&field[c + kCells], x);
        atomicAdd(&field[c + 2 * kCells], y);
        atomicAdd(&field[c + 3 * kCells], z);
    }
}

// ---- Tissue garden: sum of the intensities of each of six tissues in each slab of a segmented volume.
constexpr int kTissues = 6, kSlabs = 132 * 8, kTurns = 30, kSlabQuads = kTurns * 256;

__global__ void __launch_bounds__(256) tissue_garden_aa4_a(const uchar4* __restrict__ label, const float4* __restrict__ scan, float* __restrict__ slab) {
    __shared__ float sum[kTissues];
    int t = threadIdx.x;
    if (t < kTissues) sum[t] = 0.0f;
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < kTurns; ++k) {
        int i = blockIdx.x * kSlabQuads + k * 256 + t;
        uchar4 l = label[i];
        float4 v = scan[i];
        atomicAdd(&sum[l.x], 1.0f + v.x);
        atomicAdd(&sum[l.y], 1.0f + v.y);
        atomicAdd(&sum[l.z], 1.0f + v.z);
        atomicAdd(&sum[l.w], 1.0f + v.w);
    }
    __syncthreads();
    if (t < kTissues) slab[blockIdx.x * kTissues + t] = sum[t];
}

__global__ void __launch_bounds__(256) tissue_garden_aa4_b(const uchar4* __restrict__ label, const float4* __restrict__ scan, float* __restrict__ slab) {
    __shared__ float sum[kTissues][256];  // a column for each thread
    int t = threadIdx.x;
#pragma unroll
    for (int s = 0; s < kTissues; ++s) sum[s][t] = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kTurns; ++k) {
        int i = blockIdx.x * kSlabQuads + k * 256 + t;
        uchar4 l = label[i];
        float4 v = scan[i];
        sum[l.x][t] += 1.0f + v.x;
        sum[l.y][t] += 1.0f + v.y;
        sum[l.z][t] += 1.0f + v.z;
        sum[l.w][t] += 1.0f + v.w;
    }
    __syncthreads();
    int s = t / 32, lane = t % 32;
    if (s < kTissues) {
        float all = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; ++k) all += sum[s][k * 32 + lane];
#pragma unroll
        for (int o = 16; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
        if (lane == 0) slab[blockIdx.x * kTissues + s] = all;
    }
}

// ---- Herbal doses: highest concentration in the blood of each patient in 40 quarter hours after a dose (three compartments).
constexpr int kPatients = 132 * 10 * 192 * 2;

__global__ void __launch_bounds__(192) herbal_doses_aa4_a(const float* __restrict__ dose, float* __restrict__ highest) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float gut = 1.5 + dose[i], blood = 0, tissue = 0, peak = 0;
#pragma unroll 4
    for (int k = 0; k < 40; ++k) {
        gut = gut * 0.92;
        blood = blood * 0.85 + gut * 0.08 + tissue * 0.05;
        tissue = tissue * 0.94 + blood * 0.07;
        peak = fmaxf(peak, blood);
    }
    highest[i] = peak;
}

__global__ void __launch_bounds__(192) herbal_doses_aa4_b(const float* __restrict__ dose, float* __restrict__ highest) {
    int i = blockIdx.x * 192 + threadIdx.x;
    float gut = 1.5f + dose[i], blood = 0, tissue = 0, peak = 0;
#pragma unroll 4
    for (int k = 0; k < 40; ++k) {
        gut = gut * 0.92f;
        blood = blood * 0.85f + gut * 0.08f + tissue * 0.05f;
        tissue = tissue * 0.94f + blood * 0.07f;
        peak = fmaxf(peak, blood);
    }
    highest[i] = peak;
}

// ---- Warrant board: price of each European call of a board (Black and Scholes), arithmetic in Real.
constexpr int kWarrants = 132 * 8 * 256 * 200;

template <typename Real>
__device__ __forceinline__ Real normal_below(Real d) {
    Real k = Real(1) / (Real(1) + Real(0.2316419) * fabs(d));
    Real tail = Real(0.39894228040143267794) * exp(Real(-0.5) * d * d) *
                (k * (Real(0.31938153) + k * (Real(-0.356563782) + k * (Real(1.781477937) + k * (Real(-1.821255978) + k * Real(1.330274429))))));
    return d > Real(0) ? Real(1) - tail : tail;
}

template <typename Real>
__device__ __forceinline__ void warrant_price(const float* __restrict__ spot, const float* __restrict__ strike, const float* __restrict__ years, float* __restrict__ price) {
    int i = blockIdx.x * 256 + threadIdx.x;
    Real s = Real(30) + Real(10) * spot[i], x = Real(32) + Real(12) * strike[i], t = Real(1.5) + Real(1.25) * years[i];
    Real spread = Real(0.3) * sqrt(t), d1 = (log(s / x) + (Real(0.02) + Real(0.045)) * t) / spread, d2 = d1 - spread;
    price[i] = (float)(s * normal_below(d1) - x * exp(Real(-0.02) * t) * normal_below(d2));
}

__global__ void __launch_bounds__(256) warrant_board_aa4_a(const float* __restrict__ spot, const float* __restrict__ strike, const float* __restrict__ years, float* __restrict__ price) {
    warrant_price<double>(spot, strike, years, price);
}
__global__ void __launch_bounds__(256) warrant_board_aa4_b(const float* __restrict__ spot, const float* __restrict__ strike, const float* __restrict__ years, float* __restrict__ price) {
    warrant_price<float>(spot, strike, years, price);
}

// ---- Storm echo: difference of two radar sweeps; the few echoes that overdrive the receiver are compressed by an iteration.
constexpr int kEchoes = 132 * 8 * 256 * 150;

__device__ __forceinline__ float overdriven(float power) {
    float y = 1.0f;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) y = fmaf(0.25f, power - fmaf(0.3f * y, y * y, y), y);
    return y;
}

__global__ void __launch_bounds__(256) storm_echo_aa4_a(const float2* __restrict__ sweep, const float2* __restrict__ before, float2* __restrict__ change) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 now = sweep[i], was = before[i];
    float power = fmaf(now.x, now.x, now.y * now.y), gain = 1.0f;
    if (power > 1.7f) gain = overdriven(power);
    change[i] = make_float2(fmaf(gain, now.x, -was.x), fmaf(gain, now.y, -was.y));
}

__global__ void __launch_bounds__(256) storm_echo_aa4_b(const float2* __restrict__ sweep, const float2* __restrict__ before, float2* __restrict__ change) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 now = sweep[i], was = before[i];
    float power = fmaf(now.x, now.x, now.y * now.y), limited = overdriven(power), gain = power > 1.7f ? limited : 1.0f;
    change[i] = make_float2(fmaf(gain, now.x, -was.x), fmaf(gain, now.y, -was.y));
}

// ---- Gravel sieve: each bin of 1024 grains (place and size) keeps those above a mesh, packed at the front of its own segment.
constexpr int kBins = 132 * 256, kGrains = 1024;

__global__ void __launch_bounds__(256) gravel_sieve_aa4_a(const float4* __restrict__ grain, float4* __restrict__ kept, int* __restrict__ count) {
    __shared__ float4 tray[kGrains];
    __shared__ int total[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const float4* bin = grain + (size_t)blockIdx.x * kGrains;
    float4 g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) g[k] = __ldcs(bin + k * 256 + t);
    const float mesh = 0.8f;
    unsigned pass[4];
    int mine = 0;  // of this warp
#pragma unroll
    for (int k = 0; k < 4; ++k) { pass[k] = __ballot_sync(0xffffffffu, g[k].w > mesh); mine += __popc(pass[k]); }
    if (lane == 0) total[warp] = mine;
    __syncthreads();
    int place = 0, all = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) { int n = total[w]; if (w < warp) place += n; all += n; }
    unsigned lower = (1u << lane) - 1;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        if (g[k].w > mesh) tray[place + __popc(pass[k] & lower)] = g[k];
        place += __popc(pass[k]);
    }
    __syncthreads();
    float4* segment = kept + (size_t)blockIdx.x * kGrains;
#pragma unroll 1
    for (int k = t; k < all; k += 256) __stcs(segment + k, tray[k]);
    if (t == 0) count[blockIdx.x] = all;
}

// ---- Inputs
__global__ void harness_bytes(unsigned char* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned char)(harness::hash32((uint32_t)i * 2654435761u + seed) % below);
}
__global__ void harness_shorts(unsigned short* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (unsigned short)(harness::hash32((uint32_t)i * 2654435761u + seed) % below);
}
__global__ void harness_cells(int* p, size_t n) {  // never falling, runs of 9 to 39
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int c = (int)(i / 24), within = (int)(i % 24);
        p[i] = c > 0 && within < (int)(harness::hash32(c + 99u) % 16) ? c - 1 : c;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kMost = (size_t)kBins * kGrains * 4;  // floats; the longest of all
    static_assert((size_t)kDrifters * 4 <= kMost && (size_t)kEchoes * 2 <= kMost && (size_t)kPixels * 2 <= kMost && kWarrants <= kMost && kSlabs * kSlabQuads * 4 <= kMost, "fields are too short");
    float *one = filled<float>(kMost, 41), *two = filled<float>(kMost, 42), *three = filled<float>(kWarrants, 43), *out = empty<float>(kMost);
    float2 *one2 = (float2*)one, *two2 = (float2*)two, *out2 = (float2*)out;
    float4* one4 = (float4*)one;
    int* whole = (int*)out;

    unsigned char *material = empty<unsigned char>(kPixels), *label = empty<unsigned char>((size_t)kSlabs * kSlabQuads * 4);
    harness_bytes<<<2048, 256>>>(material, kPixels, 4, 51); CHECK(cudaGetLastError());
    harness_bytes<<<2048, 256>>>(label, (size_t)kSlabs * kSlabQuads * 4, kTissues, 52); CHECK(cudaGetLastError());
    unsigned short* length = empty<unsigned short>((size_t)kPages * kPage);
    harness_shorts<<<2048, 256>>>(length, (size_t)kPages * kPage, 97, 53); CHECK(cudaGetLastError());
    int* cell = empty<int>(kDrifters);
    harness_cells<<<2048, 256>>>(cell, kDrifters); CHECK(cudaGetLastError());
    int *quarter = indices(kReceipts, kQuarters, 54), *goods = indices(kReceipts, 12, 55), *count = empty<int>(kBins);

    std::vector<float4> lamps(kLamps);
    for (int k = 0; k < kLamps; ++k) lamps[k] = make_float4(0.6f * harness::unit(4 * k), 0.6f * harness::unit(4 * k + 1), 0.7f + 0.2f * harness::unit(4 * k + 2), 0.6f + 0.3f * harness::unit(4 * k + 3));
    CHECK(cudaMemcpyToSymbol(stage_lamps, lamps.data(), kLamps * sizeof(float4)));

    std::vector<float4> loans(kLoans);
    std::vector<int> months(kLoans), order(kLoans), first(482, 0);
    for (int i = 0; i < kLoans; ++i) {  // most loans are nearly paid off
        float u = 0.5f + 0.5f * harness::unit(3 * i + 7000);
        months[i] = 12 + (int)(468.0f * u * u * u);
        loans[i] = make_float4(5.0f + 3.0f * harness::unit(3 * i + 7001), 0.003f + 0.001f * harness::unit(3 * i + 7002), 0.01f, (float)months[i]);
        ++first[480 - months[i] + 1];
    }
    for (int m = 1; m < 482; ++m) first[m] += first[m - 1];
    for (int i = 0; i < kLoans; ++i) order[first[480 - months[i]]++] = i;  // longest first
    float4* book = uploaded(loans);
    int* by_months = uploaded(order);

    add("orchard_scales_aa4_a", out, kReadings, Output::f32, [=] { orchard_scales_aa4_a<<<kReadings / 128, 128>>>(one, out); });
    add("orchard_scales_aa4_b", out, kReadings, Output::f32, [=] { orchard_scales_aa4_b<<<kReadings / 128, 128>>>(one, out); });

    add("puppet_theatre_aa4_a", out, kPixels, Output::f32, [=] { puppet_theatre_aa4_a<<<kPixels / 256, 256>>>(material, one2, out); });
    add("puppet_theatre_aa4_b", out, kPixels, Output::f32, [=] { puppet_theatre_aa4_b<<<kPixels / 256, 256>>>(material, one2, out); });

    add("cottage_loans_aa4_a", out, kLoans, Output::f32, [=] { cottage_loans_aa4_a<<<kLoans / 128, 128>>>(book, out); });
    add("cottage_loans_aa4_b", out, kLoans, Output::f32, [=] { cottage_loans_aa4_b<<<kLoans / 128, 128>>>(book, by_months, out); });

    add("parcel_shelves_aa4_a", out, (size_t)kPages * kPage, Output::i32, [=] { parcel_shelves_aa4_a<<<kPages, 1024>>>(length, whole); });
    add("parcel_shelves_aa4_b", out, (size_t)kPages * kPage, Output::i32, [=] { parcel_shelves_aa4_b<<<kPages, 1024>>>(length, whole); });

    add("market_stalls_aa4_a", out, kQuarters, Output::i32, [=] { market_stalls_aa4_a<<<kStallThreads / 512, 512>>>(quarter, goods, whole); });
    add("market_stalls_aa4_b", out, kQuarters, Output::i32, [=] { market_stalls_aa4_b<<<kStallThreads / 512, 512>>>(quarter, goods, whole); });

    add("meadow_drift_aa4_a", out, (size_t)kCells * 4, Output::f32, [=] { meadow_drift_aa4_a<<<kDrifters / 256, 256>>>(cell, one4, out); });
    add("meadow_drift_aa4_b", out, (size_t)kCells * 4, Output::f32, [=] { meadow_drift_aa4_b<<<kDrifters / 256, 256>>>(cell, one4, out); });

    add("tissue_garden_aa4_a", out, kSlabs * kTissues, Output::f32, [=] { tissue_garden_aa4_a<<<kSlabs, 256>>>((const uchar4*)label, one4, out); });
    add("tissue_garden_aa4_b", out, kSlabs * kTissues, Output::f32, [=] { tissue_garden_aa4_b<<<kSlabs, 256>>>((const uchar4*)label, one4, out); });

    add("herbal_doses_aa4_a", out, kPatients, Output::f32, [=] { herbal_doses_aa4_a<<<kPatients / 192, 192>>>(one, out); });
    add("herbal_doses_aa4_b", out, kPatients, Output::f32, [=] { herbal_doses_aa4_b<<<kPatients / 192, 192>>>(one, out); });

    add("warrant_board_aa4_a", out, kWarrants, Output::f32, [=] { warrant_board_aa4_a<<<kWarrants / 256, 256>>>(one, two, three, out); });
    add("warrant_board_aa4_b", out, kWarrants, Output::f32, [=] { warrant_board_aa4_b<<<kWarrants / 256, 256>>>(one, two, three, out); });

    add("storm_echo_aa4_a", out, (size_t)kEchoes * 2, Output::f32, [=] { storm_echo_aa4_a<<<kEchoes / 256, 256>>>(one2, two2, out2); });
    add("storm_echo_aa4_b", out, (size_t)kEchoes * 2, Output::f32, [=] { storm_echo_aa4_b<<<kEchoes / 256, 256>>>(one2, two2, out2); });

    add("gravel_sieve_aa4_a", out, kMost, Output::f32, [=] { gravel_sieve_aa4_a<<<kBins, 256>>>(one4, (float4*)out, count); });

    return harness::run(argc, argv, cases);
}
