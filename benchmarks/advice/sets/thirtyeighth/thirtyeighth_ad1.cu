// Eight measured cases from imaging, genomics, audio, robotics, forestry, reservoirs, markets and film: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::hash32;
using harness::Output;

// ---- Tomography: attenuation of each ray from photon counts [angle][detector], laid out [detector][angle] for the ring filter.
constexpr int kAngles = 2304, kDetectors = 2048;

__device__ __forceinline__ float attenuation(uint16_t count) { return 11.0903f - __logf((float)count); }

__global__ void __launch_bounds__(256) teasel_shadows_ad1_a(const uint16_t* __restrict__ counts, float* __restrict__ shadow) {
    int angle = blockIdx.x * 256 + threadIdx.x, detector = blockIdx.y;
    shadow[detector * kAngles + angle] = attenuation(counts[angle * kDetectors + detector]);
}

__global__ void __launch_bounds__(256) teasel_shadows_ad1_b(const uint16_t* __restrict__ counts, float* __restrict__ shadow) {
    __shared__ float tile[32][33];
    int angle = blockIdx.x * 32, detector = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[y + j][x] = attenuation(counts[(angle + y + j) * kDetectors + detector + x]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) shadow[(detector + y + j) * kAngles + angle + x] = tile[x][y + j];
}

// ---- Sequencing: bases whose Phred quality is below 20 become N.
constexpr int kBases = 10 << 20;

__global__ void __launch_bounds__(512) bulrush_letters_ad1_a(const uint8_t* __restrict__ base, const uint8_t* __restrict__ quality, uint8_t* __restrict__ masked) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint8_t b = base[i], q = quality[i];
    masked[i] = q < 20 ? (uint8_t)'N' : b;
}

__device__ __forceinline__ unsigned mask_four(unsigned base, unsigned quality) {
    unsigned poor = __vcmpltu4(quality, 0x14141414u);
    return (base & ~poor) | (0x4e4e4e4eu & poor);
}

__global__ void __launch_bounds__(512) bulrush_letters_ad1_b(const uint4* __restrict__ base, const uint4* __restrict__ quality, uint4* __restrict__ masked) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 b = base[i], q = quality[i];
    masked[i] = make_uint4(mask_four(b.x, q.x), mask_four(b.y, q.y), mask_four(b.z, q.z), mask_four(b.w, q.w));
}

// ---- Spherical microphone: 24-bit planar samples of 32 capsules become calibrated, interleaved float frames.
namespace capture {
constexpr int kCapsules = 32, kFrames = 1 << 19;

__device__ __forceinline__ float calibrate(int raw, float gain) { return (float)(raw - (1 << 23)) * gain; }
}  // namespace capture

__global__ void __launch_bounds__(256) carillon_strands_ad1_a(const int* __restrict__ planar, const float* __restrict__ gain, float* __restrict__ frames) {
    using namespace capture;
    int capsule = blockIdx.y, first = blockIdx.x * 1024 + threadIdx.x;
    const int* track = planar + (size_t)capsule * kFrames;
    float g = gain[capsule];
    int raw[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) raw[j] = track[first + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) frames[(size_t)(first + j * 256) * kCapsules + capsule] = calibrate(raw[j], g);
}

__global__ void __launch_bounds__(256) carillon_strands_ad1_b(const int* __restrict__ planar, const float* __restrict__ gain, float* __restrict__ frames) {
    using namespace capture;
    __shared__ float tile[kCapsules][33];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = blockIdx.x * 32;
#pragma unroll
    for (int j = 0; j < kCapsules; j += 8) {
        int capsule = warp + j;
        tile[capsule][lane] = calibrate(planar[(size_t)capsule * kFrames + first + lane], gain[capsule]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) frames[(size_t)(first + warp + j) * kCapsules + lane] = tile[lane][warp + j];
}

// ---- Loop closure of a SLAM system: nearest of 128 candidate keypoints of each query by Hamming distance of 256-bit descriptors.
// The vocabulary is one file image; a warp serves a query, two lanes read a descriptor.
namespace loop_closure {
constexpr int kWords = 1 << 19, kQueries = 1 << 17, kCandidates = 128;

__device__ __forceinline__ int differing(uint4 a, uint4 b) { return __popc(a.x ^ b.x) + __popc(a.y ^ b.y) + __popc(a.z ^ b.z) + __popc(a.w ^ b.w); }

__device__ __forceinline__ void nearest_word(const uint4* __restrict__ words, const uint4* __restrict__ queries, const int* __restrict__ candidates,
                                             int* __restrict__ best) {
    int query = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, part = lane & 1, slot = lane >> 1;
    uint4 mine = queries[query * 2 + part];
    const int* list = candidates + (size_t)query * kCandidates + slot;
    int least = 0x7fffffff;
#pragma unroll
    for (int from = 0; from < kCandidates; from += 64) {
        int id[4];
        uint4 word[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) id[j] = __ldcs(list + from + j * 16);
#pragma unroll
        for (int j = 0; j < 4; ++j) word[j] = words[id[j] * 2 + part];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int d = differing(mine, word[j]);
            d += __shfl_xor_sync(0xffffffffu, d, 1);
            least = min(least, d << 8 | (from + j * 16 + slot));
        }
    }
    least = __reduce_min_sync(0xffffffffu, least);
    if (lane == 0) best[query] = least;
}
}  // namespace loop_closure

__global__ void __launch_bounds__(256) larkspur_tokens_ad1_a(const uint4* __restrict__ image, const uint4* __restrict__ queries,
                                                             const int* __restrict__ candidates, int* __restrict__ best) {
    loop_closure::nearest_word(image + 1, queries, candidates, best);  // behind the header of 16 bytes
}
__global__ void __launch_bounds__(256) larkspur_tokens_ad1_b(const uint4* __restrict__ words, const uint4* __restrict__ queries,
                                                             const int* __restrict__ candidates, int* __restrict__ best) {
    loop_closure::nearest_word(words, queries, candidates, best);
}

// ---- Forest inventory: stem volume of each surveyed tree from its diameter and its height.
struct Tree {
    float east, north, up, slope, diameter, bark, lean, age;
    float crown, height, vigour, soil, moisture, damage, value, weight;
};
constexpr int kTrees = 80 << 20;

__device__ __forceinline__ float stem_volume(float diameter, float height) { return (1.2f + diameter) * (1.2f + diameter) * fmaf(0.35f, height, 0.6f); }

__global__ void __launch_bounds__(256) hornbeam_ledger_ad1_a(const Tree* __restrict__ trees, float* __restrict__ volume) {
    int i = blockIdx.x * 256 + threadIdx.x;
    volume[i] = stem_volume(trees[i].diameter, trees[i].height);
}

__global__ void __launch_bounds__(256) hornbeam_ledger_ad1_b(const float* __restrict__ diameter, const float* __restrict__ height, float* __restrict__ volume) {
    int i = blockIdx.x * 256 + threadIdx.x;
    volume[i] = stem_volume(diameter[i], height[i]);
}

__global__ void harness_split_trees(const Tree* trees, float* diameter, float* height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    diameter[i] = trees[i].diameter;
    height[i] = trees[i].height;
}

// ---- Reservoir simulation: flow through each connection of two cells (x, y and z connections one after another).
// The deck numbers the cells as the geologist's mesher left them; the renumbered deck has the cells in the order of the grid.
namespace reservoir {
constexpr int kCells = 1 << 25, kLinks = 3 * kCells, kRow = 512, kLayer = 512 * 256;

__device__ __forceinline__ void link_flow(const int2* __restrict__ link, const float* __restrict__ transmissibility, const float* __restrict__ pressure,
                                          float* __restrict__ flow) {
    int i = blockIdx.x * 384 + threadIdx.x;
    int2 cells = link[i];
    flow[i] = transmissibility[i] * (pressure[cells.x] - pressure[cells.y]);
}

__host__ __device__ inline int mesher_number(int i) {  // a bijection of 25 bits
    uint32_t v = i, low = kCells - 1;
    v = (v * 0x9e3779b1u) & low; v ^= v >> 13;
    v = (v * 0x85ebca6bu) & low; v ^= v >> 12;
    v = (v * 0xc2b2ae35u) & low; v ^= v >> 14;
    return (int)v;
}
}  // namespace reservoir

__global__ void __launch_bounds__(384) sphagnum_seeps_ad1_a(const int2* __restrict__ link, const float* __restrict__ transmissibility,
                                                            const float* __restrict__ pressure, float* __restrict__ flow) {
    reservoir::link_flow(link, transmissibility, pressure, flow);
}
__global__ void __launch_bounds__(384) sphagnum_seeps_ad1_b(const int2* __restrict__ link, const float* __restrict__ transmissibility,
                                                            const float* __restrict__ pressure, float* __restrict__ flow) {
    reservoir::link_flow(link, transmissibility, pressure, flow);
}

__global__ void harness_reservoir(int2* link, int2* renumbered, float* pressure, const float* ordered) {
    using namespace reservoir;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step[3] = {1, kRow, kLayer};
    for (int k = 0; k < 3; ++k) {
        int other = (i + step[k]) & (kCells - 1);
        renumbered[(size_t)k * kCells + i] = make_int2(i, other);
        link[(size_t)k * kCells + i] = make_int2(mesher_number(i), mesher_number(other));
    }
    pressure[mesher_number(i)] = ordered[i];
}

// ---- Market data: prices in ticks of a recorded session become float prices; the record starts with one word of version.
constexpr int kTicks = 1 << 26;

__device__ __forceinline__ void price_of(const int* __restrict__ ticks, float* __restrict__ price) {
    int first = blockIdx.x * 1024 + threadIdx.x, t[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) t[j] = ticks[first + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) price[first + j * 256] = fmaf(0.0025f, (float)t[j], 1.5f);
}

__global__ void __launch_bounds__(256) quince_ticker_ad1_a(const int* __restrict__ session, float* __restrict__ price) { price_of(session + 1, price); }
__global__ void __launch_bounds__(256) quince_ticker_ad1_b(const int* __restrict__ ticks, float* __restrict__ price) { price_of(ticks, price); }

// ---- Film: cross-fade of two scenes in half precision, eight samples a vector, four vectors a thread.
constexpr int kFades = 1 << 24;  // vectors

__device__ __forceinline__ unsigned fade(unsigned from, unsigned to, __half2 weight) {
    __half2 a = *reinterpret_cast<__half2*>(&from), b = *reinterpret_cast<__half2*>(&to);
    __half2 mixed = __hfma2(weight, __hsub2(b, a), a);
    return *reinterpret_cast<unsigned*>(&mixed);
}

__global__ void __launch_bounds__(256) damask_fades_ad1_a(const uint4* __restrict__ from, const uint4* __restrict__ to, uint4* __restrict__ out, float share) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    __half2 w = __float2half2_rn(share);
    uint4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = __ldcs(from + first + j * 256); b[j] = __ldcs(to + first + j * 256); }
#pragma unroll
    for (int j = 0; j < 4; ++j)
        __stcs(out + first + j * 256, make_uint4(fade(a[j].x, b[j].x, w), fade(a[j].y, b[j].y, w), fade(a[j].z, b[j].z, w), fade(a[j].w, b[j].w, w)));
}

// ---- Inputs.
__global__ void harness_counts(uint16_t* p, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = (uint16_t)(hash32(i + 91) % 60000 + 1);
}
__global__ void harness_reads(uint8_t* base, uint8_t* quality, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t h = hash32(i + 17);
        base[i] = (uint8_t)(0x54474341u >> (h & 3) * 8);  // A, C, G, T
        quality[i] = (uint8_t)((h >> 8) % 42);
    }
}
__global__ void harness_bits(uint32_t* p, int n, uint32_t seed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = hash32(i * 2654435761u + seed);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        uint16_t* counts = empty<uint16_t>(kAngles * kDetectors);
        harness_counts<<<1056, 256>>>(counts, kAngles * kDetectors);
        float* shadow = empty<float>(kAngles * kDetectors);
        add("teasel_shadows_ad1_a", shadow, kAngles * kDetectors, Output::f32, [=] { teasel_shadows_ad1_a<<<dim3(kAngles / 256, kDetectors), 256>>>(counts, shadow); });
        add("teasel_shadows_ad1_b", shadow, kAngles * kDetectors, Output::f32, [=] {
            teasel_shadows_ad1_b<<<dim3(kAngles / 32, kDetectors / 32), dim3(32, 8)>>>(counts, shadow); });
    }
    {
        uint8_t *base = empty<uint8_t>(kBases), *quality = empty<uint8_t>(kBases), *masked = empty<uint8_t>(kBases);
        harness_reads<<<1056, 256>>>(base, quality, kBases);
        add("bulrush_letters_ad1_a", masked, kBases, Output::u8, [=] { bulrush_letters_ad1_a<<<kBases / 512, 512>>>(base, quality, masked); });
        add("bulrush_letters_ad1_b", masked, kBases, Output::u8, [=] {
            bulrush_letters_ad1_b<<<kBases / 16 / 512, 512>>>(reinterpret_cast<const uint4*>(base), reinterpret_cast<const uint4*>(quality),
                                                              reinterpret_cast<uint4*>(masked)); });
    }
    {
        using namespace capture;
        constexpr size_t kSamples = (size_t)kCapsules * kFrames;
        int* planar = harness::indices(kSamples, 1u << 24, 53);
        std::vector<float> gains(kCapsules);
        for (int c = 0; c < kCapsules; ++c) gains[c] = (1.0f + 0.003f * c) / 8388608.0f;
        float *gain = harness::uploaded(gains), *frames = empty<float>(kSamples);
        add("carillon_strands_ad1_a", frames, kSamples, Output::f32, [=] { carillon_strands_ad1_a<<<dim3(kFrames / 1024, kCapsules), 256>>>(planar, gain, frames); });
        add("carillon_strands_ad1_b", frames, kSamples, Output::f32, [=] { carillon_strands_ad1_b<<<kFrames / 32, 256>>>(planar, gain, frames); });
    }
    {
        using namespace loop_closure;
        uint32_t *image = empty<uint32_t>(kWords * 8 + 4), *words = empty<uint32_t>(kWords * 8), *queries = empty<uint32_t>(kQueries * 8);
        harness_bits<<<1056, 256>>>(image, kWords * 8 + 4, 5);
        harness_bits<<<1056, 256>>>(queries, kQueries * 8, 77);
        CHECK(cudaMemcpy(words, image + 4, (size_t)kWords * 32, cudaMemcpyDeviceToDevice));
        int *candidates = harness::indices((size_t)kQueries * kCandidates, kWords, 29), *best = empty<int>(kQueries);
        auto u4 = [](uint32_t* p) { return reinterpret_cast<const uint4*>(p); };
        const uint4 *image4 = u4(image), *words4 = u4(words), *queries4 = u4(queries);
        add("larkspur_tokens_ad1_a", best, kQueries, Output::i32, [=] { larkspur_tokens_ad1_a<<<kQueries / 8, 256>>>(image4, queries4, candidates, best); });
        add("larkspur_tokens_ad1_b", best, kQueries, Output::i32, [=] { larkspur_tokens_ad1_b<<<kQueries / 8, 256>>>(words4, queries4, candidates, best); });
    }
    {
        Tree* trees = reinterpret_cast<Tree*>(filled<float>((size_t)kTrees * 16, 61));
        float *diameter = empty<float>(kTrees), *height = empty<float>(kTrees), *volume = empty<float>(kTrees);
        harness_split_trees<<<kTrees / 256, 256>>>(trees, diameter, height);
        add("hornbeam_ledger_ad1_a", volume, kTrees, Output::f32, [=] { hornbeam_ledger_ad1_a<<<kTrees / 256, 256>>>(trees, volume); });
        add("hornbeam_ledger_ad1_b", volume, kTrees, Output::f32, [=] { hornbeam_ledger_ad1_b<<<kTrees / 256, 256>>>(diameter, height, volume); });
    }
    {
        using namespace reservoir;
        int2 *link = empty<int2>(kLinks), *renumbered = empty<int2>(kLinks);
        float *ordered = filled<float>(kCells, 71), *pressure = empty<float>(kCells), *transmissibility = filled<float>(kLinks, 72), *flow = empty<float>(kLinks);
        harness_reservoir<<<kCells / 256, 256>>>(link, renumbered, pressure, ordered);
        add("sphagnum_seeps_ad1_a", flow, kLinks, Output::f32, [=] { sphagnum_seeps_ad1_a<<<kLinks / 384, 384>>>(link, transmissibility, pressure, flow); });
        add("sphagnum_seeps_ad1_b", flow, kLinks, Output::f32, [=] { sphagnum_seeps_ad1_b<<<kLinks / 384, 384>>>(renumbered, transmissibility, ordered, flow); });
    }
    {
        int *session = harness::indices((size_t)kTicks + 1, 40000, 83), *ticks = empty<int>(kTicks);
        CHECK(cudaMemcpy(ticks, session + 1, (size_t)kTicks * 4, cudaMemcpyDeviceToDevice));
        float* price = empty<float>(kTicks);
        add("quince_ticker_ad1_a", price, kTicks, Output::f32, [=] { quince_ticker_ad1_a<<<kTicks / 1024, 256>>>(session, price); });
        add("quince_ticker_ad1_b", price, kTicks, Output::f32, [=] { quince_ticker_ad1_b<<<kTicks / 1024, 256>>>(ticks, price); });
    }
    {
        __half *from = filled<__half>((size_t)kFades * 8, 95), *to = filled<__half>((size_t)kFades * 8, 96), *out = empty<__half>((size_t)kFades * 8);
        add("damask_fades_ad1_a", out, (size_t)kFades * 8, Output::f16, [=] {
            damask_fades_ad1_a<<<kFades / 1024, 256>>>(reinterpret_cast<const uint4*>(from), reinterpret_cast<const uint4*>(to), reinterpret_cast<uint4*>(out), 0.3f); });
    }
    CHECK(cudaGetLastError());

    return harness::run(argc, argv, cases);
}
