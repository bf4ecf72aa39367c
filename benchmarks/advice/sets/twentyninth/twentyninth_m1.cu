// Eleven measured cases from farms, skies, kitchens and studios: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Land registry: score of each parcel, the weighted sum of its 64 readings.
constexpr int kParcels = 132 * 8 * 256 * 6, kReadings = 64;

__global__ void __launch_bounds__(256) parcel_scores_m1_a(const float* __restrict__ readings, const float* __restrict__ weights, float* __restrict__ scores) {
    int parcel = blockIdx.x * 256 + threadIdx.x;
    const float* mine = readings + (size_t)parcel * kReadings;
    float sum = 0.0f;
    for (int k = 0; k < kReadings; ++k) sum = fmaf(mine[k], weights[k], sum);
    scores[parcel] = sum;
}

__global__ void __launch_bounds__(256) parcel_scores_m1_b(const float* __restrict__ readings, const float* __restrict__ weights, float* __restrict__ scores) {
    int lane = threadIdx.x % 32, first = blockIdx.x * 256 + threadIdx.x - lane;
    float w0 = weights[lane], w1 = weights[lane + 32], mine = 0.0f;
    const float* row = readings + (size_t)first * kReadings + lane;
#pragma unroll 8
    for (int r = 0; r < 32; ++r) {
        float sum = fmaf(row[r * kReadings], w0, row[r * kReadings + 32] * w1);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == r) mine = sum;
    }
    scores[first + lane] = mine;
}

// ---- Inference engine: activations of a batch from channels-last (N, HW, C) to channels-first (N, C, HW).
constexpr int kBatch = 72, kChannels = 64, kPixels = 120 * 120, kPlane = kChannels * kPixels;

__global__ void __launch_bounds__(256) lantern_frames_m1_a(const float* __restrict__ last, float* __restrict__ first) {
    const float* from = last + (size_t)blockIdx.y * kPlane;
    float* to = first + (size_t)blockIdx.y * kPlane;
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = from[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int at = i + j * 256, c = at % kChannels, p = at / kChannels;
        to[c * kPixels + p] = v[j];
    }
}

__global__ void __launch_bounds__(256) lantern_frames_m1_b(const float* __restrict__ last, float* __restrict__ first) {
    __shared__ float tile[32][33];
    const float* from = last + (size_t)blockIdx.z * kPlane;
    float* to = first + (size_t)blockIdx.z * kPlane;
    int tx = threadIdx.x, ty = threadIdx.y, p = blockIdx.x * 32, c = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = from[(p + ty + j) * kChannels + c + tx];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) to[(c + ty + j) * kPixels + p + tx] = tile[tx][ty + j];
}

// ---- Comet survey: radiated glow of each body of a catalogue.
constexpr int kComets = 132 * 8 * 256 * 4 * 16;

struct Comet {
    float x, y, z, mass;
    float vx, vy, vz, age;
    float dust, gas, ice, heat;
    float albedo, spin, tilt, phase;
};

__device__ __forceinline__ float glow_of(float mass, float heat) { float h = heat * heat; return mass * h * h + 0.01f * heat; }

__global__ void __launch_bounds__(256) comet_glow_m1_a(const Comet* __restrict__ comets, float* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float mass[4], heat[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { mass[j] = comets[i + j * 256].mass; heat[j] = comets[i + j * 256].heat; }
#pragma unroll
    for (int j = 0; j < 4; ++j) glow[i + j * 256] = glow_of(mass[j], heat[j]);
}

__global__ void __launch_bounds__(256) comet_glow_m1_b(const float* __restrict__ masses, const float* __restrict__ heats, float* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float mass[4], heat[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { mass[j] = masses[i + j * 256]; heat[j] = heats[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) glow[i + j * 256] = glow_of(mass[j], heat[j]);
}

__global__ void harness_comet_columns(const Comet* comets, float* masses, float* heats) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kComets; i += gridDim.x * 256) { masses[i] = comets[i].mass; heats[i] = comets[i].heat; }
}

// ---- Renderer: light that the photon chosen for each sample throws on the eye; photons lie in a map of 2^24 entries.
constexpr int kPhotons = 1 << 24, kSamples = 132 * 12 * 192 * 32;

struct PhotonMap { const float *x, *y, *z, *red, *green, *blue; };
struct __align__(32) Photon { float4 place, power; };

__device__ __forceinline__ float light_of(float x, float y, float z, float red, float green, float blue) {
    float far = fmaf(x, x, fmaf(y, y, fmaf(z, z, 0.25f)));
    return fmaf(0.2126f, red, fmaf(0.7152f, green, 0.0722f * blue)) * __fdividef(1.0f, far);
}

__global__ void __launch_bounds__(192) pollen_light_m1_a(PhotonMap map, const int* __restrict__ chosen, float* __restrict__ light) {
    int s = blockIdx.x * 192 + threadIdx.x, p = chosen[s];
    light[s] = light_of(map.x[p], map.y[p], map.z[p], map.red[p], map.green[p], map.blue[p]);
}

__global__ void __launch_bounds__(192) pollen_light_m1_b(const Photon* __restrict__ map, const int* __restrict__ chosen, float* __restrict__ light) {
    int s = blockIdx.x * 192 + threadIdx.x, p = chosen[s];
    float4 at = map[p].place, of = map[p].power;
    light[s] = light_of(at.x, at.y, at.z, of.x, of.y, of.z);
}

__global__ void harness_photon_pack(PhotonMap map, Photon* packed) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kPhotons; i += gridDim.x * 256) {
        packed[i].place = make_float4(map.x[i], map.y[i], map.z[i], 0.0f);
        packed[i].power = make_float4(map.red[i], map.green[i], map.blue[i], 0.0f);
    }
}

// ---- Recommender: score of each candidate recipe, its embedding of 16 floats times the guest's taste; the table follows its file header.
constexpr int kRecipes = 1 << 24, kCandidates = 132 * 8 * 256 * 32, kHead = 4, kHeadWide = 16;  // header in floats

template <int kSkip>
__device__ __forceinline__ void recipe_rank(const float* __restrict__ file, const int* __restrict__ candidate, const float4* __restrict__ taste, float* __restrict__ rank) {
    const float4* table = reinterpret_cast<const float4*>(file + kSkip);
    int part = threadIdx.x % 4, c = blockIdx.x * 256 + threadIdx.x / 4;
    float4 t = taste[part], row[4];
    int id[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) id[j] = candidate[c + j * 64];
#pragma unroll
    for (int j = 0; j < 4; ++j) row[j] = table[(size_t)id[j] * 4 + part];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float sum = fmaf(row[j].x, t.x, fmaf(row[j].y, t.y, fmaf(row[j].z, t.z, row[j].w * t.w)));
        sum += __shfl_xor_sync(0xffffffffu, sum, 1);
        sum += __shfl_xor_sync(0xffffffffu, sum, 2);
        if (part == 0) rank[c + j * 64] = sum;
    }
}

__global__ void __launch_bounds__(256) recipe_rank_m1_a(const float* __restrict__ file, const int* __restrict__ candidate, const float4* __restrict__ taste, float* __restrict__ rank) {
    recipe_rank<kHead>(file, candidate, taste, rank);
}
__global__ void __launch_bounds__(256) recipe_rank_m1_b(const float* __restrict__ file, const int* __restrict__ candidate, const float4* __restrict__ taste, float* __restrict__ rank) {
    recipe_rank<kHeadWide>(file, candidate, taste, rank);
}

__global__ void harness_recipe_file(const float* file, float* wide) {
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < (size_t)kRecipes * 16; i += (size_t)gridDim.x * 256) wide[kHeadWide + i] = file[kHead + i];
}

// ---- Radiography: pixels of a stack of 8-bit images that the mask of the bones lets through.
constexpr int kBones = 132 * 4 * 512 * 16 * 48;

__global__ void __launch_bounds__(512) bone_mask_m1_a(const uint8_t* __restrict__ image, const uint8_t* __restrict__ mask, uint8_t* __restrict__ bones) {
    int i = blockIdx.x * 512 + threadIdx.x;
    bones[i] = image[i] & mask[i];
}

__global__ void __launch_bounds__(512) bone_mask_m1_b(const uint4* __restrict__ image, const uint4* __restrict__ mask, uint4* __restrict__ bones) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 p = image[i], m = mask[i];
    bones[i] = make_uint4(p.x & m.x, p.y & m.y, p.z & m.z, p.w & m.w);
}

// ---- Video: luma plane of four 8K frames of interleaved RGB.
constexpr int kWidth = 7680, kHeight = 4320 * 4;

__device__ __forceinline__ unsigned luma_of(unsigned r, unsigned g, unsigned b) { return (77u * r + 150u * g + 29u * b + 128u) >> 8; }

__global__ void __launch_bounds__(256) parade_luma_m1_a(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int at = y * kWidth + x;
    luma[at] = (uint8_t)luma_of(rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2]);
}

__global__ void __launch_bounds__(256) parade_luma_m1_b(const uint32_t* __restrict__ rgb, uint32_t* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int at = y * (kWidth / 4) + x;
    uint32_t u = rgb[at * 3], v = rgb[at * 3 + 1], w = rgb[at * 3 + 2];  // RGBR GBRG BRGB, lowest byte first
    unsigned l0 = luma_of(u & 255u, (u >> 8) & 255u, (u >> 16) & 255u), l1 = luma_of(u >> 24, v & 255u, (v >> 8) & 255u);
    unsigned l2 = luma_of((v >> 16) & 255u, v >> 24, w & 255u), l3 = luma_of((w >> 8) & 255u, (w >> 16) & 255u, w >> 24);
    luma[at] = l0 | (l1 << 8) | (l2 << 16) | (l3 << 24);
}

// ---- Ocean model's network: skip connection in half precision, relu(branch * scale + trunk).
constexpr int kKelp = 132 * 16 * 128 * 8 * 64;

__global__ void __launch_bounds__(128) kelp_skip_m1_a(const __half* __restrict__ branch, const __half* __restrict__ trunk, float scale, __half* __restrict__ next) {
    int i = blockIdx.x * 128 + threadIdx.x;
    next[i] = __hmax(__hfma(branch[i], __float2half(scale), trunk[i]), __float2half(0.0f));
}

union Eight { uint4 all; __half2 pair[4]; };

__global__ void __launch_bounds__(128) kelp_skip_m1_b(const uint4* __restrict__ branch, const uint4* __restrict__ trunk, float scale, uint4* __restrict__ next) {
    int i = blockIdx.x * 128 + threadIdx.x;
    Eight b, t, n;
    b.all = branch[i]; t.all = trunk[i];
    __half2 s = __float2half2_rn(scale), zero = __float2half2_rn(0.0f);
#pragma unroll
    for (int j = 0; j < 4; ++j) n.pair[j] = __hmax2(__hfma2(b.pair[j], s, t.pair[j]), zero);
    next[i] = n.all;
}

// ---- Multigrid: one half sweep over a pond's water table, the red cells of the chequerboard from their four black neighbours.
constexpr int kAcross = 8192, kDown = 16384, kHalfAcross = kAcross / 2;

__global__ void __launch_bounds__(256) pond_relax_m1_a(const float* __restrict__ level, const float* __restrict__ inflow, float* __restrict__ next) {
    int k = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, x = 2 * k + (y & 1);
    if (y == 0 || y == kDown - 1 || x == 0 || x == kAcross - 1) return;
    int at = y * kAcross + x;
    next[at] = 0.25f * (level[at - 1] + level[at + 1] + level[at - kAcross] + level[at + kAcross] - inflow[at]);
}

__global__ void __launch_bounds__(256) pond_relax_m1_b(const float* __restrict__ black, const float* __restrict__ inflow_red, float* __restrict__ red) {
    int k = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, x = 2 * k + (y & 1);
    if (y == 0 || y == kDown - 1 || x == 0 || x == kAcross - 1) return;
    int at = y * kHalfAcross + k, left = at - 1 + (y & 1);
    red[at] = 0.25f * (black[left] + black[left + 1] + black[at - kHalfAcross] + black[at + kHalfAcross] - inflow_red[at]);
}

__global__ void harness_pond_colours(const float* level, const float* inflow, float* black, float* inflow_red) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kHalfAcross * kDown; i += gridDim.x * 256) {
        int y = i / kHalfAcross, k = i % kHalfAcross;
        black[i] = level[y * kAcross + 2 * k + 1 - (y & 1)];
        inflow_red[i] = inflow[y * kAcross + 2 * k + (y & 1)];
    }
}

// ---- Studio: mix of a violin track (whose recording begins with one sample of clock) and a hall track, with soft limiting.
constexpr int kTones = 132 * 8 * 256 * 4 * 96;

__device__ __forceinline__ void violin_mix(const float* __restrict__ violin, const float* __restrict__ hall, float* __restrict__ mix) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[4], h[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = violin[i + j * 256]; h[j] = hall[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) { float m = fmaf(0.8f, v[j], 0.3f * h[j]); mix[i + j * 256] = fminf(fmaxf(m, -0.95f), 0.95f); }
}

__global__ void __launch_bounds__(256) violin_mix_m1_a(const float* __restrict__ recording, const float* __restrict__ hall, float* __restrict__ mix) {
    violin_mix(recording + 1, hall, mix);
}
__global__ void __launch_bounds__(256) violin_mix_m1_b(const float* __restrict__ recording, const float* __restrict__ hall, float* __restrict__ mix) {
    violin_mix(recording, hall, mix);
}

// ---- Dunes: five-point smoothing of a height map, four rows of four columns a thread, neighbours in a row by shuffle.
constexpr int kEast = 16384, kNorth = 8192;

__global__ void __launch_bounds__(256) dune_smooth_m1_a(const float* __restrict__ height, float* __restrict__ smooth) {
    int lane = threadIdx.x, x = blockIdx.x * 128 + lane * 4, y = blockIdx.y * 32 + threadIdx.y * 4;
    bool rim = lane == 0 || lane == 31;
    int beside = lane == 0 ? max(x - 1, 0) : min(x + 4, kEast - 1);
    float4 v[6];
    float edge[4] = {};
#pragma unroll
    for (int r = 0; r < 6; ++r) v[r] = *reinterpret_cast<const float4*>(height + min(max(y + r - 1, 0), kNorth - 1) * kEast + x);
    if (rim)
#pragma unroll
        for (int r = 0; r < 4; ++r) edge[r] = height[(y + r) * kEast + beside];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        float4 u = v[r], m = v[r + 1], d = v[r + 2];
        float left = __shfl_up_sync(0xffffffffu, m.w, 1), right = __shfl_down_sync(0xffffffffu, m.x, 1);
        if (lane == 0) left = edge[r];
        if (lane == 31) right = edge[r];
        float4 s;
        s.x = fmaf(0.5f, m.x, 0.125f * (left + m.y + u.x + d.x));
        s.y = fmaf(0.5f, m.y, 0.125f * (m.x + m.z + u.y + d.y));
        s.z = fmaf(0.5f, m.z, 0.125f * (m.y + m.w + u.z + d.z));
        s.w = fmaf(0.5f, m.w, 0.125f * (m.z + right + u.w + d.w));
        *reinterpret_cast<float4*>(smooth + (y + r) * kEast + x) = s;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: a wide input field (1.2 GB), a second one, bytes, and one result.
    constexpr size_t kMost = (size_t)kComets * 16 + 64, kSome = (size_t)kAcross * kDown;
    float *one = filled<float>(kMost, 101), *two = filled<float>(kSome, 102), *out = empty<float>(kSome);
    static_assert((size_t)kParcels * kReadings <= kMost && (size_t)kBatch * kPlane <= kSome && (size_t)kRecipes * 16 + kHead <= kMost && (size_t)kTones + 1 <= kSome &&
                  (size_t)kEast * kNorth <= kSome && (size_t)kKelp / 2 <= kSome && (size_t)kBones / 4 <= kSome, "fields are too short");
    static_assert(kPlane % 1024 == 0 && kPixels % 32 == 0 && kWidth % 128 == 0, "blocks do not divide the work");

    add("parcel_scores_m1_a", out, kParcels, Output::f32, [=] { parcel_scores_m1_a<<<kParcels / 256, 256>>>(one, two, out); });
    add("parcel_scores_m1_b", out, kParcels, Output::f32, [=] { parcel_scores_m1_b<<<kParcels / 256, 256>>>(one, two, out); });

    add("lantern_frames_m1_a", out, (size_t)kBatch * kPlane, Output::f32, [=] { lantern_frames_m1_a<<<dim3(kPlane / 1024, kBatch), 256>>>(one, out); });
    add("lantern_frames_m1_b", out, (size_t)kBatch * kPlane, Output::f32, [=] { lantern_frames_m1_b<<<dim3(kPixels / 32, kChannels / 32, kBatch), dim3(32, 8)>>>(one, out); });

    float *masses = empty<float>(kComets), *heats = empty<float>(kComets);
    const Comet* comets = reinterpret_cast<const Comet*>(one);
    harness_comet_columns<<<1056, 256>>>(comets, masses, heats); CHECK(cudaGetLastError());
    add("comet_glow_m1_a", out, kComets, Output::f32, [=] { comet_glow_m1_a<<<kComets / 1024, 256>>>(comets, out); });
    add("comet_glow_m1_b", out, kComets, Output::f32, [=] { comet_glow_m1_b<<<kComets / 1024, 256>>>(masses, heats, out); });

    PhotonMap map = {one, one + kPhotons, one + 2 * (size_t)kPhotons, one + 3 * (size_t)kPhotons, one + 4 * (size_t)kPhotons, one + 5 * (size_t)kPhotons};
    Photon* packed = empty<Photon>(kPhotons);
    harness_photon_pack<<<1056, 256>>>(map, packed); CHECK(cudaGetLastError());
    int* chosen = harness::indices(kSamples, kPhotons, 17);
    add("pollen_light_m1_a", out, kSamples, Output::f32, [=] { pollen_light_m1_a<<<kSamples / 192, 192>>>(map, chosen, out); });
    add("pollen_light_m1_b", out, kSamples, Output::f32, [=] { pollen_light_m1_b<<<kSamples / 192, 192>>>(packed, chosen, out); });

    float* wide = empty<float>((size_t)kRecipes * 16 + kHeadWide);
    harness_recipe_file<<<1056, 256>>>(one, wide); CHECK(cudaGetLastError());
    int* candidate = harness::indices(kCandidates, kRecipes, 23);
    const float4* taste = reinterpret_cast<const float4*>(two);
    add("recipe_rank_m1_a", out, kCandidates, Output::f32, [=] { recipe_rank_m1_a<<<kCandidates / 256, 256>>>(one, candidate, taste, out); });
    add("recipe_rank_m1_b", out, kCandidates, Output::f32, [=] { recipe_rank_m1_b<<<kCandidates / 256, 256>>>(wide, candidate, taste, out); });

    constexpr size_t kFrames = (size_t)kWidth * kHeight;
    static_assert(kBones <= kFrames * 3, "bytes are too few");
    int *grain = harness::indices(kFrames * 3 / 4, 0xffffffffu, 29), *grain2 = harness::indices(kBones / 4, 0xffffffffu, 31);
    auto bytes = [](int* p) { return reinterpret_cast<const uint8_t*>(p); };
    auto sixteen = [](const void* p) { return reinterpret_cast<const uint4*>(p); };
    const uint8_t *image = bytes(grain), *mask = bytes(grain2);
    uint8_t* outbytes = reinterpret_cast<uint8_t*>(out);
    const uint4 *image16 = sixteen(grain), *mask16 = sixteen(grain2);
    uint4* out16 = reinterpret_cast<uint4*>(out);
    add("bone_mask_m1_a", out, kBones, Output::u8, [=] { bone_mask_m1_a<<<kBones / 512, 512>>>(image, mask, outbytes); });
    add("bone_mask_m1_b", out, kBones, Output::u8, [=] { bone_mask_m1_b<<<kBones / 16 / 512, 512>>>(image16, mask16, out16); });

    const uint32_t* image4 = reinterpret_cast<const uint32_t*>(grain);
    uint32_t* out4 = reinterpret_cast<uint32_t*>(out);
    add("parade_luma_m1_a", out, kFrames, Output::u8, [=] { parade_luma_m1_a<<<dim3(kWidth / 32, kHeight / 8), dim3(32, 8)>>>(image, outbytes); });
    add("parade_luma_m1_b", out, kFrames, Output::u8, [=] { parade_luma_m1_b<<<dim3(kWidth / 128, kHeight / 8), dim3(32, 8)>>>(image4, out4); });

    __half *branch = filled<__half>(kKelp, 41), *trunk = filled<__half>(kKelp, 43), *next = reinterpret_cast<__half*>(out);
    const uint4 *branch16 = sixteen(branch), *trunk16 = sixteen(trunk);
    add("kelp_skip_m1_a", out, kKelp, Output::f16, [=] { kelp_skip_m1_a<<<kKelp / 128, 128>>>(branch, trunk, 0.375f, next); });
    add("kelp_skip_m1_b", out, kKelp, Output::f16, [=] { kelp_skip_m1_b<<<kKelp / 8 / 128, 128>>>(branch16, trunk16, 0.375f, out16); });

    float *black = empty<float>(kSome / 2), *inflow_red = empty<float>(kSome / 2);
    harness_pond_colours<<<1056, 256>>>(one, two, black, inflow_red); CHECK(cudaGetLastError());
    add("pond_relax_m1_a", out, kSome, Output::f32, [=] { pond_relax_m1_a<<<dim3(kHalfAcross / 64, kDown / 4), dim3(64, 4)>>>(one, two, out); });
    add("pond_relax_m1_b", out, kSome, Output::f32, [=] { pond_relax_m1_b<<<dim3(kHalfAcross / 64, kDown / 4), dim3(64, 4)>>>(black, inflow_red, out); });

    float* clean = empty<float>(kTones);
    CHECK(cudaMemcpy(clean, one + 1, (size_t)kTones * 4, cudaMemcpyDeviceToDevice));
    add("violin_mix_m1_a", out, kTones, Output::f32, [=] { violin_mix_m1_a<<<kTones / 1024, 256>>>(one, two, out); });
    add("violin_mix_m1_b", out, kTones, Output::f32, [=] { violin_mix_m1_b<<<kTones / 1024, 256>>>(clean, two, out); });

    add("dune_smooth_m1_a", out, (size_t)kEast * kNorth, Output::f32, [=] { dune_smooth_m1_a<<<dim3(kEast / 128, kNorth / 32), dim3(32, 8)>>>(one, out); });

    return harness::run(argc, argv, cases);
}
