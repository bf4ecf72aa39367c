// Ten measured pairs from nature and the observatory: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Weather: Lorenz's ring of 40 sites on a circle of latitude, integrated for 32 steps; one ring a thread.
constexpr int kSites = 40, kRings = 132 * 16 * 256;

__device__ __forceinline__ void turn_ring(const float* __restrict__ start, float* __restrict__ end) {
    int ring = blockIdx.x * 256 + threadIdx.x;
    float x[kSites];
#pragma unroll
    for (int s = 0; s < kSites; ++s) x[s] = 4.0f * start[(size_t)s * kRings + ring];
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
        float first = x[0], before = x[kSites - 1], earlier = x[kSites - 2];
#pragma unroll
        for (int s = 0; s < kSites; ++s) {
            float old = x[s], next = s + 1 < kSites ? x[s + 1] : first;
            x[s] = fmaf(0.005f, fmaf(next - earlier, before, 8.0f - old), old);
            earlier = before;
            before = old;
        }
    }
#pragma unroll
    for (int s = 0; s < kSites; ++s) end[(size_t)s * kRings + ring] = x[s];
}

__global__ void __launch_bounds__(256, 8) lorenz_ring_w2_a(const float* __restrict__ start, float* __restrict__ end) { turn_ring(start, end); }
__global__ void __launch_bounds__(256, 3) lorenz_ring_w2_b(const float* __restrict__ start, float* __restrict__ end) { turn_ring(start, end); }

// ---- Genetics: how uneven the sixteen pairs of neighbouring bases are in each read of 256 bases (2 bits each, one read a thread).
constexpr int kReads = 132 * 16 * 128 * 4, kWords = 16;

__global__ void __launch_bounds__(128) primer_pairs_w2_a(const unsigned* __restrict__ reads, int* __restrict__ uneven) {
    int pairs[16];
    int read = blockIdx.x * 128 + threadIdx.x, total = 0;
    unsigned pair = 0;
    for (int p = 0; p < 16; ++p) pairs[p] = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        unsigned word = reads[(size_t)w * kReads + read];
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            pair = (pair << 2 | (word >> (2 * b) & 3)) & 15;
            ++pairs[pair];
        }
    }
    for (int p = 0; p < 16; ++p) total += pairs[p] * pairs[p];
    uneven[read] = total;
}

__global__ void __launch_bounds__(128) primer_pairs_w2_b(const unsigned* __restrict__ reads, int* __restrict__ uneven) {
    __shared__ int tallies[16][128];
    int read = blockIdx.x * 128 + threadIdx.x, total = 0;
    int* pairs = &tallies[0][threadIdx.x];
    unsigned pair = 0;
    for (int p = 0; p < 16; ++p) pairs[p * 128] = 0;
#pragma unroll 1
    for (int w = 0; w < kWords; ++w) {
        unsigned word = reads[(size_t)w * kReads + read];
#pragma unroll
        for (int b = 0; b < 16; ++b) {
            pair = (pair << 2 | (word >> (2 * b) & 3)) & 15;
            ++pairs[pair * 128];
        }
    }
    for (int p = 0; p < 16; ++p) total += pairs[p * 128] * pairs[p * 128];
    uneven[read] = total;
}

// ---- Dendrochronology: 32 ring widths of each tree smoothed forwards and backwards in time; a thread walks a tree.
constexpr int kTrees = 132 * 64 * 128, kYears = 32;

template <int kRow>  // words from one tree to the next
__device__ __forceinline__ void smooth_trees(const float* __restrict__ widths, float* __restrict__ trend) {
    __shared__ volatile float page[128 * kRow];
    int t = threadIdx.x;
    const float4* from = reinterpret_cast<const float4*>(widths) + (size_t)blockIdx.x * (128 * kYears / 4);
    float4* to = reinterpret_cast<float4*>(trend) + (size_t)blockIdx.x * (128 * kYears / 4);
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = from[t + 128 * j];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int at = (t + 128 * j) / 8 * kRow + t % 8 * 4;
        page[at] = v[j].x; page[at + 1] = v[j].y; page[at + 2] = v[j].z; page[at + 3] = v[j].w;
    }
    __syncthreads();
    float w[kYears];
#pragma unroll
    for (int y = 0; y < kYears; ++y) w[y] = page[t * kRow + y];
#pragma unroll
    for (int y = 1; y < kYears; ++y) w[y] = fmaf(0.7f, w[y - 1] - w[y], w[y]);
#pragma unroll
    for (int y = kYears - 2; y >= 0; --y) w[y] = fmaf(0.7f, w[y + 1] - w[y], w[y]);
#pragma unroll
    for (int y = 0; y < kYears; ++y) page[t * kRow + y] = w[y];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        int at = (t + 128 * j) / 8 * kRow + t % 8 * 4;
        v[j].x = page[at]; v[j].y = page[at + 1]; v[j].z = page[at + 2]; v[j].w = page[at + 3];
        to[t + 128 * j] = v[j];
    }
}

__global__ void __launch_bounds__(128) tree_rings_w2_a(const float* __restrict__ widths, float* __restrict__ trend) { smooth_trees<32>(widths, trend); }
__global__ void __launch_bounds__(128) tree_rings_w2_b(const float* __restrict__ widths, float* __restrict__ trend) { smooth_trees<33>(widths, trend); }

// ---- Bioacoustics: whale song reduced to an eighth of its sampling rate behind a low pass of 32 taps (Welch's parabola).
constexpr int kNotes = 132 * 8 * 256 * 32, kTaps = 32, kPhase = 260;

template <bool kSorted>  // samples of the same remainder by 8 side by side
__device__ __forceinline__ void decimate(const float4* __restrict__ song, float* __restrict__ low) {
    __shared__ volatile float tape[8 * kPhase];
    constexpr int kNext = kSorted ? kPhase : 1, kQuarter = kSorted ? 128 : 1024;
    int t = threadIdx.x, at = kSorted ? t % 2 * (4 * kPhase) + t / 2 : 4 * t;
    const float4* from = song + (size_t)blockIdx.x * 512;
    float4 a = from[t], b = from[t + 256];
    auto lay = [&](int i, float4 v) { tape[i] = v.x; tape[i + kNext] = v.y; tape[i + 2 * kNext] = v.z; tape[i + 3 * kNext] = v.w; };
    if (t < 6) lay(at + 2 * kQuarter, from[512 + t]);
    lay(at, a);
    lay(at + kQuarter, b);
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) sum = fmaf(0.0002f * (k + 1) * (kTaps - k), tape[kSorted ? k % 8 * kPhase + k / 8 + t : 8 * t + k], sum);
    low[(size_t)blockIdx.x * 256 + t] = sum;
}

__global__ void __launch_bounds__(256) whale_song_w2_a(const float4* __restrict__ song, float* __restrict__ low) { decimate<false>(song, low); }
__global__ void __launch_bounds__(256) whale_song_w2_b(const float4* __restrict__ song, float* __restrict__ low) { decimate<true>(song, low); }

// ---- Astronomy: drift scan of 256 columns corrected by dark current and flat field, which move by a pair of columns each row.
constexpr int kPairs = 128, kScanBlocks = 132 * 16, kScanRows = 128;

__device__ __forceinline__ void correct_scan(const float2* __restrict__ sky, const float2* __restrict__ sensor, float2* __restrict__ clean) {
    extern __shared__ float2 field[];  // dark current and flat field; the host gives the room
    int t = threadIdx.x;
    field[t] = sensor[t];
    field[kPairs + t] = sensor[kPairs + t];
    __syncthreads();
#pragma unroll 1
    for (int row = 0; row < kScanRows; ++row) {
        size_t at = ((size_t)blockIdx.x * kScanRows + row) * kPairs + t;
        float2 dark = field[(t + row) % kPairs], flat = field[kPairs + (t + row) % kPairs], v = sky[at];
        clean[at] = make_float2((v.x - dark.x) * flat.x, (v.y - dark.y) * flat.y);
    }
}

__global__ void __launch_bounds__(128) drift_scan_w2_a(const float2* __restrict__ sky, const float2* __restrict__ sensor, float2* __restrict__ clean) {
    correct_scan(sky, sensor, clean);
}
__global__ void __launch_bounds__(128) drift_scan_w2_b(const float2* __restrict__ sky, const float2* __restrict__ sensor, float2* __restrict__ clean) {
    correct_scan(sky, sensor, clean);
}

// ---- Agriculture: readings of orchard stations scaled, shifted and clipped by the normals of each of 48 weeks of four readings, two stations a thread.
constexpr int kStations2 = 132 * 16 * 128, kWeeks = 48, kReadings = 4;

__device__ __forceinline__ float against(float v, float4 n, float gain) { return fminf(fmaxf(fmaf(v * gain, n.x, n.y), n.z), n.z + fabsf(n.w)); }
__device__ __forceinline__ float2 against(float2 v, float4 n, float gain) {
    return make_float2(against(v.x, n, gain), against(v.y, n, gain));
}

__global__ void __launch_bounds__(128) orchard_weeks_w2_a(const float2* __restrict__ raw, const float4* __restrict__ normals, float2* __restrict__ mended) {
    size_t at = blockIdx.x * 128 + threadIdx.x;
    float4 n[kWeeks];
    float total = 0.0f;
#pragma unroll
    for (int w = 0; w < kWeeks; ++w) { n[w] = normals[w]; total += fabsf(n[w].x); }
    float gain = kWeeks / total;
#pragma unroll
    for (int w = 0; w < kWeeks; ++w) {
#pragma unroll 1
        for (int r = 0; r < kReadings; ++r, at += kStations2) mended[at] = against(raw[at], n[w], gain);
    }
}

__global__ void __launch_bounds__(128) orchard_weeks_w2_b(const float2* __restrict__ raw, const float4* __restrict__ normals, float2* __restrict__ mended) {
    size_t at = blockIdx.x * 128 + threadIdx.x;
    float total = 0.0f;
#pragma unroll 8
    for (int w = 0; w < kWeeks; ++w) total += fabsf(normals[w].x);
    float gain = kWeeks / total;
#pragma unroll 1
    for (int w = 0; w < kWeeks; ++w) {
        float4 n = normals[w];
#pragma unroll 1
        for (int r = 0; r < kReadings; ++r, at += kStations2) mended[at] = against(raw[at], n, gain);
    }
}

// ---- Taxonomy: city-block distance of each caught beetle to each type specimen over 512 traits.
constexpr int kBeetles = 1536, kTypes = 6336, kTraits = 512;

__global__ void __launch_bounds__(256) beetle_traits_w2_a(const float* __restrict__ caught, const float* __restrict__ types, float* __restrict__ apart) {
    int s = blockIdx.x * 32 + threadIdx.x, c = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kTraits; ++k) sum += fabsf(caught[c * kTraits + k] - types[k * kTypes + s]);
    apart[c * kTypes + s] = sum;
}

__global__ void __launch_bounds__(256, 3) beetle_traits_w2_b(const float* __restrict__ caught, const float* __restrict__ types, float* __restrict__ apart) {
    __shared__ __align__(16) float s_caught[2][8][132], s_types[2][8][64];
    int t = threadIdx.x, ts = t % 16 * 4, tc = t / 16 * 4, s0 = blockIdx.x * 64, c0 = blockIdx.y * 128, k4 = t % 2 * 4, row = t / 2;
    const float* from_c = caught + (c0 + row) * kTraits + k4;
    const float* from_s = types + t / 32 * kTypes + s0 + t % 32 * 2;
    float sum[8][4];
#pragma unroll
    for (int a = 0; a < 8; ++a)
#pragma unroll
        for (int b = 0; b < 4; ++b) sum[a][b] = 0.0f;
    float4 x = *reinterpret_cast<const float4*>(from_c);
    float2 y = *reinterpret_cast<const float2*>(from_s);
#pragma unroll 2
    for (int k0 = 0, now = 0; k0 < kTraits; k0 += 8, now ^= 1) {
        s_caught[now][k4][row] = x.x; s_caught[now][k4 + 1][row] = x.y; s_caught[now][k4 + 2][row] = x.z; s_caught[now][k4 + 3][row] = x.w;
        *reinterpret_cast<float2*>(&s_types[now][t / 32][t % 32 * 2]) = y;
        __syncthreads();
        if (k0 + 8 < kTraits) {
            x = *reinterpret_cast<const float4*>(from_c + k0 + 8);
            y = *reinterpret_cast<const float2*>(from_s + (k0 + 8) * kTypes);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float4 u0 = *reinterpret_cast<const float4*>(&s_caught[now][k][tc]), u1 = *reinterpret_cast<const float4*>(&s_caught[now][k][64 + tc]);
            float4 w0 = *reinterpret_cast<const float4*>(&s_types[now][k][ts]);
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w}, w[4] = {w0.x, w0.y, w0.z, w0.w};
#pragma unroll
            for (int a = 0; a < 8; ++a)
#pragma unroll
                for (int b = 0; b < 4; ++b) sum[a][b] += fabsf(u[a] - w[b]);
        }
    }
#pragma unroll
    for (int a = 0; a < 8; ++a)
        *reinterpret_cast<float4*>(apart + (c0 + a / 4 * 64 + tc + a % 4) * kTypes + s0 + ts) = make_float4(sum[a][0], sum[a][1], sum[a][2], sum[a][3]);
}

// ---- Textiles: the punched pattern of a loom turned from warp order into weft order.
constexpr int kWarpThreads = 8448, kWefts = 8192;

template <int kRow>
__device__ __forceinline__ void turn_cards(const float* __restrict__ warp, float* __restrict__ weft) {
    __shared__ float card[32 * kRow];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) card[(threadIdx.y + j) * kRow + threadIdx.x] = warp[(size_t)(y + j) * kWarpThreads + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) weft[(size_t)(y + j) * kWefts + x] = card[threadIdx.x * kRow + threadIdx.y + j];
}

__global__ void __launch_bounds__(256) jacquard_cards_w2_a(const float* __restrict__ warp, float* __restrict__ weft) { turn_cards<34>(warp, weft); }
__global__ void __launch_bounds__(256) jacquard_cards_w2_b(const float* __restrict__ warp, float* __restrict__ weft) { turn_cards<33>(warp, weft); }

// ---- Glaciology: mean deviation of twelve spectral bands from their mean at each pixel of the ice, four or two pixels a thread.
constexpr int kBands = 12, kIce4 = 132 * 8 * 256 * 12;

template <int kPixels, typename Pixels>
__device__ __forceinline__ void band_spread(const Pixels* __restrict__ bands, Pixels* __restrict__ spread) {
    int i = blockIdx.x * 256 + threadIdx.x;
    union { Pixels all; float one[kPixels]; } v[kBands], sum;
#pragma unroll
    for (int b = 0; b < kBands; ++b) v[b].all = bands[(size_t)b * (kIce4 * 4 / kPixels) + i];
#pragma unroll
    for (int p = 0; p < kPixels; ++p) {
        float mean = 0.0f;
#pragma unroll
        for (int b = 0; b < kBands; ++b) mean = fmaf(1.0f / kBands, v[b].one[p], mean);
        sum.one[p] = 0.0f;
#pragma unroll
        for (int b = 0; b < kBands; ++b) sum.one[p] += fabsf(v[b].one[p] - mean);
    }
    spread[i] = sum.all;
}

__global__ void __launch_bounds__(256) glacier_bands_w2_a(const float4* __restrict__ bands, float4* __restrict__ spread) { band_spread<4>(bands, spread); }
__global__ void __launch_bounds__(256) glacier_bands_w2_b(const float2* __restrict__ bands, float2* __restrict__ spread) { band_spread<2>(bands, spread); }

// ---- Music: each phrase of 4096 samples of a choir brought to mean nought and unit power, a block a phrase.
constexpr int kPhrases = 132 * 8 * 16;

__global__ void __launch_bounds__(256, 8) choir_level_w2_a(const float4* __restrict__ voice, float4* __restrict__ level) {
    __shared__ float2 part[8];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024 + t;
    float4 v[4];
    float sum = 0.0f, power = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = __ldcs(voice + at + 256 * j);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        sum += v[j].x + v[j].y + (v[j].z + v[j].w);
        power += v[j].x * v[j].x + v[j].y * v[j].y + (v[j].z * v[j].z + v[j].w * v[j].w);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) { sum += __shfl_xor_sync(0xffffffffu, sum, o); power += __shfl_xor_sync(0xffffffffu, power, o); }
    if (t % 32 == 0) part[t / 32] = make_float2(sum, power);
    __syncthreads();
    sum = power = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) { sum += part[w].x; power += part[w].y; }
    float mean = sum * (1.0f / 4096), gain = rsqrtf(power * (1.0f / 4096) - mean * mean + 1e-6f);
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(level + at + 256 * j, make_float4((v[j].x - mean) * gain, (v[j].y - mean) * gain, (v[j].z - mean) * gain, (v[j].w - mean) * gain));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    constexpr size_t room = (size_t)4 * kIce4 * kBands;  // the largest input; every float input lies in it
    constexpr size_t mended = (size_t)2 * kStations2 * kWeeks * kReadings;
    static_assert(room >= mended && room >= (size_t)kSites * kRings && room >= (size_t)8 * kNotes + 24 && room >= (size_t)kPhrases * 4096 && room >= (size_t)kWarpThreads * kWefts, "room");
    float *in = filled<float>(room, 31), *out = empty<float>(mended);
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    const float2* in2 = reinterpret_cast<const float2*>(in);
    float2* out2 = reinterpret_cast<float2*>(out);

    constexpr size_t sites = (size_t)kSites * kRings;
    add("lorenz_ring_w2_a", out, sites, Output::f32, [=] { lorenz_ring_w2_a<<<kRings / 256, 256>>>(in, out); });
    add("lorenz_ring_w2_b", out, sites, Output::f32, [=] { lorenz_ring_w2_b<<<kRings / 256, 256>>>(in, out); });

    const unsigned* reads = reinterpret_cast<const unsigned*>(indices((size_t)kReads * kWords, 0xffffffffu, 32));
    int* uneven = empty<int>(kReads);
    add("primer_pairs_w2_a", uneven, kReads, Output::i32, [=] { primer_pairs_w2_a<<<kReads / 128, 128>>>(reads, uneven); });
    add("primer_pairs_w2_b", uneven, kReads, Output::i32, [=] { primer_pairs_w2_b<<<kReads / 128, 128>>>(reads, uneven); });

    add("tree_rings_w2_a", out, (size_t)kTrees * kYears, Output::f32, [=] { tree_rings_w2_a<<<kTrees / 128, 128>>>(in, out); });
    add("tree_rings_w2_b", out, (size_t)kTrees * kYears, Output::f32, [=] { tree_rings_w2_b<<<kTrees / 128, 128>>>(in, out); });

    add("whale_song_w2_a", out, kNotes, Output::f32, [=] { whale_song_w2_a<<<kNotes / 256, 256>>>(in4, out); });
    add("whale_song_w2_b", out, kNotes, Output::f32, [=] { whale_song_w2_b<<<kNotes / 256, 256>>>(in4, out); });

    constexpr size_t scanned = (size_t)kScanBlocks * kScanRows * kPairs * 2;
    const float2* sensor = reinterpret_cast<const float2*>(filled<float>(kPairs * 4, 33));
    CHECK(cudaFuncSetAttribute(drift_scan_w2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
    add("drift_scan_w2_a", out, scanned, Output::f32, [=] { drift_scan_w2_a<<<kScanBlocks, kPairs, 100 << 10>>>(in2, sensor, out2); });
    add("drift_scan_w2_b", out, scanned, Output::f32, [=] { drift_scan_w2_b<<<kScanBlocks, kPairs, 2 * kPairs * sizeof(float2)>>>(in2, sensor, out2); });

    const float4* normals = reinterpret_cast<const float4*>(filled<float>(kWeeks * 4, 34));
    add("orchard_weeks_w2_a", out, mended, Output::f32, [=] { orchard_weeks_w2_a<<<kStations2 / 128, 128>>>(in2, normals, out2); });
    add("orchard_weeks_w2_b", out, mended, Output::f32, [=] { orchard_weeks_w2_b<<<kStations2 / 128, 128>>>(in2, normals, out2); });

    const float *caught = filled<float>(kBeetles * kTraits, 35), *types = filled<float>(kTraits * kTypes, 36);
    add("beetle_traits_w2_a", out, (size_t)kBeetles * kTypes, Output::f32, [=] {
        beetle_traits_w2_a<<<dim3(kTypes / 32, kBeetles / 8), dim3(32, 8)>>>(caught, types, out); });
    add("beetle_traits_w2_b", out, (size_t)kBeetles * kTypes, Output::f32, [=] {
        beetle_traits_w2_b<<<dim3(kTypes / 64, kBeetles / 128), 256>>>(caught, types, out); });

    constexpr size_t holes = (size_t)kWarpThreads * kWefts;
    add("jacquard_cards_w2_a", out, holes, Output::f32, [=] { jacquard_cards_w2_a<<<dim3(kWarpThreads / 32, kWefts / 32), dim3(32, 8)>>>(in, out); });
    add("jacquard_cards_w2_b", out, holes, Output::f32, [=] { jacquard_cards_w2_b<<<dim3(kWarpThreads / 32, kWefts / 32), dim3(32, 8)>>>(in, out); });

    add("glacier_bands_w2_a", out, (size_t)kIce4 * 4, Output::f32, [=] { glacier_bands_w2_a<<<kIce4 / 256, 256>>>(in4, out4); });
    add("glacier_bands_w2_b", out, (size_t)kIce4 * 4, Output::f32, [=] { glacier_bands_w2_b<<<kIce4 / 128, 256>>>(in2, out2); });

    add("choir_level_w2_a", out, (size_t)kPhrases * 4096, Output::f32, [=] { choir_level_w2_a<<<kPhrases, 256>>>(in4, out4); });

    return harness::run(argc, argv, cases);
}
