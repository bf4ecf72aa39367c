// Nine measured pairs, a mild one and a healthy case from workshop, field and street: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Woodcuts: turning a scanned plate of 8192 x 8192 grey values about its diagonal, a tile of 32 x 32 a block.
constexpr int kPlate = 8192;

template <int kPitch>
__device__ __forceinline__ void woodcut_press(const float* __restrict__ plate, float* __restrict__ print) {
    __shared__ float tile[32][kPitch];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = plate[(size_t)(y + j) * kPlate + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) print[(size_t)(y + j) * kPlate + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void __launch_bounds__(256) woodcut_press_h2_a(const float* __restrict__ plate, float* __restrict__ print) { woodcut_press<32>(plate, print); }
__global__ void __launch_bounds__(256) woodcut_press_h2_b(const float* __restrict__ plate, float* __restrict__ print) { woodcut_press<33>(plate, print); }

// ---- Rope bridges: 64 time steps of bridges of 256 knots, a bridge a block, a knot a thread; both ends are tied.
constexpr int kKnots = 256, kBridges = 132 * 8 * 4, kSway = 64, kAllKnots = kKnots * kBridges;

struct Axis { float at, speed; };
struct Knot { Axis axis[3]; float give, drag; };

__global__ void __launch_bounds__(256) rope_bridge_h2_a(const float* __restrict__ start, float* __restrict__ finish) {
    __shared__ Knot rope[kKnots];
    int t = threadIdx.x, i = blockIdx.x * kKnots + t, left = max(t - 1, 0), right = min(t + 1, kKnots - 1);
    bool tied = t == 0 || t == kKnots - 1;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
        rope[t].axis[a].at = start[a * kAllKnots + i];
        rope[t].axis[a].speed = 0.0f;
    }
    rope[t].give = 0.15f + 0.05f * start[3 * kAllKnots + i];
    rope[t].drag = 0.97f;
    __syncthreads();
    for (int step = 0; step < kSway; ++step) {
        Axis now[3];
#pragma unroll
        for (int a = 0; a < 3; ++a) {
            now[a] = rope[t].axis[a];
            float pull = rope[left].axis[a].at + rope[right].axis[a].at - 2.0f * now[a].at;
            now[a].speed = fmaf(rope[t].give, pull, rope[t].drag * now[a].speed);
            now[a].at += now[a].speed;
        }
        __syncthreads();
        if (!tied) {
#pragma unroll
            for (int a = 0; a < 3; ++a) rope[t].axis[a] = now[a];
        }
        __syncthreads();
    }
#pragma unroll
    for (int a = 0; a < 3; ++a) finish[a * kAllKnots + i] = rope[t].axis[a].at;
}

__global__ void __launch_bounds__(256) rope_bridge_h2_b(const float* __restrict__ start, float* __restrict__ finish) {
    __shared__ float at[3][kKnots], speed[3][kKnots], give[kKnots], drag[kKnots];
    int t = threadIdx.x, i = blockIdx.x * kKnots + t, left = max(t - 1, 0), right = min(t + 1, kKnots - 1);
    bool tied = t == 0 || t == kKnots - 1;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
        at[a][t] = start[a * kAllKnots + i];
        speed[a][t] = 0.0f;
    }
    give[t] = 0.15f + 0.05f * start[3 * kAllKnots + i];
    drag[t] = 0.97f;
    __syncthreads();
    for (int step = 0; step < kSway; ++step) {
        Axis now[3];
#pragma unroll
        for (int a = 0; a < 3; ++a) {
            now[a] = {at[a][t], speed[a][t]};
            float pull = at[a][left] + at[a][right] - 2.0f * now[a].at;
            now[a].speed = fmaf(give[t], pull, drag[t] * now[a].speed);
            now[a].at += now[a].speed;
        }
        __syncthreads();
        if (!tied) {
#pragma unroll
            for (int a = 0; a < 3; ++a) { at[a][t] = now[a].at; speed[a][t] = now[a].speed; }
        }
        __syncthreads();
    }
#pragma unroll
    for (int a = 0; a < 3; ++a) finish[a * kAllKnots + i] = at[a][t];
}

// ---- Meadows from the air: sums and products of eight colour bands at each place over 32 flights; two bands of half precision share a word.
constexpr int kMeadow = 132 * 24 * 256, kFlights = 32, kBands = 8, kPairs = kBands * (kBands + 1) / 2;

__device__ __forceinline__ void meadow_bands(const __half2* __restrict__ light, float* __restrict__ moments) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum[kBands], product[kPairs];
#pragma unroll
    for (int b = 0; b < kBands; ++b) sum[b] = 0.0f;
#pragma unroll
    for (int p = 0; p < kPairs; ++p) product[p] = 0.0f;
#pragma unroll 2
    for (int f = 0; f < kFlights; ++f) {
        float v[kBands];
#pragma unroll
        for (int b = 0; b < kBands; b += 2) {
            float2 two = __half22float2(light[(size_t)(f * kBands / 2 + b / 2) * kMeadow + i]);
            v[b] = two.x; v[b + 1] = two.y;
        }
        int p = 0;
#pragma unroll
        for (int b = 0; b < kBands; ++b) {
            sum[b] += v[b];
#pragma unroll
            for (int c = 0; c <= b; ++c, ++p) product[p] = fmaf(v[b], v[c], product[p]);
        }
    }
#pragma unroll
    for (int b = 0; b < kBands; ++b) moments[(size_t)b * kMeadow + i] = sum[b];
#pragma unroll
    for (int p = 0; p < kPairs; ++p) moments[(size_t)(kBands + p) * kMeadow + i] = product[p];
}

__global__ void __launch_bounds__(256, 8) meadow_bands_h2_a(const __half2* __restrict__ light, float* __restrict__ moments) { meadow_bands(light, moments); }
__global__ void __launch_bounds__(256, 3) meadow_bands_h2_b(const __half2* __restrict__ light, float* __restrict__ moments) { meadow_bands(light, moments); }

// ---- Perfumes: Manhattan distance of 4096 samples to 6272 known scents over 128 traces, 128 x 128 pairs a block, 8 x 8 a thread.
constexpr int kSamples = 4096, kScents = 49 * 128, kTraces = 128, kSlice = 16;
constexpr int kScentTiles = (kScents + 127) / 128, kScentPitch = kScentTiles * 128;

__device__ __forceinline__ void perfume_match(const float* __restrict__ sample, const float* __restrict__ scent, float* __restrict__ distance) {
    __shared__ __align__(16) float s[kSlice][128], c[kSlice][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 128, column = blockIdx.x * 128;
    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = 0.0f;
    for (int from = 0; from < kTraces; from += kSlice) {
        __syncthreads();
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            int k = half * 8 + t / 32, x = t % 32 * 4;
            *reinterpret_cast<float4*>(&s[k][x]) = *reinterpret_cast<const float4*>(sample + (size_t)(from + k) * kSamples + row + x);
            *reinterpret_cast<float4*>(&c[k][x]) = *reinterpret_cast<const float4*>(scent + (size_t)(from + k) * kScentPitch + column + x);
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < kSlice; ++k) {
            float4 a0 = *reinterpret_cast<const float4*>(&s[k][ty * 4]), a1 = *reinterpret_cast<const float4*>(&s[k][64 + ty * 4]);
            float4 b0 = *reinterpret_cast<const float4*>(&c[k][tx * 4]), b1 = *reinterpret_cast<const float4*>(&c[k][64 + tx * 4]);
            float a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w}, b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += fabsf(a[i] - b[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float* line = distance + (size_t)(row + i / 4 * 64 + ty * 4 + i % 4) * kScentPitch + column + tx * 4;
        *reinterpret_cast<float4*>(line) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        *reinterpret_cast<float4*>(line + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
    }
}

__global__ void __launch_bounds__(256, 4) perfume_match_h2_a(const float* __restrict__ sample, const float* __restrict__ scent, float* __restrict__ distance) {
    perfume_match(sample, scent, distance);
}
__global__ void __launch_bounds__(256, 2) perfume_match_h2_b(const float* __restrict__ sample, const float* __restrict__ scent, float* __restrict__ distance) {
    perfume_match(sample, scent, distance);
}

// ---- Coasts: most frequent of 16 kinds of cover of each cell in 64 surveys; eight surveys of four bits share a word.
constexpr int kCells = 132 * 8 * 256 * 16, kWords = 8, kKinds = 16;

__global__ void __launch_bounds__(256) coast_cover_h2_a(const int* __restrict__ surveys, int* __restrict__ cover) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int count[kKinds];
#pragma unroll
    for (int k = 0; k < kKinds; ++k) count[k] = 0;
    unsigned word[kWords];
#pragma unroll
    for (int w = 0; w < kWords; ++w) word[w] = surveys[(size_t)w * kCells + i];
#pragma unroll
    for (int w = 0; w < kWords; ++w)
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++count[word[w] >> s & 15];
    int best = 0, most = count[0];
#pragma unroll
    for (int k = 1; k < kKinds; ++k)
        if (count[k] > most) { most = count[k]; best = k; }
    cover[i] = best;
}

__global__ void __launch_bounds__(256) coast_cover_h2_b(const int* __restrict__ surveys, int* __restrict__ cover) {
    __shared__ int counts[kKinds][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
#pragma unroll
    for (int k = 0; k < kKinds; ++k) counts[k][t] = 0;
    unsigned word[kWords];
#pragma unroll
    for (int w = 0; w < kWords; ++w) word[w] = surveys[(size_t)w * kCells + i];
#pragma unroll
    for (int w = 0; w < kWords; ++w)
#pragma unroll
        for (int s = 0; s < 32; s += 4) ++counts[word[w] >> s & 15][t];
    int best = 0, most = counts[0][t];
#pragma unroll
    for (int k = 1; k < kKinds; ++k)
        if (counts[k][t] > most) { most = counts[k][t]; best = k; }
    cover[i] = best;
}

// ---- Organ pipes: a 32-tap filter over the sound of each pipe, a pipe a thread, the last 32 samples kept in a delay line.
constexpr int kPipes = 132 * 8 * 256 * 3, kTaps = 32, kSounds = 128;
__constant__ float kVoice[kTaps];

__global__ void __launch_bounds__(256) organ_pipes_h2_a(const float* __restrict__ sound, float* __restrict__ voiced, int samples) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float delay[2 * kTaps];  // every sample twice, kTaps apart, so that the last kTaps ones always lie in a row
#pragma unroll
    for (int k = 0; k < 2 * kTaps; ++k) delay[k] = 0.0f;
    for (int n = 0; n < samples; ++n) {
        float* head = delay + (n & kTaps - 1);
        head[0] = head[kTaps] = sound[(size_t)n * kPipes + i];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) sum = fmaf(kVoice[k], head[kTaps - k], sum);
        voiced[(size_t)n * kPipes + i] = sum;
    }
}

__global__ void __launch_bounds__(256) organ_pipes_h2_b(const float* __restrict__ sound, float* __restrict__ voiced, int samples) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float ring[kTaps];
#pragma unroll
    for (int k = 0; k < kTaps; ++k) ring[k] = 0.0f;
    for (int turn = 0; turn < samples; turn += kTaps) {  // a whole turn of the ring unrolled: every index is a constant
#pragma unroll
        for (int n = 0; n < kTaps; ++n) {
            ring[n] = sound[(size_t)(turn + n) * kPipes + i];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum = fmaf(kVoice[k], ring[(n + kTaps - k) % kTaps], sum);
            voiced[(size_t)(turn + n) * kPipes + i] = sum;
        }
    }
}

// ---- Tourists: random walks of 16 streets through a town of 2^23 crossings with eight streets each; a walk's crossings lie in a row.
constexpr int kCrossings = 1 << 23, kTourists = 132 * 16 * 128 * 6, kLongestWalk = 256, kStreets = 16;

__device__ __forceinline__ void tourist_walk(const int* __restrict__ street, int* __restrict__ visited, int steps, int pitch) {
    extern __shared__ int route[];
    int t = threadIdx.x, first = blockIdx.x * 128;
    unsigned dice = harness::hash32(first + t);
    int here = dice % kCrossings;
    for (int s = 0; s < steps; ++s) {
        dice = dice * 1664525u + 1013904223u;
        here = street[here * 8 + (dice >> 29)];
        route[t * pitch + s] = here;
    }
    __syncthreads();
    for (int k = t; k < 128 * kStreets; k += 128) visited[(size_t)first * kStreets + k] = route[k / kStreets * pitch + k % kStreets];
}

__global__ void __launch_bounds__(128) tourist_walk_h2_a(const int* __restrict__ street, int* __restrict__ visited, int steps) {
    tourist_walk(street, visited, steps, kLongestWalk + 1);
}
__global__ void __launch_bounds__(128) tourist_walk_h2_b(const int* __restrict__ street, int* __restrict__ visited, int steps) {
    tourist_walk(street, visited, steps, kStreets + 1);
}

// ---- Dams: first day on which the summed inflow of a reservoir reaches its hold, a warp a reservoir, 1024 days.
constexpr int kDams = 132 * 64 * 16, kDays = 1024;

__device__ __forceinline__ void dam_filling(const float* __restrict__ inflow, int* __restrict__ full, int dam) {
    int lane = threadIdx.x % 32, day = 0;
    const float* row = inflow + (size_t)dam * kDays + lane;
    float held = 0.0f, hold = 384.0f;
    float today = fabsf(row[0]), upto = today;
    while (true) {
        upto = today;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            float lower = __shfl_up_sync(0xffffffffu, upto, o);
            if (lane >= o) upto += lower;
        }
        unsigned over = __ballot_sync(0xffffffffu, held + upto >= hold);
        if (over) { day += __ffs(over) - 1; break; }
        held += __shfl_sync(0xffffffffu, upto, 31);
        day += 32;
        if (day >= kDays) break;
        today = fabsf(row[day]);
    }
    if (lane == 0) full[dam] = day;
}

__global__ void __launch_bounds__(32) dam_filling_h2_a(const float* __restrict__ inflow, int* __restrict__ full) { dam_filling(inflow, full, blockIdx.x); }
__global__ void __launch_bounds__(256) dam_filling_h2_b(const float* __restrict__ inflow, int* __restrict__ full) {
    dam_filling(inflow, full, blockIdx.x * 8 + threadIdx.x / 32);
}

// ---- Clinic: 144 readings of a patient give mean and spread; from them the blood level after 640 steps of saturable decay.
constexpr int kPatients = 132 * 256 * 40, kReadings = 144, kDoses = 640;

__device__ __forceinline__ float clinic_level(float mean, float spread) {
    float level = 1.0f + mean, half = 0.8f + spread;
#pragma unroll 4
    for (int s = 0; s < kDoses; ++s) {
        float gone = __fdividef(level, half + level);
        level = fmaf(-0.05f, gone, fmaf(level, 0.998f, 0.02f));
    }
    return level;
}

__global__ void __launch_bounds__(256) clinic_dose_h2_a(const float* __restrict__ reading, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float r[kReadings], sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int k = 0; k < kReadings; ++k) r[k] = reading[(size_t)k * kPatients + i];
#pragma unroll
    for (int k = 0; k < kReadings; ++k) sum += r[k];
    float mean = sum * (1.0f / kReadings);
#pragma unroll
    for (int k = 0; k < kReadings; ++k) square = fmaf(r[k] - mean, r[k] - mean, square);
    level[i] = clinic_level(mean, square * (1.0f / kReadings));
}

__global__ void __launch_bounds__(256) clinic_dose_h2_b(const float* __restrict__ reading, float* __restrict__ level) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float base = reading[i], sum = 0.0f, square = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kReadings; ++k) {
        float d = reading[(size_t)k * kPatients + i] - base;
        sum += d;
        square = fmaf(d, d, square);
    }
    float off = sum * (1.0f / kReadings);
    level[i] = clinic_level(base + off, square * (1.0f / kReadings) - off * off);
}

// ---- Star plates: rows of 4096 pixels times the gain of their column, eight rows a block; the gains of a row are kept at hand.
constexpr int kQuads = 1024, kWidestQuads = 3072, kPlates = 132 * 8 * 4, kRows = 8;

template <int kKept>
__device__ __forceinline__ void star_plate(const float4* __restrict__ raw, const float4* __restrict__ gains, float4* __restrict__ flat) {
    __shared__ float4 gain[kKept];
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) gain[t + j * 256] = gains[t + j * 256];
    __syncthreads();
    size_t at = (size_t)blockIdx.x * kRows * kQuads + t;
    for (int row = 0; row < kRows; ++row, at += kQuads) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = raw[at + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float4 g = gain[t + j * 256];
            flat[at + j * 256] = make_float4(v[j].x * g.x, v[j].y * g.y, v[j].z * g.z, v[j].w * g.w);
        }
    }
}

__global__ void __launch_bounds__(256, 8) star_plate_h2_a(const float4* __restrict__ raw, const float4* __restrict__ gains, float4* __restrict__ flat) {
    star_plate<kWidestQuads>(raw, gains, flat);
}
__global__ void __launch_bounds__(256, 8) star_plate_h2_b(const float4* __restrict__ raw, const float4* __restrict__ gains, float4* __restrict__ flat) {
    star_plate<kQuads>(raw, gains, flat);
}

// ---- Rain gauges: energy (sum of squares) of each stretch of 32768 readings, a stretch a block.
constexpr int kStretches = 132 * 8 * 6, kStretchQuads = 8192;

__global__ void __launch_bounds__(256, 8) rain_gauge_h2_a(const float4* __restrict__ reading, float* __restrict__ energy) {
    __shared__ float part[8];
    int t = threadIdx.x, lane = t % 32;
    const float4* at = reading + (size_t)blockIdx.x * kStretchQuads + t;
    float sum0 = 0.0f, sum1 = 0.0f;
    for (int q = 0; q < kStretchQuads; q += 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(at + q + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            sum0 = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, sum0));
            sum1 = fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum1));
        }
    }
    float sum = sum0 + sum1;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = lane < 8 ? part[lane] : 0.0f;
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (t == 0) energy[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one long field of readings, one result; integers of their own.
    constexpr size_t kMost = (size_t)kMeadow * kFlights * kBands, kOut = (size_t)kPlates * kRows * kQuads * 4;
    static_assert((size_t)kStretches * kStretchQuads * 4 <= kMost && (size_t)kPatients * kReadings <= kMost && (size_t)kDams * kDays <= kMost, "field too short");
    static_assert((size_t)kPipes * kSounds <= kMost && (size_t)kPipes * kSounds <= kOut && (size_t)kPlate * kPlate <= kOut && (size_t)kMeadow * (kBands + kPairs) <= kOut && kOut <= kMost, "field too short");
    __half* light = filled<__half>((size_t)kMeadow * kFlights * kBands, 45);
    const __half2* light2 = reinterpret_cast<const __half2*>(light);
    float *one = filled<float>(kMost, 41), *two = filled<float>((size_t)kScentPitch * kTraces, 42), *out = empty<float>(kOut);
    int *surveys = harness::indices((size_t)kCells * kWords, 0xffffffffu, 43), *street = harness::indices((size_t)kCrossings * 8, kCrossings, 44);
    int* whole = reinterpret_cast<int*>(out);
    const float4 *one4 = reinterpret_cast<const float4*>(one), *two4 = reinterpret_cast<const float4*>(two);
    float4* out4 = reinterpret_cast<float4*>(out);
    float voice[kTaps];
    for (int k = 0; k < kTaps; ++k) voice[k] = std::cos(0.3f * k) / (k + 2.0f);
    CHECK(cudaMemcpyToSymbol(kVoice, voice, sizeof voice));
    constexpr int kWideRoutes = 128 * (kLongestWalk + 1) * 4, kRoutes = 128 * (kStreets + 1) * 4;
    CHECK(cudaFuncSetAttribute(tourist_walk_h2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kWideRoutes));

    add("woodcut_press_h2_a", out, (size_t)kPlate * kPlate, Output::f32, [=] { woodcut_press_h2_a<<<dim3(kPlate / 32, kPlate / 32), dim3(32, 8)>>>(one, out); });
    add("woodcut_press_h2_b", out, (size_t)kPlate * kPlate, Output::f32, [=] { woodcut_press_h2_b<<<dim3(kPlate / 32, kPlate / 32), dim3(32, 8)>>>(one, out); });

    add("rope_bridge_h2_a", out, (size_t)kAllKnots * 3, Output::f32, [=] { rope_bridge_h2_a<<<kBridges, kKnots>>>(one, out); });
    add("rope_bridge_h2_b", out, (size_t)kAllKnots * 3, Output::f32, [=] { rope_bridge_h2_b<<<kBridges, kKnots>>>(one, out); });

    add("meadow_bands_h2_a", out, (size_t)kMeadow * (kBands + kPairs), Output::f32, [=] { meadow_bands_h2_a<<<kMeadow / 256, 256>>>(light2, out); });
    add("meadow_bands_h2_b", out, (size_t)kMeadow * (kBands + kPairs), Output::f32, [=] { meadow_bands_h2_b<<<kMeadow / 256, 256>>>(light2, out); });

    dim3 tiles(kScentTiles, kSamples / 128);
    add("perfume_match_h2_a", out, (size_t)kSamples * kScentPitch, Output::f32, [=] { perfume_match_h2_a<<<tiles, 256>>>(one, two, out); });
    add("perfume_match_h2_b", out, (size_t)kSamples * kScentPitch, Output::f32, [=] { perfume_match_h2_b<<<tiles, 256>>>(one, two, out); });

    add("coast_cover_h2_a", whole, kCells, Output::i32, [=] { coast_cover_h2_a<<<kCells / 256, 256>>>(surveys, whole); });
    add("coast_cover_h2_b", whole, kCells, Output::i32, [=] { coast_cover_h2_b<<<kCells / 256, 256>>>(surveys, whole); });

    add("organ_pipes_h2_a", out, (size_t)kPipes * kSounds, Output::f32, [=] { organ_pipes_h2_a<<<kPipes / 256, 256>>>(one, out, kSounds); });
    add("organ_pipes_h2_b", out, (size_t)kPipes * kSounds, Output::f32, [=] { organ_pipes_h2_b<<<kPipes / 256, 256>>>(one, out, kSounds); });

    add("tourist_walk_h2_a", whole, (size_t)kTourists * kStreets, Output::i32, [=] { tourist_walk_h2_a<<<kTourists / 128, 128, kWideRoutes>>>(street, whole, kStreets); });
    add("tourist_walk_h2_b", whole, (size_t)kTourists * kStreets, Output::i32, [=] { tourist_walk_h2_b<<<kTourists / 128, 128, kRoutes>>>(street, whole, kStreets); });

    add("dam_filling_h2_a", whole, kDams, Output::i32, [=] { dam_filling_h2_a<<<kDams, 32>>>(one, whole); });
    add("dam_filling_h2_b", whole, kDams, Output::i32, [=] { dam_filling_h2_b<<<kDams / 8, 256>>>(one, whole); });

    add("clinic_dose_h2_a", out, kPatients, Output::f32, [=] { clinic_dose_h2_a<<<kPatients / 256, 256>>>(one, out); });
    add("clinic_dose_h2_b", out, kPatients, Output::f32, [=] { clinic_dose_h2_b<<<kPatients / 256, 256>>>(one, out); });

    add("star_plate_h2_a", out, kOut, Output::f32, [=] { star_plate_h2_a<<<kPlates, 256>>>(one4, two4, out4); });
    add("star_plate_h2_b", out, kOut, Output::f32, [=] { star_plate_h2_b<<<kPlates, 256>>>(one4, two4, out4); });

    add("rain_gauge_h2_a", out, kStretches, Output::f32, [=] { rain_gauge_h2_a<<<kStretches, 256>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
