// Nine measured pairs, a mild pair and a healthy kernel from surveying, oceanography, medicine, acoustics and others: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Surveying: map sheet coordinates of church towers recorded under four different old projections.
constexpr int kSheet = 1024, kTowers = kSheet * 132 * 11;

__device__ __forceinline__ float isometric(float lat) {
    float s = __sinf(lat), e = 0.0818f * s;
    return 0.5f * (__logf(__fdividef(1.0f + s, 1.0f - s)) - 0.0818f * __logf(__fdividef(1.0f + e, 1.0f - e)));
}

__device__ __forceinline__ float2 cylinder(float lon, float lat) {  // Mercator and the residuals of the old triangulation, two rounds
    float x = lon, y = isometric(lat);
#pragma unroll
    for (int round = 0; round < 2; ++round) {
        float px = 0.0f, py = 0.0f;
#pragma unroll
        for (int i = 5; i >= 0; --i) {
            float rx = 0.001f * (i + 1), ry = -0.002f / (i + 1);
#pragma unroll
            for (int j = 5 - i; j > 0; --j) { rx = fmaf(rx, y, 0.01f / (i + j)); ry = fmaf(ry, y, 0.013f / (i + 2 * j)); }
            px = fmaf(px, x, rx); py = fmaf(py, x, ry);
        }
        x = lon + px; y += py;
    }
    return make_float2(x, y);
}

__device__ __forceinline__ float2 cone(float lon, float lat) {  // Lambert, residuals in Chebyshev polynomials
    float q = isometric(lat), far = __expf(-0.72f * q), turn = 0.72f * lon;
    float x = far * __sinf(turn), y = 1.0f - far * __cosf(turn);
    float u2 = 1.0f, u1 = lon, v2 = 1.0f, v1 = lat, rx = 0.0f, ry = 0.0f;
#pragma unroll
    for (int k = 1; k <= 18; ++k) {
        rx = fmaf(0.02f / k * u1, v2, rx); ry = fmaf(-0.01f / (k + 1) * v1, u2, ry);
        float u = fmaf(2.0f * lon, u1, -u2), v = fmaf(2.0f * lat, v1, -v2);
        u2 = u1; u1 = u; v2 = v1; v1 = v;
    }
    return make_float2(x + rx, y + ry);
}

__device__ __forceinline__ float2 across(float lon, float lat) {  // transverse Mercator, complex Clenshaw sum of the series
    float q = isometric(lat), grow = __expf(2.0f * lon), shrink = __fdividef(1.0f, grow);
    float ch = 0.5f * (grow + shrink), sh = 0.5f * (grow - shrink), c = __cosf(2.0f * q), s = __sinf(2.0f * q);
    float re = 2.0f * c * ch, im = -2.0f * s * sh, b1r = 0.0f, b1i = 0.0f, b2r = 0.0f, b2i = 0.0f;
#pragma unroll
    for (int k = 12; k > 0; --k) {
        float tr = fmaf(re, b1r, fmaf(-im, b1i, 8.4e-4f / (k * k) - b2r)), ti = fmaf(re, b1i, fmaf(im, b1r, -b2i));
        b2r = b1r; b2i = b1i; b1r = tr; b1i = ti;
    }
    return make_float2(lon + s * ch * b1r - c * sh * b1i, q + s * ch * b1i + c * sh * b1r);
}

__device__ __forceinline__ float2 polygon(float lon, float lat) {  // polyconic sheet: footpoint latitude of the meridian arc
    float arc = 0.9f * lat + 0.05f * lon * lon, foot = arc;
#pragma unroll 1
    for (int k = 0; k < 5; ++k) {
        float f2 = foot * foot;
        float m = foot * fmaf(f2, fmaf(f2, fmaf(f2, fmaf(f2, 2.1e-5f, -3.1e-4f), 2.7e-3f), -1.6e-2f), 0.9983f);
        float slope = fmaf(f2, fmaf(f2, fmaf(f2, fmaf(f2, 1.9e-4f, -2.2e-3f), 1.35e-2f), -4.8e-2f), 0.9983f);
        float bend = foot * fmaf(f2, fmaf(f2, fmaf(f2, -1.3e-2f, 5.4e-2f), -9.6e-2f), 2.0e-3f), miss = m - arc;
        foot -= __fdividef(miss * slope, fmaf(slope, slope, -0.5f * miss * bend));
    }
    float f2 = foot * foot, co = fmaf(f2, fmaf(f2, fmaf(f2, -1.39e-3f, 4.166e-2f), -0.5f), 1.0f);
    return make_float2(lon * co * fmaf(f2, 3.3e-3f, 1.0f), foot + 0.5f * lon * lon * co * foot);
}

__device__ __forceinline__ float2 on_sheet(int system, float2 p) {
    switch (system) {
        case 0: return cylinder(p.x, p.y);
        case 1: return cone(p.x, p.y);
        case 2: return across(p.x, p.y);
        default: return polygon(p.x, p.y);
    }
}

__global__ void __launch_bounds__(256) parish_maps_ab4_a(const int* __restrict__ system, const float2* __restrict__ tower, float2* __restrict__ sheet) {
    int i = blockIdx.x * 256 + threadIdx.x;
    sheet[i] = on_sheet(system[i], tower[i]);
}

// The 1024 towers of a block are ordered by projection in shared memory, so that a warp computes one projection.
__global__ void __launch_bounds__(256) parish_maps_ab4_b(const int* __restrict__ system, const float2* __restrict__ tower, float2* __restrict__ sheet) {
    __shared__ float2 place[kSheet];
    __shared__ unsigned short order[kSheet];
    __shared__ int count[32];  // of each projection (4) in each warp (8)
    int t = threadIdx.x, lane = t % 32, warp = t / 32, base = blockIdx.x * kSheet, kind[4], rank[4], total[4] = {0, 0, 0, 0};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int local = warp * 128 + j * 32 + lane;
        kind[j] = system[base + local];
        place[local] = tower[base + local];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned who = __ballot_sync(0xffffffffu, kind[j] == k);
            if (kind[j] == k) rank[j] = total[k] + __popc(who & ((1u << lane) - 1));
            total[k] += __popc(who);
        }
    }
    if (lane == 0) {
#pragma unroll
        for (int k = 0; k < 4; ++k) count[k * 8 + warp] = total[k];
    }
    __syncthreads();
    int mine = count[lane], upto = mine;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        int before = __shfl_up_sync(0xffffffffu, upto, o);
        if (lane >= o) upto += before;
    }
    upto -= mine;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int from = __shfl_sync(0xffffffffu, upto, kind[j] * 8 + warp);
        order[from + rank[j]] = (unsigned short)(kind[j] << 12 | (warp * 128 + j * 32 + lane));
    }
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 4; ++j) {
        int at = order[j * 256 + t], local = at & 4095;
        place[local] = on_sheet(at >> 12, place[local]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) sheet[base + j * 256 + t] = place[j * 256 + t];
}

// ---- Wildfire: where embers come down that drift in gusts and go out with one chance in eight at every gust, 20 embers a thread.
constexpr int kEmbers = 20, kFires = 132 * 8 * 2 * 256;

struct Ember { unsigned luck; float x, y, vx, vy; };

__device__ __forceinline__ Ember kindle(unsigned fire, int k) {
    unsigned luck = (fire + k * 0x9e3779b9u) * 0x85ebca6bu;
    return {luck ^ luck >> 15, 0.0f, 0.0f, 1.0f, 0.0f};
}

__device__ __forceinline__ bool gust(Ember& e) {  // one step; true when the ember goes out
    e.luck = e.luck * 1664525u + 1013904223u;
    float a = 2.0f * __uint_as_float(0x3f800000u | e.luck >> 9) - 3.0f, a2 = a * a;
    float c = fmaf(a2, fmaf(a2, 0.0412f, -0.4998f), 1.0f), s = a * fmaf(a2, fmaf(a2, 0.0081f, -0.1666f), 1.0f);
    float vx = fmaf(c, e.vx, -s * e.vy), vy = fmaf(s, e.vx, c * e.vy);
    float drag = fmaf(-0.05f, fmaf(vx, vx, vy * vy), 1.0f);
    e.vx = fmaf(drag, vx, 0.03f); e.vy = drag * vy;
    e.x = fmaf(0.2f, e.vx, e.x); e.y = fmaf(0.2f, e.vy, e.y);
    return ((e.luck ^ e.luck >> 13) & 7u) == 0;
}

__global__ void __launch_bounds__(256) ember_drift_ab4_a(const int* __restrict__ fires, float* __restrict__ reach) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned fire = fires[i];
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kEmbers; ++k) {
        Ember e = kindle(fire, k);
#pragma unroll 1
        while (!gust(e)) {}
        sum += fmaf(e.x, e.x, e.y * e.y);
    }
    reach[i] = sum;
}

// A lane whose ember went out takes its next one at once: one loop over the gusts of all embers.
__global__ void __launch_bounds__(256) ember_drift_ab4_b(const int* __restrict__ fires, float* __restrict__ reach) {
    int i = blockIdx.x * 256 + threadIdx.x, k = 0;
    unsigned fire = fires[i];
    float sum = 0.0f;
    Ember e = kindle(fire, 0);
#pragma unroll 1
    do {
        bool out = gust(e);
        sum += out ? fmaf(e.x, e.x, e.y * e.y) : 0.0f;
        k += out;
        Ember fresh = kindle(fire, k);
        e.luck = out ? fresh.luck : e.luck;
        e.x = out ? fresh.x : e.x; e.y = out ? fresh.y : e.y;
        e.vx = out ? fresh.vx : e.vx; e.vy = out ? fresh.vy : e.vy;
    } while (k < kEmbers);
    reach[i] = sum;
}

// ---- Insects: strength of 32 tones in each chirp of a night's recording (Goertzel filter, a lane a tone, a warp a chirp).
constexpr int kLongest = 768, kRounds = 24, kNights = 132 * 2 * 2, kChirps = kNights * 32 * kRounds;

template <bool kWhole>
__device__ __forceinline__ void cricket_chirps(const int2* __restrict__ chirp, const float* __restrict__ sound, const float* __restrict__ tone,
                                               float* __restrict__ strength) {
    extern __shared__ __align__(16) float pad[];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = (blockIdx.x * 32 + warp) * kRounds;
    float* mine = pad + warp * kLongest;
    float turn = 1.9f * tone[lane];
    int2 where = lane < kRounds ? chirp[first + lane] : make_int2(0, 0);
#pragma unroll 1
    for (int r = 0; r < kRounds; ++r) {
        int from = __shfl_sync(0xffffffffu, where.x, r), length = __shfl_sync(0xffffffffu, where.y, r);
#pragma unroll 4
        for (int s = lane; s < length; s += 32) mine[s] = sound[from + s];
        if (kWhole) __syncthreads(); else __syncwarp();
        float s1 = 0.0f, s2 = 0.0f;
#pragma unroll 2
        for (int s = 0; s < length; s += 4) {
            float4 x = *reinterpret_cast<const float4*>(mine + s);
            float a = x.x + turn * s1 - s2, b = x.y + turn * a - s1;
            s2 = x.z + turn * b - a;
            s1 = x.w + turn * s2 - b;
        }
        strength[(size_t)(first + r) * 32 + lane] = fmaf(s1, s1, fmaf(s2, s2, -turn * s1 * s2));
        if (kWhole) __syncthreads(); else __syncwarp();
    }
}

__global__ void __launch_bounds__(1024, 2) cricket_chirps_ab4_a(const int2* __restrict__ chirp, const float* __restrict__ sound,
                                                                const float* __restrict__ tone, float* __restrict__ strength) {
    cricket_chirps<true>(chirp, sound, tone, strength);
}
__global__ void __launch_bounds__(1024, 2) cricket_chirps_ab4_b(const int2* __restrict__ chirp, const float* __restrict__ sound,
                                                                const float* __restrict__ tone, float* __restrict__ strength) {
    cricket_chirps<false>(chirp, sound, tone, strength);
}

// ---- Robotics: 128 key points of each laser scan of 2048 points, every one as far from the chosen ones as possible (farthest point sampling).
constexpr int kScans = 132 * 2 * 10, kDots = 2048, kPicked = 128;

__device__ __forceinline__ float nearer(float x, float y, float z, float px, float py, float pz, float old) {
    float dx = x - px, dy = y - py, dz = z - pz;
    return fminf(old, fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
}

__global__ void __launch_bounds__(1024, 2) quarry_scans_ab4_a(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                              int* __restrict__ picked) {
    __shared__ float px[kDots], py[kDots], pz[kDots], best[1024];
    __shared__ int which[1024];
    int t = threadIdx.x, base = blockIdx.x * kDots, last = 0;
    float x0 = xs[base + t], y0 = ys[base + t], z0 = zs[base + t], x1 = xs[base + t + 1024], y1 = ys[base + t + 1024], z1 = zs[base + t + 1024];
    float d0 = 1e10f, d1 = 1e10f;
    px[t] = x0; py[t] = y0; pz[t] = z0; px[t + 1024] = x1; py[t + 1024] = y1; pz[t + 1024] = z1;
    if (t == 0) picked[blockIdx.x * kPicked] = 0;
    __syncthreads();
#pragma unroll 1
    for (int j = 1; j < kPicked; ++j) {
        float lx = px[last], ly = py[last], lz = pz[last];
        d0 = nearer(x0, y0, z0, lx, ly, lz, d0);
        d1 = nearer(x1, y1, z1, lx, ly, lz, d1);
        best[t] = fmaxf(d0, d1);
        which[t] = d1 > d0 ? t + 1024 : t;
        __syncthreads();
#pragma unroll
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) {
                float a = best[t], b = best[t + s];
                int i = which[t], k = which[t + s];
                if (b > a || (b == a && k < i)) { best[t] = b; which[t] = k; }
            }
            __syncthreads();
        }
        last = which[0];
        if (t == 0) picked[blockIdx.x * kPicked + j] = last;
        __syncthreads();
    }
}

// The farthest point is found inside each warp first and then among the 32 warps: one barrier for each pick.
__global__ void __launch_bounds__(1024, 2) quarry_scans_ab4_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                              int* __restrict__ picked) {
    __shared__ float px[kDots], py[kDots], pz[kDots];
    __shared__ unsigned best[2][32];
    __shared__ int which[2][32];
    int t = threadIdx.x, base = blockIdx.x * kDots, last = 0;
    float x0 = xs[base + t], y0 = ys[base + t], z0 = zs[base + t], x1 = xs[base + t + 1024], y1 = ys[base + t + 1024], z1 = zs[base + t + 1024];
    float d0 = 1e10f, d1 = 1e10f;
    px[t] = x0; py[t] = y0; pz[t] = z0; px[t + 1024] = x1; py[t + 1024] = y1; pz[t + 1024] = z1;
    if (t == 0) picked[blockIdx.x * kPicked] = 0;
    __syncthreads();
#pragma unroll 1
    for (int j = 1; j < kPicked; ++j) {
        float lx = px[last], ly = py[last], lz = pz[last];
        d0 = nearer(x0, y0, z0, lx, ly, lz, d0);
        d1 = nearer(x1, y1, z1, lx, ly, lz, d1);
        unsigned far = __float_as_uint(fmaxf(d0, d1)), most = __reduce_max_sync(0xffffffffu, far);  // distances are not negative
        int first = __reduce_min_sync(0xffffffffu, far == most ? (d1 > d0 ? t + 1024 : t) : kDots);
        if (t % 32 == 0) { best[j % 2][t / 32] = most; which[j % 2][t / 32] = first; }
        __syncthreads();
        far = best[j % 2][t % 32];
        most = __reduce_max_sync(0xffffffffu, far);
        last = __reduce_min_sync(0xffffffffu, far == most ? which[j % 2][t % 32] : kDots);
        if (t == 0) picked[blockIdx.x * kPicked + j] = last;
    }
}

// ---- Space probe: mass and moment of inertia of the grains of a comet's tail.
constexpr int kSpecks = 8, kDustBlocks = 132 * 8;

__device__ __forceinline__ float2 dust_share(const float4* __restrict__ grain) {
    float mass = 0.0f, moment = 0.0f;
#pragma unroll
    for (int j = 0; j < kSpecks; ++j) {
        float4 g = grain[(blockIdx.x * kSpecks + j) * 128 + threadIdx.x];
        float m = fmaf(0.5f, g.w, 1.0f);
        mass += m;
        moment = fmaf(m, fmaf(g.x, g.x, fmaf(g.y, g.y, g.z * g.z)), moment);
    }
    return make_float2(mass, moment);
}

__global__ void __launch_bounds__(128) comet_dust_ab4_a(const float4* __restrict__ grain, float* __restrict__ tail) {
    float2 own = dust_share(grain);
    atomicAdd(tail, own.x);
    atomicAdd(tail + 1, own.y);
}

__global__ void __launch_bounds__(128) comet_dust_ab4_b(const float4* __restrict__ grain, float* __restrict__ tail) {
    __shared__ float2 part[4];
    float2 own = dust_share(grain);
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        own.x += __shfl_xor_sync(0xffffffffu, own.x, o);
        own.y += __shfl_xor_sync(0xffffffffu, own.y, o);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(tail, part[0].x + part[1].x + part[2].x + part[3].x);
        atomicAdd(tail + 1, part[0].y + part[1].y + part[2].y + part[3].y);
    }
}

// ---- Public transport: sum of fares of each card; the journal of the gates is sorted by card, a card has 64 to 320 rides.
constexpr int kRides = 1 << 28, kCards = kRides / 384 * 2 + 2;

static __global__ void harness_cards(int* card, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        card[i] = 2 * (i / 384) + (i % 384 >= 64 + (int)(harness::hash32(i / 384) % 256));
}

__global__ void __launch_bounds__(256) tram_fares_ab4_a(const int4* __restrict__ card, const float4* __restrict__ fare, float* __restrict__ due) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 c = __ldcs(card + i);
    float4 f = __ldcs(fare + i);
    atomicAdd(due + c.x, 2.0f + f.x);
    atomicAdd(due + c.y, 2.0f + f.y);
    atomicAdd(due + c.z, 2.0f + f.z);
    atomicAdd(due + c.w, 2.0f + f.w);
}

// Rides of one card are added in the thread, then in the warp; one atomic for each card in a warp.
__global__ void __launch_bounds__(256) tram_fares_ab4_b(const int4* __restrict__ card, const float4* __restrict__ fare, float* __restrict__ due) {
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32;
    int4 c = __ldcs(card + i);
    float4 f = __ldcs(fare + i);
    float sum = 2.0f + f.x;
    if (c.y != c.x) { atomicAdd(due + c.x, sum); sum = 0.0f; }
    sum += 2.0f + f.y;
    if (c.z != c.y) { atomicAdd(due + c.y, sum); sum = 0.0f; }
    sum += 2.0f + f.z;
    if (c.w != c.z) { atomicAdd(due + c.z, sum); sum = 0.0f; }
    sum += 2.0f + f.w;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float more = __shfl_down_sync(0xffffffffu, sum, o);
        int whose = __shfl_down_sync(0xffffffffu, c.w, o);
        if (lane + o < 32 && whose == c.w) sum += more;
    }
    int left = __shfl_up_sync(0xffffffffu, c.w, 1);
    if (lane == 0 || left != c.w) atomicAdd(due + c.w, sum);
}

// ---- Sequencing: sum of the qualities (6 bits) read for each of the four bases (2 bits) in every tile of 4096 bases.
constexpr int kTiles = 132 * 8 * 3;

__global__ void __launch_bounds__(256) pollen_reads_ab4_a(const uint4* __restrict__ read, int* __restrict__ quality) {
    __shared__ int sum[4];
    int t = threadIdx.x;
    if (t < 4) sum[t] = 0;
    __syncthreads();
    uint4 four = read[blockIdx.x * 256 + t];
    unsigned word[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned b = word[k / 4] >> (k % 4 * 8) & 255u;
        atomicAdd(&sum[b & 3u], (int)(b >> 2));
    }
    __syncthreads();
    if (t < 4) quality[blockIdx.x * 4 + t] = sum[t];
}

__global__ void __launch_bounds__(256) pollen_reads_ab4_b(const uint4* __restrict__ read, int* __restrict__ quality) {
    __shared__ int part[8][4];
    int t = threadIdx.x, own[4] = {0, 0, 0, 0};
    uint4 four = read[blockIdx.x * 256 + t];
    unsigned word[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (int k = 0; k < 16; ++k) {
        unsigned b = word[k / 4] >> (k % 4 * 8) & 255u;
#pragma unroll
        for (int base = 0; base < 4; ++base) own[base] += (b & 3u) == base ? (int)(b >> 2) : 0;
    }
#pragma unroll
    for (int base = 0; base < 4; ++base) own[base] = __reduce_add_sync(0xffffffffu, own[base]);
    if (t % 32 == 0) {
#pragma unroll
        for (int base = 0; base < 4; ++base) part[t / 32][base] = own[base];
    }
    __syncthreads();
    if (t < 4) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += part[w][t];
        quality[blockIdx.x * 4 + t] = sum;
    }
}

// ---- Oceanography: acoustic impedance of sea water from temperature, salinity and pressure (UNESCO 1980 density, Chen-Millero sound speed).
constexpr int kSamples = 132 * 512 * 26;

template <typename K>  // type of the coefficients as they are written
__device__ __forceinline__ float fjord_impedance(float warm, float salt, float deep) {
    const float t = fmaf(9.0f, warm, 12.0f), s = fmaf(8.0f, salt, 30.0f), p = fmaf(240.0f, deep, 250.0f), s15 = s * sqrtf(s);
    const float water = K(999.842594) + t * (K(6.793952e-2) + t * (K(-9.095290e-3) + t * (K(1.001685e-4) + t * (K(-1.120083e-6) + t * K(6.536332e-9)))));
    const float rho0 = water + s * (K(8.24493e-1) + t * (K(-4.0899e-3) + t * (K(7.6438e-5) + t * (K(-8.2467e-7) + t * K(5.3875e-9))))) +
                       s15 * (K(-5.72466e-3) + t * (K(1.0227e-4) + t * K(-1.6546e-6))) + K(4.8314e-4) * s * s;
    const float kw = K(19652.21) + t * (K(148.4206) + t * (K(-2.327105) + t * (K(1.360477e-2) + t * K(-5.155288e-5))));
    const float k0 = kw + s * (K(54.6746) + t * (K(-0.603459) + t * (K(1.09987e-2) + t * K(-6.1670e-5)))) +
                     s15 * (K(7.944e-2) + t * (K(1.6483e-2) + t * K(-5.3009e-4)));
    const float a1 = K(3.239908) + t * (K(1.43713e-3) + t * (K(1.16092e-4) + t * K(-5.77905e-7))) +
                     s * (K(2.2838e-3) + t * (K(-1.0981e-5) + t * K(-1.6078e-6))) + K(1.91075e-4) * s15;
    const float b1 = K(8.50935e-5) + t * (K(-6.12293e-6) + t * K(5.2787e-8)) + s * (K(-9.9348e-7) + t * (K(2.0816e-8) + t * K(9.1697e-10)));
    const float rho = rho0 / (K(1.0) - p / (k0 + p * (a1 + p * b1)));
    const float cw = K(1402.388) + t * (K(5.03830) + t * (K(-5.81090e-2) + t * (K(3.3432e-4) + t * (K(-1.47797e-6) + t * K(3.1419e-9))))) +
                     p * (K(0.153563) + t * (K(6.8999e-4) + t * (K(-8.1829e-6) + t * (K(1.3632e-7) + t * K(-6.1260e-10))))) +
                     p * p * (K(3.1260e-5) + t * (K(-1.7111e-6) + t * (K(2.5986e-8) + t * (K(-2.5353e-10) + t * K(1.0415e-12))))) +
                     p * p * p * (K(-9.7729e-9) + t * (K(3.8513e-10) + t * K(-2.3654e-12)));
    const float ca = K(1.389) + t * (K(-1.262e-2) + t * (K(7.166e-5) + t * (K(2.008e-6) + t * K(-3.21e-8)))) +
                     p * (K(9.4742e-5) + t * (K(-1.2583e-5) + t * (K(-6.4928e-8) + t * (K(1.0515e-8) + t * K(-2.0142e-10))))) +
                     p * p * (K(-3.9064e-7) + t * (K(9.1061e-9) + t * (K(-1.6009e-10) + t * K(7.994e-12))));
    const float cb = K(-1.922e-2) + t * K(-4.42e-5) + p * (K(7.3637e-5) + t * K(1.7950e-7));
    const float sound = cw + s * ca + s15 * cb + s * s * (K(1.727e-3) + p * K(-7.9836e-6));
    return K(1e-6) * rho * sound;
}

__global__ void __launch_bounds__(256) fjord_water_ab4_a(const float2* __restrict__ warm, const float2* __restrict__ salt, const float2* __restrict__ deep,
                                                         float2* __restrict__ impedance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 t = warm[i], s = salt[i], p = deep[i];
    impedance[i] = make_float2(fjord_impedance<double>(t.x, s.x, p.x), fjord_impedance<double>(t.y, s.y, p.y));
}

__global__ void __launch_bounds__(256) fjord_water_ab4_b(const float2* __restrict__ warm, const float2* __restrict__ salt, const float2* __restrict__ deep,
                                                         float2* __restrict__ impedance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 t = warm[i], s = salt[i], p = deep[i];
    impedance[i] = make_float2(fjord_impedance<float>(t.x, s.x, p.x), fjord_impedance<float>(t.y, s.y, p.y));
}

// ---- Magnetic resonance: relaxation rate and proton density of each voxel of cartilage, weighted log-linear fit of four echoes.
constexpr int kVoxels = 1 << 27;

template <typename Real>
__device__ __forceinline__ float2 knee_fit(float4 echo) {
    const float signal[4] = {echo.x, echo.y, echo.z, echo.w};
    Real w0 = 0, w1 = 0, w2 = 0, y0 = 0, y1 = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        Real s = Real(1.5) + Real(signal[k]), at = Real(0.6) * Real(k + 1), w = s * s, y = log(s);
        w0 += w; w1 += w * at; w2 += w * at * at;
        y0 += w * y; y1 += w * at * y;
    }
    Real det = Real(1) / (w0 * w2 - w1 * w1);
    return make_float2(float((w1 * y0 - w0 * y1) * det), float(exp((w2 * y0 - w1 * y1) * det)));
}

__global__ void __launch_bounds__(256) knee_slices_ab4_a(const float4* __restrict__ echo, float2* __restrict__ fit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    fit[i] = knee_fit<double>(echo[i]);
}
__global__ void __launch_bounds__(256) knee_slices_ab4_b(const float4* __restrict__ echo, float2* __restrict__ fit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    fit[i] = knee_fit<float>(echo[i]);
}

// ---- Violin pickup: samples beyond the knee of the preamplifier are rounded off.
constexpr int kNotes = 1 << 27;

__device__ __forceinline__ float soft_knee(float x) {
    float over = fabsf(x) - 0.97f, r = __fdividef(over, fmaf(3.0f, over, 0.05f)), r2 = r * r;
    float bent = fmaf(r2, fmaf(r2, fmaf(r2, -0.011f, 0.048f), -0.21f), 0.5f) * r;
    return copysignf(0.97f + 0.05f * bent + 0.01f * __fdividef(r2, 1.0f + r2), x);
}
__device__ __forceinline__ float pickup_branch(float x) {
    if (fabsf(x) > 0.97f) return soft_knee(x);
    return x;
}
__device__ __forceinline__ float pickup_select(float x) {
    float bent = soft_knee(x);
    return fabsf(x) > 0.97f ? bent : x;
}

__global__ void __launch_bounds__(256) violin_pickup_ab4_a(const float4* __restrict__ note, float4* __restrict__ clean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = __ldcs(note + i);
    __stcs(clean + i, make_float4(pickup_branch(v.x), pickup_branch(v.y), pickup_branch(v.z), pickup_branch(v.w)));
}
__global__ void __launch_bounds__(256) violin_pickup_ab4_b(const float4* __restrict__ note, float4* __restrict__ clean) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = __ldcs(note + i);
    __stcs(clean + i, make_float4(pickup_select(v.x), pickup_select(v.y), pickup_select(v.z), pickup_select(v.w)));
}

// ---- Radio telescope: list of the samples that stand out of the noise (one in 200), gathered by each block before it asks for room in the list.
constexpr int kNoise = 1 << 28, kRoom = 1 << 22;

__global__ void __launch_bounds__(256) beacon_hits_ab4_a(const float4* __restrict__ noise, int* __restrict__ found, int* __restrict__ hit) {
    __shared__ int list[4096], size, start;
    int t = threadIdx.x, base = blockIdx.x * 1024 + t;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(noise + base + j * 256);
    if (t == 0) size = 0;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        if (fmaxf(fmaxf(v[j].x, v[j].y), fmaxf(v[j].z, v[j].w)) > 0.99f) {
            int at = (base + j * 256) * 4;
            if (v[j].x > 0.99f) list[atomicAdd(&size, 1)] = at;
            if (v[j].y > 0.99f) list[atomicAdd(&size, 1)] = at + 1;
            if (v[j].z > 0.99f) list[atomicAdd(&size, 1)] = at + 2;
            if (v[j].w > 0.99f) list[atomicAdd(&size, 1)] = at + 3;
        }
    }
    __syncthreads();
    if (t == 0) start = atomicAdd(found, size);
    __syncthreads();
    for (int k = t; k < size; k += 256) hit[(start + k) % kRoom] = list[k];
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one field of values in [-1, 1) and one field of results.
    constexpr size_t kField = (size_t)kVoxels * 4, kResult = (size_t)kVoxels * 2;
    float *field = filled<float>(kField, 41), *out = empty<float>(kResult);
    int* list = reinterpret_cast<int*>(out);
    float2 *field2 = reinterpret_cast<float2*>(field), *out2 = reinterpret_cast<float2*>(out);
    float4 *field4 = reinterpret_cast<float4*>(field), *out4 = reinterpret_cast<float4*>(out);

    int* system = indices(kTowers, 4, 42);
    add("parish_maps_ab4_a", out, (size_t)kTowers * 2, Output::f32, [=] { parish_maps_ab4_a<<<kTowers / 256, 256>>>(system, field2, out2); });
    add("parish_maps_ab4_b", out, (size_t)kTowers * 2, Output::f32, [=] { parish_maps_ab4_b<<<kTowers / kSheet, 256>>>(system, field2, out2); });

    int* fires = indices(kFires, 0x7fffffff, 43);
    add("ember_drift_ab4_a", out, kFires, Output::f32, [=] { ember_drift_ab4_a<<<kFires / 256, 256>>>(fires, out); });
    add("ember_drift_ab4_b", out, kFires, Output::f32, [=] { ember_drift_ab4_b<<<kFires / 256, 256>>>(fires, out); });

    std::vector<int2> chirps(kChirps);
    int at = 0;
    for (int i = 0; i < kChirps; ++i) {
        uint32_t r = harness::hash32(i + 44) % 16;
        chirps[i] = make_int2(at, r == 0 ? kLongest : r < 4 ? 64 : 32);
        at += chirps[i].y;
    }
    int2* chirp = harness::uploaded(chirps);
    constexpr int kPad = 32 * kLongest * sizeof(float);
    CHECK(cudaFuncSetAttribute(cricket_chirps_ab4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kPad));
    CHECK(cudaFuncSetAttribute(cricket_chirps_ab4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kPad));
    float* tone = filled<float>(32, 45);
    add("cricket_chirps_ab4_a", out, (size_t)kChirps * 32, Output::f32, [=] { cricket_chirps_ab4_a<<<kNights, 1024, kPad>>>(chirp, field, tone, out); });
    add("cricket_chirps_ab4_b", out, (size_t)kChirps * 32, Output::f32, [=] { cricket_chirps_ab4_b<<<kNights, 1024, kPad>>>(chirp, field, tone, out); });

    constexpr size_t kCloud = (size_t)kScans * kDots;
    float *ys = field + kCloud, *zs = field + 2 * kCloud;
    add("quarry_scans_ab4_a", out, kScans * kPicked, Output::i32, [=] { quarry_scans_ab4_a<<<kScans, 1024>>>(field, ys, zs, list); });
    add("quarry_scans_ab4_b", out, kScans * kPicked, Output::i32, [=] { quarry_scans_ab4_b<<<kScans, 1024>>>(field, ys, zs, list); });

    add("comet_dust_ab4_a", out, 2, Output::f32, [=] { comet_dust_ab4_a<<<kDustBlocks, 128>>>(field4, out); });
    add("comet_dust_ab4_b", out, 2, Output::f32, [=] { comet_dust_ab4_b<<<kDustBlocks, 128>>>(field4, out); });

    int* card = empty<int>(kRides);
    harness_cards<<<2048, 256>>>(card, kRides); CHECK(cudaGetLastError());
    const int4* card4 = reinterpret_cast<const int4*>(card);
    add("tram_fares_ab4_a", out, kCards, Output::f32, [=] { tram_fares_ab4_a<<<kRides / 1024, 256>>>(card4, field4, out); });
    add("tram_fares_ab4_b", out, kCards, Output::f32, [=] { tram_fares_ab4_b<<<kRides / 1024, 256>>>(card4, field4, out); });

    const uint4* read = reinterpret_cast<const uint4*>(indices((size_t)kTiles * 1024, 0xffffffffu, 46));
    add("pollen_reads_ab4_a", out, kTiles * 4, Output::i32, [=] { pollen_reads_ab4_a<<<kTiles, 256>>>(read, list); });
    add("pollen_reads_ab4_b", out, kTiles * 4, Output::i32, [=] { pollen_reads_ab4_b<<<kTiles, 256>>>(read, list); });

    float2 *salt = field2 + kSamples / 2, *deep = field2 + kSamples;
    add("fjord_water_ab4_a", out, kSamples, Output::f32, [=] { fjord_water_ab4_a<<<kSamples / 512, 256>>>(field2, salt, deep, out2); });
    add("fjord_water_ab4_b", out, kSamples, Output::f32, [=] { fjord_water_ab4_b<<<kSamples / 512, 256>>>(field2, salt, deep, out2); });

    add("knee_slices_ab4_a", out, (size_t)kVoxels * 2, Output::f32, [=] { knee_slices_ab4_a<<<kVoxels / 256, 256>>>(field4, out2); });
    add("knee_slices_ab4_b", out, (size_t)kVoxels * 2, Output::f32, [=] { knee_slices_ab4_b<<<kVoxels / 256, 256>>>(field4, out2); });

    add("violin_pickup_ab4_a", out, kNotes, Output::f32, [=] { violin_pickup_ab4_a<<<kNotes / 1024, 256>>>(field4, out4); });
    add("violin_pickup_ab4_b", out, kNotes, Output::f32, [=] { violin_pickup_ab4_b<<<kNotes / 1024, 256>>>(field4, out4); });

    int* found = empty<int>(1);
    add("beacon_hits_ab4_a", out, kRoom, Output::i32, [=] {
        CHECK(cudaMemsetAsync(found, 0, sizeof(int)));
        beacon_hits_ab4_a<<<kNoise / 4096, 256>>>(field4, found, list); });

    return harness::run(argc, argv, cases);
}
