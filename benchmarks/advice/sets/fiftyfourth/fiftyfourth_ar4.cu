// Eight measured cases from finance, mapping, neuroscience, physics, retail, music, games and medicine: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Mortgages: present value of each loan, month by month until its term (8 to 356 months, most of them short).
constexpr int kLoans = 132 * 8 * 256 * 32, kTerms = 96;

__device__ __forceinline__ int loan_term(float w) {
    float u = fmaf(0.5f, w, 0.5f);
    return 8 + 4 * min((int)(88.0f * u * u * u), 87);
}

__device__ __forceinline__ float loan_value(float4 loan, int term) {
    float owed = 1.5f + loan.x, rate = fmaf(0.002f, loan.y, 0.004f), due = fmaf(0.002f, loan.z, 0.005f), discount = 1.0f, value = 0.0f;
    for (int month = 0; month < term; month += 4) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float early = fmaf(-0.4f, rate, 0.006f);
            float paid = fmaf(early, owed, due);
            value = fmaf(discount, paid, value);
            owed = fmaxf(fmaf(owed, rate, owed) - paid, 0.0f);
            rate = fmaf(0.97f, rate, 0.00013f);
            discount = fmaf(-rate, discount, discount);
        }
    }
    return fmaf(discount, owed, value);
}

__global__ void __launch_bounds__(256, 8) saffron_kettle_ar4_a(const float4* __restrict__ loans, float* __restrict__ value) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 loan = loans[i];
    value[i] = loan_value(loan, loan_term(loan.w));
}

__global__ void __launch_bounds__(256, 8) saffron_kettle_ar4_b(const float4* __restrict__ loans, float* __restrict__ value) {
    __shared__ float4 book[256];
    __shared__ int owner[256], place[kTerms];
    int t = threadIdx.x, base = blockIdx.x * 256, lane = t % 32;
    float4 loan = loans[base + t];
    int bucket = loan_term(loan.w) / 4 - 2;
    if (t < kTerms) place[t] = 0;
    __syncthreads();
    int rank = atomicAdd(&place[bucket], 1);
    __syncthreads();
    if (t < 32) {  // exclusive scan of the 96 counts, three a lane
        int c0 = place[3 * lane], c1 = place[3 * lane + 1], c2 = place[3 * lane + 2], total = c0 + c1 + c2, sum = total;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int other = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o) sum += other;
        }
        int start = sum - total;
        place[3 * lane] = start; place[3 * lane + 1] = start + c0; place[3 * lane + 2] = start + c0 + c1;
    }
    __syncthreads();
    int at = place[bucket] + rank;
    book[at] = loan;
    owner[at] = t;
    __syncthreads();
    int mine = (t + 32 * (int)(harness::hash32(blockIdx.x) & 7u)) % 256;  // the long warp is another one in each block
    loan = book[mine];
    value[base + owner[mine]] = loan_value(loan, loan_term(loan.w));
}

// ---- Mapping: height of each surveyed place as a sum of 96 Gaussian hills.
constexpr int kSpots = 132 * 5 * 256, kHills = 96;

__global__ void __launch_bounds__(256, 5) juniper_sextant_ar4_a(const float4* __restrict__ spots, const float4* __restrict__ hills, float* __restrict__ height) {
    __shared__ float4 hill[kHills];
    if (threadIdx.x < kHills) hill[threadIdx.x] = hills[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 spot = spots[i];
    float sum = spot.w;
#pragma unroll 2
    for (int k = 0; k < kHills; ++k) {
        float4 h = hill[k];
        float dx = spot.x - h.x, dy = spot.y - h.y, dz = spot.z - h.z;
        float apart = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
        sum += (1.5f + h.w) * exp(-2.5 * apart);
    }
    height[i] = sum;
}

__global__ void __launch_bounds__(256, 5) juniper_sextant_ar4_b(const float4* __restrict__ spots, const float4* __restrict__ hills, float* __restrict__ height) {
    __shared__ float4 hill[kHills];
    if (threadIdx.x < kHills) hill[threadIdx.x] = hills[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 spot = spots[i];
    float sum = spot.w;
#pragma unroll 2
    for (int k = 0; k < kHills; ++k) {
        float4 h = hill[k];
        float dx = spot.x - h.x, dy = spot.y - h.y, dz = spot.z - h.z;
        float apart = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
        sum += (1.5f + h.w) * expf(-2.5f * apart);
    }
    height[i] = sum;
}

// ---- Neurons: a warp a neuron of 32 compartments; each of 32 stimuli couples neighbours once and then relaxes every compartment in
// as many small steps as that neuron needs for it (4 to 12 mostly, 192 in one stimulus of sixteen).
constexpr int kNeurons = 264 * 32, kStimuli = 32;

template <bool kWhole>
__device__ __forceinline__ void neuron_wait() {
    if (kWhole) __syncthreads();
    else __syncwarp();
}

template <bool kWhole>
__device__ __forceinline__ void neuron_run(const float* __restrict__ start, const int* __restrict__ steps, const float* __restrict__ push,
                                           float* __restrict__ end) {
    __shared__ float dendrite[32][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, neuron = blockIdx.x * 32 + warp;
    float* branch = dendrite[warp];
    float v = start[neuron * 32 + lane];
    int count = steps[neuron];
    float drive = push[neuron];
    for (int s = 0; s < kStimuli; ++s) {
        branch[lane] = v;
        neuron_wait<kWhole>();
        float near = branch[(lane + 31) % 32] + branch[(lane + 1) % 32];
        neuron_wait<kWhole>();
        int next = min(s + 1, kStimuli - 1) * kNeurons + neuron;
        int later = steps[next];
        float after = push[next];
        float flow = fmaf(0.25f, near, 0.5f * drive);
        for (int k = 0; k < count; k += 4) {
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float leak = __fdividef(v, 0.5f + fabsf(v));
                v = fmaf(0.05f, flow - leak, v);
            }
        }
        count = later;
        drive = after;
    }
    end[neuron * 32 + lane] = v;
}

__global__ void __launch_bounds__(1024, 2) heron_lattice_ar4_a(const float* __restrict__ start, const int* __restrict__ steps,
                                                               const float* __restrict__ push, float* __restrict__ end) {
    neuron_run<true>(start, steps, push, end);
}
__global__ void __launch_bounds__(1024, 2) heron_lattice_ar4_b(const float* __restrict__ start, const int* __restrict__ steps,
                                                               const float* __restrict__ push, float* __restrict__ end) {
    neuron_run<false>(start, steps, push, end);
}

// ---- Molecular dynamics: total momentum and kinetic energy of all atoms (velocity and mass).
constexpr int kWalkers = 132 * 8 * 256, kAtoms = kWalkers * 8;

__device__ __forceinline__ void atom_add(float4 a, float4& sum) {
    float mass = fmaf(0.5f, a.w, 1.5f);
    sum.x = fmaf(mass, a.x, sum.x);
    sum.y = fmaf(mass, a.y, sum.y);
    sum.z = fmaf(mass, a.z, sum.z);
    sum.w = fmaf(0.5f * mass, fmaf(a.x, a.x, fmaf(a.y, a.y, a.z * a.z)), sum.w);
}

__device__ __forceinline__ float4 warp_total(float4 s) {
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        s.x += __shfl_xor_sync(0xffffffffu, s.x, o);
        s.y += __shfl_xor_sync(0xffffffffu, s.y, o);
        s.z += __shfl_xor_sync(0xffffffffu, s.z, o);
        s.w += __shfl_xor_sync(0xffffffffu, s.w, o);
    }
    return s;
}

__global__ void __launch_bounds__(256, 8) pewter_finch_ar4_a(const float4* __restrict__ atoms, float* __restrict__ totals) {
    int lane = threadIdx.x % 32;
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kAtoms; i += kWalkers) {
        float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        atom_add(atoms[i], sum);
        sum = warp_total(sum);
        if (lane < 4) atomicAdd(totals + lane, lane == 0 ? sum.x : lane == 1 ? sum.y : lane == 2 ? sum.z : sum.w);
    }
}

__global__ void __launch_bounds__(256, 8) pewter_finch_ar4_b(const float4* __restrict__ atoms, float* __restrict__ totals) {
    __shared__ float4 part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kAtoms; i += kWalkers) atom_add(atoms[i], sum);
    sum = warp_total(sum);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_total(lane < 8 ? part[lane] : make_float4(0.0f, 0.0f, 0.0f, 0.0f));
        if (lane < 4) atomicAdd(totals + lane, lane == 0 ? sum.x : lane == 1 ? sum.y : lane == 2 ? sum.z : sum.w);
    }
}

// ---- Retail: pieces sold in each of 64 departments; seven of ten receipts are of the grocery.
constexpr int kTills = 132 * 8 * 256, kQuads = kTills * 124, kDepartments = 64;

template <int kCopies>
__device__ __forceinline__ void receipt_add(int* tally, unsigned departments, int4 pieces, int copy) {
    atomicAdd(&tally[(departments & 63u) * kCopies + copy], pieces.x);
    atomicAdd(&tally[((departments >> 8) & 63u) * kCopies + copy], pieces.y);
    atomicAdd(&tally[((departments >> 16) & 63u) * kCopies + copy], pieces.z);
    atomicAdd(&tally[((departments >> 24) & 63u) * kCopies + copy], pieces.w);
}

template <int kCopies>
__device__ __forceinline__ void receipt_walk(int* tally, const unsigned* __restrict__ departments, const int4* __restrict__ pieces, int copy) {
#pragma unroll 2
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kQuads; i += 2 * kTills) {  // 62 rounds of two
        unsigned d0 = departments[i], d1 = departments[i + kTills];
        int4 p0 = pieces[i], p1 = pieces[i + kTills];
        receipt_add<kCopies>(tally, d0, p0, copy);
        receipt_add<kCopies>(tally, d1, p1, copy);
    }
}

__global__ void __launch_bounds__(256, 8) velvet_anvil_ar4_a(const unsigned* __restrict__ departments, const int4* __restrict__ pieces, int* __restrict__ sold) {
    __shared__ int tally[kDepartments];
    int t = threadIdx.x;
    if (t < kDepartments) tally[t] = 0;
    __syncthreads();
    receipt_walk<1>(tally, departments, pieces, 0);
    __syncthreads();
    if (t < kDepartments) atomicAdd(sold + t, tally[t]);
}

__global__ void __launch_bounds__(256, 8) velvet_anvil_ar4_b(const unsigned* __restrict__ departments, const int4* __restrict__ pieces, int* __restrict__ sold) {
    __shared__ int tally[kDepartments * 32];  // a copy a lane, each in its own bank
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
#pragma unroll
    for (int k = 0; k < kDepartments * 32; k += 256) tally[k + t] = 0;
    __syncthreads();
    receipt_walk<32>(tally, departments, pieces, lane);
    __syncthreads();
    int mine = 0;
#pragma unroll
    for (int k = 0; k < kDepartments / 8; ++k) {
        int total = __reduce_add_sync(0xffffffffu, tally[(warp * 8 + k) * 32 + lane]);
        if (lane == k) mine = total;
    }
    if (lane < kDepartments / 8) atomicAdd(sold + warp * 8 + lane, mine);
}

// ---- Music: loudness of each voice of a synthesizer over 192 samples; the four instruments sit interleaved (voice % 4).
constexpr int kVoices = 132 * 4 * 256, kSamples = 192;

__device__ __forceinline__ float bell_tone(float2 p) {  // frequency modulation with a folded phase and a polynomial sine
    float phase = p.x, mod = p.y, loud = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kSamples; ++s) {
        mod = fmaf(-0.01f, mod, mod);
        phase = phase + fmaf(0.05f, mod, 0.07f);
        phase = phase > 1.0f ? phase - 2.0f : phase;
        float wave = phase * fmaf(-fabsf(phase), 4.0f, 4.0f);
        loud = fmaf(wave, wave, loud);
    }
    return loud;
}
__device__ __forceinline__ float string_tone(float2 p) {  // two-pole resonator with a leak
    float near = p.x, far = p.y, loud = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kSamples; ++s) {
        float now = fmaf(1.93f, near, -0.97f * far);
        far = near;
        near = fminf(fmaxf(now, -4.0f), 4.0f);
        loud = fmaf(near, fmaf(0.1f, far, near), loud);
    }
    return loud;
}
__device__ __forceinline__ float drum_tone(float2 p) {  // noise from a shift register through a decaying low-pass
    unsigned noise = __float_as_uint(p.x) | 1u;
    float low = p.y, gain = 1.0f, loud = 0.0f;
#pragma unroll 4
    for (int s = 0; s < kSamples; ++s) {
        noise = noise * 1664525u + 1013904223u;
        float hiss = __uint_as_float((noise >> 9) | 0x3f800000u) - 1.5f;
        low = fmaf(0.2f, hiss, 0.8f * low);
        gain = fmaf(-0.01f, gain, gain);
        loud = fmaf(gain, fabsf(low), loud);
    }
    return loud;
}
__device__ __forceinline__ float brass_tone(float2 p) {  // saw tooth through a cubic clipper and a one-pole filter
    float saw = p.x, horn = p.y, loud = 0.0f, pitch = fmaf(0.02f, p.y, 0.05f);
#pragma unroll 4
    for (int s = 0; s < kSamples; ++s) {
        saw += pitch;
        saw = saw > 1.0f ? saw - 2.0f : saw;
        float clip = fmaf(-0.33f * saw, saw * saw, saw);
        horn = fmaf(0.7f, horn, 0.3f * clip);
        loud = fmaf(horn, horn, loud);
    }
    return loud;
}
__device__ __forceinline__ float voice_tone(int instrument, float2 p) {
    switch (instrument) {
        case 0: return bell_tone(p);
        case 1: return string_tone(p);
        case 2: return drum_tone(p);
        default: return brass_tone(p);
    }
}

__global__ void __launch_bounds__(256, 4) thimble_orchard_ar4_a(const float2* __restrict__ voices, float* __restrict__ loud) {
    int i = blockIdx.x * 256 + threadIdx.x;
    loud[i] = voice_tone(threadIdx.x % 4, voices[i]);
}

__global__ void __launch_bounds__(256, 4) thimble_orchard_ar4_b(const float2* __restrict__ voices, float* __restrict__ loud) {
    __shared__ float2 seat[4 * 72];
    __shared__ float heard[4 * 72];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32, warp = t / 32;
    seat[(t % 4) * 72 + t / 4] = voices[i];
    __syncthreads();
    int instrument = warp / 2, at = instrument * 72 + (warp % 2) * 32 + lane;
    heard[at] = voice_tone(instrument, seat[at]);
    __syncthreads();
    loud[i] = heard[(t % 4) * 72 + t / 4];
}

// ---- Games: a table of bouncing balls, each reflected one to five times in this frame as its energy says.
constexpr int kBalls = 132 * 1024 * 128;  // 16 bytes each

__device__ __forceinline__ float4 ball_bounce(float4 b) {
    return make_float4(fabsf(fmaf(0.3f, b.z, b.x)), fmaf(-0.9f, b.y, 0.2f * b.x), fmaf(-0.85f, b.z, 0.05f * b.y), 0.8f * b.w);
}
__device__ __forceinline__ int ball_bounces(float w) { return 1 + min((int)fmaf(2.5f, w, 2.5f), 4); }

__global__ void __launch_bounds__(256) cobalt_ferry_ar4_a(const float4* __restrict__ balls, float4* __restrict__ moved) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 ball[2] = {balls[i], balls[i + 256]};
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int bounces = ball_bounces(ball[k].w);
#pragma unroll 1
        for (int r = 0; r < bounces; ++r) ball[k] = ball_bounce(ball[k]);
        moved[i + k * 256] = ball[k];
    }
}

__global__ void __launch_bounds__(256) cobalt_ferry_ar4_b(const float4* __restrict__ balls, float4* __restrict__ moved) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 ball[2] = {balls[i], balls[i + 256]};
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int bounces = ball_bounces(ball[k].w);
#pragma unroll
        for (int r = 0; r < 5; ++r) {
            float4 next = ball_bounce(ball[k]);
            float on = r < bounces ? 1.0f : 0.0f;
            ball[k].x = fmaf(on, next.x - ball[k].x, ball[k].x);
            ball[k].y = fmaf(on, next.y - ball[k].y, ball[k].y);
            ball[k].z = fmaf(on, next.z - ball[k].z, ball[k].z);
            ball[k].w = fmaf(on, next.w - ball[k].w, ball[k].w);
        }
        moved[i + k * 256] = ball[k];
    }
}

// ---- Medicine: cumulative dose of each patient over 1024 readings (inclusive scan of a row), a warp a patient.
constexpr int kPatients = 132 * 1024;

__global__ void __launch_bounds__(256, 4) tundra_quill_ar4_a(const float4* __restrict__ reading, float4* __restrict__ dose) {
    int lane = threadIdx.x % 32;
    size_t at = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * 256 + lane;
    float4 v[8];
    float sum[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = __ldcs(reading + at + j * 32);
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].x = fmaf(0.5f, v[j].x, 0.6f);
        v[j].y = v[j].x + fmaf(0.5f, v[j].y, 0.6f);
        v[j].z = v[j].y + fmaf(0.5f, v[j].z, 0.6f);
        v[j].w = v[j].z + fmaf(0.5f, v[j].w, 0.6f);
        sum[j] = v[j].w;
    }
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float other = __shfl_up_sync(0xffffffffu, sum[j], o);
            if (lane >= o) sum[j] += other;
        }
    }
    float carry = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float before = carry + (sum[j] - v[j].w);
        carry += __shfl_sync(0xffffffffu, sum[j], 31);
        __stcs(dose + at + j * 32, make_float4(v[j].x + before, v[j].y + before, v[j].z + before, v[j].w + before));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // One large input field and one large result, shared; the rest is small or of its own case.
    constexpr size_t kMost = (size_t)kPatients * 1024;
    static_assert((size_t)kLoans * 4 <= kMost && (size_t)kBalls * 4 <= kMost && (size_t)kAtoms * 4 <= kMost, "fields are too short");
    static_assert(kQuads % (2 * kTills) == 0 && kBalls % 512 == 0 && kPatients % 8 == 0 && kAtoms % kWalkers == 0, "uneven shares");
    float *field = filled<float>(kMost, 4101), *out = empty<float>(kMost), *hills = filled<float>(kHills * 4, 4102);
    float *push = filled<float>((size_t)kStimuli * kNeurons, 4103), *totals = empty<float>(4);
    float4 *field4 = reinterpret_cast<float4*>(field), *out4 = reinterpret_cast<float4*>(out), *hills4 = reinterpret_cast<float4*>(hills);
    float2* field2 = reinterpret_cast<float2*>(field);

    // Each neuron has its long relaxation in one of each sixteen stimuli, another one than its neighbours.
    std::vector<int> counts((size_t)kStimuli * kNeurons);
    for (int s = 0; s < kStimuli; ++s)
        for (int n = 0; n < kNeurons; ++n) {
            bool stiff = (int)(hash32((uint32_t)(n * 2 + s / 16) + 77u) % 16u) == s % 16;
            counts[(size_t)s * kNeurons + n] = stiff ? 192 : 4 + 4 * (int)(hash32((uint32_t)(s * kNeurons + n) + 911u) % 3u);
        }
    int* steps = uploaded(counts);

    // Departments of four receipts a word: 70% are number 7, the others any.
    std::vector<unsigned> words((size_t)kQuads);
    for (size_t i = 0; i < words.size(); ++i) {
        unsigned word = 0, skew = hash32((uint32_t)i + 5u), any = hash32((uint32_t)i ^ 0x5bd1e995u);
        for (int k = 0; k < 4; ++k) {
            unsigned one = ((skew >> (8 * k)) & 255u) < 179u ? 7u : (any >> (8 * k)) & 63u;
            word |= one << (8 * k);
        }
        words[i] = word;
    }
    unsigned* departments = uploaded(words);
    int *pieces = indices((size_t)kQuads * 4, 8, 4104), *sold = empty<int>(kDepartments);
    int4* pieces4 = reinterpret_cast<int4*>(pieces);

    add("saffron_kettle_ar4_a", out, kLoans, [=] { saffron_kettle_ar4_a<<<kLoans / 256, 256>>>(field4, out); });
    add("saffron_kettle_ar4_b", out, kLoans, [=] { saffron_kettle_ar4_b<<<kLoans / 256, 256>>>(field4, out); });

    add("juniper_sextant_ar4_a", out, kSpots, [=] { juniper_sextant_ar4_a<<<kSpots / 256, 256>>>(field4, hills4, out); });
    add("juniper_sextant_ar4_b", out, kSpots, [=] { juniper_sextant_ar4_b<<<kSpots / 256, 256>>>(field4, hills4, out); });

    add("heron_lattice_ar4_a", out, kNeurons * 32, [=] { heron_lattice_ar4_a<<<kNeurons / 32, 1024>>>(field, steps, push, out); });
    add("heron_lattice_ar4_b", out, kNeurons * 32, [=] { heron_lattice_ar4_b<<<kNeurons / 32, 1024>>>(field, steps, push, out); });

    add("pewter_finch_ar4_a", totals, 4, [=] { pewter_finch_ar4_a<<<kWalkers / 256, 256>>>(field4, totals); });
    add("pewter_finch_ar4_b", totals, 4, [=] { pewter_finch_ar4_b<<<kWalkers / 256, 256>>>(field4, totals); });

    add("velvet_anvil_ar4_a", sold, kDepartments, [=] { velvet_anvil_ar4_a<<<kTills / 256, 256>>>(departments, pieces4, sold); }, Output::i32);
    add("velvet_anvil_ar4_b", sold, kDepartments, [=] { velvet_anvil_ar4_b<<<kTills / 256, 256>>>(departments, pieces4, sold); }, Output::i32);

    add("thimble_orchard_ar4_a", out, kVoices, [=] { thimble_orchard_ar4_a<<<kVoices / 256, 256>>>(field2, out); });
    add("thimble_orchard_ar4_b", out, kVoices, [=] { thimble_orchard_ar4_b<<<kVoices / 256, 256>>>(field2, out); });

    add("cobalt_ferry_ar4_a", out, (size_t)kBalls * 4, [=] { cobalt_ferry_ar4_a<<<kBalls / 512, 256>>>(field4, out4); });
    add("cobalt_ferry_ar4_b", out, (size_t)kBalls * 4, [=] { cobalt_ferry_ar4_b<<<kBalls / 512, 256>>>(field4, out4); });

    add("tundra_quill_ar4_a", out, kMost, [=] { tundra_quill_ar4_a<<<kPatients / 8, 256>>>(field4, out4); });

    return harness::run(argc, argv, cases);
}
