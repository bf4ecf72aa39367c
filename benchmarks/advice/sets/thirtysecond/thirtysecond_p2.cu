// Eleven measured cases from fields, skies and markets: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Gem library: sum of absolute differences of every measured spectrum from every reference spectrum (256 lines, stored line by line).
constexpr int kGems = 4096, kLines = 256, kDeep = 32;

__device__ __forceinline__ void opal_library(const float4* __restrict__ seen, const float4* __restrict__ known, float4* __restrict__ apart) {
    __shared__ __align__(16) float4 left[kDeep][32], right[kDeep][32];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, at = t % 32, line = t / 32;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    const float4* from = seen + line * (kGems / 4) + blockIdx.y * 32 + at;
    const float4* with = known + line * (kGems / 4) + blockIdx.x * 32 + at;
    for (int base = 0; base < kLines; base += kDeep) {
        __syncthreads();
#pragma unroll
        for (int r = 0; r < kDeep; r += 8) {
            left[line + r][at] = from[(base + r) * (kGems / 4)];
            right[line + r][at] = with[(base + r) * (kGems / 4)];
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kDeep; ++k) {
            float4 a0 = left[k][ty], a1 = left[k][16 + ty], b0 = right[k][tx], b1 = right[k][16 + tx];
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        int row = blockIdx.y * 128 + (i / 4) * 64 + ty * 4 + i % 4;
        float4* to = apart + (size_t)row * (kGems / 4) + blockIdx.x * 32 + tx;
        to[0] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        to[16] = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 4) opal_library_p2_a(const float4* __restrict__ seen, const float4* __restrict__ known, float4* __restrict__ apart) {
    opal_library(seen, known, apart);
}
__global__ void __launch_bounds__(256, 2) opal_library_p2_b(const float4* __restrict__ seen, const float4* __restrict__ known, float4* __restrict__ apart) {
    opal_library(seen, known, apart);
}

// ---- Marsh: 24 species that feed on one another in a ring, each marsh one thread, fourth-order Runge-Kutta.
constexpr int kSpecies = 24, kMarshes = 132 * 12 * 6 * 128;

__device__ __forceinline__ void marsh_rate(const float (&y)[kSpecies], float (&rate)[kSpecies], float grow) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        float eaten = y[(i + 1) % kSpecies], eats = y[(i + kSpecies - 1) % kSpecies];
        rate[i] = y[i] * fmaf(0.3f, eats, fmaf(-0.25f, eaten, fmaf(-0.1f, y[i], grow)));
    }
}

__device__ __forceinline__ void marsh_broth(const float* __restrict__ start, float* __restrict__ end, int steps, float h) {
    int m = blockIdx.x * 128 + threadIdx.x;
    float y[kSpecies], next[kSpecies], probe[kSpecies], rate[kSpecies];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = start[i * kMarshes + m];
    float grow = 0.1f * y[0];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        marsh_rate(y, rate, grow);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { next[i] = fmaf(h / 6, rate[i], y[i]); probe[i] = fmaf(h / 2, rate[i], y[i]); }
        marsh_rate(probe, rate, grow);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { next[i] = fmaf(h / 3, rate[i], next[i]); probe[i] = fmaf(h / 2, rate[i], y[i]); }
        marsh_rate(probe, rate, grow);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { next[i] = fmaf(h / 3, rate[i], next[i]); probe[i] = fmaf(h, rate[i], y[i]); }
        marsh_rate(probe, rate, grow);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(h / 6, rate[i], next[i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) end[i * kMarshes + m] = y[i];
}

__global__ void __launch_bounds__(128, 12) marsh_broth_p2_a(const float* __restrict__ start, float* __restrict__ end, int steps, float h) { marsh_broth(start, end, steps, h); }
__global__ void __launch_bounds__(128, 4) marsh_broth_p2_b(const float* __restrict__ start, float* __restrict__ end, int steps, float h) { marsh_broth(start, end, steps, h); }

// ---- Trams: every microphone's signal through a filter of 32 taps, a thread a microphone.
constexpr int kMikes = 132 * 8 * 256, kTaps = 32;
__constant__ float kBell[kTaps];

__global__ void __launch_bounds__(256) tram_bell_p2_a(const float* __restrict__ heard, float* __restrict__ rung, int samples) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float past[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) past[k] = 0.0f;
    for (int first = 0; first < samples; first += 8) {
        float x[8];
#pragma unroll
        for (int m = 0; m < 8; ++m) x[m] = heard[(first + m) * kMikes + c];
#pragma unroll 1
        for (int m = 0; m < 8; ++m) {
            int n = first + m;
            past[n % kTaps] = x[m];
            float sum = 0.0f;
#pragma unroll
            for (int k = kTaps - 1; k >= 0; --k) sum = fmaf(kBell[k], past[(unsigned)(n - k) % kTaps], sum);
            rung[n * kMikes + c] = sum;
        }
    }
}

__global__ void __launch_bounds__(256) tram_bell_p2_b(const float* __restrict__ heard, float* __restrict__ rung, int samples) {
    int c = blockIdx.x * 256 + threadIdx.x;
    float past[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) past[k] = 0.0f;
    for (int turn = 0; turn < samples; turn += kTaps) {
#pragma unroll
        for (int first = 0; first < kTaps; first += 8) {
            float x[8];
#pragma unroll
            for (int m = 0; m < 8; ++m) x[m] = heard[(turn + first + m) * kMikes + c];
#pragma unroll
            for (int m = 0; m < 8; ++m) {
                int n = first + m;
                past[n % kTaps] = x[m];
                float sum = 0.0f;
#pragma unroll
                for (int k = kTaps - 1; k >= 0; --k) sum = fmaf(kBell[k], past[(unsigned)(n - k) % kTaps], sum);
                rung[(turn + n) * kMikes + c] = sum;
            }
        }
    }
}

// ---- Fish genomes: local alignment (affine gaps) of a marker of up to 32 bases with a read of 16 bases a word, one pair a thread.
constexpr int kRuns = 132 * 16 * 256, kMarker = 32;

__global__ void __launch_bounds__(128) herring_runs_p2_a(const uint2* __restrict__ marker, const uint32_t* __restrict__ read, int* __restrict__ score, int length, int words) {
    int p = blockIdx.x * 128 + threadIdx.x, best = 0, h[kMarker], e[kMarker];
    uint2 plane = marker[p];
    for (int j = 0; j < length; ++j) h[j] = e[j] = 0;
    for (int w = 0; w < words; ++w) {
        uint32_t bases = read[w * kRuns + p];
#pragma unroll 1
        for (int i = 0; i < 16; ++i, bases >>= 2) {
            uint32_t same = ~(plane.x ^ (0u - (bases & 1))) & ~(plane.y ^ (0u - (bases >> 1 & 1)));
            int corner = 0, above = 0, f = 0;
            for (int j = 0; j < length; ++j) {
                int was = h[j], hit = corner + ((same >> j & 1) ? 5 : -4), gap = max(e[j] - 1, was - 6);
                f = max(f - 1, above - 6);
                above = max(max(hit, gap), max(f, 0));
                h[j] = above; e[j] = gap; corner = was;
                best = max(best, above);
            }
        }
    }
    score[p] = best;
}

__global__ void __launch_bounds__(128) herring_runs_p2_b(const uint2* __restrict__ marker, const uint32_t* __restrict__ read, int* __restrict__ score, int words) {
    int p = blockIdx.x * 128 + threadIdx.x, best = 0, h[kMarker], e[kMarker];
    uint2 plane = marker[p];
#pragma unroll
    for (int j = 0; j < kMarker; ++j) h[j] = e[j] = 0;
    for (int w = 0; w < words; ++w) {
        uint32_t bases = read[w * kRuns + p];
#pragma unroll 1
        for (int i = 0; i < 16; ++i, bases >>= 2) {
            uint32_t same = ~(plane.x ^ (0u - (bases & 1))) & ~(plane.y ^ (0u - (bases >> 1 & 1)));
            int corner = 0, above = 0, f = 0;
#pragma unroll
            for (int j = 0; j < kMarker; ++j) {
                int was = h[j], hit = corner + ((same >> j & 1) ? 5 : -4), gap = max(e[j] - 1, was - 6);
                f = max(f - 1, above - 6);
                above = max(max(hit, gap), max(f, 0));
                h[j] = above; e[j] = gap; corner = was;
                best = max(best, above);
            }
        }
    }
    score[p] = best;
}

// ---- Clouds: light that is left below each column of air, level by level until the column is opaque. Coefficients of the levels lie in shared memory.
constexpr int kColumns = 132 * 8192, kMostLevels = 6400;

__device__ __forceinline__ void cirrus_column(const float* __restrict__ warm, const float* __restrict__ damp, const float4* __restrict__ gas, float* __restrict__ light,
                                              int levels, float opaque) {
    extern __shared__ float4 level[];
    for (int k = threadIdx.x; k < levels; k += 128) level[k] = gas[k];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    float depth = 0.0f, flux = 1.0f;
    for (int k = 0; k < levels && depth < opaque; ++k) {
        float t = warm[k * kColumns + i], q = damp[k * kColumns + i];
        float4 c = level[k];
        float absorbed = fabsf(fmaf(c.x, t * t, fmaf(c.y, q, c.z)));
        depth += absorbed;
        flux = fmaf(flux, fmaf(-0.01f, absorbed, 1.0f), c.w * t);
    }
    light[i] = flux + depth;
}

__global__ void __launch_bounds__(128) cirrus_column_p2_a(const float* __restrict__ warm, const float* __restrict__ damp, const float4* __restrict__ gas, float* __restrict__ light,
                                                          int levels, float opaque) {
    cirrus_column(warm, damp, gas, light, levels, opaque);
}
__global__ void __launch_bounds__(128) cirrus_column_p2_b(const float* __restrict__ warm, const float* __restrict__ damp, const float4* __restrict__ gas, float* __restrict__ light,
                                                          int levels, float opaque) {
    cirrus_column(warm, damp, gas, light, levels, opaque);
}

// ---- Archive: each query follows a chain of 48 pages of 31 entries and the number of the next page, a warp a query, a lane an entry.
constexpr int kPages = 1 << 22, kQueries = 132 * 64 * 6;

__global__ void harness_pages(int* page) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (uint32_t)kPages * 32; i += gridDim.x * blockDim.x)
        page[i] = i % 32 == 31 ? (int)((i / 32 * 1664525u + 1013904223u) % kPages) : (int)(harness::hash32(i) % 1024);
}

template <int kThreads>
__device__ __forceinline__ void archive_pages(const int* __restrict__ page, const int* __restrict__ first, const float* __restrict__ weight, float* __restrict__ found, int hops) {
    int query = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, now = first[query];
    float w = lane < 31 ? weight[lane] : 0.0f, sum = 0.0f;
    for (int s = 0; s < hops; ++s) {
        int entry = page[now * 32 + lane];
        now = __shfl_sync(0xffffffffu, entry, 31);
        sum = fmaf((float)entry, w, sum);
    }
    found[query * 32 + lane] = sum;
}

__global__ void __launch_bounds__(32) archive_pages_p2_a(const int* __restrict__ page, const int* __restrict__ first, const float* __restrict__ weight, float* __restrict__ found, int hops) {
    archive_pages<32>(page, first, weight, found, hops);
}
__global__ void __launch_bounds__(256) archive_pages_p2_b(const int* __restrict__ page, const int* __restrict__ first, const float* __restrict__ weight, float* __restrict__ found, int hops) {
    archive_pages<256>(page, first, weight, found, hops);
}

// ---- Calorimeter: energy that a shower leaves in 16 turns of seven sheets, each sheet with its own calibration polynomial of 16 coefficients.
constexpr int kShowers = 132 * 2048 * 2, kSheets = 7, kTerms = 16;
__constant__ float kCalibration[kSheets * kTerms];

__global__ void __launch_bounds__(128) shower_sheet_p2_a(const float* __restrict__ pulse, const float* __restrict__ calibration, float* __restrict__ energy, int turns, float lowest) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float c[kSheets][kTerms];
#pragma unroll
    for (int k = 0; k < kSheets * kTerms; ++k) c[k / kTerms][k % kTerms] = calibration[k];
    float sum = 0.0f;
    for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
        for (int s = 0; s < kSheets; ++s) {
            float x = pulse[(turn * kSheets + s) * kShowers + i], v = c[s][kTerms - 1];
#pragma unroll
            for (int k = kTerms - 2; k >= 0; --k) v = fmaf(v, x, c[s][k]);
            sum = fmaf(0.98f, sum, v);
            if (sum < lowest) goto done;
        }
    }
done:
    energy[i] = sum;
}

__global__ void __launch_bounds__(128) shower_sheet_p2_b(const float* __restrict__ pulse, float* __restrict__ energy, int turns, float lowest) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;
    for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
        for (int s = 0; s < kSheets; ++s) {
            float x = pulse[(turn * kSheets + s) * kShowers + i], v = kCalibration[s * kTerms + kTerms - 1];
#pragma unroll
            for (int k = kTerms - 2; k >= 0; --k) v = fmaf(v, x, kCalibration[s * kTerms + k]);
            sum = fmaf(0.98f, sum, v);
            if (sum < lowest) goto done;
        }
    }
done:
    energy[i] = sum;
}

// ---- Almanac: a table of 8192 days by 8192 places becomes one of places by days.
constexpr int kDays = 8192;

template <int kPitch>
__device__ __forceinline__ void almanac_sheet(const float* __restrict__ by_day, float* __restrict__ by_place) {
    __shared__ float sheet[32][kPitch];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int r = 0; r < 32; r += 8) sheet[threadIdx.y + r][threadIdx.x] = by_day[(y + r) * kDays + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int r = 0; r < 32; r += 8) by_place[(y + r) * kDays + x] = sheet[threadIdx.x][threadIdx.y + r];
}

__global__ void __launch_bounds__(256) almanac_sheet_p2_a(const float* __restrict__ by_day, float* __restrict__ by_place) { almanac_sheet<32>(by_day, by_place); }
__global__ void __launch_bounds__(256) almanac_sheet_p2_b(const float* __restrict__ by_day, float* __restrict__ by_place) { almanac_sheet<33>(by_day, by_place); }

// ---- Fairground: push that each walker feels from the 96 walkers after it in its group of 256.
constexpr int kWalkers = 132 * 8 * 8 * 256, kPassers = 96;

struct Walker { float px, vx, py, vy, mass, calm, hue; int id; };
struct WalkerWide { float px, vx, py, vy, mass, calm, hue; int id; float unused; };

template <typename W>
__device__ __forceinline__ void fair_walkers(const float* __restrict__ field, float2* __restrict__ push) {
    __shared__ W crowd[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    W me;
    me.px = field[i]; me.py = field[kWalkers + i]; me.vx = field[2 * kWalkers + i]; me.vy = field[3 * kWalkers + i];
    me.mass = field[4 * kWalkers + i]; me.calm = field[5 * kWalkers + i]; me.hue = 0.0f; me.id = i;
    crowd[t] = me;
    __syncthreads();
    float fx = 0.0f, fy = 0.0f;
#pragma unroll 8
    for (int k = 1; k <= kPassers; ++k) {
        const W& other = crowd[(t + k) % 256];
        float dx = other.px - me.px, dy = other.py - me.py, near = fmaxf(fmaf(-dx, dx, fmaf(-dy, dy, 1.0f)), 0.0f) * other.mass;
        fx = fmaf(near, dx, fx);
        fy = fmaf(near, dy, fy);
    }
    push[i] = make_float2(fmaf(me.calm, fx, me.vx), fmaf(me.calm, fy, me.vy));
}

__global__ void __launch_bounds__(256) fair_walkers_p2_a(const float* __restrict__ field, float2* __restrict__ push) { fair_walkers<Walker>(field, push); }
__global__ void __launch_bounds__(256) fair_walkers_p2_b(const float* __restrict__ field, float2* __restrict__ push) { fair_walkers<WalkerWide>(field, push); }

// ---- Gallery: every row of 1024 pixels gets its own exposure, 32 rows a block.
constexpr int kShots = 132 * 8 * 4, kMostRows = 12800;

__device__ __forceinline__ void gallery_row(const float4* __restrict__ taken, const float* __restrict__ exposure, float4* __restrict__ shown) {
    extern __shared__ float row[];
    int t = threadIdx.x;
    if (t < 32) row[t] = exposure[blockIdx.x * 32 + t];
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 32 * 256 + t;
    for (int r = 0; r < 32; r += 4) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = taken[base + (r + j) * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float g = row[r + j];
            shown[base + (r + j) * 256] = make_float4(g * v[j].x, g * v[j].y, g * v[j].z, g * v[j].w);
        }
    }
}

__global__ void __launch_bounds__(256) gallery_row_p2_a(const float4* __restrict__ taken, const float* __restrict__ exposure, float4* __restrict__ shown) { gallery_row(taken, exposure, shown); }
__global__ void __launch_bounds__(256) gallery_row_p2_b(const float4* __restrict__ taken, const float* __restrict__ exposure, float4* __restrict__ shown) { gallery_row(taken, exposure, shown); }

// ---- Earthquakes: energy of each seismogram of 65536 samples, a block a seismogram.
constexpr int kQuakes = 132 * 4 * 8, kTrace = 65536 / 4;

__global__ void __launch_bounds__(512) quake_trace_p2_a(const float4* __restrict__ ground, float* __restrict__ energy) {
    __shared__ float part[16];
    int t = threadIdx.x;
    const float4* trace = ground + (size_t)blockIdx.x * kTrace + t;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < kTrace; i += 512 * 8) {
        float4 g[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) g[j] = __ldcs(trace + i + j * 512);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            sum.x = fmaf(g[j].x, g[j].x, sum.x); sum.y = fmaf(g[j].y, g[j].y, sum.y);
            sum.z = fmaf(g[j].z, g[j].z, sum.z); sum.w = fmaf(g[j].w, g[j].w, sum.w);
        }
    }
    float all = (sum.x + sum.y) + (sum.z + sum.w);
#pragma unroll
    for (int o = 16; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
    if (t % 32 == 0) part[t / 32] = all;
    __syncthreads();
    if (t < 16) {
        all = part[t];
#pragma unroll
        for (int o = 8; o; o >>= 1) all += __shfl_xor_sync(0x0000ffffu, all, o);
        if (t == 0) energy[blockIdx.x] = all;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kIn = (size_t)kQuakes * kTrace * 4, kOut = (size_t)kShots * 32 * 1024;
    static_assert((size_t)kColumns * 60 <= kIn && (size_t)kMikes * 256 <= kOut && (size_t)kShowers * 112 <= kIn && (size_t)kSpecies * kMarshes <= kOut, "fields are too short");
    float *one = filled<float>(kIn, 61), *two = filled<float>((size_t)kColumns * 60, 62), *out = empty<float>(kOut);
    int* iout = reinterpret_cast<int*>(out);
    int *marker = indices((size_t)kRuns * 2, 0xffffffffu, 63), *read = indices((size_t)kRuns * 3, 0xffffffffu, 64), *first = indices(kQueries, kPages, 65), *page = empty<int>((size_t)kPages * 32);
    harness_pages<<<2048, 256>>>(page); CHECK(cudaGetLastError());
    CHECK(cudaMemcpyToSymbol(kBell, two, sizeof(float) * kTaps, 0, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpyToSymbol(kCalibration, two, sizeof(float) * kSheets * kTerms, 0, cudaMemcpyDeviceToDevice));
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    float2* out2 = reinterpret_cast<float2*>(out);
    uint2* planes = reinterpret_cast<uint2*>(marker);
    uint32_t* bases = reinterpret_cast<uint32_t*>(read);

    add("opal_library_p2_a", out, (size_t)kGems * kGems, [=] { opal_library_p2_a<<<dim3(32, 32), 256>>>(one4, two4, out4); });
    add("opal_library_p2_b", out, (size_t)kGems * kGems, [=] { opal_library_p2_b<<<dim3(32, 32), 256>>>(one4, two4, out4); });

    add("marsh_broth_p2_a", out, (size_t)kSpecies * kMarshes, [=] { marsh_broth_p2_a<<<kMarshes / 128, 128>>>(one, out, 16, 0.01f); });
    add("marsh_broth_p2_b", out, (size_t)kSpecies * kMarshes, [=] { marsh_broth_p2_b<<<kMarshes / 128, 128>>>(one, out, 16, 0.01f); });

    add("tram_bell_p2_a", out, (size_t)kMikes * 256, [=] { tram_bell_p2_a<<<kMikes / 256, 256>>>(one, out, 256); });
    add("tram_bell_p2_b", out, (size_t)kMikes * 256, [=] { tram_bell_p2_b<<<kMikes / 256, 256>>>(one, out, 256); });

    add("herring_runs_p2_a", out, kRuns, [=] { herring_runs_p2_a<<<kRuns / 128, 128>>>(planes, bases, iout, kMarker, 3); }, Output::i32);
    add("herring_runs_p2_b", out, kRuns, [=] { herring_runs_p2_b<<<kRuns / 128, 128>>>(planes, bases, iout, 3); }, Output::i32);

    constexpr int kRoom = kMostLevels * sizeof(float4);  // 100 KB: a table of the longest atmosphere
    CHECK(cudaFuncSetAttribute(cirrus_column_p2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kRoom));
    add("cirrus_column_p2_a", out, kColumns, [=] { cirrus_column_p2_a<<<kColumns / 128, 128, kRoom>>>(one, two, one4, out, 60, 1e4f); });
    add("cirrus_column_p2_b", out, kColumns, [=] { cirrus_column_p2_b<<<kColumns / 128, 128, 60 * sizeof(float4)>>>(one, two, one4, out, 60, 1e4f); });

    add("archive_pages_p2_a", out, (size_t)kQueries * 32, [=] { archive_pages_p2_a<<<kQueries, 32>>>(page, first, one, out, 48); });
    add("archive_pages_p2_b", out, (size_t)kQueries * 32, [=] { archive_pages_p2_b<<<kQueries / 8, 256>>>(page, first, one, out, 48); });

    add("shower_sheet_p2_a", out, kShowers, [=] { shower_sheet_p2_a<<<kShowers / 128, 128>>>(one, two, out, 16, -1e6f); });
    add("shower_sheet_p2_b", out, kShowers, [=] { shower_sheet_p2_b<<<kShowers / 128, 128>>>(one, out, 16, -1e6f); });

    add("almanac_sheet_p2_a", out, (size_t)kDays * kDays, [=] { almanac_sheet_p2_a<<<dim3(256, 256), dim3(32, 8)>>>(one, out); });
    add("almanac_sheet_p2_b", out, (size_t)kDays * kDays, [=] { almanac_sheet_p2_b<<<dim3(256, 256), dim3(32, 8)>>>(one, out); });

    add("fair_walkers_p2_a", out, (size_t)kWalkers * 2, [=] { fair_walkers_p2_a<<<kWalkers / 256, 256>>>(one, out2); });
    add("fair_walkers_p2_b", out, (size_t)kWalkers * 2, [=] { fair_walkers_p2_b<<<kWalkers / 256, 256>>>(one, out2); });

    constexpr int kWall = kMostRows * sizeof(float);  // 50 KB: exposures of the tallest picture
    CHECK(cudaFuncSetAttribute(gallery_row_p2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWall));
    add("gallery_row_p2_a", out, kOut, [=] { gallery_row_p2_a<<<kShots, 256, kWall>>>(one4, two, out4); });
    add("gallery_row_p2_b", out, kOut, [=] { gallery_row_p2_b<<<kShots, 256, 32 * sizeof(float)>>>(one4, two, out4); });

    add("quake_trace_p2_a", out, kQuakes, [=] { quake_trace_p2_a<<<kQuakes, 512>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
