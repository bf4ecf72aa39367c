// Measured pairs of memory access: gathers mended by order or layout, and records of odd length.
#include "harness.cuh"

// ---- krill drifting in an ocean current: midpoint step through a bilinear velocity field
constexpr int kSeaW = 4096, kSeaH = 2048, kKrill = 4325376;
__device__ __forceinline__ float2 current_at(const float2* __restrict__ sea, float x, float y) {
    x = fminf(fmaxf(x, 0.0f), kSeaW - 1.001f); y = fminf(fmaxf(y, 0.0f), kSeaH - 1.001f);
    int i = (int)x, j = (int)y;
    float u = x - i, v = y - j;
    const float2* c = sea + j * kSeaW + i;
    float2 a = c[0], b = c[1], d = c[kSeaW], e = c[kSeaW + 1];
    return make_float2((1 - v) * ((1 - u) * a.x + u * b.x) + v * ((1 - u) * d.x + u * e.x), (1 - v) * ((1 - u) * a.y + u * b.y) + v * ((1 - u) * d.y + u * e.y));
}
__device__ __forceinline__ float2 drifted(const float2* __restrict__ sea, float2 p, float dt) {
    float2 k = current_at(sea, p.x, p.y), m = current_at(sea, p.x + 0.5f * dt * k.x, p.y + 0.5f * dt * k.y);
    return make_float2(p.x + dt * m.x, p.y + dt * m.y);
}
__global__ void __launch_bounds__(256) krill_drift_a(const float2* __restrict__ sea, const float2* __restrict__ krill, float2* __restrict__ next, float dt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    next[i] = drifted(sea, krill[i], dt);
}
__global__ void __launch_bounds__(256) krill_drift_b(const float2* __restrict__ sea, const float2* __restrict__ by_cell, float2* __restrict__ next, float dt) {
    int i = blockIdx.x * 256 + threadIdx.x;
    next[i] = drifted(sea, by_cell[i], dt);
}

// ---- genome annotation: four scores of every variant found, looked up by the variant's number
constexpr int kVariants = 4194304, kFound = 8650752;
__device__ __forceinline__ float burden(float frequency, float impact, float conserved, float constraint) {
    return fmaf(impact, 0.6f, fmaf(conserved, 0.3f, constraint * 0.1f)) * (1.0f - frequency * frequency);
}
__global__ void __launch_bounds__(384) variant_burden_a(const int2* __restrict__ found, const float* __restrict__ frequency, const float* __restrict__ impact,
                                                        const float* __restrict__ conserved, const float* __restrict__ constraint, float2* __restrict__ score) {
    int i = blockIdx.x * 384 + threadIdx.x;
    int2 v = found[i];
    float a0 = frequency[v.x], b0 = impact[v.x], c0 = conserved[v.x], d0 = constraint[v.x];
    float a1 = frequency[v.y], b1 = impact[v.y], c1 = conserved[v.y], d1 = constraint[v.y];
    score[i] = make_float2(burden(a0, b0, c0, d0), burden(a1, b1, c1, d1));
}
__global__ void __launch_bounds__(384) variant_burden_b(const int2* __restrict__ found, const float4* __restrict__ scores, float2* __restrict__ score) {
    int i = blockIdx.x * 384 + threadIdx.x;
    int2 v = found[i];
    float4 s = scores[v.x], t = scores[v.y];
    score[i] = make_float2(burden(s.x, s.y, s.z, s.w), burden(t.x, t.y, t.z, t.w));
}

// ---- music recommendation: mean of the 32 audio features over the 32 tracks of a playlist, a warp a playlist
constexpr int kTracks = 900000, kPlaylists = 135168, kFeatures = 32;
template <int Stride, int Head>
__device__ __forceinline__ void taste(const float* __restrict__ tracks, const int* __restrict__ members, float* __restrict__ mean) {
    int lane = threadIdx.x & 31, list = blockIdx.x * 8 + (threadIdx.x >> 5);
    int mine = members[list * 32 + lane];
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < 32; ++k) sum += tracks[__shfl_sync(~0u, mine, k) * Stride + Head + lane];
    mean[list * kFeatures + lane] = sum * 0.03125f;
}
__global__ void __launch_bounds__(256) playlist_taste_a(const float* __restrict__ tracks, const int* __restrict__ members, float* __restrict__ mean) {
    taste<kFeatures + 1, 1>(tracks, members, mean);  // a track's record: its number, then the features
}
__global__ void __launch_bounds__(256) playlist_taste_b(const float* __restrict__ features, const int* __restrict__ members, float* __restrict__ mean) {
    taste<kFeatures, 0>(features, members, mean);
}

int main(int argc, char** argv) {
    using harness::Output;
    const size_t base = (size_t)kTracks * kFeatures;
    float* F = harness::filled<float>(base, 31);     // 115 MB: the sea (67 MB), the variants' scores (67 MB) and the tracks' features
    float* O = harness::empty<float>(kFound);        // 35 MB
    std::vector<float> all(base);
    CHECK(cudaMemcpy(all.data(), F, base * 4, cudaMemcpyDeviceToHost));
    float* column[4];                                // 67 MB
    {
        std::vector<float> one(kVariants);
        for (int c = 0; c < 4; ++c) {
            for (int i = 0; i < kVariants; ++i) one[i] = all[(size_t)i * 4 + c];
            column[c] = harness::uploaded(one);
        }
    }
    float* records;                                  // 119 MB
    {
        std::vector<float> host((size_t)kTracks * (kFeatures + 1));
        for (size_t r = 0; r < kTracks; ++r) {
            host[r * 33] = (float)r;
            std::copy(all.begin() + r * 32, all.begin() + r * 32 + 32, host.begin() + r * 33 + 1);
        }
        records = harness::uploaded(host);
    }
    float2 *krill, *by_cell;                         // 69 MB
    {
        std::vector<float2> p(kKrill), q(kKrill);
        std::vector<int> start((size_t)kSeaW * kSeaH + 1, 0);
        auto cell = [](float2 a) { return (int)a.y * kSeaW + (int)a.x; };
        for (int i = 0; i < kKrill; ++i) {
            p[i] = make_float2(2.0f + (kSeaW - 5) * (0.5f + 0.5f * harness::unit(2 * i + 77)), 2.0f + (kSeaH - 5) * (0.5f + 0.5f * harness::unit(2 * i + 78)));
            ++start[cell(p[i]) + 1];
        }
        for (size_t c = 0; c < (size_t)kSeaW * kSeaH; ++c) start[c + 1] += start[c];
        for (int i = 0; i < kKrill; ++i) q[start[cell(p[i])]++] = p[i];
        krill = harness::uploaded(p); by_cell = harness::uploaded(q);
    }
    int* found = harness::indices(kFound, kVariants, 41);                     // 35 MB
    int* members = harness::indices((size_t)kPlaylists * 32, kTracks, 43);    // 17 MB
    std::vector<harness::Case> cases = {
        {"krill_drift_a", [=] { krill_drift_a<<<kKrill / 256, 256>>>((float2*)F, krill, (float2*)O, 1.5f); }, O, (size_t)kKrill * 2, Output::f32},
        {"krill_drift_b", [=] { krill_drift_b<<<kKrill / 256, 256>>>((float2*)F, by_cell, (float2*)O, 1.5f); }, O, (size_t)kKrill * 2, Output::f32},
        {"variant_burden_a", [=] { variant_burden_a<<<kFound / 768, 384>>>((int2*)found, column[0], column[1], column[2], column[3], (float2*)O); }, O, kFound, Output::f32},
        {"variant_burden_b", [=] { variant_burden_b<<<kFound / 768, 384>>>((int2*)found, (float4*)F, (float2*)O); }, O, kFound, Output::f32},
        {"playlist_taste_a", [=] { playlist_taste_a<<<kPlaylists / 8, 256>>>(records, members, O); }, O, (size_t)kPlaylists * 32, Output::f32},
        {"playlist_taste_b", [=] { playlist_taste_b<<<kPlaylists / 8, 256>>>(F, members, O); }, O, (size_t)kPlaylists * 32, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
