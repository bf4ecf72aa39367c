// Eleven measured cases about global-memory access: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Acoustics: one leapfrog step of the pressure in a church of 512 x 512 x 256 cells (x runs fastest).
constexpr int kNx = 512, kNy = 512, kNz = 256, kCells = kNx * kNy * kNz;

__device__ __forceinline__ float leap(float now, float before) { return fmaf(1.9f, now, -0.95f * before); }

__global__ void __launch_bounds__(256) cathedral_organ_e1_a(const float* __restrict__ now, const float* __restrict__ before, float* __restrict__ next) {
    int z = blockIdx.z * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, x = blockIdx.x;
    float p[4], q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = (z * kNy + y + 8 * j) * kNx + x;
        p[j] = now[i];
        q[j] = before[i];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) next[(z * kNy + y + 8 * j) * kNx + x] = leap(p[j], q[j]);
}

__global__ void __launch_bounds__(256) cathedral_organ_e1_b(const float* __restrict__ now, const float* __restrict__ before, float* __restrict__ next) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y, z = blockIdx.z;
    float p[4], q[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int i = (z * kNy + y + 8 * j) * kNx + x;
        p[j] = now[i];
        q[j] = before[i];
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) next[(z * kNy + y + 8 * j) * kNx + x] = leap(p[j], q[j]);
}

// ---- Stage recording: energy and peak of the singer's microphone in each of 32768 takes of 8192 frames; a second microphone stands beside it.
constexpr int kTakes = 32768, kTake = 8192;

__device__ __forceinline__ void voice(float energy, float peak, float2* __restrict__ level) {
    __shared__ float2 part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        energy += __shfl_xor_sync(0xffffffffu, energy, o);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, o));
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = make_float2(energy, peak);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) { energy += part[w].x; peak = fmaxf(peak, part[w].y); }
        level[blockIdx.x] = make_float2(energy * (1.0f / kTake), peak);
    }
}

template <int kApart>
__device__ __forceinline__ void whisper(const float* __restrict__ sound, float2* __restrict__ level) {
    const float* from = sound + ((size_t)blockIdx.x * kTake + threadIdx.x) * kApart;
    float energy = 0.0f, peak = 0.0f;
#pragma unroll 16
    for (int i = 0; i < kTake / 256; ++i) {
        float v = from[i * 256 * kApart];
        energy = fmaf(v, v, energy);
        peak = fmaxf(peak, fabsf(v));
    }
    voice(energy, peak, level);
}

__global__ void harness_solo(const float* __restrict__ both, float* __restrict__ solo, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) solo[i] = both[2 * i];
}

__global__ void __launch_bounds__(256) opera_whisper_e1_a(const float* __restrict__ sound, float2* __restrict__ level) { whisper<2>(sound, level); }
__global__ void __launch_bounds__(256) opera_whisper_e1_b(const float* __restrict__ sound, float2* __restrict__ level) { whisper<1>(sound, level); }

// ---- Seismic survey: 8192 shots heard by 16384 geophones become one calibrated trace a geophone.
constexpr int kShots = 8192, kPhones = 16384;

__global__ void __launch_bounds__(256) quarry_blasts_e1_a(const float* __restrict__ shots, const float* __restrict__ gain, float* __restrict__ traces) {
    int phone = blockIdx.x * 256 + threadIdx.x, shot = blockIdx.y;
    traces[phone * kShots + shot] = shots[shot * kPhones + phone] * (1.5f + gain[phone]);
}

__global__ void __launch_bounds__(256) quarry_blasts_e1_b(const float* __restrict__ shots, const float* __restrict__ gain, float* __restrict__ traces) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32, phone = blockIdx.x * 32, shot = blockIdx.y * 32;
    float g = 1.5f + gain[phone + tx];
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = shots[(shot + ty + j) * kPhones + phone + tx] * g;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) traces[(phone + ty + j) * kShots + shot + tx] = tile[tx][ty + j];
}

// ---- Agriculture: greenness of the leaves of a vineyard from two of eight spectral bands.
struct Spectrum { float violet, blue, green, red, edge, infrared, thermal, haze; };
constexpr int kPlots = 1 << 26;

__global__ void harness_vineyard(const float* __restrict__ bands, float* __restrict__ red, float* __restrict__ infrared, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        red[i] = bands[(size_t)i * 8 + 3];
        infrared[i] = bands[(size_t)i * 8 + 5];
    }
}

__device__ __forceinline__ float leaf(float red, float infrared) { return __fdividef(infrared - red, infrared + red + 3.0f); }

__global__ void __launch_bounds__(256) vineyard_survey_e1_a(const Spectrum* __restrict__ plots, float* __restrict__ green) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float r[4], n[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = plots[i + 256 * j].red; n[j] = plots[i + 256 * j].infrared; }
#pragma unroll
    for (int j = 0; j < 4; ++j) green[i + 256 * j] = leaf(r[j], n[j]);
}

__global__ void __launch_bounds__(256) vineyard_survey_e1_b(const float* __restrict__ red, const float* __restrict__ infrared, float* __restrict__ green) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float r[4], n[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = red[i + 256 * j]; n[j] = infrared[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) green[i + 256 * j] = leaf(r[j], n[j]);
}

// ---- Geology: brine exchanged through each of 32M faces between the 16M cells of an unstructured model; faces come in the mesher's order or sorted by cell.
constexpr int kCaves = 1 << 24, kFaces = 1 << 25;

__global__ void harness_faces(int2* __restrict__ scattered, int2* __restrict__ sorted) {
    unsigned e = blockIdx.x * blockDim.x + threadIdx.x, p = e;
    constexpr unsigned mask = kFaces - 1;
    p = (p * 2654435761u) & mask; p ^= p >> 13; p = (p * 0x85ebca6bu) & mask; p ^= p >> 12; p = (p * 0x7feb352du) & mask;
    auto face = [](unsigned f) { int n = f / 2; return make_int2(n, (n + (f % 2 ? 4096 : 1)) % kCaves); };
    scattered[e] = face(p);
    sorted[e] = face(e);
}

__device__ __forceinline__ float brine(float4 a, float4 b) {
    float k = (2.0f + a.w) * (2.0f + b.w);
    return k * ((a.x - b.x) + 0.3f * (a.y - b.y) * (a.z + b.z));
}

__device__ __forceinline__ void salt(const int2* __restrict__ faces, const float4* __restrict__ cells, float* __restrict__ flux) {
    int e = blockIdx.x * 512 + threadIdx.x;
    int2 f[2] = {faces[e], faces[e + 256]};
    float4 a = cells[f[0].x], b = cells[f[0].y], c = cells[f[1].x], d = cells[f[1].y];
    flux[e] = brine(a, b);
    flux[e + 256] = brine(c, d);
}

__global__ void __launch_bounds__(256) salt_caverns_e1_a(const int2* __restrict__ faces, const float4* __restrict__ cells, float* __restrict__ flux) { salt(faces, cells, flux); }
__global__ void __launch_bounds__(256) salt_caverns_e1_b(const int2* __restrict__ faces, const float4* __restrict__ cells, float* __restrict__ flux) { salt(faces, cells, flux); }

// ---- Philately: portrait of each of two million albums, the sum of the eight features of its 64 stamps.
constexpr int kAlbums = 1 << 21, kPerAlbum = 64, kStamps = 1 << 18;

__device__ __forceinline__ void album(const int* __restrict__ pages, const float* __restrict__ stamps, float* __restrict__ portrait) {
    int t = blockIdx.x * 256 + threadIdx.x, feature = t % 8, who = t / 8;
    const int* page = pages + who * kPerAlbum + feature;
    float sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kPerAlbum; k += 8) {
        int mine = page[k];
        float v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = stamps[__shfl_sync(0xffffffffu, mine, j, 8) * 8 + feature];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += v[j];
    }
    portrait[t] = sum;
}

__global__ void __launch_bounds__(256) stamp_album_e1_a(const int* __restrict__ pages, const float* __restrict__ stamps, float* __restrict__ portrait) { album(pages, stamps, portrait); }
__global__ void __launch_bounds__(256) stamp_album_e1_b(const int* __restrict__ pages, const float* __restrict__ stamps, float* __restrict__ portrait) { album(pages, stamps, portrait); }

// ---- Genomics: the other strand of a genome of 512M bases in letters: A and T, C and G change places.
constexpr int kBases = 1 << 29;

__global__ void harness_bases(uint8_t* __restrict__ strand) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kBases; i += gridDim.x * blockDim.x) strand[i] = "ACGT"[harness::hash32(i + 77u) & 3];
}

__global__ void __launch_bounds__(512) orchid_genome_e1_a(const uint8_t* __restrict__ strand, uint8_t* __restrict__ other) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint8_t c = strand[i];
    other[i] = c ^ ((c & 2) ? 0x04 : 0x15);
}

__device__ __forceinline__ unsigned opposite(unsigned c) { return c ^ 0x15151515u ^ (((c >> 1) & 0x01010101u) * 0x11u); }

__global__ void __launch_bounds__(512) orchid_genome_e1_b(const uint4* __restrict__ strand, uint4* __restrict__ other) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 c = strand[i];
    other[i] = make_uint4(opposite(c.x), opposite(c.y), opposite(c.z), opposite(c.w));
}

// ---- Restoration: a colour scan of a wall painting in bytes of red, green and blue becomes a grey one.
constexpr int kSpecks = 3 << 26;

__device__ __forceinline__ unsigned grey(unsigned r, unsigned g, unsigned b) { return (77u * r + 150u * g + 29u * b + 128u) >> 8; }

__global__ void __launch_bounds__(256) fresco_scan_e1_a(const uint8_t* __restrict__ scan, uint8_t* __restrict__ plate) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const uint8_t* p = scan + (size_t)i * 3;
    plate[i] = (uint8_t)grey(p[0], p[1], p[2]);
}

__global__ void __launch_bounds__(256) fresco_scan_e1_b(const uint32_t* __restrict__ scan, uint32_t* __restrict__ plate) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint32_t w[2][3];
#pragma unroll
    for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int k = 0; k < 3; ++k) w[j][k] = scan[(i + 256 * j) * 3 + k];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint32_t a = w[j][0], b = w[j][1], c = w[j][2];
        uint32_t p = grey(a & 255, (a >> 8) & 255, (a >> 16) & 255), q = grey(a >> 24, b & 255, (b >> 8) & 255),
                 r = grey((b >> 16) & 255, b >> 24, c & 255), s = grey((c >> 8) & 255, (c >> 16) & 255, c >> 24);
        plate[i + 256 * j] = p | q << 8 | r << 16 | s << 24;
    }
}

// ---- Glaciology: water held in the snow from its depth, both in half precision.
constexpr int kSnow = 1 << 28;

__global__ void harness_half(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

__device__ __forceinline__ float water(float depth) { return depth * fmaf(0.12f, fabsf(depth), 0.31f); }

__global__ void __launch_bounds__(256) snow_depth_e1_a(const __half* __restrict__ depth, __half* __restrict__ held) {
    int i = blockIdx.x * 256 + threadIdx.x;
    held[i] = __float2half(water(__half2float(depth[i])));
}

__global__ void __launch_bounds__(256) snow_depth_e1_b(const uint4* __restrict__ depth, uint4* __restrict__ held) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 d4 = depth[i], h4;
    const __half2* d = reinterpret_cast<const __half2*>(&d4);
    __half2* h = reinterpret_cast<__half2*>(&h4);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float2 v = __half22float2(d[j]);
        h[j] = __floats2half2_rn(water(v.x), water(v.y));
    }
    held[i] = h4;
}

// ---- Almanac: light on the fields from the height of the moon and the clouds; the log of the clouds begins behind one word.
constexpr int kNights = 1 << 27;

__device__ __forceinline__ void moonlight(const float* __restrict__ height, const float* __restrict__ clouds, float* __restrict__ light) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float h[4], c[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { h[j] = height[i + 256 * j]; c[j] = clouds[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) light[i + 256 * j] = fmaf(-0.4f * c[j], h[j], h[j]);
}

__global__ void __launch_bounds__(256) harvest_moon_e1_a(const float* __restrict__ height, const float* __restrict__ clouds, float* __restrict__ light) { moonlight(height, clouds, light); }
__global__ void __launch_bounds__(256) harvest_moon_e1_b(const float* __restrict__ height, const float* __restrict__ clouds, float* __restrict__ light) { moonlight(height, clouds, light); }

// ---- Pomology: temperature of a press bed after one step of conduction between neighbouring rows.
constexpr int kRows = 16384, kColumns = 8192;

__global__ void __launch_bounds__(256) cider_press_e1_a(const float4* __restrict__ bed, float4* __restrict__ next) {
    int x = blockIdx.x * 256 + threadIdx.x, y0 = blockIdx.y * 8;
    float4 v[10];
#pragma unroll
    for (int j = 0; j < 10; ++j) v[j] = bed[min(max(y0 + j - 1, 0), kRows - 1) * (kColumns / 4) + x];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float4 a = v[j], b = v[j + 1], c = v[j + 2];
        __stcs(next + (y0 + j) * (kColumns / 4) + x, make_float4(fmaf(0.25f, a.x + c.x, 0.5f * b.x), fmaf(0.25f, a.y + c.y, 0.5f * b.y),
                                                                  fmaf(0.25f, a.z + c.z, 0.5f * b.z), fmaf(0.25f, a.w + c.w, 0.5f * b.w)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kTakes * kTake * 2;  // the largest number of floats that a case reads
    static_assert(pool == (size_t)kPlots * 8 && sizeof(Spectrum) == 32 && pool >= 2 * (size_t)kNights && pool >= (size_t)kShots * kPhones, "shared");
    const float* sea = filled<float>(pool, 41);

    float* next = empty<float>(kCells);
    add("cathedral_organ_e1_a", next, kCells, Output::f32, [=] { cathedral_organ_e1_a<<<dim3(kNx, kNy / 32, kNz / 32), dim3(32, 8)>>>(sea, sea + kCells, next); });
    add("cathedral_organ_e1_b", next, kCells, Output::f32, [=] { cathedral_organ_e1_b<<<dim3(kNx / 32, kNy / 32, kNz), dim3(32, 8)>>>(sea, sea + kCells, next); });

    float *solo = empty<float>(pool / 2), *level = empty<float>(kTakes * 2);
    harness_solo<<<2048, 256>>>(sea, solo, pool / 2); CHECK(cudaGetLastError());
    add("opera_whisper_e1_a", level, kTakes * 2, Output::f32, [=] { opera_whisper_e1_a<<<kTakes, 256>>>(sea, reinterpret_cast<float2*>(level)); });
    add("opera_whisper_e1_b", level, kTakes * 2, Output::f32, [=] { opera_whisper_e1_b<<<kTakes, 256>>>(solo, reinterpret_cast<float2*>(level)); });

    float *gain = filled<float>(kPhones, 42), *traces = empty<float>((size_t)kShots * kPhones);
    add("quarry_blasts_e1_a", traces, (size_t)kShots * kPhones, Output::f32, [=] { quarry_blasts_e1_a<<<dim3(kPhones / 256, kShots), 256>>>(sea, gain, traces); });
    add("quarry_blasts_e1_b", traces, (size_t)kShots * kPhones, Output::f32, [=] { quarry_blasts_e1_b<<<dim3(kPhones / 32, kShots / 32), 256>>>(sea, gain, traces); });

    float *red = empty<float>(kPlots), *infrared = empty<float>(kPlots), *green = empty<float>(kPlots);
    harness_vineyard<<<2048, 256>>>(sea, red, infrared, kPlots); CHECK(cudaGetLastError());
    add("vineyard_survey_e1_a", green, kPlots, Output::f32, [=] { vineyard_survey_e1_a<<<kPlots / 1024, 256>>>(reinterpret_cast<const Spectrum*>(sea), green); });
    add("vineyard_survey_e1_b", green, kPlots, Output::f32, [=] { vineyard_survey_e1_b<<<kPlots / 1024, 256>>>(red, infrared, green); });

    int2 *scattered = reinterpret_cast<int2*>(empty<int>((size_t)kFaces * 2)), *sorted = reinterpret_cast<int2*>(empty<int>((size_t)kFaces * 2));
    float* flux = empty<float>(kFaces);
    harness_faces<<<kFaces / 256, 256>>>(scattered, sorted); CHECK(cudaGetLastError());
    const float4* cells = reinterpret_cast<const float4*>(sea);
    add("salt_caverns_e1_a", flux, kFaces, Output::f32, [=] { salt_caverns_e1_a<<<kFaces / 512, 256>>>(scattered, cells, flux); });
    add("salt_caverns_e1_b", flux, kFaces, Output::f32, [=] { salt_caverns_e1_b<<<kFaces / 512, 256>>>(sorted, cells, flux); });

    const int* pages = indices((size_t)kAlbums * kPerAlbum, kStamps, 43);
    float *stamps = filled<float>((size_t)kStamps * 8 + 8, 44), *mounted = empty<float>((size_t)kStamps * 8), *portrait = empty<float>((size_t)kAlbums * 8);
    CHECK(cudaMemcpy(mounted, stamps + 1, (size_t)kStamps * 8 * sizeof(float), cudaMemcpyDeviceToDevice));
    add("stamp_album_e1_a", portrait, (size_t)kAlbums * 8, Output::f32, [=] { stamp_album_e1_a<<<kAlbums / 32, 256>>>(pages, stamps + 1, portrait); });
    add("stamp_album_e1_b", portrait, (size_t)kAlbums * 8, Output::f32, [=] { stamp_album_e1_b<<<kAlbums / 32, 256>>>(pages, mounted, portrait); });

    uint8_t *strand = empty<uint8_t>(kBases), *other = empty<uint8_t>(kBases);
    harness_bases<<<2048, 256>>>(strand); CHECK(cudaGetLastError());
    add("orchid_genome_e1_a", other, kBases, Output::u8, [=] { orchid_genome_e1_a<<<kBases / 512, 512>>>(strand, other); });
    add("orchid_genome_e1_b", other, kBases, Output::u8, [=] { orchid_genome_e1_b<<<kBases / 8192, 512>>>(reinterpret_cast<const uint4*>(strand), reinterpret_cast<uint4*>(other)); });

    const int* scan = indices((size_t)kSpecks * 3 / 4, 0xffffffffu, 45);
    uint8_t* plate = empty<uint8_t>(kSpecks);
    add("fresco_scan_e1_a", plate, kSpecks, Output::u8, [=] { fresco_scan_e1_a<<<kSpecks / 256, 256>>>(reinterpret_cast<const uint8_t*>(scan), plate); });
    add("fresco_scan_e1_b", plate, kSpecks, Output::u8, [=] { fresco_scan_e1_b<<<kSpecks / 2048, 256>>>(reinterpret_cast<const uint32_t*>(scan), reinterpret_cast<uint32_t*>(plate)); });

    __half *depth = reinterpret_cast<__half*>(empty<uint16_t>(kSnow)), *held = reinterpret_cast<__half*>(empty<uint16_t>(kSnow));
    harness_half<<<2048, 256>>>(sea, depth, kSnow); CHECK(cudaGetLastError());
    add("snow_depth_e1_a", held, kSnow, Output::f16, [=] { snow_depth_e1_a<<<kSnow / 256, 256>>>(depth, held); });
    add("snow_depth_e1_b", held, kSnow, Output::f16, [=] { snow_depth_e1_b<<<kSnow / 2048, 256>>>(reinterpret_cast<const uint4*>(depth), reinterpret_cast<uint4*>(held)); });

    float *clouds = empty<float>(kNights), *light = empty<float>(kNights);
    CHECK(cudaMemcpy(clouds, sea + kNights + 1, (size_t)kNights * sizeof(float), cudaMemcpyDeviceToDevice));
    add("harvest_moon_e1_a", light, kNights, Output::f32, [=] { harvest_moon_e1_a<<<kNights / 1024, 256>>>(sea, sea + kNights + 1, light); });
    add("harvest_moon_e1_b", light, kNights, Output::f32, [=] { harvest_moon_e1_b<<<kNights / 1024, 256>>>(sea, clouds, light); });

    float* pressed = empty<float>((size_t)kRows * kColumns);
    add("cider_press_e1_a", pressed, (size_t)kRows * kColumns, Output::f32, [=] {
        cider_press_e1_a<<<dim3(kColumns / 1024, kRows / 8), 256>>>(reinterpret_cast<const float4*>(sea), reinterpret_cast<float4*>(pressed)); });

    return harness::run(argc, argv, cases);
}
