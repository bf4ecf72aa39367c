// Twelfth set, t1, second half: ways of reaching global memory.
#include "harness.cuh"

#include <cuda_fp16.h>

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
__device__ inline float warp_total(float v) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// ---- Library catalogue: cards named by a reader's request list are compared with the request's 64-byte subject mask; four lanes a card.
__device__ inline int agreement(uint4 card, uint4 mask) {
    return __popc(card.x & mask.x) + __popc(card.y & mask.y) + __popc(card.z & mask.z) + __popc(card.w & mask.w);
}
__device__ inline void judge_cards(const uint4* cards, const int* wanted, uint4 mask, int* agree, int requests) {
    int part = threadIdx.x & 3, first = blockIdx.x * 256 + (threadIdx.x >> 2);
    uint4 card[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) card[k] = cards[(size_t)wanted[first + k * 64] * 4 + part];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int found = agreement(card[k], mask);
        found += __shfl_xor_sync(~0u, found, 1);
        found += __shfl_xor_sync(~0u, found, 2);
        if (part == 0) agree[first + k * 64] = found;
    }
}
__global__ void catalogue_card_t1_a(const uint4* __restrict__ cards, const int* __restrict__ wanted, uint4 mask, int* __restrict__ agree, int requests) {
    judge_cards(cards, wanted, mask, agree, requests);  // the cards follow the file's 16-byte header
}
__global__ void catalogue_card_t1_b(const uint4* __restrict__ cards, const int* __restrict__ wanted, uint4 mask, int* __restrict__ agree, int requests) {
    judge_cards(cards, wanted, mask, agree, requests);  // the header is kept elsewhere
}
__global__ void harness_cards(uint32_t* words, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) words[i] = hash32((uint32_t)i + 5u);
}
__global__ void harness_requests(int* wanted, int bits) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < 1u << bits; i += gridDim.x * blockDim.x) wanted[i] = arrival(i, bits);
}

// ---- Paid claims by peril class: loss over the deductible; the insurer's share of it; in cents.
constexpr int PERILS = 64;
__device__ inline int paid_cents(int loss, int deductible, int share) { return max(loss - deductible, 0) * share >> 7; }
__global__ void peril_payout_t1_a(const int* __restrict__ peril, const int* __restrict__ loss, const int* __restrict__ deductible,
                                  const int* __restrict__ share, int* __restrict__ total, int claims) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < claims; i += gridDim.x * blockDim.x)
        atomicAdd(total + peril[i], paid_cents(loss[i], deductible[i], share[i]));
}
__global__ void peril_payout_t1_b(const int* __restrict__ peril, const int* __restrict__ loss, const int* __restrict__ deductible,
                                  const int* __restrict__ share, int* __restrict__ total, int claims) {
    __shared__ int mine[PERILS];
    if (threadIdx.x < PERILS) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < claims; i += gridDim.x * blockDim.x)
        atomicAdd(mine + peril[i], paid_cents(loss[i], deductible[i], share[i]));
    __syncthreads();
    if (threadIdx.x < PERILS) atomicAdd(total + threadIdx.x, mine[threadIdx.x]);
}

// ---- Season lines of players from play-by-play: points; rebounds; assists and minutes; plays are filed player by player.
__global__ void season_line_t1_a(const int* __restrict__ player, const float4* __restrict__ play, float* __restrict__ line, int plays) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= plays) return;
    float4 p = play[i];
    float* to = line + 4 * player[i];
    atomicAdd(to, p.x + 1.0f);
    atomicAdd(to + 1, p.y + 1.0f);
    atomicAdd(to + 2, p.z + 1.0f);
    atomicAdd(to + 3, p.w + 1.0f);
}
__global__ void season_line_t1_b(const int* __restrict__ player, const float4* __restrict__ play, float* __restrict__ line, int plays) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= plays) return;  // plays fill whole warps
    float4 p = play[i];
    int who = player[i];
    float* to = line + 4 * who;
    if (__all_sync(~0u, who == __shfl_sync(~0u, who, 0))) {
        float points = warp_total(p.x + 1.0f), rebounds = warp_total(p.y + 1.0f), assists = warp_total(p.z + 1.0f), minutes = warp_total(p.w + 1.0f);
        int lane = threadIdx.x & 31;
        if (lane < 4) atomicAdd(to + lane, lane == 0 ? points : lane == 1 ? rebounds : lane == 2 ? assists : minutes);
    } else {
        atomicAdd(to, p.x + 1.0f);
        atomicAdd(to + 1, p.y + 1.0f);
        atomicAdd(to + 2, p.z + 1.0f);
        atomicAdd(to + 3, p.w + 1.0f);
    }
}
__global__ void harness_players(int* player, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) player[i] = i / 64;
}

// ---- Common noise of GNSS baselines: product of every two stations' series; window by window.
constexpr int STATIONS = 8, PAIRS = STATIONS * (STATIONS - 1) / 2, WINDOW4 = 2048;
__device__ inline void correlate(const float4* series, float* common, int pair, int window, int windows) {
    __shared__ float part[8];
    int i = 0, left = pair;
    while (left >= STATIONS - 1 - i) { left -= STATIONS - 1 - i; ++i; }
    int j = i + 1 + left;
    const float4* p = series + ((size_t)i * windows + window) * WINDOW4;
    const float4* q = series + ((size_t)j * windows + window) * WINDOW4;
    float sum = 0;
#pragma unroll 4
    for (int k = threadIdx.x; k < WINDOW4; k += 256) {
        float4 a = p[k], b = q[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    sum = warp_total(sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        common[(size_t)pair * windows + window] = 1.0f + sum / (4 * WINDOW4);
    }
}
__global__ void baseline_noise_t1_a(const float4* __restrict__ series, float* __restrict__ common, int windows) {
    correlate(series, common, blockIdx.y, blockIdx.x, windows);
}
__global__ void baseline_noise_t1_b(const float4* __restrict__ series, float* __restrict__ common, int windows) {
    correlate(series, common, blockIdx.x, blockIdx.y, windows);
}

// ---- Heat taken out of each slab element along the mould until its shell is thick enough.
__global__ void shell_growth_t1_a(const float* __restrict__ flux, float* __restrict__ taken, float enough, int elements, int steps) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= elements) return;
    float heat = 0;
    for (int t = 0; t < steps; ++t) {
        heat += 1.25f + flux[(size_t)t * elements + e];
        if (heat >= enough) break;
    }
    taken[e] = heat;
}
__global__ void shell_growth_t1_b(const float* __restrict__ flux, float* __restrict__ taken, float enough, int elements, int steps) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= elements) return;
    float heat = 0;
    for (int t = 0; t < steps && heat < enough; t += 8) {  // steps are a multiple of eight
        float f[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) f[k] = flux[(size_t)(t + k) * elements + e];
#pragma unroll
        for (int k = 0; k < 8; ++k) heat += heat < enough ? 1.25f + f[k] : 0.0f;
    }
    taken[e] = heat;
}

// ---- Cone-beam scan of a jaw: reconstructed densities are put at their voxels of the volume.
__global__ void voxel_place_t1_a(const int* __restrict__ voxel, const float* __restrict__ density, float* __restrict__ volume, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) volume[voxel[i]] = fmaf(density[i], 0.8f, 1.5f);
}
__global__ void voxel_place_t1_b(const int* __restrict__ voxel, const float* __restrict__ density, float* __restrict__ volume, int n) {  // in voxel order
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) volume[voxel[i]] = fmaf(density[i], 0.8f, 1.5f);
}
__global__ void harness_densities(int* voxel, float* density, int* voxel_sorted, float* density_sorted, int bits) {
    uint32_t n = 1u << bits;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t at = arrival(i, bits);
        voxel[i] = at;  density[i] = unit(at + 3u);
        voxel_sorted[i] = i;  density_sorted[i] = unit(i + 3u);
    }
}

// ---- Efficiency of each athlete's season: eight counted figures with their weights.
__device__ inline float efficiency(float4 scoring, float4 rest) {
    return 8.0f + scoring.x + 0.5f * scoring.y - 0.7f * scoring.z + 0.4f * scoring.w + rest.x + 0.3f * rest.y - rest.z - 0.4f * rest.w;
}
__global__ void athlete_rating_t1_a(const float4* __restrict__ season, float* __restrict__ rating, int athletes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < athletes) rating[i] = efficiency(season[2 * (size_t)i], season[2 * (size_t)i + 1]);
}
__global__ void athlete_rating_t1_b(const float4* __restrict__ scoring, const float4* __restrict__ rest, float* __restrict__ rating, int athletes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < athletes) rating[i] = efficiency(scoring[i], rest[i]);
}
__global__ void harness_seasons(const float4* season, float4* scoring, float4* rest, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { scoring[i] = season[2 * (size_t)i]; rest[i] = season[2 * (size_t)i + 1]; }
}

// ---- Toll takings of sixteen gantries: base fares and surcharges of their passages.
constexpr int GANTRIES = 16;
__device__ inline float takings(const float4* fare, const float4* surcharge, int n4) {
    float sum = 0;
    for (int k = blockIdx.x / GANTRIES * 1024 + threadIdx.x; k < n4; k += gridDim.x / GANTRIES * 1024) {
        float4 f[4], s[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) { f[j] = fare[k + j * 256]; s[j] = surcharge[k + j * 256]; }
#pragma unroll
        for (int j = 0; j < 4; ++j)
            sum += f[j].x * (1.5f + s[j].x) + f[j].y * (1.5f + s[j].y) + f[j].z * (1.5f + s[j].z) + f[j].w * (1.5f + s[j].w) + 4.0f;
    }
    return warp_total(sum);
}
__global__ void gantry_takings_t1_a(const float4* __restrict__ fare, const float4* __restrict__ surcharge, float* __restrict__ total, int n4) {
    int gantry = blockIdx.x % GANTRIES;
    float sum = takings(fare + (size_t)gantry * n4, surcharge + (size_t)gantry * n4, n4);
    if (threadIdx.x % 32 == 0) atomicAdd(total + gantry, sum);
}
__global__ void gantry_takings_t1_b(const float4* __restrict__ fare, const float4* __restrict__ surcharge, float* __restrict__ total, int n4) {
    __shared__ float part[8];
    int gantry = blockIdx.x % GANTRIES;
    float sum = takings(fare + (size_t)gantry * n4, surcharge + (size_t)gantry * n4, n4);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        atomicAdd(total + gantry, sum);
    }
}

// ---- Beam hardening of a dental cone-beam projection: cubic in the raw attenuation; half precision.
__device__ inline uint4 hardened(uint4 raw, __half2 c0, __half2 c1, __half2 c2, __half2 c3) {
    __half2* h = reinterpret_cast<__half2*>(&raw);
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = __hfma2(__hfma2(__hfma2(c3, h[k], c2), h[k], c1), h[k], c0);
    return raw;
}
__global__ void __launch_bounds__(256) beam_hardening_t1_a(const uint4* __restrict__ raw, uint4* __restrict__ corrected,
                                                           float c0, float c1, float c2, float c3, int n8) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    __half2 h0 = __float2half2_rn(c0), h1 = __float2half2_rn(c1), h2 = __float2half2_rn(c2), h3 = __float2half2_rn(c3);
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = __ldcs(raw + base + k * 256);  // n8 is a multiple of 1024
#pragma unroll
    for (int k = 0; k < 4; ++k) __stcs(corrected + base + k * 256, hardened(v[k], h0, h1, h2, h3));
}

// ---- Habitat use of tracked animals: mean of the 128 habitat features at the eight places of an animal's day; one warp a day.
__global__ void __launch_bounds__(256) habitat_day_t1_a(const float4* __restrict__ habitat, const int4* __restrict__ places, float4* __restrict__ use, int days) {
    int day = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (day >= days) return;
    int4 early = places[2 * day], late = places[2 * day + 1];
    int at[8] = {early.x, early.y, early.z, early.w, late.x, late.y, late.z, late.w};
    float4 h[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) h[k] = habitat[(size_t)at[k] * 32 + lane];
    float4 sum = make_float4(8, 8, 8, 8);
#pragma unroll
    for (int k = 0; k < 8; ++k) { sum.x += h[k].x; sum.y += h[k].y; sum.z += h[k].z; sum.w += h[k].w; }
    __stcs(use + (size_t)day * 32 + lane, make_float4(0.125f * sum.x, 0.125f * sum.y, 0.125f * sum.z, 0.125f * sum.w));
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    const int cardbits = 23, requests = 1 << cardbits;
    uint4* file; CHECK(cudaMalloc(&file, (size_t)requests * 64 + 16));
    uint4* cards; CHECK(cudaMalloc(&cards, (size_t)requests * 64));
    harness_cards<<<4096, 256>>>((uint32_t*)file, (size_t)requests * 16 + 4); CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(cards, file + 1, (size_t)requests * 64, cudaMemcpyDeviceToDevice));
    int* wanted = empty<int>(requests); int* agree = empty<int>(requests);
    harness_requests<<<4096, 256>>>(wanted, cardbits); CHECK(cudaGetLastError());
    uint4 subject = make_uint4(0x5a3c96e1u, 0x0ff0a5c3u, 0x33cc55aau, 0x7e81bd42u);
    cases.push_back({"catalogue_card_t1_a", [=] { catalogue_card_t1_a<<<requests / 256, 256>>>(file + 1, wanted, subject, agree, requests); }, agree, (size_t)requests, Output::i32});
    cases.push_back({"catalogue_card_t1_b", [=] { catalogue_card_t1_b<<<requests / 256, 256>>>(cards, wanted, subject, agree, requests); }, agree, (size_t)requests, Output::i32});

    const int claims = 132 * 65536;
    int* peril = indices(claims, PERILS, 1001); int* loss = indices(claims, 2000, 1002000000); int* deductible = indices(claims, 500, 100300000);
    int* share = indices(claims, 128, 300400000); int* total = empty<int>(PERILS);
    cases.push_back({"peril_payout_t1_a", [=] { cudaMemsetAsync(total, 0, PERILS * sizeof(int));
                     peril_payout_t1_a<<<132 * 8, 256>>>(peril, loss, deductible, share, total, claims); }, total, PERILS, Output::i32});
    cases.push_back({"peril_payout_t1_b", [=] { cudaMemsetAsync(total, 0, PERILS * sizeof(int));
                     peril_payout_t1_b<<<132 * 8, 256>>>(peril, loss, deductible, share, total, claims); }, total, PERILS, Output::i32});

    const int plays = 132 * 131072, players = plays / 64;
    int* player = empty<int>(plays); harness_players<<<4096, 256>>>(player, plays); CHECK(cudaGetLastError());
    float4* play = (float4*)filled<float>((size_t)plays * 4, 71); float* line = empty<float>((size_t)players * 4);
    cases.push_back({"season_line_t1_a", [=] { cudaMemsetAsync(line, 0, players * 4 * sizeof(float));
                     season_line_t1_a<<<plays / 256, 256>>>(player, play, line, plays); }, line, (size_t)players * 4});
    cases.push_back({"season_line_t1_b", [=] { cudaMemsetAsync(line, 0, players * 4 * sizeof(float));
                     season_line_t1_b<<<plays / 256, 256>>>(player, play, line, plays); }, line, (size_t)players * 4});

    const int windows = 2048;
    float4* series = (float4*)filled<float>((size_t)STATIONS * windows * WINDOW4 * 4, 81); float* common = empty<float>((size_t)PAIRS * windows);
    cases.push_back({"baseline_noise_t1_a", [=] { baseline_noise_t1_a<<<dim3(windows, PAIRS), 256>>>(series, common, windows); }, common, (size_t)PAIRS * windows});
    cases.push_back({"baseline_noise_t1_b", [=] { baseline_noise_t1_b<<<dim3(PAIRS, windows), 256>>>(series, common, windows); }, common, (size_t)PAIRS * windows});

    const int elements = 132 * 2048, steps = 256;
    float* flux = filled<float>((size_t)elements * steps, 91); float* taken = empty<float>(elements);
    cases.push_back({"shell_growth_t1_a", [=] { shell_growth_t1_a<<<elements / 256, 256>>>(flux, taken, 450.0f, elements, steps); }, taken, (size_t)elements});
    cases.push_back({"shell_growth_t1_b", [=] { shell_growth_t1_b<<<elements / 256, 256>>>(flux, taken, 450.0f, elements, steps); }, taken, (size_t)elements});

    const int voxelbits = 25, voxels = 1 << voxelbits;
    int* voxel = empty<int>(voxels); int* voxel_sorted = empty<int>(voxels);
    float* density = empty<float>(voxels); float* density_sorted = empty<float>(voxels); float* volume = empty<float>(voxels);
    harness_densities<<<4096, 256>>>(voxel, density, voxel_sorted, density_sorted, voxelbits); CHECK(cudaGetLastError());
    cases.push_back({"voxel_place_t1_a", [=] { voxel_place_t1_a<<<voxels / 256, 256>>>(voxel, density, volume, voxels); }, volume, (size_t)voxels});
    cases.push_back({"voxel_place_t1_b", [=] { voxel_place_t1_b<<<voxels / 256, 256>>>(voxel_sorted, density_sorted, volume, voxels); }, volume, (size_t)voxels});

    const int athletes = 132 * 61440;
    float4* season = (float4*)filled<float>((size_t)athletes * 8, 101); float* rating = empty<float>(athletes);
    float4* scoring; CHECK(cudaMalloc(&scoring, athletes * sizeof(float4)));
    float4* rest; CHECK(cudaMalloc(&rest, athletes * sizeof(float4)));
    harness_seasons<<<4096, 256>>>(season, scoring, rest, athletes); CHECK(cudaGetLastError());
    cases.push_back({"athlete_rating_t1_a", [=] { athlete_rating_t1_a<<<athletes / 256, 256>>>(season, rating, athletes); }, rating, (size_t)athletes});
    cases.push_back({"athlete_rating_t1_b", [=] { athlete_rating_t1_b<<<athletes / 256, 256>>>(scoring, rest, rating, athletes); }, rating, (size_t)athletes});

    const int fares4 = 132 * 1024 * 8;  // of one gantry; in fours
    float4* fare = (float4*)filled<float>((size_t)fares4 * 4 * GANTRIES, 111); float4* surcharge = (float4*)filled<float>((size_t)fares4 * 4 * GANTRIES, 112);
    float* gantry_total = empty<float>(GANTRIES);
    cases.push_back({"gantry_takings_t1_a", [=] { cudaMemsetAsync(gantry_total, 0, GANTRIES * sizeof(float));
                     gantry_takings_t1_a<<<132 * 16, 256>>>(fare, surcharge, gantry_total, fares4); }, gantry_total, GANTRIES});
    cases.push_back({"gantry_takings_t1_b", [=] { cudaMemsetAsync(gantry_total, 0, GANTRIES * sizeof(float));
                     gantry_takings_t1_b<<<132 * 16, 256>>>(fare, surcharge, gantry_total, fares4); }, gantry_total, GANTRIES});

    const int samples = 132 * 8192 * 120;
    __half* raw = filled<__half>(samples, 121); __half* corrected = empty<__half>(samples);
    cases.push_back({"beam_hardening_t1_a", [=] { beam_hardening_t1_a<<<samples / 8192, 256>>>((const uint4*)raw, (uint4*)corrected, 0.75f, 0.5f, 0.125f, 0.0625f, samples / 8); },
                     corrected, (size_t)samples, Output::f16});

    const int days = 1 << 18, sites = 1 << 20;
    float4* habitat = (float4*)filled<float>((size_t)sites * 128, 131); int4* places = (int4*)indices((size_t)days * 8, sites, 132);
    float4* use = (float4*)empty<float>((size_t)days * 128);
    cases.push_back({"habitat_day_t1_a", [=] { habitat_day_t1_a<<<days / 8, 256>>>(habitat, places, use, days); }, use, (size_t)days * 128});

    return run(argc, argv, cases);
}
