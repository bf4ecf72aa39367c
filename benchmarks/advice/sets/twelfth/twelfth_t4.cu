// Launch shape and parallelism, first half: posts, dams, stamps, crops, orchestras, tunnels, toys, hives.
#include "harness.cuh"

using namespace harness;

__device__ inline float warp_sum(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    return v;
}
__device__ inline int warp_sum(int v) {
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    return v;
}

// Postal sorting: every delivery round is a chain of trays of 31 parcels and the number of the next tray; grams of parcels bound for the chute of the round.
const int TRAYS = 1 << 21, ROUNDS = 65536, TRAYS_A_ROUND = 24;

__global__ void harness_trays(unsigned* tray) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < TRAYS * 32u; i += gridDim.x * blockDim.x)
        tray[i] = (i & 31) == 31 ? ((i >> 5) * 1664525u + 1013904223u) & (TRAYS - 1) : hash32(i);
}

__device__ inline int chain_grams(const unsigned* __restrict__ tray, int round, int lane) {
    unsigned page = round, chute = round & 7;
    int grams = 0;
    for (int hop = 0; hop < TRAYS_A_ROUND; ++hop) {
        unsigned slip = tray[page * 32 + lane];
        if (lane < 31 && (slip >> 10 & 7) == chute) grams += slip & 1023;
        page = __shfl_sync(~0u, slip, 31);
    }
    return warp_sum(grams);
}

__global__ void parcel_chute_t4_a(const unsigned* __restrict__ tray, int* __restrict__ grams) {
    int sum = chain_grams(tray, blockIdx.x, threadIdx.x);
    if (threadIdx.x == 0) grams[blockIdx.x] = sum;
}

__global__ void parcel_chute_t4_b(const unsigned* __restrict__ tray, int* __restrict__ grams) {
    int round = blockIdx.x * 8 + threadIdx.x / 32;
    int sum = chain_grams(tray, round, threadIdx.x & 31);
    if ((threadIdx.x & 31) == 0) grams[round] = sum;
}

// Dam safety: 48 piezometers with a million readings each against the pool level: excess uplift, its square, readings over the alarm mark.
const int PIEZOMETERS = 48, READINGS = 1 << 20, RECORD_SLICES = 44;

__device__ inline void uplift_of(const float2* __restrict__ head, const float2* __restrict__ pool, int first, int last, float (&total)[3]) {
    float excess = 0, square = 0, alarms = 0;
    for (int i = first + threadIdx.x; i < last; i += 256) {
        float2 h = head[i], p = pool[i];
        float u = fmaxf(0.f, fmaf(-0.4f, p.x, h.x)), v = fmaxf(0.f, fmaf(-0.4f, p.y, h.y));
        excess += u + v;
        square = fmaf(u, u, fmaf(v, v, square));
        alarms += (u > 0.9f ? 1.f : 0.f) + (v > 0.9f ? 1.f : 0.f);
    }
    __shared__ float part[3][8];
    float sum[3] = {warp_sum(excess), warp_sum(square), warp_sum(alarms)};
    for (int k = 0; k < 3; ++k)
        if ((threadIdx.x & 31) == 0) part[k][threadIdx.x / 32] = sum[k];
    __syncthreads();
    for (int k = 0; k < 3; ++k) {
        total[k] = 0;
        for (int w = 0; w < 8; ++w) total[k] += part[k][w];
    }
}

__global__ void __launch_bounds__(256) piezo_uplift_t4_a(const float2* __restrict__ head, const float2* __restrict__ pool, float* __restrict__ report) {
    float total[3];
    uplift_of(head + (size_t)blockIdx.x * (READINGS / 2), pool, 0, READINGS / 2, total);
    if (threadIdx.x == 0)
        for (int k = 0; k < 3; ++k) report[blockIdx.x * 3 + k] = total[k];
}

__global__ void __launch_bounds__(256) piezo_uplift_t4_b(const float2* __restrict__ head, const float2* __restrict__ pool, float* __restrict__ report) {
    const int first = (int)((long long)(READINGS / 2) * blockIdx.y / RECORD_SLICES), last = (int)((long long)(READINGS / 2) * (blockIdx.y + 1) / RECORD_SLICES);
    float total[3];
    uplift_of(head + (size_t)blockIdx.x * (READINGS / 2), pool, first, last, total);
    if (threadIdx.x == 0)
        for (int k = 0; k < 3; ++k) atomicAdd(report + blockIdx.x * 3 + k, total[k]);
}

// Stamp catalogues: every scanned stamp of a day's lots finds its nearest catalogue number by perforation, width, height and hue, and takes its price.
const int NUMBERS = 6144, LOTS = 297 * 1024;

__device__ inline void nearest_number(const float4* __restrict__ catalogue, const float* __restrict__ price, float4 stamp, float* __restrict__ valued, int lot) {
    extern __shared__ float4 shelf[];
    float* tag = (float*)(shelf + NUMBERS);
    for (int i = threadIdx.x; i < NUMBERS; i += blockDim.x) { shelf[i] = catalogue[i]; tag[i] = price[i]; }
    __syncthreads();
    float best = 1e30f;
    int number = 0;
    for (int i = 0; i < NUMBERS; ++i) {
        float4 c = shelf[i];
        float a = c.x - stamp.x, b = c.y - stamp.y, e = c.z - stamp.z, f = c.w - stamp.w;
        float apart = fmaf(a, a, fmaf(b, b, fmaf(e, e, f * f)));
        if (apart < best) { best = apart; number = i; }
    }
    valued[lot] = tag[number] - best;
}

__global__ void __launch_bounds__(1024) lot_valuer_t4_a(const float4* __restrict__ catalogue, const float* __restrict__ price, const float4* __restrict__ stamp, float* __restrict__ valued) {
    int lot = blockIdx.x * blockDim.x + threadIdx.x;
    nearest_number(catalogue, price, stamp[lot], valued, lot);
}

__global__ void __launch_bounds__(1024) lot_valuer_t4_b(const float4* __restrict__ catalogue, const float* __restrict__ price, const float4* __restrict__ stamp, float* __restrict__ valued) {
    int lot = blockIdx.x * blockDim.x + threadIdx.x;
    nearest_number(catalogue, price, stamp[lot], valued, lot);
}

// Crop insurance: concentration of hail risk: every plot sums the insured value of all plots listed before its farm that one storm could reach (four plots a farm).
const int FARMS = 8448, PLOTS = FARMS * 4;

__device__ inline void farm_risk(const float4* __restrict__ plot, float* __restrict__ risk, int farm) {
    const int lane = threadIdx.x & 31, row = farm * 4;
    float4 mine[4];
    float near[4] = {0, 0, 0, 0};
    for (int k = 0; k < 4; ++k) mine[k] = plot[row + k];
    for (int j = lane; j < row; j += 32) {
        float4 q = plot[j];
        for (int k = 0; k < 4; ++k) {
            float dx = q.x - mine[k].x, dy = q.y - mine[k].y, ds = q.z - mine[k].z;
            float reach = fmaxf(0.f, 1.f - fmaf(dx, dx, fmaf(dy, dy, ds * ds)));
            near[k] = fmaf(reach * reach, fabsf(q.w), near[k]);
        }
    }
    for (int k = 0; k < 4; ++k) {
        float sum = warp_sum(near[k]);
        if (lane == 0) risk[row + k] = sum * fabsf(mine[k].w);
    }
}

__global__ void __launch_bounds__(1024) plot_hail_t4_a(const float4* __restrict__ plot, float* __restrict__ risk) {
    const int warp = threadIdx.x / 32, first = blockIdx.x * (FARMS / 132);
    for (int k = warp; k < FARMS / 132; k += 32) farm_risk(plot, risk, first + k);
}

__global__ void __launch_bounds__(1024) plot_hail_t4_b(const float4* __restrict__ plot, float* __restrict__ risk) {
    const int walker = blockIdx.x * 32 + threadIdx.x / 32;
    farm_risk(plot, risk, walker);
    farm_risk(plot, risk, FARMS - 1 - walker);
}

// Orchestra scheduling: 20000 candidate rehearsal plans; how tired each of the 100 musicians gets over twelve weeks of 64 pieces.
const int PLANS = 20000, MUSICIANS = 100, PIECES4 = 16, WEEKS = 12;

__device__ inline void play(float demand, float part, float rest, float& tired, float& strain, float& peak) {
    tired = fmaf(tired, rest, demand * part);
    strain = fmaf(tired, tired, strain);
    peak = fmaxf(peak, tired);
}

__device__ inline float season_strain(const float4* __restrict__ piece, float part) {
    float tired = 0, strain = 0, peak = 0, rest = fmaf(0.1f, part, 0.8f);
    for (int week = 0; week < WEEKS; ++week)
#pragma unroll 2
        for (int p = 0; p < PIECES4; ++p) {
            float4 d = piece[p];
            play(d.x, part, rest, tired, strain, peak); play(d.y, part, rest, tired, strain, peak);
            play(d.z, part, rest, tired, strain, peak); play(d.w, part, rest, tired, strain, peak);
        }
    return strain + peak;
}

__global__ void season_strain_t4_a(const float4* __restrict__ demand, const float* __restrict__ part, float* __restrict__ strain) {
    const int plan = blockIdx.x, musician = threadIdx.x;
    strain[plan * MUSICIANS + musician] = season_strain(demand + plan * PIECES4, part[musician]);
}

__global__ void season_strain_t4_b(const float4* __restrict__ demand, const float* __restrict__ part, float* __restrict__ strain) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PLANS * MUSICIANS) return;
    const int plan = i / MUSICIANS, musician = i % MUSICIANS;
    strain[i] = season_strain(demand + plan * PIECES4, part[musician]);
}

// Tunnel boring: raw counts of the cutterhead's strain gauges into microstrain by a calibration curve of 2048 knots kept in shared memory.
const int KNOTS = 2048;

__device__ inline float microstrain(const float* curve, int count) {
    int k = count >> 1;
    float low = curve[k], high = curve[min(k + 1, KNOTS - 1)];
    return fmaf(high - low, (count & 1) * 0.5f, low);
}

__global__ void __launch_bounds__(128) cutter_strain_t4_a(const int* __restrict__ count, const float* __restrict__ knots, float* __restrict__ strain) {
    __shared__ float curve[KNOTS];
    for (int k = 0; k < KNOTS / 128; ++k) curve[k * 128 + threadIdx.x] = knots[k * 128 + threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    strain[i] = microstrain(curve, count[i]);
}

__global__ void __launch_bounds__(128) cutter_strain_t4_b(const int* __restrict__ count, const float* __restrict__ knots, float* __restrict__ strain, int readings) {
    __shared__ float curve[KNOTS];
    for (int k = 0; k < KNOTS / 128; ++k) curve[k * 128 + threadIdx.x] = knots[k * 128 + threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * 128 + threadIdx.x; i < readings; i += gridDim.x * 128)
        strain[i] = microstrain(curve, count[i]);
}

// Toy design: the painted skin of a moulded doll, texel by texel: shrinkage of the vinyl, thickness of the spray, gloss, then the safety margin of the coat.
__device__ inline float shrunk(float wall) { return wall * fmaf(-0.015f, wall, 0.985f); }
__device__ inline float sprayed(float wall, float spray) { return fmaf(0.12f, fabsf(spray), wall); }
__device__ inline float glossed(float coat) { return coat * fmaf(coat, fmaf(coat, -0.05f, 0.1f), 0.9f); }
__device__ inline float margin(float coat, float limit) { return fminf(fmaxf(limit - coat, -1.f), 1.f); }

__global__ void doll_coat_t4_a1(const float4* __restrict__ wall, float4* __restrict__ skin) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 w = wall[i];
    skin[i] = make_float4(shrunk(w.x), shrunk(w.y), shrunk(w.z), shrunk(w.w));
}
__global__ void doll_coat_t4_a2(float4* __restrict__ skin, const float4* __restrict__ spray) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 w = skin[i], s = spray[i];
    skin[i] = make_float4(sprayed(w.x, s.x), sprayed(w.y, s.y), sprayed(w.z, s.z), sprayed(w.w, s.w));
}
__global__ void doll_coat_t4_a3(float4* __restrict__ skin) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 c = skin[i];
    skin[i] = make_float4(glossed(c.x), glossed(c.y), glossed(c.z), glossed(c.w));
}
__global__ void doll_coat_t4_a4(const float4* __restrict__ skin, float4* __restrict__ safe, float limit) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 c = skin[i];
    safe[i] = make_float4(margin(c.x, limit), margin(c.y, limit), margin(c.z, limit), margin(c.w, limit));
}

__device__ inline float coat(float wall, float spray, float limit) { return margin(glossed(sprayed(shrunk(wall), spray)), limit); }

__global__ void doll_coat_t4_b(const float4* __restrict__ wall, const float4* __restrict__ spray, float4* __restrict__ safe, float limit) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 w = wall[i], s = spray[i];
    safe[i] = make_float4(coat(w.x, s.x, limit), coat(w.y, s.y, limit), coat(w.z, s.z, limit), coat(w.w, s.w, limit));
}

// Beehive monitoring: loudness of the hum and its roughness for every frame of 512 samples, a warp a frame.
__device__ inline void frame_hum(const float4* __restrict__ sound, float2* __restrict__ hum, int frame, int lane) {
    float4 s[4];
    for (int k = 0; k < 4; ++k) s[k] = sound[(size_t)frame * 128 + k * 32 + lane];
    float loud = 0, rough = 0;
    for (int k = 0; k < 4; ++k) {
        loud += s[k].x * s[k].x + s[k].y * s[k].y + s[k].z * s[k].z + s[k].w * s[k].w;
        rough += fabsf(s[k].y - s[k].x) + fabsf(s[k].z - s[k].y) + fabsf(s[k].w - s[k].z);
    }
    loud = warp_sum(loud); rough = warp_sum(rough);
    if (lane == 0) hum[frame] = make_float2(loud, rough);
}

__global__ void __launch_bounds__(256) hive_hum_t4_a(const float4* __restrict__ sound, float2* __restrict__ hum) {
    frame_hum(sound, hum, blockIdx.x * 8 + threadIdx.x / 32, threadIdx.x & 31);
}

__global__ void __launch_bounds__(256) hive_hum_t4_b(const float4* __restrict__ sound, float2* __restrict__ hum, int frames) {
    for (int frame = blockIdx.x * 8 + threadIdx.x / 32; frame < frames; frame += gridDim.x * 8)
        frame_hum(sound, hum, frame, threadIdx.x & 31);
}

// Stamp catalogues: scan lines of 200 groups of four dots; ink tint lifted off the paper tone; four lines a block.
const int LINE4 = 200, LINES = 1 << 16;

__device__ inline float4 tint(float4 ink, float4 paper) {
    return make_float4(ink.x - 0.7f * paper.x, ink.y - 0.7f * paper.y, ink.z - 0.7f * paper.z, ink.w - 0.7f * paper.w);
}

__global__ void stamp_tint_t4_a(const float4* __restrict__ ink, const float4* __restrict__ paper, float4* __restrict__ out) {
    const int first = blockIdx.x * 4 * LINE4 + threadIdx.x;
    float4 a[4], p[4];
    for (int k = 0; k < 4; ++k) { a[k] = ink[first + k * LINE4]; p[k] = paper[first + k * LINE4]; }
    for (int k = 0; k < 4; ++k) out[first + k * LINE4] = tint(a[k], p[k]);
}

__global__ void stamp_tint_t4_b(const float4* __restrict__ ink, const float4* __restrict__ paper, float4* __restrict__ out) {
    const int first = blockIdx.x * 4 * 256 + threadIdx.x;
    float4 a[4], p[4];
    for (int k = 0; k < 4; ++k) { a[k] = ink[first + k * 256]; p[k] = paper[first + k * 256]; }
    for (int k = 0; k < 4; ++k) out[first + k * 256] = tint(a[k], p[k]);
}

// Dam safety: seepage gradient under the core at every node from upstream head, downstream head and permeability.
__device__ inline float gradient(float up, float down, float k) { return (up - down) * fmaf(0.3f, k, 0.6f); }

__global__ void __launch_bounds__(256) seepage_node_t4_a(const float4* __restrict__ up, const float4* __restrict__ down, const float4* __restrict__ perm, float4* __restrict__ out) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 u0 = up[i], u1 = up[i + 256], d0 = down[i], d1 = down[i + 256], k0 = perm[i], k1 = perm[i + 256];
    out[i] = make_float4(gradient(u0.x, d0.x, k0.x), gradient(u0.y, d0.y, k0.y), gradient(u0.z, d0.z, k0.z), gradient(u0.w, d0.w, k0.w));
    out[i + 256] = make_float4(gradient(u1.x, d1.x, k1.x), gradient(u1.y, d1.y, k1.y), gradient(u1.z, d1.z, k1.z), gradient(u1.w, d1.w, k1.w));
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    unsigned* tray; CHECK(cudaMalloc(&tray, (size_t)TRAYS * 32 * sizeof(unsigned)));
    harness_trays<<<2048, 256>>>(tray); CHECK(cudaGetLastError());
    int* grams = empty<int>(ROUNDS);
    cases.push_back({"parcel_chute_t4_a", [=] { parcel_chute_t4_a<<<ROUNDS, 32>>>(tray, grams); }, grams, (size_t)ROUNDS, Output::i32});
    cases.push_back({"parcel_chute_t4_b", [=] { parcel_chute_t4_b<<<ROUNDS / 8, 256>>>(tray, grams); }, grams, (size_t)ROUNDS, Output::i32});

    float2* head = (float2*)filled<float>((size_t)PIEZOMETERS * READINGS, 11); float2* pool = (float2*)filled<float>(READINGS, 12);
    float* report = empty<float>(PIEZOMETERS * 3);
    cases.push_back({"piezo_uplift_t4_a", [=] { piezo_uplift_t4_a<<<PIEZOMETERS, 256>>>(head, pool, report); }, report, (size_t)PIEZOMETERS * 3});
    cases.push_back({"piezo_uplift_t4_b", [=] {
        cudaMemsetAsync(report, 0, PIEZOMETERS * 3 * sizeof(float));
        piezo_uplift_t4_b<<<dim3(PIEZOMETERS, RECORD_SLICES), 256>>>(head, pool, report);
    }, report, (size_t)PIEZOMETERS * 3});

    const int shelf_bytes = NUMBERS * (sizeof(float4) + sizeof(float));
    CHECK(cudaFuncSetAttribute(lot_valuer_t4_a, cudaFuncAttributeMaxDynamicSharedMemorySize, shelf_bytes));
    CHECK(cudaFuncSetAttribute(lot_valuer_t4_b, cudaFuncAttributeMaxDynamicSharedMemorySize, shelf_bytes));
    float4* catalogue = (float4*)filled<float>(NUMBERS * 4, 21); float* price = filled<float>(NUMBERS, 22);
    float4* stamp = (float4*)filled<float>(LOTS * 4, 23); float* valued = empty<float>(LOTS);
    cases.push_back({"lot_valuer_t4_a", [=] { lot_valuer_t4_a<<<LOTS / 1024, 1024, shelf_bytes>>>(catalogue, price, stamp, valued); }, valued, (size_t)LOTS});
    cases.push_back({"lot_valuer_t4_b", [=] { lot_valuer_t4_b<<<LOTS / 768, 768, shelf_bytes>>>(catalogue, price, stamp, valued); }, valued, (size_t)LOTS});

    float4* plot = (float4*)filled<float>(PLOTS * 4, 31); float* risk = empty<float>(PLOTS);
    cases.push_back({"plot_hail_t4_a", [=] { plot_hail_t4_a<<<132, 1024>>>(plot, risk); }, risk, (size_t)PLOTS});
    cases.push_back({"plot_hail_t4_b", [=] { plot_hail_t4_b<<<132, 1024>>>(plot, risk); }, risk, (size_t)PLOTS});

    float4* demand = (float4*)filled<float>(PLANS * PIECES4 * 4, 41); float* part = filled<float>(MUSICIANS, 42);
    float* strain = empty<float>(PLANS * MUSICIANS);
    cases.push_back({"season_strain_t4_a", [=] { season_strain_t4_a<<<PLANS, MUSICIANS>>>(demand, part, strain); }, strain, (size_t)PLANS * MUSICIANS});
    cases.push_back({"season_strain_t4_b", [=] { season_strain_t4_b<<<(PLANS * MUSICIANS + 255) / 256, 256>>>(demand, part, strain); }, strain, (size_t)PLANS * MUSICIANS});

    const int counts = 1 << 25;
    int* count = indices(counts, KNOTS * 2, 51); float* knots = filled<float>(KNOTS, 52); float* micro = empty<float>(counts);
    cases.push_back({"cutter_strain_t4_a", [=] { cutter_strain_t4_a<<<counts / 128, 128>>>(count, knots, micro); }, micro, (size_t)counts});
    cases.push_back({"cutter_strain_t4_b", [=] { cutter_strain_t4_b<<<132 * 16, 128>>>(count, knots, micro, counts); }, micro, (size_t)counts});

    const int texels = 1 << 25;
    float4* wall = (float4*)filled<float>(texels, 61); float4* spray = (float4*)filled<float>(texels, 62);
    float4* skin = (float4*)empty<float>(texels); float4* safe = (float4*)empty<float>(texels);
    cases.push_back({"doll_coat_t4_a", [=] {
        doll_coat_t4_a1<<<texels / 1024, 256>>>(wall, skin);
        doll_coat_t4_a2<<<texels / 1024, 256>>>(skin, spray);
        doll_coat_t4_a3<<<texels / 1024, 256>>>(skin);
        doll_coat_t4_a4<<<texels / 1024, 256>>>(skin, safe, 0.4f);
    }, safe, (size_t)texels});
    cases.push_back({"doll_coat_t4_b", [=] { doll_coat_t4_b<<<texels / 1024, 256>>>(wall, spray, safe, 0.4f); }, safe, (size_t)texels});

    const int frames = (132 * 8 * 24 + 40) * 8;
    float4* sound = (float4*)filled<float>((size_t)frames * 512, 71); float2* hum = (float2*)empty<float>(frames * 2);
    cases.push_back({"hive_hum_t4_a", [=] { hive_hum_t4_a<<<frames / 8, 256>>>(sound, hum); }, hum, (size_t)frames * 2});
    cases.push_back({"hive_hum_t4_b", [=] { hive_hum_t4_b<<<132 * 8, 256>>>(sound, hum, frames); }, hum, (size_t)frames * 2});

    const size_t dots = (size_t)LINES * LINE4 * 4;
    float4* ink = (float4*)filled<float>(dots, 81); float4* paper = (float4*)filled<float>(dots, 82); float4* lifted = (float4*)empty<float>(dots);
    cases.push_back({"stamp_tint_t4_a", [=] { stamp_tint_t4_a<<<LINES / 4, LINE4>>>(ink, paper, lifted); }, lifted, dots});
    cases.push_back({"stamp_tint_t4_b", [=] { stamp_tint_t4_b<<<LINES * LINE4 / 1024, 256>>>(ink, paper, lifted); }, lifted, dots});

    const size_t nodes = 1 << 25;
    float4* up = (float4*)filled<float>(nodes, 91); float4* down = (float4*)filled<float>(nodes, 92); float4* perm = (float4*)filled<float>(nodes, 93);
    float4* seep = (float4*)empty<float>(nodes);
    cases.push_back({"seepage_node_t4_a", [=] { seepage_node_t4_a<<<(unsigned)(nodes / 2048), 256>>>(up, down, perm, seep); }, seep, nodes});

    return run(argc, argv, cases);
}
