// Nine measured pairs about how memory is walked, a mild pair and a healthy kernel: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Kiln camera: temperature of each pixel of an infrared frame from raw counts and the dark frame.
constexpr int kKilnRows = 1024, kKilnCols = 2048;

__device__ __forceinline__ float kiln_heat(float raw, float dark) {
    float signal = raw - dark;
    return fmaf(fmaf(0.013f, signal, 0.82f), signal, 21.5f);
}

__global__ void __launch_bounds__(256) porcelain_kiln_ab1_a(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ heat) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= kKilnRows || col >= kKilnCols) return;
    int at = row * kKilnCols + col;
    heat[at] = kiln_heat(raw[at], dark[at]);
}

__global__ void __launch_bounds__(256) porcelain_kiln_ab1_b(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ heat) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= kKilnRows || col >= kKilnCols) return;
    int at = row * kKilnCols + col;
    heat[at] = kiln_heat(raw[at], dark[at]);
}

// ---- Imaging spectrometer: reflectance of a scan of 224 bands, from band-interleaved-by-pixel to band-sequential planes.
constexpr int kBands = 224, kGround = 1 << 20;

__global__ void __launch_bounds__(256) moor_survey_ab1_a(const float* __restrict__ cube, const float* __restrict__ gain, const float* __restrict__ haze,
                                                         float* __restrict__ planes) {
    int band = blockIdx.x * 32 + threadIdx.x, ground = blockIdx.y * 32 + threadIdx.y;
    float g = gain[band], h = haze[band];
#pragma unroll
    for (int j = 0; j < 32; j += 8) planes[(size_t)band * kGround + ground + j] = fmaf(cube[(size_t)(ground + j) * kBands + band], g, h);
}

__global__ void __launch_bounds__(256) moor_survey_ab1_b(const float* __restrict__ cube, const float* __restrict__ gain, const float* __restrict__ haze,
                                                         float* __restrict__ planes) {
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, band0 = blockIdx.x * 32, ground0 = blockIdx.y * 32;
    float g = gain[band0 + tx], h = haze[band0 + tx];
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = fmaf(cube[(size_t)(ground0 + ty + j) * kBands + band0 + tx], g, h);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) planes[(size_t)(band0 + ty + j) * kGround + ground0 + tx] = tile[tx][ty + j];
}

// ---- Ship traffic: squared distance of every position report of a day to the pilot station.
struct ShipReport {
    float mmsi, stamp, lat, lon, speed, course, heading, turn, draught, length, beam, state;
};
constexpr int kReports = 132 * 8 * 256 * 62;

__device__ __forceinline__ float pilot_distance(float lat, float lon) {
    float dy = lat - 0.53f, dx = (lon - 0.08f) * fmaf(-0.46f * lat, lat, 1.0f);
    return fmaf(dx, dx, dy * dy);
}

__global__ void __launch_bounds__(256) pilot_station_ab1_a(const ShipReport* __restrict__ reports, float* __restrict__ distance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    distance[i] = pilot_distance(reports[i].lat, reports[i].lon);
}

__global__ void __launch_bounds__(256) pilot_station_ab1_b(const float* __restrict__ lat, const float* __restrict__ lon, float* __restrict__ distance) {
    int i = blockIdx.x * 256 + threadIdx.x;
    distance[i] = pilot_distance(lat[i], lon[i]);
}

__global__ void harness_split_reports(const ShipReport* reports, float* lat, float* lon) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kReports; i += gridDim.x * blockDim.x) { lat[i] = reports[i].lat; lon[i] = reports[i].lon; }
}

// ---- Cave mapping robot: point-to-plane residual of each scan point to its matched map point (matches by feature, in no order).
constexpr int kScan = 132 * 8 * 256 * 4, kMap = 1 << 18;

struct MapPoints { const float *x, *y, *z, *nx, *ny, *nz; };
struct __align__(32) MapPoint { float4 place; float4 normal; };  // place.w: nx, normal.x: ny, normal.y: nz

__device__ __forceinline__ float plane_cost(float dx, float dy, float dz, float nx, float ny, float nz) {
    float r = fmaf(dx, nx, fmaf(dy, ny, dz * nz)), s = fabsf(r);
    return s < 0.25f ? r * r : fmaf(0.5f, s, -0.0625f);
}

__global__ void __launch_bounds__(256) cave_survey_ab1_a(const float* __restrict__ sx, const float* __restrict__ sy, const float* __restrict__ sz,
                                                         const int* __restrict__ match, MapPoints map, float* __restrict__ cost) {
    int i = blockIdx.x * 256 + threadIdx.x, m = match[i];
    float dx = sx[i] - __ldg(map.x + m), dy = sy[i] - __ldg(map.y + m), dz = sz[i] - __ldg(map.z + m);
    cost[i] = plane_cost(dx, dy, dz, __ldg(map.nx + m), __ldg(map.ny + m), __ldg(map.nz + m));
}

__global__ void __launch_bounds__(256) cave_survey_ab1_b(const float* __restrict__ sx, const float* __restrict__ sy, const float* __restrict__ sz,
                                                         const int* __restrict__ match, const MapPoint* __restrict__ map, float* __restrict__ cost) {
    int i = blockIdx.x * 256 + threadIdx.x, m = match[i];
    float4 p = map[m].place, n = map[m].normal;
    cost[i] = plane_cost(sx[i] - p.x, sy[i] - p.y, sz[i] - p.z, p.w, n.x, n.y);
}

__global__ void harness_pack_map(MapPoints map, MapPoint* packed) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kMap; i += gridDim.x * blockDim.x)
        packed[i] = {make_float4(map.x[i], map.y[i], map.z[i], map.nx[i]), make_float4(map.ny[i], map.nz[i], 0.0f, 0.0f)};
}

// ---- Tea tasting: flavour of a blend as the sum of 16 rows of a table of 8 floats a leaf; two threads a blend.
constexpr int kLeaves = 1 << 18, kBlends = 132 * 8 * 128 * 8, kSpoons = 16;

__device__ __forceinline__ void blend_rows(const float4* __restrict__ leaves, const int* __restrict__ recipe, float4* __restrict__ flavour) {
    int t = blockIdx.x * 256 + threadIdx.x, blend = t / 2, part = t % 2;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int s = 0; s < kSpoons; ++s) {
        float4 row = leaves[recipe[s * kBlends + blend] * 2 + part];
        sum.x += row.x; sum.y += row.y; sum.z += row.z; sum.w += row.w;
    }
    flavour[t] = sum;
}

// The table as it lies in the loaded file, behind the file's header of 16 bytes.
__global__ void __launch_bounds__(256) tea_blends_ab1_a(const unsigned char* __restrict__ file, const int* __restrict__ recipe, float4* __restrict__ flavour) {
    blend_rows(reinterpret_cast<const float4*>(file + 16), recipe, flavour);
}

__global__ void __launch_bounds__(256) tea_blends_ab1_b(const float4* __restrict__ leaves, const int* __restrict__ recipe, float4* __restrict__ flavour) {
    blend_rows(leaves, recipe, flavour);
}

// ---- Sequencing: complementary strand of a long sequence of bases, ASCII.
constexpr int kBases = 132 * 8 * 4096 * 180;

__global__ void __launch_bounds__(512) barley_strand_ab1_a(const unsigned char* __restrict__ strand, unsigned char* __restrict__ other) {
    int i = blockIdx.x * 512 + threadIdx.x;
    unsigned base = strand[i];
    other[i] = base ^ 0x15u ^ ((base >> 1) & 1u) * 0x11u;  // A-T differ by 0x15, C-G by 0x04
}

__device__ __forceinline__ unsigned four_bases(unsigned w) { return w ^ 0x15151515u ^ ((w >> 1) & 0x01010101u) * 0x11u; }

__global__ void __launch_bounds__(512) barley_strand_ab1_b(const uint4* __restrict__ strand, uint4* __restrict__ other) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 w = strand[i];
    other[i] = make_uint4(four_bases(w.x), four_bases(w.y), four_bases(w.z), four_bases(w.w));
}

__global__ void harness_bases(unsigned char* p) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kBases; i += gridDim.x * blockDim.x) p[i] = (0x47544341u >> 8 * (harness::hash32(i) & 3)) & 255;
}

// ---- Film scanning: luma plane of a packed RGB24 frame.
constexpr int kFilmWide = 8192, kFilmHigh = 8192;

__device__ __forceinline__ unsigned luma_of(unsigned r, unsigned g, unsigned b) { return (77u * r + 150u * g + 29u * b + 128u) >> 8; }

__global__ void __launch_bounds__(256) newsreel_ab1_a(const unsigned char* __restrict__ rgb, unsigned char* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * kFilmWide + x;
    const unsigned char* p = rgb + 3 * at;
    luma[at] = luma_of(p[0], p[1], p[2]);
}

__global__ void __launch_bounds__(256) newsreel_ab1_b(const unsigned* __restrict__ rgb, unsigned* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * (kFilmWide / 4) + x;  // of four pixels
    unsigned u = rgb[3 * at], v = rgb[3 * at + 1], w = rgb[3 * at + 2];
    unsigned p = luma_of(u & 255, u >> 8 & 255, u >> 16 & 255), q = luma_of(u >> 24, v & 255, v >> 8 & 255);
    unsigned r = luma_of(v >> 16 & 255, v >> 24, w & 255), s = luma_of(w >> 8 & 255, w >> 16 & 255, w >> 24);
    luma[at] = p | q << 8 | r << 16 | s << 24;
}

// ---- Rain nowcast network: folded batch normalisation and ReLU of feature maps [image][channel][64 x 64], half precision.
constexpr int kPlane = 4096, kChannels = 256, kPlanes = 640 * kChannels;

__device__ __forceinline__ __half rain_unit(__half x, float scale, float shift) { return __float2half_rn(fmaxf(fmaf(__half2float(x), scale, shift), 0.0f)); }

__global__ void __launch_bounds__(512) rain_layer_ab1_a(const __half* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ shift,
                                                        __half* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x, c = i / kPlane % kChannels;
    y[i] = rain_unit(x[i], scale[c], shift[c]);
}

__global__ void __launch_bounds__(512) rain_layer_ab1_b(const uint4* __restrict__ x, const float* __restrict__ scale, const float* __restrict__ shift,
                                                        uint4* __restrict__ y) {
    int i = blockIdx.x * 512 + threadIdx.x, c = i / (kPlane / 8) % kChannels;
    float a = scale[c], b = shift[c];
    union Eight { uint4 word; __half h[8]; __device__ Eight() {} } v;
    v.word = x[i];
#pragma unroll
    for (int k = 0; k < 8; ++k) v.h[k] = rain_unit(v.h[k], a, b);
    y[i] = v.word;
}

// ---- Bell tower recordings: energy of each 256 frames of the left channel of a stereo recording.
constexpr int kTowerBlocks = 132 * 8 * 9, kFrames = kTowerBlocks * 2048;

template <int kStep>
__device__ __forceinline__ void bell_energy(const float* __restrict__ sound, float* __restrict__ energy) {
    int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
    const float* p = sound + (size_t)(warp * 256 + lane) * kStep;
    float v[8], sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = p[j * 32 * kStep];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum = fmaf(v[j], v[j], sum);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) energy[warp] = sum;
}

__global__ void __launch_bounds__(256) bell_tower_ab1_a(const float* __restrict__ stereo, float* __restrict__ energy) { bell_energy<2>(stereo, energy); }
__global__ void __launch_bounds__(256) bell_tower_ab1_b(const float* __restrict__ left, float* __restrict__ energy) { bell_energy<1>(left, energy); }

__global__ void harness_left_channel(const float* stereo, float* left) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kFrames; i += gridDim.x * blockDim.x) left[i] = stereo[2 * (size_t)i];
}

// ---- Organ: pressure of the bellows from a sensor log; the log begins with one float that holds its rate.
constexpr int kBellowBlocks = 132 * 8 * 88, kBellow = kBellowBlocks * 1024;

__device__ __forceinline__ void bellow_pressure(const float* __restrict__ log, float* __restrict__ pressure) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = log[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) pressure[i + j * 256] = fmaf(v[j], fmaf(0.02f, v[j], 1.13f), 0.7f);
}

__global__ void __launch_bounds__(256) organ_bellows_ab1_a(const float* __restrict__ file, float* __restrict__ pressure) { bellow_pressure(file + 1, pressure); }
__global__ void __launch_bounds__(256) organ_bellows_ab1_b(const float* __restrict__ log, float* __restrict__ pressure) { bellow_pressure(log, pressure); }

// ---- Dune timelapse: smoothing of 16 frames in time (1 2 1), every frame read once, four pixels a thread.
constexpr int kDunes = 132 * 8 * 8 * 256, kMoments = 16;  // quadruples of a frame

__device__ __forceinline__ float4 dune_mix(float4 a, float4 b, float4 c) {
    return make_float4(fmaf(0.5f, b.x, 0.25f * (a.x + c.x)), fmaf(0.5f, b.y, 0.25f * (a.y + c.y)), fmaf(0.5f, b.z, 0.25f * (a.z + c.z)),
                       fmaf(0.5f, b.w, 0.25f * (a.w + c.w)));
}

__global__ void __launch_bounds__(256) dune_frames_ab1_a(const float4* __restrict__ frames, float4* __restrict__ smooth) {
    size_t i = blockIdx.x * 256 + threadIdx.x;
    const float4* in = frames + i;
    float4* out = smooth + i;
    float4 before = in[0], now = before, next = in[kDunes];
#pragma unroll
    for (int m = 0; m < kMoments; ++m) {
        float4 later = m + 2 < kMoments ? __ldcs(in + (size_t)(m + 2) * kDunes) : next;
        __stcs(out + (size_t)m * kDunes, dune_mix(before, now, next));
        before = now; now = next; next = later;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kOutBytes = (size_t)kPlanes * kPlane * 2;  // the longest result
    static_assert(kOutBytes >= (size_t)kBands * kGround * 4 && kOutBytes >= (size_t)kDunes * kMoments * 16 && kOutBytes >= kBases, "result is too short");
    float* out = empty<float>(kOutBytes / 4);
    float4* out4 = reinterpret_cast<float4*>(out);
    unsigned char* bytes = reinterpret_cast<unsigned char*>(out);

    constexpr int kKiln = kKilnRows * kKilnCols;
    float *raw = filled<float>(kKiln, 11), *dark = filled<float>(kKiln, 12);
    add("porcelain_kiln_ab1_a", out, kKiln, Output::f32, [=] { porcelain_kiln_ab1_a<<<dim3(kKilnRows / 64, kKilnCols / 4), dim3(64, 4)>>>(raw, dark, out); });
    add("porcelain_kiln_ab1_b", out, kKiln, Output::f32, [=] { porcelain_kiln_ab1_b<<<dim3(kKilnCols / 64, kKilnRows / 4), dim3(64, 4)>>>(raw, dark, out); });

    float *cube = filled<float>((size_t)kBands * kGround, 21), *gain = filled<float>(kBands, 22), *haze = filled<float>(kBands, 23);
    add("moor_survey_ab1_a", out, (size_t)kBands * kGround, Output::f32, [=] { moor_survey_ab1_a<<<dim3(kBands / 32, kGround / 32), dim3(32, 8)>>>(cube, gain, haze, out); });
    add("moor_survey_ab1_b", out, (size_t)kBands * kGround, Output::f32, [=] { moor_survey_ab1_b<<<dim3(kBands / 32, kGround / 32), dim3(32, 8)>>>(cube, gain, haze, out); });

    auto* reports = reinterpret_cast<ShipReport*>(filled<float>((size_t)kReports * 12, 31));
    float *lat = empty<float>(kReports), *lon = empty<float>(kReports);
    harness_split_reports<<<2048, 256>>>(reports, lat, lon);
    add("pilot_station_ab1_a", out, kReports, Output::f32, [=] { pilot_station_ab1_a<<<kReports / 256, 256>>>(reports, out); });
    add("pilot_station_ab1_b", out, kReports, Output::f32, [=] { pilot_station_ab1_b<<<kReports / 256, 256>>>(lat, lon, out); });

    float *scan = filled<float>(3 * (size_t)kScan, 41), *mapped = filled<float>(6 * (size_t)kMap, 42);
    int* match = indices(kScan, kMap, 43);
    MapPoints map{mapped, mapped + kMap, mapped + 2 * kMap, mapped + 3 * kMap, mapped + 4 * kMap, mapped + 5 * kMap};
    MapPoint* packed = empty<MapPoint>(kMap);
    harness_pack_map<<<1024, 256>>>(map, packed);
    add("cave_survey_ab1_a", out, kScan, Output::f32, [=] { cave_survey_ab1_a<<<kScan / 256, 256>>>(scan, scan + kScan, scan + 2 * kScan, match, map, out); });
    add("cave_survey_ab1_b", out, kScan, Output::f32, [=] { cave_survey_ab1_b<<<kScan / 256, 256>>>(scan, scan + kScan, scan + 2 * kScan, match, packed, out); });

    float *file = filled<float>((size_t)kLeaves * 8 + 4, 51), *leaves = empty<float>((size_t)kLeaves * 8);
    CHECK(cudaMemcpy(leaves, file + 4, (size_t)kLeaves * 32, cudaMemcpyDeviceToDevice));
    int* recipe = indices((size_t)kBlends * kSpoons, kLeaves, 53);
    auto* fileBytes = reinterpret_cast<unsigned char*>(file);
    auto* leaves4 = reinterpret_cast<float4*>(leaves);
    add("tea_blends_ab1_a", out, (size_t)kBlends * 8, Output::f32, [=] { tea_blends_ab1_a<<<kBlends / 128, 256>>>(fileBytes, recipe, out4); });
    add("tea_blends_ab1_b", out, (size_t)kBlends * 8, Output::f32, [=] { tea_blends_ab1_b<<<kBlends / 128, 256>>>(leaves4, recipe, out4); });

    unsigned char* strand = empty<unsigned char>(kBases);
    harness_bases<<<2048, 256>>>(strand);
    auto* strand16 = reinterpret_cast<uint4*>(strand);
    auto* out16 = reinterpret_cast<uint4*>(out);
    add("barley_strand_ab1_a", out, kBases, Output::u8, [=] { barley_strand_ab1_a<<<kBases / 512, 512>>>(strand, bytes); });
    add("barley_strand_ab1_b", out, kBases, Output::u8, [=] { barley_strand_ab1_b<<<kBases / 8192, 512>>>(strand16, out16); });

    constexpr size_t kFilm = (size_t)kFilmWide * kFilmHigh;
    float* film = filled<float>(kFilm * 3 / 4, 71);
    auto* rgb = reinterpret_cast<unsigned char*>(film);
    auto* rgb4 = reinterpret_cast<unsigned*>(film);
    auto* luma4 = reinterpret_cast<unsigned*>(out);
    add("newsreel_ab1_a", out, kFilm, Output::u8, [=] { newsreel_ab1_a<<<dim3(kFilmWide / 32, kFilmHigh / 8), dim3(32, 8)>>>(rgb, bytes); });
    add("newsreel_ab1_b", out, kFilm, Output::u8, [=] { newsreel_ab1_b<<<dim3(kFilmWide / 128, kFilmHigh / 8), dim3(32, 8)>>>(rgb4, luma4); });

    constexpr size_t kRain = (size_t)kPlanes * kPlane;
    __half *maps = filled<__half>(kRain, 81), *rainOut = reinterpret_cast<__half*>(out);
    float *scale = filled<float>(kChannels, 82), *shift = filled<float>(kChannels, 83);
    auto* maps8 = reinterpret_cast<uint4*>(maps);
    add("rain_layer_ab1_a", out, kRain, Output::f16, [=] { rain_layer_ab1_a<<<kRain / 512, 512>>>(maps, scale, shift, rainOut); });
    add("rain_layer_ab1_b", out, kRain, Output::f16, [=] { rain_layer_ab1_b<<<kRain / 4096, 512>>>(maps8, scale, shift, out16); });

    float *stereo = filled<float>((size_t)kFrames * 2, 91), *left = empty<float>(kFrames);
    harness_left_channel<<<2048, 256>>>(stereo, left);
    add("bell_tower_ab1_a", out, kFrames / 256, Output::f32, [=] { bell_tower_ab1_a<<<kTowerBlocks, 256>>>(stereo, out); });
    add("bell_tower_ab1_b", out, kFrames / 256, Output::f32, [=] { bell_tower_ab1_b<<<kTowerBlocks, 256>>>(left, out); });

    float *bellowFile = filled<float>((size_t)kBellow + 1, 101), *bellowLog = empty<float>(kBellow);
    CHECK(cudaMemcpy(bellowLog, bellowFile + 1, (size_t)kBellow * 4, cudaMemcpyDeviceToDevice));
    add("organ_bellows_ab1_a", out, kBellow, Output::f32, [=] { organ_bellows_ab1_a<<<kBellowBlocks, 256>>>(bellowFile, out); });
    add("organ_bellows_ab1_b", out, kBellow, Output::f32, [=] { organ_bellows_ab1_b<<<kBellowBlocks, 256>>>(bellowLog, out); });

    float* frames = filled<float>((size_t)kDunes * kMoments * 4, 111);
    auto* frames4 = reinterpret_cast<float4*>(frames);
    add("dune_frames_ab1_a", out, (size_t)kDunes * kMoments * 4, Output::f32, [=] { dune_frames_ab1_a<<<kDunes / 256, 256>>>(frames4, out4); });

    CHECK(cudaGetLastError());
    return harness::run(argc, argv, cases);
}
