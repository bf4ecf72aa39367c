// Ten measured pairs from machines, bodies and accounts: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Robotics: velocities of the seven joints of an arm from a damped 7 x 7 system by 64 Gauss-Seidel sweeps; one arm a thread.
constexpr int kArms = 132 * 40 * 192, kJoints = 7;

__device__ __forceinline__ void relax_arm(const float* __restrict__ coupling, const float* __restrict__ pull, float* __restrict__ speed) {
    int arm = blockIdx.x * 192 + threadIdx.x;
    float m[kJoints][kJoints - 1], b[kJoints], x[kJoints];
#pragma unroll
    for (int i = 0; i < kJoints; ++i) {
#pragma unroll
        for (int j = 0; j < kJoints - 1; ++j) m[i][j] = 0.15f * coupling[(size_t)(i * (kJoints - 1) + j) * kArms + arm];
        b[i] = x[i] = pull[(size_t)i * kArms + arm];
    }
#pragma unroll 1
    for (int sweep = 0; sweep < 64; ++sweep) {
#pragma unroll
        for (int i = 0; i < kJoints; ++i) {
            float sum = b[i];
#pragma unroll
            for (int j = 0; j < kJoints - 1; ++j) {
                int other = (i + 1 + j) % kJoints;  // the joint mended last comes last
                sum = fmaf(-m[i][j], x[other], sum);
            }
            x[i] = sum;
        }
    }
#pragma unroll
    for (int i = 0; i < kJoints; ++i) speed[(size_t)i * kArms + arm] = x[i];
}

__global__ void __launch_bounds__(192, 10) arm_joints_x2_a(const float* __restrict__ coupling, const float* __restrict__ pull, float* __restrict__ speed) {
    relax_arm(coupling, pull, speed);
}
__global__ void __launch_bounds__(192, 4) arm_joints_x2_b(const float* __restrict__ coupling, const float* __restrict__ pull, float* __restrict__ speed) {
    relax_arm(coupling, pull, speed);
}

// ---- Seismology: trace of each geophone filtered by 32 taps along time, 24 samples at a time; one geophone a thread.
constexpr int kPhones = 132 * 72 * 128, kChunk = 24, kChunks = 4, kTaps = 32;

__device__ __forceinline__ constexpr float tap(int k) { return 0.001f * (k + 1) * (36 - k) - 0.2f; }

__global__ void __launch_bounds__(128, 8) geophone_trace_x2_a(const float* __restrict__ trace, float* __restrict__ clear) {
    float ring[kTaps];
    size_t at = blockIdx.x * 128 + threadIdx.x;
    int head = 0;
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
#pragma unroll 1
    for (int chunk = 0; chunk < kChunks; ++chunk) {
        float fresh[kChunk];
#pragma unroll
        for (int s = 0; s < kChunk; ++s) fresh[s] = trace[at + (size_t)s * kPhones];
#pragma unroll
        for (int s = 0; s < kChunk; ++s) {
            ring[head] = fresh[s];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum = fmaf(tap(k), ring[(head - k) & (kTaps - 1)], sum);
            clear[at + (size_t)s * kPhones] = sum;
            head = (head + 1) & (kTaps - 1);
        }
        at += (size_t)kChunk * kPhones;
    }
}

__global__ void __launch_bounds__(128, 8) geophone_trace_x2_b(const float* __restrict__ trace, float* __restrict__ clear) {
    float line[kTaps - 1 + kChunk];  // the 31 samples before, then the chunk
    size_t at = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < kTaps - 1; ++k) line[k] = 0.0f;
#pragma unroll 1
    for (int chunk = 0; chunk < kChunks; ++chunk) {
#pragma unroll
        for (int s = 0; s < kChunk; ++s) line[kTaps - 1 + s] = trace[at + (size_t)s * kPhones];
#pragma unroll
        for (int s = 0; s < kChunk; ++s) {
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum = fmaf(tap(k), line[kTaps - 1 + s - k], sum);
            clear[at + (size_t)s * kPhones] = sum;
        }
#pragma unroll
        for (int k = 0; k < kTaps - 1; ++k) line[k] = line[k + kChunk];
        at += (size_t)kChunk * kPhones;
    }
}

// ---- X-ray telescope: Walsh-Hadamard decoding of the 4096 counts behind each coded mask, three steps of radix 16; a block a mask.
constexpr int kMasks = 132 * 8 * 16;

__device__ __forceinline__ void hadamard16(float (&v)[16]) {
#pragma unroll
    for (int d = 1; d < 16; d *= 2)
#pragma unroll
        for (int j = 0; j < 16; ++j)
            if (!(j & d)) { float sum = v[j] + v[j + d]; v[j + d] = v[j] - v[j + d]; v[j] = sum; }
}

template <bool kSkew>
__device__ __forceinline__ void decode_mask(const float* __restrict__ counts, float* __restrict__ image) {
    __shared__ volatile float grid[kSkew ? 4096 + 128 : 4096];
    int t = threadIdx.x, group = t / 64 * 4 + t / 32 % 2 + t / 16 % 2 * 2;
    int far = kSkew ? t + t / 32 : t, middle = group * (kSkew ? 264 : 256) + t % 16, near = kSkew ? 16 * t + t / 2 : 16 * t;
    size_t base = (size_t)blockIdx.x * 4096 + t;
    float v[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = counts[base + 256 * j];
    hadamard16(v);
#pragma unroll
    for (int j = 0; j < 16; ++j) grid[far + (kSkew ? 264 : 256) * j] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = grid[middle + 16 * j + (kSkew ? j / 2 : 0)];
    hadamard16(v);
#pragma unroll
    for (int j = 0; j < 16; ++j) grid[middle + 16 * j + (kSkew ? j / 2 : 0)] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) v[j] = grid[near + j];
    hadamard16(v);
#pragma unroll
    for (int j = 0; j < 16; ++j) grid[near + j] = v[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) image[base + 256 * j] = grid[far + (kSkew ? 264 : 256) * j] * (1.0f / 64);
}

__global__ void __launch_bounds__(256, 6) coded_mask_x2_a(const float* __restrict__ counts, float* __restrict__ image) { decode_mask<false>(counts, image); }
__global__ void __launch_bounds__(256, 6) coded_mask_x2_b(const float* __restrict__ counts, float* __restrict__ image) { decode_mask<true>(counts, image); }

// ---- Insurance: mortality tables of 32 ages graduated in double precision from young to old and back; a warp has 32 tables.
constexpr int kSheaves = 132 * 256, kAges = 32;

template <int kRow>  // doubles from one table to the next
__device__ __forceinline__ void graduate(const double* __restrict__ raw, double* __restrict__ smooth) {
    __shared__ volatile double sheaf[2][32 * kRow];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    volatile double *page = sheaf[w], *row = page + lane * kRow;
    size_t base = ((size_t)blockIdx.x * 2 + w) * (32 * kAges) + lane;
#pragma unroll 16
    for (int r = 0; r < 32; ++r) page[r * kRow + lane] = raw[base + r * kAges];
    __syncwarp();
    double level = row[0];
#pragma unroll 8
    for (int a = 0; a < kAges; ++a) { level = fma(0.4, row[a] - level, level); row[a] = level; }
#pragma unroll 8
    for (int a = kAges - 1; a >= 0; --a) { level = fma(0.4, row[a] - level, level); row[a] = level; }
    __syncwarp();
#pragma unroll 16
    for (int r = 0; r < 32; ++r) smooth[base + r * kAges] = page[r * kRow + lane];
}

__global__ void __launch_bounds__(64) mortality_table_x2_a(const double* __restrict__ raw, double* __restrict__ smooth) { graduate<32>(raw, smooth); }
__global__ void __launch_bounds__(64) mortality_table_x2_b(const double* __restrict__ raw, double* __restrict__ smooth) { graduate<33>(raw, smooth); }

// ---- Radio astronomy: each pulsar's signal less half of what it was `lag` samples ago (at most 96), two pulsars a thread.
constexpr int kBeams2 = 132 * 32 * 64, kTimes = 128, kMostLag = 96;

__device__ __forceinline__ void less_echo(float2* ring, const float2* __restrict__ signal, float2* __restrict__ change, int lag) {
    size_t at = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < lag; ++s) ring[s * 64] = make_float2(0.0f, 0.0f);
    int slot = 0;
#pragma unroll 1
    for (int time = 0; time < kTimes; ++time, at += kBeams2) {
        float2 now = signal[at], then = ring[slot * 64];
        ring[slot * 64] = now;
        change[at] = make_float2(now.x - 0.5f * then.x, now.y - 0.5f * then.y);
        if (++slot == lag) slot = 0;
    }
}

__global__ void __launch_bounds__(64) pulsar_echo_x2_a(const float2* __restrict__ signal, float2* __restrict__ change, int lag) {
    __shared__ float2 ring[kMostLag * 64];
    less_echo(ring + threadIdx.x, signal, change, lag);
}
__global__ void __launch_bounds__(64) pulsar_echo_x2_b(const float2* __restrict__ signal, float2* __restrict__ change, int lag) {
    extern __shared__ float2 short_ring[];
    less_echo(short_ring + threadIdx.x, signal, change, lag);
}

// ---- Viticulture: warmth above 10 degrees summed over each of 64 weeks of four readings for every vine, two vines a thread.
constexpr int kVines2 = 132 * 16 * 128, kWeeks = 64, kWeekly = 4;

__device__ __forceinline__ void warm(float2& sum, float2 v) {
    sum.x += fmaxf(fmaf(20.0f, v.x, -10.0f), 0.0f); sum.y += fmaxf(fmaf(20.0f, v.y, -10.0f), 0.0f);
}

__global__ void __launch_bounds__(128) vine_warmth_x2_a(const float2* __restrict__ air, float2* __restrict__ warmth) {
    int vine = blockIdx.x * 128 + threadIdx.x;
    size_t at = vine;
    float2 sums[kWeeks];
#pragma unroll
    for (int week = 0; week < kWeeks; ++week) {
        sums[week] = make_float2(0.0f, 0.0f);
#pragma unroll 1
        for (int r = 0; r < kWeekly; ++r, at += kVines2) warm(sums[week], air[at]);
    }
#pragma unroll
    for (int week = 0; week < kWeeks; ++week) warmth[(size_t)week * kVines2 + vine] = sums[week];
}

__global__ void __launch_bounds__(128) vine_warmth_x2_b(const float2* __restrict__ air, float2* __restrict__ warmth) {
    int vine = blockIdx.x * 128 + threadIdx.x;
    size_t at = vine;
#pragma unroll 1
    for (int week = 0; week < kWeeks; ++week) {
        float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 1
        for (int r = 0; r < kWeekly; ++r, at += kVines2) warm(sum, air[at]);
        warmth[(size_t)week * kVines2 + vine] = sum;
    }
}

// ---- Ophthalmology: image on the retina behind the 9 x 9 point spread of the eye; the scene has a border of four pixels.
constexpr int kWide = 8192, kHigh = 8192, kSpread = 9, kPitch = kWide + 8;
__constant__ float c_spread[kSpread * kSpread];

__global__ void __launch_bounds__(256) retina_blur_x2_a(const float* __restrict__ scene, float* __restrict__ retina) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* from = scene + (size_t)y * kPitch + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kSpread; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSpread; ++dx) sum = fmaf(c_spread[dy * kSpread + dx], from[dy * kPitch + dx], sum);
    retina[(size_t)y * kWide + x] = sum;
}

__global__ void __launch_bounds__(256, 4) retina_blur_x2_b(const float* __restrict__ scene, float* __restrict__ retina) {
    __shared__ float tile[72][72];
    int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64, y0 = blockIdx.y * 64, t = ty * 64 + tx;
    const float4* from = reinterpret_cast<const float4*>(scene + (size_t)y0 * kPitch + x0);
#pragma unroll
    for (int i = t; i < 72 * 18; i += 256) *reinterpret_cast<float4*>(&tile[i / 18][i % 18 * 4]) = from[i / 18 * (kPitch / 4) + i % 18];
    __syncthreads();
    float sum[16];
#pragma unroll
    for (int o = 0; o < 16; ++o) sum[o] = 0.0f;
#pragma unroll 3
    for (int dx = 0; dx < kSpread; ++dx) {
        float v[24];
#pragma unroll
        for (int j = 0; j < 24; ++j) v[j] = tile[ty * 16 + j][tx + dx];
#pragma unroll
        for (int dy = 0; dy < kSpread; ++dy) {
            float weight = c_spread[dy * kSpread + dx];
#pragma unroll
            for (int o = 0; o < 16; ++o) sum[o] = fmaf(weight, v[o + dy], sum[o]);
        }
    }
#pragma unroll
    for (int o = 0; o < 16; ++o) retina[(size_t)(y0 + ty * 16 + o) * kWide + x0 + tx] = sum[o];
}

// ---- Hydrology: yearly discharge of each river from 32768 gauge readings, a block a river, halves added in shared memory.
constexpr int kRivers = 132 * 8 * 4, kGauge4 = 32768 / 4;

template <bool kNeighbours>
__device__ __forceinline__ void discharge(const float4* __restrict__ gauge, float* __restrict__ total) {
    __shared__ float part[256];
    int t = threadIdx.x;
    const float4* river = gauge + (size_t)blockIdx.x * kGauge4 + t;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 8
    for (int i = 0; i < kGauge4; i += 256) {
        float4 v = river[i];
        sum.x = fmaf(v.x, v.x, sum.x); sum.y = fmaf(v.y, v.y, sum.y); sum.z = fmaf(v.z, v.z, sum.z); sum.w = fmaf(v.w, v.w, sum.w);
    }
    part[t] = sum.x + sum.y + (sum.z + sum.w);
    __syncthreads();
    if (kNeighbours) {
        for (int d = 1; d < 256; d *= 2) {
            if (2 * d * t < 256) part[2 * d * t] += part[2 * d * t + d];
            __syncthreads();
        }
    } else {
        for (int d = 128; d > 0; d /= 2) {
            if (t < d) part[t] += part[t + d];
            __syncthreads();
        }
    }
    if (t == 0) total[blockIdx.x] = part[0];
}

__global__ void __launch_bounds__(256) river_total_x2_a(const float4* __restrict__ gauge, float* __restrict__ total) { discharge<true>(gauge, total); }
__global__ void __launch_bounds__(256) river_total_x2_b(const float4* __restrict__ gauge, float* __restrict__ total) { discharge<false>(gauge, total); }

// ---- Stagecraft: light on 1024 seats a row under a wandering gobo, four rows at a time.
constexpr int kShows = 132 * 8 * 4, kRowsOfSeats = 32;

__device__ __forceinline__ float4 lit(float4 v, float4 g) { return make_float4(v.x * g.x + 0.1f, v.y * g.y + 0.1f, v.z * g.z + 0.1f, v.w * g.w + 0.1f); }

__device__ __forceinline__ void light_seats(const float4* __restrict__ lamp, const float4* __restrict__ mask, float4* __restrict__ seats) {
    extern __shared__ float4 gobo[];  // 256 groups of four seats; the host gives the room
    int t = threadIdx.x;
    gobo[t] = mask[t];
    __syncthreads();
    size_t at = (size_t)blockIdx.x * (kRowsOfSeats * 256) + t;
#pragma unroll 1
    for (int row = 0; row < kRowsOfSeats; row += 4, at += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = lamp[at + 256 * j];
#pragma unroll
        for (int j = 0; j < 4; ++j) seats[at + 256 * j] = lit(v[j], gobo[(t + row + j) % 256]);
    }
}

__global__ void __launch_bounds__(256, 8) stage_gobo_x2_a(const float4* __restrict__ lamp, const float4* __restrict__ mask, float4* __restrict__ seats) {
    light_seats(lamp, mask, seats);
}
__global__ void __launch_bounds__(256, 8) stage_gobo_x2_b(const float4* __restrict__ lamp, const float4* __restrict__ mask, float4* __restrict__ seats) {
    light_seats(lamp, mask, seats);
}

// ---- Perfumery: city-block distance of each scent (eight notes) to the nearest of 512 known perfumes, four scents a thread.
constexpr int kScents4 = 132 * 16 * 128, kPerfumes = 512, kAromas = 8;

__global__ void __launch_bounds__(128, 8) perfume_notes_x2_a(const float4* __restrict__ scents, const float4* __restrict__ known, float4* __restrict__ nearest) {
    __shared__ float4 shelf[kPerfumes * 2];
    int i = blockIdx.x * 128 + threadIdx.x;
    for (int p = threadIdx.x; p < kPerfumes * 2; p += 128) shelf[p] = known[p];
    float4 v[kAromas], best = make_float4(1e9f, 1e9f, 1e9f, 1e9f);
#pragma unroll
    for (int a = 0; a < kAromas; ++a) v[a] = scents[(size_t)a * kScents4 + i];
    __syncthreads();
#pragma unroll 4
    for (int p = 0; p < kPerfumes; ++p) {
        float4 lo = shelf[2 * p], hi = shelf[2 * p + 1];
        float c[kAromas] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w};
        float4 d = make_float4(fabsf(v[0].x - c[0]), fabsf(v[0].y - c[0]), fabsf(v[0].z - c[0]), fabsf(v[0].w - c[0]));
#pragma unroll
        for (int a = 1; a < kAromas; ++a) {
            d.x += fabsf(v[a].x - c[a]); d.y += fabsf(v[a].y - c[a]); d.z += fabsf(v[a].z - c[a]); d.w += fabsf(v[a].w - c[a]);
        }
        best.x = fminf(best.x, d.x); best.y = fminf(best.y, d.y); best.z = fminf(best.z, d.z); best.w = fminf(best.w, d.w);
    }
    nearest[i] = best;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t room = (size_t)2 * kVines2 * kWeeks * kWeekly, gauged = (size_t)kRivers * kGauge4 * 4;
    constexpr size_t shown = (size_t)kShows * kRowsOfSeats * 1024;  // the largest input and output
    static_assert(room >= gauged && gauged >= shown && shown >= (size_t)kArms * 49 && shown >= (size_t)kPhones * kChunk * kChunks &&
                  shown >= (size_t)kMasks * 4096 && shown >= (size_t)2 * kBeams2 * kTimes && shown >= (size_t)kPitch * (kHigh + 8) &&
                  shown >= (size_t)2 * kVines2 * kWeeks && shown >= (size_t)kWide * kHigh, "room");
    float *in = filled<float>(room, 41), *out = empty<float>(shown);
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    const float2* in2 = reinterpret_cast<const float2*>(in);
    float2* out2 = reinterpret_cast<float2*>(out);

    const float* pull = in + (size_t)kArms * 42;
    add("arm_joints_x2_a", out, (size_t)kArms * kJoints, Output::f32, [=] { arm_joints_x2_a<<<kArms / 192, 192>>>(in, pull, out); });
    add("arm_joints_x2_b", out, (size_t)kArms * kJoints, Output::f32, [=] { arm_joints_x2_b<<<kArms / 192, 192>>>(in, pull, out); });

    constexpr size_t traced = (size_t)kPhones * kChunk * kChunks;
    add("geophone_trace_x2_a", out, traced, Output::f32, [=] { geophone_trace_x2_a<<<kPhones / 128, 128>>>(in, out); });
    add("geophone_trace_x2_b", out, traced, Output::f32, [=] { geophone_trace_x2_b<<<kPhones / 128, 128>>>(in, out); });

    add("coded_mask_x2_a", out, (size_t)kMasks * 4096, Output::f32, [=] { coded_mask_x2_a<<<kMasks, 256>>>(in, out); });
    add("coded_mask_x2_b", out, (size_t)kMasks * 4096, Output::f32, [=] { coded_mask_x2_b<<<kMasks, 256>>>(in, out); });

    constexpr size_t lives = (size_t)kSheaves * 32 * kAges;
    const double* raw = filled<double>(lives, 42);
    double* smooth = empty<double>(lives);
    add("mortality_table_x2_a", smooth, lives, Output::f64, [=] { mortality_table_x2_a<<<kSheaves / 2, 64>>>(raw, smooth); });
    add("mortality_table_x2_b", smooth, lives, Output::f64, [=] { mortality_table_x2_b<<<kSheaves / 2, 64>>>(raw, smooth); });

    const int lag = 4;
    add("pulsar_echo_x2_a", out, (size_t)2 * kBeams2 * kTimes, Output::f32, [=] { pulsar_echo_x2_a<<<kBeams2 / 64, 64>>>(in2, out2, lag); });
    add("pulsar_echo_x2_b", out, (size_t)2 * kBeams2 * kTimes, Output::f32, [=] {
        pulsar_echo_x2_b<<<kBeams2 / 64, 64, lag * 64 * sizeof(float2)>>>(in2, out2, lag); });

    add("vine_warmth_x2_a", out, (size_t)2 * kVines2 * kWeeks, Output::f32, [=] { vine_warmth_x2_a<<<kVines2 / 128, 128>>>(in2, out2); });
    add("vine_warmth_x2_b", out, (size_t)2 * kVines2 * kWeeks, Output::f32, [=] { vine_warmth_x2_b<<<kVines2 / 128, 128>>>(in2, out2); });

    float spread[kSpread * kSpread];
    for (int i = 0; i < kSpread * kSpread; ++i) spread[i] = 0.05f * std::exp(-0.15f * ((i / 9 - 4) * (i / 9 - 4) + (i % 9 - 4) * (i % 9 - 4)));
    CHECK(cudaMemcpyToSymbol(c_spread, spread, sizeof spread));
    add("retina_blur_x2_a", out, (size_t)kWide * kHigh, Output::f32, [=] { retina_blur_x2_a<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(in, out); });
    add("retina_blur_x2_b", out, (size_t)kWide * kHigh, Output::f32, [=] { retina_blur_x2_b<<<dim3(kWide / 64, kHigh / 64), dim3(64, 4)>>>(in, out); });

    add("river_total_x2_a", out, kRivers, Output::f32, [=] { river_total_x2_a<<<kRivers, 256>>>(in4, out); });
    add("river_total_x2_b", out, kRivers, Output::f32, [=] { river_total_x2_b<<<kRivers, 256>>>(in4, out); });

    const float4* mask = reinterpret_cast<const float4*>(filled<float>(1024, 43));
    CHECK(cudaFuncSetAttribute(stage_gobo_x2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 << 10));
    add("stage_gobo_x2_a", out, shown, Output::f32, [=] { stage_gobo_x2_a<<<kShows, 256, 48 << 10>>>(in4, mask, out4); });
    add("stage_gobo_x2_b", out, shown, Output::f32, [=] { stage_gobo_x2_b<<<kShows, 256, 256 * sizeof(float4)>>>(in4, mask, out4); });

    const float4* known = reinterpret_cast<const float4*>(filled<float>(kPerfumes * kAromas, 44));
    add("perfume_notes_x2_a", out, (size_t)4 * kScents4, Output::f32, [=] { perfume_notes_x2_a<<<kScents4 / 128, 128>>>(in4, known, out4); });

    return harness::run(argc, argv, cases);
}
