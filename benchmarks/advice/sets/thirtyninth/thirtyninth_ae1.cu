// Eight measured cases about access to memory, from archives, photogrammetry, sonar, biology, peatland, radio, tide gauges and imaging: before (_a), after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Old scrolls: brighten a faded 8-bit scan of 4224 x 3072 pixels by a gain and an offset.
constexpr int kScan = 4224 * 3072;

__device__ __forceinline__ uint32_t faded_to_ink(uint32_t v, uint32_t gain, uint32_t lift) { return (v * gain + lift) >> 8; }

__global__ void __launch_bounds__(512) gromwell_inks_ae1_a(const uint8_t* __restrict__ scan, uint8_t* __restrict__ ink, uint32_t gain, uint32_t lift, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ink[i] = (uint8_t)faded_to_ink(scan[i], gain, lift);
}

__device__ __forceinline__ uint32_t four_inks(uint32_t v, uint32_t gain, uint32_t lift) {
    uint32_t a = faded_to_ink(v & 255u, gain, lift), b = faded_to_ink((v >> 8) & 255u, gain, lift);
    uint32_t c = faded_to_ink((v >> 16) & 255u, gain, lift), d = faded_to_ink(v >> 24, gain, lift);
    return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}
__global__ void __launch_bounds__(512) gromwell_inks_ae1_b(const uint4* __restrict__ scan, uint4* __restrict__ ink, uint32_t gain, uint32_t lift, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 16) {
        uint4 v = scan[i];
        ink[i] = make_uint4(four_inks(v.x, gain, lift), four_inks(v.y, gain, lift), four_inks(v.z, gain, lift), four_inks(v.w, gain, lift));
    }
}

// ---- Photogrammetry: weighted squared residual of each image observation of a ground point (one term of a bundle adjustment).
constexpr int kGround = 1 << 19, kSeen = 132 * 16 * 128 * 4;

struct Station {
    float r[9];  // rotation, row by row
    float3 at;
    float focal;
};

__device__ __forceinline__ float tie_residual(const Station& s, float x, float y, float z, float weight, float2 measured) {
    float dx = x - s.at.x, dy = y - s.at.y, dz = z - s.at.z;
    float u = fmaf(s.r[0], dx, fmaf(s.r[1], dy, s.r[2] * dz)), v = fmaf(s.r[3], dx, fmaf(s.r[4], dy, s.r[5] * dz));
    float depth = fmaf(s.r[6], dx, fmaf(s.r[7], dy, s.r[8] * dz)), scale = __fdividef(s.focal, depth);
    float eu = fmaf(u, scale, -measured.x), ev = fmaf(v, scale, -measured.y);
    return weight * fmaf(eu, eu, ev * ev);
}

__global__ void __launch_bounds__(128) theodolite_ties_ae1_a(Station station, const int* __restrict__ point_of, const float2* __restrict__ measured,
                                                             const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                                             const float* __restrict__ pw, float* __restrict__ residual) {
    int i = blockIdx.x * 128 + threadIdx.x, p = point_of[i];
    residual[i] = tie_residual(station, px[p], py[p], pz[p], pw[p], measured[i]);
}

__global__ void __launch_bounds__(128) theodolite_ties_ae1_b(Station station, const int* __restrict__ point_of, const float2* __restrict__ measured,
                                                             const float4* __restrict__ points, float* __restrict__ residual) {
    int i = blockIdx.x * 128 + threadIdx.x, p = point_of[i];
    float4 g = points[p];
    residual[i] = tie_residual(station, g.x, g.y, g.z, g.w, measured[i]);
}

__global__ void harness_pack_points(const float* x, const float* y, const float* z, const float* w, float4* out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = make_float4(x[i], y[i], z[i], w[i]);
}

// ---- Sonar: recordings of 32 hydrophones, one plane each, become calibrated frames with the 32 values of an instant side by side.
constexpr int kPhones = 32, kInstants = 132 * 24 * 256;

__global__ void __launch_bounds__(256) samphire_tones_ae1_a(const float* __restrict__ planes, const float* __restrict__ gain, float* __restrict__ frames) {
    int t = blockIdx.x * 256 + threadIdx.x;
#pragma unroll 8
    for (int phone = 0; phone < kPhones; ++phone)
        frames[(size_t)t * kPhones + phone] = planes[(size_t)phone * kInstants + t] * gain[phone];
}

__global__ void __launch_bounds__(256) samphire_tones_ae1_b(const float* __restrict__ planes, const float* __restrict__ gain, float* __restrict__ frames) {
    __shared__ float tile[256 * (kPhones + 1)];
    int first = blockIdx.x * 256, t = threadIdx.x;
#pragma unroll 8
    for (int phone = 0; phone < kPhones; ++phone)
        tile[t * (kPhones + 1) + phone] = planes[(size_t)phone * kInstants + first + t] * gain[phone];
    __syncthreads();
    float* to = frames + (size_t)first * kPhones;
    int row = t / kPhones, column = t % kPhones;
#pragma unroll 8
    for (int k = 0; k < kPhones; ++k) to[k * 256 + t] = tile[(k * (256 / kPhones) + row) * (kPhones + 1) + column];
}

// ---- Sequence index: nearest fingerprint of each query in its bucket of 16 (64 bytes), in an index file mapped with its header.
// Four lanes share a bucket; a group of four lanes works on four queries at once.
constexpr uint32_t kBuckets = 1u << 23;
constexpr int kProbes = 132 * 8 * 256 * 128;

__device__ __forceinline__ uint32_t bucket_of(uint32_t key) {
    key ^= key >> 15; key *= 0x2c1b3c6du; key ^= key >> 13;
    return key & (kBuckets - 1);
}
__device__ __forceinline__ uint32_t nearest_slot(uint4 s, uint32_t key) { return min(min(s.x ^ key, s.y ^ key), min(s.z ^ key, s.w ^ key)); }

template <int kHeaderBytes>
__device__ __forceinline__ void probe_index(const uint8_t* __restrict__ file, const uint4* __restrict__ keys, uint32_t* __restrict__ nearest) {
    const uint4* __restrict__ slots = reinterpret_cast<const uint4*>(file + kHeaderBytes);
    int i = blockIdx.x * 256 + threadIdx.x, part = threadIdx.x % 4;
    uint4 k = keys[i / 4];
    uint32_t key[4] = {k.x, k.y, k.z, k.w}, best[4];
    uint4 slot[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) slot[j] = slots[(size_t)bucket_of(key[j]) * 4 + part];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        best[j] = nearest_slot(slot[j], key[j]);
        best[j] = min(best[j], __shfl_xor_sync(0xffffffffu, best[j], 1));
        best[j] = min(best[j], __shfl_xor_sync(0xffffffffu, best[j], 2));
    }
    nearest[i] = part == 0 ? best[0] : part == 1 ? best[1] : part == 2 ? best[2] : best[3];
}

__global__ void __launch_bounds__(256) withy_creels_ae1_a(const uint8_t* __restrict__ file, const uint4* __restrict__ keys, uint32_t* __restrict__ nearest) {
    probe_index<16>(file, keys, nearest);
}
__global__ void __launch_bounds__(256) withy_creels_ae1_b(const uint8_t* __restrict__ file, const uint4* __restrict__ keys, uint32_t* __restrict__ nearest) {
    probe_index<128>(file, keys, nearest);
}

// ---- Peatland: greenness of every pixel over ten years of half months: smoothed peak and mean swing of the season.
constexpr int kPixels = 132 * 8 * 256 * 8, kDates = 240;

struct Season {
    float level = 0.0f, peak = -2.0f, swing = 0.0f;
    __device__ __forceinline__ void take(float x) {
        float error = x - level;
        level = fmaf(0.3f, error, level);
        peak = fmaxf(peak, level);
        swing += fabsf(error);
    }
};

__global__ void __launch_bounds__(256) sphagnum_seasons_ae1_a(const float* __restrict__ green, float2* __restrict__ season) {
    int pixel = blockIdx.x * 256 + threadIdx.x;
    Season s;
#pragma unroll 8
    for (int date = 0; date < kDates; ++date) s.take(green[(size_t)pixel * kDates + date]);
    season[pixel] = make_float2(s.peak, s.swing * (1.0f / kDates));
}

__global__ void __launch_bounds__(256) sphagnum_seasons_ae1_b(const float* __restrict__ green, float2* __restrict__ season) {
    int pixel = blockIdx.x * 256 + threadIdx.x;
    Season s;
#pragma unroll 8
    for (int date = 0; date < kDates; ++date) s.take(green[(size_t)date * kPixels + pixel]);
    season[pixel] = make_float2(s.peak, s.swing * (1.0f / kDates));
}

__global__ void harness_by_date(const float* __restrict__ by_pixel, float* __restrict__ by_date) {
    __shared__ float tile[16][17];
    int pixel = blockIdx.x * 16, date = blockIdx.y * 16;
    tile[threadIdx.y][threadIdx.x] = by_pixel[(size_t)(pixel + threadIdx.y) * kDates + date + threadIdx.x];
    __syncthreads();
    by_date[(size_t)(date + threadIdx.y) * kPixels + pixel + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// ---- Radio: soft bits of a repeated transmission join those kept from the first one (HARQ), 2048 code blocks of 25344 bits.
constexpr int kSoftBits = 2048 * 25344;

struct SoftCombine {
    int keep, limit;  // share of the old value in 1/256, largest value
    __device__ __forceinline__ int operator()(int old, int fresh) const { return max(-limit, min(limit, ((old * keep) >> 8) + fresh)); }
};

__global__ void __launch_bounds__(256) heliograph_nods_ae1_a(SoftCombine combine, const int16_t* __restrict__ kept, const int16_t* __restrict__ fresh,
                                                             int16_t* __restrict__ joined) {
    int i = blockIdx.x * 256 + threadIdx.x;
    joined[i] = (int16_t)combine(kept[i], fresh[i]);
}

__device__ __forceinline__ uint32_t combine_pair(const SoftCombine& combine, uint32_t old, uint32_t fresh) {
    int low = combine((int16_t)(old & 0xffffu), (int16_t)(fresh & 0xffffu)), high = combine((int)old >> 16, (int)fresh >> 16);
    return __byte_perm((uint32_t)low, (uint32_t)high, 0x5410);
}
__global__ void __launch_bounds__(256) heliograph_nods_ae1_b(SoftCombine combine, const uint4* __restrict__ kept, const uint4* __restrict__ fresh,
                                                             uint4* __restrict__ joined) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 k = kept[i], f = fresh[i];
    joined[i] = make_uint4(combine_pair(combine, k.x, f.x), combine_pair(combine, k.y, f.y), combine_pair(combine, k.z, f.z), combine_pair(combine, k.w, f.w));
}

// ---- Tide gauges: readings (level, pressure) of a logger become heights above datum; the first record of the file is a heading.
constexpr int kReadings = 132 * 128 * 1024;

__device__ __forceinline__ void gauge_heights(const float2* __restrict__ reading, float2* __restrict__ height) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 r[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) r[j] = reading[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) height[i + j * 256] = make_float2(fmaf(1.02f, r[j].x, -0.37f), fmaf(0.98f, r[j].y, 0.11f));
}
__global__ void __launch_bounds__(256) plumbline_levels_ae1_a(const float2* __restrict__ file, float2* __restrict__ height) { gauge_heights(file + 1, height); }
__global__ void __launch_bounds__(256) plumbline_levels_ae1_b(const float2* __restrict__ reading, float2* __restrict__ height) { gauge_heights(reading, height); }

// ---- Magnetic resonance: complex samples, pairs of real and imaginary part, become two planes; every other sample changes sign (centres the image).
constexpr int kSpinPairs = 132 * 256 * 1024;  // two complex samples each

__global__ void __launch_bounds__(256) marquetry_spins_ae1_a(const float4* __restrict__ samples, float2* __restrict__ real, float2* __restrict__ imaginary) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = samples[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        real[i + j * 256] = make_float2(s[j].x, -s[j].z);
        imaginary[i + j * 256] = make_float2(s[j].y, -s[j].w);
    }
}

__global__ void harness_bits(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256) p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}

__global__ void harness_soft_bits(int16_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256) p[i] = (int16_t)(8192.0f * harness::unit((uint32_t)i * 2654435761u + seed));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto bits = [](size_t words, uint32_t seed) {
        uint32_t* p; CHECK(cudaMalloc(&p, words * 4));
        harness_bits<<<2048, 256>>>(p, words, seed); CHECK(cudaGetLastError());
        return p;
    };

    uint8_t *scan = (uint8_t*)bits(kScan / 4, 11), *ink = empty<uint8_t>(kScan);
    add("gromwell_inks_ae1_a", ink, kScan, Output::u8, [=] { gromwell_inks_ae1_a<<<kScan / 512, 512>>>(scan, ink, 201, 8000, kScan); });
    add("gromwell_inks_ae1_b", ink, kScan, Output::u8, [=] { gromwell_inks_ae1_b<<<kScan / 16 / 512, 512>>>((uint4*)scan, (uint4*)ink, 201, 8000, kScan); });

    float *px = filled<float>(kGround, 21), *py = filled<float>(kGround, 22), *pz = filled<float>(kGround, 23), *pw = filled<float>(kGround, 24);
    float4* points; CHECK(cudaMalloc(&points, kGround * sizeof(float4)));
    harness_pack_points<<<kGround / 256, 256>>>(px, py, pz, pw, points); CHECK(cudaGetLastError());
    int* point_of = harness::indices(kSeen, kGround, 25);
    float2* measured = (float2*)filled<float>((size_t)kSeen * 2, 26);
    float* residual = empty<float>(kSeen);
    Station station = {{0.96f, 0.28f, 0.0f, -0.28f, 0.96f, 0.0f, 0.0f, 0.0f, 1.0f}, make_float3(0.2f, -0.1f, -4.0f), 3.5f};
    add("theodolite_ties_ae1_a", residual, kSeen, Output::f32, [=] { theodolite_ties_ae1_a<<<kSeen / 128, 128>>>(station, point_of, measured, px, py, pz, pw, residual); });
    add("theodolite_ties_ae1_b", residual, kSeen, Output::f32, [=] { theodolite_ties_ae1_b<<<kSeen / 128, 128>>>(station, point_of, measured, points, residual); });

    constexpr size_t kTones = (size_t)kPhones * kInstants;
    float *planes = filled<float>(kTones, 31), *gain = filled<float>(kPhones, 32), *frames = empty<float>(kTones);
    add("samphire_tones_ae1_a", frames, kTones, Output::f32, [=] { samphire_tones_ae1_a<<<kInstants / 256, 256>>>(planes, gain, frames); });
    add("samphire_tones_ae1_b", frames, kTones, Output::f32, [=] { samphire_tones_ae1_b<<<kInstants / 256, 256>>>(planes, gain, frames); });

    constexpr size_t kFile = (size_t)kBuckets * 64 + 128;
    uint8_t *file = (uint8_t*)bits(kFile / 4, 41), *padded = empty<uint8_t>(kFile);
    CHECK(cudaMemcpy(padded + 128, file + 16, (size_t)kBuckets * 64, cudaMemcpyDeviceToDevice));
    uint4* keys = (uint4*)bits(kProbes, 42);
    uint32_t* nearest = (uint32_t*)empty<int>(kProbes);
    add("withy_creels_ae1_a", nearest, kProbes, Output::i32, [=] { withy_creels_ae1_a<<<kProbes / 256, 256>>>(file, keys, nearest); });
    add("withy_creels_ae1_b", nearest, kProbes, Output::i32, [=] { withy_creels_ae1_b<<<kProbes / 256, 256>>>(padded, keys, nearest); });

    constexpr size_t kGreens = (size_t)kPixels * kDates;
    float *by_pixel = filled<float>(kGreens, 51), *by_date = empty<float>(kGreens);
    harness_by_date<<<dim3(kPixels / 16, kDates / 16), dim3(16, 16)>>>(by_pixel, by_date); CHECK(cudaGetLastError());
    float2* season = (float2*)empty<float>((size_t)kPixels * 2);
    add("sphagnum_seasons_ae1_a", season, (size_t)kPixels * 2, Output::f32, [=] { sphagnum_seasons_ae1_a<<<kPixels / 256, 256>>>(by_pixel, season); });
    add("sphagnum_seasons_ae1_b", season, (size_t)kPixels * 2, Output::f32, [=] { sphagnum_seasons_ae1_b<<<kPixels / 256, 256>>>(by_date, season); });

    int16_t *kept = empty<int16_t>(kSoftBits), *fresh = empty<int16_t>(kSoftBits);
    harness_soft_bits<<<2048, 256>>>(kept, kSoftBits, 61); harness_soft_bits<<<2048, 256>>>(fresh, kSoftBits, 62); CHECK(cudaGetLastError());
    int16_t* joined = (int16_t*)empty<int>(kSoftBits / 2);
    SoftCombine combine = {192, 6000};
    add("heliograph_nods_ae1_a", joined, kSoftBits / 2, Output::i32, [=] { heliograph_nods_ae1_a<<<kSoftBits / 256, 256>>>(combine, kept, fresh, joined); });
    add("heliograph_nods_ae1_b", joined, kSoftBits / 2, Output::i32, [=] {
        heliograph_nods_ae1_b<<<kSoftBits / 8 / 256, 256>>>(combine, (uint4*)kept, (uint4*)fresh, (uint4*)joined); });

    float2 *log = (float2*)filled<float>((size_t)kReadings * 2 + 2, 71), *aligned = (float2*)empty<float>((size_t)kReadings * 2), *height = (float2*)empty<float>((size_t)kReadings * 2);
    CHECK(cudaMemcpy(aligned, log + 1, (size_t)kReadings * sizeof(float2), cudaMemcpyDeviceToDevice));
    add("plumbline_levels_ae1_a", height, (size_t)kReadings * 2, Output::f32, [=] { plumbline_levels_ae1_a<<<kReadings / 1024, 256>>>(log, height); });
    add("plumbline_levels_ae1_b", height, (size_t)kReadings * 2, Output::f32, [=] { plumbline_levels_ae1_b<<<kReadings / 1024, 256>>>(aligned, height); });

    float4* samples = (float4*)filled<float>((size_t)kSpinPairs * 4, 81);
    float* split = empty<float>((size_t)kSpinPairs * 4);
    float2 *real = (float2*)split, *imaginary = (float2*)split + kSpinPairs;
    add("marquetry_spins_ae1_a", split, (size_t)kSpinPairs * 4, Output::f32, [=] { marquetry_spins_ae1_a<<<kSpinPairs / 1024, 256>>>(samples, real, imaginary); });

    return harness::run(argc, argv, cases);
}
