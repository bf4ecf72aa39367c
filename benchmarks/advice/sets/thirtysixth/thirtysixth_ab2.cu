// Eleven measured cases from fields, seas and offices: before (_a) and after (_b); the last has nothing to mend.
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Peat bog: moisture of 64 layers of each drilled core after ten steps of seepage, a core a thread.
constexpr int kCores = 132 * 1280 * 2, kLayers = 64, kSeeps = 10;

__device__ __forceinline__ void peat_core(const float* __restrict__ wet, float* __restrict__ later, int steps) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float layer[kLayers];
#pragma unroll
    for (int k = 0; k < kLayers; ++k) layer[k] = wet[k * kCores + i];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float above = layer[0];
#pragma unroll
        for (int k = 0; k < kLayers; ++k) {
            float here = layer[k], below = k + 1 < kLayers ? layer[k + 1] : here;
            layer[k] = fmaf(0.21f, fmaf(-2.0f, here, above + below), here);
            above = here;
        }
    }
#pragma unroll
    for (int k = 0; k < kLayers; ++k) later[k * kCores + i] = layer[k];
}

__global__ void __launch_bounds__(256, 5) peat_cores_ab2_a(const float* __restrict__ wet, float* __restrict__ later, int steps) { peat_core(wet, later, steps); }
__global__ void __launch_bounds__(256, 2) peat_cores_ab2_b(const float* __restrict__ wet, float* __restrict__ later, int steps) { peat_core(wet, later, steps); }

// ---- Radio dishes: visibilities (28 pairs and 8 powers) of eight dishes per frequency channel, 64 samples integrated.
constexpr int kDishes = 8, kPairs = 28, kChannels = 132 * 1280 * 4, kSamples = 64;

__device__ __forceinline__ void dish_pairs(const uint4* __restrict__ baseband, float* __restrict__ visibility) {
    size_t i = blockIdx.x * 256 + threadIdx.x;
    float re[kPairs], im[kPairs], power[kDishes];
#pragma unroll
    for (int p = 0; p < kPairs; ++p) re[p] = im[p] = 0.0f;
#pragma unroll
    for (int d = 0; d < kDishes; ++d) power[d] = 0.0f;
#pragma unroll 2
    for (int s = 0; s < kSamples; ++s) {
        uint4 raw[2] = {baseband[(size_t)(2 * s) * kChannels + i], baseband[(size_t)(2 * s + 1) * kChannels + i]};
        const __half2* pair = reinterpret_cast<const __half2*>(raw);
        float2 x[kDishes];
#pragma unroll
        for (int d = 0; d < kDishes; ++d) x[d] = __half22float2(pair[d]);
        int p = 0;
#pragma unroll
        for (int a = 0; a < kDishes; ++a) {
            power[a] = fmaf(x[a].x, x[a].x, fmaf(x[a].y, x[a].y, power[a]));
#pragma unroll
            for (int b = a + 1; b < kDishes; ++b, ++p) {
                re[p] = fmaf(x[a].x, x[b].x, fmaf(x[a].y, x[b].y, re[p]));
                im[p] = fmaf(x[a].y, x[b].x, fmaf(-x[a].x, x[b].y, im[p]));
            }
        }
    }
#pragma unroll
    for (int d = 0; d < kDishes; ++d) visibility[(size_t)d * kChannels + i] = power[d];
#pragma unroll
    for (int p = 0; p < kPairs; ++p) {
        visibility[(size_t)(kDishes + 2 * p) * kChannels + i] = re[p];
        visibility[(size_t)(kDishes + 2 * p + 1) * kChannels + i] = im[p];
    }
}

__global__ void __launch_bounds__(256, 5) dish_array_ab2_a(const uint4* __restrict__ baseband, float* __restrict__ visibility) { dish_pairs(baseband, visibility); }
__global__ void __launch_bounds__(256, 2) dish_array_ab2_b(const uint4* __restrict__ baseband, float* __restrict__ visibility) { dish_pairs(baseband, visibility); }

// ---- Whales: the most likely pitch period (1 to 16) of short hydrophone frames by autocorrelation, a frame a thread.
constexpr int kFrames = 132 * 256 * 13, kFrameLength = 16, kLags = 16;

__device__ __forceinline__ float best_lag(const float (&match)[kLags]) {
    float best = match[0], lag = 1.0f;
#pragma unroll
    for (int k = 1; k < kLags; ++k)
        if (match[k] > best) { best = match[k]; lag = k + 1.0f; }
    return lag + best;
}

__global__ void __launch_bounds__(256) whale_voices_ab2_a(const float* __restrict__ sound, float* __restrict__ pitch, int length) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float match[kLags], ring[kLags];
#pragma unroll
    for (int k = 0; k < kLags; ++k) match[k] = ring[k] = 0.0f;
#pragma unroll 1
    for (int s = 0; s < length; ++s) {
        float x = sound[s * kFrames + i];
#pragma unroll
        for (int k = 0; k < kLags; ++k) match[k] = fmaf(x, ring[(s - 1 - k) & (kLags - 1)], match[k]);
        ring[s & (kLags - 1)] = x;
    }
    pitch[i] = best_lag(match);
}

__global__ void __launch_bounds__(256) whale_voices_ab2_b(const float* __restrict__ sound, float* __restrict__ pitch, int length) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float match[kLags], past[kLags];
#pragma unroll
    for (int k = 0; k < kLags; ++k) match[k] = past[k] = 0.0f;
#pragma unroll 8
    for (int s = 0; s < length; ++s) {
        float x = sound[s * kFrames + i];
#pragma unroll
        for (int k = 0; k < kLags; ++k) match[k] = fmaf(x, past[k], match[k]);
#pragma unroll
        for (int k = kLags - 1; k > 0; --k) past[k] = past[k - 1];
        past[0] = x;
    }
    pitch[i] = best_lag(match);
}

// ---- Farmland: the crop (of ten) grown most often on each plot of a satellite map over 32 seasons, and how often.
constexpr int kPlots = 1 << 24, kCrops = 10;

__global__ void harness_sow(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t word = 0;
        for (int k = 0; k < 4; ++k) word |= (harness::hash32((uint32_t)i * 4 + k + 77) % kCrops) << (8 * k);
        p[i] = word;
    }
}

__global__ void __launch_bounds__(256) crop_years_ab2_a(const uint4* __restrict__ season, int* __restrict__ usual) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 early = season[i], late = season[kPlots + i];
    uint32_t words[8] = {early.x, early.y, early.z, early.w, late.x, late.y, late.z, late.w};
    int votes[kCrops] = {};
#pragma unroll
    for (int w = 0; w < 8; ++w)
#pragma unroll
        for (int k = 0; k < 4; ++k) ++votes[(words[w] >> (8 * k)) & 255];
    int most = votes[0], crop = 0;
#pragma unroll
    for (int c = 1; c < kCrops; ++c)
        if (votes[c] > most) { most = votes[c]; crop = c; }
    usual[i] = crop * 64 + most;
}

__global__ void __launch_bounds__(256) crop_years_ab2_b(const uint4* __restrict__ season, int* __restrict__ usual) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 early = season[i], late = season[kPlots + i];
    uint32_t words[8] = {early.x, early.y, early.z, early.w, late.x, late.y, late.z, late.w};
    unsigned long long votes = 0;  // ten counters of six bits
#pragma unroll
    for (int w = 0; w < 8; ++w)
#pragma unroll
        for (int k = 0; k < 4; ++k) votes += 1ull << (6 * ((words[w] >> (8 * k)) & 255));
    int most = (int)(votes & 63), crop = 0;
#pragma unroll
    for (int c = 1; c < kCrops; ++c) {
        int count = (int)(votes >> (6 * c)) & 63;
        if (count > most) { most = count; crop = c; }
    }
    usual[i] = crop * 64 + most;
}

// ---- Telephone company: monthly bill of each customer from the minutes in 64 tariff slots, a warp a customer.
constexpr int kCustomers = 1 << 23, kSlots = 64, kPerWarp = 16, kLargestTariff = 28 * 1024;

__device__ __forceinline__ void phone_bill(const float2* __restrict__ minutes, const int* __restrict__ account, const float* __restrict__ price, int slots,
                                           int each, float* __restrict__ bill) {
    extern __shared__ float2 tariff[];
    for (int s = threadIdx.x; s < slots; s += 256) reinterpret_cast<float*>(tariff)[s] = price[s];
    __syncthreads();
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * each;
#pragma unroll 1
    for (int c = first; c < first + each; ++c) {
        float2 used = minutes[(size_t)account[c] * 32 + lane], cost = tariff[lane];
        float sum = fmaf(used.x, cost.x, used.y * cost.y);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) bill[c] = sum;
    }
}

__global__ void __launch_bounds__(256) phone_bills_ab2_a(const float2* __restrict__ minutes, const int* __restrict__ account, const float* __restrict__ price, int slots,
                                                        int each, float* __restrict__ bill) { phone_bill(minutes, account, price, slots, each, bill); }
__global__ void __launch_bounds__(256) phone_bills_ab2_b(const float2* __restrict__ minutes, const int* __restrict__ account, const float* __restrict__ price, int slots,
                                                        int each, float* __restrict__ bill) { phone_bill(minutes, account, price, slots, each, bill); }

// ---- Mailboxes: weight of the threads of a mail store; a message has 31 features and the number of the message it answers.
constexpr int kMessages = 1 << 21, kThreadLength = 32, kMailThreads = 132 * 32 * 12;

__global__ void harness_answer(float* mail) {
    for (uint32_t m = blockIdx.x * blockDim.x + threadIdx.x; m < kMessages; m += gridDim.x * blockDim.x)
        mail[(size_t)m * 32 + 31] = __int_as_float((int)((m * 1664525u + 1013904223u) & (kMessages - 1)));
}

template <int kThreads>
__device__ __forceinline__ void mail_weight(const float* __restrict__ mail, const int* __restrict__ newest, float* __restrict__ weight, int length) {
    int thread = blockIdx.x * (kThreads / 32) + threadIdx.x / 32, lane = threadIdx.x % 32, message = newest[thread];
    float sum = 0.0f;
    for (int m = 0; m < length; ++m) {
        float v = mail[(size_t)message * 32 + lane];
        message = __float_as_int(__shfl_sync(0xffffffffu, v, 31));
        if (lane < 31) sum = fmaf(v, v, 0.9f * sum);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) weight[thread] = sum;
}

__global__ void __launch_bounds__(32) mail_threads_ab2_a(const float* __restrict__ mail, const int* __restrict__ newest, float* __restrict__ weight, int length) {
    mail_weight<32>(mail, newest, weight, length);
}
__global__ void __launch_bounds__(256) mail_threads_ab2_b(const float* __restrict__ mail, const int* __restrict__ newest, float* __restrict__ weight, int length) {
    mail_weight<256>(mail, newest, weight, length);
}

// ---- Pollen: smoothed counts of each trap over 64 days; a warp brings 32 traps by 32 days into its tile, a lane walks along a trap.
constexpr int kTraps = 132 * 12 * 128 * 2, kDays = 64;

template <int kWidth>
__device__ __forceinline__ void pollen_smooth(const float* __restrict__ count, float* __restrict__ smooth) {
    __shared__ float tiles[4][32 * kWidth];
    int lane = threadIdx.x % 32;
    float* tile = tiles[threadIdx.x / 32];
    size_t base = (size_t)(blockIdx.x * 4 + threadIdx.x / 32) * 32 * kDays + lane;
    float level = 0.0f;
    for (int day = 0; day < kDays; day += 32) {
#pragma unroll
        for (int r = 0; r < 32; ++r) tile[r * kWidth + lane] = count[base + r * kDays + day];
        __syncwarp();
#pragma unroll 8
        for (int d = 0; d < 32; ++d) {
            level = fmaf(0.2f, tile[lane * kWidth + d] - level, level);
            tile[lane * kWidth + d] = level;
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < 32; ++r) smooth[base + r * kDays + day] = tile[r * kWidth + lane];
        __syncwarp();
    }
}

__global__ void __launch_bounds__(128) pollen_traps_ab2_a(const float* __restrict__ count, float* __restrict__ smooth) { pollen_smooth<32>(count, smooth); }
__global__ void __launch_bounds__(128) pollen_traps_ab2_b(const float* __restrict__ count, float* __restrict__ smooth) { pollen_smooth<33>(count, smooth); }

// ---- Squid nerve: five time steps of the voltage along fibres of 256 compartments with three gates each.
constexpr int kFibres = 132 * 8 * 2, kParts = 256, kTimeSteps = 5, kNerve = kFibres * kParts;

struct Compartment { float volt, sodium, gate_m, potassium, gate_h, leak, gate_n, drive; };

__device__ __forceinline__ float gate_step(float gate, float volt, float half) {
    float open = fmaf(volt, fmaf(volt, 0.11f, 0.23f), half);
    return fmaf(0.05f, open - gate, gate);
}
__device__ __forceinline__ float volt_step(float left, float here, float right, float m, float h, float n, float sodium, float potassium, float leak, float drive) {
    float in = sodium * m * m * m * h * (1.1f - here), out = potassium * n * n * n * n * (here + 0.9f);
    return fmaf(0.02f, in - out - leak * (here + 0.5f) + drive + 3.0f * (left + right - 2.0f * here), here);
}

__global__ void __launch_bounds__(256) squid_axons_ab2_a(const float* __restrict__ start, float* __restrict__ volt, int steps) {
    __shared__ Compartment part[kParts];
    int t = threadIdx.x, i = blockIdx.x * kParts + t, before = t ? t - 1 : t, behind = t + 1 < kParts ? t + 1 : t;
    part[t].volt = start[i]; part[t].sodium = start[kNerve + i]; part[t].gate_m = start[2 * kNerve + i]; part[t].potassium = start[3 * kNerve + i];
    part[t].gate_h = start[4 * kNerve + i]; part[t].leak = start[5 * kNerve + i]; part[t].gate_n = start[6 * kNerve + i]; part[t].drive = start[7 * kNerve + i];
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float here = part[t].volt;
        float m = gate_step(part[t].gate_m, here, 0.4f), h = gate_step(part[t].gate_h, here, 0.3f), n = gate_step(part[t].gate_n, here, 0.2f);
        float next = volt_step(part[before].volt, here, part[behind].volt, m, h, n, part[t].sodium, part[t].potassium, part[t].leak, part[t].drive);
        __syncthreads();
        part[t].volt = next; part[t].gate_m = m; part[t].gate_h = h; part[t].gate_n = n;
        __syncthreads();
    }
    volt[i] = part[t].volt;
}

__global__ void __launch_bounds__(256) squid_axons_ab2_b(const float* __restrict__ start, float* __restrict__ volt, int steps) {
    __shared__ float v[kParts], sodium[kParts], gate_m[kParts], potassium[kParts], gate_h[kParts], leak[kParts], gate_n[kParts], drive[kParts];
    int t = threadIdx.x, i = blockIdx.x * kParts + t, before = t ? t - 1 : t, behind = t + 1 < kParts ? t + 1 : t;
    v[t] = start[i]; sodium[t] = start[kNerve + i]; gate_m[t] = start[2 * kNerve + i]; potassium[t] = start[3 * kNerve + i];
    gate_h[t] = start[4 * kNerve + i]; leak[t] = start[5 * kNerve + i]; gate_n[t] = start[6 * kNerve + i]; drive[t] = start[7 * kNerve + i];
    __syncthreads();
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float here = v[t];
        float m = gate_step(gate_m[t], here, 0.4f), h = gate_step(gate_h[t], here, 0.3f), n = gate_step(gate_n[t], here, 0.2f);
        float next = volt_step(v[before], here, v[behind], m, h, n, sodium[t], potassium[t], leak[t], drive[t]);
        __syncthreads();
        v[t] = next; gate_m[t] = m; gate_h[t] = h; gate_n[t] = n;
        __syncthreads();
    }
    volt[i] = v[t];
}

// ---- Query planner: how the bytes of a table column fall into 32 equal buckets, per page of 8 KB; a thread counts for itself.
constexpr int kPages = 132 * 12 * 2, kBuckets = 32, kTellers = 128;

__global__ void harness_bytes(uint32_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i + 4711u);
}

template <int kPerBucket, int kPerTeller>  // distance of two buckets of a teller, of two tellers of a bucket
__device__ __forceinline__ void column_page(const uint4* __restrict__ column, int* __restrict__ share) {
    __shared__ int tally[kBuckets * kTellers];
    __shared__ int part[kTellers];
    int t = threadIdx.x, mine = t * kPerTeller;
#pragma unroll
    for (int k = 0; k < kBuckets; ++k) tally[k * kTellers + t] = 0;
    uint4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = column[(size_t)blockIdx.x * (4 * kTellers) + j * kTellers + t];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        uint32_t words[4] = {v[j].x, v[j].y, v[j].z, v[j].w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int k = 0; k < 4; ++k) ++tally[mine + ((words[w] >> (8 * k + 3)) & 31) * kPerBucket];
    }
    __syncthreads();
    int bucket = t % 32, sum = 0;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) sum += tally[(t - bucket + (k + bucket) % 32) * kPerTeller + bucket * kPerBucket];
    part[t] = sum;
    __syncthreads();
    if (t < 32) share[blockIdx.x * kBuckets + t] = part[t] + part[t + 32] + part[t + 64] + part[t + 96];
}

__global__ void __launch_bounds__(kTellers) column_ages_ab2_a(const uint4* __restrict__ column, int* __restrict__ share) { column_page<1, kBuckets>(column, share); }
__global__ void __launch_bounds__(kTellers) column_ages_ab2_b(const uint4* __restrict__ column, int* __restrict__ share) { column_page<kTellers, 1>(column, share); }

// ---- Coral reef: cloud-free brightness of each point of the sea bed, the median of nine overflights.
constexpr int kPoints = 132 * 2048 * 64, kFlights = 9;

__device__ __forceinline__ void order(float& low, float& high) {
    float l = fminf(low, high);
    high = fmaxf(low, high);
    low = l;
}
__device__ __forceinline__ float median_of(float (&v)[kFlights]) {
    order(v[1], v[2]); order(v[4], v[5]); order(v[7], v[8]); order(v[0], v[1]); order(v[3], v[4]); order(v[6], v[7]); order(v[1], v[2]); order(v[4], v[5]); order(v[7], v[8]); order(v[0], v[3]);
    order(v[5], v[8]); order(v[4], v[7]); order(v[3], v[6]); order(v[1], v[4]); order(v[2], v[5]); order(v[4], v[7]); order(v[4], v[2]); order(v[6], v[4]); order(v[4], v[2]);
    return v[4];
}

__global__ void __launch_bounds__(512) coral_bands_ab2_a(const float4* __restrict__ flight, float4* __restrict__ clear) {
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kPoints / 4; i += gridDim.x * 512) {
        float x[kFlights], y[kFlights], z[kFlights], w[kFlights];
#pragma unroll
        for (int f = 0; f < kFlights; ++f) {
            float4 v = flight[f * (kPoints / 4) + i];
            x[f] = v.x; y[f] = v.y; z[f] = v.z; w[f] = v.w;
        }
        clear[i] = make_float4(median_of(x), median_of(y), median_of(z), median_of(w));
    }
}

__global__ void __launch_bounds__(512) coral_bands_ab2_b(const float2* __restrict__ flight, float2* __restrict__ clear) {
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kPoints / 2; i += gridDim.x * 512) {
        float x[kFlights], y[kFlights];
#pragma unroll
        for (int f = 0; f < kFlights; ++f) {
            float2 v = flight[f * (kPoints / 2) + i];
            x[f] = v.x; y[f] = v.y;
        }
        clear[i] = make_float2(median_of(x), median_of(y));
    }
}

// ---- Earthquakes: energy of each seismometer trace of 16384 samples, a block a trace.
constexpr int kTraces = 132 * 3 * 42, kTraceQuads = 4096;

__global__ void __launch_bounds__(512) quake_traces_ab2_a(const float4* __restrict__ trace, float* __restrict__ energy) {
    __shared__ float part[16];
    int t = threadIdx.x, lane = t % 32;
    const float4* mine = trace + (size_t)blockIdx.x * kTraceQuads + t;
    float sum[4] = {};
#pragma unroll
    for (int from = 0; from < kTraceQuads; from += 2048) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(mine + from + j * 512);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum[j]))));
    }
    float all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
    if (lane == 0) part[t / 32] = all;
    __syncthreads();
    if (t < 32) {
        all = lane < 16 ? part[lane] : 0.0f;
#pragma unroll
        for (int o = 8; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
        if (lane == 0) energy[blockIdx.x] = all;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *wet = filled<float>((size_t)kCores * kLayers, 11), *later = empty<float>((size_t)kCores * kLayers);
        add("peat_cores_ab2_a", later, (size_t)kCores * kLayers, Output::f32, [=] { peat_cores_ab2_a<<<kCores / 256, 256>>>(wet, later, kSeeps); });
        add("peat_cores_ab2_b", later, (size_t)kCores * kLayers, Output::f32, [=] { peat_cores_ab2_b<<<kCores / 256, 256>>>(wet, later, kSeeps); });
    }
    {
        uint4* baseband = reinterpret_cast<uint4*>(filled<__half>((size_t)kChannels * kSamples * kDishes * 2, 12));
        float* visibility = empty<float>((size_t)kChannels * 64);
        add("dish_array_ab2_a", visibility, (size_t)kChannels * 64, Output::f32, [=] { dish_array_ab2_a<<<kChannels / 256, 256>>>(baseband, visibility); });
        add("dish_array_ab2_b", visibility, (size_t)kChannels * 64, Output::f32, [=] { dish_array_ab2_b<<<kChannels / 256, 256>>>(baseband, visibility); });
    }
    {
        float *sound = filled<float>((size_t)kFrames * kFrameLength, 13), *pitch = empty<float>(kFrames);
        add("whale_voices_ab2_a", pitch, kFrames, Output::f32, [=] { whale_voices_ab2_a<<<kFrames / 256, 256>>>(sound, pitch, kFrameLength); });
        add("whale_voices_ab2_b", pitch, kFrames, Output::f32, [=] { whale_voices_ab2_b<<<kFrames / 256, 256>>>(sound, pitch, kFrameLength); });
    }
    {
        uint4* season = empty<uint4>((size_t)kPlots * 2);
        harness_sow<<<2048, 256>>>(reinterpret_cast<uint32_t*>(season), (size_t)kPlots * 8); CHECK(cudaGetLastError());
        int* usual = empty<int>(kPlots);
        add("crop_years_ab2_a", usual, kPlots, Output::i32, [=] { crop_years_ab2_a<<<kPlots / 256, 256>>>(season, usual); });
        add("crop_years_ab2_b", usual, kPlots, Output::i32, [=] { crop_years_ab2_b<<<kPlots / 256, 256>>>(season, usual); });
    }
    {
        float2* minutes = reinterpret_cast<float2*>(filled<float>((size_t)kCustomers * kSlots, 15));
        int* account = indices(kCustomers, kCustomers, 16);
        float *price = filled<float>(kLargestTariff, 17), *bill = empty<float>(kCustomers);
        CHECK(cudaFuncSetAttribute(phone_bills_ab2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kLargestTariff * 4));
        constexpr int blocks = kCustomers / (8 * kPerWarp);
        add("phone_bills_ab2_a", bill, kCustomers, Output::f32, [=] { phone_bills_ab2_a<<<blocks, 256, kLargestTariff * 4>>>(minutes, account, price, kSlots, kPerWarp, bill); });
        add("phone_bills_ab2_b", bill, kCustomers, Output::f32, [=] { phone_bills_ab2_b<<<blocks, 256, kSlots * 4>>>(minutes, account, price, kSlots, kPerWarp, bill); });
    }
    {
        float* mail = filled<float>((size_t)kMessages * 32, 18);
        harness_answer<<<2048, 256>>>(mail); CHECK(cudaGetLastError());
        int* newest = indices(kMailThreads, kMessages, 19);
        float* weight = empty<float>(kMailThreads);
        add("mail_threads_ab2_a", weight, kMailThreads, Output::f32, [=] { mail_threads_ab2_a<<<kMailThreads, 32>>>(mail, newest, weight, kThreadLength); });
        add("mail_threads_ab2_b", weight, kMailThreads, Output::f32, [=] { mail_threads_ab2_b<<<kMailThreads / 8, 256>>>(mail, newest, weight, kThreadLength); });
    }
    {
        float *count = filled<float>((size_t)kTraps * kDays, 20), *smooth = empty<float>((size_t)kTraps * kDays);
        add("pollen_traps_ab2_a", smooth, (size_t)kTraps * kDays, Output::f32, [=] { pollen_traps_ab2_a<<<kTraps / 128, 128>>>(count, smooth); });
        add("pollen_traps_ab2_b", smooth, (size_t)kTraps * kDays, Output::f32, [=] { pollen_traps_ab2_b<<<kTraps / 128, 128>>>(count, smooth); });
    }
    {
        float *start = filled<float>((size_t)kNerve * 8, 21), *volt = empty<float>(kNerve);
        add("squid_axons_ab2_a", volt, kNerve, Output::f32, [=] { squid_axons_ab2_a<<<kFibres, kParts>>>(start, volt, kTimeSteps); });
        add("squid_axons_ab2_b", volt, kNerve, Output::f32, [=] { squid_axons_ab2_b<<<kFibres, kParts>>>(start, volt, kTimeSteps); });
    }
    {
        uint4* column = empty<uint4>((size_t)kPages * kTellers * 4);
        harness_bytes<<<2048, 256>>>(reinterpret_cast<uint32_t*>(column), (size_t)kPages * kTellers * 16); CHECK(cudaGetLastError());
        int* share = empty<int>(kPages * kBuckets);
        add("column_ages_ab2_a", share, kPages * kBuckets, Output::i32, [=] { column_ages_ab2_a<<<kPages, kTellers>>>(column, share); });
        add("column_ages_ab2_b", share, kPages * kBuckets, Output::i32, [=] { column_ages_ab2_b<<<kPages, kTellers>>>(column, share); });
    }
    {
        float *flight = filled<float>((size_t)kPoints * kFlights, 22), *clear = empty<float>(kPoints);
        add("coral_bands_ab2_a", clear, kPoints, Output::f32, [=] {
            coral_bands_ab2_a<<<kPoints / 8192, 512>>>(reinterpret_cast<const float4*>(flight), reinterpret_cast<float4*>(clear)); });
        add("coral_bands_ab2_b", clear, kPoints, Output::f32, [=] {
            coral_bands_ab2_b<<<kPoints / 8192, 512>>>(reinterpret_cast<const float2*>(flight), reinterpret_cast<float2*>(clear)); });
    }
    {
        float4* trace = reinterpret_cast<float4*>(filled<float>((size_t)kTraces * kTraceQuads * 4, 23));
        float* energy = empty<float>(kTraces);
        add("quake_traces_ab2_a", energy, kTraces, Output::f32, [=] { quake_traces_ab2_a<<<kTraces, 512>>>(trace, energy); });
    }

    return harness::run(argc, argv, cases);
}
