// Eleven measured cases about where a kernel keeps its data: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Otters: 32 years of an age-structured population (Leslie model, 24 age classes in double), a thread a river.
constexpr int kRivers = 132 * 512 * 12, kAges = 24, kYears = 32;
__constant__ double cPups[kAges];
__constant__ double cSurvive[kAges];

__device__ __forceinline__ void otter_families(const double* __restrict__ census, double* __restrict__ herd) {
    int r = blockIdx.x * 512 + threadIdx.x;
    double n[kAges];
#pragma unroll
    for (int k = 0; k < kAges; ++k) n[k] = 1.0 + 0.5 * census[(size_t)k * kRivers + r];
#pragma unroll 1
    for (int year = 0; year < kYears; ++year) {
        double even = cPups[0] * n[0], odd = cPups[1] * n[1];
#pragma unroll
        for (int k = 2; k < kAges; k += 2) { even = fma(cPups[k], n[k], even); odd = fma(cPups[k + 1], n[k + 1], odd); }
#pragma unroll
        for (int k = kAges - 1; k > 0; --k) n[k] = cSurvive[k] * n[k - 1];
        n[0] = even + odd;
    }
    double all = 0.0;
#pragma unroll
    for (int k = 0; k < kAges; ++k) all += n[k];
    herd[r] = all;
}

__global__ void __launch_bounds__(512, 3) otter_families_n2_a(const double* __restrict__ census, double* __restrict__ herd) { otter_families(census, herd); }
__global__ void __launch_bounds__(512) otter_families_n2_b(const double* __restrict__ census, double* __restrict__ herd) { otter_families(census, herd); }

// ---- Volcano: gas chemistry of each cell of a plume, 16 species and 24 reactions, classic Runge-Kutta, a thread a cell.
constexpr int kPlume = 132 * 128 * 50, kSpecies = 16, kReactions = 24, kPlumeSteps = 10;

__device__ __forceinline__ void plume_slope(const float (&y)[kSpecies], const float (&rate)[kReactions], float (&dy)[kSpecies]) {
    constexpr int left[kReactions] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 3, 5, 8, 11, 2, 7, 14};
    constexpr int right[kReactions] = {5, 9, 7, 12, 1, 14, 11, 0, 3, 15, 6, 2, 10, 4, 8, 13, 9, 10, 2, 12, 1, 6, 15, 4};
    constexpr int made[kReactions] = {2, 4, 13, 6, 8, 0, 15, 9, 10, 1, 3, 5, 7, 11, 12, 14, 6, 1, 15, 4, 13, 0, 10, 3};
    constexpr int also[kReactions] = {11, 0, 8, 15, 3, 10, 2, 13, 1, 7, 14, 12, 9, 5, 6, 4, 14, 8, 0, 7, 9, 11, 5, 2};
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) dy[s] = 0.0f;
#pragma unroll
    for (int j = 0; j < kReactions; ++j) {
        float r = rate[j] * y[left[j]] * y[right[j]];
        dy[left[j]] -= r; dy[right[j]] -= r; dy[made[j]] += r; dy[also[j]] += r;
    }
}

__device__ __forceinline__ void volcano_plume(const float* __restrict__ gas, const float* __restrict__ heat, float* __restrict__ after) {
    int c = blockIdx.x * 128 + threadIdx.x;
    float y[kSpecies], rate[kReactions], t = heat[c];
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) y[s] = fmaf(0.4f, gas[(size_t)s * kPlume + c], 0.6f);
#pragma unroll
    for (int j = 0; j < kReactions; ++j) rate[j] = (0.02f + 0.003f * j) * __expf((0.1f + 0.05f * (j % 7)) * t);
    const float h = 0.05f;
#pragma unroll 1
    for (int step = 0; step < kPlumeSteps; ++step) {
        float sum[kSpecies], at[kSpecies], dy[kSpecies];
        plume_slope(y, rate, dy);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 6, dy[s], y[s]); at[s] = fmaf(h / 2, dy[s], y[s]); }
        plume_slope(at, rate, dy);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 3, dy[s], sum[s]); at[s] = fmaf(h / 2, dy[s], y[s]); }
        plume_slope(at, rate, dy);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) { sum[s] = fmaf(h / 3, dy[s], sum[s]); at[s] = fmaf(h, dy[s], y[s]); }
        plume_slope(at, rate, dy);
#pragma unroll
        for (int s = 0; s < kSpecies; ++s) y[s] = fmaf(h / 6, dy[s], sum[s]);
    }
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) after[(size_t)s * kPlume + c] = y[s];
}

__global__ void __maxnreg__(48) volcano_plume_n2_a(const float* __restrict__ gas, const float* __restrict__ heat, float* __restrict__ after) { volcano_plume(gas, heat, after); }
__global__ void __launch_bounds__(128) volcano_plume_n2_b(const float* __restrict__ gas, const float* __restrict__ heat, float* __restrict__ after) { volcano_plume(gas, heat, after); }

// ---- Carpets: evenness (sum of squared counts) of the 16 tones among the 512 grey pixels of each patch, a thread a patch.
constexpr int kPatches = 132 * 2048 * 2, kPatchWords = 32, kTones = 16;

__global__ void __launch_bounds__(128) carpet_tones_n2_a(const uint4* __restrict__ pixels, int* __restrict__ even) {
    int p = blockIdx.x * 128 + threadIdx.x;
    int count[kTones];
#pragma unroll
    for (int b = 0; b < kTones; ++b) count[b] = 0;
    for (int w = 0; w < kPatchWords; ++w) {
        uint4 q = pixels[(size_t)w * kPatches + p];
        unsigned word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int b = 0; b < 4; ++b) ++count[(word[i] >> (8 * b + 4)) & 15];
    }
    int sum = 0;
#pragma unroll
    for (int b = 0; b < kTones; ++b) sum += count[b] * count[b];
    even[p] = sum;
}

__global__ void __launch_bounds__(128) carpet_tones_n2_b(const uint4* __restrict__ pixels, int* __restrict__ even) {
    __shared__ int count[kTones][128];  // a column a thread
    int t = threadIdx.x, p = blockIdx.x * 128 + t;
#pragma unroll
    for (int b = 0; b < kTones; ++b) count[b][t] = 0;
    for (int w = 0; w < kPatchWords; ++w) {
        uint4 q = pixels[(size_t)w * kPatches + p];
        unsigned word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int b = 0; b < 4; ++b) ++count[(word[i] >> (8 * b + 4)) & 15][t];
    }
    int sum = 0;
#pragma unroll
    for (int b = 0; b < kTones; ++b) sum += count[b][t] * count[b][t];
    even[p] = sum;
}

// ---- Parrots: best local alignment (affine gaps) of a 24-note phrase within each of many 64-note recordings, a thread a recording.
constexpr int kRecordings = 132 * 128 * 48, kNoteWords = 16, kPhrase = 24;
__constant__ int cPhrase[kPhrase];

template <int kFixed>
__device__ __forceinline__ void parrot_phrase(const unsigned* __restrict__ notes, int length, int* __restrict__ score) {
    int r = blockIdx.x * 128 + threadIdx.x, best = 0;
    int h[kPhrase], e[kPhrase];
    const int m = kFixed ? kFixed : length;
#pragma unroll
    for (int j = 0; j < kPhrase; ++j) { h[j] = 0; e[j] = -1000; }
    for (int w = 0; w < kNoteWords; ++w) {
        unsigned four = notes[(size_t)w * kRecordings + r];
#pragma unroll 1
        for (int k = 0; k < 4; ++k) {
            int note = four & 3, diagonal = 0, left = 0, f = -1000;
            four >>= 8;
#pragma unroll (kFixed ? kFixed : 4)
            for (int j = 0; j < m; ++j) {
                int up = h[j];
                e[j] = max(e[j] - 1, up - 3);
                f = max(f - 1, left - 3);
                int here = max(max(diagonal + (note == cPhrase[j] ? 2 : -1), e[j]), max(f, 0));
                best = max(best, here);
                diagonal = up;
                h[j] = left = here;
            }
        }
    }
    score[r] = best;
}

__global__ void __launch_bounds__(128) parrot_phrase_n2_a(const unsigned* __restrict__ notes, int length, int* __restrict__ score) { parrot_phrase<0>(notes, length, score); }
__global__ void __launch_bounds__(128) parrot_phrase_n2_b(const unsigned* __restrict__ notes, int length, int* __restrict__ score) { parrot_phrase<kPhrase>(notes, length, score); }

// ---- Ferry horns: nine-tap smoothing within each frame of 1024 samples, a block a frame.
constexpr int kFrames = 132 * 8 * 48, kFrame = 1024;
constexpr size_t kLongestFrame = 30720;  // samples of the longest frame that the recorder can be set to
__constant__ float cTaps[9];

__device__ __forceinline__ void ferry_horn(const float4* __restrict__ sound, float4* __restrict__ smooth) {
    extern __shared__ float4 frame[];  // a quadruple of zeros on either side
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 256 + t;
    float4 mine = sound[at];
    frame[t + 1] = mine;
    if (t < 2) frame[t * 257] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    float4 l = frame[t], r = frame[t + 2];
    float x[12] = {l.x, l.y, l.z, l.w, mine.x, mine.y, mine.z, mine.w, r.x, r.y, r.z, r.w}, y[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int k = 0; k < 9; ++k)
#pragma unroll
        for (int i = 0; i < 4; ++i) y[i] = fmaf(cTaps[k], x[i + k], y[i]);
    smooth[at] = make_float4(y[0], y[1], y[2], y[3]);
}

__global__ void __launch_bounds__(256) ferry_horn_n2_a(const float4* __restrict__ sound, float4* __restrict__ smooth) { ferry_horn(sound, smooth); }
__global__ void __launch_bounds__(256) ferry_horn_n2_b(const float4* __restrict__ sound, float4* __restrict__ smooth) { ferry_horn(sound, smooth); }

// ---- Archive: rank of each wanted number in a sorted catalogue kept as a tree of 32-key nodes, a warp walks 16 searches one after another.
constexpr int kLevels = 5, kEach = 16, kWanted = 132 * 64 * kEach * 10;

template <int kThreads>
__device__ __forceinline__ void archive_drawers(const int* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ rank) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * (kThreads / 32) + threadIdx.x / 32) * kEach;
#pragma unroll 1
    for (int i = 0; i < kEach; ++i) {
        int want = wanted[first + i], node = 0;
        const int* level = tree;
#pragma unroll
        for (int l = 0; l < kLevels; ++l) {
            int key = level[node * 32 + lane];
            int below = __popc(__ballot_sync(0xffffffffu, key <= want)) - 1;
            node = node * 32 + max(below, 0);
            level += 32 << (5 * l);
        }
        if (lane == 0) rank[first + i] = node;
    }
}

__global__ void __launch_bounds__(32) archive_drawers_n2_a(const int* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ rank) { archive_drawers<32>(tree, wanted, rank); }
__global__ void __launch_bounds__(256) archive_drawers_n2_b(const int* __restrict__ tree, const int* __restrict__ wanted, int* __restrict__ rank) { archive_drawers<256>(tree, wanted, rank); }

// ---- Amber: brightness of each line of sight through a scanned lump of amber, stopped when opaque; the few lines with a glint get the
//      clipped mean of the 11 x 11 voxels around it instead of the glint itself.
constexpr int kAmberWide = 1056, kAmberHigh = 1024, kAmberDeep = 128, kAmberPlane = kAmberWide * kAmberHigh;

__device__ __forceinline__ float amber_clip(float v, float mean, float spread, float& kept) {
    float off = v - mean;
    bool keep = off * off <= spread;
    kept += keep ? 1.0f : 0.0f;
    return keep ? v : 0.0f;
}

__device__ __forceinline__ float glint_held(const float* __restrict__ from) {
    float voxel[121], mean = 0.0f, spread = 0.0f, sum = 0.0f, kept = 0.0f;
#pragma unroll
    for (int n = 0; n < 121; ++n) voxel[n] = from[(n / 11 - 5) * kAmberWide + n % 11 - 5];
#pragma unroll
    for (int n = 0; n < 121; ++n) mean += voxel[n];
    mean *= (1.0f / 121);
#pragma unroll
    for (int n = 0; n < 121; ++n) spread = fmaf(voxel[n] - mean, voxel[n] - mean, spread);
    spread *= (1.0f / 121);
#pragma unroll
    for (int n = 0; n < 121; ++n) sum += amber_clip(voxel[n], mean, spread, kept);
    return sum / kept;
}

__device__ __forceinline__ float glint_reread(const float* __restrict__ from) {
    float mean = 0.0f, spread = 0.0f, sum = 0.0f, kept = 0.0f;
#pragma unroll 1
    for (int y = 0; y < 11; ++y)
#pragma unroll
        for (int x = 0; x < 11; ++x) mean += from[(y - 5) * kAmberWide + x - 5];
    mean *= (1.0f / 121);
#pragma unroll 1
    for (int y = 0; y < 11; ++y)
#pragma unroll
        for (int x = 0; x < 11; ++x) {
            float v = from[(y - 5) * kAmberWide + x - 5];
            spread = fmaf(v - mean, v - mean, spread);
        }
    spread *= (1.0f / 121);
#pragma unroll 1
    for (int y = 0; y < 11; ++y)
#pragma unroll
        for (int x = 0; x < 11; ++x) sum += amber_clip(from[(y - 5) * kAmberWide + x - 5], mean, spread, kept);
    return sum / kept;
}

template <bool kHeld>
__device__ __forceinline__ void amber_insects(const float* __restrict__ lump, float* __restrict__ view) {
    int p = blockIdx.x * 128 + threadIdx.x, where = 0;
    float light = 0.0f, clear = 1.0f, glint = -2.0f;
    const float* voxel = lump + p;
#pragma unroll 1
    for (int z = 0; z < kAmberDeep; ++z, voxel += kAmberPlane) {
        float v = *voxel, dense = 0.004f * fabsf(v);
        light = fmaf(clear * dense, v, light);
        clear = fmaf(-dense, clear, clear);
        if (v > glint) { glint = v; where = z; }
        if (clear < 0.01f) break;
    }
    if (glint > 0.99995f) {
        int x = min(max(p % kAmberWide, 5), kAmberWide - 6), y = min(max(p / kAmberWide, 5), kAmberHigh - 6);
        const float* from = lump + ((size_t)where * kAmberPlane + y * kAmberWide + x);
        glint = kHeld ? glint_held(from) : glint_reread(from);
    }
    view[p] = fmaf(clear, glint, light);
}

__global__ void __launch_bounds__(128) amber_insects_n2_a(const float* __restrict__ lump, float* __restrict__ view) { amber_insects<true>(lump, view); }
__global__ void __launch_bounds__(128) amber_insects_n2_b(const float* __restrict__ lump, float* __restrict__ view) { amber_insects<false>(lump, view); }

// ---- Postcards: turn a picture of four bytes a pixel by a quarter, 32 x 32 pixels a block.
constexpr int kCardWide = 16384, kCardHigh = 8448;

template <int kPitch>
__device__ __forceinline__ void postcard_turn(const uchar4* __restrict__ card, uchar4* __restrict__ turned) {
    __shared__ uchar4 tile[32][kPitch];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[y + j][x] = card[(size_t)(top + y + j) * kCardWide + left + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(left + y + j) * kCardHigh + (kCardHigh - 32 - top) + x] = tile[31 - x][y + j];
}

__global__ void __launch_bounds__(256) postcard_turn_n2_a(const uchar4* __restrict__ card, uchar4* __restrict__ turned) { postcard_turn<32>(card, turned); }
__global__ void __launch_bounds__(256) postcard_turn_n2_b(const uchar4* __restrict__ card, uchar4* __restrict__ turned) { postcard_turn<33>(card, turned); }

// ---- Canyon: three feedback echoes of each of many voices, a thread a voice with its last 16 samples in a ring.
constexpr int kVoices = 132 * 2048 * 4, kSamples = 64, kRing = 16;

template <int kPitch>
__device__ __forceinline__ void canyon_echo(const float* __restrict__ dry, float* __restrict__ wet) {
    __shared__ float ring[128 * kPitch];
    int t = threadIdx.x, v = blockIdx.x * 128 + t;
    float* mine = ring + t * kPitch;
#pragma unroll
    for (int n = 0; n < kRing; ++n) mine[n] = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kSamples; ++n) {
        float s = dry[(size_t)n * kVoices + v];
        s = fmaf(0.3f, mine[(n - 5) & (kRing - 1)], s);
        s = fmaf(0.2f, mine[(n - 9) & (kRing - 1)], s);
        s = fmaf(0.1f, mine[(n - 14) & (kRing - 1)], s);
        mine[n & (kRing - 1)] = s;
        wet[(size_t)n * kVoices + v] = s;
    }
}

__global__ void __launch_bounds__(128) canyon_echo_n2_a(const float* __restrict__ dry, float* __restrict__ wet) { canyon_echo<kRing>(dry, wet); }
__global__ void __launch_bounds__(128) canyon_echo_n2_b(const float* __restrict__ dry, float* __restrict__ wet) { canyon_echo<kRing + 1>(dry, wet); }

// ---- Olives: 16 measurements of each tree of a grove, from tree by tree to measurement by measurement, scaled on the way.
constexpr int kGroveBlocks = 132 * 8 * 9, kTrees = kGroveBlocks * 128, kMeasures = 16;

template <int kPitch>
__device__ __forceinline__ void olive_grove(const double* __restrict__ trees, double* __restrict__ planes) {
    __shared__ double tile[128 * kPitch];
    int t = threadIdx.x, base = blockIdx.x * 128;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int e = j * 256 + t;
        tile[e / kMeasures * kPitch + e % kMeasures] = trees[(size_t)base * kMeasures + e];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int tree = t % 128, m = j * 2 + t / 128;
        planes[(size_t)m * kTrees + base + tree] = 0.25 * tile[tree * kPitch + m];
    }
}

__global__ void __launch_bounds__(256) olive_grove_n2_a(const double* __restrict__ trees, double* __restrict__ planes) { olive_grove<kMeasures + 2>(trees, planes); }
__global__ void __launch_bounds__(256) olive_grove_n2_b(const double* __restrict__ trees, double* __restrict__ planes) { olive_grove<kMeasures + 1>(trees, planes); }

// ---- Market stalls: worth of all goods, price times amount, one wave of blocks with a partial sum each.
constexpr int kStallStride = 132 * 8 * 256, kGoods = kStallStride * 2 * 60;  // quadruples

__global__ void __launch_bounds__(256, 8) market_stalls_n2_a(const float4* __restrict__ price, const float4* __restrict__ amount, float* __restrict__ worth) {
    __shared__ float part[8];
    float sum0 = 0.0f, sum1 = 0.0f;
#pragma unroll 1
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kGoods; i += 2 * kStallStride) {
        float4 p = __ldcs(price + i), a = __ldcs(amount + i), q = __ldcs(price + i + kStallStride), b = __ldcs(amount + i + kStallStride);
        sum0 = fmaf(p.x, a.x, fmaf(p.y, a.y, fmaf(p.z, a.z, fmaf(p.w, a.w, sum0))));
        sum1 = fmaf(q.x, b.x, fmaf(q.y, b.y, fmaf(q.z, b.z, fmaf(q.w, b.w, sum1))));
    }
    float sum = sum0 + sum1;
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = part[threadIdx.x];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_down_sync(0xffu, sum, o);
        if (threadIdx.x == 0) worth[blockIdx.x] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: two long fields of floats, one of integers, one result.
    constexpr size_t kMost = (size_t)kAmberPlane * kAmberDeep;
    static_assert(kRivers * kAges == kTrees * kMeasures && kMost >= (size_t)kTrees * kMeasures * 2 && kMost >= (size_t)kCardWide * kCardHigh && kMost >= (size_t)kGoods * 4 &&
                  kMost >= (size_t)kFrames * kFrame && kMost >= (size_t)kVoices * kSamples && kMost >= (size_t)kPlume * kSpecies, "fields are too short");
    float *one = filled<float>(kMost, 301), *two = filled<float>(kMost, 302), *out = empty<float>(kMost);
    double* census = filled<double>((size_t)kRivers * kAges, 303);
    int* noise = harness::indices((size_t)kPatches * kPatchWords * 4, 0xffffffffu, 304);
    int* wanted = harness::indices(kWanted, 1u << 30, 305);

    std::vector<double> pups(kAges), survive(kAges);
    for (int k = 0; k < kAges; ++k) { pups[k] = k < 3 ? 0.01 * k : 0.29 - 0.01 * k; survive[k] = k < 2 ? 0.6 : 0.93 - 0.01 * k; }
    CHECK(cudaMemcpyToSymbol(cPups, pups.data(), kAges * sizeof(double)));
    CHECK(cudaMemcpyToSymbol(cSurvive, survive.data(), kAges * sizeof(double)));
    std::vector<int> phrase(kPhrase);
    for (int j = 0; j < kPhrase; ++j) phrase[j] = (int)(harness::hash32(900 + j) & 3);
    CHECK(cudaMemcpyToSymbol(cPhrase, phrase.data(), kPhrase * sizeof(int)));
    const float taps[9] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f, 0.18f, 0.12f, 0.06f, 0.02f};
    CHECK(cudaMemcpyToSymbol(cTaps, taps, sizeof(taps)));

    std::vector<int> catalogue;  // level after level; the key of a slot is the smallest number of its branch
    for (int l = 0; l < kLevels; ++l) {
        int slots = 32 << (5 * l), step = 1 << (30 - 5 * (l + 1));
        for (int s = 0; s < slots; ++s) catalogue.push_back(s * step + (l == kLevels - 1 ? (int)(harness::hash32(s) % (unsigned)step) : 0));
    }
    int* tree = harness::uploaded(catalogue);

    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    double* out8 = reinterpret_cast<double*>(out);
    int* outi = reinterpret_cast<int*>(out);
    uchar4 *card = reinterpret_cast<uchar4*>(one), *turned = reinterpret_cast<uchar4*>(out);
    const uint4* pixels = reinterpret_cast<const uint4*>(noise);
    const unsigned* notes = reinterpret_cast<const unsigned*>(noise);
    static_assert((size_t)kRecordings * kNoteWords <= (size_t)kPatches * kPatchWords * 4, "too few notes");

    add("otter_families_n2_a", out, kRivers, Output::f64, [=] { otter_families_n2_a<<<kRivers / 512, 512>>>(census, out8); });
    add("otter_families_n2_b", out, kRivers, Output::f64, [=] { otter_families_n2_b<<<kRivers / 512, 512>>>(census, out8); });

    add("volcano_plume_n2_a", out, (size_t)kPlume * kSpecies, Output::f32, [=] { volcano_plume_n2_a<<<kPlume / 128, 128>>>(one, two, out); });
    add("volcano_plume_n2_b", out, (size_t)kPlume * kSpecies, Output::f32, [=] { volcano_plume_n2_b<<<kPlume / 128, 128>>>(one, two, out); });

    add("carpet_tones_n2_a", out, kPatches, Output::i32, [=] { carpet_tones_n2_a<<<kPatches / 128, 128>>>(pixels, outi); });
    add("carpet_tones_n2_b", out, kPatches, Output::i32, [=] { carpet_tones_n2_b<<<kPatches / 128, 128>>>(pixels, outi); });

    add("parrot_phrase_n2_a", out, kRecordings, Output::i32, [=] { parrot_phrase_n2_a<<<kRecordings / 128, 128>>>(notes, kPhrase, outi); });
    add("parrot_phrase_n2_b", out, kRecordings, Output::i32, [=] { parrot_phrase_n2_b<<<kRecordings / 128, 128>>>(notes, kPhrase, outi); });

    constexpr size_t kRoomy = kLongestFrame * sizeof(float), kNeeded = (kFrame + 8) * sizeof(float);
    CHECK(cudaFuncSetAttribute(ferry_horn_n2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)kRoomy));
    add("ferry_horn_n2_a", out, (size_t)kFrames * kFrame, Output::f32, [=] { ferry_horn_n2_a<<<kFrames, 256, kRoomy>>>(one4, out4); });
    add("ferry_horn_n2_b", out, (size_t)kFrames * kFrame, Output::f32, [=] { ferry_horn_n2_b<<<kFrames, 256, kNeeded>>>(one4, out4); });

    add("archive_drawers_n2_a", out, kWanted, Output::i32, [=] { archive_drawers_n2_a<<<kWanted / kEach, 32>>>(tree, wanted, outi); });
    add("archive_drawers_n2_b", out, kWanted, Output::i32, [=] { archive_drawers_n2_b<<<kWanted / kEach / 8, 256>>>(tree, wanted, outi); });

    add("amber_insects_n2_a", out, kAmberPlane, Output::f32, [=] { amber_insects_n2_a<<<kAmberPlane / 128, 128>>>(one, out); });
    add("amber_insects_n2_b", out, kAmberPlane, Output::f32, [=] { amber_insects_n2_b<<<kAmberPlane / 128, 128>>>(one, out); });

    add("postcard_turn_n2_a", out, (size_t)kCardWide * kCardHigh * 4, Output::u8, [=] { postcard_turn_n2_a<<<dim3(kCardWide / 32, kCardHigh / 32), dim3(32, 8)>>>(card, turned); });
    add("postcard_turn_n2_b", out, (size_t)kCardWide * kCardHigh * 4, Output::u8, [=] { postcard_turn_n2_b<<<dim3(kCardWide / 32, kCardHigh / 32), dim3(32, 8)>>>(card, turned); });

    add("canyon_echo_n2_a", out, (size_t)kVoices * kSamples, Output::f32, [=] { canyon_echo_n2_a<<<kVoices / 128, 128>>>(one, out); });
    add("canyon_echo_n2_b", out, (size_t)kVoices * kSamples, Output::f32, [=] { canyon_echo_n2_b<<<kVoices / 128, 128>>>(one, out); });

    add("olive_grove_n2_a", out, (size_t)kTrees * kMeasures, Output::f64, [=] { olive_grove_n2_a<<<kGroveBlocks, 256>>>(census, out8); });
    add("olive_grove_n2_b", out, (size_t)kTrees * kMeasures, Output::f64, [=] { olive_grove_n2_b<<<kGroveBlocks, 256>>>(census, out8); });

    add("market_stalls_n2_a", out, 132 * 8, Output::f32, [=] { market_stalls_n2_a<<<132 * 8, 256>>>(one4, two4, out); });

    return harness::run(argc, argv, cases);
}
