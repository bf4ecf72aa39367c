// Twelfth set, t1: ways of reaching global memory, in work of surveyors, insurers, trackers, statisticians, archivists, melters, toll offices.
#include "harness.cuh"

using harness::Case;
using harness::Output;
using harness::hash32;
using harness::unit;

// A one-to-one shuffle of [0, 2^bits): the order in which things happen to arrive.
__host__ __device__ inline uint32_t arrival(uint32_t x, int bits) {
    uint32_t mask = (1u << bits) - 1;
    for (int round = 0; round < 3; ++round) {
        x = (x * 0x9e3779b1u + 0x7f4a7c15u) & mask;
        x ^= x >> (bits / 2);
        x = (x * 0x85ebca6bu) & mask;
        x ^= x >> (bits / 2 + 1);
    }
    return x;
}

// ---- Clock drift of each GNSS tracking arc: straight line through the code residuals of every tenth epoch (30 s thinned to 5 min).
constexpr int THIN = 10;
__device__ inline float drift_of(float level, float moment, float used) { return 2.0f + __fdividef(level, used) + __fdividef(12.0f * moment, used * used * used); }
__global__ void gnss_clock_fit_t1_a(const float* __restrict__ resid, float* __restrict__ drift, int arcs, int epochs) {
    int arc = blockIdx.x * blockDim.x + threadIdx.x;
    if (arc >= arcs) return;
    const float* r = resid + (size_t)arc * epochs * THIN;
    float level = 0, moment = 0, middle = 0.5f * (epochs - 1);
    for (int e = 0; e < epochs; ++e) {
        float v = r[e * THIN];
        level += v;
        moment = fmaf(e - middle, v, moment);
    }
    drift[arc] = drift_of(level, moment, epochs);
}
__global__ void gnss_clock_fit_t1_b(const float* __restrict__ resid, float* __restrict__ drift, int arcs, int epochs) {  // epoch by epoch; all arcs of it
    int arc = blockIdx.x * blockDim.x + threadIdx.x;
    if (arc >= arcs) return;
    float level = 0, moment = 0, middle = 0.5f * (epochs - 1);
    for (int e = 0; e < epochs; ++e) {
        float v = resid[(size_t)e * arcs + arc];
        level += v;
        moment = fmaf(e - middle, v, moment);
    }
    drift[arc] = drift_of(level, moment, epochs);
}
__global__ void harness_residuals(float* byarc, float* byepoch, int arcs, int epochs) {
    size_t n = (size_t)arcs * epochs * THIN;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        float v = unit((uint32_t)i * 2654435761u + 3);
        byarc[i] = v;
        if (i % THIN == 0) byepoch[(i / THIN % epochs) * arcs + i / THIN / epochs] = v;
    }
}

// ---- Instalment plan of an insurance policy: outstanding premium at the end of each of 24 months.
constexpr int MONTHS = 24;
__global__ void instalment_plan_t1_a(const float* __restrict__ premium, const float* __restrict__ rate, const float* __restrict__ paid,
                                     float* __restrict__ plan, int policies) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= policies) return;
    float open = 30.0f + premium[p], growth = 1.0f + 0.004f * fabsf(rate[p]), pay = 1.0f + 0.2f * paid[p];
    float* row = plan + (size_t)p * MONTHS;
#pragma unroll
    for (int m = 0; m < MONTHS; ++m) {
        open = fmaf(open, growth, -pay);
        row[m] = open;
    }
}
__global__ void instalment_plan_t1_b(const float* __restrict__ premium, const float* __restrict__ rate, const float* __restrict__ paid,
                                     float* __restrict__ plan, int policies) {
    __shared__ float rows[128 * (MONTHS + 1)];
    int first = blockIdx.x * 128, p = first + threadIdx.x;
    if (p < policies) {
        float open = 30.0f + premium[p], growth = 1.0f + 0.004f * fabsf(rate[p]), pay = 1.0f + 0.2f * paid[p];
#pragma unroll
        for (int m = 0; m < MONTHS; ++m) {
            open = fmaf(open, growth, -pay);
            rows[threadIdx.x * (MONTHS + 1) + m] = open;
        }
    }
    __syncthreads();
    int here = min(128, policies - first) * MONTHS;
    float* out = plan + (size_t)first * MONTHS;
#pragma unroll
    for (int j = 0; j < MONTHS; ++j) {
        int k = j * 128 + threadIdx.x;
        if (k < here) out[k] = rows[k / MONTHS * (MONTHS + 1) + k % MONTHS];
    }
}

// ---- Distance of every collar fix from the den; doubtful and resting fixes count less.
struct Fix {
    float lon, lat, height, hdop;
    float temperature, battery, pitch, roll;
    float heading, speed, activity;
    int collar;
};
__device__ inline float den_distance(float lon, float lat, float hdop, float activity) {
    float north = (lat - 0.13f) * 111.2f, east = (lon + 0.21f) * 79.6f;
    float square = fmaf(north, north, east * east) + 1e-6f;
    return square * rsqrtf(square) * __fdividef(1.25f + activity, 1.0f + hdop * hdop);
}
__global__ void collar_fix_t1_a(const Fix* __restrict__ fixes, float* __restrict__ range, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) range[i] = den_distance(fixes[i].lon, fixes[i].lat, fixes[i].hdop, fixes[i].activity);
}
__global__ void collar_fix_t1_b(const float* __restrict__ lon, const float* __restrict__ lat, const float* __restrict__ hdop,
                                const float* __restrict__ activity, float* __restrict__ range, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) range[i] = den_distance(lon[i], lat[i], hdop[i], activity[i]);
}
__global__ void harness_fixes(Fix* fixes, float* lon, float* lat, float* hdop, float* activity, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v[12];
        for (int k = 0; k < 12; ++k) v[k] = unit((uint32_t)i * 12u + k + 99u);
        fixes[i] = Fix{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], (int)hash32(i)};
        lon[i] = v[0]; lat[i] = v[1]; hdop[i] = v[3]; activity[i] = v[10];
    }
}

// ---- Expected points of each shot: its distance against the rating kept for that player; season and situation.
__global__ void shot_context_t1_a(const int* __restrict__ context, const float* __restrict__ distance, const float2* __restrict__ rating,
                                  float* __restrict__ points, int shots) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= shots) return;
    float2 r = rating[context[s]];
    points[s] = 2.0f + fmaf(r.x, distance[s], 0.5f * r.y);
}
__global__ void shot_context_t1_b(const int* __restrict__ context, const float* __restrict__ distance, const float2* __restrict__ rating,
                                  float* __restrict__ points, int shots) {  // shots come sorted by context
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= shots) return;
    float2 r = rating[context[s]];
    points[s] = 2.0f + fmaf(r.x, distance[s], 0.5f * r.y);
}
__global__ void harness_shots(int* context, float* distance, int* sorted_context, float* sorted_distance, int bits) {
    uint32_t n = 1u << bits;
    for (uint32_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n; s += gridDim.x * blockDim.x) {
        uint32_t rank = arrival(s, bits);
        context[s] = rank >> 1;  distance[s] = unit(rank + 17u);
        sorted_context[s] = s >> 1;  sorted_distance[s] = unit(s + 17u);
    }
}

// ---- Bleed-through of scanned archive leaves: the ink of the back page is taken out of the front page.
__device__ inline uint32_t without_bleed(uint32_t front, uint32_t back, uint32_t share) {
    return min(255u, front + ((255u - back) * share >> 8));
}
__global__ void page_bleed_t1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back, uint8_t* __restrict__ clean,
                                uint32_t share, size_t pixels) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < pixels) clean[i] = (uint8_t)without_bleed(front[i], back[i], share);
}
__device__ inline uint32_t four_without_bleed(uint32_t f, uint32_t b, uint32_t share) {
    uint32_t out = 0;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out |= without_bleed(f >> k & 255u, b >> k & 255u, share) << k;
    return out;
}
__global__ void page_bleed_t1_b(const uint4* __restrict__ front, const uint4* __restrict__ back, uint4* __restrict__ clean,
                                uint32_t share, size_t sixteens) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= sixteens) return;
    uint4 f = front[i], b = back[i];
    clean[i] = make_uint4(four_without_bleed(f.x, b.x, share), four_without_bleed(f.y, b.y, share),
                          four_without_bleed(f.z, b.z, share), four_without_bleed(f.w, b.w, share));
}
__global__ void harness_leaf(uint8_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(hash32((uint32_t)i + seed) >> 13);
}

// ---- Energy balance of an arc furnace: electrode; off-gas; cooling and charge records against the lance log.
__device__ inline float4 balance(float4 electrode, float4 gas, float4 water, float4 charge, float4 lance) {
    return make_float4(electrode.x + 0.7f * lance.x - gas.x * water.x + charge.x + 4.0f, electrode.y + 0.7f * lance.y - gas.y * water.y + charge.y + 4.0f,
                       electrode.z + 0.7f * lance.z - gas.z * water.z + charge.z + 4.0f, electrode.w + 0.7f * lance.w - gas.w * water.w + charge.w + 4.0f);
}
__global__ void furnace_log_t1_a(const float4* __restrict__ electrode, const float4* __restrict__ gas, const float4* __restrict__ water,
                                 const float4* __restrict__ charge, const float4* __restrict__ lance, float4* __restrict__ energy, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) energy[i] = balance(electrode[i], gas[i], water[i], charge[i], lance[i]);
}
__global__ void furnace_log_t1_b(const float4* __restrict__ electrode, const float4* __restrict__ gas, const float4* __restrict__ water,
                                 const float4* __restrict__ charge, const float4* __restrict__ lance, float4* __restrict__ energy, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) energy[i] = balance(electrode[i], gas[i], water[i], charge[i], lance[i]);
}

// ---- Monthly toll of every vehicle: its passages hang together backwards through the day's passage log.
struct __align__(8) Passage { int earlier; float fare; };
constexpr int ACCOUNTS_EACH = 16;
__global__ void passage_chain_t1_a(const Passage* __restrict__ log, const int* __restrict__ latest, float* __restrict__ toll, int walkers) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= walkers) return;
    for (int k = 0; k < ACCOUNTS_EACH; ++k) {
        int vehicle = k * walkers + t;
        float sum = 0;
        for (int at = latest[vehicle]; at >= 0;) {
            Passage p = log[at];
            sum += p.fare;
            at = p.earlier;
        }
        toll[vehicle] = sum;
    }
}
__global__ void passage_chain_t1_b(const Passage* __restrict__ log, const int* __restrict__ latest, float* __restrict__ toll, int walkers) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= walkers) return;
    for (int k = 0; k < ACCOUNTS_EACH; k += 8) {
        int at[8];
        float sum[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { at[j] = latest[(k + j) * walkers + t]; sum[j] = 0; }
        int open = 1;
        while (open) {
            Passage p[8];
#pragma unroll
            for (int j = 0; j < 8; ++j) p[j] = at[j] >= 0 ? log[at[j]] : Passage{-1, 0.0f};
            open = 0;
#pragma unroll
            for (int j = 0; j < 8; ++j) { sum[j] += p[j].fare; at[j] = p[j].earlier; open |= at[j] >= 0; }
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) toll[(k + j) * walkers + t] = sum[j];
    }
}
__global__ void harness_passages(Passage* log, int* latest, int vehicles, int hops, int bits) {
    uint32_t n = 1u << bits;
    for (uint32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        uint32_t vehicle = k / hops, hop = k % hops, here = arrival(k, bits);
        bool last = hop + 1 == (uint32_t)hops || vehicle >= (uint32_t)vehicles || k + 1 == n;
        log[here] = Passage{last ? -1 : (int)arrival(k + 1, bits), 1.5f + unit(k)};
        if (hop == 0 && vehicle < (uint32_t)vehicles) latest[vehicle] = here;
    }
}

// ---- Panoramic jaw radiograph: dark level and flat field of the sensor strip; the frame starts after a one-word header.
__global__ void panorama_flat_t1_a(const float* __restrict__ frame, const float* __restrict__ flat, float* __restrict__ shown, int n) {
    int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = base + k * 256;
        if (i < n) shown[i] = (frame[i] + 1.125f) * (1.5f + 0.25f * flat[i]);
    }
}
__global__ void panorama_flat_t1_b(const float* __restrict__ frame, const float* __restrict__ flat, float* __restrict__ shown, int n) {
    int base = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = base + k * 256;
        if (i < n) shown[i] = (frame[i] + 1.125f) * (1.5f + 0.25f * flat[i]);
    }
}

// ---- Strip temperature behind the caster: pyrometer and model mixed across the width; one row of 4096 positions per instant.
constexpr int STRIP4 = 1024;  // positions of a row in fours
__device__ inline float4 mixed(float4 seen, float4 model, float4 w) {
    return make_float4(fmaf(w.x, seen.x - model.x, model.x) + 2.0f, fmaf(w.y, seen.y - model.y, model.y) + 2.0f,
                       fmaf(w.z, seen.z - model.z, model.z) + 2.0f, fmaf(w.w, seen.w - model.w, model.w) + 2.0f);
}
template <int WIDEST>
__device__ inline void mix_rows(float4 (&weight)[WIDEST], const float4* __restrict__ seen, const float4* __restrict__ model,
                                const float4* __restrict__ trust, float4* __restrict__ out, int rows) {
    for (int x = 0; x < STRIP4; x += 256) weight[x + threadIdx.x] = trust[x + threadIdx.x];
    __syncthreads();
    int n4 = rows * STRIP4;  // a multiple of 512
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n4; i += gridDim.x * 512) {
        int j = i + 256;
        float4 s = seen[i], m = model[i], t = seen[j], n = model[j];
        out[i] = mixed(s, m, weight[i % STRIP4]);
        out[j] = mixed(t, n, weight[j % STRIP4]);
    }
}
__global__ void __launch_bounds__(256, 8) caster_strip_t1_a(const float4* __restrict__ seen, const float4* __restrict__ model,
                                                         const float4* __restrict__ trust, float4* __restrict__ out, int rows) {
    __shared__ float4 weight[3072];  // the widest strip the works can roll
    mix_rows(weight, seen, model, trust, out, rows);
}
__global__ void __launch_bounds__(256, 8) caster_strip_t1_b(const float4* __restrict__ seen, const float4* __restrict__ model,
                                                         const float4* __restrict__ trust, float4* __restrict__ out, int rows) {
    __shared__ float4 weight[STRIP4];
    mix_rows(weight, seen, model, trust, out, rows);
}

// ---- Combined geoid height grid: satellite; airborne and terrestrial solutions with their weights.
__global__ void __launch_bounds__(256) geoid_merge_t1_a(const float4* __restrict__ satellite, const float4* __restrict__ airborne,
                                                        const float4* __restrict__ terrestrial, float4* __restrict__ height,
                                                        float ws, float wa, float wt, int n4) {
    int i = blockIdx.x * 512 + threadIdx.x, j = i + 256;
    if (j < n4) {
        float4 s = __ldcs(satellite + i), a = __ldcs(airborne + i), t = __ldcs(terrestrial + i);
        float4 u = __ldcs(satellite + j), b = __ldcs(airborne + j), v = __ldcs(terrestrial + j);
        __stcs(height + i, make_float4(ws * s.x + wa * a.x + wt * t.x, ws * s.y + wa * a.y + wt * t.y,
                                       ws * s.z + wa * a.z + wt * t.z, ws * s.w + wa * a.w + wt * t.w));
        __stcs(height + j, make_float4(ws * u.x + wa * b.x + wt * v.x, ws * u.y + wa * b.y + wt * v.y,
                                       ws * u.z + wa * b.z + wt * v.z, ws * u.w + wa * b.w + wt * v.w));
    }
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    const int arcs = 132 * 2048 * 3, epochs = 40;
    float* byarc = empty<float>((size_t)arcs * epochs * THIN); float* byepoch = empty<float>((size_t)arcs * epochs); float* drift = empty<float>(arcs);
    harness_residuals<<<4096, 256>>>(byarc, byepoch, arcs, epochs); CHECK(cudaGetLastError());
    cases.push_back({"gnss_clock_fit_t1_a", [=] { gnss_clock_fit_t1_a<<<arcs / 256, 256>>>(byarc, drift, arcs, epochs); }, drift, (size_t)arcs});
    cases.push_back({"gnss_clock_fit_t1_b", [=] { gnss_clock_fit_t1_b<<<arcs / 256, 256>>>(byepoch, drift, arcs, epochs); }, drift, (size_t)arcs});

    const int policies = 132 * 2048 * 8;
    float* premium = filled<float>(policies, 11); float* rate = filled<float>(policies, 12); float* paid = filled<float>(policies, 13);
    float* plan = empty<float>((size_t)policies * MONTHS);
    cases.push_back({"instalment_plan_t1_a", [=] { instalment_plan_t1_a<<<policies / 128, 128>>>(premium, rate, paid, plan, policies); }, plan, (size_t)policies * MONTHS});
    cases.push_back({"instalment_plan_t1_b", [=] { instalment_plan_t1_b<<<policies / 128, 128>>>(premium, rate, paid, plan, policies); }, plan, (size_t)policies * MONTHS});

    const int nfix = 132 * 65536;
    Fix* fixes; CHECK(cudaMalloc(&fixes, nfix * sizeof(Fix)));
    float* lon = empty<float>(nfix); float* lat = empty<float>(nfix); float* hdop = empty<float>(nfix); float* activity = empty<float>(nfix);
    float* range = empty<float>(nfix);
    harness_fixes<<<4096, 256>>>(fixes, lon, lat, hdop, activity, nfix); CHECK(cudaGetLastError());
    cases.push_back({"collar_fix_t1_a", [=] { collar_fix_t1_a<<<nfix / 256, 256>>>(fixes, range, nfix); }, range, (size_t)nfix});
    cases.push_back({"collar_fix_t1_b", [=] { collar_fix_t1_b<<<nfix / 256, 256>>>(lon, lat, hdop, activity, range, nfix); }, range, (size_t)nfix});

    const int shotbits = 25, shots = 1 << shotbits;
    int* context = empty<int>(shots); int* sorted_context = empty<int>(shots);
    float* distance = empty<float>(shots); float* sorted_distance = empty<float>(shots); float* points = empty<float>(shots);
    float2* rating = (float2*)filled<float>(shots, 21);
    harness_shots<<<4096, 256>>>(context, distance, sorted_context, sorted_distance, shotbits); CHECK(cudaGetLastError());
    cases.push_back({"shot_context_t1_a", [=] { shot_context_t1_a<<<shots / 256, 256>>>(context, distance, rating, points, shots); }, points, (size_t)shots});
    cases.push_back({"shot_context_t1_b", [=] { shot_context_t1_b<<<shots / 256, 256>>>(sorted_context, sorted_distance, rating, points, shots); }, points, (size_t)shots});

    const size_t pixels = 1u << 27;
    uint8_t* front = empty<uint8_t>(pixels); uint8_t* back = empty<uint8_t>(pixels); uint8_t* clean = empty<uint8_t>(pixels);
    harness_leaf<<<4096, 256>>>(front, pixels, 5); harness_leaf<<<4096, 256>>>(back, pixels, 77); CHECK(cudaGetLastError());
    cases.push_back({"page_bleed_t1_a", [=] { page_bleed_t1_a<<<(unsigned)(pixels / 256), 256>>>(front, back, clean, 71, pixels); }, clean, pixels, Output::u8});
    cases.push_back({"page_bleed_t1_b", [=] { page_bleed_t1_b<<<(unsigned)(pixels / 16 / 256), 256>>>((const uint4*)front, (const uint4*)back, (uint4*)clean, 71, pixels / 16); },
                     clean, pixels, Output::u8});

    const int logged = 1 << 23;
    float4* electrode = (float4*)filled<float>(logged, 31); float4* gas = (float4*)filled<float>(logged, 32);
    float4* water = (float4*)filled<float>(logged, 33); float4* charge = (float4*)filled<float>(logged, 34);
    float4* energy = (float4*)empty<float>(logged);
    float4* lance = (float4*)filled<float>(logged, 35);
    float* pinned; CHECK(cudaHostAlloc(&pinned, logged * sizeof(float), cudaHostAllocMapped));
    CHECK(cudaMemcpy(pinned, lance, logged * sizeof(float), cudaMemcpyDeviceToHost));
    float4* lance_host; CHECK(cudaHostGetDevicePointer(&lance_host, pinned, 0));
    cases.push_back({"furnace_log_t1_a", [=] { furnace_log_t1_a<<<logged / 4 / 256, 256>>>(electrode, gas, water, charge, lance_host, energy, logged / 4); }, energy, (size_t)logged});
    cases.push_back({"furnace_log_t1_b", [=] { furnace_log_t1_b<<<logged / 4 / 256, 256>>>(electrode, gas, water, charge, lance, energy, logged / 4); }, energy, (size_t)logged});

    const int walkers = 132 * 128, vehicles = walkers * ACCOUNTS_EACH, hops = 56;
    Passage* log; CHECK(cudaMalloc(&log, sizeof(Passage) << 24));
    int* latest = empty<int>(vehicles); float* toll = empty<float>(vehicles);
    harness_passages<<<4096, 256>>>(log, latest, vehicles, hops, 24); CHECK(cudaGetLastError());
    cases.push_back({"passage_chain_t1_a", [=] { passage_chain_t1_a<<<132, 128>>>(log, latest, toll, walkers); }, toll, (size_t)vehicles});
    cases.push_back({"passage_chain_t1_b", [=] { passage_chain_t1_b<<<132, 128>>>(log, latest, toll, walkers); }, toll, (size_t)vehicles});

    const int dots = 132 * 1024 * 256;
    float* frame = filled<float>(dots + 1, 41); float* flat = filled<float>(dots, 42); float* shown = empty<float>(dots);
    float* frame_even = empty<float>(dots); CHECK(cudaMemcpy(frame_even, frame + 1, dots * sizeof(float), cudaMemcpyDeviceToDevice));
    cases.push_back({"panorama_flat_t1_a", [=] { panorama_flat_t1_a<<<dots / 1024, 256>>>(frame + 1, flat, shown, dots); }, shown, (size_t)dots});
    cases.push_back({"panorama_flat_t1_b", [=] { panorama_flat_t1_b<<<dots / 1024, 256>>>(frame_even, flat, shown, dots); }, shown, (size_t)dots});

    const int instants = 132 * 64;
    const size_t strip = (size_t)instants * STRIP4 * 4;
    float4* seen = (float4*)filled<float>(strip, 51); float4* model = (float4*)filled<float>(strip, 52); float4* trust = (float4*)filled<float>(STRIP4 * 4, 53);
    float4* strip_out = (float4*)empty<float>(strip);
    cases.push_back({"caster_strip_t1_a", [=] { caster_strip_t1_a<<<132 * 16, 256>>>(seen, model, trust, strip_out, instants); }, strip_out, strip});
    cases.push_back({"caster_strip_t1_b", [=] { caster_strip_t1_b<<<132 * 16, 256>>>(seen, model, trust, strip_out, instants); }, strip_out, strip});

    const int nodes = 1 << 25;
    float4* sat = (float4*)filled<float>(nodes, 61); float4* air = (float4*)filled<float>(nodes, 62); float4* ter = (float4*)filled<float>(nodes, 63);
    float4* geoid = (float4*)empty<float>(nodes);
    cases.push_back({"geoid_merge_t1_a", [=] { geoid_merge_t1_a<<<nodes / 4 / 512, 256>>>(sat, air, ter, geoid, 0.5f, 0.3f, 0.2f, nodes / 4); }, geoid, (size_t)nodes});

    return run(argc, argv, cases);
}
